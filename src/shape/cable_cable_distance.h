#pragma once
#include "../base/work.h"
#include "../cable/cable_cable.h"
#include "cable_valley.h"

// ---- distances of cables from cables ---------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE)
// The other cable is a tree of bounds over at most COLLIDE__STRAND_LEAVES runs of consecutive
// segments, whose bounds are found once. The segments of the first go down this tree, some at a
// time, the nearest bounds first. Pairs whose chords may be within the limit are held back, and the
// nearest are searched first. There two segments are halved by turns.
#define COLLIDE__STRAND_LEAVES 64u
#define COLLIDE__STRAND_SEEDS 8
#define COLLIDE__STRAND_GROUP 4u
#define COLLIDE__STRAND_HELD 256u
#define COLLIDE__STRAND_STRETCH 256u // COLLIDE__STRAND_LEAVES times COLLIDE__STRAND_GROUP

// A segment is 3 u (1 - u) ((1 - u) off[0] + u off[1]) from its chord, middle +- half, no farther
// than bend, and within ball of middle.
typedef struct collide__strand_chord {
    collide__dvec3 middle, half, off[2];
    double bend, ball, inverse; // of the squared length
} collide__strand_chord;

// Segments i and j, which are not nearer than least.
typedef struct collide__strand_held {
    double least;
    uint32_t i, j;
} collide__strand_held;

typedef struct collide__strand_cables {
    collide__strand run; // of a
    const collide_cable *other;
    size_t segments; // of other
    double radius, extent;
    bool self;
    size_t neighbours;
    size_t base;     // the first segment in the tree
    size_t leaf;     // segments of a leaf
    uint32_t leaves; // a power of two; node 1 is the root, and node i has nodes 2 i and 2 i + 1
    collide_aabb box[2 * COLLIDE__STRAND_LEAVES];
    collide__strand_chord chord[COLLIDE__STRAND_LEAVES]; // of other, if there are no more
    collide__strand_chord own[COLLIDE__STRAND_GROUP];    // of the segments from first to end
    size_t first, end;
    double lost; // roundings of chords
    collide__strand_held held[COLLIDE__STRAND_HELD];
    size_t holds;
    collide__part b; // of the segment of other, relative to the segment in hand
    double sizes, slack, tolerance;
    uint32_t number;
} collide__strand_cables;

// ---- two segments

// The exact minima are looked for only where ends of the parts do not show that they are too low.
static bool collide__strand_between(collide__strand_cables *t, const collide__part *a,
                                    const collide__part *b, collide__dvec3 n, double *lo) {
    const double less = t->slack + (t->run.radius + t->radius);
    const double p = collide__ddot(n, a->b[0]), q = collide__ddot(n, a->b[1]);
    const double r = collide__ddot(n, a->b[2]), s = collide__ddot(n, a->b[3]);
    const double k = -collide__ddot(n, b->b[0]), l = -collide__ddot(n, b->b[1]);
    const double v = -collide__ddot(n, b->b[2]), w = -collide__ddot(n, b->b[3]);
    const double ends_a = collide__dmin(p, s), ends_b = collide__dmin(k, w);
    const double low_a = collide__dmin(ends_a, collide__dmin(q, r));
    const double low_b = collide__dmin(ends_b, collide__dmin(l, v));
    double gap = (low_a + low_b) - less;
    const double most = (ends_a + ends_b) - less;
    if (!(gap > t->run.limit) && (most > t->run.limit || most >= t->run.hi - t->tolerance))
        gap = (collide__cubic_least(p, q, r, s) + collide__cubic_least(k, l, v, w)) - less;
    *lo = gap > *lo ? gap : *lo;
    return collide__strand_left(&t->run, *lo, t->tolerance);
}

