#pragma once
#include "../base/body.h"
#include "../base/features.h"
#include "axes.h"
#include "../base/work.h"

// ---- the axes of a pair, in double -----------------------------------------------------------
#if !defined(COLLIDE_NO_SAT) || !defined(COLLIDE_NO_TRIANGLE)

// Two convex shapes, for the queries made once per hit: normal, depth, contacts. The origin of b is
// at d relative to a and moves with v. Errors scale with extents and distance. This is no
// collide__body_type, since axes and features belong to a pair, and both may be moved to a time.
typedef struct collide__shapes {
    const collide_obb *box[2];    // one of the three for each side, the others NULL or not set
    const collide_triangle *flat; // b, if a is a box
    collide__dvec3 triangle[2][3];
    const collide_convex *convex[2];
    const collide_pose *pose[2];
    collide__dvec3 origin, va; // of a
    collide__dvec3 d, v;
    double scale; // extents, and distance at t = 0
} collide__shapes;

// ---- triangles against triangles, all in double ----------------------------------------------

// Axis i of two triangles, as listed in the interface.
static collide__dvec3 collide__triangle_axis(const collide__dvec3 *a, const collide__dvec3 *b,
                                             uint32_t i) {
    if (i < 2) {
        const collide__dvec3 *t = i == 0 ? a : b;
        return collide__dcross(collide__edge_of(t, 0), collide__edge_of(t, 1));
    }
    if (i < 11)
        return collide__dcross(collide__edge_of(a, (i - 2) / 3), collide__edge_of(b, (i - 2) % 3));
    if (i < 14)
        return collide__coordinate_axis(i - 11);
    return collide__dcross(collide__edge_of(i < 23 ? a : b, (i - 14) / 3 % 3),
                           collide__coordinate_axis((i - 14) % 3));
}

// The interval of n points on an axis.
COLLIDE__INLINE void collide__dproject(const collide__dvec3 *p, int n, collide__dvec3 axis,
                                       double *min, double *max) {
    *min = *max = collide__ddot(p[0], axis);
    for (int i = 1; i < n; ++i) {
        const double x = collide__ddot(p[i], axis);
        *min = x < *min ? x : *min;
        *max = x > *max ? x : *max;
    }
}

// ---- normals and depths ----------------------------------------------------------------------

// c1 a_k - c2 a_h with i, h, k in cyclic order.
COLLIDE__INLINE collide__dvec3 collide__box_cross(const collide_obb *a, uint32_t i, float c1,
                                                  float c2) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(zero, (double)c1, collide__dvec3_of(a->axis[(i + 2) % 3])),
                         -(double)c2, collide__dvec3_of(a->axis[(i + 1) % 3]));
}

static collide__dvec3 collide__box_box_axis(const collide_obb *a, const collide_obb *b,
                                            uint32_t axis) {
    if (axis < 6)
        return collide__dvec3_of(axis < 3 ? a->axis[axis] : b->axis[axis - 3]);
    const uint32_t i = (axis - 6) / 3;
    const collide_vec3 e = b->axis[(axis - 6) % 3];
    return collide__box_cross(a, i, collide__dot(a->axis[(i + 1) % 3], e),
                              collide__dot(a->axis[(i + 2) % 3], e));
}

// Coordinate i of edge j in the frame of the box, as in the definition.
static float collide__box_edge(const collide_obb *a, const collide_triangle *b, uint32_t j,
                               uint32_t i) {
    const collide_vec3 from = collide__sub(b->v[j], a->center);
    const collide_vec3 to = collide__sub(b->v[j < 2 ? j + 1 : 0], a->center);
    return collide__dot(to, a->axis[i]) - collide__dot(from, a->axis[i]);
}

static collide__dvec3 collide__box_triangle_axis(const collide_obb *a, const collide_triangle *b,
                                                 uint32_t axis) {
    collide__dvec3 l = {0, 0, 0};
    if (axis < 3)
        return collide__dvec3_of(a->axis[axis]);
    if (axis == 3) {
        for (uint32_t i = 0; i < 3; ++i) {
            const uint32_t h = (i + 1) % 3, k = (i + 2) % 3;
            const float n =
                collide__mul(collide__box_edge(a, b, 0, h), collide__box_edge(a, b, 1, k)) -
                collide__mul(collide__box_edge(a, b, 0, k), collide__box_edge(a, b, 1, h));
            l = collide__dadd(l, (double)n, collide__dvec3_of(a->axis[i]));
        }
        return l;
    }
    const uint32_t i = (axis - 4) / 3, j = (axis - 4) % 3;
    return collide__box_cross(a, i, collide__box_edge(a, b, j, (i + 1) % 3),
                              collide__box_edge(a, b, j, (i + 2) % 3));
}

// Normal or edge i of a convex in world coordinates.
static collide__dvec3 collide__convex_direction(const collide_convex *c, const collide_pose *pose,
                                                uint64_t offset, uint32_t i) {
    const collide__dvec3 r =
        collide__dvec3_of(collide__direction(collide__convex_rows(c, offset), i));
    return pose ? collide__dturn(pose, r) : r;
}

// Axis i of the pair, not normalised.
static collide__dvec3 collide__shapes_axis(const collide__shapes *s, uint32_t i) {
    if (s->convex[0]) {
        const collide_convex *a = s->convex[0], *b = s->convex[1];
        if (i < a->normal_count)
            return collide__convex_direction(a, s->pose[0], a->inside.normal_offset, i);
        i -= a->normal_count;
        if (i < b->normal_count)
            return collide__convex_direction(b, s->pose[1], b->inside.normal_offset, i);
        i -= b->normal_count;
        return collide__dcross(
            collide__convex_direction(a, s->pose[0], a->inside.edge_offset, i / b->edge_count),
            collide__convex_direction(b, s->pose[1], b->inside.edge_offset, i % b->edge_count));
    }
    if (s->box[1])
        return collide__box_box_axis(s->box[0], s->box[1], i);
    if (s->box[0])
        return collide__box_triangle_axis(s->box[0], s->flat, i);
    return collide__triangle_axis(s->triangle[0], s->triangle[1], i);
}

// The interval of a convex on l, relative to its centre.
static void collide__convex_project(const collide_convex *c, const collide_pose *pose,
                                    collide__dvec3 l, double *min, double *max) {
    COLLIDE__WORK(COLLIDE_BLOCKS(c->vertex_count));
    const collide__dvec3 local = collide__to_local(pose, l);
    *min = *max = collide__ddot(collide__convex_vertex(c, 0), local);
    for (uint32_t i = 1; i < c->vertex_count; ++i) {
        const double x = collide__ddot(collide__convex_vertex(c, i), local);
        *min = x < *min ? x : *min;
        *max = x > *max ? x : *max;
    }
}

// The interval of one shape on l, relative to its origin.
static void collide__shape_project(const collide__shapes *s, int side, collide__dvec3 l,
                                   double *min, double *max) {
    if (s->convex[side]) {
        collide__convex_project(s->convex[side], s->pose[side], l, min, max);
    } else if (s->box[side]) {
        *max = collide__obb_extent(s->box[side], l);
        *min = -*max;
    } else {
        collide__dproject(s->triangle[side], 3, l, min, max);
    }
}

// The depth of overlap on a unit axis. Turns the axis to the shorter way out, from b to a; against
// the motion if both ways are equal.
static double collide__min_penetration(const collide__shapes *s, collide__dvec3 *axis) {
    double a_min, a_max, b_min, b_max;
    collide__shape_project(s, 0, *axis, &a_min, &a_max);
    collide__shape_project(s, 1, *axis, &b_min, &b_max);
    const double position = collide__ddot(s->d, *axis);
    const double up = b_max + position - a_min, down = a_max - b_min - position;
    if (down < up || (!(up < down) && collide__ddot(s->v, *axis) < 0)) {
        *axis = collide__dneg(*axis);
        return down;
    }
    return up;
}

// Normal and depth: along the axis of first contact, or if there is none, since the shapes overlap
// from the start, along the axis of least penetration.
static void collide__shapes_touch(const collide__shapes *s, uint32_t axis, uint32_t least,
                                  collide_overlap *out) {
    const bool overlapping = axis == COLLIDE_AXIS_NONE;
    collide__dvec3 normal = {0, 0, 0};
    double depth = 0;
    out->axis = overlapping ? least : axis;
    if (out->axis != COLLIDE_AXIS_NONE)
        normal = collide__shapes_axis(s, out->axis);
    if (!collide__dnormalize(&normal))
        normal.z = 1;
    if (overlapping)
        depth = collide__min_penetration(s, &normal);
    else if (collide__ddot(normal, s->v) < 0)
        normal = collide__dneg(normal);
    out->normal = collide__dround_zero(normal);
    out->depth = depth > 0 ? (float)depth : 0;
}

// ---- placing shapes --------------------------------------------------------------------------

static void collide__impact_touch(const collide__shapes *s, uint32_t axis, uint32_t least,
                                  collide_impact *out) {
    collide_overlap touch;
    collide__shapes_touch(s, axis, least, &touch);
    out->normal = touch.normal;
    out->depth = touch.depth;
    out->axis = touch.axis;
}

// Sets both positions at time t, and the velocities.
static void collide__shapes_place(collide__shapes *s, collide_vec3 a, collide_vec3 va,
                                  collide_vec3 b, collide_vec3 vb, float t) {
    memset(s, 0, sizeof *s);
    s->va = collide__dvec3_of(va);
    s->v = collide__dsub(vb, va);
    s->origin = collide__dadd(collide__dvec3_of(a), (double)t, s->va);
    s->d = collide__dsub(b, a);
    s->scale = collide__dsum_abs(s->d);
    s->d = collide__dadd(s->d, (double)t, s->v);
}

// Sets side i to a triangle, relative to its first vertex.
static void collide__shapes_triangle(collide__shapes *s, int i, const collide_triangle *t) {
    for (int k = 0; k < 3; ++k) {
        s->triangle[i][k] = collide__dsub(t->v[k], t->v[0]);
        s->scale += collide__dmul(0.5, collide__dsum_abs(s->triangle[i][k]));
    }
}

static bool collide__hits(const collide_impact *impact) {
    return impact->t_first >= 0 && impact->t_first <= FLT_MAX;
}
#endif // COLLIDE_NO_SAT, COLLIDE_NO_TRIANGLE
