// Verdicts of two shapes: collide_shape_shape has the answer of the call for two kinds where there
// is one, and no distance contradicts it, also where shapes touch or nearly do.
#include "test.h"

#include "any_shape.h"

// The calls for two kinds, as a user would write them: 1 hit, 0 miss, -1 none.
static int typed_ordered(const collide_shape *a, const collide_shape *b) {
    const collide_shape_data *p = &a->of, *q = &b->of;
    collide_triangle flat = p->triangle;
    if (a->kind == COLLIDE_SHAPE_POINT)
        flat.v[0] = flat.v[1] = flat.v[2] = p->point;
    if (a->kind == COLLIDE_SHAPE_SEGMENT)
        flat.v[2] = p->segment.b;
    switch (a->kind * 100 + b->kind) {
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_SPHERE:
        return collide_sphere_sphere(&p->sphere, &q->sphere);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_CAPSULE:
        return collide_sphere_capsule(&p->sphere, &q->capsule);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_AABB:
        return collide_sphere_aabb(&p->sphere, &q->aabb);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_OBB:
        return collide_sphere_obb(&p->sphere, &q->obb);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_sphere_triangle(&p->sphere, &q->triangle);
    case COLLIDE_SHAPE_CAPSULE * 100 + COLLIDE_SHAPE_CAPSULE:
        return collide_capsule_capsule(&p->capsule, &q->capsule);
    case COLLIDE_SHAPE_CAPSULE * 100 + COLLIDE_SHAPE_AABB:
        return collide_capsule_aabb(&p->capsule, &q->aabb);
    case COLLIDE_SHAPE_CAPSULE * 100 + COLLIDE_SHAPE_OBB:
        return collide_capsule_obb(&p->capsule, &q->obb);
    case COLLIDE_SHAPE_CAPSULE * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_capsule_triangle(&p->capsule, &q->triangle);
    case COLLIDE_SHAPE_AABB * 100 + COLLIDE_SHAPE_AABB:
        return collide_aabb_aabb(&p->aabb, &q->aabb);
    case COLLIDE_SHAPE_OBB * 100 + COLLIDE_SHAPE_OBB:
        return collide_obb_obb(&p->obb, &q->obb, NULL);
    case COLLIDE_SHAPE_OBB * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_obb_triangle(&p->obb, &q->triangle, NULL);
    case COLLIDE_SHAPE_POINT * 100 + COLLIDE_SHAPE_TRIANGLE:
    case COLLIDE_SHAPE_SEGMENT * 100 + COLLIDE_SHAPE_TRIANGLE:
    case COLLIDE_SHAPE_TRIANGLE * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_triangle_triangle(&flat, &q->triangle);
    case COLLIDE_SHAPE_POINT * 100 + COLLIDE_SHAPE_TETRAHEDRON:
    case COLLIDE_SHAPE_SEGMENT * 100 + COLLIDE_SHAPE_TETRAHEDRON:
    case COLLIDE_SHAPE_TRIANGLE * 100 + COLLIDE_SHAPE_TETRAHEDRON:
        return collide_tetrahedron_triangle(&q->tetrahedron, &flat);
    case COLLIDE_SHAPE_TETRAHEDRON * 100 + COLLIDE_SHAPE_TETRAHEDRON:
        return collide_tetrahedron_tetrahedron(&p->tetrahedron, &q->tetrahedron);
    case COLLIDE_SHAPE_TRIANGLE * 100 + COLLIDE_SHAPE_CYLINDER:
        return collide_cylinder_triangle(&q->cylinder, &p->triangle);
    case COLLIDE_SHAPE_CYLINDER * 100 + COLLIDE_SHAPE_PLANE:
        return collide_cylinder_plane(&p->cylinder, &q->plane);
    case COLLIDE_SHAPE_CONVEX * 100 + COLLIDE_SHAPE_CONVEX:
        return collide_convex_convex(p->convex.body, &p->convex.pose, q->convex.body,
                                     &q->convex.pose, NULL);
    default:
        return -1;
    }
}

static int typed(const collide_shape *a, const collide_shape *b) {
    return a->kind > b->kind ? typed_ordered(b, a) : typed_ordered(a, b);
}

// The typed distance, where there is one.
static bool typed_distance(const collide_shape *a, const collide_shape *b, collide_distance *out) {
    const collide_shape_data *p = &a->of, *q = &b->of;
    switch (a->kind * 100 + b->kind) {
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_SPHERE:
        return collide_sphere_sphere_distance(&p->sphere, &q->sphere, INFINITY, out);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_AABB:
        return collide_sphere_aabb_distance(&p->sphere, &q->aabb, INFINITY, out);
    case COLLIDE_SHAPE_SPHERE * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_sphere_triangle_distance(&p->sphere, &q->triangle, INFINITY, out);
    case COLLIDE_SHAPE_AABB * 100 + COLLIDE_SHAPE_AABB:
        return collide_aabb_aabb_distance(&p->aabb, &q->aabb, INFINITY, out);
    case COLLIDE_SHAPE_OBB * 100 + COLLIDE_SHAPE_OBB:
        return collide_obb_obb_distance(&p->obb, &q->obb, INFINITY, out);
    case COLLIDE_SHAPE_TRIANGLE * 100 + COLLIDE_SHAPE_TRIANGLE:
        return collide_triangle_triangle_distance(&p->triangle, &q->triangle, INFINITY, out);
    default:
        return false;
    }
}

