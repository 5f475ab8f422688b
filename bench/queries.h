// Tables of the queries that exist in several forms. Tests, fuzz targets and the benchmark walk
// them, so a new query of these forms is one row here. Objects and packs are void pointers.
#ifndef QUERIES_H
#define QUERIES_H

#include "../collide.h"

#include <string.h>

// ---- yes or no -------------------------------------------------------------------------------

// Name; types of a and b; arguments of the single call, a third of which is a result that may be
// NULL. Then which forms exist: _many, its _indices (R: one b against a pack of a, by the name
// that BITS_TURNED_ says), _lanes, _pairs, _all, _all_indices with _self_indices. The last list
// pairs of 16 of a at a time with as many of b as the last column says.
#ifndef COLLIDE_NO_KDOP
#define BITS_KDOP(X)                                                                               \
    X(kdop6_kdop6, kdop6, kdop6, 2, 1, 1, 1, 1, 1, 1, 32)                                          \
    X(kdop14_kdop14, kdop14, kdop14, 2, 1, 1, 1, 1, 1, 1, 32)                                      \
    X(kdop18_kdop18, kdop18, kdop18, 2, 1, 1, 1, 1, 1, 1, 32)                                      \
    X(kdop26_kdop26, kdop26, kdop26, 2, 1, 1, 1, 1, 1, 1, 32)
#else
#define BITS_KDOP(X)
#endif
#ifndef COLLIDE_NO_SPHERE
#define BITS_SPHERE(X) X(sphere_sphere, sphere, sphere, 2, 1, 1, 1, 1, 1, 1, 16)
#else
#define BITS_SPHERE(X)
#endif
#ifndef COLLIDE_NO_TRIANGLE
#define BITS_TRIANGLE(X) X(triangle_triangle, triangle, triangle, 2, 1, 1, 1, 1, 0, 0, 0)
#else
#define BITS_TRIANGLE(X)
#endif
#ifndef COLLIDE_NO_AABB
#define BITS_AABB(X) X(aabb_aabb, aabb, aabb, 2, 1, 1, 1, 1, 1, 1, 16)
#else
#define BITS_AABB(X)
#endif
#ifndef COLLIDE_NO_SAT
#define BITS_OBB(X) X(obb_obb, obb, obb, 3, 1, 1, 1, 1, 0, 0, 0)
#else
#define BITS_OBB(X)
#endif
#if !defined(COLLIDE_NO_SAT) && !defined(COLLIDE_NO_TRIANGLE)
#define BITS_OBB_TRIANGLE(X) X(obb_triangle, obb, triangle, 3, 1, 1, 1, 1, 0, 0, 0)
#else
#define BITS_OBB_TRIANGLE(X)
#endif
#ifndef COLLIDE_NO_TERRAIN
#define BITS_TERRAIN(X) X(cylinder_terrain, cylinder, terrain, 2, R, 0, 0, 0, 0, 0, 0)
#else
#define BITS_TERRAIN(X)
#endif
#ifndef COLLIDE_NO_CABLE
#define BITS_CABLE(X)                                                                              \
    X(spline_aabb_near, spline, aabb, 2, R, R, 0, 1, 0, 0, 0)                                      \
    X(spline_aabb, spline, aabb, 3, R, R, 0, 1, 0, 0, 0)                                           \
    X(spline_obb, spline, obb, 3, R, 0, 0, 0, 0, 0, 0)                                             \
    X(spline_triangle, spline, triangle, 3, 1, 1, 1, 0, 0, 0, 0)
#else
#define BITS_CABLE(X)
#endif
#ifndef COLLIDE_NO_SHAPE
#define BITS_SHAPE(X)                                                                              \
    X(sphere_capsule, sphere, capsule, 2, 1, 1, 1, 1, 0, 0, 0)                                     \
    X(sphere_obb, sphere, obb, 2, 1, 1, 1, 1, 0, 0, 0)                                             \
    X(capsule_capsule, capsule, capsule, 2, 1, 1, 1, 1, 0, 0, 0)                                   \
    X(capsule_aabb, capsule, aabb, 2, 1, 1, 1, 1, 0, 0, 0)                                         \
    X(capsule_obb, capsule, obb, 2, 1, 1, 1, 1, 0, 0, 0)                                           \
    X(capsule_triangle, capsule, triangle, 2, 1, 1, 1, 1, 0, 0, 0)
