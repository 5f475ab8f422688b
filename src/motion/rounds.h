#pragma once
#include "boxes.h"

// ---- a round body and another ----------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// Body a is a point or a segment with a radius: one half edge about its middle. Body b is the same,
// or a box. The look finds their nearest points, and makes the normal from the sides on which these
// lie: of a face, of two edges, across one edge, or from point to point.

// The nearest points of a segment and of what b is, as multiples of their edges; the edges on which
// they lie, of those that have one; and of a face, its normal.
typedef struct COLLIDE__W(collide__rounds_near) {
    COLLIDE__D on_a, on_b[3];
    COLLIDE__D3 edge, face;
    COLLIDE__DM inner, edged, faced; // an inner point of a; an edge and a face of b
} COLLIDE__W(collide__rounds_near);

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_clamp)(COLLIDE__D x,
                                                                        COLLIDE__D most) {
    return COLLIDE__MAX_D(COLLIDE__MIN_D(x, most), COLLIDE__NEG_D(most));
}

// a / b, or 0 if b is not above 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_part)(COLLIDE__D a, COLLIDE__D b) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM some = COLLIDE__LT_D(zero, b);
    return COLLIDE__SELECT_D(
        some, COLLIDE__DIV_D(a, COLLIDE__SELECT_D(some, b, COLLIDE__SPLAT_D(1.0))), zero);
}

// As collide__edges_nearest, for segments about their middles, which are r apart.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__rounds_segments)(COLLIDE__D3 g, COLLIDE__D3 f, COLLIDE__D3 r,
                                     COLLIDE__W(collide__rounds_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D gg = COLLIDE__D3_(dot)(g, g), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D gf = COLLIDE__D3_(dot)(g, f), gr = COLLIDE__D3_(dot)(g, r);
    const COLLIDE__D fr = COLLIDE__D3_(dot)(f, r);
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(g, f);
    COLLIDE__D s = COLLIDE__W(collide__rounds_part)(
        COLLIDE__SUB_D(COLLIDE__MUL_D(gf, fr), COLLIDE__MUL_D(gr, ff)), COLLIDE__D3_(dot)(c, c));
    s = COLLIDE__W(collide__rounds_clamp)(s, one);
    const COLLIDE__D k = COLLIDE__W(collide__rounds_clamp)(
        COLLIDE__W(collide__rounds_part)(COLLIDE__ADD_D(COLLIDE__MUL_D(gf, s), fr), ff), one);
    s = COLLIDE__W(collide__rounds_clamp)(
        COLLIDE__W(collide__rounds_part)(COLLIDE__SUB_D(COLLIDE__MUL_D(gf, k), gr), gg), one);
    out->on_a = s;
    out->on_b[0] = k;
    out->on_b[1] = out->on_b[2] = zero;
    out->edge = f;
    out->face = f;
    out->inner = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s), one), COLLIDE__LT_D(zero, gg));
    out->edged = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(k), one), COLLIDE__LT_D(zero, ff));
    out->faced = COLLIDE__LT_D(one, zero);
}

// Half of the derivative of the square of the distance between a box and the point x + s u, in the
// coordinates of the box. It grows with s, and is linear between faces.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_slope)(const COLLIDE__D *x,
                                                                        const COLLIDE__D *u,
                                                                        const COLLIDE__D *half,
                                                                        COLLIDE__D s) {
    COLLIDE__D r = COLLIDE__SPLAT_D(0.0);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D at = COLLIDE__ADD_D(x[i], COLLIDE__MUL_D(s, u[i]));
        r = COLLIDE__ADD_D(
            r, COLLIDE__MUL_D(u[i],
                              COLLIDE__SUB_D(at, COLLIDE__W(collide__rounds_clamp)(at, half[i]))));
    }
    return r;
}

// Where on a segment the point nearest to a box is: the root of this slope, between the two of
// these that are next to it: the ends, and where the segment passes a face.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_root)(const COLLIDE__D *x,
                                                                 const COLLIDE__D *u,
                                                                 const COLLIDE__D *half) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D minus = COLLIDE__SPLAT_D(-1.0);
    COLLIDE__D from = minus, to = one;
    COLLIDE__D below = COLLIDE__W(collide__rounds_slope)(x, u, half, minus);
    COLLIDE__D above = COLLIDE__W(collide__rounds_slope)(x, u, half, one);
    const COLLIDE__DM first = COLLIDE__LE_D(zero, below), last = COLLIDE__LE_D(above, zero);
    const COLLIDE__D end = COLLIDE__SELECT_D(first, minus, one);
    const COLLIDE__DM ends = COLLIDE__EITHER_D(first, last);
    if (!COLLIDE__BITS_D(COLLIDE__BOTH_D(COLLIDE__LT_D(below, zero), COLLIDE__LT_D(zero, above))))
        return end;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__DM some = COLLIDE__LT_D(zero, COLLIDE__ABS_D(u[i]));
        const COLLIDE__D part =
            COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, u[i], one)), zero);
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__D face = k ? half[i] : COLLIDE__NEG_D(half[i]);
            const COLLIDE__D s = COLLIDE__W(collide__rounds_clamp)(
                COLLIDE__MUL_D(COLLIDE__SUB_D(face, x[i]), part), one);
            const COLLIDE__D slope = COLLIDE__W(collide__rounds_slope)(x, u, half, s);
            const COLLIDE__DM up = COLLIDE__LT_D(zero, slope);
            from = COLLIDE__MAX_D(COLLIDE__SELECT_D(up, from, s), from);
            to = COLLIDE__MIN_D(COLLIDE__SELECT_D(up, s, to), to);
            below = COLLIDE__MAX_D(COLLIDE__SELECT_D(up, below, slope), below);
            above = COLLIDE__MIN_D(COLLIDE__SELECT_D(up, slope, above), above);
        }
    }
    const COLLIDE__D part =
        COLLIDE__W(collide__rounds_part)(COLLIDE__NEG_D(below), COLLIDE__SUB_D(above, below));
    COLLIDE__D s = COLLIDE__ADD_D(from, COLLIDE__MUL_D(part, COLLIDE__SUB_D(to, from)));
    s = COLLIDE__W(collide__rounds_clamp)(s, one);
    return COLLIDE__SELECT_D(ends, end, s);
}

// A segment with the half edge g, whose middle is r away from that of a box with the edges f.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__rounds_box)(COLLIDE__D3 g, const COLLIDE__D3 *f,
                                                          const COLLIDE__W(collide__boxes_body) * b,
                                                          COLLIDE__D3 r,
                                                          COLLIDE__W(collide__rounds_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, b->volume);
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(boxed, b->volume, one));
    COLLIDE__D3 face[3];
    COLLIDE__D x[3], u[3];
    COLLIDE__DM out_of[3];
    face[0] = COLLIDE__D3_(cross)(f[1], f[2]);
    face[1] = COLLIDE__D3_(cross)(f[2], f[0]);
    face[2] = COLLIDE__D3_(cross)(f[0], f[1]);
    for (int i = 0; i < 3; ++i) {
        x[i] = COLLIDE__MUL_D(inverse, COLLIDE__D3_(dot)(face[i], r));
        u[i] = COLLIDE__MUL_D(inverse, COLLIDE__D3_(dot)(face[i], g));
    }
    const COLLIDE__D s = COLLIDE__W(collide__rounds_root)(x, u, b->half);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D at = COLLIDE__ADD_D(x[i], COLLIDE__MUL_D(s, u[i]));
        out->on_b[i] = COLLIDE__W(collide__rounds_clamp)(at, b->half[i]);
        out_of[i] = COLLIDE__LT_D(b->half[i], COLLIDE__ABS_D(at));
    }
    out->on_a = s;
    out->inner = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s), one),
                                 COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(g, g)));
    const COLLIDE__DM both = COLLIDE__BOTH_D(out_of[0], out_of[1]);
    const COLLIDE__DM either = COLLIDE__EITHER_D(out_of[0], out_of[1]);
    out->faced = COLLIDE__BUT_D(
        COLLIDE__EITHER_D(COLLIDE__BUT_D(either, out_of[2]), COLLIDE__BUT_D(out_of[2], either)),
        both);
    out->edged = COLLIDE__EITHER_D(COLLIDE__BUT_D(both, out_of[2]),
                                   COLLIDE__BOTH_D(COLLIDE__BUT_D(either, both), out_of[2]));
    out->face =
        COLLIDE__D3_(select)(out_of[0], face[0], COLLIDE__D3_(select)(out_of[1], face[1], face[2]));
    out->edge = COLLIDE__D3_(select)(out_of[0], COLLIDE__D3_(select)(out_of[1], f[2], f[1]), f[0]);
}

COLLIDE__LANE_INLINE COLLIDE__W(collide__rounds_near)
    COLLIDE__W(collide__rounds_nearest)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, s->body[1].volume);
    const COLLIDE__D3 g = at->now[0][0], *const f = at->now[1];
    const COLLIDE__D3 r = COLLIDE__D3_(neg)(at->between);
    COLLIDE__W(collide__rounds_near) out, box;
    if (!COLLIDE__BITS_D(COLLIDE__LE_D(s->body[1].volume, zero))) {
        COLLIDE__W(collide__rounds_box)(g, f, &s->body[1], r, &out);
        return out;
    }
    COLLIDE__W(collide__rounds_segments)(g, f[0], r, &out);
    if (!COLLIDE__BITS_D(boxed))
        return out;
    COLLIDE__W(collide__rounds_box)(g, f, &s->body[1], r, &box);
    out.on_a = COLLIDE__SELECT_D(boxed, box.on_a, out.on_a);
    for (int i = 0; i < 3; ++i)
        out.on_b[i] = COLLIDE__SELECT_D(boxed, box.on_b[i], out.on_b[i]);
    out.edge = COLLIDE__D3_(select)(boxed, box.edge, out.edge);
    out.face = box.face;
    out.faced = COLLIDE__BOTH_D(boxed, box.faced);
    out.edged =
        COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, box.edged), COLLIDE__BUT_D(out.edged, boxed));
    out.inner =
        COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, box.inner), COLLIDE__BUT_D(out.inner, boxed));
    return out;
}

// How the normal turns: with a face of b, or so that it stays normal to the edges; along what is
// left free, with the nearest points.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__rounds_follow)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__W(collide__rounds_sides) *const side = &at->side.round;
    const COLLIDE__D most = at->most;
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 g = at->now[0][0], n = at->n;
    const COLLIDE__D3 turn_a = s->body[0].spin, turn_b = s->body[1].spin;
    // As n.(e + tau spin x e) stays 0.
    const COLLIDE__D of_a = COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(turn_a, g)));
    const COLLIDE__D of_b =
        COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(turn_b, side->edge_b)));
    const COLLIDE__D part =
        COLLIDE__DIV_D(one, COLLIDE__SELECT_D(side->crossed, side->square,
                                              COLLIDE__SELECT_D(side->single, side->ee, one)));
    const COLLIDE__D along_a = COLLIDE__MUL_D(
        part, COLLIDE__SUB_D(COLLIDE__MUL_D(of_a, side->ff), COLLIDE__MUL_D(of_b, side->gf)));
    const COLLIDE__D along_b = COLLIDE__MUL_D(
        part, COLLIDE__SUB_D(COLLIDE__MUL_D(of_b, side->gg), COLLIDE__MUL_D(of_a, side->gf)));
    const COLLIDE__D3 edges =
        COLLIDE__D3_(along)(COLLIDE__D3_(scale)(along_a, g), along_b, side->edge_b);
    // The velocity of one nearest point, as seen from the other.
    COLLIDE__D3 u = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(COLLIDE__D3_(cross)(turn_a, at->point[0]),
                                                        COLLIDE__D3_(cross)(turn_b, at->point[1])),
                                      s->w);
    const COLLIDE__DM some = COLLIDE__LT_D(at->slack, most);
    u = COLLIDE__D3_(scale)(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, most, one)), zero), u);
    u = COLLIDE__D3_(along)(u, COLLIDE__NEG_D(COLLIDE__D3_(dot)(u, n)), n);
    const COLLIDE__D3 e = side->edge;
    const COLLIDE__D off =
        COLLIDE__SUB_D(COLLIDE__SELECT_D(side->edged, of_b, of_a), COLLIDE__D3_(dot)(u, e));
    u = COLLIDE__D3_(along)(u, COLLIDE__SELECT_D(side->single, COLLIDE__MUL_D(part, off), zero), e);
    return COLLIDE__D3_(select)(side->faced, COLLIDE__D3_(cross)(turn_b, n),
                                COLLIDE__D3_(select)(side->crossed, edges, u));
}

// The normal of two edges that are almost parallel: it is across that of b, and here also across
// what the edge g of a has beside this.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__rounds_flat)(const COLLIDE__W(collide__rounds_sides) * side, COLLIDE__D3 g,
                                 COLLIDE__D3 n, COLLIDE__DM flat) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D part =
        COLLIDE__DIV_D(side->gf, COLLIDE__SELECT_D(side->single, side->ee, one));
    const COLLIDE__D3 beside = COLLIDE__D3_(along)(g, COLLIDE__NEG_D(part), side->edge_b);
    const COLLIDE__D square = COLLIDE__D3_(dot)(beside, beside);
    const COLLIDE__DM some = COLLIDE__BOTH_D(
        flat, COLLIDE__LT_D(COLLIDE__MUL_D(side->gg, COLLIDE__SPLAT_D(8.673617379884035e-19)),
                            square)); // 2^-60
    const COLLIDE__D off = COLLIDE__DIV_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, beside)),
                                          COLLIDE__SELECT_D(some, square, one));
    return COLLIDE__D3_(select)(some, COLLIDE__D3_(along)(n, off, beside), n);
}

// As collide__boxes_look_at. The points at the nearest sides are points of both bodies less their
// radii, right within 128 roundings of the sizes, half of the slack.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__rounds_look_at)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__rounds_sides) *const side = &at->side.round;
    const bool boxed = COLLIDE__BITS_D(COLLIDE__LT_D(zero, s->body[1].volume)) != 0;
    COLLIDE__W(collide__boxes_place)(s, at, 1, boxed ? 3 : 1);
    const COLLIDE__W(collide__rounds_near) on = COLLIDE__W(collide__rounds_nearest)(s, at);
    const COLLIDE__D3 g = at->now[0][0], d = at->between;
    const COLLIDE__D3 x = COLLIDE__D3_(scale)(on.on_a, g);
    COLLIDE__D3 y = COLLIDE__D3_(scale)(on.on_b[0], at->now[1][0]);
    y = COLLIDE__D3_(along)(COLLIDE__D3_(along)(y, on.on_b[1], at->now[1][1]), on.on_b[2],
                            at->now[1][2]);
    at->point[0] = COLLIDE__D3_(add)(at->now[0][3], x);
    at->point[1] = COLLIDE__D3_(add)(at->now[1][3], y);
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(x, y), d);
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    at->most = most;
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(g, on.edge);
    side->square = COLLIDE__D3_(dot)(c, c);
    side->gg = COLLIDE__D3_(dot)(g, g);
    side->ff = COLLIDE__D3_(dot)(on.edge, on.edge);
    side->gf = COLLIDE__D3_(dot)(g, on.edge);
    side->edge_b = on.edge;
    side->edged = on.edged;
    side->faced = on.faced;
    const COLLIDE__DM both = COLLIDE__BOTH_D(on.inner, on.edged);
    const COLLIDE__DM flat = COLLIDE__BOTH_D(
        both, COLLIDE__LE_D(side->square,
                            COLLIDE__MUL_D(COLLIDE__MUL_D(side->gg, side->ff),
                                           COLLIDE__SPLAT_D(9.5367431640625e-07)))); // 2^-20
    side->crossed = COLLIDE__BUT_D(both, flat);
    const COLLIDE__DM fixed = COLLIDE__EITHER_D(side->crossed, on.faced);
    side->single = COLLIDE__BUT_D(COLLIDE__EITHER_D(on.inner, on.edged), fixed);
    side->edge = COLLIDE__D3_(select)(on.edged, on.edge, g);
    side->ee = COLLIDE__SELECT_D(on.edged, side->ff, side->gg);
    const COLLIDE__D off =
        COLLIDE__SELECT_D(side->single,
                          COLLIDE__DIV_D(COLLIDE__D3_(dot)(v, side->edge),
                                         COLLIDE__SELECT_D(side->single, side->ee, one)),
                          zero);
    COLLIDE__D3 n = COLLIDE__D3_(along)(v, COLLIDE__NEG_D(off), side->edge);
    if (COLLIDE__BITS_D(flat))
        n = COLLIDE__W(collide__rounds_flat)(side, g, n, flat);
    const COLLIDE__D3 normal = COLLIDE__D3_(select)(on.faced, on.face, c);
    const COLLIDE__DM back = COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(normal, d));
    n = COLLIDE__D3_(select)(fixed, COLLIDE__D3_(select)(back, COLLIDE__D3_(neg)(normal), normal),
                             n);
    const COLLIDE__D square = COLLIDE__D3_(dot)(n, n);
    const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(1e-280), square);
    n = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(some, square, one))), n);
    n.x = COLLIDE__SELECT_D(some, n.x, one);
    n.y = COLLIDE__SELECT_D(some, n.y, zero);
    n.z = COLLIDE__SELECT_D(some, n.z, zero);
    at->n = n;
    at->reach[0] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(n, g));
    at->reach[1] = zero;
    for (int i = 0; i < 3; ++i)
        at->reach[1] = COLLIDE__ADD_D(
            at->reach[1], COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(n, at->now[1][i])),
                                         s->body[1].half[i]));
    const COLLIDE__D core = COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, d)),
                                           COLLIDE__ADD_D(at->reach[0], at->reach[1]));
    at->gap = COLLIDE__SUB_D(core, s->radius);
    at->over = COLLIDE__SUB_D(COLLIDE__ADD_D(most, at->slack), s->radius);
    at->overlap = COLLIDE__LE_D(at->over, zero);
    // As in collide__motion_closed.
    at->exact = COLLIDE__BOTH_D(
        COLLIDE__LT_D(at->slack, most),
        COLLIDE__LE_D(COLLIDE__SUB_D(most, core),
                      COLLIDE__MUL_D(at->size, COLLIDE__SPLAT_D(9.313225746154785e-10)))); // 2^-30
}
#endif // COLLIDE__WIDTH
