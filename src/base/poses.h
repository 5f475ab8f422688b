#pragma once
#include "vectors.h"

// ---- vocabulary ------------------------------------------------------------------------------

COLLIDE_API const char *collide_status_text(collide_status status) {
    static const char *const texts[COLLIDE_STATUS_COUNT] = {
#define COLLIDE__TEXT(id, text) text,
        COLLIDE_STATUSES(COLLIDE__TEXT)
#undef COLLIDE__TEXT
    };
    return (unsigned)status < COLLIDE_STATUS_COUNT ? texts[status] : "unknown status";
}

COLLIDE__INLINE bool collide__tiny(double x) {
    return x >= -4.76837158203125e-7 && x <= 4.76837158203125e-7; // 2^-21
}

// Whether all |a_i.a_j - delta_ij| are at most 2^-21; false if a number is not finite.
static bool collide__orthonormal(const collide_vec3 *axis) {
    const collide__dvec3 x = collide__dvec3_of(axis[0]), y = collide__dvec3_of(axis[1]);
    const collide__dvec3 z = collide__dvec3_of(axis[2]);
    return collide__tiny(collide__ddot(x, x) - 1) && collide__tiny(collide__ddot(y, y) - 1) &&
           collide__tiny(collide__ddot(z, z) - 1) && collide__tiny(collide__ddot(x, y)) &&
           collide__tiny(collide__ddot(x, z)) && collide__tiny(collide__ddot(y, z));
}

COLLIDE_API collide_status collide_obb_check(const collide_obb *box) {
    if (!box)
        return COLLIDE_ERROR_NULL;
    const bool orthonormal = collide__orthonormal(box->axis);
    if (!collide__finite3(box->center) || !collide__finite3(box->half))
        return COLLIDE_ERROR_NOT_FINITE;
    for (int i = 0; i < 3 && !orthonormal; ++i)
        if (!collide__finite3(box->axis[i]))
            return COLLIDE_ERROR_NOT_FINITE;
    if (box->half.x < 0 || box->half.y < 0 || box->half.z < 0)
        return COLLIDE_ERROR_EXTENT;
    return orthonormal ? COLLIDE_OK : COLLIDE_ERROR_AXES;
}

COLLIDE_API collide_obb collide_obb_orthonormalize(const collide_obb *box) {
    COLLIDE_ASSERT(box);
    const collide__dvec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide_obb r = *box;
    collide__dvec3 a = collide__dvec3_of(box->axis[0]);
    collide__dvec3 b = collide__dvec3_of(box->axis[1]);
    const collide__dvec3 side = collide__dvec3_of(box->axis[2]);
    if (!collide__dnormalize(&a))
        a = unit[0];
    // If b is nearly parallel to a, rounding leaves some of a after the first removal.
    bool usable = collide__dnormalize(&b);
    for (int i = 0; i < 2 && usable; ++i) {
        b = collide__dadd(b, -collide__ddot(a, b), a);
        usable = collide__ddot(b, b) > 1e-24 && collide__dnormalize(&b);
    }
    if (!usable) {
        const double x = a.x * a.x, y = a.y * a.y, z = a.z * a.z;
        b = collide__dcross(a, unit[x <= y && x <= z ? 0 : y <= z ? 1 : 2]);
        collide__dnormalize(&b);
    }
    const collide__dvec3 c = collide__dcross(a, b);
    const double sign = collide__ddot(c, side) < 0 ? -1 : 1;
    r.axis[0] = collide__dround(a);
    r.axis[1] = collide__dround(b);
    r.axis[2] = collide__vec3((float)(sign * c.x), (float)(sign * c.y), (float)(sign * c.z));
    return r;
}

// A centre and half extent that contain an interval.
COLLIDE__SHARED void collide__middle(float min, float max, float *center, float *half) {
    *center = collide__nan();
    *half = 0;
    if (min <= max && collide__finite(min) && collide__finite(max)) {
        *center = (float)(0.5 * ((double)min + (double)max));
        const float up = collide__add_up(max, -*center), down = collide__add_up(*center, -min);
        *half = up > down ? up : down;
    }
}

COLLIDE_API collide_pose collide_pose_identity(void) {
    collide_pose p;
    p.position = collide__vec3(0, 0, 0);
    p.axis[0] = collide__vec3(1, 0, 0);
    p.axis[1] = collide__vec3(0, 1, 0);
    p.axis[2] = collide__vec3(0, 0, 1);
    return p;
}

COLLIDE_API collide_pose collide_pose_from_quaternion(float x, float y, float z, float w,
                                                      collide_vec3 position) {
    const double i = (double)x, j = (double)y, k = (double)z, r = (double)w;
    const double square =
        (collide__dmul(i, i) + collide__dmul(j, j)) + (collide__dmul(k, k) + collide__dmul(r, r));
    collide_pose p = collide_pose_identity();
    p.position = position;
    if (!(square > 0 && square <= DBL_MAX))
        return p;
    const double s = 2 / square;
    const double ii = collide__dmul(i, i), jj = collide__dmul(j, j), kk = collide__dmul(k, k);
    const double ij = collide__dmul(i, j), ik = collide__dmul(i, k), jk = collide__dmul(j, k);
    const double ir = collide__dmul(i, r), jr = collide__dmul(j, r), kr = collide__dmul(k, r);
    p.axis[0] = collide__vec3((float)(1 - collide__dmul(s, jj + kk)), (float)(s * (ij + kr)),
                              (float)(s * (ik - jr)));
    p.axis[1] = collide__vec3((float)(s * (ij - kr)), (float)(1 - collide__dmul(s, ii + kk)),
                              (float)(s * (jk + ir)));
    p.axis[2] = collide__vec3((float)(s * (ik + jr)), (float)(s * (jk - ir)),
                              (float)(1 - collide__dmul(s, ii + jj)));
    return p;
}

COLLIDE_API collide_vec3 collide_pose_apply(const collide_pose *pose, collide_vec3 p) {
    COLLIDE_ASSERT(pose);
    const collide_vec3 *a = pose->axis, t = pose->position;
    collide_vec3 r;
    r.x =
        ((t.x + collide__mul(p.x, a[0].x)) + collide__mul(p.y, a[1].x)) + collide__mul(p.z, a[2].x);
    r.y =
        ((t.y + collide__mul(p.x, a[0].y)) + collide__mul(p.y, a[1].y)) + collide__mul(p.z, a[2].y);
    r.z =
        ((t.z + collide__mul(p.x, a[0].z)) + collide__mul(p.y, a[1].z)) + collide__mul(p.z, a[2].z);
    return r;
}

COLLIDE_API collide_status collide_pose_check(const collide_pose *pose) {
    if (!pose)
        return COLLIDE_ERROR_NULL;
    collide_obb box;
    box.center = pose->position;
    box.half = collide__vec3(0, 0, 0);
    for (int i = 0; i < 3; ++i)
        box.axis[i] = pose->axis[i];
    return collide_obb_check(&box);
}

COLLIDE_API collide_pose collide_pose_relative(const collide_pose *a, const collide_pose *b) {
    const collide_pose identity = collide_pose_identity();
    collide_pose r;
    a = a ? a : &identity;
    b = b ? b : &identity;
    const collide__dvec3 x = collide__dvec3_of(a->axis[0]), y = collide__dvec3_of(a->axis[1]);
    const collide__dvec3 z = collide__dvec3_of(a->axis[2]);
    const collide__dvec3 rows[3] = {collide__dcross(y, z), collide__dcross(z, x),
                                    collide__dcross(x, y)};
    double volume = collide__ddot(x, rows[0]);
    const double most =
        collide__dmul(collide__dmul(collide__ddot(x, x), collide__ddot(y, y)), collide__ddot(z, z));
    if (collide__dmul(volume, volume) <= collide__dmul(most, 1.2621774483536189e-29)) // 2^-96
        volume = 0;
    for (int i = 0; i < 4; ++i) {
        collide__dvec3 p = collide__dvec3_of(i < 3 ? b->axis[i] : b->position);
        if (i == 3) {
            p.x -= (double)a->position.x;
            p.y -= (double)a->position.y;
            p.z -= (double)a->position.z;
        }
        collide_vec3 *out = i < 3 ? &r.axis[i] : &r.position;
        out->x = (float)collide__ddiv(collide__ddot(rows[0], p), volume);
        out->y = (float)collide__ddiv(collide__ddot(rows[1], p), volume);
        out->z = (float)collide__ddiv(collide__ddot(rows[2], p), volume);
    }
    return r;
}

// A pose without -0, with axes that pass collide_pose_check if they nearly do.
static collide_pose collide__pose_clean(collide_pose pose, bool rigid) {
    collide_obb box;
    box.center = box.half = collide__vec3(0, 0, 0);
    memcpy(box.axis, pose.axis, sizeof box.axis);
    if (rigid)
        box = collide_obb_orthonormalize(&box);
    for (int i = 0; i < 3; ++i)
        pose.axis[i] = collide__dround_zero(collide__dvec3_of(box.axis[i]));
    pose.position = collide__dround_zero(collide__dvec3_of(pose.position));
    return pose;
}

COLLIDE_API collide_pose collide_pose_compose(const collide_pose *a, const collide_pose *b) {
    collide_pose r;
    if (!a || !b)
        return a ? *a : b ? *b : collide_pose_identity();
    for (int i = 0; i < 3; ++i)
        r.axis[i] = collide__dround(collide__dturn(a, collide__dvec3_of(b->axis[i])));
    r.position = collide__dround(collide__dadd(collide__dturn(a, collide__dvec3_of(b->position)), 1,
                                               collide__dvec3_of(a->position)));
    return collide__pose_clean(r, collide__orthonormal(a->axis) && collide__orthonormal(b->axis));
}

COLLIDE_API collide_pose collide_pose_inverse(const collide_pose *a) {
    return a ? collide__pose_clean(collide_pose_relative(a, NULL), collide__orthonormal(a->axis))
             : collide_pose_identity();
}
