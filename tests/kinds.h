// The four kinds of k-DOP behind one table, so that each test is written once. A k-DOP is its
// floats here: min rows, then max rows, as it lies in memory. Include test.h first or, where cmocka
// may be missing, define _DEFAULT_SOURCE.
#ifndef KINDS_H
#define KINDS_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE // mmap, sysconf
#endif
#include "../collide.h"

#include "../bench/inputs.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../bench/queries.h"

#include "packs.h"

#define KINDS_MAX_FLOATS 26

// An assertion of cmocka's that says what went wrong.
#define REQUIRE(x, ...)                                                                            \
    do {                                                                                           \
        if (!(x))                                                                                  \
            fail_msg(__VA_ARGS__);                                                                 \
    } while (0)

#ifndef COLLIDE_NO_KDOP
struct kind {
    int kind, rows;
    size_t bytes;
    void (*empty)(float *out);
    collide_status (*from_points)(float *out, const void *points, size_t n, size_t stride);
    void (*from_triangle)(float *out, const collide_triangle *triangle);
    void (*from_aabb)(float *out, const collide_aabb *box);
    void (*from_sphere)(float *out, const collide_sphere *sphere);
    void (*from_obb)(float *out, const collide_obb *box);
    void (*from_cylinder)(float *out, const collide_cylinder *cylinder);
    void (*merge)(float *out, const float *a, const float *b);
    void (*translate)(float *out, const float *a, collide_vec3 t);
    void (*grow)(float *out, const float *a, float r);
    float (*size)(const float *a);
    bool (*point)(const float *a, collide_vec3 p);
    bool (*sweep)(const float *a, collide_vec3 va, const float *b, collide_vec3 vb, float t_max,
                  collide_sweep *out);
    size_t (*pack_size)(size_t n);
    collide_status (*pack_build)(void **pack, void *memory, size_t size, const float *kdops,
                                 size_t n, size_t stride);
    collide_status (*pack_build_mesh)(void **pack, void *memory, size_t size,
                                      const collide_mesh *mesh);
    collide_status (*pack_open)(void **pack, void *memory, size_t size);
    size_t (*pack_count)(const void *pack);
    collide_status (*pack_set)(void *pack, size_t i, const float *kdop);
    void (*pack_get)(float *out, const void *pack, size_t i);
    bool (*overlap)(const void *a, const void *b); // this and the rest are those of bits_query
    size_t (*many)(const void *one, const void *pack, uint16_t *bits);
    size_t (*many_indices)(const void *one, const void *pack, uint32_t *indices, size_t capacity);
    size_t (*lanes)(const void *a, const void *b, uint16_t *bits);
    size_t (*pairs)(const void *a, size_t a_count, size_t a_stride, const void *b, size_t b_count,
                    size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits);
    size_t (*all)(const void *a, size_t n, size_t stride, const void *b, uint16_t *bits);
    size_t (*all_indices)(const void *a, const void *b, collide_pair *pairs, size_t capacity);
    size_t (*self_indices)(const void *a, collide_pair *pairs, size_t capacity);
};

#define KINDS_AT(K, p) ((const collide_kdop##K *)(const void *)(p))

#define KINDS_RETURN(K, call)                                                                      \
    const collide_kdop##K result = call;                                                           \
    memcpy(out, &result, sizeof result)

#define KINDS_DEFINE(K)                                                                            \
    static void kind_empty##K(float *out) {                                                        \
        KINDS_RETURN(K, collide_kdop##K##_empty());                                                \
    }                                                                                              \
    static collide_status kind_from_points##K(float *out, const void *points, size_t n,            \
                                              size_t stride) {                                     \
        return collide_kdop##K##_from_points((collide_kdop##K *)(void *)out, points, n, stride);   \
    }                                                                                              \
    static void kind_from_triangle##K(float *out, const collide_triangle *triangle) {              \
        KINDS_RETURN(K, collide_kdop##K##_from_triangle(triangle));                                \
    }                                                                                              \
    static void kind_from_aabb##K(float *out, const collide_aabb *box) {                           \
        KINDS_RETURN(K, collide_kdop##K##_from_aabb(box));                                         \
    }                                                                                              \
    static void kind_from_sphere##K(float *out, const collide_sphere *sphere) {                    \
        KINDS_RETURN(K, collide_kdop##K##_from_sphere(sphere));                                    \
    }                                                                                              \
    static void kind_from_obb##K(float *out, const collide_obb *box) {                             \
        KINDS_RETURN(K, collide_kdop##K##_from_obb(box));                                          \
    }                                                                                              \
    static void kind_from_cylinder##K(float *out, const collide_cylinder *cylinder) {              \
        KINDS_RETURN(K, collide_kdop##K##_from_cylinder(cylinder));                                \
    }                                                                                              \
    static void kind_merge##K(float *out, const float *a, const float *b) {                        \
        KINDS_RETURN(K, collide_kdop##K##_merge(KINDS_AT(K, a), KINDS_AT(K, b)));                  \
    }                                                                                              \
    static void kind_translate##K(float *out, const float *a, collide_vec3 t) {                    \
        KINDS_RETURN(K, collide_kdop##K##_translate(KINDS_AT(K, a), t));                           \
    }                                                                                              \
    static void kind_grow##K(float *out, const float *a, float r) {                                \
        KINDS_RETURN(K, collide_kdop##K##_grow(KINDS_AT(K, a), r));                                \
    }                                                                                              \
    static float kind_size##K(const float *a) {                                                    \
        return collide_kdop##K##_hit_measure(KINDS_AT(K, a));                                      \
    }                                                                                              \
    static bool kind_point##K(const float *a, collide_vec3 p) {                                    \
        return collide_point_kdop##K(p, KINDS_AT(K, a));                                           \
    }                                                                                              \
    static bool kind_sweep##K(const float *a, collide_vec3 va, const float *b, collide_vec3 vb,    \
                              float t_max, collide_sweep *out) {                                   \
        return collide_kdop##K##_kdop##K##_sweep(KINDS_AT(K, a), va, KINDS_AT(K, b), vb, t_max,    \
                                                 out);                                             \
    }
KINDS_DEFINE(6)
KINDS_DEFINE(14)
KINDS_DEFINE(18)
KINDS_DEFINE(26)

#define KINDS_BITS(form, K) bits_##form##_kdop##K##_kdop##K
#define KINDS_ROW(K)                                                                               \
    {                                                                                              \
        K, (K) / 2, sizeof(collide_kdop##K), kind_empty##K, kind_from_points##K,                   \
            kind_from_triangle##K, kind_from_aabb##K, kind_from_sphere##K, kind_from_obb##K,       \
            kind_from_cylinder##K, kind_merge##K, kind_translate##K, kind_grow##K, kind_size##K,   \
            kind_point##K, kind_sweep##K, collide_kdop##K##_pack_size, pack_build_kdop##K,         \
            pack_build_mesh_kdop##K, pack_open_kdop##K, pack_count_kdop##K, pack_set_kdop##K,      \
            pack_get_kdop##K, KINDS_BITS(single, K), KINDS_BITS(many, K), KINDS_BITS(indices, K),  \
            KINDS_BITS(lanes, K), KINDS_BITS(pairs, K), KINDS_BITS(all, K), KINDS_BITS(lists, K),  \
            KINDS_BITS(self, K)                                                                    \
    }
static const struct kind kinds[4] = {KINDS_ROW(6), KINDS_ROW(14), KINDS_ROW(18), KINDS_ROW(26)};
#endif

// 0 quick, 1 normal, 2 full: COLLIDE_TEST_TIER scales the counts of random cases.
static inline int kinds_tier(void) {
    const char *tier = getenv("COLLIDE_TEST_TIER");
#ifdef COLLIDE_TEST_SANITIZED // ten times slower, and after other faults than rare cases have
    tier = "quick";
#endif
    return !tier ? 1 : strcmp(tier, "quick") == 0 ? 0 : strcmp(tier, "full") == 0 ? 2 : 1;
}

static inline float kinds_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t kinds_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Floats in their order, as numbers.
static inline int64_t kinds_rank(float x) {
    const uint32_t bits = kinds_bits(x);
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffffu) : (int64_t)bits;
}

static inline float kinds_ranked(int64_t rank) {
    return kinds_float(rank < 0 ? 0x80000000u | (uint32_t)-rank : (uint32_t)rank);
}

static inline uint32_t kinds_below(inputs_random *r, uint32_t n) {
    return (uint32_t)((inputs_next(r) >> 32) * n >> 32);
}

// Memory that ends at a page which traps, so that reading or writing one byte behind it is seen;
// the end is aligned, so the beginning is as aligned as size. One page before it traps as well.
// Freed memory of few pages between them is used again: mapping it takes longer than tests do.
#define KINDS_KEPT 32
static struct kinds_kept {
    char *pages[KINDS_KEPT]; // those that may be written
    int count;
} kinds_kept[4];

static inline struct kinds_kept *kinds_kept_of(size_t bytes) {
    const size_t pages = bytes / (size_t)sysconf(_SC_PAGESIZE);
    return pages >= 1 && pages <= 4 ? &kinds_kept[pages - 1] : NULL;
}

static inline size_t kinds_guarded_bytes(size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

static inline void *kinds_guarded(size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = kinds_guarded_bytes(size);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    struct kinds_kept *kept = kinds_kept_of(bytes);
    if (kept && kept->count > 0)
        return (char *)memset(kept->pages[--kept->count], 0, bytes) + bytes - size;
    char *base = (char *)mmap(NULL, bytes + 2 * page, PROT_NONE, flags, -1, 0);
    if (base == (char *)MAP_FAILED ||
        (bytes && mprotect(base + page, bytes, PROT_READ | PROT_WRITE) != 0))
        abort();
    return base + page + bytes - size;
}

static inline void kinds_guarded_free(void *memory, size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = kinds_guarded_bytes(size);
    struct kinds_kept *kept = kinds_kept_of(bytes);
    if (memory && kept && kept->count < KINDS_KEPT)
        kept->pages[kept->count++] = (char *)memory + size - bytes;
    else if (memory)
        munmap((char *)memory + size - bytes - page, bytes + 2 * page);
}

#endif // KINDS_H
