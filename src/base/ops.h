#pragma once
#include "memory.h"
#include "compact.h"

// ================================================================================================
// Stage 3: the kernels, 4, 8 or 16 lanes wide.
// ================================================================================================
#if defined(COLLIDE__WIDTH)

// ---- ops -------------------------------------------------------------------------------------
//     V, M                  a vector of floats; a mask with a truth value per lane
//     LOAD_V(p)             V from an address aligned to a vector
//     LOAD_PART(p, n)       lanes below the constant n from any address, the others 0
//     SPLAT(x)              x in all lanes
//     LOAD_U(p)             V from any address
//     LOAD_ROW(rows, i)     V from row i of a block of rows of 16
//     STORE_V(p, a)         V to an address aligned to a vector
//     STORE_U(p, a)         V to any address
//     ADD, SUB, MUL, DIV    of V, rounded each; a product is never fused with what follows
//     SQRT(a)               rounded
//     MIN(a, b), MAX(a, b)  a < b ? a : b, a > b ? a : b: b where one is NaN, and of equal numbers
//     ABS(a), SIGN(a)       without the sign bit; the sign bit alone
//     XOR(a, b)             of the bits, to flip signs
//     NEG(a)                -a
//     DOT(ax, ..., bz)      (ax bx + ay by) + az bz
//     LT(a, b), EQ(a, b)    M of a < b, a == b, false for NaN
//     SELECT(m, a, b)       a where m is true, else b
//     LE(a, b), GE(a, b)    M of a <= b, a >= b, false for NaN; b may come from memory at no cost
//     AND_LE(m, a, b)       m and a <= b; AND_GE likewise
//     AND(m, n)             both masks
//     BITS(m)               lane i as bit i of an unsigned
//     NEGATIVE(a)           the sign bits of a likewise
//     POPCOUNT(x)           bits set in a 32-bit number
//     COMPACTS              whether PICK pays and exists
//     INDEX, PICK(x, a)     the lanes of a whose bits an INDEX_OF(bits) has, in order, then any
//     STORE_INDEX(p, x, i)  x + i to any address, if COMPACTS
//     EXPAND(bits, p)       p[0], p[1], ... in the lanes that bits has, in order, any in others
//     ALL                   the bits of all lanes
//     MASK(bits)            M of the lanes that bits has
//     EACH(F)               F(part) for each vector of a block of 16 floats or 32 int16_t
//     SPLAT_TWO(x, y, part) vector part of a block of x eight times, then y eight times
//     LOAD_TWO(p, i, part)  of eight floats at p + 8 * i, then eight at p + 8 * (i ^ 1)
//     SPLAT_FOURS(p, part)  of four times p[0], four times p[1], and so on
//     LOAD_FOUR(p)          p[0] to p[3] over and over
//     LOAD_FOURS(p, i)      of four floats at p[0] + i, then at p[k] + i, p[2 * k] + i, and so on,
//                           where k is 32 / WIDTH
//     SHUFFLE(a, b, i)      in each four: two lanes of a, then two of b, by the constant i
//     ORDER_FOURS(a)        if fours are (a, b, c, d): a and b of all, then c and d of all; a
//                           row of eight and its opposite, if one vector takes both
//     S                     a vector of int16_t, twice as many as floats
//     LOAD_S(p)             S from an address aligned to a vector
//     SPLAT_H(x)            an int16_t in all lanes
//     SPLAT_S(x)            the 32 bits of x over and over
//     ADD_S, SUB_S, MAX_S   saturated sum and difference, maximum
//     POSITIVE_S(a)         32 bits: which numbers of an S for each part are > 0
//     ZERO_S(a)             32 bits: which are 0
//     STORE_HIGH_S(p, a)    32 bytes: the high bytes of an S for each part, as unsigned numbers
//     SUB_B, OR_S           saturated difference of unsigned bytes, bitwise or
//     ZERO_B(a)             64 bits: which bytes of an S for each part are 0
//     STORE_PART(p, n, a)   the lanes below the constant n to any address
//     ADD_DOWN, ADD_UP      the largest V <= a + b and the smallest >= a + b; an exact sum has the
//                           zero of ADD. All numbers are below 1e37 in absolute value.
//     MUL_UP(a, b)          the smallest V >= a * b, for a and b >= 0
//     D                     a vector of doubles, half as many as floats
//     WIDE_LOW, WIDE_HIGH   of V: its lower or upper half as D
//     NARROW(low, high)     V of both, rounded
//     MUL_D(a, b)           of D, rounded; ADD_D, SUB_D, MIN_D, MAX_D likewise
//     SPLAT_D(x)            a double in all lanes
//     TRUNCATE(low, high)   S of 32-bit integers: both, without their fractions
//     AS_V(s)               the bits of an S as V
#if COLLIDE__WIDTH == 16

