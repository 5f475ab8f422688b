#pragma once
#include "../triangle/contacts.h"
#include "shapes.h"

// ---- triangles -------------------------------------------------------------------------------
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TRIANGLE)

// Whether a line that is in a shape from t = first to last reaches it by t_max, and the time. A
// distance of COLLIDE__CAST_SLACK times size along the line is allowed.
static bool collide__cast_reach(const collide__cast *l, double first, double last, double size,
                                double *t) {
    const double speed = collide__dsum_abs(l->direction);
    const double slack = collide__dmul(COLLIDE__CAST_SLACK, size);
    // A line that begins on the triangle, within the rounding of first, has the time 0.
    *t = collide__dmul(first, speed) > slack * 0.0009765625 ? collide__clamp(first, l->t_max) : 0;
    return collide__dmul(-last, speed) <= slack && collide__dmul(first - l->t_max, speed) <= slack;
}

// A line in the plane of the triangle v: the edges that it crosses, and the times. p is the
// triangle relative to the line's origin.
static bool collide__cast_flat(const collide__cast *l, const collide__dvec3 *v,
                               const collide__dvec3 *p, double size, double *t) {
    const collide__dvec3 d = l->direction;
    const collide__dvec3 normal =
        collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
    const collide__dvec3 across = collide__dcross(normal, d);
    const double slack =
        collide__dmul(collide__dmul(COLLIDE__CAST_SLACK, collide__dsum_abs(across)), size);
    const double dd = collide__ddot(d, d);
    double side[3], first = DBL_MAX, last = -DBL_MAX;
    if (!(collide__ddot(across, across) > 0))
        return false;
    for (int i = 0; i < 3; ++i)
        side[i] = collide__ddot(across, p[i]);
    for (int i = 0; i < 3; ++i) {
        const int j = i < 2 ? i + 1 : 0;
        const bool up = side[i] > slack, down = side[i] < -slack;
        double at = collide__ddiv(collide__ddot(p[i], d), dd);
        if ((up && side[j] < -slack) || (down && side[j] > slack)) {
            const double k = collide__ddiv(side[i], side[i] - side[j]);
            const collide__dvec3 on = collide__dadd(p[i], k, collide__dadd(p[j], -1, p[i]));
            at = collide__ddiv(collide__ddot(on, d), dd);
        } else if (up || down) {
            continue;
        }
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    return first <= last && collide__cast_reach(l, first, last, size, t);
}

// The line through v[0] along v[4] - v[5] against the triangle v[1], v[2], v[3]: the side on which
// each edge passes the line, and three values with these signs, in the right proportion. The signs
// are exact. So a line through a vertex hits one of the triangles around it, as in real numbers. d
// is v[4] - v[5], and p is the triangle relative to v[0].
static void collide__cast_sides(const collide__dvec3 *v, collide__dvec3 d, const collide__dvec3 *p,
                                int *side, double *value) {
    collide__dvec3 most = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 size = {collide__dabs(p[i].x), collide__dabs(p[i].y),
                                     collide__dabs(p[i].z)};
        most.x = size.x > most.x ? size.x : most.x;
        most.y = size.y > most.y ? size.y : most.y;
        most.z = size.z > most.z ? size.z : most.z;
    }
    double bound = (collide__dmul(collide__dabs(d.x), collide__dmul(most.y, most.z)) +
                    collide__dmul(collide__dabs(d.y), collide__dmul(most.z, most.x))) +
                   collide__dmul(collide__dabs(d.z), collide__dmul(most.x, most.y));
    bound *= 1.7763568394002505e-15; // 2^-49
    bool certain = true;
    for (int i = 0; i < 3; ++i) {
        value[i] = collide__ddot(collide__dcross(p[i], p[i < 2 ? i + 1 : 0]), d);
        side[i] = collide__sign(value[i], bound);
        certain = certain && collide__dabs(value[i]) > 4096 * bound;
    }
    if (certain || !(bound > 0) || (!collide__same_side(side) && !collide__any_zero(side)))
        return;
    collide__vertices t;
    for (int i = 0; i < 6; ++i) {
        t.v[0][i] = v[i].x;
        t.v[1][i] = v[i].y;
        t.v[2][i] = v[i].z;
    }
    t.scale[0] = 0;
    collide__digits_make(&t);
    for (int i = 0; i < 3; ++i)
        collide__digits_sides(&t, t.digits, 0, 1 + i, i < 2 ? 2 + i : 1, 5, 4, 1, &side[i],
                              &value[i]);
}

// The unit normal of the winding, or the opposite one; 0 if the area is 0 in double. normal may be
// NULL.
static void collide__cast_winding(const collide_triangle *triangle, bool opposite,
                                  collide__dvec3 *normal) {
    if (normal) {
        (void)collide__unit_normal(triangle, normal);
        if (opposite)
            *normal = collide__dneg(*normal);
    }
}

static bool collide__cast_triangle(const collide__cast *l, const void *b, double *t,
                                   collide__dvec3 *normal) {
    collide_triangle triangle;
    collide__dvec3 p[3], on = {0, 0, 0};
    double value[3], size = 0, sum = 0;
    int side[3];
    memcpy(&triangle, b, sizeof triangle);
    const collide__dvec3 zero = {0, 0, 0}, o = l->origin;
    const collide__dvec3 head = l->segment ? collide__dvec3_of(l->segment->b) : l->direction;
    const collide__dvec3 tail = l->segment ? o : zero;
    const collide__dvec3 all[6] = {o,
                                   collide__dvec3_of(triangle.v[0]),
                                   collide__dvec3_of(triangle.v[1]),
                                   collide__dvec3_of(triangle.v[2]),
                                   head,
                                   tail};
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dadd(all[1 + i], -1, o);
        size += collide__dsum_abs(p[i]);
    }
    *t = 0;
    if (!(size <= 36 * (double)FLT_MAX)) // NaN or infinite
        return false;
    if (!(collide__dsum_abs(l->direction) > 0)) { // a point
        collide__cast_winding(&triangle, false, normal);
        const collide_triangle still = {
            {collide__dround(o), collide__dround(o), collide__dround(o)}};
        return collide_triangle_triangle(&still, &triangle);
    }
    collide__cast_sides(all, l->direction, p, side, value);
    if (!collide__same_side(side))
        return false;
    // The three values add up to the dot product of the winding and the direction.
    collide__cast_winding(&triangle, side[0] > 0 || side[1] > 0 || side[2] > 0, normal);
    if (collide__all_zero(side))
        return collide__cast_flat(l, all + 1, p, size, t);
    // The values are the weights of the opposite vertices.
    for (int i = 0; i < 3; ++i) {
        const double weight = side[i] ? collide__dabs(value[i]) : 0;
        on = collide__dadd(on, weight, p[i > 0 ? i - 1 : 2]);
        sum += weight;
    }
    const double at = collide__ddiv(collide__ddiv(collide__ddot(on, l->direction), sum),
                                    collide__ddot(l->direction, l->direction));
    return collide__cast_reach(l, at, at, size, t);
}

// Whether there is a hit is exact. The time is evaluated in double.
static bool collide__segment_of_triangle(const collide__cast *l, const void *b, double *t,
                                         collide__dvec3 *normal) {
    collide_triangle flat, triangle;
    double least = DBL_MAX;
    memcpy(&triangle, b, sizeof triangle);
    flat.v[0] = l->segment->a;
    flat.v[1] = flat.v[2] = l->segment->b;
    if (!collide_triangle_triangle(&flat, &triangle))
        return false;
    if (collide__cast_triangle(l, b, t, normal))
        return true;
    // Within rounding, or without area: the time at which it is nearest to an edge.
    const double dd = collide__ddot(l->direction, l->direction);
    for (int i = 0; i < 3; ++i) {
        collide__dvec3 on, at;
        collide__edges_nearest(l->origin, l->direction, collide__dvec3_of(triangle.v[i]),
                               collide__dsub(triangle.v[i < 2 ? i + 1 : 0], triangle.v[i]), &on,
                               &at);
        const collide__dvec3 gap = collide__dadd(on, -1, at);
        const double way = collide__ddot(collide__dadd(on, -1, l->origin), l->direction);
        if (collide__ddot(gap, gap) < least) {
            least = collide__ddot(gap, gap);
            *t = dd > 0 ? collide__clamp(collide__ddiv(way, dd), 1) : 0;
        }
    }
    return true;
}

COLLIDE__RAY_DEFINE(triangle, collide__cast_triangle, collide__segment_of_triangle)
#endif // COLLIDE_NO_RAY, COLLIDE_NO_TRIANGLE
