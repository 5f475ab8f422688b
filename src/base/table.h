#pragma once
#include "kernels.h"

// ---- the kernels of base ---------------------------------------------------------------------
// transpose  writes 16 objects of n floats each (n >= 3) as n rows of 16
// unpack     the inverse: writes n rows of 16 floats (n >= 4) as 16 objects, tightly packed. Bits
//            that are no floats stay as they are
// list       writes first + i for each bit i set in blocks of 16 bits, at most limit of them, and
//            nothing behind these; returns how many
#define COLLIDE__BASE_KERNELS(KERNEL)                                                              \
    KERNEL(base, void, transpose, (float *rows, const float *const *objects, size_t n))            \
    KERNEL(base, void, unpack, (void *objects, const float *rows, size_t n))                       \
    KERNEL(base, size_t, list,                                                                     \
           (uint32_t * out, size_t limit, const uint16_t *bits, size_t blocks, uint32_t first))
COLLIDE__KERNEL_STRUCT(base, COLLIDE__BASE_KERNELS);
