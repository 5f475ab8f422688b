#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/ops.h"
#include "bounds.h"
#include "sieve.h"

// ---- cylinders on cells ----------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// A cylinder in all lanes, or one in each.
typedef struct COLLIDE__W(collide__cylinder) {
    COLLIDE__V frame[3][3]; // p, q, axis
    COLLIDE__V radius, square, half, reach, inverse_dx, inverse_dy;
    bool other_diagonal;
} COLLIDE__W(collide__cylinder);

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

// Cells with corners at heights z: those, of bits, that come into the cylinder's range of heights;
// adds to *above those that are as high.
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

// Cells with these corners: those, of bits, that come between the bases and near to the axis.
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

// Edges from a to b, as p, q, z each: bits of the lanes in which they meet the cylinder.
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

// Planes with slopes at z over (x, y): bits of those that meet the cylinder, and a point of both.
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

// Cells between x and y with corners at heights z, no edge of which meets the cylinder: bits of
// those that it meets.
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

// Whole vectors: what is beyond a row is written over by the next one.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_rows)(const collide__patch_job *job,
                                                              collide__patch *patch) {
    const COLLIDE__V high = COLLIDE__SPLAT(job->place.high), low = COLLIDE__SPLAT(job->place.low);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), x = COLLIDE__SPLAT(job->place.x);
    const COLLIDE__V dx = COLLIDE__SPLAT(job->dx);
    static const COLLIDE__ALIGNED(float)
        steps[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t m = 0;
    for (size_t j = 0; j < job->rows; ++j, m += job->columns) {
        const float *heights = (const float *)(const void *)(job->heights + j * job->stride);
        const COLLIDE__V y = COLLIDE__SPLAT(job->place.y + collide__mul((float)(int)j, job->dy));
        for (size_t i = 0; i < job->columns; i += COLLIDE__WIDTH) {
            const COLLIDE__V z =
                COLLIDE__SUB(COLLIDE__SUB(COLLIDE__LOAD_U(heights + i), high), low);
            COLLIDE__STORE_U(patch->x + m + i,
                             COLLIDE__ADD(x, COLLIDE__MUL(COLLIDE__LOAD_V(steps + i), dx)));
            COLLIDE__STORE_U(patch->y + m + i, y);
            COLLIDE__STORE_U(patch->z + m + i, z);
        }
    }
    for (size_t i = 0; i < 32; i += COLLIDE__WIDTH) {
        COLLIDE__STORE_U(patch->x + m + i, zero);
        COLLIDE__STORE_U(patch->y + m + i, zero);
        COLLIDE__STORE_U(patch->z + m + i, zero);
    }
}

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

// Lanes are vertices, one after the other. An edge is that of two cells, so edges are asked by the
// vertex that they begin at: to the right, up, and the diagonal.
static COLLIDE__TARGET collide__cells_result COLLIDE__W(collide__terrain_cells)(
    const collide__cylinder_job *job, const collide__patch *patch, uint16_t *out) {
    COLLIDE__W(collide__cylinder) c;
    COLLIDE__ALIGNED(float) corner[3][COLLIDE__PATCH + 32];
    collide__bits near_by, right, up, diagonal;
    const unsigned all = (1u << COLLIDE__WIDTH) - 1;
    const size_t row = patch->row, n = patch->n;
    unsigned above = 0;
    if (out)
        memset(out, 0, COLLIDE_BLOCKS(n) * sizeof *out);
    COLLIDE__W(collide__cylinder_splat)(job, &c);
    for (size_t m = 0; m < n + row + COLLIDE__WIDTH; m += COLLIDE__WIDTH) {
        COLLIDE__V v[3];
        COLLIDE__W(collide__cylinder_corner)
        (&c, COLLIDE__LOAD_U(patch->x + m), COLLIDE__LOAD_U(patch->y + m),
         COLLIDE__LOAD_U(patch->z + m), v);
        COLLIDE__STORE_V(corner[0] + m, v[0]);
        COLLIDE__STORE_V(corner[1] + m, v[1]);
        COLLIDE__STORE_V(corner[2] + m, v[2]);
    }
#define COLLIDE__CORNER(v, m)                                                                      \
    const COLLIDE__V v[3] = {COLLIDE__LOAD_U(corner[0] + (m)), COLLIDE__LOAD_U(corner[1] + (m)),   \
                             COLLIDE__LOAD_U(corner[2] + (m))}
#define COLLIDE__HEIGHTS(m)                                                                        \
    const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + (m)),                                         \
                     z1 = COLLIDE__LOAD_U(patch->z + (m) + 1),                                     \
                     z2 = COLLIDE__LOAD_U(patch->z + (m) + row),                                   \
                     z3 = COLLIDE__LOAD_U(patch->z + (m) + row + 1)
    memset(&near_by, 0, sizeof near_by);
    unsigned any = 0;
    for (size_t m = 0, last = row - 1; m < n; m += COLLIDE__WIDTH) {
        COLLIDE__HEIGHTS(m);
        unsigned bits = n - m < COLLIDE__WIDTH ? (1u << (n - m)) - 1 : all;
        for (; last < m + COLLIDE__WIDTH; last += row)
            bits &= ~(1u << (last - m));
        bits = COLLIDE__W(collide__cylinder_near)(&c, z0, z1, z2, z3, bits, &above);
        if (!bits)
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        COLLIDE__CORNER(v2, m + row);
        COLLIDE__CORNER(v3, m + row + 1);
        bits = COLLIDE__W(collide__cylinder_box)(&c, v0, v1, v2, v3, bits);
        collide__bits_put(&near_by, m, bits);
        any |= bits;
    }
    if (!any)
        return above ? COLLIDE__CELLS_ABOVE : COLLIDE__CELLS_LOWER;
    if (out) {
        memset(&right, 0, sizeof right);
        memset(&up, 0, sizeof up);
        memset(&diagonal, 0, sizeof diagonal);
    }
    for (size_t m = 0; m < n + row; m += COLLIDE__WIDTH) {
        const unsigned own = collide__bits_at(&near_by, m) & all;
        const unsigned of_right = (own | collide__bits_at(&near_by, m - row)) & all;
        const unsigned of_up = (own | collide__bits_at(&near_by, m - 1)) & all;
        unsigned r = 0, u = 0, d = 0;
        if (!(of_right | of_up))
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        if (of_right)
            r = of_right & COLLIDE__W(collide__cylinder_edge)(&c, v0, v1);
        if (of_up) {
            COLLIDE__CORNER(v2, m + row);
            u = of_up & COLLIDE__W(collide__cylinder_edge)(&c, v0, v2);
            if (own && c.other_diagonal) {
                COLLIDE__CORNER(v3, m + row + 1);
                d = own & COLLIDE__W(collide__cylinder_edge)(&c, v0, v3);
            } else if (own) {
                d = own & COLLIDE__W(collide__cylinder_edge)(&c, v1, v2);
            }
        }
        if (!out && (r | u | d))
            return COLLIDE__CELLS_MEET;
        if (out) {
            collide__bits_put(&right, m, r);
            collide__bits_put(&up, m, u);
            collide__bits_put(&diagonal, m, d);
        }
    }
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const unsigned bits = collide__bits_at(&near_by, m) & all;
        unsigned met = 0;
        if (!bits)
            continue;
        if (out)
            met = bits & (collide__bits_at(&diagonal, m) | collide__bits_at(&right, m) |
                          collide__bits_at(&right, m + row) | collide__bits_at(&up, m) |
                          collide__bits_at(&up, m + 1));
        if (bits & ~met) {
            COLLIDE__HEIGHTS(m);
            met |= bits & COLLIDE__W(collide__cylinder_faces)(
                              &c, COLLIDE__LOAD_U(patch->x + m), COLLIDE__LOAD_U(patch->x + m + 1),
                              COLLIDE__LOAD_U(patch->y + m), COLLIDE__LOAD_U(patch->y + m + row),
                              z0, z1, z2, z3);
        }
        if (!out && met)
            return COLLIDE__CELLS_MEET;
        if (out)
            out[m / 16] = (uint16_t)(out[m / 16] | met << m % 16);
    }
#undef COLLIDE__CORNER
#undef COLLIDE__HEIGHTS
    return COLLIDE__CELLS_ABOVE;
}
// Lanes are cylinders, each over its own small footprint. Cells, then edges by the vertex that they
// begin at, then faces, as above.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_small_batch)(const collide__small_job *job,
                                                                     unsigned *meet,
                                                                     unsigned *above) {
    const COLLIDE__V hole = COLLIDE__SPLAT(COLLIDE__HOLE);
    *meet = *above = 0;
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
#define COLLIDE__CYLINDER(i) COLLIDE__LOAD_V(job->cylinder + 16 * (i) + lane)
#define COLLIDE__WINDOW(i) COLLIDE__LOAD_V(job->window + 16 * (i) + lane)
        const COLLIDE__W(collide__cylinder)
            c = {{{COLLIDE__CYLINDER(0), COLLIDE__CYLINDER(1), COLLIDE__CYLINDER(2)},
                  {COLLIDE__CYLINDER(3), COLLIDE__CYLINDER(4), COLLIDE__CYLINDER(5)},
                  {COLLIDE__CYLINDER(6), COLLIDE__CYLINDER(7), COLLIDE__CYLINDER(8)}},
                 COLLIDE__CYLINDER(9),
                 COLLIDE__CYLINDER(10),
                 COLLIDE__CYLINDER(11),
                 COLLIDE__CYLINDER(12),
                 COLLIDE__CYLINDER(13),
                 COLLIDE__CYLINDER(14),
                 job->other_diagonal};
        const COLLIDE__V high = COLLIDE__WINDOW(2), low = COLLIDE__WINDOW(3);
        COLLIDE__V x[COLLIDE__SMALL], y[COLLIDE__SMALL], z[COLLIDE__SMALL][COLLIDE__SMALL];
        COLLIDE__V v[COLLIDE__SMALL][COLLIDE__SMALL][3];
        unsigned cells[COLLIDE__SMALL + 1][COLLIDE__SMALL + 1]; // [j + 1][i + 1]
        unsigned met = 0, over = 0, any = 0;
        for (int j = 0; j < COLLIDE__SMALL; ++j) {
            x[j] =
                COLLIDE__ADD(COLLIDE__WINDOW(0), COLLIDE__SPLAT(collide__mul((float)j, job->dx)));
            y[j] =
                COLLIDE__ADD(COLLIDE__WINDOW(1), COLLIDE__SPLAT(collide__mul((float)j, job->dy)));
        }
        for (int j = 0; j < job->rows; ++j)
            for (int i = 0; i < job->columns; ++i) {
                const COLLIDE__V h = COLLIDE__WINDOW(6 + COLLIDE__SMALL * j + i);
                z[j][i] = COLLIDE__SELECT(COLLIDE__LT(h, hole),
                                          COLLIDE__SUB(COLLIDE__SUB(h, high), low), hole);
                COLLIDE__W(collide__cylinder_corner)(&c, x[i], y[j], z[j][i], v[j][i]);
            }
        memset(cells, 0, sizeof cells);
        for (int j = 0; j + 1 < job->rows; ++j) {
            const COLLIDE__M in_row =
                COLLIDE__LT(COLLIDE__SPLAT((float)(j + 1)), COLLIDE__WINDOW(5));
            for (int i = 0; i + 1 < job->columns; ++i) {
                const COLLIDE__M in_column =
                    COLLIDE__LT(COLLIDE__SPLAT((float)(i + 1)), COLLIDE__WINDOW(4));
                unsigned bits = COLLIDE__W(collide__cylinder_near)(
                    &c, z[j][i], z[j][i + 1], z[j + 1][i], z[j + 1][i + 1],
                    COLLIDE__BITS(COLLIDE__AND(in_row, in_column)), &over);
                if (bits)
                    bits = COLLIDE__W(collide__cylinder_box)(&c, v[j][i], v[j][i + 1], v[j + 1][i],
                                                             v[j + 1][i + 1], bits);
                cells[j + 1][i + 1] = bits;
                any |= bits;
            }
        }
        for (int j = 0; any && j < job->rows; ++j)
            for (int i = 0; i < job->columns; ++i) {
                const unsigned own = cells[j + 1][i + 1] & ~met;
                const unsigned of_right = (own | cells[j][i + 1]) & ~met;
                const unsigned of_up = (own | cells[j + 1][i]) & ~met;
                if (of_right)
                    met |= of_right & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i], v[j][i + 1]);
                if (of_up)
                    met |= of_up & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i], v[j + 1][i]);
                if (own)
                    met |= own & COLLIDE__W(collide__cylinder_edge)(&c, v[j][i + !c.other_diagonal],
                                                                    v[j + 1][i + c.other_diagonal]);
            }
        for (int j = 0; any && j + 1 < job->rows; ++j)
            for (int i = 0; i + 1 < job->columns; ++i) {
                const unsigned bits = cells[j + 1][i + 1] & ~met;
                if (bits)
                    met |= bits & COLLIDE__W(collide__cylinder_faces)(
                                      &c, x[i], x[i + 1], y[j], y[j + 1], z[j][i], z[j][i + 1],
                                      z[j + 1][i], z[j + 1][i + 1]);
            }
        *meet |= met << lane;
        *above |= over << lane;
#undef COLLIDE__CYLINDER
#undef COLLIDE__WINDOW
    }
}
COLLIDE__KERNEL_TABLE_LANES(terrain, COLLIDE__TERRAIN_KERNELS);
#endif // COLLIDE_NO_TERRAIN
