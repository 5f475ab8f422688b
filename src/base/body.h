#pragma once
#include "vectors.h"

// ---- bodies as algorithms see them -----------------------------------------------------------
// A convex body is described once, by functions of its shape that trees and terrain both call. A
// shape is of any type. It is in world coordinates for trees, relative to its centre for terrain.

struct collide__candidates;
struct collide__footprint;
struct collide__over;
struct collide__separation;

// Cells against a body: all are lower, some may be above it, or some overlaps it.
typedef enum collide__cells_result {
    COLLIDE__CELLS_LOWER,
    COLLIDE__CELLS_ABOVE,
    COLLIDE__CELLS_MEET
} collide__cells_result;

// A type of body. A function is NULL if it is never called or has the substitute named here.
typedef struct collide__body_type {
    // the support distance along m, of any length, relative to the point from
    double (*reach)(const void *shape, collide__dvec3 m, collide_vec3 from);
    bool (*overlaps)(const void *shape, const collide_triangle *t);

    // trees
    bool (*sweep)(const void *shape, collide_vec3 va, const collide_triangle *t, collide_vec3 vb,
                  float t_max, collide_impact *out);
    // whether a tetrahedron contains it, called if no face overlaps it
    bool (*within)(const void *shape, const collide_tetrahedron *t);
    void (*taken)(const void *shape, uint32_t triangle); // called for each overlap, or NULL

    // terrain
    // whether it overlaps the surface of cells that fit a patch; NULL: meets_face decides
    collide__cells_result (*meets_cells)(const struct collide__over *over,
                                         const struct collide__footprint *f);
    // whether it overlaps a face of a cell; NULL: overlaps decides, for the rounded face
    bool (*meets_face)(const void *shape, const collide__dvec3 *triangle);
    // a low point of the body within x0, y0, x1, y1; false if there is none
    bool (*low_point)(const void *shape, const double *bound, collide__dvec3 *out);
    // candidate separating axes against boxes, besides x, y and z; returns their number
    int (*directions)(const void *shape, collide__dvec3 *out);
    // in place of directions: whether it may overlap a box from lo to hi
    bool (*comes_into)(const void *shape, const double *lo, const double *hi);

    // contacts with terrain
    // upper bounds of the support along collide__bound_normals; NULL: reach gives them
    void (*bounds)(const void *shape, float *reach);
    // the axes of an ellipse like its shadow, each of length 1 / semi-axis; NULL: x and y, by reach
    void (*ellipse)(const void *shape, collide__dvec3 *axis);
    double (*size)(const void *shape); // ties are relative to it
    // its lowest points along n, and others that spread the contact; returns their number
    int (*points)(const void *shape, collide__dvec3 n, collide__dvec3 *out, uint32_t *feature);
    // contact candidates on a line from a along the unit vector e, or at the point a if e is 0;
    // false if the line is not above the body; with deepest only the deepest candidate is needed
    bool (*line)(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                 struct collide__candidates *out);
    // the sideways separation of the deepest point of a line from a along e, of the given length;
    // false if that point is outside
    bool (*separation)(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                       struct collide__separation *out);
    // the scale of the shadow whose outline passes through (x, y): 1 on the outline of the body
    double (*shadow)(const void *shape, double x, double y);
} collide__body_type;

// The functions of a body without contacts with terrain, and of a body not on terrain.
#define COLLIDE__NO_CONTACTS NULL, NULL, NULL, NULL, NULL, NULL, NULL
#define COLLIDE__NOT_ON_TERRAIN NULL, NULL, NULL, NULL, NULL, COLLIDE__NO_CONTACTS

// Defines collide__NAME_body, with contacts. Functions that not every such body has are arguments;
// the others are collide__NAME_low_point and so on.
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

// ---- support of shapes -----------------------------------------------------------------------

// p along m, relative to from.
COLLIDE__INLINE double collide__dot_from(collide__dvec3 m, collide_vec3 p, collide_vec3 from) {
    return collide__ddot(m, collide__dsub(p, from));
}

// The support distance of an OBB along l, of any length, relative to its centre.
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
    return p != p || q != q ? p + q : r < most ? most : r; // keeps NaN
}

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

// The bounds of a body: lo and hi on each axis.
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
