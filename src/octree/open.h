#pragma once
#include "build.h"

// ---- opening ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_OCTREE

// Whether ranks rise, and objects are such as builders take and no larger than stated.
static bool collide__octree_numbers_sound(const collide_octree *o) {
    const double largest = o->inside.largest;
    for (int axis = 0; axis < 3; ++axis) {
        const float *ranks = COLLIDE__OCTREE_RANKS(o) + ((size_t)axis << o->inside.rank_levels);
        if (!(collide__dabs(o->inside.origin[axis]) <= DBL_MAX))
            return false;
        for (uint32_t k = 1; o->inside.rank_levels && k < (uint32_t)1 << o->inside.rank_levels; ++k)
            if (!(ranks[k - 1] <= ranks[k]))
                return false;
    }
    for (uint32_t i = 0; i < o->count; ++i)
        if (collide__octree_object_check(collide__octree_object(o, i), o->floats) != COLLIDE_OK ||
            (largest != 0 &&
             !(collide__octree_span(collide__octree_object(o, i), o->floats) <= largest)))
            return false;
    return o->inside.scale >= 0 && o->inside.scale <= DBL_MAX && largest >= 0 && largest <= DBL_MAX;
}

static bool collide__octree_leaf_sound(const collide_octree *o, const collide__octree_node *leaf) {
    const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(o) + leaf->first;
    if (leaf->first > o->inside.reference_count ||
        leaf->room > o->inside.reference_count - leaf->first || leaf->count > leaf->room ||
        leaf->count > o->count)
        return false;
    for (uint32_t i = 0; i < leaf->count; ++i)
        if (own[i].object >= o->count || own[i].box.lo[0] > own[i].box.hi[0] ||
            own[i].box.lo[1] > own[i].box.hi[1] || own[i].box.lo[2] > own[i].box.hi[2])
            return false;
    return true;
}

// Whether nodes lie in the order in which cells are cut, so that each is reached once, and leaves
// hold no more in all than there is room for, so that no query takes longer than it may.
static bool collide__octree_nodes_sound(const collide_octree *o) {
    const collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    collide__octree_cell stack[COLLIDE__OCTREE_STACK];
    uint32_t next = 1, used = 0;
    size_t depth = 1;
    stack[0] = collide__octree_root();
    while (depth) {
        const collide__octree_cell cell = stack[--depth];
        const collide__octree_node *node = nodes + cell.node;
        if (node->room != COLLIDE__OCTREE_INNER) {
            if (!collide__octree_leaf_sound(o, node) ||
                node->room > o->inside.reference_count - used)
                return false;
            used += node->room;
            continue;
        }
        if (cell.shift == 0 || node->first != next || o->inside.node_count - next < 8)
            return false;
        for (unsigned k = 0; k < 8; ++k)
            stack[depth++] = collide__octree_child(&cell, next, k);
        next += 8;
    }
    return next == o->inside.node_count;
}

COLLIDE_API collide_status collide_octree_open(collide_octree **octree, void *memory, size_t size) {
    collide_octree header, expected;
    if (!octree)
        return COLLIDE_ERROR_NULL;
    *octree = NULL;
    const collide_status status =
        collide__saved_read(&header, sizeof header, memory, size, COLLIDE_OCTREE_MAGIC);
    if (status != COLLIDE_OK)
        return status;
    if ((header.floats != 4 && header.floats != 6) ||
        !collide__octree_layout(header.count, &header.options, &expected) ||
        expected.magic != header.magic || expected.size != header.size ||
        expected.inside.nodes_at != header.inside.nodes_at ||
        expected.inside.references_at != header.inside.references_at ||
        expected.inside.ranks_at != header.inside.ranks_at ||
        expected.inside.node_room != header.inside.node_room ||
        expected.inside.reference_room != header.inside.reference_room ||
        memcmp(&expected.options, &header.options, sizeof header.options) != 0 ||
        header.inside.node_count == 0 || header.inside.node_count > header.inside.node_room ||
        header.inside.reference_count > header.inside.reference_room ||
        header.inside.rank_levels > collide__octree_rank_levels(header.count))
        return COLLIDE_ERROR_DAMAGED;
    if (size < header.size)
        return COLLIDE_ERROR_SIZE;
    const collide_octree *o = (const collide_octree *)memory;
    if (!collide__octree_numbers_sound(o) || !collide__octree_nodes_sound(o))
        return COLLIDE_ERROR_DAMAGED;
    *octree = (collide_octree *)memory;
    return COLLIDE_OK;
}

COLLIDE_API size_t collide_octree_count(const collide_octree *octree) {
    COLLIDE_ASSERT(!octree || octree->magic == COLLIDE_OCTREE_MAGIC);
    return octree ? octree->count : 0;
}
#endif // COLLIDE_NO_OCTREE
