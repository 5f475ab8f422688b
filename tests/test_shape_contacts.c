// Contacts of any two shapes: there are some exactly if the shapes are within the margin; points
// lie on both; depths are no larger than the least depth and the stated share; nothing but the
// order of the arguments changes an answer.
#include "test.h"

#include "any_shape.h"

#define MOST 4
#define SHARE 0.015625          // 2 * 2^-7, of the size of the smaller core
#define BOUND 3.814697265625e-6 // 2^-18, of all sizes and the distance

static double size_of(const collide_shape *s) {
    const collide_aabb b = collide_aabb_from_shape(s);
    return s->kind == COLLIDE_SHAPE_PLANE
               ? 8
               : ((double)b.max.x - (double)b.min.x) + ((double)b.max.y - (double)b.min.y) +
                     ((double)b.max.z - (double)b.min.z);
}

static void fail_contact(const char *what, const collide_shape *a, const collide_shape *b,
                         const collide_distance *d, const collide_contact *c, size_t n,
                         double value) {
    print_message("%s: kinds %u and %u, lo %.9g hi %.9g, %zu contacts, value %.9g\n", what, a->kind,
                  b->kind, (double)d->lo, (double)d->hi, n, value);
    for (size_t i = 0; i < n; ++i)
        print_message("  depth %.9g normal %.6f %.6f %.6f a %.6f %.6f %.6f features %x %x\n",
                      (double)c[i].depth, (double)c[i].normal.x, (double)c[i].normal.y,
                      (double)c[i].normal.z, (double)c[i].point_a.x, (double)c[i].point_a.y,
                      (double)c[i].point_a.z, c[i].feature_a, c[i].feature_b);
    fail();
}

// How far a point is from the surface of a shape, from outside; inside it is negative.
static double off(const collide_shape *s, collide_vec3 p) {
    const collide_shape at = collide_shape_from_point(p);
    collide_distance d;
    assert_true(collide_shape_shape_distance(&at, s, INFINITY, &d));
    return (double)d.lo;
}

static double point_gap(collide_vec3 p, collide_vec3 q) {
    return fabs((double)p.x - (double)q.x) + fabs((double)p.y - (double)q.y) +
           fabs((double)p.z - (double)q.z);
}

static void check_contacts(const collide_shape *a, const collide_shape *b, float margin,
                           double *worst) {
    collide_contact c[MOST + 1], few[2];
    collide_contact_options options;
    collide_distance d;
    memset(&options, 0, sizeof options);
    options.margin = margin;
    const size_t n = collide_shape_shape_contacts(a, b, &options, c, MOST + 1);
    const bool within = collide_shape_shape_within(a, b, margin);
    const double size = size_of(a) + size_of(b) + (double)margin;
    (void)collide_shape_shape_distance(a, b, INFINITY, &d);
    if (a->kind == COLLIDE_SHAPE_PLANE && b->kind == COLLIDE_SHAPE_PLANE) {
        assert_int_equal(n, 0);
        return;
    }
    if ((n > 0) != within || n > MOST)
        fail_contact("number", a, b, &d, c, n > MOST ? MOST : n, (double)margin);
    if (n == 0)
        return;
    assert_int_equal(collide_shape_shape_contacts(a, b, &options, few, 2), n);
    const double smaller = fmin(size_of(a), size_of(b));
    double deepest = -HUGE_VAL;
    for (size_t i = 0; i < n; ++i) {
        const double nx = (double)c[i].normal.x, ny = (double)c[i].normal.y;
        const double nz = (double)c[i].normal.z;
        const double between = ((double)c[i].point_b.x - (double)c[i].point_a.x) * nx +
                               ((double)c[i].point_b.y - (double)c[i].point_a.y) * ny +
                               ((double)c[i].point_b.z - (double)c[i].point_a.z) * nz;
        const double length = nx * nx + ny * ny + nz * nz;
        deepest = fmax(deepest, (double)c[i].depth);
        if (!(length > 0.999999 && length < 1.000001))
            fail_contact("normal", a, b, &d, c, n, length);
        if (!((double)c[i].depth <= between + BOUND * size))
            fail_contact("depth and points", a, b, &d, c, n, between);
        if (!(c[i].depth >= -margin))
            fail_contact("margin", a, b, &d, c, n, (double)margin);
        const double oa = off(a, c[i].point_a), ob = off(b, c[i].point_b);
        worst[0] = fmax(worst[0], oa / size);
        worst[1] = fmax(worst[1], ob / size);
        if (oa > 0.009 * smaller + BOUND * size || ob > 0.009 * smaller + BOUND * size)
            fail_contact("points off", a, b, &d, c, n, fmax(oa, ob));
        for (size_t k = 0; k < i; ++k)
            if (c[k].feature_a == c[i].feature_a && c[k].feature_b == c[i].feature_b &&
                point_gap(c[k].point_b, c[i].point_b) <= BOUND * size)
                fail_contact("one contact twice", a, b, &d, c, n, (double)margin);
    }
    worst[2] = fmax(worst[2], (deepest + (double)d.lo) / smaller);
    worst[3] = fmax(worst[3], (-(double)d.hi - deepest) / smaller);
    if (deepest > -(double)d.lo + SHARE * smaller + BOUND * size)
        fail_contact("too deep", a, b, &d, c, n, deepest);
}

static void test_random(void **state) {
    static const float margins[] = {0, 0.1f, 1};
    inputs_random r = inputs_seed(34);
    double worst[COLLIDE_SHAPE_KIND_COUNT * COLLIDE_SHAPE_KIND_COUNT][4];
    (void)state;
    any_bodies_make();
    memset(worst, 0, sizeof worst);
    for (size_t i = 0; i < cases(300); ++i)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
            for (uint32_t n = 1; n < COLLIDE_SHAPE_KIND_COUNT; ++n) {
                const collide_shape a = any_shape(&r, m, i % 3 == 0);
                const collide_shape b = any_shape(&r, n, i % 3 == 0);
                for (int k = 0; k < 3; ++k)
                    check_contacts(&a, &b, margins[k], worst[m * COLLIDE_SHAPE_KIND_COUNT + n]);
            }
}

// Two edges that cross were a contact of their own and of the faces beside them; so was the corner
// of a triangle that is sharper than 60 degrees, from both its edges.
static void test_once(void **state) {
    const collide_obb boxes[2] = {{{-6, -8, -4}, {3, 7, 8}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                  {{-1, 5, -2}, {8, 5, 4}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    const collide_triangle triangles[2] = {{{{7, -8, -3}, {5, -6, -6}, {-5, -1, 2}}},
                                           {{{3, 8, -1}, {3, -2, -1}, {2, 0, -1}}}};
    double worst[4] = {0, 0, 0, 0};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const collide_shape a = collide_shape_from_obb(&boxes[i]);
        const collide_shape b = collide_shape_from_triangle(&triangles[i]);
        check_contacts(&a, &b, 0, worst);
        check_contacts(&b, &a, 0.01f, worst);
    }
}

// Scaling by a power of two scales points and depths, and leaves all else.
static void scale_shape(collide_shape *s, float k) {
    float *p = (float *)&s->of;
    const size_t from = s->kind == COLLIDE_SHAPE_CONVEX ? offsetof(collide_convex_at, pose) / 4 : 0;
    const size_t n = s->kind == COLLIDE_SHAPE_CYLINDER || s->kind == COLLIDE_SHAPE_OBB ? 3 : 12;
    (void)from;
    for (size_t i = 0; i < n; ++i)
        p[i] *= k;
    if (s->kind == COLLIDE_SHAPE_OBB)
        for (size_t i = 3; i < 6; ++i)
            p[i] *= k;
    if (s->kind == COLLIDE_SHAPE_CYLINDER) {
        s->of.cylinder.radius *= k;
        s->of.cylinder.height *= k;
    }
}

static void test_scaled(void **state) {
    inputs_random r = inputs_seed(35);
    (void)state;
    for (size_t i = 0; i < cases(300); ++i)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_CONVEX; ++m)
            for (uint32_t n = 1; n < COLLIDE_SHAPE_CONVEX; ++n) {
                collide_shape a = any_shape(&r, m, i % 3 == 0), b = any_shape(&r, n, i % 3 == 0);
                collide_contact c[2][4];
                const size_t found = collide_shape_shape_contacts(&a, &b, NULL, c[0], 4);
                scale_shape(&a, 1024);
                scale_shape(&b, 1024);
                assert_int_equal(collide_shape_shape_contacts(&a, &b, NULL, c[1], 4), found);
                for (size_t k = 0; k < found; ++k) {
                    assert_true(c[1][k].depth == 1024 * c[0][k].depth);
                    assert_true(c[1][k].point_a.x == 1024 * c[0][k].point_a.x);
                    assert_true(c[1][k].point_b.z == 1024 * c[0][k].point_b.z);
                    assert_memory_equal(&c[1][k].normal, &c[0][k].normal, sizeof(collide_vec3));
                    assert_int_equal(c[1][k].feature_a, c[0][k].feature_a);
                    assert_int_equal(c[1][k].feature_b, c[0][k].feature_b);
                }
            }
}

static collide_shape cube(double x, double y, double z, double turn, collide_vec3 about) {
    const float half = (float)(0.5 * turn);
    const collide_pose pose = collide_pose_from_quaternion(
        half * about.x, half * about.y, half * about.z, 1, vec((float)x, (float)y, (float)z));
    const collide_obb box = collide_obb_from_pose(&pose, vec(0.25f, 0.25f, 0.25f));
    return collide_shape_from_obb(&box);
}

// Boxes that lie on each other with a tilt have four contacts, although an edge wins by a hair.
static void test_faces(void **state) {
    inputs_random r = inputs_seed(36);
    collide_contact c[4];
    const collide_shape below = cube(0, 0, 0.25, 0, vec(0, 0, 1));
    const collide_shape known = cube(0.02, 0.01, 0.745, 1e-3, vec(0.28735f, 0.095783f, 0.95301f));
    (void)state;
    assert_int_equal(collide_shape_shape_contacts(&below, &known, NULL, c, 4), 4);
    for (size_t i = 0; i < cases(2000); ++i) {
        const double tilt = inputs_uniform(&r, 0, 1) < 0.5f ? 1e-4 : 1e-3;
        const collide_shape box =
            cube((double)inputs_uniform(&r, -0.05f, 0.05f),
                 (double)inputs_uniform(&r, -0.05f, 0.05f), 0.747, tilt, inputs_vec3(&r, -1, 1));
        const size_t n = collide_shape_shape_contacts(&box, &below, NULL, c, 4);
        assert_int_equal(n, 4);
        for (size_t k = 0; k < n; ++k)
            assert_true(c[k].normal.z > 0.999f);
    }
}

// A capsule that lies along an edge of a box touches it at both ends of the part where they are
// side by side, so that it does not rock.
static void test_along_edge(void **state) {
    inputs_random r = inputs_seed(37);
    (void)state;
    for (size_t i = 0; i < cases(2000); ++i) {
        const float h = 0.70710678f, deep = inputs_uniform(&r, 0.01f, 0.2f);
        const float low =
            i & 2 ? inputs_uniform(&r, -1.5f, -0.3f) : inputs_uniform(&r, 0.05f, 0.4f);
        const float high = i & 4 ? inputs_uniform(&r, 1.3f, 2.5f) : inputs_uniform(&r, 0.6f, 0.95f);
        const float lean = i & 1 ? inputs_uniform(&r, -2e-3f, 2e-3f) : 0, x = -h - 0.5f + deep;
        const collide_obb edge = {
            {0, 0, 0.5f}, {0.5f, 0.5f, 0.5f}, {{h, h, 0}, {-h, h, 0}, {0, 0, 1}}};
        const collide_capsule c = {{x, 0, low}, {x, lean, high}, 0.5f};
        const collide_shape a = collide_shape_from_capsule(&c), b = collide_shape_from_obb(&edge);
        const float lowest = low > 0 ? low : 0, highest = high < 1 ? high : 1;
        for (int swapped = 0; swapped < 2; ++swapped) {
            collide_contact found[4];
            const size_t n =
                collide_shape_shape_contacts(swapped ? &b : &a, swapped ? &a : &b, NULL, found, 4);
            assert_int_equal(n, 2);
            const float p = found[0].point_a.z, q = found[1].point_a.z;
            assert_true(fabs((double)fminf(p, q) - (double)lowest) < 0.02);
            assert_true(fabs((double)fmaxf(p, q) - (double)highest) < 0.02);
            for (size_t k = 0; k < n; ++k)
                assert_true(fabs((double)found[k].depth - (double)deep) < 0.01);
        }
    }
}

// A capsule whose ends are one point has one contact, as a sphere has; with an edge, also one whose
// ends differ by rounding.
static void test_short_capsules(void **state) {
    inputs_random r = inputs_seed(43);
    (void)state;
    for (size_t i = 0; i < cases(4000); ++i) {
        const collide_vec3 p = inputs_vec3(&r, 0.25f, 1), far_off = inputs_vec3(&r, -2, 2);
        const collide_aabb box = {{0, 0, 0}, {2, 2, 2}};
        const collide_segment line = {{0, 0, 0}, far_off};
        const collide_vec3 middle = {i & 2 ? far_off.x / 2 : p.x, i & 2 ? far_off.y / 2 : -p.y,
                                     i & 2 ? far_off.z / 2 + 0.5f : -p.z};
        collide_capsule c = {middle, middle, inputs_uniform(&r, 0.5f, 1.5f)};
        c.b.x += i & 1 ? 0x1p-24f : 0;
        const collide_contact_options options = {.margin = 2};
        const collide_shape a = collide_shape_from_capsule(&c);
        const collide_shape b =
            i & 2 ? collide_shape_from_segment(&line) : collide_shape_from_aabb(&box);
        collide_capsule over = {{1, p.y, 2.5f}, {1, p.y, 2.5f}, c.radius};
        const collide_shape flat = collide_shape_from_capsule(&over);
        const collide_shape cube = collide_shape_from_aabb(&box);
        for (int swapped = 0; swapped < 2; ++swapped) {
            assert_int_equal(collide_shape_shape_contacts(swapped ? &b : &a, swapped ? &a : &b,
                                                          &options, NULL, 0),
                             1);
            assert_int_equal(collide_shape_shape_contacts(swapped ? &cube : &flat,
                                                          swapped ? &flat : &cube, &options, NULL,
                                                          0),
                             1);
        }
    }
}

// The size of a core, as the share of a face is taken of it.
static double core_size(const collide_shape *s) {
    const collide_vec3 *p = &s->of.point;
    const int n = s->kind == COLLIDE_SHAPE_TRIANGLE      ? 3
                  : s->kind == COLLIDE_SHAPE_TETRAHEDRON ? 4
                                                         : 2;
    double most = 0;
    if (s->kind == COLLIDE_SHAPE_SPHERE)
        return 0;
    if (s->kind == COLLIDE_SHAPE_OBB)
        return 0.5 * size_of(s);
    if (s->kind == COLLIDE_SHAPE_CYLINDER || s->kind == COLLIDE_SHAPE_CONVEX)
        return size_of(s);
    for (int i = 1; i < n; ++i) {
        const point e = add(to_point(p[i]), -1, to_point(p[0]));
        most = fmax(most, fabs(e.x) + fabs(e.y) + fabs(e.z));
    }
    return most;
}

// The gap of two shapes along n, which points from b to a.
static double gap_along(const collide_shape *a, const collide_shape *b, collide_vec3 n) {
    const collide_plane below = {n, 0}, above = {{-n.x, -n.y, -n.z}, 0};
    const collide_shape p = collide_shape_from_plane(&below), q = collide_shape_from_plane(&above);
    collide_distance up, down;
    assert_true(collide_shape_shape_distance(a, &p, INFINITY, &up));
    assert_true(collide_shape_shape_distance(b, &q, INFINITY, &down));
    return (double)up.lo + (double)down.lo;
}

// Moves a out by the deepest contact until there is none.
static void push_out(collide_shape a, const collide_shape *b, double least) {
    for (int rounds = 0; rounds < 64; ++rounds) {
        collide_contact c[4];
        const size_t n = collide_shape_shape_contacts(&a, b, NULL, c, 4);
        float deepest = 0;
        for (size_t i = 0; i < n; ++i)
            deepest = c[i].depth > deepest ? c[i].depth : deepest;
        if (!((double)deepest > least))
            return;
        a = any_moved(a, deepest, c[0].normal);
    }
    print_message("kinds %u and %u: pushing out never ends\n", a.kind, b->kind);
    fail();
}

// What steps have shown: how many, how many with another normal, and how many of these although the
// old one was worth more; the most that depths exceed the least one by, in shares.
typedef struct step_sums {
    size_t steps, changes, lost;
    double share;
} step_sums;

// A shape that turns and moves there and back by small steps, with the last normal as hint.
static void take_steps(inputs_random *r, uint32_t kind_a, uint32_t kind_b, step_sums *sums) {
    const float step = 2e-4f, margin = 0.05f;
    const collide_shape first = any_shape(r, kind_a, false), b = any_shape(r, kind_b, false);
    const collide_vec3 spin = inputs_vec3(r, -1, 1), way = inputs_vec3(r, -1, 1);
    collide_contact_options options;
    collide_distance d;
    (void)collide_shape_shape_distance(&first, &b, INFINITY, &d);
    const collide_shape begin = any_moved(first, -d.lo - 0.01f, d.normal);
    const collide_aabb bound = collide_aabb_from_shape(&begin);
    const collide_vec3 middle =
        vec(0.5f * (bound.min.x + bound.max.x), 0.5f * (bound.min.y + bound.max.y),
            0.5f * (bound.min.z + bound.max.z));
    const collide_shape a = any_moved(begin, -1, middle);
    const double size = size_of(&a) + size_of(&b) + (double)margin, bounds = BOUND * size;
    const double motion = 1.75 * (double)step * (1 + 0.5 * size_of(&a)) + bounds;
    double last = 0;
    size_t before = 0;
    memset(&options, 0, sizeof options);
    options.margin = margin;
    for (int k = 0; k < 500; ++k) {
        const float turn = 0.5f * step * (float)k;
        const float there = step * (float)(k % 250 < 125 ? k % 250 : 250 - k % 250);
        const collide_pose pose = collide_pose_from_quaternion(
            turn * spin.x, turn * spin.y, turn * spin.z, 1, whole_sum(middle, there, way));
        const collide_shape now = collide_shape_under_pose(&a, &pose);
        const double share = fmin(core_size(&now), core_size(&b)) / 128; // turns, too
        collide_contact c[4];
        double deepest = -HUGE_VAL;
        const size_t n = collide_shape_shape_contacts(&now, &b, &options, c, 4);
        assert_int_equal(n > 0, collide_shape_shape_within(&now, &b, margin));
        assert_true(collide_shape_shape_distance(&now, &b, INFINITY, &d));
        for (size_t j = 0; j < n; ++j)
            deepest = fmax(deepest, (double)c[j].depth);
        const double over = deepest + (double)d.lo, allowed = before ? 2 * share : share;
        if (n && over > allowed + bounds)
            fail_contact("deeper than its share", &now, &b, &d, c, n, over - allowed);
        if (n && share > 0)
            sums->share = fmax(sums->share, over / share);
        if (n && before && fabs(deepest - last) > 4 * share + motion)
            fail_contact("a jump", &now, &b, &d, c, n, deepest - last);
        sums->steps += n && before;
        if (n && before && dot(to_point(c[0].normal), to_point(options.hint)) < 0.99) {
            const double old = gap_along(&now, &b, options.hint);
            ++sums->changes;
            sums->lost += old > gap_along(&now, &b, c[0].normal) + motion;
            if (old < (double)d.lo - 2 * share - motion)
                fail_contact("another normal", &now, &b, &d, c, n, old);
        }
        if (k % 50 == 0)
            push_out(now, &b, 2 * bounds);
        options.hint = n ? c[0].normal : vec(0, 0, 0);
        before = n;
        last = deepest;
    }
}

// Depths exceed the least one by no more than their share; normals change only where two axes are
// within it, and hardly where the hint still holds; what rolls or slides has no jumps.
static void test_steps(void **state) {
    static const uint32_t each[] = {COLLIDE_SHAPE_SPHERE,   COLLIDE_SHAPE_CAPSULE,
                                    COLLIDE_SHAPE_OBB,      COLLIDE_SHAPE_TRIANGLE,
                                    COLLIDE_SHAPE_CYLINDER, COLLIDE_SHAPE_TETRAHEDRON,
                                    COLLIDE_SHAPE_CONVEX};
    const size_t count = sizeof each / sizeof *each;
    step_sums all = {0, 0, 0, 0};
    inputs_random r = inputs_seed(37);
    (void)state;
    any_bodies_make();
    for (size_t m = 0; m < count; ++m)
        for (size_t n = 0; n <= m; ++n) {
            step_sums sums = {0, 0, 0, 0};
            for (size_t i = 0; i < cases(40); ++i)
                take_steps(&r, each[i % 2 ? m : n], each[i % 2 ? n : m], &sums);
            print_message("# kinds %u and %u: %zu steps, %zu other normals, %zu of them although "
                          "the last was better; depths take %.3f shares\n",
                          each[m], each[n], sums.steps, sums.changes, sums.lost, sums.share);
            all.steps += sums.steps;
            all.changes += sums.changes;
            all.lost += sums.lost;
        }
    print_message("# %zu steps, %zu other normals, %zu of them although the last was better\n",
                  all.steps, all.changes, all.lost);
    assert_true(all.changes > 0 && 10 * all.lost < all.changes);
}

// A cylinder and a triangle: the contacts of these shapes, and whether they overlap.
static size_t cylinder_triangle(const collide_cylinder *a, const collide_triangle *b,
                                collide_contact *c, double *deepest) {
    const collide_shape p = collide_shape_from_cylinder(a), q = collide_shape_from_triangle(b);
    collide_contact same[4];
    collide_distance d;
    const size_t n = collide_cylinder_triangle_contacts(a, b, NULL, c, 4);
    assert_int_equal(collide_shape_shape_contacts(&p, &q, NULL, same, 4), n);
    assert_memory_equal(c, same, n * sizeof *c);
    // Both verdicts are exact but for rounding.
    (void)collide_shape_shape_distance(&p, &q, INFINITY, &d);
    assert_true((n > 0) == collide_cylinder_triangle(a, b) || fabs((double)d.lo) < 1e-6);
    *deepest = 0;
    for (size_t i = 0; i < n; ++i)
        *deepest = fmax(*deepest, (double)c[i].depth);
    return n;
}

// A cylinder and a triangle that it passes through: contacts begin without depth, and depths change
// no faster than the cylinder moves, but for the share of a face.
static void test_cylinder_triangle(void **state) {
    const collide_triangle t = {{{-0.5f, -0.4f, 0}, {0.6f, -0.3f, 0.1f}, {0, 0.5f, -0.05f}}};
    const collide_cylinder touching = {{-0.0931580961f, -0.567821205f, 0.0456646346f},
                                       {0.151971787f, 0.257760346f, 0.954182446f},
                                       0.2f,
                                       0.3f};
    // Another engine gave a depth of 58.8 m for this one.
    const collide_triangle large = {{{0, 0, 0}, {100, 320, 0}, {0, 320, 0}}};
    const collide_vec3 center = {28.87991333f, 260.53430176f, 0.00036136055f};
    const collide_pose pose =
        collide_pose_from_quaternion(-0.16498479f, 0.36682746f, -0.48718625f, 0.77515626f, center);
    const collide_cylinder thin = {center, pose.axis[2], 0.02f, 0.14f};
    const double step = 1e-3, share = SHARE * 2 * (2 * 0.2 + 0.3);
    inputs_random r = inputs_seed(38);
    collide_contact c[4];
    double deepest, last;
    size_t hits = 0;
    (void)state;
    assert_int_equal(cylinder_triangle(&touching, &t, c, &deepest), 1);
    assert_true(deepest < 1e-6);
    assert_true(cylinder_triangle(&thin, &large, c, &deepest) > 0 && fabs(deepest - 0.0617) < 5e-4);
    for (size_t i = 0; i < cases(40); ++i) {
        collide_pose at = inputs_pose(&r, inputs_vec3(&r, -0.5f, 0.5f));
        const collide_vec3 way = inputs_vec3(&r, -(float)step, (float)step);
        const collide_vec3 spin = inputs_vec3(&r, -(float)step, (float)step);
        collide_vec3 axis = at.axis[2];
        const collide_pose turn =
            collide_pose_from_quaternion(spin.x, spin.y, spin.z, 1, vec(0, 0, 0));
        last = -1;
        for (int k = 0; k < 500; ++k) {
            const collide_vec3 turned = collide_pose_apply(&turn, axis);
            axis = whole_sum(vec(0, 0, 0), (float)(1 / length(to_point(turned))), turned);
            at.position = whole_sum(at.position, k / 100 % 2 ? -1.0f : 1.0f, way);
            const collide_cylinder a = {at.position, axis, 0.2f, 0.3f};
            const size_t n = cylinder_triangle(&a, &t, c, &deepest);
            hits += n > 0;
            if (!(last < 0 || fabs(deepest - last) <= share + 4 * step)) {
                print_message("depths %g and %g\n", last, deepest);
                fail();
            }
            last = deepest;
        }
    }
    assert_true(hits > cases(40) * 50);
}

static void test_bad_input(void **state) {
    const collide_sphere ball = {{0, 0, 0}, 1}, bad = {{0, 0, 0}, -1};
    const collide_plane ground = {{0, 0, 1}, 0};
    const collide_shape good = collide_shape_from_sphere(&ball),
                        plane = collide_shape_from_plane(&ground);
    collide_shape wrong = collide_shape_from_sphere(&bad), none;
    collide_contact_options options;
    collide_contact c[4];
    (void)state;
    memset(&none, 0, sizeof none);
    memset(&options, 0, sizeof options);
    assert_int_equal(collide_shape_shape_contacts(&good, &good, NULL, c, 4), 1);
    assert_int_equal(collide_shape_shape_contacts(&good, &plane, NULL, NULL, 0), 1);
    assert_int_equal(collide_shape_shape_contacts(&plane, &good, NULL, c, 4), 1);
    assert_true(c[0].normal.z == -1 && c[0].depth == 1 && c[0].point_b.z == -1);
    assert_int_equal(collide_shape_shape_contacts(&plane, &plane, NULL, c, 4), 0);
    assert_int_equal(collide_shape_shape_contacts(&good, &none, NULL, c, 4), 0);
    assert_int_equal(collide_shape_shape_contacts(&wrong, &good, NULL, c, 4), 0);
    wrong.of.sphere.radius = 1;
    wrong.of.sphere.center.x = NAN;
    assert_int_equal(collide_shape_shape_contacts(&wrong, &good, NULL, c, 4), 0);
    wrong = good;
    wrong.of.sphere.center.x = 2.5f;
    options.margin = NAN;
    options.hint.x = INFINITY;
    assert_int_equal(collide_shape_shape_contacts(&wrong, &good, &options, c, 4), 0);
    options.margin = INFINITY;
    assert_int_equal(collide_shape_shape_contacts(&wrong, &good, &options, c, 4), 1);
    assert_true(c[0].depth == -0.5f);
}

// Typed calls give the bits of shapes.
#define SAME_TYPED(A, A_KIND, B, B_KIND)                                                           \
    do {                                                                                           \
        const collide_shape a = any_shape(&r, COLLIDE_SHAPE_##A_KIND, i % 2);                      \
        const collide_shape b = any_shape(&r, COLLIDE_SHAPE_##B_KIND, i % 2);                      \
        collide_contact c[MOST], t[MOST];                                                          \
        const size_t n = collide_shape_shape_contacts(&a, &b, &options, c, MOST);                  \
        assert_int_equal(collide_##A##_##B##_contacts(&a.of.A, &b.of.B, &options, t, MOST), n);    \
        assert_memory_equal(c, t, n * sizeof *c);                                                  \
        some += n;                                                                                 \
    } while (0)

static void test_typed(void **state) {
    inputs_random r = inputs_seed(41);
    collide_contact_options options;
    size_t some = 0;
    (void)state;
    memset(&options, 0, sizeof options);
    options.margin = 0.25f;
    for (size_t i = 0; i < cases(200); ++i) {
        SAME_TYPED(sphere, SPHERE, sphere, SPHERE);
        SAME_TYPED(sphere, SPHERE, capsule, CAPSULE);
        SAME_TYPED(sphere, SPHERE, obb, OBB);
        SAME_TYPED(capsule, CAPSULE, capsule, CAPSULE);
        SAME_TYPED(capsule, CAPSULE, obb, OBB);
        SAME_TYPED(obb, OBB, triangle, TRIANGLE);
        SAME_TYPED(cylinder, CYLINDER, triangle, TRIANGLE);
    }
    assert_true(some > cases(100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),     cmocka_unit_test(test_once),
        cmocka_unit_test(test_scaled),     cmocka_unit_test(test_faces),
        cmocka_unit_test(test_along_edge), cmocka_unit_test(test_short_capsules),
        cmocka_unit_test(test_steps),      cmocka_unit_test(test_cylinder_triangle),
        cmocka_unit_test(test_bad_input),  cmocka_unit_test(test_typed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
