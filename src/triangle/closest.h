#pragma once
#include "triangle.h"
#include "../base/closest.h"
#include "../kdop/definition.h"

// ---- closest points --------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

COLLIDE_API collide_vec3 collide_point_segment_closest(collide_vec3 p, const collide_segment *b) {
    COLLIDE_ASSERT(b);
    const collide__dvec3 e = collide__dsub(b->b, b->a);
    const double along = collide__ddot(collide__dsub(p, b->a), e), square = collide__ddot(e, e);
    const double k = along > 0 ? (along < square ? along / square : 1) : 0;
    return collide__dround_zero(collide__dadd(collide__dvec3_of(b->a), k, e));
}

COLLIDE_API collide_vec3 collide_point_triangle_closest(collide_vec3 p, const collide_triangle *b) {
    COLLIDE_ASSERT(b);
    const collide__dvec3 t[3] = {collide__dvec3_of(b->v[0]), collide__dvec3_of(b->v[1]),
                                 collide__dvec3_of(b->v[2])};
    return collide__dround_zero(collide__triangle_nearest(t, collide__dvec3_of(p)));
}

#ifndef COLLIDE_NO_KDOP
// Clips the triangle by each plane, which adds at most one corner. middle, if not NULL, takes the
// mean of the corners left.
static bool collide__kdop_triangle(int kind, const float *min, const float *max,
                                   const collide_triangle *t, collide__dvec3 *middle) {
    collide__dvec3 p[3 + 26], q[3 + 26];
    size_t n = 3;
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dvec3_of(t->v[i]);
        if (!collide__finite3(t->v[i]))
            return false;
        const double reach = collide__dsum_abs(p[i]);
        size = reach > size ? reach : size;
    }
    const double slack = collide__dmul(size, 9.094947017729282e-13); // 2^-40
    for (int i = 0; i < kind / 2; ++i)
        if (!(min[i] <= max[i]))
            return false;
    for (int r = 0; r < kind && n > 0; ++r) {
        const signed char *d = collide__kdop_direction(kind, r / 2);
        const double sign = r & 1 ? -1 : 1;
        const collide__dvec3 m = {sign * d[0], sign * d[1], sign * d[2]};
        const double limit = (r & 1 ? -(double)min[r / 2] : (double)max[r / 2]) + slack;
        size_t count = 0;
        for (size_t k = 0; k < n; ++k) {
            const size_t next = k + 1 < n ? k + 1 : 0;
            const double a = collide__ddot(m, p[k]) - limit, b = collide__ddot(m, p[next]) - limit;
            if (a <= 0 && count < 29)
                q[count++] = p[k];
            if (((a < 0 && b > 0) || (a > 0 && b < 0)) && count < 29) {
                const double along = collide__ddiv(a, a - b);
                const collide__dvec3 way = {p[next].x - p[k].x, p[next].y - p[k].y,
                                            p[next].z - p[k].z};
                q[count++] = collide__dadd(p[k], along, way);
            }
        }
        n = count;
        memcpy(p, q, n * sizeof *p);
    }
    if (middle && n > 0) {
        const collide__dvec3 zero = {0, 0, 0};
        *middle = zero;
        for (size_t k = 0; k < n; ++k)
            *middle = collide__dadd(*middle, collide__ddiv(1, (double)(int)n), p[k]);
    }
    return n > 0;
}

#define COLLIDE__KDOP_TRIANGLE(K)                                                                  \
    COLLIDE_API bool collide_kdop##K##_triangle(const collide_kdop##K *a,                          \
                                                const collide_triangle *b) {                       \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__kdop_triangle(K, a->min, a->max, b, NULL);                                 \
    }
COLLIDE__KDOP_TRIANGLE(6)
COLLIDE__KDOP_TRIANGLE(14)
COLLIDE__KDOP_TRIANGLE(18)
COLLIDE__KDOP_TRIANGLE(26)
#undef COLLIDE__KDOP_TRIANGLE
#endif

COLLIDE_API collide_segment collide_segment_segment_closest(const collide_segment *a,
                                                            const collide_segment *b) {
    collide__dvec3 p, q;
    collide_segment r;
    COLLIDE_ASSERT(a && b);
    collide__edges_nearest(collide__dvec3_of(a->a), collide__dsub(a->b, a->a),
                           collide__dvec3_of(b->a), collide__dsub(b->b, b->a), &p, &q);
    r.a = collide__dround_zero(p);
    r.b = collide__dround_zero(q);
    return r;
}
#endif // COLLIDE_NO_TRIANGLE
