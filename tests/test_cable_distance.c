// Distances and clearances of cables: against many points of each centre line, whose distances
// other calls give; brackets, witnesses, margins, each segment, bad input, every instruction set.
#include "test.h"

#include "any_shape.h"

#include <stdlib.h>

#define KINDS COLLIDE_SHAPE_KIND_COUNT
#define POINTS 9
#define SAMPLES 40 // of a segment
#define MOST (POINTS + 1)

typedef struct rope {
    collide_vec3 p[POINTS];
    collide_cable cable;
    float scale;
    collide_vec3 at;
} rope;

static collide_vec3 placed(const rope *o, collide_vec3 p) {
    return vec(p.x * o->scale + o->at.x, p.y * o->scale + o->at.y, p.z * o->scale + o->at.z);
}

// Walks, straight lines, points that coincide, there and back.
static void rope_draw(inputs_random *r, rope *o, bool wide) {
    static const float scales[4] = {1, 1e-3f, 1e3f, 37};
    const uint32_t what = kinds_below(r, 8);
    collide_vec3 q = inputs_vec3(r, -3, 3), way = inputs_vec3(r, -1, 1);
    memset(o, 0, sizeof *o);
    o->scale = wide ? scales[kinds_below(r, 4)] : 1;
    o->at = wide && kinds_below(r, 3) == 0 ? vec(1000 * o->scale, -300 * o->scale, 77 * o->scale)
                                           : vec(0, 0, 0);
    for (int i = 0; i < POINTS; ++i) {
        o->p[i] = q;
        if (what == 0 && i % 3 == 1)
            continue;
        if (what > 1)
            way = inputs_vec3(r, -1, 1);
        q = whole_sum(q, what == 1 && kinds_below(r, 3) == 0 ? -1.0f : 1.0f, way);
    }
    for (int i = 0; i < POINTS; ++i)
        o->p[i] = placed(o, o->p[i]);
    o->cable.points = o->p;
    o->cable.count = 4 + kinds_below(r, POINTS - 3);
    o->cable.radius = o->scale * inputs_uniform(r, 0.01f, 0.3f);
    o->cable.ends = kinds_below(r, 3);
}

static double apart_of(collide_vec3 a, collide_vec3 b) {
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    const double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

// The extent of a cable, and the rounding of its coordinates to floats.
static double extent(const collide_cable *c, double *rounding) {
    const collide_vec3 *p = (const collide_vec3 *)c->points;
    collide_vec3 lo = p[0], hi = p[0];
    double most = 0;
    for (size_t i = 0; i < c->count; ++i) {
        lo = vec(fminf(lo.x, p[i].x), fminf(lo.y, p[i].y), fminf(lo.z, p[i].z));
        hi = vec(fmaxf(hi.x, p[i].x), fmaxf(hi.y, p[i].y), fmaxf(hi.z, p[i].z));
        most = fmax(most, fabs((double)p[i].x) + fabs((double)p[i].y) + fabs((double)p[i].z));
    }
    *rounding = most * 0x1p-22;
    return ((double)(hi.x - lo.x) + (double)(hi.y - lo.y)) + (double)(hi.z - lo.z) +
           2 * (double)c->radius;
}

// ---- the distance of a point of a centre line from a body

typedef struct body {
    const collide_shape *shape;
    const collide_tree *tree;
    const collide_pose *pose;
    const collide_terrain *ground;
    const collide_cable *cable; // its segments but those near segment
    size_t neighbours;          // SIZE_MAX: not the same cable
    bool above;                 // behind segment only
    double size;
} body;

static bool compared(const body *b, size_t segment, size_t j, size_t n) {
    const size_t d = j > segment ? j - segment : segment - j;
    if (b->neighbours == SIZE_MAX)
        return true;
    return d > b->neighbours && !(b->above && j < segment) &&
           !(b->cable->ends == COLLIDE_CABLE_CLOSED && n - d <= b->neighbours);
}

static double point_cable(const body *b, collide_vec3 p, size_t segment) {
    const size_t n = collide_cable_segment_count(b->cable);
    double least = INFINITY;
    for (size_t j = 0; j < n; ++j) {
        const collide_spline s = collide_cable_segment(b->cable, j);
        if (!compared(b, segment, j, n))
            continue;
        float best = 0, step = 1.0f / SAMPLES;
        double here = INFINITY;
        for (int k = 0; k <= SAMPLES; ++k) {
            const double x = apart_of(p, collide_spline_point(&s, (float)k * step, NULL));
            if (x < here) {
                here = x;
                best = (float)k * step;
            }
        }
        for (int k = 0; k < 24; ++k, step *= 0.7f)
            for (int side = -1; side <= 1; side += 2) {
                const float u = fminf(fmaxf(best + (float)side * step, 0), 1);
                const double x = apart_of(p, collide_spline_point(&s, u, NULL));
                if (x < here) {
                    here = x;
                    best = u;
                }
            }
        least = fmin(least, here);
    }
    return least - (double)b->cable->radius;
}

static double point_ground(const collide_terrain *t, collide_vec3 p) {
    const collide_heights *g = &t->grid;
    const float *h = (const float *)g->heights;
    const collide_shape dot = collide_shape_from_point(p);
    double least = INFINITY;
    for (size_t j = 0; j + 1 < g->rows; ++j)
        for (size_t i = 0; i + 1 < g->columns; ++i) {
            collide_vec3 v[4];
            bool hole = false;
            for (size_t k = 0; k < 4; ++k) {
                const size_t x = i + (k & 1), y = j + (k >> 1);
                const float z = h[y * g->columns + x];
                hole |= z != z;
                v[k] = vec(g->origin.x + (float)x * g->dx, g->origin.y + (float)y * g->dy,
                           g->origin.z + z);
            }
            for (int k = 0; k < 2 && !hole; ++k) {
                const collide_triangle face = {{v[g->other_diagonal ? k ? 2 : 0
                                                  : k               ? 1
                                                                    : 0],
                                                v[k && g->other_diagonal ? 0
                                                  : k                    ? 3
                                                                         : 1],
                                                v[k                   ? g->other_diagonal ? 3 : 2
                                                  : g->other_diagonal ? 3
                                                                      : 2]}};
                const collide_shape s = collide_shape_from_triangle(&face);
                collide_distance d;
                if (collide_shape_shape_distance(&dot, &s, INFINITY, &d))
                    least = fmin(least, (double)d.hi);
            }
        }
    return least;
}

static double point_body(const body *b, collide_vec3 p, size_t segment) {
    const collide_shape dot = collide_shape_from_point(p);
    collide_distance d;
    if (b->cable)
        return point_cable(b, p, segment);
    if (b->ground)
        return point_ground(b->ground, p);
    if (b->tree)
        return collide_shape_tree_distance(&dot, b->tree, b->pose, INFINITY, &d) ? (double)d.hi
                                                                                 : INFINITY;
    return collide_shape_shape_distance(&dot, b->shape, INFINITY, &d) ? (double)d.hi : INFINITY;
}

// The least distance of points of a segment; steps that shrink, from the best of many.
static double brute(const collide_cable *c, size_t i, const body *b) {
    const collide_spline s = collide_cable_segment(c, i);
    float best = 0, step = 1.0f / SAMPLES;
    double least = INFINITY;
    for (int k = 0; k <= SAMPLES; ++k) {
        const double x = point_body(b, collide_spline_point(&s, (float)k * step, NULL), i);
        if (x < least) {
            least = x;
            best = (float)k * step;
        }
    }
    for (int k = 0; k < 24; ++k, step *= 0.7f)
        for (int side = -1; side <= 1; side += 2) {
            const float u = fminf(fmaxf(best + (float)side * step, 0), 1);
            const double x = point_body(b, collide_spline_point(&s, u, NULL), i);
            if (x < least) {
                least = x;
                best = u;
            }
        }
    return least - (double)c->radius;
}

// ---- checks

static void check(const collide_cable *c, const body *b, const collide_cable_distance *d,
                  double least, double rounding, double size, const char *what) {
    const double lo = (double)d->distance.lo, hi = (double)d->distance.hi;
    const double s = size + (hi > 0 ? hi : 0);
    if (!(lo <= fmax(least, 0) + rounding && lo >= 0 && hi >= lo)) {
        print_error("%s: lo %.9g hi %.9g, but points are %.9g apart\n", what, lo, hi, least);
        fail();
    }
    // Unless a verdict says hit, the bracket is narrow.
    if (lo > 0 && !(hi - lo <= 0x1p-20 * s)) {
        print_error("%s: lo %.9g hi %.9g of %.9g\n", what, lo, hi, s);
        fail();
    }
    // hi is the distance of a point of the curve.
    const collide_spline a = collide_cable_segment(c, d->segment);
    const collide_vec3 p = collide_spline_point(&a, d->u, NULL);
    double there = point_body(b, p, d->segment) - (double)c->radius;
    there = there > 0 ? there : 0;
    if (!(fabs(there - hi) <= rounding + 0x1p-19 * s)) {
        print_error("%s: hi %.9g at segment %u, u %.9g, where the distance is %.9g\n", what, hi,
                    (unsigned)d->segment, (double)d->u, there);
        fail();
    }
    const double apart = apart_of(d->distance.point_a, d->distance.point_b);
    if (!(fabs(apart - hi) <= rounding + 0x1p-22 * s)) {
        print_error("%s: hi %.9g, but the points are %.9g apart\n", what, hi, apart);
        fail();
    }
    const double from = apart_of(d->distance.point_a, p);
    if (hi > 0 && !(fabs(from - (double)c->radius) <= rounding + 0x1p-20 * s)) {
        print_error("%s: point_a is %.9g from the centre line\n", what, from);
        fail();
    }
    if (hi > 0) {
        const double on = point_body(b, d->distance.point_b, d->segment);
        if (!(fabs(on) <= rounding + 0x1p-18 * s)) {
            print_error("%s: point_b is %.9g from the body\n", what, on);
            fail();
        }
    }
}

static bool ask(const collide_cable *c, const body *b, float max, collide_cable_distance *d) {
    return b->cable && b->neighbours != SIZE_MAX
               ? collide_cable_self_distance(c, b->neighbours, max, d)
           : b->cable  ? collide_cable_cable_distance(c, b->cable, max, d)
           : b->ground ? collide_cable_terrain_distance(c, b->ground, max, d)
           : b->tree   ? collide_cable_tree_distance(c, b->tree, b->pose, max, d)
                       : collide_shape_cable_distance(b->shape, c, max, d);
}

static bool within(const collide_cable *c, const body *b, float max) {
    return b->cable && b->neighbours != SIZE_MAX ? collide_cable_self_within(c, b->neighbours, max)
           : b->cable                            ? collide_cable_cable_within(c, b->cable, max)
           : b->ground                           ? collide_cable_terrain_within(c, b->ground, max)
           : b->tree ? collide_cable_tree_within(c, b->tree, b->pose, max)
                     : collide_shape_cable_within(b->shape, c, max);
}

static size_t clear(const collide_cable *c, const body *b, float max, collide_cable_distance *out,
                    size_t n) {
    return b->cable && b->neighbours != SIZE_MAX
               ? collide_cable_self_clearances(c, b->neighbours, max, out, n)
           : b->cable  ? collide_cable_cable_clearances(c, b->cable, max, out, n)
           : b->ground ? collide_cable_terrain_clearances(c, b->ground, max, out, n)
           : b->tree   ? collide_cable_tree_clearances(c, b->tree, b->pose, max, out, n)
                       : collide_shape_cable_clearances(b->shape, c, max, out, n);
}

// Everything about a cable and a body.
static void check_all(const collide_cable *c, body *b, const char *what) {
    collide_cable_distance d, e, each[MOST + 1], again[MOST + 1];
    const size_t n = collide_cable_segment_count(c);
    double rounding, least = INFINITY, lowest = INFINITY;
    const double size = extent(c, &rounding) + b->size;
    rounding += 0x1p-22 * b->size;
    const bool above = b->above;
    b->above = true;
    for (size_t i = 0; i < n; ++i)
        least = fmin(least, brute(c, i, b));
    b->above = above;
    memset(each, 0x55, sizeof each);
    const bool found = ask(c, b, INFINITY, &d);
    if (least == INFINITY) {
        assert_false(found);
        return;
    }
    assert_true(found);
    b->above = true;
    check(c, b, &d, least, rounding, size, what);
    b->above = false;
    assert_int_equal(clear(c, b, INFINITY, each, n), n);
    for (size_t i = 0; i < n; ++i) {
        assert_int_equal(each[i].segment, i);
        if (each[i].distance.hi == INFINITY) {
            assert_true(brute(c, i, b) == INFINITY);
            continue;
        }
        lowest = fmin(lowest, (double)each[i].distance.lo);
        check(c, b, &each[i], brute(c, i, b), rounding, size, what);
    }
    assert_true(fabs(lowest - (double)d.distance.lo) <=
                0x1p-20 * (size + (double)d.distance.hi) + rounding);
    // Margins, and a smaller max.
    const float at[5] = {d.distance.lo, d.distance.hi, 0, (float)least * 0.5f, (float)least * 1.5f};
    for (int i = 0; i < 5; ++i) {
        const float max = at[i] > 0 ? at[i] : 0;
        const bool is = ask(c, b, max, &e);
        assert_int_equal(is, within(c, b, max));
        assert_int_equal(is, ask(c, b, max, NULL));
        if (is) {
            assert_true(e.distance.lo <= max);
            assert_true(e.distance.lo <= d.distance.hi && d.distance.lo <= e.distance.hi);
        } else {
            assert_true(d.distance.hi > max);
            assert_true(e.distance.lo == INFINITY && e.distance.hi == INFINITY && e.u == 0);
        }
    }
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        collide_isa_limit((collide_isa_id)isa);
        memset(&e, 0, sizeof e);
        assert_true(ask(c, b, INFINITY, &e));
        assert_memory_equal(&d, &e, sizeof d);
        memset(again, 0x55, sizeof again);
        assert_int_equal(clear(c, b, INFINITY, again, n), n);
        assert_memory_equal(again, each, n * sizeof *each);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// ---- tests

static collide_shape scaled(const rope *o, collide_shape s) {
    float *x = &s.of.point.x;
    const int n = s.kind == COLLIDE_SHAPE_TETRAHEDRON ? 4
                  : s.kind == COLLIDE_SHAPE_TRIANGLE  ? 3
                  : s.kind == COLLIDE_SHAPE_SEGMENT || s.kind == COLLIDE_SHAPE_CAPSULE ||
                          s.kind == COLLIDE_SHAPE_AABB
                      ? 2
                      : 1;
    if (s.kind == COLLIDE_SHAPE_PLANE) {
        const collide_vec3 m = s.of.plane.normal, p = o->at;
        s.of.plane.distance = s.of.plane.distance * o->scale + (m.x * p.x + m.y * p.y + m.z * p.z);
        return s;
    }
    if (s.kind == COLLIDE_SHAPE_CONVEX) {
        s.of.convex.pose.position = placed(o, s.of.convex.pose.position);
        return s;
    }
    for (int i = 0; i < n; ++i) {
        const collide_vec3 p = placed(o, vec(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
        memcpy(x + 3 * i, &p, sizeof p);
    }
    if (s.kind == COLLIDE_SHAPE_SPHERE)
        s.of.sphere.radius *= o->scale;
    if (s.kind == COLLIDE_SHAPE_CAPSULE)
        s.of.capsule.radius *= o->scale;
    if (s.kind == COLLIDE_SHAPE_CYLINDER) {
        s.of.cylinder.radius *= o->scale;
        s.of.cylinder.height *= o->scale;
    }
    if (s.kind == COLLIDE_SHAPE_OBB)
        s.of.obb.half =
            vec(s.of.obb.half.x * o->scale, s.of.obb.half.y * o->scale, s.of.obb.half.z * o->scale);
    return s;
}

static void test_shapes(void **state) {
    (void)state;
    inputs_random r = inputs_seed(1);
    for (int turn = 0; turn < test_cases(240); ++turn)
        for (uint32_t kind = COLLIDE_SHAPE_POINT; kind < KINDS; ++kind) {
            rope o;
            body b;
            char what[32];
            rope_draw(&r, &o, true);
            const collide_shape shape = scaled(&o, any_shape(&r, kind, turn % 8 == 0));
            memset(&b, 0, sizeof b);
            b.shape = &shape;
            b.neighbours = SIZE_MAX;
            b.size = 8 * (double)o.scale + (kind == COLLIDE_SHAPE_CONVEX ? 8 : 0) +
                     2 * (fabs((double)o.at.x) + fabs((double)o.at.y) + fabs((double)o.at.z));
            snprintf(what, sizeof what, "kind %u, turn %d", (unsigned)kind, turn);
            check_all(&o.cable, &b, what);
        }
}

static void test_trees(void **state) {
    (void)state;
    inputs_random r = inputs_seed(2);
    for (int turn = 0; turn < 60; ++turn) {
        collide_vec3 v[4 * 300];
        uint32_t index[4 * 300];
        const bool solid = turn % 4 == 3;
        const uint32_t corners = solid ? 4 : 3, n = 1 + kinds_below(&r, 300);
        collide_tree_options options;
        collide_tree *tree;
        rope o;
        body b;
        rope_draw(&r, &o, true);
        for (uint32_t i = 0; i < n; ++i) {
            const collide_vec3 at = inputs_vec3(&r, -3, 3);
            for (uint32_t k = 0; k < corners; ++k)
                v[corners * i + k] =
                    placed(&o, whole_sum(at, turn % 2 ? 0.5f : 0.1f, inputs_vec3(&r, -1, 1)));
        }
        for (uint32_t i = 0; i < corners * n; ++i)
            index[i] = i;
        const collide_mesh mesh = {v, corners * n, 0, index, n, 4};
        const uint32_t directions[4] = {6, 14, 18, 26};
        memset(&options, 0, sizeof options);
        options.kind = directions[turn % 4];
        options.degree = turn % 3 ? 8 : 2;
        options.type = solid ? COLLIDE_TREE_TETRAHEDRA : COLLIDE_TREE_SURFACE;
        const size_t size = collide_tree_size(n, &options);
        void *memory = kinds_guarded(size);
        assert_int_equal(collide_tree_build(&tree, memory, size, &mesh, &options), COLLIDE_OK);
        collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        pose.position = vec(0, 0, 0);
        if (turn % 5 == 0) // not rigid
            pose.axis[0] = vec(2 * pose.axis[0].x, 2 * pose.axis[0].y, 2 * pose.axis[0].z);
        memset(&b, 0, sizeof b);
        b.tree = tree;
        b.pose = turn % 3 == 1 ? &pose : NULL;
        b.neighbours = SIZE_MAX;
        b.size = 8 * (double)o.scale +
                 2 * (fabs((double)o.at.x) + fabs((double)o.at.y) + fabs((double)o.at.z));
        if (b.pose)
            b.size *= 4;
        char what[32];
        snprintf(what, sizeof what, "tree %d", turn);
        check_all(&o.cable, &b, what);
        kinds_guarded_free(memory, size);
    }
}

static void test_terrain(void **state) {
    (void)state;
    inputs_random r = inputs_seed(8);
    for (int turn = 0; turn < 40; ++turn) {
        float heights[24 * 20];
        collide_heights grid;
        collide_terrain *ground;
        rope o;
        body b;
        char what[32];
        rope_draw(&r, &o, false);
        memset(&grid, 0, sizeof grid);
        grid.columns = 2 + kinds_below(&r, 22);
        grid.rows = 2 + kinds_below(&r, 18);
        grid.dx = grid.dy = 0.25f;
        grid.origin = vec(-3, -2, turn % 2 ? -4.0f : -5.0f);
        grid.heights = heights;
        grid.other_diagonal = turn % 3 == 0;
        for (size_t i = 0; i < 24 * 20; ++i)
            heights[i] = turn % 5 == 0 && kinds_below(&r, 9) == 0
                             ? NAN
                             : (float)kinds_below(&r, 64) * 0.015625f;
        const size_t size = collide_terrain_size(grid.columns, grid.rows);
        void *memory = kinds_guarded(size);
        assert_int_equal(collide_terrain_build(&ground, memory, size, &grid), COLLIDE_OK);
        memset(&b, 0, sizeof b);
        b.ground = ground;
        b.neighbours = SIZE_MAX;
        b.size = 16;
        o.cable.count = 4 + kinds_below(&r, 3);
        snprintf(what, sizeof what, "terrain %d", turn);
        if (collide_cable_terrain_contacts(&o.cable, ground, NULL, NULL, 0) > 0) {
            collide_cable_distance d;
            assert_true(collide_cable_terrain_distance(&o.cable, ground, 0, &d));
            assert_true(d.distance.lo == 0 && d.distance.hi == 0);
            assert_true(collide_cable_terrain_within(&o.cable, ground, 0));
        } else {
            check_all(&o.cable, &b, what);
        }
        kinds_guarded_free(memory, size);
    }
}

static void test_cables(void **state) {
    (void)state;
    inputs_random r = inputs_seed(3);
    for (int turn = 0; turn < 40; ++turn) {
        rope o, q;
        body b;
        char what[32];
        double rounding;
        rope_draw(&r, &o, true);
        rope_draw(&r, &q, false);
        for (int i = 0; i < POINTS; ++i)
            q.p[i] = placed(&o, q.p[i]);
        q.cable.radius *= o.scale;
        q.cable.count = (size_t)(4 + turn % 3);
        o.cable.count = (size_t)(4 + turn % 2);
        memset(&b, 0, sizeof b);
        b.cable = &q.cable;
        b.neighbours = SIZE_MAX;
        b.size = extent(&q.cable, &rounding) + 8 * (double)o.scale;
        snprintf(what, sizeof what, "cables %d", turn);
        check_all(&o.cable, &b, what);
    }
}

static void test_self(void **state) {
    (void)state;
    inputs_random r = inputs_seed(4);
    for (int turn = 0; turn < 24; ++turn) {
        rope o;
        body b;
        char what[32];
        rope_draw(&r, &o, true);
        memset(&b, 0, sizeof b);
        b.cable = &o.cable;
        b.neighbours = (size_t)(1 + turn % 3);
        b.size = 0;
        snprintf(what, sizeof what, "self %d", turn);
        check_all(&o.cable, &b, what);
    }
}

// A straight cable is a capsule.
static void test_straight(void **state) {
    (void)state;
    inputs_random r = inputs_seed(5);
    for (int turn = 0; turn < test_cases(4000); ++turn) {
        collide_vec3 p[4];
        const float step = inputs_uniform(&r, 0.1f, 2);
        const int axis = turn % 3;
        const collide_vec3 at = inputs_vec3(&r, -1, 1);
        for (int i = 0; i < 4; ++i) {
            p[i] = at;
            (axis == 0 ? &p[i].x : axis == 1 ? &p[i].y : &p[i].z)[0] = step * (float)i;
        }
        const collide_cable cable = {p, 4, 0, inputs_uniform(&r, 0.01f, 0.5f), 0};
        const collide_capsule capsule = {p[1], p[2], cable.radius};
        const collide_shape same = collide_shape_from_capsule(&capsule);
        const uint32_t kind = 1 + (uint32_t)turn % (KINDS - 1);
        const collide_shape shape = any_shape(&r, kind, false);
        collide_cable_distance d;
        collide_distance e;
        assert_true(collide_shape_cable_distance(&shape, &cable, INFINITY, &d));
        assert_true(collide_shape_shape_distance(&same, &shape, INFINITY, &e));
        if (e.lo > 1e-4f) {
            const double wide = 0x1p-20 * 16;
            assert_true(d.distance.lo <= e.hi + 1e-6f && e.lo <= d.distance.hi + 1e-6f);
            assert_true((double)d.distance.hi - (double)e.lo <= wide);
            assert_true((double)e.hi - (double)d.distance.lo <= wide);
        } else if (e.hi < 0) {
            assert_true(d.distance.lo == 0 && d.distance.hi == 0);
        }
        assert_int_equal(collide_shape_cable_within(&shape, &cable, 0.5f),
                         collide_shape_cable_distance(&shape, &cable, 0.5f, NULL));
    }
}

// What a verdict says overlaps has lo = 0.
static void test_verdicts(void **state) {
    (void)state;
    inputs_random r = inputs_seed(6);
    size_t hits = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        rope o;
        collide_cable_distance d, each[MOST];
        rope_draw(&r, &o, true);
        const uint32_t kind = 1 + (uint32_t)turn % (KINDS - 1);
        const collide_shape shape = scaled(&o, any_shape(&r, kind, turn % 3 == 0));
        if (!collide_shape_cable(&shape, &o.cable))
            continue;
        ++hits;
        assert_true(collide_shape_cable_distance(&shape, &o.cable, 0, &d));
        assert_true(d.distance.lo == 0);
        assert_true(collide_shape_cable_within(&shape, &o.cable, 0));
        const size_t n = collide_shape_cable_clearances(&shape, &o.cable, 0, each, MOST);
        size_t met = 0;
        for (size_t i = 0; i < n; ++i)
            met += each[i].distance.lo == 0;
        assert_true(met > 0);
    }
    assert_true(hits > 500);
}

// Wound about a cylinder and along a plane, where all parts are equally near.
static void test_flat(void **state) {
    (void)state;
    collide_vec3 p[64];
    collide_cable_distance d;
    const collide_cable cable = {p, 64, 0, 0.05f, COLLIDE_CABLE_OPEN};
    for (int i = 0; i < 64; ++i)
        p[i] = vec(cosf(0.5f * (float)i), sinf(0.5f * (float)i), 0.1f * (float)i);
    const collide_cylinder core = {{0, 0, 3}, {0, 0, 1}, 0.5f, 20};
    const collide_shape shape = collide_shape_from_cylinder(&core);
    assert_true(collide_shape_cable_distance(&shape, &cable, INFINITY, &d));
    assert_true((double)d.distance.hi - (double)d.distance.lo <= 0x1p-20 * 40);
    assert_true(d.distance.lo > 0.39f && d.distance.hi < 0.45f);
    for (int i = 0; i < 64; ++i)
        p[i] = vec(cosf(0.5f * (float)i), sinf(0.5f * (float)i), 1);
    const collide_plane ground = {{0, 0, 3}, 0};
    const collide_shape plane = collide_shape_from_plane(&ground);
    assert_true(collide_shape_cable_distance(&plane, &cable, INFINITY, &d));
    assert_true(d.distance.lo <= 0.95f && d.distance.hi >= 0.95f);
    assert_true((double)d.distance.hi - (double)d.distance.lo <= 0x1p-20 * 8);
}

// A cable whose control points are one point, on a body or beside it, has a unit normal, too.
static void test_point(void **state) {
    (void)state;
    for (int turn = 0; turn < 12; ++turn) {
        collide_vec3 p[5];
        collide_cable_distance d;
        const uint32_t ends = (uint32_t)turn % 3;
        const float z = turn % 4 ? (float)(turn % 4) - 2 : 0;
        const collide_triangle face = {{{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}};
        const collide_shape shape = collide_shape_from_triangle(&face);
        const collide_cable cable = {p, 5, 0, 0.25f, ends};
        const collide_cable other = cable;
        for (int i = 0; i < 5; ++i)
            p[i] = vec(0, 0, z);
        const float apart = z == 0 ? 0 : 0.75f;
        assert_true(collide_shape_cable_distance(&shape, &cable, INFINITY, &d));
        assert_true(d.distance.lo <= apart && d.distance.hi >= apart);
        assert_true(magnitude((double)d.distance.normal.z * (double)d.distance.normal.z +
                              (double)d.distance.normal.x * (double)d.distance.normal.x +
                              (double)d.distance.normal.y * (double)d.distance.normal.y - 1) <
                    1e-6);
        assert_true(collide_cable_cable_distance(&cable, &other, INFINITY, &d));
        assert_true(d.distance.hi == 0 && apart_of(d.distance.normal, vec(0, 0, 0)) > 0.99);
    }
}

static void nothing(const collide_shape *s, const collide_cable *c, float max) {
    collide_cable_distance d, each[MOST], none;
    memset(&none, 0, sizeof none);
    none.distance.lo = none.distance.hi = INFINITY;
    memset(&d, 1, sizeof d);
    assert_false(collide_shape_cable_distance(s, c, max, &d));
    assert_memory_equal(&d, &none, sizeof d);
    assert_false(collide_shape_cable_distance(s, c, max, NULL));
    assert_false(collide_shape_cable_within(s, c, max));
    assert_int_equal(collide_shape_cable_clearances(s, c, max, each, MOST), 0);
}

static void test_nothing(void **state) {
    (void)state;
    inputs_random r = inputs_seed(7);
    rope o;
    collide_cable_distance d;
    rope_draw(&r, &o, false);
    const collide_shape ball = any_shape(&r, COLLIDE_SHAPE_SPHERE, false);
    nothing(&ball, &o.cable, NAN);
    nothing(&ball, &o.cable, -1);
    nothing(&ball, &o.cable, -INFINITY);
    nothing(&ball, NULL, 1);
    for (int what = 0; what < 6; ++what) {
        rope bad = o;
        collide_cable c = o.cable;
        c.points = bad.p;
        if (what == 0)
            bad.p[2].y = NAN;
        if (what == 1)
            bad.p[1].z = INFINITY;
        if (what == 2)
            c.radius = 0;
        if (what == 3)
            c.radius = NAN;
        if (what == 4)
            c.ends = 3;
        if (what == 5)
            c.count = 3;
        nothing(&ball, &c, INFINITY);
        assert_false(collide_cable_cable_distance(&c, &o.cable, INFINITY, &d));
        assert_false(collide_cable_cable_distance(&o.cable, &c, INFINITY, &d));
        assert_true(d.distance.lo == INFINITY);
        assert_false(collide_cable_self_distance(&c, 1, INFINITY, &d));
        assert_false(collide_cable_tree_distance(&c, NULL, NULL, INFINITY, &d));
    }
    assert_false(collide_cable_tree_distance(&o.cable, NULL, NULL, INFINITY, &d));
    assert_false(collide_cable_tree_within(&o.cable, NULL, NULL, INFINITY));
    assert_int_equal(collide_cable_tree_clearances(&o.cable, NULL, NULL, INFINITY, NULL, 0), 0);
    for (uint32_t kind = COLLIDE_SHAPE_POINT; kind < KINDS; ++kind) {
        collide_shape a = any_shape(&r, kind, false);
        if (kind == COLLIDE_SHAPE_CONVEX)
            a.of.convex.pose.position.x = NAN;
        else
            a.of.point.x = NAN;
        nothing(&a, &o.cable, INFINITY);
    }
    const collide_shape nil = {COLLIDE_SHAPE_NONE, {{1, 2, 3}}};
    nothing(&nil, &o.cable, INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),   cmocka_unit_test(test_trees),
        cmocka_unit_test(test_terrain),  cmocka_unit_test(test_cables),
        cmocka_unit_test(test_self),     cmocka_unit_test(test_straight),
        cmocka_unit_test(test_verdicts), cmocka_unit_test(test_flat),
        cmocka_unit_test(test_point),    cmocka_unit_test(test_nothing),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
