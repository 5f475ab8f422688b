#pragma once
#include "within.h"
#include "leaf_gaps.h"

// ---- whether 16 pairs are within a margin ----------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// All in float. Let u = 2^-24, S the sizes of a pair as in collide__core_pair_of, s its signed
// distance, and T = S + |max|. Single calls say yes if lo <= max, where s - 2^-20 S <= lo <= s. So
// yes is sure if s <= max, and no is sure if s > max + 2^-20 S. If a verdict may set lo to 0, which
// takes a max from 0 to 2^-16 S and an lo up to 2^-16 S, no takes s > 2^-16 S + 2^-20 S, too. Lanes
// that are nearer to these limits than the bounds below are left out.
//
// Closed forms find points a and b of the two cores, and w = b - a. These need not be the nearest
// points, as each lane proves its own answer:
//     s <= |w| - radius. The difference of the origins has an error of 3 u S, since AABBs begin at
//     a corner. Points have errors of 2 u times their size, those of a face 3 u more, and there are
//     6 sums of at most S each. The length and the comparison have 6 u T more. All are below 20 u
//     T. s >= gap / |w| - radius, where gap is the least product of w and a difference of two
//     points of the cores. Products have errors of 3 u, their factors 3 u, and there are at most 8
//     sums: 14 u S |w|. With the length, the comparison, and the 16 u S of single calls all are
//     below 37 u T.
// The bounds are 128 u T and 64 u T, as within_search.h needs more. S itself is computed with an
// error below 10 u S. If S is from 2^-36 to 2^60, nothing overflows that a proof needs, and what
// underflows counts less than u T, in gap if |w| is at least 2^-50.

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_load)(const float *rows) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__LOAD_ROW(rows, 0);
    r.y = COLLIDE__LOAD_ROW(rows, 1);
    r.z = COLLIDE__LOAD_ROW(rows, 2);
    return r;
}

// The lanes of vector i whose sizes and radii are good.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__within_good)(const collide__within_job *job,
                                                                     int i, COLLIDE__V size) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__M sized =
        COLLIDE__AND_LE(COLLIDE__GE(size, COLLIDE__SPLAT(1.4551915228366852e-11f)), size,
                        COLLIDE__SPLAT(1.152921504606847e18f)); // 2^-36, 2^60
    return COLLIDE__BITS(
        COLLIDE__AND_GE(COLLIDE__AND_GE(sized, COLLIDE__LOAD_V(job->a.radius + i), zero),
                        COLLIDE__LOAD_V(job->b.radius + i), zero));
}

// The answers for vector i by w, gap and the sizes without the radii. The cores hold balls round
// the points whose radii have the sum inner.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__within_decide)(collide__within_job *job, int i,
                                                                   COLLIDE__W(collide__xyz) w,
                                                                   COLLIDE__V gap, COLLIDE__V size,
                                                                   COLLIDE__V inner,
                                                                   unsigned good) {
    const COLLIDE__V radius =
        COLLIDE__ADD(COLLIDE__LOAD_V(job->a.radius + i), COLLIDE__LOAD_V(job->b.radius + i));
    const COLLIDE__V most = COLLIDE__SPLAT(job->max), all = COLLIDE__ADD(size, radius);
    const COLLIDE__V t = COLLIDE__ADD(all, COLLIDE__ABS(most));
    const COLLIDE__V length = COLLIDE__SQRT(COLLIDE__W(collide__xyz_dot)(w, w));
    const COLLIDE__V less = COLLIDE__SUB(
        COLLIDE__ADD(most, radius), COLLIDE__MUL(t, COLLIDE__SPLAT(7.62939453125e-06f))); // 128 u
    const COLLIDE__V more = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt))), radius),
        COLLIDE__MUL(t, COLLIDE__SPLAT(3.814697265625e-06f))); // 64 u
    const COLLIDE__M apart = COLLIDE__LT(COLLIDE__MUL(more, length), gap);
    good &= COLLIDE__W(collide__within_good)(job, i, all);
    job->yes |= (good & COLLIDE__BITS(COLLIDE__LE(COLLIDE__SUB(length, inner), less))) << i;
    job->no |= (good & COLLIDE__BITS(COLLIDE__AND_GE(
                           apart, length, COLLIDE__SPLAT(8.881784197001252e-16f)))) // 2^-50
               << i;
}

// ---- points and segments

// From 0 to the nearest point of the segment from d along e.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_foot)(COLLIDE__W(collide__xyz) d, COLLIDE__W(collide__xyz) e) {
    return COLLIDE__W(collide__xyz_ahead)(
        d,
        COLLIDE__W(collide__within_part)(COLLIDE__DIV(
            COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(d, e)), COLLIDE__W(collide__xyz_dot)(e, e))),
        e);
}

