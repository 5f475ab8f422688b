#pragma once
#include "table.h"

// ---- two boxes that move and turn, in lanes --------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
// The search of search.h for two boxes, each lane a pair, in steps that all lanes take together: a
// look at one time, and a certificate from it. A lane that has ended takes the next pair. Single
// calls are one lane wide. Left to the general search: bad input, bodies at rest, overlaps at the
// start, angles above 2^20, and brackets that stay wide.

// A body: its edges, and its middle from the pivot. At the angle x about the axis of spin, they are
// start + sin x * side + (1 - cos x) * inward.
typedef struct COLLIDE__W(collide__boxes_body) {
    COLLIDE__D3 start[4], side[4], inward[4], spin;
    COLLIDE__D half[3], rate, rho;
    COLLIDE__D volume;        // of the edges: almost 1
    COLLIDE__D along, beside; // of the axis of spin: how far the middle is, and reaches from there
} COLLIDE__W(collide__boxes_body);

// As collide__motion_state, and what the search keeps. All members are of COLLIDE__D, since lanes
// are moved as such.
typedef struct COLLIDE__W(collide__boxes_pair) {
    COLLIDE__W(collide__boxes_body) body[2];
    COLLIDE__D3 apart, w;
    COLLIDE__D fast, swing, bend, spins, speed; // fast: speed and swing
    COLLIDE__D wide, sizes, tolerance;
    COLLIDE__D free_to, t, step; // the next look is at t; step after free_to if a contact is sought
    COLLIDE__D seeks, tries, looks, slow;
    COLLIDE__D3 n;
} COLLIDE__W(collide__boxes_pair);

// What a look finds.
typedef struct COLLIDE__W(collide__boxes_look) {
    COLLIDE__D3 now[2][4];
    COLLIDE__D3 n, d, point[2];       // d: from pivot to pivot
    COLLIDE__D3 between;              // from middle to middle
    COLLIDE__D3 p, q, turn_p, turn_q; // n is the product of the edges p and q, which turn
    COLLIDE__D gap, over, slack;      // over: the largest gap, almost in size and certain in sign
    COLLIDE__D reach[2];              // of the middles, along n
} COLLIDE__W(collide__boxes_look);

// As collide__sine. Quarters are counted down.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_sine)(COLLIDE__D x, COLLIDE__D *sine,
                                                          COLLIDE__D *less) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D n = COLLIDE__FLOOR_D(COLLIDE__ADD_D(
        COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.63661977236758134)), COLLIDE__SPLAT_D(0.5)));
    COLLIDE__D r = COLLIDE__SUB_D(x, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(1.5707963267341256)));
    r = COLLIDE__SUB_D(r, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(6.0771005063039659e-11)));
    r = COLLIDE__SUB_D(r, COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(2.0222662487959506e-21)));
    const COLLIDE__D q = COLLIDE__MUL_D(r, r), qq = COLLIDE__MUL_D(q, q);
    const COLLIDE__D q4 = COLLIDE__MUL_D(qq, qq);
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__ADD_D(COLLIDE__SPLAT_D(a), COLLIDE__MUL_D(COLLIDE__SPLAT_D(b), q))
#define COLLIDE__FOUR(a, b) COLLIDE__ADD_D(a, COLLIDE__MUL_D(b, qq))
#define COLLIDE__EIGHT(a, b) COLLIDE__ADD_D(a, COLLIDE__MUL_D(b, q4))
    const COLLIDE__D s_low =
        COLLIDE__FOUR(COLLIDE__TWO(-1.6666666666666666e-01, 8.3333333333333332e-03),
                      COLLIDE__TWO(-1.9841269841269841e-04, 2.7557319223985893e-06));
    const COLLIDE__D s_high =
        COLLIDE__FOUR(COLLIDE__TWO(-2.5052108385441719e-08, 1.6059043836821613e-10),
                      COLLIDE__TWO(-7.6471637318198164e-13, 2.8114572543455206e-15));
    const COLLIDE__D c_low =
        COLLIDE__FOUR(COLLIDE__TWO(-0.5, 4.1666666666666664e-02),
                      COLLIDE__TWO(-1.3888888888888889e-03, 2.4801587301587302e-05));
    const COLLIDE__D c_high =
        COLLIDE__FOUR(COLLIDE__TWO(-2.7557319223985890e-07, 2.0876756987868099e-09),
                      COLLIDE__TWO(-1.1470745597729725e-11, 4.7794773323873853e-14));
    const COLLIDE__D s =
        COLLIDE__ADD_D(r, COLLIDE__MUL_D(COLLIDE__EIGHT(s_low, s_high), COLLIDE__MUL_D(q, r)));
    const COLLIDE__D c = COLLIDE__ADD_D(one, COLLIDE__MUL_D(COLLIDE__EIGHT(c_low, c_high), q));
#undef COLLIDE__EIGHT
#undef COLLIDE__FOUR
#undef COLLIDE__TWO
    const COLLIDE__D k = COLLIDE__SUB_D(
        n, COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0),
                          COLLIDE__FLOOR_D(COLLIDE__MUL_D(n, COLLIDE__SPLAT_D(0.25)))));
    const COLLIDE__DM first = COLLIDE__EQ_D(k, one);
    const COLLIDE__DM odd = COLLIDE__EITHER_D(first, COLLIDE__EQ_D(k, COLLIDE__SPLAT_D(3.0)));
    const COLLIDE__D sc = COLLIDE__SELECT_D(odd, c, s), cs = COLLIDE__SELECT_D(odd, s, c);
    *sine = COLLIDE__SELECT_D(COLLIDE__LT_D(one, k), COLLIDE__NEG_D(sc), sc);
    *less = COLLIDE__SUB_D(
        one, COLLIDE__SELECT_D(COLLIDE__EITHER_D(first, COLLIDE__EQ_D(k, COLLIDE__SPLAT_D(2.0))),
                               COLLIDE__NEG_D(cs), cs));
}

// Where a body is at the time t. Coordinates are right within 2^-47 of the sizes: the sine and the
// cosine within 2^-50, the axis within 2^-52, and ten roundings.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_turn)(const COLLIDE__W(collide__boxes_body) * m,
                                                          COLLIDE__D t, COLLIDE__D3 *now) {
    COLLIDE__D sine, less;
    COLLIDE__W(collide__boxes_sine)(COLLIDE__MUL_D(m->rate, t), &sine, &less);
    for (int i = 0; i < 4; ++i)
        now[i] = COLLIDE__D3_(along)(COLLIDE__D3_(along)(m->start[i], sine, m->side[i]), less,
                                     m->inward[i]);
}

// One of six edges by its number in each lane.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_edge)(COLLIDE__D3 (*now)[4],
                                                                 COLLIDE__D number) {
#if COLLIDE__DOUBLES == 1
    const int i = (int)number;
    return now[i > 2][i > 2 ? i - 3 : i];
#else
    COLLIDE__D3 r = now[0][0];
    for (int i = 1; i < 6; ++i)
        r = COLLIDE__D3_(select)(COLLIDE__EQ_D(number, COLLIDE__SPLAT_D((double)i)),
                                 now[i / 3][i % 3], r);
    return r;
#endif
}

// The axis of the largest gap, over the root of square: signed_square is the square of the gap,
// with its sign. It is the product of the edges p and q.
typedef struct COLLIDE__W(collide__boxes_best) {
    COLLIDE__D signed_square, square, p, q;
} COLLIDE__W(collide__boxes_best);

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_keep)(COLLIDE__W(collide__boxes_best) * best,
                                COLLIDE__W(collide__boxes_best) other) {
    const COLLIDE__DM more = COLLIDE__LT_D(COLLIDE__MUL_D(best->signed_square, other.square),
                                           COLLIDE__MUL_D(other.signed_square, best->square));
    best->signed_square = COLLIDE__SELECT_D(more, other.signed_square, best->signed_square);
    best->square = COLLIDE__SELECT_D(more, other.square, best->square);
    best->p = COLLIDE__SELECT_D(more, other.p, best->p);
    best->q = COLLIDE__SELECT_D(more, other.q, best->q);
}

// Whether two edges with this product are almost parallel: the square of the sine is at most 2^-10.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_flat)(COLLIDE__D square) {
    return COLLIDE__LE_D(square, COLLIDE__SPLAT_D(0.0009765625));
}

// The gaps along the normals of faces, and the products of edges, all but in size: with the
// products g of two edges of a, whose product with the third is the volume V, a body b's edge f
// is the sum of (g_j.f) e_j / V, so that all gaps are made of the products g.f and e.h. Edges that
// are almost parallel are left out: *flat. *over is the largest gap.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_best)
    COLLIDE__W(collide__boxes_axes)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__D3 (*now)[4], COLLIDE__D3 d, COLLIDE__D *most,
                                    COLLIDE__DM *flat) {
    const COLLIDE__W(collide__boxes_body) *const a = &s->body[0], *const b = &s->body[1];
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D inverse = COLLIDE__DIV_D(one, a->volume);
    COLLIDE__W(collide__boxes_best) best, chain, next;
    COLLIDE__D gf[3][3], size[3][3], eh[3][3], gd[3], gap, over, face[2];
    COLLIDE__DM more, flats;
    // Constant numbers of axes, so that all of it is in registers.
#define COLLIDE__FACE(i, x, own, other, t, u, v)                                                   \
    gap = COLLIDE__SUB_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__ABS_D(x), COLLIDE__MUL_D((own)->half[i], (own)->volume)),          \
        COLLIDE__DOT_D(t, u, v, (other)->half[0], (other)->half[1], (other)->half[2]))
#define COLLIDE__FACE_NEXT(y, i1, i2)                                                              \
    more = COLLIDE__LT_D(face[y], gap);                                                            \
    face[y] = COLLIDE__MAX_D(gap, face[y]);                                                        \
    chain.p = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D(i1), chain.p);                              \
    chain.q = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D(i2), chain.q)
#define COLLIDE__PRODUCTS(i, i1, i2)                                                               \
    {                                                                                              \
        const COLLIDE__D3 g = COLLIDE__D3_(cross)(now[0][i1], now[0][i2]);                         \
        const COLLIDE__D3 h = COLLIDE__D3_(cross)(now[1][i1], now[1][i2]);                         \
        gd[i] = COLLIDE__D3_(dot)(g, d);                                                           \
        hd[i] = COLLIDE__D3_(dot)(h, d);                                                           \
        gf[i][0] = COLLIDE__D3_(dot)(g, now[1][0]);                                                \
        gf[i][1] = COLLIDE__D3_(dot)(g, now[1][1]);                                                \
        gf[i][2] = COLLIDE__D3_(dot)(g, now[1][2]);                                                \
        eh[0][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][0]));                                \
        eh[1][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][1]));                                \
        eh[2][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][2]));                                \
        size[i][0] = COLLIDE__ABS_D(gf[i][0]);                                                     \
        size[i][1] = COLLIDE__ABS_D(gf[i][1]);                                                     \
        size[i][2] = COLLIDE__ABS_D(gf[i][2]);                                                     \
    }
#define COLLIDE__FACE_A(i) COLLIDE__FACE(i, gd[i], a, b, size[i][0], size[i][1], size[i][2])
#define COLLIDE__FACE_B(i) COLLIDE__FACE(i, hd[i], b, a, eh[0][i], eh[1][i], eh[2][i])
    COLLIDE__D hd[3];
    COLLIDE__PRODUCTS(0, 1, 2)
    COLLIDE__PRODUCTS(1, 2, 0)
    COLLIDE__PRODUCTS(2, 0, 1)
    COLLIDE__FACE_A(0);
    face[0] = gap;
    chain.p = one;
    chain.q = COLLIDE__SPLAT_D(2.0);
    COLLIDE__FACE_A(1);
    COLLIDE__FACE_NEXT(0, 2.0, 0.0);
    COLLIDE__FACE_A(2);
    COLLIDE__FACE_NEXT(0, 0.0, 1.0);
    best.p = chain.p;
    best.q = chain.q;
    COLLIDE__FACE_B(0);
    face[1] = gap;
    chain.p = COLLIDE__SPLAT_D(4.0);
    chain.q = COLLIDE__SPLAT_D(5.0);
    COLLIDE__FACE_B(1);
    COLLIDE__FACE_NEXT(1, 5.0, 3.0);
    COLLIDE__FACE_B(2);
    COLLIDE__FACE_NEXT(1, 3.0, 4.0);
    more = COLLIDE__LT_D(face[0], face[1]);
    over = COLLIDE__MAX_D(face[1], face[0]);
    best.p = COLLIDE__SELECT_D(more, chain.p, best.p);
    best.q = COLLIDE__SELECT_D(more, chain.q, best.q);
    best.signed_square = COLLIDE__MUL_D(over, COLLIDE__ABS_D(over));
    best.square = one;
    gd[0] = COLLIDE__MUL_D(gd[0], inverse);
    gd[1] = COLLIDE__MUL_D(gd[1], inverse);
    gd[2] = COLLIDE__MUL_D(gd[2], inverse);
#define COLLIDE__EDGES(i, i1, i2, k, k1, k2)                                                       \
    next.square = COLLIDE__SUB_D(one, COLLIDE__MUL_D(gf[i][k], gf[i][k]));                         \
    more = COLLIDE__W(collide__boxes_flat)(next.square);                                           \
    gap = COLLIDE__ABS_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__MUL_D(gf[i1][k], gd[i2]), COLLIDE__MUL_D(gf[i2][k], gd[i1])));     \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(a->half[i1], size[i2][k]),             \
                                             COLLIDE__MUL_D(a->half[i2], size[i1][k])));           \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(b->half[k1], eh[i][k2]),               \
                                             COLLIDE__MUL_D(b->half[k2], eh[i][k1])));             \
    gap = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D(-1e150), gap);                                  \
    next.signed_square = COLLIDE__MUL_D(gap, COLLIDE__ABS_D(gap));                                 \
    over = COLLIDE__MAX_D(gap, over);                                                              \
    next.p = COLLIDE__SPLAT_D((double)(i));                                                        \
    next.q = COLLIDE__SPLAT_D(3.0 + (k));
#define COLLIDE__CHAIN(k, k1, k2)                                                                  \
    COLLIDE__EDGES(0, 1, 2, k, k1, k2)                                                             \
    chain = next;                                                                                  \
    flats = (k) ? COLLIDE__EITHER_D(flats, more) : more;                                           \
    COLLIDE__EDGES(1, 2, 0, k, k1, k2)                                                             \
    flats = COLLIDE__EITHER_D(flats, more);                                                        \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__EDGES(2, 0, 1, k, k1, k2)                                                             \
    flats = COLLIDE__EITHER_D(flats, more);                                                        \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__W(collide__boxes_keep)(&best, chain);
    flats = more;
    COLLIDE__CHAIN(0, 1, 2)
    COLLIDE__CHAIN(1, 2, 0)
    COLLIDE__CHAIN(2, 0, 1)
    *most = over;
    *flat = flats;
    return best;
#undef COLLIDE__CHAIN
#undef COLLIDE__EDGES
#undef COLLIDE__FACE_B
#undef COLLIDE__FACE_A
#undef COLLIDE__PRODUCTS
#undef COLLIDE__FACE_NEXT
#undef COLLIDE__FACE
}

// The gap along the unit vector n, which points from b to a, with the corners that are nearest to
// each other along it.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_along)(const COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D3 (*now)[4],
                                 COLLIDE__D3 d, COLLIDE__D3 n, COLLIDE__D *gap, COLLIDE__D *reach,
                                 COLLIDE__D3 *point) {
    for (int i = 0; i < 2; ++i) {
        point[i] = now[i][3];
        reach[i] = COLLIDE__SPLAT_D(0.0);
        for (int k = 0; k < 3; ++k) {
            const COLLIDE__D x = COLLIDE__D3_(dot)(n, now[i][k]), half = s->body[i].half[k];
            const COLLIDE__DM less = COLLIDE__LT_D(x, COLLIDE__SPLAT_D(0.0));
            const COLLIDE__D other = COLLIDE__NEG_D(half);
            reach[i] = COLLIDE__ADD_D(reach[i], COLLIDE__MUL_D(COLLIDE__ABS_D(x), half));
            point[i] = COLLIDE__D3_(along)(point[i],
                                           i ? COLLIDE__SELECT_D(less, other, half)
                                             : COLLIDE__SELECT_D(less, half, other),
                                           now[i][k]);
        }
    }
    *gap =
        COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, d)), COLLIDE__ADD_D(reach[0], reach[1]));
}

COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_unit)(COLLIDE__D3 n) {
    return COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), COLLIDE__SQRT_D(COLLIDE__D3_(dot)(n, n))), n);
}

// Edges that are almost parallel, as collide__edges_normal: their product is normal to both within
// a few roundings. The normal turns as if with a face of a.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_parallel)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D3 d = at->between;
    for (int j = 0; j < 9; ++j) {
        const COLLIDE__D3 e = COLLIDE__W(collide__boxes_unit)(at->now[0][j % 3]);
        const COLLIDE__D3 f = COLLIDE__W(collide__boxes_unit)(at->now[1][j / 3]);
        COLLIDE__D gap, reach[2];
        COLLIDE__D3 point[2];
        // As in collide__boxes_axes.
        const COLLIDE__D gf =
            COLLIDE__D3_(dot)(COLLIDE__D3_(cross)(at->now[0][(j + 1) % 3], at->now[0][(j + 2) % 3]),
                              at->now[1][j / 3]);
        const COLLIDE__DM flat = COLLIDE__W(collide__boxes_flat)(
            COLLIDE__SUB_D(COLLIDE__SPLAT_D(1.0), COLLIDE__MUL_D(gf, gf)));
        if (!COLLIDE__BITS_D(flat))
            continue;
        COLLIDE__D3 n = COLLIDE__D3_(cross)(e, f);
        const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(4.930380657631324e-32),
                                               COLLIDE__D3_(dot)(n, n)); // 2^-104
        n = COLLIDE__W(collide__boxes_unit)(n);
        for (int i = 0; i < 2; ++i) {
            n = COLLIDE__D3_(along)(n, COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, e)), e);
            n = COLLIDE__D3_(along)(n, COLLIDE__NEG_D(COLLIDE__D3_(dot)(n, f)), f);
        }
        n = COLLIDE__W(collide__boxes_unit)(n);
        n = COLLIDE__D3_(select)(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(n, d)),
                                 COLLIDE__D3_(neg)(n), n);
        COLLIDE__W(collide__boxes_along)(s, at->now, d, n, &gap, reach, point);
        const COLLIDE__DM good = COLLIDE__BOTH_D(some, flat);
        const COLLIDE__DM more = COLLIDE__BOTH_D(good, COLLIDE__LT_D(at->gap, gap));
        at->over = COLLIDE__SELECT_D(good, COLLIDE__MAX_D(gap, at->over), at->over);
        at->gap = COLLIDE__SELECT_D(more, gap, at->gap);
        at->n = COLLIDE__D3_(select)(more, n, at->n);
        at->turn_p = COLLIDE__D3_(select)(more, s->body[0].spin, at->turn_p);
        at->turn_q = COLLIDE__D3_(select)(more, s->body[0].spin, at->turn_q);
        for (int i = 0; i < 2; ++i) {
            at->reach[i] = COLLIDE__SELECT_D(more, reach[i], at->reach[i]);
            at->point[i] = COLLIDE__D3_(select)(more, point[i], at->point[i]);
        }
        // Any two edges whose product is n.
        at->p = COLLIDE__D3_(select)(more, e, at->p);
        at->q = COLLIDE__D3_(select)(more, COLLIDE__D3_(cross)(n, e), at->q);
    }
}

// Of boxes that overlap: the axis of the least depth, for which the lengths of all products count.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_deep)(const COLLIDE__W(collide__boxes_pair) * s,
                                COLLIDE__W(collide__boxes_look) * at) {
    static const uint8_t first[15] = {1, 2, 0, 4, 5, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2};
    static const uint8_t second[15] = {2, 0, 1, 5, 3, 4, 3, 4, 5, 3, 4, 5, 3, 4, 5};
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 d = at->between;
    at->gap = COLLIDE__SPLAT_D(-DBL_MAX);
    for (int i = 0; i < 15; ++i) {
        const int p = first[i], q = second[i];
        COLLIDE__D gap, reach[2];
        COLLIDE__D3 point[2];
        COLLIDE__D3 n = COLLIDE__D3_(cross)(at->now[p / 3][p % 3], at->now[q / 3][q % 3]);
        const COLLIDE__DM some = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0009765625), // 2^-10
                                               COLLIDE__D3_(dot)(n, n));
        n = COLLIDE__W(collide__boxes_unit)(n);
        n = COLLIDE__D3_(select)(COLLIDE__LT_D(zero, COLLIDE__D3_(dot)(n, d)), COLLIDE__D3_(neg)(n),
                                 n);
        COLLIDE__W(collide__boxes_along)(s, at->now, d, n, &gap, reach, point);
        const COLLIDE__DM more = COLLIDE__BOTH_D(some, COLLIDE__LT_D(at->gap, gap));
        at->gap = COLLIDE__SELECT_D(more, gap, at->gap);
        at->n = COLLIDE__D3_(select)(more, n, at->n);
    }
}

// The bodies at the time t, and a bound of their distance. The slack is as in
// collide__motion_place.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_look_at)(const COLLIDE__W(collide__boxes_pair) *
                                                                 s,
                                                             COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D t = s->t;
    COLLIDE__DM any;
    COLLIDE__W(collide__boxes_turn)(&s->body[0], t, at->now[0]);
    COLLIDE__W(collide__boxes_turn)(&s->body[1], t, at->now[1]);
    at->d = COLLIDE__D3_(along)(s->apart, t, s->w);
    const COLLIDE__D3 d = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(at->d, at->now[1][3]), at->now[0][3]);
    at->between = d;
    const COLLIDE__D size = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    at->slack = COLLIDE__ADD_D(
        COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(8 * COLLIDE__CORE_SLACK)),
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(COLLIDE__ADD_D(s->fast, COLLIDE__MUL_D(s->swing, COLLIDE__SPLAT_D(4.0))),
                           t),
            COLLIDE__SPLAT_D(2.220446049250313e-16))); // 2^-52; spins by 2^-50
    const COLLIDE__W(collide__boxes_best) best =
        COLLIDE__W(collide__boxes_axes)(s, at->now, d, &at->over, &any);
    at->p = COLLIDE__W(collide__boxes_edge)(at->now, best.p);
    at->q = COLLIDE__W(collide__boxes_edge)(at->now, best.q);
    const COLLIDE__D two = COLLIDE__SPLAT_D(2.5);
    at->turn_p = COLLIDE__D3_(select)(COLLIDE__LT_D(two, best.p), s->body[1].spin, s->body[0].spin);
    at->turn_q = COLLIDE__D3_(select)(COLLIDE__LT_D(two, best.q), s->body[1].spin, s->body[0].spin);
    COLLIDE__D3 n = COLLIDE__D3_(cross)(at->p, at->q);
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__DM back = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(n, d));
    at->n = COLLIDE__D3_(scale)(COLLIDE__DIV_D(COLLIDE__SELECT_D(back, COLLIDE__NEG_D(one), one),
                                               COLLIDE__SQRT_D(COLLIDE__D3_(dot)(n, n))),
                                n);
    COLLIDE__W(collide__boxes_along)(s, at->now, d, at->n, &at->gap, at->reach, at->point);
    if (COLLIDE__BITS_D(any))
        COLLIDE__W(collide__boxes_parallel)(s, at);
}

// ---- certificates ----------------------------------------------------------------------------

// As collide__motion_bound.
typedef struct COLLIDE__W(collide__boxes_bound) {
    COLLIDE__D3 m, turn[2];
    COLLIDE__D lean, curve, cube, fast, nw;
} COLLIDE__W(collide__boxes_bound);

// How n turns with its edges, and bounds of how it curves. The length of m x spin is at most the
// product of theirs.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_bound)
    COLLIDE__W(collide__boxes_bound_of)(const COLLIDE__W(collide__boxes_pair) * s,
                                        const COLLIDE__W(collide__boxes_look) * at) {
    const COLLIDE__D half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__W(collide__boxes_bound) r;
    const COLLIDE__D3 c = COLLIDE__D3_(cross)(at->p, at->q);
    const COLLIDE__D3 rate =
        COLLIDE__D3_(add)(COLLIDE__D3_(cross)(COLLIDE__D3_(cross)(at->turn_p, at->p), at->q),
                          COLLIDE__D3_(cross)(at->p, COLLIDE__D3_(cross)(at->turn_q, at->q)));
    // The part of rate across n, over the length of c, which is along n or against it.
    r.m = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(COLLIDE__SPLAT_D(1.0), COLLIDE__D3_(dot)(at->n, c)),
        COLLIDE__D3_(along)(rate, COLLIDE__NEG_D(COLLIDE__D3_(dot)(rate, at->n)), at->n));
    r.lean = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.m, r.m));
    r.nw = COLLIDE__D3_(dot)(at->n, s->w);
    r.curve = COLLIDE__ADD_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(r.m, s->w)),
                             COLLIDE__MUL_D(r.lean, s->swing));
    r.cube = COLLIDE__MUL_D(r.lean, s->bend);
    r.fast = COLLIDE__SPLAT_D(0.0);
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        r.turn[i] = COLLIDE__D3_(cross)(at->n, body->spin);
        const COLLIDE__D swing =
            COLLIDE__MUL_D(COLLIDE__SQRT_D(COLLIDE__D3_(dot)(r.turn[i], r.turn[i])), body->rho);
        r.fast = COLLIDE__ADD_D(r.fast, swing);
        r.curve = COLLIDE__ADD_D(r.curve, COLLIDE__MUL_D(half, COLLIDE__MUL_D(swing, body->rate)));
    }
    return r;
}

// As collide__motion_left; step is tau or -tau.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_left_at)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D step, COLLIDE__D tau) {
    const COLLIDE__D3 k = COLLIDE__D3_(along)(at->n, step, bound->m);
    COLLIDE__D left = COLLIDE__NEG_D(
        COLLIDE__ADD_D(COLLIDE__D3_(dot)(k, at->d), COLLIDE__MUL_D(step, bound->nw)));
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__D3 *const now = at->now[i];
        const COLLIDE__D3 q = COLLIDE__D3_(along)(k, step, bound->turn[i]);
        const COLLIDE__D middle = COLLIDE__D3_(dot)(q, now[3]);
        COLLIDE__D reach =
            COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[0])), body->half[0]);
        for (int j = 1; j < 3; ++j)
            reach = COLLIDE__ADD_D(
                reach, COLLIDE__MUL_D(COLLIDE__ABS_D(COLLIDE__D3_(dot)(q, now[j])), body->half[j]));
        left =
            COLLIDE__SUB_D(i ? COLLIDE__SUB_D(left, middle) : COLLIDE__ADD_D(left, middle), reach);
    }
    const COLLIDE__D curve = COLLIDE__ADD_D(bound->curve, COLLIDE__MUL_D(bound->cube, tau));
    const COLLIDE__D wide = COLLIDE__ADD_D(
        COLLIDE__SPLAT_D(1.0), COLLIDE__MUL_D(tau, COLLIDE__ADD_D(bound->lean, s->spins)));
    const COLLIDE__D rough = COLLIDE__ADD_D(
        COLLIDE__MUL_D(at->slack, wide),
        COLLIDE__MUL_D(COLLIDE__MUL_D(s->fast, tau), COLLIDE__SPLAT_D(2.220446049250313e-16)));
    return COLLIDE__SUB_D(COLLIDE__SUB_D(left, COLLIDE__MUL_D(COLLIDE__MUL_D(tau, tau), curve)),
                          rough);
}

// As collide__motion_apart.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_apart)(
    const COLLIDE__W(collide__boxes_pair) * s, const COLLIDE__W(collide__boxes_look) * at,
    const COLLIDE__W(collide__boxes_bound) * bound, COLLIDE__D closing) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__D gap = COLLIDE__SUB_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(at->n, at->d)),
                                    COLLIDE__ADD_D(at->slack, at->slack));
    for (int i = 0; i < 2; ++i) {
        const COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const COLLIDE__DM turns = COLLIDE__LT_D(zero, body->rate);
        const COLLIDE__D part = COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, body->rate, one));
        const COLLIDE__D x = COLLIDE__MUL_D(COLLIDE__D3_(dot)(at->n, body->spin), part);
        const COLLIDE__D y = COLLIDE__MUL_D(
            COLLIDE__SQRT_D(COLLIDE__D3_(dot)(bound->turn[i], bound->turn[i])), part);
        const COLLIDE__D middle = COLLIDE__MUL_D(x, body->along);
        const COLLIDE__D beside = COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__ABS_D(x), body->beside),
                                                 COLLIDE__MUL_D(y, body->rho));
        const COLLIDE__D still = COLLIDE__D3_(dot)(at->n, at->now[i][3]);
        const COLLIDE__D base = COLLIDE__SELECT_D(turns, middle, still);
        gap = COLLIDE__SUB_D(i ? COLLIDE__SUB_D(gap, base) : COLLIDE__ADD_D(gap, base),
                             COLLIDE__SELECT_D(turns, beside, at->reach[i]));
    }
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, closing);
    const COLLIDE__D until = COLLIDE__SELECT_D(
        comes,
        COLLIDE__MUL_D(COLLIDE__DIV_D(gap, COLLIDE__SELECT_D(comes, closing, one)),
                       COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS)),
        COLLIDE__SPLAT_D(DBL_MAX));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, gap), until, zero);
}

// As collide__motion_step.
typedef struct COLLIDE__W(collide__boxes_step) {
    COLLIDE__D free, closing, bent;
} COLLIDE__W(collide__boxes_step);

// As collide__motion_free, of lanes whose gap lo is above 0.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_step)
    COLLIDE__W(collide__boxes_free)(const COLLIDE__W(collide__boxes_pair) * s,
                                    const COLLIDE__W(collide__boxes_look) * at, COLLIDE__D lo,
                                    COLLIDE__D sign, COLLIDE__D rest) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D less = COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS), two = COLLIDE__SPLAT_D(2.0);
    const COLLIDE__W(collide__boxes_bound) bound = COLLIDE__W(collide__boxes_bound_of)(s, at);
    const COLLIDE__D closing =
        COLLIDE__ADD_D(COLLIDE__MUL_D(sign, bound.nw),
                       COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(8.881784197001252e-16))); // 2^-50
    const COLLIDE__D fast = COLLIDE__ADD_D(closing, bound.fast);
    const COLLIDE__DM comes = COLLIDE__LT_D(zero, fast);
    const COLLIDE__D inside =
        COLLIDE__SUB_D(COLLIDE__D3_(dot)(at->point[0], COLLIDE__D3_(add)(bound.m, bound.turn[0])),
                       COLLIDE__D3_(dot)(at->point[1], COLLIDE__D3_(add)(bound.m, bound.turn[1])));
    const COLLIDE__D slope = COLLIDE__MUL_D(
        sign, COLLIDE__SUB_D(inside, COLLIDE__ADD_D(COLLIDE__D3_(dot)(bound.m, at->d), bound.nw)));
    COLLIDE__W(collide__boxes_step) r;
    r.free = COLLIDE__SELECT_D(
        comes, COLLIDE__MUL_D(COLLIDE__DIV_D(lo, COLLIDE__SELECT_D(comes, fast, one)), less), rest);
    r.closing = COLLIDE__NEG_D(slope);
    // The root of lo + slope tau - curve tau^2, in the form that does not cancel.
    const COLLIDE__D root = COLLIDE__SQRT_D(
        COLLIDE__ADD_D(COLLIDE__MUL_D(slope, slope),
                       COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(bound.curve, lo))));
    const COLLIDE__DM opens = COLLIDE__LT_D(zero, slope);
    const COLLIDE__D over =
        COLLIDE__SELECT_D(opens, COLLIDE__ADD_D(slope, root), COLLIDE__MUL_D(two, lo));
    const COLLIDE__D under =
        COLLIDE__SELECT_D(opens, COLLIDE__MUL_D(two, bound.curve), COLLIDE__SUB_D(root, slope));
    const COLLIDE__DM some = COLLIDE__LT_D(zero, under);
    const COLLIDE__D tau = COLLIDE__MIN_D(
        COLLIDE__SELECT_D(some, COLLIDE__DIV_D(over, COLLIDE__SELECT_D(some, under, one)), rest),
        rest);
    // A chord of the certificate, and where it falls short of tau, another.
    const COLLIDE__D left =
        COLLIDE__W(collide__boxes_left_at)(s, at, &bound, COLLIDE__MUL_D(sign, tau), tau);
    const COLLIDE__DM falls = COLLIDE__LT_D(left, zero);
    COLLIDE__D found = COLLIDE__SELECT_D(
        falls,
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(
                tau, COLLIDE__DIV_D(lo, COLLIDE__SUB_D(lo, COLLIDE__SELECT_D(falls, left, zero)))),
            less),
        tau);
    const COLLIDE__DM again =
        COLLIDE__BOTH_D(falls, COLLIDE__LE_D(found, COLLIDE__MUL_D(COLLIDE__SPLAT_D(0.875), tau)));
    if (COLLIDE__BITS_D(again)) {
        const COLLIDE__D more =
            COLLIDE__W(collide__boxes_left_at)(s, at, &bound, COLLIDE__MUL_D(sign, found), found);
        const COLLIDE__DM gains = COLLIDE__BOTH_D(again, COLLIDE__LT_D(zero, more));
        const COLLIDE__D part =
            COLLIDE__DIV_D(more, COLLIDE__SELECT_D(gains, COLLIDE__SUB_D(more, left), one));
        found = COLLIDE__SELECT_D(
            gains,
            COLLIDE__ADD_D(found,
                           COLLIDE__MUL_D(COLLIDE__MUL_D(COLLIDE__SUB_D(tau, found), part), less)),
            found);
    }
    r.free = COLLIDE__MAX_D(found, r.free);
    const COLLIDE__DM turns = COLLIDE__LT_D(COLLIDE__SPLAT_D(4.0), COLLIDE__MUL_D(s->spins, rest));
    if (COLLIDE__BITS_D(turns))
        r.free = COLLIDE__SELECT_D(
            turns, COLLIDE__MAX_D(COLLIDE__W(collide__boxes_apart)(s, at, &bound, closing), r.free),
            r.free);
    r.free = COLLIDE__MIN_D(r.free, rest);
    r.bent = COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__MUL_D(two, bound.curve), COLLIDE__MUL_D(r.free, r.free)),
        COLLIDE__ABS_D(COLLIDE__SUB_D(lo, COLLIDE__MUL_D(r.closing, r.free))));
    return r;
}

// ---- the search ------------------------------------------------------------------------------

// Which lanes have ended, and how.
typedef struct COLLIDE__W(collide__boxes_end) {
    unsigned hit, miss, left;
} COLLIDE__W(collide__boxes_end);

// Lanes that look for a contact after free_to: as collide__motion_touch. ahead: until when there is
// none, after another look at the same time.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_seek)(COLLIDE__W(collide__boxes_pair) * s,
                                                          COLLIDE__DM seeks, COLLIDE__DM overlap,
                                                          COLLIDE__DM ahead, COLLIDE__D t_max,
                                                          COLLIDE__W(collide__boxes_end) * end) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__DM hit = COLLIDE__BOTH_D(seeks, overlap);
    const COLLIDE__DM wide = COLLIDE__BOTH_D(
        COLLIDE__LT_D(zero, s->tries),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(2.384185791015625e-7)), // 2^-22
                      COLLIDE__MUL_D(COLLIDE__SUB_D(s->t, s->free_to), s->fast)));
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM back = COLLIDE__BOTH_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM again = COLLIDE__BUT_D(COLLIDE__BUT_D(seeks, overlap), ahead);
    const COLLIDE__DM last = COLLIDE__EITHER_D(COLLIDE__LE_D(rest, s->step),
                                               COLLIDE__LE_D(COLLIDE__SPLAT_D(11.0), s->tries));
    end->hit = COLLIDE__BITS_D(COLLIDE__BUT_D(hit, wide));
    end->left |=
        COLLIDE__BITS_D(COLLIDE__BOTH_D(hit, wide)) | COLLIDE__BITS_D(COLLIDE__BOTH_D(again, last));
    s->seeks = COLLIDE__SELECT_D(back, zero, s->seeks);
    s->free_to = COLLIDE__SELECT_D(back, s->t, s->free_to);
    s->step = COLLIDE__SELECT_D(
        again, COLLIDE__MIN_D(COLLIDE__MUL_D(s->step, COLLIDE__SPLAT_D(4.0)), rest), s->step);
    // The time of a hit stays.
    s->t = COLLIDE__SELECT_D(again, COLLIDE__ADD_D(s->free_to, s->step), s->t);
    s->tries = COLLIDE__ADD_D(s->tries, COLLIDE__SPLAT_D(1.0));
}

// A contact is expected a little after free_to.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_expect)(COLLIDE__W(collide__boxes_pair) * s,
                                                            COLLIDE__DM begins, COLLIDE__D gap,
                                                            COLLIDE__D closing, COLLIDE__D t_max) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D rest = COLLIDE__SUB_D(t_max, s->free_to);
    const COLLIDE__DM comes = COLLIDE__LT_D(
        COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(9.313225746154785e-10)), closing); // 2^-30
    const COLLIDE__DM bends = COLLIDE__LT_D(zero, s->bend);
    COLLIDE__D step = COLLIDE__SELECT_D(comes,
                                        COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(1.25), gap),
                                                       COLLIDE__SELECT_D(comes, closing, one)),
                                        rest);
    const COLLIDE__D curved =
        COLLIDE__SELECT_D(bends,
                          COLLIDE__SQRT_D(COLLIDE__DIV_D(COLLIDE__MUL_D(COLLIDE__SPLAT_D(4.0), gap),
                                                         COLLIDE__SELECT_D(bends, s->bend, one))),
                          rest);
    step = COLLIDE__MIN_D(step, curved);
    step = COLLIDE__MAX_D(
        step, COLLIDE__MUL_D(s->free_to, COLLIDE__SPLAT_D(3.552713678800501e-15))); // 2^-48
    step = COLLIDE__MIN_D(step, rest);
    s->step = COLLIDE__SELECT_D(begins, step, s->step);
    s->t = COLLIDE__SELECT_D(begins, COLLIDE__ADD_D(s->free_to, step), s->t);
    s->tries = COLLIDE__SELECT_D(begins, zero, s->tries);
    s->seeks = COLLIDE__SELECT_D(begins, one, s->seeks);
}

// Lanes that overlap at the start: the least depth.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_start)(COLLIDE__W(collide__boxes_pair) * s,
                                 const COLLIDE__W(collide__boxes_look) * at, COLLIDE__DM lanes) {
    COLLIDE__W(collide__boxes_look) look = *at;
    COLLIDE__W(collide__boxes_deep)(s, &look);
    COLLIDE__W(collide__boxes_parallel)(s, &look);
    const COLLIDE__D hi =
        COLLIDE__ADD_D(look.gap, COLLIDE__MUL_D(at->slack, COLLIDE__SPLAT_D(9.0)));
    s->n = COLLIDE__D3_(select)(lanes, look.n, s->n);
    s->fast = COLLIDE__SELECT_D(lanes, hi, s->fast);
}

// One look of all lanes: as collide__motion_first.
COLLIDE__NOINLINE COLLIDE__TARGET COLLIDE__W(collide__boxes_end)
    COLLIDE__W(collide__boxes_advance)(COLLIDE__W(collide__boxes_pair) * s, COLLIDE__D t_max) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__boxes_look) at;
    COLLIDE__W(collide__boxes_end) end;
    COLLIDE__W(collide__boxes_look_at)(s, &at);
    const COLLIDE__D lo = COLLIDE__SUB_D(at.gap, at.slack);
    const COLLIDE__D four = COLLIDE__MUL_D(at.slack, COLLIDE__SPLAT_D(4.0));
    // The roundings of over are below 2^-42 of the sizes, 8 times the slack.
    const COLLIDE__DM overlap =
        COLLIDE__LE_D(at.over, COLLIDE__MUL_D(at.slack, COLLIDE__SPLAT_D(-18.0)));
    const COLLIDE__DM apart = COLLIDE__LT_D(zero, lo), seeks = COLLIDE__LT_D(zero, s->seeks);
    const COLLIDE__D rest = COLLIDE__SELECT_D(seeks, s->step, COLLIDE__SUB_D(t_max, s->free_to));
    const COLLIDE__D sign = COLLIDE__SELECT_D(seeks, COLLIDE__NEG_D(one), one);
    const COLLIDE__W(collide__boxes_step) step =
        COLLIDE__W(collide__boxes_free)(s, &at, COLLIDE__SELECT_D(apart, lo, one), sign, rest);
    const COLLIDE__DM whole = COLLIDE__BOTH_D(apart, COLLIDE__LE_D(rest, step.free));
    const COLLIDE__DM walks = COLLIDE__NOT_D(seeks);
    s->looks = COLLIDE__ADD_D(s->looks, one);
    const COLLIDE__DM inside = COLLIDE__BUT_D(overlap, seeks);
    const COLLIDE__DM starts = COLLIDE__BOTH_D(inside, COLLIDE__LE_D(s->t, zero));
    end.left = COLLIDE__BITS_D(COLLIDE__EITHER_D(
        inside,
        COLLIDE__EITHER_D(COLLIDE__LE_D(COLLIDE__SPLAT_D((double)COLLIDE__MOTION_LOOKS), s->looks),
                          COLLIDE__LE_D(COLLIDE__SPLAT_D(24.0), s->slow))));
    end.miss = COLLIDE__BITS_D(COLLIDE__BOTH_D(walks, whole));
    COLLIDE__W(collide__boxes_seek)(s, seeks, overlap, whole, t_max, &end);
    const COLLIDE__D free = COLLIDE__SELECT_D(apart, step.free, zero);
    const COLLIDE__D next = COLLIDE__ADD_D(s->free_to, free);
    const COLLIDE__D enough = COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8));
    const COLLIDE__D gap =
        COLLIDE__MAX_D(COLLIDE__SELECT_D(COLLIDE__LT_D(four, lo), step.bent, four), four);
    COLLIDE__DM begins = COLLIDE__EITHER_D(COLLIDE__LE_D(gap, enough), COLLIDE__LE_D(lo, enough));
    begins = COLLIDE__EITHER_D(begins, COLLIDE__LE_D(next, s->free_to));
    begins = COLLIDE__BUT_D(begins, seeks);
    s->n = COLLIDE__D3_(select)(walks, at.n, s->n);
    s->slow = COLLIDE__SELECT_D(COLLIDE__BOTH_D(walks, COLLIDE__LE_D(lo, s->tolerance)),
                                COLLIDE__ADD_D(s->slow, one), s->slow);
    s->free_to = COLLIDE__SELECT_D(walks, next, s->free_to);
    s->t = COLLIDE__SELECT_D(walks, next, s->t);
    if (COLLIDE__BITS_D(begins))
        COLLIDE__W(collide__boxes_expect)(s, begins, gap, step.closing, t_max);
    if (COLLIDE__BITS_D(starts)) {
        COLLIDE__W(collide__boxes_start)(s, &at, starts);
        s->t = COLLIDE__SELECT_D(starts, zero, s->t);
        s->free_to = COLLIDE__SELECT_D(starts, zero, s->free_to);
        end.hit |= COLLIDE__BITS_D(starts);
    }
    end.left &= ~(end.miss | end.hit);
    return end;
}

// ---- pairs -----------------------------------------------------------------------------------

// The vector at row r of a block.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_row)(const float *rows, size_t step,
                                                                size_t r) {
    COLLIDE__D3 p;
    p.x = COLLIDE__LOAD_WIDE(rows + r * step);
    p.y = COLLIDE__LOAD_WIDE(rows + (r + 1) * step);
    p.z = COLLIDE__LOAD_WIDE(rows + (r + 2) * step);
    return p;
}

