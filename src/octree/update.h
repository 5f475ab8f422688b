#pragma once
#include "build.h"
#include "walk.h"
#include "../base/work.h"

// ---- moving ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_OCTREE

// Takes object i out of the leaves that its old box alone reaches into, and into those that its new
// one does; false if there is no room.
static bool collide__octree_move(collide_octree *o, uint32_t i, const collide__octree_box *old_box,
                                 const collide__octree_box *new_box, uint64_t *work) {
    collide__octree_reference *references = COLLIDE__OCTREE_REFERENCES(o);
    collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    collide__octree_box both = *new_box;
    collide__octree_walk walk;
    collide__octree_cell cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (old_box->lo[axis] < both.lo[axis])
            both.lo[axis] = old_box->lo[axis];
        if (old_box->hi[axis] > both.hi[axis])
            both.hi[axis] = old_box->hi[axis];
    }
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(o, &walk, &both, &cell)) {
        const bool was = collide__octree_reaches(old_box, &cell);
        const bool is = collide__octree_reaches(new_box, &cell);
        collide__octree_node *leaf = nodes + cell.node;
        collide__octree_reference *own = references + leaf->first;
        uint32_t k = 0;
        while (was && k < leaf->count && own[k].object != i)
            ++k;
        COLLIDE__WORK(k);
        *work += k + 16;
        const bool found = was && k < leaf->count; // unless the octree was saved and damaged
        if (found && !is) {
            own[k] = own[--leaf->count];
        } else if (found) {
            own[k].box = *new_box;
        } else if (is) {
            if (leaf->count == leaf->room) {
                const uint32_t room = COLLIDE__OCTREE_FOURS(leaf->count + leaf->count / 2 + 1);
                if (o->inside.reference_room - o->inside.reference_count < room)
                    return false;
                own = references + o->inside.reference_count;
                memcpy(own, references + leaf->first, leaf->count * sizeof *own);
                leaf->first = o->inside.reference_count;
                leaf->room = room;
                o->inside.reference_count += room;
            }
            own[leaf->count].object = i;
            own[leaf->count++].box = *new_box;
            ++o->inside.moved;
        }
    }
    return true;
}

static collide_status collide__octree_update(collide_octree *o, const uint32_t *indices, size_t n,
                                             const void *objects, size_t stride, size_t floats) {
    float object[6];
    uint64_t work = 0; // at most about that of building
    bool rebuild = !indices || n > (o ? o->count / 8 : 0);
    if (!o || !objects)
        return COLLIDE_ERROR_NULL;
    if (o->magic != COLLIDE_OCTREE_MAGIC || o->floats != floats)
        return COLLIDE_ERROR_KIND;
    if (n == 0)
        return COLLIDE_OK;
    if (!indices && n != o->count)
        return COLLIDE_ERROR_COUNT;
    stride = stride ? stride : floats * sizeof *object;
    collide_status status =
        collide__array_check(objects, o->count, stride, floats * sizeof *object);
    for (size_t k = 0; k < n && status == COLLIDE_OK; ++k) {
        const size_t i = indices ? indices[k] : k;
        if (i >= o->count)
            return COLLIDE_ERROR_INDEX;
        collide__octree_copy(object, collide__at(objects, i, stride), floats);
        status = collide__octree_object_check(object, floats);
    }
    if (status != COLLIDE_OK)
        return status;
    for (size_t k = 0; k < n; ++k) {
        const size_t i = indices ? indices[k] : k;
        collide__octree_box old_box, new_box;
        if (!rebuild)
            old_box = collide__octree_object_box(o, i);
        collide__octree_copy(collide__octree_object(o, i), collide__at(objects, i, stride), floats);
        if (rebuild)
            continue;
        const double span = collide__octree_span(collide__octree_object(o, i), floats);
        if (o->inside.largest > 0 && span > o->inside.largest)
            o->inside.largest = span;
        new_box = collide__octree_object_box(o, i);
        rebuild = memcmp(&old_box, &new_box, sizeof old_box) != 0 &&
                  (!collide__octree_move(o, (uint32_t)i, &old_box, &new_box, &work) ||
                   work > 16 * (uint64_t)o->count + 4096);
    }
    if (rebuild || o->inside.moved > o->count) {
        collide__octree_arrange(o);
    }
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_octree_update_spheres(collide_octree *octree,
                                                         const uint32_t *indices, size_t n,
                                                         const collide_sphere *spheres,
                                                         size_t stride) {
    return collide__octree_update(octree, indices, n, spheres, stride, 4);
}

COLLIDE_API collide_status collide_octree_update_aabbs(collide_octree *octree,
                                                       const uint32_t *indices, size_t n,
                                                       const collide_aabb *boxes, size_t stride) {
    return collide__octree_update(octree, indices, n, boxes, stride, 6);
}
#endif // COLLIDE_NO_OCTREE
