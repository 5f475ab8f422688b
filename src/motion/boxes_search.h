#pragma once
#include "../base/memory.h"
#include "rounds.h"

// ---- certificates ----------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

// As collide__motion_bound.
typedef struct COLLIDE__W(collide__boxes_bound) {
    COLLIDE__D3 m, turn[2];
    COLLIDE__D lean, curve, cube, fast, nw;
} COLLIDE__W(collide__boxes_bound);

// How n turns with its edges.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__boxes_follow)(const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(at->p, at->q);
    const COLLIDE__D3 rate =
        COLLIDE__D3_(add)(COLLIDE__D3_(cross)(COLLIDE__D3_(cross)(at->turn_p, at->p), at->q),
                          COLLIDE__D3_(cross)(at->p, COLLIDE__D3_(cross)(at->turn_q, at->q)));
    // The part of rate across n, over the length of c, which is along n or against it.
    return COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), COLLIDE__D3_(dot)(at->n, c)),
        COLLIDE__D3_(along)(rate, COLLIDE__NEG_D(COLLIDE__D3_(dot)(rate, at->n)), at->n));
}

// Bounds of how n curves. The length of m x spin is at most the product of their lengths. Of tau^2
// m.w, round bodies count only what lessens the gap.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_bound)
    COLLIDE__W(collide__boxes_bound_of)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at,
                                        bool are_round) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__W(collide__boxes_bound) r;
    r.m = are_round ? COLLIDE__W(collide__rounds_follow)(s, at)
                    : COLLIDE__W(collide__boxes_follow)(at);
    r.lean = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.m, r.m));
    r.nw = COLLIDE__D3_(dot)(at->n, s->w);
    const COLLIDE__D mw = COLLIDE__D3_(dot)(r.m, s->w);
    r.curve = COLLIDE__ADD_D(are_round ? COLLIDE__MAX_D(mw, zero) : COLLIDE__ABS_D(mw),
                             COLLIDE__MUL_D(r.lean, s->swing));
    r.cube = COLLIDE__MUL_D(r.lean, s->bend);
    r.fast = zero;
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        r.turn[i] = COLLIDE__D3_(cross)(at->n, body->spin);
        const COLLIDE__D swing =
            COLLIDE__MUL_D(COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.turn[i], r.turn[i])), body->rho);
        r.fast = COLLIDE__ADD_D(r.fast, swing);
        r.curve = COLLIDE__ADD_D(r.curve, COLLIDE__MUL_D(half, COLLIDE__MUL_D(swing, body->rate)));
    }
    return r;
}

// As collide__motion_left; step is tau or -tau.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_left_at)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D step, COLLIDE__D tau,
    bool are_round) {
    const COLLIDE__D3 k = COLLIDE__D3_(along)(at->n, step, bound->m);
    COLLIDE__D left = COLLIDE__NEG_D(
        COLLIDE__ADD_D(COLLIDE__D3_(dot)(k, at->d), COLLIDE__MUL_D(step, bound->nw)));
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__D3 *const now = at->now[i];
        const COLLIDE__D3 q = COLLIDE__D3_(along)(k, step, bound->turn[i]);
        const COLLIDE__D middle = COLLIDE__D3_(dot)(q, now[3]);
        COLLIDE__D reach =
            COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[0])), body->half[0]);
        for (int j = 1; j < 3 && !(are_round && i == 0); ++j)
            reach = COLLIDE__ADD_D(
                reach, COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[j])), body->half[j]));
        left =
            COLLIDE__SUB_D(i ? COLLIDE__SUB_D(left, middle) : COLLIDE__ADD_D(left, middle), reach);
    }
    if (are_round)
        left = COLLIDE__SUB_D(left,
                              COLLIDE__MUL_D(s->radius, COLLIDE__SQRT_D(COLLIDE__D3_(dot)(k, k))));
    const COLLIDE__D curve = COLLIDE__ADD_D(bound->curve, COLLIDE__MUL_D(bound->cube, tau));
    const COLLIDE__D wide = COLLIDE__ADD_D(
        COLLIDE__SPLAT_D(1.0), COLLIDE__MUL_D(tau, COLLIDE__ADD_D(bound->lean, s->spins)));
    const COLLIDE__D rough =
        COLLIDE__ADD_D(COLLIDE__MUL_D(at->slack, wide),
                       COLLIDE__MUL_D(COLLIDE__MUL_D(s->fast, tau),
                                      COLLIDE__SPLAT_D(1.4210854715202004e-14))); // 2^-46
    return COLLIDE__SUB_D(COLLIDE__SUB_D(left, COLLIDE__MUL_D(COLLIDE__MUL_D(tau, tau), curve)),
                          rough);
}

