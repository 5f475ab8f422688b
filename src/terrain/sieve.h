#pragma once
#include "../base/vectors.h"
#include "ring.h"

// ---- the sieve: which parts of the surface may touch a cylinder ------------------------------
// A lane takes a ring. Next: contacts_search.h, which fills rings and asks in double about the
// parts that pass the sieve. The sieve computes in float and drops no part that gives a contact in
// double: its slack is far larger than rounding errors.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// The plane of a face; length is the length of its normal whose z is 1. The lowest point of the
// cylinder along the normal, A1 of [Strashnov], is end - side, and y below the plane.
typedef struct COLLIDE__W(collide__sieve_plane) {
    COLLIDE__V length, side[3], end[3], y;
    unsigned vague, broad; // lanes where the face's points, or just which is lowest, are uncertain
} COLLIDE__W(collide__sieve_plane);

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_plane_of)(const collide__sieve_job *job,
                                    const COLLIDE__W(collide__ring) * g, int k,
                                    COLLIDE__W(collide__sieve_plane) * f) {
    const COLLIDE__V one = COLLIDE__SPLAT(1), slope_x = g->slope_x[k], slope_y = g->slope_y[k];
    const COLLIDE__V x = g->x[0], y = g->y[k == 1], z = g->z[k == 1 ? 7 : 4];
    const COLLIDE__V along = COLLIDE__W(collide__ring_turn)(&job->axis, slope_x, slope_y);
#define COLLIDE__ACROSS(v, i) COLLIDE__SUB(v, COLLIDE__MUL(along, COLLIDE__SPLAT(job->axis.i)))
    const COLLIDE__V w[3] = {COLLIDE__ACROSS(COLLIDE__NEG(slope_x), x),
                             COLLIDE__ACROSS(COLLIDE__NEG(slope_y), y), COLLIDE__ACROSS(one, z)};
#undef COLLIDE__ACROSS
    const COLLIDE__V square = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__MUL(w[0], w[0]), COLLIDE__MUL(w[1], w[1])), COLLIDE__MUL(w[2], w[2]));
    const COLLIDE__V whole = g->square[k], length = COLLIDE__SQRT(whole);
    const COLLIDE__V tie = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), length);
    const COLLIDE__M flat = COLLIDE__LE(
        square,
        COLLIDE__MUL(COLLIDE__SPLAT(0.875f * COLLIDE__SIEVE_TIE * COLLIDE__SIEVE_TIE), whole));
    const unsigned nearly = COLLIDE__BITS(
        COLLIDE__LE(square, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), whole)));
    const COLLIDE__M top = COLLIDE__LT(along, COLLIDE__NEG(tie));
    const COLLIDE__V scale = COLLIDE__DIV(COLLIDE__SPLAT(job->radius),
                                          COLLIDE__SELECT(flat, one, COLLIDE__SQRT(square)));
    f->length = length;
    f->vague =
        (nearly & ~COLLIDE__BITS(flat)) |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(COLLIDE__ADD(along, tie)),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), length)));
    f->broad =
        nearly |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(along),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), length)));
#define COLLIDE__ROW(i, x)                                                                         \
    f->side[i] = COLLIDE__MUL(scale, COLLIDE__SELECT(flat, COLLIDE__SPLAT(job->p.x), w[i]));       \
    f->end[i] = COLLIDE__SELECT(top, COLLIDE__SPLAT(job->end.x),                                   \
                                COLLIDE__NEG(COLLIDE__SPLAT(job->end.x)));
    COLLIDE__ROW(0, x)
    COLLIDE__ROW(1, y)
    COLLIDE__ROW(2, z)
#undef COLLIDE__ROW
#define COLLIDE__OFF(v, i) COLLIDE__SUB(v, COLLIDE__SUB(f->end[i], f->side[i]))
    f->y = COLLIDE__SUB(COLLIDE__SUB(COLLIDE__OFF(z, 2), COLLIDE__MUL(slope_x, COLLIDE__OFF(x, 0))),
                        COLLIDE__MUL(slope_y, COLLIDE__OFF(y, 1)));
#undef COLLIDE__OFF
}

// The lanes in which one of the five points of the cylinder for face 0 or 1 (A1, A2, B1, C1 + r u
// and C1 - r u of [Strashnov]) may be a contact: it is below the plane or within a margin above it,
// and in the column of the triangle that goes along step_x and step_y from its corner.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sieve_face)(const collide__sieve_job *job, const COLLIDE__W(collide__ring) * g,
                                int k, const COLLIDE__W(collide__sieve_plane) * f) {
    const collide__ring_job *grid = &job->grid;
    const bool east = (k == 1) != grid->other_diagonal; // the corner
    const COLLIDE__V step_x = COLLIDE__SPLAT(east ? -grid->inverse_dx : grid->inverse_dx);
    const COLLIDE__V step_y = COLLIDE__SPLAT(k ? -grid->inverse_dy : grid->inverse_dy);
    const COLLIDE__V slack = COLLIDE__NEG(COLLIDE__MUL(g->slack, f->length));
    const COLLIDE__V least = COLLIDE__SPLAT(-grid->share);
    const COLLIDE__V most = COLLIDE__SPLAT(1 + grid->share);
    const COLLIDE__V *w = f->side, ax = COLLIDE__SPLAT(job->axis.x);
    const COLLIDE__V ay = COLLIDE__SPLAT(job->axis.y), az = COLLIDE__SPLAT(job->axis.z);
    const COLLIDE__V u[3] = {COLLIDE__SUB(COLLIDE__MUL(ay, w[2]), COLLIDE__MUL(az, w[1])),
                             COLLIDE__SUB(COLLIDE__MUL(az, w[0]), COLLIDE__MUL(ax, w[2])),
                             COLLIDE__SUB(COLLIDE__MUL(ax, w[1]), COLLIDE__MUL(ay, w[0]))};
    const COLLIDE__V x = g->x[east], y = g->y[k], z = g->z[4 + 3 * k + east];
    static const float signs[5] = {-0.0f, 0, 0, -0.0f, -0.0f};
    unsigned bits = f->vague;
    for (int i = 0; i < 5; ++i) { // end - side, end + side, end + across, end - across, -end - side
        const COLLIDE__V *off = i >> 1 == 1 ? u : w;
        const COLLIDE__V flip = COLLIDE__SPLAT(signs[i]),
                         turn = COLLIDE__SPLAT(signs[i == 4 ? 0 : 1]);
        const COLLIDE__V px =
            COLLIDE__ADD(COLLIDE__XOR(f->end[0], turn), COLLIDE__XOR(off[0], flip));
        const COLLIDE__V py =
            COLLIDE__ADD(COLLIDE__XOR(f->end[1], turn), COLLIDE__XOR(off[1], flip));
        const COLLIDE__V pz =
            COLLIDE__ADD(COLLIDE__XOR(f->end[2], turn), COLLIDE__XOR(off[2], flip));
        const COLLIDE__V below = COLLIDE__SUB(
            COLLIDE__SUB(COLLIDE__SUB(z, pz), COLLIDE__MUL(g->slope_x[k], COLLIDE__SUB(x, px))),
            COLLIDE__MUL(g->slope_y[k], COLLIDE__SUB(y, py)));
        const unsigned under = COLLIDE__BITS(COLLIDE__LT(below, slack));
        if (under == COLLIDE__ALL)
            continue;
        const COLLIDE__V u_x = COLLIDE__MUL(COLLIDE__SUB(px, x), step_x);
        const COLLIDE__V u_y = COLLIDE__MUL(COLLIDE__SUB(py, y), step_y);
        bits |= ~(under | COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(u_x, u_y), least)) |
                  COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__ADD(u_x, u_y))));
    }
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
COLLIDE__W(collide__sieve_foot_of)(const collide__sieve_job *job, COLLIDE__V x, COLLIDE__V y,
                                   COLLIDE__V z, COLLIDE__V extent,
                                   COLLIDE__W(collide__sieve_foot) * f) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), inverse_lean = COLLIDE__SPLAT(job->inverse_lean);
    const COLLIDE__V pz = COLLIDE__SPLAT(job->p.z), qz = COLLIDE__SPLAT(job->q.z);
    const COLLIDE__V turn = COLLIDE__SPLAT(job->turn), radius = COLLIDE__SPLAT(job->square);
    const COLLIDE__V p = COLLIDE__W(collide__ring_dot)(&job->p, x, y, z);
    const COLLIDE__V q = COLLIDE__W(collide__ring_dot)(&job->q, x, y, z);
    const COLLIDE__V a = COLLIDE__W(collide__ring_dot)(&job->axis, x, y, z);
#define COLLIDE__SUM(a, b, c, d) COLLIDE__ADD(COLLIDE__MUL(a, b), COLLIDE__MUL(c, d))
    const COLLIDE__V middle = COLLIDE__SUM(p, pz, q, qz);
    const COLLIDE__V rest = COLLIDE__SUB(radius, COLLIDE__SUM(p, p, q, q));
    const COLLIDE__V root = COLLIDE__SUM(middle, middle, COLLIDE__SPLAT(job->lean), rest);
    const COLLIDE__V rounded = COLLIDE__MUL(extent, extent);
    const COLLIDE__V y_side =
        COLLIDE__MUL(COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(root, zero))), inverse_lean);
    const COLLIDE__V along = COLLIDE__SUB(a, COLLIDE__MUL(y_side, COLLIDE__SPLAT(job->axis.z)));
    const COLLIDE__V enough = COLLIDE__SUM(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), radius,
                                           COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), rounded);
    const COLLIDE__V most = COLLIDE__ADD(
        COLLIDE__MUL(
            COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(COLLIDE__ADD(root, enough), zero))),
            inverse_lean),
        COLLIDE__ADD(COLLIDE__SPLAT(job->grid.slack),
                     COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), extent)));
    const COLLIDE__V within = COLLIDE__SUB(
        COLLIDE__SPLAT(job->half), COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_ALONG), extent));
    const COLLIDE__M side = COLLIDE__AND(
        COLLIDE__AND(COLLIDE__GE(root, enough), COLLIDE__LE(COLLIDE__ABS(along), within)),
        COLLIDE__LT(zero, inverse_lean));
    f->side = COLLIDE__SELECT(
        COLLIDE__LT(root, COLLIDE__NEG(enough)), COLLIDE__SPLAT(-FLT_MAX),
        COLLIDE__SELECT(COLLIDE__LT(zero, inverse_lean), most, COLLIDE__SPLAT(FLT_MAX)));
    f->base = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(a, turn), COLLIDE__SPLAT(job->base)),
                           COLLIDE__SPLAT(job->rise));
    f->p = COLLIDE__SUB(p, COLLIDE__MUL(f->base, pz));
    f->q = COLLIDE__SUB(q, COLLIDE__MUL(f->base, qz));
    const COLLIDE__V away = COLLIDE__SUM(f->p, f->p, f->q, f->q);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), rounded);
#undef COLLIDE__SUM
    const unsigned level = COLLIDE__BITS(COLLIDE__LT(zero, COLLIDE__SPLAT(job->base)));
    f->inside =
        level &
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ADD(away, little),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_INSIDE), radius)));
    f->outside =
        level &
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_OUTSIDE), radius),
                                  COLLIDE__SUB(away, little)));
    f->at[0] = p;
    f->at[1] = q;
    f->at[2] = a;
    f->normal[0] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, pz), p), zero);
    f->normal[1] = COLLIDE__SELECT(side, COLLIDE__SUB(COLLIDE__MUL(y_side, qz), q), zero);
    f->normal[2] = COLLIDE__SELECT(side, zero, COLLIDE__MUL(turn, COLLIDE__SPLAT(job->radius)));
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
    const collide__sieve_job *job, const COLLIDE__W(collide__sieve_foot) * a,
    const COLLIDE__W(collide__sieve_foot) * b, COLLIDE__V wide, COLLIDE__V rise, COLLIDE__V turns,
    COLLIDE__V slack, unsigned *along, unsigned *level, unsigned *out) {
    const COLLIDE__V pz = COLLIDE__SPLAT(job->p.z), qz = COLLIDE__SPLAT(job->q.z);
    const COLLIDE__V p = COLLIDE__SUB(b->at[0], a->at[0]), q = COLLIDE__SUB(b->at[1], a->at[1]);
    const COLLIDE__V e = COLLIDE__SUB(b->at[2], a->at[2]);
    const COLLIDE__V nz = COLLIDE__SUB(COLLIDE__MUL(q, pz), COLLIDE__MUL(p, qz));
    const COLLIDE__V square = COLLIDE__ADD(COLLIDE__MUL(p, p), COLLIDE__MUL(q, q));
    const COLLIDE__V at = COLLIDE__SUB(COLLIDE__MUL(a->at[0], q), COLLIDE__MUL(a->at[1], p));
    const COLLIDE__V length = COLLIDE__SQRT(square), down = COLLIDE__ABS(nz);
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__ADD(wide, COLLIDE__ABS(rise)), turns);
    const COLLIDE__V whole = COLLIDE__ADD(square, COLLIDE__MUL(e, e));
    const COLLIDE__V beside = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE), whole);
    *along = ~COLLIDE__BITS(COLLIDE__LT(beside, square));
    *level = ~COLLIDE__BITS(COLLIDE__LT(beside, COLLIDE__MUL(e, e)));
#define COLLIDE__ALONG(n)                                                                          \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL((n)[0], p), COLLIDE__MUL((n)[1], q)),                   \
                 COLLIDE__MUL((n)[2], e))
    *out =
        (COLLIDE__BITS(COLLIDE__LT(COLLIDE__ALONG(a->normal), COLLIDE__NEG(little))) & a->known) |
        (COLLIDE__BITS(COLLIDE__LT(little, COLLIDE__ALONG(b->normal))) & b->known);
#undef COLLIDE__ALONG
    const COLLIDE__V signed_at =
        COLLIDE__SELECT(COLLIDE__LT(nz, COLLIDE__SPLAT(0)), COLLIDE__NEG(at), at);
    const COLLIDE__V y = COLLIDE__DIV(
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(job->radius), length), signed_at), down);
    const COLLIDE__V foot_p = COLLIDE__SUB(a->at[0], COLLIDE__MUL(y, pz));
    const COLLIDE__V foot_q = COLLIDE__SUB(a->at[1], COLLIDE__MUL(y, qz));
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

// A ring against the cylinder.
typedef struct COLLIDE__W(collide__sieve_ring) {
    COLLIDE__V margin, turns; // errors of depths, and of a normal times a length
    unsigned in[2], by[2];    // lanes whose vertex, or edges, the body's bounds contain, in x and y
    COLLIDE__W(collide__sieve_plane) plane[4];
    COLLIDE__W(collide__sieve_foot) foot[5]; // of vertices 4 to 8, but for 6
} COLLIDE__W(collide__sieve_ring);

// Edge i or the vertex, at height y above the body, in the columns of faces whose normals have that
// length.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_line)(const COLLIDE__W(collide__ring) * g,
                                                          COLLIDE__V margin, int i, COLLIDE__V y,
                                                          COLLIDE__V length, unsigned line,
                                                          unsigned deep, collide__rings *r,
                                                          unsigned lane) {
    const COLLIDE__V depth = COLLIDE__DIV(y, length);
    const COLLIDE__M below = COLLIDE__LT(depth, COLLIDE__NEG(g->slack));
    const unsigned above = ~COLLIDE__BITS(below);
    COLLIDE__W(collide__ring_line)
    (g, i, COLLIDE__SELECT(below, COLLIDE__SPLAT(-FLT_MAX), COLLIDE__SUB(depth, margin)),
     above & line, above & deep, r, lane);
}

// The lanes in which the lowest point for a face's plane lies beside an edge, so that the edge is
// not deepest between this face and the other.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sieve_beside)(const collide__ring_job *job, const COLLIDE__W(collide__ring) * g,
                                  const COLLIDE__W(collide__sieve_plane) * f, unsigned *beside) {
    const bool other = job->other_diagonal;
    const COLLIDE__W(collide__sieve_plane) *own = f + other; // with edge 1
    const COLLIDE__V ix = COLLIDE__SPLAT(job->inverse_dx), iy = COLLIDE__SPLAT(job->inverse_dy);
    const COLLIDE__V dx = COLLIDE__SPLAT(other ? -job->inverse_dx : job->inverse_dx);
    const COLLIDE__V share = COLLIDE__SPLAT(job->share), back = COLLIDE__NEG(share);
    const COLLIDE__V less = COLLIDE__SUB(COLLIDE__SPLAT(1), share);
    // The distances of the lowest points of the planes beyond the edges, in cells.
#define COLLIDE__AT(f, i, at, step)                                                                \
    COLLIDE__MUL(COLLIDE__SUB(COLLIDE__SUB((f)->end[i], (f)->side[i]), at), step)
    const COLLIDE__V v_0 = COLLIDE__AT(f, 1, g->y[0], iy), v_s = COLLIDE__AT(f + 2, 1, g->y[0], iy);
    const COLLIDE__V u_0 = COLLIDE__AT(own, 0, g->x[0], ix);
    const COLLIDE__V u_w = COLLIDE__AT(f + 3, 0, g->x[0], ix);
    const COLLIDE__V sum0 = COLLIDE__ADD(COLLIDE__AT(f, 0, g->x[other], dx), v_0);
    const COLLIDE__V sum1 = COLLIDE__SUB(COLLIDE__NEG(COLLIDE__AT(f + 1, 0, g->x[!other], dx)),
                                         COLLIDE__AT(f + 1, 1, g->y[1], iy));
#undef COLLIDE__AT
    beside[0] = (COLLIDE__BITS(COLLIDE__LT(share, v_0)) & ~f[0].broad) |
                (COLLIDE__BITS(COLLIDE__LT(v_s, back)) & ~f[2].broad);
    beside[1] = (COLLIDE__BITS(COLLIDE__LT(share, u_0)) & ~own->broad) |
                (COLLIDE__BITS(COLLIDE__LT(u_w, back)) & ~f[3].broad);
    beside[2] = (COLLIDE__BITS(COLLIDE__LT(sum0, less)) & ~f[0].broad) |
                (COLLIDE__BITS(COLLIDE__LT(sum1, less)) & ~f[1].broad);
}

// Edge i. It gives contacts of its own only if it bends down, and not if the lowest point for a
// face's plane lies beside it, unless it is parallel to the side or a base clears both faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_edge)(const collide__sieve_job *job,
                                                          const COLLIDE__W(collide__ring) * g,
                                                          const COLLIDE__W(collide__sieve_ring) * s,
                                                          int i, unsigned beside, collide__rings *r,
                                                          unsigned lane) {
    const collide__ring_edge *e = &collide__ring_edges[job->grid.other_diagonal][i];
    const COLLIDE__W(collide__sieve_foot) *a = &s->foot[e->from - 4], *b = &s->foot[e->to - 4];
    const COLLIDE__W(collide__sieve_plane) *f = &s->plane[e->face[0]], *h = &s->plane[e->face[1]];
    const COLLIDE__V wide =
        COLLIDE__SPLAT((i == 1 ? 0 : job->grid.dx) + (i == 0 ? 0 : job->grid.dy));
    const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), g->extent);
    const COLLIDE__V from = g->z[e->from];
    unsigned along, level, out, clear = COLLIDE__W(collide__sieve_rim)(a, b);
    // A base clears a face by the height of its third corner above the edge along the axis.
    for (int k = 0; k < 2; ++k)
        clear &= ~COLLIDE__BITS(COLLIDE__LT(
            little,
            COLLIDE__W(collide__ring_along)(&job->grid, e->third_way[k],
                                            COLLIDE__SUB(g->z[e->third[k]], from), &job->up)));
    const COLLIDE__V side = COLLIDE__W(collide__sieve_side)(
        job, a, b, wide, COLLIDE__SUB(g->z[e->to], from), s->turns, g->slack, &along, &level, &out);
    const COLLIDE__V y = COLLIDE__MIN(side, COLLIDE__ADD(COLLIDE__MAX(a->base, b->base), g->slack));
    const unsigned within = (i == 1 ? s->in[0] : s->by[0]) & (i == 0 ? s->in[1] : s->by[1]);
    const unsigned line = g->bent[i] & (along | (clear & level) | ~(beside | out));
    COLLIDE__W(collide__sieve_line)
    (g, s->margin, i, COLLIDE__MIN(y, COLLIDE__MIN(f->y, h->y)), COLLIDE__MIN(f->length, h->length),
     within & line, within & (along | ~out), r, lane);
}

// The vertex in the columns of its six faces. It gives contacts of its own if no edge from it rises
// above the body and some edge is not flat. It can be the deepest point of a face only if one of
// the two edges of this face does not rise.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sieve_vertex)(const collide__sieve_job *job,
                                                            const COLLIDE__W(collide__ring) * g,
                                                            const COLLIDE__W(collide__sieve_ring) *
                                                                s,
                                                            collide__rings *r, unsigned lane) {
    const uint8_t *spoke = collide__ring_spokes[job->grid.other_diagonal];
    const COLLIDE__W(collide__sieve_foot) *foot = s->foot;
    const COLLIDE__W(collide__sieve_plane) *f = s->plane;
    const COLLIDE__V y = COLLIDE__MIN(COLLIDE__MIN(COLLIDE__ADD(foot->base, g->slack), foot->side),
                                      COLLIDE__MIN(f[0].y, COLLIDE__MIN(f[2].y, f[3].y)));
    // The body's normal there.
    const float *p = collide__floats(&job->p), *q = collide__floats(&job->q);
    const float *axis = collide__floats(&job->axis);
    const COLLIDE__V *m = foot->normal,
                     height = COLLIDE__ABS(COLLIDE__ADD(g->z[4], COLLIDE__SPLAT(job->grid.over)));
    COLLIDE__V normal[3];
    for (int i = 0; i < 3; ++i)
        normal[i] = COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(m[0], COLLIDE__SPLAT(p[i])),
                                              COLLIDE__MUL(m[1], COLLIDE__SPLAT(q[i]))),
                                 COLLIDE__MUL(m[2], COLLIDE__SPLAT(axis[i])));
    const COLLIDE__V near_by =
        COLLIDE__MUL(COLLIDE__ADD(COLLIDE__SPLAT(job->grid.dx + job->grid.dy), g->most), s->turns);
    unsigned rises = 0, spans = COLLIDE__ALL, last = 0, first = 0;
    for (int k = 0; k < 6; ++k) {
        COLLIDE__V way[3];
        COLLIDE__W(collide__ring_way)(&job->grid, k, COLLIDE__SUB(g->z[spoke[k]], g->z[4]), way);
        const COLLIDE__V off = COLLIDE__ADD(
            COLLIDE__MUL(normal[2], way[2]),
            COLLIDE__ADD(COLLIDE__MUL(normal[0], way[0]), COLLIDE__MUL(normal[1], way[1])));
        const unsigned rise = COLLIDE__BITS(COLLIDE__LT(near_by, off));
        rises |= rise;
        first = k ? first : rise;
        spans &= k ? last | rise : COLLIDE__ALL;
        last = rise;
    }
    spans &= last | first;
    const unsigned cusp = ~(rises & foot->known);
    unsigned moves = g->bent[0] | g->bent[1];
    for (int k = 0; k < 6 && (cusp & ~moves & g->all); ++k) { // rare
        const COLLIDE__V to = g->z[spoke[k]];
        const COLLIDE__V left = g->z[spoke[(k + 1) % 6]], right = g->z[spoke[(k + 5) % 6]];
        moves |= COLLIDE__W(collide__ring_bent)(g->z[4], to, left, right, height) |
                 COLLIDE__W(collide__ring_bent)(left, right, g->z[4], to, height);
    }
    const unsigned within = s->in[0] & s->in[1];
    COLLIDE__W(collide__sieve_line)
    (g, s->margin, 3, y, COLLIDE__SQRT(g->least), within & cusp & moves,
     within & ~(spans & foot->known), r, lane);
}

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sieve)(const collide__sieve_job *job,
                                                               collide__rings *r, unsigned n) {
    const COLLIDE__V size = COLLIDE__SPLAT(job->size), radius = COLLIDE__SPLAT(job->radius);
    COLLIDE__W(collide__rings_clear)(r);
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__ring) g;
        COLLIDE__W(collide__sieve_ring) s;
        unsigned beside[3];
        COLLIDE__W(collide__ring_load)(&job->grid, r, lane, n, &g);
        s.margin =
            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_MARGIN), COLLIDE__ADD(g.extent, size));
        s.turns = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN), radius),
                               COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN_FAR), g.extent));
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__V *at = k ? g.y : g.x;
            const COLLIDE__V reach = COLLIDE__SPLAT(k ? job->reach_y : job->reach_x);
            s.in[k] = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(at[0]), reach));
            s.by[k] = COLLIDE__BITS(
                COLLIDE__AND(COLLIDE__LE(at[0], reach), COLLIDE__GE(at[1], COLLIDE__NEG(reach))));
        }
        for (int k = 0; k < 4; ++k)
            COLLIDE__W(collide__sieve_plane_of)(job, &g, k, &s.plane[k]);
        for (int k = 0; k < 2; ++k)
            COLLIDE__W(collide__ring_face)
        (&g, (unsigned)k, COLLIDE__W(collide__sieve_face)(job, &g, k, &s.plane[k]), r, lane);
        for (int k = 0; k < 4 + job->grid.other_diagonal; ++k)
            if (k != 2)
                COLLIDE__W(collide__sieve_foot_of)
        (job, g.x[(k + 1) % 3 - 1], g.y[k > 1], g.z[4 + k], g.extent, &s.foot[k]);
        COLLIDE__W(collide__sieve_beside)(&job->grid, &g, s.plane, beside);
        for (int i = 0; i < 3; ++i)
            COLLIDE__W(collide__sieve_edge)(job, &g, &s, i, beside[i], r, lane);
        COLLIDE__W(collide__sieve_vertex)(job, &g, &s, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN
