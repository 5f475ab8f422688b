#pragma once
#include "definition.h"
#include "../base/ops.h"

// ---- the rows of packs of k-DOPs -------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_KDOP)

// The pair of rows of axis r in the float rows of a block.
COLLIDE__FORCE_INLINE size_t COLLIDE__W(collide__kdop_pair)(int r) {
    return (size_t)(r < 3 ? r : r - 3) * 32;
}

static COLLIDE__TARGET void COLLIDE__W(collide__kdop_fill)(int kind, const float *rows, float *axis,
                                                           float *diagonal) {
    const float *max = rows + kind / 2 * 16;
    const COLLIDE__V nan = COLLIDE__SPLAT(collide__nan());
    for (int lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
        const COLLIDE__M some =
            COLLIDE__LE(COLLIDE__LOAD_V(rows + lane), COLLIDE__LOAD_V(max + lane));
        for (int r = 0; r < kind / 2; ++r) {
            float *to = (r < 3 ? axis : diagonal) + COLLIDE__W(collide__kdop_pair)(r) + lane;
            const COLLIDE__V lo = COLLIDE__LOAD_V(rows + 16 * r + lane);
            const COLLIDE__V hi = COLLIDE__LOAD_V(max + 16 * r + lane);
            COLLIDE__STORE_V(to, COLLIDE__SELECT(some, lo, nan));
            COLLIDE__STORE_V(to + 16, COLLIDE__SELECT(some, hi, nan));
        }
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__kdop_range)(int kind, const float *axis,
                                                            const float *diagonal, size_t blocks,
                                                            float *lowest, float *highest) {
    const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
    const COLLIDE__V minus = COLLIDE__SPLAT(-collide__infinity());
    COLLIDE__ALIGNED(float) low[COLLIDE__KDOP_MAX_AXES][16], high[COLLIDE__KDOP_MAX_AXES][16];
    for (int r = 0; r < kind / 2; ++r)
        for (int i = 0; i < COLLIDE__WIDTH; ++i) {
            low[r][i] = lowest[r];
            high[r][i] = highest[r];
        }
    for (size_t j = 0; j < blocks; ++j)
        for (int r = 0; r < kind / 2; ++r) {
            const float *from = r < 3 ? axis + j * COLLIDE__KDOP_BLOCK + 32 * r
                                      : diagonal + j * (size_t)(kind - 6) * 16 + 32 * (r - 3);
            COLLIDE__V least = COLLIDE__LOAD_V(low[r]), most = COLLIDE__LOAD_V(high[r]);
            for (int lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
                const COLLIDE__V lo = COLLIDE__LOAD_V(from + lane);
                const COLLIDE__V hi = COLLIDE__LOAD_V(from + 16 + lane);
                const COLLIDE__M low_finite = COLLIDE__LT(minus, lo);
                const COLLIDE__M high_finite = COLLIDE__LT(hi, infinity);
                const COLLIDE__V l = COLLIDE__SELECT(low_finite, lo, infinity);
                const COLLIDE__V h = COLLIDE__SELECT(high_finite, hi, minus);
                least = COLLIDE__MIN(l, least);
                most = COLLIDE__MAX(h, most);
            }
            COLLIDE__STORE_V(low[r], least);
            COLLIDE__STORE_V(high[r], most);
        }
    for (int r = 0; r < kind / 2; ++r)
        for (int i = 0; i < COLLIDE__WIDTH; ++i) {
            lowest[r] = low[r][i] < lowest[r] ? low[r][i] : lowest[r];
            highest[r] = high[r][i] > highest[r] ? high[r][i] : highest[r];
        }
}

// The numbers of collide__kdop_quantized in the integers of S; anything for NaN.
COLLIDE__LANE_FORCE_INLINE COLLIDE__S COLLIDE__W(collide__kdop_round)(COLLIDE__V x,
                                                                      COLLIDE__D origin,
                                                                      COLLIDE__D scale) {
    const COLLIDE__D limit = COLLIDE__SPLAT_D(32766), minus = COLLIDE__SPLAT_D(-32766);
    const COLLIDE__D half = COLLIDE__SPLAT_D(32768);
    COLLIDE__D low = COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__WIDE_LOW(x), origin), scale);
    COLLIDE__D high = COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__WIDE_HIGH(x), origin), scale);
    low = COLLIDE__MAX_D(COLLIDE__MIN_D(low, limit), minus);
    high = COLLIDE__MAX_D(COLLIDE__MIN_D(high, limit), minus);
    return COLLIDE__TRUNCATE(COLLIDE__ADD_D(low, half), COLLIDE__ADD_D(high, half));
}

// One row of one block. Lanes whose float is NaN get the number of an empty k-DOP.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__kdop_quantize_row)(const float *from,
                                                                 const double *scale, int empty,
                                                                 int16_t *to) {
    const COLLIDE__D origin = COLLIDE__SPLAT_D(scale[0]), factor = COLLIDE__SPLAT_D(scale[1]);
    COLLIDE__ALIGNED(int32_t) numbers[16];
    for (int lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_V(from + lane);
        const COLLIDE__S q = COLLIDE__W(collide__kdop_round)(x, origin, factor);
        const COLLIDE__V none = COLLIDE__AS_V(COLLIDE__SPLAT_S(empty + 32768));
        COLLIDE__STORE_V((float *)(void *)(numbers + lane),
                         COLLIDE__SELECT(COLLIDE__EQ(x, x), COLLIDE__AS_V(q), none));
    }
    for (int i = 0; i < 16; ++i)
        to[i] = (int16_t)(numbers[i] - 32768);
}

static COLLIDE__TARGET void COLLIDE__W(collide__kdop_quantize)(int kind, const double *scale,
                                                               const float *axis,
                                                               const float *diagonal,
                                                               int16_t *quantized_axis,
                                                               int16_t *quantized_diagonal) {
    for (int r = 0; r < kind / 2; ++r, scale += 2) {
        const size_t pair = COLLIDE__W(collide__kdop_pair)(r);
        const float *from = (r < 3 ? axis : diagonal) + pair;
        int16_t *to = (r < 3 ? quantized_axis : quantized_diagonal) + 2 * pair;
        COLLIDE__W(collide__kdop_quantize_row)(from, scale, INT16_MAX, to);
        COLLIDE__W(collide__kdop_quantize_row)(from + 16, scale, INT16_MIN, to + 32);
    }
}
#endif // COLLIDE_NO_KDOP
