#pragma once
#include "kernels.h"

// ---- the kernels of base ---------------------------------------------------------------------
// transpose  writes 16 objects of n floats each (n >= 3) as n rows of 16
#define COLLIDE__BASE_KERNELS(KERNEL)                                                              \
    KERNEL(base, void, transpose, (float *rows, const float *const *objects, size_t n))
COLLIDE__KERNEL_STRUCT(base, COLLIDE__BASE_KERNELS);
