#pragma once
#include "kernels.h"

// ---- what of the surface may touch a cylinder ------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

static COLLIDE__TARGET float COLLIDE__W(collide__beyond)(const float *reach,
                                                         const collide__patch *patch, size_t n,
                                                         collide__beyond *out) {
    COLLIDE__ALIGNED(float) last[16];
    COLLIDE__V bound[COLLIDE__BOUNDS], most = COLLIDE__SPLAT(0);
    float high = 0;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        bound[i] = COLLIDE__SPLAT(reach[i]);
    memset(out, 0, (n + 63) / 64 * sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V sum = COLLIDE__ADD(x, y), difference = COLLIDE__SUB(x, y);
        uint64_t *word = out[m / 64].bound;
        const unsigned shift = (unsigned)(m % 64);
#define COLLIDE__BOUND(i, at)                                                                      \
    word[i] |= (uint64_t)COLLIDE__BITS(COLLIDE__LT(bound[i], at)) << shift;
        COLLIDE__BOUND(0, COLLIDE__NEG(z))
        COLLIDE__BOUND(1, COLLIDE__SUB(x, z))
        COLLIDE__BOUND(2, COLLIDE__SUB(COLLIDE__NEG(x), z))
        COLLIDE__BOUND(3, COLLIDE__SUB(y, z))
        COLLIDE__BOUND(4, COLLIDE__SUB(COLLIDE__NEG(y), z))
        COLLIDE__BOUND(5, COLLIDE__SUB(sum, z))
        COLLIDE__BOUND(6, COLLIDE__SUB(difference, z))
        COLLIDE__BOUND(7, COLLIDE__SUB(COLLIDE__NEG(difference), z))
        COLLIDE__BOUND(8, COLLIDE__SUB(COLLIDE__NEG(sum), z))
#undef COLLIDE__BOUND
        most = COLLIDE__MAX(COLLIDE__ABS(z), most);
    }
    COLLIDE__STORE_V(last, most);
    for (int i = 0; i < COLLIDE__WIDTH; ++i)
        high = last[i] > high ? last[i] : high;
    return high; // of zeros behind the last, too
}

typedef struct COLLIDE__W(collide__sieve_job) {
    COLLIDE__V axis[3], p[3], q[3], end[3], up[3];
    COLLIDE__V radius, size, over, dx, dy, inverse_dx, inverse_dy, slack, share, base, rise;
    COLLIDE__V reach_x, reach_y, half, turn, square, lean, inverse_lean;
} COLLIDE__W(collide__sieve_job);

typedef struct COLLIDE__W(collide__sieve_plane) {
    COLLIDE__V slope_x, slope_y, length, side[3], end[3], y;
    unsigned vague, broad; // bits of lanes
} COLLIDE__W(collide__sieve_plane);

// a0 b0 + a1 b1 + a2 b2
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_dot)(const COLLIDE__V *a, COLLIDE__V b0,
                                                               COLLIDE__V b1, COLLIDE__V b2) {
    return COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(a[0], b0), COLLIDE__MUL(a[1], b1)),
                        COLLIDE__MUL(a[2], b2));
}

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_plane_of)(const COLLIDE__W(collide__sieve_job) * c, COLLIDE__V slope_x,
                                    COLLIDE__V slope_y, COLLIDE__V x, COLLIDE__V y, COLLIDE__V z,
                                    COLLIDE__W(collide__sieve_plane) * f) {
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
        COLLIDE__LE(square, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_HAIR), whole)));
    const COLLIDE__M top = COLLIDE__LT(along, COLLIDE__NEG(tie));
    const COLLIDE__V k = COLLIDE__DIV(c->radius, COLLIDE__SELECT(flat, one, COLLIDE__SQRT(square)));
    f->slope_x = slope_x;
    f->slope_y = slope_y;
    f->length = length;
    f->vague =
        (nearly & ~COLLIDE__BITS(flat)) |
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(COLLIDE__ADD(along, tie)),
                                  COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_HAIR), length)));
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

COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sieve_point)(const COLLIDE__W(collide__sieve_job) * c,
                                 const COLLIDE__W(collide__sieve_plane) * f, COLLIDE__V px,
                                 COLLIDE__V py, COLLIDE__V pz, const COLLIDE__V *corner,
                                 COLLIDE__V step_x, COLLIDE__V step_y, COLLIDE__V slack) {
    const COLLIDE__V u = COLLIDE__MUL(COLLIDE__SUB(px, corner[0]), step_x);
    const COLLIDE__V v = COLLIDE__MUL(COLLIDE__SUB(py, corner[1]), step_y);
    const COLLIDE__V below =
        COLLIDE__SUB(COLLIDE__SUB(COLLIDE__SUB(corner[2], pz),
                                  COLLIDE__MUL(f->slope_x, COLLIDE__SUB(corner[0], px))),
                     COLLIDE__MUL(f->slope_y, COLLIDE__SUB(corner[1], py)));
    const COLLIDE__V least = COLLIDE__NEG(c->share);
    const COLLIDE__V most = COLLIDE__ADD(COLLIDE__SPLAT(1), c->share);
    return ~(COLLIDE__BITS(COLLIDE__LT(below, COLLIDE__NEG(slack))) |
             COLLIDE__BITS(COLLIDE__LT(u, least)) | COLLIDE__BITS(COLLIDE__LT(v, least)) |
             COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__ADD(u, v))));
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__sieve_face)(
    const COLLIDE__W(collide__sieve_job) * c, const COLLIDE__W(collide__sieve_plane) * f,
    const COLLIDE__V *corner, COLLIDE__V step_x, COLLIDE__V step_y, COLLIDE__V slack) {
    const COLLIDE__V *e = f->end, *w = f->side, *a = c->axis;
    const COLLIDE__V far = COLLIDE__MUL(slack, f->length);
    unsigned bits = f->vague;
#define COLLIDE__CROSS(i, j) COLLIDE__SUB(COLLIDE__MUL(a[i], w[j]), COLLIDE__MUL(a[j], w[i]))
    const COLLIDE__V u[3] = {COLLIDE__CROSS(1, 2), COLLIDE__CROSS(2, 0), COLLIDE__CROSS(0, 1)};
#undef COLLIDE__CROSS
#define COLLIDE__POINT(op, e, w)                                                                   \
    bits |= COLLIDE__W(collide__sieve_point)(c, f, op((e)[0], (w)[0]), op((e)[1], (w)[1]),         \
                                             op((e)[2], (w)[2]), corner, step_x, step_y, far);
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

typedef struct COLLIDE__W(collide__sieve_foot) {
    COLLIDE__V at[3], normal[3], base, side, p, q;
    unsigned known, inside, outside; // bits of lanes
} COLLIDE__W(collide__sieve_foot);

static COLLIDE__TARGET void
COLLIDE__W(collide__sieve_foot_of)(const COLLIDE__W(collide__sieve_job) * c, COLLIDE__V x,
                                   COLLIDE__V y, COLLIDE__V z, COLLIDE__V far,
                                   COLLIDE__W(collide__sieve_foot) * f) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0);
    const COLLIDE__V p = COLLIDE__W(collide__sieve_dot)(c->p, x, y, z);
    const COLLIDE__V q = COLLIDE__W(collide__sieve_dot)(c->q, x, y, z);
    const COLLIDE__V a = COLLIDE__W(collide__sieve_dot)(c->axis, x, y, z);
#define COLLIDE__SUM(a, b, c, d) COLLIDE__ADD(COLLIDE__MUL(a, b), COLLIDE__MUL(c, d))
    const COLLIDE__V middle = COLLIDE__SUM(p, c->p[2], q, c->q[2]);
    const COLLIDE__V rest = COLLIDE__SUB(c->square, COLLIDE__SUM(p, p, q, q));
    const COLLIDE__V root = COLLIDE__SUM(middle, middle, c->lean, rest);
    const COLLIDE__V rounded = COLLIDE__MUL(far, far);
    const COLLIDE__V y_side = COLLIDE__MUL(
        COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(root, zero))), c->inverse_lean);
    const COLLIDE__V along = COLLIDE__SUB(a, COLLIDE__MUL(y_side, c->axis[2]));
    const COLLIDE__V enough = COLLIDE__SUM(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), c->square,
                                           COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), rounded);
    const COLLIDE__V most = COLLIDE__ADD(
        COLLIDE__MUL(
            COLLIDE__ADD(middle, COLLIDE__SQRT(COLLIDE__MAX(COLLIDE__ADD(root, enough), zero))),
            c->inverse_lean),
        COLLIDE__ADD(c->slack, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), far)));
    const COLLIDE__V within =
        COLLIDE__SUB(c->half, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_ALONG), far));
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

COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_side)(
    const COLLIDE__W(collide__sieve_job) * c, const COLLIDE__W(collide__sieve_foot) * a,
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

COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sieve_bend)(COLLIDE__V a, COLLIDE__V b,
                                                                COLLIDE__V p, COLLIDE__V q,
                                                                COLLIDE__V high) {
    const COLLIDE__V d = COLLIDE__SUB(a, p), g = COLLIDE__SUB(b, q);
    const COLLIDE__V rounded = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BEND),
                                            COLLIDE__ADD(COLLIDE__ABS(d), COLLIDE__ABS(g)));
    return COLLIDE__SUB(COLLIDE__ADD(COLLIDE__ADD(d, g), rounded),
                        COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FLAT), high));
}

static COLLIDE__TARGET void COLLIDE__W(collide__sieve)(const collide__sieve_job *job,
                                                       collide__rings *r, unsigned count) {
    COLLIDE__W(collide__sieve_job) splat;
    const COLLIDE__W(collide__sieve_job) *c = &splat;
    const bool other = job->other_diagonal;
    const COLLIDE__V zero = COLLIDE__SPLAT(0);
#define COLLIDE__ROW(v)                                                                            \
    splat.v[0] = COLLIDE__SPLAT(job->v.x);                                                         \
    splat.v[1] = COLLIDE__SPLAT(job->v.y);                                                         \
    splat.v[2] = COLLIDE__SPLAT(job->v.z);
    COLLIDE__ROW(axis)
    COLLIDE__ROW(p)
    COLLIDE__ROW(q)
    COLLIDE__ROW(end)
    COLLIDE__ROW(up)
#undef COLLIDE__ROW
    splat.radius = COLLIDE__SPLAT(job->radius);
    splat.size = COLLIDE__SPLAT(job->size);
    splat.over = COLLIDE__SPLAT(job->over);
    splat.dx = COLLIDE__SPLAT(job->dx);
    splat.dy = COLLIDE__SPLAT(job->dy);
    splat.inverse_dx = COLLIDE__SPLAT(job->inverse_dx);
    splat.inverse_dy = COLLIDE__SPLAT(job->inverse_dy);
    splat.slack = COLLIDE__SPLAT(job->slack);
    splat.share = COLLIDE__SPLAT(job->share);
    splat.base = COLLIDE__SPLAT(job->base);
    splat.rise = COLLIDE__SPLAT(job->rise);
    splat.half = COLLIDE__SPLAT(job->half);
    splat.turn = COLLIDE__SPLAT(job->turn);
    splat.square = COLLIDE__SPLAT(job->square);
    splat.lean = COLLIDE__SPLAT(job->lean);
    splat.inverse_lean = COLLIDE__SPLAT(job->inverse_lean);
    splat.reach_x = COLLIDE__SPLAT(job->reach_x);
    splat.reach_y = COLLIDE__SPLAT(job->reach_y);
    r->face[0] = r->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        r->line[i] = r->deep[i] = 0;
    for (unsigned lane = 0; lane < count; lane += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_V(r->x + lane), y = COLLIDE__LOAD_V(r->y + lane);
        const COLLIDE__V dx = c->dx, dy = c->dy;
        COLLIDE__V v[9], most = zero, high = zero;
#define COLLIDE__ROW(i)                                                                            \
    v[i] = COLLIDE__LOAD_V(r->z[i] + lane);                                                        \
    most = COLLIDE__MAX(COLLIDE__ABS(v[i]), most);                                                 \
    high = COLLIDE__MAX(COLLIDE__ABS(COLLIDE__ADD(v[i], c->over)), high);
        COLLIDE__ROW(0)
        COLLIDE__ROW(1)
        COLLIDE__ROW(2)
        COLLIDE__ROW(3)
        COLLIDE__ROW(4)
        COLLIDE__ROW(5)
        COLLIDE__ROW(6)
        COLLIDE__ROW(7)
        COLLIDE__ROW(8)
#undef COLLIDE__ROW
        const COLLIDE__V sw = v[0], s = v[1], se = v[2], w = v[3], z = v[4], e = v[5], nw = v[6];
        const COLLIDE__V n = v[7], ne = v[8];
        const COLLIDE__M whole = COLLIDE__LT(most, COLLIDE__SPLAT(COLLIDE__HOLE));
        const unsigned open = ~COLLIDE__BITS(whole);
        const COLLIDE__V far =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(x), COLLIDE__ABS(y)), most),
                         COLLIDE__ADD(dx, dy));
        const COLLIDE__V slack =
            COLLIDE__ADD(c->slack, COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), far));
#define COLLIDE__X(a, b) COLLIDE__MUL(COLLIDE__SUB(a, b), c->inverse_dx)
#define COLLIDE__Y(a, b) COLLIDE__MUL(COLLIDE__SUB(a, b), c->inverse_dy)
        const COLLIDE__V x_s = COLLIDE__X(se, s), x_0 = COLLIDE__X(e, z), x_n = COLLIDE__X(ne, n);
        const COLLIDE__V x_w = COLLIDE__X(z, w), x_sw = COLLIDE__X(s, sw);
        const COLLIDE__V x_nw = COLLIDE__X(n, nw);
        const COLLIDE__V y_w = COLLIDE__Y(nw, w), y_0 = COLLIDE__Y(n, z), y_e = COLLIDE__Y(ne, e);
        const COLLIDE__V y_s = COLLIDE__Y(z, s), y_se = COLLIDE__Y(e, se);
        const COLLIDE__V y_sw = COLLIDE__Y(w, sw);
#undef COLLIDE__X
#undef COLLIDE__Y
        const COLLIDE__V x_e = COLLIDE__ADD(x, dx), y_n = COLLIDE__ADD(y, dy);
        COLLIDE__W(collide__sieve_plane) f0, f1, south, west;
        COLLIDE__W(collide__sieve_plane_of)(c, x_0, other ? y_e : y_0, x, y, z, &f0);
        COLLIDE__W(collide__sieve_plane_of)(c, x_n, other ? y_0 : y_e, x, y_n, n, &f1);
        COLLIDE__W(collide__sieve_plane_of)(c, x_0, other ? y_s : y_se, x, y, z, &south);
        COLLIDE__W(collide__sieve_plane_of)(c, other ? x_w : x_nw, y_0, x, y, z, &west);
        const COLLIDE__W(collide__sieve_plane) *own = other ? &f1 : &f0;
        const COLLIDE__V flip = other ? COLLIDE__SPLAT(-0.0f) : zero;
        const COLLIDE__V ix = COLLIDE__XOR(c->inverse_dx, flip), iy = c->inverse_dy;
        const COLLIDE__V left = other ? x_e : x, right = other ? x : x_e;
        const COLLIDE__V corner0[3] = {left, y, other ? e : z};
        const COLLIDE__V corner1[3] = {right, y_n, other ? n : ne};
        const unsigned face0 = COLLIDE__W(collide__sieve_face)(c, &f0, corner0, ix, iy, slack);
        const unsigned face1 = COLLIDE__W(collide__sieve_face)(c, &f1, corner1, COLLIDE__NEG(ix),
                                                               COLLIDE__NEG(iy), slack);
#define COLLIDE__AT(f, i, at, step)                                                                \
    COLLIDE__MUL(COLLIDE__SUB(COLLIDE__SUB((f)->end[i], (f)->side[i]), at), step)
        const COLLIDE__V v_0 = COLLIDE__AT(&f0, 1, y, iy), v_s = COLLIDE__AT(&south, 1, y, iy);
        const COLLIDE__V u_0 = COLLIDE__AT(own, 0, x, c->inverse_dx);
        const COLLIDE__V u_w = COLLIDE__AT(&west, 0, x, c->inverse_dx);
        const COLLIDE__V sum0 = COLLIDE__ADD(COLLIDE__AT(&f0, 0, left, ix), v_0);
        const COLLIDE__V sum1 = COLLIDE__SUB(COLLIDE__NEG(COLLIDE__AT(&f1, 0, right, ix)),
                                             COLLIDE__AT(&f1, 1, y_n, iy));
#undef COLLIDE__AT
        const COLLIDE__V share = c->share, less = COLLIDE__SUB(COLLIDE__SPLAT(1), share);
        const COLLIDE__V back = COLLIDE__NEG(share);
        const unsigned beside0 = (COLLIDE__BITS(COLLIDE__LT(share, v_0)) & ~f0.broad) |
                                 (COLLIDE__BITS(COLLIDE__LT(v_s, back)) & ~south.broad);
        const unsigned beside1 = (COLLIDE__BITS(COLLIDE__LT(share, u_0)) & ~own->broad) |
                                 (COLLIDE__BITS(COLLIDE__LT(u_w, back)) & ~west.broad);
        const unsigned beside2 = (COLLIDE__BITS(COLLIDE__LT(sum0, less)) & ~f0.broad) |
                                 (COLLIDE__BITS(COLLIDE__LT(sum1, less)) & ~f1.broad);
        const COLLIDE__V bx = COLLIDE__MUL(c->up[0], dx), by = COLLIDE__MUL(c->up[1], dy);
        const COLLIDE__V bz = c->up[2], both = COLLIDE__ADD(bx, by);
#define COLLIDE__OVER(b, to, from) COLLIDE__ADD(b, COLLIDE__MUL(bz, COLLIDE__SUB(to, from)))
        const COLLIDE__V over_e = COLLIDE__OVER(bx, e, z), over_n = COLLIDE__OVER(by, n, z);
        const COLLIDE__V over_ne = COLLIDE__OVER(both, ne, z);
        const COLLIDE__V over_s = other ? COLLIDE__OVER(COLLIDE__NEG(by), s, z)
                                        : COLLIDE__OVER(COLLIDE__SUB(bx, by), se, z);
        const COLLIDE__V over_w = other ? COLLIDE__OVER(COLLIDE__NEG(bx), w, z)
                                        : COLLIDE__OVER(COLLIDE__SUB(by, bx), nw, z);
        const COLLIDE__V over_0 = other ? over_e : COLLIDE__NEG(over_e);
        const COLLIDE__V over_far = COLLIDE__OVER(by, ne, e);
        const COLLIDE__V over_1 = other ? over_n : over_far;
#undef COLLIDE__OVER
        const COLLIDE__V little = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_SLACK), far);
#define COLLIDE__CLEARS(a, b)                                                                      \
    ~(COLLIDE__BITS(COLLIDE__LT(little, a)) | COLLIDE__BITS(COLLIDE__LT(little, b)))
        const unsigned clear0 = COLLIDE__CLEARS(other ? over_ne : over_n, over_s);
        const unsigned clear1 = COLLIDE__CLEARS(other ? over_ne : over_e, over_w);
        const unsigned clear2 = COLLIDE__CLEARS(over_0, over_1);
#undef COLLIDE__CLEARS
#define COLLIDE__BENT(a, b, p, q, high)                                                            \
    ~COLLIDE__BITS(COLLIDE__LE(COLLIDE__W(collide__sieve_bend)(a, b, p, q, high), zero))
        const unsigned bent0 = COLLIDE__BENT(z, e, other ? ne : n, other ? s : se, high);
        const unsigned bent1 = COLLIDE__BENT(z, n, other ? ne : e, other ? w : nw, high);
        const unsigned bent2 =
            COLLIDE__BENT(other ? z : e, other ? ne : n, other ? e : z, other ? n : ne, high);
        COLLIDE__W(collide__sieve_foot) at_z, at_e, at_n, at_ne;
        COLLIDE__W(collide__sieve_foot_of)(c, x, y, z, far, &at_z);
        COLLIDE__W(collide__sieve_foot_of)(c, x_e, y, e, far, &at_e);
        COLLIDE__W(collide__sieve_foot_of)(c, x, y_n, n, far, &at_n);
        if (other)
            COLLIDE__W(collide__sieve_foot_of)(c, x_e, y_n, ne, far, &at_ne);
        const COLLIDE__W(collide__sieve_foot) *from = other ? &at_z : &at_e;
        const COLLIDE__W(collide__sieve_foot) *to = other ? &at_ne : &at_n;
        const COLLIDE__V turns =
            COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN), c->radius),
                         COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_TURN_FAR), far));
        const unsigned base0 = clear0 & COLLIDE__W(collide__sieve_rim)(&at_z, &at_e);
        const unsigned base1 = clear1 & COLLIDE__W(collide__sieve_rim)(&at_z, &at_n);
        const unsigned base2 = clear2 & COLLIDE__W(collide__sieve_rim)(from, to);
        unsigned along0, along1, along2, level0, level1, level2, out0, out1, out2;
        const COLLIDE__V rise_e = COLLIDE__SUB(e, z), rise_n = COLLIDE__SUB(n, z);
        const COLLIDE__V rise_d = COLLIDE__SUB(other ? ne : n, other ? z : e);
        const COLLIDE__V side0 = COLLIDE__W(collide__sieve_side)(c, &at_z, &at_e, dx, rise_e, turns,
                                                                 slack, &along0, &level0, &out0);
        const COLLIDE__V side1 = COLLIDE__W(collide__sieve_side)(c, &at_z, &at_n, dy, rise_n, turns,
                                                                 slack, &along1, &level1, &out1);
        const COLLIDE__V side2 = COLLIDE__W(collide__sieve_side)(
            c, from, to, COLLIDE__ADD(dx, dy), rise_d, turns, slack, &along2, &level2, &out2);
        const COLLIDE__V hair =
            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_HAIR), COLLIDE__ADD(far, c->size));
#define COLLIDE__ABOVE(side, from, to)                                                             \
    COLLIDE__MIN(side, COLLIDE__ADD(COLLIDE__MAX((from)->base, (to)->base), slack))
        const COLLIDE__V above0 = COLLIDE__ABOVE(side0, &at_z, &at_e);
        const COLLIDE__V above1 = COLLIDE__ABOVE(side1, &at_z, &at_n);
        const COLLIDE__V above2 = COLLIDE__ABOVE(side2, from, to);
        const COLLIDE__V above3 = COLLIDE__MIN(COLLIDE__ADD(at_z.base, slack), at_z.side);
#undef COLLIDE__ABOVE
        const COLLIDE__V never = COLLIDE__SPLAT(-FLT_MAX), always = COLLIDE__SPLAT(FLT_MAX);
        const COLLIDE__V lowest = COLLIDE__NEG(slack);
        unsigned above[4];
#define COLLIDE__DEPTH(i, y, length)                                                               \
    {                                                                                              \
        const COLLIDE__V depth = COLLIDE__DIV(y, length);                                          \
        const COLLIDE__M below = COLLIDE__LT(depth, lowest);                                       \
        above[i] = ~COLLIDE__BITS(below);                                                          \
        COLLIDE__STORE_V(r->depth[i] + lane,                                                       \
                         COLLIDE__SELECT(whole,                                                    \
                                         COLLIDE__SELECT(below, never, COLLIDE__SUB(depth, hair)), \
                                         always));                                                 \
    }
#define COLLIDE__DEPTH_OF(i, side, f, g)                                                           \
    COLLIDE__DEPTH(i, COLLIDE__MIN(side, COLLIDE__MIN((f)->y, (g)->y)),                            \
                   COLLIDE__MIN((f)->length, (g)->length))
        COLLIDE__DEPTH_OF(0, above0, &f0, &south)
        COLLIDE__DEPTH_OF(1, above1, own, &west)
        COLLIDE__DEPTH_OF(2, above2, &f0, &f1)
#define COLLIDE__SQUARES(a, b) COLLIDE__ADD(COLLIDE__MUL(a, a), COLLIDE__MUL(b, b))
        const COLLIDE__V steep1 = COLLIDE__SQUARES(other ? x_n : x_w, other ? y_0 : y_w);
        const COLLIDE__V steep2 = COLLIDE__SQUARES(other ? x_sw : x_s, y_s);
        const COLLIDE__V steep3 = COLLIDE__SQUARES(x_w, other ? y_sw : y_s);
        const COLLIDE__V steep = COLLIDE__SQRT(
            COLLIDE__ADD(COLLIDE__MIN(steep1, COLLIDE__MIN(steep2, steep3)), COLLIDE__SPLAT(1)));
        COLLIDE__DEPTH(
            3, COLLIDE__MIN(above3, COLLIDE__MIN(f0.y, COLLIDE__MIN(south.y, west.y))),
            COLLIDE__MIN(steep, COLLIDE__MIN(f0.length, COLLIDE__MIN(south.length, west.length))))
#undef COLLIDE__SQUARES
#undef COLLIDE__DEPTH
#undef COLLIDE__DEPTH_OF
        const COLLIDE__V *m = at_z.normal;
#define COLLIDE__NORMAL(i)                                                                         \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(m[0], c->p[i]), COLLIDE__MUL(m[1], c->q[i])),           \
                 COLLIDE__MUL(m[2], c->axis[i]))
        const COLLIDE__V wz = COLLIDE__NORMAL(2);
        const COLLIDE__V mx = COLLIDE__MUL(COLLIDE__NORMAL(0), dx);
        const COLLIDE__V my = COLLIDE__MUL(COLLIDE__NORMAL(1), dy);
#undef COLLIDE__NORMAL
        const COLLIDE__V sum = COLLIDE__ADD(mx, my), less_x = COLLIDE__SUB(my, mx);
        const COLLIDE__V m1 = other ? sum : my, m2 = other ? my : less_x;
        const COLLIDE__V near_by = COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(dx, dy), most), turns);
#define COLLIDE__RISE(op, across, to)                                                              \
    COLLIDE__BITS(COLLIDE__LT(near_by, op(COLLIDE__MUL(wz, COLLIDE__SUB(to, z)), across)))
        const unsigned r0 = COLLIDE__RISE(COLLIDE__ADD, mx, e);
        const unsigned r1 = COLLIDE__RISE(COLLIDE__ADD, m1, other ? ne : n);
        const unsigned r2 = COLLIDE__RISE(COLLIDE__ADD, m2, other ? n : nw);
        const unsigned r3 = COLLIDE__RISE(COLLIDE__SUB, mx, w);
        const unsigned r4 = COLLIDE__RISE(COLLIDE__SUB, m1, other ? sw : s);
        const unsigned r5 = COLLIDE__RISE(COLLIDE__SUB, m2, other ? s : se);
#undef COLLIDE__RISE
        const unsigned cusp = ~((r0 | r1 | r2 | r3 | r4 | r5) & at_z.known);
        const unsigned spans =
            (r0 | r1) & (r1 | r2) & (r2 | r3) & (r3 | r4) & (r4 | r5) & (r5 | r0);
        const unsigned all =
            count - lane < COLLIDE__WIDTH ? (1u << (count - lane)) - 1 : COLLIDE__ALL;
        const COLLIDE__V height = COLLIDE__ABS(COLLIDE__ADD(z, c->over));
#define COLLIDE__MOVES(b, p, q)                                                                    \
    (COLLIDE__BENT(z, b, p, q, height) | COLLIDE__BENT(p, q, z, b, height))
        unsigned moves = bent0 | bent1;
        if (cusp & ~moves & all) // mostly they do
            moves = COLLIDE__MOVES(e, other ? ne : n, other ? s : se) |
                    COLLIDE__MOVES(n, other ? ne : e, other ? w : nw) |
                    COLLIDE__MOVES(w, other ? sw : s, other ? n : nw) |
                    COLLIDE__MOVES(s, other ? sw : w, other ? e : se) |
                    COLLIDE__MOVES(other ? ne : se, e, other ? n : s) |
                    COLLIDE__MOVES(other ? sw : nw, w, other ? s : n);
#undef COLLIDE__MOVES
#undef COLLIDE__BENT
        const unsigned in_x = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(x), c->reach_x));
        const unsigned in_y = COLLIDE__BITS(COLLIDE__LE(COLLIDE__ABS(y), c->reach_y));
        const unsigned by_x = COLLIDE__BITS(
            COLLIDE__AND(COLLIDE__LE(x, c->reach_x), COLLIDE__GE(x_e, COLLIDE__NEG(c->reach_x))));
        const unsigned by_y = COLLIDE__BITS(
            COLLIDE__AND(COLLIDE__LE(y, c->reach_y), COLLIDE__GE(y_n, COLLIDE__NEG(c->reach_y))));
        above[0] &= by_x & in_y;
        above[1] &= in_x & by_y;
        above[2] &= by_x & by_y;
        above[3] &= in_x & in_y;
        const unsigned lines[4] = {bent0 & (along0 | (base0 & level0) | ~(beside0 | out0)),
                                   bent1 & (along1 | (base1 & level1) | ~(beside1 | out1)),
                                   bent2 & (along2 | (base2 & level2) | ~(beside2 | out2)),
                                   cusp & moves};
        const unsigned deep[4] = {along0 | ~out0, along1 | ~out1, along2 | ~out2,
                                  ~(spans & at_z.known)};
        r->face[0] |= ((face0 | open) & all) << lane;
        r->face[1] |= ((face1 | open) & all) << lane;
        for (int i = 0; i < 4; ++i) {
            r->deep[i] |= (((above[i] & deep[i]) | open) & all) << lane;
            r->line[i] |= (((above[i] & lines[i]) | open) & all) << lane;
        }
    }
}

static const collide__terrain_kernels COLLIDE__W(collide__terrain) = {
    COLLIDE__W(collide__rows), COLLIDE__W(collide__cells), COLLIDE__W(collide__small),
    COLLIDE__W(collide__beyond), COLLIDE__W(collide__sieve)};
#endif // COLLIDE_NO_TERRAIN
