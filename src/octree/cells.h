#pragma once
#include "../base/vectors.h"
#include "table.h"

// ================================================================================================
// >>octree_impl
// ================================================================================================
#ifndef COLLIDE_NO_OCTREE

// ---- parts -----------------------------------------------------------------------------------

// Intervals in steps of the cube, both ends included, from -32767 to 32767.
typedef struct collide__octree_box {
    int16_t lo[3], hi[3];
} collide__octree_box;

// What a leaf holds; kernels read it as 8 short numbers.
typedef struct collide__octree_reference {
    uint32_t object;
    collide__octree_box box;
} collide__octree_reference;

// A leaf's references from first on, with room for some more; or the first of eight children.
typedef struct collide__octree_node {
    uint32_t first, count, room;
} collide__octree_node;
#define COLLIDE__OCTREE_INNER 0xffffffffu // as room

// A part: the steps from lo on, 1 << shift of them on each axis, and how many references of it wait
// to be cut.
typedef struct collide__octree_cell {
    uint32_t node, count;
    int16_t lo[3], shift;
} collide__octree_cell;
#define COLLIDE__OCTREE_LEVELS 16
#define COLLIDE__OCTREE_STACK (7 * COLLIDE__OCTREE_LEVELS + 1) // cells that wait in a walk

#define COLLIDE__OCTREE_NODES(o)                                                                   \
    ((collide__octree_node *)(void *)((char *)(o) + (size_t)(o)->inside.nodes_at))
#define COLLIDE__OCTREE_REFERENCES(o)                                                              \
    ((collide__octree_reference *)(void *)((char *)(o) + (size_t)(o)->inside.references_at))
#define COLLIDE__OCTREE_RANKS(o)                                                                   \
    ((float *)(void *)((char *)(uintptr_t)(o) + (size_t)(o)->inside.ranks_at))
#define COLLIDE__OCTREE_FOURS(n) (((n) + 3) & ~(uint32_t)3) // leaves begin at multiples of 64 bytes

COLLIDE__INLINE float *collide__octree_object(const collide_octree *o, size_t i) {
    return (float *)(void *)((char *)(uintptr_t)o + COLLIDE__OCTREE_HEADER) + i * o->floats;
}

static collide__octree_cell collide__octree_root(void) {
    collide__octree_cell root;
    root.node = root.count = 0;
    root.lo[0] = root.lo[1] = root.lo[2] = INT16_MIN;
    root.shift = COLLIDE__OCTREE_LEVELS;
    return root;
}

// Child k: bits 0, 1, 2 are the upper half in x, y, z.
COLLIDE__INLINE collide__octree_cell collide__octree_child(const collide__octree_cell *cell,
                                                           uint32_t node, unsigned k) {
    const int half = 1 << (cell->shift - 1);
    collide__octree_cell child;
    child.node = node + k;
    child.count = 0;
    child.shift = (int16_t)(cell->shift - 1);
    child.lo[0] = (int16_t)(cell->lo[0] + (k & 1 ? half : 0));
    child.lo[1] = (int16_t)(cell->lo[1] + (k & 2 ? half : 0));
    child.lo[2] = (int16_t)(cell->lo[2] + (k & 4 ? half : 0));
    return child;
}

COLLIDE__INLINE bool collide__octree_reaches(const collide__octree_box *box,
                                             const collide__octree_cell *cell) {
    const int last = (1 << cell->shift) - 1;
    return box->lo[0] <= cell->lo[0] + last && box->hi[0] >= cell->lo[0] &&
           box->lo[1] <= cell->lo[1] + last && box->hi[1] >= cell->lo[1] &&
           box->lo[2] <= cell->lo[2] + last && box->hi[2] >= cell->lo[2];
}

// The step that lies t from the beginning of the cube, or nearest to it. It never falls where t
// rises, so what meets does so in steps, too, wherever the cube is. NaN, which only queries of
// infinite size have, is at the beginning as a lower end, at the end as an upper one.
COLLIDE__INLINE int16_t collide__octree_step(double t) {
    t = t > 0 ? t : 0;
    t = t < 65534 ? t : 65534;
    return (int16_t)((int32_t)t - 32767);
}

COLLIDE__INLINE int16_t collide__octree_upper_step(double t) {
    return collide__octree_step(t < 65534 ? t : 65534);
}

// Boxes in steps are wider by 2^-36 of the numbers that they are made of: more than rounding is,
// and more than what any query takes for touching.
#define COLLIDE__OCTREE_MARGIN 1.4551915228366852e-11

