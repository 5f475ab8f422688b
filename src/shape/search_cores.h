#pragma once
#include "closed_lanes.h"

// ---- cores and their supports, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// The code of the points of both cores in a simplex: a double that holds 2^52, the code of a, and
// that of b 20 bits higher. Of a box it has the bits of negated generators, of a cylinder one bit
// for the end along its axis, else the number of a point.
#define COLLIDE__CODE 4503599627370496.0
#define COLLIDE__CODE_BITS 20
#define COLLIDE__CODE_MASK 0xfffffu

// As collide__core.
typedef struct COLLIDE__W(collide__search_core) {
    // Generators; or the other points, where the first is 0, and copies of 0; or a generator and
    // the basis of a disk; or the axes of a pose. The last one is the middle.
    COLLIDE__D3 origin, g[4];
    COLLIDE__D size, radius, disk; // disk is the radius of a cylinder, or of a convex body
    collide__core_kind kind;
    uint32_t count;                      // points
    const collide_convex *const *bodies; // of convex bodies
    // Of a cylinder: coordinates in the disk of the points of the simplex, and of the next one.
    COLLIDE__D disk_points[3][2], disk_next[2];
} COLLIDE__W(collide__search_core);

// ---- convex bodies

// The coordinates of as many vertices as V has lanes.
#if COLLIDE__WIDTH == 16
#define COLLIDE__EVERY_THIRD(a, b, c, i, j)                                                        \
    _mm512_maskz_permutex2var_ps(0xffffu, _mm512_maskz_permutex2var_ps(0xffffu, a, i, b), j, c)
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__vertices_load)(const float *v,
                                                                   COLLIDE__V *out) {
    __m512 a = _mm512_loadu_ps(v), b = _mm512_loadu_ps(v + 16), c = _mm512_loadu_ps(v + 32);
#if defined(COLLIDE__GNU)
    // Without this, gcc loads each of them three times, and most loads span two lines of cache.
    __asm__(""
            : "+" COLLIDE__VECTOR_REGISTER(a), "+" COLLIDE__VECTOR_REGISTER(b),
              "+" COLLIDE__VECTOR_REGISTER(c));
#endif
    out[0] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    out[1] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30));
    out[2] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31));
}
#undef COLLIDE__EVERY_THIRD
#else
#if COLLIDE__WIDTH == 8
#define COLLIDE__FOURS(v)                                                                          \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(v)), _mm_loadu_ps((v) + 12), 1)
#else
#define COLLIDE__FOURS(v) COLLIDE__LOAD_U(v)
#endif
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__vertices_load)(const float *v,
                                                                   COLLIDE__V *out) {
    const COLLIDE__V a = COLLIDE__FOURS(v), b = COLLIDE__FOURS(v + 4), c = COLLIDE__FOURS(v + 8);
    const COLLIDE__V ab = COLLIDE__SHUFFLE(a, b, 0x49), bc = COLLIDE__SHUFFLE(b, c, 0x9e);
    out[0] = COLLIDE__SHUFFLE(a, bc, 0x8c);
    out[1] = COLLIDE__SHUFFLE(ab, bc, 0xd8);
    out[2] = COLLIDE__SHUFFLE(ab, c, 0xcd);
}
#undef COLLIDE__FOURS
#endif

// The largest number of a, in all lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__largest)(COLLIDE__V a) {
#if COLLIDE__WIDTH == 16
    a = COLLIDE__MAX(_mm512_maskz_shuffle_f32x4(0xffffu, a, a, 0x4e), a);
    a = COLLIDE__MAX(_mm512_maskz_shuffle_f32x4(0xffffu, a, a, 0xb1), a);
#elif COLLIDE__WIDTH == 8
    a = COLLIDE__MAX(_mm256_permute2f128_ps(a, a, 1), a);
#endif
    a = COLLIDE__MAX(COLLIDE__SHUFFLE(a, a, 0x4e), a);
    return COLLIDE__MAX(COLLIDE__SHUFFLE(a, a, 0xb1), a);
}

// Floats find the vertices that may be the farthest, doubles decide. With u = 2^-24, products of a
// vertex and m, and their sum, have four roundings each, below 4.01 u |m| R in all, where |m| is
// the sum of its coordinates and R the radius of the body. Numbers below the smallest normal float
// may count as 0, which is less than u |m| R for the sizes that are allowed. So a vertex whose
// float is below the largest by more than 10.1 u |m| R is nearer for sure; room, 16 u |m| R, is
// enough for its own roundings, too.
#define COLLIDE__ROOM 9.5367431640625e-07         // 2^-20
#define COLLIDE__SIZE_LEAST 8.881784197001252e-16 // 2^-50
#define COLLIDE__SIZE_MOST 1.152921504606847e+18  // 2^60

