// collide_simd.h - the vector kernels of collide.h, which includes this file; you never do.
// Generated: edit the parts in src/, then run `make headers`.
//
// One body per kernel, instantiated 4, 8 and 16 lanes wide: this file includes itself once for each
// width (stage 3), after the intrinsics' headers (stage 1) and the choice of an instruction set
// (stage 2). On x86 the ops name the compiler's intrinsics, each width under a target attribute of
// its own, so that a plain -O2 build holds all of them; elsewhere SIMDe carries the 4-wide body.
//
// TO ADD A KERNEL
//     1. Write the definition, and a scalar kernel that is a loop over it, in the family's folder
//        of src/. Its comment fixes the order of operations. Name it in the family's table.h.
//     2. Write the body once in the family's kernels.h, from the ops: names through COLLIDE__W,
//        helpers COLLIDE__LANE_INLINE, entries `static COLLIDE__TARGET`.
//        Arithmetic is a + b, a - b, a * b, a / b on COLLIDE__V, never fused; no rcp, rsqrt,
//        horizontal float sums or min/max intrinsics. Early-outs may not change results. Write
//        rows with macros: gcc -O2 does not unroll loops over them.
//     3. Add the entry to the tests (tests/README.md says where) and the case to the benchmark.
//     An op that is missing: add it to the three blocks of src/base/ops.h, and to #undef at the
//     end.
//
// TO ADD AN INSTRUCTION SET
//     1. Stage 1, src/base/intrinsics.h: when it can be compiled; define COLLIDE__W4, _W8 or _W16
//        and include its header.
//     2. Stage 2, src/base/detect.h: when it can run, as a collide_isa_id.
//     3. Stage 3, src/base/ops.h: its ops for that width and its COLLIDE__TARGET, if no present
//        block fits.
//     4. src/base/isa.h and dispatch.h: the identifier, its text, and its case in COLLIDE__CHOOSE.
#if !defined(COLLIDE__SIMD_STAGE)
#error "collide_simd.h: include collide.h, not this file"
#elif COLLIDE_VERSION != 10000 || COLLIDE_VERSION_CANDIDATE != 1
#error "collide_simd.h is of version 1.0.0-rc.1, collide.h is not: copy both from one release"
#endif

// ================================================================================================
// Stage 1: the headers of the intrinsics, and which widths can be compiled.
// ================================================================================================
#if COLLIDE__SIMD_STAGE == 1

#if defined(COLLIDE_SIMDE)
#define COLLIDE__USE_SIMDE
#elif (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)) &&         \
    !defined(__TINYC__)
#define COLLIDE__USE_X86
#elif (defined(__aarch64__) && !defined(COLLIDE_NO_NEON)) ||                                       \
    (defined(__wasm_simd128__) && !defined(COLLIDE_NO_WASM))
#if __has_include(<simde/x86/sse2.h>)
#define COLLIDE__USE_SIMDE
#else
#pragma message("collide_simd.h: SIMDe was not found (simde/x86/sse2.h), batches run scalar")
#endif
#endif

#if defined(COLLIDE__USE_X86)
#include <immintrin.h>
#if defined(_MSC_VER)
#include <intrin.h>
#if defined(__clang__) // its immintrin.h leaves these out here
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <avx512fintrin.h>
#include <avx512bwintrin.h>
#include <avx512dqintrin.h>
#include <avx512vlintrin.h>
#include <avx512vlbwintrin.h>
#include <avx512vldqintrin.h>
#endif
#else
#include <cpuid.h>
#endif
#ifndef COLLIDE_NO_SSE2
#define COLLIDE__W4
#endif
#ifndef COLLIDE_NO_AVX2
#define COLLIDE__W8
#endif
#ifndef COLLIDE_NO_AVX512
#define COLLIDE__W16
#endif
#elif defined(COLLIDE__USE_SIMDE)
#include <simde/x86/sse2.h>
#define COLLIDE__W4
#endif
#endif // COLLIDE__SIMD_STAGE == 1

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

#if COLLIDE__SIMD_STAGE == 2 && !defined(COLLIDE_NO_KDOP) &&                                       \
    (defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
// The rows of one k-DOP in lanes. The product of row i's direction with a point p is a sum of up to
// three terms; term t is coordinate index[t][i] of p, with its sign changed where sign[t][i] is -0.
// Index 3 is no coordinate. The term is then 0 - 0 = -0, which leaves any sum unchanged.
typedef struct collide__kdop_terms {
    COLLIDE__ALIGNED(int32_t) index[3][16];
    COLLIDE__ALIGNED(float) sign[3][16];
} collide__kdop_terms;

static const collide__kdop_terms collide__kdop_terms14 = {
    {{0, 1, 2, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
    {{0},
     {-0.f, -0.f, -0.f, 0, -0.f, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {-0.f, -0.f, -0.f, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f}}};
static const collide__kdop_terms collide__kdop_terms18 = {
    {{0, 1, 2, 0, 0, 1, 0, 0, 1, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 1, 2, 2, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3},
     {0}},
    {{0},
     {-0.f, -0.f, -0.f, 0, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {0}}};
static const collide__kdop_terms collide__kdop_terms26 = {
    {{0, 1, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 3, 3, 3},
     {3, 3, 3, 1, 1, 1, 1, 1, 2, 2, 1, 2, 2, 3, 3, 3},
     {3, 3, 3, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
    {{0},
     {-0.f, -0.f, -0.f, 0, -0.f, 0, -0.f, 0, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {-0.f, -0.f, -0.f, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f}}};

// The lengths of the directions, rounded up (collide__kdop_length_up).
static const COLLIDE__ALIGNED(float) collide__kdop_lengths[3][16] = {
    {1, 1, 1, 1.73205090f, 1.73205090f, 1.73205090f, 1.73205090f},
    {1, 1, 1, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f},
    {1, 1, 1, 1.73205090f, 1.73205090f, 1.73205090f, 1.73205090f, 1.41421366f, 1.41421366f,
     1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f}};
#endif

#if COLLIDE__SIMD_STAGE == 2 && !defined(COLLIDE_NO_CABLE) &&                                      \
    (defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
// Weights for the Bezier points of 16 equal parts of a segment: six times each point, relative to
// V1, is this sum of V0, V2 and V3 divided by 4096. The weights are the blossom of (1 - u)^3, 1 + 3
// u + 3 u^2 - 3 u^3 and u^3 at both ends of the part.
static const COLLIDE__ALIGNED(float) collide__cable_weights[4][3][16] = {
    {{4096, 3375, 2744, 2197, 1728, 1331, 1000, 729, 512, 343, 216, 125, 64, 27, 8, 1},
     {4096, 4909, 5800, 6751, 7744, 8761, 9784, 10795, 11776, 12709, 13576, 14359, 15040, 15601,
      16024, 16291},
     {0, 1, 8, 27, 64, 125, 216, 343, 512, 729, 1000, 1331, 1728, 2197, 2744, 3375}},
    {{3840, 3150, 2548, 2028, 1584, 1210, 900, 648, 448, 294, 180, 100, 48, 18, 4, 0},
     {4352, 5194, 6108, 7076, 8080, 9102, 10124, 11128, 12096, 13010, 13852, 14604, 15248, 15766,
      16140, 16352},
     {0, 2, 12, 36, 80, 150, 252, 392, 576, 810, 1100, 1452, 1872, 2366, 2940, 3600}},
    {{3600, 2940, 2366, 1872, 1452, 1100, 810, 576, 392, 252, 150, 80, 36, 12, 2, 0},
     {4624, 5492, 6426, 7408, 8420, 9444, 10462, 11456, 12408, 13300, 14114, 14832, 15436, 15908,
      16230, 16384},
     {0, 4, 18, 48, 100, 180, 294, 448, 648, 900, 1210, 1584, 2028, 2548, 3150, 3840}},
    {{3375, 2744, 2197, 1728, 1331, 1000, 729, 512, 343, 216, 125, 64, 27, 8, 1, 0},
     {4909, 5800, 6751, 7744, 8761, 9784, 10795, 11776, 12709, 13576, 14359, 15040, 15601, 16024,
      16291, 16384},
     {1, 8, 27, 64, 125, 216, 343, 512, 729, 1000, 1331, 1728, 2197, 2744, 3375, 4096}},
};
#endif

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

#if COLLIDE__SIMD_STAGE == 2 // below it is 3, and the file includes itself
#undef COLLIDE__SIMD_STAGE
#define COLLIDE__SIMD_STAGE 3
#ifdef COLLIDE__W4
#define COLLIDE__WIDTH 4
#include COLLIDE_SIMD_FILENAME
#endif
#ifdef COLLIDE__W8
#define COLLIDE__WIDTH 8
#include COLLIDE_SIMD_FILENAME
#endif
#ifdef COLLIDE__W16
#define COLLIDE__WIDTH 16
#include COLLIDE_SIMD_FILENAME
#endif
#undef COLLIDE__USE_SIMDE
#undef COLLIDE__USE_X86
#endif // COLLIDE__SIMD_STAGE == 2

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

// ---- vectors in space, of doubles in lanes ---------------------------------------------------
// As their namesakes on collide__dvec3. D3(name)(...) calls collide__d3_name of this width.
#if defined(COLLIDE__WIDTH)

typedef struct COLLIDE__W(collide__d3) {
    COLLIDE__D x, y, z;
} COLLIDE__W(collide__d3);
#define COLLIDE__D3 COLLIDE__W(collide__d3)
#define COLLIDE__D3_(name) COLLIDE__W(collide__d3_##name)

// Three rows of floats.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(load)(const float *rows) {
    COLLIDE__D3 r;
    r.x = COLLIDE__LOAD_WIDE(rows);
    r.y = COLLIDE__LOAD_WIDE(rows + 16);
    r.z = COLLIDE__LOAD_WIDE(rows + 32);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(splat)(double x) {
    COLLIDE__D3 r;
    r.x = r.y = r.z = COLLIDE__SPLAT_D(x);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(add)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__ADD_D(a.x, b.x);
    a.y = COLLIDE__ADD_D(a.y, b.y);
    a.z = COLLIDE__ADD_D(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(sub)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__SUB_D(a.x, b.x);
    a.y = COLLIDE__SUB_D(a.y, b.y);
    a.z = COLLIDE__SUB_D(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(scale)(COLLIDE__D s, COLLIDE__D3 a) {
    a.x = COLLIDE__MUL_D(s, a.x);
    a.y = COLLIDE__MUL_D(s, a.y);
    a.z = COLLIDE__MUL_D(s, a.z);
    return a;
}

// Of each coordinate, as a scale of its own.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(mul)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__MUL_D(a.x, b.x);
    a.y = COLLIDE__MUL_D(a.y, b.y);
    a.z = COLLIDE__MUL_D(a.z, b.z);
    return a;
}

// a + s * b
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(along)(COLLIDE__D3 a, COLLIDE__D s,
                                                           COLLIDE__D3 b) {
    return COLLIDE__D3_(add)(a, COLLIDE__D3_(scale)(s, b));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(neg)(COLLIDE__D3 a) {
    a.x = COLLIDE__NEG_D(a.x);
    a.y = COLLIDE__NEG_D(a.y);
    a.z = COLLIDE__NEG_D(a.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__D3_(dot)(COLLIDE__D3 a, COLLIDE__D3 b) {
    return COLLIDE__DOT_D(a.x, a.y, a.z, b.x, b.y, b.z);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(cross)(COLLIDE__D3 a, COLLIDE__D3 b) {
    COLLIDE__D3 r;
    r.x = COLLIDE__SUB_D(COLLIDE__MUL_D(a.y, b.z), COLLIDE__MUL_D(a.z, b.y));
    r.y = COLLIDE__SUB_D(COLLIDE__MUL_D(a.z, b.x), COLLIDE__MUL_D(a.x, b.z));
    r.z = COLLIDE__SUB_D(COLLIDE__MUL_D(a.x, b.y), COLLIDE__MUL_D(a.y, b.x));
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__D3_(sum_abs)(COLLIDE__D3 a) {
    return COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ABS_D(a.x), COLLIDE__ABS_D(a.y)),
                          COLLIDE__ABS_D(a.z));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(select)(COLLIDE__DM m, COLLIDE__D3 a,
                                                            COLLIDE__D3 b) {
    a.x = COLLIDE__SELECT_D(m, a.x, b.x);
    a.y = COLLIDE__SELECT_D(m, a.y, b.y);
    a.z = COLLIDE__SELECT_D(m, a.z, b.z);
    return a;
}
#endif // COLLIDE__WIDTH

// ---- vectors in space ------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH)

typedef struct COLLIDE__W(collide__xyz) {
    COLLIDE__V x, y, z;
} COLLIDE__W(collide__xyz);

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__SUB(a.x, b.x);
    a.y = COLLIDE__SUB(a.y, b.y);
    a.z = COLLIDE__SUB(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_select)(COLLIDE__M m, COLLIDE__W(collide__xyz) a,
                                    COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__SELECT(m, a.x, b.x);
    a.y = COLLIDE__SELECT(m, a.y, b.y);
    a.z = COLLIDE__SELECT(m, a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_scale)(COLLIDE__W(collide__xyz) a, COLLIDE__V scale) {
    a.x = COLLIDE__MUL(a.x, scale);
    a.y = COLLIDE__MUL(a.y, scale);
    a.z = COLLIDE__MUL(a.z, scale);
    return a;
}

// a x b, times a power of two.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b,
                                   COLLIDE__V scale) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__SUB(COLLIDE__MUL(a.y, b.z), COLLIDE__MUL(a.z, b.y));
    r.y = COLLIDE__SUB(COLLIDE__MUL(a.z, b.x), COLLIDE__MUL(a.x, b.z));
    r.z = COLLIDE__SUB(COLLIDE__MUL(a.x, b.y), COLLIDE__MUL(a.y, b.x));
    return COLLIDE__W(collide__xyz_scale)(r, scale);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_dot)(COLLIDE__W(collide__xyz) a,
                                                                   COLLIDE__W(collide__xyz) b) {
    return COLLIDE__DOT(a.x, a.y, a.z, b.x, b.y, b.z);
}

// a + k b
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz) a, COLLIDE__V k,
                                   COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__ADD(a.x, COLLIDE__MUL(k, b.x));
    a.y = COLLIDE__ADD(a.y, COLLIDE__MUL(k, b.y));
    a.z = COLLIDE__ADD(a.z, COLLIDE__MUL(k, b.z));
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_add)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__ADD(a.x, b.x);
    a.y = COLLIDE__ADD(a.y, b.y);
    a.z = COLLIDE__ADD(a.z, b.z);
    return a;
}

// |x| + |y| + |z|
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_sum_abs)(COLLIDE__W(collide__xyz) a) {
    return COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(a.x), COLLIDE__ABS(a.y)), COLLIDE__ABS(a.z));
}
#endif // COLLIDE__WIDTH

// ---- objects to rows -------------------------------------------------------------------------
#ifdef COLLIDE__WIDTH

// Vectors of three floats, which end where memory may end.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__transpose_three)(float *rows,
                                                               const float *const *objects) {
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__F4_(loadh_pi)                                                                         \
    (COLLIDE__F4_(loadl_pi)(COLLIDE__F4_(setzero_ps)(), (const COLLIDE__F2 *)(const void *)(a)),   \
     (const COLLIDE__F2 *)(const void *)(b))
#define COLLIDE__THIRD(a) COLLIDE__F4_(set_ss)(collide__read_float((a) + 2))
    for (size_t i = 0; i < 16; i += 4) {
        const float *a = objects[i], *b = objects[i + 1], *c = objects[i + 2], *d = objects[i + 3];
        const COLLIDE__F4 ab = COLLIDE__TWO(a, b), cd = COLLIDE__TWO(c, d);
        COLLIDE__F4_(store_ps)(rows + i, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88));
        COLLIDE__F4_(store_ps)(rows + 16 + i, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd));
        COLLIDE__F4_(store_ps)
        (rows + 32 + i,
         COLLIDE__F4_(movelh_ps)(COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(a), COLLIDE__THIRD(b)),
                                 COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(c), COLLIDE__THIRD(d))));
    }
#undef COLLIDE__THIRD
#undef COLLIDE__TWO
}

// Four floats of four objects at a time, or of eight; the last four of an object that is no
// multiple of four long overlap those before.
#if COLLIDE__WIDTH >= 8
#define COLLIDE__OBJECTS 8
#define COLLIDE__FOURS __m256
#define COLLIDE__F(op) _mm256_##op
#define COLLIDE__PIECE(p, q)                                                                       \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((p) + k)), _mm_loadu_ps((q) + k), 1)
#else
#define COLLIDE__OBJECTS 4
#define COLLIDE__FOURS COLLIDE__F4
#define COLLIDE__F(op) COLLIDE__F4_(op)
#define COLLIDE__PIECE(p, q) COLLIDE__F4_(loadu_ps)((p) + k)
#endif
static COLLIDE__TARGET void
COLLIDE__W(collide__base_transpose)(float *rows, const float *const *objects, size_t n) {
    if (n < 4) {
        COLLIDE__W(collide__transpose_three)(rows, objects);
        return;
    }
    for (size_t i = 0; i < 16; i += COLLIDE__OBJECTS) {
        // Read once, since a store of a vector may change any pointer.
        const float *const p0 = objects[i], *const p1 = objects[i + 1];
        const float *const p2 = objects[i + 2], *const p3 = objects[i + 3];
#if COLLIDE__WIDTH >= 8
        const float *const q0 = objects[i + 4], *const q1 = objects[i + 5];
        const float *const q2 = objects[i + 6], *const q3 = objects[i + 7];
#endif
        size_t k = 0;
#define COLLIDE__FOUR_ROWS                                                                         \
    {                                                                                              \
        const COLLIDE__FOURS a = COLLIDE__PIECE(p0, q0), b = COLLIDE__PIECE(p1, q1);               \
        const COLLIDE__FOURS c = COLLIDE__PIECE(p2, q2), d = COLLIDE__PIECE(p3, q3);               \
        const COLLIDE__FOURS ab = COLLIDE__F(unpacklo_ps)(a, b);                                   \
        const COLLIDE__FOURS cd = COLLIDE__F(unpacklo_ps)(c, d);                                   \
        const COLLIDE__FOURS ab_high = COLLIDE__F(unpackhi_ps)(a, b);                              \
        const COLLIDE__FOURS cd_high = COLLIDE__F(unpackhi_ps)(c, d);                              \
        float *const out = rows + 16 * k + i;                                                      \
        COLLIDE__F(store_ps)(out, COLLIDE__F(shuffle_ps)(ab, cd, 0x44));                           \
        COLLIDE__F(store_ps)(out + 16, COLLIDE__F(shuffle_ps)(ab, cd, 0xee));                      \
        COLLIDE__F(store_ps)(out + 32, COLLIDE__F(shuffle_ps)(ab_high, cd_high, 0x44));            \
        COLLIDE__F(store_ps)(out + 48, COLLIDE__F(shuffle_ps)(ab_high, cd_high, 0xee));            \
    }
        for (; k + 4 <= n; k += 4)
            COLLIDE__FOUR_ROWS
        if (k < n) {
            k = n - 4;
            COLLIDE__FOUR_ROWS
        }
#undef COLLIDE__FOUR_ROWS
    }
}
#undef COLLIDE__PIECE
#undef COLLIDE__F
#undef COLLIDE__FOURS
#undef COLLIDE__OBJECTS

// Four rows of four objects at a time; the last four overlap those before, as above.
static COLLIDE__TARGET void COLLIDE__W(collide__base_unpack)(void *objects, const float *rows,
                                                             size_t n) {
    for (size_t i = 0; i < 16; i += 4) {
        float *const out = (float *)objects + n * i;
        size_t k = 0;
#define COLLIDE__FOUR_OBJECTS                                                                      \
    {                                                                                              \
        const float *const in = rows + 16 * k + i;                                                 \
        const COLLIDE__F4 a = COLLIDE__F4_(load_ps)(in), b = COLLIDE__F4_(load_ps)(in + 16);       \
        const COLLIDE__F4 c = COLLIDE__F4_(load_ps)(in + 32), d = COLLIDE__F4_(load_ps)(in + 48);  \
        const COLLIDE__F4 ab = COLLIDE__F4_(unpacklo_ps)(a, b);                                    \
        const COLLIDE__F4 cd = COLLIDE__F4_(unpacklo_ps)(c, d);                                    \
        const COLLIDE__F4 ab_high = COLLIDE__F4_(unpackhi_ps)(a, b);                               \
        const COLLIDE__F4 cd_high = COLLIDE__F4_(unpackhi_ps)(c, d);                               \
        COLLIDE__F4_(storeu_ps)(out + k, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x44));                  \
        COLLIDE__F4_(storeu_ps)(out + n + k, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xee));              \
        COLLIDE__F4_(storeu_ps)                                                                    \
        (out + 2 * n + k, COLLIDE__F4_(shuffle_ps)(ab_high, cd_high, 0x44));                       \
        COLLIDE__F4_(storeu_ps)                                                                    \
        (out + 3 * n + k, COLLIDE__F4_(shuffle_ps)(ab_high, cd_high, 0xee));                       \
    }
        for (; k + 4 <= n; k += 4)
            COLLIDE__FOUR_OBJECTS
        if (k < n) {
            k = n - 4;
            COLLIDE__FOUR_OBJECTS
        }
#undef COLLIDE__FOUR_OBJECTS
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

// ---- axis-aligned boxes ----------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_AABB)

// The comparisons of collide_aabb_aabb, of which an empty box or NaN fails one.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__aabb_overlap)(const float *a, const float *b) {
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__M m = COLLIDE__LE(COLLIDE__LOAD_ROW(a, 0), COLLIDE__LOAD_ROW(b, 3));
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V a_min = COLLIDE__LOAD_ROW(a, axis),
                             a_max = COLLIDE__LOAD_ROW(a, 3 + axis);
            const COLLIDE__V b_min = COLLIDE__LOAD_ROW(b, axis),
                             b_max = COLLIDE__LOAD_ROW(b, 3 + axis);
            m = COLLIDE__AND_LE(m, a_min, b_max);
            m = COLLIDE__AND_LE(m, b_min, a_max);
            m = COLLIDE__AND_LE(m, a_min, a_max);
            m = COLLIDE__AND_LE(m, b_min, b_max);
        }
        hits |= COLLIDE__BITS(m) << i;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_LANES(aabb, COLLIDE__AABB_KERNELS);
#endif // COLLIDE_NO_AABB

// ---- k-DOPs of shapes ------------------------------------------------------------------------
// The same arithmetic serves the rows of one object in lanes and one row of 16 objects. All numbers
// are below COLLIDE__KDOP_USUAL in absolute value, so that no sum or product overflows and the
// errors of sums are exact. The callers leave anything else to the definition.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_KDOP)

// Sums of 1 to 3 terms, rounded outward.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_sum)(int terms, const COLLIDE__V *term,
                                                              COLLIDE__V *lo, COLLIDE__V *hi) {
    *lo = *hi = term[0];
    if (terms > 1) {
        *lo = COLLIDE__ADD_DOWN(term[0], term[1]);
        *hi = COLLIDE__ADD_UP(term[0], term[1]);
    }
    if (terms > 2) {
        *lo = COLLIDE__ADD_DOWN(*lo, term[2]);
        *hi = COLLIDE__ADD_UP(*hi, term[2]);
    }
}

// The absolute value of a sum, rounded up.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__kdop_length)(int terms,
                                                                       const COLLIDE__V *term) {
    COLLIDE__V lo, hi;
    if (terms == 1)
        return COLLIDE__ABS(term[0]);
#if COLLIDE__WIDTH != 16
    if (terms == 2) { // away from 0 where the error is
        const COLLIDE__V s = COLLIDE__ADD(term[0], term[1]);
        const COLLIDE__V e = COLLIDE__W(collide__sum_error)(term[0], term[1], s);
        const COLLIDE__M away = COLLIDE__LT(COLLIDE__SPLAT(0), COLLIDE__XOR(e, COLLIDE__SIGN(s)));
        const COLLIDE__V length = COLLIDE__ABS(s);
        return COLLIDE__ADD_BITS(away, length, COLLIDE__SPLAT_S(1));
    }
#endif
    COLLIDE__W(collide__kdop_sum)(terms, term, &lo, &hi);
    lo = COLLIDE__ABS(lo);
    hi = COLLIDE__ABS(hi);
    return COLLIDE__MAX(lo, hi);
}

// A sum of terms -+ radius, rounded outward.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_around)(int terms, const COLLIDE__V *term,
                                                                 COLLIDE__V radius, COLLIDE__V *lo,
                                                                 COLLIDE__V *hi) {
    COLLIDE__W(collide__kdop_sum)(terms, term, lo, hi);
    *lo = COLLIDE__ADD_DOWN(*lo, COLLIDE__NEG(radius));
    *hi = COLLIDE__ADD_UP(*hi, radius);
}

// ---- the rows of one object in lanes -----------------------------------------------------------

// Whether n floats, n constant, are all of usual size.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__kdop_usual)(const float *p, int n) {
    const COLLIDE__V limit = COLLIDE__SPLAT(COLLIDE__KDOP_USUAL);
    unsigned bits = COLLIDE__ALL;
#define COLLIDE__CHUNK(i)                                                                          \
    if (n > (i)) {                                                                                 \
        const COLLIDE__V x =                                                                       \
            COLLIDE__LOAD_PART(p + (i), n - (i) < COLLIDE__WIDTH ? n - (i) : COLLIDE__WIDTH);      \
        bits &= COLLIDE__BITS(COLLIDE__LT(COLLIDE__ABS(x), limit));                                \
    }
    COLLIDE__CHUNK(0)
    COLLIDE__CHUNK(COLLIDE__WIDTH)
    COLLIDE__CHUNK(COLLIDE__WIDTH * 2)
    COLLIDE__CHUNK(COLLIDE__WIDTH * 3)
#undef COLLIDE__CHUNK
    return bits == COLLIDE__ALL;
}

// How many terms the rows from the given one on have at most, and how many rows are left.
COLLIDE__FORCE_INLINE int COLLIDE__W(collide__kdop_most)(int kind, int row) {
    return kind == 6 ? 1 : kind == 18 || row > 6 ? 2 : 3;
}

COLLIDE__FORCE_INLINE int COLLIDE__W(collide__kdop_left)(int kind, int row) {
    return kind / 2 - row < COLLIDE__WIDTH ? kind / 2 - row : COLLIDE__WIDTH;
}

COLLIDE__FORCE_INLINE const collide__kdop_terms *COLLIDE__W(collide__kdop_terms)(int kind) {
    return kind == 14   ? &collide__kdop_terms14
           : kind == 18 ? &collide__kdop_terms18
                        : &collide__kdop_terms26;
}

// The terms of the rows from the given one on, for the point in lanes 0 to 2 of p; lane 3 is 0.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_turn)(int kind, int row, COLLIDE__V p,
                                                               COLLIDE__V *term) {
    const collide__kdop_terms *terms = COLLIDE__W(collide__kdop_terms)(kind);
    if (kind == 6) {
        term[0] = p;
        return;
    }
#if COLLIDE__WIDTH == 4
#define COLLIDE__TURN(a, b, c, d)                                                                  \
    COLLIDE__MM(shuffle_ps)(p, p, (a) | (b) << 2 | (c) << 4 | (d) << 6)
    const bool corners = kind != 18 && row == 4;
    term[0] = row == 0                 ? COLLIDE__TURN(0, 1, 2, 0)
              : corners                ? COLLIDE__TURN(0, 0, 0, 0)
              : row == 12              ? COLLIDE__TURN(1, 1, 1, 1)
              : kind == 18 && row == 8 ? COLLIDE__TURN(1, 1, 1, 1)
                                       : COLLIDE__TURN(0, 1, 0, 0);
    term[1] = row == 0                                ? COLLIDE__TURN(3, 3, 3, 1)
              : corners                               ? COLLIDE__TURN(1, 1, 1, 1)
              : row == 12 || (kind == 18 && row == 8) ? COLLIDE__TURN(2, 2, 2, 2)
                                                      : COLLIDE__TURN(2, 2, 1, 2);
    term[2] = row == 0 ? COLLIDE__TURN(3, 3, 3, 2) : COLLIDE__TURN(2, 2, 2, 3);
#undef COLLIDE__TURN
#else
#define COLLIDE__TURN(i)                                                                           \
    COLLIDE__PICK(COLLIDE__LOAD_S((const int16_t *)(const void *)(terms->index[i] + row)), p)
    term[0] = COLLIDE__TURN(0);
    term[1] = COLLIDE__TURN(1);
    term[2] = COLLIDE__TURN(2);
#undef COLLIDE__TURN
#endif
    term[1] = COLLIDE__XOR(term[1], COLLIDE__LOAD_V(terms->sign[1] + row));
    term[2] = COLLIDE__XOR(term[2], COLLIDE__LOAD_V(terms->sign[2] + row));
}

#define COLLIDE__KDOP_ROWS(PART)                                                                   \
    { PART(0) PART(COLLIDE__WIDTH) PART(COLLIDE__WIDTH * 2) PART(COLLIDE__WIDTH * 3) }

// The rows of n points; false, with anything in out, if one is not usual.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__kdop_points)(int kind, const void *points,
                                                                 size_t n, size_t stride,
                                                                 float *out) {
    const COLLIDE__V limit = COLLIDE__SPLAT(COLLIDE__KDOP_USUAL);
    COLLIDE__V min[4], max[4], term[3], lo, hi;
    COLLIDE__M usual = COLLIDE__LT(COLLIDE__SPLAT(0), limit);
    for (int i = 0; i < 4; ++i) {
        min[i] = COLLIDE__SPLAT(collide__infinity());
        max[i] = COLLIDE__SPLAT(-collide__infinity());
    }
    for (size_t i = 0; i < n; ++i) {
        const COLLIDE__V p = COLLIDE__LOAD_PART((const float *)collide__at(points, i, stride), 3);
        usual = COLLIDE__AND(usual, COLLIDE__LT(COLLIDE__ABS(p), limit));
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        enum { part = (row) / COLLIDE__WIDTH };                                                    \
        COLLIDE__W(collide__kdop_turn)(kind, row, p, term);                                        \
        COLLIDE__W(collide__kdop_sum)(COLLIDE__W(collide__kdop_most)(kind, row), term, &lo, &hi);  \
        min[part] = COLLIDE__MIN(lo, min[part]);                                                   \
        max[part] = COLLIDE__MAX(hi, max[part]);                                                   \
    }
        COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
    }
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        enum { part = (row) / COLLIDE__WIDTH };                                                    \
        float *const to = out + (row);                                                             \
        COLLIDE__STORE_PART(to, COLLIDE__W(collide__kdop_left)(kind, row), min[part]);             \
        COLLIDE__STORE_PART(to + kind / 2, COLLIDE__W(collide__kdop_left)(kind, row), max[part]);  \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
    return COLLIDE__BITS(usual) == COLLIDE__ALL;
}

// center -+ radius |n|
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_sphere)(int kind, const float *sphere,
                                                                 float *out) {
    const float *lengths = collide__kdop_lengths[kind == 14 ? 0 : kind == 18 ? 1 : 2];
    const COLLIDE__V center = COLLIDE__LOAD_PART(sphere, 3), size = COLLIDE__SPLAT(sphere[3]);
    COLLIDE__V term[3], radius, lo, hi;
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        radius = COLLIDE__ABS(size);                                                               \
        if (kind > 6)                                                                              \
            radius = COLLIDE__MUL_UP(radius, COLLIDE__LOAD_V(lengths + (row)));                    \
        COLLIDE__W(collide__kdop_turn)(kind, row, center, term);                                   \
        COLLIDE__W(collide__kdop_around)                                                           \
        (COLLIDE__W(collide__kdop_most)(kind, row), term, radius, &lo, &hi);                       \
        COLLIDE__STORE_PART(out + (row), COLLIDE__W(collide__kdop_left)(kind, row), lo);           \
        COLLIDE__STORE_PART(out + kind / 2 + (row), COLLIDE__W(collide__kdop_left)(kind, row),     \
                            hi);                                                                   \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
}

// center -+ sum of half_j |n.axis_j|
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_obb)(int kind, const float *box,
                                                              float *out) {
    COLLIDE__V center, half[3], axis[3], term[3], radius, lo, hi;
    center = COLLIDE__LOAD_PART(box, 3);
    for (int j = 0; j < 3; ++j) {
        half[j] = COLLIDE__ABS(COLLIDE__SPLAT(box[3 + j]));
        axis[j] = COLLIDE__LOAD_PART(box + 6 + 3 * j, 3);
    }
#define COLLIDE__REACH(row, j)                                                                     \
    (COLLIDE__W(collide__kdop_turn)(kind, row, axis[j], term),                                     \
     COLLIDE__MUL_UP(half[j], COLLIDE__W(collide__kdop_length)(                                    \
                                  COLLIDE__W(collide__kdop_most)(kind, row), term)))
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        radius = COLLIDE__REACH(row, 0);                                                           \
        radius = COLLIDE__ADD_UP(radius, COLLIDE__REACH(row, 1));                                  \
        radius = COLLIDE__ADD_UP(radius, COLLIDE__REACH(row, 2));                                  \
        COLLIDE__W(collide__kdop_turn)(kind, row, center, term);                                   \
        COLLIDE__W(collide__kdop_around)                                                           \
        (COLLIDE__W(collide__kdop_most)(kind, row), term, radius, &lo, &hi);                       \
        COLLIDE__STORE_PART(out + (row), COLLIDE__W(collide__kdop_left)(kind, row), lo);           \
        COLLIDE__STORE_PART(out + kind / 2 + (row), COLLIDE__W(collide__kdop_left)(kind, row),     \
                            hi);                                                                   \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__REACH
}

// A function that returns a struct does so in place if it writes it by stores alone, and calls
// nothing that might. So each kernel is two functions.
#define COLLIDE__KDOP_SHAPES(K)                                                                    \
    static COLLIDE__TARGET bool COLLIDE__W(collide__kdop_points##K)(const void *points, size_t n,  \
                                                                    size_t stride, float *out) {   \
        return COLLIDE__W(collide__kdop_points)(K, points, n, stride, out) ||                      \
               collide__kdop_points##K##_scalar(points, n, stride, out);                           \
    }                                                                                              \
    COLLIDE__NOINLINE COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_usual_sphere##K)(   \
        const collide_sphere *sphere) {                                                            \
        collide_kdop##K r;                                                                         \
        COLLIDE__W(collide__kdop_sphere)(K, collide__floats(sphere), (float *)(void *)&r);         \
        return r;                                                                                  \
    }                                                                                              \
    static COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_sphere##K)(                    \
        const collide_sphere *sphere) {                                                            \
        return COLLIDE__W(collide__kdop_usual)(collide__floats(sphere), 4) && sphere->radius >= 0  \
                   ? COLLIDE__W(collide__kdop_usual_sphere##K)(sphere)                             \
                   : collide__kdop_sphere##K##_scalar(sphere);                                     \
    }                                                                                              \
    COLLIDE__NOINLINE COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_usual_obb##K)(      \
        const collide_obb *box) {                                                                  \
        collide_kdop##K r;                                                                         \
        COLLIDE__W(collide__kdop_obb)(K, collide__floats(box), (float *)(void *)&r);               \
        return r;                                                                                  \
    }                                                                                              \
    static COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_obb##K)(                       \
        const collide_obb *box) {                                                                  \
        return COLLIDE__W(collide__kdop_usual)(collide__floats(box), 15) && box->half.x >= 0 &&    \
                       box->half.y >= 0 && box->half.z >= 0                                        \
                   ? COLLIDE__W(collide__kdop_usual_obb##K)(box)                                   \
                   : collide__kdop_obb##K##_scalar(box);                                           \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_SHAPES)
#undef COLLIDE__KDOP_SHAPES
#undef COLLIDE__KDOP_ROWS
#endif // COLLIDE_NO_KDOP

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

// ---- axes of OBBs in lanes -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

typedef struct COLLIDE__W(collide__times) {
    COLLIDE__V enter, last, axis, finite;
} COLLIDE__W(collide__times);

// Hides that the rows are the same: gcc would copy them to the stack rather than read them twice.
COLLIDE__LANE_FORCE_INLINE const float *COLLIDE__W(collide__anew)(const float *rows) {
#if defined(COLLIDE__GNU)
    __asm__("" : "+r"(rows));
#endif
    return rows;
}

// The velocity of b seen from a along one coordinate.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__approach)(int asked, const float *va,
                                                                    const float *vb, int i) {
    if (asked == COLLIDE__AT_REST)
        return COLLIDE__SPLAT(0.0f);
    return COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, i), COLLIDE__LOAD_ROW(va, i));
}

// One axis, as in collide__axis_times. At rest s is 0 or NaN, and last turns negative where the
// definition has enter or last of -infinity: where the shapes are apart.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__axis_times)(int asked,
                                                                COLLIDE__W(collide__times) * t,
                                                                int axis, COLLIDE__V p,
                                                                COLLIDE__V s, COLLIDE__V r) {
    if (asked == COLLIDE__AT_REST) {
        t->last = COLLIDE__MIN(COLLIDE__SUB(r, COLLIDE__ABS(p)), t->last);
        return;
    }
    const COLLIDE__V q = COLLIDE__XOR(p, COLLIDE__SIGN(s));
    const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1.0f), COLLIDE__ABS(s));
    const COLLIDE__V enter = COLLIDE__MUL(COLLIDE__ADD(r, q), inverse);
    const COLLIDE__V leave = COLLIDE__MUL(COLLIDE__SUB(r, q), inverse);
    if (asked == COLLIDE__TIMES_AND_AXIS)
        t->axis =
            COLLIDE__SELECT(COLLIDE__LT(enter, t->enter), COLLIDE__SPLAT((float)axis), t->axis);
    t->enter = COLLIDE__MIN(enter, t->enter);
    t->last = COLLIDE__MIN(leave, t->last);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__M
COLLIDE__W(collide__times_overlap)(const COLLIDE__W(collide__times) * t) {
    return COLLIDE__LE(COLLIDE__XOR(t->enter, COLLIDE__SPLAT(-0.0f)),
                       COLLIDE__MUL(t->last, COLLIDE__SPLAT(1 + 8 * COLLIDE__ROUNDING)));
}

// The lanes that may still hit.
COLLIDE__LANE_FORCE_INLINE COLLIDE__M
COLLIDE__W(collide__times_alive)(const COLLIDE__W(collide__times) * t) {
    return COLLIDE__AND(COLLIDE__LE(t->finite, COLLIDE__SPLAT(FLT_MAX)),
                        COLLIDE__W(collide__times_overlap)(t));
}

// Whether the velocity of any lane of a block is not collide__usual. NaN does not count, since it
// never hits.
static COLLIDE__TARGET bool COLLIDE__W(collide__any_unusual)(const float *va, const float *vb,
                                                             float t_max) {
    const COLLIDE__V slowest = COLLIDE__SPLAT(t_max > COLLIDE__T_SOON ? COLLIDE__SLOWEST : 0.0f);
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, va += COLLIDE__WIDTH, vb += COLLIDE__WIDTH) {
        const COLLIDE__V vx = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 0), COLLIDE__LOAD_ROW(va, 0));
        const COLLIDE__V vy = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 1), COLLIDE__LOAD_ROW(va, 1));
        const COLLIDE__V vz = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 2), COLLIDE__LOAD_ROW(va, 2));
        const COLLIDE__V sum =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(vx), COLLIDE__ABS(vy)), COLLIDE__ABS(vz));
        bits |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(COLLIDE__FASTEST), sum));
        bits |= COLLIDE__BITS(
            COLLIDE__AND(COLLIDE__LT(COLLIDE__SPLAT(0.0f), sum), COLLIDE__LT(sum, slowest)));
    }
    return bits != 0;
}

// The same, tested only if it is possible: t_max is late, or fast, a sum of speeds along the face
// axes of this block, is large or NaN.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__unusual)(COLLIDE__V fast, const float *va,
                                                             const float *vb, float t_max) {
    return (COLLIDE__BITS(COLLIDE__LE(fast, COLLIDE__SPLAT(COLLIDE__FASTEST))) !=
                (1u << COLLIDE__WIDTH) - 1 ||
            t_max > COLLIDE__T_SOON) &&
           COLLIDE__W(collide__any_unusual)(va, vb, t_max);
}

// The minimum radius, for parallel edges.
#define COLLIDE__EDGE_SIZE(x) COLLIDE__MAX(COLLIDE__ABS(x), COLLIDE__SPLAT(COLLIDE__PARALLEL))

#define COLLIDE__TIMES(axis, p, s, radius)                                                         \
    COLLIDE__W(collide__axis_times)(asked, t, axis, p, s, radius)

// The face axes of the definition of OBB against OBB for the lanes at these rows; false if none can
// hit. kept takes the numbers that the edge axes need; speeds are added to fast, see
// collide__unusual.
COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__obb_obb_faces)(int asked, bool early, const float *a, const float *va,
                                   const float *b, const float *vb, COLLIDE__V *kept,
                                   COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    COLLIDE__V *const r = kept, *const position = kept + 9, *const speed = kept + 12;
    COLLIDE__V *const g = kept + 15;
    const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
    const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
    const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
    const COLLIDE__V vx = COLLIDE__W(collide__approach)(asked, va, vb, 0);
    const COLLIDE__V vy = COLLIDE__W(collide__approach)(asked, va, vb, 1);
    const COLLIDE__V vz = COLLIDE__W(collide__approach)(asked, va, vb, 2);
    const COLLIDE__V e =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4)),
                                  COLLIDE__LOAD_ROW(a, 5)),
                     COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(b, 3), COLLIDE__LOAD_ROW(b, 4)),
                                  COLLIDE__LOAD_ROW(b, 5)));
    const COLLIDE__V slack = COLLIDE__MUL(e, COLLIDE__SPLAT(12 * COLLIDE__ROUNDING));
    COLLIDE__V size[9];
#define COLLIDE__B_HALF(j) COLLIDE__LOAD_ROW(b, 3 + (j))
#define COLLIDE__ENTRY(i, j)                                                                       \
    r[3 * (i) + (j)] =                                                                             \
        COLLIDE__DOT(ax, ay, az, COLLIDE__LOAD_ROW(b, 6 + 3 * (j)),                                \
                     COLLIDE__LOAD_ROW(b, 7 + 3 * (j)), COLLIDE__LOAD_ROW(b, 8 + 3 * (j)));        \
    size[3 * (i) + (j)] = COLLIDE__ABS(r[3 * (i) + (j)]);
#define COLLIDE__AXIS(i)                                                                           \
    {                                                                                              \
        const COLLIDE__V ax = COLLIDE__LOAD_ROW(a, 6 + 3 * (i)),                                   \
                         ay = COLLIDE__LOAD_ROW(a, 7 + 3 * (i)),                                   \
                         az = COLLIDE__LOAD_ROW(a, 8 + 3 * (i));                                   \
        COLLIDE__ENTRY(i, 0)                                                                       \
        COLLIDE__ENTRY(i, 1)                                                                       \
        COLLIDE__ENTRY(i, 2)                                                                       \
        g[i] = COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3 + (i)), slack);                                 \
        position[i] = COLLIDE__DOT(dx, dy, dz, ax, ay, az);                                        \
        speed[i] = COLLIDE__DOT(vx, vy, vz, ax, ay, az);                                           \
        const COLLIDE__V radius = COLLIDE__ADD(                                                    \
            g[i], COLLIDE__DOT(COLLIDE__B_HALF(0), COLLIDE__B_HALF(1), COLLIDE__B_HALF(2),         \
                               size[3 * (i)], size[3 * (i) + 1], size[3 * (i) + 2]));              \
        COLLIDE__V reach = COLLIDE__ADD(radius, COLLIDE__ABS(position[i]));                        \
        if (asked != COLLIDE__AT_REST)                                                             \
            reach = COLLIDE__ADD(reach, COLLIDE__ABS(speed[i]));                                   \
        t->finite = COLLIDE__ADD(t->finite, reach);                                                \
        COLLIDE__TIMES(i, position[i], speed[i], radius);                                          \
    }
    COLLIDE__AXIS(0)
    b = COLLIDE__W(collide__anew)(b);
    COLLIDE__AXIS(1)
    b = COLLIDE__W(collide__anew)(b);
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
#undef COLLIDE__ENTRY
    *fast = COLLIDE__ADD(t->finite, *fast);
    if (early && !COLLIDE__BITS(COLLIDE__W(collide__times_overlap)(t)))
        return false;
    a = COLLIDE__W(collide__anew)(a);
    b = COLLIDE__W(collide__anew)(b);
#define COLLIDE__AXIS(j)                                                                           \
    {                                                                                              \
        const COLLIDE__V bx = COLLIDE__LOAD_ROW(b, 6 + 3 * (j)),                                   \
                         by = COLLIDE__LOAD_ROW(b, 7 + 3 * (j)),                                   \
                         bz = COLLIDE__LOAD_ROW(b, 8 + 3 * (j));                                   \
        COLLIDE__TIMES(3 + (j), COLLIDE__DOT(dx, dy, dz, bx, by, bz),                              \
                       COLLIDE__DOT(vx, vy, vz, bx, by, bz),                                       \
                       COLLIDE__ADD(COLLIDE__ADD(COLLIDE__B_HALF(j), slack),                       \
                                    COLLIDE__DOT(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4), \
                                                 COLLIDE__LOAD_ROW(a, 5), size[j], size[3 + (j)],  \
                                                 size[6 + (j)])));                                 \
    }
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    b = COLLIDE__W(collide__anew)(b);
    for (int j = 0; j < 3; ++j)
        kept[18 + j] = COLLIDE__B_HALF(j);
#undef COLLIDE__B_HALF
    return !early || COLLIDE__BITS(COLLIDE__W(collide__times_alive)(t)) != 0;
}

// The edge axes.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__obb_obb_edges)(int asked,
                                                                   const COLLIDE__V *kept,
                                                                   COLLIDE__W(collide__times) * t) {
    const COLLIDE__V *const r = kept, *const position = kept + 9, *const speed = kept + 12;
    const COLLIDE__V *const g = kept + 15, *const half = kept + 18;
    COLLIDE__V cofactor[3];
#define COLLIDE__COFACTOR(h, k, j, m, n)                                                           \
    cofactor[j] = COLLIDE__ABS(COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (m)], r[3 * (k) + (n)]),      \
                                            COLLIDE__MUL(r[3 * (k) + (m)], r[3 * (h) + (n)])));
#define COLLIDE__PAIR(i, h, k, j, m, n)                                                            \
    COLLIDE__TIMES(                                                                                \
        6 + 3 * (i) + (j),                                                                         \
        COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (j)], position[k]),                                  \
                     COLLIDE__MUL(r[3 * (k) + (j)], position[h])),                                 \
        COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (j)], speed[k]),                                     \
                     COLLIDE__MUL(r[3 * (k) + (j)], speed[h])),                                    \
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(g[h], COLLIDE__EDGE_SIZE(r[3 * (k) + (j)])),        \
                                  COLLIDE__MUL(g[k], COLLIDE__ABS(r[3 * (h) + (j)]))),             \
                     COLLIDE__ADD(COLLIDE__MUL(half[m], cofactor[n]),                              \
                                  COLLIDE__MUL(half[n], cofactor[m]))));
#define COLLIDE__AXIS(i, h, k)                                                                     \
    COLLIDE__COFACTOR(h, k, 0, 1, 2)                                                               \
    COLLIDE__COFACTOR(h, k, 1, 2, 0)                                                               \
    COLLIDE__COFACTOR(h, k, 2, 0, 1)                                                               \
    COLLIDE__PAIR(i, h, k, 0, 1, 2)                                                                \
    COLLIDE__PAIR(i, h, k, 1, 2, 0)                                                                \
    COLLIDE__PAIR(i, h, k, 2, 0, 1)
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
#undef COLLIDE__PAIR
#undef COLLIDE__COFACTOR
}

// The edges of triangles.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sides)(const COLLIDE__V *x, COLLIDE__V *f) {
#define COLLIDE__AXIS(i)                                                                           \
    f[i] = COLLIDE__SUB(x[3 + (i)], x[i]);                                                         \
    f[3 + (i)] = COLLIDE__SUB(x[6 + (i)], x[3 + (i)]);                                             \
    f[6 + (i)] = COLLIDE__SUB(x[i], x[6 + (i)]);
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
}

#define COLLIDE__VERTEX(k)                                                                         \
    const COLLIDE__V x##k = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k)), COLLIDE__LOAD_ROW(a, 0));  \
    const COLLIDE__V y##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 1), COLLIDE__LOAD_ROW(a, 1));                  \
    const COLLIDE__V z##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 2), COLLIDE__LOAD_ROW(a, 2));

// The face axes of OBB against triangle, likewise.
COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__obb_triangle_faces)(int asked, bool early, const float *a, const float *va,
                                        const float *b, const float *vb, COLLIDE__V *kept,
                                        COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    COLLIDE__V *const x = kept, *const speed = kept + 9, *const g = kept + 12;
    const COLLIDE__V vx = COLLIDE__W(collide__approach)(asked, va, vb, 0);
    const COLLIDE__V vy = COLLIDE__W(collide__approach)(asked, va, vb, 1);
    const COLLIDE__V vz = COLLIDE__W(collide__approach)(asked, va, vb, 2);
    COLLIDE__V f[9], normal[3], min[3], max[3], wide = COLLIDE__SPLAT(0.0f);
    COLLIDE__VERTEX(0)
    COLLIDE__VERTEX(1)
    COLLIDE__VERTEX(2)
#undef COLLIDE__VERTEX
#define COLLIDE__AXIS(i)                                                                           \
    {                                                                                              \
        const COLLIDE__V ax = COLLIDE__LOAD_ROW(a, 6 + 3 * (i)),                                   \
                         ay = COLLIDE__LOAD_ROW(a, 7 + 3 * (i)),                                   \
                         az = COLLIDE__LOAD_ROW(a, 8 + 3 * (i));                                   \
        const COLLIDE__V s = COLLIDE__DOT(vx, vy, vz, ax, ay, az);                                 \
        x[i] = COLLIDE__DOT(x0, y0, z0, ax, ay, az);                                               \
        x[3 + (i)] = COLLIDE__DOT(x1, y1, z1, ax, ay, az);                                         \
        x[6 + (i)] = COLLIDE__DOT(x2, y2, z2, ax, ay, az);                                         \
        min[i] = COLLIDE__MIN(x[6 + (i)], COLLIDE__MIN(x[i], x[3 + (i)]));                         \
        max[i] = COLLIDE__MAX(x[6 + (i)], COLLIDE__MAX(x[i], x[3 + (i)]));                         \
        wide = COLLIDE__ADD(wide, COLLIDE__SUB(max[i], min[i]));                                   \
        speed[i] = COLLIDE__ADD(s, s);                                                             \
    }
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    const COLLIDE__V slack = COLLIDE__ADD(
        COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4)),
                                  COLLIDE__LOAD_ROW(a, 5)),
                     COLLIDE__SPLAT(24 * COLLIDE__ROUNDING)),
        COLLIDE__MUL(wide, COLLIDE__SPLAT(12 * COLLIDE__ROUNDING)));
#define COLLIDE__AXIS(i)                                                                           \
    g[i] = COLLIDE__ADD(                                                                           \
        COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3 + (i)), COLLIDE__LOAD_ROW(a, 3 + (i))), slack);        \
    if (asked != COLLIDE__AT_REST)                                                                 \
        t->finite = COLLIDE__ADD(t->finite, COLLIDE__ABS(speed[i]));                               \
    COLLIDE__TIMES(i, COLLIDE__ADD(min[i], max[i]), speed[i],                                      \
                   COLLIDE__ADD(COLLIDE__SUB(max[i], min[i]), g[i]));
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    *fast = COLLIDE__ADD(t->finite, *fast);
    if (early && !COLLIDE__BITS(COLLIDE__W(collide__times_overlap)(t)))
        return false;
    COLLIDE__W(collide__sides)(x, f);
#define COLLIDE__AXIS(i, h, k)                                                                     \
    normal[i] = COLLIDE__SUB(COLLIDE__MUL(f[h], f[3 + (k)]), COLLIDE__MUL(f[k], f[3 + (h)]));
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
    {
        const COLLIDE__V p0 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[0], x[1], x[2]);
        const COLLIDE__V p1 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[3], x[4], x[5]);
        const COLLIDE__V p2 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[6], x[7], x[8]);
        const COLLIDE__V lo = COLLIDE__MIN(p2, COLLIDE__MIN(p0, p1));
        const COLLIDE__V hi = COLLIDE__MAX(p2, COLLIDE__MAX(p0, p1));
        const COLLIDE__V radius = COLLIDE__ADD(
            COLLIDE__ADD(COLLIDE__SUB(hi, lo),
                         COLLIDE__DOT(g[0], g[1], g[2], COLLIDE__ABS(normal[0]),
                                      COLLIDE__ABS(normal[1]), COLLIDE__ABS(normal[2]))),
            COLLIDE__SPLAT(COLLIDE__SLIVER));
        t->finite = COLLIDE__ADD(t->finite, radius);
        COLLIDE__TIMES(3, COLLIDE__ADD(lo, hi),
                       COLLIDE__DOT(normal[0], normal[1], normal[2], speed[0], speed[1], speed[2]),
                       radius);
    }
    return !early || COLLIDE__BITS(COLLIDE__W(collide__times_alive)(t)) != 0;
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__obb_triangle_edges)(int asked, const COLLIDE__V *kept,
                                        COLLIDE__W(collide__times) * t) {
    const COLLIDE__V *const x = kept, *const speed = kept + 9, *const g = kept + 12;
    COLLIDE__V f[9];
    COLLIDE__W(collide__sides)(x, f);
#define COLLIDE__ON_PAIR(h, k, j, v)                                                               \
    COLLIDE__SUB(COLLIDE__MUL(f[3 * (j) + (h)], (v)[k]), COLLIDE__MUL(f[3 * (j) + (k)], (v)[h]))
#define COLLIDE__PAIR(i, h, k, j, o)                                                               \
    {                                                                                              \
        const COLLIDE__V p = COLLIDE__ON_PAIR(h, k, j, x + 3 * (j));                               \
        const COLLIDE__V q = COLLIDE__ON_PAIR(h, k, j, x + 3 * (o));                               \
        COLLIDE__TIMES(                                                                            \
            4 + 3 * (i) + (j), COLLIDE__ADD(p, q), COLLIDE__ON_PAIR(h, k, j, speed),               \
            COLLIDE__ADD(COLLIDE__ABS(COLLIDE__SUB(p, q)),                                         \
                         COLLIDE__ADD(COLLIDE__MUL(g[h], COLLIDE__EDGE_SIZE(f[3 * (j) + (k)])),    \
                                      COLLIDE__MUL(g[k], COLLIDE__ABS(f[3 * (j) + (h)])))));       \
    }
#define COLLIDE__AXIS(i, h, k)                                                                     \
    COLLIDE__PAIR(i, h, k, 0, 2)                                                                   \
    COLLIDE__PAIR(i, h, k, 1, 0)                                                                   \
    COLLIDE__PAIR(i, h, k, 2, 1)
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
#undef COLLIDE__PAIR
#undef COLLIDE__ON_PAIR
#undef COLLIDE__TIMES
#undef COLLIDE__EDGE_SIZE
}

// An upper bound of the length of a vector of numbers >= 0, by at most 8 %.
#define COLLIDE__LENGTH_UP(x, y, z)                                                                \
    COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MAX(x, COLLIDE__MAX(y, z)), COLLIDE__SPLAT(0.5858f)),       \
                 COLLIDE__MUL(COLLIDE__ADD(x, COLLIDE__ADD(y, z)), COLLIDE__SPLAT(0.4143f)))

// Whether boxes in any lane may come near, by centres, extents and velocities alone: from the axes
// of a follows |d + v t| <= |half of a| + sum of b's half extents at some time of a hit, and
// likewise from the axes of b. For boxes that pass collide_obb_check no hit of the definition is
// lost, since the margin is thousands of times the rounding.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__obb_obb_near)(const float *a, const float *va,
                                                                  const float *b, const float *vb,
                                                                  float t_max) {
    const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
    const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
    const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
    const COLLIDE__V vx = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 0), COLLIDE__LOAD_ROW(va, 0));
    const COLLIDE__V vy = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 1), COLLIDE__LOAD_ROW(va, 1));
    const COLLIDE__V vz = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 2), COLLIDE__LOAD_ROW(va, 2));
    const COLLIDE__V a0 = COLLIDE__LOAD_ROW(a, 3), a1 = COLLIDE__LOAD_ROW(a, 4),
                     a2 = COLLIDE__LOAD_ROW(a, 5);
    const COLLIDE__V b0 = COLLIDE__LOAD_ROW(b, 3), b1 = COLLIDE__LOAD_ROW(b, 4),
                     b2 = COLLIDE__LOAD_ROW(b, 5);
    const COLLIDE__V by_a =
        COLLIDE__ADD(COLLIDE__LENGTH_UP(a0, a1, a2), COLLIDE__ADD(b0, COLLIDE__ADD(b1, b2)));
    const COLLIDE__V by_b =
        COLLIDE__ADD(COLLIDE__LENGTH_UP(b0, b1, b2), COLLIDE__ADD(a0, COLLIDE__ADD(a1, a2)));
    const COLLIDE__V square = COLLIDE__DOT(vx, vy, vz, vx, vy, vz);
    const COLLIDE__V nearest = COLLIDE__DIV(
        COLLIDE__DOT(dx, dy, dz, vx, vy, vz),
        COLLIDE__XOR(COLLIDE__ADD(square, COLLIDE__SPLAT(FLT_MIN)), COLLIDE__SPLAT(-0.0f)));
    const COLLIDE__V t =
        COLLIDE__MIN(COLLIDE__MAX(nearest, COLLIDE__SPLAT(0.0f)), COLLIDE__SPLAT(t_max));
    const COLLIDE__V x = COLLIDE__ADD(dx, COLLIDE__MUL(vx, t));
    const COLLIDE__V y = COLLIDE__ADD(dy, COLLIDE__MUL(vy, t));
    const COLLIDE__V z = COLLIDE__ADD(dz, COLLIDE__MUL(vz, t));
    const COLLIDE__V extent =
        COLLIDE__ADD(COLLIDE__ABS(dx), COLLIDE__ADD(COLLIDE__ABS(dy), COLLIDE__ABS(dz)));
    const COLLIDE__V reach =
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MIN(by_a, by_b), COLLIDE__SPLAT(1.002f)),
                     COLLIDE__MUL(extent, COLLIDE__SPLAT(1e-4f)));
    // If products overflow or underflow, nothing is rejected.
    const COLLIDE__V speed =
        COLLIDE__ADD(COLLIDE__ABS(vx), COLLIDE__ADD(COLLIDE__ABS(vy), COLLIDE__ABS(vz)));
    const COLLIDE__M slow = COLLIDE__LT(square, COLLIDE__SPLAT(1e-30f));
    const COLLIDE__M apart =
        COLLIDE__AND(COLLIDE__LT(COLLIDE__MUL(reach, reach), COLLIDE__DOT(x, y, z, x, y, z)),
                     COLLIDE__AND(COLLIDE__LT(square, COLLIDE__SPLAT(1e30f)),
                                  COLLIDE__LT(extent, COLLIDE__SPLAT(1e15f))));
    const unsigned moving = COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), speed));
    return (COLLIDE__BITS(apart) & ~(COLLIDE__BITS(slow) & moving)) != (1u << COLLIDE__WIDTH) - 1;
}
#undef COLLIDE__LENGTH_UP

// The returned times of lanes that no axis separates.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__times_finish)(COLLIDE__W(collide__times) * t,
                                                                  float t_max) {
    const COLLIDE__V enter =
        COLLIDE__MAX(COLLIDE__XOR(t->enter, COLLIDE__SPLAT(-0.0f)), COLLIDE__SPLAT(0.0f));
    t->enter = COLLIDE__MIN(enter, t->last);
    t->last = COLLIDE__SELECT(COLLIDE__LT(t->last, COLLIDE__SPLAT(COLLIDE__T_LIMIT)), t->last,
                              COLLIDE__SPLAT(t_max));
}

COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__sweep_faces)(bool triangle, int asked, bool early, const float *a,
                                 const float *va, const float *b, const float *vb,
                                 const collide__times *start, COLLIDE__V *kept,
                                 COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    t->enter = COLLIDE__SPLAT(start->enter);
    t->last = COLLIDE__SPLAT(start->last);
    t->axis = COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS);
    t->finite = COLLIDE__SPLAT(0.0f);
    return triangle
               ? COLLIDE__W(collide__obb_triangle_faces)(asked, early, a, va, b, vb, kept, t, fast)
               : COLLIDE__W(collide__obb_obb_faces)(asked, early, a, va, b, vb, kept, t, fast);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweep_edges)(bool triangle, int asked,
                                                                 const COLLIDE__V *kept,
                                                                 COLLIDE__W(collide__times) * t) {
    if (triangle)
        COLLIDE__W(collide__obb_triangle_edges)(asked, kept, t);
    else
        COLLIDE__W(collide__obb_obb_edges)(asked, kept, t);
}
#endif // COLLIDE_NO_SAT

// ---- OBBs in lanes ---------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

#if COLLIDE__COMPACTS
#define COLLIDE__EACH_KEPT(F)                                                                      \
    F(0)                                                                                           \
    F(1)                                                                                           \
    F(2)                                                                                           \
    F(3)                                                                                           \
    F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15) F(16) F(17) F(18) F(19) F(20)

// A queue of lanes that the face axes do not separate, and their results. Edge axes are tested for
// a full vector of queued lanes: most vectors have some such lanes, but few.
typedef struct COLLIDE__W(collide__queue) {
    COLLIDE__ALIGNED(float) enter[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) last[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) axis[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) kept[21][2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) t_first[16 * COLLIDE__SWEEP_BLOCKS + 16]; // -1: misses
    COLLIDE__ALIGNED(float) t_last[16 * COLLIDE__SWEEP_BLOCKS + 16];
    COLLIDE__ALIGNED(float) t_axis[16 * COLLIDE__SWEEP_BLOCKS + 16];
    struct {
        COLLIDE__V kept[21];
        COLLIDE__W(collide__times) t;
    } from[2]; // results of the face axes for this vector and for the previous one
    size_t count, taken;
    unsigned now;  // index of this vector in from
    unsigned left; // lanes of the previous vector to put in the queue
    float t_max;
    uint16_t lanes[COLLIDE__SWEEP_BLOCKS];
    uint64_t again; // blocks with velocities that are not usual
    bool with_axis;
} COLLIDE__W(collide__queue);

// Tests the edge axes for a vector of the queue, or if direct for the vector to put: packing a
// single block does not pay.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_take)(bool triangle, bool direct,
                                                                COLLIDE__W(collide__queue) * q) {
    COLLIDE__V kept[21];
    COLLIDE__W(collide__times) t;
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
        kept[i] = direct ? q->from[q->now ^ 1].kept[i] : COLLIDE__LOAD_V(q->kept[i]);
    COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
    if (direct) {
        t = q->from[q->now ^ 1].t;
    } else {
        t.enter = COLLIDE__LOAD_V(q->enter);
        t.last = COLLIDE__LOAD_V(q->last);
        t.axis = COLLIDE__LOAD_V(q->axis);
    }
    COLLIDE__W(collide__sweep_edges)(triangle, true, kept, &t);
    COLLIDE__M hit = COLLIDE__W(collide__times_overlap)(&t);
    if (direct)
        hit = COLLIDE__AND(hit, COLLIDE__MASK(q->left));
    COLLIDE__W(collide__times_finish)(&t, q->t_max);
    COLLIDE__STORE_U(q->t_first + q->taken, COLLIDE__SELECT(hit, t.enter, COLLIDE__SPLAT(-1.0f)));
    COLLIDE__STORE_U(q->t_last + q->taken, t.last);
    COLLIDE__STORE_U(q->t_axis + q->taken, t.axis);
    if (direct) {
        q->taken += COLLIDE__WIDTH;
        q->left = 0;
    } else if (q->count <= COLLIDE__WIDTH) {
        q->taken += q->count;
        q->count = 0;
    } else {
        q->taken += COLLIDE__WIDTH;
        q->count -= COLLIDE__WIDTH;
#define COLLIDE__MOVE(row) COLLIDE__STORE_V(row, COLLIDE__LOAD_V((row) + COLLIDE__WIDTH));
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
    COLLIDE__MOVE(q->kept[i])
        COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
        COLLIDE__MOVE(q->enter)
        COLLIDE__MOVE(q->last)
        if (q->with_axis)
            COLLIDE__MOVE(q->axis)
#undef COLLIDE__MOVE
    }
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_put)(bool triangle,
                                                               COLLIDE__W(collide__queue) * q) {
    const COLLIDE__V *const kept = q->from[q->now ^ 1].kept;
    const COLLIDE__W(collide__times) *const t = &q->from[q->now ^ 1].t;
    const COLLIDE__INDEX order = COLLIDE__INDEX_OF(q->left);
    if (q->count >= COLLIDE__WIDTH)
        COLLIDE__W(collide__queue_take)(triangle, false, q);
    const size_t count = q->count;
#define COLLIDE__PUT(row, v) COLLIDE__STORE_U((row) + count, COLLIDE__PICK(order, v));
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
    COLLIDE__PUT(q->kept[i], kept[i])
    COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
    COLLIDE__PUT(q->enter, t->enter)
    COLLIDE__PUT(q->last, t->last)
    if (q->with_axis)
        COLLIDE__PUT(q->axis, t->axis)
#undef COLLIDE__PUT
    q->count = count + COLLIDE__POPCOUNT(q->left);
    q->left = 0;
}
#undef COLLIDE__EACH_KEPT

// Separate functions, since loads moved out of a loop would wait for earlier stores.
static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_put)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_put)(false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_take)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(false, false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_direct)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(false, true, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_put)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_put)(true, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_take)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(true, false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_direct)(COLLIDE__W(collide__queue) *
                                                                     q) {
    COLLIDE__W(collide__queue_take)(true, true, q);
}

// Puts lanes of the previous vector in the queue.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweep_put)(bool triangle,
                                                               COLLIDE__W(collide__queue) * q) {
    if (q->left && triangle)
        COLLIDE__W(collide__obb_triangle_put)(q);
    else if (q->left)
        COLLIDE__W(collide__obb_obb_put)(q);
}

// Writes the results of the first n blocks of the queue, which begin at this block of the job.
COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__queue_write)(COLLIDE__W(collide__queue) * q,
                                                                   const collide__sweep_job *job,
                                                                   size_t block, size_t n) {
    COLLIDE__ALIGNED(float) first[16];
    COLLIDE__ALIGNED(float) last[16];
    COLLIDE__ALIGNED(float) axis[16];
    size_t from = 0, hits = 0;
    for (size_t k = 0; k < n; ++k) {
        unsigned word = 0;
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            if (!q->lanes[k]) {
                COLLIDE__STORE_V(first + i, COLLIDE__SPLAT(collide__infinity()));
                COLLIDE__STORE_V(last + i, COLLIDE__SPLAT(-collide__infinity()));
                COLLIDE__STORE_V(axis + i, COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS));
                continue;
            }
            const unsigned lanes = (unsigned)q->lanes[k] >> i & ((1u << COLLIDE__WIDTH) - 1);
            const COLLIDE__V t_first = COLLIDE__EXPAND(lanes, q->t_first + from);
            const COLLIDE__V t_last = COLLIDE__EXPAND(lanes, q->t_last + from);
            const COLLIDE__M hit =
                COLLIDE__AND(COLLIDE__MASK(lanes), COLLIDE__GE(t_first, COLLIDE__SPLAT(0.0f)));
            COLLIDE__STORE_V(first + i,
                             COLLIDE__SELECT(hit, t_first, COLLIDE__SPLAT(collide__infinity())));
            COLLIDE__STORE_V(last + i,
                             COLLIDE__SELECT(hit, t_last, COLLIDE__SPLAT(-collide__infinity())));
            if (job->out.axis)
                COLLIDE__STORE_V(axis + i,
                                 COLLIDE__SELECT(hit, COLLIDE__EXPAND(lanes, q->t_axis + from),
                                                 COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS)));
            word |= COLLIDE__BITS(hit) << i;
            from += COLLIDE__POPCOUNT(lanes);
        }
        q->lanes[k] = (uint16_t)collide__sweep_store(job, block + k, word, first, last, axis);
        hits += COLLIDE__POPCOUNT(q->lanes[k]);
    }
    for (size_t k = 0; q->again; ++k, q->again >>= 1)
        if (q->again & 1)
            hits += collide__sweep_again(job, block + k) - COLLIDE__POPCOUNT(q->lanes[k]);
    return hits;
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_start)(COLLIDE__W(collide__queue) * q,
                                                                 const collide__sweep_job *job,
                                                                 bool with_axis) {
    if (job->n > 16) {
        memset(q->kept, 0, sizeof q->kept);
        memset(q->enter, 0, sizeof q->enter);
        memset(q->last, 0, sizeof q->last);
        memset(q->axis, 0, sizeof q->axis);
    }
    q->again = 0;
    q->count = q->taken = 0;
    q->now = q->left = 0;
    q->t_max = job->t_max;
    q->with_axis = with_axis;
}

// Tests all lanes still queued, then writes the results of n blocks, which begin at this one.
COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__queue_finish)(bool triangle,
                                                                    COLLIDE__W(collide__queue) * q,
                                                                    const collide__sweep_job *job,
                                                                    size_t block, size_t n) {
    COLLIDE__W(collide__sweep_put)(triangle, q);
    while (q->count) {
        if (triangle)
            COLLIDE__W(collide__obb_triangle_take)(q);
        else
            COLLIDE__W(collide__obb_obb_take)(q);
    }
    // Lanes beyond the last result are read, so they must be set.
    COLLIDE__STORE_U(q->t_first + q->taken, COLLIDE__SPLAT(-1.0f));
    COLLIDE__STORE_U(q->t_last + q->taken, COLLIDE__SPLAT(-1.0f));
    COLLIDE__STORE_U(q->t_axis + q->taken, COLLIDE__SPLAT(-1.0f));
    q->taken = 0;
    return COLLIDE__W(collide__queue_write)(q, job, block, n);
}
#else

// Tests the edge axes of a vector that its face axes leave possible, and stores its results.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__sweep_finish)(bool triangle, bool with_axis, bool possible,
                                  const COLLIDE__V *kept, COLLIDE__W(collide__times) * t,
                                  float t_max, float *first, float *last, float *axis) {
    COLLIDE__V t_first = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V t_last = COLLIDE__SPLAT(-collide__infinity());
    COLLIDE__V t_axis = COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS);
    unsigned bits = 0;
    if (possible) {
        COLLIDE__W(collide__sweep_edges)(triangle, with_axis, kept, t);
        const COLLIDE__M hit = COLLIDE__W(collide__times_alive)(t);
        COLLIDE__W(collide__times_finish)(t, t_max);
        t_first = COLLIDE__SELECT(hit, t->enter, t_first);
        t_last = COLLIDE__SELECT(hit, t->last, t_last);
        if (with_axis)
            t_axis = COLLIDE__SELECT(hit, t->axis, t_axis);
        bits = COLLIDE__BITS(hit);
    }
    COLLIDE__STORE_V(first, t_first);
    COLLIDE__STORE_V(last, t_last);
    COLLIDE__STORE_V(axis, t_axis);
    return bits;
}
#endif

COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__sweep)(bool triangle, bool with_axis,
                                                             const collide__sweep_job *job) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    const collide__times start = collide__times_of(job->t_max);
    const size_t blocks = COLLIDE_BLOCKS(job->n);
#if COLLIDE__COMPACTS
    COLLIDE__W(collide__queue) queue;
    COLLIDE__W(collide__queue_start)(&queue, job, with_axis);
    // How many vectors of the last 256, about, had lanes left; early branches pay only if few had.
    unsigned often = 128;
#else
    COLLIDE__ALIGNED(float) lanes[3][16];
    float *const first = lanes[0], *const last = lanes[1], *const axis = lanes[2];
#endif
    size_t hits = 0;
    int rejects = 4; // > 0: the test by bounds pays; it is tried now and then anyway
    for (size_t block = 0; block < blocks; ++block) {
        COLLIDE__V fast = COLLIDE__SPLAT(0.0f);
        unsigned word = 0; // hits, or lanes left
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            COLLIDE__W(collide__times) t;
            bool possible = true;
#if !COLLIDE__COMPACTS
            const bool early = true;
            COLLIDE__V kept[21];
#else
            COLLIDE__V *const kept = queue.from[queue.now].kept;
            const bool early = often < 96 || blocks == 1;
            unsigned left = 0;
#endif
            if (!triangle && job->checked && (rejects > 0 || block % 16 == 0)) {
                possible =
                    COLLIDE__W(collide__obb_obb_near)(a + i, va + i, b + i, vb + i, start.last);
                rejects = possible ? rejects - (rejects > 0) : rejects < 6 ? rejects + 2 : 8;
            }
            possible = possible &&
                       COLLIDE__W(collide__sweep_faces)(triangle, with_axis, early, a + i, va + i,
                                                        b + i, vb + i, &start, kept, &t, &fast);
#if COLLIDE__COMPACTS
            if (possible) {
                left = COLLIDE__BITS(COLLIDE__W(collide__times_alive)(&t));
                queue.from[queue.now].t = t;
                word |= left << i;
            }
            // One vector late, when the lanes left are known.
            COLLIDE__W(collide__sweep_put)(triangle, &queue);
            queue.left = left;
            queue.now ^= 1;
            if (left && blocks == 1) {
                word |= ((1u << COLLIDE__WIDTH) - 1) << i;
                if (triangle)
                    COLLIDE__W(collide__obb_triangle_direct)(&queue);
                else
                    COLLIDE__W(collide__obb_obb_direct)(&queue);
            }
            often += 16u * (left != 0) - (often >> 4);
#else
            word |= COLLIDE__W(collide__sweep_finish)(triangle, with_axis, possible, kept, &t,
                                                      job->t_max, first + i, last + i, axis + i)
                    << i;
#endif
        }
        const uint64_t again = COLLIDE__W(collide__unusual)(fast, va, vb, job->t_max);
#if COLLIDE__COMPACTS
        const size_t k = block % COLLIDE__SWEEP_BLOCKS;
        queue.again |= again << k;
        queue.lanes[k] = (uint16_t)word;
        if (k == COLLIDE__SWEEP_BLOCKS - 1 || block + 1 == blocks)
            hits += COLLIDE__W(collide__queue_finish)(triangle, &queue, job, block - k, k + 1);
#else
        word = collide__sweep_store(job, block, word, first, last, axis);
        hits += again ? collide__sweep_again(job, block) : COLLIDE__POPCOUNT(word);
#endif
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__obb_obb_plain)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(false, false, job);
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__obb_obb_axis)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(false, true, job);
}

static COLLIDE__TARGET size_t
COLLIDE__W(collide__obb_triangle_plain)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(true, false, job);
}

static COLLIDE__TARGET size_t
COLLIDE__W(collide__obb_triangle_axis)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(true, true, job);
}

static size_t COLLIDE__W(collide__sat_obb_obb)(const collide__sweep_job *job) {
    return job->out.axis ? COLLIDE__W(collide__obb_obb_axis)(job)
                         : COLLIDE__W(collide__obb_obb_plain)(job);
}

static size_t COLLIDE__W(collide__sat_obb_triangle)(const collide__sweep_job *job) {
    return job->out.axis ? COLLIDE__W(collide__obb_triangle_axis)(job)
                         : COLLIDE__W(collide__obb_triangle_plain)(job);
}

// Which of 16 pairs at rest overlap.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__rest)(bool triangle, const float *a,
                                                              const float *b, unsigned lanes) {
    const collide__times start = collide__times_of(0);
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V kept[21], fast = COLLIDE__SPLAT(0.0f);
        COLLIDE__W(collide__times) t;
        if (!(lanes >> i & ((1u << COLLIDE__WIDTH) - 1)) ||
            !COLLIDE__W(collide__sweep_faces)(triangle, COLLIDE__AT_REST, true, a + i, NULL, b + i,
                                              NULL, &start, kept, &t, &fast))
            continue;
        COLLIDE__W(collide__sweep_edges)(triangle, COLLIDE__AT_REST, kept, &t);
        hits |= COLLIDE__BITS(COLLIDE__W(collide__times_alive)(&t)) << i;
    }
    return hits & lanes;
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sat_obb_obb_rest)(const float *a, const float *b, unsigned lanes) {
    return COLLIDE__W(collide__rest)(false, a, b, lanes);
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sat_obb_triangle_rest)(const float *a, const float *b, unsigned lanes) {
    return COLLIDE__W(collide__rest)(true, a, b, lanes);
}
#endif // COLLIDE_NO_SAT

// ---- one OBB against one, three axes at a time -----------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

// Vectors of three numbers, one for each axis of a box. The fourth lane repeats the third, so that
// a verdict of all lanes is one of three.
#define COLLIDE__TURN(v, i) COLLIDE__F4_(shuffle_ps)(v, v, i)
#define COLLIDE__THREE(v) COLLIDE__TURN(v, 0xa4)        // (x, y, z, z)
#define COLLIDE__NEXT(v) COLLIDE__TURN(v, 0x09)         // (y, z, x, x)
#define COLLIDE__NEXT_BUT_ONE(v) COLLIDE__TURN(v, 0x52) // (z, x, y, y)
#define COLLIDE__LANE(v, i) COLLIDE__TURN(v, 0x55 * (i))
#define COLLIDE__F4_ALL(x) COLLIDE__F4_(set1_ps)(x)
#define COLLIDE__F4_ABS(a) COLLIDE__F4_(andnot_ps)(COLLIDE__F4_ALL(-0.0f), a)
#define COLLIDE__F4_DOT(ax, ay, az, bx, by, bz)                                                    \
    COLLIDE__F4_ADD(COLLIDE__F4_ADD(COLLIDE__F4_MUL(ax, bx), COLLIDE__F4_MUL(ay, by)),             \
                    COLLIDE__F4_MUL(az, bz))
#if defined(COLLIDE__USE_SIMDE) // its min may differ for NaN
#define COLLIDE__F4_MIN(a, b) COLLIDE__MIN(a, b)
#define COLLIDE__F4_MAX(a, b) COLLIDE__MAX(a, b)
#else
#define COLLIDE__F4_MIN(a, b) _mm_min_ps(a, b)
#define COLLIDE__F4_MAX(a, b) _mm_max_ps(a, b)
#endif

// Rows 0, 1, 2 of three numbers as columns.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__columns)(COLLIDE__F4 p, COLLIDE__F4 q,
                                                             COLLIDE__F4 r, COLLIDE__F4 *out) {
    const COLLIDE__F4 low = COLLIDE__F4_(unpacklo_ps)(p, q);
    const COLLIDE__F4 high = COLLIDE__F4_(unpackhi_ps)(p, q);
    out[0] = COLLIDE__F4_(shuffle_ps)(low, r, 0x04);
    out[1] = COLLIDE__F4_(shuffle_ps)(low, r, 0x5e);
    out[2] = COLLIDE__F4_(shuffle_ps)(high, r, 0xa4);
}

// The axes of a box as columns: coordinate i of all three.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__box_columns)(const float *box,
                                                                 COLLIDE__F4 *out) {
    const COLLIDE__F4 last = COLLIDE__F4_(loadu_ps)(box + 11); // no read behind the box
    COLLIDE__W(collide__columns)
    (COLLIDE__F4_(loadu_ps)(box + 6), COLLIDE__F4_(loadu_ps)(box + 9), COLLIDE__TURN(last, 0xf9),
     out);
}

// The times so far: minima over the axes that each lane has had, and the times of entering on each
// group of three axes.
typedef struct COLLIDE__W(collide__one_times) {
    COLLIDE__F4 enter, last, entered[5];
} COLLIDE__W(collide__one_times);

// Three axes; at rest false if one of them separates the boxes.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__one_axes)(bool rest,
                                                              COLLIDE__W(collide__one_times) * t,
                                                              int group, COLLIDE__F4 p,
                                                              COLLIDE__F4 s, COLLIDE__F4 r) {
    if (rest)
        return !COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmplt_ps)(r, COLLIDE__F4_ABS(p)));
    const COLLIDE__F4 sign = COLLIDE__F4_(and_ps)(COLLIDE__F4_ALL(-0.0f), s);
    const COLLIDE__F4 q = COLLIDE__F4_(xor_ps)(p, sign);
    const COLLIDE__F4 inverse = COLLIDE__F4_DIV(COLLIDE__F4_ALL(1.0f), COLLIDE__F4_ABS(s));
    const COLLIDE__F4 enter = COLLIDE__F4_MUL(COLLIDE__F4_ADD(r, q), inverse);
    t->entered[group] = enter;
    t->enter = COLLIDE__F4_MIN(enter, t->enter);
    t->last = COLLIDE__F4_MIN(COLLIDE__F4_MUL(COLLIDE__F4_SUB(r, q), inverse), t->last);
    return true;
}

// The least of three lanes, in all lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__F4 COLLIDE__W(collide__one_least)(COLLIDE__F4 a) {
    const COLLIDE__F4 b = COLLIDE__F4_MIN(a, COLLIDE__NEXT(a));
    return COLLIDE__F4_MIN(b, COLLIDE__NEXT_BUT_ONE(a));
}

COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__one_overlap)(const COLLIDE__W(collide__one_times) * t) {
    const COLLIDE__F4 enter =
        COLLIDE__F4_(xor_ps)(COLLIDE__W(collide__one_least)(t->enter), COLLIDE__F4_ALL(-0.0f));
    const COLLIDE__F4 last = COLLIDE__W(collide__one_least)(t->last);
    return COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmple_ps)(
               enter, COLLIDE__F4_MUL(last, COLLIDE__F4_ALL(1 + 8 * COLLIDE__ROUNDING)))) != 0;
}

// The result of the minima, as loops over the axes give it: the first axis of the latest entrance,
// and of zeros of either sign as the last time the first. That one is left to the definition unless
// it is t_max.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__one_finish)(const COLLIDE__W(collide__one_times) * o, float t_max,
                                collide__times *t) {
    const COLLIDE__F4 enter = COLLIDE__W(collide__one_least)(o->enter);
    unsigned first = 0;
    t->last = COLLIDE__F4_(cvtss_f32)(COLLIDE__W(collide__one_least)(o->last));
    t->enter = COLLIDE__F4_(cvtss_f32)(enter);
    t->axis = COLLIDE_AXIS_NONE;
    if (t->last == 0 && t_max > 0)
        return COLLIDE__UNDECIDED;
    for (int i = 0; i < 5; ++i)
        first |=
            ((unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmpeq_ps)(o->entered[i], enter)) & 7u)
            << 3 * i;
    if (t->enter < 0)
        t->axis = collide__lowest_bit(first);
    return COLLIDE__HIT;
}

// Numbers of face axes beyond this are left to the definition: their sum may be too large, or the
// speed be unusual.
#define COLLIDE__MUCH 1.152921504606847e18f // 2^60

// The axes of edge i of a, where h and k are its other two axes.
#define COLLIDE__EDGES(i, h, k)                                                                    \
    {                                                                                              \
        const COLLIDE__F4 cofactor = COLLIDE__F4_ABS(COLLIDE__F4_SUB(                              \
            COLLIDE__F4_MUL(COLLIDE__NEXT(row[h]), COLLIDE__NEXT_BUT_ONE(row[k])),                 \
            COLLIDE__F4_MUL(COLLIDE__NEXT(row[k]), COLLIDE__NEXT_BUT_ONE(row[h]))));               \
        const COLLIDE__F4 least = COLLIDE__F4_MAX(size[k], COLLIDE__F4_ALL(COLLIDE__PARALLEL));    \
        const COLLIDE__F4 reached = COLLIDE__F4_ADD(                                               \
            COLLIDE__F4_ADD(COLLIDE__F4_MUL(COLLIDE__LANE(g, h), least),                           \
                            COLLIDE__F4_MUL(COLLIDE__LANE(g, k), size[h])),                        \
            COLLIDE__F4_ADD(COLLIDE__F4_MUL(b_next, COLLIDE__NEXT_BUT_ONE(cofactor)),              \
                            COLLIDE__F4_MUL(b_third, COLLIDE__NEXT(cofactor))));                   \
        const COLLIDE__F4 at =                                                                     \
            COLLIDE__F4_SUB(COLLIDE__F4_MUL(row[h], COLLIDE__LANE(position, k)),                   \
                            COLLIDE__F4_MUL(row[k], COLLIDE__LANE(position, h)));                  \
        const COLLIDE__F4 moves =                                                                  \
            COLLIDE__F4_SUB(COLLIDE__F4_MUL(row[h], COLLIDE__LANE(speed, k)),                      \
                            COLLIDE__F4_MUL(row[k], COLLIDE__LANE(speed, h)));                     \
        possible =                                                                                 \
            COLLIDE__W(collide__one_axes)(rest, &times, 2 + (i), at, moves, reached) && possible;  \
    }

// Lanes are the axes of a, then of b, then for each axis i of a the edges of b. Every product and
// sum is one of the definition.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__one)(bool rest, const collide_obb *box_a,
                                                             const collide_obb *box_b,
                                                             const collide_vec3 *v, float t_max,
                                                             collide__times *t) {
    const float *const a = collide__floats(box_a), *const b = collide__floats(box_b);
    const float e = collide__sum3(box_a->half) + collide__sum3(box_b->half);
    const COLLIDE__F4 slack = COLLIDE__F4_ALL(collide__mul(e, 12 * COLLIDE__ROUNDING));
    const COLLIDE__F4 d = COLLIDE__F4_SUB(COLLIDE__F4_(loadu_ps)(b), COLLIDE__F4_(loadu_ps)(a));
    const COLLIDE__F4 dx = COLLIDE__LANE(d, 0), dy = COLLIDE__LANE(d, 1), dz = COLLIDE__LANE(d, 2);
    const COLLIDE__F4 vx = COLLIDE__F4_ALL(v->x), vy = COLLIDE__F4_ALL(v->y),
                      vz = COLLIDE__F4_ALL(v->z);
    const COLLIDE__F4 a_half = COLLIDE__THREE(COLLIDE__F4_(loadu_ps)(a + 3));
    const COLLIDE__F4 b_half = COLLIDE__THREE(COLLIDE__F4_(loadu_ps)(b + 3));
    const COLLIDE__F4 g = COLLIDE__F4_ADD(a_half, slack);
    COLLIDE__F4 axis[3], column[3], row[3], size[3];
    COLLIDE__W(collide__one_times) times;
    if (!rest) {
        times.enter = COLLIDE__F4_ALL(0.0f);
        times.last = COLLIDE__F4_ALL(collide__times_of(t_max).last);
    }
    COLLIDE__W(collide__box_columns)(a, axis);
#define COLLIDE__COLUMN(j)                                                                         \
    column[j] = COLLIDE__F4_DOT(axis[0], axis[1], axis[2], COLLIDE__F4_ALL(b[6 + 3 * (j)]),        \
                                COLLIDE__F4_ALL(b[7 + 3 * (j)]), COLLIDE__F4_ALL(b[8 + 3 * (j)]));
    COLLIDE__COLUMN(0)
    COLLIDE__COLUMN(1)
    COLLIDE__COLUMN(2)
#undef COLLIDE__COLUMN
    const COLLIDE__F4 position = COLLIDE__F4_DOT(dx, dy, dz, axis[0], axis[1], axis[2]);
    const COLLIDE__F4 speed = COLLIDE__F4_DOT(vx, vy, vz, axis[0], axis[1], axis[2]);
    const COLLIDE__F4 radius =
        COLLIDE__F4_ADD(g, COLLIDE__F4_DOT(COLLIDE__LANE(b_half, 0), COLLIDE__LANE(b_half, 1),
                                           COLLIDE__LANE(b_half, 2), COLLIDE__F4_ABS(column[0]),
                                           COLLIDE__F4_ABS(column[1]), COLLIDE__F4_ABS(column[2])));
    COLLIDE__F4 reach = COLLIDE__F4_ADD(radius, COLLIDE__F4_ABS(position));
    if (!rest)
        reach = COLLIDE__F4_ADD(reach, COLLIDE__F4_ABS(speed));
    if (COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmple_ps)(reach, COLLIDE__F4_ALL(COLLIDE__MUCH))) !=
        15)
        return COLLIDE__UNDECIDED;
    if (!COLLIDE__W(collide__one_axes)(rest, &times, 0, position, speed, radius) ||
        (!rest && !COLLIDE__W(collide__one_overlap)(&times)))
        return COLLIDE__MISS;

    COLLIDE__W(collide__columns)(column[0], column[1], column[2], row);
    COLLIDE__W(collide__box_columns)(b, axis);
    for (int i = 0; i < 3; ++i)
        size[i] = COLLIDE__F4_ABS(row[i]);
    if (!COLLIDE__W(collide__one_axes)(
            rest, &times, 1, COLLIDE__F4_DOT(dx, dy, dz, axis[0], axis[1], axis[2]),
            COLLIDE__F4_DOT(vx, vy, vz, axis[0], axis[1], axis[2]),
            COLLIDE__F4_ADD(COLLIDE__F4_ADD(b_half, slack),
                            COLLIDE__F4_DOT(COLLIDE__LANE(a_half, 0), COLLIDE__LANE(a_half, 1),
                                            COLLIDE__LANE(a_half, 2), size[0], size[1],
                                            size[2]))) ||
        (!rest && !COLLIDE__W(collide__one_overlap)(&times)))
        return COLLIDE__MISS;

    const COLLIDE__F4 b_next = COLLIDE__NEXT(b_half), b_third = COLLIDE__NEXT_BUT_ONE(b_half);
    bool possible = true;
    COLLIDE__EDGES(0, 1, 2)
    COLLIDE__EDGES(1, 2, 0)
    COLLIDE__EDGES(2, 0, 1)
    if (rest)
        return possible ? COLLIDE__HIT : COLLIDE__MISS;
    if (!COLLIDE__W(collide__one_overlap)(&times))
        return COLLIDE__MISS;
    return COLLIDE__W(collide__one_finish)(&times, t_max, t);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__obb_one_rest)(const collide_obb *a,
                                                                  const collide_obb *b) {
    const collide_vec3 still = {0, 0, 0};
    return COLLIDE__W(collide__one)(true, a, b, &still, 0, NULL);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__obb_one)(const collide_obb *a,
                                                             const collide_obb *b,
                                                             const collide_vec3 *v, float t_max,
                                                             collide__times *t) {
    return COLLIDE__W(collide__one)(false, a, b, v, t_max, t);
}
#undef COLLIDE__MUCH
#undef COLLIDE__EDGES
#undef COLLIDE__F4_MAX
#undef COLLIDE__F4_MIN
#undef COLLIDE__F4_DOT
#undef COLLIDE__F4_ABS
#undef COLLIDE__F4_ALL
#undef COLLIDE__LANE
#undef COLLIDE__NEXT_BUT_ONE
#undef COLLIDE__NEXT
#undef COLLIDE__THREE
#undef COLLIDE__TURN
#endif // COLLIDE_NO_SAT

// ---- convex bodies, axes in lanes ------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

#define COLLIDE__DOT_L(p)                                                                          \
    COLLIDE__DOT(l[0], l[1], l[2], COLLIDE__SPLAT((p).x), COLLIDE__SPLAT((p).y),                   \
                 COLLIDE__SPLAT((p).z))

// The axes l from a row of directions in their frame, or their cross products with *cross.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_axes)(const float *row,
                                                                 const collide_vec3 *frame,
                                                                 const collide_vec3 *cross,
                                                                 COLLIDE__V *l) {
    const float(*axes)[3] = (const float(*)[3])(const void *)frame;
    const COLLIDE__V x = COLLIDE__LOAD_ROW(row, 0), y = COLLIDE__LOAD_ROW(row, 1),
                     z = COLLIDE__LOAD_ROW(row, 2);
#define COLLIDE__TURN(c)                                                                           \
    l[c] = COLLIDE__DOT(COLLIDE__SPLAT(axes[0][c]), COLLIDE__SPLAT(axes[1][c]),                    \
                        COLLIDE__SPLAT(axes[2][c]), x, y, z);
    COLLIDE__TURN(0)
    COLLIDE__TURN(1)
    COLLIDE__TURN(2)
#undef COLLIDE__TURN
    if (cross) {
        const COLLIDE__V cx = COLLIDE__SPLAT(cross->x), cy = COLLIDE__SPLAT(cross->y),
                         cz = COLLIDE__SPLAT(cross->z), lx = l[0], ly = l[1], lz = l[2];
        l[0] = COLLIDE__SUB(COLLIDE__MUL(cy, lz), COLLIDE__MUL(cz, ly));
        l[1] = COLLIDE__SUB(COLLIDE__MUL(cz, lx), COLLIDE__MUL(cx, lz));
        l[2] = COLLIDE__SUB(COLLIDE__MUL(cx, ly), COLLIDE__MUL(cy, lx));
        const COLLIDE__V along = COLLIDE__DOT(l[0], l[1], l[2], cx, cy, cz);
        l[0] = COLLIDE__SUB(l[0], COLLIDE__MUL(along, cx));
        l[1] = COLLIDE__SUB(l[1], COLLIDE__MUL(along, cy));
        l[2] = COLLIDE__SUB(l[2], COLLIDE__MUL(along, cz));
    }
}

// The interval of the vertices of one body on each axis, relative to its origin.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_project)(const collide__convex_job *job,
                                                                    int side, const COLLIDE__V *l,
                                                                    COLLIDE__V *min,
                                                                    COLLIDE__V *max) {
    const COLLIDE__V px = COLLIDE__DOT_L(job->frame[side][0]);
    const COLLIDE__V py = COLLIDE__DOT_L(job->frame[side][1]);
    const COLLIDE__V pz = COLLIDE__DOT_L(job->frame[side][2]);
    const float *v = job->vertices[side], *end = v + 3 * job->vertex_count[side];
    COLLIDE__V lo = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V hi = COLLIDE__SPLAT(-collide__infinity());
    for (; v < end; v += 3) {
        const COLLIDE__V d = COLLIDE__DOT(COLLIDE__SPLAT(v[0]), COLLIDE__SPLAT(v[1]),
                                          COLLIDE__SPLAT(v[2]), px, py, pz);
        lo = COLLIDE__MIN(d, lo);
        hi = COLLIDE__MAX(d, hi);
    }
    *min = lo;
    *max = hi;
}

// Updates the least depth of the job by the first n axes, from number first on.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_min_axis)(collide__convex_job *job,
                                                                     const COLLIDE__V *l,
                                                                     COLLIDE__V p, COLLIDE__V r,
                                                                     size_t n, uint32_t first) {
    COLLIDE__ALIGNED(float) lane[16];
    const COLLIDE__V depth = COLLIDE__SUB(r, COLLIDE__ABS(p));
    const COLLIDE__V square = COLLIDE__DOT(l[0], l[1], l[2], l[0], l[1], l[2]);
    const COLLIDE__V key = COLLIDE__DIV(COLLIDE__MUL(depth, depth), square);
    unsigned better = COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(COLLIDE__SPLAT(9.094947e-13f), square),
                                                 COLLIDE__LT(key, COLLIDE__SPLAT(job->least))));
    if (better)
        COLLIDE__STORE_V(lane, key);
    for (; better; better &= better - 1) {
        const unsigned k = collide__lowest_bit(better);
        if (k < n && lane[k] < job->least) {
            job->least = lane[k];
            job->least_axis = first + k;
        }
    }
}

// The times of contact on the first n axes, from number first on; false if the bodies miss.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__convex_times)(collide__convex_job *job,
                                                                  COLLIDE__V p, COLLIDE__V speed,
                                                                  COLLIDE__V r, size_t n,
                                                                  uint32_t first) {
    COLLIDE__W(collide__times) t;
    COLLIDE__ALIGNED(float) lane[2][16];
    t.enter = COLLIDE__SPLAT(job->times.enter);
    t.last = COLLIDE__SPLAT(job->times.last);
    COLLIDE__W(collide__axis_times)(false, &t, 0, p, COLLIDE__ADD(speed, speed), r);
    if (!(COLLIDE__BITS(COLLIDE__LT(t.enter, COLLIDE__SPLAT(job->times.enter))) |
          COLLIDE__BITS(COLLIDE__LT(t.last, COLLIDE__SPLAT(job->times.last)))))
        return true;
    COLLIDE__STORE_V(lane[0], t.enter);
    COLLIDE__STORE_V(lane[1], t.last);
    for (unsigned k = 0; k < COLLIDE__WIDTH && k < n; ++k) { // skips padding, maybe damaged
        if (lane[0][k] < job->times.enter) {
            job->times.enter = lane[0][k];
            job->times.axis = first + k;
        }
        job->times.last = lane[1][k] < job->times.last ? lane[1][k] : job->times.last;
    }
    return collide__times_overlap(&job->times);
}

// Lanes are axes, and each vertex is projected on all of them. With vertices as lanes, the minimum
// and maximum would need reductions across lanes.
static COLLIDE__TARGET bool COLLIDE__W(collide__sat_convex)(collide__convex_job *job,
                                                            const float *rows, size_t n,
                                                            const collide_vec3 *frame,
                                                            const collide_vec3 *cross,
                                                            uint32_t first, bool least) {
    for (size_t i = 0; i < n; i += COLLIDE__WIDTH) {
        COLLIDE__V l[3], min[2], max[2];
        COLLIDE__W(collide__convex_axes)(rows + i / 16 * 48 + i % 16, frame, cross, l);
        for (int side = 0; side < 2; ++side)
            COLLIDE__W(collide__convex_project)(job, side, l, min + side, max + side);
        const COLLIDE__V position = COLLIDE__DOT_L(job->d), speed = COLLIDE__DOT_L(job->v);
        const COLLIDE__V p =
            COLLIDE__ADD(COLLIDE__ADD(position, position),
                         COLLIDE__SUB(COLLIDE__ADD(min[1], max[1]), COLLIDE__ADD(min[0], max[0])));
        const COLLIDE__V size =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(l[0]), COLLIDE__ABS(l[1])), COLLIDE__ABS(l[2]));
        const COLLIDE__V r = COLLIDE__SELECT(
            COLLIDE__LT(size, COLLIDE__SPLAT(COLLIDE__PARALLEL)),
            COLLIDE__SPLAT(collide__infinity()),
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__SUB(max[1], min[1]), COLLIDE__SUB(max[0], min[0])),
                         COLLIDE__MUL(COLLIDE__SPLAT(job->slack), size)));
        if (least)
            COLLIDE__W(collide__convex_min_axis)(job, l, p, r, n - i, first + (uint32_t)i);
        else if (!COLLIDE__W(collide__convex_times)(job, p, speed, r, n - i, first + (uint32_t)i))
            return false;
    }
    return true;
}
#undef COLLIDE__DOT_L

COLLIDE__KERNEL_TABLE_LANES(sat, COLLIDE__SAT_KERNELS);
COLLIDE__KERNEL_TABLE_LANES(obb, COLLIDE__OBB_KERNELS);
#endif // COLLIDE_NO_SAT

// ---- spheres ---------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SPHERE)

// Lanes that rounding leaves undecided are unsure. The relative error of squares is at most
// 10 * 2^-24; below 2^-126 the last term of the margin covers the error.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__sphere_overlap)(const float *a, const float *b,
                                                                    unsigned *unsure) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__V vanish = COLLIDE__SPLAT(COLLIDE__SPHERE_VANISH);
    const COLLIDE__V more = COLLIDE__SPLAT(1 + COLLIDE__SPHERE_MARGIN);
    unsigned hits = 0, open = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
        const COLLIDE__V y = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
        const COLLIDE__V z = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
        const COLLIDE__V p = COLLIDE__LOAD_ROW(a, 3), q = COLLIDE__LOAD_ROW(b, 3);
        const COLLIDE__V sum = COLLIDE__ADD(p, q);
        const COLLIDE__V square = COLLIDE__DOT(x, y, z, x, y, z), reach = COLLIDE__MUL(sum, sum);
        const unsigned there = COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__GE(p, zero), q, zero));
        const unsigned hit =
            COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__MUL(square, more), vanish), reach));
        const unsigned miss =
            COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__MUL(reach, more), vanish), square));
        hits |= (hit & there) << i;
        open |= (there & ~hit & ~miss) << i;
    }
    *unsure = open;
    return hits;
}

// Tests the point of b's path nearest to a; an error along the path hardly changes the distance.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__sphere_sweep)(const float *a, const float *va,
                                                                  const float *b, const float *vb,
                                                                  float t_max) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), most = COLLIDE__SPLAT(FLT_MAX);
    const COLLIDE__V vanish = COLLIDE__SPLAT(COLLIDE__SPHERE_VANISH);
    const COLLIDE__V more = COLLIDE__SPLAT(1 + COLLIDE__SPHERE_MARGIN);
    const COLLIDE__V end = COLLIDE__SPLAT(t_max);
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, va += COLLIDE__WIDTH,
             b += COLLIDE__WIDTH, vb += COLLIDE__WIDTH) {
        COLLIDE__V p[3], v[3], q[3];
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, axis), COLLIDE__LOAD_ROW(a, axis));
            v[axis] = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, axis), COLLIDE__LOAD_ROW(va, axis));
        }
        const COLLIDE__V along = COLLIDE__DOT(p[0], p[1], p[2], v[0], v[1], v[2]);
        const COLLIDE__V speed = COLLIDE__DOT(v[0], v[1], v[2], v[0], v[1], v[2]);
        const COLLIDE__V moves =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(v[0]), COLLIDE__ABS(v[1])), COLLIDE__ABS(v[2]));
        const COLLIDE__V length =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(p[0]), COLLIDE__ABS(p[1])), COLLIDE__ABS(p[2]));
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(b, 3));
        const COLLIDE__V reach = COLLIDE__ADD(
            sum, COLLIDE__MUL(COLLIDE__ADD(length, sum), COLLIDE__SPLAT(COLLIDE__SPHERE_PATH)));
        // At rest the quotient is NaN, for which MAX gives 0.
        const COLLIDE__V t =
            COLLIDE__MIN(COLLIDE__MAX(COLLIDE__DIV(COLLIDE__SUB(zero, along), speed), zero), end);
        for (int axis = 0; axis < 3; ++axis)
            q[axis] = COLLIDE__ADD(p[axis], COLLIDE__MUL(v[axis], t));
        const COLLIDE__V square = COLLIDE__DOT(q[0], q[1], q[2], q[0], q[1], q[2]);
        const unsigned miss = COLLIDE__BITS(COLLIDE__LT(
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(reach, reach), more), vanish), square));
        const unsigned slow =
            COLLIDE__BITS(COLLIDE__AND(COLLIDE__LT(speed, vanish), COLLIDE__LT(zero, moves)));
        const unsigned known =
            COLLIDE__BITS(COLLIDE__AND_LE(COLLIDE__LE(speed, most), COLLIDE__ABS(along), most));
        bits |= (~(miss & known & ~slow) & ((1u << COLLIDE__WIDTH) - 1)) << i;
    }
    return bits;
}

COLLIDE__KERNEL_TABLE_LANES(sphere, COLLIDE__SPHERE_KERNELS);
#endif // COLLIDE_NO_SPHERE

// ---- triangles -------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TRIANGLE)

// An error bound of determinants of differences up to j, e and f on each axis, one each; also for
// one up to j and two up to e. It covers 8 roundings of 2^-24 each, and products that underflow.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_bound)(COLLIDE__W(collide__xyz) j,
                                                                     COLLIDE__W(collide__xyz) e,
                                                                     COLLIDE__W(collide__xyz) f,
                                                                     COLLIDE__V vanish) {
    const COLLIDE__V x = COLLIDE__ADD(COLLIDE__MUL(e.y, f.z), COLLIDE__MUL(e.z, f.y));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__MUL(e.z, f.x), COLLIDE__MUL(e.x, f.z));
    const COLLIDE__V z = COLLIDE__ADD(COLLIDE__MUL(e.x, f.y), COLLIDE__MUL(e.y, f.x));
    return COLLIDE__ADD(COLLIDE__MUL(COLLIDE__DOT(j.x, j.y, j.z, x, y, z),
                                     COLLIDE__SPLAT(8.1f * COLLIDE__TRIANGLE_ROUNDING)),
                        vanish);
}

// The sides of v[] of the plane through origin with this normal. Returns the lanes in which all
// three are certainly on one side; *sure: the lanes in which all three are certain.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__xyz_sides)(COLLIDE__W(collide__xyz) normal, COLLIDE__W(collide__xyz) origin,
                               const COLLIDE__W(collide__xyz) * v, COLLIDE__V bound, COLLIDE__V *d,
                               unsigned *sure) {
#define COLLIDE__SIDE(i)                                                                           \
    d[i] = COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(v[i], origin));
    COLLIDE__SIDE(0)
    COLLIDE__SIDE(1)
    COLLIDE__SIDE(2)
#undef COLLIDE__SIDE
    const COLLIDE__M all = COLLIDE__AND(COLLIDE__AND(COLLIDE__LT(bound, COLLIDE__ABS(d[0])),
                                                     COLLIDE__LT(bound, COLLIDE__ABS(d[1]))),
                                        COLLIDE__LT(bound, COLLIDE__ABS(d[2])));
    const COLLIDE__V x01 = COLLIDE__XOR(d[0], d[1]), x02 = COLLIDE__XOR(d[0], d[2]);
    *sure = COLLIDE__BITS(all);
    return *sure & ~COLLIDE__NEGATIVE(COLLIDE__BITWISE(or, x01, x02));
}

// Exchanges the vertex that is alone on its side with the first one. Returns the sign of that side;
// *odd: the lanes in which two were exchanged.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_lone)(COLLIDE__W(collide__xyz) * v,
                                                                    const COLLIDE__V *d,
                                                                    COLLIDE__V *odd) {
    const COLLIDE__V x01 = COLLIDE__XOR(d[0], d[1]), x02 = COLLIDE__XOR(d[0], d[2]);
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__M same01 = COLLIDE__LT(zero, COLLIDE__XOR(d[0], COLLIDE__SIGN(d[1])));
    const COLLIDE__M same02 = COLLIDE__LT(zero, COLLIDE__XOR(d[0], COLLIDE__SIGN(d[2])));
    const COLLIDE__W(collide__xyz) first = v[0];
    v[0] = COLLIDE__W(collide__xyz_select)(same01, v[2],
                                           COLLIDE__W(collide__xyz_select)(same02, v[1], v[0]));
    v[1] = COLLIDE__W(collide__xyz_select)(same02, first, v[1]);
    v[2] = COLLIDE__W(collide__xyz_select)(same01, first, v[2]);
    *odd = COLLIDE__BITWISE(andnot, COLLIDE__BITWISE(and, x01, x02), COLLIDE__SPLAT(-0.0f));
    return COLLIDE__SIGN(COLLIDE__XOR(d[0], COLLIDE__XOR(d[1], d[2])));
}

// For triangles p and q on both sides of each other's plane, by the signs of d and g: returns the
// lanes that certainly overlap; *apart: the lanes that are apart. Two determinants order the ends
// of their intervals on the line of both planes.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__triangle_cross)(
    const COLLIDE__W(collide__xyz) * p, const COLLIDE__W(collide__xyz) * q, const COLLIDE__V *d,
    const COLLIDE__V *g, COLLIDE__V scale, COLLIDE__V bound, unsigned *apart) {
    COLLIDE__W(collide__xyz) u[3] = {p[0], p[1], p[2]}, v[3] = {q[0], q[1], q[2]};
    COLLIDE__V odd_p, odd_q;
    // As in collide__cross_of; if two vertices were exchanged, the triangle is turned over.
    const COLLIDE__V side_p = COLLIDE__W(collide__xyz_lone)(u, d, &odd_p);
    const COLLIDE__V side_q = COLLIDE__W(collide__xyz_lone)(v, g, &odd_q);
    const COLLIDE__V sign = COLLIDE__XOR(side_q, odd_p);
    const COLLIDE__M turned = COLLIDE__LT(
        COLLIDE__XOR(COLLIDE__SPLAT(1.0f), COLLIDE__XOR(sign, COLLIDE__XOR(side_p, odd_q))),
        COLLIDE__SPLAT(0.0f));
    const COLLIDE__W(collide__xyz) r = COLLIDE__W(collide__xyz_sub)(v[0], u[0]);
    const COLLIDE__W(collide__xyz) v1 = COLLIDE__W(collide__xyz_select)(turned, v[2], v[1]);
    const COLLIDE__W(collide__xyz) v2 = COLLIDE__W(collide__xyz_select)(turned, v[1], v[2]);
#define COLLIDE__ORDER(u1, v1)                                                                     \
    COLLIDE__XOR(                                                                                  \
        COLLIDE__W(collide__xyz_dot)(                                                              \
            COLLIDE__W(collide__xyz_cross)(r, COLLIDE__W(collide__xyz_sub)(u1, u[0]), scale),      \
            COLLIDE__W(collide__xyz_sub)(v1, v[0])),                                               \
        sign)
    const COLLIDE__V one = COLLIDE__ORDER(u[1], v1), two = COLLIDE__ORDER(u[2], v2);
#undef COLLIDE__ORDER
    const COLLIDE__V below = COLLIDE__XOR(bound, COLLIDE__SPLAT(-0.0f));
    *apart = COLLIDE__BITS(COLLIDE__LT(one, below)) | COLLIDE__BITS(COLLIDE__LT(bound, two));
    return COLLIDE__BITS(COLLIDE__AND(COLLIDE__LT(bound, one), COLLIDE__LT(two, below)));
}

// The lanes that share a vertex, as neighbours in a mesh do, if the sides d of p are finite.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__triangle_shares)(const COLLIDE__W(collide__xyz) * p,
                                     const COLLIDE__W(collide__xyz) * q, const COLLIDE__V *d) {
    unsigned same = 0;
#define COLLIDE__SAME(k, l)                                                                        \
    same |= COLLIDE__BITS(                                                                         \
        COLLIDE__AND(COLLIDE__AND(COLLIDE__EQ(p[k].x, q[l].x), COLLIDE__EQ(p[k].y, q[l].y)),       \
                     COLLIDE__EQ(p[k].z, q[l].z)));
#define COLLIDE__SAMES(k) COLLIDE__SAME(k, 0) COLLIDE__SAME(k, 1) COLLIDE__SAME(k, 2)
    COLLIDE__SAMES(0)
    COLLIDE__SAMES(1)
    COLLIDE__SAMES(2)
#undef COLLIDE__SAMES
#undef COLLIDE__SAME
    const COLLIDE__V sum =
        COLLIDE__ADD(COLLIDE__ABS(d[0]), COLLIDE__ADD(COLLIDE__ABS(d[1]), COLLIDE__ABS(d[2])));
    return same & COLLIDE__BITS(COLLIDE__LE(sum, COLLIDE__SPLAT(FLT_MAX)));
}

// A filter of collide_triangle_triangle, with the same determinants in float. Of 16 pairs, returns
// which certainly overlap; *unsure: pairs to ask one by one.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__triangle_overlap)(const float *a, const float *b, unsigned *unsure) {
    unsigned hits = 0, ask = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[3], q[3], j, e, f;
        COLLIDE__V d[3], g[3];
        unsigned sure_p, sure_q = 0, live, doubt;
#define COLLIDE__VERTEX(k)                                                                         \
    p[k].x = COLLIDE__LOAD_ROW(a, 3 * (k));                                                        \
    p[k].y = COLLIDE__LOAD_ROW(a, 3 * (k) + 1);                                                    \
    p[k].z = COLLIDE__LOAD_ROW(a, 3 * (k) + 2);                                                    \
    q[k].x = COLLIDE__LOAD_ROW(b, 3 * (k));                                                        \
    q[k].y = COLLIDE__LOAD_ROW(b, 3 * (k) + 1);                                                    \
    q[k].z = COLLIDE__LOAD_ROW(b, 3 * (k) + 2);
        COLLIDE__VERTEX(0)
        COLLIDE__VERTEX(1)
        COLLIDE__VERTEX(2)
#undef COLLIDE__VERTEX
#define COLLIDE__AXIS(x)                                                                           \
    const COLLIDE__V p_min_##x = COLLIDE__MIN(p[2].x, COLLIDE__MIN(p[0].x, p[1].x));               \
    const COLLIDE__V p_max_##x = COLLIDE__MAX(p[2].x, COLLIDE__MAX(p[0].x, p[1].x));               \
    const COLLIDE__V q_min_##x = COLLIDE__MIN(q[2].x, COLLIDE__MIN(q[0].x, q[1].x));               \
    const COLLIDE__V q_max_##x = COLLIDE__MAX(q[2].x, COLLIDE__MAX(q[0].x, q[1].x));               \
    const COLLIDE__M meet_##x =                                                                    \
        COLLIDE__AND_LE(COLLIDE__LE(p_min_##x, q_max_##x), q_min_##x, p_max_##x);                  \
    e.x = COLLIDE__SUB(p_max_##x, p_min_##x);                                                      \
    f.x = COLLIDE__SUB(q_max_##x, q_min_##x);                                                      \
    j.x = COLLIDE__ADD(e.x, f.x);
        COLLIDE__AXIS(x)
        COLLIDE__AXIS(y)
        COLLIDE__AXIS(z)
#undef COLLIDE__AXIS
        const unsigned boxes = COLLIDE__BITS(COLLIDE__AND(COLLIDE__AND(meet_x, meet_y), meet_z));
        if (!boxes)
            continue;
        // Cross products are divided by the square of the size, a power of two, so that nothing
        // overflows or underflows from 1e-15 to 1e15; other sizes are asked one by one.
        const COLLIDE__V size = COLLIDE__MAX(j.x, COLLIDE__MAX(j.y, j.z));
        const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
        const COLLIDE__V inverse = COLLIDE__XOR(COLLIDE__BITWISE(and, size, infinity), infinity);
        const COLLIDE__V scale = COLLIDE__MUL(inverse, inverse);
        const COLLIDE__V vanish = COLLIDE__MUL(size, COLLIDE__SPLAT(COLLIDE__TRIANGLE_VANISH));
        const unsigned fits = COLLIDE__BITS(
            COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT(COLLIDE__TRIANGLE_LEAST), size), size,
                            COLLIDE__SPLAT(COLLIDE__TRIANGLE_MOST)));
        e = COLLIDE__W(collide__xyz_scale)(e, inverse);
        f = COLLIDE__W(collide__xyz_scale)(f, inverse);
        doubt = boxes & ~fits;
        live = boxes & fits;
        live &= ~COLLIDE__W(collide__xyz_sides)(
            COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz_sub)(q[1], q[0]),
                                           COLLIDE__W(collide__xyz_sub)(q[2], q[0]), scale),
            q[0], p, COLLIDE__W(collide__xyz_bound)(j, f, f, vanish), d, &sure_p);
        if (live)
            live &= ~COLLIDE__W(collide__xyz_sides)(
                COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz_sub)(p[1], p[0]),
                                               COLLIDE__W(collide__xyz_sub)(p[2], p[0]), scale),
                p[0], q, COLLIDE__W(collide__xyz_bound)(j, e, e, vanish), g, &sure_q);
        if (live) {
            unsigned apart, overlap;
            sure_q &= sure_p;
            doubt |= live & ~sure_q;
            overlap = COLLIDE__W(collide__triangle_cross)(
                p, q, d, g, scale, COLLIDE__W(collide__xyz_bound)(j, e, f, vanish), &apart);
            live &= sure_q;
            doubt |= live & ~(overlap | apart);
            hits |= (live & overlap) << i;
        }
        if (doubt) {
            const unsigned same = doubt & fits & COLLIDE__W(collide__triangle_shares)(p, q, d);
            hits |= same << i;
            ask |= (doubt & ~same) << i;
        }
    }
    *unsure = ask;
    return hits;
}

// ---- moving triangles: a filter --------------------------------------------------------------
// The axes are the normals n of a and m of b, and the products e x f of their edges. With edge e of
// a from u and edge f of b from v, a's third vertex is at -n.f from the edge along e x f, and b's
// at m.e, whichever edges they are. So b less a extends from p to p + m.e and to p + n.f, where p =
// (e x f).(v - u).
//
// Errors, with u = 2^-24: let E, F and J bound the differences of coordinates of a, of b, and of
// all six vertices, and L.x = E.y F.z + E.z F.y and so on. A component of e x f is off by 4.1 u L,
// a speed along it by 8 u L.|v|, and each of the three determinants by 8.1 u L.J. Intervals, which
// are sums of them, are off by less than 40 u L.J with what the definition allows in double, which
// is less than 2^-44 of the sums of L and J. Of a normal the same holds with E twice, or F. The
// quotients are off by 4 u, and those that end an overlap by 2^-9 where the speed is not certain to
// that part of itself; if it is less certain, they are not used.
typedef struct COLLIDE__W(collide__sweeping) {
    COLLIDE__V enter, leave; // the former negated
    COLLIDE__V wide, fast;   // twice the errors of positions, and of speeds
} COLLIDE__W(collide__sweeping);

// The errors along products of differences up to e and f.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_errors)(COLLIDE__W(collide__sweeping) * t, COLLIDE__W(collide__xyz) j,
                                     COLLIDE__W(collide__xyz) e, COLLIDE__W(collide__xyz) f,
                                     const float *v, COLLIDE__V vanish) {
    const COLLIDE__V x = COLLIDE__ADD(COLLIDE__MUL(e.y, f.z), COLLIDE__MUL(e.z, f.y));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__MUL(e.z, f.x), COLLIDE__MUL(e.x, f.z));
    const COLLIDE__V z = COLLIDE__ADD(COLLIDE__MUL(e.x, f.y), COLLIDE__MUL(e.y, f.x));
    const COLLIDE__V all = COLLIDE__MUL(COLLIDE__ADD(j.x, COLLIDE__ADD(j.y, j.z)),
                                        COLLIDE__ADD(x, COLLIDE__ADD(y, z)));
    t->wide = COLLIDE__ADD(
        COLLIDE__MUL(COLLIDE__DOT(j.x, j.y, j.z, x, y, z),
                     COLLIDE__SPLAT(80 * COLLIDE__TRIANGLE_ROUNDING)),
        COLLIDE__ADD(COLLIDE__MUL(all, COLLIDE__SPLAT(2 * 5.6843418860808015e-14f)), vanish));
    t->fast = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__DOT(x, y, z, COLLIDE__SPLAT(v[3]),
                                                     COLLIDE__SPLAT(v[4]), COLLIDE__SPLAT(v[5])),
                                        COLLIDE__SPLAT(17 * COLLIDE__TRIANGLE_ROUNDING)),
                           COLLIDE__SPLAT(2 * FLT_MIN));
}

// An axis along which b less a is an interval, of which this is the sum of the ends and the length,
// and which moves at a speed.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_axis)(COLLIDE__W(collide__sweeping) * t, COLLIDE__V sum,
                                   COLLIDE__V length, COLLIDE__V speed) {
    const COLLIDE__V twice = COLLIDE__ADD(speed, speed), size = COLLIDE__ABS(twice);
    const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1.0f), COLLIDE__ADD(size, t->fast));
    const COLLIDE__V reach = COLLIDE__ADD(length, t->wide);
    // Mirrored to move up; where the direction is not certain, to where it soonest overlaps.
    const COLLIDE__M certain = COLLIDE__LT(COLLIDE__MUL(t->fast, COLLIDE__SPLAT(1024.0f)), size);
    const COLLIDE__V away = COLLIDE__XOR(COLLIDE__ABS(sum), COLLIDE__SPLAT(-0.0f));
    const COLLIDE__V at = COLLIDE__SELECT(certain, COLLIDE__XOR(sum, COLLIDE__SIGN(twice)), away);
    const COLLIDE__V leave =
        COLLIDE__MUL(COLLIDE__MUL(COLLIDE__SUB(reach, at), inverse), COLLIDE__SPLAT(1.0025f));
    t->enter = COLLIDE__MIN(COLLIDE__MUL(COLLIDE__ADD(reach, at), inverse), t->enter);
    t->leave = COLLIDE__SELECT(certain, COLLIDE__MIN(leave, t->leave), t->leave);
}

// The lanes that certainly do not touch.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__sweeping_apart)(const COLLIDE__W(collide__sweeping) * t) {
    return COLLIDE__BITS(COLLIDE__LT(t->leave, COLLIDE__MUL(t->enter, COLLIDE__SPLAT(-0.999999f))));
}

// The normal of a triangle, at whose first vertex origin lies, against the vertices of the other.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_face)(COLLIDE__W(collide__sweeping) * t,
                                   COLLIDE__W(collide__xyz) normal, COLLIDE__W(collide__xyz) origin,
                                   const COLLIDE__W(collide__xyz) * q, COLLIDE__V speed) {
    const COLLIDE__V x =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[0], origin));
    const COLLIDE__V y =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[1], origin));
    const COLLIDE__V z =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[2], origin));
    const COLLIDE__V min = COLLIDE__MIN(z, COLLIDE__MIN(x, y));
    const COLLIDE__V max = COLLIDE__MAX(z, COLLIDE__MAX(x, y));
    COLLIDE__W(collide__sweeping_axis)
    (t, COLLIDE__ADD(min, max), COLLIDE__SUB(max, min), speed);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweeping_edges)(
    COLLIDE__W(collide__sweeping) * t, const COLLIDE__W(collide__xyz) * p,
    const COLLIDE__W(collide__xyz) * q, const COLLIDE__W(collide__xyz) * e,
    const COLLIDE__W(collide__xyz) * f, const COLLIDE__W(collide__xyz) * normals,
    COLLIDE__W(collide__xyz) v, COLLIDE__V unit) {
    COLLIDE__V of_a[3], of_b[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = COLLIDE__MUL(COLLIDE__W(collide__xyz_dot)(normals[0], f[k]), unit);
        of_b[k] = COLLIDE__MUL(COLLIDE__W(collide__xyz_dot)(normals[1], e[k]), unit);
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const COLLIDE__W(collide__xyz) l =
                COLLIDE__W(collide__xyz_cross)(e[i], f[k], COLLIDE__SPLAT(1.0f));
            const COLLIDE__V at =
                COLLIDE__W(collide__xyz_dot)(l, COLLIDE__W(collide__xyz_sub)(q[k], p[i]));
            COLLIDE__W(collide__sweeping_axis)
            (t, COLLIDE__ADD(COLLIDE__ADD(at, at), COLLIDE__ADD(of_a[k], of_b[i])),
             COLLIDE__ADD(COLLIDE__ABS(of_a[k]), COLLIDE__ABS(of_b[i])),
             COLLIDE__W(collide__xyz_dot)(l, v));
        }
}

// A filter of collide_triangle_triangle_sweep: of these lanes, returns the pairs that may touch
// until a time, and writes when they do at the soonest.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__triangle_sweep)(const float *a, const float *b,
                                                                    const float *v, float until,
                                                                    unsigned lanes, float *at) {
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[3], q[3], e[3], f[3], normals[2], j, of_a, of_b;
        COLLIDE__W(collide__sweeping) t;
        const COLLIDE__W(collide__xyz)
            way = {COLLIDE__SPLAT(v[0]), COLLIDE__SPLAT(v[1]), COLLIDE__SPLAT(v[2])};
        const COLLIDE__V one = COLLIDE__SPLAT(1.0f), infinity = COLLIDE__SPLAT(collide__infinity());
        unsigned live = lanes >> i & COLLIDE__ALL;
        if (!live)
            continue;
        for (int k = 0; k < 3; ++k) {
            p[k].x = COLLIDE__LOAD_ROW(a, 3 * k);
            p[k].y = COLLIDE__LOAD_ROW(a, 3 * k + 1);
            p[k].z = COLLIDE__LOAD_ROW(a, 3 * k + 2);
            q[k].x = COLLIDE__LOAD_ROW(b, 3 * k);
            q[k].y = COLLIDE__LOAD_ROW(b, 3 * k + 1);
            q[k].z = COLLIDE__LOAD_ROW(b, 3 * k + 2);
        }
#define COLLIDE__AXIS(x)                                                                           \
    const COLLIDE__V p_min_##x = COLLIDE__MIN(p[2].x, COLLIDE__MIN(p[0].x, p[1].x));               \
    const COLLIDE__V p_max_##x = COLLIDE__MAX(p[2].x, COLLIDE__MAX(p[0].x, p[1].x));               \
    const COLLIDE__V q_min_##x = COLLIDE__MIN(q[2].x, COLLIDE__MIN(q[0].x, q[1].x));               \
    const COLLIDE__V q_max_##x = COLLIDE__MAX(q[2].x, COLLIDE__MAX(q[0].x, q[1].x));               \
    of_a.x = COLLIDE__SUB(p_max_##x, p_min_##x);                                                   \
    of_b.x = COLLIDE__SUB(q_max_##x, q_min_##x);                                                   \
    j.x = COLLIDE__SUB(COLLIDE__MAX(p_max_##x, q_max_##x), COLLIDE__MIN(p_min_##x, q_min_##x));
        COLLIDE__AXIS(x)
        COLLIDE__AXIS(y)
        COLLIDE__AXIS(z)
#undef COLLIDE__AXIS
        // Edges are divided by a unit near the size, as in the filter of triangles at rest.
        const COLLIDE__V size = COLLIDE__MAX(j.x, COLLIDE__MAX(j.y, j.z));
        const COLLIDE__V inverse = COLLIDE__XOR(COLLIDE__BITWISE(and, size, infinity), infinity);
        const COLLIDE__V vanish = COLLIDE__MUL(size, COLLIDE__SPLAT(8.0779356694631609e-28f));
        const COLLIDE__M middling =
            COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT(COLLIDE__TRIANGLE_LEAST), size), size,
                            COLLIDE__SPLAT(COLLIDE__TRIANGLE_MOST));
        const unsigned fits = COLLIDE__BITS(middling);
        of_a = COLLIDE__W(collide__xyz_scale)(of_a, inverse);
        of_b = COLLIDE__W(collide__xyz_scale)(of_b, inverse);
        for (int k = 0; k < 3; ++k) {
            e[k] = COLLIDE__W(collide__xyz_scale)(
                COLLIDE__W(collide__xyz_sub)(p[k < 2 ? k + 1 : 0], p[k]), inverse);
            f[k] = COLLIDE__W(collide__xyz_scale)(
                COLLIDE__W(collide__xyz_sub)(q[k < 2 ? k + 1 : 0], q[k]), inverse);
        }
        normals[0] = COLLIDE__W(collide__xyz_cross)(e[0], e[1], one);
        normals[1] = COLLIDE__W(collide__xyz_cross)(f[0], f[1], one);
        t.enter = COLLIDE__SPLAT(0.0f);
        t.leave = COLLIDE__SPLAT(until);
        COLLIDE__W(collide__sweeping_errors)(&t, j, of_a, of_a, v, vanish);
        COLLIDE__W(collide__sweeping_face)
        (&t, normals[0], p[0], q, COLLIDE__W(collide__xyz_dot)(normals[0], way));
        COLLIDE__W(collide__sweeping_errors)(&t, j, of_b, of_b, v, vanish);
        COLLIDE__W(collide__sweeping_face)
        (&t, normals[1], q[0], p, COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(normals[1], way)));
        live &= ~(fits & COLLIDE__W(collide__sweeping_apart)(&t));
        if (live & fits) {
            COLLIDE__W(collide__sweeping_errors)(&t, j, of_a, of_b, v, vanish);
            COLLIDE__W(collide__sweeping_edges)
            (&t, p, q, e, f, normals, way, COLLIDE__DIV(one, inverse));
            live &= ~(fits & COLLIDE__W(collide__sweeping_apart)(&t));
        }
        const COLLIDE__V soonest = COLLIDE__MUL(t.enter, COLLIDE__SPLAT(-0.999999f));
        COLLIDE__STORE_V(at + i, COLLIDE__SELECT(middling, soonest, COLLIDE__SPLAT(0.0f)));
        hits |= live << i;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_LANES(triangle, COLLIDE__TRIANGLE_KERNELS);
#endif // COLLIDE_NO_TRIANGLE

// ---- octree ----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_OCTREE)
static COLLIDE__TARGET void COLLIDE__W(collide__octree_halve)(const int16_t *references, size_t n,
                                                              const int16_t *middle,
                                                              uint8_t *halves) {
    for (size_t i = 0; i < n; i += 4, references += 32, halves += 4) {
        COLLIDE__S below[16 / COLLIDE__WIDTH];
#define COLLIDE__PART(part)                                                                        \
    below[part] = COLLIDE__SUB_S(COLLIDE__LOAD_S(middle + 2 * COLLIDE__WIDTH * (part)),            \
                                 COLLIDE__LOAD_S(references + 2 * COLLIDE__WIDTH * (part)));
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        const uint32_t bits = COLLIDE__POSITIVE_S(below) >> 2 & 0x3f3f3f3fu;
        halves[0] = (uint8_t)bits;
        halves[1] = (uint8_t)(bits >> 8);
        halves[2] = (uint8_t)(bits >> 16);
        halves[3] = (uint8_t)(bits >> 24);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__octree_overlap)(const int16_t *a, unsigned n,
                                                                const int16_t *b, unsigned m,
                                                                uint32_t *hits) {
    const uint32_t there = 0xffffffffu >> (32 - m);
    const COLLIDE__S every = COLLIDE__SPLAT_H(7);
    for (unsigned i = 0; i < n; ++i) {
        COLLIDE__S gap[16 / COLLIDE__WIDTH];
#define COLLIDE__LANES(row, part) COLLIDE__LOAD_S(b + 32 * (row) + 2 * COLLIDE__WIDTH * (part))
#define COLLIDE__FIRST(part)                                                                       \
    gap[part] = COLLIDE__SUB_S(every, COLLIDE__OR_S(begins, COLLIDE__LANES(6, part)));
#define COLLIDE__PART(part)                                                                        \
    gap[part] = COLLIDE__MAX_S(gap[part], COLLIDE__SUB_S(lo, COLLIDE__LANES(axis + 3, part)));     \
    gap[part] = COLLIDE__MAX_S(gap[part], COLLIDE__SUB_S(COLLIDE__LANES(axis, part), hi));
#define COLLIDE__AXIS(number)                                                                      \
    {                                                                                              \
        enum { axis = (number) };                                                                  \
        const COLLIDE__S lo = COLLIDE__SPLAT_H(a[32 * axis + i]);                                  \
        const COLLIDE__S hi = COLLIDE__SPLAT_H(a[32 * axis + 96 + i]);                             \
        COLLIDE__EACH(COLLIDE__PART)                                                               \
    }
        const COLLIDE__S begins = COLLIDE__SPLAT_H(a[192 + i]);
        COLLIDE__EACH(COLLIDE__FIRST)
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__LANES
#undef COLLIDE__FIRST
#undef COLLIDE__PART
#undef COLLIDE__AXIS
        hits[i] = ~COLLIDE__POSITIVE_S(gap) & (a == b ? there & 0xfffffffeu << i : there);
    }
}

COLLIDE__KERNEL_TABLE_LANES(octree, COLLIDE__OCTREE_KERNELS);
#endif // COLLIDE_NO_OCTREE

// ---- rows: heights of a terrain as vertices of a patch, relative to a centre -----------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Rows are short, so that stores of 16 lanes would mostly cross a line and the next row.
#if COLLIDE__WIDTH == 16 && defined(COLLIDE__W8)
#define collide__terrain_rows_w16 collide__terrain_rows_w8
#else
// Writes whole vectors; the next row overwrites the lanes beyond a row.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_rows)(const collide__patch_job *job,
                                                              collide__patch *patch) {
    const COLLIDE__V high = COLLIDE__SPLAT(job->place.high), low = COLLIDE__SPLAT(job->place.low);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), x = COLLIDE__SPLAT(job->place.x);
    const COLLIDE__V dx = COLLIDE__SPLAT(job->dx);
    static const COLLIDE__ALIGNED(float)
        steps[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t m = 0;
    for (size_t j = 0; j < job->rows; ++j, m += job->columns) {
        const float *heights = (const float *)(const void *)(job->heights + j * job->stride);
        const COLLIDE__V y = COLLIDE__SPLAT(job->place.y + collide__mul((float)(int)j, job->dy));
        for (size_t i = 0; i < job->columns; i += COLLIDE__WIDTH) {
            const COLLIDE__V z =
                COLLIDE__SUB(COLLIDE__SUB(COLLIDE__LOAD_U(heights + i), high), low);
            COLLIDE__STORE_U(patch->x + m + i,
                             COLLIDE__ADD(x, COLLIDE__MUL(COLLIDE__LOAD_V(steps + i), dx)));
            COLLIDE__STORE_U(patch->y + m + i, y);
            COLLIDE__STORE_U(patch->z + m + i, z);
        }
    }
    for (size_t i = 0; i < 32; i += COLLIDE__WIDTH) {
        COLLIDE__STORE_U(patch->x + m + i, zero);
        COLLIDE__STORE_U(patch->y + m + i, zero);
        COLLIDE__STORE_U(patch->z + m + i, zero);
    }
}
#endif
#endif // COLLIDE_NO_TERRAIN

// ---- a cylinder against an edge --------------------------------------------------------------
// The definition for all widths: terrain/kernels.h calls it for vectors, terrain/scalar.h and
// single.h as `collide__cylinder_edge_scalar` at width 1.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_CYLINDER)

// A cylinder in all lanes, or one in each.
typedef struct COLLIDE__W(collide__cylinder) {
    COLLIDE__V frame[3][3]; // p, q, axis
    COLLIDE__V radius, square, half, reach, inverse_dx, inverse_dy;
    bool other_diagonal;
} COLLIDE__W(collide__cylinder);

COLLIDE__LANE_INLINE void COLLIDE__W(collide__cylinder_splat)(const collide__cylinder_job *job,
                                                              COLLIDE__W(collide__cylinder) * c) {
#define COLLIDE__ROW(i, v)                                                                         \
    c->frame[i][0] = COLLIDE__SPLAT(job->v.x);                                                     \
    c->frame[i][1] = COLLIDE__SPLAT(job->v.y);                                                     \
    c->frame[i][2] = COLLIDE__SPLAT(job->v.z)
    COLLIDE__ROW(0, p);
    COLLIDE__ROW(1, q);
    COLLIDE__ROW(2, axis);
#undef COLLIDE__ROW
    c->radius = COLLIDE__SPLAT(job->radius);
    c->square = COLLIDE__SPLAT(job->square);
    c->half = COLLIDE__SPLAT(job->half);
    c->reach = COLLIDE__SPLAT(job->reach);
    c->inverse_dx = COLLIDE__SPLAT(job->inverse_dx);
    c->inverse_dy = COLLIDE__SPLAT(job->inverse_dy);
    c->other_diagonal = job->other_diagonal;
}

// The lanes in which the edge from a to b, both as p, q, z, overlaps the cylinder. The point of the
// edge nearest to the axis is at t = -a.e / e.e. If it is not between the bases, the point where
// the edge crosses the nearer base decides. Rounding must not move z out of the edge.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_edge)(const COLLIDE__W(collide__cylinder) * c, const COLLIDE__V *a,
                                   const COLLIDE__V *b) {
    const COLLIDE__V one = COLLIDE__SPLAT(1);
    const COLLIDE__V half = c->half;
    const COLLIDE__V ep = COLLIDE__SUB(b[0], a[0]), eq = COLLIDE__SUB(b[1], a[1]);
    const COLLIDE__V ez = COLLIDE__SUB(b[2], a[2]);
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(ep, ep), COLLIDE__MUL(eq, eq));
    const COLLIDE__V nearer =
        COLLIDE__NEG(COLLIDE__ADD(COLLIDE__MUL(a[0], ep), COLLIDE__MUL(a[1], eq)));
    const COLLIDE__V nearest = COLLIDE__DIV(nearer, COLLIDE__MAX(square, COLLIDE__SPLAT(FLT_MIN)));
    COLLIDE__V t = COLLIDE__MIN(COLLIDE__MAX(nearest, COLLIDE__SPLAT(0)), one);
    const COLLIDE__V low = COLLIDE__MIN(a[2], b[2]), high = COLLIDE__MAX(a[2], b[2]);
    const COLLIDE__V z =
        COLLIDE__MIN(COLLIDE__MAX(COLLIDE__ADD(a[2], COLLIDE__MUL(t, ez)), low), high);
    const COLLIDE__V end = COLLIDE__MIN(COLLIDE__MAX(z, COLLIDE__NEG(half)), half);
    const COLLIDE__M outside = COLLIDE__LT(half, COLLIDE__ABS(z));
    const COLLIDE__M reached = COLLIDE__AND(COLLIDE__LE(low, end), COLLIDE__LE(end, high));
    const COLLIDE__V entry = COLLIDE__DIV(COLLIDE__SUB(end, a[2]),
                                          COLLIDE__SELECT(COLLIDE__AND(outside, reached), ez, one));
    t = COLLIDE__SELECT(outside, entry, t);
    const COLLIDE__V p = COLLIDE__ADD(a[0], COLLIDE__MUL(t, ep));
    const COLLIDE__V q = COLLIDE__ADD(a[1], COLLIDE__MUL(t, eq));
    const COLLIDE__M near_by =
        COLLIDE__LE(COLLIDE__ADD(COLLIDE__MUL(p, p), COLLIDE__MUL(q, q)), c->square);
    return COLLIDE__BITS(near_by) & (COLLIDE__BITS(reached) | ~COLLIDE__BITS(outside));
}
#endif // COLLIDE_NO_CYLINDER

// ---- a cylinder against cells ----------------------------------------------------------------
// The definition for all widths; ../cylinder/edge.h defines one edge. A cell has corners V0 and V1
// in its south row, V2 and V3 in its north row. The diagonal from V1 to V2 (with other_diagonal
// from V0 to V3) cuts it into two faces. Next: kernels.h, which asks many cells of one cylinder or
// one cell each of many cylinders, and scalar.h, which asks cell by cell.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// The corner at x, y, z as p, q, z of the cylinder's frame.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__cylinder_corner)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V x,
                                     COLLIDE__V y, COLLIDE__V z, COLLIDE__V *out) {
#define COLLIDE__ROW(i)                                                                            \
    out[i] = COLLIDE__ADD(                                                                         \
        COLLIDE__ADD(COLLIDE__MUL(x, c->frame[i][0]), COLLIDE__MUL(y, c->frame[i][1])),            \
        COLLIDE__MUL(z, c->frame[i][2]))
    COLLIDE__ROW(0);
    COLLIDE__ROW(1);
    COLLIDE__ROW(2);
#undef COLLIDE__ROW
}

// The lanes of bits whose cell, with corners at heights z, overlaps the cylinder's range of
// heights. Adds to *above the lanes whose cell has no hole and is not below this range.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_near)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V z0,
                                   COLLIDE__V z1, COLLIDE__V z2, COLLIDE__V z3, unsigned bits,
                                   unsigned *above) {
    const COLLIDE__V low = COLLIDE__MIN(COLLIDE__MIN(z0, z1), COLLIDE__MIN(z2, z3));
    const COLLIDE__V high = COLLIDE__MAX(COLLIDE__MAX(z0, z1), COLLIDE__MAX(z2, z3));
    COLLIDE__M in = COLLIDE__LT(high, COLLIDE__SPLAT(COLLIDE__HOLE));
    in = COLLIDE__AND_GE(in, high, COLLIDE__NEG(c->reach));
    bits &= COLLIDE__BITS(in);
    *above |= bits;
    return bits & COLLIDE__BITS(COLLIDE__LE(low, c->reach));
}

// The lanes of bits whose cell comes between the bases and within the radius of the axis.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_box)(const COLLIDE__W(collide__cylinder) * c, const COLLIDE__V *v0,
                                  const COLLIDE__V *v1, const COLLIDE__V *v2, const COLLIDE__V *v3,
                                  unsigned bits) {
#define COLLIDE__ROW(i, bound)                                                                     \
    {                                                                                              \
        const COLLIDE__V least =                                                                   \
            COLLIDE__MIN(COLLIDE__MIN(v0[i], v1[i]), COLLIDE__MIN(v2[i], v3[i]));                  \
        const COLLIDE__V most =                                                                    \
            COLLIDE__MAX(COLLIDE__MAX(v0[i], v1[i]), COLLIDE__MAX(v2[i], v3[i]));                  \
        bits &= COLLIDE__BITS(                                                                     \
            COLLIDE__AND(COLLIDE__LE(least, bound), COLLIDE__GE(most, COLLIDE__NEG(bound))));      \
    }
    COLLIDE__ROW(2, c->half)
    if (!bits)
        return 0;
    COLLIDE__ROW(0, c->radius)
    COLLIDE__ROW(1, c->radius)
#undef COLLIDE__ROW
    return bits;
}

// The lanes in which the plane with these slopes and height z at (x, y) overlaps the cylinder, and
// the middle of their intersection, relative to (x, y). In coordinates along the axis and along the
// slope in the base, the plane is |nz| t + square k = |above| away. The line a + b = away cuts the
// rectangle |a| <= one, |b| <= other in a segment whose middle has a = MIDDLE(one, other).
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_slope)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V slope_x,
                                    COLLIDE__V slope_y, COLLIDE__V x, COLLIDE__V y, COLLIDE__V z,
                                    COLLIDE__V *at_x, COLLIDE__V *at_y) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
#define COLLIDE__NORMAL(l)                                                                         \
    COLLIDE__SUB(COLLIDE__SUB((l)[2], COLLIDE__MUL(slope_x, (l)[0])), COLLIDE__MUL(slope_y, (l)[1]))
    const COLLIDE__V np = COLLIDE__NORMAL(c->frame[0]), nq = COLLIDE__NORMAL(c->frame[1]);
    const COLLIDE__V nz = COLLIDE__NORMAL(c->frame[2]);
#undef COLLIDE__NORMAL
    const COLLIDE__V above =
        COLLIDE__SUB(COLLIDE__ADD(COLLIDE__MUL(slope_x, x), COLLIDE__MUL(slope_y, y)), z);
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(np, np), COLLIDE__MUL(nq, nq));
    const COLLIDE__V across = COLLIDE__MUL(c->radius, COLLIDE__SQRT(square));
    const COLLIDE__V along = COLLIDE__MUL(c->half, COLLIDE__ABS(nz)), away = COLLIDE__ABS(above);
#define COLLIDE__MIDDLE(one, other)                                                                \
    COLLIDE__MIN(                                                                                  \
        COLLIDE__MAX(                                                                              \
            COLLIDE__MIN(away, COLLIDE__MUL(COLLIDE__SPLAT(0.5f),                                  \
                                            COLLIDE__ADD(away, COLLIDE__SUB(one, other)))),        \
            zero),                                                                                 \
        one)
    const COLLIDE__M tilted = COLLIDE__LT(zero, square),
                     upright = COLLIDE__LT(zero, COLLIDE__ABS(nz));
    const COLLIDE__V k =
        COLLIDE__DIV(COLLIDE__MIDDLE(across, along), COLLIDE__SELECT(tilted, square, one));
    const COLLIDE__V t =
        COLLIDE__DIV(COLLIDE__MIDDLE(along, across), COLLIDE__SELECT(upright, nz, one));
#undef COLLIDE__MIDDLE
    const COLLIDE__V flip = COLLIDE__SELECT(COLLIDE__LT(above, zero), zero, COLLIDE__SPLAT(-0.0f));
#define COLLIDE__AT(i)                                                                             \
    COLLIDE__XOR(COLLIDE__ADD(COLLIDE__MUL(t, c->frame[2][i]),                                     \
                              COLLIDE__MUL(k, COLLIDE__ADD(COLLIDE__MUL(np, c->frame[0][i]),       \
                                                           COLLIDE__MUL(nq, c->frame[1][i])))),    \
                 flip)
    *at_x = COLLIDE__SUB(COLLIDE__AT(0), x);
    *at_y = COLLIDE__SUB(COLLIDE__AT(1), y);
#undef COLLIDE__AT
    return COLLIDE__BITS(COLLIDE__LE(away, COLLIDE__ADD(across, along)));
}

// The lanes in which the cylinder overlaps a face of the cell between x0, x1 and y0, y1, corners at
// heights z. No edge overlaps it, so its intersection with the plane of a face is all inside this
// face or all outside, and any point of it decides.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_faces)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V x0,
                                    COLLIDE__V x1, COLLIDE__V y0, COLLIDE__V y1, COLLIDE__V z0,
                                    COLLIDE__V z1, COLLIDE__V z2, COLLIDE__V z3) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
    const bool other = c->other_diagonal;
    const COLLIDE__V south = COLLIDE__MUL(COLLIDE__SUB(z1, z0), c->inverse_dx);
    const COLLIDE__V north = COLLIDE__MUL(COLLIDE__SUB(z3, z2), c->inverse_dx);
    const COLLIDE__V west = COLLIDE__MUL(COLLIDE__SUB(z2, z0), c->inverse_dy);
    const COLLIDE__V east = COLLIDE__MUL(COLLIDE__SUB(z3, z1), c->inverse_dy);
    const COLLIDE__V flip = other ? COLLIDE__SPLAT(-0.0f) : zero;
    COLLIDE__V at_x, at_y, u, w;
    unsigned faces = COLLIDE__W(collide__cylinder_slope)(
        c, south, other ? east : west, other ? x1 : x0, y0, other ? z1 : z0, &at_x, &at_y);
    u = COLLIDE__MUL(COLLIDE__XOR(at_x, flip), c->inverse_dx);
    w = COLLIDE__MUL(at_y, c->inverse_dy);
    faces &= COLLIDE__BITS(COLLIDE__AND(COLLIDE__GE(u, zero), COLLIDE__GE(w, zero))) &
             COLLIDE__BITS(COLLIDE__LE(COLLIDE__ADD(u, w), one));
    const unsigned second = COLLIDE__W(collide__cylinder_slope)(
        c, north, other ? west : east, other ? x0 : x1, y1, other ? z2 : z3, &at_x, &at_y);
    u = COLLIDE__MUL(COLLIDE__XOR(at_x, flip), c->inverse_dx);
    w = COLLIDE__MUL(at_y, c->inverse_dy);
    return faces |
           (second & COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(u, zero), COLLIDE__LE(w, zero))) &
            COLLIDE__BITS(COLLIDE__GE(COLLIDE__ADD(u, w), COLLIDE__NEG(one))));
}
#endif // COLLIDE_NO_TERRAIN

// ---- bounds: which vertices of a patch are beyond planes that bound a body -------------------
// collide__bound_normals lists the planes. A part that begins at a vertex is left out if all its
// vertices are beyond the same plane.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

static COLLIDE__TARGET float COLLIDE__W(collide__terrain_beyond)(const float *reach,
                                                                 const collide__patch *patch,
                                                                 size_t n, collide__beyond *out) {
    COLLIDE__ALIGNED(float) last[16];
    COLLIDE__V bound[COLLIDE__BOUNDS], most = COLLIDE__SPLAT(0);
    float high = 0;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        bound[i] = COLLIDE__SPLAT(reach[i]);
    memset(out, 0, (n + 63) / 64 * sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V sum = COLLIDE__ADD(x, y), difference = COLLIDE__SUB(x, y);
        uint64_t *word = out[m / 64].bound;
        const unsigned shift = (unsigned)(m % 64);
#define COLLIDE__BOUND(i, at)                                                                      \
    word[i] |= (uint64_t)COLLIDE__BITS(COLLIDE__LT(bound[i], at)) << shift;
        COLLIDE__BOUND(0, COLLIDE__NEG(z))
        COLLIDE__BOUND(1, COLLIDE__SUB(x, z))
        COLLIDE__BOUND(2, COLLIDE__SUB(COLLIDE__NEG(x), z))
        COLLIDE__BOUND(3, COLLIDE__SUB(y, z))
        COLLIDE__BOUND(4, COLLIDE__SUB(COLLIDE__NEG(y), z))
        COLLIDE__BOUND(5, COLLIDE__SUB(sum, z))
        COLLIDE__BOUND(6, COLLIDE__SUB(difference, z))
        COLLIDE__BOUND(7, COLLIDE__SUB(COLLIDE__NEG(difference), z))
        COLLIDE__BOUND(8, COLLIDE__SUB(COLLIDE__NEG(sum), z))
#undef COLLIDE__BOUND
        most = COLLIDE__MAX(COLLIDE__ABS(z), most);
    }
    COLLIDE__STORE_V(last, most);
    for (int i = 0; i < COLLIDE__WIDTH; ++i)
        high = last[i] > high ? last[i] : high;
    return high; // includes the zeros behind the last vertex
}
#endif // COLLIDE_NO_TERRAIN

// ---- rings: a vertex of the surface and the eight vertices around it -------------------------
// Both sieves ask rings, one in each lane. Next: sieve.h and sieve_body.h.
//
//     6 nw--7 n---8 ne    Beginning at z: the vertex; edge 0 to e; edge 1 to n; the cell between z
//      |     |     |      and ne with edge 2, its diagonal from e to n (with other_diagonal from z
//     3 w---4 z---5 e     to ne), with face 0 at edge 0 and with face 1 on the other side of the
//      |     |     |      diagonal. The face beyond edge 0 is called south, the face beyond edge 1
//     0 sw--1 s---2 se    west. Six ways lead along edges, counter-clockwise from z to e.
//
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Faces are 0, 1, south and west. A square is the square of the length of a face's normal whose z
// is 1.
typedef struct COLLIDE__W(collide__ring) {
    COLLIDE__V x[2], y[2]; // of the vertex, and of the vertices to the east and north
    COLLIDE__V z[9];
    COLLIDE__V slope_x[4], slope_y[4], square[4];
    COLLIDE__V least;         // of the squares of the six faces round the vertex
    COLLIDE__V most, high;    // max |z|; max height over the terrain's origin
    COLLIDE__V extent, slack; // extent bounds all coordinates; slack is of lengths
    COLLIDE__M whole;         // without holes
    unsigned open, all;       // lanes with holes; lanes that hold a ring
    unsigned bent[3];         // lanes in which an edge is not certainly flat or bent up
} COLLIDE__W(collide__ring);

// The dot product with a vector of a job.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_dot)(const collide_vec3 *a, COLLIDE__V x,
                                                              COLLIDE__V y, COLLIDE__V z) {
    return COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(a->x), x), COLLIDE__MUL(COLLIDE__SPLAT(a->y), y)),
        COLLIDE__MUL(COLLIDE__SPLAT(a->z), z));
}

// The same with the normal of slopes whose z is 1.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_turn)(const collide_vec3 *a,
                                                               COLLIDE__V slope_x,
                                                               COLLIDE__V slope_y) {
    return COLLIDE__SUB(
        COLLIDE__SUB(COLLIDE__SPLAT(a->z), COLLIDE__MUL(slope_x, COLLIDE__SPLAT(a->x))),
        COLLIDE__MUL(slope_y, COLLIDE__SPLAT(a->y)));
}

// Slopes of a plane, and the square of the length of its normal.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_square)(COLLIDE__V slope_x,
                                                                 COLLIDE__V slope_y) {
    return COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(slope_x, slope_x), COLLIDE__MUL(slope_y, slope_y)),
        COLLIDE__SPLAT(1));
}

// Way k, which rises by rise.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_way)(const collide__ring_job *job, int k,
                                                        COLLIDE__V rise, COLLIDE__V *out) {
    out[0] = COLLIDE__SPLAT(job->way[k][0]);
    out[1] = COLLIDE__SPLAT(job->way[k][1]);
    out[2] = rise;
}

// The dot product of such a way and a vector of a job.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_along)(const collide__ring_job *job, int k,
                                                                COLLIDE__V rise,
                                                                const collide_vec3 *a) {
    const float *w = job->way[k];
    return COLLIDE__ADD(COLLIDE__SPLAT(collide__mul(a->x, w[0]) + collide__mul(a->y, w[1])),
                        COLLIDE__MUL(COLLIDE__SPLAT(a->z), rise));
}

// How far an edge from a to b bends down, and the error of that; p and q are the third corners of
// its faces.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_bend)(COLLIDE__V a, COLLIDE__V b,
                                                               COLLIDE__V p, COLLIDE__V q,
                                                               COLLIDE__V *rounded) {
    const COLLIDE__V d = COLLIDE__SUB(a, p), g = COLLIDE__SUB(b, q);
    *rounded = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BEND),
                            COLLIDE__ADD(COLLIDE__ABS(d), COLLIDE__ABS(g)));
    return COLLIDE__ADD(d, g);
}

// The lanes in which an edge at that height is not certainly flat or bent up.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__ring_bent)(COLLIDE__V a, COLLIDE__V b,
                                                             COLLIDE__V p, COLLIDE__V q,
                                                             COLLIDE__V high) {
    COLLIDE__V rounded;
    const COLLIDE__V bend = COLLIDE__W(collide__ring_bend)(a, b, p, q, &rounded);
    return ~COLLIDE__BITS(
        COLLIDE__LE(COLLIDE__SUB(COLLIDE__ADD(bend, rounded),
                                 COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FLAT), high)),
                    COLLIDE__SPLAT(0)));
}

// Reads rings from lane on, of n.
static COLLIDE__TARGET void COLLIDE__W(collide__ring_load)(const collide__ring_job *job,
                                                           const collide__rings *r, unsigned lane,
                                                           unsigned n,
                                                           COLLIDE__W(collide__ring) * g) {
    // Of each face, by vertices: along x to and from, along y to and from. Of the six faces round
    // the vertex the last three come last; face 1 is none of them, or one of these three.
    static const uint8_t faces[2][7][4] = {{{5, 4, 7, 4},
                                            {8, 7, 8, 5},
                                            {5, 4, 5, 2},
                                            {7, 6, 7, 4},
                                            {4, 3, 6, 3},
                                            {2, 1, 4, 1},
                                            {4, 3, 4, 1}},
                                           {{5, 4, 8, 5},
                                            {8, 7, 7, 4},
                                            {5, 4, 4, 1},
                                            {4, 3, 7, 4},
                                            {8, 7, 7, 4},
                                            {1, 0, 4, 1},
                                            {4, 3, 3, 0}}};
    const COLLIDE__V zero = COLLIDE__SPLAT(0), over = COLLIDE__SPLAT(job->over);
    const COLLIDE__V wide = COLLIDE__SPLAT(job->dx + job->dy);
    const uint8_t(*face)[4] = faces[job->other_diagonal];
    const collide__ring_edge *e = collide__ring_edges[job->other_diagonal];
    COLLIDE__V most = zero, high = zero, least = COLLIDE__SPLAT(FLT_MAX), steep = zero;
    for (int i = 0; i < 9; ++i) {
        const COLLIDE__V z = COLLIDE__LOAD_V(r->z[i] + lane);
        g->z[i] = z;
        most = COLLIDE__MAX(COLLIDE__ABS(z), most);
        high = COLLIDE__MAX(COLLIDE__ABS(COLLIDE__ADD(z, over)), high);
    }
    for (int k = 0; k < 7; ++k) {
        const uint8_t *v = face[k];
        const COLLIDE__V x =
            COLLIDE__MUL(COLLIDE__SUB(g->z[v[0]], g->z[v[1]]), COLLIDE__SPLAT(job->inverse_dx));
        const COLLIDE__V y =
            COLLIDE__MUL(COLLIDE__SUB(g->z[v[2]], g->z[v[3]]), COLLIDE__SPLAT(job->inverse_dy));
        const COLLIDE__V square = COLLIDE__W(collide__ring_square)(x, y);
        steep = COLLIDE__MAX(square, steep);
        if (k != 1)
            least = COLLIDE__MIN(square, least);
        if (k < 4) {
            g->slope_x[k] = x;
            g->slope_y[k] = y;
            g->square[k] = square;
        }
    }
    g->x[0] = COLLIDE__LOAD_V(r->x + lane);
    g->y[0] = COLLIDE__LOAD_V(r->y + lane);
    g->x[1] = COLLIDE__ADD(g->x[0], COLLIDE__SPLAT(job->dx));
    g->y[1] = COLLIDE__ADD(g->y[0], COLLIDE__SPLAT(job->dy));
    g->least = least;
    g->most = most;
    g->high = high;
    g->extent = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(g->x[0]), COLLIDE__ABS(g->y[0])), most), wide);
    g->slack = COLLIDE__ADD(COLLIDE__SPLAT(job->slack),
                            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), g->extent));
    g->whole = COLLIDE__AND(COLLIDE__LT(most, COLLIDE__SPLAT(COLLIDE__HOLE)),
                            COLLIDE__LT(steep, COLLIDE__SPLAT(FLT_MAX)));
    g->open = ~COLLIDE__BITS(g->whole);
    g->all = n - lane < COLLIDE__WIDTH ? (1u << (n - lane)) - 1 : COLLIDE__ALL;
    for (int k = 0; k < 3; ++k, ++e)
        g->bent[k] = COLLIDE__W(collide__ring_bent)(g->z[e->from], g->z[e->to], g->z[e->third[0]],
                                                    g->z[e->third[1]], high);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__rings_clear)(collide__rings *r) {
    r->face[0] = r->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        r->line[i] = r->deep[i] = 0;
}

// Sets the faces in which a point of the body may be a contact.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_face)(const COLLIDE__W(collide__ring) * g,
                                                         unsigned k, unsigned bits,
                                                         collide__rings *r, unsigned lane) {
    r->face[k] |= ((bits | g->open) & g->all) << lane;
}

// Sets edge i, or the vertex if i is 3, in lanes in which it may have contacts of its own (line) or
// be the deepest point of a face (deep), with at most that depth.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_line)(const COLLIDE__W(collide__ring) * g, int i,
                                                         COLLIDE__V depth, unsigned line,
                                                         unsigned deep, collide__rings *r,
                                                         unsigned lane) {
    COLLIDE__STORE_V(r->depth[i] + lane, COLLIDE__SELECT(g->whole, depth, COLLIDE__SPLAT(FLT_MAX)));
    r->line[i] |= ((line | g->open) & g->all) << lane;
    r->deep[i] |= ((deep | g->open) & g->all) << lane;
}
#endif // COLLIDE_NO_TERRAIN

// ---- the sieve: which parts of the surface may touch a cylinder ------------------------------
// A lane takes a ring. Next: contacts_search.h, which fills rings and asks in double about the
// parts that pass the sieve. The sieve computes in float and drops no part that gives a contact in
// double: its slack is far larger than rounding errors.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// The plane of a face; length is the length of its normal whose z is 1. The lowest point of the
// cylinder along the normal, A1 of [Strashnov], is end - side, and y below the plane.
typedef struct COLLIDE__W(collide__sieve_plane) {
    COLLIDE__V length, side[3], end[3], y;
    unsigned vague, broad; // lanes where the face's points, or just which is lowest, are uncertain
} COLLIDE__W(collide__sieve_plane);

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_plane_of)(const collide__sieve_job *job,
                                    const COLLIDE__W(collide__ring) * g, int k,
                                    COLLIDE__W(collide__sieve_plane) * f) {
    const COLLIDE__V one = COLLIDE__SPLAT(1), slope_x = g->slope_x[k], slope_y = g->slope_y[k];
    const COLLIDE__V x = g->x[0], y = g->y[k == 1], z = g->z[k == 1 ? 7 : 4];
    const COLLIDE__V along = COLLIDE__W(collide__ring_turn)(&job->axis, slope_x, slope_y);
#define COLLIDE__ACROSS(v, i) COLLIDE__SUB(v, COLLIDE__MUL(along, COLLIDE__SPLAT(job->axis.i)))
    const COLLIDE__V w[3] = {COLLIDE__ACROSS(COLLIDE__NEG(slope_x), x),
                             COLLIDE__ACROSS(COLLIDE__NEG(slope_y), y), COLLIDE__ACROSS(one, z)};
#undef COLLIDE__ACROSS
    const COLLIDE__V square = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(w[0], w[0]), COLLIDE__MUL(w[1], w[1])), COLLIDE__MUL(w[2], w[2]));
    const COLLIDE__V whole = g->square[k], length = COLLIDE__SQRT(whole);
    const COLLIDE__V tie = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), length);
    const COLLIDE__M flat = COLLIDE__LE(
        square,
        COLLIDE__MUL(COLLIDE__SPLAT(0.875f * COLLIDE__SIEVE_TIE * COLLIDE__SIEVE_TIE), whole));
    const unsigned nearly = COLLIDE__BITS(
        COLLIDE__LE(square, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), whole)));
    const COLLIDE__M top = COLLIDE__LT(along, COLLIDE__NEG(tie));
    const COLLIDE__V scale = COLLIDE__DIV(COLLIDE__SPLAT(job->radius),
                                          COLLIDE__SELECT(flat, one, COLLIDE__SQRT(square)));
    f->length = length;
    f->vague =
        (nearly & ~COLLIDE__BITS(flat)) |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(COLLIDE__ADD(along, tie)),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), length)));
    f->broad =
        nearly |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(along),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), length)));
#define COLLIDE__ROW(i, x)                                                                         \
    f->side[i] = COLLIDE__MUL(scale, COLLIDE__SELECT(flat, COLLIDE__SPLAT(job->p.x), w[i]));       \
    f->end[i] = COLLIDE__SELECT(top, COLLIDE__SPLAT(job->end.x),                                   \
                                COLLIDE__NEG(COLLIDE__SPLAT(job->end.x)));
    COLLIDE__ROW(0, x)
    COLLIDE__ROW(1, y)
    COLLIDE__ROW(2, z)
#undef COLLIDE__ROW
#define COLLIDE__OFF(v, i) COLLIDE__SUB(v, COLLIDE__SUB(f->end[i], f->side[i]))
    f->y = COLLIDE__SUB(COLLIDE__SUB(COLLIDE__OFF(z, 2), COLLIDE__MUL(slope_x, COLLIDE__OFF(x, 0))),
                        COLLIDE__MUL(slope_y, COLLIDE__OFF(y, 1)));
#undef COLLIDE__OFF
}

// The lanes in which one of the five points of the cylinder for face 0 or 1 (A1, A2, B1, C1 + r u
// and C1 - r u of [Strashnov]) may be a contact: it is below the plane or within a margin above it,
// and in the column of the triangle that goes along step_x and step_y from its corner.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sieve_face)(const collide__sieve_job *job, const COLLIDE__W(collide__ring) * g,
                                int k, const COLLIDE__W(collide__sieve_plane) * f) {
    const collide__ring_job *grid = &job->grid;
    const bool east = (k == 1) != grid->other_diagonal; // the corner
    const COLLIDE__V step_x = COLLIDE__SPLAT(east ? -grid->inverse_dx : grid->inverse_dx);
    const COLLIDE__V step_y = COLLIDE__SPLAT(k ? -grid->inverse_dy : grid->inverse_dy);
    const COLLIDE__V slack = COLLIDE__NEG(COLLIDE__MUL(g->slack, f->length));
    const COLLIDE__V least = COLLIDE__SPLAT(-grid->share);
    const COLLIDE__V most = COLLIDE__SPLAT(1 + grid->share);
    const COLLIDE__V *w = f->side, ax = COLLIDE__SPLAT(job->axis.x);
    const COLLIDE__V ay = COLLIDE__SPLAT(job->axis.y), az = COLLIDE__SPLAT(job->axis.z);
    const COLLIDE__V u[3] = {COLLIDE__SUB(COLLIDE__MUL(ay, w[2]), COLLIDE__MUL(az, w[1])),
                             COLLIDE__SUB(COLLIDE__MUL(az, w[0]), COLLIDE__MUL(ax, w[2])),
                             COLLIDE__SUB(COLLIDE__MUL(ax, w[1]), COLLIDE__MUL(ay, w[0]))};
    const COLLIDE__V x = g->x[east], y = g->y[k], z = g->z[4 + 3 * k + east];
    static const float signs[5] = {-0.0f, 0, 0, -0.0f, -0.0f};
    unsigned bits = f->vague;
    for (int i = 0; i < 5; ++i) { // end - side, end + side, end + across, end - across, -end - side
        const COLLIDE__V *off = i >> 1 == 1 ? u : w;
        const COLLIDE__V flip = COLLIDE__SPLAT(signs[i]),
                         turn = COLLIDE__SPLAT(signs[i == 4 ? 0 : 1]);
        const COLLIDE__V px =
            COLLIDE__ADD(COLLIDE__XOR(f->end[0], turn), COLLIDE__XOR(off[0], flip));
        const COLLIDE__V py =
            COLLIDE__ADD(COLLIDE__XOR(f->end[1], turn), COLLIDE__XOR(off[1], flip));
        const COLLIDE__V pz =
            COLLIDE__ADD(COLLIDE__XOR(f->end[2], turn), COLLIDE__XOR(off[2], flip));
        const COLLIDE__V below = COLLIDE__SUB(
            COLLIDE__SUB(COLLIDE__SUB(z, pz), COLLIDE__MUL(g->slope_x[k], COLLIDE__SUB(x, px))),
            COLLIDE__MUL(g->slope_y[k], COLLIDE__SUB(y, py)));
        const unsigned under = COLLIDE__BITS(COLLIDE__LT(below, slack));
        if (under == COLLIDE__ALL)
            continue;
        const COLLIDE__V u_x = COLLIDE__MUL(COLLIDE__SUB(px, x), step_x);
        const COLLIDE__V u_y = COLLIDE__MUL(COLLIDE__SUB(py, y), step_y);
        bits |= ~(under | COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(u_x, u_y), least)) |
                  COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__ADD(u_x, u_y))));
    }
    return bits;
}

// A vertex in the cylinder's frame, and the surface of the body straight below it.
typedef struct COLLIDE__W(collide__sieve_foot) {
    COLLIDE__V at[3];
    COLLIDE__V normal[3];  // of the body there, with length radius, in known lanes
    COLLIDE__V base, side; // height above the lower base; upper bound of the height above the side
    COLLIDE__V p, q;       // position in the plane of the lower base, from its centre
    unsigned known, inside, outside; // lanes; certainly inside or outside of the rim
} COLLIDE__W(collide__sieve_foot);

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_foot_of)(const collide__sieve_job *job, COLLIDE__V x, COLLIDE__V y,
                                   COLLIDE__V z, COLLIDE__V extent,
                                   COLLIDE__W(collide__sieve_foot) * f) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), inverse_lean = COLLIDE__SPLAT(job->inverse_lean);
    const COLLIDE__V pz = COLLIDE__SPLAT(job->p.z), qz = COLLIDE__SPLAT(job->q.z);
    const COLLIDE__V turn = COLLIDE__SPLAT(job->turn), radius = COLLIDE__SPLAT(job->square);
    const COLLIDE__V p = COLLIDE__W(collide__ring_dot)(&job->p, x, y, z);
    const COLLIDE__V q = COLLIDE__W(collide__ring_dot)(&job->q, x, y, z);
    const COLLIDE__V a = COLLIDE__W(collide__ring_dot)(&job->axis, x, y, z);
#define COLLIDE__SUM(a, b, c, d) COLLIDE__ADD(COLLIDE__MUL(a, b), COLLIDE__MUL(c, d))
    const COLLIDE__V middle = COLLIDE__SUM(p, pz, q, qz);
    const COLLIDE__V rest = COLLIDE__SUB(radius, COLLIDE__SUM(p, p, q, q));
    const COLLIDE__V root = COLLIDE__SUM(middle, middle, COLLIDE__SPLAT(job->lean), rest);
    const COLLIDE__V rounded = COLLIDE__MUL(extent, extent);
    const COLLIDE__V y_side =
        COLLIDE__MUL(COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(root, zero))), inverse_lean);
    const COLLIDE__V along = COLLIDE__SUB(a, COLLIDE__MUL(y_side, COLLIDE__SPLAT(job->axis.z)));
    const COLLIDE__V enough = COLLIDE__SUM(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), radius,
                                           COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), rounded);
    const COLLIDE__V most = COLLIDE__ADD(
        COLLIDE__MUL(
            COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(COLLIDE__ADD(root, enough), zero))),
            inverse_lean),
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.slack),
                     COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), extent)));
    const COLLIDE__V within = COLLIDE__SUB(
        COLLIDE__SPLAT(job->half), COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_ALONG), extent));
    const COLLIDE__M side = COLLIDE__AND(
        COLLIDE__AND(COLLIDE__GE(root, enough), COLLIDE__LE(COLLIDE__ABS(along), within)),
        COLLIDE__LT(zero, inverse_lean));
    f->side = COLLIDE__SELECT(
        COLLIDE__LT(root, COLLIDE__NEG(enough)), COLLIDE__SPLAT(-FLT_MAX),
        COLLIDE__SELECT(COLLIDE__LT(zero, inverse_lean), most, COLLIDE__SPLAT(FLT_MAX)));
    f->base = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(a, turn), COLLIDE__SPLAT(job->base)),
                           COLLIDE__SPLAT(job->rise));
    f->p = COLLIDE__SUB(p, COLLIDE__MUL(f->base, pz));
    f->q = COLLIDE__SUB(q, COLLIDE__MUL(f->base, qz));
    const COLLIDE__V away = COLLIDE__SUM(f->p, f->p, f->q, f->q);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), rounded);
#undef COLLIDE__SUM
    const unsigned level = COLLIDE__BITS(COLLIDE__LT(zero, COLLIDE__SPLAT(job->base)));
    f->inside =
        level &
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ADD(away, little),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_INSIDE), radius)));
    f->outside =
        level &
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_OUTSIDE), radius),
                                  COLLIDE__SUB(away, little)));
    f->at[0] = p;
    f->at[1] = q;
    f->at[2] = a;
    f->normal[0] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, pz), p), zero);
    f->normal[1] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, qz), q), zero);
    f->normal[2] = COLLIDE__SELECT(side, zero, COLLIDE__MUL(turn, COLLIDE__SPLAT(job->radius)));
    f->known = COLLIDE__BITS(side) ^ f->inside;
}

// The lanes in which the edge from foot a to foot b may cross the rim of the lower base.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_rim)(const COLLIDE__W(collide__sieve_foot) * a,
                               const COLLIDE__W(collide__sieve_foot) * b) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0);
    const COLLIDE__V p = COLLIDE__SUB(b->p, a->p), q = COLLIDE__SUB(b->q, a->q);
    const COLLIDE__V from = COLLIDE__ADD(COLLIDE__MUL(a->p, p), COLLIDE__MUL(a->q, q));
    const COLLIDE__V to = COLLIDE__ADD(COLLIDE__MUL(b->p, p), COLLIDE__MUL(b->q, q));
    return ~((a->inside & b->inside) | (a->outside & COLLIDE__BITS(COLLIDE__GE(from, zero))) |
             (b->outside & COLLIDE__BITS(COLLIDE__LE(to, zero))));
}

// An upper bound of the height of the edge from foot a to foot b above the cylinder's side: it is
// highest where the wall below it touches the side, or at the end nearer to that place. The edge
// spans wide in x and y and rise in z. Sets the lanes in which it is parallel to the axis, parallel
// to the bases, and deepest beyond its ends.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_side)(
    const collide__sieve_job *job, const COLLIDE__W(collide__sieve_foot) * a,
    const COLLIDE__W(collide__sieve_foot) * b, COLLIDE__V wide, COLLIDE__V rise, COLLIDE__V turns,
    COLLIDE__V slack, unsigned *along, unsigned *level, unsigned *out) {
    const COLLIDE__V pz = COLLIDE__SPLAT(job->p.z), qz = COLLIDE__SPLAT(job->q.z);
    const COLLIDE__V p = COLLIDE__SUB(b->at[0], a->at[0]), q = COLLIDE__SUB(b->at[1], a->at[1]);
    const COLLIDE__V e = COLLIDE__SUB(b->at[2], a->at[2]);
    const COLLIDE__V nz = COLLIDE__SUB(COLLIDE__MUL(q, pz), COLLIDE__MUL(p, qz));
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(p, p), COLLIDE__MUL(q, q));
    const COLLIDE__V at = COLLIDE__SUB(COLLIDE__MUL(a->at[0], q), COLLIDE__MUL(a->at[1], p));
    const COLLIDE__V length = COLLIDE__SQRT(square), down = COLLIDE__ABS(nz);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__ADD(wide, COLLIDE__ABS(rise)), turns);
    const COLLIDE__V whole = COLLIDE__ADD(square, COLLIDE__MUL(e, e));
    const COLLIDE__V beside = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE), whole);
    *along = ~COLLIDE__BITS(COLLIDE__LT(beside, square));
    *level = ~COLLIDE__BITS(COLLIDE__LT(beside, COLLIDE__MUL(e, e)));
#define COLLIDE__ALONG(n)                                                                          \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL((n)[0], p), COLLIDE__MUL((n)[1], q)),                   \
                 COLLIDE__MUL((n)[2], e))
    *out =
        (COLLIDE__BITS(COLLIDE__LT(COLLIDE__ALONG(a->normal), COLLIDE__NEG(little))) & a->known) |
        (COLLIDE__BITS(COLLIDE__LT(little, COLLIDE__ALONG(b->normal))) & b->known);
#undef COLLIDE__ALONG
    const COLLIDE__V signed_at =
        COLLIDE__SELECT(COLLIDE__LT(nz, COLLIDE__SPLAT(0)), COLLIDE__NEG(at), at);
    const COLLIDE__V y = COLLIDE__DIV(
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(job->radius), length), signed_at), down);
    const COLLIDE__V foot_p = COLLIDE__SUB(a->at[0], COLLIDE__MUL(y, pz));
    const COLLIDE__V foot_q = COLLIDE__SUB(a->at[1], COLLIDE__MUL(y, qz));
    const COLLIDE__V before = COLLIDE__ADD(COLLIDE__MUL(foot_p, p), COLLIDE__MUL(foot_q, q));
    const COLLIDE__V hardly = COLLIDE__MUL(COLLIDE__MUL(COLLIDE__SPLAT(4), slack), length);
    const COLLIDE__V most = COLLIDE__SPLAT(FLT_MAX);
    const COLLIDE__V end = COLLIDE__SELECT(
        COLLIDE__LT(hardly, before), a->side,
        COLLIDE__SELECT(COLLIDE__LT(COLLIDE__ADD(before, square), COLLIDE__NEG(hardly)), b->side,
                        most));
    return COLLIDE__SELECT(
        COLLIDE__LT(down, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_STEEP), length)), most,
        COLLIDE__MIN(COLLIDE__ADD(y, slack), end));
}

// A ring against the cylinder.
typedef struct COLLIDE__W(collide__sieve_ring) {
    COLLIDE__V margin, turns; // errors of depths, and of a normal times a length
    unsigned in[2], by[2];    // lanes whose vertex, or edges, the body's bounds contain, in x and y
    COLLIDE__W(collide__sieve_plane) plane[4];
    COLLIDE__W(collide__sieve_foot) foot[5]; // of vertices 4 to 8, but for 6
} COLLIDE__W(collide__sieve_ring);

// Edge i or the vertex, at height y above the body, in the columns of faces whose normals have that
// length.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_line)(const COLLIDE__W(collide__ring) * g,
                                                          COLLIDE__V margin, int i, COLLIDE__V y,
                                                          COLLIDE__V length, unsigned line,
                                                          unsigned deep, collide__rings *r,
                                                          unsigned lane) {
    const COLLIDE__V depth = COLLIDE__DIV(y, length);
    const COLLIDE__M below = COLLIDE__LT(depth, COLLIDE__NEG(g->slack));
    const unsigned above = ~COLLIDE__BITS(below);
    COLLIDE__W(collide__ring_line)
    (g, i, COLLIDE__SELECT(below, COLLIDE__SPLAT(-FLT_MAX), COLLIDE__SUB(depth, margin)),
     above & line, above & deep, r, lane);
}

// The lanes in which the lowest point for a face's plane lies beside an edge, so that the edge is
// not deepest between this face and the other.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sieve_beside)(const collide__ring_job *job, const COLLIDE__W(collide__ring) * g,
                                  const COLLIDE__W(collide__sieve_plane) * f, unsigned *beside) {
    const bool other = job->other_diagonal;
    const COLLIDE__W(collide__sieve_plane) *own = f + other; // with edge 1
    const COLLIDE__V ix = COLLIDE__SPLAT(job->inverse_dx), iy = COLLIDE__SPLAT(job->inverse_dy);
    const COLLIDE__V dx = COLLIDE__SPLAT(other ? -job->inverse_dx : job->inverse_dx);
    const COLLIDE__V share = COLLIDE__SPLAT(job->share), back = COLLIDE__NEG(share);
    const COLLIDE__V less = COLLIDE__SUB(COLLIDE__SPLAT(1), share);
    // The distances of the lowest points of the planes beyond the edges, in cells.
#define COLLIDE__AT(f, i, at, step)                                                                \
    COLLIDE__MUL(COLLIDE__SUB(COLLIDE__SUB((f)->end[i], (f)->side[i]), at), step)
    const COLLIDE__V v_0 = COLLIDE__AT(f, 1, g->y[0], iy), v_s = COLLIDE__AT(f + 2, 1, g->y[0], iy);
    const COLLIDE__V u_0 = COLLIDE__AT(own, 0, g->x[0], ix);
    const COLLIDE__V u_w = COLLIDE__AT(f + 3, 0, g->x[0], ix);
    const COLLIDE__V sum0 = COLLIDE__ADD(COLLIDE__AT(f, 0, g->x[other], dx), v_0);
    const COLLIDE__V sum1 = COLLIDE__SUB(COLLIDE__NEG(COLLIDE__AT(f + 1, 0, g->x[!other], dx)),
                                         COLLIDE__AT(f + 1, 1, g->y[1], iy));
#undef COLLIDE__AT
    beside[0] = (COLLIDE__BITS(COLLIDE__LT(share, v_0)) & ~f[0].broad) |
                (COLLIDE__BITS(COLLIDE__LT(v_s, back)) & ~f[2].broad);
    beside[1] = (COLLIDE__BITS(COLLIDE__LT(share, u_0)) & ~own->broad) |
                (COLLIDE__BITS(COLLIDE__LT(u_w, back)) & ~f[3].broad);
    beside[2] = (COLLIDE__BITS(COLLIDE__LT(sum0, less)) & ~f[0].broad) |
                (COLLIDE__BITS(COLLIDE__LT(sum1, less)) & ~f[1].broad);
}

// Edge i. It gives contacts of its own only if it bends down, and not if the lowest point for a
// face's plane lies beside it, unless it is parallel to the side or a base clears both faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_edge)(const collide__sieve_job *job,
                                                          const COLLIDE__W(collide__ring) * g,
                                                          const COLLIDE__W(collide__sieve_ring) * s,
                                                          int i, unsigned beside, collide__rings *r,
                                                          unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__W(collide__sieve_foot) *a = &s->foot[e->from - 4], *b = &s->foot[e->to - 4];
    const COLLIDE__W(collide__sieve_plane) *f = &s->plane[e->face[0]], *h = &s->plane[e->face[1]];
    const COLLIDE__V wide =
        COLLIDE__SPLAT((i == 1 ? 0 : job->grid.dx) + (i == 0 ? 0 : job->grid.dy));
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), g->extent);
    const COLLIDE__V from = g->z[e->from];
    unsigned along, level, out, clear = COLLIDE__W(collide__sieve_rim)(a, b);
    // A base clears a face by the height of its third corner above the edge along the axis.
    for (int k = 0; k < 2; ++k)
        clear &= ~COLLIDE__BITS(COLLIDE__LT(
            little,
            COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[k],
                                            COLLIDE__SUB(g->z[e->third[k]], from), &job->up)));
    const COLLIDE__V side = COLLIDE__W(collide__sieve_side)(
        job, a, b, wide, COLLIDE__SUB(g->z[e->to], from), s->turns, g->slack, &along, &level, &out);
    const COLLIDE__V y = COLLIDE__MIN(side, COLLIDE__ADD(COLLIDE__MAX(a->base, b->base), g->slack));
    const unsigned within = (i == 1 ? s->in[0] : s->by[0]) & (i == 0 ? s->in[1] : s->by[1]);
    const unsigned line = g->bent[i] & (along | (clear & level) | ~(beside | out));
    COLLIDE__W(collide__sieve_line)
    (g, s->margin, i, COLLIDE__MIN(y, COLLIDE__MIN(f->y, h->y)), COLLIDE__MIN(f->length, h->length),
     within & line, within & (along | ~out), r, lane);
}

// The vertex in the columns of its six faces. It gives contacts of its own if no edge from it rises
// above the body and some edge is not flat. It can be the deepest point of a face only if one of
// the two edges of this face does not rise.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_vertex)(const collide__sieve_job *job,
                                                            const COLLIDE__W(collide__ring) * g,
                                                            const COLLIDE__W(collide__sieve_ring) *
                                                                s,
                                                            collide__rings *r, unsigned lane) {
    const uint8_t *spoke = collide__ring_spokes[job->grid.other_diagonal];
    const COLLIDE__W(collide__sieve_foot) *foot = s->foot;
    const COLLIDE__W(collide__sieve_plane) *f = s->plane;
    const COLLIDE__V y = COLLIDE__MIN(COLLIDE__MIN(COLLIDE__ADD(foot->base, g->slack), foot->side),
                                      COLLIDE__MIN(f[0].y, COLLIDE__MIN(f[2].y, f[3].y)));
    // The body's normal there.
    const float *p = collide__floats(&job->p), *q = collide__floats(&job->q);
    const float *axis = collide__floats(&job->axis);
    const COLLIDE__V *m = foot->normal,
                     height = COLLIDE__ABS(COLLIDE__ADD(g->z[4], COLLIDE__SPLAT(job->grid.over)));
    COLLIDE__V normal[3];
    for (int i = 0; i < 3; ++i)
        normal[i] = COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(m[0], COLLIDE__SPLAT(p[i])),
                                              COLLIDE__MUL(m[1], COLLIDE__SPLAT(q[i]))),
                                 COLLIDE__MUL(m[2], COLLIDE__SPLAT(axis[i])));
    const COLLIDE__V near_by =
        COLLIDE__MUL(COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), g->most), s->turns);
    unsigned rises = 0, spans = COLLIDE__ALL, last = 0, first = 0;
    for (int k = 0; k < 6; ++k) {
        COLLIDE__V way[3];
        COLLIDE__W(collide__ring_way)(&job->grid, k, COLLIDE__SUB(g->z[spoke[k]], g->z[4]), way);
        const COLLIDE__V off = COLLIDE__ADD(
            COLLIDE__MUL(normal[2], way[2]),
            COLLIDE__ADD(COLLIDE__MUL(normal[0], way[0]), COLLIDE__MUL(normal[1], way[1])));
        const unsigned rise = COLLIDE__BITS(COLLIDE__LT(near_by, off));
        rises |= rise;
        first = k ? first : rise;
        spans &= k ? last | rise : COLLIDE__ALL;
        last = rise;
    }
    spans &= last | first;
    const unsigned cusp = ~(rises & foot->known);
    unsigned moves = g->bent[0] | g->bent[1];
    for (int k = 0; k < 6 && (cusp & ~moves & g->all); ++k) { // rare
        const COLLIDE__V to = g->z[spoke[k]];
        const COLLIDE__V left = g->z[spoke[(k + 1) % 6]], right = g->z[spoke[(k + 5) % 6]];
        moves |= COLLIDE__W(collide__ring_bent)(g->z[4], to, left, right, height) |
                 COLLIDE__W(collide__ring_bent)(left, right, g->z[4], to, height);
    }
    const unsigned within = s->in[0] & s->in[1];
    COLLIDE__W(collide__sieve_line)
    (g, s->margin, 3, y, COLLIDE__SQRT(g->least), within & cusp & moves,
     within & ~(spans & foot->known), r, lane);
}

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sieve)(const collide__sieve_job *job,
                                                               collide__rings *r, unsigned n) {
    const COLLIDE__V size = COLLIDE__SPLAT(job->size), radius = COLLIDE__SPLAT(job->radius);
    COLLIDE__W(collide__rings_clear)(r);
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__ring) g;
        COLLIDE__W(collide__sieve_ring) s;
        unsigned beside[3];
        COLLIDE__W(collide__ring_load)(&job->grid, r, lane, n, &g);
        s.margin =
            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), COLLIDE__ADD(g.extent, size));
        s.turns = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN), radius),
                               COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN_FAR), g.extent));
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__V *at = k ? g.y : g.x;
            const COLLIDE__V reach = COLLIDE__SPLAT(k ? job->reach_y : job->reach_x);
            s.in[k] = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(at[0]), reach));
            s.by[k] = COLLIDE__BITS(
                COLLIDE__AND(COLLIDE__LE(at[0], reach), COLLIDE__GE(at[1], COLLIDE__NEG(reach))));
        }
        for (int k = 0; k < 4; ++k)
            COLLIDE__W(collide__sieve_plane_of)(job, &g, k, &s.plane[k]);
        for (int k = 0; k < 2; ++k)
            COLLIDE__W(collide__ring_face)
        (&g, (unsigned)k, COLLIDE__W(collide__sieve_face)(job, &g, k, &s.plane[k]), r, lane);
        for (int k = 0; k < 4 + job->grid.other_diagonal; ++k)
            if (k != 2)
                COLLIDE__W(collide__sieve_foot_of)
        (job, g.x[(k + 1) % 3 - 1], g.y[k > 1], g.z[4 + k], g.extent, &s.foot[k]);
        COLLIDE__W(collide__sieve_beside)(&job->grid, &g, s.plane, beside);
        for (int i = 0; i < 3; ++i)
            COLLIDE__W(collide__sieve_edge)(job, &g, &s, i, beside[i], r, lane);
        COLLIDE__W(collide__sieve_vertex)(job, &g, &s, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN

// ---- the sieve of spheres and OBBs -----------------------------------------------------------
// It drops only parts that certainly give nothing in double, so that answers do not depend on it:
// all errors are far below its slack. It keeps faces that may have a neighbour in their plane,
// since the first of them stands for all.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Which faces may have a neighbour in their plane.
static COLLIDE__TARGET void COLLIDE__W(collide__sift_flat)(bool other, const collide__rings *r,
                                                           unsigned lane,
                                                           const COLLIDE__W(collide__ring) * g,
                                                           unsigned *flat) {
    const COLLIDE__V most = COLLIDE__SPLAT(r->bent);
    COLLIDE__V z[11];
    unsigned bits[5];
    memcpy(z, g->z, sizeof g->z);
    z[9] = COLLIDE__LOAD_V(r->z_e + lane);
    z[10] = COLLIDE__LOAD_V(r->z_n + lane);
    for (int k = 0; k < 5; ++k) {
        const collide__ring_edge *e = &collide__ring_edges[other][k];
        COLLIDE__V rounded;
        const COLLIDE__V bend = COLLIDE__W(collide__ring_bend)(z[e->from], z[e->to], z[e->third[0]],
                                                               z[e->third[1]], &rounded);
        bits[k] = ~COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(most, rounded), COLLIDE__ABS(bend)));
    }
    flat[0] = bits[2] | bits[0] | bits[other ? 4 : 1];
    flat[1] = bits[2] | bits[3] | bits[other ? 1 : 4];
}

// Sets edge i or the vertex; its height over the body is at most y, and square is the least of its
// faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_line)(const COLLIDE__W(collide__ring) * g, int i,
                                                         COLLIDE__V y, COLLIDE__V square,
                                                         unsigned line, unsigned deep,
                                                         collide__rings *r, unsigned lane) {
    COLLIDE__W(collide__ring_line)
    (g, i,
     COLLIDE__MUL(COLLIDE__DIV(y, COLLIDE__SQRT(square)),
                  COLLIDE__SPLAT(1 + COLLIDE__SIEVE_MARGIN)),
     line, deep, r, lane);
}

// The lanes in which (px, py), relative to the body's centre, is in the column of face 0 or 1.
static COLLIDE__TARGET void COLLIDE__W(collide__sift_column)(const collide__ring_job *job,
                                                             const COLLIDE__W(collide__ring) * g,
                                                             COLLIDE__V px, COLLIDE__V py,
                                                             unsigned *in) {
    const COLLIDE__V zero = COLLIDE__SPLAT(-job->share), one = COLLIDE__SPLAT(1 + job->share);
    const COLLIDE__V u = COLLIDE__MUL(COLLIDE__SUB(px, g->x[0]), COLLIDE__SPLAT(job->inverse_dx));
    const COLLIDE__V v = COLLIDE__MUL(COLLIDE__SUB(py, g->y[0]), COLLIDE__SPLAT(job->inverse_dy));
    const unsigned out = COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(u, v), zero)) |
                         COLLIDE__BITS(COLLIDE__LT(one, COLLIDE__MAX(u, v)));
    // Across the diagonal, from face 0 on.
    const COLLIDE__V d = job->other_diagonal ? COLLIDE__SUB(v, u)
                                             : COLLIDE__SUB(COLLIDE__ADD(u, v), COLLIDE__SPLAT(1));
    in[0] = ~(out | COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(job->share), d)));
    in[1] = ~(out | COLLIDE__BITS(COLLIDE__LT(d, zero)));
}

// The distance of the centre from the wall below edge i.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_off)(const collide__sift_job *job,
                                                              COLLIDE__V x, COLLIDE__V y, int i) {
    return COLLIDE__SUB(COLLIDE__MUL(x, COLLIDE__SPLAT(job->edge[i].y)),
                        COLLIDE__MUL(y, COLLIDE__SPLAT(job->edge[i].x)));
}

// The height of the plane of face k over the body's centre.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_height)(const COLLIDE__W(collide__ring) *
                                                                     g,
                                                                 int k) {
    return COLLIDE__SUB(COLLIDE__SUB(g->z[4 + 3 * k], COLLIDE__MUL(g->slope_x[k], g->x[0])),
                        COLLIDE__MUL(g->slope_y[k], g->y[k]));
}

// ---- spheres ---------------------------------------------------------------------------------

// The lanes in which way k from the point p of the sphere, with that rise, goes into the sphere, so
// that a contact there is none.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__sift_blocks)(const collide__sift_job *job,
                                                               const COLLIDE__W(collide__ring) * g,
                                                               const COLLIDE__V *p, int k,
                                                               COLLIDE__V rise) {
    const COLLIDE__V size =
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), COLLIDE__ABS(rise));
    COLLIDE__V way[3];
    COLLIDE__W(collide__ring_way)(&job->grid, k, rise, way);
    const COLLIDE__V off =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(p[0], way[0]), COLLIDE__MUL(p[1], way[1])),
                     COLLIDE__MUL(p[2], way[2]));
    return COLLIDE__BITS(
        COLLIDE__LT(off, COLLIDE__NEG(COLLIDE__MUL(size, COLLIDE__ADD(g->slack, g->slack)))));
}

// The wall below an edge cuts a disc of radius rho out of the sphere; sine and cosine are of the
// edge's slope. The edge is deepest where it is parallel to the disc's lower side, at along.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_sphere_edge)(const collide__sift_job *job,
                                                                const COLLIDE__W(collide__ring) * g,
                                                                int i, collide__rings *r,
                                                                unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__V x = g->x[e->from - 4], y = g->y[0], z = g->z[e->from];
    const COLLIDE__V tx = COLLIDE__SPLAT(job->edge[i].x), ty = COLLIDE__SPLAT(job->edge[i].y);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
    const COLLIDE__V length = COLLIDE__SPLAT(job->edge[i].z);
    const COLLIDE__V off = COLLIDE__W(collide__sift_off)(job, x, y, i);
    const COLLIDE__V from = COLLIDE__ADD(COLLIDE__MUL(x, tx), COLLIDE__MUL(y, ty));
    const COLLIDE__V rest = COLLIDE__SUB(COLLIDE__SPLAT(job->square), COLLIDE__MUL(off, off));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V slope = COLLIDE__DIV(COLLIDE__SUB(g->z[e->to], z), length);
    const COLLIDE__V root = COLLIDE__SQRT(COLLIDE__ADD(COLLIDE__MUL(slope, slope), one));
    const COLLIDE__V cosine = COLLIDE__DIV(one, root);
    const COLLIDE__V along = COLLIDE__MUL(rho, COLLIDE__MUL(slope, cosine));
    const COLLIDE__V depth =
        COLLIDE__ADD(COLLIDE__MUL(cosine, COLLIDE__SUB(z, COLLIDE__MUL(slope, from))), rho);
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) |
        COLLIDE__BITS(COLLIDE__LT(along, COLLIDE__SUB(from, g->slack))) |
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__ADD(from, length), g->slack), along)) |
        COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack)));
    const COLLIDE__V p[3] = {COLLIDE__ADD(COLLIDE__MUL(along, tx), COLLIDE__MUL(off, ty)),
                             COLLIDE__SUB(COLLIDE__MUL(along, ty), COLLIDE__MUL(off, tx)),
                             COLLIDE__NEG(COLLIDE__MUL(rho, cosine))};
    unsigned blocked = out;
    for (int k = 0; k < 2; ++k)
        blocked |= COLLIDE__W(collide__sift_blocks)(job, g, p, e->third_way[k],
                                                    COLLIDE__SUB(g->z[e->third[k]], z));
    COLLIDE__W(collide__sift_line)
    (g, i, COLLIDE__MUL(COLLIDE__ADD(depth, g->slack), root),
     COLLIDE__MIN(g->square[e->face[0]], g->square[e->face[1]]), ~blocked & g->bent[i], ~out, r,
     lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_sphere)(const collide__sift_job *job,
                                                           const COLLIDE__W(collide__ring) * g,
                                                           const unsigned *flat, collide__rings *r,
                                                           unsigned lane) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), radius = COLLIDE__SPLAT(job->radius);
    for (int k = 0; k < 2; ++k) {
        const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1), COLLIDE__SQRT(g->square[k]));
        const COLLIDE__V depth =
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__sift_height)(g, k), inverse), radius);
        const COLLIDE__V scale = COLLIDE__MUL(radius, inverse);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)
        (&job->grid, g, COLLIDE__MUL(scale, g->slope_x[k]), COLLIDE__MUL(scale, g->slope_y[k]), in);
        COLLIDE__W(collide__ring_face)
        (g, (unsigned)k,
         ~COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack))) & (in[k] | flat[k]), r, lane);
    }
    for (int i = 0; i < 3; ++i)
        COLLIDE__W(collide__sift_sphere_edge)(job, g, i, r, lane);
    const COLLIDE__V rest =
        COLLIDE__SUB(COLLIDE__SPLAT(job->square),
                     COLLIDE__ADD(COLLIDE__MUL(g->x[0], g->x[0]), COLLIDE__MUL(g->y[0], g->y[0])));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__ADD(g->z[4], rho), g->slack);
    const COLLIDE__V p[3] = {g->x[0], g->y[0], COLLIDE__NEG(rho)};
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) | COLLIDE__BITS(COLLIDE__LT(y, zero));
    unsigned blocked = out;
    for (int k = 0; k < 6; ++k)
        blocked |= COLLIDE__W(collide__sift_blocks)(
            job, g, p, k,
            COLLIDE__SUB(g->z[collide__ring_spokes[job->grid.other_diagonal][k]], g->z[4]));
    COLLIDE__W(collide__sift_line)(g, 3, y, g->least, ~blocked, ~out, r, lane);
}

// ---- OBBs ------------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// A vertex over the three lower faces of an OBB: its height above each, along z. A steep face takes
// less than its height where that is above it, and no part in top, which is an upper bound of the
// height above the OBB. Lanes: near_by, the faces that may be the first below the vertex; before
// and behind, the sides of the shadow that the vertex is beyond; inside, it certainly is in the
// shadow.
typedef struct COLLIDE__W(collide__sift_foot) {
    COLLIDE__V height[3], top;
    unsigned near_by[3], before[3], behind[3], inside;
} COLLIDE__W(collide__sift_foot);

static COLLIDE__TARGET void COLLIDE__W(collide__sift_foot_of)(const collide__sift_job *job,
                                                              COLLIDE__V x, COLLIDE__V y,
                                                              COLLIDE__V z, COLLIDE__V slack,
                                                              COLLIDE__W(collide__sift_foot) * f) {
    f->top = COLLIDE__SPLAT(FLT_MAX);
    f->inside = COLLIDE__ALL;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[i]);
        const COLLIDE__V at = COLLIDE__W(collide__ring_dot)(&job->up[i], x, y, z);
        f->height[i] = COLLIDE__MUL(
            COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__SPLAT(job->half[i])), slack), inverse);
        if (!job->steep[i])
            f->top = COLLIDE__MIN(f->height[i], f->top);
        const COLLIDE__V side = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->side[i].x)),
                                             COLLIDE__MUL(y, COLLIDE__SPLAT(job->side[i].y)));
        const COLLIDE__V reach = COLLIDE__SPLAT(job->side[i].z);
        f->before[i] = COLLIDE__BITS(COLLIDE__LT(side, COLLIDE__NEG(COLLIDE__ADD(reach, slack))));
        f->behind[i] = COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, slack), side));
        f->inside &= COLLIDE__BITS(COLLIDE__LT(COLLIDE__ABS(side), COLLIDE__SUB(reach, slack)));
    }
    const COLLIDE__V twice = COLLIDE__ADD(slack, slack);
    for (int i = 0; i < 3; ++i)
        f->near_by[i] = ~COLLIDE__BITS(COLLIDE__LT(
            f->top,
            COLLIDE__SUB(f->height[i], COLLIDE__MUL(twice, COLLIDE__SPLAT(job->inverse[i])))));
}

// An error of a product of a vector and an axis, by the rise of the vector.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_little)(const collide__sift_job *job,
                                                                 COLLIDE__V rise) {
    return COLLIDE__MUL(
        COLLIDE__SPLAT(4 * COLLIDE__SIEVE_TIE),
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), COLLIDE__ABS(rise)));
}

// Edge i from foot a to foot b. The height above the OBB certainly falls from an end on if this end
// is in the shadow, and the one face below it falls less than the edge. The normal of a contact is
// of a face of the OBB that is almost parallel to the edge (flush), or the cross product of the
// edge and an axis; the product with the way to the left face's third corner is then that axis by
// the face's normal, times the area.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb_edge)(
    const collide__sift_job *job, const COLLIDE__W(collide__ring) * g, int i,
    const COLLIDE__W(collide__sift_foot) * foot, collide__rings *r, unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__W(collide__sift_foot) *a = &foot[e->from - 4], *b = &foot[e->to - 4];
    const COLLIDE__V z = g->z[e->from], rise = COLLIDE__SUB(g->z[e->to], z);
    const COLLIDE__V little = COLLIDE__W(collide__sift_little)(job, rise);
    const COLLIDE__V back = COLLIDE__NEG(little);
    const COLLIDE__V off = COLLIDE__W(collide__sift_off)(job, g->x[e->from - 4], g->y[0], i);
    COLLIDE__V top = COLLIDE__SPLAT(FLT_MAX), along[3];
    unsigned beyond = 0;
    unsigned out = COLLIDE__BITS(
        COLLIDE__LT(COLLIDE__ADD(COLLIDE__SPLAT(job->reach[i]), g->slack), COLLIDE__ABS(off)));
    for (int k = 0; k < 3; ++k) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        along[k] = COLLIDE__W(collide__ring_along)(&job->grid, e->way, rise, &job->up[k]);
        out |= (a->before[k] & b->before[k]) | (a->behind[k] & b->behind[k]);
        if (job->steep[k])
            continue;
        top = COLLIDE__MIN(COLLIDE__MAX(a->height[k], b->height[k]), top);
        beyond |= a->near_by[k] & ~(a->near_by[m] | a->near_by[n]) & a->inside &
                  COLLIDE__BITS(COLLIDE__LT(along[k], back));
        beyond |= b->near_by[k] & ~(b->near_by[m] | b->near_by[n]) & b->inside &
                  COLLIDE__BITS(COLLIDE__LT(little, along[k]));
    }
    out |= COLLIDE__BITS(COLLIDE__LT(top, COLLIDE__SPLAT(0)));
    const unsigned bent = g->bent[i] & ~out;
    unsigned clear = 0, flush = 0;
    if (bent & g->all) {
        const int left = e->face[0], right = e->face[1];
        const collide_vec3 *go = &job->edge[i];
        const COLLIDE__V to[2] = {COLLIDE__SUB(g->z[e->third[0]], z),
                                  COLLIDE__SUB(g->z[e->third[1]], z)};
        const COLLIDE__V most = COLLIDE__MUL(
            little, COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy),
                                 COLLIDE__MAX(COLLIDE__ABS(to[0]), COLLIDE__ABS(to[1]))));
        const COLLIDE__V error = COLLIDE__MUL(most, COLLIDE__SPLAT(job->inverse_area));
        const COLLIDE__V square = COLLIDE__MUL(
            COLLIDE__ADD(COLLIDE__SPLAT(collide__mul(go->z, go->z)), COLLIDE__MUL(rise, rise)),
            COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE));
        for (int k = 0; k < 3; ++k) {
            const collide_vec3 *up = &job->up[k];
            const unsigned level =
                bent & ~COLLIDE__BITS(COLLIDE__LT(square, COLLIDE__MUL(along[k], along[k])));
            COLLIDE__V p, q;
            if (level & g->all) {
                p = COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[0], to[0], up);
                q = COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[1], to[1], up);
                flush |= level & ~COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__MAX(p, q)));
                if (job->steep[k])
                    flush |=
                        level & ~COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(most)));
            }
            const COLLIDE__V cross = COLLIDE__SPLAT(
                collide__mul(go->z, collide__mul(go->x, up->y) - collide__mul(go->y, up->x)));
            p = COLLIDE__NEG(
                COLLIDE__W(collide__ring_turn)(up, g->slope_x[left], g->slope_y[left]));
            q = COLLIDE__W(collide__ring_turn)(up, g->slope_x[right], g->slope_y[right]);
            clear |= ~(COLLIDE__BITS(COLLIDE__LT(cross, back)) |
                       COLLIDE__BITS(COLLIDE__LT(error, COLLIDE__MAX(p, q)))) |
                     ~(COLLIDE__BITS(COLLIDE__LT(little, cross)) |
                       COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(error))));
        }
    }
    COLLIDE__W(collide__sift_line)
    (g, i, top, COLLIDE__MIN(g->square[e->face[0]], g->square[e->face[1]]),
     bent & (flush | (clear & ~beyond)), ~(out | beyond), r, lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb)(const collide__sift_job *job,
                                                        const COLLIDE__W(collide__ring) * g,
                                                        const unsigned *flat, collide__rings *r,
                                                        unsigned lane) {
    COLLIDE__W(collide__sift_foot) foot[5]; // of vertices 4 to 8, but for 6
    unsigned face[2] = {0, 0};
    COLLIDE__V least[2];
    for (int k = 0; k < 2; ++k)
        least[k] = COLLIDE__ADD(COLLIDE__W(collide__sift_height)(g, k),
                                COLLIDE__MUL(g->slack, COLLIDE__SQRT(g->square[k])));
    for (int c = 0; c < 8; ++c) {
        const COLLIDE__V px = COLLIDE__SPLAT(job->corner[c].x);
        const COLLIDE__V py = COLLIDE__SPLAT(job->corner[c].y);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)(&job->grid, g, px, py, in);
        for (int k = 0; k < 2; ++k) {
            in[k] |= flat[k];
            if (in[k] & g->all)
                face[k] |=
                    in[k] & ~COLLIDE__BITS(COLLIDE__LT(
                                least[k], COLLIDE__W(collide__ring_turn)(
                                              &job->corner[c], g->slope_x[k], g->slope_y[k])));
        }
    }
    for (unsigned k = 0; k < 2; ++k)
        COLLIDE__W(collide__ring_face)(g, k, face[k], r, lane);
    for (int k = 0; k < 4 + job->grid.other_diagonal; ++k)
        if (k != 2)
            COLLIDE__W(collide__sift_foot_of)
    (job, g->x[(k + 1) % 3 - 1], g->y[k > 1], g->z[4 + k], g->slack, &foot[k]);
    for (int i = 0; i < 3; ++i)
        COLLIDE__W(collide__sift_obb_edge)(job, g, i, foot, r, lane);
    unsigned out = COLLIDE__BITS(COLLIDE__LT(foot->top, COLLIDE__SPLAT(0)));
    unsigned block[3] = {0, 0, 0}, blocked = COLLIDE__ALL;
    for (int k = 0; k < 6; ++k) {
        const uint8_t to = collide__ring_spokes[job->grid.other_diagonal][k];
        const COLLIDE__V rise = COLLIDE__SUB(g->z[to], g->z[4]);
        const COLLIDE__V little = COLLIDE__W(collide__sift_little)(job, rise);
        for (int i = 0; i < 3; ++i)
            if (foot->near_by[i] & g->all)
                block[i] |= COLLIDE__BITS(COLLIDE__LT(
                    little, COLLIDE__W(collide__ring_along)(&job->grid, k, rise, &job->up[i])));
    }
    for (int i = 0; i < 3; ++i) {
        out |= foot->before[i] | foot->behind[i];
        blocked &= block[i] | ~foot->near_by[i];
    }
    COLLIDE__W(collide__sift_line)(g, 3, foot->top, g->least, ~(out | blocked), ~out, r, lane);
}
#endif

// ---- verdicts --------------------------------------------------------------------------------

// Half the extent of the body along the normal with these slopes whose z is 1.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_extent)(const collide__sift_job *job,
                                                                 COLLIDE__V slope_x,
                                                                 COLLIDE__V slope_y,
                                                                 COLLIDE__V square) {
#ifndef COLLIDE_NO_SAT
    if (job->obb) {
        COLLIDE__V sum = COLLIDE__SPLAT(0);
        for (int i = 0; i < 3; ++i)
            sum = COLLIDE__ADD(sum, COLLIDE__MUL(COLLIDE__ABS(COLLIDE__W(collide__ring_turn)(
                                                     &job->up[i], slope_x, slope_y)),
                                                 COLLIDE__SPLAT(job->half[i])));
        return sum;
    }
#else
    (void)slope_x;
    (void)slope_y;
#endif
    return COLLIDE__MUL(COLLIDE__SPLAT(job->radius), COLLIDE__SQRT(square));
}

// The slack is relative to the square of the normal, since separating axes in float are less
// certain of steep faces.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift_faces)(const collide__sift_job *job,
                                                                    const collide__patch *patch,
                                                                    collide__faces *out) {
    const bool other = job->grid.other_diagonal;
    const size_t row = patch->row, n = patch->n;
    const COLLIDE__V ix = COLLIDE__SPLAT(job->grid.inverse_dx),
                     iy = COLLIDE__SPLAT(job->grid.inverse_dy);
    const COLLIDE__V wide = COLLIDE__SPLAT(job->grid.dx + job->grid.dy + job->size);
    const COLLIDE__V tie = COLLIDE__SPLAT(COLLIDE__SIEVE_TIE);
    memset(out, 0, sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V z1 = COLLIDE__LOAD_U(patch->z + m + 1);
        const COLLIDE__V z2 = COLLIDE__LOAD_U(patch->z + m + row);
        const COLLIDE__V z3 = COLLIDE__LOAD_U(patch->z + m + row + 1);
        const COLLIDE__V low = COLLIDE__MIN(COLLIDE__MIN(z0, z1), COLLIDE__MIN(z2, z3));
        const COLLIDE__V high = COLLIDE__MAX(COLLIDE__MAX(z0, z1), COLLIDE__MAX(z2, z3));
        const COLLIDE__V extent =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(x), COLLIDE__ABS(y)),
                         COLLIDE__ADD(wide, COLLIDE__MAX(COLLIDE__ABS(low), COLLIDE__ABS(high))));
        const COLLIDE__V slack = COLLIDE__MUL(tie, extent);
        const COLLIDE__V reach = COLLIDE__ADD(COLLIDE__SPLAT(job->tall), slack);
        unsigned out_z = COLLIDE__BITS(COLLIDE__LT(reach, low)) |
                         COLLIDE__BITS(COLLIDE__LT(high, COLLIDE__NEG(reach)));
        if (!job->obb) { // a sphere and the cell's box
            const COLLIDE__V zero = COLLIDE__SPLAT(0);
            const COLLIDE__V east = COLLIDE__LOAD_U(patch->x + m + 1);
            const COLLIDE__V north = COLLIDE__LOAD_U(patch->y + m + row);
            const COLLIDE__V px = COLLIDE__MAX(COLLIDE__MAX(x, COLLIDE__NEG(east)), zero);
            const COLLIDE__V py = COLLIDE__MAX(COLLIDE__MAX(y, COLLIDE__NEG(north)), zero);
            const COLLIDE__V pz = COLLIDE__MAX(COLLIDE__MAX(low, COLLIDE__NEG(high)), zero);
            const COLLIDE__V away = COLLIDE__ADD(
                COLLIDE__ADD(COLLIDE__MUL(px, px), COLLIDE__MUL(py, py)), COLLIDE__MUL(pz, pz));
            out_z |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(reach, reach), away));
        }
        unsigned out_face[2] = {out_z, out_z};
        if ((out_z & COLLIDE__ALL) == COLLIDE__ALL)
            continue;
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__V a = k ? z3 : z1, b = k ? z2 : z0; // along x
            const bool east = other == !k;                     // along y
            const COLLIDE__V slope_x = COLLIDE__MUL(COLLIDE__SUB(a, b), ix);
            const COLLIDE__V slope_y =
                COLLIDE__MUL(COLLIDE__SUB(east ? z3 : z2, east ? z1 : z0), iy);
            const COLLIDE__V square = COLLIDE__W(collide__ring_square)(slope_x, slope_y);
            const COLLIDE__V height =
                COLLIDE__SUB(COLLIDE__SUB(b, COLLIDE__MUL(slope_x, x)),
                             COLLIDE__MUL(slope_y, k ? COLLIDE__LOAD_U(patch->y + m + row) : y));
            const COLLIDE__V half = COLLIDE__W(collide__sift_extent)(job, slope_x, slope_y, square);
            out_face[k] |= COLLIDE__BITS(
                COLLIDE__LT(COLLIDE__ADD(half, COLLIDE__MUL(slack, square)), COLLIDE__ABS(height)));
        }
#ifndef COLLIDE_NO_SAT
        for (int i = 0; i < 3 && job->obb && (~(out_face[0] & out_face[1]) & COLLIDE__ALL); ++i) {
            const COLLIDE__V bound = COLLIDE__ADD(COLLIDE__SPLAT(job->half[i]), slack);
            const COLLIDE__V uz = COLLIDE__SPLAT(job->up[i].z);
            const COLLIDE__V ux = COLLIDE__SPLAT(job->up[i].x * job->grid.dx);
            const COLLIDE__V uy = COLLIDE__SPLAT(job->up[i].y * job->grid.dy);
            const COLLIDE__V at = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->up[i].x)),
                                               COLLIDE__MUL(y, COLLIDE__SPLAT(job->up[i].y)));
            const COLLIDE__V c0 = COLLIDE__ADD(at, COLLIDE__MUL(z0, uz));
            const COLLIDE__V c1 = COLLIDE__ADD(COLLIDE__ADD(at, ux), COLLIDE__MUL(z1, uz));
            const COLLIDE__V c2 = COLLIDE__ADD(COLLIDE__ADD(at, uy), COLLIDE__MUL(z2, uz));
            const COLLIDE__V c3 =
                COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__ADD(ux, uy)), COLLIDE__MUL(z3, uz));
            for (int k = 0; k < 2; ++k) {
                const COLLIDE__V p = other ? c0 : c1, q = other ? c3 : c2;
                const COLLIDE__V v = other ? (k ? c2 : c1) : (k ? c3 : c0);
                out_face[k] |=
                    COLLIDE__BITS(COLLIDE__LT(bound, COLLIDE__MIN(COLLIDE__MIN(p, q), v)));
                out_face[k] |= COLLIDE__BITS(
                    COLLIDE__LT(COLLIDE__MAX(COLLIDE__MAX(p, q), v), COLLIDE__NEG(bound)));
            }
        }
#endif
        for (int k = 0; k < 2; ++k)
            out->near_by[k][m / 64] |= (uint64_t)(~out_face[k] & COLLIDE__ALL) << m % 64;
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift)(const collide__sift_job *job,
                                                              collide__rings *r, unsigned n) {
    COLLIDE__W(collide__rings_clear)(r);
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__ring) g;
        unsigned flat[2];
        COLLIDE__W(collide__ring_load)(&job->grid, r, lane, n, &g);
        COLLIDE__W(collide__sift_flat)(job->grid.other_diagonal, r, lane, &g, flat);
#ifndef COLLIDE_NO_SAT
        if (job->obb) {
            COLLIDE__W(collide__sift_obb)(job, &g, flat, r, lane);
            continue;
        }
#endif
        COLLIDE__W(collide__sift_sphere)(job, &g, flat, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN

// ---- the kernels of cells --------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// ---- many cells of one cylinder: lanes are vertices of a patch, one after the other ----------

// The vertices of a patch in the cylinder's frame: rows p, q, z.
typedef struct COLLIDE__W(collide__corners) {
    COLLIDE__ALIGNED(float) row[3][COLLIDE__PATCH + 32];
} COLLIDE__W(collide__corners);

// The vertices from m on, from lane 0 on; the heights of the corners of their cells.
#define COLLIDE__CORNER(v, m)                                                                      \
    const COLLIDE__V v[3] = {COLLIDE__LOAD_U(corner->row[0] + (m)),                                \
                             COLLIDE__LOAD_U(corner->row[1] + (m)),                                \
                             COLLIDE__LOAD_U(corner->row[2] + (m))}
#define COLLIDE__HEIGHTS(m)                                                                        \
    const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + (m)),                                         \
                     z1 = COLLIDE__LOAD_U(patch->z + (m) + 1),                                     \
                     z2 = COLLIDE__LOAD_U(patch->z + (m) + row),                                   \
                     z3 = COLLIDE__LOAD_U(patch->z + (m) + row + 1)

// Sets the bits of cells near the cylinder; returns whether there are any, and in *above whether
// some cell is not below it.
COLLIDE__LANE_INLINE bool COLLIDE__W(collide__cells_near)(const COLLIDE__W(collide__cylinder) * c,
                                                          const collide__patch *patch,
                                                          COLLIDE__W(collide__corners) * corner,
                                                          collide__bits *near_by, unsigned *above) {
    const size_t row = patch->row, n = patch->n;
    unsigned any = 0;
    for (size_t m = 0; m < n + row + COLLIDE__WIDTH; m += COLLIDE__WIDTH) {
        COLLIDE__V v[3];
        COLLIDE__W(collide__cylinder_corner)
        (c, COLLIDE__LOAD_U(patch->x + m), COLLIDE__LOAD_U(patch->y + m),
         COLLIDE__LOAD_U(patch->z + m), v);
        COLLIDE__STORE_V(corner->row[0] + m, v[0]);
        COLLIDE__STORE_V(corner->row[1] + m, v[1]);
        COLLIDE__STORE_V(corner->row[2] + m, v[2]);
    }
    memset(near_by, 0, sizeof *near_by);
    for (size_t m = 0, last = row - 1; m < n; m += COLLIDE__WIDTH) {
        COLLIDE__HEIGHTS(m);
        unsigned bits = n - m < COLLIDE__WIDTH ? (1u << (n - m)) - 1 : COLLIDE__ALL;
        for (; last < m + COLLIDE__WIDTH; last += row)
            bits &= ~(1u << (last - m));
        bits = COLLIDE__W(collide__cylinder_near)(c, z0, z1, z2, z3, bits, above);
        if (!bits)
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        COLLIDE__CORNER(v2, m + row);
        COLLIDE__CORNER(v3, m + row + 1);
        bits = COLLIDE__W(collide__cylinder_box)(c, v0, v1, v2, v3, bits);
        collide__bits_put(near_by, m, bits);
        any |= bits;
    }
    return any;
}

// Asks the edges of near cells by the vertex where they begin, since an edge belongs to two cells.
// Returns whether an edge overlaps the cylinder; if out is NULL, stops at the first.
COLLIDE__LANE_INLINE bool
COLLIDE__W(collide__cells_edges)(const COLLIDE__W(collide__cylinder) * c,
                                 const collide__patch *patch,
                                 const COLLIDE__W(collide__corners) * corner,
                                 const collide__bits *near_by, collide__edge_bits *out) {
    const size_t row = patch->row, n = patch->n;
    for (size_t m = 0; m < n + row; m += COLLIDE__WIDTH) {
        const unsigned own = collide__bits_at(near_by, m) & COLLIDE__ALL;
        const unsigned of_right = (own | collide__bits_at(near_by, m - row)) & COLLIDE__ALL;
        const unsigned of_up = (own | collide__bits_at(near_by, m - 1)) & COLLIDE__ALL;
        unsigned r = 0, u = 0, d = 0;
        if (!(of_right | of_up))
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        if (of_right)
            r = of_right & COLLIDE__W(collide__cylinder_edge)(c, v0, v1);
        if (of_up) {
            COLLIDE__CORNER(v2, m + row);
            u = of_up & COLLIDE__W(collide__cylinder_edge)(c, v0, v2);
            if (own && c->other_diagonal) {
                COLLIDE__CORNER(v3, m + row + 1);
                d = own & COLLIDE__W(collide__cylinder_edge)(c, v0, v3);
            } else if (own) {
                d = own & COLLIDE__W(collide__cylinder_edge)(c, v1, v2);
            }
        }
        if (!out && (r | u | d))
            return true;
        if (out) {
            collide__bits_put(&out->right, m, r);
            collide__bits_put(&out->up, m, u);
            collide__bits_put(&out->diagonal, m, d);
        }
    }
    return false;
}
#undef COLLIDE__CORNER

static COLLIDE__TARGET collide__cells_result COLLIDE__W(collide__terrain_cells)(
    const collide__cylinder_job *job, const collide__patch *patch, uint16_t *out) {
    COLLIDE__W(collide__cylinder) c;
    COLLIDE__W(collide__corners) corner;
    collide__bits near_by;
    collide__edge_bits edges;
    const size_t row = patch->row, n = patch->n;
    unsigned above = 0;
    if (out)
        memset(out, 0, COLLIDE_BLOCKS(n) * sizeof *out);
    COLLIDE__W(collide__cylinder_splat)(job, &c);
    if (!COLLIDE__W(collide__cells_near)(&c, patch, &corner, &near_by, &above))
        return above ? COLLIDE__CELLS_ABOVE : COLLIDE__CELLS_LOWER;
    if (out)
        memset(&edges, 0, sizeof edges);
    if (COLLIDE__W(collide__cells_edges)(&c, patch, &corner, &near_by, out ? &edges : NULL))
        return COLLIDE__CELLS_MEET;
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const unsigned bits = collide__bits_at(&near_by, m) & COLLIDE__ALL;
        unsigned met = 0;
        if (!bits)
            continue;
        if (out)
            met = bits & (collide__bits_at(&edges.diagonal, m) | collide__bits_at(&edges.right, m) |
                          collide__bits_at(&edges.right, m + row) | collide__bits_at(&edges.up, m) |
                          collide__bits_at(&edges.up, m + 1));
        if (bits & ~met) {
            COLLIDE__HEIGHTS(m);
            met |= bits & COLLIDE__W(collide__cylinder_faces)(
                              &c, COLLIDE__LOAD_U(patch->x + m), COLLIDE__LOAD_U(patch->x + m + 1),
                              COLLIDE__LOAD_U(patch->y + m), COLLIDE__LOAD_U(patch->y + m + row),
                              z0, z1, z2, z3);
        }
        if (!out && met)
            return COLLIDE__CELLS_MEET;
        if (out)
            out[m / 16] = (uint16_t)(out[m / 16] | met << m % 16);
    }
    return COLLIDE__CELLS_ABOVE;
}
#undef COLLIDE__HEIGHTS

// ---- one small footprint each of 16 cylinders: lanes are cylinders ---------------------------

// The vertices of a footprint in each lane: x of columns, y of rows, and as [row][column] heights
// and positions in the cylinder's frame.
typedef struct COLLIDE__W(collide__window) {
    COLLIDE__V x[COLLIDE__SMALL], y[COLLIDE__SMALL], z[COLLIDE__SMALL][COLLIDE__SMALL];
    COLLIDE__V v[COLLIDE__SMALL][COLLIDE__SMALL][3];
} COLLIDE__W(collide__window);

#define COLLIDE__WINDOW(i) COLLIDE__LOAD_V(job->window + 16 * (i) + lane)
COLLIDE__LANE_INLINE void COLLIDE__W(collide__window_load)(const collide__small_job *job,
                                                           unsigned lane,
                                                           COLLIDE__W(collide__cylinder) * c,
                                                           COLLIDE__W(collide__window) * w) {
    const COLLIDE__V hole = COLLIDE__SPLAT(COLLIDE__HOLE);
    const COLLIDE__V high = COLLIDE__WINDOW(2), low = COLLIDE__WINDOW(3);
#define COLLIDE__CYLINDER(i) COLLIDE__LOAD_V(job->cylinder + 16 * (i) + lane)
#define COLLIDE__ROW(i)                                                                            \
    c->frame[i][0] = COLLIDE__CYLINDER(3 * (i));                                                   \
    c->frame[i][1] = COLLIDE__CYLINDER(3 * (i) + 1);                                               \
    c->frame[i][2] = COLLIDE__CYLINDER(3 * (i) + 2);
    COLLIDE__ROW(0)
    COLLIDE__ROW(1)
    COLLIDE__ROW(2)
#undef COLLIDE__ROW
    c->radius = COLLIDE__CYLINDER(9);
    c->square = COLLIDE__CYLINDER(10);
    c->half = COLLIDE__CYLINDER(11);
    c->reach = COLLIDE__CYLINDER(12);
    c->inverse_dx = COLLIDE__CYLINDER(13);
    c->inverse_dy = COLLIDE__CYLINDER(14);
    c->other_diagonal = job->other_diagonal;
#undef COLLIDE__CYLINDER
    for (int j = 0; j < COLLIDE__SMALL; ++j) {
        w->x[j] = COLLIDE__ADD(COLLIDE__WINDOW(0), COLLIDE__SPLAT(collide__mul((float)j, job->dx)));
        w->y[j] = COLLIDE__ADD(COLLIDE__WINDOW(1), COLLIDE__SPLAT(collide__mul((float)j, job->dy)));
    }
    for (int j = 0; j < job->rows; ++j)
        for (int i = 0; i < job->columns; ++i) {
            const COLLIDE__V h = COLLIDE__WINDOW(6 + COLLIDE__SMALL * j + i);
            w->z[j][i] = COLLIDE__SELECT(COLLIDE__LT(h, hole),
                                         COLLIDE__SUB(COLLIDE__SUB(h, high), low), hole);
            COLLIDE__W(collide__cylinder_corner)(c, w->x[i], w->y[j], w->z[j][i], w->v[j][i]);
        }
}

// Asks cells, then edges by the vertex where they begin, then faces, as above.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_small_batch)(const collide__small_job *job,
                                                                     unsigned *overlap,
                                                                     unsigned *above) {
    *overlap = *above = 0;
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__cylinder) c;
        COLLIDE__W(collide__window) w;
        COLLIDE__V(*const z)[COLLIDE__SMALL] = w.z;
        COLLIDE__V(*const v)[COLLIDE__SMALL][3] = w.v;
        unsigned cells[COLLIDE__SMALL + 1][COLLIDE__SMALL + 1]; // [j + 1][i + 1]
        unsigned met = 0, over = 0, any = 0;
        COLLIDE__W(collide__window_load)(job, lane, &c, &w);
        memset(cells, 0, sizeof cells);
        for (int j = 0; j + 1 < job->rows; ++j) {
            const COLLIDE__M in_row =
                COLLIDE__LT(COLLIDE__SPLAT((float)(j + 1)), COLLIDE__WINDOW(5));
            for (int i = 0; i + 1 < job->columns; ++i) {
                const COLLIDE__M in_column =
                    COLLIDE__LT(COLLIDE__SPLAT((float)(i + 1)), COLLIDE__WINDOW(4));
                unsigned bits = COLLIDE__W(collide__cylinder_near)(
                    &c, z[j][i], z[j][i + 1], z[j + 1][i], z[j + 1][i + 1],
                    COLLIDE__BITS(COLLIDE__AND(in_row, in_column)), &over);
                if (bits)
                    bits = COLLIDE__W(collide__cylinder_box)(&c, v[j][i], v[j][i + 1], v[j + 1][i],
                                                             v[j + 1][i + 1], bits);
                cells[j + 1][i + 1] = bits;
                any |= bits;
            }
        }
        for (int j = 0; any && j < job->rows; ++j)
            for (int i = 0; i < job->columns; ++i) {
                const unsigned own = cells[j + 1][i + 1] & ~met;
                const unsigned of_right = (own | cells[j][i + 1]) & ~met;
                const unsigned of_up = (own | cells[j + 1][i]) & ~met;
                if (of_right)
                    met |= of_right & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i], v[j][i + 1]);
                if (of_up)
                    met |= of_up & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i], v[j + 1][i]);
                if (own)
                    met |= own & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i + !c.other_diagonal],
                                                                    v[j + 1][i + c.other_diagonal]);
            }
        for (int j = 0; any && j + 1 < job->rows; ++j)
            for (int i = 0; i + 1 < job->columns; ++i) {
                const unsigned bits = cells[j + 1][i + 1] & ~met;
                if (bits)
                    met |= bits & COLLIDE__W(collide__cylinder_faces)(
                                      &c, w.x[i], w.x[i + 1], w.y[j], w.y[j + 1], z[j][i],
                                      z[j][i + 1], z[j + 1][i], z[j + 1][i + 1]);
            }
        *overlap |= met << lane;
        *above |= over << lane;
    }
}
#undef COLLIDE__WINDOW

COLLIDE__KERNEL_TABLE_LANES(terrain, COLLIDE__TERRAIN_KERNELS);
#undef collide__terrain_rows_w16
#endif // COLLIDE_NO_TERRAIN

// ---- trees and points ------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TREE)
// How far four children from number i on reach.
#define COLLIDE__LEAN(rows, lean, i)                                                               \
    COLLIDE__F4_ADD(                                                                               \
        COLLIDE__F4_ADD(                                                                           \
            COLLIDE__F4_ADD(                                                                       \
                COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[0]),                          \
                                COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[0] + (i))),         \
                COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[1]),                          \
                                COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[1] + (i)))),        \
            COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[2]),                              \
                            COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[2] + (i)))),            \
        COLLIDE__F4_(set1_ps)((lean)->shift))

// As squares of four children from i on, where directions of a kind have one weight: the deepest
// gaps of all are squared. Writes a mask of those that do not count.
#define COLLIDE__GAP(part)                                                                         \
    COLLIDE__ADD(COLLIDE__LOAD_V(rows + 16 * d + COLLIDE__WIDTH * (part)),                         \
                 COLLIDE__SPLAT_TWO(q[2 * d], q[2 * d + 1], part))
#define COLLIDE__DEEPEST(least, end)                                                               \
    for (; d < (end); ++d) {                                                                       \
        COLLIDE__EACH(least)                                                                       \
    }
#define COLLIDE__CORNER(part) corner[part] = COLLIDE__MIN(COLLIDE__GAP(part), corner[part]);
#define COLLIDE__PAIR(part) pair[part] = COLLIDE__MIN(COLLIDE__GAP(part), pair[part]);
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_gaps)(const float *rows,
                                                               unsigned directions, const float *q,
                                                               const float *weight,
                                                               COLLIDE__F4 *squares) {
    COLLIDE__ALIGNED(float) sums[16];
    COLLIDE__ALIGNED(float) mosts[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__V corner[16 / COLLIDE__WIDTH], pair[16 / COLLIDE__WIDTH];
    unsigned d = 3;
#define COLLIDE__PART(part) corner[part] = pair[part] = zero;
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    if (directions != 9)
        COLLIDE__DEEPEST(COLLIDE__CORNER, directions < 7 ? directions : 7)
    COLLIDE__DEEPEST(COLLIDE__PAIR, directions)
#define COLLIDE__SQUARE(gap, weight)                                                               \
    COLLIDE__MUL(COLLIDE__MUL(gap, weight), COLLIDE__MUL(gap, weight))
#define COLLIDE__AXIS(part)                                                                        \
    COLLIDE__SQUARE(COLLIDE__MIN(COLLIDE__GAP(part), zero), COLLIDE__SPLAT(weight[d]))
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        d = 0;                                                                                     \
        COLLIDE__V sum = COLLIDE__AXIS(part);                                                      \
        d = 1;                                                                                     \
        sum = COLLIDE__ADD(sum, COLLIDE__AXIS(part));                                              \
        d = 2;                                                                                     \
        sum = COLLIDE__ADD(sum, COLLIDE__AXIS(part));                                              \
        COLLIDE__STORE_V(sums + COLLIDE__WIDTH * (part), sum);                                     \
        COLLIDE__STORE_V(mosts + COLLIDE__WIDTH * (part),                                          \
                         COLLIDE__MAX(COLLIDE__SQUARE(corner[part], COLLIDE__SPLAT(weight[3])),    \
                                      COLLIDE__SQUARE(pair[part], COLLIDE__SPLAT(weight[12]))));   \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__AXIS
#undef COLLIDE__SQUARE
    for (int i = 0; i < 8; i += 4)
        squares[i / 4] = COLLIDE__F4_(max_ps)(
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(mosts + i),
                                 COLLIDE__F4_(load_ps)(mosts + 8 + i)),
            COLLIDE__F4_ADD(COLLIDE__F4_(load_ps)(sums + i), COLLIDE__F4_(load_ps)(sums + 8 + i)));
}
#undef COLLIDE__PAIR
#undef COLLIDE__CORNER
#undef COLLIDE__DEEPEST
#undef COLLIDE__GAP

// Sorts eight numbers, of which a and b hold four each: in six rounds, of pairs that are 4, 2 and 1
// apart first.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_sort)(COLLIDE__F4 a, COLLIDE__F4 b,
                                                               float *out) {
    COLLIDE__F4 p, q, low, high, even, odd;
#define COLLIDE__COMPARE                                                                           \
    low = COLLIDE__F4_(min_ps)(p, q);                                                              \
    high = COLLIDE__F4_(max_ps)(p, q);
    p = COLLIDE__F4_(movelh_ps)(a, b); // 0 1 4 5 and 2 3 6 7
    q = COLLIDE__F4_(movehl_ps)(b, a);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(movelh_ps)(low, high); // 0 1 2 3 and 4 5 6 7
    q = COLLIDE__F4_(movehl_ps)(high, low);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(shuffle_ps)(low, high, 0x88); // 0 2 4 6 and 1 3 5 7
    q = COLLIDE__F4_(shuffle_ps)(low, high, 0xdd);
    COLLIDE__COMPARE
    even = low;
    odd = high;
    p = COLLIDE__F4_(shuffle_ps)(even, odd, 0x55); // 2 2 3 3 and 4 4 5 5
    q = COLLIDE__F4_(shuffle_ps)(even, odd, 0xaa);
    COLLIDE__COMPARE
    a = low;
    b = high;
    p = COLLIDE__F4_(shuffle_ps)(odd, a, 0xa0); // 1 1 3 3 and 4 4 6 6
    q = COLLIDE__F4_(shuffle_ps)(b, even, 0xf0);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(shuffle_ps)(low, b, 0xa8); // 1 3 5 5 and 2 4 6 6
    q = COLLIDE__F4_(shuffle_ps)(COLLIDE__F4_(unpacklo_ps)(a, high), high, 0xa4);
    COLLIDE__COMPARE
#undef COLLIDE__COMPARE
    COLLIDE__F4_(storeu_ps)(out + 1, COLLIDE__F4_(unpacklo_ps)(low, high));
    COLLIDE__F4_(storeu_ps)(out + 5, COLLIDE__F4_(unpackhi_ps)(low, high));
    COLLIDE__F4_(store_ss)(out, even);
    COLLIDE__F4_(storeu_ps)(out + 7, COLLIDE__F4_(shuffle_ps)(odd, odd, 0xff));
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_order)(const float *rows, unsigned directions, const float *q,
                                const float *weight, float limit, const collide__tree_lean *lean,
                                float least, unsigned count, float *out) {
    COLLIDE__F4 square[2], key[2];
    unsigned bits = 0;
    COLLIDE__W(collide__tree_gaps)(rows, directions, q, weight, square);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__F4 beyond = COLLIDE__F4_(cmpnle_ps)(square[i], COLLIDE__F4_(set1_ps)(limit));
        if (lean)
            beyond =
                COLLIDE__F4_(or_ps)(beyond, COLLIDE__F4_(cmplt_ps)(COLLIDE__LEAN(rows, lean, 4 * i),
                                                                   COLLIDE__F4_(set1_ps)(least)));
        const float *at = (const float *)(const void *)(collide__tree_digits + 4 * i);
        const float *own = (const float *)(const void *)(collide__tree_digits + 16 - count + 4 * i);
        const COLLIDE__F4 none = COLLIDE__F4_(or_ps)(beyond, COLLIDE__F4_(loadu_ps)(own));
        const COLLIDE__F4 whole = COLLIDE__F4_(andnot_ps)(
            COLLIDE__F4_(load_ps)((const float *)(const void *)(collide__tree_digits + 28)),
            COLLIDE__F4_(max_ps)(square[i], COLLIDE__F4_(set1_ps)(COLLIDE__ORDER_LEAST)));
        key[i] = COLLIDE__F4_(or_ps)(
            COLLIDE__F4_(and_ps)(none, COLLIDE__F4_(set1_ps)(FLT_MAX)),
            COLLIDE__F4_(andnot_ps)(none, COLLIDE__F4_(or_ps)(whole, COLLIDE__F4_(load_ps)(at))));
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(none) << 4 * i;
    }
    COLLIDE__W(collide__tree_sort)(key[0], key[1], out);
    return 8 - COLLIDE__POPCOUNT(bits);
}
// The point of a triangle with vertices v nearest to the origin, or nearly; see
// collide__tree_near_foot.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__tree_share_of)(COLLIDE__V a,
                                                                         COLLIDE__V b) {
    return COLLIDE__MIN(
        COLLIDE__MAX(COLLIDE__DIV(a, COLLIDE__MAX(b, COLLIDE__SPLAT(COLLIDE__FOOT_LEAST))),
                     COLLIDE__SPLAT(0.0f)),
        COLLIDE__SPLAT(1.0f));
}

#define COLLIDE__DOT_OF(a, b) COLLIDE__DOT((a)[0], (a)[1], (a)[2], (b)[0], (b)[1], (b)[2])
#define COLLIDE__LESS_TWICE(a, b) COLLIDE__SUB(a, COLLIDE__ADD(b, b))
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_near_foot)(COLLIDE__V (*v)[3],
                                                                    COLLIDE__V *at) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    COLLIDE__V e[3], f[3];
#define COLLIDE__PART(k)                                                                           \
    e[k] = COLLIDE__SUB(v[1][k], v[0][k]);                                                         \
    f[k] = COLLIDE__SUB(v[2][k], v[0][k]);
    COLLIDE__PART(0)
    COLLIDE__PART(1)
    COLLIDE__PART(2)
#undef COLLIDE__PART
    const COLLIDE__V to_e = COLLIDE__SUB(zero, COLLIDE__DOT_OF(v[0], e));
    const COLLIDE__V to_f = COLLIDE__SUB(zero, COLLIDE__DOT_OF(v[0], f));
    const COLLIDE__V ee = COLLIDE__DOT_OF(e, e), ef = COLLIDE__DOT_OF(e, f);
    const COLLIDE__V ff = COLLIDE__DOT_OF(f, f), rest = COLLIDE__SUB(ee, ef);
    const COLLIDE__V g = COLLIDE__ADD(COLLIDE__SUB(to_f, to_e), rest);
    const COLLIDE__V gg = COLLIDE__ADD(rest, COLLIDE__SUB(ff, ef));
    const COLLIDE__V s = COLLIDE__SUB(COLLIDE__MUL(ff, to_e), COLLIDE__MUL(ef, to_f));
    const COLLIDE__V t = COLLIDE__SUB(COLLIDE__MUL(ee, to_f), COLLIDE__MUL(ef, to_e));
    const COLLIDE__V area = COLLIDE__SUB(COLLIDE__MUL(ee, ff), COLLIDE__MUL(ef, ef));
    COLLIDE__V x = COLLIDE__W(collide__tree_share_of)(to_e, ee), y;
    const COLLIDE__V on_f = COLLIDE__W(collide__tree_share_of)(to_f, ff);
    const COLLIDE__V on_g = COLLIDE__W(collide__tree_share_of)(g, gg);
    COLLIDE__V best = COLLIDE__MUL(x, COLLIDE__LESS_TWICE(COLLIDE__MUL(x, ee), to_e));
    const COLLIDE__V square_f =
        COLLIDE__MUL(on_f, COLLIDE__LESS_TWICE(COLLIDE__MUL(on_f, ff), to_f));
    const COLLIDE__V square_g =
        COLLIDE__ADD(COLLIDE__LESS_TWICE(ee, to_e),
                     COLLIDE__MUL(on_g, COLLIDE__LESS_TWICE(COLLIDE__MUL(on_g, gg), g)));
    const COLLIDE__M on_f_best = COLLIDE__LT(square_f, best);
    best = COLLIDE__SELECT(on_f_best, square_f, best);
    x = COLLIDE__SELECT(on_f_best, zero, x);
    y = COLLIDE__SELECT(on_f_best, on_f, zero);
    const COLLIDE__M on_g_best = COLLIDE__LT(square_g, best);
    x = COLLIDE__SELECT(on_g_best, COLLIDE__SUB(one, on_g), x);
    y = COLLIDE__SELECT(on_g_best, on_g, y);
    const COLLIDE__M inside = COLLIDE__AND_GE(
        COLLIDE__AND_GE(COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(s, t), area), s, zero), t, zero),
        area, COLLIDE__SPLAT(COLLIDE__FOOT_SUM));
    const COLLIDE__V inverse = COLLIDE__DIV(one, area);
    x = COLLIDE__SELECT(inside, COLLIDE__MUL(s, inverse), x);
    y = COLLIDE__SELECT(inside, COLLIDE__MUL(t, inverse), y);
#define COLLIDE__PART(k)                                                                           \
    at[k] = COLLIDE__ADD(COLLIDE__ADD(v[0][k], COLLIDE__MUL(x, e[k])), COLLIDE__MUL(y, f[k]));
    COLLIDE__PART(0)
    COLLIDE__PART(1)
    COLLIDE__PART(2)
#undef COLLIDE__PART
}
#undef COLLIDE__LESS_TWICE

// The least of n / 4 fours of numbers, and which it is; the first of equal ones.
COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__tree_least)(const float *from, unsigned n,
                                                                    float *least) {
    COLLIDE__F4 most = COLLIDE__F4_(load_ps)(from);
    uint32_t bits = 0;
    for (unsigned i = 4; i < n; i += 4)
        most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(load_ps)(from + i), most);
    most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(movehl_ps)(most, most), most);
    most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(shuffle_ps)(most, most, 0x55), most);
    COLLIDE__F4_(store_ss)(least, most);
    most = COLLIDE__F4_(shuffle_ps)(most, most, 0);
    for (unsigned i = 0; i < n; i += 4)
        bits |= (uint32_t)COLLIDE__F4_(movemask_ps)(
                    COLLIDE__F4_(cmpeq_ps)(COLLIDE__F4_(load_ps)(from + i), most))
                << i;
    return collide__lowest_bit(bits | 0x80000000u);
}

static COLLIDE__TARGET uint32_t COLLIDE__W(collide__tree_nearest)(const float *const *leaves,
                                                                  unsigned n,
                                                                  const collide__tree_ball *ball,
                                                                  float *out) {
    float least;
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4 * n; i += COLLIDE__WIDTH) {
        const float *own[8];
        COLLIDE__V v[3][3], at[3];
        for (unsigned k = 0; k < COLLIDE__WIDTH / 4; ++k)
            own[32 / COLLIDE__WIDTH * k] = leaves[i / 4 + k < n ? i / 4 + k : n - 1];
#define COLLIDE__VERTEX(j, k)                                                                      \
    v[j][k] = COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LOAD_FOURS(own, 16 * (k) + 4 * (j)),              \
                                        COLLIDE__SPLAT(ball->point[k])),                           \
                           COLLIDE__SPLAT(ball->point[3]));
#define COLLIDE__PART(k) COLLIDE__VERTEX(0, k) COLLIDE__VERTEX(1, k) COLLIDE__VERTEX(2, k)
        COLLIDE__PART(0)
        COLLIDE__PART(1)
        COLLIDE__PART(2)
#undef COLLIDE__PART
#undef COLLIDE__VERTEX
        COLLIDE__W(collide__tree_near_foot)(v, at);
        COLLIDE__STORE_V(out + i, at[0]);
        COLLIDE__STORE_V(out + 16 + i, at[1]);
        COLLIDE__STORE_V(out + 32 + i, at[2]);
        COLLIDE__STORE_V(out + 48 + i, COLLIDE__DOT_OF(at, at));
        COLLIDE__STORE_V(out + 64 + i, COLLIDE__MIN(COLLIDE__MIN(COLLIDE__DOT_OF(at, v[0]),
                                                                 COLLIDE__DOT_OF(at, v[1])),
                                                    COLLIDE__DOT_OF(at, v[2])));
    }
    const uint32_t best = COLLIDE__W(collide__tree_least)(out + 48, 4 * n, &least);
    // As collide__tree_ball_square.
    const COLLIDE__V most =
        COLLIDE__MAX(COLLIDE__SQRT(COLLIDE__SPLAT(least)), COLLIDE__SPLAT(ball->least));
    const COLLIDE__V reach = COLLIDE__ADD(COLLIDE__MUL(most, COLLIDE__SPLAT(COLLIDE__BALL_ROUND)),
                                          COLLIDE__SPLAT(ball->more));
    const COLLIDE__V limit = COLLIDE__MIN(COLLIDE__MUL(reach, reach), COLLIDE__SPLAT(ball->square));
    for (unsigned i = 0; i < 4 * n; i += COLLIDE__WIDTH) {
        const COLLIDE__V product = COLLIDE__LOAD_V(out + 64 + i);
        const COLLIDE__V square =
            COLLIDE__MAX(COLLIDE__LOAD_V(out + 48 + i), COLLIDE__SPLAT(COLLIDE__ORDER_LEAST));
        const unsigned beyond = COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(limit, square),
                                                          COLLIDE__MUL(product, product))) &
                                COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), product));
        bits |= (uint32_t)(COLLIDE__ALL & ~beyond) << i;
    }
    return best | (bits & 0xffffu >> (16 - 4 * n)) << 4;
}
#undef COLLIDE__DOT_OF
#endif // COLLIDE_NO_TREE

// ---- trees -----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TREE)
// Rows of nodes come in pairs, two times eight columns: row i, then its opposite.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__tree_move)(const float *rows,
                                                               const collide__tree_motion *motion,
                                                               const float *slot, float *out) {
    const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V gap[16 / COLLIDE__WIDTH];
    unsigned bits = 0;
#define COLLIDE__FIRST(part) gap[part] = infinity;
    COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
    for (unsigned d = 0; d < motion->directions; ++d, out += 16) {
        const unsigned *row = motion->row[d];
        const float *shift = motion->shift + 2 * d;
        const COLLIDE__V x = COLLIDE__SPLAT(motion->weight[d][0]);
        const COLLIDE__V y = COLLIDE__SPLAT(motion->weight[d][1]);
        const COLLIDE__V z = COLLIDE__SPLAT(motion->weight[d][2]);
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum =                                                                     \
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__LOAD_TWO(rows, row[0], part)),      \
                                      COLLIDE__MUL(y, COLLIDE__LOAD_TWO(rows, row[1], part))),     \
                         COLLIDE__MUL(z, COLLIDE__LOAD_TWO(rows, row[2], part)));                  \
        const COLLIDE__V moved = COLLIDE__ADD(COLLIDE__SPLAT_TWO(shift[0], shift[1], part), sum);  \
        COLLIDE__STORE_V(out + COLLIDE__WIDTH * (part), moved);                                    \
        if (slot)                                                                                  \
            gap[part] = COLLIDE__MIN(                                                              \
                COLLIDE__ADD(moved, COLLIDE__SPLAT_TWO(slot[16 * d + 8], slot[16 * d], part)),     \
                gap[part]);                                                                        \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
#define COLLIDE__PART(part)                                                                        \
    bits |= COLLIDE__BITS(COLLIDE__GE(gap[part], COLLIDE__SPLAT(0.0f))) << COLLIDE__WIDTH * (part);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    return bits & bits >> 8;
}

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_overlap)(const float *rows,
                                                                  unsigned directions,
                                                                  const float *q, unsigned named,
                                                                  float *gaps) {
    uint64_t hits = 0;
    const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V gap[16 / COLLIDE__WIDTH];
        unsigned bits = 0;
#define COLLIDE__FIRST(part) gap[part] = infinity;
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
#define COLLIDE__PART(part)                                                                        \
    gap[part] = COLLIDE__MIN(COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),            \
                                          COLLIDE__SPLAT_TWO(column[8], column[0], part)),         \
                             gap[part]);
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    bits |= COLLIDE__BITS(COLLIDE__GE(gap[part], COLLIDE__SPLAT(0.0f))) << COLLIDE__WIDTH * (part);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        hits |= (uint64_t)(bits & bits >> 8) << 8 * j;
        if (gaps) {
#define COLLIDE__PART(part) COLLIDE__STORE_V(gaps + 16 * j + COLLIDE__WIDTH * (part), gap[part]);
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
    }
    return hits;
}

// The columns that begin to overlap in time, of their odd rows and of the others.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__tree_enters)(const float *begin, const float *end,
                                                               const collide__tree_clock *clock,
                                                               float *enter) {
    const COLLIDE__F4 best = COLLIDE__F4_(set1_ps)(clock->best);
    unsigned bits = 0;
    for (int i = 0; i < 8; i += 4) {
        const COLLIDE__F4 in = COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(begin + i),
                                                    COLLIDE__F4_(load_ps)(begin + 8 + i));
        const COLLIDE__F4 out = COLLIDE__F4_(min_ps)(COLLIDE__F4_(load_ps)(end + i),
                                                     COLLIDE__F4_(load_ps)(end + 8 + i));
        const COLLIDE__F4 at = COLLIDE__F4_(min_ps)(COLLIDE__F4_(set1_ps)(FLT_MAX), in);
        COLLIDE__F4_(storeu_ps)(enter + i, at);
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(and_ps)(
                    COLLIDE__F4_(cmple_ps)(at, out), COLLIDE__F4_(cmplt_ps)(at, best)))
                << i;
    }
    return bits;
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_times)(const float *rows, unsigned directions,
                                                            const collide__tree_speed *speed,
                                                            const collide__tree_clock *clock,
                                                            const float *q, unsigned named,
                                                            uint8_t *hits, float *enter) {
    COLLIDE__ALIGNED(float) first[16];
    COLLIDE__ALIGNED(float) last[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), until = COLLIDE__SPLAT(clock->until);
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V begin[16 / COLLIDE__WIDTH], end[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part)                                                                       \
    begin[part] = zero;                                                                            \
    end[part] = until;
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
            const float *in = speed->in + 2 * d, *in_more = speed->in_more + 2 * d;
            const float *out = speed->out + 2 * d, *out_more = speed->out_more + 2 * d;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),          \
                                            COLLIDE__SPLAT_TWO(column[8], column[0], part));       \
        begin[part] =                                                                              \
            COLLIDE__MAX(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(in[0], in[1], part)),   \
                                      COLLIDE__SPLAT_TWO(in_more[0], in_more[1], part)),           \
                         begin[part]);                                                             \
        end[part] =                                                                                \
            COLLIDE__MIN(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(out[0], out[1], part)), \
                                      COLLIDE__SPLAT_TWO(out_more[0], out_more[1], part)),         \
                         end[part]);                                                               \
    }
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(first + COLLIDE__WIDTH * (part), begin[part]);                                \
    COLLIDE__STORE_V(last + COLLIDE__WIDTH * (part), end[part]);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        hits[j] = (uint8_t)COLLIDE__W(collide__tree_enters)(first, last, clock, enter + 8 * j);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_apart)(const float *rows, unsigned directions,
                                                            const float *weight, const float *q,
                                                            unsigned named, float *most,
                                                            float *row) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V best[16 / COLLIDE__WIDTH], of[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part) best[part] = of[part] = COLLIDE__SPLAT(0.0f);
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
            const float *own = weight + 2 * d, number = (float)(2 * d);
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),          \
                                            COLLIDE__SPLAT_TWO(column[8], column[0], part));       \
        const COLLIDE__V gap = COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(own[0], own[1], part));        \
        const COLLIDE__M more = COLLIDE__LT(best[part], gap);                                      \
        best[part] = COLLIDE__SELECT(more, gap, best[part]);                                       \
        of[part] = COLLIDE__SELECT(more, COLLIDE__SPLAT_TWO(number, number + 1, part), of[part]);  \
    }
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(most + 16 * j + COLLIDE__WIDTH * (part), best[part]);                         \
    COLLIDE__STORE_V(row + 16 * j + COLLIDE__WIDTH * (part), of[part]);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
}

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_ahead)(const float *rows_a,
                                                                const collide__tree_lean *a,
                                                                const float *rows_b,
                                                                const collide__tree_lean *b,
                                                                float least, float *out) {
    const COLLIDE__F4 limit = COLLIDE__F4_(set1_ps)(least);
    uint64_t hits = 0;
    const COLLIDE__F4 low = COLLIDE__LEAN(rows_a, a, 0), high = COLLIDE__LEAN(rows_a, a, 4);
    COLLIDE__F4_(storeu_ps)(out, low);
    COLLIDE__F4_(storeu_ps)(out + 4, high);
    COLLIDE__F4_(storeu_ps)(out + 8, COLLIDE__LEAN(rows_b, b, 0));
    COLLIDE__F4_(storeu_ps)(out + 12, COLLIDE__LEAN(rows_b, b, 4));
    for (unsigned j = 0; j < 8; ++j) {
        const COLLIDE__F4 own = COLLIDE__F4_(set1_ps)(out[8 + j]);
        const unsigned bits = (unsigned)COLLIDE__F4_(movemask_ps)(
                                  COLLIDE__F4_(cmpge_ps)(COLLIDE__F4_ADD(low, own), limit)) |
                              (unsigned)COLLIDE__F4_(movemask_ps)(
                                  COLLIDE__F4_(cmpge_ps)(COLLIDE__F4_ADD(high, own), limit))
                                  << 4;
        hits |= (uint64_t)bits << 8 * j;
    }
    return hits;
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_reach)(const float *leaf,
                                                            const collide_vec3 *n, float *out) {
    const COLLIDE__F4 x = COLLIDE__F4_(set1_ps)(n->x), y = COLLIDE__F4_(set1_ps)(n->y);
    const COLLIDE__F4 z = COLLIDE__F4_(set1_ps)(n->z);
#define COLLIDE__PART(i)                                                                           \
    COLLIDE__F4_ADD(COLLIDE__F4_ADD(COLLIDE__F4_MUL(x, COLLIDE__F4_(load_ps)(leaf + (i))),         \
                                    COLLIDE__F4_MUL(y, COLLIDE__F4_(load_ps)(leaf + 16 + (i)))),   \
                    COLLIDE__F4_MUL(z, COLLIDE__F4_(load_ps)(leaf + 32 + (i))))
    COLLIDE__F4_(storeu_ps)
    (out, COLLIDE__F4_(max_ps)(COLLIDE__F4_(max_ps)(COLLIDE__PART(0), COLLIDE__PART(4)),
                               COLLIDE__F4_(max_ps)(COLLIDE__PART(8), COLLIDE__PART(12))));
#undef COLLIDE__PART
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_squares)(const float *rows, unsigned directions, const float *q,
                                  const float *weight, float limit, const collide__tree_lean *lean,
                                  float least, float *out) {
    const float *const from = rows;
    unsigned bits = 0;
    COLLIDE__ALIGNED(float) sums[16];
    COLLIDE__ALIGNED(float) mosts[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__V sum[16 / COLLIDE__WIDTH], most[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part) sum[part] = most[part] = zero;
    COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
#define COLLIDE__SQUARE(part, last)                                                                \
    {                                                                                              \
        const COLLIDE__V gap =                                                                     \
            COLLIDE__MIN(COLLIDE__ADD(COLLIDE__LOAD_V(rows + COLLIDE__WIDTH * (part)),             \
                                      COLLIDE__SPLAT_TWO(q[2 * d], q[2 * d + 1], part)),           \
                         zero);                                                                    \
        const COLLIDE__V own = COLLIDE__MUL(gap, COLLIDE__SPLAT(weight[d]));                       \
        last(part, COLLIDE__MUL(own, own))                                                         \
    }
#define COLLIDE__ADD_TO(part, square) sum[part] = COLLIDE__ADD(sum[part], square);
#define COLLIDE__MOST_OF(part, square) most[part] = COLLIDE__MAX(square, most[part]);
    unsigned d = 0;
    for (; d < 3; ++d, rows += 16) {
#define COLLIDE__PART(part) COLLIDE__SQUARE(part, COLLIDE__ADD_TO)
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
    for (; d < directions; ++d, rows += 16) {
#define COLLIDE__PART(part) COLLIDE__SQUARE(part, COLLIDE__MOST_OF)
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
#undef COLLIDE__MOST_OF
#undef COLLIDE__ADD_TO
#undef COLLIDE__SQUARE
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(sums + COLLIDE__WIDTH * (part), sum[part]);                                   \
    COLLIDE__STORE_V(mosts + COLLIDE__WIDTH * (part), most[part]);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    for (int i = 0; i < 8; i += 4) {
        const COLLIDE__F4 own =
            COLLIDE__F4_ADD(COLLIDE__F4_(load_ps)(sums + i), COLLIDE__F4_(load_ps)(sums + 8 + i));
        const COLLIDE__F4 other = COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(mosts + i),
                                                       COLLIDE__F4_(load_ps)(mosts + 8 + i));
        const COLLIDE__F4 square = COLLIDE__F4_(max_ps)(other, own);
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(
                    COLLIDE__F4_(cmple_ps)(square, COLLIDE__F4_(set1_ps)(limit)))
                << i;
        COLLIDE__F4_(storeu_ps)(out + i, square);
        if (lean)
            bits &= ~((unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmplt_ps)(
                          COLLIDE__LEAN(from, lean, i), COLLIDE__F4_(set1_ps)(least)))
                      << i);
    }
    return bits;
}

#undef COLLIDE__LEAN

// As collide__tree_foot, of four triangles.
#define COLLIDE__FOUR_OF(x) COLLIDE__F4_(set1_ps)(x)
#define COLLIDE__SUM(a, b) COLLIDE__F4_ADD(a, b)
#define COLLIDE__DOT_OF(a, b)                                                                      \
    COLLIDE__SUM(COLLIDE__SUM(COLLIDE__F4_MUL(a[0], b[0]), COLLIDE__F4_MUL(a[1], b[1])),           \
                 COLLIDE__F4_MUL(a[2], b[2]))
#define COLLIDE__CROSS_OF(r, a, b)                                                                 \
    for (int k = 0; k < 3; ++k)                                                                    \
        r[k] = COLLIDE__F4_SUB(COLLIDE__F4_MUL(a[(k + 1) % 3], b[(k + 2) % 3]),                    \
                               COLLIDE__F4_MUL(a[(k + 2) % 3], b[(k + 1) % 3]));
#define COLLIDE__EITHER(mask, a, b)                                                                \
    COLLIDE__F4_(or_ps)(COLLIDE__F4_(and_ps)(mask, a), COLLIDE__F4_(andnot_ps)(mask, b))

// The point of edge i nearest to the origin, if it is nearer than u; and the edge's weight.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__tree_foot_edge)(const COLLIDE__F4 *v, const COLLIDE__F4 *e,
                                    const COLLIDE__F4 *n, COLLIDE__F4 *least, COLLIDE__F4 *u,
                                    COLLIDE__F4 *weight) {
    const COLLIDE__F4 zero = COLLIDE__F4_(setzero_ps)();
    const COLLIDE__F4 along = COLLIDE__F4_SUB(zero, COLLIDE__DOT_OF(v, e));
    COLLIDE__F4 way = COLLIDE__F4_DIV(
        along, COLLIDE__F4_(max_ps)(COLLIDE__DOT_OF(e, e), COLLIDE__FOUR_OF(COLLIDE__FOOT_LEAST)));
    COLLIDE__F4 at[3], across[3];
    way = COLLIDE__F4_(min_ps)(COLLIDE__F4_(max_ps)(way, zero), COLLIDE__FOUR_OF(1.0f));
    for (int i = 0; i < 3; ++i)
        at[i] = COLLIDE__SUM(v[i], COLLIDE__F4_MUL(way, e[i]));
    const COLLIDE__F4 square = COLLIDE__DOT_OF(at, at);
    const COLLIDE__F4 nearer = COLLIDE__F4_(cmplt_ps)(square, *least);
    COLLIDE__CROSS_OF(across, v, e)
    *weight = COLLIDE__DOT_OF(across, n);
    *least = COLLIDE__EITHER(nearer, square, *least);
    for (int i = 0; i < 3; ++i)
        u[i] = COLLIDE__EITHER(nearer, at[i], u[i]);
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_feet)(const float *leaf, const float *point,
                                                           float *out) {
    const COLLIDE__F4 zero = COLLIDE__F4_(setzero_ps)();
    COLLIDE__F4 v[3][3], e[3][3], n[3], u[3], at[3], weight[3], least = COLLIDE__FOUR_OF(FLT_MAX);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            v[i][k] = COLLIDE__F4_MUL(COLLIDE__F4_SUB(COLLIDE__F4_(load_ps)(leaf + 16 * k + 4 * i),
                                                      COLLIDE__FOUR_OF(point[k])),
                                      COLLIDE__FOUR_OF(point[3]));
    for (int k = 0; k < 3; ++k) {
        e[0][k] = COLLIDE__F4_SUB(v[1][k], v[0][k]);
        e[1][k] = COLLIDE__F4_SUB(v[2][k], v[1][k]);
        e[2][k] = COLLIDE__F4_SUB(v[0][k], v[2][k]);
        u[k] = v[0][k];
    }
    COLLIDE__CROSS_OF(n, e[2], e[0])
    COLLIDE__W(collide__tree_foot_edge)(v[0], e[0], n, &least, u, &weight[0]);
    COLLIDE__W(collide__tree_foot_edge)(v[1], e[1], n, &least, u, &weight[1]);
    COLLIDE__W(collide__tree_foot_edge)(v[2], e[2], n, &least, u, &weight[2]);
    const COLLIDE__F4 sum = COLLIDE__SUM(COLLIDE__SUM(weight[0], weight[1]), weight[2]);
    const COLLIDE__F4 low =
        COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(weight[0], weight[1]), weight[2]);
    const COLLIDE__F4 inside =
        COLLIDE__F4_(and_ps)(COLLIDE__F4_(cmpge_ps)(low, zero),
                             COLLIDE__F4_(cmpge_ps)(sum, COLLIDE__FOUR_OF(COLLIDE__FOOT_SUM)));
    const COLLIDE__F4 a = COLLIDE__F4_DIV(weight[1], sum), b = COLLIDE__F4_DIV(weight[2], sum);
    const COLLIDE__F4 c = COLLIDE__F4_DIV(weight[0], sum);
    const COLLIDE__F4 sign = COLLIDE__EITHER(COLLIDE__F4_(cmplt_ps)(COLLIDE__DOT_OF(n, v[0]), zero),
                                             COLLIDE__FOUR_OF(-1.0f), COLLIDE__FOUR_OF(1.0f));
    for (int k = 0; k < 3; ++k) {
        at[k] = COLLIDE__SUM(COLLIDE__SUM(COLLIDE__F4_MUL(a, v[0][k]), COLLIDE__F4_MUL(b, v[1][k])),
                             COLLIDE__F4_MUL(c, v[2][k]));
        u[k] = COLLIDE__EITHER(inside, COLLIDE__F4_MUL(sign, n[k]), u[k]);
    }
    const COLLIDE__F4 length = COLLIDE__EITHER(inside, COLLIDE__DOT_OF(at, at), least);
    const COLLIDE__F4 size = COLLIDE__F4_(sqrt_ps)(
        COLLIDE__F4_(max_ps)(COLLIDE__DOT_OF(u, u), COLLIDE__FOUR_OF(COLLIDE__FOOT_LEAST)));
    for (int k = 0; k < 3; ++k)
        u[k] = COLLIDE__F4_DIV(u[k], size);
    COLLIDE__F4_(storeu_ps)
    (out,
     COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(COLLIDE__DOT_OF(u, v[0]), COLLIDE__DOT_OF(u, v[1])),
                          COLLIDE__DOT_OF(u, v[2])));
    COLLIDE__F4_(storeu_ps)(out + 4, COLLIDE__F4_(sqrt_ps)(length));
    for (int k = 0; k < 3; ++k)
        COLLIDE__F4_(storeu_ps)(out + 8 + 4 * k, u[k]);
}
#undef COLLIDE__EITHER
#undef COLLIDE__CROSS_OF
#undef COLLIDE__DOT_OF
#undef COLLIDE__SUM
#undef COLLIDE__FOUR_OF

// Per axis the minimum and maximum of three vertices of four triangles.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__tree_boxes)(const float *rows, float *boxes) {
    for (int axis = 0; axis < 3; ++axis, rows += 16, boxes += 8) {
        const COLLIDE__F4 p = COLLIDE__F4_(load_ps)(rows), q = COLLIDE__F4_(load_ps)(rows + 4);
        const COLLIDE__F4 r = COLLIDE__F4_(load_ps)(rows + 8);
        const COLLIDE__F4 s = COLLIDE__F4_(load_ps)(rows + 12);
        COLLIDE__F4_(store_ps)
        (boxes, COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(p, q), COLLIDE__F4_(min_ps)(r, s)));
        COLLIDE__F4_(store_ps)
        (boxes + 4, COLLIDE__F4_(max_ps)(COLLIDE__F4_(max_ps)(p, q), COLLIDE__F4_(max_ps)(r, s)));
    }
}

static COLLIDE__TARGET void
COLLIDE__W(collide__tree_move_leaf)(const float *rows, const collide_pose *pose, float *out) {
#define COLLIDE__ALONG(x, row, part)                                                               \
    COLLIDE__STORE_V(                                                                              \
        out + 16 * (row) + COLLIDE__WIDTH * (part),                                                \
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__SPLAT(pose->position.x),                   \
                                               COLLIDE__MUL(px, COLLIDE__SPLAT(pose->axis[0].x))), \
                                  COLLIDE__MUL(py, COLLIDE__SPLAT(pose->axis[1].x))),              \
                     COLLIDE__MUL(pz, COLLIDE__SPLAT(pose->axis[2].x))));
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V px = COLLIDE__LOAD_V(rows + COLLIDE__WIDTH * (part));                     \
        const COLLIDE__V py = COLLIDE__LOAD_V(rows + 16 + COLLIDE__WIDTH * (part));                \
        const COLLIDE__V pz = COLLIDE__LOAD_V(rows + 32 + COLLIDE__WIDTH * (part));                \
        COLLIDE__ALONG(x, 0, part)                                                                 \
        COLLIDE__ALONG(y, 1, part)                                                                 \
        COLLIDE__ALONG(z, 2, part)                                                                 \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__ALONG
    COLLIDE__W(collide__tree_boxes)(out, out + 48);
}

// The direction and vertices are V each, as p##x, p##y, p##z; see collide__tree_plane.
#define COLLIDE__ALONG(n, v) COLLIDE__DOT(n##x, n##y, n##z, v##x, v##y, v##z)
#define COLLIDE__LEAST(n, u, v, w)                                                                 \
    COLLIDE__MIN(COLLIDE__ALONG(n, w), COLLIDE__MIN(COLLIDE__ALONG(n, u), COLLIDE__ALONG(n, v)))
#define COLLIDE__MOST(n, u, v, w)                                                                  \
    COLLIDE__MAX(COLLIDE__ALONG(n, w), COLLIDE__MAX(COLLIDE__ALONG(n, u), COLLIDE__ALONG(n, v)))
#define COLLIDE__POINT(p, LOAD, rows)                                                              \
    const COLLIDE__V p##x = LOAD(rows), p##y = LOAD((rows) + 16), p##z = LOAD((rows) + 32);

// Writes the planes of four triangles in rows of four, as wide as a vector.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_planes_of)(const float *rows, float wide,
                                                                    COLLIDE__V *out) {
    COLLIDE__POINT(u, COLLIDE__LOAD_FOUR, rows)
    COLLIDE__POINT(v, COLLIDE__LOAD_FOUR, rows + 4)
    COLLIDE__POINT(w, COLLIDE__LOAD_FOUR, rows + 8)
    const COLLIDE__V ex = COLLIDE__SUB(vx, ux), fx = COLLIDE__SUB(wx, ux);
    const COLLIDE__V ey = COLLIDE__SUB(vy, uy), fy = COLLIDE__SUB(wy, uy);
    const COLLIDE__V ez = COLLIDE__SUB(vz, uz), fz = COLLIDE__SUB(wz, uz);
    const COLLIDE__V nx = COLLIDE__SUB(COLLIDE__MUL(ey, fz), COLLIDE__MUL(ez, fy));
    const COLLIDE__V ny = COLLIDE__SUB(COLLIDE__MUL(ez, fx), COLLIDE__MUL(ex, fz));
    const COLLIDE__V nz = COLLIDE__SUB(COLLIDE__MUL(ex, fy), COLLIDE__MUL(ey, fx));
    const COLLIDE__V sum =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(nx), COLLIDE__ABS(ny)), COLLIDE__ABS(nz));
    const COLLIDE__V margin = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(sum, COLLIDE__SPLAT(wide)),
                                                        COLLIDE__SPLAT(COLLIDE__TREE_PLANE_MARGIN)),
                                           COLLIDE__SPLAT(COLLIDE__TREE_PLANE_VANISH));
    out[0] = nx;
    out[1] = ny;
    out[2] = nz;
    out[3] = COLLIDE__SUB(COLLIDE__LEAST(n, u, v, w), margin);
    out[4] = COLLIDE__ADD(COLLIDE__MOST(n, u, v, w), margin);
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_bodies)(const float *rows, float wide,
                                                             float *out) {
    COLLIDE__ALIGNED(float) four[COLLIDE__WIDTH];
    COLLIDE__V planes[5];
    COLLIDE__W(collide__tree_boxes)(rows, out);
    if (!(wide > 0))
        return;
    COLLIDE__W(collide__tree_planes_of)(rows, wide, planes);
    for (int i = 0; i < 5; ++i) {
        COLLIDE__STORE_V(four, planes[i]);
        COLLIDE__F4_(store_ps)(out + 24 + 4 * i, COLLIDE__F4_(load_ps)(four));
    }
}

// The pairs, four times i of a plus j of b, that a plane of one of the triangles parts.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__tree_parted)(const float *a, const float *bodies, const float *moved) {
    unsigned bits = 0;
#define COLLIDE__OF_A(p) COLLIDE__SPLAT_FOURS(p, at)
#define COLLIDE__PLANE(LOAD_N, rows, LOAD, vertices)                                               \
    {                                                                                              \
        const COLLIDE__V nx = LOAD_N(rows), ny = LOAD_N((rows) + 4);                               \
        const COLLIDE__V nz = LOAD_N((rows) + 8);                                                  \
        COLLIDE__POINT(u, LOAD, vertices)                                                          \
        COLLIDE__POINT(v, LOAD, (vertices) + 4)                                                    \
        COLLIDE__POINT(w, LOAD, (vertices) + 8)                                                    \
        bits |= (COLLIDE__BITS(COLLIDE__LT(LOAD_N((rows) + 16), COLLIDE__LEAST(n, u, v, w))) |     \
                 COLLIDE__BITS(COLLIDE__LT(COLLIDE__MOST(n, u, v, w), LOAD_N((rows) + 12))))       \
                << COLLIDE__WIDTH * at;                                                            \
    }
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        enum { at = part };                                                                        \
        COLLIDE__PLANE(COLLIDE__OF_A, bodies + 24, COLLIDE__LOAD_FOUR, moved)                      \
        COLLIDE__PLANE(COLLIDE__LOAD_FOUR, moved + 72, COLLIDE__OF_A, a)                           \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__PLANE
#undef COLLIDE__OF_A
    return bits;
}
#undef COLLIDE__POINT
#undef COLLIDE__MOST
#undef COLLIDE__LEAST
#undef COLLIDE__ALONG

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_leaves)(const float *a,
                                                                 const float *bodies,
                                                                 const float *moved, bool planes,
                                                                 uint32_t first, uint32_t *code) {
    const float *p = bodies, *q = moved + 48;
    unsigned bits = 0, left, n = 0;
#define COLLIDE__MEET(axis, part)                                                                  \
    COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT_FOURS(p + 8 * (axis), part),                        \
                                COLLIDE__LOAD_FOUR(q + 8 * (axis) + 4)),                           \
                    COLLIDE__LOAD_FOUR(q + 8 * (axis)),                                            \
                    COLLIDE__SPLAT_FOURS(p + 8 * (axis) + 4, part))
#define COLLIDE__PART(part)                                                                        \
    bits |=                                                                                        \
        COLLIDE__BITS(COLLIDE__AND(COLLIDE__AND(COLLIDE__MEET(0, part), COLLIDE__MEET(1, part)),   \
                                   COLLIDE__MEET(2, part)))                                        \
        << COLLIDE__WIDTH * (part);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__MEET
    left = bits;
    if (bits && planes)
        left &= ~COLLIDE__W(collide__tree_parted)(a, bodies, moved);
#if COLLIDE__COMPACTS
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const unsigned own = left >> COLLIDE__WIDTH * (part)&COLLIDE__ALL;                         \
        COLLIDE__STORE_INDEX(code + n, COLLIDE__INDEX_OF(own), first + COLLIDE__WIDTH * (part));   \
        n += COLLIDE__POPCOUNT(own);                                                               \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#else
    for (unsigned rest = left; rest; rest &= rest - 1)
        code[n++] = first + collide__lowest_bit(rest);
#endif
    return (uint64_t)(n << 8 | COLLIDE__POPCOUNT(bits)) << 32 | left << 16 | bits;
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_leaf_times)(const float *a, const float *q,
                                     const collide__tree_speed *speed, float pad,
                                     const collide__tree_clock *clock) {
    COLLIDE__ALIGNED(float) p[24];
    unsigned bits = 0;
    COLLIDE__W(collide__tree_boxes)(a, p);
#define COLLIDE__MEET(r, x, y)                                                                     \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__SUB(x, y), COLLIDE__SPLAT(pad));              \
        in = COLLIDE__MAX(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT(speed->in[r])),            \
                                       COLLIDE__SPLAT(speed->in_more[r])),                         \
                          in);                                                                     \
        out = COLLIDE__MIN(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT(speed->out[r])),          \
                                        COLLIDE__SPLAT(speed->out_more[r])),                       \
                           out);                                                                   \
    }
#define COLLIDE__AXIS(axis, part)                                                                  \
    COLLIDE__MEET(2 * (axis), COLLIDE__SPLAT_FOURS(p + 8 * (axis) + 4, part),                      \
                  COLLIDE__LOAD_FOUR(q + 8 * (axis)))                                              \
    COLLIDE__MEET(2 * (axis) + 1, COLLIDE__LOAD_FOUR(q + 8 * (axis) + 4),                          \
                  COLLIDE__SPLAT_FOURS(p + 8 * (axis), part))
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        COLLIDE__V in = COLLIDE__SPLAT(0.0f), out = COLLIDE__SPLAT(clock->until);                  \
        COLLIDE__AXIS(0, part)                                                                     \
        COLLIDE__AXIS(1, part)                                                                     \
        COLLIDE__AXIS(2, part)                                                                     \
        in = COLLIDE__MIN(COLLIDE__SPLAT(FLT_MAX), in);                                            \
        bits |= COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(in, out),                                   \
                                           COLLIDE__LT(in, COLLIDE__SPLAT(clock->best))))          \
                << COLLIDE__WIDTH * (part);                                                        \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__AXIS
#undef COLLIDE__MEET
    return bits;
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__tree_within)(const float *leaf,
                                                                 const float *sphere) {
    const COLLIDE__V x = COLLIDE__SPLAT(sphere[0]), y = COLLIDE__SPLAT(sphere[1]);
    const COLLIDE__V z = COLLIDE__SPLAT(sphere[2]), inside = COLLIDE__SPLAT(sphere[3]);
    unsigned bits = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *p = leaf + COLLIDE__WIDTH * (part);                                           \
        const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_V(p), x);                                 \
        const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_V(p + 16), y);                            \
        const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_V(p + 32), z);                            \
        bits |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__DOT(dx, dy, dz, dx, dy, dz), inside))           \
                << COLLIDE__WIDTH * (part);                                                        \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#define COLLIDE__GAP(axis, at)                                                                     \
    COLLIDE__MAX(COLLIDE__MAX(COLLIDE__SUB(COLLIDE__LOAD_FOUR(leaf + 48 + 8 * (axis)), at),        \
                              COLLIDE__SUB(at, COLLIDE__LOAD_FOUR(leaf + 52 + 8 * (axis)))),       \
                 COLLIDE__SPLAT(0.0f))
    const COLLIDE__V dx = COLLIDE__GAP(0, x), dy = COLLIDE__GAP(1, y), dz = COLLIDE__GAP(2, z);
#undef COLLIDE__GAP
    const unsigned boxes =
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__DOT(dx, dy, dz, dx, dy, dz), COLLIDE__SPLAT(sphere[4])));
    bits |= bits >> 8;
    return ((bits | bits >> 4) & 15u) | (boxes & 15u) << 4;
}

// Vertex v of the four elements of a leaf, whose numbers NUMBER(s) gives.
#define COLLIDE__MOVE(axis, now)                                                                   \
    {                                                                                              \
        float *row = leaf->rows[axis] + at;                                                        \
        const COLLIDE__F4 p = now, way = COLLIDE__F4_SUB(p, COLLIDE__F4_(load_ps)(row));           \
        most##axis = COLLIDE__F4_(max_ps)(COLLIDE__F4_(andnot_ps)(sign, way), most##axis);         \
        COLLIDE__F4_(store_ps)(row, p);                                                            \
    }
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__F4_(loadh_pi)                                                                         \
    (COLLIDE__F4_(loadl_pi)(sign, (const COLLIDE__F2 *)(const void *)(a)),                         \
     (const COLLIDE__F2 *)(const void *)(b))
#define COLLIDE__THIRD(a) COLLIDE__F4_(set_ss)(collide__read_float((a) + 8))
#define COLLIDE__TAKE(v, NUMBER)                                                                   \
    {                                                                                              \
        const size_t at = 4 * (v);                                                                 \
        const char *a = (const char *)positions + NUMBER(0, v) * stride;                           \
        const char *b = (const char *)positions + NUMBER(1, v) * stride;                           \
        const char *c = (const char *)positions + NUMBER(2, v) * stride;                           \
        const char *d = (const char *)positions + NUMBER(3, v) * stride;                           \
        const COLLIDE__F4 ab = COLLIDE__TWO(a, b), cd = COLLIDE__TWO(c, d);                        \
        COLLIDE__MOVE(0, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88))                                   \
        COLLIDE__MOVE(1, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd))                                   \
        COLLIDE__MOVE(2, COLLIDE__F4_(movelh_ps)(                                                  \
                             COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(a), COLLIDE__THIRD(b)),      \
                             COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(c), COLLIDE__THIRD(d))))     \
    }
static COLLIDE__TARGET void COLLIDE__W(collide__tree_fill)(collide__tree_leaf *leaf, size_t n,
                                                           const uint32_t *fourth,
                                                           const void *positions, size_t stride,
                                                           float *went) {
    const COLLIDE__F4 sign = COLLIDE__F4_(set1_ps)(-0.0f);
    COLLIDE__F4 most0 = COLLIDE__F4_(load_ps)(went), most1 = COLLIDE__F4_(load_ps)(went + 4);
    COLLIDE__F4 most2 = COLLIDE__F4_(load_ps)(went + 8);
    for (size_t i = 0; i < n; ++i, ++leaf) {
#define COLLIDE__OWN(s, v) leaf->vertex[s][v]
#define COLLIDE__FOURTH(s, v) fourth[4 * i + (s)]
#define COLLIDE__REPEAT(axis)                                                                      \
    COLLIDE__F4_(store_ps)(leaf->rows[axis] + 12, COLLIDE__F4_(load_ps)(leaf->rows[axis] + 8));
        COLLIDE__TAKE(0, COLLIDE__OWN)
        COLLIDE__TAKE(1, COLLIDE__OWN)
        COLLIDE__TAKE(2, COLLIDE__OWN)
        if (fourth) {
            COLLIDE__TAKE(3, COLLIDE__FOURTH)
        } else {
            COLLIDE__REPEAT(0)
            COLLIDE__REPEAT(1)
            COLLIDE__REPEAT(2)
        }
#undef COLLIDE__REPEAT
#undef COLLIDE__FOURTH
#undef COLLIDE__OWN
    }
    COLLIDE__F4_(store_ps)(went, most0);
    COLLIDE__F4_(store_ps)(went + 4, most1);
    COLLIDE__F4_(store_ps)(went + 8, most2);
}
#undef COLLIDE__TAKE
#undef COLLIDE__THIRD
#undef COLLIDE__TWO
#undef COLLIDE__MOVE

// The maxima of fours of vectors a to d: four in a row are of a, b, c and d.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__tree_maxima)(COLLIDE__V a, COLLIDE__V b,
                                                                       COLLIDE__V c, COLLIDE__V d) {
    const COLLIDE__V ab = COLLIDE__MAX(COLLIDE__SHUFFLE(a, b, 0x44), COLLIDE__SHUFFLE(a, b, 0xee));
    const COLLIDE__V cd = COLLIDE__MAX(COLLIDE__SHUFFLE(c, d, 0x44), COLLIDE__SHUFFLE(c, d, 0xee));
    return COLLIDE__MAX(COLLIDE__SHUFFLE(ab, cd, 0x88), COLLIDE__SHUFFLE(ab, cd, 0xdd));
}

// First, for each direction, the maxima of the four vertices of 8 * 4 elements, then of their
// opposites; then the maxima of the elements of a leaf.
static COLLIDE__TARGET void COLLIDE__W(collide__tree_bound)(const float *const *leaves,
                                                            unsigned kind, float *rows) {
    COLLIDE__ALIGNED(float) along[13 * 64];
    const unsigned directions = kind / 2;
    float *pairs = along + (directions == 9 ? 3 : 7) * 64;
    for (unsigned i = 0; i < 32 / COLLIDE__WIDTH; ++i) {
#define COLLIDE__VERTEX(v)                                                                         \
    const COLLIDE__V x##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v));                              \
    const COLLIDE__V y##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v) + 16);                         \
    const COLLIDE__V z##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v) + 32);                         \
    const COLLIDE__V s##v = COLLIDE__ADD(x##v, y##v), d##v = COLLIDE__SUB(x##v, y##v);
        COLLIDE__VERTEX(0)
        COLLIDE__VERTEX(1)
        COLLIDE__VERTEX(2)
        COLLIDE__VERTEX(3)
#undef COLLIDE__VERTEX
#define COLLIDE__PUT(to, a, b, c, d)                                                               \
    {                                                                                              \
        const COLLIDE__V v0 = a, v1 = b, v2 = c, v3 = d;                                           \
        COLLIDE__STORE_V((to) + COLLIDE__WIDTH * i,                                                \
                         COLLIDE__MAX(COLLIDE__MAX(v0, v1), COLLIDE__MAX(v2, v3)));                \
        COLLIDE__STORE_V((to) + COLLIDE__WIDTH * i + 32,                                           \
                         COLLIDE__NEG(COLLIDE__MIN(COLLIDE__MIN(v0, v1), COLLIDE__MIN(v2, v3))));  \
    }
#define COLLIDE__ONE(to, a) COLLIDE__PUT(to, a##0, a##1, a##2, a##3)
#define COLLIDE__TWO(to, op, a, b)                                                                 \
    COLLIDE__PUT(to, op(a##0, b##0), op(a##1, b##1), op(a##2, b##2), op(a##3, b##3))
        COLLIDE__ONE(along, x)
        COLLIDE__ONE(along + 64, y)
        COLLIDE__ONE(along + 128, z) if (directions == 7 || directions == 13) {
            COLLIDE__TWO(along + 192, COLLIDE__ADD, s, z)
            COLLIDE__TWO(along + 256, COLLIDE__ADD, d, z)
            COLLIDE__TWO(along + 320, COLLIDE__SUB, s, z)
            COLLIDE__TWO(along + 384, COLLIDE__SUB, d, z)
        }
        if (directions >= 9) {
            COLLIDE__ONE(pairs, s)
            COLLIDE__TWO(pairs + 64, COLLIDE__ADD, x, z)
            COLLIDE__TWO(pairs + 128, COLLIDE__ADD, y, z)
            COLLIDE__ONE(pairs + 192, d)
            COLLIDE__TWO(pairs + 256, COLLIDE__SUB, x, z)
            COLLIDE__TWO(pairs + 320, COLLIDE__SUB, y, z)
        }
#undef COLLIDE__TWO
#undef COLLIDE__ONE
#undef COLLIDE__PUT
    }
    const float *from = along;
    for (unsigned d = 0; d < directions; ++d, from += 64, rows += 16) {
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *p = from + 4 * COLLIDE__WIDTH * (part);                                       \
        const COLLIDE__V sign = COLLIDE__SPLAT_TWO(0.0f, -0.0f, part);                             \
        const COLLIDE__V most = COLLIDE__ORDER_FOURS(COLLIDE__W(collide__tree_maxima)(             \
            COLLIDE__LOAD_V(p), COLLIDE__LOAD_V(p + COLLIDE__WIDTH),                               \
            COLLIDE__LOAD_V(p + 2 * COLLIDE__WIDTH), COLLIDE__LOAD_V(p + 3 * COLLIDE__WIDTH)));    \
        COLLIDE__STORE_V(                                                                          \
            rows + COLLIDE__WIDTH * (part),                                                        \
            COLLIDE__XOR(COLLIDE__ADD(COLLIDE__XOR(most, sign), COLLIDE__SPLAT(0.0f)), sign));     \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_raise)(const float *const *nodes,
                                                            unsigned kind, float *rows) {
    for (unsigned r = 0; r < 8 * kind; r += 8) {
#define COLLIDE__HALF(i)                                                                           \
    COLLIDE__F4_(max_ps)                                                                           \
    (COLLIDE__F4_(load_ps)(nodes[i] + r), COLLIDE__F4_(load_ps)(nodes[i] + r + 4))
#define COLLIDE__PART(i)                                                                           \
    {                                                                                              \
        const COLLIDE__F4 a = COLLIDE__HALF(i), b = COLLIDE__HALF((i) + 1);                        \
        const COLLIDE__F4 c = COLLIDE__HALF((i) + 2), d = COLLIDE__HALF((i) + 3);                  \
        const COLLIDE__F4 ab =                                                                     \
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(movelh_ps)(a, b), COLLIDE__F4_(movehl_ps)(b, a));    \
        const COLLIDE__F4 cd =                                                                     \
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(movelh_ps)(c, d), COLLIDE__F4_(movehl_ps)(d, c));    \
        COLLIDE__F4_(store_ps)                                                                     \
        (rows + r + (i), COLLIDE__F4_(max_ps)(COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88),              \
                                              COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd)));            \
    }
        COLLIDE__PART(0)
        COLLIDE__PART(4)
#undef COLLIDE__PART
#undef COLLIDE__HALF
    }
}

COLLIDE__KERNEL_TABLE_LANES(tree, COLLIDE__TREE_KERNELS);
#endif // COLLIDE_NO_TREE

// ---- rays ------------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_RAY)

// Whether the ray enters before it leaves, with a margin for the rounding of times, which below
// FLT_MIN is absolute.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__ray_in_time)(COLLIDE__V enter,
                                                                     COLLIDE__V leave) {
    return COLLIDE__BITS(
        COLLIDE__LE(COLLIDE__MUL(enter, COLLIDE__SPLAT(1 - COLLIDE__RAY_SLACK)),
                    COLLIDE__ADD(COLLIDE__MUL(leave, COLLIDE__SPLAT(1 + COLLIDE__RAY_SLACK)),
                                 COLLIDE__SPLAT(FLT_MIN))));
}

// Takes in the slab from first to last. A ray that does not move along the axis is outside if it
// would have to go forward to first, or back to last.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__ray_axis)(const collide__slab_job *job,
                                                              int axis, COLLIDE__V first,
                                                              COLLIDE__V last, COLLIDE__V *enter,
                                                              COLLIDE__V *leave) {
    const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[axis]);
    *enter = COLLIDE__MAX(COLLIDE__MUL(first, inverse), *enter);
    if (job->stays[axis])
        *enter = COLLIDE__MAX(COLLIDE__MUL(last, COLLIDE__SPLAT(-job->inverse[axis])), *enter);
    else
        *leave = COLLIDE__MIN(COLLIDE__MUL(last, inverse), *leave);
}

// Slabs of AABBs and k-DOPs. The pad of the origin covers the margin of the definitions. The errors
// of the difference, the inverse and the product are relative: 3 * 2^-24 of the time in all.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_slabs)(const collide__slab_job *job,
                                                               bool kdop, const float *rows) {
    const unsigned axis_rows = kdop ? 2 : 1, opposite = kdop ? 1 : 3;
    const float *first[3], *last[3];
    unsigned bits = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        first[axis] = rows + 16 * (axis_rows * axis + opposite * job->back[axis]);
        last[axis] = rows + 16 * (axis_rows * axis + opposite * (1 - job->back[axis]));
    }
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V enter = COLLIDE__SPLAT(0.0f), leave = COLLIDE__SPLAT(job->t_max);
#define COLLIDE__AXIS(axis)                                                                        \
    COLLIDE__W(collide__ray_axis)                                                                  \
    (job, axis,                                                                                    \
     COLLIDE__SUB(COLLIDE__LOAD_V(first[axis] + i), COLLIDE__SPLAT(job->enter_at[axis])),          \
     COLLIDE__SUB(COLLIDE__LOAD_V(last[axis] + i), COLLIDE__SPLAT(job->leave_at[axis])), &enter,   \
     &leave);
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
        bits |= COLLIDE__W(collide__ray_in_time)(enter, leave) << i;
    }
    return bits;
}

// Spheres. Let u = 2^-24, c = the center from the origin, d = the direction, and R = the radius
// with the margin of collide__cast_sphere. A sphere that is hit either has c^2 <= R^2, or c d > 0.
// In both cases d^2 (c^2 - R^2) <= (c d)^2. Rounding moves this by at most 21 u d^2 c^2, of which 4
// u is the rounding of d, and by 6 u d^2 r^2. R^2 is at most (1 + 2^-37) r^2 + 2^-37 c^2. So 32 u
// (r^2 + c^2) covers both. Where the inequality holds, |c| |d| <= 1.01 (|c d| + |d| r); so the
// error of c d is at most 5 u (|c d| + |d| r), and so is the error of the time of entry times d^2,
// which is at least c d - |d| r.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_spheres)(const collide__slab_job *job,
                                                                 const float *rows) {
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, rows += COLLIDE__WIDTH) {
        const COLLIDE__V slack = COLLIDE__SPLAT(COLLIDE__RAY_SLACK);
        const COLLIDE__V least = COLLIDE__SPLAT(FLT_MIN); // more than products lose that underflow
        const COLLIDE__V x =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 0), COLLIDE__SPLAT(job->origin[0]));
        const COLLIDE__V y =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 1), COLLIDE__SPLAT(job->origin[1]));
        const COLLIDE__V z =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 2), COLLIDE__SPLAT(job->origin[2]));
        const COLLIDE__V radius = COLLIDE__LOAD_ROW(rows, 3);
        const COLLIDE__V way =
            COLLIDE__DOT(x, y, z, COLLIDE__SPLAT(job->along[0]), COLLIDE__SPLAT(job->along[1]),
                         COLLIDE__SPLAT(job->along[2]));
        const COLLIDE__V apart = COLLIDE__DOT(x, y, z, x, y, z);
        const COLLIDE__V inside = COLLIDE__MUL(radius, radius);
        const COLLIDE__V grown = COLLIDE__ADD(
            COLLIDE__ADD(inside, COLLIDE__MUL(COLLIDE__ADD(inside, apart), slack)), least);
        const COLLIDE__V reach = COLLIDE__MUL(radius, COLLIDE__SPLAT(job->length));
        const COLLIDE__M beside =
            COLLIDE__LT(COLLIDE__MUL(way, way),
                        COLLIDE__MUL(COLLIDE__SUB(apart, grown), COLLIDE__SPLAT(job->square)));
        const COLLIDE__M outside = COLLIDE__LT(grown, apart); // both are finite then
        const COLLIDE__M behind =
            COLLIDE__LT(COLLIDE__ADD(COLLIDE__ADD(way, least), COLLIDE__MUL(reach, slack)),
                        COLLIDE__SPLAT(0.0f));
        const COLLIDE__M beyond = COLLIDE__LT(
            COLLIDE__SPLAT(job->reach),
            COLLIDE__SUB(COLLIDE__SUB(way, COLLIDE__MUL(COLLIDE__ABS(way), slack)), reach));
        bits |= (COLLIDE__BITS(beside) |
                 (COLLIDE__BITS(outside) & (COLLIDE__BITS(behind) | COLLIDE__BITS(beyond))))
                << i;
    }
    return ~bits & 0xffffu;
}

// Slabs of boxes that hold the objects, relative to the ray's origin. They are larger than the
// objects by more than rounding and the margin of the definitions.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_boxes)(const collide__slab_job *job,
                                                               collide__ray_kind kind,
                                                               const float *rows) {
    unsigned bits = 0;
    if (!job->usual)
        return 0xffffu;
    if (kind == COLLIDE__RAY_KDOP || kind == COLLIDE__RAY_AABB)
        return COLLIDE__W(collide__ray_slabs)(job, kind == COLLIDE__RAY_KDOP, rows);
    if (kind == COLLIDE__RAY_SPHERE && job->scaled)
        return COLLIDE__W(collide__ray_spheres)(job, rows);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, rows += COLLIDE__WIDTH) {
        COLLIDE__V enter = COLLIDE__SPLAT(0.0f), leave = COLLIDE__SPLAT(job->t_max);
        COLLIDE__V lows[3], highs[3], size = COLLIDE__SPLAT(0.0f);
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V origin = COLLIDE__SPLAT(job->origin[axis]);
            COLLIDE__V low, high;
            if (kind == COLLIDE__RAY_TRIANGLE) {
                const COLLIDE__V p = COLLIDE__LOAD_ROW(rows, axis),
                                 q = COLLIDE__LOAD_ROW(rows, axis + 3);
                const COLLIDE__V r = COLLIDE__LOAD_ROW(rows, axis + 6);
                low = COLLIDE__SUB(COLLIDE__MIN(r, COLLIDE__MIN(p, q)), origin);
                high = COLLIDE__SUB(COLLIDE__MAX(r, COLLIDE__MAX(p, q)), origin);
            } else {
                const COLLIDE__V center = COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, axis), origin);
                COLLIDE__V half = COLLIDE__LOAD_ROW(rows, 3);
                if (kind == COLLIDE__RAY_OBB)
                    half =
                        COLLIDE__DOT(half, COLLIDE__LOAD_ROW(rows, 4), COLLIDE__LOAD_ROW(rows, 5),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 6 + axis)),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 9 + axis)),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 12 + axis)));
                low = COLLIDE__SUB(center, half);
                high = COLLIDE__ADD(center, half);
            }
            size = COLLIDE__ADD(size, COLLIDE__ADD(COLLIDE__ABS(low), COLLIDE__ABS(high)));
            lows[axis] = low;
            highs[axis] = high;
        }
        size = COLLIDE__ADD(COLLIDE__MUL(size, COLLIDE__SPLAT(COLLIDE__RAY_SLACK)),
                            COLLIDE__SPLAT(job->pad));
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V low = COLLIDE__SUB(lows[axis], size);
            const COLLIDE__V high = COLLIDE__ADD(highs[axis], size);
            COLLIDE__W(collide__ray_axis)
            (job, axis, job->back[axis] ? high : low, job->back[axis] ? low : high, &enter, &leave);
        }
        const unsigned known = COLLIDE__BITS(COLLIDE__LE(size, COLLIDE__SPLAT(FLT_MAX)));
        bits |= (COLLIDE__W(collide__ray_in_time)(enter, leave) |
                 (~known & ((1u << COLLIDE__WIDTH) - 1)))
                << i;
    }
    return bits;
}

#ifndef COLLIDE_NO_TREE
// Eight children fill half a vector of sixteen.
#if COLLIDE__WIDTH == 16
#define COLLIDE__HALF __m256
#define COLLIDE__HALF_WIDTH 8
#define COLLIDE__HALF_SPLAT(a) _mm256_set1_ps(a)
#define COLLIDE__HALF_LOAD(p) _mm256_load_ps(p)
#define COLLIDE__HALF_STORE(p, a) _mm256_store_ps(p, a)
#define COLLIDE__HALF_ADD(a, b) _mm256_add_ps(a, b)
#define COLLIDE__HALF_MUL(a, b) _mm256_mul_ps(a, b)
#define COLLIDE__HALF_MAX(a, b) _mm256_max_ps(a, b)
#define COLLIDE__HALF_BITS_LE(a, b) ((unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)))
#else
#define COLLIDE__HALF COLLIDE__V
#define COLLIDE__HALF_WIDTH COLLIDE__WIDTH
#define COLLIDE__HALF_SPLAT(a) COLLIDE__SPLAT(a)
#define COLLIDE__HALF_LOAD(p) COLLIDE__LOAD_V(p)
#define COLLIDE__HALF_STORE(p, a) COLLIDE__STORE_V(p, a)
#define COLLIDE__HALF_ADD(a, b) COLLIDE__ADD(a, b)
#define COLLIDE__HALF_MUL(a, b) COLLIDE__MUL(a, b)
#define COLLIDE__HALF_MAX(a, b) COLLIDE__MAX(a, b)
#define COLLIDE__HALF_BITS_LE(a, b) COLLIDE__BITS(COLLIDE__LE(a, b))
#endif
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_children)(const collide__line_job *job,
                                                                  const float *rows, float *times) {
    unsigned bits = 0;
    for (int i = 0; i < 8; i += COLLIDE__HALF_WIDTH) {
        COLLIDE__HALF enter = COLLIDE__HALF_SPLAT(0.0f);
        COLLIDE__HALF leave = COLLIDE__HALF_SPLAT(-job->t_max); // when it leaves, negated
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__HALF factor = COLLIDE__HALF_SPLAT(job->factor[axis]);
            const COLLIDE__HALF row =
                COLLIDE__HALF_ADD(COLLIDE__HALF_LOAD(rows + i + job->row[axis]),
                                  COLLIDE__HALF_SPLAT(job->near_shift[axis]));
            const COLLIDE__HALF back =
                COLLIDE__HALF_ADD(COLLIDE__HALF_LOAD(rows + i + (job->row[axis] ^ 8u)),
                                  COLLIDE__HALF_SPLAT(job->far_shift[axis]));
            enter = COLLIDE__HALF_MAX(COLLIDE__HALF_MUL(row, factor), enter);
            leave = COLLIDE__HALF_MAX(COLLIDE__HALF_MUL(back, factor), leave);
        }
        COLLIDE__HALF_STORE(times + i, enter);
        // The sum is exact or has its sign.
        bits |= COLLIDE__HALF_BITS_LE(COLLIDE__HALF_ADD(enter, leave), COLLIDE__HALF_SPLAT(0.0f))
                << i;
    }
    return bits;
}
#undef COLLIDE__HALF
#undef COLLIDE__HALF_WIDTH
#undef COLLIDE__HALF_SPLAT
#undef COLLIDE__HALF_LOAD
#undef COLLIDE__HALF_STORE
#undef COLLIDE__HALF_ADD
#undef COLLIDE__HALF_MUL
#undef COLLIDE__HALF_MAX
#undef COLLIDE__HALF_BITS_LE

#if defined(COLLIDE__GNU)
#define COLLIDE__OPERATE4(op, name, a, b) COLLIDE__OPERATE(op, name, a, b)
#else
#define COLLIDE__OPERATE4(op, name, a, b) COLLIDE__F4_(name##_ps)(a, b)
#endif
#define COLLIDE__ADD4(a, b) COLLIDE__OPERATE4(+, add, a, b)
#define COLLIDE__SUB4(a, b) COLLIDE__OPERATE4(-, sub, a, b)
#define COLLIDE__MUL4(a, b) COLLIDE__W(collide__mul4)(a, b)
#define COLLIDE__SPLAT4(a) COLLIDE__F4_(set1_ps)(a)
#define COLLIDE__MIN4(a) COLLIDE__F4_(min_ps)((a)[0], COLLIDE__F4_(min_ps)((a)[1], (a)[2]))
#define COLLIDE__MAX4(a) COLLIDE__F4_(max_ps)((a)[0], COLLIDE__F4_(max_ps)((a)[1], (a)[2]))
#define COLLIDE__ABS4(a) COLLIDE__F4_(andnot_ps)(sign, a)
COLLIDE__LANE_FORCE_INLINE COLLIDE__F4 COLLIDE__W(collide__mul4)(COLLIDE__F4 a, COLLIDE__F4 b) {
    COLLIDE__F4 p = COLLIDE__OPERATE4(*, mul, a, b);
#if defined(__clang__) && defined(COLLIDE__VECTOR_REGISTER)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(p)); // see COLLIDE__OPAQUE
#endif
    return p;
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_triangles)(const collide__line_job *job,
                                                                   const float *rows) {
    const COLLIDE__F4 sign = COLLIDE__SPLAT4(-0.0f);
    const COLLIDE__F4 toward = COLLIDE__F4_(and_ps)(sign, COLLIDE__SPLAT4(job->toward));
    const COLLIDE__F4 margin_x = COLLIDE__SPLAT4(job->margin[0]);
    const COLLIDE__F4 margin_y = COLLIDE__SPLAT4(job->margin[1]);
    COLLIDE__F4 x[3], y[3], z[3], edge[3], sum_x = margin_x, sum_y = margin_y;
    for (int v = 0; v < 3; ++v) {
        const float *p = rows + 4 * v;
        const COLLIDE__F4 along = COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[2]),
                                                COLLIDE__SPLAT4(job->origin[2]));
        x[v] = COLLIDE__SUB4(COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[0]),
                                           COLLIDE__SPLAT4(job->origin[0])),
                             COLLIDE__MUL4(COLLIDE__SPLAT4(job->slope[0]), along));
        y[v] =
            COLLIDE__SUB4(COLLIDE__MUL4(COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[1]),
                                                      COLLIDE__SPLAT4(job->origin[1])),
                                        COLLIDE__SPLAT4(job->unit)),
                          COLLIDE__MUL4(COLLIDE__SPLAT4(job->slope[1]), along));
        z[v] = COLLIDE__F4_(xor_ps)(along, toward);
        sum_x = COLLIDE__ADD4(sum_x, COLLIDE__ABS4(x[v]));
        sum_y = COLLIDE__ADD4(sum_y, COLLIDE__ABS4(y[v]));
    }
    for (int v = 0; v < 3; ++v) {
        const int w = v < 2 ? v + 1 : 0;
        edge[v] = COLLIDE__SUB4(COLLIDE__MUL4(x[v], y[w]), COLLIDE__MUL4(x[w], y[v]));
    }
    const COLLIDE__F4 error =
        COLLIDE__ADD4(COLLIDE__MUL4(margin_x, sum_y), COLLIDE__MUL4(margin_y, sum_x));
    const COLLIDE__F4 beside = COLLIDE__F4_(and_ps)(
        COLLIDE__F4_(cmpgt_ps)(COLLIDE__MAX4(edge), error),
        COLLIDE__F4_(cmplt_ps)(COLLIDE__MIN4(edge), COLLIDE__F4_(xor_ps)(error, sign)));
    const COLLIDE__F4 ahead = COLLIDE__F4_(and_ps)(
        COLLIDE__F4_(cmpge_ps)(COLLIDE__MAX4(z), COLLIDE__SPLAT4(job->behind)),
        COLLIDE__F4_(cmple_ps)(COLLIDE__MIN4(z), COLLIDE__SPLAT4(job->beyond)));
    return (unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(andnot_ps)(beside, ahead));
}
#undef COLLIDE__OPERATE4
#undef COLLIDE__ADD4
#undef COLLIDE__SUB4
#undef COLLIDE__MUL4
#undef COLLIDE__SPLAT4
#undef COLLIDE__MIN4
#undef COLLIDE__MAX4
#undef COLLIDE__ABS4
#endif // COLLIDE_NO_TREE

COLLIDE__KERNEL_TABLE_LANES(ray, COLLIDE__RAY_KERNELS);
#endif // COLLIDE_NO_RAY

// ---- cables ----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_CABLE)

#define COLLIDE__LANES(rows, i, part) COLLIDE__LOAD_V((rows) + 16 * (i) + (part))

// Of 16 segments whose boxes overlap: on each axis V0, V2, V3 relative to V1, divided by 4096, and
// the box times six; and by how much the box is grown, to reject and to be sure of a hit.
typedef struct COLLIDE__W(collide__cable_rest) {
    COLLIDE__ALIGNED(float) v[3][3][16];
    COLLIDE__ALIGNED(float) lo[3][16];
    COLLIDE__ALIGNED(float) hi[3][16];
    COLLIDE__ALIGNED(float) grown[2][16];
} COLLIDE__W(collide__cable_rest);

// collide__spline_boxed_on for the lanes from i on.
COLLIDE__LANE_INLINE COLLIDE__M COLLIDE__W(collide__cable_boxed)(COLLIDE__M mask, const float *a,
                                                                 int axis, int i, COLLIDE__V lo,
                                                                 COLLIDE__V hi) {
    const COLLIDE__V p = COLLIDE__LANES(a, axis, i), q = COLLIDE__LANES(a, 3 + axis, i);
    const COLLIDE__V r = COLLIDE__LANES(a, 6 + axis, i), s = COLLIDE__LANES(a, 9 + axis, i);
    const COLLIDE__V radius = COLLIDE__LANES(a, 12, i);
    const COLLIDE__V least = COLLIDE__MIN(COLLIDE__MIN(p, q), COLLIDE__MIN(r, s));
    const COLLIDE__V most = COLLIDE__MAX(COLLIDE__MAX(p, q), COLLIDE__MAX(r, s));
    mask = COLLIDE__AND_LE(mask, COLLIDE__SUB(least, hi), radius);
    return COLLIDE__AND_LE(mask, COLLIDE__SUB(lo, most), radius);
}

// Hulls of 16 parts of one segment. 2: some part begins within the box; 1: some hull overlaps it.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__cable_parts)(const COLLIDE__W(collide__cable_rest) * rest, unsigned lane) {
    unsigned may = 0xffffu, within = 0xffffu;
    for (int axis = 0; axis < 3; ++axis) {
        const COLLIDE__V p = COLLIDE__SPLAT(rest->v[axis][0][lane]);
        const COLLIDE__V q = COLLIDE__SPLAT(rest->v[axis][1][lane]);
        const COLLIDE__V r = COLLIDE__SPLAT(rest->v[axis][2][lane]);
        const COLLIDE__V lo = COLLIDE__SPLAT(rest->lo[axis][lane]);
        const COLLIDE__V hi = COLLIDE__SPLAT(rest->hi[axis][lane]);
        const COLLIDE__V loose = COLLIDE__SPLAT(rest->grown[0][lane]);
        const COLLIDE__V sure = COLLIDE__SPLAT(rest->grown[1][lane]);
        const COLLIDE__V low = COLLIDE__SUB(lo, loose), high = COLLIDE__ADD(hi, loose);
        const COLLIDE__V least = COLLIDE__SUB(lo, sure), most = COLLIDE__ADD(hi, sure);
        unsigned open = 0, in = 0;
#define COLLIDE__CORNER(c, i)                                                                      \
    COLLIDE__ADD(                                                                                  \
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][0], 0, i), p),          \
                     COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][1], 0, i), q)),         \
        COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][2], 0, i), r))
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            const COLLIDE__V b0 = COLLIDE__CORNER(0, i), b1 = COLLIDE__CORNER(1, i);
            const COLLIDE__V b2 = COLLIDE__CORNER(2, i), b3 = COLLIDE__CORNER(3, i);
            const COLLIDE__V below = COLLIDE__MIN(COLLIDE__MIN(b0, b1), COLLIDE__MIN(b2, b3));
            const COLLIDE__V above = COLLIDE__MAX(COLLIDE__MAX(b0, b1), COLLIDE__MAX(b2, b3));
            open |= COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__LE(below, high), above, low)) << i;
            in |= COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__LE(b0, most), b0, least)) << i;
        }
#undef COLLIDE__CORNER
        may &= open;
        within &= in;
        if (!may)
            return 0;
    }
    return within ? 2 : 1;
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__cable_scan)(const float *boxes, size_t step,
                                                              const float *b, size_t i, size_t n,
                                                              unsigned *lanes) {
    const COLLIDE__V x = COLLIDE__LOAD_V(b), y = COLLIDE__LOAD_V(b + 16);
    const COLLIDE__V z = COLLIDE__LOAD_V(b + 32), x_end = COLLIDE__LOAD_V(b + 48);
    const COLLIDE__V y_end = COLLIDE__LOAD_V(b + 64), z_end = COLLIDE__LOAD_V(b + 80);
    for (; i < n; ++i) {
        const float *rows = boxes + i * step;
        unsigned bits = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__M low = COLLIDE__AND_LE(                                                    \
            COLLIDE__AND_LE(COLLIDE__GE(x_end, COLLIDE__LANES(rows, 0, (part)*COLLIDE__WIDTH)), x, \
                            COLLIDE__LANES(rows, 3, (part)*COLLIDE__WIDTH)),                       \
            y, COLLIDE__LANES(rows, 4, (part)*COLLIDE__WIDTH));                                    \
        const COLLIDE__M high = COLLIDE__AND_GE(                                                   \
            COLLIDE__AND_GE(COLLIDE__GE(y_end, COLLIDE__LANES(rows, 1, (part)*COLLIDE__WIDTH)),    \
                            z_end, COLLIDE__LANES(rows, 2, (part)*COLLIDE__WIDTH)),                \
            COLLIDE__LANES(rows, 5, (part)*COLLIDE__WIDTH), z);                                    \
        bits |= COLLIDE__BITS(COLLIDE__AND(low, high)) << ((part)*COLLIDE__WIDTH);                 \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        if (bits) {
            *lanes = bits;
            return i;
        }
    }
    return n;
}

// The lanes that hit by their parts; adds undecided lanes to *unsure.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__cable_look)(const COLLIDE__W(collide__cable_rest) * rest, unsigned lanes,
                                unsigned *unsure) {
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        const unsigned parts = COLLIDE__W(collide__cable_parts)(rest, lane);
        hits |= (parts >> 1) << lane;
        *unsure |= (parts & 1) << lane;
    }
    return hits;
}

// The lanes with radius > 0 whose boxes overlap, as in collide__spline_boxed, unless this is known.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__cable_boxes)(const float *a, const float *b,
                                                                     int i, bool known) {
    COLLIDE__M boxed = COLLIDE__LT(COLLIDE__SPLAT(0.0f), COLLIDE__LANES(a, 12, i));
#define COLLIDE__BOXED(axis)                                                                       \
    boxed = COLLIDE__W(collide__cable_boxed)(boxed, a, axis, i, COLLIDE__LANES(b, axis, i),        \
                                             COLLIDE__LANES(b, 3 + (axis), i));
    if (!known) {
        COLLIDE__BOXED(0)
        COLLIDE__BOXED(1)
        COLLIDE__BOXED(2)
    }
#undef COLLIDE__BOXED
    return COLLIDE__BITS(boxed);
}

// Tests the boxes of control points as collide__spline_boxed does; then hulls of whole segments and
// their ends; then parts. A lane is a miss if it is outside of the box by more than the error bound
// of collide__slab_set_near and rounding together, at most 2^-15 of the hull, and a hit if it is
// inside by as much. Lanes with lengths for which this may not hold are unsure.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__cable_enter)(const float *a, const float *b,
                                                                 unsigned lanes, bool known_boxes,
                                                                 unsigned *unsure) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), six = COLLIDE__SPLAT(6.0f);
    const COLLIDE__V huge = COLLIDE__SPLAT(1e36f), tiny = COLLIDE__SPLAT(1e-30f);
    const COLLIDE__V part = COLLIDE__SPLAT(2.44140625e-4f); // 2^-12
    COLLIDE__W(collide__cable_rest) rest;
    unsigned hits = 0, open = 0, look = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const unsigned left = COLLIDE__W(collide__cable_boxes)(a, b, i, known_boxes) & lanes >> i;
        if (!left)
            continue;
        const COLLIDE__V reach = COLLIDE__MUL(COLLIDE__LANES(a, 12, i), six);
        COLLIDE__V size = zero;
#define COLLIDE__HULL(axis)                                                                        \
    const COLLIDE__V from##axis = COLLIDE__LANES(a, 3 + (axis), i);                                \
    const COLLIDE__V p##axis = COLLIDE__SUB(COLLIDE__LANES(a, axis, i), from##axis);               \
    const COLLIDE__V q##axis = COLLIDE__SUB(COLLIDE__LANES(a, 6 + (axis), i), from##axis);         \
    const COLLIDE__V r##axis = COLLIDE__SUB(COLLIDE__LANES(a, 9 + (axis), i), from##axis);         \
    const COLLIDE__V first##axis = COLLIDE__ADD(p##axis, q##axis);                                 \
    const COLLIDE__V second##axis = COLLIDE__ADD(q##axis, q##axis);                                \
    const COLLIDE__V third##axis = COLLIDE__ADD(second##axis, second##axis);                       \
    const COLLIDE__V last##axis = COLLIDE__ADD(third##axis, r##axis);                              \
    const COLLIDE__V least##axis = COLLIDE__MIN(COLLIDE__MIN(first##axis, second##axis),           \
                                                COLLIDE__MIN(third##axis, last##axis));            \
    const COLLIDE__V most##axis = COLLIDE__MAX(COLLIDE__MAX(first##axis, second##axis),            \
                                               COLLIDE__MAX(third##axis, last##axis));             \
    size = COLLIDE__MAX(COLLIDE__MAX(COLLIDE__SUB(zero, least##axis), most##axis), size);
        COLLIDE__HULL(0)
        COLLIDE__HULL(1)
        COLLIDE__HULL(2)
#undef COLLIDE__HULL
        const COLLIDE__V margin =
            COLLIDE__ADD(COLLIDE__MUL(size, COLLIDE__SPLAT(3.0517578125e-5f)),     // 2^-15
                         COLLIDE__MUL(reach, COLLIDE__SPLAT(3.814697265625e-6f))); // 2^-18
        const COLLIDE__V loose = COLLIDE__ADD(reach, margin), sure = COLLIDE__SUB(reach, margin);
        COLLIDE__M known = COLLIDE__AND_GE(COLLIDE__LE(reach, huge), size, tiny);
        COLLIDE__M may = COLLIDE__LE(size, huge), one = known, other = known;
#define COLLIDE__GROWN(axis)                                                                       \
    const COLLIDE__V low##axis =                                                                   \
        COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(b, axis, i), from##axis), six);                   \
    const COLLIDE__V high##axis =                                                                  \
        COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(b, 3 + (axis), i), from##axis), six);             \
    known = COLLIDE__AND_LE(known, COLLIDE__ABS(first##axis), huge);                               \
    known = COLLIDE__AND_LE(known, COLLIDE__ABS(last##axis), huge);                                \
    may = COLLIDE__AND_LE(may, least##axis, COLLIDE__ADD(high##axis, loose));                      \
    may = COLLIDE__AND_GE(may, most##axis, COLLIDE__SUB(low##axis, loose));                        \
    one = COLLIDE__AND_LE(one, first##axis, COLLIDE__ADD(high##axis, sure));                       \
    one = COLLIDE__AND_GE(one, first##axis, COLLIDE__SUB(low##axis, sure));                        \
    other = COLLIDE__AND_LE(other, last##axis, COLLIDE__ADD(high##axis, sure));                    \
    other = COLLIDE__AND_GE(other, last##axis, COLLIDE__SUB(low##axis, sure));
        COLLIDE__GROWN(0)
        COLLIDE__GROWN(1)
        COLLIDE__GROWN(2)
#undef COLLIDE__GROWN
        const unsigned clear = COLLIDE__BITS(known) & left;
        const unsigned hit = (COLLIDE__BITS(one) | COLLIDE__BITS(other)) & clear;
        const unsigned rough = COLLIDE__BITS(may) & clear & ~hit;
        hits |= hit << i;
        open |= (left & ~clear) << i;
        look |= rough << i;
        if (!rough)
            continue;
#define COLLIDE__KEEP(axis)                                                                        \
    COLLIDE__STORE_V(rest.v[axis][0] + i, COLLIDE__MUL(p##axis, part));                            \
    COLLIDE__STORE_V(rest.v[axis][1] + i, COLLIDE__MUL(q##axis, part));                            \
    COLLIDE__STORE_V(rest.v[axis][2] + i, COLLIDE__MUL(r##axis, part));                            \
    COLLIDE__STORE_V(rest.lo[axis] + i, low##axis);                                                \
    COLLIDE__STORE_V(rest.hi[axis] + i, high##axis);
        COLLIDE__KEEP(0)
        COLLIDE__KEEP(1)
        COLLIDE__KEEP(2)
#undef COLLIDE__KEEP
        COLLIDE__STORE_V(rest.grown[0] + i, loose);
        COLLIDE__STORE_V(rest.grown[1] + i, sure);
    }
    *unsure = open;
    return hits | COLLIDE__W(collide__cable_look)(&rest, look, unsure);
}

// The lanes whose projections on an axis are apart by more than slack, as in collide__near_along.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cable_apart)(const COLLIDE__V *b, const COLLIDE__V *t, COLLIDE__V slack) {
    const COLLIDE__V b_low = COLLIDE__MIN(COLLIDE__MIN(b[0], b[1]), COLLIDE__MIN(b[2], b[3]));
    const COLLIDE__V b_high = COLLIDE__MAX(COLLIDE__MAX(b[0], b[1]), COLLIDE__MAX(b[2], b[3]));
    const COLLIDE__V t_low = COLLIDE__MIN(COLLIDE__MIN(t[0], t[1]), t[2]);
    const COLLIDE__V t_high = COLLIDE__MAX(COLLIDE__MAX(t[0], t[1]), t[2]);
    return COLLIDE__BITS(COLLIDE__LT(slack, COLLIDE__SUB(b_low, t_high))) |
           COLLIDE__BITS(COLLIDE__LT(slack, COLLIDE__SUB(t_low, b_high)));
}

COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__hypot_up)(COLLIDE__V a, COLLIDE__V b) {
    const COLLIDE__V x = COLLIDE__ABS(a), y = COLLIDE__ABS(b);
    return COLLIDE__ADD(COLLIDE__MAX(x, y), COLLIDE__MUL(COLLIDE__SELECT(COLLIDE__LT(y, x), y, x),
                                                         COLLIDE__SPLAT(0.41422f)));
}

// Six times the Bezier points of a segment and the vertices of a triangle, relative to the second
// control point. Returns the largest absolute coordinate.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__cable_local)(const float *a,
                                                                       const float *v, int i,
                                                                       COLLIDE__V b[3][4],
                                                                       COLLIDE__V t[3][3]) {
    COLLIDE__V size = COLLIDE__SPLAT(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        const COLLIDE__V from = COLLIDE__LANES(a, 3 + axis, i);
        const COLLIDE__V q = COLLIDE__SUB(COLLIDE__LANES(a, 6 + axis, i), from);
        b[axis][0] = COLLIDE__ADD(COLLIDE__SUB(COLLIDE__LANES(a, axis, i), from), q);
        b[axis][1] = COLLIDE__ADD(q, q);
        b[axis][2] = COLLIDE__ADD(b[axis][1], b[axis][1]);
        b[axis][3] = COLLIDE__ADD(b[axis][2], COLLIDE__SUB(COLLIDE__LANES(a, 9 + axis, i), from));
        for (int k = 0; k < 3; ++k) {
            t[axis][k] = COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(v, 3 * k + axis, i), from),
                                      COLLIDE__SPLAT(6.0f));
            size = COLLIDE__MAX(size, COLLIDE__ABS(t[axis][k]));
        }
        for (int k = 0; k < 4; ++k)
            size = COLLIDE__MAX(size, COLLIDE__ABS(b[axis][k]));
    }
    return size;
}

// collide__near_triangle for 16 lanes.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__cable_project)(const float *a, const float *v,
                                                                   unsigned lanes) {
    const COLLIDE__V six = COLLIDE__SPLAT(6.0f), margin = COLLIDE__SPLAT(COLLIDE__NEAR_MARGIN);
    const COLLIDE__V tiny = COLLIDE__SPLAT(COLLIDE__NEAR_TINY), zero = COLLIDE__SPLAT(0.0f);
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const unsigned asked = lanes >> i & ((1u << (COLLIDE__WIDTH - 1)) * 2 - 1);
        const COLLIDE__V radius = COLLIDE__MUL(COLLIDE__LANES(a, 12, i), six);
        COLLIDE__V b[3][4], t[3][3], e[3][3], along[4], other[3];
        COLLIDE__M boxed = COLLIDE__LT(zero, radius);
        if (!asked)
            continue;
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V p = COLLIDE__LANES(v, axis, i), q = COLLIDE__LANES(v, 3 + axis, i);
            const COLLIDE__V r = COLLIDE__LANES(v, 6 + axis, i);
            boxed = COLLIDE__W(collide__cable_boxed)(boxed, a, axis, i,
                                                     COLLIDE__MIN(COLLIDE__MIN(p, q), r),
                                                     COLLIDE__MAX(COLLIDE__MAX(p, q), r));
        }
        unsigned apart = ~(asked & COLLIDE__BITS(boxed));
        if (!(~apart & asked))
            continue;
        const COLLIDE__V size = COLLIDE__W(collide__cable_local)(a, v, i, b, t);
        const COLLIDE__V grown = COLLIDE__ADD(radius, COLLIDE__MUL(size, margin));
        const COLLIDE__V slack = COLLIDE__ADD(grown, tiny);
        for (int axis = 0; axis < 3; ++axis)
            apart |= COLLIDE__W(collide__cable_apart)(b[axis], t[axis], slack);
        if (!(~apart & asked))
            continue;
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V p = COLLIDE__LANES(v, axis, i), q = COLLIDE__LANES(v, 3 + axis, i);
            const COLLIDE__V r = COLLIDE__LANES(v, 6 + axis, i);
            e[axis][0] = COLLIDE__SUB(q, p);
            e[axis][1] = COLLIDE__SUB(r, q);
            e[axis][2] = COLLIDE__SUB(p, r);
        }
        const COLLIDE__V x =
            COLLIDE__SUB(COLLIDE__MUL(e[1][0], e[2][1]), COLLIDE__MUL(e[2][0], e[1][1]));
        const COLLIDE__V y =
            COLLIDE__SUB(COLLIDE__MUL(e[2][0], e[0][1]), COLLIDE__MUL(e[0][0], e[2][1]));
        const COLLIDE__V z =
            COLLIDE__SUB(COLLIDE__MUL(e[0][0], e[1][1]), COLLIDE__MUL(e[1][0], e[0][1]));
        for (int k = 0; k < 4; ++k)
            along[k] =
                COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, b[0][k]), COLLIDE__MUL(y, b[1][k])),
                             COLLIDE__MUL(z, b[2][k]));
        for (int k = 0; k < 3; ++k)
            other[k] =
                COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, t[0][k]), COLLIDE__MUL(y, t[1][k])),
                             COLLIDE__MUL(z, t[2][k]));
        const COLLIDE__V flat = COLLIDE__ADD(
            COLLIDE__MUL(COLLIDE__W(collide__hypot_up)(COLLIDE__W(collide__hypot_up)(x, y), z),
                         grown),
            tiny);
        apart |= COLLIDE__W(collide__cable_apart)(along, other, flat);
        for (int plane = 0; plane < 3; ++plane) {
            const COLLIDE__V *bi = b[(plane + 1) % 3], *bj = b[(plane + 2) % 3];
            const COLLIDE__V *ti = t[(plane + 1) % 3], *tj = t[(plane + 2) % 3];
            if (!(~apart & asked))
                break;
            for (int edge = 0; edge < 3; ++edge) {
                const COLLIDE__V m = e[(plane + 1) % 3][edge], n = e[(plane + 2) % 3][edge];
                const COLLIDE__V wide =
                    COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__hypot_up)(m, n), grown), tiny);
                for (int k = 0; k < 4; ++k)
                    along[k] = COLLIDE__SUB(COLLIDE__MUL(n, bi[k]), COLLIDE__MUL(m, bj[k]));
                for (int k = 0; k < 3; ++k)
                    other[k] = COLLIDE__SUB(COLLIDE__MUL(n, ti[k]), COLLIDE__MUL(m, tj[k]));
                apart |= COLLIDE__W(collide__cable_apart)(along, other, wide);
            }
        }
        hits |= (~apart & asked) << i;
    }
    return hits;
}
#undef COLLIDE__LANES

COLLIDE__KERNEL_TABLE_LANES(cable, COLLIDE__CABLE_KERNELS);
#endif // COLLIDE_NO_CABLE

// ---- the nearest points of cores, in closed form, in lanes -----------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// As their namesakes in shape/nearest.h, with the same operations. Sums with 0 and products with 1
// or -1 are left out: only signs of zeros can depend on them, and no result has a negative zero.

// As collide__witness, for a point k of the segment a.
typedef struct COLLIDE__W(collide__lane_witness) {
    COLLIDE__D3 b;
    COLLIDE__D k, feature_b; // features as numbers
} COLLIDE__W(collide__lane_witness);

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_clamp)(COLLIDE__D x) {
    return COLLIDE__MIN_D(COLLIDE__MAX_D(x, COLLIDE__SPLAT_D(0.0)), COLLIDE__SPLAT_D(1.0));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_clamp_to)(COLLIDE__D x,
                                                                         COLLIDE__D most) {
    return COLLIDE__MAX_D(COLLIDE__MIN_D(x, most), COLLIDE__NEG_D(most));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_inverse)(COLLIDE__D x) {
    return COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), x);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__D x) {
    return COLLIDE__WHERE_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), x),
                            COLLIDE__W(collide__lane_inverse)(x));
}

// The feature at k of an edge from one vertex to the next.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_edge)(COLLIDE__D vertex,
                                                                     COLLIDE__D next,
                                                                     COLLIDE__D k) {
    const COLLIDE__D edge = COLLIDE__ADD_D(vertex, COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_EDGE));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), k),
                             COLLIDE__SELECT_D(COLLIDE__LE_D(COLLIDE__SPLAT_D(1.0), k), next, edge),
                             vertex);
}

// ---- segments

// As collide__nearest_segments: gets the products of which this is made. Returns s, *u is the
// other.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_parameters)(
    COLLIDE__D inverse_dd, COLLIDE__D ee, COLLIDE__D de, COLLIDE__D dr, COLLIDE__D er,
    COLLIDE__D square, COLLIDE__D *u) {
    const COLLIDE__D s =
        COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__MUL_D(de, er), COLLIDE__MUL_D(dr, ee)),
                       COLLIDE__W(collide__lane_inverse_or_0)(square));
    *u = COLLIDE__W(collide__lane_clamp)(
        COLLIDE__MUL_D(COLLIDE__ADD_D(COLLIDE__MUL_D(de, COLLIDE__W(collide__lane_clamp)(s)), er),
                       COLLIDE__W(collide__lane_inverse_or_0)(ee)));
    return COLLIDE__W(collide__lane_clamp)(
        COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__MUL_D(de, *u), dr), inverse_dd));
}

// Two segments. Where *other is set, b is the first one of the definition: only there does the
// order matter.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_segments)(COLLIDE__D3 e, COLLIDE__D3 f, COLLIDE__D3 d, COLLIDE__DM other,
                                   COLLIDE__W(collide__lane_witness) * out) {
    const COLLIDE__D3 cross = COLLIDE__D3_(cross)(e, f);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D ed = COLLIDE__D3_(dot)(e, d), fd = COLLIDE__D3_(dot)(f, d);
    COLLIDE__D u;
    const COLLIDE__D k = COLLIDE__W(collide__lane_parameters)(
        COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__SELECT_D(other, ff, ee)),
        COLLIDE__SELECT_D(other, ee, ff), COLLIDE__D3_(dot)(e, f),
        COLLIDE__SELECT_D(other, fd, COLLIDE__NEG_D(ed)),
        COLLIDE__SELECT_D(other, ed, COLLIDE__NEG_D(fd)), COLLIDE__D3_(dot)(cross, cross), &u);
    const COLLIDE__D on_b = COLLIDE__SELECT_D(other, k, u);
    out->k = COLLIDE__SELECT_D(other, u, k);
    out->b = COLLIDE__D3_(scale)(on_b, f);
    out->feature_b =
        COLLIDE__W(collide__lane_edge)(COLLIDE__SPLAT_D(0.0), COLLIDE__SPLAT_D(1.0), on_b);
}

// ---- boxes

// As collide__box_side, as -1, 0 or 1.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_side)(COLLIDE__D c_j, COLLIDE__D by_j, COLLIDE__D wide_j, COLLIDE__D e_j,
                               COLLIDE__D c_k, COLLIDE__D by_k, COLLIDE__D wide_k, COLLIDE__D e_k) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D j = COLLIDE__ABS_D(wide_j), k = COLLIDE__ABS_D(wide_k);
#define COLLIDE__BEYOND(x, most) COLLIDE__SUB_D(x, COLLIDE__W(collide__lane_clamp_to)(x, most))
#define COLLIDE__SLOPE(op)                                                                         \
    COLLIDE__ADD_D(COLLIDE__MUL_D(e_j, COLLIDE__BEYOND(op(c_j, by_j), j)),                         \
                   COLLIDE__MUL_D(e_k, COLLIDE__BEYOND(op(c_k, by_k), k)))
    const COLLIDE__D low = COLLIDE__SLOPE(COLLIDE__SUB_D), high = COLLIDE__SLOPE(COLLIDE__ADD_D);
#undef COLLIDE__SLOPE
    return COLLIDE__SUB_D(COLLIDE__WHERE_D(COLLIDE__LT_D(high, zero), one),
                          COLLIDE__WHERE_D(COLLIDE__LT_D(zero, low), one));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_slope)(COLLIDE__D3 x,
                                                                      COLLIDE__D3 d) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    x.x = COLLIDE__BEYOND(x.x, one);
    x.y = COLLIDE__BEYOND(x.y, one);
    x.z = COLLIDE__BEYOND(x.z, one);
    return COLLIDE__D3_(dot)(x, d);
}
#undef COLLIDE__BEYOND

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_entry)(COLLIDE__D q, COLLIDE__D r,
                                                                      COLLIDE__D d) {
    const COLLIDE__D turned =
        COLLIDE__SELECT_D(COLLIDE__LT_D(d, COLLIDE__SPLAT_D(0.0)), COLLIDE__NEG_D(r), r);
    return COLLIDE__MUL_D(COLLIDE__SUB_D(COLLIDE__NEG_D(q), turned),
                          COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__ABS_D(d)));
}

// As collide__nearest_on_segment.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_on_segment)(COLLIDE__D3 q,
                                                                           COLLIDE__D3 inverse,
                                                                           COLLIDE__D3 r,
                                                                           COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 e = COLLIDE__D3_(mul)(d, inverse), x_0 = COLLIDE__D3_(mul)(r, inverse);
    const COLLIDE__DM ahead = COLLIDE__LT_D(COLLIDE__W(collide__lane_slope)(x_0, d), zero);
    const COLLIDE__D at_1 = COLLIDE__W(collide__lane_slope)(COLLIDE__D3_(add)(x_0, e), d);
    const COLLIDE__DM inside = COLLIDE__BOTH_D(ahead, COLLIDE__LT_D(zero, at_1));
    const COLLIDE__D end = COLLIDE__WHERE_D(ahead, one);
    if (!COLLIDE__BITS_D(inside))
        return end;
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(d, r);
    const COLLIDE__D xy = COLLIDE__MUL_D(q.x, d.y), xz = COLLIDE__MUL_D(q.x, d.z);
    const COLLIDE__D yz = COLLIDE__MUL_D(q.y, d.z), yx = COLLIDE__MUL_D(q.y, d.x);
    const COLLIDE__D zx = COLLIDE__MUL_D(q.z, d.x), zy = COLLIDE__MUL_D(q.z, d.y);
    COLLIDE__D3 side;
    side.x = COLLIDE__W(collide__lane_side)(c.z, xy, yx, e.y, COLLIDE__NEG_D(c.y), xz, zx, e.z);
    side.y = COLLIDE__W(collide__lane_side)(c.x, yz, zy, e.z, COLLIDE__NEG_D(c.z), yx, xy, e.x);
    side.z = COLLIDE__W(collide__lane_side)(c.y, zx, xz, e.x, COLLIDE__NEG_D(c.x), zy, yz, e.y);
    const COLLIDE__D3 w = COLLIDE__D3_(mul)(side, e);
    const COLLIDE__D sum = COLLIDE__D3_(dot)(w, COLLIDE__D3_(mul)(side, d));
    const COLLIDE__D along = COLLIDE__D3_(dot)(w, COLLIDE__D3_(sub)(q, COLLIDE__D3_(mul)(side, r)));
    const COLLIDE__DM sloped = COLLIDE__LT_D(zero, sum);
    COLLIDE__D k = COLLIDE__DIV_D(along, sum);
    if (COLLIDE__BITS_D(COLLIDE__BOTH_D(inside, COLLIDE__NOT_D(sloped)))) {
        const COLLIDE__D entry =
            COLLIDE__MAX_D(COLLIDE__W(collide__lane_entry)(q.x, r.x, d.x),
                           COLLIDE__MAX_D(COLLIDE__W(collide__lane_entry)(q.y, r.y, d.y),
                                          COLLIDE__W(collide__lane_entry)(q.z, r.z, d.z)));
        k = COLLIDE__SELECT_D(sloped, k, entry);
    }
    return COLLIDE__SELECT_D(inside, COLLIDE__W(collide__lane_clamp)(k), end);
}

// As collide__core_box_feature. Of the axes that are not free, the signs are the digits of the
// number; edges begin at 4 times their axis, and faces at 2 times.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_box_feature)(COLLIDE__D3 s) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const double edge = (double)COLLIDE_FEATURE_EDGE;
    const COLLIDE__DM free_x = COLLIDE__LT_D(COLLIDE__ABS_D(s.x), one);
    const COLLIDE__DM free_y = COLLIDE__LT_D(COLLIDE__ABS_D(s.y), one);
    const COLLIDE__DM free_z = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s.z), one),
                                               COLLIDE__NOT_D(COLLIDE__BOTH_D(free_x, free_y)));
    const COLLIDE__D base = COLLIDE__SELECT_D(
        free_y, COLLIDE__SPLAT_D(edge - 4.0),
        COLLIDE__SELECT_D(free_x, COLLIDE__SPLAT_D(edge + 2.0), COLLIDE__SPLAT_D(edge + 8.0)));
    COLLIDE__D n = COLLIDE__WHERE_D(
        COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), s.z), COLLIDE__NOT_D(free_z)), one);
    n = COLLIDE__ADD_D(COLLIDE__SELECT_D(free_y, n, COLLIDE__ADD_D(n, n)),
                       COLLIDE__WHERE_D(COLLIDE__LE_D(one, s.y), one));
    n = COLLIDE__ADD_D(COLLIDE__SELECT_D(free_x, n, COLLIDE__ADD_D(n, n)),
                       COLLIDE__WHERE_D(COLLIDE__LE_D(one, s.x), one));
    n = COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_x, COLLIDE__SPLAT_D(edge)));
    n = COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_y, COLLIDE__SPLAT_D(edge + 4.0)));
    return COLLIDE__ADD_D(n, COLLIDE__WHERE_D(free_z, base));
}

// s clamped to the box, where r are the products with the generators.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_in_box)(COLLIDE__D3 r,
                                                                        COLLIDE__D3 inverse) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    r = COLLIDE__D3_(mul)(r, inverse);
    r.x = COLLIDE__W(collide__lane_clamp_to)(r.x, one);
    r.y = COLLIDE__W(collide__lane_clamp_to)(r.y, one);
    r.z = COLLIDE__W(collide__lane_clamp_to)(r.z, one);
    return r;
}

// As collide__core_local, of an OBB with the generators g, or of an AABB with the half sides g[3].
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_local)(const COLLIDE__D3 *g,
                                                                       bool obb, COLLIDE__D3 m) {
    COLLIDE__D3 r;
    if (!obb)
        return COLLIDE__D3_(mul)(g[3], m);
    r.x = COLLIDE__D3_(dot)(g[0], m);
    r.y = COLLIDE__D3_(dot)(g[1], m);
    r.z = COLLIDE__D3_(dot)(g[2], m);
    return r;
}

// Of the generators g of an OBB, or half sides g[3] of an AABB: squared lengths, and their
// inverses.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_squares)(const COLLIDE__D3 *g,
                                                                         bool obb,
                                                                         COLLIDE__D3 *inverse) {
    COLLIDE__D3 q;
    if (obb) {
        q.x = COLLIDE__D3_(dot)(g[0], g[0]);
        q.y = COLLIDE__D3_(dot)(g[1], g[1]);
        q.z = COLLIDE__D3_(dot)(g[2], g[2]);
    } else {
        q = COLLIDE__D3_(mul)(g[3], g[3]);
    }
    inverse->x = COLLIDE__W(collide__lane_inverse)(q.x);
    inverse->y = COLLIDE__W(collide__lane_inverse)(q.y);
    inverse->z = COLLIDE__W(collide__lane_inverse)(q.z);
    return q;
}

// As collide__nearest_box, for the segment from x along d, or the point x if d is NULL. Returns the
// lanes in which no generator is 0. The axes of an AABB are orthogonal, so that one pass is enough.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_box)(
    const COLLIDE__D3 *g, bool obb, COLLIDE__D3 q, COLLIDE__D3 inverse, COLLIDE__D3 x,
    const COLLIDE__D3 *d, bool whole, COLLIDE__W(collide__lane_witness) * out) {
    COLLIDE__D3 s;
    COLLIDE__D3 r = COLLIDE__W(collide__lane_local)(g, obb, obb ? x : COLLIDE__D3_(sub)(x, g[3]));
    if (d) {
        const COLLIDE__D3 rate = COLLIDE__W(collide__lane_local)(g, obb, *d);
        out->k = COLLIDE__W(collide__lane_on_segment)(q, inverse, r, rate);
        r = COLLIDE__D3_(along)(r, out->k, rate);
    }
    s = COLLIDE__W(collide__lane_in_box)(r, inverse);
    if (obb) {
        const COLLIDE__D yz = COLLIDE__D3_(dot)(g[1], g[2]), zx = COLLIDE__D3_(dot)(g[2], g[0]);
        const COLLIDE__D xy = COLLIDE__D3_(dot)(g[0], g[1]);
#define COLLIDE__REST(x, i, j, by_i, by_j)                                                         \
    COLLIDE__SUB_D(r.x, COLLIDE__ADD_D(COLLIDE__MUL_D(by_i, s.i), COLLIDE__MUL_D(by_j, s.j)))
        r.x = COLLIDE__REST(x, y, z, xy, zx);
        r.y = COLLIDE__REST(y, z, x, yz, xy);
        r.z = COLLIDE__REST(z, x, y, zx, yz);
#undef COLLIDE__REST
        s = COLLIDE__W(collide__lane_in_box)(r, inverse);
        out->b = COLLIDE__D3_(along)(COLLIDE__D3_(scale)(s.x, g[0]), s.y, g[1]);
        out->b = COLLIDE__D3_(along)(out->b, s.z, g[2]);
    } else {
        out->b = COLLIDE__D3_(add)(g[3], COLLIDE__D3_(mul)(s, g[3]));
    }
    if (whole)
        out->feature_b = COLLIDE__W(collide__lane_box_feature)(s);
    return COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__MIN_D(COLLIDE__MIN_D(q.x, q.y), q.z));
}

// ---- triangles

// As collide__nearest_triangle: edge 0 goes before edge 1, and edge 1 before edge 2; likewise for
// vertices, of which vertex 0 is also the last choice. Returns the feature.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_triangle)(const COLLIDE__D3 *t,
                                                                         COLLIDE__D3 x,
                                                                         COLLIDE__D3 *at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 e = t[1], f = t[2], g = COLLIDE__D3_(sub)(f, e);
    const COLLIDE__D3 n = COLLIDE__D3_(cross)(e, f), turned = COLLIDE__D3_(cross)(n, x);
    const COLLIDE__D nn = COLLIDE__D3_(dot)(n, n), to_1 = COLLIDE__D3_(dot)(turned, f);
    const COLLIDE__D to_2 = COLLIDE__NEG_D(COLLIDE__D3_(dot)(turned, e));
    const COLLIDE__D xe = COLLIDE__D3_(dot)(x, e), xf = COLLIDE__D3_(dot)(x, f);
    const COLLIDE__D xg = COLLIDE__D3_(dot)(COLLIDE__D3_(sub)(x, e), g);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D gg = COLLIDE__D3_(dot)(g, g);
    const COLLIDE__DM in_0 = COLLIDE__LT_D(zero, to_2), in_2 = COLLIDE__LT_D(zero, to_1);
    const COLLIDE__DM in_1 = COLLIDE__LT_D(COLLIDE__ADD_D(to_1, to_2), nn);
    const COLLIDE__DM inside = COLLIDE__BOTH_D(COLLIDE__BOTH_D(in_0, in_1), in_2);
    const COLLIDE__DM behind_0 = COLLIDE__LT_D(zero, xe), before_0 = COLLIDE__LT_D(xe, ee);
    const COLLIDE__DM behind_1 = COLLIDE__LT_D(zero, xg), before_1 = COLLIDE__LT_D(xg, gg);
    const COLLIDE__DM behind_2 = COLLIDE__LT_D(zero, xf), before_2 = COLLIDE__LT_D(xf, ff);
#define COLLIDE__WITHOUT(m, n) COLLIDE__BOTH_D(m, COLLIDE__NOT_D(n))
    const COLLIDE__DM edge_0 = COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_0, before_0), in_0);
    const COLLIDE__DM edge_1 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_1, before_1), in_1), edge_0);
    const COLLIDE__DM first = COLLIDE__EITHER_D(edge_0, edge_1);
    const COLLIDE__DM edge_2 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__BOTH_D(behind_2, before_2), in_2), first);
    const COLLIDE__DM flat = COLLIDE__EITHER_D(inside, COLLIDE__EITHER_D(first, edge_2));
    const COLLIDE__DM not_0 =
        COLLIDE__WITHOUT(COLLIDE__EITHER_D(behind_0, behind_2), flat); // of vertices
    const COLLIDE__DM is_1 = COLLIDE__WITHOUT(COLLIDE__WITHOUT(not_0, behind_1), before_0);
    const COLLIDE__DM is_2 =
        COLLIDE__WITHOUT(COLLIDE__WITHOUT(COLLIDE__WITHOUT(not_0, before_2), before_1), is_1);
    // clang 19 never ends if two masks of AVX-512 and their union all choose lanes: is_1 does not.
    const COLLIDE__DM from_1 = COLLIDE__EITHER_D(is_1, edge_1);
#undef COLLIDE__WITHOUT
    // Else the face, or a vertex.
#define COLLIDE__OF(on_0, on_1, on_2, on_face, on_vertex)                                          \
    COLLIDE__SELECT_D(                                                                             \
        edge_0, on_0,                                                                              \
        COLLIDE__SELECT_D(                                                                         \
            edge_1, on_1,                                                                          \
            COLLIDE__SELECT_D(edge_2, on_2, COLLIDE__SELECT_D(inside, on_face, on_vertex))))
    const COLLIDE__D inverse = COLLIDE__W(collide__lane_inverse)(COLLIDE__OF(ee, gg, ff, nn, one));
    const COLLIDE__D along = COLLIDE__MUL_D(COLLIDE__OF(xe, xg, xf, to_1, zero), inverse);
    const COLLIDE__D3 from =
        COLLIDE__D3_(select)(is_2, f, COLLIDE__D3_(select)(from_1, e, COLLIDE__D3_(splat)(0.0)));
    const COLLIDE__D3 edge = COLLIDE__D3_(select)(edge_1, g, COLLIDE__D3_(select)(edge_2, f, e));
    *at = COLLIDE__D3_(along)(COLLIDE__D3_(along)(from, along, edge),
                              COLLIDE__MUL_D(COLLIDE__WHERE_D(inside, to_2), inverse), f);
    const COLLIDE__D two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__D vertex = COLLIDE__SELECT_D(from_1, one, COLLIDE__WHERE_D(is_2, two));
    return COLLIDE__OF(COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D(1.0 + (double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D(2.0 + (double)COLLIDE_FEATURE_EDGE),
                       COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_FACE), vertex);
#undef COLLIDE__OF
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_witness_select)(COLLIDE__DM m, const COLLIDE__W(collide__lane_witness) * a,
                                         COLLIDE__W(collide__lane_witness) * b) {
    b->b = COLLIDE__D3_(select)(m, a->b, b->b);
    b->k = COLLIDE__SELECT_D(m, a->k, b->k);
    b->feature_b = COLLIDE__SELECT_D(m, a->feature_b, b->feature_b);
}

// As collide__nearest_edge, for the segment from p along d. Gets t with a copy of its first vertex
// as t[3].
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_edges)(const COLLIDE__D3 *t, COLLIDE__D3 p, COLLIDE__D3 d,
                                COLLIDE__W(collide__lane_witness) * out) {
    const COLLIDE__D inverse = COLLIDE__W(collide__lane_inverse_or_0)(COLLIDE__D3_(dot)(d, d));
    COLLIDE__D least = COLLIDE__SPLAT_D(DBL_MAX);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D3 e = COLLIDE__D3_(sub)(t[i + 1], t[i]), r = COLLIDE__D3_(sub)(p, t[i]);
        const COLLIDE__D3 cross = COLLIDE__D3_(cross)(d, e);
        COLLIDE__D u;
        COLLIDE__W(collide__lane_witness) w;
        w.k = COLLIDE__W(collide__lane_parameters)(
            inverse, COLLIDE__D3_(dot)(e, e), COLLIDE__D3_(dot)(d, e), COLLIDE__D3_(dot)(d, r),
            COLLIDE__D3_(dot)(e, r), COLLIDE__D3_(dot)(cross, cross), &u);
        const COLLIDE__D3 on = COLLIDE__D3_(scale)(u, e);
        const COLLIDE__D3 off = COLLIDE__D3_(sub)(COLLIDE__D3_(along)(r, w.k, d), on);
        const COLLIDE__D square = COLLIDE__D3_(dot)(off, off);
        const COLLIDE__DM best = COLLIDE__LT_D(square, least);
        least = COLLIDE__MIN_D(square, least);
        w.b = COLLIDE__D3_(add)(t[i], on);
        w.feature_b = COLLIDE__W(collide__lane_edge)(COLLIDE__SPLAT_D((double)i),
                                                     COLLIDE__SPLAT_D((double)((i + 1) % 3)), u);
        if (i == 0)
            *out = w;
        else
            COLLIDE__W(collide__lane_witness_select)(best, &w, out);
    }
}
#endif // COLLIDE__WIDTH

// ---- distances in closed form, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// What the second core is; the first is a point or a segment.
#define COLLIDE__CLOSED_POINT 1
#define COLLIDE__CLOSED_SEGMENT 2
#define COLLIDE__CLOSED_TRIANGLE 3
#define COLLIDE__CLOSED_BOX 4

// A job in which a is the shape with the simpler core: the input rows of both shapes. If a point
// takes the place of a segment, both ends of the segment are this point.
typedef struct COLLIDE__W(collide__closed_job) {
    const float *a, *b, *end_a, *end_b;
    const float *radius_a, *radius_b; // NULL: 0
    uint32_t form;
    bool whole;
    bool swapped; // a is the second shape of results
    bool same;    // both are points, or both are segments
    bool segment; // a is taken for one
    bool obb;     // the box b is one
} COLLIDE__W(collide__closed_job);

// Two cores, as collide__core_pair and collide__core, and what is found about them. What a form
// does not need is not set. Origins are read again where they are needed.
typedef struct COLLIDE__W(collide__lane_pair) {
    COLLIDE__D3 d;
    COLLIDE__D3 e;    // the segment a
    COLLIDE__D3 p[4]; // points of b, or generators; of an AABB half its sides as p[3]
    COLLIDE__D3 q, inverses;
    COLLIDE__D size, radius;
    COLLIDE__W(collide__lane_witness) w;
    COLLIDE__D3 v; // from the nearest point of b to that of a
    COLLIDE__D most, inverse;
} COLLIDE__W(collide__lane_pair);

// ---- cores, as in shape/core.h

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_radius)(const float *row,
                                                                       unsigned lane) {
    return row ? COLLIDE__LOAD_WIDE(row + lane) : COLLIDE__SPLAT_D(0.0);
}

// The vector between the nearest points, as in collide__closed_normal. What waits for the root and
// the division comes in the next step.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_vector)(COLLIDE__D3 v, COLLIDE__W(collide__lane_pair) * p) {
    p->v = v;
    p->most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    p->inverse = COLLIDE__W(collide__lane_inverse)(p->most);
}

// The same from the witness w, with the segment a from its start along e.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_between)(bool segment, COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__D3 a = segment ? COLLIDE__D3_(scale)(p->w.k, p->e) : COLLIDE__D3_(splat)(0.0);
    COLLIDE__W(collide__lane_vector)
    (COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, p->w.b), p->d), p);
}

// The generators of an OBB, or the half sides of an AABB; returns the smallest extent.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_generators)(
    const COLLIDE__W(collide__closed_job) * job, const float *rows, COLLIDE__D3 origin,
    COLLIDE__W(collide__lane_pair) * p, COLLIDE__D *size) {
    COLLIDE__D3 half = COLLIDE__D3_(load)(rows + 48);
    if (job->obb) {
        p->p[0] = COLLIDE__D3_(scale)(half.x, COLLIDE__D3_(load)(rows + 96));
        p->p[1] = COLLIDE__D3_(scale)(half.y, COLLIDE__D3_(load)(rows + 144));
        p->p[2] = COLLIDE__D3_(scale)(half.z, COLLIDE__D3_(load)(rows + 192));
        *size = COLLIDE__ADD_D(
            COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p->p[0]), COLLIDE__D3_(sum_abs)(p->p[1])),
            COLLIDE__D3_(sum_abs)(p->p[2]));
    } else {
        const COLLIDE__D3 side = COLLIDE__D3_(sub)(half, origin);
        half = p->p[3] = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
        *size = COLLIDE__D3_(sum_abs)(side);
    }
    return COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

// Returns the lanes with good input.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_cores)(const COLLIDE__W(collide__closed_job) * job, unsigned lane,
                                COLLIDE__W(collide__lane_pair) * p) {
    const float *a = job->a + lane, *b = job->b + lane;
    const COLLIDE__D3 origin_a = COLLIDE__D3_(load)(a), origin = COLLIDE__D3_(load)(b);
    const COLLIDE__D3 d = COLLIDE__D3_(sub)(origin, origin_a);
    const COLLIDE__D radius_a = COLLIDE__W(collide__lane_radius)(job->radius_a, lane);
    const COLLIDE__D radius_b = COLLIDE__W(collide__lane_radius)(job->radius_b, lane);
    const COLLIDE__D radius = COLLIDE__ADD_D(radius_a, radius_b);
    COLLIDE__D least = COLLIDE__MIN_D(radius_a, radius_b);
    COLLIDE__D size = COLLIDE__SPLAT_D(0.0), spread = size;
    p->d = d;
    p->radius = radius;
    if (job->form == COLLIDE__CLOSED_POINT) {
        COLLIDE__W(collide__lane_vector)(COLLIDE__D3_(neg)(d), p);
    } else if (job->form == COLLIDE__CLOSED_BOX) {
        const COLLIDE__D half = COLLIDE__W(collide__lane_generators)(job, b, origin, p, &size);
        least = COLLIDE__MIN_D(least, half);
        p->q = COLLIDE__W(collide__lane_squares)(p->p, job->obb, &p->inverses);
    } else if (job->form == COLLIDE__CLOSED_TRIANGLE) {
        const COLLIDE__D3 first = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 48), origin);
        const COLLIDE__D3 second = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 96), origin);
        const COLLIDE__D span = COLLIDE__D3_(sum_abs)(first), other = COLLIDE__D3_(sum_abs)(second);
        p->p[0] = p->p[3] = COLLIDE__D3_(splat)(0.0);
        p->p[1] = first;
        p->p[2] = second;
        size = COLLIDE__MAX_D(other, span);
        spread = COLLIDE__ADD_D(span, other);
    } else if (job->form == COLLIDE__CLOSED_SEGMENT) {
        const COLLIDE__D3 span = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(job->end_b + lane), origin);
        p->p[1] = span;
        size = COLLIDE__D3_(sum_abs)(span);
    }
    if (job->segment) {
        const COLLIDE__D3 e = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(job->end_a + lane), origin_a);
        p->e = e;
        size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(e), size);
    }
    size = COLLIDE__ADD_D(size, COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(d), radius));
    p->size = size;
    // If a number is infinite or NaN, this sum is not finite.
    return COLLIDE__BITS_D(
        COLLIDE__BOTH_D(COLLIDE__LE_D(COLLIDE__SPLAT_D(0.0), least),
                        COLLIDE__LE_D(COLLIDE__ADD_D(size, spread), COLLIDE__SPLAT_D(DBL_MAX))));
}

// ---- nearest points

// Returns the lanes in which the definition takes b as its first core, as collide__core_swapped
// decides for cores with equal numbers of points. Cores with equal radii and origins touch, which
// has no closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_swapped)(
    const COLLIDE__W(collide__closed_job) * job, unsigned lane, COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D larger = COLLIDE__SUB_D(COLLIDE__W(collide__lane_radius)(job->radius_b, lane),
                                             COLLIDE__W(collide__lane_radius)(job->radius_a, lane));
    COLLIDE__D first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.y, zero), d.z, d.y);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.x, zero), first, d.x);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(larger, zero), first, larger);
    return COLLIDE__LT_D(first, COLLIDE__SPLAT_D(job->same ? 0.0 : -DBL_MAX));
}

// As collide__segment_triangle: the lanes in which the end of the segment is nearer to the middle
// of the triangle.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_nearer)(const COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__D3 from = COLLIDE__D3_(neg)(p->d);
    const COLLIDE__D3 over = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(p->p[1], p->p[2]),
                                               COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(3.0), from));
    const COLLIDE__D3 to =
        COLLIDE__D3_(sub)(over, COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(1.5), p->e));
    return COLLIDE__BITS_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(p->e, to)));
}

// Tries the point a, or in the lanes that ends has the end of the segment a, else its start.
// Replaces what is known about the given lanes, or all if nothing is. Returns the lanes in which
// the distance falls along the segment from there.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_try_end)(bool segment, bool known, unsigned lanes, unsigned ends,
                                  COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__DM end = COLLIDE__MASK_D(ends);
    COLLIDE__D3 x = COLLIDE__D3_(neg)(p->d);
    COLLIDE__W(collide__lane_witness) w;
    if (segment)
        x = COLLIDE__D3_(select)(end, COLLIDE__D3_(add)(x, p->e), x);
    w.k = COLLIDE__WHERE_D(end, COLLIDE__SPLAT_D(1.0));
    w.feature_b = COLLIDE__W(collide__lane_triangle)(p->p, x, &w.b);
    if (known)
        COLLIDE__W(collide__lane_witness_select)(COLLIDE__MASK_D(lanes), &w, &p->w);
    else
        p->w = w;
    if (!segment)
        return 0;
    const COLLIDE__D slope = COLLIDE__D3_(dot)(p->e, COLLIDE__D3_(sub)(x, w.b));
    return COLLIDE__BITS_D(
        COLLIDE__LT_D(COLLIDE__SELECT_D(end, COLLIDE__NEG_D(slope), slope), COLLIDE__SPLAT_D(0.0)));
}

// ---- brackets, as in shape/closed.h

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__lane_write_two)(float *row, COLLIDE__V two,
                                                                    float *other) {
    two = COLLIDE__POSITIVE_ZERO(two);
    COLLIDE__STORE_HALVES(row, two, other, two);
}

// The unit normal, rounded to floats, as in collide__closed_normal; also writes its rows.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__lane_normal)(const COLLIDE__W(collide__closed_job) * job,
                                 const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    COLLIDE__D3 f = COLLIDE__D3_(scale)(p->inverse, p->v);
    const COLLIDE__V xy = COLLIDE__NARROW(f.x, f.y), z = COLLIDE__NARROW(f.z, f.z);
    f.x = COLLIDE__WIDE_LOW(xy);
    f.y = COLLIDE__WIDE_HIGH(xy);
    f.z = COLLIDE__WIDE_LOW(z);
    if (job->whole) {
        const COLLIDE__V side = COLLIDE__SPLAT(job->swapped ? -0.0f : 0.0f);
        COLLIDE__W(collide__lane_write_two)(rows + 128, COLLIDE__XOR(xy, side), rows + 144);
        COLLIDE__W(collide__lane_write_two)(rows + 160, COLLIDE__XOR(z, side), rows + 160);
    }
    return f;
}

// The largest product of f and a point of b, less the smallest with a point of a.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_reach)(const COLLIDE__W(collide__closed_job) * job,
                                const COLLIDE__W(collide__lane_pair) * p, COLLIDE__D3 f) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), along = COLLIDE__D3_(dot)(f, p->d);
    COLLIDE__D reach;
    if (job->form == COLLIDE__CLOSED_POINT)
        return along;
    if (job->form == COLLIDE__CLOSED_BOX) {
        reach = COLLIDE__D3_(sum_abs)(COLLIDE__W(collide__lane_local)(p->p, job->obb, f));
        if (!job->obb)
            reach = COLLIDE__ADD_D(COLLIDE__D3_(dot)(p->p[3], f), reach);
    } else {
        reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->p[1], f), zero);
        if (job->form == COLLIDE__CLOSED_TRIANGLE)
            reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->p[2], f), reach);
    }
    if (job->segment)
        reach =
            COLLIDE__ADD_D(COLLIDE__MAX_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(p->e, f)), zero), reach);
    return COLLIDE__ADD_D(reach, along);
}

// Points and features.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_write)(const COLLIDE__W(collide__closed_job) * job,
                                const COLLIDE__W(collide__lane_pair) * p, COLLIDE__D3 f,
                                unsigned lane, float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D radius_a = COLLIDE__W(collide__lane_radius)(job->radius_a, lane);
    const COLLIDE__D radius_b = COLLIDE__W(collide__lane_radius)(job->radius_b, lane);
    COLLIDE__D3 a = COLLIDE__D3_(load)(job->a + lane), b = COLLIDE__D3_(load)(job->b + lane);
    COLLIDE__D feature_a = zero, feature_b = zero;
    if (job->form != COLLIDE__CLOSED_POINT) {
        b = COLLIDE__D3_(add)(b, p->w.b);
        feature_b = p->w.feature_b;
    }
    if (job->segment) {
        a = COLLIDE__D3_(along)(a, p->w.k, p->e);
        feature_a = COLLIDE__W(collide__lane_edge)(zero, COLLIDE__SPLAT_D(1.0), p->w.k);
    }
    a = COLLIDE__D3_(sub)(a, COLLIDE__D3_(scale)(radius_a, f));
    b = COLLIDE__D3_(along)(b, radius_b, f);
    float *const to_a = rows + (job->swapped ? 80 : 32), *const to_b =
                                                             rows + (job->swapped ? 32 : 80);
    COLLIDE__W(collide__lane_write_two)(to_a, COLLIDE__NARROW(a.x, a.y), to_a + 16);
    COLLIDE__W(collide__lane_write_two)(to_a + 32, COLLIDE__NARROW(a.z, b.x), to_b);
    COLLIDE__W(collide__lane_write_two)(to_b + 16, COLLIDE__NARROW(b.y, b.z), to_b + 32);
    const COLLIDE__V features = COLLIDE__AS_V(COLLIDE__TRUNCATE(feature_a, feature_b));
    COLLIDE__STORE_HALVES(rows + (job->swapped ? 192 : 176), features,
                          rows + (job->swapped ? 176 : 192), features);
}

// Returns the lanes that are decided.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_bracket)(const COLLIDE__W(collide__closed_job) * job,
                                  const COLLIDE__W(collide__lane_pair) * p, unsigned lane,
                                  float *rows) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), most = p->most, radius = p->radius;
    const COLLIDE__D3 f = COLLIDE__W(collide__lane_normal)(job, p, rows);
    const COLLIDE__D slack = COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    // collide__unit_inverse: as most exceeds slack, no square vanishes, and the length of f is
    // within 2^-23 of 1.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), one);
    const COLLIDE__D slope =
        COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)), COLLIDE__SPLAT_D(0.5));
    const COLLIDE__D unit = COLLIDE__ADD_D(one, COLLIDE__MUL_D(x, slope));
    const COLLIDE__D minus_gap =
        COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__W(collide__lane_reach)(job, p, f), unit), slack);
    const COLLIDE__D minus_lo = COLLIDE__ADD_D(minus_gap, radius);
    const COLLIDE__D hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, slack), radius);
    const COLLIDE__V two = COLLIDE__NARROW_UP(minus_lo, hi);
    COLLIDE__STORE_HALVES(rows, COLLIDE__POSITIVE_ZERO(COLLIDE__NEG(two)), rows + 16,
                          COLLIDE__POSITIVE_ZERO(two));
    if (job->whole)
        COLLIDE__W(collide__lane_write)(job, p, f, lane, rows);
    // A bracket is doubtful if it lies within 2^-16 size of 0. The test uses 2^-15 size and adds
    // two times the smallest float, which leaves room for the rounding of lo and hi.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(3.0517578125e-5)), // 2^-15
                       COLLIDE__SPLAT_D(2.802596928649634e-45));
    const COLLIDE__DM sure =
        COLLIDE__BOTH_D(COLLIDE__LT_D(slack, most),
                        COLLIDE__LT_D(doubt, COLLIDE__NEG_D(COLLIDE__MIN_D(minus_lo, hi))));
    const COLLIDE__DM narrow =
        COLLIDE__LE_D(COLLIDE__ADD_D(most, minus_gap),
                      COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(1.1920928955078125e-7))); // 2^-23
    return COLLIDE__BITS_D(COLLIDE__BOTH_D(sure, narrow));
}

// ---- steps

// Each step for all lanes before the next one, since a pair waits for its divisions and roots.
// Skips the vectors without lanes that are asked for.
#define COLLIDE__EACH_PAIR                                                                         \
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__DOUBLES, ++p)                              \
        if (lanes >> lane & ((1u << COLLIDE__DOUBLES) - 1))
// Returns the lanes with good input.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_cores)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                  COLLIDE__W(collide__lane_pair) * p) {
    unsigned good = 0;
    COLLIDE__EACH_PAIR {
        good |= COLLIDE__W(collide__lane_cores)(job, lane, p) << lane;
    }
    return good;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__closed_segments)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                     COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        COLLIDE__W(collide__lane_segments)
        (p->e, p->p[1], p->d, COLLIDE__W(collide__lane_swapped)(job, lane, p->d), &w);
        p->w = w;
        COLLIDE__W(collide__lane_between)(true, p);
    }
}

// Returns the lanes that have a closed form.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_boxes)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                  COLLIDE__W(collide__lane_pair) * p) {
    unsigned good = 0;
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        w.k = w.feature_b = COLLIDE__SPLAT_D(0.0);
        const COLLIDE__DM extended = COLLIDE__W(collide__lane_box)(
            p->p, job->obb, p->q, p->inverses, COLLIDE__D3_(neg)(p->d), job->segment ? &p->e : NULL,
            job->whole, &w);
        p->w = w;
        COLLIDE__W(collide__lane_between)(job->segment, p);
        good |= COLLIDE__BITS_D(extended) << lane;
    }
    return good;
}

COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_ends)(bool segment, bool known, unsigned lanes, unsigned ends,
                                 COLLIDE__W(collide__lane_pair) * p) {
    unsigned open = 0;
    COLLIDE__EACH_PAIR {
        open |= COLLIDE__W(collide__lane_try_end)(segment, known, lanes >> lane, ends >> lane, p)
                << lane;
    }
    return open & lanes;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__closed_edges)(unsigned lanes, COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        COLLIDE__W(collide__lane_edges)(p->p, COLLIDE__D3_(neg)(p->d), p->e, &w);
        COLLIDE__W(collide__lane_witness_select)(COLLIDE__MASK_D(lanes >> lane), &w, &p->w);
    }
}

// As collide__segment_triangle.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__closed_triangles)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                      COLLIDE__W(collide__lane_pair) * pairs) {
    COLLIDE__W(collide__lane_pair) *p = pairs;
    unsigned ends = 0;
    if (job->segment) {
        COLLIDE__EACH_PAIR {
            ends |= COLLIDE__W(collide__lane_nearer)(p) << lane;
        }
    }
    unsigned open = COLLIDE__W(collide__closed_ends)(job->segment, false, lanes, ends, pairs);
    if (open)
        open = COLLIDE__W(collide__closed_ends)(true, true, open, ~ends, pairs);
    if (open)
        COLLIDE__W(collide__closed_edges)(open, pairs);
    p = pairs;
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_between)(job->segment, p);
    }
}

COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_brackets)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                     const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    unsigned done = 0;
    COLLIDE__EACH_PAIR {
        done |= COLLIDE__W(collide__lane_bracket)(job, p, lane, rows + lane) << lane;
    }
    return done;
}
#undef COLLIDE__EACH_PAIR

// The form of a core of this kind; 0 if it has no closed form.
COLLIDE__LANE_INLINE uint32_t COLLIDE__W(collide__closed_form)(uint32_t kind) {
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
    case COLLIDE_SHAPE_SPHERE:
        return COLLIDE__CLOSED_POINT;
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
        return COLLIDE__CLOSED_SEGMENT;
    case COLLIDE_SHAPE_TRIANGLE:
        return COLLIDE__CLOSED_TRIANGLE;
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
        return COLLIDE__CLOSED_BOX;
    default:
        return 0;
    }
}

COLLIDE__LANE_INLINE const float *COLLIDE__W(collide__closed_radius)(uint32_t kind,
                                                                     const float *rows) {
    return kind == COLLIDE_SHAPE_SPHERE    ? rows + 48
           : kind == COLLIDE_SHAPE_CAPSULE ? rows + 96
                                           : NULL;
}

// As collide__shape_distance, of kinds with these forms.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__closed_distance)(const collide__distance_job *job,
                                                                   uint32_t first, uint32_t second,
                                                                   unsigned lanes, float *rows) {
    const bool swapped = first > second;
    const uint32_t form_a = swapped ? second : first, form_b = swapped ? first : second;
    const uint32_t kind_a = swapped ? job->kind_b : job->kind_a;
    const uint32_t kind_b = swapped ? job->kind_a : job->kind_b;
    COLLIDE__W(collide__lane_pair) pairs[16 / COLLIDE__DOUBLES];
    COLLIDE__W(collide__closed_job) c;
    c.a = swapped ? job->b : job->a;
    c.b = swapped ? job->a : job->b;
    c.end_a = form_a == COLLIDE__CLOSED_SEGMENT ? c.a + 48 : c.a;
    c.end_b = c.b + 48;
    c.radius_a = COLLIDE__W(collide__closed_radius)(kind_a, c.a);
    c.radius_b = COLLIDE__W(collide__closed_radius)(kind_b, c.b);
    c.form = form_b;
    c.whole = job->whole;
    c.swapped = swapped;
    c.same = form_a == form_b;
    c.segment = form_a == COLLIDE__CLOSED_SEGMENT || form_b == COLLIDE__CLOSED_SEGMENT;
    c.obb = kind_b == COLLIDE_SHAPE_OBB;
    lanes &= COLLIDE__W(collide__closed_cores)(&c, lanes, pairs);
    if (form_b == COLLIDE__CLOSED_SEGMENT)
        COLLIDE__W(collide__closed_segments)(&c, lanes, pairs);
    else if (form_b == COLLIDE__CLOSED_TRIANGLE)
        COLLIDE__W(collide__closed_triangles)(&c, lanes, pairs);
    else if (form_b == COLLIDE__CLOSED_BOX)
        lanes &= COLLIDE__W(collide__closed_boxes)(&c, lanes, pairs);
    return lanes & COLLIDE__W(collide__closed_brackets)(&c, lanes, pairs, rows);
}
#undef COLLIDE__CLOSED_POINT
#undef COLLIDE__CLOSED_TRIANGLE
#undef COLLIDE__CLOSED_BOX
#endif // COLLIDE__WIDTH

// ---- cores and their supports, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// The code of the points of both cores in a simplex: a double that holds 2^52, the code of a, and
// that of b 20 bits higher. Of a box it has the bits of negated generators, of a cylinder one bit
// for the end along its axis, else the number of a point.
#define COLLIDE__CODE 4503599627370496.0
#define COLLIDE__CODE_BITS 20
#define COLLIDE__CODE_MASK 0xfffffu

// As collide__core.
typedef struct COLLIDE__W(collide__search_core) {
    // Generators; or the other points, where the first is 0, and copies of 0; or a generator and
    // the basis of a disk; or the axes of a pose. The last one is the middle.
    COLLIDE__D3 origin, g[4];
    COLLIDE__D size, radius, disk; // disk is the radius of a cylinder, or of a convex body
    collide__core_kind kind;
    uint32_t count;                      // points
    const collide_convex *const *bodies; // of convex bodies
    // Of a cylinder: coordinates in the disk of the points of the simplex, and of the next one.
    COLLIDE__D disk_points[3][2], disk_next[2];
} COLLIDE__W(collide__search_core);

// ---- convex bodies

// The coordinates of as many vertices as V has lanes.
#if COLLIDE__WIDTH == 16
#define COLLIDE__EVERY_THIRD(a, b, c, i, j)                                                        \
    _mm512_maskz_permutex2var_ps(0xffffu, _mm512_maskz_permutex2var_ps(0xffffu, a, i, b), j, c)
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__vertices_load)(const float *v,
                                                                   COLLIDE__V *out) {
    __m512 a = _mm512_loadu_ps(v), b = _mm512_loadu_ps(v + 16), c = _mm512_loadu_ps(v + 32);
#if defined(COLLIDE__GNU)
    // Without this, gcc loads each of them three times, and most loads span two lines of cache.
    __asm__(""
            : "+" COLLIDE__VECTOR_REGISTER(a), "+" COLLIDE__VECTOR_REGISTER(b),
              "+" COLLIDE__VECTOR_REGISTER(c));
#endif
    out[0] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    out[1] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30));
    out[2] = COLLIDE__EVERY_THIRD(
        a, b, c, _mm512_setr_epi32(2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31));
}
#undef COLLIDE__EVERY_THIRD
#else
#if COLLIDE__WIDTH == 8
#define COLLIDE__FOURS(v)                                                                          \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(v)), _mm_loadu_ps((v) + 12), 1)
#else
#define COLLIDE__FOURS(v) COLLIDE__LOAD_U(v)
#endif
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__vertices_load)(const float *v,
                                                                   COLLIDE__V *out) {
    const COLLIDE__V a = COLLIDE__FOURS(v), b = COLLIDE__FOURS(v + 4), c = COLLIDE__FOURS(v + 8);
    const COLLIDE__V ab = COLLIDE__SHUFFLE(a, b, 0x49), bc = COLLIDE__SHUFFLE(b, c, 0x9e);
    out[0] = COLLIDE__SHUFFLE(a, bc, 0x8c);
    out[1] = COLLIDE__SHUFFLE(ab, bc, 0xd8);
    out[2] = COLLIDE__SHUFFLE(ab, c, 0xcd);
}
#undef COLLIDE__FOURS
#endif

// The largest number of a, in all lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__largest)(COLLIDE__V a) {
#if COLLIDE__WIDTH == 16
    a = COLLIDE__MAX(_mm512_maskz_shuffle_f32x4(0xffffu, a, a, 0x4e), a);
    a = COLLIDE__MAX(_mm512_maskz_shuffle_f32x4(0xffffu, a, a, 0xb1), a);
#elif COLLIDE__WIDTH == 8
    a = COLLIDE__MAX(_mm256_permute2f128_ps(a, a, 1), a);
#endif
    a = COLLIDE__MAX(COLLIDE__SHUFFLE(a, a, 0x4e), a);
    return COLLIDE__MAX(COLLIDE__SHUFFLE(a, a, 0xb1), a);
}

// Floats find the vertices that may be the farthest, doubles decide. With u = 2^-24, products of a
// vertex and m, and their sum, have four roundings each, below 4.01 u |m| R in all, where |m| is
// the sum of its coordinates and R the radius of the body. Numbers below the smallest normal float
// may count as 0, which is less than u |m| R for the sizes that are allowed. So a vertex whose
// float is below the largest by more than 10.1 u |m| R is nearer for sure; room, 16 u |m| R, is
// enough for its own roundings, too.
#define COLLIDE__ROOM 9.5367431640625e-07         // 2^-20
#define COLLIDE__SIZE_LEAST 8.881784197001252e-16 // 2^-50
#define COLLIDE__SIZE_MOST 1.152921504606847e+18  // 2^60

// The first n lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__M COLLIDE__W(collide__lanes_below)(uint32_t n) {
    static const COLLIDE__ALIGNED(float)
        lane[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return COLLIDE__LT(COLLIDE__LOAD_V(lane), COLLIDE__SPLAT((float)n));
}

// How far n vertices lie along x, y, z, and the largest of these. Reads past the last vertex, where
// the rows of directions are.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__vertices_along)(
    const float *v, uint32_t n, COLLIDE__V x, COLLIDE__V y, COLLIDE__V z, float *dots) {
    const COLLIDE__V none = COLLIDE__SPLAT(-FLT_MAX);
    COLLIDE__V p[3], d, larger = none;
    uint32_t i = 0;
    for (; i + COLLIDE__WIDTH <= n; i += COLLIDE__WIDTH, v += 3 * COLLIDE__WIDTH) {
        COLLIDE__W(collide__vertices_load)(v, p);
        d = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        COLLIDE__STORE_V(dots + i, d);
        larger = COLLIDE__MAX(d, larger);
    }
    if (i < n) {
        COLLIDE__W(collide__vertices_load)(v, p);
        d = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        d = COLLIDE__SELECT(COLLIDE__W(collide__lanes_below)(n - i), d, none);
        COLLIDE__STORE_V(dots + i, d);
        larger = COLLIDE__MAX(d, larger);
    }
    return COLLIDE__W(collide__largest)(larger);
}

// Which of n <= 64 floats are no less than these.
COLLIDE__LANE_FORCE_INLINE uint64_t COLLIDE__W(collide__reaching)(const float *dots, uint32_t n,
                                                                  COLLIDE__V enough) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < n; i += COLLIDE__WIDTH)
        bits |= (uint64_t)COLLIDE__BITS(COLLIDE__LE(enough, COLLIDE__LOAD_V(dots + i))) << i;
    return bits;
}

// The vertices from number first on, of which open has bits: keeps in *most and *best what is
// farthest. The coordinates of m are stride numbers apart.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__farthest_of)(const float *v, uint64_t open,
                                                                 uint32_t first, const double *m,
                                                                 size_t stride, double *most,
                                                                 uint32_t *best) {
    const collide__dvec3 along = {m[0], m[stride], m[2 * stride]};
    for (; open; open &= open - 1) {
        const uint32_t k = first + collide__lowest_of_64(open);
        const double d = collide__vertex_along(v + 3 * (size_t)k, along);
        *best = d > *most ? k : *best;
        *most = d > *most ? d : *most;
    }
}

// As collide__farthest_vertex. f has x, y, z and room, stride floats apart; m is likewise.
#define COLLIDE__VERTICES 256 // at a time
COLLIDE__NOINLINE COLLIDE__TARGET uint32_t COLLIDE__W(collide__farthest_of_many)(
    const collide_convex *body, const float *f, const double *m, size_t stride) {
    COLLIDE__ALIGNED(float) dots[COLLIDE__VERTICES];
    const float *v = collide__convex_vertices(body);
    const uint32_t count = body->vertex_count;
    const COLLIDE__V x = COLLIDE__SPLAT(f[0]), y = COLLIDE__SPLAT(f[stride]);
    const COLLIDE__V z = COLLIDE__SPLAT(f[2 * stride]), room = COLLIDE__SPLAT(f[3 * stride]);
    COLLIDE__V top = COLLIDE__SPLAT(-FLT_MAX);
    double most = -DBL_MAX;
    uint32_t best = 0;
    for (uint32_t first = 0; first < count; first += COLLIDE__VERTICES) {
        const uint32_t left = count - first;
        const uint32_t n = left < COLLIDE__VERTICES ? left : COLLIDE__VERTICES;
        top = COLLIDE__MAX(
            COLLIDE__W(collide__vertices_along)(v + 3 * (size_t)first, n, x, y, z, dots), top);
        const COLLIDE__V enough = COLLIDE__SUB(top, room);
        for (uint32_t i = 0; i < n; i += 64) {
            const uint64_t open =
                COLLIDE__W(collide__reaching)(dots + i, n - i < 64 ? n - i : 64, enough);
            COLLIDE__W(collide__farthest_of)(v, open, first + i, m, stride, &most, &best);
        }
    }
    return best;
}
#undef COLLIDE__VERTICES

COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__farthest)(const collide_convex *body,
                                                                  const float *f, const double *m,
                                                                  size_t stride) {
    COLLIDE__ALIGNED(float) dots[64];
    const float *v = collide__convex_vertices(body);
    const uint32_t n = body->vertex_count;
    double most = -DBL_MAX;
    uint32_t best = 0;
    uint64_t open;
    if (n > 64)
        return COLLIDE__W(collide__farthest_of_many)(body, f, m, stride);
    const COLLIDE__V x = COLLIDE__SPLAT(f[0]), y = COLLIDE__SPLAT(f[stride]);
    const COLLIDE__V z = COLLIDE__SPLAT(f[2 * stride]), room = COLLIDE__SPLAT(f[3 * stride]);
    if (n > COLLIDE__WIDTH && n <= 2 * COLLIDE__WIDTH) { // without a way through memory
        COLLIDE__V p[3];
        COLLIDE__W(collide__vertices_load)(v, p);
        const COLLIDE__V low = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        COLLIDE__W(collide__vertices_load)(v + 3 * COLLIDE__WIDTH, p);
        COLLIDE__V high = COLLIDE__DOT(p[0], p[1], p[2], x, y, z);
        high = COLLIDE__SELECT(COLLIDE__W(collide__lanes_below)(n - COLLIDE__WIDTH), high,
                               COLLIDE__SPLAT(-FLT_MAX));
        const COLLIDE__V enough =
            COLLIDE__SUB(COLLIDE__W(collide__largest)(COLLIDE__MAX(high, low)), room);
        open = COLLIDE__BITS(COLLIDE__LE(enough, low)) |
               (uint64_t)COLLIDE__BITS(COLLIDE__LE(enough, high)) << COLLIDE__WIDTH;
    } else {
        const COLLIDE__V top = COLLIDE__W(collide__vertices_along)(v, n, x, y, z, dots);
        open = COLLIDE__W(collide__reaching)(dots, n, COLLIDE__SUB(top, room));
    }
    if ((open & (open - 1)) == 0)
        return collide__lowest_of_64(open);
    COLLIDE__W(collide__farthest_of)(v, open, 0, m, stride, &most, &best);
    return best;
}

static COLLIDE__TARGET uint32_t COLLIDE__W(collide__shape_support)(const collide_convex *body,
                                                                   const collide__dvec3 *along) {
    const double radius = (double)body->radius, span = collide__dsum_abs(*along);
    const float f[4] = {(float)along->x, (float)along->y, (float)along->z,
                        (float)collide__dmul(collide__dmul(span, radius), COLLIDE__ROOM)};
    return span >= COLLIDE__SIZE_LEAST && span <= COLLIDE__SIZE_MOST &&
                   radius >= COLLIDE__SIZE_LEAST && radius <= COLLIDE__SIZE_MOST
               ? COLLIDE__W(collide__farthest)(body, f, collide__doubles(along), 1)
               : collide__shape_support_scalar(body, along);
}

// As collide__core_vertex.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_vertex)(const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 v) {
    return COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(COLLIDE__D3_(along)(core->g[3], v.x, core->g[0]), v.y, core->g[1]), v.z,
        core->g[2]);
}

// The vertices at these addresses, one in each lane. Reads four floats of each.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__vertices_at)(const float *const *p) {
    COLLIDE__D3 r;
#if COLLIDE__WIDTH == 4
    const COLLIDE__F4 a = COLLIDE__F4_(loadu_ps)(p[0]), b = COLLIDE__F4_(loadu_ps)(p[1]);
    const COLLIDE__F4 xy = COLLIDE__F4_(unpacklo_ps)(a, b);
    r.x = COLLIDE__F4_(cvtps_pd)(xy);
    r.y = COLLIDE__F4_(cvtps_pd)(COLLIDE__F4_(movehl_ps)(xy, xy));
    r.z = COLLIDE__F4_(cvtps_pd)(COLLIDE__F4_(unpackhi_ps)(a, b));
#else
#if COLLIDE__WIDTH == 16
#define COLLIDE__F(op) _mm256_##op
#define COLLIDE__VERTEX(i)                                                                         \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p[i])), _mm_loadu_ps(p[4 + (i)]), 1)
#define COLLIDE__WIDEN(a) _mm512_maskz_cvtps_pd(0xffu, a)
    __m256 a, b, c, d;
#else
#define COLLIDE__F(op) _mm_##op
#define COLLIDE__VERTEX(i) _mm_loadu_ps(p[i])
#define COLLIDE__WIDEN(a) _mm256_cvtps_pd(a)
    __m128 a, b, c, d;
#endif
    a = COLLIDE__VERTEX(0);
    b = COLLIDE__VERTEX(1);
    c = COLLIDE__VERTEX(2);
    d = COLLIDE__VERTEX(3);
    r.z = COLLIDE__WIDEN(
        COLLIDE__F(shuffle_ps)(COLLIDE__F(unpackhi_ps)(a, b), COLLIDE__F(unpackhi_ps)(c, d), 0x44));
    a = COLLIDE__F(unpacklo_ps)(a, b);
    c = COLLIDE__F(unpacklo_ps)(c, d);
    r.x = COLLIDE__WIDEN(COLLIDE__F(shuffle_ps)(a, c, 0x44));
    r.y = COLLIDE__WIDEN(COLLIDE__F(shuffle_ps)(a, c, 0xee));
#undef COLLIDE__WIDEN
#undef COLLIDE__VERTEX
#undef COLLIDE__F
#endif
    return r;
}

// The vertices of bodies of this radius that lie farthest along vectors in their coordinates, of
// the given lanes; the others have vertices at 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__vertices_farthest)(const collide_convex *const *bodies, COLLIDE__D radius,
                                       COLLIDE__D3 along, unsigned lanes, COLLIDE__D *code) {
    const COLLIDE__D least = COLLIDE__SPLAT_D(COLLIDE__SIZE_LEAST);
    const COLLIDE__D most = COLLIDE__SPLAT_D(COLLIDE__SIZE_MOST);
    const COLLIDE__D span = COLLIDE__D3_(sum_abs)(along);
    const COLLIDE__D room =
        COLLIDE__MUL_D(COLLIDE__MUL_D(span, radius), COLLIDE__SPLAT_D(COLLIDE__ROOM));
    const unsigned usable = COLLIDE__BITS_D(COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(COLLIDE__LE_D(least, span), COLLIDE__LE_D(span, most)),
        COLLIDE__BOTH_D(COLLIDE__LE_D(least, radius), COLLIDE__LE_D(radius, most))));
    static const float none[4] = {0, 0, 0, 0};
    COLLIDE__ALIGNED(float) f[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(double) number[COLLIDE__DOUBLES] = {0};
    const float *at[COLLIDE__DOUBLES];
    double local[3 * COLLIDE__DOUBLES];
    memcpy(local, &along, sizeof along);
    COLLIDE__STORE_V(f, COLLIDE__NARROW(along.x, along.y));
    COLLIDE__STORE_V(f + COLLIDE__WIDTH, COLLIDE__NARROW(along.z, room));
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        at[i] = none;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        const collide_convex *const body = bodies[i];
        uint32_t k;
        if (usable >> i & 1) {
            k = COLLIDE__W(collide__farthest)(body, f + i, local + i, COLLIDE__DOUBLES);
        } else {
            const collide__dvec3 l = {local[i], local[COLLIDE__DOUBLES + i],
                                      local[2 * COLLIDE__DOUBLES + i]};
            k = collide__shape_support_scalar(body, &l);
        }
        number[i] = (double)(int32_t)k;
        at[i] = collide__convex_vertices(body) + 3 * (size_t)k;
    }
    *code = COLLIDE__LOAD_D(number);
    return COLLIDE__W(collide__vertices_at)(at);
}

// As collide__vertices_support, of the given lanes; the others have vertices at 0.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_vertices)(const COLLIDE__W(collide__search_core) * core,
                                     const COLLIDE__D3 *m, unsigned lanes, COLLIDE__D3 *out,
                                     COLLIDE__D *code) {
    COLLIDE__D3 along;
    along.x = COLLIDE__D3_(dot)(core->g[0], *m);
    along.y = COLLIDE__D3_(dot)(core->g[1], *m);
    along.z = COLLIDE__D3_(dot)(core->g[2], *m);
    const COLLIDE__D3 v =
        COLLIDE__W(collide__vertices_farthest)(core->bodies, core->disk, along, lanes, code);
    *out = COLLIDE__W(collide__search_vertex)(core, v);
}

// ---- cylinders

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_shorten)(COLLIDE__D3 a,
                                                                           COLLIDE__D length) {
    a.x = COLLIDE__DIV_D(a.x, length);
    a.y = COLLIDE__DIV_D(a.y, length);
    a.z = COLLIDE__DIV_D(a.z, length);
    return a;
}

// As collide__any_normal of a vector of unit length.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_normal)(COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D x = COLLIDE__ABS_D(d.x), y = COLLIDE__ABS_D(d.y), z = COLLIDE__ABS_D(d.z);
    const COLLIDE__DM first = COLLIDE__BOTH_D(COLLIDE__LE_D(x, y), COLLIDE__LE_D(x, z));
    const COLLIDE__DM second = COLLIDE__LE_D(y, z);
    COLLIDE__D3 r;
    r.x = COLLIDE__SELECT_D(first, zero, COLLIDE__SELECT_D(second, d.z, COLLIDE__NEG_D(d.y)));
    r.y = COLLIDE__SELECT_D(first, COLLIDE__NEG_D(d.z), COLLIDE__SELECT_D(second, zero, d.x));
    r.z = COLLIDE__SELECT_D(first, d.y, COLLIDE__SELECT_D(second, COLLIDE__NEG_D(d.x), zero));
    return COLLIDE__W(collide__search_shorten)(r, COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r, r)));
}

// The part of m in the disk, as collide__round_across.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__search_across)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, COLLIDE__D *x, COLLIDE__D *y) {
    *x = COLLIDE__D3_(dot)(core->g[1], m);
    *y = COLLIDE__D3_(dot)(core->g[2], m);
    return COLLIDE__SQRT_D(COLLIDE__ADD_D(COLLIDE__MUL_D(*x, *x), COLLIDE__MUL_D(*y, *y)));
}

// The point at coordinates x and y of the disk at one end.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_disk)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__DM low, COLLIDE__D x, COLLIDE__D y) {
    const COLLIDE__D flip = COLLIDE__WHERE_D(low, COLLIDE__SPLAT_D(-0.0));
    COLLIDE__D3 end = core->g[0];
    end.x = COLLIDE__XOR_D(flip, end.x);
    end.y = COLLIDE__XOR_D(flip, end.y);
    end.z = COLLIDE__XOR_D(flip, end.z);
    return COLLIDE__D3_(along)(COLLIDE__D3_(along)(end, x, core->g[1]), y, core->g[2]);
}

// As collide__round_support.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_round_support)(
    COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, COLLIDE__D *code) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D x, y;
    const COLLIDE__DM low = COLLIDE__LT_D(COLLIDE__D3_(dot)(core->g[0], m), zero);
    const COLLIDE__D across = COLLIDE__W(collide__search_across)(core, m, &x, &y);
    const COLLIDE__D scale =
        COLLIDE__WHERE_D(COLLIDE__LT_D(zero, across), COLLIDE__DIV_D(core->disk, across));
    x = core->disk_next[0] = COLLIDE__MUL_D(scale, x);
    y = core->disk_next[1] = COLLIDE__MUL_D(scale, y);
    *code = COLLIDE__SELECT_D(low, zero, COLLIDE__SPLAT_D(1.0));
    return COLLIDE__W(collide__search_disk)(core, low, x, y);
}

// As collide__search_keep, with the masks that it has.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__search_keep_disk)(COLLIDE__W(collide__search_core) * core, COLLIDE__DM one,
                                      COLLIDE__DM two, COLLIDE__DM low, COLLIDE__DM last) {
    COLLIDE__D(*const p)[2] = core->disk_points;
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__D first = p[0][i];
        p[0][i] = COLLIDE__SELECT_D(low, p[1][i], first);
        p[1][i] = COLLIDE__SELECT_D(two, p[2][i], COLLIDE__SELECT_D(one, p[1][i], first));
        p[2][i] = COLLIDE__SELECT_D(last, core->disk_next[i], p[2][i]);
    }
}

// ---- cores

// Returns the smallest extent.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_box)(bool obb, const float *rows,
                                                                COLLIDE__W(collide__search_core) *
                                                                    out) {
    COLLIDE__D3 half = COLLIDE__D3_(load)(rows + 48);
    if (obb) {
        out->g[0] = COLLIDE__D3_(scale)(half.x, COLLIDE__D3_(load)(rows + 96));
        out->g[1] = COLLIDE__D3_(scale)(half.y, COLLIDE__D3_(load)(rows + 144));
        out->g[2] = COLLIDE__D3_(scale)(half.z, COLLIDE__D3_(load)(rows + 192));
        out->size = COLLIDE__ADD_D(
            COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__D3_(sum_abs)(out->g[1])),
            COLLIDE__D3_(sum_abs)(out->g[2]));
    } else {
        const COLLIDE__D3 side = COLLIDE__D3_(sub)(half, out->origin);
        half = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
        out->g[0].x = half.x;
        out->g[1].y = half.y;
        out->g[2].z = half.z;
        out->g[3] = half;
        out->size = COLLIDE__D3_(sum_abs)(side);
    }
    return COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

// Returns the sum of the spans of the points, which is finite if all are.
COLLIDE__LANE_INLINE COLLIDE__D
COLLIDE__W(collide__search_points)(const float *rows, COLLIDE__W(collide__search_core) * out) {
    const COLLIDE__D part = COLLIDE__SPLAT_D(1 / (double)out->count);
    COLLIDE__D spread = COLLIDE__SPLAT_D(0.0);
    for (uint32_t i = 1; i < out->count; ++i) {
        const COLLIDE__D3 p = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(rows + 48 * i), out->origin);
        const COLLIDE__D span = COLLIDE__D3_(sum_abs)(p);
        out->g[i - 1] = p;
        out->g[3] = COLLIDE__D3_(along)(out->g[3], part, p);
        out->size = COLLIDE__MAX_D(span, out->size);
        spread = COLLIDE__ADD_D(spread, span);
    }
    return spread;
}

// Returns the smallest extent, or -1 without an axis. The sum of the axis and the size tells
// whether all numbers are finite.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_cylinder)(
    const float *rows, COLLIDE__W(collide__search_core) * out, COLLIDE__D *spread) {
    const COLLIDE__D3 axis = COLLIDE__D3_(load)(rows + 48);
    const COLLIDE__D radius = COLLIDE__LOAD_WIDE(rows + 96),
                     height = COLLIDE__LOAD_WIDE(rows + 112);
    const COLLIDE__D length = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(axis, axis));
    const COLLIDE__D3 unit = COLLIDE__W(collide__search_shorten)(axis, length);
    out->g[0] = COLLIDE__D3_(scale)(COLLIDE__MUL_D(COLLIDE__SPLAT_D(0.5), height), unit);
    out->g[1] = COLLIDE__W(collide__search_normal)(unit);
    out->g[2] = COLLIDE__D3_(cross)(unit, out->g[1]);
    out->disk = radius;
    // disk_next is read where no lane is live.
    out->disk_next[0] = out->disk_next[1] = COLLIDE__SPLAT_D(0.0);
    for (int i = 0; i < 3; ++i)
        out->disk_points[i][0] = out->disk_points[i][1] = COLLIDE__SPLAT_D(0.0);
    out->size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__ADD_D(radius, radius));
    *spread = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(axis), out->size);
    return COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), length),
                             COLLIDE__MIN_D(radius, height), COLLIDE__SPLAT_D(-1.0));
}

// As collide__core_convex. Returns -1 in the lanes without a body, or with one of too many vertices
// or too large, else 0.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__search_convex)(
    const float *rows, unsigned lanes, COLLIDE__W(collide__search_core) * out) {
    COLLIDE__ALIGNED(float) middle[3 * COLLIDE__DOUBLES] = {0};
    COLLIDE__ALIGNED(float) radius[COLLIDE__DOUBLES] = {0};
    COLLIDE__ALIGNED(double) good[COLLIDE__DOUBLES];
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i) {
        const collide_convex *const body = lanes >> i & 1 ? out->bodies[i] : NULL;
        good[i] = -1;
        if (collide__convex_valid(body) && body->vertex_count <= COLLIDE__CODE_MASK) {
            middle[i] = body->center.x;
            middle[COLLIDE__DOUBLES + i] = body->center.y;
            middle[2 * COLLIDE__DOUBLES + i] = body->center.z;
            radius[i] = body->radius;
            good[i] = 0;
        }
    }
    for (int i = 0; i < 3; ++i)
        out->g[i] = COLLIDE__D3_(load)(rows + 48 + 48 * i);
    const COLLIDE__D stretch = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[0]), COLLIDE__D3_(sum_abs)(out->g[1])),
        COLLIDE__D3_(sum_abs)(out->g[2]));
    const COLLIDE__D3 center = {COLLIDE__LOAD_WIDE(middle),
                                COLLIDE__LOAD_WIDE(middle + COLLIDE__DOUBLES),
                                COLLIDE__LOAD_WIDE(middle + 2 * COLLIDE__DOUBLES)};
    out->disk = COLLIDE__LOAD_WIDE(radius);
    out->g[3] = COLLIDE__W(collide__search_vertex)(out, center);
    out->size =
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->g[3]), COLLIDE__MUL_D(stretch, out->disk));
    // Products of larger numbers may overflow.
    return COLLIDE__SELECT_D(COLLIDE__LE_D(out->size, COLLIDE__SPLAT_D(1e45)),
                             COLLIDE__LOAD_D(good), COLLIDE__SPLAT_D(-1.0));
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__search_kind)(uint32_t kind,
                                                           COLLIDE__W(collide__search_core) * out) {
    out->kind = kind == COLLIDE_SHAPE_AABB || kind == COLLIDE_SHAPE_OBB ? COLLIDE__CORE_BOX
                : kind == COLLIDE_SHAPE_CYLINDER                        ? COLLIDE__CORE_ROUND
                : kind == COLLIDE_SHAPE_CONVEX                          ? COLLIDE__CORE_VERTICES
                                                                        : COLLIDE__CORE_POINTS;
    out->count = kind == COLLIDE_SHAPE_TETRAHEDRON                                ? 4
                 : kind == COLLIDE_SHAPE_TRIANGLE                                 ? 3
                 : kind == COLLIDE_SHAPE_SEGMENT || kind == COLLIDE_SHAPE_CAPSULE ? 2
                                                                                  : 1;
}

// Returns the given lanes with good input.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__search_core_of)(
    uint32_t kind, const float *rows, unsigned lanes, COLLIDE__W(collide__search_core) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D least = zero, spread;
    COLLIDE__W(collide__search_kind)(kind, out);
    out->origin = COLLIDE__D3_(load)(rows);
    out->g[0] = out->g[1] = out->g[2] = out->g[3] = COLLIDE__D3_(splat)(0.0);
    out->radius = out->size = out->disk = zero;
    if (out->kind == COLLIDE__CORE_BOX) {
        least = COLLIDE__W(collide__search_box)(kind == COLLIDE_SHAPE_OBB, rows, out);
        spread = out->size;
    } else if (out->kind == COLLIDE__CORE_ROUND) {
        least = COLLIDE__W(collide__search_cylinder)(rows, out, &spread);
    } else if (out->kind == COLLIDE__CORE_VERTICES) {
        least = COLLIDE__W(collide__search_convex)(rows, lanes, out);
        spread = out->size;
    } else {
        spread = COLLIDE__W(collide__search_points)(rows, out);
        if (kind == COLLIDE_SHAPE_SPHERE || kind == COLLIDE_SHAPE_CAPSULE)
            least = out->radius = COLLIDE__LOAD_WIDE(rows + 48 * out->count);
        spread = COLLIDE__ADD_D(spread, least);
    }
    // If a number is infinite or NaN, this sum is not finite.
    return COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__LE_D(zero, least), COLLIDE__MASK_D(lanes)),
                           COLLIDE__LE_D(COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->origin), spread),
                                         COLLIDE__SPLAT_D(DBL_MAX)));
}

// g[3] and the generators, those negated that have a sign in flip.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_corner)(const COLLIDE__D3 *g,
                                                                          const COLLIDE__D *flip) {
    COLLIDE__D3 r;
#define COLLIDE__CORNER(x)                                                                         \
    r.x = COLLIDE__ADD_D(g[3].x, COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__XOR_D(flip[0], g[0].x),    \
                                                               COLLIDE__XOR_D(flip[1], g[1].x)),   \
                                                COLLIDE__XOR_D(flip[2], g[2].x)));
    COLLIDE__CORNER(x)
    COLLIDE__CORNER(y)
    COLLIDE__CORNER(z)
#undef COLLIDE__CORNER
    return r;
}

// A number of a point of core number side as a part of a code.
#define COLLIDE__PLACE(x) ((double)(uint64_t)((uint64_t)(x) << COLLIDE__CODE_BITS * side))

// The point of a cylinder or a convex body that lies farthest along m, or against it for side 0, in
// the given lanes. Adds its part to the code.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_curved)(COLLIDE__W(collide__search_core) * core, int side,
                                   const COLLIDE__D3 *m, unsigned lanes, COLLIDE__D3 *out,
                                   COLLIDE__D *code) {
    const COLLIDE__D3 along = side ? *m : COLLIDE__D3_(neg)(*m);
    COLLIDE__D number;
    if (core->kind == COLLIDE__CORE_ROUND)
        *out = COLLIDE__W(collide__search_round_support)(core, along, &number);
    else
        COLLIDE__W(collide__search_vertices)(core, &along, lanes, out, &number);
    *code = COLLIDE__ADD_D(*code, COLLIDE__MUL_D(number, COLLIDE__SPLAT_D(COLLIDE__PLACE(1))));
}

// The same of a core of any kind.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_support)(bool curved, COLLIDE__W(collide__search_core) * core, int side,
                                    COLLIDE__D3 m, unsigned lanes, COLLIDE__D *code) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D3 *g = core->g;
    COLLIDE__D along[3], flip[3], most = zero, number = zero;
    COLLIDE__D3 r = COLLIDE__D3_(splat)(0.0);
    if (curved && core->kind >= COLLIDE__CORE_ROUND) {
        COLLIDE__W(collide__search_curved)(core, side, &m, lanes, &r, code);
        return r;
    }
    along[0] = COLLIDE__D3_(dot)(g[0], m);
    along[1] = COLLIDE__D3_(dot)(g[1], m);
    along[2] = COLLIDE__D3_(dot)(g[2], m);
    if (core->kind == COLLIDE__CORE_BOX) {
#define COLLIDE__FLIP(k)                                                                           \
    {                                                                                              \
        const COLLIDE__DM less =                                                                   \
            side ? COLLIDE__LT_D(along[k], zero) : COLLIDE__LT_D(zero, along[k]);                  \
        flip[k] = COLLIDE__WHERE_D(less, minus);                                                   \
        *code = COLLIDE__ADD_D(                                                                    \
            *code, COLLIDE__WHERE_D(less, COLLIDE__SPLAT_D(COLLIDE__PLACE(1 << (k)))));            \
    }
        COLLIDE__FLIP(0)
        COLLIDE__FLIP(1)
        COLLIDE__FLIP(2)
#undef COLLIDE__FLIP
        return COLLIDE__W(collide__search_corner)(g, flip);
    }
    for (int k = 0; k < 3; ++k) {
        const COLLIDE__D x = side ? along[k] : COLLIDE__NEG_D(along[k]);
        const COLLIDE__DM more = COLLIDE__LT_D(most, x);
        r = COLLIDE__D3_(select)(more, g[k], r);
        number = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D(COLLIDE__PLACE(k + 1)), number);
        most = COLLIDE__MAX_D(x, most);
    }
    *code = COLLIDE__ADD_D(*code, number);
    return r;
}

// As collide__core_reach, in the given lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__search_reach)(
    const COLLIDE__W(collide__search_core) * core, COLLIDE__D3 m, unsigned lanes) {
    const COLLIDE__D x = COLLIDE__D3_(dot)(core->g[0], m), y = COLLIDE__D3_(dot)(core->g[1], m);
    const COLLIDE__D z = COLLIDE__D3_(dot)(core->g[2], m);
    COLLIDE__D unused[2];
    COLLIDE__D3 p;
    switch (core->kind) {
    case COLLIDE__CORE_BOX:
        return COLLIDE__ADD_D(COLLIDE__D3_(dot)(core->g[3], m),
                              COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ABS_D(x), COLLIDE__ABS_D(y)),
                                             COLLIDE__ABS_D(z)));
    case COLLIDE__CORE_ROUND:
        return COLLIDE__ADD_D(COLLIDE__ABS_D(x),
                              COLLIDE__MUL_D(core->disk, COLLIDE__W(collide__search_across)(
                                                             core, m, &unused[0], &unused[1])));
    case COLLIDE__CORE_VERTICES:
        COLLIDE__W(collide__search_vertices)(core, &m, lanes, &p, unused);
        return COLLIDE__D3_(dot)(p, m);
    default:
        return COLLIDE__MAX_D(z, COLLIDE__MAX_D(y, COLLIDE__MAX_D(x, COLLIDE__SPLAT_D(0.0))));
    }
}

// The vertices with these codes, in the given lanes.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_vertices_coded)(const COLLIDE__W(collide__search_core) * core, int side,
                                           const COLLIDE__D *codes, unsigned lanes,
                                           COLLIDE__D3 *out) {
    static const float none[4] = {0, 0, 0, 0};
    const float *at[COLLIDE__DOUBLES];
    uint64_t code[COLLIDE__DOUBLES];
    memcpy(code, codes, sizeof code);
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        at[i] = none;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        const uint32_t k = (uint32_t)(code[i] >> COLLIDE__CODE_BITS * side) & COLLIDE__CODE_MASK;
        at[i] = collide__convex_vertices(core->bodies[i]) + 3 * (size_t)k;
    }
    *out = COLLIDE__W(collide__search_vertex)(core, COLLIDE__W(collide__vertices_at)(at));
}

// Point k of the simplex, a point of a core of any kind, with this code.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__search_coded)(const COLLIDE__W(collide__search_core) * core, int side, int k,
                                  COLLIDE__D code, COLLIDE__DM lanes) {
    const COLLIDE__D none = COLLIDE__SPLAT_D(COLLIDE__CODE), minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D3 *const g = core->g;
    COLLIDE__D flip[3];
    COLLIDE__D3 r;
#define COLLIDE__BIT(k)                                                                            \
    COLLIDE__LT_D(                                                                                 \
        none, COLLIDE__BITWISE_D(and, code, COLLIDE__SPLAT_D(COLLIDE__CODE + COLLIDE__PLACE(k))))
    if (core->kind == COLLIDE__CORE_BOX) {
        flip[0] = COLLIDE__WHERE_D(COLLIDE__BIT(1), minus);
        flip[1] = COLLIDE__WHERE_D(COLLIDE__BIT(2), minus);
        flip[2] = COLLIDE__WHERE_D(COLLIDE__BIT(4), minus);
        return COLLIDE__W(collide__search_corner)(g, flip);
    }
    if (core->kind == COLLIDE__CORE_POINTS) {
        const COLLIDE__DM odd = COLLIDE__BIT(1), high = COLLIDE__BIT(2);
        return COLLIDE__D3_(select)(high, COLLIDE__D3_(select)(odd, g[2], g[1]),
                                    COLLIDE__D3_(select)(odd, g[0], COLLIDE__D3_(splat)(0.0)));
    }
    const COLLIDE__DM end = COLLIDE__BIT(1);
#undef COLLIDE__BIT
    if (core->kind == COLLIDE__CORE_ROUND)
        return COLLIDE__W(collide__search_disk)(core, COLLIDE__NOT_D(end), core->disk_points[k][0],
                                                core->disk_points[k][1]);
    COLLIDE__W(collide__search_vertices_coded)(core, side, &code, COLLIDE__BITS_D(lanes), &r);
    return r;
}
#undef COLLIDE__PLACE
#undef COLLIDE__ROOM
#undef COLLIDE__SIZE_LEAST
#undef COLLIDE__SIZE_MOST
#endif // COLLIDE__WIDTH

// ---- the search for the nearest points of two cores, in lanes --------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// As collide__gjk_from and collide__distance_search, with the same operations. A lane is left out
// if its cores touch or overlap, or nearly, and if its search takes many rounds. The order of the
// cores does not matter: in the other order d, w, v and the normal have the opposite signs, each
// core has the same directions, and all else has the same bits.

// Boxes take up to 12 rounds, convex bodies a few more, and most cylinders up to 28.
#define COLLIDE__SEARCH_ROUNDS 32

// Two cores, as collide__core_pair, and the state of their search. The simplex ends at place 2 with
// the point that was found last. Before it are points that were found earlier, in this order, of
// which the first must not be used if there are less than three.
typedef struct COLLIDE__W(collide__search_pair) {
    COLLIDE__W(collide__search_core) core[2];
    COLLIDE__D3 d;
    COLLIDE__D size, slack, radius, tolerance, reach, enough;
    COLLIDE__DM good, live;
    COLLIDE__D3 w[3], v, n, normal; // normal is not scaled
    COLLIDE__D next, code[3];       // see COLLIDE__CODE
    COLLIDE__D weight[3];           // of points 1 and 2; 0 if there is none before these
    COLLIDE__D part;                // see collide__search_part
    COLLIDE__D gap, inverse, square;
} COLLIDE__W(collide__search_pair);

// The part of the simplex and a new point that is nearest to 0, as collide__simplex_part. Its
// number is 0 for the new point, 1 to 3 for the edges from points 0 to 2, and -2 to -4 for the
// faces with points 1 and 0, 2 and 0, 2 and 1. For an edge, v is not yet made normal to it.
typedef struct COLLIDE__W(collide__search_part) {
    COLLIDE__D number, square, inverse;
    COLLIDE__D weight[3];
    COLLIDE__D3 v, e;
    COLLIDE__DM open; // no face is sure
} COLLIDE__W(collide__search_part);

// ---- the nearest part of a simplex

// An edge from the new point n: e to an earlier point.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_edge_part)(COLLIDE__D number, COLLIDE__D3 e, COLLIDE__D ee,
                                      COLLIDE__D3 n, COLLIDE__DM lanes,
                                      COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D t = COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, e));
    lanes = COLLIDE__BOTH_D(COLLIDE__BOTH_D(lanes, best->open),
                            COLLIDE__BOTH_D(COLLIDE__LT_D(zero, t), COLLIDE__LT_D(t, ee)));
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, ee), k = COLLIDE__MUL_D(t, inverse);
    const COLLIDE__D3 v = COLLIDE__D3_(along)(n, k, e);
    const COLLIDE__D square = COLLIDE__D3_(dot)(v, v);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(square, best->square));
    best->number = COLLIDE__SELECT_D(lanes, number, best->number);
    best->square = COLLIDE__SELECT_D(lanes, square, best->square);
    best->inverse = COLLIDE__SELECT_D(lanes, inverse, best->inverse);
    best->weight[1] = COLLIDE__SELECT_D(lanes, zero, best->weight[1]);
    best->weight[2] = COLLIDE__SELECT_D(lanes, COLLIDE__SUB_D(one, k), best->weight[2]);
    best->v = COLLIDE__D3_(select)(lanes, v, best->v);
    best->e = COLLIDE__D3_(select)(lanes, e, best->e);
}

// A face with the new point n: e and f to earlier points. other is the third earlier point, of
// lanes that have one.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_face_part)(COLLIDE__D number, COLLIDE__D3 e, COLLIDE__D3 f,
                                      COLLIDE__D ee, COLLIDE__D ff, COLLIDE__D3 n,
                                      COLLIDE__D3 other, COLLIDE__DM has_other, COLLIDE__DM lanes,
                                      COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 m = COLLIDE__D3_(cross)(e, f), r = COLLIDE__D3_(cross)(n, m);
    const COLLIDE__D mm = COLLIDE__D3_(dot)(m, m);
    const COLLIDE__D to_e = COLLIDE__D3_(dot)(r, f), minus_to_f = COLLIDE__D3_(dot)(r, e);
    lanes = COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(lanes, best->open),
        COLLIDE__BOTH_D(COLLIDE__LT_D(zero, to_e), COLLIDE__LT_D(minus_to_f, zero)));
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(COLLIDE__SUB_D(to_e, minus_to_f), mm));
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(zero, mm));
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, mm), height = COLLIDE__D3_(dot)(m, n);
    const COLLIDE__D k = COLLIDE__MUL_D(to_e, inverse);
    const COLLIDE__D minus_l = COLLIDE__MUL_D(minus_to_f, inverse);
    const COLLIDE__D3 v =
        COLLIDE__D3_(sub)(COLLIDE__D3_(along)(n, k, e), COLLIDE__D3_(scale)(minus_l, f));
    const COLLIDE__D square = COLLIDE__D3_(dot)(v, v);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(square, best->square));
    best->number = COLLIDE__SELECT_D(lanes, number, best->number);
    best->square = COLLIDE__SELECT_D(lanes, square, best->square);
    best->weight[1] = COLLIDE__SELECT_D(lanes, k, best->weight[1]);
    best->weight[2] =
        COLLIDE__SELECT_D(lanes, COLLIDE__ADD_D(COLLIDE__SUB_D(one, k), minus_l), best->weight[2]);
    best->v = COLLIDE__D3_(select)(lanes, COLLIDE__D3_(scale)(COLLIDE__MUL_D(height, inverse), m),
                                   best->v);
    const COLLIDE__D side = COLLIDE__SELECT_D(
        has_other, COLLIDE__MUL_D(height, COLLIDE__SUB_D(COLLIDE__D3_(dot)(m, other), height)), mm);
    const COLLIDE__D flat =
        COLLIDE__MUL_D(COLLIDE__MUL_D(ee, ff), COLLIDE__SPLAT_D(9.5367431640625e-07)); // 2^-20
    best->open = COLLIDE__BUT_D(best->open,
                                COLLIDE__BOTH_D(lanes, COLLIDE__BOTH_D(COLLIDE__LT_D(flat, mm),
                                                                       COLLIDE__LT_D(zero, side))));
}

// Whether four points hold 0, as collide__simplex_holds: e leads from the new point n to the
// others.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__search_holds)(const COLLIDE__D3 *e,
                                                                         COLLIDE__D3 n) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 fg = COLLIDE__D3_(cross)(e[1], e[2]);
    const COLLIDE__D det = COLLIDE__D3_(dot)(e[0], fg), volume = COLLIDE__ABS_D(det);
    const COLLIDE__D limit =
        COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(e[0]),
                       COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(e[1]), COLLIDE__D3_(sum_abs)(e[2])));
    const COLLIDE__D minus = COLLIDE__SPLAT_D(-0.0);
    const COLLIDE__D sign =
        COLLIDE__XOR_D(minus, COLLIDE__WHERE_D(COLLIDE__LT_D(det, zero), minus));
    const COLLIDE__D x = COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, fg));
    const COLLIDE__D y =
        COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(e[2], e[0])));
    const COLLIDE__D z =
        COLLIDE__XOR_D(sign, COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(e[0], e[1])));
    const COLLIDE__D rest = COLLIDE__SUB_D(volume, COLLIDE__ADD_D(COLLIDE__ADD_D(x, y), z));
    return COLLIDE__BOTH_D(
        COLLIDE__LT_D(COLLIDE__MUL_D(limit, COLLIDE__SPLAT_D(9.094947017729282e-13)), volume),
        COLLIDE__LE_D(zero,
                      COLLIDE__MIN_D(COLLIDE__MIN_D(x, y), COLLIDE__MIN_D(z, rest)))); // 2^-40
}

// As collide__simplex_nearest, for the points of s and the new point n.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_nearest)(const COLLIDE__W(collide__search_pair) * s, bool first,
                                    COLLIDE__D3 n, const COLLIDE__D3 *e, COLLIDE__DM two,
                                    COLLIDE__DM three, COLLIDE__DM lanes,
                                    COLLIDE__W(collide__search_part) * best) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D ee[3];
    best->number = best->inverse = best->weight[1] = best->weight[2] = zero;
    best->v = best->e = n;
    best->square = COLLIDE__D3_(dot)(n, n);
    best->open = lanes;
    if (first)
        return;
    ee[0] = COLLIDE__D3_(dot)(e[0], e[0]);
    ee[1] = COLLIDE__D3_(dot)(e[1], e[1]);
    ee[2] = COLLIDE__D3_(dot)(e[2], e[2]);
    two = COLLIDE__BOTH_D(two, lanes);
    three = COLLIDE__BOTH_D(three, lanes);
    // The first place that is in use in any lane.
    const int from = COLLIDE__BITS_D(three) ? 0 : COLLIDE__BITS_D(two) ? 1 : 2;
    for (int f = from + (from > 0); f < 3; ++f) {
        const int i = 1 + (f > 0), j = f > 1;
        COLLIDE__W(collide__search_face_part)
        (COLLIDE__SPLAT_D(-2.0 - f), e[i], e[j], ee[i], ee[j], n, s->w[2 - f], three,
         f < 2 ? three : two, best);
    }
    if (!COLLIDE__BITS_D(best->open))
        return;
    for (int i = from; i < 3; ++i)
        COLLIDE__W(collide__search_edge_part)
    (COLLIDE__SPLAT_D(1.0 + i), e[i], ee[i], n, i == 0 ? three : i == 1 ? two : lanes, best);
    const COLLIDE__D off = COLLIDE__MUL_D(COLLIDE__D3_(dot)(best->v, best->e), best->inverse);
    best->v = COLLIDE__D3_(select)(COLLIDE__LT_D(zero, best->number),
                                   COLLIDE__D3_(sub)(best->v, COLLIDE__D3_(scale)(off, best->e)),
                                   best->v);
}

// Keeps the points of the part, and the new point as the last. Lanes that have ended keep theirs.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_keep)(const COLLIDE__W(collide__search_part) * part, COLLIDE__D3 n,
                                 COLLIDE__D code, bool first, COLLIDE__DM lanes,
                                 COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D place =
        COLLIDE__SELECT_D(lanes, COLLIDE__ABS_D(part->number), COLLIDE__SPLAT_D(2.0));
    const COLLIDE__DM two = COLLIDE__LT_D(COLLIDE__SPLAT_D(2.5), place);
    const COLLIDE__DM one = COLLIDE__LT_D(COLLIDE__SPLAT_D(1.5), place);
    const COLLIDE__DM low = COLLIDE__LT_D(COLLIDE__SPLAT_D(3.5), place);
    const COLLIDE__DM last = first ? COLLIDE__MASK_D(255u) : lanes;
    const COLLIDE__D3 w0 = s->w[0];
    const COLLIDE__D code0 = s->code[0];
    s->w[0] = COLLIDE__D3_(select)(low, s->w[1], w0);
    s->w[1] = COLLIDE__D3_(select)(two, s->w[2], COLLIDE__D3_(select)(one, s->w[1], w0));
    s->w[2] = COLLIDE__D3_(select)(last, n, s->w[2]);
    s->code[0] = COLLIDE__SELECT_D(low, s->code[1], code0);
    s->code[1] = COLLIDE__SELECT_D(two, s->code[2], COLLIDE__SELECT_D(one, s->code[1], code0));
    s->code[2] = COLLIDE__SELECT_D(last, code, s->code[2]);
    for (int i = 0; i < 2; ++i)
        if (s->core[i].kind == COLLIDE__CORE_ROUND)
            COLLIDE__W(collide__search_keep_disk)(&s->core[i], one, two, low, last);
    s->weight[1] = COLLIDE__SELECT_D(lanes, part->weight[1], s->weight[1]);
    s->weight[2] = COLLIDE__SELECT_D(lanes, part->weight[2], s->weight[2]);
    s->part = COLLIDE__SELECT_D(lanes, part->number, s->part);
    s->v = COLLIDE__D3_(select)(lanes, part->v, s->v);
}

// ---- the search

// One round of collide__gjk_from. curved tells whether there may be a cylinder or a convex body.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_round)(bool curved, COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const unsigned lanes = COLLIDE__BITS_D(s->live);
    COLLIDE__D code = COLLIDE__SPLAT_D(COLLIDE__CODE);
    const COLLIDE__D3 v = s->v;
    const COLLIDE__D vv = COLLIDE__D3_(dot)(v, v);
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, COLLIDE__SQRT_D(vv));
    const COLLIDE__D3 a =
        COLLIDE__W(collide__search_support)(curved, &s->core[0], 0, v, lanes, &code);
    const COLLIDE__D3 b =
        COLLIDE__W(collide__search_support)(curved, &s->core[1], 1, v, lanes, &code);
    const COLLIDE__D3 n = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), s->d);
    const COLLIDE__D gap = COLLIDE__MUL_D(COLLIDE__D3_(dot)(v, n), inverse);
    // A lane that has ended finds the same gap again. With a convex body, whose vertices it no
    // longer searches, its gap means nothing.
    COLLIDE__DM more = COLLIDE__LT_D(s->gap, gap);
    if (curved)
        more = COLLIDE__BOTH_D(s->live, more);
    s->gap = COLLIDE__SELECT_D(more, gap, s->gap);
    s->inverse = COLLIDE__SELECT_D(more, inverse, s->inverse);
    s->normal = COLLIDE__D3_(select)(more, v, s->normal);
    const COLLIDE__D span = COLLIDE__SQRT_D(s->square);
    const COLLIDE__D least = COLLIDE__ADD_D(
        COLLIDE__MUL_D(span, COLLIDE__SPLAT_D(2.3283064365386963e-10)), s->tolerance); // 2^-32
    COLLIDE__DM live = COLLIDE__BOTH_D(s->live, COLLIDE__LT_D(least, COLLIDE__SUB_D(span, s->gap)));
    live = COLLIDE__BOTH_D(live, COLLIDE__LE_D(COLLIDE__SUB_D(s->gap, s->slack), s->enough));
    s->live = live;
    s->n = n;
    s->next = code;
    s->good = COLLIDE__BOTH_D(s->good, COLLIDE__LT_D(zero, vv));
}

// As one copy, so that other pairs do not pay for it.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__search_round_curved)(COLLIDE__W(collide__search_pair) * s) {
    COLLIDE__W(collide__search_round)(true, s);
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__search_reduce)(bool first, COLLIDE__W(collide__search_pair) * s) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__search_part) part;
    COLLIDE__D3 e[3];
    const COLLIDE__D3 n = s->n;
    COLLIDE__DM live = s->live;
    const COLLIDE__DM three = COLLIDE__LT_D(s->part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(s->part));
    // Four points may hold 0.
    const COLLIDE__DM doubt =
        COLLIDE__BOTH_D(live, COLLIDE__BOTH_D(three, COLLIDE__LE_D(s->gap, s->slack)));
    for (int i = 0; i < 3; ++i)
        e[i] = COLLIDE__D3_(sub)(s->w[i], n);
    if (COLLIDE__BITS_D(doubt)) {
        const COLLIDE__DM holds = COLLIDE__W(collide__search_holds)(e, n);
        s->good = COLLIDE__BUT_D(s->good, COLLIDE__BOTH_D(doubt, holds));
        live = COLLIDE__BOTH_D(live, s->good);
    }
    COLLIDE__W(collide__search_nearest)(s, first, n, e, two, three, live, &part);
    live = COLLIDE__BOTH_D(live, COLLIDE__LT_D(part.square, s->square));
    COLLIDE__W(collide__search_keep)(&part, n, s->next, first, live, s);
    s->square = COLLIDE__SELECT_D(live, part.square, s->square);
    s->good =
        COLLIDE__BOTH_D(s->good, COLLIDE__LT_D(COLLIDE__MUL_D(s->slack, s->slack), s->square));
    s->live = COLLIDE__BOTH_D(live, s->good);
}

// The point of core i that the weights give, as collide__simplex_points.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__search_point)(
    const COLLIDE__W(collide__search_pair) * s, int i, COLLIDE__DM two, COLLIDE__DM three) {
    const COLLIDE__W(collide__search_core) *const core = &s->core[i];
    const COLLIDE__DM good = s->good;
    COLLIDE__D3 p[3];
    p[0] = COLLIDE__W(collide__search_coded)(core, i, 0, s->code[0], COLLIDE__BOTH_D(three, good));
    p[1] = COLLIDE__W(collide__search_coded)(core, i, 1, s->code[1], COLLIDE__BOTH_D(two, good));
    p[2] = COLLIDE__W(collide__search_coded)(core, i, 2, s->code[2], good);
    const COLLIDE__D3 base =
        COLLIDE__D3_(select)(three, p[0], COLLIDE__D3_(select)(two, p[1], p[2]));
    return COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(base, s->weight[1], COLLIDE__D3_(sub)(p[1], base)), s->weight[2],
        COLLIDE__D3_(sub)(p[2], base));
}

// The features of both cores in all lanes, as collide__simplex_feature.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__search_features)(const COLLIDE__W(collide__search_pair) * s, COLLIDE__DM two,
                                     COLLIDE__DM three, float *rows) {
    const unsigned bits_two = COLLIDE__BITS_D(two);
    // Of a box, the code of one point, and the bits in which others differ from it.
    const COLLIDE__D base =
        COLLIDE__SELECT_D(three, s->code[0], COLLIDE__SELECT_D(two, s->code[1], s->code[2]));
    const COLLIDE__D differ =
        COLLIDE__BITWISE_D(or, COLLIDE__XOR_D(s->code[2], base),
                           COLLIDE__WHERE_D(three, COLLIDE__XOR_D(s->code[1], base)));
    // Of other cores, codes of three points, of which some may be the same. A loop over the points
    // that there are would often end where the processor does not expect it.
    const COLLIDE__D second = COLLIDE__SELECT_D(two, s->code[1], s->code[2]);
    uint64_t code[4][COLLIDE__DOUBLES];
    memcpy(code[0], &base, sizeof base);
    memcpy(code[1], &second, sizeof second);
    memcpy(code[2], &s->code[2], sizeof s->code[2]);
    memcpy(code[3], &differ, sizeof differ);
    for (unsigned i = 0; i < COLLIDE__DOUBLES; ++i)
        for (int side = 0; side < 2; ++side) {
            const COLLIDE__W(collide__search_core) *const core = &s->core[side];
            const int shift = COLLIDE__CODE_BITS * side;
            uint32_t feature;
            if (core->kind == COLLIDE__CORE_BOX) {
                feature = collide__core_box_feature(~(uint32_t)(code[0][i] >> shift),
                                                    (uint32_t)(code[3][i] >> shift));
            } else {
                uint32_t of[3];
                for (int k = 0; k < 3; ++k)
                    of[k] = (uint32_t)(code[k][i] >> shift) & COLLIDE__CODE_MASK;
                feature = core->kind == COLLIDE__CORE_POINTS
                              ? collide__points_feature(core->count, of, 3)
                          : core->kind == COLLIDE__CORE_ROUND
                              ? collide__round_feature(of, 3, bits_two >> i & 1)
                              : collide__vertices_feature(of, 3);
            }
            memcpy(rows + 16 * side + i, &feature, sizeof feature);
        }
}

// As collide__distance_search and collide__distance_prove. Returns the lanes that are decided.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__search_prove)(const COLLIDE__W(collide__search_pair) * s, bool whole,
                                  float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM three = COLLIDE__LT_D(s->part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(s->part));
    const COLLIDE__D3 a = COLLIDE__W(collide__search_point)(s, 0, two, three);
    const COLLIDE__D3 b = COLLIDE__W(collide__search_point)(s, 1, two, three);
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), s->d);
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    COLLIDE__D3 f = COLLIDE__D3_(scale)(s->inverse, s->normal);
    const COLLIDE__V xy = COLLIDE__NARROW(f.x, f.y), z = COLLIDE__NARROW(f.z, f.z);
    f.x = COLLIDE__WIDE_LOW(xy);
    f.y = COLLIDE__WIDE_HIGH(xy);
    f.z = COLLIDE__WIDE_LOW(z);
    // A bracket that is wide although the distance may be within reach.
    COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__BUT_D(s->good, s->live),
        COLLIDE__EITHER_D(
            COLLIDE__LE_D(COLLIDE__SUB_D(most, s->gap),
                          COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(2.384185791015625e-7))),
            COLLIDE__LT_D(s->reach, COLLIDE__SUB_D(s->gap, s->slack)))); // 2^-22
    const unsigned lanes = COLLIDE__BITS_D(good);
    const COLLIDE__D minus_gap = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__W(collide__search_reach)(&s->core[0], COLLIDE__D3_(neg)(f), lanes),
                       COLLIDE__W(collide__search_reach)(&s->core[1], f, lanes)),
        COLLIDE__D3_(dot)(f, s->d));
    // collide__unit_inverse of a vector that has nearly unit length.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), one);
    const COLLIDE__D unit = COLLIDE__ADD_D(
        one, COLLIDE__MUL_D(x, COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)),
                                              COLLIDE__SPLAT_D(0.5))));
    good = COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__ABS_D(x),
                                               COLLIDE__SPLAT_D(9.5367431640625e-07))); // 2^-20
    const COLLIDE__D minus_lo =
        COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(minus_gap, unit), s->slack), s->radius);
    const COLLIDE__D hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, s->slack), s->radius);
    const COLLIDE__V bracket = COLLIDE__NARROW_UP(minus_lo, hi);
    COLLIDE__STORE_HALVES(rows, COLLIDE__POSITIVE_ZERO(COLLIDE__NEG(bracket)), rows + 16,
                          COLLIDE__POSITIVE_ZERO(bracket));
    // Doubtful is a bracket above 0 with a lo of up to 2^-16 size, or not above 0 with a hi that is
    // as near to 0. 2^-20 of that and the smallest float are for rounding to floats.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(1.5258803819480818e-05)),
                       COLLIDE__SPLAT_D(1.401298464324817e-45));
    const COLLIDE__D minus_doubt = COLLIDE__NEG_D(doubt);
    good = COLLIDE__BOTH_D(
        good,
        COLLIDE__EITHER_D(COLLIDE__LT_D(minus_lo, minus_doubt),
                          COLLIDE__BOTH_D(COLLIDE__LE_D(zero, minus_lo),
                                          COLLIDE__EITHER_D(COLLIDE__LT_D(zero, hi),
                                                            COLLIDE__LT_D(hi, minus_doubt)))));
    if (whole) {
        const COLLIDE__D3 p = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(s->core[0].origin, a),
                                                COLLIDE__D3_(scale)(s->core[0].radius, f));
        const COLLIDE__D3 q =
            COLLIDE__D3_(along)(COLLIDE__D3_(add)(s->core[1].origin, b), s->core[1].radius, f);
        COLLIDE__W(collide__lane_write_two)(rows + 32, COLLIDE__NARROW(p.x, p.y), rows + 48);
        COLLIDE__W(collide__lane_write_two)(rows + 64, COLLIDE__NARROW(p.z, q.x), rows + 80);
        COLLIDE__W(collide__lane_write_two)(rows + 96, COLLIDE__NARROW(q.y, q.z), rows + 112);
        COLLIDE__W(collide__lane_write_two)(rows + 128, xy, rows + 144);
        COLLIDE__W(collide__lane_write_two)(rows + 160, z, rows + 160);
        COLLIDE__W(collide__search_features)(s, two, three, rows + 16 * 11);
    }
    return COLLIDE__BITS_D(good);
}

// The start of collide__distance_search and collide__gjk_from.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__search_start)(const collide__distance_job *job,
                                                            unsigned first, unsigned lanes,
                                                            double max,
                                                            COLLIDE__W(collide__search_pair) * s) {
    COLLIDE__W(collide__search_core) *const a = &s->core[0], *const b = &s->core[1];
    a->bodies = job->kind_a == COLLIDE_SHAPE_CONVEX ? job->bodies_a + first : NULL;
    b->bodies = job->kind_b == COLLIDE_SHAPE_CONVEX ? job->bodies_b + first : NULL;
    const COLLIDE__DM good_a =
        COLLIDE__W(collide__search_core_of)(job->kind_a, job->a + first, lanes, a);
    const COLLIDE__DM good_b =
        COLLIDE__W(collide__search_core_of)(job->kind_b, job->b + first, lanes, b);
    s->d = COLLIDE__D3_(sub)(b->origin, a->origin);
    s->radius = COLLIDE__ADD_D(a->radius, b->radius);
    s->size = COLLIDE__ADD_D(COLLIDE__ADD_D(a->size, b->size),
                             COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(s->d), s->radius));
    s->reach = COLLIDE__ADD_D(COLLIDE__SPLAT_D(max), s->radius);
    s->slack = COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    s->v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a->g[3], b->g[3]), s->d);
    s->enough = COLLIDE__ADD_D(
        COLLIDE__ADD_D(s->reach,
                       COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(4.76837158203125e-7))), // 2^-21
        COLLIDE__SPLAT_D(1.401298464324817e-45));
    s->tolerance = COLLIDE__MUL_D(s->size, COLLIDE__SPLAT_D(5.9604644775390625e-8)); // 2^-24
    s->square = COLLIDE__SPLAT_D(DBL_MAX);
    s->gap = COLLIDE__SPLAT_D(-DBL_MAX);
    s->part = s->inverse = s->weight[1] = s->weight[2] = COLLIDE__SPLAT_D(0.0);
    s->next = s->code[0] = s->code[1] = s->code[2] = s->part;
    s->w[0] = s->w[1] = s->w[2] = s->n = s->normal = s->v; // n is read where no lane is live
    s->live = s->good = COLLIDE__BOTH_D(COLLIDE__BOTH_D(good_a, good_b), COLLIDE__MASK_D(lanes));
}

// Vectors take turns, so that they do not wait for themselves.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__search_distance)(const collide__distance_job *job, unsigned lanes,
                                     float *rows) {
    COLLIDE__W(collide__search_pair) s[16 / COLLIDE__DOUBLES];
    // As in collide__distance_search.
    const double max = job->max < -FLT_MAX ? -(double)FLT_MAX : (double)job->max;
    unsigned done = 0, live = 1;
    for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i)
        COLLIDE__W(collide__search_start)
    (job, i * COLLIDE__DOUBLES, lanes >> i * COLLIDE__DOUBLES, max, &s[i]);
    const bool curved =
        s[0].core[0].kind >= COLLIDE__CORE_ROUND || s[0].core[1].kind >= COLLIDE__CORE_ROUND;
    for (unsigned round = 0; round < COLLIDE__SEARCH_ROUNDS && live; ++round) {
        live = 0;
        for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i) {
            if (!COLLIDE__BITS_D(s[i].live))
                continue;
            if (curved)
                COLLIDE__W(collide__search_round_curved)(&s[i]);
            else
                COLLIDE__W(collide__search_round)(false, &s[i]);
        }
        for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i) {
            if (!COLLIDE__BITS_D(s[i].live) && round)
                continue;
            COLLIDE__W(collide__search_reduce)(round == 0, &s[i]);
            live = 1;
        }
    }
    for (unsigned i = 0; i < 16 / COLLIDE__DOUBLES; ++i)
        done |= COLLIDE__W(collide__search_prove)(&s[i], job->whole, rows + i * COLLIDE__DOUBLES)
                << i * COLLIDE__DOUBLES;
    return done & lanes;
}
#undef COLLIDE__SEARCH_ROUNDS
#endif // COLLIDE__WIDTH

// ---- half-spaces, in lanes -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// As collide__plane_normal: the unit normals and heights of planes. Returns the lanes with good
// input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__plane_lane)(const float *rows,
                                                                       COLLIDE__D3 *n,
                                                                       COLLIDE__D *height) {
    const COLLIDE__D3 m = COLLIDE__D3_(load)(rows);
    const COLLIDE__D distance = COLLIDE__LOAD_WIDE(rows + 48);
    const COLLIDE__D square = COLLIDE__D3_(dot)(m, m), length = COLLIDE__SQRT_D(square);
    n->x = COLLIDE__DIV_D(m.x, length);
    n->y = COLLIDE__DIV_D(m.y, length);
    n->z = COLLIDE__DIV_D(m.z, length);
    *height = COLLIDE__DIV_D(distance, length);
    // If a number is infinite or NaN, this sum is not finite.
    return COLLIDE__BOTH_D(
        COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), square),
        COLLIDE__LE_D(COLLIDE__ADD_D(square, COLLIDE__ABS_D(distance)), COLLIDE__SPLAT_D(DBL_MAX)));
}

// What is written of one shape and a half-space, or of two half-spaces: points, the normal from b
// to a, and features as numbers.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__plane_write)(COLLIDE__D3 p, COLLIDE__D3 q,
                                                                 COLLIDE__D3 n, COLLIDE__V side,
                                                                 COLLIDE__D feature, bool swapped,
                                                                 float *rows) {
    float *const to_p = rows + (swapped ? 80 : 32), *const to_q = rows + (swapped ? 32 : 80);
    const COLLIDE__V features =
        COLLIDE__AS_V(COLLIDE__TRUNCATE(feature, COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_FACE)));
    COLLIDE__W(collide__lane_write_two)(to_p, COLLIDE__NARROW(p.x, p.y), to_p + 16);
    COLLIDE__W(collide__lane_write_two)(to_p + 32, COLLIDE__NARROW(p.z, q.x), to_q);
    COLLIDE__W(collide__lane_write_two)(to_q + 16, COLLIDE__NARROW(q.y, q.z), to_q + 32);
    COLLIDE__W(collide__lane_write_two)
    (rows + 128, COLLIDE__XOR(COLLIDE__NARROW(n.x, n.y), side), rows + 144);
    COLLIDE__W(collide__lane_write_two)
    (rows + 160, COLLIDE__XOR(COLLIDE__NARROW(n.z, n.z), side), rows + 160);
    COLLIDE__STORE_HALVES(rows + (swapped ? 192 : 176), features, rows + (swapped ? 176 : 192),
                          features);
}

// The feature of one point of a core with this code, as collide__simplex_feature.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__plane_feature)(collide__core_kind kind,
                                                                         COLLIDE__D code) {
    if (kind == COLLIDE__CORE_BOX) // its bits stand for negated generators
        return COLLIDE__SUB_D(COLLIDE__SPLAT_D(7.0 + COLLIDE__CODE), code);
    return COLLIDE__SUB_D(code, COLLIDE__SPLAT_D(kind == COLLIDE__CORE_ROUND
                                                     ? COLLIDE__CODE - (double)COLLIDE_FEATURE_EDGE
                                                     : COLLIDE__CODE));
}

// As collide__distance_plane, and collide__distance_swap if the plane is the first shape. Leaves
// out the lanes of cylinders in which collide_cylinder_plane may contradict the bracket: it takes
// the axis as it is, which may be 2^-22 shorter or longer than 1.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__plane_lanes)(const collide__distance_job *job, bool swapped, unsigned first,
                                 unsigned lanes, float *rows) {
    const float *const shapes = (swapped ? job->b : job->a) + first;
    const float *const planes = (swapped ? job->a : job->b) + first;
    const uint32_t kind = swapped ? job->kind_b : job->kind_a;
    COLLIDE__W(collide__search_core) core;
    COLLIDE__D3 n;
    COLLIDE__D height, code = COLLIDE__SPLAT_D(COLLIDE__CODE);
    core.bodies =
        kind == COLLIDE_SHAPE_CONVEX ? (swapped ? job->bodies_b : job->bodies_a) + first : NULL;
    COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__W(collide__plane_lane)(planes, &n, &height),
                        COLLIDE__W(collide__search_core_of)(kind, shapes, lanes, &core));
    const COLLIDE__D3 from = core.origin;
    const COLLIDE__D3 at =
        COLLIDE__W(collide__search_support)(true, &core, 0, n, COLLIDE__BITS_D(good), &code);
    const COLLIDE__D gap = COLLIDE__SUB_D(
        COLLIDE__SUB_D(COLLIDE__ADD_D(COLLIDE__D3_(dot)(from, n), COLLIDE__D3_(dot)(at, n)),
                       height),
        core.radius);
    const COLLIDE__D slack = COLLIDE__MUL_D(
        COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(from), COLLIDE__ABS_D(height)),
                       COLLIDE__ADD_D(core.size, core.radius)),
        COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    const COLLIDE__V two =
        COLLIDE__NARROW_UP(COLLIDE__SUB_D(slack, gap), COLLIDE__ADD_D(gap, slack));
    COLLIDE__STORE_HALVES(rows, COLLIDE__POSITIVE_ZERO(COLLIDE__NEG(two)), rows + 16,
                          COLLIDE__POSITIVE_ZERO(two));
    if (job->whole) {
        const COLLIDE__V side = COLLIDE__SPLAT(swapped ? -0.0f : 0.0f);
        const COLLIDE__D3 p =
            COLLIDE__D3_(sub)(COLLIDE__D3_(add)(from, at), COLLIDE__D3_(scale)(core.radius, n));
        COLLIDE__W(collide__plane_write)
        (p, COLLIDE__D3_(sub)(p, COLLIDE__D3_(scale)(gap, n)), n, side,
         COLLIDE__W(collide__plane_feature)(core.kind, code), swapped, rows);
    }
    if (core.kind == COLLIDE__CORE_ROUND) {
        const COLLIDE__D doubt =
            COLLIDE__ADD_D(COLLIDE__MUL_D(core.size, COLLIDE__SPLAT_D(9.5367431640625e-07)),
                           COLLIDE__ADD_D(slack, slack)); // 2^-20
        good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(doubt, COLLIDE__ABS_D(gap)));
    }
    return COLLIDE__BITS_D(good);
}

// As collide__planes_swapped.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__planes_turned)(COLLIDE__D3 n,
                                                                          COLLIDE__D height,
                                                                          COLLIDE__D3 m,
                                                                          COLLIDE__D other) {
    COLLIDE__DM more = COLLIDE__LT_D(other, height);
#define COLLIDE__FIRST(x, y)                                                                       \
    more = COLLIDE__EITHER_D(COLLIDE__LT_D(y, x), COLLIDE__BOTH_D(COLLIDE__EQ_D(x, y), more));
    COLLIDE__FIRST(n.z, m.z)
    COLLIDE__FIRST(n.y, m.y)
    COLLIDE__FIRST(n.x, m.x)
#undef COLLIDE__FIRST
    return more;
}

// As collide__distance_planes of two half-spaces in their order. Where they face each other, single
// calls answer.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__plane_planes)(const float *a, const float *b, bool whole, float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 u = COLLIDE__D3_(load)(a), v = COLLIDE__D3_(load)(b);
    const COLLIDE__DM facing =
        COLLIDE__BUT_D(COLLIDE__LT_D(COLLIDE__D3_(dot)(u, v), zero),
                       COLLIDE__LT_D(zero, COLLIDE__D3_(sum_abs)(COLLIDE__D3_(cross)(u, v))));
    const COLLIDE__V none = COLLIDE__SPLAT(-collide__infinity());
    COLLIDE__D3 n, m;
    COLLIDE__D height, other;
    COLLIDE__DM good = COLLIDE__W(collide__plane_lane)(a, &n, &height);
    good = COLLIDE__BOTH_D(COLLIDE__W(collide__plane_lane)(b, &m, &other), good);
    COLLIDE__STORE_HALVES(rows, none, rows + 16, none);
    if (whole) {
        const COLLIDE__DM turned = COLLIDE__W(collide__planes_turned)(n, height, m, other);
        COLLIDE__W(collide__plane_write)
        (COLLIDE__D3_(scale)(height, n), COLLIDE__D3_(scale)(other, m),
         COLLIDE__D3_(select)(turned, COLLIDE__D3_(neg)(n), m), COLLIDE__SPLAT(0.0f),
         COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_FACE), false, rows);
    }
    return COLLIDE__BITS_D(COLLIDE__BUT_D(good, facing));
}

// As collide__shape_distance, if one shape is a plane.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__plane_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    const bool swapped = job->kind_a == COLLIDE_SHAPE_PLANE;
    const bool both = swapped && job->kind_b == COLLIDE_SHAPE_PLANE;
    unsigned done = 0;
    for (unsigned i = 0; i < 16; i += COLLIDE__DOUBLES)
        if (lanes >> i & ((1u << COLLIDE__DOUBLES) - 1))
            done |= (both ? COLLIDE__W(collide__plane_planes)(job->a + i, job->b + i, job->whole,
                                                              rows + i)
                          : COLLIDE__W(collide__plane_lanes)(job, swapped, i, lanes >> i, rows + i))
                    << i;
    return done & lanes;
}
#endif // COLLIDE__WIDTH

// ---- steps of a search, and gaps between the elements of two leaves --------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_clamp)(COLLIDE__V x,
                                                                        COLLIDE__V least,
                                                                        COLLIDE__V most) {
    return COLLIDE__MIN(COLLIDE__MAX(x, least), most);
}

// NaN becomes 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_part)(COLLIDE__V x) {
    return COLLIDE__W(collide__within_clamp)(x, COLLIDE__SPLAT(0.0f), COLLIDE__SPLAT(1.0f));
}

// Keeps w if it is shorter.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__within_nearer)(COLLIDE__W(collide__xyz) w,
                                                                   COLLIDE__W(collide__xyz) * best,
                                                                   COLLIDE__V *square) {
    const COLLIDE__V own = COLLIDE__W(collide__xyz_dot)(w, w);
    *best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(own, *square), w, *best);
    *square = COLLIDE__MIN(own, *square);
}

// The point that is nearest to 0 of the edges and faces that s has with three other points. After
// the first round all others are the first point; after the second one, the first point lies on the
// edge of the others. Whatever weights are worth, they are of a point of these.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_step)(const COLLIDE__W(collide__xyz) * p, COLLIDE__W(collide__xyz) s,
                                     int round) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V least = COLLIDE__SPLAT(FLT_MIN);
    COLLIDE__W(collide__xyz) e[3], best;
    COLLIDE__V square, along[3], ee[3];
#define COLLIDE__EDGE(i)                                                                           \
    e[i] = COLLIDE__W(collide__xyz_sub)(p[i], s);                                                  \
    ee[i] = COLLIDE__W(collide__xyz_dot)(e[i], e[i]);                                              \
    along[i] = COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(s, e[i]));
#define COLLIDE__ON_EDGE(i)                                                                        \
    COLLIDE__W(collide__xyz_ahead)                                                                 \
    (s, COLLIDE__W(collide__within_part)(COLLIDE__DIV(along[i], COLLIDE__MAX(ee[i], least))), e[i])
#define COLLIDE__FACE(i, j)                                                                        \
    {                                                                                              \
        const COLLIDE__V ef = COLLIDE__W(collide__xyz_dot)(e[i], e[j]);                            \
        const COLLIDE__V inverse = COLLIDE__DIV(                                                   \
            one,                                                                                   \
            COLLIDE__MAX(COLLIDE__SUB(COLLIDE__MUL(ee[i], ee[j]), COLLIDE__MUL(ef, ef)), least));  \
        const COLLIDE__V x = COLLIDE__MUL(                                                         \
            COLLIDE__SUB(COLLIDE__MUL(along[i], ee[j]), COLLIDE__MUL(along[j], ef)), inverse);     \
        const COLLIDE__V y = COLLIDE__MUL(                                                         \
            COLLIDE__SUB(COLLIDE__MUL(along[j], ee[i]), COLLIDE__MUL(along[i], ef)), inverse);     \
        const COLLIDE__M face = COLLIDE__AND_GE(                                                   \
            COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(x, y), one), x, zero), y, zero);              \
        COLLIDE__W(collide__within_nearer)                                                         \
        (COLLIDE__W(collide__xyz_select)(                                                          \
             face,                                                                                 \
             COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz_ahead)(s, x, e[i]), y, e[j]),  \
             best),                                                                                \
         &best, &square);                                                                          \
    }
    COLLIDE__EDGE(1)
    best = COLLIDE__ON_EDGE(1);
    if (round == 0)
        return best;
    COLLIDE__EDGE(2)
    square = COLLIDE__W(collide__xyz_dot)(best, best);
    if (round == 1) {
        COLLIDE__W(collide__within_nearer)(COLLIDE__ON_EDGE(2), &best, &square);
    } else {
        COLLIDE__EDGE(0)
        COLLIDE__W(collide__within_nearer)(COLLIDE__ON_EDGE(0), &best, &square);
        COLLIDE__FACE(0, 1)
        COLLIDE__FACE(0, 2)
    }
    COLLIDE__FACE(1, 2)
#undef COLLIDE__EDGE
#undef COLLIDE__ON_EDGE
#undef COLLIDE__FACE
    return best;
}

// The bounds are gaps of the elements along directions w: the search of within_search.h, whose
// steps need not be right. Let u = 2^-24 and c the largest coordinate. A product with w has an
// error of 3 u c sqrt(3) |w| at most, so that a gap, which is at most 2 c sqrt(3) |w|, has 14 u c
// |w|. Its quotient with the length has 3.5 u times 2 c sqrt(3) more, together 27 u c, and 31 u c
// if a limit is made of two numbers. 2^-19 c is more. If w is at least 2^-50 long, what underflows
// is less than that.
#define COLLIDE__GAP_ROUNDS 4

// Vertex v of element s of a leaf: each four times for a, over and over for b.
#define COLLIDE__VERTEX_A(v)                                                                       \
    {                                                                                              \
        p[v].x = COLLIDE__SPLAT_FOURS(a + 4 * (v), i / COLLIDE__WIDTH);                            \
        p[v].y = COLLIDE__SPLAT_FOURS(a + 4 * (v) + 16, i / COLLIDE__WIDTH);                       \
        p[v].z = COLLIDE__SPLAT_FOURS(a + 4 * (v) + 32, i / COLLIDE__WIDTH);                       \
    }
#define COLLIDE__VERTEX_B(v)                                                                       \
    {                                                                                              \
        q[v].x = COLLIDE__LOAD_FOUR(b + 4 * (v) + i % 4);                                          \
        q[v].y = COLLIDE__LOAD_FOUR(b + 4 * (v) + 16 + i % 4);                                     \
        q[v].z = COLLIDE__LOAD_FOUR(b + 4 * (v) + 32 + i % 4);                                     \
    }

// The farthest of three points along w, or four; *along is how far.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__gap_support)(const COLLIDE__W(collide__xyz) * p, bool four,
                                     COLLIDE__W(collide__xyz) w, COLLIDE__V *along) {
    COLLIDE__W(collide__xyz) best = p[0];
    COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(best, w);
#define COLLIDE__TRY(v)                                                                            \
    {                                                                                              \
        const COLLIDE__V x = COLLIDE__W(collide__xyz_dot)(p[v], w);                                \
        best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(most, x), p[v], best);                  \
        most = COLLIDE__MAX(x, most);                                                              \
    }
    COLLIDE__TRY(1)
    COLLIDE__TRY(2)
    if (four)
        COLLIDE__TRY(3)
#undef COLLIDE__TRY
    *along = most;
    return best;
}

static COLLIDE__TARGET void COLLIDE__W(collide__shape_gaps)(const float *a, const float *b,
                                                            bool four, unsigned lanes, float limit,
                                                            float *out) {
    const COLLIDE__V third = COLLIDE__SPLAT(0.333333343f), most = COLLIDE__SPLAT(limit);
    for (unsigned i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[4], q[4], t[3], w;
        COLLIDE__V bound = COLLIDE__SPLAT(-FLT_MAX);
        if (!(COLLIDE__ALL & lanes >> i))
            continue;
        COLLIDE__VERTEX_A(0)
        COLLIDE__VERTEX_A(1)
        COLLIDE__VERTEX_A(2)
        COLLIDE__VERTEX_A(3)
        COLLIDE__VERTEX_B(0)
        COLLIDE__VERTEX_B(1)
        COLLIDE__VERTEX_B(2)
        COLLIDE__VERTEX_B(3)
        w = COLLIDE__W(collide__xyz_sub)(q[0], p[0]);
        w = COLLIDE__W(collide__xyz_add)(w, COLLIDE__W(collide__xyz_sub)(q[1], p[1]));
        w = COLLIDE__W(collide__xyz_add)(w, COLLIDE__W(collide__xyz_sub)(q[2], p[2]));
        w = COLLIDE__W(collide__xyz_scale)(w, third);
        t[1] = t[2] = w;
        for (int round = 0;; ++round) {
            COLLIDE__W(collide__xyz) m, s;
            COLLIDE__V along_a, along_b;
            s = COLLIDE__W(collide__gap_support)(p, four, w, &along_a);
            m.x = COLLIDE__NEG(w.x);
            m.y = COLLIDE__NEG(w.y);
            m.z = COLLIDE__NEG(w.z);
            s = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__gap_support)(q, four, m, &along_b),
                                             s);
            const COLLIDE__V square = COLLIDE__W(collide__xyz_dot)(w, w);
            const COLLIDE__V gap =
                COLLIDE__DIV(COLLIDE__NEG(COLLIDE__ADD(along_a, along_b)), COLLIDE__SQRT(square));
            const COLLIDE__M more = COLLIDE__AND_GE(
                COLLIDE__LE(bound, most), square, COLLIDE__SPLAT(7.888609052210118e-31f)); // 2^-100
            bound = COLLIDE__SELECT(more, COLLIDE__MAX(gap, bound), bound);
            if (round + 1 == COLLIDE__GAP_ROUNDS ||
                !(COLLIDE__BITS(COLLIDE__LE(bound, most)) & lanes >> i))
                break;
            t[0] = w;
            w = COLLIDE__W(collide__within_step)(t, s, round);
            t[2] = t[1];
            t[1] = s;
        }
        COLLIDE__STORE_U(out + i, bound);
    }
}
#undef COLLIDE__VERTEX_A
#undef COLLIDE__VERTEX_B
#undef COLLIDE__GAP_ROUNDS
#endif // COLLIDE__WIDTH

// ---- whether 16 pairs are within a margin ----------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// All in float. Let u = 2^-24, S the sizes of a pair as in collide__core_pair_of, s its signed
// distance, and T = S + |max|. Single calls say yes if lo <= max, where s - 2^-20 S <= lo <= s. So
// yes is sure if s <= max, and no is sure if s > max + 2^-20 S. If a verdict may set lo to 0, which
// takes a max from 0 to 2^-16 S and an lo up to 2^-16 S, no takes s > 2^-16 S + 2^-20 S, too. Lanes
// that are nearer to these limits than the bounds below are left out.
//
// Closed forms find points a and b of the two cores, and w = b - a. These need not be the nearest
// points, as each lane proves its own answer:
//     s <= |w| - radius. The difference of the origins has an error of 3 u S, since AABBs begin at
//     a corner. Points have errors of 2 u times their size, those of a face 3 u more, and there are
//     6 sums of at most S each. The length and the comparison have 6 u T more. All are below 20 u
//     T. s >= gap / |w| - radius, where gap is the least product of w and a difference of two
//     points of the cores. Products have errors of 3 u, their factors 3 u, and there are at most 8
//     sums: 14 u S |w|. With the length, the comparison, and the 16 u S of single calls all are
//     below 37 u T.
// The bounds are 128 u T and 64 u T, as within_search.h needs more. S itself is computed with an
// error below 10 u S. If S is from 2^-36 to 2^60, nothing overflows that a proof needs, and what
// underflows counts less than u T, in gap if |w| is at least 2^-50.

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_load)(const float *rows) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__LOAD_ROW(rows, 0);
    r.y = COLLIDE__LOAD_ROW(rows, 1);
    r.z = COLLIDE__LOAD_ROW(rows, 2);
    return r;
}

// The lanes of vector i whose sizes and radii are good.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__within_good)(const collide__within_job *job,
                                                                     int i, COLLIDE__V size) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__M sized =
        COLLIDE__AND_LE(COLLIDE__GE(size, COLLIDE__SPLAT(1.4551915228366852e-11f)), size,
                        COLLIDE__SPLAT(1.152921504606847e18f)); // 2^-36, 2^60
    return COLLIDE__BITS(
        COLLIDE__AND_GE(COLLIDE__AND_GE(sized, COLLIDE__LOAD_V(job->a.radius + i), zero),
                        COLLIDE__LOAD_V(job->b.radius + i), zero));
}

// The answers for vector i by w, gap and the sizes without the radii. The cores hold balls round
// the points whose radii have the sum inner.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__within_decide)(collide__within_job *job, int i,
                                                                   COLLIDE__W(collide__xyz) w,
                                                                   COLLIDE__V gap, COLLIDE__V size,
                                                                   COLLIDE__V inner,
                                                                   unsigned good) {
    const COLLIDE__V radius =
        COLLIDE__ADD(COLLIDE__LOAD_V(job->a.radius + i), COLLIDE__LOAD_V(job->b.radius + i));
    const COLLIDE__V most = COLLIDE__SPLAT(job->max), all = COLLIDE__ADD(size, radius);
    const COLLIDE__V t = COLLIDE__ADD(all, COLLIDE__ABS(most));
    const COLLIDE__V length = COLLIDE__SQRT(COLLIDE__W(collide__xyz_dot)(w, w));
    const COLLIDE__V less = COLLIDE__SUB(
        COLLIDE__ADD(most, radius), COLLIDE__MUL(t, COLLIDE__SPLAT(7.62939453125e-06f))); // 128 u
    const COLLIDE__V more = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt))), radius),
        COLLIDE__MUL(t, COLLIDE__SPLAT(3.814697265625e-06f))); // 64 u
    const COLLIDE__M apart = COLLIDE__LT(COLLIDE__MUL(more, length), gap);
    good &= COLLIDE__W(collide__within_good)(job, i, all);
    job->yes |= (good & COLLIDE__BITS(COLLIDE__LE(COLLIDE__SUB(length, inner), less))) << i;
    job->no |= (good & COLLIDE__BITS(COLLIDE__AND_GE(
                           apart, length, COLLIDE__SPLAT(8.881784197001252e-16f)))) // 2^-50
               << i;
}

// ---- points and segments

// From 0 to the nearest point of the segment from d along e.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_foot)(COLLIDE__W(collide__xyz) d, COLLIDE__W(collide__xyz) e) {
    return COLLIDE__W(collide__xyz_ahead)(
        d,
        COLLIDE__W(collide__within_part)(COLLIDE__DIV(
            COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(d, e)), COLLIDE__W(collide__xyz_dot)(e, e))),
        e);
}

// The nearest points of two segments, e from 0 and f from d: returns the difference w. As
// collide__nearest_segments; if they are parallel, any first *s does.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_edges)(COLLIDE__W(collide__xyz) e, COLLIDE__V ee,
                                      COLLIDE__W(collide__xyz) d, COLLIDE__W(collide__xyz) f) {
    const COLLIDE__V ff = COLLIDE__W(collide__xyz_dot)(f, f);
    const COLLIDE__V ef = COLLIDE__W(collide__xyz_dot)(e, f);
    const COLLIDE__V ed = COLLIDE__W(collide__xyz_dot)(e, d);
    const COLLIDE__V fd = COLLIDE__W(collide__xyz_dot)(f, d);
    const COLLIDE__V first = COLLIDE__W(collide__within_part)(
        COLLIDE__DIV(COLLIDE__SUB(COLLIDE__MUL(ed, ff), COLLIDE__MUL(ef, fd)),
                     COLLIDE__SUB(COLLIDE__MUL(ee, ff), COLLIDE__MUL(ef, ef))));
    const COLLIDE__V t = COLLIDE__W(collide__within_part)(
        COLLIDE__DIV(COLLIDE__SUB(COLLIDE__MUL(ef, first), fd), ff));
    const COLLIDE__V s =
        COLLIDE__W(collide__within_part)(COLLIDE__DIV(COLLIDE__ADD(COLLIDE__MUL(ef, t), ed), ee));
    return COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__xyz_ahead)(d, t, f),
                                        COLLIDE__W(collide__xyz_scale)(e, s));
}

// Points and segments.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_segments)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) b = COLLIDE__W(collide__within_load)(job->b.rows + i);
        const COLLIDE__W(collide__xyz) d = COLLIDE__W(collide__xyz_sub)(b, a);
        COLLIDE__W(collide__xyz) w = d;
        COLLIDE__V size = COLLIDE__W(collide__xyz_sum_abs)(d), least = zero;
        if (job->b.core == 2) {
            const COLLIDE__W(collide__xyz) f = COLLIDE__W(collide__xyz_sub)(
                COLLIDE__W(collide__within_load)(job->b.rows + 48 + i), b);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(f));
            if (job->a.core == 2) {
                const COLLIDE__W(collide__xyz) e = COLLIDE__W(collide__xyz_sub)(
                    COLLIDE__W(collide__within_load)(job->a.rows + 48 + i), a);
                size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
                w = COLLIDE__W(collide__within_edges)(e, COLLIDE__W(collide__xyz_dot)(e, e), d, f);
                least = COLLIDE__MIN(COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(w, e)), zero);
            } else {
                w = COLLIDE__W(collide__within_foot)(d, f);
            }
            least = COLLIDE__ADD(least, COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f), zero));
        }
        const COLLIDE__V gap = COLLIDE__ADD(COLLIDE__W(collide__xyz_dot)(w, d), least);
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, COLLIDE__ALL);
    }
}

// ---- triangles

// A point or a segment and a triangle. The nearest points are on an edge, or on the face and where
// the segment comes nearest to its plane.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_triangle)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) t0 = COLLIDE__W(collide__within_load)(job->b.rows + i);
        const COLLIDE__W(collide__xyz) t1 = COLLIDE__W(collide__within_load)(job->b.rows + 48 + i);
        const COLLIDE__W(collide__xyz) t2 = COLLIDE__W(collide__within_load)(job->b.rows + 96 + i);
        const COLLIDE__W(collide__xyz) d0 = COLLIDE__W(collide__xyz_sub)(t0, a);
        const COLLIDE__W(collide__xyz) d1 = COLLIDE__W(collide__xyz_sub)(t1, a);
        const COLLIDE__W(collide__xyz) f0 = COLLIDE__W(collide__xyz_sub)(t1, t0);
        const COLLIDE__W(collide__xyz) f1 = COLLIDE__W(collide__xyz_sub)(t2, t1);
        const COLLIDE__W(collide__xyz) f2 = COLLIDE__W(collide__xyz_sub)(t2, t0);
        COLLIDE__V size = COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(d0),
                                       COLLIDE__MAX(COLLIDE__W(collide__xyz_sum_abs)(f0),
                                                    COLLIDE__W(collide__xyz_sum_abs)(f2)));
        COLLIDE__W(collide__xyz) w, e = d0, d = d0;
        COLLIDE__V square;
        if (job->a.core == 2) {
            e = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->a.rows + 48 + i),
                                             a);
            const COLLIDE__V ee = COLLIDE__W(collide__xyz_dot)(e, e);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
            w = COLLIDE__W(collide__within_edges)(e, ee, d0, f0);
            square = COLLIDE__W(collide__xyz_dot)(w, w);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_edges)(e, ee, d1, f1), &w, &square);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_edges)(e, ee, d0, f2), &w, &square);
            const COLLIDE__W(collide__xyz) n = COLLIDE__W(collide__xyz_cross)(f0, f2, one);
            const COLLIDE__V k = COLLIDE__W(collide__within_part)(COLLIDE__DIV(
                COLLIDE__W(collide__xyz_dot)(n, d0), COLLIDE__W(collide__xyz_dot)(n, e)));
            d = COLLIDE__W(collide__xyz_sub)(d0, COLLIDE__W(collide__xyz_scale)(e, k));
        } else {
            w = COLLIDE__W(collide__within_foot)(d0, f0);
            square = COLLIDE__W(collide__xyz_dot)(w, w);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_foot)(d1, f1), &w, &square);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_foot)(d0, f2), &w, &square);
        }
        // The weights of the other two vertices in the foot on the face.
        const COLLIDE__V f00 = COLLIDE__W(collide__xyz_dot)(f0, f0);
        const COLLIDE__V f02 = COLLIDE__W(collide__xyz_dot)(f0, f2);
        const COLLIDE__V f22 = COLLIDE__W(collide__xyz_dot)(f2, f2);
        const COLLIDE__V df0 = COLLIDE__W(collide__xyz_dot)(d, f0);
        const COLLIDE__V df2 = COLLIDE__W(collide__xyz_dot)(d, f2);
        const COLLIDE__V to_1 = COLLIDE__SUB(COLLIDE__MUL(df2, f02), COLLIDE__MUL(df0, f22));
        const COLLIDE__V to_2 = COLLIDE__SUB(COLLIDE__MUL(df0, f02), COLLIDE__MUL(df2, f00));
        const COLLIDE__V all = COLLIDE__SUB(COLLIDE__MUL(f00, f22), COLLIDE__MUL(f02, f02));
        const COLLIDE__M face = COLLIDE__AND_GE(
            COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(to_1, to_2), all), to_1, zero), to_2, zero);
        const COLLIDE__V inverse = COLLIDE__DIV(one, all);
        const COLLIDE__W(collide__xyz) foot = COLLIDE__W(collide__xyz_ahead)(
            COLLIDE__W(collide__xyz_ahead)(d, COLLIDE__MUL(to_1, inverse), f0),
            COLLIDE__MUL(to_2, inverse), f2);
        COLLIDE__W(collide__within_nearer)
        (COLLIDE__W(collide__xyz_select)(face, foot, w), &w, &square);
        COLLIDE__V gap =
            COLLIDE__ADD(COLLIDE__W(collide__xyz_dot)(w, d0),
                         COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f0),
                                      COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f2), zero)));
        if (job->a.core == 2)
            gap = COLLIDE__SUB(gap, COLLIDE__MAX(COLLIDE__W(collide__xyz_dot)(w, e), zero));
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, COLLIDE__ALL);
    }
}

// ---- boxes

typedef struct COLLIDE__W(collide__within_body) {
    COLLIDE__W(collide__xyz) axis[3], half;
    COLLIDE__V size;
    unsigned good; // lanes whose extents are not negative
} COLLIDE__W(collide__within_body);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_body_of)(const collide__within_side *side, int i,
                                    COLLIDE__W(collide__within_body) * out) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    out->axis[0] = COLLIDE__W(collide__within_load)(side->axis[0] + i);
    out->axis[1] = COLLIDE__W(collide__within_load)(side->axis[1] + i);
    out->axis[2] = COLLIDE__W(collide__within_load)(side->axis[2] + i);
    out->half = COLLIDE__W(collide__within_load)(side->rows + 48 + i);
    if (side->aabb)
        out->half = COLLIDE__W(collide__xyz_sub)(out->half,
                                                 COLLIDE__W(collide__within_load)(side->rows + i));
    // Before they are halved, which may round to 0.
    out->good = COLLIDE__BITS(COLLIDE__AND_GE(
        COLLIDE__AND_GE(COLLIDE__GE(out->half.x, zero), out->half.y, zero), out->half.z, zero));
    if (side->aabb)
        out->half = COLLIDE__W(collide__xyz_scale)(out->half, COLLIDE__SPLAT(0.5f));
    out->size = COLLIDE__DOT(COLLIDE__W(collide__xyz_sum_abs)(out->axis[0]),
                             COLLIDE__W(collide__xyz_sum_abs)(out->axis[1]),
                             COLLIDE__W(collide__xyz_sum_abs)(out->axis[2]), out->half.x,
                             out->half.y, out->half.z);
    if (side->aabb) // its corner is as far from the centre
        out->size = COLLIDE__ADD(out->size, out->size);
}

// Products with the axes of a box.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_local)(const COLLIDE__W(collide__within_body) * b,
                                      COLLIDE__W(collide__xyz) x) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__W(collide__xyz_dot)(b->axis[0], x);
    r.y = COLLIDE__W(collide__xyz_dot)(b->axis[1], x);
    r.z = COLLIDE__W(collide__xyz_dot)(b->axis[2], x);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_inside)(COLLIDE__W(collide__xyz) x, COLLIDE__W(collide__xyz) half) {
    x.x = COLLIDE__W(collide__within_clamp)(x.x, COLLIDE__NEG(half.x), half.x);
    x.y = COLLIDE__W(collide__within_clamp)(x.y, COLLIDE__NEG(half.y), half.y);
    x.z = COLLIDE__W(collide__within_clamp)(x.z, COLLIDE__NEG(half.z), half.z);
    return x;
}

// The point of a box with the coordinates s, from its centre.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_point)(const COLLIDE__W(collide__within_body) * b,
                                      COLLIDE__W(collide__xyz) s) {
    return COLLIDE__W(collide__xyz_ahead)(
        COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz_scale)(b->axis[0], s.x), s.y,
                                       b->axis[1]),
        s.z, b->axis[2]);
}

// The largest product of w and a point of the box, from its centre.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_reach)(
    const COLLIDE__W(collide__within_body) * b, COLLIDE__W(collide__xyz) w) {
    const COLLIDE__W(collide__xyz) x = COLLIDE__W(collide__within_local)(b, w);
    return COLLIDE__DOT(COLLIDE__ABS(x.x), COLLIDE__ABS(x.y), COLLIDE__ABS(x.z), b->half.x,
                        b->half.y, b->half.z);
}

// As collide__box_side, by coordinates along the axes: the part x - clamp(x) of the derivative of
// the squared distance, on one axis, where the line crosses both planes of another one.
#define COLLIDE__BEYOND(x, wide)                                                                   \
    COLLIDE__SUB(x, COLLIDE__W(collide__within_clamp)(x, COLLIDE__NEG(wide), wide))
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_beyond)(
    COLLIDE__V c_j, COLLIDE__V by_j, COLLIDE__V wide_j, COLLIDE__V d_j, COLLIDE__V c_k,
    COLLIDE__V by_k, COLLIDE__V wide_k, COLLIDE__V d_k) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V low_j = COLLIDE__SUB(c_j, by_j), high_j = COLLIDE__ADD(c_j, by_j);
    const COLLIDE__V low_k = COLLIDE__SUB(c_k, by_k), high_k = COLLIDE__ADD(c_k, by_k);
    const COLLIDE__V j = COLLIDE__ABS(wide_j), k = COLLIDE__ABS(wide_k);
    const COLLIDE__V low = COLLIDE__ADD(COLLIDE__MUL(d_j, COLLIDE__BEYOND(low_j, j)),
                                        COLLIDE__MUL(d_k, COLLIDE__BEYOND(low_k, k)));
    const COLLIDE__V high = COLLIDE__ADD(COLLIDE__MUL(d_j, COLLIDE__BEYOND(high_j, j)),
                                         COLLIDE__MUL(d_k, COLLIDE__BEYOND(high_k, k)));
    return COLLIDE__SUB(COLLIDE__SELECT(COLLIDE__LT(high, zero), one, zero),
                        COLLIDE__SELECT(COLLIDE__LT(zero, low), one, zero));
}

// Half the derivative at x.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_slope)(
    COLLIDE__W(collide__xyz) x, COLLIDE__W(collide__xyz) half, COLLIDE__W(collide__xyz) d) {
    return COLLIDE__DOT(COLLIDE__BEYOND(x.x, half.x), COLLIDE__BEYOND(x.y, half.y),
                        COLLIDE__BEYOND(x.z, half.z), d.x, d.y, d.z);
}
#undef COLLIDE__BEYOND

// As collide__nearest_on_segment, by coordinates along the axes of the box: r of the start, d of
// the direction, h the extents.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_on_segment)(
    COLLIDE__W(collide__xyz) h, COLLIDE__W(collide__xyz) r, COLLIDE__W(collide__xyz) d) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V at_0 = COLLIDE__W(collide__within_slope)(r, h, d);
    const COLLIDE__V at_1 =
        COLLIDE__W(collide__within_slope)(COLLIDE__W(collide__xyz_add)(r, d), h, d);
    const COLLIDE__W(collide__xyz) c = COLLIDE__W(collide__xyz_cross)(d, r, one);
    const COLLIDE__V xy = COLLIDE__MUL(h.x, d.y), xz = COLLIDE__MUL(h.x, d.z);
    const COLLIDE__V yz = COLLIDE__MUL(h.y, d.z), yx = COLLIDE__MUL(h.y, d.x);
    const COLLIDE__V zx = COLLIDE__MUL(h.z, d.x), zy = COLLIDE__MUL(h.z, d.y);
    const COLLIDE__V x =
        COLLIDE__W(collide__within_beyond)(c.z, xy, yx, d.y, COLLIDE__NEG(c.y), xz, zx, d.z);
    const COLLIDE__V y =
        COLLIDE__W(collide__within_beyond)(c.x, yz, zy, d.z, COLLIDE__NEG(c.z), yx, xy, d.x);
    const COLLIDE__V z =
        COLLIDE__W(collide__within_beyond)(c.y, zx, xz, d.x, COLLIDE__NEG(c.x), zy, yz, d.y);
    const COLLIDE__V ex = COLLIDE__MUL(x, d.x), ey = COLLIDE__MUL(y, d.y),
                     ez = COLLIDE__MUL(z, d.z);
    const COLLIDE__V sum = COLLIDE__DOT(ex, ey, ez, ex, ey, ez);
    const COLLIDE__V start = COLLIDE__DOT(ex, ey, ez, COLLIDE__SUB(h.x, COLLIDE__MUL(x, r.x)),
                                          COLLIDE__SUB(h.y, COLLIDE__MUL(y, r.y)),
                                          COLLIDE__SUB(h.z, COLLIDE__MUL(z, r.z)));
    COLLIDE__V k = COLLIDE__DIV(start, sum);
    // Between all planes: where the line has entered all of them.
    const COLLIDE__M through = COLLIDE__EQ(sum, zero);
    if (COLLIDE__BITS(through)) {
#define COLLIDE__ENTRY(x)                                                                          \
    COLLIDE__DIV(COLLIDE__ADD(COLLIDE__XOR(h.x, COLLIDE__SIGN(d.x)), r.x), COLLIDE__NEG(d.x))
        const COLLIDE__V entry =
            COLLIDE__MAX(COLLIDE__ENTRY(x),
                         COLLIDE__MAX(COLLIDE__ENTRY(y), COLLIDE__MAX(COLLIDE__ENTRY(z), zero)));
#undef COLLIDE__ENTRY
        k = COLLIDE__SELECT(through, entry, k);
    }
    k = COLLIDE__SELECT(COLLIDE__GE(at_0, zero), zero, k);
    k = COLLIDE__SELECT(COLLIDE__LE(at_1, zero), one, k);
    return COLLIDE__W(collide__within_part)(k);
}

// A point or a segment and a box.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_box)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__within_body) b;
        COLLIDE__W(collide__within_body_of)(&job->b, i, &b);
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) d =
            COLLIDE__W(collide__xyz_sub)(a, COLLIDE__W(collide__within_load)(job->b.rows + i));
        const COLLIDE__W(collide__xyz) from =
            job->b.aabb ? COLLIDE__W(collide__xyz_sub)(d, b.half) : d;
        COLLIDE__W(collide__xyz) x = from, r = COLLIDE__W(collide__within_local)(&b, from), e = d;
        COLLIDE__V size = COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(d), b.size);
        if (job->a.core == 2) {
            e = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->a.rows + 48 + i),
                                             a);
            const COLLIDE__W(collide__xyz) rate = COLLIDE__W(collide__within_local)(&b, e);
            const COLLIDE__V k = COLLIDE__W(collide__within_on_segment)(b.half, r, rate);
            r = COLLIDE__W(collide__xyz_ahead)(r, k, rate);
            x = COLLIDE__W(collide__xyz_ahead)(x, k, e);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
        }
        const COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__xyz_sub)(
            COLLIDE__W(collide__within_point)(&b, COLLIDE__W(collide__within_inside)(r, b.half)),
            x);
        COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(w, from);
        if (job->a.core == 2)
            most = COLLIDE__ADD(most, COLLIDE__MAX(COLLIDE__W(collide__xyz_dot)(w, e), zero));
        const COLLIDE__V gap =
            COLLIDE__NEG(COLLIDE__ADD(most, COLLIDE__W(collide__within_reach)(&b, w)));
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, b.good);
    }
}

// The lanes whose axes pass collide_obb_check: 2^-21 and 3 roundings. Others are at most 15 u
// wrong.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__within_turned)(const COLLIDE__W(collide__within_body) * b) {
    const COLLIDE__V one = COLLIDE__SPLAT(1.0f),
                     most = COLLIDE__SPLAT(7.152557373046875e-07f); // 12 u
#define COLLIDE__TINY(m, i, j, less)                                                               \
    COLLIDE__AND_LE(                                                                               \
        m, COLLIDE__ABS(COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(b->axis[i], b->axis[j]), less)), \
        most)
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__M m = COLLIDE__GE(one, zero);
    m = COLLIDE__TINY(m, 0, 0, one);
    m = COLLIDE__TINY(m, 1, 1, one);
    m = COLLIDE__TINY(m, 2, 2, one);
    m = COLLIDE__TINY(m, 0, 1, zero);
    m = COLLIDE__TINY(m, 1, 2, zero);
    m = COLLIDE__TINY(m, 2, 0, zero);
#undef COLLIDE__TINY
    return COLLIDE__BITS(m);
}

// Two boxes: b from a in space and in the coordinates of both, the cosines of their axes, and the
// absolute values of these.
typedef struct COLLIDE__W(collide__within_pair) {
    COLLIDE__W(collide__within_body) a, b;
    COLLIDE__W(collide__xyz) d, da, db;
    COLLIDE__V c[9], f[9], size;
    unsigned good;
} COLLIDE__W(collide__within_pair);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_pair_of)(const collide__within_job *job, int i,
                                    COLLIDE__W(collide__within_pair) * p) {
    COLLIDE__W(collide__within_body_of)(&job->a, i, &p->a);
    COLLIDE__W(collide__within_body_of)(&job->b, i, &p->b);
    p->d = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->b.rows + i),
                                        COLLIDE__W(collide__within_load)(job->a.rows + i));
    p->size =
        COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(p->d), COLLIDE__ADD(p->a.size, p->b.size));
    if (job->a.aabb)
        p->d = COLLIDE__W(collide__xyz_sub)(p->d, p->a.half);
    if (job->b.aabb)
        p->d = COLLIDE__W(collide__xyz_add)(p->d, p->b.half);
    p->da = COLLIDE__W(collide__within_local)(&p->a, p->d);
    p->db = COLLIDE__W(collide__within_local)(&p->b, p->d);
    p->good = p->a.good & p->b.good & COLLIDE__W(collide__within_good)(job, i, p->size) &
              COLLIDE__W(collide__within_turned)(&p->a) & COLLIDE__W(collide__within_turned)(&p->b);
#define COLLIDE__COSINES(i)                                                                        \
    {                                                                                              \
        const COLLIDE__W(collide__xyz) r = COLLIDE__W(collide__within_local)(&p->b, p->a.axis[i]); \
        p->c[3 * (i)] = r.x;                                                                       \
        p->c[3 * (i) + 1] = r.y;                                                                   \
        p->c[3 * (i) + 2] = r.z;                                                                   \
        p->f[3 * (i)] = COLLIDE__ABS(r.x);                                                         \
        p->f[3 * (i) + 1] = COLLIDE__ABS(r.y);                                                     \
        p->f[3 * (i) + 2] = COLLIDE__ABS(r.z);                                                     \
    }
    COLLIDE__COSINES(0)
    COLLIDE__COSINES(1)
    COLLIDE__COSINES(2)
#undef COLLIDE__COSINES
}

// The widest gap along the normals of faces.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V
COLLIDE__W(collide__within_faces)(const COLLIDE__W(collide__within_pair) * p) {
    const COLLIDE__W(collide__xyz) a = p->a.half, b = p->b.half;
    COLLIDE__V widest = COLLIDE__SPLAT(-FLT_MAX);
#define COLLIDE__FACE(d, own, other, f0, f1, f2)                                                   \
    widest = COLLIDE__MAX(                                                                         \
        widest, COLLIDE__SUB(COLLIDE__ABS(p->d),                                                   \
                             COLLIDE__ADD(own, COLLIDE__DOT(p->f[f0], p->f[f1], p->f[f2], other.x, \
                                                            other.y, other.z))));
    COLLIDE__FACE(da.x, a.x, b, 0, 1, 2)
    COLLIDE__FACE(da.y, a.y, b, 3, 4, 5)
    COLLIDE__FACE(da.z, a.z, b, 6, 7, 8)
    COLLIDE__FACE(db.x, b.x, a, 0, 3, 6)
    COLLIDE__FACE(db.y, b.y, a, 1, 4, 7)
    COLLIDE__FACE(db.z, b.z, a, 2, 5, 8)
#undef COLLIDE__FACE
    return widest;
}

// Cross products of edges. Returns the lanes that one of them proves to be farther apart than
// reach; *overlap: the lanes that all 15 axes prove to overlap. Edges that are parallel within
// 2^-12 give no axis. Turning B by at most 1.5 * 2^-12 would make them parallel. That moves points
// and gaps by at most 3 * 2^-12 S, so that an overlap of 2^-9 S on the other axes is enough.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__within_crosses)(const COLLIDE__W(collide__within_pair) * p, COLLIDE__V reach,
                                    COLLIDE__V bound, COLLIDE__V widest, unsigned *overlap) {
    const COLLIDE__W(collide__xyz) a = p->a.half, b = p->b.half;
    const COLLIDE__V square = COLLIDE__MUL(reach, reach);
    const COLLIDE__V flat = COLLIDE__SPLAT(5.960464477539063e-08f); // 2^-24
    COLLIDE__V least = COLLIDE__SPLAT(1.0f), over = COLLIDE__SPLAT(-1.0f);
#define COLLIDE__EDGES(i, i1, i2, j, j1, j2, x1, x2, y1, y2)                                       \
    {                                                                                              \
        const COLLIDE__V reach_a = COLLIDE__ADD(COLLIDE__MUL(a.x1, p->f[3 * (i2) + (j)]),          \
                                                COLLIDE__MUL(a.x2, p->f[3 * (i1) + (j)]));         \
        const COLLIDE__V reach_b = COLLIDE__ADD(COLLIDE__MUL(b.y1, p->f[3 * (i) + (j2)]),          \
                                                COLLIDE__MUL(b.y2, p->f[3 * (i) + (j1)]));         \
        const COLLIDE__V across = COLLIDE__SUB(COLLIDE__MUL(p->da.x2, p->c[3 * (i1) + (j)]),       \
                                               COLLIDE__MUL(p->da.x1, p->c[3 * (i2) + (j)]));      \
        const COLLIDE__V gap = COLLIDE__SUB(COLLIDE__ABS(across), COLLIDE__ADD(reach_a, reach_b)); \
        const COLLIDE__V length =                                                                  \
            COLLIDE__ADD(COLLIDE__MUL(p->f[3 * (i1) + (j)], p->f[3 * (i1) + (j)]),                 \
                         COLLIDE__MUL(p->f[3 * (i2) + (j)], p->f[3 * (i2) + (j)]));                \
        const COLLIDE__V sure = COLLIDE__SUB(gap, bound);                                          \
        over = COLLIDE__MAX(over, COLLIDE__SUB(COLLIDE__MUL(sure, COLLIDE__ABS(sure)),             \
                                               COLLIDE__MUL(square, length)));                     \
        widest = COLLIDE__SELECT(COLLIDE__LT(length, flat), widest, COLLIDE__MAX(widest, gap));    \
        least = COLLIDE__MIN(least, length);                                                       \
    }
#define COLLIDE__EDGE(i, i1, i2, x1, x2)                                                           \
    COLLIDE__EDGES(i, i1, i2, 0, 1, 2, x1, x2, y, z)                                               \
    COLLIDE__EDGES(i, i1, i2, 1, 2, 0, x1, x2, z, x)                                               \
    COLLIDE__EDGES(i, i1, i2, 2, 0, 1, x1, x2, x, y)
    COLLIDE__EDGE(0, 1, 2, y, z)
    COLLIDE__EDGE(1, 2, 0, z, x)
    COLLIDE__EDGE(2, 0, 1, x, y)
#undef COLLIDE__EDGE
#undef COLLIDE__EDGES
    const COLLIDE__V deep = COLLIDE__SELECT(
        COLLIDE__LT(least, flat), COLLIDE__MUL(p->size, COLLIDE__SPLAT(-0.001953125f)), // 2^-9
        COLLIDE__NEG(bound));
    *overlap = COLLIDE__BITS(COLLIDE__LE(widest, deep));
    return COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), over));
}

// Decides by two points: each box's point that is nearest to the other's, in turns.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_in_turns)(collide__within_job *job, int i,
                                     const COLLIDE__W(collide__within_pair) * p) {
    const COLLIDE__V *const c = p->c;
    COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_inside)(p->da, p->a.half), b = a;
    for (int round = 0; round < 4; ++round) {
        b.x = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[0], c[3], c[6]), p->db.x);
        b.y = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[1], c[4], c[7]), p->db.y);
        b.z = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[2], c[5], c[8]), p->db.z);
        b = COLLIDE__W(collide__within_inside)(b, p->b.half);
        a.x = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[0], c[1], c[2]), p->da.x);
        a.y = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[3], c[4], c[5]), p->da.y);
        a.z = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[6], c[7], c[8]), p->da.z);
        a = COLLIDE__W(collide__within_inside)(a, p->a.half);
    }
    const COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__xyz_add)(
        p->d, COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_point)(&p->b, b),
                                           COLLIDE__W(collide__within_point)(&p->a, a)));
    const COLLIDE__V gap = COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(w, p->d),
                                        COLLIDE__ADD(COLLIDE__W(collide__within_reach)(&p->a, w),
                                                     COLLIDE__W(collide__within_reach)(&p->b, w)));
    COLLIDE__W(collide__within_decide)(job, i, w, gap, p->size, COLLIDE__SPLAT(0.0f), p->good);
}

// Two boxes. Their axes are wrong by at most 15 u. So the gap along an axis has an error of 15 u S,
// and the gap along the cross product of two axes, which is not normalized, one of 90 u S, and each
// has at most 12 roundings. With the 16 u S of single calls and 24 u T for products with the length
// of the axis they are below 144 u T.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_boxes)(collide__within_job *job) {
    const COLLIDE__V most = COLLIDE__SPLAT(job->max);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__within_pair) p;
        unsigned yes = 0, overlap;
        COLLIDE__W(collide__within_pair_of)(job, i, &p);
        const COLLIDE__V t = COLLIDE__ADD(p.size, COLLIDE__ABS(most));
        const COLLIDE__V bound = COLLIDE__MUL(t, COLLIDE__SPLAT(8.58306884765625e-06f)); // 144 u
        const COLLIDE__V reach = COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt)));
        const COLLIDE__V widest = COLLIDE__W(collide__within_faces)(&p);
        unsigned no = COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, bound), widest));
        if (p.good & ~no) {
            no |= COLLIDE__W(collide__within_crosses)(&p, COLLIDE__MAX(reach, COLLIDE__SPLAT(0.0f)),
                                                      bound, widest, &overlap);
            yes = job->max >= 0 ? overlap & ~no : 0;
        }
        job->yes |= (p.good & yes) << i;
        job->no |= (p.good & no) << i;
        if (p.good & ~(yes | no))
            COLLIDE__W(collide__within_in_turns)(job, i, &p);
    }
}

// Two AABBs: the gaps on the axes are exact within a rounding.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_aabbs)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), most = COLLIDE__SPLAT(job->max);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V widest = COLLIDE__SPLAT(-FLT_MAX), square = zero, size = zero;
        unsigned good = COLLIDE__ALL;
#define COLLIDE__AXIS(axis)                                                                        \
    {                                                                                              \
        const COLLIDE__V a = COLLIDE__LOAD_ROW(job->a.rows + i, axis);                             \
        const COLLIDE__V b = COLLIDE__LOAD_ROW(job->b.rows + i, axis);                             \
        const COLLIDE__V p = COLLIDE__LOAD_ROW(job->a.rows + i, axis + 3);                         \
        const COLLIDE__V q = COLLIDE__LOAD_ROW(job->b.rows + i, axis + 3);                         \
        const COLLIDE__V gap = COLLIDE__MAX(COLLIDE__SUB(b, p), COLLIDE__SUB(a, q));               \
        const COLLIDE__V apart = COLLIDE__MAX(gap, zero);                                          \
        size = COLLIDE__ADD(size,                                                                  \
                            COLLIDE__ADD(COLLIDE__ABS(COLLIDE__SUB(b, a)),                         \
                                         COLLIDE__ADD(COLLIDE__SUB(p, a), COLLIDE__SUB(q, b))));   \
        square = COLLIDE__ADD(square, COLLIDE__MUL(apart, apart));                                 \
        widest = COLLIDE__MAX(widest, gap);                                                        \
        good &= COLLIDE__BITS(COLLIDE__AND_LE(COLLIDE__LE(a, p), b, q));                           \
    }
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
        const COLLIDE__V t = COLLIDE__ADD(size, COLLIDE__ABS(most));
        const COLLIDE__V bound = COLLIDE__MUL(t, COLLIDE__SPLAT(3.814697265625e-06f)); // 64 u
        const COLLIDE__V reach = COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt)));
        const COLLIDE__V s =
            COLLIDE__SELECT(COLLIDE__LT(zero, widest), COLLIDE__SQRT(square), widest);
        good &= COLLIDE__W(collide__within_good)(job, i, size);
        job->yes |= (good & COLLIDE__BITS(COLLIDE__LE(s, COLLIDE__SUB(most, bound)))) << i;
        job->no |= (good & COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, bound), s))) << i;
    }
}
#endif // COLLIDE__WIDTH

// ---- whether 16 pairs without a closed form are within a margin ------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// A search for the nearest points of two cores: w is the difference of two points, and in each
// round it moves towards the difference of the points that lie farthest against it. Each round has
// a proof of its own, as in within_lanes.h:
//     gap is the least product of w and a difference of two points, from their supports along w.
//     Coordinates from the first point of a have errors of 3 u S, those of the centre of a convex
//     body 8 u S. The axis of a cylinder has a length that is at most 7 u wrong, so that products
//     with its ends have errors of 14 u times their size, and those with its disk 11 u. The pose
//     of a body stretches by at most 23 u, and S holds its radius three times. With the products
//     and 4 sums, all are below 28 u S |w|, and with the length, the comparison, and the 16 u S of
//     single calls below 51 u T.
//     |w| is an upper bound if w is the difference of two points. Supports have errors of 16 u S at
//     most, and each round adds 8 u S. With the length and the comparison, all are below 100 u T
//     after 10 rounds.

#define COLLIDE__WITHIN_ROUNDS 10

// A core, from the first point of a. Of a cylinder, box has the axis as axis[0], and half the
// height and the radius as the first two halves; of a ball its radius as the first.
typedef struct COLLIDE__W(collide__within_core) {
    COLLIDE__W(collide__within_body) box;
    COLLIDE__W(collide__xyz) p[4]; // points, or a centre
    unsigned kind;
} COLLIDE__W(collide__within_core);

// The lanes whose axis has unit length; see collide__within_turned.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__within_unit)(COLLIDE__W(collide__xyz)
                                                                         axis) {
    return COLLIDE__BITS(COLLIDE__LE(
        COLLIDE__ABS(COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(axis, axis), COLLIDE__SPLAT(1.0f))),
        COLLIDE__SPLAT(7.152557373046875e-07f))); // 12 u
}

// Reads a core and returns a point in its middle.
COLLIDE__LANE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_core_of)(const collide__within_side *side, int i,
                                        COLLIDE__W(collide__xyz) origin,
                                        COLLIDE__W(collide__within_core) * out) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const float *rows = side->rows + i;
    const COLLIDE__W(collide__xyz) at =
        COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(rows), origin);
    COLLIDE__W(collide__xyz) middle = at;
    COLLIDE__W(collide__within_body) *const box = &out->box;
    out->kind = side->core;
    out->p[0] = at;
    if (side->core < COLLIDE__WITHIN_BOX) {
        const COLLIDE__V part = COLLIDE__SPLAT(1 / (float)side->core);
        COLLIDE__V all = zero;
        box->size = zero;
        for (unsigned k = 1; k < side->core; ++k) {
            out->p[k] = COLLIDE__W(collide__xyz_sub)(
                COLLIDE__W(collide__within_load)(rows + 48 * k), origin);
            const COLLIDE__W(collide__xyz) off = COLLIDE__W(collide__xyz_sub)(out->p[k], at);
            const COLLIDE__V span = COLLIDE__W(collide__xyz_sum_abs)(off);
            middle = COLLIDE__W(collide__xyz_ahead)(middle, part, off);
            box->size = COLLIDE__MAX(span, box->size);
            all = COLLIDE__ADD(all, span); // NaN if one is
        }
        box->good = COLLIDE__BITS(COLLIDE__LE(all, COLLIDE__SPLAT(FLT_MAX)));
    } else if (side->core == COLLIDE__WITHIN_BOX) {
        COLLIDE__W(collide__within_body_of)(side, i, box);
        if (side->aabb)
            out->p[0] = middle = COLLIDE__W(collide__xyz_add)(at, box->half);
    } else if (side->core == COLLIDE__WITHIN_ROUND) {
        box->axis[0] = COLLIDE__W(collide__within_load)(rows + 48);
        const COLLIDE__V height = COLLIDE__LOAD_ROW(rows, 7);
        box->half.x = COLLIDE__MUL(height, COLLIDE__SPLAT(0.5f));
        box->half.y = COLLIDE__LOAD_ROW(rows, 6);
        box->size =
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__xyz_sum_abs)(box->axis[0]), box->half.x),
                         COLLIDE__ADD(box->half.y, box->half.y));
        box->good = COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__GE(height, zero), box->half.y, zero)) &
                    COLLIDE__W(collide__within_unit)(box->axis[0]);
    } else {
        COLLIDE__W(collide__within_body_of)(side, i, box);
        const COLLIDE__W(collide__xyz) from = COLLIDE__W(collide__within_point)(
            box, COLLIDE__W(collide__within_load)(side->ball + i));
        box->half.x = COLLIDE__LOAD_ROW(side->ball + i, 3);
        box->size = COLLIDE__ADD(
            COLLIDE__W(collide__xyz_sum_abs)(from),
            COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(box->axis[0]),
                                                   COLLIDE__W(collide__xyz_sum_abs)(box->axis[1])),
                                      COLLIDE__W(collide__xyz_sum_abs)(box->axis[2])),
                         box->half.x));
        box->good = COLLIDE__W(collide__within_turned)(box);
        out->p[0] = middle = COLLIDE__W(collide__xyz_add)(at, from);
    }
    return middle;
}

// The radius of a ball round the middle of a core that is inside it, of the lanes that *good keeps.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__within_inner)(
    const COLLIDE__W(collide__within_core) * c, bool aabb, unsigned *good) {
    const COLLIDE__W(collide__xyz) half = c->box.half;
    if (c->kind < COLLIDE__WITHIN_BOX)
        return COLLIDE__SPLAT(0.0f);
    if (c->kind == COLLIDE__WITHIN_ROUND)
        return COLLIDE__MIN(half.x, half.y);
    if (!aabb)
        *good &= COLLIDE__W(collide__within_turned)(&c->box);
    return COLLIDE__MIN(half.x, COLLIDE__MIN(half.y, half.z));
}

// The point of a core that lies farthest along m; returns the largest product with m. A cylinder
// has m less its part along the axis, which is taken away twice, since m may be nearly parallel; if
// it is by 2^-10, the centre of the disk is near enough.
COLLIDE__LANE_INLINE COLLIDE__V
COLLIDE__W(collide__within_support)(const COLLIDE__W(collide__within_core) * c,
                                    COLLIDE__W(collide__xyz) m, COLLIDE__W(collide__xyz) * at) {
    const COLLIDE__W(collide__within_body) *const box = &c->box;
    COLLIDE__W(collide__xyz) best = c->p[0];
    COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(best, m);
    if (c->kind < COLLIDE__WITHIN_BOX) {
        for (unsigned k = 1; k < c->kind; ++k) {
            const COLLIDE__V x = COLLIDE__W(collide__xyz_dot)(c->p[k], m);
            best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(most, x), c->p[k], best);
            most = COLLIDE__MAX(x, most);
        }
    } else if (c->kind == COLLIDE__WITHIN_BOX) {
        const COLLIDE__W(collide__xyz) x = COLLIDE__W(collide__within_local)(box, m);
        COLLIDE__W(collide__xyz) s = box->half;
        most = COLLIDE__ADD(most, COLLIDE__DOT(COLLIDE__ABS(x.x), COLLIDE__ABS(x.y),
                                               COLLIDE__ABS(x.z), s.x, s.y, s.z));
        s.x = COLLIDE__XOR(s.x, COLLIDE__SIGN(x.x));
        s.y = COLLIDE__XOR(s.y, COLLIDE__SIGN(x.y));
        s.z = COLLIDE__XOR(s.z, COLLIDE__SIGN(x.z));
        best = COLLIDE__W(collide__xyz_add)(best, COLLIDE__W(collide__within_point)(box, s));
    } else {
        const COLLIDE__V mm = COLLIDE__W(collide__xyz_dot)(m, m);
        if (c->kind == COLLIDE__WITHIN_ROUND) {
            const COLLIDE__W(collide__xyz) axis = box->axis[0];
            const COLLIDE__V along = COLLIDE__W(collide__xyz_dot)(axis, m);
            COLLIDE__W(collide__xyz)
            q = COLLIDE__W(collide__xyz_ahead)(m, COLLIDE__NEG(along), axis);
            q = COLLIDE__W(collide__xyz_ahead)(
                q, COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(axis, q)), axis);
            const COLLIDE__V qq = COLLIDE__W(collide__xyz_dot)(q, q), across = COLLIDE__SQRT(qq);
            const COLLIDE__M parallel =
                COLLIDE__LT(qq, COLLIDE__MUL(mm, COLLIDE__SPLAT(9.5367431640625e-07f))); // 2^-20
            const COLLIDE__V scale =
                COLLIDE__SELECT(parallel, COLLIDE__SPLAT(0.0f), COLLIDE__DIV(box->half.y, across));
            most = COLLIDE__ADD(most, COLLIDE__ADD(COLLIDE__MUL(box->half.x, COLLIDE__ABS(along)),
                                                   COLLIDE__MUL(box->half.y, across)));
            best = COLLIDE__W(collide__xyz_ahead)(
                best, COLLIDE__XOR(box->half.x, COLLIDE__SIGN(along)), axis);
            best = COLLIDE__W(collide__xyz_ahead)(best, scale, q);
        } else {
            most = COLLIDE__ADD(most, COLLIDE__MUL(box->half.x, COLLIDE__SQRT(mm)));
        }
    }
    *at = best;
    return most;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_search)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const collide__within_side *const side[2] = {&job->a, &job->b};
    // What a ball holds may be far from its centre.
    const COLLIDE__V inner = job->b.core == COLLIDE__WITHIN_BALL ? COLLIDE__SPLAT(-FLT_MAX) : zero;
    const int rounds = job->a.core == COLLIDE__WITHIN_BALL   ? 1
                       : job->b.core == COLLIDE__WITHIN_BALL ? 3
                                                             : COLLIDE__WITHIN_ROUNDS;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        if (!(COLLIDE__ALL & ~((job->yes | job->no) >> i)))
            continue;
        COLLIDE__W(collide__within_core) core[2];
        COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__within_load)(job->a.rows + i), s = w, t[3];
        const COLLIDE__W(collide__xyz) origin = w;
        COLLIDE__V size = COLLIDE__W(collide__xyz_sum_abs)(COLLIDE__W(collide__xyz_sub)(
            COLLIDE__W(collide__within_load)(job->b.rows + i), origin));
        unsigned good = COLLIDE__ALL;
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__W(collide__xyz) middle =
                COLLIDE__W(collide__within_core_of)(side[k], i, origin, &core[k]);
            w = k ? COLLIDE__W(collide__xyz_sub)(middle, w) : middle;
            size = COLLIDE__ADD(size, core[k].box.size);
            good &= core[k].box.good;
        }
        t[1] = t[2] = w;
        for (int round = 0; round < rounds; ++round) {
            COLLIDE__V gap = zero, flip = zero;
            for (int k = 0; k < 2; ++k) {
                COLLIDE__W(collide__xyz) m, at;
                m.x = COLLIDE__XOR(w.x, flip);
                m.y = COLLIDE__XOR(w.y, flip);
                m.z = COLLIDE__XOR(w.z, flip);
                gap = COLLIDE__SUB(gap, COLLIDE__W(collide__within_support)(&core[k], m, &at));
                s = k ? COLLIDE__W(collide__xyz_sub)(at, s) : at;
                flip = COLLIDE__SPLAT(-0.0f);
            }
            COLLIDE__W(collide__within_decide)(job, i, w, gap, size, inner, good);
            if (!(good & ~((job->yes | job->no) >> i)))
                break;
            if (round == 0 && job->b.core < COLLIDE__WITHIN_BALL) {
                unsigned sure = good;
                const COLLIDE__V a =
                    COLLIDE__W(collide__within_inner)(&core[0], job->a.aabb, &sure);
                const COLLIDE__V b =
                    COLLIDE__W(collide__within_inner)(&core[1], job->b.aabb, &sure);
                COLLIDE__W(collide__within_decide)
                (job, i, w, COLLIDE__SPLAT(-FLT_MAX), size, COLLIDE__ADD(a, b), sure);
            }
            t[0] = w;
            w = COLLIDE__W(collide__within_step)(t, s, round);
            t[2] = t[1];
            t[1] = s;
        }
    }
}
#undef COLLIDE__WITHIN_ROUNDS
#endif // COLLIDE__WIDTH

// ---- the kernels of 16 pairs -----------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__shape_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    const uint32_t form_a = COLLIDE__W(collide__closed_form)(job->kind_a);
    const uint32_t form_b = COLLIDE__W(collide__closed_form)(job->kind_b);
    if (job->kind_a == COLLIDE_SHAPE_PLANE || job->kind_b == COLLIDE_SHAPE_PLANE)
        return COLLIDE__W(collide__plane_distance)(job, lanes, rows);
    // A point or a segment has a closed form with any other form.
    return (form_a < form_b ? form_a : form_b) - 1u < COLLIDE__CLOSED_SEGMENT
               ? COLLIDE__W(collide__closed_distance)(job, form_a, form_b, lanes, rows)
               : COLLIDE__W(collide__search_distance)(job, lanes, rows);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__shape_within)(const collide__distance_job *job,
                                                                  unsigned lanes,
                                                                  unsigned *unsure) {
    collide__within_job j;
    *unsure = lanes;
    if (!collide__within_job_of(job, &j))
        return 0;
    j.yes = ~lanes & 0xffffu; // which saves rounds
    if (j.b.core < 3)
        COLLIDE__W(collide__within_segments)(&j);
    else if (j.a.core < 3 && j.b.core == 3)
        COLLIDE__W(collide__within_triangle)(&j);
    else if (j.a.core < 3 && j.b.core == COLLIDE__WITHIN_BOX)
        COLLIDE__W(collide__within_box)(&j);
    else if (j.a.aabb && j.b.aabb)
        COLLIDE__W(collide__within_aabbs)(&j);
    else {
        if (j.a.core == COLLIDE__WITHIN_BOX && j.b.core == COLLIDE__WITHIN_BOX)
            COLLIDE__W(collide__within_boxes)(&j);
        COLLIDE__W(collide__within_search)(&j);
    }
    *unsure = lanes & ~(j.yes | j.no);
    return j.yes & lanes;
}

static COLLIDE__TARGET void COLLIDE__W(collide__shape_inside)(const float *rows, bool spheres,
                                                              const float *boxes, size_t n,
                                                              uint16_t *lanes) {
    for (size_t k = 0; k < n; ++k, boxes += 8) {
        unsigned inside = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *const at = rows + COLLIDE__WIDTH * (part);                                    \
        const COLLIDE__V x = COLLIDE__LOAD_ROW(at, 0), y = COLLIDE__LOAD_ROW(at, 1);               \
        const COLLIDE__V z = COLLIDE__LOAD_ROW(at, 2);                                             \
        const COLLIDE__V r = spheres ? COLLIDE__MUL(COLLIDE__LOAD_ROW(at, 3),                      \
                                                    COLLIDE__SPLAT(COLLIDE__CLOUD_RADIUS))         \
                                     : COLLIDE__SPLAT(0.0f);                                       \
        COLLIDE__M in = COLLIDE__GE(COLLIDE__ADD(x, r), COLLIDE__SPLAT(boxes[0]));                 \
        in = COLLIDE__AND_GE(in, COLLIDE__ADD(y, r), COLLIDE__SPLAT(boxes[1]));                    \
        in = COLLIDE__AND_GE(in, COLLIDE__ADD(z, r), COLLIDE__SPLAT(boxes[2]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(x, r), COLLIDE__SPLAT(boxes[4]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(y, r), COLLIDE__SPLAT(boxes[5]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(z, r), COLLIDE__SPLAT(boxes[6]));                    \
        inside |= COLLIDE__BITS(in) << COLLIDE__WIDTH * (part);                                    \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        lanes[k] = (uint16_t)inside;
    }
}

#undef COLLIDE__CLOSED_SEGMENT

COLLIDE__KERNEL_TABLE_LANES(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE__WIDTH

// ---- two boxes that move and turn, in lanes --------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// The search of search.h for two boxes, each lane a pair, in steps that all lanes take together: a
// look at one time, and a certificate from it. A lane that has ended takes the next pair. Single
// calls are one lane wide. Left to the general search: bad input, bodies at rest, overlaps at the
// start, angles above 2^20, and brackets that stay wide.

// A body: its edges, and its middle from the pivot. At the angle x about the axis of spin, they are
// start + sin x * side + (1 - cos x) * inward.
typedef struct COLLIDE__W(collide__boxes_body) {
    COLLIDE__D3 start[4], side[4], inward[4], spin;
    COLLIDE__D half[3], rate, rho;
    COLLIDE__D volume;        // of the edges: almost 1; 0 of a segment
    COLLIDE__D along, beside; // of the axis of spin: how far the middle is, and reaches from there
} COLLIDE__W(collide__boxes_body);

// As collide__motion_state, and what the search keeps. All members are of COLLIDE__D, since lanes
// are moved as such.
typedef struct COLLIDE__W(collide__boxes_pair) {
    COLLIDE__W(collide__boxes_body) body[2];
    COLLIDE__D3 apart, w;
    COLLIDE__D fast, swing, bend, spins, speed; // fast: speed and swing
    COLLIDE__D wide, sizes, tolerance, radius;  // of both
    COLLIDE__D free_to, t, step; // the next look is at t; step after free_to if a contact is sought
    COLLIDE__D seeks, tries, looks, slow;
    COLLIDE__D3 n;
} COLLIDE__W(collide__boxes_pair);

// What the normal is made of: of a face, of the edge g of a and one of b (crossed), or across one
// edge (single). square is that of the product of both edges.
typedef struct COLLIDE__W(collide__rounds_sides) {
    COLLIDE__D3 edge_b, edge; // of b; the one that n is across
    COLLIDE__D gg, ff, gf, ee, square;
    COLLIDE__DM faced, crossed, single, edged;
} COLLIDE__W(collide__rounds_sides);

// What the nearest point of a hull lies on: a face, an edge or a vertex.
typedef struct COLLIDE__W(collide__hulls_side) {
    COLLIDE__DM faced, edged;
    COLLIDE__D3 edge;
} COLLIDE__W(collide__hulls_side);

// What the search for hulls keeps besides: how many points carried the nearest points at the last
// look, and their codes; the convex bodies of lanes, and of the pairs of a block; the lanes that
// have not ended.
typedef struct COLLIDE__W(collide__hulls_lanes) {
    COLLIDE__D known, code[3];
    const collide_convex *body[2][COLLIDE__DOUBLES], *waiting[2][16];
    unsigned live;
    bool both;
} COLLIDE__W(collide__hulls_lanes);

// What a look finds.
typedef struct COLLIDE__W(collide__boxes_look) {
    COLLIDE__D3 now[2][4];
    COLLIDE__D3 n, d, point[2];       // d: from pivot to pivot
    COLLIDE__D3 between;              // from middle to middle
    COLLIDE__D3 p, q, turn_p, turn_q; // n is the product of the edges p and q, which turn
    COLLIDE__D size, gap, slack;
    COLLIDE__D over;     // of boxes the largest gap, almost in size and certain in sign
    COLLIDE__D reach[2]; // of the middles, along n
    COLLIDE__DM overlap; // certainly
    // Of round bodies: over is a bound of the distance, and exact says that it and gap are the same
    // within roundings; most is the distance of the points, which are the nearest ones.
    COLLIDE__DM exact;
    COLLIDE__D most;
    // Of hulls: the lanes that count; most as of round bodies.
    COLLIDE__W(collide__hulls_lanes) * hulls;
    unsigned lanes;
    union { // what the nearest points lie on
        COLLIDE__W(collide__rounds_sides) round;
        COLLIDE__W(collide__hulls_side) hull[2];
    } side;
} COLLIDE__W(collide__boxes_look);

// As collide__sine. Quarters are counted down.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_sine)(COLLIDE__D x, COLLIDE__D *sine,
                                                          COLLIDE__D *less) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D n = COLLIDE__FLOOR_D(COLLIDE__ADD_D(
        COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.63661977236758134)), COLLIDE__SPLAT_D(0.5)));
    COLLIDE__D r = COLLIDE__SUB_D(x, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(1.5707963267341256)));
    r = COLLIDE__SUB_D(r, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(6.0771005063039659e-11)));
    r = COLLIDE__SUB_D(r, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(2.0222662487959506e-21)));
    const COLLIDE__D q = COLLIDE__MUL_D(r, r), qq = COLLIDE__MUL_D(q, q);
    const COLLIDE__D q4 = COLLIDE__MUL_D(qq, qq);
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__ADD_D(COLLIDE__SPLAT_D(a), COLLIDE__MUL_D(COLLIDE__SPLAT_D(b), q))
#define COLLIDE__FOUR(a, b) COLLIDE__ADD_D(a, COLLIDE__MUL_D(b, qq))
#define COLLIDE__EIGHT(a, b) COLLIDE__ADD_D(a, COLLIDE__MUL_D(b, q4))
    const COLLIDE__D s_low =
        COLLIDE__FOUR(COLLIDE__TWO(-1.6666666666666666e-01, 8.3333333333333332e-03),
                      COLLIDE__TWO(-1.9841269841269841e-04, 2.7557319223985893e-06));
    const COLLIDE__D s_high =
        COLLIDE__FOUR(COLLIDE__TWO(-2.5052108385441719e-08, 1.6059043836821613e-10),
                      COLLIDE__TWO(-7.6471637318198164e-13, 2.8114572543455206e-15));
    const COLLIDE__D c_low =
        COLLIDE__FOUR(COLLIDE__TWO(-0.5, 4.1666666666666664e-02),
                      COLLIDE__TWO(-1.3888888888888889e-03, 2.4801587301587302e-05));
    const COLLIDE__D c_high =
        COLLIDE__FOUR(COLLIDE__TWO(-2.7557319223985890e-07, 2.0876756987868099e-09),
                      COLLIDE__TWO(-1.1470745597729725e-11, 4.7794773323873853e-14));
    const COLLIDE__D s =
        COLLIDE__ADD_D(r, COLLIDE__MUL_D(COLLIDE__EIGHT(s_low, s_high), COLLIDE__MUL_D(q, r)));
    const COLLIDE__D c = COLLIDE__ADD_D(one, COLLIDE__MUL_D(COLLIDE__EIGHT(c_low, c_high), q));
#undef COLLIDE__EIGHT
#undef COLLIDE__FOUR
#undef COLLIDE__TWO
    const COLLIDE__D k = COLLIDE__SUB_D(
        n, COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0),
                          COLLIDE__FLOOR_D(COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(0.25)))));
    const COLLIDE__DM first = COLLIDE__EQ_D(k, one);
    const COLLIDE__DM odd = COLLIDE__EITHER_D(first, COLLIDE__EQ_D(k, COLLIDE__SPLAT_D(3.0)));
    const COLLIDE__D sc = COLLIDE__SELECT_D(odd, c, s), cs = COLLIDE__SELECT_D(odd, s, c);
    *sine = COLLIDE__SELECT_D(COLLIDE__LT_D(one, k), COLLIDE__NEG_D(sc), sc);
    *less = COLLIDE__SUB_D(
        one, COLLIDE__SELECT_D(COLLIDE__EITHER_D(first, COLLIDE__EQ_D(k, COLLIDE__SPLAT_D(2.0))),
                               COLLIDE__NEG_D(cs), cs));
}

// Where a body is at the time t. Coordinates are right within 2^-47 of the sizes: the sine and the
// cosine within 2^-50, the axis within 2^-52, and ten roundings.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_turn)(const COLLIDE__W(collide__boxes_body) * m, COLLIDE__D t, int edges,
                                COLLIDE__D3 *now) {
    COLLIDE__D sine, less;
    COLLIDE__W(collide__boxes_sine)(COLLIDE__MUL_D(m->rate, t), &sine, &less);
    for (int i = 0; i < 4; ++i)
        if (i < edges || i == 3)
            now[i] = COLLIDE__D3_(along)(COLLIDE__D3_(along)(m->start[i], sine, m->side[i]), less,
                                         m->inward[i]);
        else
            now[i] = m->start[i];
}

// One of six edges by its number in each lane.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_edge)(COLLIDE__D3 (*now)[4],
                                                                 COLLIDE__D number) {
#if COLLIDE__DOUBLES == 1
    const int i = (int)number;
    return now[i > 2][i > 2 ? i - 3 : i];
#else
    COLLIDE__D3 r = now[0][0];
    for (int i = 1; i < 6; ++i)
        r = COLLIDE__D3_(select)(COLLIDE__EQ_D(number, COLLIDE__SPLAT_D((double)i)),
                                 now[i / 3][i % 3], r);
    return r;
#endif
}

// The axis of the largest gap, over the root of square: signed_square is the square of the gap,
// with its sign. It is the product of the edges p and q.
typedef struct COLLIDE__W(collide__boxes_best) {
    COLLIDE__D signed_square, square, p, q;
} COLLIDE__W(collide__boxes_best);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_keep)(COLLIDE__W(collide__boxes_best) * best,
                                COLLIDE__W(collide__boxes_best) other) {
    const COLLIDE__DM more = COLLIDE__LT_D(COLLIDE__MUL_D(best->signed_square, other.square),
                                           COLLIDE__MUL_D(other.signed_square, best->square));
    best->signed_square = COLLIDE__SELECT_D(more, other.signed_square, best->signed_square);
    best->square = COLLIDE__SELECT_D(more, other.square, best->square);
    best->p = COLLIDE__SELECT_D(more, other.p, best->p);
    best->q = COLLIDE__SELECT_D(more, other.q, best->q);
}

// Whether two edges with this product are almost parallel: the square of the sine is at most 2^-10.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_flat)(COLLIDE__D square) {
    return COLLIDE__LE_D(square, COLLIDE__SPLAT_D(0.0009765625));
}

// All gaps are made of the products of edges f of b with the products g of two edges of a, of edges
// e of a with the products h of two edges of b, and of both with the way d between the middles:
// where V is the product of all edges of a, f is the sum of (g_j.f) e_j / V.
typedef struct COLLIDE__W(collide__boxes_products) {
    COLLIDE__D gf[3][3], size[3][3], eh[3][3]; // of the latter the absolute values
    COLLIDE__D gd[3], hd[3];
} COLLIDE__W(collide__boxes_products);

// Here and below, constant numbers of axes, so that the numbers are kept in registers.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_multiply)(COLLIDE__D3 (*now)[4], COLLIDE__D3 d,
                                    COLLIDE__W(collide__boxes_products) * r){
#define COLLIDE__PRODUCTS(i, i1, i2)                                                               \
    {                                                                                              \
        const COLLIDE__D3 g = COLLIDE__D3_(cross)(now[0][i1], now[0][i2]);                         \
        const COLLIDE__D3 h = COLLIDE__D3_(cross)(now[1][i1], now[1][i2]);                         \
        r->gd[i] = COLLIDE__D3_(dot)(g, d);                                                        \
        r->hd[i] = COLLIDE__D3_(dot)(h, d);                                                        \
        r->gf[i][0] = COLLIDE__D3_(dot)(g, now[1][0]);                                             \
        r->gf[i][1] = COLLIDE__D3_(dot)(g, now[1][1]);                                             \
        r->gf[i][2] = COLLIDE__D3_(dot)(g, now[1][2]);                                             \
        r->eh[0][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][0]));                             \
        r->eh[1][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][1]));                             \
        r->eh[2][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][2]));                             \
        r->size[i][0] = COLLIDE__ABS_D(r->gf[i][0]);                                               \
        r->size[i][1] = COLLIDE__ABS_D(r->gf[i][1]);                                               \
        r->size[i][2] = COLLIDE__ABS_D(r->gf[i][2]);                                               \
    }
    COLLIDE__PRODUCTS(0, 1, 2) COLLIDE__PRODUCTS(1, 2, 0) COLLIDE__PRODUCTS(2, 0, 1)
#undef COLLIDE__PRODUCTS
}

// The largest gap along the normals of faces, all but in size. *over is this gap.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_best)
    COLLIDE__W(collide__boxes_faces)(const COLLIDE__W(collide__boxes_body) * body,
                                     const COLLIDE__W(collide__boxes_products) * r,
                                     COLLIDE__D *over) {
    COLLIDE__W(collide__boxes_best) best;
    COLLIDE__D most[2], p[2], q[2], gap;
    COLLIDE__DM more;
#define COLLIDE__GAP(own, other, i, x, t, u, v)                                                    \
    gap = COLLIDE__SUB_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__ABS_D(x), COLLIDE__MUL_D(body[own].half[i], body[own].volume)),    \
        COLLIDE__DOT_D(t, u, v, body[other].half[0], body[other].half[1], body[other].half[2]));
#define COLLIDE__GAP_A(i)                                                                          \
    COLLIDE__GAP(0, 1, i, r->gd[i], r->size[i][0], r->size[i][1], r->size[i][2])
#define COLLIDE__GAP_B(i) COLLIDE__GAP(1, 0, i, r->hd[i], r->eh[0][i], r->eh[1][i], r->eh[2][i])
#define COLLIDE__FIRST(of)                                                                         \
    most[of] = gap;                                                                                \
    p[of] = COLLIDE__SPLAT_D(1.0 + 3 * (of));                                                      \
    q[of] = COLLIDE__SPLAT_D(2.0 + 3 * (of));
#define COLLIDE__NEXT(of, i1, i2)                                                                  \
    more = COLLIDE__LT_D(most[of], gap);                                                           \
    most[of] = COLLIDE__MAX_D(gap, most[of]);                                                      \
    p[of] = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D((i1) + 3.0 * (of)), p[of]);                   \
    q[of] = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D((i2) + 3.0 * (of)), q[of]);
    COLLIDE__GAP_A(0)
    COLLIDE__FIRST(0)
    COLLIDE__GAP_A(1)
    COLLIDE__NEXT(0, 2, 0)
    COLLIDE__GAP_A(2)
    COLLIDE__NEXT(0, 0, 1)
    COLLIDE__GAP_B(0)
    COLLIDE__FIRST(1)
    COLLIDE__GAP_B(1)
    COLLIDE__NEXT(1, 2, 0)
    COLLIDE__GAP_B(2)
    COLLIDE__NEXT(1, 0, 1)
    more = COLLIDE__LT_D(most[0], most[1]);
    gap = COLLIDE__MAX_D(most[1], most[0]);
    best.p = COLLIDE__SELECT_D(more, p[1], p[0]);
    best.q = COLLIDE__SELECT_D(more, q[1], q[0]);
    best.signed_square = COLLIDE__MUL_D(gap, COLLIDE__ABS_D(gap));
    best.square = COLLIDE__SPLAT_D(1.0);
    *over = gap;
    return best;
#undef COLLIDE__NEXT
#undef COLLIDE__FIRST
#undef COLLIDE__GAP_B
#undef COLLIDE__GAP_A
#undef COLLIDE__GAP
}

// The largest gap of all axes, all but in size; *over is the largest, and its sign is certain.
// Edges that are almost parallel are left out: *flat.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_best)
    COLLIDE__W(collide__boxes_axes)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__D3 (*now)[4], COLLIDE__D3 d, COLLIDE__D *over,
                                    COLLIDE__DM *flat) {
    const COLLIDE__W(collide__boxes_body) *const a = &s->body[0], *const b = &s->body[1];
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), inverse = COLLIDE__DIV_D(one, a->volume);
    COLLIDE__W(collide__boxes_products) r;
    COLLIDE__W(collide__boxes_best) chain, next;
    COLLIDE__D gap, gd[3];
    COLLIDE__DM near_by, flats = COLLIDE__LT_D(one, one);
    COLLIDE__W(collide__boxes_multiply)(now, d, &r);
    COLLIDE__W(collide__boxes_best) best = COLLIDE__W(collide__boxes_faces)(s->body, &r, over);
    gd[0] = COLLIDE__MUL_D(r.gd[0], inverse);
    gd[1] = COLLIDE__MUL_D(r.gd[1], inverse);
    gd[2] = COLLIDE__MUL_D(r.gd[2], inverse);
#define COLLIDE__EDGES(i, i1, i2, k, k1, k2)                                                       \
    next.square = COLLIDE__SUB_D(one, COLLIDE__MUL_D(r.gf[i][k], r.gf[i][k]));                     \
    near_by = COLLIDE__W(collide__boxes_flat)(next.square);                                        \
    flats = COLLIDE__EITHER_D(flats, near_by);                                                     \
    gap = COLLIDE__ABS_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__MUL_D(r.gf[i1][k], gd[i2]), COLLIDE__MUL_D(r.gf[i2][k], gd[i1]))); \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(a->half[i1], r.size[i2][k]),           \
                                             COLLIDE__MUL_D(a->half[i2], r.size[i1][k])));         \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(b->half[k1], r.eh[i][k2]),             \
                                             COLLIDE__MUL_D(b->half[k2], r.eh[i][k1])));           \
    gap = COLLIDE__SELECT_D(near_by, COLLIDE__SPLAT_D(-1e150), gap);                               \
    next.signed_square = COLLIDE__MUL_D(gap, COLLIDE__ABS_D(gap));                                 \
    *over = COLLIDE__MAX_D(gap, *over);                                                            \
    next.p = COLLIDE__SPLAT_D((double)(i));                                                        \
    next.q = COLLIDE__SPLAT_D(3.0 + (k));
// Three chains, so that comparisons do not wait for each other.
#define COLLIDE__CHAIN(k, k1, k2)                                                                  \
    COLLIDE__EDGES(0, 1, 2, k, k1, k2)                                                             \
    chain = next;                                                                                  \
    COLLIDE__EDGES(1, 2, 0, k, k1, k2)                                                             \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__EDGES(2, 0, 1, k, k1, k2)                                                             \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__W(collide__boxes_keep)(&best, chain);
    COLLIDE__CHAIN(0, 1, 2)
    COLLIDE__CHAIN(1, 2, 0)
    COLLIDE__CHAIN(2, 0, 1)
    *flat = flats;
    return best;
#undef COLLIDE__CHAIN
#undef COLLIDE__EDGES
}

// The gap along the unit vector n, which points from b to a, with the corners that are nearest to
// each other along it.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_along)(const COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D3 (*now)[4],
                                 COLLIDE__D3 d, COLLIDE__D3 n, COLLIDE__D *gap, COLLIDE__D *reach,
                                 COLLIDE__D3 *point) {
    for (int i = 0; i < 2; ++i) {
        point[i] = now[i][3];
        reach[i] = COLLIDE__SPLAT_D(0.0);
        for (int k = 0; k < 3; ++k) {
            const COLLIDE__D x = COLLIDE__D3_(dot)(n, now[i][k]), half = s->body[i].half[k];
            const COLLIDE__DM less = COLLIDE__LT_D(x, COLLIDE__SPLAT_D(0.0));
            const COLLIDE__D other = COLLIDE__NEG_D(half);
            reach[i] = COLLIDE__ADD_D(reach[i], COLLIDE__MUL_D(COLLIDE__ABS_D(x), half));
            point[i] = COLLIDE__D3_(along)(point[i],
                                           i ? COLLIDE__SELECT_D(less, other, half)
                                             : COLLIDE__SELECT_D(less, half, other),
                                           now[i][k]);
        }
    }
    *gap =
        COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, d)), COLLIDE__ADD_D(reach[0], reach[1]));
}

COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_unit)(COLLIDE__D3 n) {
    return COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), COLLIDE__SQRT_D(COLLIDE__D3_(dot)(n, n))), n);
}

// Edges that are almost parallel, as collide__edges_normal: their product is normal to both within
// a few roundings. The normal turns as if with a face of a.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_parallel)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D3 d = at->between;
    for (int j = 0; j < 9; ++j) {
        const COLLIDE__D3 e = COLLIDE__W(collide__boxes_unit)(at->now[0][j % 3]);
        const COLLIDE__D3 f = COLLIDE__W(collide__boxes_unit)(at->now[1][j / 3]);
        COLLIDE__D gap, reach[2];
        COLLIDE__D3 point[2];
        // As in collide__boxes_axes.
        const COLLIDE__D gf =
            COLLIDE__D3_(dot)(COLLIDE__D3_(cross)(at->now[0][(j + 1) % 3], at->now[0][(j + 2) % 3]),
                              at->now[1][j / 3]);
        const COLLIDE__DM flat = COLLIDE__W(collide__boxes_flat)(
            COLLIDE__SUB_D(COLLIDE__SPLAT_D(1.0), COLLIDE__MUL_D(gf, gf)));
        if (!COLLIDE__BITS_D(flat))
            continue;
        COLLIDE__D3 n = COLLIDE__D3_(cross)(e, f);
        const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(4.930380657631324e-32),
                                               COLLIDE__D3_(dot)(n, n)); // 2^-104
        n = COLLIDE__W(collide__boxes_unit)(n);
        for (int i = 0; i < 2; ++i) {
            n = COLLIDE__D3_(along)(n, COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, e)), e);
            n = COLLIDE__D3_(along)(n, COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, f)), f);
        }
        n = COLLIDE__W(collide__boxes_unit)(n);
        n = COLLIDE__D3_(select)(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(n, d)),
                                 COLLIDE__D3_(neg)(n), n);
        COLLIDE__W(collide__boxes_along)(s, at->now, d, n, &gap, reach, point);
        const COLLIDE__DM good = COLLIDE__BOTH_D(some, flat);
        const COLLIDE__DM more = COLLIDE__BOTH_D(good, COLLIDE__LT_D(at->gap, gap));
        at->over = COLLIDE__SELECT_D(good, COLLIDE__MAX_D(gap, at->over), at->over);
        at->gap = COLLIDE__SELECT_D(more, gap, at->gap);
        at->n = COLLIDE__D3_(select)(more, n, at->n);
        at->turn_p = COLLIDE__D3_(select)(more, s->body[0].spin, at->turn_p);
        at->turn_q = COLLIDE__D3_(select)(more, s->body[0].spin, at->turn_q);
        for (int i = 0; i < 2; ++i) {
            at->reach[i] = COLLIDE__SELECT_D(more, reach[i], at->reach[i]);
            at->point[i] = COLLIDE__D3_(select)(more, point[i], at->point[i]);
        }
        // Any two edges whose product is n.
        at->p = COLLIDE__D3_(select)(more, e, at->p);
        at->q = COLLIDE__D3_(select)(more, COLLIDE__D3_(cross)(n, e), at->q);
    }
}

// Of boxes that overlap: the axis of the least depth, for which the lengths of all products count.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_deep)(const COLLIDE__W(collide__boxes_pair) * s,
                                COLLIDE__W(collide__boxes_look) * at) {
    static const uint8_t first[15] = {1, 2, 0, 4, 5, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2};
    static const uint8_t second[15] = {2, 0, 1, 5, 3, 4, 3, 4, 5, 3, 4, 5, 3, 4, 5};
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 d = at->between;
    at->gap = COLLIDE__SPLAT_D(-DBL_MAX);
    for (int i = 0; i < 15; ++i) {
        const int p = first[i], q = second[i];
        COLLIDE__D gap, reach[2];
        COLLIDE__D3 point[2];
        COLLIDE__D3 n = COLLIDE__D3_(cross)(at->now[p / 3][p % 3], at->now[q / 3][q % 3]);
        const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0009765625), // 2^-10
                                               COLLIDE__D3_(dot)(n, n));
        n = COLLIDE__W(collide__boxes_unit)(n);
        n = COLLIDE__D3_(select)(COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(n, d)), COLLIDE__D3_(neg)(n),
                                 n);
        COLLIDE__W(collide__boxes_along)(s, at->now, d, n, &gap, reach, point);
        const COLLIDE__DM more = COLLIDE__BOTH_D(some, COLLIDE__LT_D(at->gap, gap));
        at->gap = COLLIDE__SELECT_D(more, gap, at->gap);
        at->n = COLLIDE__D3_(select)(more, n, at->n);
    }
}

// The bodies at the time t, which have so many edges. The slack is as in collide__motion_place.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_place)(const COLLIDE__W(collide__boxes_pair) * s,
                                 COLLIDE__W(collide__boxes_look) * at, int edges_a, int edges_b) {
    const COLLIDE__D t = s->t;
    COLLIDE__W(collide__boxes_turn)(&s->body[0], t, edges_a, at->now[0]);
    COLLIDE__W(collide__boxes_turn)(&s->body[1], t, edges_b, at->now[1]);
    at->d = COLLIDE__D3_(along)(s->apart, t, s->w);
    at->between = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(at->d, at->now[1][3]), at->now[0][3]);
    at->size = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    at->slack = COLLIDE__ADD_D(
        COLLIDE__MUL_D(at->size, COLLIDE__SPLAT_D(8 * COLLIDE__CORE_SLACK)),
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(COLLIDE__ADD_D(s->fast, COLLIDE__MUL_D(s->swing, COLLIDE__SPLAT_D(4.0))),
                           t),
            COLLIDE__SPLAT_D(2.220446049250313e-16))); // 2^-52; spins by 2^-50
}

// A bound of the distance at the time t.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_look_at)(const COLLIDE__W(collide__boxes_pair) *
                                                                 s,
                                                             COLLIDE__W(collide__boxes_look) * at) {
    COLLIDE__DM any;
    COLLIDE__W(collide__boxes_place)(s, at, 3, 3);
    const COLLIDE__D3 d = at->between;
    const COLLIDE__W(collide__boxes_best) best =
        COLLIDE__W(collide__boxes_axes)(s, at->now, d, &at->over, &any);
    at->p = COLLIDE__W(collide__boxes_edge)(at->now, best.p);
    at->q = COLLIDE__W(collide__boxes_edge)(at->now, best.q);
    const COLLIDE__D two = COLLIDE__SPLAT_D(2.5);
    at->turn_p = COLLIDE__D3_(select)(COLLIDE__LT_D(two, best.p), s->body[1].spin, s->body[0].spin);
    at->turn_q = COLLIDE__D3_(select)(COLLIDE__LT_D(two, best.q), s->body[1].spin, s->body[0].spin);
    COLLIDE__D3 n = COLLIDE__D3_(cross)(at->p, at->q);
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM back = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(n, d));
    at->n = COLLIDE__D3_(scale)(COLLIDE__DIV_D(COLLIDE__SELECT_D(back, COLLIDE__NEG_D(one), one),
                                               COLLIDE__SQRT_D(COLLIDE__D3_(dot)(n, n))),
                                n);
    COLLIDE__W(collide__boxes_along)(s, at->now, d, at->n, &at->gap, at->reach, at->point);
    if (COLLIDE__BITS_D(any))
        COLLIDE__W(collide__boxes_parallel)(s, at);
    // The roundings of over are below 2^-42 of the sizes, 8 times the slack.
    at->overlap = COLLIDE__LE_D(at->over, COLLIDE__MUL_D(at->slack, COLLIDE__SPLAT_D(-18.0)));
}

// The largest distance of a corner from the axis of spin, from the products of all edges with it.
// Squares are at least as large as the mean of all corners, so that nothing cancels.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__boxes_rho)(const COLLIDE__W(collide__boxes_body) * m, int edges) {
    COLLIDE__D3 g[3];
    COLLIDE__D cross[3], own[3], most = COLLIDE__SPLAT_D(-DBL_MAX);
    COLLIDE__D square = COLLIDE__D3_(dot)(m->side[3], m->side[3]);
    for (int i = 0; i < edges; ++i) {
        g[i] = COLLIDE__D3_(scale)(m->half[i], m->side[i]);
        own[i] = COLLIDE__D3_(dot)(g[i], m->side[3]);
        square = COLLIDE__ADD_D(square, COLLIDE__D3_(dot)(g[i], g[i]));
    }
    if (edges == 1) {
        square =
            COLLIDE__ADD_D(square, COLLIDE__MUL_D(COLLIDE__SPLAT_D(2.0), COLLIDE__ABS_D(own[0])));
        return COLLIDE__MUL_D(COLLIDE__SQRT_D(square), COLLIDE__SPLAT_D(1 + 9.094947017729282e-13));
    }
    cross[0] = COLLIDE__D3_(dot)(g[0], g[1]);
    cross[1] = COLLIDE__D3_(dot)(g[0], g[2]);
    cross[2] = COLLIDE__D3_(dot)(g[1], g[2]);
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D x = i & 1 ? COLLIDE__NEG_D(own[0]) : own[0];
        const COLLIDE__D y = i & 2 ? COLLIDE__NEG_D(own[1]) : own[1];
        const COLLIDE__D xy = i == 1 || i == 2 ? COLLIDE__NEG_D(cross[0]) : cross[0];
        const COLLIDE__D xz = i & 1 ? COLLIDE__NEG_D(cross[1]) : cross[1];
        const COLLIDE__D yz = i & 2 ? COLLIDE__NEG_D(cross[2]) : cross[2];
        const COLLIDE__D z = COLLIDE__ADD_D(own[2], COLLIDE__ADD_D(xz, yz));
        most = COLLIDE__MAX_D(
            COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ADD_D(x, y), xy), COLLIDE__ABS_D(z)), most);
    }
    square = COLLIDE__ADD_D(square, COLLIDE__MUL_D(COLLIDE__SPLAT_D(2.0), most));
    return COLLIDE__MUL_D(COLLIDE__SQRT_D(COLLIDE__MAX_D(square, COLLIDE__SPLAT_D(0.0))),
                          COLLIDE__SPLAT_D(1 + 9.094947017729282e-13)); // 2^-40
}
#endif // COLLIDE__WIDTH

// ---- a round body and another ----------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// Body a is a point or a segment with a radius: one half edge about its middle. Body b is the same,
// or a box. The look finds their nearest points, and makes the normal from the sides on which these
// lie: of a face, of two edges, across one edge, or from point to point.

// The nearest points of a segment and of what b is, as multiples of their edges; the edges on which
// they lie, of those that have one; and of a face, its normal.
typedef struct COLLIDE__W(collide__rounds_near) {
    COLLIDE__D on_a, on_b[3];
    COLLIDE__D3 edge, face;
    COLLIDE__DM inner, edged, faced; // an inner point of a; an edge and a face of b
} COLLIDE__W(collide__rounds_near);

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_clamp)(COLLIDE__D x,
                                                                        COLLIDE__D most) {
    return COLLIDE__MAX_D(COLLIDE__MIN_D(x, most), COLLIDE__NEG_D(most));
}

// a / b, or 0 if b is not above 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_part)(COLLIDE__D a, COLLIDE__D b) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM some = COLLIDE__LT_D(zero, b);
    return COLLIDE__SELECT_D(
        some, COLLIDE__DIV_D(a, COLLIDE__SELECT_D(some, b, COLLIDE__SPLAT_D(1.0))), zero);
}

// As collide__edges_nearest, for segments about their middles, which are r apart.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__rounds_segments)(COLLIDE__D3 g, COLLIDE__D3 f, COLLIDE__D3 r,
                                     COLLIDE__W(collide__rounds_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D gg = COLLIDE__D3_(dot)(g, g), ff = COLLIDE__D3_(dot)(f, f);
    const COLLIDE__D gf = COLLIDE__D3_(dot)(g, f), gr = COLLIDE__D3_(dot)(g, r);
    const COLLIDE__D fr = COLLIDE__D3_(dot)(f, r);
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(g, f);
    COLLIDE__D s = COLLIDE__W(collide__rounds_part)(
        COLLIDE__SUB_D(COLLIDE__MUL_D(gf, fr), COLLIDE__MUL_D(gr, ff)), COLLIDE__D3_(dot)(c, c));
    s = COLLIDE__W(collide__rounds_clamp)(s, one);
    const COLLIDE__D k = COLLIDE__W(collide__rounds_clamp)(
        COLLIDE__W(collide__rounds_part)(COLLIDE__ADD_D(COLLIDE__MUL_D(gf, s), fr), ff), one);
    s = COLLIDE__W(collide__rounds_clamp)(
        COLLIDE__W(collide__rounds_part)(COLLIDE__SUB_D(COLLIDE__MUL_D(gf, k), gr), gg), one);
    out->on_a = s;
    out->on_b[0] = k;
    out->on_b[1] = out->on_b[2] = zero;
    out->edge = f;
    out->face = f;
    out->inner = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s), one), COLLIDE__LT_D(zero, gg));
    out->edged = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(k), one), COLLIDE__LT_D(zero, ff));
    out->faced = COLLIDE__LT_D(one, zero);
}

// Half of the derivative of the square of the distance between a box and the point x + s u, in the
// coordinates of the box. It grows with s, and is linear between faces.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_slope)(const COLLIDE__D *x,
                                                                        const COLLIDE__D *u,
                                                                        const COLLIDE__D *half,
                                                                        COLLIDE__D s) {
    COLLIDE__D r = COLLIDE__SPLAT_D(0.0);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D at = COLLIDE__ADD_D(x[i], COLLIDE__MUL_D(s, u[i]));
        r = COLLIDE__ADD_D(
            r, COLLIDE__MUL_D(u[i],
                              COLLIDE__SUB_D(at, COLLIDE__W(collide__rounds_clamp)(at, half[i]))));
    }
    return r;
}

// Where on a segment the point nearest to a box is: the root of this slope, between the two of
// these that are next to it: the ends, and where the segment passes a face.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__rounds_root)(const COLLIDE__D *x,
                                                                 const COLLIDE__D *u,
                                                                 const COLLIDE__D *half) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D minus = COLLIDE__SPLAT_D(-1.0);
    COLLIDE__D from = minus, to = one;
    COLLIDE__D below = COLLIDE__W(collide__rounds_slope)(x, u, half, minus);
    COLLIDE__D above = COLLIDE__W(collide__rounds_slope)(x, u, half, one);
    const COLLIDE__DM first = COLLIDE__LE_D(zero, below), last = COLLIDE__LE_D(above, zero);
    const COLLIDE__D end = COLLIDE__SELECT_D(first, minus, one);
    const COLLIDE__DM ends = COLLIDE__EITHER_D(first, last);
    if (!COLLIDE__BITS_D(COLLIDE__BOTH_D(COLLIDE__LT_D(below, zero), COLLIDE__LT_D(zero, above))))
        return end;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__DM some = COLLIDE__LT_D(zero, COLLIDE__ABS_D(u[i]));
        const COLLIDE__D part =
            COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, u[i], one)), zero);
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__D face = k ? half[i] : COLLIDE__NEG_D(half[i]);
            const COLLIDE__D s = COLLIDE__W(collide__rounds_clamp)(
                COLLIDE__MUL_D(COLLIDE__SUB_D(face, x[i]), part), one);
            const COLLIDE__D slope = COLLIDE__W(collide__rounds_slope)(x, u, half, s);
            const COLLIDE__DM up = COLLIDE__LT_D(zero, slope);
            from = COLLIDE__MAX_D(COLLIDE__SELECT_D(up, from, s), from);
            to = COLLIDE__MIN_D(COLLIDE__SELECT_D(up, s, to), to);
            below = COLLIDE__MAX_D(COLLIDE__SELECT_D(up, below, slope), below);
            above = COLLIDE__MIN_D(COLLIDE__SELECT_D(up, slope, above), above);
        }
    }
    const COLLIDE__D part =
        COLLIDE__W(collide__rounds_part)(COLLIDE__NEG_D(below), COLLIDE__SUB_D(above, below));
    COLLIDE__D s = COLLIDE__ADD_D(from, COLLIDE__MUL_D(part, COLLIDE__SUB_D(to, from)));
    s = COLLIDE__W(collide__rounds_clamp)(s, one);
    return COLLIDE__SELECT_D(ends, end, s);
}

// A segment with the half edge g, whose middle is r away from that of a box with the edges f.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__rounds_box)(COLLIDE__D3 g, const COLLIDE__D3 *f,
                                                          const COLLIDE__W(collide__boxes_body) * b,
                                                          COLLIDE__D3 r,
                                                          COLLIDE__W(collide__rounds_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, b->volume);
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(boxed, b->volume, one));
    COLLIDE__D3 face[3];
    COLLIDE__D x[3], u[3];
    COLLIDE__DM out_of[3];
    face[0] = COLLIDE__D3_(cross)(f[1], f[2]);
    face[1] = COLLIDE__D3_(cross)(f[2], f[0]);
    face[2] = COLLIDE__D3_(cross)(f[0], f[1]);
    for (int i = 0; i < 3; ++i) {
        x[i] = COLLIDE__MUL_D(inverse, COLLIDE__D3_(dot)(face[i], r));
        u[i] = COLLIDE__MUL_D(inverse, COLLIDE__D3_(dot)(face[i], g));
    }
    const COLLIDE__D s = COLLIDE__W(collide__rounds_root)(x, u, b->half);
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__D at = COLLIDE__ADD_D(x[i], COLLIDE__MUL_D(s, u[i]));
        out->on_b[i] = COLLIDE__W(collide__rounds_clamp)(at, b->half[i]);
        out_of[i] = COLLIDE__LT_D(b->half[i], COLLIDE__ABS_D(at));
    }
    out->on_a = s;
    out->inner = COLLIDE__BOTH_D(COLLIDE__LT_D(COLLIDE__ABS_D(s), one),
                                 COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(g, g)));
    const COLLIDE__DM both = COLLIDE__BOTH_D(out_of[0], out_of[1]);
    const COLLIDE__DM either = COLLIDE__EITHER_D(out_of[0], out_of[1]);
    out->faced = COLLIDE__BUT_D(
        COLLIDE__EITHER_D(COLLIDE__BUT_D(either, out_of[2]), COLLIDE__BUT_D(out_of[2], either)),
        both);
    out->edged = COLLIDE__EITHER_D(COLLIDE__BUT_D(both, out_of[2]),
                                   COLLIDE__BOTH_D(COLLIDE__BUT_D(either, both), out_of[2]));
    out->face =
        COLLIDE__D3_(select)(out_of[0], face[0], COLLIDE__D3_(select)(out_of[1], face[1], face[2]));
    out->edge = COLLIDE__D3_(select)(out_of[0], COLLIDE__D3_(select)(out_of[1], f[2], f[1]), f[0]);
}

COLLIDE__LANE_INLINE COLLIDE__W(collide__rounds_near)
    COLLIDE__W(collide__rounds_nearest)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, s->body[1].volume);
    const COLLIDE__D3 g = at->now[0][0], *const f = at->now[1];
    const COLLIDE__D3 r = COLLIDE__D3_(neg)(at->between);
    COLLIDE__W(collide__rounds_near) out, box;
    if (!COLLIDE__BITS_D(COLLIDE__LE_D(s->body[1].volume, zero))) {
        COLLIDE__W(collide__rounds_box)(g, f, &s->body[1], r, &out);
        return out;
    }
    COLLIDE__W(collide__rounds_segments)(g, f[0], r, &out);
    if (!COLLIDE__BITS_D(boxed))
        return out;
    COLLIDE__W(collide__rounds_box)(g, f, &s->body[1], r, &box);
    out.on_a = COLLIDE__SELECT_D(boxed, box.on_a, out.on_a);
    for (int i = 0; i < 3; ++i)
        out.on_b[i] = COLLIDE__SELECT_D(boxed, box.on_b[i], out.on_b[i]);
    out.edge = COLLIDE__D3_(select)(boxed, box.edge, out.edge);
    out.face = box.face;
    out.faced = COLLIDE__BOTH_D(boxed, box.faced);
    out.edged =
        COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, box.edged), COLLIDE__BUT_D(out.edged, boxed));
    out.inner =
        COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, box.inner), COLLIDE__BUT_D(out.inner, boxed));
    return out;
}

// How the normal turns: with a face of b, or so that it stays normal to the edges; along what is
// left free, with the nearest points.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__rounds_follow)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__W(collide__rounds_sides) *const side = &at->side.round;
    const COLLIDE__D most = at->most;
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 g = at->now[0][0], n = at->n;
    const COLLIDE__D3 turn_a = s->body[0].spin, turn_b = s->body[1].spin;
    // As n.(e + tau spin x e) stays 0.
    const COLLIDE__D of_a = COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(turn_a, g)));
    const COLLIDE__D of_b =
        COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, COLLIDE__D3_(cross)(turn_b, side->edge_b)));
    const COLLIDE__D part =
        COLLIDE__DIV_D(one, COLLIDE__SELECT_D(side->crossed, side->square,
                                              COLLIDE__SELECT_D(side->single, side->ee, one)));
    const COLLIDE__D along_a = COLLIDE__MUL_D(
        part, COLLIDE__SUB_D(COLLIDE__MUL_D(of_a, side->ff), COLLIDE__MUL_D(of_b, side->gf)));
    const COLLIDE__D along_b = COLLIDE__MUL_D(
        part, COLLIDE__SUB_D(COLLIDE__MUL_D(of_b, side->gg), COLLIDE__MUL_D(of_a, side->gf)));
    const COLLIDE__D3 edges =
        COLLIDE__D3_(along)(COLLIDE__D3_(scale)(along_a, g), along_b, side->edge_b);
    // The velocity of one nearest point, as seen from the other.
    COLLIDE__D3 u = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(COLLIDE__D3_(cross)(turn_a, at->point[0]),
                                                        COLLIDE__D3_(cross)(turn_b, at->point[1])),
                                      s->w);
    const COLLIDE__DM some = COLLIDE__LT_D(at->slack, most);
    u = COLLIDE__D3_(scale)(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, most, one)), zero), u);
    u = COLLIDE__D3_(along)(u, COLLIDE__NEG_D(COLLIDE__D3_(dot)(u, n)), n);
    const COLLIDE__D3 e = side->edge;
    const COLLIDE__D off =
        COLLIDE__SUB_D(COLLIDE__SELECT_D(side->edged, of_b, of_a), COLLIDE__D3_(dot)(u, e));
    u = COLLIDE__D3_(along)(u, COLLIDE__SELECT_D(side->single, COLLIDE__MUL_D(part, off), zero), e);
    return COLLIDE__D3_(select)(side->faced, COLLIDE__D3_(cross)(turn_b, n),
                                COLLIDE__D3_(select)(side->crossed, edges, u));
}

// The normal of two edges that are almost parallel: it is across that of b, and here also across
// what the edge g of a has beside this.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__rounds_flat)(const COLLIDE__W(collide__rounds_sides) * side, COLLIDE__D3 g,
                                 COLLIDE__D3 n, COLLIDE__DM flat) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D part =
        COLLIDE__DIV_D(side->gf, COLLIDE__SELECT_D(side->single, side->ee, one));
    const COLLIDE__D3 beside = COLLIDE__D3_(along)(g, COLLIDE__NEG_D(part), side->edge_b);
    const COLLIDE__D square = COLLIDE__D3_(dot)(beside, beside);
    const COLLIDE__DM some = COLLIDE__BOTH_D(
        flat, COLLIDE__LT_D(COLLIDE__MUL_D(side->gg, COLLIDE__SPLAT_D(8.673617379884035e-19)),
                            square)); // 2^-60
    const COLLIDE__D off = COLLIDE__DIV_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, beside)),
                                          COLLIDE__SELECT_D(some, square, one));
    return COLLIDE__D3_(select)(some, COLLIDE__D3_(along)(n, off, beside), n);
}

// As collide__boxes_look_at. The points at the nearest sides are points of both bodies less their
// radii, right within 128 roundings of the sizes, half of the slack.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__rounds_look_at)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__rounds_sides) *const side = &at->side.round;
    const bool boxed = COLLIDE__BITS_D(COLLIDE__LT_D(zero, s->body[1].volume)) != 0;
    COLLIDE__W(collide__boxes_place)(s, at, 1, boxed ? 3 : 1);
    const COLLIDE__W(collide__rounds_near) on = COLLIDE__W(collide__rounds_nearest)(s, at);
    const COLLIDE__D3 g = at->now[0][0], d = at->between;
    const COLLIDE__D3 x = COLLIDE__D3_(scale)(on.on_a, g);
    COLLIDE__D3 y = COLLIDE__D3_(scale)(on.on_b[0], at->now[1][0]);
    y = COLLIDE__D3_(along)(COLLIDE__D3_(along)(y, on.on_b[1], at->now[1][1]), on.on_b[2],
                            at->now[1][2]);
    at->point[0] = COLLIDE__D3_(add)(at->now[0][3], x);
    at->point[1] = COLLIDE__D3_(add)(at->now[1][3], y);
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(x, y), d);
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    at->most = most;
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(g, on.edge);
    side->square = COLLIDE__D3_(dot)(c, c);
    side->gg = COLLIDE__D3_(dot)(g, g);
    side->ff = COLLIDE__D3_(dot)(on.edge, on.edge);
    side->gf = COLLIDE__D3_(dot)(g, on.edge);
    side->edge_b = on.edge;
    side->edged = on.edged;
    side->faced = on.faced;
    const COLLIDE__DM both = COLLIDE__BOTH_D(on.inner, on.edged);
    const COLLIDE__DM flat = COLLIDE__BOTH_D(
        both, COLLIDE__LE_D(side->square,
                            COLLIDE__MUL_D(COLLIDE__MUL_D(side->gg, side->ff),
                                           COLLIDE__SPLAT_D(9.5367431640625e-07)))); // 2^-20
    side->crossed = COLLIDE__BUT_D(both, flat);
    const COLLIDE__DM fixed = COLLIDE__EITHER_D(side->crossed, on.faced);
    side->single = COLLIDE__BUT_D(COLLIDE__EITHER_D(on.inner, on.edged), fixed);
    side->edge = COLLIDE__D3_(select)(on.edged, on.edge, g);
    side->ee = COLLIDE__SELECT_D(on.edged, side->ff, side->gg);
    const COLLIDE__D off =
        COLLIDE__SELECT_D(side->single,
                          COLLIDE__DIV_D(COLLIDE__D3_(dot)(v, side->edge),
                                         COLLIDE__SELECT_D(side->single, side->ee, one)),
                          zero);
    COLLIDE__D3 n = COLLIDE__D3_(along)(v, COLLIDE__NEG_D(off), side->edge);
    if (COLLIDE__BITS_D(flat))
        n = COLLIDE__W(collide__rounds_flat)(side, g, n, flat);
    const COLLIDE__D3 normal = COLLIDE__D3_(select)(on.faced, on.face, c);
    const COLLIDE__DM back = COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(normal, d));
    n = COLLIDE__D3_(select)(fixed, COLLIDE__D3_(select)(back, COLLIDE__D3_(neg)(normal), normal),
                             n);
    const COLLIDE__D square = COLLIDE__D3_(dot)(n, n);
    const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(1e-280), square);
    n = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(some, square, one))), n);
    n.x = COLLIDE__SELECT_D(some, n.x, one);
    n.y = COLLIDE__SELECT_D(some, n.y, zero);
    n.z = COLLIDE__SELECT_D(some, n.z, zero);
    at->n = n;
    at->reach[0] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(n, g));
    at->reach[1] = zero;
    for (int i = 0; i < 3; ++i)
        at->reach[1] = COLLIDE__ADD_D(
            at->reach[1], COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(n, at->now[1][i])),
                                         s->body[1].half[i]));
    const COLLIDE__D core = COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, d)),
                                           COLLIDE__ADD_D(at->reach[0], at->reach[1]));
    at->gap = COLLIDE__SUB_D(core, s->radius);
    at->over = COLLIDE__SUB_D(COLLIDE__ADD_D(most, at->slack), s->radius);
    at->overlap = COLLIDE__LE_D(at->over, zero);
    // As in collide__motion_closed.
    at->exact = COLLIDE__BOTH_D(
        COLLIDE__LT_D(at->slack, most),
        COLLIDE__LE_D(COLLIDE__SUB_D(most, core),
                      COLLIDE__MUL_D(at->size, COLLIDE__SPLAT_D(9.313225746154785e-10)))); // 2^-30
}
#endif // COLLIDE__WIDTH

// ---- a convex body and another, or a round body or a box -------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// Body b is a convex body. Body a is one, too, or has half edges: a box, or a segment or a point
// with a radius. The look is the search for nearest points of shape/simplex.h, which begins with
// the points that carried the nearest ones at the look before: one lane wide as in hulls_one.h,
// else as in hulls_search.h, with the same bits.

// What the search for nearest points finds, with the sides and the points of both bodies in the
// look. The gap along n is a lower bound. touch: the bodies touch within the slack, or overlap, and
// the points mean nothing; inside: they overlap for certain.
typedef struct COLLIDE__W(collide__hulls_near) {
    COLLIDE__D gap;
    COLLIDE__DM touch, inside;
} COLLIDE__W(collide__hulls_near);

// Whether a ball of the radius slack about 0 lies in the tetrahedron with the corners w, certainly:
// points that are off by less than slack have 0 in their hull. The volumes that 0 makes with the
// faces round by less than 2^-51 of the products of lengths that they are made of.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__hulls_deep)(const COLLIDE__D3 *w,
                                                                 COLLIDE__D slack) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 p = w[3], e = COLLIDE__D3_(sub)(w[0], p), f = COLLIDE__D3_(sub)(w[1], p);
    const COLLIDE__D3 g = COLLIDE__D3_(sub)(w[2], p);
    const COLLIDE__D size =
        COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p), COLLIDE__D3_(sum_abs)(e)),
                       COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(f), COLLIDE__D3_(sum_abs)(g)));
    const COLLIDE__D rough =
        COLLIDE__MUL_D(COLLIDE__MUL_D(size, size),
                       COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(4.440892098500626e-16))); // 2^-51
    COLLIDE__D3 face[4];
    COLLIDE__D volume[4];
    face[0] = COLLIDE__D3_(cross)(f, g);
    face[1] = COLLIDE__D3_(cross)(g, e);
    face[2] = COLLIDE__D3_(cross)(e, f);
    face[3] = COLLIDE__D3_(add)(COLLIDE__D3_(add)(face[0], face[1]), face[2]);
    const COLLIDE__D det = COLLIDE__D3_(dot)(e, face[0]);
    const COLLIDE__DM odd = COLLIDE__LT_D(det, zero);
    COLLIDE__DM r = COLLIDE__EQ_D(zero, zero);
    volume[3] = det;
    for (int i = 0; i < 3; ++i) {
        volume[i] = COLLIDE__NEG_D(COLLIDE__D3_(dot)(p, face[i]));
        volume[3] = COLLIDE__SUB_D(volume[3], volume[i]);
    }
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D wide = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(face[i], face[i]));
        const COLLIDE__D v = COLLIDE__SELECT_D(odd, COLLIDE__NEG_D(volume[i]), volume[i]);
        const COLLIDE__DM far_off =
            COLLIDE__LT_D(COLLIDE__ADD_D(COLLIDE__MUL_D(slack, wide), rough), v);
        r = COLLIDE__BOTH_D(r, far_off);
    }
    return r;
}

// begins: the direction to begin with where no points are known.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__hulls_nearest)(
    COLLIDE__W(collide__boxes_pair) * s, COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__D3 *begins, COLLIDE__W(collide__hulls_near) * out);

// How far the vertices of body i in the lanes of the look lie along m, in their coordinates.
COLLIDE__NOINLINE COLLIDE__TARGET void
    COLLIDE__W(collide__hulls_along)(const COLLIDE__W(collide__boxes_pair) * s,
                                     const COLLIDE__W(collide__boxes_look) * at, int i,
                                     const COLLIDE__D3 *m, COLLIDE__D *out);

// How far body i reaches from its pivot along q, less its radius.
COLLIDE__LANE_INLINE COLLIDE__D
COLLIDE__W(collide__hulls_reach)(const COLLIDE__W(collide__boxes_pair) * s,
                                 const COLLIDE__W(collide__boxes_look) * at, int i, COLLIDE__D3 q) {
    const COLLIDE__D3 *const now = at->now[i];
    const COLLIDE__D *const half = s->body[i].half;
    COLLIDE__D3 m;
    COLLIDE__D reach;
    m.x = COLLIDE__D3_(dot)(now[0], q);
    m.y = COLLIDE__D3_(dot)(now[1], q);
    m.z = COLLIDE__D3_(dot)(now[2], q);
    if (i || at->hulls->both)
        COLLIDE__W(collide__hulls_along)(s, at, i, &m, &reach);
    else
        reach = COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(m.x), half[0]),
                                              COLLIDE__MUL_D(COLLIDE__ABS_D(m.y), half[1])),
                               COLLIDE__MUL_D(COLLIDE__ABS_D(m.z), half[2]));
    return COLLIDE__ADD_D(COLLIDE__D3_(dot)(now[3], q), reach);
}

// How far the solid over which body i sweeps as it turns reaches along n, or -n for a: x is the
// sine of the angle between n and the disks of this solid, around how far the disks reach. A body
// that does not turn is as it is.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_swept)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at, int i,
    COLLIDE__D around, COLLIDE__D x) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, body->rate);
    const COLLIDE__D part = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, body->rate, one));
    const COLLIDE__D y = i ? x : COLLIDE__NEG_D(x);
    const COLLIDE__D scale = COLLIDE__SELECT_D(COLLIDE__LT_D(y, zero), COLLIDE__NEG_D(part), part);
    const COLLIDE__D3 to = i ? at->n : COLLIDE__D3_(neg)(at->n);
    const COLLIDE__D reach = COLLIDE__W(collide__hulls_reach)(
        s, at, i, COLLIDE__D3_(select)(turns, COLLIDE__D3_(scale)(scale, body->spin), to));
    return COLLIDE__SELECT_D(
        turns, COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(x), reach), around), reach);
}

// As collide__moving_rho. side: the product of the axis of spin and the middle.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_rho)(COLLIDE__D3 side,
                                                               COLLIDE__D radius) {
    return COLLIDE__MUL_D(
        COLLIDE__ADD_D(COLLIDE__SQRT_D(COLLIDE__D3_(dot)(side, side)),
                       COLLIDE__MUL_D(radius, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER))),
        COLLIDE__SPLAT_D(1 + 9.094947017729282e-13)); // 2^-40
}

// As collide__moving_ball. square: of the distance of the middle from the pivot.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__hulls_ball)(COLLIDE__D square,
                                                                COLLIDE__D radius, COLLIDE__D own) {
    return COLLIDE__ADD_D(
        COLLIDE__MUL_D(
            COLLIDE__ADD_D(COLLIDE__SQRT_D(square),
                           COLLIDE__MUL_D(radius, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER))),
            COLLIDE__SPLAT_D(1.0000152587890625)),                     // 1 + 2^-16
        COLLIDE__MUL_D(own, COLLIDE__SPLAT_D(9.094947017729282e-13))); // 2^-40
}

// The part of v that is normal to the vector e, of lanes where e is not 0.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__hulls_across)(COLLIDE__D3 v, COLLIDE__D3 e,
                                                                   COLLIDE__DM lanes) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e, e);
    lanes = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(zero, ee));
    const COLLIDE__D part =
        COLLIDE__DIV_D(COLLIDE__D3_(dot)(v, e), COLLIDE__SELECT_D(lanes, ee, one));
    return COLLIDE__D3_(along)(v, COLLIDE__SELECT_D(lanes, COLLIDE__NEG_D(part), zero), e);
}

// As collide__motion_follow.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__hulls_follow)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__W(collide__hulls_side) *const a = &at->side.hull[0], *const b =
                                                                            &at->side.hull[1];
    const COLLIDE__D3 n = at->n, spin_a = s->body[0].spin, spin_b = s->body[1].spin;
    // Two edges.
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(a->edge, b->edge);
    const COLLIDE__D cc = COLLIDE__D3_(dot)(c, c);
    const COLLIDE__D wide =
        COLLIDE__MUL_D(COLLIDE__D3_(dot)(a->edge, a->edge), COLLIDE__D3_(dot)(b->edge, b->edge));
    const COLLIDE__DM crossed = COLLIDE__BOTH_D(
        COLLIDE__BOTH_D(a->edged, b->edged),
        COLLIDE__LT_D(COLLIDE__MUL_D(wide, COLLIDE__SPLAT_D(9.5367431640625e-07)), cc)); // 2^-20
    const COLLIDE__D3 rate =
        COLLIDE__D3_(add)(COLLIDE__D3_(cross)(COLLIDE__D3_(cross)(spin_a, a->edge), b->edge),
                          COLLIDE__D3_(cross)(a->edge, COLLIDE__D3_(cross)(spin_b, b->edge)));
    const COLLIDE__D size =
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(crossed, cc, one)));
    const COLLIDE__D sign =
        COLLIDE__SELECT_D(COLLIDE__LT_D(COLLIDE__D3_(dot)(c, n), zero), COLLIDE__NEG_D(size), size);
    // Two points: the velocity of one as seen from the other.
    const COLLIDE__DM some = COLLIDE__LT_D(at->slack, at->most);
    COLLIDE__D3 u = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(COLLIDE__D3_(cross)(spin_a, at->point[0]),
                                                        COLLIDE__D3_(cross)(spin_b, at->point[1])),
                                      s->w);
    u = COLLIDE__D3_(scale)(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(one, COLLIDE__SELECT_D(some, at->most, one)), zero),
        u);
    u = COLLIDE__D3_(select)(crossed, COLLIDE__D3_(scale)(sign, rate), u);
    u = COLLIDE__D3_(along)(u, COLLIDE__NEG_D(COLLIDE__D3_(dot)(u, n)), n);
    u = COLLIDE__W(collide__hulls_across)(u, a->edge, COLLIDE__BUT_D(a->edged, crossed));
    u = COLLIDE__W(collide__hulls_across)(u, b->edge, COLLIDE__BUT_D(b->edged, crossed));
    return COLLIDE__D3_(select)(a->faced, COLLIDE__D3_(cross)(spin_a, n),
                                COLLIDE__D3_(select)(b->faced, COLLIDE__D3_(cross)(spin_b, n), u));
}

// As collide__boxes_look_at. The nearest points are points of both bodies less their radii, right
// within half of the slack.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__hulls_look_at)(COLLIDE__W(collide__boxes_pair) * s,
                                                             COLLIDE__W(collide__hulls_lanes) *
                                                                 hulls,
                                                             COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__hulls_near) found;
    at->hulls = hulls;
    at->lanes = hulls->live;
    COLLIDE__W(collide__boxes_place)(s, at, 3, 3);
    const COLLIDE__D3 begins =
        COLLIDE__D3_(select)(COLLIDE__LT_D(zero, s->looks), s->n, COLLIDE__D3_(neg)(at->between));
    COLLIDE__W(collide__hulls_nearest)(s, at, &begins, &found);
    if (COLLIDE__BITS_D(found.touch)) {
        at->most = COLLIDE__SELECT_D(found.touch, at->slack, at->most);
        for (int i = 0; i < 2; ++i) {
            COLLIDE__W(collide__hulls_side) *const side = &at->side.hull[i];
            at->point[i] = COLLIDE__D3_(select)(found.touch, at->now[i][3], at->point[i]);
            side->faced = COLLIDE__BUT_D(side->faced, found.touch);
            side->edged = COLLIDE__BUT_D(side->edged, found.touch);
        }
    }
    at->gap = COLLIDE__SUB_D(found.gap, s->radius);
    at->over = COLLIDE__SUB_D(COLLIDE__ADD_D(at->most, at->slack), s->radius);
    at->overlap = COLLIDE__EITHER_D(found.inside, COLLIDE__LE_D(at->over, zero));
}
#endif // COLLIDE__WIDTH

// ---- certificates ----------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

// As collide__motion_bound.
typedef struct COLLIDE__W(collide__boxes_bound) {
    COLLIDE__D3 m, turn[2];
    COLLIDE__D lean, curve, cube, fast, nw;
} COLLIDE__W(collide__boxes_bound);

// How n turns with its edges.
COLLIDE__LANE_INLINE COLLIDE__D3
COLLIDE__W(collide__boxes_follow)(const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(at->p, at->q);
    const COLLIDE__D3 rate =
        COLLIDE__D3_(add)(COLLIDE__D3_(cross)(COLLIDE__D3_(cross)(at->turn_p, at->p), at->q),
                          COLLIDE__D3_(cross)(at->p, COLLIDE__D3_(cross)(at->turn_q, at->q)));
    // The part of rate across n, over the length of c, which is along n or against it.
    return COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), COLLIDE__D3_(dot)(at->n, c)),
        COLLIDE__D3_(along)(rate, COLLIDE__NEG_D(COLLIDE__D3_(dot)(rate, at->n)), at->n));
}

// Bounds of how n curves. The length of m x spin is at most the product of their lengths. Of tau^2
// m.w, round bodies and hulls count only what lessens the gap.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_bound)
    COLLIDE__W(collide__boxes_bound_of)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__W(collide__boxes_bound) r;
    r.m = form == COLLIDE__FORM_BOXES    ? COLLIDE__W(collide__boxes_follow)(at)
          : form == COLLIDE__FORM_ROUNDS ? COLLIDE__W(collide__rounds_follow)(s, at)
                                         : COLLIDE__W(collide__hulls_follow)(s, at);
    r.lean = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.m, r.m));
    r.nw = COLLIDE__D3_(dot)(at->n, s->w);
    const COLLIDE__D mw = COLLIDE__D3_(dot)(r.m, s->w);
    r.curve =
        COLLIDE__ADD_D(form == COLLIDE__FORM_BOXES ? COLLIDE__ABS_D(mw) : COLLIDE__MAX_D(mw, zero),
                       COLLIDE__MUL_D(r.lean, s->swing));
    r.cube = COLLIDE__MUL_D(r.lean, s->bend);
    r.fast = zero;
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        r.turn[i] = COLLIDE__D3_(cross)(at->n, body->spin);
        const COLLIDE__D swing =
            COLLIDE__MUL_D(COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.turn[i], r.turn[i])), body->rho);
        r.fast = COLLIDE__ADD_D(r.fast, swing);
        r.curve = COLLIDE__ADD_D(r.curve, COLLIDE__MUL_D(half, COLLIDE__MUL_D(swing, body->rate)));
    }
    return r;
}

// As collide__motion_left; step is tau or -tau.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_left_at)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D step, COLLIDE__D tau, int form) {
    const COLLIDE__D3 k = COLLIDE__D3_(along)(at->n, step, bound->m);
    COLLIDE__D left = COLLIDE__NEG_D(
        COLLIDE__ADD_D(COLLIDE__D3_(dot)(k, at->d), COLLIDE__MUL_D(step, bound->nw)));
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__D3 *const now = at->now[i];
        const COLLIDE__D3 q = COLLIDE__D3_(along)(k, step, bound->turn[i]);
        if (form == COLLIDE__FORM_HULLS) {
            left = COLLIDE__SUB_D(
                left, COLLIDE__W(collide__hulls_reach)(s, at, i, i ? q : COLLIDE__D3_(neg)(q)));
            continue;
        }
        const COLLIDE__D middle = COLLIDE__D3_(dot)(q, now[3]);
        COLLIDE__D reach =
            COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[0])), body->half[0]);
        for (int j = 1; j < 3 && !(form == COLLIDE__FORM_ROUNDS && i == 0); ++j)
            reach = COLLIDE__ADD_D(
                reach, COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[j])), body->half[j]));
        left =
            COLLIDE__SUB_D(i ? COLLIDE__SUB_D(left, middle) : COLLIDE__ADD_D(left, middle), reach);
    }
    if (form != COLLIDE__FORM_BOXES)
        left = COLLIDE__SUB_D(left,
                              COLLIDE__MUL_D(s->radius, COLLIDE__SQRT_D(COLLIDE__D3_(dot)(k, k))));
    const COLLIDE__D curve = COLLIDE__ADD_D(bound->curve, COLLIDE__MUL_D(bound->cube, tau));
    const COLLIDE__D wide = COLLIDE__ADD_D(
        COLLIDE__SPLAT_D(1.0), COLLIDE__MUL_D(tau, COLLIDE__ADD_D(bound->lean, s->spins)));
    const COLLIDE__D rough =
        COLLIDE__ADD_D(COLLIDE__MUL_D(at->slack, wide),
                       COLLIDE__MUL_D(COLLIDE__MUL_D(s->fast, tau),
                                      COLLIDE__SPLAT_D(1.4210854715202004e-14))); // 2^-46
    return COLLIDE__SUB_D(COLLIDE__SUB_D(left, COLLIDE__MUL_D(COLLIDE__MUL_D(tau, tau), curve)),
                          rough);
}

// As collide__motion_apart.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_apart)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D closing, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__D gap = COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(at->n, at->d)),
                                    COLLIDE__ADD_D(at->slack, at->slack));
    gap = COLLIDE__SUB_D(gap, s->radius);
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__DM turns = COLLIDE__LT_D(zero, body->rate);
        const COLLIDE__D part = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, body->rate, one));
        const COLLIDE__D x = COLLIDE__MUL_D(COLLIDE__D3_(dot)(at->n, body->spin), part);
        const COLLIDE__D y = COLLIDE__MUL_D(
            COLLIDE__SQRT_D(COLLIDE__D3_(dot)(bound->turn[i], bound->turn[i])), part);
        if (form == COLLIDE__FORM_HULLS) {
            gap = COLLIDE__SUB_D(
                gap, COLLIDE__W(collide__hulls_swept)(s, at, i, COLLIDE__MUL_D(y, body->rho), x));
            continue;
        }
        const COLLIDE__D middle = COLLIDE__MUL_D(x, body->along);
        const COLLIDE__D beside = COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(x), body->beside),
                                                 COLLIDE__MUL_D(y, body->rho));
        const COLLIDE__D still = COLLIDE__D3_(dot)(at->n, at->now[i][3]);
        const COLLIDE__D base = COLLIDE__SELECT_D(turns, middle, still);
        gap = COLLIDE__SUB_D(i ? COLLIDE__SUB_D(gap, base) : COLLIDE__ADD_D(gap, base),
                             COLLIDE__SELECT_D(turns, beside, at->reach[i]));
    }
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, closing);
    const COLLIDE__D until = COLLIDE__SELECT_D(
        comes,
        COLLIDE__MUL_D(COLLIDE__DIV_D(gap, COLLIDE__SELECT_D(comes, closing, one)),
                       COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS)),
        COLLIDE__SPLAT_D(DBL_MAX));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, gap), until, zero);
}

// As collide__motion_step.
typedef struct COLLIDE__W(collide__boxes_step) {
    COLLIDE__D free, closing, bent;
} COLLIDE__W(collide__boxes_step);

// As collide__motion_free, of lanes whose gap lo is above 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_step)
    COLLIDE__W(collide__boxes_free)(const COLLIDE__W(collide__boxes_pair) * s,
                                    const COLLIDE__W(collide__boxes_look) * at, COLLIDE__D lo,
                                    COLLIDE__D sign, COLLIDE__D rest, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D less = COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS), two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__W(collide__boxes_bound) bound = COLLIDE__W(collide__boxes_bound_of)(s, at, form);
    const COLLIDE__D closing =
        COLLIDE__ADD_D(COLLIDE__MUL_D(sign, bound.nw),
                       COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(8.881784197001252e-16))); // 2^-50
    const COLLIDE__D fast = COLLIDE__ADD_D(closing, bound.fast);
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, fast);
    const COLLIDE__D inside =
        COLLIDE__SUB_D(COLLIDE__D3_(dot)(at->point[0], COLLIDE__D3_(add)(bound.m, bound.turn[0])),
                       COLLIDE__D3_(dot)(at->point[1], COLLIDE__D3_(add)(bound.m, bound.turn[1])));
    const COLLIDE__D slope = COLLIDE__MUL_D(
        sign, COLLIDE__SUB_D(inside, COLLIDE__ADD_D(COLLIDE__D3_(dot)(bound.m, at->d), bound.nw)));
    COLLIDE__W(collide__boxes_step) r;
    r.free = COLLIDE__SELECT_D(
        comes, COLLIDE__MUL_D(COLLIDE__DIV_D(lo, COLLIDE__SELECT_D(comes, fast, one)), less), rest);
    r.closing = COLLIDE__NEG_D(slope);
    // The root of lo + slope tau - curve tau^2, in the form that does not cancel.
    const COLLIDE__D root = COLLIDE__SQRT_D(
        COLLIDE__ADD_D(COLLIDE__MUL_D(slope, slope),
                       COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(bound.curve, lo))));
    const COLLIDE__DM opens = COLLIDE__LT_D(zero, slope);
    const COLLIDE__D over =
        COLLIDE__SELECT_D(opens, COLLIDE__ADD_D(slope, root), COLLIDE__MUL_D(two, lo));
    const COLLIDE__D under =
        COLLIDE__SELECT_D(opens, COLLIDE__MUL_D(two, bound.curve), COLLIDE__SUB_D(root, slope));
    const COLLIDE__DM some = COLLIDE__LT_D(zero, under);
    const COLLIDE__D tau = COLLIDE__MIN_D(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(over, COLLIDE__SELECT_D(some, under, one)), rest),
        rest);
    // A chord of the certificate.
    const COLLIDE__D left =
        COLLIDE__W(collide__boxes_left_at)(s, at, &bound, COLLIDE__MUL_D(sign, tau), tau, form);
    const COLLIDE__DM falls = COLLIDE__LT_D(left, zero);
    const COLLIDE__D found = COLLIDE__SELECT_D(
        falls,
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(
                tau, COLLIDE__DIV_D(lo, COLLIDE__SUB_D(lo, COLLIDE__SELECT_D(falls, left, zero)))),
            less),
        tau);
    r.free = COLLIDE__MAX_D(found, r.free);
    const COLLIDE__DM turns = COLLIDE__LT_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(s->spins, rest));
    if (COLLIDE__BITS_D(turns))
        r.free = COLLIDE__SELECT_D(
            turns,
            COLLIDE__MAX_D(COLLIDE__W(collide__boxes_apart)(s, at, &bound, closing, form), r.free),
            r.free);
    r.free = COLLIDE__MIN_D(r.free, rest);
    r.bent = COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__MUL_D(two, bound.curve), COLLIDE__MUL_D(r.free, r.free)),
        COLLIDE__ABS_D(COLLIDE__SUB_D(lo, COLLIDE__MUL_D(r.closing, r.free))));
    return r;
}

// ---- the search ------------------------------------------------------------------------------

// Which lanes have ended, and how.
typedef struct COLLIDE__W(collide__boxes_end) {
    unsigned hit, miss, left;
} COLLIDE__W(collide__boxes_end);

// Lanes that look for a contact after free_to: as collide__motion_touch. ahead: until when there is
// none, after another look at the same time.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_seek)(COLLIDE__W(collide__boxes_pair) * s,
                                                          COLLIDE__DM seeks, COLLIDE__DM overlap,
                                                          COLLIDE__DM ahead, COLLIDE__D t_max,
                                                          COLLIDE__W(collide__boxes_end) * end) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM hit = COLLIDE__BOTH_D(seeks, overlap);
    const COLLIDE__DM wide = COLLIDE__BOTH_D(
        COLLIDE__LT_D(zero, s->tries),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(2.384185791015625e-7)), // 2^-22
                      COLLIDE__MUL_D(COLLIDE__SUB_D(s->t, s->free_to), s->fast)));
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM back = COLLIDE__BOTH_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM again = COLLIDE__BUT_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM last = COLLIDE__EITHER_D(COLLIDE__LE_D(rest, s->step),
                                               COLLIDE__LE_D(COLLIDE__SPLAT_D(11.0), s->tries));
    end->hit = COLLIDE__BITS_D(COLLIDE__BUT_D(hit, wide));
    end->left |=
        COLLIDE__BITS_D(COLLIDE__BOTH_D(hit, wide)) | COLLIDE__BITS_D(COLLIDE__BOTH_D(again, last));
    s->seeks = COLLIDE__SELECT_D(back, zero, s->seeks);
    s->free_to = COLLIDE__SELECT_D(back, s->t, s->free_to);
    s->step = COLLIDE__SELECT_D(
        again, COLLIDE__MIN_D(COLLIDE__MUL_D(s->step, COLLIDE__SPLAT_D(4.0)), rest), s->step);
    // The time of a hit stays.
    s->t = COLLIDE__SELECT_D(again, COLLIDE__ADD_D(s->free_to, s->step), s->t);
    s->tries = COLLIDE__ADD_D(s->tries, COLLIDE__SPLAT_D(1.0));
}

// A contact is expected a little after free_to.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_expect)(COLLIDE__W(collide__boxes_pair) * s,
                                                            COLLIDE__DM begins, COLLIDE__D gap,
                                                            COLLIDE__D closing, COLLIDE__D t_max) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM comes = COLLIDE__LT_D(
        COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(9.313225746154785e-10)), closing); // 2^-30
    const COLLIDE__DM bends = COLLIDE__LT_D(zero, s->bend);
    COLLIDE__D step = COLLIDE__SELECT_D(comes,
                                        COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(1.25), gap),
                                                       COLLIDE__SELECT_D(comes, closing, one)),
                                        rest);
    const COLLIDE__D curved =
        COLLIDE__SELECT_D(bends,
                          COLLIDE__SQRT_D(COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), gap),
                                                         COLLIDE__SELECT_D(bends, s->bend, one))),
                          rest);
    step = COLLIDE__MIN_D(step, curved);
    step = COLLIDE__MAX_D(
        step, COLLIDE__MUL_D(s->free_to, COLLIDE__SPLAT_D(3.552713678800501e-15))); // 2^-48
    step = COLLIDE__MIN_D(step, rest);
    s->step = COLLIDE__SELECT_D(begins, step, s->step);
    s->t = COLLIDE__SELECT_D(begins, COLLIDE__ADD_D(s->free_to, step), s->t);
    s->tries = COLLIDE__SELECT_D(begins, zero, s->tries);
    s->seeks = COLLIDE__SELECT_D(begins, one, s->seeks);
}

// Lanes that overlap at the start: the least depth. The look is used up.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_start)(COLLIDE__W(collide__boxes_pair) * s,
                                 COLLIDE__W(collide__boxes_look) * at, COLLIDE__DM lanes) {
    COLLIDE__W(collide__boxes_deep)(s, at);
    COLLIDE__W(collide__boxes_parallel)(s, at);
    const COLLIDE__D hi = COLLIDE__ADD_D(at->gap, COLLIDE__MUL_D(at->slack, COLLIDE__SPLAT_D(9.0)));
    s->n = COLLIDE__D3_(select)(lanes, at->n, s->n);
    s->fast = COLLIDE__SELECT_D(lanes, hi, s->fast);
}

// One look of all lanes: as collide__motion_first.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__boxes_look_on)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max,
                                       COLLIDE__W(collide__hulls_lanes) * hulls, int form) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__boxes_look) at;
    COLLIDE__W(collide__boxes_end) end;
    if (form == COLLIDE__FORM_ROUNDS)
        COLLIDE__W(collide__rounds_look_at)(s, &at);
    else if (form == COLLIDE__FORM_HULLS)
        COLLIDE__W(collide__hulls_look_at)(s, hulls, &at);
    else
        COLLIDE__W(collide__boxes_look_at)(s, &at);
    const COLLIDE__D lo = COLLIDE__SUB_D(at.gap, at.slack);
    const COLLIDE__D four = COLLIDE__MUL_D(at.slack, COLLIDE__SPLAT_D(4.0));
    const COLLIDE__DM overlap = at.overlap;
    const COLLIDE__DM apart = COLLIDE__LT_D(zero, lo), seeks = COLLIDE__LT_D(zero, s->seeks);
    const COLLIDE__D rest = COLLIDE__SELECT_D(seeks, s->step, COLLIDE__SUB_D(t_max, s->free_to));
    const COLLIDE__D sign = COLLIDE__SELECT_D(seeks, COLLIDE__NEG_D(one), one);
    const COLLIDE__DM walks = COLLIDE__NOT_D(seeks);
    COLLIDE__W(collide__boxes_step) step = {zero, zero, zero};
    if (form == COLLIDE__FORM_HULLS) // the others need no certificate
        at.lanes &= COLLIDE__BITS_D(apart);
    if (COLLIDE__BITS_D(COLLIDE__EITHER_D(walks, COLLIDE__NOT_D(overlap))))
        step = COLLIDE__W(collide__boxes_free)(s, &at, COLLIDE__SELECT_D(apart, lo, one), sign,
                                               rest, form);
    const COLLIDE__DM whole = COLLIDE__BOTH_D(apart, COLLIDE__LE_D(rest, step.free));
    s->looks = COLLIDE__ADD_D(s->looks, one);
    const COLLIDE__DM inside = COLLIDE__BUT_D(overlap, seeks);
    COLLIDE__DM starts = COLLIDE__BOTH_D(inside, COLLIDE__LE_D(s->t, zero));
    if (form == COLLIDE__FORM_ROUNDS)
        starts = COLLIDE__BOTH_D(starts, at.exact);
    end.left = COLLIDE__BITS_D(COLLIDE__EITHER_D(
        inside,
        COLLIDE__EITHER_D(COLLIDE__LE_D(COLLIDE__SPLAT_D((double)COLLIDE__MOTION_LOOKS), s->looks),
                          COLLIDE__LE_D(COLLIDE__SPLAT_D(24.0), s->slow))));
    end.miss = COLLIDE__BITS_D(COLLIDE__BOTH_D(walks, whole));
    COLLIDE__W(collide__boxes_seek)(s, seeks, overlap, whole, t_max, &end);
    const COLLIDE__D free = COLLIDE__SELECT_D(apart, step.free, zero);
    const COLLIDE__D next = COLLIDE__ADD_D(s->free_to, free);
    const COLLIDE__D enough = COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8));
    const COLLIDE__D gap =
        COLLIDE__MAX_D(COLLIDE__SELECT_D(COLLIDE__LT_D(four, lo), step.bent, four), four);
    COLLIDE__DM begins = COLLIDE__EITHER_D(COLLIDE__LE_D(gap, enough), COLLIDE__LE_D(lo, enough));
    begins = COLLIDE__EITHER_D(begins, COLLIDE__LE_D(next, s->free_to));
    begins = COLLIDE__BUT_D(begins, seeks);
    s->n = COLLIDE__D3_(select)(walks, at.n, s->n);
    s->slow = COLLIDE__SELECT_D(COLLIDE__BOTH_D(walks, COLLIDE__LE_D(lo, s->tolerance)),
                                COLLIDE__ADD_D(s->slow, one), s->slow);
    s->free_to = COLLIDE__SELECT_D(walks, next, s->free_to);
    s->t = COLLIDE__SELECT_D(walks, next, s->t);
    if (COLLIDE__BITS_D(begins))
        COLLIDE__W(collide__boxes_expect)(s, begins, gap, step.closing, t_max);
    if (form != COLLIDE__FORM_HULLS && COLLIDE__BITS_D(starts)) {
        if (form == COLLIDE__FORM_ROUNDS) // n is kept already
            s->fast = COLLIDE__SELECT_D(starts, at.over, s->fast);
        else
            COLLIDE__W(collide__boxes_start)(s, &at, starts);
        s->t = COLLIDE__SELECT_D(starts, zero, s->t);
        s->free_to = COLLIDE__SELECT_D(starts, zero, s->free_to);
        end.hit |= COLLIDE__BITS_D(starts);
    }
    end.left &= ~(end.miss | end.hit);
    return end;
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__boxes_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, NULL, COLLIDE__FORM_BOXES);
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__rounds_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, NULL, COLLIDE__FORM_ROUNDS);
}

COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__hulls_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max,
                                       COLLIDE__W(collide__hulls_lanes) * hulls) {
    return COLLIDE__W(collide__boxes_look_on)(s, t_max, hulls, COLLIDE__FORM_HULLS);
}
#endif // COLLIDE__WIDTH

// ---- pairs -----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

// The vector at row r of a block.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_row)(const float *rows, size_t step,
                                                                size_t r) {
    COLLIDE__D3 p;
    p.x = COLLIDE__LOAD_WIDE(rows + r * step);
    p.y = COLLIDE__LOAD_WIDE(rows + (r + 1) * step);
    p.z = COLLIDE__LOAD_WIDE(rows + (r + 2) * step);
    return p;
}

// As collide__orthonormal.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_orthonormal)(const COLLIDE__D3 *axis) {
    const COLLIDE__D most = COLLIDE__SPLAT_D(4.76837158203125e-7); // 2^-21
#define COLLIDE__GOOD(i, k, x)                                                                     \
    COLLIDE__LE_D(                                                                                 \
        COLLIDE__ABS_D(COLLIDE__SUB_D(COLLIDE__D3_(dot)(axis[i], axis[k]), COLLIDE__SPLAT_D(x))),  \
        most)
    const COLLIDE__DM lengths =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 0, 1.0), COLLIDE__GOOD(1, 1, 1.0)),
                        COLLIDE__GOOD(2, 2, 1.0));
    const COLLIDE__DM angles =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 1, 0.0), COLLIDE__GOOD(0, 2, 0.0)),
                        COLLIDE__GOOD(1, 2, 0.0));
#undef COLLIDE__GOOD
    return COLLIDE__BOTH_D(lengths, angles);
}

// A distance from the pivot that no corner exceeds. Lengths and products of edges are off by less
// than 2^-19, and coordinates by 2^-49 of own. The one edge of a segment has any length.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_ball)(
    const COLLIDE__W(collide__boxes_body) * m, COLLIDE__D own, int edges) {
    COLLIDE__D square = COLLIDE__D3_(dot)(m->start[3], m->start[3]);
    if (edges == 0)
        return COLLIDE__W(collide__hulls_ball)(square, m->half[0], own);
    const COLLIDE__DM boxed = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), m->volume);
    for (int i = 0; i < edges; ++i) {
        const COLLIDE__D x = COLLIDE__ABS_D(COLLIDE__D3_(dot)(m->start[3], m->start[i]));
        COLLIDE__D length = m->half[i];
        if (i == 0)
            length = COLLIDE__SELECT_D(boxed, length, COLLIDE__D3_(dot)(m->start[0], m->start[0]));
        square = COLLIDE__ADD_D(
            square, COLLIDE__MUL_D(m->half[i], COLLIDE__ADD_D(length, COLLIDE__ADD_D(x, x))));
    }
    return COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__SQRT_D(square), COLLIDE__SPLAT_D(1.0000152587890625)), // 1 + 2^-16
        COLLIDE__MUL_D(own, COLLIDE__SPLAT_D(9.094947017729282e-13)));                 // 2^-40
}

// Until when balls about the pivots are apart, if these are apart at the time 0, and part at w.
// reach is the sum of radii. The smaller root of away + 2 comes t + fast t^2, in the form that does
// not cancel.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_until)(COLLIDE__D3 apart, COLLIDE__D3 w,
                                                                 COLLIDE__D reach) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D away =
        COLLIDE__SUB_D(COLLIDE__MUL_D(COLLIDE__D3_(dot)(apart, apart),
                                      COLLIDE__SPLAT_D(1 - 9.094947017729282e-13)), // 2^-40
                       COLLIDE__MUL_D(reach, reach));
    const COLLIDE__D comes = COLLIDE__D3_(dot)(apart, w);
    const COLLIDE__D square =
        COLLIDE__SUB_D(COLLIDE__MUL_D(comes, comes), COLLIDE__MUL_D(COLLIDE__D3_(dot)(w, w), away));
    const COLLIDE__DM meet =
        COLLIDE__BOTH_D(COLLIDE__LT_D(comes, zero), COLLIDE__LT_D(zero, square));
    const COLLIDE__D root = COLLIDE__SQRT_D(COLLIDE__MAX_D(square, zero));
    const COLLIDE__D t = COLLIDE__MUL_D(
        COLLIDE__DIV_D(away, COLLIDE__SELECT_D(meet, COLLIDE__SUB_D(root, comes), one)),
        COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, away),
                             COLLIDE__SELECT_D(meet, t, COLLIDE__SPLAT_D(DBL_MAX)), zero);
}

// A shape from its rows: its middle, half edges and axes.
typedef struct COLLIDE__W(collide__boxes_shape) {
    COLLIDE__D3 center, half, axis[3];
    COLLIDE__D radius, halves; // the sum of the lengths of half edges, or more
    COLLIDE__D terms;          // the sum of coordinates of which center is made, or more
    COLLIDE__DM good;
    int edges; // in any lane; the others are 0
} COLLIDE__W(collide__boxes_shape);

COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__boxes_shape_of)(const float *rows, size_t step) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    r.half = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    r.radius = zero;
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.edges = 3;
    r.halves = COLLIDE__ADD_D(COLLIDE__ADD_D(r.half.x, r.half.y), r.half.z);
    r.good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(r.half.x, r.half.y), r.half.z)),
        COLLIDE__W(collide__boxes_orthonormal)(r.axis));
    return r;
}

// Round bodies have the rows of a capsule. The last row has COLLIDE__ROUNDS_SEGMENT, ..._OBB or
// ..._AABB; if a has no other than segments, it is not read. The half edge of a segment is its
// axis.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__rounds_shape_of)(const float *rows, size_t step, int edges) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D half = COLLIDE__SPLAT_D(0.5);
    const COLLIDE__D3 p = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    const COLLIDE__D3 q = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    const COLLIDE__D3 along = COLLIDE__D3_(scale)(half, COLLIDE__D3_(sub)(q, p));
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__D3_(scale)(half, COLLIDE__D3_(add)(p, q));
    r.axis[0] = along;
    r.axis[1] = r.axis[2] = r.half = COLLIDE__D3_(splat)(0.0);
    r.half.x = one;
    r.radius = COLLIDE__LOAD_WIDE(rows + 6 * step);
    r.halves = COLLIDE__D3_(sum_abs)(along);
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.good = COLLIDE__LE_D(zero, r.radius);
    r.edges = 1;
    if (edges == 1)
        return r;
    const COLLIDE__D kind = COLLIDE__LOAD_WIDE(rows + COLLIDE__ROUNDS_KIND * step);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, kind);
    if (!COLLIDE__BITS_D(boxed))
        return r;
    r.edges = 3;
    const COLLIDE__DM oriented = COLLIDE__EQ_D(kind, COLLIDE__SPLAT_D((double)COLLIDE__ROUNDS_OBB));
    const COLLIDE__D3 extents = COLLIDE__D3_(select)(oriented, q, along);
    COLLIDE__D3 axis[3];
    for (int i = 0; i < 3; ++i)
        axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    const COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(extents.x, extents.y), extents.z)),
        COLLIDE__W(collide__boxes_orthonormal)(axis));
    r.center = COLLIDE__D3_(select)(oriented, p, r.center);
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.half = COLLIDE__D3_(select)(boxed, extents, r.half);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__D3_(select)(boxed, axis[i], r.axis[i]);
    r.radius = COLLIDE__SELECT_D(boxed, zero, r.radius);
    r.halves = COLLIDE__SELECT_D(oriented, COLLIDE__D3_(sum_abs)(extents), r.halves);
    r.good = COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, good), COLLIDE__BUT_D(r.good, boxed));
    return r;
}

// A convex body has the rows of its pose, the middle of its vertices and their radius; it has no
// edges.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__hulls_shape_of)(const float *rows, size_t step) {
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    const COLLIDE__D3 p = COLLIDE__W(collide__boxes_row)(rows, step, 12);
    COLLIDE__W(collide__boxes_shape) r;
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 3 + 3 * (size_t)i);
    const COLLIDE__D3 middle = COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p.x, r.axis[0]), p.y, r.axis[1]), p.z, r.axis[2]);
    r.center = COLLIDE__D3_(add)(position, middle);
    r.terms = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(position), COLLIDE__D3_(sum_abs)(p));
    r.half = COLLIDE__D3_(splat)(0.0);
    r.half.x = COLLIDE__LOAD_WIDE(rows + 15 * step);
    r.radius = r.half.y;
    r.halves = COLLIDE__MUL_D(r.half.x, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER));
    r.good = COLLIDE__BOTH_D(COLLIDE__LE_D(r.half.x, COLLIDE__SPLAT_D(1e45)),
                             COLLIDE__W(collide__boxes_orthonormal)(r.axis));
    r.edges = 0;
    return r;
}

// A body from its shape and the rows of its motion, its pivot and velocity; as
// collide__moving_begin. *size: no point is farther from the pivot, and *own counts what cancels in
// it, too. Returns the lanes of good input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_body_of)(
    COLLIDE__W(collide__boxes_body) * m, const COLLIDE__W(collide__boxes_shape) * shape,
    const float *motion, size_t step, int edges, COLLIDE__D3 *pivot, COLLIDE__D3 *velocity,
    COLLIDE__D *size, COLLIDE__D *own) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(motion, step, 0);
    COLLIDE__D3 pose[3];
    *pivot = COLLIDE__W(collide__boxes_row)(motion, step, 12);
    *velocity = COLLIDE__W(collide__boxes_row)(motion, step, 15);
    m->spin = COLLIDE__W(collide__boxes_row)(motion, step, 18);
    for (int i = 0; i < 3; ++i)
        pose[i] = COLLIDE__W(collide__boxes_row)(motion, step, 3 + 3 * (size_t)i);
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D3 p = i < 3 ? shape->axis[i] : shape->center;
        m->start[i] = m->side[i] = m->inward[i] = COLLIDE__D3_(splat)(0.0);
        if (i < edges || i == 3 || edges == 0)
            m->start[i] = COLLIDE__D3_(along)(
                COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p.x, pose[0]), p.y, pose[1]), p.z, pose[2]);
    }
    const COLLIDE__D3 from = COLLIDE__D3_(sub)(position, *pivot);
    m->start[3] = COLLIDE__D3_(add)(from, m->start[3]);
    m->half[0] = shape->half.x;
    m->half[1] = shape->half.y;
    m->half[2] = shape->half.z;
    m->volume = edges < 2
                    ? zero
                    : COLLIDE__D3_(dot)(m->start[0], COLLIDE__D3_(cross)(m->start[1], m->start[2]));
    // Of a box whose axes are left-handed, one axis is turned round: the box stays as it is.
    if (edges > 1)
        m->start[2] = COLLIDE__D3_(select)(COLLIDE__LT_D(m->volume, zero),
                                           COLLIDE__D3_(neg)(m->start[2]), m->start[2]);
    m->volume = COLLIDE__ABS_D(m->volume);
    m->rate = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(m->spin, m->spin));
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, m->rate);
    const COLLIDE__D3 u =
        COLLIDE__D3_(scale)(COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, m->rate, one)), m->spin);
    m->beside = zero;
    for (int i = 0; i < 4; ++i) {
        if (i >= edges && i < 3 && edges > 0)
            continue;
        m->side[i] = COLLIDE__D3_(cross)(u, m->start[i]);
        m->inward[i] = COLLIDE__D3_(cross)(u, m->side[i]);
        const COLLIDE__D x = COLLIDE__D3_(dot)(u, m->start[i]);
        if (i < 3)
            m->beside = COLLIDE__ADD_D(m->beside, COLLIDE__MUL_D(COLLIDE__ABS_D(x), m->half[i]));
        else
            m->along = x;
    }
    m->rho = edges > 0 ? COLLIDE__W(collide__boxes_rho)(m, edges)
                       : COLLIDE__W(collide__hulls_rho)(m->side[3], m->half[0]);
    // Axes of the pose may be longer than 1, and sums of coordinates are larger than lengths.
    const COLLIDE__D three_quarters = COLLIDE__SPLAT_D(1.75);
    const COLLIDE__D body = COLLIDE__MUL_D(shape->halves, three_quarters);
    *size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(m->start[3]), body);
    *own = COLLIDE__ADD_D(body, COLLIDE__ADD_D(COLLIDE__MUL_D(shape->terms, three_quarters),
                                               COLLIDE__D3_(sum_abs)(from)));
    const COLLIDE__D all = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*velocity), COLLIDE__D3_(sum_abs)(m->spin)),
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*pivot),
                       COLLIDE__ADD_D(COLLIDE__ADD_D(*own, *size), shape->radius)));
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LE_D(all, COLLIDE__SPLAT_D(1e300)), // also of no NaN
                        shape->good);
    return COLLIDE__BOTH_D(good, COLLIDE__W(collide__boxes_orthonormal)(pose));
}

// Lanes of balls about the pivots, which touch a little after free_to: a contact is sought there at
// once. n is as a look at free_to finds it.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__rounds_meet)(COLLIDE__W(collide__boxes_pair) * s,
                                                           COLLIDE__DM balls, COLLIDE__D t_max) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), t = s->t;
    const COLLIDE__D3 d = COLLIDE__D3_(along)(s->apart, t, s->w);
    const COLLIDE__D square = COLLIDE__D3_(dot)(d, d);
    const COLLIDE__D3 n = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(balls, square, one))),
        COLLIDE__D3_(neg)(d));
    const COLLIDE__D closing = COLLIDE__D3_(dot)(n, s->w);
    // What collide__boxes_until leaves, and the slack.
    const COLLIDE__D left = COLLIDE__DIV_D(COLLIDE__D3_(dot)(s->apart, s->apart),
                                           COLLIDE__SELECT_D(balls, s->radius, one));
    const COLLIDE__D wide = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    const COLLIDE__D gap = COLLIDE__MUL_D(COLLIDE__ADD_D(left, wide),
                                          COLLIDE__SPLAT_D(9.094947017729282e-13)); // 2^-40
    const COLLIDE__DM soon = COLLIDE__BOTH_D(
        COLLIDE__LE_D(gap, COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8))),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(0.0009765625)), closing)); // 2^-10
    const COLLIDE__DM begins = COLLIDE__BOTH_D(balls, soon);
    s->n = COLLIDE__D3_(select)(begins, n, s->n);
    COLLIDE__W(collide__boxes_expect)(s, begins, gap, closing, t_max);
}

// Pairs of a block from the given one on. Returns the lanes that the search takes. *miss: lanes
// that need none, as the balls about their bodies stay apart.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__boxes_pairs)(const collide__boxes_job *job, const collide__boxes_block *block,
                                 size_t first, COLLIDE__W(collide__boxes_pair) * s, int form,
                                 unsigned *miss) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__D3 pivot[2], velocity[2];
    COLLIDE__D size[2], own[2], swing[2], bend[2], radius[2];
    int edges[2];
    COLLIDE__DM good = COLLIDE__EQ_D(zero, zero);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const float *const rows = block->box[i] + first;
        const COLLIDE__W(collide__boxes_shape) shape =
            form == COLLIDE__FORM_BOXES ? COLLIDE__W(collide__boxes_shape_of)(rows, block->step)
            : form == COLLIDE__FORM_ROUNDS
                ? COLLIDE__W(collide__rounds_shape_of)(rows, block->step, i ? 3 : 1)
            : i || block->both ? COLLIDE__W(collide__hulls_shape_of)(rows, block->step)
                               : COLLIDE__W(collide__rounds_shape_of)(rows, block->step, 3);
        edges[i] = form == COLLIDE__FORM_BOXES              ? 3
                   : form == COLLIDE__FORM_ROUNDS && i == 0 ? 1
                                                            : shape.edges;
        // Not within the operator, which may leave it out one lane wide.
        const COLLIDE__DM fine = COLLIDE__W(collide__boxes_body_of)(
            body, &shape, block->motion[i] + first, block->step, edges[i], &pivot[i], &velocity[i],
            &size[i], &own[i]);
        good = COLLIDE__BOTH_D(good, fine);
        radius[i] = shape.radius;
        swing[i] = COLLIDE__MUL_D(body->rate, body->rho);
        bend[i] = COLLIDE__MUL_D(body->rate, swing[i]);
    }
    s->apart = COLLIDE__D3_(sub)(pivot[1], pivot[0]);
    s->w = COLLIDE__D3_(sub)(velocity[1], velocity[0]);
    s->speed = COLLIDE__D3_(sum_abs)(s->w);
    s->swing = COLLIDE__ADD_D(swing[0], swing[1]);
    s->fast = COLLIDE__ADD_D(s->speed, s->swing);
    s->bend = COLLIDE__MUL_D(half, COLLIDE__ADD_D(bend[0], bend[1]));
    s->spins = COLLIDE__ADD_D(s->body[0].rate, s->body[1].rate);
    s->radius = COLLIDE__ADD_D(radius[0], radius[1]);
    s->sizes = COLLIDE__ADD_D(own[0], own[1]);
    if (form != COLLIDE__FORM_BOXES)
        s->sizes = COLLIDE__ADD_D(s->sizes, s->radius);
    if (form == COLLIDE__FORM_ROUNDS)
        good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->radius));
    s->wide = COLLIDE__ADD_D(COLLIDE__ADD_D(s->sizes, COLLIDE__ADD_D(size[0], size[1])),
                             COLLIDE__D3_(sum_abs)(s->apart));
    s->tolerance = job->tolerance > 0 ? COLLIDE__SPLAT_D((double)job->tolerance)
                                      : COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(1e-5));
    COLLIDE__D reach =
        COLLIDE__ADD_D(COLLIDE__W(collide__boxes_ball)(&s->body[0], own[0], edges[0]),
                       COLLIDE__W(collide__boxes_ball)(&s->body[1], own[1], edges[1]));
    if (form != COLLIDE__FORM_BOXES)
        reach = COLLIDE__ADD_D(reach, s->radius);
    s->free_to = s->t = COLLIDE__W(collide__boxes_until)(s->apart, s->w, reach);
    s->step = s->seeks = s->tries = s->looks = s->slow = zero;
    s->n = s->apart;
    // Each angle is at most that of both.
    good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->spins));
    good =
        COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__MUL_D(s->spins, COLLIDE__SPLAT_D(job->t_max)),
                                            COLLIDE__SPLAT_D(COLLIDE__TURN_MOST)));
    const unsigned lanes = COLLIDE__BITS_D(good) &
                           (block->n - first < COLLIDE__DOUBLES ? (1u << (block->n - first)) - 1
                                                                : (1u << COLLIDE__DOUBLES) - 1);
    const COLLIDE__DM free = COLLIDE__BOTH_D(COLLIDE__LT_D(zero, s->t),
                                             COLLIDE__LE_D(COLLIDE__SPLAT_D(job->t_max), s->t));
    *miss = lanes & COLLIDE__BITS_D(free);
    if (form == COLLIDE__FORM_ROUNDS) {
        const COLLIDE__DM late = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->t));
        const COLLIDE__DM balls = COLLIDE__BUT_D(
            COLLIDE__BOTH_D(late, COLLIDE__LE_D(COLLIDE__ADD_D(size[0], size[1]), zero)), free);
        if (COLLIDE__BITS_D(balls))
            COLLIDE__W(collide__rounds_meet)(s, balls, COLLIDE__SPLAT_D(job->t_max));
    }
    return lanes & ~*miss;
}

// Number k of all numbers of lane i.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_read)(const void *numbers, size_t k, unsigned i,
                                                          double *x) {
    memcpy(x, (const char *)numbers + 8 * (COLLIDE__DOUBLES * k + i), sizeof *x);
}

// Writes the answers of lanes that have ended.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_ended)(const collide__boxes_job *job,
                                 const COLLIDE__W(collide__boxes_pair) * s, const size_t *tags,
                                 unsigned lanes, uint32_t verdict) {
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        double free_to, t, fast;
        collide__dvec3 n;
        COLLIDE__W(collide__boxes_read)(&s->free_to, 0, i, &free_to);
        COLLIDE__W(collide__boxes_read)(&s->t, 0, i, &t);
        COLLIDE__W(collide__boxes_read)(&s->fast, 0, i, &fast);
        COLLIDE__W(collide__boxes_read)(&s->n, 0, i, &n.x);
        COLLIDE__W(collide__boxes_read)(&s->n, 1, i, &n.y);
        COLLIDE__W(collide__boxes_read)(&s->n, 2, i, &n.z);
        collide__boxes_write(job, tags[i], verdict, free_to, t, fast, n);
    }
}

// Takes lanes of other pairs, those that from says, to the given lanes.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_move)(COLLIDE__W(collide__boxes_pair) * to, unsigned lanes,
                                const COLLIDE__W(collide__boxes_pair) * from,
                                const uint32_t *lane) {
#ifdef COLLIDE__DEAL
    const COLLIDE__DM m = COLLIDE__MASK_D(lanes);
    const COLLIDE__DEALING dealing = COLLIDE__DEALING_OF(lane);
    COLLIDE__D *const out = (COLLIDE__D *)(void *)to;
    const COLLIDE__D *const in = (const COLLIDE__D *)(const void *)from;
    for (size_t j = 0; j < sizeof *to / sizeof *out; ++j)
        out[j] = COLLIDE__DEAL(m, dealing, out[j], in[j]);
#else
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        char *out = (char *)to + 8 * i;
        const char *in = (const char *)from + 8 * lane[i];
        for (size_t j = 0; j < sizeof *to; j += 8 * COLLIDE__DOUBLES)
            memcpy(out + j, in + j, 8);
    }
#endif
}

// The lanes of a search, and pairs that wait for one.
typedef struct COLLIDE__W(collide__boxes_run) {
    COLLIDE__W(collide__boxes_pair) now, next;
    collide__boxes_block block;
    size_t tags[COLLIDE__DOUBLES], at, first; // the next pair of the block; that of lane 0 of next
    unsigned live, ready;                     // lanes
} COLLIDE__W(collide__boxes_run);

// Lane i gets pair k of those that wait. hulls: NULL of other forms.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_take)(COLLIDE__W(collide__boxes_run) * run,
                                COLLIDE__W(collide__hulls_lanes) * hulls, unsigned i, unsigned k) {
    const double none = 0;
    run->tags[i] = run->block.tag[run->first + k];
    if (hulls) {
        memcpy((char *)&hulls->known + 8 * i, &none, 8);
        hulls->body[0][i] = hulls->waiting[0][run->first + k];
        hulls->body[1][i] = hulls->waiting[1][run->first + k];
    }
}

// Pairs in place of those that have ended, as long as there are any.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_refill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run,
                                  COLLIDE__W(collide__hulls_lanes) * hulls, int form) {
    const unsigned all = (1u << COLLIDE__DOUBLES) - 1;
    while (run->live != all) {
        if (!run->ready) {
            if (run->at >= run->block.n) {
                run->at = 0;
                if (run->block.n)
                    job->next(job, &run->block);
                if (!run->block.n)
                    return;
            }
            COLLIDE__W(collide__boxes_pair) *const out = run->live ? &run->next : &run->now;
            const size_t rest = run->block.n - run->at;
            const size_t n = rest < COLLIDE__DOUBLES ? rest : COLLIDE__DOUBLES;
            run->first = run->at;
            unsigned miss;
            run->ready =
                COLLIDE__W(collide__boxes_pairs)(job, &run->block, run->at, out, form, &miss);
            run->at += n;
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, ((1u << n) - 1) & ~(run->ready | miss),
             COLLIDE__MOTION_LEFT);
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, miss, COLLIDE_MISS);
            if (!run->live) {
                for (unsigned i = 0; i < n; ++i)
                    COLLIDE__W(collide__boxes_take)(run, hulls, i, i);
                run->live = run->ready;
                run->ready = 0;
            }
            continue;
        }
        uint32_t from[COLLIDE__DOUBLES] = {0};
        unsigned to = 0;
        for (; (run->live | to) != all && run->ready; run->ready &= run->ready - 1) {
            const unsigned i = collide__lowest_bit(all & ~(run->live | to));
            from[i] = collide__lowest_bit(run->ready);
            COLLIDE__W(collide__boxes_take)(run, hulls, i, from[i]);
            to |= 1u << i;
        }
        COLLIDE__W(collide__boxes_move)(&run->now, to, &run->next, from);
        run->live |= to;
    }
}

// Not inlined, for less stack.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, NULL, COLLIDE__FORM_BOXES);
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__rounds_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, NULL, COLLIDE__FORM_ROUNDS);
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run,
                                COLLIDE__W(collide__hulls_lanes) * hulls) {
    COLLIDE__W(collide__boxes_refill)(job, run, hulls, COLLIDE__FORM_HULLS);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__boxes_search)(collide__boxes_job *job,
                                                                  int form) {
    const COLLIDE__D t_max = COLLIDE__SPLAT_D(job->t_max);
    COLLIDE__W(collide__boxes_run) run;
    COLLIDE__W(collide__hulls_lanes) hulls; // not on the stack of other forms
    if (form == COLLIDE__FORM_HULLS) {
        hulls.known = hulls.code[0] = hulls.code[1] = hulls.code[2] = COLLIDE__SPLAT_D(0.0);
        run.block.hulls[0] = hulls.waiting[0];
        run.block.hulls[1] = hulls.waiting[1];
    }
    run.block.n = 1;
    run.at = 1;
    run.live = run.ready = 0;
    run.block.both = false;
    for (;;) {
        if (collide__popcount(run.live) + COLLIDE__DOUBLES / 4 <= COLLIDE__DOUBLES) {
            if (form == COLLIDE__FORM_ROUNDS)
                COLLIDE__W(collide__rounds_fill)(job, &run);
            else if (form == COLLIDE__FORM_HULLS)
                COLLIDE__W(collide__hulls_fill)(job, &run, &hulls);
            else
                COLLIDE__W(collide__boxes_fill)(job, &run);
        }
        if (!run.live)
            return;
        if (form == COLLIDE__FORM_HULLS) {
            hulls.live = run.live;
            hulls.both = run.block.both;
        }
        COLLIDE__W(collide__boxes_pair) *const s = &run.now;
        const COLLIDE__W(collide__boxes_end) end =
            form == COLLIDE__FORM_BOXES    ? COLLIDE__W(collide__boxes_advance)(s, t_max)
            : form == COLLIDE__FORM_ROUNDS ? COLLIDE__W(collide__rounds_advance)(s, t_max)
                                           : COLLIDE__W(collide__hulls_advance)(s, t_max, &hulls);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.hit & run.live, COLLIDE_HIT);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.miss & run.live, COLLIDE_MISS);
        COLLIDE__W(collide__boxes_ended)
        (job, s, run.tags, end.left & run.live, COLLIDE__MOTION_LEFT);
        run.live &= ~(end.hit | end.miss | end.left);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_boxes)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_BOXES);
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_rounds)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_ROUNDS);
}

#if COLLIDE__WIDTH == 16 && !defined(COLLIDE__W8) && !defined(COLLIDE__W4)
static void collide__motion_hulls_scalar(collide__boxes_job *job);
#endif
static COLLIDE__TARGET void COLLIDE__W(collide__motion_hulls)(collide__boxes_job *job) {
#if COLLIDE__WIDTH == 16
    if (COLLIDE__WIDTH == 16) { // eight lanes take more stack than a query may have
#if defined(COLLIDE__W8)
        collide__motion_hulls_w8(job);
#elif defined(COLLIDE__W4)
        collide__motion_hulls_w4(job);
#else
        collide__motion_hulls_scalar(job);
#endif
        return;
    }
#endif
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_HULLS);
}
#endif // COLLIDE__WIDTH

// ---- the nearest points of hulls, in lanes ---------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_along)(const COLLIDE__W(collide__boxes_pair) * s,
                                 const COLLIDE__W(collide__boxes_look) * at, int i,
                                 const COLLIDE__D3 *m, COLLIDE__D *out) {
    COLLIDE__D code;
    const COLLIDE__D3 v = COLLIDE__W(collide__vertices_farthest)(
        at->hulls->body[i], s->body[i].half[0], *m, at->lanes, &code);
    *out = COLLIDE__D3_(dot)(v, *m);
}

// The points that are known, and the point of their simplex that is nearest to 0, as
// collide__hulls_known. Returns the lanes that have one. The others begin without points.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__hulls_known)(
    COLLIDE__D known, COLLIDE__DM lanes, COLLIDE__W(collide__search_pair) * p) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), far_off = COLLIDE__SPLAT_D(DBL_MAX);
    COLLIDE__W(collide__search_part) part;
    COLLIDE__DM has[3];
    COLLIDE__D3 e[2];
    for (int i = 0; i < 3; ++i) {
        has[i] = COLLIDE__BOTH_D(lanes, COLLIDE__LT_D(COLLIDE__SPLAT_D(2.5 - i), known));
        p->w[i] = p->v;
        if (!COLLIDE__BITS_D(has[i]))
            continue;
        const COLLIDE__D3 a =
            COLLIDE__W(collide__search_coded)(&p->core[0], 0, i, p->code[i], has[i]);
        const COLLIDE__D3 b =
            COLLIDE__W(collide__search_coded)(&p->core[1], 1, i, p->code[i], has[i]);
        p->w[i] = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, b), p->d);
    }
    const COLLIDE__D3 n = p->w[2];
    e[0] = COLLIDE__D3_(sub)(p->w[0], n);
    e[1] = COLLIDE__D3_(sub)(p->w[1], n);
    const COLLIDE__D ee = COLLIDE__D3_(dot)(e[1], e[1]);
    part.number = part.inverse = part.weight[1] = part.weight[2] = zero;
    part.v = part.e = n;
    part.square =
        COLLIDE__SELECT_D(COLLIDE__BUT_D(has[2], has[1]), COLLIDE__D3_(dot)(n, n), far_off);
    part.open = lanes;
    COLLIDE__W(collide__search_face_part)
    (COLLIDE__SPLAT_D(-2.0), e[1], e[0], ee, COLLIDE__D3_(dot)(e[0], e[0]), n, n, has[0], has[0],
     &part);
    part.open = COLLIDE__BUT_D(has[1], has[0]);
    COLLIDE__W(collide__search_edge_part)
    (COLLIDE__SPLAT_D(2.0), e[1], ee, n, part.open, &part);
    const COLLIDE__D off = COLLIDE__MUL_D(COLLIDE__D3_(dot)(part.v, part.e), part.inverse);
    part.v =
        COLLIDE__D3_(select)(COLLIDE__LT_D(zero, part.number),
                             COLLIDE__D3_(sub)(part.v, COLLIDE__D3_(scale)(off, part.e)), part.v);
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LT_D(part.square, far_off),
                        COLLIDE__LT_D(COLLIDE__MUL_D(p->slack, p->slack), part.square));
    p->v = COLLIDE__D3_(select)(good, part.v, p->v);
    p->square = COLLIDE__SELECT_D(good, part.square, far_off);
    p->part = COLLIDE__SELECT_D(good, part.number, zero);
    p->weight[1] = COLLIDE__SELECT_D(good, part.weight[1], zero);
    p->weight[2] = COLLIDE__SELECT_D(good, part.weight[2], zero);
    return good;
}

// As the start of a round of collide__gjk_from.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__hulls_direct)(COLLIDE__W(collide__search_pair) *
                                                                  p) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), vv = COLLIDE__D3_(dot)(p->v, p->v);
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LT_D(zero, vv), COLLIDE__LE_D(vv, COLLIDE__SPLAT_D(DBL_MAX)));
    p->v.x = COLLIDE__SELECT_D(good, p->v.x, COLLIDE__SPLAT_D(1.0));
    p->v.y = COLLIDE__WHERE_D(good, p->v.y);
    p->v.z = COLLIDE__WHERE_D(good, p->v.z);
}

// The sides on which the nearest points lie, and these points.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__hulls_lie)(const COLLIDE__W(collide__search_pair) * p, COLLIDE__DM two,
                               COLLIDE__DM three, COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D none = COLLIDE__SPLAT_D(COLLIDE__CODE);
    COLLIDE__D3 on[2];
    for (int side = 0; side < 2; ++side) {
        const COLLIDE__W(collide__search_core) *const core = &p->core[side];
        COLLIDE__W(collide__hulls_side) *const out = &at->side.hull[side];
        const unsigned shift = side ? COLLIDE__CODE_BITS : 0;
        const COLLIDE__D mask =
            COLLIDE__SPLAT_D(COLLIDE__CODE + (double)((uint64_t)COLLIDE__CODE_MASK << shift));
        COLLIDE__D3 q[3];
        COLLIDE__D code[3];
        for (int i = 0; i < 3; ++i) {
            const COLLIDE__DM has = i == 0 ? three : i == 1 ? two : p->good;
            q[i] = COLLIDE__W(collide__search_coded)(core, side, i, p->code[i],
                                                     COLLIDE__BOTH_D(has, p->good));
            code[i] = COLLIDE__BITWISE_D(and, p->code[i], mask);
        }
        // Points that are not there count as the first that is.
        const COLLIDE__D3 base =
            COLLIDE__D3_(select)(three, q[0], COLLIDE__D3_(select)(two, q[1], q[2]));
        const COLLIDE__D first =
            COLLIDE__SELECT_D(three, code[0], COLLIDE__SELECT_D(two, code[1], code[2]));
        const COLLIDE__D second = COLLIDE__SELECT_D(three, code[1], first);
        const COLLIDE__DM last_same = COLLIDE__EQ_D(code[2], first);
        const COLLIDE__DM same = COLLIDE__EQ_D(second, first);
        out->edge = COLLIDE__D3_(sub)(
            COLLIDE__D3_(select)(last_same, COLLIDE__D3_(select)(same, base, q[1]), q[2]), base);
        if (core->kind == COLLIDE__CORE_BOX) {
            const COLLIDE__D differ = COLLIDE__BITWISE_D(or, COLLIDE__XOR_D(code[2], first),
                                                         COLLIDE__XOR_D(second, first));
            COLLIDE__DM bit[3];
            for (int i = 0; i < 3; ++i)
                bit[i] = COLLIDE__LT_D(
                    none, COLLIDE__BITWISE_D(
                              and, COLLIDE__BITWISE_D(or, differ, none),
                              COLLIDE__SPLAT_D(COLLIDE__CODE +
                                               (double)((uint64_t)1 << (shift + (unsigned)i)))));
            const COLLIDE__DM both = COLLIDE__BOTH_D(bit[0], bit[1]);
            const COLLIDE__DM either = COLLIDE__EITHER_D(bit[0], bit[1]);
            out->faced = COLLIDE__EITHER_D(COLLIDE__BUT_D(both, bit[2]),
                                           COLLIDE__BOTH_D(COLLIDE__BUT_D(either, both), bit[2]));
            out->edged = COLLIDE__BUT_D(
                COLLIDE__EITHER_D(COLLIDE__BUT_D(either, bit[2]), COLLIDE__BUT_D(bit[2], either)),
                both);
        } else {
            const COLLIDE__DM all = COLLIDE__EITHER_D(COLLIDE__EITHER_D(last_same, same),
                                                      COLLIDE__EQ_D(code[2], second));
            out->faced = COLLIDE__NOT_D(all);
            out->edged = COLLIDE__BUT_D(all, COLLIDE__BOTH_D(last_same, same));
        }
        // As collide__simplex_points.
        on[side] = COLLIDE__D3_(along)(
            COLLIDE__D3_(along)(base, p->weight[1], COLLIDE__D3_(sub)(q[1], base)), p->weight[2],
            COLLIDE__D3_(sub)(q[2], base));
        at->point[side] = COLLIDE__D3_(add)(at->now[side][3], on[side]);
    }
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(on[0], on[1]), p->d);
    at->most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_nearest)(COLLIDE__W(collide__boxes_pair) * s,
                                   COLLIDE__W(collide__boxes_look) * at, const COLLIDE__D3 *begins,
                                   COLLIDE__W(collide__hulls_near) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM lanes = COLLIDE__MASK_D(at->lanes);
    COLLIDE__W(collide__search_pair) p;
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__search_core) *const core = &p.core[i];
        const bool convex = i || at->hulls->both;
        core->kind = convex ? COLLIDE__CORE_VERTICES : COLLIDE__CORE_BOX;
        core->bodies = at->hulls->body[i];
        core->disk = s->body[i].half[0];
        for (int k = 0; k < 3; ++k)
            core->g[k] =
                convex ? at->now[i][k] : COLLIDE__D3_(scale)(s->body[i].half[k], at->now[i][k]);
        core->g[3] = COLLIDE__D3_(splat)(0.0);
    }
    p.d = at->between;
    p.slack = at->slack;
    p.tolerance = COLLIDE__MUL_D(COLLIDE__SPLAT_D(0.5), at->slack);
    p.enough = COLLIDE__SPLAT_D(DBL_MAX);
    p.gap = COLLIDE__SPLAT_D(-DBL_MAX);
    p.inverse = zero;
    p.v = p.n = p.normal = *begins;
    for (int i = 0; i < 3; ++i)
        p.code[i] = at->hulls->code[i];
    p.next = COLLIDE__SPLAT_D(COLLIDE__CODE);
    p.live = p.good = lanes;
    COLLIDE__DM empty =
        COLLIDE__BUT_D(lanes, COLLIDE__W(collide__hulls_known)(at->hulls->known, lanes, &p));
    COLLIDE__DM inside = COLLIDE__BUT_D(lanes, lanes);
    for (int round = 0; round < COLLIDE__GJK_ROUNDS && COLLIDE__BITS_D(p.live); ++round) {
        COLLIDE__W(collide__hulls_direct)(&p);
        COLLIDE__W(collide__search_round_curved)(&p);
        if (!COLLIDE__BITS_D(p.live))
            break;
        // Without points, the new one counts twice.
        p.w[2] = COLLIDE__D3_(select)(empty, p.n, p.w[2]);
        const COLLIDE__DM before = p.good;
        COLLIDE__W(collide__search_reduce)(false, &p);
        const COLLIDE__DM ends = COLLIDE__BUT_D(before, p.good);
        if (COLLIDE__BITS_D(ends)) {
            const COLLIDE__D3 w[4] = {p.w[0], p.w[1], p.w[2], p.n};
            inside = COLLIDE__EITHER_D(
                inside, COLLIDE__BOTH_D(ends, COLLIDE__W(collide__hulls_deep)(w, at->slack)));
        }
        empty = COLLIDE__BUT_D(empty, empty);
    }
    const COLLIDE__DM three = COLLIDE__LT_D(p.part, zero);
    const COLLIDE__DM two = COLLIDE__LT_D(zero, COLLIDE__ABS_D(p.part));
    out->gap = p.gap;
    out->touch = COLLIDE__BUT_D(lanes, p.good);
    out->inside = inside;
    at->n = COLLIDE__D3_(scale)(p.inverse, p.normal);
    at->hulls->known = COLLIDE__SELECT_D(
        p.good,
        COLLIDE__SELECT_D(three, COLLIDE__SPLAT_D(3.0),
                          COLLIDE__SELECT_D(two, COLLIDE__SPLAT_D(2.0), COLLIDE__SPLAT_D(1.0))),
        zero);
    for (int i = 0; i < 3; ++i)
        at->hulls->code[i] = p.code[i];
    COLLIDE__W(collide__hulls_lie)(&p, two, three, at);
}
#endif // COLLIDE__WIDTH

// ---- the kernels of motion -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
COLLIDE__KERNEL_TABLE_LANES(motion, COLLIDE__MOTION_KERNELS);
#endif // COLLIDE__WIDTH

// Leave no macro behind.
#undef COLLIDE__ABS
#undef COLLIDE__ABS_D
#undef COLLIDE__ADD
#undef COLLIDE__ADD_BITS
#undef COLLIDE__ADD_D
#undef COLLIDE__ADD_DOWN
#undef COLLIDE__ADD_S
#undef COLLIDE__ADD_UP
#undef COLLIDE__ALL
#undef COLLIDE__AND
#undef COLLIDE__AND_GE
#undef COLLIDE__AND_LE
#undef COLLIDE__AS_V
#undef COLLIDE__BITS
#undef COLLIDE__BITS_D
#undef COLLIDE__BITWISE
#undef COLLIDE__BITWISE_D
#undef COLLIDE__BOTH_D
#undef COLLIDE__BUT_D
#undef COLLIDE__BYTES_S
#undef COLLIDE__CODE
#undef COLLIDE__CODE_BITS
#undef COLLIDE__CODE_MASK
#undef COLLIDE__COMPACTS
#undef COLLIDE__D
#undef COLLIDE__D3
#undef COLLIDE__D3_
#undef COLLIDE__DIV
#undef COLLIDE__DIV_D
#undef COLLIDE__DM
#undef COLLIDE__DOT
#undef COLLIDE__DOT_D
#undef COLLIDE__DOUBLES
#undef COLLIDE__EACH
#undef COLLIDE__EITHER_D
#undef COLLIDE__EQ
#undef COLLIDE__EQ_D
#undef COLLIDE__EXPAND
#undef COLLIDE__F2
#undef COLLIDE__F4
#undef COLLIDE__F4_
#undef COLLIDE__F4_ADD
#undef COLLIDE__F4_DIV
#undef COLLIDE__F4_MUL
#undef COLLIDE__F4_OPERATE
#undef COLLIDE__F4_SUB
#undef COLLIDE__GE
#undef COLLIDE__HIGH_S
#undef COLLIDE__INDEX
#undef COLLIDE__INDEX_OF
#undef COLLIDE__LANE_BYTES
#undef COLLIDE__LANE_FORCE_INLINE
#undef COLLIDE__LANE_INLINE
#undef COLLIDE__LE
#undef COLLIDE__LE_D
#undef COLLIDE__LOAD_D
#undef COLLIDE__FLOOR_D
#undef COLLIDE__DEAL
#undef COLLIDE__DEALING
#undef COLLIDE__DEALING_OF
#undef COLLIDE__LOAD_FOUR
#undef COLLIDE__LOAD_FOURS
#undef COLLIDE__LOAD_FOURS_8
#undef COLLIDE__LOAD_PART
#undef COLLIDE__LOAD_ROW
#undef COLLIDE__LOAD_S
#undef COLLIDE__LOAD_TWO
#undef COLLIDE__LOAD_U
#undef COLLIDE__LOAD_V
#undef COLLIDE__LOAD_WIDE
#undef COLLIDE__LT
#undef COLLIDE__LT_D
#undef COLLIDE__M
#undef COLLIDE__MASK
#undef COLLIDE__MASK_ALL_D
#undef COLLIDE__MASK_D
#undef COLLIDE__MASK_REGISTER
#undef COLLIDE__MAX
#undef COLLIDE__MAX_D
#undef COLLIDE__MAX_S
#undef COLLIDE__MIN
#undef COLLIDE__MIN_D
#undef COLLIDE__MM
#undef COLLIDE__MUL
#undef COLLIDE__MUL_D
#undef COLLIDE__MUL_UP
#undef COLLIDE__NARROW
#undef COLLIDE__NARROW_DOWN
#undef COLLIDE__NARROW_UP
#undef COLLIDE__NARROW_UP_ONE
#undef COLLIDE__NEG
#undef COLLIDE__NEGATIVE
#undef COLLIDE__NEG_D
#undef COLLIDE__NOT_D
#undef COLLIDE__OFFSET_BITS
#undef COLLIDE__OPERATE
#undef COLLIDE__OPERATE_D
#undef COLLIDE__ORDER_FOURS
#undef COLLIDE__OR_S
#undef COLLIDE__PICK
#undef COLLIDE__POPCOUNT
#undef COLLIDE__POSITIVE_S
#undef COLLIDE__POSITIVE_ZERO
#undef COLLIDE__S
#undef COLLIDE__SELECT
#undef COLLIDE__SELECT_D
#undef COLLIDE__SHUFFLE
#undef COLLIDE__SIGN
#undef COLLIDE__SPLAT
#undef COLLIDE__SPLAT_D
#undef COLLIDE__SPLAT_FOURS
#undef COLLIDE__SPLAT_H
#undef COLLIDE__SPLAT_S
#undef COLLIDE__SPLAT_TWO
#undef COLLIDE__SQRT
#undef COLLIDE__SQRT_D
#undef COLLIDE__STEPS
#undef COLLIDE__STORE_D
#undef COLLIDE__STORE_HALF
#undef COLLIDE__STORE_HALVES
#undef COLLIDE__STORE_HIGH_S
#undef COLLIDE__STORE_INDEX
#undef COLLIDE__STORE_PART
#undef COLLIDE__STORE_U
#undef COLLIDE__STORE_V
#undef COLLIDE__SUB
#undef COLLIDE__SUB_B
#undef COLLIDE__SUB_BITS
#undef COLLIDE__SUB_D
#undef COLLIDE__SUB_S
#undef COLLIDE__TARGET
#undef COLLIDE__TRUNCATE
#undef COLLIDE__V
#undef COLLIDE__VECTOR_REGISTER
#undef COLLIDE__W
#undef COLLIDE__WHERE_D
#undef COLLIDE__WIDE_HIGH
#undef COLLIDE__WIDE_LOW
#undef COLLIDE__WIDE_LT
#undef COLLIDE__WIDTH
#undef COLLIDE__XOR
#undef COLLIDE__XOR_D
#undef COLLIDE__ZEROS_B
#undef COLLIDE__ZERO_B
#undef COLLIDE__ZERO_S
