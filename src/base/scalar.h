#pragma once
#include "table.h"
#include "dispatch.h"

COLLIDE__SHARED void collide__base_transpose_scalar(float *rows, const float *const *objects,
                                                    size_t n) {
    for (size_t i = 0; i < 16; ++i)
        for (size_t r = 0; r < n; ++r)
            rows[16 * r + i] = objects[i][r];
}

COLLIDE__KERNEL_TABLE_SCALAR(base, COLLIDE__BASE_KERNELS);
COLLIDE__CHOOSE(base)
