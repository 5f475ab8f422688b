#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/ops.h"

// ---- rays ------------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_RAY)

// Whether the ray enters before it leaves, with a margin for the rounding of times, which below
// FLT_MIN is absolute.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__ray_in_time)(COLLIDE__V enter,
                                                                     COLLIDE__V leave) {
    return COLLIDE__BITS(
        COLLIDE__LE(COLLIDE__MUL(enter, COLLIDE__SPLAT(1 - COLLIDE__RAY_SLACK)),
                    COLLIDE__ADD(COLLIDE__MUL(leave, COLLIDE__SPLAT(1 + COLLIDE__RAY_SLACK)),
                                 COLLIDE__SPLAT(FLT_MIN))));
}

// Takes in the slab from first to last. A ray that does not move along the axis is outside if it
// would have to go forward to first, or back to last.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__ray_axis)(const collide__slab_job *job,
                                                              int axis, COLLIDE__V first,
                                                              COLLIDE__V last, COLLIDE__V *enter,
                                                              COLLIDE__V *leave) {
    const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[axis]);
    *enter = COLLIDE__MAX(COLLIDE__MUL(first, inverse), *enter);
    if (job->stays[axis])
        *enter = COLLIDE__MAX(COLLIDE__MUL(last, COLLIDE__SPLAT(-job->inverse[axis])), *enter);
    else
        *leave = COLLIDE__MIN(COLLIDE__MUL(last, inverse), *leave);
}

// Slabs of AABBs and k-DOPs. The pad of the origin covers the margin of the definitions. The errors
// of the difference, the inverse and the product are relative: 3 * 2^-24 of the time in all.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_slabs)(const collide__slab_job *job,
                                                               bool kdop, const float *rows) {
    const unsigned axis_rows = kdop ? 2 : 1, opposite = kdop ? 1 : 3;
    const float *first[3], *last[3];
    unsigned bits = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        first[axis] = rows + 16 * (axis_rows * axis + opposite * job->back[axis]);
        last[axis] = rows + 16 * (axis_rows * axis + opposite * (1 - job->back[axis]));
    }
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V enter = COLLIDE__SPLAT(0.0f), leave = COLLIDE__SPLAT(job->t_max);
#define COLLIDE__AXIS(axis)                                                                        \
    COLLIDE__W(collide__ray_axis)                                                                  \
    (job, axis,                                                                                    \
     COLLIDE__SUB(COLLIDE__LOAD_V(first[axis] + i), COLLIDE__SPLAT(job->enter_at[axis])),          \
     COLLIDE__SUB(COLLIDE__LOAD_V(last[axis] + i), COLLIDE__SPLAT(job->leave_at[axis])), &enter,   \
     &leave);
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
        bits |= COLLIDE__W(collide__ray_in_time)(enter, leave) << i;
    }
    return bits;
}

// Spheres. Let u = 2^-24, c = the center from the origin, d = the direction, and R = the radius
// with the margin of collide__cast_sphere. A sphere that is hit either has c^2 <= R^2, or c d > 0.
// In both cases d^2 (c^2 - R^2) <= (c d)^2. Rounding moves this by at most 21 u d^2 c^2, of which 4
// u is the rounding of d, and by 6 u d^2 r^2. R^2 is at most (1 + 2^-37) r^2 + 2^-37 c^2. So 32 u
// (r^2 + c^2) covers both. Where the inequality holds, |c| |d| <= 1.01 (|c d| + |d| r); so the
// error of c d is at most 5 u (|c d| + |d| r), and so is the error of the time of entry times d^2,
// which is at least c d - |d| r.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_spheres)(const collide__slab_job *job,
                                                                 const float *rows) {
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, rows += COLLIDE__WIDTH) {
        const COLLIDE__V slack = COLLIDE__SPLAT(COLLIDE__RAY_SLACK);
        const COLLIDE__V least = COLLIDE__SPLAT(FLT_MIN); // more than products lose that underflow
        const COLLIDE__V x =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 0), COLLIDE__SPLAT(job->origin[0]));
        const COLLIDE__V y =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 1), COLLIDE__SPLAT(job->origin[1]));
        const COLLIDE__V z =
            COLLIDE__SUB(COLLIDE__LOAD_ROW(rows, 2), COLLIDE__SPLAT(job->origin[2]));
        const COLLIDE__V radius = COLLIDE__LOAD_ROW(rows, 3);
        const COLLIDE__V way =
            COLLIDE__DOT(x, y, z, COLLIDE__SPLAT(job->along[0]), COLLIDE__SPLAT(job->along[1]),
                         COLLIDE__SPLAT(job->along[2]));
        const COLLIDE__V apart = COLLIDE__DOT(x, y, z, x, y, z);
        const COLLIDE__V inside = COLLIDE__MUL(radius, radius);
        const COLLIDE__V grown = COLLIDE__ADD(
            COLLIDE__ADD(inside, COLLIDE__MUL(COLLIDE__ADD(inside, apart), slack)), least);
        const COLLIDE__V reach = COLLIDE__MUL(radius, COLLIDE__SPLAT(job->length));
        const COLLIDE__M beside =
            COLLIDE__LT(COLLIDE__MUL(way, way),
                        COLLIDE__MUL(COLLIDE__SUB(apart, grown), COLLIDE__SPLAT(job->square)));
        const COLLIDE__M outside = COLLIDE__LT(grown, apart); // both are finite then
        const COLLIDE__M behind =
            COLLIDE__LT(COLLIDE__ADD(COLLIDE__ADD(way, least), COLLIDE__MUL(reach, slack)),
                        COLLIDE__SPLAT(0.0f));
        const COLLIDE__M beyond = COLLIDE__LT(
            COLLIDE__SPLAT(job->reach),
            COLLIDE__SUB(COLLIDE__SUB(way, COLLIDE__MUL(COLLIDE__ABS(way), slack)), reach));
        bits |= (COLLIDE__BITS(beside) |
                 (COLLIDE__BITS(outside) & (COLLIDE__BITS(behind) | COLLIDE__BITS(beyond))))
                << i;
    }
    return ~bits & 0xffffu;
}