// Asks for the distance of two points of the curves.
static bool collide__strand_meet(collide__strand_cables *t, double u, double w,
                                 collide__dvec3 *tangent) {
    collide__strand_points x;
    x.at = collide__curve_at(t->run.b, u, &tangent[0]);
    x.foot = collide__curve_at(t->b.b, w, &tangent[1]);
    x.normal = collide__dadd(x.at, -1, x.foot);
    x.distance = collide__sqrt(collide__ddot(x.normal, x.normal));
    if (!(x.distance > t->slack && collide__dnormalize(&x.normal))) {
        x.normal = collide__dcross(tangent[0], tangent[1]);
        if (!collide__dnormalize(&x.normal))
            x.normal = collide__any_normal(tangent[0]);
    }
    x.from = t->run.from;
    x.radius = t->radius;
    x.u = u;
    x.other_u = w;
    x.segment = t->run.segment;
    x.other = t->number;
    x.feature = x.row = 0;
    return collide__strand_take(&t->run, &x, t->slack);
}

// Steps of Newton's method on the squared distance, as long as it falls.
static void collide__strand_approach(collide__strand_cables *t, collide__dvec3 *tangent) {
    for (int i = 0; i < 8 && !t->run.over; ++i) {
        const collide__strand_points *x = &t->run.best;
        const double before = t->run.hi, u = x->u, w = x->other_u;
        const collide__dvec3 d = collide__dadd(x->at, -1, x->foot);
        const collide__dvec3 *b = t->run.b, *c = t->b.b, zero = {0, 0, 0};
        // C'' / 6 is linear in u.
        const collide__dvec3 b0 = collide__dadd(collide__dadd(b[0], -2, b[1]), 1, b[2]);
        const collide__dvec3 b1 = collide__dadd(collide__dadd(b[1], -2, b[2]), 1, b[3]);
        const collide__dvec3 c0 = collide__dadd(collide__dadd(c[0], -2, c[1]), 1, c[2]);
        const collide__dvec3 c1 = collide__dadd(collide__dadd(c[1], -2, c[2]), 1, c[3]);
        const collide__dvec3 bend_a =
            collide__dadd(zero, 6, collide__dadd(b0, u, collide__dadd(b1, -1, b0)));
        const collide__dvec3 bend_b =
            collide__dadd(zero, 6, collide__dadd(c0, w, collide__dadd(c1, -1, c0)));
        const double st = collide__ddot(tangent[0], tangent[1]);
        const double ds = collide__ddot(d, tangent[0]), dt = -collide__ddot(d, tangent[1]);
        double ss = collide__ddot(tangent[0], tangent[0]);
        double tt = collide__ddot(tangent[1], tangent[1]);
        const double fuu = ss + collide__ddot(d, bend_a), fww = tt - collide__ddot(d, bend_b);
        if (collide__dmul(fuu, fww) > collide__dmul(st, st) && fuu > 0) {
            ss = fuu;
            tt = fww;
        }
        const double square = collide__dmul(ss, tt) - collide__dmul(st, st);
        if (!(square > collide__dmul(collide__dmul(ss, tt), 1e-12)))
            return;
        // of [[ss, -st], [-st, tt]]
        const double to_u = collide__clamp(
            u - collide__ddiv(collide__dmul(tt, ds) + collide__dmul(st, dt), square), 1);
        const double to_w = collide__clamp(
            w - collide__ddiv(collide__dmul(ss, dt) + collide__dmul(st, ds), square), 1);
        if (!collide__strand_meet(t, to_u, to_w, tangent) ||
            before - t->run.hi <= collide__dmul(0.0625, t->tolerance))
            return;
    }
}

static bool collide__strand_along(collide__strand_cables *t, const collide__part *a,
                                  const collide__part *b, double *lo) {
    const double enough = collide__dmin(t->run.limit, t->run.hi - t->tolerance) +
                          (t->slack + (t->run.radius + t->radius));
    const double square =
        collide__strand_valley(a->b, b->b, t->sizes, collide__dmul(enough, enough));
    if (!(square > 0))
        return false;
    const double gap = (collide__sqrt(square) - t->slack) - (t->run.radius + t->radius);
    *lo = gap > *lo ? gap : *lo;
    return collide__strand_left(&t->run, *lo, t->tolerance);
}

// As collide__strand_look, for two parts. *s and *w are the places of the nearest points of the
// chords.
static bool collide__strand_compare(collide__strand_cables *t, const collide__part *a,
                                    const collide__part *b, double *s, double *w) {
    const collide__dvec3 e = collide__dadd(a->b[3], -1, a->b[0]);
    const collide__dvec3 f = collide__dadd(b->b[3], -1, b->b[0]);
    const collide__dvec3 r = collide__dadd(a->b[0], -1, b->b[0]);
    collide__dvec3 tangent[2];
    double lo = -DBL_MAX;
    *s = collide__nearest_segments(e, collide__inverse_or_0(collide__ddot(e, e)), r, f, w);
    collide__dvec3 chord = collide__dadd(collide__dadd(r, *s, e), -*w, f);
    const double apart = collide__sqrt(collide__ddot(chord, chord));
    if (collide__dnormalize(&chord) && collide__strand_between(t, a, b, chord, &lo))
        return true;
    if (t->run.turned && collide__strand_along(t, a, b, &lo))
        return true;
    // Points of chords that are farther apart than the best are seldom worth a look at the curves.
    if (apart - (t->run.radius + t->radius) <= t->run.hi &&
        collide__strand_meet(
            t,
            collide__dmul((double)a->at + collide__dmul(*s, (double)a->width), COLLIDE__CURVE_UNIT),
            collide__dmul((double)b->at + collide__dmul(*w, (double)b->width), COLLIDE__CURVE_UNIT),
            tangent)) {
        collide__strand_approach(t, tangent);
        if (t->run.over || collide__strand_between(t, a, b, t->run.best.normal, &lo))
            return true;
    }
    if (collide__strand_left(&t->run, lo, t->tolerance))
        return true;
    if (a->width > 2 || b->width > 2)
        return false;
    t->run.here = lo < t->run.here ? lo : t->run.here; // the minimum width
    t->run.lo = lo < t->run.lo ? lo : t->run.lo;
    return true;
}

static void collide__strand_couple(collide__strand_cables *t) {
    collide__couple stack[2 * COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1, left_over = 2 * COLLIDE__STRAND_PARTS;
    stack[0].a = collide__strand_whole(t->run.b);
    stack[0].b = t->b;
    while (depth && !t->run.over) {
        collide__couple two = stack[--depth];
        double s = 0.5, w = 0.5;
        COLLIDE__WORK(1);
        if (left_over == 0)
            two.a.width = two.b.width = 2;
        left_over -= left_over > 0;
        if (collide__strand_compare(t, &two.a, &two.b, &s, &w))
            continue;
        const bool halve_a =
            two.b.width <= 2 ||
            (two.a.width > 2 && collide__part_size(&two.a) >= collide__part_size(&two.b));
        const bool left = (halve_a ? s : w) < 0.5;
        collide__couple *nearer = &stack[depth + 1], *farther = &stack[depth];
        *nearer = *farther = two;
        if (halve_a)
            collide__part_halve(&two.a, left ? &nearer->a : &farther->a,
                                left ? &farther->a : &nearer->a);
        else
            collide__part_halve(&two.b, left ? &nearer->b : &farther->b,
                                left ? &farther->b : &nearer->b);
        depth += 2;
    }
}

// ---- bounds

static void collide__strand_join(collide_aabb *out, const collide_aabb *b) {
    out->min =
        collide__vec3(collide__min2(out->min.x, b->min.x), collide__min2(out->min.y, b->min.y),
                      collide__min2(out->min.z, b->min.z));
    out->max =
        collide__vec3(collide__max2(out->max.x, b->max.x), collide__max2(out->max.y, b->max.y),
                      collide__max2(out->max.z, b->max.z));
}

static double collide__strand_gap(const collide_aabb *a, const collide_aabb *b) {
    const double x =
        collide__dmax((double)b->min.x - (double)a->max.x, (double)a->min.x - (double)b->max.x);
    const double y =
        collide__dmax((double)b->min.y - (double)a->max.y, (double)a->min.y - (double)b->max.y);
    const double z =
        collide__dmax((double)b->min.z - (double)a->max.z, (double)a->min.z - (double)b->max.z);
    const collide__dvec3 gap = {collide__dmax(x, 0), collide__dmax(y, 0), collide__dmax(z, 0)};
    return collide__ddot(gap, gap);
}

static void collide__strand_chord_of(const collide__dvec3 *b, collide__dvec3 from,
                                     collide__strand_chord *out) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 e = collide__dadd(b[3], -1, b[0]);
    const double third = 1.0 / 3;
    out->off[0] = collide__dadd(collide__dadd(b[1], -1, b[0]), -third, e);
    out->off[1] = collide__dadd(collide__dadd(b[2], -1, b[3]), third, e);
    out->middle = collide__dadd(from, 0.5, collide__dadd(b[0], 1, b[3]));
    out->half = collide__dadd(zero, 0.5, e);
    const double length = collide__ddot(out->half, out->half);
    out->bend =
        collide__dmul(0.75, collide__sqrt(collide__dmax(collide__ddot(out->off[0], out->off[0]),
                                                        collide__ddot(out->off[1], out->off[1]))));
    out->ball = collide__sqrt(length) + out->bend;
    out->inverse = 0.25 * collide__inverse_or_0(length);
}

