#pragma once
#include "build.h"

// ---- refitting -------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// Whether a closed mesh is so with the triangles listed, or all, where they are now. Those that are
// listed twice count once: their numbers are marked meanwhile.
static bool collide__tree_stays_closed(collide_tree *tree, const collide_mesh *mesh,
                                       const uint32_t *triangles, size_t n) {
    const uint32_t *places = collide__tree_places(tree);
    uint64_t sum = 0;
    n = triangles ? n : tree->triangle_count;
    for (size_t i = 0; i < n; ++i) {
        const uint32_t number = triangles ? triangles[i] : (uint32_t)i, place = places[number];
        collide__tree_leaf *leaf = collide__tree_leaf_of(tree, place / 4);
        const uint32_t s = place % 4;
        collide_vec3 v[3], before[3];
        if (leaf->triangle[s] != number)
            continue;
        for (uint32_t k = 0; k < 3; ++k) {
            v[k] = collide__tree_position(tree, place, k, mesh);
            before[k] = collide__vec3(leaf->rows[0][4 * k + s], leaf->rows[1][4 * k + s],
                                      leaf->rows[2][4 * k + s]);
        }
        collide__tree_edges(v, &sum);
        if (!triangles)
            continue;
        collide__tree_edges(before, &sum);
        leaf->triangle[s] = ~number;
    }
    for (size_t i = 0; triangles && i < n; ++i)
        collide__tree_leaf_of(tree, places[triangles[i]] / 4)->triangle[places[triangles[i]] % 4] =
            triangles[i];
    return sum == 0;
}

COLLIDE__INLINE void collide__tree_forget(collide__tree_links *links) {
    links->changed = 0;
    memset(links->went, 0, sizeof links->went);
    memset(links->edges, 0, sizeof links->edges);
}

// Refits nodes begin to end, children first; not the bounds of the child nodes of a node that has
// nodes from end on below it.
static void collide__tree_refit_nodes(const collide_tree *tree, const collide_mesh *mesh,
                                      uint32_t begin, uint32_t end, float *went) {
    const collide__tree_kernels *kernels = collide__tree();
    const uint32_t *corners =
        tree->type == COLLIDE_TREE_TETRAHEDRA ? collide__tree_corners(tree) : NULL;
    uint32_t unfinished =
        end < tree->inside.node_count ? collide__tree_links_of(tree, end)->parent / 8 : UINT32_MAX;
    for (uint32_t node = end; node-- > begin;) {
        collide__tree_links *links = collide__tree_links_of(tree, node);
        const uint32_t first = collide__tree_first_leaf(links);
        if (links->changed) // by slices that nobody finished
            collide__tree_forget(links);
        if (first < links->count) {
            const uint32_t leaf = links->child[first] ^ COLLIDE__TREE_LEAF;
            kernels->fill(collide__tree_leaf_of(tree, leaf), links->count - first,
                          corners ? corners + 4 * (size_t)leaf : NULL, mesh->positions,
                          mesh->position_stride, went);
            collide__tree_bound_leaves(tree, node);
        }
        if (node == unfinished)
            unfinished = links->parent / 8;
        else
            collide__tree_bound_nodes(tree, node);
    }
}

// The maximum of four numbers.
COLLIDE__INLINE float collide__tree_most(const float *went) {
    return collide__max2(collide__max2(went[0], went[1]), collide__max2(went[2], went[3]));
}

// The last step of refitting: went is the distance that vertices moved, 4 numbers for each axis.
static void collide__tree_refit_end(collide_tree *tree, const float *went) {
    tree->part_count = tree->inside.piece_count;
    collide__tree_measure(tree);
    for (int axis = 0; axis < 3; ++axis, went += 4) {
        const float most = collide__tree_most(went);
        if (most > 0) // rounded up, so that small ways add to a large sum, too
            tree->inside.drift[axis] = collide__dmul(
                tree->inside.drift[axis] + collide__dmul((double)most, 1.0000002384185791015625),
                1 + 4.440892098500626e-16); // 1 + 2^-22, 1 + 2^-51
    }
}

// Refits the triangles listed.
static void collide__tree_refit_some(const collide_tree *tree, const collide_mesh *mesh,
                                     const uint32_t *triangles, size_t n, float *went) {
    for (size_t i = 0; i < n; ++i) {
        const uint32_t *places = collide__tree_places(tree);
        const uint32_t leaf = places[triangles[i]] / 4;
        collide__tree_leaf *own = collide__tree_leaf_of(tree, leaf);
        collide__tree_fill(tree, places[triangles[i]], mesh, went);
        for (uint32_t s = 1; s < 4; ++s)
            for (uint32_t k = s; k < 16 && own->triangle[s] == UINT32_MAX; k += 4)
                for (int axis = 0; axis < 3; ++axis) // those that repeat the last one
                    own->rows[axis][k] = own->rows[axis][k - 1];
        uint32_t node = places[tree->triangle_count + leaf] / 8;
        collide__tree_links *links = collide__tree_links_of(tree, node);
        while (!links->changed) {
            links->changed = 1;
            links = collide__tree_links_of(tree, links->parent / 8);
        }
    }
    for (uint32_t i = tree->inside.node_count; i-- > 0;)
        if (collide__tree_links_of(tree, i)->changed) {
            collide__tree_links_of(tree, i)->changed = 0;
            collide__tree_bound(tree, i);
        }
}

static collide_status collide__tree_refit_check(const collide_tree *tree, collide_mesh *mesh) {
    const collide_status status = collide__mesh_check(mesh);
    return status == COLLIDE_OK && (mesh->vertex_count != tree->vertex_count ||
                                    mesh->triangle_count != tree->triangle_count)
               ? COLLIDE_ERROR_COUNT
               : status;
}

COLLIDE_API collide_status collide_tree_refit(collide_tree *tree, const collide_mesh *mesh,
                                              const uint32_t *indices, size_t n) {
    if (!tree || !mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    COLLIDE__ALIGNED(float) went[12] = {0};
    collide_status status = collide__tree_refit_check(tree, &checked);
    if (!(tree->radius <= FLT_MAX)) // a refit in slices failed
        indices = NULL;
    if (status == COLLIDE_OK && !indices)
        status = collide__tree_vertices_check(&checked, 0, checked.vertex_count);
    for (size_t i = 0; indices && i < n && status == COLLIDE_OK; ++i) {
        if (indices[i] >= tree->triangle_count)
            return COLLIDE_ERROR_INDEX;
        const uint32_t place = collide__tree_places(tree)[indices[i]];
        for (uint32_t v = 0; v < 4; ++v)
            if (!collide__finite3(collide__tree_position(tree, place, v, &checked)))
                status = COLLIDE_ERROR_NOT_FINITE;
    }
    if (status == COLLIDE_OK && tree->type == COLLIDE_TREE_CLOSED &&
        !collide__tree_stays_closed(tree, &checked, indices, n))
        status = COLLIDE_ERROR_OPEN;
    if (status != COLLIDE_OK)
        return status;
    if (indices)
        collide__tree_refit_some(tree, &checked, indices, n, went);
    else
        collide__tree_refit_nodes(tree, &checked, 0, tree->inside.node_count, went);
    collide__tree_refit_end(tree, went);
    return COLLIDE_OK;
}

// The first of n things that a slice does.
COLLIDE__INLINE uint32_t collide__tree_slice_begin(uint32_t n, size_t slice, size_t slices) {
    return (uint32_t)((uint64_t)n * slice / slices);
}

// The sum of the edges of the triangles below nodes begin to end.
static uint64_t collide__tree_slice_edges(const collide_tree *tree, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t node = begin; node < end; ++node) {
        const collide__tree_links *links = collide__tree_links_of(tree, node);
        for (uint32_t i = 4 * collide__tree_first_leaf(links); i < 4 * links->count; ++i) {
            const uint32_t s = i % 4;
            const collide__tree_leaf *leaf =
                collide__tree_leaf_of(tree, links->child[i / 4] ^ COLLIDE__TREE_LEAF);
            collide_vec3 v[3];
            for (uint32_t k = 0; k < 3; ++k)
                v[k] = collide__vec3(leaf->rows[0][4 * k + s], leaf->rows[1][4 * k + s],
                                     leaf->rows[2][4 * k + s]);
            if (leaf->triangle[s] != UINT32_MAX)
                collide__tree_edges(v, &sum);
        }
    }
    return sum;
}

COLLIDE_API collide_status collide_tree_refit_slice(collide_tree *tree, const collide_mesh *mesh,
                                                    size_t slice, size_t slices) {
    if (!tree || !mesh)
        return COLLIDE_ERROR_NULL;
    if (slice >= slices)
        return COLLIDE_ERROR_INDEX;
    slices = collide__min_size(slices, tree->inside.node_count);
    if (slice >= slices)
        return COLLIDE_OK;
    collide_mesh checked = *mesh;
    COLLIDE__ALIGNED(float) went[12] = {0};
    uint64_t sum = 0;
    const uint32_t begin = collide__tree_slice_begin(tree->inside.node_count, slice, slices);
    const uint32_t end = collide__tree_slice_begin(tree->inside.node_count, slice + 1, slices);
    collide__tree_links *links = collide__tree_links_of(tree, begin);
    const collide__tree_links before = *links;
    collide_status status = collide__tree_refit_check(tree, &checked);
    if (status == COLLIDE_OK)
        status = collide__tree_vertices_check(
            &checked, collide__tree_slice_begin(tree->vertex_count, slice, slices),
            collide__tree_slice_begin(tree->vertex_count, slice + 1, slices));
    if (status == COLLIDE_OK)
        collide__tree_refit_nodes(tree, &checked, begin, end, went);
    else
        went[0] = -(float)status;
    if (status == COLLIDE_OK && tree->type == COLLIDE_TREE_CLOSED)
        sum = collide__tree_slice_edges(tree, begin, end);
    for (int axis = 0; axis < 3; ++axis) {
        links->went[axis] = status == COLLIDE_OK ? collide__tree_most(went + 4 * axis) : went[axis];
        if (before.changed == slices && links->went[axis] >= 0) // the slice runs again
            links->went[axis] = collide__max2(before.went[axis], links->went[axis]);
    }
    memcpy(links->edges, &sum, sizeof sum);
    links->changed = (uint32_t)slices;
    return status;
}

// Takes what each slice found; went grows to the distances that vertices moved.
static collide_status collide__tree_refit_gather(collide_tree *tree, size_t slices, float *went) {
    collide_status status = COLLIDE_OK;
    uint64_t sum = 0;
    for (size_t i = 0; i < slices; ++i) {
        uint64_t edges;
        collide__tree_links *links = collide__tree_links_of(
            tree, collide__tree_slice_begin(tree->inside.node_count, i, slices));
        if (status == COLLIDE_OK && links->changed != slices)
            status = COLLIDE_ERROR_COUNT;
        if (status == COLLIDE_OK && links->went[0] < 0)
            status = (collide_status)(int)-links->went[0];
        for (int axis = 0; axis < 3; ++axis)
            went[4 * axis] = collide__max2(links->went[axis], went[4 * axis]);
        memcpy(&edges, links->edges, sizeof edges);
        sum ^= edges;
        collide__tree_forget(links);
    }
    return status == COLLIDE_OK && sum ? COLLIDE_ERROR_OPEN : status;
}

COLLIDE_API collide_status collide_tree_refit_finish(collide_tree *tree, size_t slices) {
    COLLIDE__ALIGNED(float) went[12] = {0};
    if (!tree)
        return COLLIDE_ERROR_NULL;
    if (slices == 0)
        return COLLIDE_ERROR_COUNT;
    slices = collide__min_size(slices, tree->inside.node_count);
    const collide_status status = collide__tree_refit_gather(tree, slices, went);
    for (size_t i = 1; i < slices; ++i) { // nodes with slices below them
        uint32_t node = collide__tree_slice_begin(tree->inside.node_count, i, slices);
        while (node) {
            node = collide__tree_links_of(tree, node)->parent / 8;
            collide__tree_bound_nodes(tree, node);
        }
    }
    collide__tree_refit_end(tree, went);
    if (status == COLLIDE_OK)
        return COLLIDE_OK;
    for (uint32_t i = 0; i < tree->inside.node_count; ++i)
        collide__tree_forget(collide__tree_links_of(tree, i));
    tree->radius = collide__infinity(); // every query refuses it
    ++tree->stamp;                      // fronts of the tree as it was hold no more
    return status;
}
#endif // COLLIDE_NO_TREE
