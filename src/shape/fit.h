#pragma once
#include "../base/fit.h"
#include "../base/signs.h"
#include "../sat/hull_faces.h"
#include "moved.h"

// ---- a capsule that fits points; volumes -----------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

#define COLLIDE__PI 3.141592653589793

// The ends of the shortest segment with this radius about a centre, as heights, so that points of a
// plane and a height are held. Returns the volume / pi, as if all were thicker by a small part of
// the extent, so that of capsules without volume the shortest counts.
static double collide__fit_heights(const collide__fit *f, const collide__dvec3 *flat,
                                   collide__dvec3 center, double square, double *low,
                                   double *high) {
    const double thick =
        collide__sqrt(square) + collide__dmul(f->extent, 9.5367431640625e-07); // 2^-20
    *low = DBL_MAX;
    *high = -DBL_MAX;
    for (int i = 0; i < f->count; ++i) {
        const double x = flat[i].x - center.x, y = flat[i].y - center.y;
        const double rest = square - (collide__dmul(x, x) + collide__dmul(y, y));
        const double reach = rest > 0 ? collide__sqrt(rest) : 0;
        *low = flat[i].z + reach < *low ? flat[i].z + reach : *low;
        *high = flat[i].z - reach > *high ? flat[i].z - reach : *high;
    }
    if (*low > *high)
        *low = *high = 0.5 * (*low + *high);
    return collide__dmul(collide__dmul(thick, thick),
                         (*high - *low) + collide__dmul(thick, 4.0 / 3));
}

// The capsule round the chosen points whose segment is parallel to axis[2]. Its line is the centre
// of the smallest circle round the points as seen along it; a radius above the smallest one is
// taken if the shorter segment saves more. Returns its volume as above.
static double collide__fit_capsule_along(const collide__fit *f, const collide__dvec3 *axis,
                                         collide__dvec3 *ends) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 flat[sizeof f->p / sizeof *f->p], center;
    double low, high, end[2], volume;
    memset(flat, 0, sizeof flat); // first without heights
    for (int i = 0; i < f->count; ++i) {
        flat[i].x = collide__ddot(axis[0], f->p[i]);
        flat[i].y = collide__ddot(axis[1], f->p[i]);
    }
    const double square = collide__fit_ball(flat, f->count, 3, &center);
    for (int i = 0; i < f->count; ++i)
        flat[i].z = collide__ddot(axis[2], f->p[i]);
    volume = collide__fit_heights(f, flat, center, square, &end[0], &end[1]);
    for (int k = 1; k < 20; ++k) {
        const double larger = collide__dmul(square, 1 + collide__dmul(k * k, 0.001));
        const double other = collide__fit_heights(f, flat, center, larger, &low, &high);
        if (!(other < volume))
            break;
        volume = other;
        end[0] = low;
        end[1] = high;
    }
    for (int i = 0; i < 2; ++i) {
        ends[i] = collide__dadd(collide__dadd(zero, center.x, axis[0]), center.y, axis[1]);
        ends[i] = collide__dadd(ends[i], end[i], axis[2]);
    }
    return volume;
}

static double collide__fit_capsule(const collide__fit *f, const collide__dvec3 *axis) {
    collide__dvec3 ends[2];
    return collide__fit_capsule_along(f, axis, ends);
}

// Sets the radius, so that the capsule holds all points, and adds the farthest one to those that
// stand for the cloud; false if it is there.
static bool collide__fit_capsule_hold(collide__fit *f, collide_capsule *c) {
    const collide__dvec3 e = collide__dsub(c->b, c->a);
    const double square = collide__ddot(e, e);
    double most = -1, size = collide__dsum_abs(e), reach = 0;
    size_t farthest = 0;
    for (size_t i = 0; i < f->n; ++i) {
        const collide__dvec3 d = collide__dsub(collide__fit_read(f, i), c->a);
        const double along = collide__ddot(d, e);
        const double k = !(along > 0) ? 0 : along < square ? collide__ddiv(along, square) : 1;
        const collide__dvec3 off = collide__dadd(d, -k, e);
        const double to = collide__ddot(off, off);
        reach = collide__dmax(reach, collide__dsum_abs(d));
        farthest = to > most ? i : farthest;
        most = to > most ? to : most;
    }
    size += reach;
    c->radius = collide__float_up(collide__sqrt(most) +
                                  collide__dmul(size, 3.552713678800501e-15)); // 2^-48
    return collide__fit_add(f, collide__fit_point(f, farthest));
}

