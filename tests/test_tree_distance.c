// Distances of meshes against all pairs of triangles one by one: brackets, the pair that is
// reported, points and normals, margins, on every instruction set. The work grows as it must.
#include "test.h"

#include "drawn.h"

// The vertices of b under a pose, as triangles.
static collide_triangle *moved(const struct drawn *d, const collide_pose *pose) {
    collide_triangle *t = (collide_triangle *)allocate(d->mesh.triangle_count, sizeof *t);
    for (size_t j = 0; j < d->mesh.triangle_count; ++j) {
        t[j] = triangle_of(d, j);
        for (int k = 0; k < 3; ++k)
            t[j].v[k] = collide_pose_apply(pose, t[j].v[k]);
    }
    return t;
}

// The pair with the least lo, then hi, then numbers, of triangles that do not overlap.
static collide_distance nearest_one_by_one(const struct drawn *a, const collide_triangle *b,
                                           size_t n) {
    collide_distance best;
    memset(&best, 0, sizeof best);
    best.lo = best.hi = INFINITY;
    for (size_t i = 0; i < a->mesh.triangle_count; ++i) {
        const collide_triangle p = triangle_of(a, i);
        for (size_t j = 0; j < n; ++j) {
            collide_distance d;
            if (!collide_triangle_triangle_distance(&p, &b[j], best.lo, &d))
                continue;
            d.lo = d.lo > 0 ? d.lo : 0;
            if (d.lo < best.lo || d.hi < best.hi) {
                best = d;
                best.feature_a = (uint32_t)i;
                best.feature_b = (uint32_t)j;
            }
        }
    }
    return best;
}

static bool on_triangle(collide_vec3 p, const collide_triangle *t, float scale) {
    const collide_sphere s = {p, 16 * FLT_EPSILON * scale};
    return collide_sphere_triangle(&s, t);
}

// What a solver relies on: the points are hi apart, and the normal proves lo for the two triangles.
static void check_proof(const collide_distance *d, const collide_triangle *p,
                        const collide_triangle *q, float scale) {
    const point n = to_point(d->normal);
    const point way = add(to_point(d->point_a), -1, to_point(d->point_b));
    const double size = 64.0 * (double)FLT_EPSILON * (double)scale;
    REQUIRE(length(way) <= (double)d->hi + size, "points %g apart, hi %g", length(way),
            (double)d->hi);
    REQUIRE(magnitude(length(n) - 1) < 1e-6, "a normal of length %g", length(n));
    double least = INFINITY;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double gap = dot(n, add(to_point(p->v[i]), -1, to_point(q->v[j])));
            least = gap < least ? gap : least;
        }
    REQUIRE(least >= (double)d->lo - size, "a gap of %g along the normal, lo %g", least,
            (double)d->lo);
    const float width = d->hi - d->lo;
    REQUIRE(width >= 0 && (double)width <= 64 * size, "a bracket of %g to %g", (double)d->lo,
            (double)d->hi);
}

static void check_same(const collide_distance *d, const collide_distance *e) {
    REQUIRE(memcmp(d, e, sizeof *d) == 0, "%g to %g of %u and %u, and %g to %g of %u and %u",
            (double)d->lo, (double)d->hi, d->feature_a, d->feature_b, (double)e->lo, (double)e->hi,
            e->feature_a, e->feature_b);
}

// Every instruction set gives the bits of the best one, and margins about lo the same verdicts,
// unless hulls lowered lo.
static void check_paths(const collide_tree *a, const collide_tree *b, const collide_pose *pose,
                        float max, const collide_distance *best, bool lowered) {
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        collide_distance d;
        if (collide_isa_limit(isa) != isa)
            continue;
        const bool found = collide_tree_tree_distance(a, NULL, b, pose, max, &d, NULL);
        assert_int_equal(found, best->lo <= max);
        check_same(&d, best);
        if (!found || lowered)
            continue;
        REQUIRE(collide_tree_tree_within(a, NULL, b, pose, best->lo, NULL),
                "%s: not within %.9g, to %.9g of %u and %u", collide_isa_text(isa),
                (double)best->lo, (double)best->hi, best->feature_a, best->feature_b);
        if (best->lo > 0) {
            float less = best->lo;
            uint32_t bits;
            memcpy(&bits, &less, sizeof bits);
            --bits;
            memcpy(&less, &bits, sizeof bits);
            assert_false(collide_tree_tree_within(a, NULL, b, pose, less, NULL));
        }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

static void test_all_pairs(void **state) {
    (void)state;
    inputs_random r = inputs_seed(70);
    size_t apart = 0, met = 0;
    for (size_t c = 0; c < cases(400); ++c) {
        const enum mesh_kind kind = (enum mesh_kind)(c % MESH_KINDS);
        const float scale = c % 7 == 0 ? 1000.0f : c % 7 == 1 ? 0.001f : 1.0f;
        const struct drawn a = draw_mesh(&r, kind, 8 + kinds_below(&r, 90), scale);
        const struct drawn b = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                         1 + kinds_below(&r, 90), scale);
        const collide_tree_options of_a = draw_options(&r), of_b = draw_options(&r);
        collide_tree *p = build(&a, &of_a), *q = build(&b, &of_b);
        for (int k = 0; k < 4; ++k) {
            collide_pose pose = draw_pose(&r, scale);
            pose.position = scaled(pose.position, k % 2 ? 1.0f : 4.0f);
            collide_triangle *t = moved(&b, &pose);
            collide_tree_work count = {0, 0, 0};
            collide_distance d;
            assert_true(collide_tree_tree_distance(p, NULL, q, &pose, INFINITY, &d, &count));
            const bool meet = collide_tree_tree(p, NULL, q, &pose, NULL);
            assert_int_equal(meet, !(d.hi > 0));
            if (meet) {
                const collide_triangle s = triangle_of(&a, d.feature_a);
                assert_true(d.lo == 0);
                assert_true(collide_triangle_triangle(&s, &t[d.feature_b]));
                assert_memory_equal(&d.point_a, &d.point_b, sizeof d.point_a);
                assert_true(on_triangle(d.point_a, &s, 64 * scale));
                assert_true(on_triangle(d.point_a, &t[d.feature_b], 64 * scale));
                ++met;
            } else {
                const collide_distance best = nearest_one_by_one(&a, t, b.mesh.triangle_count);
                const collide_triangle s = triangle_of(&a, d.feature_a);
                check_proof(&d, &s, &t[d.feature_b], q->radius + p->radius + 8 * scale);
                REQUIRE(d.lo <= best.lo && best.hi <= d.hi, "%g to %g, one by one %g to %g",
                        (double)d.lo, (double)d.hi, (double)best.lo, (double)best.hi);
                if (count.triangles < 500)
                    check_same(&d, &best);
                ++apart;
            }
            check_paths(p, q, &pose, INFINITY, &d, count.triangles >= 500);
            free(t);
        }
        free_tree(p);
        free_tree(q);
        free_drawn(&a);
        free_drawn(&b);
    }
    assert_true(apart > cases(400) && met > cases(400) / 2);
}

// ---- margins ---------------------------------------------------------------------------------

// Pairs within a margin, in rising order.
static struct pairs within_one_by_one(const struct drawn *a, const collide_triangle *b, size_t n,
                                      float margin) {
    struct pairs out = {NULL, 0, 0};
    for (size_t i = 0; i < a->mesh.triangle_count; ++i) {
        const collide_triangle p = triangle_of(a, i);
        for (size_t j = 0; j < n; ++j)
            if (collide_triangle_triangle_within(&p, &b[j], margin))
                put_pair(&out, i, j);
    }
    return out;
}

static void check_pairs(collide_pair *found, size_t n, const struct pairs *expected) {
    REQUIRE(n == expected->n, "%zu pairs, one by one %zu", n, expected->n);
    qsort(found, n, sizeof *found, compare_pairs);
    if (n > 0)
        assert_memory_equal(found, expected->pair, n * sizeof *found);
}

static void test_margins(void **state) {
    (void)state;
    inputs_random r = inputs_seed(71);
    static collide_pair found[65536];
    size_t pairs = 0;
    for (size_t c = 0; c < cases(300); ++c) {
        const float scale = c % 5 == 0 ? 1000.0f : 1.0f;
        const struct drawn a =
            draw_mesh(&r, (enum mesh_kind)(c % MESH_KINDS), 8 + kinds_below(&r, 90), scale);
        const struct drawn b = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                         1 + kinds_below(&r, 90), scale);
        const collide_tree_options of_a = draw_options(&r), of_b = draw_options(&r);
        collide_tree *p = build(&a, &of_a), *q = build(&b, &of_b);
        const collide_pose pose = draw_pose(&r, scale);
        const float margin = c % 3 == 0 ? 0 : inputs_uniform(&r, 0, 0.4f) * scale;
        collide_triangle *t = moved(&b, &pose);
        struct pairs expected = within_one_by_one(&a, t, b.mesh.triangle_count, margin);
        for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
            if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                continue;
            const size_t n =
                collide_tree_tree_within_indices(p, NULL, q, &pose, margin, found, 65536, NULL);
            check_pairs(found, n, &expected);
            assert_int_equal(n > 0, collide_tree_tree_within(p, NULL, q, &pose, margin, NULL));
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        pairs += expected.n;
        free(expected.pair);
        free(t);
        // A mesh with itself.
        const collide_pose still = collide_pose_identity();
        t = moved(&a, &still);
        expected = within_one_by_one(&a, t, a.mesh.triangle_count, margin);
        keep_self(&expected, &a);
        check_pairs(found, collide_tree_self_within_indices(p, margin, found, 65536, NULL),
                    &expected);
        free(expected.pair);
        free(t);
        free_tree(p);
        free_tree(q);
        free_drawn(&a);
        free_drawn(&b);
    }
    assert_true(pairs > 10 * cases(300));
}

// ---- forms and bad input ---------------------------------------------------------------------

static void test_forms(void **state) {
    (void)state;
    inputs_random r = inputs_seed(72);
    for (size_t c = 0; c < cases(40); ++c) {
        const struct drawn a = draw_mesh(&r, BUMPY, 300, 1), b = draw_mesh(&r, SOUP, 90, 1);
        collide_tree *p = build(&a, NULL), *q = build(&b, NULL);
        struct {
            collide_pose pose;
            float unused;
        } at[20];
        collide_distance d[20], e, moved_back;
        size_t found = 0;
        const collide_pose pose_a = inputs_pose(&r, inputs_vec3(&r, -100, 100));
        for (size_t i = 0; i < 20; ++i) {
            at[i].pose = i % 4 ? at[i - 1].pose : inputs_pose(&r, vec(0, 0, 0));
            const collide_vec3 by = inputs_vec3(&r, -0.05f, 0.05f);
            at[i].pose.position =
                i % 4 ? vec(at[i - 1].pose.position.x + by.x, at[i - 1].pose.position.y + by.y,
                            at[i - 1].pose.position.z + by.z)
                      : scaled(inputs_vec3(&r, -1, 1), 2);
        }
        at[7].pose.axis[1].x = NAN;
        const collide_pose_array array = {&at[0].pose, 20, sizeof at[0]};
        const size_t n = collide_tree_tree_distance_poses(p, NULL, q, &array, 1.5f, d);
        for (size_t i = 0; i < 20; ++i) {
            const bool near_by =
                collide_tree_tree_distance(p, NULL, q, &at[i].pose, 1.5f, &e, NULL);
            found += near_by;
            check_same(&d[i], &e);
            assert_int_equal(near_by,
                             collide_tree_tree_distance(p, NULL, q, &at[i].pose, 1.5f, NULL, NULL));
            // Both moved together, seen from far away.
            collide_pose pose_b = at[i].pose;
            for (int k = 0; k < 3; ++k) {
                const collide_vec3 tip =
                    vec(pose_b.axis[k].x + pose_b.position.x, pose_b.axis[k].y + pose_b.position.y,
                        pose_b.axis[k].z + pose_b.position.z);
                const collide_vec3 from = collide_pose_apply(&pose_a, pose_b.position);
                const collide_vec3 to = collide_pose_apply(&pose_a, tip);
                pose_b.axis[k] = vec(to.x - from.x, to.y - from.y, to.z - from.z);
            }
            pose_b.position = collide_pose_apply(&pose_a, at[i].pose.position);
            if (!near_by ||
                !collide_tree_tree_distance(p, &pose_a, q, &pose_b, 2, &moved_back, NULL))
                continue;
            assert_true(magnitude((double)(moved_back.lo - e.lo)) < 1e-3);
            if (moved_back.lo > 0.1f) {
                const point n1 = to_point(moved_back.normal);
                const point way =
                    add(to_point(moved_back.point_a), -1, to_point(moved_back.point_b));
                assert_true(magnitude(dot(n1, way) - (double)moved_back.lo) < 1e-3);
            }
        }
        assert_int_equal(n, found);
        free_tree(p);
        free_tree(q);
        free_drawn(&a);
        free_drawn(&b);
    }
}

static void expect_none(const collide_tree *a, const collide_pose *pose_a, const collide_tree *b,
                        const collide_pose *pose_b, float max) {
    collide_distance d, none;
    memset(&none, 0, sizeof none);
    none.lo = none.hi = INFINITY;
    memset(&d, 1, sizeof d);
    assert_false(collide_tree_tree_distance(a, pose_a, b, pose_b, max, &d, NULL));
    check_same(&d, &none);
    assert_false(collide_tree_tree_within(a, pose_a, b, pose_b, max, NULL));
    assert_int_equal(collide_tree_tree_within_indices(a, pose_a, b, pose_b, max, NULL, 0, NULL), 0);
}

static void test_bad_input(void **state) {
    (void)state;
    inputs_random r = inputs_seed(73);
    const struct drawn a = draw_mesh(&r, BUMPY, 300, 1);
    collide_tree *p = build(&a, NULL);
    collide_pose pose = collide_pose_identity();
    collide_distance d;
    pose.position.x = 3;
    expect_none(NULL, NULL, p, &pose, INFINITY);
    expect_none(p, NULL, NULL, &pose, INFINITY);
    expect_none(p, NULL, p, &pose, NAN);
    expect_none(p, NULL, p, &pose, -1);
    expect_none(p, NULL, p, &pose, -INFINITY);
    expect_none(p, NULL, p, &pose, 0.5f);
    pose.position.y = INFINITY;
    expect_none(p, NULL, p, &pose, INFINITY);
    pose.position.y = 1e38f;
    expect_none(p, NULL, p, &pose, INFINITY);
    pose.position.y = NAN;
    expect_none(p, NULL, p, &pose, INFINITY);
    expect_none(p, &pose, p, NULL, INFINITY);
    pose.position.y = 1e36f;
    assert_true(collide_tree_tree_distance(p, NULL, p, &pose, INFINITY, &d, NULL));
    assert_true(d.lo > 0.99e36f && d.hi < 1.01e36f);
    assert_true(collide_tree_tree_within(p, NULL, p, &pose, INFINITY, NULL));
    const collide_pose_array no_poses = {NULL, 3, 0};
    assert_int_equal(collide_tree_tree_distance_poses(p, NULL, p, &no_poses, 1, NULL), 0);
    assert_int_equal(collide_tree_self_within_indices(NULL, 1, NULL, 0, NULL), 0);
    assert_int_equal(collide_tree_self_within_indices(p, NAN, NULL, 0, NULL), 0);
    free_tree(p);
    free_drawn(&a);
}

// Tetrahedra are solid: a mesh inside one of them is at distance 0.
static void test_solids(void **state) {
    (void)state;
    static const collide_vec3 corner[4] = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}};
    static const uint32_t index[4] = {0, 1, 2, 3}, side[3] = {1, 2, 3};
    const collide_mesh solid = {corner, 4, 0, index, 1, sizeof index[0]};
    const collide_mesh flat = {corner, 4, 0, side, 1, sizeof side[0]};
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    const size_t size = collide_tree_size(1, &options);
    void *memory[2] = {kinds_guarded(size), kinds_guarded(size)};
    collide_tree *tree[2];
    collide_pose pose = collide_pose_identity();
    collide_distance d;
    assert_int_equal(collide_tree_build(&tree[0], memory[0], size, &solid, &options), COLLIDE_OK);
    assert_int_equal(collide_tree_build(&tree[1], memory[1], size, &flat, NULL), COLLIDE_OK);
    for (int k = 0; k < 3; ++k) // a small copy
        memset(&pose.axis[k], 0, sizeof pose.axis[k]);
    pose.axis[0].x = pose.axis[1].y = pose.axis[2].z = 0.125f;
    pose.position = vec(1, 1, 1);
    assert_true(collide_tree_tree_distance(tree[0], NULL, tree[0], &pose, 1, &d, NULL));
    assert_true(d.hi == 0);
    assert_true(collide_tree_tree_distance(tree[1], NULL, tree[0], &pose, 3, &d, NULL));
    // From the corner of the copy that is nearest to the plane x + y + z = 8.
    assert_true(d.lo <= 2.3094012f && d.hi >= 2.3094008f && d.hi - d.lo < 1e-4f);
    assert_true(collide_tree_tree_within(tree[0], NULL, tree[1], NULL, 0, NULL));
    pose.position = vec(-3, 1, 1);
    assert_true(collide_tree_tree_distance(tree[0], NULL, tree[0], &pose, 3, &d, NULL));
    assert_true(d.lo <= 2 && d.hi >= 2 && d.hi - d.lo < 1e-4f && d.normal.x > 0.9999f);
    assert_true(collide_tree_tree_within(tree[0], NULL, tree[0], &pose, d.lo, NULL));
    assert_false(collide_tree_tree_within(tree[0], NULL, tree[0], &pose, 1.9f, NULL));
    kinds_guarded_free(memory[0], size);
    kinds_guarded_free(memory[1], size);
}

