// Trees that move: sweeps of meshes and of shapes against meshes, against asking all triangles one
// by one, on every instruction set; a ball and a triangle exactly.
#define TEST_PART "../src/tree/shapes.h"
#include "test.h"

#include "drawn.h"
#include "rational.h"

// ---- what moves ------------------------------------------------------------------------------

enum mover { MESH, SPHERE, OBB, CONVEX, MOVERS };

static const char *const mover_names[MOVERS] = {"mesh", "ball", "box", "convex"};

struct body {
    enum mover kind;
    const struct drawn *mesh;
    const collide_tree *tree;
    const collide_pose *pose;
    collide_sphere sphere;
    collide_obb obb;
    collide_convex *convex;
};

struct swept {
    bool hit;
    collide_impact impact;
    collide_pair pair;
};

// The body, of a mesh triangle i, against a triangle.
static bool sweep_one(const struct body *a, collide_vec3 va, size_t i, const collide_triangle *t,
                      collide_vec3 vb, float t_max, collide_impact *out) {
    if (a->kind == SPHERE)
        return collide_sphere_triangle_sweep(&a->sphere, va, t, vb, t_max, out);
    if (a->kind == OBB)
        return collide_obb_triangle_sweep(&a->obb, va, t, vb, t_max, out);
    if (a->kind == CONVEX) {
        collide__tree_flat flat;
        collide__tree_flat_of(t, &flat);
        return collide_convex_convex_sweep(a->convex, a->pose, va, flat.convex, NULL, vb, t_max,
                                           out);
    }
    const collide_triangle own = triangle_of(a->mesh, i);
    return collide_triangle_triangle_sweep(&own, va, t, vb, t_max, out);
}

// The least time of all triangles, in the frame that the header states.
static float sweep_all(const struct body *a, collide_vec3 va, const struct drawn *b,
                       const collide_pose *pose, collide_vec3 vb, float t_max) {
    const size_t n = a->kind == MESH ? a->mesh->mesh.triangle_count : 1;
    const collide_vec3 still = {0, 0, 0};
    float best = INFINITY;
    for (size_t j = 0; j < b->mesh.triangle_count; ++j) {
        collide_triangle t = triangle_of(b, j);
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(pose, t.v[k]);
        for (size_t i = 0; i < n; ++i) {
            collide_impact impact;
            if (sweep_one(a, a->kind == MESH ? still : va, i, &t, vb, t_max, &impact))
                best = impact.t_first < best ? impact.t_first : best;
        }
    }
    return best;
}

static struct swept sweep_tree(const struct body *a, collide_vec3 va, const collide_tree *b,
                               const collide_pose *pose, collide_vec3 vb, float t_max) {
    struct swept s;
    memset(&s, 0, sizeof s);
    s.hit =
        a->kind == MESH
            ? collide_tree_tree_sweep(INPUTS_MOVER(a->tree, a->pose, va), INPUTS_MOVER(b, pose, vb),
                                      t_max, &s.impact, &s.pair, NULL)
        : a->kind == SPHERE ? collide_sphere_tree_sweep(&a->sphere, va, INPUTS_MOVER(b, pose, vb),
                                                        t_max, &s.impact, &s.pair.b)
        : a->kind == OBB
            ? collide_obb_tree_sweep(&a->obb, va, INPUTS_MOVER(b, pose, vb), t_max, &s.impact,
                                     &s.pair.b)
            : collide_convex_tree_sweep(a->convex, a->pose, va, INPUTS_MOVER(b, pose, vb), t_max,
                                        &s.impact, &s.pair.b);
    return s;
}

static struct body draw_body(inputs_random *r, enum mover kind, float scale, void *memory,
                             size_t size) {
    static const float sizes[4] = {0.05f, 0.2f, 0.5f, 1};
    const float s = sizes[kinds_below(r, 4)] * scale;
    const collide_vec3 half = scaled(inputs_vec3(r, 0, 1), s);
    const collide_pose pose = inputs_pose(r, scaled(inputs_vec3(r, -1.5f, 1.5f), scale));
    struct body a;
    memset(&a, 0, sizeof a);
    a.kind = kind;
    a.sphere.center = pose.position;
    a.sphere.radius = kinds_below(r, 6) ? half.x : 0;
    a.obb = collide_obb_from_pose(&pose, half);
    if (kind == CONVEX) {
        const collide_vec3 corner[4] = {vec(0, 0, 0), vec(half.x, 0, 0), vec(0, half.y, 0),
                                        vec(0, 0, half.z)};
        const uint32_t index[12] = {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3};
        const collide_mesh mesh = {corner, 4, 0, index, 4, 0};
        const collide_status status = collide_convex_build_mesh(&a.convex, memory, size, &mesh);
        REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    }
    return a;
}

static float draw_time(inputs_random *r) {
    const uint32_t how = kinds_below(r, 5);
    return how == 0 ? 0 : how == 1 ? INFINITY : inputs_uniform(r, 0, 4);
}

// Where the triangles of the pair are at that time, in the space of the poses, points of contact
// lie on them: within 2^-14 of where they are and went.
static void check_contacts(const struct body *a, collide_vec3 va, const collide_tree *b,
                           const collide_pose *pose, collide_vec3 vb, const struct swept *s,
                           const char *what) {
    collide_contact contacts[9];
    const float t = s->impact.t_first;
    const size_t n = collide_tree_tree_sweep_contacts(
        INPUTS_MOVER(a->tree, a->pose, va), INPUTS_MOVER(b, pose, vb), s->pair, NULL, contacts, 9);
    REQUIRE(n >= 1 && n <= 9, "%s: %zu contacts", what, n);
    assert_int_equal(collide_tree_tree_sweep_contacts(INPUTS_MOVER(a->tree, a->pose, va),
                                                      INPUTS_MOVER(b, pose, vb), s->pair, NULL,
                                                      NULL, 0),
                     n);
    const collide_pose at[2] = {a->pose ? *a->pose : collide_pose_identity(),
                                pose ? *pose : collide_pose_identity()};
    const collide_vec3 v[2] = {va, vb};
    const collide_tree *trees[2] = {a->tree, b};
    for (size_t i = 0; i < n; ++i)
        for (int side = 0; side < 2; ++side) {
            const uint32_t number = side ? s->pair.b : s->pair.a;
            const uint32_t place = collide__tree_places(trees[side])[number];
            collide_triangle q = collide__tree_triangle(
                collide__tree_leaf_of(trees[side], place / 4)->rows[0], place % 4);
            double size = 0;
            for (int k = 0; k < 3; ++k) {
                collide_vec3 p = collide_pose_apply(&at[side], q.v[k]);
                size += fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
                q.v[k] = vec(p.x + v[side].x * t, p.y + v[side].y * t, p.z + v[side].z * t);
                size += fabs((double)q.v[k].x) + fabs((double)q.v[k].y) + fabs((double)q.v[k].z);
            }
            size += (double)a->tree->radius + (double)b->radius;
            const collide_vec3 p = side ? contacts[i].point_b : contacts[i].point_a;
            const collide_vec3 c = collide_point_triangle_closest(p, &q);
            const double off = fabs((double)p.x - (double)c.x) + fabs((double)p.y - (double)c.y) +
                               fabs((double)p.z - (double)c.z);
            REQUIRE(off <= size * 0x1p-14, "%s: a contact is %g off, of %g", what, off, size);
        }
}

// Times must agree, and the pair must meet at that time; on every instruction set the same bits.
static bool check_sweep(const struct body *a, collide_vec3 va, const struct drawn *d,
                        const collide_tree *tree, const collide_pose *pose, collide_vec3 vb,
                        float t_max, const char *what) {
    const collide_pose relative = a->kind == MESH ? collide_pose_relative(a->pose, pose)
                                  : pose          ? *pose
                                                  : collide_pose_identity();
    const collide_vec3 seen = {vb.x - va.x, vb.y - va.y, vb.z - va.z};
    const collide_vec3 v = a->kind == MESH ? collide__tree_velocity(a->pose, seen) : vb;
    const float best = sweep_all(a, va, d, &relative, v, t_max);
    struct swept first;
    memset(&first, 0, sizeof first);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        const struct swept s = sweep_tree(a, va, tree, pose, vb, t_max);
        REQUIRE(s.hit == (best <= FLT_MAX) && s.impact.t_first == best, "%s, %s: %s at %g, not %g",
                what, collide_isa_text(isa), mover_names[a->kind], (double)s.impact.t_first,
                (double)best);
        if (isa == COLLIDE_ISA_SCALAR)
            first = s;
        REQUIRE(memcmp(&first, &s, sizeof s) == 0, "%s, %s: other bits", what,
                collide_isa_text(isa));
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    if (first.hit) {
        collide_triangle t = triangle_of(d, first.pair.b);
        collide_impact impact;
        const collide_vec3 still = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(&relative, t.v[k]);
        assert_true(
            sweep_one(a, a->kind == MESH ? still : va, first.pair.a, &t, v, t_max, &impact));
        assert_true(impact.t_first == first.impact.t_first &&
                    impact.t_last == first.impact.t_last && impact.depth == first.impact.depth);
        if (a->kind == MESH)
            check_contacts(a, va, tree, pose, vb, &first, what);
    } else {
        assert_true(first.impact.axis == COLLIDE_AXIS_NONE);
        assert_int_equal(first.pair.b, UINT32_MAX);
    }
    return first.hit;
}

