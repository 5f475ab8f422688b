#pragma once
#include "../cylinder/edge.h"
#include "table.h"

// ---- a cylinder against cells ----------------------------------------------------------------
// The definition for all widths; ../cylinder/edge.h defines one edge. A cell has corners V0 and V1
// in its south row, V2 and V3 in its north row. The diagonal from V1 to V2 (with other_diagonal
// from V0 to V3) cuts it into two faces. Next: kernels.h, which asks many cells of one cylinder or
// one cell each of many cylinders, and scalar.h, which asks cell by cell.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// The corner at x, y, z as p, q, z of the cylinder's frame.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__cylinder_corner)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V x,
                                     COLLIDE__V y, COLLIDE__V z, COLLIDE__V *out) {
#define COLLIDE__ROW(i)                                                                            \
    out[i] = COLLIDE__ADD(                                                                         \
        COLLIDE__ADD(COLLIDE__MUL(x, c->frame[i][0]), COLLIDE__MUL(y, c->frame[i][1])),            \
        COLLIDE__MUL(z, c->frame[i][2]))
    COLLIDE__ROW(0);
    COLLIDE__ROW(1);
    COLLIDE__ROW(2);
#undef COLLIDE__ROW
}

// The lanes of bits whose cell, with corners at heights z, overlaps the cylinder's range of
// heights. Adds to *above the lanes whose cell has no hole and is not below this range.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_near)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V z0,
                                   COLLIDE__V z1, COLLIDE__V z2, COLLIDE__V z3, unsigned bits,
                                   unsigned *above) {
    const COLLIDE__V low = COLLIDE__MIN(COLLIDE__MIN(z0, z1), COLLIDE__MIN(z2, z3));
    const COLLIDE__V high = COLLIDE__MAX(COLLIDE__MAX(z0, z1), COLLIDE__MAX(z2, z3));
    COLLIDE__M in = COLLIDE__LT(high, COLLIDE__SPLAT(COLLIDE__HOLE));
    in = COLLIDE__AND_GE(in, high, COLLIDE__NEG(c->reach));
    bits &= COLLIDE__BITS(in);
    *above |= bits;
    return bits & COLLIDE__BITS(COLLIDE__LE(low, c->reach));
}

// The lanes of bits whose cell comes between the bases and within the radius of the axis.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_box)(const COLLIDE__W(collide__cylinder) * c, const COLLIDE__V *v0,
                                  const COLLIDE__V *v1, const COLLIDE__V *v2, const COLLIDE__V *v3,
                                  unsigned bits) {
#define COLLIDE__ROW(i, bound)                                                                     \
    {                                                                                              \
        const COLLIDE__V least =                                                                   \
            COLLIDE__MIN(COLLIDE__MIN(v0[i], v1[i]), COLLIDE__MIN(v2[i], v3[i]));                  \
        const COLLIDE__V most =                                                                    \
            COLLIDE__MAX(COLLIDE__MAX(v0[i], v1[i]), COLLIDE__MAX(v2[i], v3[i]));                  \
        bits &= COLLIDE__BITS(                                                                     \
            COLLIDE__AND(COLLIDE__LE(least, bound), COLLIDE__GE(most, COLLIDE__NEG(bound))));      \
    }
    COLLIDE__ROW(2, c->half)
    if (!bits)
        return 0;
    COLLIDE__ROW(0, c->radius)
    COLLIDE__ROW(1, c->radius)
#undef COLLIDE__ROW
    return bits;
}

// The lanes in which the plane with these slopes and height z at (x, y) overlaps the cylinder, and
// the middle of their intersection, relative to (x, y). In coordinates along the axis and along the
// slope in the base, the plane is |nz| t + square k = |above| away. The line a + b = away cuts the
// rectangle |a| <= one, |b| <= other in a segment whose middle has a = MIDDLE(one, other).
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_slope)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V slope_x,
                                    COLLIDE__V slope_y, COLLIDE__V x, COLLIDE__V y, COLLIDE__V z,
                                    COLLIDE__V *at_x, COLLIDE__V *at_y) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
#define COLLIDE__NORMAL(l)                                                                         \
    COLLIDE__SUB(COLLIDE__SUB((l)[2], COLLIDE__MUL(slope_x, (l)[0])), COLLIDE__MUL(slope_y, (l)[1]))
    const COLLIDE__V np = COLLIDE__NORMAL(c->frame[0]), nq = COLLIDE__NORMAL(c->frame[1]);
    const COLLIDE__V nz = COLLIDE__NORMAL(c->frame[2]);
#undef COLLIDE__NORMAL
    const COLLIDE__V above =
        COLLIDE__SUB(COLLIDE__ADD(COLLIDE__MUL(slope_x, x), COLLIDE__MUL(slope_y, y)), z);
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(np, np), COLLIDE__MUL(nq, nq));
    const COLLIDE__V across = COLLIDE__MUL(c->radius, COLLIDE__SQRT(square));
    const COLLIDE__V along = COLLIDE__MUL(c->half, COLLIDE__ABS(nz)), away = COLLIDE__ABS(above);
#define COLLIDE__MIDDLE(one, other)                                                                \
    COLLIDE__MIN(                                                                                  \
        COLLIDE__MAX(                                                                              \
            COLLIDE__MIN(away, COLLIDE__MUL(COLLIDE__SPLAT(0.5f),                                  \
                                            COLLIDE__ADD(away, COLLIDE__SUB(one, other)))),        \
            zero),                                                                                 \
        one)
    const COLLIDE__M tilted = COLLIDE__LT(zero, square),
                     upright = COLLIDE__LT(zero, COLLIDE__ABS(nz));
    const COLLIDE__V k =
        COLLIDE__DIV(COLLIDE__MIDDLE(across, along), COLLIDE__SELECT(tilted, square, one));
    const COLLIDE__V t =
        COLLIDE__DIV(COLLIDE__MIDDLE(along, across), COLLIDE__SELECT(upright, nz, one));
#undef COLLIDE__MIDDLE
    const COLLIDE__V flip = COLLIDE__SELECT(COLLIDE__LT(above, zero), zero, COLLIDE__SPLAT(-0.0f));
#define COLLIDE__AT(i)                                                                             \
    COLLIDE__XOR(COLLIDE__ADD(COLLIDE__MUL(t, c->frame[2][i]),                                     \
                              COLLIDE__MUL(k, COLLIDE__ADD(COLLIDE__MUL(np, c->frame[0][i]),       \
                                                           COLLIDE__MUL(nq, c->frame[1][i])))),    \
                 flip)
    *at_x = COLLIDE__SUB(COLLIDE__AT(0), x);
    *at_y = COLLIDE__SUB(COLLIDE__AT(1), y);
#undef COLLIDE__AT
    return COLLIDE__BITS(COLLIDE__LE(away, COLLIDE__ADD(across, along)));
}

// The lanes in which the cylinder overlaps a face of the cell between x0, x1 and y0, y1, corners at
// heights z. No edge overlaps it, so its intersection with the plane of a face is all inside this
// face or all outside, and any point of it decides.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__cylinder_faces)(const COLLIDE__W(collide__cylinder) * c, COLLIDE__V x0,
                                    COLLIDE__V x1, COLLIDE__V y0, COLLIDE__V y1, COLLIDE__V z0,
                                    COLLIDE__V z1, COLLIDE__V z2, COLLIDE__V z3) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
    const bool other = c->other_diagonal;
    const COLLIDE__V south = COLLIDE__MUL(COLLIDE__SUB(z1, z0), c->inverse_dx);
    const COLLIDE__V north = COLLIDE__MUL(COLLIDE__SUB(z3, z2), c->inverse_dx);
    const COLLIDE__V west = COLLIDE__MUL(COLLIDE__SUB(z2, z0), c->inverse_dy);
    const COLLIDE__V east = COLLIDE__MUL(COLLIDE__SUB(z3, z1), c->inverse_dy);
    const COLLIDE__V flip = other ? COLLIDE__SPLAT(-0.0f) : zero;
    COLLIDE__V at_x, at_y, u, w;
    unsigned faces = COLLIDE__W(collide__cylinder_slope)(
        c, south, other ? east : west, other ? x1 : x0, y0, other ? z1 : z0, &at_x, &at_y);
    u = COLLIDE__MUL(COLLIDE__XOR(at_x, flip), c->inverse_dx);
    w = COLLIDE__MUL(at_y, c->inverse_dy);
    faces &= COLLIDE__BITS(COLLIDE__AND(COLLIDE__GE(u, zero), COLLIDE__GE(w, zero))) &
             COLLIDE__BITS(COLLIDE__LE(COLLIDE__ADD(u, w), one));
    const unsigned second = COLLIDE__W(collide__cylinder_slope)(
        c, north, other ? west : east, other ? x0 : x1, y1, other ? z2 : z3, &at_x, &at_y);
    u = COLLIDE__MUL(COLLIDE__XOR(at_x, flip), c->inverse_dx);
    w = COLLIDE__MUL(at_y, c->inverse_dy);
    return faces |
           (second & COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(u, zero), COLLIDE__LE(w, zero))) &
            COLLIDE__BITS(COLLIDE__GE(COLLIDE__ADD(u, w), COLLIDE__NEG(one))));
}
#endif // COLLIDE_NO_TERRAIN
