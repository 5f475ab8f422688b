#pragma once
#include "../base/closest.h"
#include "simplex.h"

// ---- the nearest points of cores, in closed form ---------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// Points of two cores, each relative to its own origin, and the features they lie on.
typedef struct collide__witness {
    collide__dvec3 a, b;
    uint32_t feature_a, feature_b;
} collide__witness;

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

COLLIDE__INLINE uint32_t collide__segment_feature(double k) {
    return k <= 0   ? COLLIDE_FEATURE_VERTEX
           : k >= 1 ? COLLIDE_FEATURE_VERTEX | 1
                    : COLLIDE_FEATURE_EDGE;
}

// Keeps the point of edge i of a triangle nearest to x if it is nearer than the best so far.
COLLIDE__FORCE_INLINE void collide__nearest_edge(const collide__dvec3 *t, uint32_t i,
                                                 collide__dvec3 x, double *least,
                                                 collide__dvec3 *best, uint32_t *feature) {
    const uint32_t j = i < 2 ? i + 1 : 0;
    const collide__dvec3 e = collide__dadd(t[j], -1, t[i]), r = collide__dadd(x, -1, t[i]);
    const double ee = collide__ddot(e, e), along = collide__ddot(r, e);
    const double k = along > 0 ? along < ee ? collide__ddiv(along, ee) : 1 : 0;
    const collide__dvec3 at = collide__dadd(t[i], k, e), off = collide__dadd(x, -1, at);
    const double square = collide__ddot(off, off);
    if (square < *least) {
        *least = square;
        *best = at;
        *feature = k <= 0   ? COLLIDE_FEATURE_VERTEX | i
                   : k >= 1 ? COLLIDE_FEATURE_VERTEX | j
                            : COLLIDE_FEATURE_EDGE | i;
    }
}

// The point of a triangle nearest to x, in the coordinates of its vertices: on its face, or on an
// edge that x lies beyond. Of a triangle without area, a point of an edge.
COLLIDE__INLINE collide__dvec3 collide__nearest_triangle(const collide__dvec3 *t, collide__dvec3 x,
                                                         uint32_t *feature) {
    collide__dvec3 best = t[0];
    double least = DBL_MAX;
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
    const collide__dvec3 n = collide__dcross(e, f), r = collide__dadd(x, -1, t[0]);
    const collide__dvec3 turned = collide__dcross(n, r);
    const double nn = collide__ddot(n, n);
    const double to_1 = collide__ddot(turned, f), to_2 = -collide__ddot(turned, e);
    const bool flat = !(nn > 0);
    const bool beyond[3] = {!(to_2 > 0), !(to_1 + to_2 < nn), !(to_1 > 0)};
    if (!flat && !beyond[0] && !beyond[1] && !beyond[2]) {
        *feature = COLLIDE_FEATURE_FACE;
        // By its weights, so that it is a point of the triangle; the foot of x along n need not be.
        const double inverse = collide__ddiv(1, nn);
        return collide__dadd(collide__dadd(t[0], collide__dmul(to_1, inverse), e),
                             collide__dmul(to_2, inverse), f);
    }
    *feature = COLLIDE_FEATURE_VERTEX;
    if (flat || beyond[0])
        collide__nearest_edge(t, 0, x, &least, &best, feature);
    if (flat || beyond[1])
        collide__nearest_edge(t, 1, x, &least, &best, feature);
    if (flat || beyond[2])
        collide__nearest_edge(t, 2, x, &least, &best, feature);
    return best;
}

COLLIDE__FORCE_INLINE double collide__clamp_unit(double x) {
    return collide__dmax(collide__dmin(x, 1), -1);
}

// 1 / x, or 0 for 0: nothing here may be infinite, since gcc -Ofast folds tests for that.
COLLIDE__FORCE_INLINE double collide__inverse_or_0(double x) {
    return x < 0 || x > 0 ? collide__ddiv(1, x) : 0;
}

