#pragma once
#include "batches.h"

// ---- the nearest objects of a pack -----------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// The nearest objects so far, as a heap: the first of them is the farthest.
typedef struct collide__neighbours {
    uint32_t *indices;
    collide_distance *distances;
    size_t count, k;
} collide__neighbours;

static bool collide__neighbour_after(const collide_distance *d, uint32_t i,
                                     const collide_distance *e, uint32_t j) {
    return d->lo > e->lo || (!(d->lo < e->lo) && (d->hi > e->hi || (!(d->hi < e->hi) && i > j)));
}

// Sinks object i from the root of the first n.
static void collide__neighbours_sink(collide__neighbours *s, size_t n, uint32_t i,
                                     collide_distance d) {
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n &&
                 collide__neighbour_after(&s->distances[child + 1], s->indices[child + 1],
                                          &s->distances[child], s->indices[child]);
        if (!collide__neighbour_after(&s->distances[child], s->indices[child], &d, i))
            break;
        s->distances[at] = s->distances[child];
        s->indices[at] = s->indices[child];
    }
    s->distances[at] = d;
    s->indices[at] = i;
}

static void collide__neighbours_add(collide__neighbours *s, uint32_t i, const collide_distance *d) {
    size_t at = s->count;
    if (s->count == s->k) {
        if (collide__neighbour_after(&s->distances[0], s->indices[0], d, i))
            collide__neighbours_sink(s, s->k, i, *d);
        return;
    }
    for (++s->count; at > 0; at = (at - 1) / 2) {
        const size_t parent = (at - 1) / 2;
        if (!collide__neighbour_after(d, i, &s->distances[parent], s->indices[parent]))
            break;
        s->distances[at] = s->distances[parent];
        s->indices[at] = s->indices[parent];
    }
    s->distances[at] = *d;
    s->indices[at] = i;
}

static void collide__neighbours_sort(collide__neighbours *s) {
    for (size_t n = s->count; n-- > 1;) {
        const uint32_t i = s->indices[n];
        const collide_distance d = s->distances[n];
        s->indices[n] = s->indices[0];
        s->distances[n] = s->distances[0];
        collide__neighbours_sink(s, n, i, d);
    }
}

// Each block is first asked which objects are within the lo of the farthest of k found so far. This
// leaves out no object that belongs to the result: a search that ends early has found a normal
// whose gap exceeds that lo by more than the rounding of lo, and a search without an end keeps the
// normal with the largest gap, so its lo exceeds that lo, too. The objects that remain are asked
// again without an end.
COLLIDE_API size_t collide_shape_shape_nearest(const collide_shape *a, const collide_shape_pack *b,
                                               float max, size_t k, uint32_t *indices,
                                               collide_distance *distances) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__PACK_ROWS];
    collide_distance block[16];
    const collide_distances out = {NULL, NULL, NULL, block};
    const collide_pack *header;
    const uint32_t kind = collide__shape_pack_read(b, &header);
    collide__neighbours found = {indices, distances, 0, k};
    collide__shape_batch batch;
    size_t step = 0, n = k && collide__number(max) ? SIZE_MAX : 0;
    const float *q = NULL;
    COLLIDE_ASSERT(a && (k == 0 || (indices && distances)));
    collide__shape_batch_init(&batch, NULL, collide__shape_kind_of(a), kind, max, &out);
    batch.b = header;
    collide__splat_rows(rows, collide__shape_batch_one(&batch, &a->of), batch.asked.floats_a);
    collide__sweep_pack(header, batch.asked.magic_b, &q, &step, &n);
    for (size_t i = 0; i < n; i += 16, q += step) {
        COLLIDE__WORK(1);
        batch.op = &collide__op_within;
        batch.job.max = found.count == k ? distances[0].lo : max;
        batch.first = i;
        unsigned close = collide__shapes_ask(&batch, rows, q, collide__lanes(n - i));
        if (!close)
            continue;
        batch.op = &collide__op_distance;
        batch.job.max = collide__infinity();
        batch.first = 0;
        for (close = collide__block_distance(&batch, &batch.job, close); close;
             close &= close - 1) {
            const unsigned lane = collide__lowest_bit(close);
            if (!(block[lane].lo > max))
                collide__neighbours_add(&found, (uint32_t)i + lane, &block[lane]);
        }
    }
    collide__neighbours_sort(&found);
    return found.count;
}
#endif // COLLIDE_NO_SHAPE
