#pragma once
#include "../shape/batches.h"
#include "single.h"

// ---- batches of motions ----------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

// One side of the pairs of a batch: an array or a pack of shapes, or one shape, which has every
// index. Motions: an array, or one; NULL at rest.
typedef struct collide__motions_side {
    collide__shape_list list;
    const collide_pack *pack; // of the kind of the list; NULL: an array
    bool one;
    const collide_motion_array *motions;
    const collide_motion *motion;
} collide__motions_side;

static collide__motions_side collide__motions_array(uint32_t kind, const void *objects,
                                                    size_t count, size_t stride,
                                                    const collide_motion_array *motions) {
    collide__motions_side r;
    memset(&r, 0, sizeof r);
    r.list = collide__list_of(kind, objects, count, stride);
    r.motions = motions;
    return r;
}

static collide__motions_side collide__motions_one(uint32_t kind, const void *object,
                                                  const collide_motion *motion) {
    collide__motions_side r = collide__motions_array(kind, object, 1, 0, NULL);
    COLLIDE_ASSERT(object);
    r.one = true;
    r.motion = motion;
    return r;
}

// A pack of another kind has no shapes.
static collide__motions_side collide__motions_pack(uint32_t kind, const collide_pack *pack,
                                                   const collide_motion_array *motions) {
    collide__motions_side r = collide__motions_array(kind, NULL, 0, 0, motions);
    if (kind && collide__pack_is(pack, &collide__shape_packed[kind])) {
        r.pack = pack;
        r.list.count = pack->count;
    }
    return r;
}

// Shape i, which out may hold, and its motion, NULL at rest. What is out of range has no kind.
// *object: the members of its kind.
COLLIDE__INLINE uint32_t collide__motions_find(const collide__motions_side *side, size_t i,
                                               collide_shape *out, const char **object,
                                               const collide_motion **motion) {
    const collide_motion_array *motions = side->motions;
    const uint32_t kind = side->list.kind;
    *motion = side->motion;
    i = side->one ? 0 : i;
    if (i >= side->list.count || (motions && i >= motions->count))
        return COLLIDE_SHAPE_NONE;
    if (motions)
        *motion = (const collide_motion *)collide__at(
            motions->objects, i, motions->stride ? motions->stride : sizeof *motions->objects);
    if (!side->pack)
        return collide__list_at(&side->list, i, object);
    const size_t block = i / 16;
    collide__shape_lane_read(
        kind, collide__pack_rows(side->pack) + block * 16 * side->pack->components,
        kind == COLLIDE_SHAPE_CONVEX ? collide__block_bodies(side->pack, block) : NULL,
        (unsigned)(i % 16), out);
    *object = (const char *)&out->of;
    return kind;
}

// Shape i and its motion, NULL at rest.
static const collide_motion *collide__motion_at(const collide__motions_side *side, size_t i,
                                                collide_shape *out) {
    const collide_motion *motion;
    const char *object = NULL;
    const uint32_t kind = collide__motions_find(side, i, out, &object, &motion);
    out->kind = kind;
    if (kind && object != (const char *)&out->of)
        memcpy(&out->of, object,
               kind == COLLIDE_SHAPE_CONVEX ? sizeof(collide_convex_at)
                                            : 4 * (size_t)collide__shape_packed[kind].floats);
    return motion;
}

// n pairs: of the given indices, or of equal ones. next is the first that a kernel has not taken.
typedef struct collide__motions_list {
    const collide__motions_side *a, *b;
    const collide_pair *pairs;
    size_t n, next;
    collide_bracket *out;
    collide_motion rest;
} collide__motions_list;

// With the rows of a block.
typedef struct collide__motions_rows {
    COLLIDE__ALIGNED(float) box[2][16 * 16];
    COLLIDE__ALIGNED(float) motion[2][16 * 21];
    collide__motions_list *list;
    bool both; // of hulls: pairs of two convex bodies, else those of one
} collide__motions_rows;

// Pair i.
static void collide__motions_at(const collide__motions_list *list, size_t i, collide_shape *a,
                                const collide_motion **motion_a, collide_shape *b,
                                const collide_motion **motion_b) {
    *motion_a = collide__motion_at(list->a, list->pairs ? list->pairs[i].a : i, a);
    *motion_b = collide__motion_at(list->b, list->pairs ? list->pairs[i].b : i, b);
    *motion_a = *motion_a ? *motion_a : &list->rest;
    *motion_b = *motion_b ? *motion_b : &list->rest;
}

