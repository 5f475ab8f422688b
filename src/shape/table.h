#pragma once
#include "../base/kernels.h"
#include "shape.h"

// ---- the kernels of shapes -------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// 16 pairs: the rows of each side, as in a pack of its kind; for convex bodies the last row is
// unused, and bodies has the body of each lane.
typedef struct collide__distance_job {
    uint32_t kind_a, kind_b; // collide_shape_kind
    const float *a, *b;
    const collide_convex *const *bodies_a, *const *bodies_b;
    float max;  // not NaN
    bool whole; // rows behind lo and hi are wanted, too
} collide__distance_job;

#define COLLIDE__CORE_SLACK 3.552713678800501e-15 // 2^-48: see collide__gap
#define COLLIDE__DISTANCE_ROWS 13 // lo, hi, points, normal and features, as in collide_distance

// distance  of the given lanes, writes the results of collide_shape_shape_distance as rows of 16
//           floats, features as their bits; returns the lanes that it decided. The rows of other
//           lanes hold anything
// within    returns which of the given lanes are within max; those in *unsure are not decided
#define COLLIDE__SHAPE_KERNELS(KERNEL)                                                             \
    KERNEL(shape, unsigned, distance,                                                              \
           (const collide__distance_job *job, unsigned lanes, float *rows))                        \
    KERNEL(shape, unsigned, within,                                                                \
           (const collide__distance_job *job, unsigned lanes, unsigned *unsure))
COLLIDE__KERNEL_STRUCT(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE_NO_SHAPE
