#pragma once
#include "../kdop/shapes.h"
#include "closed.h"
#include "verdict.h"

// ---- capsules --------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

COLLIDE_API collide_status collide_capsule_check(const collide_capsule *capsule) {
    if (!capsule)
        return COLLIDE_ERROR_NULL;
    if (!collide__finite3(capsule->a) || !collide__finite3(capsule->b) ||
        !collide__finite(capsule->radius))
        return COLLIDE_ERROR_NOT_FINITE;
    return capsule->radius >= 0 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

COLLIDE_API collide_capsule collide_capsule_from_pose(const collide_pose *pose, float radius,
                                                      float height) {
    collide_capsule r;
    COLLIDE_ASSERT(pose);
    const collide__dvec3 center = collide__dvec3_of(pose->position);
    const collide__dvec3 axis = collide__dvec3_of(pose->axis[2]);
    r.a = collide__dround_zero(collide__dadd(center, -0.5 * (double)height, axis));
    r.b = collide__dround_zero(collide__dadd(center, 0.5 * (double)height, axis));
    r.radius = radius;
    return r;
}

#ifndef COLLIDE_NO_KDOP
// The hull of two spheres.
#define COLLIDE__KDOP_FROM_CAPSULE(K)                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_capsule(const collide_capsule *capsule) {   \
        collide_kdop##K r = collide_kdop##K##_empty();                                             \
        COLLIDE_ASSERT(capsule);                                                                   \
        if (collide_capsule_check(capsule) == COLLIDE_OK) {                                        \
            const collide_sphere a = {capsule->a, capsule->radius};                                \
            const collide_sphere b = {capsule->b, capsule->radius};                                \
            const collide_kdop##K p = collide_kdop##K##_from_sphere(&a);                           \
            const collide_kdop##K q = collide_kdop##K##_from_sphere(&b);                           \
            r = collide_kdop##K##_merge(&p, &q);                                                   \
        }                                                                                          \
        return r;                                                                                  \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_FROM_CAPSULE)
#undef COLLIDE__KDOP_FROM_CAPSULE

COLLIDE_API collide_aabb collide_aabb_from_capsule(const collide_capsule *capsule) {
    COLLIDE_ASSERT(capsule);
    return collide__aabb_of(collide_kdop6_from_capsule(capsule));
}
#endif

// ---- shapes ----------------------------------------------------------------------------------

// Inlined, its copy would be most of every typed sweep.
COLLIDE__NOINLINE collide_shape collide__shape_of(collide_shape_kind kind, const void *object,
                                                  size_t size) {
    collide_shape r;
    memset(&r, 0, sizeof r);
    if (object) {
        r.kind = (uint32_t)kind;
        memcpy(&r.of, object, size);
    }
    return r;
}

COLLIDE_API collide_shape collide_shape_from_point(collide_vec3 point) {
    return collide__shape_of(COLLIDE_SHAPE_POINT, &point, sizeof point);
}

#define COLLIDE__SHAPE_FROM(what, KIND)                                                            \
    COLLIDE_API collide_shape collide_shape_from_##what(const collide_##what *what) {              \
        COLLIDE_ASSERT(what);                                                                      \
        return collide__shape_of(KIND, what, sizeof *what);                                        \
    }
COLLIDE__SHAPE_FROM(segment, COLLIDE_SHAPE_SEGMENT)
COLLIDE__SHAPE_FROM(sphere, COLLIDE_SHAPE_SPHERE)
COLLIDE__SHAPE_FROM(capsule, COLLIDE_SHAPE_CAPSULE)
COLLIDE__SHAPE_FROM(obb, COLLIDE_SHAPE_OBB)
COLLIDE__SHAPE_FROM(triangle, COLLIDE_SHAPE_TRIANGLE)
COLLIDE__SHAPE_FROM(tetrahedron, COLLIDE_SHAPE_TETRAHEDRON)
COLLIDE__SHAPE_FROM(cylinder, COLLIDE_SHAPE_CYLINDER)
COLLIDE__SHAPE_FROM(aabb, COLLIDE_SHAPE_AABB)
COLLIDE__SHAPE_FROM(plane, COLLIDE_SHAPE_PLANE)
#undef COLLIDE__SHAPE_FROM

COLLIDE_API collide_shape collide_shape_from_convex(const collide_convex *body,
                                                    const collide_pose *pose) {
    collide_convex_at at;
    at.body = body;
    at.pose = pose ? *pose : collide_pose_identity();
    return collide__shape_of(COLLIDE_SHAPE_CONVEX, body ? &at : NULL, sizeof at);
}

COLLIDE_API collide_status collide_shape_check(const collide_shape *shape) {
    collide__core core;
    collide__dvec3 n;
    double height;
    if (!shape)
        return COLLIDE_ERROR_NULL;
    if (shape->kind == COLLIDE_SHAPE_NONE || shape->kind >= COLLIDE_SHAPE_KIND_COUNT)
        return COLLIDE_ERROR_KIND;
    switch (shape->kind) {
    case COLLIDE_SHAPE_OBB:
        return collide_obb_check(&shape->of.obb);
    case COLLIDE_SHAPE_CAPSULE:
        return collide_capsule_check(&shape->of.capsule);
    case COLLIDE_SHAPE_CONVEX:
        return !shape->of.convex.body ? COLLIDE_ERROR_NULL
               : !collide__convex_valid(shape->of.convex.body)
                   ? COLLIDE_ERROR_KIND
                   : collide_pose_check(&shape->of.convex.pose);
    case COLLIDE_SHAPE_PLANE:
        return collide__plane_normal(&shape->of.plane, &n, &height) ? COLLIDE_OK
               : collide__finite3(shape->of.plane.normal) &&
                       collide__finite(shape->of.plane.distance)
                   ? COLLIDE_ERROR_EXTENT
                   : COLLIDE_ERROR_NOT_FINITE;
    default:
        break;
    }
    // The other kinds hold floats alone, of which radii and extents may not be negative.
    if (collide__core_of(&core, shape)) {
        if (shape->kind == COLLIDE_SHAPE_CYLINDER) {
            const collide__dvec3 axis = collide__dvec3_of(shape->of.cylinder.axis);
            if (!(collide__dabs(collide__ddot(axis, axis) - 1) <= 4.76837158203125e-7)) // 2^-21
                return COLLIDE_ERROR_AXES;
        }
        return COLLIDE_OK;
    }
    const float *x = collide__floats(&shape->of);
    const uint32_t n_floats = shape->kind == COLLIDE_SHAPE_SPHERE     ? 4
                              : shape->kind == COLLIDE_SHAPE_AABB     ? 6
                              : shape->kind == COLLIDE_SHAPE_CYLINDER ? 8
                                                                      : 0;
    bool finite = n_floats > 0;
    for (uint32_t i = 0; i < n_floats; ++i)
        finite &= collide__finite(x[i]);
    return !finite ? COLLIDE_ERROR_NOT_FINITE
           : shape->kind == COLLIDE_SHAPE_CYLINDER && shape->of.cylinder.radius >= 0 &&
                   shape->of.cylinder.height >= 0
               ? COLLIDE_ERROR_AXES
               : COLLIDE_ERROR_EXTENT;
}

// ---- distances of any two shapes -------------------------------------------------------------

static bool collide__planes_swapped(const collide__dvec3 *n, const double *height) {
    const double *u = collide__doubles(&n[0]), *v = collide__doubles(&n[1]);
    for (int i = 0; i < 3; ++i)
        if (u[i] != v[i])
            return u[i] > v[i];
    return height[0] > height[1];
}

static void collide__distance_swap(collide_distance *out) {
    const collide_vec3 point = out->point_a;
    const uint32_t feature = out->feature_a;
    out->point_a = out->point_b;
    out->point_b = point;
    out->feature_a = out->feature_b;
    out->feature_b = feature;
    out->normal = collide__dround_zero(collide__dneg(collide__dvec3_of(out->normal)));
}

// A shape of a kind from the member of collide_shape.of for it.
static collide_shape collide__shape_of_kind(collide_shape_kind kind, const void *object) {
    const size_t size = kind == COLLIDE_SHAPE_SPHERE    ? sizeof(collide_sphere)
                        : kind == COLLIDE_SHAPE_CAPSULE ? sizeof(collide_capsule)
                        : kind == COLLIDE_SHAPE_AABB    ? sizeof(collide_aabb)
                        : kind == COLLIDE_SHAPE_OBB     ? sizeof(collide_obb)
                                                        : sizeof(collide_triangle);
    return collide__shape_of(kind, object, size);
}

// The distance of the cores of two objects: shapes if kind_a is 0, else the members of
// collide_shape.of for these kinds. A bracket that ends near 0 agrees with the verdicts of other
// calls.
COLLIDE__NOINLINE bool collide__distance_cores(const collide__core *core, const void *a,
                                               collide_shape_kind kind_a, const void *b,
                                               collide_shape_kind kind_b, float max,
                                               collide_distance *out) {
    const collide__core_pair p = collide__core_pair_ordered(&core[0], &core[1]);
    collide_distance d;
    // Without out, a yes or no that no verdict may change.
    if (!out && !(max >= 0 && (double)max <= collide__distance_doubt(p.size)))
        return collide__distance_of(&p, (double)max, NULL);
    out = out ? out : &d;
    const bool result = collide__distance_of(&p, (double)max, out);
    if (!collide__distance_doubtful(p.size, out))
        return result;
    // Without an early end, so that the answer is the same for every max.
    collide__distance_of(&p, (double)collide__infinity(), out);
    if (collide__distance_doubtful(p.size, out)) {
        if (kind_a == COLLIDE_SHAPE_NONE) {
            collide__distance_agree((const collide_shape *)a, (const collide_shape *)b, out);
        } else {
            const collide_shape s = collide__shape_of_kind(kind_a, a);
            const collide_shape t = collide__shape_of_kind(kind_b, b);
            collide__distance_agree(&s, &t, out);
        }
    }
    return !(out->lo > max);
}

// The distance of two cores in closed form, of two points or of others. -1 if there is none, and if
// a verdict may contradict the bracket, which is left to collide__distance_cores.
COLLIDE__FORCE_INLINE int collide__distance_closed(bool points, const collide__core *core,
                                                   bool swapped, float max, collide_distance *out) {
    const collide__core_pair p = collide__core_pair_of(&core[swapped], &core[!swapped], swapped);
    collide_distance d, *const to = out ? out : &d;
    const int closed = points ? collide__closed_points(&p, (double)max, to)
                              : collide__closed_others(&p, (double)max, to);
    return closed >= 0 && collide__distance_doubtful(p.size, to) ? -1 : closed;
}

// As one copy: only two points are cheap enough to be worth more.
COLLIDE__NOINLINE int collide__distance_others(const collide__core *core, bool swapped, float max,
                                               collide_distance *out) {
    return collide__distance_closed(false, core, swapped, max, out);
}

static bool collide__distance_shapes(const collide_shape *a, const collide_shape *b, float max,
                                     collide_distance *out) {
    collide__core core[2];
    collide__dvec3 n[2];
    double height[2];
    const collide_shape *s[2] = {a, b};
    collide_distance d;
    bool plane[2];
    for (int i = 0; i < 2; ++i) {
        plane[i] = s[i]->kind == COLLIDE_SHAPE_PLANE;
        if (!(plane[i] ? collide__plane_normal(&s[i]->of.plane, &n[i], &height[i])
                       : collide__core_of(&core[i], s[i]))) {
            collide__distance_none(out);
            return false;
        }
    }
    if (!plane[0] && !plane[1])
        return collide__distance_cores(core, a, COLLIDE_SHAPE_NONE, b, COLLIDE_SHAPE_NONE, max,
                                       out);
    out = out ? out : &d;
    if (plane[0] && plane[1]) {
        const bool swapped = collide__planes_swapped(n, height);
        collide__distance_planes(collide__planes_facing(&a->of.plane, &b->of.plane), n[swapped],
                                 height[swapped], n[!swapped], height[!swapped], out);
        if (swapped)
            collide__distance_swap(out);
    } else if (plane[1]) {
        collide__distance_plane(&core[0], n[1], height[1], out);
    } else {
        collide__distance_plane(&core[1], n[0], height[0], out);
        collide__distance_swap(out);
    }
    if (a->kind == COLLIDE_SHAPE_CYLINDER || b->kind == COLLIDE_SHAPE_CYLINDER)
        collide__distance_agree(a, b, out); // collide_cylinder_plane has no other error than ours
    return !(out->lo > max);
}

COLLIDE_API bool collide_shape_shape_distance(const collide_shape *a, const collide_shape *b,
                                              float max, collide_distance *out) {
    COLLIDE_ASSERT(a && b);
    if (!collide__number(max)) {
        collide__distance_none(out);
        return false;
    }
    return collide__distance_shapes(a, b, max, out);
}

COLLIDE_API bool collide_shape_shape_within(const collide_shape *a, const collide_shape *b,
                                            float margin) {
    return collide_shape_shape_distance(a, b, margin, NULL);
}

// Whether a shape has a core or is a plane.
static bool collide__shape_usable(const collide_shape *s) {
    collide__core core;
    collide__dvec3 n;
    double height;
    return s->kind == COLLIDE_SHAPE_PLANE ? collide__plane_normal(&s->of.plane, &n, &height)
                                          : collide__core_of(&core, s);
}

COLLIDE_API bool collide_shape_shape(const collide_shape *a, const collide_shape *b) {
    COLLIDE_ASSERT(a && b);
    const collide__verdict verdict = collide__shape_verdict(a, b);
    return verdict == COLLIDE__VERDICT_NONE
               ? collide_shape_shape_within(a, b, 0)
               : verdict == COLLIDE__VERDICT_HIT && collide__shape_usable(a) &&
                     collide__shape_usable(b);
}

// ---- typed calls -----------------------------------------------------------------------------

#define COLLIDE__CORE_OF_sphere(core, s) collide__core_points(core, &(s)->center, 1, (s)->radius)
#define COLLIDE__CORE_OF_capsule(core, s) collide__core_points(core, &(s)->a, 2, (s)->radius)
#define COLLIDE__CORE_OF_triangle(core, s) collide__core_points(core, (s)->v, 3, 0)
#define COLLIDE__CORE_OF_aabb(core, s) collide__core_aabb(core, s)
#define COLLIDE__CORE_OF_obb(core, s) collide__core_obb(core, s)
#define COLLIDE__DISTANCE_DEFINE(A, A_KIND, B, B_KIND, CLOSED)                                     \
    COLLIDE_API bool collide_##A##_##B##_distance(const collide_##A *a, const collide_##B *b,      \
                                                  float max, collide_distance *out) {              \
        collide__core core[2];                                                                     \
        COLLIDE_ASSERT(a &&b);                                                                     \
        if (!COLLIDE__CORE_OF_##A(&core[0], a) || !COLLIDE__CORE_OF_##B(&core[1], b) ||            \
            !collide__number(max)) {                                                               \
            collide__distance_none(out);                                                           \
            return false;                                                                          \
        }                                                                                          \
        CLOSED                                                                                     \
        return collide__distance_cores(core, a, COLLIDE_SHAPE_##A_KIND, b, COLLIDE_SHAPE_##B_KIND, \
                                       max, out);                                                  \
    }                                                                                              \
    COLLIDE_API bool collide_##A##_##B##_within(const collide_##A *a, const collide_##B *b,        \
                                                float margin) {                                    \
        return collide_##A##_##B##_distance(a, b, margin, NULL);                                   \
    }
#define COLLIDE__CLOSED(distance)                                                                  \
    const int closed = distance;                                                                   \
    if (closed >= 0)                                                                               \
        return closed > 0;
#define COLLIDE__CLOSED_POINTS                                                                     \
    COLLIDE__CLOSED(collide__distance_closed(true, core, false, max, out))
#define COLLIDE__CLOSED_OTHERS(swapped)                                                            \
    COLLIDE__CLOSED(collide__distance_others(core, swapped, max, out))
COLLIDE__DISTANCE_DEFINE(sphere, SPHERE, sphere, SPHERE, COLLIDE__CLOSED_POINTS)
COLLIDE__DISTANCE_DEFINE(sphere, SPHERE, capsule, CAPSULE, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(sphere, SPHERE, aabb, AABB, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(sphere, SPHERE, obb, OBB, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(sphere, SPHERE, triangle, TRIANGLE, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(capsule, CAPSULE, capsule, CAPSULE,
                         COLLIDE__CLOSED_OTHERS(collide__core_swapped(&core[0], &core[1])))
COLLIDE__DISTANCE_DEFINE(capsule, CAPSULE, aabb, AABB, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(capsule, CAPSULE, obb, OBB, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(capsule, CAPSULE, triangle, TRIANGLE, COLLIDE__CLOSED_OTHERS(false))
COLLIDE__DISTANCE_DEFINE(aabb, AABB, aabb, AABB, )
COLLIDE__DISTANCE_DEFINE(obb, OBB, obb, OBB, )
COLLIDE__DISTANCE_DEFINE(triangle, TRIANGLE, triangle, TRIANGLE, )
#undef COLLIDE__DISTANCE_DEFINE
#undef COLLIDE__CLOSED_OTHERS
#undef COLLIDE__CLOSED_POINTS
#undef COLLIDE__CLOSED

#define COLLIDE__OVERLAP_DEFINE(A, B)                                                              \
    COLLIDE_API bool collide_##A##_##B(const collide_##A *a, const collide_##B *b) {               \
        return collide_##A##_##B##_within(a, b, 0);                                                \
    }
COLLIDE__OVERLAP_DEFINE(sphere, capsule)
COLLIDE__OVERLAP_DEFINE(sphere, obb)
COLLIDE__OVERLAP_DEFINE(capsule, capsule)
COLLIDE__OVERLAP_DEFINE(capsule, aabb)
COLLIDE__OVERLAP_DEFINE(capsule, obb)
COLLIDE__OVERLAP_DEFINE(capsule, triangle)
#undef COLLIDE__OVERLAP_DEFINE
#undef COLLIDE__CORE_OF_sphere
#undef COLLIDE__CORE_OF_capsule
#undef COLLIDE__CORE_OF_triangle
#undef COLLIDE__CORE_OF_aabb
#undef COLLIDE__CORE_OF_obb
#endif // COLLIDE_NO_SHAPE