// The bounds of some segments, but for roundings.
static collide_aabb collide__strand_bounds(const collide__strand_chord *c, size_t n) {
    double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k) {
            const double at = collide__doubles(&c[i].middle)[k];
            const double reach = collide__dabs(collide__doubles(&c[i].half)[k]) + c[i].bend;
            lo[k] = collide__dmin(at - reach, lo[k]);
            hi[k] = collide__dmax(at + reach, hi[k]);
        }
    collide_aabb box;
    box.min = collide__vec3(collide__float_down(lo[0]), collide__float_down(lo[1]),
                            collide__float_down(lo[2]));
    box.max =
        collide__vec3(collide__float_up(hi[0]), collide__float_up(hi[1]), collide__float_up(hi[2]));
    return box;
}

// The tree of count segments of the other cable, from base on.
static void collide__strand_stretch(collide__strand_cables *t, size_t base, size_t count) {
    const collide_aabb none = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    t->base = base;
    t->leaf = (count + COLLIDE__STRAND_LEAVES - 1) / COLLIDE__STRAND_LEAVES;
    t->leaf = t->leaf > COLLIDE__STRAND_GROUP ? t->leaf : COLLIDE__STRAND_GROUP;
    t->leaves = 1;
    while (t->leaves * t->leaf < count)
        t->leaves *= 2;
    for (size_t i = 0; i < 2 * t->leaves; ++i)
        t->box[i] = none;
    for (size_t j = 0; j < count; ++j) {
        const bool all = t->segments <= COLLIDE__STRAND_LEAVES;
        const size_t last = j % t->leaf % COLLIDE__STRAND_GROUP;
        collide__strand_chord *const chord = &t->chord[all ? j : last];
        collide__dvec3 points[4];
        const collide_spline s = collide__cable_segment(t->other, base + j);
        COLLIDE__WORK(1);
        collide__strand_bezier(&s, points);
        collide__strand_chord_of(points, collide__dvec3_of(s.v[1]), chord);
        // The segments of this leaf, or the last of them.
        if (last + 1 < COLLIDE__STRAND_GROUP && (j + 1) % t->leaf && j + 1 < count)
            continue;
        const collide_aabb box = collide__strand_bounds(chord - last, last + 1);
        collide__strand_join(&t->box[t->leaves + j / t->leaf], &box);
    }
    for (size_t i = t->leaves; i-- > 1;) {
        t->box[i] = t->box[2 * i];
        collide__strand_join(&t->box[i], &t->box[2 * i + 1]);
    }
}

static bool collide__strand_cables_of(const collide_cable *b, collide__strand_cables *t) {
    collide__strand other;
    if (!collide__strand_of(b, 0, &other))
        return false;
    t->other = b;
    t->segments = other.segments;
    t->radius = other.radius;
    t->extent = other.extent;
    t->self = false;
    t->neighbours = 0;
    t->holds = 0;
    t->lost = collide__dmul((t->run.span + other.span) + (t->run.extent + other.extent),
                            COLLIDE__STRAND_SLACK);
    t->run.doubt = collide__dmul(t->run.extent + t->extent, COLLIDE__STRAND_DOUBT);
    collide__strand_stretch(t, 0, t->segments);
    return true;
}

// ---- a segment and a cable

// Whether segment j is left out: of one cable, neighbours, and without both, those before.
static bool collide__strand_skip(const collide__strand_cables *t, size_t i, size_t j, bool both) {
    const size_t n = t->segments, d = i < j ? j - i : i - j;
    if (!t->self)
        return false;
    if ((!both && j < i) || d <= t->neighbours)
        return true;
    return t->other->ends == COLLIDE_CABLE_CLOSED && n - d <= t->neighbours;
}

// Takes segment j of the other cable.
static void collide__strand_second(collide__strand_cables *t, size_t j) {
    const collide_spline s = collide__cable_segment(t->other, j);
    const collide__dvec3 from = collide__dvec3_of(s.v[1]);
    collide__dvec3 b[4];
    const double size = collide__strand_bezier(&s, b);
    COLLIDE__WORK(1);
    const collide__dvec3 off = collide__dadd(from, -1, t->run.from);
    t->b = collide__strand_whole(b);
    for (int k = 0; k < 4; ++k)
        t->b.b[k] = collide__dadd(t->b.b[k], 1, off);
    t->sizes = ((t->run.size + t->run.radius) + (size + t->radius)) + collide__dsum_abs(off);
    t->slack = collide__dmul(t->sizes, COLLIDE__STRAND_SLACK);
    t->tolerance = collide__dmul(t->run.extent + t->sizes, COLLIDE__STRAND_TOLERANCE);
    t->number = (uint32_t)j;
}

static void collide__strand_ask_segment(collide__strand_cables *t, size_t j) {
    collide__strand_second(t, j);
    const double before = t->run.here;
    t->run.here = DBL_MAX;
    collide__strand_couple(t);
    if (!t->run.over && t->run.here <= t->run.doubt) {
        const collide_spline s = collide__cable_segment(t->other, j);
        t->run.over = t->run.met = collide_spline_spline(&t->run.spline, &s, NULL);
    }
    t->run.here = before < t->run.here ? before : t->run.here;
}

// The square of twice the distance of the middles of two boxes.
static double collide__strand_middles(const collide_aabb *a, const collide_aabb *b) {
    const collide__dvec3 p = collide__dadd(collide__dvec3_of(a->min), 1, collide__dvec3_of(a->max));
    const collide__dvec3 q = collide__dadd(collide__dvec3_of(b->min), 1, collide__dvec3_of(b->max));
    const collide__dvec3 d = collide__dadd(p, -1, q);
    return collide__ddot(d, d);
}

// Takes n segments in hand. Returns their bounds.
static collide_aabb collide__strand_group(collide__strand_cables *t, size_t first, size_t n) {
    t->first = first;
    t->end = first + n;
    for (size_t i = 0; i < n; ++i) {
        collide__strand_segment(&t->run, first + i);
        collide__strand_chord_of(t->run.b, t->run.from, &t->own[i]);
    }
    return collide__strand_bounds(t->own, n);
}

// Looks for near points of a few segments, each with the segment whose bounds seem to be nearest.
static void collide__strand_glance(collide__strand_cables *t) {
    for (size_t k = 0; k < COLLIDE__STRAND_SEEDS && !t->self && !t->run.over; ++k) {
        collide__dvec3 tangent[2];
        uint32_t node = 1;
        double w, least = DBL_MAX;
        const collide_aabb box =
            collide__strand_group(t, k * (t->run.segments / COLLIDE__STRAND_SEEDS), 1);
        while (node < t->leaves) {
            const collide_aabb *const child = &t->box[2 * node];
            node = 2 * node + (child[1].min.x <= child[1].max.x &&
                               collide__strand_middles(&box, &child[1]) <
                                   collide__strand_middles(&box, &child[0]));
        }
        const size_t from = t->base + (node - t->leaves) * t->leaf;
        size_t j = collide__min_size(from + t->leaf / 2, t->segments - 1);
        for (size_t i = from; t->leaf == COLLIDE__STRAND_GROUP && i < from + t->leaf; ++i) {
            if (i >= t->segments || t->segments > COLLIDE__STRAND_LEAVES)
                break;
            const collide__dvec3 d = collide__dadd(t->own[0].middle, -1, t->chord[i].middle);
            const double square = collide__ddot(d, d);
            j = square < least ? i : j;
            least = collide__dmin(square, least);
        }
        collide__strand_second(t, j);
        const collide__dvec3 e = collide__dadd(t->run.b[3], -1, t->run.b[0]);
        const collide__dvec3 f = collide__dadd(t->b.b[3], -1, t->b.b[0]);
        const double u =
            collide__nearest_segments(e, collide__inverse_or_0(collide__ddot(e, e)),
                                      collide__dadd(t->run.b[0], -1, t->b.b[0]), f, &w);
        if (collide__strand_meet(t, u, w, tangent))
            collide__strand_approach(t, tangent);
    }
}

// Searches the pairs that are held, beginning with a few of the nearest.
static void collide__strand_release(collide__strand_cables *t) {
    for (size_t k = 0; k < t->holds && !t->run.over; ++k) {
        size_t best = k;
        for (size_t m = k + 1; k < COLLIDE__STRAND_SEEDS / 2 && m < t->holds; ++m)
            best = t->held[m].least < t->held[best].least ? m : best;
        const collide__strand_held pair = t->held[best];
        t->held[best] = t->held[k];
        COLLIDE__WORK(1);
        if (pair.least > t->run.limit)
            continue;
        if (t->run.segment != pair.i)
            collide__strand_segment(&t->run, pair.i);
        collide__strand_ask_segment(t, pair.j);
    }
    t->holds = 0;
}

// The least of a segment's points along n, or against it, from the point at s of its chord.
COLLIDE__INLINE double collide__strand_low(const collide__strand_chord *c, collide__dvec3 n,
                                           double along, double s) {
    const double on = collide__dmul(2, collide__dmul(along, collide__ddot(c->half, n)));
    const double off = collide__dmin(collide__dmul(along, collide__ddot(c->off[0], n)),
                                     collide__dmul(along, collide__ddot(c->off[1], n)));
    return collide__dmin(collide__dmul(-s, on), collide__dmul(1 - s, on)) +
           collide__dmul(0.75, collide__dmin(off, 0));
}

// A lower bound of the distance of two segments whose middles are d apart, along the line of the
// nearest points of their chords.
static double collide__strand_apart_of(const collide__strand_chord *a,
                                       const collide__strand_chord *b, collide__dvec3 d) {
    const collide__dvec3 e = collide__dadd(a->half, 1, a->half);
    const collide__dvec3 f = collide__dadd(b->half, 1, b->half);
    collide__dvec3 r = collide__dadd(collide__dadd(d, -1, a->half), 1, b->half);
    double w;
    const double s = collide__nearest_segments(e, a->inverse, r, f, &w);
    r = collide__dadd(collide__dadd(r, s, e), -w, f);
    const double distance = collide__sqrt(collide__ddot(r, r));
    const double less = collide__strand_low(a, r, 1, s) + collide__strand_low(b, r, -1, w);
    return distance > 0 ? distance + collide__ddiv(less, distance) : 0;
}

// Holds segment j of the other cable with those of the segments in hand whose chords may be within
// the limit of its chord.
static void collide__strand_hold(collide__strand_cables *t, size_t j, bool both) {
    const double radii = t->run.radius + t->radius;
    const double reach = collide__dmin(t->run.limit, 1e100) + radii + t->lost;
    const collide__strand_chord *b = &t->chord[j % COLLIDE__STRAND_LEAVES];
    collide__strand_chord alone;
    if (t->segments > COLLIDE__STRAND_LEAVES) {
        collide__dvec3 points[4];
        const collide_spline s = collide__cable_segment(t->other, j);
        collide__strand_bezier(&s, points);
        collide__strand_chord_of(points, collide__dvec3_of(s.v[1]), &alone);
        b = &alone;
    }
    for (size_t i = t->first; i < t->end; ++i) {
        const collide__strand_chord *a = &t->own[i - t->first];
        const collide__dvec3 d = collide__dadd(a->middle, -1, b->middle);
        const double square = collide__ddot(d, d), most = (reach + a->ball) + b->ball;
        COLLIDE__WORK(1);
        if (square > collide__dmul(most, most) || collide__strand_skip(t, i, j, both))
            continue;
        const double less = collide__strand_low(a, d, 1, 0.5) + collide__strand_low(b, d, -1, 0.5);
        if (square + less > collide__dmul(reach, collide__sqrt(square)))
            continue;
        const double gap = collide__strand_apart_of(a, b, d);
        if (gap > reach)
            continue;
        if (t->holds == COLLIDE__STRAND_HELD)
            collide__strand_release(t);
        t->held[t->holds].least = gap - (radii + t->lost);
        t->held[t->holds].i = (uint32_t)i;
        t->held[t->holds++].j = (uint32_t)j;
    }
}

// Some segments and all of the other cable, the nearest bounds first.
static void collide__strand_ask_cable(collide__strand_cables *t, size_t first, size_t n,
                                      bool both) {
    uint32_t stack[2 * COLLIDE__STRAND_LEAVES];
    double square[2 * COLLIDE__STRAND_LEAVES];
    size_t depth = 1;
    const collide_aabb box = collide__strand_group(t, first, n);
    stack[0] = 1;
    square[0] = collide__strand_gap(&box, &t->box[1]);
    while (depth && !t->run.over) {
        const uint32_t node = stack[--depth];
        const double reach = t->run.limit + ((t->run.radius + t->radius) + t->lost);
        COLLIDE__WORK(1);
        if (t->run.limit < 1e100 && square[depth] > collide__dmul(reach, reach))
            continue;
        if (node >= t->leaves) {
            const size_t from = t->base + (node - t->leaves) * t->leaf;
            const size_t end = collide__min_size(from + t->leaf, t->segments);
            for (size_t j = from; j < end && !t->run.over; ++j)
                collide__strand_hold(t, j, both);
            if (!t->run.turned)
                collide__strand_release(t);
            continue;
        }
        const double p = collide__strand_gap(&box, &t->box[2 * node]);
        const double q = collide__strand_gap(&box, &t->box[2 * node + 1]);
        const uint32_t nearer = q < p;
        stack[depth] = 2 * node + !nearer;
        square[depth++] = nearer ? p : q;
        stack[depth] = 2 * node + nearer;
        square[depth++] = nearer ? q : p;
    }
}

// ---- queries

