#pragma once
#include "hulls.h"
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
// m.w, round bodies and hulls count only what lessens the gap.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_bound)
    COLLIDE__W(collide__boxes_bound_of)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__W(collide__boxes_bound) r;
    r.m = form == COLLIDE__FORM_BOXES    ? COLLIDE__W(collide__boxes_follow)(at)
          : form == COLLIDE__FORM_ROUNDS ? COLLIDE__W(collide__rounds_follow)(s, at)
                                         : COLLIDE__W(collide__hulls_follow)(s, at);
    r.lean = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.m, r.m));
    r.nw = COLLIDE__D3_(dot)(at->n, s->w);
    const COLLIDE__D mw = COLLIDE__D3_(dot)(r.m, s->w);
    r.curve =
        COLLIDE__ADD_D(form == COLLIDE__FORM_BOXES ? COLLIDE__ABS_D(mw) : COLLIDE__MAX_D(mw, zero),
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
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D step, COLLIDE__D tau, int form) {
    const COLLIDE__D3 k = COLLIDE__D3_(along)(at->n, step, bound->m);
    COLLIDE__D left = COLLIDE__NEG_D(
        COLLIDE__ADD_D(COLLIDE__D3_(dot)(k, at->d), COLLIDE__MUL_D(step, bound->nw)));
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__D3 *const now = at->now[i];
        const COLLIDE__D3 q = COLLIDE__D3_(along)(k, step, bound->turn[i]);
        if (form == COLLIDE__FORM_HULLS) {
            left = COLLIDE__SUB_D(
                left, COLLIDE__W(collide__hulls_reach)(s, at, i, i ? q : COLLIDE__D3_(neg)(q)));
            continue;
        }
        const COLLIDE__D middle = COLLIDE__D3_(dot)(q, now[3]);
        COLLIDE__D reach =
            COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[0])), body->half[0]);
        for (int j = 1; j < 3 && !(form == COLLIDE__FORM_ROUNDS && i == 0); ++j)
            reach = COLLIDE__ADD_D(
                reach, COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[j])), body->half[j]));
        left =
            COLLIDE__SUB_D(i ? COLLIDE__SUB_D(left, middle) : COLLIDE__ADD_D(left, middle), reach);
    }
    if (form != COLLIDE__FORM_BOXES)
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
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D closing, int form) {
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
        if (form == COLLIDE__FORM_HULLS) {
            gap = COLLIDE__SUB_D(
                gap, COLLIDE__W(collide__hulls_swept)(s, at, i, COLLIDE__MUL_D(y, body->rho), x));
            continue;
        }
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
                                    COLLIDE__D sign, COLLIDE__D rest, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D less = COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS), two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__W(collide__boxes_bound) bound = COLLIDE__W(collide__boxes_bound_of)(s, at, form);
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
    const COLLIDE__D left =
        COLLIDE__W(collide__boxes_left_at)(s, at, &bound, COLLIDE__MUL_D(sign, tau), tau, form);
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
            turns,
            COLLIDE__MAX_D(COLLIDE__W(collide__boxes_apart)(s, at, &bound, closing, form), r.free),
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
                                       COLLIDE__W(collide__hulls_lanes) * hulls, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__boxes_look) at;
    COLLIDE__W(collide__boxes_end) end;
    if (form == COLLIDE__FORM_ROUNDS)
        COLLIDE__W(collide__rounds_look_at)(s, &at);
    else if (form == COLLIDE__FORM_HULLS)
        COLLIDE__W(collide__hulls_look_at)(s, hulls, &at);
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
    if (form == COLLIDE__FORM_HULLS) // the others need no certificate
        at.lanes &= COLLIDE__BITS_D(apart);
    if (COLLIDE__BITS_D(COLLIDE__EITHER_D(walks, COLLIDE__NOT_D(overlap))))
        step = COLLIDE__W(collide__boxes_free)(s, &at, COLLIDE__SELECT_D(apart, lo, one), sign,
                                               rest, form);
    const COLLIDE__DM whole = COLLIDE__BOTH_D(apart, COLLIDE__LE_D(rest, step.free));
    s->looks = COLLIDE__ADD_D(s->looks, one);
    const COLLIDE__DM inside = COLLIDE__BUT_D(overlap, seeks);
    COLLIDE__DM starts = COLLIDE__BOTH_D(inside, COLLIDE__LE_D(s->t, zero));
    if (form == COLLIDE__FORM_ROUNDS)
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
    if (form != COLLIDE__FORM_HULLS && COLLIDE__BITS_D(starts)) {
        if (form == COLLIDE__FORM_ROUNDS) // n is kept already
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
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, NULL, COLLIDE__FORM_BOXES);
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__rounds_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, NULL, COLLIDE__FORM_ROUNDS);
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__hulls_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max,
                                       COLLIDE__W(collide__hulls_lanes) * hulls) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, hulls, COLLIDE__FORM_HULLS);
}
#endif // COLLIDE__WIDTH