#define COLLIDE__W(name) name##_w16
#if defined(COLLIDE__GNU)
#define COLLIDE__TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,popcnt")))
#endif
#define COLLIDE__MASK_REGISTER "Yk"
#define COLLIDE__VECTOR_REGISTER "v"
#define COLLIDE__V __m512
#define COLLIDE__M __mmask16
#define COLLIDE__LOAD_V(p) _mm512_load_ps(p)
#define COLLIDE__LOAD_PART(p, n) _mm512_maskz_loadu_ps((__mmask16)((1u << (n)) - 1), p)
#define COLLIDE__SPLAT(x) _mm512_set1_ps(x)
#define COLLIDE__LE(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)
#define COLLIDE__GE(a, b) _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ)
#define COLLIDE__AND_LE(m, a, b) _mm512_mask_cmp_ps_mask(m, a, b, _CMP_LE_OQ)
#define COLLIDE__AND_GE(m, a, b) _mm512_mask_cmp_ps_mask(m, a, b, _CMP_GE_OQ)
#define COLLIDE__AND(m, n) _mm512_kand(m, n)
#define COLLIDE__STORE_V(p, a) _mm512_store_ps(p, a)
#define COLLIDE__STORE_U(p, a) _mm512_storeu_ps(p, a)
#define COLLIDE__MM(op) _mm512_##op
#define COLLIDE__MIN(a, b) _mm512_maskz_min_ps(0xffffu, a, b)
#define COLLIDE__MAX(a, b) _mm512_maskz_max_ps(0xffffu, a, b)
#define COLLIDE__SQRT(a) _mm512_maskz_sqrt_ps(0xffffu, a)
#define COLLIDE__BITWISE(op, a, b) _mm512_maskz_##op##_ps(0xffffu, a, b)
#define COLLIDE__LT(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define COLLIDE__EQ(a, b) _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ)
#define COLLIDE__NEGATIVE(a) ((unsigned)_mm512_movepi32_mask(_mm512_castps_si512(a)))
#define COLLIDE__SELECT(m, a, b) _mm512_mask_blend_ps(m, b, a)
#define COLLIDE__BITS(m) ((unsigned)(m))
#define COLLIDE__POPCOUNT(x) ((unsigned)_mm_popcnt_u32(x))
#define COLLIDE__COMPACTS 1
#define COLLIDE__INDEX __m512i
#define COLLIDE__INDEX_OF(bits)                                                                    \
    _mm512_maskz_compress_epi32((__mmask16)(bits), _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, \
                                                                     10, 11, 12, 13, 14, 15))
#define COLLIDE__STORE_INDEX(p, order, i)                                                          \
    _mm512_storeu_si512(p, _mm512_add_epi32(order, _mm512_set1_epi32((int)(i))))
#define COLLIDE__PICK(order, a) _mm512_maskz_permutexvar_ps(0xffffu, order, a)
#define COLLIDE__EXPAND(bits, p) _mm512_maskz_expand_ps((__mmask16)(bits), _mm512_loadu_ps(p))
#define COLLIDE__MASK(bits) ((__mmask16)(bits))
#define COLLIDE__EACH(F) F(0)
#define COLLIDE__SPLAT_TWO(x, y, part)                                                             \
    _mm512_mask_blend_ps(0xff00u, COLLIDE__SPLAT(x), COLLIDE__SPLAT(y))
#define COLLIDE__LOAD_TWO(p, i, part)                                                              \
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps((p) + 8 * (i))),                      \
                       _mm256_load_ps((p) + 8 * ((i) ^ 1u)), 1)
#define COLLIDE__LOAD_FOUR(p) _mm512_maskz_broadcast_f32x4(0xffffu, _mm_load_ps(p))
#define COLLIDE__SPLAT_FOURS(p, part)                                                              \
    _mm512_maskz_permutexvar_ps(0xffffu,                                                           \
                                _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), \
                                _mm512_castps128_ps512(_mm_load_ps(p)))
#define COLLIDE__LOAD_FOURS(p, i)                                                                  \
    _mm512_maskz_insertf32x8(                                                                      \
        0xffffu, _mm512_castps256_ps512(COLLIDE__LOAD_FOURS_8((p)[0] + (i), (p)[2] + (i))),        \
        COLLIDE__LOAD_FOURS_8((p)[4] + (i), (p)[6] + (i)), 1)
#define COLLIDE__LOAD_FOURS_8(p, q)                                                                \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(p)), _mm_load_ps(q), 1)
#define COLLIDE__SHUFFLE(a, b, i) _mm512_maskz_shuffle_ps(0xffffu, a, b, i)
#define COLLIDE__ORDER_FOURS(a)                                                                    \
    _mm512_maskz_permutexvar_ps(                                                                   \
        0xffffu, _mm512_setr_epi32(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15), a)
#define COLLIDE__S __m512i
#define COLLIDE__LOAD_S(p) _mm512_load_si512((const void *)(p))
#define COLLIDE__SPLAT_H(x) _mm512_set1_epi16(x)
#define COLLIDE__SPLAT_S(x) _mm512_set1_epi32((int)(x))
#define COLLIDE__ADD_S(a, b) _mm512_adds_epi16(a, b)
#define COLLIDE__SUB_S(a, b) _mm512_subs_epi16(a, b)
#define COLLIDE__MAX_S(a, b) _mm512_max_epi16(a, b)
#define COLLIDE__POSITIVE_S(a) ((uint32_t)_mm512_cmpgt_epi16_mask((a)[0], _mm512_setzero_si512()))
#define COLLIDE__ZERO_S(a) ((uint32_t)_mm512_cmpeq_epi16_mask((a)[0], _mm512_setzero_si512()))
#define COLLIDE__STORE_HIGH_S(p, a)                                                                \
    _mm256_store_si256(                                                                            \
        (__m256i *)(void *)(p),                                                                    \
        _mm512_maskz_cvtepi16_epi8(                                                                \
            0xffffffffu,                                                                           \
            _mm512_srli_epi16(_mm512_xor_si512((a)[0], _mm512_set1_epi16(-32768)), 8)))
#define COLLIDE__SUB_B(a, b) _mm512_subs_epu8(a, b)
#define COLLIDE__OR_S(a, b) _mm512_or_si512(a, b)
#define COLLIDE__ZERO_B(a) ((uint64_t)_mm512_cmpeq_epi8_mask((a)[0], _mm512_setzero_si512()))
#define COLLIDE__AS_V(s) _mm512_castsi512_ps(s)
#define COLLIDE__D __m512d
#define COLLIDE__SPLAT_D(x) _mm512_set1_pd(x)
#define COLLIDE__MIN_D(a, b) _mm512_maskz_min_pd(0xffu, a, b)
#define COLLIDE__MAX_D(a, b) _mm512_maskz_max_pd(0xffu, a, b)
#define COLLIDE__TRUNCATE(low, high)                                                               \
    _mm512_maskz_inserti32x8(0xffffu,                                                              \
                             _mm512_castsi256_si512(_mm512_maskz_cvttpd_epi32(0xffu, low)),        \
                             _mm512_maskz_cvttpd_epi32(0xffu, high), 1)
#define COLLIDE__WIDE_LOW(a) _mm512_maskz_cvtps_pd(0xffu, _mm512_maskz_extractf32x8_ps(0xffu, a, 0))
#define COLLIDE__WIDE_HIGH(a)                                                                      \
    _mm512_maskz_cvtps_pd(0xffu, _mm512_maskz_extractf32x8_ps(0xffu, a, 1))
#define COLLIDE__NARROW(low, high)                                                                 \
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_maskz_cvtpd_ps(0xffu, low)),                  \
                       _mm512_maskz_cvtpd_ps(0xffu, high), 1)

#elif COLLIDE__WIDTH == 8

#define COLLIDE__W(name) name##_w8
#if defined(COLLIDE__GNU)
#define COLLIDE__TARGET __attribute__((target("avx2,popcnt")))
#endif
#define COLLIDE__MASK_REGISTER "x"
#define COLLIDE__VECTOR_REGISTER "x"
#define COLLIDE__V __m256
#define COLLIDE__M __m256
#define COLLIDE__LOAD_V(p) _mm256_load_ps(p)
#define COLLIDE__LOAD_PART(p, n)                                                                   \
    ((n) == 8 ? _mm256_loadu_ps(p)                                                                 \
              : _mm256_maskload_ps(p, _mm256_setr_epi32(-((n) > 0), -((n) > 1), -((n) > 2),        \
                                                        -((n) > 3), -((n) > 4), -((n) > 5),        \
                                                        -((n) > 6), -((n) > 7))))
#define COLLIDE__SPLAT(x) _mm256_set1_ps(x)
#define COLLIDE__LE(a, b) _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define COLLIDE__GE(a, b) _mm256_cmp_ps(a, b, _CMP_GE_OQ)
#define COLLIDE__AND_LE(m, a, b) _mm256_and_ps(m, COLLIDE__LE(a, b))
#define COLLIDE__AND_GE(m, a, b) _mm256_and_ps(m, COLLIDE__GE(a, b))
#define COLLIDE__AND(m, n) _mm256_and_ps(m, n)
#define COLLIDE__STORE_V(p, a) _mm256_store_ps(p, a)
#define COLLIDE__STORE_U(p, a) _mm256_storeu_ps(p, a)
#define COLLIDE__MM(op) _mm256_##op
#define COLLIDE__MIN(a, b) _mm256_min_ps(a, b)
#define COLLIDE__MAX(a, b) _mm256_max_ps(a, b)
#define COLLIDE__SQRT(a) _mm256_sqrt_ps(a)
#define COLLIDE__BITWISE(op, a, b) _mm256_##op##_ps(a, b)
#define COLLIDE__LT(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define COLLIDE__EQ(a, b) _mm256_cmp_ps(a, b, _CMP_EQ_OQ)
#define COLLIDE__NEGATIVE(a) ((unsigned)_mm256_movemask_ps(a))
#define COLLIDE__SELECT(m, a, b) _mm256_blendv_ps(b, a, m)
#define COLLIDE__BITS(m) ((unsigned)_mm256_movemask_ps(m))
#define COLLIDE__POPCOUNT(x) ((unsigned)_mm_popcnt_u32(x))
#define COLLIDE__COMPACTS 1
#define COLLIDE__INDEX __m256i
#define COLLIDE__INDEX_OF(bits)                                                                    \
    _mm256_cvtepu8_epi32(_mm_set1_epi64x(collide__lane_order(bits, COLLIDE__POPCOUNT((bits)&15u))))
#define COLLIDE__STORE_INDEX(p, order, i)                                                          \
    _mm256_storeu_si256((__m256i *)(void *)(p),                                                    \
                        _mm256_add_epi32(order, _mm256_set1_epi32((int)(i))))
#define COLLIDE__PICK(order, a) _mm256_permutevar8x32_ps(a, order)
#define COLLIDE__LANE_BYTES(bits, factor)                                                          \
    _mm_set1_epi64x((long long)(collide__lane_bytes(bits) * (factor)))
#define COLLIDE__EXPAND(bits, p)                                                                   \
    _mm256_permutevar8x32_ps(_mm256_loadu_ps(p),                                                   \
                             _mm256_cvtepu8_epi32(COLLIDE__LANE_BYTES(bits, 0x0101010101010100u)))
#define COLLIDE__MASK(bits)                                                                        \
    _mm256_castsi256_ps(_mm256_cvtepi8_epi32(COLLIDE__LANE_BYTES(bits, 0xff)))
#define COLLIDE__EACH(F) F(0) F(1)
#define COLLIDE__SPLAT_TWO(x, y, part) COLLIDE__SPLAT((part) ? (y) : (x))
#define COLLIDE__LOAD_TWO(p, i, part) _mm256_load_ps((p) + 8 * ((i) ^ (part)))
#define COLLIDE__LOAD_FOUR(p) _mm256_broadcast_ps((const __m128 *)(const void *)(p))
#define COLLIDE__SPLAT_FOURS(p, part)                                                              \
    _mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_load_ps(p)),                               \
                             (part) ? _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3)                    \
                                    : _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1))
#define COLLIDE__LOAD_FOURS(p, i)                                                                  \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps((p)[0] + (i))),                        \
                         _mm_load_ps((p)[4] + (i)), 1)
#define COLLIDE__SHUFFLE(a, b, i) _mm256_shuffle_ps(a, b, i)
#define COLLIDE__ORDER_FOURS(a) (a)
#define COLLIDE__S __m256i
#define COLLIDE__LOAD_S(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define COLLIDE__SPLAT_H(x) _mm256_set1_epi16(x)
#define COLLIDE__SPLAT_S(x) _mm256_set1_epi32((int)(x))
#define COLLIDE__ADD_S(a, b) _mm256_adds_epi16(a, b)
#define COLLIDE__SUB_S(a, b) _mm256_subs_epi16(a, b)
#define COLLIDE__MAX_S(a, b) _mm256_max_epi16(a, b)
#define COLLIDE__BYTES_S(a) _mm256_permute4x64_epi64(_mm256_packs_epi16((a)[0], (a)[1]), 0xd8)
#define COLLIDE__POSITIVE_S(a)                                                                     \
    ((uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(COLLIDE__BYTES_S(a), _mm256_setzero_si256())))
#define COLLIDE__ZERO_S(a)                                                                         \
    ((uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(COLLIDE__BYTES_S(a), _mm256_setzero_si256())))
#define COLLIDE__HIGH_S(a) _mm256_srli_epi16(_mm256_xor_si256(a, _mm256_set1_epi16(-32768)), 8)
#define COLLIDE__STORE_HIGH_S(p, a)                                                                \
    _mm256_store_si256(                                                                            \
        (__m256i *)(void *)(p),                                                                    \
        _mm256_permute4x64_epi64(                                                                  \
            _mm256_packus_epi16(COLLIDE__HIGH_S((a)[0]), COLLIDE__HIGH_S((a)[1])), 0xd8))
#define COLLIDE__SUB_B(a, b) _mm256_subs_epu8(a, b)
#define COLLIDE__OR_S(a, b) _mm256_or_si256(a, b)
#define COLLIDE__ZEROS_B(a)                                                                        \
    ((uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())))
#define COLLIDE__ZERO_B(a) (COLLIDE__ZEROS_B((a)[0]) | (uint64_t)COLLIDE__ZEROS_B((a)[1]) << 32)

#define COLLIDE__STEPS(a)                                                                          \
    _mm256_or_si256(_mm256_srai_epi32(_mm256_castps_si256(a), 31), _mm256_set1_epi32(1))
#define COLLIDE__ADD_BITS(m, a, s)                                                                 \
    _mm256_castsi256_ps(                                                                           \
        _mm256_add_epi32(_mm256_castps_si256(a), _mm256_and_si256(_mm256_castps_si256(m), s)))
#define COLLIDE__SUB_BITS(m, a, s)                                                                 \
    _mm256_castsi256_ps(                                                                           \
        _mm256_sub_epi32(_mm256_castps_si256(a), _mm256_and_si256(_mm256_castps_si256(m), s)))
#define COLLIDE__AS_V(s) _mm256_castsi256_ps(s)
#define COLLIDE__D __m256d
#define COLLIDE__SPLAT_D(x) _mm256_set1_pd(x)
#define COLLIDE__MIN_D(a, b) _mm256_min_pd(a, b)
#define COLLIDE__MAX_D(a, b) _mm256_max_pd(a, b)
#define COLLIDE__TRUNCATE(low, high)                                                               \
    _mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32(low)),                      \
                            _mm256_cvttpd_epi32(high), 1)
#define COLLIDE__WIDE_LOW(a) _mm256_cvtps_pd(_mm256_castps256_ps128(a))
#define COLLIDE__WIDE_HIGH(a) _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1))
#define COLLIDE__NARROW(low, high)                                                                 \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1)
#define COLLIDE__WIDE_LT(a_low, a_high, b_low, b_high)                                             \
    _mm256_castpd_ps(_mm256_permute4x64_pd(                                                        \
        _mm256_castps_pd(                                                                          \
            _mm256_shuffle_ps(_mm256_castpd_ps(_mm256_cmp_pd(a_low, b_low, _CMP_LT_OQ)),           \
                              _mm256_castpd_ps(_mm256_cmp_pd(a_high, b_high, _CMP_LT_OQ)), 0x88)), \
        0xd8))
#else

#define COLLIDE__W(name) name##_w4
#if defined(COLLIDE__USE_SIMDE)
#define COLLIDE__MM(op) simde_mm_##op
#define COLLIDE__V simde__m128
#define COLLIDE__M simde__m128
#else
#if defined(__i386__)
#define COLLIDE__TARGET __attribute__((target("sse2")))
#endif
#define COLLIDE__MASK_REGISTER "x"
#define COLLIDE__MM(op) _mm_##op
#define COLLIDE__V __m128
#define COLLIDE__M __m128
#endif
#if defined(__aarch64__)
#define COLLIDE__VECTOR_REGISTER "w"
#elif defined(__SSE2__)
#define COLLIDE__VECTOR_REGISTER "x"
#endif
#define COLLIDE__LOAD_V(p) COLLIDE__MM(load_ps)(p)
#define COLLIDE__LOAD_PART(p, n)                                                                   \
    ((n) == 4 ? COLLIDE__MM(loadu_ps)(p)                                                           \
              : COLLIDE__MM(setr_ps)(collide__read_float(p),                                       \
                                     (n) > 1 ? collide__read_float((p) + 1) : 0,                   \
                                     (n) > 2 ? collide__read_float((p) + 2) : 0, 0))
#define COLLIDE__SPLAT(x) COLLIDE__MM(set1_ps)(x)
#define COLLIDE__LE(a, b) COLLIDE__MM(cmple_ps)(a, b)
#define COLLIDE__GE(a, b) COLLIDE__MM(cmpge_ps)(a, b)
#define COLLIDE__AND_LE(m, a, b) COLLIDE__MM(and_ps)(m, COLLIDE__LE(a, b))
#define COLLIDE__AND_GE(m, a, b) COLLIDE__MM(and_ps)(m, COLLIDE__GE(a, b))
#define COLLIDE__AND(m, n) COLLIDE__MM(and_ps)(m, n)
#define COLLIDE__STORE_V(p, a) COLLIDE__MM(store_ps)(p, a)
#define COLLIDE__STORE_U(p, a) COLLIDE__MM(storeu_ps)(p, a)
#define COLLIDE__SQRT(a) COLLIDE__MM(sqrt_ps)(a)
#define COLLIDE__BITWISE(op, a, b) COLLIDE__MM(op##_ps)(a, b)
#define COLLIDE__LT(a, b) COLLIDE__MM(cmplt_ps)(a, b)
#define COLLIDE__EQ(a, b) COLLIDE__MM(cmpeq_ps)(a, b)
#define COLLIDE__NEGATIVE(a) ((unsigned)COLLIDE__MM(movemask_ps)(a))
#define COLLIDE__SELECT(m, a, b)                                                                   \
    COLLIDE__MM(or_ps)(COLLIDE__MM(and_ps)(m, a), COLLIDE__MM(andnot_ps)(m, b))
#if defined(COLLIDE__USE_SIMDE) // its min and max may differ for NaN
#define COLLIDE__MIN(a, b) COLLIDE__SELECT(COLLIDE__LT(a, b), a, b)
#define COLLIDE__MAX(a, b) COLLIDE__SELECT(COLLIDE__LT(b, a), a, b)
#else
#define COLLIDE__MIN(a, b) _mm_min_ps(a, b)
#define COLLIDE__MAX(a, b) _mm_max_ps(a, b)
#endif
#define COLLIDE__BITS(m) ((unsigned)COLLIDE__MM(movemask_ps)(m))
#define COLLIDE__POPCOUNT(x) collide__popcount(x)
#define COLLIDE__COMPACTS 0
#define COLLIDE__EACH(F) F(0) F(1) F(2) F(3)
#define COLLIDE__SPLAT_TWO(x, y, part) COLLIDE__SPLAT((part) < 2 ? (x) : (y))
#define COLLIDE__LOAD_TWO(p, i, part)                                                              \
    COLLIDE__LOAD_V((p) + 8 * ((i) ^ ((part) / 2u)) + 4 * ((part) % 2))
#define COLLIDE__LOAD_FOUR(p) COLLIDE__LOAD_V(p)
#define COLLIDE__SPLAT_FOURS(p, part) COLLIDE__SPLAT((p)[part])
#define COLLIDE__LOAD_FOURS(p, i) COLLIDE__LOAD_V((p)[0] + (i))
#define COLLIDE__SHUFFLE(a, b, i) COLLIDE__MM(shuffle_ps)(a, b, i)
#define COLLIDE__ORDER_FOURS(a) (a)
#if defined(COLLIDE__USE_SIMDE)
#define COLLIDE__S simde__m128i
#else
#define COLLIDE__S __m128i
#endif
#define COLLIDE__LOAD_S(p) COLLIDE__MM(load_si128)((const COLLIDE__S *)(const void *)(p))
#define COLLIDE__SPLAT_H(x) COLLIDE__MM(set1_epi16)(x)
#define COLLIDE__SPLAT_S(x) COLLIDE__MM(set1_epi32)((int)(x))
#define COLLIDE__ADD_S(a, b) COLLIDE__MM(adds_epi16)(a, b)
#define COLLIDE__SUB_S(a, b) COLLIDE__MM(subs_epi16)(a, b)
#define COLLIDE__MAX_S(a, b) COLLIDE__MM(max_epi16)(a, b)
#define COLLIDE__BYTES_S(compare, a, i)                                                            \
    ((uint32_t)COLLIDE__MM(movemask_epi8)(COLLIDE__MM(compare)(                                    \
        COLLIDE__MM(packs_epi16)((a)[i], (a)[(i) + 1]), COLLIDE__MM(setzero_si128)())))
#define COLLIDE__POSITIVE_S(a)                                                                     \
    (COLLIDE__BYTES_S(cmpgt_epi8, a, 0) | COLLIDE__BYTES_S(cmpgt_epi8, a, 2) << 16)
#define COLLIDE__ZERO_S(a)                                                                         \
    (COLLIDE__BYTES_S(cmpeq_epi8, a, 0) | COLLIDE__BYTES_S(cmpeq_epi8, a, 2) << 16)
#define COLLIDE__HIGH_S(a)                                                                         \
    COLLIDE__MM(srli_epi16)(COLLIDE__MM(xor_si128)(a, COLLIDE__MM(set1_epi16)(-32768)), 8)
#define COLLIDE__STORE_HALF(p, a, i)                                                               \
    COLLIDE__MM(store_si128)                                                                       \
    ((COLLIDE__S *)(void *)((p) + 8 * (i)),                                                        \
     COLLIDE__MM(packus_epi16)(COLLIDE__HIGH_S((a)[i]), COLLIDE__HIGH_S((a)[(i) + 1])))
#define COLLIDE__STORE_HIGH_S(p, a) (COLLIDE__STORE_HALF(p, a, 0), COLLIDE__STORE_HALF(p, a, 2))
#define COLLIDE__SUB_B(a, b) COLLIDE__MM(subs_epu8)(a, b)
#define COLLIDE__OR_S(a, b) COLLIDE__MM(or_si128)(a, b)
#define COLLIDE__ZEROS_B(a)                                                                        \
    ((uint32_t)COLLIDE__MM(movemask_epi8)(COLLIDE__MM(cmpeq_epi8)(a, COLLIDE__MM(setzero_si128)())))
#define COLLIDE__ZERO_B(a)                                                                         \
    (COLLIDE__ZEROS_B((a)[0]) | COLLIDE__ZEROS_B((a)[1]) << 16 |                                   \
     (uint64_t)(COLLIDE__ZEROS_B((a)[2]) | COLLIDE__ZEROS_B((a)[3]) << 16) << 32)

#define COLLIDE__STEPS(a)                                                                          \
    COLLIDE__MM(or_si128)                                                                          \
    (COLLIDE__MM(srai_epi32)(COLLIDE__MM(castps_si128)(a), 31), COLLIDE__MM(set1_epi32)(1))
#define COLLIDE__OFFSET_BITS(op, m, a, s)                                                          \
    COLLIDE__MM(castsi128_ps)                                                                      \
    (COLLIDE__MM(op)(COLLIDE__MM(castps_si128)(a),                                                 \
                     COLLIDE__MM(and_si128)(COLLIDE__MM(castps_si128)(m), s)))
#define COLLIDE__ADD_BITS(m, a, s) COLLIDE__OFFSET_BITS(add_epi32, m, a, s)
#define COLLIDE__SUB_BITS(m, a, s) COLLIDE__OFFSET_BITS(sub_epi32, m, a, s)
#if defined(COLLIDE__USE_SIMDE)
#define COLLIDE__D simde__m128d
#else
#define COLLIDE__D __m128d
#endif
#define COLLIDE__AS_V(s) COLLIDE__MM(castsi128_ps)(s)
#define COLLIDE__SPLAT_D(x) COLLIDE__MM(set1_pd)(x)
#if defined(COLLIDE__USE_SIMDE)
#define COLLIDE__MIN_D(a, b) COLLIDE__SELECT_D(COLLIDE__LT_D(a, b), a, b)
#define COLLIDE__MAX_D(a, b) COLLIDE__SELECT_D(COLLIDE__LT_D(b, a), a, b)
#else
#define COLLIDE__MIN_D(a, b) _mm_min_pd(a, b)
#define COLLIDE__MAX_D(a, b) _mm_max_pd(a, b)
#endif
#define COLLIDE__TRUNCATE(low, high)                                                               \
    COLLIDE__MM(unpacklo_epi64)(COLLIDE__MM(cvttpd_epi32)(low), COLLIDE__MM(cvttpd_epi32)(high))
#define COLLIDE__WIDE_LOW(a) COLLIDE__MM(cvtps_pd)(a)
#define COLLIDE__WIDE_HIGH(a) COLLIDE__MM(cvtps_pd)(COLLIDE__MM(movehl_ps)(a, a))
#define COLLIDE__NARROW(low, high)                                                                 \
    COLLIDE__MM(movelh_ps)(COLLIDE__MM(cvtpd_ps)(low), COLLIDE__MM(cvtpd_ps)(high))
#define COLLIDE__WIDE_LT(a_low, a_high, b_low, b_high)                                             \
    COLLIDE__MM(shuffle_ps)                                                                        \
    (COLLIDE__MM(castpd_ps)(COLLIDE__MM(cmplt_pd)(a_low, b_low)),                                  \
     COLLIDE__MM(castpd_ps)(COLLIDE__MM(cmplt_pd)(a_high, b_high)), 0x88)
#endif
#ifndef COLLIDE__TARGET
#define COLLIDE__TARGET
#endif
#define COLLIDE__LANE_INLINE COLLIDE__INLINE COLLIDE__TARGET
#define COLLIDE__LANE_FORCE_INLINE COLLIDE__FORCE_INLINE COLLIDE__TARGET

