#pragma once
#include "shapes.h"

// ---- inside ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// A way from a point along an axis of space, upward or downward, moved sideways by less than any
// number, on one axis by much less than on the other, so that it meets no edge.
typedef struct collide__tree_path {
    collide_vec3 p, q; // from and to
    int axis;
    bool upward;
    bool *on; // set where p lies on a triangle
    // A triangle that p lies on, no line as seen along the axis; else NULL. The way is then moved
    // into this triangle, begins on it and leads out of the tree.
    const collide_triangle *face;
} collide__tree_path;

static double collide__tree_path_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_path *path = (const collide__tree_path *)shape;
    const double a = collide__dot_from(m, path->p, from), b = collide__dot_from(m, path->q, from);
    return a > b ? a : b;
}

// On the line of the way, whether a triangle comes after p (1), before it (-1) or at it (0): the
// triangle turns by that sign if one looks against the axis.
static int collide__tree_path_order(const collide__tree_path *path, collide_vec3 p,
                                    const collide_triangle *b, int turn) {
    const collide_triangle point = {{p, p, p}};
    const bool above = collide__floats(&b->v[0])[path->axis] > collide__floats(&p)[path->axis];
    collide__vertices t;
    int up = above ? 1 : -1;
    if (collide__vertices_of(&t, &point, b)) // else all above, or all below
        up = -turn * collide__side(&t, 3, 4, 5, 0);
    if (!up && path->face && collide__vertices_of(&t, path->face, b))
        for (int k = 0; k < 3 && !up; ++k)
            up = -turn * collide__side(&t, 3, 4, 5, k);
    return path->upward ? up : -up;
}

// The sign by which a triangle turns if one looks against the axis of a way whose line goes through
// it, else 0. Where the line meets an edge, it is moved aside: on the axes, or to the vertices of a
// face, of which each counts for less than the one before. Then p is on the line of the edge, and a
// vertex is on the same side as the way to it.
static int collide__tree_path_turn(const collide__tree_path *path, const collide_triangle *b) {
    const int next = collide__next_axis(path->axis), last = collide__next_axis(next);
    const float level = collide__floats(&b->v[0])[path->axis];
    collide__vertices t, face;
    int turn = 0;
    // Where the boxes meet, if they do sideways.
    const collide_vec3 aside = collide__moved_to(path->p, path->axis, level);
    collide_triangle shadow = {{aside, aside, aside}};
    if (!collide__vertices_of(&t, &shadow, b))
        return 0;
    for (int k = 0; k < 3 && path->face; ++k)
        shadow.v[k] = collide__moved_to(path->face->v[k], path->axis, level);
    if (path->face && !collide__vertices_of(&face, &shadow, b))
        return 0; // never, since p lies in both
    for (int i = 0; i < 3; ++i) {
        const int from = 3 + i, to = i < 2 ? 4 + i : 3;
        int sign = collide__turn_of(&t, path->axis, from, to, 0);
        for (int k = 0; k < 3 && !sign && path->face; ++k)
            sign = collide__turn_of(&face, path->axis, from, to, k);
        if (!sign && !path->face)
            sign = collide__sign(t.v[last][from] - t.v[last][to], 0);
        if (!sign && !path->face)
            sign = collide__sign(t.v[next][to] - t.v[next][from], 0);
        if (!sign || (i && sign != turn))
            return 0;
        turn = sign;
    }
    return turn;
}

// Whether the way goes through a triangle.
static bool collide__tree_path_overlaps(const void *shape, const collide_triangle *b) {
    const collide__tree_path *path = (const collide__tree_path *)shape;
    const collide_triangle point = {{path->p, path->p, path->p}};
    if (!path->face && collide_triangle_triangle(&point, b)) {
        *path->on = true;
        return false;
    }
    const int turn = collide__tree_path_turn(path, b);
    return turn && collide__tree_path_order(path, path->p, b, turn) > 0 &&
           (path->face || collide__tree_path_order(path, path->q, b, turn) <= 0);
}

// As collide__tree_column, of a way in the frame of a tree: rows of the axes are exact. False if
// numbers are too large for these bounds.
static bool collide__tree_path_column(const collide__tree_path *path, const collide_tree *b,
                                      float *q, float *box) {
    const unsigned directions = b->kind / 2;
    const float size = collide__sum_abs(path->p) + collide__sum_abs(path->q) + b->radius;
    float from[13], to[13];
    if (!(size <= COLLIDE__TREE_FAR))
        return false;
    collide__tree_along(directions, path->p, from);
    collide__tree_along(directions, path->q, to);
    for (unsigned d = 0; d < directions; ++d) {
        const float more = d < 3 ? 0 : collide__mul(size, 3.814697265625e-06f); // 2^-18, of sums
        const float low = collide__min2(from[d], to[d]), high = collide__max2(from[d], to[d]);
        q[16 * d] = high + more;
        q[16 * d + 8] = more - low;
        if (d < 3) {
            box[8 * d] = low;
            box[8 * d + 4] = high;
        }
    }
    return true;
}

