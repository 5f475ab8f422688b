// Threads that start queries at once, while one of them changes the limit of instruction sets: the
// kernels are chosen at run time without locks, and results never depend on it. The answers are
// those of one thread, which takes the pack in slices. For ThreadSanitizer; returns 0 if all is
// well.
#define _POSIX_C_SOURCE 200112L
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "../bench/inputs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 8
#define COUNT 2048              // self pairs take as the square
#define SLICE (COUNT / THREADS) // a multiple of 16
#define ROUNDS 40

static collide_kdop18 object[COUNT];
static collide_kdop18_pack *whole, *slice[THREADS];
static uint16_t bits[ROUNDS][COLLIDE_BLOCKS(COUNT)];
static collide_obb box[COUNT];
static collide_obb_pack *all_boxes, *boxes[THREADS];
static float t_first[ROUNDS][COUNT];
static size_t self_pairs[THREADS];
static collide_cylinder_pack *all_wheels, *wheels[THREADS];
static collide_cylinder wheel[COUNT];
static const collide_terrain *terrain;
static uint16_t touching[ROUNDS][COLLIDE_BLOCKS(COUNT)];
static collide_vec3 vertex[COUNT];
static const collide_mesh mesh = {vertex, COUNT, 0, NULL, COUNT / 3, 0};
static collide_tree *tree;
static int wrong_slices[THREADS];
static pthread_barrier_t start;

static void *memory_for(size_t size) {
    char *memory = (char *)malloc(size + COLLIDE_ALIGNMENT);
    if (!memory)
        abort();
    return memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT);
}

static collide_kdop18_pack *kdop_pack(size_t first, size_t n) {
    const size_t size = collide_kdop18_pack_size(n);
    collide_kdop18_pack *pack;
    if (collide_kdop18_pack_build(&pack, memory_for(size), size, object + first, n, 0))
        abort();
    return pack;
}

static collide_obb_pack *box_pack(size_t first, size_t n) {
    const size_t size = collide_obb_pack_size(n);
    collide_obb_pack *pack;
    if (collide_obb_pack_build(&pack, memory_for(size), size, box + first, n, 0))
        abort();
    return pack;
}

static collide_cylinder_pack *wheel_pack(size_t first, size_t n) {
    const size_t size = collide_cylinder_pack_size(n);
    collide_cylinder_pack *pack;
    if (collide_cylinder_pack_build(&pack, memory_for(size), size, wheel + first, n, 0))
        abort();
    return pack;
}

// Hills, and cylinders of all sizes on them.
static void make_wheels(inputs_random *r) {
    enum { EDGE = 64 };
    static float heights[EDGE * EDGE];
    static int32_t turns[8 * EDGE];
    const size_t size = collide_terrain_size(EDGE, EDGE);
    collide_heights grid;
    collide_terrain *made;
    memset(&grid, 0, sizeof grid);
    inputs_heights(r, EDGE, EDGE, turns, heights);
    grid.heights = heights;
    grid.columns = grid.rows = EDGE;
    grid.dx = grid.dy = 1;
    if (collide_terrain_build(&made, memory_for(size), size, &grid))
        abort();
    for (size_t i = 0; i < COUNT; ++i)
        wheel[i] = inputs_cylinder(r, made, EDGE - 1, EDGE - 1, inputs_uniform(r, 0.2f, 3), 1,
                                   inputs_uniform(r, -0.3f, 0.2f));
    terrain = made;
}

static collide_tree *make_tree(void) {
    const size_t size = collide_tree_size(mesh.triangle_count, NULL);
    collide_tree *made;
    if (collide_tree_build(&made, memory_for(size), size, &mesh, NULL))
        abort();
    return made;
}

static size_t sweep(size_t i, const collide_obb_pack *pack, float *out) {
    const collide_vec3 v = {1, -2, 3};
    const collide_sweeps sweeps = {NULL, out, NULL, NULL};
    return collide_obb_obb_sweep_many(box + i, v, pack, NULL, 5, &sweeps);
}

