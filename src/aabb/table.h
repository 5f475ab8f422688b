#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_AABB
// overlap  of 16 pairs of AABBs, 6 rows each, the bits of those that overlap
#define COLLIDE__AABB_KERNELS(KERNEL)                                                              \
    KERNEL(aabb, unsigned, overlap, (const float *a, const float *b))
COLLIDE__KERNEL_STRUCT(aabb, COLLIDE__AABB_KERNELS);
#endif
