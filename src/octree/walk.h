#pragma once
#include "cells.h"
#include "../base/work.h"

// ---- walks -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_OCTREE

// A segment in steps, or in the objects' space where steps are ranks: points within margin of it
// count as on it.
typedef struct collide__octree_line {
    double from[3], along[3], margin;
    const collide_octree *ranked; // or NULL
} collide__octree_line;

// The leaves that a box reaches into, one after the other; of these, those on a line if one is
// given.
typedef struct collide__octree_walk {
    collide__octree_cell stack[COLLIDE__OCTREE_STACK];
    size_t depth;
    const collide__octree_line *line;
} collide__octree_walk;

static void collide__octree_walk_start(collide__octree_walk *walk,
                                       const collide__octree_line *line) {
    walk->stack[0] = collide__octree_root();
    walk->depth = 1;
    walk->line = line;
}

// The first and the last step of the cube hold all beyond it.
static bool collide__octree_crosses(const collide__octree_line *line,
                                    const collide__octree_cell *cell) {
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double d = line->along[axis];
        const int first = cell->lo[axis], end = first + (1 << cell->shift);
        const bool below = first > -32767, above = end <= 32767;
        double lo = first + 32767, hi = end + 32767;
        if (line->ranked) {
            lo = below ? collide__octree_rank_begin(line->ranked, axis, first) : 0;
            hi = above ? collide__octree_rank_begin(line->ranked, axis, end) : 0;
        }
        lo = (lo - line->from[axis]) - line->margin;
        hi = (hi - line->from[axis]) + line->margin;
        if (d > 0) {
            enter = below && lo > collide__dmul(enter, d) ? collide__ddiv(lo, d) : enter;
            leave = above && hi < collide__dmul(leave, d) ? collide__ddiv(hi, d) : leave;
        } else if (d < 0) {
            enter = above && hi < collide__dmul(enter, d) ? collide__ddiv(hi, d) : enter;
            leave = below && lo > collide__dmul(leave, d) ? collide__ddiv(lo, d) : leave;
        } else if ((below && lo > 0) || (above && hi < 0)) {
            return false;
        }
    }
    return enter <= leave;
}

static bool collide__octree_walk_next(const collide_octree *o, collide__octree_walk *walk,
                                      const collide__octree_box *box, collide__octree_cell *leaf) {
    const collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    while (walk->depth) {
        const collide__octree_cell cell = walk->stack[--walk->depth];
        COLLIDE__WORK(1);
        const collide__octree_node *node = nodes + cell.node;
        if (node->room != COLLIDE__OCTREE_INNER) {
            *leaf = cell;
            return true;
        }
        for (unsigned k = 0; k < 8; ++k) {
            const collide__octree_cell child = collide__octree_child(&cell, node->first, k);
            if (collide__octree_reaches(box, &child) &&
                (!walk->line || collide__octree_crosses(walk->line, &child)))
                walk->stack[walk->depth++] = child;
        }
    }
    return false;
}

// Whether the low corner of the intersection of two boxes that reach into the cell, and so not
// beyond it, lies in it.
static bool collide__octree_holds_corner(const collide__octree_cell *cell,
                                         const collide__octree_box *a,
                                         const collide__octree_box *b) {
    return (a->lo[0] >= cell->lo[0] || b->lo[0] >= cell->lo[0]) &&
           (a->lo[1] >= cell->lo[1] || b->lo[1] >= cell->lo[1]) &&
           (a->lo[2] >= cell->lo[2] || b->lo[2] >= cell->lo[2]);
}

static bool collide__octree_overlap(const collide__octree_box *a, const collide__octree_box *b) {
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] &&
           b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}
#endif // COLLIDE_NO_OCTREE
