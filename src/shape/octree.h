#pragma once
#include "near.h"
#include "../octree/pairs.h"
#include "../base/work.h"
#include "neighbours.h"
#include "single.h"

// ---- the nearest objects of an octree --------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_OCTREE)

// A sphere or an AABB with its distance to cells: an interval on each axis and a radius about it.
// In the octree's steps the interval is wider than the rounding of steps. step is the length of
// one; where steps are ranks, it is 1 and the interval in steps is one in space.
typedef struct collide__octree_probe {
    const collide_octree *octree;
    double lo[3], hi[3], radius;
    double from[3], to[3], step; // in steps
    collide__octree_box box;
    double size;  // the radius, or the sum of the sides
    double loose; // lo of an object is below its distance by at most this much of all sizes,
    double ratio; // and distances are to be larger by this
    float max;
    bool endless;
    double reach, limit; // of max; limit is the square beyond which cells are too far
    double cells;        // and the same in equal steps
} collide__octree_probe;

static void collide__octree_probe_init(collide__octree_probe *p, const collide_octree *o,
                                       const float *query, size_t floats) {
    const bool ranked = o->inside.rank_levels != 0, balls = floats == 4 && o->floats == 4;
    const double scale = ranked ? 1 : o->inside.scale;
    p->octree = o;
    p->radius = floats == 4 ? (double)query[3] : 0;
    p->size = collide__octree_span(query, floats);
    // Brackets are at most 2^-20 S wide, S being at most three times all sizes and twice the
    // distance. Two spheres lose 2^-45 of it, and lo is then rounded to float.
    p->loose = balls ? 9.094947017729282e-13 : 3.814697265625e-06;       // 2^-40, 2^-18
    p->ratio = 1 + (balls ? 1.8189894035458565e-12 : 7.62939453125e-06); // 2^-39, 2^-17
    p->step = scale > 0 ? collide__ddiv(1, scale) : 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double from = ranked ? 0 : o->inside.origin[axis];
        p->lo[axis] = (double)query[axis];
        p->hi[axis] = (double)query[floats == 4 ? axis : axis + 3];
        const double size =
            (collide__dabs(p->lo[axis]) + collide__dabs(p->hi[axis])) + collide__dabs(from);
        const double margin = collide__dmul(collide__dmul(size, scale) + (ranked ? 0 : 65536),
                                            2 * COLLIDE__OCTREE_MARGIN);
        p->from[axis] = collide__dmul(p->lo[axis] - from, scale) - margin;
        p->to[axis] = collide__dmul(p->hi[axis] - from, scale) + margin;
    }
    p->box = collide__octree_interval_box(o, p->lo, p->hi);
}

// The square of the gap on an axis between the interval and the steps from first to before end. The
// first and the last step hold all beyond them.
COLLIDE__INLINE double collide__octree_probe_gap(const collide__octree_probe *p, int axis,
                                                 int first, int end) {
    double gap = 0;
    if (p->octree->inside.rank_levels) {
        if (first > -32767)
            gap = collide__octree_rank_begin(p->octree, axis, first) - p->to[axis];
        if (end <= 32767 && !(gap > 0))
            gap = p->from[axis] - collide__octree_rank_begin(p->octree, axis, end);
    } else {
        if (first > -32767)
            gap = (first + 32767) - p->to[axis];
        if (end <= 32767 && !(gap > 0))
            gap = p->from[axis] - (end + 32767);
        gap = collide__dmul(gap, p->step);
    }
    return gap > 0 ? collide__dmul(gap, gap) : 0;
}

// The square beyond which an object of this radius, and of this size, has lo > max: where p->reach
// is that of max, the sum of what all objects have in common. What the interval reaches is at 0,
// and never beyond.
COLLIDE__FORCE_INLINE double collide__octree_probe_limit(const collide__octree_probe *p,
                                                         double radius, double size) {
    const double reach =
        collide__dmul((p->reach + radius) + collide__dmul(size, p->loose), p->ratio);
    const double least = collide__dmax(reach, 0);
    return collide__dmul(least, least);
}

// From now on lo > max is too far.
static void collide__octree_probe_end(collide__octree_probe *p, float max) {
    const double largest = p->octree->inside.largest, scale = p->octree->inside.scale;
    const double m = (double)max;
    const double next =
        (m + collide__dmul(collide__dabs(m), 1.1920928955078125e-7)) + 1.401298464324817e-45;
    p->max = max;
    p->endless = !(max < FLT_MAX); // what lies beyond all floats has lo = FLT_MAX
    p->reach = (next + p->radius) + collide__dmul(p->size, p->loose);
    p->limit = p->endless || !(largest > 0) ? DBL_MAX : collide__octree_probe_limit(p, 0, largest);
    p->cells = DBL_MAX;
    if (p->limit < 1e150 && !p->octree->inside.rank_levels)
        p->cells = collide__dmul(collide__dmul(collide__dmul(p->limit, scale), scale), p->ratio);
}

// Whole steps between an object and the interval, and so a little less than their gap.
COLLIDE__FORCE_INLINE int collide__octree_probe_steps(const collide__octree_probe *p,
                                                      const collide__octree_box *box, int axis) {
    const int below = box->lo[axis] - p->box.hi[axis], above = p->box.lo[axis] - box->hi[axis];
    const int gap = (below > above ? below : above) - 1;
    return gap > 0 ? gap : 0;
}

// Whether a reference says that its object is too far, without a look at the object.
COLLIDE__FORCE_INLINE bool collide__octree_probe_far(const collide__octree_probe *p,
                                                     const collide__octree_box *box) {
    const int x = collide__octree_probe_steps(p, box, 0);
    const int y = collide__octree_probe_steps(p, box, 1);
    const int z = collide__octree_probe_steps(p, box, 2);
    return (double)((int64_t)x * x + (int64_t)y * y + (int64_t)z * z) > p->cells;
}

// Whether lo of an object may be no more than max.
COLLIDE__FORCE_INLINE bool collide__octree_object_near(const collide__octree_probe *p,
                                                       const float *object, bool ball) {
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double below = (double)object[axis] - p->hi[axis];
        const double above = p->lo[axis] - (double)object[ball ? axis : axis + 3];
        const double gap = collide__dmax(collide__dmax(below, above), 0);
        square += collide__dmul(gap, gap);
    }
    const double radius = ball ? (double)object[3] : 0;
    return p->endless || !(square > collide__octree_probe_limit(
                                        p, radius, collide__octree_span(object, ball ? 4 : 6)));
}

// Whether this leaf among those that hold the object is the one that reports it: the one with the
// step of its box that is nearest on each axis. No other leaf of the object is nearer.
static bool collide__octree_probe_owns(const collide__octree_probe *p,
                                       const collide__octree_cell *cell,
                                       const collide__octree_box *box) {
    for (int axis = 0; axis < 3; ++axis) {
        const int q = p->box.lo[axis], lo = box->lo[axis], hi = box->hi[axis];
        const int at = (q < lo ? lo : q > hi ? hi : q) - cell->lo[axis];
        if (at < 0 || at >= 1 << cell->shift)
            return false;
    }
    return true;
}

// The distance of the query as a and an object as b, without an end.
static void collide__octree_distance(const float *query, size_t floats_a, const float *object,
                                     size_t floats_b, collide_distance *out) {
    const float all = collide__infinity();
    collide_sphere s, t;
    collide_aabb p, q;
    memcpy(floats_a == 4 ? (void *)&s : (void *)&p, query, floats_a * sizeof *query);
    memcpy(floats_b == 4 ? (void *)&t : (void *)&q, object, floats_b * sizeof *object);
    if (floats_a == 4) {
        if (floats_b == 4)
            (void)collide_sphere_sphere_distance(&s, &t, all, out);
        else
            (void)collide_sphere_aabb_distance(&s, &q, all, out);
    } else if (floats_b == 4) {
        (void)collide_sphere_aabb_distance(&t, &p, all, out);
        collide__distance_swap(out);
    } else {
        (void)collide_aabb_aabb_distance(&p, &q, all, out);
    }
}

typedef struct collide__octree_near_cell {
    double square;
    collide__octree_cell cell;
} collide__octree_near_cell;

// Puts the children of a cell that are not too far on the stack, the nearest on top.
static size_t collide__octree_near_children(const collide__octree_probe *p,
                                            const collide__octree_cell *cell,
                                            collide__octree_near_cell *stack, size_t depth) {
    const collide__octree_node *node = COLLIDE__OCTREE_NODES(p->octree) + cell->node;
    const int half = 1 << (cell->shift - 1);
    const size_t below = depth;
    double square[3][2];
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 2; ++k) {
            const int first = cell->lo[axis] + k * half;
            square[axis][k] = collide__octree_probe_gap(p, axis, first, first + half);
        }
    for (unsigned k = 0; k < 8; ++k) {
        const double sum = (square[0][k & 1] + square[1][k >> 1 & 1]) + square[2][k >> 2];
        size_t at = depth;
        if (sum > p->limit)
            continue;
        for (; at > below && stack[at - 1].square < sum; --at)
            stack[at] = stack[at - 1];
        stack[at].square = sum;
        stack[at].cell = collide__octree_child(cell, node->first, k);
        ++depth;
    }
    return depth;
}

