#pragma once
#include "../base/options.h"

#ifndef COLLIDE_NO_TRIANGLE
// Filters compute in float what sizes from least to most allow. Their products may vanish below
// 2^-149, which leaves an error of at most this, times the size.
#define COLLIDE__TRIANGLE_ROUNDING 5.9604644775390625e-8f // 2^-24
#define COLLIDE__TRIANGLE_LEAST 8.8817841970012523e-16f   // 2^-50
#define COLLIDE__TRIANGLE_MOST 1.125899906842624e15f      // 2^50
#define COLLIDE__TRIANGLE_VANISH 5.6843418860808015e-14f  // 2^-44

typedef struct collide__triangle_kernels {
    // 16 pairs of triangles, 9 rows each: bits of those that meet for certain; *unsure has those
    // that are to be asked one by one
    unsigned (*meet)(const float *a, const float *b, unsigned *unsure);
} collide__triangle_kernels;

static const collide__triangle_kernels *collide__triangle_chosen;
#endif
