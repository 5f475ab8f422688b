#pragma once
#include "../base/sweeps.h"
#include "triangles.h"
#include "../base/work.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

static size_t collide__cable_scan_scalar(const float *boxes, size_t step, const float *b, size_t i,
                                         size_t n, unsigned *lanes) {
    for (; i < n; ++i) {
        const float *rows = boxes + i * step;
        *lanes = 0;
        for (unsigned k = 0; k < 16; ++k)
            *lanes |=
                (unsigned)(rows[k] <= b[48] && rows[48 + k] >= b[0] && rows[16 + k] <= b[64] &&
                           rows[64 + k] >= b[16] && rows[32 + k] <= b[80] && rows[80 + k] >= b[32])
                << k;
        if (*lanes)
            return i;
    }
    return n;
}

static unsigned collide__cable_enter_scalar(const float *a, const float *b, unsigned lanes,
                                            bool known_boxes, unsigned *unsure) {
    (void)a;
    (void)b;
    (void)known_boxes;
    *unsure = lanes;
    return 0;
}

static unsigned collide__cable_project_scalar(const float *a, const float *b, unsigned lanes) {
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        float p[COLLIDE__SPLINE_FLOATS], v[9];
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, p);
        collide__lane_floats(b, lane, 9, v);
        hits |= (unsigned)collide__near_triangle(p, v) << lane;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_SCALAR(cable, COLLIDE__CABLE_KERNELS);
COLLIDE__CHOOSE(cable)

// An empty box becomes NaN, which overlaps nothing.
static collide_aabb collide__box_of(const collide_aabb *b) {
    const float nan = collide__nan();
    const collide_aabb none = {{nan, nan, nan}, {nan, nan, nan}};
    return b->min.x <= b->max.x && b->min.y <= b->max.y && b->min.z <= b->max.z ? *b : none;
}

// Returns which of the given lanes of 16 segments overlap the same lane of b, or the one body.
typedef unsigned (*collide__cable_ask)(const float *a, const float *b, const void *one,
                                       unsigned lanes, bool known_boxes);

static unsigned collide__splines_near(const float *a, const float *b, const void *one,
                                      unsigned lanes, bool known_boxes) {
    unsigned unsure, hits = collide__cable()->enter(a, b, lanes, known_boxes, &unsure);
    (void)one;
    for (; unsure; unsure &= unsure - 1) {
        const unsigned lane = collide__lowest_bit(unsure);
        collide_spline s;
        collide_aabb box;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 6, (float *)(void *)&box);
        hits |= (unsigned)collide_spline_aabb_near(&s, &box) << lane;
    }
    return hits;
}

// Layer 3: against the boxes in b, or if one is not NULL against that OBB, whose bounds b holds.
static unsigned collide__splines_boxes(const float *a, const float *b, const void *one,
                                       unsigned lanes, bool known_boxes) {
    unsigned unsure, hits = 0;
    for (lanes = collide__cable()->enter(a, b, lanes, known_boxes, &unsure), lanes |= unsure; lanes;
         lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        collide_spline s;
        collide_aabb box;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 6, (float *)(void *)&box);
        hits |= (unsigned)(one ? collide_spline_obb(&s, (const collide_obb *)one, NULL)
                               : collide_spline_aabb(&s, &box, NULL))
                << lane;
    }
    return hits;
}

#ifndef COLLIDE_NO_TRIANGLE
static unsigned collide__splines_triangles(void *context, const float *a, const float *b,
                                           unsigned lanes) {
    (void)context;
    unsigned hits = 0;
    for (lanes = collide__cable()->project(a, b, lanes); lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        collide__deepest best = collide__deepest_none();
        collide__curve c;
        collide__target body;
        collide_spline s;
        collide_triangle t;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 9, (float *)(void *)&t);
        if (collide__spline_triangle(&s, &t, &c, &body))
            hits |= (unsigned)collide__curve_search(&c, &body, false, &best) << lane;
    }
    return hits;
}
#endif

// A batch of n segments against one box: rows and outputs.
typedef struct collide__cable_job {
    collide__cable_ask ask;
    const float *a, *b;
    size_t a_step, n;
    const void *one;
    uint16_t *bits; // or NULL, then indices
    uint32_t *indices;
    size_t capacity, hits;
} collide__cable_job;

// Adds object i as a hit; i rises from call to call.
COLLIDE__INLINE void collide__cable_hit(collide__cable_job *job, size_t i) {
    if (job->bits)
        job->bits[i / 16] = (uint16_t)(job->bits[i / 16] | 1u << i % 16);
    else if (job->hits < job->capacity)
        job->indices[job->hits] = (uint32_t)i;
    ++job->hits;
}

