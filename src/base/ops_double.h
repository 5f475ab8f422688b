#pragma once
#include "ops.h"

// ---- ops on doubles --------------------------------------------------------------------------
// D and the ops that convert it stand in base/ops.h. Here DM is a mask of D.
//     DOUBLES               lanes of D
//     LOAD_D(p)             D from an address aligned to a vector; STORE_D(p, a) likewise
//     LOAD_WIDE(p)          D from floats at an address aligned to them
//     DIV_D, SQRT_D         rounded
//     FLOOR_D(a)            without the fraction, of numbers from 0 to 2^31
//     ABS_D, NEG_D          as of V; XOR_D(a, b) of the bits
//     DOT_D(ax, ..., bz)    (ax bx + ay by) + az bz
//     LT_D, LE_D, EQ_D      DM, false for NaN
//     BOTH_D, EITHER_D      of two masks; NOT_D of one; BUT_D(m, n) is m and not n
//     SELECT_D(m, a, b)     a where m is true, else b; WHERE_D(m, a) with b = 0
//     BITS_D(m), MASK_D(i)  as BITS and MASK
//     NARROW_UP, NARROW_DOWN(low, high)  as NARROW, rounded up or down
//     STORE_HALVES(p, a, q, b)  the lower half of the V a to p, the upper half of b to q, both
//                           aligned to a half
//     DEALING_OF(p), DEAL(m, d, a, b)  a, but where m is true, lane p[i] of b; d is a DEALING made
//                           of these numbers. Width 4 has none
//     POSITIVE_ZERO(a)      of V: a with +0 for -0
#if defined(COLLIDE__WIDTH)

#define COLLIDE__DOUBLES (COLLIDE__WIDTH / 2)
#if COLLIDE__WIDTH == 16
#define COLLIDE__DM __mmask8
#define COLLIDE__LOAD_D(p) _mm512_load_pd(p)
#define COLLIDE__STORE_D(p, a) _mm512_store_pd(p, a)
#define COLLIDE__LOAD_WIDE(p) _mm512_maskz_cvtps_pd(0xffu, _mm256_load_ps(p))
#define COLLIDE__STORE_HALVES(p, a, q, b)                                                          \
    (_mm256_store_ps(p, _mm512_maskz_extractf32x8_ps(0xffu, a, 0)),                                \
     _mm256_store_ps(q, _mm512_maskz_extractf32x8_ps(0xffu, b, 1)))
#define COLLIDE__SQRT_D(a) _mm512_maskz_sqrt_pd(0xffu, a)
#define COLLIDE__BITWISE_D(op, a, b) _mm512_maskz_##op##_pd(0xffu, a, b)
#define COLLIDE__LT_D(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define COLLIDE__LE_D(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ)
#define COLLIDE__EQ_D(a, b) _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ)
#define COLLIDE__BOTH_D(m, n) ((__mmask8)((m) & (n)))
#define COLLIDE__EITHER_D(m, n) ((__mmask8)((m) | (n)))
#define COLLIDE__NOT_D(m) ((__mmask8) ~(m))
#define COLLIDE__BUT_D(m, n) ((__mmask8)((m) & ~(n)))
#define COLLIDE__SELECT_D(m, a, b) _mm512_mask_blend_pd(m, b, a)
#define COLLIDE__WHERE_D(m, a) _mm512_maskz_mov_pd(m, a)
#define COLLIDE__BITS_D(m) ((unsigned)(m))
#define COLLIDE__MASK_D(bits) ((__mmask8)(bits))
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__) // a macro that takes a char
#define COLLIDE__MASK_ALL_D -1
#else
#define COLLIDE__MASK_ALL_D 0xffu
#endif
#define COLLIDE__NARROW_UP_ONE(a)                                                                  \
    _mm512_maskz_cvt_roundpd_ps(COLLIDE__MASK_ALL_D, a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
#define COLLIDE__NARROW_UP(low, high)                                                              \
    _mm512_insertf32x8(_mm512_castps256_ps512(COLLIDE__NARROW_UP_ONE(low)),                        \
                       COLLIDE__NARROW_UP_ONE(high), 1)
#define COLLIDE__DEALING __m512i
#define COLLIDE__DEALING_OF(p)                                                                     \
    _mm512_maskz_cvtepu32_epi64(0xffu, _mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define COLLIDE__DEAL(m, d, a, b) _mm512_mask_permutexvar_pd(a, m, d, b)
#else
#if COLLIDE__WIDTH == 8
// Halves of a lane are numbered 2 * p[i] and one more.
#define COLLIDE__DEALING __m256i
#define COLLIDE__DEALING_OF(p) collide__dealing_w8(p)
COLLIDE__LANE_FORCE_INLINE __m256i collide__dealing_w8(const uint32_t *p) {
    const __m256i x = _mm256_slli_epi64(
        _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p)), 1);
    return _mm256_add_epi32(_mm256_or_si256(x, _mm256_slli_epi64(x, 32)),
                            _mm256_set1_epi64x(0x100000000));
}
#define COLLIDE__DEAL(m, d, a, b)                                                                  \
    COLLIDE__SELECT_D(m, _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(b), d)), a)
#define COLLIDE__MASK_D(bits)                                                                      \
    _mm256_castsi256_pd(_mm256_cmpgt_epi64(                                                        \
        _mm256_and_si256(_mm256_set1_epi64x((long long)(bits)), _mm256_setr_epi64x(1, 2, 4, 8)),   \
        _mm256_setzero_si256()))
#define COLLIDE__LOAD_WIDE(p) _mm256_cvtps_pd(_mm_load_ps(p))
#define COLLIDE__STORE_HALVES(p, a, q, b)                                                          \
    (_mm_store_ps(p, _mm256_castps256_ps128(a)), _mm_store_ps(q, _mm256_extractf128_ps(b, 1)))
#define COLLIDE__LT_D(a, b) _mm256_cmp_pd(a, b, _CMP_LT_OQ)
#define COLLIDE__LE_D(a, b) _mm256_cmp_pd(a, b, _CMP_LE_OQ)
#define COLLIDE__EQ_D(a, b) _mm256_cmp_pd(a, b, _CMP_EQ_OQ)
#define COLLIDE__SELECT_D(m, a, b) _mm256_blendv_pd(b, a, m)
#else
#define COLLIDE__MASK_D(bits)                                                                      \
    COLLIDE__MM(castsi128_pd)                                                                      \
    (COLLIDE__MM(setr_epi32)(-(int)((bits)&1), -(int)((bits)&1), -(int)((bits) >> 1 & 1),          \
                             -(int)((bits) >> 1 & 1)))
#define COLLIDE__LOAD_WIDE(p)                                                                      \
    COLLIDE__MM(cvtps_pd)                                                                          \
    (COLLIDE__MM(castsi128_ps)(COLLIDE__MM(loadl_epi64)((const COLLIDE__S *)(const void *)(p))))
#define COLLIDE__STORE_HALVES(p, a, q, b)                                                          \
    (COLLIDE__MM(storel_pi)((COLLIDE__F2 *)(void *)(p), a),                                        \
     COLLIDE__MM(storeh_pi)((COLLIDE__F2 *)(void *)(q), b))
#define COLLIDE__LT_D(a, b) COLLIDE__MM(cmplt_pd)(a, b)
#define COLLIDE__LE_D(a, b) COLLIDE__MM(cmple_pd)(a, b)
#define COLLIDE__EQ_D(a, b) COLLIDE__MM(cmpeq_pd)(a, b)
#define COLLIDE__SELECT_D(m, a, b)                                                                 \
    COLLIDE__MM(or_pd)(COLLIDE__MM(and_pd)(m, a), COLLIDE__MM(andnot_pd)(m, b))
