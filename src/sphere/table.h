#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_SPHERE
#define COLLIDE__SPHERE_MARGIN 9.5367431640625e-7f        // 2^-20, of the compared squares
#define COLLIDE__SPHERE_PATH 3.814697265625e-6f           // 2^-18, of lengths along a path
#define COLLIDE__SPHERE_VANISH 7.8886090522101180541e-31f // 2^-100: squares that lose digits

// overlap  the bits of pairs that certainly overlap, of 16 pairs of spheres, 4 rows each; *unsure:
//          pairs to ask one by one
// sweep    the bits of 16 moving pairs that may hit until t_max
#define COLLIDE__SPHERE_KERNELS(KERNEL)                                                            \
    KERNEL(sphere, unsigned, overlap, (const float *a, const float *b, unsigned *unsure))          \
    KERNEL(sphere, unsigned, sweep,                                                                \
           (const float *a, const float *va, const float *b, const float *vb, float t_max))
COLLIDE__KERNEL_STRUCT(sphere, COLLIDE__SPHERE_KERNELS);
#endif
