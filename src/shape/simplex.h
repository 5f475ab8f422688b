#pragma once
#include "../base/work.h"
#include "core.h"
#include "table.h"

// ---- the search for the nearest points of two cores ------------------------------------------
#ifndef COLLIDE_NO_SHAPE
// Gilbert, Johnson, Keerthi: A fast procedure for computing the distance between complex objects
// (1988). Points w = a - b - d of the difference of the cores; the simplex of at most four of them
// whose point v nearest to 0 is nearest to 0 so far. All in double.

// Two cores: origins d apart, from a to b. size bounds all coordinates and distances.
typedef struct collide__core_pair {
    const collide__core *a, *b;
    collide__dvec3 d;
    double size, slack, radius;
    double tolerance; // a search ends when its bracket is this narrow
    bool swapped;     // a is the caller's b
    bool shallow;     // of cores that overlap, a rough depth will do, which takes little stack
} collide__core_pair;

typedef struct collide__simplex {
    uint32_t count;
    collide__dvec3 w[4], a[4], b[4];
    double weight[4];
    uint32_t code_a[4], code_b[4];
} collide__simplex;

// What is known: the distance of the cores is at least gap, by the unit normal from b to a, and at
// most the length of what the weights of the simplex give.
typedef struct collide__gjk_result {
    collide__simplex s;
    collide__dvec3 normal;
    double gap;
    bool touch;  // the difference of the cores holds 0, or nearly
    bool inside; // it holds 0 by more than all roundings
} collide__gjk_result;

COLLIDE__FORCE_INLINE collide__core_pair collide__core_pair_of(const collide__core *a,
                                                               const collide__core *b,
                                                               bool swapped) {
    collide__core_pair p;
    p.a = a;
    p.b = b;
    p.swapped = swapped;
    p.shallow = false;
    p.d = collide__dsub(b->origin, a->origin);
    p.radius = a->radius + b->radius;
    p.size = (a->size + b->size) + (collide__dsum_abs(p.d) + p.radius);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.tolerance = collide__dmul(p.size, 5.9604644775390625e-8); // 2^-24
    return p;
}

// Which of two shapes is a for the algorithms, so that both orders give the same bits: the one with
// the simpler core, then the one with the smaller numbers.
static bool collide__core_swapped(const collide__core *a, const collide__core *b) {
    if (a->kind != b->kind)
        return a->kind > b->kind;
    if (a->kind == COLLIDE__CORE_POINTS && a->count != b->count)
        return a->count > b->count;
    if (a->radius != b->radius)
        return a->radius > b->radius;
    const uint32_t n = a->kind == COLLIDE__CORE_POINTS  ? a->count
                       : a->kind == COLLIDE__CORE_ROUND ? 2
                                                        : 4;
    const float *x = collide__floats(&a->origin), *y = collide__floats(&b->origin);
    for (int i = 0; i < 3; ++i)
        if (x[i] != y[i])
            return x[i] > y[i];
    const double *u = collide__doubles(a->p), *v = collide__doubles(b->p);
    for (uint32_t i = 0; i < 3 * n; ++i)
        if (u[i] != v[i])
            return u[i] > v[i];
    if (a->kind == COLLIDE__CORE_ROUND)
        return a->disk > b->disk;
    return a->kind == COLLIDE__CORE_VERTICES && a->convex != b->convex &&
           (a->count != b->count
                ? a->count > b->count
                : memcmp(collide__convex_vertices(a->convex), collide__convex_vertices(b->convex),
                         sizeof(collide_vec3) * a->count) > 0);
}

COLLIDE__INLINE collide__core_pair collide__core_pair_ordered(const collide__core *a,
                                                              const collide__core *b) {
    const collide__core *const core[2] = {a, b};
    const bool swapped = collide__core_swapped(a, b);
    return collide__core_pair_of(core[swapped], core[!swapped], swapped);
}

// The gap of the cores along n: the least n.(a - b). A bound on rounding: coordinates have at most
// 4 roundings of numbers below size, and the products and sums with |n| <= 1 have at most 8 more
// each; with 2^-53 each, the error is below 2^-48 size.
COLLIDE__INLINE double collide__gap(const collide__core_pair *p, collide__dvec3 n) {
    const collide__dvec3 m = collide__dneg(n);
    return -(collide__core_reach(p->a, &m) + collide__core_reach(p->b, &n)) -
           collide__ddot(n, p->d);
}

// Adds the point of the difference that lies farthest against m.
COLLIDE__FORCE_INLINE void collide__simplex_add(const collide__core_pair *p,
                                                collide__core_kind kind_a,
                                                collide__core_kind kind_b, collide__dvec3 m,
                                                collide__simplex *s) {
    const uint32_t i = s->count++;
    s->a[i] = collide__kind_support(kind_a, p->a, collide__dneg(m), &s->code_a[i]);
    s->b[i] = collide__kind_support(kind_b, p->b, m, &s->code_b[i]);
    s->w[i] = collide__dadd(collide__dadd(s->a[i], -1, s->b[i]), -1, p->d);
}

// The same as one copy, for cores of any kind.
COLLIDE__NOINLINE void collide__simplex_add_any(const collide__core_pair *p,
                                                const collide__dvec3 *m, collide__simplex *s) {
    collide__simplex_add(p, p->a->kind, p->b->kind, *m, s);
}

// The best sub-simplex so far: its points as bits, weights of points, the point and its square.
typedef struct collide__simplex_part {
    uint32_t bits;
    double weight[4], square;
    collide__dvec3 *v; // normal to the sub-simplex; not a copy, which would wait for its stores
} collide__simplex_part;

COLLIDE__FORCE_INLINE void collide__sub_edge(const collide__dvec3 *w, uint32_t i, uint32_t last,
                                             collide__simplex_part *best) {
    const collide__dvec3 e = collide__dadd(w[i], -1, w[last]);
    const double ee = collide__ddot(e, e), t = -collide__ddot(w[last], e);
    if (!(t > 0 && t < ee))
        return;
    const double inverse = collide__ddiv(1, ee), k = collide__dmul(t, inverse);
    const collide__dvec3 v = collide__dadd(w[last], k, e);
    const double square = collide__ddot(v, v);
    if (square < best->square) {
        *best->v = collide__dadd(v, -collide__dmul(collide__ddot(v, e), inverse), e);
        best->square = square;
        best->bits = 1u << i | 1u << last;
        best->weight[i] = k;
        best->weight[last] = 1 - k;
    }
}

// Returns true if the triangle is sure to carry the point nearest to 0: it does not degenerate, 0
// projects into it, and the point other, unless it is NULL, lies on the far side of its plane.
COLLIDE__FORCE_INLINE bool collide__sub_face(const collide__dvec3 *w, uint32_t i, uint32_t j,
                                             uint32_t last, const collide__dvec3 *other,
                                             collide__simplex_part *best) {
    const collide__dvec3 e = collide__dadd(w[i], -1, w[last]), f = collide__dadd(w[j], -1, w[last]);
    const collide__dvec3 n = collide__dcross(e, f), r = collide__dcross(w[last], n);
    const double nn = collide__ddot(n, n);
    const double to_i = collide__ddot(r, f), to_j = -collide__ddot(r, e);
    if (!(nn > 0 && to_i > 0 && to_j > 0 && to_i + to_j < nn))
        return false;
    const double inverse = collide__ddiv(1, nn), height = collide__ddot(n, w[last]);
    const double ki = collide__dmul(to_i, inverse), kj = collide__dmul(to_j, inverse);
    const collide__dvec3 v = collide__dadd(collide__dadd(w[last], ki, e), kj, f);
    const double square = collide__ddot(v, v);
    if (square < best->square) {
        const collide__dvec3 zero = {0, 0, 0};
        *best->v = collide__dadd(zero, collide__dmul(height, inverse), n);
        best->square = square;
        best->bits = 1u << i | 1u << j | 1u << last;
        best->weight[i] = ki;
        best->weight[j] = kj;
        best->weight[last] = (1 - ki) - kj;
        const double ef = collide__dmul(collide__ddot(e, e), collide__ddot(f, f));
        const double side = other ? collide__dmul(height, collide__ddot(n, *other) - height) : nn;
        return nn > collide__dmul(ef, 9.5367431640625e-07) && side > 0; // 2^-20
    }
    return false;
}

