#pragma once
#include "../base/dispatch.h"
#include "table.h"

// ---- kernels one lane wide: they leave all to single calls -----------------------------------
#ifndef COLLIDE_NO_SHAPE

static unsigned collide__shape_distance_scalar(const collide__distance_job *job, unsigned lanes,
                                               float *rows) {
    (void)job;
    (void)lanes;
    (void)rows;
    return 0;
}

static unsigned collide__shape_within_scalar(const collide__distance_job *job, unsigned lanes,
                                             unsigned *unsure) {
    (void)job;
    *unsure = lanes;
    return 0;
}

COLLIDE__KERNEL_TABLE_SCALAR(shape, COLLIDE__SHAPE_KERNELS);
COLLIDE__CHOOSE(shape)
#endif // COLLIDE_NO_SHAPE
