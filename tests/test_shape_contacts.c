// Contacts of any two shapes: there are some exactly if the shapes are within the margin; points
// lie on both; depths are no larger than the least depth and the stated share; nothing but the
// order of the arguments changes an answer.
#define COLLIDE_IMPLEMENTATION
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
        if (!((double)c[i].depth >= -(double)margin - BOUND * size))
            fail_contact("margin", a, b, &d, c, n, (double)margin);
        const double oa = off(a, c[i].point_a), ob = off(b, c[i].point_b);
        worst[0] = fmax(worst[0], oa / size);
        worst[1] = fmax(worst[1], ob / size);
        if (oa > 0.0078125 * smaller + BOUND * size || ob > 0.0078125 * smaller + BOUND * size)
            fail_contact("points off", a, b, &d, c, n, fmax(oa, ob));
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
    for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
        for (uint32_t n = 1; n < COLLIDE_SHAPE_KIND_COUNT; ++n) {
            const double *w = worst[m * COLLIDE_SHAPE_KIND_COUNT + n];
            print_message("kinds %2u %2u: off %.2e %.2e, too deep %.4f, too shallow %.4f\n", m, n,
                          w[0], w[1], w[2], w[3]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
