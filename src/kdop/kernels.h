#pragma once
#include "quantize.h"
#include "bounds.h"
#include "fill.h"
#include "../base/ops.h"

// ---- k-DOPs ----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_KDOP)

#define COLLIDE__HIDE(m) COLLIDE__W(collide__hide)(m)
#define COLLIDE__EACH_AXIS(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12)
#define COLLIDE__ROW(rows, i, part) COLLIDE__LOAD_V((rows) + 16 * (i) + COLLIDE__WIDTH * (part))

// Copies n intervals min[i * step], max[i * step] to all lanes.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_splat)(int n, const float *min,
                                                                const float *max, size_t step,
                                                                COLLIDE__V *lo, COLLIDE__V *hi) {
#define COLLIDE__AXIS(i)                                                                           \
    if (n > (i)) {                                                                                 \
        lo[i] = COLLIDE__SPLAT(min[(i)*step]);                                                     \
        hi[i] = COLLIDE__SPLAT(max[(i)*step]);                                                     \
    }
    COLLIDE__EACH_AXIS(COLLIDE__AXIS)
#undef COLLIDE__AXIS
}

// Hit bits of 16 lanes: n intervals lo, hi against n pairs of rows. Two masks make two chains, half
// as long.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__kdop_block)(int n, const COLLIDE__V *lo,
                                                                    const COLLIDE__V *hi,
                                                                    const float *rows) {
    unsigned bits = 0;
#define COLLIDE__FIRST(part)                                                                       \
    COLLIDE__M above##part = COLLIDE__LE(lo[0], COLLIDE__ROW(rows, 1, part));                      \
    COLLIDE__M below##part = COLLIDE__GE(hi[0], COLLIDE__ROW(rows, 0, part));
#define COLLIDE__PART(part)                                                                        \
    above##part = COLLIDE__AND_LE(COLLIDE__HIDE(above##part), lo[axis],                            \
                                  COLLIDE__ROW(rows, 2 * axis + 1, part));                         \
    below##part =                                                                                  \
        COLLIDE__AND_GE(COLLIDE__HIDE(below##part), hi[axis], COLLIDE__ROW(rows, 2 * axis, part));
#define COLLIDE__AXIS(i)                                                                           \
    if ((i) > 0 && n > (i)) {                                                                      \
        enum { axis = (i) };                                                                       \
        COLLIDE__EACH(COLLIDE__PART)                                                               \
    }
#define COLLIDE__COLLECT(part)                                                                     \
    above##part = COLLIDE__AND(COLLIDE__HIDE(above##part), COLLIDE__HIDE(below##part));            \
    bits |= COLLIDE__BITS(above##part) << (COLLIDE__WIDTH * (part));
    COLLIDE__EACH(COLLIDE__FIRST)
    COLLIDE__EACH_AXIS(COLLIDE__AXIS)
    COLLIDE__EACH(COLLIDE__COLLECT)
#undef COLLIDE__FIRST
#undef COLLIDE__PART
    return bits;
}

// Hit bits of 16 lanes: n pairs of rows against n pairs of rows, lane by lane.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__kdop_block_lanes)(int n, const float *a,
                                                                          const float *b) {
    unsigned bits = 0;
#define COLLIDE__FIRST(part)                                                                       \
    COLLIDE__M above##part = COLLIDE__LE(COLLIDE__ROW(a, 0, part), COLLIDE__ROW(b, 1, part));      \
    COLLIDE__M below##part = COLLIDE__GE(COLLIDE__ROW(a, 1, part), COLLIDE__ROW(b, 0, part));
#define COLLIDE__PART(part)                                                                        \
    above##part = COLLIDE__AND_LE(COLLIDE__HIDE(above##part), COLLIDE__ROW(a, 2 * axis, part),     \
                                  COLLIDE__ROW(b, 2 * axis + 1, part));                            \
    below##part = COLLIDE__AND_GE(COLLIDE__HIDE(below##part), COLLIDE__ROW(a, 2 * axis + 1, part), \
                                  COLLIDE__ROW(b, 2 * axis, part));
    COLLIDE__EACH(COLLIDE__FIRST)
    COLLIDE__EACH_AXIS(COLLIDE__AXIS)
    COLLIDE__EACH(COLLIDE__COLLECT)
#undef COLLIDE__FIRST
#undef COLLIDE__PART
#undef COLLIDE__AXIS
#undef COLLIDE__COLLECT
    return bits;
}
#undef COLLIDE__HIDE
#undef COLLIDE__ROW

