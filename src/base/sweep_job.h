#pragma once
#include "memory.h"

// ---- batches of sweeps as kernels see them ---------------------------------------------------

#define COLLIDE__NO_LANE_AXIS ((float)COLLIDE_SWEEPS_NO_AXIS)

#define COLLIDE__T_LIMIT 8.507059e37f // 2^126: stands for t_max beyond it

#define COLLIDE__SWEEP_BLOCKS 64 // that are swept before results are written

// n sweeps, 16 at a time: rows of the first block of each side, and how many floats on the next one
// lies, 0 for one against many. Outputs are those of collide_sweeps.
typedef struct collide__sweep_job {
    const float *a, *va, *b, *vb;
    size_t a_step, va_step, b_step, vb_step;
    size_t n;
    float t_max;
    bool checked; // all boxes pass collide_obb_check
    collide_sweeps out;
} collide__sweep_job;

// The first n <= 16 lanes.
COLLIDE__INLINE void collide__sweep_copy(float *out, const float *lanes, size_t n) {
    if (n == 16)
        memcpy(out, lanes, 16 * sizeof *lanes); // no call
    else
        memcpy(out, lanes, n * sizeof *lanes);
}

// Writes what 16 lanes of a block say, as far as there are so many; returns the bits of those.
COLLIDE__INLINE unsigned collide__sweep_store(const collide__sweep_job *job, size_t block,
                                              unsigned word, const float *first, const float *last,
                                              const float *axis) {
    const size_t i = 16 * block, n = collide__min_size(16, job->n - i);
    word &= 0xffffu >> (16 - n);
    if (job->out.bits)
        job->out.bits[block] = (uint16_t)word;
    if (job->out.t_first)
        collide__sweep_copy(job->out.t_first + i, first, n);
    if (job->out.t_last)
        collide__sweep_copy(job->out.t_last + i, last, n);
    if (job->out.axis)
        for (size_t k = 0; k < n; ++k)
            job->out.axis[i + k] = (uint8_t)axis[k];
    return word;
}
