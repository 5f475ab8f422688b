#pragma once
#include "table.h"

// ---- 16 pairs for the kernel within ----------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

#define COLLIDE__WITHIN_ROUNDS 4

// The rows of one side. A box has half extents, axes, and a shift from its origin to its centre:
// an AABB is seen from its first corner, since its centre may be no float.
typedef struct collide__within_side {
    const float *rows, *radius, *half, *axis[3], *shift;
} collide__within_side;

typedef struct collide__within_job {
    collide__within_side a, b;
    float max;        // at most 2^61 in absolute value, which exceeds any distance
    float doubt;      // no is left out up to doubt * T; see collide__distance_doubt
    unsigned yes, no; // lanes
} collide__within_job;
#endif // COLLIDE_NO_SHAPE
