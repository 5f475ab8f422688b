#pragma once
#include "../base/fit.h"
#include "single.h"

// ---- an OBB that fits points -----------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// The volume of the box of the chosen points. Widths are larger by a small part of the extent, so
// that of flat boxes the one with the smallest area counts.
static double collide__fit_box(const collide__fit *f, const collide__dvec3 *axis) {
    double volume = 1;
    for (int k = 0; k < 3; ++k) {
        double least = 0, most = 0;
        for (int i = 0; i < f->count; ++i) {
            const double to = collide__ddot(axis[k], f->p[i]);
            least = to < least ? to : least;
            most = to > most ? to : most;
        }
        volume =
            collide__dmul(volume, (most - least) + collide__dmul(f->extent, 9.5367431640625e-07));
    }
    return volume;
}

// Rows whose products with a difference of points are its coordinates along the axes of a box. The
// axes of floats are not quite orthonormal.
static void collide__fit_rows(const collide_obb *box, collide__dvec3 *row) {
    collide__dvec3 axis[3];
    const collide__dvec3 zero = {0, 0, 0};
    for (int i = 0; i < 3; ++i)
        axis[i] = collide__dvec3_of(box->axis[i]);
    for (int i = 0; i < 3; ++i)
        row[i] = collide__dcross(axis[i < 2 ? i + 1 : 0], axis[i > 0 ? i - 1 : 2]);
    const double share = collide__ddiv(1, collide__ddot(row[0], axis[0]));
    for (int i = 0; i < 3; ++i)
        row[i] = collide__dadd(zero, share, row[i]);
}

// Sets centre and half extents of a box with axes, so that it holds all points. Adds the outermost
// points to those that stand for the cloud; false if it has them all.
static bool collide__fit_hold(collide__fit *f, collide_obb *box) {
    collide__dvec3 row[3], center = collide__dvec3_of(f->first), end[2][3], p;
    double least[3] = {0, 0, 0}, most[3] = {0, 0, 0}, size = 0;
    bool more = false;
    collide__fit_rows(box, row);
    memset(end, 0, sizeof end); // the first point
    for (size_t i = 0; i < f->n; ++i) {
        p = collide__fit_point(f, i);
        for (int k = 0; k < 3; ++k) {
            const double to = collide__ddot(row[k], p);
            end[0][k] = to < least[k] ? p : end[0][k];
            end[1][k] = to > most[k] ? p : end[1][k];
            least[k] = to < least[k] ? to : least[k];
            most[k] = to > most[k] ? to : most[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        center = collide__dadd(center, 0.5 * (least[k] + most[k]), collide__dvec3_of(box->axis[k]));
        more |= collide__fit_add(f, end[0][k]);
        more |= collide__fit_add(f, end[1][k]);
        least[k] = 0;
    }
    box->center = collide__dround_zero(center);
    for (size_t i = 0; i < f->n; ++i) {
        p = collide__dsub(collide__fit_read(f, i), box->center);
        size = collide__dmax(size, collide__dsum_abs(p));
        for (int k = 0; k < 3; ++k)
            least[k] = collide__dmax(least[k], collide__dabs(collide__ddot(row[k], p)));
    }
    const double slack = collide__dmul(size, 3.552713678800501e-15); // 2^-48
    box->half =
        collide__vec3(collide__float_up(least[0] + slack), collide__float_up(least[1] + slack),
                      collide__float_up(least[2] + slack));
    return more;
}

// As collide__fit_box.
static double collide__fit_volume(const collide_obb *box, double extent) {
    const double more = collide__dmul(extent, 9.5367431640625e-07); // 2^-20
    return collide__dmul(collide__dmul(((double)box->half.x + (double)box->half.x) + more,
                                       ((double)box->half.y + (double)box->half.y) + more),
                         ((double)box->half.z + (double)box->half.z) + more);
}

COLLIDE_API collide_status collide_obb_from_points(collide_obb *out, const void *points, size_t n,
                                                   size_t stride) {
    const collide_pose still = collide_pose_identity();
    collide_obb best, next;
    collide__dvec3 axis[3];
    collide__fit f;
    double least;
    if (!out)
        return COLLIDE_ERROR_NULL;
    best = *out = collide_obb_from_pose(&still, still.position);
    const collide_status status = collide__fit_begin(&f, points, n, stride);
    if (status != COLLIDE_OK)
        return status;
    collide_aabb bounds = {f.first, f.first};
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 p = collide__fit_read(&f, i);
        bounds.min =
            collide__vec3(collide__min2(p.x, bounds.min.x), collide__min2(p.y, bounds.min.y),
                          collide__min2(p.z, bounds.min.z));
        bounds.max =
            collide__vec3(collide__max2(p.x, bounds.max.x), collide__max2(p.y, bounds.max.y),
                          collide__max2(p.z, bounds.max.z));
    }
    best = collide_obb_from_aabb(&bounds);
    collide__fit_axes(&f, collide__fit_box, axis, &least);
    for (int round = 0; round < 6; ++round) {
        next = best;
        for (int k = 0; k < 3; ++k)
            next.axis[k] = collide__dround_zero(axis[k]);
        const bool more = collide__fit_hold(&f, &next);
        if (collide_obb_check(&next) == COLLIDE_OK &&
            collide__fit_volume(&next, f.extent) < collide__fit_volume(&best, f.extent))
            best = next;
        if (!more)
            break;
        least = collide__fit_box(&f, axis);
        collide__fit_refine(&f, collide__fit_box, 0.015625, 1e-6, axis, &least);
    }
    if (!collide__finite3(best.half) || !collide__finite3(best.center))
        return COLLIDE_ERROR_OVERFLOW;
    *out = best;
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_SAT
