#pragma once
#include "sphere.h"
#include "table.h"
#include "../base/sweeps.h"
#include "single.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_SPHERE

static unsigned collide__sphere_meet_scalar(const float *a, const float *b, unsigned *unsure) {
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

// Which of 16 pairs meet; those of lanes alone are asked.
static unsigned collide__spheres_ask(const float *a, const float *b, unsigned lanes) {
    unsigned unsure, hits = collide__sphere()->meet(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        const collide_sphere p = collide__sphere_lane(a, i), q = collide__sphere_lane(b, i);
        hits |= (unsigned)collide_sphere_sphere(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__sphere_spheres = {collide__spheres_ask,
                                                          COLLIDE_SPHERE_PACK_MAGIC, 4};

COLLIDE_API size_t collide_sphere_sphere_many(const collide_sphere *a, const collide_sphere_pack *b,
                                              uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__ask_packs(&collide__sphere_spheres, a, NULL, COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_sphere_sphere_many_indices(const collide_sphere *a,
                                                      const collide_sphere_pack *b,
                                                      uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__ask_indices(&collide__sphere_spheres, a, COLLIDE__HEADER(b), indices, capacity);
}

COLLIDE_API size_t collide_sphere_sphere_lanes(const collide_sphere_pack *a,
                                               const collide_sphere_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    return collide__ask_packs(&collide__sphere_spheres, NULL, COLLIDE__HEADER(a),
                              COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_sphere_sphere_pairs(const collide_sphere *a, size_t a_count,
                                               size_t a_stride, const collide_sphere *b,
                                               size_t b_count, size_t b_stride,
                                               const collide_pair *pairs, size_t n,
                                               uint16_t *bits) {
    const collide__base_kernels *kernels = collide__base();
    const collide__movers p = collide__movers_of(a, a_count, a_stride, NULL, 0, 4);
    const collide__movers q = collide__movers_of(b, b_count, b_stride, NULL, 0, 4);
    const float nan[4] = {collide__nan(), collide__nan(), collide__nan(), collide__nan()};
    COLLIDE__ALIGNED(float) rows[2][64];
    size_t hits = 0;
    COLLIDE_ASSERT(n == 0 || (pairs && bits));
    for (size_t i = 0; i < n; i += 16) {
        const float *object[2][16], *velocity;
        for (size_t k = 0; k < 16; ++k) {
            const bool there = k < n - i;
            collide__mover(&p, there ? pairs[i + k].a : SIZE_MAX, &object[0][k], &velocity, nan,
                           NULL);
            collide__mover(&q, there ? pairs[i + k].b : SIZE_MAX, &object[1][k], &velocity, nan,
                           NULL);
        }
        kernels->transpose(rows[0], object[0], 4);
        kernels->transpose(rows[1], object[1], 4);
        const unsigned word = collide__spheres_ask(rows[0], rows[1], collide__lanes(n - i));
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_sphere_all(const collide_sphere *a, size_t n, size_t stride,
                                             const collide_sphere_pack *b, uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[16][64];
    const float *q = NULL;
    size_t step = 0, count = SIZE_MAX, hits = 0;
    COLLIDE_ASSERT(n == 0 || (a && bits));
    stride = stride ? stride : sizeof *a;
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_SPHERE_PACK_MAGIC, &q, &step, &count);
    const size_t blocks = COLLIDE_BLOCKS(count);
    for (size_t i = 0; i < n; i += 16) {
        const size_t group = collide__min_size(16, n - i);
        for (size_t k = 0; k < group; ++k) {
            // A copy, since gcc 12.2 -O3 reads rows of several objects at once, past the last one.
            collide_sphere s;
            memcpy(&s, collide__at(a, i + k, stride), sizeof s);
            collide__splat_rows(rows[k], &s, 4);
        }
        for (size_t j = 0; j < blocks; ++j)
            for (size_t k = 0; k < group; ++k) {
                const unsigned word =
                    collide__spheres_ask(rows[k], q + j * step, collide__lanes(count - 16 * j));
                hits += collide__popcount(word);
                bits[(i + k) * blocks + j] = (uint16_t)word;
            }
    }
    return hits;
}

// All pairs of two packs, or of one those with i < j.
static size_t collide__spheres_pairs(const collide_sphere_pack *a, const collide_sphere_pack *b,
                                     bool self, collide_pair *pairs, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[16][64];
    const float *p = NULL, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, m = SIZE_MAX, hits = 0;
    collide__sweep_pack(COLLIDE__HEADER(a), COLLIDE_SPHERE_PACK_MAGIC, &p, &p_step, &n);
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_SPHERE_PACK_MAGIC, &q, &q_step, &m);
    for (size_t i = 0; i < n; i += 16, p += p_step) {
        const size_t group = collide__min_size(16, n - i);
        for (unsigned k = 0; k < group; ++k) {
            const collide_sphere s = collide__sphere_lane(p, k);
            collide__splat_rows(rows[k], &s, 4);
        }
        for (size_t j = self ? i : 0; j < m; j += 16)
            for (unsigned k = 0; k < group; ++k) {
                unsigned lanes = collide__lanes(m - j);
                if (self && j == i)
                    lanes &= 0xfffeu << k;
                for (unsigned word = collide__spheres_ask(rows[k], q + j / 16 * q_step, lanes);
                     word; word &= word - 1, ++hits)
                    if (hits < capacity) {
                        pairs[hits].a = (uint32_t)(i + k);
                        pairs[hits].b = (uint32_t)j + collide__lowest_bit(word);
                    }
            }
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_sphere_all_indices(const collide_sphere_pack *a,
                                                     const collide_sphere_pack *b,
                                                     collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    return collide__spheres_pairs(a, b, false, pairs, capacity);
}

COLLIDE_API size_t collide_sphere_sphere_self_indices(const collide_sphere_pack *a,
                                                      collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    return collide__spheres_pairs(a, a, true, pairs, capacity);
}

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

static const collide__sweep_type collide__sweep_spheres = {
    collide__spheres_sweep, COLLIDE_SPHERE_PACK_MAGIC, COLLIDE_SPHERE_PACK_MAGIC, 4};

COLLIDE_API size_t collide_sphere_sphere_sweep_many(const collide_sphere *a, collide_vec3 va,
                                                    const collide_sphere_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out) {
    COLLIDE_ASSERT(a && out);
    return collide__sweep_packs(&collide__sweep_spheres, a, true, va, NULL, NULL,
                                COLLIDE__HEADER(b), COLLIDE__HEADER(vb), t_max, out);
}

COLLIDE_API size_t collide_sphere_sphere_sweep_lanes(const collide_sphere_pack *a,
                                                     const collide_vec3_pack *va,
                                                     const collide_sphere_pack *b,
                                                     const collide_vec3_pack *vb, float t_max,
                                                     const collide_sweeps *out) {
    COLLIDE_ASSERT(out);
    return collide__sweep_packs(&collide__sweep_spheres, NULL, true, collide__vec3(0, 0, 0),
                                COLLIDE__HEADER(a), COLLIDE__HEADER(va), COLLIDE__HEADER(b),
                                COLLIDE__HEADER(vb), t_max, out);
}

COLLIDE_API size_t collide_sphere_sphere_sweep_pairs(const collide_sphere_movers *a,
                                                     const collide_sphere_movers *b,
                                                     const collide_pair *pairs, size_t n,
                                                     float t_max, const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->spheres, a->count, a->stride, a->velocities, a->velocity_stride, 4);
    const collide__movers q =
        collide__movers_of(b->spheres, b->count, b->stride, b->velocities, b->velocity_stride, 4);
    return collide__sweep_pairs(&collide__sweep_spheres, &p, &q, pairs, n, t_max, out);
}
#endif // COLLIDE_NO_SPHERE
