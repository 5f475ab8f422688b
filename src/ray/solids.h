#pragma once
#include "../base/convexes.h"
#include "../triangle/tetrahedra.h"
#include "triangles.h"

// ---- half-spaces, cylinders, capsules --------------------------------------------------------
#ifndef COLLIDE_NO_RAY

static bool collide__cast_plane(const collide__cast *l, const void *b, double *t,
                                collide__dvec3 *normal) {
    collide_plane plane;
    collide__entry entry = {0, 0, {0, 0, 0}};
    double leave = l->t_max;
    memcpy(&plane, b, sizeof plane);
    const collide__dvec3 n = collide__dvec3_of(plane.normal);
    const double from = collide__ddot(n, l->origin), by = collide__ddot(n, l->direction);
    const double high = (double)plane.distance;
    const double size = (collide__dabs(collide__dmul(n.x, l->origin.x)) +
                         collide__dabs(collide__dmul(n.y, l->origin.y))) +
                        (collide__dabs(collide__dmul(n.z, l->origin.z)) + collide__dabs(high));
    *t = 0;
    if (!(collide__ddot(n, n) > 0) || !collide__finite3(plane.normal) ||
        !collide__finite(plane.distance) ||
        !collide__slab(from, by, -DBL_MAX, high, size, t, &leave))
        return false;
    if (normal) {
        collide__entry_take(&entry, n, from, by, -DBL_MAX, high);
        collide__entry_normal(&entry, *t, normal);
    }
    return true;
}

// A piece of a cylinder without bounds: its points are between low and high along the unit vector
// axis, and within radius of the line through 0 along axis.
typedef struct collide__tube {
    collide__dvec3 axis;
    double low, high, radius;
} collide__tube;

// The line through o against a tube: the time, and a vector across the axis that points to the hit.
// *base says whether the line enters through a base, or begins within.
//
// The line is cut to the part between the bases first, and the quadratic equation is solved from
// where this part begins. The directions across the axis are evaluated with errors of 2^-52 of the
// direction, so a point is off by 2^-52 of the way from there; a solution that is farther away than
// the end of the part is no hit, whatever its error. The equation is solved for its smaller root
// without cancellation: c / (sqrt(b b - a c) - b), where b b - a c is taken as
// a r r - |p x v|^2, whose error is 2^-51 r along the radius. All errors together stay far below
// the margin, of which the bases and the side have half each, since they add up at the rim.
static bool collide__cast_tube(const collide__cast *l, collide__dvec3 o, const collide__tube *b,
                               double size, double *t, bool *base, collide__dvec3 *across) {
    const collide__dvec3 d = l->direction;
    const double r = b->radius + collide__dmul(0.5 * COLLIDE__CAST_SLACK, size);
    double leave = l->t_max;
    *t = 0;
    if (!collide__slab(collide__ddot(o, b->axis), collide__ddot(d, b->axis), b->low, b->high,
                       0.5 * size, t, &leave))
        return false;
    const collide__dvec3 from = collide__dadd(o, *t, d);
    const collide__dvec3 p = collide__dadd(from, -collide__ddot(from, b->axis), b->axis);
    const collide__dvec3 v = collide__dadd(d, -collide__ddot(d, b->axis), b->axis);
    const double square = collide__dmul(r, r);
    const double out = collide__ddot(p, p) - square, along = collide__ddot(p, v);
    *base = out <= 0;
    if (*base)
        return true;
    if (!(along < 0)) // leaving, at rest or NaN
        return false;
    const collide__dvec3 turn = collide__dcross(p, v);
    const double rest = collide__dmul(collide__ddot(v, v), square) - collide__ddot(turn, turn);
    if (!(rest >= 0))
        return false;
    const double way = collide__ddiv(out, collide__sqrt(rest) - along);
    *across = collide__dadd(p, way, v); // short if r is; what rounding left along the axis is not
    *across = collide__dadd(*across, -collide__ddot(*across, b->axis), b->axis);
    *t += way;
    return *t <= leave;
}

static bool collide__cast_cylinder(const collide__cast *l, const void *b, double *t,
                                   collide__dvec3 *normal) {
    collide_cylinder cylinder;
    collide__tube tube;
    collide__dvec3 across = {0, 0, 0};
    bool base;
    memcpy(&cylinder, b, sizeof cylinder);
    tube.axis = collide__dvec3_of(cylinder.axis);
    tube.radius = (double)cylinder.radius;
    tube.high = 0.5 * (double)cylinder.height;
    tube.low = -tube.high;
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(cylinder.center));
    const double size = (collide__dsum_abs(o) + tube.radius) + tube.high;
    *t = 0;
    if (!(cylinder.radius >= 0 && cylinder.radius <= FLT_MAX && cylinder.height >= 0 &&
          cylinder.height <= FLT_MAX) ||
        !collide__dnormalize(&tube.axis) ||
        !collide__cast_tube(l, o, &tube, size, t, &base, &across))
        return false;
    if (normal && (float)*t > 0) {
        *normal = !base                                        ? across
                  : collide__ddot(l->direction, tube.axis) > 0 ? collide__dneg(tube.axis)
                                                               : tube.axis;
        (void)collide__dnormalize(normal);
    }
    return true;
}

// A capsule is two spheres and a cylinder whose bases lie in the spheres. So a line that begins
// outside of the cylinder enters it through its side, or has entered a sphere before.
static bool collide__cast_capsule(const collide__cast *l, const void *b, double *t,
                                  collide__dvec3 *normal) {
    collide_capsule capsule;
    collide__tube tube;
    collide__dvec3 across = {0, 0, 0};
    bool hit = false, base;
    memcpy(&capsule, b, sizeof capsule);
    const double radius = (double)capsule.radius;
    tube.axis = collide__dsub(capsule.b, capsule.a);
    const double length = collide__sqrt(collide__ddot(tube.axis, tube.axis));
    double size = 0;
    *t = l->t_max;
    if (!collide__finite3(capsule.a) || !collide__finite3(capsule.b))
        return false;
    for (int i = 0; i < 2; ++i) {
        collide__dvec3 turned = {0, 0, 0};
        double at;
        collide_sphere sphere;
        sphere.center = i ? capsule.b : capsule.a;
        sphere.radius = capsule.radius;
        const double away =
            collide__dsum_abs(collide__dadd(l->origin, -1, collide__dvec3_of(sphere.center)));
        size = away > size ? away : size;
        if (collide__cast_sphere(l, &sphere, &at, normal ? &turned : NULL) && (!hit || at < *t)) {
            hit = true;
            *t = at;
            if (normal)
                *normal = turned;
        }
    }
    double at;
    tube.low = 0;
    tube.high = length;
    tube.radius = radius;
    if (!(capsule.radius >= 0 && capsule.radius <= FLT_MAX) || !collide__dnormalize(&tube.axis) ||
        !collide__cast_tube(l, collide__dadd(l->origin, -1, collide__dvec3_of(capsule.a)), &tube,
                            size + radius, &at, &base, &across) ||
        (base && at > 0) || (hit && !(at < *t)))
        return hit;
    *t = at;
    if (normal) {
        const collide__dvec3 zero = {0, 0, 0};
        *normal = zero;
        if ((float)at > 0) {
            *normal = across;
            (void)collide__dnormalize(normal);
        }
    }
    return true;
}

COLLIDE__RAY_DEFINE(plane, collide__cast_plane, collide__cast_plane)
COLLIDE__RAY_DEFINE(cylinder, collide__cast_cylinder, collide__cast_cylinder)
COLLIDE__RAY_DEFINE(capsule, collide__cast_capsule, collide__cast_capsule)

// ---- convex bodies ---------------------------------------------------------------------------

typedef struct collide__convex_posed {
    const collide_convex *body;
    const collide_pose *pose;
} collide__convex_posed;

