#pragma once
#include "table.h"
#include "../base/lane_vectors.h"

// ---- the nearest points of cores, in closed form, in lanes -----------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// As their namesakes in shape/nearest.h, with the same operations. Sums with 0 and products with 1
// or -1 are left out: only the sign of a zero can depend on them, and no result has one.

// As collide__core. A point is a segment with the end 0.
typedef struct COLLIDE__W(collide__lane_core) {
    COLLIDE__D3 origin, p[4];
    COLLIDE__D radius, size;
    COLLIDE__D least;  // bad input if this is negative
    COLLIDE__D spread; // the sum of all spans
} COLLIDE__W(collide__lane_core);

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
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, x), COLLIDE__W(collide__lane_inverse)(x), zero);
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
#endif // COLLIDE__WIDTH
