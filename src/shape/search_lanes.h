#pragma once
#include "search_cores.h"

// ---- the search for the nearest points of two cores, in lanes --------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// As collide__gjk_from and collide__distance_search, with the same operations. A lane is left out
// if its cores touch or overlap, or nearly, and if its search takes many rounds. The order of the
// cores does not matter: in the other order d, w, v and the normal have the opposite signs, each
// core has the same directions, and all else has the same bits.

// Boxes take up to 12 rounds, convex bodies a few more, and most cylinders up to 28.
#define COLLIDE__SEARCH_ROUNDS 32

// Two cores, as collide__core_pair, and the state of their search. The simplex ends at place 2 with
// the point that was found last. Before it are points that were found earlier, in this order, of
// which the first must not be used if there are less than three.
typedef struct COLLIDE__W(collide__search_pair) {
    COLLIDE__W(collide__search_core) core[2];
    COLLIDE__D3 d;
    COLLIDE__D size, slack, radius, tolerance, reach, enough;
    COLLIDE__DM good, live;
    COLLIDE__D3 w[3], v, n, normal; // normal is not scaled
    COLLIDE__D next, code[3];       // see COLLIDE__CODE
    COLLIDE__D weight[3];           // of points 1 and 2; 0 if there is none before these
    COLLIDE__D part;                // see collide__search_part
    COLLIDE__D gap, inverse, square;
} COLLIDE__W(collide__search_pair);

// The part of the simplex and a new point that is nearest to 0, as collide__simplex_part. Its
// number is 0 for the new point, 1 to 3 for the edges from points 0 to 2, and -2 to -4 for the
// faces with points 1 and 0, 2 and 0, 2 and 1. For an edge, v is not yet made normal to it.
typedef struct COLLIDE__W(collide__search_part) {
    COLLIDE__D number, square, inverse;
    COLLIDE__D weight[3];
    COLLIDE__D3 v, e;
    COLLIDE__DM open; // no face is sure
} COLLIDE__W(collide__search_part);

// ---- the nearest part of a simplex

// An edge from the new point n: e to an earlier point.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_edge_part)(COLLIDE__D number, COLLIDE__D3 e, COLLIDE__D ee,
                                      COLLIDE__D3 n, COLLIDE__DM lanes,
                                      COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D t = COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, e));
    lanes = COLLIDE__BOTH_D(COLLIDE__BOTH_D(lanes, best->open),
                            COLLIDE__BOTH_D(COLLIDE__LT_D(zero, t), COLLIDE__LT_D(t, ee)));
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, ee), k = COLLIDE__MUL_D(t, inverse);
    const COLLIDE__D3 v = COLLIDE__D3_(along)(n, k, e);
    const COLLIDE__D square = COLLIDE__D3_(dot)(v, v);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(square, best->square));
    best->number = COLLIDE__SELECT_D(lanes, number, best->number);
    best->square = COLLIDE__SELECT_D(lanes, square, best->square);
    best->inverse = COLLIDE__SELECT_D(lanes, inverse, best->inverse);
    best->weight[1] = COLLIDE__SELECT_D(lanes, zero, best->weight[1]);
    best->weight[2] = COLLIDE__SELECT_D(lanes, COLLIDE__SUB_D(one, k), best->weight[2]);
    best->v = COLLIDE__D3_(select)(lanes, v, best->v);
    best->e = COLLIDE__D3_(select)(lanes, e, best->e);
}

// A face with the new point n: e and f to earlier points. other is the third earlier point, of
// lanes that have one.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_face_part)(COLLIDE__D number, COLLIDE__D3 e, COLLIDE__D3 f,
                                      COLLIDE__D ee, COLLIDE__D ff, COLLIDE__D3 n,
                                      COLLIDE__D3 other, COLLIDE__DM has_other, COLLIDE__DM lanes,
                                      COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 m = COLLIDE__D3_(cross)(e, f), r = COLLIDE__D3_(cross)(n, m);
    const COLLIDE__D mm = COLLIDE__D3_(dot)(m, m);
    const COLLIDE__D to_e = COLLIDE__D3_(dot)(r, f), minus_to_f = COLLIDE__D3_(dot)(r, e);
    lanes = COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(lanes, best->open),
        COLLIDE__BOTH_D(COLLIDE__LT_D(zero, to_e), COLLIDE__LT_D(minus_to_f, zero)));
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(COLLIDE__SUB_D(to_e, minus_to_f), mm));
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(zero, mm));
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, mm), height = COLLIDE__D3_(dot)(m, n);
    const COLLIDE__D k = COLLIDE__MUL_D(to_e, inverse);
    const COLLIDE__D minus_l = COLLIDE__MUL_D(minus_to_f, inverse);
    const COLLIDE__D3 v =
        COLLIDE__D3_(sub)(COLLIDE__D3_(along)(n, k, e), COLLIDE__D3_(scale)(minus_l, f));
    const COLLIDE__D square = COLLIDE__D3_(dot)(v, v);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(square, best->square));
    best->number = COLLIDE__SELECT_D(lanes, number, best->number);
    best->square = COLLIDE__SELECT_D(lanes, square, best->square);
    best->weight[1] = COLLIDE__SELECT_D(lanes, k, best->weight[1]);
    best->weight[2] =
        COLLIDE__SELECT_D(lanes, COLLIDE__ADD_D(COLLIDE__SUB_D(one, k), minus_l), best->weight[2]);
    best->v = COLLIDE__D3_(select)(lanes, COLLIDE__D3_(scale)(COLLIDE__MUL_D(height, inverse), m),
                                   best->v);
    const COLLIDE__D side = COLLIDE__SELECT_D(
        has_other, COLLIDE__MUL_D(height, COLLIDE__SUB_D(COLLIDE__D3_(dot)(m, other), height)), mm);
    const COLLIDE__D flat =
        COLLIDE__MUL_D(COLLIDE__MUL_D(ee, ff), COLLIDE__SPLAT_D(9.5367431640625e-07)); // 2^-20
    best->open = COLLIDE__BUT_D(best->open,
                                COLLIDE__BOTH_D(lanes, COLLIDE__BOTH_D(COLLIDE__LT_D(flat, mm),
                                                                       COLLIDE__LT_D(zero, side))));
}

// Whether four points hold 0, as collide__simplex_holds: e leads from the new point n to the
// others.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__search_holds)(const COLLIDE__D3 *e,
                                                                         COLLIDE__D3 n) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 fg = COLLIDE__D3_(cross)(e[1], e[2]);
    const COLLIDE__D det = COLLIDE__D3_(dot)(e[0], fg), volume = COLLIDE__ABS_D(det);
    const COLLIDE__D limit =
        COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(e[0]),
                       COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(e[1]), COLLIDE__D3_(sum_abs)(e[2])));
    const COLLIDE__D minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D sign =
        COLLIDE__XOR_D(minus, COLLIDE__WHERE_D(COLLIDE__LT_D(det, zero), minus));
    const COLLIDE__D x = COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, fg));
    const COLLIDE__D y =
        COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(e[2], e[0])));
    const COLLIDE__D z =
        COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(e[0], e[1])));
    const COLLIDE__D rest = COLLIDE__SUB_D(volume, COLLIDE__ADD_D(COLLIDE__ADD_D(x, y), z));
    return COLLIDE__BOTH_D(
        COLLIDE__LT_D(COLLIDE__MUL_D(limit, COLLIDE__SPLAT_D(9.094947017729282e-13)), volume),
        COLLIDE__LE_D(zero,
                      COLLIDE__MIN_D(COLLIDE__MIN_D(x, y), COLLIDE__MIN_D(z, rest)))); // 2^-40
}

// As collide__simplex_nearest, for the points of s and the new point n.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_nearest)(const COLLIDE__W(collide__search_pair) * s, bool first,
                                    COLLIDE__D3 n, const COLLIDE__D3 *e, COLLIDE__DM two,
                                    COLLIDE__DM three, COLLIDE__DM lanes,
                                    COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D ee[3];
    best->number = best->inverse = best->weight[1] = best->weight[2] = zero;
    best->v = best->e = n;
    best->square = COLLIDE__D3_(dot)(n, n);
    best->open = lanes;
    if (first)
        return;
    ee[0] = COLLIDE__D3_(dot)(e[0], e[0]);
    ee[1] = COLLIDE__D3_(dot)(e[1], e[1]);
    ee[2] = COLLIDE__D3_(dot)(e[2], e[2]);
    two = COLLIDE__BOTH_D(two, lanes);
    three = COLLIDE__BOTH_D(three, lanes);
    // The first place that is in use in any lane.
    const int from = COLLIDE__BITS_D(three) ? 0 : COLLIDE__BITS_D(two) ? 1 : 2;
    for (int f = from + (from > 0); f < 3; ++f) {
        const int i = 1 + (f > 0), j = f > 1;
        COLLIDE__W(collide__search_face_part)
        (COLLIDE__SPLAT_D(-2.0 - f), e[i], e[j], ee[i], ee[j], n, s->w[2 - f], three,
         f < 2 ? three : two, best);
    }
    if (!COLLIDE__BITS_D(best->open))
        return;
    for (int i = from; i < 3; ++i)
        COLLIDE__W(collide__search_edge_part)
    (COLLIDE__SPLAT_D(1.0 + i), e[i], ee[i], n, i == 0 ? three : i == 1 ? two : lanes, best);
    const COLLIDE__D off = COLLIDE__MUL_D(COLLIDE__D3_(dot)(best->v, best->e), best->inverse);
    best->v = COLLIDE__D3_(select)(COLLIDE__LT_D(zero, best->number),
                                   COLLIDE__D3_(sub)(best->v, COLLIDE__D3_(scale)(off, best->e)),
                                   best->v);
}

// Keeps the points of the part, and the new point as the last. Lanes that have ended keep theirs.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_keep)(const COLLIDE__W(collide__search_part) * part, COLLIDE__D3 n,
                                 COLLIDE__D code, bool first, COLLIDE__DM lanes,
                                 COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D place =
        COLLIDE__SELECT_D(lanes, COLLIDE__ABS_D(part->number), COLLIDE__SPLAT_D(2.0));
    const COLLIDE__DM two = COLLIDE__LT_D(COLLIDE__SPLAT_D(2.5), place);
    const COLLIDE__DM one = COLLIDE__LT_D(COLLIDE__SPLAT_D(1.5), place);
    const COLLIDE__DM low = COLLIDE__LT_D(COLLIDE__SPLAT_D(3.5), place);
    const COLLIDE__DM last = first ? COLLIDE__MASK_D(255u) : lanes;
    const COLLIDE__D3 w0 = s->w[0];
    const COLLIDE__D code0 = s->code[0];
    s->w[0] = COLLIDE__D3_(select)(low, s->w[1], w0);
    s->w[1] = COLLIDE__D3_(select)(two, s->w[2], COLLIDE__D3_(select)(one, s->w[1], w0));
    s->w[2] = COLLIDE__D3_(select)(last, n, s->w[2]);
    s->code[0] = COLLIDE__SELECT_D(low, s->code[1], code0);
    s->code[1] = COLLIDE__SELECT_D(two, s->code[2], COLLIDE__SELECT_D(one, s->code[1], code0));
    s->code[2] = COLLIDE__SELECT_D(last, code, s->code[2]);
    for (int i = 0; i < 2; ++i)
        if (s->core[i].kind == COLLIDE__CORE_ROUND)
            COLLIDE__W(collide__search_keep_disk)(&s->core[i], one, two, low, last);
    s->weight[1] = COLLIDE__SELECT_D(lanes, part->weight[1], s->weight[1]);
    s->weight[2] = COLLIDE__SELECT_D(lanes, part->weight[2], s->weight[2]);
    s->part = COLLIDE__SELECT_D(lanes, part->number, s->part);
    s->v = COLLIDE__D3_(select)(lanes, part->v, s->v);
}

// ---- the search

// One round of collide__gjk_from. curved tells whether there may be a cylinder or a convex body.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_round)(bool curved, COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const unsigned lanes = COLLIDE__BITS_D(s->live);
    COLLIDE__D code = COLLIDE__SPLAT_D(COLLIDE__CODE);
    const COLLIDE__D3 v = s->v;
    const COLLIDE__D vv = COLLIDE__D3_(dot)(v, v);
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, COLLIDE__SQRT_D(vv));
    const COLLIDE__D3 a =
        COLLIDE__W(collide__search_support)(curved, &s->core[0], 0, v, lanes, &code);
    const COLLIDE__D3 b =
        COLLIDE__W(collide__search_support)(curved, &s->core[1], 1, v, lanes, &code);
    const COLLIDE__D3 n = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), s->d);
    const COLLIDE__D gap = COLLIDE__MUL_D(COLLIDE__D3_(dot)(v, n), inverse);
    // A lane that has ended finds the same gap again. With a convex body, whose vertices it no
    // longer searches, its gap means nothing.
    COLLIDE__DM more = COLLIDE__LT_D(s->gap, gap);
    if (curved)
        more = COLLIDE__BOTH_D(s->live, more);
    s->gap = COLLIDE__SELECT_D(more, gap, s->gap);
    s->inverse = COLLIDE__SELECT_D(more, inverse, s->inverse);
    s->normal = COLLIDE__D3_(select)(more, v, s->normal);
    const COLLIDE__D span = COLLIDE__SQRT_D(s->square);
    const COLLIDE__D least = COLLIDE__ADD_D(
        COLLIDE__MUL_D(span, COLLIDE__SPLAT_D(2.3283064365386963e-10)), s->tolerance); // 2^-32
    COLLIDE__DM live = COLLIDE__BOTH_D(s->live, COLLIDE__LT_D(least, COLLIDE__SUB_D(span, s->gap)));
    live = COLLIDE__BOTH_D(live, COLLIDE__LE_D(COLLIDE__SUB_D(s->gap, s->slack), s->enough));
    s->live = live;
    s->n = n;
    s->next = code;
    s->good = COLLIDE__BOTH_D(s->good, COLLIDE__LT_D(zero, vv));
}

// As one copy, so that other pairs do not pay for it.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_round_curved)(COLLIDE__W(collide__search_pair) * s) {
    COLLIDE__W(collide__search_round)(true, s);
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_reduce)(bool first, COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__search_part) part;
    COLLIDE__D3 e[3];
    const COLLIDE__D3 n = s->n;
    COLLIDE__DM live = s->live;
    const COLLIDE__DM three = COLLIDE__LT_D(s->part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(s->part));
    // Four points may hold 0.
    const COLLIDE__DM doubt =
        COLLIDE__BOTH_D(live, COLLIDE__BOTH_D(three, COLLIDE__LE_D(s->gap, s->slack)));
    for (int i = 0; i < 3; ++i)
        e[i] = COLLIDE__D3_(sub)(s->w[i], n);
    if (COLLIDE__BITS_D(doubt)) {
        const COLLIDE__DM holds = COLLIDE__W(collide__search_holds)(e, n);
        s->good = COLLIDE__BUT_D(s->good, COLLIDE__BOTH_D(doubt, holds));
        live = COLLIDE__BOTH_D(live, s->good);
    }
    COLLIDE__W(collide__search_nearest)(s, first, n, e, two, three, live, &part);
    live = COLLIDE__BOTH_D(live, COLLIDE__LT_D(part.square, s->square));
    COLLIDE__W(collide__search_keep)(&part, n, s->next, first, live, s);
    s->square = COLLIDE__SELECT_D(live, part.square, s->square);
    s->good =
        COLLIDE__BOTH_D(s->good, COLLIDE__LT_D(COLLIDE__MUL_D(s->slack, s->slack), s->square));
    s->live = COLLIDE__BOTH_D(live, s->good);
}

