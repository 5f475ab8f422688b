// Exact arithmetic for the tests, on GMP. A number of degree d is an integer of units 2^-149d:
// every float is a whole number of the smallest denormal, so sums, differences and products are
// exact. Call oracle_init() once.
#ifndef ORACLE_H
#define ORACLE_H

#include "test.h"

#include <gmp.h>

#define ORACLE_UNIT 149

// The bound (a + sqrt(s)) / q of a shape in one direction, in units of degree 1; s >= 0, q > 0.
struct oracle_support {
    mpz_t a, s, q;
};

static mpz_t oracle_x, oracle_y, oracle_z;

static inline void oracle_init(void) {
    mpz_inits(oracle_x, oracle_y, oracle_z, NULL);
}

// Directions of kind 26 in the order of collide.h; oracle_row gives the place of row i among them.
static const int oracle_directions[13][3] = {
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},  {1, -1, 1}, {1, 1, -1}, {1, -1, -1},
    {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

static inline int oracle_row(int kind, int i) {
    return kind == 18 && i > 2 ? i + 4 : i;
}

// The number of coordinates in a direction: its length, squared.
static inline unsigned oracle_square(const int *n) {
    return (unsigned)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

static inline bool oracle_finite(float x) {
    return x >= -FLT_MAX && x <= FLT_MAX;
}

// x, finite, in degree 1.
static inline void oracle_set(mpz_t out, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t exponent = bits >> 23 & 255u, fraction = bits & 0x7fffffu;
    mpz_set_ui(out, exponent ? fraction | 0x800000u : fraction);
    if (exponent > 1)
        mpz_mul_2exp(out, out, exponent - 1);
    if (bits >> 31)
        mpz_neg(out, out);
}

// A degree more.
static inline void oracle_raise(mpz_t x, unsigned degrees) {
    mpz_mul_2exp(x, x, (mp_bitcnt_t)(ORACLE_UNIT * degrees));
}

// The largest float <= x of degree 1.
static inline float oracle_floor(const mpz_t x) {
    const size_t bits = mpz_sizeinbase(x, 2), cut = bits > 24 ? bits - 24 : 0;
    mpz_fdiv_q_2exp(oracle_z, x, cut);
    mpz_mul_2exp(oracle_z, oracle_z, cut);
    if (mpz_sizeinbase(oracle_z, 2) > 600)
        return mpz_sgn(x) > 0 ? FLT_MAX : -INFINITY;
    const double d = mpz_get_d(oracle_z) * 0x1p-149;
    return d > (double)FLT_MAX ? FLT_MAX : d < -(double)FLT_MAX ? -INFINITY : (float)d;
}

static inline float oracle_ceil(const mpz_t x) {
    mpz_neg(oracle_y, x);
    return -oracle_floor(oracle_y);
}

// n.p in degree 1.
static inline void oracle_dot(mpz_t out, const int *n, collide_vec3 p) {
    const float c[3] = {p.x, p.y, p.z};
    mpz_set_ui(out, 0);
    for (int i = 0; i < 3; ++i)
        if (n[i]) {
            oracle_set(oracle_x, n[i] > 0 ? c[i] : -c[i]);
            mpz_add(out, out, oracle_x);
        }
}

// The sum of the absolute coordinates of p that direction n has: what rounding errors scale with.
static inline double oracle_weight(const int *n, collide_vec3 p) {
    const float c[3] = {p.x, p.y, p.z};
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        if (n[i])
            sum += c[i] < 0 ? -(double)c[i] : (double)c[i];
    return sum;
}

// d * 2^e, without libm.
static inline double oracle_scale(double d, long e) {
    for (; e >= 60 && d < DBL_MAX && d > -DBL_MAX; e -= 60)
        d *= 0x1p60;
    for (; e <= -60 && d != 0; e += 60)
        d *= 0x1p-60;
    for (; e > 0 && e < 60; --e)
        d *= 2;
    for (; e < 0 && e > -60; ++e)
        d *= 0.5;
    return d;
}

// p / q * 2^shift to the last places of double.
static inline double oracle_ratio(const mpz_t p, const mpz_t q, long shift) {
    long e = 0, f = 0;
    const double a = mpz_get_d_2exp(&e, p), b = mpz_get_d_2exp(&f, q);
    return oracle_scale(a / b, e - f + shift);
}

// Whether bound >= (a + sqrt(s)) / q, by exact squares.
static inline bool oracle_holds(float bound, const struct oracle_support *u) {
    if (!oracle_finite(bound))
        return bound > 0;
    oracle_set(oracle_x, bound);
    mpz_mul(oracle_x, oracle_x, u->q);
    mpz_sub(oracle_x, oracle_x, u->a);
    if (mpz_sgn(oracle_x) < 0)
        return false;
    mpz_mul(oracle_x, oracle_x, oracle_x);
    return mpz_cmp(oracle_x, u->s) >= 0;
}

// How far a finite bound lies outside, as a number; the root is cut to an integer, so up to one
// denormal too much.
static inline double oracle_excess(float bound, const struct oracle_support *u) {
    oracle_set(oracle_x, bound);
    mpz_mul(oracle_x, oracle_x, u->q);
    mpz_sub(oracle_x, oracle_x, u->a);
    mpz_sqrt(oracle_y, u->s);
    mpz_sub(oracle_x, oracle_x, oracle_y);
    return oracle_ratio(oracle_x, u->q, -ORACLE_UNIT);
}

#endif // ORACLE_H
