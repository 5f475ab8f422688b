#pragma once
#include "memory.h"
#include "velocities.h"

// ---- batches of sweeps as kernels see them ---------------------------------------------------

#define COLLIDE__NO_LANE_AXIS ((float)COLLIDE_SWEEPS_NO_AXIS)

#define COLLIDE__SWEEP_BLOCKS 64 // blocks that are swept before results are written

// n sweeps, 16 at a time: the rows of the first block of each side, and the number of floats to the
// next block, 0 for one against many.
typedef struct collide__sweep_job collide__sweep_job;
struct collide__sweep_job {
    size_t (*one_by_one)(const collide__sweep_job *job); // for velocities that are not usual
    const float *a, *va, *b, *vb;
    size_t a_step, va_step, b_step, vb_step;
    size_t n;
    float t_max;
    bool checked; // all boxes pass collide_obb_check
    collide_sweeps out;
};

COLLIDE__INLINE void collide__sweep_copy(float *out, const float *lanes, size_t n) {
    if (n == 16)
        memcpy(out, lanes, 16 * sizeof *lanes); // no call
    else
        memcpy(out, lanes, n * sizeof *lanes);
}

// The arrays of results from a block and its first object on.
COLLIDE__INLINE collide_sweeps collide__sweeps_at(const collide_sweeps *out, size_t block,
                                                  size_t i) {
    collide_sweeps at;
    at.bits = out->bits ? out->bits + block : NULL;
    at.t_first = out->t_first ? out->t_first + i : NULL;
    at.t_last = out->t_last ? out->t_last + i : NULL;
    at.axis = out->axis ? out->axis + i : NULL;
    return at;
}

// Writes the results of the lanes of a block that exist, and returns their bits.
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

// Sweeps a block again, one by one; returns the number of hits.
COLLIDE__SHARED size_t collide__sweep_again(const collide__sweep_job *job, size_t block) {
    collide__sweep_job one = *job;
    const size_t i = 16 * block;
    one.a += block * job->a_step;
    one.va += block * job->va_step;
    one.b += block * job->b_step;
    one.vb += block * job->vb_step;
    one.n = collide__min_size(16, job->n - i);
    one.out = collide__sweeps_at(&job->out, block, i);
    return job->one_by_one(&one);
}
