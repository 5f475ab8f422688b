#pragma once
#include "distance.h"

// ---- distances in closed form ----------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE
// A point or a segment as a, with a point, a segment, a triangle or a box. All return 1, or 0 if
// the distance is proven to exceed max, or -1 if there is no closed form or it is not good enough:
// the points may be wrong or equal if the cores touch.

// The floats of the unit normal that two points give, and their distance. False if they are equal.
COLLIDE__FORCE_INLINE bool collide__closed_normal(const collide__core_pair *p,
                                                  const collide__witness *w, collide__dvec3 *f,
                                                  double *most) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 v = collide__dadd(collide__dadd(w->a, -1, w->b), -1, p->d);
    *most = collide__sqrt(collide__ddot(v, v));
    if (!(*most > p->slack))
        return false;
    *f = collide__dvec3_of(collide__dround(collide__dadd(zero, collide__ddiv(1, *most), v)));
    return true;
}

COLLIDE__FORCE_INLINE int collide__closed_end(const collide__core_pair *p, collide__dvec3 f,
                                              double gap, const collide__witness *w, double most,
                                              double max, collide_distance *out) {
    const double lo = collide__distance_write(p, f, gap, w, most, out);
    return most - lo <= collide__dmul(p->size, 1.1920928955078125e-7) // 2^-23
               ? !((double)out->lo > max)
               : -1;
}

COLLIDE__FORCE_INLINE int collide__closed_points(const collide__core_pair *p, double max,
                                                 collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__witness w = {zero, zero, COLLIDE_FEATURE_VERTEX, COLLIDE_FEATURE_VERTEX};
    collide__dvec3 f;
    double most;
    if (!collide__closed_normal(p, &w, &f, &most))
        return -1;
    return collide__closed_end(p, f, -collide__ddot(f, p->d), &w, most, max, out);
}

COLLIDE__NOINLINE int collide__closed_segments(const collide__core_pair *p, double max,
                                               collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0}, e = p->a->p[1], g = p->b->p[1];
    const bool point = p->a->count == 1;
    collide__witness w;
    collide__dvec3 f;
    double k = 0, on_b, most;
    if (point) {
        const double gg = collide__ddot(g, g);
        on_b = gg > 0 ? collide__clamp(collide__ddiv(-collide__ddot(p->d, g), gg), 1) : 0;
    } else {
        k = collide__nearest_segments(collide__dneg(p->d), e,
                                      collide__inverse_or_0(collide__ddot(e, e)), zero, g, &on_b);
    }
    w.a = point ? zero : collide__dadd(zero, k, e);
    w.b = collide__dadd(zero, on_b, g);
    w.feature_a = point ? COLLIDE_FEATURE_VERTEX : collide__segment_feature(k);
    w.feature_b = collide__segment_feature(on_b);
    if (!collide__closed_normal(p, &w, &f, &most))
        return -1;
    const double reach =
        collide__dmax(point ? 0 : -collide__ddot(f, e), 0) + collide__dmax(collide__ddot(f, g), 0);
    return collide__closed_end(p, f, -reach - collide__ddot(f, p->d), &w, most, max, out);
}

COLLIDE__NOINLINE int collide__closed_triangle(const collide__core_pair *p, double max,
                                               collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0}, from = collide__dneg(p->d), *t = p->b->p;
    collide__dvec3 e = zero, f;
    collide__witness w;
    double k = 0, most;
    w.feature_a = COLLIDE_FEATURE_VERTEX;
    if (p->a->count == 1) {
        w.b = collide__nearest_triangle(t, from, &w.feature_b);
    } else {
        e = p->a->p[1];
        collide__nearest_segment_triangle(from, e, t, &k, &w.b, &w.feature_b);
        w.feature_a = collide__segment_feature(k);
    }
    w.a = collide__dadd(zero, k, e);
    if (!collide__closed_normal(p, &w, &f, &most))
        return -1;
    const double reach =
        collide__dmax(-collide__ddot(f, e), 0) +
        collide__dmax(collide__ddot(f, t[2]), collide__dmax(collide__ddot(f, t[1]), 0));
    return collide__closed_end(p, f, -reach - collide__ddot(f, p->d), &w, most, max, out);
}

COLLIDE__NOINLINE int collide__closed_box(const collide__core_pair *p, double max,
                                          collide_distance *out) {
    const collide__dvec3 zero = {0, 0, 0}, from = collide__dneg(p->d), *g = p->b->p;
    const collide__dvec3 inverse = collide__box_inverse(p->b);
    collide__dvec3 e = zero, f;
    collide__witness w;
    double k = 0, most;
    w.feature_a = COLLIDE_FEATURE_VERTEX;
    if (p->a->count == 2) {
        e = p->a->p[1];
        k = collide__nearest_on_segment(p->b, inverse, from, e);
        w.feature_a = collide__segment_feature(k);
    }
    w.a = collide__dadd(zero, k, e);
    if (!(k >= 0 && k <= 1) ||
        !collide__nearest_box(p->b, inverse, collide__dadd(from, k, e), &w.b, &w.feature_b) ||
        !collide__closed_normal(p, &w, &f, &most))
        return -1;
    const double reach =
        collide__dmax(-collide__ddot(f, e), 0) +
        (collide__ddot(g[3], f) +
         ((collide__dabs(collide__ddot(g[0], f)) + collide__dabs(collide__ddot(g[1], f))) +
          collide__dabs(collide__ddot(g[2], f))));
    return collide__closed_end(p, f, -reach - collide__ddot(f, p->d), &w, most, max, out);
}

static int collide__distance_closed(const collide__core_pair *p, double max,
                                    collide_distance *out) {
    if (p->a->kind != COLLIDE__CORE_POINTS || p->a->count > 2)
        return -1;
    if (p->b->kind == COLLIDE__CORE_BOX)
        return collide__closed_box(p, max, out);
    if (p->b->kind != COLLIDE__CORE_POINTS || p->b->count > 3)
        return -1;
    return p->b->count == 1   ? collide__closed_points(p, max, out)
           : p->b->count == 2 ? collide__closed_segments(p, max, out)
                              : collide__closed_triangle(p, max, out);
}

// Without out, a yes or no.
static bool collide__distance_of(const collide__core_pair *p, double max, collide_distance *out) {
    collide_distance d;
    const int closed = collide__distance_closed(p, max, out ? out : &d);
    return closed < 0 ? collide__distance_search(p, max, out) : closed > 0;
}
#endif // COLLIDE_NO_SHAPE