// Slabs of boxes that hold the objects, relative to the ray's origin. They are larger than the
// objects by more than rounding and the margin of the definitions.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_boxes)(const collide__slab_job *job,
                                                               collide__ray_kind kind,
                                                               const float *rows) {
    unsigned bits = 0;
    if (!job->usual)
        return 0xffffu;
    if (kind == COLLIDE__RAY_KDOP || kind == COLLIDE__RAY_AABB)
        return COLLIDE__W(collide__ray_slabs)(job, kind == COLLIDE__RAY_KDOP, rows);
    if (kind == COLLIDE__RAY_SPHERE && job->scaled)
        return COLLIDE__W(collide__ray_spheres)(job, rows);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, rows += COLLIDE__WIDTH) {
        COLLIDE__V enter = COLLIDE__SPLAT(0.0f), leave = COLLIDE__SPLAT(job->t_max);
        COLLIDE__V lows[3], highs[3], size = COLLIDE__SPLAT(0.0f);
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V origin = COLLIDE__SPLAT(job->origin[axis]);
            COLLIDE__V low, high;
            if (kind == COLLIDE__RAY_TRIANGLE) {
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
            COLLIDE__W(collide__ray_axis)
            (job, axis, job->back[axis] ? high : low, job->back[axis] ? low : high, &enter, &leave);
        }
        const unsigned known = COLLIDE__BITS(COLLIDE__LE(size, COLLIDE__SPLAT(FLT_MAX)));
        bits |= (COLLIDE__W(collide__ray_in_time)(enter, leave) |
                 (~known & ((1u << COLLIDE__WIDTH) - 1)))
                << i;
    }
    return bits;
}

#ifndef COLLIDE_NO_TREE
// Eight children fill half a vector of sixteen.
#if COLLIDE__WIDTH == 16
#define COLLIDE__HALF __m256
#define COLLIDE__HALF_WIDTH 8
#define COLLIDE__HALF_SPLAT(a) _mm256_set1_ps(a)
#define COLLIDE__HALF_LOAD(p) _mm256_load_ps(p)
#define COLLIDE__HALF_STORE(p, a) _mm256_store_ps(p, a)
#define COLLIDE__HALF_ADD(a, b) _mm256_add_ps(a, b)
#define COLLIDE__HALF_MUL(a, b) _mm256_mul_ps(a, b)
#define COLLIDE__HALF_MAX(a, b) _mm256_max_ps(a, b)
#define COLLIDE__HALF_BITS_LE(a, b) ((unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)))
#else
#define COLLIDE__HALF COLLIDE__V
#define COLLIDE__HALF_WIDTH COLLIDE__WIDTH
#define COLLIDE__HALF_SPLAT(a) COLLIDE__SPLAT(a)
#define COLLIDE__HALF_LOAD(p) COLLIDE__LOAD_V(p)
#define COLLIDE__HALF_STORE(p, a) COLLIDE__STORE_V(p, a)
#define COLLIDE__HALF_ADD(a, b) COLLIDE__ADD(a, b)
#define COLLIDE__HALF_MUL(a, b) COLLIDE__MUL(a, b)
#define COLLIDE__HALF_MAX(a, b) COLLIDE__MAX(a, b)
#define COLLIDE__HALF_BITS_LE(a, b) COLLIDE__BITS(COLLIDE__LE(a, b))
#endif
static COLLIDE__TARGET unsigned COLLIDE__W(collide__ray_children)(const collide__line_job *job,
                                                                  const float *rows, float *times) {
    unsigned bits = 0;
    for (int i = 0; i < 8; i += COLLIDE__HALF_WIDTH) {
        COLLIDE__HALF enter = COLLIDE__HALF_SPLAT(0.0f);
        COLLIDE__HALF leave = COLLIDE__HALF_SPLAT(-job->t_max); // when it leaves, negated
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__HALF factor = COLLIDE__HALF_SPLAT(job->factor[axis]);
            const COLLIDE__HALF row =
                COLLIDE__HALF_ADD(COLLIDE__HALF_LOAD(rows + i + job->row[axis]),
                                  COLLIDE__HALF_SPLAT(job->near_shift[axis]));
            const COLLIDE__HALF back =
                COLLIDE__HALF_ADD(COLLIDE__HALF_LOAD(rows + i + (job->row[axis] ^ 8u)),
                                  COLLIDE__HALF_SPLAT(job->far_shift[axis]));
            enter = COLLIDE__HALF_MAX(COLLIDE__HALF_MUL(row, factor), enter);
            leave = COLLIDE__HALF_MAX(COLLIDE__HALF_MUL(back, factor), leave);
        }
        COLLIDE__HALF_STORE(times + i, enter);
        // The sum is exact or has its sign.
        bits |= COLLIDE__HALF_BITS_LE(COLLIDE__HALF_ADD(enter, leave), COLLIDE__HALF_SPLAT(0.0f))
                << i;
    }
    return bits;
}
#undef COLLIDE__HALF
#undef COLLIDE__HALF_WIDTH
#undef COLLIDE__HALF_SPLAT
#undef COLLIDE__HALF_LOAD
#undef COLLIDE__HALF_STORE
#undef COLLIDE__HALF_ADD
#undef COLLIDE__HALF_MUL
#undef COLLIDE__HALF_MAX
#undef COLLIDE__HALF_BITS_LE

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
