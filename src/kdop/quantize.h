#pragma once
#include "table.h"
#include "../base/intrinsics.h"

#if COLLIDE__SIMD_STAGE == 2 && !defined(COLLIDE_NO_KDOP) &&                                       \
    (defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
// Quantized numbers of one k-DOP, twice each: min and -max of row i go to out[2 * i * out_step] and
// out[(2 * i + 1) * out_step]. NaN gives 32767, which is apart from everything.
static void collide__kdop_quantize(int axes, const double *scale, const float *min,
                                   const float *max, size_t step, uint32_t *out, size_t out_step) {
    for (int i = 0; i < axes; ++i, scale += 2, min += step, max += step, out += 2 * out_step) {
        const int lo = *min == *min ? collide__kdop_quantized(scale, *min) : INT16_MAX;
        const int hi = *max == *max ? -collide__kdop_quantized(scale, *max) : INT16_MAX;
        out[0] = ((uint32_t)lo & 0xffffu) * 0x10001u;
        out[out_step] = ((uint32_t)hi & 0xffffu) * 0x10001u;
    }
}

static void collide__kdop_quantize_lane(int kind, collide__kdop_queries *q, unsigned i,
                                        const double *scale) {
    collide__kdop_quantize(3, scale, q->axis + i, q->axis + i + 16, 32, q->quantized[0] + i, 16);
    collide__kdop_quantize(kind / 2 - 3, scale + 6, q->diagonal + i, q->diagonal + i + 16, 32,
                           q->quantized[6] + i, 16);
    q->quantized_lanes |= 1u << i;
}
#endif
