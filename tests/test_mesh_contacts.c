// Contacts of shapes with meshes: inner edges have none, and what the mesh is carries the shape.
#include "test.h"

#include "kinds.h"
#include "points.h"

#include <stdlib.h>

#define CELLS 40
#define KINDS 6

// A mesh under way, and its tree.
typedef struct ground {
    collide_vec3 p[(CELLS + 1) * (CELLS + 1)];
    uint32_t corners[6 * CELLS * CELLS + 64];
    uint32_t points, triangles;
    void *memory;
    collide_tree *tree;
} ground;

static void ground_build(ground *g) {
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = g->p;
    mesh.vertex_count = g->points;
    mesh.indices = g->corners;
    mesh.triangle_count = g->triangles;
    const size_t size = collide_tree_size(g->triangles, NULL);
    g->memory = malloc(size + COLLIDE_ALIGNMENT);
    assert_non_null(g->memory);
    assert_int_equal(collide_tree_build(&g->tree, COLLIDE_ALIGN(g->memory), size, &mesh, NULL),
                     COLLIDE_OK);
}

static float height_of(int what, float x, float y) {
    // flat; tilted; hills; a ridge along y; a valley along y
    const float u = 0.25f * x, v = 0.25f * y;
    return what == 0   ? 0
           : what == 1 ? 0.25f * x - 0.125f * y
           : what == 2 ? 0.25f * ((u * u - 1) * (v - 1) * 0.25f + v * v * 0.5f)
           : what == 3 ? -0.5f * (x < 0 ? -x : x)
                       : 0.5f * (x < 0 ? -x : x);
}

// A grid of cells in -n/2 cell to n/2 cell.
static void ground_grid(ground *g, int n, float cell, int what) {
    const uint32_t row = (uint32_t)n + 1;
    g->points = row * row;
    g->triangles = 0;
    for (uint32_t j = 0; j < row; ++j)
        for (uint32_t i = 0; i < row; ++i) {
            collide_vec3 *p = &g->p[j * row + i];
            p->x = ((float)i - 0.5f * (float)n) * cell;
            p->y = ((float)j - 0.5f * (float)n) * cell;
            p->z = height_of(what, p->x, p->y);
        }
    for (uint32_t j = 0; j + 1 < row; ++j)
        for (uint32_t i = 0; i + 1 < row; ++i) {
            const uint32_t a = j * row + i, b = a + 1, c = a + row, d = c + 1;
            const uint32_t corners[6] = {a, b, c, b, d, c};
            memcpy(&g->corners[3 * g->triangles], corners, sizeof corners);
            g->triangles += 2;
        }
    ground_build(g);
}

static void ground_free(ground *g) {
    free(g->memory);
}

static const collide_convex *pyramid(void) {
    static const collide_vec3 tip[5] = {{-0.25f, -0.25f, -0.125f},
                                        {0.25f, -0.25f, -0.125f},
                                        {0.25f, 0.25f, -0.125f},
                                        {-0.25f, 0.25f, -0.125f},
                                        {0, 0, 0.25f}};
    static const uint32_t faces[18] = {0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    static const collide_mesh mesh = {tip, 5, 0, faces, 6, 0};
    static unsigned char memory[1 << 12];
    static collide_convex *body;
    if (!body)
        assert_int_equal(collide_convex_build_mesh(&body, COLLIDE_ALIGN(memory),
                                                   sizeof memory - COLLIDE_ALIGNMENT, &mesh),
                         COLLIDE_OK);
    return body;
}

static collide_shape shape_of(int kind) {
    static const collide_sphere sphere = {{0, 0, 0}, 0.25f};
    static const collide_capsule capsule = {{0, 0, -0.25f}, {0, 0, 0.25f}, 0.125f};
    static const collide_obb box = {
        {0, 0, 0}, {0.25f, 0.375f, 0.125f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    static const collide_cylinder cylinder = {{0, 0, 0}, {0, 0, 1}, 0.25f, 0.5f};
    static const collide_tetrahedron tetrahedron = {{{0.25f, 0.25f, 0.25f},
                                                     {-0.25f, -0.25f, 0.25f},
                                                     {-0.25f, 0.25f, -0.25f},
                                                     {0.25f, -0.25f, -0.25f}}};
    return kind == 0   ? collide_shape_from_sphere(&sphere)
           : kind == 1 ? collide_shape_from_capsule(&capsule)
           : kind == 2 ? collide_shape_from_obb(&box)
           : kind == 3 ? collide_shape_from_cylinder(&cylinder)
           : kind == 4 ? collide_shape_from_convex(pyramid(), NULL)
                       : collide_shape_from_tetrahedron(&tetrahedron);
}

// Depths that differ by 2^-8 of the size count as equal when four of more contacts are chosen.
static double tie(int kind) {
    return kind < 2 ? 0 : kind == 4 ? 0.006 : 0.004;
}

static double along(collide_vec3 n, collide_vec3 p) {
    return (double)n.x * (double)p.x + (double)n.y * (double)p.y + (double)n.z * (double)p.z;
}

static collide_vec3 between(collide_vec3 a, collide_vec3 b) {
    const collide_vec3 r = {b.x - a.x, b.y - a.y, b.z - a.z};
    return r;
}

static collide_contact_options options_of(float margin, uint32_t flags) {
    collide_contact_options o;
    memset(&o, 0, sizeof o);
    o.margin = margin;
    o.flags = flags;
    return o;
}

// Any pose whose shape is up to deep below the plane z = slope . (x, y), or that far above.
static collide_shape placed(inputs_random *r, int kind, collide_vec3 up, float deep, float wide) {
    const collide_shape still = shape_of(kind);
    collide_vec3 at = inputs_vec3(r, -wide, wide);
    at.z = 0;
    const bool lies = kinds_below(r, 2);
    collide_pose pose =
        collide_pose_from_quaternion(inputs_uniform(r, -1, 1), inputs_uniform(r, -1, 1),
                                     inputs_uniform(r, -1, 1), inputs_uniform(r, -1, 1), at);
    if (lies) // turned from z to up, then round z
        pose = collide_pose_from_quaternion(-up.y, up.x, 0, 1 + up.z, at);
    const collide_plane plane = {up, 0};
    const collide_shape half = collide_shape_from_plane(&plane);
    collide_shape s = collide_shape_under_pose(&still, &pose);
    collide_distance d;
    if (!collide_shape_shape_distance(&s, &half, INFINITY, &d))
        fail_msg("no distance from the half-space");
    const float move = -d.lo - deep;
    pose.position.x += move * up.x;
    pose.position.y += move * up.y;
    pose.position.z += move * up.z;
    return collide_shape_under_pose(&still, &pose);
}

// On flat and tilted meshes every contact is along the normal, none is deeper than the shape, the
// deepest is as deep, and the points are on the plane and that far off it.
static void test_planes(void **state) {
    static const collide_vec3 up[2] = {{0, 0, 1}, {-0.2407717f, 0.12038585f, 0.96308684f}};
    static ground g;
    inputs_random r = inputs_seed(351);
    (void)state;
    for (int what = 0; what < 2; ++what)
        for (int cells = 0; cells < 2; ++cells) {
            const float cell = cells ? 1 : 0.25f;
            ground_grid(&g, CELLS, cell, what);
            for (int i = 0; i < (kinds_tier() < 2 ? test_cases(1200) : 100000); ++i) {
                const int kind = i % KINDS;
                const float deep = i % 5 == 4 ? -0.01f : inputs_uniform(&r, 1e-4f, 0.02f);
                const collide_shape s = placed(&r, kind, up[what], deep, 8 * cell);
                const collide_contact_options o =
                    options_of(i % 5 == 4 ? 0.0625f : 0, (uint32_t)(i % 2));
                collide_contact c[16];
                const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &o, c, 16);
                double deepest = -1;
                if (n < 1 || n > 4)
                    fail_msg("%d contacts, case %d, kind %d", (int)n, i, kind);
                for (size_t k = 0; k < n; ++k) {
                    const double off = along(c[k].normal, between(c[k].point_a, c[k].point_b));
                    if (along(c[k].normal, up[what]) < 0.999999 ||
                        fabs(along(up[what], c[k].point_b)) > 4e-6 ||
                        fabs(off - (double)c[k].depth) > 4e-6)
                        fail_msg("contact %d of %d, case %d, kind %d", (int)k, (int)n, i, kind);
                    deepest = (double)c[k].depth > deepest ? (double)c[k].depth : deepest;
                }
                if (deepest > (double)deep + 1e-5 || deepest < (double)deep - 1e-5 - tie(kind))
                    fail_msg("depth %g, not %g, case %d, kind %d", deepest, (double)deep, i, kind);
            }
            ground_free(&g);
        }
}

// A shape that slides over a plane keeps the same keys, and depths change no faster than it moves.
static void test_slides(void **state) {
    static ground g;
    static const collide_vec3 up = {0, 0, 1};
    inputs_random r = inputs_seed(352);
    (void)state;
    ground_grid(&g, CELLS, 0.25f, 0);
    for (int kind = 0; kind < KINDS; ++kind)
        for (int lies = 0; lies < 2; ++lies) {
            const float turn = inputs_uniform(&r, -1, 1);
            collide_pose pose =
                collide_pose_from_quaternion(lies ? 1 : 0, 0, lies ? 0 : turn, 1, vec(0, 0, 0));
            const collide_shape still = shape_of(kind);
            const collide_shape turned = collide_shape_under_pose(&still, &pose);
            const collide_plane plane = {up, 0};
            const collide_shape half = collide_shape_from_plane(&plane);
            collide_distance d;
            collide_contact before[8], c[8];
            size_t count = 0;
            assert_true(collide_shape_shape_distance(&turned, &half, INFINITY, &d));
            for (int i = 0; i < (kinds_tier() < 2 ? test_cases(3000) : 100000); ++i) {
                uint32_t match[8];
                pose.position = vec(-2 + 0.0011f * (float)(i % 3000),
                                    -1 + 0.0007f * (float)(i % 3000), -0.001f - d.lo);
                const collide_shape s = collide_shape_under_pose(&still, &pose);
                const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
                if (i % 3000 &&
                    (n != count ||
                     collide_contacts_match(c, n, before, count, COLLIDE_KEY_BODY, match) != n))
                    fail_msg("%d contacts after %d, step %d, kind %d", (int)n, (int)count, i, kind);
                for (size_t k = 0; k < n; ++k)
                    assert_true(fabsf(c[k].depth - 0.001f) < 3e-6f && c[k].normal.z == 1);
                memcpy(before, c, sizeof before);
                count = n;
            }
            static const size_t counts[KINDS][2] = {{1, 1}, {1, 2}, {4, 4}, {4, 2}, {4, 2}, {2, 2}};
            assert_int_equal(count, counts[kind][lies]);
        }
    ground_free(&g);
}

// What the surface is bent to carries a shape: a ridge with the shape's normal, a valley with those
// of its faces, the rim of a plate.
static void test_bends(void **state) {
    static ground g;
    const collide_sphere on_ridge = {{0, 0.3f, 0.24f}, 0.25f};
    const collide_obb over = {
        {0.05f, 0.3f, 0.12f}, {0.25f, 0.375f, 0.125f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    collide_contact c[8];
    size_t n;
    (void)state;
    ground_grid(&g, 8, 0.25f, 3);
    collide_shape s = collide_shape_from_sphere(&on_ridge);
    n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
    assert_int_equal(n, 1);
    assert_true(c[0].normal.z == 1 && fabsf(c[0].depth - 0.01f) < 1e-6f);
    s = collide_shape_from_obb(&over);
    n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
    int ends = 0;
    assert_true(n == 2 || n == 3); // both ends, and a vertex between them
    for (size_t k = 0; k < n; ++k) {
        assert_true(c[k].normal.z > 0.999999f && fabsf(c[k].depth - 0.005f) < 1e-6f);
        assert_true(fabsf(c[k].point_b.x) < 1e-6f && fabsf(c[k].point_b.z) < 1e-6f);
        ends += fabsf(fabsf(c[k].point_b.y - 0.3f) - 0.375f) < 1e-6f;
    }
    assert_int_equal(ends, 2);
    ground_free(&g);
    ground_grid(&g, 8, 0.25f, 4);
    const collide_sphere in_valley = {{0, 0.3f, 0.27f}, 0.25f};
    s = collide_shape_from_sphere(&in_valley);
    n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
    assert_int_equal(n, 2);
    for (size_t k = 0; k < n; ++k)
        assert_true(fabsf(c[k].normal.z - 0.8944272f) < 1e-6f);
    assert_true(c[0].normal.x * c[1].normal.x < 0);
    ground_free(&g);
    // A plate from -1 to 1: the box stands over its rim, and over its corner.
    ground_grid(&g, 8, 0.25f, 0);
    for (int corner = 0; corner < 2; ++corner) {
        collide_obb rim = over;
        rim.center.x = 0.9f;
        rim.center.y = corner ? 0.8f : 0.1f;
        float least = 2, most = -2;
        s = collide_shape_from_obb(&rim);
        n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
        assert_int_equal(n, 4);
        for (size_t k = 0; k < n; ++k) {
            assert_true(c[k].normal.z == 1 && fabsf(c[k].depth - 0.005f) < 1e-6f);
            least = c[k].point_b.x < least ? c[k].point_b.x : least;
            most = c[k].point_b.x > most ? c[k].point_b.x : most;
        }
        assert_true(fabsf(most - 1) < 1e-6f && fabsf(least - 0.65f) < 1e-6f);
    }
    // Beside the plate, and lower than it: no contact.
    collide_obb beside = over;
    beside.center = vec(1.26f, 0, 0.01f);
    s = collide_shape_from_obb(&beside);
    assert_int_equal(collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8), 0);
    const collide_contact_options o = options_of(0.0625f, 0);
    n = collide_shape_tree_contacts(&s, g.tree, NULL, &o, c, 8);
    assert_true(n > 0 && c[0].normal.x > 0.999f && fabsf(c[0].depth + 0.01f) < 1e-6f);
    ground_free(&g);
}

// A box of 4 m by 4 m by 2 m, with the diagonals of its sides either way.
static void ground_block(ground *g, bool turned) {
    static const uint8_t side[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}};
    g->points = 8;
    g->triangles = 12;
    for (uint32_t i = 0; i < 8; ++i)
        g->p[i] = vec(i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 1 : -1);
    for (uint32_t i = 0; i < 36; ++i) {
        const uint32_t k = i % 6;
        g->corners[i] = side[i / 6][((k < 3 ? k : k == 3 ? 0 : k - 2) + turned) % 4];
    }
    ground_build(g);
}

// A plank leans over a rim of a box: what hangs beside its side is not in it. A rod that passes
// beside a corner, within the margin, is not in it either.
static void test_leans(void **state) {
    static ground g;
    const float k = 0.70710678f;
    const collide_obb plank = {
        {1.6f, 0.3f, 1.4f}, {0.6f, 0.2f, 0.02f}, {{k, 0, -k}, {0, 1, 0}, {k, 0, k}}};
    const collide_segment rod = {{1.9f, 1.3f, 2.3f}, {2.2f, 2.4f, 0.8f}};
    collide_contact c[32];
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const collide_contact_options sides = options_of(0, i & 2 ? COLLIDE_CONTACT_ONE_SIDED : 0);
        const collide_contact_options ahead = options_of(0.5f, sides.flags);
        ground_block(&g, i & 1);
        assert_int_equal(collide_tree_windings(g.tree, NULL, 0), 0);
        collide_shape s = collide_shape_from_obb(&plank);
        size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &sides, c, 32), rim = 0;
        for (size_t j = 0; j < n; ++j)
            rim +=
                c[j].normal.x > 0.7f && c[j].normal.z > 0.7f && fabsf(c[j].depth - 0.02f) < 1e-5f;
        assert_int_equal(rim, 2);
        assert_int_equal(n, 2);
        s = collide_shape_from_segment(&rod);
        assert_false(collide_shape_tree(&s, g.tree, NULL));
        n = collide_shape_tree_contacts(&s, g.tree, NULL, &ahead, c, 32);
        assert_true(n > 0);
        for (size_t j = 0; j < n; ++j)
            assert_true(c[j].depth < 0);
        ground_free(&g);
    }
}

// One-sided: nothing from behind; a flipped winding turns the front.
static void test_one_sided(void **state) {
    static ground g;
    const collide_contact_options one = options_of(0, COLLIDE_CONTACT_ONE_SIDED);
    (void)state;
    for (int flipped = 0; flipped < 2; ++flipped) {
        ground_grid(&g, 8, 0.25f, 0);
        ground_free(&g);
        for (uint32_t i = 0; flipped && i < 3 * g.triangles; i += 3) {
            const uint32_t c = g.corners[i];
            g.corners[i] = g.corners[i + 1];
            g.corners[i + 1] = c;
        }
        ground_build(&g);
        assert_int_equal(collide_tree_windings(g.tree, NULL, 0), 0);
        for (int kind = 0; kind < KINDS; ++kind)
            for (int below = 0; below < 2; ++below) {
                inputs_random r = inputs_seed(353);
                const collide_vec3 up = {0, 0, below ? -1.0f : 1.0f};
                const collide_shape s = placed(&r, kind, up, 0.005f, 0.5f);
                collide_contact c[8];
                const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &one, c, 8);
                const size_t both = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8);
                assert_true(both > 0 && c[0].normal.z == up.z);
                assert_int_equal(n, below == flipped ? both : 0);
            }
        ground_free(&g);
    }
}

// Plates over a rough mesh of many small triangles, which they do not touch: no contact says that
// they are in it, and without a margin there is none. A point below the face of a plate may be
// beyond it, and a corner below a triangle's plane may have come there beside the triangle.
static void test_thin_plates(void **state) {
    static ground g;
    inputs_random r = inputs_seed(359);
    size_t apart = 0;
    (void)state;
    ground_grid(&g, CELLS, 0.1f, 0);
    ground_free(&g);
    for (uint32_t i = 0; i < g.points; ++i)
        g.p[i].z = inputs_uniform(&r, -0.01f, 0.01f);
    ground_build(&g);
    const int cases = kinds_tier() < 2 ? test_cases(4000) : 100000;
    for (int i = 0; i < cases; ++i) {
        collide_obb plate = {{0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        plate.half = vec(inputs_uniform(&r, 0.1f, 0.5f), inputs_uniform(&r, 0.1f, 0.5f),
                         i % 4 / 2 ? 0 : 0.001f);
        const collide_vec3 at = vec(inputs_uniform(&r, -1, 1), inputs_uniform(&r, -1, 1),
                                    inputs_uniform(&r, 0.011f, 0.03f));
        const collide_pose pose = collide_pose_from_quaternion(
            inputs_uniform(&r, -0.01f, 0.01f), inputs_uniform(&r, -0.01f, 0.01f),
            inputs_uniform(&r, -1, 1), inputs_uniform(&r, -1, 1), at);
        const collide_shape still = collide_shape_from_obb(&plate);
        const collide_shape s = collide_shape_under_pose(&still, &pose);
        const collide_contact_options o = options_of(i % 2 ? 0.25f : 0, 0);
        collide_contact c[32];
        if (collide_shape_tree(&s, g.tree, NULL))
            continue;
        const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &o, c, 32);
        ++apart;
        for (size_t k = 0; k < n; ++k)
            if (i % 2 == 0 || c[k].depth > 1e-6f)
                fail_msg("depth %g of %d contacts, case %d", (double)c[k].depth, (int)n, i);
    }
    assert_true(apart > (size_t)cases / 4);
    ground_free(&g);
}

// With a margin, contacts ahead of touch do not hide that the shape is in a triangle by more than
// 2^-8 of its size.
static void test_ahead_and_deep(void **state) {
    static ground g;
    inputs_random r = inputs_seed(360);
    const collide_contact_options o = options_of(0.3f, 0);
    size_t deep = 0;
    (void)state;
    ground_grid(&g, 6, 0.5f, 0);
    for (int i = 0; i < (kinds_tier() < 2 ? test_cases(20000) : 200000); ++i) {
        collide_triangle plate;
        collide_contact c[32];
        const collide_vec3 at =
            vec(inputs_uniform(&r, -1.5f, 1.5f), inputs_uniform(&r, -1.5f, 1.5f),
                inputs_uniform(&r, -0.3f, 0.6f));
        for (int k = 0; k < 3; ++k)
            plate.v[k] = inputs_vec3(&r, -0.5f, 0.5f);
        const collide_shape still = collide_shape_from_triangle(&plate);
        const collide_pose pose = inputs_pose(&r, at);
        const collide_shape s = collide_shape_under_pose(&still, &pose);
        const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &o, c, 32);
        bool ahead = n > 0;
        for (size_t k = 0; k < n; ++k)
            ahead = ahead && c[k].depth < 0;
        deep += n > 0 && !ahead;
        for (uint32_t t = 0; ahead && t < g.triangles; ++t) {
            collide_triangle one;
            collide_distance d;
            for (int k = 0; k < 3; ++k)
                one.v[k] = g.p[g.corners[3 * t + (uint32_t)k]];
            const collide_shape other = collide_shape_from_triangle(&one);
            if (collide_shape_shape_distance(&s, &other, 0, &d) && d.lo < -0.0125f)
                fail_msg("%d contacts ahead, depth %g, case %d", (int)n, -(double)d.lo, i);
        }
    }
    assert_true(deep > 1000);
    ground_free(&g);
}

// A rod whose middle is above a plate, and which passes beside its rim: no contact lets it be deep.
static void test_beside_backs(void **state) {
    static ground g;
    const collide_contact_options one = options_of(0.25f, COLLIDE_CONTACT_ONE_SIDED);
    const collide_segment rod = {{1.5f, 0.1f, 1.5f}, {1.1f, 0.1f, -0.5f}};
    const collide_shape s = collide_shape_from_segment(&rod);
    collide_contact c[32];
    (void)state;
    ground_grid(&g, 8, 0.25f, 0);
    assert_false(collide_shape_tree(&s, g.tree, NULL));
    const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, &one, c, 32);
    for (size_t k = 0; k < n; ++k)
        assert_true(c[k].depth < 0);
    ground_free(&g);
}

// One to four contacts, all upward, the deepest that deep.
static void stands_on_flat(const ground *g, collide_shape s, float deep) {
    collide_contact c[16];
    const size_t n = collide_shape_tree_contacts(&s, g->tree, NULL, NULL, c, 16);
    float deepest = 0;
    assert_true(n >= 1 && n <= 4);
    for (size_t k = 0; k < n; ++k) {
        assert_true(c[k].normal.z > 0.999999f);
        deepest = c[k].depth > deepest ? c[k].depth : deepest;
    }
    assert_true(fabsf(deepest - deep) < 4e-6f);
}

// Edges of three and more triangles, duplicates, flat triangles, flipped windings and holes change
// nothing where the surface is; a hole has a rim.
static void test_bad_meshes(void **state) {
    static ground g;
    inputs_random r = inputs_seed(354);
    (void)state;
    for (int bad = 0; bad < 4; ++bad) {
        ground_grid(&g, 8, 0.25f, 0);
        ground_free(&g);
        const uint32_t first = 3 * g.triangles;
        uint32_t *const more = &g.corners[first];
        for (uint32_t i = 0; i < 48; i += 3) {
            const uint32_t t = 3 * kinds_below(&r, first / 3);
            memcpy(&more[i], &g.corners[t], 3 * sizeof *more);
            if (bad == 1) // flat
                more[i + 2] = more[i];
            if (bad == 2) { // a flipped duplicate
                more[i] = g.corners[t + 1];
                more[i + 1] = g.corners[t];
            }
            if (bad == 3) { // flipped alone
                const uint32_t c = g.corners[t];
                g.corners[t] = g.corners[t + 1];
                g.corners[t + 1] = c;
            }
        }
        g.triangles += bad < 3 ? 16 : 0;
        ground_build(&g);
        // Both sides of edges of flipped triangles are listed, but no duplicates.
        uint32_t listed[128];
        const size_t windings = collide_tree_windings(g.tree, listed, 128);
        assert_true(bad < 2 ? windings == 0 : windings > 16 && windings <= 64);
        for (size_t i = 1; i < windings; ++i)
            assert_true(listed[i] > listed[i - 1] && listed[i] < g.triangles);
        for (int i = 0; i < 600; ++i) {
            const collide_vec3 up = {0, 0, 1};
            stands_on_flat(&g, placed(&r, i % KINDS, up, 0.005f, 0.5f), 0.005f);
        }
        ground_free(&g);
    }
    // A fin stands on a flat mesh: three triangles at an edge. A sphere beside it touches both.
    ground_grid(&g, 8, 0.25f, 0);
    ground_free(&g);
    g.p[g.points] = vec(0, 0.125f, 1);
    const uint32_t fin[3] = {4 * 9 + 4, 5 * 9 + 4, g.points++};
    memcpy(&g.corners[3 * g.triangles++], fin, sizeof fin);
    ground_build(&g);
    const collide_sphere beside = {{0.12f, 0.125f, 0.12f}, 0.125f};
    const collide_shape s = collide_shape_from_sphere(&beside);
    collide_contact c[8];
    assert_int_equal(collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 8), 2);
    assert_true(fabsf(c[0].normal.x + c[1].normal.x - 1) < 1e-6f);
    assert_true(fabsf(c[0].normal.z + c[1].normal.z - 1) < 1e-6f);
    ground_free(&g);
}

// A corner below an inner edge that rises a little is over neither triangle; a triangle beside them
// is within the margin.
static void test_inner_edges(void **state) {
    static const collide_vec3 p[9] = {
        {1.75f, 6, 0.145115048f},     {1.75f, 6.25f, 0.180876493f}, {1.5f, 6.25f, 0.220470995f},
        {2, 5.75f, 0.0690183416f},    {2.25f, 5.75f, 0.028772492f}, {2, 6, 0.0981555134f},
        {2.25f, 5.5f, 0.0151752634f}, {2.25f, 5.75f, 0.028772492f}, {2, 5.75f, 0.0690183416f}};
    static ground g;
    const collide_obb box = {{0, 0, 0}, {0.2f, 0.25f, 0.3f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_pose pose =
        collide_pose_from_quaternion(-0.429261253f, 0.760272339f, -0.0655805575f, -0.483135528f,
                                     vec(2.07833566f, 5.94262563f, 0.444163263f));
    const collide_shape still = collide_shape_from_obb(&box);
    const collide_shape s = collide_shape_under_pose(&still, &pose);
    (void)state;
    memcpy(g.p, p, sizeof p);
    g.points = 9;
    g.triangles = 3;
    for (uint32_t i = 0; i < 9; ++i)
        g.corners[i] = i;
    ground_build(&g);
    for (int margin = 0; margin < 2; ++margin) {
        const collide_contact_options o = options_of(margin ? 0.05f : 0, 0);
        collide_contact c[8];
        assert_true(collide_shape_tree_contacts(&s, g.tree, NULL, &o, c, 1) > 0);
        assert_true(c[0].depth > 0.005f && c[0].depth < 0.0053f);
    }
    ground_free(&g);
}

// A box on many peaks stands on the outermost, and one deep in more triangles than are put off at
// once on all of them. Windings are found beside many duplicates.
static void test_many_contacts(void **state) {
    static ground g;
    const collide_obb box = {{0, 0, 0.24f}, {2.4f, 2.4f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape s = collide_shape_from_obb(&box);
    collide_contact c[32];
    float low = 9, high = -9;
    (void)state;
    ground_grid(&g, CELLS, 0.25f, 0);
    ground_free(&g);
    for (uint32_t i = 0; i < g.points; ++i) // every fourth vertex is a peak
        g.p[i].z = i % (CELLS + 1) % 2 == 1 && i / (CELLS + 1) % 2 == 1 ? 0 : -0.1f;
    ground_build(&g);
    const size_t n = collide_shape_tree_contacts(&s, g.tree, NULL, NULL, c, 32);
    assert_int_equal(n, 4);
    for (size_t k = 0; k < n; ++k) {
        assert_true(c[k].normal.z > 0.999999f && fabsf(c[k].depth - 0.01f) < 1e-6f);
        low = c[k].point_b.x < low ? c[k].point_b.x : low;
        high = c[k].point_b.x > high ? c[k].point_b.x : high;
    }
    assert_true(low < -2 && high > 2);
    ground_free(&g);
    const collide_obb deep = {
        {0, 0, 0.05f}, {0.5f, 0.5f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape sunk = collide_shape_from_obb(&deep);
    ground_grid(&g, CELLS, 0.03125f, 0);
    assert_int_equal(collide_shape_tree_contacts(&sunk, g.tree, NULL, NULL, c, 32), 4);
    low = 9;
    high = -9;
    for (int k = 0; k < 4; ++k) {
        assert_true(c[k].normal.z == 1 && fabsf(c[k].depth - 0.2f) < 1e-6f);
        low = c[k].point_b.x < low ? c[k].point_b.x : low;
        high = c[k].point_b.x > high ? c[k].point_b.x : high;
    }
    // Nearer to the sides of the box triangles part from it sideways, which neighbours rule out.
    assert_true(low < -0.3f && high > 0.3f);
    ground_free(&g);
    // Duplicates before the neighbour that differs: all are found.
    const collide_vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    memcpy(g.p, p, sizeof p);
    g.points = 4;
    g.triangles = 12;
    for (uint32_t i = 0; i < 12; ++i) {
        g.corners[3 * i] = 0;
        g.corners[3 * i + 1] = 1;
        g.corners[3 * i + 2] = i < 11 ? 2 : 3;
    }
    ground_build(&g);
    assert_int_equal(collide_tree_windings(g.tree, NULL, 0), 12);
    ground_free(&g);
}

// A batch is its single calls, bit for bit, whatever the stride and the slots are.
static void test_batch(void **state) {
    static ground g;
    struct {
        collide_shape shape;
        float other;
    } bodies[KINDS * 3];
    collide_shape_array array = {&bodies[0].shape, KINDS * 3, sizeof bodies[0]};
    collide_contact batch[KINDS * 3][3], single[3];
    uint32_t counts[KINDS * 3];
    size_t hits = 0;
    (void)state;
    memset(bodies, 0, sizeof bodies);
    ground_grid(&g, 8, 0.25f, 4);
    for (int i = 0; i < KINDS * 3; ++i) {
        inputs_random r = inputs_seed(358 + (uint64_t)i);
        const collide_vec3 up = {0, 0, 1};
        bodies[i].shape = placed(&r, i % KINDS, up, i < 3 ? -0.5f : 0.01f, 0.5f);
    }
    const size_t n =
        collide_tree_shape_contacts_many(g.tree, NULL, &array, NULL, batch[0], 3, counts);
    for (int i = 0; i < KINDS * 3; ++i) {
        const size_t count =
            collide_shape_tree_contacts(&bodies[i].shape, g.tree, NULL, NULL, single, 3);
        assert_int_equal(count, counts[i]);
        hits += count > 0;
        if (count > 0)
            assert_memory_equal(single, batch[i], (count < 3 ? count : 3) * sizeof single[0]);
    }
    assert_true(n == hits && hits > 3 && hits < KINDS * 3);
    assert_int_equal(collide_tree_shape_contacts_many(g.tree, NULL, &array, NULL, NULL, 0, counts),
                     n);
    assert_int_equal(collide_tree_shape_contacts_many(NULL, NULL, &array, NULL, NULL, 0, counts),
                     0);
    array.objects = NULL;
    assert_int_equal(collide_tree_shape_contacts_many(g.tree, NULL, &array, NULL, NULL, 0, NULL),
                     0);
    ground_free(&g);
}

// A shape on a fine mesh, more triangles than the list of near ones holds: the same contacts.
static void test_many_triangles(void **state) {
    static ground g;
    inputs_random r = inputs_seed(355);
    (void)state;
    ground_grid(&g, CELLS, 0.03125f, 0);
    for (int i = 0; i < 60; ++i) {
        const collide_vec3 up = {0, 0, 1};
        stands_on_flat(&g, placed(&r, i % KINDS, up, 0.004f, 0.125f), 0.004f);
    }
    ground_free(&g);
}

// A grid of heights as terrain and as a mesh: the deepest contacts agree.
static void test_terrain(void **state) {
    static ground g;
    static float heights[(CELLS + 1) * (CELLS + 1)];
    inputs_random r = inputs_seed(356);
    (void)state;
    for (int what = 0; what < 3; ++what) {
        const float cell = 0.5f;
        collide_heights grid;
        collide_terrain *terrain;
        ground_grid(&g, CELLS, cell, what);
        for (uint32_t i = 0; i < g.points; ++i)
            heights[i] = g.p[i].z;
        memset(&grid, 0, sizeof grid);
        grid.heights = heights;
        grid.columns = grid.rows = CELLS + 1;
        grid.dx = grid.dy = cell;
        grid.origin = g.p[0];
        grid.origin.z = 0;
        const size_t size = collide_terrain_size(CELLS + 1, CELLS + 1);
        void *memory = malloc(size + COLLIDE_ALIGNMENT);
        assert_int_equal(collide_terrain_build(&terrain, COLLIDE_ALIGN(memory), size, &grid),
                         COLLIDE_OK);
        for (int i = 0; i < (kinds_tier() < 2 ? test_cases(1200) : 60000); ++i) {
            const int kind = i % KINDS;
            collide_vec3 up = {0, 0, 1};
            collide_shape s = placed(&r, kind, up, 0, 0);
            // Onto the surface by the mesh's own depths.
            collide_pose at = collide_pose_identity();
            at.position = vec(inputs_uniform(&r, -4, 4), inputs_uniform(&r, -4, 4), 0);
            collide_contact c[16], t[16];
            float z = 4;
            for (int k = 0; k < 40; ++k, z -= 0.2f) {
                at.position.z = z;
                const collide_shape here = collide_shape_under_pose(&s, &at);
                if (collide_shape_tree(&here, g.tree, NULL))
                    break;
            }
            float lo = z, hi = z + 0.2f;
            for (int k = 0; k < 20; ++k) {
                const float middle = 0.5f * (lo + hi);
                at.position.z = middle;
                const collide_shape here = collide_shape_under_pose(&s, &at);
                if (collide_shape_tree(&here, g.tree, NULL))
                    lo = middle;
                else
                    hi = middle;
            }
            at.position.z = lo - 0.004f;
            const collide_shape here = collide_shape_under_pose(&s, &at);
            const size_t n = collide_shape_tree_contacts(&here, g.tree, NULL, NULL, c, 1);
            const size_t m = collide_shape_terrain_contacts(&here, terrain, NULL, t, 1);
            if (n == 0 || m == 0)
                fail_msg("%d and %d contacts, case %d", (int)n, (int)m, i);
            // Terrain limits depths by the way out of a column sideways, which is short for a
            // corner of a body with faces.
            const double off = (double)t[0].depth - (double)c[0].depth;
            if (off > (what < 2 ? 1e-6 : 5e-4) + tie(kind) || (off < -5e-4 && kind < 2) ||
                along(c[0].normal, t[0].normal) < 0.998)
                fail_msg("depths %g and %g, case %d, kind %d", (double)c[0].depth,
                         (double)t[0].depth, i, kind);
        }
        free(memory);
        ground_free(&g);
    }
}

// Small steps over a mesh that is flat here and there and convex between: depths change no faster
// than the shape moves, but for the steps that contacts of two shapes make, too.
static void test_steps(void **state) {
    static ground g;
    inputs_random r = inputs_seed(357);
    size_t steps = 0;
    (void)state;
    for (int what = 0; what < 4; ++what) {
        ground_grid(&g, CELLS, 0.5f, what);
        for (int i = 0; i < (kinds_tier() < 2 ? 60 : 3000); ++i) {
            const int kind = i % KINDS;
            const collide_vec3 up = {0, 0, 1};
            const collide_shape s = placed(&r, kind, up, 0, 0);
            const collide_vec3 d = inputs_vec3(&r, -1, 1);
            const float pace = 1e-4f;
            collide_pose at = collide_pose_identity();
            at.position = vec(inputs_uniform(&r, -4, 4), inputs_uniform(&r, -4, 4), 4);
            collide_shape here;
            do {
                at.position.z -= 0.004f;
                here = collide_shape_under_pose(&s, &at);
            } while (!collide_shape_tree(&here, g.tree, NULL));
            collide_contact before = {0}, c[8];
            size_t had = 0;
            for (int k = 0; k < 80; ++k, ++steps) {
                here = collide_shape_under_pose(&s, &at);
                const size_t n = collide_shape_tree_contacts(&here, g.tree, NULL, NULL, c, 1);
                if (n && had) {
                    const double rate = fabs((double)c[0].depth - (double)before.depth);
                    if (rate > 1.8e-4 + tie(kind) ||
                        (what < 2 && along(c[0].normal, before.normal) < 0.999999))
                        fail_msg("depth %g after %g, step %d of case %d, kind %d",
                                 (double)c[0].depth, (double)before.depth, k, i, kind);
                }
                if (had && !n && (double)before.depth > 1.8e-4)
                    fail_msg("lost at depth %g, step %d of case %d, kind %d", (double)before.depth,
                             k, i, kind);
                had = n;
                before = c[0];
                at.position.x += pace * d.x;
                at.position.y += pace * d.y;
                at.position.z += pace * d.z;
            }
        }
        ground_free(&g);
    }
    print_message("%d steps\n", (int)steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes),        cmocka_unit_test(test_slides),
        cmocka_unit_test(test_bends),         cmocka_unit_test(test_one_sided),
        cmocka_unit_test(test_bad_meshes),    cmocka_unit_test(test_many_triangles),
        cmocka_unit_test(test_batch),         cmocka_unit_test(test_many_contacts),
        cmocka_unit_test(test_inner_edges),   cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_steps),         cmocka_unit_test(test_leans),
        cmocka_unit_test(test_beside_backs),  cmocka_unit_test(test_thin_plates),
        cmocka_unit_test(test_ahead_and_deep)};
    return cmocka_run_group_tests_name("mesh_contacts", tests, NULL, NULL);
}
