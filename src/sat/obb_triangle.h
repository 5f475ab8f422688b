#pragma once
#include "axes.h"

// ---- OBB against triangle --------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT
// In the frame of the box, all doubled, so that centre and radius of the triangle's interval are
// the sum and the difference of its ends. The coefficients of the axis a_i x e_j, as in obb_obb.h,
// are coordinates of the edge in the frame. The slack is 12u of the half extents of box and
// triangle.
//
// Order of operations: w_k = vertex k - centre; x_k = its coordinates ((x + y) + z); f_j =
// x_next - x_j; slack; axes of the box; normal N = f_0 x f_1, all vertices projected on it; pairs:
// p = c1 x_jk - c2 x_jh of the edge's first vertex and of the opposite one.
COLLIDE__FORCE_INLINE bool collide__obb_triangle_axes(bool least, const collide_obb *a,
                                                      const collide_triangle *b, collide_vec3 v,
                                                      float t_max, collide__times *t,
                                                      float *finite) {
    const float half[3] = {a->half.x, a->half.y, a->half.z};
    float x[3][3], f[3][3], min[3], max[3], g[3], speed[3], wide = 0;
    *t = collide__times_of(t_max);
    *finite = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            x[k][i] = collide__dot(collide__sub(b->v[k], a->center), a->axis[i]);
        min[i] = x[0][i] < x[1][i] ? x[0][i] : x[1][i];
        min[i] = x[2][i] < min[i] ? x[2][i] : min[i];
        max[i] = x[0][i] > x[1][i] ? x[0][i] : x[1][i];
        max[i] = x[2][i] > max[i] ? x[2][i] : max[i];
        wide += max[i] - min[i];
    }
    const float slack = collide__mul(collide__sum3(a->half), 24 * COLLIDE__ROUNDING) +
                        collide__mul(wide, 12 * COLLIDE__ROUNDING);
    t->margin = slack * 0.5f;
    for (uint32_t i = 0; i < 3; ++i) {
        const float s = collide__dot(v, a->axis[i]);
        g[i] = (half[i] + half[i]) + slack;
        speed[i] = s + s;
        *finite += collide__abs(speed[i]);
        collide__axis(least, t, i, min[i] + max[i], speed[i], (max[i] - min[i]) + g[i], 4);
        if (!least && !collide__times_overlap(t))
            return false;
    }
    for (int i = 0; i < 3; ++i) {
        f[0][i] = x[1][i] - x[0][i];
        f[1][i] = x[2][i] - x[1][i];
        f[2][i] = x[0][i] - x[2][i];
    }
    {
        float normal[3], p[3];
        for (int i = 0, h = 1, k = 2; i < 3; h = k, k = i++)
            normal[i] = collide__mul(f[0][h], f[1][k]) - collide__mul(f[0][k], f[1][h]);
        for (int k = 0; k < 3; ++k)
            p[k] = (collide__mul(normal[0], x[k][0]) + collide__mul(normal[1], x[k][1])) +
                   collide__mul(normal[2], x[k][2]);
        float lo = p[0] < p[1] ? p[0] : p[1], hi = p[0] > p[1] ? p[0] : p[1];
        lo = p[2] < lo ? p[2] : lo;
        hi = p[2] > hi ? p[2] : hi;
        const float radius = ((hi - lo) + ((collide__mul(g[0], collide__abs(normal[0])) +
                                            collide__mul(g[1], collide__abs(normal[1]))) +
                                           collide__mul(g[2], collide__abs(normal[2])))) +
                             COLLIDE__SLIVER;
        *finite += radius;
        const float square =
            (collide__mul(normal[0], normal[0]) + collide__mul(normal[1], normal[1])) +
            collide__mul(normal[2], normal[2]);
        collide__axis(least, t, 3, lo + hi,
                      (collide__mul(normal[0], speed[0]) + collide__mul(normal[1], speed[1])) +
                          collide__mul(normal[2], speed[2]),
                      radius, 4 * square);
        if (!least && !collide__times_overlap(t))
            return false;
    }
    for (uint32_t i = 0, h = 1, k = 2; i < 3; h = k, k = i++) {
        for (uint32_t j = 0; j < 3; ++j) {
            const float c1 = f[j][h], c2 = f[j][k];
            const float *o = x[j ? j - 1 : 2];
            const float p = collide__mul(c1, x[j][k]) - collide__mul(c2, x[j][h]);
            const float q = collide__mul(c1, o[k]) - collide__mul(c2, o[h]);
            const float radius =
                collide__abs(p - q) +
                (collide__mul(g[h], collide__max2(collide__abs(c2), COLLIDE__PARALLEL)) +
                 collide__mul(g[k], collide__abs(c1)));
            collide__axis(least, t, 4 + 3 * i + j, p + q,
                          collide__mul(c1, speed[k]) - collide__mul(c2, speed[h]), radius,
                          4 * (collide__mul(c1, c1) + collide__mul(c2, c2)));
        }
        if (!least && !collide__times_overlap(t))
            return false;
    }
    return true;
}

static bool collide__obb_triangle_times(const collide_obb *a, const collide_triangle *b,
                                        collide_vec3 v, float t_max, collide__times *t,
                                        float *finite) {
    return collide__obb_triangle_axes(false, a, b, v, t_max, t, finite);
}
COLLIDE__PACE_DEFINE(obb_triangle, collide_obb, collide_triangle)

static uint32_t collide__obb_triangle_min_axis(const collide_obb *a, const collide_triangle *b) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide__times t;
    float finite;
    collide__obb_triangle_axes(true, a, b, still, 0, &t, &finite);
    return t.axis;
}
#endif // COLLIDE_NO_SAT