// Where a step begins that has a bound below, of an octree whose steps are ranks.
COLLIDE__INLINE double collide__octree_rank_begin(const collide_octree *o, int axis, int step) {
    const uint32_t levels = o->inside.rank_levels;
    const uint32_t rank = (uint32_t)(step + 32768) >> (COLLIDE__OCTREE_LEVELS - levels);
    return (double)COLLIDE__OCTREE_RANKS(o)[((size_t)axis << levels) + rank];
}

// Steps of such an octree from lo to hi on each axis, NaN as in collide__octree_step.
static collide__octree_box collide__octree_ranked(const collide_octree *o, const double *lo,
                                                  const double *hi) {
    const uint32_t levels = o->inside.rank_levels, shift = COLLIDE__OCTREE_LEVELS - levels;
    collide__octree_box box;
    for (int axis = 0; axis < 3; ++axis) {
        const float *ranks = COLLIDE__OCTREE_RANKS(o) + ((size_t)axis << levels);
        uint32_t from = 0, to = 0;
        for (uint32_t half = (uint32_t)1 << (levels - 1); half; half /= 2) {
            from += (double)ranks[from + half] <= lo[axis] ? half : 0;
            to += hi[axis] < (double)ranks[to + half] ? 0 : half;
        }
        box.lo[axis] = (int16_t)((int32_t)(from << shift) - 32768);
        box.hi[axis] = (int16_t)((int32_t)(to << shift) - 32768);
    }
    return box;
}

// Where a sphere or AABB begins and ends, with a margin.
COLLIDE__INLINE void collide__octree_reach(size_t floats, const float *object, double *lo,
                                           double *hi) {
    for (int axis = 0; axis < 3; ++axis) {
        const double r = floats == 4 ? (double)object[3] : 0;
        const double p = (double)object[axis], q = (double)object[floats == 4 ? axis : 3 + axis];
        lo[axis] = p - (r + collide__dmul(collide__dabs(p) + r, COLLIDE__OCTREE_MARGIN));
        hi[axis] = q + (r + collide__dmul(collide__dabs(q) + r, COLLIDE__OCTREE_MARGIN));
    }
}

COLLIDE__INLINE collide__octree_box collide__octree_sphere_box(const collide_octree *o,
                                                               const float *s) {
    const double r = (double)s[3];
    collide__octree_box box;
    if (o->inside.rank_levels) {
        double lo[3], hi[3];
        collide__octree_reach(4, s, lo, hi);
        return collide__octree_ranked(o, lo, hi);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const double c = (double)s[axis], from = o->inside.origin[axis];
        const double size = (collide__dabs(c) + collide__dabs(from)) + r;
        const double reach =
            collide__dmul(r + collide__dmul(size, COLLIDE__OCTREE_MARGIN), o->inside.scale);
        const double t = collide__dmul(c - from, o->inside.scale);
        box.lo[axis] = collide__octree_step(t - reach);
        box.hi[axis] = collide__octree_upper_step(t + reach);
    }
    return box;
}

// Of an interval on each axis.
COLLIDE__INLINE collide__octree_box collide__octree_interval_box(const collide_octree *o,
                                                                 const double *lo,
                                                                 const double *hi) {
    collide__octree_box box;
    double below[3], above[3];
    const bool ranked = o->inside.rank_levels != 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double from = ranked ? 0 : o->inside.origin[axis], size = collide__dabs(from);
        below[axis] = (lo[axis] - from) -
                      collide__dmul(collide__dabs(lo[axis]) + size, COLLIDE__OCTREE_MARGIN);
        above[axis] = (hi[axis] - from) +
                      collide__dmul(collide__dabs(hi[axis]) + size, COLLIDE__OCTREE_MARGIN);
    }
    if (ranked)
        return collide__octree_ranked(o, below, above);
    for (int axis = 0; axis < 3; ++axis) {
        box.lo[axis] = collide__octree_step(collide__dmul(below[axis], o->inside.scale));
        box.hi[axis] = collide__octree_upper_step(collide__dmul(above[axis], o->inside.scale));
    }
    return box;
}

COLLIDE__INLINE collide__octree_box collide__octree_aabb_box(const collide_octree *o,
                                                             const float *b) {
    double lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] = (double)b[axis];
        hi[axis] = (double)b[3 + axis];
    }
    return collide__octree_interval_box(o, lo, hi);
}

static collide__octree_box collide__octree_object_box(const collide_octree *o, size_t i) {
    const float *object = collide__octree_object(o, i);
    return o->floats == 4 ? collide__octree_sphere_box(o, object)
                          : collide__octree_aabb_box(o, object);
}
#endif // COLLIDE_NO_OCTREE
