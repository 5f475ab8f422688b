#pragma once
#include "rows.h"
#include "cells.h"
#include "bounds.h"
#include "sieve_body.h"

// ---- the kernels of cells --------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// ---- many cells of one cylinder: lanes are vertices of a patch, one after the other ----------

// The vertices of a patch in the cylinder's frame: rows p, q, z.
typedef struct COLLIDE__W(collide__corners) {
    COLLIDE__ALIGNED(float) row[3][COLLIDE__PATCH + 32];
} COLLIDE__W(collide__corners);

// The vertices from m on, from lane 0 on; the heights of the corners of their cells.
#define COLLIDE__CORNER(v, m)                                                                      \
    const COLLIDE__V v[3] = {COLLIDE__LOAD_U(corner->row[0] + (m)),                                \
                             COLLIDE__LOAD_U(corner->row[1] + (m)),                                \
                             COLLIDE__LOAD_U(corner->row[2] + (m))}
#define COLLIDE__HEIGHTS(m)                                                                        \
    const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + (m)),                                         \
                     z1 = COLLIDE__LOAD_U(patch->z + (m) + 1),                                     \
                     z2 = COLLIDE__LOAD_U(patch->z + (m) + row),                                   \
                     z3 = COLLIDE__LOAD_U(patch->z + (m) + row + 1)

// Sets the bits of cells near the cylinder; returns whether there are any, and in *above whether
// some cell is not below it.
COLLIDE__LANE_INLINE bool COLLIDE__W(collide__cells_near)(const COLLIDE__W(collide__cylinder) * c,
                                                          const collide__patch *patch,
                                                          COLLIDE__W(collide__corners) * corner,
                                                          collide__bits *near_by, unsigned *above) {
    const size_t row = patch->row, n = patch->n;
    unsigned any = 0;
    for (size_t m = 0; m < n + row + COLLIDE__WIDTH; m += COLLIDE__WIDTH) {
        COLLIDE__V v[3];
        COLLIDE__W(collide__cylinder_corner)
        (c, COLLIDE__LOAD_U(patch->x + m), COLLIDE__LOAD_U(patch->y + m),
         COLLIDE__LOAD_U(patch->z + m), v);
        COLLIDE__STORE_V(corner->row[0] + m, v[0]);
        COLLIDE__STORE_V(corner->row[1] + m, v[1]);
        COLLIDE__STORE_V(corner->row[2] + m, v[2]);
    }
    memset(near_by, 0, sizeof *near_by);
    for (size_t m = 0, last = row - 1; m < n; m += COLLIDE__WIDTH) {
        COLLIDE__HEIGHTS(m);
        unsigned bits = n - m < COLLIDE__WIDTH ? (1u << (n - m)) - 1 : COLLIDE__ALL;
        for (; last < m + COLLIDE__WIDTH; last += row)
            bits &= ~(1u << (last - m));
        bits = COLLIDE__W(collide__cylinder_near)(c, z0, z1, z2, z3, bits, above);
        if (!bits)
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        COLLIDE__CORNER(v2, m + row);
        COLLIDE__CORNER(v3, m + row + 1);
        bits = COLLIDE__W(collide__cylinder_box)(c, v0, v1, v2, v3, bits);
        collide__bits_put(near_by, m, bits);
        any |= bits;
    }
    return any;
}

// Asks the edges of near cells by the vertex where they begin, since an edge belongs to two cells.
// Returns whether an edge overlaps the cylinder; if out is NULL, stops at the first.
COLLIDE__LANE_INLINE bool
COLLIDE__W(collide__cells_edges)(const COLLIDE__W(collide__cylinder) * c,
                                 const collide__patch *patch,
                                 const COLLIDE__W(collide__corners) * corner,
                                 const collide__bits *near_by, collide__edge_bits *out) {
    const size_t row = patch->row, n = patch->n;
    for (size_t m = 0; m < n + row; m += COLLIDE__WIDTH) {
        const unsigned own = collide__bits_at(near_by, m) & COLLIDE__ALL;
        const unsigned of_right = (own | collide__bits_at(near_by, m - row)) & COLLIDE__ALL;
        const unsigned of_up = (own | collide__bits_at(near_by, m - 1)) & COLLIDE__ALL;
        unsigned r = 0, u = 0, d = 0;
        if (!(of_right | of_up))
            continue;
        COLLIDE__CORNER(v0, m);
        COLLIDE__CORNER(v1, m + 1);
        if (of_right)
            r = of_right & COLLIDE__W(collide__cylinder_edge)(c, v0, v1);
        if (of_up) {
            COLLIDE__CORNER(v2, m + row);
            u = of_up & COLLIDE__W(collide__cylinder_edge)(c, v0, v2);
            if (own && c->other_diagonal) {
                COLLIDE__CORNER(v3, m + row + 1);
                d = own & COLLIDE__W(collide__cylinder_edge)(c, v0, v3);
            } else if (own) {
                d = own & COLLIDE__W(collide__cylinder_edge)(c, v1, v2);
            }
        }
        if (!out && (r | u | d))
            return true;
        if (out) {
            collide__bits_put(&out->right, m, r);
            collide__bits_put(&out->up, m, u);
            collide__bits_put(&out->diagonal, m, d);
        }
    }
    return false;
}
#undef COLLIDE__CORNER

static COLLIDE__TARGET collide__cells_result COLLIDE__W(collide__terrain_cells)(
    const collide__cylinder_job *job, const collide__patch *patch, uint16_t *out) {
    COLLIDE__W(collide__cylinder) c;
    COLLIDE__W(collide__corners) corner;
    collide__bits near_by;
    collide__edge_bits edges;
    const size_t row = patch->row, n = patch->n;
    unsigned above = 0;
    if (out)
        memset(out, 0, COLLIDE_BLOCKS(n) * sizeof *out);
    COLLIDE__W(collide__cylinder_splat)(job, &c);
    if (!COLLIDE__W(collide__cells_near)(&c, patch, &corner, &near_by, &above))
        return above ? COLLIDE__CELLS_ABOVE : COLLIDE__CELLS_LOWER;
    if (out)
        memset(&edges, 0, sizeof edges);
    if (COLLIDE__W(collide__cells_edges)(&c, patch, &corner, &near_by, out ? &edges : NULL))
        return COLLIDE__CELLS_MEET;
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const unsigned bits = collide__bits_at(&near_by, m) & COLLIDE__ALL;
        unsigned met = 0;
        if (!bits)
            continue;
        if (out)
            met = bits & (collide__bits_at(&edges.diagonal, m) | collide__bits_at(&edges.right, m) |
                          collide__bits_at(&edges.right, m + row) | collide__bits_at(&edges.up, m) |
                          collide__bits_at(&edges.up, m + 1));
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
    return COLLIDE__CELLS_ABOVE;
}
#undef COLLIDE__HEIGHTS

// ---- one small footprint each of 16 cylinders: lanes are cylinders ---------------------------

// The vertices of a footprint in each lane: x of columns, y of rows, and as [row][column] heights
// and positions in the cylinder's frame.
typedef struct COLLIDE__W(collide__window) {
    COLLIDE__V x[COLLIDE__SMALL], y[COLLIDE__SMALL], z[COLLIDE__SMALL][COLLIDE__SMALL];
    COLLIDE__V v[COLLIDE__SMALL][COLLIDE__SMALL][3];
} COLLIDE__W(collide__window);

#define COLLIDE__WINDOW(i) COLLIDE__LOAD_V(job->window + 16 * (i) + lane)
COLLIDE__LANE_INLINE void COLLIDE__W(collide__window_load)(const collide__small_job *job,
                                                           unsigned lane,
                                                           COLLIDE__W(collide__cylinder) * c,
                                                           COLLIDE__W(collide__window) * w) {
    const COLLIDE__V hole = COLLIDE__SPLAT(COLLIDE__HOLE);
    const COLLIDE__V high = COLLIDE__WINDOW(2), low = COLLIDE__WINDOW(3);
#define COLLIDE__CYLINDER(i) COLLIDE__LOAD_V(job->cylinder + 16 * (i) + lane)
#define COLLIDE__ROW(i)                                                                            \
    c->frame[i][0] = COLLIDE__CYLINDER(3 * (i));                                                   \
    c->frame[i][1] = COLLIDE__CYLINDER(3 * (i) + 1);                                               \
    c->frame[i][2] = COLLIDE__CYLINDER(3 * (i) + 2);
    COLLIDE__ROW(0)
    COLLIDE__ROW(1)
    COLLIDE__ROW(2)
#undef COLLIDE__ROW
    c->radius = COLLIDE__CYLINDER(9);
    c->square = COLLIDE__CYLINDER(10);
    c->half = COLLIDE__CYLINDER(11);
    c->reach = COLLIDE__CYLINDER(12);
    c->inverse_dx = COLLIDE__CYLINDER(13);
    c->inverse_dy = COLLIDE__CYLINDER(14);
    c->other_diagonal = job->other_diagonal;
#undef COLLIDE__CYLINDER
    for (int j = 0; j < COLLIDE__SMALL; ++j) {
        w->x[j] = COLLIDE__ADD(COLLIDE__WINDOW(0), COLLIDE__SPLAT(collide__mul((float)j, job->dx)));
        w->y[j] = COLLIDE__ADD(COLLIDE__WINDOW(1), COLLIDE__SPLAT(collide__mul((float)j, job->dy)));
    }
    for (int j = 0; j < job->rows; ++j)
        for (int i = 0; i < job->columns; ++i) {
            const COLLIDE__V h = COLLIDE__WINDOW(6 + COLLIDE__SMALL * j + i);
            w->z[j][i] = COLLIDE__SELECT(COLLIDE__LT(h, hole),
                                         COLLIDE__SUB(COLLIDE__SUB(h, high), low), hole);
            COLLIDE__W(collide__cylinder_corner)(c, w->x[i], w->y[j], w->z[j][i], w->v[j][i]);
        }
}

// Asks cells, then edges by the vertex where they begin, then faces, as above.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_small_batch)(const collide__small_job *job,
                                                                     unsigned *overlap,
                                                                     unsigned *above) {
    *overlap = *above = 0;
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__cylinder) c;
        COLLIDE__W(collide__window) w;
        COLLIDE__V(*const z)[COLLIDE__SMALL] = w.z;
        COLLIDE__V(*const v)[COLLIDE__SMALL][3] = w.v;
        unsigned cells[COLLIDE__SMALL + 1][COLLIDE__SMALL + 1]; // [j + 1][i + 1]
        unsigned met = 0, over = 0, any = 0;
        COLLIDE__W(collide__window_load)(job, lane, &c, &w);
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
                                      &c, w.x[i], w.x[i + 1], w.y[j], w.y[j + 1], z[j][i],
                                      z[j][i + 1], z[j + 1][i], z[j + 1][i + 1]);
            }
        *overlap |= met << lane;
        *above |= over << lane;
    }
}
#undef COLLIDE__WINDOW

COLLIDE__KERNEL_TABLE_LANES(terrain, COLLIDE__TERRAIN_KERNELS);
#undef collide__terrain_rows_w16
#endif // COLLIDE_NO_TERRAIN
