#pragma once
#include "isa.h"
#include "intrinsics.h"

// ================================================================================================
// Stage 2: detection of instruction sets, code that kernels of all widths share, and the kernels.
// ================================================================================================
#if COLLIDE__SIMD_STAGE == 2

#if defined(COLLIDE__USE_X86)
COLLIDE__INLINE void collide__cpuid(unsigned leaf, unsigned r[4]) {
#if defined(_MSC_VER)
    __cpuidex((int *)r, (int)leaf, 0);
#else
    __cpuid_count(leaf, 0, r[0], r[1], r[2], r[3]);
#endif
}

// The best instruction set that the processor has and the operating system supports.
static collide_isa_id collide__x86_detect(void) {
    unsigned leaf0[4], leaf1[4], leaf7[4] = {0, 0, 0, 0}, xcr0 = 0;
    collide__cpuid(0, leaf0);
    collide__cpuid(1, leaf1);
    if (leaf0[0] >= 7)
        collide__cpuid(7, leaf7);
    if (leaf1[2] >> 27 & 1) { // OSXSAVE
#if defined(_MSC_VER)
        xcr0 = (unsigned)_xgetbv(0);
#else
        unsigned high;
        __asm__ volatile("xgetbv" : "=a"(xcr0), "=d"(high) : "c"(0));
#endif
    }
    const bool ymm = (xcr0 & 0x06) == 0x06, zmm = (xcr0 & 0xe6) == 0xe6;
    const bool avx2 = (leaf1[2] >> 28 & 1) && (leaf1[2] >> 23 & 1) && (leaf7[1] >> 5 & 1);
    const unsigned f_dq_bw_vl = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    if (ymm && zmm && avx2 && (leaf7[1] & f_dq_bw_vl) == f_dq_bw_vl)
        return COLLIDE_ISA_AVX512;
    if (ymm && avx2)
        return COLLIDE_ISA_AVX2;
    return leaf1[3] >> 26 & 1 ? COLLIDE_ISA_SSE2 : COLLIDE_ISA_SCALAR;
}

static int collide__x86_detected; // 1 + identifier; 0 before the first call

static collide_isa_id collide__simd_isa(collide_isa_id limit) {
    int isa = COLLIDE__LOAD(collide__x86_detected) - 1;
    if (isa < 0) {
        isa = (int)collide__x86_detect();
        COLLIDE__STORE(collide__x86_detected, isa + 1);
    }
    if (limit != COLLIDE_ISA_COUNT && isa > (int)limit)
        isa = (int)limit;
    if (limit > COLLIDE_ISA_AVX512 && limit != COLLIDE_ISA_COUNT)
        isa = COLLIDE_ISA_SCALAR;
#ifndef COLLIDE__W16
    if (isa == COLLIDE_ISA_AVX512)
        isa = COLLIDE_ISA_AVX2;
#endif
#ifndef COLLIDE__W8
    if (isa == COLLIDE_ISA_AVX2)
        isa = COLLIDE_ISA_SSE2;
#endif
#ifndef COLLIDE__W4
    if (isa == COLLIDE_ISA_SSE2)
        isa = COLLIDE_ISA_SCALAR;
#endif
    return (collide_isa_id)isa;
}
#else
COLLIDE__INLINE collide_isa_id collide__simd_isa(collide_isa_id limit) {
#if !defined(COLLIDE__W4)
    const collide_isa_id isa = COLLIDE_ISA_SCALAR;
#elif defined(COLLIDE_SIMDE)
    const collide_isa_id isa = COLLIDE_ISA_SIMDE;
#elif defined(__aarch64__)
    const collide_isa_id isa = COLLIDE_ISA_NEON;
#else
    const collide_isa_id isa = COLLIDE_ISA_WASM128;
#endif
    return limit == COLLIDE_ISA_COUNT || limit == isa ? isa : COLLIDE_ISA_SCALAR;
}
#endif
#endif // COLLIDE__SIMD_STAGE == 2
