#pragma once
#include "../base/lane_vectors.h"
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
    COLLIDE__D volume;        // of the edges: almost 1; 0 of a segment
    COLLIDE__D along, beside; // of the axis of spin: how far the middle is, and reaches from there
} COLLIDE__W(collide__boxes_body);

// As collide__motion_state, and what the search keeps. All members are of COLLIDE__D, since lanes
// are moved as such.
typedef struct COLLIDE__W(collide__boxes_pair) {
    COLLIDE__W(collide__boxes_body) body[2];
    COLLIDE__D3 apart, w;
    COLLIDE__D fast, swing, bend, spins, speed; // fast: speed and swing
    COLLIDE__D wide, sizes, tolerance, radius;  // of both
    COLLIDE__D free_to, t, step; // the next look is at t; step after free_to if a contact is sought
    COLLIDE__D seeks, tries, looks, slow;
    COLLIDE__D3 n;
} COLLIDE__W(collide__boxes_pair);

// What the normal is made of: of a face, of the edge g of a and one of b (crossed), or across one
// edge (single). square is that of the product of both edges.
typedef struct COLLIDE__W(collide__rounds_sides) {
    COLLIDE__D3 edge_b, edge; // of b; the one that n is across
    COLLIDE__D gg, ff, gf, ee, square;
    COLLIDE__DM faced, crossed, single, edged;
} COLLIDE__W(collide__rounds_sides);

// What the nearest point of a hull lies on: a face, an edge or a vertex.
typedef struct COLLIDE__W(collide__hulls_side) {
    COLLIDE__DM faced, edged;
    COLLIDE__D3 edge;
} COLLIDE__W(collide__hulls_side);

// What the search for hulls keeps besides: how many points carried the nearest points at the last
// look, and their codes; the convex bodies of lanes, and of the pairs of a block; the lanes that
// have not ended.
typedef struct COLLIDE__W(collide__hulls_lanes) {
    COLLIDE__D known, code[3];
    const collide_convex *body[2][COLLIDE__DOUBLES], *waiting[2][16];
    unsigned live;
    bool both;
} COLLIDE__W(collide__hulls_lanes);

