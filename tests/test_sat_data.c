// Boxes, triangles and convex bodies against published inputs with exact answers, each by every
// function that takes it, in either order and scaled; batches against single calls, bit for bit.
#include "test.h"

#include "data.h"
#include "swept.h"

#define U (1.0 / 16777216) // 2^-24
#define MAX_POINTS 32
#define MAX_TRIANGLES 64

static const collide_vec3 still = {0, 0, 0};

// ---- cases -----------------------------------------------------------------------------------

enum { BOX, TRIANGLE, HULL };

struct shape {
    long kind;
    bool exact; // box is what the source means, not rounded
    collide_obb box;
    double extent;            // half the sides of its box or of the triangle
    size_t points, triangles; // of the hull; no triangles where it has no area
    collide_vec3 point[MAX_POINTS];
    uint32_t index[3 * MAX_TRIANGLES];
};

// Two shapes, the first moving by d within a time of 1, and the exact answer.
struct motion {
    bool hit, robust; // robust: not decided by a touch
    double first, last, depth, distance;
    float scale; // of lengths, a power of 2
    collide_vec3 d;
    struct shape shape[2];
};

struct motions {
    size_t count;
    struct motion *motion;
};

static double read_double(FILE *file) {
    double x = 0;
    REQUIRE(fscanf(file, "%lf", &x) == 1, "a number is missing at byte %ld", ftell(file));
    return x;
}

static collide_obb read_box(FILE *file) {
    collide_obb box;
    box.center = read_vec3(file);
    box.half = read_vec3(file);
    for (int i = 0; i < 3; ++i)
        box.axis[i] = read_vec3(file);
    assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
    return box;
}

static void read_shape(FILE *file, struct shape *s) {
    s->kind = read_integer(file);
    if (s->kind == BOX) {
        s->box = read_box(file);
        s->exact = read_count(file) != 0;
    }
    s->extent = read_double(file);
    s->points = read_count(file);
    s->triangles = read_count(file);
    REQUIRE(s->points <= MAX_POINTS && s->triangles <= MAX_TRIANGLES, "too large a hull");
    for (size_t i = 0; i < s->points; ++i)
        s->point[i] = read_vec3(file);
    for (size_t i = 0; i < 3 * s->triangles; ++i)
        s->index[i] = (uint32_t)read_count(file);
}

static struct motions read_motions(const char *name) {
    FILE *file = open_data(name);
    struct motions all;
    all.count = read_count(file);
    all.motion = (struct motion *)allocate(all.count, sizeof *all.motion);
    for (size_t i = 0; i < all.count; ++i) {
        struct motion *m = &all.motion[i];
        m->hit = read_count(file) != 0;
        m->robust = read_count(file) != 0;
        m->first = read_double(file);
        m->last = read_double(file);
        read_double(file); // speeds
        read_double(file);
        m->scale = 1;
        m->depth = read_double(file);
        m->distance = read_double(file);
        m->d = read_vec3(file);
        for (int side = 0; side < 2; ++side)
            read_shape(file, &m->shape[side]);
    }
    close_data(file);
    return all;
}

static collide_vec3 scaled(collide_vec3 p, float scale) {
    const collide_vec3 r = {p.x * scale, p.y * scale, p.z * scale};
    return r;
}

// The same in another unit of length, a power of 2: all numbers stay exact.
static struct motion scaled_motion(const struct motion *m, float scale) {
    struct motion r = *m;
    r.scale = scale;
    r.depth *= (double)scale;
    r.distance *= (double)scale;
    r.d = scaled(m->d, scale);
    for (int side = 0; side < 2; ++side) {
        struct shape *s = &r.shape[side];
        s->box.center = scaled(s->box.center, scale);
        s->box.half = scaled(s->box.half, scale);
        s->extent *= (double)scale;
        for (size_t i = 0; i < s->points; ++i)
            s->point[i] = scaled(s->point[i], scale);
    }
    return r;
}

static double product(collide_vec3 a, collide_vec3 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static collide_aabb bounds_of(const struct shape *s) {
    collide_aabb r = {s->point[0], s->point[0]};
    for (size_t i = 1; i < s->points; ++i) {
        const collide_vec3 p = s->point[i];
        r.min.x = p.x < r.min.x ? p.x : r.min.x;
        r.min.y = p.y < r.min.y ? p.y : r.min.y;
        r.min.z = p.z < r.min.z ? p.z : r.min.z;
        r.max.x = p.x > r.max.x ? p.x : r.max.x;
        r.max.y = p.y > r.max.y ? p.y : r.max.y;
        r.max.z = p.z > r.max.z ? p.z : r.max.z;
    }
    return r;
}

static double box_extent(const collide_obb *box) {
    return (double)box->half.x + (double)box->half.y + (double)box->half.z;
}

// ---- answers ---------------------------------------------------------------------------------

// What the functions are held to. Rounded boxes are not those of the source: a touch there decides
// nothing here.
enum function {
    OBB_OBB,
    OBB_OBB_ROUNDED,
    OBB_TRIANGLE,
    OBB_TRIANGLE_ROUNDED,
    TRIANGLE_TRIANGLE,
    CONVEX_CONVEX,
    TREE_TREE,
    FUNCTION_COUNT
};
static const char *const function_names[FUNCTION_COUNT] = {
    "obb_obb_sweep",           "obb_obb_sweep (rounded)",
    "obb_triangle_sweep",      "obb_triangle_sweep (rounded)",
    "triangle_triangle_sweep", "convex_convex_sweep",
    "tree_tree_sweep"};

// What was seen, and the greatest ratios of error to bound.
static struct tally {
    size_t last_case, cases, calls, hits;
    struct swept_shares shares; // of times, squared
    double depth, gap;
} tallies[FUNCTION_COUNT];

static void reset_tallies(void) {
    memset(tallies, 0, sizeof tallies);
    for (int i = 0; i < FUNCTION_COUNT; ++i)
        tallies[i].last_case = SIZE_MAX;
}

static void report_tallies(const char *name) {
    for (int i = 0; i < FUNCTION_COUNT; ++i) {
        const struct tally *t = &tallies[i];
        if (t->cases)
            fprintf(
                stderr,
                "# %s, %s: %zu cases, %zu calls, %zu hits; error to bound: times %.3f, late ones "
                "%.3f, depth %.3f, gap %.3f\n",
                name, function_names[i], t->cases, t->calls, t->hits, root(t->shares.grow),
                root(t->shares.late), t->depth, t->gap);
    }
}

// By how much larger than they are shapes may seem, of extents e at a distance d.
static double bound(double e, double d) {
    return 20 * U * e + 8 * U * d;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

// One call: m's shape side first, with velocities of that order.
struct call {
    enum function function;
    size_t number; // of the case
    const struct motion *motion;
    int side;
    collide_vec3 va, vb;
    double extent;
    const char *variant;
};

static const char *label(const struct call *c) {
    static char text[128];
    snprintf(text, sizeof text, "case %zu, %s, %s", c->number, function_names[c->function],
             c->variant);
    return text;
}

static void check_miss(const struct call *c, const collide_impact *r) {
    REQUIRE(kinds_bits(r->t_first) == 0x7f800000u && kinds_bits(r->t_last) == 0xff800000u &&
                r->axis == COLLIDE_AXIS_NONE && r->depth == 0 && product(r->normal, r->normal) == 0,
            "%s: not what a miss is", label(c));
}

// How far b's points end below those of a along n, when a has moved for a time t.
static double gap_along(const struct call *c, collide_vec3 n, double t) {
    const struct shape *a = &c->motion->shape[c->side], *b = &c->motion->shape[1 - c->side];
    double low = product(n, a->point[0]), high = product(n, b->point[0]);
    for (size_t i = 1; i < a->points; ++i) {
        const double x = product(n, a->point[i]);
        low = x < low ? x : low;
    }
    for (size_t i = 1; i < b->points; ++i)
        high = greater(product(n, b->point[i]), high);
    return (low + t * product(n, c->va)) - (high + t * product(n, c->vb));
}

// The exact bodies of a motion, unscaled, the bounds of the function that is asked, and whether
// they meet.
static struct swept_bound stated;

static void state_bounds(enum function f) {
    swept_bounds(&stated, f == TRIANGLE_TRIANGLE || f == TREE_TREE,
                 f == OBB_TRIANGLE || f == OBB_TRIANGLE_ROUNDED);
}

static void check_call(const struct call *c, bool hit, const collide_impact *r) {
    const struct motion *m = c->motion;
    struct tally *t = &tallies[c->function];
    const double slack = 24 * U * (c->extent + m->distance); // normal and time are rounded, too
    const struct swept_answer answer = {hit, r->t_first, r->t_last, 1};
    bool exact;
    t->cases += t->last_case != c->number;
    t->last_case = c->number;
    ++t->calls;
    t->hits += hit;
    state_bounds(c->function);
    const char *broken = swept_judge(&answer, &stated, &exact, &t->shares);
    REQUIRE(!broken, "%s: %s: %a to %a", label(c), broken, (double)r->t_first, (double)r->t_last);
    if (m->robust || (c->function != OBB_OBB_ROUNDED && c->function != OBB_TRIANGLE_ROUNDED))
        REQUIRE(hit == m->hit, "%s: %s, exactly a %s", label(c), hit ? "hit" : "miss",
                m->hit ? "hit" : "miss");
    if (!hit) {
        check_miss(c, r);
        return;
    }
    const double square = product(r->normal, r->normal);
    REQUIRE(square > 1 - 4 * U && square < 1 + 4 * U, "%s: a normal of length^2 %.9g", label(c),
            square);
    REQUIRE(r->depth >= 0 && (r->depth == 0 || r->t_first == 0), "%s: depth %g at %g", label(c),
            (double)r->depth, (double)r->t_first);
    const double gap = gap_along(c, r->normal, (double)r->t_first) + (double)r->depth;
    REQUIRE(gap <= slack && gap >= -slack, "%s: the normal parts by %g less than depth, bound %g",
            label(c), gap, slack);
    t->gap = greater(t->gap, (gap < 0 ? -gap : gap) / slack);
    const double closing = product(r->normal, c->va) - product(r->normal, c->vb);
    REQUIRE(r->t_first == 0 || closing <= 0, "%s: not closing along the normal", label(c));
    if (r->t_first == 0)
        REQUIRE(swept_depth(r->depth / m->scale, stated.depth, &t->depth),
                "%s: depth %.9g, exactly %.9g", label(c), (double)r->depth,
                swept_depth_now() * (double)m->scale);
}

// ---- single calls ----------------------------------------------------------------------------

static void call_boxes(struct call c, const collide_obb *a, const collide_obb *b) {
    collide_impact r;
    c.extent = box_extent(a) + box_extent(b);
    const bool hit = collide_obb_obb_sweep(a, c.va, b, c.vb, 1, &r);
    check_call(&c, hit, &r);
}

static void check_boxes(struct call c) {
    const struct shape *a = &c.motion->shape[c.side], *b = &c.motion->shape[1 - c.side];
    c.function = a->exact && b->exact ? OBB_OBB : OBB_OBB_ROUNDED;
    call_boxes(c, &a->box, &b->box);
    if (c.function == OBB_OBB) {
        const collide_aabb p = bounds_of(a), q = bounds_of(b);
        const collide_obb u = collide_obb_from_aabb(&p), v = collide_obb_from_aabb(&q);
        call_boxes(c, &u, &v);
        call_boxes(c, &u, &b->box);
    }
}

static const uint8_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

static collide_triangle triangle_of(const struct shape *s, int order) {
    const uint8_t *o = orders[order];
    const collide_triangle t = {{s->point[o[0]], s->point[o[1]], s->point[o[2]]}};
    return t;
}

static void check_box_triangle(struct call c) {
    const struct shape *a = &c.motion->shape[c.side], *b = &c.motion->shape[1 - c.side];
    c.function = a->exact ? OBB_TRIANGLE : OBB_TRIANGLE_ROUNDED;
    c.extent = box_extent(&a->box) + b->extent;
    const collide_aabb p = bounds_of(a);
    const collide_obb box[2] = {a->box, collide_obb_from_aabb(&p)};
    for (int k = 0; k < 6; ++k) {
        const collide_triangle t = triangle_of(b, k);
        for (int i = 0; i < (a->exact ? 2 : 1); ++i) {
            collide_impact r;
            const bool hit = collide_obb_triangle_sweep(&box[i], c.va, &t, c.vb, 1, &r);
            check_call(&c, hit, &r);
        }
    }
}

static void check_triangles(struct call c) {
    const struct shape *a = &c.motion->shape[c.side], *b = &c.motion->shape[1 - c.side];
    c.function = TRIANGLE_TRIANGLE;
    c.extent = a->extent + b->extent;
    for (int k = 0; k < 6; ++k) {
        const collide_triangle t = triangle_of(a, k), u = triangle_of(b, (2 * k + 1) % 6);
        collide_impact r;
        const bool hit = collide_triangle_triangle_sweep(&t, c.va, &u, c.vb, 1, &r);
        check_call(&c, hit, &r);
    }
}

// In reverse order of triangles, the other way round, or as they stand; NULL without area.
static collide_convex *convex_of(const struct shape *s, bool reverse) {
    uint32_t index[3 * MAX_TRIANGLES];
    const size_t n = 3 * s->triangles;
    const collide_mesh mesh = {s->point, s->points, 0, index, s->triangles, 0};
    collide_convex *convex = NULL;
    if (!n)
        return NULL;
    for (size_t i = 0; i < n; ++i)
        index[i] = s->index[reverse ? n - 1 - i : i];
    const size_t size = collide_convex_mesh_size(&mesh);
    assert_int_equal(collide_convex_build_mesh(&convex, kinds_guarded(size), size, &mesh),
                     COLLIDE_OK);
    return convex;
}

static void convex_free(const struct shape *s, collide_convex *convex) {
    const collide_mesh mesh = {s->point, s->points, 0, s->index, s->triangles, 0};
    kinds_guarded_free(convex, collide_convex_mesh_size(&mesh));
}

static bool same_number(double a, double b) { // but for the last places
    return a - b <= 0x1p-50 * b && b - a <= 0x1p-50 * b;
}

static bool same(float a, float b) {
    return kinds_bits(a) == kinds_bits(b);
}

// On every instruction set, bit for bit.
static void check_convexes(struct call c, const collide_convex *a, const collide_convex *b) {
    const collide_pose pose = collide_pose_identity();
    collide_impact scalar, r;
    c.function = CONVEX_CONVEX;
    c.extent = c.motion->shape[0].extent + c.motion->shape[1].extent;
    collide_isa_limit(COLLIDE_ISA_SCALAR);
    const bool hit = collide_convex_convex_sweep(a, NULL, c.va, b, &pose, c.vb, 1, &scalar);
    check_call(&c, hit, &scalar);
    for (int isa = COLLIDE_ISA_SCALAR + 1; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        collide_convex_convex_sweep(a, NULL, c.va, b, &pose, c.vb, 1, &r);
        REQUIRE(same(r.t_first, scalar.t_first) && same(r.t_last, scalar.t_last) &&
                    same(r.normal.x, scalar.normal.x) && same(r.normal.y, scalar.normal.y) &&
                    same(r.normal.z, scalar.normal.z) && same(r.depth, scalar.depth) &&
                    r.axis == scalar.axis,
                "%s: %s is not as scalar", label(&c), collide_isa_text((collide_isa_id)isa));
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// The surface as a tree; NULL without area.
static collide_tree *tree_of(const struct shape *s) {
    const collide_mesh mesh = {s->point, s->points, 0, s->index, s->triangles, 0};
    const size_t size = collide_tree_size(s->triangles, NULL);
    collide_tree *tree = NULL;
    if (s->triangles)
        assert_int_equal(collide_tree_build(&tree, kinds_guarded(size), size, &mesh, NULL),
                         COLLIDE_OK);
    return tree;
}

// Surfaces that begin apart first meet when what is inside does.
static void check_trees(struct call c, const collide_tree *a, const collide_tree *b) {
    const struct motion *m = c.motion;
    struct tally *t = &tallies[TREE_TREE];
    c.function = TREE_TREE;
    c.extent = m->shape[0].extent + m->shape[1].extent;
    if (m->hit && !(m->first > 0))
        return;
    t->cases += t->last_case != c.number;
    t->last_case = c.number;
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        collide_impact r;
        collide_pair pair;
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        const bool hit = collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, c.va),
                                                 INPUTS_MOVER(b, NULL, c.vb), 1, &r, &pair, NULL);
        REQUIRE(hit == m->hit, "%s: %s, exactly a %s", label(&c), hit ? "hit" : "miss",
                m->hit ? "hit" : "miss");
        ++t->calls;
        t->hits += hit;
        if (!hit) {
            check_miss(&c, &r);
            continue;
        }
        state_bounds(TREE_TREE);
        const float next = kinds_float(kinds_bits(r.t_first) + 1);
        REQUIRE(swept_overlap_at(next, false, stated.grow, &t->shares.grow) &&
                    swept_apart_by(r.t_first, false, stated.late, &t->shares.late),
                "%s: %.9g, exactly %.17g", label(&c), (double)r.t_first, m->first);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// A case in one unit of length: either shape first, either one moving. With hulls, by what takes
// their points and triangles, else by what takes boxes.
static void check_motion(size_t number, const struct motion *m, bool reverse, bool hulls) {
    static const char *const variants[4] = {"a moves past b", "b past a", "a at rest, b moves",
                                            "b at rest, a moves"};
    const collide_vec3 back = scaled(m->d, -1);
    collide_convex *convex[2];
    collide_tree *tree[2];
    for (int side = 0; side < 2; ++side) {
        convex[side] = hulls ? convex_of(&m->shape[side], reverse) : NULL;
        tree[side] = hulls ? tree_of(&m->shape[side]) : NULL;
    }
    for (int v = 0; v < 4; ++v) {
        const int side = v % 2;
        const collide_vec3 d = v == 0 || v == 3 ? m->d : back;
        const struct call c = {FUNCTION_COUNT,    number, m,          side, v < 2 ? d : still,
                               v < 2 ? still : d, 0,      variants[v]};
        const long a = m->shape[side].kind, b = m->shape[1 - side].kind;
        if (a == BOX && b == BOX && !hulls)
            check_boxes(c);
        if (a == BOX && b == TRIANGLE && !hulls)
            check_box_triangle(c);
        if (a == TRIANGLE && b == TRIANGLE && hulls)
            check_triangles(c);
        if (convex[0] && convex[1])
            check_convexes(c, convex[side], convex[1 - side]);
        if (tree[0] && tree[1])
            check_trees(c, tree[side], tree[1 - side]);
    }
    for (int side = 0; side < 2; ++side) {
        if (convex[side])
            convex_free(&m->shape[side], convex[side]);
        if (tree[side])
            kinds_guarded_free(tree[side], (size_t)tree[side]->size);
    }
}

// The bodies as the functions take them. The source's answer must be the oracle's on hulls.
static void take_motion(size_t number, const struct motion *m, bool hulls) {
    double first, last;
    for (int side = 0; side < 2; ++side) {
        const struct shape *s = &m->shape[side];
        if (s->kind == TRIANGLE) {
            const collide_triangle t = triangle_of(s, 0);
            swept_triangle(&swept_bodies[side], &t);
        } else if (hulls) {
            swept_hull(&swept_bodies[side], s->point, s->points, s->index, s->triangles);
        } else {
            swept_box(&swept_bodies[side], &s->box);
        }
    }
    swept_bodies_move(m->d, still);
    const bool meet = swept_meet(1);
    swept_times(1, &first, &last);
    if (hulls)
        REQUIRE(meet == m->hit &&
                    (!meet || (same_number(first, m->first) && same_number(last, m->last))),
                "case %zu: %d, %.17g to %.17g, but the source says %d, %.17g to %.17g", number,
                meet, first, last, m->hit, m->first, m->last);
}

static void check_file(const char *name) {
    struct motions all = read_motions(name);
    reset_tallies();
    for (size_t i = 0; i < all.count; ++i) {
        const struct motion *m = &all.motion[i];
        const struct motion small = scaled_motion(m, 0x1p-10f), large = scaled_motion(m, 0x1p10f);
        const long a = m->shape[0].kind, b = m->shape[1].kind;
        for (int hulls = 0; hulls < 2; ++hulls) {
            if (hulls ? (a != TRIANGLE && !m->shape[0].triangles) ||
                            (b != TRIANGLE && !m->shape[1].triangles)
                      : a == HULL || b == HULL || (a != BOX && b != BOX))
                continue;
            take_motion(i, m, hulls);
            check_motion(i, m, false, hulls);
            check_motion(i, &small, true, hulls);
            check_motion(i, &large, false, hulls);
        }
    }
    report_tallies(name);
    free(all.motion);
}

static void test_grid(void **state) {
    (void)state;
    check_file("sat_grid.txt");
    // Every case of the source is judged by some function.
    assert_int_equal(tallies[CONVEX_CONVEX].cases, 2650);
    assert_int_equal(tallies[OBB_OBB].cases + tallies[OBB_OBB_ROUNDED].cases, 700);
    assert_int_equal(tallies[OBB_TRIANGLE].cases + tallies[OBB_TRIANGLE_ROUNDED].cases, 500);
    assert_int_equal(tallies[TRIANGLE_TRIANGLE].cases, 700);
}

static void test_flat(void **state) {
    (void)state;
    check_file("sat_flat.txt");
    assert_int_equal(tallies[TRIANGLE_TRIANGLE].cases, 700);
    assert_true(tallies[CONVEX_CONVEX].cases > 1000); // the others have no area
}

static void test_wang(void **state) {
    (void)state;
    check_file("sat_wang.txt");
    assert_int_equal(tallies[TRIANGLE_TRIANGLE].cases, 324);
}

static void test_published(void **state) {
    (void)state;
    check_file("sat_published.txt");
    assert_int_equal(tallies[CONVEX_CONVEX].cases, 9);
}
// ---- batches ---------------------------------------------------------------------------------

// Single calls of one scene, and what batches must say the same as.
struct singles {
    size_t n, hits;
    float *first, *last;
    uint8_t *axis;
    uint16_t *bits;
};

static struct singles singles_of(size_t n) {
    const struct singles s = {n,
                              0,
                              (float *)allocate(n, sizeof(float)),
                              (float *)allocate(n, sizeof(float)),
                              (uint8_t *)allocate(n, 1),
                              (uint16_t *)allocate(COLLIDE_BLOCKS(n), sizeof(uint16_t))};
    return s;
}

static void singles_free(struct singles *s) {
    free(s->first);
    free(s->last);
    free(s->axis);
    free(s->bits);
}

// Batches name no axis for what overlaps at the start.
static void singles_put(struct singles *s, size_t i, bool hit, const collide_impact *r) {
    s->first[i] = r->t_first;
    s->last[i] = r->t_last;
    s->axis[i] = r->t_first > 0 ? (uint8_t)r->axis : COLLIDE_SWEEPS_NO_AXIS;
    s->bits[i / 16] |= (uint16_t)(hit << i % 16);
    s->hits += hit;
}

// Results of a batch of n, filled with what no query writes; with axes or, by kernels of their own,
// without.
static struct singles batch;
static bool with_axis;

static collide_sweeps batch_out(size_t n) {
    const collide_sweeps out = {batch.bits, batch.first, batch.last, with_axis ? batch.axis : NULL};
    memset(batch.first, 0xa5, n * sizeof *batch.first);
    memset(batch.last, 0xa5, n * sizeof *batch.last);
    memset(batch.axis, 0xa5, n);
    memset(batch.bits, 0xa5, COLLIDE_BLOCKS(n) * sizeof *batch.bits);
    return out;
}

static void check_batch(const char *what, size_t scene, const struct singles *s, size_t hits) {
    const char *isa = collide_isa_text(collide_isa());
    for (size_t i = 0; i < s->n; ++i)
        REQUIRE(same(batch.first[i], s->first[i]) && same(batch.last[i], s->last[i]) &&
                    (!with_axis || batch.axis[i] == s->axis[i]),
                "%s, %s, %zu, object %zu: %.9g to %.9g, axis %d; singly %.9g to %.9g, axis %d",
                what, isa, scene, i, (double)batch.first[i], (double)batch.last[i], batch.axis[i],
                (double)s->first[i], (double)s->last[i], s->axis[i]);
    REQUIRE(memcmp(batch.bits, s->bits, COLLIDE_BLOCKS(s->n) * sizeof *s->bits) == 0,
            "%s, %s, %zu: hit bits differ from single calls", what, isa, scene);
    REQUIRE(hits == s->hits, "%s, %s, %zu: %zu hits, singly %zu", what, isa, scene, hits, s->hits);
}

// Boxes with their velocities against boxes or triangles with theirs.
struct scene {
    size_t n, m; // of either side
    collide_obb *a, *b;
    collide_triangle *t; // then b is NULL
    collide_vec3 *va, *vb;
    float t_max;
};

static bool single(const struct scene *s, size_t i, size_t j, collide_impact *r) {
    return s->t ? collide_obb_triangle_sweep(&s->a[i], s->va[i], &s->t[j], s->vb[j], s->t_max, r)
                : collide_obb_obb_sweep(&s->a[i], s->va[i], &s->b[j], s->vb[j], s->t_max, r);
}

// Packs that end where their memory does.
#define DEFINE_PACK(type)                                                                          \
    static collide_##type##_pack *type##_pack(const collide_##type *objects, size_t n) {           \
        const size_t size = collide_##type##_pack_size(n);                                         \
        collide_##type##_pack *pack = NULL;                                                        \
        assert_int_equal(                                                                          \
            collide_##type##_pack_build(&pack, kinds_guarded(size), size, objects, n, 0),          \
            COLLIDE_OK);                                                                           \
        return pack;                                                                               \
    }                                                                                              \
    static void type##_pack_free(collide_##type##_pack *pack) {                                    \
        kinds_guarded_free(pack, (size_t)pack->header.size);                                       \
    }
DEFINE_PACK(obb)
DEFINE_PACK(triangle)
DEFINE_PACK(vec3)

// One against many, for all of a.
static void check_many(const struct scene *s, size_t number, const struct singles *rows) {
    collide_vec3_pack *vb = vec3_pack(s->vb, s->m);
    if (s->t) {
        collide_triangle_pack *b = triangle_pack(s->t, s->m);
        for (size_t i = 0; i < s->n; ++i) {
            const collide_sweeps out = batch_out(s->m);
            check_batch("obb_triangle_sweep_many", number, &rows[i],
                        collide_obb_triangle_sweep_many(&s->a[i], s->va[i], b, vb, s->t_max, &out));
        }
        triangle_pack_free(b);
    } else {
        collide_obb_pack *b = obb_pack(s->b, s->m);
        for (size_t i = 0; i < s->n; ++i) {
            const collide_sweeps out = batch_out(s->m);
            check_batch("obb_obb_sweep_many", number, &rows[i],
                        collide_obb_obb_sweep_many(&s->a[i], s->va[i], b, vb, s->t_max, &out));
        }
        obb_pack_free(b);
    }
    vec3_pack_free(vb);
}

// Pair by pair, as packs of one lane per pair.
static void check_lanes(const struct scene *s, size_t number, const collide_pair *pairs,
                        const struct singles *all) {
    const size_t n = all->n;
    const collide_sweeps out = batch_out(n);
    collide_obb *box = (collide_obb *)allocate(n, sizeof *box);
    collide_triangle *triangle = (collide_triangle *)allocate(n, sizeof *triangle);
    collide_vec3 *u = (collide_vec3 *)allocate(n, sizeof *u);
    collide_vec3 *v = (collide_vec3 *)allocate(n, sizeof *v);
    for (size_t p = 0; p < n; ++p) {
        box[p] = s->a[pairs[p].a];
        u[p] = s->va[pairs[p].a];
        v[p] = s->vb[pairs[p].b];
    }
    collide_obb_pack *a = obb_pack(box, n);
    collide_vec3_pack *va = vec3_pack(u, n);
    collide_vec3_pack *vb = vec3_pack(v, n);
    if (s->t) {
        for (size_t p = 0; p < n; ++p)
            triangle[p] = s->t[pairs[p].b];
        collide_triangle_pack *b = triangle_pack(triangle, n);
        check_batch("obb_triangle_sweep_lanes", number, all,
                    collide_obb_triangle_sweep_lanes(a, va, b, vb, s->t_max, &out));
        triangle_pack_free(b);
    } else {
        for (size_t p = 0; p < n; ++p)
            box[p] = s->b[pairs[p].b];
        collide_obb_pack *b = obb_pack(box, n);
        check_batch("obb_obb_sweep_lanes", number, all,
                    collide_obb_obb_sweep_lanes(a, va, b, vb, s->t_max, &out));
        obb_pack_free(b);
    }
    vec3_pack_free(vb);
    vec3_pack_free(va);
    obb_pack_free(a);
    free(v);
    free(u);
    free(triangle);
    free(box);
}

static void check_pairs(const struct scene *s, size_t number, const collide_pair *pairs,
                        const struct singles *all) {
    const collide_obb_array a = {s->a, s->n, 0, s->va, 0}, b = {s->b, s->m, 0, s->vb, 0};
    const collide_triangle_array t = {s->t, s->m, 0, s->vb, 0};
    const collide_sweeps out = batch_out(all->n);
    if (s->t)
        check_batch("obb_triangle_sweep_pairs", number, all,
                    collide_obb_triangle_sweep_pairs(&a, &t, pairs, all->n, s->t_max, &out));
    else
        check_batch("obb_obb_sweep_pairs", number, all,
                    collide_obb_obb_sweep_pairs(&a, &b, pairs, all->n, s->t_max, &out));
}

// All of a against all of b on every instruction set; lanes and pairs for the pairs given. all
// holds the single calls of these.
static void check_scene(const struct scene *s, size_t number, const collide_pair *pairs,
                        const struct singles *all) {
    struct singles *rows = (struct singles *)allocate(s->n, sizeof *rows);
    for (size_t i = 0; i < s->n; ++i) {
        rows[i] = singles_of(s->m);
        for (size_t j = 0; j < s->m; ++j) {
            collide_impact r;
            const bool hit = single(s, i, j, &r);
            singles_put(&rows[i], j, hit, &r);
        }
    }
    batch = singles_of(s->m > all->n ? s->m : all->n);
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        for (int k = 0; k < 2; ++k) {
            with_axis = k == 0;
            check_many(s, number, rows);
            check_lanes(s, number, pairs, all);
            check_pairs(s, number, pairs, all);
        }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    singles_free(&batch);
    for (size_t i = 0; i < s->n; ++i)
        singles_free(&rows[i]);
    free(rows);
}

static struct scene scene_of(size_t n, size_t m, bool triangles) {
    const struct scene s = {n,
                            m,
                            (collide_obb *)allocate(n, sizeof(collide_obb)),
                            triangles ? NULL : (collide_obb *)allocate(m, sizeof(collide_obb)),
                            triangles ? (collide_triangle *)allocate(m, sizeof(collide_triangle))
                                      : NULL,
                            (collide_vec3 *)allocate(n, sizeof(collide_vec3)),
                            (collide_vec3 *)allocate(m, sizeof(collide_vec3)),
                            1};
    return s;
}

static void scene_free(struct scene *s) {
    free(s->vb);
    free(s->va);
    free(s->t);
    free(s->b);
    free(s->a);
}

// All cases of the file that are a box first or second, against a box or a triangle: case by case
// in lanes and pairs, each box against all of the second.
static void check_grid_batches(bool triangles) {
    struct motions all = read_motions("sat_grid.txt");
    struct scene s = scene_of(all.count, all.count, triangles);
    size_t n = 0;
    for (size_t i = 0; i < all.count; ++i) {
        const struct motion *m = &all.motion[i];
        const int side = m->shape[0].kind == BOX ? 0 : 1;
        const struct shape *a = &m->shape[side], *b = &m->shape[1 - side];
        if (a->kind != BOX || b->kind != (triangles ? TRIANGLE : BOX))
            continue;
        s.a[n] = a->box;
        *(side == 0 ? &s.va[n] : &s.vb[n]) = m->d;
        if (triangles)
            s.t[n] = triangle_of(b, 0);
        else
            s.b[n] = b->box;
        ++n;
    }
    s.n = s.m = n;
    REQUIRE(n > 0, "no cases");
    collide_pair *pairs = (collide_pair *)allocate(n, sizeof *pairs);
    struct singles own = singles_of(n);
    for (size_t i = 0; i < n; ++i) {
        collide_impact r;
        const bool hit = single(&s, i, i, &r);
        pairs[i].a = pairs[i].b = (uint32_t)i;
        singles_put(&own, i, hit, &r);
    }
    check_scene(&s, 0, pairs, &own);
    fprintf(stderr, "# sat_grid.txt, %s batches: %zu cases, %zu hits; %zu against %zu\n",
            triangles ? "obb_triangle" : "obb_obb", n, own.hits, n, n);
    singles_free(&own);
    free(pairs);
    scene_free(&s);
    free(all.motion);
}

static void test_box_batches(void **state) {
    (void)state;
    check_grid_batches(false);
}

static void test_triangle_batches(void **state) {
    (void)state;
    check_grid_batches(true);
}

// ---- boxes at rest ---------------------------------------------------------------------------

static void test_boxes(void **state) {
    (void)state;
    FILE *file = open_data("sat_boxes.txt");
    const size_t n = read_count(file);
    size_t hits = 0, close = 0;
    double worst = 0;
    for (size_t i = 0; i < n; ++i) {
        const bool meet = read_count(file) != 0;
        const double apart = read_double(file), distance = read_double(file);
        const collide_obb a = read_box(file), b = read_box(file);
        const double e = box_extent(&a) + box_extent(&b);
        const double grow = bound(e, distance);
        for (int k = 0; k < 2; ++k) {
            collide_overlap r;
            const bool hit = collide_obb_obb(k ? &b : &a, k ? &a : &b, &r);
            REQUIRE(hit || !meet, "pair %zu: missed, they are %g deep", i, -apart);
            REQUIRE(!hit || apart <= grow, "pair %zu: a hit, they are %g apart", i, apart);
            REQUIRE(hit == collide_obb_obb(k ? &b : &a, k ? &a : &b, NULL),
                    "pair %zu: the verdict depends on out", i);
            hits += hit;
            close += hit && !meet;
            if (hit) {
                const double error = (double)r.depth + (apart < 0 ? apart : 0);
                REQUIRE(error <= grow && error >= -grow, "pair %zu: depth %.9g, exactly %.9g", i,
                        (double)r.depth, -apart);
                worst = greater(worst, (error < 0 ? -error : error) / grow);
            }
        }
    }
    close_data(file);
    assert_int_equal(n, 159);
    fprintf(stderr,
            "# sat_boxes.txt, obb_obb: %zu pairs in either order, %zu hits, %zu of them apart by "
            "less than the bound; depth, error to bound %.3f\n",
            n, hits, close, worst);
}

// ---- vehicles --------------------------------------------------------------------------------

static size_t read_verdicts(FILE *file, uint8_t *table, size_t n, uint8_t verdict) {
    const size_t count = read_count(file);
    for (size_t p = 0; p < count; ++p) {
        const size_t i = read_count(file), j = read_count(file);
        REQUIRE(i < j && j < n, "(%zu, %zu) is no pair", i, j);
        table[i * n + j] = table[j * n + i] = verdict;
    }
    return count;
}

static void test_vehicles(void **state) {
    (void)state;
    FILE *file = open_data("sat_vehicles.txt");
    float margin[8];
    size_t expected[8] = {0}, found[8] = {0}, close[8] = {0}, queries = 0;
    const size_t margins = read_count(file);
    REQUIRE(margins <= 8, "too many margins");
    read_floats(file, margin, margins);
    const size_t steps = read_count(file);
    for (size_t step = 0; step < steps; ++step) {
        float dt;
        read_floats(file, &dt, 1);
        const size_t n = read_count(file);
        struct scene s = scene_of(n, n, false);
        collide_pair *pairs = (collide_pair *)allocate(n * n, sizeof *pairs);
        collide_obb *cars = (collide_obb *)allocate(n, sizeof *cars);
        uint8_t *verdict = (uint8_t *)allocate(n * n, 1);
        s.t_max = dt;
        for (size_t i = 0; i < n; ++i) {
            float x[8];
            read_floats(file, x, 8);
            const collide_obb box = {{x[0], x[1], 0},
                                     {x[2], x[3], 0.5f},
                                     {{x[4], x[5], 0}, {-x[5], x[4], 0}, {0, 0, 1}}};
            const collide_vec3 v = {x[6], x[7], 0};
            cars[i] = collide_obb_orthonormalize(&box);
            s.va[i] = s.vb[i] = v;
        }
        for (size_t k = 0; k < margins; ++k) {
            struct singles all = singles_of(n * n);
            for (size_t i = 0; i < n; ++i) {
                s.a[i] = cars[i];
                s.a[i].half.x += margin[k];
                s.a[i].half.y += margin[k];
                s.b[i] = s.a[i];
            }
            memset(verdict, 0, n * n);
            expected[k] += read_verdicts(file, verdict, n, 1);
            close[k] += read_verdicts(file, verdict, n, 2);
            for (size_t p = 0; p < n * n; ++p) {
                const size_t i = p / n, j = p % n;
                collide_impact r;
                const bool hit = single(&s, i, j, &r);
                pairs[p].a = (uint32_t)i;
                pairs[p].b = (uint32_t)j;
                singles_put(&all, p, hit, &r);
                if (i != j && verdict[p] < 2) {
                    REQUIRE(hit == verdict[p], "step %zu, margin %g: cars %zu and %zu: %s", step,
                            (double)margin[k], i, j, hit ? "hit" : "missed");
                    found[k] += hit && i < j;
                }
            }
            check_scene(&s, step, pairs, &all);
            queries += n * n;
            singles_free(&all);
        }
        free(verdict);
        free(cars);
        free(pairs);
        scene_free(&s);
    }
    close_data(file);
    for (size_t k = 0; k < margins; ++k) {
        fprintf(
            stderr,
            "# sat_vehicles.txt, margin %g: %zu collisions in %zu steps, %zu pairs too close to "
            "say\n",
            (double)margin[k], found[k], steps, close[k]);
        assert_int_equal(found[k], expected[k]);
    }
    fprintf(stderr, "# sat_vehicles.txt: %zu queries, each by every batch\n", queries);
}

static int restore_isa(void **state) {
    (void)state;
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_grid, restore_isa),
        cmocka_unit_test_teardown(test_flat, restore_isa),
        cmocka_unit_test(test_wang),
        cmocka_unit_test_teardown(test_published, restore_isa),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test_teardown(test_box_batches, restore_isa),
        cmocka_unit_test_teardown(test_triangle_batches, restore_isa),
        cmocka_unit_test_teardown(test_vehicles, restore_isa),
    };
    swept_init();
    swept_init_bound(&stated);
    return cmocka_run_group_tests_name("sat data", tests, NULL, NULL);
}