static double collide__fit_capsule_volume(const collide_capsule *c, double extent) {
    const collide__dvec3 e = collide__dsub(c->b, c->a);
    const double thick = (double)c->radius + collide__dmul(extent, 9.5367431640625e-07); // 2^-20
    return collide__dmul(collide__dmul(thick, thick),
                         collide__sqrt(collide__ddot(e, e)) + collide__dmul(thick, 4.0 / 3));
}

COLLIDE_API collide_status collide_capsule_from_points(collide_capsule *out, const void *points,
                                                       size_t n, size_t stride) {
    const collide_capsule none = {{0, 0, 0}, {0, 0, 0}, 0};
    collide_capsule best = none, next;
    collide__dvec3 axis[3], ends[2];
    collide__fit f;
    double least, volume = DBL_MAX;
    if (!out)
        return COLLIDE_ERROR_NULL;
    *out = none;
    const collide_status status = collide__fit_begin(&f, points, n, stride);
    if (status != COLLIDE_OK)
        return status;
    collide__fit_axes(&f, collide__fit_capsule, axis, &least);
    for (int round = 0; round < 12; ++round) {
        (void)collide__fit_capsule_along(&f, axis, ends);
        const collide__dvec3 first = collide__dvec3_of(f.first);
        next.a = collide__dround_zero(collide__dadd(first, 1, ends[0]));
        next.b = collide__dround_zero(collide__dadd(first, 1, ends[1]));
        if (!collide__finite3(next.a) || !collide__finite3(next.b))
            break;
        const bool more = collide__fit_capsule_hold(&f, &next);
        const double found = collide__fit_capsule_volume(&next, f.extent);
        if (found < volume) {
            volume = found;
            best = next;
        }
        if (!more)
            break;
        least = collide__fit_capsule(&f, axis);
        collide__fit_refine(&f, collide__fit_capsule, 0.0078125, 1e-6, axis, &least);
    }
    if (!(volume < DBL_MAX) || !collide__finite(best.radius))
        return COLLIDE_ERROR_OVERFLOW;
    *out = best;
    return COLLIDE_OK;
}

COLLIDE_API float collide_shape_volume(const collide_shape *shape) {
    double volume = 0;
    COLLIDE_ASSERT(shape);
    if (collide_shape_check(shape) != COLLIDE_OK)
        return 0;
    if (shape->kind == COLLIDE_SHAPE_SPHERE || shape->kind == COLLIDE_SHAPE_CAPSULE) {
        const bool long_one = shape->kind == COLLIDE_SHAPE_CAPSULE;
        const collide_capsule *c = &shape->of.capsule;
        const collide__dvec3 e = collide__dsub(c->b, c->a);
        const double r = long_one ? (double)c->radius : (double)shape->of.sphere.radius;
        const double length = long_one ? collide__sqrt(collide__ddot(e, e)) : 0;
        volume = collide__dmul(collide__dmul(collide__dmul(r, r), COLLIDE__PI),
                               length + collide__dmul(r, 4.0 / 3));
    } else if (shape->kind == COLLIDE_SHAPE_AABB) {
        const collide__dvec3 d = collide__dsub(shape->of.aabb.max, shape->of.aabb.min);
        volume = collide__dmul(collide__dmul(d.x, d.y), d.z);
    } else if (shape->kind == COLLIDE_SHAPE_OBB) {
        const collide__dvec3 h = collide__dvec3_of(shape->of.obb.half);
        const collide_vec3 *axis = shape->of.obb.axis;
        const collide__dvec3 n =
            collide__dcross(collide__dvec3_of(axis[0]), collide__dvec3_of(axis[1]));
        volume = collide__dmul(8 * collide__dmul(collide__dmul(h.x, h.y), h.z),
                               collide__dabs(collide__ddot(n, collide__dvec3_of(axis[2]))));
    } else if (shape->kind == COLLIDE_SHAPE_CYLINDER) {
        const double r = (double)shape->of.cylinder.radius;
        volume = collide__dmul(collide__dmul(collide__dmul(r, r), COLLIDE__PI),
                               (double)shape->of.cylinder.height);
    } else if (shape->kind == COLLIDE_SHAPE_TETRAHEDRON) {
        volume = collide__ddiv(collide__dabs(collide__six_volumes(shape->of.tetrahedron.v)), 6);
#ifndef COLLIDE_NO_SAT
    } else if (shape->kind == COLLIDE_SHAPE_CONVEX) {
        volume = collide__convex_volume(shape->of.convex.body);
#endif
    } else if (shape->kind == COLLIDE_SHAPE_PLANE) {
        return collide__infinity();
    }
    return collide__round_zero(volume);
}
#undef COLLIDE__PI
#endif // COLLIDE_NO_SHAPE
