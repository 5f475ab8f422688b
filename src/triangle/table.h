#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_TRIANGLE
// The filters in float decide sizes from LEAST to MOST. Products may underflow below 2^-149, with
// an error of at most VANISH times the size.
#define COLLIDE__TRIANGLE_ROUNDING 5.9604644775390625e-8f // 2^-24
#define COLLIDE__TRIANGLE_LEAST 8.8817841970012523e-16f   // 2^-50
#define COLLIDE__TRIANGLE_MOST 1.125899906842624e15f      // 2^50
#define COLLIDE__TRIANGLE_VANISH 5.6843418860808015e-14f  // 2^-44

// overlap  the bits of pairs that certainly overlap, of 16 pairs of triangles, 9 rows each;
//          *unsure: pairs to ask one by one
// sweep    of these lanes of 16 such pairs, the bits of those that may touch until a time, where b
//          moves, and in at how soon they may; v is b's velocity, whose components are below 2, and
//          then their absolute values
#define COLLIDE__TRIANGLE_KERNELS(KERNEL)                                                          \
    KERNEL(triangle, unsigned, overlap, (const float *a, const float *b, unsigned *unsure))        \
    KERNEL(                                                                                        \
        triangle, unsigned, sweep,                                                                 \
        (const float *a, const float *b, const float *v, float until, unsigned lanes, float *at))
COLLIDE__KERNEL_STRUCT(triangle, COLLIDE__TRIANGLE_KERNELS);
#endif
