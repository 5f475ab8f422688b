#pragma once
#include "aabb.h"
#include "../base/vectors.h"

// ================================================================================================
// >>aabb_impl
// ================================================================================================
#ifndef COLLIDE_NO_AABB

// ---- single calls ----------------------------------------------------------------------------

static bool collide__aabb_holds_any(const collide_aabb *a) {
    return a->min.x <= a->max.x && a->min.y <= a->max.y && a->min.z <= a->max.z;
}

COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b) {
    COLLIDE_ASSERT(a && b);
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z &&
           collide__aabb_holds_any(a) && collide__aabb_holds_any(b);
}

// How far x lies outside of an interval; NaN if any is.
static double collide__beside(float x, float lo, float hi) {
    return x >= lo ? x <= hi ? 0 : (double)x - (double)hi : (double)lo - (double)x;
}

COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b) {
    COLLIDE_ASSERT(a && b);
    const double r = (double)a->radius;
    collide__dvec3 d;
    d.x = collide__beside(a->center.x, b->min.x, b->max.x);
    d.y = collide__beside(a->center.y, b->min.y, b->max.y);
    d.z = collide__beside(a->center.z, b->min.z, b->max.z);
    return a->radius >= 0 && collide__aabb_holds_any(b) &&
           collide__ddot(d, d) <=
               collide__dmul(collide__dmul(r, r), 1 + 1.7763568394002505e-15); // 2^-49
}
#endif // COLLIDE_NO_AABB