// Meshes of several tetrahedra: the nearest of all pairs, whichever of their vertices are nearest.
#define SOLIDS 24
static void test_many_solids(void **state) {
    (void)state;
    static const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    static collide_vec3 vertex[4 * SOLIDS];
    static uint32_t index[4 * SOLIDS];
    const collide_mesh mesh = {vertex, 4 * SOLIDS, 0, index, SOLIDS, sizeof index[0]};
    const size_t size = collide_tree_size(SOLIDS, &options);
    void *memory = kinds_guarded(size);
    inputs_random r = inputs_seed(1018);
    unsigned apart = 0;
    for (unsigned i = 0; i < 60; ++i) {
        collide_tree *tree;
        collide_distance d, best;
        collide_pair pair = {0, 0};
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -3, 3));
        for (uint32_t k = 0; k < 4 * SOLIDS; ++k) {
            const collide_vec3 off = inputs_vec3(&r, -0.4f, 0.4f);
            vertex[k] = k % 4 ? vec(vertex[k & ~3u].x + off.x, vertex[k & ~3u].y + off.y,
                                    vertex[k & ~3u].z + off.z)
                              : inputs_vec3(&r, -1, 1);
            index[k] = k;
        }
        assert_int_equal(collide_tree_build(&tree, memory, size, &mesh, &options), COLLIDE_OK);
        const bool found = collide_tree_tree_distance(tree, NULL, tree, &pose, INFINITY, &d, NULL);
        assert_true(found);
        if (d.hi == 0)
            continue;
        ++apart;
        memset(&best, 0, sizeof best);
        best.lo = INFINITY;
        for (uint32_t a = 0; a < SOLIDS; ++a)
            for (uint32_t b = 0; b < SOLIDS; ++b) {
                collide_shape p, q;
                collide_distance e;
                p.kind = q.kind = COLLIDE_SHAPE_TETRAHEDRON;
                for (uint32_t k = 0; k < 4; ++k) {
                    p.of.tetrahedron.v[k] = vertex[4 * a + k];
                    q.of.tetrahedron.v[k] = collide_pose_apply(&pose, vertex[4 * b + k]);
                }
                collide_shape_shape_distance(&p, &q, INFINITY, &e);
                if (e.lo < best.lo || (e.lo == best.lo && e.hi < best.hi)) {
                    best = e;
                    pair.a = a;
                    pair.b = b;
                }
            }
        assert_true(d.lo == best.lo && d.hi == best.hi);
        assert_int_equal(d.feature_a, pair.a);
        assert_int_equal(d.feature_b, pair.b);
    }
    assert_true(apart > 20);
    kinds_guarded_free(memory, size);
}

// ---- work ------------------------------------------------------------------------------------

// Plates, of which thousands of pairs of triangles are equally far apart: no more pairs are asked
// than on small ones.
static void test_plates(void **state) {
    (void)state;
    inputs_random r = inputs_seed(74);
    for (size_t n = 512; n <= 32768; n *= 4) {
        const struct drawn a = draw_mesh(&r, SHEET, n, 1);
        collide_tree *p = build(&a, NULL);
        collide_pose pose = collide_pose_identity();
        for (int k = 0; k < 3; ++k) {
            collide_tree_work count = {0, 0, 0};
            collide_distance d;
            if (k > 0)
                pose = inputs_pose(&r, pose.position);
            pose.position = scaled(pose.axis[2], 0.5f);
            const collide_pose other = pose;
            pose = collide_pose_identity();
            collide_pose way = other;
            way.position = vec(0, 0, 0);
            assert_true(collide_tree_tree_distance(p, &way, p, &other, INFINITY, &d, &count));
            REQUIRE(d.lo <= 0.500001f && d.hi >= 0.499999f && d.hi - d.lo < 4e-4f, "%g to %g",
                    (double)d.lo, (double)d.hi);
            REQUIRE(count.triangles < 2000, "%u pairs of triangles asked of %zu triangles",
                    (unsigned)count.triangles, n);
        }
        free_tree(p);
        free_drawn(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs), cmocka_unit_test(test_margins),
        cmocka_unit_test(test_forms),     cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_solids),    cmocka_unit_test(test_many_solids),
        cmocka_unit_test(test_plates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