// Quantized numbers of n axes, as collide__kdop_quantize made them, each in all lanes.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__kdop_splat_quantized)(int n, const uint32_t *quantized, size_t step,
                                          COLLIDE__S *lo, COLLIDE__S *hi) {
#define COLLIDE__AXIS(i)                                                                           \
    if (n > (i)) {                                                                                 \
        lo[i] = COLLIDE__SPLAT_S(quantized[2 * (i)*step]);                                         \
        hi[i] = COLLIDE__SPLAT_S(quantized[(2 * (i) + 1) * step]);                                 \
    }
    COLLIDE__EACH_AXIS(COLLIDE__AXIS)
#undef COLLIDE__AXIS
}

// Largest gap of 32 objects to a query over n axes, in quantized numbers: max of q.min - max and
// min - q.max; begins with first, else goes on. > 0: apart; < 0: overlapping on all these axes; 0:
// the floats must tell.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__kdop_gap)(bool first, int n, const COLLIDE__S *lo, const COLLIDE__S *hi,
                              const int16_t *rows, COLLIDE__S *gap) {
#define COLLIDE__ROW(i, part) COLLIDE__LOAD_S(rows + 32 * (i) + 2 * COLLIDE__WIDTH * (part))
#define COLLIDE__FIRST(part) gap[part] = COLLIDE__SUB_S(lo[0], COLLIDE__ROW(1, part));
#define COLLIDE__PART(part)                                                                        \
    if (!first || axis > 0)                                                                        \
        gap[part] =                                                                                \
            COLLIDE__MAX_S(gap[part], COLLIDE__SUB_S(lo[axis], COLLIDE__ROW(2 * axis + 1, part))); \
    gap[part] = COLLIDE__MAX_S(gap[part], COLLIDE__ADD_S(hi[axis], COLLIDE__ROW(2 * axis, part)));
#define COLLIDE__AXIS(i)                                                                           \
    if (n > (i)) {                                                                                 \
        enum { axis = (i) };                                                                       \
        COLLIDE__EACH(COLLIDE__PART)                                                               \
    }
    if (first) {
        COLLIDE__EACH(COLLIDE__FIRST)
    }
    COLLIDE__EACH_AXIS(COLLIDE__AXIS)
#undef COLLIDE__ROW
#undef COLLIDE__FIRST
#undef COLLIDE__PART
#undef COLLIDE__AXIS
}
#undef COLLIDE__EACH_AXIS

// Hit bits, by floats, of the objects of a group that are asked. The rows of the query are 3 axes
// and the diagonals, min and max of each, step floats from one to the next.
COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__kdop_decide_kind)(
    int kind, const float *min, const float *max, const float *diagonal_min,
    const float *diagonal_max, size_t step, const collide__kdop_rows *b, size_t group,
    uint32_t asked) {
    COLLIDE__V lo[13], hi[13];
    uint32_t hit = 0;
    COLLIDE__W(collide__kdop_splat)(3, min, max, step, lo, hi);
    COLLIDE__W(collide__kdop_splat)(kind / 2 - 3, diagonal_min, diagonal_max, step, lo + 3, hi + 3);
    for (size_t half = 0; half < 2; ++half) {
        const size_t block = 2 * group + half;
        uint32_t word;
        if (!(asked >> 16 * half & 0xffff))
            continue;
        word = COLLIDE__W(collide__kdop_block)(3, lo, hi, b->axis + block * COLLIDE__KDOP_BLOCK);
        if (word && kind > 6)
            word &= COLLIDE__W(collide__kdop_block)(kind / 2 - 3, lo + 3, hi + 3,
                                                    b->diagonal + block * (size_t)(kind - 6) * 16);
        hit |= word << 16 * half;
    }
    return hit & asked;
}

static COLLIDE__TARGET uint32_t
COLLIDE__W(collide__kdop_decide)(int kind, const float *min, const float *max,
                                 const float *diagonal_min, const float *diagonal_max, size_t step,
                                 const collide__kdop_rows *b, size_t group, uint32_t asked) {
#define COLLIDE__DECIDE(K)                                                                         \
    COLLIDE__W(collide__kdop_decide_kind)                                                          \
    (K, min, max, diagonal_min, diagonal_max, step, b, group, asked)
    return kind == 6    ? COLLIDE__DECIDE(6)
           : kind == 14 ? COLLIDE__DECIDE(14)
           : kind == 18 ? COLLIDE__DECIDE(18)
                        : COLLIDE__DECIDE(26);
#undef COLLIDE__DECIDE
}

COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__kdop_many)(int kind, const float *q,
                                                                 const collide__kdop_rows *b,
                                                                 size_t first, size_t last,
                                                                 uint16_t *bits) {
    const int axes = kind / 2;
    const size_t diagonal_numbers = (size_t)(kind - 6) * 32;
    const int16_t *axis = b->quantized_axis + first / 2 * COLLIDE__KDOP_GROUP;
    const int16_t *diagonal = b->quantized_diagonal + first / 2 * diagonal_numbers;
    COLLIDE__V coarse_lo[3], coarse_hi[3];
    COLLIDE__S lo[13], hi[13], gap[16 / COLLIDE__WIDTH];
    uint32_t quantized[26];
    unsigned nearby = 0;
    size_t hits = 0;
    collide__kdop_quantize(axes, b->scale, q, q + axes, 1, quantized, 1);
    COLLIDE__W(collide__kdop_splat_quantized)(axes, quantized, 1, lo, hi);
    COLLIDE__W(collide__kdop_splat)(3, q, q + axes, 1, coarse_lo, coarse_hi);
    for (size_t j = first; j < last; j += 2, nearby >>= 2, bits += 2) {
        uint32_t hit = 0;
        if (j % 16 == 0)
            nearby = COLLIDE__W(collide__kdop_block)(3, coarse_lo, coarse_hi,
                                                     b->coarse + j / 16 * COLLIDE__KDOP_BLOCK);
        if (nearby & 3) {
            const uint32_t present = collide__kdop_present(b, 16 * j);
            COLLIDE__W(collide__kdop_gap)(true, 3, lo, hi, axis, gap);
            hit = ~COLLIDE__POSITIVE_S(gap) & present;
            if (hit && kind > 6) {
                COLLIDE__W(collide__kdop_gap)(false, axes - 3, lo + 3, hi + 3, diagonal, gap);
                hit = ~COLLIDE__POSITIVE_S(gap) & present;
            }
            if (hit) {
                const uint32_t unsure = COLLIDE__ZERO_S(gap) & hit;
                if (unsure)
                    hit = (hit & ~unsure) | COLLIDE__W(collide__kdop_decide)(kind, q, q + axes,
                                                                             q + 3, q + axes + 3, 1,
                                                                             b, j / 2, unsure);
            }
        }
        bits[0] = (uint16_t)hit;
        if (j + 1 < last)
            bits[1] = (uint16_t)(hit >> 16);
        hits += COLLIDE__POPCOUNT(hit);
        axis += COLLIDE__KDOP_GROUP;
        diagonal += diagonal_numbers;
    }
    return hits;
}

COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__kdop_lanes)(int kind,
                                                                  const collide__kdop_rows *a,
                                                                  const collide__kdop_rows *b,
                                                                  size_t last, uint16_t *bits) {
    const size_t diagonal_floats = (size_t)(kind - 6) * 16;
    size_t hits = 0;
    for (size_t j = 0; j < last; ++j) {
        unsigned word = COLLIDE__W(collide__kdop_block_lanes)(3, a->axis + j * COLLIDE__KDOP_BLOCK,
                                                              b->axis + j * COLLIDE__KDOP_BLOCK);
        if (word && kind > 6)
            word &= COLLIDE__W(collide__kdop_block_lanes)(
                kind / 2 - 3, a->diagonal + j * diagonal_floats, b->diagonal + j * diagonal_floats);
        word &= collide__kdop_present(a, 16 * j) & collide__kdop_present(b, 16 * j);
        bits[j] = (uint16_t)word;
        hits += COLLIDE__POPCOUNT(word);
    }
    return hits;
}

// The high bytes of the quantized axis rows of one group, to half of rows of 64.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_narrow)(const int16_t *rows,
                                                                 uint8_t *out) {
    COLLIDE__S a[16 / COLLIDE__WIDTH];
#define COLLIDE__PART(part) a[part] = COLLIDE__LOAD_S(rows + 2 * COLLIDE__WIDTH * (part));
#define COLLIDE__ROW                                                                               \
    COLLIDE__EACH(COLLIDE__PART)                                                                   \
    COLLIDE__STORE_HIGH_S(out, a);                                                                 \
    rows += 32;                                                                                    \
    out += 64;
    COLLIDE__ROW COLLIDE__ROW COLLIDE__ROW COLLIDE__ROW COLLIDE__ROW COLLIDE__ROW
#undef COLLIDE__PART
#undef COLLIDE__ROW
}

