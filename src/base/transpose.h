#pragma once
#include "table.h"
#include "ops.h"

// ---- objects to rows -------------------------------------------------------------------------
#ifdef COLLIDE__WIDTH

// Vectors of three floats, which end where memory may end.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__transpose_three)(float *rows,
                                                               const float *const *objects) {
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__F4_(loadh_pi)                                                                         \
    (COLLIDE__F4_(loadl_pi)(COLLIDE__F4_(setzero_ps)(), (const COLLIDE__F2 *)(const void *)(a)),   \
     (const COLLIDE__F2 *)(const void *)(b))
#define COLLIDE__THIRD(a) COLLIDE__F4_(set_ss)(collide__read_float((a) + 2))
    for (size_t i = 0; i < 16; i += 4) {
        const float *a = objects[i], *b = objects[i + 1], *c = objects[i + 2], *d = objects[i + 3];
        const COLLIDE__F4 ab = COLLIDE__TWO(a, b), cd = COLLIDE__TWO(c, d);
        COLLIDE__F4_(store_ps)(rows + i, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88));
        COLLIDE__F4_(store_ps)(rows + 16 + i, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd));
        COLLIDE__F4_(store_ps)
        (rows + 32 + i,
         COLLIDE__F4_(movelh_ps)(COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(a), COLLIDE__THIRD(b)),
                                 COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(c), COLLIDE__THIRD(d))));
    }
#undef COLLIDE__THIRD
#undef COLLIDE__TWO
}

// Four floats of four objects at a time, or of eight; the last four of an object that is no
// multiple of four long overlap those before.
#if COLLIDE__WIDTH >= 8
#define COLLIDE__OBJECTS 8
#define COLLIDE__FOURS __m256
#define COLLIDE__F(op) _mm256_##op
#define COLLIDE__PIECE(p, q)                                                                       \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((p) + k)), _mm_loadu_ps((q) + k), 1)
#else
#define COLLIDE__OBJECTS 4
#define COLLIDE__FOURS COLLIDE__F4
#define COLLIDE__F(op) COLLIDE__F4_(op)
#define COLLIDE__PIECE(p, q) COLLIDE__F4_(loadu_ps)((p) + k)
#endif
static COLLIDE__TARGET void
COLLIDE__W(collide__base_transpose)(float *rows, const float *const *objects, size_t n) {
    if (n < 4) {
        COLLIDE__W(collide__transpose_three)(rows, objects);
        return;
    }
    for (size_t i = 0; i < 16; i += COLLIDE__OBJECTS) {
        // Read once, since a store of a vector may change any pointer.
        const float *const p0 = objects[i], *const p1 = objects[i + 1];
        const float *const p2 = objects[i + 2], *const p3 = objects[i + 3];
#if COLLIDE__WIDTH >= 8
        const float *const q0 = objects[i + 4], *const q1 = objects[i + 5];
        const float *const q2 = objects[i + 6], *const q3 = objects[i + 7];
#endif
        size_t k = 0;
#define COLLIDE__FOUR_ROWS                                                                         \
    {                                                                                              \
        const COLLIDE__FOURS a = COLLIDE__PIECE(p0, q0), b = COLLIDE__PIECE(p1, q1);               \
        const COLLIDE__FOURS c = COLLIDE__PIECE(p2, q2), d = COLLIDE__PIECE(p3, q3);               \
        const COLLIDE__FOURS ab = COLLIDE__F(unpacklo_ps)(a, b);                                   \
        const COLLIDE__FOURS cd = COLLIDE__F(unpacklo_ps)(c, d);                                   \
        const COLLIDE__FOURS ab_high = COLLIDE__F(unpackhi_ps)(a, b);                              \
        const COLLIDE__FOURS cd_high = COLLIDE__F(unpackhi_ps)(c, d);                              \
        float *const out = rows + 16 * k + i;                                                      \
        COLLIDE__F(store_ps)(out, COLLIDE__F(shuffle_ps)(ab, cd, 0x44));                           \
        COLLIDE__F(store_ps)(out + 16, COLLIDE__F(shuffle_ps)(ab, cd, 0xee));                      \
        COLLIDE__F(store_ps)(out + 32, COLLIDE__F(shuffle_ps)(ab_high, cd_high, 0x44));            \
        COLLIDE__F(store_ps)(out + 48, COLLIDE__F(shuffle_ps)(ab_high, cd_high, 0xee));            \
    }
        for (; k + 4 <= n; k += 4)
            COLLIDE__FOUR_ROWS
        if (k < n) {
            k = n - 4;
            COLLIDE__FOUR_ROWS
        }
#undef COLLIDE__FOUR_ROWS
    }
}
#undef COLLIDE__PIECE
#undef COLLIDE__F
#undef COLLIDE__FOURS
#undef COLLIDE__OBJECTS

// Four rows of four objects at a time; the last four overlap those before, as above.
static COLLIDE__TARGET void COLLIDE__W(collide__base_unpack)(void *objects, const float *rows,
                                                             size_t n) {
    for (size_t i = 0; i < 16; i += 4) {
        float *const out = (float *)objects + n * i;
        size_t k = 0;
#define COLLIDE__FOUR_OBJECTS                                                                      \
    {                                                                                              \
        const float *const in = rows + 16 * k + i;                                                 \
        const COLLIDE__F4 a = COLLIDE__F4_(load_ps)(in), b = COLLIDE__F4_(load_ps)(in + 16);       \
        const COLLIDE__F4 c = COLLIDE__F4_(load_ps)(in + 32), d = COLLIDE__F4_(load_ps)(in + 48);  \
        const COLLIDE__F4 ab = COLLIDE__F4_(unpacklo_ps)(a, b);                                    \
        const COLLIDE__F4 cd = COLLIDE__F4_(unpacklo_ps)(c, d);                                    \
        const COLLIDE__F4 ab_high = COLLIDE__F4_(unpackhi_ps)(a, b);                               \
        const COLLIDE__F4 cd_high = COLLIDE__F4_(unpackhi_ps)(c, d);                               \
        COLLIDE__F4_(storeu_ps)(out + k, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x44));                  \
        COLLIDE__F4_(storeu_ps)(out + n + k, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xee));              \
        COLLIDE__F4_(storeu_ps)                                                                    \
        (out + 2 * n + k, COLLIDE__F4_(shuffle_ps)(ab_high, cd_high, 0x44));                       \
        COLLIDE__F4_(storeu_ps)                                                                    \
        (out + 3 * n + k, COLLIDE__F4_(shuffle_ps)(ab_high, cd_high, 0xee));                       \
    }
        for (; k + 4 <= n; k += 4)
            COLLIDE__FOUR_OBJECTS
        if (k < n) {
            k = n - 4;
            COLLIDE__FOUR_OBJECTS
        }
#undef COLLIDE__FOUR_OBJECTS
    }
}

// Whole vectors while as many hits are left: what a store writes too much, the next ones replace.
static COLLIDE__TARGET size_t COLLIDE__W(collide__base_list)(uint32_t *out, size_t limit,
                                                             const uint16_t *bits, size_t blocks,
                                                             uint32_t first) {
    size_t n = 0, j = 0;
#if COLLIDE__COMPACTS
    for (; j < blocks && n + 16 <= limit; ++j) {
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const unsigned own = (unsigned)bits[j] >> COLLIDE__WIDTH * (part)&COLLIDE__ALL;            \
        COLLIDE__STORE_INDEX(out + n, COLLIDE__INDEX_OF(own),                                      \
                             first + (uint32_t)(16 * j + COLLIDE__WIDTH * (part)));                \
        n += COLLIDE__POPCOUNT(own);                                                               \
    }
        if (bits[j]) {
            COLLIDE__EACH(COLLIDE__PART)
        }
#undef COLLIDE__PART
    }
#endif
    return n +
           collide__list_bits(out + n, limit - n, bits + j, blocks - j, first + (uint32_t)(16 * j));
}

COLLIDE__KERNEL_TABLE_LANES(base, COLLIDE__BASE_KERNELS);
#endif // COLLIDE__WIDTH
