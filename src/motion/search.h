#pragma once
#include "moving.h"

// ---- certificates ----------------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

#define COLLIDE__MOTION_ROUNDS 512

// The velocity of a body's point, given from the pivot.
static collide__dvec3 collide__moving_velocity(const collide__moving *m, collide__dvec3 p) {
    return collide__dadd(m->velocity, 1, collide__dcross(m->spin, p));
}

// The part of v that is normal to the unit vector n.
COLLIDE__INLINE collide__dvec3 collide__motion_across(collide__dvec3 v, collide__dvec3 n) {
    return collide__dadd(v, -collide__ddot(v, n), n);
}

// How the normal of the nearest sides turns: with a face, or with two edges; else with the two
// points, which slide along an edge.
static collide__dvec3 collide__motion_follow(const collide__motion_state *s,
                                             const collide__motion_probe *at) {
    const collide__motion_side *a = &at->side[0], *b = &at->side[1];
    const collide__dvec3 zero = {0, 0, 0}, n = at->n;
    collide__dvec3 m = zero;
    if (a->kind == 3)
        return collide__dcross(s->body[0].spin, n);
    if (b->kind == 3)
        return collide__dcross(s->body[1].spin, n);
    if (a->kind == 2 && b->kind == 2) {
        const collide__dvec3 c = collide__dcross(a->edge, b->edge);
        const double cc = collide__ddot(c, c);
        const double wide =
            collide__dmul(collide__ddot(a->edge, a->edge), collide__ddot(b->edge, b->edge));
        if (cc > collide__dmul(wide, 9.5367431640625e-07)) { // 2^-20
            const collide__dvec3 rate =
                collide__dadd(collide__dcross(collide__dcross(s->body[0].spin, a->edge), b->edge),
                              1,
                              collide__dcross(a->edge, collide__dcross(s->body[1].spin, b->edge)));
            const double sign = collide__dsign(collide__ddot(c, n));
            return collide__motion_across(
                collide__dadd(zero, collide__ddiv(sign, collide__sqrt(cc)), rate), n);
        }
    }
    const double distance = at->lo + s->pair.radius;
    if (!(distance > 0))
        return zero;
    m = collide__dadd(collide__moving_velocity(&s->body[0], a->point), -1,
                      collide__moving_velocity(&s->body[1], b->point));
    m = collide__motion_across(m, n);
    for (int i = 0; i < 2; ++i) {
        collide__dvec3 e = at->side[i].edge;
        if (at->side[i].kind == 2 && collide__dnormalize(&e))
            m = collide__motion_across(m, e);
    }
    return collide__dadd(zero, collide__ddiv(1, distance), m);
}

// The certificate: a lower bound of the gap at the time tau after the probe, or before it if sign is
// -1. As a function of tau it is concave.
static double collide__motion_left(const collide__motion_state *s,
                                      const collide__motion_probe *at, collide__dvec3 m,
                                      double sign, double tau) {
    const double step = sign * tau, square = collide__dmul(tau, tau);
    const collide__dvec3 k = collide__dadd(at->n, step, m);
    double reach = 0, curve = 0, length = 1;
    for (int i = 0; i < 2; ++i) {
        const collide__moving *body = &s->body[i];
        const collide__dvec3 q =
            collide__dadd(k, step, collide__dcross(at->n, body->spin));
        const collide__dvec3 to = i ? q : collide__dneg(q), mw = collide__dcross(m, body->spin);
        reach += collide__core_reach(&body->now, &to) + collide__ddot(body->at, to);
        curve += collide__dmul(collide__sqrt(collide__ddot(mw, mw)), body->rho);
    }
    const double mm = collide__ddot(m, m), lean = collide__sqrt(mm);
    const double wide = 1 + collide__dmul(tau, lean + s->spins);
    length = collide__sqrt(collide__ddot(k, k));
    curve += collide__dabs(collide__ddot(m, s->w)) +
             collide__dmul(s->bend, 1 + 0.5 * collide__dmul(square, mm));
    // The terms round by 2^-50 of themselves; the slack of the probe has 2^-45.
    double left = -reach - collide__ddot(k, at->d) - step * collide__ddot(at->n, s->w);
    left = left - collide__dmul(s->pair.radius, length) - collide__dmul(square, curve);
    left = left - collide__dmul(at->slack, wide) -
           collide__dmul(collide__dmul(s->speed + s->swing, tau), 2.220446049250313e-16);
    return left;
}

// How long after (before) the probe there is no contact, at most tau. Below a chord of the
// certificate there is none; where it falls short of tau, as another vertex came nearer, a second
// chord reaches farther.
static double collide__motion_certify(const collide__motion_state *s,
                                      const collide__motion_probe *at, collide__dvec3 m,
                                      double sign, double tau) {
    const double less = 1 - 8.881784197001252e-16; // 2^-50
    const double left = collide__motion_left(s, at, m, sign, tau);
    if (left >= 0)
        return tau;
    const double first = collide__dmul(collide__dmul(tau, collide__ddiv(at->lo, at->lo - left)), less);
    if (first > 0.875 * tau)
        return first;
    const double more = collide__motion_left(s, at, m, sign, first);
    return more > 0 ? first + collide__dmul(collide__dmul(tau - first, collide__ddiv(more, more - left)), less) : first;
}

// How long there is no contact after the probe (before it, if sign is -1), at most until rest. Its
// lo is above 0.
static double collide__motion_free(const collide__motion_state *s, const collide__motion_probe *at,
                                   double sign, double rest, double *closing) {
    const collide__moving *a = &s->body[0], *b = &s->body[1];
    const collide__dvec3 n = at->n, m = collide__motion_follow(s, at);
    const collide__dvec3 na = collide__dcross(n, a->spin), nb = collide__dcross(n, b->spin);
    const collide__dvec3 ma = collide__dcross(m, a->spin), mb = collide__dcross(m, b->spin);
    const double along = sign * collide__ddot(n, s->w);
    const double error = collide__dmul(s->speed, 8.881784197001252e-16);
    const double less = 1 - 8.881784197001252e-16;
    // Along n alone, no point is faster than this (Mirtich).
    const double fast = along + (collide__dmul(collide__sqrt(collide__ddot(na, na)), a->rho) +
                                 collide__dmul(collide__sqrt(collide__ddot(nb, nb)), b->rho)) +
                        (error + collide__dmul(s->swing, 8.881784197001252e-16));
    double best = fast > 0 ? collide__dmul(collide__ddiv(at->lo, fast), less) : rest;
    // The derivative of the certificate.
    const double slope =
        sign * ((collide__ddot(at->side[0].point, collide__dadd(m, 1, na)) -
                 collide__ddot(at->side[1].point, collide__dadd(m, 1, nb))) -
                (collide__ddot(m, at->d) + collide__ddot(n, s->w)));
    *closing = -slope;
    if (best >= rest)
        return rest;
    const double curve = collide__dabs(collide__ddot(m, s->w)) + s->bend +
                         (collide__dmul(collide__sqrt(collide__ddot(ma, ma)), a->rho) +
                          collide__dmul(collide__sqrt(collide__ddot(mb, mb)), b->rho));
    const double root =
        collide__sqrt(collide__dmul(slope, slope) + 4 * collide__dmul(curve, at->lo));
    // The root of lo + slope tau - curve tau^2, in the form that does not cancel.
    double tau = slope > 0 ? (curve > 0 ? collide__ddiv(slope + root, 2 * curve) : rest)
                 : root - slope > 0 ? collide__ddiv(2 * at->lo, root - slope)
                                    : rest;
    tau = tau < rest ? tau : rest;
    const double found = collide__motion_certify(s, at, m, sign, tau);
    best = found > best ? found : best;
    // However they turn: the cylinders in which they turn.
    if (collide__dmul(s->spins, rest) > 1) {
        double gap = -collide__ddot(n, at->d) - s->pair.radius - 2 * at->slack;
        for (int i = 0; i < 2; ++i) {
            const collide__moving *body = &s->body[i];
            const double x = (i ? 1 : -1) * collide__ddot(n, body->axis);
            const collide__dvec3 side = collide__dcross(n, body->axis);
            gap -= body->rate > 0
                       ? collide__dmul(collide__dabs(x), body->along[x < 0]) +
                             collide__dmul(collide__sqrt(collide__ddot(side, side)), body->rho)
                       : 0;
            if (!(body->rate > 0)) {
                const collide__dvec3 to = i ? n : collide__dneg(n);
                gap -= collide__core_reach(&body->now, &to) + collide__ddot(body->at, to);
            }
        }
        if (gap > 0) {
            const double until =
                along + error > 0 ? collide__dmul(collide__ddiv(gap, along + error), less) : rest;
            best = until > best ? until : best;
        }
    }
    return best < rest ? best : rest;
}

// ---- the search ------------------------------------------------------------------------------

static void collide__motion_write(const collide__motion_state *s, const collide__motion_probe *at,
                                  double t_hi, uint32_t verdict, collide_bracket *out) {
    out->t_lo = collide__float_down(s->free_to);
    out->t_hi = collide__float_up(t_hi);
    out->verdict = verdict;
    out->gap = collide__float_up(
        at->hi +
        collide__dmul(s->speed + s->swing, collide__dabs((double)out->t_lo - at->t)));
    out->normal = collide__dround_zero(at->n);
}

// A contact may begin right after the probe: looks for an overlap. True if there is an answer.
static bool collide__motion_touch(collide__motion_state *s, collide__motion_probe *at,
                                  double closing, collide_bracket *out) {
    const double from = s->free_to, rest = s->t_max - from;
    const double gap = collide__dmax(at->lo, 0) + 4 * at->slack;
    collide__motion_probe look;
    double step = closing > collide__dmul(s->speed + s->swing, 9.313225746154785e-10) // 2^-30
                      ? collide__ddiv(1.25 * gap, closing)
                      : rest;
    const double curved = s->bend > 0 ? collide__sqrt(collide__ddiv(4 * gap, s->bend)) : rest;
    step = step < curved ? step : curved;
    step = collide__dmax(step, collide__dmul(from, 3.552713678800501e-15)); // 2^-48
    for (int i = 0; i < 12 && ++s->rounds <= COLLIDE__MOTION_ROUNDS; ++i) {
        double unused;
        step = step < rest ? step : rest;
        const double t = from + step;
        collide__motion_look(s, &look, t);
        if (look.hi <= 0) {
            collide__motion_write(s, at, t, COLLIDE_HIT, out);
            return true;
        }
        if (look.lo > 4 * look.slack &&
            collide__motion_free(s, &look, -1, t - from, &unused) >= t - from) {
            *at = look;
            s->free_to = t;
            return false;
        }
        if (step >= rest)
            break;
        step *= 4;
    }
    collide__motion_write(s, at, s->t_max, COLLIDE_NEAR, out);
    return true;
}

static void collide__motion_first(collide__motion_state *s, collide_bracket *out) {
    collide__motion_probe at;
    int slow = 0;
    while (++s->rounds <= COLLIDE__MOTION_ROUNDS) {
        double closing = 0;
        collide__motion_look(s, &at, s->free_to);
        if (at.hi <= 0) {
            collide__motion_write(s, &at, s->free_to, COLLIDE_HIT, out);
            return;
        }
        const double rest = s->t_max - s->free_to;
        double enough = collide__dmul(s->sizes, 5.9604644775390625e-8); // 2^-24
        enough = enough > 4 * at.slack ? enough : 4 * at.slack;
        const double step =
            at.lo > 0 ? collide__motion_free(s, &at, 1, rest, &closing) : 0;
        if (at.lo > 0 && step >= rest) {
            collide__bracket_none(out);
            return;
        }
        const double next = s->free_to + step;
        if (at.lo <= enough || !(next > s->free_to)) {
            if (collide__motion_touch(s, &at, closing, out))
                return;
            continue;
        }
        slow += at.hi <= s->tolerance;
        if (slow > 24)
            break;
        s->free_to = next;
    }
    collide__motion_write(s, &at, s->t_max, COLLIDE_NEAR, out);
}

#undef COLLIDE__MOTION_ROUNDS
#undef COLLIDE__TURN_MOST
#endif // COLLIDE_NO_MOTION
