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

// The feature of a box: the signs on its axes as bits, and the axes that are free.
COLLIDE__INLINE uint32_t collide__core_box_feature(uint32_t bits, uint32_t free_axes) {
    static const uint8_t first[3] = {1, 0, 0}, second[3] = {2, 2, 1};
    uint32_t i = 0;
    if (free_axes == 0)
        return COLLIDE_FEATURE_VERTEX | bits;
    if ((free_axes & (free_axes - 1)) == 0) { // one axis: an edge
        i = free_axes >> 1;
        return COLLIDE_FEATURE_EDGE |
               (4 * i + (bits >> first[i] & 1) + (bits >> second[i] & 1) * 2);
    }
    i = free_axes == 6 ? 0 : free_axes == 5 ? 1 : 2; // of three free axes, a face of axis 2
    return COLLIDE_FEATURE_FACE | (2 * i + (bits >> i & 1));
}

COLLIDE__INLINE uint32_t collide__segment_feature(double k) {
    return k <= 0   ? COLLIDE_FEATURE_VERTEX
           : k >= 1 ? COLLIDE_FEATURE_VERTEX | 1
                    : COLLIDE_FEATURE_EDGE;
}

// The point of a triangle at p nearest to x, in the coordinates of its vertices (Ericson, Real-Time
// Collision Detection, 5.1.5). Of a triangle without area, a point of an edge.
static collide__dvec3 collide__nearest_triangle(const collide__dvec3 *t, collide__dvec3 x,
                                                uint32_t *feature) {
    collide__dvec3 best = t[0];
    double least = DBL_MAX;
    uint32_t inside = 0;
    const collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    const double nn = collide__ddot(n, n);
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t j = i < 2 ? i + 1 : 0;
        const collide__dvec3 e = collide__dadd(t[j], -1, t[i]), r = collide__dadd(x, -1, t[i]);
        inside += collide__ddot(collide__dcross(e, r), n) > 0;
        const double ee = collide__ddot(e, e), along = collide__ddot(r, e);
        const double k = along > 0 ? along < ee ? along / ee : 1 : 0;
        const collide__dvec3 at = collide__dadd(t[i], k, e), off = collide__dadd(x, -1, at);
        const double square = collide__ddot(off, off);
        if (square < least) {
            least = square;
            best = at;
            *feature = k <= 0   ? COLLIDE_FEATURE_VERTEX | i
                       : k >= 1 ? COLLIDE_FEATURE_VERTEX | j
                                : COLLIDE_FEATURE_EDGE | i;
        }
    }
    if (inside == 3 && nn > 0) {
        const double height = collide__ddot(collide__dadd(x, -1, t[0]), n);
        best = collide__dadd(x, -height / nn, n);
        *feature = COLLIDE_FEATURE_FACE;
    }
    return best;
}

// The coordinates of a point relative to the centre of a box, in units of its generators, and the
// nearest point. Axes of floats are not quite orthogonal: each of three passes lessens the error
// 2^21-fold. False if a generator is 0.
COLLIDE__INLINE bool collide__nearest_box(const collide__core *box, collide__dvec3 x,
                                          collide__dvec3 *at, uint32_t *feature) {
    const collide__dvec3 *g = box->p;
    double s[3] = {0, 0, 0}, inverse[3];
    collide__dvec3 r = collide__dadd(x, -1, g[3]);
    uint32_t bits = 0, loose = 0;
    for (int i = 0; i < 3; ++i) {
        const double square = collide__ddot(g[i], g[i]);
        if (!(square > 0))
            return false;
        inverse[i] = collide__ddiv(1, square);
    }
    for (int pass = 0; pass < 3; ++pass) {
        for (int i = 0; i < 3; ++i) {
            const double k = s[i] + collide__dmul(collide__ddot(r, g[i]), inverse[i]);
            s[i] = k < 1 ? k > -1 ? k : -1 : 1;
        }
        *at = collide__dadd(collide__dadd(collide__dadd(g[3], s[0], g[0]), s[1], g[1]), s[2], g[2]);
        r = collide__dadd(x, -1, *at);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        bits |= (uint32_t)(s[i] > 0) << i;
        loose |= (uint32_t)(s[i] > -1 && s[i] < 1) << i;
    }
    *feature = collide__core_box_feature(bits, loose);
    return true;
}

// Half the derivative of the squared distance of a box from the point s + t e, in the units of its
// generators, which have the squared lengths of weight.
COLLIDE__INLINE double collide__box_slope(const double *s, const double *e, const double *weight,
                                          double t) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const double x = s[i] + collide__dmul(t, e[i]);
        const double over = x > 1 ? x - 1 : x < -1 ? x + 1 : 0;
        sum += collide__dmul(collide__dmul(over, e[i]), weight[i]);
    }
    return sum;
}

// The parameter of the point of the segment from x along d that is nearest to a box. The slope
// rises along the segment, linearly between the planes of the faces: of these planes and the ends,
// the last one below 0 and the first one above 0 enclose the root.
static double collide__nearest_on_segment(const collide__core *box, collide__dvec3 x,
                                          collide__dvec3 d) {
    const collide__dvec3 *g = box->p, r = collide__dadd(x, -1, g[3]);
    double s[3], e[3], weight[3], lo = 0, hi = 1;
    for (int i = 0; i < 3; ++i) {
        weight[i] = collide__ddot(g[i], g[i]);
        if (!(weight[i] > 0))
            return 0; // collide__nearest_box refuses it
        s[i] = collide__ddiv(collide__ddot(r, g[i]), weight[i]);
        e[i] = collide__ddiv(collide__ddot(d, g[i]), weight[i]);
    }
    double slope_lo = collide__box_slope(s, e, weight, 0);
    double slope_hi = collide__box_slope(s, e, weight, 1);
    if (slope_lo >= 0)
        return 0;
    if (slope_hi <= 0)
        return 1;
    for (int i = 0; i < 3; ++i)
        for (int side = -1; side <= 1 && (e[i] < 0 || e[i] > 0); side += 2) {
            const double t = collide__ddiv((double)side - s[i], e[i]);
            if (!(t > lo && t < hi))
                continue;
            const double slope = collide__box_slope(s, e, weight, t);
            if (slope <= 0) {
                lo = t;
                slope_lo = slope;
            } else {
                hi = t;
                slope_hi = slope;
            }
        }
    return slope_lo >= 0
               ? lo
               : lo + collide__dmul(hi - lo, collide__ddiv(-slope_lo, slope_hi - slope_lo));
}

// A segment and a triangle: the ends with the triangle, or the segment with an edge. (A segment
// through the triangle touches it; the certificate fails then.)
static void collide__nearest_segment_triangle(collide__dvec3 p, collide__dvec3 e,
                                              const collide__dvec3 *t, double *k,
                                              collide__dvec3 *at, uint32_t *feature) {
    double least = DBL_MAX;
    for (uint32_t i = 0; i < 5; ++i) {
        collide__dvec3 on, q;
        double s = i == 4;
        uint32_t f = 0;
        if (i < 3) {
            const uint32_t j = i < 2 ? i + 1 : 0;
            const collide__dvec3 edge = collide__dadd(t[j], -1, t[i]);
            collide__edges_nearest(p, e, t[i], edge, &on, &q);
            const double ee = collide__ddot(e, e), ff = collide__ddot(edge, edge);
            const double u = collide__ddot(collide__dadd(q, -1, t[i]), edge);
            s = ee > 0 ? collide__ddot(collide__dadd(on, -1, p), e) / ee : 0;
            f = u <= 0    ? COLLIDE_FEATURE_VERTEX | i
                : u >= ff ? COLLIDE_FEATURE_VERTEX | j
                          : COLLIDE_FEATURE_EDGE | i;
        } else {
            on = collide__dadd(p, s, e);
            q = collide__nearest_triangle(t, on, &f);
        }
        const collide__dvec3 off = collide__dadd(on, -1, q);
        const double square = collide__ddot(off, off);
        if (square < least) {
            least = square;
            *k = s;
            *at = q;
            *feature = f;
        }
    }
}

// The nearest points of cores that have a closed form: a point or a segment as a, with a point, a
// segment, a triangle or a box. False for other cores. The points may be wrong or equal if the
// cores touch.
static bool collide__nearest_points(const collide__core_pair *p, collide__witness *out) {
    const collide__core *a = p->a, *b = p->b;
    const collide__dvec3 zero = {0, 0, 0}, d = p->d, from = collide__dneg(d);
    collide__dvec3 t[3] = {zero, zero, zero};
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
        k = a->count == 2 ? collide__nearest_on_segment(b, from, e) : 0;
        if (!collide__nearest_box(b, collide__dadd(from, k, e), &out->b, &out->feature_b))
            return false;
    } else if (b->count == 3) {
        memcpy(t, b->p, sizeof t);
        if (a->count == 2)
            collide__nearest_segment_triangle(from, e, t, &k, &out->b, &out->feature_b);
        else
            out->b = collide__nearest_triangle(t, from, &out->feature_b);
    } else if (b->count == 2) {
        collide__dvec3 on;
        collide__edges_nearest(from, e, zero, b->p[1], &on, &out->b);
        const double ee = collide__ddot(e, e), ff = collide__ddot(b->p[1], b->p[1]);
        k = ee > 0 ? collide__ddiv(collide__ddot(collide__dadd(on, 1, d), e), ee) : 0;
        out->feature_b = collide__segment_feature(
            ff > 0 ? collide__ddiv(collide__ddot(out->b, b->p[1]), ff) : 0);
    } else if (a->count == 2) {
        const double ee = collide__ddot(e, e);
        k = ee > 0 ? collide__clamp(collide__ddiv(collide__ddot(d, e), ee), 1) : 0;
    }
    out->a = collide__dadd(zero, k, e);
    out->feature_a = a->count == 2 ? collide__segment_feature(k) : COLLIDE_FEATURE_VERTEX;
    return true;
}
#endif // COLLIDE_NO_SHAPE