// As collide__orthonormal.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_orthonormal)(const COLLIDE__D3 *axis) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__DM good = COLLIDE__EQ_D(zero, zero);
    for (int i = 0; i < 3; ++i)
        for (int k = i; k < 3; ++k) {
            const COLLIDE__D x = COLLIDE__D3_(dot)(axis[i], axis[k]);
            const COLLIDE__D off = COLLIDE__SUB_D(x, COLLIDE__SPLAT_D(i == k ? 1.0 : 0.0));
            good = COLLIDE__BOTH_D(good,
                                   COLLIDE__LE_D(COLLIDE__ABS_D(off),
                                                 COLLIDE__SPLAT_D(4.76837158203125e-7))); // 2^-21
        }
    return good;
}

// The largest distance of a corner from the axis of spin, from the products of all edges with it.
// Squares are at least as large as the mean of all corners, so that nothing cancels.
COLLIDE__LANE_INLINE COLLIDE__D
COLLIDE__W(collide__boxes_rho)(const COLLIDE__W(collide__boxes_body) * m) {
    COLLIDE__D3 g[3];
    COLLIDE__D cross[3], own[3], most = COLLIDE__SPLAT_D(-DBL_MAX);
    COLLIDE__D square = COLLIDE__D3_(dot)(m->side[3], m->side[3]);
    for (int i = 0; i < 3; ++i) {
        g[i] = COLLIDE__D3_(scale)(m->half[i], m->side[i]);
        own[i] = COLLIDE__D3_(dot)(g[i], m->side[3]);
        square = COLLIDE__ADD_D(square, COLLIDE__D3_(dot)(g[i], g[i]));
    }
    cross[0] = COLLIDE__D3_(dot)(g[0], g[1]);
    cross[1] = COLLIDE__D3_(dot)(g[0], g[2]);
    cross[2] = COLLIDE__D3_(dot)(g[1], g[2]);
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D x = i & 1 ? COLLIDE__NEG_D(own[0]) : own[0];
        const COLLIDE__D y = i & 2 ? COLLIDE__NEG_D(own[1]) : own[1];
        const COLLIDE__D xy = i == 1 || i == 2 ? COLLIDE__NEG_D(cross[0]) : cross[0];
        const COLLIDE__D xz = i & 1 ? COLLIDE__NEG_D(cross[1]) : cross[1];
        const COLLIDE__D yz = i & 2 ? COLLIDE__NEG_D(cross[2]) : cross[2];
        const COLLIDE__D z = COLLIDE__ADD_D(own[2], COLLIDE__ADD_D(xz, yz));
        most = COLLIDE__MAX_D(
            COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ADD_D(x, y), xy), COLLIDE__ABS_D(z)), most);
    }
    square = COLLIDE__ADD_D(square, COLLIDE__MUL_D(COLLIDE__SPLAT_D(2.0), most));
    return COLLIDE__MUL_D(COLLIDE__SQRT_D(COLLIDE__MAX_D(square, COLLIDE__SPLAT_D(0.0))),
                          COLLIDE__SPLAT_D(1 + 9.094947017729282e-13)); // 2^-40
}

// A body from its rows, its pivot and velocity; as collide__moving_begin. *size: no point is
// farther from the pivot, and *own counts what cancels in it, too. Returns the lanes of good input.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_body_of)(
    COLLIDE__W(collide__boxes_body) * m, const float *box, const float *motion, size_t step,
    COLLIDE__D3 *pivot, COLLIDE__D3 *velocity, COLLIDE__D *size, COLLIDE__D *own) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 center = COLLIDE__W(collide__boxes_row)(box, step, 0);
    const COLLIDE__D3 half = COLLIDE__W(collide__boxes_row)(box, step, 3);
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(motion, step, 0);
    COLLIDE__D3 axis[3], pose[3], p[4];
    *pivot = COLLIDE__W(collide__boxes_row)(motion, step, 12);
    *velocity = COLLIDE__W(collide__boxes_row)(motion, step, 15);
    m->spin = COLLIDE__W(collide__boxes_row)(motion, step, 18);
    for (int i = 0; i < 3; ++i) {
        axis[i] = COLLIDE__W(collide__boxes_row)(box, step, 6 + 3 * (size_t)i);
        pose[i] = COLLIDE__W(collide__boxes_row)(motion, step, 3 + 3 * (size_t)i);
        p[i] = axis[i];
    }
    p[3] = center;
    for (int i = 0; i < 4; ++i)
        m->start[i] = COLLIDE__D3_(along)(
            COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p[i].x, pose[0]), p[i].y, pose[1]), p[i].z,
            pose[2]);
    const COLLIDE__D3 from = COLLIDE__D3_(sub)(position, *pivot);
    m->start[3] = COLLIDE__D3_(add)(from, m->start[3]);
    m->half[0] = half.x;
    m->half[1] = half.y;
    m->half[2] = half.z;
    m->volume = COLLIDE__D3_(dot)(m->start[0], COLLIDE__D3_(cross)(m->start[1], m->start[2]));
    m->rate = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(m->spin, m->spin));
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, m->rate);
    const COLLIDE__D3 u =
        COLLIDE__D3_(scale)(COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, m->rate, one)), m->spin);
    m->beside = zero;
    for (int i = 0; i < 4; ++i) {
        m->side[i] = COLLIDE__D3_(cross)(u, m->start[i]);
        m->inward[i] = COLLIDE__D3_(cross)(u, m->side[i]);
        const COLLIDE__D x = COLLIDE__D3_(dot)(u, m->start[i]);
        if (i < 3)
            m->beside = COLLIDE__ADD_D(m->beside, COLLIDE__MUL_D(COLLIDE__ABS_D(x), m->half[i]));
        else
            m->along = x;
    }
    m->rho = COLLIDE__W(collide__boxes_rho)(m);
    // Axes of the pose may be longer than 1, and sums of coordinates are larger than lengths.
    const COLLIDE__D three_quarters = COLLIDE__SPLAT_D(1.75);
    const COLLIDE__D halves = COLLIDE__ADD_D(COLLIDE__ADD_D(half.x, half.y), half.z);
    const COLLIDE__D body = COLLIDE__MUL_D(halves, three_quarters);
    *size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(m->start[3]), body);
    *own = COLLIDE__ADD_D(
        body, COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__D3_(sum_abs)(center), three_quarters),
                             COLLIDE__D3_(sum_abs)(from)));
    const COLLIDE__D all = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*velocity), COLLIDE__D3_(sum_abs)(m->spin)),
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*pivot), COLLIDE__ADD_D(*own, *size)));
    const COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(all, COLLIDE__SPLAT_D(1e300)), // also of no NaN
        COLLIDE__BOTH_D(COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z)),
                        COLLIDE__W(collide__boxes_orthonormal)(axis)));
    return COLLIDE__BOTH_D(good, COLLIDE__W(collide__boxes_orthonormal)(pose));
}

