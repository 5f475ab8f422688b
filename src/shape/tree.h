#pragma once
#include "../triangle/sweep.h"
#include "../tree/shapes.h"
#include "body.h"

// ---- any shape against a tree ----------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)

// A half-space reaches infinitely far, but along its normal, which is no direction of a tree.
static double collide__shape_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__shape_body *body = (const collide__shape_body *)shape;
    return body->shape->kind == COLLIDE_SHAPE_PLANE
               ? (double)collide__infinity()
               : collide__core_body_reach(&body->core, m, from);
}

static bool collide__shape_overlaps(const void *shape, const collide_triangle *t) {
    const collide_shape triangle = collide_shape_from_triangle(t);
    return collide_shape_shape(((const collide__shape_body *)shape)->shape, &triangle);
}

static bool collide__shape_within(const void *shape, const collide_tetrahedron *t) {
    const collide_shape tetrahedron = collide_shape_from_tetrahedron(t);
    return collide_shape_shape(((const collide__shape_body *)shape)->shape, &tetrahedron);
}

static const collide__body_type collide__tree_shapes = {
    collide__shape_reach, collide__shape_overlaps, NULL, collide__shape_within, NULL};

static size_t collide__shape_tree_any(const collide_shape *a, const collide_tree *b,
                                      const collide_pose *pose, uint32_t *indices, size_t capacity,
                                      size_t most) {
    collide__shape_body body;
    body.shape = a;
    if (a->kind != COLLIDE_SHAPE_PLANE)
        collide__core_of(&body.core, a);
    return collide__tree_near(&collide__tree_shapes, &body, b, pose, indices, capacity, most);
}

// Calls SHAPE's own query with the rest of the arguments: the first triangle decides, or all.
#define COLLIDE__TREE_ASK(SHAPE, ...)                                                              \
    (most == 1 ? (size_t)collide_##SHAPE##_tree(__VA_ARGS__, b, pose)                              \
               : collide_##SHAPE##_tree_indices(__VA_ARGS__, b, pose, indices, capacity))

static size_t collide__shape_tree(const collide_shape *a, const collide_tree *b,
                                  const collide_pose *pose, uint32_t *indices, size_t capacity,
                                  size_t most) {
    collide_triangle t;
    if (!collide__shape_usable(a))
        return 0;
    if (collide__shape_triangle(a, &t))
        return COLLIDE__TREE_ASK(triangle, &t);
    switch (a->kind) {
    case COLLIDE_SHAPE_TETRAHEDRON:
        return COLLIDE__TREE_ASK(tetrahedron, &a->of.tetrahedron);
#ifndef COLLIDE_NO_SPHERE
    case COLLIDE_SHAPE_SPHERE:
        return COLLIDE__TREE_ASK(sphere, &a->of.sphere);
#endif
#ifndef COLLIDE_NO_SAT
    case COLLIDE_SHAPE_OBB:
        return COLLIDE__TREE_ASK(obb, &a->of.obb);
    case COLLIDE_SHAPE_CONVEX:
        return COLLIDE__TREE_ASK(convex, a->of.convex.body, &a->of.convex.pose);
#endif
#ifndef COLLIDE_NO_KDOP
    case COLLIDE_SHAPE_AABB:
        return COLLIDE__TREE_ASK(aabb, &a->of.aabb);
#endif
#ifndef COLLIDE_NO_CYLINDER
    case COLLIDE_SHAPE_CYLINDER:
        if (collide_cylinder_check(&a->of.cylinder) == COLLIDE_OK)
            return COLLIDE__TREE_ASK(cylinder, &a->of.cylinder);
        break;
#endif
    default:
        break;
    }
    return collide__shape_tree_any(a, b, pose, indices, capacity, most);
}
#undef COLLIDE__TREE_ASK

COLLIDE_API bool collide_shape_tree(const collide_shape *a, const collide_tree *b,
                                    const collide_pose *pose_b) {
    COLLIDE_ASSERT(a);
    return collide__shape_tree(a, b, pose_b, NULL, 0, 1) > 0;
}

COLLIDE_API size_t collide_shape_tree_indices(const collide_shape *a, const collide_tree *b,
                                              const collide_pose *pose_b, uint32_t *indices,
                                              size_t capacity) {
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__shape_tree(a, b, pose_b, indices, capacity, SIZE_MAX);
}

// ---- in motion -------------------------------------------------------------------------------

static bool collide__tree_triangle_sweep(const void *shape, collide_vec3 va,
                                         const collide_triangle *t, collide_vec3 vb, float t_max,
                                         collide_impact *out) {
    return collide_triangle_triangle_sweep((const collide_triangle *)shape, va, t, vb, t_max, out);
}

static collide__dvec3 collide__triangle_farthest(const void *shape, collide__dvec3 m) {
    const collide_triangle *t = (const collide_triangle *)shape;
    const double p = collide__ddot(collide__dvec3_of(t->v[0]), m);
    const double q = collide__ddot(collide__dvec3_of(t->v[1]), m);
    const double r = collide__ddot(collide__dvec3_of(t->v[2]), m);
    return collide__dvec3_of(t->v[r > p && r > q ? 2 : q > p]);
}

static const collide__body_type collide__tree_moving_triangles = {
    collide__triangle_reach, NULL, collide__tree_triangle_sweep, NULL, NULL};

COLLIDE_API bool collide_shape_tree_sweep(const collide_shape *a, collide_vec3 va,
                                          const collide_mover *b, float t_max, collide_impact *out,
                                          uint32_t *triangle) {
    static const collide__tree_core core = {collide__triangle_farthest, 0, COLLIDE__TREE_SLACK};
    collide_triangle t;
    COLLIDE_ASSERT(a && b);
    if (collide__shape_usable(a)) {
        if (collide__shape_triangle(a, &t))
            return collide__tree_swept(&collide__tree_moving_triangles, &t, va, b, t_max, out,
                                       triangle, &core);
#ifndef COLLIDE_NO_SPHERE
        if (a->kind == COLLIDE_SHAPE_SPHERE)
            return collide_sphere_tree_sweep(&a->of.sphere, va, b, t_max, out, triangle);
#endif
#ifndef COLLIDE_NO_SAT
        if (a->kind == COLLIDE_SHAPE_OBB)
            return collide_obb_tree_sweep(&a->of.obb, va, b, t_max, out, triangle);
        if (a->kind == COLLIDE_SHAPE_AABB) {
            const collide_obb box = collide_obb_from_aabb(&a->of.aabb);
            return collide_obb_tree_sweep(&box, va, b, t_max, out, triangle);
        }
        if (a->kind == COLLIDE_SHAPE_CONVEX)
            return collide_convex_tree_sweep(a->of.convex.body, &a->of.convex.pose, va, b, t_max,
                                             out, triangle);
#endif
    }
    if (out)
        collide__impact_miss(out);
    if (triangle)
        *triangle = UINT32_MAX;
    return false;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
