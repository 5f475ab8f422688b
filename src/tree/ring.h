#pragma once
#include "shapes.h"

// ---- triangles round an edge or a vertex -----------------------------------------------------
#ifndef COLLIDE_NO_TREE

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

// What visits the triangles at an edge or vertex: ends the search if it returns true.
typedef bool (*collide__tree_visitor)(void *user, const collide_triangle *t);

typedef struct collide__tree_ring_search {
    collide_vec3 p, q;
    collide__tree_visitor visit;
    void *user;
} collide__tree_ring_search;

// The nearer end, so that bounds are looked into only if they hold both: of many triangles that
// share one end, few have the other.
static double collide__tree_ring_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_ring_search *s = (const collide__tree_ring_search *)shape;
    const double p = collide__dot_from(m, s->p, from), q = collide__dot_from(m, s->q, from);
    return p < q ? p : q;
}

static bool collide__tree_ring_overlaps(const void *shape, const collide_triangle *t) {
    const collide__tree_ring_search *s = (const collide__tree_ring_search *)shape;
    return collide__tree_edge(t, s->p, s->q) != COLLIDE__TREE_NO_EDGE && s->visit(s->user, t);
}

// Visits the triangles that share the edge from p to q, or the vertex p = q; both lie where a pose
// brings a vertex. Returns whether the visitor ended the search.
COLLIDE__SHARED bool collide__tree_ring(const collide_tree *tree, const collide_pose *pose,
                                        collide_vec3 p, collide_vec3 q, collide__tree_visitor visit,
                                        void *user) {
    static const collide__body_type type = {collide__tree_ring_reach, collide__tree_ring_overlaps,
                                            NULL, NULL, NULL};
    const collide__tree_ring_search s = {p, q, visit, user};
    return collide__tree_near(&type, &s, tree, pose, NULL, 0, 1) > 0;
}

// ---- windings --------------------------------------------------------------------------------

// Triangles without area have no winding.
static bool collide__tree_flat_triangle(const collide_triangle *t) {
    const collide__dvec3 n =
        collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return !(collide__ddot(n, n) > 0);
}

// An edge of a triangle, and the corner across it.
typedef struct collide__tree_side {
    collide_vec3 p, q, across;
} collide__tree_side;

static bool collide__tree_side_differs(void *user, const collide_triangle *t) {
    const collide__tree_side *s = (const collide__tree_side *)user;
    const uint32_t across = collide__tree_edge(t, s->p, s->q);
    return !(across & COLLIDE__TREE_EDGE_BACK) &&
           !collide__same_point(t->v[across & 3], s->across) && !collide__tree_flat_triangle(t);
}

COLLIDE_API size_t collide_tree_windings(const collide_tree *tree, uint32_t *indices,
                                         size_t capacity) {
    size_t found = 0;
    COLLIDE_ASSERT(indices || capacity == 0);
    for (uint32_t t = 0; collide__tree_surfaces(tree, tree) && t < tree->triangle_count; ++t) {
        const collide_triangle own = collide__tree_numbered(tree, t);
        bool differs = false;
        for (int k = 0; k < 3 && !differs && !collide__tree_flat_triangle(&own); ++k) {
            collide__tree_side side = {own.v[k], own.v[k < 2 ? k + 1 : 0], own.v[k ? k - 1 : 2]};
            differs =
                collide__tree_ring(tree, NULL, side.p, side.q, collide__tree_side_differs, &side);
        }
        if (differs && found < capacity)
            indices[found] = t;
        found += differs;
    }
    return found;
}
#undef COLLIDE__TREE_EDGE_BACK
#endif // COLLIDE_NO_TREE
