#pragma once
#include "table.h"

// ---- the sieve: which parts of the surface may touch a cylinder ------------------------------
// A lane takes a ring, which is a vertex z and the eight vertices around it. Next:
// contacts_search.h, which fills rings and asks in double about the parts that pass the sieve.
//
//     nw---n---ne    Beginning at z: the vertex; edge 0 to e; edge 1 to n; the cell between z and
//      |   |   |     ne with edge 2, its diagonal from e to n (with other_diagonal from z to ne),
//      w---z---e     with face 0 at edge 0 and with face 1 on the other side of the diagonal.
//      |   |   |     The face beyond edge 0 is called south, the face beyond edge 1 west.
//     sw---s---se
//
// The sieve computes in float and drops no part that gives a contact in double: its slack is far
// larger than rounding errors.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// collide__sieve_job in all lanes.
typedef struct COLLIDE__W(collide__sieve_cylinder) {
    COLLIDE__V axis[3], p[3], q[3], end[3], up[3];
    COLLIDE__V radius, size, over, dx, dy, inverse_dx, inverse_dy, slack, share, base, rise;
    COLLIDE__V reach_x, reach_y, half, turn, square, lean, inverse_lean;
} COLLIDE__W(collide__sieve_cylinder);

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_splat)(const collide__sieve_job *job,
                                                           COLLIDE__W(collide__sieve_cylinder) *
                                                               c) {
#define COLLIDE__ROW(v)                                                                            \
    c->v[0] = COLLIDE__SPLAT(job->v.x);                                                            \
    c->v[1] = COLLIDE__SPLAT(job->v.y);                                                            \
    c->v[2] = COLLIDE__SPLAT(job->v.z);
    COLLIDE__ROW(axis)
    COLLIDE__ROW(p)
    COLLIDE__ROW(q)
    COLLIDE__ROW(end)
    COLLIDE__ROW(up)
#undef COLLIDE__ROW
    c->radius = COLLIDE__SPLAT(job->radius);
    c->size = COLLIDE__SPLAT(job->size);
    c->over = COLLIDE__SPLAT(job->over);
    c->dx = COLLIDE__SPLAT(job->dx);
    c->dy = COLLIDE__SPLAT(job->dy);
    c->inverse_dx = COLLIDE__SPLAT(job->inverse_dx);
    c->inverse_dy = COLLIDE__SPLAT(job->inverse_dy);
    c->slack = COLLIDE__SPLAT(job->slack);
    c->share = COLLIDE__SPLAT(job->share);
    c->base = COLLIDE__SPLAT(job->base);
    c->rise = COLLIDE__SPLAT(job->rise);
    c->half = COLLIDE__SPLAT(job->half);
    c->turn = COLLIDE__SPLAT(job->turn);
    c->square = COLLIDE__SPLAT(job->square);
    c->lean = COLLIDE__SPLAT(job->lean);
    c->inverse_lean = COLLIDE__SPLAT(job->inverse_lean);
    c->reach_x = COLLIDE__SPLAT(job->reach_x);
    c->reach_y = COLLIDE__SPLAT(job->reach_y);
}

// The plane of a face. The z of its normal is 1; length is the length of the normal. The lowest
// point of the cylinder along the normal, A1 of [Strashnov], is end - side, and y below the plane.
typedef struct COLLIDE__W(collide__sieve_plane) {
    COLLIDE__V slope_x, slope_y, length, side[3], end[3], y;
    unsigned vague, broad; // lanes where the face's points, or just which is lowest, are uncertain
} COLLIDE__W(collide__sieve_plane);

// a0 b0 + a1 b1 + a2 b2
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_dot)(const COLLIDE__V *a, COLLIDE__V b0,
                                                               COLLIDE__V b1, COLLIDE__V b2) {
    return COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(a[0], b0), COLLIDE__MUL(a[1], b1)),
                        COLLIDE__MUL(a[2], b2));
}

static COLLIDE__TARGET void COLLIDE__W(collide__sieve_plane_of)(
    const COLLIDE__W(collide__sieve_cylinder) * c, COLLIDE__V slope_x, COLLIDE__V slope_y,
    COLLIDE__V x, COLLIDE__V y, COLLIDE__V z, COLLIDE__W(collide__sieve_plane) * f) {
    const COLLIDE__V one = COLLIDE__SPLAT(1);
    const COLLIDE__V along =
        COLLIDE__SUB(COLLIDE__SUB(c->axis[2], COLLIDE__MUL(slope_x, c->axis[0])),
                     COLLIDE__MUL(slope_y, c->axis[1]));
    const COLLIDE__V w[3] = {COLLIDE__SUB(COLLIDE__NEG(slope_x), COLLIDE__MUL(along, c->axis[0])),
                             COLLIDE__SUB(COLLIDE__NEG(slope_y), COLLIDE__MUL(along, c->axis[1])),
                             COLLIDE__SUB(one, COLLIDE__MUL(along, c->axis[2]))};
    const COLLIDE__V square = COLLIDE__W(collide__sieve_dot)(w, w[0], w[1], w[2]);
    const COLLIDE__V whole = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(slope_x, slope_x), COLLIDE__MUL(slope_y, slope_y)), one);
    const COLLIDE__V length = COLLIDE__SQRT(whole);
    const COLLIDE__V tie = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), length);
    const COLLIDE__M flat = COLLIDE__LE(
        square,
        COLLIDE__MUL(COLLIDE__SPLAT(0.875f * COLLIDE__SIEVE_TIE * COLLIDE__SIEVE_TIE), whole));
    const unsigned nearly = COLLIDE__BITS(
        COLLIDE__LE(square, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), whole)));
    const COLLIDE__M top = COLLIDE__LT(along, COLLIDE__NEG(tie));
    const COLLIDE__V k = COLLIDE__DIV(c->radius, COLLIDE__SELECT(flat, one, COLLIDE__SQRT(square)));
    f->slope_x = slope_x;
    f->slope_y = slope_y;
    f->length = length;
    f->vague =
        (nearly & ~COLLIDE__BITS(flat)) |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(COLLIDE__ADD(along, tie)),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), length)));
    f->broad =
        nearly |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(along),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), length)));
