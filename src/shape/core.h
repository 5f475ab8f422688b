#pragma once
#include "../base/closest.h"
#include "../base/convexes.h"
#include "scalar.h"
#include "shape.h"

// ================================================================================================
// >>shape_impl
// ================================================================================================
#ifndef COLLIDE_NO_SHAPE

// ---- shapes as the algorithms see them -------------------------------------------------------

// A core and a radius, in coordinates relative to an origin that has exact floats.
typedef struct collide__core {
    collide__core_kind kind;
    uint32_t count;      // points or vertices
    collide_vec3 origin; // of the coordinates below, in space
    collide__dvec3 p[4]; // points; of a box: generators, half * axis, and its centre; of a
                         // cylinder: its generator, its unit axis, and a basis of its disk; of
                         // a convex body: the axes of the pose, and the centre
    double disk, radius;
    double size; // no point is farther from the origin
    const collide_convex *convex;
} collide__core;

// The point of a core that lies farthest along m, and its code: the number of a point or vertex, of
// a box bit i for +half on axis i, of a cylinder bit 0 for the end along its axis.
COLLIDE__FORCE_INLINE collide__dvec3 collide__box_support(const collide__dvec3 *g, collide__dvec3 m,
                                                          uint32_t *code) {
    const int x = collide__ddot(g[0], m) < 0, y = collide__ddot(g[1], m) < 0;
    const int z = collide__ddot(g[2], m) < 0;
    const double sx = 1 - 2 * x, sy = 1 - 2 * y, sz = 1 - 2 * z;
    collide__dvec3 r;
    r.x = g[3].x +
          ((collide__dmul(sx, g[0].x) + collide__dmul(sy, g[1].x)) + collide__dmul(sz, g[2].x));
    r.y = g[3].y +
          ((collide__dmul(sx, g[0].y) + collide__dmul(sy, g[1].y)) + collide__dmul(sz, g[2].y));
    r.z = g[3].z +
          ((collide__dmul(sx, g[0].z) + collide__dmul(sy, g[1].z)) + collide__dmul(sz, g[2].z));
    *code = 7u ^ (uint32_t)(x | y << 1 | z << 2);
    return r;
}