static bool collide__strand_cables_run(collide__strand_cables *t, bool any,
                                       collide_cable_distance *out) {
    t->run.any = any;
    collide__strand_limit(&t->run);
    if (t->run.segments > COLLIDE__STRAND_SEEDS)
        collide__strand_glance(t);
    // Of a long cable a stretch at a time, so that no leaf has more than a few segments.
    const bool whole = t->segments <= COLLIDE__STRAND_STRETCH;
    for (size_t base = 0; base < t->segments && !t->run.over; base += COLLIDE__STRAND_STRETCH) {
        if (!whole)
            collide__strand_stretch(t, base,
                                    collide__min_size(COLLIDE__STRAND_STRETCH, t->segments - base));
        for (size_t i = 0; i < t->run.segments && !t->run.over; i += COLLIDE__STRAND_GROUP)
            collide__strand_ask_cable(
                t, i, collide__min_size(COLLIDE__STRAND_GROUP, t->run.segments - i), false);
    }
    collide__strand_release(t);
    return collide__strand_end(&t->run, out);
}

static bool collide__strand_cables_two(const collide_cable *a, const collide_cable *b, float max,
                                       bool any, collide_cable_distance *out) {
    collide__strand_cables t;
    collide__cable_distance_none(out);
    return collide__strand_of(a, max, &t.run) && collide__strand_cables_of(b, &t) &&
           collide__strand_cables_run(&t, any, out);
}

COLLIDE_API bool collide_cable_cable_distance(const collide_cable *a, const collide_cable *b,
                                              float max, collide_cable_distance *out) {
    return collide__strand_cables_two(a, b, max, false, out);
}

COLLIDE_API bool collide_cable_cable_within(const collide_cable *a, const collide_cable *b,
                                            float margin) {
    return collide__strand_cables_two(a, b, margin, true, NULL);
}

static size_t collide__strand_cables_clear(collide__strand_cables *t, collide_cable_distance *out,
                                           size_t capacity) {
    for (size_t i = 0; i < t->run.segments && i < capacity; ++i) {
        collide__strand_start(&t->run);
        collide__strand_ask_cable(t, i, 1, true);
        collide__strand_release(t);
        collide__strand_clear(&t->run, out);
    }
    return t->run.segments;
}

COLLIDE_API size_t collide_cable_cable_clearances(const collide_cable *a, const collide_cable *b,
                                                  float max, collide_cable_distance *out,
                                                  size_t capacity) {
    collide__strand_cables t;
    COLLIDE_ASSERT(out || !capacity);
    return collide__strand_of(a, max, &t.run) && collide__strand_cables_of(b, &t)
               ? collide__strand_cables_clear(&t, out, capacity)
               : 0;
}

static bool collide__strand_self_of(const collide_cable *a, size_t neighbours, float max,
                                    collide__strand_cables *t) {
    if (!collide__strand_of(a, max, &t->run) || !collide__strand_cables_of(a, t))
        return false;
    t->self = true;
    t->neighbours = neighbours ? neighbours : 1;
    return true;
}

COLLIDE_API bool collide_cable_self_distance(const collide_cable *cable, size_t neighbours,
                                             float max, collide_cable_distance *out) {
    collide__strand_cables t;
    collide__cable_distance_none(out);
    return collide__strand_self_of(cable, neighbours, max, &t) &&
           collide__strand_cables_run(&t, false, out);
}

COLLIDE_API bool collide_cable_self_within(const collide_cable *cable, size_t neighbours,
                                           float margin) {
    collide__strand_cables t;
    return collide__strand_self_of(cable, neighbours, margin, &t) &&
           collide__strand_cables_run(&t, true, NULL);
}

COLLIDE_API size_t collide_cable_self_clearances(const collide_cable *cable, size_t neighbours,
                                                 float max, collide_cable_distance *out,
                                                 size_t capacity) {
    collide__strand_cables t;
    COLLIDE_ASSERT(out || !capacity);
    return collide__strand_self_of(cable, neighbours, max, &t)
               ? collide__strand_cables_clear(&t, out, capacity)
               : 0;
}
#undef COLLIDE__STRAND_LEAVES
#undef COLLIDE__STRAND_STRETCH
#undef COLLIDE__STRAND_SEEDS
#undef COLLIDE__STRAND_GROUP
#undef COLLIDE__STRAND_HELD
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE
