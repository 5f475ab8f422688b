// Solids: tetrahedra against exact rationals, and trees of them against asking all; closed meshes,
// what makes them so, points inside by exact rationals, and meshes in meshes under all poses.
#define TEST_PART "../src/tree/inside.h"
#include "test.h"

#include "drawn.h"
#include "exact.h"

// ---- tetrahedra ------------------------------------------------------------------------------

enum solid_class { RANDOM, GRID, ULP, INSIDE, SHARED, FLAT, NEEDLES, WIDE, SPECIAL, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {
    "random", "grid", "ulp", "inside", "shared", "flat", "needles", "wide", "not finite"};

static float step(inputs_random *r, unsigned n) {
    return (float)(int)kinds_below(r, n);
}

static collide_vec3 draw_corner(inputs_random *r, enum solid_class k) {
    switch (k) {
    case GRID:
    case ULP:
        return vec(step(r, 5), step(r, 5), step(r, 5));
    case FLAT:
        return vec(step(r, 4), step(r, 4), kinds_below(r, 6) ? 0 : step(r, 2));
    case NEEDLES:
        return vec(inputs_uniform(r, -1, 1), inputs_uniform(r, -1, 1) * 1e-6f,
                   inputs_uniform(r, -1, 1) * 1e-6f);
    case WIDE: {
        const float size = kinds_float((20 + kinds_below(r, 210)) << 23);
        return vec(inputs_uniform(r, -1, 1) * size, inputs_uniform(r, -1, 1), step(r, 3) * size);
    }
    default:
        return inputs_vec3(r, -1, 1);
    }
}

struct solids {
    collide_tetrahedron t[2];
};

static struct solids draw_solids(inputs_random *r, enum solid_class k) {
    struct solids s;
    collide_vec3 *v = s.t[0].v, *w = s.t[1].v;
    for (int i = 0; i < 4; ++i) {
        v[i] = draw_corner(r, k);
        w[i] = draw_corner(r, k);
    }
    for (int i = 0; i < 4; ++i) {
        if (k == INSIDE) { // about a cube's corners, and around its middle
            const float part = kinds_below(r, 2) ? 0.5f : 0.125f;
            v[i] = vec(v[i].x + (i & 1 ? 2.0f : -2.0f), v[i].y + (i & 2 ? 2.0f : -2.0f),
                       v[i].z + (i == 1 || i == 2 ? 2.0f : -2.0f));
            w[i] = vec(w[i].x * part, w[i].y * part, w[i].z * part);
        }
        if (k == SHARED && (i < 2 || kinds_below(r, 2)))
            w[i] = v[i];
        if (k == RANDOM)
            w[i].x += 0.5f;
    }
    const uint32_t at = kinds_below(r, 4);
    float *number = &w[at].x + kinds_below(r, 3);
    if (k == ULP && *number > 0)
        *number = kinds_below(r, 2) ? *number * (1 + 0x1p-23f) : *number * (1 - 0x1p-24f);
    if (k == SPECIAL) {
        static const float odd[4] = {NAN, INFINITY, -INFINITY, FLT_MAX};
        *number = odd[kinds_below(r, 4)];
    }
    return s;
}

// The face without vertex f.
static collide_triangle face_of(const collide_tetrahedron *t, int f) {
    collide_triangle face;
    for (int i = 0; i < 3; ++i)
        face.v[i] = t->v[i < f ? i : i + 1];
    return face;
}

static void test_tetrahedra(void **state) {
    (void)state;
    inputs_random r = inputs_seed(31);
    for (int k = 0; k < CLASS_COUNT; ++k) {
        size_t meet = 0, within = 0;
        const size_t n = cases(1000);
        for (size_t i = 0; i < n; ++i) {
            struct solids s = draw_solids(&r, (enum solid_class)k);
            const bool expected = exact_meet(s.t[0].v, 4, s.t[1].v, 4);
            collide_triangle face;
            memcpy(&face, s.t[1].v, sizeof face);
            const bool touches = exact_meet(s.t[0].v, 4, face.v, 3);
            bool surface = false;
            for (int f = 0; f < 16; ++f) {
                const collide_triangle p = face_of(&s.t[0], f / 4);
                const collide_triangle q = face_of(&s.t[1], f % 4);
                surface |= collide_triangle_triangle(&p, &q);
            }
            for (int turn = 0; turn < 4; ++turn) { // in any order of vertices
                const collide_vec3 first = s.t[0].v[0];
                const uint32_t other = 1 + kinds_below(&r, 3);
                s.t[0].v[0] = s.t[0].v[other];
                s.t[0].v[other] = first;
                REQUIRE(collide_tetrahedron_tetrahedron(&s.t[0], &s.t[1]) == expected &&
                            collide_tetrahedron_tetrahedron(&s.t[1], &s.t[0]) == expected,
                        "%s %zu: not %d", class_names[k], i, expected);
                REQUIRE(collide_tetrahedron_triangle(&s.t[0], &face) == touches,
                        "%s %zu, triangle: not %d", class_names[k], i, touches);
            }
            meet += expected;
            within += expected && !surface;
        }
        print_message("# %s: %zu of %zu meet, %zu by holding the other\n", class_names[k], meet, n,
                      within);
        assert_true(meet > n / 20 && (k != SPECIAL || meet < n / 2));
        if (k == INSIDE)
            assert_true(within > n / 40);
    }
}

// ---- trees of tetrahedra ---------------------------------------------------------------------

// Cubes on a lattice, each cut into six along its diagonal, bent; or soup. Indices in fours.
static struct drawn draw_tetrahedra(inputs_random *r, size_t edge, bool soup) {
    static const uint8_t corners[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                          {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
    struct drawn d;
    const size_t side = edge + 1, n = 6 * edge * edge * edge;
    memset(&d, 0, sizeof d);
    const size_t vertices = soup ? 4 * n : side * side * side;
    d.positions = (float *)allocate(vertices, sizeof(collide_vec3));
    d.wide = (uint32_t *)allocate(4 * n, sizeof *d.wide);
    d.mesh = (collide_mesh){d.positions, vertices, 12, d.wide, n, 4};
    for (size_t i = 0; i < 4 * n; ++i) {
        const size_t cube = i / 24, c = corners[i / 4 % 6][i % 4];
        const size_t x = cube % edge + (c & 1), y = cube / edge % edge + (c / 2 & 1);
        const size_t z = cube / edge / edge + c / 4;
        d.wide[i] = (uint32_t)(soup ? i : (z * side + y) * side + x);
    }
    const float size = 2.0f / (float)(int)edge;
    for (size_t i = 0; i < vertices; ++i) {
        const float bend = soup ? 0.5f : 0.25f;
        const size_t cube = i / 24, at = soup ? cube : i, of = soup ? edge : side;
        const collide_vec3 p = inputs_vec3(r, -1, 1);
        move_vertex(&d, i,
                    vec(((float)(int)(at % of) + p.x * bend) * size - 1,
                        ((float)(int)(at / of % of) + p.y * bend) * size - 1,
                        ((float)(int)(at / of / of) + p.z * bend) * size - 1));
    }
    return d;
}

static collide_tetrahedron tetrahedron_of(const struct drawn *d, size_t i,
                                          const collide_pose *pose) {
    collide_tetrahedron t;
    for (size_t k = 0; k < 4; ++k) {
        t.v[k] = position_of(d, d->wide[4 * i + k]);
        if (pose)
            t.v[k] = collide_pose_apply(pose, t.v[k]);
    }
    return t;
}

static collide_triangle posed_triangle(const struct drawn *d, size_t i, const collide_pose *pose) {
    collide_triangle t = triangle_of(d, i);
    for (int k = 0; k < 3; ++k)
        t.v[k] = collide_pose_apply(pose, t.v[k]);
    return t;
}

// All pairs of two meshes, of tetrahedra or b of triangles, one by one.
static struct pairs solids_one_by_one(const struct drawn *a, const struct drawn *b, bool triangles,
                                      const collide_pose *pose) {
    struct pairs out = {NULL, 0, 0};
    for (size_t i = 0; i < a->mesh.triangle_count; ++i) {
        const collide_tetrahedron p = tetrahedron_of(a, i, NULL);
        for (size_t j = 0; j < b->mesh.triangle_count; ++j) {
            const collide_triangle t = triangles ? posed_triangle(b, j, pose)
                                                 : (collide_triangle){{p.v[0], p.v[1], p.v[2]}};
            const collide_tetrahedron q = triangles ? p : tetrahedron_of(b, j, pose);
            if (triangles ? collide_tetrahedron_triangle(&p, &t)
                          : collide_tetrahedron_tetrahedron(&p, &q))
                put_pair(&out, i, j);
        }
    }
    return out;
}

static void check_solids(const collide_tree *a, const collide_tree *b, const collide_pose *pose,
                         const struct pairs *expected, bool self) {
    collide_pair *found = (collide_pair *)allocate(expected->n + 1, sizeof *found);
    collide_pair *first = (collide_pair *)allocate(expected->n + 1, sizeof *first);
    collide_front *front = NULL;
    const size_t size = collide_front_size(20000);
    void *memory = kinds_guarded(size);
    assert_int_equal(collide_front_build(&front, memory, size, 20000, a, b), COLLIDE_OK);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        const size_t n =
            self ? collide_tree_self_indices(a, found, expected->n, NULL)
                 : collide_tree_tree_indices(a, NULL, b, pose, found, expected->n, NULL);
        REQUIRE(n == expected->n, "%zu pairs, not %zu", n, expected->n);
        if (isa == COLLIDE_ISA_SCALAR)
            memcpy(first, found, n * sizeof *found);
        assert_memory_equal(first, found, n * sizeof *found);
        qsort(found, n, sizeof *found, compare_pairs);
        assert_memory_equal(found, expected->pair, n * sizeof *found);
        if (self)
            continue;
        collide_front_counts again;
        assert_int_equal(collide_tree_tree(a, NULL, b, pose, NULL), n > 0);
        assert_int_equal(collide_front_indices(front, a, NULL, b, pose, found, n, &again),
                         COLLIDE_OK);
        assert_int_equal(again.pairs, n);
        qsort(found, n, sizeof *found, compare_pairs);
        assert_memory_equal(found, expected->pair, n * sizeof *found);
        const collide_pose poses[3] = {*pose, *pose, collide_pose_identity()};
        uint16_t bits = 0;
        const collide_pose_array array = {poses, 3, 0};
        collide_tree_tree_poses(a, NULL, b, &array, &bits);
        assert_int_equal(bits & 3, n ? 3 : 0);
    }
    kinds_guarded_free(memory, size);
    free(first);
    free(found);
}

static void test_tetrahedra_trees(void **state) {
    (void)state;
    inputs_random r = inputs_seed(32);
    size_t pairs = 0, selves = 0;
    for (size_t k = 0; k < cases(30); ++k) {
        collide_tree_options options = draw_options(&r);
        const struct drawn e = draw_tetrahedra(&r, 1 + kinds_below(&r, 4), kinds_below(&r, 2));
        const struct drawn d = draw_tetrahedra(&r, 1 + kinds_below(&r, 4), k % 2);
        struct drawn f = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, SHEET + 1), 100, 1);
        collide_tree *c = build(&f, &options);
        options.type = COLLIDE_TREE_TETRAHEDRA;
        collide_tree *a = build(&d, &options), *b = build(&e, &options);
        for (int turn = 0; turn < 6; ++turn) {
            const collide_pose pose = draw_pose(&r, 1.5f);
            if (turn == 3) { // bend, and take in all or some of it
                const uint32_t at = kinds_below(&r, (uint32_t)d.mesh.vertex_count);
                uint32_t *list = (uint32_t *)allocate(d.mesh.triangle_count, sizeof *list);
                size_t n = 0;
                move_vertex(&d, at, inputs_vec3(&r, -1, 1));
                for (uint32_t i = 0; i < 4 * d.mesh.triangle_count; ++i)
                    if (d.wide[i] == at && (n == 0 || list[n - 1] != i / 4))
                        list[n++] = i / 4;
                assert_int_equal(collide_tree_refit(a, &d.mesh, k % 3 ? list : NULL, n),
                                 COLLIDE_OK);
                free(list);
            }
            struct pairs p = solids_one_by_one(&d, &e, false, &pose);
            check_solids(a, b, &pose, &p, false);
            pairs += p.n;
            free(p.pair);
            p = solids_one_by_one(&d, &f, true, &pose);
            check_solids(a, c, &pose, &p, false);
            pairs += p.n;
            free(p.pair);
        }
        const collide_pose identity = collide_pose_identity();
        struct pairs p = solids_one_by_one(&d, &d, false, &identity);
        size_t n = 0;
        for (size_t i = 0; i < p.n; ++i) {
            const uint32_t *s = d.wide + 4 * p.pair[i].a, *t = d.wide + 4 * p.pair[i].b;
            bool same = false;
            for (int u = 0; u < 16; ++u)
                same |= s[u / 4] == t[u % 4];
            if (p.pair[i].a < p.pair[i].b && !same)
                p.pair[n++] = p.pair[i];
        }
        p.n = n;
        selves += n;
        check_solids(a, a, NULL, &p, true);
        free(p.pair);
        // Surfaces only: nothing, and no touch of what is handed over.
        const collide_vec3 zero = {0, 0, 0}, up = {0, 0, 1};
        const collide_ray ray = {{0, 0, -5}, {0, 0, 1}};
        const collide_sphere ball = {{0, 0, -5}, 1};
        assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(b, NULL, up),
                                             9, NULL, NULL, NULL));
        assert_false(
            collide_sphere_tree_sweep(&ball, up, INPUTS_MOVER(a, NULL, zero), 9, NULL, NULL));
        assert_false(collide_ray_tree(&ray, a, NULL, 9, NULL));
        assert_int_equal(collide_tree_tree_touches(a, NULL, a, NULL, 0, NULL, 0, NULL), 0);
        free_tree(a);
        free_tree(b);
        free_tree(c);
        free_drawn(&d);
        free_drawn(&e);
        free_drawn(&f);
    }
    print_message("# %zu pairs, %zu of a mesh with itself\n", pairs, selves);
    assert_true(pairs > 1000 && selves > 10);
}

