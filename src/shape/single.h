#pragma once
#include "../kdop/shapes.h"
#include "distance.h"
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

// Which of two shapes is a for the algorithms, so that both orders give the same bits: the one with
// the simpler core, then the one with the smaller numbers.
static bool collide__core_swapped(const collide__core *a, const collide__core *b) {
    if (a->kind != b->kind)
        return a->kind > b->kind;
    if (a->kind == COLLIDE__CORE_POINTS && a->count != b->count)
        return a->count > b->count;
    if (a->radius != b->radius)
        return a->radius > b->radius;
    const uint32_t n = a->kind == COLLIDE__CORE_POINTS  ? a->count
                       : a->kind == COLLIDE__CORE_ROUND ? 2
                                                        : 4;
    const float *x = collide__floats(&a->origin), *y = collide__floats(&b->origin);
    for (int i = 0; i < 3; ++i)
        if (x[i] != y[i])
            return x[i] > y[i];
    const double *u = collide__doubles(a->p), *v = collide__doubles(b->p);
    for (uint32_t i = 0; i < 3 * n; ++i)
        if (u[i] != v[i])
            return u[i] > v[i];
    if (a->kind == COLLIDE__CORE_ROUND)
        return a->disk > b->disk;
    return a->kind == COLLIDE__CORE_VERTICES && a->convex != b->convex &&
           (a->count != b->count
                ? a->count > b->count
                : memcmp(collide__convex_vertices(a->convex), collide__convex_vertices(b->convex),
                         sizeof(collide_vec3) * a->count) > 0);
}

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

COLLIDE__INLINE bool collide__distance_cores(const collide__core *a, const collide__core *b,
                                             float max, collide_distance *out) {
    const bool swapped = collide__core_swapped(a, b);
    const collide__core *const core[2] = {a, b};
    return collide__distance_of(core[swapped], core[!swapped], swapped, (double)max, out);
}

// Whether a verdict may change a yes or no at this margin.
COLLIDE__INLINE bool collide__distance_undecided(double size, float max) {
    return max >= 0 && (double)max <= collide__distance_doubt(size);
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
    if (!plane[0] && !plane[1]) {
        const double size = collide__core_pair_of(&core[0], &core[1], false).size;
        if (!out && !collide__distance_undecided(size, max))
            return collide__distance_cores(&core[0], &core[1], max, NULL);
        out = out ? out : &d;
        const bool result = collide__distance_cores(&core[0], &core[1], max, out);
        if (!collide__distance_doubtful(size, out))
            return result;
        // Without an early end, so that the answer is the same for every max.
        collide__distance_cores(&core[0], &core[1], collide__infinity(), out);
        if (collide__distance_doubtful(size, out))
            collide__distance_agree(a, b, out);
        return !(out->lo > max);
    }
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

// Pairs by way of collide__distance_cores, and pairs that a call of another family decides.
#define COLLIDE__DISTANCE_SEARCH(A, B, name)                                                       \
    COLLIDE__NOINLINE bool collide__##A##_##B##_##name(const collide_##A *a, const collide_##B *b, \
                                                       float max, collide_distance *out) {         \
        collide__core core[2];                                                                     \
        if (!COLLIDE__CORE_OF_##A(&core[0], a) || !COLLIDE__CORE_OF_##B(&core[1], b) ||            \
            !collide__number(max)) {                                                               \
            collide__distance_none(out);                                                           \
            return false;                                                                          \
        }                                                                                          \
        return collide__distance_cores(&core[0], &core[1], max, out);                              \
    }
#define COLLIDE__DISTANCE_AGREE(A, B, name)                                                        \
    COLLIDE__NOINLINE bool collide__##A##_##B##_##name(const collide_##A *a, const collide_##B *b, \
                                                       float max, collide_distance *out) {         \
        collide__core core[2];                                                                     \
        collide_distance d;                                                                        \
        if (!COLLIDE__CORE_OF_##A(&core[0], a) || !COLLIDE__CORE_OF_##B(&core[1], b) ||            \
            !collide__number(max)) {                                                               \
            collide__distance_none(out);                                                           \
            return false;                                                                          \
        }                                                                                          \
        const double size = collide__core_pair_of(&core[0], &core[1], false).size;                 \
        if (!out && !collide__distance_undecided(size, max))                                       \
            return collide__distance_cores(&core[0], &core[1], max, NULL);                         \
        out = out ? out : &d;                                                                      \
        const bool result = collide__distance_cores(&core[0], &core[1], max, out);                 \
        if (!collide__distance_doubtful(size, out))                                                \
            return result;                                                                         \
        collide__distance_cores(&core[0], &core[1], collide__infinity(), out);                     \
        if (collide__distance_doubtful(size, out)) {                                               \
            const collide_shape s = collide_shape_from_##A(a), t = collide_shape_from_##B(b);      \
            collide__distance_agree(&s, &t, out);                                                  \
        }                                                                                          \
        return !(out->lo > max);                                                                   \
    }
#define COLLIDE__DISTANCE_CALLS(A, B, name)                                                        \
    COLLIDE_API bool collide_##A##_##B##_distance(const collide_##A *a, const collide_##B *b,      \
                                                  float max, collide_distance *out) {              \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__##A##_##B##_##name(a, b, max, out);                                        \
    }                                                                                              \
    COLLIDE_API bool collide_##A##_##B##_within(const collide_##A *a, const collide_##B *b,        \
                                                float margin) {                                    \
        return collide_##A##_##B##_distance(a, b, margin, NULL);                                   \
    }
// Pairs in closed form: cores whose addresses no other function sees stay in registers. A bracket
// that a verdict may contradict is left to the search, which asks for it.
#define COLLIDE__DISTANCE_TRY(A, B, SEARCH)                                                        \
    SEARCH(A, B, search)                                                                           \
    COLLIDE__FORCE_INLINE int collide__##A##_##B##_try(const collide_##A *a, const collide_##B *b, \
                                                       bool swapped, float max,                    \
                                                       collide_distance *out) {                    \
        collide__core x, y;                                                                        \
        if (!COLLIDE__CORE_OF_##A(&x, a) || !COLLIDE__CORE_OF_##B(&y, b) || !collide__number(max)) \
            return -1;                                                                             \
        const collide__core_pair p = collide__core_pair_of(&x, &y, swapped);                       \
        collide_distance d;                                                                        \
        collide_distance *const to = out ? out : &d;                                               \
        const int closed = collide__distance_closed(&p, (double)max, to);                          \
        return closed >= 0 && collide__distance_doubtful(p.size, to) ? -1 : closed;                \
    }
#define COLLIDE__DISTANCE_CLOSED(A, B, SEARCH)                                                     \
    COLLIDE__DISTANCE_TRY(A, B, SEARCH)                                                            \
    COLLIDE__INLINE bool collide__##A##_##B##_closed(const collide_##A *a, const collide_##B *b,   \
                                                     float max, collide_distance *out) {           \
        const int closed = collide__##A##_##B##_try(a, b, false, max, out);                        \
        return closed < 0 ? collide__##A##_##B##_search(a, b, max, out) : closed > 0;              \
    }
COLLIDE__DISTANCE_CLOSED(sphere, capsule, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_CLOSED(sphere, aabb, COLLIDE__DISTANCE_AGREE)
COLLIDE__DISTANCE_CLOSED(sphere, obb, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_CLOSED(sphere, triangle, COLLIDE__DISTANCE_AGREE)
COLLIDE__DISTANCE_CLOSED(capsule, aabb, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_CLOSED(capsule, obb, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_CLOSED(capsule, triangle, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_TRY(sphere, sphere, COLLIDE__DISTANCE_AGREE)
COLLIDE__DISTANCE_TRY(capsule, capsule, COLLIDE__DISTANCE_SEARCH)
COLLIDE__DISTANCE_AGREE(aabb, aabb, search)
COLLIDE__DISTANCE_AGREE(obb, obb, search)
COLLIDE__DISTANCE_AGREE(triangle, triangle, search)

// Two shapes of one kind in the order of collide__core_swapped.
#define COLLIDE__DISTANCE_ORDERED(A, n_floats)                                                     \
    COLLIDE__INLINE bool collide__##A##_##A##_ordered(const collide_##A *a, const collide_##A *b,  \
                                                      float max, collide_distance *out) {          \
        const float *x = collide__floats(a), *y = collide__floats(b);                              \
        int i = 0;                                                                                 \
        bool swapped = a->radius > b->radius;                                                      \
        if (a->radius == b->radius) {                                                              \
            while (i < (n_floats)-1 && x[i] == y[i])                                               \
                ++i;                                                                               \
            swapped = x[i] > y[i];                                                                 \
        }                                                                                          \
        const collide_##A *const pair[2] = {a, b};                                                 \
        const int closed =                                                                         \
            collide__##A##_##A##_try(pair[swapped], pair[!swapped], swapped, max, out);            \
        return closed < 0 ? collide__##A##_##A##_search(a, b, max, out) : closed > 0;              \
    }
COLLIDE__DISTANCE_ORDERED(sphere, 3)
COLLIDE__DISTANCE_ORDERED(capsule, 6)

COLLIDE__DISTANCE_CALLS(sphere, sphere, ordered)
COLLIDE__DISTANCE_CALLS(sphere, capsule, closed)
COLLIDE__DISTANCE_CALLS(sphere, aabb, closed)
COLLIDE__DISTANCE_CALLS(sphere, obb, closed)
COLLIDE__DISTANCE_CALLS(sphere, triangle, closed)
COLLIDE__DISTANCE_CALLS(capsule, capsule, ordered)
COLLIDE__DISTANCE_CALLS(capsule, aabb, closed)
COLLIDE__DISTANCE_CALLS(capsule, obb, closed)
COLLIDE__DISTANCE_CALLS(capsule, triangle, closed)
COLLIDE__DISTANCE_CALLS(aabb, aabb, search)
COLLIDE__DISTANCE_CALLS(obb, obb, search)
COLLIDE__DISTANCE_CALLS(triangle, triangle, search)
#undef COLLIDE__DISTANCE_SEARCH
#undef COLLIDE__DISTANCE_AGREE
#undef COLLIDE__DISTANCE_CALLS
#undef COLLIDE__DISTANCE_TRY
#undef COLLIDE__DISTANCE_CLOSED
#undef COLLIDE__DISTANCE_ORDERED

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
