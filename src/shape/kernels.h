#pragma once
#include "table.h"
#include "closed_lanes.h"
#include "search_lanes.h"

// ---- distances of 16 pairs -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__shape_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    // Each leaves the kinds of the other alone.
    return COLLIDE__W(collide__closed_distance)(job, lanes, rows) |
           COLLIDE__W(collide__search_distance)(job, lanes, rows);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__shape_within)(const collide__distance_job *job,
                                                                  unsigned lanes,
                                                                  unsigned *unsure) {
    (void)job;
    *unsure = lanes;
    return 0;
}

COLLIDE__KERNEL_TABLE_LANES(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE__WIDTH
