#pragma once
#include "../cylinder/single.h"
#include "../terrain/shapes.h"
#include "search.h"

// ---- layer 3: cylinders and terrain ----------------------------------------------------------
#ifndef COLLIDE_NO_CABLE
#ifndef COLLIDE_NO_CYLINDER

// p[0] the centre, p[1] the axis, of unit length; size[0] the radius, size[1] half the height.
static double collide__target_cylinder(const collide__target *body, collide__dvec3 p,
                                       collide__dvec3 *normal, double *reach) {
    const collide__dvec3 zero = {0, 0, 0}, axis = body->p[1];
    const collide__dvec3 from = collide__dadd(p, -1, body->p[0]);
    const double along = collide__ddot(from, axis), radius = body->size[0], half = body->size[1];
    const collide__dvec3 across = collide__dadd(from, -along, axis);
    const double rim = collide__sqrt(collide__ddot(across, across));
    const double beside = rim - radius, above = collide__dabs(along) - half;
    collide__dvec3 out = across;
    double distance = beside > above ? beside : above;
    if (rim <= body->margin || !collide__dnormalize(&out))
        out = collide__any_normal(axis);
    *normal = beside > above ? out : collide__dadd(zero, along < 0 ? -1 : 1, axis);
    if (beside > 0 && above > 0) {
        collide__dvec3 q = collide__dadd(zero, along < 0 ? -half : half, axis);
        q = collide__dadd(q, radius, out);
        distance = collide__target_outward(body, from, q, *normal, normal);
    }
    const double up = collide__ddot(*normal, axis);
    const collide__dvec3 side = collide__dadd(*normal, -up, axis);
    *reach = (collide__ddot(*normal, body->p[0]) + collide__dmul(half, collide__dabs(up))) +
             collide__dmul(radius, collide__sqrt(collide__ddot(side, side)));
    return distance;
}

COLLIDE_API bool collide_spline_cylinder(const collide_spline *a, const collide_cylinder *b,
                                         collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (collide_cylinder_check(b) != COLLIDE_OK || !collide__curve_of(a, &c))
        return false;
    memset(&body, 0, sizeof body);
    body.distance = collide__target_cylinder;
    body.p[0] = collide__dsub(b->center, a->v[1]);
    body.p[1] = collide__dvec3_of(b->axis);
    collide__dnormalize(&body.p[1]);
    body.size[0] = (double)b->radius;
    body.size[1] = (double)b->height * 0.5;
    body.floor = -DBL_MAX;
    const double size = body.size[0] + body.size[1];
    collide__curve_reach(&c, collide__dmax_abs(body.p[0]) + size,
                         collide__dmul(size, COLLIDE__CURVE_LOOSE));
    body.margin = collide__dmul(collide__dmax_abs(body.p[0]) + size, COLLIDE__CURVE_MARGIN);
    return collide__curve_overlaps(&c, &body, out);
}
#endif

#ifndef COLLIDE_NO_TERRAIN
// All points at or below a triangle that is not vertical; p[3] is its normal, which points up. If p
// is beside the triangle by more than size[0] and not above the nearest point of its border, the
// nearest point of the column lies on a wall.
static double collide__target_column(const collide__target *body, collide__dvec3 p,
                                     collide__dvec3 *normal, double *reach) {
    const collide__dvec3 *t = body->p;
    const double high = collide__ddot(t[3], collide__dadd(p, -1, t[0]));
    collide__dvec3 flat[3], foot = {p.x, p.y, 0};
    bool over = true;
    *normal = t[3];
    *reach = collide__ddot(t[3], t[0]);
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 *a = &t[i], *b = &t[(i + 1) % 3];
        flat[i].x = a->x;
        flat[i].y = a->y;
        flat[i].z = 0;
        const double x = b->x - a->x, y = b->y - a->y;
        over = over && collide__dmul(x, p.y - a->y) - collide__dmul(y, p.x - a->x) >=
                           collide__dmul(-body->size[0], collide__dabs(x) + collide__dabs(y));
    }
    if (over && high <= 0)
        return high;
    const collide__dvec3 beside = collide__triangle_nearest(flat, foot);
    const double border = t[0].z - collide__ddiv(collide__dmul(t[3].x, beside.x - t[0].x) +
                                                     collide__dmul(t[3].y, beside.y - t[0].y),
                                                 t[3].z);
    collide__dvec3 q = beside;
    q.z = p.z;
    if (p.z > border)
        q = collide__triangle_nearest(t, p);
    const double distance = collide__target_outward(body, p, q, t[3], normal);
    *reach = collide__ddot(*normal, q);
    return distance;
}

