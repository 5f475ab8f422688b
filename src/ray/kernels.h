#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/ops.h"

// ---- rays ------------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_RAY)

// Slabs of boxes that hold the objects, relative to the ray's origin. They are larger than the
// objects by more than rounding and the margin of the definitions.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_boxes)(const collide__slab_job *job,
                                                               collide__ray_kind kind,
                                                               const float *rows) {
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, rows += COLLIDE__WIDTH) {
        COLLIDE__V enter = COLLIDE__SPLAT(0.0f), leave = COLLIDE__SPLAT(job->t_max);
        COLLIDE__V lows[3], highs[3], size = COLLIDE__SPLAT(0.0f);
        COLLIDE__M there = COLLIDE__LE(enter, enter);
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V origin = COLLIDE__SPLAT(job->origin[axis]);
            COLLIDE__V low, high;
            if (kind == COLLIDE__RAY_KDOP || kind == COLLIDE__RAY_AABB) {
                const int first = kind == COLLIDE__RAY_KDOP ? 2 * axis : axis;
                const int second = kind == COLLIDE__RAY_KDOP ? first + 1 : first + 3;
                low = COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, first), origin);
                high = COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, second), origin);
            } else if (kind == COLLIDE__RAY_TRIANGLE) {
                const COLLIDE__V p = COLLIDE__LOAD_ROW(rows, axis),
                                 q = COLLIDE__LOAD_ROW(rows, axis + 3);
                const COLLIDE__V r = COLLIDE__LOAD_ROW(rows, axis + 6);
                low = COLLIDE__SUB(COLLIDE__MIN(r, COLLIDE__MIN(p, q)), origin);
                high = COLLIDE__SUB(COLLIDE__MAX(r, COLLIDE__MAX(p, q)), origin);
            } else {
                const COLLIDE__V center = COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, axis), origin);
                COLLIDE__V half = COLLIDE__LOAD_ROW(rows, 3);
                if (kind == COLLIDE__RAY_OBB)
                    half =
                        COLLIDE__DOT(half, COLLIDE__LOAD_ROW(rows, 4), COLLIDE__LOAD_ROW(rows, 5),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 6 + axis)),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 9 + axis)),
                                     COLLIDE__ABS(COLLIDE__LOAD_ROW(rows, 12 + axis)));
                low = COLLIDE__SUB(center, half);
                high = COLLIDE__ADD(center, half);
            }
            size = COLLIDE__ADD(size, COLLIDE__ADD(COLLIDE__ABS(low), COLLIDE__ABS(high)));
            lows[axis] = low;
            highs[axis] = high;
        }
        size = COLLIDE__ADD(COLLIDE__MUL(size, COLLIDE__SPLAT(COLLIDE__RAY_SLACK)),
                            COLLIDE__SPLAT(job->pad));
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V low = COLLIDE__SUB(lows[axis], size);
            const COLLIDE__V high = COLLIDE__ADD(highs[axis], size);
            there = COLLIDE__AND_LE(there, low, high);
            if (job->moves[axis]) {
                const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[axis]);
                const COLLIDE__V p = COLLIDE__MUL(low, inverse), q = COLLIDE__MUL(high, inverse);
                enter = COLLIDE__MAX(COLLIDE__MIN(p, q), enter);
                leave = COLLIDE__MIN(COLLIDE__MAX(p, q), leave);
            } else {
                there = COLLIDE__AND_LE(there, low, COLLIDE__SPLAT(job->high[axis]));
                there = COLLIDE__AND_LE(there, COLLIDE__SPLAT(job->low[axis]), high);
            }
        }
        // A margin for the rounding of times, which below FLT_MIN is absolute.
        there = COLLIDE__AND_LE(
            there, COLLIDE__MUL(enter, COLLIDE__SPLAT(1 - COLLIDE__RAY_SLACK)),
            COLLIDE__ADD(COLLIDE__MUL(leave, COLLIDE__SPLAT(1 + COLLIDE__RAY_SLACK)),
                         COLLIDE__SPLAT(FLT_MIN)));
        const unsigned known = COLLIDE__BITS(COLLIDE__LE(size, COLLIDE__SPLAT(FLT_MAX)));
        bits |= (COLLIDE__BITS(there) | (~known & ((1u << COLLIDE__WIDTH) - 1))) << i;
    }
    return bits;
}

COLLIDE__KERNEL_TABLE_LANES(ray, COLLIDE__RAY_KERNELS);
#endif // COLLIDE_NO_RAY
