#pragma once
#include "distance.h"

// ---- distances in closed form ----------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE
// A point or a segment as a, with a point, a segment, a triangle or a box. The forms return 1, or 0
// if the distance is proven to exceed max, or -1 if there is no closed form or it is not good
// enough: the points may be wrong or equal if the cores touch.

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

COLLIDE__NOINLINE int collide__closed_others(const collide__core_pair *p, double max,
                                             collide_distance *out) {
    const collide__core *b = p->b;
    const collide__dvec3 *x = b->p;
    collide__witness w;
    collide__dvec3 f;
    double most, reach;
    if (!collide__nearest_points(p, &w) || !collide__closed_normal(p, &w, &f, &most))
        return -1;
    if (b->kind == COLLIDE__CORE_BOX)
        reach = collide__ddot(x[3], f) +
                ((collide__dabs(collide__ddot(x[0], f)) + collide__dabs(collide__ddot(x[1], f))) +
                 collide__dabs(collide__ddot(x[2], f)));
    else
        reach = collide__dmax(b->count > 2 ? collide__ddot(x[2], f) : 0,
                              collide__dmax(collide__ddot(x[1], f), 0));
    if (p->a->count > 1)
        reach = collide__dmax(-collide__ddot(p->a->p[1], f), 0) + reach;
    return collide__closed_end(p, f, -reach - collide__ddot(f, p->d), &w, most, max, out);
}

// Without out, a yes or no.
static bool collide__distance_of(const collide__core_pair *p, double max, collide_distance *out) {
    collide_distance d;
    const bool points = p->a->kind == COLLIDE__CORE_POINTS && p->b->kind == COLLIDE__CORE_POINTS &&
                        p->a->count == 1 && p->b->count == 1;
    const int closed = points ? collide__closed_points(p, max, out ? out : &d)
                              : collide__closed_others(p, max, out ? out : &d);
    return closed < 0 ? collide__distance_search(p, max, out) : closed > 0;
}
#endif // COLLIDE_NO_SHAPE
