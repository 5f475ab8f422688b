// Trees: meshes under poses against asking all triangles, on every instruction set, in memory that
// ends at a page which traps; themselves; refitting; the published pairs.
#define TEST_PART "../src/tree/nodes.h"
#include "test.h"

#include "drawn.h"

// ---- queries ---------------------------------------------------------------------------------

struct visited {
    const collide_pair *expected;
    size_t n, stop;
};

static bool visit(void *user, collide_pair pair) {
    struct visited *v = (struct visited *)user;
    REQUIRE(pair.a == v->expected[v->n].a && pair.b == v->expected[v->n].b,
            "visited in another order");
    return ++v->n != v->stop;
}

// Every call, on every instruction set: the pairs that are expected, in one order. self: a NULL
// pose for both, and b is a.
static void check_pairs(const collide_tree *a, const collide_pose *pose_a, const collide_tree *b,
                        const collide_pose *pose_b, const struct pairs *expected, bool self,
                        const char *what) {
    collide_pair *first = (collide_pair *)allocate(expected->n + 1, sizeof *first);
    collide_pair *found = (collide_pair *)allocate(expected->n + 1, sizeof *found);
    collide_tree_work counts[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        collide_tree_work count = {1, 2, 3}, any = {0, 0, 0};
        const size_t n =
            self ? collide_tree_self_indices(a, found, expected->n + 1, &count)
                 : collide_tree_tree_indices(a, pose_a, b, pose_b, found, expected->n + 1, &count);
        REQUIRE(n == expected->n, "%s, %s: %zu pairs, not %zu", what, collide_isa_text(isa), n,
                expected->n);
        if (isa == COLLIDE_ISA_SCALAR)
            memcpy(first, found, n * sizeof *found);
        REQUIRE(memcmp(first, found, n * sizeof *found) == 0, "%s, %s: another order", what,
                collide_isa_text(isa));
        if (!self) {
            const bool hit = collide_tree_tree(a, pose_a, b, pose_b, &any);
            REQUIRE(hit == (n > 0), "%s, %s: any %d", what, collide_isa_text(isa), hit);
            struct visited v = {first, 0, n / 2 + 1};
            assert_int_equal(collide_tree_tree_visit(a, pose_a, b, pose_b, visit, &v, NULL),
                             n ? n / 2 + 1 : 0);
        }
        if (isa == COLLIDE_ISA_SCALAR) {
            counts[0] = count;
            counts[1] = any;
        }
        assert_memory_equal(&counts[0], &count, sizeof count);
        assert_memory_equal(&counts[1], &any, sizeof any);
        assert_true(count.triangles >= 2 + n);
        const collide_pair untouched = {77, 78};
        found[n / 2] = untouched;
        assert_int_equal(self ? collide_tree_self_indices(a, found, n / 2, NULL)
                              : collide_tree_tree_indices(a, pose_a, b, pose_b, found, n / 2, NULL),
                         n);
        assert_memory_equal(&found[n / 2], &untouched, sizeof untouched);
        assert_memory_equal(found, first, n / 2 * sizeof *found);
        assert_int_equal(self ? collide_tree_self_indices(a, NULL, 0, NULL)
                              : collide_tree_tree_indices(a, pose_a, b, pose_b, NULL, 0, NULL),
                         n);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    qsort(first, expected->n, sizeof *first, compare_pairs);
    for (size_t k = 0; k < expected->n; ++k)
        REQUIRE(first[k].a == expected->pair[k].a && first[k].b == expected->pair[k].b,
                "%s: (%u, %u), not (%u, %u)", what, first[k].a, first[k].b, expected->pair[k].a,
                expected->pair[k].b);
    free(found);
    free(first);
}

static void test_scenes(void **state) {
    static const float scales[] = {1, 1, 1, 1e-6f, 1e6f, 1e-25f, 1e18f, 0x1p-130f, 1e34f};
    inputs_random r = inputs_seed(81);
    size_t hits = 0, pairs = 0;
    const size_t n = cases(300);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float scale = scales[kinds_below(&r, 9)];
        const enum mesh_kind mesh_of[2] = {(enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                           (enum mesh_kind)kinds_below(&r, MESH_KINDS)};
        struct drawn d[2];
        collide_tree *tree[2];
        collide_tree_options options[2];
        for (int k = 0; k < 2; ++k) {
            const size_t most = kinds_below(&r, 6) ? 70 : 700;
            d[k] = draw_mesh(&r, mesh_of[k], 1 + kinds_below(&r, (uint32_t)most), scale);
            options[k] = k && kinds_below(&r, 4) ? options[0] : draw_options(&r);
            tree[k] = build(&d[k], &options[k]);
        }
        const collide_pose pose[2] = {draw_pose(&r, scale), draw_pose(&r, scale)};
        const collide_pose *at[2] = {kinds_below(&r, 3) ? &pose[0] : NULL,
                                     kinds_below(&r, 3) ? &pose[1] : NULL};
        const collide_pose relative = collide_pose_relative(at[0], at[1]);
        char what[128];
        snprintf(what, sizeof what, "case %zu: %zu %s of kind %u, %zu %s of kind %u, scale %g", i,
                 d[0].mesh.triangle_count, mesh_names[mesh_of[0]], tree[0]->kind,
                 d[1].mesh.triangle_count, mesh_names[mesh_of[1]], tree[1]->kind, (double)scale);
        struct pairs expected = pairs_one_by_one(&d[0], &d[1], &relative);
        check_pairs(tree[0], at[0], tree[1], at[1], &expected, false, what);
        hits += expected.n > 0;
        pairs += expected.n;
        free(expected.pair);
        const collide_pose still = collide_pose_identity();
        expected = pairs_one_by_one(&d[0], &d[0], &still);
        keep_self(&expected, &d[0]);
        check_pairs(tree[0], NULL, tree[0], NULL, &expected, true, what);
        free(expected.pair);
        for (int k = 0; k < 2; ++k) {
            free_tree(tree[k]);
            free_drawn(&d[k]);
        }
    }
    fprintf(stderr, "# %zu pairs of meshes: %zu meet, %zu pairs of triangles\n", n, hits, pairs);
    assert_true(hits > n / 4 && hits < n);
}

// Larger meshes, each kind and split.
static void test_large(void **state) {
    inputs_random r = inputs_seed(82);
    const size_t most = kinds_tier() == 0 ? 2000 : kinds_tier() == 1 ? 6000 : 40000;
    size_t pairs = 0;
    (void)state;
    const struct drawn a = draw_mesh(&r, BUMPY, most, 1), b = draw_mesh(&r, BUMPY, most / 7, 1);
    const struct drawn c = draw_mesh(&r, SOUP, most / 2, 1);
    for (uint32_t k = 0; k < 16; ++k) {
        const uint32_t tree_of[4] = {6, 14, 18, 26};
        const collide_tree_options options = {tree_of[k / 4], k & 1, k >> 1 & 1,
                                              COLLIDE_TREE_SURFACE, 2u << k % 3};
        const struct drawn *other = k % 3 ? &b : &c;
        collide_tree *tree[2] = {build(&a, &options), build(other, &options)};
        const collide_pose pose = inputs_flight(&r);
        struct pairs expected = pairs_one_by_one(&a, other, &pose);
        check_pairs(tree[0], NULL, tree[1], &pose, &expected, false, "large");
        pairs += expected.n;
        free(expected.pair);
        free_tree(tree[0]);
        free_tree(tree[1]);
    }
    fprintf(stderr, "# large meshes: %zu pairs\n", pairs);
    assert_true(pairs > most / 4);
    free_drawn(&a);
    free_drawn(&b);
    free_drawn(&c);
}

// Cones with their bases, against themselves and each other: where many bounds meet and little
// else does, and where all are neighbours. Of pairs of one fan none is asked.
static void test_fans(void **state) {
    inputs_random r = inputs_seed(83);
    const size_t most = kinds_tier() == 0 ? 400 : 1200;
    (void)state;
    for (int i = 0; i < 5; ++i) {
        const collide_tree_options options = {18, 0, 0, COLLIDE_TREE_SURFACE, 0};
        const float height = i == 2 ? 2 : i > 2 ? 0.02f : 0.5f;
        const struct drawn d = draw_cone(&r, most, height, i > 0);
        for (size_t j = 0; i == 4 && j < most; j += 16) // strays, which have the other tip
            d.wide[3 * j] = d.narrow[3 * j] = (uint16_t)(most + 1);
        collide_tree *tree = build(&d, &options);
        const collide_pose still = collide_pose_identity();
        struct pairs expected = pairs_one_by_one(&d, &d, &still);
        keep_self(&expected, &d);
        check_pairs(tree, NULL, tree, NULL, &expected, true, "a fan itself");
        free(expected.pair);
        const collide_pose pose = {{0.03125f, 0.25f, -1e-4f}, {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
        expected = pairs_one_by_one(&d, &d, &pose);
        check_pairs(tree, NULL, tree, &pose, &expected, false, "fans beside each other");
        free(expected.pair);
        free_tree(tree);
        free_drawn(&d);
    }
    const struct drawn d = draw_cone(&r, 4000, 0.5f, false);
    collide_tree *tree = build(&d, NULL);
    collide_tree_work count = {0, 0, 0};
    assert_int_equal(collide_tree_self_indices(tree, NULL, 0, &count), 0);
    assert_true(count.triangles == 0 && count.volumes < 4000);
    free_tree(tree);
    free_drawn(&d);
}

// ---- single shapes ---------------------------------------------------------------------------

enum shape_kind {
    TRIANGLE,
    SPHERE,
    OBB,
    CYLINDER,
    KDOP6,
    KDOP14,
    KDOP18,
    KDOP26,
    AABB,
    RAY,
    SEGMENT,
    SHAPE_KINDS
};

union shape {
    collide_triangle triangle;
    collide_sphere sphere;
    collide_obb obb;
    collide_cylinder cylinder;
    collide_kdop6 kdop6;
    collide_kdop14 kdop14;
    collide_kdop18 kdop18;
    collide_kdop26 kdop26;
    collide_aabb aabb;
    collide_ray ray;
    collide_segment segment;
};

static bool shape_meets(enum shape_kind kind, const union shape *s, const collide_triangle *t) {
    const collide_kdop6 six = collide_kdop6_from_aabb(&s->aabb);
    return kind == TRIANGLE   ? collide_triangle_triangle(&s->triangle, t)
           : kind == SPHERE   ? collide_sphere_triangle(&s->sphere, t)
           : kind == OBB      ? collide_obb_triangle(&s->obb, t, NULL)
           : kind == CYLINDER ? collide_cylinder_triangle(&s->cylinder, t)
           : kind == KDOP6    ? collide_kdop6_triangle(&s->kdop6, t)
           : kind == KDOP14   ? collide_kdop14_triangle(&s->kdop14, t)
           : kind == KDOP18   ? collide_kdop18_triangle(&s->kdop18, t)
           : kind == AABB     ? collide_kdop6_triangle(&six, t)
                              : collide_kdop26_triangle(&s->kdop26, t);
}

static size_t shape_tree(enum shape_kind kind, const union shape *s, const collide_tree *tree,
                         const collide_pose *pose, uint32_t *out, size_t capacity) {
    return kind == TRIANGLE ? collide_triangle_tree_indices(&s->triangle, tree, pose, out, capacity)
           : kind == SPHERE ? collide_sphere_tree_indices(&s->sphere, tree, pose, out, capacity)
           : kind == OBB    ? collide_obb_tree_indices(&s->obb, tree, pose, out, capacity)
           : kind == CYLINDER
               ? collide_cylinder_tree_indices(&s->cylinder, tree, pose, out, capacity)
           : kind == KDOP6  ? collide_kdop6_tree_indices(&s->kdop6, tree, pose, out, capacity)
           : kind == KDOP14 ? collide_kdop14_tree_indices(&s->kdop14, tree, pose, out, capacity)
           : kind == KDOP18 ? collide_kdop18_tree_indices(&s->kdop18, tree, pose, out, capacity)
           : kind == AABB   ? collide_aabb_tree_indices(&s->aabb, tree, pose, out, capacity)
                            : collide_kdop26_tree_indices(&s->kdop26, tree, pose, out, capacity);
}

static bool shape_tree_any(enum shape_kind kind, const union shape *s, const collide_tree *tree,
                           const collide_pose *pose) {
    return kind == TRIANGLE   ? collide_triangle_tree(&s->triangle, tree, pose)
           : kind == SPHERE   ? collide_sphere_tree(&s->sphere, tree, pose)
           : kind == OBB      ? collide_obb_tree(&s->obb, tree, pose)
           : kind == CYLINDER ? collide_cylinder_tree(&s->cylinder, tree, pose)
           : kind == KDOP6    ? collide_kdop6_tree(&s->kdop6, tree, pose)
           : kind == KDOP14   ? collide_kdop14_tree(&s->kdop14, tree, pose)
           : kind == KDOP18   ? collide_kdop18_tree(&s->kdop18, tree, pose)
           : kind == AABB     ? collide_aabb_tree(&s->aabb, tree, pose)
                              : collide_kdop26_tree(&s->kdop26, tree, pose);
}

// About a mesh of half extent 1 times scale; some of no extent, some larger than the mesh.
static union shape draw_shape(inputs_random *r, enum shape_kind kind, float scale) {
    static const float sizes[5] = {0.02f, 0.1f, 0.3f, 1, 3};
    const float size = sizes[kinds_below(r, 5)] * scale;
    const collide_vec3 at = scaled(inputs_vec3(r, -1.2f, 1.2f), scale);
    const collide_pose pose = inputs_pose(r, at);
    const bool flat = kinds_below(r, 5) == 0;
    union shape s;
    memset(&s, 0, sizeof s);
    collide_triangle t;
    for (int k = 0; k < 3; ++k) {
        const collide_vec3 v = scaled(inputs_vec3(r, -1, 1), size);
        t.v[k] = vec(at.x + v.x, at.y + v.y, at.z + v.z);
    }
    const float radius = flat ? 0 : inputs_uniform(r, 0, 1) * size;
    switch (kind) {
    case TRIANGLE:
        s.triangle = t;
        break;
    case SPHERE:
        s.sphere.center = at;
        s.sphere.radius = radius;
        break;
    case OBB:
        s.obb = collide_obb_from_pose(&pose, scaled(inputs_vec3(r, 0, 1), size));
        s.obb.half.z = flat ? 0 : s.obb.half.z;
        break;
    case CYLINDER:
        s.cylinder.center = at;
        s.cylinder.axis = pose.axis[2];
        s.cylinder.radius = inputs_uniform(r, 0.1f, 1) * size;
        s.cylinder.height = inputs_uniform(r, 0.1f, 1) * size;
        break;
    case KDOP6:
        s.kdop6 = collide_kdop6_from_triangle(&t);
        s.kdop6.max[1] = flat ? INFINITY : s.kdop6.max[1];
        break;
    case KDOP14:
        s.kdop14 = collide_kdop14_from_triangle(&t);
        s.kdop14.max[5] = flat ? -INFINITY : s.kdop14.max[5];
        break;
    case KDOP18:
        s.kdop18 = collide_kdop18_from_triangle(&t);
        break;
    case KDOP26:
        s.kdop26 = collide_kdop26_from_triangle(&t);
        break;
    case AABB:
        s.aabb.min = t.v[0];
        s.aabb.max = vec(t.v[0].x + radius, t.v[0].y + size, t.v[0].z + radius);
        s.aabb.max.x = kinds_below(r, 20) ? s.aabb.max.x : INFINITY;
        break;
    case RAY:
        s.ray.origin = at;
        s.ray.direction = scaled(inputs_vec3(r, -1, 1), size);
        if (flat) {
            s.ray.direction.y = 0;
            s.ray.direction.z = kinds_below(r, 2) ? 0 : s.ray.direction.z;
        }
        break;
    default:
        s.segment.a = t.v[0];
        s.segment.b = kinds_below(r, 4) ? t.v[1] : scaled(t.v[1], -1);
        break;
    }
    return s;
}

static int compare_u32(const void *a, const void *b) {
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

// The triangles of a mesh under a pose that a shape meets, or the first that a line does.
static size_t check_shape(enum shape_kind kind, const union shape *s, const struct drawn *d,
                          const collide_tree *tree, const collide_pose *pose, const char *what) {
    const size_t n = d->mesh.triangle_count;
    const collide_pose at = pose ? *pose : collide_pose_identity();
    const float t_max = kind == RAY ? 2 : 1;
    uint32_t *expected = (uint32_t *)allocate(n + 1, sizeof *expected);
    uint32_t *found = (uint32_t *)allocate(n + 1, sizeof *found);
    uint32_t *first = (uint32_t *)allocate(n + 1, sizeof *first);
    collide_ray_hit best = {INFINITY, {0, 0, 0}, UINT32_MAX, UINT32_MAX, UINT32_MAX}, one;
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i) {
        collide_triangle t = triangle_of(d, i);
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(&at, t.v[k]);
        if (kind < RAY) {
            if (shape_meets(kind, s, &t))
                expected[hits++] = (uint32_t)i;
        } else if (kind == RAY ? collide_ray_triangle(&s->ray, &t, t_max, &one)
                               : collide_segment_triangle(&s->segment, &t, &one)) {
            one.triangle = (uint32_t)i;
            best = one.t < best.t ? one : best;
            ++hits;
        }
    }
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        if (kind >= RAY) {
            collide_ray_hit line;
            const bool hit = kind == RAY ? collide_ray_tree(&s->ray, tree, pose, t_max, &line)
                                         : collide_segment_tree(&s->segment, tree, pose, &line);
            REQUIRE(hit == (hits > 0) && memcmp(&line, &best, sizeof line) == 0,
                    "%s: %u at %g, not %u at %g", what, line.triangle, (double)line.t,
                    best.triangle, (double)best.t);
            assert_int_equal(kind == RAY ? collide_ray_tree(&s->ray, tree, pose, t_max, NULL)
                                         : collide_segment_tree(&s->segment, tree, pose, NULL),
                             hit);
            continue;
        }
        found[n / 2] = 0x5a5a5a5a;
        const size_t full = shape_tree(kind, s, tree, pose, found, n / 2);
        REQUIRE(full == hits, "%s: %zu triangles, not %zu", what, full, hits);
        assert_true(found[n / 2] == 0x5a5a5a5a);
        REQUIRE(shape_tree_any(kind, s, tree, pose) == (hits > 0), "%s: yes or no", what);
        const size_t count = shape_tree(kind, s, tree, pose, found, n);
        REQUIRE(count == hits, "%s: %zu triangles, not %zu", what, count, hits);
        if (isa == COLLIDE_ISA_SCALAR)
            memcpy(first, found, n * sizeof *found);
        for (size_t k = 0; k < hits; ++k)
            assert_true(first[k] == found[k]);
        qsort(found, hits, sizeof *found, compare_u32);
        for (size_t k = 0; k < hits; ++k)
            REQUIRE(expected[k] == found[k], "%s: %u, not %u", what, found[k], expected[k]);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    free(first);
    free(found);
    free(expected);
    return hits;
}

// Rays at the tip of a fan, from it, and past it: of many triangles that are met at one time the
// first.
static void test_tips(void **state) {
    inputs_random r = inputs_seed(90);
    size_t hits = 0;
    (void)state;
    for (int i = 0; i < 24; ++i) {
        const struct drawn d = draw_cone(&r, 1000, i % 2 ? -0.25f : -2, false);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        const collide_pose pose = inputs_pose(&r, vec(0.5f, 0.25f, 0.125f));
        union shape s;
        memset(&s, 0, sizeof s);
        s.ray.direction = vec(inputs_uniform(&r, -0.5f, 0.5f), 0, i % 6 ? -1 : 1);
        s.ray.origin = i % 6 == 1   ? vec(0, 0, 0)
                       : i % 6 == 2 ? scaled(s.ray.direction, -3)
                                    : scaled(s.ray.direction, -1);
        s.ray.origin.y += i % 6 == 3 ? 1e-3f : 0;
        hits += check_shape(RAY, &s, &d, tree, NULL, "a ray at a tip");
        s.ray.origin = collide_pose_apply(&pose, s.ray.origin);
        s.ray.direction =
            vec(0.5f - s.ray.origin.x, 0.25f - s.ray.origin.y, 0.125f - s.ray.origin.z);
        hits += check_shape(RAY, &s, &d, tree, &pose, "a ray at a turned tip");
        free_tree(tree);
        free_drawn(&d);
    }
    fprintf(stderr, "# %zu hits at tips\n", hits);
    assert_true(hits > 5000);
}

static void test_shapes(void **state) {
    static const float scales[] = {1, 1, 1e-5f, 1e5f};
    inputs_random r = inputs_seed(89);
    size_t hits[SHAPE_KINDS] = {0};
    const size_t n = cases(200);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float scale = scales[kinds_below(&r, 4)];
        const enum mesh_kind kind = (enum mesh_kind)kinds_below(&r, MESH_KINDS);
        const struct drawn d = draw_mesh(&r, kind, 1 + kinds_below(&r, 600), scale);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        const collide_pose pose = draw_pose(&r, scale);
        for (uint32_t k = 0; k < 4 * SHAPE_KINDS; ++k) {
            const enum shape_kind shape = (enum shape_kind)(k % SHAPE_KINDS);
            const union shape s = draw_shape(&r, shape, scale);
            char what[128];
            snprintf(what, sizeof what, "case %zu: shape %u on %s of kind %u, scale %g", i, shape,
                     mesh_names[kind], tree->kind, (double)scale);
            hits[shape] +=
                check_shape(shape, &s, &d, tree, kinds_below(&r, 3) ? &pose : NULL, what) > 0;
        }
        free_tree(tree);
        free_drawn(&d);
    }
    for (int k = 0; k < SHAPE_KINDS; ++k)
        assert_true(hits[k] > n / 8);
    fprintf(stderr, "# %zu shapes on meshes\n", 4 * SHAPE_KINDS * n);
}

// A k-DOP and a triangle: as a box says of the axis rows; the bound of a triangle meets what that
// one does; a point of a triangle is in its own bound, and what lies beyond one plane is not.
static void test_kdop_triangle(void **state) {
    inputs_random r = inputs_seed(91);
    size_t hits = 0;
    const size_t n = cases(20000);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const union shape s = draw_shape(&r, TRIANGLE, 1), t = draw_shape(&r, TRIANGLE, 1);
        collide_kdop6 k6 = collide_kdop6_from_triangle(&s.triangle);
        const collide_kdop14 k14 = collide_kdop14_from_triangle(&s.triangle);
        collide_kdop18 k18 = collide_kdop18_from_triangle(&s.triangle);
        const collide_kdop26 k26 = collide_kdop26_from_triangle(&s.triangle);
        const bool meet = collide_triangle_triangle(&s.triangle, &t.triangle);
        const bool by[4] = {
            collide_kdop6_triangle(&k6, &t.triangle), collide_kdop14_triangle(&k14, &t.triangle),
            collide_kdop18_triangle(&k18, &t.triangle), collide_kdop26_triangle(&k26, &t.triangle)};
        assert_true(!meet || (by[0] && by[1] && by[2] && by[3]));
        assert_true(by[0] || (!by[1] && !by[2] && !by[3]));
        assert_true((by[1] && by[2]) || !by[3]);
        hits += by[2];
        collide_obb box;
        memset(&box, 0, sizeof box);
        box.axis[0].x = box.axis[1].y = box.axis[2].z = 1;
        box.center = vec(0.5f * (k6.min[0] + k6.max[0]), 0.5f * (k6.min[1] + k6.max[1]),
                         0.5f * (k6.min[2] + k6.max[2]));
        box.half = vec(0.5f * (k6.max[0] - k6.min[0]), 0.5f * (k6.max[1] - k6.min[1]),
                       0.5f * (k6.max[2] - k6.min[2]));
        collide_obb larger = box;
        larger.half = vec(box.half.x + 1e-5f, box.half.y + 1e-5f, box.half.z + 1e-5f);
        box.half = vec(box.half.x - 1e-5f, box.half.y - 1e-5f, box.half.z - 1e-5f);
        assert_true(!by[0] || collide_obb_triangle(&larger, &t.triangle, NULL));
        assert_true(by[0] || box.half.x < 0 || box.half.y < 0 || box.half.z < 0 ||
                    !collide_obb_triangle(&box, &t.triangle, NULL));
        assert_true(collide_kdop18_triangle(&k18, &s.triangle));
        k18.min[3 + i % 6] = k18.max[3 + i % 6] + 1; // beyond the triangle
        k18.max[3 + i % 6] = INFINITY;
        assert_false(collide_kdop18_triangle(&k18, &s.triangle));
        k6.min[i % 3] = k6.max[i % 3] + 1; // empty
        assert_false(collide_kdop6_triangle(&k6, &s.triangle));
    }
    fprintf(stderr, "# %zu k-DOPs and triangles: %zu meet\n", n, hits);
    assert_true(hits > n / 40 && hits < n);
}

// Numbers that are none in shapes: nothing is met, and nothing hangs.
static void test_hostile_shapes(void **state) {
    static const float values[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0, 1e-42f};
    inputs_random r = inputs_seed(90);
    (void)state;
    const struct drawn d = draw_mesh(&r, SOUP, 100, 1);
    collide_tree *tree = build(&d, NULL);
    for (size_t i = 0; i < 3000; ++i) {
        static const size_t floats[SHAPE_KINDS] = {9, 4, 15, 8, 6, 14, 18, 26, 6, 6};
        const enum shape_kind kind = (enum shape_kind)(i % SHAPE_KINDS);
        union shape s = draw_shape(&r, kind, 1);
        const float value = values[kinds_below(&r, 7)];
        memcpy((float *)(void *)&s + kinds_below(&r, (uint32_t)floats[kind]), &value, sizeof value);
        char what[64];
        snprintf(what, sizeof what, "case %zu: shape %u with %g", i, kind, (double)value);
        if (kind == OBB && collide_obb_check(&s.obb) != COLLIDE_OK) // any answer will do
            assert_true(shape_tree(kind, &s, tree, NULL, NULL, 0) <= d.mesh.triangle_count);
        else
            check_shape(kind, &s, &d, tree, NULL, what);
        collide_pose pose = draw_pose(&r, 1);
        memcpy(&pose.position.x + kinds_below(&r, 12), &value, sizeof value);
        if (!(value >= -1e37f && value <= 1e37f)) {
            s = draw_shape(&r, kind, 1);
            assert_false(kind == RAY       ? collide_ray_tree(&s.ray, tree, &pose, 1, NULL)
                         : kind == SEGMENT ? collide_segment_tree(&s.segment, tree, &pose, NULL)
                                           : shape_tree(kind, &s, tree, &pose, NULL, 0) > 0);
        }
        assert_false(kind == RAY       ? collide_ray_tree(&s.ray, NULL, NULL, 1, NULL)
                     : kind == SEGMENT ? collide_segment_tree(&s.segment, NULL, NULL, NULL)
                                       : shape_tree(kind, &s, NULL, NULL, NULL, 0) > 0);
    }
    free_tree(tree);
    free_drawn(&d);
}

// Times that are denormal, where many triangles are met at one.
static void test_denormal_times(void **state) {
    inputs_random r = inputs_seed(91);
    (void)state;
    for (size_t i = 0; i < 100; ++i) {
        const struct drawn d = draw_mesh(&r, SOUP, 1000, 0x1p-40f);
        collide_tree *tree = build(&d, NULL);
        union shape s;
        char what[64];
        memset(&s, 0, sizeof s);
        s.ray.origin = inputs_vec3(&r, -0x1p-41f, 0x1p-41f);
        s.ray.origin.z = 0x1p-38f;
        s.ray.direction.z = -ldexpf(1, 107 + (int)(i % 20));
        snprintf(what, sizeof what, "case %zu: direction %g", i, (double)s.ray.direction.z);
        check_shape(RAY, &s, &d, tree, NULL, what);
        free_tree(tree);
        free_drawn(&d);
    }
}

// A ray at a mesh, from near or far, some along axes, through vertices or in the plane of a
// triangle; its direction may be tiny, huge or 0.
static collide_ray draw_line(inputs_random *r, const struct drawn *d, const collide_pose *pose,
                             float scale) {
    static const float lengths[] = {1, 1, 1, 0.001f, 0.0625f, 4};
    const collide_triangle t = triangle_of(d, kinds_below(r, (uint32_t)d->mesh.triangle_count));
    collide_vec3 to = t.v[kinds_below(r, 3)], off = scaled(inputs_vec3(r, -1, 1), scale);
    const uint32_t way = kinds_below(r, 8);
    collide_ray ray;
    off = way == 1   ? scaled(off, 1000)
          : way == 2 ? vec(kinds_below(r, 2) ? scale : -scale, 0, 0)
          : way == 3 ? vec(0, 0, -2 * scale)
          : way == 4 ? vec(t.v[0].x - t.v[1].x, t.v[0].y - t.v[1].y, t.v[0].z - t.v[1].z)
          : way == 5 ? scaled(off, 0.001f)
                     : off;
    if (way >= 6) {
        const collide_vec3 by = inputs_vec3(r, -0.01f, 0.01f);
        to = vec(to.x + scale * by.x, to.y + scale * by.y, to.z + scale * by.z);
    }
    ray.origin = vec(to.x + off.x, to.y + off.y, to.z + off.z);
    if (pose) {
        ray.origin = collide_pose_apply(pose, ray.origin);
        to = collide_pose_apply(pose, to);
    }
    ray.direction = vec(to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z);
    ray.direction = scaled(ray.direction, lengths[kinds_below(r, 6)]);
    if (kinds_below(r, 40) == 0)
        ray.direction = vec(0, 0, 0);
    return ray;
}

struct line { // as a ray or a segment, within a larger struct
    union {
        collide_ray ray;
        collide_segment segment;
    } of;
    float more[2];
};

// Many lines in one call give what they give one by one, on every instruction set.
static void check_lines_many(const struct line *lines, size_t n, const collide_tree *tree,
                             const collide_pose *pose) {
    const collide_ray_array rays = {&lines->of.ray, n, sizeof *lines};
    const collide_segment_array segments = {&lines->of.segment, n, sizeof *lines};
    collide_ray_hit *out = (collide_ray_hit *)allocate(n, sizeof *out);
    uint16_t *bits = (uint16_t *)allocate(COLLIDE_BLOCKS(n), sizeof *bits);
    for (int i = 0; i < 4 * COLLIDE_ISA_COUNT; ++i) {
        const bool ray = i & 1, full = i & 2;
        if (collide_isa_limit((collide_isa_id)(i / 4)) != (collide_isa_id)(i / 4))
            continue;
        memset(out, 0x5a, n * sizeof *out);
        memset(bits, 0x5a, COLLIDE_BLOCKS(n) * sizeof *bits);
        const size_t found =
            ray ? collide_tree_ray_many(tree, pose, &rays, 2, bits, full ? out : NULL)
                : collide_tree_segment_many(tree, pose, &segments, bits, full ? out : NULL);
        size_t hits = 0;
        for (size_t k = 0; k < n; ++k) {
            collide_ray_hit one;
            const bool hit = ray ? collide_ray_tree(&lines[k].of.ray, tree, pose, 2, &one)
                                 : collide_segment_tree(&lines[k].of.segment, tree, pose, &one);
            assert_int_equal(bits[k / 16] >> k % 16 & 1, hit);
            if (full)
                assert_memory_equal(&out[k], &one, sizeof one);
            hits += hit;
        }
        assert_int_equal(found, hits);
        assert_true(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    free(bits);
    free(out);
}

static void test_lines_many(void **state) {
    inputs_random r = inputs_seed(93);
    struct line lines[40];
    (void)state;
    memset(lines, 0, sizeof lines);
    for (size_t i = 0; i < 40; ++i) {
        const struct drawn d = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 600), 1);
        const size_t n = i < 4 ? i : kinds_below(&r, 41);
        collide_tree *tree = build(&d, NULL);
        collide_pose pose = draw_pose(&r, 1);
        for (size_t k = 0; k < n; ++k)
            lines[k].of.ray = draw_line(&r, &d, i % 2 ? &pose : NULL, 1);
        if (n)
            lines[kinds_below(&r, (uint32_t)n)].of.ray.origin.y = NAN;
        check_lines_many(lines, n, tree, i % 2 ? &pose : NULL);
        check_lines_many(lines, n, NULL, &pose);
        pose.axis[1].x = INFINITY;
        check_lines_many(lines, n, tree, &pose);
        free_tree(tree);
        free_drawn(&d);
    }
    const collide_ray_array none = {NULL, 3, 0};
    uint16_t bits = 7;
    assert_int_equal(collide_tree_ray_many(NULL, NULL, &none, 1, &bits, NULL), 0);
}

// Rays and segments, at all sizes, give what all triangles give one by one.
static void test_lines(void **state) {
    static const float scales[] = {1,     1,     1e-5f,  1e5f,  1e-17f, 1e-18f,
                                   1e17f, 1e18f, 1e-30f, 1e30f, 1e-36f};
    inputs_random r = inputs_seed(92);
    size_t hits = 0, asked = 0;
    const size_t n = cases(220);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float scale = scales[i % 11];
        const enum mesh_kind kind = (enum mesh_kind)kinds_below(&r, MESH_KINDS);
        const struct drawn d = draw_mesh(&r, kind, 1 + kinds_below(&r, 600), scale);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        collide_pose pose = draw_pose(&r, scale);
        if (i % 4 == 0) // of no rigid motion
            for (int k = 0; k < 3; ++k)
                pose.axis[k] = scaled(inputs_vec3(&r, -1, 1), i % 8 ? 1 : 0.01f);
        if (i % 8 == 0) // nearly flat
            pose.axis[2] = vec(pose.axis[1].x, pose.axis[1].y, pose.axis[1].z * 1.00001f);
        for (uint32_t k = 0; k < 32; ++k, ++asked) {
            const collide_pose *at = kinds_below(&r, 2) ? &pose : NULL;
            const collide_ray ray = draw_line(&r, &d, at, scale);
            union shape s;
            char what[128];
            memset(&s, 0, sizeof s);
            s.ray = ray;
            if (k % 4 == 3) {
                s.segment.a = ray.origin;
                s.segment.b = vec(ray.origin.x + ray.direction.x, ray.origin.y + ray.direction.y,
                                  ray.origin.z + ray.direction.z);
            }
            snprintf(what, sizeof what, "case %zu: line %u on %s of kind %u, scale %g", i, k,
                     mesh_names[kind], tree->kind, (double)scale);
            hits += check_shape(k % 4 == 3 ? SEGMENT : RAY, &s, &d, tree, at, what) > 0;
        }
        free_tree(tree);
        free_drawn(&d);
    }
    fprintf(stderr, "# %zu rays and segments: %zu hit\n", asked, hits);
    assert_true(hits > asked / 4 && hits < asked);
}

// ---- what a tree looks like ------------------------------------------------------------------

static const int8_t along[4][13][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1, -1, -1}},
    {{1, 0, 0},
     {0, 1, 0},
     {0, 0, 1},
     {1, 1, 0},
     {1, 0, 1},
     {0, 1, 1},
     {1, -1, 0},
     {1, 0, -1},
     {0, 1, -1}},
    {{1, 0, 0},
     {0, 1, 0},
     {0, 0, 1},
     {1, 1, 1},
     {1, -1, 1},
     {1, 1, -1},
     {1, -1, -1},
     {1, 1, 0},
     {1, 0, 1},
     {0, 1, 1},
     {1, -1, 0},
     {1, 0, -1},
     {0, 1, -1}}};

// Supports of the triangles below a child, tight but for two roundings; counts them. Children of a
// node but the last are equally large.
static size_t check_child(const collide_tree *tree, const struct drawn *d, uint32_t child,
                          const float *column, bool *seen) {
    const int8_t(*direction)[3] = along[tree->kind == 6    ? 0
                                        : tree->kind == 14 ? 1
                                        : tree->kind == 18 ? 2
                                                           : 3];
    double most[26];
    size_t stack[128], depth = 1, count = 0;
    for (uint32_t i = 0; i < tree->kind; ++i)
        most[i] = -INFINITY;
    stack[0] = child;
    while (depth) {
        const uint32_t code = (uint32_t)stack[--depth];
        if (!(code >> 31)) {
            const collide__tree_links *links = collide__tree_links_of(tree, code);
            for (uint32_t i = links->count; i-- > 0;)
                stack[depth++] = links->child[i];
            continue;
        }
        const collide__tree_leaf *leaf = collide__tree_leaf_of(tree, code & 0x7fffffffu);
        for (uint32_t s = 0; s < 4; ++s) {
            const uint32_t number = leaf->triangle[s];
            if (number == UINT32_MAX)
                continue;
            assert_true(number < d->mesh.triangle_count);
            assert_int_equal(collide__tree_places(tree)[number], 4 * (code & 0x7fffffffu) + s);
            const collide_triangle t = triangle_of(d, number);
            if (seen) {
                REQUIRE(!seen[number], "triangle %u is there twice", number);
                seen[number] = true;
            }
            for (int v = 0; v < 3; ++v) {
                const float *row = leaf->rows[0] + 4 * v + s;
                assert_true(row[0] == t.v[v].x && row[16] == t.v[v].y && row[32] == t.v[v].z);
                for (uint32_t i = 0; i < tree->kind; ++i) {
                    const int8_t *row_of = direction[i / 2];
                    const point n = {row_of[0], row_of[1], row_of[2]};
                    const double at = (i & 1 ? -1 : 1) * dot(n, to_point(t.v[v]));
                    most[i] = at > most[i] ? at : most[i];
                }
            }
            ++count;
        }
    }
    for (uint32_t i = 0; i < tree->kind; ++i) {
        const double slack = i < 6 ? 0 : 4 * UNIT * 3 * (double)tree->radius;
        REQUIRE(magnitude((double)column[8 * i] - most[i]) <= slack, "row %u: %a, not %a", i,
                (double)column[8 * i], most[i]);
    }
    return count;
}

static void check_tree(const collide_tree *tree, const struct drawn *d) {
    bool *seen = (bool *)allocate(d->mesh.triangle_count, sizeof *seen);
    size_t lanes = 0;
    for (uint32_t node = 0; node < tree->inside.node_count; ++node) {
        const collide__tree_links *links = collide__tree_links_of(tree, node);
        size_t first = 0;
        assert_true(links->count > 0 && links->count <= 8 && !links->changed);
        lanes += links->count;
        for (uint32_t i = 0; i < links->count; ++i) {
            const uint32_t child = links->child[i];
            const uint32_t parent =
                child >> 31
                    ? collide__tree_places(tree)[tree->triangle_count + (child & 0x7fffffffu)]
                    : collide__tree_links_of(tree, child)->parent;
            assert_int_equal(parent, 8 * node + i);
            assert_true(child >> 31 || child > node);
            const size_t n = check_child(tree, d, child, collide__tree_rows(tree, node) + i,
                                         child >> 31 ? seen : NULL);
            first = i ? first : n;
            assert_true(i + 1 < links->count ? n == first : n <= first);
        }
    }
    for (size_t i = 0; i < d->mesh.triangle_count; ++i)
        assert_true(seen[i]);
    assert_int_equal(lanes, tree->inside.node_count - 1 + tree->inside.leaf_count);
    free(seen);
}

