#pragma once
#include "table.h"
#include "weights.h"
#include "../base/ops.h"

// ---- cables ----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_CABLE)

#define COLLIDE__LANES(rows, i, part) COLLIDE__LOAD_V((rows) + 16 * (i) + (part))

// Of 16 segments whose boxes overlap: on each axis V0, V2, V3 relative to V1, divided by 4096, and
// the box times six; and by how much the box is grown, to reject and to be sure of a hit.
typedef struct COLLIDE__W(collide__cable_rest) {
    COLLIDE__ALIGNED(float) v[3][3][16];
    COLLIDE__ALIGNED(float) lo[3][16];
    COLLIDE__ALIGNED(float) hi[3][16];
    COLLIDE__ALIGNED(float) grown[2][16];
} COLLIDE__W(collide__cable_rest);

// collide__spline_boxed_on for the lanes from i on.
COLLIDE__LANE_INLINE COLLIDE__M COLLIDE__W(collide__cable_boxed)(COLLIDE__M mask, const float *a,
                                                                 int axis, int i, COLLIDE__V lo,
                                                                 COLLIDE__V hi) {
    const COLLIDE__V p = COLLIDE__LANES(a, axis, i), q = COLLIDE__LANES(a, 3 + axis, i);
    const COLLIDE__V r = COLLIDE__LANES(a, 6 + axis, i), s = COLLIDE__LANES(a, 9 + axis, i);
    const COLLIDE__V radius = COLLIDE__LANES(a, 12, i);
    const COLLIDE__V least = COLLIDE__MIN(COLLIDE__MIN(p, q), COLLIDE__MIN(r, s));
    const COLLIDE__V most = COLLIDE__MAX(COLLIDE__MAX(p, q), COLLIDE__MAX(r, s));
    mask = COLLIDE__AND_LE(mask, COLLIDE__SUB(least, hi), radius);
    return COLLIDE__AND_LE(mask, COLLIDE__SUB(lo, most), radius);
}

// Hulls of 16 parts of one segment. 2: some part begins within the box; 1: some hull overlaps it.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__cable_parts)(const COLLIDE__W(collide__cable_rest) * rest, unsigned lane) {
    unsigned may = 0xffffu, within = 0xffffu;
    for (int axis = 0; axis < 3; ++axis) {
        const COLLIDE__V p = COLLIDE__SPLAT(rest->v[axis][0][lane]);
        const COLLIDE__V q = COLLIDE__SPLAT(rest->v[axis][1][lane]);
        const COLLIDE__V r = COLLIDE__SPLAT(rest->v[axis][2][lane]);
        const COLLIDE__V lo = COLLIDE__SPLAT(rest->lo[axis][lane]);
        const COLLIDE__V hi = COLLIDE__SPLAT(rest->hi[axis][lane]);
        const COLLIDE__V loose = COLLIDE__SPLAT(rest->grown[0][lane]);
        const COLLIDE__V sure = COLLIDE__SPLAT(rest->grown[1][lane]);
        const COLLIDE__V low = COLLIDE__SUB(lo, loose), high = COLLIDE__ADD(hi, loose);
        const COLLIDE__V least = COLLIDE__SUB(lo, sure), most = COLLIDE__ADD(hi, sure);
        unsigned open = 0, in = 0;
#define COLLIDE__CORNER(c, i)                                                                      \
    COLLIDE__ADD(                                                                                  \
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][0], 0, i), p),          \
                     COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][1], 0, i), q)),         \
        COLLIDE__MUL(COLLIDE__LANES(collide__cable_weights[c][2], 0, i), r))
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            const COLLIDE__V b0 = COLLIDE__CORNER(0, i), b1 = COLLIDE__CORNER(1, i);
            const COLLIDE__V b2 = COLLIDE__CORNER(2, i), b3 = COLLIDE__CORNER(3, i);
            const COLLIDE__V below = COLLIDE__MIN(COLLIDE__MIN(b0, b1), COLLIDE__MIN(b2, b3));
            const COLLIDE__V above = COLLIDE__MAX(COLLIDE__MAX(b0, b1), COLLIDE__MAX(b2, b3));
            open |= COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__LE(below, high), above, low)) << i;
            in |= COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__LE(b0, most), b0, least)) << i;
        }
#undef COLLIDE__CORNER
        may &= open;
        within &= in;
        if (!may)
            return 0;
    }
    return within ? 2 : 1;
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__cable_scan)(const float *boxes, size_t step,
                                                              const float *b, size_t i, size_t n,
                                                              unsigned *lanes) {
    const COLLIDE__V x = COLLIDE__LOAD_V(b), y = COLLIDE__LOAD_V(b + 16);
    const COLLIDE__V z = COLLIDE__LOAD_V(b + 32), x_end = COLLIDE__LOAD_V(b + 48);
    const COLLIDE__V y_end = COLLIDE__LOAD_V(b + 64), z_end = COLLIDE__LOAD_V(b + 80);
    for (; i < n; ++i) {
        const float *rows = boxes + i * step;
        unsigned bits = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__M low = COLLIDE__AND_LE(                                                    \
            COLLIDE__AND_LE(COLLIDE__GE(x_end, COLLIDE__LANES(rows, 0, (part)*COLLIDE__WIDTH)), x, \
                            COLLIDE__LANES(rows, 3, (part)*COLLIDE__WIDTH)),                       \
            y, COLLIDE__LANES(rows, 4, (part)*COLLIDE__WIDTH));                                    \
        const COLLIDE__M high = COLLIDE__AND_GE(                                                   \
            COLLIDE__AND_GE(COLLIDE__GE(y_end, COLLIDE__LANES(rows, 1, (part)*COLLIDE__WIDTH)),    \
                            z_end, COLLIDE__LANES(rows, 2, (part)*COLLIDE__WIDTH)),                \
            COLLIDE__LANES(rows, 5, (part)*COLLIDE__WIDTH), z);                                    \
        bits |= COLLIDE__BITS(COLLIDE__AND(low, high)) << ((part)*COLLIDE__WIDTH);                 \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        if (bits) {
            *lanes = bits;
            return i;
        }
    }
    return n;
}

// The lanes that hit by their parts; adds undecided lanes to *unsure.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__cable_look)(const COLLIDE__W(collide__cable_rest) * rest, unsigned lanes,
                                unsigned *unsure) {
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        const unsigned parts = COLLIDE__W(collide__cable_parts)(rest, lane);
        hits |= (parts >> 1) << lane;
        *unsure |= (parts & 1) << lane;
    }
    return hits;
}

// The lanes with radius > 0 whose boxes overlap, as in collide__spline_boxed, unless this is known.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__cable_boxes)(const float *a, const float *b,
                                                                     int i, bool known) {
    COLLIDE__M boxed = COLLIDE__LT(COLLIDE__SPLAT(0.0f), COLLIDE__LANES(a, 12, i));
#define COLLIDE__BOXED(axis)                                                                       \
    boxed = COLLIDE__W(collide__cable_boxed)(boxed, a, axis, i, COLLIDE__LANES(b, axis, i),        \
                                             COLLIDE__LANES(b, 3 + (axis), i));
    if (!known) {
        COLLIDE__BOXED(0)
        COLLIDE__BOXED(1)
        COLLIDE__BOXED(2)
    }
#undef COLLIDE__BOXED
    return COLLIDE__BITS(boxed);
}

// Tests the boxes of control points as collide__spline_boxed does; then hulls of whole segments and
// their ends; then parts. A lane is a miss if it is outside of the box by more than the error bound
// of collide__slab_set_near and rounding together, at most 2^-15 of the hull, and a hit if it is
// inside by as much. Lanes with lengths for which this may not hold are unsure.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__cable_enter)(const float *a, const float *b,
                                                                 unsigned lanes, bool known_boxes,
                                                                 unsigned *unsure) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), six = COLLIDE__SPLAT(6.0f);
    const COLLIDE__V huge = COLLIDE__SPLAT(1e36f), tiny = COLLIDE__SPLAT(1e-30f);
    const COLLIDE__V part = COLLIDE__SPLAT(2.44140625e-4f); // 2^-12
    COLLIDE__W(collide__cable_rest) rest;
    unsigned hits = 0, open = 0, look = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const unsigned left = COLLIDE__W(collide__cable_boxes)(a, b, i, known_boxes) & lanes >> i;
        if (!left)
            continue;
        const COLLIDE__V reach = COLLIDE__MUL(COLLIDE__LANES(a, 12, i), six);
        COLLIDE__V size = zero;
#define COLLIDE__HULL(axis)                                                                        \
    const COLLIDE__V from##axis = COLLIDE__LANES(a, 3 + (axis), i);                                \
    const COLLIDE__V p##axis = COLLIDE__SUB(COLLIDE__LANES(a, axis, i), from##axis);               \
    const COLLIDE__V q##axis = COLLIDE__SUB(COLLIDE__LANES(a, 6 + (axis), i), from##axis);         \
    const COLLIDE__V r##axis = COLLIDE__SUB(COLLIDE__LANES(a, 9 + (axis), i), from##axis);         \
    const COLLIDE__V first##axis = COLLIDE__ADD(p##axis, q##axis);                                 \
    const COLLIDE__V second##axis = COLLIDE__ADD(q##axis, q##axis);                                \
    const COLLIDE__V third##axis = COLLIDE__ADD(second##axis, second##axis);                       \
    const COLLIDE__V last##axis = COLLIDE__ADD(third##axis, r##axis);                              \
    const COLLIDE__V least##axis = COLLIDE__MIN(COLLIDE__MIN(first##axis, second##axis),           \
                                                COLLIDE__MIN(third##axis, last##axis));            \
    const COLLIDE__V most##axis = COLLIDE__MAX(COLLIDE__MAX(first##axis, second##axis),            \
                                               COLLIDE__MAX(third##axis, last##axis));             \
    size = COLLIDE__MAX(COLLIDE__MAX(COLLIDE__SUB(zero, least##axis), most##axis), size);
        COLLIDE__HULL(0)
        COLLIDE__HULL(1)
        COLLIDE__HULL(2)
#undef COLLIDE__HULL
        const COLLIDE__V margin =
            COLLIDE__ADD(COLLIDE__MUL(size, COLLIDE__SPLAT(3.0517578125e-5f)),     // 2^-15
                         COLLIDE__MUL(reach, COLLIDE__SPLAT(3.814697265625e-6f))); // 2^-18
        const COLLIDE__V loose = COLLIDE__ADD(reach, margin), sure = COLLIDE__SUB(reach, margin);
        COLLIDE__M known = COLLIDE__AND_GE(COLLIDE__LE(reach, huge), size, tiny);
        COLLIDE__M may = COLLIDE__LE(size, huge), one = known, other = known;
#define COLLIDE__GROWN(axis)                                                                       \
    const COLLIDE__V low##axis =                                                                   \
        COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(b, axis, i), from##axis), six);                   \
    const COLLIDE__V high##axis =                                                                  \
        COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(b, 3 + (axis), i), from##axis), six);             \
    known = COLLIDE__AND_LE(known, COLLIDE__ABS(first##axis), huge);                               \
    known = COLLIDE__AND_LE(known, COLLIDE__ABS(last##axis), huge);                                \
    may = COLLIDE__AND_LE(may, least##axis, COLLIDE__ADD(high##axis, loose));                      \
    may = COLLIDE__AND_GE(may, most##axis, COLLIDE__SUB(low##axis, loose));                        \
    one = COLLIDE__AND_LE(one, first##axis, COLLIDE__ADD(high##axis, sure));                       \
    one = COLLIDE__AND_GE(one, first##axis, COLLIDE__SUB(low##axis, sure));                        \
    other = COLLIDE__AND_LE(other, last##axis, COLLIDE__ADD(high##axis, sure));                    \
    other = COLLIDE__AND_GE(other, last##axis, COLLIDE__SUB(low##axis, sure));
        COLLIDE__GROWN(0)
        COLLIDE__GROWN(1)
        COLLIDE__GROWN(2)
#undef COLLIDE__GROWN
        const unsigned clear = COLLIDE__BITS(known) & left;
        const unsigned hit = (COLLIDE__BITS(one) | COLLIDE__BITS(other)) & clear;
        const unsigned rough = COLLIDE__BITS(may) & clear & ~hit;
        hits |= hit << i;
        open |= (left & ~clear) << i;
        look |= rough << i;
        if (!rough)
            continue;
#define COLLIDE__KEEP(axis)                                                                        \
    COLLIDE__STORE_V(rest.v[axis][0] + i, COLLIDE__MUL(p##axis, part));                            \
    COLLIDE__STORE_V(rest.v[axis][1] + i, COLLIDE__MUL(q##axis, part));                            \
    COLLIDE__STORE_V(rest.v[axis][2] + i, COLLIDE__MUL(r##axis, part));                            \
    COLLIDE__STORE_V(rest.lo[axis] + i, low##axis);                                                \
    COLLIDE__STORE_V(rest.hi[axis] + i, high##axis);
        COLLIDE__KEEP(0)
        COLLIDE__KEEP(1)
        COLLIDE__KEEP(2)
#undef COLLIDE__KEEP
        COLLIDE__STORE_V(rest.grown[0] + i, loose);
        COLLIDE__STORE_V(rest.grown[1] + i, sure);
    }
    *unsure = open;
    return hits | COLLIDE__W(collide__cable_look)(&rest, look, unsure);
}

// The lanes whose projections on an axis are apart by more than slack, as in collide__near_along.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cable_apart)(const COLLIDE__V *b, const COLLIDE__V *t, COLLIDE__V slack) {
    const COLLIDE__V b_low = COLLIDE__MIN(COLLIDE__MIN(b[0], b[1]), COLLIDE__MIN(b[2], b[3]));
    const COLLIDE__V b_high = COLLIDE__MAX(COLLIDE__MAX(b[0], b[1]), COLLIDE__MAX(b[2], b[3]));
    const COLLIDE__V t_low = COLLIDE__MIN(COLLIDE__MIN(t[0], t[1]), t[2]);
    const COLLIDE__V t_high = COLLIDE__MAX(COLLIDE__MAX(t[0], t[1]), t[2]);
    return COLLIDE__BITS(COLLIDE__LT(slack, COLLIDE__SUB(b_low, t_high))) |
           COLLIDE__BITS(COLLIDE__LT(slack, COLLIDE__SUB(t_low, b_high)));
}

COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__hypot_up)(COLLIDE__V a, COLLIDE__V b) {
    const COLLIDE__V x = COLLIDE__ABS(a), y = COLLIDE__ABS(b);
    return COLLIDE__ADD(COLLIDE__MAX(x, y), COLLIDE__MUL(COLLIDE__SELECT(COLLIDE__LT(y, x), y, x),
                                                         COLLIDE__SPLAT(0.41422f)));
}

// Six times the Bezier points of a segment and the vertices of a triangle, relative to the second
// control point. Returns the largest absolute coordinate.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__cable_local)(const float *a,
                                                                       const float *v, int i,
                                                                       COLLIDE__V b[3][4],
                                                                       COLLIDE__V t[3][3]) {
    COLLIDE__V size = COLLIDE__SPLAT(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        const COLLIDE__V from = COLLIDE__LANES(a, 3 + axis, i);
        const COLLIDE__V q = COLLIDE__SUB(COLLIDE__LANES(a, 6 + axis, i), from);
        b[axis][0] = COLLIDE__ADD(COLLIDE__SUB(COLLIDE__LANES(a, axis, i), from), q);
        b[axis][1] = COLLIDE__ADD(q, q);
        b[axis][2] = COLLIDE__ADD(b[axis][1], b[axis][1]);
        b[axis][3] = COLLIDE__ADD(b[axis][2], COLLIDE__SUB(COLLIDE__LANES(a, 9 + axis, i), from));
        for (int k = 0; k < 3; ++k) {
            t[axis][k] = COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LANES(v, 3 * k + axis, i), from),
                                      COLLIDE__SPLAT(6.0f));
            size = COLLIDE__MAX(size, COLLIDE__ABS(t[axis][k]));
        }
        for (int k = 0; k < 4; ++k)
            size = COLLIDE__MAX(size, COLLIDE__ABS(b[axis][k]));
    }
    return size;
}

// collide__near_triangle for 16 lanes.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__cable_project)(const float *a, const float *v,
                                                                   unsigned lanes) {
    const COLLIDE__V six = COLLIDE__SPLAT(6.0f), margin = COLLIDE__SPLAT(COLLIDE__NEAR_MARGIN);
    const COLLIDE__V tiny = COLLIDE__SPLAT(COLLIDE__NEAR_TINY), zero = COLLIDE__SPLAT(0.0f);
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const unsigned asked = lanes >> i & ((1u << (COLLIDE__WIDTH - 1)) * 2 - 1);
        const COLLIDE__V radius = COLLIDE__MUL(COLLIDE__LANES(a, 12, i), six);
        COLLIDE__V b[3][4], t[3][3], e[3][3], along[4], other[3];
        COLLIDE__M boxed = COLLIDE__LT(zero, radius);
        if (!asked)
            continue;
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V p = COLLIDE__LANES(v, axis, i), q = COLLIDE__LANES(v, 3 + axis, i);
            const COLLIDE__V r = COLLIDE__LANES(v, 6 + axis, i);
            boxed = COLLIDE__W(collide__cable_boxed)(boxed, a, axis, i,
                                                     COLLIDE__MIN(COLLIDE__MIN(p, q), r),
                                                     COLLIDE__MAX(COLLIDE__MAX(p, q), r));
        }
        unsigned apart = ~(asked & COLLIDE__BITS(boxed));
        if (!(~apart & asked))
            continue;
        const COLLIDE__V size = COLLIDE__W(collide__cable_local)(a, v, i, b, t);
        const COLLIDE__V grown = COLLIDE__ADD(radius, COLLIDE__MUL(size, margin));
        const COLLIDE__V slack = COLLIDE__ADD(grown, tiny);
        for (int axis = 0; axis < 3; ++axis)
            apart |= COLLIDE__W(collide__cable_apart)(b[axis], t[axis], slack);
        if (!(~apart & asked))
            continue;
        for (int axis = 0; axis < 3; ++axis) {
            const COLLIDE__V p = COLLIDE__LANES(v, axis, i), q = COLLIDE__LANES(v, 3 + axis, i);
            const COLLIDE__V r = COLLIDE__LANES(v, 6 + axis, i);
            e[axis][0] = COLLIDE__SUB(q, p);
            e[axis][1] = COLLIDE__SUB(r, q);
            e[axis][2] = COLLIDE__SUB(p, r);
        }
        const COLLIDE__V x =
            COLLIDE__SUB(COLLIDE__MUL(e[1][0], e[2][1]), COLLIDE__MUL(e[2][0], e[1][1]));
        const COLLIDE__V y =
            COLLIDE__SUB(COLLIDE__MUL(e[2][0], e[0][1]), COLLIDE__MUL(e[0][0], e[2][1]));
        const COLLIDE__V z =
            COLLIDE__SUB(COLLIDE__MUL(e[0][0], e[1][1]), COLLIDE__MUL(e[1][0], e[0][1]));
        for (int k = 0; k < 4; ++k)
            along[k] =
                COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, b[0][k]), COLLIDE__MUL(y, b[1][k])),
                             COLLIDE__MUL(z, b[2][k]));
        for (int k = 0; k < 3; ++k)
            other[k] =
                COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, t[0][k]), COLLIDE__MUL(y, t[1][k])),
                             COLLIDE__MUL(z, t[2][k]));
        const COLLIDE__V flat = COLLIDE__ADD(
            COLLIDE__MUL(COLLIDE__W(collide__hypot_up)(COLLIDE__W(collide__hypot_up)(x, y), z),
                         grown),
            tiny);
        apart |= COLLIDE__W(collide__cable_apart)(along, other, flat);
        for (int plane = 0; plane < 3; ++plane) {
            const COLLIDE__V *bi = b[(plane + 1) % 3], *bj = b[(plane + 2) % 3];
            const COLLIDE__V *ti = t[(plane + 1) % 3], *tj = t[(plane + 2) % 3];
            if (!(~apart & asked))
                break;
            for (int edge = 0; edge < 3; ++edge) {
                const COLLIDE__V m = e[(plane + 1) % 3][edge], n = e[(plane + 2) % 3][edge];
                const COLLIDE__V wide =
                    COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__hypot_up)(m, n), grown), tiny);
                for (int k = 0; k < 4; ++k)
                    along[k] = COLLIDE__SUB(COLLIDE__MUL(n, bi[k]), COLLIDE__MUL(m, bj[k]));
                for (int k = 0; k < 3; ++k)
                    other[k] = COLLIDE__SUB(COLLIDE__MUL(n, ti[k]), COLLIDE__MUL(m, tj[k]));
                apart |= COLLIDE__W(collide__cable_apart)(along, other, wide);
            }
        }
        hits |= (~apart & asked) << i;
    }
    return hits;
}
#undef COLLIDE__LANES

COLLIDE__KERNEL_TABLE_LANES(cable, COLLIDE__CABLE_KERNELS);
#endif // COLLIDE_NO_CABLE
