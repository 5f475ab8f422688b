// Cables: what a segment of a B-spline meets, against an oracle that is certified.
//
// Oracle    tests/curves.h: certified bounds of the least distance, down to the rounding of long
//           double; what is left is asked of rationals (GMP).
// Verdicts  Layer 2, boxes, triangles, balls, cylinders, other segments, terrain: what misses is
//           nowhere within the radius, what hits comes within the radius and the bound that >>cable
//           states. Inputs are random, on small grids, straight, in a point, with a cusp, flat; of
//           all sizes; far out; and most with a radius that is the distance, or nearly.
// Intervals and contacts: what >>cable says of them, at hundreds of u.
// Published cables (tests/flatten.py) with boxes and triangles about them.
// Cables as wholes, lists and batches are in test_cable_lists.c.
#include "test.h"

#include "grounds.h"
#include "cables.h"

static size_t undecided; // searches that gave up

// A count of the full tier.
static size_t amount(size_t full) {
    static const size_t parts[3] = {100, 10, 1};
    return full / parts[kinds_tier()] + 1;
}

static bool ask(const collide_spline *a, const struct body *b, collide_cable_contact *out) {
    switch (b->kind) {
    case GROWN_AABB:
        return collide_spline_aabb_near(a, &b->aabb);
    case GROWN_OBB:
        return collide_spline_obb_near(a, &b->obb);
    case AABB:
        return collide_spline_aabb(a, &b->aabb, out);
    case OBB:
        return collide_spline_obb(a, &b->obb, out);
    case TRIANGLE:
        return collide_spline_triangle(a, &b->triangle, out);
    case SPHERE:
        return collide_spline_sphere(a, &b->sphere, out);
    default:
        return collide_spline_cylinder(a, &b->cylinder, out);
    }
}

struct tally {
    size_t n, hits, placed, exact, contacts, intervals, several;
};

static void print(const char *what, const struct tally *t) {
    fprintf(stderr,
            "# %s: %zu queries, %zu hits, %zu with a radius of about the distance, %zu certified "
            "by rationals, %zu contacts, %zu intervals (%zu of two or more)\n",
            what, t->n, t->hits, t->placed, t->exact, t->contacts, t->intervals, t->several);
}

// Whether the verdict is true; returns where the centre line was found to be near.
static double check_verdict(const struct query *q, bool hit, struct tally *t) {
    const struct curve c = curve_of(&q->a, q->a.v[1]);
    const struct shape s = shape_of(&q->b, q->a.v[1]);
    const long double r = c.radius, rounding = ROUNDING * larger(c.reach, s.reach);
    const long double most = r + bound_of(&c, &s) + rounding;
    const struct search near =
        hit ? least(&c, &s, most, most, 0)
            : least(&c, &s, r - s.slack - rounding, r - s.slack - 4 * rounding, 0);
    ++t->n;
    t->hits += hit;
    t->placed += q->placed;
    undecided += !near.decided;
    if (hit)
        CHECK(!near.decided || near.found <= most, "invented: farther by %Lg, allowed %Lg",
              near.found - r, most - r);
    else
        CHECK(near.found > r - s.slack - rounding, "lost: nearer by %Lg at u = %.17Lg",
              r - near.found, near.at);
    if (!has_exact(q->b.kind) || (hit ? t->n % 16 != 0 : near.found > r + 4 * rounding))
        return (double)near.at;
    ++t->exact;
    const bool within = exact_within(&q->a, &q->b, (double)near.at,
                                     hit ? (double)most + (double)rounding : (double)r);
    CHECK(within == hit || !near.decided, "at u = %.17g it is %d, by rationals", (double)near.at,
          within);
    return (double)near.at;
}

// ---- intervals -------------------------------------------------------------------------------

#define MOST 32 // more than a cubic has on six planes

static bool covered(const collide_interval *intervals, size_t n, long double u) {
    for (size_t i = 0; i < n; ++i)
        if (u >= (long double)intervals[i].first && u <= (long double)intervals[i].last)
            return true;
    return false;
}

static void check_intervals(const struct query *q, double deepest, bool near, struct tally *t) {
    const struct curve c = curve_of(&q->a, q->a.v[1]);
    const struct shape s = shape_of(&q->b, q->a.v[1]);
    const long double rounding = ROUNDING * larger(c.reach, s.reach);
    const long double most = c.radius + bound_of(&c, &s) + rounding + 0x1p-24L * c.speed;
    collide_interval all[MOST], few[MOST];
    wide normal;
    const bool obb = q->b.kind == GROWN_OBB;
    const size_t n = obb ? collide_spline_obb_intervals(&q->a, &q->b.obb, all, MOST)
                         : collide_spline_aabb_intervals(&q->a, &q->b.aabb, all, MOST);
    CHECK(n <= MOST && (n > 0) == near, "%zu intervals, near %d", n, near);
    t->intervals += n;
    t->several += n > 1;
    const size_t capacity = n ? n - 1 : 0;
    memset(few, 0x55, sizeof few);
    const size_t same =
        obb ? collide_spline_obb_intervals(&q->a, &q->b.obb, capacity ? few : NULL, capacity)
            : collide_spline_aabb_intervals(&q->a, &q->b.aabb, capacity ? few : NULL, capacity);
    CHECK(same == n && memcmp(few, all, capacity * sizeof *all) == 0 &&
              kinds_bits(few[capacity % MOST].first) == 0x55555555,
          "another list with a capacity of %zu", capacity);
    for (size_t i = 0; i < n; ++i) {
        const float ends[2] = {all[i].first, all[i].last};
        CHECK(ends[0] >= 0 && ends[0] <= ends[1] && ends[1] <= 1 &&
                  (i == 0 || ends[0] > all[i - 1].last),
              "interval %zu goes from %.9g to %.9g", i, (double)ends[0], (double)ends[1]);
        for (int k = 0; k < 2; ++k) {
            const long double d = distance(&s, curve_at(&c, (long double)ends[k]), &normal);
            CHECK(d <= most, "interval %zu ends at %.9g, farther by %Lg", i, (double)ends[k],
                  d - c.radius);
        }
    }
    for (int i = 0; i <= 257; ++i) {
        const long double u = i == 257 ? (long double)deepest : (long double)i / 256;
        const long double d = distance(&s, curve_at(&c, u), &normal);
        const bool in = covered(all, n, u);
        CHECK(in ? d <= most : d > c.radius - s.slack - rounding, "u = %.9Lg is in: %d, %Lg off", u,
              in, d - c.radius);
    }
}

// ---- contacts --------------------------------------------------------------------------------

// Of places that differ by less, of the length, any may be the deepest.
#define NEARLY 0x1p-16L

static bool all_zero(const collide_cable_contact *out) {
    static const collide_cable_contact zero;
    return memcmp(out, &zero, sizeof zero) == 0;
}

static bool same_vec(collide_vec3 a, collide_vec3 b) {
    return magnitude((double)a.x - (double)b.x) < 1e-5 &&
           magnitude((double)a.y - (double)b.y) < 1e-5 &&
           magnitude((double)a.z - (double)b.z) < 1e-5;
}

// What holds of any contact: the normal, u within the interval, point_a on the segment.
static void check_common(const struct query *q, const struct curve *c, long double tolerance,
                         const collide_cable_contact *out) {
    const wide n = from_zero(out->contact.normal), a = seen_from(c->origin, out->contact.point_a);
    const wide b = seen_from(c->origin, out->contact.point_b);
    const wide at = along(curve_at(c, (long double)out->u), -c->radius, n);
    CHECK(size_of(norm(n) - 1) <= 0x1p-21L, "the normal's length is off by %Lg", norm(n) - 1);
    CHECK(out->interval.first >= 0 && out->interval.first <= out->u &&
              out->u <= out->interval.last && out->interval.last <= 1,
          "u = %.9g in %.9g to %.9g", (double)out->u, (double)out->interval.first,
          (double)out->interval.last);
    CHECK(norm(along(a, -1, at)) <= tolerance, "point_a is off by %Lg of %Lg",
          norm(along(a, -1, at)), tolerance);
    CHECK(size_of(inner(along(b, -1, a), n) - (long double)out->contact.depth) <= 3 * tolerance,
          "the points are %Lg apart, depth %g", inner(along(b, -1, a), n),
          (double)out->contact.depth);
    CHECK(out->contact.depth >= 0 && out->contact.feature_a == 0 && out->contact.feature_b == 0,
          "depth %g", (double)out->contact.depth);
}

// Rounding of points to float, and what the bound allows.
static long double tolerance_of(const struct query *q, const struct curve *c,
                                const struct shape *s) {
    const long double extent = larger(c->reach, s->reach) + norm(from_zero(c->origin));
    (void)q;
    return 2 * bound_of(c, s) + s->slack + 0x1p-21L * extent;
}

