#pragma once
#include "../base/closest.h"
#include "boxes.h"

// ---- layer 3: bodies -------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// A body as a curve asks it. distance returns the signed distance of a point from the surface, less
// than 0 inside. It writes the outward unit normal at the nearest point and the support distance of
// the body along it, so that all of the body lies below that plane (with walls, this holds only if
// the point is outside). This is no collide__body_type, since a curve needs distances of points.
typedef struct collide__target {
    double (*distance)(const struct collide__target *body, collide__dvec3 p, collide__dvec3 *normal,
                       double *reach);
    collide__dvec3 p[4], q[3]; // vertices, or a centre and axes; rows of the inverse of the axes
    double size[3], lo[3], hi[3];
    double floor;  // minimum of all distances: 0 for a triangle
    double margin; // points within it count as on the surface
    bool walls;
} collide__target;

// The distance and the direction from a point q of the surface to p. If they are equal up to
// rounding, the distance is 0 and the normal is other.
COLLIDE__INLINE double collide__target_outward(const collide__target *body, collide__dvec3 p,
                                               collide__dvec3 q, collide__dvec3 other,
                                               collide__dvec3 *normal) {
    const collide__dvec3 d = collide__dadd(p, -1, q);
    const double distance = collide__sqrt(collide__ddot(d, d));
    *normal = d;
    if (distance > body->margin && collide__dnormalize(normal))
        return distance;
    *normal = other;
    return 0;
}

static double collide__target_aabb(const collide__target *body, collide__dvec3 p,
                                   collide__dvec3 *normal, double *reach) {
    double q[3], face[3] = {0, 0, 1}, least = DBL_MAX;
    bool outside = false;
    *reach = DBL_MAX;
    for (int i = 0; i < 3; ++i) {
        const double x = collide__doubles(&p)[i], lo = body->lo[i], hi = body->hi[i];
        const double below = x - lo, above = hi - x, in = below < above ? below : above;
        q[i] = below < 0 ? lo : above < 0 ? hi : x;
        outside = outside || in < 0;
        if (in < least) {
            least = in;
            face[0] = face[1] = face[2] = 0;
            face[i] = below < above ? -1 : 1;
            *reach = below < above ? -lo : hi;
        }
    }
    const collide__dvec3 out = {face[0], face[1], face[2]}, foot = {q[0], q[1], q[2]};
    *normal = out;
    if (!outside)
        return -least;
    const double distance = collide__target_outward(body, p, foot, out, normal);
    *reach = distance > 0 ? collide__ddot(*normal, foot) : *reach;
    return distance;
}

// p[0] is the centre, p[1] to p[3] are the axes, q the rows of their inverse. If p is outside, the
// nearest point is found by its coordinates along the axes, one after the other; two rounds
// suffice, since the axes are orthogonal within 2^-21.
static double collide__target_obb(const collide__target *body, collide__dvec3 p,
                                  collide__dvec3 *normal, double *reach) {
    const collide__dvec3 from = collide__dadd(p, -1, body->p[0]);
    double s[3], least = DBL_MAX;
    int face = 0;
    bool outside = false;
    for (int i = 0; i < 3; ++i) {
        const double x = collide__ddot(body->q[i], from), h = body->size[i];
        const double in = collide__ddiv(h - collide__dabs(x), body->hi[i]);
        outside = outside || in < 0;
        face = in < least ? i : face;
        least = in < least ? in : least;
        s[i] = x < -h ? -h : x > h ? h : x;
    }
    const double sign = collide__ddot(body->q[face], from) < 0 ? -1 : 1;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 out =
        collide__dadd(zero, collide__ddiv(sign, body->hi[face]), body->q[face]);
    double distance = -least;
    *normal = out;
    if (outside) {
        collide__dvec3 rest = from;
        for (int i = 0; i < 3; ++i)
            rest = collide__dadd(rest, -s[i], body->p[i + 1]);
        for (int turn = 0; turn < 6; ++turn) {
            const int i = turn % 3;
            const double h = body->size[i];
            const double x = s[i] + collide__ddiv(collide__ddot(body->p[i + 1], rest),
                                                  collide__ddot(body->p[i + 1], body->p[i + 1]));
            const double y = x < -h ? -h : x > h ? h : x;
            rest = collide__dadd(rest, s[i] - y, body->p[i + 1]);
            s[i] = y;
        }
        distance = collide__target_outward(body, rest, zero, out, normal);
    }
    *reach = collide__ddot(*normal, body->p[0]);
    for (int i = 0; i < 3; ++i)
        *reach +=
            collide__dmul(body->size[i], collide__dabs(collide__ddot(*normal, body->p[i + 1])));
    return distance;
}

// p[0] to p[2] the vertices, p[3] a normal.
static double collide__target_triangle(const collide__target *body, collide__dvec3 p,
                                       collide__dvec3 *normal, double *reach) {
    const collide__dvec3 q = collide__triangle_nearest(body->p, p);
    const double distance = collide__target_outward(body, p, q, body->p[3], normal);
    *reach = collide__ddot(*normal, q);
    return distance;
}

// p[0] the centre, size[0] the radius.
static double collide__target_sphere(const collide__target *body, collide__dvec3 p,
                                     collide__dvec3 *normal, double *reach) {
    const double distance =
        collide__target_outward(body, p, body->p[0], collide__coordinate_axis(2), normal);
    *reach = collide__ddot(*normal, body->p[0]) + body->size[0];
    return distance - body->size[0];
}

static void collide__target_of_aabb(const collide__slab_set *slabs, collide__target *out) {
    memset(out, 0, sizeof *out);
    out->floor = -DBL_MAX;
    out->distance = collide__target_aabb;
    for (int i = 0; i < 3; ++i) {
        out->lo[i] = slabs->lo[i];
        out->hi[i] = slabs->hi[i];
    }
}

static void collide__target_of_obb(const collide_obb *b, const collide__curve *c,
                                   collide__target *out) {
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    memset(out, 0, sizeof *out);
    out->floor = -DBL_MAX;
    out->distance = collide__target_obb;
    out->p[0] = collide__dadd(collide__dvec3_of(b->center), -1, c->from);
    for (int i = 0; i < 3; ++i)
        out->p[i + 1] = collide__dvec3_of(b->axis[i]);
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 zero = {0, 0, 0};
        const collide__dvec3 row =
            collide__dcross(out->p[1 + (i + 1) % 3], out->p[1 + (i + 2) % 3]);
        out->q[i] = collide__dadd(zero, collide__ddiv(1, collide__ddot(row, out->p[i + 1])), row);
        out->hi[i] = collide__sqrt(collide__ddot(out->q[i], out->q[i]));
        out->size[i] = (double)half[i];
    }
}

static void collide__target_of_triangle(const collide__dvec3 *v, collide__target *out) {
    memset(out, 0, sizeof *out);
    out->distance = collide__target_triangle;
    for (int i = 0; i < 3; ++i)
        out->p[i] = v[i];
    const collide__dvec3 e = collide__dadd(v[1], -1, v[0]), f = collide__dadd(v[2], -1, v[0]);
    out->p[3] = collide__dcross(e, f);
    if (!collide__dnormalize(&out->p[3]))
        out->p[3] = collide__any_normal(collide__ddot(e, e) > collide__ddot(f, f) ? e : f);
}
#endif // COLLIDE_NO_CABLE
