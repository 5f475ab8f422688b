#pragma once
#include "contacts.h"

// ---- contacts with terrain: a sphere as a body -----------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

static void collide__sphere_support_bounds(const void *shape, float *reach) {
    const float radius = (float)*(const double *)shape;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__mul(collide__mul(radius, collide__root(collide__bound_normals[i][3])),
                                COLLIDE__BOUND_SLACK);
}

static int collide__sphere_support_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                          uint32_t *feature) {
    out[0] = collide__dscale(-*(const double *)shape, n);
    feature[0] = 0;
    return 1;
}

// The wall below a line cuts a disc out of the sphere.
static bool collide__sphere_support_line(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                         bool deepest, collide__candidates *out) {
    const double radius = *(const double *)shape;
    const collide__dvec3 up = {0, 0, 1};
    (void)deepest;
    collide__dvec3 wall = collide__dcross(e, up), rise = collide__dadd(up, -e.z, e);
    const bool line = collide__dnormalize(&wall) && collide__dnormalize(&rise);
    const double off = line ? collide__ddot(a, wall) : 0;
    const double square =
        line ? collide__dmul(off, off) : collide__dmul(a.x, a.x) + collide__dmul(a.y, a.y);
    const double rest = collide__dmul(radius, radius) - square;
    if (!(rest >= 0))
        return false;
    rise = line ? rise : up;
    out->along = false;
    out->deepest.y = (collide__ddot(a, rise) + collide__sqrt(rest)) / rise.z;
    out->deepest.t = line ? -collide__ddot(collide__dadd(a, -out->deepest.y, up), e) : 0;
    out->deepest.feature = 0;
    collide__dvec3 n =
        collide__dneg(collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up));
    if (!collide__dnormalize(&n))
        n = up;
    out->groups = 1;
    out->group[0].normal = n;
    out->group[0].n = 0;
    collide__candidate_put(out, 0, out->deepest.t, out->deepest.y, 0);
    return true;
}

static bool collide__sphere_support_separation(const void *shape, collide__dvec3 a,
                                               collide__dvec3 e, double length,
                                               collide__separation *out) {
    const double foot = -collide__ddot(a, e);
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double away = collide__sqrt(collide__ddot(p, p));
    out->distance = *(const double *)shape - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, p) : p;
    out->feature = 0;
    return out->distance >= 0 && away > 0 && p.z <= 0;
}

static double collide__sphere_support_shadow(const void *shape, double x, double y) {
    const double radius = *(const double *)shape;
    const double away = collide__sqrt(collide__dmul(x, x) + collide__dmul(y, y));
    return radius > 0 ? away / radius : DBL_MAX;
}

static collide__contact_body collide__sphere_support_body(const double *radius) {
    collide__contact_body body;
    const double scale = *radius > 0 ? 1 / *radius : 1;
    const collide__dvec3 x = {scale, 0, 0}, y = {0, scale, 0};
    body.shape = radius;
    body.size = *radius;
    body.bounds = collide__sphere_support_bounds;
    body.points = collide__sphere_support_points;
    body.line = collide__sphere_support_line;
    body.separation = collide__sphere_support_separation;
    body.shadow = collide__sphere_support_shadow;
    body.axis[0] = x;
    body.axis[1] = y;
    return body;
}
#endif // COLLIDE_NO_TERRAIN