// The point of core i that the weights give, as collide__simplex_points.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_point)(
    const COLLIDE__W(collide__search_pair) * s, int i, COLLIDE__DM two, COLLIDE__DM three) {
    const COLLIDE__W(collide__search_core) *const core = &s->core[i];
    const COLLIDE__DM good = s->good;
    COLLIDE__D3 p[3];
    p[0] = COLLIDE__W(collide__search_coded)(core, i, 0, s->code[0], COLLIDE__BOTH_D(three, good));
    p[1] = COLLIDE__W(collide__search_coded)(core, i, 1, s->code[1], COLLIDE__BOTH_D(two, good));
    p[2] = COLLIDE__W(collide__search_coded)(core, i, 2, s->code[2], good);
    const COLLIDE__D3 base =
        COLLIDE__D3_(select)(three, p[0], COLLIDE__D3_(select)(two, p[1], p[2]));
    return COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(base, s->weight[1], COLLIDE__D3_(sub)(p[1], base)), s->weight[2],
        COLLIDE__D3_(sub)(p[2], base));
}

// The features of both cores in all lanes, as collide__simplex_feature.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__search_features)(const COLLIDE__W(collide__search_pair) * s, COLLIDE__DM two,
                                     COLLIDE__DM three, float *rows) {
    const unsigned bits_two = COLLIDE__BITS_D(two);
    // Of a box, the code of one point, and the bits in which others differ from it.
    const COLLIDE__D base =
        COLLIDE__SELECT_D(three, s->code[0], COLLIDE__SELECT_D(two, s->code[1], s->code[2]));
    const COLLIDE__D differ =
        COLLIDE__BITWISE_D(or, COLLIDE__XOR_D(s->code[2], base),
                           COLLIDE__WHERE_D(three, COLLIDE__XOR_D(s->code[1], base)));
    // Of other cores, codes of three points, of which some may be the same. A loop over the points
    // that there are would often end where the processor does not expect it.
    const COLLIDE__D second = COLLIDE__SELECT_D(two, s->code[1], s->code[2]);
    uint64_t code[4][COLLIDE__DOUBLES];
    memcpy(code[0], &base, sizeof base);
    memcpy(code[1], &second, sizeof second);
    memcpy(code[2], &s->code[2], sizeof s->code[2]);
    memcpy(code[3], &differ, sizeof differ);
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        for (int side = 0; side < 2; ++side) {
            const COLLIDE__W(collide__search_core) *const core = &s->core[side];
            const int shift = COLLIDE__CODE_BITS * side;
            uint32_t feature;
            if (core->kind == COLLIDE__CORE_BOX) {
                feature = collide__core_box_feature(~(uint32_t)(code[0][i] >> shift),
                                                    (uint32_t)(code[3][i] >> shift));
            } else {
                uint32_t of[3];
                for (int k = 0; k < 3; ++k)
                    of[k] = (uint32_t)(code[k][i] >> shift) & COLLIDE__CODE_MASK;
                feature = core->kind == COLLIDE__CORE_POINTS
                              ? collide__points_feature(core->count, of, 3)
                          : core->kind == COLLIDE__CORE_ROUND
                              ? collide__round_feature(of, 3, bits_two >> i & 1)
                              : collide__vertices_feature(of, 3);
            }
            memcpy(rows + 16 * side + i, &feature, sizeof feature);
        }
}

// As collide__distance_search and collide__distance_prove. Returns the lanes that are decided.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__search_prove)(const COLLIDE__W(collide__search_pair) * s, bool whole,
                                  float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM three = COLLIDE__LT_D(s->part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(s->part));
    const COLLIDE__D3 a = COLLIDE__W(collide__search_point)(s, 0, two, three);
    const COLLIDE__D3 b = COLLIDE__W(collide__search_point)(s, 1, two, three);
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), s->d);
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    COLLIDE__D3 f = COLLIDE__D3_(scale)(s->inverse, s->normal);
    const COLLIDE__V xy = COLLIDE__NARROW(f.x, f.y), z = COLLIDE__NARROW(f.z, f.z);
    f.x = COLLIDE__WIDE_LOW(xy);
    f.y = COLLIDE__WIDE_HIGH(xy);
    f.z = COLLIDE__WIDE_LOW(z);
    // A bracket that is wide although the distance may be within reach.
    COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__BUT_D(s->good, s->live),
        COLLIDE__EITHER_D(
            COLLIDE__LE_D(COLLIDE__SUB_D(most, s->gap),
                          COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(2.384185791015625e-7))),
            COLLIDE__LT_D(s->reach, COLLIDE__SUB_D(s->gap, s->slack)))); // 2^-22
    const unsigned lanes = COLLIDE__BITS_D(good);
    const COLLIDE__D minus_gap = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__W(collide__search_reach)(&s->core[0], COLLIDE__D3_(neg)(f), lanes),
                       COLLIDE__W(collide__search_reach)(&s->core[1], f, lanes)),
        COLLIDE__D3_(dot)(f, s->d));
    // collide__unit_inverse of a vector that has nearly unit length.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), one);
    const COLLIDE__D unit = COLLIDE__ADD_D(
        one, COLLIDE__MUL_D(x, COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)),
                                              COLLIDE__SPLAT_D(0.5))));
    good = COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__ABS_D(x),
                                               COLLIDE__SPLAT_D(9.5367431640625e-07))); // 2^-20
    const COLLIDE__D minus_lo =
        COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(minus_gap, unit), s->slack), s->radius);
    const COLLIDE__D hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, s->slack), s->radius);
    const COLLIDE__V bracket = COLLIDE__NARROW_UP(minus_lo, hi);
    COLLIDE__STORE_HALVES(rows, COLLIDE__POSITIVE_ZERO(COLLIDE__NEG(bracket)), rows + 16,
                          COLLIDE__POSITIVE_ZERO(bracket));
    // Doubtful is a bracket above 0 with a lo of up to 2^-16 size, or not above 0 with a hi that is
    // as near to 0. 2^-20 of that and the smallest float are for rounding to floats.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(1.5258803819480818e-05)),
                       COLLIDE__SPLAT_D(1.401298464324817e-45));
    const COLLIDE__D minus_doubt = COLLIDE__NEG_D(doubt);
    good = COLLIDE__BOTH_D(
        good,
        COLLIDE__EITHER_D(COLLIDE__LT_D(minus_lo, minus_doubt),
                          COLLIDE__BOTH_D(COLLIDE__LE_D(zero, minus_lo),
                                          COLLIDE__EITHER_D(COLLIDE__LT_D(zero, hi),
                                                            COLLIDE__LT_D(hi, minus_doubt)))));
    if (whole) {
        const COLLIDE__D3 p = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(s->core[0].origin, a),
                                                COLLIDE__D3_(scale)(s->core[0].radius, f));
        const COLLIDE__D3 q =
            COLLIDE__D3_(along)(COLLIDE__D3_(add)(s->core[1].origin, b), s->core[1].radius, f);
        COLLIDE__W(collide__lane_write_two)(rows + 32, COLLIDE__NARROW(p.x, p.y), rows + 48);
        COLLIDE__W(collide__lane_write_two)(rows + 64, COLLIDE__NARROW(p.z, q.x), rows + 80);
        COLLIDE__W(collide__lane_write_two)(rows + 96, COLLIDE__NARROW(q.y, q.z), rows + 112);
        COLLIDE__W(collide__lane_write_two)(rows + 128, xy, rows + 144);
        COLLIDE__W(collide__lane_write_two)(rows + 160, z, rows + 160);
        COLLIDE__W(collide__search_features)(s, two, three, rows + 16 * 11);
    }
    return COLLIDE__BITS_D(good);
}