static void check_contact(const struct query *q, bool hit, double deepest, struct tally *t) {
    const struct curve c = curve_of(&q->a, q->a.v[1]);
    const struct shape s = shape_of(&q->b, q->a.v[1]);
    const long double tolerance = tolerance_of(q, &c, &s);
    const long double rounding = ROUNDING * larger(c.reach, s.reach) + s.slack;
    collide_cable_contact out;
    wide normal;
    memset(&out, 0x55, sizeof out);
    CHECK(ask(&q->a, &q->b, &out) == hit, "hit %d, with a contact not", hit);
    if (!hit) {
        CHECK(all_zero(&out), "a miss writes something");
        return;
    }
    const long double depth = (long double)out.contact.depth;
    const long double u = (long double)out.u;
    const wide p = curve_at(&c, u);
    const long double d = distance(&s, p, &normal);
    if (!(size_of(d) <= (long double)FLT_MAX)) // all space
        return;
    ++t->contacts;
    check_common(q, &c, tolerance, &out);
    CHECK(out.segment == 0 && out.other == 0 && kinds_bits(out.other_u) == 0, "numbers");
    CHECK(size_of(c.radius - d - depth) <= tolerance, "depth %Lg, but %Lg is right, u = %.9Lg",
          depth, c.radius - d, u);
    const wide b = seen_from(c.origin, out.contact.point_b);
    const long double off = distance(&s, b, &normal);
    CHECK(size_of(off) <= tolerance, "point_b is %Lg off the body", off);
    const wide foot = along(p, -d, from_zero(out.contact.normal));
    CHECK(norm(along(b, -1, foot)) <= 2 * tolerance, "the normal does not lead to point_b, by %Lg",
          norm(along(b, -1, foot)));
    for (int i = 0; i <= 401; ++i) {
        const long double v = i == 401 ? (long double)deepest : (long double)i / 400;
        const long double e = distance(&s, curve_at(&c, v), &normal);
        CHECK(c.radius - e <= depth + tolerance + NEARLY * c.length,
              "depth %Lg at u = %.9Lg, %Lg at %.9Lg", depth, u, c.radius - e, v);
        CHECK(e > c.radius - rounding || covered(&out.interval, 1, v),
              "u = %.9Lg not in %.9g to %.9g", v, (double)out.interval.first,
              (double)out.interval.last);
    }
    for (int i = -4; i <= 4; ++i) { // deeper than what is next to it
        const long double v = smaller(larger(u + (long double)i * 0x1p-12L, 0), 1);
        const long double e = distance(&s, curve_at(&c, v), &normal);
        CHECK(c.radius - e <= depth + tolerance, "depth %Lg at u = %.9Lg, %Lg beside it", depth, u,
              c.radius - e);
    }
    const float ends[2] = {out.interval.first, out.interval.last};
    for (int k = 0; k < 2; ++k) {
        const long double e = distance(&s, curve_at(&c, (long double)ends[k]), &normal);
        CHECK(e <= c.radius + tolerance + 0x1p-16L * c.speed,
              "the interval from %.9g to %.9g is too wide, by %Lg", (double)ends[0],
              (double)ends[1], e - c.radius);
    }
}

static void check_query(const struct query *q, struct tally *t) {
    const bool hit = ask(&q->a, &q->b, NULL);
    const double at = check_verdict(q, hit, t);
    if (q->b.kind <= GROWN_OBB)
        check_intervals(q, at, hit, t);
    else if (t->n % 4 == 0)
        check_contact(q, hit, at, t);
    if (q->b.kind == TRIANGLE)
        CHECK(!hit || collide_spline_triangle_near(&q->a, &q->b.triangle), "rejected, but hits");
}

static void check_kind(const char *name, int kind, size_t n, uint64_t seed) {
    inputs_random r = inputs_seed(seed);
    struct tally t = {0, 0, 0, 0, 0, 0, 0};
    all_pieces = undecided = 0;
    for (size_t i = 0; i < n; ++i) {
        struct query q = make_query(&r, kind);
        check_query(&q, &t);
        if (kind > GROWN_OBB)
            continue;
        struct tally exact = t;
        q.b.kind += AABB - GROWN_AABB; // the same asked of the box itself
        check_query(&q, &exact);
        t.contacts = exact.contacts;
        t.exact = exact.exact;
    }
    print(name, &t);
    fprintf(stderr, "# %s: %zu pieces, %zu undecided\n", name, all_pieces, undecided);
    assert_true(undecided <= n / 500 + 1);
    assert_true(t.hits > n / 8 && t.hits < n && t.placed > n / 4);
}

static void test_boxes(void **state) {
    (void)state;
    check_kind("grown aabb", GROWN_AABB, amount(50000), 70);
    check_kind("grown obb", GROWN_OBB, amount(50000), 71);
    check_kind("aabb", AABB, amount(25000), 72);
    check_kind("obb", OBB, amount(25000), 73);
}

static void test_triangles(void **state) {
    (void)state;
    check_kind("triangle", TRIANGLE, amount(20000), 74);
}

static void test_round(void **state) {
    (void)state;
    check_kind("sphere", SPHERE, amount(20000), 75);
    check_kind("cylinder", CYLINDER, amount(20000), 76);
}

// ---- two segments ----------------------------------------------------------------------------

// By halves, at most 80 times. NOLINTNEXTLINE(misc-no-recursion)
static void search_pair(const struct curve *a, const struct curve *b, struct search *t,
                        long double u, long double width, long double v, long double height) {
    const wide zero = {{0, 0, 0}}, d = along(curve_at(a, u), -1, curve_at(b, v));
    const long double far = norm(d);
    ++t->pieces;
    if (far < t->found) {
        t->found = far;
        t->at = u;
    }
    if (t->found <= t->stop)
        return;
    const wide n = along(zero, 1 / far, d);
    const long double fall_a = fall(a, n, u, width), fall_b = fall(b, n, v, height);
    if (far - fall_a - fall_b >= smaller(t->cut, t->found - t->gap))
        return;
    if (width + height < 0x1p-40L || t->pieces > 100000) {
        t->decided = false;
        return;
    }
    for (int half = 0; half < 2; ++half)
        if (fall_a > fall_b)
            search_pair(a, b, t, u + (half ? width : -width) / 4, width / 2, v, height);
        else
            search_pair(a, b, t, u, width, v + (half ? height : -height) / 4, height / 2);
}

static struct search least_of_pair(const struct curve *a, const struct curve *b, long double stop,
                                   long double cut, long double gap) {
    struct search t = {stop, cut, gap, INFINITY, 0, 0, true};
    for (int i = 0; i < 4; ++i) {
        const wide p = curve_at(a, (long double)(i % 2)), q = curve_at(b, (long double)(i >> 1));
        const long double far = norm(along(p, -1, q));
        t.at = far < t.found ? (long double)(i % 2) : t.at;
        t.found = smaller(t.found, far);
    }
    if (!(t.found <= stop))
        search_pair(a, b, &t, 0.5L, 1, 0.5L, 1);
    all_pieces += t.pieces;
    t.decided = t.decided || t.found <= stop;
    return t;
}

static void check_pair(const struct query *q, const collide_spline *b, size_t i, struct tally *t) {
    const struct curve a = curve_of(&q->a, q->a.v[1]), c = curve_of(b, q->a.v[1]);
    const long double r = a.radius + c.radius, extent = larger(a.reach, c.reach);
    const long double bound = 0x1p-21L * (a.length + c.length) + 0x1p-40L * extent;
    const long double rounding = ROUNDING * extent, most = r + bound + rounding;
    const bool hit = collide_spline_spline(&q->a, b, NULL);
    const struct search near = hit ? least_of_pair(&a, &c, most, most, 0)
                                   : least_of_pair(&a, &c, r - rounding, r - 4 * rounding, 0);
    collide_cable_contact out;
    ++t->n;
    t->hits += hit;
    undecided += !near.decided;
    CHECK(hit ? near.found <= most || !near.decided : near.found > r - rounding,
          "hit %d, nearer than the radii by %Lg, bound %Lg", hit, r - near.found, bound);
    memset(&out, 0x55, sizeof out);
    CHECK(collide_spline_spline(&q->a, b, &out) == hit, "hit %d, with a contact not", hit);
    CHECK(hit || all_zero(&out), "a miss writes something");
    if (!hit || i % 4)
        return;
    ++t->contacts;
    const long double tolerance = 2 * bound + 0x1p-21L * (extent + norm(from_zero(a.origin))),
                      other = (long double)out.other_u;
    const wide p = curve_at(&a, (long double)out.u), o = curve_at(&c, other);
    const wide n = from_zero(out.contact.normal);
    const long double depth = r - norm(along(p, -1, o));
    check_common(q, &a, tolerance, &out);
    CHECK(other >= 0 && other <= 1 && out.segment == 0 && out.other == 0, "u of b is %Lg", other);
    CHECK(size_of(depth - (long double)out.contact.depth) <= tolerance, "depth %g, %Lg is right",
          (double)out.contact.depth, depth);
    CHECK(norm(along(seen_from(a.origin, out.contact.point_b), -1, along(o, c.radius, n))) <=
              tolerance,
          "point_b is off");
    for (int k = 0; k <= 40; ++k)
        for (int l = 0; l <= 40; ++l) {
            const long double u = (long double)k / 40;
            const wide d = along(curve_at(&a, u), -1, curve_at(&c, (long double)l / 40));
            CHECK(r - norm(d) <=
                      (long double)out.contact.depth + tolerance + NEARLY * (a.length + c.length),
                  "depth %g at %g and %Lg, %Lg at %d / 40 and %d / 40", (double)out.contact.depth,
                  (double)out.u, other, r - norm(d), k, l);
            CHECK(norm(d) > r - rounding || covered(&out.interval, 1, u),
                  "u = %d / 40 is not in %.9g to %.9g", k, (double)out.interval.first,
                  (double)out.interval.last);
        }
}

static void test_pairs(void **state) {
    inputs_random r = inputs_seed(77);
    struct tally t = {0, 0, 0, 0, 0, 0, 0};
    const size_t n = amount(4000);
    (void)state;
    all_pieces = undecided = 0;
    for (size_t i = 0; i < n; ++i) {
        struct query q = make_query(&r, SPHERE);
        const bool grid = kinds_below(&r, 3) == 0;
        collide_vec3 v[4];
        collide_spline b;
        draw_points(&r, grid, v);
        for (int k = 0; k < 4; ++k)
            b.v[k] = place(&q, v[k]);
        b.radius = kinds_below(&r, 4) ? q.scale * inputs_uniform(&r, 0.001f, 0.4f) : q.a.radius;
        if (kinds_below(&r, 2)) {
            const struct curve a = curve_of(&q.a, q.a.v[1]), c = curve_of(&b, q.a.v[1]);
            const struct search near =
                least_of_pair(&a, &c, 0, INFINITY, 0x1p-26L * larger(a.reach, c.reach));
            const float d = (float)near.found - q.a.radius;
            b.radius = d > 0 ? kinds_float(kinds_bits(d) + kinds_below(&r, 3) - 1) : b.radius;
            t.placed += d > 0;
        }
        check_pair(&q, &b, i, &t);
    }
    print("segments", &t);
    fprintf(stderr, "# segments: %zu pieces, %zu undecided\n", all_pieces, undecided);
    assert_true(undecided <= n / 100 + 1 && t.hits > n / 8 && t.hits < n);
}

// ---- terrain ---------------------------------------------------------------------------------

static struct shape column_of(const ground *g, size_t cell, size_t which, collide_vec3 origin) {
    static const size_t corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}}, {{0, 1, 3}, {0, 3, 2}}};
    const collide_heights *h = &g->grid;
    const wide from = seen_from(origin, h->origin);
    struct shape s;
    memset(&s, 0, sizeof s);
    s.kind = COLUMN;
    for (size_t k = 0; k < 3; ++k) {
        const size_t corner = corners[h->other_diagonal][which][k];
        const size_t i = cell % (h->columns - 1) + corner % 2,
                     j = cell / (h->columns - 1) + corner / 2;
        s.p[k] = from;
        s.p[k].x[0] += (long double)i * (long double)h->dx;
        s.p[k].x[1] += (long double)j * (long double)h->dy;
        s.p[k].x[2] += (long double)g->heights[j * h->columns + i];
        reach_to(&s, s.p[k], 0);
    }
    return s;
}

// All columns without holes.
struct columns {
    struct shape s[256];
    size_t n;
    long double reach;
};

static struct columns columns_of(const ground *g, collide_vec3 origin) {
    static struct columns all;
    const size_t wide_cells = g->grid.columns - 1, cells = wide_cells * (g->grid.rows - 1);
    all.n = 0;
    all.reach = 0;
    for (size_t i = 0; i < 2 * cells; ++i) {
        if (hole_at(g, i / 2 % wide_cells, i / 2 / wide_cells))
            continue;
        struct shape *s = &all.s[all.n++];
        *s = column_of(g, i / 2, i % 2, origin);
        all.reach = larger(all.reach, s->reach);
    }
    return all;
}

static struct search least_of_columns(const struct curve *c, const struct columns *all,
                                      long double stop, long double cut, long double gap) {
    struct search best = {stop, cut, gap, INFINITY, 0, 0, true};
    for (size_t i = 0; i < all->n && !(best.found <= stop); ++i) {
        const struct search t = least(c, &all->s[i], stop, smaller(cut, best.found), gap);
        best.decided = best.decided && t.decided;
        if (t.found < best.found) {
            best.found = t.found;
            best.at = t.at;
        }
    }
    return best;
}

// How deep a ball about p is: below a face, to its plane.
static long double depth_in(const struct shape *column, wide p, long double r) {
    const wide *v = column->p, zero = {{0, 0, 0}};
    wide n;
    const long double d = distance(column, p, &n);
    if (d > 0)
        return r - d;
    n = across(along(v[1], -1, v[0]), along(v[2], -1, v[0]));
    return r - inner(along(zero, (n.x[2] > 0 ? 1 : -1) / norm(n), n), along(p, -1, v[0]));
}

// Below where columns meet, their planes differ: a hair away it is the one or the other.
static bool may_be_deep(const struct columns *all, wide p, long double r, long double depth,
                        long double tolerance) {
    long double outside = -INFINITY;
    wide n;
    for (size_t i = 0; i < all->n; ++i) {
        wide below = p;
        const long double here = depth_in(&all->s[i], p, r);
        if (distance(&all->s[i], p, &n) <= tolerance) {
            for (int k = 0; k < 2; ++k) // into the column
                below.x[k] +=
                    0x1p-10L *
                    ((all->s[i].p[0].x[k] + all->s[i].p[1].x[k] + all->s[i].p[2].x[k]) / 3 -
                     p.x[k]);
            const long double inside = depth_in(&all->s[i], below, r);
            if (inside > r && size_of(inside - depth) <= 0x1p-8L * (inside + r))
                return true;
        }
        outside = larger(outside, here);
    }
    return size_of(outside - depth) <= tolerance;
}

static void check_terrain(const struct query *q, const ground *g, size_t number, struct tally *t) {
    const struct curve c = curve_of(&q->a, q->a.v[1]);
    const struct columns all = columns_of(g, q->a.v[1]);
    const long double extent = larger(c.reach, all.reach), rounding = ROUNDING * extent;
    const long double bound = 0x1p-21L * c.length + 0x1p-40L * extent;
    const long double most = c.radius + bound + rounding;
    const bool hit = collide_spline_terrain(&q->a, g->terrain, NULL);
    const struct search near =
        hit ? least_of_columns(&c, &all, most, most, 0)
            : least_of_columns(&c, &all, c.radius - rounding, c.radius - 4 * rounding, 0);
    collide_cable_contact out;
    ++t->n;
    t->hits += hit;
    undecided += !near.decided;
    CHECK(hit ? near.found <= most || !near.decided : near.found > c.radius - rounding,
          "hit %d, nearer than the radius by %Lg at u = %.17Lg, bound %Lg", hit,
          c.radius - near.found, near.at, bound);
    memset(&out, 0x55, sizeof out);
    CHECK(collide_spline_terrain(&q->a, g->terrain, &out) == hit, "with a contact not %d", hit);
    CHECK(hit || all_zero(&out), "a miss writes something");
    if (!hit || number % 4)
        return;
    ++t->contacts;
    const long double tolerance = 2 * bound + 0x1p-21L * (extent + norm(from_zero(c.origin)));
    const long double depth = (long double)out.contact.depth;
    check_common(q, &c, tolerance, &out);
    CHECK(out.contact.normal.z >= 0, "the normal looks down");
    CHECK(may_be_deep(&all, curve_at(&c, (long double)out.u), c.radius, depth, 4 * tolerance),
          "depth %Lg at u = %.9g", depth, (double)out.u);
    for (int i = 0; i <= 100; ++i) {
        const long double u = (long double)i / 100;
        const wide p = curve_at(&c, u);
        long double here = -INFINITY;
        for (size_t k = 0; k < all.n; ++k)
            here = larger(here, depth_in(&all.s[k], p, c.radius));
        CHECK(here <= depth + 4 * tolerance + NEARLY * c.length,
              "depth %Lg at %.9g, but %Lg at %.9Lg", depth, (double)out.u, here, u);
        CHECK(here < rounding || covered(&out.interval, 1, u),
              "%Lg deep at %.9Lg not in the interval", here, u);
    }
}

static void test_terrain(void **state) {
    inputs_random r = inputs_seed(78);
    struct tally t = {0, 0, 0, 0, 0, 0, 0};
    const size_t n = amount(4000);
    (void)state;
    all_pieces = undecided = 0;
    for (size_t round = 0; round < n / 20 + 1; ++round) {
        static const float scales[4] = {1, 1e-3f, 30, 1e3f};
        const float scale = scales[kinds_below(&r, 4)];
        const float far = kinds_below(&r, 3) ? 0 : 0x1p17f * scale;
        ground g = make_ground(&r, (int)kinds_below(&r, GROUND_COUNT), 3 + kinds_below(&r, 7),
                               3 + kinds_below(&r, 7), scale, far);
        for (size_t i = 0; i < 20; ++i) {
            struct query q;
            memset(&q, 0, sizeof q);
            const collide_cylinder c =
                make_cylinder(&r, &g, (int)kinds_below(&r, POSE_COUNT), scale);
            const float lift = kinds_below(&r, 8) ? 0 : -20 * scale;
            draw_points(&r, false, q.a.v);
            for (int k = 0; k < 4; ++k)
                q.a.v[k] =
                    vec(c.center.x + 3 * scale * q.a.v[k].x, c.center.y + 3 * scale * q.a.v[k].y,
                        c.center.z + lift + scale * q.a.v[k].z);
            q.a.radius = scale * inputs_uniform(&r, 0.01f, 1);
            if (kinds_below(&r, 2)) {
                const struct curve a = curve_of(&q.a, q.a.v[1]);
                const struct columns all = columns_of(&g, q.a.v[1]);
                const struct search near =
                    least_of_columns(&a, &all, 0, INFINITY, 0x1p-36L * scale);
                const float d = near.found < (long double)FLT_MAX ? (float)near.found : 0;
                t.placed += d > 0;
                q.a.radius =
                    d > 0 ? kinds_float(kinds_bits(d) + kinds_below(&r, 3) - 1) : q.a.radius;
            }
            q.b.kind = SPHERE; // for say()
            check_terrain(&q, &g, i, &t);
        }
        release(&g);
    }
    print("terrain", &t);
    fprintf(stderr, "# terrain: %zu pieces, %zu undecided\n", all_pieces, undecided);
    assert_true(t.hits > t.n / 8 && t.hits < t.n);
}

// ---- by hand ---------------------------------------------------------------------------------

static void test_examples(void **state) {
    const collide_spline a = {{{0, 0, 0}, {6, 0, 0}, {12, 0, 0}, {18, 0, 0}}, 1}; // x from 6 to 12
    const collide_aabb b = {{8, 1, -1}, {10, 2, 1}};
    const collide_triangle up = {{{7, -3, 0.5f}, {11, -3, 0.5f}, {9, 5, 0.5f}}};
    const collide_triangle crossed = {{{9, -3, -3}, {9, 5, -3}, {9, 0, 9}}};
    collide_interval interval[2];
    collide_cable_contact out;
    (void)state;
    assert_int_equal(collide_spline_aabb_intervals(&a, &b, interval, 2), 1);
    assert_true(magnitude((double)interval[0].first - 1.0 / 6) < 0x1p-19 &&
                magnitude((double)interval[0].last - 5.0 / 6) < 0x1p-19);
    assert_true(collide_spline_aabb(&a, &b, &out));
    assert_true(same_vec(out.contact.normal, vec(0, -1, 0)) && out.contact.depth < 1e-5f);
    collide_spline thin = a;
    thin.radius = 0.99999f;
    assert_false(collide_spline_aabb(&thin, &b, &out));
    assert_true(all_zero(&out));
    assert_true(collide_spline_triangle(&a, &up, &out));
    assert_true(same_vec(out.contact.normal, vec(0, 0, -1)) &&
                magnitude((double)out.contact.depth - 0.5) < 1e-5);
    assert_true(collide_spline_triangle(&a, &crossed, &out));
    assert_true(same_vec(out.contact.normal, vec(1, 0, 0)) &&
                magnitude((double)out.contact.depth - 1) < 1e-5 &&
                magnitude((double)out.u - 0.5) < 1e-5);
    for (int k = 0; k < 13; ++k) {
        static const float poor[3] = {NAN, INFINITY, -INFINITY};
        for (int i = 0; i < 3; ++i) {
            collide_spline bad = a;
            (&bad.v[0].x)[k] = poor[i];
            struct query q;
            memset(&q, 0, sizeof q);
            q.a = bad;
            q.b.aabb = b;
            q.b.obb = collide_obb_from_aabb(&b);
            q.b.triangle = up;
            q.b.sphere = (collide_sphere){{9, 0, 0}, 1};
            q.b.cylinder = (collide_cylinder){{9, 0, 0}, {0, 0, 1}, 1, 1};
            for (q.b.kind = 0; q.b.kind <= CYLINDER; ++q.b.kind) {
                memset(&out, 0x55, sizeof out);
                assert_false(ask(&bad, &q.b, &out));
                assert_true(q.b.kind <= GROWN_OBB || all_zero(&out));
                q.a = a;
                assert_true(ask(&q.a, &q.b, NULL));
                float *x = q.b.kind == TRIANGLE   ? &q.b.triangle.v[0].x
                           : q.b.kind == SPHERE   ? &q.b.sphere.center.x
                           : q.b.kind == CYLINDER ? &q.b.cylinder.center.x
                                                  : &q.b.obb.center.x;
                if (q.b.kind == AABB || q.b.kind == GROWN_AABB)
                    continue;
                const float kept = x[k % 4];
                x[k % 4] = poor[i];
                assert_false(ask(&q.a, &q.b, NULL));
                x[k % 4] = kept;
            }
            assert_false(collide_spline_spline(&a, &bad, NULL));
            assert_int_equal(collide_spline_aabb_intervals(&bad, &b, NULL, 0), 0);
        }
    }
    for (int k = 0; k < 6; ++k) {
        collide_aabb bad = b;
        (&bad.min.x)[k] = NAN;
        assert_false(collide_spline_aabb(&a, &bad, NULL) || collide_spline_aabb_near(&a, &bad));
        bad = b;
        (&bad.min.x)[k] = k < 3 ? 20 : -20; // empty
        assert_false(collide_spline_aabb(&a, &bad, NULL) || collide_spline_aabb_near(&a, &bad));
    }
    const float radii[3] = {0, -1, -0.0f};
    for (int i = 0; i < 3; ++i) {
        thin.radius = radii[i];
        assert_false(collide_spline_triangle(&thin, &crossed, NULL));
    }
    assert_false(collide_spline_terrain(&a, NULL, NULL));
}

// ---- published -------------------------------------------------------------------------------

static void test_published(void **state) {
    FILE *file = open_data("cables.txt");
    inputs_random r = inputs_seed(80);
    struct tally t = {0, 0, 0, 0, 0, 0, 0};
    const size_t count = read_count(file);
    (void)state;
    all_pieces = undecided = 0;
    for (size_t i = 0; i < count; ++i) {
        collide_cable cable = {NULL, read_count(file), 0, 0, COLLIDE_CABLE_OPEN};
        read_floats(file, &cable.radius, 1);
        collide_vec3 *p = (collide_vec3 *)allocate(cable.count, sizeof *p);
        for (size_t k = 0; k < cable.count; ++k)
            p[k] = read_vec3(file);
        cable.points = p;
        for (cable.ends = 0; cable.ends < 3; ++cable.ends)
            for (size_t k = 0; k < collide_cable_segment_count(&cable); ++k)
                for (size_t round = 0; round < amount(20); ++round) {
                    struct query q;
                    memset(&q, 0, sizeof q);
                    q.a = collide_cable_segment(&cable, k);
                    const struct curve c = curve_of(&q.a, q.a.v[1]);
                    const int body_kinds[4] = {GROWN_AABB, AABB, OBB, TRIANGLE};
                    q.scale = 0.3f * (float)c.length + cable.radius;
                    draw_body(&r, &q, body_kinds[kinds_below(&r, 4)], false, vec(0, 0, 0));
                    // From about 0 to about the cable, a radius or less away.
                    const float u = inputs_uniform(&r, 0, 1);
                    const collide_vec3 at = collide_spline_point(&q.a, u, NULL);
                    const collide_vec3 to = combine(at, 2 * cable.radius, inputs_vec3(&r, -1, 1));
                    q.b.aabb.min = combine(q.b.aabb.min, 1, to);
                    q.b.aabb.max = combine(q.b.aabb.max, 1, to);
                    q.b.obb.center = combine(q.b.obb.center, 1, to);
                    for (int j = 0; j < 3; ++j)
                        q.b.triangle.v[j] = combine(q.b.triangle.v[j], 1, to);
                    if (kinds_below(&r, 2))
                        place_radius(&r, &q);
                    check_query(&q, &t);
                }
        free(p);
    }
    close_data(file);
    print("published cables", &t);
    assert_true(undecided <= t.n / 500 + 1 && t.hits > t.n / 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),  cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_triangles), cmocka_unit_test(test_round),
        cmocka_unit_test(test_pairs),     cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_published),
    };
    exact_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
