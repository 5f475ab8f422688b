// The first contact of meshes that move and turn: against all pairs of triangles one by one, and
// against overlap at many times before, on every instruction set.
#include "test.h"

#include "drawn.h"

static collide_motion draw_motion(inputs_random *r, float spin) {
    collide_motion m = collide_motion_at_rest();
    m.pose = inputs_pose(r, inputs_vec3(r, -1.5f, 1.5f));
    m.pivot = inputs_vec3(r, -1, 1);
    m.velocity = inputs_vec3(r, -1.5f, 1.5f);
    m.spin = inputs_vec3(r, -spin, spin);
    return m;
}

// The smallest t_lo and the smallest t_hi that is proven, of all pairs.
static collide_bracket one_by_one(const struct drawn *a, const collide_motion *x,
                                  const struct drawn *b, const collide_motion *y) {
    collide_bracket best, t;
    memset(&best, 0, sizeof best);
    best.t_lo = best.t_hi = INFINITY;
    best.verdict = COLLIDE_MISS;
    for (size_t i = 0; i < a->mesh.triangle_count; ++i)
        for (size_t j = 0; j < b->mesh.triangle_count; ++j) {
            const collide_triangle p = triangle_of(a, i), q = triangle_of(b, j);
            const collide_shape s = collide_shape_from_triangle(&p);
            const collide_shape o = collide_shape_from_triangle(&q);
            if (!collide_shape_shape_motion(&s, x, &o, y, 1, 0, &t))
                continue;
            best.t_lo = t.t_lo < best.t_lo ? t.t_lo : best.t_lo;
            if (t.verdict == COLLIDE_HIT && t.t_hi < best.t_hi)
                best.t_hi = t.t_hi;
            best.verdict = t.verdict == COLLIDE_HIT ? COLLIDE_HIT : best.verdict;
        }
    return best;
}

// No two meshes overlap before t_lo, as far as rounded poses show.
static void check_not_late(const collide_tree *p, const collide_motion *x, const collide_tree *q,
                           const collide_motion *y, float t_lo) {
    for (int k = 0; k < 32; ++k) {
        const float t = (t_lo < 1 ? t_lo : 1) * (float)k / 32;
        const collide_pose s = collide_motion_pose(x, t), o = collide_motion_pose(y, t);
        if (t < t_lo * 0.999f - 1e-4f)
            REQUIRE(!collide_tree_tree(p, &s, q, &o, NULL), "overlap at %g before %g", (double)t,
                    (double)t_lo);
    }
}

static void test_all_pairs(void **state) {
    (void)state;
    inputs_random r = inputs_seed(90);
    size_t hits = 0;
    for (size_t c = 0; c < cases(60); ++c) {
        const struct drawn a = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 20), 1);
        const struct drawn b = draw_mesh(&r, c % 2 ? BUMPY : SOUP, 1 + kinds_below(&r, 20), 1);
        const collide_tree_options of_a = draw_options(&r), of_b = draw_options(&r);
        collide_tree *p = build(&a, &of_a), *q = build(&b, &of_b);
        const float spin = c % 4 == 0 ? 0 : c % 4 == 1 ? 6.0f : 1.5f;
        const collide_motion x = draw_motion(&r, spin), y = draw_motion(&r, spin);
        const collide_bracket best = one_by_one(&a, &x, &b, &y);
        collide_bracket t, first;
        collide_pair pair, same;
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            collide_isa_limit((collide_isa_id)isa);
            collide_tree_tree_motion(p, &x, q, &y, 1, 0, &t, &pair);
            if (isa == 0) {
                first = t;
                same = pair;
            }
            assert_memory_equal(&t, &first, sizeof t);
            assert_memory_equal(&pair, &same, sizeof pair);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        check_not_late(p, &x, q, &y, t.t_lo);
        if (best.verdict == COLLIDE_HIT) {
            assert_true(t.verdict != COLLIDE_MISS);
            REQUIRE(t.t_lo <= best.t_hi, "from %g, contact at %g", (double)t.t_lo,
                    (double)best.t_hi);
        }
        if (t.verdict == COLLIDE_HIT) {
            assert_true(best.t_lo <= t.t_hi);
            ++hits;
        } else {
            REQUIRE(best.verdict != COLLIDE_HIT,
                    "verdict %u, %g to %g, pair %u %u, one by one %g to %g", t.verdict,
                    (double)t.t_lo, (double)t.t_hi, pair.a, pair.b, (double)best.t_lo,
                    (double)best.t_hi);
        }
        free_tree(p);
        free_tree(q);
        free_drawn(&a);
        free_drawn(&b);
    }
    assert_true(hits > 0);
}

static void test_shapes(void **state) {
    (void)state;
    inputs_random r = inputs_seed(91);
    for (size_t c = 0; c < cases(100); ++c) {
        const struct drawn b = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 40), 1);
        collide_tree *q = build(&b, NULL);
        const collide_motion x = draw_motion(&r, 2), y = draw_motion(&r, 2);
        const collide_obb box = inputs_box(&r, 0.5f);
        const collide_sphere ball = {inputs_vec3(&r, -1, 1), 0.25f};
        const collide_plane plane = {inputs_vec3(&r, -1, 1), -2};
        const collide_shape shapes[3] = {collide_shape_from_obb(&box),
                                         collide_shape_from_sphere(&ball),
                                         collide_shape_from_plane(&plane)};
        const collide_shape *a = &shapes[c % 3];
        float lo = INFINITY, hi = INFINITY;
        collide_bracket t;
        uint32_t triangle;
        for (size_t j = 0; j < b.mesh.triangle_count; ++j) {
            const collide_triangle one = triangle_of(&b, j);
            const collide_shape o = collide_shape_from_triangle(&one);
            if (!collide_shape_shape_motion(a, &x, &o, &y, 1, 0, &t))
                continue;
            lo = t.t_lo < lo ? t.t_lo : lo;
            hi = t.verdict == COLLIDE_HIT && t.t_hi < hi ? t.t_hi : hi;
        }
        const bool found = collide_shape_tree_motion(a, &x, q, &y, 1, 0, &t, &triangle);
        assert_int_equal(found, t.verdict != COLLIDE_MISS);
        assert_int_equal(found, triangle != UINT32_MAX);
        if (hi <= 1)
            REQUIRE(t.t_lo <= hi && t.t_hi >= lo && t.verdict == COLLIDE_HIT, "%g to %g, not %g",
                    (double)t.t_lo, (double)t.t_hi, (double)hi);
        free_tree(q);
        free_drawn(&b);
    }
}

static void expect_miss(const collide_tree *p, const collide_motion *x, const collide_tree *q,
                        float t_max) {
    collide_bracket t;
    collide_pair pair;
    assert_false(collide_tree_tree_motion(p, x, q, NULL, t_max, 0, &t, &pair));
    assert_int_equal(t.verdict, COLLIDE_MISS);
    assert_true(pair.a == UINT32_MAX && pair.b == UINT32_MAX);
    assert_true(isinf(t.t_lo) && isinf(t.t_hi));
}

static void test_bad_input(void **state) {
    (void)state;
    inputs_random r = inputs_seed(92);
    const struct drawn a = draw_mesh(&r, BUMPY, 100, 1);
    collide_tree *p = build(&a, NULL);
    collide_motion x = collide_motion_at_rest();
    assert_true(collide_tree_tree_motion(p, NULL, p, NULL, 1, 0, NULL, NULL));
    assert_true(collide_tree_tree_motion(p, &x, p, &x, 0, 0, NULL, NULL));
    expect_miss(NULL, &x, p, 1);
    expect_miss(p, &x, NULL, 1);
    expect_miss(p, &x, p, NAN);
    expect_miss(p, &x, p, -1);
    x.spin.y = NAN;
    expect_miss(p, &x, p, 1);
    x = collide_motion_at_rest();
    x.velocity.x = INFINITY;
    expect_miss(p, &x, p, 1);
    x = collide_motion_at_rest();
    x.pose.axis[0].x = 2;
    expect_miss(p, &x, p, 1);
    free_tree(p);
    free_drawn(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
