// The signed distance of two shapes, on GMP: exact for points, segments, boxes, polytopes, spheres,
// capsules and half-spaces, in long double for cylinders. Shapes are written down anew here, from
// >>vocabulary and >>shape. Call distances_init() once.
//
// Proofs of a distance, a plane or two points, are evaluated in long double with a bound on its
// rounding; what that leaves open is decided on GMP, and counted.
//
// An exact number is an integer of degree 2 (oracle.h) or more. An exact distance of two cores is
// m / sqrt(q) in units of degree 2, so it compares with a float by its square.
#ifndef DISTANCES_H
#define DISTANCES_H

#include "oracle.h"

#include "curves.h"

#define DISTANCES_VERTICES 8
#define DISTANCES_POINTS 256 // in long double
#define DISTANCES_EDGES 28

typedef mpz_t exact3[3];

// A core and its radius. A cylinder has the centres of its bases as vertices, in long double alone.
struct solid {
    int vertices, edges;
    bool cylinder, plane, box, turned;
    bool exact;                                        // v, e and edges are known: solid_exact()
    exact3 v[DISTANCES_VERTICES], e[DISTANCES_EDGES];  // degree 2; a plane has its normal as e[0]
    collide_vec3 base[DISTANCES_VERTICES], axis_of[3]; // vertex i: base + by . axis_of, if turned
    float by[DISTANCES_VERTICES][3];
    wide p[DISTANCES_POINTS]; // relative to an origin
    wide axis, middle;        // of a cylinder or a plane, of unit length
    long double disk, height; // a plane: n.p <= height
    float radius, distance;
    long double size; // no point is farther from the middle
};

static mpz_t distances_x, distances_y, distances_z, distances_m, distances_q, distances_d;
static mpz_t distances_weight[4], distances_min, distances_max, distances_square;
static exact3 distances_w[4], distances_n, distances_best, distances_edge[3], distances_cross;

static inline void exact3_init(exact3 v) {
    mpz_inits(v[0], v[1], v[2], NULL);
}

static inline void solid_init(struct solid *s) {
    for (int i = 0; i < DISTANCES_VERTICES; ++i)
        exact3_init(s->v[i]);
    for (int i = 0; i < DISTANCES_EDGES; ++i)
        exact3_init(s->e[i]);
}

static inline void distances_init(void) {
    oracle_init();
    mpz_inits(distances_x, distances_y, distances_z, distances_m, distances_q, distances_d,
              distances_min, distances_max, distances_square, NULL);
    for (int i = 0; i < 4; ++i) {
        mpz_init(distances_weight[i]);
        exact3_init(distances_w[i]);
    }
    exact3_init(distances_n);
    exact3_init(distances_best);
    exact3_init(distances_cross);
    for (int i = 0; i < 3; ++i)
        exact3_init(distances_edge[i]);
}

static inline void exact3_dot(mpz_t out, exact3 a, exact3 b) {
    mpz_mul(out, a[0], b[0]);
    mpz_addmul(out, a[1], b[1]);
    mpz_addmul(out, a[2], b[2]);
}

static inline void exact3_less(exact3 out, exact3 a, exact3 b) {
    for (int i = 0; i < 3; ++i)
        mpz_sub(out[i], a[i], b[i]);
}

static inline void exact3_cross(exact3 out, exact3 a, exact3 b) {
    for (int i = 0; i < 3; ++i) {
        mpz_mul(out[i], a[(i + 1) % 3], b[(i + 2) % 3]);
        mpz_submul(out[i], a[(i + 2) % 3], b[(i + 1) % 3]);
    }
}

// ---- shapes ----------------------------------------------------------------------------------

// out += x y, of degree 2.
static inline void exact3_add(exact3 out, float x, collide_vec3 y) {
    const float c[3] = {y.x, y.y, y.z};
    oracle_set(distances_x, x);
    for (int i = 0; i < 3; ++i) {
        oracle_set(distances_y, c[i]);
        mpz_addmul(out[i], distances_x, distances_y);
    }
}

static inline void exact3_zero(exact3 out) {
    for (int i = 0; i < 3; ++i)
        mpz_set_ui(out[i], 0);
}

static inline void solid_vertex(struct solid *s, collide_vec3 origin, collide_vec3 p) {
    s->base[s->vertices] = p;
    s->p[s->vertices++] = seen_from(origin, p);
}

// A vertex of coordinates c on the axes of the solid, from the point at.
static inline void solid_turned(struct solid *s, collide_vec3 origin, collide_vec3 at,
                                const float *c) {
    const int i = s->vertices;
    solid_vertex(s, origin, at);
    for (int k = 0; k < 3; ++k) {
        s->by[i][k] = c[k];
        s->p[i] = along(s->p[i], (long double)c[k], from_zero(s->axis_of[k]));
    }
}

static inline void solid_box(struct solid *s, collide_vec3 origin, const collide_obb *b) {
    memcpy(s->axis_of, b->axis, sizeof s->axis_of);
    s->box = s->turned = true;
    for (int i = 0; i < 8; ++i) {
        const float c[3] = {i & 1 ? b->half.x : -b->half.x, i & 2 ? b->half.y : -b->half.y,
                            i & 4 ? b->half.z : -b->half.z};
        solid_turned(s, origin, b->center, c);
    }
}

// A convex body of these vertices, which are the given ones.
static inline void solid_convex(struct solid *s, collide_vec3 origin, const collide_convex_at *at,
                                const collide_vec3 *v, int n) {
    memcpy(s->axis_of, at->pose.axis, sizeof s->axis_of);
    s->turned = true;
    for (int i = 0; i < n; ++i) {
        const float c[3] = {v[i].x, v[i].y, v[i].z};
        solid_turned(s, origin, at->pose.position, c);
    }
}

static inline void solid_cylinder(struct solid *s, collide_vec3 origin, const collide_cylinder *c) {
    const wide axis = from_zero(c->axis), zero = {{0, 0, 0}}, at = seen_from(origin, c->center);
    s->cylinder = true;
    s->axis = along(zero, 1 / norm(axis), axis);
    s->disk = (long double)c->radius;
    s->p[0] = along(at, -0.5L * (long double)c->height, s->axis);
    s->p[1] = along(at, 0.5L * (long double)c->height, s->axis);
    s->vertices = 2;
}

// A shape that passes its check; v and n are the vertices of a convex body.
static inline void solid_of(struct solid *s, collide_vec3 origin, const collide_shape *shape,
                            const collide_vec3 *v, int n) {
    const union collide_shape_data *of = &shape->of;
    const wide zero = {{0, 0, 0}};
    s->vertices = s->edges = 0;
    s->cylinder = s->plane = s->box = s->turned = s->exact = false;
    s->radius = 0;
    s->disk = 0;
    s->middle = s->axis = zero;
    switch (shape->kind) {
    case COLLIDE_SHAPE_POINT:
        solid_vertex(s, origin, of->point);
        break;
    case COLLIDE_SHAPE_SPHERE:
        solid_vertex(s, origin, of->sphere.center);
        s->radius = of->sphere.radius;
        break;
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
        solid_vertex(s, origin, of->capsule.a);
        solid_vertex(s, origin, of->capsule.b);
        s->radius = shape->kind == COLLIDE_SHAPE_CAPSULE ? of->capsule.radius : 0;
        break;
    case COLLIDE_SHAPE_AABB:
        for (int i = 0; i < 8; ++i)
            solid_vertex(s, origin,
                         vec(i & 1 ? of->aabb.max.x : of->aabb.min.x,
                             i & 2 ? of->aabb.max.y : of->aabb.min.y,
                             i & 4 ? of->aabb.max.z : of->aabb.min.z));
        s->box = true;
        break;
    case COLLIDE_SHAPE_OBB:
        solid_box(s, origin, &of->obb);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
    case COLLIDE_SHAPE_TETRAHEDRON:
        for (int i = 0; i < (shape->kind == COLLIDE_SHAPE_TRIANGLE ? 3 : 4); ++i)
            solid_vertex(s, origin, of->tetrahedron.v[i]);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        solid_cylinder(s, origin, &of->cylinder);
        break;
    case COLLIDE_SHAPE_CONVEX:
        solid_convex(s, origin, &of->convex, v, n);
        break;
    default: { // a plane
        const wide normal = from_zero(of->plane.normal);
        s->plane = true;
        s->axis_of[0] = of->plane.normal;
        s->distance = of->plane.distance;
        s->axis = along(zero, 1 / norm(normal), normal);
        s->height = (long double)s->distance / norm(normal) - inner(s->axis, from_zero(origin));
        s->middle = along(zero, s->height, s->axis);
        s->size = norm(from_zero(origin)) + size_of(s->height);
        return;
    }
    }
    for (int i = 0; i < s->vertices; ++i)
        s->middle = along(s->middle, 1 / (long double)s->vertices, s->p[i]);
    s->size = 0;
    for (int i = 0; i < s->vertices; ++i)
        s->size = larger(s->size, norm(along(s->p[i], -1, s->middle)));
    s->size += s->disk + (long double)s->radius;
}

