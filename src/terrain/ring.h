#pragma once
#include "table.h"

// ---- rings: a vertex of the surface and the eight vertices around it -------------------------
// Both sieves ask rings, one in each lane. Next: sieve.h and sieve_body.h.
//
//     6 nw--7 n---8 ne    Beginning at z: the vertex; edge 0 to e; edge 1 to n; the cell between z
//      |     |     |      and ne with edge 2, its diagonal from e to n (with other_diagonal from z
//     3 w---4 z---5 e     to ne), with face 0 at edge 0 and with face 1 on the other side of the
//      |     |     |      diagonal. The face beyond edge 0 is called south, the face beyond edge 1
//     0 sw--1 s---2 se    west. Six ways lead along edges, counter-clockwise from z to e.
//
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Faces are 0, 1, south and west. A square is the square of the length of a face's normal whose z
// is 1.
typedef struct COLLIDE__W(collide__ring) {
    COLLIDE__V x[2], y[2]; // of the vertex, and of the vertices to the east and north
    COLLIDE__V z[9];
    COLLIDE__V slope_x[4], slope_y[4], square[4];
    COLLIDE__V least;         // of the squares of the six faces round the vertex
    COLLIDE__V most, high;    // max |z|; max height over the terrain's origin
    COLLIDE__V extent, slack; // extent bounds all coordinates; slack is of lengths
    COLLIDE__M whole;         // without holes
    unsigned open, all;       // lanes with holes; lanes that hold a ring
    unsigned bent[3];         // lanes in which an edge is not certainly flat or bent up
} COLLIDE__W(collide__ring);

// The dot product with a vector of a job.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_dot)(const collide_vec3 *a, COLLIDE__V x,
                                                              COLLIDE__V y, COLLIDE__V z) {
    return COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(a->x), x), COLLIDE__MUL(COLLIDE__SPLAT(a->y), y)),
        COLLIDE__MUL(COLLIDE__SPLAT(a->z), z));
}

// The same with the normal of slopes whose z is 1.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_turn)(const collide_vec3 *a,
                                                               COLLIDE__V slope_x,
                                                               COLLIDE__V slope_y) {
    return COLLIDE__SUB(
        COLLIDE__SUB(COLLIDE__SPLAT(a->z), COLLIDE__MUL(slope_x, COLLIDE__SPLAT(a->x))),
        COLLIDE__MUL(slope_y, COLLIDE__SPLAT(a->y)));
}

// Slopes of a plane, and the square of the length of its normal.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_square)(COLLIDE__V slope_x,
                                                                 COLLIDE__V slope_y) {
    return COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(slope_x, slope_x), COLLIDE__MUL(slope_y, slope_y)),
        COLLIDE__SPLAT(1));
}

// Way k, which rises by rise.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_way)(const collide__ring_job *job, int k,
                                                        COLLIDE__V rise, COLLIDE__V *out) {
    out[0] = COLLIDE__SPLAT(job->way[k][0]);
    out[1] = COLLIDE__SPLAT(job->way[k][1]);
    out[2] = rise;
}

// The dot product of such a way and a vector of a job.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_along)(const collide__ring_job *job, int k,
                                                                COLLIDE__V rise,
                                                                const collide_vec3 *a) {
    const float *w = job->way[k];
    return COLLIDE__ADD(COLLIDE__SPLAT(collide__mul(a->x, w[0]) + collide__mul(a->y, w[1])),
                        COLLIDE__MUL(COLLIDE__SPLAT(a->z), rise));
}

// How far an edge from a to b bends down, and the error of that; p and q are the third corners of
// its faces.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__ring_bend)(COLLIDE__V a, COLLIDE__V b,
                                                               COLLIDE__V p, COLLIDE__V q,
                                                               COLLIDE__V *rounded) {
    const COLLIDE__V d = COLLIDE__SUB(a, p), g = COLLIDE__SUB(b, q);
    *rounded = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BEND),
                            COLLIDE__ADD(COLLIDE__ABS(d), COLLIDE__ABS(g)));
    return COLLIDE__ADD(d, g);
}

// The lanes in which an edge at that height is not certainly flat or bent up.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__ring_bent)(COLLIDE__V a, COLLIDE__V b,
                                                             COLLIDE__V p, COLLIDE__V q,
                                                             COLLIDE__V high) {
    COLLIDE__V rounded;
    const COLLIDE__V bend = COLLIDE__W(collide__ring_bend)(a, b, p, q, &rounded);
    return ~COLLIDE__BITS(
        COLLIDE__LE(COLLIDE__SUB(COLLIDE__ADD(bend, rounded),
                                 COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FLAT), high)),
                    COLLIDE__SPLAT(0)));
}

// Reads rings from lane on, of n.
static COLLIDE__TARGET void COLLIDE__W(collide__ring_load)(const collide__ring_job *job,
                                                           const collide__rings *r, unsigned lane,
                                                           unsigned n,
                                                           COLLIDE__W(collide__ring) * g) {
    // Of each face, by vertices: along x to and from, along y to and from. Of the six faces round
    // the vertex the last three come last; face 1 is none of them, or one of these three.
    static const uint8_t faces[2][7][4] = {{{5, 4, 7, 4},
                                            {8, 7, 8, 5},
                                            {5, 4, 5, 2},
                                            {7, 6, 7, 4},
                                            {4, 3, 6, 3},
                                            {2, 1, 4, 1},
                                            {4, 3, 4, 1}},
                                           {{5, 4, 8, 5},
                                            {8, 7, 7, 4},
                                            {5, 4, 4, 1},
                                            {4, 3, 7, 4},
                                            {8, 7, 7, 4},
                                            {1, 0, 4, 1},
                                            {4, 3, 3, 0}}};
    const COLLIDE__V zero = COLLIDE__SPLAT(0), over = COLLIDE__SPLAT(job->over);
    const COLLIDE__V wide = COLLIDE__SPLAT(job->dx + job->dy);
    const uint8_t(*face)[4] = faces[job->other_diagonal];
    const collide__ring_edge *e = collide__ring_edges[job->other_diagonal];
    COLLIDE__V most = zero, high = zero, least = COLLIDE__SPLAT(FLT_MAX), steep = zero;
    for (int i = 0; i < 9; ++i) {
        const COLLIDE__V z = COLLIDE__LOAD_V(r->z[i] + lane);
        g->z[i] = z;
        most = COLLIDE__MAX(COLLIDE__ABS(z), most);
        high = COLLIDE__MAX(COLLIDE__ABS(COLLIDE__ADD(z, over)), high);
    }
    for (int k = 0; k < 7; ++k) {
        const uint8_t *v = face[k];
        const COLLIDE__V x =
            COLLIDE__MUL(COLLIDE__SUB(g->z[v[0]], g->z[v[1]]), COLLIDE__SPLAT(job->inverse_dx));
        const COLLIDE__V y =
            COLLIDE__MUL(COLLIDE__SUB(g->z[v[2]], g->z[v[3]]), COLLIDE__SPLAT(job->inverse_dy));
        const COLLIDE__V square = COLLIDE__W(collide__ring_square)(x, y);
        steep = COLLIDE__MAX(square, steep);
        if (k != 1)
            least = COLLIDE__MIN(square, least);
        if (k < 4) {
            g->slope_x[k] = x;
            g->slope_y[k] = y;
            g->square[k] = square;
        }
    }
    g->x[0] = COLLIDE__LOAD_V(r->x + lane);
    g->y[0] = COLLIDE__LOAD_V(r->y + lane);
    g->x[1] = COLLIDE__ADD(g->x[0], COLLIDE__SPLAT(job->dx));
    g->y[1] = COLLIDE__ADD(g->y[0], COLLIDE__SPLAT(job->dy));
    g->least = least;
    g->most = most;
    g->high = high;
    g->extent = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(g->x[0]), COLLIDE__ABS(g->y[0])), most), wide);
    g->slack = COLLIDE__ADD(COLLIDE__SPLAT(job->slack),
                            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), g->extent));
    g->whole = COLLIDE__AND(COLLIDE__LT(most, COLLIDE__SPLAT(COLLIDE__HOLE)),
                            COLLIDE__LT(steep, COLLIDE__SPLAT(FLT_MAX)));
    g->open = ~COLLIDE__BITS(g->whole);
    g->all = n - lane < COLLIDE__WIDTH ? (1u << (n - lane)) - 1 : COLLIDE__ALL;
    for (int k = 0; k < 3; ++k, ++e)
        g->bent[k] = COLLIDE__W(collide__ring_bent)(g->z[e->from], g->z[e->to], g->z[e->third[0]],
                                                    g->z[e->third[1]], high);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__rings_clear)(collide__rings *r) {
    r->face[0] = r->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        r->line[i] = r->deep[i] = 0;
}

// Sets the faces in which a point of the body may be a contact.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_face)(const COLLIDE__W(collide__ring) * g,
                                                         unsigned k, unsigned bits,
                                                         collide__rings *r, unsigned lane) {
    r->face[k] |= ((bits | g->open) & g->all) << lane;
}

// Sets edge i, or the vertex if i is 3, in lanes in which it may have contacts of its own (line) or
// be the deepest point of a face (deep), with at most that depth.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__ring_line)(const COLLIDE__W(collide__ring) * g, int i,
                                                         COLLIDE__V depth, unsigned line,
                                                         unsigned deep, collide__rings *r,
                                                         unsigned lane) {
    COLLIDE__STORE_V(r->depth[i] + lane, COLLIDE__SELECT(g->whole, depth, COLLIDE__SPLAT(FLT_MAX)));
    r->line[i] |= ((line | g->open) & g->all) << lane;
    r->deep[i] |= ((deep | g->open) & g->all) << lane;
}
#endif // COLLIDE_NO_TERRAIN