// As collide__motion_apart.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_apart)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D closing) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__D gap = COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(at->n, at->d)),
                                    COLLIDE__ADD_D(at->slack, at->slack));
    gap = COLLIDE__SUB_D(gap, s->radius);
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__DM turns = COLLIDE__LT_D(zero, body->rate);
        const COLLIDE__D part = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, body->rate, one));
        const COLLIDE__D x = COLLIDE__MUL_D(COLLIDE__D3_(dot)(at->n, body->spin), part);
        const COLLIDE__D y = COLLIDE__MUL_D(
            COLLIDE__SQRT_D(COLLIDE__D3_(dot)(bound->turn[i], bound->turn[i])), part);
        const COLLIDE__D middle = COLLIDE__MUL_D(x, body->along);
        const COLLIDE__D beside = COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(x), body->beside),
                                                 COLLIDE__MUL_D(y, body->rho));
        const COLLIDE__D still = COLLIDE__D3_(dot)(at->n, at->now[i][3]);
        const COLLIDE__D base = COLLIDE__SELECT_D(turns, middle, still);
        gap = COLLIDE__SUB_D(i ? COLLIDE__SUB_D(gap, base) : COLLIDE__ADD_D(gap, base),
                             COLLIDE__SELECT_D(turns, beside, at->reach[i]));
    }
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, closing);
    const COLLIDE__D until = COLLIDE__SELECT_D(
        comes,
        COLLIDE__MUL_D(COLLIDE__DIV_D(gap, COLLIDE__SELECT_D(comes, closing, one)),
                       COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS)),
        COLLIDE__SPLAT_D(DBL_MAX));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, gap), until, zero);
}

// As collide__motion_step.
typedef struct COLLIDE__W(collide__boxes_step) {
    COLLIDE__D free, closing, bent;
} COLLIDE__W(collide__boxes_step);

// As collide__motion_free, of lanes whose gap lo is above 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_step)
    COLLIDE__W(collide__boxes_free)(const COLLIDE__W(collide__boxes_pair) * s,
                                    const COLLIDE__W(collide__boxes_look) * at, COLLIDE__D lo,
                                    COLLIDE__D sign, COLLIDE__D rest, bool are_round) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D less = COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS), two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__W(collide__boxes_bound) bound =
        COLLIDE__W(collide__boxes_bound_of)(s, at, are_round);
    const COLLIDE__D closing =
        COLLIDE__ADD_D(COLLIDE__MUL_D(sign, bound.nw),
                       COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(8.881784197001252e-16))); // 2^-50
    const COLLIDE__D fast = COLLIDE__ADD_D(closing, bound.fast);
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, fast);
    const COLLIDE__D inside =
        COLLIDE__SUB_D(COLLIDE__D3_(dot)(at->point[0], COLLIDE__D3_(add)(bound.m, bound.turn[0])),
                       COLLIDE__D3_(dot)(at->point[1], COLLIDE__D3_(add)(bound.m, bound.turn[1])));
    const COLLIDE__D slope = COLLIDE__MUL_D(
        sign, COLLIDE__SUB_D(inside, COLLIDE__ADD_D(COLLIDE__D3_(dot)(bound.m, at->d), bound.nw)));
    COLLIDE__W(collide__boxes_step) r;
    r.free = COLLIDE__SELECT_D(
        comes, COLLIDE__MUL_D(COLLIDE__DIV_D(lo, COLLIDE__SELECT_D(comes, fast, one)), less), rest);
    r.closing = COLLIDE__NEG_D(slope);
    // The root of lo + slope tau - curve tau^2, in the form that does not cancel.
    const COLLIDE__D root = COLLIDE__SQRT_D(
        COLLIDE__ADD_D(COLLIDE__MUL_D(slope, slope),
                       COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(bound.curve, lo))));
    const COLLIDE__DM opens = COLLIDE__LT_D(zero, slope);
    const COLLIDE__D over =
        COLLIDE__SELECT_D(opens, COLLIDE__ADD_D(slope, root), COLLIDE__MUL_D(two, lo));
    const COLLIDE__D under =
        COLLIDE__SELECT_D(opens, COLLIDE__MUL_D(two, bound.curve), COLLIDE__SUB_D(root, slope));
    const COLLIDE__DM some = COLLIDE__LT_D(zero, under);
    const COLLIDE__D tau = COLLIDE__MIN_D(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(over, COLLIDE__SELECT_D(some, under, one)), rest),
        rest);
    // A chord of the certificate.
    const COLLIDE__D left = COLLIDE__W(collide__boxes_left_at)(
        s, at, &bound, COLLIDE__MUL_D(sign, tau), tau, are_round);
    const COLLIDE__DM falls = COLLIDE__LT_D(left, zero);
    const COLLIDE__D found = COLLIDE__SELECT_D(
        falls,
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(
                tau, COLLIDE__DIV_D(lo, COLLIDE__SUB_D(lo, COLLIDE__SELECT_D(falls, left, zero)))),
            less),
        tau);
    r.free = COLLIDE__MAX_D(found, r.free);
    const COLLIDE__DM turns = COLLIDE__LT_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(s->spins, rest));
    if (COLLIDE__BITS_D(turns))
        r.free = COLLIDE__SELECT_D(
            turns, COLLIDE__MAX_D(COLLIDE__W(collide__boxes_apart)(s, at, &bound, closing), r.free),
            r.free);
    r.free = COLLIDE__MIN_D(r.free, rest);
    r.bent = COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__MUL_D(two, bound.curve), COLLIDE__MUL_D(r.free, r.free)),
        COLLIDE__ABS_D(COLLIDE__SUB_D(lo, COLLIDE__MUL_D(r.closing, r.free))));
    return r;
}

// ---- the search ------------------------------------------------------------------------------

// Which lanes have ended, and how.
typedef struct COLLIDE__W(collide__boxes_end) {
    unsigned hit, miss, left;
} COLLIDE__W(collide__boxes_end);

