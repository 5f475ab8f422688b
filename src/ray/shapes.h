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

// Narrows the interval of times to those at which o + t d is between low and high, with a margin of
// COLLIDE__CAST_SLACK times size. False if none is left.
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

// Where a line enters a convex shape: the plane of a face that it crosses last from outside.
typedef struct collide__entry {
    double t, by;
    collide__dvec3 across;
} collide__entry;

// Takes in two parallel faces. There is no margin as in collide__slab, since it would choose
// between faces with a common edge. If two faces are crossed at one time, the first one stays.
COLLIDE__INLINE void collide__entry_take(collide__entry *entry, collide__dvec3 across, double o,
                                         double d, double low, double high) {
    const double at = d < 0 || d > 0 ? collide__ddiv((d > 0 ? low : high) - o, d) : 0;
    if (at > entry->t) {
        entry->t = at;
        entry->by = d;
        entry->across = across;
    }
}

// The unit normal of the face, if t is > 0 in float32, too; else *normal stays as it is.
COLLIDE__SHARED void collide__entry_normal(const collide__entry *entry, double t,
                                           collide__dvec3 *normal) {
    if ((float)t > 0) {
        *normal = entry->by > 0 ? collide__dneg(entry->across) : entry->across;
        (void)collide__dnormalize(normal);
    }
}

static bool collide__cast_aabb(const collide__cast *l, const void *b, double *t,
                               collide__dvec3 *normal) {
    collide_aabb box;
    collide__entry entry = {0, 0, {0, 0, 0}};
    double leave = l->t_max;
    memcpy(&box, b, sizeof box);
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    const double low[3] = {(double)box.min.x, (double)box.min.y, (double)box.min.z};
    const double high[3] = {(double)box.max.x, (double)box.max.y, (double)box.max.z};
    *t = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        if (!collide__slab(o[i], d[i], low[i], high[i], collide__dabs(o[i]), t, &leave))
            return false;
        if (normal)
            collide__entry_take(&entry, collide__coordinate_axis(i), o[i], d[i], low[i], high[i]);
    }
    if (normal)
        collide__entry_normal(&entry, *t, normal);
    return true;
}

// The axes are not quite orthonormal, so that coordinates along them are taken by their dual axes.
static bool collide__cast_obb(const collide__cast *l, const void *b, double *t,
                              collide__dvec3 *normal) {
    collide_obb box;
    collide__entry entry = {0, 0, {0, 0, 0}};
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
        const double high = collide__dmul(half[i], collide__dabs(det));
        const double from = collide__ddot(o, across), by = collide__ddot(l->direction, across);
        if (!(half[i] <= (double)FLT_MAX && collide__dabs(det) > 0.5 && collide__dabs(det) < 2) ||
            !collide__slab(from, by, -high, high, size, t, &leave))
            return false;
        if (normal)
            collide__entry_take(&entry, across, from, by, -high, high);
    }
    if (normal)
        collide__entry_normal(&entry, *t, normal);
    return true;
}

static bool collide__cast_sphere(const collide__cast *l, const void *b, double *t,
                                 collide__dvec3 *normal) {
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
    // The point of the line that is nearest to the center, and half of the chord in the sphere.
    const double middle = -collide__ddiv(od, dd);
    const collide__dvec3 nearest = collide__dadd(o, middle, d);
    const double rest = square - collide__ddot(nearest, nearest);
    if (!(rest >= 0))
        return false;
    const double part = collide__sqrt(collide__ddiv(rest, dd)), enter = middle - part;
    *t = enter > 0 ? enter : 0;
    if (normal && (float)*t > 0) {
        *normal = collide__dadd(nearest, -part, d);
        (void)collide__dnormalize(normal);
    }
    return *t <= l->t_max;
}

// Whether a line hits the shape b, and the time. normal takes the unit normal there; it stays as it
// is if the line begins in a solid. normal may be NULL.
typedef bool (*collide__cast_query)(const collide__cast *l, const void *b, double *t,
                                    collide__dvec3 *normal);

// The time alone, for packs, octrees and trees. t may be NULL.
COLLIDE__SHARED bool collide__cast_time(const collide__cast *l, bool valid,
                                        collide__cast_query query, const void *b, float *t) {
    double at = 0;
    const bool hit = valid && query(l, b, &at, NULL);
    if (t)
        *t = hit ? (float)at : collide__infinity();
    return hit;
}

COLLIDE__SHARED collide_ray_hit collide__ray_miss(void) {
    collide_ray_hit miss;
    miss.t = collide__infinity();
    miss.normal = collide__vec3(0, 0, 0);
    miss.triangle = miss.column = miss.row = UINT32_MAX;
    return miss;
}

// The answer of one shape in full. out may be NULL.
static bool collide__cast_hit(const collide__cast *l, bool valid, collide__cast_query query,
                              const void *b, collide_ray_hit *out) {
    collide__dvec3 normal = {0, 0, 0};
    double at = 0;
    const bool hit = valid && query(l, b, &at, out ? &normal : NULL);
    if (out)
        *out = collide__ray_miss();
    if (out && hit) {
        out->t = (float)at;
        out->normal = collide__dround_zero(normal);
    }
    return hit;
}

#define COLLIDE__RAY_DEFINE(what, query, segment_query)                                            \
    COLLIDE_API bool collide_ray_##what(const collide_ray *a, const collide_##what *b,             \
                                        float t_max, collide_ray_hit *out) {                       \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const bool valid = collide__cast_of_ray(a, t_max, &l);                                     \
        return collide__cast_hit(&l, valid, query, b, out);                                        \
    }                                                                                              \
    COLLIDE_API bool collide_segment_##what(const collide_segment *a, const collide_##what *b,     \
                                            collide_ray_hit *out) {                                \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_hit(&l, valid, segment_query, b, out);                                \
    }
COLLIDE__RAY_DEFINE(sphere, collide__cast_sphere, collide__cast_sphere)
COLLIDE__RAY_DEFINE(obb, collide__cast_obb, collide__cast_obb)
COLLIDE__RAY_DEFINE(aabb, collide__cast_aabb, collide__cast_aabb)
#endif // COLLIDE_NO_RAY
