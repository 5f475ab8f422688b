#pragma once
#include "vocabulary.h"
#include "platform.h"

// ---- numbers rounded outward -----------------------------------------------------------------

// Hides where x comes from: clang under -ffast-math fuses a product with the sum that follows it,
// whatever the pragmas say, unless it cannot see the product.
#if defined(__clang__) && defined(__SSE2__)
#define COLLIDE__OPAQUE(x) __asm__("" : "+x"(x))
#elif defined(__clang__) && (defined(__aarch64__) || defined(__ARM_FP))
#define COLLIDE__OPAQUE(x) __asm__("" : "+w"(x))
#else
#define COLLIDE__OPAQUE(x) ((void)0)
#endif

COLLIDE__FORCE_INLINE float collide__min2(float a, float b) {
    return a < b ? a : b;
}

COLLIDE__FORCE_INLINE float collide__max2(float a, float b) {
    return a > b ? a : b;
}

// Products, rounded before anything is added to them.
COLLIDE__INLINE float collide__mul(float a, float b) {
    float p = a * b;
    COLLIDE__OPAQUE(p);
    return p;
}

COLLIDE__FORCE_INLINE double collide__dmul(double a, double b) {
    double p = a * b;
    COLLIDE__OPAQUE(p);
    return p;
}

// Quotients: clang -ffast-math turns several with the same divisor into products with its inverse,
// unless it cannot see that the divisor is the same. Hiding b together with a prevents that.
COLLIDE__FORCE_INLINE double collide__ddiv(double a, double b) {
#if defined(__clang__) && !defined(COLLIDE__FLOAT_CONTROL) && defined(__aarch64__)
    __asm__("" : "+w"(b) : "w"(a));
#elif defined(__clang__) && defined(__wasm__)
    __asm__("" : "+r"(b) : "r"(a));
#endif
    return a / b;
}

// a < b ? a : b and a > b ? a : b, without a branch: gcc chooses branches, which nothing predicts.
#if defined(__GNUC__) && !defined(__clang__) && (defined(__x86_64__) || defined(__i386__))
#ifdef __AVX__
#define COLLIDE__CHOOSE_OF(type) __asm__("v" type " %1, %0, %0" : "+x"(a) : "x"(b))
#else
#define COLLIDE__CHOOSE_OF(type) __asm__(type " %1, %0" : "+x"(a) : "x"(b))
#endif
#endif

COLLIDE__FORCE_INLINE double collide__dmin(double a, double b) {
#if defined(COLLIDE__CHOOSE_OF)
    COLLIDE__CHOOSE_OF("minsd");
    return a;
#else
    return a < b ? a : b;
#endif
}

COLLIDE__FORCE_INLINE double collide__dmax(double a, double b) {
#if defined(COLLIDE__CHOOSE_OF)
    COLLIDE__CHOOSE_OF("maxsd");
    return a;
#else
    return a > b ? a : b;
#endif
}
#undef COLLIDE__CHOOSE_OF

COLLIDE__INLINE float collide__float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

COLLIDE__INLINE float collide__infinity(void) {
    return collide__float_of(0x7f800000u);
}

// The same NaN on all machines, so that packs are the same byte for byte.
COLLIDE__INLINE float collide__nan(void) {
    return collide__float_of(0x7fc00000u);
}

COLLIDE__INLINE float collide__abs(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return collide__float_of(bits & 0x7fffffffu);
}

// Compares bits, since gcc -Ofast may compare NaN as if it were a number.
COLLIDE__INLINE bool collide__number(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1 <= 0xff000000u;
}

COLLIDE__INLINE bool collide__finite(float x) {
    return x >= -FLT_MAX && x <= FLT_MAX;
}

COLLIDE__INLINE bool collide__finite3(collide_vec3 p) {
    return collide__finite(p.x) && collide__finite(p.y) && collide__finite(p.z);
}

// The next float towards +infinity; x is not NaN and not +infinity.
COLLIDE__INLINE float collide__next_up(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = x > 0 ? bits + 1 : x < 0 ? bits - 1 : 1u;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

// Maps floats to unsigned integers in the same order, and back.
COLLIDE__INLINE uint32_t collide__order_of(float x) {
    uint32_t bits;
    x = x + 0.0f; // one zero
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

COLLIDE__INLINE float collide__ordered(uint32_t order) {
    return collide__float_of(order >> 31 ? order & 0x7fffffffu : ~order);
}

// An interval that contains a real number or a set of them. Sums are the tightest in float32.
typedef struct collide__interval {
    float lo, hi;
} collide__interval;

COLLIDE__INLINE collide__interval collide__interval_of(float lo, float hi) {
    collide__interval r;
    r.lo = lo;
    r.hi = hi;
    return r;
}

// The error of s = a + b if an intermediate result of TwoSum overflows (Dekker's Fast2Sum, larger
// operand first). NaN for infinite operands.
static float collide__sum_error(float a, float b, float s) {
    return collide__abs(a) < collide__abs(b) ? a - (s - b) : b - (s - a);
}

// The largest float <= a + b and the smallest float >= a + b. The error e of the rounded sum is
// exact (Knuth's TwoSum), so its sign decides. The steps to the next float have no branches, which
// would be mispredicted half the time; a sum that is not exact is not 0. The sign is taken from the
// bits, since gcc makes branches of comparisons. NaN, like 0, is no error.
COLLIDE__INLINE collide__interval collide__sum(float a, float b) {
    const float s = a + b, v = s - a;
    float e = (a - (s - v)) + (b - v);
    collide__interval r;
    uint32_t bits, error;
    if (e != e)
        e = collide__sum_error(a, b, s);
    memcpy(&bits, &s, sizeof bits);
    memcpy(&error, &e, sizeof error);
    const uint32_t step = 2 * (bits >> 31) - 1,
                   moves = 0u - (uint32_t)((error << 1) - 1 < 0xff000000u);
    const uint32_t below = 0u - (error >> 31);
    r.lo = collide__float_of(bits + (step & moves & below));
    r.hi = collide__float_of(bits - (step & moves & ~below));
    return r;
}

COLLIDE__INLINE float collide__add_down(float a, float b) {
    return collide__sum(a, b).lo;
}

COLLIDE__INLINE float collide__add_up(float a, float b) {
    return collide__sum(a, b).hi;
}

COLLIDE__INLINE collide__interval collide__interval_add(collide__interval a, collide__interval b) {
    if (a.lo == a.hi && b.lo == b.hi)
        return collide__sum(a.lo, b.lo);
    return collide__interval_of(collide__add_down(a.lo, b.lo), collide__add_up(a.hi, b.hi));
}

COLLIDE__INLINE collide__interval collide__interval_sub(collide__interval a, collide__interval b) {
    return collide__interval_add(a, collide__interval_of(-b.hi, -b.lo));
}

// The largest absolute value in the interval.
COLLIDE__INLINE float collide__interval_abs(collide__interval a) {
    return -a.lo > a.hi ? -a.lo : a.hi;
}

// The smallest float >= x. NaN stays NaN. The step has no branch, like those of collide__sum; if f
// is below x, it is not -0.
COLLIDE__INLINE float collide__float_up(double x) {
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return collide__float_of(bits + (uint32_t)((double)f < x) * (1 - 2 * (bits >> 31)));
}

COLLIDE__INLINE float collide__float_down(double x) {
    return -collide__float_up(-x);
}

// The product of two floats is exact in double. An extent of 0 is 0 in any direction, even in one
// whose length has overflowed.
COLLIDE__INLINE float collide__mul_up(float a, float b) {
    return a == 0 || b == 0 ? 0 : collide__float_up((double)a * (double)b);
}

// The smallest float >= a / b. A quotient of two floats that is not a float differs from any float
// q by more than the rounding error of double, since q * b - a is a multiple of the product of the
// last places of q and b.
COLLIDE__INLINE float collide__div_up(float a, float b) {
    return collide__float_up((double)a / (double)b);
}

COLLIDE__INLINE float collide__div_down(float a, float b) {
    return collide__float_down((double)a / (double)b);
}

// Uses the instruction: gcc's sqrt keeps a branch for errno and calls libm. With AVX its newer
// encoding: after gcc has copied a struct in a 512-bit register, each older one costs Intel's CPUs
// up to a hundred cycles.
#if defined(COLLIDE__GNU) && (defined(__x86_64__) || defined(__i386__))
#ifdef __AVX__
#define COLLIDE__SQRT_OF(type, r, x) __asm__("vsqrt" type " %1, %1, %0" : "=x"(r) : "x"(x))
#else
#define COLLIDE__SQRT_OF(type, r, x) __asm__("sqrt" type " %1, %0" : "=x"(r) : "x"(x))
#endif
#endif

COLLIDE__INLINE double collide__sqrt(double x) {
#if defined(COLLIDE__SQRT_OF)
    double r;
    COLLIDE__SQRT_OF("sd", r, x);
    return r;
#elif defined(COLLIDE__GNU) && defined(__aarch64__)
    double r;
    __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(x));
    return r;
#elif defined(COLLIDE__GNU) && defined(__ARM_FP) && (__ARM_FP & 8)
    double r;
    __asm__("vsqrt.f64 %P0, %P1" : "=w"(r) : "w"(x));
    return r;
#elif defined(COLLIDE__GNU)
    return __builtin_sqrt(x);
#else
    return sqrt(x);
#endif
}