static void collide__motions_single(const collide__motions_list *list, size_t i, float t_max,
                                    float tolerance) {
    collide_shape a, b;
    const collide_motion *motion_a, *motion_b;
    collide__motions_at(list, i, &a, &motion_a, &b, &motion_b);
    collide__motion_of(&a, motion_a, &b, motion_b, 0, t_max, tolerance, true, &list->out[i]);
}

// Shape i of a side, of which lane may hold the members, and its motion. Returns its kind.
COLLIDE__INLINE uint32_t collide__motions_shape(const collide__motions_list *list,
                                                const collide__motions_side *side, size_t i,
                                                collide_shape *lane, const float **members,
                                                const collide_motion **motion) {
    const char *object = NULL;
    const uint32_t kind = collide__motions_find(side, i, lane, &object, motion);
    *members = (const float *)(const void *)object;
    *motion = *motion ? *motion : &list->rest;
    return kind;
}

// As collide__motions_swapped. Two motions are seldom the same.
COLLIDE__INLINE bool collide__motions_order(uint32_t kind_a, const float *a,
                                            const collide_motion *motion_a, uint32_t kind_b,
                                            const float *b, const collide_motion *motion_b) {
    const float x = motion_a->pose.position.x, y = motion_b->pose.position.x;
    if (kind_a != kind_b)
        return collide__motion_rank(kind_a) > collide__motion_rank(kind_b);
    if (x != y)
        return x > y;
    const size_t size = kind_a == COLLIDE_SHAPE_CONVEX
                            ? sizeof(collide_convex_at)
                            : 4 * (size_t)collide__shape_packed[kind_a].floats;
    const collide_shape s = collide__shape_of((collide_shape_kind)kind_a, a, size);
    const collide_shape t = collide__shape_of((collide_shape_kind)kind_b, b, size);
    return collide__motions_swapped(&s, motion_a, &t, motion_b);
}

// Whether a search takes two kinds. both: two convex bodies.
COLLIDE__INLINE bool collide__motions_take(int form, bool both, uint32_t a, uint32_t b) {
    return form == COLLIDE__FORM_BOXES    ? a == COLLIDE_SHAPE_OBB && b == COLLIDE_SHAPE_OBB
           : form == COLLIDE__FORM_ROUNDS ? collide__motion_rounds_take(a, b)
                                          : collide__motion_hulls_take(a, b) && both == (a == b);
}

// The next pairs of a form; other pairs are passed by.
COLLIDE__INLINE void collide__motions_pick(collide__boxes_job *job, collide__boxes_block *block,
                                           int form) {
    collide__motions_rows *const rows = (collide__motions_rows *)job->source;
    collide__motions_list *const list = rows->list;
    const float *box[2][16], *motion[2][16];
    union {
        collide_shape shape;
        float rows[16];
    } lane[2][16];
    block->n = 0;
    for (; list->next < list->n && block->n < 16; ++list->next) {
        const size_t k = block->n, i = list->next;
        const collide_motion *u, *v;
        const float *a, *b;
        const uint32_t kind_a = collide__motions_shape(
            list, list->a, list->pairs ? list->pairs[i].a : i, &lane[0][k].shape, &a, &u);
        const uint32_t kind_b = collide__motions_shape(
            list, list->b, list->pairs ? list->pairs[i].b : i, &lane[1][k].shape, &b, &v);
        if (!collide__motions_take(form, rows->both, kind_a, kind_b))
            continue;
        const bool swapped = collide__motions_order(kind_a, a, u, kind_b, b, v);
        if (form == COLLIDE__FORM_ROUNDS) {
            a = collide__motion_rounds_rows(kind_a, a, lane[0][k].rows);
            b = collide__motion_rounds_rows(kind_b, b, lane[1][k].rows);
        } else if (form == COLLIDE__FORM_HULLS) {
            a = collide__motion_hulls_rows(kind_a, a, lane[0][k].rows, &block->hulls[swapped][k]);
            b = collide__motion_hulls_rows(kind_b, b, lane[1][k].rows, &block->hulls[!swapped][k]);
            if (!a || !b)
                continue;
        }
        box[swapped][k] = a;
        motion[swapped][k] = collide__floats(u);
        box[!swapped][k] = b;
        motion[!swapped][k] = collide__floats(v);
        block->tag[k] = 2 * i + swapped;
        ++block->n;
    }
    block->step = 16;
    block->both = rows->both;
    for (int i = 0; i < 2 && block->n; ++i) {
        for (size_t k = block->n; k < 16; ++k) {
            box[i][k] = box[i][0];
            motion[i][k] = motion[i][0];
        }
        collide__base()->transpose(rows->box[i], box[i], form == COLLIDE__FORM_BOXES ? 15 : 16);
        collide__base()->transpose(rows->motion[i], motion[i], 21);
        block->box[i] = rows->box[i];
        block->motion[i] = rows->motion[i];
    }
}

