#pragma once
#include "../aabb/batches.h"
#include "../base/batches.h"
#include "../sat/batches.h"
#include "../sphere/batches.h"
#include "../triangle/batches.h"
#include "packs.h"
#include "scalar.h"

// ---- one block of 16 pairs -------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

typedef struct collide__shape_batch collide__shape_batch;

// What is asked of pairs: of the given lanes of a block, or of one pair, whose results belong to
// the given lane. Both return hits.
typedef struct collide__shape_op {
    unsigned (*block)(collide__shape_batch *batch, const collide__distance_job *job,
                      unsigned lanes);
    bool (*single)(collide__shape_batch *batch, const collide_shape *a, const collide_shape *b,
                   unsigned lane);
} collide__shape_op;

struct collide__shape_batch {
    collide__ask_type asked;
    const collide__shape_op *op;
    collide__distance_job job;    // without the rows and bodies of a block
    const collide_pack *a, *b;    // NULL: an object or an array
    const collide_distances *out; // of distances
    size_t first;                 // the first pair of the block at hand
    const collide_convex *one[16];
};

// Whether shapes of these kinds have answers, for which kernels may be asked.
COLLIDE__INLINE bool collide__job_usable(const collide__distance_job *job) {
    return job->kind_a && job->kind_b && collide__number(job->max);
}

// Typed calls are faster where they have a closed form.
static bool collide__batch_distance(const collide_shape *a, const collide_shape *b, float max,
                                    collide_distance *out) {
    switch (COLLIDE__KINDS_OF(a->kind, b->kind)) {
    case COLLIDE__KINDS(SPHERE, SPHERE):
        return collide_sphere_sphere_distance(&a->of.sphere, &b->of.sphere, max, out);
    case COLLIDE__KINDS(SPHERE, OBB):
        return collide_sphere_obb_distance(&a->of.sphere, &b->of.obb, max, out);
    case COLLIDE__KINDS(CAPSULE, CAPSULE):
        return collide_capsule_capsule_distance(&a->of.capsule, &b->of.capsule, max, out);
    default:
        return collide_shape_shape_distance(a, b, max, out);
    }
}

// Decides the lanes that the kernels left undecided, by single calls. Returns the lanes with hits.
static unsigned collide__block_rest(collide__shape_batch *batch, const collide__distance_job *job,
                                    unsigned lanes) {
    collide_shape s, t;
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        collide__shape_lane_read(job->kind_a, job->a, job->bodies_a, i, &s);
        collide__shape_lane_read(job->kind_b, job->b, job->bodies_b, i, &t);
        hits |= (unsigned)batch->op->single(batch, &s, &t, i) << i;
    }
    return hits;
}

// Of the given lanes with these distances, which are within max.
COLLIDE__INLINE unsigned collide__lanes_within(const float *lo, float max, unsigned lanes) {
    unsigned hits = 0;
    if (max > FLT_MAX)
        return lanes;
    if (lanes == 0xffffu) {
        for (unsigned i = 0; i < 16; ++i)
            hits |= (unsigned)!(lo[i] > max) << i;
        return hits;
    }
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        hits |= (unsigned)!(lo[i] > max) << i;
    }
    return hits;
}

// Floats first, then doubles, then single calls.
static unsigned collide__block_within(collide__shape_batch *batch, const collide__distance_job *job,
                                      unsigned lanes) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__DISTANCE_ROWS];
    const collide__shape_kernels *kernels = collide__shape();
    unsigned unsure = lanes;
    if (!collide__job_usable(job))
        return 0;
    unsigned hits = kernels->within(job, lanes, &unsure) & lanes;
    unsure &= lanes;
    if (unsure) {
        const unsigned decided = kernels->distance(job, unsure, rows) & unsure;
        hits |= collide__lanes_within(rows, job->max, decided);
        hits |= collide__block_rest(batch, job, unsure & ~decided);
    }
    return hits;
}

