#pragma once
#include "../aabb/single.h"
#include "../sphere/single.h"
#include "build.h"
#include "walk.h"
#include "../base/work.h"

// ---- queries ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_OCTREE

static void collide__octree_gather(const collide_octree *o, const collide__octree_reference *from,
                                   unsigned n, const collide__octree_cell *cell, int16_t *to) {
    for (unsigned i = 0; i < n; ++i, ++to) {
        const collide__octree_box *box = &from[i].box;
        COLLIDE__PREFETCH(collide__octree_object(o, from[i].object));
        for (unsigned axis = 0; axis < 3; ++axis) {
            to[32 * axis] = box->lo[axis];
            to[32 * axis + 96] = box->hi[axis];
        }
        to[192] = (int16_t)((box->lo[0] >= cell->lo[0]) | (box->lo[1] >= cell->lo[1]) << 1 |
                            (box->lo[2] >= cell->lo[2]) << 2);
    }
}

static bool collide__octree_objects_overlap(const collide_octree *o, uint32_t i, uint32_t j) {
    const float *p = collide__octree_object(o, i), *q = collide__octree_object(o, j);
    if (o->floats == 4) {
        collide_sphere a, b;
        memcpy(&a, p, sizeof a);
        memcpy(&b, q, sizeof b);
        return collide_sphere_sphere(&a, &b);
    }
    collide_aabb a, b;
    memcpy(&a, p, sizeof a);
    memcpy(&b, q, sizeof b);
    return collide_aabb_aabb(&a, &b);
}

// The layer or the mask of an object.
COLLIDE__INLINE uint32_t collide__octree_bits(const collide_octree_filter *filter,
                                              const uint32_t *bits, size_t i) {
    uint32_t r = UINT32_MAX;
    if (bits)
        memcpy(&r, collide__at(bits, i, filter->stride ? filter->stride : sizeof r), sizeof r);
    return r;
}

// Whether an object is a pair with one that has this layer and this mask.
COLLIDE__INLINE bool collide__octree_passes(const collide_octree_filter *filter, size_t i,
                                            uint32_t layer, uint32_t mask) {
    return (collide__octree_bits(filter, filter->layers, i) & mask) != 0 &&
           (collide__octree_bits(filter, filter->masks, i) & layer) != 0;
}

static bool collide__octree_pair_passes(const collide_octree_filter *filter, size_t i, size_t j) {
    return !filter ||
           collide__octree_passes(filter, i, collide__octree_bits(filter, filter->layers, j),
                                  collide__octree_bits(filter, filter->masks, j));
}

static const collide__octree_box collide__octree_all = {{INT16_MIN, INT16_MIN, INT16_MIN},
                                                        {INT16_MAX, INT16_MAX, INT16_MAX}};

// What it takes to compare 32 references of a leaf with all m that are not before them, about.
COLLIDE__INLINE uint64_t collide__octree_row_work(uint32_t m) {
    return 32 + 2 * (uint64_t)m;
}

// The work of all pairs.
static uint64_t collide__octree_self_work(const collide_octree *o) {
    const collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    uint64_t work = 0;
    COLLIDE__WORK(o->inside.node_count / 8);
    for (uint32_t k = 0; k < o->inside.node_count; ++k)
        for (uint32_t i = 0; nodes[k].room != COLLIDE__OCTREE_INNER && i < nodes[k].count; i += 32)
            work += collide__octree_row_work(nodes[k].count - i);
    return work;
}

// Pairs of 32 references from i on with all others of a leaf that are not before them.
static size_t collide__octree_self_row(const collide_octree *octree,
                                       const collide__octree_cell *cell, uint32_t i,
                                       const collide_octree_filter *filter, int16_t *a, int16_t *b,
                                       collide_pair *pairs, size_t hits, size_t capacity) {
    const collide__octree_kernels *kernels = collide__octree();
    const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(octree) + cell->node;
    const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(octree) + leaf->first;
    const unsigned n = leaf->count - i < 32 ? leaf->count - i : 32;
    collide__octree_gather(octree, own + i, n, cell, a);
    for (uint32_t j = i; j < leaf->count; j += 32) {
        const unsigned m = leaf->count - j < 32 ? leaf->count - j : 32;
        uint32_t bits[32];
        if (j != i)
            collide__octree_gather(octree, own + j, m, cell, b);
        COLLIDE__WORK(n);
        kernels->overlap(a, n, j == i ? a : b, m, bits);
        for (unsigned k = 0; k < n; ++k)
            for (uint32_t set = bits[k]; set; set &= set - 1) {
                const uint32_t p = own[i + k].object;
                const uint32_t q = own[j + collide__lowest_bit(set)].object;
                if (!collide__octree_pair_passes(filter, p, q))
                    continue;
                // No branch for an answer that nobody can predict.
                if (hits < capacity) {
                    pairs[hits].a = p < q ? p : q;
                    pairs[hits].b = p < q ? q : p;
                }
                COLLIDE__WORK(1);
                hits += collide__octree_objects_overlap(octree, p, q);
            }
    }
    return hits;
}

// The pairs whose work begins from from to to, in the order of leaves.
static size_t collide__octree_self(const collide_octree *octree, uint64_t from, uint64_t to,
                                   const collide_octree_filter *filter, collide_pair *pairs,
                                   size_t capacity) {
    collide__octree_walk walk;
    collide__octree_cell cell;
    COLLIDE__ALIGNED(int16_t) a[7 * 32];
    COLLIDE__ALIGNED(int16_t) b[7 * 32];
    uint64_t work = 0;
    size_t hits = 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    collide__octree_walk_start(&walk, NULL);
    while (work < to && collide__octree_walk_next(octree, &walk, &collide__octree_all, &cell)) {
        const uint32_t n = COLLIDE__OCTREE_NODES(octree)[cell.node].count;
        for (uint32_t i = 0; i < n; i += 32) {
            if (work >= from && work < to)
                hits =
                    collide__octree_self_row(octree, &cell, i, filter, a, b, pairs, hits, capacity);
            work += collide__octree_row_work(n - i);
        }
    }
    return hits;
}

COLLIDE_API size_t collide_octree_self_indices(const collide_octree *octree,
                                               const collide_octree_filter *filter,
                                               collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    COLLIDE_ASSERT(!octree || octree->magic == COLLIDE_OCTREE_MAGIC);
    return octree ? collide__octree_self(octree, 0, UINT64_MAX, filter, pairs, capacity) : 0;
}

COLLIDE_API size_t collide_octree_self_part_indices(const collide_octree *octree, size_t part,
                                                    size_t parts,
                                                    const collide_octree_filter *filter,
                                                    collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    COLLIDE_ASSERT(!octree || octree->magic == COLLIDE_OCTREE_MAGIC);
    if (!octree || part >= parts)
        return 0;
    const uint64_t work = collide__octree_self_work(octree);
    const uint64_t each = work / parts, rest = work % parts;
    const uint64_t from = each * part + (part < rest ? part : rest);
    const uint64_t to = from + each + (part < rest);
    return collide__octree_self(octree, from, to, filter, pairs, capacity);
}

// The layer or the mask of what is asked.
COLLIDE__INLINE uint32_t collide__octree_asked_bits(uint32_t bits) {
    return bits ? bits : UINT32_MAX;
}

// Whether an object is a pair with what is asked.
COLLIDE__INLINE bool collide__octree_asked_passes(const collide_octree_filter *filter, size_t i) {
    return !filter || collide__octree_passes(filter, i, collide__octree_asked_bits(filter->layer),
                                             collide__octree_asked_bits(filter->mask));
}

// The objects that overlap a sphere or an AABB, whose floats query holds.
static size_t collide__octree_near(const collide_octree *o, const float *query, size_t floats,
                                   const collide__octree_box *box,
                                   const collide_octree_filter *filter, uint32_t *indices,
                                   size_t capacity) {
    collide__octree_walk walk;
    collide__octree_cell cell;
    size_t hits = 0;
    collide_sphere asked, sphere;
    collide_aabb around, aabb;
    memcpy(floats == 4 ? (void *)&asked : (void *)&around, query, floats * sizeof *query);
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(o, &walk, box, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(o) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(o) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; ++i) {
            COLLIDE__WORK(1);
            const float *object = collide__octree_object(o, own[i].object);
            bool hit;
            if (!collide__octree_overlap(box, &own[i].box) ||
                !collide__octree_holds_corner(&cell, box, &own[i].box) ||
                !collide__octree_asked_passes(filter, own[i].object))
                continue;
            if (o->floats == 4) {
                memcpy(&sphere, object, sizeof sphere);
                hit = floats == 4 ? collide_sphere_sphere(&asked, &sphere)
                                  : collide_sphere_aabb(&sphere, &around);
            } else {
                memcpy(&aabb, object, sizeof aabb);
                hit = floats == 4 ? collide_sphere_aabb(&asked, &aabb)
                                  : collide_aabb_aabb(&around, &aabb);
            }
            if (!hit)
                continue;
            if (hits < capacity)
                indices[hits] = own[i].object;
            ++hits;
        }
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_octree_indices(const collide_sphere *a, const collide_octree *b,
                                                 const collide_octree_filter *filter,
                                                 uint32_t *indices, size_t capacity) {
    float query[4];
    COLLIDE_ASSERT(a && (indices || !capacity));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || !(a->radius >= 0))
        return 0;
    memcpy(query, a, sizeof query);
    const collide__octree_box box = collide__octree_sphere_box(b, query);
    return collide__octree_near(b, query, 4, &box, filter, indices, capacity);
}

COLLIDE_API size_t collide_aabb_octree_indices(const collide_aabb *a, const collide_octree *b,
                                               const collide_octree_filter *filter,
                                               uint32_t *indices, size_t capacity) {
    float query[6];
    COLLIDE_ASSERT(a && (indices || !capacity));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || !collide__aabb_holds_any(a))
        return 0;
    memcpy(query, a, sizeof query);
    const collide__octree_box box = collide__octree_aabb_box(b, query);
    return collide__octree_near(b, query, 6, &box, filter, indices, capacity);
}
#endif // COLLIDE_NO_OCTREE