// Which of 64 objects, as rows of bytes, may overlap a query: 3 bytes of min and max, each 4 times.
COLLIDE__LANE_FORCE_INLINE uint64_t COLLIDE__W(collide__kdop_near_bytes)(const COLLIDE__S *lo,
                                                                         const COLLIDE__S *hi,
                                                                         const uint8_t *rows) {
    COLLIDE__S gap[16 / COLLIDE__WIDTH];
#define COLLIDE__ROW(i, part) COLLIDE__LOAD_S(rows + 64 * (i) + 4 * COLLIDE__WIDTH * (part))
#define COLLIDE__GAP(i, part)                                                                      \
    COLLIDE__OR_S(COLLIDE__SUB_B(lo[i], COLLIDE__ROW(2 * (i) + 1, part)),                          \
                  COLLIDE__SUB_B(COLLIDE__ROW(2 * (i), part), hi[i]))
#define COLLIDE__PART(part)                                                                        \
    gap[part] = COLLIDE__OR_S(COLLIDE__OR_S(COLLIDE__GAP(0, part), COLLIDE__GAP(1, part)),         \
                              COLLIDE__GAP(2, part));
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__ROW
#undef COLLIDE__GAP
#undef COLLIDE__PART
    return COLLIDE__ZERO_B(gap);
}

// The byte of a quantized number, 4 times.
COLLIDE__LANE_FORCE_INLINE COLLIDE__S COLLIDE__W(collide__kdop_splat_byte)(uint32_t number) {
    return COLLIDE__SPLAT_S((((number & 0xffffu) ^ 0x8000u) >> 8) * 0x01010101u);
}

// Hit bits of query i against the 32 objects of group g: by quantized numbers, and where these are
// equal by floats.
COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__kdop_group)(
    int kind, const collide__kdop_queries *q, unsigned i, const COLLIDE__S *short_lo,
    const COLLIDE__S *short_hi, const collide__kdop_rows *b, size_t g) {
    COLLIDE__S gap[16 / COLLIDE__WIDTH];
    const uint32_t present = collide__kdop_present(b, 32 * g);
    COLLIDE__W(collide__kdop_gap)
    (true, 3, short_lo, short_hi, b->quantized_axis + g * COLLIDE__KDOP_GROUP, gap);
    uint32_t hit = ~COLLIDE__POSITIVE_S(gap) & present;
    if (hit && kind > 6) {
        COLLIDE__W(collide__kdop_gap)
        (false, kind / 2 - 3, short_lo + 3, short_hi + 3,
         b->quantized_diagonal + g * (size_t)(kind - 6) * 32, gap);
        hit = ~COLLIDE__POSITIVE_S(gap) & present;
    }
    const uint32_t unsure = hit ? COLLIDE__ZERO_S(gap) & hit : 0;
    if (unsure)
        hit = (hit & ~unsure) |
              COLLIDE__W(collide__kdop_decide)(kind, q->axis + i, q->axis + i + 16, q->diagonal + i,
                                               q->diagonal + i + 16, 32, b, g, unsure);
    return hit;
}

// Pairs of groups of a pack that may overlap some of 16 queries, for the kernel "all".
typedef struct COLLIDE__W(collide__kdop_near) {
    COLLIDE__ALIGNED(uint8_t) bytes[COLLIDE__KDOP_GROUPS / 2][6 * 64];
    unsigned left[COLLIDE__KDOP_GROUPS / 2], all_left; // bit i: query i
    size_t group[COLLIDE__KDOP_GROUPS / 2], count;
} COLLIDE__W(collide__kdop_near);

