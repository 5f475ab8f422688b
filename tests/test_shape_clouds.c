// Several shapes against a pack: each answer against single calls, on every instruction set. Shapes
// under poses, and their bounds.
#include "test.h"

#include "any_shape.h"

#include <stdlib.h>

#define KINDS COLLIDE_SHAPE_KIND_COUNT
#define SHAPES 37 // more than share a pass
#define OBJECTS 333

// ---- several shapes against a pack -----------------------------------------------------------

static collide_shape shapes[SHAPES], objects[OBJECTS];
static collide_distance distances[SHAPES][OBJECTS];
static bool near_enough[SHAPES][OBJECTS];

// Of the objects, most are far from all shapes, as in a cloud; some lie near the margin.
static void draw(inputs_random *r, uint32_t kind, size_t n, size_t m, float margin) {
    for (size_t i = 0; i < n; ++i) {
        shapes[i] = any_shape(r, kinds_below(r, KINDS - 1), kinds_below(r, 4) == 0);
        if (shapes[i].kind == COLLIDE_SHAPE_NONE && kinds_below(r, 2)) { // bad, but not its kind
            shapes[i] = any_shape(r, COLLIDE_SHAPE_SPHERE, false);
            shapes[i].of.sphere.radius = -1;
        }
    }
    if (kinds_below(r, 3) == 0) // a plane reaches everywhere
        shapes[kinds_below(r, (uint32_t)n)] = any_shape(r, COLLIDE_SHAPE_PLANE, false);
    for (size_t j = 0; j < m; ++j) {
        const collide_shape *s = &shapes[kinds_below(r, (uint32_t)n)];
        collide_distance d;
        objects[j] = any_shape(r, kind, kinds_below(r, 8) == 0);
        if (kinds_below(r, 4))
            objects[j] =
                any_moved(objects[j], kinds_below(r, 3) == 0 ? 300 : 8, inputs_vec3(r, -1, 1));
        else if (collide_shape_shape_distance(&objects[j], s, INFINITY, &d) && d.hi > -10)
            objects[j] =
                any_moved(objects[j], margin - d.hi + inputs_uniform(r, -1e-5f, 1e-5f), d.normal);
    }
}

static bool before(const collide_distance *d, const collide_distance *e) {
    return d->lo < e->lo || (d->lo == e->lo && d->hi < e->hi);
}

static void check_cloud(const collide_shape_pack *pack, size_t n, size_t m, float margin) {
    const collide_shape_array array = {shapes, n, 0};
    static uint16_t bits[SHAPES * COLLIDE_BLOCKS(OBJECTS) + 1];
    const size_t blocks = COLLIDE_BLOCKS(m);
    collide_pair first = {7, 7}, expected = {0, UINT32_MAX}, nearest = {7, 7}, least = {0, 0};
    collide_distance d, e;
    size_t hits = 0;
    bool any = false;
    memset(bits, 0x5a, sizeof bits);
    const size_t found = collide_shape_shape_within_all(&array, pack, margin, bits);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < m; ++j) {
            const bool hit = near_enough[i][j];
            REQUIRE((bits[i * blocks + j / 16] >> j % 16 & 1) == hit,
                    "%s: shape %zu of kind %u, object %zu of kind %u: not %d",
                    collide_isa_text(collide_isa()), i, shapes[i].kind, j, objects[j].kind, hit);
            hits += hit;
            if (hit && j < expected.b) {
                expected.a = (uint32_t)i;
                expected.b = (uint32_t)j;
            }
        }
    for (size_t i = 0; i < n; ++i) // padding is 0
        assert_int_equal(m % 16 ? bits[i * blocks + blocks - 1] >> m % 16 : 0, 0);
    assert_int_equal(bits[n * blocks], 0x5a5a);
    assert_int_equal(found, hits);
    assert_true(collide_shape_shape_within_any(&array, pack, margin, &first) == (hits > 0));
    assert_true(collide_shape_shape_within_any(&array, pack, margin, NULL) == (hits > 0));
    if (hits > 0)
        assert_memory_equal(&first, &expected, sizeof first);
    else
        assert_int_equal(first.a + first.b, 14);
    for (size_t j = 0; j < m; ++j)
        for (size_t i = 0; i < n; ++i)
            if (!(distances[i][j].lo > margin) && distances[i][j].hi < INFINITY &&
                (!any || before(&distances[i][j], &distances[least.a][least.b]))) {
                least.a = (uint32_t)i;
                least.b = (uint32_t)j;
                any = true;
            }
    memset(&d, 0x5a, sizeof d);
    assert_true(collide_shape_shape_nearest_pair(&array, pack, margin, &nearest, &d) == any);
    assert_true(collide_shape_shape_nearest_pair(&array, pack, margin, NULL, NULL) == any);
    memset(&e, 0, sizeof e);
    e.lo = e.hi = INFINITY;
    if (any) {
        REQUIRE(nearest.a == least.a && nearest.b == least.b,
                "%s, %zu and %zu: pair %u %u at %a, not %u %u at %a",
                collide_isa_text(collide_isa()), n, m, nearest.a, nearest.b,
                (double)distances[nearest.a][nearest.b].lo, least.a, least.b,
                (double)distances[least.a][least.b].lo);
        e = distances[least.a][least.b];
    } else {
        assert_int_equal(nearest.a + nearest.b, 14);
    }
    assert_memory_equal(&d, &e, sizeof d);
}