static void fail_pair(const collide_shape *a, const collide_shape *b, int expected, bool verdict,
                      const collide_distance *d) {
    print_message("kinds %u and %u: call %d, verdict %d, distance from %a to %a\n", a->kind,
                  b->kind, expected, verdict, (double)d->lo, (double)d->hi);
    fail();
}

static size_t contradicted[2]; // pairs whose bracket had to be widened: hits, misses

static void check_pair(const collide_shape *a, const collide_shape *b) {
    const bool verdict = collide_shape_shape(a, b);
    const int expected = typed(a, b);
    collide_distance d, same;
    assert_true(collide_shape_shape_distance(a, b, INFINITY, &d));
    if ((expected >= 0 && verdict != (expected == 1)) || (verdict ? d.lo > 0 : d.hi <= 0) ||
        (verdict && !collide_shape_shape_within(a, b, 0)))
        fail_pair(a, b, expected, verdict, &d);
    contradicted[0] += verdict && d.lo == 0;
    contradicted[1] += !verdict && d.hi < FLT_MIN;
    memset(&same, 0, sizeof same);
    if (typed_distance(a, b, &same))
        assert_memory_equal(&d, &same, sizeof d);
    if (a->kind == b->kind && collide_shape_shape(b, a) != verdict && (d.lo > 0 || d.hi <= 0))
        fail_pair(a, b, expected, verdict, &d);
}

static void test_near_touch(void **state) {
    static const float steps[] = {0,      1e-9f, -1e-9f, 1e-8f, -1e-8f, 6e-8f,
                                  -6e-8f, 2e-7f, -2e-7f, 1e-6f, -1e-6f, 1e-5f};
    inputs_random r = inputs_seed(32);
    (void)state;
    for (size_t i = 0; i < cases(300); ++i)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
            for (uint32_t n = 1; n < COLLIDE_SHAPE_KIND_COUNT; ++n) {
                const bool grid = i % 3 == 0;
                const collide_shape a = any_shape(&r, m, grid);
                collide_shape b = any_shape(&r, n, grid);
                collide_distance d;
                check_pair(&a, &b);
                if (!collide_shape_shape_distance(&a, &b, INFINITY, &d) || d.hi < -10)
                    continue;
                b = any_moved(b, d.hi + steps[kinds_below(&r, 12)], d.normal);
                check_pair(&a, &b);
                if (collide_shape_shape_distance(&a, &b, INFINITY, &d) && d.hi > -10) {
                    b = any_moved(b, d.lo, d.normal);
                    check_pair(&a, &b);
                }
            }
    print_message("# brackets that begin or end at 0: %zu, %zu\n", contradicted[0],
                  contradicted[1]);
    assert_true(contradicted[0] > 0 && contradicted[1] > 0);
}

// No call decides for a shape that its check refuses, or for one that another call refuses.
static void test_refused(void **state) {
    const collide_sphere endless = {{0, 0, 0}, INFINITY}, unit = {{0, 0, 0}, 1};
    const collide_aabb space = {{-INFINITY, -1, -1}, {INFINITY, 1, 1}};
    const collide_cylinder disk = {{0, 0, 0}, {0, 0, 1}, 1, 0};
    const collide_triangle across = {{{0, 0, -1}, {0, 0, 1}, {0, 1, 1}}};
    const collide_plane floor = {{0, 0, 1}, 0};
    const collide_shape s = collide_shape_from_sphere(&endless),
                        t = collide_shape_from_sphere(&unit);
    const collide_shape box = collide_shape_from_aabb(&space);
    const collide_shape flat = collide_shape_from_cylinder(&disk);
    const collide_shape cut = collide_shape_from_triangle(&across);
    const collide_shape ground = collide_shape_from_plane(&floor);
    collide_shape wrong = t;
    (void)state;
    assert_true(collide_sphere_sphere(&endless, &unit) && !collide_shape_shape(&s, &t));
    assert_true(collide_aabb_aabb(&space, &space) && !collide_shape_shape(&box, &box));
    assert_true(!collide_cylinder_triangle(&disk, &across) && collide_shape_shape(&flat, &cut));
    assert_true(!collide_cylinder_plane(&disk, &floor) && collide_shape_shape(&ground, &flat));
    for (uint32_t kind = 0; kind < 600; ++kind) {
        wrong.kind = kind ? kind + COLLIDE_SHAPE_KIND_COUNT - 1 : 0;
        assert_false(collide_shape_shape(&wrong, &t) || collide_shape_shape(&t, &wrong));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_touch),
        cmocka_unit_test(test_refused),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
