#pragma once
#include "table.h"
#include "../base/ops.h"

// ---- spheres ---------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SPHERE)

// Lanes that rounding leaves undecided are unsure. The relative error of squares is at most
// 10 * 2^-24; below 2^-126 the last term of the margin covers the error.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__sphere_overlap)(const float *a, const float *b,
                                                                    unsigned *unsure) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__V vanish = COLLIDE__SPLAT(COLLIDE__SPHERE_VANISH);
    const COLLIDE__V more = COLLIDE__SPLAT(1 + COLLIDE__SPHERE_MARGIN);
    unsigned hits = 0, open = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
        const COLLIDE__V y = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
        const COLLIDE__V z = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
        const COLLIDE__V p = COLLIDE__LOAD_ROW(a, 3), q = COLLIDE__LOAD_ROW(b, 3);
        const COLLIDE__V sum = COLLIDE__ADD(p, q);
        const COLLIDE__V square = COLLIDE__DOT(x, y, z, x, y, z), reach = COLLIDE__MUL(sum, sum);
        const unsigned there = COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__GE(p, zero), q, zero));
        const unsigned hit =
            COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__MUL(square, more), vanish), reach));
        const unsigned miss =
            COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__MUL(reach, more), vanish), square));
        hits |= (hit & there) << i;
        open |= (there & ~hit & ~miss) << i;
    }
    *unsure = open;
    return hits;
}

// Tests the point of b's path nearest to a; an error along the path hardly changes the distance.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__sphere_sweep)(const float *a, const float *va,
                                                                  const float *b, const float *vb,
                                                                  float t_max) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), most = COLLIDE__SPLAT(FLT_MAX);
    const COLLIDE__V vanish = COLLIDE__SPLAT(COLLIDE__SPHERE_VANISH);
    const COLLIDE__V more = COLLIDE__SPLAT(1 + COLLIDE__SPHERE_MARGIN);
    const COLLIDE__V end = COLLIDE__SPLAT(t_max);
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, va += COLLIDE__WIDTH,
             b += COLLIDE__WIDTH, vb += COLLIDE__WIDTH) {
        COLLIDE__V p[3], v[3], q[3];
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, axis), COLLIDE__LOAD_ROW(a, axis));
            v[axis] = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, axis), COLLIDE__LOAD_ROW(va, axis));
        }
        const COLLIDE__V along = COLLIDE__DOT(p[0], p[1], p[2], v[0], v[1], v[2]);
        const COLLIDE__V speed = COLLIDE__DOT(v[0], v[1], v[2], v[0], v[1], v[2]);
        const COLLIDE__V moves =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(v[0]), COLLIDE__ABS(v[1])), COLLIDE__ABS(v[2]));
        const COLLIDE__V length =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(p[0]), COLLIDE__ABS(p[1])), COLLIDE__ABS(p[2]));
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(b, 3));
        const COLLIDE__V reach = COLLIDE__ADD(
            sum, COLLIDE__MUL(COLLIDE__ADD(length, sum), COLLIDE__SPLAT(COLLIDE__SPHERE_PATH)));
        // At rest the quotient is NaN, for which MAX gives 0.
        const COLLIDE__V t =
            COLLIDE__MIN(COLLIDE__MAX(COLLIDE__DIV(COLLIDE__SUB(zero, along), speed), zero), end);
        for (int axis = 0; axis < 3; ++axis)
            q[axis] = COLLIDE__ADD(p[axis], COLLIDE__MUL(v[axis], t));
        const COLLIDE__V square = COLLIDE__DOT(q[0], q[1], q[2], q[0], q[1], q[2]);
        const unsigned miss = COLLIDE__BITS(COLLIDE__LT(
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(reach, reach), more), vanish), square));
        const unsigned slow =
            COLLIDE__BITS(COLLIDE__AND(COLLIDE__LT(speed, vanish), COLLIDE__LT(zero, moves)));
        const unsigned known =
            COLLIDE__BITS(COLLIDE__AND_LE(COLLIDE__LE(speed, most), COLLIDE__ABS(along), most));
        bits |= (~(miss & known & ~slow) & ((1u << COLLIDE__WIDTH) - 1)) << i;
    }
    return bits;
}

COLLIDE__KERNEL_TABLE_LANES(sphere, COLLIDE__SPHERE_KERNELS);
#endif // COLLIDE_NO_SPHERE
