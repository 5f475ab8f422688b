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

// Of the axes along which a triangle is no line, the one on which its normal is longest; -1 if it
// has no area. The normal then has the right sign on that axis, and unit length.
static int collide__near_face(const collide_triangle *t, collide__dvec3 *normal) {
    collide__vertices exact;
    double part[3];
    int axis = -1, turn = 0;
    *normal = collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    part[0] = normal->x;
    part[1] = normal->y;
    part[2] = normal->z;
    if (!collide__vertices_of(&exact, t, t))
        return -1;
    for (int k = 0; k < 3; ++k) {
        const int sign = collide__turn_of(&exact, k, 0, 1, 2);
        if (!sign || (axis >= 0 && !(collide__dabs(part[k]) > collide__dabs(part[axis]))))
            continue;
        axis = k;
        turn = sign;
    }
    if (axis < 0)
        return -1;
    if (!collide__dnormalize(normal)) {
        *normal = collide__coordinate_axis((unsigned)axis);
        part[axis] = 1;
    }
    if ((part[axis] < 0) != (turn < 0))
        *normal = collide__dneg(*normal);
    return axis;
}

static bool collide__near_face_overlaps(const void *shape, const collide_triangle *t) {
    collide__dvec3 normal;
    return collide_triangle_triangle((const collide_triangle *)shape, t) &&
           collide__near_face(t, &normal) >= 0;
}

// A point on a closed mesh: turns the normal out of it, whatever its winding, at the triangle that
// was found, or at another one if this has no area. A way from this triangle on to the outside goes
// through an even number of others if it begins outside.
static void collide__near_outward(const collide__near_run *run, collide_vec3 p,
                                  collide_distance *out) {
    static const collide__body_type faces = {collide__triangle_reach, collide__near_face_overlaps,
                                             NULL, NULL, NULL};
    const collide_pose *pose = run->posed ? &run->frame.pose : NULL;
    const collide_triangle point = {{p, p, p}};
    collide__dvec3 normal;
    collide_shape element;
    uint32_t number = out->feature_b;
    bool on = false;
    collide__near_element_at(run, collide__tree_places(run->tree)[number], &element);
    int axis = collide__near_face(&element.of.triangle, &normal);
    if (axis < 0 && collide__tree_near(&faces, &point, run->tree, pose, &number, 1, 1) > 0) {
        collide__near_element_at(run, collide__tree_places(run->tree)[number], &element);
        axis = collide__near_face(&element.of.triangle, &normal);
    }
    if (axis < 0)
        return; // all have no area here
    const collide_aabb box = collide__tree_path_box(run->tree, pose);
    const float from = collide__floats(&p)[axis], down = collide__floats(&box.min)[axis];
    const float up = collide__floats(&box.max)[axis];
    const bool upward = up - from < from - down;
    const size_t through = collide__tree_path_through(p, axis, upward ? up : down,
                                                      &element.of.triangle, run->tree, pose, &on);
    const double along = axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z;
    if ((along > 0) != (upward == (through % 2 == 0)))
        normal = collide__dneg(normal);
    out->normal = collide__dround_zero(normal);
    out->feature_b = number;
}

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
    if (met && run->tree->type == COLLIDE_TREE_CLOSED)
        collide__near_outward(run, p, out);
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

COLLIDE_API size_t collide_tree_point_distance_many(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_vec3_pack *b, float max,
                                                    const collide_distances *out) {
    collide__near_before before = {{0, 0, 0}, 0, 0, false, false};
    collide__near_run run;
    size_t hits = 0;
    COLLIDE_ASSERT(out);
    const size_t n = collide_vec3_pack_count(b);
    const bool known = collide__near_tree(&run, a, pose_a);
    if (out->bits)
        memset(out->bits, 0, COLLIDE_BLOCKS(n) * sizeof *out->bits);
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        bool hit = false;
        if (known)
            hit = collide__near_signed(&run, collide_vec3_pack_get(b, i), max, &before, &d);
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
