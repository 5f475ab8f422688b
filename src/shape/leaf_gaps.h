#pragma once
#include "../base/xyz.h"
#include "table.h"

// ---- steps of a search, and gaps between the elements of two leaves --------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_clamp)(COLLIDE__V x,
                                                                        COLLIDE__V least,
                                                                        COLLIDE__V most) {
    return COLLIDE__MIN(COLLIDE__MAX(x, least), most);
}

// NaN becomes 0.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__within_part)(COLLIDE__V x) {
    return COLLIDE__W(collide__within_clamp)(x, COLLIDE__SPLAT(0.0f), COLLIDE__SPLAT(1.0f));
}

// Keeps w if it is shorter.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__within_nearer)(COLLIDE__W(collide__xyz) w,
                                                                   COLLIDE__W(collide__xyz) * best,
                                                                   COLLIDE__V *square) {
    const COLLIDE__V own = COLLIDE__W(collide__xyz_dot)(w, w);
    *best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(own, *square), w, *best);
    *square = COLLIDE__MIN(own, *square);
}

// The point that is nearest to 0 of the edges and faces that s has with three other points. After
// the first round all others are the first point; after the second one, the first point lies on the
// edge of the others. Whatever weights are worth, they are of a point of these.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__within_step)(const COLLIDE__W(collide__xyz) * p, COLLIDE__W(collide__xyz) s,
                                     int round) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), one = COLLIDE__SPLAT(1.0f);
    const COLLIDE__V least = COLLIDE__SPLAT(FLT_MIN);
    COLLIDE__W(collide__xyz) e[3], best;
    COLLIDE__V square, along[3], ee[3];
#define COLLIDE__EDGE(i)                                                                           \
    e[i] = COLLIDE__W(collide__xyz_sub)(p[i], s);                                                  \
    ee[i] = COLLIDE__W(collide__xyz_dot)(e[i], e[i]);                                              \
    along[i] = COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(s, e[i]));
#define COLLIDE__ON_EDGE(i)                                                                        \
    COLLIDE__W(collide__xyz_ahead)                                                                 \
    (s, COLLIDE__W(collide__within_part)(COLLIDE__DIV(along[i], COLLIDE__MAX(ee[i], least))), e[i])
#define COLLIDE__FACE(i, j)                                                                        \
    {                                                                                              \
        const COLLIDE__V ef = COLLIDE__W(collide__xyz_dot)(e[i], e[j]);                            \
        const COLLIDE__V inverse = COLLIDE__DIV(                                                   \
            one,                                                                                   \
            COLLIDE__MAX(COLLIDE__SUB(COLLIDE__MUL(ee[i], ee[j]), COLLIDE__MUL(ef, ef)), least));  \
        const COLLIDE__V x = COLLIDE__MUL(                                                         \
            COLLIDE__SUB(COLLIDE__MUL(along[i], ee[j]), COLLIDE__MUL(along[j], ef)), inverse);     \
        const COLLIDE__V y = COLLIDE__MUL(                                                         \
            COLLIDE__SUB(COLLIDE__MUL(along[j], ee[i]), COLLIDE__MUL(along[i], ef)), inverse);     \
        const COLLIDE__M face = COLLIDE__AND_GE(                                                   \
            COLLIDE__AND_GE(COLLIDE__LE(COLLIDE__ADD(x, y), one), x, zero), y, zero);              \
        COLLIDE__W(collide__within_nearer)                                                         \
        (COLLIDE__W(collide__xyz_select)(                                                          \
             face,                                                                                 \
             COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz_ahead)(s, x, e[i]), y, e[j]),  \
             best),                                                                                \
         &best, &square);                                                                          \
    }
    COLLIDE__EDGE(1)
    best = COLLIDE__ON_EDGE(1);
    if (round == 0)
        return best;
    COLLIDE__EDGE(2)
    square = COLLIDE__W(collide__xyz_dot)(best, best);
    if (round == 1) {
        COLLIDE__W(collide__within_nearer)(COLLIDE__ON_EDGE(2), &best, &square);
    } else {
        COLLIDE__EDGE(0)
        COLLIDE__W(collide__within_nearer)(COLLIDE__ON_EDGE(0), &best, &square);
        COLLIDE__FACE(0, 1)
        COLLIDE__FACE(0, 2)
    }
    COLLIDE__FACE(1, 2)
#undef COLLIDE__EDGE
#undef COLLIDE__ON_EDGE
#undef COLLIDE__FACE
    return best;
}

// The bounds are gaps of the elements along directions w: the search of within_search.h, whose
// steps need not be right. Let u = 2^-24 and c the largest coordinate. A product with w has an
// error of 3 u c sqrt(3) |w| at most, so that a gap, which is at most 2 c sqrt(3) |w|, has 14 u c
// |w|. Its quotient with the length has 3.5 u times 2 c sqrt(3) more, together 27 u c, and 31 u c
// if a limit is made of two numbers. 2^-19 c is more. If w is at least 2^-50 long, what underflows
// is less than that.
#define COLLIDE__GAP_ROUNDS 4

