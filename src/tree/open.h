#pragma once
#include "build.h"
#include "front.h"

// ---- opening ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// How nodes hang together follows from degree and number of triangles alone, so it is found again
// and compared. Bounds may be any numbers: at worst a query asks all pairs.

static bool collide__tree_leaf_sound(const collide_tree *tree, const collide__tree_part_of *part) {
    const uint32_t number = part->begin / 4, n = tree->triangle_count;
    const uint32_t *places = collide__tree_places(tree);
    const collide__tree_leaf *leaf = collide__tree_leaf_of(tree, number);
    for (uint32_t s = 0; s < 4; ++s) {
        const uint32_t triangle = leaf->triangle[s];
        if (s < part->count ? triangle >= n || places[triangle] != part->begin + s
                            : triangle != UINT32_MAX)
            return false;
        for (uint32_t v = 0; v < 4; ++v)
            if (collide__tree_vertex(tree, part->begin + s, v) >= tree->vertex_count)
                return false;
    }
    for (int i = 0; i < 48; ++i)
        if (!collide__finite(leaf->rows[i / 16][i % 16]))
            return false;
    return places[n + number] == part->parent;
}

static bool collide__tree_nodes_sound(const collide_tree *tree) {
    collide__tree_part_of stack[8 * COLLIDE__TREE_LEVELS], child[8];
    size_t depth = 1;
    memset(stack, 0, sizeof stack);
    stack[0].count = tree->triangle_count;
    while (depth) {
        const collide__tree_part_of part = stack[--depth];
        if (part.node == UINT32_MAX) {
            if (!collide__tree_leaf_sound(tree, &part))
                return false;
            continue;
        }
        const collide__tree_links *links = collide__tree_links_of(tree, part.node);
        const uint32_t count = collide__tree_cut(&part, collide__tree_degree(tree), child);
        if (links->parent != part.parent || links->count != count || links->changed)
            return false;
        for (uint32_t i = 0; i < count; ++i) {
            if (links->child[i] != collide__tree_code(&child[i]))
                return false;
            stack[depth++] = child[i];
        }
    }
    for (uint32_t i = 0; i < tree->inside.piece_count; ++i)
        if (collide__tree_parts(tree)[i] >= tree->triangle_count)
            return false;
    return true;
}

COLLIDE_API collide_status collide_tree_open(collide_tree **tree, void *memory, size_t size) {
    collide_tree header, expected;
    collide_tree_options options;
    if (!tree)
        return COLLIDE_ERROR_NULL;
    *tree = NULL;
    const collide_status status =
        collide__saved_read(&header, sizeof header, memory, size, COLLIDE_TREE_MAGIC);
    if (status != COLLIDE_OK)
        return status;
    memset(&options, 0, sizeof options);
    options.kind = header.kind;
    options.type = header.type;
    options.degree = header.inside.degree;
    const bool solid = header.type != COLLIDE_TREE_SURFACE;
    if (!collide__tree_layout(header.triangle_count, &options, &expected) ||
        expected.magic != header.magic || expected.inside.degree != header.inside.degree ||
        expected.kind != header.kind || expected.size != header.size ||
        expected.size > PTRDIFF_MAX || expected.inside.nodes_at != header.inside.nodes_at ||
        expected.inside.leaves_at != header.inside.leaves_at ||
        expected.inside.places_at != header.inside.places_at ||
        expected.inside.corners_at != header.inside.corners_at ||
        expected.inside.parts_at != header.inside.parts_at ||
        expected.inside.leaf_count != header.inside.leaf_count ||
        expected.inside.node_count != header.inside.node_count ||
        expected.inside.node_size != header.inside.node_size ||
        header.part_count > header.inside.piece_count ||
        header.inside.piece_count > (solid ? header.triangle_count : 0) ||
        !(header.radius >= 0 && header.radius <= FLT_MAX))
        return COLLIDE_ERROR_DAMAGED;
    if (size < header.size)
        return COLLIDE_ERROR_SIZE;
    if (!collide__tree_nodes_sound((const collide_tree *)memory))
        return COLLIDE_ERROR_DAMAGED;
    *tree = (collide_tree *)memory;
    return COLLIDE_OK;
}

// How many leaves a node or leaf that is not the root holds; 0 if there is no such one. They follow
// each other.
static uint32_t collide__tree_held(const collide_tree *tree, uint32_t code) {
    uint32_t end[2];
    if (code & COLLIDE__TREE_LEAF)
        return (code ^ COLLIDE__TREE_LEAF) < tree->inside.leaf_count;
    if (code == 0 || code >= tree->inside.node_count)
        return 0;
    for (int last = 0; last < 2; ++last)
        for (end[last] = code; !(end[last] & COLLIDE__TREE_LEAF);) {
            const collide__tree_links *links = collide__tree_links_of(tree, end[last]);
            end[last] = links->child[last ? links->count - 1 : 0];
        }
    return end[1] - end[0] + 1;
}

// Whether the pairs that a front holds are pairs of two trees, and of as many leaves in all as
// there are: then no pair can be there so often that a query takes longer than asking all.
static bool collide__front_sound(collide_front *front, const collide_tree *a,
                                 const collide_tree *b) {
    const collide__front_entry *entries = collide__front_entries(front);
    const uint32_t rows = 2 * collide__tree_directions(a, b);
    uint64_t left = (uint64_t)a->inside.leaf_count * b->inside.leaf_count;
    for (uint32_t i = 0; i < front->count; ++i) {
        const collide__front_entry *e = &entries[i];
        const uint64_t held = (uint64_t)collide__tree_held(a, e->a) * collide__tree_held(b, e->b);
        if (e->until < -FLT_MAX ? !(e->a & e->b & COLLIDE__TREE_LEAF) : e->row >= rows)
            return false;
        if (held == 0 || held > left)
            return false;
        left -= held;
    }
    return front->count == 0 || left == 0;
}

COLLIDE_API collide_status collide_front_open(collide_front **front, void *memory, size_t size,
                                              const collide_tree *a, const collide_tree *b) {
    collide_front header;
    if (!front)
        return COLLIDE_ERROR_NULL;
    *front = NULL;
    if (!a || !b)
        return COLLIDE_ERROR_NULL;
    const collide_status status =
        collide__saved_read(&header, sizeof header, memory, size, COLLIDE_FRONT_MAGIC);
    if (status != COLLIDE_OK)
        return status;
    const size_t expected = collide_front_size(header.capacity);
    if (expected == 0 || header.size != expected || header.count > header.capacity)
        return COLLIDE_ERROR_DAMAGED;
    if (size < expected)
        return COLLIDE_ERROR_SIZE;
    if (!collide__front_is_of(&header, a, b))
        return COLLIDE_ERROR_TREE;
    if (!collide__front_sound((collide_front *)memory, a, b))
        return COLLIDE_ERROR_DAMAGED;
    *front = (collide_front *)memory;
    return COLLIDE_OK;
}

COLLIDE_API size_t collide_tree_count(const collide_tree *tree) {
    return tree ? tree->triangle_count : 0;
}
#endif // COLLIDE_NO_TREE
