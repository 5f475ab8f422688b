#pragma once
#include "boxes.h"

// ---- a convex body and another, or a round body or a box -------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// Body b is a convex body. Body a is one, too, or has half edges: a box, or a segment or a point
// with a radius. The look is the search for nearest points of shape/simplex.h, which begins with
// the points that carried the nearest ones at the look before: one lane wide as in hulls_one.h,
// else as in hulls_search.h, with the same bits.

// What the search for nearest points finds, with the sides and the points of both bodies in the
// look. The gap along n is a lower bound. touch: the bodies touch within the slack, or overlap, and
// the points mean nothing; inside: they overlap for certain.
typedef struct COLLIDE__W(collide__hulls_near) {
    COLLIDE__D gap;
    COLLIDE__DM touch, inside;
} COLLIDE__W(collide__hulls_near);

// Whether a ball of the radius slack about 0 lies in the tetrahedron with the corners w, certainly:
// points that are off by less than slack have 0 in their hull. The volumes that 0 makes with the
// faces round by less than 2^-51 of the products of lengths that they are made of.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__hulls_deep)(const COLLIDE__D3 *w,
                                                                 COLLIDE__D slack) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 p = w[3], e = COLLIDE__D3_(sub)(w[0], p), f = COLLIDE__D3_(sub)(w[1], p);
    const COLLIDE__D3 g = COLLIDE__D3_(sub)(w[2], p);
    const COLLIDE__D size =
        COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p), COLLIDE__D3_(sum_abs)(e)),
                       COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(f), COLLIDE__D3_(sum_abs)(g)));
    const COLLIDE__D rough =
        COLLIDE__MUL_D(COLLIDE__MUL_D(size, size),
                       COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(4.440892098500626e-16))); // 2^-51
    COLLIDE__D3 face[4];
    COLLIDE__D volume[4];
    face[0] = COLLIDE__D3_(cross)(f, g);
    face[1] = COLLIDE__D3_(cross)(g, e);
    face[2] = COLLIDE__D3_(cross)(e, f);
    face[3] = COLLIDE__D3_(add)(COLLIDE__D3_(add)(face[0], face[1]), face[2]);
    const COLLIDE__D det = COLLIDE__D3_(dot)(e, face[0]);
    const COLLIDE__DM odd = COLLIDE__LT_D(det, zero);
    COLLIDE__DM r = COLLIDE__EQ_D(zero, zero);
    volume[3] = det;
    for (int i = 0; i < 3; ++i) {
        volume[i] = COLLIDE__NEG_D(COLLIDE__D3_(dot)(p, face[i]));
        volume[3] = COLLIDE__SUB_D(volume[3], volume[i]);
    }
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D wide = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(face[i], face[i]));
        const COLLIDE__D v = COLLIDE__SELECT_D(odd, COLLIDE__NEG_D(volume[i]), volume[i]);
        const COLLIDE__DM far_off =
            COLLIDE__LT_D(COLLIDE__ADD_D(COLLIDE__MUL_D(slack, wide), rough), v);
        r = COLLIDE__BOTH_D(r, far_off);
    }
    return r;
}

// begins: the direction to begin with where no points are known.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__hulls_nearest)(
    COLLIDE__W(collide__boxes_pair) * s, COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__D3 *begins, COLLIDE__W(collide__hulls_near) * out);

// How far the vertices of body i in the lanes of the look lie along m, in their coordinates.
COLLIDE__NOINLINE COLLIDE__TARGET void
    COLLIDE__W(collide__hulls_along)(const COLLIDE__W(collide__boxes_pair) * s,
                                     const COLLIDE__W(collide__boxes_look) * at, int i,
                                     const COLLIDE__D3 *m, COLLIDE__D *out);

// How far body i reaches from its pivot along q, less its radius.
COLLIDE__LANE_INLINE COLLIDE__D
COLLIDE__W(collide__hulls_reach)(const COLLIDE__W(collide__boxes_pair) * s,
                                 const COLLIDE__W(collide__boxes_look) * at, int i, COLLIDE__D3 q) {
    const COLLIDE__D3 *const now = at->now[i];
    const COLLIDE__D *const half = s->body[i].half;
    COLLIDE__D3 m;
    COLLIDE__D reach;
    m.x = COLLIDE__D3_(dot)(now[0], q);
    m.y = COLLIDE__D3_(dot)(now[1], q);
    m.z = COLLIDE__D3_(dot)(now[2], q);
    if (i || at->hulls->both)
        COLLIDE__W(collide__hulls_along)(s, at, i, &m, &reach);
    else
        reach = COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(m.x), half[0]),
                                              COLLIDE__MUL_D(COLLIDE__ABS_D(m.y), half[1])),
                               COLLIDE__MUL_D(COLLIDE__ABS_D(m.z), half[2]));
    return COLLIDE__ADD_D(COLLIDE__D3_(dot)(now[3], q), reach);
}

// How far the solid over which body i sweeps as it turns reaches along n, or -n for a: x is the
// sine of the angle between n and the disks of this solid, around how far the disks reach. A body
// that does not turn is as it is.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_swept)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at, int i,
    COLLIDE__D around, COLLIDE__D x) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, body->rate);
    const COLLIDE__D part = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, body->rate, one));
    const COLLIDE__D y = i ? x : COLLIDE__NEG_D(x);
    const COLLIDE__D scale = COLLIDE__SELECT_D(COLLIDE__LT_D(y, zero), COLLIDE__NEG_D(part), part);
    const COLLIDE__D3 to = i ? at->n : COLLIDE__D3_(neg)(at->n);
    const COLLIDE__D reach = COLLIDE__W(collide__hulls_reach)(
        s, at, i, COLLIDE__D3_(select)(turns, COLLIDE__D3_(scale)(scale, body->spin), to));
    return COLLIDE__SELECT_D(
        turns, COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(x), reach), around), reach);
}

// As collide__moving_rho. side: the product of the axis of spin and the middle.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_rho)(COLLIDE__D3 side,
                                                               COLLIDE__D radius) {
    return COLLIDE__MUL_D(
        COLLIDE__ADD_D(COLLIDE__SQRT_D(COLLIDE__D3_(dot)(side, side)),
                       COLLIDE__MUL_D(radius, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER))),
        COLLIDE__SPLAT_D(1 + 9.094947017729282e-13)); // 2^-40
}

// As collide__moving_ball. square: of the distance of the middle from the pivot.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_ball)(COLLIDE__D square,
                                                                COLLIDE__D radius, COLLIDE__D own) {
    return COLLIDE__ADD_D(
        COLLIDE__MUL_D(
            COLLIDE__ADD_D(COLLIDE__SQRT_D(square),
                           COLLIDE__MUL_D(radius, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER))),
            COLLIDE__SPLAT_D(1.0000152587890625)),                     // 1 + 2^-16
        COLLIDE__MUL_D(own, COLLIDE__SPLAT_D(9.094947017729282e-13))); // 2^-40
}

// The part of v that is normal to the vector e, of lanes where e is not 0.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__hulls_across)(COLLIDE__D3 v, COLLIDE__D3 e,
                                                                   COLLIDE__DM lanes) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(zero, ee));
    const COLLIDE__D part =
        COLLIDE__DIV_D(COLLIDE__D3_(dot)(v, e), COLLIDE__SELECT_D(lanes, ee, one));
    return COLLIDE__D3_(along)(v, COLLIDE__SELECT_D(lanes, COLLIDE__NEG_D(part), zero), e);
}

// As collide__motion_follow.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__hulls_follow)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__W(collide__hulls_side) *const a = &at->side.hull[0], *const b =
                                                                            &at->side.hull[1];
    const COLLIDE__D3 n = at->n, spin_a = s->body[0].spin, spin_b = s->body[1].spin;
    // Two edges.
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(a->edge, b->edge);
    const COLLIDE__D cc = COLLIDE__D3_(dot)(c, c);
    const COLLIDE__D wide =
        COLLIDE__MUL_D(COLLIDE__D3_(dot)(a->edge, a->edge), COLLIDE__D3_(dot)(b->edge, b->edge));
    const COLLIDE__DM crossed = COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(a->edged, b->edged),
        COLLIDE__LT_D(COLLIDE__MUL_D(wide, COLLIDE__SPLAT_D(9.5367431640625e-07)), cc)); // 2^-20
    const COLLIDE__D3 rate =
        COLLIDE__D3_(add)(COLLIDE__D3_(cross)(COLLIDE__D3_(cross)(spin_a, a->edge), b->edge),
                          COLLIDE__D3_(cross)(a->edge, COLLIDE__D3_(cross)(spin_b, b->edge)));
    const COLLIDE__D size =
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(crossed, cc, one)));
    const COLLIDE__D sign =
        COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__D3_(dot)(c, n), zero), COLLIDE__NEG_D(size), size);
    // Two points: the velocity of one as seen from the other.
    const COLLIDE__DM some = COLLIDE__LT_D(at->slack, at->most);
    COLLIDE__D3 u = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(COLLIDE__D3_(cross)(spin_a, at->point[0]),
                                                        COLLIDE__D3_(cross)(spin_b, at->point[1])),
                                      s->w);
    u = COLLIDE__D3_(scale)(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, at->most, one)), zero),
        u);
    u = COLLIDE__D3_(select)(crossed, COLLIDE__D3_(scale)(sign, rate), u);
    u = COLLIDE__D3_(along)(u, COLLIDE__NEG_D(COLLIDE__D3_(dot)(u, n)), n);
    u = COLLIDE__W(collide__hulls_across)(u, a->edge, COLLIDE__BUT_D(a->edged, crossed));
    u = COLLIDE__W(collide__hulls_across)(u, b->edge, COLLIDE__BUT_D(b->edged, crossed));
    return COLLIDE__D3_(select)(a->faced, COLLIDE__D3_(cross)(spin_a, n),
                                COLLIDE__D3_(select)(b->faced, COLLIDE__D3_(cross)(spin_b, n), u));
}

// As collide__boxes_look_at. The nearest points are points of both bodies less their radii, right
// within half of the slack.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__hulls_look_at)(COLLIDE__W(collide__boxes_pair) * s,
                                                             COLLIDE__W(collide__hulls_lanes) *
                                                                 hulls,
                                                             COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__hulls_near) found;
    at->hulls = hulls;
    at->lanes = hulls->live;
    COLLIDE__W(collide__boxes_place)(s, at, 3, 3);
    const COLLIDE__D3 begins =
        COLLIDE__D3_(select)(COLLIDE__LT_D(zero, s->looks), s->n, COLLIDE__D3_(neg)(at->between));
    COLLIDE__W(collide__hulls_nearest)(s, at, &begins, &found);
    if (COLLIDE__BITS_D(found.touch)) {
        at->most = COLLIDE__SELECT_D(found.touch, at->slack, at->most);
        for (int i = 0; i < 2; ++i) {
            COLLIDE__W(collide__hulls_side) *const side = &at->side.hull[i];
            at->point[i] = COLLIDE__D3_(select)(found.touch, at->now[i][3], at->point[i]);
            side->faced = COLLIDE__BUT_D(side->faced, found.touch);
            side->edged = COLLIDE__BUT_D(side->edged, found.touch);
        }
    }
    at->gap = COLLIDE__SUB_D(found.gap, s->radius);
    at->over = COLLIDE__SUB_D(COLLIDE__ADD_D(at->most, at->slack), s->radius);
    at->overlap = COLLIDE__EITHER_D(found.inside, COLLIDE__LE_D(at->over, zero));
}
#endif // COLLIDE__WIDTH
