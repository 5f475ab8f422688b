#pragma once
#include "../base/memory.h"
#include "cells.h"
#include "scalar.h"
#include "../base/work.h"

// ---- building --------------------------------------------------------------------------------
#ifndef COLLIDE_NO_OCTREE

COLLIDE__INLINE void collide__octree_center(const collide_octree *o, size_t i, double *center) {
    const float *object = collide__octree_object(o, i);
    for (int axis = 0; axis < 3; ++axis)
        center[axis] = o->floats == 4 ? (double)object[axis]
                                      : ((double)object[axis] + (double)object[3 + axis]) * 0.5;
}

// The radius of a sphere, or the sum of the sides of an AABB, within a rounding or two.
COLLIDE__INLINE double collide__octree_span(const float *object, size_t floats) {
    return floats == 4 ? (double)object[3]
                       : (((double)object[3] - (double)object[0]) +
                          ((double)object[4] - (double)object[1])) +
                             ((double)object[5] - (double)object[2]);
}

// Never 0, which means that it is not known.
static double collide__octree_largest(const collide_octree *o) {
    double largest = DBL_MIN;
    for (size_t i = 0; i < o->count; ++i)
        largest =
            collide__dmax(collide__octree_span(collide__octree_object(o, i), o->floats), largest);
    return largest;
}

// The cube: that of all centres; but if they, without 1 of 64 at either end, lie in a sixteenth of
// it, that part, and so on. What lies outside counts to the parts along its border. A sample tells
// whether all are to be counted.
static void collide__octree_place(collide_octree *o) {
    size_t stride = o->count / 256 + 1;
    double c[3], hi[3], edge = 0, *lo = o->inside.origin;
    collide__octree_center(o, 0, lo);
    collide__octree_center(o, 0, hi);
    for (size_t i = 1; i < o->count; ++i) {
        collide__octree_center(o, i, c);
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis] = c[axis] < lo[axis] ? c[axis] : lo[axis];
            hi[axis] = c[axis] > hi[axis] ? c[axis] : hi[axis];
        }
    }
    for (int axis = 0; axis < 3; ++axis)
        edge = hi[axis] - lo[axis] > edge ? hi[axis] - lo[axis] : edge;
    for (int round = 0;; ++round) {
        const size_t tail = o->count / stride / 64;
        uint32_t bins[3][64], first[3], widest = 0;
        o->inside.scale = edge > 0 ? collide__ddiv(65534, edge) : 0;
        if (!(edge > 0) || round == 80) // a 16th each, and floats reach over 2^277
            return;
        memset(bins, 0, sizeof bins);
        for (size_t i = 0; i < o->count; i += stride) {
            collide__octree_center(o, i, c);
            for (int axis = 0; axis < 3; ++axis) {
                const double t = collide__dmul(c[axis] - lo[axis], o->inside.scale);
                ++bins[axis][(collide__octree_step(t) + 32768) >> 10];
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            uint32_t from = 0, to = 63;
            size_t below = bins[axis][0], above = bins[axis][63];
            while (from < 63 && below <= tail)
                below += bins[axis][++from];
            while (to > from && above <= tail)
                above += bins[axis][--to];
            first[axis] = from;
            widest = to - from + 1 > widest ? to - from + 1 : widest;
        }
        if (widest > 4)
            return;
        if (stride > 1) {
            stride = 1;
            continue;
        }
        for (int axis = 0; axis < 3; ++axis)
            lo[axis] += collide__dmul(edge, first[axis] * 0.015625);
        edge *= widest * 0.015625;
    }
}

// The most levels of ranks for n objects, with 32 of them or more to a step; none for few.
COLLIDE__INLINE uint32_t collide__octree_rank_levels(size_t n) {
    uint32_t levels = 0;
    while (levels < COLLIDE__OCTREE_LEVELS && n >> (levels + 6))
        ++levels;
    return n < 1024 ? 0 : levels;
}