#endif
#define COLLIDE__DM COLLIDE__D
#define COLLIDE__LOAD_D(p) COLLIDE__MM(load_pd)(p)
#define COLLIDE__STORE_D(p, a) COLLIDE__MM(store_pd)(p, a)
#define COLLIDE__SQRT_D(a) COLLIDE__MM(sqrt_pd)(a)
#define COLLIDE__BITWISE_D(op, a, b) COLLIDE__MM(op##_pd)(a, b)
#define COLLIDE__BOTH_D(m, n) COLLIDE__MM(and_pd)(m, n)
#define COLLIDE__EITHER_D(m, n) COLLIDE__MM(or_pd)(m, n)
#define COLLIDE__NOT_D(m) COLLIDE__MM(xor_pd)(m, COLLIDE__MASK_D(15u))
#define COLLIDE__BUT_D(m, n) COLLIDE__MM(andnot_pd)(n, m)
#define COLLIDE__WHERE_D(m, a) COLLIDE__MM(and_pd)(m, a)
#define COLLIDE__BITS_D(m) ((unsigned)COLLIDE__MM(movemask_pd)(m))

// As collide__float_up.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__narrow_up)(COLLIDE__D low,
                                                                     COLLIDE__D high) {
    const COLLIDE__V f = COLLIDE__NARROW(low, high);
    const COLLIDE__M less =
        COLLIDE__WIDE_LT(COLLIDE__WIDE_LOW(f), COLLIDE__WIDE_HIGH(f), low, high);
    return COLLIDE__ADD_BITS(less, f, COLLIDE__STEPS(f));
}
#define COLLIDE__NARROW_UP(low, high) COLLIDE__W(collide__narrow_up)(low, high)
#endif
#define COLLIDE__FLOOR_D(a) COLLIDE__W(collide__floor_d)(a)
#define COLLIDE__DIV_D(a, b) COLLIDE__W(collide__div_d)(a, b)
#define COLLIDE__ABS_D(a) COLLIDE__BITWISE_D(andnot, COLLIDE__SPLAT_D(-0.0), a)
#define COLLIDE__XOR_D(a, b) COLLIDE__BITWISE_D(xor, a, b)
#define COLLIDE__NEG_D(a) COLLIDE__XOR_D(a, COLLIDE__SPLAT_D(-0.0))
#define COLLIDE__DOT_D(ax, ay, az, bx, by, bz)                                                     \
    COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(ax, bx), COLLIDE__MUL_D(ay, by)),                 \
                   COLLIDE__MUL_D(az, bz))
#define COLLIDE__NARROW_DOWN(low, high)                                                            \
    COLLIDE__NEG(COLLIDE__NARROW_UP(COLLIDE__NEG_D(low), COLLIDE__NEG_D(high)))
// A sum, or bits as integers: clang -ffast-math drops a choice between zeros. Where no pragma
// forbids it, as on WASM and ARM, it also takes a sum with 0 for a, and where AVX-512 is at hand, a
// mask of zeros for all lanes.
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define COLLIDE__POSITIVE_ZERO(a) COLLIDE__ADD(a, COLLIDE__SPLAT(0.0f))
#else
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__positive_zero)(COLLIDE__V a) {
    const COLLIDE__S bits = COLLIDE__MM(castps_si128)(a);
    const COLLIDE__S zero = COLLIDE__MM(cmpeq_epi32)(bits, COLLIDE__MM(set1_epi32)(INT32_MIN));
    return COLLIDE__MM(castsi128_ps)(COLLIDE__MM(andnot_si128)(zero, bits));
}
#define COLLIDE__POSITIVE_ZERO(a) COLLIDE__W(collide__positive_zero)(a)
#endif

// Rounds by adding 1.5 * 2^52; the product by 1 is hidden from compilers, as all products are.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__floor_d)(COLLIDE__D a) {
    const COLLIDE__D large = COLLIDE__SPLAT_D(6755399441055744.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D n = COLLIDE__SUB_D(COLLIDE__MUL_D(COLLIDE__ADD_D(a, large), one), large);
    return COLLIDE__SELECT_D(COLLIDE__LT_D(a, n), COLLIDE__SUB_D(n, one), n);
}

// As collide__ddiv.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__div_d)(COLLIDE__D a, COLLIDE__D b) {
#if defined(__clang__) && !defined(COLLIDE__FLOAT_CONTROL) && defined(__aarch64__)
    __asm__("" : "+w"(b) : "w"(a));
#endif
    return COLLIDE__OPERATE_D(/, div, a, b);
}
#endif // COLLIDE__WIDTH
