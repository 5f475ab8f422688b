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
        // Whatever a box has left in memory: a plane has no core.
        collide_shape_tree_motion(&shapes[0], &x, q, &y, 1, 0, NULL, NULL);
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

// A margin: against all pairs of a body or a triangle and a triangle one by one.
static void test_margins(void **state) {
    (void)state;
    inputs_random r = inputs_seed(92);
    size_t hits = 0;
    for (size_t c = 0; c < cases(90); ++c) {
        const struct drawn a = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 9), 0.5f);
        const struct drawn b = draw_mesh(&r, c % 2 ? BUMPY : SOUP, 1 + kinds_below(&r, 30), 1);
        const collide_tree_options options = draw_options(&r);
        collide_tree *p = build(&a, &options), *q = build(&b, &options);
        const float spin = c % 5 == 0 ? 0 : 2;
        const collide_motion x = draw_motion(&r, spin), y = draw_motion(&r, spin);
        const float margin = c % 3 ? inputs_uniform(&r, 0, 0.5f) : 0x1p-12f;
        const collide_obb box = inputs_box(&r, 0.5f);
        const collide_plane plane = {inputs_vec3(&r, -1, 1), -2};
        const collide_shape shapes[2] = {collide_shape_from_obb(&box),
                                         collide_shape_from_plane(&plane)};
        const collide_shape *shape = &shapes[c % 4 == 0];
        for (int mesh = 0; mesh < 2; ++mesh) {
            float lo = INFINITY, hi = INFINITY;
            collide_bracket t;
            collide_pair pair = {0, 0};
            for (size_t i = 0; i < (mesh ? a.mesh.triangle_count : 1); ++i)
                for (size_t j = 0; j < b.mesh.triangle_count; ++j) {
                    const collide_triangle one = triangle_of(&a, i), two = triangle_of(&b, j);
                    const collide_shape s = mesh ? collide_shape_from_triangle(&one) : *shape;
                    const collide_shape o = collide_shape_from_triangle(&two);
                    if (!collide_shape_shape_motion_within(&s, &x, &o, &y, margin, 1, 0, &t))
                        continue;
                    lo = t.t_lo < lo ? t.t_lo : lo;
                    hi = t.verdict == COLLIDE_HIT && t.t_hi < hi ? t.t_hi : hi;
                }
            const bool found =
                mesh
                    ? collide_tree_tree_motion_within(p, &x, q, &y, margin, 1, 0, &t, &pair)
                    : collide_shape_tree_motion_within(shape, &x, q, &y, margin, 1, 0, &t, &pair.b);
            assert_int_equal(found, t.verdict != COLLIDE_MISS);
            assert_int_equal(found, pair.b != UINT32_MAX);
            hits += hi <= 1;
            if (hi <= 1)
                REQUIRE(t.t_lo <= hi && t.t_hi >= lo && t.verdict == COLLIDE_HIT,
                        "%g to %g, not %g", (double)t.t_lo, (double)t.t_hi, (double)hi);
            else
                REQUIRE(t.verdict != COLLIDE_HIT, "a hit at %g", (double)t.t_lo);
            // Not late, and not early: the distance at t_lo.
            for (int k = 0; k < 9; ++k) {
                const float last = found ? t.t_lo : 1, u = last * (float)k / 8;
                const collide_pose s = collide_motion_pose(&x, u), o = collide_motion_pose(&y, u);
                const collide_shape moved = collide_shape_under_pose(shape, &s);
                collide_distance d;
                const bool near = mesh ? collide_tree_tree_distance(p, &s, q, &o, 9, &d, NULL)
                                       : collide_shape_tree_distance(&moved, q, &o, 9, &d);
                if (last > 0 && near)
                    REQUIRE(d.hi >= margin - 1e-4f, "%g apart at %g", (double)d.hi, (double)u);
                if (found && t.verdict == COLLIDE_HIT && k == 8)
                    REQUIRE(near && d.lo <= fmaxf(t.gap, 0) + 1e-4f, "%g apart, more than %g",
                            (double)d.lo, (double)t.gap);
            }
            // A margin of 0 is none, and no number is one.
            collide_bracket plain, none;
            if (mesh) {
                collide_tree_tree_motion(p, &x, q, &y, 1, 0, &plain, NULL);
                collide_tree_tree_motion_within(p, &x, q, &y, 0, 1, 0, &none, NULL);
                assert_false(collide_tree_tree_motion_within(p, &x, q, &y, NAN, 1, 0, NULL, &pair));
            } else {
                collide_shape_tree_motion(shape, &x, q, &y, 1, 0, &plain, NULL);
                collide_shape_tree_motion_within(shape, &x, q, &y, 0, 1, 0, &none, NULL);
                assert_false(
                    collide_shape_tree_motion_within(shape, &x, q, &y, -1, 1, 0, NULL, &pair.b));
            }
            assert_memory_equal(&plain, &none, sizeof none);
            assert_true(pair.b == UINT32_MAX);
        }
        free_tree(p);
        free_tree(q);
        free_drawn(&a);
        free_drawn(&b);
    }
    assert_true(hits > 0);
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

// ---- the whole way ---------------------------------------------------------------------------

// Where a motion takes the point p at the time t, in double.
static void place_at(const collide_motion *m, collide_vec3 p, double t, double *out) {
    const double w[3] = {m->spin.x, m->spin.y, m->spin.z};
    const double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double u[3] = {rate > 0 ? w[0] / rate : 0, rate > 0 ? w[1] / rate : 0,
                         rate > 0 ? w[2] / rate : 1};
    const collide_vec3 *axis = m->pose.axis;
    const double q[3] = {
        (double)m->pose.position.x - (double)m->pivot.x + (double)axis[0].x * (double)p.x +
            (double)axis[1].x * (double)p.y + (double)axis[2].x * (double)p.z,
        (double)m->pose.position.y - (double)m->pivot.y + (double)axis[0].y * (double)p.x +
            (double)axis[1].y * (double)p.y + (double)axis[2].y * (double)p.z,
        (double)m->pose.position.z - (double)m->pivot.z + (double)axis[0].z * (double)p.x +
            (double)axis[1].z * (double)p.y + (double)axis[2].z * (double)p.z};
    const double c = cos(rate * t), s = sin(rate * t);
    const double along = (1 - c) * (u[0] * q[0] + u[1] * q[1] + u[2] * q[2]);
    const double from[3] = {m->pivot.x, m->pivot.y, m->pivot.z};
    const double v[3] = {m->velocity.x, m->velocity.y, m->velocity.z};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = from[i] + t * v[i] + along * u[i] + c * q[i] + s * (u[j] * q[k] - u[k] * q[j]);
    }
}

// Adds the ball of radius r about p to the range of coordinates at 40 times, or 1 where it rests.
static void add_places(const collide_motion *m, collide_vec3 p, float r, float t_max, double *lo,
                       double *hi) {
    for (int k = 0; k <= 40; ++k) {
        double x[3];
        place_at(m, p, (double)t_max * k / 40, x);
        for (int i = 0; i < 3; ++i) {
            lo[i] = fmin(lo[i], x[i] - (double)r);
            hi[i] = fmax(hi[i], x[i] + (double)r);
        }
    }
}

// The box holds the range, and is not wider by more than rough on any side.
static void check_box(const collide_aabb *box, const double *lo, const double *hi, double rough) {
    const float min[3] = {box->min.x, box->min.y, box->min.z};
    const float max[3] = {box->max.x, box->max.y, box->max.z};
    for (int i = 0; i < 3; ++i) {
        REQUIRE((double)min[i] <= lo[i] && (double)max[i] >= hi[i],
                "axis %d: %.9g to %.9g, body %.9g to %.9g", i, (double)min[i], (double)max[i],
                lo[i], hi[i]);
        REQUIRE((double)min[i] >= lo[i] - rough && (double)max[i] <= hi[i] + rough,
                "axis %d: %.9g to %.9g is wide for %.9g to %.9g", i, (double)min[i], (double)max[i],
                lo[i], hi[i]);
    }
}

