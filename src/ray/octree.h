#pragma once
#include "../octree/queries.h"
#include "ray.h"
#include "shapes.h"
#include "../base/work.h"

// ---- segments among the objects of an octree -------------------------------------------------
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_OCTREE)

// The line between two points in the octree's steps, and the box of steps that it reaches.
static collide__octree_box collide__octree_line_of(const collide_octree *o, float ends[2][3],
                                                   collide__octree_line *line) {
    const bool ranked = o->inside.rank_levels != 0;
    const double scale = ranked ? 1 : o->inside.scale;
    collide__octree_box box;
    double size = 0, lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis)
        size += (collide__dabs((double)ends[0][axis]) + collide__dabs((double)ends[1][axis])) +
                (ranked ? 0 : collide__dabs(o->inside.origin[axis]));
    line->ranked = ranked ? o : NULL;
    line->margin =
        collide__dmul(collide__dmul(size, scale) + (ranked ? 0 : 65536), COLLIDE__OCTREE_MARGIN);
    for (int axis = 0; axis < 3; ++axis) {
        const double p = (double)ends[0][axis], q = (double)ends[1][axis];
        line->from[axis] = collide__dmul(p - (ranked ? 0 : o->inside.origin[axis]), scale);
        line->along[axis] = collide__dmul(q - p, scale);
        const double to = line->from[axis] + line->along[axis];
        const bool rises = line->along[axis] > 0;
        lo[axis] = (rises ? line->from[axis] : to) - line->margin;
        hi[axis] = (rises ? to : line->from[axis]) + line->margin;
        box.lo[axis] = collide__octree_step(lo[axis]);
        box.hi[axis] = collide__octree_step(hi[axis]);
    }
    return ranked ? collide__octree_ranked(o, lo, hi) : box;
}

COLLIDE_API size_t collide_segment_octree_indices(const collide_segment *a, const collide_octree *b,
                                                  const collide_octree_filter *filter,
                                                  uint32_t *indices, size_t capacity, float *t) {
    collide__cast l;
    collide__octree_line line;
    collide__octree_walk walk, again;
    collide__octree_cell cell, first;
    float ends[2][3];
    size_t hits = 0;
    COLLIDE_ASSERT(a && (indices || !capacity));
    COLLIDE_ASSERT(!b || b->magic == COLLIDE_OCTREE_MAGIC);
    if (!b || !collide__cast_of_segment(a, &l))
        return 0;
    const collide__cast_query query = b->floats == 4 ? collide__cast_sphere : collide__cast_aabb;
    memcpy(ends, a, sizeof ends);
    const collide__octree_box box = collide__octree_line_of(b, ends, &line);
    collide__octree_walk_start(&walk, &line);
    while (collide__octree_walk_next(b, &walk, &box, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(b) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(b) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; ++i) {
            COLLIDE__WORK(1);
            collide__octree_box common = own[i].box;
            float time;
            if (!collide__octree_overlap(&box, &common) ||
                !collide__octree_asked_passes(filter, own[i].object) ||
                !collide__cast_time(&l, true, query, collide__octree_object(b, own[i].object),
                                    &time))
                continue;
            // Only the first leaf on the way that holds an object reports it.
            for (int axis = 0; axis < 3; ++axis) {
                if (box.lo[axis] > common.lo[axis])
                    common.lo[axis] = box.lo[axis];
                if (box.hi[axis] < common.hi[axis])
                    common.hi[axis] = box.hi[axis];
            }
            collide__octree_walk_start(&again, &line);
            if (!collide__octree_walk_next(b, &again, &common, &first) || first.node != cell.node)
                continue;
            if (hits < capacity) {
                indices[hits] = own[i].object;
                if (t)
                    t[hits] = time;
            }
            ++hits;
        }
    }
    return hits;
}
#endif // COLLIDE_NO_RAY, COLLIDE_NO_OCTREE