// Tetrahedra round one edge, and the same above them, where but for their bounds only some meet:
// those whose fourth vertex stands out. So hulls are asked, and must hold it.
static void test_fans(void **state) {
    const size_t n = 1100;
    (void)state;
    inputs_random r = inputs_seed(34);
    const struct drawn cone = draw_cone(&r, n, 0.5f, false);
    struct drawn d = draw_mesh(&r, SOUP, 2 * n, 1);
    d.mesh.triangle_count = n;
    d.mesh.indices = d.wide;
    d.mesh.index_size = 0;
    move_vertex(&d, 0, vec(0, 0, 0));
    move_vertex(&d, 1, vec(0, 0, 0.01f));
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 p = position_of(&cone, 1 + i), q = position_of(&cone, 1 + (i + 1) % n);
        const size_t four[4] = {0, 1, 2 + 2 * i, 3 + 2 * i};
        move_vertex(&d, four[2], p);
        move_vertex(&d, four[3], vec(q.x, q.y, i % 16 ? q.z : 0.6f));
        for (size_t k = 0; k < 4; ++k)
            d.wide[4 * i + k] = (uint32_t)four[k];
    }
    const collide_tree_options options = {18, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    collide_tree *tree = build(&d, &options);
    collide_pose pose = collide_pose_identity();
    pose.position = vec(0, 0, 0.0101f);
    struct pairs expected = solids_one_by_one(&d, &d, false, &pose);
    check_solids(tree, tree, &pose, &expected, false);
    print_message("# %zu pairs\n", expected.n);
    assert_true(expected.n > 64 && expected.n < 16384);
    free(expected.pair);
    free_tree(tree);
    free_drawn(&d);
    free_drawn(&cone);
}

// Shapes that a tetrahedron may hold: spheres, boxes, convex bodies, cylinders, k-DOPs, triangles.
static void test_shapes(void **state) {
    (void)state;
    inputs_random r = inputs_seed(33);
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    size_t hits = 0, held = 0;
    for (size_t k = 0; k < cases(20); ++k) {
        const struct drawn d = draw_tetrahedra(&r, 1 + kinds_below(&r, 3), k % 2);
        const uint32_t n = (uint32_t)d.mesh.triangle_count;
        collide_tree *tree = build(&d, &options);
        uint32_t *found = (uint32_t *)allocate(n, sizeof *found);
        for (int turn = 0; turn < 21; ++turn) {
            const collide_pose pose = draw_pose(&r, 1);
            const float size = turn % 2 ? 0.02f : 0.3f;
            const collide_vec3 at = inputs_vec3(&r, -1, 1);
            const collide_pose turned = inputs_pose(&r, at);
            const collide_obb box = {at,
                                     vec(size, size * 0.5f, size * 2),
                                     {turned.axis[0], turned.axis[1], turned.axis[2]}};
            const collide_sphere ball = {at, size};
            const collide_cylinder barrel = {at, {0, 0.6f, 0.8f}, size, size};
            const collide_aabb bounds = {at, vec(at.x + size, at.y + size, at.z + size)};
            const collide_kdop18 kdop = collide_kdop18_from_aabb(&bounds);
            const collide_tetrahedron t = {
                {at, vec(at.x + size, at.y, at.z), vec(at.x, at.y + size, at.z), bounds.max}};
            const collide_triangle face = {{t.v[0], t.v[1], t.v[2]}};
            const float more = size * 0.001f;
            const collide_tetrahedron larger = {
                {vec(at.x - more, at.y - more, at.z - more), vec(t.v[1].x + 4 * more, at.y, at.z),
                 vec(at.x, t.v[2].y + 4 * more, at.z),
                 vec(bounds.max.x + 4 * more, bounds.max.y + 4 * more, bounds.max.z + 4 * more)}};
            collide_convex *body = NULL;
            static const uint32_t faces[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
            const collide_mesh hull = {t.v, 4, 0, faces, 4, 0};
            const size_t body_size = collide_convex_mesh_size(&hull);
            void *memory = kinds_guarded(body_size);
            assert_int_equal(collide_convex_build_mesh(&body, memory, body_size, &hull),
                             COLLIDE_OK);
            size_t count = 0;
            bool any = false;
            switch (turn % 7) {
            case 0:
                count = collide_sphere_tree_indices(&ball, tree, &pose, found, n);
                any = collide_sphere_tree(&ball, tree, &pose);
                break;
            case 1:
                count = collide_obb_tree_indices(&box, tree, &pose, found, n);
                any = collide_obb_tree(&box, tree, &pose);
                break;
            case 2:
                count = collide_convex_tree_indices(body, NULL, tree, &pose, found, n);
                any = collide_convex_tree(body, NULL, tree, &pose);
                break;
            case 3:
                count = collide_cylinder_tree_indices(&barrel, tree, &pose, found, n);
                any = collide_cylinder_tree(&barrel, tree, &pose);
                break;
            case 4:
                count = collide_kdop18_tree_indices(&kdop, tree, &pose, found, n);
                any = collide_kdop18_tree(&kdop, tree, &pose);
                break;
            case 5:
                count = collide_triangle_tree_indices(&face, tree, &pose, found, n);
                any = collide_triangle_tree(&face, tree, &pose);
                break;
            default:
                count = collide_tetrahedron_tree_indices(&t, tree, &pose, found, n);
                any = collide_tetrahedron_tree(&t, tree, &pose);
            }
            assert_int_equal(any, count > 0);
            size_t expected = 0;
            for (uint32_t i = 0; i < n; ++i) {
                const collide_tetrahedron p = tetrahedron_of(&d, i, &pose);
                bool hit = false, inside = false;
                for (int f = 0; f < 4; ++f) {
                    const collide_triangle side = face_of(&p, f);
                    hit |= turn % 7 == 0   ? collide_sphere_triangle(&ball, &side)
                           : turn % 7 == 1 ? collide_obb_triangle(&box, &side, NULL)
                           : turn % 7 == 3 ? collide_cylinder_triangle(&barrel, &side)
                           : turn % 7 == 4 ? collide_kdop18_triangle(&kdop, &side)
                                           : collide_tetrahedron_triangle(&t, &side);
                }
                inside = exact_meet(p.v, 4, turn % 7 == 4 ? &t.v[1] : &at, 1);
                if (turn % 7 == 2)
                    hit = collide_tetrahedron_tetrahedron(&t, &p);
                if (turn % 7 == 5)
                    hit = inside = collide_tetrahedron_triangle(&p, &face);
                held += inside && !hit;
                bool listed = false;
                for (size_t j = 0; j < count; ++j)
                    listed |= found[j] == i;
                if (turn % 7 == 2 && listed) // verdicts of convex bodies have a bound
                    hit = hit || collide_tetrahedron_tetrahedron(&larger, &p);
                REQUIRE(listed == (hit || inside), "shape %d: tetrahedron %u, hit %d, inside %d",
                        turn % 7, i, hit, inside);
                expected += listed;
            }
            assert_int_equal(count, expected);
            hits += count;
            kinds_guarded_free(memory, body_size);
        }
        free(found);
        free_tree(tree);
        free_drawn(&d);
    }
    // k-DOPs of points that lie inside, however near to a face.
    for (size_t k = 0; k < cases(2000); ++k) {
        collide_tetrahedron t;
        const float w[3] = {inputs_uniform(&r, 0, 1), inputs_uniform(&r, 0, 1e-6f),
                            inputs_uniform(&r, 0, 1e-3f)};
        for (int i = 0; i < 4; ++i)
            t.v[i] = inputs_vec3(&r, -1, 1);
        collide_vec3 p = t.v[0];
        for (int i = 0; i < 3; ++i)
            p = vec(p.x + (t.v[i + 1].x - p.x) * w[i], p.y + (t.v[i + 1].y - p.y) * w[i],
                    p.z + (t.v[i + 1].z - p.z) * w[i]);
        const collide_mesh mesh = {t.v, 4, 0, NULL, 1, 0};
        const size_t size = collide_tree_size(1, &options);
        void *memory = kinds_guarded(size);
        collide_tree *tree = NULL;
        assert_int_equal(collide_tree_build(&tree, memory, size, &mesh, &options), COLLIDE_OK);
        if (exact_meet(t.v, 4, &p, 1)) {
            collide_kdop6 six;
            collide_kdop26 most;
            assert_true(collide_point_tree(p, tree, NULL));
            assert_int_equal(collide_kdop6_from_points(&six, &p, 1, 0), COLLIDE_OK);
            assert_int_equal(collide_kdop26_from_points(&most, &p, 1, 0), COLLIDE_OK);
            assert_int_equal(collide_kdop6_tree_indices(&six, tree, NULL, NULL, 0), 1);
            assert_int_equal(collide_kdop26_tree_indices(&most, tree, NULL, NULL, 0), 1);
            ++held;
        }
        kinds_guarded_free(memory, size);
    }
    print_message("# %zu hits, %zu held\n", hits, held);
    assert_true(hits > 40 && held > 2);
}

// ---- closed meshes ---------------------------------------------------------------------------

// A box of a lattice of steps, its faces cut into squares and these into triangles, one way or the
// other; each triangle may have vertices of its own. Adds to a mesh that has room.
static void add_box(inputs_random *r, struct drawn *d, const int *from, const int *to, bool seams) {
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int i = from[u]; i < to[u]; ++i)
                for (int j = from[v]; j < to[v]; ++j) {
                    float corner[4][3];
                    const size_t first = d->mesh.vertex_count;
                    for (int k = 0; k < 4; ++k) {
                        corner[k][axis] = (float)(side ? to[axis] : from[axis]);
                        corner[k][u] = (float)(i + (k == 1 || k == 2));
                        corner[k][v] = (float)(j + (k >= 2));
                    }
                    // Cut along 0-2 or 1-3, by place, so that seams do not matter.
                    const int cut = (int)kinds_below(r, 2);
                    for (int t = 0; t < 6; ++t) {
                        static const uint8_t order[2][6] = {{0, 1, 2, 0, 2, 3}, {1, 2, 3, 1, 3, 0}};
                        const float *p = corner[order[cut][t]];
                        size_t at = d->mesh.vertex_count;
                        for (size_t k = first; k < d->mesh.vertex_count && !seams; ++k) {
                            const collide_vec3 q = position_of(d, k);
                            if (!(q.x < p[0] || q.x > p[0] || q.y < p[1] || q.y > p[1] ||
                                  q.z < p[2] || q.z > p[2]))
                                at = k;
                        }
                        if (at == d->mesh.vertex_count++)
                            move_vertex(d, at, vec(p[0], p[1], p[2]));
                        else
                            --d->mesh.vertex_count;
                        d->wide[3 * d->mesh.triangle_count + (size_t)t] = (uint32_t)at;
                    }
                    d->mesh.triangle_count += 2;
                }
        }
}

static struct drawn room_for(size_t triangles) {
    struct drawn d;
    memset(&d, 0, sizeof d);
    d.positions = (float *)allocate(3 * triangles, sizeof(collide_vec3));
    d.wide = (uint32_t *)allocate(3 * triangles, sizeof *d.wide);
    d.mesh = (collide_mesh){d.positions, 0, 12, d.wide, 0, 4};
    return d;
}

// Some boxes, which may cross, touch, and lie in one another.
static struct drawn draw_boxes(inputs_random *r, int boxes, bool seams) {
    struct drawn d = room_for((size_t)boxes * 12 * 5 * 5);
    for (int k = 0; k < boxes; ++k) {
        int from[3], to[3];
        for (int i = 0; i < 3; ++i) {
            from[i] = (int)kinds_below(r, 4);
            to[i] = from[i] + 1 + (int)kinds_below(r, 4);
        }
        add_box(r, &d, from, to, seams);
    }
    return d;
}

static struct drawn draw_closed(inputs_random *r, size_t k) {
    if (k % 3 == 0)
        return draw_mesh(r, BUMPY, 12 + kinds_below(r, 300), 1);
    return draw_boxes(r, 1 + (int)kinds_below(r, 4), k % 3 == 1);
}

// Whether a point is in a closed mesh under a pose: on a triangle, or with an odd number of them in
// the way to a point far away, where no edge is.
static bool point_inside(inputs_random *r, const struct drawn *d, const collide_pose *pose,
                         collide_vec3 p) {
    for (size_t i = 0; i < d->mesh.triangle_count; ++i) {
        const collide_triangle t = posed_triangle(d, i, pose);
        if (exact_meet(t.v, 3, &p, 1))
            return true;
    }
    for (;;) {
        const collide_vec3 far_away = vec(inputs_uniform(r, 50, 100), inputs_uniform(r, -100, 100),
                                          inputs_uniform(r, -100, 100));
        size_t through = 0;
        bool tie = false;
        for (size_t i = 0; i < d->mesh.triangle_count && !tie; ++i) {
            const collide_triangle t = posed_triangle(d, i, pose);
            const collide_vec3 *v = t.v;
            const int here = exact_side(&v[0], &v[1], &v[2], &p);
            const int there = exact_side(&v[0], &v[1], &v[2], &far_away);
            if (!here || !there) {
                tie = exact_meet(v, 3, (collide_vec3[2]){p, far_away}, 2);
                continue;
            }
            int past[3];
            for (int k = 0; k < 3; ++k)
                past[k] = exact_side(&p, &far_away, &v[k], &v[(k + 1) % 3]);
            const bool low = past[0] <= 0 && past[1] <= 0 && past[2] <= 0;
            const bool high = past[0] >= 0 && past[1] >= 0 && past[2] >= 0;
            tie = here != there && (low || high) && !(past[0] && past[1] && past[2]);
            through += here != there && (low || high);
        }
        if (!tie)
            return through % 2;
    }
}

static void test_points(void **state) {
    (void)state;
    inputs_random r = inputs_seed(34);
    size_t inside = 0, n = 0;
    for (size_t k = 0; k < cases(60); ++k) {
        struct drawn d = draw_closed(&r, k);
        collide_tree_options options = draw_options(&r);
        options.type = COLLIDE_TREE_CLOSED;
        collide_tree *tree = build(&d, &options);
        for (int turn = 0; turn < 20; ++turn, ++n) {
            collide_pose pose = turn % 4 == 3 ? draw_pose(&r, 1) : collide_pose_identity();
            if (turn % 4 == 2) // quarter turns, so that points stay on planes and edges
                pose.axis[0] = vec(0, 1, 0), pose.axis[1] = vec(-1, 0, 0);
            collide_vec3 p = vec(step(&r, 12) * 0.5f, step(&r, 12) * 0.5f, step(&r, 12) * 0.5f);
            if (d.kind == BUMPY && k % 3 == 0)
                p = turn % 5 ? inputs_vec3(&r, -0.8f, 0.8f)
                             : position_of(&d, kinds_below(&r, (uint32_t)d.mesh.vertex_count));
            if (turn % 4 == 2)
                p = collide_pose_apply(&pose, p);
            const bool expected = point_inside(&r, &d, &pose, p);
            inside += expected;
            for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
                if (collide_isa_limit((collide_isa_id)i) == (collide_isa_id)i)
                    REQUIRE(collide_point_tree(p, tree, &pose) == expected,
                            "mesh %zu, point %d: not %d", k, turn, expected);
        }
        assert_false(collide_point_tree(vec(NAN, 0, 0), tree, NULL));
        assert_false(collide_point_tree(vec(0, -INFINITY, 0), tree, NULL));
        assert_false(collide_point_tree(vec(FLT_MAX, 0, 0), tree, NULL));
        free_tree(tree);
        free_drawn(&d);
    }
    print_message("# %zu of %zu points inside\n", inside, n);
    assert_true(inside > n / 8 && inside < n - n / 8);
}

// Meshes that are not closed, and those that would not stay so.
static void test_open(void **state) {
    (void)state;
    inputs_random r = inputs_seed(35);
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_CLOSED, 0};
    for (size_t k = 0; k < cases(60); ++k) {
        struct drawn d = draw_closed(&r, k);
        const size_t n = d.mesh.triangle_count, size = collide_tree_size(n, &options);
        collide_tree *tree = build(&d, &options), *other = NULL;
        void *memory = kinds_guarded(size);
        assert_true(tree->part_count >= 1 && tree->part_count <= 4);
        // One triangle less; one vertex of one triangle elsewhere; the same triangle twice.
        d.mesh.triangle_count = n - 1;
        assert_int_equal(collide_tree_build(&other, memory, size, &d.mesh, &options),
                         COLLIDE_ERROR_OPEN);
        assert_null(other);
        d.mesh.triangle_count = n;
        const uint32_t t = kinds_below(&r, (uint32_t)n), kept = d.wide[3 * t];
        const size_t vertices = d.mesh.vertex_count;
        const collide_vec3 place = position_of(&d, kept);
        collide_mesh soup = d.mesh; // every corner its own vertex
        collide_vec3 *corners = (collide_vec3 *)allocate(3 * n, sizeof *corners);
        for (size_t i = 0; i < 3 * n; ++i)
            corners[i] = position_of(&d, d.wide[i]);
        soup.positions = corners;
        soup.position_stride = 0;
        soup.vertex_count = 3 * n;
        soup.indices = NULL;
        assert_int_equal(collide_tree_build(&other, memory, size, &soup, &options), COLLIDE_OK);
        assert_int_equal(other->part_count, tree->part_count);
        assert_true(collide_tree_tree(tree, NULL, other, NULL, NULL));
        // A corner that leaves its place opens the mesh, listed or not; the tree is as it was.
        const uint32_t list[3] = {t, (t + 1) % (uint32_t)n, t};
        corners[3 * t] = vec(place.x + 0.25f, place.y, place.z);
        collide_tree *copy = (collide_tree *)allocate(1, size + 64);
        memcpy(copy, other, size);
        assert_int_equal(collide_tree_refit(other, &soup, NULL, 0), COLLIDE_ERROR_OPEN);
        assert_int_equal(collide_tree_refit(other, &soup, list, 3), COLLIDE_ERROR_OPEN);
        assert_memory_equal(copy, other, size);
        corners[3 * t] = place;
        // All corners of one place go together, and it stays closed.
        uint32_t *all = (uint32_t *)allocate(3 * n, sizeof *all);
        size_t listed = 0;
        for (uint32_t i = 0; i < 3 * n; ++i) {
            const collide_vec3 p = corners[i];
            if (p.x < place.x || p.x > place.x || p.y < place.y || p.y > place.y || p.z < place.z ||
                p.z > place.z)
                continue;
            corners[i] = vec(p.x + 0.25f, p.y, p.z);
            all[listed++] = i / 3;
            all[listed++] = i / 3;
        }
        if (listed > 2)
            assert_int_equal(collide_tree_refit(other, &soup, all, listed - 2), COLLIDE_ERROR_OPEN);
        assert_memory_equal(copy, other, size);
        assert_int_equal(collide_tree_refit(other, &soup, all, listed), COLLIDE_OK);
        assert_int_equal(collide_tree_refit(other, &soup, NULL, 0), COLLIDE_OK);
        for (int i = 0; i < 4; ++i) {
            const collide_vec3 p = inputs_vec3(&r, 0, 3);
            collide_tree *fresh = NULL;
            assert_int_equal(collide_tree_build(&fresh, copy, size, &soup, &options),
                             (uintptr_t)copy % COLLIDE_ALIGNMENT ? COLLIDE_ERROR_ALIGNMENT
                                                                 : COLLIDE_OK);
            if (fresh)
                assert_int_equal(collide_point_tree(p, fresh, NULL),
                                 collide_point_tree(p, other, NULL));
        }
        free(all);
        free(copy);
        free(corners);
        d.mesh.vertex_count = vertices;
        kinds_guarded_free(memory, size);
        free_tree(tree);
        free_drawn(&d);
    }
    // Open by one corner that differs in two coordinates by few bits.
    const collide_vec3 near_by[5] = {vec(1.0000016f, 0.5f, 0.25f), vec(0, 0, 0), vec(3, 0, 0),
                                     vec(0, 3, 0), vec(1.0000017f, -117.700974f, 0.25f)};
    static const uint32_t five[12] = {1, 2, 3, 0, 1, 2, 0, 2, 3, 4, 3, 1};
    const collide_mesh open = {near_by, 5, 0, five, 4, 0};
    collide_tree *none = NULL;
    const size_t bytes = collide_tree_size(4, &options);
    void *room = kinds_guarded(bytes);
    assert_int_equal(collide_tree_build(&none, room, bytes, &open, &options), COLLIDE_ERROR_OPEN);
    kinds_guarded_free(room, bytes);
    const collide_tree_options wrong = {0, 0, 0, 3, 0};
    assert_int_equal(collide_tree_size(1, &wrong), 0);
}

// Meshes in meshes, in hollows, beside them, of several parts, under all poses; what a dense set of
// points says.
static void test_containment(void **state) {
    (void)state;
    inputs_random r = inputs_seed(36);
    const collide_tree_options closed = {0, 0, 0, COLLIDE_TREE_CLOSED, 0};
    const collide_tree_options tetrahedra = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    size_t seen[6] = {0, 0, 0, 0, 0, 0};
    for (size_t k = 0; k < cases(20); ++k) {
        // A shell from 10 to 6 about the origin, which holds or does not hold a ball of 1, one of 2
        // or a shell from 2 to 1, or two balls.
        const int outer[2][3] = {{-10, -10, -10}, {10, 10, 10}},
                  hollow[2][3] = {{-6, -6, -6}, {6, 6, 6}};
        struct drawn shell = room_for(12 * 400 + 12 * 144), small[4];
        add_box(&r, &shell, outer[0], outer[1], k % 2);
        add_box(&r, &shell, hollow[0], hollow[1], k % 2);
        for (int i = 0; i < 4; ++i) {
            static const int boxes[4][2][6] = {{{-1, -1, -1, 1, 1, 1}, {0, 0, 0, 0, 0, 0}},
                                               {{-1, -1, -1, 1, 1, 1}, {7, -1, -1, 9, 1, 1}},
                                               {{-1, -1, -1, 1, 1, 1}, {14, 0, 0, 15, 1, 1}},
                                               {{-8, -8, -8, 8, 8, 8}, {0, 0, 0, 0, 0, 0}}};
            small[i] = room_for(12 * 256 + 12 * 4);
            add_box(&r, &small[i], boxes[i][0], boxes[i][0] + 3, k % 2 == 0);
            if (boxes[i][1][0])
                add_box(&r, &small[i], boxes[i][1], boxes[i][1] + 3, k % 2 == 0);
        }
        collide_tree *a = build(&shell, &closed);
        assert_int_equal(a->part_count, 2);
        for (int i = 0; i < 4; ++i) {
            // Where, and what is expected of the shell and it.
            static const struct {
                float x;
                collide_containment expected[4];
            } at[5] = {{8,
                        {COLLIDE_CONTAINMENT_B_IN_A, COLLIDE_CONTAINMENT_PARTS,
                         COLLIDE_CONTAINMENT_PARTS, COLLIDE_CONTAINMENT_MEET}},
                       {0,
                        {COLLIDE_CONTAINMENT_NONE, COLLIDE_CONTAINMENT_PARTS,
                         COLLIDE_CONTAINMENT_NONE, COLLIDE_CONTAINMENT_PARTS}},
                       {40,
                        {COLLIDE_CONTAINMENT_NONE, COLLIDE_CONTAINMENT_NONE,
                         COLLIDE_CONTAINMENT_NONE, COLLIDE_CONTAINMENT_NONE}},
                       {10,
                        {COLLIDE_CONTAINMENT_MEET, COLLIDE_CONTAINMENT_MEET,
                         COLLIDE_CONTAINMENT_MEET, COLLIDE_CONTAINMENT_MEET}},
                       {6,
                        {COLLIDE_CONTAINMENT_MEET, COLLIDE_CONTAINMENT_MEET,
                         COLLIDE_CONTAINMENT_MEET, COLLIDE_CONTAINMENT_MEET}}};
            collide_tree *b = build(&small[i], &closed);
            collide_tree *open = build(&small[i], NULL);
            assert_int_equal(b->part_count, i == 1 || i == 2 ? 2 : 1);
            for (int turn = 0; turn < 20; ++turn) {
                const collide_containment expected = at[turn % 5].expected[i];
                // Where shell and ball touch in numbers, poses have to be exact.
                const bool exact = expected == COLLIDE_CONTAINMENT_MEET;
                collide_pose pose_a = collide_pose_identity(), pose_b = pose_a;
                if (!exact && turn >= 5)
                    pose_a = inputs_pose(&r, inputs_vec3(&r, -20, 20));
                pose_b = pose_a;
                pose_b.position = collide_pose_apply(&pose_a, vec(at[turn % 5].x, 0, 0));
                collide_containment opposite =
                    expected == COLLIDE_CONTAINMENT_B_IN_A ? COLLIDE_CONTAINMENT_A_IN_B : expected;
                const collide_containment found =
                    collide_tree_tree_containment(a, &pose_a, b, &pose_b, NULL);
                REQUIRE(found == expected, "%d at %d: %d, not %d", i, turn % 5, found, expected);
                assert_int_equal(collide_tree_tree_containment(b, &pose_b, a, &pose_a, NULL),
                                 opposite);
                assert_int_equal(collide_tree_tree_containment(a, &pose_a, open, &pose_b, NULL),
                                 exact ? COLLIDE_CONTAINMENT_MEET : COLLIDE_CONTAINMENT_UNKNOWN);
                ++seen[found];
            }
            free_tree(open);
            free_tree(b);
        }
        // Tetrahedra in a shell, and around what is small.
        const struct drawn lattice = draw_tetrahedra(&r, 2, false);
        collide_tree *t = build(&lattice, &tetrahedra), *b = build(&small[0], &closed);
        collide_pose pose = collide_pose_identity();
        assert_int_equal(t->part_count, 1);
        pose.position.x = 8;
        assert_int_equal(collide_tree_tree_containment(t, &pose, a, NULL, NULL),
                         COLLIDE_CONTAINMENT_A_IN_B);
        assert_int_equal(collide_tree_tree_containment(t, NULL, a, NULL, NULL),
                         COLLIDE_CONTAINMENT_NONE);
        assert_int_equal(collide_tree_tree_containment(t, NULL, b, NULL, NULL),
                         COLLIDE_CONTAINMENT_MEET);
        assert_true(collide_point_tree(vec(0.1f, 0.2f, 0.3f), t, NULL));
        assert_false(collide_point_tree(vec(2.1f, 0.2f, 0.3f), t, NULL));
        pose.axis[0].x = NAN;
        assert_int_equal(collide_tree_tree_containment(b, NULL, a, &pose, NULL),
                         COLLIDE_CONTAINMENT_NONE);
        assert_int_equal(collide_tree_tree_containment(NULL, NULL, a, NULL, NULL),
                         COLLIDE_CONTAINMENT_NONE);
        assert_false(collide_point_tree(vec(0, 0, 0), NULL, NULL));
        free_tree(t);
        free_tree(b);
        free_tree(a);
        free_drawn(&lattice);
        free_drawn(&shell);
        for (int i = 0; i < 4; ++i)
            free_drawn(&small[i]);
    }
    print_message("# none %zu, meet %zu, a in b %zu, b in a %zu, parts %zu\n", seen[0], seen[1],
                  seen[2], seen[3], seen[4]);
    assert_true(seen[0] && seen[1] && seen[3] && seen[4]);
}

// What hung together by a place alone, and no longer does, counts as parts.
// Box i of a mesh, whose sides lie at lo and hi.
static void put_box(collide_vec3 *v, uint32_t *index, size_t i, collide_vec3 lo, collide_vec3 hi) {
    static const uint8_t corner[36] = {0, 3, 1, 0, 2, 3, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 7, 3, 2, 6, 7, 0, 6, 2, 0, 4, 6, 1, 3, 7, 1, 7, 5};
    for (size_t k = 0; k < 8; ++k)
        v[8 * i + k] = vec(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
    for (size_t k = 0; k < 36; ++k)
        index[36 * i + k] = (uint32_t)(8 * i + corner[k]);
}

// A box of half-way between shells, on a grid, so that ways turn on shells, too.
static collide_vec3 draw_between(inputs_random *r, float *size) {
    for (;;) {
        float lo[3], near_to = 0, far = 0;
        *size = 0.25f;
        for (int i = 0; i < 3; ++i) {
            lo[i] = 0.25f * (float)(int)kinds_below(r, 64) - 8;
            const float hi = lo[i] + *size, p = lo[i] < 0 ? -lo[i] : lo[i], q = hi < 0 ? -hi : hi;
            near_to = (p < q ? p : q) > near_to ? (p < q ? p : q) : near_to;
            far = (p > q ? p : q) > far ? (p > q ? p : q) : far;
        }
        if ((float)(int)near_to < near_to && far < (float)((int)near_to + 1))
            return vec(lo[0], lo[1], lo[2]);
    }
}

// Small boxes between shells: what parts lie inside, by the way from one to the next and by asking
// each, at rest and turned, before refitting and after.
static void test_parts(void **state) {
    enum { BOXES = 200, SHELLS = 12 };
    static collide_vec3 v[2][8 * BOXES];
    static uint32_t index[2][36 * BOXES];
    inputs_random r = inputs_seed(37);
    const collide_tree_options closed = {0, 0, 0, COLLIDE_TREE_CLOSED, 0};
    uint32_t inside = 0;
    (void)state;
    for (size_t i = 0; i < SHELLS; ++i) {
        const float h = i + 1 < SHELLS ? (float)(int)(i + 1) : 500;
        put_box(v[1], index[1], i, vec(-h, -h, -h), vec(h, h, h));
    }
    for (size_t i = 0; i < BOXES; ++i) {
        float size;
        const collide_vec3 lo = draw_between(&r, &size);
        put_box(v[0], index[0], i, lo, vec(lo.x + size, lo.y + size, lo.z + size));
    }
    const collide_mesh mesh[2] = {{v[0], 8 * BOXES, 0, index[0], 12 * BOXES, 4},
                                  {v[1], 8 * SHELLS, 0, index[1], 12 * SHELLS, 4}};
    collide_tree *tree[2];
    for (int k = 0; k < 2; ++k) {
        const size_t size = collide_tree_size(mesh[k].triangle_count, &closed);
        assert_int_equal(collide_tree_build(&tree[k], kinds_guarded(size), size, &mesh[k], &closed),
                         COLLIDE_OK);
    }
    assert_true(tree[0]->part_count > BOXES / 2);
    const collide_pose pose = inputs_pose(&r, vec(1, 2, 3));
    for (int turn = 0; turn < 4; ++turn) {
        const collide_pose *at = turn & 1 ? &pose : NULL;
        uint32_t expected = 0;
        if (turn == 2)
            assert_int_equal(collide_tree_refit(tree[0], &mesh[0], NULL, 0), COLLIDE_OK);
        for (size_t i = 0; i < tree[0]->part_count; ++i) {
            const collide_vec3 p = v[0][8 * (collide__tree_parts(tree[0])[i] / 12)];
            expected += collide_point_tree(at ? collide_pose_apply(at, p) : p, tree[1], at);
        }
        assert_int_equal(collide__tree_parts_inside(tree[0], at, tree[1], at), expected);
        assert_int_equal(collide_tree_tree_containment(tree[0], at, tree[1], at, NULL),
                         COLLIDE_CONTAINMENT_PARTS);
        inside += expected;
    }
    fprintf(stderr, "# %u of %u parts are inside\n", inside, 4 * BOXES);
    assert_true(inside > BOXES && inside < 3 * BOXES);
    free_tree(tree[0]);
    free_tree(tree[1]);
}

static void test_refitted(void **state) {
    (void)state;
    collide_vec3 v[8] = {vec(0, 0, 0), vec(1, 0, 0),  vec(0, 1, 0),  vec(0, 0, 1),
                         vec(0, 0, 0), vec(-1, 0, 0), vec(0, -1, 0), vec(0, 0, -1)};
    static const uint32_t index[24] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2,
                                       4, 5, 6, 4, 7, 5, 4, 6, 7, 5, 7, 6};
    static const collide_vec3 around[4] = {
        {-10, -10, -10}, {30, -10, -10}, {-10, 30, -10}, {-10, -10, 30}};
    const collide_mesh outer = {around, 4, 0, index, 4, 0};
    for (uint32_t type = COLLIDE_TREE_CLOSED; type <= COLLIDE_TREE_TETRAHEDRA; ++type) {
        const collide_tree_options options = {0, 0, 0, type, 0},
                                   closed = {0, 0, 0, COLLIDE_TREE_CLOSED, 0};
        const bool solid = type == COLLIDE_TREE_TETRAHEDRA;
        const collide_mesh mesh = {v, 8, 0, solid ? NULL : index, solid ? 2 : 8, 0};
        const size_t size = collide_tree_size(mesh.triangle_count, &options);
        const size_t other = collide_tree_size(4, &closed);
        void *memory[2] = {kinds_guarded(size), kinds_guarded(other)};
        collide_tree *a = NULL, *b = NULL;
        assert_int_equal(collide_tree_build(&a, memory[0], size, &mesh, &options), COLLIDE_OK);
        assert_int_equal(collide_tree_build(&b, memory[1], other, &outer, &closed), COLLIDE_OK);
        assert_int_equal(a->part_count, 1);
        assert_int_equal(collide_tree_tree_containment(a, NULL, b, NULL, NULL),
                         COLLIDE_CONTAINMENT_A_IN_B);
        for (int i = 4; i < 8; ++i)
            v[i].x -= 100;
        assert_int_equal(collide_tree_refit(a, &mesh, NULL, 0), COLLIDE_OK);
        assert_int_equal(a->part_count, 2);
        assert_int_equal(collide_tree_tree_containment(a, NULL, b, NULL, NULL),
                         COLLIDE_CONTAINMENT_PARTS);
        for (int i = 4; i < 8; ++i)
            v[i].x += 100;
        kinds_guarded_free(memory[0], size);
        kinds_guarded_free(memory[1], other);
    }
}

// Under a pose whose products overflow, vertices of a body are infinite less infinite: no numbers,
// so that no tetrahedron holds them. Sanitizers see what is made of them.
static void test_overflowing_poses(void **state) {
    static const uint32_t faces[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    static const collide_vec3 v[4] = {{-9, -9, -9}, {30, -9, -9}, {-9, 30, -9}, {-9, -9, 30}};
    const collide_vec3 small[4] = {{2, 2, 0}, {3, 2, 0}, {2, 3, 0}, {2, 2, 1}};
    const collide_mesh mesh = {v, 4, 0, NULL, 1, 0}, hull = {small, 4, 0, faces, 4, 0};
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_TETRAHEDRA, 0};
    const size_t size = collide_tree_size(1, &options), body_size = collide_convex_mesh_size(&hull);
    void *memory[2] = {kinds_guarded(size), kinds_guarded(body_size)};
    collide_pose pose = collide_pose_identity();
    collide_tree *tree;
    collide_convex *body;
    uint32_t found;
    (void)state;
    assert_int_equal(collide_tree_build(&tree, memory[0], size, &mesh, &options), COLLIDE_OK);
    assert_int_equal(collide_convex_build_mesh(&body, memory[1], body_size, &hull), COLLIDE_OK);
    assert_int_equal(collide_convex_tree_indices(body, &pose, tree, NULL, &found, 1), 1);
    for (int axis = 0; axis < 3; ++axis) {
        memset(pose.axis, 0, sizeof pose.axis);
        (&pose.axis[0].x)[axis] = FLT_MAX;
        (&pose.axis[1].x)[axis] = -FLT_MAX;
        assert_int_equal(collide_convex_tree_indices(body, &pose, tree, NULL, &found, 1), 0);
        assert_int_equal(collide_convex_tree_indices(body, NULL, tree, &pose, &found, 1), 0);
    }
    kinds_guarded_free(memory[0], size);
    kinds_guarded_free(memory[1], body_size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refitted),
        cmocka_unit_test(test_tetrahedra),
        cmocka_unit_test(test_tetrahedra_trees),
        cmocka_unit_test(test_fans),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_containment),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_overflowing_poses),
    };
    exact_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
