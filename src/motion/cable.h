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

#define COLLIDE__ROPE_STRETCH 0u // from segment i on, j segments
#define COLLIDE__ROPE_PART 1u    // of segment i, from j on; more is its width

// A part in hand, relative to the second control point of its segment.
typedef struct collide__rope {
    collide__part part;
    collide__dvec3 from;
    double size, lost; // of the segment; what its coordinates are made of
    double bent;       // how far its inner points are off the chord
} collide__rope;

static void collide__rope_of(const collide__pieces *run, const collide__piece *piece,
                             collide__rope *out) {
    const collide_cable *cable = (const collide_cable *)run->of;
    const collide_spline spline = collide__cable_segment(cable, piece->i);
    const double third = 1.0 / 3;
    collide__dvec3 b[4];
    out->size = collide__strand_bezier(&spline, b);
    out->from = collide__dvec3_of(spline.v[1]);
    out->part = collide__strand_whole(b);
    while (out->part.width > piece->more) {
        collide__part left, right;
        collide__part_halve(&out->part, &left, &right);
        right.width = left.width;
        out->part = piece->j < right.at ? left : right;
    }
    const collide__dvec3 *p = out->part.b, chord = collide__dadd(p[3], -1, p[0]);
    const collide__dvec3 x = collide__dadd(collide__dadd(p[1], -1, p[0]), -third, chord);
    const collide__dvec3 y = collide__dadd(collide__dadd(p[3], -1, p[2]), -third, chord);
    out->bent = collide__sqrt(collide__dmax(collide__ddot(x, x), collide__ddot(y, y)));
    out->lost = collide__dmul(collide__dsum_abs(out->from) + out->size, 1.75) +
                collide__dsum_abs(collide__dsub(run->motion->pose.position, run->motion->pivot));
}

static bool collide__rope_body(const collide__pieces *run, const collide__piece *piece,
                               collide__moving *out, uint32_t *kind) {
    const collide_cable *cable = (const collide_cable *)run->of;
    const double radius = (double)cable->radius;
    collide__rope rope;
    if (piece->kind == COLLIDE__ROPE_PART) {
        collide__rope_of(run, piece, &rope);
        *kind = COLLIDE_SHAPE_TETRAHEDRON;
        collide__piece_points(run, rope.from, rope.part.b, 4,
                              radius + collide__dmul(rope.size, COLLIDE__STRAND_SLACK), rope.lost,
                              out);
        return true;
    }
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0}, lost = 0;
    for (uint32_t i = 0; i < piece->j; ++i) {
        const collide_spline s = collide__cable_segment(cable, (size_t)piece->i + i);
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
    lost += collide__dsum_abs(collide__dsub(run->motion->pose.position, run->motion->pivot));
    *kind = COLLIDE_SHAPE_AABB;
    collide__piece_box(run, lo, hi, lost, out);
    return true;
}

// Half of the tolerance.
static double collide__rope_bound(const collide__pieces *run, const collide__rope *rope) {
    const double sizes = (run->shape.start.size + run->shape.start.radius) + rope->size;
    return run->tolerance > 0 ? 0.5 * (double)run->tolerance : collide__dmul(sizes, 5e-6);
}

static bool collide__rope_last(const collide__pieces *run, const collide__piece *piece) {
    collide__rope rope;
    if (piece->kind != COLLIDE__ROPE_PART)
        return false;
    collide__rope_of(run, piece, &rope);
    return piece->more == 1 || rope.bent <= collide__rope_bound(run, &rope);
}

static void collide__rope_open(collide__pieces *run, const collide__piece *piece) {
    collide__piece next = *piece;
    if (piece->kind == COLLIDE__ROPE_STRETCH && piece->j > 1) {
        next.j = piece->j / 2;
        collide__piece_put(run, &next);
        next.i = piece->i + next.j;
        next.j = piece->j - next.j;
        collide__piece_put(run, &next);
        return;
    }
    if (piece->kind == COLLIDE__ROPE_STRETCH) {
        next.kind = COLLIDE__ROPE_PART;
        next.j = 0;
        next.more = (uint32_t)1 << COLLIDE__CURVE_LEVELS;
        collide__piece_put(run, &next);
        return;
    }
    next.more = piece->more / 2;
    collide__piece_put(run, &next);
    next.j = piece->j + next.more;
    collide__piece_put(run, &next);
}

// Where on the chord of the part in hand the shape is nearest at the time t, from 0 to 1; *gap is
// an upper bound of the distance of its hull.
static double collide__rope_nearest(collide__pieces *run, double t, double *gap) {
    collide__motion_probe at;
    collide__motion_search_at(&run->s, &at, t);
    *gap = at.hi;
    const collide__moving *body = &run->s.body[!run->swapped];
    const collide__dvec3 chord = body->now.p[3];
    const collide__dvec3 p = collide__dadd(at.side[!run->swapped].point, -1, body->at);
    const double square = collide__ddot(chord, chord);
    return square > 0 ? collide__clamp(collide__ddiv(collide__ddot(p, chord), square), 1) : 0;
}

static void collide__rope_ask(collide__pieces *run, const collide__piece *piece) {
    const collide_cable *cable = (const collide_cable *)run->of;
    collide_bracket t, point;
    collide__rope rope;
    collide__moving body;
    collide__dvec3 tangent;
    double gap;
    collide__piece_contact(run, &t);
    if (t.verdict == COLLIDE_MISS)
        return;
    collide__rope_of(run, piece, &rope);
    const double u = collide__rope_nearest(run, (double)t.t_lo, &gap);
    const collide__dvec3 at = collide__curve_at(rope.part.b, u, &tangent);
    const double slack = collide__dmul(rope.size, COLLIDE__STRAND_SLACK);
    const double radius = (double)cable->radius - slack;
    collide__piece_points(run, rope.from, &at, 1, radius > 0 ? radius : 0, rope.lost, &body);
    collide__piece_pair(run, &body, COLLIDE_SHAPE_SPHERE, (double)t.t_lo, run->limit);
    collide__piece_contact(run, &point);
    if (point.verdict == COLLIDE_HIT && t.verdict == COLLIDE_HIT && !(point.t_hi > 0)) {
        t = point; // at the start
    } else {
        // A point of the hull is within bent of the chord, as the curve is.
        t.gap = collide__float_up((gap < (double)t.gap ? gap : (double)t.gap) +
                                  collide__dmul(2.000001, rope.bent) + slack);
        t.verdict = point.verdict == COLLIDE_HIT ? COLLIDE_HIT : COLLIDE_NEAR;
        t.t_hi = point.t_hi;
    }
    collide__piece_found(run, &t, piece);
}

static const collide__piece_type collide__rope_pieces = {collide__rope_body, collide__rope_last,
                                                         collide__rope_open, collide__rope_ask};

static void collide__rope_place(collide__pieces *run, uint32_t *segment, float *u) {
    *segment = run->first.i;
    if (run->first.kind != COLLIDE__ROPE_PART ||
        !collide__piece_begin(run, &run->first, run->t_max))
        return;
    double gap;
    const double x = collide__rope_nearest(run, (double)run->best.t_lo, &gap);
    *u = (float)collide__dmul((double)run->first.j + collide__dmul(x, (double)run->first.more),
                              COLLIDE__CURVE_UNIT);
}

COLLIDE__NOINLINE bool collide__rope_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_cable *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out,
                                            uint32_t *segment, float *u) {
    collide__pieces run;
    collide__piece all;
    const collide_aabb unit = {{0, 0, 0}, {1, 1, 1}};
    const collide_shape box = collide_shape_from_aabb(&unit);
    run.type = &collide__rope_pieces;
    run.of = b;
    run.motion = motion_b;
    run.kind = a->kind;
    run.tolerance = tolerance;
    run.t_max = run.window = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    run.cut = false;
    run.low = 0;
    if (!collide__moving_begin(&run.shape, a, motion_a) ||
        !collide__moving_begin(&run.box, &box, motion_b))
        return false;
    all.free = 0;
    all.i = all.more = 0;
    all.j = (uint32_t)collide_cable_segments(b);
    all.kind = COLLIDE__ROPE_STRETCH;
    collide__pieces_search(&run, all);
    collide__pieces_end(&run);
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
#undef COLLIDE__ROPE_STRETCH
#undef COLLIDE__ROPE_PART
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_CABLE