// Lanes that look for a contact after free_to: as collide__motion_touch. ahead: until when there is
// none, after another look at the same time.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_seek)(COLLIDE__W(collide__boxes_pair) * s,
                                                          COLLIDE__DM seeks, COLLIDE__DM overlap,
                                                          COLLIDE__DM ahead, COLLIDE__D t_max,
                                                          COLLIDE__W(collide__boxes_end) * end) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM hit = COLLIDE__BOTH_D(seeks, overlap);
    const COLLIDE__DM wide = COLLIDE__BOTH_D(
        COLLIDE__LT_D(zero, s->tries),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(2.384185791015625e-7)), // 2^-22
                      COLLIDE__MUL_D(COLLIDE__SUB_D(s->t, s->free_to), s->fast)));
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM back = COLLIDE__BOTH_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM again = COLLIDE__BUT_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM last = COLLIDE__EITHER_D(COLLIDE__LE_D(rest, s->step),
                                               COLLIDE__LE_D(COLLIDE__SPLAT_D(11.0), s->tries));
    end->hit = COLLIDE__BITS_D(COLLIDE__BUT_D(hit, wide));
    end->left |=
        COLLIDE__BITS_D(COLLIDE__BOTH_D(hit, wide)) | COLLIDE__BITS_D(COLLIDE__BOTH_D(again, last));
    s->seeks = COLLIDE__SELECT_D(back, zero, s->seeks);
    s->free_to = COLLIDE__SELECT_D(back, s->t, s->free_to);
    s->step = COLLIDE__SELECT_D(
        again, COLLIDE__MIN_D(COLLIDE__MUL_D(s->step, COLLIDE__SPLAT_D(4.0)), rest), s->step);
    // The time of a hit stays.
    s->t = COLLIDE__SELECT_D(again, COLLIDE__ADD_D(s->free_to, s->step), s->t);
    s->tries = COLLIDE__ADD_D(s->tries, COLLIDE__SPLAT_D(1.0));
}

// A contact is expected a little after free_to.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_expect)(COLLIDE__W(collide__boxes_pair) * s,
                                                            COLLIDE__DM begins, COLLIDE__D gap,
                                                            COLLIDE__D closing, COLLIDE__D t_max) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM comes = COLLIDE__LT_D(
        COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(9.313225746154785e-10)), closing); // 2^-30
    const COLLIDE__DM bends = COLLIDE__LT_D(zero, s->bend);
    COLLIDE__D step = COLLIDE__SELECT_D(comes,
                                        COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(1.25), gap),
                                                       COLLIDE__SELECT_D(comes, closing, one)),
                                        rest);
    const COLLIDE__D curved =
        COLLIDE__SELECT_D(bends,
                          COLLIDE__SQRT_D(COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), gap),
                                                         COLLIDE__SELECT_D(bends, s->bend, one))),
                          rest);
    step = COLLIDE__MIN_D(step, curved);
    step = COLLIDE__MAX_D(
        step, COLLIDE__MUL_D(s->free_to, COLLIDE__SPLAT_D(3.552713678800501e-15))); // 2^-48
    step = COLLIDE__MIN_D(step, rest);
    s->step = COLLIDE__SELECT_D(begins, step, s->step);
    s->t = COLLIDE__SELECT_D(begins, COLLIDE__ADD_D(s->free_to, step), s->t);
    s->tries = COLLIDE__SELECT_D(begins, zero, s->tries);
    s->seeks = COLLIDE__SELECT_D(begins, one, s->seeks);
}

// Lanes that overlap at the start: the least depth. The look is used up.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_start)(COLLIDE__W(collide__boxes_pair) * s,
                                 COLLIDE__W(collide__boxes_look) * at, COLLIDE__DM lanes) {
    COLLIDE__W(collide__boxes_deep)(s, at);
    COLLIDE__W(collide__boxes_parallel)(s, at);
    const COLLIDE__D hi = COLLIDE__ADD_D(at->gap, COLLIDE__MUL_D(at->slack, COLLIDE__SPLAT_D(9.0)));
    s->n = COLLIDE__D3_(select)(lanes, at->n, s->n);
    s->fast = COLLIDE__SELECT_D(lanes, hi, s->fast);
}