static void test_sweeps(void **state) {
    static const float scales[] = {1, 1, 1, 1e-5f, 1e5f};
    static char memory[4096 + COLLIDE_ALIGNMENT];
    char *const aligned =
        memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT) % COLLIDE_ALIGNMENT;
    inputs_random r = inputs_seed(101);
    size_t hits[MOVERS] = {0}, asked[MOVERS] = {0}, all = 0;
    const size_t n = cases(400);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float scale = scales[kinds_below(&r, 5)];
        const enum mover kind = (enum mover)kinds_below(&r, MOVERS);
        const collide_tree_options options = draw_options(&r), other = draw_options(&r);
        const struct drawn d = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                         1 + kinds_below(&r, 200), scale);
        const struct drawn own = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                                           1 + kinds_below(&r, 60), scale);
        collide_tree *tree = build(&d, &options), *moving = build(&own, &other);
        const collide_pose pose[2] = {draw_pose(&r, 2 * scale), draw_pose(&r, scale)};
        const collide_vec3 v = scaled(inputs_vec3(&r, -1, 1), kinds_below(&r, 5) ? scale : 0);
        const collide_vec3 w =
            kinds_below(&r, 3) ? vec(0, 0, 0) : scaled(inputs_vec3(&r, -1, 1), scale);
        struct body a = draw_body(&r, kind, scale, aligned, 4096);
        collide_vec3 va = kinds_below(&r, 4) ? v : vec(v.x, 0, 0);
        a.mesh = &own;
        a.tree = moving;
        const collide_pose rigid = inputs_pose(&r, scaled(inputs_vec3(&r, -1, 1), scale));
        a.pose = kinds_below(&r, 3) == 0 ? NULL : kind == CONVEX ? &rigid : &pose[0];
        char what[128];
        snprintf(what, sizeof what, "case %zu: %zu %s of kind %u, scale %g", i,
                 d.mesh.triangle_count, mesh_names[d.kind], tree->kind, (double)scale);
        hits[kind] += check_sweep(&a, va, &d, tree, kinds_below(&r, 3) ? &pose[1] : NULL, w,
                                  draw_time(&r), what);
        ++asked[kind];
        free_tree(tree);
        free_tree(moving);
        free_drawn(&d);
        free_drawn(&own);
    }
    for (int k = 0; k < MOVERS; ++k) {
        fprintf(stderr, "# %zu of %zu: %s\n", hits[k], asked[k], mover_names[k]);
        all += hits[k];
    }
    assert_true(all > n / 8 && all < n);
}

static collide_vec3 along(collide_vec3 p, collide_vec3 way, float s) {
    return vec(p.x + way.x * s, p.y + way.y * s, p.z + way.z * s);
}

// Vertices that pass through an edge while their triangle stays outside it: rounding decides about
// each, and no filter may lose one that the single call finds.
static void test_grazing(void **state) {
    inputs_random r = inputs_seed(131);
    const collide_vec3 still = {0, 0, 0};
    size_t hits = 0;
    const size_t n = cases(2000);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const collide_tree_options options = draw_options(&r);
        const struct drawn own = draw_mesh(&r, SOUP, 1, 1);
        const struct drawn d = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 3), 1);
        const collide_pose frame = inputs_pose(&r, scaled(inputs_vec3(&r, -8, 8), 1));
        const collide_vec3 edge = frame.axis[0], out = frame.axis[1], normal = frame.axis[2];
        const collide_vec3 v =
            along(scaled(normal, 1), edge, kinds_below(&r, 3) ? inputs_uniform(&r, -4, 4) : 0);
        move_vertex(&own, own.wide[0], frame.position);
        move_vertex(&own, own.wide[1], along(frame.position, edge, 1.25f));
        move_vertex(&own, own.wide[2], along(frame.position, out, -0.75f));
        for (size_t j = 0; j < d.mesh.triangle_count; ++j) {
            const collide_vec3 on = along(frame.position, edge, inputs_uniform(&r, 0, 1.25f));
            const float soon = 1.0f / (float)(1u << kinds_below(&r, 22));
            const collide_vec3 p = along(on, v, inputs_uniform(&r, -4, 0) * soon);
            move_vertex(&d, d.wide[3 * j], p);
            for (size_t k = 1; k < 3; ++k)
                move_vertex(&d, d.wide[3 * j + k],
                            along(along(p, out, inputs_uniform(&r, 0.125f, 2)), normal,
                                  inputs_uniform(&r, -2, 2)));
        }
        collide_tree *tree[2] = {build(&own, &options), build(&d, &options)};
        struct body a;
        memset(&a, 0, sizeof a);
        a.mesh = &own;
        a.tree = tree[0];
        hits += check_sweep(&a, still, &d, tree[1], NULL, v, 4, "a vertex at an edge");
        free_tree(tree[0]);
        free_tree(tree[1]);
        free_drawn(&own);
        free_drawn(&d);
    }
    fprintf(stderr, "# %zu of %zu: vertices at edges\n", hits, n);
    assert_true(hits > n / 8 && hits < n - n / 8);
}

// Vertices beside vertices, far from the origin, on the other side of a gap that the single call
// bridges: bounds without a margin would lose them.
static void test_gaps(void **state) {
    inputs_random r = inputs_seed(149);
    const collide_vec3 still = {0, 0, 0};
    size_t hits = 0;
    const size_t n = cases(1000);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const collide_tree_options options = draw_options(&r);
        const float size = ldexpf(1, (int)kinds_below(&r, 40) - 20);
        const float gap = ldexpf(size, -(int)(44 + kinds_below(&r, 8)));
        const struct drawn own = draw_mesh(&r, SOUP, 1, size);
        const struct drawn d = draw_mesh(&r, SOUP, 1 + kinds_below(&r, 3), size);
        const uint32_t across = kinds_below(&r, 3);
        const collide_vec3 at = scaled(inputs_vec3(&r, -8, 8), size);
        collide_vec3 v = scaled(inputs_vec3(&r, -1, 1), kinds_below(&r, 3) ? size : 0);
        (&v.x)[across] = 0;
        for (size_t k = 0; k < 3 * (1 + d.mesh.triangle_count); ++k) {
            const struct drawn *one = k < 3 ? &own : &d;
            const float side = k < 3 ? -size : size, wide = k % 3 ? 1 : 0;
            collide_vec3 p = along(at, inputs_vec3(&r, -1, 1), wide * size);
            (&p.x)[across] = wide > 0 ? side : k < 3 ? 0 : gap;
            move_vertex(one, one->wide[k < 3 ? k : k - 3], p);
        }
        collide_tree *tree[2] = {build(&own, &options), build(&d, &options)};
        struct body a;
        memset(&a, 0, sizeof a);
        a.mesh = &own;
        a.tree = tree[0];
        hits += check_sweep(&a, still, &d, tree[1], NULL, v, kinds_below(&r, 2) ? 4 : 0, "a gap");
        free_tree(tree[0]);
        free_tree(tree[1]);
        free_drawn(&own);
        free_drawn(&d);
    }
    fprintf(stderr, "# %zu of %zu: vertices beside vertices\n", hits, n);
    assert_true(hits > n / 8 && hits < n);
}

// Cones that meet tip to tip, beside the tips, one inside the other, or not at all; and balls at
// tips. However many triangles share the first contact, few pairs are asked.
static void test_tips(void **state) {
    inputs_random r = inputs_seed(117);
    const collide_vec3 still = {0, 0, 0};
    size_t hits = 0;
    const size_t n = cases(400);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const collide_tree_options options = draw_options(&r);
        const float height[2] = {-inputs_uniform(&r, 0.25f, 2), inputs_uniform(&r, 0.25f, 2)};
        const uint32_t how = kinds_below(&r, 4);
        const struct drawn d[2] = {draw_cone(&r, 64, height[0], false),
                                   draw_cone(&r, 64, how == 3 ? height[0] : height[1], false)};
        // Some reach out of their cone, and may meet earlier than what is near the tip.
        for (int k = 0; k < 8 && i % 2; ++k) {
            const struct drawn *cone = &d[k % 2];
            const size_t own = 1 + kinds_below(&r, 64);
            const collide_vec3 p = position_of(cone, own), by = inputs_vec3(&r, -1, 1);
            move_vertex(cone, own, vec(p.x + by.x, p.y + by.y, p.z + by.z));
        }
        collide_tree *tree[2] = {build(&d[0], &options), build(&d[1], &options)};
        collide_pose pose = inputs_pose(&r, vec(0, 0, 0));
        const collide_vec3 turned = kinds_below(&r, 2) ? vec(0, 0, 4) : pose.axis[2];
        if (turned.z >= 4) // not turned
            pose = collide_pose_identity();
        pose.position = scaled(turned, turned.z >= 4 ? 1 : 4);
        if (how == 1)
            pose.position.x += inputs_uniform(&r, 0, 0.5f);
        const collide_vec3 v = scaled(turned, turned.z >= 4 ? 0.25f : 1);
        struct body a;
        memset(&a, 0, sizeof a);
        a.mesh = &d[0];
        a.tree = tree[0];
        hits += check_sweep(&a, v, &d[1], tree[1], &pose, still, how == 2 ? INFINITY : 9, "tips");
        a.kind = SPHERE;
        a.sphere.center = scaled(v, how == 1 ? -3.03125f : -3);
        a.sphere.radius = (float)kinds_below(&r, 3) * 0.25f;
        check_sweep(&a, v, &d[1], tree[1], NULL, still, 9, "a ball at a tip");
        for (int k = 0; k < 2; ++k) {
            free_tree(tree[k]);
            free_drawn(&d[k]);
        }
    }
    fprintf(stderr, "# %zu of %zu: cones\n", hits, n);
    assert_true(hits > n / 2);
    for (size_t size = 64; size <= 4096; size *= 8) {
        const struct drawn d = draw_cone(&r, size, -1, false);
        collide_tree *tree = build(&d, NULL);
        collide_pose pose = inputs_pose(&r, vec(0, 0, 4));
        const collide_vec3 v = {0, 0, 1};
        collide_tree_work count = {0, 0, 0}, rest = {0, 0, 0};
        collide_impact impact;
        pose.axis[0] = vec(1, 0, 0);
        pose.axis[1] = vec(0, -1, 0);
        pose.axis[2] = vec(0, 0, -1);
        assert_true(collide_tree_tree_sweep(INPUTS_MOVER(tree, NULL, v),
                                            INPUTS_MOVER(tree, &pose, still), 9, &impact, NULL,
                                            &count));
        assert_true(impact.t_first > 3.99999f && impact.t_first <= 4);
        REQUIRE(count.triangles < 2000, "%zu triangles: %zu pairs", size, (size_t)count.triangles);
        assert_false(collide_tree_tree_sweep(INPUTS_MOVER(tree, NULL, still),
                                             INPUTS_MOVER(tree, &pose, still), INFINITY, NULL, NULL,
                                             &rest));
        assert_int_equal(rest.triangles, 0);
        free_tree(tree);
        free_drawn(&d);
    }
}

// When the surface of a box meets triangle t, in double.
static float surface_meets(const collide_obb *box, collide_vec3 v, const collide_triangle *t) {
    static const int corner[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {4, 7, 6},
                                      {0, 1, 5}, {0, 5, 4}, {2, 3, 7}, {2, 7, 6},
                                      {0, 2, 6}, {0, 6, 4}, {1, 3, 7}, {1, 7, 5}};
    const collide_vec3 *x = box->axis, still = {0, 0, 0};
    float best = INFINITY;
    for (int f = 0; f < 12; ++f) {
        collide_triangle face;
        for (int k = 0; k < 3; ++k) {
            const float i = corner[f][k] & 1 ? box->half.x : -box->half.x;
            const float j = corner[f][k] & 2 ? box->half.y : -box->half.y;
            const float l = corner[f][k] & 4 ? box->half.z : -box->half.z;
            face.v[k] = vec(box->center.x + (i * x[0].x + j * x[1].x + l * x[2].x),
                            box->center.y + (i * x[0].y + j * x[1].y + l * x[2].y),
                            box->center.z + (i * x[0].z + j * x[1].z + l * x[2].z));
        }
        collide_impact impact;
        if (collide_triangle_triangle_sweep(&face, v, t, still, INFINITY, &impact))
            best = impact.t_first < best ? impact.t_first : best;
    }
    return best;
}

// A box, also as a convex body, onto or past the tip of a cone out of which some triangles reach.
// It meets the triangle that is told at the time that is told, which of all times is the least but
// for rounding, and not later than it meets anything.
static void test_boxes_at_tips(void **state) {
    enum { SIDES = 1024 };
    static char memory[4096 + COLLIDE_ALIGNMENT];
    char *const aligned =
        memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT) % COLLIDE_ALIGNMENT;
    const collide_vec3 still = {0, 0, 0};
    const collide_pose none = collide_pose_identity();
    collide_vec3 corner[8];
    inputs_random r = inputs_seed(119);
    size_t hits = 0, n = cases(160), least = 0;
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const struct drawn d = draw_cone(&r, SIDES, -1, false);
        for (int k = 0; k < 4 && i % 3; ++k)
            move_vertex(&d, 1 + kinds_below(&r, SIDES), inputs_vec3(&r, -0.5f, 0.5f));
        collide_tree *tree = build(&d, NULL);
        const collide_vec3 by = scaled(inputs_vec3(&r, -1, 1), i % 4 == 0 ? 0.125f : 1);
        collide_pose pose = inputs_pose(&r, vec(by.x, by.y, 3));
        if (kinds_below(&r, 4) == 0) {
            pose = none;
            pose.position = vec(by.x, by.y, 3);
        }
        const collide_vec3 half = vec(0.25f + 0.125f * by.z, 0.25f, 0.125f);
        const collide_vec3 v = vec(-by.x, 0, -1);
        struct body a;
        memset(&a, 0, sizeof a);
        a.kind = i % 3 ? OBB : CONVEX;
        a.pose = &pose;
        a.obb = collide_obb_from_pose(&pose, half);
        for (int k = 0; k < 8; ++k)
            corner[k] =
                vec(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
        assert_int_equal(
            collide_convex_build(&a.convex, aligned, 4096, corner, 8, none.axis, 3, none.axis, 3),
            COLLIDE_OK);
        const struct swept s = sweep_tree(&a, v, tree, NULL, still, 9);
        const float best = sweep_all(&a, v, &d, &none, still, 9);
        REQUIRE(s.hit == (best <= FLT_MAX), "case %zu: %d, but at %g", i, s.hit, (double)best);
        if (s.hit) {
            const collide_triangle own = triangle_of(&d, s.pair.b);
            collide_impact impact;
            float truth = INFINITY;
            for (size_t k = 0; k < SIDES; ++k) {
                const collide_triangle t = triangle_of(&d, k);
                const float x = surface_meets(&a.obb, v, &t);
                truth = x < truth ? x : truth;
            }
            ++hits;
            least += s.impact.t_first == best;
            assert_true(sweep_one(&a, v, 0, &own, still, 9, &impact));
            assert_true(memcmp(&impact, &s.impact, sizeof impact) == 0);
            REQUIRE(s.impact.t_first >= best && s.impact.t_first <= truth * (1 + 0x1p-22f),
                    "case %zu, %s: at %.9g, not from %.9g to %.9g", i, mover_names[a.kind],
                    (double)s.impact.t_first, (double)best, (double)truth);
        }
        free_tree(tree);
        free_drawn(&d);
    }
    fprintf(stderr, "# %zu of %zu boxes hit, %zu at the least time of all\n", hits, n, least);
    assert_true(hits > n / 4);
}

// ---- published meshes ------------------------------------------------------------------------

struct bounds {
    double lo[3], hi[3];
};

static struct bounds bounds_of(const collide_triangle *t) {
    struct bounds b;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            const float *x = &t->v[i].x + k;
            const double at = (double)*x;
            b.lo[k] = i == 0 || at < b.lo[k] ? at : b.lo[k];
            b.hi[k] = i == 0 || at > b.hi[k] ? at : b.hi[k];
        }
    return b;
}

// When boxes, made a little larger, may begin to meet if q moves; or infinity.
static double bounds_enter(const struct bounds *p, const struct bounds *q, const double *v) {
    double in = 0, out = 1e30;
    for (int k = 0; k < 3; ++k) {
        const double pad =
            1e-5 * (fabs(p->lo[k]) + fabs(p->hi[k]) + fabs(q->lo[k]) + fabs(q->hi[k]));
        const double from = p->lo[k] - q->hi[k] - pad, to = p->hi[k] - q->lo[k] + pad;
        if (v[k] > 0 || v[k] < 0) {
            const double s = from / v[k], t = to / v[k];
            in = (s < t ? s : t) > in ? (s < t ? s : t) : in;
            out = (s < t ? t : s) < out ? (s < t ? t : s) : out;
        } else if (from > 0 || to < 0) {
            return INFINITY;
        }
    }
    return in <= out * (1 + 1e-5) ? in * (1 - 1e-5) : INFINITY;
}

