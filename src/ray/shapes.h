#pragma once
#include "ray.h"
#include "../base/closest.h"
#include "../base/signs.h"

// ================================================================================================
// >>ray_impl
// ================================================================================================
#ifndef COLLIDE_NO_RAY

// A ray or segment in double, of finite numbers; t_max is at most FLT_MAX.
typedef struct collide__cast {
    collide__dvec3 origin, direction;
    double t_max;
    const collide_segment *segment;
} collide__cast;

static bool collide__cast_of_ray(const collide_ray *ray, float t_max, collide__cast *out) {
    out->origin = collide__dvec3_of(ray->origin);
    out->direction = collide__dvec3_of(ray->direction);
    out->t_max = t_max < FLT_MAX ? (double)t_max : (double)FLT_MAX;
    out->segment = NULL;
    return collide__finite3(ray->origin) && collide__finite3(ray->direction) && t_max >= 0;
}

static bool collide__cast_of_segment(const collide_segment *s, collide__cast *out) {
    out->origin = collide__dvec3_of(s->a);
    out->direction = collide__dsub(s->b, s->a);
    out->t_max = 1;
    out->segment = s;
    return collide__finite3(s->a) && collide__finite3(s->b);
}

#define COLLIDE__CAST_SLACK 9.094947017729282e-13 // 2^-40

// Narrows the times to those at which the line, at o + t d on some axis, is from low to high; these
// are within COLLIDE__CAST_SLACK of size.
COLLIDE__INLINE bool collide__slab(double o, double d, double low, double high, double size,
                                   double *enter, double *leave) {
    const double slack = collide__dmul(COLLIDE__CAST_SLACK, size);
    const double p = low - slack - o, q = high + slack - o;
    if (!(low <= high && slack <= DBL_MAX)) // empty, NaN or infinite
        return false;
    if (d == 0)
        return p <= 0 && q >= 0;
    const double a = collide__ddiv(d > 0 ? p : q, d), b = collide__ddiv(d > 0 ? q : p, d);
    *enter = a > *enter ? a : *enter;
    *leave = b < *leave ? b : *leave;
    return *enter <= *leave;
}

static bool collide__cast_aabb(const collide__cast *l, const void *b, double *t) {
    collide_aabb box;
    double leave = l->t_max;
    memcpy(&box, b, sizeof box);
    *t = 0;
    const collide__dvec3 o = l->origin, d = l->direction;
    return collide__slab(o.x, d.x, (double)box.min.x, (double)box.max.x, collide__dabs(o.x), t,
                         &leave) &&
           collide__slab(o.y, d.y, (double)box.min.y, (double)box.max.y, collide__dabs(o.y), t,
                         &leave) &&
           collide__slab(o.z, d.z, (double)box.min.z, (double)box.max.z, collide__dabs(o.z), t,
                         &leave);
}

// Coordinates along axes that are not quite orthonormal, by their dual ones.
static bool collide__cast_obb(const collide__cast *l, const void *b, double *t) {
    collide_obb box;
    double leave = l->t_max;
    memcpy(&box, b, sizeof box);
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(box.center));
    const double half[3] = {(double)box.half.x, (double)box.half.y, (double)box.half.z};
    const double size = collide__dsum_abs(o);
    *t = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 across =
            collide__dcross(collide__dvec3_of(box.axis[collide__next_axis(i)]),
                            collide__dvec3_of(box.axis[3 - i - collide__next_axis(i)]));
        const double det = collide__ddot(across, collide__dvec3_of(box.axis[i]));
        if (!(half[i] <= (double)FLT_MAX && collide__dabs(det) > 0.5 && collide__dabs(det) < 2) ||
            !collide__slab(collide__ddot(o, across), collide__ddot(l->direction, across),
                           -collide__dmul(half[i], collide__dabs(det)),
                           collide__dmul(half[i], collide__dabs(det)), size, t, &leave))
            return false;
    }
    return true;
}

static bool collide__cast_sphere(const collide__cast *l, const void *b, double *t) {
    collide_sphere sphere;
    memcpy(&sphere, b, sizeof sphere);
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(sphere.center));
    const collide__dvec3 d = l->direction;
    const double r =
        (double)sphere.radius +
        collide__dmul(COLLIDE__CAST_SLACK, (double)sphere.radius + collide__dsum_abs(o));
    const double square = collide__dmul(r, r), dd = collide__ddot(d, d), od = collide__ddot(o, d);
    *t = 0;
    if (!(sphere.radius >= 0 && sphere.radius <= FLT_MAX && square <= DBL_MAX))
        return false;
    if (collide__ddot(o, o) <= square)
        return true;
    if (!(od < 0)) // leaving, at rest or NaN
        return false;
    // The nearest point of the line, and half of what of it is inside.
    const double middle = -collide__ddiv(od, dd);
    const collide__dvec3 nearest = collide__dadd(o, middle, d);
    const double rest = square - collide__ddot(nearest, nearest);
    if (!(rest >= 0))
        return false;
    const double enter = middle - collide__sqrt(collide__ddiv(rest, dd));
    *t = enter > 0 ? enter : 0;
    return *t <= l->t_max;
}

// Which are met, and when: t and bits as the interface has them, NULL where not wanted.
typedef bool (*collide__cast_query)(const collide__cast *l, const void *b, double *t);

static bool collide__cast_ask(const collide__cast *l, bool valid, collide__cast_query query,
                              const void *b, float *t) {
    double at = 0;
    const bool hit = valid && query(l, b, &at);
    if (t)
        *t = hit ? (float)at : collide__infinity();
    return hit;
}

#define COLLIDE__RAY_DEFINE(what, query, segment_query)                                            \
    COLLIDE_API bool collide_ray_##what(const collide_ray *ray, const collide_##what *b,           \
                                        float t_max, float *t) {                                   \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&b);                                                                   \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_ask(&l, valid, query, b, t);                                          \
    }                                                                                              \
    COLLIDE_API bool collide_segment_##what(const collide_segment *a, const collide_##what *b,     \
                                            float *t) {                                            \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_ask(&l, valid, segment_query, b, t);                                  \
    }
COLLIDE__RAY_DEFINE(sphere, collide__cast_sphere, collide__cast_sphere)
COLLIDE__RAY_DEFINE(obb, collide__cast_obb, collide__cast_obb)
COLLIDE__RAY_DEFINE(aabb, collide__cast_aabb, collide__cast_aabb)
#endif // COLLIDE_NO_RAY
