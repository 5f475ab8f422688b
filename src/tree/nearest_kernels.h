#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/ops.h"

// ---- trees and points ------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TREE)
// How far four children from number i on reach.
#define COLLIDE__LEAN(rows, lean, i)                                                               \
    COLLIDE__F4_ADD(                                                                               \
        COLLIDE__F4_ADD(                                                                           \
            COLLIDE__F4_ADD(                                                                       \
                COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[0]),                          \
                                COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[0] + (i))),         \
                COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[1]),                          \
                                COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[1] + (i)))),        \
            COLLIDE__F4_MUL(COLLIDE__F4_(set1_ps)((lean)->weight[2]),                              \
                            COLLIDE__F4_(load_ps)((rows) + 8 * (lean)->row[2] + (i)))),            \
        COLLIDE__F4_(set1_ps)((lean)->shift))

// As squares of four children from i on, where directions of a kind have one weight: the deepest
// gaps of all are squared. Writes a mask of those that do not count.
#define COLLIDE__GAP(part)                                                                         \
    COLLIDE__ADD(COLLIDE__LOAD_V(rows + 16 * d + COLLIDE__WIDTH * (part)),                         \
                 COLLIDE__SPLAT_TWO(q[2 * d], q[2 * d + 1], part))
#define COLLIDE__DEEPEST(least, end)                                                               \
    for (; d < (end); ++d) {                                                                       \
        COLLIDE__EACH(least)                                                                       \
    }
#define COLLIDE__CORNER(part) corner[part] = COLLIDE__MIN(COLLIDE__GAP(part), corner[part]);
#define COLLIDE__PAIR(part) pair[part] = COLLIDE__MIN(COLLIDE__GAP(part), pair[part]);
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_gaps)(const float *rows,
                                                               unsigned directions, const float *q,
                                                               const float *weight,
                                                               COLLIDE__F4 *squares) {
    COLLIDE__ALIGNED(float) sums[16];
    COLLIDE__ALIGNED(float) mosts[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__V corner[16 / COLLIDE__WIDTH], pair[16 / COLLIDE__WIDTH];
    unsigned d = 3;
#define COLLIDE__PART(part) corner[part] = pair[part] = zero;
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    if (directions != 9)
        COLLIDE__DEEPEST(COLLIDE__CORNER, directions < 7 ? directions : 7)
    COLLIDE__DEEPEST(COLLIDE__PAIR, directions)
#define COLLIDE__SQUARE(gap, weight)                                                               \
    COLLIDE__MUL(COLLIDE__MUL(gap, weight), COLLIDE__MUL(gap, weight))
#define COLLIDE__AXIS(part)                                                                        \
    COLLIDE__SQUARE(COLLIDE__MIN(COLLIDE__GAP(part), zero), COLLIDE__SPLAT(weight[d]))
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        d = 0;                                                                                     \
        COLLIDE__V sum = COLLIDE__AXIS(part);                                                      \
        d = 1;                                                                                     \
        sum = COLLIDE__ADD(sum, COLLIDE__AXIS(part));                                              \
        d = 2;                                                                                     \
        sum = COLLIDE__ADD(sum, COLLIDE__AXIS(part));                                              \
        COLLIDE__STORE_V(sums + COLLIDE__WIDTH * (part), sum);                                     \
        COLLIDE__STORE_V(mosts + COLLIDE__WIDTH * (part),                                          \
                         COLLIDE__MAX(COLLIDE__SQUARE(corner[part], COLLIDE__SPLAT(weight[3])),    \
                                      COLLIDE__SQUARE(pair[part], COLLIDE__SPLAT(weight[12]))));   \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__AXIS
#undef COLLIDE__SQUARE
    for (int i = 0; i < 8; i += 4)
        squares[i / 4] = COLLIDE__F4_(max_ps)(
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(mosts + i),
                                 COLLIDE__F4_(load_ps)(mosts + 8 + i)),
            COLLIDE__F4_ADD(COLLIDE__F4_(load_ps)(sums + i), COLLIDE__F4_(load_ps)(sums + 8 + i)));
}
#undef COLLIDE__PAIR
#undef COLLIDE__CORNER
#undef COLLIDE__DEEPEST
#undef COLLIDE__GAP

// Sorts eight numbers, of which a and b hold four each: in six rounds, of pairs that are 4, 2 and 1
// apart first.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_sort)(COLLIDE__F4 a, COLLIDE__F4 b,
                                                               float *out) {
    COLLIDE__F4 p, q, low, high, even, odd;
#define COLLIDE__COMPARE                                                                           \
    low = COLLIDE__F4_(min_ps)(p, q);                                                              \
    high = COLLIDE__F4_(max_ps)(p, q);
    p = COLLIDE__F4_(movelh_ps)(a, b); // 0 1 4 5 and 2 3 6 7
    q = COLLIDE__F4_(movehl_ps)(b, a);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(movelh_ps)(low, high); // 0 1 2 3 and 4 5 6 7
    q = COLLIDE__F4_(movehl_ps)(high, low);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(shuffle_ps)(low, high, 0x88); // 0 2 4 6 and 1 3 5 7
    q = COLLIDE__F4_(shuffle_ps)(low, high, 0xdd);
    COLLIDE__COMPARE
    even = low;
    odd = high;
    p = COLLIDE__F4_(shuffle_ps)(even, odd, 0x55); // 2 2 3 3 and 4 4 5 5
    q = COLLIDE__F4_(shuffle_ps)(even, odd, 0xaa);
    COLLIDE__COMPARE
    a = low;
    b = high;
    p = COLLIDE__F4_(shuffle_ps)(odd, a, 0xa0); // 1 1 3 3 and 4 4 6 6
    q = COLLIDE__F4_(shuffle_ps)(b, even, 0xf0);
    COLLIDE__COMPARE
    p = COLLIDE__F4_(shuffle_ps)(low, b, 0xa8); // 1 3 5 5 and 2 4 6 6
    q = COLLIDE__F4_(shuffle_ps)(COLLIDE__F4_(unpacklo_ps)(a, high), high, 0xa4);
    COLLIDE__COMPARE
#undef COLLIDE__COMPARE
    COLLIDE__F4_(storeu_ps)(out + 1, COLLIDE__F4_(unpacklo_ps)(low, high));
    COLLIDE__F4_(storeu_ps)(out + 5, COLLIDE__F4_(unpackhi_ps)(low, high));
    COLLIDE__F4_(store_ss)(out, even);
    COLLIDE__F4_(storeu_ps)(out + 7, COLLIDE__F4_(shuffle_ps)(odd, odd, 0xff));
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_order)(const float *rows, unsigned directions, const float *q,
                                const float *weight, float limit, const collide__tree_lean *lean,
                                float least, unsigned count, float *out) {
    COLLIDE__F4 square[2], key[2];
    unsigned bits = 0;
    COLLIDE__W(collide__tree_gaps)(rows, directions, q, weight, square);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__F4 beyond = COLLIDE__F4_(cmpnle_ps)(square[i], COLLIDE__F4_(set1_ps)(limit));
        if (lean)
            beyond =
                COLLIDE__F4_(or_ps)(beyond, COLLIDE__F4_(cmplt_ps)(COLLIDE__LEAN(rows, lean, 4 * i),
                                                                   COLLIDE__F4_(set1_ps)(least)));
        const float *at = (const float *)(const void *)(collide__tree_digits + 4 * i);
        const float *own = (const float *)(const void *)(collide__tree_digits + 16 - count + 4 * i);
        const COLLIDE__F4 none = COLLIDE__F4_(or_ps)(beyond, COLLIDE__F4_(loadu_ps)(own));
        const COLLIDE__F4 whole = COLLIDE__F4_(andnot_ps)(
            COLLIDE__F4_(load_ps)((const float *)(const void *)(collide__tree_digits + 28)),
            COLLIDE__F4_(max_ps)(square[i], COLLIDE__F4_(set1_ps)(COLLIDE__ORDER_LEAST)));
        key[i] = COLLIDE__F4_(or_ps)(
            COLLIDE__F4_(and_ps)(none, COLLIDE__F4_(set1_ps)(FLT_MAX)),
            COLLIDE__F4_(andnot_ps)(none, COLLIDE__F4_(or_ps)(whole, COLLIDE__F4_(load_ps)(at))));
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(none) << 4 * i;
    }
    COLLIDE__W(collide__tree_sort)(key[0], key[1], out);
    return 8 - COLLIDE__POPCOUNT(bits);
}
// The point of a triangle with vertices v nearest to the origin, or nearly; see
// collide__tree_near_foot.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__tree_share_of)(COLLIDE__V a,
                                                                         COLLIDE__V b) {
    return COLLIDE__MIN(
        COLLIDE__MAX(COLLIDE__DIV(a, COLLIDE__MAX(b, COLLIDE__SPLAT(COLLIDE__FOOT_LEAST))),
                     COLLIDE__SPLAT(0.0f)),
        COLLIDE__SPLAT(1.0f));
}

#define COLLIDE__DOT_OF(a, b) COLLIDE__DOT((a)[0], (a)[1], (a)[2], (b)[0], (b)[1], (b)[2])
#define COLLIDE__LESS_TWICE(a, b) COLLIDE__SUB(a, COLLIDE__ADD(b, b))
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_near_foot)(COLLIDE__V (*v)[3],
                                                                    COLLIDE__V *at) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    COLLIDE__V e[3], f[3];
#define COLLIDE__PART(k)                                                                           \
    e[k] = COLLIDE__SUB(v[1][k], v[0][k]);                                                         \
    f[k] = COLLIDE__SUB(v[2][k], v[0][k]);
    COLLIDE__PART(0)
    COLLIDE__PART(1)
    COLLIDE__PART(2)
#undef COLLIDE__PART
    const COLLIDE__V to_e = COLLIDE__SUB(zero, COLLIDE__DOT_OF(v[0], e));
    const COLLIDE__V to_f = COLLIDE__SUB(zero, COLLIDE__DOT_OF(v[0], f));
    const COLLIDE__V ee = COLLIDE__DOT_OF(e, e), ef = COLLIDE__DOT_OF(e, f);
    const COLLIDE__V ff = COLLIDE__DOT_OF(f, f), rest = COLLIDE__SUB(ee, ef);
    const COLLIDE__V g = COLLIDE__ADD(COLLIDE__SUB(to_f, to_e), rest);
    const COLLIDE__V gg = COLLIDE__ADD(rest, COLLIDE__SUB(ff, ef));
    const COLLIDE__V s = COLLIDE__SUB(COLLIDE__MUL(ff, to_e), COLLIDE__MUL(ef, to_f));
    const COLLIDE__V t = COLLIDE__SUB(COLLIDE__MUL(ee, to_f), COLLIDE__MUL(ef, to_e));
    const COLLIDE__V area = COLLIDE__SUB(COLLIDE__MUL(ee, ff), COLLIDE__MUL(ef, ef));
    COLLIDE__V x = COLLIDE__W(collide__tree_share_of)(to_e, ee), y;
    const COLLIDE__V on_f = COLLIDE__W(collide__tree_share_of)(to_f, ff);
    const COLLIDE__V on_g = COLLIDE__W(collide__tree_share_of)(g, gg);
    COLLIDE__V best = COLLIDE__MUL(x, COLLIDE__LESS_TWICE(COLLIDE__MUL(x, ee), to_e));
    const COLLIDE__V square_f =
        COLLIDE__MUL(on_f, COLLIDE__LESS_TWICE(COLLIDE__MUL(on_f, ff), to_f));
    const COLLIDE__V square_g =
        COLLIDE__ADD(COLLIDE__LESS_TWICE(ee, to_e),
                     COLLIDE__MUL(on_g, COLLIDE__LESS_TWICE(COLLIDE__MUL(on_g, gg), g)));
    const COLLIDE__M on_f_best = COLLIDE__LT(square_f, best);
    best = COLLIDE__SELECT(on_f_best, square_f, best);
    x = COLLIDE__SELECT(on_f_best, zero, x);
    y = COLLIDE__SELECT(on_f_best, on_f, zero);
    const COLLIDE__M on_g_best = COLLIDE__LT(square_g, best);
    x = COLLIDE__SELECT(on_g_best, COLLIDE__SUB(one, on_g), x);
    y = COLLIDE__SELECT(on_g_best, on_g, y);
    const COLLIDE__M inside = COLLIDE__AND_GE(
        COLLIDE__AND_GE(COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(s, t), area), s, zero), t, zero),
        area, COLLIDE__SPLAT(COLLIDE__FOOT_SUM));
    const COLLIDE__V inverse = COLLIDE__DIV(one, area);
    x = COLLIDE__SELECT(inside, COLLIDE__MUL(s, inverse), x);
    y = COLLIDE__SELECT(inside, COLLIDE__MUL(t, inverse), y);
#define COLLIDE__PART(k)                                                                           \
    at[k] = COLLIDE__ADD(COLLIDE__ADD(v[0][k], COLLIDE__MUL(x, e[k])), COLLIDE__MUL(y, f[k]));
    COLLIDE__PART(0)
    COLLIDE__PART(1)
    COLLIDE__PART(2)
#undef COLLIDE__PART
}
#undef COLLIDE__LESS_TWICE