// The nearest points of two segments, e from 0 and f from d: returns the difference w. As
// collide__nearest_segments; if they are parallel, any first *s does.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_edges)(COLLIDE__W(collide__xyz) e, COLLIDE__V ee,
                                      COLLIDE__W(collide__xyz) d, COLLIDE__W(collide__xyz) f) {
    const COLLIDE__V ff = COLLIDE__W(collide__xyz_dot)(f, f);
    const COLLIDE__V ef = COLLIDE__W(collide__xyz_dot)(e, f);
    const COLLIDE__V ed = COLLIDE__W(collide__xyz_dot)(e, d);
    const COLLIDE__V fd = COLLIDE__W(collide__xyz_dot)(f, d);
    const COLLIDE__V first = COLLIDE__W(collide__within_part)(
        COLLIDE__DIV(COLLIDE__SUB(COLLIDE__MUL(ed, ff), COLLIDE__MUL(ef, fd)),
                     COLLIDE__SUB(COLLIDE__MUL(ee, ff), COLLIDE__MUL(ef, ef))));
    const COLLIDE__V t = COLLIDE__W(collide__within_part)(
        COLLIDE__DIV(COLLIDE__SUB(COLLIDE__MUL(ef, first), fd), ff));
    const COLLIDE__V s =
        COLLIDE__W(collide__within_part)(COLLIDE__DIV(COLLIDE__ADD(COLLIDE__MUL(ef, t), ed), ee));
    return COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__xyz_ahead)(d, t, f),
                                        COLLIDE__W(collide__xyz_scale)(e, s));
}

// Points and segments.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_segments)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) b = COLLIDE__W(collide__within_load)(job->b.rows + i);
        const COLLIDE__W(collide__xyz) d = COLLIDE__W(collide__xyz_sub)(b, a);
        COLLIDE__W(collide__xyz) w = d;
        COLLIDE__V size = COLLIDE__W(collide__xyz_sum_abs)(d), least = zero;
        if (job->b.core == 2) {
            const COLLIDE__W(collide__xyz) f = COLLIDE__W(collide__xyz_sub)(
                COLLIDE__W(collide__within_load)(job->b.rows + 48 + i), b);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(f));
            if (job->a.core == 2) {
                const COLLIDE__W(collide__xyz) e = COLLIDE__W(collide__xyz_sub)(
                    COLLIDE__W(collide__within_load)(job->a.rows + 48 + i), a);
                size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
                w = COLLIDE__W(collide__within_edges)(e, COLLIDE__W(collide__xyz_dot)(e, e), d, f);
                least = COLLIDE__MIN(COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(w, e)), zero);
            } else {
                w = COLLIDE__W(collide__within_foot)(d, f);
            }
            least = COLLIDE__ADD(least, COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f), zero));
        }
        const COLLIDE__V gap = COLLIDE__ADD(COLLIDE__W(collide__xyz_dot)(w, d), least);
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, COLLIDE__ALL);
    }
}

// ---- triangles

// A point or a segment and a triangle. The nearest points are on an edge, or on the face and where
// the segment comes nearest to its plane.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_triangle)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) t0 = COLLIDE__W(collide__within_load)(job->b.rows + i);
        const COLLIDE__W(collide__xyz) t1 = COLLIDE__W(collide__within_load)(job->b.rows + 48 + i);
        const COLLIDE__W(collide__xyz) t2 = COLLIDE__W(collide__within_load)(job->b.rows + 96 + i);
        const COLLIDE__W(collide__xyz) d0 = COLLIDE__W(collide__xyz_sub)(t0, a);
        const COLLIDE__W(collide__xyz) d1 = COLLIDE__W(collide__xyz_sub)(t1, a);
        const COLLIDE__W(collide__xyz) f0 = COLLIDE__W(collide__xyz_sub)(t1, t0);
        const COLLIDE__W(collide__xyz) f1 = COLLIDE__W(collide__xyz_sub)(t2, t1);
        const COLLIDE__W(collide__xyz) f2 = COLLIDE__W(collide__xyz_sub)(t2, t0);
        COLLIDE__V size = COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(d0),
                                       COLLIDE__MAX(COLLIDE__W(collide__xyz_sum_abs)(f0),
                                                    COLLIDE__W(collide__xyz_sum_abs)(f2)));
        COLLIDE__W(collide__xyz) w, e = d0, d = d0;
        COLLIDE__V square;
        if (job->a.core == 2) {
            e = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->a.rows + 48 + i),
                                             a);
            const COLLIDE__V ee = COLLIDE__W(collide__xyz_dot)(e, e);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
            w = COLLIDE__W(collide__within_edges)(e, ee, d0, f0);
            square = COLLIDE__W(collide__xyz_dot)(w, w);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_edges)(e, ee, d1, f1), &w, &square);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_edges)(e, ee, d0, f2), &w, &square);
            const COLLIDE__W(collide__xyz) n = COLLIDE__W(collide__xyz_cross)(f0, f2, one);
            const COLLIDE__V k = COLLIDE__W(collide__within_part)(COLLIDE__DIV(
                COLLIDE__W(collide__xyz_dot)(n, d0), COLLIDE__W(collide__xyz_dot)(n, e)));
            d = COLLIDE__W(collide__xyz_sub)(d0, COLLIDE__W(collide__xyz_scale)(e, k));
        } else {
            w = COLLIDE__W(collide__within_foot)(d0, f0);
            square = COLLIDE__W(collide__xyz_dot)(w, w);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_foot)(d1, f1), &w, &square);
            COLLIDE__W(collide__within_nearer)
            (COLLIDE__W(collide__within_foot)(d0, f2), &w, &square);
        }
        // The weights of the other two vertices in the foot on the face.
        const COLLIDE__V f00 = COLLIDE__W(collide__xyz_dot)(f0, f0);
        const COLLIDE__V f02 = COLLIDE__W(collide__xyz_dot)(f0, f2);
        const COLLIDE__V f22 = COLLIDE__W(collide__xyz_dot)(f2, f2);
        const COLLIDE__V df0 = COLLIDE__W(collide__xyz_dot)(d, f0);
        const COLLIDE__V df2 = COLLIDE__W(collide__xyz_dot)(d, f2);
        const COLLIDE__V to_1 = COLLIDE__SUB(COLLIDE__MUL(df2, f02), COLLIDE__MUL(df0, f22));
        const COLLIDE__V to_2 = COLLIDE__SUB(COLLIDE__MUL(df0, f02), COLLIDE__MUL(df2, f00));
        const COLLIDE__V all = COLLIDE__SUB(COLLIDE__MUL(f00, f22), COLLIDE__MUL(f02, f02));
        const COLLIDE__M face = COLLIDE__AND_GE(
            COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(to_1, to_2), all), to_1, zero), to_2, zero);
        const COLLIDE__V inverse = COLLIDE__DIV(one, all);
        const COLLIDE__W(collide__xyz) foot = COLLIDE__W(collide__xyz_ahead)(
            COLLIDE__W(collide__xyz_ahead)(d, COLLIDE__MUL(to_1, inverse), f0),
            COLLIDE__MUL(to_2, inverse), f2);
        COLLIDE__W(collide__within_nearer)
        (COLLIDE__W(collide__xyz_select)(face, foot, w), &w, &square);
        COLLIDE__V gap =
            COLLIDE__ADD(COLLIDE__W(collide__xyz_dot)(w, d0),
                         COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f0),
                                      COLLIDE__MIN(COLLIDE__W(collide__xyz_dot)(w, f2), zero)));
        if (job->a.core == 2)
            gap = COLLIDE__SUB(gap, COLLIDE__MAX(COLLIDE__W(collide__xyz_dot)(w, e), zero));
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, COLLIDE__ALL);
    }
}

// ---- boxes

typedef struct COLLIDE__W(collide__within_body) {
    COLLIDE__W(collide__xyz) axis[3], half;
    COLLIDE__V size;
    unsigned good; // lanes whose extents are not negative
} COLLIDE__W(collide__within_body);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_body_of)(const collide__within_side *side, int i,
                                    COLLIDE__W(collide__within_body) * out) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    out->axis[0] = COLLIDE__W(collide__within_load)(side->axis[0] + i);
    out->axis[1] = COLLIDE__W(collide__within_load)(side->axis[1] + i);
    out->axis[2] = COLLIDE__W(collide__within_load)(side->axis[2] + i);
    out->half = COLLIDE__W(collide__within_load)(side->rows + 48 + i);
    if (side->aabb)
        out->half = COLLIDE__W(collide__xyz_sub)(out->half,
                                                 COLLIDE__W(collide__within_load)(side->rows + i));
    // Before they are halved, which may round to 0.
    out->good = COLLIDE__BITS(COLLIDE__AND_GE(
        COLLIDE__AND_GE(COLLIDE__GE(out->half.x, zero), out->half.y, zero), out->half.z, zero));
    if (side->aabb)
        out->half = COLLIDE__W(collide__xyz_scale)(out->half, COLLIDE__SPLAT(0.5f));
    out->size = COLLIDE__DOT(COLLIDE__W(collide__xyz_sum_abs)(out->axis[0]),
                             COLLIDE__W(collide__xyz_sum_abs)(out->axis[1]),
                             COLLIDE__W(collide__xyz_sum_abs)(out->axis[2]), out->half.x,
                             out->half.y, out->half.z);
    if (side->aabb) // its corner is as far from the centre
        out->size = COLLIDE__ADD(out->size, out->size);
}

// Products with the axes of a box.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_local)(const COLLIDE__W(collide__within_body) * b,
                                      COLLIDE__W(collide__xyz) x) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__W(collide__xyz_dot)(b->axis[0], x);
    r.y = COLLIDE__W(collide__xyz_dot)(b->axis[1], x);
    r.z = COLLIDE__W(collide__xyz_dot)(b->axis[2], x);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_inside)(COLLIDE__W(collide__xyz) x, COLLIDE__W(collide__xyz) half) {
    x.x = COLLIDE__W(collide__within_clamp)(x.x, COLLIDE__NEG(half.x), half.x);
    x.y = COLLIDE__W(collide__within_clamp)(x.y, COLLIDE__NEG(half.y), half.y);
    x.z = COLLIDE__W(collide__within_clamp)(x.z, COLLIDE__NEG(half.z), half.z);
    return x;
}

// The point of a box with the coordinates s, from its centre.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_point)(const COLLIDE__W(collide__within_body) * b,
                                      COLLIDE__W(collide__xyz) s) {
    return COLLIDE__W(collide__xyz_ahead)(
        COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz_scale)(b->axis[0], s.x), s.y,
                                       b->axis[1]),
        s.z, b->axis[2]);
}

// The largest product of w and a point of the box, from its centre.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_reach)(
    const COLLIDE__W(collide__within_body) * b, COLLIDE__W(collide__xyz) w) {
    const COLLIDE__W(collide__xyz) x = COLLIDE__W(collide__within_local)(b, w);
    return COLLIDE__DOT(COLLIDE__ABS(x.x), COLLIDE__ABS(x.y), COLLIDE__ABS(x.z), b->half.x,
                        b->half.y, b->half.z);
}

// As collide__box_side, by coordinates along the axes: the part x - clamp(x) of the derivative of
// the squared distance, on one axis, where the line crosses both planes of another one.
#define COLLIDE__BEYOND(x, wide)                                                                   \
    COLLIDE__SUB(x, COLLIDE__W(collide__within_clamp)(x, COLLIDE__NEG(wide), wide))
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_beyond)(
    COLLIDE__V c_j, COLLIDE__V by_j, COLLIDE__V wide_j, COLLIDE__V d_j, COLLIDE__V c_k,
    COLLIDE__V by_k, COLLIDE__V wide_k, COLLIDE__V d_k) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V low_j = COLLIDE__SUB(c_j, by_j), high_j = COLLIDE__ADD(c_j, by_j);
    const COLLIDE__V low_k = COLLIDE__SUB(c_k, by_k), high_k = COLLIDE__ADD(c_k, by_k);
    const COLLIDE__V j = COLLIDE__ABS(wide_j), k = COLLIDE__ABS(wide_k);
    const COLLIDE__V low = COLLIDE__ADD(COLLIDE__MUL(d_j, COLLIDE__BEYOND(low_j, j)),
                                        COLLIDE__MUL(d_k, COLLIDE__BEYOND(low_k, k)));
    const COLLIDE__V high = COLLIDE__ADD(COLLIDE__MUL(d_j, COLLIDE__BEYOND(high_j, j)),
                                         COLLIDE__MUL(d_k, COLLIDE__BEYOND(high_k, k)));
    return COLLIDE__SUB(COLLIDE__SELECT(COLLIDE__LT(high, zero), one, zero),
                        COLLIDE__SELECT(COLLIDE__LT(zero, low), one, zero));
}

// Half the derivative at x.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_slope)(
    COLLIDE__W(collide__xyz) x, COLLIDE__W(collide__xyz) half, COLLIDE__W(collide__xyz) d) {
    return COLLIDE__DOT(COLLIDE__BEYOND(x.x, half.x), COLLIDE__BEYOND(x.y, half.y),
                        COLLIDE__BEYOND(x.z, half.z), d.x, d.y, d.z);
}
#undef COLLIDE__BEYOND