static void *run(void *argument) {
    const size_t t = (size_t)((collide_kdop18_pack **)argument - slice);
    pthread_barrier_wait(&start);
    for (size_t round = 0; round < ROUNDS; ++round) {
        if (t == 0)
            collide_isa_limit((collide_isa_id)(round % (COLLIDE_ISA_COUNT + 1)));
        collide_kdop18_kdop18_many(object + round, slice[t], bits[round] + t * SLICE / 16);
        sweep(round, boxes[t], t_first[round] + t * SLICE);
        collide_terrain_cylinder_many(terrain, wheels[t], touching[round] + t * SLICE / 16);
    }
    wrong_slices[t] = collide_tree_refit_slice(tree, &mesh, t, THREADS) != COLLIDE_OK;
    self_pairs[t] = collide_kdop18_kdop18_self_indices(whole, NULL, 0);
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    inputs_random r = inputs_seed(1);
    size_t hits = 0;
    int wrong = 0;
    for (size_t i = 0; i < COUNT; ++i) {
        collide_vec3 corner[8];
        const collide_vec3 center = inputs_corners(&r, 14, corner);
        const collide_pose pose = inputs_pose(&r, center);
        wrong += collide_kdop18_from_points(object + i, corner, 8, 0) != COLLIDE_OK;
        box[i] = collide_obb_from_pose(&pose, inputs_vec3(&r, 0.25f, 1));
    }
    make_wheels(&r);
    for (size_t i = 0; i < COUNT; ++i)
        vertex[i] = inputs_vec3(&r, -1, 1);
    tree = make_tree();
    collide_tree *expected_tree = make_tree();
    for (size_t i = 0; i < COUNT; ++i)
        vertex[i].x += vertex[i].y;
    all_wheels = wheel_pack(0, COUNT);
    whole = kdop_pack(0, COUNT);
    all_boxes = box_pack(0, COUNT);
    for (size_t t = 0; t < THREADS; ++t) {
        slice[t] = kdop_pack(t * SLICE, SLICE);
        boxes[t] = box_pack(t * SLICE, SLICE);
        wheels[t] = wheel_pack(t * SLICE, SLICE);
    }
    pthread_barrier_init(&start, NULL, THREADS);
    for (size_t t = 0; t < THREADS; ++t)
        if (pthread_create(thread + t, NULL, run, slice + t) != 0)
            abort();
    for (size_t t = 0; t < THREADS; ++t)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&start);

    for (size_t round = 0; round < ROUNDS; ++round) {
        static uint16_t expected[COLLIDE_BLOCKS(COUNT)];
        static float times[COUNT];
        collide_kdop18_kdop18_many(object + round, whole, expected);
        wrong += memcmp(expected, bits[round], sizeof expected) != 0;
        hits += sweep(round, all_boxes, times);
        wrong += memcmp(times, t_first[round], sizeof times) != 0;
        hits += collide_terrain_cylinder_many(terrain, all_wheels, expected);
        wrong += memcmp(expected, touching[round], sizeof expected) != 0;
    }
    wrong += collide_tree_refit(expected_tree, &mesh, NULL, 0) != COLLIDE_OK;
    wrong += collide_tree_refit_finish(tree, THREADS) != COLLIDE_OK;
    wrong += memcmp(tree, expected_tree, (size_t)tree->size) != 0;
    for (size_t t = 0; t < THREADS; ++t)
        wrong += wrong_slices[t];
    for (size_t t = 0; t < THREADS; ++t)
        wrong += self_pairs[t] != collide_kdop18_kdop18_self_indices(whole, NULL, 0);
    printf("%d differences, %u pairs, %u hits\n", wrong, (unsigned)self_pairs[0], (unsigned)hits);
    return wrong || !hits ? 1 : 0;
}