// Tests bounds first: 16 blocks of b at a time against the bound of all queries, then the queries
// against the bounds of each block, unless all 16 blocks are near, when this rejects little. Pairs
// of groups left for any query are narrowed to bytes on the stack, since every query reads them.
static COLLIDE__TARGET void
COLLIDE__W(collide__kdop_find_near)(const collide__kdop_queries *q, const collide__kdop_rows *b,
                                    size_t first, size_t last, uint16_t *lanes,
                                    COLLIDE__W(collide__kdop_near) * places) {
    const float *const coarse = b->coarse;
    const int16_t *rows = b->quantized_axis + first * COLLIDE__KDOP_GROUP;
    unsigned nearby = 0, all_left = 0;
    size_t count = 0;
    COLLIDE__V near_lo[3], near_hi[3], lo[3], hi[3];
    COLLIDE__W(collide__kdop_splat)(3, q->bound, q->bound + 1, 2, near_lo, near_hi);
    for (size_t g = first; g < last; g += 2, rows += 2 * COLLIDE__KDOP_GROUP) {
        unsigned left = 0;
        for (size_t h = g; h < g + 2 && h < last; ++h) {
            const float *bound = coarse + h / 8 * COLLIDE__KDOP_BLOCK;
            lanes[h - first] = 0;
            if (h == first || h % 8 == 0)
                nearby = COLLIDE__W(collide__kdop_block)(3, near_lo, near_hi, bound);
            bound += h % 8 * 2;
            if (nearby == 0xffff) {
                left = 0xffff;
            } else if (nearby >> h % 8 * 2 & 3) {
                COLLIDE__W(collide__kdop_splat)(3, bound, bound + 16, 32, lo, hi);
                left |= COLLIDE__W(collide__kdop_block)(3, lo, hi, q->axis);
                COLLIDE__W(collide__kdop_splat)(3, bound + 1, bound + 17, 32, lo, hi);
                left |= COLLIDE__W(collide__kdop_block)(3, lo, hi, q->axis);
            }
        }
        if (!left)
            continue;
        COLLIDE__W(collide__kdop_narrow)(rows, places->bytes[count]);
        COLLIDE__W(collide__kdop_narrow)
        (rows + (g + 1 < last ? COLLIDE__KDOP_GROUP : 0), places->bytes[count] + 32);
        all_left |= left;
        places->left[count] = left;
        places->group[count++] = g - first;
    }
    places->all_left = all_left;
    places->count = count;
}

// Which of n groups query i, whose quantized numbers begin at quantized, may meet, by bytes.
COLLIDE__LANE_FORCE_INLINE uint32_t
COLLIDE__W(collide__kdop_candidates)(const COLLIDE__W(collide__kdop_near) * places, unsigned i,
                                     const uint32_t *quantized, size_t n) {
    COLLIDE__S lo[3], hi[3];
    uint32_t candidates = 0;
    for (int r = 0; r < 3; ++r) {
        lo[r] = COLLIDE__W(collide__kdop_splat_byte)(quantized[32 * r]);
        hi[r] = COLLIDE__W(collide__kdop_splat_byte)(0u - quantized[32 * r + 16]);
    }
    for (size_t p = 0; p < places->count; ++p)
        if (places->left[p] >> i & 1) {
            const uint64_t objects = COLLIDE__W(collide__kdop_near_bytes)(lo, hi, places->bytes[p]);
            candidates |= ((uint32_t)((uint32_t)objects != 0) | (uint32_t)(objects >> 32 != 0) << 1)
                          << places->group[p];
        }
    return candidates & 0xffffffffu >> (32 - n); // the last pair may lack its second
}

// Query by query: groups by bytes, the rest by quantized numbers.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_all)(int kind, collide__kdop_queries *q,
                                                              const collide__kdop_rows *b,
                                                              size_t first, size_t last,
                                                              uint16_t *lanes, uint32_t *bits) {
    COLLIDE__W(collide__kdop_near) places;
    COLLIDE__W(collide__kdop_find_near)(q, b, first, last, lanes, &places);
    for (unsigned set = places.all_left & ~q->quantized_lanes; set; set &= set - 1)
        collide__kdop_quantize_lane(kind, q, collide__lowest_bit(set), b->scale);
    for (unsigned set = places.all_left; set; set &= set - 1) {
        const unsigned i = collide__lowest_bit(set);
        const uint32_t *quantized = q->quantized[0] + i;
        COLLIDE__S lo[13], hi[13];
        uint32_t candidates =
            COLLIDE__W(collide__kdop_candidates)(&places, i, quantized, last - first);
        if (!candidates)
            continue;
        COLLIDE__W(collide__kdop_splat_quantized)(kind / 2, quantized, 16, lo, hi);
        for (; candidates; candidates &= candidates - 1) {
            const size_t g = first + collide__lowest_bit(candidates);
            const uint32_t hit = COLLIDE__W(collide__kdop_group)(kind, q, i, lo, hi, b, g);
            if (hit) {
                bits[16 * (g - first) + i] = hit;
                lanes[g - first] = (uint16_t)(lanes[g - first] | 1u << i);
            }
        }
    }
}

// Compares one pair at a time, with its rows in the lanes: k-DOPs lie row after row in memory, and
// transposing 36 floats costs more than comparing them.
COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__kdop_pairs)(
    int kind, const float *a, size_t a_count, size_t a_stride, const float *b, size_t b_count,
    size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {
    const int axes = kind / 2;
    size_t hits = 0;
    for (size_t i = 0; i < n; i += 16) {
        const size_t end = n - i < 16 ? n - i : 16;
        unsigned word = 0;
        for (size_t k = 0; k < end; ++k) {
            const float *p = collide__kdop_element(axes, a, a_count, a_stride, pairs[i + k].a);
            const float *q = collide__kdop_element(axes, b, b_count, b_stride, pairs[i + k].b);
            if (!p || !q)
                continue;
#define COLLIDE__LANES(i) (axes - (i) < COLLIDE__WIDTH ? axes - (i) : COLLIDE__WIDTH)
#define COLLIDE__ROWS(row, i) COLLIDE__LOAD_PART((row) + (i), COLLIDE__LANES(i))
#define COLLIDE__CHUNK(i)                                                                          \
    if (axes > (i)) {                                                                              \
        m = COLLIDE__AND_LE(m, COLLIDE__ROWS(p, i), COLLIDE__ROWS(q + axes, i));                   \
        m = COLLIDE__AND_LE(m, COLLIDE__ROWS(q, i), COLLIDE__ROWS(p + axes, i));                   \
    }
            COLLIDE__M m = COLLIDE__LE(COLLIDE__ROWS(p, 0), COLLIDE__ROWS(q + axes, 0));
            m = COLLIDE__AND_LE(m, COLLIDE__ROWS(q, 0), COLLIDE__ROWS(p + axes, 0));
            COLLIDE__CHUNK(COLLIDE__WIDTH)
            COLLIDE__CHUNK(COLLIDE__WIDTH * 2)
            COLLIDE__CHUNK(COLLIDE__WIDTH * 3)
#undef COLLIDE__LANES
#undef COLLIDE__ROWS
#undef COLLIDE__CHUNK
            word |= (unsigned)(COLLIDE__BITS(m) == (1u << COLLIDE__WIDTH) - 1) << k;
        }
        bits[i / 16] = (uint16_t)word;
        hits += COLLIDE__POPCOUNT(word);
    }
    return hits;
}

#define COLLIDE__KDOP_LANES(K)                                                                     \
    static COLLIDE__TARGET size_t COLLIDE__W(collide__kdop_many##K)(                               \
        const float *q, const collide__kdop_rows *b, size_t first, size_t last, uint16_t *bits) {  \
        return COLLIDE__W(collide__kdop_many)(K, q, b, first, last, bits);                         \
    }                                                                                              \
    static COLLIDE__TARGET size_t COLLIDE__W(collide__kdop_lanes##K)(                              \
        const collide__kdop_rows *a, const collide__kdop_rows *b, size_t last, uint16_t *bits) {   \
        return COLLIDE__W(collide__kdop_lanes)(K, a, b, last, bits);                               \
    }                                                                                              \
    static COLLIDE__TARGET void COLLIDE__W(collide__kdop_all##K)(                                  \
        collide__kdop_queries * q, const collide__kdop_rows *b, size_t first, size_t last,         \
        uint16_t *lanes, uint32_t *bits) {                                                         \
        COLLIDE__W(collide__kdop_all)(K, q, b, first, last, lanes, bits);                          \
    }                                                                                              \
    static COLLIDE__TARGET size_t COLLIDE__W(collide__kdop_pairs##K)(                              \
        const float *a, size_t a_count, size_t a_stride, const float *b, size_t b_count,           \
        size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {                    \
        return COLLIDE__W(collide__kdop_pairs)(K, a, a_count, a_stride, b, b_count, b_stride,      \
                                               pairs, n, bits);                                    \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_LANES)
#undef COLLIDE__KDOP_LANES

COLLIDE__KERNEL_TABLE_LANES(kdop, COLLIDE__KDOP_KERNELS);
#endif // COLLIDE_NO_KDOP
