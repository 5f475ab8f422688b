#pragma once
#include "make.h"
#include "targets.h"
#include "../base/work.h"

// ---- layer 3: search -------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// The deepest point of the centre line found so far, and its distance from the surface of the body.
typedef struct collide__deepest {
    collide__dvec3 at, normal;
    double distance, u;
} collide__deepest;

static void collide__deepest_take(collide__deepest *best, collide__dvec3 p, double u,
                                  collide__dvec3 normal, double distance) {
    if (distance < best->distance) {
        best->distance = distance;
        best->u = u;
        best->at = p;
        best->normal = normal;
    }
}

static void collide__deepest_ask(collide__deepest *best, const collide__target *body,
                                 collide__dvec3 p, double u) {
    collide__dvec3 normal;
    double reach;
    const double distance = body->distance(body, p, &normal, &reach);
    collide__deepest_take(best, p, u, normal, distance);
}

// A lower bound of the distance of a part beyond a plane.
COLLIDE__INLINE double collide__part_beyond(const collide__part *part, collide__dvec3 normal,
                                            double reach) {
    double least = collide__ddot(normal, part->b[0]);
    for (int k = 1; k < 4; ++k) {
        const double along = collide__ddot(normal, part->b[k]);
        least = along < least ? along : least;
    }
    return least - reach;
}

// A lower bound of the distance of a part from a body: by the plane; by the distance of its middle
// less its radius; and for bodies with walls by the plane of the face, since for these the other
// bounds hold only outside.
static double collide__part_min_distance(const collide__target *body, const collide__part *part,
                                         collide__dvec3 middle, double distance,
                                         collide__dvec3 normal, double reach) {
    double least = collide__part_beyond(part, normal, reach), square = 0;
    for (int k = 0; k < 4; ++k) {
        const collide__dvec3 d = collide__dadd(part->b[k], -1, middle);
        const double x = collide__ddot(d, d);
        square = x > square ? x : square;
    }
    const double way = distance - collide__sqrt(square);
    least = way > least ? way : least;
    if (body->walls && !(least > 0)) {
        const double face =
            collide__part_beyond(part, body->p[3], collide__ddot(body->p[3], body->p[0]));
        least = distance > 0 || face > least ? face : least;
    }
    return least > body->floor ? least : body->floor;
}

// A part is searched only if it may be deeper than the best point by more than this.
COLLIDE__INLINE double collide__curve_step(const collide__curve *c, double least) {
    const double step = collide__dmul(c->length, COLLIDE__CURVE_STEP);
    return step > least ? step : least;
}

// Whether a curve overlaps a body; with all, also finds the deepest point within one step.
static bool collide__curve_search(const collide__curve *c, const collide__target *body, bool all,
                                  collide__deepest *best) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    const double step = collide__curve_step(c, c->overlap - c->apart);
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        COLLIDE__WORK(1);
        collide__part *left = &stack[depth], *right = left + 1;
        collide__dvec3 normal;
        double reach;
        collide__part_halve(&part, left, right);
        const collide__dvec3 middle = left->b[3];
        const double distance = body->distance(body, middle, &normal, &reach);
        const double beyond =
            collide__part_min_distance(body, &part, middle, distance, normal, reach);
        collide__deepest_take(best, middle, collide__dmul((double)right->at, COLLIDE__CURVE_UNIT),
                              normal, distance);
        if (!all && best->distance <= c->overlap)
            return true;
        if (best->distance <= c->overlap ? beyond >= best->distance - step : beyond > c->apart)
            continue;
        if (part.width == (uint32_t)1 << COLLIDE__CURVE_LEVELS) {
            collide__deepest_ask(best, body, part.b[0], 0);
            collide__deepest_ask(best, body, part.b[3], 1);
            if (!all && best->distance <= c->overlap)
                return true;
        }
        if (part.width <= 2)
            continue; // the minimum width
        if (collide__ddot(normal, part.b[0]) < collide__ddot(normal, part.b[3])) {
            const collide__part swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return best->distance <= c->overlap;
}

