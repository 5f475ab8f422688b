#pragma once
#include "moving.h"

// ---- certificates ----------------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

// The velocity of a body's point, given from the pivot.
static collide__dvec3 collide__moving_velocity(const collide__moving *m, collide__dvec3 p) {
    return collide__dadd(m->velocity, 1, collide__dcross(m->spin, p));
}

// The part of v that is normal to the unit vector n.
COLLIDE__INLINE collide__dvec3 collide__motion_across(collide__dvec3 v, collide__dvec3 n) {
    return collide__dadd(v, -collide__ddot(v, n), n);
}

// The rate m at which the normal n turns, in the basis p, q of its plane. As the nearest points
// part, m times their distance is how fast they do so across n; but as n turns, they slide on their
// bodies, by so much for m less the rate at which a body turns n. In sum a matrix times m is (x,
// y).
typedef struct collide__motion_slide {
    collide__dvec3 p, q;
    double pp, pq, qq, x, y;
} collide__motion_slide;

// A point slides by give times the turn along the unit vector e.
static void collide__motion_slide_add(collide__motion_slide *m, collide__dvec3 e, double give,
                                      collide__dvec3 turn) {
    const double p = collide__ddot(e, m->p), q = collide__ddot(e, m->q);
    const double by_p = collide__dmul(give, p), by_q = collide__dmul(give, q);
    const double rate = collide__ddot(e, turn);
    m->pp += collide__dmul(by_p, p);
    m->pq += collide__dmul(by_p, q);
    m->qq += collide__dmul(by_q, q);
    m->x += collide__dmul(by_p, rate);
    m->y += collide__dmul(by_q, rate);
}

// From a vertex a point does not slide; along an edge as far as one likes, here by most; along a
// rim or across the side of a cylinder as the radius has it.
static void collide__motion_slide_on(collide__motion_slide *m, const collide__moving *body,
                                     const collide__motion_side *side, collide__dvec3 n,
                                     double most) {
    const collide__dvec3 turn = collide__dcross(body->spin, n);
    const collide__core *c = &body->now;
    collide__dvec3 edge = side->edge;
    uint32_t kind = side->kind;
    if (c->kind == COLLIDE__CORE_ROUND) {
        collide__dvec3 around = collide__dcross(c->p[1], n);
        const double across = collide__sqrt(collide__ddot(around, around));
        edge = c->p[1];
        if (across > 9.5367431640625e-07 && collide__dnormalize(&around)) { // 2^-20: else an end
            const double along = collide__dabs(collide__ddot(edge, n));
            collide__motion_slide_add(m, around, collide__ddiv(c->disk, across), turn);
            kind = kind == 2 && along < 9.5367431640625e-07 ? 2 : 1;
        } else {
            kind = 3;
        }
    }
    if (kind == 3) {
        collide__motion_slide_add(m, m->p, most, turn);
        collide__motion_slide_add(m, m->q, most, turn);
    } else if (kind == 2 && collide__dnormalize(&edge)) {
        collide__motion_slide_add(m, edge, most, turn);
    }
}

// How the normal turns where a cylinder is one of the bodies.
static collide__dvec3 collide__motion_follow_round(const collide__motion_state *s,
                                                   const collide__motion_probe *at) {
    const collide__dvec3 zero = {0, 0, 0}, n = at->n;
    const collide__dvec3 v =
        collide__dadd(collide__moving_velocity(&s->body[0], at->side[0].point), -1,
                      collide__moving_velocity(&s->body[1], at->side[1].point));
    const double most = collide__dmul(s->sizes, 65536);
    collide__motion_slide m;
    m.p = collide__any_normal(n);
    m.q = collide__dcross(n, m.p);
    m.pp = m.qq = collide__dmax(at->lo + s->pair.radius, 0);
    m.pq = 0;
    m.x = collide__ddot(v, m.p);
    m.y = collide__ddot(v, m.q);
    for (int i = 0; i < 2; ++i)
        collide__motion_slide_on(&m, &s->body[i], &at->side[i], n, most);
    const double det = collide__dmul(m.pp, m.qq) - collide__dmul(m.pq, m.pq);
    if (!(det > 0))
        return zero;
    const double x = collide__dmul(m.x, m.qq) - collide__dmul(m.y, m.pq);
    const double y = collide__dmul(m.y, m.pp) - collide__dmul(m.x, m.pq);
    return collide__dadd(collide__dadd(zero, collide__ddiv(x, det), m.p), collide__ddiv(y, det),
                         m.q);
}

// How the normal of the nearest sides turns: with a face, or with two edges; else with the two
// points, which slide along an edge.
static collide__dvec3 collide__motion_follow(const collide__motion_state *s,
                                             const collide__motion_probe *at) {
    const collide__motion_side *a = &at->side[0], *b = &at->side[1];
    const collide__dvec3 zero = {0, 0, 0}, n = at->n;
    collide__dvec3 m = zero;
    if (s->body[1].plane)
        return collide__dcross(s->body[1].spin, n);
    if (s->pair.a->kind == COLLIDE__CORE_ROUND || s->pair.b->kind == COLLIDE__CORE_ROUND)
        return collide__motion_follow_round(s, at);
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
            const collide__dvec3 rate = collide__dadd(
                collide__dcross(collide__dcross(s->body[0].spin, a->edge), b->edge), 1,
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

// What a certificate is made of: m, the parts by which spins turn n, and how far it may curve:
// curve tau^2 + cube tau^3. Turning by tau moves k by tau k x spin, and by less than
// tau^2 |spin| |k x spin| / 2 more, at right angles to the axis.
typedef struct collide__motion_bound {
    collide__dvec3 m, turn[2];
    double lean, fast, curve, cube; // lean: the length of m; fast: how fast points move along n
} collide__motion_bound;

static collide__motion_bound collide__motion_bound_of(const collide__motion_state *s,
                                                      const collide__motion_probe *at) {
    collide__motion_bound r;
    r.m = collide__motion_follow(s, at);
    r.lean = collide__sqrt(collide__ddot(r.m, r.m));
    r.curve = collide__dabs(collide__ddot(r.m, s->w));
    r.fast = r.cube = 0;
    for (int i = 0; i < 2; ++i) {
        const collide__moving *body = &s->body[i];
        const collide__dvec3 bent = collide__dcross(r.m, body->spin);
        r.turn[i] = collide__dcross(at->n, body->spin);
        const double swing =
            collide__dmul(collide__sqrt(collide__ddot(r.turn[i], r.turn[i])), body->rho);
        const double more = collide__dmul(collide__sqrt(collide__ddot(bent, bent)), body->rho);
        r.fast += swing;
        r.curve += more + collide__dmul(0.5, collide__dmul(swing, body->rate));
        r.cube += collide__dmul(0.5, collide__dmul(more, body->rate));
    }
    // The normal of a plane turns by tau m, and by less than tau^2 |spin| |m| / 2 more, which moves
    // it by as much of the distance of each point from its pivot.
    if (s->body[1].plane && s->body[1].rate > 0) {
        const double bent = collide__dmul(0.5, collide__dmul(r.lean, s->body[1].rate));
        const double away = s->body[0].size + collide__dsum_abs(at->d);
        r.fast = DBL_MAX;
        r.curve += collide__dmul(bent, away);
        r.cube += collide__dmul(bent, s->speed);
    }
    return r;
}

// The certificate: a lower bound of the gap at the time tau after the probe, or before it if sign
// is -1. As a function of tau it is concave. The slack of the probe has 2^-45 of the sizes for its
// roundings (docs/motion.md counts them). Ways since the probe have 2^-46 of themselves: the normal
// of a plane, which may pass far away, is off by as much.
static double collide__motion_left(const collide__motion_state *s, const collide__motion_probe *at,
                                   const collide__motion_bound *bound, double sign, double tau) {
    const double step = sign * tau, square = collide__dmul(tau, tau);
    const collide__dvec3 k = collide__dadd(at->n, step, bound->m);
    const double wide = 1 + collide__dmul(tau, bound->lean + s->spins);
    const double curve = bound->curve + collide__dmul(bound->cube, tau);
    double left = -collide__ddot(k, at->d) - collide__dmul(step, collide__ddot(at->n, s->w));
    for (int i = 0; i < 2; ++i) {
        const collide__moving *body = &s->body[i];
        const collide__dvec3 q = collide__dadd(k, step, bound->turn[i]);
        const collide__dvec3 to = i ? q : collide__dneg(q);
        left -= collide__moving_reach(body, &to);
    }
    if (s->pair.radius > 0)
        left = left - collide__dmul(s->pair.radius, collide__sqrt(collide__ddot(k, k)));
    left = left - collide__dmul(square, curve);
    return left - collide__dmul(at->slack, wide) -
           collide__dmul(collide__dmul(s->speed + s->swing, tau), 1.4210854715202004e-14); // 2^-46
}

// How long after (before) the probe there is no contact, at most tau. Below a chord of the
// certificate there is none; where it falls short of tau, as another vertex came nearer, a second
// chord reaches farther.
static double collide__motion_certify(const collide__motion_state *s,
                                      const collide__motion_probe *at,
                                      const collide__motion_bound *bound, double sign, double tau) {
    const double left = collide__motion_left(s, at, bound, sign, tau);
    if (left >= 0)
        return tau;
    const double first = collide__dmul(collide__dmul(tau, collide__ddiv(at->lo, at->lo - left)),
                                       COLLIDE__MOTION_LESS);
    if (first > 0.875 * tau)
        return first;
    const double more = collide__motion_left(s, at, bound, sign, first);
    return more > 0
               ? first + collide__dmul(collide__dmul(tau - first, collide__ddiv(more, more - left)),
                                       COLLIDE__MOTION_LESS)
               : first;
}

// However the bodies turn, they stay in the cylinders that they sweep over: until when these are
// apart along n.
static double collide__motion_apart(const collide__motion_state *s, const collide__motion_probe *at,
                                    double closing) {
    double gap = -collide__ddot(at->n, at->d) - s->pair.radius - collide__dmul(2, at->slack);
    for (int i = 0; i < 2; ++i) {
        const collide__moving *body = &s->body[i];
        const collide__dvec3 to = i ? at->n : collide__dneg(at->n);
        if (body->rate > 0) {
            const double x = collide__ddot(to, body->axis);
            const collide__dvec3 side = collide__dcross(to, body->axis);
            const collide__dvec3 up = x < 0 ? collide__dneg(body->axis) : body->axis;
            const double along = collide__moving_reach(body, &up);
            gap -= collide__dmul(collide__dabs(x), along) +
                   collide__dmul(collide__sqrt(collide__ddot(side, side)), body->rho);
        } else {
            gap -= collide__moving_reach(body, &to);
        }
    }
    return !(gap > 0)    ? 0
           : closing > 0 ? collide__dmul(collide__ddiv(gap, closing), COLLIDE__MOTION_LESS)
                         : DBL_MAX;
}

// What a certificate says: no contact for the time free; the gap shrinks at the speed closing, and
// after this time it differs by about bent from what the speed alone would make of it.
typedef struct collide__motion_step {
    double free, closing, bent;
} collide__motion_step;

// How long there is no contact after the probe (before it, if sign is -1), at most until rest. Its
// lo is above 0.
static collide__motion_step collide__motion_free(const collide__motion_state *s,
                                                 const collide__motion_probe *at, double sign,
                                                 double rest) {
    const collide__dvec3 n = at->n;
    const collide__motion_bound bound = collide__motion_bound_of(s, at);
    // Along n alone, no point is faster than this (Mirtich). The normal of a plane is off by less
    // than 10 roundings, and the product with w by 5.
    const double along = collide__dmul(sign, collide__ddot(n, s->w)) +
                         collide__dmul(s->speed + s->swing, 3.552713678800501e-15); // 2^-48
    const double fast = along + bound.fast;
    // The derivative of the certificate.
    const double slope = collide__dmul(
        sign, ((collide__ddot(at->side[0].point, collide__dadd(bound.m, 1, bound.turn[0])) -
                collide__ddot(at->side[1].point, collide__dadd(bound.m, 1, bound.turn[1]))) -
               (collide__ddot(bound.m, at->d) + collide__ddot(n, s->w))));
    collide__motion_step r;
    r.free = fast > 0 ? collide__dmul(collide__ddiv(at->lo, fast), COLLIDE__MOTION_LESS) : rest;
    r.closing = -slope;
    r.bent = 0;
    if (r.free >= rest) {
        r.free = rest;
        return r;
    }
    const double curve = bound.curve;
    const double root =
        collide__sqrt(collide__dmul(slope, slope) + collide__dmul(4, collide__dmul(curve, at->lo)));
    // The root of lo + slope tau - curve tau^2, in the form that does not cancel.
    double tau = slope > 0
                     ? (curve > 0 ? collide__ddiv(slope + root, collide__dmul(2, curve)) : rest)
                 : root - slope > 0 ? collide__ddiv(collide__dmul(2, at->lo), root - slope)
                                    : rest;
    tau = tau < rest ? tau : rest;
    const double found = collide__motion_certify(s, at, &bound, sign, tau);
    r.free = found > r.free ? found : r.free;
    if (collide__dmul(s->spins, rest) > 1 && !(s->body[1].plane && s->body[1].rate > 0)) {
        const double until = collide__motion_apart(s, at, along);
        r.free = until > r.free ? until : r.free;
    }
    r.free = r.free < rest ? r.free : rest;
    r.bent = collide__dmul(collide__dmul(2, curve), collide__dmul(r.free, r.free)) +
             collide__dabs(at->lo - collide__dmul(r.closing, r.free));
    return r;
}

// ---- the search ------------------------------------------------------------------------------

// The answer that the first contact lies from free_to to t_hi.
static void collide__motion_write(collide__motion_state *s, collide__dvec3 n, double gap,
                                  double t_hi, uint32_t verdict, collide_bracket *out) {
    out->t_lo = collide__float_down(s->free_to);
    out->t_hi = collide__float_up(t_hi);
    out->verdict = verdict;
    out->gap = collide__float_up(gap);
    out->normal = collide__dround_zero(n);
}

// A hit: at the time t_hi the bodies overlap. Before, they are no farther apart than they move.
static void collide__motion_hit(collide__motion_state *s, collide__dvec3 n, double t_hi,
                                collide_bracket *out) {
    const double time = (double)collide__float_up(t_hi) - (double)collide__float_down(s->free_to);
    collide__motion_write(s, n, collide__dmul(collide__motion_speed(s, t_hi), time), t_hi,
                          COLLIDE_HIT, out);
}

// Nothing more is proven.
static void collide__motion_near(collide__motion_state *s, collide_bracket *out) {
    collide__motion_probe at;
    collide__motion_search_at(s, &at, s->free_to);
    const double early = s->free_to - (double)collide__float_down(s->free_to);
    collide__motion_write(s, at.n,
                          at.hi + collide__dmul(collide__motion_speed(s, s->free_to), early),
                          s->t_max, COLLIDE_NEAR, out);
}

// Makes the bracket of a hit at *t_hi narrower.
static void collide__motion_narrow(collide__motion_state *s, double enough, double *t_hi) {
    collide__motion_probe look;
    for (int i = 0; i < 8 && collide__dmul(*t_hi - s->free_to, s->speed + s->swing) > enough; ++i) {
        const double way = *t_hi - s->free_to, t = s->free_to + collide__dmul(0.25, way);
        if (!(t > s->free_to && t < *t_hi))
            return;
        collide__motion_look(s, &look, t, NULL, 0);
        if (look.hi <= 0) {
            *t_hi = t;
        } else if (look.lo > 0 &&
                   collide__motion_free(s, &look, -1, t - s->free_to).free >= t - s->free_to) {
            s->free_to = t + collide__motion_free(s, &look, 1, *t_hi - t).free;
        }
    }
}

// A contact is expected a little after free_to, where the bodies are about gap apart and the gap
// shrinks at the speed closing. Looks for an overlap there. Returns true if there is an answer;
// else *at is a new probe, and there is no contact before it.
static bool collide__motion_touch(collide__motion_state *s, collide__motion_probe *at, double gap,
                                  double closing, collide_bracket *out) {
    const double from = s->free_to, rest = s->t_max - from;
    const collide__dvec3 n = at->n;
    collide__motion_probe look;
    double step = closing > collide__dmul(s->speed + s->swing, 9.313225746154785e-10) // 2^-30
                      ? collide__ddiv(1.25 * gap, closing)
                      : rest;
    const double curved = s->bend > 0 ? collide__sqrt(collide__ddiv(4 * gap, s->bend)) : rest;
    step = step < curved ? step : curved;
    step = collide__dmax(step, collide__dmul(from, 3.552713678800501e-15)); // 2^-48
    for (int i = 0; i < 12 && s->looks < COLLIDE__MOTION_LOOKS; ++i) {
        step = step < rest ? step : rest;
        double t = from + step;
        collide__motion_look(s, &look, t, NULL, 0);
        if (look.hi <= 0) {
            if (i > 0)
                collide__motion_narrow(s, collide__dmul(s->sizes, 2.384185791015625e-7), &t);
            collide__motion_hit(s, n, t, out);
            return true;
        }
        if (look.lo > 0 && collide__motion_free(s, &look, -1, step).free >= step) {
            *at = look;
            s->free_to = t;
            return false;
        }
        if (step >= rest)
            break;
        step *= 4;
    }
    collide__motion_near(s, out);
    return true;
}

// The first contact from free_to on, before which there is none.
static void collide__motion_first(collide__motion_state *s, collide_bracket *out) {
    const double enough = collide__dmul(s->sizes, 5.9604644775390625e-8); // 2^-24
    collide__motion_probe at;
    int slow = 0;
    collide__motion_look(s, &at, s->free_to, NULL, 0);
    if (at.hi <= 0) {
        collide__motion_search_at(s, &at, s->free_to);
        collide__motion_write(s, at.n, at.hi, s->free_to, COLLIDE_HIT, out);
        return;
    }
    while (s->looks < COLLIDE__MOTION_LOOKS && slow < 24) {
        const double rest = s->t_max - s->free_to;
        collide__motion_step step = {0, 0, 0};
        if (at.lo > 0)
            step = collide__motion_free(s, &at, 1, rest);
        if (at.lo > 0 && step.free >= rest) {
            collide__bracket_none(out);
            return;
        }
        const double next = s->free_to + step.free;
        double gap = at.lo > 4 * at.slack ? step.bent : 4 * at.slack;
        gap = gap > 4 * at.slack ? gap : 4 * at.slack;
        if (gap <= enough || at.lo <= enough || !(next > s->free_to)) {
            s->free_to = next;
            if (collide__motion_touch(s, &at, gap, step.closing, out))
                return;
            continue;
        }
        s->free_to = next;
        const collide__motion_axis last = at.axis;
        // Where the bodies are near each other, most often the same sides are the nearest.
        const bool close = at.lo <= collide__dmul(s->sizes, 0.0078125); // 2^-7
        collide__motion_look(s, &at, next, close ? &last : NULL, enough);
        slow += at.lo <= s->tolerance;
    }
    collide__motion_near(s, out);
}

#endif // COLLIDE_NO_MOTION