// The first n lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__M COLLIDE__W(collide__lanes_below)(uint32_t n) {
    static const COLLIDE__ALIGNED(float)
        lane[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return COLLIDE__LT(COLLIDE__LOAD_V(lane), COLLIDE__SPLAT((float)n));
}

// How far n vertices lie along x, y, z, and the largest of these. Reads past the last vertex, where
// the rows of directions are.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__vertices_along)(
    const float *v, uint32_t n, COLLIDE__V x, COLLIDE__V y, COLLIDE__V z, float *dots) {
    const COLLIDE__V none = COLLIDE__SPLAT(-FLT_MAX);
    COLLIDE__V p[3], d, larger = none;
    uint32_t i = 0;
    for (; i + COLLIDE__WIDTH <= n; i += COLLIDE__WIDTH, v += 3 * COLLIDE__WIDTH) {
        COLLIDE__W(collide__vertices_load)(v, p);
        d = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        COLLIDE__STORE_V(dots + i, d);
        larger = COLLIDE__MAX(d, larger);
    }
    if (i < n) {
        COLLIDE__W(collide__vertices_load)(v, p);
        d = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        d = COLLIDE__SELECT(COLLIDE__W(collide__lanes_below)(n - i), d, none);
        COLLIDE__STORE_V(dots + i, d);
        larger = COLLIDE__MAX(d, larger);
    }
    return COLLIDE__W(collide__largest)(larger);
}

// Which of n <= 64 floats are no less than these.
COLLIDE__LANE_FORCE_INLINE uint64_t COLLIDE__W(collide__reaching)(const float *dots, uint32_t n,
                                                                  COLLIDE__V enough) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i += COLLIDE__WIDTH)
        bits |= (uint64_t)COLLIDE__BITS(COLLIDE__LE(enough, COLLIDE__LOAD_V(dots + i))) << i;
    return bits;
}

// The vertices from number first on, of which open has bits: keeps in *most and *best what is
// farthest. The coordinates of m are stride numbers apart.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__farthest_of)(const float *v, uint64_t open,
                                                                 uint32_t first, const double *m,
                                                                 size_t stride, double *most,
                                                                 uint32_t *best) {
    const collide__dvec3 along = {m[0], m[stride], m[2 * stride]};
    for (; open; open &= open - 1) {
        const uint32_t k = first + collide__lowest_of_64(open);
        const double d = collide__vertex_along(v + 3 * (size_t)k, along);
        *best = d > *most ? k : *best;
        *most = d > *most ? d : *most;
    }
}

// As collide__farthest_vertex. f has x, y, z and room, stride floats apart; m is likewise.
#define COLLIDE__VERTICES 256 // at a time
COLLIDE__NOINLINE COLLIDE__TARGET uint32_t COLLIDE__W(collide__farthest_of_many)(
    const collide_convex *body, const float *f, const double *m, size_t stride) {
    COLLIDE__ALIGNED(float) dots[COLLIDE__VERTICES];
    const float *v = collide__convex_vertices(body);
    const uint32_t count = body->vertex_count;
    const COLLIDE__V x = COLLIDE__SPLAT(f[0]), y = COLLIDE__SPLAT(f[stride]);
    const COLLIDE__V z = COLLIDE__SPLAT(f[2 * stride]), room = COLLIDE__SPLAT(f[3 * stride]);
    COLLIDE__V top = COLLIDE__SPLAT(-FLT_MAX);
    double most = -DBL_MAX;
    uint32_t best = 0;
    for (uint32_t first = 0; first < count; first += COLLIDE__VERTICES) {
        const uint32_t left = count - first;
        const uint32_t n = left < COLLIDE__VERTICES ? left : COLLIDE__VERTICES;
        top = COLLIDE__MAX(
            COLLIDE__W(collide__vertices_along)(v + 3 * (size_t)first, n, x, y, z, dots), top);
        const COLLIDE__V enough = COLLIDE__SUB(top, room);
        for (uint32_t i = 0; i < n; i += 64) {
            const uint64_t open =
                COLLIDE__W(collide__reaching)(dots + i, n - i < 64 ? n - i : 64, enough);
            COLLIDE__W(collide__farthest_of)(v, open, first + i, m, stride, &most, &best);
        }
    }
    return best;
}
#undef COLLIDE__VERTICES

COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__farthest)(const collide_convex *body,
                                                                  const float *f, const double *m,
                                                                  size_t stride) {
    COLLIDE__ALIGNED(float) dots[64];
    const float *v = collide__convex_vertices(body);
    const uint32_t n = body->vertex_count;
    double most = -DBL_MAX;
    uint32_t best = 0;
    uint64_t open;
    if (n > 64)
        return COLLIDE__W(collide__farthest_of_many)(body, f, m, stride);
    const COLLIDE__V x = COLLIDE__SPLAT(f[0]), y = COLLIDE__SPLAT(f[stride]);
    const COLLIDE__V z = COLLIDE__SPLAT(f[2 * stride]), room = COLLIDE__SPLAT(f[3 * stride]);
    if (n > COLLIDE__WIDTH && n <= 2 * COLLIDE__WIDTH) { // without a way through memory
        COLLIDE__V p[3];
        COLLIDE__W(collide__vertices_load)(v, p);
        const COLLIDE__V low = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        COLLIDE__W(collide__vertices_load)(v + 3 * COLLIDE__WIDTH, p);
        COLLIDE__V high = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        high = COLLIDE__SELECT(COLLIDE__W(collide__lanes_below)(n - COLLIDE__WIDTH), high,
                               COLLIDE__SPLAT(-FLT_MAX));
        const COLLIDE__V enough =
            COLLIDE__SUB(COLLIDE__W(collide__largest)(COLLIDE__MAX(high, low)), room);
        open = COLLIDE__BITS(COLLIDE__LE(enough, low)) |
               (uint64_t)COLLIDE__BITS(COLLIDE__LE(enough, high)) << COLLIDE__WIDTH;
    } else {
        const COLLIDE__V top = COLLIDE__W(collide__vertices_along)(v, n, x, y, z, dots);
        open = COLLIDE__W(collide__reaching)(dots, n, COLLIDE__SUB(top, room));
    }
    if ((open & (open - 1)) == 0)
        return collide__lowest_of_64(open);
    COLLIDE__W(collide__farthest_of)(v, open, 0, m, stride, &most, &best);
    return best;
}

static COLLIDE__TARGET uint32_t COLLIDE__W(collide__shape_support)(const collide_convex *body,
                                                                   const collide__dvec3 *along) {
    const double radius = (double)body->radius, span = collide__dsum_abs(*along);
    const float f[4] = {(float)along->x, (float)along->y, (float)along->z,
                        (float)collide__dmul(collide__dmul(span, radius), COLLIDE__ROOM)};
    return span >= COLLIDE__SIZE_LEAST && span <= COLLIDE__SIZE_MOST &&
                   radius >= COLLIDE__SIZE_LEAST && radius <= COLLIDE__SIZE_MOST
               ? COLLIDE__W(collide__farthest)(body, f, collide__doubles(along), 1)
               : collide__shape_support_scalar(body, along);
}

// As collide__core_vertex.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_vertex)(const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 v) {
    return COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(COLLIDE__D3_(along)(core->g[3], v.x, core->g[0]), v.y, core->g[1]), v.z,
        core->g[2]);
}

// The vertices at these addresses, one in each lane. Reads four floats of each.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__vertices_at)(const float *const *p) {
    COLLIDE__D3 r;
#if COLLIDE__WIDTH == 4
    const COLLIDE__F4 a = COLLIDE__F4_(loadu_ps)(p[0]), b = COLLIDE__F4_(loadu_ps)(p[1]);
    const COLLIDE__F4 xy = COLLIDE__F4_(unpacklo_ps)(a, b);
    r.x = COLLIDE__F4_(cvtps_pd)(xy);
    r.y = COLLIDE__F4_(cvtps_pd)(COLLIDE__F4_(movehl_ps)(xy, xy));
    r.z = COLLIDE__F4_(cvtps_pd)(COLLIDE__F4_(unpackhi_ps)(a, b));
#else
#if COLLIDE__WIDTH == 16
#define COLLIDE__F(op) _mm256_##op
#define COLLIDE__VERTEX(i)                                                                         \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p[i])), _mm_loadu_ps(p[4 + (i)]), 1)
#define COLLIDE__WIDEN(a) _mm512_maskz_cvtps_pd(0xffu, a)
    __m256 a, b, c, d;
#else
#define COLLIDE__F(op) _mm_##op
#define COLLIDE__VERTEX(i) _mm_loadu_ps(p[i])
#define COLLIDE__WIDEN(a) _mm256_cvtps_pd(a)
    __m128 a, b, c, d;
#endif
    a = COLLIDE__VERTEX(0);
    b = COLLIDE__VERTEX(1);
    c = COLLIDE__VERTEX(2);
    d = COLLIDE__VERTEX(3);
    r.z = COLLIDE__WIDEN(
        COLLIDE__F(shuffle_ps)(COLLIDE__F(unpackhi_ps)(a, b), COLLIDE__F(unpackhi_ps)(c, d), 0x44));
    a = COLLIDE__F(unpacklo_ps)(a, b);
    c = COLLIDE__F(unpacklo_ps)(c, d);
    r.x = COLLIDE__WIDEN(COLLIDE__F(shuffle_ps)(a, c, 0x44));
    r.y = COLLIDE__WIDEN(COLLIDE__F(shuffle_ps)(a, c, 0xee));
