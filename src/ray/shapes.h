#pragma once
#include "../base/closest.h"
#include "../kdop/packs.h"
#include "../triangle/batches.h"

// ---- rays and segments -----------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

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
    collide_sphere ball;
    memcpy(&ball, b, sizeof ball);
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(ball.center));
    const collide__dvec3 d = l->direction;
    const double r = (double)ball.radius +
                     collide__dmul(COLLIDE__CAST_SLACK, (double)ball.radius + collide__dsum_abs(o));
    const double square = collide__dmul(r, r), dd = collide__ddot(d, d), od = collide__ddot(o, d);
    *t = 0;
    if (!(ball.radius >= 0 && ball.radius <= FLT_MAX && square <= DBL_MAX))
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

// Whether what a line meets from t = first to last is in reach, and when. Off by so much of the
// way, it counts.
static bool collide__cast_reach(const collide__cast *l, double first, double last, double size,
                                double *t) {
    const double speed = collide__dsum_abs(l->direction);
    const double slack = collide__dmul(COLLIDE__CAST_SLACK, size);
    // What begins on it within the rounding of first has a time of 0.
    *t = collide__dmul(first, speed) > slack * 0.0009765625 ? collide__clamp(first, l->t_max) : 0;
    return collide__dmul(-last, speed) <= slack && collide__dmul(first - l->t_max, speed) <= slack;
}

// The line lies in the plane of the triangle v, which seen from the origin is p: which of its edges
// it crosses, and when.
static bool collide__cast_flat(const collide__cast *l, const collide__dvec3 *v,
                               const collide__dvec3 *p, double size, double *t) {
    const collide__dvec3 d = l->direction;
    const collide__dvec3 normal =
        collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
    const collide__dvec3 across = collide__dcross(normal, d);
    const double slack =
        collide__dmul(collide__dmul(COLLIDE__CAST_SLACK, collide__dsum_abs(across)), size);
    const double dd = collide__ddot(d, d);
    double side[3], first = DBL_MAX, last = -DBL_MAX;
    if (!(collide__ddot(across, across) > 0))
        return false;
    for (int i = 0; i < 3; ++i)
        side[i] = collide__ddot(across, p[i]);
    for (int i = 0; i < 3; ++i) {
        const int j = i < 2 ? i + 1 : 0;
        const bool up = side[i] > slack, down = side[i] < -slack;
        double at = collide__ddiv(collide__ddot(p[i], d), dd);
        if ((up && side[j] < -slack) || (down && side[j] > slack)) {
            const double k = collide__ddiv(side[i], side[i] - side[j]);
            const collide__dvec3 on = collide__dadd(p[i], k, collide__dadd(p[j], -1, p[i]));
            at = collide__ddiv(collide__ddot(on, d), dd);
        } else if (up || down) {
            continue;
        }
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    return first <= last && collide__cast_reach(l, first, last, size, t);
}

// The line through v[0] along v[4] - v[5] against the triangle v[1], v[2], v[3]: on which sides of
// it the edges pass, and the numbers that tell, for all of them times something. Exact, so that of
// the triangles round a vertex it meets one, as real numbers do.
static void collide__cast_sides(collide__vertices *t, int *side, double *value) {
    const collide__dvec3 d = collide__from_to(t, 5, 4);
    double most[3], bound;
    for (int axis = 0; axis < 3; ++axis) {
        most[axis] = 0;
        for (int i = 1; i < 4; ++i) {
            const double p = collide__dabs(t->v[axis][i] - t->v[axis][0]);
            most[axis] = p > most[axis] ? p : most[axis];
        }
    }
    bound = (collide__dmul(collide__dabs(d.x), collide__dmul(most[1], most[2])) +
             collide__dmul(collide__dabs(d.y), collide__dmul(most[2], most[0]))) +
            collide__dmul(collide__dabs(d.z), collide__dmul(most[0], most[1]));
    bound *= 1.7763568394002505e-15; // 2^-49
    bool certain = true;
    for (int i = 0; i < 3; ++i) {
        const int j = 1 + i, k = i < 2 ? 2 + i : 1;
        value[i] =
            collide__ddot(collide__dcross(collide__from_to(t, 0, j), collide__from_to(t, 0, k)), d);
        side[i] = collide__sign(value[i], bound);
        certain = certain && collide__dabs(value[i]) > 4096 * bound;
    }
    if (certain || !(bound > 0) || (!collide__one_way(side) && !collide__any_zero(side)))
        return;
    t->scale[0] = 0;
    collide__digits_make(t);
    for (int i = 0; i < 3; ++i)
        collide__digits_sides(t, t->digits, 0, 1 + i, i < 2 ? 2 + i : 1, 5, 4, 1, &side[i],
                              &value[i]);
}

static bool collide__cast_triangle(const collide__cast *l, const void *b, double *t) {
    collide_triangle triangle;
    collide__vertices v;
    collide__dvec3 p[3], on = {0, 0, 0};
    double value[3], size = 0, sum = 0;
    int side[3];
    memcpy(&triangle, b, sizeof triangle);
    const collide__dvec3 zero = {0, 0, 0}, o = l->origin;
    const collide__dvec3 head = l->segment ? collide__dvec3_of(l->segment->b) : l->direction;
    const collide__dvec3 tail = l->segment ? o : zero;
    const collide__dvec3 all[6] = {o,
                                   collide__dvec3_of(triangle.v[0]),
                                   collide__dvec3_of(triangle.v[1]),
                                   collide__dvec3_of(triangle.v[2]),
                                   head,
                                   tail};
    for (int i = 0; i < 6; ++i) {
        v.v[0][i] = all[i].x;
        v.v[1][i] = all[i].y;
        v.v[2][i] = all[i].z;
    }
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dadd(all[1 + i], -1, o);
        size += collide__dsum_abs(p[i]);
    }
    *t = 0;
    if (!(size <= 36 * (double)FLT_MAX)) // NaN or infinite
        return false;
    if (!(collide__dsum_abs(l->direction) > 0)) { // a point
        const collide_triangle still = {
            {collide__dround(o), collide__dround(o), collide__dround(o)}};
        return collide_triangle_triangle(&still, &triangle);
    }
    collide__cast_sides(&v, side, value);
    if (collide__all_zero(side))
        return collide__cast_flat(l, all + 1, p, size, t);
    if (!collide__one_way(side))
        return false;
    // The numbers are the weights of the opposite vertices.
    for (int i = 0; i < 3; ++i) {
        const double weight = side[i] ? collide__dabs(value[i]) : 0;
        on = collide__dadd(on, weight, p[i > 0 ? i - 1 : 2]);
        sum += weight;
    }
    const double at = collide__ddiv(collide__ddiv(collide__ddot(on, l->direction), sum),
                                    collide__ddot(l->direction, l->direction));
    return collide__cast_reach(l, at, at, size, t);
}

// The exact verdict, and where in double.
static bool collide__segment_of_triangle(const collide__cast *l, const void *b, double *t) {
    collide_triangle flat, triangle;
    double least = DBL_MAX;
    memcpy(&triangle, b, sizeof triangle);
    flat.v[0] = l->segment->a;
    flat.v[1] = flat.v[2] = l->segment->b;
    if (!collide_triangle_triangle(&flat, &triangle))
        return false;
    if (collide__cast_triangle(l, b, t))
        return true;
    // By a hair, or without area: where it is nearest to an edge.
    const double dd = collide__ddot(l->direction, l->direction);
    for (int i = 0; i < 3; ++i) {
        collide__dvec3 on, at;
        collide__edges_nearest(l->origin, l->direction, collide__dvec3_of(triangle.v[i]),
                               collide__dsub(triangle.v[i < 2 ? i + 1 : 0], triangle.v[i]), &on,
                               &at);
        const collide__dvec3 gap = collide__dadd(on, -1, at);
        const double way = collide__ddot(collide__dadd(on, -1, l->origin), l->direction);
        if (collide__ddot(gap, gap) < least) {
            least = collide__ddot(gap, gap);
            *t = dd > 0 ? collide__clamp(collide__ddiv(way, dd), 1) : 0;
        }
    }
    return true;
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

static collide__slab_job collide__slab_job_of(const collide__cast *l) {
    collide__slab_job job;
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    job.t_max = (float)l->t_max;
    job.pad = (float)(collide__dsum_abs(l->origin) * (4 * COLLIDE__CAST_SLACK));
    for (int i = 0; i < 3; ++i) {
        const double way = collide__dmul(d[i], l->t_max);
        job.origin[i] = (float)o[i];
        job.moves[i] = collide__dabs(d[i]) >= 1e-30 && collide__dabs(d[i]) <= 1e30;
        job.inverse[i] = job.moves[i] ? (float)(1 / d[i]) : 0;
        // Seen from the origin, and larger by more than rounding.
        job.low[i] = way < 0 ? collide__float_down(way * 1.000001) : 0;
        job.high[i] = way > 0 ? collide__float_up(way * 1.000001) : 0;
    }
    return job;
}

// A pack whose blocks are rows of floats, of objects of so many.
static size_t collide__cast_pack(const collide__cast *l, bool valid, collide__cast_query query,
                                 collide__ray_kind kind, const collide_pack *pack, uint32_t magic,
                                 uint16_t *bits, float *t) {
    const collide__triangle_kernels *kernels = collide__triangle();
    const collide__slab_job job = collide__slab_job_of(l);
    const float *rows = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(pack, magic, &rows, &step, &n);
    for (size_t i = 0; i < n; i += 16, rows += step) {
        const unsigned lanes = collide__lanes(n - i);
        unsigned word = 0, ask = valid ? kernels->ray(&job, kind, rows) & lanes : 0;
        for (size_t k = i; k < n && k < i + 16 && t; ++k)
            t[k] = collide__infinity();
        for (; ask; ask &= ask - 1) {
            const unsigned lane = collide__lowest_bit(ask);
            float object[15];
            collide__lane_floats(rows, lane, (int)(step / 16), object);
            word |= (unsigned)collide__cast_ask(l, true, query, object, t ? &t[i + lane] : NULL)
                    << lane;
        }
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
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
#define COLLIDE__RAY_MANY_DEFINE(what, query, segment_query, KIND, MAGIC)                          \
    COLLIDE__RAY_DEFINE(what, query, segment_query)                                                \
    COLLIDE_API size_t collide_ray_##what##_many(const collide_ray *ray,                           \
                                                 const collide_##what##_pack *b, float t_max,      \
                                                 uint16_t *bits, float *t) {                       \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&bits);                                                                \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_pack(&l, valid, query, KIND, COLLIDE__HEADER(b), MAGIC, bits, t);     \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_##what##_many(                                              \
        const collide_segment *a, const collide_##what##_pack *b, uint16_t *bits, float *t) {      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_pack(&l, valid, segment_query, KIND, COLLIDE__HEADER(b), MAGIC, bits, \
                                  t);                                                              \
    }
COLLIDE__RAY_MANY_DEFINE(triangle, collide__cast_triangle, collide__segment_of_triangle,
                         COLLIDE__RAY_TRIANGLE, COLLIDE_TRIANGLE_PACK_MAGIC)
COLLIDE__RAY_MANY_DEFINE(sphere, collide__cast_sphere, collide__cast_sphere, COLLIDE__RAY_SPHERE,
                         COLLIDE_SPHERE_PACK_MAGIC)
COLLIDE__RAY_MANY_DEFINE(obb, collide__cast_obb, collide__cast_obb, COLLIDE__RAY_OBB,
                         COLLIDE_OBB_PACK_MAGIC)
COLLIDE__RAY_DEFINE(aabb, collide__cast_aabb, collide__cast_aabb)
#undef COLLIDE__RAY_MANY_DEFINE

#ifndef COLLIDE_NO_KDOP
// Rows of min, then of max.
COLLIDE__INLINE bool collide__cast_kdop(int kind, const collide__cast *l, const void *b,
                                        double *t) {
    const int axes = kind / 2;
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    float row[2 * COLLIDE__KDOP_MAX_AXES];
    double leave = l->t_max;
    memcpy(row, b, sizeof *row * (size_t)kind);
    *t = 0;
    for (int i = 0; i < axes; ++i) {
        const signed char *n = collide__kdop_direction(kind, i);
        double at = 0, by = 0, size = 0;
        for (int k = 0; k < 3; ++k) {
            at += collide__dmul(n[k], o[k]);
            by += collide__dmul(n[k], d[k]);
            size += n[k] ? collide__dabs(o[k]) : 0;
        }
        if (!collide__slab(at, by, (double)row[i], (double)row[axes + i], size, t, &leave))
            return false;
    }
    return true;
}

static size_t collide__cast_kdops(int kind, const collide__cast *l, bool valid,
                                  collide__cast_query query, const collide_kdop_pack *pack,
                                  uint16_t *bits, float *t) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    const collide__triangle_kernels *kernels = collide__triangle();
    const collide__slab_job job = collide__slab_job_of(l);
    size_t hits = 0;
    for (size_t i = 0; i < rows.count && t; ++i)
        t[i] = collide__infinity();
    unsigned blocks = 0; // of 16, those whose bound the ray may meet
    for (size_t j = 0; j < rows.blocks; ++j) {
        if (j % 16 == 0)
            blocks = valid ? kernels->ray(&job, COLLIDE__RAY_KDOP,
                                          rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK)
                           : 0;
        unsigned word = 0, ask = 0;
        if (blocks >> j % 16 & 1)
            ask = kernels->ray(&job, COLLIDE__RAY_KDOP, rows.axis + j * COLLIDE__KDOP_BLOCK) &
                  collide__lanes(rows.count - 16 * j);
        for (; ask; ask &= ask - 1) {
            const size_t i = 16 * j + collide__lowest_bit(ask);
            float row[2 * COLLIDE__KDOP_MAX_AXES];
            collide__kdop_take(kind, rows.axis, rows.diagonal, i, row, row + kind / 2);
            word |= (unsigned)collide__cast_ask(l, true, query, row, t ? &t[i] : NULL) << i % 16;
        }
        hits += collide__popcount(word);
        bits[j] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__RAY_KDOP_DEFINE(K)                                                                \
    static bool collide__cast_kdop##K(const collide__cast *l, const void *b, double *t) {          \
        return collide__cast_kdop(K, l, b, t);                                                     \
    }                                                                                              \
    COLLIDE__RAY_DEFINE(kdop##K, collide__cast_kdop##K, collide__cast_kdop##K)                     \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *ray,                          \
                                                  const collide_kdop##K##_pack *b, float t_max,    \
                                                  uint16_t *bits, float *t) {                      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&bits);                                                                \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_kdop##K##_many(                                             \
        const collide_segment *a, const collide_kdop##K##_pack *b, uint16_t *bits, float *t) {     \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }
COLLIDE__RAY_KDOP_DEFINE(6)
COLLIDE__RAY_KDOP_DEFINE(14)
COLLIDE__RAY_KDOP_DEFINE(18)
COLLIDE__RAY_KDOP_DEFINE(26)
#undef COLLIDE__RAY_KDOP_DEFINE
#endif
#undef COLLIDE__CAST_SLACK
#undef COLLIDE__RAY_DEFINE
#endif // COLLIDE_NO_TRIANGLE
