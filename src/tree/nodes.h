#pragma once
#include "scalar.h"

// ---- nodes and leaves ------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// The split is by counts alone: a node with more than 4 * 8^k and at most 4 * 8^(k + 1) triangles
// has children of 4 * 8^k triangles, and one child with the rest. So all nodes are full except on
// the path to the last leaf, and the height is logarithmic. Nodes come before their children.

#define COLLIDE__TREE_LEAF 0x80000000u // a child that is a leaf
#define COLLIDE__TREE_LEVELS 10        // of nodes; 4 * 8^9 triangles at most
#define COLLIDE__TREE_MOST ((size_t)1 << 29)

COLLIDE__INLINE float *collide__tree_rows(const collide_tree *tree, uint32_t node) {
    return (float *)(void *)((char *)(uintptr_t)tree + (size_t)tree->inside.nodes_at +
                             (size_t)node * tree->inside.node_size);
}

COLLIDE__INLINE collide__tree_links *collide__tree_links_of(const collide_tree *tree,
                                                            uint32_t node) {
    return (collide__tree_links *)(void *)(collide__tree_rows(tree, node) + 8 * tree->kind);
}

COLLIDE__INLINE collide__tree_leaf *collide__tree_leaf_of(const collide_tree *tree, uint32_t leaf) {
    return (collide__tree_leaf *)(void *)((char *)(uintptr_t)tree +
                                          (size_t)tree->inside.leaves_at) +
           leaf;
}

// Where triangle i lies, 4 * leaf + which; behind these, the parent of each leaf.
COLLIDE__INLINE uint32_t *collide__tree_places(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->inside.places_at);
}

// The fourth vertices of tetrahedra, in the order of their places.
COLLIDE__INLINE uint32_t *collide__tree_corners(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->inside.corners_at);
}

// A triangle of each part.
COLLIDE__INLINE uint32_t *collide__tree_parts(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->inside.parts_at);
}

// How many triangles a child of a node with n of them has.
COLLIDE__INLINE uint32_t collide__tree_share(uint32_t n) {
    uint32_t share = 4;
    while ((n - 1) / 8 >= share)
        share *= 8;
    return share;
}

// Nodes over n triangles.
static uint32_t collide__tree_nodes(uint32_t n) {
    uint32_t nodes = 0;
    for (;;) {
        const uint32_t share = collide__tree_share(n), full = n / share;
        ++nodes;
        for (uint32_t level = share; level > 4; level /= 8)
            nodes += full * (share / level);
        n -= full * share;
        if (n <= 4)
            return nodes;
    }
}

static bool collide__tree_layout(size_t n, const collide_tree_options *options,
                                 collide_tree *tree) {
    const uint32_t kind = options && options->kind ? options->kind : 18;
    memset(tree, 0, sizeof *tree);
    if ((kind != 6 && kind != 14 && kind != 18 && kind != 26) ||
        (options && (options->axis > 1 || options->place > 1 || options->type > 2)))
        return false;
    if (n == 0 || n > COLLIDE__TREE_MOST)
        return true;
    tree->magic = COLLIDE_TREE_MAGIC;
    tree->kind = kind;
    tree->triangle_count = (uint32_t)n;
    tree->inside.leaf_count = (tree->triangle_count + 3) / 4;
    tree->inside.node_count = collide__tree_nodes(tree->triangle_count);
    tree->inside.node_size = 32 * kind + (uint32_t)sizeof(collide__tree_links);
    tree->inside.nodes_at = COLLIDE__TREE_HEADER;
    tree->inside.leaves_at =
        tree->inside.nodes_at + (uint64_t)tree->inside.node_count * tree->inside.node_size;
    tree->inside.places_at =
        tree->inside.leaves_at + (uint64_t)tree->inside.leaf_count * sizeof(collide__tree_leaf);
    tree->type = options ? options->type : COLLIDE_TREE_SURFACE;
    tree->inside.corners_at = tree->inside.places_at + 4 * ((uint64_t)n + tree->inside.leaf_count);
    tree->inside.parts_at =
        tree->inside.corners_at +
        (tree->type == COLLIDE_TREE_TETRAHEDRA ? 16 * (uint64_t)tree->inside.leaf_count : 0);
    tree->size = tree->inside.parts_at + (tree->type != COLLIDE_TREE_SURFACE ? 4 * (uint64_t)n : 0);
    tree->size = (tree->size + 63) & ~(uint64_t)63;
    return true;
}

COLLIDE_API size_t collide_tree_size(size_t triangle_count, const collide_tree_options *options) {
    collide_tree layout;
    return collide__tree_layout(triangle_count, options, &layout) && layout.size <= PTRDIFF_MAX
               ? (size_t)layout.size
               : 0;
}

// ---- bounds ----------------------------------------------------------------------------------

// The supports of a node to its parent's rows.
static void collide__tree_raise(const collide_tree *tree, uint32_t node) {
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    const float *rows = collide__tree_rows(tree, node);
    float *column = collide__tree_rows(tree, links->parent / 8) + links->parent % 8;
    for (uint32_t r = 0; r < 8 * tree->kind; r += 8) {
        float most = rows[r];
        for (uint32_t i = 1; i < 8; ++i)
            most = rows[r + i] > most ? rows[r + i] : most;
        column[r] = most;
    }
}

// Computes all bounds of a node, whose child nodes have theirs, and its bound in its parent.
static void collide__tree_bound(const collide_tree *tree, uint32_t node) {
    const collide__tree_kernels *kernels = collide__tree();
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    float *rows = collide__tree_rows(tree, node);
    for (uint32_t i = 0; i < links->count; ++i)
        if (links->child[i] & COLLIDE__TREE_LEAF)
            kernels->bound(
                collide__tree_leaf_of(tree, links->child[i] ^ COLLIDE__TREE_LEAF)->rows[0],
                tree->kind, rows + i);
    if (node)
        collide__tree_raise(tree, node);
}

static void collide__tree_measure(collide_tree *tree) {
    const float *rows = collide__tree_rows(tree, 0);
    tree->radius = 0;
    for (int i = 0; i < 48; ++i)
        tree->radius = rows[i] > tree->radius ? rows[i] : tree->radius;
}

// How many vertices a triangle, or tetrahedron, has.
COLLIDE__INLINE uint32_t collide__tree_vertices(const collide_tree *tree) {
    return tree->type == COLLIDE_TREE_TETRAHEDRA ? 4 : 3;
}

// The index in the mesh of vertex v of the triangle or tetrahedron at a place; v = 3 repeats the
// last vertex of a triangle.
COLLIDE__INLINE uint32_t collide__tree_vertex(const collide_tree *tree, uint32_t place,
                                              uint32_t v) {
    if (v == 3 && tree->type == COLLIDE_TREE_TETRAHEDRA)
        return collide__tree_corners(tree)[place];
    return collide__tree_leaf_of(tree, place / 4)->vertex[place % 4][v < 3 ? v : 2];
}

COLLIDE__INLINE collide_vec3 collide__tree_position(const collide_tree *tree, uint32_t place,
                                                    uint32_t v, const collide_mesh *mesh) {
    return collide__read_vec3(
        collide__at(mesh->positions, collide__tree_vertex(tree, place, v), mesh->position_stride));
}

// Writes vertex v of element s of a leaf; went grows to the distance from its former position.
COLLIDE__INLINE void collide__tree_put(collide__tree_leaf *leaf, uint32_t s, uint32_t v,
                                       const collide_mesh *mesh, uint32_t number, float *went) {
    const collide_vec3 p =
        collide__read_vec3(collide__at(mesh->positions, number, mesh->position_stride));
    const float at[3] = {p.x, p.y, p.z};
    for (int axis = 0; axis < 3; ++axis) {
        const float way = collide__abs(at[axis] - leaf->rows[axis][4 * v + s]);
        went[axis] = way > went[axis] ? way : went[axis];
        leaf->rows[axis][4 * v + s] = at[axis];
    }
}

// Writes the vertices of the triangle or tetrahedron at a place.
COLLIDE__INLINE void collide__tree_fill(const collide_tree *tree, uint32_t place,
                                        const collide_mesh *mesh, float *went) {
    collide__tree_leaf *leaf = collide__tree_leaf_of(tree, place / 4);
    const uint32_t s = place % 4;
    for (uint32_t v = 0; v < 3; ++v)
        collide__tree_put(leaf, s, v, mesh, leaf->vertex[s][v], went);
    if (tree->type == COLLIDE_TREE_TETRAHEDRA)
        collide__tree_put(leaf, s, 3, mesh, collide__tree_corners(tree)[place], went);
    else
        for (int axis = 0; axis < 3; ++axis)
            leaf->rows[axis][12 + s] = leaf->rows[axis][8 + s];
}
#undef COLLIDE__TREE_MOST
#endif // COLLIDE_NO_TREE