// Whether 0 lies in the tetrahedron, which must not be flat: its volume exceeds 2^-40 of the
// product of its edges. Sets the weights, and whether 0 is inside by more than all roundings:
// coordinates are below size with errors below 2^-50 size, so that volumes are right within 2^-45
// of its cube.
COLLIDE__INLINE bool collide__simplex_holds(collide__simplex *s, double size, bool *inside) {
    const collide__dvec3 *w = s->w;
    const collide__dvec3 e = collide__dadd(w[0], -1, w[3]), f = collide__dadd(w[1], -1, w[3]);
    const collide__dvec3 g = collide__dadd(w[2], -1, w[3]), fg = collide__dcross(f, g);
    const double det = collide__ddot(e, fg), sign = collide__dsign(det);
    const double limit = collide__dmul(collide__dsum_abs(e),
                                       collide__dmul(collide__dsum_abs(f), collide__dsum_abs(g)));
    const double x = -sign * collide__ddot(w[3], fg);
    const double y = -sign * collide__ddot(w[3], collide__dcross(g, e));
    const double z = -sign * collide__ddot(w[3], collide__dcross(e, f));
    const double rest = sign * det - ((x + y) + z);
    if (!(sign * det > limit * 9.094947017729282e-13 && x >= 0 && y >= 0 && z >= 0 && rest >= 0))
        return false; // 2^-40
    const double sure =
        collide__dmul(collide__dmul(size, size), collide__dmul(size, 5.684341886080802e-14));
    *inside = x > sure && y > sure && z > sure && rest > sure; // 2^-44
    s->weight[0] = collide__ddiv(x, sign * det);
    s->weight[1] = collide__ddiv(y, sign * det);
    s->weight[2] = collide__ddiv(z, sign * det);
    s->weight[3] = collide__ddiv(rest, sign * det);
    return true;
}

// The part of the simplex that carries the point nearest to 0. It holds the last point, as that
// lies beyond the others.
COLLIDE__FORCE_INLINE void collide__simplex_nearest(const collide__dvec3 *w, uint32_t last,
                                                    collide__simplex_part *best) {
    best->bits = 1u << last;
    best->weight[last] = 1;
    *best->v = w[last];
    best->square = collide__ddot(w[last], w[last]);
    if (last == 0)
        return;
    // Faces first: most often one of them is sure.
    for (uint32_t f = 0; f < (last == 3 ? 3u : last - 1); ++f)
        if (collide__sub_face(w, 1 + (f > 0), f > 1, last, last == 3 ? &w[2 - f] : NULL, best))
            return;
    for (uint32_t i = 0; i < last; ++i)
        collide__sub_edge(w, i, last, best);
}

// Keeps of the simplex the points that carry the point nearest to 0. *v is that point. Returns
// false if no point is nearer than square; *v is then of no use.
COLLIDE__NOINLINE bool collide__simplex_reduce(collide__simplex *s, double *square,
                                               collide__dvec3 *v) {
    const uint32_t last = s->count - 1;
    collide__simplex_part best;
    uint32_t n = 0;
    best.v = v;
    collide__simplex_nearest(s->w, last, &best);
    if (!(best.square < *square))
        return false;
    *square = best.square;
    for (uint32_t i = 0; i <= last; ++i)
        if (best.bits >> i & 1) {
            if (n < i) {
                s->w[n] = s->w[i];
                s->a[n] = s->a[i];
                s->b[n] = s->b[i];
                s->code_a[n] = s->code_a[i];
                s->code_b[n] = s->code_b[i];
            }
            s->weight[n++] = best.weight[i];
        }
    s->count = n;
    return true;
}

// The points of both cores that the weights give, each relative to its own origin; returns their
// distance.
COLLIDE__INLINE double collide__simplex_points(const collide__core_pair *p,
                                               const collide__simplex *s, collide__dvec3 *a,
                                               collide__dvec3 *b) {
    collide__dvec3 v;
    *a = s->a[0];
    *b = s->b[0];
    for (uint32_t i = 1; i < s->count; ++i) {
        *a = collide__dadd(*a, s->weight[i], collide__dadd(s->a[i], -1, s->a[0]));
        *b = collide__dadd(*b, s->weight[i], collide__dadd(s->b[i], -1, s->b[0]));
    }
    v = collide__dadd(collide__dadd(*a, -1, *b), -1, p->d);
    return collide__sqrt(collide__ddot(v, v));
}

// Searches on from the simplex in out, whose point nearest to 0 is v with this square; or, if it is
// empty and the square DBL_MAX, from the direction v. Ends early if the cores are proven farther
// apart than max, or points are found that are no more than reached apart. Ends at a gap within the
// tolerance of the distance. 2^-24 of size does for a bracket: more is lost where the normal
// becomes floats.
COLLIDE__FORCE_INLINE void collide__gjk_from(const collide__core_pair *p, bool boxes,
                                             collide__dvec3 v, double square, double max,
                                             double reached, collide__gjk_result *out) {
    double span = square < DBL_MAX ? collide__sqrt(square) : DBL_MAX;
    const double tiny = collide__dmul(p->slack, p->slack);
    const collide__dvec3 zero = {0, 0, 0};
    out->gap = -DBL_MAX;
    out->touch = out->inside = false;
    out->normal = v;
    for (int round = 0; round < COLLIDE__GJK_ROUNDS; ++round) {
        double vv = collide__ddot(v, v);
        COLLIDE__WORK(1);
        if (!(vv > 0 && vv <= DBL_MAX)) {
            v = collide__coordinate_axis(0);
            vv = 1;
        }
        const double inverse = collide__ddiv(1, collide__sqrt(vv));
        if (boxes)
            collide__simplex_add(p, COLLIDE__CORE_BOX, COLLIDE__CORE_BOX, v, &out->s);
        else
            collide__simplex_add_any(p, &v, &out->s);
        const double gap = collide__dmul(collide__ddot(v, out->s.w[out->s.count - 1]), inverse);
        if (gap > out->gap) {
            out->gap = gap;
            out->normal = collide__dadd(zero, inverse, v);
        }
        if (span - out->gap <=
                collide__dmul(span, 2.3283064365386963e-10) + p->tolerance || // 2^-32
            out->gap - p->slack > max ||
            span <= reached) {
            --out->s.count;
            break;
        }
        if (out->s.count == 4 && out->gap <= p->slack &&
            collide__simplex_holds(&out->s, p->size, &out->inside)) {
            out->touch = true;
            break;
        }
        if (!collide__simplex_reduce(&out->s, &square, &v)) {
            --out->s.count;
            break;
        }
        if (square <= tiny) {
            out->touch = true;
            break;
        }
        span = collide__sqrt(square);
    }
}

// Searches from the direction m.
static void collide__gjk(const collide__core_pair *p, collide__dvec3 m, double max, double reached,
                         collide__gjk_result *out) {
    out->s.count = 0;
    if (p->a->kind == COLLIDE__CORE_BOX && p->b->kind == COLLIDE__CORE_BOX)
        collide__gjk_from(p, true, m, DBL_MAX, max, reached, out);
    else
        collide__gjk_from(p, false, m, DBL_MAX, max, reached, out);
}
#endif // COLLIDE_NO_SHAPE