#undef COLLIDE__WIDEN
#undef COLLIDE__VERTEX
#undef COLLIDE__F
#endif
    return r;
}

// The vertices of bodies of this radius that lie farthest along vectors in their coordinates, of
// the given lanes; the others have vertices at 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__vertices_farthest)(const collide_convex *const *bodies, COLLIDE__D radius,
                                       COLLIDE__D3 along, unsigned lanes, COLLIDE__D *code) {
    const COLLIDE__D least = COLLIDE__SPLAT_D(COLLIDE__SIZE_LEAST);
    const COLLIDE__D most = COLLIDE__SPLAT_D(COLLIDE__SIZE_MOST);
    const COLLIDE__D span = COLLIDE__D3_(sum_abs)(along);
    const COLLIDE__D room =
        COLLIDE__MUL_D(COLLIDE__MUL_D(span, radius), COLLIDE__SPLAT_D(COLLIDE__ROOM));
    const unsigned usable = COLLIDE__BITS_D(COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(COLLIDE__LE_D(least, span), COLLIDE__LE_D(span, most)),
        COLLIDE__BOTH_D(COLLIDE__LE_D(least, radius), COLLIDE__LE_D(radius, most))));
    static const float none[4] = {0, 0, 0, 0};
    COLLIDE__ALIGNED(float) f[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(double) number[COLLIDE__DOUBLES] = {0};
    const float *at[COLLIDE__DOUBLES];
    double local[3 * COLLIDE__DOUBLES];
    memcpy(local, &along, sizeof along);
    COLLIDE__STORE_V(f, COLLIDE__NARROW(along.x, along.y));
    COLLIDE__STORE_V(f + COLLIDE__WIDTH, COLLIDE__NARROW(along.z, room));
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        at[i] = none;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        const collide_convex *const body = bodies[i];
        uint32_t k;
        if (usable >> i & 1) {
            k = COLLIDE__W(collide__farthest)(body, f + i, local + i, COLLIDE__DOUBLES);
        } else {
            const collide__dvec3 l = {local[i], local[COLLIDE__DOUBLES + i],
                                      local[2 * COLLIDE__DOUBLES + i]};
            k = collide__shape_support_scalar(body, &l);
        }
        number[i] = (double)(int32_t)k;
        at[i] = collide__convex_vertices(body) + 3 * (size_t)k;
    }
    *code = COLLIDE__LOAD_D(number);
    return COLLIDE__W(collide__vertices_at)(at);
}

// As collide__vertices_support, of the given lanes; the others have vertices at 0.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_vertices)(const COLLIDE__W(collide__search_core) * core,
                                     const COLLIDE__D3 *m, unsigned lanes, COLLIDE__D3 *out,
                                     COLLIDE__D *code) {
    COLLIDE__D3 along;
    along.x = COLLIDE__D3_(dot)(core->g[0], *m);
    along.y = COLLIDE__D3_(dot)(core->g[1], *m);
    along.z = COLLIDE__D3_(dot)(core->g[2], *m);
    const COLLIDE__D3 v =
        COLLIDE__W(collide__vertices_farthest)(core->bodies, core->disk, along, lanes, code);
    *out = COLLIDE__W(collide__search_vertex)(core, v);
}

// ---- cylinders

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_shorten)(COLLIDE__D3 a,
                                                                           COLLIDE__D length) {
    a.x = COLLIDE__DIV_D(a.x, length);
    a.y = COLLIDE__DIV_D(a.y, length);
    a.z = COLLIDE__DIV_D(a.z, length);
    return a;
}

// As collide__any_normal of a vector of unit length.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_normal)(COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D x = COLLIDE__ABS_D(d.x), y = COLLIDE__ABS_D(d.y), z = COLLIDE__ABS_D(d.z);
    const COLLIDE__DM first = COLLIDE__BOTH_D(COLLIDE__LE_D(x, y), COLLIDE__LE_D(x, z));
    const COLLIDE__DM second = COLLIDE__LE_D(y, z);
    COLLIDE__D3 r;
    r.x = COLLIDE__SELECT_D(first, zero, COLLIDE__SELECT_D(second, d.z, COLLIDE__NEG_D(d.y)));
    r.y = COLLIDE__SELECT_D(first, COLLIDE__NEG_D(d.z), COLLIDE__SELECT_D(second, zero, d.x));
    r.z = COLLIDE__SELECT_D(first, d.y, COLLIDE__SELECT_D(second, COLLIDE__NEG_D(d.x), zero));
    return COLLIDE__W(collide__search_shorten)(r, COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r, r)));
}

