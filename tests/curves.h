// How far the centre line of a segment is from a body: certified bounds in long double, and
// rationals for what is closer than its rounding. Call exact_init() once.
//
// The distance to a body changes no faster than the point moves; and that to a plane which has all
// of a convex body behind it is no more than that to the body. So a piece of the centre line has a
// lower bound from its middle, which comes near as the square of its width. Bodies are written down
// anew here, from >>vocabulary.
#ifndef CURVES_H
#define CURVES_H

#include "test.h"

#include "points.h"

#include <gmp.h>

// ---- long double -----------------------------------------------------------------------------

typedef struct wide {
    long double x[3];
} wide;

static inline wide along(wide a, long double s, wide b) {
    for (int k = 0; k < 3; ++k)
        a.x[k] += s * b.x[k];
    return a;
}

static inline long double inner(wide a, wide b) {
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline wide across(wide a, wide b) {
    wide r;
    for (int k = 0; k < 3; ++k)
        r.x[k] = a.x[(k + 1) % 3] * b.x[(k + 2) % 3] - a.x[(k + 2) % 3] * b.x[(k + 1) % 3];
    return r;
}

static inline long double larger(long double a, long double b) {
    return a > b ? a : b;
}

static inline long double smaller(long double a, long double b) {
    return a < b ? a : b;
}

static inline long double size_of(long double x) {
    return x < 0 ? -x : x;
}

static inline long double wide_root(long double x) { // half the exponent, then Newton's
    double seed = (double)x;
    uint64_t bits;
    if (!(x > 1e-290L))
        return 0;
    memcpy(&bits, &seed, sizeof bits);
    bits = (bits >> 1) + 0x1ff8000000000000u;
    memcpy(&seed, &bits, sizeof seed);
    long double r = (long double)seed;
    for (int i = 0; i < 5; ++i)
        r = 0.5L * (r + x / r);
    return r;
}

static inline long double norm(wide a) {
    return wide_root(inner(a, a));
}

static inline wide seen_from(collide_vec3 origin, collide_vec3 p) {
    const wide r = {{(long double)p.x - (long double)origin.x,
                     (long double)p.y - (long double)origin.y,
                     (long double)p.z - (long double)origin.z}};
    return r;
}

static inline wide from_zero(collide_vec3 p) {
    return seen_from(vec(0, 0, 0), p);
}

// Rounding of distances in long double is less than this part of the largest coordinate.
#define ROUNDING (256 * LDBL_EPSILON)

// ---- centre lines ----------------------------------------------------------------------------

// As seen from origin: c0 + c1 u + c2 u^2 + c3 u^3.
struct curve {
    collide_vec3 origin;
    wide c[4];
    long double radius, length, speed, reach; // reach: the largest coordinate
};

static inline struct curve curve_of(const collide_spline *a, collide_vec3 origin) {
    struct curve r;
    wide v[4];
    memset(&r, 0, sizeof r);
    r.origin = origin;
    r.radius = r.reach = (long double)a->radius;
    for (int i = 0; i < 4; ++i) {
        v[i] = seen_from(origin, a->v[i]);
        for (int k = 0; k < 3; ++k)
            r.reach = larger(r.reach, size_of(v[i].x[k]) + r.radius);
        if (i > 0) {
            const long double side = norm(along(v[i], -1, v[i - 1]));
            r.length += side;
            r.speed = larger(r.speed, side);
        }
    }
    for (int k = 0; k < 3; ++k) {
        const long double a0 = v[0].x[k] - v[1].x[k], a2 = v[2].x[k] - v[1].x[k];
        r.c[0].x[k] = v[1].x[k] + (a0 + a2) / 6;
        r.c[1].x[k] = (a2 - a0) / 2;
        r.c[2].x[k] = (a0 + a2) / 2;
        r.c[3].x[k] = (v[3].x[k] - v[2].x[k] - 2 * a2 - a0) / 6;
    }
    return r;
}

static inline wide curve_at(const struct curve *c, long double u) {
    return along(c->c[0], u, along(c->c[1], u, along(c->c[2], u, c->c[3])));
}

static inline wide tangent_at(const struct curve *c, long double u) {
    return along(c->c[1], 2 * u, along(c->c[2], 1.5L * u, c->c[3]));
}

// By how much n.C falls below its value at u = m on a piece of that width: by the tangent, and by
// the most that it bends, which is at an end since the second derivative is linear.
static inline long double fall(const struct curve *c, wide n, long double m, long double width) {
    const long double a = 2 * inner(n, c->c[2]) + 6 * m * inner(n, c->c[3]);
    const long double b = 3 * width * inner(n, c->c[3]);
    return width / 2 * size_of(inner(n, tangent_at(c, m))) +
           width * width / 8 * (size_of(a) + size_of(b));
}

// What counts besides of boxes with axes and cylinders, of their size and the radius.
#define LOOSE 0x1p-17L

// ---- bodies ----------------------------------------------------------------------------------

// Grown ones by layer 2: the distance is the farthest of the axes'. A column: a triangle and all
// below it.
enum { GROWN_AABB, GROWN_OBB, AABB, OBB, TRIANGLE, SPHERE, CYLINDER, COLUMN };

struct body {
    int kind;
    collide_aabb aabb;
    collide_obb obb;
    collide_triangle triangle;
    collide_sphere sphere;
    collide_cylinder cylinder;
};

// The same as seen from V1; slack is what may count either way, as axes are not quite of length 1.
struct shape {
    int kind;
    wide p[3], center; // corners or axes
    long double lo[3], hi[3], radius, half, reach, slack, extra;
};

static inline void reach_to(struct shape *s, wide p, long double r) {
    for (int k = 0; k < 3; ++k)
        if (size_of(p.x[k]) <= (long double)FLT_MAX)
            s->reach = larger(s->reach, size_of(p.x[k]) + r);
}

static inline struct shape shape_of(const struct body *b, collide_vec3 origin) {
    struct shape s;
    memset(&s, 0, sizeof s);
    s.kind = b->kind;
    if (b->kind == GROWN_AABB || b->kind == AABB) {
        const wide lo = seen_from(origin, b->aabb.min), hi = seen_from(origin, b->aabb.max);
        for (int k = 0; k < 3; ++k) {
            s.p[k].x[k] = 1;
            s.lo[k] = lo.x[k];
            s.hi[k] = hi.x[k];
        }
        reach_to(&s, lo, 0);
        reach_to(&s, hi, 0);
    } else if (b->kind == GROWN_OBB || b->kind == OBB) {
        const wide half = from_zero(b->obb.half);
        s.center = seen_from(origin, b->obb.center);
        for (int k = 0; k < 3; ++k) {
            s.p[k] = from_zero(b->obb.axis[k]);
            s.lo[k] = -half.x[k];
            s.hi[k] = half.x[k];
            s.extra += LOOSE * (half.x[k] + LDBL_MIN);
        }
        reach_to(&s, s.center, norm(half));
        if (b->kind == GROWN_OBB)
            s.slack = 0x1p-21L * (norm(half) + norm(s.center));
    } else if (b->kind == TRIANGLE) {
        for (int k = 0; k < 3; ++k) {
            s.p[k] = seen_from(origin, b->triangle.v[k]);
            reach_to(&s, s.p[k], 0);
        }
    } else if (b->kind == SPHERE) {
        s.center = seen_from(origin, b->sphere.center);
        s.radius = (long double)b->sphere.radius;
        reach_to(&s, s.center, s.radius);
    } else {
        s.center = seen_from(origin, b->cylinder.center);
        s.radius = (long double)b->cylinder.radius;
        s.half = (long double)b->cylinder.height / 2;
        s.p[0] = from_zero(b->cylinder.axis);
        s.slack = size_of(norm(s.p[0]) - 1) * s.half;
        s.p[0] = along(s.p[1], 1 / norm(s.p[0]), s.p[0]); // p[1] is 0
        s.extra = LOOSE * (s.radius + 2 * s.half);
        reach_to(&s, s.center, s.radius + s.half);
    }
    return s;
}

static inline wide on_segment(wide a, wide b, wide p) {
    const wide e = along(b, -1, a);
    const long double square = inner(e, e), t = inner(along(p, -1, a), e);
    return t <= 0 || !(square > 0) ? a : t >= square ? b : along(a, t / square, e);
}

static inline wide nearer(wide p, wide a, wide b) {
    const wide d = along(p, -1, a), e = along(p, -1, b);
    return inner(d, d) <= inner(e, e) ? a : b;
}

static inline wide on_triangle(const wide *v, wide p) {
    const wide e = along(v[1], -1, v[0]), f = along(v[2], -1, v[0]), d = along(p, -1, v[0]);
    const wide n = across(e, f);
    const long double square = inner(n, n);
    const long double s = inner(across(d, f), n), t = inner(across(e, d), n);
    wide q = nearer(p, on_segment(v[0], v[1], p), on_segment(v[1], v[2], p));
    q = nearer(p, q, on_segment(v[2], v[0], p));
    if (square > 0 && s >= 0 && t >= 0 && s + t <= square)
        q = nearer(p, along(along(v[0], s / square, e), t / square, f), q);
    return q;
}

// The point of a box with nearly orthogonal axes, one coordinate after the other, until they stay.
static inline wide on_box(const struct shape *s, wide p) {
    long double t[3] = {0, 0, 0};
    for (int i = 0; i < 12; ++i) {
        const int k = i % 3, l = (i + 1) % 3, m = (i + 2) % 3;
        const wide d = along(along(along(p, -1, s->center), -t[l], s->p[l]), -t[m], s->p[m]);
        t[k] = smaller(larger(inner(d, s->p[k]) / inner(s->p[k], s->p[k]), s->lo[k]), s->hi[k]);
    }
    return along(along(along(s->center, t[0], s->p[0]), t[1], s->p[1]), t[2], s->p[2]);
}

static inline wide on_column(const struct shape *s, wide p) {
    wide q = on_triangle(s->p, p);
    int left = 0, right = 0;
    for (int k = 0; k < 3; ++k) {
        const wide a = s->p[k], b = s->p[(k + 1) % 3];
        wide flat_a = a, flat_b = b, flat_p = p;
        flat_a.x[2] = flat_b.x[2] = flat_p.x[2] = 0;
        const wide e = along(flat_b, -1, flat_a), d = along(flat_p, -1, flat_a);
        const long double side = across(e, d).x[2];
        left += side >= 0;
        right += side <= 0;
        wide wall = on_segment(flat_a, flat_b, flat_p);
        const wide f = along(wall, -1, flat_a);
        const long double top = a.x[2] + (b.x[2] - a.x[2]) * norm(f) / norm(e);
        wall.x[2] = smaller(p.x[2], top);
        q = nearer(p, wall, q);
    }
    if (left == 3 || right == 3) { // over or under it
        const wide n = across(along(s->p[1], -1, s->p[0]), along(s->p[2], -1, s->p[0]));
        if (inner(n, along(p, -1, s->p[0])) * n.x[2] <= 0)
            return p;
    }
    return q;
}

// The distance of p; within a body how far it is from outside, less than 0. Outside, *n becomes the
// unit vector from the body, along which it is.
static inline long double distance(const struct shape *s, wide p, wide *n) {
    const wide d = along(p, -1, s->center);
    long double inside = -INFINITY;
    wide q = p;
    if (s->kind <= OBB)
        for (int k = 0; k < 3; ++k) {
            const long double x = inner(d, s->p[k]);
            inside = larger(inside, larger(s->lo[k] - x, x - s->hi[k]));
        }
    if (s->kind <= GROWN_OBB)
        return inside;
    if (s->kind == SPHERE) {
        inside = norm(d) - s->radius;
        *n = inside > 0 ? along(s->p[0], 1 / norm(d), d) : s->p[0];
        return inside;
    }
    if (s->kind <= OBB)
        q = on_box(s, p);
    if (s->kind == TRIANGLE)
        q = on_triangle(s->p, p);
    if (s->kind == COLUMN)
        q = on_column(s, p);
    if (s->kind == CYLINDER) {
        const long double z = inner(d, s->p[0]);
        const wide radial = along(d, -z, s->p[0]);
        const long double r = norm(radial), scale = r > s->radius ? s->radius / r : 1;
        inside = larger(r - s->radius, size_of(z) - s->half);
        q = along(along(s->center, smaller(larger(z, -s->half), s->half), s->p[0]), scale, radial);
    }
    wide away = along(p, -1, q), zero = {{0, 0, 0}};
    const long double far = norm(away);
    *n = far > 0 ? along(zero, 1 / far, away) : zero;
    if (s->kind == COLUMN && n->x[2] < 0)
        n->x[2] = 0; // rounding
    if (s->kind == TRIANGLE || s->kind == COLUMN)
        return far;
    return inside > 0 || far > ROUNDING * s->reach ? far : inside;
}

// The largest n.x of a body.
static inline long double support(const struct shape *s, wide n) {
    long double most = -INFINITY, sum = inner(n, s->center);
    if (s->kind == TRIANGLE || s->kind == COLUMN) {
        for (int k = 0; k < 3; ++k)
            most = larger(most, inner(n, s->p[k]));
        return most;
    }
    if (s->kind == SPHERE)
        return sum + s->radius * norm(n);
    if (s->kind == CYLINDER) {
        const long double z = inner(n, s->p[0]);
        return sum + size_of(z) * s->half + s->radius * norm(along(n, -z, s->p[0]));
    }
    for (int k = 0; k < 3; ++k) {
        const long double x = inner(n, s->p[k]);
        sum += x > 0 ? x * s->hi[k] : x < 0 ? x * s->lo[k] : 0;
    }
    return sum;
}

// ---- the least distance ----------------------------------------------------------------------

// Stops at once where the distance is at most stop; leaves out what is farther than cut, and what
// is not nearer than found by gap. decided: no piece was given up.
struct search {
    long double stop, cut, gap, found, at;
    size_t pieces;
    bool decided;
};

static size_t all_pieces; // of all searches

// By halves, at most 44 times. NOLINTNEXTLINE(misc-no-recursion)
static inline void search_piece(const struct curve *c, const struct shape *s, struct search *t,
                                long double m, long double width) {
    const wide p = curve_at(c, m);
    wide n = {{0, 0, 0}};
    const long double d = distance(s, p, &n), speed = norm(tangent_at(c, m));
    const long double bend = norm(along(c->c[2], 3 * m, c->c[3])) * 2 + 3 * width * norm(c->c[3]);
    ++t->pieces;
    if (d < t->found) {
        t->found = d;
        t->at = m;
    }
    if (t->found <= t->stop)
        return;
    long double low = d - 1.000001L * (width / 2 * speed + width * width / 8 * bend);
    if (s->kind > GROWN_OBB && d > 0)
        low = larger(low, inner(n, p) - support(s, n) - fall(c, n, m, width));
    for (int k = 0; k < 6 && s->kind <= GROWN_OBB; ++k) {
        const wide axis = along(n, k < 3 ? -1 : 1, s->p[k % 3]); // n is 0
        const long double end = k < 3 ? -s->lo[k] : s->hi[k - 3];
        low = larger(low, inner(axis, along(p, -1, s->center)) - end - fall(c, axis, m, width));
    }
    if (low >= smaller(t->cut, t->found - t->gap))
        return;
    if (width < 0x1p-44L || t->pieces > 20000) {
        t->decided = false;
        return;
    }
    const long double quarter = inner(n, tangent_at(c, m)) > 0 ? -width / 4 : width / 4;
    search_piece(c, s, t, m + quarter, width / 2);
    if (!(t->found <= t->stop))
        search_piece(c, s, t, m - quarter, width / 2);
}

static inline struct search least(const struct curve *c, const struct shape *s, long double stop,
                                  long double cut, long double gap) {
    struct search t = {stop, cut, gap, INFINITY, 0, 0, true};
    for (int end = 0; end < 2; ++end) { // a piece around the end, of no width
        struct search end_only = t;
        end_only.cut = -INFINITY;
        search_piece(c, s, &end_only, (long double)end, 0);
        if (end_only.found < t.found) {
            t.found = end_only.found;
            t.at = end_only.at;
        }
    }
    if (!(t.found <= stop))
        search_piece(c, s, &t, 0.5L, 1);
    all_pieces += t.pieces;
    t.decided = t.decided || t.found <= stop;
    return t;
}

// What >>cable allows beyond the radius.
static inline long double bound_of(const struct curve *c, const struct shape *s) {
    return 0x1p-21L * c->length + 0x1p-40L * larger(c->reach, s->reach) + s->extra +
           (s->extra > 0 ? LOOSE * c->radius : 0);
}

// ---- rationals -------------------------------------------------------------------------------

static mpq_t exact_p[3], exact_a[3], exact_e[3], exact_f[3], exact_n[3], exact_d[3], exact_least,
    exact_s, exact_t, exact_u, exact_v, exact_w;

static inline void exact_init(void) {
    mpq_t *vectors[6] = {exact_p, exact_a, exact_e, exact_f, exact_n, exact_d};
    for (int i = 0; i < 18; ++i)
        mpq_init(vectors[i / 3][i % 3]);
    mpq_inits(exact_least, exact_s, exact_t, exact_u, exact_v, exact_w, NULL);
}

// out = x . y
static inline void exact_dot(mpq_t out, mpq_t *x, mpq_t *y) {
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; ++k) {
        mpq_mul(exact_w, x[k], y[k]);
        mpq_add(out, out, exact_w);
    }
}

// out = x x y
static inline void exact_cross(mpq_t *out, mpq_t *x, mpq_t *y) {
    for (int k = 0; k < 3; ++k) {
        mpq_mul(out[k], x[(k + 1) % 3], y[(k + 2) % 3]);
        mpq_mul(exact_w, x[(k + 2) % 3], y[(k + 1) % 3]);
        mpq_sub(out[k], out[k], exact_w);
    }
}

// out = p - q of floats, or with q NULL p
static inline void exact_difference(mpq_t *out, collide_vec3 p, const collide_vec3 *q) {
    const float x[3] = {p.x, p.y, p.z}, y[3] = {q ? q->x : 0, q ? q->y : 0, q ? q->z : 0};
    for (int k = 0; k < 3; ++k) {
        mpq_set_d(out[k], (double)x[k]);
        mpq_set_d(exact_w, (double)y[k]);
        mpq_sub(out[k], out[k], exact_w);
    }
}

// exact_p = C(u)
static inline void exact_point(const collide_spline *a, double u) {
    static const int weights[4][4] = {{1, -3, 3, -1}, {4, 0, -6, 3}, {1, 3, 3, -3}, {0, 0, 0, 1}};
    mpq_set_d(exact_u, u);
    for (int k = 0; k < 3; ++k)
        mpq_set_ui(exact_p[k], 0, 1);
    for (int i = 0; i < 4; ++i) {
        mpq_set_ui(exact_s, 0, 1);
        for (int j = 3; j >= 0; --j) {
            mpq_mul(exact_s, exact_s, exact_u);
            mpq_set_si(exact_w, weights[i][j], 6);
            mpq_canonicalize(exact_w);
            mpq_add(exact_s, exact_s, exact_w);
        }
        exact_difference(exact_d, a->v[i], NULL);
        for (int k = 0; k < 3; ++k) {
            mpq_mul(exact_d[k], exact_d[k], exact_s);
            mpq_add(exact_p[k], exact_p[k], exact_d[k]);
        }
    }
}

// exact_least becomes the square of the distance of exact_p to an edge, if that is less.
static inline void exact_edge(const collide_vec3 *a, const collide_vec3 *b) {
    exact_difference(exact_e, *b, a);
    exact_difference(exact_d, *a, NULL);
    for (int k = 0; k < 3; ++k)
        mpq_sub(exact_d[k], exact_p[k], exact_d[k]);
    exact_dot(exact_s, exact_d, exact_e);
    exact_dot(exact_t, exact_e, exact_e);
    if (mpq_sgn(exact_s) > 0) {
        if (mpq_cmp(exact_s, exact_t) >= 0)
            mpq_set_ui(exact_s, 1, 1);
        else
            mpq_div(exact_s, exact_s, exact_t);
        for (int k = 0; k < 3; ++k) {
            mpq_mul(exact_e[k], exact_e[k], exact_s);
            mpq_sub(exact_d[k], exact_d[k], exact_e[k]);
        }
    }
    exact_dot(exact_s, exact_d, exact_d);
    if (mpq_sgn(exact_least) < 0 || mpq_cmp(exact_s, exact_least) < 0)
        mpq_set(exact_least, exact_s);
}

static inline void exact_triangle(const collide_triangle *b) {
    mpq_set_si(exact_least, -1, 1);
    for (int k = 0; k < 3; ++k)
        exact_edge(&b->v[k], &b->v[(k + 1) % 3]);
    exact_difference(exact_e, b->v[1], &b->v[0]);
    exact_difference(exact_f, b->v[2], &b->v[0]);
    exact_cross(exact_n, exact_e, exact_f);
    exact_difference(exact_d, b->v[0], NULL);
    for (int k = 0; k < 3; ++k)
        mpq_sub(exact_d[k], exact_p[k], exact_d[k]);
    exact_dot(exact_u, exact_n, exact_n);
    exact_cross(exact_a, exact_d, exact_f);
    exact_dot(exact_s, exact_a, exact_n);
    exact_cross(exact_a, exact_e, exact_d);
    exact_dot(exact_t, exact_a, exact_n);
    mpq_add(exact_v, exact_s, exact_t);
    if (mpq_sgn(exact_u) == 0 || mpq_sgn(exact_s) < 0 || mpq_sgn(exact_t) < 0 ||
        mpq_cmp(exact_v, exact_u) > 0)
        return;
    exact_dot(exact_s, exact_d, exact_n);
    mpq_mul(exact_s, exact_s, exact_s);
    mpq_div(exact_least, exact_s, exact_u);
}

static inline bool has_exact(int kind) {
    return kind == GROWN_AABB || kind == AABB || kind == TRIANGLE || kind == SPHERE;
}

// Whether C(u) is within that distance of the body.
static inline bool exact_within(const collide_spline *a, const struct body *b, double u,
                                double within) {
    exact_point(a, u);
    mpq_set_d(exact_v, within);
    mpq_set_ui(exact_least, 0, 1);
    if (b->kind == TRIANGLE) {
        exact_triangle(&b->triangle);
        mpq_set_d(exact_v, within);
    }
    if (b->kind == SPHERE) {
        exact_difference(exact_d, b->sphere.center, NULL);
        for (int k = 0; k < 3; ++k)
            mpq_sub(exact_d[k], exact_d[k], exact_p[k]);
        exact_dot(exact_least, exact_d, exact_d);
        mpq_set_d(exact_s, (double)b->sphere.radius);
        mpq_add(exact_v, exact_v, exact_s);
    }
    for (int k = 0; k < 6 && (b->kind == AABB || b->kind == GROWN_AABB); ++k) {
        const float end = (&b->aabb.min.x)[k];
        if (!(magnitude((double)end) <= (double)FLT_MAX))
            continue;
        mpq_set_d(exact_s, (double)end);
        mpq_sub(exact_s, exact_s, exact_p[k % 3]);
        if (mpq_sgn(exact_s) != (k < 3 ? 1 : -1))
            continue;
        mpq_mul(exact_s, exact_s, exact_s);
        if (b->kind == AABB)
            mpq_add(exact_least, exact_least, exact_s);
        else if (mpq_cmp(exact_s, exact_least) > 0)
            mpq_set(exact_least, exact_s);
    }
    mpq_mul(exact_v, exact_v, exact_v);
    return mpq_cmp(exact_least, exact_v) <= 0;
}

#endif // CURVES_H
