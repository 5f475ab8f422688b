#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_TRIANGLE
// Filters compute in float what sizes from least to most allow. Their products may vanish below
// 2^-149, which leaves an error of at most this, times the size.
#define COLLIDE__TRIANGLE_ROUNDING 5.9604644775390625e-8f // 2^-24
#define COLLIDE__TRIANGLE_LEAST 8.8817841970012523e-16f   // 2^-50
#define COLLIDE__TRIANGLE_MOST 1.125899906842624e15f      // 2^50
#define COLLIDE__RAY_SLACK 1.9073486328125e-6f            // 2^-19
#define COLLIDE__TRIANGLE_VANISH 5.6843418860808015e-14f  // 2^-44

// What of a pack a ray may meet, by boxes round the objects of a block.
typedef enum collide__ray_kind {
    COLLIDE__RAY_KDOP,
    COLLIDE__RAY_TRIANGLE,
    COLLIDE__RAY_SPHERE,
    COLLIDE__RAY_OBB
} collide__ray_kind;

// Where a direction is nearly across an axis, or across it, the ray stays from low to high there.
typedef struct collide__slab_job {
    float origin[3], inverse[3], low[3], high[3];
    bool moves[3];
    float t_max, pad;
} collide__slab_job;

// meet  of 16 pairs of triangles, 9 rows each, the bits of those that meet for certain; *unsure has
//       those that are to be asked one by one
// ray   of 16 objects, the rows of a block, the bits of those that the ray may meet
#define COLLIDE__TRIANGLE_KERNELS(KERNEL)                                                          \
    KERNEL(triangle, unsigned, meet, (const float *a, const float *b, unsigned *unsure))           \
    KERNEL(triangle, unsigned, ray,                                                                \
           (const collide__slab_job *job, collide__ray_kind kind, const float *rows))
COLLIDE__KERNEL_STRUCT(triangle, COLLIDE__TRIANGLE_KERNELS);
#endif
