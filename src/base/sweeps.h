#pragma once
#include "sweep_job.h"
#include "scalar.h"
#include "batches.h"

// ---- batches of sweeps over kernels ----------------------------------------------------------

// 16 objects of each side as rows.
typedef struct collide__sweep_blocks {
    COLLIDE__ALIGNED(float) a[240];
    COLLIDE__ALIGNED(float) b[240];
    COLLIDE__ALIGNED(float) va[48];
    COLLIDE__ALIGNED(float) vb[48];
} collide__sweep_blocks;

// Writes misses for objects from first on.
COLLIDE__SHARED void collide__sweep_miss(const collide_sweeps *out, size_t first, size_t n) {
    for (size_t i = COLLIDE_BLOCKS(first); i < COLLIDE_BLOCKS(n) && out->bits; ++i)
        out->bits[i] = 0;
    for (size_t i = first; i < n; ++i) {
        if (out->t_first)
            out->t_first[i] = collide__infinity();
        if (out->t_last)
            out->t_last[i] = -collide__infinity();
        if (out->axis)
            out->axis[i] = COLLIDE_SWEEPS_NO_AXIS;
    }
}

// What kernels take for it: less than 0 hits nothing.
COLLIDE__INLINE float collide__t_max(float t_max) {
    return t_max >= 0 ? t_max : -1;
}

// What is swept: a kernel, or a loop that asks one, and the packs that it takes.
typedef struct collide__sweep_type {
    size_t (*run)(const collide__sweep_job *job);
    uint32_t magic_a, magic_b;
    size_t floats_a; // of an object
} collide__sweep_type;

// Packs against packs, or with one that object against a pack.
COLLIDE__SHARED size_t collide__sweep_packs(const collide__sweep_type *type, const void *one,
                                            bool checked, collide_vec3 velocity,
                                            const collide_pack *a, const collide_pack *va,
                                            const collide_pack *b, const collide_pack *vb,
                                            float t_max, const collide_sweeps *out) {
    collide__sweep_blocks blocks;
    collide__sweep_job job;
    memset(&job, 0, sizeof job);
    memset(blocks.va, 0, sizeof blocks.va);
    memset(blocks.vb, 0, sizeof blocks.vb);
    job.n = SIZE_MAX;
    job.a = blocks.a;
    job.va = blocks.va;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    job.checked = checked;
    job.out = *out;
    collide__sweep_pack(b, type->magic_b, &job.b, &job.b_step, &job.n);
    const size_t all = job.n;
    if (vb)
        collide__sweep_pack(vb, COLLIDE_VEC3_PACK_MAGIC, &job.vb, &job.vb_step, &job.n);
    if (one) {
        collide__splat_rows(blocks.a, one, type->floats_a);
        collide__splat_rows(blocks.va, &velocity, 3);
        collide__sweep_miss(out, job.n, all);
    } else {
        collide__sweep_pack(a, type->magic_a, &job.a, &job.a_step, &job.n);
        if (va)
            collide__sweep_pack(va, COLLIDE_VEC3_PACK_MAGIC, &job.va, &job.va_step, &job.n);
    }
    return type->run(&job);
}

// One side of a list of pairs: an array with strides.
typedef struct collide__movers {
    const void *objects, *velocities;
    size_t count, stride, velocity_stride, floats;
} collide__movers;

// Object i and its velocity; NaN where there is none.
COLLIDE__SHARED void collide__mover(const collide__movers *m, size_t i, const float **object,
                                    const float **velocity, const float *nan, const float *still) {
    const bool there = i < m->count;
    *object = there ? (const float *)collide__at(m->objects, i, m->stride) : nan;
    *velocity = there && m->velocities
                    ? (const float *)collide__at(m->velocities, i, m->velocity_stride)
                    : still;
}

COLLIDE__SHARED size_t collide__sweep_pairs(const collide__sweep_type *type,
                                            const collide__movers *a, const collide__movers *b,
                                            const collide_pair *pairs, size_t n, float t_max,
                                            const collide_sweeps *out) {
    const collide__base_kernels *kernels = collide__base();
    const float still[3] = {0, 0, 0};
    float nan[15];
    collide__sweep_blocks blocks;
    collide__sweep_job job;
    size_t hits = 0;
    memset(&job, 0, sizeof job);
    for (int i = 0; i < 15; ++i)
        nan[i] = collide__nan();
    job.a = blocks.a;
    job.va = blocks.va;
    job.b = blocks.b;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    for (size_t i = 0; i < n; i += 16) {
        const float *p[16], *u[16], *q[16], *v[16];
        job.n = collide__min_size(16, n - i);
        for (size_t k = 0; k < 16; ++k) {
            const bool there = k < job.n;
            collide__mover(a, there ? pairs[i + k].a : SIZE_MAX, &p[k], &u[k], nan, still);
            collide__mover(b, there ? pairs[i + k].b : SIZE_MAX, &q[k], &v[k], nan, still);
        }
        kernels->transpose(blocks.a, p, a->floats);
        kernels->transpose(blocks.va, u, 3);
        kernels->transpose(blocks.b, q, b->floats);
        kernels->transpose(blocks.vb, v, 3);
        job.out.bits = out->bits ? out->bits + i / 16 : NULL;
        job.out.t_first = out->t_first ? out->t_first + i : NULL;
        job.out.t_last = out->t_last ? out->t_last + i : NULL;
        job.out.axis = out->axis ? out->axis + i : NULL;
        hits += type->run(&job);
    }
    return hits;
}

COLLIDE__SHARED collide__movers collide__movers_of(const void *objects, size_t count, size_t stride,
                                                   const void *velocities, size_t velocity_stride,
                                                   size_t floats) {
    collide__movers m;
    m.objects = objects;
    m.velocities = velocities;
    m.count = objects ? count : 0;
    m.stride = stride ? stride : 4 * floats;
    m.velocity_stride = velocity_stride ? velocity_stride : sizeof(collide_vec3);
    m.floats = floats;
    return m;
}
