#pragma once
#include "table.h"
#include "../base/lane_vectors.h"

// ---- the nearest points of cores, in closed form, in lanes -----------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// As their namesakes in shape/nearest.h, with the same operations. Sums with 0 and products with 1
// or -1 are left out: only signs of zeros can depend on them, and no result has a negative zero.

// As collide__witness, for a point k of the segment a.
typedef struct COLLIDE__W(collide__lane_witness) {
    COLLIDE__D3 b;
    COLLIDE__D k, feature_b; // features as numbers
} COLLIDE__W(collide__lane_witness);

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_clamp)(COLLIDE__D x) {
    return COLLIDE__MIN_D(COLLIDE__MAX_D(x, COLLIDE__SPLAT_D(0.0)), COLLIDE__SPLAT_D(1.0));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_clamp_to)(COLLIDE__D x,
                                                                         COLLIDE__D most) {
    return COLLIDE__MAX_D(COLLIDE__MIN_D(x, most), COLLIDE__NEG_D(most));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_inverse)(COLLIDE__D x) {
    return COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), x);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__D x) {
    return COLLIDE__WHERE_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), x),
                            COLLIDE__W(collide__lane_inverse)(x));
}

// The feature at k of an edge from one vertex to the next.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_edge)(COLLIDE__D vertex,
                                                                     COLLIDE__D next,
                                                                     COLLIDE__D k) {
    const COLLIDE__D edge = COLLIDE__ADD_D(vertex, COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_EDGE));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), k),
                             COLLIDE__SELECT_D(COLLIDE__LE_D(COLLIDE__SPLAT_D(1.0), k), next, edge),
                             vertex);
}

// ---- segments

// As collide__nearest_segments: gets the products of which this is made. Returns s, *u is the
// other.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_parameters)(
    COLLIDE__D inverse_dd, COLLIDE__D ee, COLLIDE__D de, COLLIDE__D dr, COLLIDE__D er,
    COLLIDE__D square, COLLIDE__D *u) {
    const COLLIDE__D s =
        COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__MUL_D(de, er), COLLIDE__MUL_D(dr, ee)),
                       COLLIDE__W(collide__lane_inverse_or_0)(square));
    *u = COLLIDE__W(collide__lane_clamp)(
        COLLIDE__MUL_D(COLLIDE__ADD_D(COLLIDE__MUL_D(de, COLLIDE__W(collide__lane_clamp)(s)), er),
                       COLLIDE__W(collide__lane_inverse_or_0)(ee)));
    return COLLIDE__W(collide__lane_clamp)(
        COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__MUL_D(de, *u), dr), inverse_dd));
}

// Two segments. Where *other is set, b is the first one of the definition: only there does the
// order matter.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_segments)(COLLIDE__D3 e, COLLIDE__D3 f, COLLIDE__D3 d, COLLIDE__DM other,
                                   COLLIDE__W(collide__lane_witness) * out) {
    const COLLIDE__D3 cross = COLLIDE__D3_(cross)(e, f);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D ed = COLLIDE__D3_(dot)(e, d), fd = COLLIDE__D3_(dot)(f, d);
    COLLIDE__D u;
    const COLLIDE__D k = COLLIDE__W(collide__lane_parameters)(
        COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__SELECT_D(other, ff, ee)),
        COLLIDE__SELECT_D(other, ee, ff), COLLIDE__D3_(dot)(e, f),
        COLLIDE__SELECT_D(other, fd, COLLIDE__NEG_D(ed)),
        COLLIDE__SELECT_D(other, ed, COLLIDE__NEG_D(fd)), COLLIDE__D3_(dot)(cross, cross), &u);
    const COLLIDE__D on_b = COLLIDE__SELECT_D(other, k, u);
    out->k = COLLIDE__SELECT_D(other, u, k);
    out->b = COLLIDE__D3_(scale)(on_b, f);
    out->feature_b =
        COLLIDE__W(collide__lane_edge)(COLLIDE__SPLAT_D(0.0), COLLIDE__SPLAT_D(1.0), on_b);
}

// ---- boxes

// As collide__box_side, as -1, 0 or 1.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_side)(COLLIDE__D c_j, COLLIDE__D by_j, COLLIDE__D wide_j, COLLIDE__D e_j,
                               COLLIDE__D c_k, COLLIDE__D by_k, COLLIDE__D wide_k, COLLIDE__D e_k) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D j = COLLIDE__ABS_D(wide_j), k = COLLIDE__ABS_D(wide_k);
