// ================================================================================================
// >>sat_impl
// ================================================================================================
#ifndef COLLIDE_NO_SAT

#define COLLIDE__TRIANGLE_AXES 32
#define COLLIDE__CLIP_POINTS (2 * COLLIDE_CONVEX_CORNERS + 2)
#define COLLIDE__CONTACTS 160 // of one query, of any family: COLLIDE__CLIP_POINTS, COLLIDE__TOUCHES

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

COLLIDE__INLINE collide__dvec3 collide__dturn(const collide_pose *pose, collide__dvec3 p) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(collide__dadd(zero, p.x, collide__dvec3_of(pose->axis[0])),
                                       p.y, collide__dvec3_of(pose->axis[1])),
                         p.z, collide__dvec3_of(pose->axis[2]));
}

// Rounded, and -0 as 0: which of them it is under -ffast-math, clang decides off x86. By the bits,
// since it takes a comparison for granted too.
static float collide__round_zero(double x) {
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return collide__float_of(bits << 1 ? bits : 0);
}

static collide_vec3 collide__dround_zero(collide__dvec3 p) {
    return collide__vec3(collide__round_zero(p.x), collide__round_zero(p.y),
                         collide__round_zero(p.z));
}

