#pragma once
#include "table.h"
#include "ops.h"

// ---- objects to rows -------------------------------------------------------------------------
#ifdef COLLIDE__WIDTH

// Four floats of four objects at a time; the last four of an object that is no multiple of four
// long overlap those before.
static COLLIDE__TARGET void
COLLIDE__W(collide__base_transpose)(float *rows, const float *const *objects, size_t n) {
    if (n < 4) {
        for (size_t i = 0; i < 16; ++i)
            for (size_t r = 0; r < n; ++r)
                rows[16 * r + i] = objects[i][r];
        return;
    }
    for (size_t i = 0; i < 16; i += 4)
        for (size_t r = 0; r < n; r += 4) {
            const size_t k = r + 4 <= n ? r : n - 4;
            const COLLIDE__F4 a = COLLIDE__F4_(loadu_ps)(objects[i] + k);
            const COLLIDE__F4 b = COLLIDE__F4_(loadu_ps)(objects[i + 1] + k);
            const COLLIDE__F4 c = COLLIDE__F4_(loadu_ps)(objects[i + 2] + k);
            const COLLIDE__F4 d = COLLIDE__F4_(loadu_ps)(objects[i + 3] + k);
            const COLLIDE__F4 ab = COLLIDE__F4_(unpacklo_ps)(a, b);
            const COLLIDE__F4 cd = COLLIDE__F4_(unpacklo_ps)(c, d);
            const COLLIDE__F4 ab_high = COLLIDE__F4_(unpackhi_ps)(a, b);
            const COLLIDE__F4 cd_high = COLLIDE__F4_(unpackhi_ps)(c, d);
            float *out = rows + 16 * k + i;
            COLLIDE__F4_(store_ps)(out, COLLIDE__F4_(movelh_ps)(ab, cd));
            COLLIDE__F4_(store_ps)(out + 16, COLLIDE__F4_(movehl_ps)(cd, ab));
            COLLIDE__F4_(store_ps)(out + 32, COLLIDE__F4_(movelh_ps)(ab_high, cd_high));
            COLLIDE__F4_(store_ps)(out + 48, COLLIDE__F4_(movehl_ps)(cd_high, ab_high));
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