// A search, and what it has found.
typedef struct collide__octree_search {
    const float *query;
    size_t floats;
    const collide_octree_filter *filter;
    uint32_t layer, mask; // of the query
    collide__octree_probe probe;
    collide__neighbours found;
} collide__octree_search;

static void collide__octree_search_leaf(collide__octree_search *s,
                                        const collide__octree_cell *cell) {
    const collide_octree *o = s->probe.octree;
    const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(o) + cell->node;
    const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(o) + leaf->first;
    const bool balls = o->floats == 4;
    COLLIDE__WORK(leaf->count);
    for (uint32_t i = 0; i < leaf->count; ++i) {
        const uint32_t k = own[i].object;
        const float *object = collide__octree_object(o, k);
        collide_distance d;
        if (collide__octree_probe_far(&s->probe, &own[i].box) ||
            !collide__octree_probe_owns(&s->probe, cell, &own[i].box) ||
            !(balls ? collide__octree_object_near(&s->probe, object, true)
                    : collide__octree_object_near(&s->probe, object, false)) ||
            (s->filter && !collide__octree_passes(s->filter, k, s->layer, s->mask)))
            continue;
        COLLIDE__WORK(1);
        collide__octree_distance(s->query, s->floats, object, o->floats, &d);
        if (d.lo > s->probe.max)
            continue;
        collide__neighbours_add(&s->found, k, &d);
        if (s->found.count == s->found.k)
            collide__octree_probe_end(&s->probe, s->found.distances[0].lo);
    }
}

// Depth first, the nearest child first: the first leaf makes most others too far.
static size_t collide__octree_nearest(const collide_octree *o, const float *query, size_t floats,
                                      float max, size_t k, const collide_octree_filter *filter,
                                      uint32_t *indices, collide_distance *distances) {
    const collide__neighbours none = {indices, distances, 0, k};
    collide__octree_near_cell stack[COLLIDE__OCTREE_STACK];
    collide__octree_search s;
    size_t depth = 1;
    s.query = query;
    s.floats = floats;
    s.filter = filter;
    s.layer = collide__octree_asked_bits(filter ? filter->layer : 0);
    s.mask = collide__octree_asked_bits(filter ? filter->mask : 0);
    s.found = none;
    collide__octree_probe_init(&s.probe, o, query, floats);
    collide__octree_probe_end(&s.probe, max);
    stack[0].square = 0;
    stack[0].cell = collide__octree_root();
    while (depth) {
        const collide__octree_near_cell at = stack[--depth];
        if (at.square > s.probe.limit)
            continue;
        COLLIDE__WORK(1);
        if (COLLIDE__OCTREE_NODES(o)[at.cell.node].room == COLLIDE__OCTREE_INNER)
            depth = collide__octree_near_children(&s.probe, &at.cell, stack, depth);
        else
            collide__octree_search_leaf(&s, &at.cell);
    }
    collide__neighbours_sort(&s.found);
    return s.found.count;
}

COLLIDE_API size_t collide_sphere_octree_nearest(const collide_sphere *a, const collide_octree *b,
                                                 float max, size_t k,
                                                 const collide_octree_filter *filter,
                                                 uint32_t *indices, collide_distance *distances) {
    collide__core core;
    float query[4];
    COLLIDE_ASSERT(a && (k == 0 || (indices && distances)));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || k == 0 || !collide__number(max) ||
        !collide__core_points(&core, &a->center, 1, a->radius))
        return 0;
    memcpy(query, a, sizeof query);
    return collide__octree_nearest(b, query, 4, max, k, filter, indices, distances);
}

COLLIDE_API size_t collide_aabb_octree_nearest(const collide_aabb *a, const collide_octree *b,
                                               float max, size_t k,
                                               const collide_octree_filter *filter,
                                               uint32_t *indices, collide_distance *distances) {
    collide__core core;
    float query[6];
    COLLIDE_ASSERT(a && (k == 0 || (indices && distances)));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || k == 0 || !collide__number(max) || !collide__core_aabb(&core, a))
        return 0;
    memcpy(query, a, sizeof query);
    return collide__octree_nearest(b, query, 6, max, k, filter, indices, distances);
}

// ---- objects of octrees within a margin ------------------------------------------------------

static bool collide__octree_within(const float *a, size_t floats_a, const float *b, size_t floats_b,
                                   float margin) {
    collide_sphere s, t;
    collide_aabb p, q;
    memcpy(floats_a == 4 ? (void *)&s : (void *)&p, a, floats_a * sizeof *a);
    memcpy(floats_b == 4 ? (void *)&t : (void *)&q, b, floats_b * sizeof *b);
    COLLIDE__WORK(1);
    return floats_a == 4   ? floats_b == 4 ? collide_sphere_sphere_within(&s, &t, margin)
                                           : collide_sphere_aabb_within(&s, &q, margin)
             : floats_b == 4 ? collide_sphere_aabb_within(&t, &p, margin)
                           : collide_aabb_aabb_within(&p, &q, margin);
}

static size_t collide__octree_one_within(const float *query, size_t floats, const collide_octree *o,
                                         float margin, const collide_octree_filter *filter,
                                         uint32_t *indices, size_t capacity) {
    collide__octree_seeker s;
    memset(&s, 0, sizeof s);
    s.o = o;
    s.filter = filter;
    s.verdict = collide__octree_within;
    s.margin = margin;
    s.object = query;
    s.floats = floats;
    s.layer = collide__octree_asked_bits(filter ? filter->layer : 0);
    s.mask = collide__octree_asked_bits(filter ? filter->mask : 0);
    s.indices = indices;
    s.capacity = capacity;
    collide__octree_seek(
        &s, collide__octree_margin_reach((double)margin, collide__octree_size_bound(o) +
                                                             collide__octree_span(query, floats)));
    return s.hits;
}

COLLIDE_API size_t collide_sphere_octree_within_indices(const collide_sphere *a,
                                                        const collide_octree *b, float margin,
                                                        const collide_octree_filter *filter,
                                                        uint32_t *indices, size_t capacity) {
    collide__core core;
    float query[4];
    COLLIDE_ASSERT(a && (indices || !capacity));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || !collide__number(margin) || !collide__core_points(&core, &a->center, 1, a->radius))
        return 0;
    memcpy(query, a, sizeof query);
    return collide__octree_one_within(query, 4, b, margin, filter, indices, capacity);
}

COLLIDE_API size_t collide_aabb_octree_within_indices(const collide_aabb *a,
                                                      const collide_octree *b, float margin,
                                                      const collide_octree_filter *filter,
                                                      uint32_t *indices, size_t capacity) {
    collide__core core;
    float query[6];
    COLLIDE_ASSERT(a && (indices || !capacity));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || !collide__number(margin) || !collide__core_aabb(&core, a))
        return 0;
    memcpy(query, a, sizeof query);
    return collide__octree_one_within(query, 6, b, margin, filter, indices, capacity);
}

COLLIDE_API size_t collide_octree_self_within_indices(const collide_octree *octree, float margin,
                                                      const collide_octree_filter *filter,
                                                      collide_pair *pairs, size_t capacity) {
    collide__octree_seeker s;
    COLLIDE_ASSERT(pairs || !capacity);
    COLLIDE_ASSERT(!octree || octree->magic == COLLIDE_OCTREE_MAGIC);
    if (!octree || !collide__number(margin))
        return 0;
    memset(&s, 0, sizeof s);
    s.o = octree;
    s.filter = filter;
    s.verdict = collide__octree_within;
    s.margin = margin;
    s.self = true;
    s.pairs = pairs;
    s.capacity = capacity;
    return collide__octree_seek_all(&s, octree, filter, collide__octree_size_bound(octree));
}

COLLIDE_API size_t collide_octree_octree_within_indices(const collide_octree *a,
                                                        const collide_octree *b, float margin,
                                                        const collide_octree_filter *filter_a,
                                                        const collide_octree_filter *filter_b,
                                                        collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    COLLIDE_ASSERT(!a || a->magic == COLLIDE_OCTREE_MAGIC);
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    return a && b && collide__number(margin)
               ? collide__octree_octree(a, b, collide__octree_within, margin, filter_a, filter_b,
                                        pairs, capacity)
               : 0;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_OCTREE