// How many triangles of a tree the way from p along an axis to at goes through; face may be NULL.
static size_t collide__tree_path_through(collide_vec3 p, int axis, float at,
                                         const collide_triangle *face, const collide_tree *b,
                                         const collide_pose *pose, bool *on) {
    static const collide__body_type type = {collide__tree_path_reach, collide__tree_path_overlaps,
                                            NULL, NULL, NULL};
    collide__tree_path path;
    path.p = p;
    path.q = collide__moved_to(p, axis, at);
    path.axis = axis;
    path.upward = at > collide__floats(&p)[axis];
    path.on = on;
    path.face = face;
    COLLIDE__ALIGNED(float) q[16 * 13];
    float box[24];
    memset(q, 0, sizeof q);
    if (!pose && collide__tree_path_column(&path, b, q, box)) {
        const collide_pose still = collide_pose_identity();
        return collide__tree_find(&type, &path, b, &still, q, box, NULL, NULL, 0, SIZE_MAX);
    }
    return collide__tree_near(&type, &path, b, pose, NULL, 0, SIZE_MAX);
}

// A box of a tree.
static collide_aabb collide__tree_path_box(const collide_tree *b, const collide_pose *pose) {
    float most[6];
    if (pose)
        return collide_aabb_from_tree(b, pose);
    for (unsigned r = 0; r < 6; ++r) {
        const float *row = collide__tree_rows(b, 0) + 8 * r;
        most[r] = row[0];
        for (unsigned i = 1; i < collide__tree_links_of(b, 0)->count; ++i)
            most[r] = collide__max2(row[i], most[r]);
    }
    const collide_aabb box = {collide__vec3(-most[1], -most[3], -most[5]),
                              collide__vec3(most[0], most[2], most[4])};
    return box;
}

// The shortest way out of a box: its length, axis and end; below 0 or NaN if p is not inside.
static float collide__tree_path_out(const collide_aabb *box, collide_vec3 p, int *axis, float *at) {
    float least = collide__infinity();
    for (int i = 0; i < 6; ++i) {
        const float end = collide__floats(box)[i / 2 + (i % 2 ? 3 : 0)];
        const float from = collide__floats(&p)[i / 2], length = i % 2 ? end - from : from - end;
        if (!(length >= 0))
            return length;
        if (length < least) {
            least = length;
            *axis = i / 2;
            *at = end;
        }
    }
    return least;
}

COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose_b) {
    const collide_triangle point = {{p, p, p}};
    bool on = false;
    int axis = 0;
    float at = p.x;
    if (!b || b->type == COLLIDE_TREE_SURFACE || !collide__finite3(p))
        return false;
    if (b->type == COLLIDE_TREE_TETRAHEDRA)
        return collide_triangle_tree(&point, b, pose_b);
    const collide_aabb box = collide__tree_path_box(b, pose_b);
    if (!(collide__tree_path_out(&box, p, &axis, &at) >= 0))
        return false;
    const size_t through = collide__tree_path_through(p, axis, at, NULL, b, pose_b, &on);
    return on || through % 2;
}

// Whether q is inside, if that is known of p, and neither lies on the surface: by the way along
// each axis in turn. False if a corner of the way lies there.
static bool collide__tree_path_between(collide_vec3 p, collide_vec3 q, const collide_tree *b,
                                       const collide_pose *pose, bool *inside) {
    bool on = false;
    size_t through = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const float at = collide__floats(&q)[axis];
        if (at != collide__floats(&p)[axis])
            through += collide__tree_path_through(p, axis, at, NULL, b, pose, &on);
        p = collide__moved_to(p, axis, at);
    }
    *inside = *inside != (through % 2 != 0);
    return !on;
}

// How many parts of a, under a pose, lie inside b; a closed mesh by the way from the part before
// where that is short, since a way out may go through many parts of b.
static uint32_t collide__tree_parts_inside(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b) {
    const collide_aabb box = collide_aabb_from_tree(b, pose_b);
    uint32_t count = 0;
    collide_vec3 known = {0, 0, 0};
    bool inside = false;
    for (uint32_t i = 0; i < a->part_count; ++i) {
        const uint32_t place = collide__tree_places(a)[collide__tree_parts(a)[i]];
        const collide__tree_leaf *leaf = collide__tree_leaf_of(a, place / 4);
        const collide_vec3 v = collide__tree_triangle(leaf->rows[0], place % 4).v[0];
        const collide_vec3 p = pose_a ? collide_pose_apply(pose_a, v) : v;
        int axis;
        float at;
        const double out = (double)collide__tree_path_out(&box, p, &axis, &at);
        const double path = collide__dsum_abs(collide__dsub(p, known));
        if (i == 0 || b->type != COLLIDE_TREE_CLOSED || !(4 * path < out) ||
            !collide__tree_path_between(known, p, b, pose_b, &inside))
            inside = collide_point_tree(p, b, pose_b);
        known = p;
        count += inside;
    }
    return count;
}

COLLIDE_API collide_containment collide_tree_tree_containment(const collide_tree *a,
                                                              const collide_pose *pose_a,
                                                              const collide_tree *b,
                                                              const collide_pose *pose_b,
                                                              collide_tree_work *work) {
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide__tree_motion motion;
    if (!a || !b ||
        !collide__tree_move(collide__tree_directions(a, b), a->radius, b->radius, &pose, &motion))
        return COLLIDE_CONTAINMENT_NONE;
    if (collide_tree_tree(a, pose_a, b, pose_b, work))
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