#define COLLIDE__BEYOND(x, most) COLLIDE__SUB_D(x, COLLIDE__W(collide__lane_clamp_to)(x, most))
#define COLLIDE__SLOPE(op)                                                                         \
    COLLIDE__ADD_D(COLLIDE__MUL_D(e_j, COLLIDE__BEYOND(op(c_j, by_j), j)),                         \
                   COLLIDE__MUL_D(e_k, COLLIDE__BEYOND(op(c_k, by_k), k)))
    const COLLIDE__D low = COLLIDE__SLOPE(COLLIDE__SUB_D), high = COLLIDE__SLOPE(COLLIDE__ADD_D);
#undef COLLIDE__SLOPE
    return COLLIDE__SUB_D(COLLIDE__WHERE_D(COLLIDE__LT_D(high, zero), one),
                          COLLIDE__WHERE_D(COLLIDE__LT_D(zero, low), one));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_slope)(COLLIDE__D3 x,
                                                                      COLLIDE__D3 d) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    x.x = COLLIDE__BEYOND(x.x, one);
    x.y = COLLIDE__BEYOND(x.y, one);
    x.z = COLLIDE__BEYOND(x.z, one);
    return COLLIDE__D3_(dot)(x, d);
}
#undef COLLIDE__BEYOND

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_entry)(COLLIDE__D q, COLLIDE__D r,
                                                                      COLLIDE__D d) {
    const COLLIDE__D turned =
        COLLIDE__SELECT_D(COLLIDE__LT_D(d, COLLIDE__SPLAT_D(0.0)), COLLIDE__NEG_D(r), r);
    return COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__NEG_D(q), turned),
                          COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__ABS_D(d)));
}

// As collide__nearest_on_segment.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_on_segment)(COLLIDE__D3 q,
                                                                           COLLIDE__D3 inverse,
                                                                           COLLIDE__D3 r,
                                                                           COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 e = COLLIDE__D3_(mul)(d, inverse), x_0 = COLLIDE__D3_(mul)(r, inverse);
    const COLLIDE__DM ahead = COLLIDE__LT_D(COLLIDE__W(collide__lane_slope)(x_0, d), zero);
    const COLLIDE__D at_1 = COLLIDE__W(collide__lane_slope)(COLLIDE__D3_(add)(x_0, e), d);
    const COLLIDE__DM inside = COLLIDE__BOTH_D(ahead, COLLIDE__LT_D(zero, at_1));
    const COLLIDE__D end = COLLIDE__WHERE_D(ahead, one);
    if (!COLLIDE__BITS_D(inside))
        return end;
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(d, r);
    const COLLIDE__D xy = COLLIDE__MUL_D(q.x, d.y), xz = COLLIDE__MUL_D(q.x, d.z);
    const COLLIDE__D yz = COLLIDE__MUL_D(q.y, d.z), yx = COLLIDE__MUL_D(q.y, d.x);
    const COLLIDE__D zx = COLLIDE__MUL_D(q.z, d.x), zy = COLLIDE__MUL_D(q.z, d.y);
    COLLIDE__D3 side;
    side.x = COLLIDE__W(collide__lane_side)(c.z, xy, yx, e.y, COLLIDE__NEG_D(c.y), xz, zx, e.z);
    side.y = COLLIDE__W(collide__lane_side)(c.x, yz, zy, e.z, COLLIDE__NEG_D(c.z), yx, xy, e.x);
    side.z = COLLIDE__W(collide__lane_side)(c.y, zx, xz, e.x, COLLIDE__NEG_D(c.x), zy, yz, e.y);
    const COLLIDE__D3 w = COLLIDE__D3_(mul)(side, e);
    const COLLIDE__D sum = COLLIDE__D3_(dot)(w, COLLIDE__D3_(mul)(side, d));
    const COLLIDE__D along = COLLIDE__D3_(dot)(w, COLLIDE__D3_(sub)(q, COLLIDE__D3_(mul)(side, r)));
    const COLLIDE__DM sloped = COLLIDE__LT_D(zero, sum);
    COLLIDE__D k = COLLIDE__DIV_D(along, sum);
    if (COLLIDE__BITS_D(COLLIDE__BOTH_D(inside, COLLIDE__NOT_D(sloped)))) {
        const COLLIDE__D entry =
            COLLIDE__MAX_D(COLLIDE__W(collide__lane_entry)(q.x, r.x, d.x),
                           COLLIDE__MAX_D(COLLIDE__W(collide__lane_entry)(q.y, r.y, d.y),
                                          COLLIDE__W(collide__lane_entry)(q.z, r.z, d.z)));
        k = COLLIDE__SELECT_D(sloped, k, entry);
    }
    return COLLIDE__SELECT_D(inside, COLLIDE__W(collide__lane_clamp)(k), end);
}