// Sorts n keys by digits of 8 bits; other is as large.
static void collide__octree_sort(uint32_t *keys, uint32_t *other, uint32_t n) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t first[257], *const from = keys;
        memset(first, 0, sizeof first);
        for (uint32_t i = 0; i < n; ++i)
            ++first[1 + (from[i] >> shift & 255)];
        for (unsigned k = 0; k < 256; ++k)
            first[k + 1] += first[k];
        for (uint32_t i = 0; i < n; ++i)
            other[first[from[i] >> shift & 255]++] = from[i];
        keys = other;
        other = from;
    }
}

// Ends of the objects on an axis, sorted; other is as large.
static void collide__octree_ends(const collide_octree *o, int axis, bool upper, uint32_t *keys,
                                 uint32_t *other) {
    for (uint32_t i = 0; i < o->count; ++i) {
        const float *object = collide__octree_object(o, i);
        double lo[3], hi[3];
        collide__octree_reach(o->floats, object, lo, hi);
        keys[i] =
            collide__order_of(upper ? collide__float_up(hi[axis]) : collide__float_down(lo[axis]));
    }
    collide__octree_sort(keys, other, o->count);
}

// Steps of ranks, in place of equal ones, where these do not tell apart what lies in heaps: a new
// one begins where enough objects began since the last one did, and no fewer than reach across.
// References are not needed meanwhile. Returns the levels that the axis with most steps needs.
static uint32_t collide__octree_rank(collide_octree *o) {
    const uint32_t n = o->count, most = collide__octree_rank_levels(n), least = (n >> most) + 1;
    uint32_t *lo = (uint32_t *)(void *)COLLIDE__OCTREE_REFERENCES(o), *hi = lo + n, levels = 0;
    float *ranks = COLLIDE__OCTREE_RANKS(o);
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t last = 0, below = 0, used = 1;
        collide__octree_ends(o, axis, false, lo, hi + n);
        collide__octree_ends(o, axis, true, hi, hi + n);
        for (uint32_t i = 1; i < n; ++i) {
            while (hi[below] < lo[i])
                ++below;
            if (lo[i] == lo[i - 1] || i - last < least || i - last < i - below)
                continue;
            ranks[((size_t)axis << most) + used++] = collide__ordered(lo[i]);
            last = i;
        }
        ranks[(size_t)axis << most] = collide__ordered(lo[0]);
        for (uint32_t k = used; k < (uint32_t)1 << most; ++k)
            ranks[((size_t)axis << most) + k] = collide__infinity();
        while (used > (uint32_t)1 << levels)
            ++levels;
    }
    for (int axis = 1; axis < 3; ++axis)
        memmove(ranks + ((size_t)axis << levels), ranks + ((size_t)axis << most),
                sizeof *ranks << levels);
    return levels;
}

// For each answer of the kernel halve, lo and hi of x, y and z below the middle: the children that
// it reaches, a bit for each, and the same as a byte for each.
typedef struct collide__octree_halves {
    uint64_t count[64];
    uint8_t children[64];
} collide__octree_halves;

static void collide__octree_halves_fill(collide__octree_halves *h) {
    static const uint8_t below[3] = {0x55, 0x33, 0x0f};
    for (unsigned i = 0; i < 64; ++i) {
        unsigned children = 0xff;
        for (unsigned axis = 0; axis < 3; ++axis)
            children &= (i >> axis & 1 ? below[axis] : 0u) |
                        (i >> (axis + 3) & 1 ? 0u : (unsigned)below[axis] ^ 0xff);
        h->children[i] = (uint8_t)children;
        h->count[i] = 0;
        for (unsigned k = 0; k < 8; ++k)
            h->count[i] |= (uint64_t)(children >> k & 1) << (8 * k);
    }
}

#define COLLIDE__OCTREE_CHUNK 252 // references at a time, fewer than a byte counts

// How many of n references each child gets.
static void collide__octree_count(const collide__octree_reference *from, uint32_t n,
                                  const int16_t *middle, const collide__octree_halves *h,
                                  uint32_t *count) {
    const collide__octree_kernels *kernels = collide__octree();
    uint8_t half[COLLIDE__OCTREE_CHUNK];
    for (unsigned k = 0; k < 8; ++k)
        count[k] = 0;
    for (uint32_t i = 0; i < n; i += COLLIDE__OCTREE_CHUNK) {
        const uint32_t chunk = n - i < COLLIDE__OCTREE_CHUNK ? n - i : COLLIDE__OCTREE_CHUNK;
        uint64_t bytes = 0;
        kernels->halve((const int16_t *)(const void *)(from + i), chunk, middle, half);
        for (uint32_t j = 0; j < chunk; ++j)
            bytes += h->count[half[j]];
        for (unsigned k = 0; k < 8; ++k)
            count[k] += (uint32_t)(bytes >> (8 * k) & 0xff);
    }
}

