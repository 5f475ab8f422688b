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

#ifndef COLLIDE_NO_TREE
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_children)(const collide__line_job *job,
                                                                  const float *rows, float *times) {
    unsigned bits = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        COLLIDE__V time = COLLIDE__SPLAT_TWO(0.0f, -job->t_max, part);                             \
        for (int axis = 0; axis < 3; ++axis) {                                                     \
            const COLLIDE__V sum = COLLIDE__ADD(                                                   \
                COLLIDE__LOAD_TWO(rows, job->row[axis], part),                                     \
                COLLIDE__SPLAT_TWO(job->near_shift[axis], job->far_shift[axis], part));            \
            time = COLLIDE__MAX(COLLIDE__MUL(sum, COLLIDE__SPLAT(job->factor[axis])), time);       \
        }                                                                                          \
        COLLIDE__STORE_V(times + COLLIDE__WIDTH * (part), time);                                   \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    const COLLIDE__F4 sign = COLLIDE__F4_(set1_ps)(-0.0f);
    for (int i = 0; i < 8; i += 4) {
        const COLLIDE__F4 leave = COLLIDE__F4_(xor_ps)(COLLIDE__F4_(load_ps)(times + i + 8), sign);
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(
                    COLLIDE__F4_(cmple_ps)(COLLIDE__F4_(load_ps)(times + i), leave))
                << i;
    }
    return bits;
}

#if defined(COLLIDE__GNU)
#define COLLIDE__OPERATE4(op, name, a, b) COLLIDE__OPERATE(op, name, a, b)
#else
#define COLLIDE__OPERATE4(op, name, a, b) COLLIDE__F4_(name##_ps)(a, b)
#endif
#define COLLIDE__ADD4(a, b) COLLIDE__OPERATE4(+, add, a, b)
#define COLLIDE__SUB4(a, b) COLLIDE__OPERATE4(-, sub, a, b)
#define COLLIDE__MUL4(a, b) COLLIDE__W(collide__mul4)(a, b)
#define COLLIDE__SPLAT4(a) COLLIDE__F4_(set1_ps)(a)
#define COLLIDE__MIN4(a) COLLIDE__F4_(min_ps)((a)[0], COLLIDE__F4_(min_ps)((a)[1], (a)[2]))
#define COLLIDE__MAX4(a) COLLIDE__F4_(max_ps)((a)[0], COLLIDE__F4_(max_ps)((a)[1], (a)[2]))
#define COLLIDE__ABS4(a) COLLIDE__F4_(andnot_ps)(sign, a)
COLLIDE__LANE_FORCE_INLINE COLLIDE__F4 COLLIDE__W(collide__mul4)(COLLIDE__F4 a, COLLIDE__F4 b) {
    COLLIDE__F4 p = COLLIDE__OPERATE4(*, mul, a, b);
#if defined(__clang__) && defined(COLLIDE__VECTOR_REGISTER)
    __asm__("" : "+" COLLIDE__VECTOR_REGISTER(p)); // see COLLIDE__OPAQUE
#endif
    return p;
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_triangles)(const collide__line_job *job,
                                                                   const float *rows) {
    const COLLIDE__F4 sign = COLLIDE__SPLAT4(-0.0f);
    const COLLIDE__F4 toward = COLLIDE__F4_(and_ps)(sign, COLLIDE__SPLAT4(job->toward));
    const COLLIDE__F4 margin_x = COLLIDE__SPLAT4(job->margin[0]);
    const COLLIDE__F4 margin_y = COLLIDE__SPLAT4(job->margin[1]);
    COLLIDE__F4 x[3], y[3], z[3], edge[3], sum_x = margin_x, sum_y = margin_y;
    for (int v = 0; v < 3; ++v) {
        const float *p = rows + 4 * v;
        const COLLIDE__F4 along = COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[2]),
                                                COLLIDE__SPLAT4(job->origin[2]));
        x[v] = COLLIDE__SUB4(COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[0]),
                                           COLLIDE__SPLAT4(job->origin[0])),
                             COLLIDE__MUL4(COLLIDE__SPLAT4(job->slope[0]), along));
        y[v] =
            COLLIDE__SUB4(COLLIDE__MUL4(COLLIDE__SUB4(COLLIDE__F4_(load_ps)(p + 16 * job->axis[1]),
                                                      COLLIDE__SPLAT4(job->origin[1])),
                                        COLLIDE__SPLAT4(job->unit)),
                          COLLIDE__MUL4(COLLIDE__SPLAT4(job->slope[1]), along));
        z[v] = COLLIDE__F4_(xor_ps)(along, toward);
        sum_x = COLLIDE__ADD4(sum_x, COLLIDE__ABS4(x[v]));
        sum_y = COLLIDE__ADD4(sum_y, COLLIDE__ABS4(y[v]));
    }
    for (int v = 0; v < 3; ++v) {
        const int w = v < 2 ? v + 1 : 0;
        edge[v] = COLLIDE__SUB4(COLLIDE__MUL4(x[v], y[w]), COLLIDE__MUL4(x[w], y[v]));
    }
    const COLLIDE__F4 error =
        COLLIDE__ADD4(COLLIDE__MUL4(margin_x, sum_y), COLLIDE__MUL4(margin_y, sum_x));
    const COLLIDE__F4 beside = COLLIDE__F4_(and_ps)(
        COLLIDE__F4_(cmpgt_ps)(COLLIDE__MAX4(edge), error),
        COLLIDE__F4_(cmplt_ps)(COLLIDE__MIN4(edge), COLLIDE__F4_(xor_ps)(error, sign)));
    const COLLIDE__F4 ahead = COLLIDE__F4_(and_ps)(
        COLLIDE__F4_(cmpge_ps)(COLLIDE__MAX4(z), COLLIDE__SPLAT4(job->behind)),
        COLLIDE__F4_(cmple_ps)(COLLIDE__MIN4(z), COLLIDE__SPLAT4(job->beyond)));
    return (unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(andnot_ps)(beside, ahead));
}
#undef COLLIDE__OPERATE4
#undef COLLIDE__ADD4
#undef COLLIDE__SUB4
#undef COLLIDE__MUL4
#undef COLLIDE__SPLAT4
#undef COLLIDE__MIN4
#undef COLLIDE__MAX4
#undef COLLIDE__ABS4
#endif // COLLIDE_NO_TREE

COLLIDE__KERNEL_TABLE_LANES(ray, COLLIDE__RAY_KERNELS);
#endif // COLLIDE_NO_RAY
