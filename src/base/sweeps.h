#pragma once
#include "sweep_job.h"
#include "scalar.h"
#include "batches.h"
#include "work.h"

// ---- batches of sweeps over kernels ----------------------------------------------------------

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

// The t_max of kernels: -1 hits nothing.
COLLIDE__INLINE float collide__t_max(float t_max) {
    return t_max >= 0 ? t_max : -1;
}

// A type of sweep: a loop over kernels, and the packs that it takes.
typedef struct collide__sweep_type {
    size_t (*run)(const collide__sweep_job *job);
    size_t (*one_by_one)(const collide__sweep_job *job); // as in the job
    uint32_t magic_a, magic_b;
    size_t floats_a, floats_b;                     // COLLIDE__FLOATS_OF the types of the objects
    collide_status (*valid_a)(const void *object); // as in packs of a; NULL if all are valid
} collide__sweep_type;

// One object with its velocity in every lane, and velocities of 0.
typedef struct collide__blocks {
    COLLIDE__ALIGNED(float) a[16 * COLLIDE__PACK_ROWS];
    COLLIDE__ALIGNED(float) va[48];
    COLLIDE__ALIGNED(float) vb[48];
} collide__blocks;

// Packs lane by lane, or if one is not NULL, that object against a pack.
COLLIDE__SHARED size_t collide__sweep_packs(const collide__sweep_type *type, const void *one,
                                            collide_vec3 velocity, const collide_pack *a,
                                            const collide_pack *va, const collide_pack *b,
                                            const collide_pack *vb, float t_max,
                                            const collide_sweeps *out) {
    collide__blocks blocks;
    collide__sweep_job job;
    memset(&job, 0, sizeof job);
    memset(blocks.va, 0, sizeof blocks.va);
    memset(blocks.vb, 0, sizeof blocks.vb);
    job.n = SIZE_MAX;
    job.one_by_one = type->one_by_one;
    job.a = blocks.a;
    job.va = blocks.va;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    job.checked = !one || !type->valid_a || type->valid_a(one) == COLLIDE_OK;
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
    COLLIDE__WORK(COLLIDE_BLOCKS(job.n));
    return type->run(&job);
}

// Each object of a against the first blocks of a pack, then each against the next ones, so that
// blocks are read again while they are in the cache. Kernels write results after as many blocks.
COLLIDE__SHARED size_t collide__sweep_all(const collide__sweep_type *type,
                                          const collide__objects *a, size_t count,
                                          const collide_pack *b, const collide_pack *vb,
                                          float t_max, const collide_sweeps *out) {
    collide__blocks blocks;
    collide__sweep_job job;
    size_t all = SIZE_MAX, hits = 0;
    memset(&job, 0, sizeof job);
    memset(blocks.vb, 0, sizeof blocks.vb);
    job.one_by_one = type->one_by_one;
    job.a = blocks.a;
    job.va = blocks.va;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    collide__sweep_pack(b, type->magic_b, &job.b, &job.b_step, &all);
    size_t n = all;
    if (vb)
        collide__sweep_pack(vb, COLLIDE_VEC3_PACK_MAGIC, &job.vb, &job.vb_step, &n);
    for (size_t i = 0; i < count; ++i) {
        const collide_sweeps row = collide__sweeps_at(out, i * COLLIDE_BLOCKS(all), i * all);
        collide__sweep_miss(&row, n, all);
    }
    for (size_t at = 0; at < n; at += 16 * COLLIDE__SWEEP_BLOCKS) {
        job.n = collide__min_size(16 * COLLIDE__SWEEP_BLOCKS, n - at);
        for (size_t i = 0; i < count; ++i) {
            const float *velocity;
            float object[COLLIDE__PACK_ROWS]; // a copy, as in collide__ask_all
            memcpy(object, collide__object(a, i, &velocity), 4 * type->floats_a);
            job.checked = !type->valid_a || type->valid_a(object) == COLLIDE_OK;
            collide__splat_rows(blocks.a, object, type->floats_a);
            collide__splat_rows(blocks.va, velocity, 3);
            job.out = collide__sweeps_at(out, i * COLLIDE_BLOCKS(all) + at / 16, i * all + at);
            COLLIDE__WORK(COLLIDE_BLOCKS(job.n));
            hits += type->run(&job);
        }
        job.b += COLLIDE__SWEEP_BLOCKS * job.b_step;
        job.vb += COLLIDE__SWEEP_BLOCKS * job.vb_step;
    }
    return hits;
}

COLLIDE__SHARED size_t collide__sweep_pairs(const collide__sweep_type *type,
                                            const collide__objects *a, const collide__objects *b,
                                            const collide_pair *pairs, size_t n, float t_max,
                                            const collide_sweeps *out) {
    const collide__base_kernels *kernels = collide__base();
    collide__gathered rows;
    collide__sweep_job job;
    size_t hits = 0;
    COLLIDE_ASSERT(type->floats_a <= COLLIDE__PAIR_FLOATS &&
                   type->floats_b <= COLLIDE__PAIR_FLOATS);
    memset(&job, 0, sizeof job);
    job.one_by_one = type->one_by_one;
    job.a = rows.a;
    job.va = rows.va;
    job.b = rows.b;
    job.vb = rows.vb;
    job.a_step = 16 * type->floats_a;
    job.b_step = 16 * type->floats_b;
    job.va_step = job.vb_step = 48;
    job.t_max = collide__t_max(t_max);
    COLLIDE__WORK(COLLIDE_BLOCKS(n));
    for (size_t i = 0; i < n; i += 16 * COLLIDE__PAIR_BLOCKS) {
        job.n = collide__min_size(16 * COLLIDE__PAIR_BLOCKS, n - i);
        for (size_t k = 0; k < job.n; k += 16)
            collide__gather(kernels, a, b, pairs + i + k, collide__min_size(16, job.n - k), true,
                            k / 16, &rows);
        job.out = collide__sweeps_at(out, i / 16, i);
        hits += type->run(&job);
    }
    return hits;
}

// The public forms of a type.
#define COLLIDE__SWEEP_DEFINE(p, q, TYPE)                                                          \
    COLLIDE_API size_t collide_##p##_##q##_sweep_many(                                             \
        const collide_##p *a, collide_vec3 va, const collide_##q##_pack *b,                        \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(a &&out);                                                                   \
        return collide__sweep_packs(&(TYPE), a, va, NULL, NULL, COLLIDE__HEADER(b),                \
                                    COLLIDE__HEADER(vb), t_max, out);                              \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##q##_sweep_lanes(                                            \
        const collide_##p##_pack *a, const collide_vec3_pack *va, const collide_##q##_pack *b,     \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(out);                                                                       \
        return collide__sweep_packs(&(TYPE), NULL, collide__vec3(0, 0, 0), COLLIDE__HEADER(a),     \
                                    COLLIDE__HEADER(va), COLLIDE__HEADER(b), COLLIDE__HEADER(vb),  \
                                    t_max, out);                                                   \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##q##_sweep_all(                                              \
        const collide_##p##_array *a, const collide_##q##_pack *b, const collide_vec3_pack *vb,    \
        float t_max, const collide_sweeps *out) {                                                  \
        COLLIDE_ASSERT(a &&out);                                                                   \
        const collide__objects of_a = collide__moving_of(                                          \
            a->objects, a->count, a->stride, a->velocities, a->velocity_stride, (TYPE).floats_a);  \
        return collide__sweep_all(&(TYPE), &of_a, a->count, COLLIDE__HEADER(b),                    \
                                  COLLIDE__HEADER(vb), t_max, out);                                \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##q##_sweep_pairs(                                            \
        const collide_##p##_array *a, const collide_##q##_array *b, const collide_pair *pairs,     \
        size_t n, float t_max, const collide_sweeps *out) {                                        \
        COLLIDE_ASSERT(a &&b &&out && (pairs || !n));                                              \
        const collide__objects of_a = collide__moving_of(                                          \
            a->objects, a->count, a->stride, a->velocities, a->velocity_stride, (TYPE).floats_a);  \
        const collide__objects of_b = collide__moving_of(                                          \
            b->objects, b->count, b->stride, b->velocities, b->velocity_stride, (TYPE).floats_b);  \
        return collide__sweep_pairs(&(TYPE), &of_a, &of_b, pairs, n, t_max, out);                  \
    }
#undef COLLIDE__PAIR_BLOCKS
#undef COLLIDE__PAIR_FLOATS
