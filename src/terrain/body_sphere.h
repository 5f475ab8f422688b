#pragma once
#include "contacts.h"

// ---- terrain: a sphere as a body -------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

static double collide__sphere_size(const void *shape) {
    return (double)((const collide_sphere *)shape)->radius;
}

// The squared distance d from the origin to a face. With l = dx + dy + the range of heights of the
// cell, the error of d is at most (8 d + 24 l) 2^-53. On an edge, rounding moves the nearest point
// along it by (4 d + 10 l) 2^-53, and off it by (d + 2 l) 2^-53. In a face two corners have the
// same x and two the same y, so that all components of n are single products except one, a
// difference of dy (or dx) times heights: rounding moves the plane at the face by (6 d + 12 l)
// 2^-53. A foot that is inside by rounding alone is outside by (15 d + 12 l) 2^-53; unless d is as
// small, only the square of this counts. Corners have errors of 2^-53 of their distances from the
// centre and of the centre from the grid's origin (collide__cell_places). The sum is below the
// 2^-48 (e + o) of terrain.h.
static double collide__triangle_distance(const collide__dvec3 *t) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
    const collide__dvec3 n = collide__dcross(e, f);
    double least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const double along = -collide__ddot(t[i], edge), square = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < square ? along / square : 1) : 0;
        const collide__dvec3 p = collide__dadd(t[i], k, edge);
        const double distance = collide__ddot(p, p);
        least = distance < least ? distance : least;
        inside =
            inside && collide__ddot(collide__dcross(edge, collide__dadd(zero, -1, t[i])), n) >= 0;
    }
    const double off = collide__ddot(n, t[0]), square = collide__ddot(n, n);
    const double plane = square > 0 ? collide__dmul(off, off) / square : DBL_MAX;
    return inside && plane < least ? plane : least;
}

static bool collide__sphere_overlaps_face(const void *shape, const collide__dvec3 *triangle) {
    const double r = collide__sphere_size(shape);
    return collide__triangle_distance(triangle) <= collide__dmul(r, r);
}

static bool collide__sphere_low_point(const void *shape, const double *bound, collide__dvec3 *out) {
    const double r = collide__sphere_size(shape);
    out->x = bound[0] > 0 ? bound[0] : bound[2] < 0 ? bound[2] : 0;
    out->y = bound[1] > 0 ? bound[1] : bound[3] < 0 ? bound[3] : 0;
    out->z = 0;
    const double rest = collide__dmul(r, r) - collide__ddot(*out, *out);
    out->z = -collide__sqrt(rest > 0 ? rest : 0);
    return rest >= 0;
}

static void collide__sphere_bounds(const void *shape, float *reach) {
    const float radius = ((const collide_sphere *)shape)->radius;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__mul(collide__mul(radius, collide__root(collide__bound_normals[i][3])),
                                COLLIDE__BOUND_SLACK);
}

static int collide__sphere_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                  uint32_t *feature) {
    out[0] = collide__dscale(-collide__sphere_size(shape), n);
    feature[0] = 0;
    return 1;
}

// The wall below a line cuts a disc out of the sphere.
static bool collide__sphere_line(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                 bool deepest, collide__candidates *out) {
    const double radius = collide__sphere_size(shape);
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
    const double y = (collide__ddot(a, rise) + collide__sqrt(rest)) / rise.z;
    const double t = line ? -collide__ddot(collide__dadd(a, -y, up), e) : 0;
    collide__dvec3 n = collide__dneg(collide__dadd(collide__dadd(a, t, e), -y, up));
    if (!collide__dnormalize(&n))
        n = up;
    collide__candidates_one(out, t, y, 0, n);
    return true;
}

static bool collide__sphere_separation(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                       double length, collide__separation *out) {
    const double foot = -collide__ddot(a, e);
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double away = collide__sqrt(collide__ddot(p, p));
    out->distance = collide__sphere_size(shape) - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, p) : p;
    out->feature = 0;
    return out->distance >= 0 && away > 0 && p.z <= 0;
}

static double collide__sphere_shadow(const void *shape, double x, double y) {
    const double radius = collide__sphere_size(shape);
    const double away = collide__sqrt(collide__dmul(x, x) + collide__dmul(y, y));
    return radius > 0 ? away / radius : DBL_MAX;
}

static bool collide__sphere_comes_into(const void *shape, const double *lo, const double *hi) {
    const double r = collide__sphere_size(shape) * (1 + COLLIDE__SLAB_SLACK);
    double square = 0;
    for (int i = 0; i < 3; ++i) {
        const double away = lo[i] > 0 ? lo[i] : hi[i] < 0 ? hi[i] : 0;
        square += collide__dmul(away, away);
    }
    return !(square > collide__dmul(r, r));
}

static void collide__sphere_ellipse(const void *shape, collide__dvec3 *axis) {
    const double r = collide__sphere_size(shape);
    for (uint32_t i = 0; i < 2; ++i)
        axis[i] = collide__dscale(r > 0 ? 1 / r : 1, collide__coordinate_axis(i));
}

// The error of a disc that a wall cuts out of the sphere is at most half of the slack.
static bool collide__sphere_sift(const collide_sphere *sphere, const collide_terrain *terrain,
                                 collide_vec3 center, collide__sift_job *job) {
    const float r = sphere->radius, square = collide__mul(r, r);
    const bool moderate = collide__sift_begin(job, terrain, center, r);
    const float more = collide__mul(COLLIDE__SIEVE_MARGIN,
                                    square + collide__mul(r, terrain->grid.dx + terrain->grid.dy));
    job->radius = job->tall = r;
    job->lowest = collide__vec3(0, 0, -r);
    job->square = square + more;
    job->grid.slack = 2 * collide__root(more);
    job->obb = false;
    return moderate;
}

static const collide__over_type collide__sphere_on_terrain = {collide__sphere_reach,
                                                              NULL,
                                                              NULL,
                                                              collide__sphere_overlaps_face,
                                                              collide__sphere_low_point,
                                                              NULL,
                                                              collide__sphere_comes_into};
static const collide__contact_type collide__sphere_contacts = {
    collide__sphere_reach,      collide__sphere_bounds, collide__sphere_ellipse,
    collide__sphere_size,       collide__sphere_points, collide__sphere_line,
    collide__sphere_separation, collide__sphere_shadow};
#endif // COLLIDE_NO_TERRAIN
