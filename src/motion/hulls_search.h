#pragma once
#include "boxes_run.h"
#include "../shape/search_lanes.h"

// ---- the nearest points of hulls, in lanes ---------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_along)(const COLLIDE__W(collide__boxes_pair) * s,
                                 const COLLIDE__W(collide__boxes_look) * at, int i,
                                 const COLLIDE__D3 *m, COLLIDE__D *out) {
    COLLIDE__D code;
    const COLLIDE__D3 v = COLLIDE__W(collide__vertices_farthest)(
        at->hulls->body[i], s->body[i].half[0], *m, at->lanes, &code);
    *out = COLLIDE__D3_(dot)(v, *m);
}

// The points that are known, and the point of their simplex that is nearest to 0, as
// collide__hulls_known. Returns the lanes that have one. The others begin without points.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__hulls_known)(
    COLLIDE__D known, COLLIDE__DM lanes, COLLIDE__W(collide__search_pair) * p) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), far_off = COLLIDE__SPLAT_D(DBL_MAX);
    COLLIDE__W(collide__search_part) part;
    COLLIDE__DM has[3];
    COLLIDE__D3 e[2];
    for (int i = 0; i < 3; ++i) {
        has[i] = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(COLLIDE__SPLAT_D(2.5 - i), known));
        p->w[i] = p->v;
        if (!COLLIDE__BITS_D(has[i]))
            continue;
        const COLLIDE__D3 a =
            COLLIDE__W(collide__search_coded)(&p->core[0], 0, i, p->code[i], has[i]);
        const COLLIDE__D3 b =
            COLLIDE__W(collide__search_coded)(&p->core[1], 1, i, p->code[i], has[i]);
        p->w[i] = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), p->d);
    }
    const COLLIDE__D3 n = p->w[2];
    e[0] = COLLIDE__D3_(sub)(p->w[0], n);
    e[1] = COLLIDE__D3_(sub)(p->w[1], n);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e[1], e[1]);
    part.number = part.inverse = part.weight[1] = part.weight[2] = zero;
    part.v = part.e = n;
    part.square =
        COLLIDE__SELECT_D(COLLIDE__BUT_D(has[2], has[1]), COLLIDE__D3_(dot)(n, n), far_off);
    part.open = lanes;
    COLLIDE__W(collide__search_face_part)
    (COLLIDE__SPLAT_D(-2.0), e[1], e[0], ee, COLLIDE__D3_(dot)(e[0], e[0]), n, n, has[0], has[0],
     &part);
    part.open = COLLIDE__BUT_D(has[1], has[0]);
    COLLIDE__W(collide__search_edge_part)
    (COLLIDE__SPLAT_D(2.0), e[1], ee, n, part.open, &part);
    const COLLIDE__D off = COLLIDE__MUL_D(COLLIDE__D3_(dot)(part.v, part.e), part.inverse);
    part.v =
        COLLIDE__D3_(select)(COLLIDE__LT_D(zero, part.number),
                             COLLIDE__D3_(sub)(part.v, COLLIDE__D3_(scale)(off, part.e)), part.v);
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LT_D(part.square, far_off),
                        COLLIDE__LT_D(COLLIDE__MUL_D(p->slack, p->slack), part.square));
    p->v = COLLIDE__D3_(select)(good, part.v, p->v);
    p->square = COLLIDE__SELECT_D(good, part.square, far_off);
    p->part = COLLIDE__SELECT_D(good, part.number, zero);
    p->weight[1] = COLLIDE__SELECT_D(good, part.weight[1], zero);
    p->weight[2] = COLLIDE__SELECT_D(good, part.weight[2], zero);
    return good;
}

// As the start of a round of collide__gjk_from.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__hulls_direct)(COLLIDE__W(collide__search_pair) *
                                                                  p) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), vv = COLLIDE__D3_(dot)(p->v, p->v);
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LT_D(zero, vv), COLLIDE__LE_D(vv, COLLIDE__SPLAT_D(DBL_MAX)));
    p->v.x = COLLIDE__SELECT_D(good, p->v.x, COLLIDE__SPLAT_D(1.0));
    p->v.y = COLLIDE__WHERE_D(good, p->v.y);
    p->v.z = COLLIDE__WHERE_D(good, p->v.z);
}

// The sides on which the nearest points lie, and these points.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__hulls_lie)(const COLLIDE__W(collide__search_pair) * p, COLLIDE__DM two,
                               COLLIDE__DM three, COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D none = COLLIDE__SPLAT_D(COLLIDE__CODE);
    COLLIDE__D3 on[2];
    for (int side = 0; side < 2; ++side) {
        const COLLIDE__W(collide__search_core) *const core = &p->core[side];
        COLLIDE__W(collide__hulls_side) *const out = &at->side.hull[side];
        const unsigned shift = side ? COLLIDE__CODE_BITS : 0;
        const COLLIDE__D mask =
            COLLIDE__SPLAT_D(COLLIDE__CODE + (double)((uint64_t)COLLIDE__CODE_MASK << shift));
        COLLIDE__D3 q[3];
        COLLIDE__D code[3];
        for (int i = 0; i < 3; ++i) {
            const COLLIDE__DM has = i == 0 ? three : i == 1 ? two : p->good;
            q[i] = COLLIDE__W(collide__search_coded)(core, side, i, p->code[i],
                                                     COLLIDE__BOTH_D(has, p->good));
            code[i] = COLLIDE__BITWISE_D(and, p->code[i], mask);
        }
        // Points that are not there count as the first that is.
        const COLLIDE__D3 base =
            COLLIDE__D3_(select)(three, q[0], COLLIDE__D3_(select)(two, q[1], q[2]));
        const COLLIDE__D first =
            COLLIDE__SELECT_D(three, code[0], COLLIDE__SELECT_D(two, code[1], code[2]));
        const COLLIDE__D second = COLLIDE__SELECT_D(three, code[1], first);
        const COLLIDE__DM last_same = COLLIDE__EQ_D(code[2], first);
        const COLLIDE__DM same = COLLIDE__EQ_D(second, first);
        out->edge = COLLIDE__D3_(sub)(
            COLLIDE__D3_(select)(last_same, COLLIDE__D3_(select)(same, base, q[1]), q[2]), base);
        if (core->kind == COLLIDE__CORE_BOX) {
            const COLLIDE__D differ = COLLIDE__BITWISE_D(or, COLLIDE__XOR_D(code[2], first),
                                                         COLLIDE__XOR_D(second, first));
            COLLIDE__DM bit[3];
            for (int i = 0; i < 3; ++i)
                bit[i] = COLLIDE__LT_D(
                    none, COLLIDE__BITWISE_D(
                              and, COLLIDE__BITWISE_D(or, differ, none),
                              COLLIDE__SPLAT_D(COLLIDE__CODE +
                                               (double)((uint64_t)1 << (shift + (unsigned)i)))));
            const COLLIDE__DM both = COLLIDE__BOTH_D(bit[0], bit[1]);
            const COLLIDE__DM either = COLLIDE__EITHER_D(bit[0], bit[1]);
            out->faced = COLLIDE__EITHER_D(COLLIDE__BUT_D(both, bit[2]),
                                           COLLIDE__BOTH_D(COLLIDE__BUT_D(either, both), bit[2]));
            out->edged = COLLIDE__BUT_D(
                COLLIDE__EITHER_D(COLLIDE__BUT_D(either, bit[2]), COLLIDE__BUT_D(bit[2], either)),
                both);
        } else {
            const COLLIDE__DM all = COLLIDE__EITHER_D(COLLIDE__EITHER_D(last_same, same),
                                                      COLLIDE__EQ_D(code[2], second));
            out->faced = COLLIDE__NOT_D(all);
            out->edged = COLLIDE__BUT_D(all, COLLIDE__BOTH_D(last_same, same));
        }
        // As collide__simplex_points.
        on[side] = COLLIDE__D3_(along)(
            COLLIDE__D3_(along)(base, p->weight[1], COLLIDE__D3_(sub)(q[1], base)), p->weight[2],
            COLLIDE__D3_(sub)(q[2], base));
        at->point[side] = COLLIDE__D3_(add)(at->now[side][3], on[side]);
    }
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(on[0], on[1]), p->d);
    at->most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_nearest)(COLLIDE__W(collide__boxes_pair) * s,
                                   COLLIDE__W(collide__boxes_look) * at, const COLLIDE__D3 *begins,
                                   COLLIDE__W(collide__hulls_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM lanes = COLLIDE__MASK_D(at->lanes);
    COLLIDE__W(collide__search_pair) p;
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__search_core) *const core = &p.core[i];
        const bool convex = i || at->hulls->both;
        core->kind = convex ? COLLIDE__CORE_VERTICES : COLLIDE__CORE_BOX;
        core->bodies = at->hulls->body[i];
        core->disk = s->body[i].half[0];
        for (int k = 0; k < 3; ++k)
            core->g[k] =
                convex ? at->now[i][k] : COLLIDE__D3_(scale)(s->body[i].half[k], at->now[i][k]);
        core->g[3] = COLLIDE__D3_(splat)(0.0);
    }
    p.d = at->between;
    p.slack = at->slack;
    p.tolerance = COLLIDE__MUL_D(COLLIDE__SPLAT_D(0.5), at->slack);
    p.enough = COLLIDE__SPLAT_D(DBL_MAX);
    p.gap = COLLIDE__SPLAT_D(-DBL_MAX);
    p.inverse = zero;
    p.v = p.n = p.normal = *begins;
    for (int i = 0; i < 3; ++i)
        p.code[i] = at->hulls->code[i];
    p.next = COLLIDE__SPLAT_D(COLLIDE__CODE);
    p.live = p.good = lanes;
    COLLIDE__DM empty =
        COLLIDE__BUT_D(lanes, COLLIDE__W(collide__hulls_known)(at->hulls->known, lanes, &p));
    COLLIDE__DM inside = COLLIDE__BUT_D(lanes, lanes);
    for (int round = 0; round < COLLIDE__GJK_ROUNDS && COLLIDE__BITS_D(p.live); ++round) {
        COLLIDE__W(collide__hulls_direct)(&p);
        COLLIDE__W(collide__search_round_curved)(&p);
        if (!COLLIDE__BITS_D(p.live))
            break;
        // Without points, the new one counts twice.
        p.w[2] = COLLIDE__D3_(select)(empty, p.n, p.w[2]);
        const COLLIDE__DM before = p.good;
        COLLIDE__W(collide__search_reduce)(false, &p);
        const COLLIDE__DM ends = COLLIDE__BUT_D(before, p.good);
        if (COLLIDE__BITS_D(ends)) {
            const COLLIDE__D3 w[4] = {p.w[0], p.w[1], p.w[2], p.n};
            inside = COLLIDE__EITHER_D(
                inside, COLLIDE__BOTH_D(ends, COLLIDE__W(collide__hulls_deep)(w, at->slack)));
        }
        empty = COLLIDE__BUT_D(empty, empty);
    }
    const COLLIDE__DM three = COLLIDE__LT_D(p.part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(p.part));
    out->gap = p.gap;
    out->touch = COLLIDE__BUT_D(lanes, p.good);
    out->inside = inside;
    at->n = COLLIDE__D3_(scale)(p.inverse, p.normal);
    at->hulls->known = COLLIDE__SELECT_D(
        p.good,
        COLLIDE__SELECT_D(three, COLLIDE__SPLAT_D(3.0),
                          COLLIDE__SELECT_D(two, COLLIDE__SPLAT_D(2.0), COLLIDE__SPLAT_D(1.0))),
        zero);
    for (int i = 0; i < 3; ++i)
        at->hulls->code[i] = p.code[i];
    COLLIDE__W(collide__hulls_lie)(&p, two, three, at);
}
#endif // COLLIDE__WIDTH
