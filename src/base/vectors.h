#pragma once
#include "numbers.h"

// ---- vectors in float and in double, every product rounded before it is added ----------------

COLLIDE__INLINE collide_vec3 collide__vec3(float x, float y, float z) {
    collide_vec3 r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

// From any address.
COLLIDE__INLINE float collide__read_float(const void *p) {
    float r;
    memcpy(&r, p, sizeof r);
    return r;
}

COLLIDE__INLINE collide_vec3 collide__read_vec3(const void *p) {
    collide_vec3 r;
    memcpy(&r, p, sizeof r);
    return r;
}

// All floats of an object as an array. (From a pointer to the x of a vector, compilers assume that
// y and z are not reached, and may drop writes to them.)
COLLIDE__INLINE const float *collide__floats(const void *object) {
    return (const float *)object;
}

COLLIDE__INLINE const double *collide__doubles(const void *object) {
    return (const double *)object;
}

// p with its coordinate on an axis replaced by x.
COLLIDE__INLINE collide_vec3 collide__moved_to(collide_vec3 p, int axis, float x) {
    return collide__vec3(axis == 0 ? x : p.x, axis == 1 ? x : p.y, axis == 2 ? x : p.z);
}

COLLIDE__INLINE float collide__dot(collide_vec3 a, collide_vec3 b) {
    return (collide__mul(a.x, b.x) + collide__mul(a.y, b.y)) + collide__mul(a.z, b.z);
}

COLLIDE__INLINE collide_vec3 collide__sub(collide_vec3 a, collide_vec3 b) {
    return collide__vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

COLLIDE__INLINE float collide__sum_abs(collide_vec3 a) {
    return (collide__abs(a.x) + collide__abs(a.y)) + collide__abs(a.z);
}

COLLIDE__INLINE float collide__sum3(collide_vec3 a) {
    return (a.x + a.y) + a.z;
}

COLLIDE__INLINE collide_vec3 collide__cross(collide_vec3 a, collide_vec3 b) {
    return collide__vec3(collide__mul(a.y, b.z) - collide__mul(a.z, b.y),
                         collide__mul(a.z, b.x) - collide__mul(a.x, b.z),
                         collide__mul(a.x, b.y) - collide__mul(a.y, b.x));
}

// axis[0] x + axis[1] y + axis[2] z
COLLIDE__INLINE collide_vec3 collide__turn(const collide_vec3 *axis, collide_vec3 p) {
    return collide__vec3((collide__mul(axis[0].x, p.x) + collide__mul(axis[1].x, p.y)) +
                             collide__mul(axis[2].x, p.z),
                         (collide__mul(axis[0].y, p.x) + collide__mul(axis[1].y, p.y)) +
                             collide__mul(axis[2].y, p.z),
                         (collide__mul(axis[0].z, p.x) + collide__mul(axis[1].z, p.y)) +
                             collide__mul(axis[2].z, p.z));
}

// Rounds, and turns -0 into 0, as clang -ffast-math may return either outside of x86. Tests bits,
// since clang may drop a comparison as well.
COLLIDE__SHARED float collide__round_zero(double x) {
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return collide__float_of(bits << 1 ? bits : 0);
}

typedef struct collide__dvec3 {
    double x, y, z;
} collide__dvec3;

COLLIDE__FORCE_INLINE collide__dvec3 collide__dvec3_of(collide_vec3 p) {
    collide__dvec3 r;
    r.x = (double)p.x;
    r.y = (double)p.y;
    r.z = (double)p.z;
    return r;
}

COLLIDE__INLINE collide_vec3 collide__dround(collide__dvec3 p) {
    return collide__vec3((float)p.x, (float)p.y, (float)p.z);
}

COLLIDE__FORCE_INLINE double collide__dabs(double x) {
#if defined(COLLIDE__GNU)
    return __builtin_fabs(x);
#else
    return fabs(x);
#endif
}

// -1 if x < 0, else 1, without a branch.
COLLIDE__FORCE_INLINE double collide__dsign(double x) {
    return (double)(1 - 2 * (int)(x < 0));
}

COLLIDE__FORCE_INLINE double collide__clamp(double x, double most) {
    return collide__dmin(collide__dmax(x, 0), most);
}

COLLIDE__FORCE_INLINE double collide__ddot(collide__dvec3 a, collide__dvec3 b) {
    return (collide__dmul(a.x, b.x) + collide__dmul(a.y, b.y)) + collide__dmul(a.z, b.z);
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__dcross(collide__dvec3 a, collide__dvec3 b) {
    collide__dvec3 r;
    r.x = collide__dmul(a.y, b.z) - collide__dmul(a.z, b.y);
    r.y = collide__dmul(a.z, b.x) - collide__dmul(a.x, b.z);
    r.z = collide__dmul(a.x, b.y) - collide__dmul(a.y, b.x);
    return r;
}

// a + s * b
COLLIDE__FORCE_INLINE collide__dvec3 collide__dadd(collide__dvec3 a, double s, collide__dvec3 b) {
    a.x += collide__dmul(s, b.x);
    a.y += collide__dmul(s, b.y);
    a.z += collide__dmul(s, b.z);
    return a;
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__dneg(collide__dvec3 a) {
    a.x = -a.x;
    a.y = -a.y;
    a.z = -a.z;
    return a;
}

COLLIDE__INLINE bool collide__same_point(collide_vec3 a, collide_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__dsub(collide_vec3 a, collide_vec3 b) {
    return collide__dadd(collide__dvec3_of(a), -1, collide__dvec3_of(b));
}

COLLIDE__FORCE_INLINE double collide__dsum_abs(collide__dvec3 a) {
    return collide__dabs(a.x) + collide__dabs(a.y) + collide__dabs(a.z);
}

COLLIDE__SHARED collide_vec3 collide__dround_zero(collide__dvec3 p) {
    return collide__vec3(collide__round_zero(p.x), collide__round_zero(p.y),
                         collide__round_zero(p.z));
}

// Scales *p to unit length; false if *p is zero or not finite. Squares of floats neither overflow
// nor underflow in double.
COLLIDE__INLINE bool collide__dnormalize(collide__dvec3 *p) {
    const double square = collide__ddot(*p, *p);
    if (!(square > 0 && square <= DBL_MAX))
        return false;
    const double length = collide__sqrt(square);
    p->x = collide__ddiv(p->x, length);
    p->y = collide__ddiv(p->y, length);
    p->z = collide__ddiv(p->z, length);
    return true;
}

COLLIDE__SHARED collide__dvec3 collide__coordinate_axis(uint32_t i) {
    collide__dvec3 r = {0, 0, 0};
    *(i == 0 ? &r.x : i == 1 ? &r.y : &r.z) = 1;
    return r;
}

COLLIDE__INLINE collide__dvec3 collide__dturn(const collide_pose *pose, collide__dvec3 p) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(collide__dadd(zero, p.x, collide__dvec3_of(pose->axis[0])),
                                       p.y, collide__dvec3_of(pose->axis[1])),
                         p.z, collide__dvec3_of(pose->axis[2]));
}
