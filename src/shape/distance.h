#pragma once
#include "depth.h"
#include "expand.h"
#include "nearest.h"

// ---- distances and their proofs --------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE
// Closed forms and searches find points and a normal; collide__distance_prove makes a bracket of
// them, whatever they are worth. It rounds the normal to floats first, so that the floats which the
// user gets are the proof.

COLLIDE__INLINE void collide__distance_none(collide_distance *out) {
    if (!out)
        return;
    memset(out, 0, sizeof *out);
    out->lo = out->hi = collide__infinity();
}

// Rounds the bracket outward. Zeros are +0, as -ffast-math lets compilers give either.
COLLIDE__INLINE void collide__distance_bracket(double lo, double hi, collide_distance *out) {
    out->lo = collide__round_zero((double)collide__float_down(lo));
    out->hi = collide__round_zero((double)collide__float_up(hi));
}

// The features of the points of a simplex, from their codes: count different ones.
static uint32_t collide__simplex_feature(const collide__core *core, const uint32_t *code,
                                         uint32_t n) {
    uint32_t differ = 0;
    switch (core->kind) {
    case COLLIDE__CORE_BOX:
        for (uint32_t i = 1; i < n; ++i)
            differ |= code[i] ^ code[0];
        return collide__core_box_feature(code[0], differ);
    case COLLIDE__CORE_ROUND:
        return collide__round_feature(code, n, n > 1);
    case COLLIDE__CORE_VERTICES:
        return collide__vertices_feature(code, n);
    default:
        return collide__points_feature(core->count, code, n);
    }
}

COLLIDE__INLINE void collide__simplex_witness(const collide__core_pair *p,
                                              const collide__simplex *s, collide__witness *out) {
    collide__simplex_points(p, s, &out->a, &out->b);
    out->feature_a = collide__simplex_feature(p->a, s->code_a, s->count);
    out->feature_b = collide__simplex_feature(p->b, s->code_b, s->count);
}

// 1 / |f|, of a unit vector that was rounded to floats: two terms of the series in |f|^2 - 1 leave
// an error below 2^-61. Other vectors divide.
COLLIDE__INLINE double collide__unit_inverse(collide__dvec3 f) {
    const double x = collide__ddot(f, f) - 1;
    return collide__dabs(x) <= 9.5367431640625e-07 // 2^-20
               ? 1 + collide__dmul(x, collide__dmul(x, 0.375) - 0.5)
               : collide__ddiv(1, collide__sqrt(1 + x));
}

// The bracket and the proof: the floats f of a unit normal, the gap of the cores along f, points,
// and an upper bound of the distance of the cores. Returns lo of the cores, in double.
COLLIDE__FORCE_INLINE double collide__distance_write(const collide__core_pair *p, collide__dvec3 f,
                                                     double gap, const collide__witness *w,
                                                     double most, collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0};
    // Without a branch, since either order is as likely.
    collide_vec3 *const point[2] = {&out->point_a, &out->point_b};
    const uint32_t feature[2] = {w->feature_a, w->feature_b};
    *point[p->swapped] = collide__dround_zero(
        collide__dadd(collide__dadd(collide__dvec3_of(p->a->origin), 1, w->a), -p->a->radius, f));
    *point[!p->swapped] = collide__dround_zero(
        collide__dadd(collide__dadd(collide__dvec3_of(p->b->origin), 1, w->b), p->b->radius, f));
    gap = collide__dmul(gap, collide__unit_inverse(f)) - p->slack;
    out->normal = collide__dround_zero(collide__dadd(zero, (double)(1 - 2 * (int)p->swapped), f));
    collide__distance_bracket(gap - p->radius, (most + p->slack) - p->radius, out);
    out->feature_a = feature[p->swapped];
    out->feature_b = feature[!p->swapped];
    return gap;
}

COLLIDE__NOINLINE void collide__distance_prove(const collide__core_pair *p, const collide__dvec3 *n,
                                               const collide__witness *w, double most,
                                               collide_distance *out) {
    const collide__dvec3 f = collide__dvec3_of(collide__dround(*n));
    collide__distance_write(p, f, collide__gap(p, f), w, most, out);
}

// The bracket of cores that touch or overlap, from the end of a search.
static void collide__distance_deep(const collide__core_pair *p, collide__gjk_result *found,
                                   collide_distance *out) {
    collide__dvec3 n = found->normal, axis = n;
    collide__core_pair moved = *p;
    collide__witness w;
    double gap = found->gap, most = collide__simplex_points(p, &found->s, &w.a, &w.b);
    if (p->a->kind < COLLIDE__CORE_ROUND && p->b->kind < COLLIDE__CORE_ROUND) {
        const double best = collide__axes_gap(p, &axis);
        if (best < 0 && best + p->slack < most)
            most = best + p->slack;
        if (best > gap) {
            gap = best;
            n = axis;
        }
    } else {
        // Four points are needed that hold 0. If it lies on fewer, look from a place nearby.
        static const double shift[3] = {0.61, -0.43, 0.29};
        const double step = collide__dmul(p->size, 1.4901161193847656e-8); // 2^-26
        for (int i = 0; found->s.count < 4 && i < 3; ++i) {
            const collide__dvec3 by = {shift[i], shift[(i + 1) % 3], shift[(i + 2) % 3]};
            const collide__dvec3 from = {by.z, by.x, by.y}; // not in a plane with by and an axis
            moved.d = collide__dadd(p->d, step, by);
            collide__gjk(&moved, from, DBL_MAX, -DBL_MAX, found);
        }
        if (found->s.count == 4) {
            double deepest = 0;
            const double best = collide__expand_gap(&moved, &found->s, &axis, &deepest);
            const double real = collide__gap(p, axis);
            if (deepest < 0 && (deepest + step) + step < most) // the shift, and slack
                most = (deepest + step) + step;
            if (best > -DBL_MAX && real > gap) {
                gap = real;
                n = axis;
            }
        } else {
            const double real = collide__gap(p, found->normal);
            if (real > gap) {
                gap = real;
                n = found->normal;
            }
        }
    }
    moved.tolerance = 0.5 * p->slack;
    // The points that the shortest translation brings together are the nearest points of the cores
    // after a translation that is a little longer.
    moved.d = collide__dadd(p->d, gap - collide__dmul(p->size, 0.0009765625), n); // 2^-10
    collide__gjk(&moved, n, DBL_MAX, -DBL_MAX, found);
    collide__simplex_witness(&moved, &found->s, &w);
    collide__distance_prove(p, &n, &w, most, out);
}

// The direction between the middles of two cores, from which searches begin.
static collide__dvec3 collide__distance_from(const collide__core_pair *p) {
    collide__dvec3 from = collide__dadd(collide__core_middle(p->a), -1, collide__core_middle(p->b));
    from = collide__dadd(from, -1, p->d);
    return collide__dsum_abs(from) > 0 ? from : collide__coordinate_axis(0);
}

// The bracket of two cores, from the end of a search that found points, most apart. If rounding
// ended it early, its bracket is wide. The cores are then bounded as if they overlapped, unless
// they are already proven to be farther apart than reach.
static void collide__distance_end(const collide__core_pair *p, collide__gjk_result *found,
                                  collide__witness *w, double most, double reach,
                                  collide_distance *out) {
    if (found->touch || (most - found->gap > collide__dmul(p->size, 2.384185791015625e-7) &&
                         found->gap - p->slack <= reach)) { // 2^-22
        collide__distance_deep(p, found, out);
    } else {
        w->feature_a = collide__simplex_feature(p->a, found->s.code_a, found->s.count);
        w->feature_b = collide__simplex_feature(p->b, found->s.code_b, found->s.count);
        collide__distance_prove(p, &found->normal, w, most, out);
    }
}

// The distance of two cores; false if it is proven to exceed max. Without out, ends as soon as the
// answer is sure.
static bool collide__distance_search(const collide__core_pair *p, double max,
                                     collide_distance *out) {
    collide__gjk_result found;
    collide__witness w;
    collide_distance d;
    // With -infinity any first gap would end the search, even one below all floats.
    const double reach = (max < -(double)FLT_MAX ? -(double)FLT_MAX : max) + p->radius;
    const collide__dvec3 from = collide__distance_from(p);
    // 2^-21, and the smallest float, so that lo rounds to more than max.
    const double enough =
        (reach + collide__dmul(p->size, 4.76837158203125e-7)) + 1.401298464324817e-45;
    collide__gjk(p, from, enough, out ? -DBL_MAX : (reach - p->slack) - p->slack, &found);
    const double most = collide__simplex_points(p, &found.s, &w.a, &w.b);
    // Within max by two points, or as the cores overlap for sure.
    if (!out && (most + p->slack <= reach || (found.inside && reach >= 0)))
        return true;
    out = out ? out : &d;
    collide__distance_end(p, &found, &w, most, reach, out);
    return !((double)out->lo > max);
}

// ---- half-spaces -----------------------------------------------------------------------------

static bool collide__plane_normal(const collide_plane *s, collide__dvec3 *n, double *height) {
    *n = collide__dvec3_of(s->normal);
    const double length = collide__sqrt(collide__ddot(*n, *n));
    *height = collide__ddiv((double)s->distance, length);
    return collide__finite3(s->normal) && collide__finite(s->distance) && collide__dnormalize(n);
}

// The signed distance of a core and a half-space, within *slack; *at is the point of the core that
// lies farthest down.
static double collide__plane_gap(const collide__core *a, collide__dvec3 n, double height,
                                 collide__dvec3 *at, uint32_t *code, double *slack) {
    const collide__dvec3 from = collide__dvec3_of(a->origin);
    *at = collide__core_support(a, collide__dneg(n), code);
    *slack =
        collide__dmul((collide__dsum_abs(from) + collide__dabs(height)) + (a->size + a->radius),
                      COLLIDE__CORE_SLACK);
    return ((collide__ddot(from, n) + collide__ddot(*at, n)) - height) - a->radius;
}

// A core and a half-space. Its plane is the proof: it is normal to the floats of s->normal.
static void collide__distance_plane(const collide__core *a, collide__dvec3 n, double height,
                                    collide_distance *out) {
    const collide__dvec3 from = collide__dvec3_of(a->origin);
    collide__dvec3 at;
    double slack;
    const double gap = collide__plane_gap(a, n, height, &at, &out->feature_a, &slack);
    const collide__dvec3 point = collide__dadd(collide__dadd(from, 1, at), -a->radius, n);
    out->feature_a = collide__simplex_feature(a, &out->feature_a, 1);
    out->feature_b = COLLIDE_FEATURE_FACE;
    collide__distance_bracket(gap - slack, gap + slack, out);
    out->normal = collide__dround_zero(n);
    out->point_a = collide__dround_zero(point);
    out->point_b = collide__dround_zero(collide__dadd(point, -gap, n));
}

// Whether two planes face each other is decided by their floats, whose products are exact: unit
// normals of parallel vectors may differ by a rounding.
static bool collide__planes_facing(const collide_plane *a, const collide_plane *b) {
    const collide__dvec3 n = collide__dvec3_of(a->normal), m = collide__dvec3_of(b->normal);
    return collide__ddot(n, m) < 0 && !(collide__dsum_abs(collide__dcross(n, m)) > 0);
}

static void collide__distance_planes(bool facing, collide__dvec3 n, double height, collide__dvec3 m,
                                     double other, collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__distance_none(out);
    out->lo = out->hi = -collide__infinity();
    out->feature_a = out->feature_b = COLLIDE_FEATURE_FACE;
    if (facing) {
        const double gap = -(height + other);
        const double slack =
            collide__dmul(collide__dabs(height) + collide__dabs(other), COLLIDE__CORE_SLACK);
        collide__distance_bracket(gap - slack, gap + slack, out);
    }
    out->normal = collide__dround_zero(m);
    out->point_a = collide__dround_zero(collide__dadd(zero, height, n));
    out->point_b = collide__dround_zero(collide__dadd(zero, other, m));
}
#endif // COLLIDE_NO_SHAPE
