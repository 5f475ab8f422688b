#pragma once
#include "batches.h"
#include "moved.h"

// ---- several shapes against a pack -----------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

#define COLLIDE__CLOUD_SHAPES 16 // that share a pass over the pack
#define COLLIDE__CLOUD_FLOATS 15 // of an OBB, the largest object

// A shape and its bounds. reach is an upper bound of the shape's part of S (collide__cloud_box).
typedef struct collide__cloud_shape {
    collide_shape shape;
    collide_aabb box;
    double reach;
    size_t index;
} collide__cloud_shape;

// Shapes that share a pass, and the boxes that reject points: first the box around all shapes, then
// the box of each shape. The batch tests one shape at a time, which is copied to all lanes of rows.
typedef struct collide__cloud {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__CLOUD_FLOATS];
    collide__cloud_shape shapes[COLLIDE__CLOUD_SHAPES];
    float boxes[8 * (COLLIDE__CLOUD_SHAPES + 1)];
    uint16_t lanes[COLLIDE__CLOUD_SHAPES];
    collide__shape_batch batch;
    const collide_pack *pack;
    size_t count, blocks, asked;
    uint32_t kind;
} collide__cloud;

// A plane has no core, and infinite bounds.
static void collide__cloud_bounds(collide__cloud_shape *out) {
    collide__core core;
    out->box = collide_aabb_from_shape(&out->shape);
    out->reach = 0;
    if (collide__core_of(&core, &out->shape))
        out->reach = collide__dsum_abs(collide__dsub(out->box.max, out->box.min)) +
                     (collide__dmul(4, core.size) + core.radius);
}

// Writes the box beyond which the single call finds an object p of radius r farther than max. Let g
// be the largest distance, over the three axes, by which the centre of p lies beyond the bounds of
// the shape. Then the distance of p is at least g - r. S (>>shape) is at most reach + 3 g + r: on
// each axis, the centre of p is within g + (hi - lo) of every point of the bounds, and the bounds
// lie within core.size of the core's origin. A bracket is at most 2^-20 S wide, and no call takes a
// shape for a hit that is farther than max by more than 2^-16 S. So an object with
// (g - r) (1 - 2^-14) > max + 2^-16 reach + 2^-14 r has lo > max. The kernel covers the term
// 2^-14 r: it multiplies r by COLLIDE__CLOUD_RADIUS. A negative max counts as 0, because brackets
// of depths may be wider than 2^-20 S. The terms 2^-22 and 2^-125 cover the rounding of the kernel.
static void collide__cloud_box(const collide__cloud_shape *s, double max, float *box) {
    const float *lo = collide__floats(&s->box.min), *hi = collide__floats(&s->box.max);
    const double grow =
        collide__dmul(collide__dmax(max, 0) + collide__dmul(s->reach, 1.52587890625e-05),
                      1.0001220703125); // 2^-16, 1 + 2^-13
    for (int i = 0; i < 3; ++i) {
        const double least = (double)lo[i] - grow, most = (double)hi[i] + grow;
        box[i] = collide__float_down(
            (least - collide__dmul(collide__dabs(least), 2.384185791015625e-7)) -
            2.350988701644575e-38); // 2^-22, 2^-125
        box[4 + i] =
            collide__float_up((most + collide__dmul(collide__dabs(most), 2.384185791015625e-7)) +
                              2.350988701644575e-38);
    }
    box[3] = box[7] = 0;
}

static void collide__cloud_max(collide__cloud *c, float max) {
    float *all = c->boxes;
    c->batch.job.max = max;
    for (size_t k = 0; k < c->count; ++k) {
        float *box = c->boxes + 8 * (k + 1);
        collide__cloud_box(&c->shapes[k], (double)max, box);
        for (int i = 0; i < 4; ++i) {
            all[i] = k == 0 || box[i] < all[i] ? box[i] : all[i];
            all[4 + i] = k == 0 || box[4 + i] > all[4 + i] ? box[4 + i] : all[4 + i];
        }
    }
}

// The next shapes of an array from *at on; false if there are none. Shapes that are never hit are
// left out.
static bool collide__cloud_next(collide__cloud *c, const collide_shape_array *a, size_t *at,
                                float max) {
    const size_t stride = a->stride ? a->stride : sizeof(collide_shape);
    const size_t n = a->objects ? a->count : 0;
    for (c->count = 0; c->count < COLLIDE__CLOUD_SHAPES && *at < n; ++*at) {
        collide__cloud_shape *s = &c->shapes[c->count];
        memcpy(&s->shape, collide__at(a->objects, *at, stride), sizeof s->shape);
        if (!collide__shape_usable(&s->shape))
            continue;
        collide__cloud_bounds(s);
        s->index = *at;
        c->count += 1;
    }
    c->asked = SIZE_MAX;
    collide__cloud_max(c, max);
    return c->count > 0;
}

static bool collide__cloud_of(collide__cloud *c, const collide__shape_op *op,
                              const collide_shape_pack *b, const collide_distances *out) {
    c->kind = collide__shape_pack_read(b, &c->pack);
    c->blocks = c->kind ? c->pack->blocks : 0;
    collide__shape_batch_init(&c->batch, op, 0, c->kind, 0, out);
    c->batch.job.a = c->rows;
    c->batch.job.bodies_a = c->batch.one;
    return c->kind != 0;
}

// The lanes of a block that each shape has to ask; false if there are none.
static bool collide__cloud_ask(collide__cloud *c, size_t block, const float **rows) {
    const unsigned all = collide__lanes(c->pack->count - 16 * block);
    const bool spheres = c->kind == COLLIDE_SHAPE_SPHERE;
    *rows = collide__pack_rows(c->pack) + block * 16 * c->pack->components;
    COLLIDE__WORK(1);
    if (c->kind != COLLIDE_SHAPE_POINT && !spheres) {
        for (size_t k = 0; k < c->count; ++k)
            c->lanes[k] = (uint16_t)all;
        return true;
    }
    collide__shape()->inside(*rows, spheres, c->boxes, 1, c->lanes);
    if (!(c->lanes[0] & all))
        return false;
    collide__shape()->inside(*rows, spheres, c->boxes + 8, c->count, c->lanes);
    for (size_t k = 0; k < c->count; ++k)
        c->lanes[k] = (uint16_t)(c->lanes[k] & all);
    return true;
}

// The job of a shape and a block.
static const collide__distance_job *collide__cloud_job(collide__cloud *c, size_t k, size_t block,
                                                       const float *rows) {
    collide__distance_job *job = &c->batch.job;
    const collide_shape *shape = &c->shapes[k].shape;
    job->b = rows;
    if (c->kind == COLLIDE_SHAPE_CONVEX)
        job->bodies_b = collide__block_bodies(c->pack, block);
    if (k != c->asked) {
        job->kind_a = shape->kind;
        collide__splat_rows(c->rows, collide__shape_batch_one(&c->batch, &shape->of),
                            collide__shape_packed[shape->kind].components);
        c->asked = k;
    }
    return job;
}

static unsigned collide__cloud_block(collide__cloud *c, size_t k, size_t block, const float *rows,
                                     unsigned lanes) {
    return c->batch.op->block(&c->batch, collide__cloud_job(c, k, block, rows), lanes);
}

COLLIDE_API size_t collide_shape_shape_within_all(const collide_shape_array *a,
                                                  const collide_shape_pack *b, float margin,
                                                  uint16_t *bits) {
    collide__cloud c;
    const float *rows;
    size_t hits = 0, at = 0;
    COLLIDE_ASSERT(a && (bits || a->count == 0));
    if (!collide__cloud_of(&c, &collide__op_within, b, NULL))
        return 0;
    if (a->objects && a->count)
        memset(bits, 0, a->count * c.blocks * sizeof *bits);
    while (collide__number(margin) && collide__cloud_next(&c, a, &at, margin))
        for (size_t j = 0; j < c.blocks; ++j)
            if (collide__cloud_ask(&c, j, &rows))
                for (size_t k = 0; k < c.count; ++k)
                    if (c.lanes[k]) {
                        const unsigned word = collide__cloud_block(&c, k, j, rows, c.lanes[k]);
                        bits[c.shapes[k].index * c.blocks + j] = (uint16_t)word;
                        hits += collide__popcount(word);
                    }
    return hits;
}

COLLIDE_API bool collide_shape_shape_within_any(const collide_shape_array *a,
                                                const collide_shape_pack *b, float margin,
                                                collide_pair *pair) {
    collide__cloud c;
    collide_pair found = {0, UINT32_MAX};
    const float *rows;
    size_t at = 0;
    bool any = false;
    COLLIDE_ASSERT(a);
    if (!collide__cloud_of(&c, &collide__op_within, b, NULL) || !collide__number(margin))
        return false;
    while (collide__cloud_next(&c, a, &at, margin)) {
        bool here = false; // the shapes of one pass are asked for the same block
        for (size_t j = 0; j < c.blocks && !here && 16 * j <= found.b; ++j) {
            if (!collide__cloud_ask(&c, j, &rows))
                continue;
            for (size_t k = 0; k < c.count; ++k) {
                const unsigned word =
                    c.lanes[k] ? collide__cloud_block(&c, k, j, rows, c.lanes[k]) : 0;
                const uint32_t i =
                    word ? (uint32_t)(16 * j) + collide__lowest_bit(word) : UINT32_MAX;
                if (i < found.b) { // of shapes that hit the same, the first stays
                    found.a = (uint32_t)c.shapes[k].index;
                    found.b = i;
                    any = here = true;
                }
            }
        }
        if (any && !pair)
            return true;
    }
    if (pair && any)
        *pair = found;
    return any;
}

// Of the given lanes, those that may be no farther than the best pair.
static unsigned collide__cloud_candidates(collide__cloud *c, size_t k, size_t block,
                                          const float *rows, unsigned lanes) {
    unsigned unsure = lanes;
    const unsigned hits =
        lanes ? collide__shape()->within(collide__cloud_job(c, k, block, rows), lanes, &unsure) : 0;
    return (hits | unsure) & lanes;
}

COLLIDE_API bool collide_shape_shape_nearest_pair(const collide_shape_array *a,
                                                  const collide_shape_pack *b, float max,
                                                  collide_pair *pair, collide_distance *out) {
    collide__cloud c;
    float lo[16], hi[16], best = max, best_hi = collide__infinity();
    const collide_distances to = {NULL, lo, hi, NULL};
    collide_pair found = {0, 0};
    const float *rows;
    size_t at = 0;
    bool any = false;
    COLLIDE_ASSERT(a);
    collide__distance_none(out);
    if (!collide__cloud_of(&c, &collide__op_distance, b, &to) || !collide__number(max))
        return false;
    while (collide__cloud_next(&c, a, &at, best))
        for (size_t j = 0; j < c.blocks; ++j) {
            if (!collide__cloud_ask(&c, j, &rows))
                continue;
            for (size_t k = 0; k < c.count; ++k) {
                unsigned word = collide__cloud_candidates(&c, k, j, rows, c.lanes[k]);
                const float before = best;
                word = word ? collide__cloud_block(&c, k, j, rows, word) : 0;
                for (; word; word &= word - 1) {
                    const unsigned i = collide__lowest_bit(word);
                    const collide_pair hit = {(uint32_t)c.shapes[k].index, (uint32_t)(16 * j) + i};
                    const bool first = hit.b < found.b || (hit.b == found.b && hit.a < found.a);
                    if (any && !(lo[i] < best) &&
                        !(lo[i] == best && (hi[i] < best_hi || (hi[i] == best_hi && first))))
                        continue;
                    any = true;
                    found = hit;
                    best = lo[i];
                    best_hi = hi[i];
                }
                if (best < before)
                    collide__cloud_max(&c, best);
            }
        }
    if (!any)
        return false;
    if (pair)
        *pair = found;
    if (out) {
        const size_t stride = a->stride ? a->stride : sizeof(collide_shape);
        const collide_shape t = collide_shape_pack_get(b, found.b);
        collide_shape s;
        memcpy(&s, collide__at(a->objects, found.a, stride), sizeof s);
        collide_shape_shape_distance(&s, &t, collide__infinity(), out);
    }
    return true;
}
#undef COLLIDE__CLOUD_FLOATS
#undef COLLIDE__CLOUD_SHAPES
#endif // COLLIDE_NO_SHAPE
