#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_CABLE
#define COLLIDE__NEAR_MARGIN 1.9073486328125e-6f // 2^-19
#define COLLIDE__NEAR_TINY 1e-36f

// scan     the first block from i on, below n, with a segment whose box (6 rows, step floats from
//          block to block) overlaps box b, and the lanes that do; n if there is none
// enter    which of the given lanes of 16 segments have a centre line that surely enters the grown
//          box in b (6 rows); unsure: which may; known_boxes: the boxes are known to overlap
// project  for which of 16 segments and triangles collide__near_triangle returns true
#define COLLIDE__CABLE_KERNELS(KERNEL)                                                             \
    KERNEL(cable, size_t, scan,                                                                    \
           (const float *boxes, size_t step, const float *b, size_t i, size_t n, unsigned *lanes)) \
    KERNEL(cable, unsigned, enter,                                                                 \
           (const float *a, const float *b, unsigned lanes, bool known_boxes, unsigned *unsure))   \
    KERNEL(cable, unsigned, project, (const float *a, const float *b, unsigned lanes))
COLLIDE__KERNEL_STRUCT(cable, COLLIDE__CABLE_KERNELS);
#endif
