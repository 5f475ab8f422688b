#pragma once
#include "../base/dispatch.h"
#include "sieve.h"

// ---- scalar kernels: loops over the definition -----------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

static void collide__rows_scalar(const collide__patch_job *job, collide__patch *patch) {
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

static collide__cells_say collide__cells_scalar(const collide__cylinder_job *job,
                                                const collide__patch *patch, uint16_t *bits) {
    collide__cells_say say = COLLIDE__CELLS_LOWER;
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

static float collide__beyond_scalar(const float *reach, const collide__patch *patch, size_t n,
                                    collide__beyond *out) {
    float high = 0;
    memset(out, 0, (n + 63) / 64 * sizeof *out);
    for (size_t m = 0; m < n; ++m) {
        const uint32_t bits = collide__vertex_beyond(reach, patch->x[m], patch->y[m], patch->z[m]);
        for (uint32_t i = 0; i < COLLIDE__BOUNDS; ++i)
            out[m / 64].bound[i] |= (uint64_t)(bits >> i & 1) << m % 64;
        high = collide__max2(collide__abs(patch->z[m]), high);
    }
    return high;
}

static void collide__sieve_scalar(const collide__sieve_job *job, collide__rings *rings,
                                  unsigned n) {
    rings->face[0] = rings->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        rings->line[i] = rings->deep[i] = 0;
    for (unsigned k = 0; k < n; ++k)
        collide__sieve_ring(job, rings, k);
}

static const collide__terrain_kernels collide__terrain_scalar = {
    collide__rows_scalar, collide__cells_scalar, NULL, collide__beyond_scalar,
    collide__sieve_scalar};
COLLIDE__CHOOSE(terrain)
#endif // COLLIDE_NO_TERRAIN
