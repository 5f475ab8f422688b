#pragma once
#include "within_lanes.h"

// ---- whether 16 pairs without a closed form are within a margin ------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)
// A search for the nearest points of two cores: w is the difference of two points, and in each
// round it moves towards the difference of the points that lie farthest against it. Each round has
// a proof of its own, as in within_lanes.h:
//     gap is the least product of w and a difference of two points, from their supports along w.
//     Coordinates from the first point of a have errors of 3 u S, those of the centre of a convex
//     body 8 u S. The axis of a cylinder has a length that is at most 7 u wrong, so that products
//     with its ends have errors of 14 u times their size, and those with its disk 11 u. The pose
//     of a body stretches by at most 23 u, and S holds its radius three times. With the products
//     and 4 sums, all are below 28 u S |w|, and with the length, the comparison, and the 16 u S of
//     single calls below 51 u T.
//     |w| is an upper bound if w is the difference of two points. Supports have errors of 16 u S at
//     most, and each round adds 8 u S. With the length and the comparison, all are below 100 u T
//     after 10 rounds.

#define COLLIDE__WITHIN_ROUNDS 10

// A core, from the first point of a. Of a cylinder, box has the axis as axis[0], and half the
// height and the radius as the first two halves; of a ball its radius as the first.
typedef struct COLLIDE__W(collide__within_core) {
    COLLIDE__W(collide__within_body) box;
    COLLIDE__W(collide__xyz) p[4]; // points, or a centre
    unsigned kind;
} COLLIDE__W(collide__within_core);

// The lanes whose axis has unit length; see collide__within_turned.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__within_unit)(COLLIDE__W(collide__xyz)
                                                                         axis) {
    return COLLIDE__BITS(COLLIDE__LE(
        COLLIDE__ABS(COLLIDE__SUB(COLLIDE__W(collide__xyz_dot)(axis, axis), COLLIDE__SPLAT(1.0f))),
        COLLIDE__SPLAT(7.152557373046875e-07f))); // 12 u
}

// Reads a core and returns a point in its middle.
COLLIDE__LANE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_core_of)(const collide__within_side *side, int i,
                                        COLLIDE__W(collide__xyz) origin,
                                        COLLIDE__W(collide__within_core) * out) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const float *rows = side->rows + i;
    const COLLIDE__W(collide__xyz) at =
        COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__within_load)(rows), origin);
    COLLIDE__W(collide__xyz) middle = at;
    COLLIDE__W(collide__within_body) *const box = &out->box;
    out->kind = side->core;
    out->p[0] = at;
    if (side->core < COLLIDE__WITHIN_BOX) {
        const COLLIDE__V part = COLLIDE__SPLAT(1 / (float)side->core);
        COLLIDE__V all = zero;
        box->size = zero;
        for (unsigned k = 1; k < side->core; ++k) {
            out->p[k] = COLLIDE__W(collide__xyz_sub)(
                COLLIDE__W(collide__within_load)(rows + 48 * k), origin);
            const COLLIDE__W(collide__xyz) off = COLLIDE__W(collide__xyz_sub)(out->p[k], at);
            const COLLIDE__V span = COLLIDE__W(collide__xyz_sum_abs)(off);
            middle = COLLIDE__W(collide__xyz_ahead)(middle, part, off);
            box->size = COLLIDE__MAX(span, box->size);
            all = COLLIDE__ADD(all, span); // NaN if one is
        }
        box->good = COLLIDE__BITS(COLLIDE__LE(all, COLLIDE__SPLAT(FLT_MAX)));
    } else if (side->core == COLLIDE__WITHIN_BOX) {
        COLLIDE__W(collide__within_body_of)(side, i, box);
        if (side->aabb)
            out->p[0] = middle = COLLIDE__W(collide__xyz_add)(at, box->half);
    } else if (side->core == COLLIDE__WITHIN_ROUND) {
        box->axis[0] = COLLIDE__W(collide__within_load)(rows + 48);
        const COLLIDE__V height = COLLIDE__LOAD_ROW(rows, 7);
        box->half.x = COLLIDE__MUL(height, COLLIDE__SPLAT(0.5f));
        box->half.y = COLLIDE__LOAD_ROW(rows, 6);
        box->size =
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__xyz_sum_abs)(box->axis[0]), box->half.x),
                         COLLIDE__ADD(box->half.y, box->half.y));
        box->good = COLLIDE__BITS(COLLIDE__AND_GE(COLLIDE__GE(height, zero), box->half.y, zero)) &
                    COLLIDE__W(collide__within_unit)(box->axis[0]);
    } else {
        COLLIDE__W(collide__within_body_of)(side, i, box);
        const COLLIDE__W(collide__xyz) from = COLLIDE__W(collide__within_point)(
            box, COLLIDE__W(collide__within_load)(side->ball + i));
        box->half.x = COLLIDE__LOAD_ROW(side->ball + i, 3);
        box->size = COLLIDE__ADD(
            COLLIDE__W(collide__xyz_sum_abs)(from),
            COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__W(collide__xyz_sum_abs)(box->axis[0]),
                                                   COLLIDE__W(collide__xyz_sum_abs)(box->axis[1])),
                                      COLLIDE__W(collide__xyz_sum_abs)(box->axis[2])),
                         box->half.x));
        box->good = COLLIDE__W(collide__within_turned)(box);
        out->p[0] = middle = COLLIDE__W(collide__xyz_add)(at, from);
    }
    return middle;
}