// The start of collide__distance_search and collide__gjk_from.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__search_start)(const collide__distance_job *job,
                                                            unsigned first, unsigned lanes,
                                                            double max,
                                                            COLLIDE__W(collide__search_pair) * s) {
    COLLIDE__W(collide__search_core) *const a = &s->core[0], *const b = &s->core[1];
    a->bodies = job->kind_a == COLLIDE_SHAPE_CONVEX ? job->bodies_a + first : NULL;
    b->bodies = job->kind_b == COLLIDE_SHAPE_CONVEX ? job->bodies_b + first : NULL;
    const COLLIDE__DM good_a =
        COLLIDE__W(collide__search_core_of)(job->kind_a, job->a + first, lanes, a);
    const COLLIDE__DM good_b =
        COLLIDE__W(collide__search_core_of)(job->kind_b, job->b + first, lanes, b);
    s->d = COLLIDE__D3_(sub)(b->origin, a->origin);
    s->radius = COLLIDE__ADD_D(a->radius, b->radius);
    s->size = COLLIDE__ADD_D(COLLIDE__ADD_D(a->size, b->size),
                             COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(s->d), s->radius));
    s->reach = COLLIDE__ADD_D(COLLIDE__SPLAT_D(max), s->radius);
    s->slack = COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    s->v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a->g[3], b->g[3]), s->d);
    s->enough = COLLIDE__ADD_D(
        COLLIDE__ADD_D(s->reach,
                       COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(4.76837158203125e-7))), // 2^-21
        COLLIDE__SPLAT_D(1.401298464324817e-45));
    s->tolerance = COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(5.9604644775390625e-8)); // 2^-24
    s->square = COLLIDE__SPLAT_D(DBL_MAX);
    s->gap = COLLIDE__SPLAT_D(-DBL_MAX);
    s->part = s->inverse = s->weight[1] = s->weight[2] = COLLIDE__SPLAT_D(0.0);
    s->next = s->code[0] = s->code[1] = s->code[2] = s->part;
    s->w[0] = s->w[1] = s->w[2] = s->n = s->normal = s->v; // n is read where no lane is live
    s->live = s->good = COLLIDE__BOTH_D(COLLIDE__BOTH_D(good_a, good_b), COLLIDE__MASK_D(lanes));
}

// Vectors take turns, so that they do not wait for themselves.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__search_distance)(const collide__distance_job *job, unsigned lanes,
                                     float *rows) {
    COLLIDE__W(collide__search_pair) s[16 / COLLIDE__DOUBLES];
    // As in collide__distance_search.
    const double max = job->max < -FLT_MAX ? -(double)FLT_MAX : (double)job->max;
    unsigned done = 0, live = 1;
    for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i)
        COLLIDE__W(collide__search_start)
    (job, i * COLLIDE__DOUBLES, lanes >> i * COLLIDE__DOUBLES, max, &s[i]);
    const bool curved =
        s[0].core[0].kind >= COLLIDE__CORE_ROUND || s[0].core[1].kind >= COLLIDE__CORE_ROUND;
    for (unsigned round = 0; round < COLLIDE__SEARCH_ROUNDS && live; ++round) {
        live = 0;
        for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i) {
            if (!COLLIDE__BITS_D(s[i].live))
                continue;
            if (curved)
                COLLIDE__W(collide__search_round_curved)(&s[i]);
            else
                COLLIDE__W(collide__search_round)(false, &s[i]);
        }
        for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i) {
            if (!COLLIDE__BITS_D(s[i].live) && round)
                continue;
            COLLIDE__W(collide__search_reduce)(round == 0, &s[i]);
            live = 1;
        }
    }
    for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i)
        done |= COLLIDE__W(collide__search_prove)(&s[i], job->whole, rows + i * COLLIDE__DOUBLES)
                << i * COLLIDE__DOUBLES;
    return done & lanes;
}
#undef COLLIDE__SEARCH_ROUNDS
#endif // COLLIDE__WIDTH
