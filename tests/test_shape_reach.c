// Shapes of every kind against trees, terrain and cables: the answers of typed calls where there
// are any; for other kinds brute force over triangles, and over the cells of a terrain.
#include "test.h"

#include "any_shape.h"

#include "drawn.h"

#define MESH 60

static int compare_indices(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// The typed call, with tree and pose; SIZE_MAX if there is none.
static size_t typed_tree(const collide_shape *a, const collide_tree *tree, const collide_pose *pose,
                         uint32_t *indices) {
    collide_triangle flat = a->of.triangle;
    switch (a->kind) {
    case COLLIDE_SHAPE_POINT:
        flat.v[0] = flat.v[1] = flat.v[2] = a->of.point;
        return collide_triangle_tree_indices(&flat, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_SEGMENT:
        flat.v[2] = a->of.segment.b;
        return collide_triangle_tree_indices(&flat, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_SPHERE:
        return collide_sphere_tree_indices(&a->of.sphere, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_AABB:
        return collide_aabb_tree_indices(&a->of.aabb, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_OBB:
        return collide_obb_tree_indices(&a->of.obb, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide_triangle_tree_indices(&a->of.triangle, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return collide_tetrahedron_tree_indices(&a->of.tetrahedron, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_CYLINDER:
        return collide_cylinder_tree_indices(&a->of.cylinder, tree, pose, indices, MESH);
    case COLLIDE_SHAPE_CONVEX:
        return collide_convex_tree_indices(a->of.convex.body, &a->of.convex.pose, tree, pose,
                                           indices, MESH);
    default:
        return SIZE_MAX;
    }
}

static void check_tree(const collide_shape *a, const struct drawn *mesh, const collide_tree *tree,
                       const collide_pose *pose) {
    uint32_t found[MESH], expected[MESH];
    const size_t n = collide_shape_tree_indices(a, tree, pose, found, MESH);
    size_t m = typed_tree(a, tree, pose, expected);
    assert_true(collide_shape_tree(a, tree, pose) == (n > 0));
    assert_true(n <= MESH);
    if (m != SIZE_MAX) {
        assert_int_equal(n, m);
        assert_memory_equal(found, expected, n * sizeof *found);
    }
    // Brute force. Single calls and trees differ for AABBs and convex bodies that nearly touch.
    qsort(found, n, sizeof *found, compare_indices);
    m = 0;
    for (size_t i = 0; i < mesh->mesh.triangle_count; ++i) {
        collide_triangle t = triangle_of(mesh, i);
        for (int k = 0; k < 3; ++k)
            t.v[k] = pose ? collide_pose_apply(pose, t.v[k]) : t.v[k];
        const collide_shape s = collide_shape_from_triangle(&t);
        const bool hit = collide_shape_shape(a, &s), listed = m < n && found[m] == i;
        collide_distance d;
        m += listed;
        if (hit == listed)
            continue;
        collide_shape_shape_distance(a, &s, INFINITY, &d);
        if (!((a->kind == COLLIDE_SHAPE_AABB || a->kind == COLLIDE_SHAPE_CONVEX) && d.lo < 1e-5f &&
              d.hi > -1e-5f))
            REQUIRE(false, "kind %u, triangle %zu: %d, distance from %a to %a", a->kind, i, hit,
                    (double)d.lo, (double)d.hi);
    }
    assert_int_equal(m, n);
}

static void test_tree(void **state) {
    inputs_random r = inputs_seed(9);
    size_t hits[COLLIDE_SHAPE_KIND_COUNT] = {0};
    (void)state;
    for (size_t i = 0; i < cases(150); ++i) {
        const struct drawn mesh =
            draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS), MESH - 12, 2);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&mesh, &options);
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        for (uint32_t kind = 0; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            collide_shape a = any_shape(&r, kind, i % 4 == 0);
            if (kind == COLLIDE_SHAPE_CYLINDER && i % 8 == 1)
                a.of.cylinder.height = 0; // no typed call takes it
            if (kind == COLLIDE_SHAPE_CYLINDER && a.of.cylinder.height == 0) {
                uint32_t index;
                hits[kind] += collide_shape_tree_indices(&a, tree, &pose, &index, 1) > 0;
                continue;
            }
            check_tree(&a, &mesh, tree, i % 2 ? &pose : NULL);
            hits[kind] += collide_shape_tree(&a, tree, i % 2 ? &pose : NULL);
        }
        free_tree(tree);
        free_drawn(&mesh);
    }
    for (uint32_t kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind)
        assert_true(hits[kind] > 0 || kind == COLLIDE_SHAPE_POINT);
    assert_int_equal(hits[0], 0);
}

// Solid tetrahedra: small shapes lie inside, where they reach no face.
static void test_tree_solids(void **state) {
    inputs_random r = inputs_seed(12);
    size_t inside[COLLIDE_SHAPE_KIND_COUNT] = {0};
    (void)state;
    for (size_t i = 0; i < cases(100); ++i) {
        collide_vec3 v[4 * 12];
        const collide_mesh mesh = {v, 4 * 12, 0, NULL, 12, 0};
        const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
        const size_t size = collide_tree_size(mesh.triangle_count, &options);
        void *memory = kinds_guarded(size);
        collide_tree *tree;
        for (size_t k = 0; k < mesh.vertex_count; ++k)
            v[k] = inputs_vec3(&r, -3, 3);
        assert_int_equal(collide_tree_build(&tree, memory, size, &mesh, &options), COLLIDE_OK);
        for (uint32_t kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            collide_shape a = any_shape(&r, kind, false);
            uint32_t found[12];
            if (kind == COLLIDE_SHAPE_CAPSULE && i % 2) {
                a.of.capsule.b = whole_sum(a.of.capsule.a, 1, inputs_vec3(&r, -0.1f, 0.1f));
                a.of.capsule.radius = 0.01f;
            }
            if (kind == COLLIDE_SHAPE_CYLINDER && i % 2) {
                a.of.cylinder.radius = 0.05f;
                a.of.cylinder.height = 0; // no typed call takes it
            }
            const size_t n = collide_shape_tree_indices(&a, tree, NULL, found, 12);
            size_t at = 0;
            qsort(found, n, sizeof *found, compare_indices);
            for (uint32_t k = 0; k < 12; ++k) {
                collide_tetrahedron t;
                bool face = false;
                memcpy(t.v, v + (size_t)4 * k, sizeof t.v);
                for (size_t f = 0; f < 4; ++f) {
                    const collide_triangle side = {{t.v[f], t.v[(f + 1) % 4], t.v[(f + 2) % 4]}};
                    const collide_shape s = collide_shape_from_triangle(&side);
                    face = face || collide_shape_shape(&a, &s);
                }
                const collide_shape s = collide_shape_from_tetrahedron(&t);
                const bool hit = face || collide_shape_shape(&a, &s);
                REQUIRE(hit == (at < n && found[at] == k), "kind %u: %d", kind, hit);
                inside[kind] += hit && !face;
                at += hit;
            }
            assert_int_equal(at, n);
        }
        kinds_guarded_free(memory, size);
    }
    assert_true(inside[COLLIDE_SHAPE_POINT] && inside[COLLIDE_SHAPE_CAPSULE]);
    assert_true(inside[COLLIDE_SHAPE_CYLINDER] && inside[COLLIDE_SHAPE_SPHERE]);
}

// Sweeps: the typed calls, and the first of all triangles.
static void test_tree_sweep(void **state) {
    inputs_random r = inputs_seed(8);
    size_t hits = 0;
    (void)state;
    for (size_t i = 0; i < cases(100); ++i) {
        const struct drawn mesh = draw_mesh(&r, SOUP, MESH - 12, 2);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&mesh, &options);
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        const collide_mover mover = inputs_mover(tree, &pose, inputs_vec3(&r, -1, 1));
        const collide_vec3 va = inputs_vec3(&r, -1, 1);
        for (uint32_t kind = 0; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            const collide_shape a = any_shape(&r, kind, false);
            collide_impact impact, expected, best;
            uint32_t triangle, other = UINT32_MAX;
            bool want = false;
            memset(&expected, 0, sizeof expected);
            expected.t_first = INFINITY;
            expected.t_last = -INFINITY;
            expected.axis = COLLIDE_AXIS_NONE;
            const bool hit = collide_shape_tree_sweep(&a, va, &mover, 2, &impact, &triangle);
            if (kind == COLLIDE_SHAPE_SPHERE)
                want = collide_sphere_tree_sweep(&a.of.sphere, va, &mover, 2, &expected, &other);
            if (kind == COLLIDE_SHAPE_OBB)
                want = collide_obb_tree_sweep(&a.of.obb, va, &mover, 2, &expected, &other);
            if (kind == COLLIDE_SHAPE_AABB) {
                const collide_obb box = collide_obb_from_aabb(&a.of.aabb);
                want = collide_obb_tree_sweep(&box, va, &mover, 2, &expected, &other);
            }
            if (kind == COLLIDE_SHAPE_CONVEX)
                want = collide_convex_tree_sweep(a.of.convex.body, &a.of.convex.pose, va, &mover, 2,
                                                 &expected, &other);
            if (kind != COLLIDE_SHAPE_POINT && kind != COLLIDE_SHAPE_SEGMENT &&
                kind != COLLIDE_SHAPE_TRIANGLE) {
                assert_true(hit == want && triangle == other);
                assert_memory_equal(&impact, &expected, sizeof impact);
                continue;
            }
            collide_triangle flat = a.of.triangle;
            if (kind == COLLIDE_SHAPE_POINT)
                flat.v[1] = flat.v[2] = a.of.point;
            if (kind == COLLIDE_SHAPE_SEGMENT)
                flat.v[2] = a.of.segment.b;
            best = expected;
            for (size_t k = 0; k < mesh.mesh.triangle_count; ++k) {
                collide_triangle t = triangle_of(&mesh, k);
                for (int j = 0; j < 3; ++j)
                    t.v[j] = collide_pose_apply(&pose, t.v[j]);
                if (collide_triangle_triangle_sweep(&flat, va, &t, mover.velocity, 2, &expected) &&
                    expected.t_first < best.t_first)
                    best = expected;
            }
            assert_true(hit == (best.t_first <= 2) && impact.t_first == best.t_first);
            hits += hit;
        }
        free_tree(tree);
        free_drawn(&mesh);
    }
    assert_true(hits > 0);
}

// ---- terrain ---------------------------------------------------------------------------------

#define GRID 33

static float heights[GRID * GRID];
static unsigned char ground_memory[1 << 14];

static collide_terrain *make_ground(inputs_random *r, bool holes, float rough) {
    unsigned char *memory = (unsigned char *)COLLIDE_ALIGN(ground_memory);
    const size_t size = collide_terrain_size(GRID, GRID);
    collide_heights grid;
    collide_terrain *terrain;
    for (size_t i = 0; i < (size_t)GRID * GRID; ++i)
        heights[i] = holes && kinds_below(r, 12) == 0 ? NAN : inputs_uniform(r, -rough, rough);
    memset(&grid, 0, sizeof grid);
    grid.columns = grid.rows = GRID;
    grid.origin = vec(-2, -2, 0);
    grid.dx = grid.dy = 0.125f;
    grid.heights = heights;
    assert_true(size + COLLIDE_ALIGNMENT <= sizeof ground_memory);
    assert_int_equal(collide_terrain_build(&terrain, memory, size, &grid), COLLIDE_OK);
    return terrain;
}

// The least distance from below, and the largest depth, of a shape and the solids below all faces,
// three tetrahedra each.
static void brute_terrain(const collide_shape *a, float *least, float *depth) {
    static const int corner[2][3] = {{0, 1, 2}, {1, 3, 2}};
    *least = INFINITY;
    *depth = -INFINITY;
    for (size_t cell = 0; cell < (size_t)(GRID - 1) * (GRID - 1); ++cell) {
        const size_t i = cell % (GRID - 1), j = cell / (GRID - 1);
        collide_vec3 v[4];
        bool hole = false;
        for (size_t k = 0; k < 4; ++k) {
            const size_t x = i + (k & 1), y = j + k / 2;
            v[k] = vec(-2 + (float)x * 0.125f, -2 + (float)y * 0.125f, heights[y * GRID + x]);
            hole = hole || v[k].z != v[k].z;
        }
        for (size_t k = 0; k < 6 && !hole; ++k) {
            collide_tetrahedron t;
            for (int c = 0; c < 3; ++c) // corners after the k-th of a face lie deep below
                t.v[c] = v[corner[k / 3][c]];
            t.v[3] = t.v[k % 3];
            t.v[3].z = -50;
            for (size_t c = 0; c < k % 3; ++c)
                t.v[c].z = -50;
            const collide_shape solid = collide_shape_from_tetrahedron(&t);
            collide_distance d;
            if (!collide_shape_shape_distance(a, &solid, *least > 0 ? *least : 0, &d))
                continue;
            *least = d.lo < *least ? d.lo : *least;
            *depth = -d.hi > *depth ? -d.hi : *depth;
        }
    }
}

static bool typed_terrain(const collide_shape *a, const collide_terrain *terrain, bool *hit) {
    const collide_sphere center = {a->of.point, 0};
    collide_obb box;
    switch (a->kind) {
    case COLLIDE_SHAPE_SPHERE:
        *hit = collide_sphere_terrain(&a->of.sphere, terrain);
        return true;
    case COLLIDE_SHAPE_AABB:
        box = collide_obb_from_aabb(&a->of.aabb);
        *hit = collide_obb_terrain(&box, terrain);
        return true;
    case COLLIDE_SHAPE_OBB:
        *hit = collide_obb_terrain(&a->of.obb, terrain);
        return true;
    case COLLIDE_SHAPE_TRIANGLE:
        *hit = collide_triangle_terrain(&a->of.triangle, terrain);
        return true;
    case COLLIDE_SHAPE_CYLINDER:
        *hit = collide_cylinder_terrain(&a->of.cylinder, terrain);
        return true;
    case COLLIDE_SHAPE_POINT: // not a call of its own, but the same point
        *hit = collide_sphere_terrain(&center, terrain);
        return true;
    default:
        return false;
    }
}

static void test_terrain(void **state) {
    inputs_random r = inputs_seed(9);
    size_t hits[COLLIDE_SHAPE_KIND_COUNT][2] = {{0}};
    (void)state;
    for (size_t i = 0; i < cases(60); ++i) {
        const collide_terrain *terrain = make_ground(&r, i % 2, i % 3 == 0 ? 0 : 0.25f);
        for (uint32_t kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            collide_shape a = any_shape(&r, kind, i % 7 == 0);
            bool expected;
            float least, depth;
            if (kind == COLLIDE_SHAPE_PLANE) {
                assert_false(collide_shape_terrain(&a, terrain));
                continue;
            }
            if (i % 5 < 3) // near the surface, or flat
                a = any_moved(a, i % 5 == 0 ? 0.5f : i % 5 == 1 ? -0.5f : 1, vec(0, 0, 1));
            const bool hit = collide_shape_terrain(&a, terrain);
            hits[kind][hit] += 1;
            if (typed_terrain(&a, terrain, &expected))
                assert_true(hit == expected);
            brute_terrain(&a, &least, &depth);
            if (hit ? least > 1e-5f : depth > 1e-5f)
                REQUIRE(false, "kind %u, case %zu: %d, nearest at %a, depth %a", kind, i, hit,
                        (double)least, (double)depth);
        }
    }
    for (uint32_t kind = 1; kind < COLLIDE_SHAPE_PLANE; ++kind)
        assert_true(kinds_tier() == 0 || (hits[kind][0] > 0 && hits[kind][1] > 0)); // enough cases
}

static void test_terrain_contacts(void **state) {
    inputs_random r = inputs_seed(10);
    const collide_terrain *terrain = make_ground(&r, false, 0.25f);
    size_t n_all = 0;
    (void)state;
    for (size_t i = 0; i < cases(100); ++i)
        for (uint32_t kind = 0; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            const collide_shape a = any_shape(&r, kind, false);
            collide_contact found[96], expected[96];
            collide_obb box = a.of.obb;
            size_t m = 0;
            const size_t n = collide_shape_terrain_contacts(&a, terrain, NULL, found, 96);
            if (kind == COLLIDE_SHAPE_SPHERE)
                m = collide_sphere_terrain_contacts(&a.of.sphere, terrain, NULL, expected, 96);
            if (kind == COLLIDE_SHAPE_AABB)
                box = collide_obb_from_aabb(&a.of.aabb);
            if (kind == COLLIDE_SHAPE_AABB || kind == COLLIDE_SHAPE_OBB)
                m = collide_obb_terrain_contacts(&box, terrain, NULL, expected, 96);
            if (kind == COLLIDE_SHAPE_CYLINDER)
                m = collide_cylinder_terrain_contacts(&a.of.cylinder, terrain, NULL, expected, 96);
            if (kind == COLLIDE_SHAPE_CAPSULE)
                m = collide_capsule_terrain_contacts(&a.of.capsule, terrain, NULL, expected, 96);
            if (kind == COLLIDE_SHAPE_CONVEX)
                m = collide_convex_terrain_contacts(a.of.convex.body, &a.of.convex.pose, terrain,
                                                    NULL, expected, 96);
            if (kind == COLLIDE_SHAPE_POINT || kind == COLLIDE_SHAPE_SEGMENT ||
                kind == COLLIDE_SHAPE_TRIANGLE || kind == COLLIDE_SHAPE_TETRAHEDRON) {
                assert_true((n > 0) == collide_shape_terrain(&a, terrain));
                for (size_t k = 0; k < n; ++k) {
                    assert_true(found[k].depth >= 0 && found[k].depth <= FLT_MAX);
                    assert_true(found[k].normal.z >= 0 && found[k].normal.z <= 1);
                    collide_shape at = a;
                    collide_distance d;
                    at.kind = COLLIDE_SHAPE_POINT;
                    at.of.point = found[k].point_a;
                    assert_true(collide_shape_shape_distance(&at, &a, 1, &d) && d.lo < 1e-5f);
                }
                n_all += n;
                continue;
            }
            assert_int_equal(n, m);
            assert_true((n > 0) == collide_shape_terrain(&a, terrain));
            assert_memory_equal(found, expected, n * sizeof *found);
            n_all += n;
        }
    assert_true(n_all > 0);
}

// The bracket of the first contact with the solids below all faces.
static void brute_sweep(const collide_shape *a, collide_vec3 va, float t_max, float *lo,
                        float *hi) {
    static const int corner[2][3] = {{0, 1, 2}, {1, 3, 2}};
    const collide_vec3 still = {0, 0, 0};
    *lo = *hi = INFINITY;
    for (size_t cell = 0; cell < (size_t)(GRID - 1) * (GRID - 1); ++cell) {
        const size_t i = cell % (GRID - 1), j = cell / (GRID - 1);
        collide_vec3 v[4];
        bool hole = false;
        for (size_t k = 0; k < 4; ++k) {
            const size_t x = i + (k & 1), y = j + k / 2;
            v[k] = vec(-2 + (float)x * 0.125f, -2 + (float)y * 0.125f, heights[y * GRID + x]);
            hole = hole || v[k].z != v[k].z;
        }
        for (size_t k = 0; k < 6 && !hole; ++k) {
            collide_tetrahedron t;
            collide_bracket at;
            for (int c = 0; c < 3; ++c)
                t.v[c] = v[corner[k / 3][c]];
            t.v[3] = t.v[k % 3];
            t.v[3].z = -50;
            for (size_t c = 0; c < k % 3; ++c)
                t.v[c].z = -50;
            const collide_shape solid = collide_shape_from_tetrahedron(&t);
            if (!collide_shape_shape_sweep(a, va, &solid, still, *hi < t_max ? *hi : t_max, &at))
                continue;
            *lo = at.t_lo < *lo ? at.t_lo : *lo;
            if (at.verdict == COLLIDE_HIT)
                *hi = at.t_hi < *hi ? at.t_hi : *hi;
        }
    }
}

// A point of the surface at that cell, or of a wall below its sides.
static bool in_cell(collide_vec3 p, collide_pair cell) {
    const float x = (p.x + 2) / 0.125f - (float)cell.a, y = (p.y + 2) / 0.125f - (float)cell.b;
    return x > -1e-3f && x < 1 + 1e-3f && y > -1e-3f && y < 1 + 1e-3f;
}

static void test_terrain_sweep(void **state) {
    inputs_random r = inputs_seed(12);
    size_t hits = 0, starts = 0, walls = 0, narrow = 0;
    (void)state;
    for (size_t i = 0; i < cases(120); ++i) {
        const collide_terrain *terrain = make_ground(&r, i % 2, i % 3 == 0 ? 0 : 0.25f);
        for (uint32_t kind = 0; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            const float scale = i % 5 == 4 ? 1 : 0.2f;
            collide_pose pose = inputs_pose(&r, vec(0, 0, 0));
            const float z = i % 7 == 6 ? -1 : 1;
            for (int k = 0; k < 3; ++k) {
                const float away = k < 2 && i % 7 >= 5 ? 4 : 1.5f;
                (&pose.position.x)[k] = k == 2 ? z : inputs_uniform(&r, -away, away);
            }
            collide_shape a = any_shape(&r, kind, false);
            if (kind == COLLIDE_SHAPE_OBB || kind == COLLIDE_SHAPE_AABB)
                a.of.obb.half = vec(0.3f * scale, 0.2f * scale, 0.4f * scale);
            if (kind == COLLIDE_SHAPE_AABB)
                a.of.aabb.max = whole_sum(a.of.aabb.min, scale, vec(0.5f, 0.3f, 0.4f));
            if (kind == COLLIDE_SHAPE_CAPSULE || kind == COLLIDE_SHAPE_SPHERE ||
                kind == COLLIDE_SHAPE_CYLINDER)
                *(kind == COLLIDE_SHAPE_CAPSULE  ? &a.of.capsule.radius
                  : kind == COLLIDE_SHAPE_SPHERE ? &a.of.sphere.radius
                                                 : &a.of.cylinder.radius) *= scale;
            a = collide_shape_under_pose(&a, &pose);
            const collide_vec3 va = vec(inputs_uniform(&r, -3, 3), inputs_uniform(&r, -3, 3),
                                        inputs_uniform(&r, -2, 0.3f));
            const float t_max = i % 4 == 3 ? INFINITY : 1;
            collide_bracket t;
            collide_vec3 place;
            collide_pair cell;
            float lo, hi;
            const bool found =
                collide_shape_terrain_sweep(&a, va, terrain, t_max, &t, &place, &cell);
            assert_true(found ==
                        collide_shape_terrain_sweep(&a, va, terrain, t_max, NULL, NULL, NULL));
            assert_true(found == (t.verdict != COLLIDE_MISS));
            if (kind == COLLIDE_SHAPE_NONE || kind == COLLIDE_SHAPE_PLANE) {
                assert_false(found);
                continue;
            }
            brute_sweep(&a, va, t_max, &lo, &hi);
            if (!(t.t_lo <= hi + 1e-5f && t.t_hi >= lo - 1e-5f && (found || !(hi <= 1e30f)) &&
                  (t.verdict != COLLIDE_HIT || lo <= 1e30f)))
                REQUIRE(false, "kind %u, case %zu: verdict %u from %a to %a, not %a to %a", kind, i,
                        t.verdict, (double)t.t_lo, (double)t.t_hi, (double)lo, (double)hi);
            if (!found)
                continue;
            const collide_shape there = collide_shape_from_point(place);
            collide_distance d;
            pose = collide_pose_identity();
            pose.position = whole_sum(vec(0, 0, 0), t.t_lo, va);
            const collide_shape moved = collide_shape_under_pose(&a, &pose);
            assert_true(in_cell(place, cell));
            if (t.t_lo > 0) {
                assert_true(collide_shape_shape_distance(&moved, &there, 10, &d));
                REQUIRE((double)d.lo <= (double)t.gap + 1e-5, "kind %u, case %zu: %g away, gap %g",
                        kind, i, (double)d.lo, (double)t.gap);
            }
            ++hits;
            starts += t.t_lo <= 0;
            walls += t.normal.z < 1e-3f && t.normal.z > -1e-3f;
            narrow += t.t_hi - t.t_lo < 1e-4f;
        }
    }
    print_message("# %zu hits, %zu at the start, %zu of walls, %zu narrow\n", hits, starts, walls,
                  narrow);
    assert_true(kinds_tier() == 0 || (hits > 100 && walls > 0 && starts > 0));
}

// Small shapes far below the surface, beside holes: what the sizes of cells round is not small for
// them.
static void test_terrain_deep(void **state) {
    inputs_random r = inputs_seed(15);
    size_t asked = 0;
    (void)state;
    for (size_t n = 0; n < cases(20); ++n) {
        const collide_terrain *terrain = make_ground(&r, true, 0.25f);
        for (size_t i = 0; i + 1 < GRID; ++i)
            for (size_t j = 0; j + 1 < GRID; ++j) {
                const float *h = heights + j * GRID + i, all = h[0] + h[1] + h[GRID] + h[GRID + 1];
                const float size = n % 2 ? 1e-6f : 1e-5f;
                collide_vec3 p = vec(-2 + 0.125f * (float)i, -2 + 0.125f * (float)j, -5);
                p.x += inputs_uniform(&r, 0.01f, 0.115f);
                p.y += inputs_uniform(&r, 0.01f, 0.115f);
                const collide_segment line = {p, vec(p.x + size, p.y, p.z + size)};
                const collide_tetrahedron solid = {{p, line.b, vec(p.x, p.y + size, p.z), p}};
                const collide_shape shapes[3] = {collide_shape_from_point(p),
                                                 collide_shape_from_segment(&line),
                                                 collide_shape_from_tetrahedron(&solid)};
                for (size_t k = 0; k < 3 && all == all; ++k, ++asked)
                    assert_true(collide_shape_terrain(&shapes[k], terrain) &&
                                collide_shape_terrain_contacts(&shapes[k], terrain, NULL, NULL, 0));
            }
    }
    assert_true(asked > 0);
}

// What falls straight down for ever, at the border of the terrain and beyond it.
static void test_terrain_falls(void **state) {
    inputs_random r = inputs_seed(16);
    const collide_terrain *terrain = make_ground(&r, false, 0);
    const collide_vec3 down = {0, 0, -1};
    (void)state;
    for (int i = 0; i < 100; ++i) {
        const float inside = inputs_uniform(&r, 0.001f, 0.22f), end = 0.125f * (GRID - 1) - 2;
        const float x = i % 2 ? end - inside : inside - 2, y = inputs_uniform(&r, -1, 1);
        const collide_sphere on = {vec(x, y, 1), 0.1f}, by = {vec(x > 0 ? 4 : -4, y, 1), 0.1f};
        const collide_shape a = collide_shape_from_sphere(&on), b = collide_shape_from_sphere(&by);
        collide_bracket t;
        assert_true(collide_shape_terrain_sweep(&a, down, terrain, INFINITY, &t, NULL, NULL));
        assert_true(t.verdict == COLLIDE_HIT && t.t_lo > 0.8999f && t.t_hi < 0.9001f);
        assert_false(collide_shape_terrain_sweep(&b, down, terrain, INFINITY, &t, NULL, NULL));
    }
}

// ---- cables ----------------------------------------------------------------------------------

static void test_cable(void **state) {
    inputs_random r = inputs_seed(11);
    size_t hits[COLLIDE_SHAPE_KIND_COUNT] = {0};
    (void)state;
    for (size_t i = 0; i < cases(300); ++i) {
        collide_vec3 points[6];
        const collide_cable cable = {points, 6, 0, inputs_uniform(&r, 0.01f, 0.3f),
                                     COLLIDE_CABLE_CLAMPED};
        for (int k = 0; k < 6; ++k)
            points[k] = inputs_vec3(&r, -2, 2);
        for (uint32_t kind = 0; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            const collide_shape a = any_shape(&r, kind, false);
            collide_cable_contact found[16], expected[16];
            size_t m = 0;
            memset(found, 0, sizeof found);
            memset(expected, 0, sizeof expected);
            const size_t n = collide_shape_cable_contacts(&a, &cable, NULL, found, 16);
            assert_true(collide_shape_cable(&a, &cable) == (n > 0));
            hits[kind] += n;
            if (kind == COLLIDE_SHAPE_CAPSULE) {
                // Points along the centre line, as spheres, are within the radii or not.
                float least = INFINITY;
                for (size_t s = 0; s < collide_cable_segment_count(&cable); ++s) {
                    const collide_spline spline = collide_cable_segment(&cable, s);
                    for (int u = 0; u <= 100; ++u) {
                        const collide_sphere at = {
                            collide_spline_point(&spline, 0.01f * (float)u, NULL), cable.radius};
                        collide_distance d;
                        collide_sphere_capsule_distance(&at, &a.of.capsule, INFINITY, &d);
                        least = d.lo < least ? d.lo : least;
                    }
                }
                assert_true(n ? least < 0.02f : least > 0);
                continue;
            }
            if (kind == COLLIDE_SHAPE_SPHERE)
                m = collide_cable_sphere_contacts(&cable, &a.of.sphere, NULL, expected, 16);
            if (kind == COLLIDE_SHAPE_AABB)
                m = collide_cable_aabb_contacts(&cable, &a.of.aabb, NULL, expected, 16);
            if (kind == COLLIDE_SHAPE_OBB)
                m = collide_cable_obb_contacts(&cable, &a.of.obb, NULL, expected, 16);
            if (kind == COLLIDE_SHAPE_TRIANGLE)
                m = collide_cable_triangle_contacts(&cable, &a.of.triangle, NULL, expected, 16);
            if (kind == COLLIDE_SHAPE_CYLINDER)
                m = collide_cable_cylinder_contacts(&cable, &a.of.cylinder, NULL, expected, 16);
            assert_int_equal(n, m);
            assert_memory_equal(found, expected, sizeof found);
        }
    }
    assert_true(hits[COLLIDE_SHAPE_CAPSULE] && hits[COLLIDE_SHAPE_AABB] && hits[COLLIDE_SHAPE_OBB]);
    assert_true(hits[COLLIDE_SHAPE_TRIANGLE] && hits[COLLIDE_SHAPE_CYLINDER]);
}

// ---- bad input -------------------------------------------------------------------------------

static void test_bad_input(void **state) {
    inputs_random r = inputs_seed(13);
    const struct drawn mesh = draw_mesh(&r, SOUP, MESH - 12, 2);
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_SURFACE, 0};
    collide_tree *tree = build(&mesh, &options);
    const collide_terrain *terrain = make_ground(&r, false, 0.25f);
    const collide_vec3 points[4] = {{-2, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const collide_vec3 still = {0, 0, 0};
    const collide_cable cable = {points, 4, 0, 0.5f, COLLIDE_CABLE_OPEN};
    const collide_mover mover = inputs_mover(tree, NULL, still);
    (void)state;
    for (uint32_t kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind)
        for (size_t i = 0; i < cases(200); ++i) {
            static const float wrong[4] = {NAN, INFINITY, -INFINITY, -1};
            const float x = wrong[kinds_below(&r, 4)];
            collide_shape a = any_shape(&r, kind, false);
            collide_impact impact;
            uint32_t triangle;
            const size_t floats =
                kind == COLLIDE_SHAPE_POINT                                         ? 3
                : kind == COLLIDE_SHAPE_SEGMENT                                     ? 6
                : kind == COLLIDE_SHAPE_SPHERE                                      ? 4
                : kind == COLLIDE_SHAPE_CAPSULE                                     ? 7
                : kind == COLLIDE_SHAPE_AABB                                        ? 6
                : kind == COLLIDE_SHAPE_TRIANGLE                                    ? 9
                : kind == COLLIDE_SHAPE_TETRAHEDRON || kind == COLLIDE_SHAPE_CONVEX ? 12
                : kind == COLLIDE_SHAPE_CYLINDER                                    ? 8
                : kind == COLLIDE_SHAPE_PLANE                                       ? 4
                                                                                    : 15;
            float *at = kind == COLLIDE_SHAPE_CONVEX ? &a.of.convex.pose.position.x : &a.of.point.x;
            at[kinds_below(&r, (uint32_t)floats)] = x;
            if (i % 8 == 0)
                a.kind = i % 16 ? COLLIDE_SHAPE_NONE : COLLIDE_SHAPE_KIND_COUNT;
            if (x == -1 && collide_shape_check(&a) == COLLIDE_OK)
                continue;
            if (x == -1 && (kind == COLLIDE_SHAPE_OBB || kind == COLLIDE_SHAPE_CONVEX ||
                            kind == COLLIDE_SHAPE_CYLINDER))
                continue; // no promise for such axes
            REQUIRE(!collide_shape_tree(&a, tree, NULL) &&
                        !collide_shape_tree_indices(&a, tree, NULL, NULL, 0) &&
                        !collide_shape_tree_contacts(&a, tree, NULL, NULL, NULL, 0) &&
                        !collide_shape_tree_sweep(&a, still, &mover, 1, &impact, &triangle) &&
                        !collide_shape_terrain(&a, terrain) &&
                        !collide_shape_terrain_contacts(&a, terrain, NULL, NULL, 0) &&
                        !collide_shape_cable(&a, &cable),
                    "kind %u with %a", kind, (double)x);
        }
    const collide_sphere unit = {{0, 0, 0}, 1};
    const collide_capsule rod = {{-1, 0, 0}, {1, 0, 0}, 1};
    const collide_shape s = collide_shape_from_sphere(&unit), t = collide_shape_from_capsule(&rod);
    assert_true(collide_shape_cable(&s, &cable) && collide_shape_cable(&t, &cable));
    assert_false(collide_shape_tree(&t, NULL, NULL) || collide_shape_terrain(&t, NULL) ||
                 collide_shape_cable(&t, NULL));
    free_tree(tree);
    free_drawn(&mesh);
}

// Contacts with meshes that have none: under a pose that is no pose, of tetrahedra, of a plane.
// More contacts than there is room for are counted; a mesh may be mirrored or of another size.
static void test_tree_contacts(void **state) {
    static const collide_vec3 sheet[4] = {{-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0}};
    static const uint16_t halves[6] = {0, 1, 2, 0, 2, 3}, corners[4] = {0, 1, 2, 3};
    static const collide_vec3 solid[4] = {{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}, {0, 0, 4}};
    static unsigned char memory[2][1 << 14];
    static const float wrong[3] = {NAN, INFINITY, -INFINITY};
    const collide_tree_options tetrahedra = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    const collide_mesh mesh = {sheet, 4, 0, halves, 2, 2}, full = {solid, 4, 0, corners, 1, 2};
    const size_t size = sizeof memory[0] - COLLIDE_ALIGNMENT;
    const collide_obb box = {{1, 0.5f, 0.9f}, {1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_plane plane = {{0, 0, 1}, 1};
    const collide_shape a = collide_shape_from_obb(&box), flat = collide_shape_from_plane(&plane);
    collide_contact all[4], c[4];
    collide_tree *tree, *solids;
    (void)state;
    assert_int_equal(collide_tree_build(&tree, COLLIDE_ALIGN(memory[0]), size, &mesh, NULL),
                     COLLIDE_OK);
    assert_int_equal(
        collide_tree_build(&solids, COLLIDE_ALIGN(memory[1]), size, &full, &tetrahedra),
        COLLIDE_OK);
    assert_int_equal(collide_shape_tree_contacts(&a, tree, NULL, NULL, all, 4), 4);
    for (size_t capacity = 0; capacity < 4; ++capacity) {
        memset(c, 0x5a, sizeof c);
        assert_int_equal(collide_shape_tree_contacts(&a, tree, NULL, NULL, c, capacity), 4);
        assert_memory_equal(c, all, capacity * sizeof *c);
        for (size_t i = capacity * sizeof *c; i < sizeof c; ++i)
            assert_int_equal(((const unsigned char *)c)[i], 0x5a);
    }
    assert_int_equal(collide_shape_tree_contacts(&a, NULL, NULL, NULL, c, 4), 0);
    assert_int_equal(collide_shape_tree_contacts(&a, solids, NULL, NULL, c, 4), 0);
    assert_int_equal(collide_shape_tree_contacts(&flat, tree, NULL, NULL, c, 4), 0);
    for (int i = 0; i < 36; ++i) {
        collide_pose pose = collide_pose_identity();
        (&pose.position.x)[i % 12] = wrong[i / 12];
        const bool hit = collide_shape_tree(&a, tree, &pose);
        REQUIRE(hit || !collide_shape_tree_contacts(&a, tree, &pose, NULL, NULL, 0),
                "number %d of a pose is %g", i % 12, (double)wrong[i / 12]);
    }
    for (int i = 0; i < 8; ++i) { // mirrored (which turns fronts round), twice as large
        collide_pose pose = collide_pose_identity();
        collide_contact_options options;
        memset(&options, 0, sizeof options);
        options.flags = COLLIDE_CONTACT_ONE_SIDED;
        pose.axis[0].x = i % 2 ? -1 : 1;
        pose.axis[1].y = i / 2 % 2 ? -1 : 1;
        for (int k = 0; k < 3 && i >= 4; ++k)
            (&pose.axis[k].x)[k] *= 2;
        assert_int_equal(collide_shape_tree_contacts(&a, tree, &pose, NULL, c, 4), 4);
        for (int k = 0; k < 4; ++k)
            assert_true(c[k].normal.z >= 1 && c[k].depth > 0.0999f && c[k].depth < 0.1001f);
        const size_t n = collide_shape_tree_contacts(&a, tree, &pose, &options, c, 4);
        assert_int_equal(n, i % 2 == i / 2 % 2 ? 4 : 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_tree_solids),
        cmocka_unit_test(test_tree_sweep),
        cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_terrain_contacts),
        cmocka_unit_test(test_terrain_sweep),
        cmocka_unit_test(test_terrain_deep),
        cmocka_unit_test(test_terrain_falls),
        cmocka_unit_test(test_cable),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_tree_contacts),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