// Takes in the slab normal to n that holds the vertices. The line is in coordinates of the body,
// relative to its centre.
static bool collide__convex_slab(const collide__cast *l, const collide_convex *body,
                                 collide__dvec3 n, bool face, double size, collide__entry *entry,
                                 double *enter, double *leave) {
    const float *v = collide__convex_vertices(body);
    double low = DBL_MAX, high = -DBL_MAX;
    for (uint32_t i = 0; i < body->vertex_count; ++i, v += 3) {
        const double x = (collide__dmul(n.x, (double)v[0]) + collide__dmul(n.y, (double)v[1])) +
                         collide__dmul(n.z, (double)v[2]);
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    const double from = collide__ddot(l->origin, n), by = collide__ddot(l->direction, n);
    if (!collide__slab(from, by, low, high, size, enter, leave))
        return false;
    if (face)
        collide__entry_take(entry, n, from, by, low, high);
    return true;
}

// The line is turned into the body's coordinates by the dual axes of the pose, which leaves times
// as they are. Then it is clipped by a slab for each stored direction, and by the box of the
// vertices, which also bounds bodies that lack directions. A face of this box gives the normal only
// if the line enters no other one.
static bool collide__cast_convex(const collide__cast *l, const void *b, double *t,
                                 collide__dvec3 *normal) {
    const collide__convex_posed *const c = (const collide__convex_posed *)b;
    const collide_pose *const pose = c->pose;
    collide__entry entry = {0, 0, {0, 0, 0}};
    collide__cast own = *l;
    collide__dvec3 row[3];
    double leave = l->t_max;
    if (!collide__convex_valid(c->body))
        return false;
    for (int i = 0; i < 3; ++i)
        row[i] = collide__dcross(collide__dvec3_of(pose->axis[collide__next_axis(i)]),
                                 collide__dvec3_of(pose->axis[3 - i - collide__next_axis(i)]));
    const double det = collide__ddot(row[0], collide__dvec3_of(pose->axis[0]));
    if (!(collide__dabs(det) > 0.5 && collide__dabs(det) < 2))
        return false;
    for (int i = 0; i < 3; ++i) {
        row[i].x = collide__ddiv(row[i].x, det);
        row[i].y = collide__ddiv(row[i].y, det);
        row[i].z = collide__ddiv(row[i].z, det);
    }
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(pose->position));
    const collide__dvec3 inside = {collide__ddot(row[0], o), collide__ddot(row[1], o),
                                   collide__ddot(row[2], o)};
    const collide__dvec3 d = {collide__ddot(row[0], l->direction),
                              collide__ddot(row[1], l->direction),
                              collide__ddot(row[2], l->direction)};
    collide_sphere bound = {{0, 0, 0}, 0};
    bound.radius = c->body->radius;
    own.origin = collide__dadd(inside, -1, collide__dvec3_of(c->body->center));
    own.direction = d;
    if (!collide__cast_sphere(&own, &bound, t, NULL))
        return false;
    // Coordinates lose 2^-50 of the vectors to the position and to the centre.
    const double size =
        (collide__dsum_abs(o) + collide__dsum_abs(own.origin)) + (double)c->body->radius;
    const float *rows = collide__convex_rows(c->body, c->body->inside.normal_offset);
    *t = 0;
    for (uint32_t i = 0; i < c->body->normal_count; ++i)
        if (!collide__convex_slab(&own, c->body, collide__dvec3_of(collide__direction(rows, i)),
                                  normal != NULL, size, &entry, t, &leave))
            return false;
    const bool outlying = normal && !(entry.t > 0);
    for (uint32_t i = 0; i < 3; ++i)
        if (!collide__convex_slab(&own, c->body, collide__coordinate_axis(i), outlying, size,
                                  &entry, t, &leave))
            return false;
    if (normal) {
        const collide__dvec3 n = entry.across, zero = {0, 0, 0};
        entry.across = collide__dadd(collide__dadd(collide__dadd(zero, n.x, row[0]), n.y, row[1]),
                                     n.z, row[2]);
        collide__entry_normal(&entry, *t, normal);
    }
    return true;
}

static bool collide__cast_convex_hit(const collide__cast *l, bool valid, const collide_convex *b,
                                     const collide_pose *pose_b, collide_ray_hit *out) {
    const collide_pose identity = collide_pose_identity();
    const collide__convex_posed posed = {b, pose_b ? pose_b : &identity};
    return collide__cast_hit(l, valid, collide__cast_convex, &posed, out);
}

COLLIDE_API bool collide_ray_convex(const collide_ray *a, const collide_convex *b,
                                    const collide_pose *pose_b, float t_max, collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_ray(a, t_max, &l);
    return collide__cast_convex_hit(&l, valid, b, pose_b, out);
}

COLLIDE_API bool collide_segment_convex(const collide_segment *a, const collide_convex *b,
                                        const collide_pose *pose_b, collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_segment(a, &l);
    return collide__cast_convex_hit(&l, valid, b, pose_b, out);
}

// ---- tetrahedra ------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

