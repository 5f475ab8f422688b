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

// As collide__distance_plane, and collide__distance_swap if the plane is the first shape.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__plane_lanes)(uint32_t kind, const float *shapes, const float *planes,
                                 bool swapped, bool whole, unsigned lanes, float *rows) {
    COLLIDE__W(collide__search_core) core;
    COLLIDE__D3 n;
    COLLIDE__D height, code = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__W(collide__plane_lane)(planes, &n, &height),
                        COLLIDE__W(collide__search_core_of)(kind, shapes, lanes, &core));
    const COLLIDE__D3 from = core.origin;
    const COLLIDE__D3 at = COLLIDE__W(collide__search_support)(false, &core, 0, n, lanes, &code);
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
    if (whole) {
        float *const to_shape = rows + (swapped ? 80 : 32), *const to_plane =
                                                                rows + (swapped ? 32 : 80);
        const COLLIDE__V side = COLLIDE__SPLAT(swapped ? -0.0f : 0.0f);
        const COLLIDE__D3 p =
            COLLIDE__D3_(sub)(COLLIDE__D3_(add)(from, at), COLLIDE__D3_(scale)(core.radius, n));
        const COLLIDE__D3 q = COLLIDE__D3_(sub)(p, COLLIDE__D3_(scale)(gap, n));
        if (core.kind == COLLIDE__CORE_BOX) // the bits of the code stand for negated generators
            code = COLLIDE__SUB_D(COLLIDE__SPLAT_D(7.0), code);
        const COLLIDE__V features =
            COLLIDE__AS_V(COLLIDE__TRUNCATE(code, COLLIDE__SPLAT_D((double)COLLIDE_FEATURE_FACE)));
        COLLIDE__W(collide__lane_write_two)(to_shape, COLLIDE__NARROW(p.x, p.y), to_shape + 16);
        COLLIDE__W(collide__lane_write_two)(to_shape + 32, COLLIDE__NARROW(p.z, q.x), to_plane);
        COLLIDE__W(collide__lane_write_two)
        (to_plane + 16, COLLIDE__NARROW(q.y, q.z), to_plane + 32);
        COLLIDE__W(collide__lane_write_two)
        (rows + 128, COLLIDE__XOR(COLLIDE__NARROW(n.x, n.y), side), rows + 144);
        COLLIDE__W(collide__lane_write_two)
        (rows + 160, COLLIDE__XOR(COLLIDE__NARROW(n.z, n.z), side), rows + 160);
        COLLIDE__STORE_HALVES(rows + (swapped ? 192 : 176), features, rows + (swapped ? 176 : 192),
                              features);
    }
    return COLLIDE__BITS_D(good);
}

// As collide__shape_distance; leaves out all lanes unless one shape is a plane and the other is a
// box or has at most four points. Verdicts of cylinders belong to single calls.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__plane_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    const bool swapped = job->kind_a == COLLIDE_SHAPE_PLANE;
    const uint32_t kind = swapped ? job->kind_b : job->kind_a;
    const float *shapes = swapped ? job->b : job->a, *planes = swapped ? job->a : job->b;
    unsigned done = 0;
    if ((!swapped && job->kind_b != COLLIDE_SHAPE_PLANE) || kind == COLLIDE_SHAPE_CYLINDER ||
        kind == COLLIDE_SHAPE_CONVEX || kind == COLLIDE_SHAPE_PLANE)
        return 0;
    for (unsigned i = 0; i < 16; i += COLLIDE__DOUBLES)
        if (lanes >> i & ((1u << COLLIDE__DOUBLES) - 1))
            done |= COLLIDE__W(collide__plane_lanes)(kind, shapes + i, planes + i, swapped,
                                                     job->whole, lanes >> i, rows + i)
                    << i;
    return done & lanes;
}
#endif // COLLIDE__WIDTH
