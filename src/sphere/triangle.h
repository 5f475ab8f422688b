#pragma once
#include "sphere.h"
#include "../base/closest.h"
#include "../base/impact.h"

// ---- spheres against triangles ---------------------------------------------------------------
#ifndef COLLIDE_NO_SPHERE

COLLIDE_API bool collide_sphere_triangle(const collide_sphere *a, const collide_triangle *b) {
    COLLIDE_ASSERT(a && b);
    const collide__dvec3 t[3] = {collide__dsub(b->v[0], a->center),
                                 collide__dsub(b->v[1], a->center),
                                 collide__dsub(b->v[2], a->center)};
    const collide__dvec3 origin = {0, 0, 0};
    const collide__dvec3 q = collide__triangle_nearest(t, origin);
    return a->radius >= 0 && collide__finite3(a->center) && collide__finite3(b->v[0]) &&
           collide__finite3(b->v[1]) && collide__finite3(b->v[2]) &&
           collide__ddot(q, q) <= collide__dmul((double)a->radius, (double)a->radius);
}

// The times [first, last]; empty if first > last.
typedef struct collide__span {
    double first, last;
} collide__span;

// Restricts a span to the times at which at + t * speed >= 0.
static void collide__span_above(collide__span *span, double at, double speed) {
    const double t = speed > 0 || speed < 0 ? collide__ddiv(-at, speed) : 0;
    if (speed > 0)
        span->first = t > span->first ? t : span->first;
    else if (speed < 0)
        span->last = t < span->last ? t : span->last;
    else if (!(at >= 0))
        span->first = DBL_MAX;
}

// Restricts a span to the times at which |p + t * v|^2 <= square.
static void collide__span_sphere(collide__span *span, collide__dvec3 p, collide__dvec3 v,
                                 double square) {
    const double pv = collide__ddot(p, v), vv = collide__ddot(v, v);
    const double c = collide__ddot(p, p) - square;
    const collide__dvec3 w = collide__dcross(p, v);
    const double part = c <= 0 ? collide__dmul(pv, pv) - collide__dmul(c, vv)
                               : collide__dmul(square, vv) - collide__ddot(w, w);
    if (!(vv > 0)) {
        span->first = c <= 0 ? span->first : DBL_MAX;
        return;
    }
    const double root = part > 0 ? collide__sqrt(part) : 0;
    // Computes the root that does not cancel, and the other one from their product.
    const double sum = pv > 0 ? -(pv + root) : root - pv;
    const double x = collide__ddiv(sum, vv), y = sum > 0 || sum < 0 ? collide__ddiv(c, sum) : 0;
    const double first = x < y ? x : y, last = x < y ? y : x;
    span->first = !(part >= 0) ? DBL_MAX : first > span->first ? first : span->first;
    span->last = last < span->last ? last : span->last;
}

static void collide__span_join(collide__span *all, collide__span span) {
    if (!(span.first <= span.last))
        return;
    all->first = span.first < all->first ? span.first : all->first;
    all->last = span.last > all->last ? span.last : all->last;
}

// The centre hits spheres round the vertices, cylinders round the edges, and the slab above and
// below the face, each in a span of times.
COLLIDE_API bool collide_sphere_triangle_sweep(const collide_sphere *a, collide_vec3 va,
                                               const collide_triangle *b, collide_vec3 vb,
                                               float t_max, collide_impact *out) {
    COLLIDE_ASSERT(a && b);
    const collide__span always = {-DBL_MAX, 0.5 * DBL_MAX};
    collide__span all = {DBL_MAX, -DBL_MAX};
    collide__dvec3 p[3], e[3]; // the centre relative to each vertex; edges
    const collide__dvec3 v = collide__dsub(va, vb);
    double size = (double)a->radius;
    collide__impact_miss(out);
    if (!(a->radius >= 0 && a->radius <= FLT_MAX && t_max >= 0) || !collide__finite3(a->center) ||
        !collide__finite3(va) || !collide__finite3(vb) || !collide__finite3(b->v[0]) ||
        !collide__finite3(b->v[1]) || !collide__finite3(b->v[2]))
        return false;
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dsub(a->center, b->v[i]);
        e[i] = collide__dsub(b->v[(i + 1) % 3], b->v[i]);
        size += collide__dsum_abs(p[i]);
    }
    const double reach = (double)a->radius + collide__dmul(size, 5.684341886080802e-14); // 2^-44
    const double square = collide__dmul(reach, reach);
    const collide__dvec3 n = collide__dcross(e[0], e[1]);
    const double nn = collide__ddot(n, n), along = collide__ddot(n, v);
    collide__span face = always;
    if (nn > 0) {
        const double at = collide__ddot(n, p[0]), most = collide__dmul(reach, collide__sqrt(nn));
        collide__span_above(&face, most - at, -along);
        collide__span_above(&face, most + at, along);
    } else {
        face.first = DBL_MAX;
    }
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 inward = collide__dcross(n, e[i]);
        const double ee = collide__ddot(e[i], e[i]);
        collide__span vertex = always, edge = always;
        collide__span_above(&face, collide__ddot(inward, p[i]), collide__ddot(inward, v));
        collide__span_sphere(&vertex, p[i], v, square);
        collide__span_join(&all, vertex);
        if (ee > 0) {
            const double at = collide__ddot(e[i], p[i]), speed = collide__ddot(e[i], v);
            collide__span_above(&edge, at, speed);
            collide__span_above(&edge, ee - at, -speed);
            collide__span_sphere(&edge, collide__dcross(p[i], e[i]), collide__dcross(v, e[i]),
                                 collide__dmul(square, ee));
            collide__span_join(&all, edge);
        }
    }
    collide__span_join(&all, face);
    if (!(all.first <= all.last && all.last >= 0 && all.first <= (double)t_max))
        return false;
    if (out) {
        const double first = all.first > 0 ? all.first : 0;
        const float last = collide__float_up(all.last);
        collide__dvec3 t[3];
        for (int i = 0; i < 3; ++i)
            t[i] = collide__dneg(collide__dadd(p[i], first, v));
        const collide__dvec3 origin = {0, 0, 0};
        const collide__dvec3 q = collide__dneg(collide__triangle_nearest(t, origin));
        const double distance = collide__sqrt(collide__ddot(q, q));
        const double depth = (double)a->radius - distance;
        const collide__dvec3 back = along > 0 ? collide__dneg(n) : n, up = {0, 0, 1};
        collide__dvec3 normal = q;
        if (!(distance > 0) || !collide__dnormalize(&normal)) {
            normal = nn > 0 ? back : collide__dneg(v);
            if (!collide__dnormalize(&normal))
                normal = up;
        }
        out->t_first = collide__float_down(first);
        out->t_last = last < t_max ? last : t_max;
        out->normal = collide__dround(normal);
        out->depth = all.first <= 0 && depth > 0 ? (float)depth : 0;
        out->axis = COLLIDE_AXIS_NONE;
    }
    return true;
}
#endif // COLLIDE_NO_SPHERE
