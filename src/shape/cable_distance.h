#pragma once
#include "../cable/make.h"
#include "cable.h"
#include "cable_near.h"
#include "distance.h"
#include "verdict.h"

// ---- distances of cables ---------------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE)
// A segment is halved as in its verdicts. Any unit vector n proves a lower bound of a part: the
// least n.C(u), of a cubic, less how far the body reaches along n. Any point C(u) and a point of
// the body give an upper bound. The first vectors that are tried are the normal at the nearest
// points so far, then at the nearest points of the chord and the body. Where the centre line bends
// away from the body, the normal at the nearest point proves a whole segment; where it follows the
// body, the bounds of a part of length h are h^2 / 8 times the curvature apart. A part is left as
// soon as its lower bound is within the tolerance of the upper bound of all.
#define COLLIDE__STRAND_SLACK 5.684341886080802e-14    // 2^-44, of coordinates: all roundings
#define COLLIDE__STRAND_TOLERANCE 2.384185791015625e-7 // 2^-22, of sizes and of distances
#define COLLIDE__STRAND_DOUBT 1.52587890625e-5         // 2^-16, of sizes: verdicts may be off so
#define COLLIDE__STRAND_PARTS 4096 // of a segment and a body; with more, brackets are wider
#define COLLIDE__STRAND_NEAREST 1.4901161193847656e-8 // 2^-26: the tolerance of searches

// The nearest points of a centre line and a core, relative to from.
typedef struct collide__strand_points {
    collide__dvec3 from, at, foot, normal;
    double distance, radius, u, other_u; // radius is the radius of the core
    uint32_t segment, other, feature, row;
} collide__strand_points;

// A search under way.
typedef struct collide__strand {
    const collide_cable *cable;
    size_t segments;
    double extent, span, radius, most, doubt; // span: no coordinates have a larger sum
    bool any;                                 // ends with the first points within most
    bool over;                                // overlap, or any was found
    bool met;                                 // a verdict says overlap

    collide_spline spline; // the segment in hand
    uint32_t segment;
    collide__dvec3 b[4], from;
    double size; // no point of it is farther from its origin
    double here; // the smallest lower bound of its parts

    double lo, hi; // the smallest lower bound of parts that were left; of the best points
    double known;  // there are points as near as this
    double limit;  // what is farther is of no interest
    bool turned;   // there are best points
    collide__strand_points best;
} collide__strand;

// A body that is a core, as a segment sees it. The tolerance is of both.
typedef struct collide__strand_body {
    const collide__core *core;
    collide__dvec3 off; // from the origin of the segment to that of the core
    double slack, tolerance;
    uint32_t number;
} collide__strand_body;

// ---- cables

static void collide__strand_limit(collide__strand *run) {
    run->known = run->hi < run->known ? run->hi : run->known;
    const double least = run->known < run->most ? run->known : run->most;
    run->limit = least > run->doubt ? least : run->doubt;
}

// Begins a search for the nearest points: for a cable, or for one of its segments.
static void collide__strand_start(collide__strand *run) {
    run->lo = run->hi = run->known = DBL_MAX;
    run->over = run->turned = run->met = false;
    collide__strand_limit(run);
}

// False for bad input.
static bool collide__strand_of(const collide_cable *cable, float max, collide__strand *run) {
    memset(run, 0, sizeof *run);
    run->segments = max >= 0 ? collide__cable_checked(cable) : 0;
    if (run->segments == 0)
        return false;
    const size_t stride = collide__cable_stride(cable);
    collide_vec3 lo = collide__read_vec3(cable->points), hi = lo;
    for (size_t i = 1; i < cable->count; ++i) {
        const collide_vec3 p = collide__read_vec3(collide__at(cable->points, i, stride));
        lo = collide__vec3(collide__min2(p.x, lo.x), collide__min2(p.y, lo.y),
                           collide__min2(p.z, lo.z));
        hi = collide__vec3(collide__max2(p.x, hi.x), collide__max2(p.y, hi.y),
                           collide__max2(p.z, hi.z));
    }
    run->cable = cable;
    run->radius = (double)cable->radius;
    run->extent = collide__dsum_abs(collide__dsub(hi, lo)) + collide__dmul(2, run->radius);
    run->span = collide__dsum_abs(collide__dvec3_of(lo)) + collide__dsum_abs(collide__dvec3_of(hi));
    run->most = (double)max;
    run->best.segment = UINT32_MAX;
    collide__strand_start(run);
    return true;
}

// The Bezier points of a segment of a cable that was checked, relative to its second point; returns
// a bound of their distance from it.
static double collide__strand_bezier(const collide_spline *a, collide__dvec3 *b) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 p = collide__dsub(a->v[0], a->v[1]), q = collide__dsub(a->v[2], a->v[1]);
    const collide__dvec3 r = collide__dsub(a->v[3], a->v[1]);
    const double third = 1.0 / 3, sixth = 1.0 / 6;
    b[0] = collide__dadd(collide__dadd(zero, sixth, p), sixth, q);
    b[1] = collide__dadd(zero, third, q);
    b[2] = collide__dadd(zero, 2 * third, q);
    b[3] = collide__dadd(b[2], sixth, r);
    return collide__dsum_abs(p) + collide__dsum_abs(q) + collide__dsum_abs(r);
}

// Takes segment i in hand.
static void collide__strand_segment(collide__strand *run, size_t i) {
    run->spline = collide__cable_segment(run->cable, i);
    run->segment = (uint32_t)i;
    run->from = collide__dvec3_of(run->spline.v[1]);
    run->size = collide__strand_bezier(&run->spline, run->b);
    run->here = DBL_MAX;
}

static collide__part collide__strand_whole(const collide__dvec3 *b) {
    collide__part part;
    memcpy(part.b, b, sizeof part.b);
    part.at = 0;
    part.width = (uint32_t)1 << COLLIDE__CURVE_LEVELS;
    return part;
}

// The segment in hand as a cable.
static collide_cable collide__strand_alone(const collide__strand *run) {
    collide_cable one;
    memset(&one, 0, sizeof one);
    one.points = run->spline.v;
    one.count = 4;
    one.radius = run->spline.radius;
    return one;
}

// ---- bounds

// A lower bound of a cubic with Bernstein coefficients p, q, r and s. It is divided where it seems
// to be least, and no cubic is below all of its coefficients.
static double collide__cubic_least(double p, double q, double r, double s) {
    const double end = collide__dmin(p, s), middle = collide__dmin(q, r);
    if (middle >= end)
        return end;
    // Half the derivative's coefficients: e t^2 + 2 f t + d = 0.
    const double d = q - p, f = (r - q) - d, e = (s - r) - (r - q) - f;
    const double square = collide__dmul(f, f) - collide__dmul(e, d);
    const double root = square > 0 ? collide__sqrt(square) : 0;
    const double over = f > 0 ? -d : root - f, under = f > 0 ? f + root : e;
    double t = 0.5;
    if (over > 0 && over < under)
        t = collide__ddiv(over, under);
    const double pq = p + collide__dmul(t, q - p), qr = q + collide__dmul(t, r - q);
    const double rs = r + collide__dmul(t, s - r);
    const double pqr = pq + collide__dmul(t, qr - pq), qrs = qr + collide__dmul(t, rs - qr);
    const double left = collide__dmin(pq, pqr), right = collide__dmin(qrs, rs);
    const double at = pqr + collide__dmul(t, qrs - pqr);
    return collide__dmin(collide__dmin(end, at), collide__dmin(left, right));
}

// A lower bound of n.C(u) of a part.
static double collide__part_least(const collide__dvec3 *b, collide__dvec3 n) {
    return collide__cubic_least(collide__ddot(n, b[0]), collide__ddot(n, b[1]),
                                collide__ddot(n, b[2]), collide__ddot(n, b[3]));
}

// Whether a part with a lower bound needs no halving: it is beyond the limit, or within the
// tolerance of the best. Points that nearly touch have no direction that is worth anything, and
// their distance is not below 0.
static bool collide__strand_left(collide__strand *run, double lo, double tolerance) {
    const bool close = lo >= run->hi - tolerance || run->hi <= collide__dmul(0.015625, tolerance);
    if (!(lo > run->limit) && !close)
        return false;
    run->here = lo < run->here ? lo : run->here;
    if (!(lo > run->limit))
        run->lo = lo < run->lo ? lo : run->lo;
    return true;
}

// The least of n times the Bezier points of a part, which is a lower bound that costs less.
COLLIDE__INLINE double collide__part_low(const collide__dvec3 *b, collide__dvec3 n) {
    return collide__dmin(collide__dmin(collide__ddot(n, b[0]), collide__ddot(n, b[1])),
                         collide__dmin(collide__ddot(n, b[2]), collide__ddot(n, b[3])));
}

static bool collide__strand_beyond(collide__strand *run, const collide__strand_body *body,
                                   const collide__part *part, collide__dvec3 n, double *lo) {
    const double reach = collide__core_reach(body->core, &n) + collide__ddot(body->off, n);
    const double less = body->slack + (run->radius + body->core->radius);
    double gap = (collide__part_low(part->b, n) - reach) - less;
    if (!(gap > run->limit))
        gap = (collide__part_least(part->b, n) - reach) - less;
    *lo = gap > *lo ? gap : *lo;
    return collide__strand_left(run, *lo, body->tolerance);
}

// Takes points if they are nearer than all others.
static bool collide__strand_take(collide__strand *run, const collide__strand_points *x,
                                 double slack) {
    const double hi = (x->distance + slack) - (run->radius + x->radius);
    if (!(hi < run->hi))
        return false;
    run->hi = hi;
    run->best = *x;
    run->turned = true;
    run->over = hi <= 0 || (run->any && hi <= run->most);
    collide__strand_limit(run);
    return true;
}

// ---- cores

// The pair of a core of one or two points, whose first is at start, and a body.
static collide__core_pair collide__strand_pair(const collide__core *a, collide__dvec3 start,
                                               const collide__strand_body *body) {
    collide__core_pair p;
    p.a = a;
    p.b = body->core;
    p.d = collide__dadd(body->off, -1, start);
    p.size = (a->size + body->core->size) + collide__dsum_abs(p.d);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.radius = 0;
    p.tolerance = collide__dmul(p.size, COLLIDE__STRAND_NEAREST);
    p.swapped = p.shallow = false;
    return p;
}

static void collide__strand_core(collide__core *out, collide__dvec3 along, uint32_t count) {
    const collide__dvec3 zero = {0, 0, 0};
    out->kind = COLLIDE__CORE_POINTS;
    out->count = count;
    out->origin = collide__vec3(0, 0, 0);
    out->p[0] = zero;
    out->p[1] = along;
    out->size = collide__dsum_abs(along);
    out->radius = 0;
}

// The nearest points of a pair and their distance. *n is where a search begins, and becomes the
// direction of the points, unless they are one. Closed forms are searched again where the direction
// does not prove the points, as for slivers.
static double collide__strand_nearest(const collide__core_pair *p, collide__dvec3 *n,
                                      collide__witness *w) {
    const bool closed = collide__nearest_points(p, w);
    for (int again = closed ? 0 : 1; again < 2; ++again) {
        if (again) {
            collide__gjk_result found;
            collide__gjk(p, *n, DBL_MAX, -DBL_MAX, &found);
            collide__simplex_points(p, &found.s, &w->a, &w->b);
            w->feature_b = collide__simplex_feature(p->b, found.s.code_b, found.s.count);
            *n = found.normal;
        }
        collide__dvec3 v = collide__dadd(collide__dadd(w->a, -1, w->b), -1, p->d);
        const double distance = collide__sqrt(collide__ddot(v, v));
        if (distance > p->slack && collide__dnormalize(&v)) {
            if (again && collide__gap(p, v) < collide__gap(p, *n))
                return distance;
            *n = v;
        }
        if (again || distance - collide__gap(p, *n) <= collide__dmul(4, p->tolerance))
            return distance;
    }
    return 0;
}

// Asks for the distance of C(u). *n as above. *slope is the derivative of the distance. Returns
// whether it is the nearest so far.
static bool collide__strand_ask(collide__strand *run, const collide__strand_body *body, double u,
                                collide__dvec3 *n, double *slope) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 tangent;
    collide__core point;
    collide__witness w;
    collide__strand_points x;
    x.at = collide__curve_at(run->b, u, &tangent);
    collide__strand_core(&point, zero, 1);
    const collide__core_pair p = collide__strand_pair(&point, x.at, body);
    x.distance = collide__strand_nearest(&p, n, &w);
    x.from = run->from;
    x.foot = collide__dadd(body->off, 1, w.b);
    x.normal = *n;
    x.radius = body->core->radius;
    x.u = u;
    x.other_u = 0;
    x.segment = run->segment;
    x.other = body->number;
    x.feature = w.feature_b;
    x.row = 0;
    *slope = collide__ddot(*n, tangent);
    return collide__strand_take(run, &x, body->slack);
}

// Walks from u to a local minimum of the distance between first and last: secants, kept between
// points of unlike slope, until a step gains little.
static void collide__strand_polish(collide__strand *run, const collide__strand_body *body,
                                   double first, double last, double u, collide__dvec3 *n,
                                   double slope) {
    double before = u, before_slope = slope;
    for (int i = 0; i < 10 && !run->over; ++i) {
        if (slope > 0)
            last = u;
        else
            first = u;
        double to = 0.5 * (first + last);
        if (i == 0)
            to = u + collide__dmul(0.25, (slope > 0 ? first : last) - u);
        else if (slope != before_slope) {
            const double x =
                u - collide__dmul(slope, collide__ddiv(u - before, slope - before_slope));
            to = x >= first && x <= last ? x : to;
        }
        if (collide__dmul(collide__dabs(slope), collide__dabs(to - u)) <=
            collide__dmul(0.0625, body->tolerance))
            return;
        before = u;
        before_slope = slope;
        u = to;
        collide__strand_ask(run, body, u, n, &slope);
    }
}

// Asks about the nearest point of a part's chord, and walks on from there if it is the nearest so
// far. Returns whether the part is left; *t is the point's place on the chord.
static bool collide__strand_look(collide__strand *run, const collide__strand_body *body,
                                 const collide__part *part, const collide__dvec3 *hint, double *t) {
    const collide__dvec3 chord = collide__dadd(part->b[3], -1, part->b[0]);
    const double square = collide__ddot(chord, chord);
    collide__dvec3 n = hint ? *hint : run->best.normal;
    collide__core ends;
    collide__witness w;
    double lo = -DBL_MAX, slope;
    if ((hint || run->turned) && collide__strand_beyond(run, body, part, n, &lo))
        return true;
    collide__strand_core(&ends, chord, 2);
    const collide__core_pair p = collide__strand_pair(&ends, part->b[0], body);
    collide__strand_nearest(&p, &n, &w);
    *t = square > 0 ? collide__clamp(collide__ddiv(collide__ddot(chord, w.a), square), 1) : 0.5;
    if (collide__strand_beyond(run, body, part, n, &lo))
        return true;
    const double at = collide__dmul((double)part->at, COLLIDE__CURVE_UNIT);
    const double width = collide__dmul((double)part->width, COLLIDE__CURVE_UNIT);
    const double u = at + collide__dmul(*t, width);
    if (collide__strand_ask(run, body, u, &n, &slope)) {
        collide__strand_polish(run, body, at, at + width, u, &n, slope);
        n = run->best.normal;
    }
    if (run->over || collide__strand_beyond(run, body, part, n, &lo))
        return true;
    if (part->width > 2)
        return false;
    run->here = lo < run->here ? lo : run->here; // the minimum width
    run->lo = lo < run->lo ? lo : run->lo;
    return true;
}

// A direction to begin with may be NULL.
static void collide__strand_search(collide__strand *run, const collide__strand_body *body,
                                   const collide__part *whole, const collide__dvec3 *hint) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1, left = COLLIDE__STRAND_PARTS;
    stack[0] = *whole;
    while (depth && !run->over) {
        collide__part part = stack[--depth];
        double t = 0.5;
        COLLIDE__WORK(1);
        part.width = left > 0 ? part.width : 2;
        left -= left > 0;
        if (collide__strand_look(run, body, &part, hint, &t))
            continue;
        hint = NULL;
        collide__part_halve(&part, &stack[depth + (t < 0.5)], &stack[depth + !(t < 0.5)]);
        depth += 2;
    }
}

// A core as the segment in hand sees it.
static void collide__strand_body_of(const collide__strand *run, const collide__core *core,
                                    uint32_t number, collide__strand_body *out) {
    out->core = core;
    out->number = number;
    out->off = collide__dadd(collide__dvec3_of(core->origin), -1, run->from);
    const double size =
        ((run->size + run->radius) + (core->size + core->radius)) + collide__dsum_abs(out->off);
    out->slack = collide__dmul(size, COLLIDE__STRAND_SLACK);
    out->tolerance = collide__dmul(run->extent + size, COLLIDE__STRAND_TOLERANCE);
}

// ---- half-spaces

// The half-space below a height along a unit vector n.
static void collide__strand_plane(collide__strand *run, collide__dvec3 n, double height) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    const double off = height - collide__ddot(n, run->from);
    const double size =
        (run->size + run->radius) + (collide__dabs(height) + collide__dsum_abs(run->from));
    const double slack = collide__dmul(size, COLLIDE__STRAND_SLACK);
    const double tolerance = collide__dmul(run->extent + size, COLLIDE__STRAND_TOLERANCE);
    size_t depth = 1;
    stack[0] = collide__strand_whole(run->b);
    while (depth && !run->over) {
        const collide__part part = stack[--depth];
        const double lo = ((collide__part_least(part.b, n) - off) - slack) - run->radius;
        COLLIDE__WORK(1);
        if (collide__strand_left(run, lo, tolerance))
            continue;
        for (int end = 0; end < 4; end += 3) {
            collide__strand_points x;
            memset(&x, 0, sizeof x);
            x.distance = collide__ddot(n, part.b[end]) - off;
            x.from = run->from;
            x.at = part.b[end];
            x.foot = collide__dadd(x.at, -x.distance, n);
            x.normal = n;
            x.u = collide__dmul((double)(part.at + (end ? part.width : 0)), COLLIDE__CURVE_UNIT);
            x.segment = run->segment;
            x.feature = COLLIDE_FEATURE_FACE;
            collide__strand_take(run, &x, slack);
        }
        if (collide__strand_left(run, lo, tolerance) || part.width <= 2) {
            run->here = lo < run->here ? lo : run->here;
            continue;
        }
        const bool falls = collide__ddot(n, part.b[0]) > collide__ddot(n, part.b[3]);
        collide__part_halve(&part, &stack[depth + !falls], &stack[depth + falls]);
        depth += 2;
    }
}

// ---- results

static void collide__cable_distance_none(collide_cable_distance *out) {
    if (!out)
        return;
    memset(out, 0, sizeof *out);
    out->distance.lo = out->distance.hi = collide__infinity();
}

// The nearest points as the user gets them: of an overlap a point of both, twice.
static bool collide__strand_end(const collide__strand *run, collide_cable_distance *out) {
    const collide__strand_points *x = &run->best;
    // Points that are one have no direction if the cable is a point, too.
    const collide__dvec3 n =
        collide__dsum_abs(x->normal) > 0 ? x->normal : collide__coordinate_axis(2);
    const double least = run->lo < run->hi ? run->lo : run->hi;
    collide_cable_distance r;
    collide__cable_distance_none(out);
    collide__cable_distance_none(&r);
    collide__distance_bracket(least > 0 ? least : 0, run->hi < DBL_MAX ? run->hi : DBL_MAX,
                              &r.distance);
    r.distance.hi = run->hi > 0 ? r.distance.hi : 0;
    r.distance.lo = run->met || !(run->hi > 0) ? 0 : r.distance.lo;
    if (!run->turned || !((double)r.distance.lo <= run->most))
        return false;
    const bool overlap = !(run->hi > 0);
    const double reach = x->radius < x->distance ? x->radius : x->distance;
    r.distance.point_b = collide__dround_zero(
        collide__dadd(x->from, 1, collide__dadd(x->foot, overlap ? reach : x->radius, n)));
    r.distance.point_a = overlap ? r.distance.point_b
                                 : collide__dround_zero(collide__dadd(
                                       x->from, 1, collide__dadd(x->at, -run->radius, n)));
    r.distance.normal = collide__dround_zero(n);
    r.distance.feature_a = x->row;
    r.distance.feature_b = x->feature;
    r.segment = x->segment;
    r.other = x->other;
    r.u = (float)x->u;
    r.other_u = (float)x->other_u;
    if (out)
        *out = r;
    return true;
}

// ---- shapes

typedef struct collide__strand_shape {
    const collide_shape *shape;
    collide__core core;
    collide__dvec3 n; // of a plane
    double height;
    collide_aabb box;
    bool verdict; // there is one for this shape
} collide__strand_shape;

static bool collide__strand_shape_of(const collide_shape *a, collide__strand *run,
                                     collide__strand_shape *out) {
    memset(out, 0, sizeof *out);
    out->shape = a;
    if (a->kind == COLLIDE_SHAPE_PLANE)
        return collide__plane_normal(&a->of.plane, &out->n, &out->height);
    if (!collide__core_of(&out->core, a))
        return false;
    out->box = collide_aabb_from_shape(a);
    out->verdict = a->kind == COLLIDE_SHAPE_SPHERE || a->kind == COLLIDE_SHAPE_CAPSULE ||
                   a->kind == COLLIDE_SHAPE_AABB || a->kind == COLLIDE_SHAPE_OBB ||
                   a->kind == COLLIDE_SHAPE_TRIANGLE || a->kind == COLLIDE_SHAPE_CYLINDER;
    if (out->verdict)
        run->doubt =
            collide__dmul(run->extent + (out->core.size + out->core.radius), COLLIDE__STRAND_DOUBT);
    collide__strand_limit(run);
    return true;
}

// The square of a lower bound of the distance of the Bezier points of the segment in hand and a
// box, for which floats are enough.
static double collide__strand_apart(const collide__strand *run, const collide_aabb *box) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const double from = collide__doubles(&run->from)[i];
        const double p = collide__doubles(&run->b[0])[i], q = collide__doubles(&run->b[1])[i];
        const double r = collide__doubles(&run->b[2])[i], s = collide__doubles(&run->b[3])[i];
        const double least = collide__dmin(collide__dmin(p, q), collide__dmin(r, s)) + from;
        const double most = collide__dmax(collide__dmax(p, q), collide__dmax(r, s)) + from;
        const double gap = collide__dmax(collide__dmax((double)collide__floats(box)[i] - most,
                                                       least - (double)collide__floats(box)[3 + i]),
                                         0);
        sum += collide__dmul(gap, gap);
    }
    return sum;
}

// Whether bodies beyond a gap whose square this is cannot be nearer than the limit.
static bool collide__strand_out(const collide__strand *run, double square, double size) {
    const double reach = (run->limit + run->radius) + collide__dmul(size, COLLIDE__STRAND_SLACK);
    return run->limit < DBL_MAX && collide__dmul(square, 0.99999999) > collide__dmul(reach, reach);
}

static void collide__strand_ask_shape(collide__strand *run, const collide__strand_shape *shape) {
    collide__strand_body body;
    if (shape->shape->kind == COLLIDE_SHAPE_PLANE) {
        collide__strand_plane(run, shape->n, shape->height);
        return;
    }
    collide__strand_body_of(run, &shape->core, 0, &body);
    if (collide__strand_out(run, collide__strand_apart(run, &shape->box),
                            collide__dsum_abs(run->from) + collide__dsum_abs(body.off)))
        return;
    const collide__part whole = collide__strand_whole(run->b);
    collide__strand_search(run, &body, &whole, NULL);
    if (!run->over && shape->verdict && run->here <= run->doubt) {
        const collide_cable alone = collide__strand_alone(run);
        run->over = run->met = collide_shape_cable(shape->shape, &alone);
    }
}

// The segment whose bounds are nearest to the shape's, where a search does well to begin.
static size_t collide__strand_first(collide__strand *run, const collide_aabb *box) {
    size_t first = 0;
    double least = DBL_MAX;
    for (size_t i = 0; i < run->segments; ++i) {
        collide__strand_segment(run, i);
        const double square = collide__strand_apart(run, box);
        COLLIDE__WORK(1);
        if (square < least) {
            least = square;
            first = i;
        }
    }
    return first;
}

static bool collide__strand_shapes(const collide_shape *a, const collide_cable *b, float max,
                                   bool any, collide_cable_distance *out) {
    collide__strand run;
    collide__strand_shape shape;
    collide__cable_distance_none(out);
    if (!collide__strand_of(b, max, &run) || !collide__strand_shape_of(a, &run, &shape))
        return false;
    run.any = any;
    const size_t first = collide__strand_first(&run, &shape.box);
    for (size_t i = 0; i <= run.segments && !run.over; ++i) {
        const size_t k = i ? i - 1 : first;
        if (i && k == first)
            continue;
        COLLIDE__WORK(1);
        collide__strand_segment(&run, k);
        collide__strand_ask_shape(&run, &shape);
    }
    return collide__strand_end(&run, out);
}

COLLIDE_API bool collide_shape_cable_distance(const collide_shape *a, const collide_cable *b,
                                              float max, collide_cable_distance *out) {
    COLLIDE_ASSERT(a);
    return collide__strand_shapes(a, b, max, false, out);
}

COLLIDE_API bool collide_shape_cable_within(const collide_shape *a, const collide_cable *b,
                                            float margin) {
    COLLIDE_ASSERT(a);
    return collide__strand_shapes(a, b, margin, true, NULL);
}

// Writes the clearance of the segment in hand.
static void collide__strand_clear(collide__strand *run, collide_cable_distance *out) {
    const size_t i = run->segment;
    collide__strand_end(run, &out[i]);
    out[i].segment = (uint32_t)i;
}

COLLIDE_API size_t collide_shape_cable_clearances(const collide_shape *a, const collide_cable *b,
                                                  float max, collide_cable_distance *out,
                                                  size_t capacity) {
    collide__strand run;
    collide__strand_shape shape;
    COLLIDE_ASSERT(a && (out || !capacity));
    if (!collide__strand_of(b, max, &run) || !collide__strand_shape_of(a, &run, &shape))
        return 0;
    for (size_t i = 0; i < run.segments && i < capacity; ++i) {
        collide__strand_start(&run);
        collide__strand_segment(&run, i);
        collide__strand_ask_shape(&run, &shape);
        collide__strand_clear(&run, out);
    }
    return run.segments;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE
