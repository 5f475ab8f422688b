#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_RAY
#define COLLIDE__RAY_SLACK 1.9073486328125e-6f // 2^-19

// What the rows of a block hold, of which boxes round its objects are made.
typedef enum collide__ray_kind {
    COLLIDE__RAY_KDOP, // min and max of each axis in turn
    COLLIDE__RAY_AABB, // min of all axes, then max
    COLLIDE__RAY_TRIANGLE,
    COLLIDE__RAY_SPHERE,
    COLLIDE__RAY_OBB
} collide__ray_kind;

// A ray as kernels have it. Along an axis on which it hardly moves, it stays from low to high.
typedef struct collide__slab_job {
    float origin[3], inverse[3], low[3], high[3];
    bool moves[3];
    float t_max, pad;
} collide__slab_job;

// boxes  the rows of a block of 16 objects: bits of the objects that the ray may hit
#define COLLIDE__RAY_KERNELS(KERNEL)                                                               \
    KERNEL(ray, unsigned, boxes,                                                                   \
           (const collide__slab_job *job, collide__ray_kind kind, const float *rows))
COLLIDE__KERNEL_STRUCT(ray, COLLIDE__RAY_KERNELS);
#endif
