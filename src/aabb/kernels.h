#pragma once
#include "table.h"
#include "../base/ops.h"

// ---- axis-aligned boxes ----------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_AABB)

// The comparisons of collide_aabb_aabb, of which an empty box or NaN fails one.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__aabb_overlap)(const float *a, const float *b) {
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__M m = COLLIDE__LE(COLLIDE__LOAD_ROW(a, 0), COLLIDE__LOAD_ROW(b, 3));
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V a_min = COLLIDE__LOAD_ROW(a, axis),
                             a_max = COLLIDE__LOAD_ROW(a, 3 + axis);
            const COLLIDE__V b_min = COLLIDE__LOAD_ROW(b, axis),
                             b_max = COLLIDE__LOAD_ROW(b, 3 + axis);
            m = COLLIDE__AND_LE(m, a_min, b_max);
            m = COLLIDE__AND_LE(m, b_min, a_max);
            m = COLLIDE__AND_LE(m, a_min, a_max);
            m = COLLIDE__AND_LE(m, b_min, b_max);
        }
        hits |= COLLIDE__BITS(m) << i;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_LANES(aabb, COLLIDE__AABB_KERNELS);
#endif // COLLIDE_NO_AABB