static bool collide__single_within(collide__shape_batch *batch, const collide_shape *a,
                                   const collide_shape *b, unsigned lane) {
    (void)lane;
    return collide__batch_distance(a, b, batch->job.max, NULL);
}

static const collide__shape_op collide__op_within = {collide__block_within, collide__single_within};

static bool collide__single_overlap(collide__shape_batch *batch, const collide_shape *a,
                                    const collide_shape *b, unsigned lane) {
    (void)batch;
    (void)lane;
    return collide_shape_shape(a, b);
}

// Of hits that another family found, those of shapes that have a core.
COLLIDE__SHARED unsigned collide__block_usable(const collide__distance_job *job, unsigned hits) {
    for (unsigned left = hits; left; left &= left - 1) {
        const unsigned i = collide__lowest_bit(left);
        const collide_shape s = collide__shape_lane(job->kind_a, job->a, job->bodies_a, i);
        const collide_shape t = collide__shape_lane(job->kind_b, job->b, job->bodies_b, i);
        if (!collide__shape_usable(&s) || !collide__shape_usable(&t))
            hits &= ~(1u << i);
    }
    return hits;
}

// As collide__verdict_ordered: the batches of other families, or single calls where a family has
// single calls alone. Pairs that no other family decides are within 0.
static unsigned collide__block_overlap(collide__shape_batch *batch,
                                       const collide__distance_job *job, unsigned lanes) {
    const bool turned = job->kind_a > job->kind_b;
    const uint32_t first = turned ? job->kind_b : job->kind_a;
    const uint32_t second = turned ? job->kind_a : job->kind_b;
    const float *a = turned ? job->b : job->a, *b = turned ? job->a : job->b;
    (void)a;
    (void)b;
    switch (COLLIDE__KINDS_OF(first, second)) {
#ifndef COLLIDE_NO_AABB
    case COLLIDE__KINDS(AABB, AABB):
        return collide__block_usable(job, collide__aabbs_ask(NULL, a, b, lanes));
    case COLLIDE__KINDS(SPHERE, AABB):
        break;
#endif
#ifndef COLLIDE_NO_SPHERE
    case COLLIDE__KINDS(SPHERE, SPHERE):
        return collide__block_usable(job, collide__spheres_ask(NULL, a, b, lanes));
    case COLLIDE__KINDS(SPHERE, TRIANGLE):
        break;
#endif
#ifndef COLLIDE_NO_SAT
    case COLLIDE__KINDS(OBB, OBB):
        return collide__block_usable(job, collide__obb_obb_ask(NULL, a, b, lanes));
#ifndef COLLIDE_NO_TRIANGLE
    case COLLIDE__KINDS(OBB, TRIANGLE):
        return collide__block_usable(job, collide__obb_triangle_ask(NULL, a, b, lanes));
#else
    case COLLIDE__KINDS(OBB, TRIANGLE):
        break;
#endif
    case COLLIDE__KINDS(CONVEX, CONVEX):
        break;
#endif
#ifndef COLLIDE_NO_CYLINDER
    case COLLIDE__KINDS(TRIANGLE, CYLINDER):
    case COLLIDE__KINDS(CYLINDER, PLANE):
        break;
#endif
#ifndef COLLIDE_NO_TRIANGLE
    case COLLIDE__KINDS(TRIANGLE, TRIANGLE):
        return collide__block_usable(job, collide__triangles_ask(NULL, a, b, lanes));
    case COLLIDE__KINDS(POINT, POINT):
    case COLLIDE__KINDS(POINT, SEGMENT):
    case COLLIDE__KINDS(POINT, TRIANGLE):
    case COLLIDE__KINDS(POINT, TETRAHEDRON):
    case COLLIDE__KINDS(SEGMENT, SEGMENT):
    case COLLIDE__KINDS(SEGMENT, TRIANGLE):
    case COLLIDE__KINDS(SEGMENT, TETRAHEDRON):
    case COLLIDE__KINDS(TRIANGLE, TETRAHEDRON):
    case COLLIDE__KINDS(TETRAHEDRON, TETRAHEDRON):
        break;
#endif
    default:
        return collide__block_within(batch, job, lanes);
    }
    return collide__block_rest(batch, job, lanes);
}

static const collide__shape_op collide__op_overlap = {collide__block_overlap,
                                                      collide__single_overlap};

static void collide__distance_store(const collide_distances *out, size_t i,
                                    const collide_distance *d) {
    if (out->lo)
        out->lo[i] = d->lo;
    if (out->hi)
        out->hi[i] = d->hi;
    if (out->all)
        out->all[i] = *d;
}

// The decided lanes of the rows of a block.
static void collide__distances_store(const collide_distances *out, size_t first, const float *rows,
                                     unsigned decided) {
    COLLIDE__ALIGNED(float) objects[16 * COLLIDE__DISTANCE_ROWS];
    const bool full = decided == 0xffffu;
    if (full && out->lo)
        memcpy(out->lo + first, rows, 64);
    if (full && out->hi)
        memcpy(out->hi + first, rows + 16, 64);
    if (out->all)
        collide__base()->unpack(full ? (void *)(out->all + first) : objects, rows,
                                COLLIDE__DISTANCE_ROWS);
    for (unsigned left = full ? 0 : decided; left; left &= left - 1) {
        const unsigned i = collide__lowest_bit(left);
        if (out->lo)
            out->lo[first + i] = rows[i];
        if (out->hi)
            out->hi[first + i] = rows[16 + i];
        if (out->all)
            memcpy(out->all + first + i, objects + COLLIDE__DISTANCE_ROWS * i, sizeof *out->all);
    }
}

static unsigned collide__block_distance(collide__shape_batch *batch,
                                        const collide__distance_job *job, unsigned lanes) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__DISTANCE_ROWS];
    const unsigned decided =
        collide__job_usable(job) ? collide__shape()->distance(job, lanes, rows) & lanes : 0;
    if (decided)
        collide__distances_store(batch->out, batch->first, rows, decided);
    const unsigned hits = collide__lanes_within(rows, job->max, decided);
    return decided == lanes ? hits : hits | collide__block_rest(batch, job, lanes & ~decided);
}

static bool collide__single_distance(collide__shape_batch *batch, const collide_shape *a,
                                     const collide_shape *b, unsigned lane) {
    collide_distance d;
    const bool hit = collide__batch_distance(a, b, batch->job.max, &d);
    collide__distance_store(batch->out, batch->first + lane, &d);
    return hit;
}

static const collide__shape_op collide__op_distance = {collide__block_distance,
                                                       collide__single_distance};

// ---- one against a pack, lane by lane --------------------------------------------------------

// Called block by block.
static unsigned collide__shapes_ask(void *context, const float *a, const float *b, unsigned lanes) {
    collide__shape_batch *batch = (collide__shape_batch *)context;
    const size_t block = batch->first / 16;
    batch->job.a = a;
    batch->job.b = b;
    if (batch->job.kind_a == COLLIDE_SHAPE_CONVEX)
        batch->job.bodies_a = batch->a ? collide__block_bodies(batch->a, block) : batch->one;
    if (batch->job.kind_b == COLLIDE_SHAPE_CONVEX)
        batch->job.bodies_b = collide__block_bodies(batch->b, block);
    const unsigned hits = batch->op->block(batch, &batch->job, lanes);
    batch->first += 16;
    return hits;
}

// Returns op. If op is NULL, it returns the operation that fills out: a distance if lo, hi or all
// are wanted, else the yes or no within max, which costs less.
static const collide__shape_op *collide__shape_op_of(const collide__shape_op *op,
                                                     const collide_distances *out) {
    return op                                  ? op
           : !out->lo && !out->hi && !out->all ? &collide__op_within
                                               : &collide__op_distance;
}

static void collide__shape_batch_init(collide__shape_batch *batch, const collide__shape_op *op,
                                      uint32_t kind_a, uint32_t kind_b, float max,
                                      const collide_distances *out) {
    const collide__pack_type *a = &collide__shape_packed[kind_a];
    const collide__pack_type *b = &collide__shape_packed[kind_b];
    memset(batch, 0, sizeof *batch);
    batch->asked.ask = collide__shapes_ask;
    batch->asked.magic_a = a->magic;
    batch->asked.magic_b = b->magic;
    batch->asked.floats_a = a->components;
    batch->asked.floats_b = b->components;
    batch->asked.context = batch;
    batch->op = collide__shape_op_of(op, out);
    batch->job.kind_a = kind_a;
    batch->job.kind_b = kind_b;
    batch->job.max = max;
    batch->job.whole = out && out->all;
    batch->out = out;
}

// The floats of the object a for all lanes of its rows.
static const void *collide__shape_batch_one(collide__shape_batch *batch, const void *a) {
    const collide_convex_at *at = (const collide_convex_at *)a;
    if (batch->job.kind_a != COLLIDE_SHAPE_CONVEX)
        return a;
    for (int i = 0; i < 16; ++i)
        batch->one[i] = at->body;
    return &at->pose;
}

// One object, as in collide_shape.of, or a pack, against a pack of a kind.
static size_t collide__shapes_many(const collide__shape_op *op, uint32_t kind_a, const void *a,
                                   uint32_t kind_b, const collide_pack *b, float max,
                                   const collide_distances *out) {
    collide__shape_batch batch;
    COLLIDE_ASSERT(a);
    collide__shape_batch_init(&batch, op, kind_a, kind_b, max, out);
    batch.b = b;
    return collide__ask_packs(&batch.asked, collide__shape_batch_one(&batch, a), NULL, b,
                              out->bits);
}

static size_t collide__shapes_indices(const collide__shape_op *op, uint32_t kind_a, const void *a,
                                      uint32_t kind_b, const collide_pack *b, float max,
                                      uint32_t *indices, size_t capacity) {
    collide__shape_batch batch;
    COLLIDE_ASSERT(a && (indices || !capacity));
    collide__shape_batch_init(&batch, op, kind_a, kind_b, max, NULL);
    batch.b = b;
    return collide__ask_indices(&batch.asked, collide__shape_batch_one(&batch, a), b, indices,
                                capacity);
}

static size_t collide__shapes_lanes(const collide__shape_op *op, uint32_t kind_a,
                                    const collide_pack *a, uint32_t kind_b, const collide_pack *b,
                                    float max, const collide_distances *out) {
    collide__shape_batch batch;
    collide__shape_batch_init(&batch, op, kind_a, kind_b, max, out);
    batch.a = a;
    batch.b = b;
    return collide__ask_packs(&batch.asked, NULL, a, b, out->bits);
}

// ---- index pairs -----------------------------------------------------------------------------

// Objects of one kind, or shapes if the kind is COLLIDE_SHAPE_NONE.
typedef struct collide__shape_list {
    const void *objects;
    size_t count, stride;
    uint32_t kind;
} collide__shape_list;

static collide__shape_list collide__list_of(uint32_t kind, const void *objects, size_t count,
                                            size_t stride) {
    collide__shape_list r;
    r.objects = objects;
    r.count = objects ? count : 0;
    r.stride = stride ? stride
               : kind ? 4 * (size_t)collide__shape_packed[kind].floats
                      : sizeof(collide_shape);
    r.kind = kind;
    return r;
}

// The kind of object i, and its data as in collide_shape.of. An index out of range has no kind.
// Strides are multiples of 4, so addresses of bodies may not be aligned.
COLLIDE__INLINE uint32_t collide__list_at(const collide__shape_list *list, size_t i,
                                          const char **object) {
    static const char none[sizeof(collide_shape_data)] = {0};
    uint32_t kind = list->kind;
    *object = none;
    if (i >= list->count)
        return COLLIDE_SHAPE_NONE;
    *object = (const char *)collide__at(list->objects, i, list->stride);
    if (kind)
        return kind;
    memcpy(&kind, *object + offsetof(collide_shape, kind), sizeof kind);
    *object += offsetof(collide_shape, of);
    return kind < COLLIDE_SHAPE_KIND_COUNT ? kind : 0u;
}

// One side of 16 pairs.
typedef struct collide__shape_side {
    COLLIDE__ALIGNED(float) rows[16 * 15]; // the largest are of OBBs
    const collide_convex *bodies[16];
    const char *objects[16];
    uint32_t kinds[16];
    bool mixed;
} collide__shape_side;

// Gathers one side of n pairs. Lanes past the last pair repeat the first pair, so that kernels read
// valid objects in all lanes.
COLLIDE__INLINE void collide__side_gather(collide__shape_side *side,
                                          const collide__shape_list *list, const uint32_t *indices,
                                          size_t n) {
    side->mixed = false;
    for (size_t k = 0; k < 16; ++k) {
        side->kinds[k] = collide__list_at(list, indices[k < n ? 2 * k : 0], &side->objects[k]);
        side->mixed |= side->kinds[k] != side->kinds[0];
    }
}

static void collide__side_rows(collide__shape_side *side) {
    const float *floats[16];
    for (int k = 0; k < 16; ++k) {
        const char *object = side->objects[k];
        if (side->kinds[0] == COLLIDE_SHAPE_CONVEX) {
            memcpy(&side->bodies[k], object + offsetof(collide_convex_at, body),
                   sizeof side->bodies[k]);
            object += offsetof(collide_convex_at, pose);
        }
        floats[k] = (const float *)(const void *)object;
    }
    collide__base()->transpose(side->rows, floats,
                               collide__shape_packed[side->kinds[0]].components);
}

static collide_shape collide__side_shape(const collide__shape_side *side, size_t k) {
    const uint32_t kind = side->kinds[k];
    return collide__shape_of((collide_shape_kind)kind, side->objects[k],
                             kind == COLLIDE_SHAPE_CONVEX
                                 ? sizeof(collide_convex_at)
                                 : 4 * (size_t)collide__shape_packed[kind].floats);
}

static size_t collide__shapes_pairs(const collide__shape_op *op, const collide__shape_list *a,
                                    const collide__shape_list *b, const collide_pair *pairs,
                                    size_t n, float max, const collide_distances *out) {
    collide__shape_batch batch;
    collide__shape_side of_a, of_b;
    size_t hits = 0;
    COLLIDE_ASSERT(n == 0 || pairs);
    collide__shape_batch_init(&batch, op, 0, 0, max, out);
    COLLIDE__WORK(COLLIDE_BLOCKS(n));
    for (; batch.first < n; batch.first += 16) {
        const size_t i = batch.first, group = collide__min_size(16, n - i);
        unsigned word = 0;
        collide__side_gather(&of_a, a, &pairs[i].a, group);
        collide__side_gather(&of_b, b, &pairs[i].b, group);
        if (of_a.mixed || of_b.mixed || !of_a.kinds[0] || !of_b.kinds[0]) {
            for (unsigned k = 0; k < group; ++k) {
                const collide_shape s = collide__side_shape(&of_a, k);
                const collide_shape t = collide__side_shape(&of_b, k);
                word |= (unsigned)batch.op->single(&batch, &s, &t, k) << k;
            }
        } else {
            collide__distance_job *job = &batch.job;
            collide__side_rows(&of_a);
            collide__side_rows(&of_b);
            job->kind_a = of_a.kinds[0];
            job->kind_b = of_b.kinds[0];
            job->a = of_a.rows;
            job->b = of_b.rows;
            job->bodies_a = of_a.bodies;
            job->bodies_b = of_b.bodies;
            word = batch.op->block(&batch, job, collide__lanes(group));
        }
        hits += collide__popcount(word);
        if (out->bits)
            out->bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

// ---- the public forms: any shapes ------------------------------------------------------------

// The kind of a pack; a pack of no shapes becomes NULL.
static uint32_t collide__shape_pack_read(const collide_shape_pack *pack,
                                         const collide_pack **header) {
    const uint32_t kind = (uint32_t)collide_shape_pack_kind(pack);
    *header = kind ? COLLIDE__HEADER(pack) : NULL;
    return kind;
}

#define COLLIDE__BITS_ALONE const collide_distances out = {bits, NULL, NULL, NULL}
#define COLLIDE__SHAPE_MANY(OP, max, out)                                                          \
    const collide_pack *header;                                                                    \
    const uint32_t kind = collide__shape_pack_read(b, &header);                                    \
    return collide__shapes_many(OP, collide__shape_kind_of(a), &a->of, kind, header, max, out)
#define COLLIDE__SHAPE_INDICES(OP, max)                                                            \
    const collide_pack *header;                                                                    \
    const uint32_t kind = collide__shape_pack_read(b, &header);                                    \
    return collide__shapes_indices(OP, collide__shape_kind_of(a), &a->of, kind, header, max,       \
                                   indices, capacity)
#define COLLIDE__SHAPE_LANES(OP, max, out)                                                         \
    const collide_pack *header_a, *header_b;                                                       \
    const uint32_t kind_a = collide__shape_pack_read(a, &header_a);                                \
    const uint32_t kind_b = collide__shape_pack_read(b, &header_b);                                \
    return collide__shapes_lanes(OP, kind_a, header_a, kind_b, header_b, max, out)
// Arrays of shapes, or of objects of one kind.
#define COLLIDE__SHAPE_PAIRS(OP, kind_a, kind_b, max, out)                                         \
    const collide__shape_list of_a = collide__list_of(kind_a, a->objects, a->count, a->stride);    \
    const collide__shape_list of_b = collide__list_of(kind_b, b->objects, b->count, b->stride);    \
    return collide__shapes_pairs(OP, &of_a, &of_b, pairs, n, max, out)

COLLIDE_API size_t collide_shape_shape_many(const collide_shape *a, const collide_shape_pack *b,
                                            uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_MANY(&collide__op_overlap, 0, &out);
}

COLLIDE_API size_t collide_shape_shape_many_indices(const collide_shape *a,
                                                    const collide_shape_pack *b, uint32_t *indices,
                                                    size_t capacity) {
    COLLIDE_ASSERT(a);
    COLLIDE__SHAPE_INDICES(&collide__op_overlap, 0);
}

COLLIDE_API size_t collide_shape_shape_lanes(const collide_shape_pack *a,
                                             const collide_shape_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_LANES(&collide__op_overlap, 0, &out);
}

COLLIDE_API size_t collide_shape_shape_pairs(const collide_shape_array *a,
                                             const collide_shape_array *b,
                                             const collide_pair *pairs, size_t n, uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || bits));
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_PAIRS(&collide__op_overlap, 0, 0, 0, &out);
}

COLLIDE_API size_t collide_shape_shape_within_many(const collide_shape *a,
                                                   const collide_shape_pack *b, float margin,
                                                   uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_MANY(&collide__op_within, margin, &out);
}

COLLIDE_API size_t collide_shape_shape_within_many_indices(const collide_shape *a,
                                                           const collide_shape_pack *b,
                                                           float margin, uint32_t *indices,
                                                           size_t capacity) {
    COLLIDE_ASSERT(a);
    COLLIDE__SHAPE_INDICES(&collide__op_within, margin);
}

COLLIDE_API size_t collide_shape_shape_within_lanes(const collide_shape_pack *a,
                                                    const collide_shape_pack *b, float margin,
                                                    uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_LANES(&collide__op_within, margin, &out);
}

COLLIDE_API size_t collide_shape_shape_within_pairs(const collide_shape_array *a,
                                                    const collide_shape_array *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float margin, uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || bits));
    COLLIDE__BITS_ALONE;
    COLLIDE__SHAPE_PAIRS(&collide__op_within, 0, 0, margin, &out);
}

COLLIDE_API size_t collide_shape_shape_distance_many(const collide_shape *a,
                                                     const collide_shape_pack *b, float max,
                                                     const collide_distances *out) {
    COLLIDE_ASSERT(a && out);
    COLLIDE__SHAPE_MANY(NULL, max, out);
}

COLLIDE_API size_t collide_shape_shape_distance_lanes(const collide_shape_pack *a,
                                                      const collide_shape_pack *b, float max,
                                                      const collide_distances *out) {
    COLLIDE_ASSERT(out);
    COLLIDE__SHAPE_LANES(NULL, max, out);
}

COLLIDE_API size_t collide_shape_shape_distance_pairs(const collide_shape_array *a,
                                                      const collide_shape_array *b,
                                                      const collide_pair *pairs, size_t n,
                                                      float max, const collide_distances *out) {
    COLLIDE_ASSERT(a && b && out);
    COLLIDE__SHAPE_PAIRS(NULL, 0, 0, max, out);
}
#undef COLLIDE__SHAPE_LANES
#undef COLLIDE__SHAPE_INDICES
#undef COLLIDE__SHAPE_MANY

// ---- the public forms: shapes of two kinds ---------------------------------------------------

// No other family has an overlap test for these pairs of kinds, so overlap is a margin of 0.
#define COLLIDE__OVERLAPS_DEFINE(A, KIND_A, B, KIND_B)                                             \
    COLLIDE_API size_t collide_##A##_##B##_many(const collide_##A *a, const collide_##B##_pack *b, \
                                                uint16_t *bits) {                                  \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        COLLIDE__BITS_ALONE;                                                                       \
        return collide__shapes_many(&collide__op_within, COLLIDE_SHAPE_##KIND_A, a,                \
                                    COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), 0, &out);          \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_many_indices(                                           \
        const collide_##A *a, const collide_##B##_pack *b, uint32_t *indices, size_t capacity) {   \
        return collide__shapes_indices(&collide__op_within, COLLIDE_SHAPE_##KIND_A, a,             \
                                       COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), 0, indices,     \
                                       capacity);                                                  \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_lanes(const collide_##A##_pack *a,                      \
                                                 const collide_##B##_pack *b, uint16_t *bits) {    \
        COLLIDE_ASSERT(bits);                                                                      \
        COLLIDE__BITS_ALONE;                                                                       \
        return collide__shapes_lanes(&collide__op_within, COLLIDE_SHAPE_##KIND_A,                  \
                                     COLLIDE__HEADER(a), COLLIDE_SHAPE_##KIND_B,                   \
                                     COLLIDE__HEADER(b), 0, &out);                                 \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_pairs(                                                  \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, uint16_t *bits) {                                                                \
        COLLIDE_ASSERT(a &&b && (n == 0 || bits));                                                 \
        COLLIDE__BITS_ALONE;                                                                       \
        COLLIDE__SHAPE_PAIRS(&collide__op_within, COLLIDE_SHAPE_##KIND_A, COLLIDE_SHAPE_##KIND_B,  \
                             0, &out);                                                             \
    }
COLLIDE__OVERLAPS_DEFINE(sphere, SPHERE, capsule, CAPSULE)
COLLIDE__OVERLAPS_DEFINE(sphere, SPHERE, obb, OBB)
COLLIDE__OVERLAPS_DEFINE(capsule, CAPSULE, capsule, CAPSULE)
COLLIDE__OVERLAPS_DEFINE(capsule, CAPSULE, aabb, AABB)
COLLIDE__OVERLAPS_DEFINE(capsule, CAPSULE, obb, OBB)
COLLIDE__OVERLAPS_DEFINE(capsule, CAPSULE, triangle, TRIANGLE)
#undef COLLIDE__OVERLAPS_DEFINE

#define COLLIDE__DISTANCES_DEFINE(A, KIND_A, B, KIND_B)                                            \
    COLLIDE_API size_t collide_##A##_##B##_distance_many(const collide_##A *a,                     \
                                                         const collide_##B##_pack *b, float max,   \
                                                         const collide_distances *out) {           \
        COLLIDE_ASSERT(a &&out);                                                                   \
        return collide__shapes_many(NULL, COLLIDE_SHAPE_##KIND_A, a, COLLIDE_SHAPE_##KIND_B,       \
                                    COLLIDE__HEADER(b), max, out);                                 \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_distance_lanes(const collide_##A##_pack *a,             \
                                                          const collide_##B##_pack *b, float max,  \
                                                          const collide_distances *out) {          \
        COLLIDE_ASSERT(out);                                                                       \
        return collide__shapes_lanes(NULL, COLLIDE_SHAPE_##KIND_A, COLLIDE__HEADER(a),             \
                                     COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), max, out);        \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_distance_pairs(                                         \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, float max, const collide_distances *out) {                                       \
        COLLIDE_ASSERT(a &&b &&out);                                                               \
        COLLIDE__SHAPE_PAIRS(NULL, COLLIDE_SHAPE_##KIND_A, COLLIDE_SHAPE_##KIND_B, max, out);      \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_within_many(                                            \
        const collide_##A *a, const collide_##B##_pack *b, float margin, uint16_t *bits) {         \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        COLLIDE__BITS_ALONE;                                                                       \
        return collide__shapes_many(&collide__op_within, COLLIDE_SHAPE_##KIND_A, a,                \
                                    COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), margin, &out);     \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_within_many_indices(                                    \
        const collide_##A *a, const collide_##B##_pack *b, float margin, uint32_t *indices,        \
        size_t capacity) {                                                                         \
        return collide__shapes_indices(&collide__op_within, COLLIDE_SHAPE_##KIND_A, a,             \
                                       COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), margin,         \
                                       indices, capacity);                                         \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_within_lanes(                                           \
        const collide_##A##_pack *a, const collide_##B##_pack *b, float margin, uint16_t *bits) {  \
        COLLIDE_ASSERT(bits);                                                                      \
        COLLIDE__BITS_ALONE;                                                                       \
        return collide__shapes_lanes(&collide__op_within, COLLIDE_SHAPE_##KIND_A,                  \
                                     COLLIDE__HEADER(a), COLLIDE_SHAPE_##KIND_B,                   \
                                     COLLIDE__HEADER(b), margin, &out);                            \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_within_pairs(                                           \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, float margin, uint16_t *bits) {                                                  \
        COLLIDE_ASSERT(a &&b && (n == 0 || bits));                                                 \
        COLLIDE__BITS_ALONE;                                                                       \
        COLLIDE__SHAPE_PAIRS(&collide__op_within, COLLIDE_SHAPE_##KIND_A, COLLIDE_SHAPE_##KIND_B,  \
                             margin, &out);                                                        \
    }
COLLIDE__DISTANCES_DEFINE(sphere, SPHERE, sphere, SPHERE)
COLLIDE__DISTANCES_DEFINE(sphere, SPHERE, capsule, CAPSULE)
COLLIDE__DISTANCES_DEFINE(sphere, SPHERE, aabb, AABB)
COLLIDE__DISTANCES_DEFINE(sphere, SPHERE, obb, OBB)
COLLIDE__DISTANCES_DEFINE(sphere, SPHERE, triangle, TRIANGLE)
COLLIDE__DISTANCES_DEFINE(capsule, CAPSULE, capsule, CAPSULE)
COLLIDE__DISTANCES_DEFINE(capsule, CAPSULE, aabb, AABB)
COLLIDE__DISTANCES_DEFINE(capsule, CAPSULE, obb, OBB)
COLLIDE__DISTANCES_DEFINE(capsule, CAPSULE, triangle, TRIANGLE)
COLLIDE__DISTANCES_DEFINE(aabb, AABB, aabb, AABB)
COLLIDE__DISTANCES_DEFINE(obb, OBB, obb, OBB)
COLLIDE__DISTANCES_DEFINE(triangle, TRIANGLE, triangle, TRIANGLE)
#undef COLLIDE__DISTANCES_DEFINE
#undef COLLIDE__SHAPE_PAIRS
#undef COLLIDE__BITS_ALONE
#endif // COLLIDE_NO_SHAPE