// The first of the faces that a line hits, if it begins outside. The normal is taken from a face
// that turns against the line if there is one: beside it, a face that holds the line may be hit at
// the same time, and so may the face behind if the tetrahedron is thin. A face without area has no
// normal.
static bool collide__cast_faces(const collide__cast *l, const collide_tetrahedron *b,
                                collide__cast_query query, double *t, collide__dvec3 *normal) {
    const double level = collide__dmul(COLLIDE__CAST_SLACK, collide__dsum_abs(l->direction));
    double first[2] = {DBL_MAX, DBL_MAX}; // of other faces, of faces that the line enters
    bool hit = false;
    for (int f = 0; f < 4; ++f) {
        const collide_triangle face = collide__tetrahedron_face(b, f);
        collide__dvec3 n = {0, 0, 0};
        double at = 0;
        if (!query(l, &face, &at, normal ? &n : NULL))
            continue;
        if (normal && collide__ddot(n, n) > 0) { // n points to where the line comes from
            const int enters = collide__ddot(n, l->direction) < -level &&
                               collide__ddot(n, collide__dsub(b->v[f], face.v[0])) < 0;
            if (at < first[enters] && (enters || first[1] >= DBL_MAX))
                *normal = n;
            first[enters] = at < first[enters] ? at : first[enters];
        }
        *t = !hit || at < *t ? at : *t;
        hit = true;
    }
    if (normal && !((float)*t > 0)) {
        const collide__dvec3 zero = {0, 0, 0};
        *normal = zero;
    }
    return hit;
}

// Whether a line misses a sphere round the tetrahedron, which is larger by more than rounding. A
// sphere that is too large for floats proves nothing.
static bool collide__tetrahedron_passed(const collide__cast *l, const collide_tetrahedron *b) {
    collide__dvec3 middle = {0, 0, 0};
    collide_sphere bound;
    double square = 0, at;
    for (int i = 0; i < 4; ++i)
        middle = collide__dadd(middle, 0.25, collide__dvec3_of(b->v[i]));
    bound.center = collide__dround(middle);
    for (int i = 0; i < 4; ++i) {
        const collide__dvec3 p = collide__dsub(b->v[i], bound.center);
        const double x = collide__ddot(p, p);
        square = x > square ? x : square;
    }
    bound.radius =
        (float)(collide__dmul(collide__sqrt(square), 1 + 9.5367431640625e-7) + (double)FLT_MIN);
    return bound.radius <= FLT_MAX && !collide__cast_sphere(l, &bound, &at, NULL);
}

static bool collide__point_in_tetrahedron(const collide__cast *l, const collide_tetrahedron *b) {
    const collide_vec3 o = collide__dround(l->origin);
    const collide_triangle still = {{o, o, o}};
    return collide_tetrahedron_triangle(b, &still);
}

static bool collide__cast_tetrahedron(const collide__cast *l, const void *b, double *t,
                                      collide__dvec3 *normal) {
    collide_tetrahedron tetrahedron;
    memcpy(&tetrahedron, b, sizeof tetrahedron);
    *t = 0;
    for (int i = 0; i < 4; ++i)
        if (!collide__finite3(tetrahedron.v[i]))
            return false;
    if (collide__tetrahedron_passed(l, &tetrahedron))
        return false;
    return collide__point_in_tetrahedron(l, &tetrahedron) ||
           collide__cast_faces(l, &tetrahedron, collide__cast_triangle, t, normal);
}

// Whether there is a hit is exact. The time is evaluated in double.
static bool collide__segment_of_tetrahedron(const collide__cast *l, const void *b, double *t,
                                            collide__dvec3 *normal) {
    collide_tetrahedron tetrahedron;
    collide_triangle flat;
    memcpy(&tetrahedron, b, sizeof tetrahedron);
    flat.v[0] = l->segment->a;
    flat.v[1] = flat.v[2] = l->segment->b;
    *t = 0;
    if (collide__tetrahedron_passed(l, &tetrahedron) ||
        !collide_tetrahedron_triangle(&tetrahedron, &flat))
        return false;
    if (!collide__point_in_tetrahedron(l, &tetrahedron))
        (void)collide__cast_faces(l, &tetrahedron, collide__segment_of_triangle, t, normal);
    return true;
}

COLLIDE__RAY_DEFINE(tetrahedron, collide__cast_tetrahedron, collide__segment_of_tetrahedron)
#endif // COLLIDE_NO_TRIANGLE
#endif // COLLIDE_NO_RAY
