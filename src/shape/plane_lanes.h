#pragma once
#include "search_lanes.h"

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
