#pragma once
#include "intrinsics.h"

#if COLLIDE__SIMD_STAGE == 2 && defined(COLLIDE__W8)
// The indices of the bits set in 8 bits, in order, as bytes; low of them are in the lower four
// bits.
COLLIDE__INLINE long long collide__lane_order(unsigned bits, unsigned low) {
    static const uint32_t order[16] = {0,     0,       0x1,     0x100,    0x2,   0x200,
                                       0x201, 0x20100, 0x3,     0x300,    0x301, 0x30100,
                                       0x302, 0x30200, 0x30201, 0x3020100};
    const uint64_t high = order[bits >> 4] + 0x4040404u;
    return (long long)(high << 8 * low | order[bits & 15]);
}

#ifndef COLLIDE_NO_SAT
// 8 bits as bytes 0 or 1.
COLLIDE__INLINE uint64_t collide__lane_bytes(unsigned bits) {
    const uint64_t ones = 0x0101010101010101u;
    return ((bits * ones & 0x8040201008040201u) + 0x7f * ones) >> 7 & ones;
}
#endif
#endif