// Vectors of four floats at every width.
#if defined(COLLIDE__USE_SIMDE)
#define COLLIDE__F4 simde__m128
#define COLLIDE__F2 simde__m64
#define COLLIDE__F4_(op) simde_mm_##op
#else
#define COLLIDE__F4 __m128
#define COLLIDE__F2 __m64
#define COLLIDE__F4_(op) _mm_##op
#endif

// Uses the compiler's operators if it has them: clang -ffast-math folds intrinsics.
#if defined(COLLIDE__GNU)
#if defined(COLLIDE__USE_SIMDE) // its vectors may be of integers
typedef float collide__f4 __attribute__((vector_size(16)));
typedef double collide__d2 __attribute__((vector_size(16)));
#define COLLIDE__OPERATE(op, name, a, b) ((COLLIDE__V)((collide__f4)(a)op(collide__f4)(b)))
#define COLLIDE__OPERATE_D(op, name, a, b) ((COLLIDE__D)((collide__d2)(a)op(collide__d2)(b)))
#else
#define COLLIDE__OPERATE(op, name, a, b) ((a)op(b))
#define COLLIDE__OPERATE_D(op, name, a, b) ((a)op(b))
#endif
#define COLLIDE__F4_OPERATE(op, name, a, b) COLLIDE__OPERATE(op, name, a, b)
#else
#define COLLIDE__OPERATE(op, name, a, b) COLLIDE__MM(name##_ps)(a, b)
#define COLLIDE__OPERATE_D(op, name, a, b) COLLIDE__MM(name##_pd)(a, b)
#define COLLIDE__F4_OPERATE(op, name, a, b) COLLIDE__F4_(name##_ps)(a, b)
#endif
#define COLLIDE__F4_ADD(a, b) COLLIDE__F4_OPERATE(+, add, a, b)
#define COLLIDE__F4_SUB(a, b) COLLIDE__F4_OPERATE(-, sub, a, b)
#define COLLIDE__F4_DIV(a, b) COLLIDE__F4_OPERATE(/, div, a, b)
#define COLLIDE__F4_MUL(a, b) COLLIDE__W(collide__mul_four)(a, b)
#define COLLIDE__ADD_D(a, b) COLLIDE__OPERATE_D(+, add, a, b)
#define COLLIDE__SUB_D(a, b) COLLIDE__OPERATE_D(-, sub, a, b)
#define COLLIDE__MUL_D(a, b) COLLIDE__W(collide__mul_d)(a, b)
#define COLLIDE__ADD(a, b) COLLIDE__OPERATE(+, add, a, b)
#define COLLIDE__SUB(a, b) COLLIDE__OPERATE(-, sub, a, b)
#define COLLIDE__DIV(a, b) COLLIDE__OPERATE(/, div, a, b)
#define COLLIDE__MUL(a, b) COLLIDE__W(collide__mul)(a, b)
#define COLLIDE__ABS(a) COLLIDE__BITWISE(andnot, COLLIDE__SPLAT(-0.0f), a)
#define COLLIDE__SIGN(a) COLLIDE__BITWISE(and, COLLIDE__SPLAT(-0.0f), a)
#define COLLIDE__XOR(a, b) COLLIDE__BITWISE(xor, a, b)
#define COLLIDE__NEG(a) COLLIDE__XOR(a, COLLIDE__SPLAT(-0.0f))
#define COLLIDE__DOT(ax, ay, az, bx, by, bz)                                                       \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(ax, bx), COLLIDE__MUL(ay, by)), COLLIDE__MUL(az, bz))
#define COLLIDE__LOAD_U(p) COLLIDE__LOAD_PART(p, COLLIDE__WIDTH)
#define COLLIDE__LOAD_ROW(rows, i) COLLIDE__LOAD_V((rows) + 16 * (i))
#define COLLIDE__ALL ((1u << COLLIDE__WIDTH) - 1)

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__mul)(COLLIDE__V a, COLLIDE__V b) {
    COLLIDE__V p = COLLIDE__OPERATE(*, mul, a, b);
#if defined(__clang__) && defined(COLLIDE__VECTOR_REGISTER)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(p)); // see COLLIDE__OPAQUE
#endif
    return p;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__mul_d)(COLLIDE__D a, COLLIDE__D b) {
    COLLIDE__D p = COLLIDE__OPERATE_D(*, mul, a, b);
#if defined(__clang__) && defined(COLLIDE__VECTOR_REGISTER)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(p));
#endif
    return p;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__F4 COLLIDE__W(collide__mul_four)(COLLIDE__F4 a, COLLIDE__F4 b) {
    COLLIDE__F4 p = COLLIDE__F4_OPERATE(*, mul, a, b);
#if defined(__clang__) && defined(COLLIDE__VECTOR_REGISTER)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(p));
#endif
    return p;
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__store_few)(float *p, int n, COLLIDE__F4 a) {
    if (n == 4)
        COLLIDE__F4_(storeu_ps)(p, a);
    else if (n > 0)
        COLLIDE__F4_(store_ss)(p, a);
    if (n == 2 || n == 3)
        COLLIDE__F4_(store_ss)(p + 1, COLLIDE__F4_(shuffle_ps)(a, a, 1));
    if (n == 3)
        COLLIDE__F4_(store_ss)(p + 2, COLLIDE__F4_(movehl_ps)(a, a));
}

// Plain stores: gcc copies a struct that masked stores wrote, which stalls.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__store_part)(float *p, int n, COLLIDE__V a) {
#if COLLIDE__WIDTH == 16
    const __m256 half = n < 8 ? _mm512_maskz_extractf32x8_ps(0xffu, a, 0)
                              : _mm512_maskz_extractf32x8_ps(0xffu, a, 1);
    if (n >= 8)
        _mm256_storeu_ps(p, _mm512_maskz_extractf32x8_ps(0xffu, a, 0));
#elif COLLIDE__WIDTH == 8
    const __m256 half = a;
    if (n == 8)
        _mm256_storeu_ps(p, a);
#endif
#if COLLIDE__WIDTH == 4
    COLLIDE__W(collide__store_few)(p, n, a);
#else
    float *const to = p + n / 8 * 8;
    if (n % 8 >= 4)
        _mm_storeu_ps(to, _mm256_castps256_ps128(half));
    COLLIDE__W(collide__store_few)
    (to + n % 8 / 4 * 4, n % 4,
     n % 8 < 4 ? _mm256_castps256_ps128(half) : _mm256_extractf128_ps(half, 1));
#endif
}
#define COLLIDE__STORE_PART(p, n, a) COLLIDE__W(collide__store_part)(p, n, a)

#if COLLIDE__WIDTH == 16
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__) // macros that take a short
#define COLLIDE__MASK_ALL -1
#else
#define COLLIDE__MASK_ALL 0xffffu
#endif
// An exact sum of 0 rounds down to -0. gcc takes both sums for one unless it cannot see the first.
COLLIDE__LANE_FORCE_INLINE __m512 collide__add_down_w16(__m512 a, __m512 b) {
    __m512 s = COLLIDE__ADD(a, b);
#if defined(COLLIDE__GNU)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(s));
#endif
    return _mm512_mask_blend_ps(
        _mm512_cmp_ps_mask(s, _mm512_setzero_ps(), _CMP_NEQ_OQ), s,
        _mm512_maskz_add_round_ps(COLLIDE__MASK_ALL, a, b,
                                  _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}

COLLIDE__LANE_FORCE_INLINE __m512 collide__add_up_w16(__m512 a, __m512 b) {
    return _mm512_maskz_add_round_ps(COLLIDE__MASK_ALL, a, b,
                                     _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}

COLLIDE__LANE_FORCE_INLINE __m512 collide__mul_up_w16(__m512 a, __m512 b) {
    return _mm512_maskz_mul_round_ps(COLLIDE__MASK_ALL, a, b,
                                     _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
}
#undef COLLIDE__MASK_ALL
#else
// The error of s = a + b, exact (see collide__sum).
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__sum_error)(COLLIDE__V a, COLLIDE__V b,
                                                                     COLLIDE__V s) {
    const COLLIDE__V v = COLLIDE__SUB(s, a);
    return COLLIDE__ADD(COLLIDE__SUB(a, COLLIDE__SUB(s, v)), COLLIDE__SUB(b, v));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__add_down)(COLLIDE__V a, COLLIDE__V b) {
    const COLLIDE__V s = COLLIDE__ADD(a, b), e = COLLIDE__W(collide__sum_error)(a, b, s);
    return COLLIDE__SUB_BITS(COLLIDE__LT(e, COLLIDE__SPLAT(0)), s, COLLIDE__STEPS(s));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__add_up)(COLLIDE__V a, COLLIDE__V b) {
    const COLLIDE__V s = COLLIDE__ADD(a, b), e = COLLIDE__W(collide__sum_error)(a, b, s);
    return COLLIDE__ADD_BITS(COLLIDE__LT(COLLIDE__SPLAT(0), e), s, COLLIDE__STEPS(s));
}

// The product is exact in double.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__mul_up)(COLLIDE__V a, COLLIDE__V b) {
    const COLLIDE__D low = COLLIDE__MUL_D(COLLIDE__WIDE_LOW(a), COLLIDE__WIDE_LOW(b));
    const COLLIDE__D high = COLLIDE__MUL_D(COLLIDE__WIDE_HIGH(a), COLLIDE__WIDE_HIGH(b));
    const COLLIDE__V p = COLLIDE__NARROW(low, high);
    const COLLIDE__D p_low = COLLIDE__WIDE_LOW(p), p_high = COLLIDE__WIDE_HIGH(p);
    const COLLIDE__M less = COLLIDE__WIDE_LT(p_low, p_high, low, high);
    return COLLIDE__ADD_BITS(less, p, COLLIDE__SPLAT_S(1));
}
#endif
#define COLLIDE__ADD_DOWN(a, b) COLLIDE__W(collide__add_down)(a, b)
#define COLLIDE__ADD_UP(a, b) COLLIDE__W(collide__add_up)(a, b)
#define COLLIDE__MUL_UP(a, b) COLLIDE__W(collide__mul_up)(a, b)

// clang on x86 joins chains of masks into one twice as long, or packs masks to bytes after every
// compare, which halves the speed of AVX2. It does neither to a mask whose origin is hidden.
COLLIDE__LANE_FORCE_INLINE COLLIDE__M COLLIDE__W(collide__hide)(COLLIDE__M m) {
#if defined(__clang__) && defined(COLLIDE__MASK_REGISTER)
    __asm__("" : "+" COLLIDE__MASK_REGISTER(m));
#endif
    return m;
}
#endif // COLLIDE__WIDTH