// As collide__core_box_feature. Of the axes that are not free, the signs are the digits of the
// number; edges begin at 4 times their axis, and faces at 2 times.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_box_feature)(COLLIDE__D3 s) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const double edge = (double)COLLIDE_FEATURE_EDGE;
    const COLLIDE__DM free_x = COLLIDE__LT_D(COLLIDE__ABS_D(s.x), one);
    const COLLIDE__DM free_y = COLLIDE__LT_D(COLLIDE__ABS_D(s.y), one);
    const COLLIDE__DM free_z = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s.z), one),
                                               COLLIDE__NOT_D(COLLIDE__BOTH_D(free_x, free_y)));
    const COLLIDE__D base = COLLIDE__SELECT_D(
        free_y, COLLIDE__SPLAT_D(edge - 4.0),
        COLLIDE__SELECT_D(free_x, COLLIDE__SPLAT_D(edge + 2.0), COLLIDE__SPLAT_D(edge + 8.0)));
    COLLIDE__D n = COLLIDE__WHERE_D(
        COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), s.z), COLLIDE__NOT_D(free_z)), one);
    n = COLLIDE__ADD_D(COLLIDE__SELECT_D(free_y, n, COLLIDE__ADD_D(n, n)),
                       COLLIDE__WHERE_D(COLLIDE__LE_D(one, s.y), one));
    n = COLLIDE__ADD_D(COLLIDE__SELECT_D(free_x, n, COLLIDE__ADD_D(n, n)),
                       COLLIDE__WHERE_D(COLLIDE__LE_D(one, s.x), one));
    n = COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_x, COLLIDE__SPLAT_D(edge)));
    n = COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_y, COLLIDE__SPLAT_D(edge + 4.0)));
    return COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_z, base));
}

// s clamped to the box, where r are the products with the generators.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_in_box)(COLLIDE__D3 r,
                                                                        COLLIDE__D3 inverse) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    r = COLLIDE__D3_(mul)(r, inverse);
    r.x = COLLIDE__W(collide__lane_clamp_to)(r.x, one);
    r.y = COLLIDE__W(collide__lane_clamp_to)(r.y, one);
    r.z = COLLIDE__W(collide__lane_clamp_to)(r.z, one);
    return r;
}

// As collide__core_local, of an OBB with the generators g, or of an AABB with the half sides g[3].
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_local)(const COLLIDE__D3 *g,
                                                                       bool obb, COLLIDE__D3 m) {
    COLLIDE__D3 r;
    if (!obb)
        return COLLIDE__D3_(mul)(g[3], m);
    r.x = COLLIDE__D3_(dot)(g[0], m);
    r.y = COLLIDE__D3_(dot)(g[1], m);
    r.z = COLLIDE__D3_(dot)(g[2], m);
    return r;
}

// Of the generators g of an OBB, or half sides g[3] of an AABB: squared lengths, and their
// inverses.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_squares)(const COLLIDE__D3 *g,
                                                                         bool obb,
                                                                         COLLIDE__D3 *inverse) {
    COLLIDE__D3 q;
    if (obb) {
        q.x = COLLIDE__D3_(dot)(g[0], g[0]);
        q.y = COLLIDE__D3_(dot)(g[1], g[1]);
        q.z = COLLIDE__D3_(dot)(g[2], g[2]);
    } else {
        q = COLLIDE__D3_(mul)(g[3], g[3]);
    }
    inverse->x = COLLIDE__W(collide__lane_inverse)(q.x);
    inverse->y = COLLIDE__W(collide__lane_inverse)(q.y);
    inverse->z = COLLIDE__W(collide__lane_inverse)(q.z);
    return q;
}