#else
#define BITS_SHAPE(X)
#endif
#define BITS_QUERIES(X)                                                                            \
    BITS_KDOP(X)                                                                                   \
    BITS_SPHERE(X)                                                                                 \
    BITS_TRIANGLE(X)                                                                               \
    BITS_TERRAIN(X) BITS_CABLE(X) BITS_AABB(X) BITS_OBB(X) BITS_OBB_TRIANGLE(X) BITS_SHAPE(X)

#define BITS_TURNED_cylinder_terrain terrain_cylinder
#define BITS_TURNED_spline_aabb_near aabb_spline_near
#define BITS_TURNED_spline_aabb aabb_spline
#define BITS_TURNED_spline_obb obb_spline
#define BITS_CALL(name, form) collide_##name##form
#define BITS_TURNED(name, form) BITS_CALL(name, form)

// Forms that do not exist are NULL. loop is _many by single calls, for an array without a stride.
typedef struct bits_query {
    const char *name, *a, *b; // types without the prefix
    size_t a_bytes, b_bytes;
    bool pack_first; // many takes one b and a pack of a
    bool (*single)(const void *a, const void *b);
    size_t (*loop)(const void *one, const void *objects, size_t n, uint16_t *bits);
    size_t (*many)(const void *one, const void *pack, uint16_t *bits);
    size_t (*many_indices)(const void *one, const void *pack, uint32_t *indices, size_t capacity);
    size_t (*lanes)(const void *a, const void *b, uint16_t *bits);
    size_t (*pairs)(const void *a, size_t a_count, size_t a_stride, const void *b, size_t b_count,
                    size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits);
    size_t (*all)(const void *a, size_t n, size_t stride, const void *b, uint16_t *bits);
    size_t (*all_indices)(const void *a, const void *b, collide_pair *pairs, size_t capacity);
    size_t (*self_indices)(const void *a, collide_pair *pairs, size_t capacity);
    size_t columns;
} bits_query;

#define QUERY_AT(type, p) ((const collide_##type *)(p))
#define QUERY_PACK(type, p) ((const collide_##type##_pack *)(p))

#define BITS_SINGLE_2(name, a, b, p, q) collide_##name(QUERY_AT(a, p), QUERY_AT(b, q))
#define BITS_SINGLE_3(name, a, b, p, q) collide_##name(QUERY_AT(a, p), QUERY_AT(b, q), NULL)
#define BITS_LOOP_1(single, name, a, b, p, q, i) single(name, a, b, p, QUERY_AT(b, q) + (i))
#define BITS_LOOP_R(single, name, a, b, p, q, i) single(name, a, b, QUERY_AT(a, q) + (i), p)

#define BITS_MANY_0(name, a, b)
#define BITS_MANY_1(name, a, b)                                                                    \
    static size_t bits_many_##name(const void *p, const void *q, uint16_t *bits) {                 \
        return collide_##name##_many(QUERY_AT(a, p), QUERY_PACK(b, q), bits);                      \
    }
#define BITS_MANY_R(name, a, b)                                                                    \
    static size_t bits_many_##name(const void *p, const void *q, uint16_t *bits) {                 \
        return BITS_TURNED(BITS_TURNED_##name, _many)(QUERY_AT(b, p), QUERY_PACK(a, q), bits);     \
    }
#define BITS_INDICES_0(name, a, b)
#define BITS_INDICES_1(name, a, b)                                                                 \
    static size_t bits_indices_##name(const void *p, const void *q, uint32_t *out, size_t n) {     \
        return collide_##name##_many_indices(QUERY_AT(a, p), QUERY_PACK(b, q), out, n);            \
    }
#define BITS_INDICES_R(name, a, b)                                                                 \
    static size_t bits_indices_##name(const void *p, const void *q, uint32_t *out, size_t n) {     \
        return BITS_TURNED(BITS_TURNED_##name, _many_indices)(QUERY_AT(b, p), QUERY_PACK(a, q),    \
                                                              out, n);                             \
    }
#define BITS_LANES_0(name, a, b)
#define BITS_LANES_1(name, a, b)                                                                   \
    static size_t bits_lanes_##name(const void *p, const void *q, uint16_t *bits) {                \
        return collide_##name##_lanes(QUERY_PACK(a, p), QUERY_PACK(b, q), bits);                   \
    }
#define BITS_PAIRS_0(name, a, b)
#define BITS_PAIRS_1(name, a, b)                                                                   \
    static size_t bits_pairs_##name(const void *p, size_t p_count, size_t p_stride, const void *q, \
                                    size_t q_count, size_t q_stride, const collide_pair *pairs,    \
                                    size_t n, uint16_t *bits) {                                    \
        collide_##a##_array of_p;                                                                  \
        collide_##b##_array of_q;                                                                  \
        memset(&of_p, 0, sizeof of_p);                                                             \
        memset(&of_q, 0, sizeof of_q);                                                             \
        of_p.objects = QUERY_AT(a, p);                                                             \
        of_p.count = p_count;                                                                      \
        of_p.stride = p_stride;                                                                    \
        of_q.objects = QUERY_AT(b, q);                                                             \
        of_q.count = q_count;                                                                      \
        of_q.stride = q_stride;                                                                    \
        return collide_##name##_pairs(&of_p, &of_q, pairs, n, bits);                               \
    }
#define BITS_ALL_0(name, a, b)
#define BITS_ALL_1(name, a, b)                                                                     \
    static size_t bits_all_##name(const void *p, size_t n, size_t stride, const void *q,           \
                                  uint16_t *bits) {                                                \
        collide_##a##_array of_p;                                                                  \
        memset(&of_p, 0, sizeof of_p);                                                             \
        of_p.objects = QUERY_AT(a, p);                                                             \
        of_p.count = n;                                                                            \
        of_p.stride = stride;                                                                      \
        return collide_##name##_all(&of_p, QUERY_PACK(b, q), bits);                                \
    }
#define BITS_LISTS_0(name, a, b)
#define BITS_LISTS_1(name, a, b)                                                                   \
    static size_t bits_lists_##name(const void *p, const void *q, collide_pair *out, size_t n) {   \
        return collide_##name##_all_indices(QUERY_PACK(a, p), QUERY_PACK(b, q), out, n);           \
    }                                                                                              \
    static size_t bits_self_##name(const void *p, collide_pair *out, size_t n) {                   \
        return collide_##name##_self_indices(QUERY_PACK(a, p), out, n);                            \
    }
#define BITS_DEFINE(name, a, b, arguments, many, indices, lanes, pairs, all, lists, columns)       \
    static bool bits_single_##name(const void *p, const void *q) {                                 \
        return BITS_SINGLE_##arguments(name, a, b, p, q);                                          \
    }                                                                                              \
    static size_t bits_loop_##name(const void *p, const void *q, size_t n, uint16_t *bits) {       \
        size_t hits = 0;                                                                           \
        for (size_t i = 0; i < n; i += 16) {                                                       \
            const size_t end = n - i < 16 ? n - i : 16;                                            \
            unsigned word = 0;                                                                     \
            for (size_t k = 0; k < end; ++k) {                                                     \
                const unsigned hit =                                                               \
                    BITS_LOOP_##many(BITS_SINGLE_##arguments, name, a, b, p, q, i + k);            \
                word |= hit << k;                                                                  \
                hits += hit;                                                                       \
            }                                                                                      \
            bits[i / 16] = (uint16_t)word;                                                         \
        }                                                                                          \
        return hits;                                                                               \
    }                                                                                              \
    BITS_MANY_##many(name, a, b) BITS_INDICES_##indices(name, a, b) BITS_LANES_##lanes(name, a, b) \
        BITS_PAIRS_##pairs(name, a, b) BITS_ALL_##all(name, a, b) BITS_LISTS_##lists(name, a, b)
BITS_QUERIES(BITS_DEFINE)

#define BITS_IF_0(function) NULL
#define BITS_IF_1(function) function
#define BITS_IF_R(function) function
#define BITS_FIRST_1 false
#define BITS_FIRST_R true
#define BITS_ROW(name, a, b, arguments, many, indices, lanes, pairs, all, lists, columns)          \
    {#name,                                                                                        \
     #a,                                                                                           \
     #b,                                                                                           \
     sizeof(collide_##a),                                                                          \
     sizeof(collide_##b),                                                                          \
     BITS_FIRST_##many,                                                                            \
     bits_single_##name,                                                                           \
     bits_loop_##name,                                                                             \
     BITS_IF_##many(bits_many_##name),                                                             \
     BITS_IF_##indices(bits_indices_##name),                                                       \
     BITS_IF_##lanes(bits_lanes_##name),                                                           \
     BITS_IF_##pairs(bits_pairs_##name),                                                           \
     BITS_IF_##all(bits_all_##name),                                                               \
     BITS_IF_##lists(bits_lists_##name),                                                           \
     BITS_IF_##lists(bits_self_##name),                                                            \
     columns},
#define BITS_NUMBER(name, a, b, arguments, many, indices, lanes, pairs, all, lists, columns)       \
    BITS_##name,
enum { BITS_QUERIES(BITS_NUMBER) BITS_COUNT };
static const bits_query bits_queries[] = {BITS_QUERIES(BITS_ROW)};

#ifndef COLLIDE_NO_SPHERE
// ---- sweeps ----------------------------------------------------------------------------------

// Types of a and b, and what the single call writes.
#define SWEEP_QUERIES(X) X(obb, obb, impact) X(obb, triangle, impact) X(sphere, sphere, sweep)

// collide_obb_array and its like, for any objects.
typedef struct sweep_array {
    const void *objects;
    size_t count, stride;
    const collide_vec3 *velocities;
    size_t velocity_stride;
} sweep_array;

// What a batch says of one pair.
typedef struct sweep_answer {
    float t_first, t_last;
    uint8_t hit, axis;
} sweep_answer;

typedef struct sweep_query {
    const char *name, *a, *b; // types without the prefix
    size_t a_bytes, b_bytes;
    sweep_answer (*single)(const void *a, collide_vec3 va, const void *b, collide_vec3 vb,
                           float t_max);
    size_t (*many)(const void *a, collide_vec3 va, const void *b, const void *vb, float t_max,
                   const collide_sweeps *out);
    size_t (*all)(const sweep_array *a, const void *b, const void *vb, float t_max,
                  const collide_sweeps *out);
    size_t (*lanes)(const void *a, const void *va, const void *b, const void *vb, float t_max,
                    const collide_sweeps *out);
    size_t (*pairs)(const sweep_array *a, const sweep_array *b, const collide_pair *pairs, size_t n,
                    float t_max, const collide_sweeps *out);
} sweep_query;

// Single calls name an axis for overlaps at the start, too; batches do not.
#define SWEEP_AXIS_impact(hit, r)                                                                  \
    ((hit) && (r).t_first > 0 ? (uint8_t)(r).axis : COLLIDE_SWEEPS_NO_AXIS)
#define SWEEP_AXIS_sweep(hit, r) COLLIDE_SWEEPS_NO_AXIS
#define SWEEP_ARRAY(type, m)                                                                       \
    { QUERY_AT(type, (m)->objects), (m)->count, (m)->stride, (m)->velocities, (m)->velocity_stride }
#define SWEEP_DEFINE(a, b, result)                                                                 \
    static sweep_answer sweep_single_##a##_##b(const void *p, collide_vec3 u, const void *q,       \
                                               collide_vec3 v, float t_max) {                      \
        collide_##result r;                                                                        \
        sweep_answer answer;                                                                       \
        answer.hit = collide_##a##_##b##_sweep(QUERY_AT(a, p), u, QUERY_AT(b, q), v, t_max, &r);   \
        answer.t_first = r.t_first;                                                                \
        answer.t_last = r.t_last;                                                                  \
        answer.axis = SWEEP_AXIS_##result(answer.hit, r);                                          \
        return answer;                                                                             \
    }                                                                                              \
    static size_t sweep_many_##a##_##b(const void *p, collide_vec3 u, const void *q,               \
                                       const void *v, float t_max, const collide_sweeps *out) {    \
        return collide_##a##_##b##_sweep_many(QUERY_AT(a, p), u, QUERY_PACK(b, q),                 \
                                              QUERY_PACK(vec3, v), t_max, out);                    \
    }                                                                                              \
    static size_t sweep_all_##a##_##b(const sweep_array *p, const void *q, const void *v,          \
                                      float t_max, const collide_sweeps *out) {                    \
        const collide_##a##_array u = SWEEP_ARRAY(a, p);                                           \
        return collide_##a##_##b##_sweep_all(&u, QUERY_PACK(b, q), QUERY_PACK(vec3, v), t_max,     \
                                             out);                                                 \
    }                                                                                              \
    static size_t sweep_lanes_##a##_##b(const void *p, const void *u, const void *q,               \
                                        const void *v, float t_max, const collide_sweeps *out) {   \
        return collide_##a##_##b##_sweep_lanes(QUERY_PACK(a, p), QUERY_PACK(vec3, u),              \
                                               QUERY_PACK(b, q), QUERY_PACK(vec3, v), t_max, out); \
    }                                                                                              \
    static size_t sweep_pairs_##a##_##b(const sweep_array *p, const sweep_array *q,                \
                                        const collide_pair *pairs, size_t n, float t_max,          \
                                        const collide_sweeps *out) {                               \
        const collide_##a##_array u = SWEEP_ARRAY(a, p);                                           \
        const collide_##b##_array v = SWEEP_ARRAY(b, q);                                           \
        return collide_##a##_##b##_sweep_pairs(&u, &v, pairs, n, t_max, out);                      \
    }
SWEEP_QUERIES(SWEEP_DEFINE)

#define SWEEP_ROW(a, b, result)                                                                    \
    {#a "_" #b,                                                                                    \
     #a,                                                                                           \
     #b,                                                                                           \
     sizeof(collide_##a),                                                                          \
     sizeof(collide_##b),                                                                          \
     sweep_single_##a##_##b,                                                                       \
     sweep_many_##a##_##b,                                                                         \
     sweep_all_##a##_##b,                                                                          \
     sweep_lanes_##a##_##b,                                                                        \
     sweep_pairs_##a##_##b},
#define SWEEP_NUMBER(a, b, result) SWEEP_##a##_##b,
enum { SWEEP_QUERIES(SWEEP_NUMBER) SWEEP_COUNT };
static const sweep_query sweep_queries[] = {SWEEP_QUERIES(SWEEP_ROW)};
#endif // COLLIDE_NO_SPHERE

#ifndef COLLIDE_NO_RAY
// ---- rays and segments -----------------------------------------------------------------------

// Types of b.
#ifndef COLLIDE_NO_KDOP
#define CAST_KDOP(X) X(kdop6) X(kdop14) X(kdop18) X(kdop26)
#else
#define CAST_KDOP(X)
#endif
#ifndef COLLIDE_NO_AABB
#define CAST_AABB(X) X(aabb)
#else
#define CAST_AABB(X)
#endif
#define CAST_QUERIES(X) X(triangle) X(sphere) X(obb) CAST_KDOP(X) CAST_AABB(X)

typedef struct cast_query {
    const char *b; // type without the prefix
    size_t bytes;
    bool (*ray)(const collide_ray *ray, const void *b, float t_max, float *t);
    bool (*segment)(const collide_segment *a, const void *b, float *t);
    size_t (*ray_many)(const collide_ray *ray, const void *b, float t_max, uint16_t *bits,
                       float *t);
    size_t (*segment_many)(const collide_segment *a, const void *b, uint16_t *bits, float *t);
} cast_query;

#define CAST_DEFINE(b)                                                                             \
    static bool cast_ray_##b(const collide_ray *ray, const void *q, float t_max, float *t) {       \
        collide_ray_hit hit;                                                                       \
        const bool found = collide_ray_##b(ray, QUERY_AT(b, q), t_max, &hit);                      \
        *t = hit.t;                                                                                \
        return found;                                                                              \
    }                                                                                              \
    static bool cast_segment_##b(const collide_segment *a, const void *q, float *t) {              \
        collide_ray_hit hit;                                                                       \
        const bool found = collide_segment_##b(a, QUERY_AT(b, q), &hit);                           \
        *t = hit.t;                                                                                \
        return found;                                                                              \
    }                                                                                              \
    static size_t cast_rays_##b(const collide_ray *ray, const void *q, float t_max,                \
                                uint16_t *bits, float *t) {                                        \
        return collide_ray_##b##_many(ray, QUERY_PACK(b, q), t_max, bits, t);                      \
    }                                                                                              \
    static size_t cast_segments_##b(const collide_segment *a, const void *q, uint16_t *bits,       \
                                    float *t) {                                                    \
        return collide_segment_##b##_many(a, QUERY_PACK(b, q), bits, t);                           \
    }
CAST_QUERIES(CAST_DEFINE)

#define CAST_ROW(b)                                                                                \
    {#b, sizeof(collide_##b), cast_ray_##b, cast_segment_##b, cast_rays_##b, cast_segments_##b},
#define CAST_NUMBER(b) CAST_##b,
enum { CAST_QUERIES(CAST_NUMBER) CAST_COUNT };
static const cast_query cast_queries[] = {CAST_QUERIES(CAST_ROW)};
#endif // COLLIDE_NO_RAY

#ifndef COLLIDE_NO_SHAPE
// ---- distances and margins -------------------------------------------------------------------

// Types of a and b, where shapes of any kinds come last.
#define DISTANCE_QUERIES(X)                                                                        \
    X(sphere, sphere)                                                                              \
    X(sphere, capsule)                                                                             \
    X(sphere, aabb)                                                                                \
    X(sphere, obb)                                                                                 \
    X(sphere, triangle)                                                                            \
    X(capsule, capsule)                                                                            \
    X(capsule, aabb)                                                                               \
    X(capsule, obb)                                                                                \
    X(capsule, triangle)                                                                           \
    X(aabb, aabb)                                                                                  \
    X(obb, obb)                                                                                    \
    X(triangle, triangle)                                                                          \
    X(shape, shape)

// collide_obb_array and its like, for any objects.
typedef struct distance_array {
    const void *objects;
    size_t count, stride;
} distance_array;

typedef struct distance_query {
    const char *name, *a, *b; // types without the prefix
    bool (*distance)(const void *a, const void *b, float max, collide_distance *out);
    bool (*within)(const void *a, const void *b, float margin);
    size_t (*distance_many)(const void *a, const void *b, float max, const collide_distances *out);
    size_t (*distance_lanes)(const void *a, const void *b, float max, const collide_distances *out);
    size_t (*distance_pairs)(const distance_array *a, const distance_array *b,
                             const collide_pair *pairs, size_t n, float max,
                             const collide_distances *out);
    size_t (*within_many)(const void *a, const void *b, float margin, uint16_t *bits);
    size_t (*within_many_indices)(const void *a, const void *b, float margin, uint32_t *indices,
                                  size_t capacity);
    size_t (*within_lanes)(const void *a, const void *b, float margin, uint16_t *bits);
    size_t (*within_pairs)(const distance_array *a, const distance_array *b,
                           const collide_pair *pairs, size_t n, float margin, uint16_t *bits);
} distance_query;

#define DISTANCE_ARRAY(type, name, from)                                                           \
    collide_##type##_array name;                                                                   \
    memset(&name, 0, sizeof name);                                                                 \
    name.objects = QUERY_AT(type, (from)->objects);                                                \
    name.count = (from)->count;                                                                    \
    name.stride = (from)->stride

#define DISTANCE_DEFINE(a, b)                                                                      \
    static bool distance_##a##_##b(const void *p, const void *q, float max,                        \
                                   collide_distance *out) {                                        \
        return collide_##a##_##b##_distance(QUERY_AT(a, p), QUERY_AT(b, q), max, out);             \
    }                                                                                              \
    static bool within_##a##_##b(const void *p, const void *q, float margin) {                     \
        return collide_##a##_##b##_within(QUERY_AT(a, p), QUERY_AT(b, q), margin);                 \
    }                                                                                              \
    static size_t distance_many_##a##_##b(const void *p, const void *q, float max,                 \
                                          const collide_distances *out) {                          \
        return collide_##a##_##b##_distance_many(QUERY_AT(a, p), QUERY_PACK(b, q), max, out);      \
    }                                                                                              \
    static size_t distance_lanes_##a##_##b(const void *p, const void *q, float max,                \
                                           const collide_distances *out) {                         \
        return collide_##a##_##b##_distance_lanes(QUERY_PACK(a, p), QUERY_PACK(b, q), max, out);   \
    }                                                                                              \
    static size_t distance_pairs_##a##_##b(const distance_array *p, const distance_array *q,       \
                                           const collide_pair *pairs, size_t n, float max,         \
                                           const collide_distances *out) {                         \
        DISTANCE_ARRAY(a, of_p, p);                                                                \
        DISTANCE_ARRAY(b, of_q, q);                                                                \
        return collide_##a##_##b##_distance_pairs(&of_p, &of_q, pairs, n, max, out);               \
    }                                                                                              \
    static size_t within_many_##a##_##b(const void *p, const void *q, float margin,                \
                                        uint16_t *bits) {                                          \
        return collide_##a##_##b##_within_many(QUERY_AT(a, p), QUERY_PACK(b, q), margin, bits);    \
    }                                                                                              \
    static size_t within_many_indices_##a##_##b(const void *p, const void *q, float margin,        \
                                                uint32_t *indices, size_t capacity) {              \
        return collide_##a##_##b##_within_many_indices(QUERY_AT(a, p), QUERY_PACK(b, q), margin,   \
                                                       indices, capacity);                         \
    }                                                                                              \
    static size_t within_lanes_##a##_##b(const void *p, const void *q, float margin,               \
                                         uint16_t *bits) {                                         \
        return collide_##a##_##b##_within_lanes(QUERY_PACK(a, p), QUERY_PACK(b, q), margin, bits); \
    }                                                                                              \
    static size_t within_pairs_##a##_##b(const distance_array *p, const distance_array *q,         \
                                         const collide_pair *pairs, size_t n, float margin,        \
                                         uint16_t *bits) {                                         \
        DISTANCE_ARRAY(a, of_p, p);                                                                \
        DISTANCE_ARRAY(b, of_q, q);                                                                \
        return collide_##a##_##b##_within_pairs(&of_p, &of_q, pairs, n, margin, bits);             \
    }
DISTANCE_QUERIES(DISTANCE_DEFINE)

#define DISTANCE_ROW(a, b)                                                                         \
    {#a "_" #b,                                                                                    \
     #a,                                                                                           \
     #b,                                                                                           \
     distance_##a##_##b,                                                                           \
     within_##a##_##b,                                                                             \
     distance_many_##a##_##b,                                                                      \
     distance_lanes_##a##_##b,                                                                     \
     distance_pairs_##a##_##b,                                                                     \
     within_many_##a##_##b,                                                                        \
     within_many_indices_##a##_##b,                                                                \
     within_lanes_##a##_##b,                                                                       \
     within_pairs_##a##_##b},
static const distance_query distance_queries[] = {DISTANCE_QUERIES(DISTANCE_ROW)};
#define DISTANCE_QUERY_COUNT (sizeof distance_queries / sizeof *distance_queries)
#endif

#endif // QUERIES_H
