#pragma once
#include "sphere.h"
#include "table.h"
#include "../base/sweeps.h"
#include "single.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_SPHERE

static unsigned collide__sphere_overlap_scalar(const float *a, const float *b, unsigned *unsure) {
    (void)a;
    (void)b;
    *unsure = 0xffffu;
    return 0;
}

static unsigned collide__sphere_sweep_scalar(const float *a, const float *va, const float *b,
                                             const float *vb, float t_max) {
    (void)a;
    (void)va;
    (void)b;
    (void)vb;
    (void)t_max;
    return 0xffffu;
}

COLLIDE__KERNEL_TABLE_SCALAR(sphere, COLLIDE__SPHERE_KERNELS);
COLLIDE__CHOOSE(sphere)

COLLIDE__INLINE collide_sphere collide__sphere_lane(const float *rows, unsigned lane) {
    collide_sphere s;
    s.center = collide__vec3(rows[lane], rows[16 + lane], rows[32 + lane]);
    s.radius = rows[48 + lane];
    return s;
}

// Which of the given lanes of 16 pairs overlap.
static unsigned collide__spheres_ask(void *context, const float *a, const float *b,
                                     unsigned lanes) {
    (void)context;
    unsigned unsure, hits = collide__sphere()->overlap(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        const collide_sphere p = collide__sphere_lane(a, i), q = collide__sphere_lane(b, i);
        hits |= (unsigned)collide_sphere_sphere(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__spheres_asked = {collide__spheres_ask,
                                                         COLLIDE_SPHERE_PACK_MAGIC,
                                                         COLLIDE_SPHERE_PACK_MAGIC,
                                                         COLLIDE__FLOATS_OF(collide_sphere),
                                                         COLLIDE__FLOATS_OF(collide_sphere),
                                                         NULL};
COLLIDE__MANY_DEFINE(sphere, sphere, collide__spheres_asked)
COLLIDE__PAIRS_DEFINE(sphere, sphere, pairs, collide__spheres_asked)
COLLIDE__ALL_DEFINE(sphere, collide__spheres_asked)

static size_t collide__spheres_sweep(const collide__sweep_job *job) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    size_t hits = 0;
    for (size_t block = 0; block < COLLIDE_BLOCKS(job->n); ++block) {
        float first[16], last[16], axis[16];
        unsigned word = 0;
        unsigned ask = collide__sphere()->sweep(a, va, b, vb, job->t_max) &
                       collide__lanes(job->n - 16 * block);
        for (unsigned lane = 0; lane < 16; ++lane) {
            first[lane] = collide__infinity();
            last[lane] = -collide__infinity();
            axis[lane] = COLLIDE__NO_LANE_AXIS;
        }
        for (; ask; ask &= ask - 1) {
            const unsigned lane = collide__lowest_bit(ask);
            const collide_sphere p = collide__sphere_lane(a, lane);
            const collide_sphere q = collide__sphere_lane(b, lane);
            const collide_vec3 u = collide__vec3(va[lane], va[16 + lane], va[32 + lane]);
            const collide_vec3 v = collide__vec3(vb[lane], vb[16 + lane], vb[32 + lane]);
            collide_sweep times;
            word |= (unsigned)collide_sphere_sphere_sweep(&p, u, &q, v, job->t_max, &times) << lane;
            first[lane] = times.t_first;
            last[lane] = times.t_last;
        }
        hits += collide__popcount(collide__sweep_store(job, block, word, first, last, axis));
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static const collide__sweep_type collide__spheres_swept = {collide__spheres_sweep,
                                                           NULL,
                                                           COLLIDE_SPHERE_PACK_MAGIC,
                                                           COLLIDE_SPHERE_PACK_MAGIC,
                                                           COLLIDE__FLOATS_OF(collide_sphere),
                                                           COLLIDE__FLOATS_OF(collide_sphere),
                                                           NULL};
COLLIDE__SWEEP_DEFINE(sphere, sphere, collide__spheres_swept)
#endif // COLLIDE_NO_SPHERE
