#pragma once
#include "shapes.h"

// ---- triangles round an edge or a vertex -----------------------------------------------------
#ifndef COLLIDE_NO_TREE

// Triangles and their numbers.
typedef struct collide__tree_list {
    collide_triangle *at;
    uint32_t *number;
    uint32_t n, capacity;
    size_t total; // n, and those that had no room
} collide__tree_list;

COLLIDE__SHARED void collide__tree_list_add(collide__tree_list *list, const collide_triangle *t,
                                            uint32_t number) {
    if (list->n < list->capacity) {
        list->at[list->n] = *t;
        list->number[list->n++] = number;
    }
    ++list->total;
}

#define COLLIDE__TREE_NO_EDGE 8u
#define COLLIDE__TREE_EDGE_BACK 4u

// The number of the corner across the edge of t from p to q, with EDGE_BACK if t runs from q to p;
// of a vertex p = q any corner; NO_EDGE if t has neither.
COLLIDE__SHARED uint32_t collide__tree_edge(const collide_triangle *t, collide_vec3 p,
                                            collide_vec3 q) {
    const bool vertex = collide__same_point(p, q);
    for (uint32_t i = 0; i < 3; ++i) {
        const collide_vec3 a = t->v[i], b = t->v[i < 2 ? i + 1 : 0];
        const uint32_t across = i ? i - 1 : 2;
        if (collide__same_point(a, p) && (vertex || collide__same_point(b, q)))
            return across;
        if (!vertex && collide__same_point(a, q) && collide__same_point(b, p))
            return across | COLLIDE__TREE_EDGE_BACK;
    }
    return COLLIDE__TREE_NO_EDGE;
}

typedef struct collide__tree_ring_search {
    collide_vec3 p, q;
    collide_triangle *last;
    collide__tree_list *list;
} collide__tree_ring_search;

static double collide__tree_ring_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_ring_search *s = (const collide__tree_ring_search *)shape;
    const double p = collide__dot_from(m, s->p, from), q = collide__dot_from(m, s->q, from);
    return p > q ? p : q;
}

static bool collide__tree_ring_overlaps(const void *shape, const collide_triangle *t) {
    const collide__tree_ring_search *s = (const collide__tree_ring_search *)shape;
    *s->last = *t;
    return collide__tree_edge(t, s->p, s->q) != COLLIDE__TREE_NO_EDGE;
}

static void collide__tree_ring_taken(const void *shape, uint32_t triangle) {
    const collide__tree_ring_search *s = (const collide__tree_ring_search *)shape;
    collide__tree_list_add(s->list, s->last, triangle);
}

// Lists the triangles that share the edge from p to q, or the vertex p = q; both lie where a pose
// brings a vertex.
COLLIDE__SHARED void collide__tree_ring(const collide_tree *tree, const collide_pose *pose,
                                        collide_vec3 p, collide_vec3 q, collide__tree_list *list) {
    static const collide__body_type type = {collide__tree_ring_reach, collide__tree_ring_overlaps,
                                            NULL, NULL, collide__tree_ring_taken};
    collide_triangle last;
    const collide__tree_ring_search s = {p, q, &last, list};
    (void)collide__tree_near(&type, &s, tree, pose, NULL, 0, SIZE_MAX);
}

// ---- windings --------------------------------------------------------------------------------

// Triangles without area have no winding.
static bool collide__tree_flat_triangle(const collide_triangle *t) {
    const collide__dvec3 n =
        collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return !(collide__ddot(n, n) > 0);
}

COLLIDE_API size_t collide_tree_windings(const collide_tree *tree, uint32_t *indices,
                                         size_t capacity) {
    collide_triangle ring[8];
    uint32_t number[8];
    size_t found = 0;
    COLLIDE_ASSERT(indices || capacity == 0);
    for (uint32_t t = 0; collide__tree_surfaces(tree, tree) && t < tree->triangle_count; ++t) {
        const collide_triangle own = collide__tree_numbered(tree, t);
        const bool flat = collide__tree_flat_triangle(&own);
        bool turned = false;
        for (int k = 0; k < 3 && !turned && !flat; ++k) {
            const collide_vec3 p = own.v[k], q = own.v[k < 2 ? k + 1 : 0], w = own.v[k ? k - 1 : 2];
            collide__tree_list list = {ring, number, 0, 8, 0};
            collide__tree_ring(tree, NULL, p, q, &list);
            for (uint32_t i = 0; i < list.n && !turned; ++i) {
                const uint32_t across = collide__tree_edge(&ring[i], p, q);
                turned = !(across & COLLIDE__TREE_EDGE_BACK) &&
                         !collide__same_point(ring[i].v[across], w) &&
                         !collide__tree_flat_triangle(&ring[i]);
            }
        }
        if (turned && found < capacity)
            indices[found] = t;
        found += turned;
    }
    return found;
}
#undef COLLIDE__TREE_NO_EDGE
#undef COLLIDE__TREE_EDGE_BACK
#endif // COLLIDE_NO_TREE
