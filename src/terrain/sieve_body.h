#pragma once
#include "sieve.h"

// ---- the sieve of spheres and OBBs -----------------------------------------------------------
// It drops only parts that certainly give nothing in double, so that answers do not depend on it:
// all errors are far below its slack. It keeps faces that may have a neighbour in their plane,
// since the first of them stands for all.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Which faces may have a neighbour in their plane.
static COLLIDE__TARGET void COLLIDE__W(collide__sift_flat)(bool other, const collide__rings *r,
                                                           unsigned lane,
                                                           const COLLIDE__W(collide__ring) * g,
                                                           unsigned *flat) {
    const COLLIDE__V most = COLLIDE__SPLAT(r->bent);
    COLLIDE__V z[11];
    unsigned bits[5];
    memcpy(z, g->z, sizeof g->z);
    z[9] = COLLIDE__LOAD_V(r->z_e + lane);
    z[10] = COLLIDE__LOAD_V(r->z_n + lane);
    for (int k = 0; k < 5; ++k) {
        const collide__ring_edge *e = &collide__ring_edges[other][k];
        COLLIDE__V rounded;
        const COLLIDE__V bend = COLLIDE__W(collide__ring_bend)(z[e->from], z[e->to], z[e->third[0]],
                                                               z[e->third[1]], &rounded);
        bits[k] = ~COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(most, rounded), COLLIDE__ABS(bend)));
    }
    flat[0] = bits[2] | bits[0] | bits[other ? 4 : 1];
    flat[1] = bits[2] | bits[3] | bits[other ? 1 : 4];
}

// Sets edge i or the vertex; its height over the body is at most y, and square is the least of its
// faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_line)(const COLLIDE__W(collide__ring) * g, int i,
                                                         COLLIDE__V y, COLLIDE__V square,
                                                         unsigned line, unsigned deep,
                                                         collide__rings *r, unsigned lane) {
    COLLIDE__W(collide__ring_line)
    (g, i,
     COLLIDE__MUL(COLLIDE__DIV(y, COLLIDE__SQRT(square)),
                  COLLIDE__SPLAT(1 + COLLIDE__SIEVE_MARGIN)),
     line, deep, r, lane);
}

// The lanes in which (px, py), relative to the body's centre, is in the column of face 0 or 1.
static COLLIDE__TARGET void COLLIDE__W(collide__sift_column)(const collide__ring_job *job,
                                                             const COLLIDE__W(collide__ring) * g,
                                                             COLLIDE__V px, COLLIDE__V py,
                                                             unsigned *in) {
    const COLLIDE__V zero = COLLIDE__SPLAT(-job->share), one = COLLIDE__SPLAT(1 + job->share);
    const COLLIDE__V u = COLLIDE__MUL(COLLIDE__SUB(px, g->x[0]), COLLIDE__SPLAT(job->inverse_dx));
    const COLLIDE__V v = COLLIDE__MUL(COLLIDE__SUB(py, g->y[0]), COLLIDE__SPLAT(job->inverse_dy));
    const unsigned out = COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(u, v), zero)) |
                         COLLIDE__BITS(COLLIDE__LT(one, COLLIDE__MAX(u, v)));
    // Across the diagonal, from face 0 on.
    const COLLIDE__V d = job->other_diagonal ? COLLIDE__SUB(v, u)
                                             : COLLIDE__SUB(COLLIDE__ADD(u, v), COLLIDE__SPLAT(1));
    in[0] = ~(out | COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(job->share), d)));
    in[1] = ~(out | COLLIDE__BITS(COLLIDE__LT(d, zero)));
}

// The distance of the centre from the wall below edge i.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_off)(const collide__sift_job *job,
                                                              COLLIDE__V x, COLLIDE__V y, int i) {
    return COLLIDE__SUB(COLLIDE__MUL(x, COLLIDE__SPLAT(job->edge[i].y)),
                        COLLIDE__MUL(y, COLLIDE__SPLAT(job->edge[i].x)));
}

// The height of the plane of face k over the body's centre.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_height)(const COLLIDE__W(collide__ring) *
                                                                     g,
                                                                 int k) {
    return COLLIDE__SUB(COLLIDE__SUB(g->z[4 + 3 * k], COLLIDE__MUL(g->slope_x[k], g->x[0])),
                        COLLIDE__MUL(g->slope_y[k], g->y[k]));
}

// ---- spheres ---------------------------------------------------------------------------------

// The lanes in which way k from the point p of the sphere, with that rise, goes into the sphere, so
// that a contact there is none.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__sift_blocks)(const collide__sift_job *job,
                                                               const COLLIDE__W(collide__ring) * g,
                                                               const COLLIDE__V *p, int k,
                                                               COLLIDE__V rise) {
    const COLLIDE__V size =
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), COLLIDE__ABS(rise));
    COLLIDE__V way[3];
    COLLIDE__W(collide__ring_way)(&job->grid, k, rise, way);
    const COLLIDE__V off =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(p[0], way[0]), COLLIDE__MUL(p[1], way[1])),
                     COLLIDE__MUL(p[2], way[2]));
    return COLLIDE__BITS(
        COLLIDE__LT(off, COLLIDE__NEG(COLLIDE__MUL(size, COLLIDE__ADD(g->slack, g->slack)))));
}

// The wall below an edge cuts a disc of radius rho out of the sphere; sine and cosine are of the
// edge's slope. The edge is deepest where it is parallel to the disc's lower side, at along.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_sphere_edge)(const collide__sift_job *job,
                                                                const COLLIDE__W(collide__ring) * g,
                                                                int i, collide__rings *r,
                                                                unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__V x = g->x[e->from - 4], y = g->y[0], z = g->z[e->from];
    const COLLIDE__V tx = COLLIDE__SPLAT(job->edge[i].x), ty = COLLIDE__SPLAT(job->edge[i].y);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
    const COLLIDE__V length = COLLIDE__SPLAT(job->edge[i].z);
    const COLLIDE__V off = COLLIDE__W(collide__sift_off)(job, x, y, i);
    const COLLIDE__V from = COLLIDE__ADD(COLLIDE__MUL(x, tx), COLLIDE__MUL(y, ty));
    const COLLIDE__V rest = COLLIDE__SUB(COLLIDE__SPLAT(job->square), COLLIDE__MUL(off, off));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V slope = COLLIDE__DIV(COLLIDE__SUB(g->z[e->to], z), length);
    const COLLIDE__V root = COLLIDE__SQRT(COLLIDE__ADD(COLLIDE__MUL(slope, slope), one));
    const COLLIDE__V cosine = COLLIDE__DIV(one, root);
    const COLLIDE__V along = COLLIDE__MUL(rho, COLLIDE__MUL(slope, cosine));
    const COLLIDE__V depth =
        COLLIDE__ADD(COLLIDE__MUL(cosine, COLLIDE__SUB(z, COLLIDE__MUL(slope, from))), rho);
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) |
        COLLIDE__BITS(COLLIDE__LT(along, COLLIDE__SUB(from, g->slack))) |
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__ADD(from, length), g->slack), along)) |
        COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack)));
    const COLLIDE__V p[3] = {COLLIDE__ADD(COLLIDE__MUL(along, tx), COLLIDE__MUL(off, ty)),
                             COLLIDE__SUB(COLLIDE__MUL(along, ty), COLLIDE__MUL(off, tx)),
                             COLLIDE__NEG(COLLIDE__MUL(rho, cosine))};
    unsigned blocked = out;
    for (int k = 0; k < 2; ++k)
        blocked |= COLLIDE__W(collide__sift_blocks)(job, g, p, e->third_way[k],
                                                    COLLIDE__SUB(g->z[e->third[k]], z));
    COLLIDE__W(collide__sift_line)
    (g, i, COLLIDE__MUL(COLLIDE__ADD(depth, g->slack), root),
     COLLIDE__MIN(g->square[e->face[0]], g->square[e->face[1]]), ~blocked & g->bent[i], ~out, r,
     lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_sphere)(const collide__sift_job *job,
                                                           const COLLIDE__W(collide__ring) * g,
                                                           const unsigned *flat, collide__rings *r,
                                                           unsigned lane) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), radius = COLLIDE__SPLAT(job->radius);
    for (int k = 0; k < 2; ++k) {
        const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1), COLLIDE__SQRT(g->square[k]));
        const COLLIDE__V depth =
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__W(collide__sift_height)(g, k), inverse), radius);
        const COLLIDE__V scale = COLLIDE__MUL(radius, inverse);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)
        (&job->grid, g, COLLIDE__MUL(scale, g->slope_x[k]), COLLIDE__MUL(scale, g->slope_y[k]), in);
        COLLIDE__W(collide__ring_face)
        (g, (unsigned)k,
         ~COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack))) & (in[k] | flat[k]), r, lane);
    }
    for (int i = 0; i < 3; ++i)
        COLLIDE__W(collide__sift_sphere_edge)(job, g, i, r, lane);
    const COLLIDE__V rest =
        COLLIDE__SUB(COLLIDE__SPLAT(job->square),
                     COLLIDE__ADD(COLLIDE__MUL(g->x[0], g->x[0]), COLLIDE__MUL(g->y[0], g->y[0])));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__ADD(g->z[4], rho), g->slack);
    const COLLIDE__V p[3] = {g->x[0], g->y[0], COLLIDE__NEG(rho)};
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) | COLLIDE__BITS(COLLIDE__LT(y, zero));
    unsigned blocked = out;
    for (int k = 0; k < 6; ++k)
        blocked |= COLLIDE__W(collide__sift_blocks)(
            job, g, p, k,
            COLLIDE__SUB(g->z[collide__ring_spokes[job->grid.other_diagonal][k]], g->z[4]));
    COLLIDE__W(collide__sift_line)(g, 3, y, g->least, ~blocked, ~out, r, lane);
}

// ---- OBBs ------------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// A vertex over the three lower faces of an OBB: its height above each, along z. A steep face takes
// less than its height where that is above it, and no part in top, which is an upper bound of the
// height above the OBB. Lanes: near_by, the faces that may be the first below the vertex; before
// and behind, the sides of the shadow that the vertex is beyond; inside, it certainly is in the
// shadow.
typedef struct COLLIDE__W(collide__sift_foot) {
    COLLIDE__V height[3], top;
    unsigned near_by[3], before[3], behind[3], inside;
} COLLIDE__W(collide__sift_foot);

static COLLIDE__TARGET void COLLIDE__W(collide__sift_foot_of)(const collide__sift_job *job,
                                                              COLLIDE__V x, COLLIDE__V y,
                                                              COLLIDE__V z, COLLIDE__V slack,
                                                              COLLIDE__W(collide__sift_foot) * f) {
    f->top = COLLIDE__SPLAT(FLT_MAX);
    f->inside = COLLIDE__ALL;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[i]);
        const COLLIDE__V at = COLLIDE__W(collide__ring_dot)(&job->up[i], x, y, z);
        f->height[i] = COLLIDE__MUL(
            COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__SPLAT(job->half[i])), slack), inverse);
        if (!job->steep[i])
            f->top = COLLIDE__MIN(f->height[i], f->top);
        const COLLIDE__V side = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->side[i].x)),
                                             COLLIDE__MUL(y, COLLIDE__SPLAT(job->side[i].y)));
        const COLLIDE__V reach = COLLIDE__SPLAT(job->side[i].z);
        f->before[i] = COLLIDE__BITS(COLLIDE__LT(side, COLLIDE__NEG(COLLIDE__ADD(reach, slack))));
        f->behind[i] = COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, slack), side));
        f->inside &= COLLIDE__BITS(COLLIDE__LT(COLLIDE__ABS(side), COLLIDE__SUB(reach, slack)));
    }
    const COLLIDE__V twice = COLLIDE__ADD(slack, slack);
    for (int i = 0; i < 3; ++i)
        f->near_by[i] = ~COLLIDE__BITS(COLLIDE__LT(
            f->top,
            COLLIDE__SUB(f->height[i], COLLIDE__MUL(twice, COLLIDE__SPLAT(job->inverse[i])))));
}

// An error of a product of a vector and an axis, by the rise of the vector.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_little)(const collide__sift_job *job,
                                                                 COLLIDE__V rise) {
    return COLLIDE__MUL(
        COLLIDE__SPLAT(4 * COLLIDE__SIEVE_TIE),
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), COLLIDE__ABS(rise)));
}

// Edge i from foot a to foot b. The height above the OBB certainly falls from an end on if this end
// is in the shadow, and the one face below it falls less than the edge. The normal of a contact is
// of a face of the OBB that is almost parallel to the edge (flush), or the cross product of the
// edge and an axis; the product with the way to the left face's third corner is then that axis by
// the face's normal, times the area.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb_edge)(
    const collide__sift_job *job, const COLLIDE__W(collide__ring) * g, int i,
    const COLLIDE__W(collide__sift_foot) * foot, collide__rings *r, unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__W(collide__sift_foot) *a = &foot[e->from - 4], *b = &foot[e->to - 4];
    const COLLIDE__V z = g->z[e->from], rise = COLLIDE__SUB(g->z[e->to], z);
    const COLLIDE__V little = COLLIDE__W(collide__sift_little)(job, rise);
    const COLLIDE__V back = COLLIDE__NEG(little);
    const COLLIDE__V off = COLLIDE__W(collide__sift_off)(job, g->x[e->from - 4], g->y[0], i);
    COLLIDE__V top = COLLIDE__SPLAT(FLT_MAX), along[3];
    unsigned beyond = 0;
    unsigned out = COLLIDE__BITS(
        COLLIDE__LT(COLLIDE__ADD(COLLIDE__SPLAT(job->reach[i]), g->slack), COLLIDE__ABS(off)));
    for (int k = 0; k < 3; ++k) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        along[k] = COLLIDE__W(collide__ring_along)(&job->grid, e->way, rise, &job->up[k]);
        out |= (a->before[k] & b->before[k]) | (a->behind[k] & b->behind[k]);
        if (job->steep[k])
            continue;
        top = COLLIDE__MIN(COLLIDE__MAX(a->height[k], b->height[k]), top);
        beyond |= a->near_by[k] & ~(a->near_by[m] | a->near_by[n]) & a->inside &
                  COLLIDE__BITS(COLLIDE__LT(along[k], back));
        beyond |= b->near_by[k] & ~(b->near_by[m] | b->near_by[n]) & b->inside &
                  COLLIDE__BITS(COLLIDE__LT(little, along[k]));
    }
    out |= COLLIDE__BITS(COLLIDE__LT(top, COLLIDE__SPLAT(0)));
    const unsigned bent = g->bent[i] & ~out;
    unsigned clear = 0, flush = 0;
    if (bent & g->all) {
        const int left = e->face[0], right = e->face[1];
        const collide_vec3 *go = &job->edge[i];
        const COLLIDE__V to[2] = {COLLIDE__SUB(g->z[e->third[0]], z),
                                  COLLIDE__SUB(g->z[e->third[1]], z)};
        const COLLIDE__V most = COLLIDE__MUL(
            little, COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy),
                                 COLLIDE__MAX(COLLIDE__ABS(to[0]), COLLIDE__ABS(to[1]))));
        const COLLIDE__V error = COLLIDE__MUL(most, COLLIDE__SPLAT(job->inverse_area));
        const COLLIDE__V square = COLLIDE__MUL(
            COLLIDE__ADD(COLLIDE__SPLAT(collide__mul(go->z, go->z)), COLLIDE__MUL(rise, rise)),
            COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE));
        for (int k = 0; k < 3; ++k) {
            const collide_vec3 *up = &job->up[k];
            const unsigned level =
                bent & ~COLLIDE__BITS(COLLIDE__LT(square, COLLIDE__MUL(along[k], along[k])));
            COLLIDE__V p, q;
            if (level & g->all) {
                p = COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[0], to[0], up);
                q = COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[1], to[1], up);
                flush |= level & ~COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__MAX(p, q)));
                if (job->steep[k])
                    flush |=
                        level & ~COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(most)));
            }
            const COLLIDE__V cross = COLLIDE__SPLAT(
                collide__mul(go->z, collide__mul(go->x, up->y) - collide__mul(go->y, up->x)));
            p = COLLIDE__NEG(
                COLLIDE__W(collide__ring_turn)(up, g->slope_x[left], g->slope_y[left]));
            q = COLLIDE__W(collide__ring_turn)(up, g->slope_x[right], g->slope_y[right]);
            clear |= ~(COLLIDE__BITS(COLLIDE__LT(cross, back)) |
                       COLLIDE__BITS(COLLIDE__LT(error, COLLIDE__MAX(p, q)))) |
                     ~(COLLIDE__BITS(COLLIDE__LT(little, cross)) |
                       COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(error))));
        }
    }
    COLLIDE__W(collide__sift_line)
    (g, i, top, COLLIDE__MIN(g->square[e->face[0]], g->square[e->face[1]]),
     bent & (flush | (clear & ~beyond)), ~(out | beyond), r, lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb)(const collide__sift_job *job,
                                                        const COLLIDE__W(collide__ring) * g,
                                                        const unsigned *flat, collide__rings *r,
                                                        unsigned lane) {
    COLLIDE__W(collide__sift_foot) foot[5]; // of vertices 4 to 8, but for 6
    unsigned face[2] = {0, 0};
    COLLIDE__V least[2];
    for (int k = 0; k < 2; ++k)
        least[k] = COLLIDE__ADD(COLLIDE__W(collide__sift_height)(g, k),
                                COLLIDE__MUL(g->slack, COLLIDE__SQRT(g->square[k])));
    for (int c = 0; c < 8; ++c) {
        const COLLIDE__V px = COLLIDE__SPLAT(job->corner[c].x);
        const COLLIDE__V py = COLLIDE__SPLAT(job->corner[c].y);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)(&job->grid, g, px, py, in);
        for (int k = 0; k < 2; ++k) {
            in[k] |= flat[k];
            if (in[k] & g->all)
                face[k] |=
                    in[k] & ~COLLIDE__BITS(COLLIDE__LT(
                                least[k], COLLIDE__W(collide__ring_turn)(
                                              &job->corner[c], g->slope_x[k], g->slope_y[k])));
        }
    }
    for (unsigned k = 0; k < 2; ++k)
        COLLIDE__W(collide__ring_face)(g, k, face[k], r, lane);
    for (int k = 0; k < 4 + job->grid.other_diagonal; ++k)
        if (k != 2)
            COLLIDE__W(collide__sift_foot_of)
    (job, g->x[(k + 1) % 3 - 1], g->y[k > 1], g->z[4 + k], g->slack, &foot[k]);
    for (int i = 0; i < 3; ++i)
        COLLIDE__W(collide__sift_obb_edge)(job, g, i, foot, r, lane);
    unsigned out = COLLIDE__BITS(COLLIDE__LT(foot->top, COLLIDE__SPLAT(0)));
    unsigned block[3] = {0, 0, 0}, blocked = COLLIDE__ALL;
    for (int k = 0; k < 6; ++k) {
        const uint8_t to = collide__ring_spokes[job->grid.other_diagonal][k];
        const COLLIDE__V rise = COLLIDE__SUB(g->z[to], g->z[4]);
        const COLLIDE__V little = COLLIDE__W(collide__sift_little)(job, rise);
        for (int i = 0; i < 3; ++i)
            if (foot->near_by[i] & g->all)
                block[i] |= COLLIDE__BITS(COLLIDE__LT(
                    little, COLLIDE__W(collide__ring_along)(&job->grid, k, rise, &job->up[i])));
    }
    for (int i = 0; i < 3; ++i) {
        out |= foot->before[i] | foot->behind[i];
        blocked &= block[i] | ~foot->near_by[i];
    }
    COLLIDE__W(collide__sift_line)(g, 3, foot->top, g->least, ~(out | blocked), ~out, r, lane);
}
#endif

// ---- verdicts --------------------------------------------------------------------------------

// Half the extent of the body along the normal with these slopes whose z is 1.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_extent)(const collide__sift_job *job,
                                                                 COLLIDE__V slope_x,
                                                                 COLLIDE__V slope_y,
                                                                 COLLIDE__V square) {
#ifndef COLLIDE_NO_SAT
    if (job->obb) {
        COLLIDE__V sum = COLLIDE__SPLAT(0);
        for (int i = 0; i < 3; ++i)
            sum = COLLIDE__ADD(sum, COLLIDE__MUL(COLLIDE__ABS(COLLIDE__W(collide__ring_turn)(
                                                     &job->up[i], slope_x, slope_y)),
                                                 COLLIDE__SPLAT(job->half[i])));
        return sum;
    }
#else
    (void)slope_x;
    (void)slope_y;
#endif
    return COLLIDE__MUL(COLLIDE__SPLAT(job->radius), COLLIDE__SQRT(square));
}

// The slack is relative to the square of the normal, since separating axes in float are less
// certain of steep faces.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift_faces)(const collide__sift_job *job,
                                                                    const collide__patch *patch,
                                                                    collide__faces *out) {
    const bool other = job->grid.other_diagonal;
    const size_t row = patch->row, n = patch->n;
    const COLLIDE__V ix = COLLIDE__SPLAT(job->grid.inverse_dx),
                     iy = COLLIDE__SPLAT(job->grid.inverse_dy);
    const COLLIDE__V wide = COLLIDE__SPLAT(job->grid.dx + job->grid.dy + job->size);
    const COLLIDE__V tie = COLLIDE__SPLAT(COLLIDE__SIEVE_TIE);
    memset(out, 0, sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V z1 = COLLIDE__LOAD_U(patch->z + m + 1);
        const COLLIDE__V z2 = COLLIDE__LOAD_U(patch->z + m + row);
        const COLLIDE__V z3 = COLLIDE__LOAD_U(patch->z + m + row + 1);
        const COLLIDE__V low = COLLIDE__MIN(COLLIDE__MIN(z0, z1), COLLIDE__MIN(z2, z3));
        const COLLIDE__V high = COLLIDE__MAX(COLLIDE__MAX(z0, z1), COLLIDE__MAX(z2, z3));
        const COLLIDE__V extent =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(x), COLLIDE__ABS(y)),
                         COLLIDE__ADD(wide, COLLIDE__MAX(COLLIDE__ABS(low), COLLIDE__ABS(high))));
        const COLLIDE__V slack = COLLIDE__MUL(tie, extent);
        const COLLIDE__V reach = COLLIDE__ADD(COLLIDE__SPLAT(job->tall), slack);
        unsigned out_z = COLLIDE__BITS(COLLIDE__LT(reach, low)) |
                         COLLIDE__BITS(COLLIDE__LT(high, COLLIDE__NEG(reach)));
        if (!job->obb) { // a sphere and the cell's box
            const COLLIDE__V zero = COLLIDE__SPLAT(0);
            const COLLIDE__V east = COLLIDE__LOAD_U(patch->x + m + 1);
            const COLLIDE__V north = COLLIDE__LOAD_U(patch->y + m + row);
            const COLLIDE__V px = COLLIDE__MAX(COLLIDE__MAX(x, COLLIDE__NEG(east)), zero);
            const COLLIDE__V py = COLLIDE__MAX(COLLIDE__MAX(y, COLLIDE__NEG(north)), zero);
            const COLLIDE__V pz = COLLIDE__MAX(COLLIDE__MAX(low, COLLIDE__NEG(high)), zero);
            const COLLIDE__V away = COLLIDE__ADD(
                COLLIDE__ADD(COLLIDE__MUL(px, px), COLLIDE__MUL(py, py)), COLLIDE__MUL(pz, pz));
            out_z |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(reach, reach), away));
        }
        unsigned out_face[2] = {out_z, out_z};
        if ((out_z & COLLIDE__ALL) == COLLIDE__ALL)
            continue;
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__V a = k ? z3 : z1, b = k ? z2 : z0; // along x
            const bool east = other == !k;                     // along y
            const COLLIDE__V slope_x = COLLIDE__MUL(COLLIDE__SUB(a, b), ix);
            const COLLIDE__V slope_y =
                COLLIDE__MUL(COLLIDE__SUB(east ? z3 : z2, east ? z1 : z0), iy);
            const COLLIDE__V square = COLLIDE__W(collide__ring_square)(slope_x, slope_y);
            const COLLIDE__V height =
                COLLIDE__SUB(COLLIDE__SUB(b, COLLIDE__MUL(slope_x, x)),
                             COLLIDE__MUL(slope_y, k ? COLLIDE__LOAD_U(patch->y + m + row) : y));
            const COLLIDE__V half = COLLIDE__W(collide__sift_extent)(job, slope_x, slope_y, square);
            out_face[k] |= COLLIDE__BITS(
                COLLIDE__LT(COLLIDE__ADD(half, COLLIDE__MUL(slack, square)), COLLIDE__ABS(height)));
        }
#ifndef COLLIDE_NO_SAT
        for (int i = 0; i < 3 && job->obb && (~(out_face[0] & out_face[1]) & COLLIDE__ALL); ++i) {
            const COLLIDE__V bound = COLLIDE__ADD(COLLIDE__SPLAT(job->half[i]), slack);
            const COLLIDE__V uz = COLLIDE__SPLAT(job->up[i].z);
            const COLLIDE__V ux = COLLIDE__SPLAT(job->up[i].x * job->grid.dx);
            const COLLIDE__V uy = COLLIDE__SPLAT(job->up[i].y * job->grid.dy);
            const COLLIDE__V at = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->up[i].x)),
                                               COLLIDE__MUL(y, COLLIDE__SPLAT(job->up[i].y)));
            const COLLIDE__V c0 = COLLIDE__ADD(at, COLLIDE__MUL(z0, uz));
            const COLLIDE__V c1 = COLLIDE__ADD(COLLIDE__ADD(at, ux), COLLIDE__MUL(z1, uz));
            const COLLIDE__V c2 = COLLIDE__ADD(COLLIDE__ADD(at, uy), COLLIDE__MUL(z2, uz));
            const COLLIDE__V c3 =
                COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__ADD(ux, uy)), COLLIDE__MUL(z3, uz));
            for (int k = 0; k < 2; ++k) {
                const COLLIDE__V p = other ? c0 : c1, q = other ? c3 : c2;
                const COLLIDE__V v = other ? (k ? c2 : c1) : (k ? c3 : c0);
                out_face[k] |=
                    COLLIDE__BITS(COLLIDE__LT(bound, COLLIDE__MIN(COLLIDE__MIN(p, q), v)));
                out_face[k] |= COLLIDE__BITS(
                    COLLIDE__LT(COLLIDE__MAX(COLLIDE__MAX(p, q), v), COLLIDE__NEG(bound)));
            }
        }
#endif
        for (int k = 0; k < 2; ++k)
            out->near_by[k][m / 64] |= (uint64_t)(~out_face[k] & COLLIDE__ALL) << m % 64;
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift)(const collide__sift_job *job,
                                                              collide__rings *r, unsigned n) {
    COLLIDE__W(collide__rings_clear)(r);
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__ring) g;
        unsigned flat[2];
        COLLIDE__W(collide__ring_load)(&job->grid, r, lane, n, &g);
        COLLIDE__W(collide__sift_flat)(job->grid.other_diagonal, r, lane, &g, flat);
#ifndef COLLIDE_NO_SAT
        if (job->obb) {
            COLLIDE__W(collide__sift_obb)(job, &g, flat, r, lane);
            continue;
        }
#endif
        COLLIDE__W(collide__sift_sphere)(job, &g, flat, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN
