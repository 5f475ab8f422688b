#pragma once
#include "../shape/cable_distance.h"
#include "pieces.h"

// ---- a shape and a cable that move and turn
// ------------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && !defined(COLLIDE_NO_CABLE)
// The curve of a part lies in the hull of its four Bezier points: a core with the radius of the
// cable. Stretches of several segments are boxes. A part whose inner points lie within a bound of
// its chord is not halved again: its hull proves t_lo, and the point of its curve that is nearest
// to the shape proves t_hi.

// The code of a stretch: i and the number j of its segments, and 0; of a part: its segment and
// place, and its width with this bit.
#define COLLIDE__ROPE_PART 0x40000000u

// A part in hand, relative to the second control point of its segment.
typedef struct collide__rope {
    collide__part part;
    collide__dvec3 from;
    double size, lost; // of the segment; what its coordinates are made of
    double bent;       // how far its inner points are off the chord
} collide__rope;

static uint32_t collide__rope_width(collide__reach_code code) {
    return code.level & ~(COLLIDE__REACH_FINAL | COLLIDE__ROPE_PART);
}

static void collide__rope_of(const collide__reach_side *side, collide__reach_code code,
                             collide__rope *out) {
    const collide_cable *cable = (const collide_cable *)side->of;
    const collide_spline spline = collide__cable_segment(cable, code.i);
    const double third = 1.0 / 3;
    collide__dvec3 b[4];
    out->size = collide__strand_bezier(&spline, b);
    out->from = collide__dvec3_of(spline.v[1]);
    out->part = collide__strand_whole(b);
    while (out->part.width > collide__rope_width(code)) {
        collide__part left, right;
        collide__part_halve(&out->part, &left, &right);
        right.width = left.width;
        out->part = code.j < right.at ? left : right;
    }
    const collide__dvec3 *p = out->part.b, chord = collide__dadd(p[3], -1, p[0]);
    const collide__dvec3 x = collide__dadd(collide__dadd(p[1], -1, p[0]), -third, chord);
    const collide__dvec3 y = collide__dadd(collide__dadd(p[3], -1, p[2]), -third, chord);
    out->bent = collide__sqrt(collide__dmax(collide__ddot(x, x), collide__ddot(y, y)));
    out->lost = collide__dmul(collide__dsum_abs(out->from) + out->size, 1.75) +
                collide__dsum_abs(collide__dsub(side->motion->pose.position, side->motion->pivot));
}

static bool collide__rope_body(const collide__reach_side *side, collide__reach_code code,
                               collide__moving *out) {
    const collide_cable *cable = (const collide_cable *)side->of;
    const double radius = (double)cable->radius;
    collide__rope rope;
    if (code.level & COLLIDE__ROPE_PART) {
        collide__rope_of(side, code, &rope);
        collide__piece_points(side, rope.from, rope.part.b, 4,
                              radius + collide__dmul(rope.size, COLLIDE__STRAND_SLACK), rope.lost,
                              out);
        return true;
    }
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0}, lost = 0;
    for (uint32_t i = 0; i < code.j; ++i) {
        const collide_spline s = collide__cable_segment(cable, (size_t)code.i + i);
        COLLIDE__WORK(1);
        for (int k = i ? 3 : 0; k < 4; ++k)
            for (int axis = 0; axis < 3; ++axis) {
                const double x = (double)collide__floats(&s.v[k])[axis];
                lo[axis] = (i || k) && lo[axis] < x ? lo[axis] : x;
                hi[axis] = (i || k) && hi[axis] > x ? hi[axis] : x;
            }
    }
    // Axes of a pose may be shorter than 1 by 2^-22.
    const double more = collide__dmul(radius, 1.000001);
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] -= more;
        hi[axis] += more;
        lost += collide__dmul(collide__dabs(lo[axis]) + collide__dabs(hi[axis]), 1.75);
    }
    lost += collide__dsum_abs(collide__dsub(side->motion->pose.position, side->motion->pivot));
    return collide__reach_box(side, lo, hi, lost, out);
}

// A part is final where it is bent by less than half of the tolerance.
static uint32_t collide__rope_final(const collide__reach_side *side, collide__reach_code code) {
    collide__rope rope;
    collide__rope_of(side, code, &rope);
    const double bound = side->tolerance > 0 ? 0.5 * (double)side->tolerance
                                             : collide__dmul(side->other + rope.size, 5e-6);
    return collide__rope_width(code) == 1 || rope.bent <= bound ? COLLIDE__REACH_FINAL : 0;
}

static void collide__rope_open(const collide__reach_side *side, collide__reach_code code,
                               collide__reach_kids *out) {
    const bool part = code.level & COLLIDE__ROPE_PART, one = !part && code.j == 1;
    const uint32_t half = part ? collide__rope_width(code) / 2 : code.j / 2;
    out->count = one ? 1 : 2;
    out->code[0] = out->code[1] = code;
    if (one) {
        out->code[0].j = 0;
        out->code[0].level = COLLIDE__ROPE_PART | (uint32_t)1 << COLLIDE__CURVE_LEVELS;
    } else if (part) {
        out->code[0].level = out->code[1].level = COLLIDE__ROPE_PART | half;
        out->code[1].j += half;
    } else {
        out->code[0].j = half;
        out->code[1].i += half;
        out->code[1].j -= half;
    }
    if (part || one)
        for (uint32_t k = 0; k < out->count; ++k)
            out->code[k].level |= collide__rope_final(side, out->code[k]);
}

// Where on the chord of the part in hand the shape is nearest at the time t, from 0 to 1; *gap is
// an upper bound of the distance of its hull.
static double collide__rope_nearest(collide__reach_run *run, double t, double *gap) {
    collide__motion_probe at;
    collide__motion_search_at(&run->s, &at, t);
    *gap = at.hi;
    const collide__moving *body = &run->s.body[!run->swapped];
    const collide__dvec3 chord = body->now.p[3];
    const collide__dvec3 p = collide__dadd(at.side[!run->swapped].point, -1, body->at);
    const double square = collide__ddot(chord, chord);
    return square > 0 ? collide__clamp(collide__ddiv(collide__ddot(p, chord), square), 1) : 0;
}

static void collide__rope_ask(collide__reach_run *run, const collide__reach_task *task) {
    const collide__reach_side *side = run->side[1];
    const collide_cable *cable = (const collide_cable *)side->of;
    collide_bracket t, point;
    collide__rope rope;
    collide__dvec3 tangent;
    double gap;
    collide__reach_contact(run, &t);
    if (t.verdict == COLLIDE_MISS)
        return;
    collide__rope_of(side, task->b, &rope);
    const double u = collide__rope_nearest(run, (double)t.t_lo, &gap);
    const collide__dvec3 at = collide__curve_at(rope.part.b, u, &tangent);
    const double slack = collide__dmul(rope.size, COLLIDE__STRAND_SLACK);
    const double radius = (double)cable->radius - slack;
    run->s.body[0] = run->side[0]->whole;
    collide__piece_points(side, rope.from, &at, 1, radius > 0 ? radius : 0, rope.lost,
                          &run->s.body[1]);
    collide__reach_pair(run, (double)t.t_lo, run->limit);
    collide__reach_contact(run, &point);
    if (point.verdict == COLLIDE_HIT && t.verdict == COLLIDE_HIT && !(point.t_hi > 0)) {
        t = point; // at the start
    } else {
        // A point of the hull is within bent of the chord, as the curve is.
        t.gap = collide__float_up((gap < (double)t.gap ? gap : (double)t.gap) +
                                  collide__dmul(2.000001, rope.bent) + slack);
        t.verdict = point.verdict == COLLIDE_HIT ? COLLIDE_HIT : COLLIDE_NEAR;
        t.t_hi = point.t_hi;
    }
    collide__reach_found(run, &t, task);
}

static const collide__reach_type collide__rope_pieces = {collide__rope_body, collide__rope_open,
                                                         NULL, collide__rope_ask};

static void collide__rope_place(collide__reach_run *run, uint32_t *segment, float *u) {
    const collide__reach_code first = run->first.b;
    *segment = first.i;
    if (!(first.level & COLLIDE__ROPE_PART) || !collide__reach_bodies(run, &run->first, run->t_max))
        return;
    double gap;
    const double x = collide__rope_nearest(run, (double)run->best.t_lo, &gap);
    *u =
        (float)collide__dmul((double)first.j + collide__dmul(x, (double)collide__rope_width(first)),
                             COLLIDE__CURVE_UNIT);
}

COLLIDE__NOINLINE bool collide__rope_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_cable *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out,
                                            uint32_t *segment, float *u) {
    collide__reach_run run;
    collide__reach_side side[2];
    collide__reach_task all;
    if (!collide__pieces_begin(&run, side, a, motion_a, &collide__rope_pieces, b, motion_b, t_max,
                               tolerance))
        return false;
    all.free = 0;
    all.a = collide__reach_root(COLLIDE__REACH_FINAL);
    all.b = collide__reach_root(0);
    all.b.j = (uint32_t)collide_cable_segment_count(b);
    collide__reach_run_all(&run, &all);
    *out = run.best;
    if (out->verdict == COLLIDE_MISS)
        return false;
    collide__rope_place(&run, segment, u);
    return true;
}

COLLIDE_API bool collide_shape_cable_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_cable *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out,
                                            uint32_t *segment, float *u) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket t;
    uint32_t which = UINT32_MAX;
    float where = 0;
    COLLIDE_ASSERT(a);
    collide__bracket_none(&t);
    if (t_max >= 0 && collide_cable_check(b) == COLLIDE_OK)
        collide__rope_motion(a, motion_a ? motion_a : &rest, b, motion_b ? motion_b : &rest, t_max,
                             tolerance, &t, &which, &where);
    collide__bracket_zeros(&t);
    if (out)
        *out = t;
    if (segment)
        *segment = which;
    if (u)
        *u = where;
    return t.verdict != COLLIDE_MISS;
}
#undef COLLIDE__ROPE_PART
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_CABLE
