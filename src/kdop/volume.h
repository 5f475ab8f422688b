#pragma once
#include "../base/closest.h"
#include "definition.h"

// ---- volumes of k-DOPs -----------------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP

// Clips a polygon of n corners to the points q with normal.q <= most; returns the new number.
static int collide__kdop_clip(collide__dvec3 *corner, int n, collide__dvec3 normal, double most) {
    collide__dvec3 from[32];
    int kept = 0;
    memcpy(from, corner, (size_t)n * sizeof *from);
    for (int i = 0; i < n; ++i) {
        const collide__dvec3 p = from[i], q = from[i + 1 < n ? i + 1 : 0];
        const double a = collide__ddot(normal, p) - most, b = collide__ddot(normal, q) - most;
        if (a <= 0)
            corner[kept++] = p;
        if ((a < 0 && b > 0) || (a > 0 && b < 0))
            corner[kept++] = collide__dadd(p, collide__ddiv(a, a - b), collide__dadd(q, -1, p));
    }
    return kept;
}

// The normal of plane i, and how far it is from the centre, in units of the normal.
static double collide__kdop_plane(int kind, int i, const float *min, const float *max,
                                  collide__dvec3 center, collide__dvec3 *normal) {
    const signed char *direction = collide__kdop_direction(kind, i / 2);
    const double sign = i % 2 ? 1 : -1;
    normal->x = sign * direction[0];
    normal->y = sign * direction[1];
    normal->z = sign * direction[2];
    return collide__dmul(sign, (double)(i % 2 ? max : min)[i / 2]) - collide__ddot(*normal, center);
}

// The pyramids from the centre to the faces. A face is a square that the other planes clip.
static float collide__kdop_volume(int kind, const float *min, const float *max) {
    const collide__dvec3 center = {0.5 * ((double)min[0] + (double)max[0]),
                                   0.5 * ((double)min[1] + (double)max[1]),
                                   0.5 * ((double)min[2] + (double)max[2])};
    double volume = 0, size = 0;
    for (int i = 0; i < kind / 2; ++i) {
        if (!(min[i] <= max[i]))
            return 0;
        size += i < 3 ? (double)max[i] - (double)min[i] : 0;
    }
    if (!(size <= DBL_MAX))
        return collide__infinity();
    for (int i = 0; i < kind; ++i) {
        collide__dvec3 corner[32], normal, other, sum = {0, 0, 0};
        const double off = collide__kdop_plane(kind, i, min, max, center, &normal);
        const collide__dvec3 u = collide__any_normal(normal), v = collide__dcross(normal, u);
        int n = 4;
        if (!(off >= -size && off <= 2 * size))
            continue; // it cuts nothing off
        for (int k = 0; k < 4; ++k)
            corner[k] = collide__dadd(
                collide__dadd(
                    collide__dadd(sum, collide__ddiv(off, collide__ddot(normal, normal)), normal),
                    k == 0 || k == 3 ? -2 * size : 2 * size, u),
                k < 2 ? -2 * size : 2 * size, v);
        for (int k = 0; k < kind && n > 0; ++k) {
            const double most = collide__kdop_plane(kind, k, min, max, center, &other);
            if (k / 2 != i / 2)
                n = collide__kdop_clip(corner, n, other, most);
        }
        for (int k = 1; k + 1 < n; ++k)
            sum = collide__dadd(sum, 1,
                                collide__dcross(collide__dadd(corner[k], -1, corner[0]),
                                                collide__dadd(corner[k + 1], -1, corner[0])));
        volume += collide__ddiv(collide__dmul(off, collide__ddot(sum, normal)),
                                6 * collide__ddot(normal, normal));
    }
    return volume > 0 ? collide__round_zero(volume) : 0;
}

#define COLLIDE__KDOP_VOLUME(K)                                                                    \
    COLLIDE_API float collide_kdop##K##_volume(const collide_kdop##K *a) {                         \
        COLLIDE_ASSERT(a);                                                                         \
        return collide__kdop_volume(K, a->min, a->max);                                            \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_VOLUME)
#undef COLLIDE__KDOP_VOLUME
#endif // COLLIDE_NO_KDOP
