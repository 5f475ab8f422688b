#pragma once
#include "boxes_search.h"

// ---- pairs -----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)

// The vector at row r of a block.
COLLIDE__LANE_INLINE COLLIDE__D3 COLLIDE__W(collide__boxes_row)(const float *rows, size_t step,
                                                                size_t r) {
    COLLIDE__D3 p;
    p.x = COLLIDE__LOAD_WIDE(rows + r * step);
    p.y = COLLIDE__LOAD_WIDE(rows + (r + 1) * step);
    p.z = COLLIDE__LOAD_WIDE(rows + (r + 2) * step);
    return p;
}

// As collide__orthonormal.
COLLIDE__LANE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_orthonormal)(const COLLIDE__D3 *axis) {
    const COLLIDE__D most = COLLIDE__SPLAT_D(4.76837158203125e-7); // 2^-21
#define COLLIDE__GOOD(i, k, x)                                                                     \
    COLLIDE__LE_D(                                                                                 \
        COLLIDE__ABS_D(COLLIDE__SUB_D(COLLIDE__D3_(dot)(axis[i], axis[k]), COLLIDE__SPLAT_D(x))),  \
        most)
    const COLLIDE__DM lengths =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 0, 1.0), COLLIDE__GOOD(1, 1, 1.0)),
                        COLLIDE__GOOD(2, 2, 1.0));
    const COLLIDE__DM angles =
        COLLIDE__BOTH_D(COLLIDE__BOTH_D(COLLIDE__GOOD(0, 1, 0.0), COLLIDE__GOOD(0, 2, 0.0)),
                        COLLIDE__GOOD(1, 2, 0.0));
#undef COLLIDE__GOOD
    return COLLIDE__BOTH_D(lengths, angles);
}

// A distance from the pivot that no corner exceeds. Lengths and products of edges are off by less
// than 2^-19, and coordinates by 2^-49 of own. The one edge of a segment has any length.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_ball)(
    const COLLIDE__W(collide__boxes_body) * m, COLLIDE__D own, int edges) {
    COLLIDE__D square = COLLIDE__D3_(dot)(m->start[3], m->start[3]);
    if (edges == 0)
        return COLLIDE__W(collide__hulls_ball)(square, m->half[0], own);
    const COLLIDE__DM boxed = COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), m->volume);
    for (int i = 0; i < edges; ++i) {
        const COLLIDE__D x = COLLIDE__ABS_D(COLLIDE__D3_(dot)(m->start[3], m->start[i]));
        COLLIDE__D length = m->half[i];
        if (i == 0)
            length = COLLIDE__SELECT_D(boxed, length, COLLIDE__D3_(dot)(m->start[0], m->start[0]));
        square = COLLIDE__ADD_D(
            square, COLLIDE__MUL_D(m->half[i], COLLIDE__ADD_D(length, COLLIDE__ADD_D(x, x))));
    }
    return COLLIDE__ADD_D(
        COLLIDE__MUL_D(COLLIDE__SQRT_D(square), COLLIDE__SPLAT_D(1.0000152587890625)), // 1 + 2^-16
        COLLIDE__MUL_D(own, COLLIDE__SPLAT_D(9.094947017729282e-13)));                 // 2^-40
}