static collide_motion draw_way(inputs_random *r, size_t c) {
    collide_motion m = draw_motion(r, c % 4 == 0 ? 0 : c % 4 == 1 ? 0.05f : c % 4 == 2 ? 2 : 40);
    if (c % 8 > 3) // the pivot is in the body
        m.pivot = m.pose.position;
    if (c % 16 > 11)
        m.spin.x = m.spin.y = 0;
    return m;
}

// How much wider a box may be: nothing but roundings without a spin; and by the square of a small
// turn, or less than the body.
static double rough_of(size_t c, const collide_motion *m, double size) {
    const double w =
        sqrt((double)(m->spin.x * m->spin.x + m->spin.y * m->spin.y + m->spin.z * m->spin.z));
    const collide_vec3 o = m->pivot, p = m->pose.position;
    size += fabs((double)(p.x - o.x)) + fabs((double)(p.y - o.y)) + fabs((double)(p.z - o.z));
    return c % 4 == 0 ? 1e-5 * (size + 4) : c % 4 == 1 ? 2 * w * size + 1e-5 * size : 2 * size + 1;
}

static void test_shape_ways(void **state) {
    (void)state;
    inputs_random r = inputs_seed(93);
    for (size_t c = 0; c < cases(300); ++c) {
        const collide_motion m = draw_way(&r, c);
        const float t_max = c % 3 == 2 ? 0 : 1, radius = c % 5 == 1 ? 0.25f : 0;
        collide_vec3 p[40];
        collide_shape s = {0};
        size_t n = 4;
        for (size_t i = 0; i < 4; ++i)
            p[i] = inputs_vec3(&r, -0.5f, 0.5f);
        if (c % 5 == 0) {
            const collide_tetrahedron t = {{p[0], p[1], p[2], p[3]}};
            s = collide_shape_from_tetrahedron(&t);
        } else if (c % 5 == 1) {
            const collide_capsule rod = {p[0], p[1], radius};
            s = collide_shape_from_capsule(&rod);
            n = 2;
        } else if (c % 5 == 2) {
            const collide_aabb box = {{-0.5f, -0.25f, -1}, {0.5f, 0.125f, 1}};
            s = collide_shape_from_aabb(&box);
            for (n = 0; n < 8; ++n)
                p[n] = vec(n & 1 ? 0.5f : -0.5f, n & 2 ? 0.125f : -0.25f, n & 4 ? 1 : -1);
        } else if (c % 5 == 3) {
            const collide_cylinder can = {{0, 0, 0}, {0, 0, 1}, 0.5f, 2};
            s = collide_shape_from_cylinder(&can);
            for (n = 0; n < 40; ++n)
                p[n] = vec(0.5f * cosf((float)n * 0.314159f), 0.5f * sinf((float)n * 0.314159f),
                           n & 1 ? 1 : -1);
            for (size_t i = 0; i < n; ++i) { // on the rim or inside it
                p[i].x *= 0.999999f;
                p[i].y *= 0.999999f;
            }
        } else {
            const collide_triangle t = {{p[0], p[1], p[2]}};
            s = collide_shape_from_triangle(&t);
            n = 3;
        }
        double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
        for (size_t i = 0; i < n; ++i)
            add_places(&m, p[i], radius, t_max, lo, hi);
        const collide_aabb box = collide_aabb_from_shape_motion(&s, &m, t_max);
        const double more = c % 5 == 3 ? 0.07 : 0; // of a rim between its points
        check_box(&box, lo, hi, more + (t_max > 0 ? rough_of(c, &m, 2) : 1e-4));
    }
}

static void test_mesh_ways(void **state) {
    (void)state;
    inputs_random r = inputs_seed(94);
    for (size_t c = 0; c < cases(60); ++c) {
        const struct drawn d = draw_mesh(&r, c % 2 ? BUMPY : SOUP, 1 + kinds_below(&r, 60), 1);
        collide_tree *tree = build(&d, NULL);
        const collide_motion m = draw_way(&r, c);
        double lo[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, hi[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
        for (size_t i = 0; i < d.mesh.triangle_count; ++i) {
            const collide_triangle t = triangle_of(&d, i);
            for (int k = 0; k < 3; ++k)
                add_places(&m, t.v[k], 0, 1, lo, hi);
        }
        const collide_aabb box = collide_aabb_from_tree_motion(tree, &m, 1);
        check_box(&box, lo, hi, 1.5 * (double)tree->radius + rough_of(c, &m, (double)tree->radius));
        free_tree(tree);
        free_drawn(&d);
    }
}

static void expect_empty(collide_aabb box) {
    assert_true(isinf(box.min.x) && box.min.x > 0 && isinf(box.max.z) && box.max.z < 0);
}

static void test_bad_ways(void **state) {
    (void)state;
    inputs_random r = inputs_seed(95);
    const struct drawn d = draw_mesh(&r, BUMPY, 12, 1);
    collide_tree *tree = build(&d, NULL);
    const collide_sphere ball = {{1, 2, 3}, 0.5f};
    const collide_plane floor = {{0, 0, 1}, 0};
    const collide_shape s = collide_shape_from_sphere(&ball), p = collide_shape_from_plane(&floor);
    collide_motion m = collide_motion_at_rest();
    const collide_aabb rest = collide_aabb_from_shape_motion(&s, NULL, 1);
    assert_true(rest.min.x <= 0.5f && rest.min.x > 0.49999f && rest.max.z >= 3.5f);
    expect_empty(collide_aabb_from_shape_motion(&s, &m, -1));
    expect_empty(collide_aabb_from_shape_motion(&s, &m, NAN));
    expect_empty(collide_aabb_from_tree_motion(tree, &m, -1));
    expect_empty(collide_aabb_from_tree_motion(tree, &m, NAN));
    expect_empty(collide_aabb_from_tree_motion(NULL, &m, 1));
    const collide_aabb all = collide_aabb_from_shape_motion(&p, &m, 1);
    assert_true(isinf(all.min.x) && isinf(all.max.y) && all.min.x < 0 && all.max.y > 0);
    m.velocity.x = 3e38f;
    const collide_aabb way = collide_aabb_from_shape_motion(&s, &m, INFINITY);
    assert_true(isinf(way.max.x) && way.min.x <= 0.5f && way.max.y < 2.6f);
    m.spin.y = NAN;
    expect_empty(collide_aabb_from_shape_motion(&s, &m, 1));
    expect_empty(collide_aabb_from_tree_motion(tree, &m, 1));
    free_tree(tree);
    free_drawn(&d);
}

// ---- many movers -----------------------------------------------------------------------------

static bool apart(const collide_aabb *a, const collide_aabb *b) {
    return !collide_aabb_aabb(a, b);
}

// All pairs of movers, one by one: returns how many hit.
static size_t check_movers(const char *movers, size_t n, size_t stride, float t_max,
                           const collide_movers_motion_hit *hits,
                           const collide_movers_motion_counts *found) {
    size_t k = 0, asked = 0;
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t j = i + 1; j < n; ++j) {
            collide_motion_mover a, b;
            collide_bracket t;
            collide_pair pair;
            memcpy(&a, movers + i * stride, sizeof a);
            memcpy(&b, movers + j * stride, sizeof b);
            const collide_aabb p = collide_aabb_from_tree_motion(a.tree, &a.motion, t_max);
            const collide_aabb q = collide_aabb_from_tree_motion(b.tree, &b.motion, t_max);
            const bool hit =
                collide_tree_tree_motion(a.tree, &a.motion, b.tree, &b.motion, t_max, 0, &t, &pair);
            size_t at = 0;
            while (at < found->hits && !(hits[at].movers.a == i && hits[at].movers.b == j))
                ++at;
            asked += !apart(&p, &q);
            if (!hit || apart(&p, &q)) {
                REQUIRE(at == found->hits && t.verdict != COLLIDE_HIT, "%u and %u", i, j);
                continue;
            }
            REQUIRE(at < found->hits, "%u and %u hit from %g to %g", i, j, (double)t.t_lo,
                    (double)t.t_hi);
            assert_memory_equal(&hits[at].first, &t, sizeof t);
            assert_memory_equal(&hits[at].triangles, &pair, sizeof pair);
            assert_true(at == 0 || hits[at - 1].movers.a <= i);
            ++k;
        }
    assert_int_equal(asked, found->pairs);
    return k;
}

static collide_motion_mover draw_mover(inputs_random *r, collide_tree *const *tree) {
    collide_motion_mover m;
    memset(&m, 0, sizeof m);
    m.tree = tree[kinds_below(r, 3)];
    m.motion = draw_motion(r, kinds_below(r, 4) ? 3 : 0);
    const collide_vec3 p = scaled(inputs_vec3(r, -1, 1), 8);
    m.motion.pose.position = p;
    m.motion.pivot = vec(p.x + m.motion.pivot.x, p.y + m.motion.pivot.y, p.z);
    if (kinds_below(r, 30) == 0)
        m.motion.spin.y = kinds_below(r, 2) ? NAN : INFINITY;
    if (kinds_below(r, 30) == 0)
        m.motion.pose.axis[1].x = NAN;
    if (kinds_below(r, 20) == 0) // beyond all floats, and back together
        m.motion.velocity.x = 3e38f;
    return m;
}

static void test_movers(void **state) {
    inputs_random r = inputs_seed(96);
    size_t met = 0;
    const size_t worlds = cases(12);
    (void)state;
    const struct drawn d[3] = {draw_mesh(&r, BUMPY, 48, 1), draw_mesh(&r, SOUP, 20, 1),
                               draw_mesh(&r, SHEET, 8, 1)};
    collide_tree *tree[3];
    for (int k = 0; k < 3; ++k)
        tree[k] = build(&d[k], NULL);
    for (size_t w = 0; w < worlds; ++w) {
        const size_t n = 1 + kinds_below(&r, 80), stride = sizeof(collide_motion_mover) + 8;
        const size_t size = collide_movers_scratch_size(n);
        void *scratch = kinds_guarded(size);
        char *movers = (char *)allocate(n, stride);
        const collide_motion_mover *all = (const collide_motion_mover *)(void *)movers;
        const float t_max = w % 4 == 0 ? 0 : w % 4 == 1 ? 4 : 1;
        collide_movers_motion_hit *hits =
            (collide_movers_motion_hit *)allocate(n * n / 2 + 1, sizeof *hits);
        collide_movers_motion_counts found = {77, 77}, again;
        for (size_t i = 0; i < n; ++i) {
            const collide_motion_mover m = draw_mover(&r, tree);
            memcpy(movers + i * stride, &m, sizeof m);
        }
        assert_int_equal(
            collide_movers_motion(all, n, stride, t_max, 0, scratch, size, hits, n * n / 2, &found),
            COLLIDE_OK);
        assert_int_equal(check_movers(movers, n, stride, t_max, hits, &found), found.hits);
        const collide_movers_motion_hit last = hits[found.hits];
        assert_int_equal(collide_movers_motion(all, n, stride, t_max, 0, scratch, size,
                                               &hits[found.hits], 0, &again),
                         COLLIDE_OK);
        assert_memory_equal(&again, &found, sizeof found);
        assert_memory_equal(&last, &hits[found.hits], sizeof last);
        assert_int_equal(
            collide_movers_motion(all, n, stride, t_max, 0, scratch, size - 64, NULL, 0, &again),
            COLLIDE_ERROR_SIZE);
        assert_true(again.hits == 0 && again.pairs == 0);
        met += found.hits;
        free(hits);
        free(movers);
        kinds_guarded_free(scratch, size);
    }
    fprintf(stderr, "# %zu worlds, %zu pairs of movers meet\n", worlds, met);
    assert_true(met > worlds);
    for (int k = 0; k < 3; ++k) {
        free_tree(tree[k]);
        free_drawn(&d[k]);
    }
}

static void test_movers_errors(void **state) {
    (void)state;
    inputs_random r = inputs_seed(97);
    const struct drawn d = draw_mesh(&r, BUMPY, 12, 1);
    collide_motion_mover m[2];
    m[0].tree = m[1].tree = build(&d, NULL);
    m[0].motion = m[1].motion = collide_motion_at_rest();
    const size_t size = collide_movers_scratch_size(2), stride = sizeof *m;
    char *scratch = (char *)kinds_guarded(size);
    collide_movers_motion_hit hit;
    collide_movers_motion_counts n;
#define EXPECT(WHAT, ...) assert_int_equal(collide_movers_motion(__VA_ARGS__), COLLIDE_##WHAT)
    EXPECT(ERROR_NULL, m, 2, 0, 1, 0, scratch, size, &hit, 1, NULL);
    EXPECT(ERROR_NULL, NULL, 2, 0, 1, 0, scratch, size, &hit, 1, &n);
    EXPECT(ERROR_NULL, m, 2, 0, 1, 0, NULL, size, &hit, 1, &n);
    EXPECT(ERROR_COUNT, m, 0, 0, 1, 0, scratch, size, &hit, 1, &n);
    EXPECT(ERROR_STRIDE, m, 2, stride - 4, 1, 0, scratch, size, &hit, 1, &n);
    EXPECT(ERROR_ALIGNMENT, m, 2, 0, 1, 0, scratch + 4, size, &hit, 1, &n);
    EXPECT(ERROR_EXTENT, m, 2, 0, -1, 0, scratch, size, &hit, 1, &n);
    EXPECT(ERROR_EXTENT, m, 2, 0, NAN, 0, scratch, size, &hit, 1, &n);
    assert_true(n.hits == 0 && n.pairs == 0);
    EXPECT(OK, m, 2, 0, INFINITY, 0, scratch, size, &hit, 1, &n);
    assert_true(n.hits == 1 && n.pairs == 1 && hit.movers.a == 0 && hit.movers.b == 1);
    assert_true(hit.first.verdict == COLLIDE_HIT && !(hit.first.t_hi > 0));
    EXPECT(OK, m, 1, 0, 1, 0, scratch, size, &hit, 1, &n);
    assert_int_equal(n.hits, 0);
    m[1].tree = NULL;
    EXPECT(ERROR_NULL, m, 2, 0, 1, 0, scratch, size, &hit, 1, &n);
#undef EXPECT
    free_tree((collide_tree *)(uintptr_t)m[0].tree);
    free_drawn(&d);
    kinds_guarded_free(scratch, size);
}

// A shape in world coordinates turns about the pivot, which moves straight.
static void test_from_velocity(void **state) {
    (void)state;
    inputs_random r = inputs_seed(91);
    for (size_t c = 0; c < cases(1000); ++c) {
        const collide_vec3 pivot = inputs_vec3(&r, -4, 4), velocity = inputs_vec3(&r, -2, 2);
        const collide_vec3 spin = inputs_vec3(&r, -3, 3), away = {0.5f, 0, 0};
        const collide_motion m = collide_motion_from_velocity(pivot, velocity, spin);
        const collide_pose pose = collide_motion_pose(&m, 0.75f);
        const collide_vec3 to = collide_pose_apply(&pose, pivot);
        const collide_vec3 corner = {pivot.x + away.x, pivot.y, pivot.z};
        const collide_vec3 turned = collide_pose_apply(&pose, corner);
        const double x = (double)turned.x - (double)to.x, y = (double)turned.y - (double)to.y,
                     z = (double)turned.z - (double)to.z;
        assert_true(fabs((double)to.x - ((double)pivot.x + 0.75 * (double)velocity.x)) < 1e-5);
        assert_true(fabs((double)to.y - ((double)pivot.y + 0.75 * (double)velocity.y)) < 1e-5);
        assert_true(fabs((double)to.z - ((double)pivot.z + 0.75 * (double)velocity.z)) < 1e-5);
        assert_true(fabs(sqrt(x * x + y * y + z * z) - 0.5) < 1e-5);
        assert_memory_equal(&m.spin, &spin, sizeof spin);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_from_velocity), cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_margins),
        cmocka_unit_test(test_bad_input),     cmocka_unit_test(test_shape_ways),
        cmocka_unit_test(test_mesh_ways),     cmocka_unit_test(test_bad_ways),
        cmocka_unit_test(test_movers),        cmocka_unit_test(test_movers_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