// Bisects for a local minimum of the distance near the point found.
static void collide__curve_polish(const collide__curve *c, const collide__target *body,
                                  collide__deepest *best) {
    double first = best->u - 0.0078125, last = best->u + 0.0078125; // 2^-7
    first = first > 0 ? first : 0;
    last = last < 1 ? last : 1;
    for (int i = 0; i < 36; ++i) {
        const double u = (first + last) * 0.5;
        collide__dvec3 normal, tangent;
        double reach;
        const collide__dvec3 p = collide__curve_at(c->b, u, &tangent);
        const double distance = body->distance(body, p, &normal, &reach);
        collide__deepest_take(best, p, u, normal, distance);
        if (collide__ddot(normal, tangent) > 0)
            last = u;
        else
            first = u;
    }
}

// A lower bound of the smallest u, or an upper bound of the greatest, at which the curve overlaps
// the body, in units of 2^-24 and within 2^-16; known if that is farther out.
static uint32_t collide__curve_end(const collide__curve *c, const collide__target *body,
                                   bool greatest, uint32_t known) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        COLLIDE__WORK(1);
        const uint32_t end = greatest ? part.at + part.width : part.at;
        collide__part *left = &stack[depth], *right = left + 1;
        collide__dvec3 normal;
        double reach;
        if (greatest ? end <= known : end >= known)
            continue;
        collide__part_halve(&part, left, right);
        body->distance(body, left->b[3], &normal, &reach);
        const double beyond = collide__part_beyond(&part, normal, reach);
        if (beyond > c->apart)
            continue;
        const double at = body->distance(body, part.b[greatest ? 3 : 0], &normal, &reach);
        if (at <= c->overlap || part.width <= 256)
            return end;
        if (!greatest) {
            const collide__part swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return known;
}

// Extends the interval to all u at which the curve overlaps the body.
static void collide__curve_span(const collide__curve *c, const collide__target *body, double u,
                                uint32_t *first, uint32_t *last) {
    const uint32_t at = (uint32_t)(int32_t)collide__dmul(u, 16777216.0); // 2^24
    const uint32_t up = at < (uint32_t)1 << 24 ? at + 1 : at;
    *first = *first < at ? *first : at;
    *last = *last > up ? *last : up;
    *first = collide__curve_end(c, body, false, *first);
    *last = collide__curve_end(c, body, true, *last);
}

static void collide__cable_contact_none(collide_cable_contact *out) {
    if (out)
        memset(out, 0, sizeof *out);
}

static collide__deepest collide__deepest_none(void) {
    collide__deepest best;
    memset(&best, 0, sizeof best);
    best.distance = DBL_MAX;
    return best;
}

// A search over several bodies: for any overlap, or with all for the deepest point and the interval
// of overlaps with any of them.
typedef struct collide__cable_search {
    collide__deepest best;
    uint32_t first, last, other;
    bool all, deeper; // deeper: the last body is the deepest so far
} collide__cable_search;

static collide__cable_search collide__cable_search_none(bool all) {
    collide__cable_search search;
    memset(&search, 0, sizeof search);
    search.best = collide__deepest_none();
    search.first = UINT32_MAX;
    search.all = all;
    return search;
}

static bool collide__curve_look(const collide__curve *c, const collide__target *body,
                                collide__cable_search *search) {
    collide__deepest best = collide__deepest_none();
    if (!collide__curve_search(c, body, search->all, &best))
        return false;
    if (search->all) {
        collide__curve_polish(c, body, &best);
        collide__curve_span(c, body, best.u, &search->first, &search->last);
        search->deeper = best.distance < search->best.distance;
        collide__deepest_take(&search->best, best.at, best.u, best.normal, best.distance);
    }
    return true;
}

static void collide__cable_contact_put(collide_cable_contact *out, const collide__curve *c,
                                       const collide__cable_search *search) {
    const collide__deepest *best = &search->best;
    const double depth = c->radius - best->distance;
    memset(out, 0, sizeof *out);
    out->contact.point_a =
        collide__curve_place(c, collide__dadd(best->at, -c->radius, best->normal));
    out->contact.point_b =
        collide__curve_place(c, collide__dadd(best->at, -best->distance, best->normal));
    out->contact.normal = collide__dround_zero(best->normal);
    out->contact.depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->u = (float)best->u;
    out->interval.first =
        collide__float_down(collide__dmul((double)search->first, COLLIDE__CURVE_UNIT));
    out->interval.last =
        collide__float_up(collide__dmul((double)search->last, COLLIDE__CURVE_UNIT));
}

static bool collide__curve_overlaps(const collide__curve *c, const collide__target *body,
                                    collide_cable_contact *out) {
    collide__cable_search search = collide__cable_search_none(out != NULL);
    if (!collide__curve_look(c, body, &search))
        return false;
    if (out)
        collide__cable_contact_put(out, c, &search);
    return true;
}

COLLIDE_API bool collide_spline_aabb(const collide_spline *a, const collide_aabb *b,
                                     collide_cable_contact *out) {
    collide__curve c;
    collide__slab_set slabs;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (!collide__slab_set_of_aabb(a, b, &c, &slabs) || !collide__slab_set_near(&c, &slabs))
        return false;
    collide__target_of_aabb(&slabs, &body);
    return collide__curve_overlaps(&c, &body, out);
}

COLLIDE_API bool collide_spline_obb(const collide_spline *a, const collide_obb *b,
                                    collide_cable_contact *out) {
    collide__curve c;
    collide__slab_set slabs;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    const collide_aabb box = collide__obb_box(b, 0);
    if (!collide__spline_boxed(a, &box) || !collide__slab_set_of_obb(a, b, &c, &slabs) ||
        !collide__slab_set_near(&c, &slabs) || !collide__curve_of(a, &c))
        return false;
    collide__target_of_obb(b, &c, &body);
    const double size = (body.size[0] + body.size[1]) + body.size[2];
    collide__curve_reach(&c, collide__dmax_abs(body.p[0]) + size,
                         collide__dmul(size, COLLIDE__CURVE_LOOSE));
    body.margin = collide__dmul(collide__dmax_abs(body.p[0]) + size, COLLIDE__CURVE_MARGIN);
    return collide__curve_overlaps(&c, &body, out);
}

COLLIDE_API bool collide_spline_sphere(const collide_spline *a, const collide_sphere *b,
                                       collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (!collide__finite3(b->center) || !(b->radius >= 0 && b->radius <= FLT_MAX) ||
        !collide__curve_of(a, &c))
        return false;
    memset(&body, 0, sizeof body);
    body.distance = collide__target_sphere;
    body.p[0] = collide__dsub(b->center, a->v[1]);
    body.size[0] = (double)b->radius;
    body.floor = -body.size[0];
    collide__curve_reach(&c, collide__dmax_abs(body.p[0]) + body.size[0], 0);
    return collide__curve_overlaps(&c, &body, out);
}

// A segment as a body. With search it finds the deepest overlap, else with n it lists pairs.
typedef struct collide__cable_body {
    const collide_spline *spline;
    collide_vec3 center; // of the curve's coordinates
    collide__curve c;
    collide__cable_search *search;
    collide_pair *pairs;
    size_t capacity, *n;
    uint32_t segment;
} collide__cable_body;

COLLIDE__SHARED bool collide__cable_body_of(const collide_spline *a, collide__cable_body *out) {
    memset(out, 0, sizeof *out);
    out->spline = a;
    out->center = a->v[1];
    return collide__curve_of(a, &out->c);
}

COLLIDE__SHARED double collide__cable_reach(const void *shape, collide__dvec3 m,
                                            collide_vec3 from) {
    const collide__cable_body *s = (const collide__cable_body *)shape;
    const collide__dvec3 off = collide__dsub(s->center, from);
    double most = -DBL_MAX;
    for (int k = 0; k < 4; ++k) {
        const double along = collide__ddot(m, collide__dadd(s->c.b[k], 1, off));
        most = along > most ? along : most;
    }
    return most + collide__dmul(collide__sqrt(collide__ddot(m, m)),
                                s->c.overlap + collide__dmul(s->c.length, COLLIDE__CURVE_LOOSE));
}
#endif // COLLIDE_NO_CABLE
