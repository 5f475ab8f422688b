#pragma once
#include "single.h"

// ---- one step, by a bound of acceleration ----------------------------------------------------
#ifndef COLLIDE_NO_MOTION
// The certificate of motion.h, where no point is farther than tau^2 / 2 times the accelerations
// from where its velocity at the start takes it. A point p of a body, from its pivot, then has
//
//     k.x(tau) >= k.(x + p) + tau (n.v + (n x spin).p) - tau^2 (|m.v| + |m x spin| rho)
//                 - |k| tau^2 acceleration / 2,   k = n + tau m

// The largest t within rest with lo + slope t - curve t^2 >= 0, and a little less. curve >= 0.
static double collide__step_root(double lo, double slope, double curve, double rest) {
    const double root =
        collide__sqrt(collide__dmul(slope, slope) + collide__dmul(4, collide__dmul(curve, lo)));
    const double less = 1 - 9.094947017729282e-13; // 2^-40
    double t = rest;
    // In the forms that do not cancel.
    if (slope > 0 && curve > 0)
        t = collide__dmul(collide__ddiv(slope + root, collide__dmul(2, curve)), less);
    else if (!(slope > 0) && root - slope > 0)
        t = collide__dmul(collide__ddiv(collide__dmul(2, lo), root - slope), less);
    return t < rest ? t : rest;
}

// How long there is no contact after a probe at the time 0, at most until rest. half is half of the
// accelerations.
static double collide__step_free(const collide__motion_state *s, const collide__motion_probe *at,
                                 double half, double rest) {
    const collide__dvec3 n = at->n;
    collide__motion_bound bound;
    bound.m = collide__motion_follow(s, at);
    bound.lean = collide__sqrt(collide__ddot(bound.m, bound.m));
    bound.curve = collide__dabs(collide__ddot(bound.m, s->w)) + half;
    bound.cube = collide__dmul(bound.lean, half);
    bound.fast =
        collide__ddot(n, s->w) + collide__dmul(s->speed + s->swing, 8.881784197001252e-16); // 2^-50
    for (int i = 0; i < 2; ++i) {
        const collide__moving *body = &s->body[i];
        const collide__dvec3 bent = collide__dcross(bound.m, body->spin);
        bound.turn[i] = collide__dcross(n, body->spin);
        bound.fast +=
            collide__dmul(collide__sqrt(collide__ddot(bound.turn[i], bound.turn[i])), body->rho);
        bound.curve += collide__dmul(collide__sqrt(collide__ddot(bent, bent)), body->rho);
    }
    // Along n alone, and along a direction that turns with the nearest sides.
    const double straight = collide__step_root(at->lo, -bound.fast, half, rest);
    const double slope =
        (collide__ddot(at->side[0].point, collide__dadd(bound.m, 1, bound.turn[0])) -
         collide__ddot(at->side[1].point, collide__dadd(bound.m, 1, bound.turn[1]))) -
        (collide__ddot(bound.m, at->d) + collide__ddot(n, s->w));
    const double tau = collide__step_root(at->lo, slope, bound.curve, rest);
    const double found = tau > straight ? collide__motion_certify(s, at, &bound, 1, tau) : straight;
    return found > straight ? found : straight;
}

// Half-spaces overlap, unless they face each other.
static bool collide__step_planes(const collide_shape *a, const collide_motion *motion_a,
                                 const collide_shape *b, const collide_motion *motion_b,
                                 float t_max, collide_bracket *out) {
    const collide_shape s = collide_shape_under_pose(a, &motion_a->pose);
    const collide_shape t = collide_shape_under_pose(b, &motion_b->pose);
    collide_distance d;
    if (!collide_shape_shape_distance(&s, &t, collide__infinity(), &d))
        return false;
    out->verdict = d.lo > 0 ? COLLIDE_NEAR : COLLIDE_HIT;
    out->t_lo = 0;
    out->t_hi = d.lo > 0 ? t_max : 0;
    out->gap = d.hi;
    out->normal = d.normal;
    return true;
}

static bool collide__step_pair(collide__motion_state *s, double half, collide_bracket *out) {
    collide__motion_probe at;
    double free = 0;
    collide__motion_search_at(s, &at, 0);
    COLLIDE__WORK(1);
    if (at.hi <= 0) {
        collide__motion_write(s, at.n, at.hi, 0, COLLIDE_HIT, out);
        return true;
    }
    // A half-space that turns has points of any acceleration.
    if (at.lo > 0 && !(s->body[1].plane && s->body[1].rate > 0))
        free = collide__step_free(s, &at, half, s->t_max);
    if (free >= s->t_max && at.lo > 0)
        return false;
    s->free_to = free;
    collide__motion_write(s, at.n, at.hi, s->t_max, COLLIDE_NEAR, out);
    return true;
}

COLLIDE_API bool collide_shape_shape_motion_step(const collide_shape *a,
                                                 const collide_motion *motion_a,
                                                 float acceleration_a, const collide_shape *b,
                                                 const collide_motion *motion_b,
                                                 float acceleration_b, float t_max,
                                                 collide_bracket *out) {
    const collide_motion rest = collide_motion_at_rest();
    collide__motion_state s;
    collide_bracket none;
    COLLIDE_ASSERT(a && b);
    motion_a = motion_a ? motion_a : &rest;
    motion_b = motion_b ? motion_b : &rest;
    out = out ? out : &none;
    collide__bracket_none(out);
    if (!(t_max >= 0) || !(acceleration_a >= 0 && acceleration_a <= FLT_MAX) ||
        !(acceleration_b >= 0 && acceleration_b <= FLT_MAX))
        return false;
    const bool planes = a->kind == COLLIDE_SHAPE_PLANE && b->kind == COLLIDE_SHAPE_PLANE;
    const bool swapped = collide__motions_swapped(a, motion_a, b, motion_b);
    if (!collide__moving_begin(&s.body[swapped], a, motion_a) ||
        !collide__moving_begin(&s.body[!swapped], b, motion_b))
        return false;
    t_max = t_max <= FLT_MAX ? t_max : FLT_MAX;
    if (planes)
        return collide__step_planes(a, motion_a, b, motion_b, t_max, out);
    collide__motion_begin(&s, (double)t_max, 0);
    const double half = collide__dmul(0.5, (double)acceleration_a + (double)acceleration_b);
    if (!collide__step_pair(&s, half, out))
        collide__bracket_none(out);
    if (swapped)
        out->normal = collide__vec3(-out->normal.x, -out->normal.y, -out->normal.z);
    collide__bracket_zeros(out);
    return out->verdict != COLLIDE_MISS;
}
#endif // COLLIDE_NO_MOTION
