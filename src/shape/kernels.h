#pragma once
#include "table.h"
#include "closed_lanes.h"
#include "search_lanes.h"

// ---- distances of 16 pairs -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__shape_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    const bool box_a = job->kind_a == COLLIDE_SHAPE_OBB || job->kind_a == COLLIDE_SHAPE_AABB;
    const bool box_b = job->kind_b == COLLIDE_SHAPE_OBB || job->kind_b == COLLIDE_SHAPE_AABB;
    return box_a && box_b ? COLLIDE__W(collide__search_distance)(job, lanes, rows)
                          : COLLIDE__W(collide__closed_distance)(job, lanes, rows);
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