// The part of m in the disk, as collide__round_across.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__search_across)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, COLLIDE__D *x, COLLIDE__D *y) {
    *x = COLLIDE__D3_(dot)(core->g[1], m);
    *y = COLLIDE__D3_(dot)(core->g[2], m);
    return COLLIDE__SQRT_D(COLLIDE__ADD_D(COLLIDE__MUL_D(*x, *x), COLLIDE__MUL_D(*y, *y)));
}

// The point at coordinates x and y of the disk at one end.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_disk)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__DM low, COLLIDE__D x, COLLIDE__D y) {
    const COLLIDE__D flip = COLLIDE__WHERE_D(low, COLLIDE__SPLAT_D(-0.0));
    COLLIDE__D3 end = core->g[0];
    end.x = COLLIDE__XOR_D(flip, end.x);
    end.y = COLLIDE__XOR_D(flip, end.y);
    end.z = COLLIDE__XOR_D(flip, end.z);
    return COLLIDE__D3_(along)(COLLIDE__D3_(along)(end, x, core->g[1]), y, core->g[2]);
}

// As collide__round_support.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_round_support)(
    COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, COLLIDE__D *code) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D x, y;
    const COLLIDE__DM low = COLLIDE__LT_D(COLLIDE__D3_(dot)(core->g[0], m), zero);
    const COLLIDE__D across = COLLIDE__W(collide__search_across)(core, m, &x, &y);
    const COLLIDE__D scale =
        COLLIDE__WHERE_D(COLLIDE__LT_D(zero, across), COLLIDE__DIV_D(core->disk, across));
    x = core->disk_next[0] = COLLIDE__MUL_D(scale, x);
    y = core->disk_next[1] = COLLIDE__MUL_D(scale, y);
    *code = COLLIDE__SELECT_D(low, zero, COLLIDE__SPLAT_D(1.0));
    return COLLIDE__W(collide__search_disk)(core, low, x, y);
}

// As collide__search_keep, with the masks that it has.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__search_keep_disk)(COLLIDE__W(collide__search_core) * core, COLLIDE__DM one,
                                      COLLIDE__DM two, COLLIDE__DM low, COLLIDE__DM last) {
    COLLIDE__D(*const p)[2] = core->disk_points;
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__D first = p[0][i];
        p[0][i] = COLLIDE__SELECT_D(low, p[1][i], first);
        p[1][i] = COLLIDE__SELECT_D(two, p[2][i], COLLIDE__SELECT_D(one, p[1][i], first));
        p[2][i] = COLLIDE__SELECT_D(last, core->disk_next[i], p[2][i]);
    }
}

// ---- cores

// Returns the smallest extent.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_box)(bool obb, const float *rows,
                                                                COLLIDE__W(collide__search_core) *
                                                                    out) {
    COLLIDE__D3 half = COLLIDE__D3_(load)(rows + 48);
    if (obb) {
        out->g[0] = COLLIDE__D3_(scale)(half.x, COLLIDE__D3_(load)(rows + 96));
        out->g[1] = COLLIDE__D3_(scale)(half.y, COLLIDE__D3_(load)(rows + 144));
        out->g[2] = COLLIDE__D3_(scale)(half.z, COLLIDE__D3_(load)(rows + 192));
        out->size = COLLIDE__ADD_D(
            COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__D3_(sum_abs)(out->g[1])),
            COLLIDE__D3_(sum_abs)(out->g[2]));
    } else {
        const COLLIDE__D3 side = COLLIDE__D3_(sub)(half, out->origin);
        half = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
        out->g[0].x = half.x;
        out->g[1].y = half.y;
        out->g[2].z = half.z;
        out->g[3] = half;
        out->size = COLLIDE__D3_(sum_abs)(side);
    }
    return COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

// Returns the sum of the spans of the points, which is finite if all are.
COLLIDE__LANE_INLINE COLLIDE__D
COLLIDE__W(collide__search_points)(const float *rows, COLLIDE__W(collide__search_core) * out) {
    const COLLIDE__D part = COLLIDE__SPLAT_D(1 / (double)out->count);
    COLLIDE__D spread = COLLIDE__SPLAT_D(0.0);
    for (uint32_t i = 1; i < out->count; ++i) {
        const COLLIDE__D3 p = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(rows + 48 * i), out->origin);
        const COLLIDE__D span = COLLIDE__D3_(sum_abs)(p);
        out->g[i - 1] = p;
        out->g[3] = COLLIDE__D3_(along)(out->g[3], part, p);
        out->size = COLLIDE__MAX_D(span, out->size);
        spread = COLLIDE__ADD_D(spread, span);
    }
    return spread;
}

// Returns the smallest extent, or -1 without an axis. The sum of the axis and the size tells
// whether all numbers are finite.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_cylinder)(
    const float *rows, COLLIDE__W(collide__search_core) * out, COLLIDE__D *spread) {
    const COLLIDE__D3 axis = COLLIDE__D3_(load)(rows + 48);
    const COLLIDE__D radius = COLLIDE__LOAD_WIDE(rows + 96),
                     height = COLLIDE__LOAD_WIDE(rows + 112);
    const COLLIDE__D length = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(axis, axis));
    const COLLIDE__D3 unit = COLLIDE__W(collide__search_shorten)(axis, length);
    out->g[0] = COLLIDE__D3_(scale)(COLLIDE__MUL_D(COLLIDE__SPLAT_D(0.5), height), unit);
    out->g[1] = COLLIDE__W(collide__search_normal)(unit);
    out->g[2] = COLLIDE__D3_(cross)(unit, out->g[1]);
    out->disk = radius;
    // disk_next is read where no lane is live.
    out->disk_next[0] = out->disk_next[1] = COLLIDE__SPLAT_D(0.0);
    for (int i = 0; i < 3; ++i)
        out->disk_points[i][0] = out->disk_points[i][1] = COLLIDE__SPLAT_D(0.0);
    out->size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__ADD_D(radius, radius));
    *spread = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(axis), out->size);
    return COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), length),
                             COLLIDE__MIN_D(radius, height), COLLIDE__SPLAT_D(-1.0));
}

// As collide__core_convex. Returns -1 in the lanes without a body, or with one of too many vertices
// or too large, else 0.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_convex)(
    const float *rows, unsigned lanes, COLLIDE__W(collide__search_core) * out) {
    COLLIDE__ALIGNED(float) middle[3 * COLLIDE__DOUBLES] = {0};
    COLLIDE__ALIGNED(float) radius[COLLIDE__DOUBLES] = {0};
    COLLIDE__ALIGNED(double) good[COLLIDE__DOUBLES];
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i) {
        const collide_convex *const body = lanes >> i & 1 ? out->bodies[i] : NULL;
        good[i] = -1;
        if (collide__convex_valid(body) && body->vertex_count <= COLLIDE__CODE_MASK) {
            middle[i] = body->center.x;
            middle[COLLIDE__DOUBLES + i] = body->center.y;
            middle[2 * COLLIDE__DOUBLES + i] = body->center.z;
            radius[i] = body->radius;
            good[i] = 0;
        }
    }
    for (int i = 0; i < 3; ++i)
        out->g[i] = COLLIDE__D3_(load)(rows + 48 + 48 * i);
    const COLLIDE__D stretch = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__D3_(sum_abs)(out->g[1])),
        COLLIDE__D3_(sum_abs)(out->g[2]));
    const COLLIDE__D3 center = {COLLIDE__LOAD_WIDE(middle),
                                COLLIDE__LOAD_WIDE(middle + COLLIDE__DOUBLES),
                                COLLIDE__LOAD_WIDE(middle + 2 * COLLIDE__DOUBLES)};
    out->disk = COLLIDE__LOAD_WIDE(radius);
    out->g[3] = COLLIDE__W(collide__search_vertex)(out, center);
    out->size =
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[3]), COLLIDE__MUL_D(stretch, out->disk));
    // Products of larger numbers may overflow.
    return COLLIDE__SELECT_D(COLLIDE__LE_D(out->size, COLLIDE__SPLAT_D(1e45)),
                             COLLIDE__LOAD_D(good), COLLIDE__SPLAT_D(-1.0));
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__search_kind)(uint32_t kind,
                                                           COLLIDE__W(collide__search_core) * out) {
    out->kind = kind == COLLIDE_SHAPE_AABB || kind == COLLIDE_SHAPE_OBB ? COLLIDE__CORE_BOX
                : kind == COLLIDE_SHAPE_CYLINDER                        ? COLLIDE__CORE_ROUND
                : kind == COLLIDE_SHAPE_CONVEX                          ? COLLIDE__CORE_VERTICES
                                                                        : COLLIDE__CORE_POINTS;
    out->count = kind == COLLIDE_SHAPE_TETRAHEDRON                                ? 4
                 : kind == COLLIDE_SHAPE_TRIANGLE                                 ? 3
                 : kind == COLLIDE_SHAPE_SEGMENT || kind == COLLIDE_SHAPE_CAPSULE ? 2
                                                                                  : 1;
}