// As collide__nearest_on_segment, by coordinates along the axes of the box: r of the start, d of
// the direction, h the extents.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_on_segment)(
    COLLIDE__W(collide__xyz) h, COLLIDE__W(collide__xyz) r, COLLIDE__W(collide__xyz) d) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V at_0 = COLLIDE__W(collide__within_slope)(r, h, d);
    const COLLIDE__V at_1 =
        COLLIDE__W(collide__within_slope)(COLLIDE__W(collide__xyz_add)(r, d), h, d);
    const COLLIDE__W(collide__xyz) c = COLLIDE__W(collide__xyz_cross)(d, r, one);
    const COLLIDE__V xy = COLLIDE__MUL(h.x, d.y), xz = COLLIDE__MUL(h.x, d.z);
    const COLLIDE__V yz = COLLIDE__MUL(h.y, d.z), yx = COLLIDE__MUL(h.y, d.x);
    const COLLIDE__V zx = COLLIDE__MUL(h.z, d.x), zy = COLLIDE__MUL(h.z, d.y);
    const COLLIDE__V x =
        COLLIDE__W(collide__within_beyond)(c.z, xy, yx, d.y, COLLIDE__NEG(c.y), xz, zx, d.z);
    const COLLIDE__V y =
        COLLIDE__W(collide__within_beyond)(c.x, yz, zy, d.z, COLLIDE__NEG(c.z), yx, xy, d.x);
    const COLLIDE__V z =
        COLLIDE__W(collide__within_beyond)(c.y, zx, xz, d.x, COLLIDE__NEG(c.x), zy, yz, d.y);
    const COLLIDE__V ex = COLLIDE__MUL(x, d.x), ey = COLLIDE__MUL(y, d.y),
                     ez = COLLIDE__MUL(z, d.z);
    const COLLIDE__V sum = COLLIDE__DOT(ex, ey, ez, ex, ey, ez);
    const COLLIDE__V start = COLLIDE__DOT(ex, ey, ez, COLLIDE__SUB(h.x, COLLIDE__MUL(x, r.x)),
                                          COLLIDE__SUB(h.y, COLLIDE__MUL(y, r.y)),
                                          COLLIDE__SUB(h.z, COLLIDE__MUL(z, r.z)));
    COLLIDE__V k = COLLIDE__DIV(start, sum);
    // Between all planes: where the line has entered all of them.
    const COLLIDE__M through = COLLIDE__EQ(sum, zero);
    if (COLLIDE__BITS(through)) {
#define COLLIDE__ENTRY(x)                                                                          \
    COLLIDE__DIV(COLLIDE__ADD(COLLIDE__XOR(h.x, COLLIDE__SIGN(d.x)), r.x), COLLIDE__NEG(d.x))
        const COLLIDE__V entry =
            COLLIDE__MAX(COLLIDE__ENTRY(x),
                         COLLIDE__MAX(COLLIDE__ENTRY(y), COLLIDE__MAX(COLLIDE__ENTRY(z), zero)));
#undef COLLIDE__ENTRY
        k = COLLIDE__SELECT(through, entry, k);
    }
    k = COLLIDE__SELECT(COLLIDE__GE(at_0, zero), zero, k);
    k = COLLIDE__SELECT(COLLIDE__LE(at_1, zero), one, k);
    return COLLIDE__W(collide__within_part)(k);
}

// A point or a segment and a box.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_box)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__within_body) b;
        COLLIDE__W(collide__within_body_of)(&job->b, i, &b);
        const COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_load)(job->a.rows + i);
        const COLLIDE__W(collide__xyz) d =
            COLLIDE__W(collide__xyz_sub)(a, COLLIDE__W(collide__within_load)(job->b.rows + i));
        const COLLIDE__W(collide__xyz) from =
            job->b.aabb ? COLLIDE__W(collide__xyz_sub)(d, b.half) : d;
        COLLIDE__W(collide__xyz) x = from, r = COLLIDE__W(collide__within_local)(&b, from), e = d;
        COLLIDE__V size = COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(d), b.size);
        if (job->a.core == 2) {
            e = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->a.rows + 48 + i),
                                             a);
            const COLLIDE__W(collide__xyz) rate = COLLIDE__W(collide__within_local)(&b, e);
            const COLLIDE__V k = COLLIDE__W(collide__within_on_segment)(b.half, r, rate);
            r = COLLIDE__W(collide__xyz_ahead)(r, k, rate);
            x = COLLIDE__W(collide__xyz_ahead)(x, k, e);
            size = COLLIDE__ADD(size, COLLIDE__W(collide__xyz_sum_abs)(e));
        }
        const COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__xyz_sub)(
            COLLIDE__W(collide__within_point)(&b, COLLIDE__W(collide__within_inside)(r, b.half)),
            x);
        COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(w, from);
        if (job->a.core == 2)
            most = COLLIDE__ADD(most, COLLIDE__MAX(COLLIDE__W(collide__xyz_dot)(w, e), zero));
        const COLLIDE__V gap =
            COLLIDE__NEG(COLLIDE__ADD(most, COLLIDE__W(collide__within_reach)(&b, w)));
        COLLIDE__W(collide__within_decide)(job, i, w, gap, size, zero, b.good);
    }
}

// The lanes whose axes pass collide_obb_check: 2^-21 and 3 roundings. Others are at most 15 u
// wrong.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__within_turned)(const COLLIDE__W(collide__within_body) * b) {
    const COLLIDE__V one = COLLIDE__SPLAT(1.0f),
                     most = COLLIDE__SPLAT(7.152557373046875e-07f); // 12 u
#define COLLIDE__TINY(m, i, j, less)                                                               \
    COLLIDE__AND_LE(                                                                               \
        m, COLLIDE__ABS(COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(b->axis[i], b->axis[j]), less)), \
        most)
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__M m = COLLIDE__GE(one, zero);
    m = COLLIDE__TINY(m, 0, 0, one);
    m = COLLIDE__TINY(m, 1, 1, one);
    m = COLLIDE__TINY(m, 2, 2, one);
    m = COLLIDE__TINY(m, 0, 1, zero);
    m = COLLIDE__TINY(m, 1, 2, zero);
    m = COLLIDE__TINY(m, 2, 0, zero);
#undef COLLIDE__TINY
    return COLLIDE__BITS(m);
}

// Two boxes: b from a in space and in the coordinates of both, the cosines of their axes, and the
// absolute values of these.
typedef struct COLLIDE__W(collide__within_pair) {
    COLLIDE__W(collide__within_body) a, b;
    COLLIDE__W(collide__xyz) d, da, db;
    COLLIDE__V c[9], f[9], size;
    unsigned good;
} COLLIDE__W(collide__within_pair);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_pair_of)(const collide__within_job *job, int i,
                                    COLLIDE__W(collide__within_pair) * p) {
    COLLIDE__W(collide__within_body_of)(&job->a, i, &p->a);
    COLLIDE__W(collide__within_body_of)(&job->b, i, &p->b);
    p->d = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(job->b.rows + i),
                                        COLLIDE__W(collide__within_load)(job->a.rows + i));
    p->size =
        COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(p->d), COLLIDE__ADD(p->a.size, p->b.size));
    if (job->a.aabb)
        p->d = COLLIDE__W(collide__xyz_sub)(p->d, p->a.half);
    if (job->b.aabb)
        p->d = COLLIDE__W(collide__xyz_add)(p->d, p->b.half);
    p->da = COLLIDE__W(collide__within_local)(&p->a, p->d);
    p->db = COLLIDE__W(collide__within_local)(&p->b, p->d);
    p->good = p->a.good & p->b.good & COLLIDE__W(collide__within_good)(job, i, p->size) &
              COLLIDE__W(collide__within_turned)(&p->a) & COLLIDE__W(collide__within_turned)(&p->b);
#define COLLIDE__COSINES(i)                                                                        \
    {                                                                                              \
        const COLLIDE__W(collide__xyz) r = COLLIDE__W(collide__within_local)(&p->b, p->a.axis[i]); \
        p->c[3 * (i)] = r.x;                                                                       \
        p->c[3 * (i) + 1] = r.y;                                                                   \
        p->c[3 * (i) + 2] = r.z;                                                                   \
        p->f[3 * (i)] = COLLIDE__ABS(r.x);                                                         \
        p->f[3 * (i) + 1] = COLLIDE__ABS(r.y);                                                     \
        p->f[3 * (i) + 2] = COLLIDE__ABS(r.z);                                                     \
    }
    COLLIDE__COSINES(0)
    COLLIDE__COSINES(1)
    COLLIDE__COSINES(2)
#undef COLLIDE__COSINES
}

// The widest gap along the normals of faces.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V
COLLIDE__W(collide__within_faces)(const COLLIDE__W(collide__within_pair) * p) {
    const COLLIDE__W(collide__xyz) a = p->a.half, b = p->b.half;
    COLLIDE__V widest = COLLIDE__SPLAT(-FLT_MAX);
#define COLLIDE__FACE(d, own, other, f0, f1, f2)                                                   \
    widest = COLLIDE__MAX(                                                                         \
        widest, COLLIDE__SUB(COLLIDE__ABS(p->d),                                                   \
                             COLLIDE__ADD(own, COLLIDE__DOT(p->f[f0], p->f[f1], p->f[f2], other.x, \
                                                            other.y, other.z))));
    COLLIDE__FACE(da.x, a.x, b, 0, 1, 2)
    COLLIDE__FACE(da.y, a.y, b, 3, 4, 5)
    COLLIDE__FACE(da.z, a.z, b, 6, 7, 8)
    COLLIDE__FACE(db.x, b.x, a, 0, 3, 6)
    COLLIDE__FACE(db.y, b.y, a, 1, 4, 7)
    COLLIDE__FACE(db.z, b.z, a, 2, 5, 8)
#undef COLLIDE__FACE
    return widest;
}

// Cross products of edges. Returns the lanes that one of them proves to be farther apart than
// reach; *overlap: the lanes that all 15 axes prove to overlap. Edges that are parallel within
// 2^-12 give no axis. Turning B by at most 1.5 * 2^-12 would make them parallel. That moves points
// and gaps by at most 3 * 2^-12 S, so that an overlap of 2^-9 S on the other axes is enough.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__within_crosses)(const COLLIDE__W(collide__within_pair) * p, COLLIDE__V reach,
                                    COLLIDE__V bound, COLLIDE__V widest, unsigned *overlap) {
    const COLLIDE__W(collide__xyz) a = p->a.half, b = p->b.half;
    const COLLIDE__V square = COLLIDE__MUL(reach, reach);
    const COLLIDE__V flat = COLLIDE__SPLAT(5.960464477539063e-08f); // 2^-24
    COLLIDE__V least = COLLIDE__SPLAT(1.0f), over = COLLIDE__SPLAT(-1.0f);
#define COLLIDE__EDGES(i, i1, i2, j, j1, j2, x1, x2, y1, y2)                                       \
    {                                                                                              \
        const COLLIDE__V reach_a = COLLIDE__ADD(COLLIDE__MUL(a.x1, p->f[3 * (i2) + (j)]),          \
                                                COLLIDE__MUL(a.x2, p->f[3 * (i1) + (j)]));         \
        const COLLIDE__V reach_b = COLLIDE__ADD(COLLIDE__MUL(b.y1, p->f[3 * (i) + (j2)]),          \
                                                COLLIDE__MUL(b.y2, p->f[3 * (i) + (j1)]));         \
        const COLLIDE__V across = COLLIDE__SUB(COLLIDE__MUL(p->da.x2, p->c[3 * (i1) + (j)]),       \
                                               COLLIDE__MUL(p->da.x1, p->c[3 * (i2) + (j)]));      \
        const COLLIDE__V gap = COLLIDE__SUB(COLLIDE__ABS(across), COLLIDE__ADD(reach_a, reach_b)); \
        const COLLIDE__V length =                                                                  \
            COLLIDE__ADD(COLLIDE__MUL(p->f[3 * (i1) + (j)], p->f[3 * (i1) + (j)]),                 \
                         COLLIDE__MUL(p->f[3 * (i2) + (j)], p->f[3 * (i2) + (j)]));                \
        const COLLIDE__V sure = COLLIDE__SUB(gap, bound);                                          \
        over = COLLIDE__MAX(over, COLLIDE__SUB(COLLIDE__MUL(sure, COLLIDE__ABS(sure)),             \
                                               COLLIDE__MUL(square, length)));                     \
        widest = COLLIDE__SELECT(COLLIDE__LT(length, flat), widest, COLLIDE__MAX(widest, gap));    \
        least = COLLIDE__MIN(least, length);                                                       \
    }
#define COLLIDE__EDGE(i, i1, i2, x1, x2)                                                           \
    COLLIDE__EDGES(i, i1, i2, 0, 1, 2, x1, x2, y, z)                                               \
    COLLIDE__EDGES(i, i1, i2, 1, 2, 0, x1, x2, z, x)                                               \
    COLLIDE__EDGES(i, i1, i2, 2, 0, 1, x1, x2, x, y)
    COLLIDE__EDGE(0, 1, 2, y, z)
    COLLIDE__EDGE(1, 2, 0, z, x)
    COLLIDE__EDGE(2, 0, 1, x, y)
#undef COLLIDE__EDGE
#undef COLLIDE__EDGES
    const COLLIDE__V deep = COLLIDE__SELECT(
        COLLIDE__LT(least, flat), COLLIDE__MUL(p->size, COLLIDE__SPLAT(-0.001953125f)), // 2^-9
        COLLIDE__NEG(bound));
    *overlap = COLLIDE__BITS(COLLIDE__LE(widest, deep));
    return COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), over));
}

// Decides by two points: each box's point that is nearest to the other's, in turns.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__within_in_turns)(collide__within_job *job, int i,
                                     const COLLIDE__W(collide__within_pair) * p) {
    const COLLIDE__V *const c = p->c;
    COLLIDE__W(collide__xyz) a = COLLIDE__W(collide__within_inside)(p->da, p->a.half), b = a;
    for (int round = 0; round < 4; ++round) {
        b.x = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[0], c[3], c[6]), p->db.x);
        b.y = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[1], c[4], c[7]), p->db.y);
        b.z = COLLIDE__SUB(COLLIDE__DOT(a.x, a.y, a.z, c[2], c[5], c[8]), p->db.z);
        b = COLLIDE__W(collide__within_inside)(b, p->b.half);
        a.x = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[0], c[1], c[2]), p->da.x);
        a.y = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[3], c[4], c[5]), p->da.y);
        a.z = COLLIDE__ADD(COLLIDE__DOT(b.x, b.y, b.z, c[6], c[7], c[8]), p->da.z);
        a = COLLIDE__W(collide__within_inside)(a, p->a.half);
    }
    const COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__xyz_add)(
        p->d, COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_point)(&p->b, b),
                                           COLLIDE__W(collide__within_point)(&p->a, a)));
    const COLLIDE__V gap = COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(w, p->d),
                                        COLLIDE__ADD(COLLIDE__W(collide__within_reach)(&p->a, w),
                                                     COLLIDE__W(collide__within_reach)(&p->b, w)));
    COLLIDE__W(collide__within_decide)(job, i, w, gap, p->size, COLLIDE__SPLAT(0.0f), p->good);
}

// Two boxes. Their axes are wrong by at most 15 u. So the gap along an axis has an error of 15 u S,
// and the gap along the cross product of two axes, which is not normalized, one of 90 u S, and each
// has at most 12 roundings. With the 16 u S of single calls and 24 u T for products with the length
// of the axis they are below 144 u T.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_boxes)(collide__within_job *job) {
    const COLLIDE__V most = COLLIDE__SPLAT(job->max);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__within_pair) p;
        unsigned yes = 0, overlap;
        COLLIDE__W(collide__within_pair_of)(job, i, &p);
        const COLLIDE__V t = COLLIDE__ADD(p.size, COLLIDE__ABS(most));
        const COLLIDE__V bound = COLLIDE__MUL(t, COLLIDE__SPLAT(8.58306884765625e-06f)); // 144 u
        const COLLIDE__V reach = COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt)));
        const COLLIDE__V widest = COLLIDE__W(collide__within_faces)(&p);
        unsigned no = COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, bound), widest));
        if (p.good & ~no) {
            no |= COLLIDE__W(collide__within_crosses)(&p, COLLIDE__MAX(reach, COLLIDE__SPLAT(0.0f)),
                                                      bound, widest, &overlap);
            yes = job->max >= 0 ? overlap & ~no : 0;
        }
        job->yes |= (p.good & yes) << i;
        job->no |= (p.good & no) << i;
        if (p.good & ~(yes | no))
            COLLIDE__W(collide__within_in_turns)(job, i, &p);
    }
}

// Two AABBs: the gaps on the axes are exact within a rounding.
COLLIDE__NOINLINE COLLIDE__TARGET void COLLIDE__W(collide__within_aabbs)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), most = COLLIDE__SPLAT(job->max);
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V widest = COLLIDE__SPLAT(-FLT_MAX), square = zero, size = zero;
        unsigned good = COLLIDE__ALL;
#define COLLIDE__AXIS(axis)                                                                        \
    {                                                                                              \
        const COLLIDE__V a = COLLIDE__LOAD_ROW(job->a.rows + i, axis);                             \
        const COLLIDE__V b = COLLIDE__LOAD_ROW(job->b.rows + i, axis);                             \
        const COLLIDE__V p = COLLIDE__LOAD_ROW(job->a.rows + i, axis + 3);                         \
        const COLLIDE__V q = COLLIDE__LOAD_ROW(job->b.rows + i, axis + 3);                         \
        const COLLIDE__V gap = COLLIDE__MAX(COLLIDE__SUB(b, p), COLLIDE__SUB(a, q));               \
        const COLLIDE__V apart = COLLIDE__MAX(gap, zero);                                          \
        size = COLLIDE__ADD(size,                                                                  \
                            COLLIDE__ADD(COLLIDE__ABS(COLLIDE__SUB(b, a)),                         \
                                         COLLIDE__ADD(COLLIDE__SUB(p, a), COLLIDE__SUB(q, b))));   \
        square = COLLIDE__ADD(square, COLLIDE__MUL(apart, apart));                                 \
        widest = COLLIDE__MAX(widest, gap);                                                        \
        good &= COLLIDE__BITS(COLLIDE__AND_LE(COLLIDE__LE(a, p), b, q));                           \
    }
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
        const COLLIDE__V t = COLLIDE__ADD(size, COLLIDE__ABS(most));
        const COLLIDE__V bound = COLLIDE__MUL(t, COLLIDE__SPLAT(3.814697265625e-06f)); // 64 u
        const COLLIDE__V reach = COLLIDE__MAX(most, COLLIDE__MUL(t, COLLIDE__SPLAT(job->doubt)));
        const COLLIDE__V s =
            COLLIDE__SELECT(COLLIDE__LT(zero, widest), COLLIDE__SQRT(square), widest);
        good &= COLLIDE__W(collide__within_good)(job, i, size);
        job->yes |= (good & COLLIDE__BITS(COLLIDE__LE(s, COLLIDE__SUB(most, bound)))) << i;
        job->no |= (good & COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, bound), s))) << i;
    }
}
#endif // COLLIDE__WIDTH
