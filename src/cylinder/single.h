#pragma once
#include "../base/ops_one.h"
#include "../base/vectors.h"
#include "edge.h"

// ================================================================================================
// >>cylinder_impl
// ================================================================================================
#ifndef COLLIDE_NO_CYLINDER

COLLIDE_API collide_status collide_cylinder_check(const collide_cylinder *cylinder) {
    if (!cylinder)
        return COLLIDE_ERROR_NULL;
    if (!collide__finite3(cylinder->center) || !collide__finite3(cylinder->axis) ||
        !collide__finite(cylinder->radius) || !collide__finite(cylinder->height))
        return COLLIDE_ERROR_NOT_FINITE;
    if (!(cylinder->radius > 0 && cylinder->radius <= COLLIDE__CYLINDER_LIMIT) ||
        !(cylinder->height > 0 && cylinder->height <= COLLIDE__CYLINDER_LIMIT))
        return COLLIDE_ERROR_EXTENT;
    const collide__dvec3 axis = collide__dvec3_of(cylinder->axis);
    return collide__dabs(collide__ddot(axis, axis) - 1) <= 4.76837158203125e-7 // 2^-21
               ? COLLIDE_OK
               : COLLIDE_ERROR_AXES;
}

// The frame of a cylinder, and its half extents along x, y and z with a margin [Strashnov]; false
// if it does not pass the check.
static bool collide__cylinder_frame(const collide_cylinder *c, collide__cylinder_job *job,
                                    collide__dvec3 *reach) {
    if (collide_cylinder_check(c) != COLLIDE_OK)
        return false;
    const collide__dvec3 v = collide__dvec3_of(c->axis);
    const double x = collide__dmul(v.x, v.x), y = collide__dmul(v.y, v.y);
    const double z = collide__dmul(v.z, v.z), half = 0.5 * (double)c->height * (1 + 1e-6);
    const double radius = (double)c->radius * (1 + 1e-6);
    const double across_x = collide__sqrt(y + z), across_y = collide__sqrt(x + z);
    const double across_z = collide__sqrt(x + y);
    reach->x = collide__dmul(half, collide__dabs(v.x)) + collide__dmul(radius, across_x);
    reach->y = collide__dmul(half, collide__dabs(v.y)) + collide__dmul(radius, across_y);
    reach->z = collide__dmul(half, collide__dabs(v.z)) + collide__dmul(radius, across_z);
    // Two directions in the base without a branch (Duff and others, Building an orthonormal basis,
    // revisited), for the axis scaled to unit length by a Newton step.
    const double unit = 1.5 - collide__dmul(0.5, (x + y) + z);
    const double vx = collide__dmul(v.x, unit), vy = collide__dmul(v.y, unit);
    const double vz = collide__dmul(v.z, unit), sign = collide__dsign(v.z);
    const double a = -1 / (sign + vz), b = collide__dmul(collide__dmul(vx, vy), a);
    const double xx = collide__dmul(collide__dmul(vx, vx), a);
    const double yy = collide__dmul(collide__dmul(vy, vy), a);
    const collide__dvec3 p = {1 + collide__dmul(sign, xx), collide__dmul(sign, b),
                              -collide__dmul(sign, vx)};
    const collide__dvec3 q = {b, sign + yy, -vy};
    job->p = collide__dround(p);
    job->q = collide__dround(q);
    job->axis = c->axis;
    job->radius = c->radius;
    job->square = collide__mul(c->radius, c->radius);
    job->half = c->height * 0.5f;
    return true;
}

// Whether a cylinder comes within a margin of a plane, in units of the normal.
static bool collide__cylinder_plane(const collide_cylinder *a, const collide_plane *b,
                                    double margin) {
    const collide__dvec3 n = collide__dvec3_of(b->normal);
    const collide__dvec3 v = collide__dvec3_of(a->axis);
    const collide__dvec3 c = collide__dvec3_of(a->center), across = collide__dcross(n, v);
    if (collide_cylinder_check(a) != COLLIDE_OK || !collide__finite3(b->normal) ||
        !collide__finite(b->distance))
        return false;
    const double reach =
        collide__dmul(0.5 * (double)a->height, collide__dabs(collide__ddot(n, v))) +
        collide__dmul((double)a->radius, collide__sqrt(collide__ddot(across, across)));
    return collide__ddot(n, c) - (double)b->distance <= reach + margin;
}

COLLIDE_API bool collide_cylinder_plane(const collide_cylinder *a, const collide_plane *b) {
    COLLIDE_ASSERT(a && b);
    return collide__cylinder_plane(a, b, 0);
}

COLLIDE_API bool collide_cylinder_triangle(const collide_cylinder *a, const collide_triangle *b) {
    collide__cylinder_job job;
    collide__cylinder_scalar c;
    collide__dvec3 extent;
    float v[3][3];
    COLLIDE_ASSERT(a && b);
    if (!collide__cylinder_frame(a, &job, &extent))
        return false;
    for (int i = 0; i < 3; ++i) {
        if (!collide__finite3(b->v[i]))
            return false;
        const collide_vec3 d = collide__sub(b->v[i], a->center);
        v[i][0] = collide__dot(d, job.p);
        v[i][1] = collide__dot(d, job.q);
        v[i][2] = collide__dot(d, job.axis);
    }
    job.reach = job.inverse_dx = job.inverse_dy = 0; // not used for an edge
    job.other_diagonal = false;
    collide__cylinder_splat_scalar(&job, &c);
    if (collide__cylinder_edge_scalar(&c, v[0], v[1]) ||
        collide__cylinder_edge_scalar(&c, v[1], v[2]) ||
        collide__cylinder_edge_scalar(&c, v[2], v[0]))
        return true;
    // No edge overlaps it: any point of the plane in the cylinder decides, as in a cell.
    collide__dvec3 w[3];
    for (int i = 0; i < 3; ++i) {
        w[i].x = (double)v[i][0];
        w[i].y = (double)v[i][1];
        w[i].z = (double)v[i][2];
    }
    collide__dvec3 n =
        collide__dcross(collide__dadd(w[1], -1, w[0]), collide__dadd(w[2], -1, w[0]));
    if (!collide__dnormalize(&n))
        return false;
    const double square = collide__dmul(n.x, n.x) + collide__dmul(n.y, n.y);
    const double offset = collide__ddot(n, w[0]), away = collide__dabs(offset);
    const double across = collide__dmul((double)job.radius, collide__sqrt(square));
    const double along = collide__dmul((double)job.half, collide__dabs(n.z));
    if (away > across + along)
        return false;
    const double both = (away + across) - along, rest = (away + along) - across;
    const double k = collide__clamp(both < 2 * away ? 0.5 * both : away, across);
    const double t = collide__clamp(rest < 2 * away ? 0.5 * rest : away, along);
    const double sign = offset < 0 ? -1 : 1;
    const double slide = square > 0 ? collide__dmul(sign, k) / square : 0;
    collide__dvec3 at;
    at.x = collide__dmul(slide, n.x);
    at.y = collide__dmul(slide, n.y);
    at.z = n.z < 0 || n.z > 0 ? collide__dmul(sign, t) / n.z : 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(w[i < 2 ? i + 1 : 0], -1, w[i]);
        if (collide__ddot(collide__dcross(edge, collide__dadd(at, -1, w[i])), n) < 0)
            return false;
    }
    return true;
}
#endif // COLLIDE_NO_CYLINDER
