#pragma once
#include "verdict.h"

// ---- tetrahedra ------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
// Convex bodies overlap if faces do, or if one contains the other.

static void collide__vertices_set(collide__vertices *t, const collide_vec3 *const p[6]) {
    for (int axis = 0; axis < 3; ++axis) {
        double lo = 0, hi = 0;
        for (int i = 0; i < 6; ++i) {
            t->v[axis][i] = (double)collide__floats(p[i])[axis];
            lo = i == 0 || t->v[axis][i] < lo ? t->v[axis][i] : lo;
            hi = i == 0 || t->v[axis][i] > hi ? t->v[axis][i] : hi;
        }
        t->limit[axis] = hi - lo;
    }
    t->bound = collide__dmul(collide__dmul(t->limit[0], t->limit[1]), t->limit[2]) *
               7.105427357601002e-15; // 2^-47, as for triangles
    t->scale[0] = 0;
    t->digits = 0;
}

// Whether p is strictly inside.
static bool collide__tetrahedron_holds(const collide_tetrahedron *a, const collide_vec3 *p) {
    const collide_vec3 *const points[6] = {&a->v[0], &a->v[1], &a->v[2], &a->v[3], p, p};
    collide__vertices t;
    collide__vertices_set(&t, points);
    const int own = collide__side(&t, 0, 1, 2, 3);
    return own && collide__side(&t, 4, 1, 2, 3) == own && collide__side(&t, 0, 4, 2, 3) == own &&
           collide__side(&t, 0, 1, 4, 3) == own && collide__side(&t, 0, 1, 2, 4) == own;
}

// The face without vertex f.
COLLIDE__INLINE collide_triangle collide__tetrahedron_face(const collide_tetrahedron *a, int f) {
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = a->v[i < f ? i : i + 1];
    return t;
}

// Classifies n points by the planes of the faces, where these are certain: returns whether one has
// all points outside; sets the bits of points outside of some face, and of points inside.
static bool collide__tetrahedron_parts(const collide_tetrahedron *a, const collide_vec3 *p, int n,
                                       double bound, unsigned *outside, unsigned *inside) {
    *outside = 0;
    *inside = (1u << n) - 1;
    for (int f = 0; f < 4; ++f) {
        const collide_triangle face = collide__tetrahedron_face(a, f);
        const collide__dvec3 normal = collide__dcross(collide__dsub(face.v[1], face.v[0]),
                                                      collide__dsub(face.v[2], face.v[0]));
        const int own =
            collide__sign(collide__ddot(normal, collide__dsub(a->v[f], face.v[0])), bound);
        unsigned out = 0, in = 0;
        for (int i = 0; i < n; ++i) {
            const int side =
                own * collide__sign(collide__ddot(normal, collide__dsub(p[i], face.v[0])), bound);
            out |= (unsigned)(side < 0) << i;
            in |= (unsigned)(side > 0) << i;
        }
        *outside |= out;
        *inside &= in;
        if (out == (1u << n) - 1)
            return true;
    }
    return false;
}

// Whether bounds are apart or a number is not finite; else *bound is the error bound of a side.
static bool collide__tetrahedron_apart(const collide_vec3 *p, int n, const collide_vec3 *q, int m,
                                       double *bound) {
    *bound = 7.105427357601002e-15; // 2^-47
    for (int axis = 0; axis < 3; ++axis) {
        float lo[2], hi[2];
        for (int side = 0; side < 2; ++side) {
            const collide_vec3 *v = side ? q : p;
            for (int i = 0; i < (side ? m : n); ++i) {
                const float *x = collide__floats(&v[i]) + axis;
                if (!collide__finite(*x))
                    return true;
                lo[side] = i == 0 || *x < lo[side] ? *x : lo[side];
                hi[side] = i == 0 || *x > hi[side] ? *x : hi[side];
            }
        }
        if (lo[0] > hi[1] || lo[1] > hi[0])
            return true;
        *bound = collide__dmul(*bound, (double)(hi[0] > hi[1] ? hi[0] : hi[1]) -
                                           (double)(lo[0] < lo[1] ? lo[0] : lo[1]));
    }
    return false;
}

COLLIDE_API bool collide_tetrahedron_triangle(const collide_tetrahedron *a,
                                              const collide_triangle *b) {
    double bound;
    unsigned outside, inside;
    COLLIDE_ASSERT(a && b);
    if (collide__tetrahedron_apart(a->v, 4, b->v, 3, &bound) ||
        collide__tetrahedron_parts(a, b->v, 3, bound, &outside, &inside))
        return false;
    for (int f = 0; f < 4 && !inside; ++f) {
        const collide_triangle face = collide__tetrahedron_face(a, f);
        if (collide_triangle_triangle(&face, b))
            return true;
    }
    return inside || (!outside && collide__tetrahedron_holds(a, &b->v[0]));
}

COLLIDE_API bool collide_tetrahedron_tetrahedron(const collide_tetrahedron *a,
                                                 const collide_tetrahedron *b) {
    double bound;
    unsigned outside[2], inside[2];
    COLLIDE_ASSERT(a && b);
    if (collide__tetrahedron_apart(a->v, 4, b->v, 4, &bound) ||
        collide__tetrahedron_parts(a, b->v, 4, bound, &outside[0], &inside[0]) ||
        collide__tetrahedron_parts(b, a->v, 4, bound, &outside[1], &inside[1]))
        return false;
    if (inside[0] | inside[1])
        return true;
    for (int f = 0; f < 16; ++f) {
        const collide_triangle face[2] = {collide__tetrahedron_face(a, f / 4),
                                          collide__tetrahedron_face(b, f % 4)};
        if (collide_triangle_triangle(&face[0], &face[1]))
            return true;
    }
    return (!outside[0] && collide__tetrahedron_holds(a, &b->v[0])) ||
           (!outside[1] && collide__tetrahedron_holds(b, &a->v[0]));
}
#endif // COLLIDE_NO_TRIANGLE
