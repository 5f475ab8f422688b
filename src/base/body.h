#pragma once
#include "vectors.h"

// ---- bodies as algorithms see them -----------------------------------------------------------
// A convex body is described by functions of its shape. The shape is of any type, in world
// coordinates for trees, relative to its centre for terrain. terrain/verdict.h and
// terrain/contacts.h have further types of body. A function is NULL if it is never called or has
// the substitute named at its declaration.

// The support distance along m, which has any length, relative to the point from.
typedef double (*collide__reach)(const void *shape, collide__dvec3 m, collide_vec3 from);

// A body for trees.
typedef struct collide__body_type {
    collide__reach reach;
    bool (*overlaps)(const void *shape, const collide_triangle *t);
    bool (*sweep)(const void *shape, collide_vec3 va, const collide_triangle *t, collide_vec3 vb,
                  float t_max, collide_impact *out);
    // whether a tetrahedron contains it, called if no face overlaps it
    bool (*within)(const void *shape, const collide_tetrahedron *t);
    void (*taken)(const void *shape, uint32_t triangle); // called for each overlap, or NULL
} collide__body_type;

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
COLLIDE__FORCE_INLINE void collide__body_box(collide__reach reach, const void *shape,
                                             double *side) {
    const collide_vec3 zero = {0, 0, 0};
    for (int i = 0; i < 6; ++i) {
        const double sign = i & 1 ? 1 : -1;
        const collide__dvec3 m = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0,
                                  i / 2 == 2 ? sign : 0};
        side[i] = sign * reach(shape, m, zero);
    }
}
