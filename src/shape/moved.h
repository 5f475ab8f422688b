#pragma once
#include "../base/poses.h"
#include "single.h"

// ---- shapes under poses, and their bounds ----------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

static collide__dvec3 collide__pose_point(const collide_pose *pose, collide__dvec3 p) {
    return collide__dadd(collide__dvec3_of(pose->position), 1, collide__dturn(pose, p));
}

// n points in a row.
static void collide__pose_points(const collide_pose *pose, collide_vec3 *p, int n) {
    for (int i = 0; i < n; ++i)
        p[i] = collide__dround(collide__pose_point(pose, collide__dvec3_of(p[i])));
}

// A frame of origin and axes under a pose.
static collide_pose collide__pose_frame(const collide_pose *pose, collide__dvec3 origin,
                                        const collide_vec3 *axis) {
    collide_obb box;
    collide_pose r;
    box.center = collide__dround(collide__pose_point(pose, origin));
    box.half = collide__vec3(0, 0, 0);
    for (int i = 0; i < 3; ++i)
        box.axis[i] = collide__dround(collide__dturn(pose, collide__dvec3_of(axis[i])));
    box = collide_obb_orthonormalize(&box);
    r.position = box.center;
    memcpy(r.axis, box.axis, sizeof r.axis);
    return r;
}

// The box of collide_obb_from_aabb under the pose.
static collide_obb collide__pose_aabb(const collide_pose *pose, const collide_aabb *b) {
    const collide_pose still = collide_pose_identity();
    collide_vec3 middle;
    collide_obb r;
    collide__middle(b->min.x, b->max.x, &middle.x, &r.half.x);
    collide__middle(b->min.y, b->max.y, &middle.y, &r.half.y);
    collide__middle(b->min.z, b->max.z, &middle.z, &r.half.z);
    const collide_pose frame = collide__pose_frame(pose, collide__dvec3_of(middle), still.axis);
    r.center = frame.position;
    memcpy(r.axis, frame.axis, sizeof r.axis);
    return r;
}

COLLIDE_API collide_shape collide_shape_under_pose(const collide_shape *shape,
                                                   const collide_pose *pose) {
    collide_shape r;
    collide_pose frame;
    COLLIDE_ASSERT(shape && pose);
    r = *shape;
    switch (r.kind) {
    case COLLIDE_SHAPE_POINT:
    case COLLIDE_SHAPE_SPHERE: // begins with its centre
        collide__pose_points(pose, &r.of.point, 1);
        break;
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
        collide__pose_points(pose, &r.of.segment.a, 1);
        collide__pose_points(pose, &r.of.segment.b, 1);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        collide__pose_points(pose, r.of.triangle.v, 3);
        break;
    case COLLIDE_SHAPE_TETRAHEDRON:
        collide__pose_points(pose, r.of.tetrahedron.v, 4);
        break;
    case COLLIDE_SHAPE_AABB:
        r.kind = COLLIDE_SHAPE_OBB;
        r.of.obb = collide__pose_aabb(pose, &shape->of.aabb);
        break;
    case COLLIDE_SHAPE_OBB:
        frame = collide__pose_frame(pose, collide__dvec3_of(r.of.obb.center), r.of.obb.axis);
        r.of.obb.center = frame.position;
        memcpy(r.of.obb.axis, frame.axis, sizeof frame.axis);
        break;
    case COLLIDE_SHAPE_CYLINDER: {
        collide__dvec3 axis = collide__dturn(pose, collide__dvec3_of(r.of.cylinder.axis));
        collide__dnormalize(&axis);
        collide__pose_points(pose, &r.of.cylinder.center, 1);
        r.of.cylinder.axis = collide__dround(axis);
        break;
    }
    case COLLIDE_SHAPE_CONVEX:
        r.of.convex.pose = collide__pose_frame(pose, collide__dvec3_of(r.of.convex.pose.position),
                                               r.of.convex.pose.axis);
        break;
    case COLLIDE_SHAPE_PLANE: {
        const collide__dvec3 n = collide__dturn(pose, collide__dvec3_of(r.of.plane.normal));
        r.of.plane.normal = collide__dround(n);
        r.of.plane.distance = (float)((double)r.of.plane.distance +
                                      collide__ddot(collide__dvec3_of(r.of.plane.normal),
                                                    collide__dvec3_of(pose->position)));
        break;
    }
    default:
        break;
    }
    return r;
}

// Of n points with a radius.
static collide_aabb collide__aabb_of_points(const collide_vec3 *p, uint32_t n, float radius) {
    collide_aabb r;
    float lo[3], hi[3];
    for (uint32_t i = 0; i < 3; ++i) {
        lo[i] = hi[i] = collide__floats(p)[i];
        for (uint32_t k = 1; k < n; ++k) {
            lo[i] = collide__min2(collide__floats(p + k)[i], lo[i]);
            hi[i] = collide__max2(collide__floats(p + k)[i], hi[i]);
        }
        lo[i] = collide__add_down(lo[i], -radius);
        hi[i] = collide__add_up(hi[i], radius);
    }
    r.min = collide__vec3(lo[0], lo[1], lo[2]);
    r.max = collide__vec3(hi[0], hi[1], hi[2]);
    return r;
}

COLLIDE_API collide_aabb collide_aabb_from_shape(const collide_shape *shape) {
    const float all = collide__infinity();
    collide_aabb r = {{all, all, all}, {-all, -all, -all}};
    collide__core core;
    COLLIDE_ASSERT(shape);
    if (!collide__shape_usable(shape))
        return r;
    switch (shape->kind) {
    case COLLIDE_SHAPE_POINT:
        return collide__aabb_of_points(&shape->of.point, 1, 0);
    case COLLIDE_SHAPE_SEGMENT:
        return collide__aabb_of_points(&shape->of.segment.a, 2, 0);
    case COLLIDE_SHAPE_SPHERE:
        return collide__aabb_of_points(&shape->of.sphere.center, 1, shape->of.sphere.radius);
    case COLLIDE_SHAPE_CAPSULE:
        return collide__aabb_of_points(&shape->of.capsule.a, 2, shape->of.capsule.radius);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide__aabb_of_points(shape->of.triangle.v, 3, 0);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return collide__aabb_of_points(shape->of.tetrahedron.v, 4, 0);
    case COLLIDE_SHAPE_AABB:
        return shape->of.aabb;
    case COLLIDE_SHAPE_PLANE:
        r.min = collide__vec3(-all, -all, -all);
        r.max = collide__vec3(all, all, all);
        return r;
    default:
        break;
    }
    collide__core_of(&core, shape);
    const collide__dvec3 from = collide__dvec3_of(core.origin);
    const double slack = collide__dmul(collide__dsum_abs(from) + core.size, COLLIDE__CORE_SLACK);
    float lo[3], hi[3];
    for (uint32_t i = 0; i < 3; ++i) {
        const collide__dvec3 up = collide__coordinate_axis(i), down = collide__dneg(up);
        const double origin = collide__doubles(&from)[i];
        lo[i] = collide__float_down(origin - (collide__core_reach(&core, &down) + slack));
        hi[i] = collide__float_up(origin + (collide__core_reach(&core, &up) + slack));
    }
    r.min = collide__vec3(lo[0], lo[1], lo[2]);
    r.max = collide__vec3(hi[0], hi[1], hi[2]);
    return r;
}
#endif // COLLIDE_NO_SHAPE