// 1 over the squared lengths of the generators of a box; 0 for a generator that is 0.
COLLIDE__FORCE_INLINE collide__dvec3 collide__box_inverse(const collide__core *box) {
    const collide__dvec3 *g = box->p;
    const collide__dvec3 r = {collide__inverse_or_0(collide__ddot(g[0], g[0])),
                              collide__inverse_or_0(collide__ddot(g[1], g[1])),
                              collide__inverse_or_0(collide__ddot(g[2], g[2]))};
    return r;
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__box_point(const collide__core *box,
                                                        collide__dvec3 s) {
    const collide__dvec3 *g = box->p;
    return collide__dadd(collide__dadd(collide__dadd(g[3], s.x, g[0]), s.y, g[1]), s.z, g[2]);
}

// The coordinates of a point relative to the centre of a box, in units of its generators, and the
// nearest point. Axes of floats are not quite orthogonal: each of two passes lessens the error
// 2^21-fold. False if a generator is 0.
COLLIDE__FORCE_INLINE bool collide__nearest_box(const collide__core *box, collide__dvec3 inverse,
                                                collide__dvec3 x, collide__dvec3 *at,
                                                uint32_t *feature) {
    const collide__dvec3 *g = box->p;
    collide__dvec3 r = collide__dadd(x, -1, g[3]), s;
    s.x = collide__clamp_unit(collide__dmul(collide__ddot(r, g[0]), inverse.x));
    s.y = collide__clamp_unit(collide__dmul(collide__ddot(r, g[1]), inverse.y));
    s.z = collide__clamp_unit(collide__dmul(collide__ddot(r, g[2]), inverse.z));
    r = collide__dadd(x, -1, collide__box_point(box, s));
    s.x = collide__clamp_unit(s.x + collide__dmul(collide__ddot(r, g[0]), inverse.x));
    s.y = collide__clamp_unit(s.y + collide__dmul(collide__ddot(r, g[1]), inverse.y));
    s.z = collide__clamp_unit(s.z + collide__dmul(collide__ddot(r, g[2]), inverse.z));
    *at = collide__box_point(box, s);
    const uint32_t bits = (uint32_t)(s.x > 0) | (uint32_t)(s.y > 0) << 1 | (uint32_t)(s.z > 0) << 2;
    const uint32_t loose = (uint32_t)(s.x > -1 && s.x < 1) | (uint32_t)(s.y > -1 && s.y < 1) << 1 |
                           (uint32_t)(s.z > -1 && s.z < 1) << 2;
    *feature = collide__core_box_feature(bits, loose);
    return inverse.x > 0 && inverse.y > 0 && inverse.z > 0;
}

// Half the derivative of the squared distance of a box from the point s + t e, in the units of its
// generators, where scaled is e times the squared lengths of the generators.
COLLIDE__FORCE_INLINE double collide__box_slope(collide__dvec3 s, collide__dvec3 e,
                                                collide__dvec3 scaled, double t) {
    collide__dvec3 x = collide__dadd(s, t, e);
    x.x -= collide__clamp_unit(x.x);
    x.y -= collide__clamp_unit(x.y);
    x.z -= collide__clamp_unit(x.z);
    return collide__ddot(x, scaled);
}

typedef struct collide__box_search {
    collide__dvec3 s, e, scaled;
    double lo, hi; // the root of the slope lies between them
} collide__box_search;

// Narrows the search to a side of t, without a branch.
COLLIDE__FORCE_INLINE void collide__box_narrow(collide__box_search *b, double t) {
    t = collide__clamp(t, 1);
    const double slope = collide__box_slope(b->s, b->e, b->scaled, t);
    const double below = (double)(int)(slope <= 0);
    b->lo = collide__dmax(collide__dmul(t, below), b->lo);
    b->hi = collide__dmin(t + below, b->hi); // t + 1 is no less than hi
}

// The parameter of the point of the segment from x along d that is nearest to a box. The slope
// rises along the segment, linearly between the planes of the faces: of these planes and the ends,
// the last one below 0 and the first one above 0 enclose the root.
COLLIDE__FORCE_INLINE double collide__nearest_on_segment(const collide__core *box,
                                                         collide__dvec3 inverse, collide__dvec3 x,
                                                         collide__dvec3 d) {
    const collide__dvec3 *g = box->p, r = collide__dadd(x, -1, g[3]);
    collide__box_search b;
    b.scaled.x = collide__ddot(d, g[0]);
    b.scaled.y = collide__ddot(d, g[1]);
    b.scaled.z = collide__ddot(d, g[2]);
    b.s.x = collide__dmul(collide__ddot(r, g[0]), inverse.x);
    b.s.y = collide__dmul(collide__ddot(r, g[1]), inverse.y);
    b.s.z = collide__dmul(collide__ddot(r, g[2]), inverse.z);
    b.e.x = collide__dmul(b.scaled.x, inverse.x);
    b.e.y = collide__dmul(b.scaled.y, inverse.y);
    b.e.z = collide__dmul(b.scaled.z, inverse.z);
    b.lo = 0;
    b.hi = 1;
    if (collide__box_slope(b.s, b.e, b.scaled, 0) >= 0)
        return 0;
    if (collide__box_slope(b.s, b.e, b.scaled, 1) <= 0)
        return 1;
    const double x_inverse = collide__inverse_or_0(b.e.x);
    const double y_inverse = collide__inverse_or_0(b.e.y);
    const double z_inverse = collide__inverse_or_0(b.e.z);
    collide__box_narrow(&b, collide__dmul(-1 - b.s.x, x_inverse));
    collide__box_narrow(&b, collide__dmul(1 - b.s.x, x_inverse));
    collide__box_narrow(&b, collide__dmul(-1 - b.s.y, y_inverse));
    collide__box_narrow(&b, collide__dmul(1 - b.s.y, y_inverse));
    collide__box_narrow(&b, collide__dmul(-1 - b.s.z, z_inverse));
    collide__box_narrow(&b, collide__dmul(1 - b.s.z, z_inverse));
    const double slope_lo = collide__box_slope(b.s, b.e, b.scaled, b.lo);
    const double slope_hi = collide__box_slope(b.s, b.e, b.scaled, b.hi);
    return slope_lo >= 0 || !(slope_hi > slope_lo)
               ? b.lo
               : b.lo + collide__clamp(collide__dmul(b.hi - b.lo,
                                                     collide__ddiv(-slope_lo, slope_hi - slope_lo)),
                                       b.hi - b.lo);
}

// The parameters of the nearest points of the segments from p along d and from q along e: returns
// the first, *k is the second. Gets the inverse of d.d. As collide__edges_nearest, with divisions
// that do not wait for each other.
COLLIDE__FORCE_INLINE double collide__nearest_segments(collide__dvec3 p, collide__dvec3 d,
                                                       double inverse, collide__dvec3 q,
                                                       collide__dvec3 e, double *k) {
    const collide__dvec3 r = collide__dadd(p, -1, q), cross = collide__dcross(d, e);
    const double ee = collide__ddot(e, e), de = collide__ddot(d, e);
    const double dr = collide__ddot(d, r), er = collide__ddot(e, r);
    const double s = collide__dmul(collide__dmul(de, er) - collide__dmul(dr, ee),
                                   collide__inverse_or_0(collide__ddot(cross, cross)));
    *k = collide__clamp(
        collide__dmul(collide__dmul(de, collide__clamp(s, 1)) + er, collide__inverse_or_0(ee)), 1);
    return collide__clamp(collide__dmul(collide__dmul(de, *k) - dr, inverse), 1);
}

// The nearest points of a segment and a triangle so far: the parameter on the segment.
typedef struct collide__segment_triangle {
    collide__dvec3 at;
    double k, least;
    uint32_t feature;
} collide__segment_triangle;

COLLIDE__FORCE_INLINE void collide__segment_try(collide__segment_triangle *best, collide__dvec3 on,
                                                double k, collide__dvec3 at, uint32_t feature) {
    const collide__dvec3 off = collide__dadd(on, -1, at);
    const double square = collide__ddot(off, off);
    if (square < best->least) {
        best->least = square;
        best->at = at;
        best->k = k;
        best->feature = feature;
    }
}

COLLIDE__FORCE_INLINE void collide__segment_edge(collide__segment_triangle *best, collide__dvec3 p,
                                                 collide__dvec3 e, double inverse,
                                                 const collide__dvec3 *t, uint32_t i, uint32_t j) {
    const collide__dvec3 edge = collide__dadd(t[j], -1, t[i]);
    double u;
    const double k = collide__nearest_segments(p, e, inverse, t[i], edge, &u);
    collide__segment_try(best, collide__dadd(p, k, e), k, collide__dadd(t[i], u, edge),
                         u <= 0   ? COLLIDE_FEATURE_VERTEX | i
                         : u >= 1 ? COLLIDE_FEATURE_VERTEX | j
                                  : COLLIDE_FEATURE_EDGE | i);
}

// A segment and a triangle: the ends with the triangle, or the segment with an edge. (A segment
// through the triangle touches it; the certificate fails then.)
COLLIDE__INLINE void collide__nearest_segment_triangle(collide__dvec3 p, collide__dvec3 e,
                                                       const collide__dvec3 *t, double *k,
                                                       collide__dvec3 *at, uint32_t *feature) {
    const double inverse = collide__inverse_or_0(collide__ddot(e, e));
    const collide__dvec3 end = collide__dadd(p, 1, e);
    collide__segment_triangle best;
    uint32_t f[2];
    best.least = DBL_MAX;
    best.k = 0;
    best.at = t[0];
    best.feature = COLLIDE_FEATURE_VERTEX;
    const collide__dvec3 at_p = collide__nearest_triangle(t, p, &f[0]);
    const collide__dvec3 at_end = collide__nearest_triangle(t, end, &f[1]);
    collide__segment_try(&best, p, 0, at_p, f[0]);
    collide__segment_try(&best, end, 1, at_end, f[1]);
    // If both ends project into the triangle, no edge is nearer.
    if (f[0] != COLLIDE_FEATURE_FACE || f[1] != COLLIDE_FEATURE_FACE) {
        collide__segment_edge(&best, p, e, inverse, t, 0, 1);
        collide__segment_edge(&best, p, e, inverse, t, 1, 2);
        collide__segment_edge(&best, p, e, inverse, t, 2, 0);
    }
    *k = best.k;
    *at = best.at;
    *feature = best.feature;
}

// The nearest points of cores that have a closed form: a point or a segment as a, with a point, a
// segment, a triangle or a box. False for other cores. The points may be wrong or equal if the
// cores touch.
COLLIDE__FORCE_INLINE bool collide__nearest_points(const collide__core_pair *p,
                                                   collide__witness *out) {
    const collide__core *a = p->a, *b = p->b;
    const collide__dvec3 zero = {0, 0, 0}, d = p->d, from = collide__dneg(d);
    double k = 0;
    if (a->kind != COLLIDE__CORE_POINTS || a->count > 2)
        return false;
    const bool box = b->kind == COLLIDE__CORE_BOX;
    const collide__dvec3 e = a->count == 2 ? a->p[1] : zero;
    if (!box && (b->kind != COLLIDE__CORE_POINTS || b->count > 3))
        return false;
    out->feature_b = COLLIDE_FEATURE_VERTEX;
    out->b = zero;
    if (box) {
        const collide__dvec3 inverse = collide__box_inverse(b);
        k = a->count == 2 ? collide__nearest_on_segment(b, inverse, from, e) : 0;
        if (!(k >= 0 && k <= 1) ||
            !collide__nearest_box(b, inverse, collide__dadd(from, k, e), &out->b, &out->feature_b))
            return false;
    } else if (b->count == 3) {
        if (a->count == 2)
            collide__nearest_segment_triangle(from, e, b->p, &k, &out->b, &out->feature_b);
        else
            out->b = collide__nearest_triangle(b->p, from, &out->feature_b);
    } else if (b->count == 2) {
        double on_b;
        k = collide__nearest_segments(from, e, collide__inverse_or_0(collide__ddot(e, e)), zero,
                                      b->p[1], &on_b);
        out->b = collide__dadd(zero, on_b, b->p[1]);
        out->feature_b = collide__segment_feature(on_b);
    } else if (a->count == 2) {
        const double ee = collide__ddot(e, e);
        k = ee > 0 ? collide__clamp(collide__ddiv(collide__ddot(d, e), ee), 1) : 0;
    }
    out->a = collide__dadd(zero, k, e);
    out->feature_a = a->count == 2 ? collide__segment_feature(k) : COLLIDE_FEATURE_VERTEX;
    return true;
}

// The same as one copy.
COLLIDE__NOINLINE bool collide__nearest_any(const collide__core_pair *p, collide__witness *out) {
    return collide__nearest_points(p, out);
}
#endif // COLLIDE_NO_SHAPE
