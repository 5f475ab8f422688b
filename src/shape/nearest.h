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

// The feature of a point at k of edge i of a triangle, or of a segment as edge 0.
COLLIDE__FORCE_INLINE uint32_t collide__edge_feature(uint32_t i, double k) {
    static const uint32_t of[3][3] = {
        {COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_EDGE, COLLIDE_FEATURE_VERTEX | 1},
        {COLLIDE_FEATURE_VERTEX | 1, COLLIDE_FEATURE_EDGE | 1, COLLIDE_FEATURE_VERTEX | 2},
        {COLLIDE_FEATURE_VERTEX | 2, COLLIDE_FEATURE_EDGE | 2, COLLIDE_FEATURE_VERTEX}};
    return of[i][(int)(k > 0) + (int)(k >= 1)];
}

// 1 / x of x >= 0, or 0 for 0: nothing here may be infinite, since gcc -Ofast folds tests for that.
COLLIDE__FORCE_INLINE double collide__inverse_or_0(double x) {
    return x > 0 ? collide__ddiv(1, x) : 0;
}

// ---- triangles

// The point of a triangle nearest to x, in the coordinates of its vertices, of which the first is
// 0. Without branches: the foot of x is on the face, or beyond an edge and between its ends, or
// beyond a vertex. Here edge 2 runs from vertex 0 to 2.
COLLIDE__FORCE_INLINE collide__dvec3 collide__nearest_triangle(const collide__dvec3 *t,
                                                               collide__dvec3 x,
                                                               uint32_t *feature) {
    // By the edges as bits; 0 if there are none and by 8 | vertices as bits.
    static const uint8_t region[16] = {3, 0, 1, 0, 2, 0, 1, 0, 4, 4, 5, 4, 6, 4, 5, 4};
    static const uint8_t from[7] = {0, 1, 0, 0, 0, 1, 2}, to[7] = {1, 2, 2, 1, 1, 2, 0};
    static const uint32_t kind[7] = {COLLIDE_FEATURE_EDGE,      COLLIDE_FEATURE_EDGE | 1,
                                     COLLIDE_FEATURE_EDGE | 2,  COLLIDE_FEATURE_FACE,
                                     COLLIDE_FEATURE_VERTEX,    COLLIDE_FEATURE_VERTEX | 1,
                                     COLLIDE_FEATURE_VERTEX | 2};
    static const double face[7] = {0, 0, 0, 1, 0, 0, 0};
    const collide__dvec3 e = t[1], f = t[2], g = collide__dadd(f, -1, e);
    // The foot of x is to_1 / nn of e and to_2 / nn of f away from vertex 0.
    const collide__dvec3 n = collide__dcross(e, f), turned = collide__dcross(n, x);
    const double nn = collide__ddot(n, n);
    const double to_1 = collide__ddot(turned, f), to_2 = -collide__ddot(turned, e);
    const double xe = collide__ddot(x, e), xf = collide__ddot(x, f);
    const double xg = collide__ddot(collide__dadd(x, -1, e), g);
    const double ee = collide__ddot(e, e), ff = collide__ddot(f, f), gg = collide__ddot(g, g);
    // Without area, x is beyond all edges.
    const uint32_t beyond =
        (uint32_t) !(to_2 > 0) | (uint32_t) !(to_1 + to_2 < nn) << 1 | (uint32_t) !(to_1 > 0) << 2;
    const uint32_t behind = (uint32_t)(xe > 0) | (uint32_t)(xg > 0) << 1 | (uint32_t)(xf > 0) << 2;
    const uint32_t before =
        (uint32_t)(xe < ee) | (uint32_t)(xg < gg) << 1 | (uint32_t)(xf < ff) << 2;
    const uint32_t edges = beyond & behind & before;
    const uint32_t vertices = (~behind & (~behind >> 2) & 1) | (~behind & (~before << 1) & 2) |
                              (~before & (~before << 1) & 4);
    const uint32_t none = (uint32_t)(beyond != 0) - (uint32_t)(edges != 0);
    const uint32_t i = region[edges | (8 | vertices) * none];
    const double along[7] = {xe, xg, xf, to_1, 0, 0, 0};
    const double length[7] = {ee, gg, ff, nn, 1, 1, 1};
    const double inverse = collide__ddiv(1, length[i]);
    *feature = kind[i];
    // The face by its weights, so that it is a point of the triangle; the foot of x along n need
    // not be.
    return collide__dadd(collide__dadd(t[from[i]], collide__dmul(along[i], inverse),
                                       collide__dadd(t[to[i]], -1, t[from[i]])),
                         collide__dmul(collide__dmul(to_2, face[i]), inverse), f);
}

// ---- boxes

COLLIDE__FORCE_INLINE double collide__clamp_to(double x, double most) {
    return collide__dmax(collide__dmin(x, most), -most);
}

// Whether the nearest point of a line lies beyond a face of a box on axis i: -1 or 1 for the face
// there, 0 between them. Between the planes of the faces the derivative of the squared distance
// along the line is linear; where the line crosses a plane of axis i, its sign tells on which side
// the nearest point is. The coordinates there on another axis are c -+ by, and those of the faces
// -+ wide, all of them times d_i.
COLLIDE__FORCE_INLINE double collide__box_side(double c_j, double by_j, double wide_j, double e_j,
                                               double c_k, double by_k, double wide_k, double e_k) {
    const double low_j = c_j - by_j, high_j = c_j + by_j, j = collide__dabs(wide_j);
    const double low_k = c_k - by_k, high_k = c_k + by_k, k = collide__dabs(wide_k);
    const double low = collide__dmul(e_j, low_j - collide__clamp_to(low_j, j)) +
                       collide__dmul(e_k, low_k - collide__clamp_to(low_k, k));
    const double high = collide__dmul(e_j, high_j - collide__clamp_to(high_j, j)) +
                        collide__dmul(e_k, high_k - collide__clamp_to(high_k, k));
    return (double)((int)(high < 0) - (int)(low > 0));
}

// The start of the part of a line that runs between the faces of axis i; 0 if it is parallel.
COLLIDE__FORCE_INLINE double collide__box_entry(double q, double r, double d) {
    return collide__dmul(-q - collide__dmul(collide__dsign(d), r),
                         collide__inverse_or_0(collide__dabs(d)));
}

// Half the derivative of the squared distance along a line, at x in units of the generators.
COLLIDE__FORCE_INLINE double collide__box_slope(collide__dvec3 x, collide__dvec3 d) {
    x.x -= collide__clamp_to(x.x, 1);
    x.y -= collide__clamp_to(x.y, 1);
    x.z -= collide__clamp_to(x.z, 1);
    return collide__ddot(x, d);
}

// The parameter of the point of a segment that is nearest to a box. For each axis, q is the squared
// length of the generator, r and d its products with the start and the direction of the segment.
// The derivative of the squared distance is the sum of (d / q) (r + t d -+ q) over the axes on
// which the nearest point is beyond a face.
COLLIDE__FORCE_INLINE double collide__nearest_on_segment(collide__dvec3 q, collide__dvec3 inverse,
                                                         collide__dvec3 r, collide__dvec3 d) {
    const collide__dvec3 e = {collide__dmul(d.x, inverse.x), collide__dmul(d.y, inverse.y),
                              collide__dmul(d.z, inverse.z)};
    const collide__dvec3 x_0 = {collide__dmul(r.x, inverse.x), collide__dmul(r.y, inverse.y),
                                collide__dmul(r.z, inverse.z)};
    const double at_0 = collide__box_slope(x_0, d);
    const double at_1 = collide__box_slope(collide__dadd(x_0, 1, e), d);
    if ((int)(at_0 >= 0) | (int)(at_1 <= 0))
        return (double)(at_0 < 0);
    const collide__dvec3 c = collide__dcross(d, r);
    const double xy = collide__dmul(q.x, d.y), xz = collide__dmul(q.x, d.z);
    const double yz = collide__dmul(q.y, d.z), yx = collide__dmul(q.y, d.x);
    const double zx = collide__dmul(q.z, d.x), zy = collide__dmul(q.z, d.y);
    const double x = collide__box_side(c.z, xy, yx, e.y, -c.y, xz, zx, e.z);
    const double y = collide__box_side(c.x, yz, zy, e.z, -c.z, yx, xy, e.x);
    const double z = collide__box_side(c.y, zx, xz, e.x, -c.x, zy, yz, e.y);
    const collide__dvec3 w = {collide__dmul(x, e.x), collide__dmul(y, e.y), collide__dmul(z, e.z)};
    const collide__dvec3 rate = {collide__dmul(x, d.x), collide__dmul(y, d.y),
                                 collide__dmul(z, d.z)};
    const collide__dvec3 start = {q.x - collide__dmul(x, r.x), q.y - collide__dmul(y, r.y),
                                  q.z - collide__dmul(z, r.z)};
    const double sum = collide__ddot(w, rate);
    if (sum > 0)
        return collide__clamp(collide__ddiv(collide__ddot(w, start), sum), 1);
    // Any point that is between the faces of all axes to which the line is not parallel.
    return collide__clamp(collide__dmax(collide__box_entry(q.x, r.x, d.x),
                                        collide__dmax(collide__box_entry(q.y, r.y, d.y),
                                                      collide__box_entry(q.z, r.z, d.z))),
                          1);
}

// The nearest points of a box and the segment from x along d, where d is NULL for a point: k of the
// segment. False if a generator is 0.
COLLIDE__FORCE_INLINE bool collide__nearest_box(const collide__core *box, collide__dvec3 x,
                                                const collide__dvec3 *d, double *k,
                                                collide__dvec3 *at, uint32_t *feature) {
    const collide__dvec3 *g = box->p;
    const collide__dvec3 q = {collide__ddot(g[0], g[0]), collide__ddot(g[1], g[1]),
                              collide__ddot(g[2], g[2])};
    if (!(collide__dmin(collide__dmin(q.x, q.y), q.z) > 0))
        return false;
    const collide__dvec3 inverse = {collide__ddiv(1, q.x), collide__ddiv(1, q.y),
                                    collide__ddiv(1, q.z)};
    collide__dvec3 r = collide__core_local(box, collide__dadd(x, -1, g[3])), s;
    if (d) {
        const collide__dvec3 rate = collide__core_local(box, *d);
        *k = collide__nearest_on_segment(q, inverse, r, rate);
        r = collide__dadd(r, *k, rate);
    }
    s.x = collide__clamp_to(collide__dmul(r.x, inverse.x), 1);
    s.y = collide__clamp_to(collide__dmul(r.y, inverse.y), 1);
    s.z = collide__clamp_to(collide__dmul(r.z, inverse.z), 1);
    // Axes of floats are not quite orthogonal: the error is 2^-21, and its square after this pass.
    const double yz = collide__ddot(g[1], g[2]), zx = collide__ddot(g[2], g[0]);
    const double xy = collide__ddot(g[0], g[1]);
    r.x -= collide__dmul(xy, s.y) + collide__dmul(zx, s.z);
    r.y -= collide__dmul(yz, s.z) + collide__dmul(xy, s.x);
    r.z -= collide__dmul(zx, s.x) + collide__dmul(yz, s.y);
    s.x = collide__clamp_to(collide__dmul(r.x, inverse.x), 1);
    s.y = collide__clamp_to(collide__dmul(r.y, inverse.y), 1);
    s.z = collide__clamp_to(collide__dmul(r.z, inverse.z), 1);
    *at = collide__dadd(collide__dadd(collide__dadd(g[3], s.x, g[0]), s.y, g[1]), s.z, g[2]);
    const uint32_t bits = (uint32_t)(s.x > 0) | (uint32_t)(s.y > 0) << 1 | (uint32_t)(s.z > 0) << 2;
    const uint32_t loose = (uint32_t)(collide__dabs(s.x) < 1) |
                           (uint32_t)(collide__dabs(s.y) < 1) << 1 |
                           (uint32_t)(collide__dabs(s.z) < 1) << 2;
    *feature = collide__core_box_feature(bits, loose);
    return true;
}

// ---- segments

// The parameters of the nearest points of the segments from the origin along d and from -r along e:
// returns the first, *u is the second. Gets the inverse of d.d. As collide__edges_nearest, with
// divisions that do not wait for each other.
COLLIDE__FORCE_INLINE double collide__nearest_segments(collide__dvec3 d, double inverse,
                                                       collide__dvec3 r, collide__dvec3 e,
                                                       double *u) {
    const collide__dvec3 cross = collide__dcross(d, e);
    const double ee = collide__ddot(e, e), de = collide__ddot(d, e);
    const double dr = collide__ddot(d, r), er = collide__ddot(e, r);
    const double s = collide__dmul(collide__dmul(de, er) - collide__dmul(dr, ee),
                                   collide__inverse_or_0(collide__ddot(cross, cross)));
    *u = collide__clamp(
        collide__dmul(collide__dmul(de, collide__clamp(s, 1)) + er, collide__inverse_or_0(ee)), 1);
    return collide__clamp(collide__dmul(collide__dmul(de, *u) - dr, inverse), 1);
}

// The nearest points of the segment from p along d and an edge of a triangle; k on the segment.
COLLIDE__FORCE_INLINE collide__dvec3 collide__nearest_edge(collide__dvec3 p, collide__dvec3 d,
                                                           const collide__dvec3 *t, double *k,
                                                           uint32_t *feature) {
    static const uint8_t next[3] = {1, 2, 0};
    const double inverse = collide__inverse_or_0(collide__ddot(d, d));
    double on_segment[3], on_edge[3], least = DBL_MAX;
    uint32_t best = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        const collide__dvec3 e = collide__dadd(t[next[i]], -1, t[i]),
                             r = collide__dadd(p, -1, t[i]);
        on_segment[i] = collide__nearest_segments(d, inverse, r, e, &on_edge[i]);
        const collide__dvec3 off =
            collide__dadd(collide__dadd(r, on_segment[i], d), -on_edge[i], e);
        const double square = collide__ddot(off, off);
        best = square < least ? i : best;
        least = collide__dmin(square, least);
    }
    *k = on_segment[best];
    *feature = collide__edge_feature(best, on_edge[best]);
    return collide__dadd(t[best], on_edge[best], collide__dadd(t[next[best]], -1, t[best]));
}

// The nearest points of a segment and a triangle: those of an end, mostly of the end that is nearer
// to the middle of the triangle, if the distance does not fall along the segment from there; or
// those of the segment and an edge. (A segment through the triangle touches it; the certificate
// fails then.)
COLLIDE__FORCE_INLINE collide__dvec3 collide__segment_triangle(collide__dvec3 p, collide__dvec3 d,
                                                               const collide__dvec3 *t, double *k,
                                                               uint32_t *feature) {
    static const double end[2] = {0, 1}, inward[2] = {1, -1};
    const collide__dvec3 middle = collide__dadd(t[1], 1, t[2]);
    uint32_t i = collide__ddot(d, collide__dadd(collide__dadd(middle, -3, p), -1.5, d)) > 0;
    for (uint32_t tries = 0; tries < 2; ++tries, i ^= 1) {
        const collide__dvec3 x = collide__dadd(p, end[i], d);
        const collide__dvec3 at = collide__nearest_triangle(t, x, feature);
        *k = end[i];
        if (collide__dmul(collide__ddot(d, collide__dadd(x, -1, at)), inward[i]) >= 0)
            return at;
    }
    return collide__nearest_edge(p, d, t, k, feature);
}

// The nearest points of cores that have a closed form: a point or a segment as a, with a point, a
// segment, a triangle or a box. False for other cores. The points may be wrong or equal if the
// cores touch.
COLLIDE__NOINLINE bool collide__nearest_points(const collide__core_pair *p, collide__witness *out) {
    const collide__core *a = p->a, *b = p->b;
    const collide__dvec3 zero = {0, 0, 0}, d = p->d, from = collide__dneg(d);
    double k = 0;
    if (a->kind != COLLIDE__CORE_POINTS || a->count > 2)
        return false;
    const bool segment = a->count == 2;
    const collide__dvec3 e = segment ? a->p[1] : zero;
    out->feature_b = COLLIDE_FEATURE_VERTEX;
    out->b = zero;
    if (b->kind == COLLIDE__CORE_BOX) {
        if (!collide__nearest_box(b, from, segment ? &e : NULL, &k, &out->b, &out->feature_b))
            return false;
    } else if (b->kind != COLLIDE__CORE_POINTS || b->count > 3) {
        return false;
    } else if (b->count == 3) {
        out->b = segment ? collide__segment_triangle(from, e, b->p, &k, &out->feature_b)
                         : collide__nearest_triangle(b->p, from, &out->feature_b);
    } else if (segment || b->count == 2) {
        const double inverse = collide__inverse_or_0(collide__ddot(e, e));
        double u;
        k = collide__nearest_segments(e, inverse, from, b->p[1], &u);
        out->b = collide__dadd(zero, u, b->p[1]);
        out->feature_b = collide__edge_feature(0, u);
    }
    out->a = collide__dadd(zero, k, e);
    out->feature_a = segment ? collide__edge_feature(0, k) : COLLIDE_FEATURE_VERTEX;
    return true;
}
#endif // COLLIDE_NO_SHAPE