static void collide__motions_next(collide__boxes_job *job, collide__boxes_block *block) {
    collide__motions_pick(job, block, COLLIDE__FORM_BOXES);
}

static void collide__motions_next_round(collide__boxes_job *job, collide__boxes_block *block) {
    collide__motions_pick(job, block, COLLIDE__FORM_ROUNDS);
}

static void collide__motions_next_hull(collide__boxes_job *job, collide__boxes_block *block) {
    collide__motions_pick(job, block, COLLIDE__FORM_HULLS);
}

// All pairs of boxes, of round bodies, and of hulls by the kernels; the others are left. Its rows
// are not on the stack of single calls.
COLLIDE__NOINLINE void collide__motions_lanes(collide__motions_list *list, double t_max,
                                              float tolerance) {
    const uint32_t a = list->a->list.kind, b = list->b->list.kind;
    collide__motions_rows rows;
    collide__boxes_job job;
    for (size_t i = 0; i < list->n; ++i)
        list->out[i].verdict = COLLIDE__MOTION_LEFT;
    rows.list = list;
    rows.both = false;
    job.t_max = t_max;
    job.tolerance = tolerance;
    job.out = list->out;
    job.source = &rows;
    if ((!a || a == COLLIDE_SHAPE_OBB) && (!b || b == COLLIDE_SHAPE_OBB)) {
        list->next = 0;
        job.next = collide__motions_next;
        collide__motion()->boxes(&job);
    }
    if (!a || !b || collide__motion_rounds_take(a, b)) {
        list->next = 0;
        job.next = collide__motions_next_round;
        collide__motion()->rounds(&job);
    }
    for (int both = 0; both < 2; ++both)
        if (!a || !b || collide__motions_take(COLLIDE__FORM_HULLS, both > 0, a, b)) {
            list->next = 0;
            rows.both = both > 0;
            job.next = collide__motions_next_hull;
            collide__motion()->hulls(&job);
        }
}

static size_t collide__motions_run(const collide__motions_side *a, const collide__motions_side *b,
                                   const collide_pair *pairs, size_t n, float t_max,
                                   float tolerance, collide_bracket *out) {
    collide__motions_list list;
    size_t hits = 0;
    COLLIDE_ASSERT(n == 0 || out);
    list.a = a;
    list.b = b;
    list.pairs = pairs;
    list.n = n;
    list.next = 0;
    list.out = out;
    list.rest = collide_motion_at_rest();
    const bool lanes = t_max >= 0;
    if (lanes)
        collide__motions_lanes(&list, t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX,
                               tolerance);
    for (size_t i = 0; i < n; ++i) {
        if (!lanes || out[i].verdict == COLLIDE__MOTION_LEFT)
            collide__motions_single(&list, i, t_max, tolerance);
        hits += out[i].verdict != COLLIDE_MISS;
    }
    return hits;
}

// One shape against a pack, or two packs.
static size_t collide__motions_sides(const collide__motions_side *a, const collide__motions_side *b,
                                     float t_max, float tolerance, collide_bracket *out) {
    const size_t n = a->one ? b->list.count : collide__min_size(a->list.count, b->list.count);
    return collide__motions_run(a, b, NULL, n, t_max, tolerance, out);
}

COLLIDE_API size_t collide_shape_shape_motion_many(
    const collide_shape *a, const collide_motion *motion_a, const collide_shape_pack *b,
    const collide_motion_array *motions_b, float t_max, float tolerance, collide_bracket *out) {
    const collide_pack *header;
    const uint32_t kind = collide__shape_pack_read(b, &header);
    const collide__motions_side one = collide__motions_one(COLLIDE_SHAPE_NONE, a, motion_a);
    const collide__motions_side of_b = collide__motions_pack(kind, header, motions_b);
    return collide__motions_sides(&one, &of_b, t_max, tolerance, out);
}

COLLIDE_API size_t collide_shape_shape_motion_lanes(
    const collide_shape_pack *a, const collide_motion_array *motions_a, const collide_shape_pack *b,
    const collide_motion_array *motions_b, float t_max, float tolerance, collide_bracket *out) {
    const collide_pack *header_a, *header_b;
    const uint32_t kind_a = collide__shape_pack_read(a, &header_a);
    const uint32_t kind_b = collide__shape_pack_read(b, &header_b);
    const collide__motions_side of_a = collide__motions_pack(kind_a, header_a, motions_a);
    const collide__motions_side of_b = collide__motions_pack(kind_b, header_b, motions_b);
    return collide__motions_sides(&of_a, &of_b, t_max, tolerance, out);
}

// Arrays of shapes, or of objects of one kind.
#define COLLIDE__MOTION_PAIRS(kind_a, kind_b)                                                      \
    COLLIDE_ASSERT(a &&b && (n == 0 || pairs));                                                    \
    const collide__motions_side of_a =                                                             \
        collide__motions_array(kind_a, a->objects, a->count, a->stride, motions_a);                \
    const collide__motions_side of_b =                                                             \
        collide__motions_array(kind_b, b->objects, b->count, b->stride, motions_b);                \
    return collide__motions_run(&of_a, &of_b, pairs, n, t_max, tolerance, out)

COLLIDE_API size_t collide_shape_shape_motion_pairs(
    const collide_shape_array *a, const collide_motion_array *motions_a,
    const collide_shape_array *b, const collide_motion_array *motions_b, const collide_pair *pairs,
    size_t n, float t_max, float tolerance, collide_bracket *out) {
    COLLIDE__MOTION_PAIRS(COLLIDE_SHAPE_NONE, COLLIDE_SHAPE_NONE);
}

#define COLLIDE__MOTIONS_DEFINE(A, KIND_A, B, KIND_B)                                              \
    COLLIDE_API size_t collide_##A##_##B##_motion_many(                                            \
        const collide_##A *a, const collide_motion *motion_a, const collide_##B##_pack *b,         \
        const collide_motion_array *motions_b, float t_max, float tolerance,                       \
        collide_bracket *out) {                                                                    \
        const collide__motions_side one =                                                          \
            collide__motions_one(COLLIDE_SHAPE_##KIND_A, a, motion_a);                             \
        const collide__motions_side of_b =                                                         \
            collide__motions_pack(COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), motions_b);          \
        return collide__motions_sides(&one, &of_b, t_max, tolerance, out);                         \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_motion_lanes(                                           \
        const collide_##A##_pack *a, const collide_motion_array *motions_a,                        \
        const collide_##B##_pack *b, const collide_motion_array *motions_b, float t_max,           \
        float tolerance, collide_bracket *out) {                                                   \
        const collide__motions_side of_a =                                                         \
            collide__motions_pack(COLLIDE_SHAPE_##KIND_A, COLLIDE__HEADER(a), motions_a);          \
        const collide__motions_side of_b =                                                         \
            collide__motions_pack(COLLIDE_SHAPE_##KIND_B, COLLIDE__HEADER(b), motions_b);          \
        return collide__motions_sides(&of_a, &of_b, t_max, tolerance, out);                        \
    }                                                                                              \
    COLLIDE_API size_t collide_##A##_##B##_motion_pairs(                                           \
        const collide_##A##_array *a, const collide_motion_array *motions_a,                       \
        const collide_##B##_array *b, const collide_motion_array *motions_b,                       \
        const collide_pair *pairs, size_t n, float t_max, float tolerance, collide_bracket *out) { \
        COLLIDE__MOTION_PAIRS(COLLIDE_SHAPE_##KIND_A, COLLIDE_SHAPE_##KIND_B);                     \
    }
COLLIDE__MOTIONS_DEFINE(obb, OBB, obb, OBB)
COLLIDE__MOTIONS_DEFINE(sphere, SPHERE, obb, OBB)
COLLIDE__MOTIONS_DEFINE(capsule, CAPSULE, obb, OBB)
COLLIDE__MOTIONS_DEFINE(capsule, CAPSULE, capsule, CAPSULE)
COLLIDE__MOTIONS_DEFINE(sphere, SPHERE, capsule, CAPSULE)
#undef COLLIDE__MOTIONS_DEFINE
#undef COLLIDE__MOTION_PAIRS
#endif // COLLIDE_NO_MOTION