// Vertex i of a convex body, and m in its coordinates.
COLLIDE__INLINE collide__dvec3 collide__core_vertex(const collide__core *a, uint32_t i) {
    const collide_vec3 v = collide__read_vec3(collide__convex_vertices(a->convex) + 3 * (size_t)i);
    return collide__dadd(
        collide__dadd(collide__dadd(a->p[3], (double)v.x, a->p[0]), (double)v.y, a->p[1]),
        (double)v.z, a->p[2]);
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__core_local(const collide__core *a, collide__dvec3 m) {
    const collide__dvec3 r = {collide__ddot(a->p[0], m), collide__ddot(a->p[1], m),
                              collide__ddot(a->p[2], m)};
    return r;
}

// A kernel finds the farthest of this many vertices and more faster than a loop.
#define COLLIDE__SUPPORT_LEAST 16
COLLIDE__INLINE uint32_t collide__vertices_farthest(const collide_convex *body,
                                                    const collide__dvec3 *local) {
    return body->vertex_count < COLLIDE__SUPPORT_LEAST ? collide__farthest_vertex(body, *local)
                                                       : collide__shape()->support(body, local);
}
#undef COLLIDE__SUPPORT_LEAST

static collide__dvec3 collide__vertices_support(const collide__core *a, const collide__dvec3 *m,
                                                uint32_t *code) {
    const collide__dvec3 local = collide__core_local(a, *m);
    *code = collide__vertices_farthest(a->convex, &local);
    return collide__core_vertex(a, *code);
}

// The part of m in the disk of a cylinder, in the coordinates of its basis, which has unit length
// within roundings, so that all points are in the plane of the disk whatever m is. Returns its
// length.
COLLIDE__FORCE_INLINE double collide__round_across(const collide__core *a, collide__dvec3 m,
                                                   double *x, double *y) {
    *x = collide__ddot(a->p[2], m);
    *y = collide__ddot(a->p[3], m);
    return collide__sqrt(collide__dmul(*x, *x) + collide__dmul(*y, *y));
}

static collide__dvec3 collide__round_support(const collide__core *a, const collide__dvec3 *m,
                                             uint32_t *code) {
    double x, y;
    const double along = collide__ddot(a->p[0], *m), across = collide__round_across(a, *m, &x, &y);
    const double scale = across > 0 ? collide__ddiv(a->disk, across) : 0;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 end = collide__dadd(zero, collide__dsign(along), a->p[0]);
    *code = (uint32_t) !(along < 0);
    return collide__dadd(collide__dadd(end, collide__dmul(scale, x), a->p[2]),
                         collide__dmul(scale, y), a->p[3]);
}

// The first point is 0.
COLLIDE__FORCE_INLINE void collide__points_try(const collide__core *a, collide__dvec3 m, uint32_t i,
                                               double *most, uint32_t *code) {
    const double x = i < a->count ? collide__ddot(a->p[i], m) : -DBL_MAX;
    *code = x > *most ? i : *code;
    *most = collide__dmax(x, *most);
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__points_support(const collide__core *a,
                                                             collide__dvec3 m, uint32_t *code) {
    double most = 0;
    *code = 0;
    collide__points_try(a, m, 1, &most, code);
    collide__points_try(a, m, 2, &most, code);
    collide__points_try(a, m, 3, &most, code);
    return a->p[*code];
}

// For a kind that the compiler knows, no switch is left.
COLLIDE__FORCE_INLINE collide__dvec3 collide__kind_support(collide__core_kind kind,
                                                           const collide__core *a, collide__dvec3 m,
                                                           uint32_t *code) {
    switch (kind) {
    case COLLIDE__CORE_BOX:
        return collide__box_support(a->p, m, code);
    case COLLIDE__CORE_ROUND:
        return collide__round_support(a, &m, code);
    case COLLIDE__CORE_VERTICES:
        return collide__vertices_support(a, &m, code);
    default:
        return collide__points_support(a, m, code);
    }
}

COLLIDE__INLINE collide__dvec3 collide__core_support(const collide__core *a, collide__dvec3 m,
                                                     uint32_t *code) {
    return collide__kind_support(a->kind, a, m, code);
}

// The point of a core with this code, which a support has returned. A cylinder has none.
COLLIDE__INLINE collide__dvec3 collide__core_coded(const collide__core *a, uint32_t code) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 r = zero;
    if (a->kind == COLLIDE__CORE_VERTICES)
        return collide__core_vertex(a, code);
    if (a->kind == COLLIDE__CORE_POINTS)
        return a->p[code];
    for (int i = 0; i < 3; ++i) // as collide__box_support
        r = collide__dadd(r, code >> i & 1 ? 1 : -1, a->p[i]);
    return collide__dadd(a->p[3], 1, r);
}

// The largest product of m and a point of the core.
COLLIDE__NOINLINE double collide__core_reach(const collide__core *a, const collide__dvec3 *along) {
    const collide__dvec3 m = *along;
    uint32_t code = 0;
    double most = 0;
    if (a->kind == COLLIDE__CORE_BOX)
        return collide__ddot(a->p[3], m) + ((collide__dabs(collide__ddot(a->p[0], m)) +
                                             collide__dabs(collide__ddot(a->p[1], m))) +
                                            collide__dabs(collide__ddot(a->p[2], m)));
    if (a->kind == COLLIDE__CORE_ROUND) {
        double x, y;
        const double height = collide__dabs(collide__ddot(a->p[0], m));
        return height + collide__dmul(a->disk, collide__round_across(a, m, &x, &y));
    }
    if (a->kind == COLLIDE__CORE_VERTICES)
        return collide__ddot(collide__vertices_support(a, &m, &code), m);
    collide__points_try(a, m, 1, &most, &code);
    collide__points_try(a, m, 2, &most, &code);
    collide__points_try(a, m, 3, &most, &code);
    return most;
}

// ---- cores of shapes; false for bad input ----------------------------------------------------

// Whether all numbers are finite whose absolute values have this sum. It tests bits, once for all.
COLLIDE__FORCE_INLINE bool collide__all_finite(double sum) {
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits << 1 < 0xffe0000000000000u;
}

COLLIDE__FORCE_INLINE bool collide__core_points(collide__core *out, const collide_vec3 *p,
                                                uint32_t n, float radius) {
    const collide__dvec3 zero = {0, 0, 0};
    const double size = collide__dsum_abs(collide__dvec3_of(p[0]));
    double sum = size + collide__dabs((double)radius);
    out->kind = COLLIDE__CORE_POINTS;
    out->count = n;
    out->origin = p[0];
    out->p[0] = zero;
    out->size = 0;
    for (uint32_t i = 1; i < n; ++i) {
        out->p[i] = collide__dsub(p[i], p[0]);
        const double span = collide__dsum_abs(out->p[i]);
        sum += span;
        out->size = collide__dmax(span, out->size);
    }
    out->radius = (double)radius;
    return radius >= 0 && collide__all_finite(sum);
}

COLLIDE__FORCE_INLINE bool collide__core_obb(collide__core *out, const collide_obb *b) {
    const float *half = collide__floats(&b->half);
    const collide__dvec3 zero = {0, 0, 0};
    out->kind = COLLIDE__CORE_BOX;
    out->origin = b->center;
    out->p[3] = zero;
    out->size = 0;
    out->radius = 0;
    for (int i = 0; i < 3; ++i) {
        out->p[i] = collide__dadd(zero, (double)half[i], collide__dvec3_of(b->axis[i]));
        out->size += collide__dsum_abs(out->p[i]);
    }
    return half[0] >= 0 && half[1] >= 0 && half[2] >= 0 &&
           collide__all_finite(collide__dsum_abs(collide__dvec3_of(b->center)) + out->size);
}

COLLIDE__FORCE_INLINE bool collide__core_aabb(collide__core *out, const collide_aabb *b) {
    const collide__dvec3 side = collide__dsub(b->max, b->min);
    const collide__dvec3 half = {0.5 * side.x, 0.5 * side.y, 0.5 * side.z};
    for (uint32_t i = 0; i < 3; ++i)
        out->p[i] = collide__coordinate_axis(i);
    out->kind = COLLIDE__CORE_BOX;
    out->origin = b->min;
    out->p[0].x = half.x;
    out->p[1].y = half.y;
    out->p[2].z = half.z;
    out->p[3] = half;
    out->size = collide__dsum_abs(side);
    out->radius = 0;
    return half.x >= 0 && half.y >= 0 && half.z >= 0 &&
           collide__all_finite(collide__dsum_abs(collide__dvec3_of(b->min)) + out->size);
}

static bool collide__core_cylinder(collide__core *out, const collide_cylinder *b) {
    const collide__dvec3 zero = {0, 0, 0};
    out->kind = COLLIDE__CORE_ROUND;
    out->origin = b->center;
    out->p[1] = collide__dvec3_of(b->axis);
    const bool good = collide__finite3(b->center) && collide__finite3(b->axis) && b->radius >= 0 &&
                      b->radius <= FLT_MAX && b->height >= 0 && b->height <= FLT_MAX &&
                      collide__dnormalize(&out->p[1]);
    out->p[0] = collide__dadd(zero, 0.5 * (double)b->height, out->p[1]);
    out->p[2] = collide__any_normal(out->p[1]);
    out->p[3] = collide__dcross(out->p[1], out->p[2]);
    out->disk = (double)b->radius;
    out->size = collide__dsum_abs(out->p[0]) + (out->disk + out->disk);
    out->radius = 0;
    return good;
}

static bool collide__core_convex(collide__core *out, const collide_convex_at *b) {
    const collide_pose *pose = &b->pose;
    double stretch = 0;
    if (!collide__convex_valid(b->body) || !collide__finite3(pose->position))
        return false;
    out->kind = COLLIDE__CORE_VERTICES;
    out->count = b->body->vertex_count;
    out->origin = pose->position;
    out->convex = b->body;
    for (int i = 0; i < 3; ++i) {
        out->p[i] = collide__dvec3_of(pose->axis[i]);
        stretch += collide__dsum_abs(out->p[i]);
    }
    out->p[3] = collide__dturn(pose, collide__dvec3_of(b->body->center));
    out->size = collide__dsum_abs(out->p[3]) + collide__dmul(stretch, (double)b->body->radius);
    out->radius = 0;
    return collide__all_finite(out->size);
}

// Planes have no core.
static bool collide__core_of(collide__core *out, const collide_shape *s) {
    switch (s->kind) {
    case COLLIDE_SHAPE_POINT:
        return collide__core_points(out, &s->of.point, 1, 0);
    case COLLIDE_SHAPE_SEGMENT:
        return collide__core_points(out, &s->of.segment.a, 2, 0);
    case COLLIDE_SHAPE_SPHERE:
        return collide__core_points(out, &s->of.sphere.center, 1, s->of.sphere.radius);
    case COLLIDE_SHAPE_CAPSULE:
        return collide__core_points(out, &s->of.capsule.a, 2, s->of.capsule.radius);
    case COLLIDE_SHAPE_AABB:
        return collide__core_aabb(out, &s->of.aabb);
    case COLLIDE_SHAPE_OBB:
        return collide__core_obb(out, &s->of.obb);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide__core_points(out, s->of.triangle.v, 3, 0);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return collide__core_points(out, s->of.tetrahedron.v, 4, 0);
    case COLLIDE_SHAPE_CYLINDER:
        return collide__core_cylinder(out, &s->of.cylinder);
    case COLLIDE_SHAPE_CONVEX:
        return collide__core_convex(out, &s->of.convex);
    default:
        return false;
    }
}

// A point in the middle of a core.
COLLIDE__INLINE collide__dvec3 collide__core_middle(const collide__core *a) {
    collide__dvec3 r = {0, 0, 0};
    if (a->kind == COLLIDE__CORE_BOX || a->kind == COLLIDE__CORE_VERTICES)
        return a->p[3];
    for (uint32_t i = 0; a->kind == COLLIDE__CORE_POINTS && i < a->count; ++i)
        r = collide__dadd(r, 1 / (double)a->count, a->p[i]);
    return r;
}
#endif // COLLIDE_NO_SHAPE
