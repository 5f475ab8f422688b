#pragma once
#include "../base/dispatch.h"
#include "../base/ops_one.h"
#include "rows.h"
#include "cells.h"
#include "bounds.h"
#include "sieve_body.h"

// ---- the scalar kernel of cells --------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// Asks cell by cell, since most cells are rejected early: the order of kernels.h, made for lanes,
// takes 22 to 30 % more instructions at width 1.
static collide__cells_result collide__terrain_cells_scalar(const collide__cylinder_job *job,
                                                           const collide__patch *patch,
                                                           uint16_t *bits) {
    const size_t row = patch->row;
    const unsigned other = job->other_diagonal;
    collide__cylinder_scalar c;
    unsigned above = 0;
    collide__cylinder_splat_scalar(job, &c);
    if (bits)
        memset(bits, 0, COLLIDE_BLOCKS(patch->n) * sizeof *bits);
    for (size_t m = 0, last = row - 1; m < patch->n; ++m) {
        const float *x = patch->x + m, *y = patch->y + m, *z = patch->z + m;
        float v[4][3];
        if (m == last) {
            last += row;
            continue;
        }
        if (!collide__cylinder_near_scalar(&c, z[0], z[1], z[row], z[row + 1], 1, &above))
            continue;
        collide__cylinder_corner_scalar(&c, x[0], y[0], z[0], v[0]);
        collide__cylinder_corner_scalar(&c, x[1], y[1], z[1], v[1]);
        collide__cylinder_corner_scalar(&c, x[row], y[row], z[row], v[2]);
        collide__cylinder_corner_scalar(&c, x[row + 1], y[row + 1], z[row + 1], v[3]);
        if (!collide__cylinder_box_scalar(&c, v[0], v[1], v[2], v[3], 1) ||
            !(collide__cylinder_edge_scalar(&c, v[1 - other], v[2 + other]) ||
              collide__cylinder_edge_scalar(&c, v[0], v[1]) ||
              collide__cylinder_edge_scalar(&c, v[0], v[2]) ||
              collide__cylinder_edge_scalar(&c, v[1], v[3]) ||
              collide__cylinder_edge_scalar(&c, v[2], v[3]) ||
              collide__cylinder_faces_scalar(&c, x[0], x[1], y[0], y[row], z[0], z[1], z[row],
                                             z[row + 1])))
            continue;
        if (!bits)
            return COLLIDE__CELLS_MEET;
        bits[m / 16] = (uint16_t)(bits[m / 16] | 1u << m % 16);
    }
    return above ? COLLIDE__CELLS_ABOVE : COLLIDE__CELLS_LOWER;
}

#define collide__terrain_small_batch_scalar NULL
COLLIDE__KERNEL_TABLE_SCALAR(terrain, COLLIDE__TERRAIN_KERNELS);
#undef collide__terrain_small_batch_scalar
COLLIDE__CHOOSE(terrain)
#endif // COLLIDE_NO_TERRAIN