// Returns false, to continue with the next cells, if search->all.
static bool collide__cable_column(const void *shape, const collide__dvec3 *triangle) {
    const collide__cable_body *cable = (const collide__cable_body *)shape;
    collide__target body;
    const collide__dvec3 e = collide__dadd(triangle[1], -1, triangle[0]);
    const collide__dvec3 f = collide__dadd(triangle[2], -1, triangle[0]);
    const bool turned = collide__ddot(collide__coordinate_axis(2), collide__dcross(e, f)) < 0;
    const collide__dvec3 up[3] = {triangle[0], triangle[turned ? 2 : 1], triangle[turned ? 1 : 2]};
    collide__target_of_triangle(up, &body);
    body.distance = collide__target_column;
    body.size[0] = collide__dmul(cable->c.overlap - cable->c.apart, 0.25);
    body.floor = -DBL_MAX;
    body.walls = true;
    return collide__curve_look(&cable->c, &body, cable->search) && !cable->search->all;
}

// Whether a part may come within reach of a box or of the space below it. Sets *wide if the part is
// wider than the box.
static bool collide__part_comes_into(const collide__part *part, double reach, const double *lo,
                                     const double *hi, bool *wide) {
    *wide = false;
    for (int i = 0; i < 3; ++i) {
        double least = DBL_MAX, most = -DBL_MAX;
        for (int k = 0; k < 4; ++k) {
            const double x = collide__doubles(&part->b[k])[i];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        if (least - reach > hi[i] || (i < 2 && most + reach < lo[i]))
            return false;
        *wide = *wide || (i < 2 && most - least > hi[i] - lo[i]);
    }
    return true;
}

// Whether a segment may overlap a box or the space below it. Halves until parts are no wider than
// the box. If the segment is so long that c->overlap exceeds the radius and the width of the box,
// the reach is smaller: these two and the rounding error of the part. The sizes of coordinates are
// halved with the parts.
static bool collide__cable_comes_into(const void *shape, const double *lo, const double *hi) {
    const collide__curve *c = &((const collide__cable_body *)shape)->c;
    const double near_by = c->radius + ((hi[0] - lo[0]) + (hi[1] - lo[1]));
    const bool vague = c->overlap > near_by;
    collide__part part[COLLIDE__CURVE_LEVELS + 2], size[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    part[0] = size[0] = collide__part_of(c);
    for (int k = 0; k < 4; ++k)
        size[0].b[k].x = collide__dmax_abs(c->b[k]);
    while (depth) {
        const collide__part at = part[--depth], of = size[depth];
        double reach = c->overlap * (1 + 1e-6);
        bool wide;
        if (vague) {
            const double first = of.b[0].x > of.b[1].x ? of.b[0].x : of.b[1].x;
            const double last = of.b[2].x > of.b[3].x ? of.b[2].x : of.b[3].x;
            const double most = first > last ? first : last;
            const double less = near_by + collide__dmul(most, COLLIDE__CURVE_MARGIN);
            reach = less < reach ? less : reach;
        }
        if (!collide__part_comes_into(&at, reach, lo, hi, &wide))
            continue;
        if (!wide || at.width <= 2)
            return true;
        collide__part_halve(&at, &part[depth], &part[depth + 1]);
        if (vague)
            collide__part_halve(&of, &size[depth], &size[depth + 1]);
        depth += 2;
    }
    return false;
}

static const collide__over_type collide__cable_on_terrain = {
    collide__cable_reach, NULL, NULL, collide__cable_column, NULL, NULL, collide__cable_comes_into};

COLLIDE_API bool collide_spline_terrain(const collide_spline *a, const collide_terrain *b,
                                        collide_cable_contact *out) {
    collide__cable_search search = collide__cable_search_none(out != NULL);
    collide__cable_body cable;
    collide__over over;
    collide__slabs slabs;
    COLLIDE_ASSERT(a);
    collide__cable_contact_none(out);
    if (!collide__terrain_valid(b) || !collide__cable_body_of(a, &cable))
        return false;
    cable.search = &search;
    cable.center = collide__vec3(0, 0, 0);
    if (!collide__over_place(&over, &collide__cable_on_terrain, &cable, b, a->v[1]))
        return false;
    over.high = DBL_MAX; // cells above the segment are solid below
    collide__over_slabs(&over, &slabs);
    const bool hit = collide__squares_ask(&over, collide__square_overlaps);
    if (!out)
        return hit;
    if (!(search.best.distance < DBL_MAX))
        return false;
    collide__cable_contact_put(out, &cable.c, &search);
    return true;
}
#endif
#endif // COLLIDE_NO_CABLE
