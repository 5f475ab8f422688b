#pragma once
#include "../base/memory.h"
#include "../base/vectors.h"

// ================================================================================================
// >>sphere_impl
// ================================================================================================
#ifndef COLLIDE_NO_SPHERE

// ---- single calls ----------------------------------------------------------------------------

// The sphere about c, rounded, that contains all points.
static collide_sphere collide__sphere_about(collide__dvec3 c, const void *points, size_t n,
                                            size_t stride) {
    collide_sphere s;
    double most = 0;
    s.center = collide__dround_zero(c);
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 d =
            collide__dsub(collide__read_vec3(collide__at(points, i, stride)), s.center);
        const double square = collide__ddot(d, d);
        most = square > most ? square : most;
    }
    s.radius = collide__float_up(collide__dmul(collide__sqrt(most), 1 + 1.7763568394002505e-15));
    return s;
}

COLLIDE_API collide_status collide_sphere_from_points(collide_sphere *out, const void *points,
                                                      size_t n, size_t stride) {
    const collide_sphere none = {{0, 0, 0}, 0};
    collide__dvec3 low[13], high[13];
    double least[13], most[13];
    int widest = 0;
    if (!out)
        return COLLIDE_ERROR_NULL;
    *out = none;
    stride = stride ? stride : sizeof(collide_vec3);
    collide_status status = collide__array_check(points, n, stride, sizeof(collide_vec3));
    if (status == COLLIDE_OK && n == 0)
        status = COLLIDE_ERROR_COUNT;
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        if (!collide__finite3(collide__read_vec3(collide__at(points, i, stride))))
            status = COLLIDE_ERROR_NOT_FINITE;
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 p =
            collide__dvec3_of(collide__read_vec3(collide__at(points, i, stride)));
        for (int k = 0; k < 13; ++k) {
            // The 13 directions of a 26-DOP, as base-3 digits.
            const int x = (14 + k) % 3 - 1, y = (14 + k) / 3 % 3 - 1, z = (14 + k) / 9 - 1;
            const double at = collide__dmul(x, p.x) + collide__dmul(y, p.y) + collide__dmul(z, p.z);
            if (i == 0 || at < least[k]) {
                least[k] = at;
                low[k] = p;
            }
            if (i == 0 || at > most[k]) {
                most[k] = at;
                high[k] = p;
            }
        }
    }
    double width = -1;
    for (int k = 0; k < 13; ++k) {
        const collide__dvec3 d = collide__dadd(high[k], -1, low[k]);
        const double square = collide__ddot(d, d);
        if (square > width) {
            width = square;
            widest = k;
        }
    }
    const collide__dvec3 across = collide__dadd(high[widest], -1, low[widest]);
    collide__dvec3 center = collide__dadd(low[widest], 0.5, across), middle = center;
    double radius = collide__dmul(collide__sqrt(width), 0.5);
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 p =
            collide__dvec3_of(collide__read_vec3(collide__at(points, i, stride)));
        const collide__dvec3 d = collide__dadd(p, -1, center);
        const double square = collide__ddot(d, d);
        if (square > collide__dmul(radius, radius)) {
            const double distance = collide__sqrt(square);
            const double by = collide__dmul(distance - radius, 0.5);
            center = collide__dadd(center, collide__ddiv(by, distance), d);
            radius += by;
        }
    }
    middle.x = (least[0] + most[0]) * 0.5;
    middle.y = (least[2] + most[2]) * 0.5;
    middle.z = (least[8] + most[8]) * 0.5;
    const collide_sphere grown = collide__sphere_about(center, points, n, stride);
    const collide_sphere boxed = collide__sphere_about(middle, points, n, stride);
    const collide_sphere best = boxed.radius < grown.radius ? boxed : grown;
    if (!(best.radius <= FLT_MAX))
        return COLLIDE_ERROR_OVERFLOW;
    *out = best;
    return COLLIDE_OK;
}

COLLIDE_API bool collide_sphere_sphere(const collide_sphere *a, const collide_sphere *b) {
    COLLIDE_ASSERT(a && b);
    const collide__dvec3 d = collide__dsub(b->center, a->center);
    const double reach = (double)a->radius + (double)b->radius;
    // The relative errors of the squares are at most 5 * 2^-53 and 3 * 2^-53.
    return a->radius >= 0 && b->radius >= 0 &&
           collide__ddot(d, d) <=
               collide__dmul(collide__dmul(reach, reach), 1 + 1.7763568394002505e-15); // 2^-49
}

// Solves |p + t v| = reach, with p from the centre of a to the centre of b, v the relative
// velocity.
COLLIDE_API bool collide_sphere_sphere_sweep(const collide_sphere *a, collide_vec3 va,
                                             const collide_sphere *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out) {
    collide_sweep times = {collide__infinity(), -collide__infinity()};
    COLLIDE_ASSERT(a && b);
    const collide__dvec3 p = collide__dsub(b->center, a->center), v = collide__dsub(vb, va);
    const double sum = (double)a->radius + (double)b->radius;
    const double reach = sum + collide__dmul(collide__dsum_abs(p) + sum,
                                             3.552713678800501e-15); // 2^-48
    const double pv = collide__ddot(p, v), vv = collide__ddot(v, v);
    const double square = collide__dmul(reach, reach), c = collide__ddot(p, p) - square;
    bool hit = a->radius >= 0 && b->radius >= 0 && t_max >= 0 && c <= DBL_MAX && -c <= DBL_MAX &&
               vv <= DBL_MAX && (c <= 0 || pv < 0);
    if (hit) {
        const collide__dvec3 w = collide__dcross(p, v);
        const double part = c <= 0 ? collide__dmul(pv, pv) - collide__dmul(c, vv)
                                   : collide__dmul(square, vv) - collide__ddot(w, w);
        const double root = part > 0 ? collide__sqrt(part) : 0;
        const double last = pv > 0   ? collide__ddiv(-c, root + pv)
                            : vv > 0 ? collide__ddiv(root - pv, vv)
                                     : (double)FLT_MAX * 2;
        const double first = c > 0 ? collide__dmul(collide__ddiv(c, root - pv),
                                                   1 - 1.7763568394002505e-15) // 2^-49
                                   : 0;
        times.t_first = collide__float_down(first);
        times.t_last = collide__float_up(last);
        times.t_last = times.t_last < t_max ? times.t_last : t_max;
        hit = (c <= 0 || part >= 0) && first <= (double)t_max;
    }
    if (!hit) {
        times.t_first = collide__infinity();
        times.t_last = -collide__infinity();
    }
    if (out)
        *out = times;
    return hit;
}
#endif // COLLIDE_NO_SPHERE
