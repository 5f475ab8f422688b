#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_CABLE
#define COLLIDE__NEAR_MARGIN 1.9073486328125e-6f // 2^-19
#define COLLIDE__NEAR_TINY 1e-36f

// scan     the next block of n, from i on, with a segment whose box (6 rows, step floats from block
//          to block) meets box b, and which ones do; n if there is none
// enter    of those asked for of 16 segments, which centre lines lie in the grown boxes b (6 rows)
//          for sure; unsure: which may; the segments' own boxes may be known to meet these
// project  which of 16 segments and triangles collide__near_triangle says yes to
#define COLLIDE__CABLE_KERNELS(KERNEL)                                                             \
    KERNEL(cable, size_t, scan,                                                                    \
           (const float *boxes, size_t step, const float *b, size_t i, size_t n, unsigned *lanes)) \
    KERNEL(cable, unsigned, enter,                                                                 \
           (const float *a, const float *b, unsigned lanes, bool known_boxes, unsigned *unsure))   \
    KERNEL(cable, unsigned, project, (const float *a, const float *b, unsigned lanes))
COLLIDE__KERNEL_STRUCT(cable, COLLIDE__CABLE_KERNELS);
#endif
