#pragma once
#include "../base/dispatch.h"
#include "definition.h"

// ---- scalar kernels: loops over the definition -----------------------------------------------
#ifndef COLLIDE_NO_KDOP

COLLIDE__FORCE_INLINE bool collide__kdop_lane(int kind, const float *q_min, const float *q_max,
                                              const collide__kdop_rows *b, size_t block,
                                              unsigned lane) {
    const float *a = b->axis + block * COLLIDE__KDOP_BLOCK + lane;
    const float *d = b->diagonal + block * (size_t)(kind - 6) * 16 + lane;
    return collide__kdop_overlap(3, q_min, q_max, 1, a, a + 16, 32) &&
           collide__kdop_overlap(kind / 2 - 3, q_min + 3, q_max + 3, 1, d, d + 16, 32);
}

// Whether any lane of a block may overlap q, by the bounds of the block.
COLLIDE__FORCE_INLINE bool collide__kdop_near(const float *q_min, const float *q_max, size_t step,
                                              const collide__kdop_rows *b, size_t block) {
    const float *c = b->coarse + block / 16 * COLLIDE__KDOP_BLOCK + block % 16;
    return collide__kdop_overlap(3, q_min, q_max, step, c, c + 16, 32);
}

COLLIDE__FORCE_INLINE size_t collide__kdop_many(int kind, const float *q,
                                                const collide__kdop_rows *b, size_t first,
                                                size_t last, uint16_t *bits) {
    size_t hits = 0;
    for (size_t j = first; j < last; ++j) {
        unsigned word = 0;
        if (collide__kdop_near(q, q + kind / 2, 1, b, j))
            for (unsigned lane = 0; lane < 16; ++lane)
                word |= (unsigned)collide__kdop_lane(kind, q, q + kind / 2, b, j, lane) << lane;
        word &= collide__kdop_present(b, 16 * j);
        bits[j - first] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

// A lane of a block of float rows against a lane of another block.
COLLIDE__FORCE_INLINE bool collide__kdop_lanes_overlap(int kind, const float *a_axis,
                                                       const float *a_diagonal, unsigned a_lane,
                                                       const float *b_axis, const float *b_diagonal,
                                                       unsigned b_lane) {
    const float *p = a_axis + a_lane, *q = b_axis + b_lane;
    const float *r = a_diagonal + a_lane, *s = b_diagonal + b_lane;
    return collide__kdop_overlap(3, p, p + 16, 32, q, q + 16, 32) &&
           collide__kdop_overlap(kind / 2 - 3, r, r + 16, 32, s, s + 16, 32);
}

COLLIDE__FORCE_INLINE size_t collide__kdop_lanes(int kind, const collide__kdop_rows *a,
                                                 const collide__kdop_rows *b, size_t last,
                                                 uint16_t *bits) {
    size_t hits = 0;
    for (size_t j = 0; j < last; ++j) {
        const size_t axis = j * COLLIDE__KDOP_BLOCK, diagonal = j * (size_t)(kind - 6) * 16;
        unsigned word = 0;
        for (unsigned lane = 0; lane < 16; ++lane)
            word |= (unsigned)collide__kdop_lanes_overlap(
                        kind, a->axis + axis, a->diagonal + diagonal, lane, b->axis + axis,
                        b->diagonal + diagonal, lane)
                    << lane;
        word &= collide__kdop_present(a, 16 * j) & collide__kdop_present(b, 16 * j);
        bits[j] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

COLLIDE__FORCE_INLINE void collide__kdop_all(int kind, const collide__kdop_queries *q,
                                             const collide__kdop_rows *b, size_t first, size_t last,
                                             uint16_t *lanes, uint32_t *bits) {
    for (size_t g = first; g < last; ++g, ++lanes, bits += 16) {
        unsigned hit_lanes = 0;
        for (size_t j = 2 * g; j < 2 * g + 2 && j < b->blocks; ++j) {
            const float *axis = b->axis + j * COLLIDE__KDOP_BLOCK;
            const float *diagonal = b->diagonal + j * (size_t)(kind - 6) * 16;
            if (!collide__kdop_near(q->bound, q->bound + 1, 2, b, j))
                continue;
            for (unsigned i = 0; i < 16; ++i) {
                uint32_t word = 0;
                for (unsigned lane = 0; lane < 16; ++lane)
                    word |= (uint32_t)collide__kdop_lanes_overlap(kind, q->axis, q->diagonal, i,
                                                                  axis, diagonal, lane)
                            << lane;
                word = (word << j % 2 * 16) & collide__kdop_present(b, 32 * g);
                if (word) {
                    bits[i] = hit_lanes >> i & 1 ? bits[i] | word : word;
                    hit_lanes |= 1u << i;
                }
            }
        }
        *lanes = (uint16_t)hit_lanes;
    }
}

COLLIDE__FORCE_INLINE size_t collide__kdop_pairs(int kind, const float *a, size_t a_count,
                                                 size_t a_stride, const float *b, size_t b_count,
                                                 size_t b_stride, const collide_pair *pairs,
                                                 size_t n, uint16_t *bits) {
    size_t hits = 0;
    for (size_t i = 0; i < n; i += 16) {
        unsigned word = 0;
        for (size_t k = 0; k < 16 && i + k < n; ++k) {
            const float *p = collide__kdop_element(kind / 2, a, a_count, a_stride, pairs[i + k].a);
            const float *q = collide__kdop_element(kind / 2, b, b_count, b_stride, pairs[i + k].b);
            if (p && q && collide__kdop_overlap(kind / 2, p, p + kind / 2, 1, q, q + kind / 2, 1))
                word |= 1u << k;
        }
        bits[i / 16] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

#define COLLIDE__KDOP_SCALAR(K)                                                                    \
    static size_t collide__kdop_many##K##_scalar(const float *q, const collide__kdop_rows *b,      \
                                                 size_t first, size_t last, uint16_t *bits) {      \
        return collide__kdop_many(K, q, b, first, last, bits);                                     \
    }                                                                                              \
    static size_t collide__kdop_lanes##K##_scalar(                                                 \
        const collide__kdop_rows *a, const collide__kdop_rows *b, size_t last, uint16_t *bits) {   \
        return collide__kdop_lanes(K, a, b, last, bits);                                           \
    }                                                                                              \
    static void collide__kdop_all##K##_scalar(collide__kdop_queries *q,                            \
                                              const collide__kdop_rows *b, size_t first,           \
                                              size_t last, uint16_t *lanes, uint32_t *bits) {      \
        collide__kdop_all(K, q, b, first, last, lanes, bits);                                      \
    }                                                                                              \
    static size_t collide__kdop_pairs##K##_scalar(                                                 \
        const float *a, size_t a_count, size_t a_stride, const float *b, size_t b_count,           \
        size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {                    \
        return collide__kdop_pairs(K, a, a_count, a_stride, b, b_count, b_stride, pairs, n, bits); \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_SCALAR)
#undef COLLIDE__KDOP_SCALAR

static void collide__kdop_fill_scalar(int kind, const float *rows, float *axis, float *diagonal) {
    const float *max = rows + kind / 2 * 16;
    for (int r = 0; r < kind / 2; ++r) {
        float *to = r < 3 ? axis + 32 * r : diagonal + 32 * (r - 3);
        for (int i = 0; i < 16; ++i) {
            to[i] = rows[i] <= max[i] ? rows[16 * r + i] : collide__nan();
            to[16 + i] = rows[i] <= max[i] ? max[16 * r + i] : collide__nan();
        }
    }
}

static void collide__kdop_range_scalar(int kind, const float *axis, const float *diagonal,
                                       size_t blocks, float *lowest, float *highest) {
    for (size_t j = 0; j < blocks; ++j, axis += COLLIDE__KDOP_BLOCK, diagonal += (kind - 6) * 16)
        for (int r = 0; r < kind / 2; ++r) {
            const float *from = r < 3 ? axis + 32 * r : diagonal + 32 * (r - 3);
            float low = lowest[r], high = highest[r];
            for (int i = 0; i < 16; ++i) {
                const float lo = from[i], hi = from[16 + i];
                low = lo < low && lo >= -FLT_MAX ? lo : low;
                high = hi > high && hi <= FLT_MAX ? hi : high;
            }
            lowest[r] = low;
            highest[r] = high;
        }
}

static void collide__kdop_quantize_scalar(int kind, const double *scale, const float *axis,
                                          const float *diagonal, int16_t *quantized_axis,
                                          int16_t *quantized_diagonal) {
    for (int r = 0; r < kind / 2; ++r, scale += 2) {
        const float *from = r < 3 ? axis + 32 * r : diagonal + 32 * (r - 3);
        int16_t *to = r < 3 ? quantized_axis + 64 * r : quantized_diagonal + 64 * (r - 3);
        for (int i = 0; i < 16; ++i) {
            const float lo = from[i], hi = from[16 + i];
            to[i] = (int16_t)(lo == lo ? collide__kdop_quantized(scale, lo) : INT16_MAX);
            to[32 + i] = (int16_t)(hi == hi ? collide__kdop_quantized(scale, hi) : INT16_MIN);
        }
    }
}

COLLIDE__KERNEL_TABLE_SCALAR(kdop, COLLIDE__KDOP_KERNELS);
COLLIDE__CHOOSE(kdop)
#endif // COLLIDE_NO_KDOP