// Returns the given lanes with good input.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__search_core_of)(
    uint32_t kind, const float *rows, unsigned lanes, COLLIDE__W(collide__search_core) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D least = zero, spread;
    COLLIDE__W(collide__search_kind)(kind, out);
    out->origin = COLLIDE__D3_(load)(rows);
    out->g[0] = out->g[1] = out->g[2] = out->g[3] = COLLIDE__D3_(splat)(0.0);
    out->radius = out->size = out->disk = zero;
    if (out->kind == COLLIDE__CORE_BOX) {
        least = COLLIDE__W(collide__search_box)(kind == COLLIDE_SHAPE_OBB, rows, out);
        spread = out->size;
    } else if (out->kind == COLLIDE__CORE_ROUND) {
        least = COLLIDE__W(collide__search_cylinder)(rows, out, &spread);
    } else if (out->kind == COLLIDE__CORE_VERTICES) {
        least = COLLIDE__W(collide__search_convex)(rows, lanes, out);
        spread = out->size;
    } else {
        spread = COLLIDE__W(collide__search_points)(rows, out);
        if (kind == COLLIDE_SHAPE_SPHERE || kind == COLLIDE_SHAPE_CAPSULE)
            least = out->radius = COLLIDE__LOAD_WIDE(rows + 48 * out->count);
        spread = COLLIDE__ADD_D(spread, least);
    }
    // If a number is infinite or NaN, this sum is not finite.
    return COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__LE_D(zero, least), COLLIDE__MASK_D(lanes)),
                           COLLIDE__LE_D(COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->origin), spread),
                                         COLLIDE__SPLAT_D(DBL_MAX)));
}

// g[3] and the generators, those negated that have a sign in flip.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_corner)(const COLLIDE__D3 *g,
                                                                          const COLLIDE__D *flip) {
    COLLIDE__D3 r;
#define COLLIDE__CORNER(x)                                                                         \
    r.x = COLLIDE__ADD_D(g[3].x, COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__XOR_D(flip[0], g[0].x),    \
                                                               COLLIDE__XOR_D(flip[1], g[1].x)),   \
                                                COLLIDE__XOR_D(flip[2], g[2].x)));
    COLLIDE__CORNER(x)
    COLLIDE__CORNER(y)
    COLLIDE__CORNER(z)
#undef COLLIDE__CORNER
    return r;
}

// A number of a point of core number side as a part of a code.
#define COLLIDE__PLACE(x) ((double)(uint64_t)((uint64_t)(x) << COLLIDE__CODE_BITS * side))

// The point of a cylinder or a convex body that lies farthest along m, or against it for side 0, in
// the given lanes. Adds its part to the code.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_curved)(COLLIDE__W(collide__search_core) * core, int side,
                                   const COLLIDE__D3 *m, unsigned lanes, COLLIDE__D3 *out,
                                   COLLIDE__D *code) {
    const COLLIDE__D3 along = side ? *m : COLLIDE__D3_(neg)(*m);
    COLLIDE__D number;
    if (core->kind == COLLIDE__CORE_ROUND)
        *out = COLLIDE__W(collide__search_round_support)(core, along, &number);
    else
        COLLIDE__W(collide__search_vertices)(core, &along, lanes, out, &number);
    *code = COLLIDE__ADD_D(*code, COLLIDE__MUL_D(number, COLLIDE__SPLAT_D(COLLIDE__PLACE(1))));
}

// The same of a core of any kind.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_support)(bool curved, COLLIDE__W(collide__search_core) * core, int side,
                                    COLLIDE__D3 m, unsigned lanes, COLLIDE__D *code) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D3 *g = core->g;
    COLLIDE__D along[3], flip[3], most = zero, number = zero;
    COLLIDE__D3 r = COLLIDE__D3_(splat)(0.0);
    if (curved && core->kind >= COLLIDE__CORE_ROUND) {
        COLLIDE__W(collide__search_curved)(core, side, &m, lanes, &r, code);
        return r;
    }
    along[0] = COLLIDE__D3_(dot)(g[0], m);
    along[1] = COLLIDE__D3_(dot)(g[1], m);
    along[2] = COLLIDE__D3_(dot)(g[2], m);
    if (core->kind == COLLIDE__CORE_BOX) {
#define COLLIDE__FLIP(k)                                                                           \
    {                                                                                              \
        const COLLIDE__DM less =                                                                   \
            side ? COLLIDE__LT_D(along[k], zero) : COLLIDE__LT_D(zero, along[k]);                  \
        flip[k] = COLLIDE__WHERE_D(less, minus);                                                   \
        *code = COLLIDE__ADD_D(                                                                    \
            *code, COLLIDE__WHERE_D(less, COLLIDE__SPLAT_D(COLLIDE__PLACE(1 << (k)))));            \
    }
        COLLIDE__FLIP(0)
        COLLIDE__FLIP(1)
        COLLIDE__FLIP(2)
#undef COLLIDE__FLIP
        return COLLIDE__W(collide__search_corner)(g, flip);
    }
    for (int k = 0; k < 3; ++k) {
        const COLLIDE__D x = side ? along[k] : COLLIDE__NEG_D(along[k]);
        const COLLIDE__DM more = COLLIDE__LT_D(most, x);
        r = COLLIDE__D3_(select)(more, g[k], r);
        number = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D(COLLIDE__PLACE(k + 1)), number);
        most = COLLIDE__MAX_D(x, most);
    }
    *code = COLLIDE__ADD_D(*code, number);
    return r;
}

// As collide__core_reach, in the given lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__search_reach)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, unsigned lanes) {
    const COLLIDE__D x = COLLIDE__D3_(dot)(core->g[0], m), y = COLLIDE__D3_(dot)(core->g[1], m);
    const COLLIDE__D z = COLLIDE__D3_(dot)(core->g[2], m);
    COLLIDE__D unused[2];
    COLLIDE__D3 p;
    switch (core->kind) {
    case COLLIDE__CORE_BOX:
        return COLLIDE__ADD_D(COLLIDE__D3_(dot)(core->g[3], m),
                              COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ABS_D(x), COLLIDE__ABS_D(y)),
                                             COLLIDE__ABS_D(z)));
    case COLLIDE__CORE_ROUND:
        return COLLIDE__ADD_D(COLLIDE__ABS_D(x),
                              COLLIDE__MUL_D(core->disk, COLLIDE__W(collide__search_across)(
                                                             core, m, &unused[0], &unused[1])));
    case COLLIDE__CORE_VERTICES:
        COLLIDE__W(collide__search_vertices)(core, &m, lanes, &p, unused);
        return COLLIDE__D3_(dot)(p, m);
    default:
        return COLLIDE__MAX_D(z, COLLIDE__MAX_D(y, COLLIDE__MAX_D(x, COLLIDE__SPLAT_D(0.0))));
    }
}

// The vertices with these codes, in the given lanes.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_vertices_coded)(const COLLIDE__W(collide__search_core) * core, int side,
                                           const COLLIDE__D *codes, unsigned lanes,
                                           COLLIDE__D3 *out) {
    static const float none[4] = {0, 0, 0, 0};
    const float *at[COLLIDE__DOUBLES];
    uint64_t code[COLLIDE__DOUBLES];
    memcpy(code, codes, sizeof code);
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        at[i] = none;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        const uint32_t k = (uint32_t)(code[i] >> COLLIDE__CODE_BITS * side) & COLLIDE__CODE_MASK;
        at[i] = collide__convex_vertices(core->bodies[i]) + 3 * (size_t)k;
    }
    *out = COLLIDE__W(collide__search_vertex)(core, COLLIDE__W(collide__vertices_at)(at));
}

// Point k of the simplex, a point of a core of any kind, with this code.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_coded)(const COLLIDE__W(collide__search_core) * core, int side, int k,
                                  COLLIDE__D code, COLLIDE__DM lanes) {
    const COLLIDE__D none = COLLIDE__SPLAT_D(COLLIDE__CODE), minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D3 *const g = core->g;
    COLLIDE__D flip[3];
    COLLIDE__D3 r;
#define COLLIDE__BIT(k)                                                                            \
    COLLIDE__LT_D(                                                                                 \
        none, COLLIDE__BITWISE_D(and, code, COLLIDE__SPLAT_D(COLLIDE__CODE + COLLIDE__PLACE(k))))
    if (core->kind == COLLIDE__CORE_BOX) {
        flip[0] = COLLIDE__WHERE_D(COLLIDE__BIT(1), minus);
        flip[1] = COLLIDE__WHERE_D(COLLIDE__BIT(2), minus);
        flip[2] = COLLIDE__WHERE_D(COLLIDE__BIT(4), minus);
        return COLLIDE__W(collide__search_corner)(g, flip);
    }
    if (core->kind == COLLIDE__CORE_POINTS) {
        const COLLIDE__DM odd = COLLIDE__BIT(1), high = COLLIDE__BIT(2);
        return COLLIDE__D3_(select)(high, COLLIDE__D3_(select)(odd, g[2], g[1]),
                                    COLLIDE__D3_(select)(odd, g[0], COLLIDE__D3_(splat)(0.0)));
    }
    const COLLIDE__DM end = COLLIDE__BIT(1);
#undef COLLIDE__BIT
    if (core->kind == COLLIDE__CORE_ROUND)
        return COLLIDE__W(collide__search_disk)(core, COLLIDE__NOT_D(end), core->disk_points[k][0],
                                                core->disk_points[k][1]);
    COLLIDE__W(collide__search_vertices_coded)(core, side, &code, COLLIDE__BITS_D(lanes), &r);
    return r;
}
#undef COLLIDE__PLACE
#undef COLLIDE__ROOM
#undef COLLIDE__SIZE_LEAST
#undef COLLIDE__SIZE_MOST
#endif // COLLIDE__WIDTH
