// Every query that takes collide_contact_options: NULL and a struct of zeros give the same bits.
// test_hardened.c has the flags that no version knows.
#include "test.h"

static collide_contact contact[2][8];
static collide_cable_contact cable_contact[2][8];
static collide_contact_options zeros;

// Asks twice, without options and with all bytes 0, and compares the bits. In the call, o are the
// options, and c or l takes the contacts.
#define SAME_OPTIONS(call)                                                                         \
    do {                                                                                           \
        size_t n[2];                                                                               \
        memset(contact, 0x55, sizeof contact);                                                     \
        memset(cable_contact, 0x55, sizeof cable_contact);                                         \
        for (int k = 0; k < 2; ++k) {                                                              \
            const collide_contact_options *const o = k ? &zeros : NULL;                            \
            collide_contact *const c = contact[k];                                                 \
            collide_cable_contact *const l = cable_contact[k];                                     \
            n[k] = (call);                                                                         \
            (void)c;                                                                               \
            (void)l;                                                                               \
        }                                                                                          \
        assert_true(n[0] > 0 && n[0] == n[1]);                                                     \
        assert_memory_equal(contact[0], contact[1], sizeof contact[0]);                            \
        assert_memory_equal(cable_contact[0], cable_contact[1], sizeof cable_contact[0]);          \
    } while (0)

static const collide_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint16_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
static const collide_triangle flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
static const collide_aabb bounds = {{-1, -1, -1}, {1, 1, 1}};
static const collide_cylinder can = {{0, 0, 0}, {0, 0, 1}, 1, 1};
static const collide_sphere ball_at_origin = {{0, 0, 0}, 1};

static collide_mesh solid_mesh(void) {
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = corners;
    mesh.vertex_count = 4;
    mesh.indices = faces;
    mesh.index_size = 2;
    mesh.triangle_count = 4;
    return mesh;
}

static void test_solids(void **state) {
    static const collide_vec3 still = {0, 0, 0}, down = {0, 0, -1};
    static unsigned char memory[2][1 << 14];
    const size_t size = sizeof memory[0] - COLLIDE_ALIGNMENT;
    const collide_obb box = collide_obb_from_aabb(&bounds);
    const collide_plane plane = {{0, 0, 1}, 0};
    const collide_pair pair = {0, 0};
    const collide_mesh mesh = solid_mesh();
    collide_pose above = collide_pose_identity();
    collide_tree *t;
    collide_convex *v;
    collide_impact hit;
    (void)state;
    above.position.z = 2;
    assert_int_equal(collide_tree_build(&t, COLLIDE_ALIGN(memory[0]), size, &mesh, NULL),
                     COLLIDE_OK);
    assert_int_equal(collide_convex_build_mesh(&v, COLLIDE_ALIGN(memory[1]), size, &mesh),
                     COLLIDE_OK);
    SAME_OPTIONS(collide_obb_obb_contacts(&box, &box, o, c, 8));
    SAME_OPTIONS(collide_obb_triangle_contacts(&box, &flat, o, c, 8));
    assert_true(collide_obb_obb_sweep(&box, down, &box, still, 1, &hit));
    SAME_OPTIONS(collide_obb_obb_sweep_contacts(&box, down, &box, still, &hit, o, c, 8));
    assert_true(collide_obb_triangle_sweep(&box, down, &flat, still, 1, &hit));
    SAME_OPTIONS(collide_obb_triangle_sweep_contacts(&box, down, &flat, still, &hit, o, c, 8));
    assert_true(collide_triangle_triangle_sweep(&flat, down, &flat, still, 1, &hit));
    SAME_OPTIONS(
        collide_triangle_triangle_sweep_contacts(&flat, down, &flat, still, &hit, o, c, 8));
    assert_true(collide_convex_convex_sweep(v, &above, down, v, NULL, still, 9, &hit));
    SAME_OPTIONS(
        collide_convex_convex_sweep_contacts(v, &above, down, v, NULL, still, &hit, o, c, 8));
    const collide_mover falling = {t, above, down}, resting = {t, collide_pose_identity(), still};
    SAME_OPTIONS(collide_tree_tree_sweep_contacts(&falling, &resting, pair, o, c, 8));
    const collide_shape shape = collide_shape_from_sphere(&ball_at_origin);
    SAME_OPTIONS(collide_shape_tree_contacts(&shape, t, NULL, o, c, 8));
    const collide_shape_array shapes = {&shape, 1, 0};
    uint32_t counts[1];
    SAME_OPTIONS(collide_tree_shape_contacts_many(t, NULL, &shapes, o, c, 8, counts));
    SAME_OPTIONS(collide_cylinder_plane_contacts(&can, &plane, o, c, 8));
    SAME_OPTIONS(collide_cylinder_triangle_contacts(&can, &flat, o, c, 8));
}

static void test_terrain_cables(void **state) {
    static const collide_vec3 points[6] = {{-3, 0, 0}, {1, 0, 0.1f}, {2, 0, 0},
                                           {1, 2, 0},  {1, 1, 0},    {1, -3, 0}};
    static unsigned char memory[5][1 << 14];
    const size_t size = sizeof memory[0] - COLLIDE_ALIGNMENT;
    const collide_cable cable = {points, 6, 0, 0.25f, COLLIDE_CABLE_OPEN};
    const collide_obb box = collide_obb_from_aabb(&bounds);
    const collide_mesh mesh = solid_mesh();
    static const float heights[9] = {0, 0.25f, 0.5f, 0, 0.25f, 0.5f, 0, 0.25f, 0.5f};
    collide_heights grid;
    collide_terrain *ground;
    collide_tree *t;
    collide_cylinder_pack *cans;
    collide_sphere_pack *balls;
    collide_obb_pack *boxes;
    uint32_t counts[1];
    (void)state;
    assert_int_equal(collide_tree_build(&t, COLLIDE_ALIGN(memory[0]), size, &mesh, NULL),
                     COLLIDE_OK);
    assert_int_equal(collide_cylinder_pack_build(&cans, COLLIDE_ALIGN(memory[1]), size, &can, 1, 0),
                     COLLIDE_OK);
    assert_int_equal(
        collide_sphere_pack_build(&balls, COLLIDE_ALIGN(memory[3]), size, &ball_at_origin, 1, 0),
        COLLIDE_OK);
    assert_int_equal(collide_obb_pack_build(&boxes, COLLIDE_ALIGN(memory[4]), size, &box, 1, 0),
                     COLLIDE_OK);
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = grid.rows = 3;
    grid.dx = grid.dy = 1;
    assert_int_equal(collide_terrain_build(&ground, COLLIDE_ALIGN(memory[2]), size, &grid),
                     COLLIDE_OK);
    SAME_OPTIONS(collide_cylinder_terrain_contacts(&can, ground, o, c, 8));
    SAME_OPTIONS(collide_terrain_cylinder_contacts_many(ground, cans, o, c, 8, counts));
    SAME_OPTIONS(collide_terrain_sphere_contacts_many(ground, balls, o, c, 8, counts));
    SAME_OPTIONS(collide_terrain_obb_contacts_many(ground, boxes, o, c, 8, counts));
    SAME_OPTIONS(collide_sphere_terrain_contacts(&ball_at_origin, ground, o, c, 8));
    SAME_OPTIONS(collide_obb_terrain_contacts(&box, ground, o, c, 8));
    SAME_OPTIONS(collide_cable_aabb_contacts(&cable, &bounds, o, l, 8));
    SAME_OPTIONS(collide_cable_obb_contacts(&cable, &box, o, l, 8));
    SAME_OPTIONS(collide_cable_triangle_contacts(&cable, &flat, o, l, 8));
    SAME_OPTIONS(collide_cable_sphere_contacts(&cable, &ball_at_origin, o, l, 8));
    SAME_OPTIONS(collide_cable_cylinder_contacts(&cable, &can, o, l, 8));
    SAME_OPTIONS(collide_cable_terrain_contacts(&cable, ground, o, l, 8));
    SAME_OPTIONS(collide_cable_tree_contacts(&cable, t, NULL, o, l, 8));
    SAME_OPTIONS(collide_cable_cable_contacts(&cable, &cable, o, l, 8));
    SAME_OPTIONS(collide_cable_self_contacts(&cable, 1, o, l, 8));
}

// From behind there are contacts only if triangles have two sides.
static void test_one_sided(void **state) {
    static const float heights[2] = {0.9f, -0.9f};
    static const collide_vec3 sheet[4] = {{-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0}};
    static const uint16_t halves[6] = {0, 1, 2, 0, 2, 3};
    static unsigned char memory[1 << 14];
    const collide_mesh mesh = {sheet, 4, 0, halves, 2, 2};
    collide_contact_options options = zeros;
    collide_tree *t;
    (void)state;
    assert_int_equal(collide_tree_build(&t, COLLIDE_ALIGN(memory),
                                        sizeof memory - COLLIDE_ALIGNMENT, &mesh, NULL),
                     COLLIDE_OK);
    for (int i = 0; i < 4; ++i) {
        const float z = heights[i % 2];
        const collide_sphere ball = {{1, 0.5f, z}, 1};
        const collide_obb box = {{1, 0.5f, z}, {1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        const collide_shape shape =
            i < 2 ? collide_shape_from_sphere(&ball) : collide_shape_from_obb(&box);
        options.flags = 0;
        size_t n = collide_shape_tree_contacts(&shape, t, NULL, &options, contact[0], 8);
        assert_int_equal(n, i < 2 ? 1 : 4);
        assert_true(contact[0][0].normal.z == (z > 0 ? 1 : -1));
        options.flags = COLLIDE_CONTACT_ONE_SIDED;
        const size_t sided = collide_shape_tree_contacts(&shape, t, NULL, &options, contact[1], 8);
        assert_int_equal(sided, z > 0 ? n : 0);
        assert_memory_equal(contact[0], contact[1], sided * sizeof contact[0][0]);
        // Other contacts take no notice of the flag.
        n = collide_shape_shape_contacts(&shape, &shape, NULL, contact[0], 8);
        assert_int_equal(collide_shape_shape_contacts(&shape, &shape, &options, contact[1], 8), n);
        assert_memory_equal(contact[0], contact[1], n * sizeof contact[0][0]);
    }
}

// ---- keys ------------------------------------------------------------------------------------

static collide_contact contact_of(uint32_t feature_a, uint32_t feature_b, float x, float z) {
    collide_contact c;
    memset(&c, 0, sizeof c);
    c.normal.x = x;
    c.normal.z = z;
    c.feature_a = feature_a;
    c.feature_b = feature_b;
    return c;
}

// A margin moves no body whose height is not finite to where the terrain is.
static void test_no_place(void **state) {
    static const float z[3] = {NAN, INFINITY, -INFINITY}, margin[3] = {1, 1e30f, FLT_MAX};
    static const float heights[4] = {0, 0, 0, 0};
    static unsigned char memory[4096];
    collide_contact_options options = zeros;
    collide_heights grid;
    collide_terrain *ground;
    (void)state;
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = grid.rows = 2;
    grid.dx = grid.dy = 10;
    assert_int_equal(collide_terrain_build(&ground, COLLIDE_ALIGN(memory),
                                           sizeof memory - COLLIDE_ALIGNMENT, &grid),
                     COLLIDE_OK);
    for (int i = 0; i < 27; ++i) {
        const float r = i % 3 == 2 ? FLT_MAX : i % 3 == 1 ? 1e20f : 1;
        const collide_vec3 at = {5, 5, z[i / 3 % 3]};
        const collide_sphere ball = {at, r};
        const collide_cylinder barrel = {at, {0, 0, 1}, r, 1};
        collide_obb box = collide_obb_from_aabb(&bounds);
        box.center = at;
        options.margin = margin[i / 9];
        assert_int_equal(collide_sphere_terrain_contacts(&ball, ground, &options, NULL, 0), 0);
        assert_int_equal(collide_cylinder_terrain_contacts(&barrel, ground, &options, NULL, 0), 0);
        assert_int_equal(collide_obb_terrain_contacts(&box, ground, &options, NULL, 0), 0);
    }
}

// Boxes without size at a corner of another: contacts are no deeper than the boxes overlap.
static void test_point_boxes(void **state) {
    static const collide_obb a = {{.84213829f, .745035291f, -.567551851f},
                                  {0, 0, 0},
                                  {{.285084307f, -.431654572f, .855804443f},
                                   {.903095305f, .420131326f, -.0889300182f},
                                   {-.321163207f, .798225522f, .509598076f}}};
    static const collide_obb b = {{1.84226859f, .489133358f, .31352818f},
                                  {1, .256246269f, .881127834f},
                                  {{.999999881f, .00050519529f, -1.00115585e-6f},
                                   {-.000505195116f, .999999881f, .00018261082f},
                                   {1.09340988e-6f, -.000182610296f, 1}}};
    collide_contact_options options = zeros;
    collide_contact c[4];
    (void)state;
    for (int i = 0; i < 2; ++i) {
        options.margin = i ? 0.01f : 0;
        const size_t n = collide_obb_obb_contacts(&a, &b, &options, c, 4);
        assert_true(n > 0);
        for (size_t k = 0; k < n; ++k)
            assert_true(c[k].depth < 1e-6f);
    }
}

static void test_keys(void **state) {
    // The part of a body on terrain, and cells that change.
    const collide_contact now[4] = {
        contact_of(0x0a000005, 0x01000007, 0, 1), contact_of(0x12000005, 0x00000007, 0, 1),
        contact_of(0x0a000005, 0x01000007, 1, 0), contact_of(0x0a000006, 0x01000007, 0.6f, 0.8f)};
    const collide_contact before[4] = {
        contact_of(0x0a000006, 0x01000007, 0.8f, 0.6f), contact_of(0x0a000005, 0x01000008, 1, 0),
        contact_of(0x0a000009, 0x02000007, 0, 1), contact_of(0x0b000005, 0x00000007, 0, 1)};
    const uint32_t none = COLLIDE_MATCH_NONE;
    const uint32_t features[4] = {none, none, none, 0}, parts[4] = {2, none, 1, 0},
                   whole[4] = {1, none, none, 0};
    uint32_t match[4];
    (void)state;
    assert_true(collide_contact_key(&now[1], COLLIDE_KEY_FEATURES) == 0x1200000500000007u);
    assert_true(collide_contact_key(&now[1], COLLIDE_KEY_PART) == 0x12);
    assert_true(collide_contact_key(&now[1], COLLIDE_KEY_BODY) == 0x12000005);
    assert_int_equal(collide_contacts_match(now, 4, before, 4, COLLIDE_KEY_FEATURES, match), 1);
    assert_memory_equal(match, features, sizeof match);
    assert_int_equal(collide_contacts_match(now, 4, before, 4, COLLIDE_KEY_PART, match), 3);
    assert_memory_equal(match, parts, sizeof match);
    assert_int_equal(collide_contacts_match(now, 4, before, 4, COLLIDE_KEY_BODY, match), 2);
    assert_memory_equal(match, whole, sizeof match);
    // Of equal contacts each is matched once, in order.
    const collide_contact same[3] = {now[0], now[0], now[0]};
    assert_int_equal(collide_contacts_match(same, 3, same, 2, COLLIDE_KEY_PART, match), 2);
    assert_true(match[0] == 0 && match[1] == 1 && match[2] == none);
    assert_int_equal(collide_contacts_match(now, 1, NULL, 0, COLLIDE_KEY_PART, match), 0);
    assert_true(match[0] == none);
    assert_int_equal(collide_contacts_match(NULL, 0, before, 4, COLLIDE_KEY_PART, NULL), 0);
    // The edge of a crate on two edges of a staircase: normals say nothing, places do.
    collide_contact edge[2] = {now[0], now[0]}, later[2] = {now[0], now[0]};
    edge[0].point_b.x = 0.3f;
    edge[1].point_b.x = 0.9f;
    later[0].point_b.x = 0.902f;
    later[0].normal.x = 1e-7f; // nearer to the wrong one by rounding
    edge[0].normal.x = 2e-7f;
    later[1].point_b.x = 0.302f;
    assert_int_equal(collide_contacts_match(later, 2, edge, 2, COLLIDE_KEY_BODY, match), 2);
    assert_true(match[0] == 1 && match[1] == 0);
    // But a normal that is nearer decides in a valley, whose sides hold the same point.
    edge[0].normal.x = 0.6f;
    edge[0].normal.z = 0.8f;
    edge[1].point_b.x = 9;
    assert_int_equal(collide_contacts_match(&later[1], 1, edge, 2, COLLIDE_KEY_BODY, match), 1);
    assert_true(match[0] == 1);
    // A normal that is no number is no match.
    const collide_contact odd = contact_of(0x0a000005, 0, NAN, 0);
    assert_int_equal(collide_contacts_match(&odd, 1, before, 4, COLLIDE_KEY_PART, match), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solids),    cmocka_unit_test(test_terrain_cables),
        cmocka_unit_test(test_no_place),  cmocka_unit_test(test_point_boxes),
        cmocka_unit_test(test_one_sided), cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