// The radius of a ball round the middle of a core that is inside it, of the lanes that *good keeps.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__within_inner)(
    const COLLIDE__W(collide__within_core) * c, bool aabb, unsigned *good) {
    const COLLIDE__W(collide__xyz) half = c->box.half;
    if (c->kind < COLLIDE__WITHIN_BOX)
        return COLLIDE__SPLAT(0.0f);
    if (c->kind == COLLIDE__WITHIN_ROUND)
        return COLLIDE__MIN(half.x, half.y);
    if (!aabb)
        *good &= COLLIDE__W(collide__within_turned)(&c->box);
    return COLLIDE__MIN(half.x, COLLIDE__MIN(half.y, half.z));
}

// The point of a core that lies farthest along m; returns the largest product with m. A cylinder
// has m less its part along the axis, which is taken away twice, since m may be nearly parallel; if
// it is by 2^-10, the centre of the disk is near enough.
COLLIDE__LANE_INLINE COLLIDE__V
COLLIDE__W(collide__within_support)(const COLLIDE__W(collide__within_core) * c,
                                    COLLIDE__W(collide__xyz) m, COLLIDE__W(collide__xyz) * at) {
    const COLLIDE__W(collide__within_body) *const box = &c->box;
    COLLIDE__W(collide__xyz) best = c->p[0];
    COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(best, m);
    if (c->kind < COLLIDE__WITHIN_BOX) {
        for (unsigned k = 1; k < c->kind; ++k) {
            const COLLIDE__V x = COLLIDE__W(collide__xyz_dot)(c->p[k], m);
            best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(most, x), c->p[k], best);
            most = COLLIDE__MAX(x, most);
        }
    } else if (c->kind == COLLIDE__WITHIN_BOX) {
        const COLLIDE__W(collide__xyz) x = COLLIDE__W(collide__within_local)(box, m);
        COLLIDE__W(collide__xyz) s = box->half;
        most = COLLIDE__ADD(most, COLLIDE__DOT(COLLIDE__ABS(x.x), COLLIDE__ABS(x.y),
                                               COLLIDE__ABS(x.z), s.x, s.y, s.z));
        s.x = COLLIDE__XOR(s.x, COLLIDE__SIGN(x.x));
        s.y = COLLIDE__XOR(s.y, COLLIDE__SIGN(x.y));
        s.z = COLLIDE__XOR(s.z, COLLIDE__SIGN(x.z));
        best = COLLIDE__W(collide__xyz_add)(best, COLLIDE__W(collide__within_point)(box, s));
    } else {
        const COLLIDE__V mm = COLLIDE__W(collide__xyz_dot)(m, m);
        if (c->kind == COLLIDE__WITHIN_ROUND) {
            const COLLIDE__W(collide__xyz) axis = box->axis[0];
            const COLLIDE__V along = COLLIDE__W(collide__xyz_dot)(axis, m);
            COLLIDE__W(collide__xyz)
            q = COLLIDE__W(collide__xyz_ahead)(m, COLLIDE__NEG(along), axis);
            q = COLLIDE__W(collide__xyz_ahead)(
                q, COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(axis, q)), axis);
            const COLLIDE__V qq = COLLIDE__W(collide__xyz_dot)(q, q), across = COLLIDE__SQRT(qq);
            const COLLIDE__M parallel =
                COLLIDE__LT(qq, COLLIDE__MUL(mm, COLLIDE__SPLAT(9.5367431640625e-07f))); // 2^-20
            const COLLIDE__V scale =
                COLLIDE__SELECT(parallel, COLLIDE__SPLAT(0.0f), COLLIDE__DIV(box->half.y, across));
            most = COLLIDE__ADD(most, COLLIDE__ADD(COLLIDE__MUL(box->half.x, COLLIDE__ABS(along)),
                                                   COLLIDE__MUL(box->half.y, across)));
            best = COLLIDE__W(collide__xyz_ahead)(
                best, COLLIDE__XOR(box->half.x, COLLIDE__SIGN(along)), axis);
            best = COLLIDE__W(collide__xyz_ahead)(best, scale, q);
        } else {
            most = COLLIDE__ADD(most, COLLIDE__MUL(box->half.x, COLLIDE__SQRT(mm)));
        }
    }
    *at = best;
    return most;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__within_search)(collide__within_job *job) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const collide__within_side *const side[2] = {&job->a, &job->b};
    // What a ball holds may be far from its centre.
    const COLLIDE__V inner = job->b.core == COLLIDE__WITHIN_BALL ? COLLIDE__SPLAT(-FLT_MAX) : zero;
    const int rounds = job->a.core == COLLIDE__WITHIN_BALL   ? 1
                       : job->b.core == COLLIDE__WITHIN_BALL ? 3
                                                             : COLLIDE__WITHIN_ROUNDS;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        if (!(COLLIDE__ALL & ~((job->yes | job->no) >> i)))
            continue;
        COLLIDE__W(collide__within_core) core[2];
        COLLIDE__W(collide__xyz) w = COLLIDE__W(collide__within_load)(job->a.rows + i), s = w, t[3];
        const COLLIDE__W(collide__xyz) origin = w;
        COLLIDE__V size = COLLIDE__W(collide__xyz_sum_abs)(COLLIDE__W(collide__xyz_sub)(
            COLLIDE__W(collide__within_load)(job->b.rows + i), origin));
        unsigned good = COLLIDE__ALL;
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__W(collide__xyz) middle =
                COLLIDE__W(collide__within_core_of)(side[k], i, origin, &core[k]);
            w = k ? COLLIDE__W(collide__xyz_sub)(middle, w) : middle;
            size = COLLIDE__ADD(size, core[k].box.size);
            good &= core[k].box.good;
        }
        t[1] = t[2] = w;
        for (int round = 0; round < rounds; ++round) {
            COLLIDE__V gap = zero, flip = zero;
            for (int k = 0; k < 2; ++k) {
                COLLIDE__W(collide__xyz) m, at;
                m.x = COLLIDE__XOR(w.x, flip);
                m.y = COLLIDE__XOR(w.y, flip);
                m.z = COLLIDE__XOR(w.z, flip);
                gap = COLLIDE__SUB(gap, COLLIDE__W(collide__within_support)(&core[k], m, &at));
                s = k ? COLLIDE__W(collide__xyz_sub)(at, s) : at;
                flip = COLLIDE__SPLAT(-0.0f);
            }
            COLLIDE__W(collide__within_decide)(job, i, w, gap, size, inner, good);
            if (!(good & ~((job->yes | job->no) >> i)))
                break;
            if (round == 0 && job->b.core < COLLIDE__WITHIN_BALL) {
                unsigned sure = good;
                const COLLIDE__V a =
                    COLLIDE__W(collide__within_inner)(&core[0], job->a.aabb, &sure);
                const COLLIDE__V b =
                    COLLIDE__W(collide__within_inner)(&core[1], job->b.aabb, &sure);
                COLLIDE__W(collide__within_decide)
                (job, i, w, COLLIDE__SPLAT(-FLT_MAX), size, COLLIDE__ADD(a, b), sure);
            }
            t[0] = w;
            w = COLLIDE__W(collide__within_step)(t, s, round);
            t[2] = t[1];
            t[1] = s;
        }
    }
}
#undef COLLIDE__WITHIN_ROUNDS
#endif // COLLIDE__WIDTH
