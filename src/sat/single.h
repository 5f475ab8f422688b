#pragma once
#include "../base/impact.h"
#include "../base/poses.h"
#include "obb_obb.h"
#include "obb_triangle.h"
#include "scalar.h"
#include "contacts.h"

// ---- single calls ----------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

static void collide__overlap_miss(collide_overlap *out) {
    if (out) {
        memset(out, 0, sizeof *out);
        out->axis = COLLIDE_AXIS_NONE;
    }
}

static collide__shapes collide__boxes(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                      collide_vec3 vb, float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->center, va, b->center, vb, t);
    s.box[0] = a;
    s.box[1] = b;
    s.scale += (double)collide__sum3(a->half) + (double)collide__sum3(b->half);
    return s;
}

static collide__shapes collide__box_and_triangle(const collide_obb *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->center, va, b->v[0], vb, t);
    s.box[0] = a;
    s.flat = b;
    s.scale += (double)collide__sum3(a->half);
    collide__shapes_triangle(&s, 1, b);
    return s;
}

COLLIDE_API collide_obb collide_obb_from_pose(const collide_pose *pose, collide_vec3 half) {
    collide_obb r;
    COLLIDE_ASSERT(pose);
    r.center = pose->position;
    r.half = half;
    memcpy(r.axis, pose->axis, sizeof r.axis);
    return r;
}

COLLIDE_API collide_obb collide_obb_from_aabb(const collide_aabb *box) {
    const collide_pose pose = collide_pose_identity();
    collide_obb r = collide_obb_from_pose(&pose, pose.position);
    COLLIDE_ASSERT(box);
    collide__middle(box->min.x, box->max.x, &r.center.x, &r.half.x);
    collide__middle(box->min.y, box->max.y, &r.center.y, &r.half.y);
    collide__middle(box->min.z, box->max.z, &r.center.z, &r.half.z);
    return r;
}

COLLIDE_API collide_obb collide_obb_from_cylinder(const collide_cylinder *cylinder) {
    COLLIDE_ASSERT(cylinder);
    static const collide__dvec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide_obb box;
    collide__dvec3 axis = collide__dvec3_of(cylinder->axis);
    const double slack = 1 + 9.5367431640625e-7; // 2^-20, for rounded axes
    const double length = collide__sqrt(collide__ddot(axis, axis));
    const bool good = collide__dnormalize(&axis);
    const double x = collide__dabs(axis.x), y = collide__dabs(axis.y), z = collide__dabs(axis.z);
    collide__dvec3 side = collide__dcross(axis, unit[x <= y && x <= z ? 0 : y <= z ? 1 : 2]);
    collide__dnormalize(&side);
    box.center = cylinder->center;
    box.axis[0] = collide__dround(side);
    box.axis[1] = collide__dround(collide__dcross(axis, side));
    box.axis[2] = collide__dround(axis);
    const double height = collide__dmul(0.5 * (double)cylinder->height, length);
    const double margin = collide__dmul(height + (double)cylinder->radius, slack - 1);
    const float half = collide__float_up((double)cylinder->radius + margin);
    box.half = collide__vec3(half, half, collide__float_up(height + margin));
    if (!good || !collide__finite3(cylinder->axis) || !collide__finite3(box.half) ||
        !collide__finite3(box.center) || !(cylinder->radius >= 0 && cylinder->height >= 0))
        box.half.x = box.center.x = collide__nan();
    return box;
}

// The verdict and the times of one pair, from the definition.
#define COLLIDE__BOX_TIMES(what, name)                                                             \
    static bool collide__obb_##what##_rest##name(const collide_obb *a, const collide_##what *b) {  \
        collide__times times;                                                                      \
        float finite, t_first, t_last;                                                             \
        return collide__obb_##what##_times(a, b, collide__vec3(0, 0, 0), 0, &times, &finite) &&    \
               collide__times_finish(&times, finite, 0, &t_first, &t_last);                        \
    }                                                                                              \
    static bool collide__obb_##what##_moving##name(                                                \
        const collide_obb *a, collide_vec3 va, const collide_##what *b, collide_vec3 vb,           \
        float t_max, collide__times *times, float *t_first, float *t_last) {                       \
        float finite;                                                                              \
        return collide__obb_##what##_times_any(a, va, b, vb, t_max, times, &finite) &&             \
               collide__times_finish(times, finite, t_max, t_first, t_last);                       \
    }
COLLIDE__BOX_TIMES(obb, _defined)
COLLIDE__BOX_TIMES(triangle, )
#undef COLLIDE__BOX_TIMES

// The same of two OBBs, by a kernel if it decides.
static bool collide__obb_obb_rest(const collide_obb *a, const collide_obb *b) {
    const unsigned answer = collide__obb()->one_rest(a, b);
    return answer == COLLIDE__UNDECIDED ? collide__obb_obb_rest_defined(a, b)
                                        : answer == COLLIDE__HIT;
}

static bool collide__obb_obb_moving(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                    collide_vec3 vb, float t_max, collide__times *times,
                                    float *t_first, float *t_last) {
    const collide_vec3 v = collide__sub(vb, va);
    unsigned answer = COLLIDE__UNDECIDED;
    if (t_max <= COLLIDE__T_SOON || collide__usual(v, t_max))
        answer = collide__obb()->one(a, b, &v, t_max, times);
    if (answer == COLLIDE__UNDECIDED)
        return collide__obb_obb_moving_defined(a, va, b, vb, t_max, times, t_first, t_last);
    return answer == COLLIDE__HIT && collide__times_finish(times, 0, t_max, t_first, t_last);
}

// The queries of an OBB against another shape, from the functions of that pair.
#define COLLIDE__BOX_DEFINE(what, SHAPES)                                                          \
    COLLIDE_API bool collide_obb_##what(const collide_obb *a, const collide_##what *b,             \
                                        collide_overlap *out) {                                    \
        const collide_vec3 still = collide__vec3(0, 0, 0);                                         \
        COLLIDE_ASSERT(a &&b);                                                                     \
        collide__overlap_miss(out);                                                                \
        if (!collide__obb_##what##_rest(a, b))                                                     \
            return false;                                                                          \
        if (out) {                                                                                 \
            const collide__shapes s = SHAPES(a, still, b, still, 0);                               \
            collide__shapes_touch(&s, COLLIDE_AXIS_NONE, collide__obb_##what##_min_axis(a, b),     \
                                  out);                                                            \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API bool collide_obb_##what##_sweep(const collide_obb *a, collide_vec3 va,             \
                                                const collide_##what *b, collide_vec3 vb,          \
                                                float t_max, collide_impact *out) {                \
        collide__times times;                                                                      \
        float t_first = 0, t_last = 0;                                                             \
        COLLIDE_ASSERT(a &&b);                                                                     \
        if (!(t_max >= 0) ||                                                                       \
            !collide__obb_##what##_moving(a, va, b, vb, t_max, &times, &t_first, &t_last)) {       \
            collide__impact_miss(out);                                                             \
            return false;                                                                          \
        }                                                                                          \
        if (out) {                                                                                 \
            const bool overlapping = times.axis == COLLIDE_AXIS_NONE;                              \
            const collide__shapes s = SHAPES(a, va, b, vb, 0);                                     \
            out->t_first = t_first;                                                                \
            out->t_last = t_last;                                                                  \
            collide__impact_touch(&s, times.axis,                                                  \
                                  overlapping ? collide__obb_##what##_min_axis(a, b) : 0, out);    \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_obb_##what##_sweep_contacts(                                        \
        const collide_obb *a, collide_vec3 va, const collide_##what *b, collide_vec3 vb,           \
        const collide_impact *impact, const collide_contact_options *options,                      \
        collide_contact *contacts, size_t capacity) {                                              \
        COLLIDE_ASSERT(a &&b &&impact && (contacts || !capacity));                                 \
        collide__contact_options_check(options);                                                   \
        const float t = impact->t_first;                                                           \
        if (!collide__hits(impact))                                                                \
            return 0;                                                                              \
        const collide__shapes s = SHAPES(a, va, b, vb, t);                                         \
        return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts,         \
                                        capacity);                                                 \
    }
COLLIDE__BOX_DEFINE(obb, collide__boxes)
COLLIDE__BOX_DEFINE(triangle, collide__box_and_triangle)
#undef COLLIDE__BOX_DEFINE

COLLIDE__SHARED bool collide__obb_overlaps(const void *shape, const collide_triangle *t) {
    return collide_obb_triangle((const collide_obb *)shape, t, NULL);
}
#endif // COLLIDE_NO_SAT
