#pragma once
#include "table.h"
#include "../base/ops_double.h"
#include "within_lanes.h"

// ---- distances of 16 pairs -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__shape_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    (void)job;
    (void)lanes;
    (void)rows;
    return 0;
}

COLLIDE__KERNEL_TABLE_LANES(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE__WIDTH