// As collide__nearest_box, for the segment from x along d, or the point x if d is NULL. Returns the
// lanes in which no generator is 0. The axes of an AABB are orthogonal, so that one pass is enough.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_box)(
    const COLLIDE__D3 *g, bool obb, COLLIDE__D3 q, COLLIDE__D3 inverse, COLLIDE__D3 x,
    const COLLIDE__D3 *d, bool whole, COLLIDE__W(collide__lane_witness) * out) {
    COLLIDE__D3 s;
    COLLIDE__D3 r = COLLIDE__W(collide__lane_local)(g, obb, obb ? x : COLLIDE__D3_(sub)(x, g[3]));
    if (d) {
        const COLLIDE__D3 rate = COLLIDE__W(collide__lane_local)(g, obb, *d);
        out->k = COLLIDE__W(collide__lane_on_segment)(q, inverse, r, rate);
        r = COLLIDE__D3_(along)(r, out->k, rate);
    }
    s = COLLIDE__W(collide__lane_in_box)(r, inverse);
    if (obb) {
        const COLLIDE__D yz = COLLIDE__D3_(dot)(g[1], g[2]), zx = COLLIDE__D3_(dot)(g[2], g[0]);
        const COLLIDE__D xy = COLLIDE__D3_(dot)(g[0], g[1]);
#define COLLIDE__REST(x, i, j, by_i, by_j)                                                         \
    COLLIDE__SUB_D(r.x, COLLIDE__ADD_D(COLLIDE__MUL_D(by_i, s.i), COLLIDE__MUL_D(by_j, s.j)))
        r.x = COLLIDE__REST(x, y, z, xy, zx);
        r.y = COLLIDE__REST(y, z, x, yz, xy);
        r.z = COLLIDE__REST(z, x, y, zx, yz);
#undef COLLIDE__REST
        s = COLLIDE__W(collide__lane_in_box)(r, inverse);
        out->b = COLLIDE__D3_(along)(COLLIDE__D3_(scale)(s.x, g[0]), s.y, g[1]);
        out->b = COLLIDE__D3_(along)(out->b, s.z, g[2]);
    } else {
        out->b = COLLIDE__D3_(add)(g[3], COLLIDE__D3_(mul)(s, g[3]));
    }
    if (whole)
        out->feature_b = COLLIDE__W(collide__lane_box_feature)(s);
    return COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__MIN_D(COLLIDE__MIN_D(q.x, q.y), q.z));
}

// ---- triangles

// As collide__nearest_triangle: edge 0 goes before edge 1, and edge 1 before edge 2; likewise for
// vertices, of which vertex 0 is also the last choice. Returns the feature.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_triangle)(const COLLIDE__D3 *t,
                                                                         COLLIDE__D3 x,
                                                                         COLLIDE__D3 *at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 e = t[1], f = t[2], g = COLLIDE__D3_(sub)(f, e);
    const COLLIDE__D3 n = COLLIDE__D3_(cross)(e, f), turned = COLLIDE__D3_(cross)(n, x);
    const COLLIDE__D nn = COLLIDE__D3_(dot)(n, n), to_1 = COLLIDE__D3_(dot)(turned, f);
    const COLLIDE__D to_2 = COLLIDE__NEG_D(COLLIDE__D3_(dot)(turned, e));
    const COLLIDE__D xe = COLLIDE__D3_(dot)(x, e), xf = COLLIDE__D3_(dot)(x, f);
    const COLLIDE__D xg = COLLIDE__D3_(dot)(COLLIDE__D3_(sub)(x, e), g);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D gg = COLLIDE__D3_(dot)(g, g);
    const COLLIDE__DM in_0 = COLLIDE__LT_D(zero, to_2), in_2 = COLLIDE__LT_D(zero, to_1);
    const COLLIDE__DM in_1 = COLLIDE__LT_D(COLLIDE__ADD_D(to_1, to_2), nn);
    const COLLIDE__DM inside = COLLIDE__BOTH_D(COLLIDE__BOTH_D(in_0, in_1), in_2);
    const COLLIDE__DM behind_0 = COLLIDE__LT_D(zero, xe), before_0 = COLLIDE__LT_D(xe, ee);
    const COLLIDE__DM behind_1 = COLLIDE__LT_D(zero, xg), before_1 = COLLIDE__LT_D(xg, gg);
    const COLLIDE__DM behind_2 = COLLIDE__LT_D(zero, xf), before_2 = COLLIDE__LT_D(xf, ff);
#define COLLIDE__WITHOUT(m, n) COLLIDE__BOTH_D(m, COLLIDE__NOT_D(n))
    const COLLIDE__DM edge_0 = COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_0, before_0), in_0);
    const COLLIDE__DM edge_1 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_1, before_1), in_1), edge_0);
    const COLLIDE__DM first = COLLIDE__EITHER_D(edge_0, edge_1);
    const COLLIDE__DM edge_2 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_2, before_2), in_2), first);
    const COLLIDE__DM flat = COLLIDE__EITHER_D(inside, COLLIDE__EITHER_D(first, edge_2));
    const COLLIDE__DM not_0 =
        COLLIDE__WITHOUT(COLLIDE__EITHER_D(behind_0, behind_2), flat); // of vertices
    const COLLIDE__DM is_1 = COLLIDE__WITHOUT(COLLIDE__WITHOUT(not_0, behind_1), before_0);
    const COLLIDE__DM is_2 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__WITHOUT(not_0, before_2), before_1), is_1);
    // clang 19 never ends if two masks of AVX-512 and their union all choose lanes: is_1 does not.
    const COLLIDE__DM from_1 = COLLIDE__EITHER_D(is_1, edge_1);
#undef COLLIDE__WITHOUT
    // Else the face, or a vertex.
#define COLLIDE__OF(on_0, on_1, on_2, on_face, on_vertex)                                          \
    COLLIDE__SELECT_D(                                                                             \
        edge_0, on_0,                                                                              \
        COLLIDE__SELECT_D(                                                                         \
            edge_1, on_1,                                                                          \
            COLLIDE__SELECT_D(edge_2, on_2, COLLIDE__SELECT_D(inside, on_face, on_vertex))))
    const COLLIDE__D inverse = COLLIDE__W(collide__lane_inverse)(COLLIDE__OF(ee, gg, ff, nn, one));
    const COLLIDE__D along = COLLIDE__MUL_D(COLLIDE__OF(xe, xg, xf, to_1, zero), inverse);
    const COLLIDE__D3 from =
        COLLIDE__D3_(select)(is_2, f, COLLIDE__D3_(select)(from_1, e, COLLIDE__D3_(splat)(0.0)));
    const COLLIDE__D3 edge = COLLIDE__D3_(select)(edge_1, g, COLLIDE__D3_(select)(edge_2, f, e));
    *at = COLLIDE__D3_(along)(COLLIDE__D3_(along)(from, along, edge),
                              COLLIDE__MUL_D(COLLIDE__WHERE_D(inside, to_2), inverse), f);
    const COLLIDE__D two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__D vertex = COLLIDE__SELECT_D(from_1, one, COLLIDE__WHERE_D(is_2, two));
    return COLLIDE__OF(COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D(1.0 + (double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D(2.0 + (double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_FACE), vertex);
#undef COLLIDE__OF
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_witness_select)(COLLIDE__DM m, const COLLIDE__W(collide__lane_witness) * a,
                                         COLLIDE__W(collide__lane_witness) * b) {
    b->b = COLLIDE__D3_(select)(m, a->b, b->b);
    b->k = COLLIDE__SELECT_D(m, a->k, b->k);
    b->feature_b = COLLIDE__SELECT_D(m, a->feature_b, b->feature_b);
}

// As collide__nearest_edge, for the segment from p along d. Gets t with a copy of its first vertex
// as t[3].
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_edges)(const COLLIDE__D3 *t, COLLIDE__D3 p, COLLIDE__D3 d,
                                COLLIDE__W(collide__lane_witness) * out) {
    const COLLIDE__D inverse = COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__D3_(dot)(d, d));
    COLLIDE__D least = COLLIDE__SPLAT_D(DBL_MAX);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D3 e = COLLIDE__D3_(sub)(t[i + 1], t[i]), r = COLLIDE__D3_(sub)(p, t[i]);
        const COLLIDE__D3 cross = COLLIDE__D3_(cross)(d, e);
        COLLIDE__D u;
        COLLIDE__W(collide__lane_witness) w;
        w.k = COLLIDE__W(collide__lane_parameters)(
            inverse, COLLIDE__D3_(dot)(e, e), COLLIDE__D3_(dot)(d, e), COLLIDE__D3_(dot)(d, r),
            COLLIDE__D3_(dot)(e, r), COLLIDE__D3_(dot)(cross, cross), &u);
        const COLLIDE__D3 on = COLLIDE__D3_(scale)(u, e);
        const COLLIDE__D3 off = COLLIDE__D3_(sub)(COLLIDE__D3_(along)(r, w.k, d), on);
        const COLLIDE__D square = COLLIDE__D3_(dot)(off, off);
        const COLLIDE__DM best = COLLIDE__LT_D(square, least);
        least = COLLIDE__MIN_D(square, least);
        w.b = COLLIDE__D3_(add)(t[i], on);
        w.feature_b = COLLIDE__W(collide__lane_edge)(COLLIDE__SPLAT_D((double)i),
                                                     COLLIDE__SPLAT_D((double)((i + 1) % 3)), u);
        if (i == 0)
            *out = w;
        else
            COLLIDE__W(collide__lane_witness_select)(best, &w, out);
    }
}
#endif // COLLIDE__WIDTH
