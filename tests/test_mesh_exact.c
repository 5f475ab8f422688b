// Distances against exact ones: pairs of triangles of every kind, published meshes under poses, and
// points in and about a published mesh, with their signs. A certified bracket in long double
// decides most; rationals (GMP) decide what is left. Meshes of some hundred triangles against our
// own distances of all pairs.
#include "test.h"

#include "drawn.h"
#include "rational.h"

// A number of cases: quick, normal, full.
static size_t count_of(size_t full) {
    return kinds_tier() == 2 ? full : kinds_tier() == 1 ? full / 100 + 1 : full / 1000 + 1;
}

// ---- in long double, with a bound of its error -----------------------------------------------

typedef long double wide;
typedef struct wide_point {
    wide x, y, z;
} wide_point;

static wide_point widen(collide_vec3 p) {
    const wide_point r = {(wide)p.x, (wide)p.y, (wide)p.z};
    return r;
}

static wide_point wide_add(wide_point a, wide k, wide_point b) {
    const wide_point r = {a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
    return r;
}

static wide wide_dot(wide_point a, wide_point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide_point wide_cross(wide_point a, wide_point b) {
    const wide_point r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static wide wide_root(wide x) { // Newton's, from a root in double
    wide r = x > 0 ? (wide)root((double)x) : 0;
    for (int i = 0; i < 3 && r > 0; ++i)
        r = 0.5L * (r + x / r);
    return r;
}

static wide wide_clamp(wide x) { // NaN is 0
    return x > 0 ? x < 1 ? x : 1 : 0;
}

// The nearest two points of two triangles so far.
typedef struct closest {
    wide square;
    wide_point p, q;
} closest;

static void try_points(closest *best, wide_point p, wide_point q) {
    const wide_point way = wide_add(p, -1, q);
    const wide square = wide_dot(way, way);
    if (square < best->square) {
        best->square = square;
        best->p = p;
        best->q = q;
    }
}

static void try_segments(closest *best, wide_point a, wide_point e, wide_point b, wide_point f) {
    const wide_point u = wide_add(b, -1, a);
    const wide ee = wide_dot(e, e), ff = wide_dot(f, f), ef = wide_dot(e, f);
    const wide eu = wide_dot(e, u), fu = wide_dot(f, u);
    wide s = wide_clamp((eu * ff - ef * fu) / (ee * ff - ef * ef));
    const wide t = wide_clamp((s * ef - fu) / ff);
    s = wide_clamp((t * ef + eu) / ee);
    try_points(best, wide_add(a, s, e), wide_add(b, t, f));
}

// A point over the inside of a face; turned if the point is of the second triangle.
static void try_face(closest *best, wide_point p, const wide_point *v, bool turned) {
    const wide_point e = wide_add(v[1], -1, v[0]), f = wide_add(v[2], -1, v[0]);
    const wide_point n = wide_cross(e, f), u = wide_add(p, -1, v[0]);
    const wide nn = wide_dot(n, n);
    const wide s = wide_dot(wide_cross(u, f), n) / nn, t = wide_dot(wide_cross(e, u), n) / nn;
    if (!(s >= 0 && t >= 0 && s + t <= 1))
        return;
    const wide_point q = wide_add(wide_add(v[0], s, e), t, f);
    try_points(best, turned ? q : p, turned ? p : q);
}

// What bounds the distance of two triangles: low and high hold it, whatever happens.
typedef struct limits {
    wide low, high;
} limits;

// Both points lie in their triangles but for rounding, so the distance is no larger; both triangles
// lie beyond planes across the way between these, so it is no smaller. Each sum rounds by less than
// 2^-60 of the largest coordinate.
static limits limits_of(const wide_point *p, const wide_point *q, int corners) {
    closest best = {(wide)INFINITY, p[0], q[0]};
    wide size = 0;
    limits out;
    for (int i = 0; i < corners; ++i)
        for (int j = 0; j < 3; ++j)
            try_segments(&best, p[i], wide_add(p[(i + 1) % corners], -1, p[i]), q[j],
                         wide_add(q[(j + 1) % 3], -1, q[j]));
    for (int i = 0; i < corners; ++i)
        try_face(&best, p[i], q, false);
    for (int i = 0; i < 3 && corners == 3; ++i)
        try_face(&best, q[i], p, true);
    for (int i = 0; i < corners + 3; ++i) {
        const wide_point v = i < corners ? p[i] : q[i - corners];
        const wide x = v.x < 0 ? -v.x : v.x, y = v.y < 0 ? -v.y : v.y, z = v.z < 0 ? -v.z : v.z;
        const wide most = x > y ? (x > z ? x : z) : (y > z ? y : z);
        size = most > size ? most : size;
    }
    const wide slack = 0x1p-56L * size;
    const wide_point n = wide_add(best.p, -1, best.q);
    const wide length = wide_root(wide_dot(n, n));
    wide gap = (wide)INFINITY;
    for (int i = 0; i < corners; ++i)
        for (int j = 0; j < 3; ++j) {
            const wide along = wide_dot(n, wide_add(p[i], -1, q[j]));
            gap = along < gap ? along : gap;
        }
    out.low = length > 0 ? gap / length - slack : 0;
    out.low = out.low > 0 ? out.low : 0;
    out.high = length + slack;
    return out;
}

static void wide_triangle(const collide_triangle *t, wide_point *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = widen(t->v[i]);
}

// ---- in rationals ----------------------------------------------------------------------------

static struct rational_triangle exact_t[2];
static mpq_t exact_square, exact_other, exact_bound;
static size_t asked; // of rationals

static int setup(void **state) {
    (void)state;
    rational_init();
    rational_init_triangle(&exact_t[0]);
    rational_init_triangle(&exact_t[1]);
    mpq_inits(exact_square, exact_other, exact_bound, NULL);
    return 0;
}

// The square of the distance to exact_square.
static void ask_rationals(const collide_triangle *p, const collide_triangle *q) {
    ++asked;
    rational_set_triangle(&exact_t[0], p);
    rational_set_triangle(&exact_t[1], q);
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 3; ++i) {
            struct rational_triangle *t = &exact_t[side];
            rational_off_triangle(exact_other, t->v[i], t->v[(i + 1) % 3], &exact_t[1 - side]);
            if ((side == 0 && i == 0) || mpq_cmp(exact_other, exact_square) < 0)
                mpq_set(exact_square, exact_other);
        }
}

static void ask_point(collide_vec3 p, const collide_triangle *q) {
    ++asked;
    for (int i = 0; i < 3; ++i)
        rational_set(exact_t[0].v[i], p);
    rational_set_triangle(&exact_t[1], q);
    rational_off_triangle(exact_square, exact_t[0].v[0], exact_t[0].v[0], &exact_t[1]);
}

// Compares a number >= 0 with the root of exact_square.
static int compare_exact(float x) {
    if (x == INFINITY)
        return 1;
    mpq_set_d(exact_bound, (double)x);
    mpq_mul(exact_bound, exact_bound, exact_bound);
    return mpq_cmp(exact_bound, exact_square);
}

// The bracket against exact_square: of what meets, the distance is 0 or, as a depth, less.
static void check_exact(const collide_distance *d, const char *what) {
    const bool apart = mpq_sgn(exact_square) != 0;
    const bool low = d->lo <= 0 || (apart && compare_exact(d->lo) <= 0);
    const bool high = !apart || (d->hi > 0 && compare_exact(d->hi) >= 0);
    REQUIRE(low && high, "%s: %a to %a, the square of the distance is %.17g", what, (double)d->lo,
            (double)d->hi, mpq_get_d(exact_square));
}

// ---- pairs of triangles ----------------------------------------------------------------------

enum pair_kind {
    APART,
    AMONG,    // in one cube
    GRID,     // of few whole numbers: touching, parallel, in one plane
    PARALLEL, // a copy, moved, with a last bit changed
    SHARED,   // a vertex, or the middle of an edge
    THIN,     // segments, points, needles
    SIZES,    // of very different sizes, far from the origin
    TOUCHING, // moved along the normal until they nearly touch
    PAIR_KINDS
};
static const char *const pair_names[PAIR_KINDS] = {"apart",  "among", "grid",  "parallel",
                                                   "shared", "thin",  "sizes", "touching"};

static collide_triangle triangle_about(inputs_random *r, collide_vec3 at, float size) {
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = whole_sum(at, size, inputs_vec3(r, -1, 1));
    return t;
}

static float next_to(inputs_random *r, float x) {
    return x == 0 ? 0x1p-30f : kinds_float(kinds_bits(x) + kinds_below(r, 3) - 1);
}

static void draw_pair(inputs_random *r, enum pair_kind kind, collide_triangle *p,
                      collide_triangle *q) {
    const collide_vec3 zero = {0, 0, 0};
    collide_distance d;
    *p = triangle_about(r, zero, 1);
    *q = triangle_about(r, kind == APART || kind == TOUCHING ? inputs_vec3(r, -4, 4) : zero, 1);
    switch (kind) {
    case GRID:
        for (int i = 0; i < 3; ++i) {
            p->v[i] = whole_vec(r, 2);
            q->v[i] = whole_vec(r, 2);
        }
        break;
    case PARALLEL: {
        const collide_vec3 by = scaled(inputs_vec3(r, -1, 1), kinds_below(r, 2) ? 0.001f : 1);
        for (int i = 0; i < 3; ++i)
            q->v[i] = whole_sum(p->v[i], 1, by);
        if (kinds_below(r, 2))
            q->v[0].x = next_to(r, q->v[0].x);
        break;
    }
    case SHARED:
        p->v[0] = whole_vec(r, 64);
        p->v[1] = whole_vec(r, 64);
        q->v[0] = kinds_below(r, 2) ? p->v[0] : scaled(whole_sum(p->v[0], 1, p->v[1]), 0.5f);
        if (kinds_below(r, 2))
            q->v[0].x = next_to(r, q->v[0].x);
        break;
    case THIN:
        p->v[2] = kinds_below(r, 2) ? p->v[0] : whole_sum(p->v[0], 1e-6f, p->v[1]);
        if (kinds_below(r, 2))
            q->v[1] = q->v[0];
        if (kinds_below(r, 3) == 0)
            q->v[2] = q->v[0];
        break;
    case SIZES: {
        const collide_vec3 at = scaled(inputs_vec3(r, -1, 1), kinds_below(r, 2) ? 1000.0f : 1);
        float size = 1;
        for (uint32_t i = kinds_below(r, 7); i > 0; --i)
            size *= 0.1f;
        *p = triangle_about(r, at, 1);
        *q = triangle_about(r, at, size);
        break;
    }
    case TOUCHING:
        collide_triangle_triangle_distance(p, q, INFINITY, &d);
        for (int i = 0; i < 3; ++i) {
            const float gap = inputs_uniform(r, 0, kinds_below(r, 2) ? 1e-3f : 1e-6f);
            q->v[i] = whole_sum(q->v[i], d.lo - gap, d.normal);
        }
        break;
    default:
        break;
    }
}

static void test_triangles(void **state) {
    (void)state;
    inputs_random r = inputs_seed(80);
    size_t met[PAIR_KINDS] = {0}, left[PAIR_KINDS] = {0};
    const size_t n = count_of(1000000);
    for (size_t c = 0; c < n; ++c) {
        const enum pair_kind kind = (enum pair_kind)(c % PAIR_KINDS);
        collide_triangle p, q;
        collide_distance d;
        wide_point v[2][3];
        draw_pair(&r, kind, &p, &q);
        assert_true(collide_triangle_triangle_distance(&p, &q, INFINITY, &d));
        REQUIRE(d.lo <= d.hi, "%a to %a", (double)d.lo, (double)d.hi);
        wide_triangle(&p, v[0]);
        wide_triangle(&q, v[1]);
        const limits at = limits_of(v[0], v[1], 3);
        if (d.lo > 0 && (wide)d.lo <= at.low && at.high <= (wide)d.hi)
            continue;
        ask_rationals(&p, &q);
        check_exact(&d, pair_names[kind]);
        ++left[kind];
        met[kind] += mpq_sgn(exact_square) == 0;
    }
    printf("# %zu pairs of triangles;", n);
    for (int k = 0; k < PAIR_KINDS; ++k)
        printf(" %s: %zu by rationals, %zu meet%s", pair_names[k], left[k], met[k],
               k + 1 < PAIR_KINDS ? ";" : "\n");
    assert_true(met[AMONG] > 0 && met[GRID] > 0 && met[SHARED] > 0);
}

// ---- meshes ----------------------------------------------------------------------------------

// Triangles, and balls about them that hold them with room to spare.
struct soup {
    size_t n;
    collide_triangle *t;
    point *middle;
    double *radius;
};

static struct soup make_soup(const struct mesh *m, const collide_pose *pose) {
    struct soup s;
    s.n = m->triangles;
    s.t = (collide_triangle *)allocate(s.n, sizeof *s.t);
    s.middle = (point *)allocate(s.n, sizeof *s.middle);
    s.radius = (double *)allocate(s.n, sizeof *s.radius);
    for (size_t i = 0; i < s.n; ++i) {
        double square = 0;
        for (size_t k = 0; k < 3; ++k) {
            const collide_vec3 v = m->positions[m->indices[3 * i + k]];
            s.t[i].v[k] = pose ? collide_pose_apply(pose, v) : v;
            s.middle[i] = add(s.middle[i], 1.0 / 3, to_point(s.t[i].v[k]));
        }
        for (size_t k = 0; k < 3; ++k) {
            const point way = add(to_point(s.t[i].v[k]), -1, s.middle[i]);
            square = dot(way, way) > square ? dot(way, way) : square;
        }
        s.radius[i] = root(square) * (1 + 1e-12) + 1e-12 * length(s.middle[i]);
    }
    return s;
}

static void free_soup(struct soup *s) {
    free(s->t);
    free(s->middle);
    free(s->radius);
}

// The bracket against all pairs: *best begins as the one that is reported, whose limits are as sure
// as the others.
static void check_meshes(const struct soup *a, const struct soup *b, const collide_distance *d) {
    wide_point v[2][3];
    wide_triangle(&a->t[d->feature_a], v[0]);
    wide_triangle(&b->t[d->feature_b], v[1]);
    limits best = limits_of(v[0], v[1], 3);
    bool exactly = false;
    mpq_t least;
    mpq_init(least);
    for (int pass = 0; pass < 2; ++pass) {
        const double high = (double)best.high * (1 + 1e-12);
        for (size_t i = 0; i < a->n; ++i)
            for (size_t j = 0; j < b->n; ++j) {
                const point way = add(a->middle[i], -1, b->middle[j]);
                const double reach = a->radius[i] + b->radius[j] + high;
                if (dot(way, way) > reach * reach)
                    continue;
                wide_triangle(&a->t[i], v[0]);
                wide_triangle(&b->t[j], v[1]);
                const limits at = limits_of(v[0], v[1], 3);
                best.high = at.high < best.high ? at.high : best.high;
                best.low = at.low < best.low ? at.low : best.low;
                if (pass == 0 || at.low > best.high)
                    continue;
                ask_rationals(&a->t[i], &b->t[j]);
                if (!exactly || mpq_cmp(exact_square, least) < 0)
                    mpq_set(least, exact_square);
                exactly = true;
            }
        if (pass == 0 && (wide)d->lo <= best.low && best.high <= (wide)d->hi)
            break;
    }
    if (exactly) {
        mpq_set(exact_square, least);
        check_exact(d, "meshes");
    }
    mpq_clear(least);
}

static collide_tree *tree_of_mesh(const struct mesh *m, uint32_t type, void **memory) {
    const collide_mesh mesh = {m->positions, m->vertices, 0, m->indices, m->triangles, 4};
    collide_tree_options options;
    collide_tree *tree;
    memset(&options, 0, sizeof options);
    options.type = type;
    const size_t size = collide_tree_size(m->triangles, &options);
    *memory = kinds_guarded(size);
    assert_int_equal(collide_tree_build(&tree, *memory, size, &mesh, &options), COLLIDE_OK);
    return tree;
}

// Half the size of a mesh's box, along its longest side; its middle.
static float mesh_size(const struct mesh *m, collide_vec3 *middle) {
    collide_vec3 lo = m->positions[0], hi = lo;
    for (size_t i = 1; i < m->vertices; ++i) {
        const collide_vec3 p = m->positions[i];
        lo = vec(p.x < lo.x ? p.x : lo.x, p.y < lo.y ? p.y : lo.y, p.z < lo.z ? p.z : lo.z);
        hi = vec(p.x > hi.x ? p.x : hi.x, p.y > hi.y ? p.y : hi.y, p.z > hi.z ? p.z : hi.z);
    }
    const float x = hi.x - lo.x, y = hi.y - lo.y, z = hi.z - lo.z;
    *middle = vec((hi.x + lo.x) / 2, (hi.y + lo.y) / 2, (hi.z + lo.z) / 2);
    return (x > y ? (x > z ? x : z) : (y > z ? y : z)) / 2;
}

// One pose of b at a: its middle at a's, and then off by a part of the sizes; or, if that is
// apart, brought near along the normal.
static void check_pose(inputs_random *r, const struct mesh *const m[2], collide_tree *const tree[2],
                       const struct soup *a, size_t *met) {
    collide_vec3 middle[2];
    const float size = mesh_size(m[0], &middle[0]) + mesh_size(m[1], &middle[1]);
    collide_pose pose = inputs_pose(r, vec(0, 0, 0));
    const collide_vec3 to = collide_pose_apply(&pose, middle[1]);
    const collide_vec3 off = scaled(inputs_pose(r, vec(0, 0, 0)).axis[0],
                                    size * inputs_uniform(r, 0.2f, kinds_below(r, 2) ? 2 : 1));
    collide_distance d;
    pose.position =
        vec(middle[0].x - to.x + off.x, middle[0].y - to.y + off.y, middle[0].z - to.z + off.z);
    assert_true(collide_tree_tree_distance(tree[0], NULL, tree[1], &pose, INFINITY, &d, NULL));
    if (d.lo > 0 && kinds_below(r, 2)) {
        pose.position = whole_sum(pose.position, d.lo * (1 - 0x1p-10f), d.normal);
        assert_true(collide_tree_tree_distance(tree[0], NULL, tree[1], &pose, INFINITY, &d, NULL));
    }
    struct soup b = make_soup(m[1], &pose);
    if (d.hi > 0) {
        check_meshes(a, &b, &d);
    } else { // the pair that is reported meets
        ask_rationals(&a->t[d.feature_a], &b.t[d.feature_b]);
        REQUIRE(mpq_sgn(exact_square) == 0, "%u and %u do not meet", d.feature_a, d.feature_b);
        ++*met;
    }
    free_soup(&b);
}

static void test_published(void **state) {
    (void)state;
    struct meshes all;
    inputs_random r = inputs_seed(81);
    FILE *file = open_data("meshes.txt");
    size_t met = 0, pairs = 0;
    read_meshes(file, &all);
    fclose(file);
    asked = 0;
    for (size_t i = 0; i < all.count; ++i)
        for (size_t j = i; j < all.count; ++j)
            pairs += all.mesh[i].triangles * all.mesh[j].triangles < 40000000;
    const size_t each = count_of(2000) / pairs + 1;
    for (size_t i = 0; i < all.count; ++i)
        for (size_t j = i; j < all.count; ++j) {
            const struct mesh *const m[2] = {&all.mesh[i], &all.mesh[j]};
            void *memory[2];
            if (m[0]->triangles * m[1]->triangles >= 40000000)
                continue;
            collide_tree *const tree[2] = {tree_of_mesh(m[0], COLLIDE_TREE_SURFACE, &memory[0]),
                                           tree_of_mesh(m[1], COLLIDE_TREE_SURFACE, &memory[1])};
            struct soup a = make_soup(m[0], NULL);
            for (size_t k = 0; k < each; ++k)
                check_pose(&r, m, tree, &a, &met);
            free_soup(&a);
            for (int k = 0; k < 2; ++k)
                kinds_guarded_free(memory[k], collide_tree_size(m[k]->triangles, NULL));
        }
    printf("# %zu poses of %zu pairs of %zu published meshes: %zu meet; %zu pairs of triangles by "
           "rationals\n",
           each * pairs, pairs, all.count, met, asked);
    free_meshes(&all);
}

// ---- points ----------------------------------------------------------------------------------

static wide wide_sum(wide_point p) {
    return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y) + (p.z < 0 ? -p.z : p.z);
}

// The side of c of the plane through the origin, a and b, or 0 if rounding may hide it: products
// of three such sums round by less than 2^-60 of them.
static int side_of(wide_point a, wide_point b, wide_point c) {
    const wide x = wide_dot(wide_cross(a, b), c);
    const wide most = wide_sum(a) * wide_sum(b) * wide_sum(c) * 0x1p-58L;
    return x > most ? 1 : x < -most ? -1 : 0;
}

// Whether a ray meets an odd number of triangles; rays that are too near an edge are drawn anew.
static bool inside_exactly(inputs_random *r, const struct soup *s, collide_vec3 p) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        const wide_point way = widen(inputs_vec3(r, -1, 1)), at = widen(p);
        bool odd = false, sure = true;
        for (size_t i = 0; i < s->n && sure; ++i) {
            wide_point v[3];
            int side[3];
            for (int k = 0; k < 3; ++k)
                v[k] = wide_add(widen(s->t[i].v[k]), -1, at);
            for (int k = 0; k < 3; ++k)
                side[k] = side_of(v[k], v[(k + 1) % 3], way);
            if (side[0] * side[1] < 0 || side[1] * side[2] < 0 || side[2] * side[0] < 0)
                continue; // past it
            const int all = side_of(v[0], v[1], v[2]), sum = side[0] + side[1] + side[2];
            sure = side[0] && side[1] && side[2] && all;
            odd ^= sure && (all > 0) == (sum > 0);
        }
        if (sure)
            return odd;
    }
    fail_msg("no ray from %a %a %a is clear of edges", (double)p.x, (double)p.y, (double)p.z);
    return false;
}

// On a vertex or an edge, near the surface, in the box or about it.
static collide_vec3 point_at(inputs_random *r, const struct mesh *m, collide_vec3 middle,
                             float size) {
    const uint32_t *i = m->indices + 3 * kinds_below(r, (uint32_t)m->triangles);
    const collide_vec3 a = m->positions[i[0]], b = m->positions[i[1]], c = m->positions[i[2]];
    const collide_vec3 on = whole_sum(scaled(whole_sum(a, 1, b), 0.25f), 0.5f, c);
    switch (kinds_below(r, 6)) {
    case 0:
        return a;
    case 1:
        return scaled(whole_sum(a, 1, b), 0.5f);
    case 2:
        return on;
    case 3:
        return whole_sum(on, 0.001f * size, inputs_vec3(r, -1, 1));
    case 4:
        return whole_sum(middle, size, inputs_vec3(r, -1, 1));
    default:
        return whole_sum(middle, 2 * size, inputs_vec3(r, -1, 1));
    }
}

// Returns -1, 0 or 1: inside, on the surface, outside.
static int check_point(inputs_random *r, const struct soup *s, collide_vec3 p,
                       const collide_distance *d) {
    const wide_point at = widen(p);
    const bool inside = d->lo < 0;
    collide_distance off = *d;
    mpq_t least;
    if (inside) {
        off.lo = -d->hi;
        off.hi = -d->lo;
    }
    wide_point v[3];
    wide_triangle(&s->t[d->feature_b], v);
    limits best = limits_of(&at, v, 1);
    bool exactly = false, on = false;
    mpq_init(least);
    for (int pass = 0; pass < 2; ++pass) {
        const double high = (double)best.high * (1 + 1e-12);
        for (size_t i = 0; i < s->n; ++i) {
            const point way = add(s->middle[i], -1, to_point(p));
            const double reach = s->radius[i] + high;
            if (dot(way, way) > reach * reach)
                continue;
            wide_triangle(&s->t[i], v);
            const limits of = limits_of(&at, v, 1);
            best.high = of.high < best.high ? of.high : best.high;
            best.low = of.low < best.low ? of.low : best.low;
            if (pass == 0 || of.low > best.high)
                continue;
            ask_point(p, &s->t[i]);
            if (!exactly || mpq_cmp(exact_square, least) < 0)
                mpq_set(least, exact_square);
            exactly = true;
        }
        if (pass == 0 && off.lo > 0 && (wide)off.lo <= best.low && best.high <= (wide)off.hi)
            break;
    }
    if (exactly) {
        mpq_set(exact_square, least);
        check_exact(&off, "a point");
        on = mpq_sgn(least) == 0;
    }
    mpq_clear(least);
    REQUIRE(on == (d->lo == 0 && d->hi == 0), "on the surface: %d, but %a to %a", on, (double)d->lo,
            (double)d->hi);
    if (on)
        return 0;
    REQUIRE(inside_exactly(r, s, p) == inside, "inside: %d, but %a to %a", !inside, (double)d->lo,
            (double)d->hi);
    return inside ? -1 : 1;
}

static void test_points(void **state) {
    (void)state;
    struct meshes all;
    inputs_random r = inputs_seed(82);
    FILE *file = open_data("meshes.txt");
    read_meshes(file, &all);
    fclose(file);
    const struct mesh *m = &all.mesh[0];
    for (size_t i = 0; i < all.count; ++i)
        if (strncmp(all.mesh[i].name, "bunny", 5) == 0)
            m = &all.mesh[i];
    void *memory;
    collide_tree *tree = tree_of_mesh(m, COLLIDE_TREE_CLOSED, &memory);
    struct soup s = make_soup(m, NULL);
    collide_vec3 middle;
    const float size = mesh_size(m, &middle);
    size_t found[3] = {0, 0, 0};
    asked = 0;
    const size_t n = count_of(100000);
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 p = point_at(&r, m, middle, size);
        collide_distance d;
        assert_true(collide_point_tree_distance(p, tree, NULL, INFINITY, &d));
        ++found[check_point(&r, &s, p, &d) + 1];
    }
    printf("# %zu points at %s: %zu inside, %zu on the surface, %zu outside; %zu triangles by "
           "rationals\n",
           n, m->name, found[0], found[1], found[2], asked);
    assert_true(found[0] > n / 10 && found[1] > n / 10 && found[2] > n / 10);
    collide_tree_options options;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    kinds_guarded_free(memory, collide_tree_size(m->triangles, &options));
    free_soup(&s);
    free_meshes(&all);
}

// ---- some hundred triangles against our own distances ------------------------------------------

static void test_own(void **state) {
    (void)state;
    inputs_random r = inputs_seed(83);
    size_t apart = 0, same = 0, n = 0;
    for (size_t c = 0; c < count_of(20000) / 16 + 1; ++c) {
        struct mesh m[2];
        void *memory[2];
        collide_tree *tree[2];
        for (int k = 0; k < 2; ++k) {
            const struct drawn d = draw_mesh(&r, c % 4 == 3 ? SOUP : BUMPY, 150 + 50 * (c % 7), 1);
            m[k].vertices = d.mesh.vertex_count;
            m[k].triangles = d.mesh.triangle_count;
            m[k].positions = (collide_vec3 *)allocate(m[k].vertices, sizeof *m[k].positions);
            m[k].indices = d.wide;
            for (size_t i = 0; i < m[k].vertices; ++i)
                m[k].positions[i] = position_of(&d, i);
            tree[k] = tree_of_mesh(&m[k], COLLIDE_TREE_SURFACE, &memory[k]);
            free(d.positions);
            free(d.narrow);
        }
        struct soup a = make_soup(&m[0], NULL);
        for (int pose_number = 0; pose_number < 16; ++pose_number, ++n) {
            collide_pose pose = inputs_pose(&r, vec(0, 0, 0));
            collide_tree_work count = {0, 0, 0};
            collide_distance d, best, e;
            pose.position = scaled(inputs_pose(&r, vec(0, 0, 0)).axis[0],
                                   inputs_uniform(&r, 1, pose_number % 2 ? 2.2f : 5));
            assert_true(
                collide_tree_tree_distance(tree[0], NULL, tree[1], &pose, INFINITY, &d, &count));
            if (!(d.hi > 0))
                continue;
            struct soup b = make_soup(&m[1], &pose);
            memset(&best, 0, sizeof best);
            best.lo = best.hi = INFINITY;
            for (size_t i = 0; i < a.n; ++i)
                for (size_t j = 0; j < b.n; ++j) {
                    const point way = add(a.middle[i], -1, b.middle[j]);
                    const double reach =
                        a.radius[i] + b.radius[j] + ((double)d.hi + 1e-6) * (1 + 1e-6);
                    if (dot(way, way) > reach * reach ||
                        !collide_triangle_triangle_distance(&a.t[i], &b.t[j], best.lo, &e))
                        continue;
                    e.lo = e.lo > 0 ? e.lo : 0;
                    if (e.lo < best.lo || e.hi < best.hi) {
                        best = e;
                        best.feature_a = (uint32_t)i;
                        best.feature_b = (uint32_t)j;
                    }
                }
            REQUIRE(d.lo <= best.lo && best.hi <= d.hi, "%a to %a, of all %a to %a", (double)d.lo,
                    (double)d.hi, (double)best.lo, (double)best.hi);
            if (count.triangles < 500) {
                REQUIRE(memcmp(&d, &best, sizeof d) == 0, "%a to %a of %u and %u, of all %u and %u",
                        (double)d.lo, (double)d.hi, d.feature_a, d.feature_b, best.feature_a,
                        best.feature_b);
                ++same;
            }
            ++apart;
            free_soup(&b);
        }
        free_soup(&a);
        for (int k = 0; k < 2; ++k) {
            kinds_guarded_free(memory[k], collide_tree_size(m[k].triangles, NULL));
            free(m[k].positions);
            free(m[k].indices);
        }
    }
    printf("# %zu poses of meshes of some hundred triangles: %zu apart, %zu bit for bit\n", n,
           apart, same);
    assert_true(apart > n / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_own),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
