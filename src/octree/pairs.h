#pragma once
#include "queries.h"
#include "../base/work.h"

// ---- pairs of two octrees, and pairs within a margin -----------------------------------------
#ifndef COLLIDE_NO_OCTREE

// Whether two objects, spheres of 4 floats or AABBs of 6, are a pair.
typedef bool (*collide__octree_verdict)(const float *a, size_t floats_a, const float *b,
                                        size_t floats_b, float margin);

// One object against an octree: what lies in reach of it, and is a pair with it. Objects of the
// same octree are pairs with those of a larger number.
typedef struct collide__octree_seeker {
    const collide_octree *o;
    const collide_octree_filter *filter; // of o
    collide__octree_verdict verdict;
    float margin;
    bool self, swapped; // swapped: the objects of o come first
    const float *object;
    size_t floats;
    uint32_t number, layer, mask;
    uint32_t *indices; // or pairs
    collide_pair *pairs;
    size_t capacity, hits;
} collide__octree_seeker;

// Finds the pairs of s->object, which is wider by reach on all sides. Of the leaves that hold an
// object, the one with the low corner of the common part of both boxes reports it.
static void collide__octree_seek(collide__octree_seeker *s, double reach) {
    const size_t upper = s->floats == 4 ? 0 : 3;
    collide__octree_walk walk;
    collide__octree_cell cell;
    double lo[3], hi[3];
    const double by = reach + (s->floats == 4 ? (double)s->object[3] : 0);
    for (size_t axis = 0; axis < 3; ++axis) {
        lo[axis] = (double)s->object[axis] - by;
        hi[axis] = (double)s->object[axis + upper] + by;
        // Their rounding is less than the margin of steps, but that is of lo and hi.
        const double size = collide__dabs((double)s->object[axis]) + by;
        const double more = collide__dabs((double)s->object[axis + upper]) + by;
        lo[axis] -= collide__dmul(size, COLLIDE__OCTREE_MARGIN);
        hi[axis] += collide__dmul(more, COLLIDE__OCTREE_MARGIN);
    }
    const collide__octree_box box = collide__octree_interval_box(s->o, lo, hi);
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(s->o, &walk, &box, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(s->o) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(s->o) + leaf->first;
        COLLIDE__WORK(leaf->count);
        for (uint32_t i = 0; i < leaf->count; ++i) {
            const uint32_t k = own[i].object;
            const float *other = collide__octree_object(s->o, k);
            if (!collide__octree_overlap(&box, &own[i].box) || (s->self && k <= s->number) ||
                !collide__octree_holds_corner(&cell, &box, &own[i].box) ||
                (s->filter && !collide__octree_passes(s->filter, k, s->layer, s->mask)) ||
                !(s->swapped ? s->verdict(other, s->o->floats, s->object, s->floats, s->margin)
                             : s->verdict(s->object, s->floats, other, s->o->floats, s->margin)))
                continue;
            if (s->hits < s->capacity && s->pairs) {
                s->pairs[s->hits].a = s->swapped ? k : s->number;
                s->pairs[s->hits].b = s->swapped ? s->number : k;
            } else if (s->hits < s->capacity) {
                s->indices[s->hits] = k;
            }
            ++s->hits;
        }
    }
}

// How far beyond margin a pair may lie that a call finds within it: brackets are at most 2^-20 S
// wide, where S is at most three times all sizes and twice the distance.
static double collide__octree_margin_reach(double margin, double sizes) {
    const double reach = margin + collide__dmul(sizes, 3.814697265625e-06); // 2^-18
    // No infinity, of which there would be differences.
    return reach > 0 ? collide__dmin(collide__dmul(reach, 1 + 7.62939453125e-06), 1e200)
                     : 0; // 2^-17
}

// The largest object; an octree of a file of an earlier version does not say.
static double collide__octree_size_bound(const collide_octree *o) {
    return o->inside.largest > 0 ? o->inside.largest : collide__octree_largest(o);
}

// The pairs of all objects of an octree with those of s->o, in the order of the leaves that hold
// their low corners; sizes bounds the sizes of these.
static size_t collide__octree_seek_all(collide__octree_seeker *s, const collide_octree *of,
                                       const collide_octree_filter *filter, double sizes) {
    collide__octree_walk walk;
    collide__octree_cell cell;
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(of, &walk, &collide__octree_all, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(of) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(of) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; ++i) {
            const collide__octree_box *box = &own[i].box;
            COLLIDE__WORK(1);
            if (box->lo[0] < cell.lo[0] || box->lo[1] < cell.lo[1] || box->lo[2] < cell.lo[2])
                continue;
            s->number = own[i].object;
            s->object = collide__octree_object(of, s->number);
            s->floats = of->floats;
            s->layer = s->mask = UINT32_MAX;
            if (filter) {
                s->layer = collide__octree_bits(filter, filter->layers, s->number);
                s->mask = collide__octree_bits(filter, filter->masks, s->number);
            }
            collide__octree_seek(
                s, collide__octree_margin_reach(
                       (double)s->margin, sizes + collide__octree_span(s->object, s->floats)));
        }
    }
    return s->hits;
}

static const collide_octree_filter collide__octree_filter_all = {NULL, NULL, 0, 0, 0};

// The pairs of two octrees: each object of the smaller one is asked.
static size_t collide__octree_octree(const collide_octree *a, const collide_octree *b,
                                     collide__octree_verdict verdict, float margin,
                                     const collide_octree_filter *filter_a,
                                     const collide_octree_filter *filter_b, collide_pair *pairs,
                                     size_t capacity) {
    const bool swapped = a->count > b->count;
    const collide_octree *of = swapped ? b : a, *o = swapped ? a : b;
    const collide_octree_filter *own = swapped ? filter_b : filter_a;
    const collide_octree_filter *other = swapped ? filter_a : filter_b;
    collide__octree_seeker s;
    memset(&s, 0, sizeof s);
    s.o = o;
    s.verdict = verdict;
    s.margin = margin;
    s.swapped = swapped;
    s.pairs = pairs;
    s.capacity = capacity;
    // Each side's filter holds, also if there is just one.
    s.filter = other ? other : own ? &collide__octree_filter_all : NULL;
    return collide__octree_seek_all(&s, of, own, collide__octree_size_bound(o));
}

static bool collide__octree_overlapping(const float *a, size_t floats_a, const float *b,
                                        size_t floats_b, float margin) {
    collide_sphere s, t;
    collide_aabb p, q;
    (void)margin;
    memcpy(floats_a == 4 ? (void *)&s : (void *)&p, a, floats_a * sizeof *a);
    memcpy(floats_b == 4 ? (void *)&t : (void *)&q, b, floats_b * sizeof *b);
    return floats_a == 4
               ? floats_b == 4 ? collide_sphere_sphere(&s, &t) : collide_sphere_aabb(&s, &q)
           : floats_b == 4 ? collide_sphere_aabb(&t, &p)
                           : collide_aabb_aabb(&p, &q);
}

COLLIDE_API size_t collide_octree_octree_indices(const collide_octree *a, const collide_octree *b,
                                                 const collide_octree_filter *filter_a,
                                                 const collide_octree_filter *filter_b,
                                                 collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    COLLIDE_ASSERT(!a || a->magic == COLLIDE_OCTREE_MAGIC);
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    return a && b ? collide__octree_octree(a, b, collide__octree_overlapping, 0, filter_a, filter_b,
                                           pairs, capacity)
                  : 0;
}
#endif // COLLIDE_NO_OCTREE