// What a look finds.
typedef struct COLLIDE__W(collide__boxes_look) {
    COLLIDE__D3 now[2][4];
    COLLIDE__D3 n, d, point[2];       // d: from pivot to pivot
    COLLIDE__D3 between;              // from middle to middle
    COLLIDE__D3 p, q, turn_p, turn_q; // n is the product of the edges p and q, which turn
    COLLIDE__D size, gap, slack;
    COLLIDE__D over;     // of boxes the largest gap, almost in size and certain in sign
    COLLIDE__D reach[2]; // of the middles, along n
    COLLIDE__DM overlap; // certainly
    // Of round bodies: over is a bound of the distance, and exact says that it and gap are the same
    // within roundings; most is the distance of the points, which are the nearest ones.
    COLLIDE__DM exact;
    COLLIDE__D most;
    // Of hulls: the lanes that count; most as of round bodies.
    COLLIDE__W(collide__hulls_lanes) * hulls;
    unsigned lanes;
    union { // what the nearest points lie on
        COLLIDE__W(collide__rounds_sides) round;
        COLLIDE__W(collide__hulls_side) hull[2];
    } side;
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
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_turn)(const COLLIDE__W(collide__boxes_body) * m, COLLIDE__D t, int edges,
                                COLLIDE__D3 *now) {
    COLLIDE__D sine, less;
    COLLIDE__W(collide__boxes_sine)(COLLIDE__MUL_D(m->rate, t), &sine, &less);
    for (int i = 0; i < 4; ++i)
        if (i < edges || i == 3)
            now[i] = COLLIDE__D3_(along)(COLLIDE__D3_(along)(m->start[i], sine, m->side[i]), less,
                                         m->inward[i]);
        else
            now[i] = m->start[i];
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

// All gaps are made of the products of edges f of b with the products g of two edges of a, of edges
// e of a with the products h of two edges of b, and of both with the way d between the middles:
// where V is the product of all edges of a, f is the sum of (g_j.f) e_j / V.
typedef struct COLLIDE__W(collide__boxes_products) {
    COLLIDE__D gf[3][3], size[3][3], eh[3][3]; // of the latter the absolute values
    COLLIDE__D gd[3], hd[3];
} COLLIDE__W(collide__boxes_products);

// Here and below, constant numbers of axes, so that the numbers are kept in registers.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_multiply)(COLLIDE__D3 (*now)[4], COLLIDE__D3 d,
                                    COLLIDE__W(collide__boxes_products) * r){
#define COLLIDE__PRODUCTS(i, i1, i2)                                                               \
    {                                                                                              \
        const COLLIDE__D3 g = COLLIDE__D3_(cross)(now[0][i1], now[0][i2]);                         \
        const COLLIDE__D3 h = COLLIDE__D3_(cross)(now[1][i1], now[1][i2]);                         \
        r->gd[i] = COLLIDE__D3_(dot)(g, d);                                                        \
        r->hd[i] = COLLIDE__D3_(dot)(h, d);                                                        \
        r->gf[i][0] = COLLIDE__D3_(dot)(g, now[1][0]);                                             \
        r->gf[i][1] = COLLIDE__D3_(dot)(g, now[1][1]);                                             \
        r->gf[i][2] = COLLIDE__D3_(dot)(g, now[1][2]);                                             \
        r->eh[0][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][0]));                             \
        r->eh[1][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][1]));                             \
        r->eh[2][i] = COLLIDE__ABS_D(COLLIDE__D3_(dot)(h, now[0][2]));                             \
        r->size[i][0] = COLLIDE__ABS_D(r->gf[i][0]);                                               \
        r->size[i][1] = COLLIDE__ABS_D(r->gf[i][1]);                                               \
        r->size[i][2] = COLLIDE__ABS_D(r->gf[i][2]);                                               \
    }
    COLLIDE__PRODUCTS(0, 1, 2) COLLIDE__PRODUCTS(1, 2, 0) COLLIDE__PRODUCTS(2, 0, 1)
#undef COLLIDE__PRODUCTS
}

// The largest gap along the normals of faces, all but in size. *over is this gap.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_best)
    COLLIDE__W(collide__boxes_faces)(const COLLIDE__W(collide__boxes_body) * body,
                                     const COLLIDE__W(collide__boxes_products) * r,
                                     COLLIDE__D *over) {
    COLLIDE__W(collide__boxes_best) best;
    COLLIDE__D most[2], p[2], q[2], gap;
    COLLIDE__DM more;
#define COLLIDE__GAP(own, other, i, x, t, u, v)                                                    \
    gap = COLLIDE__SUB_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__ABS_D(x), COLLIDE__MUL_D(body[own].half[i], body[own].volume)),    \
        COLLIDE__DOT_D(t, u, v, body[other].half[0], body[other].half[1], body[other].half[2]));
#define COLLIDE__GAP_A(i)                                                                          \
    COLLIDE__GAP(0, 1, i, r->gd[i], r->size[i][0], r->size[i][1], r->size[i][2])
#define COLLIDE__GAP_B(i) COLLIDE__GAP(1, 0, i, r->hd[i], r->eh[0][i], r->eh[1][i], r->eh[2][i])
#define COLLIDE__FIRST(of)                                                                         \
    most[of] = gap;                                                                                \
    p[of] = COLLIDE__SPLAT_D(1.0 + 3 * (of));                                                      \
    q[of] = COLLIDE__SPLAT_D(2.0 + 3 * (of));
#define COLLIDE__NEXT(of, i1, i2)                                                                  \
    more = COLLIDE__LT_D(most[of], gap);                                                           \
    most[of] = COLLIDE__MAX_D(gap, most[of]);                                                      \
    p[of] = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D((i1) + 3.0 * (of)), p[of]);                   \
    q[of] = COLLIDE__SELECT_D(more, COLLIDE__SPLAT_D((i2) + 3.0 * (of)), q[of]);
    COLLIDE__GAP_A(0)
    COLLIDE__FIRST(0)
    COLLIDE__GAP_A(1)
    COLLIDE__NEXT(0, 2, 0)
    COLLIDE__GAP_A(2)
    COLLIDE__NEXT(0, 0, 1)
    COLLIDE__GAP_B(0)
    COLLIDE__FIRST(1)
    COLLIDE__GAP_B(1)
    COLLIDE__NEXT(1, 2, 0)
    COLLIDE__GAP_B(2)
    COLLIDE__NEXT(1, 0, 1)
    more = COLLIDE__LT_D(most[0], most[1]);
    gap = COLLIDE__MAX_D(most[1], most[0]);
    best.p = COLLIDE__SELECT_D(more, p[1], p[0]);
    best.q = COLLIDE__SELECT_D(more, q[1], q[0]);
    best.signed_square = COLLIDE__MUL_D(gap, COLLIDE__ABS_D(gap));
    best.square = COLLIDE__SPLAT_D(1.0);
    *over = gap;
    return best;
#undef COLLIDE__NEXT
#undef COLLIDE__FIRST
#undef COLLIDE__GAP_B
#undef COLLIDE__GAP_A
#undef COLLIDE__GAP
}

// The largest gap of all axes, all but in size; *over is the largest, and its sign is certain.
// Edges that are almost parallel are left out: *flat.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_best)
    COLLIDE__W(collide__boxes_axes)(const COLLIDE__W(collide__boxes_pair) * s,
                                    COLLIDE__D3 (*now)[4], COLLIDE__D3 d, COLLIDE__D *over,
                                    COLLIDE__DM *flat) {
    const COLLIDE__W(collide__boxes_body) *const a = &s->body[0], *const b = &s->body[1];
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), inverse = COLLIDE__DIV_D(one, a->volume);
    COLLIDE__W(collide__boxes_products) r;
    COLLIDE__W(collide__boxes_best) chain, next;
    COLLIDE__D gap, gd[3];
    COLLIDE__DM near_by, flats = COLLIDE__LT_D(one, one);
    COLLIDE__W(collide__boxes_multiply)(now, d, &r);
    COLLIDE__W(collide__boxes_best) best = COLLIDE__W(collide__boxes_faces)(s->body, &r, over);
    gd[0] = COLLIDE__MUL_D(r.gd[0], inverse);
    gd[1] = COLLIDE__MUL_D(r.gd[1], inverse);
    gd[2] = COLLIDE__MUL_D(r.gd[2], inverse);
#define COLLIDE__EDGES(i, i1, i2, k, k1, k2)                                                       \
    next.square = COLLIDE__SUB_D(one, COLLIDE__MUL_D(r.gf[i][k], r.gf[i][k]));                     \
    near_by = COLLIDE__W(collide__boxes_flat)(next.square);                                        \
    flats = COLLIDE__EITHER_D(flats, near_by);                                                     \
    gap = COLLIDE__ABS_D(                                                                          \
        COLLIDE__SUB_D(COLLIDE__MUL_D(r.gf[i1][k], gd[i2]), COLLIDE__MUL_D(r.gf[i2][k], gd[i1]))); \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(a->half[i1], r.size[i2][k]),           \
                                             COLLIDE__MUL_D(a->half[i2], r.size[i1][k])));         \
    gap = COLLIDE__SUB_D(gap, COLLIDE__ADD_D(COLLIDE__MUL_D(b->half[k1], r.eh[i][k2]),             \
                                             COLLIDE__MUL_D(b->half[k2], r.eh[i][k1])));           \
    gap = COLLIDE__SELECT_D(near_by, COLLIDE__SPLAT_D(-1e150), gap);                               \
    next.signed_square = COLLIDE__MUL_D(gap, COLLIDE__ABS_D(gap));                                 \
    *over = COLLIDE__MAX_D(gap, *over);                                                            \
    next.p = COLLIDE__SPLAT_D((double)(i));                                                        \
    next.q = COLLIDE__SPLAT_D(3.0 + (k));
// Three chains, so that comparisons do not wait for each other.
#define COLLIDE__CHAIN(k, k1, k2)                                                                  \
    COLLIDE__EDGES(0, 1, 2, k, k1, k2)                                                             \
    chain = next;                                                                                  \
    COLLIDE__EDGES(1, 2, 0, k, k1, k2)                                                             \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__EDGES(2, 0, 1, k, k1, k2)                                                             \
    COLLIDE__W(collide__boxes_keep)(&chain, next);                                                 \
    COLLIDE__W(collide__boxes_keep)(&best, chain);
    COLLIDE__CHAIN(0, 1, 2)
    COLLIDE__CHAIN(1, 2, 0)
    COLLIDE__CHAIN(2, 0, 1)
    *flat = flats;
    return best;
#undef COLLIDE__CHAIN
#undef COLLIDE__EDGES
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

// The bodies at the time t, which have so many edges. The slack is as in collide__motion_place.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_place)(const COLLIDE__W(collide__boxes_pair) * s,
                                 COLLIDE__W(collide__boxes_look) * at, int edges_a, int edges_b) {
    const COLLIDE__D t = s->t;
    COLLIDE__W(collide__boxes_turn)(&s->body[0], t, edges_a, at->now[0]);
    COLLIDE__W(collide__boxes_turn)(&s->body[1], t, edges_b, at->now[1]);
    at->d = COLLIDE__D3_(along)(s->apart, t, s->w);
    at->between = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(at->d, at->now[1][3]), at->now[0][3]);
    at->size = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    at->slack = COLLIDE__ADD_D(
        COLLIDE__MUL_D(at->size, COLLIDE__SPLAT_D(8 * COLLIDE__CORE_SLACK)),
        COLLIDE__MUL_D(
            COLLIDE__MUL_D(COLLIDE__ADD_D(s->fast, COLLIDE__MUL_D(s->swing, COLLIDE__SPLAT_D(4.0))),
                           t),
            COLLIDE__SPLAT_D(2.220446049250313e-16))); // 2^-52; spins by 2^-50
}

// A bound of the distance at the time t.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_look_at)(const COLLIDE__W(collide__boxes_pair) *
                                                                 s,
                                                             COLLIDE__W(collide__boxes_look) * at) {
    COLLIDE__DM any;
    COLLIDE__W(collide__boxes_place)(s, at, 3, 3);
    const COLLIDE__D3 d = at->between;
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
    // The roundings of over are below 2^-42 of the sizes, 8 times the slack.
    at->overlap = COLLIDE__LE_D(at->over, COLLIDE__MUL_D(at->slack, COLLIDE__SPLAT_D(-18.0)));
}

// The largest distance of a corner from the axis of spin, from the products of all edges with it.
// Squares are at least as large as the mean of all corners, so that nothing cancels.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__boxes_rho)(const COLLIDE__W(collide__boxes_body) * m, int edges) {
    COLLIDE__D3 g[3];
    COLLIDE__D cross[3], own[3], most = COLLIDE__SPLAT_D(-DBL_MAX);
    COLLIDE__D square = COLLIDE__D3_(dot)(m->side[3], m->side[3]);
    for (int i = 0; i < edges; ++i) {
        g[i] = COLLIDE__D3_(scale)(m->half[i], m->side[i]);
        own[i] = COLLIDE__D3_(dot)(g[i], m->side[3]);
        square = COLLIDE__ADD_D(square, COLLIDE__D3_(dot)(g[i], g[i]));
    }
    if (edges == 1) {
        square =
            COLLIDE__ADD_D(square, COLLIDE__MUL_D(COLLIDE__SPLAT_D(2.0), COLLIDE__ABS_D(own[0])));
        return COLLIDE__MUL_D(COLLIDE__SQRT_D(square), COLLIDE__SPLAT_D(1 + 9.094947017729282e-13));
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
#endif // COLLIDE__WIDTH
