#pragma once
#include "../base/dispatch.h"
#include "../base/numbers.h"
#include "../base/ops_one.h"
#include "../base/vectors.h"
#include "leaf_gaps.h"
#include "table.h"

// ---- kernels one lane wide: they leave most to single calls ----------------------------------
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

static void collide__shape_inside_scalar(const float *rows, bool spheres, const float *boxes,
                                         size_t n, uint16_t *lanes) {
    for (size_t k = 0; k < n; ++k, boxes += 8) {
        unsigned inside = 0;
        for (unsigned i = 0; i < 16; ++i) {
            const float r = spheres ? collide__mul(rows[48 + i], COLLIDE__CLOUD_RADIUS) : 0;
            bool in = true;
            for (unsigned axis = 0; axis < 3; ++axis) {
                const float x = rows[16 * axis + i];
                in = in && x + r >= boxes[axis] && x - r <= boxes[4 + axis];
            }
            inside |= (unsigned)in << i;
        }
        lanes[k] = (uint16_t)inside;
    }
}

COLLIDE__KERNEL_TABLE_SCALAR(shape, COLLIDE__SHAPE_KERNELS);
COLLIDE__CHOOSE(shape)
#endif // COLLIDE_NO_SHAPE
