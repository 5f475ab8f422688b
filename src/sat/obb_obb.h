#pragma once
#include "axes.h"

// ---- OBB against OBB -------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT
// The axis a_i x b_j is c1 a_k - c2 a_h (i, h, k in cyclic order) with the rounded coefficients c1
// = a_h.b_j and c2 = a_k.b_j. This is an axis for any coefficients, and projections of both boxes
// on it are bilinear in R = (a_i.b_j), so that errors do not grow if edges are nearly parallel. The
// slack 12u e, added to the half extents of the box that owns the coefficients, covers the errors
// of a's axes (orthonormal within 8u) and of R (3u). It also covers the rounding of distances up to
// the extents, as between shapes that touch; collide__times_overlap covers longer ones, which the
// motion crosses.
//
// Order of operations: d, v = b - a; dot products ((x + y) + z); slack; for each axis of a
// r = (a_i + slack) + ((b_0 |R_i0| + b_1 |R_i1|) + b_2 |R_i2|), likewise for b; C = |cofactors of
// R|, each a product less another; for each pair
// r = ((a_h + slack) |c2| + (a_k + slack) |c1|) + (b_m C_in + b_n C_im), j, m, n cyclic.
// Stops when no hit is possible any more, which changes no result.
COLLIDE__FORCE_INLINE bool collide__obb_obb_axes(bool least, const collide_obb *a,
                                                 const collide_obb *b, collide_vec3 v, float t_max,
                                                 collide__times *t, float *finite) {
    const collide_vec3 d = collide__sub(b->center, a->center);
    const float e = collide__sum3(a->half) + collide__sum3(b->half);
    const float slack = collide__mul(e, 12 * COLLIDE__ROUNDING);
    const float g[3] = {a->half.x + slack, a->half.y + slack, a->half.z + slack};
    const float b_half[3] = {b->half.x, b->half.y, b->half.z};
    float r[3][3], size[3][3], position[3], speed[3];
    *t = collide__times_of(t_max);
    t->margin = slack;
    *finite = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            r[i][j] = collide__dot(a->axis[i], b->axis[j]);
            size[i][j] = collide__abs(r[i][j]);
        }
        const float radius =
            g[i] + ((collide__mul(b_half[0], size[i][0]) + collide__mul(b_half[1], size[i][1])) +
                    collide__mul(b_half[2], size[i][2]));
        position[i] = collide__dot(d, a->axis[i]);
        speed[i] = collide__dot(v, a->axis[i]);
        *finite += (radius + collide__abs(position[i])) + collide__abs(speed[i]);
        collide__axis(least, t, i, position[i], speed[i], radius, 1);
        if (!least && !collide__times_overlap(t))
            return false;
    }
    for (uint32_t j = 0; j < 3; ++j) {
        const float radius =
            (b_half[j] + slack) +
            ((collide__mul(a->half.x, size[0][j]) + collide__mul(a->half.y, size[1][j])) +
             collide__mul(a->half.z, size[2][j]));
        collide__axis(least, t, 3 + j, collide__dot(d, b->axis[j]), collide__dot(v, b->axis[j]),
                      radius, 1);
        if (!least && !collide__times_overlap(t))
            return false;
    }
    for (uint32_t i = 0, h = 1, k = 2; i < 3; h = k, k = i++) {
        float cofactor[3];
        for (int j = 0, m = 1, n = 2; j < 3; m = n, n = j++)
            cofactor[j] =
                collide__abs(collide__mul(r[h][m], r[k][n]) - collide__mul(r[k][m], r[h][n]));
        for (uint32_t j = 0, m = 1, n = 2; j < 3; m = n, n = j++) {
            const float c1 = r[h][j], c2 = r[k][j];
            const float radius =
                (collide__mul(g[h], collide__max2(size[k][j], COLLIDE__PARALLEL)) +
                 collide__mul(g[k], size[h][j])) +
                (collide__mul(b_half[m], cofactor[n]) + collide__mul(b_half[n], cofactor[m]));
            collide__axis(least, t, 6 + 3 * i + j,
                          collide__mul(c1, position[k]) - collide__mul(c2, position[h]),
                          collide__mul(c1, speed[k]) - collide__mul(c2, speed[h]), radius,
                          collide__mul(c1, c1) + collide__mul(c2, c2));
        }
        if (!least && !collide__times_overlap(t))
            return false;
    }
    return true;
}

static bool collide__obb_obb_times(const collide_obb *a, const collide_obb *b, collide_vec3 v,
                                   float t_max, collide__times *t, float *finite) {
    return collide__obb_obb_axes(false, a, b, v, t_max, t, finite);
}
COLLIDE__PACE_DEFINE(obb_obb, collide_obb, collide_obb)

// The axis of least penetration, for boxes that overlap.
static uint32_t collide__obb_obb_min_axis(const collide_obb *a, const collide_obb *b) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide__times t;
    float finite;
    collide__obb_obb_axes(true, a, b, still, 0, &t, &finite);
    return t.axis;
}
#endif // COLLIDE_NO_SAT