// Copies n references to the children that they reach.
static void collide__octree_deal(const collide__octree_reference *from, uint32_t n,
                                 const int16_t *middle, const collide__octree_halves *h,
                                 collide__octree_reference **to) {
    const collide__octree_kernels *kernels = collide__octree();
    uint8_t half[COLLIDE__OCTREE_CHUNK];
    for (uint32_t i = 0; i < n; i += COLLIDE__OCTREE_CHUNK, from += COLLIDE__OCTREE_CHUNK) {
        const uint32_t chunk = n - i < COLLIDE__OCTREE_CHUNK ? n - i : COLLIDE__OCTREE_CHUNK;
        kernels->halve((const int16_t *)(const void *)from, chunk, middle, half);
        for (uint32_t j = 0; j < chunk; ++j)
            for (unsigned set = h->children[half[j]]; set; set &= set - 1)
                *to[collide__lowest_bit(set)]++ = from[j];
    }
}

static void collide__octree_refer(const collide_octree *o, collide__octree_reference *to) {
    for (uint32_t i = 0; i < o->count; ++i) {
        to[i].object = i;
        to[i].box = collide__octree_object_box(o, i);
    }
}

// Cuts the cube. References that wait lie at the end of their memory, those of leaves at its
// beginning. A cell's are copied behind the last leaf, where they stay, or are dealt to its
// children, which wait in its place, the last one on top. Leaves and what is promised to those that
// wait is never more than the budget, so the middle has room for as many as there are objects.
// Nothing stays unwritten. Returns the sum of the squares of what leaves hold.
static double collide__octree_cut(collide_octree *o) {
    collide__octree_reference *references = COLLIDE__OCTREE_REFERENCES(o);
    collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    COLLIDE__ALIGNED(int16_t) middle[32];
    collide__octree_cell stack[COLLIDE__OCTREE_STACK];
    collide__octree_halves halves;
    const uint32_t budget = o->inside.reference_room - COLLIDE__OCTREE_FOURS(o->count);
    const uint32_t levels = o->inside.rank_levels && o->inside.rank_levels < o->options.depth
                                ? o->inside.rank_levels
                                : o->options.depth;
    uint32_t waiting = o->count, promised = COLLIDE__OCTREE_FOURS(o->count), used = 0;
    uint32_t most = o->count; // that waited
    double work = 0;
    size_t depth = 1;
    collide__octree_halves_fill(&halves);
    collide__octree_refer(o, references + (o->inside.reference_room - o->count));
    memset(middle, 0, sizeof middle);
    o->inside.moved = 0;
    o->inside.node_count = 1;
    stack[0] = collide__octree_root();
    stack[0].count = o->count;
    while (depth) {
        const collide__octree_cell cell = stack[--depth];
        const uint32_t n = cell.count, fours = COLLIDE__OCTREE_FOURS(n);
        COLLIDE__WORK(1 + n);
        collide__octree_node *node = nodes + cell.node;
        collide__octree_reference *own = references + used;
        memcpy(own, references + (o->inside.reference_room - waiting), n * sizeof *own);
        if (n > o->options.leaf_size && (uint32_t)cell.shift + levels > COLLIDE__OCTREE_LEVELS &&
            o->inside.node_room - o->inside.node_count >= 8) {
            uint32_t count[8];
            uint64_t sum = 0, squares = 0;
            for (unsigned k = 0; k < 32; ++k)
                if (k % 8 > 1)
                    middle[k] = (int16_t)(cell.lo[(k % 8 - 2) % 3] + (1 << (cell.shift - 1)));
            collide__octree_count(own, n, middle, &halves, count);
            for (unsigned k = 0; k < 8; ++k) {
                sum += COLLIDE__OCTREE_FOURS(count[k]);
                squares += (uint64_t)count[k] * count[k];
            }
            // Only where there is less to test, or little to lose; and no more than this cell's
            // part of what is left of the budget.
            if ((squares < (uint64_t)n * n || 4 * sum <= 5 * (uint64_t)n) &&
                (sum - fours) * promised <= (uint64_t)(budget - used - promised) * fours) {
                collide__octree_reference *to[8];
                waiting -= n;
                for (unsigned k = 0; k < 8; ++k) {
                    stack[depth] = collide__octree_child(&cell, o->inside.node_count, k);
                    stack[depth++].count = count[k];
                    waiting += count[k];
                    to[k] = references + (o->inside.reference_room - waiting);
                }
                most = waiting > most ? waiting : most;
                collide__octree_deal(own, n, middle, &halves, to);
                promised += (uint32_t)sum - fours;
                node->first = o->inside.node_count;
                node->count = 0;
                node->room = COLLIDE__OCTREE_INNER;
                o->inside.node_count += 8;
                continue;
            }
        }
        waiting -= n;
        promised -= fours;
        node->first = used;
        node->count = n;
        node->room = fours;
        // Room for what moves in, if the budget allows.
        if (n > 0 && used + promised + fours + n / 8 + 4 <= budget)
            node->room = COLLIDE__OCTREE_FOURS(n + n / 8 + 1);
        memset(own + n, 0, (node->room - n) * sizeof *own);
        used += node->room;
        work += collide__dmul((double)n, (double)n);
    }
    o->inside.reference_count = used;
    if (used < o->inside.reference_room - most)
        memset(references + used, 0, (o->inside.reference_room - most - used) * sizeof *references);
    return work;
}

// Places the cube and cuts it. Where leaves hold more than some parts of this size would, steps are
// ranks if these leave at most half of the pairs.
static void collide__octree_arrange(collide_octree *o) {
    const uint32_t levels = collide__octree_rank_levels(o->count);
    const uint32_t leaf = o->options.leaf_size > 64 ? o->options.leaf_size : 64;
    char *memory = (char *)(void *)o;
    o->inside.rank_levels = 0;
    o->inside.largest = collide__octree_largest(o);
    collide__octree_place(o);
    const double work = collide__octree_cut(o);
    if (levels && work > collide__dmul((double)o->count, 4 * (double)leaf)) {
        o->inside.rank_levels = collide__octree_rank(o);
        if (!o->inside.rank_levels || 2 * collide__octree_cut(o) > work) {
            o->inside.rank_levels = 0;
            (void)collide__octree_cut(o);
        }
    }
    collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o) + o->inside.node_count;
    const uint64_t end =
        o->inside.ranks_at + (o->inside.rank_levels ? (uint64_t)12 << o->inside.rank_levels : 0);
    memset(nodes, 0,
           (size_t)(o->inside.ranks_at - o->inside.nodes_at) -
               o->inside.node_count * sizeof *nodes);
    memset(memory + (size_t)end, 0, (size_t)(o->size - end));
}

// Where the parts of an octree begin, and all sizes; false if an option is out of range, magic = 0
// if that many objects are too many.
static bool collide__octree_layout(size_t n, const collide_octree_options *options,
                                   collide_octree *o) {
    memset(o, 0, sizeof *o);
    if (options)
        o->options = *options;
    o->options.depth = o->options.depth ? o->options.depth : COLLIDE__OCTREE_LEVELS;
    o->options.leaf_size = o->options.leaf_size ? o->options.leaf_size : 64;
    o->options.references = o->options.references ? o->options.references : 4;
    const uint32_t each = o->options.references;
    if (o->options.depth > COLLIDE__OCTREE_LEVELS || o->options.leaf_size > 65536 || each > 64)
        return false;
    if (n == 0 || n > (UINT32_MAX - 64) / (2 + each) - 4)
        return true;
    o->magic = COLLIDE_OCTREE_MAGIC;
    o->count = (uint32_t)n;
    const uint32_t fours = COLLIDE__OCTREE_FOURS(o->count);
    o->inside.reference_room = (1 + each) * fours + fours / 8 * 4 + 64; // half of one for rounding
    const uint32_t cuts = each * o->count / (o->options.leaf_size / 2 + 1); // n is checked above
    const uint64_t nodes = 1 + 8 * (COLLIDE__OCTREE_LEVELS + (uint64_t)cuts);
    o->inside.node_room = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    o->inside.references_at = (COLLIDE__OCTREE_HEADER + n * (uint64_t)24 + 63) & ~(uint64_t)63;
    o->inside.nodes_at = o->inside.references_at + o->inside.reference_room * (uint64_t)16;
    o->inside.ranks_at =
        (o->inside.nodes_at + o->inside.node_room * (uint64_t)12 + 63) & ~(uint64_t)63;
    const uint32_t levels = collide__octree_rank_levels(n);
    o->size = (o->inside.ranks_at + (levels ? (uint64_t)12 << levels : 0) + 63) & ~(uint64_t)63;
    return true;
}

COLLIDE_API size_t collide_octree_size(size_t n, const collide_octree_options *options) {
    collide_octree layout;
    return collide__octree_layout(n, options, &layout) && layout.size <= PTRDIFF_MAX
               ? (size_t)layout.size
               : 0;
}

COLLIDE__INLINE collide_status collide__octree_object_check(const float *object, size_t floats) {
    double sum = 0; // at most 6 * FLT_MAX if all are finite
    for (size_t i = 0; i < floats; ++i)
        sum += collide__dabs((double)object[i]);
    const bool extent =
        floats == 4 ? object[3] >= 0
                    : object[0] <= object[3] && object[1] <= object[4] && object[2] <= object[5];
    return !(sum <= 6 * (double)FLT_MAX) ? COLLIDE_ERROR_NOT_FINITE
           : !extent                     ? COLLIDE_ERROR_EXTENT
                                         : COLLIDE_OK;
}

COLLIDE__INLINE void collide__octree_copy(float *to, const void *from, size_t floats) {
    memcpy(to, from, 16);
    if (floats > 4)
        memcpy(to + 4, (const float *)from + 4, 8);
}

static collide_status collide__octree_build(collide_octree **octree, void *memory, size_t size,
                                            const void *objects, size_t n, size_t stride,
                                            size_t floats, const collide_octree_options *options) {
    collide_octree layout;
    float object[6];
    if (!octree)
        return COLLIDE_ERROR_NULL;
    *octree = NULL;
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if (n > 0 && !collide__octree_layout(n, options, &layout))
        return COLLIDE_ERROR_OPTION;
    stride = stride ? stride : floats * sizeof *object;
    collide_status status = collide__memory_check(memory, size, n, collide_octree_size(n, options));
    if (status == COLLIDE_OK)
        status = collide__array_check(objects, n, stride, floats * sizeof *object);
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        collide__octree_copy(object, collide__at(objects, i, stride), floats);
        status = collide__octree_object_check(object, floats);
    }
    if (status != COLLIDE_OK)
        return status;
    layout.floats = (uint32_t)floats;
    memset(memory, 0, COLLIDE__OCTREE_HEADER);
    memcpy(memory, &layout, sizeof layout);
    collide_octree *o = (collide_octree *)memory;
    for (size_t i = 0; i < n; ++i)
        collide__octree_copy(collide__octree_object(o, i), collide__at(objects, i, stride), floats);
    const size_t end = COLLIDE__OCTREE_HEADER + n * floats * sizeof *object;
    memset((char *)memory + end, 0, (size_t)layout.inside.references_at - end);
    collide__octree_arrange(o);
    *octree = o;
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_octree_build_spheres(collide_octree **octree, void *memory,
                                                        size_t size, const collide_sphere *spheres,
                                                        size_t n, size_t stride,
                                                        const collide_octree_options *options) {
    return collide__octree_build(octree, memory, size, spheres, n, stride, 4, options);
}

COLLIDE_API collide_status collide_octree_build_aabbs(collide_octree **octree, void *memory,
                                                      size_t size, const collide_aabb *boxes,
                                                      size_t n, size_t stride,
                                                      const collide_octree_options *options) {
    return collide__octree_build(octree, memory, size, boxes, n, stride, 6, options);
}
#undef COLLIDE__OCTREE_CHUNK
#endif // COLLIDE_NO_OCTREE
