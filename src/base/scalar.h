#pragma once
#include "table.h"
#include "dispatch.h"
#include "memory.h"

COLLIDE__SHARED void collide__base_transpose_scalar(float *rows, const float *const *objects,
                                                    size_t n) {
    for (size_t i = 0; i < 16; ++i)
        for (size_t r = 0; r < n; ++r)
            rows[16 * r + i] = objects[i][r];
}

static void collide__base_unpack_scalar(void *objects, const float *rows, size_t n) {
    for (size_t i = 0; i < 16; ++i)
        for (size_t r = 0; r < n; ++r)
            memcpy((char *)objects + 4 * (n * i + r), rows + 16 * r + i, 4);
}

static size_t collide__base_list_scalar(uint32_t *out, size_t limit, const uint16_t *bits,
                                        size_t blocks, uint32_t first) {
    return collide__list_bits(out, limit, bits, blocks, first);
}

COLLIDE__KERNEL_TABLE_SCALAR(base, COLLIDE__BASE_KERNELS);
COLLIDE__CHOOSE(base)