// One look of all lanes: as collide__motion_first.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__boxes_look_on)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max,
                                       bool are_round) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__boxes_look) at;
    COLLIDE__W(collide__boxes_end) end;
    if (are_round)
        COLLIDE__W(collide__rounds_look_at)(s, &at);
    else
        COLLIDE__W(collide__boxes_look_at)(s, &at);
    const COLLIDE__D lo = COLLIDE__SUB_D(at.gap, at.slack);
    const COLLIDE__D four = COLLIDE__MUL_D(at.slack, COLLIDE__SPLAT_D(4.0));
    const COLLIDE__DM overlap = at.overlap;
    const COLLIDE__DM apart = COLLIDE__LT_D(zero, lo), seeks = COLLIDE__LT_D(zero, s->seeks);
    const COLLIDE__D rest = COLLIDE__SELECT_D(seeks, s->step, COLLIDE__SUB_D(t_max, s->free_to));
    const COLLIDE__D sign = COLLIDE__SELECT_D(seeks, COLLIDE__NEG_D(one), one);
    const COLLIDE__DM walks = COLLIDE__NOT_D(seeks);
    COLLIDE__W(collide__boxes_step) step = {zero, zero, zero};
    if (COLLIDE__BITS_D(COLLIDE__EITHER_D(walks, COLLIDE__NOT_D(overlap))))
        step = COLLIDE__W(collide__boxes_free)(s, &at, COLLIDE__SELECT_D(apart, lo, one), sign,
                                               rest, are_round);
    const COLLIDE__DM whole = COLLIDE__BOTH_D(apart, COLLIDE__LE_D(rest, step.free));
    s->looks = COLLIDE__ADD_D(s->looks, one);
    const COLLIDE__DM inside = COLLIDE__BUT_D(overlap, seeks);
    COLLIDE__DM starts = COLLIDE__BOTH_D(inside, COLLIDE__LE_D(s->t, zero));
    if (are_round)
        starts = COLLIDE__BOTH_D(starts, at.exact);
    end.left = COLLIDE__BITS_D(COLLIDE__EITHER_D(
        inside,
        COLLIDE__EITHER_D(COLLIDE__LE_D(COLLIDE__SPLAT_D((double)COLLIDE__MOTION_LOOKS), s->looks),
                          COLLIDE__LE_D(COLLIDE__SPLAT_D(24.0), s->slow))));
    end.miss = COLLIDE__BITS_D(COLLIDE__BOTH_D(walks, whole));
    COLLIDE__W(collide__boxes_seek)(s, seeks, overlap, whole, t_max, &end);
    const COLLIDE__D free = COLLIDE__SELECT_D(apart, step.free, zero);
    const COLLIDE__D next = COLLIDE__ADD_D(s->free_to, free);
    const COLLIDE__D enough = COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8));
    const COLLIDE__D gap =
        COLLIDE__MAX_D(COLLIDE__SELECT_D(COLLIDE__LT_D(four, lo), step.bent, four), four);
    COLLIDE__DM begins = COLLIDE__EITHER_D(COLLIDE__LE_D(gap, enough), COLLIDE__LE_D(lo, enough));
    begins = COLLIDE__EITHER_D(begins, COLLIDE__LE_D(next, s->free_to));
    begins = COLLIDE__BUT_D(begins, seeks);
    s->n = COLLIDE__D3_(select)(walks, at.n, s->n);
    s->slow = COLLIDE__SELECT_D(COLLIDE__BOTH_D(walks, COLLIDE__LE_D(lo, s->tolerance)),
                                COLLIDE__ADD_D(s->slow, one), s->slow);
    s->free_to = COLLIDE__SELECT_D(walks, next, s->free_to);
    s->t = COLLIDE__SELECT_D(walks, next, s->t);
    if (COLLIDE__BITS_D(begins))
        COLLIDE__W(collide__boxes_expect)(s, begins, gap, step.closing, t_max);
    if (COLLIDE__BITS_D(starts)) {
        if (are_round) // n is kept already
            s->fast = COLLIDE__SELECT_D(starts, at.over, s->fast);
        else
            COLLIDE__W(collide__boxes_start)(s, &at, starts);
        s->t = COLLIDE__SELECT_D(starts, zero, s->t);
        s->free_to = COLLIDE__SELECT_D(starts, zero, s->free_to);
        end.hit |= COLLIDE__BITS_D(starts);
    }
    end.left &= ~(end.miss | end.hit);
    return end;
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__boxes_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, false);
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__rounds_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, true);
}

// ---- pairs -----------------------------------------------------------------------------------

// The vector at row r of a block.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_row)(const float *rows, size_t step,
                                                                size_t r) {
    COLLIDE__D3 p;
    p.x = COLLIDE__LOAD_WIDE(rows + r * step);
    p.y = COLLIDE__LOAD_WIDE(rows + (r + 1) * step);
    p.z = COLLIDE__LOAD_WIDE(rows + (r + 2) * step);
    return p;
}

// As collide__orthonormal.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_orthonormal)(const COLLIDE__D3 *axis) {
    const COLLIDE__D most = COLLIDE__SPLAT_D(4.76837158203125e-7); // 2^-21
#define COLLIDE__GOOD(i, k, x)                                                                     \
    COLLIDE__LE_D(                                                                                 \
        COLLIDE__ABS_D(COLLIDE__SUB_D(COLLIDE__D3_(dot)(axis[i], axis[k]), COLLIDE__SPLAT_D(x))),  \
        most)
    const COLLIDE__DM lengths =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 0, 1.0), COLLIDE__GOOD(1, 1, 1.0)),
                        COLLIDE__GOOD(2, 2, 1.0));
    const COLLIDE__DM angles =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 1, 0.0), COLLIDE__GOOD(0, 2, 0.0)),
                        COLLIDE__GOOD(1, 2, 0.0));
#undef COLLIDE__GOOD
    return COLLIDE__BOTH_D(lengths, angles);
}

// A distance from the pivot that no corner exceeds. Lengths and products of edges are off by less
// than 2^-19, and coordinates by 2^-49 of own. The one edge of a segment has any length.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_ball)(
    const COLLIDE__W(collide__boxes_body) * m, COLLIDE__D own, int edges) {
    COLLIDE__D square = COLLIDE__D3_(dot)(m->start[3], m->start[3]);
    const COLLIDE__DM boxed = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), m->volume);
    for (int i = 0; i < edges; ++i) {
        const COLLIDE__D x = COLLIDE__ABS_D(COLLIDE__D3_(dot)(m->start[3], m->start[i]));
        COLLIDE__D length = m->half[i];
        if (i == 0)
            length = COLLIDE__SELECT_D(boxed, length, COLLIDE__D3_(dot)(m->start[0], m->start[0]));
        square = COLLIDE__ADD_D(
            square, COLLIDE__MUL_D(m->half[i], COLLIDE__ADD_D(length, COLLIDE__ADD_D(x, x))));
    }
    return COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__SQRT_D(square), COLLIDE__SPLAT_D(1.0000152587890625)), // 1 + 2^-16
        COLLIDE__MUL_D(own, COLLIDE__SPLAT_D(9.094947017729282e-13)));                 // 2^-40
}

// Until when balls about the pivots are apart, if these are apart at the time 0, and part at w.
// reach is the sum of radii. The smaller root of away + 2 comes t + fast t^2, in the form that does
// not cancel.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_until)(COLLIDE__D3 apart, COLLIDE__D3 w,
                                                                 COLLIDE__D reach) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D away =
        COLLIDE__SUB_D(COLLIDE__MUL_D(COLLIDE__D3_(dot)(apart, apart),
                                      COLLIDE__SPLAT_D(1 - 9.094947017729282e-13)), // 2^-40
                       COLLIDE__MUL_D(reach, reach));
    const COLLIDE__D comes = COLLIDE__D3_(dot)(apart, w);
    const COLLIDE__D square =
        COLLIDE__SUB_D(COLLIDE__MUL_D(comes, comes), COLLIDE__MUL_D(COLLIDE__D3_(dot)(w, w), away));
    const COLLIDE__DM meet =
        COLLIDE__BOTH_D(COLLIDE__LT_D(comes, zero), COLLIDE__LT_D(zero, square));
    const COLLIDE__D root = COLLIDE__SQRT_D(COLLIDE__MAX_D(square, zero));
    const COLLIDE__D t = COLLIDE__MUL_D(
        COLLIDE__DIV_D(away, COLLIDE__SELECT_D(meet, COLLIDE__SUB_D(root, comes), one)),
        COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, away),
                             COLLIDE__SELECT_D(meet, t, COLLIDE__SPLAT_D(DBL_MAX)), zero);
}

// A shape from its rows: its middle, half edges and axes.
typedef struct COLLIDE__W(collide__boxes_shape) {
    COLLIDE__D3 center, half, axis[3];
    COLLIDE__D radius, halves; // the sum of the lengths of half edges, or more
    COLLIDE__DM good;
    int edges; // in any lane; the others are 0
} COLLIDE__W(collide__boxes_shape);

COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__boxes_shape_of)(const float *rows, size_t step) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    r.half = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    r.radius = zero;
    r.edges = 3;
    r.halves = COLLIDE__ADD_D(COLLIDE__ADD_D(r.half.x, r.half.y), r.half.z);
    r.good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(r.half.x, r.half.y), r.half.z)),
        COLLIDE__W(collide__boxes_orthonormal)(r.axis));
    return r;
}

// Round bodies have the rows of a capsule. The last row has COLLIDE__ROUNDS_SEGMENT, ..._OBB or
// ..._AABB; if a has no other than segments, it is not read. The half edge of a segment is its
// axis.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__rounds_shape_of)(const float *rows, size_t step, int edges) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D half = COLLIDE__SPLAT_D(0.5);
    const COLLIDE__D3 p = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    const COLLIDE__D3 q = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    const COLLIDE__D3 along = COLLIDE__D3_(scale)(half, COLLIDE__D3_(sub)(q, p));
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__D3_(scale)(half, COLLIDE__D3_(add)(p, q));
    r.axis[0] = along;
    r.axis[1] = r.axis[2] = r.half = COLLIDE__D3_(splat)(0.0);
    r.half.x = one;
    r.radius = COLLIDE__LOAD_WIDE(rows + 6 * step);
    r.halves = COLLIDE__D3_(sum_abs)(along);
    r.good = COLLIDE__LE_D(zero, r.radius);
    r.edges = 1;
    if (edges == 1)
        return r;
    const COLLIDE__D kind = COLLIDE__LOAD_WIDE(rows + COLLIDE__ROUNDS_KIND * step);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, kind);
    if (!COLLIDE__BITS_D(boxed))
        return r;
    r.edges = 3;
    const COLLIDE__DM oriented = COLLIDE__EQ_D(kind, COLLIDE__SPLAT_D((double)COLLIDE__ROUNDS_OBB));
    const COLLIDE__D3 extents = COLLIDE__D3_(select)(oriented, q, along);
    COLLIDE__D3 axis[3];
    for (int i = 0; i < 3; ++i)
        axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    const COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(extents.x, extents.y), extents.z)),
        COLLIDE__W(collide__boxes_orthonormal)(axis));
    r.center = COLLIDE__D3_(select)(oriented, p, r.center);
    r.half = COLLIDE__D3_(select)(boxed, extents, r.half);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__D3_(select)(boxed, axis[i], r.axis[i]);
    r.radius = COLLIDE__SELECT_D(boxed, zero, r.radius);
    r.halves = COLLIDE__SELECT_D(oriented, COLLIDE__D3_(sum_abs)(extents), r.halves);
    r.good = COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, good), COLLIDE__BUT_D(r.good, boxed));
    return r;
}

// A body from its shape and the rows of its motion, its pivot and velocity; as
// collide__moving_begin. *size: no point is farther from the pivot, and *own counts what cancels in
// it, too. Returns the lanes of good input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_body_of)(
    COLLIDE__W(collide__boxes_body) * m, const COLLIDE__W(collide__boxes_shape) * shape,
    const float *motion, size_t step, int edges, COLLIDE__D3 *pivot, COLLIDE__D3 *velocity,
    COLLIDE__D *size, COLLIDE__D *own) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(motion, step, 0);
    COLLIDE__D3 pose[3];
    *pivot = COLLIDE__W(collide__boxes_row)(motion, step, 12);
    *velocity = COLLIDE__W(collide__boxes_row)(motion, step, 15);
    m->spin = COLLIDE__W(collide__boxes_row)(motion, step, 18);
    for (int i = 0; i < 3; ++i)
        pose[i] = COLLIDE__W(collide__boxes_row)(motion, step, 3 + 3 * (size_t)i);
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D3 p = i < 3 ? shape->axis[i] : shape->center;
        m->start[i] = m->side[i] = m->inward[i] = COLLIDE__D3_(splat)(0.0);
        if (i < edges || i == 3)
            m->start[i] = COLLIDE__D3_(along)(
                COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p.x, pose[0]), p.y, pose[1]), p.z, pose[2]);
    }
    const COLLIDE__D3 from = COLLIDE__D3_(sub)(position, *pivot);
    m->start[3] = COLLIDE__D3_(add)(from, m->start[3]);
    m->half[0] = shape->half.x;
    m->half[1] = shape->half.y;
    m->half[2] = shape->half.z;
    m->volume = edges == 1
                    ? zero
                    : COLLIDE__D3_(dot)(m->start[0], COLLIDE__D3_(cross)(m->start[1], m->start[2]));
    // Of a box whose axes are left-handed, one axis is turned round: the box stays as it is.
    if (edges > 1)
        m->start[2] = COLLIDE__D3_(select)(COLLIDE__LT_D(m->volume, zero),
                                           COLLIDE__D3_(neg)(m->start[2]), m->start[2]);
    m->volume = COLLIDE__ABS_D(m->volume);
    m->rate = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(m->spin, m->spin));
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, m->rate);
    const COLLIDE__D3 u =
        COLLIDE__D3_(scale)(COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, m->rate, one)), m->spin);
    m->beside = zero;
    for (int i = 0; i < 4; ++i) {
        if (i >= edges && i < 3)
            continue;
        m->side[i] = COLLIDE__D3_(cross)(u, m->start[i]);
        m->inward[i] = COLLIDE__D3_(cross)(u, m->side[i]);
        const COLLIDE__D x = COLLIDE__D3_(dot)(u, m->start[i]);
        if (i < 3)
            m->beside = COLLIDE__ADD_D(m->beside, COLLIDE__MUL_D(COLLIDE__ABS_D(x), m->half[i]));
        else
            m->along = x;
    }
    m->rho = COLLIDE__W(collide__boxes_rho)(m, edges);
    // Axes of the pose may be longer than 1, and sums of coordinates are larger than lengths.
    const COLLIDE__D three_quarters = COLLIDE__SPLAT_D(1.75);
    const COLLIDE__D body = COLLIDE__MUL_D(shape->halves, three_quarters);
    *size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(m->start[3]), body);
    *own = COLLIDE__ADD_D(
        body, COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(shape->center), three_quarters),
                             COLLIDE__D3_(sum_abs)(from)));
    const COLLIDE__D all = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*velocity), COLLIDE__D3_(sum_abs)(m->spin)),
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*pivot),
                       COLLIDE__ADD_D(COLLIDE__ADD_D(*own, *size), shape->radius)));
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LE_D(all, COLLIDE__SPLAT_D(1e300)), // also of no NaN
                        shape->good);
    return COLLIDE__BOTH_D(good, COLLIDE__W(collide__boxes_orthonormal)(pose));
}

// Lanes of balls about the pivots, which touch a little after free_to: a contact is sought there at
// once. n is as a look at free_to finds it.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__rounds_meet)(COLLIDE__W(collide__boxes_pair) * s,
                                                           COLLIDE__DM balls, COLLIDE__D t_max) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), t = s->t;
    const COLLIDE__D3 d = COLLIDE__D3_(along)(s->apart, t, s->w);
    const COLLIDE__D square = COLLIDE__D3_(dot)(d, d);
    const COLLIDE__D3 n = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(balls, square, one))),
        COLLIDE__D3_(neg)(d));
    const COLLIDE__D closing = COLLIDE__D3_(dot)(n, s->w);
    // What collide__boxes_until leaves, and the slack.
    const COLLIDE__D left = COLLIDE__DIV_D(COLLIDE__D3_(dot)(s->apart, s->apart),
                                           COLLIDE__SELECT_D(balls, s->radius, one));
    const COLLIDE__D wide = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    const COLLIDE__D gap = COLLIDE__MUL_D(COLLIDE__ADD_D(left, wide),
                                          COLLIDE__SPLAT_D(9.094947017729282e-13)); // 2^-40
    const COLLIDE__DM soon = COLLIDE__BOTH_D(
        COLLIDE__LE_D(gap, COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8))),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(0.0009765625)), closing)); // 2^-10
    const COLLIDE__DM begins = COLLIDE__BOTH_D(balls, soon);
    s->n = COLLIDE__D3_(select)(begins, n, s->n);
    COLLIDE__W(collide__boxes_expect)(s, begins, gap, closing, t_max);
}

// Pairs of a block from the given one on. Returns the lanes that the search takes. *miss: lanes
// that need none, as the balls about their bodies stay apart.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__boxes_pairs)(const collide__boxes_job *job, const collide__boxes_block *block,
                                 size_t first, COLLIDE__W(collide__boxes_pair) * s, bool are_round,
                                 unsigned *miss) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__D3 pivot[2], velocity[2];
    COLLIDE__D size[2], own[2], swing[2], bend[2], radius[2];
    COLLIDE__DM good = COLLIDE__EQ_D(zero, zero);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const float *const rows = block->box[i] + first;
        const COLLIDE__W(collide__boxes_shape) shape =
            are_round ? COLLIDE__W(collide__rounds_shape_of)(rows, block->step, i ? 3 : 1)
                      : COLLIDE__W(collide__boxes_shape_of)(rows, block->step);
        const int edges = !are_round ? 3 : i ? shape.edges : 1;
        // Not within the operator, which may leave it out one lane wide.
        const COLLIDE__DM fine =
            COLLIDE__W(collide__boxes_body_of)(body, &shape, block->motion[i] + first, block->step,
                                               edges, &pivot[i], &velocity[i], &size[i], &own[i]);
        good = COLLIDE__BOTH_D(good, fine);
        radius[i] = shape.radius;
        swing[i] = COLLIDE__MUL_D(body->rate, body->rho);
        bend[i] = COLLIDE__MUL_D(body->rate, swing[i]);
    }
    s->apart = COLLIDE__D3_(sub)(pivot[1], pivot[0]);
    s->w = COLLIDE__D3_(sub)(velocity[1], velocity[0]);
    s->speed = COLLIDE__D3_(sum_abs)(s->w);
    s->swing = COLLIDE__ADD_D(swing[0], swing[1]);
    s->fast = COLLIDE__ADD_D(s->speed, s->swing);
    s->bend = COLLIDE__MUL_D(half, COLLIDE__ADD_D(bend[0], bend[1]));
    s->spins = COLLIDE__ADD_D(s->body[0].rate, s->body[1].rate);
    s->radius = COLLIDE__ADD_D(radius[0], radius[1]);
    s->sizes = COLLIDE__ADD_D(own[0], own[1]);
    if (are_round) {
        s->sizes = COLLIDE__ADD_D(s->sizes, s->radius);
        good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->radius));
    }
    s->wide = COLLIDE__ADD_D(COLLIDE__ADD_D(s->sizes, COLLIDE__ADD_D(size[0], size[1])),
                             COLLIDE__D3_(sum_abs)(s->apart));
    s->tolerance = job->tolerance > 0 ? COLLIDE__SPLAT_D((double)job->tolerance)
                                      : COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(1e-5));
    COLLIDE__D reach =
        COLLIDE__ADD_D(COLLIDE__W(collide__boxes_ball)(&s->body[0], own[0], are_round ? 1 : 3),
                       COLLIDE__W(collide__boxes_ball)(&s->body[1], own[1], 3));
    if (are_round)
        reach = COLLIDE__ADD_D(reach, s->radius);
    s->free_to = s->t = COLLIDE__W(collide__boxes_until)(s->apart, s->w, reach);
    s->step = s->seeks = s->tries = s->looks = s->slow = zero;
    s->n = s->apart;
    // Each angle is at most that of both.
    good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->spins));
    good =
        COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__MUL_D(s->spins, COLLIDE__SPLAT_D(job->t_max)),
                                            COLLIDE__SPLAT_D(COLLIDE__TURN_MOST)));
    const unsigned lanes = COLLIDE__BITS_D(good) &
                           (block->n - first < COLLIDE__DOUBLES ? (1u << (block->n - first)) - 1
                                                                : (1u << COLLIDE__DOUBLES) - 1);
    const COLLIDE__DM free = COLLIDE__BOTH_D(COLLIDE__LT_D(zero, s->t),
                                             COLLIDE__LE_D(COLLIDE__SPLAT_D(job->t_max), s->t));
    *miss = lanes & COLLIDE__BITS_D(free);
    if (are_round) {
        const COLLIDE__DM late = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->t));
        const COLLIDE__DM balls = COLLIDE__BUT_D(
            COLLIDE__BOTH_D(late, COLLIDE__LE_D(COLLIDE__ADD_D(size[0], size[1]), zero)), free);
        if (COLLIDE__BITS_D(balls))
            COLLIDE__W(collide__rounds_meet)(s, balls, COLLIDE__SPLAT_D(job->t_max));
    }
    return lanes & ~*miss;
}

// Number k of all numbers of lane i.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_read)(const void *numbers, size_t k, unsigned i,
                                                          double *x) {
    memcpy(x, (const char *)numbers + 8 * (COLLIDE__DOUBLES * k + i), sizeof *x);
}