static void test_shape(void **state) {
    inputs_random r = inputs_seed(83);
    (void)state;
    for (size_t n = 1; n < 300; n += n < 40 || kinds_tier() ? 1 : 9) {
        const enum mesh_kind kind = (enum mesh_kind)(n % MESH_KINDS);
        const struct drawn d = draw_mesh(&r, kind, n, 1);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        check_tree(tree, &d);
        free_tree(tree);
        free_drawn(&d);
    }
    const struct drawn d = draw_mesh(&r, BUMPY, 20000, 1);
    collide_tree *tree = build(&d, NULL);
    check_tree(tree, &d);
    assert_true(tree->kind == 18 && tree->inside.node_count < 20000 / 26);
    free_tree(tree);
    free_drawn(&d);
}

// A copy elsewhere answers as the first does.
static void test_copy(void **state) {
    inputs_random r = inputs_seed(84);
    (void)state;
    const struct drawn d = draw_mesh(&r, SOUP, 500, 1);
    collide_tree *tree = build(&d, NULL);
    const size_t size = (size_t)tree->size;
    const collide_pose pose = inputs_pose(&r, vec(0.1f, 0, 0));
    struct pairs expected = pairs_one_by_one(&d, &d, &pose);
    void *memory = kinds_guarded(size);
    memcpy(memory, tree, size);
    free_tree(tree);
    check_pairs((collide_tree *)memory, NULL, (collide_tree *)memory, &pose, &expected, false,
                "copy");
    kinds_guarded_free(memory, size);
    free(expected.pair);
    free_drawn(&d);
}

// ---- refitting -------------------------------------------------------------------------------

static void test_refit(void **state) {
    inputs_random r = inputs_seed(85);
    const size_t n = cases(20);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const enum mesh_kind kind = (enum mesh_kind)kinds_below(&r, MESH_KINDS);
        const struct drawn d = draw_mesh(&r, kind, 1 + kinds_below(&r, 900), 1);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        const size_t count = d.mesh.triangle_count;
        uint32_t *moved = (uint32_t *)allocate(count, sizeof *moved);
        for (int step = 0; step < 3; ++step) {
            const bool all = step == 2;
            const size_t listed = 1 + kinds_below(&r, (uint32_t)count);
            const float size = step ? 2 : 0.125f;
            size_t most = 0;
            for (size_t k = 0; all && k < d.mesh.vertex_count; ++k)
                move_vertex(&d, k, scaled(inputs_vec3(&r, -1, 1), size));
            for (size_t k = 0; k < listed && !all; ++k) {
                const uint32_t t = kinds_below(&r, (uint32_t)count);
                move_vertex(&d, d.wide[3 * t + k % 3], scaled(inputs_vec3(&r, -1, 1), size));
            }
            // All that have a vertex which moved, one of them twice.
            for (size_t k = 0; k < count; ++k) {
                const collide_triangle now = triangle_of(&d, k);
                const uint32_t place = collide__tree_places(tree)[k];
                const collide__tree_leaf *leaf = collide__tree_leaf_of(tree, place / 4);
                for (uint32_t v = 0; v < 3; ++v)
                    if (leaf->rows[0][4 * v + place % 4] != now.v[v].x ||
                        leaf->rows[1][4 * v + place % 4] != now.v[v].y ||
                        leaf->rows[2][4 * v + place % 4] != now.v[v].z) {
                        moved[most++] = (uint32_t)k;
                        break;
                    }
            }
            if (most > 1 && most < count)
                moved[most++] = moved[0];
            assert_int_equal(collide_tree_refit(tree, &d.mesh, all ? NULL : moved, all ? 7 : most),
                             COLLIDE_OK);
            check_tree(tree, &d);
        }
        const collide_pose pose = draw_pose(&r, 1);
        struct pairs expected = pairs_one_by_one(&d, &d, &pose);
        check_pairs(tree, NULL, tree, &pose, &expected, false, mesh_names[kind]);
        free(expected.pair);
        free(moved);
        free_tree(tree);
        free_drawn(&d);
    }
}

// Slices in any order, each on some instruction set, make the same bytes as a refit.
static void test_slices(void **state) {
    inputs_random r = inputs_seed(91);
    (void)state;
    for (size_t i = 0; i < cases(60); ++i) {
        const struct drawn d = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                         1 + kinds_below(&r, i % 8 ? 300 : 9000), 1);
        const collide_tree_options options = draw_options(&r);
        collide_tree *whole = build(&d, &options), *sliced = build(&d, &options);
        const size_t nodes = whole->inside.node_count;
        for (int step = 0; step < 4; ++step) {
            const size_t slices = step ? 1 + kinds_below(&r, 12) : nodes + kinds_below(&r, 3);
            const size_t first = kinds_below(&r, (uint32_t)slices);
            for (size_t k = 0; k < d.mesh.vertex_count; ++k)
                move_vertex(&d, k, scaled(inputs_vec3(&r, -1, 1), 0.125f));
            collide_isa_limit((collide_isa_id)kinds_below(&r, COLLIDE_ISA_COUNT + 1));
            assert_int_equal(collide_tree_refit(whole, &d.mesh, NULL, 0), COLLIDE_OK);
            for (size_t k = slices; k-- > 0;) {
                collide_isa_limit((collide_isa_id)kinds_below(&r, COLLIDE_ISA_COUNT + 1));
                assert_int_equal(
                    collide_tree_refit_slice(sliced, &d.mesh, (first + k) % slices, slices),
                    COLLIDE_OK);
            }
            assert_int_equal(collide_tree_refit_finish(sliced, slices), COLLIDE_OK);
            assert_memory_equal(whole, sliced, (size_t)whole->size);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        check_tree(sliced, &d);
        free_tree(sliced);
        free_tree(whole);
        free_drawn(&d);
    }
}

// A refit in slices that fails leaves a tree that nothing hits; the next one makes it good again.
static void test_bad_slices(void **state) {
    inputs_random r = inputs_seed(92);
    const struct drawn d = draw_mesh(&r, SOUP, 500, 1);
    collide_tree *tree = build(&d, NULL);
    const collide_sphere all = {{0, 0, 0}, 1e6f}, endless = {{0, 0, 0}, INFINITY};
    const collide_aabb space = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    collide_mesh wrong = d.mesh;
    (void)state;
    assert_int_equal(collide_tree_refit_slice(NULL, &d.mesh, 0, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit_slice(tree, NULL, 0, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit_slice(tree, &d.mesh, 3, 3), COLLIDE_ERROR_INDEX);
    assert_int_equal(collide_tree_refit_finish(NULL, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit_finish(tree, 0), COLLIDE_ERROR_COUNT);
    assert_true(collide_sphere_tree(&all, tree, NULL));
    for (int fault = 0; fault < 4; ++fault) {
        const collide_vec3 good = {0, 1, 2};
        size_t failed = 0;
        collide_front *front;
        collide_front_counts found;
        static char room[65536];
        char *memory =
            room + (COLLIDE_ALIGNMENT - (uintptr_t)room % COLLIDE_ALIGNMENT) % COLLIDE_ALIGNMENT;
        assert_int_equal(
            collide_front_build(&front, memory, collide_front_size(64), 64, tree, tree),
            COLLIDE_OK);
        assert_int_equal(collide_front_indices(front, tree, NULL, tree, NULL, NULL, 0, &found),
                         COLLIDE_OK);
        wrong.vertex_count = d.mesh.vertex_count - (fault == 1);
        move_vertex(&d, 7, fault ? good : vec(1, INFINITY, 1));
        for (size_t k = fault == 2; k < 4; ++k)
            failed += collide_tree_refit_slice(tree, k == 2 ? &wrong : &d.mesh, k, 4) != COLLIDE_OK;
        assert_int_equal(failed, fault < 2);
        if (fault == 3) // other slices than those that are finished
            assert_int_equal(collide_tree_refit_slice(tree, &d.mesh, 1, 4), COLLIDE_OK);
        assert_int_equal(collide_tree_refit_finish(tree, fault == 3 ? 2 : 4),
                         fault ? COLLIDE_ERROR_COUNT : COLLIDE_ERROR_NOT_FINITE);
        assert_false(collide_sphere_tree(&all, tree, NULL));
        assert_int_equal(collide_sphere_tree_indices(&endless, tree, NULL, NULL, 0), 0);
        assert_int_equal(collide_aabb_tree_indices(&space, tree, NULL, NULL, 0), 0);
        assert_int_equal(collide_tree_tree_containment(tree, NULL, tree, NULL, NULL),
                         COLLIDE_CONTAINMENT_NONE);
        assert_true(collide_aabb_from_tree(tree, NULL).min.x > FLT_MAX);
        assert_true(collide_tree_count(NULL) == 0 && collide_tree_count(tree) > 0 &&
                    collide_tree_count(tree) == tree->triangle_count);
        assert_int_equal(collide_front_indices(front, tree, NULL, tree, NULL, NULL, 0, &found),
                         COLLIDE_ERROR_TREE);

        assert_true(collide_tree_tree_indices(tree, NULL, tree, NULL, NULL, 0, NULL) == 0);
        move_vertex(&d, 7, good);
        for (size_t k = 0; k < 4; ++k)
            assert_int_equal(collide_tree_refit_slice(tree, &d.mesh, k, 4), COLLIDE_OK);
        assert_int_equal(collide_tree_refit_finish(tree, 4), COLLIDE_OK);
        check_tree(tree, &d);
    }
    // An empty tree takes a list of triangles as all.
    const uint32_t one = 0;
    assert_int_equal(collide_tree_refit_finish(tree, 4), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_tree_refit(tree, &d.mesh, &one, 1), COLLIDE_OK);
    check_tree(tree, &d);
    // A slice that runs twice keeps the way of the first time.
    const double before = tree->inside.drift[0];
    move_vertex(&d, 7, vec(3, 1, 2));
    for (size_t k = 0; k < 8; ++k)
        assert_int_equal(collide_tree_refit_slice(tree, &d.mesh, k / 2, 4), COLLIDE_OK);
    assert_int_equal(collide_tree_refit_finish(tree, 4), COLLIDE_OK);
    assert_true(tree->inside.drift[0] >= before + 3);
    // Slices that nobody finished are forgotten.
    char *copy = (char *)allocate((size_t)tree->size, 1);
    memcpy(copy, tree, (size_t)tree->size);
    assert_int_equal(collide_tree_refit_slice(tree, &d.mesh, 1, 5), COLLIDE_OK);
    assert_int_equal(collide_tree_refit(tree, &d.mesh, NULL, 0), COLLIDE_OK);
    assert_memory_equal(tree, copy, (size_t)tree->size);
    free(copy);
    free_tree(tree);
    free_drawn(&d);
}

// ---- poses -----------------------------------------------------------------------------------

static double off_pose(const collide_pose *p, const collide_pose *q) {
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const double gap = length(add(to_point(p->axis[i]), -1, to_point(q->axis[i])));
        most = gap > most ? gap : most;
    }
    const double gap = length(add(to_point(p->position), -1, to_point(q->position)));
    return gap > most ? gap : most;
}

static void test_pose_chains(void **state) {
    inputs_random r = inputs_seed(9);
    const collide_pose identity = collide_pose_identity();
    collide_pose chain = identity, none = collide_pose_compose(NULL, NULL);
    double drift = 0;
    (void)state;
    assert_memory_equal(&none, &identity, sizeof none);
    none = collide_pose_inverse(NULL);
    assert_memory_equal(&none, &identity, sizeof none);
    for (size_t i = 0; i < cases(20000); ++i) {
        collide_pose a = inputs_pose(&r, inputs_vec3(&r, -9, 9));
        collide_pose b = inputs_pose(&r, inputs_vec3(&r, -9, 9));
        if (i % 2) { // a reflection
            const collide_vec3 z = b.axis[2];
            b.axis[2] = vec(-z.x, -z.y, -z.z);
        }
        if (i % 5 == 4) // not rigid: a matrix
            b.axis[i % 3].y += 1;
        // First b, then a.
        const collide_vec3 p = inputs_vec3(&r, -1, 1);
        const collide_pose both = collide_pose_compose(&a, &b);
        const collide_vec3 one = collide_pose_apply(&a, collide_pose_apply(&b, p));
        const collide_vec3 two = collide_pose_apply(&both, p);
        assert_true(length(add(to_point(one), -1, to_point(two))) < 64 * UNIT * 20);
        assert_int_equal(collide_pose_check(&both), i % 5 == 4 ? COLLIDE_ERROR_AXES : COLLIDE_OK);
        // Back by the inverse; the relative pose is the inverse first.
        const collide_pose back = collide_pose_inverse(&a);
        const collide_pose again = collide_pose_compose(&back, &both);
        const collide_pose relative = collide_pose_relative(&a, &both);
        assert_true(off_pose(&again, &b) < 64 * UNIT * 20);
        assert_true(off_pose(&again, &relative) < 64 * UNIT * 20);
        assert_int_equal(collide_pose_check(&back), COLLIDE_OK);
        none = collide_pose_compose(&a, NULL);
        assert_memory_equal(&none, &a, sizeof a);
        none = collide_pose_compose(NULL, &b);
        assert_memory_equal(&none, &b, sizeof b);
        // A chain stays rigid.
        a.position = vec(0, 0, 0);
        chain = collide_pose_compose(&chain, &a);
        assert_int_equal(collide_pose_check(&chain), COLLIDE_OK);
        const double from_one = magnitude(length(to_point(chain.axis[0])) - 1);
        drift = from_one > drift ? from_one : drift;
    }
    assert_true(drift < 2 * UNIT);
}

static void test_poses(void **state) {
    inputs_random r = inputs_seed(86);
    double worst = 0;
    (void)state;
    for (size_t i = 0; i < cases(20000); ++i) {
        const collide_pose a = inputs_pose(&r, inputs_vec3(&r, -100, 100));
        const collide_pose b = inputs_pose(&r, inputs_vec3(&r, -100, 100));
        const collide_pose relative = collide_pose_relative(&a, &b);
        const collide_vec3 p = inputs_vec3(&r, -1, 1);
        const collide_vec3 one = collide_pose_apply(&b, p);
        const collide_vec3 local = collide_pose_apply(&relative, p);
        const collide_vec3 two = collide_pose_apply(&a, local);
        const double gap = length(add(to_point(one), -1, to_point(two)));
        worst = gap > worst ? gap : worst;
        assert_int_equal(collide_pose_check(&a), COLLIDE_OK);
        const collide_pose own = collide_pose_relative(NULL, &b);
        assert_memory_equal(&own, &b, sizeof b);
        const collide_pose back = collide_pose_relative(&a, NULL);
        const collide_pose none = collide_pose_relative(&back, NULL);
        assert_true(magnitude((double)none.axis[0].x - (double)a.axis[0].x) < 8 * UNIT);
    }
    fprintf(stderr, "# relative poses: off by %.3g at a distance of up to 346\n", worst);
    assert_true(worst < 12 * UNIT * 350);
    // Far away from the origin the difference alone matters.
    const collide_pose far_a = {{1e7f, 0, 1e7f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_pose far_b = {{1e7f + 3, 0.125f, 1e7f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_pose d = collide_pose_relative(&far_a, &far_b);
    assert_true(d.position.x == 3 && d.position.y == 0.125f && d.position.z == 0);
    collide_pose bad = collide_pose_identity();
    assert_int_equal(collide_pose_check(NULL), COLLIDE_ERROR_NULL);
    bad.axis[1].y = 1 + 0x1p-20f;
    assert_int_equal(collide_pose_check(&bad), COLLIDE_ERROR_AXES);
    bad.axis[1] = vec(1, 0, 0);
    assert_int_equal(collide_pose_check(&bad), COLLIDE_ERROR_AXES);
    bad.position.z = INFINITY;
    assert_int_equal(collide_pose_check(&bad), COLLIDE_ERROR_NOT_FINITE);
}

// Nothing that hangs or is met under poses that are none; NULL trees.
static void test_hostile(void **state) {
    static const float values[] = {NAN, INFINITY, -INFINITY, 0, FLT_MAX, -FLT_MAX, 1e-40f};
    inputs_random r = inputs_seed(87);
    (void)state;
    const struct drawn d = draw_mesh(&r, BUMPY, 200, 1);
    collide_tree *tree = build(&d, NULL);
    for (size_t i = 0; i < 2000; ++i) {
        collide_pose pose = draw_pose(&r, 1), flat = pose;
        float *number = (float *)&pose + kinds_below(&r, 12);
        *number = values[kinds_below(&r, 7)];
        const collide_pose relative = collide_pose_relative(NULL, &pose);
        const struct pairs none = {NULL, 0, 0};
        if (!(*number >= -1e37f && *number <= 1e37f))
            check_pairs(tree, NULL, tree, &pose, &none, false, "pose that is not finite");
        else if (i % 10 == 0) {
            struct pairs expected = pairs_one_by_one(&d, &d, &relative);
            check_pairs(tree, NULL, tree, &pose, &expected, false, "extreme pose");
            free(expected.pair);
        }
        if (!collide__finite(*number))
            check_pairs(tree, &pose, tree, NULL, &none, false, "pose that is not finite, of a");
        flat.axis[2] = flat.axis[1] = flat.axis[0];
        check_pairs(tree, &flat, tree, NULL, &none, false, "flat pose");
    }
    assert_true(!collide_tree_tree(NULL, NULL, tree, NULL, NULL) &&
                !collide_tree_tree(tree, NULL, NULL, NULL, NULL) &&
                collide_tree_self_indices(NULL, NULL, 0, NULL) == 0);
    free_tree(tree);
    free_drawn(&d);
}

// What a listed refit does not name is not read; nearly flat poses lose nothing; nor do denormal
// ones.
static void test_rare(void **state) {
    inputs_random r = inputs_seed(92);
    (void)state;
    for (size_t n = 2; n < 12; ++n) {
        const struct drawn d = draw_mesh(&r, SOUP, n, 1);
        collide_tree *tree = build(&d, NULL), *copy = build(&d, NULL);
        const uint32_t listed = 0;
        for (uint32_t i = 0; i < n; ++i)
            if (i != listed)
                for (uint32_t k = 0; k < 3; ++k)
                    move_vertex(&d, 3 * i + k, vec(NAN, INFINITY, 1));
        assert_int_equal(collide_tree_refit(tree, &d.mesh, &listed, 1), COLLIDE_OK);
        assert_memory_equal(tree, copy, (size_t)tree->size);
        free_tree(copy);
        free_tree(tree);
        free_drawn(&d);
    }
    static const collide_pose nearly = {{0, 0, 0},
                                        {{0x1.3d34p-5f, -0x1.28cbc8p-3f, 0x1.012548p-2f},
                                         {0x1.a27dep-2f, 0x1.a287d6p-1f, 0x1.a2c896p-2f},
                                         {0x1.348d8p-7f, -0x1.20b3cp-5f, 0x1.f4442p-5f}}};
    collide_vec3 v[6] = {{0, 1, 0}, {0.001f, 1, 0}, {0, 1, 0.001f},
                         {0, 0, 0}, {0.001f, 0, 0}, {0, 0, 0.001f}};
    struct drawn d = {SOUP, {v, 6, 12, NULL, 2, 0}, NULL, NULL, NULL};
    static const uint32_t order[6] = {0, 1, 2, 3, 4, 5};
    d.wide = (uint32_t *)(uintptr_t)order;
    collide_tree *tree = build(&d, NULL);
    const collide_vec3 moved = collide_pose_apply(&nearly, v[0]);
    union shape s;
    memset(&s, 0, sizeof s);
    s.sphere.center = moved;
    s.sphere.radius = 1e-6f;
    assert_true(check_shape(SPHERE, &s, &d, tree, &nearly, "nearly flat") == 1);
    s.ray.origin = vec(moved.x, moved.y, moved.z + 1);
    s.ray.direction = vec(0, 0, -1);
    check_shape(RAY, &s, &d, tree, &nearly, "nearly flat");
    free_tree(tree);
    const float e = 1.4e-45f;
    const collide_pose tiny = {{0, 0, 0}, {{e, e, 0}, {e, -e, 0}, {e, 0, e}}};
    const collide_vec3 wide[3] = {
        {1e36f, 1e36f, 1e36f}, {2e36f, 2e36f, 2e36f}, {2e36f, 1e36f, 3e36f}};
    collide_vec3 small[3];
    for (int k = 0; k < 3; ++k)
        small[k] = collide_pose_apply(&tiny, wide[k]);
    for (uint32_t kind = 0; kind < 4; ++kind) {
        static const uint32_t tree_kinds[4] = {6, 14, 18, 26};
        const collide_tree_options options = {tree_kinds[kind], 0, 0, COLLIDE_TREE_SURFACE, 0};
        const struct drawn a = {SOUP, {small, 3, 12, NULL, 1, 0}, NULL, NULL, NULL};
        const struct drawn b = {SOUP, {wide, 3, 12, NULL, 1, 0}, NULL, NULL, NULL};
        collide_tree *p = build(&a, &options), *q = build(&b, &options);
        assert_true(collide_tree_tree(p, NULL, q, &tiny, NULL));
        free_tree(p);
        free_tree(q);
    }
}

// ---- errors ----------------------------------------------------------------------------------

static void test_errors(void **state) {
    inputs_random r = inputs_seed(88);
    (void)state;
    const struct drawn d = draw_mesh(&r, SOUP, 100, 1);
    const size_t size = collide_tree_size(100, NULL);
    char *memory = (char *)kinds_guarded(size + 64);
    struct {
        collide_status expected;
        collide_mesh mesh;
        collide_tree_options options;
        size_t size, skip;
    } cases_of[16];
    size_t n = 0;
    uint32_t indices[300];
    collide_vec3 positions[300];
    memcpy(indices, d.wide, sizeof indices);
    for (size_t i = 0; i < 300; ++i)
        positions[i] = position_of(&d, i);
    positions[7].y = NAN;
    indices[150] = 300;
#define CASE(status)                                                                               \
    memset(&cases_of[n], 0, sizeof cases_of[n]);                                                   \
    cases_of[n].expected = status;                                                                 \
    cases_of[n].mesh = d.mesh;                                                                     \
    cases_of[n].size = size;                                                                       \
    ++n;
    CASE(COLLIDE_OK)
    CASE(COLLIDE_ERROR_NULL) cases_of[n - 1].mesh.positions = NULL;
    CASE(COLLIDE_ERROR_COUNT) cases_of[n - 1].mesh.vertex_count = 0;
    CASE(COLLIDE_ERROR_COUNT) cases_of[n - 1].mesh.triangle_count = 0;
    CASE(COLLIDE_ERROR_STRIDE) cases_of[n - 1].mesh.position_stride = 11;
    CASE(COLLIDE_ERROR_INDEX_SIZE) cases_of[n - 1].mesh.index_size = 3;
    CASE(COLLIDE_ERROR_INDEX)
    cases_of[n - 1].mesh.indices = indices;
    cases_of[n - 1].mesh.index_size = 4;
    CASE(COLLIDE_ERROR_NOT_FINITE)
    cases_of[n - 1].mesh.positions = positions;
    cases_of[n - 1].mesh.position_stride = 0;
    CASE(COLLIDE_ERROR_OPTION) cases_of[n - 1].options.kind = 10;
    CASE(COLLIDE_ERROR_OPTION) cases_of[n - 1].options.axis = 2;
    CASE(COLLIDE_ERROR_OPTION) cases_of[n - 1].options.place = 2;
    CASE(COLLIDE_ERROR_SIZE) cases_of[n - 1].size = size - 1;
    CASE(COLLIDE_ERROR_ALIGNMENT) cases_of[n - 1].skip = 4;
    CASE(COLLIDE_ERROR_OVERFLOW) cases_of[n - 1].mesh.triangle_count = SIZE_MAX / 4;
    CASE(COLLIDE_ERROR_OVERFLOW) cases_of[n - 1].mesh.triangle_count = ((size_t)1 << 29) + 1;
#undef CASE
    memset(memory, 0x5a, size + 64);
    for (size_t i = n; i-- > 0;) { // the good one last
        collide_tree *tree = (collide_tree *)(void *)&r;
        const collide_status status =
            collide_tree_build(&tree, memory + cases_of[i].skip, cases_of[i].size,
                               &cases_of[i].mesh, &cases_of[i].options);
        REQUIRE(status == cases_of[i].expected, "case %zu: %s", i, collide_status_text(status));
        assert_true(i == 0 ? (void *)tree == (void *)memory : !tree);
        for (size_t k = 0; k < size + 64 && i > 0; ++k)
            assert_true(memory[k] == 0x5a);
    }
    for (size_t k = size; k < size + 64; ++k)
        assert_true(memory[k] == 0x5a);
    collide_tree *tree = (collide_tree *)(void *)memory, *out = tree;
    assert_int_equal(collide_tree_build(NULL, memory, size, &d.mesh, NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_build(&out, NULL, size, &d.mesh, NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_build(&out, memory, size, NULL, NULL), COLLIDE_ERROR_NULL);
    assert_null(out);
    // Refitting: nothing changes on error.
    char *copy = (char *)allocate(size, 1);
    memcpy(copy, memory, size);
    collide_mesh wrong = d.mesh;
    const uint32_t list[3] = {1, 99, 2}, beyond[2] = {3, 100};
    wrong.vertex_count = 299;
    assert_int_equal(collide_tree_refit(NULL, &d.mesh, NULL, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit(tree, NULL, NULL, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit(tree, &wrong, NULL, 0), COLLIDE_ERROR_COUNT);
    wrong = d.mesh;
    wrong.triangle_count = 99;
    assert_int_equal(collide_tree_refit(tree, &wrong, NULL, 0), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_tree_refit(tree, &d.mesh, beyond, 2), COLLIDE_ERROR_INDEX);
    wrong = d.mesh;
    wrong.positions = positions;
    wrong.position_stride = 0;
    assert_int_equal(collide_tree_refit(tree, &wrong, NULL, 0), COLLIDE_ERROR_NOT_FINITE);
    assert_int_equal(collide_tree_refit(tree, &wrong, list, 3), COLLIDE_ERROR_NOT_FINITE);
    assert_memory_equal(memory, copy, size);
    wrong.positions = NULL;
    assert_int_equal(collide_tree_refit(tree, &wrong, list, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_tree_refit(tree, &d.mesh, list, 0), COLLIDE_OK);
    assert_int_equal(collide_tree_refit(tree, &d.mesh, list, 3), COLLIDE_OK);
    assert_memory_equal(memory, copy, size);
    free(copy);
    kinds_guarded_free(memory, size + 64);
    free_drawn(&d);
    const collide_tree_options odd = {7, 0, 0, COLLIDE_TREE_SURFACE, 0};
    assert_true(collide_tree_size(0, NULL) == 0 && collide_tree_size(SIZE_MAX, NULL) == 0 &&
                collide_tree_size(1, &odd) == 0);
    for (uint32_t degree = 0; degree <= 16; ++degree) {
        const collide_tree_options one = {0, 0, 0, COLLIDE_TREE_SURFACE, degree};
        const bool legal = degree == 0 || degree == 2 || degree == 4 || degree == 8;
        assert_true((collide_tree_size(1, &one) != 0) == legal);
    }
    const struct drawn large = draw_mesh(&r, BUMPY, 300, 1);
    const collide_tree_options two = {0, 0, 0, 0, 2}, four = {0, 0, 0, 0, 4},
                               eight = {0, 0, 0, 0, 8};
    collide_tree *trees[4] = {build(&large, NULL), build(&large, &eight), build(&large, &four),
                              build(&large, &two)};
    assert_true(trees[0]->stamp == trees[1]->stamp && trees[0]->size == trees[1]->size);
    assert_true(trees[0]->stamp != trees[2]->stamp && trees[0]->stamp != trees[3]->stamp &&
                trees[2]->stamp != trees[3]->stamp);
    for (int k = 0; k < 4; ++k)
        free_tree(trees[k]);
    free_drawn(&large);
}

// ---- published pairs -------------------------------------------------------------------------

static void test_published(void **state) {
    struct meshes all;
    FILE *file = open_data("meshes.txt");
    size_t scenes = 0, pairs = 0;
    (void)state;
    read_meshes(file, &all);
    for (size_t n = read_count(file); n; --n) {
        struct scene s = read_scene(file, &all);
        const struct drawn a = {
            BUMPY, {s.a->positions, s.a->vertices, 12, s.a->indices, s.a->triangles, 4}, 0, 0, 0};
        const struct drawn b = {
            BUMPY, {s.b->positions, s.b->vertices, 12, s.b->indices, s.b->triangles, 4}, 0, 0, 0};
        const struct pairs expected = {s.exact, s.count, 0};
        qsort(s.exact, s.count, sizeof *s.exact, compare_pairs);
        for (uint32_t k = 0; k < 16; ++k) {
            const uint32_t tree_of[4] = {6, 14, 18, 26};
            const collide_tree_options options = {tree_of[k / 4], k & 1, k >> 1 & 1,
                                                  COLLIDE_TREE_SURFACE, 0};
            collide_tree *p = build(&a, &options), *q = build(&b, &options);
            check_pairs(p, NULL, s.posed ? q : p, s.posed ? &s.pose : NULL, &expected, !s.posed,
                        s.a->name);
            free_tree(p);
            free_tree(q);
        }
        ++scenes;
        pairs += s.count;
        free_scene(&s);
    }
    close_data(file);
    free_meshes(&all);
    fprintf(stderr, "# %zu published scenes, %zu pairs, by 4 kinds and 4 splits\n", scenes, pairs);
} // NOLINT(clang-analyzer-unix.Malloc): cmocka leaves by longjmp where a check fails

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),         cmocka_unit_test(test_large),
        cmocka_unit_test(test_fans),           cmocka_unit_test(test_tips),
        cmocka_unit_test(test_shape),          cmocka_unit_test(test_copy),
        cmocka_unit_test(test_refit),          cmocka_unit_test(test_poses),
        cmocka_unit_test(test_pose_chains),    cmocka_unit_test(test_slices),
        cmocka_unit_test(test_bad_slices),     cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_published),
        cmocka_unit_test(test_shapes),         cmocka_unit_test(test_rare),
        cmocka_unit_test(test_hostile_shapes), cmocka_unit_test(test_denormal_times),
        cmocka_unit_test(test_kdop_triangle),  cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
