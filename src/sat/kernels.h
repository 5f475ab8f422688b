#pragma once
#include "obb_kernels.h"
#include "obb_single.h"

// ---- convex bodies, axes in lanes ------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

#define COLLIDE__DOT_L(p)                                                                          \
    COLLIDE__DOT(l[0], l[1], l[2], COLLIDE__SPLAT((p).x), COLLIDE__SPLAT((p).y),                   \
                 COLLIDE__SPLAT((p).z))

// The axes l from a row of directions in their frame, or their cross products with *cross.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_axes)(const float *row,
                                                                 const collide_vec3 *frame,
                                                                 const collide_vec3 *cross,
                                                                 COLLIDE__V *l) {
    const float(*axes)[3] = (const float(*)[3])(const void *)frame;
    const COLLIDE__V x = COLLIDE__LOAD_ROW(row, 0), y = COLLIDE__LOAD_ROW(row, 1),
                     z = COLLIDE__LOAD_ROW(row, 2);
#define COLLIDE__TURN(c)                                                                           \
    l[c] = COLLIDE__DOT(COLLIDE__SPLAT(axes[0][c]), COLLIDE__SPLAT(axes[1][c]),                    \
                        COLLIDE__SPLAT(axes[2][c]), x, y, z);
    COLLIDE__TURN(0)
    COLLIDE__TURN(1)
    COLLIDE__TURN(2)
#undef COLLIDE__TURN
    if (cross) {
        const COLLIDE__V cx = COLLIDE__SPLAT(cross->x), cy = COLLIDE__SPLAT(cross->y),
                         cz = COLLIDE__SPLAT(cross->z), lx = l[0], ly = l[1], lz = l[2];
        l[0] = COLLIDE__SUB(COLLIDE__MUL(cy, lz), COLLIDE__MUL(cz, ly));
        l[1] = COLLIDE__SUB(COLLIDE__MUL(cz, lx), COLLIDE__MUL(cx, lz));
        l[2] = COLLIDE__SUB(COLLIDE__MUL(cx, ly), COLLIDE__MUL(cy, lx));
        const COLLIDE__V along = COLLIDE__DOT(l[0], l[1], l[2], cx, cy, cz);
        l[0] = COLLIDE__SUB(l[0], COLLIDE__MUL(along, cx));
        l[1] = COLLIDE__SUB(l[1], COLLIDE__MUL(along, cy));
        l[2] = COLLIDE__SUB(l[2], COLLIDE__MUL(along, cz));
    }
}

// The interval of the vertices of one body on each axis, relative to its origin.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_project)(const collide__convex_job *job,
                                                                    int side, const COLLIDE__V *l,
                                                                    COLLIDE__V *min,
                                                                    COLLIDE__V *max) {
    const COLLIDE__V px = COLLIDE__DOT_L(job->frame[side][0]);
    const COLLIDE__V py = COLLIDE__DOT_L(job->frame[side][1]);
    const COLLIDE__V pz = COLLIDE__DOT_L(job->frame[side][2]);
    const float *v = job->vertices[side], *end = v + 3 * job->vertex_count[side];
    COLLIDE__V lo = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V hi = COLLIDE__SPLAT(-collide__infinity());
    for (; v < end; v += 3) {
        const COLLIDE__V d = COLLIDE__DOT(COLLIDE__SPLAT(v[0]), COLLIDE__SPLAT(v[1]),
                                          COLLIDE__SPLAT(v[2]), px, py, pz);
        lo = COLLIDE__MIN(d, lo);
        hi = COLLIDE__MAX(d, hi);
    }
    *min = lo;
    *max = hi;
}

// Updates the least depth of the job by the first n axes, from number first on.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_min_axis)(collide__convex_job *job,
                                                                     const COLLIDE__V *l,
                                                                     COLLIDE__V p, COLLIDE__V r,
                                                                     size_t n, uint32_t first) {
    COLLIDE__ALIGNED(float) lane[16];
    const COLLIDE__V depth = COLLIDE__SUB(r, COLLIDE__ABS(p));
    const COLLIDE__V square = COLLIDE__DOT(l[0], l[1], l[2], l[0], l[1], l[2]);
    const COLLIDE__V key = COLLIDE__DIV(COLLIDE__MUL(depth, depth), square);
    unsigned better = COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(COLLIDE__SPLAT(9.094947e-13f), square),
                                                 COLLIDE__LT(key, COLLIDE__SPLAT(job->least))));
    if (better)
        COLLIDE__STORE_V(lane, key);
    for (; better; better &= better - 1) {
        const unsigned k = collide__lowest_bit(better);
        if (k < n && lane[k] < job->least) {
            job->least = lane[k];
            job->least_axis = first + k;
        }
    }
}

// The times of contact on the first n axes, from number first on; false if the bodies miss.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__convex_times)(collide__convex_job *job,
                                                                  COLLIDE__V p, COLLIDE__V speed,
                                                                  COLLIDE__V r, size_t n,
                                                                  uint32_t first) {
    COLLIDE__W(collide__times) t;
    COLLIDE__ALIGNED(float) lane[2][16];
    t.enter = COLLIDE__SPLAT(job->times.enter);
    t.last = COLLIDE__SPLAT(job->times.last);
    COLLIDE__W(collide__axis_times)(false, &t, 0, p, COLLIDE__ADD(speed, speed), r);
    if (!(COLLIDE__BITS(COLLIDE__LT(t.enter, COLLIDE__SPLAT(job->times.enter))) |
          COLLIDE__BITS(COLLIDE__LT(t.last, COLLIDE__SPLAT(job->times.last)))))
        return true;
    COLLIDE__STORE_V(lane[0], t.enter);
    COLLIDE__STORE_V(lane[1], t.last);
    for (unsigned k = 0; k < COLLIDE__WIDTH && k < n; ++k) { // skips padding, maybe damaged
        if (lane[0][k] < job->times.enter) {
            job->times.enter = lane[0][k];
            job->times.axis = first + k;
        }
        job->times.last = lane[1][k] < job->times.last ? lane[1][k] : job->times.last;
    }
    return collide__times_overlap(&job->times);
}

// Lanes are axes, and each vertex is projected on all of them. With vertices as lanes, the minimum
// and maximum would need reductions across lanes.
static COLLIDE__TARGET bool COLLIDE__W(collide__sat_convex)(collide__convex_job *job,
                                                            const float *rows, size_t n,
                                                            const collide_vec3 *frame,
                                                            const collide_vec3 *cross,
                                                            uint32_t first, bool least) {
    for (size_t i = 0; i < n; i += COLLIDE__WIDTH) {
        COLLIDE__V l[3], min[2], max[2];
        COLLIDE__W(collide__convex_axes)(rows + i / 16 * 48 + i % 16, frame, cross, l);
        for (int side = 0; side < 2; ++side)
            COLLIDE__W(collide__convex_project)(job, side, l, min + side, max + side);
        const COLLIDE__V position = COLLIDE__DOT_L(job->d), speed = COLLIDE__DOT_L(job->v);
        const COLLIDE__V p =
            COLLIDE__ADD(COLLIDE__ADD(position, position),
                         COLLIDE__SUB(COLLIDE__ADD(min[1], max[1]), COLLIDE__ADD(min[0], max[0])));
        const COLLIDE__V size =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(l[0]), COLLIDE__ABS(l[1])), COLLIDE__ABS(l[2]));
        const COLLIDE__V r = COLLIDE__SELECT(
            COLLIDE__LT(size, COLLIDE__SPLAT(COLLIDE__PARALLEL)),
            COLLIDE__SPLAT(collide__infinity()),
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__SUB(max[1], min[1]), COLLIDE__SUB(max[0], min[0])),
                         COLLIDE__MUL(COLLIDE__SPLAT(job->slack), size)));
        if (least)
            COLLIDE__W(collide__convex_min_axis)(job, l, p, r, n - i, first + (uint32_t)i);
        else if (!COLLIDE__W(collide__convex_times)(job, p, speed, r, n - i, first + (uint32_t)i))
            return false;
    }
    return true;
}
#undef COLLIDE__DOT_L

COLLIDE__KERNEL_TABLE_LANES(sat, COLLIDE__SAT_KERNELS);
COLLIDE__KERNEL_TABLE_LANES(obb, COLLIDE__OBB_KERNELS);
#endif // COLLIDE_NO_SAT
