#pragma once
#include "../base/fit.h"
#include "single.h"

// ---- the smallest sphere ---------------------------------------------------------------------
#ifndef COLLIDE_NO_SPHERE

// The smallest ball of the chosen points grows by the farthest of all points, until this one is
// inside, or outside by no more than rounding.
COLLIDE_API collide_status collide_sphere_smallest_from_points(collide_sphere *out,
                                                               const void *points, size_t n,
                                                               size_t stride) {
    const collide_sphere none = {{0, 0, 0}, 0};
    collide_sphere best, next;
    collide__fit f;
    if (!out)
        return COLLIDE_ERROR_NULL;
    *out = none;
    collide_status status = collide_sphere_from_points(&best, points, n, stride);
    if (status == COLLIDE_ERROR_OVERFLOW)
        best.radius = collide__infinity();
    status = collide__fit_begin(&f, points, n, stride);
    if (status != COLLIDE_OK)
        return status;
    for (;;) {
        collide__dvec3 center, farthest = {0, 0, 0};
        const double square = collide__fit_ball(f.p, f.count, 4, &center);
        double most = -1;
        next = collide__sphere_about(collide__dadd(collide__dvec3_of(f.first), 1, center), points,
                                     n, f.stride);
        best = next.radius < best.radius ? next : best;
        for (size_t i = 0; i < n; ++i) {
            const collide__dvec3 p = collide__fit_point(&f, i), d = collide__dadd(p, -1, center);
            const double to = collide__ddot(d, d);
            farthest = to > most ? p : farthest;
            most = to > most ? to : most;
        }
        if (!(most > collide__dmul(square, 1 + 1e-9)) || !collide__fit_add(&f, farthest))
            break;
    }
    if (!(best.radius <= FLT_MAX))
        return COLLIDE_ERROR_OVERFLOW;
    *out = best;
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_SPHERE