static void test_clouds(void **state) {
    static const float margins[8] = {0, 0.1f, 1, -0.1f, 1e-6f, 30, INFINITY, -INFINITY};
    inputs_random r = inputs_seed(50);
    size_t hits = 0, all = 0;
    (void)state;
    for (size_t round = 0; round < cases(20); ++round)
        for (uint32_t kind = 1; kind < KINDS; ++kind) {
            // Mostly points and spheres, which are culled.
            const uint32_t own = round % 3 == 0       ? kind
                                 : kinds_below(&r, 2) ? (uint32_t)COLLIDE_SHAPE_POINT
                                                      : (uint32_t)COLLIDE_SHAPE_SPHERE;
            const float margin = margins[kinds_below(&r, 8)];
            const size_t n = 1 + kinds_below(&r, SHAPES);
            const size_t m = 1 + kinds_below(&r, kinds_below(&r, 4) ? 67 : OBJECTS);
            const size_t size = collide_shape_pack_size((collide_shape_kind)own, m);
            void *memory = kinds_guarded(size);
            collide_shape_pack *pack;
            draw(&r, own, n, m, margin < 100 && margin > -100 ? margin : 0);
            assert_int_equal(collide_shape_pack_build(&pack, memory, size, objects, m, 0),
                             COLLIDE_OK);
            for (size_t i = 0; i < n; ++i)
                for (size_t j = 0; j < m; ++j) {
                    near_enough[i][j] = collide_shape_shape_within(&shapes[i], &objects[j], margin);
                    collide_shape_shape_distance(&shapes[i], &objects[j], INFINITY,
                                                 &distances[i][j]);
                    hits += near_enough[i][j];
                    all += 1;
                }
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
                if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
                    check_cloud(pack, n, m, margin);
            kinds_guarded_free(memory, size);
        }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    assert_true(hits > all / 50 && hits < all / 2);
}

static void test_nothing(void **state) {
    const collide_shape ball = {COLLIDE_SHAPE_SPHERE, {{0, 0, 0}}};
    const collide_shape_array one = {&ball, 1, 0}, none = {NULL, 3, 0}, empty = {&ball, 0, 0};
    static uint16_t bits[2] = {3, 3};
    collide_distance d;
    size_t size = collide_shape_pack_size(COLLIDE_SHAPE_POINT, 2);
    void *memory = kinds_guarded(size);
    collide_shape_pack *pack;
    (void)state;
    memset(objects, 0, 2 * sizeof *objects);
    objects[0].kind = objects[1].kind = COLLIDE_SHAPE_POINT;
    assert_int_equal(collide_shape_pack_build(&pack, memory, size, objects, 2, 0), COLLIDE_OK);
    assert_int_equal(collide_shape_shape_within_all(&one, NULL, 1, bits), 0);
    assert_int_equal(collide_shape_shape_within_all(&none, pack, 1, bits), 0);
    assert_int_equal(collide_shape_shape_within_all(&empty, pack, 1, NULL), 0);
    assert_int_equal(bits[0], 3);
    assert_int_equal(collide_shape_shape_within_all(&one, pack, NAN, bits), 0);
    assert_int_equal(bits[0], 0); // no hit is an answer, too
    assert_int_equal(collide_shape_shape_within_all(&one, pack, 1, bits), 2);
    assert_false(collide_shape_shape_within_any(&one, NULL, 1, NULL));
    assert_false(collide_shape_shape_within_any(&none, pack, 1, NULL));
    assert_false(collide_shape_shape_within_any(&one, pack, NAN, NULL));
    assert_false(collide_shape_shape_nearest_pair(&one, NULL, 1, NULL, &d));
    assert_false(collide_shape_shape_nearest_pair(&none, pack, 1, NULL, &d));
    assert_false(collide_shape_shape_nearest_pair(&one, pack, NAN, NULL, &d));
    assert_true(d.lo == INFINITY && d.hi == INFINITY && d.normal.x == 0);
    kinds_guarded_free(memory, size);
}

// ---- shapes under poses, and their bounds ----------------------------------------------------

static double size_of(const collide_shape *s) {
    const collide_aabb box = collide_aabb_from_shape(s);
    return (double)box.max.x - (double)box.min.x + (double)box.max.y - (double)box.min.y +
           (double)box.max.z - (double)box.min.z;
}

// Two shapes keep their distance if both are moved.
static void test_poses(void **state) {
    inputs_random r = inputs_seed(51);
    (void)state;
    for (size_t round = 0; round < cases(200); ++round)
        for (uint32_t ka = 1; ka < KINDS; ++ka)
            for (uint32_t kb = 1; kb < KINDS; ++kb) {
                const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -3, 3));
                const collide_shape a = any_shape(&r, ka, round % 5 == 0);
                const collide_shape b =
                    any_moved(any_shape(&r, kb, round % 7 == 0), 2, inputs_vec3(&r, -1, 1));
                const collide_shape p = collide_shape_under_pose(&a, &pose);
                const collide_shape q = collide_shape_under_pose(&b, &pose);
                collide_distance d, e;
                collide_shape_shape_distance(&a, &b, INFINITY, &d);
                collide_shape_shape_distance(&p, &q, INFINITY, &e);
                assert_int_equal(collide_shape_check(&p), COLLIDE_OK);
                assert_int_equal(p.kind,
                                 ka == COLLIDE_SHAPE_AABB ? (uint32_t)COLLIDE_SHAPE_OBB : ka);
                // Coordinates are below 20, and each is rounded once, as are axes.
                const double slack = 20 * 0x1p-19;
                if (d.lo > 0)
                    REQUIRE(magnitude((double)d.lo - (double)e.lo) < slack &&
                                magnitude((double)d.hi - (double)e.hi) < slack,
                            "kinds %u %u: [%g, %g], moved [%g, %g]", ka, kb, (double)d.lo,
                            (double)d.hi, (double)e.lo, (double)e.hi);
                else
                    REQUIRE((double)e.lo < slack, "kinds %u %u: %g, moved %g", ka, kb, (double)d.lo,
                            (double)e.lo);
            }
    for (size_t round = 0; round < cases(200); ++round) { // the box holds the AABB
        const collide_pose identity = collide_pose_identity();
        const collide_shape box = any_moved(any_shape(&r, COLLIDE_SHAPE_AABB, false),
                                            round % 2 ? 1e7f : 0, inputs_vec3(&r, -1, 1));
        const collide_shape moved = collide_shape_under_pose(&box, &identity);
        const collide_obb expected = collide_obb_from_aabb(&box.of.aabb);
        assert_memory_equal(&moved.of.obb, &expected, sizeof expected);
    }
    collide_shape none = {COLLIDE_SHAPE_NONE, {{1, 2, 3}}};
    const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -3, 3));
    const collide_shape still = collide_shape_under_pose(&none, &pose);
    assert_int_equal(still.kind, COLLIDE_SHAPE_NONE);
    assert_true(still.of.point.z == 3);
}

static void test_bounds(void **state) {
    inputs_random r = inputs_seed(52);
    (void)state;
    for (size_t round = 0; round < cases(300); ++round)
        for (uint32_t kind = 1; kind < COLLIDE_SHAPE_PLANE; ++kind) {
            const collide_shape s = any_moved(any_shape(&r, kind, round % 5 == 0),
                                              round % 9 == 0 ? 1000 : 0, inputs_vec3(&r, -1, 1));
            const collide_aabb box = collide_aabb_from_shape(&s);
            for (int i = 0; i < 6; ++i) { // the distance from the half-space beyond a side
                const float side = ((const float *)(const void *)&box)[i];
                collide_shape beyond;
                collide_distance d;
                memset(&beyond, 0, sizeof beyond);
                beyond.kind = COLLIDE_SHAPE_PLANE;
                ((float *)(void *)&beyond.of.plane.normal)[i % 3] = i < 3 ? 1 : -1;
                beyond.of.plane.distance = i < 3 ? side : -side;
                collide_shape_shape_distance(&s, &beyond, INFINITY, &d);
                REQUIRE(d.hi >= 0 && (double)d.lo <= (size_of(&s) + 4000) * 0x1p-23,
                        "kind %u, side %d at %a: [%g, %g]", kind, i, (double)side, (double)d.lo,
                        (double)d.hi);
                if (kind <= COLLIDE_SHAPE_SEGMENT || kind == COLLIDE_SHAPE_AABB ||
                    kind == COLLIDE_SHAPE_TRIANGLE || kind == COLLIDE_SHAPE_TETRAHEDRON)
                    assert_true(d.lo <= 0 && d.hi >= 0 && (double)d.hi - (double)d.lo < 1e-9);
            }
        }
    const collide_shape plane = any_shape(&r, COLLIDE_SHAPE_PLANE, false);
    const collide_shape none = {COLLIDE_SHAPE_NONE, {{1, 2, 3}}};
    collide_aabb box = collide_aabb_from_shape(&plane);
    assert_true(box.min.y == -INFINITY && box.max.z == INFINITY);
    box = collide_aabb_from_shape(&none);
    assert_true(box.min.y == INFINITY && box.max.z == -INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clouds),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_bounds),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