// The first time of all pairs of triangles, with b under a pose moving.
static float sweep_published(const struct mesh *a, const struct mesh *b, const collide_pose *pose,
                             collide_vec3 v) {
    const collide_vec3 still = {0, 0, 0};
    const double way[3] = {(double)v.x, (double)v.y, (double)v.z};
    struct bounds *own = (struct bounds *)allocate(a->triangles, sizeof *own);
    float best = INFINITY;
    for (size_t i = 0; i < a->triangles; ++i) {
        const uint32_t *k = a->indices + 3 * i;
        const collide_triangle t = {{a->positions[k[0]], a->positions[k[1]], a->positions[k[2]]}};
        own[i] = bounds_of(&t);
    }
    for (size_t j = 0; j < b->triangles; ++j) {
        collide_triangle t;
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(pose, b->positions[b->indices[3 * j + (size_t)k]]);
        const struct bounds bound = bounds_of(&t);
        for (size_t i = 0; i < a->triangles; ++i) {
            const uint32_t *k = a->indices + 3 * i;
            collide_impact impact;
            if (!(bounds_enter(&own[i], &bound, way) < (double)best))
                continue;
            const collide_triangle s = {
                {a->positions[k[0]], a->positions[k[1]], a->positions[k[2]]}};
            if (collide_triangle_triangle_sweep(&s, still, &t, v, INFINITY, &impact))
                best = impact.t_first < best ? impact.t_first : best;
        }
    }
    free(own);
    return best;
}

// The published meshes, each moved away from its scene and back again, some past.
static void test_published(void **state) {
    struct meshes all;
    FILE *file = open_data("meshes.txt");
    inputs_random r = inputs_seed(109);
    size_t sweeps = 0, hits = 0;
    (void)state;
    read_meshes(file, &all);
    for (size_t n = read_count(file); n; --n) {
        struct scene s = read_scene(file, &all);
        const struct drawn d[2] = {
            {BUMPY, {s.a->positions, s.a->vertices, 12, s.a->indices, s.a->triangles, 4}, 0, 0, 0},
            {BUMPY, {s.b->positions, s.b->vertices, 12, s.b->indices, s.b->triangles, 4}, 0, 0, 0}};
        const collide_tree_options options = draw_options(&r);
        collide_tree *a = build(&d[0], &options), *b = build(&d[1], &options);
        const size_t turns = kinds_tier() == 0 ? 1 : kinds_tier() == 1 ? 2 : 50;
        for (size_t turn = 0; turn < turns; ++turn, ++sweeps) {
            const float size = a->radius > b->radius ? a->radius : b->radius;
            const collide_vec3 from = scaled(inputs_vec3(&r, -1, 1), 3 * size);
            const collide_vec3 off = scaled(inputs_vec3(&r, -1, 1), size);
            const collide_vec3 v = vec(off.x - from.x, off.y - from.y, off.z - from.z);
            const collide_vec3 still = {0, 0, 0};
            collide_pose pose = s.pose;
            pose.position =
                vec(pose.position.x + from.x, pose.position.y + from.y, pose.position.z + from.z);
            const float best = sweep_published(s.a, s.b, &pose, v);
            for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
                collide_impact impact;
                if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                    continue;
                const bool hit =
                    collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, still), INPUTS_MOVER(b, &pose, v),
                                            INFINITY, &impact, NULL, NULL);
                REQUIRE(hit == (best <= FLT_MAX) && impact.t_first == best, "%s, %s: %g, not %g",
                        s.a->name, s.b->name, (double)impact.t_first, (double)best);
            }
            hits += best <= FLT_MAX;
        }
        free_tree(a);
        free_tree(b);
        free_scene(&s);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    close_data(file);
    free_meshes(&all);
    fprintf(stderr, "# %zu of %zu sweeps of published meshes hit\n", hits, sweeps);
    assert_true(hits > sweeps / 4);
} // NOLINT(clang-analyzer-unix.Malloc): cmocka leaves by longjmp where a check fails

// ---- a ball and a triangle -------------------------------------------------------------------

struct approach {
    collide_sphere a;
    collide_triangle t;
    collide_vec3 v, w;
};

// Where the ball's centre is at a time, as the triangle sees it.
static void center_at(const struct approach *q, rational_vector out, float time) {
    rational_set(rational_u, q->v);
    rational_set(rational_v, q->w);
    rational_less(rational_v, rational_u, rational_v);
    rational_set(rational_u, q->a.center);
    mpq_set_d(rational_t, (double)time);
    rational_along(out, rational_u, rational_t, rational_v, 3);
}

// Radii: the ball's, and as large as it may seem; distances between them count either way.
struct radii {
    mpq_t own, grown, square, grown_square, least;
    rational_vector from, to;
    struct rational_triangle t;
};

static void init_radii(struct radii *r) {
    mpq_inits(r->own, r->grown, r->square, r->grown_square, r->least, NULL);
    rational_init_vector(r->from);
    rational_init_vector(r->to);
    rational_init_triangle(&r->t);
}

// Larger by 2^-44 of the radius and the coordinates of the centre as the vertices see it.
static void set_radii(struct radii *r, const struct approach *q) {
    rational_set_triangle(&r->t, &q->t);
    mpq_set_d(r->own, (double)q->a.radius);
    mpq_set(r->grown, r->own);
    rational_set(rational_u, q->a.center);
    for (int i = 0; i < 3; ++i) {
        rational_less(rational_v, rational_u, r->t.v[i]);
        for (int k = 0; k < 3; ++k) {
            mpq_abs(rational_v[k], rational_v[k]);
            mpq_add(r->grown, r->grown, rational_v[k]);
        }
    }
    mpq_div_2exp(r->grown, r->grown, 44);
    mpq_add(r->grown, r->grown, r->own);
    mpq_mul(r->square, r->own, r->own);
    mpq_mul(r->grown_square, r->grown, r->grown);
}

// The square of how near the centre comes within these times, less that of the radius, or of the
// radius that is larger.
static int nearest_within(struct radii *r, const struct approach *q, float from, float to,
                          bool grown) {
    center_at(q, r->from, from);
    center_at(q, r->to, to);
    rational_off_triangle(r->least, r->from, r->to, &r->t);
    return mpq_cmp(r->least, grown ? r->grown_square : r->square);
}

// The share of what the radius may seem larger by that this took.
static double share_of(const struct radii *r) {
    mpq_sub(rational_x, r->least, r->square);
    mpq_sub(rational_y, r->grown, r->own);
    const double beyond = mpq_get_d(rational_x), more = mpq_get_d(rational_y);
    return beyond > 0 ? beyond / (mpq_get_d(r->own) + root(mpq_get_d(r->least))) / more : 0;
}

// A ball that exactly touches a triangle at a time of whole numbers for the first time; or would,
// the least bit later than t_max.
static struct approach draw_touch(inputs_random *r, float *t_max) {
    struct approach q;
    collide_vec3 n = vec(2, 3, 6), v = whole_vec(r, 1 << 17); // n of length 7
    const float t = (float)(1 + kinds_below(r, 12)), k = (float)kinds_below(r, 1 << 12);
    const collide_vec3 at = whole_vec(r, 1 << 19);
    for (int i = 0; i < 3; ++i) {
        float *x = &n.x + i, *y = &n.x + kinds_below(r, 3), swap = *x;
        *x = *y;
        *y = kinds_below(r, 2) ? swap : -swap;
    }
    if (dot(to_point(n), to_point(v)) < 0)
        v = vec(-v.x, -v.y, -v.z);
    q.t = touching_triangle(r, at, n);
    q.a.radius = 7 * k;
    q.a.center = whole_sum(whole_sum(at, -k, n), -t, v);
    q.w = kinds_below(r, 2) ? whole_vec(r, 1 << 10) : vec(0, 0, 0);
    q.v = whole_sum(v, 1, q.w);
    *t_max = kinds_below(r, 4) ? t : kinds_float(kinds_bits(t) - 1);
    return q;
}

static struct approach draw_approach(inputs_random *r, float *t_max) {
    struct approach q;
    const uint32_t how = kinds_below(r, 8);
    if (kinds_below(r, 4) == 0)
        return draw_touch(r, t_max);
    for (int k = 0; k < 3; ++k)
        q.t.v[k] = inputs_vec3(r, -1, 1);
    if (how == 0)
        q.t.v[2] = q.t.v[1];
    if (how == 1)
        q.t.v[1] = q.t.v[2] = q.t.v[0];
    if (how == 2) // in steps, where faces, edges and vertices are just touched
        for (int k = 0; k < 3; ++k)
            q.t.v[k] = vec((float)(int)(q.t.v[k].x * 3), (float)(int)(q.t.v[k].y * 3), 0);
    q.a.center = how == 2 ? vec((float)kinds_below(r, 5) - 2, (float)kinds_below(r, 5) - 2, 2)
                          : inputs_vec3(r, -2, 2);
    q.a.radius = how == 2 ? (float)kinds_below(r, 2) : inputs_uniform(r, 0, 1);
    q.a.radius = kinds_below(r, 8) ? q.a.radius : 0;
    q.v = inputs_vec3(r, -1, 1);
    q.w = kinds_below(r, 2) ? inputs_vec3(r, -1, 1) : vec(0, 0, 0);
    if (how == 2) {
        q.v = vec(0, 0, -1);
        q.w = vec((float)kinds_below(r, 2), 0, 0);
    }
    if (kinds_below(r, 20) == 0)
        q.v = q.w;
    *t_max = 4;
    if (kinds_below(r, 4) == 0) { // lengths of all sizes
        const int power = (int)kinds_below(r, 180) - 90;
        float *x = (float *)(void *)&q;
        for (size_t k = 0; k < 13; ++k)
            x[k] = ldexpf(x[k], power);
        *t_max = ldexpf(4, power);
    }
    return q;
}

// Exactly: no hit and no part of one is lost, none is invented for a ball larger by the bound, and
// times are rounded outward once.
static void test_ball(void **state) {
    inputs_random random = inputs_seed(102);
    const size_t n = cases(5000);
    size_t hits = 0, first_later = 0, invented = 0;
    double share = 0;
    static struct radii r;
    (void)state;
    rational_init();
    init_radii(&r);
    for (size_t i = 0; i < n; ++i) {
        float t_max;
        collide_impact impact;
        const struct approach q = draw_approach(&random, &t_max);
        const bool hit = collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, t_max, &impact);
        set_radii(&r, &q);
        const bool exact = nearest_within(&r, &q, 0, t_max, false) <= 0;
        REQUIRE(hit || !exact, "case %zu: missed", i);
        if (!hit)
            continue;
        const float first = impact.t_first, last = impact.t_last;
        ++hits;
        invented += !exact;
        REQUIRE(first >= 0 && first <= last && last <= t_max, "case %zu: %g to %g", i,
                (double)first, (double)last);
        const float next = kinds_float(kinds_bits(first) + 1);
        REQUIRE(nearest_within(&r, &q, first, next, true) <= 0, "case %zu: begins early at %a", i,
                (double)first);
        share = share_of(&r) > share ? share_of(&r) : share;
        REQUIRE(nearest_within(&r, &q, last > 0 ? kinds_float(kinds_bits(last) - 1) : 0, last,
                               true) <= 0,
                "case %zu: leaves late at %a", i, (double)last);
        share = share_of(&r) > share ? share_of(&r) : share;
        REQUIRE(!(first > 0) || nearest_within(&r, &q, 0, first, false) >= 0,
                "case %zu: begins late at %a", i, (double)first);
        REQUIRE(!(last < t_max) || nearest_within(&r, &q, last, t_max, false) >= 0,
                "case %zu: leaves early at %a", i, (double)last);
        if (first > 0) {
            ++first_later;
            assert_true(impact.depth >= 0 && !(impact.depth > 0));
        }
        const collide_vec3 m = impact.normal;
        assert_true(fabsf(m.x * m.x + m.y * m.y + m.z * m.z - 1) < 1e-5f);
    }
    fprintf(stderr, "# %zu of %zu, %zu of them later, %zu invented; %.3f of the bound\n", hits, n,
            first_later, invented, share);
    assert_true(first_later > n / 16);
    struct approach q = {
        {{0, 0, 3}, 1}, {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}}, {0, 0, -1}, {0, 0, 0}};
    collide_impact impact;
    assert_true(collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, 2, &impact));
    assert_true(impact.t_first <= 2 && impact.t_first > 1.999f && impact.normal.z > 0.99f);
    assert_false(collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, 1.5f, &impact));
    assert_true(impact.axis == COLLIDE_AXIS_NONE && impact.t_first > FLT_MAX);
    q.a.center.z = 0; // on the triangle: out against the motion
    assert_true(collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, 2, &impact));
    assert_true(impact.normal.z > 0.99f && impact.depth > 0.99f);
    q.v.x = NAN;
    assert_false(collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, 2, NULL));
    q.v.x = 0;
    q.a.radius = -1;
    assert_false(collide_sphere_triangle_sweep(&q.a, q.v, &q.t, q.w, 2, NULL));
}

// ---- fronts ----------------------------------------------------------------------------------

static collide_front *build_front(size_t capacity, const collide_tree *a, const collide_tree *b) {
    const size_t size = collide_front_size(capacity);
    void *memory = kinds_guarded(size);
    collide_front *front = NULL;
    const collide_status status = collide_front_build(&front, memory, size, capacity, a, b);
    REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    return front;
}

// A turn by a small angle about an axis of space, twice; near enough to a rotation.
static collide_pose turned(collide_pose p, collide_vec3 turn) {
    for (int i = 0; i < 3; ++i) {
        collide_vec3 x = p.axis[i];
        const collide_vec3 c = vec(turn.y * x.z - turn.z * x.y, turn.z * x.x - turn.x * x.z,
                                   turn.x * x.y - turn.y * x.x);
        x = vec(x.x + c.x, x.y + c.y, x.z + c.z);
        const float length = (float)collide__sqrt((double)(x.x * x.x + x.y * x.y + x.z * x.z));
        p.axis[i] = length > 0 ? scaled(x, 1 / length) : p.axis[i];
    }
    return p;
}

// Meshes that fly past and through each other, sometimes leap, and are refitted on the way: each
// query must find what a fresh one finds, on any instruction set in turn.
static void test_fronts(void **state) {
    inputs_random r = inputs_seed(103);
    const size_t flights = cases(20);
    size_t pairs = 0, all = 0;
    uint64_t fresh = 0, coherent = 0;
    (void)state;
    for (size_t i = 0; i < flights; ++i) {
        const float scale = i % 4 ? 1 : 1e-4f;
        struct drawn d[2];
        collide_tree *tree[2];
        for (int k = 0; k < 2; ++k) {
            const collide_tree_options options = draw_options(&r);
            d[k] = draw_mesh(&r, (enum mesh_kind)kinds_below(&r, MESH_KINDS),
                             1 + kinds_below(&r, 800), scale);
            tree[k] = build(&d[k], &options);
        }
        collide_front *front =
            build_front(kinds_below(&r, 4) ? 100000 : 1 + kinds_below(&r, 300), tree[0], tree[1]);
        collide_pose pose = draw_pose(&r, scale);
        const collide_pose fixed = draw_pose(&r, scale * 0.1f);
        const collide_pose *rest = kinds_below(&r, 2) ? &fixed : NULL;
        const collide_vec3 v = scaled(inputs_vec3(&r, -1, 1), scale * 0.02f);
        const collide_vec3 turn = scaled(inputs_vec3(&r, -1, 1), 0.02f);
        const bool bends = kinds_below(&r, 3) == 0;
        const size_t frames = kinds_tier() == 2 && bends && i < 20 ? 10000 : 100;
        all += frames;
        for (size_t frame = 0; frame < frames; ++frame) {
            collide_tree_work count = {0, 0, 0};
            pose = turned(pose, turn);
            pose.position =
                vec(pose.position.x + v.x, pose.position.y + v.y, pose.position.z + v.z);
            if (frame % 50 == 49)
                pose = draw_pose(&r, scale);
            for (int k = 0; k < 2 && bends; ++k) {
                for (size_t j = frame % 3; j < d[k].mesh.vertex_count; j += 3) {
                    const collide_vec3 p = position_of(&d[k], j);
                    const collide_vec3 q = scaled(inputs_vec3(&r, -1, 1), scale * 0.001f);
                    move_vertex(&d[k], j, vec(p.x + q.x, p.y + q.y, p.z + q.z));
                }
                assert_int_equal(collide_tree_refit(tree[k], &d[k].mesh, NULL, 0), COLLIDE_OK);
            }
            const size_t n =
                collide_tree_tree_indices(tree[0], rest, tree[1], &pose, NULL, 0, &count);
            collide_pair *expected = (collide_pair *)allocate(n + 1, sizeof *expected);
            collide_pair *found = (collide_pair *)allocate(n + 1, sizeof *found);
            collide_front_counts hits = {77, {77, 77, 77}};
            collide_tree_tree_indices(tree[0], rest, tree[1], &pose, expected, n, NULL);
            collide_isa_limit((collide_isa_id)(frame % COLLIDE_ISA_COUNT));
            assert_int_equal(
                collide_front_indices(front, tree[0], rest, tree[1], &pose, found, n + 1, &hits),
                COLLIDE_OK);
            collide_isa_limit(COLLIDE_ISA_COUNT);
            REQUIRE(hits.pairs == n, "flight %zu, frame %zu: %zu pairs, not %zu", i, frame,
                    hits.pairs, n);
            qsort(expected, n, sizeof *expected, compare_pairs);
            qsort(found, n, sizeof *found, compare_pairs);
            assert_memory_equal(expected, found, n * sizeof *found);
            fresh += count.volumes;
            coherent += hits.work.volumes;
            pairs += n;
            free(expected);
            free(found);
        }
        kinds_guarded_free(front, (size_t)front->size);
        for (int k = 0; k < 2; ++k) {
            free_tree(tree[k]);
            free_drawn(&d[k]);
        }
    }
    fprintf(stderr, "# %zu flights, %zu frames, %zu pairs; bounds compared: %.3g, coherent %.3g\n",
            flights, all, pairs, (double)fresh, (double)coherent);
    assert_true(pairs > flights && coherent > 0);
}

// Cones in each other, at first apart by so little that only their hulls show it, then through each
// other's sides: what hulls held apart is looked at again.
static void test_fronts_at_tips(void **state) {
    const size_t room = 1 << 16;
    (void)state;
    inputs_random r = inputs_seed(58);
    const struct drawn d = draw_cone(&r, 1100, 0.5f, false);
    collide_tree *tree = build(&d, NULL);
    collide_front *front = build_front(room, tree, tree);
    collide_pair *found = (collide_pair *)allocate(room, sizeof *found);
    collide_pair *expected = (collide_pair *)allocate(room, sizeof *expected);
    size_t pairs = 0;
    for (int i = 0; i < 12; ++i) {
        collide_pose pose = collide_pose_identity();
        pose.position = vec((float)i * 5e-4f, 0, 1e-3f);
        const size_t n = collide_tree_tree_indices(tree, NULL, tree, &pose, expected, room, NULL);
        collide_front_counts again;
        assert_int_equal(collide_front_indices(front, tree, NULL, tree, &pose, found, room, &again),
                         COLLIDE_OK);
        assert_true(n <= room && (i > 2 || (n == 0 && front->count > 0)));
        REQUIRE(again.pairs == n, "%zu pairs, not %zu", again.pairs, n);
        qsort(found, n, sizeof *found, compare_pairs);
        qsort(expected, n, sizeof *expected, compare_pairs);
        assert_memory_equal(found, expected, n * sizeof *found);
        pairs += n;
    }
    print_message("# %zu pairs\n", pairs);
    assert_true(pairs > 1000);
    kinds_guarded_free(front, (size_t)front->size);
    free(expected);
    free(found);
    free_tree(tree);
    free_drawn(&d);
}

// ---- many poses, contacts, boxes -------------------------------------------------------------

static bool same_contact(const collide_contact *a, const collide_contact *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void test_poses(void **state) {
    inputs_random r = inputs_seed(104);
    const size_t n = cases(400);
    size_t hits = 0, all = 0, contacts = 0, kept = 0;
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        struct drawn d[2];
        collide_tree *tree[2];
        for (int k = 0; k < 2; ++k) {
            const collide_tree_options options = draw_options(&r);
            const enum mesh_kind kind = (enum mesh_kind)kinds_below(&r, MESH_KINDS);
            d[k] = draw_mesh(&r, kind, 1 + kinds_below(&r, 150), 1);
            tree[k] = build(&d[k], &options);
        }
        collide_pose poses[40];
        uint16_t bits[4] = {7, 7, 7, 0x5a5a};
        const size_t count = kinds_below(&r, 41);
        const collide_pose fixed = inputs_pose(&r, vec(0.1f, 0.2f, 0.3f));
        const collide_pose *rest = kinds_below(&r, 2) ? &fixed : NULL;
        for (size_t k = 0; k < 40; ++k) {
            poses[k] = k % 8 ? turned(poses[k - 1], vec(0.01f, 0.02f, 0)) : draw_pose(&r, 1);
            if (rest)
                poses[k].position = vec(poses[k].position.x + 0.1f, poses[k].position.y + 0.2f,
                                        poses[k].position.z + 0.3f);
        }
        const collide_pose_array array = {poses, count, 0};
        const size_t found = collide_tree_tree_poses(tree[0], rest, tree[1], &array, bits);
        size_t expected = 0;
        for (size_t k = 0; k < count; ++k) {
            const bool hit = collide_tree_tree(tree[0], rest, tree[1], &poses[k], NULL);
            REQUIRE((bits[k / 16] >> k % 16 & 1) == hit, "case %zu: pose %zu", i, k);
            expected += hit;
            // The box of either is no smaller than its triangles.
            const collide_aabb box = collide_aabb_from_tree(tree[1], &poses[k]);
            for (size_t v = 0; v < 3 * d[1].mesh.triangle_count; ++v) {
                const collide_vec3 p =
                    collide_pose_apply(&poses[k], position_of(&d[1], d[1].wide[v]));
                assert_true(p.x >= box.min.x && p.y >= box.min.y && p.z >= box.min.z &&
                            p.x <= box.max.x && p.y <= box.max.y && p.z <= box.max.z);
            }
        }
        assert_int_equal(found, expected);
        assert_true(bits[3] == 0x5a5a && (count % 16 == 0 || bits[count / 16] >> count % 16 == 0));
        hits += found;
        all += count;
        // Contacts of every pair, in the order of the pairs.
        const size_t pairs =
            collide_tree_tree_indices(tree[0], rest, tree[1], &poses[0], NULL, 0, NULL);
        collide_pair *pair = (collide_pair *)allocate(pairs + 1, sizeof *pair);
        collide_contact *one = (collide_contact *)allocate(9 * pairs + 1, sizeof *one);
        collide_contact *tree_of = (collide_contact *)allocate(9 * pairs + 1, sizeof *one);
        size_t m = 0;
        const collide_pose relative = collide_pose_relative(rest, &poses[0]);
        collide_tree_tree_indices(tree[0], rest, tree[1], &poses[0], pair, pairs, NULL);
        for (size_t k = 0; k < pairs; ++k) {
            const collide_triangle p = triangle_of(&d[0], pair[k].a);
            collide_triangle q = triangle_of(&d[1], pair[k].b);
            for (int v = 0; v < 3; ++v)
                q.v[v] = collide_pose_apply(&relative, q.v[v]);
            m += collide_triangle_triangle_touches(&p, &q, one + m, 9);
        }
        const float distance = kinds_below(&r, 2) ? -1 : 0.001f;
        const size_t left = distance < 0 ? m : collide_contacts_merge(one, m, distance);
        const size_t got = collide_tree_tree_touches(tree[0], rest, tree[1], &poses[0], distance,
                                                     tree_of, 9 * pairs, NULL);
        REQUIRE(got == left, "case %zu: %zu contacts, not %zu", i, got, left);
        for (size_t k = 0; k < left; ++k)
            if (!rest)
                assert_true(same_contact(&one[k], &tree_of[k]));
            else
                assert_true(memcmp(&one[k].depth, &tree_of[k].depth, sizeof one[k].depth) == 0);
        contacts += left;
        // A buffer too small has the deepest of them.
        if (left > 4 && distance < 0) {
            collide_contact few[4];
            assert_int_equal(collide_tree_tree_touches(tree[0], rest, tree[1], &poses[0], distance,
                                                       few, 4, NULL),
                             left);
            size_t deeper = 0;
            for (size_t k = 0; k < left; ++k) {
                size_t below = 0;
                for (int f = 0; f < 4; ++f)
                    below += one[k].depth > few[f].depth;
                deeper += below > 0;
            }
            assert_true(deeper <= 3);
        }
        const size_t reduced = collide_contacts_reduce(tree_of, left);
        assert_true(reduced <= left);
        for (size_t k = 0; k < reduced; ++k) {
            size_t like = 0;
            for (size_t f = k; f < reduced; ++f)
                like += tree_of[k].normal.x * tree_of[f].normal.x +
                            tree_of[k].normal.y * tree_of[f].normal.y +
                            tree_of[k].normal.z * tree_of[f].normal.z >
                        0.9991f;
            REQUIRE(like <= 4 || distance < 0, "case %zu: %zu of one normal", i, like);
        }
        kept += reduced;
        free(pair);
        free(one);
        free(tree_of);
        for (int k = 0; k < 2; ++k) {
            free_tree(tree[k]);
            free_drawn(&d[k]);
        }
    }
    fprintf(stderr, "# %zu of %zu poses meet; %zu contacts, %zu of them left\n", hits, all,
            contacts, kept);
    assert_true(hits > all / 8 && hits < all && contacts > n && kept < contacts);
}

static collide_contact contact_at(float x, float y, float depth) {
    collide_contact c;
    memset(&c, 0, sizeof c);
    c.point_a = c.point_b = vec(x, y, 0);
    c.normal = vec(0, 0, 1);
    c.depth = depth;
    return c;
}

static void test_reduce(void **state) {
    collide_contact c[40];
    (void)state;
    // A grid, deepest in the middle: it, a corner, the corner farthest from their line, and the
    // other one outside of these three.
    for (int i = 0; i < 25; ++i)
        c[i] = contact_at((float)(i % 5), (float)(int)(i / 5), i == 12 ? 2 : 1);
    assert_int_equal(collide_contacts_reduce(c, 25), 4);
    assert_true(c[0].depth > 1.5f);
    for (int i = 1; i < 4; ++i)
        assert_true((c[i].point_b.x < 0.5f || c[i].point_b.x > 3.5f) &&
                    (c[i].point_b.y < 0.5f || c[i].point_b.y > 3.5f));
    for (int i = 0; i < 10; ++i) // on a line: both ends and the deepest
        c[i] = contact_at((float)i, 0, i == 3 ? 2 : 1);
    assert_int_equal(collide_contacts_reduce(c, 10), 3);
    assert_true(c[0].point_b.x > 2.5f && c[0].point_b.x < 3.5f && c[1].point_b.x > 8.5f &&
                c[2].point_b.x < 0.5f);
    for (int i = 0; i < 10; ++i) // in one place
        c[i] = contact_at(1, 1, (float)i);
    assert_int_equal(collide_contacts_reduce(c, 10), 1);
    assert_true(c[0].depth > 8.5f);
    for (int i = 0; i < 30; ++i) { // three normals in turn, four or fewer of two of them
        c[i] = contact_at((float)(i * i % 7), (float)(i * 3 % 11), (float)i);
        c[i].normal = i % 10 == 0 ? vec(1, 0, 0) : i % 10 == 1 ? vec(0, 1, 0) : vec(0, 0, 1);
    }
    assert_int_equal(collide_contacts_reduce(c, 30), 3 + 3 + 4);
    assert_int_equal(collide_contacts_reduce(NULL, 0), 0);
    c[0] = contact_at(0, 0, NAN);
    c[1] = contact_at(0, NAN, 1);
    for (int i = 2; i < 8; ++i)
        c[i] = contact_at((float)i, NAN, 1);
    assert_true(collide_contacts_reduce(c, 8) <= 8);
}

// Of contacts in a tilted plane, or on a line in one, those that are left are all different.
static void test_reduce_tilted(void **state) {
    inputs_random r = inputs_seed(116);
    const size_t all = cases(4000);
    (void)state;
    for (size_t k = 0; k < all; ++k) {
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        const size_t n = 5 + kinds_below(&r, 19);
        collide_contact c[24];
        for (size_t i = 0; i < n; ++i) {
            const float u = inputs_uniform(&r, -1, 1);
            const float v = k % 2 ? 0.5f * u : inputs_uniform(&r, -1, 1);
            c[i] = contact_at(0, 0, inputs_uniform(&r, 0, 1));
            c[i].normal = pose.axis[2];
            c[i].point_b = vec(pose.position.x + u * pose.axis[0].x + v * pose.axis[1].x,
                               pose.position.y + u * pose.axis[0].y + v * pose.axis[1].y,
                               pose.position.z + u * pose.axis[0].z + v * pose.axis[1].z);
            c[i].feature_a = (uint32_t)i;
        }
        const size_t left = collide_contacts_reduce(c, n);
        assert_in_range(left, 2, 4);
        for (size_t i = 0; i < left; ++i)
            for (size_t j = 0; j < i; ++j)
                assert_int_not_equal(c[i].feature_a, c[j].feature_a);
    }
}

// ---- many movers -----------------------------------------------------------------------------

static void test_movers(void **state) {
    inputs_random r = inputs_seed(105);
    size_t met = 0;
    const size_t worlds = cases(12);
    (void)state;
    const struct drawn d[3] = {draw_mesh(&r, BUMPY, 48, 1), draw_mesh(&r, SOUP, 20, 1),
                               draw_mesh(&r, SHEET, 8, 1)};
    collide_tree *tree[3];
    for (int k = 0; k < 3; ++k)
        tree[k] = build(&d[k], NULL);
    for (size_t w = 0; w < worlds; ++w) {
        const size_t n = 1 + kinds_below(&r, 120), stride = sizeof(collide_mover) + 8;
        const size_t size = collide_movers_scratch_size(n);
        void *scratch = kinds_guarded(size);
        char *movers = (char *)allocate(n, stride);
        const float t_max = w % 4 == 0 ? 0 : w % 4 == 1 ? INFINITY : 1;
        const float room = 7;
        collide_movers_hit *hits = (collide_movers_hit *)allocate(n * n / 2 + 1, sizeof *hits);
        for (size_t i = 0; i < n; ++i) {
            collide_mover m;
            memset(&m, 0, sizeof m);
            m.tree = tree[kinds_below(&r, 3)];
            m.pose = inputs_pose(&r, scaled(inputs_vec3(&r, -1, 1), room));
            m.velocity = scaled(inputs_vec3(&r, -1, 1), kinds_below(&r, 3) ? 4 : 0);
            if (kinds_below(&r, 40) == 0)
                m.velocity.y = kinds_below(&r, 2) ? NAN : INFINITY;
            if (kinds_below(&r, 40) == 0)
                m.pose.axis[1].x = NAN;
            if (kinds_below(&r, 20) == 0) // together beyond what a tree meets at rest
                m.pose.position.x = 2e37f;
            memcpy(movers + i * stride, &m, sizeof m);
        }
        size_t k = 0;
        collide_movers_counts found = {77, {77, 77, 77}}, again;
        assert_int_equal(collide_movers_sweep((const collide_mover *)(void *)movers, n, stride,
                                              t_max, scratch, size, hits, n * n / 2, &found),
                         COLLIDE_OK);
        for (uint32_t i = 0; i < n; ++i)
            for (uint32_t j = i + 1; j < n; ++j) {
                collide_mover a, b;
                collide_impact impact;
                collide_pair pair;
                memcpy(&a, movers + i * stride, sizeof a);
                memcpy(&b, movers + j * stride, sizeof b);
                size_t at = 0;
                while (at < found.hits && !(hits[at].movers.a == i && hits[at].movers.b == j))
                    ++at;
                const bool hit = collide_tree_tree_sweep(&a, &b, t_max, &impact, &pair, NULL);
                REQUIRE(hit == (at < found.hits), "world %zu: %u and %u", w, i, j);
                k += hit;
                if (hit)
                    assert_true(memcmp(&hits[at].impact, &impact, sizeof impact) == 0 &&
                                memcmp(&hits[at].triangles, &pair, sizeof pair) == 0);
            }
        assert_int_equal(k, found.hits);
        assert_int_equal(collide_movers_sweep((const collide_mover *)(void *)movers, n, stride,
                                              t_max, scratch, size, NULL, 0, &again),
                         COLLIDE_OK);
        assert_memory_equal(&again, &found, sizeof found);
        assert_int_equal(collide_movers_sweep((const collide_mover *)(void *)movers, n, stride,
                                              t_max, scratch, size - 64, NULL, 0, &again),
                         COLLIDE_ERROR_SIZE);
        assert_true(again.hits == 0 && again.work.volumes == 0 && again.work.updates == 0);
        assert_int_equal(collide_movers_sweep((const collide_mover *)(void *)movers, n, stride, -1,
                                              scratch, size, NULL, 0, &again),
                         COLLIDE_ERROR_EXTENT);
        met += found.hits;
        free(hits);
        free(movers);
        kinds_guarded_free(scratch, size);
    }
    fprintf(stderr, "# %zu worlds, %zu pairs of movers meet\n", worlds, met);
    assert_true(met > worlds);
    assert_int_equal(collide_movers_scratch_size(0), 0);
    assert_int_equal(collide_movers_scratch_size(SIZE_MAX), 0);
    for (int k = 0; k < 3; ++k) {
        free_tree(tree[k]);
        free_drawn(&d[k]);
    }
}

// Small steps after a large one, by refitting or by poses: sums must not swallow them.
static void test_small_steps(void **state) {
    static const collide_vec3 at_rest[3] = {{0, -1, -1}, {0, 1, -1}, {0, 0, 1}};
    const uint32_t index[3] = {0, 1, 2};
    (void)state;
    for (int way = 0; way < 2; ++way) {
        collide_vec3 p[3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
        const struct drawn d[2] = {{SOUP, {at_rest, 3, 12, index, 1, 4}, NULL, NULL, NULL},
                                   {SOUP, {p, 3, 12, index, 1, 4}, NULL, NULL, NULL}};
        const collide_tree_options options = {6, 0, 0, COLLIDE_TREE_SURFACE, 0};
        collide_tree *tree[2] = {build(&d[0], &options), build(&d[1], &options)};
        collide_front *front = build_front(16, tree[0], tree[1]);
        collide_pose pose = collide_pose_identity();
        const int steps = way ? 30000 : 400;
        size_t met = 0;
        collide_front_counts n;
        for (int leap = 0; leap < 3; ++leap) {
            pose.position.x = 3;
            pose.axis[0].x = pose.axis[1].y = way && leap == 1 ? 0x1p40f : 1;
            p[1].x = !way && leap == 1 ? 1e20f : 1;
            assert_int_equal(collide_tree_refit(tree[1], &d[1].mesh, NULL, 0), COLLIDE_OK);
            if (way)
                collide_front_indices(front, tree[0], NULL, tree[1], &pose, NULL, 0, &n);
        }
        for (int i = 0; i < steps; ++i) {
            for (int k = 0; k < 3 && !way; ++k)
                p[k].x -= 0.01f;
            pose.position.x = way ? 3 - 1e-4f * (float)i : 3;
            assert_int_equal(collide_tree_refit(tree[1], &d[1].mesh, NULL, 0), COLLIDE_OK);
            collide_front_indices(front, tree[0], NULL, tree[1], &pose, NULL, 0, &n);
            REQUIRE(n.pairs ==
                        collide_tree_tree_indices(tree[0], NULL, tree[1], &pose, NULL, 0, NULL),
                    "way %d, step %d: %zu", way, i, n.pairs);
            met += n.pairs;
        }
        assert_true(met > (size_t)steps / 8 && met < (size_t)steps);
        kinds_guarded_free(front, (size_t)front->size);
        free_tree(tree[0]);
        free_tree(tree[1]);
    }
}

// ---- bad input -------------------------------------------------------------------------------

static void test_errors(void **state) {
    inputs_random r = inputs_seed(106);
    (void)state;
    const struct drawn d = draw_mesh(&r, BUMPY, 48, 1), e = draw_mesh(&r, BUMPY, 48, 2);
    collide_tree *a = build(&d, NULL), *b = build(&e, NULL);
    const size_t size = collide_front_size(100);
    char *memory = (char *)kinds_guarded(size + 64);
    collide_front *front = (collide_front *)(void *)memory;
    collide_front_counts n = {7, {7, 7, 7}};
    assert_int_equal(collide_front_build(NULL, memory, size, 100, a, b), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_front_build(&front, NULL, size, 100, a, b), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_front_build(&front, memory, size, 100, NULL, b), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_front_build(&front, memory, size, 0, a, b), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_front_build(&front, memory, size - 1, 100, a, b), COLLIDE_ERROR_SIZE);
    assert_int_equal(collide_front_build(&front, memory + 4, size, 100, a, b),
                     COLLIDE_ERROR_ALIGNMENT);
    assert_null(front);
    assert_true(collide_front_size(0) == 0 && collide_front_size(SIZE_MAX) == 0);
    assert_int_equal(collide_front_build(&front, memory, size, 100, a, b), COLLIDE_OK);
    assert_int_equal(collide_front_indices(front, b, NULL, a, NULL, NULL, 0, &n),
                     COLLIDE_ERROR_TREE);
    assert_true(n.pairs == 0 && n.work.volumes == 0 && n.work.triangles == 0);
    assert_int_equal(collide_front_indices(front, a, NULL, a, NULL, NULL, 0, &n),
                     COLLIDE_ERROR_TREE);
    assert_int_equal(collide_front_indices(front, a, NULL, NULL, NULL, NULL, 0, &n),
                     COLLIDE_ERROR_NULL);
    assert_int_equal(collide_front_indices(front, a, NULL, b, NULL, NULL, 0, NULL),
                     COLLIDE_ERROR_NULL);
    collide_pose pose = collide_pose_identity();
    pose.position = vec(0.5f, 0.25f, 0);
    const size_t hits = collide_tree_tree_indices(a, NULL, b, &pose, NULL, 0, NULL);
    for (int k = 0; k < 4; ++k) { // a pose that is not finite in between
        pose.axis[0].y = k == 1 ? NAN : 0;
        assert_int_equal(collide_front_indices(front, a, NULL, b, &pose, NULL, 0, &n), COLLIDE_OK);
        assert_int_equal(n.pairs, k == 1 ? 0 : hits);
    }
    kinds_guarded_free(memory, size + 64);
    // Sweeps of what is not finite, too far off, or NULL, meet nothing.
    const collide_vec3 zero = {0, 0, 0}, bad = {NAN, 0, 0}, fast = {3e38f, 0, 0};
    collide_impact impact;
    collide_pair pair;
    pose = collide_pose_identity();
    assert_true(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(a, NULL, zero), 0,
                                        &impact, &pair, NULL));
    assert_true(impact.t_first <= 0 && impact.t_last <= 0);
    assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, bad), INPUTS_MOVER(a, NULL, zero), 1,
                                         &impact, &pair, NULL));
    assert_true(impact.axis == COLLIDE_AXIS_NONE && pair.a == UINT32_MAX && pair.b == UINT32_MAX);
    assert_true(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(a, NULL, fast), 1,
                                        NULL, NULL, NULL));
    pose.position.x = 2e37f; // too far for bounds
    assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(a, &pose, fast),
                                         1, NULL, NULL, NULL));
    pose.position.x = 0;
    assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(a, NULL, zero),
                                         -1, NULL, NULL, NULL));
    assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, NULL, zero), INPUTS_MOVER(a, NULL, zero),
                                         NAN, NULL, NULL, NULL));
    assert_false(collide_tree_tree_sweep(INPUTS_MOVER(NULL, NULL, zero),
                                         INPUTS_MOVER(a, NULL, zero), 1, NULL, NULL, NULL));
    assert_int_equal(collide_tree_tree_sweep_contacts(INPUTS_MOVER(a, NULL, zero),
                                                      INPUTS_MOVER(a, NULL, zero), pair, NULL, NULL,
                                                      0),
                     0);
    const collide_sphere ball = {{0, 0, 0}, 1};
    assert_false(
        collide_sphere_tree_sweep(&ball, bad, INPUTS_MOVER(a, NULL, zero), 1, &impact, &pair.a));
    assert_false(
        collide_sphere_tree_sweep(&ball, zero, INPUTS_MOVER(NULL, NULL, zero), 1, &impact, NULL));
    assert_true(collide_sphere_tree_sweep(&ball, zero, INPUTS_MOVER(a, NULL, zero), 1, NULL, NULL));
    assert_false(
        collide_convex_tree_sweep(NULL, NULL, zero, INPUTS_MOVER(a, NULL, zero), 1, &impact, NULL));
    assert_int_equal(collide_convex_tree_indices(NULL, NULL, a, NULL, NULL, 0), 0);
    assert_false(collide_convex_tree(NULL, NULL, a, NULL));
    assert_false(collide_sphere_tree(&ball, NULL, NULL));
    const collide_aabb none = collide_aabb_from_tree(NULL, NULL);
    assert_true(none.min.x > FLT_MAX && none.max.z < -FLT_MAX);
    const collide_cylinder barrel = {{1, 2, 3}, {0, 0.6f, 0.8f}, 0.5f, 4};
    const collide_obb box = collide_obb_from_cylinder(&barrel);
    assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
    assert_true(box.half.x >= 0.5f && box.half.x < 0.50001f && box.half.z >= 2 &&
                box.half.z < 2.0001f && box.axis[2].z > 0.79f && box.center.y > 1.5f);
    const collide_cylinder crooked = {{1, 2, 3}, {0, 0, 0}, 0.5f, 4};
    const collide_obb wrong = collide_obb_from_cylinder(&crooked);
    assert_false(collide_obb_obb(&wrong, &box, NULL));
    // A pose whose axes lie in a plane meets nothing, though its volume is rounded to something.
    for (int k = 0; k < 100; ++k) {
        collide_pose flat = inputs_pose(&r, vec(0, 0, 0));
        flat.axis[1] = flat.axis[0];
        assert_false(collide_tree_tree(a, &flat, a, NULL, NULL));
        assert_false(collide_tree_tree_sweep(INPUTS_MOVER(a, &flat, zero),
                                             INPUTS_MOVER(a, NULL, zero), 1, NULL, NULL, NULL));
    }
    free_tree(a);
    free_tree(b);
    free_drawn(&d);
    free_drawn(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweeps),         cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_gaps),           cmocka_unit_test(test_tips),
        cmocka_unit_test(test_boxes_at_tips),  cmocka_unit_test(test_ball),
        cmocka_unit_test(test_fronts),         cmocka_unit_test(test_poses),
        cmocka_unit_test(test_fronts_at_tips), cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_reduce_tilted),  cmocka_unit_test(test_movers),
        cmocka_unit_test(test_small_steps),    cmocka_unit_test(test_errors),
        cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
