#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_RAY
#define COLLIDE__RAY_SLACK 1.9073486328125e-6f // 2^-19

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

// boxes  of 16 objects, the rows of a block: bits of those that the ray may meet
#define COLLIDE__RAY_KERNELS(KERNEL)                                                               \
    KERNEL(ray, unsigned, boxes,                                                                   \
           (const collide__slab_job *job, collide__ray_kind kind, const float *rows))
COLLIDE__KERNEL_STRUCT(ray, COLLIDE__RAY_KERNELS);
#endif
