#pragma once
#include "numbers.h"
#include "kernels.h"

// ---- ops at width 1 --------------------------------------------------------------------------
// A kernel part that stands in both lists is compiled once more here, one float wide, as the scalar
// kernel. It may use the ops of base/ops.h that are defined below.
#define COLLIDE__WIDTH 1
#define COLLIDE__W(name) name##_scalar
#define COLLIDE__TARGET
#define COLLIDE__LANE_INLINE COLLIDE__INLINE
#define COLLIDE__LANE_FORCE_INLINE COLLIDE__FORCE_INLINE
#define COLLIDE__V float
#define COLLIDE__M bool
#define COLLIDE__ALL 1u

COLLIDE__FORCE_INLINE float collide__root(float x) {
#if defined(COLLIDE__SQRT_OF)
    float r;
    COLLIDE__SQRT_OF("ss", r, x);
    return r;
#else
    return (float)collide__sqrt((double)x); // has the same bits
#endif
}

// Heights of users may be at any address.
COLLIDE__FORCE_INLINE float collide__load_float(const void *p) {
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

COLLIDE__FORCE_INLINE float collide__xor_float(float a, float b) {
    uint32_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return collide__float_of(x ^ y);
}

#define COLLIDE__LOAD_V(p) (*(p))
#define COLLIDE__LOAD_U(p) collide__load_float(p)
#define COLLIDE__STORE_V(p, a) ((void)(*(p) = (a)))
#define COLLIDE__STORE_U(p, a) ((void)(*(p) = (a)))
#define COLLIDE__SPLAT(x) (x)
#define COLLIDE__ADD(a, b) ((a) + (b))
#define COLLIDE__SUB(a, b) ((a) - (b))
#define COLLIDE__MUL(a, b) collide__mul(a, b)
#define COLLIDE__DIV(a, b) ((a) / (b))
#define COLLIDE__SQRT(a) collide__root(a)
#define COLLIDE__MIN(a, b) collide__min2(a, b)
#define COLLIDE__MAX(a, b) collide__max2(a, b)
#define COLLIDE__ABS(a) collide__abs(a)
#define COLLIDE__NEG(a) (-(a))
#define COLLIDE__XOR(a, b) collide__xor_float(a, b)
#define COLLIDE__LT(a, b) ((a) < (b))
#define COLLIDE__LE(a, b) ((a) <= (b))
#define COLLIDE__GE(a, b) ((a) >= (b))
#define COLLIDE__AND_GE(m, a, b) ((m) && (a) >= (b))
#define COLLIDE__AND(m, n) ((m) && (n))
#define COLLIDE__SELECT(m, a, b) ((m) ? (a) : (b))
#define COLLIDE__BITS(m) ((m) ? 1u : 0u)
#define COLLIDE__DOT(ax, ay, az, bx, by, bz)                                                       \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(ax, bx), COLLIDE__MUL(ay, by)), COLLIDE__MUL(az, bz))
#define COLLIDE__SPLAT_FOURS(p, part) ((p)[(part) / 4])
#define COLLIDE__LOAD_FOUR(p) (*(p))

// Doubles, as in base/ops_double.h.
#define COLLIDE__DOUBLES 1
#define COLLIDE__D double
#define COLLIDE__DM bool
#define COLLIDE__SPLAT_D(x) (x)
#define COLLIDE__LOAD_WIDE(p) ((double)collide__load_float(p))
#define COLLIDE__ADD_D(a, b) ((a) + (b))
#define COLLIDE__SUB_D(a, b) ((a) - (b))
#define COLLIDE__MUL_D(a, b) collide__dmul(a, b)
#define COLLIDE__DIV_D(a, b) collide__ddiv(a, b)
#define COLLIDE__SQRT_D(a) collide__sqrt(a)
#define COLLIDE__FLOOR_D(a) ((double)(int32_t)(a))
#define COLLIDE__MIN_D(a, b) ((a) < (b) ? (a) : (b))
#define COLLIDE__MAX_D(a, b) ((a) > (b) ? (a) : (b))
#define COLLIDE__ABS_D(a) collide__dabs(a)
#define COLLIDE__NEG_D(a) (-(a))
#define COLLIDE__DOT_D(ax, ay, az, bx, by, bz)                                                     \
    COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__MUL_D(ax, bx), COLLIDE__MUL_D(ay, by)),                 \
                   COLLIDE__MUL_D(az, bz))
#define COLLIDE__LT_D(a, b) ((a) < (b))
#define COLLIDE__LE_D(a, b) ((a) <= (b))
#define COLLIDE__EQ_D(a, b) ((a) == (b))
#define COLLIDE__BOTH_D(m, n) ((m) && (n))
#define COLLIDE__EITHER_D(m, n) ((m) || (n))
#define COLLIDE__NOT_D(m) (!(m))
#define COLLIDE__BUT_D(m, n) ((m) && !(n))
#define COLLIDE__SELECT_D(m, a, b) ((m) ? (a) : (b))
#define COLLIDE__BITS_D(m) ((m) ? 1u : 0u)
