#pragma once
#include "../base/kernels.h"
#include "../base/platform.h"
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

// The feature of a box: the signs on its axes as bits, and the axes that are free. No free axis is
// a vertex, one an edge, two a face; three count as a face of axis 2. Numbers as in >>vocabulary.
COLLIDE__INLINE uint32_t collide__core_box_feature(uint32_t bits, uint32_t free_axes) {
    static const uint8_t number[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7},     {0, 0, 1, 1, 2, 2, 3, 3},
                                         {4, 5, 4, 5, 6, 7, 6, 7},     {4, 4, 4, 4, 5, 5, 5, 5},
                                         {8, 9, 10, 11, 8, 9, 10, 11}, {2, 2, 3, 3, 2, 2, 3, 3},
                                         {0, 1, 0, 1, 0, 1, 0, 1},     {4, 4, 4, 4, 5, 5, 5, 5}};
    static const uint32_t kind[8] = {
        COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_EDGE, COLLIDE_FEATURE_EDGE, COLLIDE_FEATURE_FACE,
        COLLIDE_FEATURE_EDGE,   COLLIDE_FEATURE_FACE, COLLIDE_FEATURE_FACE, COLLIDE_FEATURE_FACE};
    return kind[free_axes & 7] | number[free_axes & 7][bits & 7];
}

// The feature that n points of a core of count points lie on, from their numbers.
COLLIDE__INLINE uint32_t collide__points_feature(uint32_t count, const uint32_t *code, uint32_t n) {
    // By the set of the points: none, vertices and edges, then faces.
    static const uint32_t feature[16] = {0,
                                         COLLIDE_FEATURE_VERTEX,
                                         COLLIDE_FEATURE_VERTEX | 1,
                                         COLLIDE_FEATURE_EDGE,
                                         COLLIDE_FEATURE_VERTEX | 2,
                                         COLLIDE_FEATURE_EDGE | 1,
                                         COLLIDE_FEATURE_EDGE | 3,
                                         COLLIDE_FEATURE_FACE | 3,
                                         COLLIDE_FEATURE_VERTEX | 3,
                                         COLLIDE_FEATURE_EDGE | 2,
                                         COLLIDE_FEATURE_EDGE | 4,
                                         COLLIDE_FEATURE_FACE | 2,
                                         COLLIDE_FEATURE_EDGE | 5,
                                         COLLIDE_FEATURE_FACE | 1,
                                         COLLIDE_FEATURE_FACE,
                                         COLLIDE_FEATURE_FACE};
    // Edges 0 to 2 of a triangle join vertices 0 and 1, 1 and 2, 2 and 0.
    static const uint32_t of_triangle[8] = {
        0, 0, 0, 0, 0, COLLIDE_FEATURE_EDGE | 2, COLLIDE_FEATURE_EDGE | 1, COLLIDE_FEATURE_FACE};
    uint32_t set = 1u << (code[0] & 3);
    for (uint32_t i = 1; i < n; ++i)
        set |= 1u << (code[i] & 3);
    return count < 4 && set < 8 && of_triangle[set] ? of_triangle[set] : feature[set];
}

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
