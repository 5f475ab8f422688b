#pragma once
#include "clouds.h"

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

// Each block is first asked which objects may be within the lo of the farthest of k found so far:
// points and spheres by boxes, as in collide__cloud_box, then all by a search that ends early. This
// leaves out no object that belongs to the result: beyond a box lo is larger; a search that ends
// early has found a normal whose gap exceeds that lo by more than the rounding of lo, and a search
// without an end keeps the normal with the largest gap, so its lo exceeds that lo, too. The objects
// that remain are asked again without an end.
COLLIDE_API size_t collide_shape_shape_nearest(const collide_shape *a, const collide_shape_pack *b,
                                               float max, size_t k, uint32_t *indices,
                                               collide_distance *distances) {
    collide__cloud c;
    collide_distance block[16];
    const collide_distances out = {NULL, NULL, NULL, block};
    const collide_shape_array one = {a, 1, 0};
    collide__neighbours found = {indices, distances, 0, k};
    const float *rows;
    size_t at = 0;
    COLLIDE_ASSERT(a && (k == 0 || (indices && distances)));
    if (k == 0 || !collide__cloud_of(&c, &collide__op_distance, b, &out) || !collide__number(max) ||
        !collide__cloud_next(&c, &one, &at, max))
        return 0;
    for (size_t j = 0; j < c.blocks; ++j) {
        if (!collide__cloud_ask(&c, j, &rows))
            continue;
        const float before = c.batch.job.max;
        unsigned close;
        if (before < 0) { // within has no quick test of depths
            close = collide__cloud_candidates(&c, 0, j, rows, c.lanes[0]);
        } else {
            c.batch.op = &collide__op_within;
            close = collide__cloud_block(&c, 0, j, rows, c.lanes[0]);
            c.batch.op = &collide__op_distance;
        }
        if (!close)
            continue;
        c.batch.job.max = collide__infinity();
        for (close = collide__cloud_block(&c, 0, j, rows, close); close; close &= close - 1) {
            const unsigned lane = collide__lowest_bit(close);
            if (!(block[lane].lo > max))
                collide__neighbours_add(&found, (uint32_t)(16 * j) + lane, &block[lane]);
        }
        c.batch.job.max = before;
        if (found.count == k && distances[0].lo < before)
            collide__cloud_max(&c, distances[0].lo);
    }
    collide__neighbours_sort(&found);
    return found.count;
}
#endif // COLLIDE_NO_SHAPE