// Pairs of a block from the given one on. Returns the lanes that the search takes.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__boxes_pairs)(const collide__boxes_job *job, const collide__boxes_block *block,
                                 size_t first, COLLIDE__W(collide__boxes_pair) * s) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__D3 pivot[2], velocity[2];
    COLLIDE__D size[2], own[2], swing[2], bend[2];
    COLLIDE__DM good = COLLIDE__EQ_D(zero, zero);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        good = COLLIDE__BOTH_D(good, COLLIDE__W(collide__boxes_body_of)(
                                         body, block->box[i] + first, block->motion[i] + first,
                                         block->step, &pivot[i], &velocity[i], &size[i], &own[i]));
        swing[i] = COLLIDE__MUL_D(body->rate, body->rho);
        bend[i] = COLLIDE__MUL_D(body->rate, swing[i]);
    }
    s->apart = COLLIDE__D3_(sub)(pivot[1], pivot[0]);
    s->w = COLLIDE__D3_(sub)(velocity[1], velocity[0]);
    s->speed = COLLIDE__D3_(sum_abs)(s->w);
    s->swing = COLLIDE__ADD_D(swing[0], swing[1]);
    s->fast = COLLIDE__ADD_D(s->speed, s->swing);
    s->bend = COLLIDE__MUL_D(half, COLLIDE__ADD_D(bend[0], bend[1]));
    s->spins = COLLIDE__ADD_D(s->body[0].rate, s->body[1].rate);
    s->sizes = COLLIDE__ADD_D(own[0], own[1]);
    s->wide = COLLIDE__ADD_D(COLLIDE__ADD_D(s->sizes, COLLIDE__ADD_D(size[0], size[1])),
                             COLLIDE__D3_(sum_abs)(s->apart));
    s->tolerance = job->tolerance > 0 ? COLLIDE__SPLAT_D((double)job->tolerance)
                                      : COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(1e-5));
    s->free_to = s->t = s->step = s->seeks = s->tries = s->looks = s->slow = zero;
    s->n = s->apart;
    // Each angle is at most that of both.
    good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->spins));
    good =
        COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__MUL_D(s->spins, COLLIDE__SPLAT_D(job->t_max)),
                                            COLLIDE__SPLAT_D(COLLIDE__TURN_MOST)));
    return COLLIDE__BITS_D(good) &
           (block->n - first < COLLIDE__DOUBLES ? (1u << (block->n - first)) - 1
                                                : (1u << COLLIDE__DOUBLES) - 1);
}

// Number k of all numbers of lane i.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_read)(const void *numbers, size_t k, unsigned i,
                                                          double *x) {
    memcpy(x, (const char *)numbers + 8 * (COLLIDE__DOUBLES * k + i), sizeof *x);
}

// Writes the answers of lanes that have ended.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_ended)(const collide__boxes_job *job,
                                 const COLLIDE__W(collide__boxes_pair) * s, const size_t *tags,
                                 unsigned lanes, uint32_t verdict) {
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        double free_to, t, fast;
        collide__dvec3 n;
        COLLIDE__W(collide__boxes_read)(&s->free_to, 0, i, &free_to);
        COLLIDE__W(collide__boxes_read)(&s->t, 0, i, &t);
        COLLIDE__W(collide__boxes_read)(&s->fast, 0, i, &fast);
        COLLIDE__W(collide__boxes_read)(&s->n, 0, i, &n.x);
        COLLIDE__W(collide__boxes_read)(&s->n, 1, i, &n.y);
        COLLIDE__W(collide__boxes_read)(&s->n, 2, i, &n.z);
        collide__boxes_write(job, tags[i], verdict, free_to, t, fast, n);
    }
}

// Takes lanes of other pairs, those that from says, to the given lanes.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_move)(COLLIDE__W(collide__boxes_pair) * to, unsigned lanes,
                                const COLLIDE__W(collide__boxes_pair) * from,
                                const uint32_t *lane) {
#ifdef COLLIDE__DEAL
    const COLLIDE__DM m = COLLIDE__MASK_D(lanes);
    const COLLIDE__DEALING dealing = COLLIDE__DEALING_OF(lane);
    COLLIDE__D *const out = (COLLIDE__D *)(void *)to;
    const COLLIDE__D *const in = (const COLLIDE__D *)(const void *)from;
    for (size_t j = 0; j < sizeof *to / sizeof *out; ++j)
        out[j] = COLLIDE__DEAL(m, dealing, out[j], in[j]);
#else
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        char *out = (char *)to + 8 * i;
        const char *in = (const char *)from + 8 * lane[i];
        for (size_t j = 0; j < sizeof *to; j += 8 * COLLIDE__DOUBLES)
            memcpy(out + j, in + j, 8);
    }
#endif
}

// The lanes of a search, and pairs that wait for one.
typedef struct COLLIDE__W(collide__boxes_run) {
    COLLIDE__W(collide__boxes_pair) now, next;
    collide__boxes_block block;
    size_t tags[COLLIDE__DOUBLES], at, first; // the next pair of the block; that of lane 0 of next
    unsigned live, ready;                     // lanes
} COLLIDE__W(collide__boxes_run);

// Pairs in place of those that have ended, as long as there are any.
static COLLIDE__TARGET void COLLIDE__W(collide__boxes_fill)(collide__boxes_job *job,
                                                            COLLIDE__W(collide__boxes_run) * run) {
    const unsigned all = (1u << COLLIDE__DOUBLES) - 1;
    while (run->live != all) {
        if (!run->ready) {
            if (run->at >= run->block.n) {
                run->at = 0;
                if (run->block.n)
                    job->next(job, &run->block);
                if (!run->block.n)
                    return;
            }
            COLLIDE__W(collide__boxes_pair) *const out = run->live ? &run->next : &run->now;
            const size_t rest = run->block.n - run->at;
            const size_t n = rest < COLLIDE__DOUBLES ? rest : COLLIDE__DOUBLES;
            run->first = run->at;
            run->ready = COLLIDE__W(collide__boxes_pairs)(job, &run->block, run->at, out);
            run->at += n;
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, ((1u << n) - 1) & ~run->ready,
             COLLIDE__MOTION_LEFT);
            if (!run->live) {
                for (size_t i = 0; i < n; ++i)
                    run->tags[i] = run->block.tag[run->first + i];
                run->live = run->ready;
                run->ready = 0;
            }
            continue;
        }
        uint32_t from[COLLIDE__DOUBLES] = {0};
        unsigned to = 0;
        for (; (run->live | to) != all && run->ready; run->ready &= run->ready - 1) {
            const unsigned i = collide__lowest_bit(all & ~(run->live | to));
            from[i] = collide__lowest_bit(run->ready);
            run->tags[i] = run->block.tag[run->first + from[i]];
            to |= 1u << i;
        }
        COLLIDE__W(collide__boxes_move)(&run->now, to, &run->next, from);
        run->live |= to;
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_boxes)(collide__boxes_job *job) {
    const COLLIDE__D t_max = COLLIDE__SPLAT_D(job->t_max);
    COLLIDE__W(collide__boxes_run) run;
    run.block.n = 1;
    run.at = 1;
    run.live = run.ready = 0;
    for (;;) {
        if (collide__popcount(run.live) + COLLIDE__DOUBLES / 4 <= COLLIDE__DOUBLES)
            COLLIDE__W(collide__boxes_fill)(job, &run);
        if (!run.live)
            return;
        COLLIDE__W(collide__boxes_pair) *const s = &run.now;
        const COLLIDE__W(collide__boxes_end) end = COLLIDE__W(collide__boxes_advance)(s, t_max);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.hit & run.live, COLLIDE_HIT);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.miss & run.live, COLLIDE_MISS);
        COLLIDE__W(collide__boxes_ended)
        (job, s, run.tags, end.left & run.live, COLLIDE__MOTION_LEFT);
        run.live &= ~(end.hit | end.miss | end.left);
    }
}
#endif // COLLIDE__WIDTH
