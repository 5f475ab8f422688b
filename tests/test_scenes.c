// Contacts judged by a solver (solver.h): towers and pyramids stand, what is poured into a tray
// does not overlap, what rolls and spins comes to rest, what rolls and slides on terrain keeps its
// speed and way, on meshes as well, heaps stay in trays and bowls that are meshes, and energy never
// grows.
#include "test.h"

#include "scenes_terrain.h"

static scene made;

// Bounds of what a run may show: lengths in m, rest in s.
typedef struct bounds {
    double deepest, mean, rest, drift, lean;
} bounds;

static void run(scene_name name, double rate, int sub_steps, double margin, bool boxes,
                double seconds, bounds most) {
    assert_true(scene_make(&made, name));
    made.seconds = seconds;
    const scene_how how = {rate, sub_steps, margin, boxes, 4, NULL, NULL};
    const scene_figures f = scene_run(&made, &how);
    if (!(f.deepest <= most.deepest && f.mean <= most.mean && f.energy <= 0.01 &&
          f.rest <= most.rest && f.drift <= most.drift && f.lean <= most.lean)) {
        print_message("%s, %g Hz, %d sub-steps, margin %g: overlap %g, mean %g, energy %g, rest "
                      "%g, drift %g, lean %g\n",
                      scene_text(name), rate, sub_steps, margin, f.deepest, f.mean, f.energy,
                      f.rest, f.drift, f.lean);
        fail();
    }
    scene_free(&made);
}

static void test_towers(void **state) {
    const bounds stack = {0.01, 0.001, 3, 0.05, 1e-4}, barrels = {0.002, 0.0005, 1, 0.01, 1e-4};
    const bounds late = {0.03, 0.001, 3, 0.05, 1e-4};
    (void)state;
    run(SCENE_STACK, 60, 4, 0.02, false, 8, stack);
    run(SCENE_STACK, 240, 1, 0, false, 8, stack);
    run(SCENE_TURNED_STACK, 60, 4, 0.02, false, 8, stack);
    run(SCENE_TURNED_STACK, 60, 4, 0, false, 8, late);
    run(SCENE_TURNED_STACK, 240, 1, 0.02, false, 8, stack);
    run(SCENE_STACK, 60, 4, 0.02, true, 8, stack);
    run(SCENE_TURNED_STACK, 60, 4, 0.02, true, 8, stack);
    run(SCENE_TURNED_STACK, 240, 1, 0, true, 8, stack);
    run(SCENE_BARRELS, 60, 4, 0.02, false, 60, barrels);
    run(SCENE_BARRELS, 240, 1, 0.02, false, 8, barrels);
}

static void test_pyramid(void **state) {
    const bounds most = {0.005, 0.001, 2, 0.02, 1e-5};
    (void)state;
    run(SCENE_PYRAMID, 60, 4, 0.02, false, 3, most);
}

// At most 4 % of the edge of a cube, and of the mean length of the hulls, 0.42.
static void test_trays(void **state) {
    const bounds most = {0.0168, 0.002, HUGE_VAL, HUGE_VAL, 2};
    const bounds heap = {0.016, 0.001, HUGE_VAL, 2, 2}; // test_heap asks about rest
    (void)state;
    run(SCENE_CUBES, 60, 4, 0.02, false, 10, most);
    run(SCENE_CUBES, 60, 4, 0.02, true, 10, most);
    run(SCENE_CONVEX, 60, 4, 0.02, false, 10, most);
    run(SCENE_HEAP, 60, 4, 0.02, false, 20, heap);
}

// Whether a heap of barrels, capsules and balls comes to rest depends on how it falls: a capsule
// across two others may teeter for as long as one watches. Of eight heaps five rested within 15 s.
static void test_heap(void **state) {
    const scene_how how = {60, 4, 0.02, false, 4, NULL, NULL};
    int rested = 0;
    (void)state;
    for (int k = 0; k < 8; ++k) {
        assert_true(scene_make(&made, SCENE_HEAP));
        for (uint32_t i = 0; i < made.count; ++i)
            if (made.bodies[i].mass > 0)
                made.bodies[i].at = add(made.bodies[i].at, 0.001 * k, scene_vec(3, -2, 0));
        const scene_figures f = scene_run(&made, &how);
        if (!(f.deepest <= 0.04 && f.mean <= 0.001 && f.energy <= 0.01))
            fail_msg("heap %d: overlap %g, mean %g, energy %g", k, f.deepest, f.mean, f.energy);
        rested += f.rest <= 15;
        scene_free(&made);
    }
    print_message("# %d of 8 heaps are at rest\n", rested);
    assert_true(rested >= 2);
}

static void test_rest(void **state) {
    const bounds lean = {0.01, 0.001, 5, 1, 2}, coin = {0.04, 0.01, 15, 1, 2};
    (void)state;
    run(SCENE_LEAN, 60, 4, 0.02, false, 10, lean);
    run(SCENE_LEAN, 240, 1, 0.02, false, 10, lean);
    run(SCENE_COIN, 60, 4, 0.02, false, 20, coin);
}

// A ride on terrain or on the same mesh, within bounds.
static void ride_within(const ride *r, bool mesh, bool slow, const ride_figures *most) {
    const scene_how how = {slow ? 60 : 240, slow ? 4 : 1, 0.02, false, 0, NULL, NULL};
    char text[64];
    assert_true(ride_make(&made, r, mesh));
    const ride_figures f = ride_run(&made, r, &how);
    if (!(f.hop <= most->hop && f.energy <= most->energy && f.fresh <= most->fresh &&
          (r->body == RIDE_BARREL
               ? f.rest <= most->rest && f.drift <= most->drift
               : f.speed <= most->speed && f.path <= most->path && f.aside <= most->aside)))
        fail_msg("%s, %s, %g Hz: speed %g, path %g, aside %g, hop %g, energy %g, rest %g, "
                 "drift %g, %g new of %g",
                 ride_text(r, text, sizeof text), mesh ? "mesh" : "terrain", how.rate, f.speed,
                 f.path, f.aside, f.hop, f.energy, f.rest, f.drift, f.fresh, f.contacts);
    scene_free(&made);
}

// Bounds of all rides at both rates: on even ground, on hills, of boxes on hills, and of barrels on
// slopes of at most 10 degrees, and on steep ones.
typedef struct ride_bounds {
    ride_figures even, hills, slides, stand, steep;
} ride_bounds;

static void rides_within(bool mesh, const ride_bounds *most) {
    for (int i = 0; i < RIDE_COUNT; ++i) {
        const ride r = ride_of(i);
        const ride_figures *of = r.body == RIDE_BARREL
                                     ? r.degrees > 10 ? &most->steep : &most->stand
                                 : !r.hilly           ? &most->even
                                 : r.body == RIDE_BOX ? &most->slides
                                                      : &most->hills;
        ride_within(&r, mesh, true, of);
        ride_within(&r, mesh, false, of);
    }
}

// About three times what was seen. What is asked of wheels is a loss of at most a thousandth. With
// keys of features in place of the body's part, wheels stray by 2 to 3 % of the way, nearly all
// keys are new, and barrels on slopes drift by 1 to 4 mm. A barrel on level ground would drift by
// 0.2 mm if its contacts were at its lowest point, wherever it leans.
static void test_terrain(void **state) {
    const ride_bounds most = {{3e-4, 3e-4, 6e-4, 2e-4, 1e-9, 0, 0, 0.05, 0, 0},
                              {1e-3, 5e-3, 1.5e-2, 3e-3, 2e-3, 0, 0, 0.6, 0, 0},
                              {7e-3, 5e-3, 1e-3, 3e-3, 2e-3, 0, 0, 0.6, 0, 0},
                              {0, 0, 0, 1e-4, 1e-9, 0.5, 1e-7, 0.01, 0, 0},
                              {0, 0, 0, 1e-4, 1e-9, 0.5, 5e-7, 0.01, 0, 0}};
    (void)state;
    rides_within(false, &most);
}

// The same ground as a mesh.
static void test_mesh(void **state) {
    const ride_bounds most = {{3e-4, 3e-4, 6e-4, 2e-4, 1e-9, 0, 0, 0.05, 0, 0},
                              {1e-3, 5e-4, 8e-3, 4e-3, 2e-3, 0, 0, 0.1, 0, 0},
                              {2e-3, 1e-3, 1e-3, 3e-3, 2e-3, 0, 0, 0.8, 0, 0},
                              {0, 0, 0, 1e-4, 1e-9, 0.5, 1e-7, 0.01, 0, 0},
                              {0, 0, 0, 1e-4, 1e-9, 0.5, 5e-7, 0.01, 0, 0}};
    (void)state;
    rides_within(true, &most);
}

// The first bodies of a heap on a mesh, moved aside: how deep they are in each other and in its
// triangles, and that none gets through. Returns whether they rest.
static bool heap_rests(scene_heap_name name, uint32_t bodies, double seconds, int each,
                       double aside) {
    const scene_how how = {60, 4, 0.02, false, each, NULL, NULL};
    assert_true(scene_heap_make(&made, name));
    made.count = bodies + 1 < made.count ? bodies + 1 : made.count;
    made.seconds = seconds;
    for (uint32_t i = 0; i < made.count; ++i)
        if (made.bodies[i].mass > 0)
            made.bodies[i].at = add(made.bodies[i].at, aside, scene_vec(3, -2, 0));
    const scene_figures f = scene_run(&made, &how);
    if (!(f.deepest <= 0.06 && f.mean <= 0.001 && f.energy <= 0.01 && f.out <= 0))
        fail_msg("%s, %g aside: overlap %g, mean %g, energy %g, out %g", scene_heap_text(name),
                 aside, f.deepest, f.mean, f.energy, f.out);
    scene_free(&made);
    return f.rest < seconds;
}

// In trays with walls of boxes, bodies of the same heaps overlap by up to 51 mm, too. Of ten heaps
// of either kind nine rested.
static void test_mesh_heaps(void **state) {
    const char *tier = getenv("COLLIDE_TEST_TIER");
    const bool full = tier && strcmp(tier, "full") == 0;
    int balls = 0, cubes = 0;
    (void)state;
    for (int k = 0; k < (full ? 3 : 2); ++k) {
        balls += heap_rests(HEAP_BOWL, 24, 15, 4, 0.001 * k);
        cubes += heap_rests(HEAP_CUBES, 75, 6, 4, 0.001 * k);
    }
    assert_true(balls >= 1 && cubes >= 1);
    (void)heap_rests(HEAP_MIXED, 75, 5, 4, 0);
    if (!full)
        return;
    (void)heap_rests(HEAP_CUBES, 300, 20, 4, 0);
    (void)heap_rests(HEAP_MIXED, 300, 600, 60, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_towers), cmocka_unit_test(test_pyramid),
        cmocka_unit_test(test_trays),  cmocka_unit_test(test_heap),
        cmocka_unit_test(test_rest),   cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_mesh),   cmocka_unit_test(test_mesh_heaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
