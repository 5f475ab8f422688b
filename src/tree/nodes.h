#pragma once
#include "scalar.h"

// ---- nodes and leaves ------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// The split is by counts alone: with degree d, a node with more than 4 * d^k and at most
// 4 * d^(k + 1) triangles has children of 4 * d^k triangles, and one child with the rest. So all
// nodes are full except on the path to the last leaf, and the height is logarithmic. Nodes come
// before their children. Stacks hold d - 1 nodes for each level, which are fewest with degree 2 (28
// levels), and most with degree 8.

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
COLLIDE__INLINE uint32_t collide__tree_share(uint32_t n, uint32_t degree) {
    uint32_t share = 4;
    while ((n - 1) / degree >= share)
        share *= degree;
    return share;
}

COLLIDE__INLINE uint32_t collide__tree_degree(const collide_tree *tree) {
    return tree->inside.degree ? tree->inside.degree : 8;
}

// Nodes over n triangles.
static uint32_t collide__tree_nodes(uint32_t n, uint32_t degree) {
    uint32_t nodes = 0;
    for (;;) {
        const uint32_t share = collide__tree_share(n, degree), full = n / share;
        ++nodes;
        for (uint32_t level = share; level > 4; level /= degree)
            nodes += full * (share / level);
        n -= full * share;
        if (n <= 4)
            return nodes;
    }
}

static bool collide__tree_layout(size_t n, const collide_tree_options *options,
                                 collide_tree *tree) {
    const uint32_t kind = options && options->kind ? options->kind : 18;
    const uint32_t degree = options && options->degree ? options->degree : 8;
    memset(tree, 0, sizeof *tree);
    if ((degree != 2 && degree != 4 && degree != 8) ||
        (kind != 6 && kind != 14 && kind != 18 && kind != 26) ||
        (options && (options->axis > 1 || options->place > 1 || options->type > 2)))
        return false;
    if (n == 0 || n > COLLIDE__TREE_MOST)
        return true;
    tree->magic = COLLIDE_TREE_MAGIC;
    tree->kind = kind;
    tree->triangle_count = (uint32_t)n;
    tree->inside.leaf_count = (tree->triangle_count + 3) / 4;
    tree->inside.degree = degree == 8 ? 0 : degree;
    tree->inside.node_count = collide__tree_nodes(tree->triangle_count, degree);
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

// The first child of a node that is a leaf, or the count of children; all children after it are
// leaves, too, which follow each other.
COLLIDE__INLINE uint32_t collide__tree_first_leaf(const collide__tree_links *links) {
    uint32_t first = 0;
    while (first < links->count && !(links->child[first] & COLLIDE__TREE_LEAF))
        ++first;
    return first;
}

typedef void (*collide__tree_columns)(const float *const *children, unsigned kind, float *rows);

// Computes columns begin to end of a node by a kernel that makes eight: others repeat the last one.
static void collide__tree_bound_some(const collide_tree *tree, uint32_t node, uint32_t begin,
                                     uint32_t end, collide__tree_columns kernel) {
    const uint32_t *child = collide__tree_links_of(tree, node)->child;
    float *rows = collide__tree_rows(tree, node);
    const float *own[8];
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t code = child[i < begin ? begin : i < end ? i : end - 1];
        own[i] = code & COLLIDE__TREE_LEAF
                     ? collide__tree_leaf_of(tree, code ^ COLLIDE__TREE_LEAF)->rows[0]
                     : collide__tree_rows(tree, code);
    }
    if (begin == 0 && end == 8) {
        kernel(own, tree->kind, rows);
    } else {
        COLLIDE__ALIGNED(float) some[8 * 26];
        kernel(own, tree->kind, some);
        for (uint32_t r = 0; r < 8 * tree->kind; r += 8)
            for (uint32_t i = begin; i < end; ++i)
                rows[r + i] = some[r + i];
    }
}

// The supports of a node's leaves.
static void collide__tree_bound_leaves(const collide_tree *tree, uint32_t node) {
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    const uint32_t first = collide__tree_first_leaf(links);
    if (first < links->count)
        collide__tree_bound_some(tree, node, first, links->count, collide__tree()->bound);
}

// The supports of a node's child nodes, which have theirs.
static void collide__tree_bound_nodes(const collide_tree *tree, uint32_t node) {
    const uint32_t first = collide__tree_first_leaf(collide__tree_links_of(tree, node));
    if (first > 0)
        collide__tree_bound_some(tree, node, 0, first, collide__tree()->raise);
}

// All bounds of a node, whose child nodes have theirs.
static void collide__tree_bound(const collide_tree *tree, uint32_t node) {
    collide__tree_bound_leaves(tree, node);
    collide__tree_bound_nodes(tree, node);
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

// Writes the vertices of the triangle or tetrahedron at a place; see the kernel fill.
COLLIDE__INLINE void collide__tree_fill(const collide_tree *tree, uint32_t place,
                                        const collide_mesh *mesh, float *went) {
    for (uint32_t v = 0; v < 4; ++v)
        collide__tree_put(collide__tree_leaf_of(tree, place / 4), place % 4, v, mesh->positions,
                          mesh->position_stride, collide__tree_vertex(tree, place, v), went);
}
#undef COLLIDE__TREE_MOST
#endif // COLLIDE_NO_TREE
