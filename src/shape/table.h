#pragma once
#include "../base/convexes.h"
#include "../base/kernels.h"
#include "../base/platform.h"
#include "shape.h"

// ---- the kernels of shapes -------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// 16 pairs: the rows of each side, as in a pack of its kind. Convex bodies have the 12 rows of
// their poses, and bodies has the body of each lane.
typedef struct collide__distance_job {
    uint32_t kind_a, kind_b; // collide_shape_kind
    const float *a, *b;
    const collide_convex *const *bodies_a, *const *bodies_b;
    float max;  // not NaN
    bool whole; // rows behind lo and hi are wanted, too
} collide__distance_job;

typedef enum collide__core_kind {
    COLLIDE__CORE_POINTS,  // the hull of count <= 4 points
    COLLIDE__CORE_BOX,     // the sum of three generators
    COLLIDE__CORE_ROUND,   // a cylinder: one generator and a disk
    COLLIDE__CORE_VERTICES // a convex body
} collide__core_kind;

#define COLLIDE__CLOUD_RADIUS 1.0001220703125f    // 1 + 2^-13; see collide__cloud_box
#define COLLIDE__GJK_ROUNDS 64
#define COLLIDE__CORE_SLACK 3.552713678800501e-15 // 2^-48: see collide__gap
#define COLLIDE__DISTANCE_ROWS 13 // lo, hi, points, normal and features, as in collide_distance

// The feature of a box: the signs on its axes as bits, and the axes that are free. No free axis is
// a vertex, one an edge, two a face; three count as a face of axis 2. Numbers as in >>vocabulary.
COLLIDE__INLINE uint32_t collide__core_box_feature(uint32_t bits, uint32_t free_axes) {
    static const uint8_t number[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7},     {0, 0, 1, 1, 2, 2, 3, 3},
                                         {4, 5, 4, 5, 6, 7, 6, 7},     {4, 4, 4, 4, 5, 5, 5, 5},
                                         {8, 9, 10, 11, 8, 9, 10, 11}, {2, 2, 3, 3, 2, 2, 3, 3},
                                         {0, 1, 0, 1, 0, 1, 0, 1},     {4, 4, 4, 4, 5, 5, 5, 5}};
    static const uint32_t kind[8] = {
        COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_EDGE, COLLIDE_FEATURE_EDGE, COLLIDE_FEATURE_FACE,
        COLLIDE_FEATURE_EDGE,   COLLIDE_FEATURE_FACE, COLLIDE_FEATURE_FACE, COLLIDE_FEATURE_FACE};
    return kind[free_axes & 7] | number[free_axes & 7][bits & 7];
}

// The feature that n points of a core of count points lie on, from their numbers.
COLLIDE__INLINE uint32_t collide__points_feature(uint32_t count, const uint32_t *code, uint32_t n) {
    // By the set of the points, of a tetrahedron and of others: none, vertices and edges, then
    // faces. Edges 0 to 2 of a triangle join vertices 0 and 1, 1 and 2, 2 and 0.
    static const uint32_t feature[2][16] = {
        {0, COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_VERTEX | 1, COLLIDE_FEATURE_EDGE,
         COLLIDE_FEATURE_VERTEX | 2, COLLIDE_FEATURE_EDGE | 1, COLLIDE_FEATURE_EDGE | 3,
         COLLIDE_FEATURE_FACE | 3, COLLIDE_FEATURE_VERTEX | 3, COLLIDE_FEATURE_EDGE | 2,
         COLLIDE_FEATURE_EDGE | 4, COLLIDE_FEATURE_FACE | 2, COLLIDE_FEATURE_EDGE | 5,
         COLLIDE_FEATURE_FACE | 1, COLLIDE_FEATURE_FACE, COLLIDE_FEATURE_FACE},
        {0, COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_VERTEX | 1, COLLIDE_FEATURE_EDGE,
         COLLIDE_FEATURE_VERTEX | 2, COLLIDE_FEATURE_EDGE | 2, COLLIDE_FEATURE_EDGE | 1,
         COLLIDE_FEATURE_FACE, 0, 0, 0, 0, 0, 0, 0, 0}};
    uint32_t set = 1u << (code[0] & 3);
    for (uint32_t i = 1; i < n; ++i)
        set |= 1u << (code[i] & 3);
    return feature[count < 4][set];
}

// The same of a cylinder, whose points have bit 0 for the end along its axis, and of a convex body,
// whose points are vertices.
COLLIDE__INLINE uint32_t collide__round_feature(const uint32_t *code, uint32_t n, bool several) {
    uint32_t differ = 0;
    for (uint32_t i = 1; i < n; ++i)
        differ |= (code[i] ^ code[0]) & 1;
    return differ    ? COLLIDE_FEATURE_FACE | 2
           : several ? COLLIDE_FEATURE_FACE | (code[0] & 1)
                     : COLLIDE_FEATURE_EDGE | (code[0] & 1);
}

COLLIDE__INLINE uint32_t collide__vertices_feature(const uint32_t *code, uint32_t n) {
    uint32_t least = code[0], most = code[0], middle = 0;
    for (uint32_t i = 1; i < n; ++i) {
        least = code[i] < least ? code[i] : least;
        most = code[i] > most ? code[i] : most;
    }
    for (uint32_t i = 0; i < n; ++i)
        middle |= code[i] != least && code[i] != most; // at least three
    return least == most ? COLLIDE_FEATURE_VERTEX | least
           : middle      ? COLLIDE_FEATURE_FACE
                         : COLLIDE_FEATURE_EDGE | least;
}

// Of a vertex, how far it lies along m, in the coordinates of the body.
COLLIDE__FORCE_INLINE double collide__vertex_along(const float *v, collide__dvec3 m) {
    return (collide__dmul(m.x, (double)v[0]) + collide__dmul(m.y, (double)v[1])) +
           collide__dmul(m.z, (double)v[2]);
}

// The number of the vertex that lies farthest along m, in the coordinates of the body; of vertices
// that lie equally far, the lowest. Vertices of even and odd number apart, so that the maxima of
// both do not wait for each other.
COLLIDE__FORCE_INLINE uint32_t collide__farthest_vertex(const collide_convex *body,
                                                        collide__dvec3 m) {
    const float *v = collide__convex_vertices(body);
    const uint32_t n = body->vertex_count;
    double most = -DBL_MAX, other = -DBL_MAX;
    uint32_t best = 0, best_other = 0, i = 0;
    for (; i + 1 < n; i += 2, v += 6) {
        const double x = collide__vertex_along(v, m), y = collide__vertex_along(v + 3, m);
        best = x > most ? i : best;
        most = collide__dmax(x, most);
        best_other = y > other ? i : best_other;
        other = collide__dmax(y, other);
    }
    if (i < n && collide__vertex_along(v, m) > most) {
        most = collide__vertex_along(v, m);
        best = i;
    }
    return other > most || (other == most && best_other < best) ? best_other + 1 : best;
}

COLLIDE__NOINLINE uint32_t collide__shape_support_scalar(const collide_convex *body,
                                                         const collide__dvec3 *along) {
    return collide__farthest_vertex(body, *along);
}

// distance  of the given lanes, writes the results of collide_shape_shape_distance as rows of 16
//           floats, features as their bits; returns the lanes that it decided. The rows of other
//           lanes hold anything
// within    returns which of the given lanes are within max; those in *unsure are not decided
// support   as collide__farthest_vertex
// gaps      of element i of a leaf and j of another, a lower bound of the distance as number
//           4 * i + j, within rounding of 2^-19 of the largest coordinate, for the given lanes; the
//           first that is found above limit will do. four: elements may have four vertices
// inside    of 16 points or spheres, which are inside of each of n boxes, or reach into it: lo, 0,
//           hi, 0. The radius counts a little more. NaN is never inside
#define COLLIDE__SHAPE_KERNELS(KERNEL)                                                             \
    KERNEL(shape, unsigned, distance,                                                              \
           (const collide__distance_job *job, unsigned lanes, float *rows))                        \
    KERNEL(shape, unsigned, within,                                                                \
           (const collide__distance_job *job, unsigned lanes, unsigned *unsure))                   \
    KERNEL(shape, uint32_t, support, (const collide_convex *body, const collide__dvec3 *along))    \
    KERNEL(shape, void, gaps,                                                                      \
           (const float *a, const float *b, bool four, unsigned lanes, float limit, float *out))   \
    KERNEL(shape, void, inside,                                                                    \
           (const float *rows, bool spheres, const float *boxes, size_t n, uint16_t *lanes))
COLLIDE__KERNEL_STRUCT(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE_NO_SHAPE