// What is exact of a solid that is no cylinder, when it is first asked for.
static inline void solid_exact(struct solid *s) {
    if (s->exact)
        return;
    s->exact = true;
    if (s->plane) {
        exact3_zero(s->e[0]);
        exact3_add(s->e[0], 1, s->axis_of[0]);
        return;
    }
    for (int i = 0; i < s->vertices; ++i) {
        exact3_zero(s->v[i]);
        exact3_add(s->v[i], 1, s->base[i]);
        for (int k = 0; k < 3 && s->turned; ++k)
            exact3_add(s->v[i], s->by[i][k], s->axis_of[k]);
    }
    for (int k = 0; k < 3 && s->box; ++k)
        exact3_less(s->e[k], s->v[1 << k], s->v[0]);
    for (int i = 1; i < s->vertices && !s->box; ++i)
        for (int j = 0; j < i; ++j)
            exact3_less(s->e[i * (i - 1) / 2 + j], s->v[i], s->v[j]);
    s->edges = s->box ? 3 : s->vertices * (s->vertices - 1) / 2;
}

// ---- exact -----------------------------------------------------------------------------------

// Compares x sqrt(q) with m, for q > 0.
static inline int distances_compare(const mpz_t x, const mpz_t q, const mpz_t m) {
    const int a = mpz_sgn(x), b = mpz_sgn(m);
    if (a != b)
        return a < b ? -1 : 1;
    mpz_mul(distances_y, x, x);
    mpz_mul(distances_y, distances_y, q);
    mpz_mul(distances_z, m, m);
    const int c = mpz_cmp(distances_y, distances_z);
    return a > 0 ? c : a < 0 ? -c : 0;
}

// Compares x with the distance m / sqrt(q) of the cores less the radii.
static inline int distances_against(float x, const struct solid *a, const struct solid *b,
                                    const mpz_t q, const mpz_t m) {
    if (!oracle_finite(x))
        return x < 0 ? -1 : 1;
    mpz_set_ui(distances_d, 0);
    const float terms[3] = {x, a->radius, b->radius};
    for (int i = 0; i < 3; ++i) {
        oracle_set(distances_x, terms[i]);
        mpz_add(distances_d, distances_d, distances_x);
    }
    oracle_raise(distances_d, 1);
    return distances_compare(distances_d, q, m);
}

// The least n.a and the largest n.b; returns their difference and the vertices.
static inline void distances_gap(mpz_t out, exact3 n, struct solid *a, struct solid *b, int *at_a,
                                 int *at_b) {
    *at_a = *at_b = 0;
    for (int i = 0; i < a->vertices; ++i) {
        exact3_dot(distances_x, n, a->v[i]);
        if (i == 0 || mpz_cmp(distances_x, distances_min) < 0) {
            mpz_set(distances_min, distances_x);
            *at_a = i;
        }
    }
    for (int i = 0; i < b->vertices; ++i) {
        exact3_dot(distances_x, n, b->v[i]);
        if (i == 0 || mpz_cmp(distances_x, distances_max) > 0) {
            mpz_set(distances_max, distances_x);
            *at_b = i;
        }
    }
    mpz_sub(out, distances_min, distances_max);
}

// The point of the affine hull of the points of bits nearest to 0 is distances_n / distances_d;
// false if they are dependent or a weight is negative.
static inline bool distances_foot(const unsigned bits) {
    int at[4], n = 0;
    for (int i = 0; i < 4; ++i)
        if (bits >> i & 1)
            at[n++] = i;
    mpz_t *const d = &distances_d, *const k = distances_weight;
    for (int i = 1; i < n; ++i)
        exact3_less(distances_edge[i - 1], distances_w[at[i]], distances_w[at[0]]);
    exact3 *const e = distances_edge;
    mpz_set_ui(*d, 1);
    if (n == 2) {
        exact3_dot(*d, e[0], e[0]);
        exact3_dot(k[1], e[0], distances_w[at[0]]);
        mpz_neg(k[1], k[1]);
    } else if (n == 3) { // by the normal
        exact3_cross(distances_n, e[0], e[1]);
        exact3_dot(*d, distances_n, distances_n);
        exact3_cross(distances_cross, e[1], distances_w[at[0]]);
        exact3_dot(k[1], distances_cross, distances_n);
        exact3_cross(distances_cross, distances_w[at[0]], e[0]);
        exact3_dot(k[2], distances_cross, distances_n);
    } else if (n == 4) {
        for (int i = 0; i < 3; ++i) {
            exact3_cross(distances_cross, e[(i + 1) % 3], e[(i + 2) % 3]);
            exact3_dot(k[i + 1], distances_cross, distances_w[at[0]]);
            mpz_neg(k[i + 1], k[i + 1]);
        }
        exact3_dot(*d, distances_cross, e[2]);
        for (int i = 0; i < 3 && mpz_sgn(*d) < 0; ++i)
            mpz_neg(k[i + 1], k[i + 1]);
        mpz_abs(*d, *d);
    }
    mpz_set(k[0], *d);
    for (int i = 1; i < n; ++i) {
        mpz_sub(k[0], k[0], k[i]);
        if (mpz_sgn(k[i]) < 0)
            return false;
    }
    if (mpz_sgn(*d) == 0 || mpz_sgn(k[0]) < 0)
        return false;
    for (int i = 0; i < 3; ++i) {
        mpz_mul(distances_n[i], distances_w[at[0]][i], *d);
        for (int j = 1; j < n; ++j)
            mpz_addmul(distances_n[i], e[j - 1][i], k[j]);
    }
    return true;
}

// Whether the point w is no nearer to 0 along the foot than the foot.
static inline bool distances_beyond(exact3 w) {
    exact3_dot(distances_x, distances_n, w);
    mpz_mul(distances_x, distances_x, distances_d);
    return mpz_cmp(distances_x, distances_square) >= 0;
}

// The distance of two polytopes, m / sqrt(q): the point of their difference nearest to 0, found by
// adding vertices to a simplex, whose part that carries it is tried out. All is exact, so the plane
// through that point proves it at the end. False if they overlap.
static inline bool distances_apart(struct solid *a, struct solid *b) {
    int n = 1, at_a, at_b;
    exact3_less(distances_w[0], a->v[0], b->v[0]);
    for (;;) {
        bool found = false;
        unsigned bits = 0;
        for (bits = 1; bits < 1u << n && !found; ++bits) {
            if (!distances_foot(bits))
                continue;
            exact3_dot(distances_square, distances_n, distances_n);
            found = true;
            for (int i = 0; i < n && found; ++i)
                found = bits >> i & 1 || distances_beyond(distances_w[i]);
        }
        assert_true(found);
        --bits;
        if (mpz_sgn(distances_square) == 0)
            return false;
        distances_gap(distances_m, distances_n, a, b, &at_a, &at_b);
        mpz_mul(distances_m, distances_m, distances_d);
        if (mpz_cmp(distances_m, distances_square) >= 0)
            break;
        int kept = 0;
        for (int i = 0; i < n; ++i)
            if (bits >> i & 1) {
                for (int k = 0; k < 3; ++k)
                    mpz_set(distances_w[kept][k], distances_w[i][k]);
                ++kept;
            }
        assert_true(kept < 4);
        exact3_less(distances_w[kept], a->v[at_a], b->v[at_b]);
        n = kept + 1;
    }
    mpz_set(distances_m, distances_square);
    mpz_mul(distances_q, distances_d, distances_d);
    mpz_mul(distances_q, distances_q, distances_square);
    return true;
}

// Compares x with the signed distance of two polytopes with radii: -1, 0 or 1.
static inline int distances_signed(float x, struct solid *a, struct solid *b) {
    int at_a, at_b;
    solid_exact(a);
    solid_exact(b);
    if (distances_apart(a, b))
        return distances_against(x, a, b, distances_q, distances_m);
    // The largest gap along the normals of the faces of the difference; 0 if it has none.
    int result = 1;
    bool any = false;
    for (int i = 1; i < a->edges + b->edges && result >= 0; ++i)
        for (int j = 0; j < i && result >= 0; ++j) {
            exact3_cross(distances_n, i < a->edges ? a->e[i] : b->e[i - a->edges],
                         j < a->edges ? a->e[j] : b->e[j - a->edges]);
            exact3_dot(distances_q, distances_n, distances_n);
            if (mpz_sgn(distances_q) == 0)
                continue;
            any = true;
            for (int side = 0; side < 2; ++side) {
                distances_gap(distances_m, distances_n, a, b, &at_a, &at_b);
                const int c = distances_against(x, a, b, distances_q, distances_m);
                result = c < result ? c : result;
                for (int k = 0; k < 3; ++k)
                    mpz_neg(distances_n[k], distances_n[k]);
            }
        }
    if (any)
        return result;
    mpz_set_ui(distances_m, 0);
    mpz_set_ui(distances_q, 1);
    return distances_against(x, a, b, distances_q, distances_m);
}

// The same for a polytope and a half-space.
static inline int distances_of_plane(float x, struct solid *a, struct solid *plane) {
    solid_exact(a);
    solid_exact(plane);
    for (int i = 0; i < a->vertices; ++i) { // degrees 4 and 3
        exact3_dot(distances_x, plane->e[0], a->v[i]);
        if (i == 0 || mpz_cmp(distances_x, distances_m) < 0)
            mpz_set(distances_m, distances_x);
    }
    oracle_set(distances_x, plane->distance);
    oracle_raise(distances_x, 3);
    mpz_sub(distances_m, distances_m, distances_x);
    exact3_dot(distances_q, plane->e[0], plane->e[0]);
    return distances_against(x, a, plane, distances_q, distances_m);
}

// ---- long double -----------------------------------------------------------------------------

// The point of a solid that lies farthest along m.
static inline wide solid_support(const struct solid *s, wide m) {
    int best = 0;
    for (int i = 1; i < s->vertices; ++i)
        if (inner(m, s->p[i]) > inner(m, s->p[best]))
            best = i;
    if (!s->cylinder)
        return s->p[best];
    wide off = along(m, -inner(m, s->axis), s->axis);
    off = along(off, -inner(off, s->axis), s->axis);
    const long double size = norm(off);
    return size > 0 ? along(s->p[best], s->disk / size, off) : s->p[best];
}

// The gap of the cores along n, of any length.
static inline long double wide_gap(const struct solid *a, const struct solid *b, wide n) {
    const wide zero = {{0, 0, 0}}, back = along(zero, -1, n);
    return inner(n, along(solid_support(a, back), -1, solid_support(b, n))) / norm(n);
}

// The point nearest to 0 of the hull of 1 to 4 points, as weights, by trying all parts; false for
// a part that does not carry it.
static inline bool wide_foot(const wide *w, unsigned bits, wide *v) {
    int at[4], n = 0;
    long double k[3] = {0, 0, 0};
    wide e[3];
    for (int i = 0; i < 4; ++i)
        if (bits >> i & 1)
            at[n++] = i;
    for (int i = 1; i < n; ++i)
        e[i - 1] = along(w[at[i]], -1, w[at[0]]);
    if (n == 2)
        k[0] = -inner(e[0], w[at[0]]) / inner(e[0], e[0]);
    if (n == 3) {
        const wide normal = across(e[0], e[1]);
        const long double square = inner(normal, normal);
        k[0] = inner(across(e[1], w[at[0]]), normal) / square;
        k[1] = inner(across(w[at[0]], e[0]), normal) / square;
    }
    if (n == 4) {
        const long double volume = inner(across(e[0], e[1]), e[2]);
        for (int i = 0; i < 3; ++i)
            k[i] = -inner(across(e[(i + 1) % 3], e[(i + 2) % 3]), w[at[0]]) / volume;
    }
    if (!(k[0] >= 0 && k[1] >= 0 && k[2] >= 0 && k[0] + k[1] + k[2] <= 1))
        return false;
    *v = w[at[0]];
    for (int i = 1; i < n; ++i)
        *v = along(*v, k[i - 1], e[i - 1]);
    return true;
}

// Bounds of the distance of two cores: *lo by planes, *hi by points; *hi is 0 if they overlap. Ends
// when *hi is enough. v, from b to a, is where to begin.
static inline void wide_apart(const struct solid *a, const struct solid *b, wide v,
                              long double size, long double enough, long double *lo,
                              long double *hi) {
    const wide zero = {{0, 0, 0}};
    wide w[4], best = v;
    int n = 0;
    *lo = -size;
    *hi = 4 * size;
    if (norm(v) == 0)
        v.x[0] = 1;
    for (int round = 0; round < 300; ++round) {
        unsigned part = 0;
        w[n++] = along(solid_support(a, along(zero, -1, v)), -1, solid_support(b, v));
        *lo = larger(*lo, inner(v, w[n - 1]) / norm(v));
        if (*hi - *lo <= size * 0x1p-60L)
            return;
        // Parts without the new point are known.
        for (unsigned bits = 1u << (n - 1); bits < 1u << n; ++bits) {
            wide foot;
            if (wide_foot(w, bits, &foot) && norm(foot) < *hi) {
                *hi = norm(foot);
                best = foot;
                part = bits;
            }
        }
        if (part == 0 || *hi <= enough)
            return;
        if (part == 15 || *hi <= size * 0x1p-58L) {
            *hi = 0;
            return;
        }
        int kept = 0;
        for (int i = 0; i < n; ++i)
            if (part >> i & 1)
                w[kept++] = w[i];
        n = kept;
        v = best;
    }
}

// A large gap of overlapping cores: the best of many directions, turned while that helps.
static inline long double wide_deepest(const struct solid *a, const struct solid *b, wide hint) {
    const wide zero = {{0, 0, 0}}, middle = along(a->middle, -1, b->middle);
    wide start[64];
    int n = 0;
    start[n++] = hint;
    start[n++] = middle;
    start[n++] = a->axis;
    start[n++] = b->axis;
    start[n++] = across(a->axis, b->axis);
    start[n++] = along(middle, -inner(middle, a->axis), a->axis);
    start[n++] = along(middle, -inner(middle, b->axis), b->axis);
    for (int i = 0; i < 27; ++i)
        if (i != 13) {
            const wide r = {{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}};
            start[n++] = r;
        }
    long double gap = -INFINITY;
    wide best = hint;
    for (int i = 0; i < n; ++i)
        for (int side = -1; side <= 1; side += 2) {
            if (!(norm(start[i]) > 0))
                continue;
            const wide m = along(zero, side / norm(start[i]), start[i]);
            const long double g = wide_gap(a, b, m);
            if (g > gap) {
                gap = g;
                best = m;
            }
        }
    for (long double step = 0.25L; step > 0x1p-30L; step *= 0.5L)
        for (int again = 0; again < 8; ++again) {
            const wide from = best;
            bool turned = false;
            for (int i = 0; i < 27; ++i) {
                const wide by = {{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}};
                wide m = along(from, step, by);
                m = along(zero, 1 / norm(m), m);
                const long double g = wide_gap(a, b, m);
                if (g > gap) {
                    gap = g;
                    best = m;
                    turned = true;
                }
            }
            if (!turned)
                break;
        }
    return gap;
}