// Until when balls about the pivots are apart, if these are apart at the time 0, and part at w.
// reach is the sum of radii. The smaller root of away + 2 comes t + fast t^2, in the form that does
// not cancel.
COLLIDE__LANE_INLINE COLLIDE__D COLLIDE__W(collide__boxes_until)(COLLIDE__D3 apart, COLLIDE__D3 w,
                                                                 COLLIDE__D reach) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D away =
        COLLIDE__SUB_D(COLLIDE__MUL_D(COLLIDE__D3_(dot)(apart, apart),
                                      COLLIDE__SPLAT_D(1 - 9.094947017729282e-13)), // 2^-40
                       COLLIDE__MUL_D(reach, reach));
    const COLLIDE__D comes = COLLIDE__D3_(dot)(apart, w);
    const COLLIDE__D square =
        COLLIDE__SUB_D(COLLIDE__MUL_D(comes, comes), COLLIDE__MUL_D(COLLIDE__D3_(dot)(w, w), away));
    const COLLIDE__DM meet =
        COLLIDE__BOTH_D(COLLIDE__LT_D(comes, zero), COLLIDE__LT_D(zero, square));
    const COLLIDE__D root = COLLIDE__SQRT_D(COLLIDE__MAX_D(square, zero));
    const COLLIDE__D t = COLLIDE__MUL_D(
        COLLIDE__DIV_D(away, COLLIDE__SELECT_D(meet, COLLIDE__SUB_D(root, comes), one)),
        COLLIDE__SPLAT_D(COLLIDE__MOTION_LESS));
    return COLLIDE__SELECT_D(COLLIDE__LT_D(zero, away),
                             COLLIDE__SELECT_D(meet, t, COLLIDE__SPLAT_D(DBL_MAX)), zero);
}

// A shape from its rows: its middle, half edges and axes.
typedef struct COLLIDE__W(collide__boxes_shape) {
    COLLIDE__D3 center, half, axis[3];
    COLLIDE__D radius, halves; // the sum of the lengths of half edges, or more
    COLLIDE__D terms;          // the sum of coordinates of which center is made, or more
    COLLIDE__DM good;
    int edges; // in any lane; the others are 0
} COLLIDE__W(collide__boxes_shape);

COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__boxes_shape_of)(const float *rows, size_t step) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    r.half = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    r.radius = zero;
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.edges = 3;
    r.halves = COLLIDE__ADD_D(COLLIDE__ADD_D(r.half.x, r.half.y), r.half.z);
    r.good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(r.half.x, r.half.y), r.half.z)),
        COLLIDE__W(collide__boxes_orthonormal)(r.axis));
    return r;
}

// Round bodies have the rows of a capsule. The last row has COLLIDE__ROUNDS_SEGMENT, ..._OBB or
// ..._AABB; if a has no other than segments, it is not read. The half edge of a segment is its
// axis.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__rounds_shape_of)(const float *rows, size_t step, int edges) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D half = COLLIDE__SPLAT_D(0.5);
    const COLLIDE__D3 p = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    const COLLIDE__D3 q = COLLIDE__W(collide__boxes_row)(rows, step, 3);
    const COLLIDE__D3 along = COLLIDE__D3_(scale)(half, COLLIDE__D3_(sub)(q, p));
    COLLIDE__W(collide__boxes_shape) r;
    r.center = COLLIDE__D3_(scale)(half, COLLIDE__D3_(add)(p, q));
    r.axis[0] = along;
    r.axis[1] = r.axis[2] = r.half = COLLIDE__D3_(splat)(0.0);
    r.half.x = one;
    r.radius = COLLIDE__LOAD_WIDE(rows + 6 * step);
    r.halves = COLLIDE__D3_(sum_abs)(along);
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.good = COLLIDE__LE_D(zero, r.radius);
    r.edges = 1;
    if (edges == 1)
        return r;
    const COLLIDE__D kind = COLLIDE__LOAD_WIDE(rows + COLLIDE__ROUNDS_KIND * step);
    const COLLIDE__DM boxed = COLLIDE__LT_D(zero, kind);
    if (!COLLIDE__BITS_D(boxed))
        return r;
    r.edges = 3;
    const COLLIDE__DM oriented = COLLIDE__EQ_D(kind, COLLIDE__SPLAT_D((double)COLLIDE__ROUNDS_OBB));
    const COLLIDE__D3 extents = COLLIDE__D3_(select)(oriented, q, along);
    COLLIDE__D3 axis[3];
    for (int i = 0; i < 3; ++i)
        axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 6 + 3 * (size_t)i);
    const COLLIDE__DM good = COLLIDE__BOTH_D(
        COLLIDE__LE_D(zero, COLLIDE__MIN_D(COLLIDE__MIN_D(extents.x, extents.y), extents.z)),
        COLLIDE__W(collide__boxes_orthonormal)(axis));
    r.center = COLLIDE__D3_(select)(oriented, p, r.center);
    r.terms = COLLIDE__D3_(sum_abs)(r.center);
    r.half = COLLIDE__D3_(select)(boxed, extents, r.half);
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__D3_(select)(boxed, axis[i], r.axis[i]);
    r.radius = COLLIDE__SELECT_D(boxed, zero, r.radius);
    r.halves = COLLIDE__SELECT_D(oriented, COLLIDE__D3_(sum_abs)(extents), r.halves);
    r.good = COLLIDE__EITHER_D(COLLIDE__BOTH_D(boxed, good), COLLIDE__BUT_D(r.good, boxed));
    return r;
}

