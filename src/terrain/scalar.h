#pragma once
#include "../base/dispatch.h"
#include "cells.h"
#include "bounds.h"
#include "sieve.h"

// ---- scalar kernels: loops over the definition -----------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

static void collide__terrain_rows_scalar(const collide__patch_job *job, collide__patch *patch) {
    const size_t n = job->columns * job->rows;
    for (size_t j = 0, m = 0; j < job->rows; ++j)
        for (size_t i = 0; i < job->columns; ++i, ++m) {
            float height;
            memcpy(&height, job->heights + j * job->stride + i * sizeof height, sizeof height);
            patch->x[m] = job->place.x + collide__mul((float)(int)i, job->dx);
            patch->y[m] = job->place.y + collide__mul((float)(int)j, job->dy);
            patch->z[m] = (height - job->place.high) - job->place.low;
        }
    memset(patch->x + n, 0, 32 * sizeof *patch->x);
    memset(patch->y + n, 0, 32 * sizeof *patch->y);
    memset(patch->z + n, 0, 32 * sizeof *patch->z);
}

static collide__cells_result collide__terrain_cells_scalar(const collide__cylinder_job *job,
                                                           const collide__patch *patch,
                                                           uint16_t *bits) {
    collide__cells_result say = COLLIDE__CELLS_LOWER;
    if (bits)
        memset(bits, 0, COLLIDE_BLOCKS(patch->n) * sizeof *bits);
    for (size_t m = 0, last = patch->row - 1; m < patch->n; ++m) {
        const float *z = patch->z + m;
        const float x[2] = {patch->x[m], patch->x[m + 1]};
        const float y[2] = {patch->y[m], patch->y[m + patch->row]};
        const float corners[4] = {z[0], z[1], z[patch->row], z[patch->row + 1]};
        if (m == last) {
            last += patch->row;
            continue;
        }
        if (!collide__cylinder_near(job, corners, &say) ||
            !collide__cylinder_cell(job, x, y, corners))
            continue;
        if (!bits)
            return COLLIDE__CELLS_MEET;
        bits[m / 16] = (uint16_t)(bits[m / 16] | 1u << m % 16);
    }
    return say;
}

#define collide__terrain_small_batch_scalar NULL
COLLIDE__KERNEL_TABLE_SCALAR(terrain, COLLIDE__TERRAIN_KERNELS);
#undef collide__terrain_small_batch_scalar
COLLIDE__CHOOSE(terrain)
#endif // COLLIDE_NO_TERRAIN