// ---- proofs ----------------------------------------------------------------------------------

// How many proofs were evaluated; how many of them on GMP; how many are open within rounding, since
// a cylinder is known only in long double.
static size_t distances_planes, distances_points, distances_on_gmp, distances_open;

#define DISTANCES_BOTH 64 // one proof of so many is evaluated both ways, which must agree

// No coordinate and no distance of a point of the solids is larger.
static inline long double wide_reach(const struct solid *a, const struct solid *b) {
    return a->size + b->size + norm(a->middle) + norm(b->middle);
}

// Whether the plane normal to n, of any length, proves that the distance is at least lo. (The
// rounding of a cylinder's axis counts for it.)
static inline bool distances_proves(float lo, collide_vec3 n, struct solid *a, struct solid *b) {
    const long double radii = (long double)a->radius + (long double)b->radius;
    const long double rest = wide_gap(a, b, from_zero(n)) - radii - (long double)lo;
    int at_a, at_b;
    const bool sure = size_of(rest) >= wide_reach(a, b) * ROUNDING;
    ++distances_planes;
    if (a->cylinder || b->cylinder) {
        distances_open += !sure;
        return !sure || rest >= 0;
    }
    if (sure && distances_planes % DISTANCES_BOTH)
        return rest >= 0;
    distances_on_gmp += !sure;
    solid_exact(a);
    solid_exact(b);
    exact3_zero(distances_best);
    exact3_add(distances_best, 1, n);
    distances_gap(distances_m, distances_best, a, b, &at_a, &at_b);
    exact3_dot(distances_q, distances_best, distances_best);
    const bool proves = distances_against(lo, a, b, distances_q, distances_m) <= 0;
    assert_true(!sure || proves == (rest >= 0));
    return proves;
}

// Whether two points prove that the distance is at most hi. Cores that overlap have none; for these
// it is true. Of a cylinder that touches, the search may find points that are a little worse.
static inline bool distances_reaches(float hi, collide_vec3 n, struct solid *a, struct solid *b) {
    const long double reach = wide_reach(a, b), slack = reach * ROUNDING;
    const long double sum = (long double)hi + (long double)a->radius + (long double)b->radius;
    long double least, most;
    if (sum < 0)
        return true;
    ++distances_points;
    wide_apart(a, b, from_zero(n), reach, sum - slack, &least, &most);
    // Rounding may end the search, as it does for cylinders that touch: begin elsewhere.
    for (int i = 0; i < 28 && most > sum - slack; ++i) {
        const wide by = {{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}};
        wide_apart(a, b, i < 27 ? along(from_zero(n), 0.125L, by) : along(a->middle, -1, b->middle),
                   reach, sum - slack, &least, &most);
    }
    const bool sure = most <= sum - slack;
    if (a->cylinder || b->cylinder) {
        distances_open += !sure;
        return most <= sum + (sure ? 0 : reach * 0x1p-30L);
    }
    if (sure && distances_points % DISTANCES_BOTH)
        return true;
    distances_on_gmp += !sure;
    const bool proves = distances_signed(hi, a, b) >= 0;
    assert_true(!sure || proves);
    return proves;
}

// Whether a point, seen from the origin of s, is no farther from s than slack.
static inline bool distances_near(struct solid *s, wide p, long double slack) {
    static struct solid other;
    long double lo, hi;
    if (s->plane)
        return inner(s->axis, p) - s->height <= slack;
    other.vertices = 1;
    other.p[0] = other.middle = p;
    slack += (long double)s->radius;
    wide_apart(s, &other, along(s->middle, -1, p), wide_reach(s, &other), slack, &lo, &hi);
    return hi <= slack;
}

#endif // DISTANCES_H
