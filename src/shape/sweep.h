#pragma once
#include "../base/work.h"
#include "single.h"

// ---- sweeps: the first contact at constant velocities ----------------------------------------
#ifndef COLLIDE_NO_SHAPE
// Along one unit vector n the gap of two translating shapes is linear in time. So the signed
// distance s(t), the largest gap, is convex: shapes overlap during one interval. A probe at a time
// t finds n, a lower and an upper bound of s(t). With w = vb - va,
//
//     s(u) >= lo + (u - t) rate,   rate = -n.w   (a tangent)
//
// so where lo > 0, no contact is between the roots that the tangent has on both sides of t. Newton
// steps from 0 to the root on the right never pass the first contact (Mirtich, Impulse-based
// dynamic simulation of rigid body systems, 1996, has the directed bound). Two upper bounds, one of
// them below 0, prove contact: s is at most their chord, and 0 where the chord is 0.
//
//     s |*.                    * tangents that bound s from below
//       |   *.                 o the upper bounds whose chord proves contact
//       |      *o___           T no contact before; U contact not later
//     0 |--------TU-----------
//       |           '-o

#define COLLIDE__SWEEP_ROUNDS 64
#define COLLIDE__SWEEP_NEWTON 48 // of these; the others search for an overlap

// Close enough, in units of sizes: the tangent and the chord leave open far less than 2^-24.
#define COLLIDE__SWEEP_ENOUGH 3.725290298461914e-9 // 2^-28

// Two cores in motion: at time t the origins are at.d + w t apart. No contact is before free_to, or
// after free_from.
typedef struct collide__sweep_state {
    collide__core_pair at;
    collide__dvec3 w, n; // n: from b to a, at the last probe
    double speed, t_max, free_to, free_from;
} collide__sweep_state;

// The bounds of the signed distance at time t. closing and parting bound the speed along n from
// above: the first of them is positive unless the gap grows, the second unless it shrinks.
typedef struct collide__sweep_probe {
    double t, lo, hi, closing, parting, slack, size;
    collide__dvec3 n;
} collide__sweep_probe;

COLLIDE__INLINE void collide__bracket_none(collide_bracket *out) {
    memset(out, 0, sizeof *out);
    out->t_lo = out->t_hi = out->gap = collide__infinity();
    out->verdict = COLLIDE_MISS;
}

// Zeros of one sign, whatever the compiler makes of signs.
static void collide__bracket_zeros(collide_bracket *out) {
    out->t_lo = collide__round_zero((double)out->t_lo);
    out->t_hi = collide__round_zero((double)out->t_hi);
    out->gap = collide__round_zero((double)out->gap);
    out->normal = collide__dround_zero(collide__dvec3_of(out->normal));
}

// An upper bound of the signed distance of cores that touch, and have no radius: a tetrahedron that
// holds 0 has a ball about 0. False if it is flat.
static bool collide__sweep_within(const collide__core_pair *p, const collide__gjk_result *found,
                                  double *hi) {
    collide__expand_face face[4];
    uint8_t point[4][3];
    if (found->s.count != 4 || !collide__expand_begin(&found->s, face, point, p->slack))
        return false;
    double depth = face[0].distance;
    for (uint32_t i = 1; i < 4; ++i)
        depth = face[i].distance < depth ? face[i].distance : depth;
    *hi = (p->slack - depth) + p->slack;
    return depth > 4 * p->slack;
}

// The same. If the tetrahedron is flat, another search begins, from the middle of the cores: the
// direction of a contact, along an axis of a cylinder, finds flat ones.
static double collide__sweep_depth(const collide__core_pair *p, const collide__gjk_result *found) {
    collide__gjk_result again;
    collide_distance d;
    double hi;
    if (collide__sweep_within(p, found, &hi))
        return hi;
    if (p->shallow) {
        collide__gjk(p, collide__distance_from(p), DBL_MAX, -DBL_MAX, &again);
        return again.touch && collide__sweep_within(p, &again, &hi) ? hi : DBL_MAX;
    }
    collide__distance_search(p, DBL_MAX, &d);
    return (double)d.hi;
}

// The pair at time t. Origins have at most 4 roundings more than collide__gap allows for; half of
// its slack covers both. The other half covers the rounding of times: 2^-53 t, at this speed.
COLLIDE__INLINE collide__core_pair collide__sweep_pair(const collide__sweep_state *s, double t) {
    collide__core_pair p = s->at;
    p.d = collide__dadd(p.d, t, s->w);
    p.size += collide__dmul(s->speed, t);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.tolerance = 0.5 * p.slack;
    return p;
}

// The speeds along the normal of a probe, and the times that its tangent proves free of contact.
static void collide__sweep_tangent(collide__sweep_state *s, collide__sweep_probe *out) {
    // The products, the rounding of w and the length of n, which is 1 within 2^-52.
    const double rate = collide__ddot(out->n, s->w);
    const double error = collide__dmul(s->speed, 8.881784197001252e-16); // 2^-50
    out->closing = rate + error;
    out->parting = error - rate;
    if (!(out->lo > 0))
        return;
    const double less = 1 - 8.881784197001252e-16;
    const double from = out->parting > 0
                            ? out->t - collide__dmul(collide__ddiv(out->lo, out->parting), less)
                            : -DBL_MAX;
    const double to = out->closing > 0
                          ? out->t + collide__dmul(collide__ddiv(out->lo, out->closing), less)
                          : DBL_MAX;
    if (from <= s->free_to && to > s->free_to)
        s->free_to = to;
    if (to >= s->free_from && from < s->free_from)
        s->free_from = from;
}

static void collide__sweep_look(collide__sweep_state *s, double t, collide__sweep_probe *out) {
    const collide__core_pair p = collide__sweep_pair(s, t);
    collide__gjk_result found;
    collide__witness w;
    bool done = false;
    COLLIDE__WORK(1);
    out->t = t;
    out->slack = p.slack;
    out->size = p.size;
    if (collide__nearest_points(&p, &w)) {
        out->n = collide__dadd(collide__dadd(w.a, -1, w.b), -1, p.d);
        const double most = collide__sqrt(collide__ddot(out->n, out->n));
        if (most > p.slack && collide__dnormalize(&out->n)) {
            const double gap = collide__gap(&p, out->n);
            done = most - gap <= collide__dmul(p.size, 2.384185791015625e-7); // 2^-22
            out->lo = (gap - p.slack) - p.radius;
            out->hi = (most + p.slack) - p.radius;
        }
    }
    if (!done) {
        collide__gjk(&p, s->n, DBL_MAX, -DBL_MAX, &found);
        out->n = found.normal;
        out->lo = (found.gap - p.slack) - p.radius;
        out->hi = (collide__simplex_points(&p, &found.s, &w.a, &w.b) + p.slack) - p.radius;
        if (found.touch && out->hi > 0)
            out->hi = collide__sweep_depth(&p, &found);
    }
    s->n = out->n;
    collide__sweep_tangent(s, out);
}

// Casts a ray in the difference of cores that have no closed form (van den Bergen, Ray casting
// against general convex objects with application to continuous collision detection, 2004): each
// support plane that separates them advances the time, and the search for nearest points goes on
// from there. True if it ends near contact, with *left there, or if it proves a miss.
static bool collide__sweep_cast(collide__sweep_state *s, collide__sweep_probe *left) {
    collide__core_pair p = collide__sweep_pair(s, 0);
    collide__sweep_probe look;
    collide__simplex x;
    collide__witness w;
    collide__dvec3 v = s->n;
    double square = DBL_MAX;
    x.count = 0;
    left->t = left->lo = left->hi = left->closing = left->slack = left->size = 0;
    for (int round = 0; round < COLLIDE__SWEEP_ROUNDS / 2; ++round) {
        COLLIDE__WORK(1);
        look.n = v;
        if (!collide__dnormalize(&look.n))
            return false;
        collide__simplex_add_any(&p, &look.n, &x);
        look.t = s->free_to;
        look.lo = (collide__ddot(look.n, x.w[x.count - 1]) - p.slack) - p.radius;
        collide__sweep_tangent(s, &look);
        if (s->free_to > s->free_from)
            return true;
        if (s->free_to > look.t) {
            p = collide__sweep_pair(s, s->free_to);
            for (uint32_t i = 0; i < x.count; ++i)
                x.w[i] = collide__dadd(collide__dadd(x.a[i], -1, x.b[i]), -1, p.d);
            square = DBL_MAX;
            *left = look;
            left->t = s->free_to;
            left->lo = 0;
            left->slack = p.slack;
            left->size = p.size;
        }
        const bool nearer = collide__simplex_reduce(&x, &square, &v);
        x.count -= !nearer;
        s->n = look.n;
        // closing is no more than speed, but for rounding.
        const double reach = p.radius + collide__dmul(p.size, 2 * COLLIDE__SWEEP_ENOUGH);
        if (left->closing > 0 && square <= collide__dmul(reach, reach)) {
            left->hi = (collide__simplex_points(&p, &x, &w.a, &w.b) + p.slack) - p.radius;
            if (collide__dmul(left->hi, s->speed) <=
                collide__dmul(collide__dmul(p.size, COLLIDE__SWEEP_ENOUGH), left->closing)) {
                s->n = left->n;
                return true;
            }
        }
        if (!nearer || x.count == 4)
            return false;
    }
    return false;
}

// The answer, but for the verdict and t_hi.
static void collide__sweep_begin(const collide__sweep_state *s, const collide__sweep_probe *left,
                                 collide_bracket *out) {
    out->t_lo = collide__float_down(s->free_to);
    out->gap = collide__float_up(
        left->hi + collide__dmul(s->speed, collide__dabs((double)out->t_lo - left->t)));
    out->normal = collide__dround_zero(left->n);
}

// A time at which the shapes overlap: where the chord from left to inside is 0.
static double collide__sweep_chord(const collide__sweep_probe *left,
                                   const collide__sweep_probe *inside) {
    if (!(left->hi > 0 && inside->t > left->t))
        return inside->t;
    const double way =
        collide__dmul(inside->t - left->t, collide__ddiv(left->hi, left->hi - inside->hi));
    const double chord = left->t + collide__dmul(way, 1 + 8.881784197001252e-16); // 2^-50
    return chord < inside->t ? chord : inside->t;
}

// Contact is proven. Where bounds of depth are wide, a chord to a nearer probe is steeper.
static void collide__sweep_hit(collide__sweep_state *s, const collide__sweep_probe *left,
                               const collide__sweep_probe *inside, collide_bracket *out) {
    double t = collide__sweep_chord(left, inside), at = inside->t;
    const double enough = collide__dmul(left->size, 1.1920928955078125e-7); // 2^-23
    for (int i = 0; i < 3 && collide__dmul(t - s->free_to, s->speed) > enough; ++i) {
        collide__sweep_probe look;
        at = s->free_to + collide__dmul(at - s->free_to, 0.03125);
        if (!(at > left->t))
            break;
        collide__sweep_look(s, at, &look);
        if (!(look.hi <= 0))
            break;
        const double chord = collide__sweep_chord(left, &look);
        t = chord < t ? chord : t;
    }
    collide__sweep_begin(s, left, out);
    out->t_hi = collide__float_up(t);
    out->verdict = COLLIDE_HIT;
}

// Whether a contact near left->t is proven though the shapes never overlap, as they are flat, or
// segments, or a point: the shape that one of them sweeps over in a short time overlaps the other.
// *end is the end of this time.
static bool collide__sweep_through(const collide__sweep_state *s, const collide__sweep_probe *left,
                                   double *end) {
    const double half = collide__ddiv(collide__dmul(left->size, 1.1920928955078125e-7),
                                      s->speed); // 2^-23
    const double middle = left->t > half ? left->t : half;
    collide__core_pair p = collide__sweep_pair(s, middle);
    collide__core swept[2] = {*p.a, *p.b};
    collide__gjk_result found;
    collide__witness w;
    int done = 0;
    *end = middle + half;
    if (!(*end <= s->t_max))
        return false;
    for (int i = 0; i < 2 && !done; ++i) {
        collide__core *c = &swept[i];
        const uint32_t n = c->count;
        if (c->kind == COLLIDE__CORE_POINTS && n <= 2) {
            for (uint32_t k = 0; k < n; ++k) {
                c->p[n + k] = collide__dadd(c->p[k], half, s->w);
                c->p[k] = collide__dadd(c->p[k], -half, s->w);
            }
            c->count = 2 * n;
            done = 1;
        }
        for (int k = 0; c->kind == COLLIDE__CORE_BOX && k < 3 && !done; ++k)
            if (!(collide__dsum_abs(c->p[k]) > 0)) {
                c->p[k] = collide__dadd(c->p[k], half, s->w);
                done = 1;
            }
        c->size += collide__dmul(half, s->speed);
    }
    p.a = &swept[0];
    p.b = &swept[1];
    p.size += collide__dmul(2 * half, s->speed);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.tolerance = 0.5 * p.slack;
    if (!done)
        return false;
    collide__gjk(&p, left->n, DBL_MAX, -DBL_MAX, &found);
    const double hi = (collide__simplex_points(&p, &found.s, &w.a, &w.b) + p.slack) - p.radius;
    return hi <= 0 || (found.touch && collide__sweep_depth(&p, &found) <= 0);
}

// The next time to look for an overlap: where the tangents from both sides intersect, or a little
// after the time at which contact is expected.
static double collide__sweep_next(const collide__sweep_state *s, const collide__sweep_probe *left,
                                  const collide__sweep_probe *right, double step) {
    if (right) {
        const double way = right->t - left->t, slopes = left->closing + right->parting;
        const double by =
            collide__ddiv((left->lo - right->lo) + collide__dmul(right->parting, way), slopes);
        const double t = left->t + by;
        return slopes > 0 && t > s->free_to && t < s->free_from
                   ? t
                   : s->free_to + collide__dmul(0.5, s->free_from - s->free_to);
    }
    const double t = s->free_to + step;
    return t < s->free_from ? t : s->free_from;
}

// Contact may begin at free_to: looks for an overlap after it. False if Newton steps may go on,
// from *left.
static bool collide__sweep_search(collide__sweep_state *s, collide__sweep_probe *left, int *round,
                                  collide_bracket *out) {
    collide__sweep_probe look, right = *left;
    bool beyond = false;
    int unclear = 0;
    double step = collide__dmul(left->size, 1.52587890625e-5); // 2^-16
    // Along n at least at 2^-10 of the speed.
    const double least = collide__dmul(s->speed, 0.0009765625);
    step = collide__ddiv(step, left->closing > least ? left->closing : least);
    while (++*round <= COLLIDE__SWEEP_ROUNDS && s->speed > 0) {
        const double t = collide__sweep_next(s, left, beyond ? &right : NULL, step);
        if (!(t > left->t))
            break;
        const double before = s->free_to;
        collide__sweep_look(s, t, &look);
        if (look.hi <= 0) {
            collide__sweep_hit(s, left, &look, out);
            return true;
        }
        if (s->free_to > s->free_from) {
            collide__bracket_none(out);
            return true;
        }
        if (look.lo > 0 && s->free_to > before) {
            *left = look;
            return false;
        }
        if (look.lo > 0 && look.parting > 0) {
            if (beyond && !(look.t < right.t))
                break;
            right = look;
            beyond = true;
        } else {
            if (beyond || ++unclear > 2)
                break;
            step *= 16; // deeper, where bounds of depth are wide
        }
    }
    double end = 0;
    const bool hit = s->speed > 0 && collide__sweep_through(s, left, &end);
    end = hit && end < s->free_from ? end : s->free_from;
    collide__sweep_begin(s, left, out);
    out->t_hi = collide__float_up(end > s->free_to ? end : s->free_to);
    out->verdict = hit ? COLLIDE_HIT : COLLIDE_NEAR;
    return true;
}

// The first contact of two cores.
static void collide__sweep_first(const collide__core_pair *p, collide__dvec3 w, double t_max,
                                 collide_bracket *out) {
    const collide__core *a = p->a, *b = p->b;
    collide__sweep_state s;
    collide__sweep_probe left;
    s.at = *p;
    s.w = w;
    s.n = collide__dadd(collide__dadd(collide__core_middle(a), -1, collide__core_middle(b)), -1,
                        s.at.d);
    if (!(collide__dsum_abs(s.n) > 0))
        s.n = collide__coordinate_axis(0);
    s.speed = collide__dsum_abs(w);
    s.free_to = 0;
    s.free_from = s.t_max = t_max;
    const bool closed =
        a->kind == COLLIDE__CORE_POINTS && a->count <= 2 &&
        (b->kind == COLLIDE__CORE_BOX || (b->kind == COLLIDE__CORE_POINTS && b->count <= 3));
    if (closed || !collide__sweep_cast(&s, &left))
        collide__sweep_look(&s, s.free_to, &left);
    if (s.free_to <= s.free_from && left.hi <= 0) {
        collide_distance d;
        if (left.t > 0 || p->shallow) {
            collide__sweep_hit(&s, &left, &left, out);
            return;
        }
        collide__distance_of(&s.at, (double)collide__infinity(), &d);
        collide__sweep_hit(&s, &left, &left, out);
        out->normal = d.normal;
        out->gap = d.hi < out->gap ? d.hi : out->gap;
        return;
    }
    for (int round = 1;; ++round) {
        const double enough = collide__dmul(left.size, COLLIDE__SWEEP_ENOUGH);
        if (s.free_to > s.free_from) {
            collide__bracket_none(out);
            return;
        }
        if (!(left.lo > left.slack) || !(s.free_to > left.t) || round > COLLIDE__SWEEP_NEWTON ||
            collide__dmul(left.lo, s.speed) <= collide__dmul(enough, left.closing)) {
            if (collide__sweep_search(&s, &left, &round, out))
                return;
            continue;
        }
        const collide__sweep_probe before = left;
        collide__sweep_look(&s, s.free_to, &left);
        if (left.hi <= 0) {
            collide__sweep_hit(&s, &before, &left, out);
            return;
        }
    }
}

// ---- half-spaces -----------------------------------------------------------------------------

// The signed distance, from lo to hi at 0, falls at the rate n.w of a plane's normal: a closed
// form. Two planes that do not face each other have the distance -infinity.
static void collide__sweep_plane(double lo, double hi, collide__dvec3 n, collide__dvec3 w,
                                 double t_max, collide_bracket *out) {
    const double rate = collide__ddot(n, w);
    const double error = collide__dmul(collide__dsum_abs(w), 8.881784197001252e-16); // 2^-50
    const double fast = rate + error, slow = rate - error;
    // Of quotients, and the product with less.
    const double less = 1 - 8.881784197001252e-16, more = 1 + 8.881784197001252e-16;
    collide__bracket_none(out);
    const double from = !(lo > 0)  ? 0
                        : fast > 0 ? collide__dmul(collide__ddiv(lo, fast), less)
                                   : DBL_MAX;
    if (from > t_max)
        return;
    const double to = !(hi > 0)  ? 0
                      : slow > 0 ? collide__dmul(collide__ddiv(hi, slow), more)
                                 : DBL_MAX;
    out->verdict = to <= t_max ? COLLIDE_HIT : COLLIDE_NEAR;
    out->t_lo = collide__float_down(from);
    out->t_hi = collide__float_up(to < t_max ? to : t_max);
    out->normal = collide__dround_zero(n);
    out->gap =
        lo > 0 ? collide__float_up((hi - collide__dmul((double)out->t_lo, rate > 0 ? slow : rate)) +
                                   collide__dmul(collide__dabs(hi), 8.881784197001252e-16))
               : collide__float_up(hi);
}

// ---- any two shapes --------------------------------------------------------------------------

// The order of cores; equal ones are ordered by their velocities.
static bool collide__cores_swapped(const collide__core *a, collide_vec3 va, const collide__core *b,
                                   collide_vec3 vb) {
    if (collide__core_swapped(a, b))
        return true;
    if (collide__core_swapped(b, a))
        return false;
    return va.x != vb.x ? va.x > vb.x : va.y != vb.y ? va.y > vb.y : va.z > vb.z;
}

COLLIDE_API bool collide_shape_shape_sweep(const collide_shape *a, collide_vec3 va,
                                           const collide_shape *b, collide_vec3 vb, float t_max,
                                           collide_bracket *out) {
    collide_bracket none;
    collide_distance d;
    collide__core core[2];
    collide__dvec3 n[2];
    double height[2];
    COLLIDE_ASSERT(a && b);
    const collide_shape *shape[2] = {a, b};
    const bool plane[2] = {a->kind == COLLIDE_SHAPE_PLANE, b->kind == COLLIDE_SHAPE_PLANE};
    collide_bracket *const to = out ? out : &none;
    collide__bracket_none(to);
    if (!collide__finite3(va) || !collide__finite3(vb) || !(t_max >= 0))
        return false;
    for (int i = 0; i < 2; ++i)
        if (!(plane[i] ? collide__plane_normal(&shape[i]->of.plane, &n[i], &height[i])
                       : collide__core_of(&core[i], shape[i])))
            return false;
    const double end = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    const bool swapped = plane[0] && plane[1] ? collide__planes_swapped(n, height)
                         : plane[0] || plane[1]
                             ? !plane[1]
                             : collide__cores_swapped(&core[0], va, &core[1], vb);
    const int first = swapped, second = !swapped;
    const collide__dvec3 w = swapped ? collide__dsub(va, vb) : collide__dsub(vb, va);
    if (!plane[second]) {
        const collide__core_pair p = collide__core_pair_of(&core[first], &core[second], false);
        collide__sweep_first(&p, w, end, to);
    } else {
        // In double: floats of the distance would double the width of the bracket.
        double lo, hi;
        if (plane[first]) {
            collide__distance_planes(collide__planes_facing(&a->of.plane, &b->of.plane), n[first],
                                     height[first], n[second], height[second], &d);
            lo = (double)d.lo;
            hi = (double)d.hi;
        } else {
            collide__dvec3 at;
            uint32_t code;
            double slack;
            const double gap =
                collide__plane_gap(&core[first], n[second], height[second], &at, &code, &slack);
            lo = gap - slack;
            hi = gap + slack;
        }
        collide__sweep_plane(lo, hi, n[second], w, end, to);
    }
    if (swapped)
        to->normal = collide__vec3(-to->normal.x, -to->normal.y, -to->normal.z);
    collide__bracket_zeros(to);
    return to->verdict != COLLIDE_MISS;
}

// ---- typed calls -----------------------------------------------------------------------------

#define COLLIDE__SWEEP_SHAPES(A, B)                                                                \
    COLLIDE_API bool collide_##A##_##B##_sweep(const collide_##A *a, collide_vec3 va,              \
                                               const collide_##B *b, collide_vec3 vb, float t_max, \
                                               collide_bracket *out) {                             \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const collide_shape s = collide_shape_from_##A(a), t = collide_shape_from_##B(b);          \
        return collide_shape_shape_sweep(&s, va, &t, vb, t_max, out);                              \
    }
COLLIDE__SWEEP_SHAPES(sphere, capsule)
COLLIDE__SWEEP_SHAPES(sphere, obb)
COLLIDE__SWEEP_SHAPES(capsule, capsule)
COLLIDE__SWEEP_SHAPES(capsule, obb)
COLLIDE__SWEEP_SHAPES(capsule, triangle)
#undef COLLIDE__SWEEP_SHAPES
#undef COLLIDE__SWEEP_ROUNDS
#undef COLLIDE__SWEEP_NEWTON
#undef COLLIDE__SWEEP_ENOUGH
#endif // COLLIDE_NO_SHAPE
