#pragma once
#include "../base/numbers.h"
#include "job.h"

// ---- a cylinder against an edge --------------------------------------------------------------
// The definition for all widths: terrain/kernels.h calls it for vectors, terrain/scalar.h and
// single.h as `collide__cylinder_edge_scalar` at width 1.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_CYLINDER)

// A cylinder in all lanes, or one in each.
typedef struct COLLIDE__W(collide__cylinder) {
    COLLIDE__V frame[3][3]; // p, q, axis
    COLLIDE__V radius, square, half, reach, inverse_dx, inverse_dy;
    bool other_diagonal;
} COLLIDE__W(collide__cylinder);

COLLIDE__LANE_INLINE void COLLIDE__W(collide__cylinder_splat)(const collide__cylinder_job *job,
                                                              COLLIDE__W(collide__cylinder) * c) {
#define COLLIDE__ROW(i, v)                                                                         \
    c->frame[i][0] = COLLIDE__SPLAT(job->v.x);                                                     \
    c->frame[i][1] = COLLIDE__SPLAT(job->v.y);                                                     \
    c->frame[i][2] = COLLIDE__SPLAT(job->v.z)
    COLLIDE__ROW(0, p);
    COLLIDE__ROW(1, q);
    COLLIDE__ROW(2, axis);
#undef COLLIDE__ROW
    c->radius = COLLIDE__SPLAT(job->radius);
    c->square = COLLIDE__SPLAT(job->square);
    c->half = COLLIDE__SPLAT(job->half);
    c->reach = COLLIDE__SPLAT(job->reach);
    c->inverse_dx = COLLIDE__SPLAT(job->inverse_dx);
    c->inverse_dy = COLLIDE__SPLAT(job->inverse_dy);
    c->other_diagonal = job->other_diagonal;
}

// The lanes in which the edge from a to b, both as p, q, z, overlaps the cylinder. The point of the
// edge nearest to the axis is at t = -a.e / e.e. If it is not between the bases, the point where
// the edge crosses the nearer base decides. Rounding must not move z out of the edge.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_edge)(const COLLIDE__W(collide__cylinder) * c, const COLLIDE__V *a,
                                   const COLLIDE__V *b) {
    const COLLIDE__V one = COLLIDE__SPLAT(1);
    const COLLIDE__V half = c->half;
    const COLLIDE__V ep = COLLIDE__SUB(b[0], a[0]), eq = COLLIDE__SUB(b[1], a[1]);
    const COLLIDE__V ez = COLLIDE__SUB(b[2], a[2]);
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(ep, ep), COLLIDE__MUL(eq, eq));
    const COLLIDE__V nearer =
        COLLIDE__NEG(COLLIDE__ADD(COLLIDE__MUL(a[0], ep), COLLIDE__MUL(a[1], eq)));
    const COLLIDE__V nearest = COLLIDE__DIV(nearer, COLLIDE__MAX(square, COLLIDE__SPLAT(FLT_MIN)));
    COLLIDE__V t = COLLIDE__MIN(COLLIDE__MAX(nearest, COLLIDE__SPLAT(0)), one);
    const COLLIDE__V low = COLLIDE__MIN(a[2], b[2]), high = COLLIDE__MAX(a[2], b[2]);
    const COLLIDE__V z =
        COLLIDE__MIN(COLLIDE__MAX(COLLIDE__ADD(a[2], COLLIDE__MUL(t, ez)), low), high);
    const COLLIDE__V end = COLLIDE__MIN(COLLIDE__MAX(z, COLLIDE__NEG(half)), half);
    const COLLIDE__M outside = COLLIDE__LT(half, COLLIDE__ABS(z));
    const COLLIDE__M reached = COLLIDE__AND(COLLIDE__LE(low, end), COLLIDE__LE(end, high));
    const COLLIDE__V entry = COLLIDE__DIV(COLLIDE__SUB(end, a[2]),
                                          COLLIDE__SELECT(COLLIDE__AND(outside, reached), ez, one));
    t = COLLIDE__SELECT(outside, entry, t);
    const COLLIDE__V p = COLLIDE__ADD(a[0], COLLIDE__MUL(t, ep));
    const COLLIDE__V q = COLLIDE__ADD(a[1], COLLIDE__MUL(t, eq));
    const COLLIDE__M near_by =
        COLLIDE__LE(COLLIDE__ADD(COLLIDE__MUL(p, p), COLLIDE__MUL(q, q)), c->square);
    return COLLIDE__BITS(near_by) & (COLLIDE__BITS(reached) | ~COLLIDE__BITS(outside));
}
#endif // COLLIDE_NO_CYLINDER