// A convex body has the rows of its pose, the middle of its vertices and their radius; it has no
// edges.
COLLIDE__LANE_INLINE COLLIDE__W(collide__boxes_shape)
    COLLIDE__W(collide__hulls_shape_of)(const float *rows, size_t step) {
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(rows, step, 0);
    const COLLIDE__D3 p = COLLIDE__W(collide__boxes_row)(rows, step, 12);
    COLLIDE__W(collide__boxes_shape) r;
    for (int i = 0; i < 3; ++i)
        r.axis[i] = COLLIDE__W(collide__boxes_row)(rows, step, 3 + 3 * (size_t)i);
    const COLLIDE__D3 middle = COLLIDE__D3_(along)(
        COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p.x, r.axis[0]), p.y, r.axis[1]), p.z, r.axis[2]);
    r.center = COLLIDE__D3_(add)(position, middle);
    r.terms = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(position), COLLIDE__D3_(sum_abs)(p));
    r.half = COLLIDE__D3_(splat)(0.0);
    r.half.x = COLLIDE__LOAD_WIDE(rows + 15 * step);
    r.radius = r.half.y;
    r.halves = COLLIDE__MUL_D(r.half.x, COLLIDE__SPLAT_D(COLLIDE__HULLS_WIDER));
    r.good = COLLIDE__BOTH_D(COLLIDE__LE_D(r.half.x, COLLIDE__SPLAT_D(1e45)),
                             COLLIDE__W(collide__boxes_orthonormal)(r.axis));
    r.edges = 0;
    return r;
}

// A body from its shape and the rows of its motion, its pivot and velocity; as
// collide__moving_begin. *size: no point is farther from the pivot, and *own counts what cancels in
// it, too. Returns the lanes of good input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__boxes_body_of)(
    COLLIDE__W(collide__boxes_body) * m, const COLLIDE__W(collide__boxes_shape) * shape,
    const float *motion, size_t step, int edges, COLLIDE__D3 *pivot, COLLIDE__D3 *velocity,
    COLLIDE__D *size, COLLIDE__D *own) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), one = COLLIDE__SPLAT_D(1.0);
    const COLLIDE__D3 position = COLLIDE__W(collide__boxes_row)(motion, step, 0);
    COLLIDE__D3 pose[3];
    *pivot = COLLIDE__W(collide__boxes_row)(motion, step, 12);
    *velocity = COLLIDE__W(collide__boxes_row)(motion, step, 15);
    m->spin = COLLIDE__W(collide__boxes_row)(motion, step, 18);
    for (int i = 0; i < 3; ++i)
        pose[i] = COLLIDE__W(collide__boxes_row)(motion, step, 3 + 3 * (size_t)i);
    for (int i = 0; i < 4; ++i) {
        const COLLIDE__D3 p = i < 3 ? shape->axis[i] : shape->center;
        m->start[i] = m->side[i] = m->inward[i] = COLLIDE__D3_(splat)(0.0);
        if (i < edges || i == 3 || edges == 0)
            m->start[i] = COLLIDE__D3_(along)(
                COLLIDE__D3_(along)(COLLIDE__D3_(scale)(p.x, pose[0]), p.y, pose[1]), p.z, pose[2]);
    }
    const COLLIDE__D3 from = COLLIDE__D3_(sub)(position, *pivot);
    m->start[3] = COLLIDE__D3_(add)(from, m->start[3]);
    m->half[0] = shape->half.x;
    m->half[1] = shape->half.y;
    m->half[2] = shape->half.z;
    m->volume = edges < 2
                    ? zero
                    : COLLIDE__D3_(dot)(m->start[0], COLLIDE__D3_(cross)(m->start[1], m->start[2]));
    // Of a box whose axes are left-handed, one axis is turned round: the box stays as it is.
    if (edges > 1)
        m->start[2] = COLLIDE__D3_(select)(COLLIDE__LT_D(m->volume, zero),
                                           COLLIDE__D3_(neg)(m->start[2]), m->start[2]);
    m->volume = COLLIDE__ABS_D(m->volume);
    m->rate = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(m->spin, m->spin));
    const COLLIDE__DM turns = COLLIDE__LT_D(zero, m->rate);
    const COLLIDE__D3 u =
        COLLIDE__D3_(scale)(COLLIDE__DIV_D(one, COLLIDE__SELECT_D(turns, m->rate, one)), m->spin);
    m->beside = zero;
    for (int i = 0; i < 4; ++i) {
        if (i >= edges && i < 3 && edges > 0)
            continue;
        m->side[i] = COLLIDE__D3_(cross)(u, m->start[i]);
        m->inward[i] = COLLIDE__D3_(cross)(u, m->side[i]);
        const COLLIDE__D x = COLLIDE__D3_(dot)(u, m->start[i]);
        if (i < 3)
            m->beside = COLLIDE__ADD_D(m->beside, COLLIDE__MUL_D(COLLIDE__ABS_D(x), m->half[i]));
        else
            m->along = x;
    }
    m->rho = edges > 0 ? COLLIDE__W(collide__boxes_rho)(m, edges)
                       : COLLIDE__W(collide__hulls_rho)(m->side[3], m->half[0]);
    // Axes of the pose may be longer than 1, and sums of coordinates are larger than lengths.
    const COLLIDE__D three_quarters = COLLIDE__SPLAT_D(1.75);
    const COLLIDE__D body = COLLIDE__MUL_D(shape->halves, three_quarters);
    *size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(m->start[3]), body);
    *own = COLLIDE__ADD_D(body, COLLIDE__ADD_D(COLLIDE__MUL_D(shape->terms, three_quarters),
                                               COLLIDE__D3_(sum_abs)(from)));
    const COLLIDE__D all = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*velocity), COLLIDE__D3_(sum_abs)(m->spin)),
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(*pivot),
                       COLLIDE__ADD_D(COLLIDE__ADD_D(*own, *size), shape->radius)));
    const COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LE_D(all, COLLIDE__SPLAT_D(1e300)), // also of no NaN
                        shape->good);
    return COLLIDE__BOTH_D(good, COLLIDE__W(collide__boxes_orthonormal)(pose));
}

// Lanes of balls about the pivots, which touch a little after free_to: a contact is sought there at
// once. n is as a look at free_to finds it.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__rounds_meet)(COLLIDE__W(collide__boxes_pair) * s,
                                                           COLLIDE__DM balls, COLLIDE__D t_max) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), t = s->t;
    const COLLIDE__D3 d = COLLIDE__D3_(along)(s->apart, t, s->w);
    const COLLIDE__D square = COLLIDE__D3_(dot)(d, d);
    const COLLIDE__D3 n = COLLIDE__D3_(scale)(
        COLLIDE__DIV_D(one, COLLIDE__SQRT_D(COLLIDE__SELECT_D(balls, square, one))),
        COLLIDE__D3_(neg)(d));
    const COLLIDE__D closing = COLLIDE__D3_(dot)(n, s->w);
    // What collide__boxes_until leaves, and the slack.
    const COLLIDE__D left = COLLIDE__DIV_D(COLLIDE__D3_(dot)(s->apart, s->apart),
                                           COLLIDE__SELECT_D(balls, s->radius, one));
    const COLLIDE__D wide = COLLIDE__ADD_D(s->wide, COLLIDE__MUL_D(s->speed, t));
    const COLLIDE__D gap = COLLIDE__MUL_D(COLLIDE__ADD_D(left, wide),
                                          COLLIDE__SPLAT_D(9.094947017729282e-13)); // 2^-40
    const COLLIDE__DM soon = COLLIDE__BOTH_D(
        COLLIDE__LE_D(gap, COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(5.9604644775390625e-8))),
        COLLIDE__LT_D(COLLIDE__MUL_D(s->fast, COLLIDE__SPLAT_D(0.0009765625)), closing)); // 2^-10
    const COLLIDE__DM begins = COLLIDE__BOTH_D(balls, soon);
    s->n = COLLIDE__D3_(select)(begins, n, s->n);
    COLLIDE__W(collide__boxes_expect)(s, begins, gap, closing, t_max);
}

// Pairs of a block from the given one on. Returns the lanes that the search takes. *miss: lanes
// that need none, as the balls about their bodies stay apart.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__boxes_pairs)(const collide__boxes_job *job, const collide__boxes_block *block,
                                 size_t first, COLLIDE__W(collide__boxes_pair) * s, int form,
                                 unsigned *miss) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), half = COLLIDE__SPLAT_D(0.5);
    COLLIDE__D3 pivot[2], velocity[2];
    COLLIDE__D size[2], own[2], swing[2], bend[2], radius[2];
    int edges[2];
    COLLIDE__DM good = COLLIDE__EQ_D(zero, zero);
    for (int i = 0; i < 2; ++i) {
        COLLIDE__W(collide__boxes_body) *const body = &s->body[i];
        const float *const rows = block->box[i] + first;
        const COLLIDE__W(collide__boxes_shape) shape =
            form == COLLIDE__FORM_BOXES ? COLLIDE__W(collide__boxes_shape_of)(rows, block->step)
            : form == COLLIDE__FORM_ROUNDS
                ? COLLIDE__W(collide__rounds_shape_of)(rows, block->step, i ? 3 : 1)
            : i || block->both ? COLLIDE__W(collide__hulls_shape_of)(rows, block->step)
                               : COLLIDE__W(collide__rounds_shape_of)(rows, block->step, 3);
        edges[i] = form == COLLIDE__FORM_BOXES              ? 3
                   : form == COLLIDE__FORM_ROUNDS && i == 0 ? 1
                                                            : shape.edges;
        // Not within the operator, which may leave it out one lane wide.
        const COLLIDE__DM fine = COLLIDE__W(collide__boxes_body_of)(
            body, &shape, block->motion[i] + first, block->step, edges[i], &pivot[i], &velocity[i],
            &size[i], &own[i]);
        good = COLLIDE__BOTH_D(good, fine);
        radius[i] = shape.radius;
        swing[i] = COLLIDE__MUL_D(body->rate, body->rho);
        bend[i] = COLLIDE__MUL_D(body->rate, swing[i]);
    }
    s->apart = COLLIDE__D3_(sub)(pivot[1], pivot[0]);
    s->w = COLLIDE__D3_(sub)(velocity[1], velocity[0]);
    s->speed = COLLIDE__D3_(sum_abs)(s->w);
    s->swing = COLLIDE__ADD_D(swing[0], swing[1]);
    s->fast = COLLIDE__ADD_D(s->speed, s->swing);
    s->bend = COLLIDE__MUL_D(half, COLLIDE__ADD_D(bend[0], bend[1]));
    s->spins = COLLIDE__ADD_D(s->body[0].rate, s->body[1].rate);
    s->radius = COLLIDE__ADD_D(radius[0], radius[1]);
    s->sizes = COLLIDE__ADD_D(own[0], own[1]);
    if (form != COLLIDE__FORM_BOXES)
        s->sizes = COLLIDE__ADD_D(s->sizes, s->radius);
    if (form == COLLIDE__FORM_ROUNDS)
        good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->radius));
    s->wide = COLLIDE__ADD_D(COLLIDE__ADD_D(s->sizes, COLLIDE__ADD_D(size[0], size[1])),
                             COLLIDE__D3_(sum_abs)(s->apart));
    s->tolerance = job->tolerance > 0 ? COLLIDE__SPLAT_D((double)job->tolerance)
                                      : COLLIDE__MUL_D(s->sizes, COLLIDE__SPLAT_D(1e-5));
    COLLIDE__D reach =
        COLLIDE__ADD_D(COLLIDE__W(collide__boxes_ball)(&s->body[0], own[0], edges[0]),
                       COLLIDE__W(collide__boxes_ball)(&s->body[1], own[1], edges[1]));
    if (form != COLLIDE__FORM_BOXES)
        reach = COLLIDE__ADD_D(reach, s->radius);
    s->free_to = s->t = COLLIDE__W(collide__boxes_until)(s->apart, s->w, reach);
    s->step = s->seeks = s->tries = s->looks = s->slow = zero;
    s->n = s->apart;
    // Each angle is at most that of both.
    good = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->spins));
    good =
        COLLIDE__BOTH_D(good, COLLIDE__LE_D(COLLIDE__MUL_D(s->spins, COLLIDE__SPLAT_D(job->t_max)),
                                            COLLIDE__SPLAT_D(COLLIDE__TURN_MOST)));
    const unsigned lanes = COLLIDE__BITS_D(good) &
                           (block->n - first < COLLIDE__DOUBLES ? (1u << (block->n - first)) - 1
                                                                : (1u << COLLIDE__DOUBLES) - 1);
    const COLLIDE__DM free = COLLIDE__BOTH_D(COLLIDE__LT_D(zero, s->t),
                                             COLLIDE__LE_D(COLLIDE__SPLAT_D(job->t_max), s->t));
    *miss = lanes & COLLIDE__BITS_D(free);
    if (form == COLLIDE__FORM_ROUNDS) {
        const COLLIDE__DM late = COLLIDE__BOTH_D(good, COLLIDE__LT_D(zero, s->t));
        const COLLIDE__DM balls = COLLIDE__BUT_D(
            COLLIDE__BOTH_D(late, COLLIDE__LE_D(COLLIDE__ADD_D(size[0], size[1]), zero)), free);
        if (COLLIDE__BITS_D(balls))
            COLLIDE__W(collide__rounds_meet)(s, balls, COLLIDE__SPLAT_D(job->t_max));
    }
    return lanes & ~*miss;
}

// Number k of all numbers of lane i.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__boxes_read)(const void *numbers, size_t k, unsigned i,
                                                          double *x) {
    memcpy(x, (const char *)numbers + 8 * (COLLIDE__DOUBLES * k + i), sizeof *x);
}

// Writes the answers of lanes that have ended.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_ended)(const collide__boxes_job *job,
                                 const COLLIDE__W(collide__boxes_pair) * s, const size_t *tags,
                                 unsigned lanes, uint32_t verdict) {
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        double free_to, t, fast;
        collide__dvec3 n;
        COLLIDE__W(collide__boxes_read)(&s->free_to, 0, i, &free_to);
        COLLIDE__W(collide__boxes_read)(&s->t, 0, i, &t);
        COLLIDE__W(collide__boxes_read)(&s->fast, 0, i, &fast);
        COLLIDE__W(collide__boxes_read)(&s->n, 0, i, &n.x);
        COLLIDE__W(collide__boxes_read)(&s->n, 1, i, &n.y);
        COLLIDE__W(collide__boxes_read)(&s->n, 2, i, &n.z);
        collide__boxes_write(job, tags[i], verdict, free_to, t, fast, n);
    }
}

// Takes lanes of other pairs, those that from says, to the given lanes.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__boxes_move)(COLLIDE__W(collide__boxes_pair) * to, unsigned lanes,
                                const COLLIDE__W(collide__boxes_pair) * from,
                                const uint32_t *lane) {
#ifdef COLLIDE__DEAL
    const COLLIDE__DM m = COLLIDE__MASK_D(lanes);
    const COLLIDE__DEALING dealing = COLLIDE__DEALING_OF(lane);
    COLLIDE__D *const out = (COLLIDE__D *)(void *)to;
    const COLLIDE__D *const in = (const COLLIDE__D *)(const void *)from;
    for (size_t j = 0; j < sizeof *to / sizeof *out; ++j)
        out[j] = COLLIDE__DEAL(m, dealing, out[j], in[j]);
#else
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = collide__lowest_bit(lanes);
        char *out = (char *)to + 8 * i;
        const char *in = (const char *)from + 8 * lane[i];
        for (size_t j = 0; j < sizeof *to; j += 8 * COLLIDE__DOUBLES)
            memcpy(out + j, in + j, 8);
    }
#endif
}

// The lanes of a search, and pairs that wait for one.
typedef struct COLLIDE__W(collide__boxes_run) {
    COLLIDE__W(collide__boxes_pair) now, next;
    collide__boxes_block block;
    size_t tags[COLLIDE__DOUBLES], at, first; // the next pair of the block; that of lane 0 of next
    unsigned live, ready;                     // lanes
} COLLIDE__W(collide__boxes_run);

// Lane i gets pair k of those that wait. hulls: NULL of other forms.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_take)(COLLIDE__W(collide__boxes_run) * run,
                                COLLIDE__W(collide__hulls_lanes) * hulls, unsigned i, unsigned k) {
    const double none = 0;
    run->tags[i] = run->block.tag[run->first + k];
    if (hulls) {
        memcpy((char *)&hulls->known + 8 * i, &none, 8);
        hulls->body[0][i] = hulls->waiting[0][run->first + k];
        hulls->body[1][i] = hulls->waiting[1][run->first + k];
    }
}

// Pairs in place of those that have ended, as long as there are any.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__boxes_refill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run,
                                  COLLIDE__W(collide__hulls_lanes) * hulls, int form) {
    const unsigned all = (1u << COLLIDE__DOUBLES) - 1;
    while (run->live != all) {
        if (!run->ready) {
            if (run->at >= run->block.n) {
                run->at = 0;
                if (run->block.n)
                    job->next(job, &run->block);
                if (!run->block.n)
                    return;
            }
            COLLIDE__W(collide__boxes_pair) *const out = run->live ? &run->next : &run->now;
            const size_t rest = run->block.n - run->at;
            const size_t n = rest < COLLIDE__DOUBLES ? rest : COLLIDE__DOUBLES;
            run->first = run->at;
            unsigned miss;
            run->ready =
                COLLIDE__W(collide__boxes_pairs)(job, &run->block, run->at, out, form, &miss);
            run->at += n;
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, ((1u << n) - 1) & ~(run->ready | miss),
             COLLIDE__MOTION_LEFT);
            COLLIDE__W(collide__boxes_ended)
            (job, out, run->block.tag + run->first, miss, COLLIDE_MISS);
            if (!run->live) {
                for (unsigned i = 0; i < n; ++i)
                    COLLIDE__W(collide__boxes_take)(run, hulls, i, i);
                run->live = run->ready;
                run->ready = 0;
            }
            continue;
        }
        uint32_t from[COLLIDE__DOUBLES] = {0};
        unsigned to = 0;
        for (; (run->live | to) != all && run->ready; run->ready &= run->ready - 1) {
            const unsigned i = collide__lowest_bit(all & ~(run->live | to));
            from[i] = collide__lowest_bit(run->ready);
            COLLIDE__W(collide__boxes_take)(run, hulls, i, from[i]);
            to |= 1u << i;
        }
        COLLIDE__W(collide__boxes_move)(&run->now, to, &run->next, from);
        run->live |= to;
    }
}

// Not inlined, for less stack.
COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__boxes_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, NULL, COLLIDE__FORM_BOXES);
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__rounds_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run) {
    COLLIDE__W(collide__boxes_refill)(job, run, NULL, COLLIDE__FORM_ROUNDS);
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__hulls_fill)(collide__boxes_job *job, COLLIDE__W(collide__boxes_run) * run,
                                COLLIDE__W(collide__hulls_lanes) * hulls) {
    COLLIDE__W(collide__boxes_refill)(job, run, hulls, COLLIDE__FORM_HULLS);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__boxes_search)(collide__boxes_job *job,
                                                                  int form) {
    const COLLIDE__D t_max = COLLIDE__SPLAT_D(job->t_max);
    COLLIDE__W(collide__boxes_run) run;
    COLLIDE__W(collide__hulls_lanes) hulls; // not on the stack of other forms
    if (form == COLLIDE__FORM_HULLS) {
        hulls.known = hulls.code[0] = hulls.code[1] = hulls.code[2] = COLLIDE__SPLAT_D(0.0);
        run.block.hulls[0] = hulls.waiting[0];
        run.block.hulls[1] = hulls.waiting[1];
    }
    run.block.n = 1;
    run.at = 1;
    run.live = run.ready = 0;
    run.block.both = false;
    for (;;) {
        if (collide__popcount(run.live) + COLLIDE__DOUBLES / 4 <= COLLIDE__DOUBLES) {
            if (form == COLLIDE__FORM_ROUNDS)
                COLLIDE__W(collide__rounds_fill)(job, &run);
            else if (form == COLLIDE__FORM_HULLS)
                COLLIDE__W(collide__hulls_fill)(job, &run, &hulls);
            else
                COLLIDE__W(collide__boxes_fill)(job, &run);
        }
        if (!run.live)
            return;
        if (form == COLLIDE__FORM_HULLS) {
            hulls.live = run.live;
            hulls.both = run.block.both;
        }
        COLLIDE__W(collide__boxes_pair) *const s = &run.now;
        const COLLIDE__W(collide__boxes_end) end =
            form == COLLIDE__FORM_BOXES    ? COLLIDE__W(collide__boxes_advance)(s, t_max)
            : form == COLLIDE__FORM_ROUNDS ? COLLIDE__W(collide__rounds_advance)(s, t_max)
                                           : COLLIDE__W(collide__hulls_advance)(s, t_max, &hulls);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.hit & run.live, COLLIDE_HIT);
        COLLIDE__W(collide__boxes_ended)(job, s, run.tags, end.miss & run.live, COLLIDE_MISS);
        COLLIDE__W(collide__boxes_ended)
        (job, s, run.tags, end.left & run.live, COLLIDE__MOTION_LEFT);
        run.live &= ~(end.hit | end.miss | end.left);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_boxes)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_BOXES);
}

static COLLIDE__TARGET void COLLIDE__W(collide__motion_rounds)(collide__boxes_job *job) {
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_ROUNDS);
}

#if COLLIDE__WIDTH == 16 && !defined(COLLIDE__W8) && !defined(COLLIDE__W4)
static void collide__motion_hulls_scalar(collide__boxes_job *job);
#endif
static COLLIDE__TARGET void COLLIDE__W(collide__motion_hulls)(collide__boxes_job *job) {
#if COLLIDE__WIDTH == 16
    if (COLLIDE__WIDTH == 16) { // eight lanes take more stack than a query may have
#if defined(COLLIDE__W8)
        collide__motion_hulls_w8(job);
#elif defined(COLLIDE__W4)
        collide__motion_hulls_w4(job);
#else
        collide__motion_hulls_scalar(job);
#endif
        return;
    }
#endif
    COLLIDE__W(collide__boxes_search)(job, COLLIDE__FORM_HULLS);
}
#endif // COLLIDE__WIDTH
