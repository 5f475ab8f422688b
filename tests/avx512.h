// The intrinsics of AVX-512 that collide_simd.h uses, by those of AVX2 on both halves of a vector
// or lane by lane: golden.sh runs the kernels of 16 lanes with them where the processor has no
// AVX-512. It is included before all else. Operators of gcc work on vectors of any length.
#ifndef AVX512_H
#define AVX512_H

#pragma GCC target("avx2,popcnt")
#pragma GCC diagnostic ignored "-Wpsabi"
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define AVX512_INLINE static inline __attribute__((always_inline, unused))

typedef int avx512_i32 __attribute__((vector_size(64), may_alias));
typedef char avx512_i8 __attribute__((vector_size(64), may_alias));
typedef short avx512_i16 __attribute__((vector_size(64), may_alias));

// Half i of a vector, and a vector of two halves: floats, doubles, integers.
#define AVX512_HALVES(letter, full, part)                                                          \
    AVX512_INLINE part avx512_half_##letter(full a, int i) {                                       \
        part r;                                                                                    \
        memcpy(&r, (const char *)&a + 32 * i, 32);                                                 \
        return r;                                                                                  \
    }                                                                                              \
    AVX512_INLINE full avx512_join_##letter(part low, part high) {                                 \
        full r;                                                                                    \
        memcpy(&r, &low, 32);                                                                      \
        memcpy((char *)&r + 32, &high, 32);                                                        \
        return r;                                                                                  \
    }
AVX512_HALVES(s, __m512, __m256)
AVX512_HALVES(d, __m512d, __m256d)
AVX512_HALVES(i, __m512i, __m256i)

// Operations on each half.
#define AVX512_ONE(letter, full, name, half)                                                       \
    AVX512_INLINE full avx512_##name(full a) {                                                     \
        return avx512_join_##letter(half(avx512_half_##letter(a, 0)),                              \
                                    half(avx512_half_##letter(a, 1)));                             \
    }
#define AVX512_TWO(letter, full, name, half)                                                       \
    AVX512_INLINE full avx512_##name(full a, full b) {                                             \
        return avx512_join_##letter(half(avx512_half_##letter(a, 0), avx512_half_##letter(b, 0)),  \
                                    half(avx512_half_##letter(a, 1), avx512_half_##letter(b, 1))); \
    }
AVX512_ONE(s, __m512, sqrt_ps, _mm256_sqrt_ps)
AVX512_ONE(d, __m512d, sqrt_pd, _mm256_sqrt_pd)
AVX512_TWO(s, __m512, min_ps, _mm256_min_ps)
AVX512_TWO(s, __m512, max_ps, _mm256_max_ps)
AVX512_TWO(s, __m512, and_ps, _mm256_and_ps)
AVX512_TWO(s, __m512, andnot_ps, _mm256_andnot_ps)
AVX512_TWO(s, __m512, or_ps, _mm256_or_ps)
AVX512_TWO(s, __m512, xor_ps, _mm256_xor_ps)
AVX512_TWO(d, __m512d, min_pd, _mm256_min_pd)
AVX512_TWO(d, __m512d, max_pd, _mm256_max_pd)
AVX512_TWO(d, __m512d, and_pd, _mm256_and_pd)
AVX512_TWO(d, __m512d, andnot_pd, _mm256_andnot_pd)
AVX512_TWO(d, __m512d, or_pd, _mm256_or_pd)
AVX512_TWO(d, __m512d, xor_pd, _mm256_xor_pd)
AVX512_TWO(i, __m512i, adds_epi16, _mm256_adds_epi16)
AVX512_TWO(i, __m512i, subs_epi16, _mm256_subs_epi16)
AVX512_TWO(i, __m512i, max_epi16, _mm256_max_epi16)
AVX512_TWO(i, __m512i, subs_epu8, _mm256_subs_epu8)
AVX512_TWO(i, __m512i, or_si512, _mm256_or_si256)
AVX512_TWO(i, __m512i, xor_si512, _mm256_xor_si256)
AVX512_TWO(i, __m512i, add_epi32, _mm256_add_epi32)

#define AVX512_COMPARE(a, b, how)                                                                  \
    ((__mmask16)((unsigned)_mm256_movemask_ps(                                                     \
                     _mm256_cmp_ps(avx512_half_s(a, 0), avx512_half_s(b, 0), how)) |               \
                 (unsigned)_mm256_movemask_ps(                                                     \
                     _mm256_cmp_ps(avx512_half_s(a, 1), avx512_half_s(b, 1), how))                 \
                     << 8))
#define AVX512_COMPARE_D(a, b, how)                                                                \
    ((__mmask8)((unsigned)_mm256_movemask_pd(                                                      \
                    _mm256_cmp_pd(avx512_half_d(a, 0), avx512_half_d(b, 0), how)) |                \
                (unsigned)_mm256_movemask_pd(                                                      \
                    _mm256_cmp_pd(avx512_half_d(a, 1), avx512_half_d(b, 1), how))                  \
                    << 4))

// Lane by lane.
AVX512_INLINE __m512 avx512_blend_ps(__mmask16 m, __m512 a, __m512 b) {
    for (int i = 0; i < 16; ++i)
        a[i] = m >> i & 1 ? b[i] : a[i];
    return a;
}
AVX512_INLINE __m512d avx512_blend_pd(__mmask8 m, __m512d a, __m512d b) {
    for (int i = 0; i < 8; ++i)
        a[i] = m >> i & 1 ? b[i] : a[i];
    return a;
}
AVX512_INLINE __m512 avx512_load_part(unsigned m, const float *p) {
    __m512 r = {0};
    for (int i = 0; i < 16; ++i)
        if (m >> i & 1)
            memcpy((char *)&r + 4 * i, p + i, 4);
    return r;
}
AVX512_INLINE __m512 avx512_expand(unsigned m, __m512 a) {
    __m512 r = {0};
    for (int i = 0, k = 0; i < 16; ++i)
        if (m >> i & 1)
            r[i] = a[k++];
    return r;
}
AVX512_INLINE __m512i avx512_compress(unsigned m, __m512i a) {
    avx512_i32 r = {0}, from = (avx512_i32)a;
    for (int i = 0, k = 0; i < 16; ++i)
        if (m >> i & 1)
            r[k++] = from[i];
    return (__m512i)r;
}
AVX512_INLINE __m512 avx512_permute_two(__m512 a, __m512i order, __m512 b) {
    const avx512_i32 at = (avx512_i32)order;
    __m512 r;
    for (int i = 0; i < 16; ++i)
        r[i] = at[i] & 16 ? b[at[i] & 15] : a[at[i] & 15];
    return r;
}
AVX512_INLINE __m512d avx512_permute_d(__m512i order, __m512d a) {
    __m512d r;
    for (int i = 0; i < 8; ++i)
        r[i] = a[order[i] & 7];
    return r;
}
AVX512_INLINE __m512 avx512_shuffle(__m512 a, __m512 b, int how) {
    __m512 r;
    for (int i = 0; i < 16; ++i) {
        const int from = i / 4 * 4 + (how >> 2 * (i % 4) & 3);
        r[i] = i % 4 < 2 ? a[from] : b[from];
    }
    return r;
}
AVX512_INLINE __m512 avx512_shuffle_fours(__m512 a, __m512 b, int how) {
    __m512 r;
    for (int i = 0; i < 16; ++i) {
        const int from = (how >> 2 * (i / 4) & 3) * 4 + i % 4;
        r[i] = i < 8 ? a[from] : b[from];
    }
    return r;
}
AVX512_INLINE __m512d avx512_doubles(__m256 a) {
    return avx512_join_d(_mm256_cvtps_pd(_mm256_castps256_ps128(a)),
                         _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)));
}
AVX512_INLINE __m256 avx512_floats(__m512d a) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(avx512_half_d(a, 0))),
                                _mm256_cvtpd_ps(avx512_half_d(a, 1)), 1);
}
AVX512_INLINE __m256i avx512_integers(__m512d a) {
    return _mm256_insertf128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32(avx512_half_d(a, 0))),
                                   _mm256_cvttpd_epi32(avx512_half_d(a, 1)), 1);
}
AVX512_INLINE __m512i avx512_indices(__m256i a) {
    return avx512_join_i(_mm256_cvtepu32_epi64(_mm256_castsi256_si128(a)),
                         _mm256_cvtepu32_epi64(_mm256_extracti128_si256(a, 1)));
}
AVX512_INLINE __m256i avx512_bytes(__m512i a) {
    const avx512_i16 from = (avx512_i16)a;
    unsigned char r[32];
    __m256i all;
    for (int i = 0; i < 32; ++i)
        r[i] = (unsigned char)from[i];
    memcpy(&all, r, 32);
    return all;
}

// Compares integers; bit i of the mask is lane i.
#define AVX512_MASK(type, bits, lanes, name, op)                                                   \
    AVX512_INLINE bits avx512_##name(__m512i a, __m512i b) {                                       \
        const type each = (type)((type)a op(type) b);                                              \
        bits r = 0;                                                                                \
        for (int i = 0; i < (lanes); ++i)                                                          \
            r |= (bits)(each[i] & 1) << i;                                                         \
        return r;                                                                                  \
    }
AVX512_MASK(avx512_i16, uint32_t, 32, greater_i16, >)
AVX512_MASK(avx512_i16, uint32_t, 32, equal_i16, ==)
AVX512_MASK(avx512_i8, uint64_t, 64, equal_i8, ==)

