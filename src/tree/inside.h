#pragma once
#include "shapes.h"

// ---- inside ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// A way out of a tree from a point along an axis of space, upward or downward, moved sideways by
// less than any number, on one axis by much less than on the other, so that it meets no edge.
typedef struct collide__tree_way {
    collide_vec3 p;
    int axis;
    bool upward;
    float end; // where it leaves the tree's box
    bool *on;  // set where p lies on a triangle
} collide__tree_way;

static double collide__tree_way_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_way *way = (const collide__tree_way *)shape;
    const collide_vec3 q = collide__moved_to(way->p, way->axis, way->end);
    const double a = collide__dot_from(m, way->p, from), b = collide__dot_from(m, q, from);
    return a > b ? a : b;
}

// Whether the way goes through a triangle.
static bool collide__tree_way_meets(const void *shape, const collide_triangle *b) {
    const collide__tree_way *way = (const collide__tree_way *)shape;
    const collide_triangle point = {{way->p, way->p, way->p}};
    const int next = collide__next_axis(way->axis), last = collide__next_axis(next);
    const float at = collide__floats(&way->p)[way->axis];
    collide__vertices t;
    int turn = 0;
    unsigned above = 0;
    if (collide_triangle_triangle(&point, b)) {
        *way->on = true;
        return false;
    }
    // Where the boxes meet, if they do sideways.
    const collide_vec3 aside =
        collide__moved_to(way->p, way->axis, collide__floats(&b->v[0])[way->axis]);
    const collide_triangle shadow = {{aside, aside, aside}};
    if (!collide__vertices_of(&t, &shadow, b))
        return false;
    for (int i = 0; i < 3; ++i) {
        const int from = 3 + i, to = i < 2 ? 4 + i : 3;
        int sign = collide__turn_of(&t, way->axis, from, to, 0);
        if (!sign)
            sign = collide__sign(t.v[last][from] - t.v[last][to], 0);
        if (!sign)
            sign = collide__sign(t.v[next][to] - t.v[next][from], 0);
        if (!sign || (i && sign != turn))
            return false;
        turn = sign;
        above |= (unsigned)(collide__floats(&b->v[i])[way->axis] > at) << i;
    }
    if (!collide__vertices_of(&t, &point, b)) // all above, or all below
        return way->upward == (above != 0);
    const int side = turn * collide__side(&t, 3, 4, 5, 0); // of p, above the triangle or below
    return way->upward ? side < 0 : side > 0;
}

COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose) {
    static const collide__body_type type = {
        collide__tree_way_reach, collide__tree_way_meets, NULL, NULL, NULL,
        COLLIDE__NOT_ON_TERRAIN};
    const collide_triangle point = {{p, p, p}};
    collide__tree_way way;
    bool on = false;
    float least = collide__infinity();
    if (!b || b->type == COLLIDE_TREE_SURFACE || !collide__finite3(p))
        return false;
    if (b->type == COLLIDE_TREE_TETRAHEDRA)
        return collide_triangle_tree_indices(&point, b, pose, NULL, 0) > 0;
    const collide_aabb box = collide_tree_aabb(b, pose);
    way.p = p;
    way.axis = 0;
    way.upward = true;
    way.end = p.x;
    way.on = &on;
    for (int i = 0; i < 6; ++i) {
        const float *end = collide__floats(&box) + i / 2 + (i % 2 ? 3 : 0);
        const float *at = collide__floats(&p) + i / 2;
        const float length = i % 2 ? *end - *at : *at - *end;
        if (!(length >= 0))
            return false;
        if (length < least) {
            least = length;
            way.axis = i / 2;
            way.upward = i % 2;
            way.end = *end;
        }
    }
    const size_t through = collide__tree_near(&type, &way, b, pose, NULL, 0);
    return on || through % 2;
}

// How many parts of a, under a pose, lie inside b.
static uint32_t collide__tree_parts_inside(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b) {
    uint32_t inside = 0;
    for (uint32_t i = 0; i < a->part_count; ++i) {
        const uint32_t place = collide__tree_places(a)[collide__tree_parts(a)[i]];
        const collide__tree_leaf *leaf = collide__tree_leaf_of(a, place / 4);
        const collide_vec3 p = collide__tree_triangle(leaf->rows[0], place % 4).v[0];
        inside += collide_point_tree(pose_a ? collide_pose_apply(pose_a, p) : p, b, pose_b);
    }
    return inside;
}

COLLIDE_API collide_containment collide_tree_tree_containment(const collide_tree *a,
                                                              const collide_pose *pose_a,
                                                              const collide_tree *b,
                                                              const collide_pose *pose_b,
                                                              collide_tree_count *count) {
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide__tree_query query;
    if (!a || !b)
        return COLLIDE_CONTAINMENT_NONE;
    collide__tree_query_of(&query, a, b, NULL, 0);
    if (!collide__tree_begin(&query, &pose))
        return COLLIDE_CONTAINMENT_NONE;
    if (collide_tree_tree(a, pose_a, b, pose_b, count))
        return COLLIDE_CONTAINMENT_MEET;
    if (a->type == COLLIDE_TREE_SURFACE || b->type == COLLIDE_TREE_SURFACE)
        return COLLIDE_CONTAINMENT_UNKNOWN;
    const uint32_t of_a = collide__tree_parts_inside(a, NULL, b, &pose);
    const uint32_t of_b = collide__tree_parts_inside(b, &pose, a, NULL);
    if (of_a == a->part_count && !of_b)
        return COLLIDE_CONTAINMENT_A_IN_B;
    if (of_b == b->part_count && !of_a)
        return COLLIDE_CONTAINMENT_B_IN_A;
    return of_a || of_b ? COLLIDE_CONTAINMENT_PARTS : COLLIDE_CONTAINMENT_NONE;
}
#endif // COLLIDE_NO_TREE
