#pragma once
#include "../base/closest.h"
#include "simplex.h"

// ---- the depth of overlapping polytopes, by their axes ---------------------------------------
#ifndef COLLIDE_NO_SHAPE
// The signed distance of overlapping polytopes is the largest gap along the normals of the faces of
// A - B: normals of faces of A or B, and cross products of their edges. Flat and thin bodies need
// no care, since a missing direction can only be one along which A - B has no thickness.

// The edges of points or a box; their number is at most 6.
static uint32_t collide__core_edges(const collide__core *a, collide__dvec3 *edge) {
    uint32_t n = 0;
    if (a->kind == COLLIDE__CORE_BOX) {
        memcpy(edge, a->p, 3 * sizeof *edge);
        return 3;
    }
    for (uint32_t i = 1; i < a->count; ++i)
        for (uint32_t j = 0; j < i; ++j)
            edge[n++] = collide__dadd(a->p[i], -1, a->p[j]);
    return n;
}

// The cross product of two edges of any length, of unit length, and normal to both within a few
// roundings even if they are nearly parallel. False if they are parallel.
static bool collide__edges_normal(collide__dvec3 e, collide__dvec3 f, collide__dvec3 *n) {
    if (!collide__dnormalize(&e) || !collide__dnormalize(&f))
        return false;
    *n = collide__dcross(e, f);
    if (!(collide__ddot(*n, *n) > 4.930380657631324e-32) || !collide__dnormalize(n)) // 2^-104
        return false;
    for (int i = 0; i < 2; ++i) {
        *n = collide__dadd(*n, -collide__ddot(*n, e), e);
        *n = collide__dadd(*n, -collide__ddot(*n, f), f);
    }
    return collide__dnormalize(n);
}

// Keeps n or -n if its gap is larger than those before.
static void collide__axis_try(const collide__core_pair *p, collide__dvec3 n, double *gap,
                              collide__dvec3 *best) {
    for (int side = 0; side < 2; ++side) {
        const double g = collide__gap_any(p, &n);
        if (g > *gap) {
            *gap = g;
            *best = n;
        }
        n = collide__dneg(n);
    }
}

// The largest gap of two cores that are points or boxes, over all axes; *n is the axis.
static double collide__axes_gap(const collide__core_pair *p, collide__dvec3 *n) {
    collide__dvec3 edge[12], axis;
    const uint32_t na = collide__core_edges(p->a, edge);
    const uint32_t count = na + collide__core_edges(p->b, edge + na);
    double gap = -DBL_MAX;
    const collide__dvec3 middle = collide__dadd(
        collide__dadd(collide__core_middle(p->a), -1, collide__core_middle(p->b)), -1, p->d);
    // All pairs of edges, also of one body: for these it finds normals of faces. Pairs of one body
    // that belong to no face do no harm.
    for (uint32_t i = 1; i < count; ++i)
        for (uint32_t j = 0; j < i; ++j)
            if (collide__edges_normal(edge[i], edge[j], &axis))
                collide__axis_try(p, axis, &gap, n);
    if (gap > -DBL_MAX)
        return gap;
    // A - B lies on a line or is a point: any direction normal to it.
    axis = middle;
    for (uint32_t i = 0; i < count; ++i)
        axis = collide__ddot(edge[i], edge[i]) > collide__ddot(axis, axis) ? edge[i] : axis;
    axis = collide__any_normal(axis);
    collide__axis_try(p, axis, &gap, n);
    return gap;
}
#endif // COLLIDE_NO_SHAPE
