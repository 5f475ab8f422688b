#pragma once
#include "vectors.h"

// ---- bodies as algorithms see them -----------------------------------------------------------
// A convex body is described once, by functions of its shape that trees and terrain ask alike. A
// shape is of any type, in the world's coordinates for trees, its centre the origin for terrain.

struct collide__candidates;
struct collide__footprint;
struct collide__over;
struct collide__separation;

// What some cells say of a body: all of them are lower, some may lie above it, some meets it.
typedef enum collide__cells_result {
    COLLIDE__CELLS_LOWER,
    COLLIDE__CELLS_ABOVE,
    COLLIDE__CELLS_MEET
} collide__cells_result;

// A kind of body. NULL is what nobody asks of it, or what another function stands in for.
typedef struct collide__body_type {
    // how far it reaches along m, which need not be of unit length, as seen from a point
    double (*reach)(const void *shape, collide__dvec3 m, collide_vec3 from);
    bool (*overlaps)(const void *shape, const collide_triangle *t);

    // trees
    bool (*sweep)(const void *shape, collide_vec3 va, const collide_triangle *t, collide_vec3 vb,
                  float t_max, collide_impact *out);
    // whether a tetrahedron holds it, asked where no face meets it
    bool (*within)(const void *shape, const collide_tetrahedron *t);
    void (*taken)(const void *shape, uint32_t triangle); // what it met, or NULL

    // terrain
    // whether it meets the surface of some cells that fit a patch; NULL: by meets_face
    collide__cells_result (*meets_cells)(const struct collide__over *over,
                                         const struct collide__footprint *f);
    // whether it meets a face of a cell; NULL: by meets, of the face rounded
    bool (*meets_face)(const void *shape, const collide__dvec3 *triangle);
    // a low point of it within x0, y0, x1, y1; false if there is none
    bool (*low_point)(const void *shape, const double *bound, collide__dvec3 *out);
    // directions in which planes may part it from boxes, besides x, y and z; returns their number
    int (*directions)(const void *shape, collide__dvec3 *out);
    // whether it may come into a box from lo to hi, instead of directions
    bool (*comes_into)(const void *shape, const double *lo, const double *hi);

    // contacts with terrain
    // how far it reaches along the normals of its bounds, or a little farther; NULL: by reach
    void (*bounds)(const void *shape, float *reach);
    // the axes of an ellipse about like its shadow: x and y across, by the semi-axes; NULL: along x
    // and y, by reach
    void (*ellipse)(const void *shape, collide__dvec3 *axis);
    double (*size)(const void *shape); // what ties are relative to
    // its lowest points as seen along n, and others that spread the contact; returns their number
    int (*points)(const void *shape, collide__dvec3 n, collide__dvec3 *out, uint32_t *feature);
    // a line from a on along the unit vector e, or the point a where e is 0; false if it is not
    // above the body; with deepest that is all that is asked for
    bool (*line)(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                 struct collide__candidates *out);
    // the separation of the deepest point of a line from a on along e, of that length, which is
    // sideways and not up; false if that point is outside
    bool (*separation)(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                       struct collide__separation *out);
    // the body's shadow, shrunk: how much of its size (x, y) is on the outline of
    double (*shadow)(const void *shape, double x, double y);
} collide__body_type;

// Of a body that has no contacts with terrain, or none of terrain's functions.
#define COLLIDE__NO_CONTACTS NULL, NULL, NULL, NULL, NULL, NULL, NULL
#define COLLIDE__NOT_ON_TERRAIN NULL, NULL, NULL, NULL, NULL, COLLIDE__NO_CONTACTS

// Defines collide__NAME_body, which has contacts, of collide__NAME_low_point and so on, and of
// functions that not all such bodies have.
#define COLLIDE__BODY_DEFINE(NAME, REACH, MEETS, SWEEP, WITHIN, CELLS, FACE, DIRECTIONS, INTO,     \
                             BOUNDS, ELLIPSE)                                                      \
    static const collide__body_type collide__##NAME##_body = {REACH,                               \
                                                              MEETS,                               \
                                                              SWEEP,                               \
                                                              WITHIN,                              \
                                                              NULL,                                \
                                                              CELLS,                               \
                                                              FACE,                                \
                                                              collide__##NAME##_low_point,         \
                                                              DIRECTIONS,                          \
                                                              INTO,                                \
                                                              BOUNDS,                              \
                                                              ELLIPSE,                             \
                                                              collide__##NAME##_size,              \
                                                              collide__##NAME##_points,            \
                                                              collide__##NAME##_line,              \
                                                              collide__##NAME##_separation,        \
                                                              collide__##NAME##_shadow};

// ---- how far shapes reach --------------------------------------------------------------------

// m along p, as seen from a point.
COLLIDE__INLINE double collide__dot_from(collide__dvec3 m, collide_vec3 p, collide_vec3 from) {
    return collide__ddot(m, collide__dsub(p, from));
}

// An oriented box from its centre along l, which need not be of unit length.
COLLIDE__INLINE double collide__obb_extent(const collide_obb *a, collide__dvec3 l) {
    return (collide__dmul((double)a->half.x,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[0]), l))) +
            collide__dmul((double)a->half.y,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[1]), l)))) +
           collide__dmul((double)a->half.z,
                         collide__dabs(collide__ddot(collide__dvec3_of(a->axis[2]), l)));
}

COLLIDE__SHARED double collide__obb_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide_obb *b = (const collide_obb *)shape;
    return collide__dot_from(m, b->center, from) + collide__obb_extent(b, m);
}

COLLIDE__SHARED double collide__sphere_reach(const void *shape, collide__dvec3 m,
                                             collide_vec3 from) {
    const collide_sphere *s = (const collide_sphere *)shape;
    return collide__dot_from(m, s->center, from) +
           collide__dmul((double)s->radius, collide__sqrt(collide__ddot(m, m)));
}

COLLIDE__SHARED double collide__triangle_reach(const void *shape, collide__dvec3 m,
                                               collide_vec3 from) {
    const collide_triangle *t = (const collide_triangle *)shape;
    const double p = collide__dot_from(m, t->v[0], from), q = collide__dot_from(m, t->v[1], from);
    const double r = collide__dot_from(m, t->v[2], from), most = p > q ? p : q;
    return p != p || q != q ? p + q : r < most ? most : r; // NaN stays
}

// The radius counts in all directions: a little larger, but at the sides.
COLLIDE__SHARED double collide__cylinder_reach(const void *shape, collide__dvec3 m,
                                               collide_vec3 from) {
    const collide_cylinder *c = (const collide_cylinder *)shape;
    const collide__dvec3 axis = collide__dvec3_of(c->axis);
    const double rise = collide__ddot(m, axis), square = collide__ddot(m, m);
    const double side =
        square - collide__ddiv(collide__dmul(rise, rise), collide__ddot(axis, axis));
    return (collide__dot_from(m, c->center, from) +
            collide__dmul(0.5 * (double)c->height, collide__dabs(rise))) +
           collide__dmul((double)c->radius, collide__sqrt(side > 0 ? side : 0));
}

// How far a body reaches along x, y and z: lo, hi of each axis.
COLLIDE__FORCE_INLINE void collide__body_box(const collide__body_type *type, const void *shape,
                                             double *side) {
    const collide_vec3 zero = {0, 0, 0};
    for (int i = 0; i < 6; ++i) {
        const double sign = i & 1 ? 1 : -1;
        const collide__dvec3 m = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0,
                                  i / 2 == 2 ? sign : 0};
        side[i] = sign * type->reach(shape, m, zero);
    }
}