#define COLLIDE__ROW(i)                                                                            \
    f->side[i] = COLLIDE__MUL(k, COLLIDE__SELECT(flat, c->p[i], w[i]));                            \
    f->end[i] = COLLIDE__SELECT(top, c->end[i], COLLIDE__NEG(c->end[i]));
    COLLIDE__ROW(0)
    COLLIDE__ROW(1)
    COLLIDE__ROW(2)
#undef COLLIDE__ROW
#define COLLIDE__OFF(v, i) COLLIDE__SUB(v, COLLIDE__SUB(f->end[i], f->side[i]))
    f->y = COLLIDE__SUB(COLLIDE__SUB(COLLIDE__OFF(z, 2), COLLIDE__MUL(slope_x, COLLIDE__OFF(x, 0))),
                        COLLIDE__MUL(slope_y, COLLIDE__OFF(y, 1)));
#undef COLLIDE__OFF
}

// The lanes in which a point is below the plane or within a margin above it, and in the column of
// the triangle that goes along step_x and step_y from its corner.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_point)(const COLLIDE__W(collide__sieve_cylinder) * c,
                                 const COLLIDE__W(collide__sieve_plane) * f, COLLIDE__V px,
                                 COLLIDE__V py, COLLIDE__V pz, const COLLIDE__V *corner,
                                 COLLIDE__V step_x, COLLIDE__V step_y, COLLIDE__V slack) {
    const COLLIDE__V below =
        COLLIDE__SUB(COLLIDE__SUB(COLLIDE__SUB(corner[2], pz),
                                  COLLIDE__MUL(f->slope_x, COLLIDE__SUB(corner[0], px))),
                     COLLIDE__MUL(f->slope_y, COLLIDE__SUB(corner[1], py)));
    const unsigned under = COLLIDE__BITS(COLLIDE__LT(below, COLLIDE__NEG(slack)));
    if (under == COLLIDE__ALL)
        return 0;
    const COLLIDE__V u = COLLIDE__MUL(COLLIDE__SUB(px, corner[0]), step_x);
    const COLLIDE__V v = COLLIDE__MUL(COLLIDE__SUB(py, corner[1]), step_y);
    const COLLIDE__V least = COLLIDE__NEG(c->share);
    const COLLIDE__V most = COLLIDE__ADD(COLLIDE__SPLAT(1), c->share);
    return ~(under | COLLIDE__BITS(COLLIDE__LT(u, least)) | COLLIDE__BITS(COLLIDE__LT(v, least)) |
             COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__ADD(u, v))));
}

// The lanes in which one of the five points of the cylinder for the face (A1, A2, B1, C1 + r u and
// C1 - r u of [Strashnov]) may be a contact.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__sieve_face)(
    const COLLIDE__W(collide__sieve_cylinder) * c, const COLLIDE__W(collide__sieve_plane) * f,
    const COLLIDE__V *corner, COLLIDE__V step_x, COLLIDE__V step_y, COLLIDE__V slack) {
    const COLLIDE__V *e = f->end, *w = f->side, *a = c->axis;
    const COLLIDE__V extent = COLLIDE__MUL(slack, f->length);
    unsigned bits = f->vague;
#define COLLIDE__CROSS(i, j) COLLIDE__SUB(COLLIDE__MUL(a[i], w[j]), COLLIDE__MUL(a[j], w[i]))
    const COLLIDE__V u[3] = {COLLIDE__CROSS(1, 2), COLLIDE__CROSS(2, 0), COLLIDE__CROSS(0, 1)};
#undef COLLIDE__CROSS
#define COLLIDE__POINT(op, e, w)                                                                   \
    bits |= COLLIDE__W(collide__sieve_point)(c, f, op((e)[0], (w)[0]), op((e)[1], (w)[1]),         \
                                             op((e)[2], (w)[2]), corner, step_x, step_y, extent);
#define COLLIDE__FAR_SUB(a, b) COLLIDE__SUB(COLLIDE__NEG(a), b)
    COLLIDE__POINT(COLLIDE__SUB, e, w)
    COLLIDE__POINT(COLLIDE__ADD, e, w)
    COLLIDE__POINT(COLLIDE__ADD, e, u)
    COLLIDE__POINT(COLLIDE__SUB, e, u)
    COLLIDE__POINT(COLLIDE__FAR_SUB, e, w)
#undef COLLIDE__POINT
#undef COLLIDE__FAR_SUB
    return bits;
}

// A vertex in the cylinder's frame, and the surface of the body straight below it.
typedef struct COLLIDE__W(collide__sieve_foot) {
    COLLIDE__V at[3];
    COLLIDE__V normal[3];  // of the body there, with length radius, in known lanes
    COLLIDE__V base, side; // height above the lower base; upper bound of the height above the side
    COLLIDE__V p, q;       // position in the plane of the lower base, from its centre
    unsigned known, inside, outside; // lanes; certainly inside or outside of the rim
} COLLIDE__W(collide__sieve_foot);

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_foot_of)(const COLLIDE__W(collide__sieve_cylinder) * c, COLLIDE__V x,
                                   COLLIDE__V y, COLLIDE__V z, COLLIDE__V extent,
                                   COLLIDE__W(collide__sieve_foot) * f) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0);
    const COLLIDE__V p = COLLIDE__W(collide__sieve_dot)(c->p, x, y, z);
    const COLLIDE__V q = COLLIDE__W(collide__sieve_dot)(c->q, x, y, z);
    const COLLIDE__V a = COLLIDE__W(collide__sieve_dot)(c->axis, x, y, z);
#define COLLIDE__SUM(a, b, c, d) COLLIDE__ADD(COLLIDE__MUL(a, b), COLLIDE__MUL(c, d))
    const COLLIDE__V middle = COLLIDE__SUM(p, c->p[2], q, c->q[2]);
    const COLLIDE__V rest = COLLIDE__SUB(c->square, COLLIDE__SUM(p, p, q, q));
    const COLLIDE__V root = COLLIDE__SUM(middle, middle, c->lean, rest);
    const COLLIDE__V rounded = COLLIDE__MUL(extent, extent);
    const COLLIDE__V y_side = COLLIDE__MUL(
        COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(root, zero))), c->inverse_lean);
    const COLLIDE__V along = COLLIDE__SUB(a, COLLIDE__MUL(y_side, c->axis[2]));
    const COLLIDE__V enough = COLLIDE__SUM(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), c->square,
                                           COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), rounded);
    const COLLIDE__V most = COLLIDE__ADD(
        COLLIDE__MUL(
            COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(COLLIDE__ADD(root, enough), zero))),
            c->inverse_lean),
        COLLIDE__ADD(c->slack, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), extent)));
    const COLLIDE__V within =
        COLLIDE__SUB(c->half, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_ALONG), extent));
    const COLLIDE__M side = COLLIDE__AND(
        COLLIDE__AND(COLLIDE__GE(root, enough), COLLIDE__LE(COLLIDE__ABS(along), within)),
        COLLIDE__LT(zero, c->inverse_lean));
    f->side = COLLIDE__SELECT(
        COLLIDE__LT(root, COLLIDE__NEG(enough)), COLLIDE__SPLAT(-FLT_MAX),
        COLLIDE__SELECT(COLLIDE__LT(zero, c->inverse_lean), most, COLLIDE__SPLAT(FLT_MAX)));
    f->base = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(a, c->turn), c->base), c->rise);
    f->p = COLLIDE__SUB(p, COLLIDE__MUL(f->base, c->p[2]));
    f->q = COLLIDE__SUB(q, COLLIDE__MUL(f->base, c->q[2]));
    const COLLIDE__V away = COLLIDE__SUM(f->p, f->p, f->q, f->q);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), rounded);
#undef COLLIDE__SUM
    const unsigned level = COLLIDE__BITS(COLLIDE__LT(zero, c->base));
    f->inside =
        level &
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ADD(away, little),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_INSIDE), c->square)));
    f->outside =
        level &
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_OUTSIDE), c->square),
                                  COLLIDE__SUB(away, little)));
    f->at[0] = p;
    f->at[1] = q;
    f->at[2] = a;
    f->normal[0] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, c->p[2]), p), zero);
    f->normal[1] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, c->q[2]), q), zero);
    f->normal[2] = COLLIDE__SELECT(side, zero, COLLIDE__MUL(c->turn, c->radius));
    f->known = COLLIDE__BITS(side) ^ f->inside;
}

// The lanes in which the edge from foot a to foot b may cross the rim of the lower base.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_rim)(const COLLIDE__W(collide__sieve_foot) * a,
                               const COLLIDE__W(collide__sieve_foot) * b) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0);
    const COLLIDE__V p = COLLIDE__SUB(b->p, a->p), q = COLLIDE__SUB(b->q, a->q);
    const COLLIDE__V from = COLLIDE__ADD(COLLIDE__MUL(a->p, p), COLLIDE__MUL(a->q, q));
    const COLLIDE__V to = COLLIDE__ADD(COLLIDE__MUL(b->p, p), COLLIDE__MUL(b->q, q));
    return ~((a->inside & b->inside) | (a->outside & COLLIDE__BITS(COLLIDE__GE(from, zero))) |
             (b->outside & COLLIDE__BITS(COLLIDE__LE(to, zero))));
}

// An upper bound of the height of the edge from foot a to foot b above the cylinder's side: it is
// highest where the wall below it touches the side, or at the end nearer to that place. The edge
// spans wide in x and y and rise in z. Sets the lanes in which it is parallel to the axis, parallel
// to the bases, and deepest beyond its ends.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_side)(
    const COLLIDE__W(collide__sieve_cylinder) * c, const COLLIDE__W(collide__sieve_foot) * a,
    const COLLIDE__W(collide__sieve_foot) * b, COLLIDE__V wide, COLLIDE__V rise, COLLIDE__V turns,
    COLLIDE__V slack, unsigned *along, unsigned *level, unsigned *out) {
    const COLLIDE__V p = COLLIDE__SUB(b->at[0], a->at[0]), q = COLLIDE__SUB(b->at[1], a->at[1]);
    const COLLIDE__V e = COLLIDE__SUB(b->at[2], a->at[2]);
    const COLLIDE__V nz = COLLIDE__SUB(COLLIDE__MUL(q, c->p[2]), COLLIDE__MUL(p, c->q[2]));
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(p, p), COLLIDE__MUL(q, q));
    const COLLIDE__V at = COLLIDE__SUB(COLLIDE__MUL(a->at[0], q), COLLIDE__MUL(a->at[1], p));
    const COLLIDE__V length = COLLIDE__SQRT(square), down = COLLIDE__ABS(nz);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__ADD(wide, COLLIDE__ABS(rise)), turns);
    const COLLIDE__V whole = COLLIDE__ADD(square, COLLIDE__MUL(e, e));
    const COLLIDE__V beside = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE), whole);
    *along = ~COLLIDE__BITS(COLLIDE__LT(beside, square));
    *level = ~COLLIDE__BITS(COLLIDE__LT(beside, COLLIDE__MUL(e, e)));
    *out = (COLLIDE__BITS(COLLIDE__LT(COLLIDE__W(collide__sieve_dot)(a->normal, p, q, e),
                                      COLLIDE__NEG(little))) &
            a->known) |
           (COLLIDE__BITS(COLLIDE__LT(little, COLLIDE__W(collide__sieve_dot)(b->normal, p, q, e))) &
            b->known);
    const COLLIDE__V signed_at =
        COLLIDE__SELECT(COLLIDE__LT(nz, COLLIDE__SPLAT(0)), COLLIDE__NEG(at), at);
    const COLLIDE__V y =
        COLLIDE__DIV(COLLIDE__ADD(COLLIDE__MUL(c->radius, length), signed_at), down);
    const COLLIDE__V foot_p = COLLIDE__SUB(a->at[0], COLLIDE__MUL(y, c->p[2]));
    const COLLIDE__V foot_q = COLLIDE__SUB(a->at[1], COLLIDE__MUL(y, c->q[2]));
    const COLLIDE__V before = COLLIDE__ADD(COLLIDE__MUL(foot_p, p), COLLIDE__MUL(foot_q, q));
    const COLLIDE__V hardly = COLLIDE__MUL(COLLIDE__MUL(COLLIDE__SPLAT(4), slack), length);
    const COLLIDE__V most = COLLIDE__SPLAT(FLT_MAX);
    const COLLIDE__V end = COLLIDE__SELECT(
        COLLIDE__LT(hardly, before), a->side,
        COLLIDE__SELECT(COLLIDE__LT(COLLIDE__ADD(before, square), COLLIDE__NEG(hardly)), b->side,
                        most));
    return COLLIDE__SELECT(
        COLLIDE__LT(down, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_STEEP), length)), most,
        COLLIDE__MIN(COLLIDE__ADD(y, slack), end));
}

// How far an edge from a to b bends down, less the bend that counts as flat at that height; p and q
// are the third corners of its faces.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_bend)(COLLIDE__V a, COLLIDE__V b,
                                                                COLLIDE__V p, COLLIDE__V q,
                                                                COLLIDE__V high) {
    const COLLIDE__V d = COLLIDE__SUB(a, p), g = COLLIDE__SUB(b, q);
    const COLLIDE__V rounded = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BEND),
                                            COLLIDE__ADD(COLLIDE__ABS(d), COLLIDE__ABS(g)));
    return COLLIDE__SUB(COLLIDE__ADD(COLLIDE__ADD(d, g), rounded),
                        COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FLAT), high));
}
// A ring in each lane: its vertices, and numbers that several parts need.
typedef struct COLLIDE__W(collide__sieve_ring) {
    COLLIDE__V x, y, x_e, y_n; // of the vertex, and of the vertices to the east and north
    COLLIDE__V sw, s, se, w, z, e, nw, n, ne;
    COLLIDE__V high, most;            // max height over the terrain's origin; max |z|
    COLLIDE__V extent, slack, margin; // extent bounds all coordinates; errors in y and in depth
    COLLIDE__V turns;                 // error of a normal times a length
    COLLIDE__M whole;                 // without holes
    unsigned open, all;               // lanes with holes; lanes that hold a ring
    unsigned in_x, in_y, by_x, by_y;  // lanes whose vertex, or edges, the body's bounds contain
    COLLIDE__W(collide__sieve_plane) f0, f1, south, west;
    COLLIDE__W(collide__sieve_foot) at_z, at_e, at_n, at_ne;
} COLLIDE__W(collide__sieve_ring);

COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sieve_load)(const COLLIDE__W(collide__sieve_cylinder) * c,
                                const collide__rings *r, unsigned lane,
                                COLLIDE__W(collide__sieve_ring) * g) {
    COLLIDE__V most = COLLIDE__SPLAT(0), high = COLLIDE__SPLAT(0);
#define COLLIDE__ROW(i, v)                                                                         \
    g->v = COLLIDE__LOAD_V(r->z[i] + lane);                                                        \
    most = COLLIDE__MAX(COLLIDE__ABS(g->v), most);                                                 \
    high = COLLIDE__MAX(COLLIDE__ABS(COLLIDE__ADD(g->v, c->over)), high);
    COLLIDE__ROW(0, sw)
    COLLIDE__ROW(1, s)
    COLLIDE__ROW(2, se)
    COLLIDE__ROW(3, w)
    COLLIDE__ROW(4, z)
    COLLIDE__ROW(5, e)
    COLLIDE__ROW(6, nw)
    COLLIDE__ROW(7, n)
    COLLIDE__ROW(8, ne)
#undef COLLIDE__ROW
    const COLLIDE__V x = COLLIDE__LOAD_V(r->x + lane), y = COLLIDE__LOAD_V(r->y + lane);
    const COLLIDE__V extent =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(x), COLLIDE__ABS(y)), most),
                     COLLIDE__ADD(c->dx, c->dy));
    g->x = x;
    g->y = y;
    g->x_e = COLLIDE__ADD(x, c->dx);
    g->y_n = COLLIDE__ADD(y, c->dy);
    g->most = most;
    g->high = high;
    g->extent = extent;
    g->slack = COLLIDE__ADD(c->slack, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), extent));
    g->margin = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), COLLIDE__ADD(extent, c->size));
    g->turns = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN), c->radius),
                            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN_FAR), extent));
    g->whole = COLLIDE__LT(most, COLLIDE__SPLAT(COLLIDE__HOLE));
    g->open = ~COLLIDE__BITS(g->whole);
    g->in_x = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(x), c->reach_x));
    g->in_y = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(y), c->reach_y));
    g->by_x = COLLIDE__BITS(
        COLLIDE__AND(COLLIDE__LE(x, c->reach_x), COLLIDE__GE(g->x_e, COLLIDE__NEG(c->reach_x))));
    g->by_y = COLLIDE__BITS(
        COLLIDE__AND(COLLIDE__LE(y, c->reach_y), COLLIDE__GE(g->y_n, COLLIDE__NEG(c->reach_y))));
}

// Slopes along x or y.
#define COLLIDE__X(a, b) COLLIDE__MUL(COLLIDE__SUB(g->a, g->b), c->inverse_dx)
#define COLLIDE__Y(a, b) COLLIDE__MUL(COLLIDE__SUB(g->a, g->b), c->inverse_dy)

// Makes the planes of faces 0 and 1 and of the faces beyond edges 0 and 1; sets the faces that may
// touch.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sieve_faces)(const COLLIDE__W(collide__sieve_cylinder) * c, bool other,
                                 COLLIDE__W(collide__sieve_ring) * g, collide__rings *r,
                                 unsigned lane) {
    const COLLIDE__V x_0 = COLLIDE__X(e, z), x_n = COLLIDE__X(ne, n), y_0 = COLLIDE__Y(n, z);
    const COLLIDE__V y_e = COLLIDE__Y(ne, e), x = g->x, y = g->y;
    COLLIDE__W(collide__sieve_plane_of)(c, x_0, other ? y_e : y_0, x, y, g->z, &g->f0);
    COLLIDE__W(collide__sieve_plane_of)(c, x_n, other ? y_0 : y_e, x, g->y_n, g->n, &g->f1);
    COLLIDE__W(collide__sieve_plane_of)
    (c, x_0, other ? COLLIDE__Y(z, s) : COLLIDE__Y(e, se), x, y, g->z, &g->south);
    COLLIDE__W(collide__sieve_plane_of)
    (c, other ? COLLIDE__X(z, w) : COLLIDE__X(n, nw), y_0, x, y, g->z, &g->west);
    const COLLIDE__V ix = other ? COLLIDE__NEG(c->inverse_dx) : c->inverse_dx;
    const COLLIDE__V corner0[3] = {other ? g->x_e : x, y, other ? g->e : g->z};
    const COLLIDE__V corner1[3] = {other ? x : g->x_e, g->y_n, other ? g->n : g->ne};
    const unsigned face0 =
        COLLIDE__W(collide__sieve_face)(c, &g->f0, corner0, ix, c->inverse_dy, g->slack);
    const unsigned face1 = COLLIDE__W(collide__sieve_face)(c, &g->f1, corner1, COLLIDE__NEG(ix),
                                                           COLLIDE__NEG(c->inverse_dy), g->slack);
    r->face[0] |= ((face0 | g->open) & g->all) << lane;
    r->face[1] |= ((face1 | g->open) & g->all) << lane;
}

// The depth that an edge or vertex at height y above the body may have in the columns of faces
// whose normals have that length. Returns the lanes in which it may be above the body.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_depth)(const COLLIDE__W(collide__sieve_ring) * g, COLLIDE__V y,
                                 COLLIDE__V length, float *out) {
    const COLLIDE__V depth = COLLIDE__DIV(y, length);
    const COLLIDE__M below = COLLIDE__LT(depth, COLLIDE__NEG(g->slack));
    COLLIDE__STORE_V(out, COLLIDE__SELECT(g->whole,
                                          COLLIDE__SELECT(below, COLLIDE__SPLAT(-FLT_MAX),
                                                          COLLIDE__SUB(depth, g->margin)),
                                          COLLIDE__SPLAT(FLT_MAX)));
    return ~COLLIDE__BITS(below);
}

// Edge i from foot a to foot b, between faces f and h. It gives contacts of its own only if it
// bends down, and not if the lowest point for a face's plane lies beside it, unless it is parallel
// to the side or a base clears both faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_edge)(
    const COLLIDE__W(collide__sieve_cylinder) * c, const COLLIDE__W(collide__sieve_ring) * g, int i,
    const COLLIDE__W(collide__sieve_foot) * a, const COLLIDE__W(collide__sieve_foot) * b,
    const COLLIDE__W(collide__sieve_plane) * f, const COLLIDE__W(collide__sieve_plane) * h,
    COLLIDE__V wide, COLLIDE__V rise, unsigned within, unsigned bent, unsigned beside,
    unsigned clear, collide__rings *r, unsigned lane) {
    unsigned along, level, out;
    const unsigned base = clear & COLLIDE__W(collide__sieve_rim)(a, b);
    const COLLIDE__V side = COLLIDE__W(collide__sieve_side)(c, a, b, wide, rise, g->turns, g->slack,
                                                            &along, &level, &out);
    const COLLIDE__V y = COLLIDE__MIN(side, COLLIDE__ADD(COLLIDE__MAX(a->base, b->base), g->slack));
    const unsigned above = within & COLLIDE__W(collide__sieve_depth)(
                                        g, COLLIDE__MIN(y, COLLIDE__MIN(f->y, h->y)),
                                        COLLIDE__MIN(f->length, h->length), r->depth[i] + lane);
    const unsigned line = bent & (along | (base & level) | ~(beside | out));
    r->line[i] |= (((above & line) | g->open) & g->all) << lane;
    r->deep[i] |= (((above & (along | ~out)) | g->open) & g->all) << lane;
}

// The lanes in which an edge is not certainly flat or bent up.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__sieve_bent)(COLLIDE__V a, COLLIDE__V b,
                                                              COLLIDE__V p, COLLIDE__V q,
                                                              COLLIDE__V high) {
    return ~COLLIDE__BITS(
        COLLIDE__LE(COLLIDE__W(collide__sieve_bend)(a, b, p, q, high), COLLIDE__SPLAT(0)));
}

// The three edges. Returns the lanes in which edge 0 or 1 bends down, for the vertex.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_edges)(const COLLIDE__W(collide__sieve_cylinder) * c, bool other,
                                 COLLIDE__W(collide__sieve_ring) * g, collide__rings *r,
                                 unsigned lane) {
    const COLLIDE__W(collide__sieve_plane) *own = other ? &g->f1 : &g->f0; // with edge 1
    const COLLIDE__V ix = other ? COLLIDE__NEG(c->inverse_dx) : c->inverse_dx;
    const COLLIDE__V iy = c->inverse_dy, x = g->x, y = g->y;
    // The distances of the lowest points of the planes beyond the edges, in cells.
#define COLLIDE__AT(f, i, at, step)                                                                \
    COLLIDE__MUL(COLLIDE__SUB(COLLIDE__SUB((f)->end[i], (f)->side[i]), at), step)
    const COLLIDE__V v_0 = COLLIDE__AT(&g->f0, 1, y, iy), v_s = COLLIDE__AT(&g->south, 1, y, iy);
    const COLLIDE__V u_0 = COLLIDE__AT(own, 0, x, c->inverse_dx);
    const COLLIDE__V u_w = COLLIDE__AT(&g->west, 0, x, c->inverse_dx);
    const COLLIDE__V sum0 = COLLIDE__ADD(COLLIDE__AT(&g->f0, 0, other ? g->x_e : x, ix), v_0);
    const COLLIDE__V sum1 =
        COLLIDE__SUB(COLLIDE__NEG(COLLIDE__AT(&g->f1, 0, other ? x : g->x_e, ix)),
                     COLLIDE__AT(&g->f1, 1, g->y_n, iy));
#undef COLLIDE__AT
    const COLLIDE__V share = c->share, less = COLLIDE__SUB(COLLIDE__SPLAT(1), share);
    const COLLIDE__V back = COLLIDE__NEG(share);
    const unsigned beside0 = (COLLIDE__BITS(COLLIDE__LT(share, v_0)) & ~g->f0.broad) |
                             (COLLIDE__BITS(COLLIDE__LT(v_s, back)) & ~g->south.broad);
    const unsigned beside1 = (COLLIDE__BITS(COLLIDE__LT(share, u_0)) & ~own->broad) |
                             (COLLIDE__BITS(COLLIDE__LT(u_w, back)) & ~g->west.broad);
    const unsigned beside2 = (COLLIDE__BITS(COLLIDE__LT(sum0, less)) & ~g->f0.broad) |
                             (COLLIDE__BITS(COLLIDE__LT(sum1, less)) & ~g->f1.broad);
    // A base clears a face by the height of its third corner above the edge along the axis.
    const COLLIDE__V bx = COLLIDE__MUL(c->up[0], c->dx), by = COLLIDE__MUL(c->up[1], c->dy);
    const COLLIDE__V bz = c->up[2], z = g->z;
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), g->extent);
#define COLLIDE__OVER(b, to, from) COLLIDE__ADD(b, COLLIDE__MUL(bz, COLLIDE__SUB(to, from)))
#define COLLIDE__CLEARS(a, b)                                                                      \
    ~(COLLIDE__BITS(COLLIDE__LT(little, a)) | COLLIDE__BITS(COLLIDE__LT(little, b)))
    const COLLIDE__V over_e = COLLIDE__OVER(bx, g->e, z), over_n = COLLIDE__OVER(by, g->n, z);
    const COLLIDE__V over_ne = COLLIDE__OVER(COLLIDE__ADD(bx, by), g->ne, z);
    const COLLIDE__V over_s = other ? COLLIDE__OVER(COLLIDE__NEG(by), g->s, z)
                                    : COLLIDE__OVER(COLLIDE__SUB(bx, by), g->se, z);
    const COLLIDE__V over_w = other ? COLLIDE__OVER(COLLIDE__NEG(bx), g->w, z)
                                    : COLLIDE__OVER(COLLIDE__SUB(by, bx), g->nw, z);
    const COLLIDE__V over_far = COLLIDE__OVER(by, g->ne, g->e);
    const unsigned clear0 = COLLIDE__CLEARS(other ? over_ne : over_n, over_s);
    const unsigned clear1 = COLLIDE__CLEARS(other ? over_ne : over_e, over_w);
    const unsigned clear2 =
        COLLIDE__CLEARS(other ? over_e : COLLIDE__NEG(over_e), other ? over_n : over_far);
#undef COLLIDE__OVER
#undef COLLIDE__CLEARS
    const COLLIDE__V third0 = other ? g->ne : g->n, third1 = other ? g->ne : g->e;
    const unsigned bent0 =
        COLLIDE__W(collide__sieve_bent)(z, g->e, third0, other ? g->s : g->se, g->high);
    const unsigned bent1 =
        COLLIDE__W(collide__sieve_bent)(z, g->n, third1, other ? g->w : g->nw, g->high);
    const unsigned bent2 = COLLIDE__W(collide__sieve_bent)(
        other ? z : g->e, third0, other ? g->e : z, other ? g->n : g->ne, g->high);
    const COLLIDE__W(collide__sieve_foot) *from = other ? &g->at_z : &g->at_e;
    const COLLIDE__W(collide__sieve_foot) *to = other ? &g->at_ne : &g->at_n;
    COLLIDE__W(collide__sieve_edge)
    (c, g, 0, &g->at_z, &g->at_e, &g->f0, &g->south, c->dx, COLLIDE__SUB(g->e, z),
     g->by_x & g->in_y, bent0, beside0, clear0, r, lane);
    COLLIDE__W(collide__sieve_edge)
    (c, g, 1, &g->at_z, &g->at_n, own, &g->west, c->dy, COLLIDE__SUB(g->n, z), g->in_x & g->by_y,
     bent1, beside1, clear1, r, lane);
    COLLIDE__W(collide__sieve_edge)
    (c, g, 2, from, to, &g->f0, &g->f1, COLLIDE__ADD(c->dx, c->dy),
     COLLIDE__SUB(third0, other ? z : g->e), g->by_x & g->by_y, bent2, beside2, clear2, r, lane);
    return bent0 | bent1;
}

// The vertex in the columns of its six faces. It gives contacts of its own if no edge from it rises
// above the body and some edge is not flat. It can be the deepest point of a face only if one of
// the two edges of this face does not rise.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sieve_vertex)(const COLLIDE__W(collide__sieve_cylinder) * c, bool other,
                                  const COLLIDE__W(collide__sieve_ring) * g, unsigned bent,
                                  collide__rings *r, unsigned lane) {
    const COLLIDE__V x_w = COLLIDE__X(z, w), y_s = COLLIDE__Y(z, s), z = g->z, *m = g->at_z.normal;
#define COLLIDE__SQUARES(a, b) COLLIDE__ADD(COLLIDE__MUL(a, a), COLLIDE__MUL(b, b))
    const COLLIDE__V a = other ? COLLIDE__X(ne, n) : x_w;
    const COLLIDE__V b = other ? COLLIDE__Y(n, z) : COLLIDE__Y(nw, w);
    const COLLIDE__V d = other ? COLLIDE__X(s, sw) : COLLIDE__X(se, s);
    const COLLIDE__V h = other ? COLLIDE__Y(w, sw) : y_s;
    const COLLIDE__V steep = COLLIDE__MIN(
        COLLIDE__SQUARES(a, b), COLLIDE__MIN(COLLIDE__SQUARES(d, y_s), COLLIDE__SQUARES(x_w, h)));
#undef COLLIDE__SQUARES
    const COLLIDE__V length =
        COLLIDE__MIN(COLLIDE__SQRT(COLLIDE__ADD(steep, COLLIDE__SPLAT(1))),
                     COLLIDE__MIN(g->f0.length, COLLIDE__MIN(g->south.length, g->west.length)));
    const COLLIDE__V y =
        COLLIDE__MIN(COLLIDE__MIN(COLLIDE__ADD(g->at_z.base, g->slack), g->at_z.side),
                     COLLIDE__MIN(g->f0.y, COLLIDE__MIN(g->south.y, g->west.y)));
    const unsigned above =
        g->in_x & g->in_y & COLLIDE__W(collide__sieve_depth)(g, y, length, r->depth[3] + lane);
    // The body's normal there, and edges counter-clockwise along it.
#define COLLIDE__NORMAL(i)                                                                         \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(m[0], c->p[i]), COLLIDE__MUL(m[1], c->q[i])),           \
                 COLLIDE__MUL(m[2], c->axis[i]))
    const COLLIDE__V wz = COLLIDE__NORMAL(2);
    const COLLIDE__V mx = COLLIDE__MUL(COLLIDE__NORMAL(0), c->dx);
    const COLLIDE__V my = COLLIDE__MUL(COLLIDE__NORMAL(1), c->dy);