// The least of n / 4 fours of numbers, and which it is; the first of equal ones.
COLLIDE__LANE_FORCE_INLINE uint32_t COLLIDE__W(collide__tree_least)(const float *from, unsigned n,
                                                                    float *least) {
    COLLIDE__F4 most = COLLIDE__F4_(load_ps)(from);
    uint32_t bits = 0;
    for (unsigned i = 4; i < n; i += 4)
        most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(load_ps)(from + i), most);
    most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(movehl_ps)(most, most), most);
    most = COLLIDE__F4_(min_ps)(COLLIDE__F4_(shuffle_ps)(most, most, 0x55), most);
    COLLIDE__F4_(store_ss)(least, most);
    most = COLLIDE__F4_(shuffle_ps)(most, most, 0);
    for (unsigned i = 0; i < n; i += 4)
        bits |= (uint32_t)COLLIDE__F4_(movemask_ps)(
                    COLLIDE__F4_(cmpeq_ps)(COLLIDE__F4_(load_ps)(from + i), most))
                << i;
    return collide__lowest_bit(bits | 0x80000000u);
}

static COLLIDE__TARGET uint32_t COLLIDE__W(collide__tree_nearest)(const float *const *leaves,
                                                                  unsigned n,
                                                                  const collide__tree_ball *ball,
                                                                  float *out) {
    float least;
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4 * n; i += COLLIDE__WIDTH) {
        const float *own[8];
        COLLIDE__V v[3][3], at[3];
        for (unsigned k = 0; k < COLLIDE__WIDTH / 4; ++k)
            own[32 / COLLIDE__WIDTH * k] = leaves[i / 4 + k < n ? i / 4 + k : n - 1];
#define COLLIDE__VERTEX(j, k)                                                                      \
    v[j][k] = COLLIDE__MUL(COLLIDE__SUB(COLLIDE__LOAD_FOURS(own, 16 * (k) + 4 * (j)),              \
                                        COLLIDE__SPLAT(ball->point[k])),                           \
                           COLLIDE__SPLAT(ball->point[3]));
#define COLLIDE__PART(k) COLLIDE__VERTEX(0, k) COLLIDE__VERTEX(1, k) COLLIDE__VERTEX(2, k)
        COLLIDE__PART(0)
        COLLIDE__PART(1)
        COLLIDE__PART(2)
#undef COLLIDE__PART
#undef COLLIDE__VERTEX
        COLLIDE__W(collide__tree_near_foot)(v, at);
        COLLIDE__STORE_V(out + i, at[0]);
        COLLIDE__STORE_V(out + 16 + i, at[1]);
        COLLIDE__STORE_V(out + 32 + i, at[2]);
        COLLIDE__STORE_V(out + 48 + i, COLLIDE__DOT_OF(at, at));
        COLLIDE__STORE_V(out + 64 + i, COLLIDE__MIN(COLLIDE__MIN(COLLIDE__DOT_OF(at, v[0]),
                                                                 COLLIDE__DOT_OF(at, v[1])),
                                                    COLLIDE__DOT_OF(at, v[2])));
    }
    const uint32_t best = COLLIDE__W(collide__tree_least)(out + 48, 4 * n, &least);
    // As collide__tree_ball_square.
    const COLLIDE__V most =
        COLLIDE__MAX(COLLIDE__SQRT(COLLIDE__SPLAT(least)), COLLIDE__SPLAT(ball->least));
    const COLLIDE__V reach = COLLIDE__ADD(COLLIDE__MUL(most, COLLIDE__SPLAT(COLLIDE__BALL_ROUND)),
                                          COLLIDE__SPLAT(ball->more));
    const COLLIDE__V limit = COLLIDE__MIN(COLLIDE__MUL(reach, reach), COLLIDE__SPLAT(ball->square));
    for (unsigned i = 0; i < 4 * n; i += COLLIDE__WIDTH) {
        const COLLIDE__V product = COLLIDE__LOAD_V(out + 64 + i);
        const COLLIDE__V square =
            COLLIDE__MAX(COLLIDE__LOAD_V(out + 48 + i), COLLIDE__SPLAT(COLLIDE__ORDER_LEAST));
        const unsigned beyond = COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(limit, square),
                                                          COLLIDE__MUL(product, product))) &
                                COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), product));
        bits |= (uint32_t)(COLLIDE__ALL & ~beyond) << i;
    }
    return best | (bits & 0xffffu >> (16 - 4 * n)) << 4;
}
#undef COLLIDE__DOT_OF
#endif // COLLIDE_NO_TREE
