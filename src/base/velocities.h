#pragma once
#include "vectors.h"

// ---- relative velocities ---------------------------------------------------------------------
// Products of very small or very large velocities underflow or overflow, and hits would be lost. If
// the relative velocity is not usual, the sweep is computed with the velocity scaled by a power of
// two to near 1, and with times divided by it: only the exponents of all numbers differ.

#define COLLIDE__T_LIMIT 8.507059e37f           // 2^126: larger t_max count as this
#define COLLIDE__SLOWEST 3.552713678800501e-15f // 2^-48
#define COLLIDE__FASTEST 4.611686018427388e18f  // 2^62
#define COLLIDE__T_SOON 64.0f                   // until then COLLIDE__SLOWEST is no motion

// Whether |x| + |y| + |z| of a velocity lies within these limits; 0 does, NaN does not. Compares
// bits, which are in the order of the numbers.
COLLIDE__FORCE_INLINE bool collide__usual(collide_vec3 v, float t_max) {
    const float sum = collide__sum_abs(v);
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits <= 0x5e800000u && (t_max <= COLLIDE__T_SOON || bits >= 0x27800000u || bits == 0);
}

// A sweep near unit speed: the velocity of b relative to a, the end of time, and the factor from
// its times to the user's.
typedef struct collide__pace {
    collide_vec3 v;
    float t_max;
    double unit;
} collide__pace;

// A difference that overflows as a float is exact in double.
COLLIDE__INLINE double collide__pace_difference(float a, float b) {
    const float d = a - b;
    return collide__finite(d) ? (double)d : (double)a - (double)b;
}

// False if a velocity is not finite.
COLLIDE__SHARED bool collide__pace_of(collide_vec3 va, collide_vec3 vb, float t_max,
                                      collide__pace *out) {
    const double x = collide__pace_difference(vb.x, va.x);
    const double y = collide__pace_difference(vb.y, va.y);
    const double z = collide__pace_difference(vb.z, va.z);
    double most = collide__dabs(x) > collide__dabs(y) ? collide__dabs(x) : collide__dabs(y);
    uint64_t bits;
    if (!collide__finite3(va) || !collide__finite3(vb))
        return false;
    most = collide__dabs(z) > most ? collide__dabs(z) : most;
    out->v = collide__sub(vb, va);
    out->t_max = t_max;
    out->unit = 1;
    if (!(most > 0))
        return true;
    memcpy(&bits, &most, sizeof bits);
    bits = (2046 - (bits >> 52)) << 52; // the inverse of its power of two
    memcpy(&out->unit, &bits, sizeof bits);
    out->v = collide__vec3((float)collide__dmul(x, out->unit), (float)collide__dmul(y, out->unit),
                           (float)collide__dmul(z, out->unit));
    const double end = (double)collide__min2(t_max, COLLIDE__T_LIMIT) / out->unit;
    out->t_max = end < (double)COLLIDE__T_LIMIT ? (float)end : COLLIDE__T_LIMIT;
    return true;
}

// The pace of any sweep: scaled to near unit speed if the velocity is not usual.
COLLIDE__SHARED bool collide__pace_any(collide_vec3 va, collide_vec3 vb, float t_max,
                                       collide__pace *out) {
    out->v = collide__sub(vb, va);
    out->t_max = t_max;
    out->unit = 1;
    return collide__usual(out->v, t_max) || collide__pace_of(va, vb, t_max, out);
}

// Converts a time at this pace to a time of the user, at most t_max.
COLLIDE__INLINE float collide__pace_time(const collide__pace *pace, float t, float t_max) {
    const double time = collide__dmul((double)t, pace->unit);
    return time < (double)t_max ? (float)time : t_max;
}

// Converts the times of a hit. A first time above 0 does not become 0: the shapes begin apart.
COLLIDE__SHARED void collide__pace_times(const collide__pace *pace, float t_max, float *first,
                                         float *last) {
    if (pace->unit == 1)
        return;
    const float end = collide__min2(t_max, COLLIDE__T_LIMIT);
    const float ends = *last < pace->t_max ? collide__pace_time(pace, *last, end) : t_max;
    float begins = collide__pace_time(pace, *first, end);
    begins = begins < ends ? begins : ends; // as at a usual velocity
    if (*first > 0 && begins == 0)
        begins = collide__float_of(1);
    *first = begins;
    *last = ends > begins ? ends : begins;
}