// Writes the answers of lanes that have ended.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_ended)(const collide__boxes_job *job,
                                 const COLLIDE__W(collide__boxes_pair) * s, const size_t *tags,
                                 unsigned lanes, uint32_t verdict) {
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        double free_to, t, fast;
        collide__dvec3 n;
        COLLIDE__W(collide__boxes_read)(&s->free_to, 0, i, &free_to);
        COLLIDE__W(collide__boxes_read)(&s->t, 0, i, &t);
        COLLIDE__W(collide__boxes_read)(&s->fast, 0, i, &fast);
        COLLIDE__W(collide__boxes_read)(&s->n, 0, i, &n.x);
        COLLIDE__W(collide__boxes_read)(&s->n, 1, i, &n.y);
        COLLIDE__W(collide__boxes_read)(&s->n, 2, i, &n.z);
        collide__boxes_write(job, tags[i], verdict, free_to, t, fast, n);
    }
}

// Takes lanes of other pairs, those that from says, to the given lanes.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_move)(COLLIDE__W(collide__boxes_pair) * to, unsigned lanes,
                                const COLLIDE__W(collide__boxes_pair) * from,
                                const uint32_t *lane) {
#ifdef COLLIDE__DEAL
    const COLLIDE__DM m = COLLIDE__MASK_D(lanes);
    const COLLIDE__DEALING dealing = COLLIDE__DEALING_OF(lane);
    COLLIDE__D *const out = (COLLIDE__D *)(void *)to;
    const COLLIDE__D *const in = (const COLLIDE__D *)(const void *)from;
    for (size_t j = 0; j < sizeof *to / sizeof *out; ++j)
        out[j] = COLLIDE__DEAL(m, dealing, out[j], in[j]);
#else
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        char *out = (char *)to + 8 * i;
        const char *in = (const char *)from + 8 * lane[i];
        for (size_t j = 0; j < sizeof *to; j += 8 * COLLIDE__DOUBLES)
            memcpy(out + j, in + j, 8);
    }
#endif
}

// The lanes of a search, and pairs that wait for one.
typedef struct COLLIDE__W(collide__boxes_run) {
    COLLIDE__W(collide__boxes_pair) now, next;
    collide__boxes_block block;
    size_t tags[COLLIDE__DOUBLES], at, first; // the next pair of the block; that of lane 0 of next
    unsigned live, ready;                     // lanes
} COLLIDE__W(collide__boxes_run);

// Pairs in place of those that have ended, as long as there are any.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_refill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run,
                                  bool are_round) {
    const unsigned all = (1u << COLLIDE__DOUBLES) - 1;
    while (run->live != all) {
        if (!run->ready) {
            if (run->at >= run->block.n) {
                run->at = 0;
                if (run->block.n)
                    job->next(job, &run->block);
                if (!run->block.n)
                    return;
            }
            COLLIDE__W(collide__boxes_pair) *const out = run->live ? &run->next : &run->now;
            const size_t rest = run->block.n - run->at;
            const size_t n = rest < COLLIDE__DOUBLES ? rest : COLLIDE__DOUBLES;
            run->first = run->at;
            unsigned miss;
            run->ready =
                COLLIDE__W(collide__boxes_pairs)(job, &run->block, run->at, out, are_round, &miss);
            run->at += n;
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, ((1u << n) - 1) & ~(run->ready | miss),
             COLLIDE__MOTION_LEFT);
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, miss, COLLIDE_MISS);
            if (!run->live) {
                for (size_t i = 0; i < n; ++i)
                    run->tags[i] = run->block.tag[run->first + i];
                run->live = run->ready;
                run->ready = 0;
            }
            continue;
        }
        uint32_t from[COLLIDE__DOUBLES] = {0};
        unsigned to = 0;
        for (; (run->live | to) != all && run->ready; run->ready &= run->ready - 1) {
            const unsigned i = collide__lowest_bit(all & ~(run->live | to));
            from[i] = collide__lowest_bit(run->ready);
            run->tags[i] = run->block.tag[run->first + from[i]];
            to |= 1u << i;
        }
        COLLIDE__W(collide__boxes_move)(&run->now, to, &run->next, from);
        run->live |= to;
    }
}

// Not inlined, for less stack.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, false);
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__rounds_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, true);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__boxes_search)(collide__boxes_job *job,
                                                                  bool are_round) {
    const COLLIDE__D t_max = COLLIDE__SPLAT_D(job->t_max);
    COLLIDE__W(collide__boxes_run) run;
    run.block.n = 1;
    run.at = 1;
    run.live = run.ready = 0;
    for (;;) {
        if (collide__popcount(run.live) + COLLIDE__DOUBLES / 4 <= COLLIDE__DOUBLES) {
            if (are_round)
                COLLIDE__W(collide__rounds_fill)(job, &run);
            else
                COLLIDE__W(collide__boxes_fill)(job, &run);
        }
        if (!run.live)
            return;
        COLLIDE__W(collide__boxes_pair) *const s = &run.now;
        const COLLIDE__W(collide__boxes_end) end =
            are_round ? COLLIDE__W(collide__rounds_advance)(s, t_max)
                      : COLLIDE__W(collide__boxes_advance)(s, t_max);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.hit & run.live, COLLIDE_HIT);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.miss & run.live, COLLIDE_MISS);
        COLLIDE__W(collide__boxes_ended)
        (job, s, run.tags, end.left & run.live, COLLIDE__MOTION_LEFT);
        run.live &= ~(end.hit | end.miss | end.left);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_boxes)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, false);
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_rounds)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, true);
}
#endif // COLLIDE__WIDTH