// Rounded up or down: by the mode of the processor. Volatile numbers stay between its changes.
#define AVX512_ROUNDED(name, to_type, vector, type, from, n, value)                                \
    AVX512_INLINE to_type avx512_##name(vector a, vector b, unsigned how) {                        \
        const unsigned mode = _mm_getcsr();                                                        \
        to_type r;                                                                                 \
        _mm_setcsr((mode & ~0x6000u) | (how & 3u) << 13);                                          \
        for (int i = 0; i < (n); ++i) {                                                            \
            volatile from x = a[i], y = b[i];                                                      \
            volatile type z;                                                                       \
            z = (type)(value);                                                                     \
            r[i] = z;                                                                              \
        }                                                                                          \
        _mm_setcsr(mode);                                                                          \
        return r;                                                                                  \
    }
AVX512_ROUNDED(add_round, __m512, __m512, float, float, 16, x + y)
AVX512_ROUNDED(mul_round, __m512, __m512, float, float, 16, x *y)
AVX512_ROUNDED(float_round, __m256, __m512d, float, double, 8, ((void)y, x))

AVX512_INLINE __m512 avx512_splat(float x) {
    return avx512_join_s(_mm256_set1_ps(x), _mm256_set1_ps(x));
}
AVX512_INLINE __m512d avx512_splat_d(double x) {
    return avx512_join_d(_mm256_set1_pd(x), _mm256_set1_pd(x));
}
AVX512_INLINE __m512i avx512_splat_i(__m256i x) {
    return avx512_join_i(x, x);
}
AVX512_INLINE __m512 avx512_widened(__m256 a) {
    return avx512_join_s(a, _mm256_setzero_ps());
}

// The names. A mask of all lanes is not looked at.
#define _mm512_load_ps(p) (*(const __m512 *)(const void *)(p))
#define _mm512_load_pd(p) (*(const __m512d *)(const void *)(p))
#define _mm512_load_si512(p) (*(const __m512i *)(const void *)(p))
#define _mm512_loadu_ps(p) avx512_load_part(0xffffu, p)
#define _mm512_maskz_loadu_ps(m, p) avx512_load_part(m, p)
#define _mm512_store_ps(p, a) ((void)(*(__m512 *)(void *)(p) = (a)))
#define _mm512_store_pd(p, a) ((void)(*(__m512d *)(void *)(p) = (a)))
#define _mm512_storeu_ps(p, a)                                                                     \
    (_mm256_storeu_ps(p, avx512_half_s(a, 0)), _mm256_storeu_ps((p) + 8, avx512_half_s(a, 1)))
#define _mm512_storeu_si512(p, a)                                                                  \
    (_mm256_storeu_si256((__m256i *)(void *)(p), avx512_half_i(a, 0)),                             \
     _mm256_storeu_si256((__m256i *)(void *)(p) + 1, avx512_half_i(a, 1)))
#define _mm512_set1_ps(x) avx512_splat(x)
#define _mm512_set1_pd(x) avx512_splat_d(x)
#define _mm512_set1_epi32(x) avx512_splat_i(_mm256_set1_epi32(x))
#define _mm512_set1_epi16(x) avx512_splat_i(_mm256_set1_epi16(x))
#define _mm512_setzero_ps() avx512_splat(0)
#define _mm512_setzero_si512() avx512_splat_i(_mm256_setzero_si256())
#undef _mm512_setr_epi32
#define _mm512_setr_epi32(...) ((__m512i)(avx512_i32){__VA_ARGS__})
#define _mm512_castps_si512(a) ((__m512i)(a))
#define _mm512_castsi512_ps(a) ((__m512)(a))
#define _mm512_castps256_ps512(a) avx512_widened(a)
#define _mm512_castps128_ps512(a) avx512_widened(_mm256_castps128_ps256(a))
#define _mm512_castsi256_si512(a) avx512_join_i(a, _mm256_setzero_si256())
#define _mm512_cmp_ps_mask(a, b, how) AVX512_COMPARE(a, b, how)
#define _mm512_mask_cmp_ps_mask(m, a, b, how) ((__mmask16)((m)&AVX512_COMPARE(a, b, how)))
#define _mm512_cmp_pd_mask(a, b, how) AVX512_COMPARE_D(a, b, how)
#define _mm512_cmpgt_epi16_mask(a, b) avx512_greater_i16(a, b)
#define _mm512_cmpeq_epi16_mask(a, b) avx512_equal_i16(a, b)
#define _mm512_cmpeq_epi8_mask(a, b) avx512_equal_i8(a, b)
#define _mm512_movepi32_mask(a)                                                                    \
    ((__mmask16)((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(avx512_half_i(a, 0))) |          \
                 (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(avx512_half_i(a, 1))) << 8))
#define _mm512_kand(m, n) ((__mmask16)((m) & (n)))
#define _mm512_mask_blend_ps(m, a, b) avx512_blend_ps(m, a, b)
#define _mm512_mask_blend_pd(m, a, b) avx512_blend_pd(m, a, b)
#define _mm512_maskz_mov_pd(m, a) avx512_blend_pd(m, avx512_splat_d(0), a)
#define _mm512_maskz_min_ps(m, a, b) avx512_min_ps(a, b)
#define _mm512_maskz_max_ps(m, a, b) avx512_max_ps(a, b)
#define _mm512_maskz_and_ps(m, a, b) avx512_and_ps(a, b)
#define _mm512_maskz_andnot_ps(m, a, b) avx512_andnot_ps(a, b)
#define _mm512_maskz_or_ps(m, a, b) avx512_or_ps(a, b)
#define _mm512_maskz_xor_ps(m, a, b) avx512_xor_ps(a, b)
#define _mm512_maskz_sqrt_ps(m, a) avx512_sqrt_ps(a)
#define _mm512_maskz_min_pd(m, a, b) avx512_min_pd(a, b)
#define _mm512_maskz_max_pd(m, a, b) avx512_max_pd(a, b)
#define _mm512_maskz_and_pd(m, a, b) avx512_and_pd(a, b)
#define _mm512_maskz_andnot_pd(m, a, b) avx512_andnot_pd(a, b)
#define _mm512_maskz_or_pd(m, a, b) avx512_or_pd(a, b)
#define _mm512_maskz_xor_pd(m, a, b) avx512_xor_pd(a, b)
#define _mm512_maskz_sqrt_pd(m, a) avx512_sqrt_pd(a)
#define _mm512_maskz_add_round_ps(m, a, b, how) avx512_add_round(a, b, how)
#define _mm512_maskz_mul_round_ps(m, a, b, how) avx512_mul_round(a, b, how)
#define _mm512_maskz_cvt_roundpd_ps(m, a, how) avx512_float_round(a, a, how)
#define _mm512_maskz_cvtps_pd(m, a) avx512_doubles(a)
#define _mm512_maskz_cvtpd_ps(m, a) avx512_floats(a)
#define _mm512_maskz_cvttpd_epi32(m, a) avx512_integers(a)
#define _mm512_maskz_cvtepu32_epi64(m, a) avx512_indices(a)
#define _mm512_maskz_cvtepi16_epi8(m, a) avx512_bytes(a)
#define _mm512_srli_epi16(a, n)                                                                    \
    avx512_join_i(_mm256_srli_epi16(avx512_half_i(a, 0), n),                                       \
                  _mm256_srli_epi16(avx512_half_i(a, 1), n))
#define _mm512_adds_epi16(a, b) avx512_adds_epi16(a, b)
#define _mm512_subs_epi16(a, b) avx512_subs_epi16(a, b)
#define _mm512_max_epi16(a, b) avx512_max_epi16(a, b)
#define _mm512_subs_epu8(a, b) avx512_subs_epu8(a, b)
#define _mm512_or_si512(a, b) avx512_or_si512(a, b)
#define _mm512_xor_si512(a, b) avx512_xor_si512(a, b)
#define _mm512_add_epi32(a, b) avx512_add_epi32(a, b)
#define _mm512_maskz_extractf32x8_ps(m, a, i) avx512_half_s(a, i)
#define _mm512_insertf32x8(a, b, i)                                                                \
    avx512_join_s((i) ? avx512_half_s(a, 0) : (b), (i) ? (b) : avx512_half_s(a, 1))
#define _mm512_maskz_insertf32x8(m, a, b, i) _mm512_insertf32x8(a, b, i)
#define _mm512_maskz_inserti32x8(m, a, b, i)                                                       \
    avx512_join_i((i) ? avx512_half_i(a, 0) : (b), (i) ? (b) : avx512_half_i(a, 1))
#define _mm512_maskz_broadcast_f32x4(m, a)                                                         \
    avx512_join_s(_mm256_insertf128_ps(_mm256_castps128_ps256(a), a, 1),                           \
                  _mm256_insertf128_ps(_mm256_castps128_ps256(a), a, 1))
#define _mm512_maskz_compress_epi32(m, a) avx512_compress(m, a)
#define _mm512_maskz_expand_ps(m, a) avx512_expand(m, a)
#define _mm512_maskz_permutexvar_ps(m, order, a) avx512_permute_two(a, order, a)
#define _mm512_maskz_permutex2var_ps(m, a, order, b) avx512_permute_two(a, order, b)
#define _mm512_mask_permutexvar_pd(a, m, order, b) avx512_blend_pd(m, a, avx512_permute_d(order, b))
#define _mm512_maskz_shuffle_ps(m, a, b, how) avx512_shuffle(a, b, how)
#define _mm512_maskz_shuffle_f32x4(m, a, b, how) avx512_shuffle_fours(a, b, how)
#endif // AVX512_H