#undef COLLIDE__NORMAL
    const COLLIDE__V sum = COLLIDE__ADD(mx, my), difference = COLLIDE__SUB(my, mx);
    const COLLIDE__V m1 = other ? sum : my, m2 = other ? my : difference;
    const COLLIDE__V near_by =
        COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(c->dx, c->dy), g->most), g->turns);
    const COLLIDE__V to1 = other ? g->ne : g->n, to2 = other ? g->n : g->nw;
    const COLLIDE__V to4 = other ? g->sw : g->s, to5 = other ? g->s : g->se;
#define COLLIDE__RISE(op, across, to)                                                              \
    COLLIDE__BITS(COLLIDE__LT(near_by, op(COLLIDE__MUL(wz, COLLIDE__SUB(to, z)), across)))
    const unsigned r0 = COLLIDE__RISE(COLLIDE__ADD, mx, g->e);
    const unsigned r1 = COLLIDE__RISE(COLLIDE__ADD, m1, to1);
    const unsigned r2 = COLLIDE__RISE(COLLIDE__ADD, m2, to2);
    const unsigned r3 = COLLIDE__RISE(COLLIDE__SUB, mx, g->w);
    const unsigned r4 = COLLIDE__RISE(COLLIDE__SUB, m1, to4);
    const unsigned r5 = COLLIDE__RISE(COLLIDE__SUB, m2, to5);
#undef COLLIDE__RISE
    const unsigned cusp = ~((r0 | r1 | r2 | r3 | r4 | r5) & g->at_z.known);
    const unsigned spans = (r0 | r1) & (r1 | r2) & (r2 | r3) & (r3 | r4) & (r4 | r5) & (r5 | r0);
    const COLLIDE__V height = COLLIDE__ABS(COLLIDE__ADD(z, c->over));
#define COLLIDE__MOVES(b, p, q)                                                                    \
    (COLLIDE__W(collide__sieve_bent)(z, b, p, q, height) |                                         \
     COLLIDE__W(collide__sieve_bent)(p, q, z, b, height))
    unsigned moves = bent;
    if (cusp & ~moves & g->all) // rare
        moves = COLLIDE__MOVES(g->e, to1, to5) |
                COLLIDE__MOVES(g->n, other ? g->ne : g->e, other ? g->w : g->nw) |
                COLLIDE__MOVES(g->w, to4, to2) |
                COLLIDE__MOVES(g->s, other ? g->sw : g->w, other ? g->e : g->se) |
                COLLIDE__MOVES(other ? g->ne : g->se, g->e, other ? g->n : g->s) |
                COLLIDE__MOVES(other ? g->sw : g->nw, g->w, other ? g->s : g->n);
#undef COLLIDE__MOVES
    r->line[3] |= (((above & cusp & moves) | g->open) & g->all) << lane;
    r->deep[3] |= (((above & ~(spans & g->at_z.known)) | g->open) & g->all) << lane;
}
#undef COLLIDE__X
#undef COLLIDE__Y

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sieve)(const collide__sieve_job *job,
                                                               collide__rings *r, unsigned n) {
    COLLIDE__W(collide__sieve_cylinder) c;
    const bool other = job->other_diagonal;
    COLLIDE__W(collide__sieve_splat)(job, &c);
    r->face[0] = r->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        r->line[i] = r->deep[i] = 0;
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__sieve_ring) g;
        g.all = n - lane < COLLIDE__WIDTH ? (1u << (n - lane)) - 1 : COLLIDE__ALL;
        COLLIDE__W(collide__sieve_load)(&c, r, lane, &g);
        COLLIDE__W(collide__sieve_faces)(&c, other, &g, r, lane);
        COLLIDE__W(collide__sieve_foot_of)(&c, g.x, g.y, g.z, g.extent, &g.at_z);
        COLLIDE__W(collide__sieve_foot_of)(&c, g.x_e, g.y, g.e, g.extent, &g.at_e);
        COLLIDE__W(collide__sieve_foot_of)(&c, g.x, g.y_n, g.n, g.extent, &g.at_n);
        if (other)
            COLLIDE__W(collide__sieve_foot_of)(&c, g.x_e, g.y_n, g.ne, g.extent, &g.at_ne);
        const unsigned bent = COLLIDE__W(collide__sieve_edges)(&c, other, &g, r, lane);
        COLLIDE__W(collide__sieve_vertex)(&c, other, &g, bent, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN
