#pragma once
#include "tree_nearest.h"

// ---- the distance of a point and a tree ------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)
// The point before: the bracket of its distance from the surface, and whether it was inside.
typedef struct collide__near_before {
    collide_vec3 p;
    float lo, hi;
    bool known, inside;
} collide__near_before;

// Asks about a point. If it is inside a closed mesh, turns the bracket round: the distance is
// negative. The distance from the point before limits how far the surface is, and a point that is
// nearer to that one than the surface is on the same side of it; neither changes the answer.
static bool collide__near_signed(collide__near_run *run, collide_vec3 p, float max,
                                 collide__near_before *before, collide_distance *out) {
    const collide_shape shape = collide_shape_from_point(p);
    const collide__dvec3 way = collide__dsub(p, before->p);
    const bool known = before->known;
    const double from = known ? collide__sqrt(collide__ddot(way, way)) : 0;
    bool inside = before->inside;
    before->known = false;
    if (!collide__near_begin(run, &shape, max)) {
        collide__distance_none(out);
        return false;
    }
    if (known && !run->blind)
        collide__near_limit(run, from + (double)before->hi);
    collide__near_run_all(run);
    const bool met = run->over;
    if (!collide__near_end(run, out))
        return false;
    if (run->tree->type != COLLIDE_TREE_CLOSED || met)
        inside = false;
    else if (!known || !(collide__dmul(from, 1.000001) < (double)before->lo))
        inside = collide_point_tree(p, run->tree, run->posed ? &run->frame.pose : NULL);
    before->p = p;
    before->lo = out->lo;
    before->hi = out->hi;
    before->known = true;
    before->inside = inside;
    if (inside) {
        out->lo = collide__round_zero(-(double)before->hi);
        out->hi = collide__round_zero(-(double)before->lo);
        out->normal = collide__dround_zero(collide__dneg(collide__dvec3_of(out->normal)));
    }
    return true;
}

COLLIDE_API bool collide_point_tree_distance(collide_vec3 p, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_distance *out) {
    collide__near_before before = {{0, 0, 0}, 0, 0, false, false};
    collide__near_run run;
    collide_distance d;
    out = out ? out : &d;
    if (!collide__near_tree(&run, b, pose_b)) {
        collide__distance_none(out);
        return false;
    }
    return collide__near_signed(&run, p, max, &before, out);
}

COLLIDE_API size_t collide_point_tree_distance_many(const collide_vec3_pack *points,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, float max,
                                                    const collide_distances *out) {
    collide__near_before before = {{0, 0, 0}, 0, 0, false, false};
    collide__near_run run;
    size_t hits = 0;
    COLLIDE_ASSERT(out);
    const size_t n = collide_vec3_pack_count(points);
    const bool known = collide__near_tree(&run, b, pose_b);
    if (out->bits)
        memset(out->bits, 0, COLLIDE_BLOCKS(n) * sizeof *out->bits);
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        bool hit = false;
        if (known)
            hit = collide__near_signed(&run, collide_vec3_pack_get(points, i), max, &before, &d);
        else
            collide__distance_none(&d);
        if (hit && out->bits)
            out->bits[i / 16] |= (uint16_t)(1u << i % 16);
        hits += hit;
        collide__distance_store(out, i, &d);
    }
    return hits;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