// Vertex v of element s of a leaf: each four times for a, over and over for b.
#define COLLIDE__VERTEX_A(v)                                                                       \
    {                                                                                              \
        p[v].x = COLLIDE__SPLAT_FOURS(a + 4 * (v), i / COLLIDE__WIDTH);                            \
        p[v].y = COLLIDE__SPLAT_FOURS(a + 4 * (v) + 16, i / COLLIDE__WIDTH);                       \
        p[v].z = COLLIDE__SPLAT_FOURS(a + 4 * (v) + 32, i / COLLIDE__WIDTH);                       \
    }
#define COLLIDE__VERTEX_B(v)                                                                       \
    {                                                                                              \
        q[v].x = COLLIDE__LOAD_FOUR(b + 4 * (v) + i % 4);                                          \
        q[v].y = COLLIDE__LOAD_FOUR(b + 4 * (v) + 16 + i % 4);                                     \
        q[v].z = COLLIDE__LOAD_FOUR(b + 4 * (v) + 32 + i % 4);                                     \
    }

// The farthest of three points along w, or four; *along is how far.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__gap_support)(const COLLIDE__W(collide__xyz) * p, bool four,
                                     COLLIDE__W(collide__xyz) w, COLLIDE__V *along) {
    COLLIDE__W(collide__xyz) best = p[0];
    COLLIDE__V most = COLLIDE__W(collide__xyz_dot)(best, w);
#define COLLIDE__TRY(v)                                                                            \
    {                                                                                              \
        const COLLIDE__V x = COLLIDE__W(collide__xyz_dot)(p[v], w);                                \
        best = COLLIDE__W(collide__xyz_select)(COLLIDE__LT(most, x), p[v], best);                  \
        most = COLLIDE__MAX(x, most);                                                              \
    }
    COLLIDE__TRY(1)
    COLLIDE__TRY(2)
    if (four)
        COLLIDE__TRY(3)
#undef COLLIDE__TRY
    *along = most;
    return best;
}

static COLLIDE__TARGET void COLLIDE__W(collide__shape_gaps)(const float *a, const float *b,
                                                            bool four, unsigned lanes, float limit,
                                                            float *out) {
    const COLLIDE__V third = COLLIDE__SPLAT(0.333333343f), most = COLLIDE__SPLAT(limit);
    for (unsigned i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[4], q[4], t[3], w;
        COLLIDE__V bound = COLLIDE__SPLAT(-FLT_MAX);
        if (!(COLLIDE__ALL & lanes >> i))
            continue;
        COLLIDE__VERTEX_A(0)
        COLLIDE__VERTEX_A(1)
        COLLIDE__VERTEX_A(2)
        COLLIDE__VERTEX_A(3)
        COLLIDE__VERTEX_B(0)
        COLLIDE__VERTEX_B(1)
        COLLIDE__VERTEX_B(2)
        COLLIDE__VERTEX_B(3)
        w = COLLIDE__W(collide__xyz_sub)(q[0], p[0]);
        w = COLLIDE__W(collide__xyz_add)(w, COLLIDE__W(collide__xyz_sub)(q[1], p[1]));
        w = COLLIDE__W(collide__xyz_add)(w, COLLIDE__W(collide__xyz_sub)(q[2], p[2]));
        w = COLLIDE__W(collide__xyz_scale)(w, third);
        t[1] = t[2] = w;
        for (int round = 0;; ++round) {
            COLLIDE__W(collide__xyz) m, s;
            COLLIDE__V along_a, along_b;
            s = COLLIDE__W(collide__gap_support)(p, four, w, &along_a);
            m.x = COLLIDE__NEG(w.x);
            m.y = COLLIDE__NEG(w.y);
            m.z = COLLIDE__NEG(w.z);
            s = COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__gap_support)(q, four, m, &along_b),
                                             s);
            const COLLIDE__V square = COLLIDE__W(collide__xyz_dot)(w, w);
            const COLLIDE__V gap =
                COLLIDE__DIV(COLLIDE__NEG(COLLIDE__ADD(along_a, along_b)), COLLIDE__SQRT(square));
            const COLLIDE__M more = COLLIDE__AND_GE(
                COLLIDE__LE(bound, most), square, COLLIDE__SPLAT(7.888609052210118e-31f)); // 2^-100
            bound = COLLIDE__SELECT(more, COLLIDE__MAX(gap, bound), bound);
            if (round + 1 == COLLIDE__GAP_ROUNDS ||
                !(COLLIDE__BITS(COLLIDE__LE(bound, most)) & lanes >> i))
                break;
            t[0] = w;
            w = COLLIDE__W(collide__within_step)(t, s, round);
            t[2] = t[1];
            t[1] = s;
        }
        COLLIDE__STORE_U(out + i, bound);
    }
}
#undef COLLIDE__VERTEX_A
#undef COLLIDE__VERTEX_B
#undef COLLIDE__GAP_ROUNDS
#endif // COLLIDE__WIDTH
