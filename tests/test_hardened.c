// COLLIDE_ASSERT of the user, defined to stop at misuse: it does where pointers are missing or what
// was handed in is of another kind, and never otherwise.
#define COLLIDE_IMPLEMENTATION
#define COLLIDE_ASSERT(x) mock_assert((x) ? 1 : 0, #x, __FILE__, __LINE__)
#define COLLIDE_WITH_OCTREE
#define COLLIDE_WITH_RAY
#include "test.h"

static unsigned char memory[1 << 14], packed[1 << 12];

static void test_misuse(void **state) {
    const collide_sphere balls[3] = {{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{5, 0, 0}, 1}};
    const collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
    const collide_segment segment = {{-5, 0, 0}, {5, 0, 0}};
    const collide_ray ray = {{-5, 0, 0}, {1, 0, 0}};
    collide_octree *octree;
    collide_sphere_pack *pack;
    collide_pair pairs[4];
    uint32_t indices[4];
    uint16_t bits;
    float t[4];
    (void)state;
    assert_int_equal(collide_octree_build_spheres(&octree, COLLIDE_ALIGN(memory),
                                                  sizeof memory - 64, balls, 3, 0, NULL),
                     COLLIDE_OK);
    assert_int_equal(
        collide_sphere_pack_build(&pack, COLLIDE_ALIGN(packed), sizeof packed - 64, balls, 3, 0),
        COLLIDE_OK);
    // What may be NULL, or is an error that is returned, stops nothing.
    assert_int_equal(collide_octree_self_indices(octree, pairs, 4), 1);
    assert_int_equal(collide_octree_self_indices(octree, NULL, 0), 1);
    assert_int_equal(collide_octree_self_indices(NULL, pairs, 4), 0);
    assert_int_equal(collide_sphere_octree_indices(&balls[0], octree, indices, 4), 2);
    assert_int_equal(collide_aabb_octree_indices(&box, octree, indices, 4), 2);
    assert_int_equal(collide_segment_octree_indices(&segment, octree, indices, t, 4), 3);
    assert_int_equal(collide_sphere_sphere_many(&balls[0], pack, &bits), 2);
    assert_int_equal(collide_ray_sphere_many(&ray, pack, 20, &bits, t), 3);
    assert_int_equal(collide_octree_open(NULL, memory, 99), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_octree_update_spheres(octree, NULL, 2, balls, 0), COLLIDE_ERROR_COUNT);
    // Pointers that are missing.
    expect_assert_failure(collide_octree_self_indices(octree, NULL, 4));
    expect_assert_failure(collide_sphere_octree_indices(NULL, octree, indices, 4));
    expect_assert_failure(collide_sphere_octree_indices(&balls[0], octree, NULL, 4));
    expect_assert_failure(collide_aabb_octree_indices(NULL, octree, indices, 4));
    expect_assert_failure(collide_segment_octree_indices(&segment, octree, NULL, t, 4));
    expect_assert_failure(collide_sphere_sphere_many(NULL, pack, &bits));
    expect_assert_failure(collide_sphere_sphere_many(&balls[0], pack, NULL));
    expect_assert_failure(collide_ray_sphere_many(NULL, pack, 20, &bits, t));
    expect_assert_failure(collide_sphere_sphere(&balls[0], NULL));
    // What is no octree.
    octree->magic ^= 1;
    expect_assert_failure(collide_octree_self_indices(octree, pairs, 4));
    expect_assert_failure(collide_sphere_octree_indices(&balls[0], octree, indices, 4));
    expect_assert_failure(collide_aabb_octree_indices(&box, octree, indices, 4));
    expect_assert_failure(collide_segment_octree_indices(&segment, octree, indices, t, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_misuse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
