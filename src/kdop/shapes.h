#pragma once
#include "definition.h"
#include "scalar.h"

// ---- k-DOPs and AABBs of shapes --------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP

typedef bool (*collide__kdop_points_kernel)(const void *points, size_t n, size_t stride,
                                            float *out);

static collide_status collide__kdop_points(int kind, collide__kdop_points_kernel kernel,
                                           const void *points, size_t n, size_t stride,
                                           float *out) {
    float *max = out + kind / 2;
    collide_status status = COLLIDE_OK;
    stride = stride ? stride : sizeof(collide_vec3);
    if (!points)
        status = COLLIDE_ERROR_NULL;
    else if (n == 0)
        status = COLLIDE_ERROR_COUNT;
    else if (stride < sizeof(collide_vec3))
        status = COLLIDE_ERROR_STRIDE;
    else if (!collide__fits(n, stride))
        status = COLLIDE_ERROR_OVERFLOW;
    if (status != COLLIDE_OK)
        collide__kdop_clear(kind, out, max);
    else if (!kernel(points, n, stride, out))
        status = COLLIDE_ERROR_NOT_FINITE;
    return status;
}

#define COLLIDE__KDOP_MAKE(K)                                                                      \
    COLLIDE_API collide_kdop##K collide_kdop##K##_empty(void) {                                    \
        collide_kdop##K r;                                                                         \
        collide__kdop_clear(K, r.min, r.max);                                                      \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_from_points(                                      \
        collide_kdop##K *out, const void *points, size_t n, size_t stride) {                       \
        return out ? collide__kdop_points(K, collide__kdop()->points##K, points, n, stride,        \
                                          (float *)(void *)out)                                    \
                   : COLLIDE_ERROR_NULL;                                                           \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_triangle(                                   \
        const collide_triangle *triangle) {                                                        \
        collide_kdop##K r;                                                                         \
        COLLIDE_ASSERT(triangle);                                                                  \
        collide__kdop()->points##K(triangle->v, 3, sizeof triangle->v[0], (float *)(void *)&r);    \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_aabb(const collide_aabb *box) {             \
        collide_kdop##K r;                                                                         \
        COLLIDE_ASSERT(box);                                                                       \
        collide__kdop_aabb(K, box, r.min, r.max);                                                  \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_sphere(const collide_sphere *sphere) {      \
        COLLIDE_ASSERT(sphere);                                                                    \
        return collide__kdop()->sphere##K(sphere);                                                 \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_obb(const collide_obb *box) {               \
        COLLIDE_ASSERT(box);                                                                       \
        return collide__kdop()->obb##K(box);                                                       \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_cylinder(                                   \
        const collide_cylinder *cylinder) {                                                        \
        collide_kdop##K r;                                                                         \
        COLLIDE_ASSERT(cylinder);                                                                  \
        collide__kdop_cylinder(K, cylinder, r.min, r.max);                                         \
        return r;                                                                                  \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_MAKE)
#undef COLLIDE__KDOP_MAKE

// A k-DOP of kind 6 has the rows of an aligned box, in the same order.
COLLIDE__INLINE collide_aabb collide__aabb_of(collide_kdop6 k) {
    collide_aabb box;
    memcpy(&box, &k, sizeof box);
    return box;
}

COLLIDE_API collide_status collide_aabb_from_points(collide_aabb *out, const void *points, size_t n,
                                                    size_t stride) {
    collide_kdop6 k;
    const collide_status status = collide_kdop6_from_points(out ? &k : NULL, points, n, stride);
    if (out)
        *out = collide__aabb_of(k);
    return status;
}

COLLIDE_API collide_aabb collide_aabb_from_triangle(const collide_triangle *triangle) {
    return collide__aabb_of(collide_kdop6_from_triangle(triangle));
}

COLLIDE_API collide_aabb collide_aabb_from_sphere(const collide_sphere *sphere) {
    return collide__aabb_of(collide_kdop6_from_sphere(sphere));
}

COLLIDE_API collide_aabb collide_aabb_from_obb(const collide_obb *box) {
    return collide__aabb_of(collide_kdop6_from_obb(box));
}

COLLIDE_API collide_aabb collide_aabb_from_cylinder(const collide_cylinder *cylinder) {
    return collide__aabb_of(collide_kdop6_from_cylinder(cylinder));
}
#endif // COLLIDE_NO_KDOP