// Gathers the segments of a pack whose boxes overlap the box b, and asks 16 at a time.
static size_t collide__cable_run_packed(collide__cable_job *job) {
    COLLIDE__ALIGNED(float) rows[COLLIDE__SPLINE_FLOATS * 16];
    const collide__cable_kernels *kernels = collide__cable();
    const size_t blocks = COLLIDE_BLOCKS(job->n);
    COLLIDE__WORK(blocks);
    size_t i = 0, numbers[16];
    unsigned waiting = 0, lanes = 0;
    memset(rows, 0, sizeof rows);
    if (job->bits)
        memset(job->bits, 0, blocks * sizeof *job->bits);
    while (i < blocks || waiting) {
        if (!lanes) {
            i = kernels->scan(job->a + 16 * COLLIDE__SPLINE_FLOATS, job->a_step, job->b, i, blocks,
                              &lanes);
            lanes &= i < blocks ? collide__lanes(job->n - 16 * i) : 0;
        }
        for (const float *a = job->a + i * job->a_step; lanes && waiting < 16; lanes &= lanes - 1) {
            const unsigned lane = collide__lowest_bit(lanes);
            numbers[waiting] = 16 * i + lane;
            for (int r = 0; r < COLLIDE__SPLINE_FLOATS; ++r)
                rows[16 * r + (int)waiting] = a[16 * r + (int)lane];
            ++waiting;
        }
        if (waiting == 16 || i >= blocks) {
            for (unsigned word = job->ask(rows, job->b, job->one, collide__lanes(waiting), true);
                 word; word &= word - 1)
                collide__cable_hit(job, numbers[collide__lowest_bit(word)]);
            waiting = 0;
        }
        i += !lanes && i < blocks;
    }
    return job->hits;
}

static size_t collide__splines_box(collide__cable_ask ask, const collide_aabb *a,
                                   const collide_spline_pack *b, const void *one, uint16_t *bits,
                                   uint32_t *indices, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[6 * 16];
    const collide_aabb box = collide__box_of(a);
    collide__cable_job job;
    memset(&job, 0, sizeof job);
    job.n = SIZE_MAX;
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_SPLINE_PACK_MAGIC, &job.a, &job.a_step, &job.n);
    collide__splat_rows(rows, &box, 6);
    job.ask = ask;
    job.b = rows;
    job.one = one;
    job.bits = bits;
    job.indices = indices;
    job.capacity = capacity;
    return collide__cable_run_packed(&job);
}

COLLIDE_API size_t collide_aabb_spline_near_many(const collide_aabb *a,
                                                 const collide_spline_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__splines_box(collide__splines_near, a, b, NULL, bits, NULL, 0);
}

COLLIDE_API size_t collide_aabb_spline_near_many_indices(const collide_aabb *a,
                                                         const collide_spline_pack *b,
                                                         uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__splines_box(collide__splines_near, a, b, NULL, NULL, indices, capacity);
}

COLLIDE_API size_t collide_aabb_spline_many(const collide_aabb *a, const collide_spline_pack *b,
                                            uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__splines_box(collide__splines_boxes, a, b, NULL, bits, NULL, 0);
}

COLLIDE_API size_t collide_aabb_spline_many_indices(const collide_aabb *a,
                                                    const collide_spline_pack *b, uint32_t *indices,
                                                    size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__splines_box(collide__splines_boxes, a, b, NULL, NULL, indices, capacity);
}

COLLIDE_API size_t collide_obb_spline_many(const collide_obb *a, const collide_spline_pack *b,
                                           uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    const collide_aabb box = collide__obb_box(a, 0);
    return collide__splines_box(collide__splines_boxes, &box, b, a, bits, NULL, 0);
}

// The lanes whose box is not empty.
static unsigned collide__boxes_there(const float *b, unsigned lanes) {
    for (unsigned k = 0; k < 16; ++k)
        if (!(b[k] <= b[48 + k] && b[16 + k] <= b[64 + k] && b[32 + k] <= b[80 + k]))
            lanes &= ~(1u << k);
    return lanes;
}

static unsigned collide__splines_near_pairs(void *context, const float *a, const float *b,
                                            unsigned lanes) {
    (void)context;
    return collide__splines_near(a, b, NULL, collide__boxes_there(b, lanes), false);
}

static unsigned collide__splines_boxes_pairs(void *context, const float *a, const float *b,
                                             unsigned lanes) {
    (void)context;
    return collide__splines_boxes(a, b, NULL, collide__boxes_there(b, lanes), false);
}

static const collide__ask_type collide__splines_near_asked = {
    collide__splines_near_pairs,        COLLIDE_SPLINE_PACK_MAGIC,        0,
    COLLIDE__FLOATS_OF(collide_spline), COLLIDE__FLOATS_OF(collide_aabb), NULL};
static const collide__ask_type collide__splines_boxes_asked = {
    collide__splines_boxes_pairs,       COLLIDE_SPLINE_PACK_MAGIC,        0,
    COLLIDE__FLOATS_OF(collide_spline), COLLIDE__FLOATS_OF(collide_aabb), NULL};
COLLIDE__PAIRS_DEFINE(spline, aabb, near_pairs, collide__splines_near_asked)
COLLIDE__PAIRS_DEFINE(spline, aabb, pairs, collide__splines_boxes_asked)

#ifndef COLLIDE_NO_TRIANGLE
static const collide__ask_type collide__splines_triangles_asked = {
    collide__splines_triangles,           COLLIDE_SPLINE_PACK_MAGIC,
    COLLIDE_TRIANGLE_PACK_MAGIC,          COLLIDE__FLOATS_OF(collide_spline),
    COLLIDE__FLOATS_OF(collide_triangle), NULL};
COLLIDE__MANY_DEFINE(spline, triangle, collide__splines_triangles_asked)
#endif
#endif // COLLIDE_NO_CABLE
