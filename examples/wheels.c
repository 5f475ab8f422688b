// Demo: a million wheels on a volcano: which of them touch the ground, by single calls and by
// batches on every instruction set of this machine. All must agree, bit for bit. Build and run from
// the top folder:
//
//     cc -O2 examples/wheels.c -o wheels && ./wheels examples/data/volcano.txt
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WHEELS 1000000

static void fail(const char *why) {
    fprintf(stderr, "wheels: %s\n", why);
    exit(1);
}

static void *allocate(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, size))
        fail("not enough memory");
    return memory;
}

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        fail(collide_status_text(status));
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// A multiple of 2^-24 in [0, 1), by xorshift64*.
static float random_float(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (float)((*state * 0x2545f4914f6cdd1du) >> 40) * (1.0f / 16777216.0f);
}

// Columns, rows and step, then whole metres row by row.
static const collide_terrain *read_terrain(const char *name) {
    FILE *file = fopen(name, "r");
    collide_heights grid;
    collide_terrain *terrain;
    int columns, rows, height;
    if (!file)
        fail("cannot open the file");
    memset(&grid, 0, sizeof grid);
    if (fscanf(file, "%d %d %f", &columns, &rows, &grid.dx) != 3 || columns < 2 || rows < 2 ||
        columns > 10000 || rows > 10000)
        fail("the file does not begin with columns, rows and step");
    const size_t n = (size_t)columns * (size_t)rows;
    int16_t *heights = (int16_t *)allocate(n * sizeof *heights);
    for (size_t i = 0; i < n; ++i) {
        if (fscanf(file, "%d", &height) != 1)
            fail("heights are missing");
        heights[i] = (int16_t)height;
    }
    fclose(file);
    grid.heights = heights;
    grid.int16 = true;
    grid.columns = (size_t)columns;
    grid.rows = (size_t)rows;
    grid.dy = grid.dx;
    const size_t size = collide_terrain_size(grid.columns, grid.rows);
    check(collide_terrain_build(&terrain, allocate(size), size, &grid));
    return terrain;
}

// A wheel of 0.3 to 1 m radius whose tread is 5 cm below to 5 cm above the ground under its centre.
static collide_cylinder random_wheel(uint64_t *state, const collide_terrain *terrain) {
    const collide_heights *g = &terrain->grid;
    collide_cylinder wheel;
    const collide_vec3 origin = {0, 0, 0};
    const float turn = random_float(state) - 0.5f;
    float z = 0;
    wheel.center.x = random_float(state) * (float)(g->columns - 1) * g->dx;
    wheel.center.y = random_float(state) * (float)(g->rows - 1) * g->dy;
    collide_terrain_height(terrain, wheel.center.x, wheel.center.y, &z, NULL);
    wheel.radius = 0.3f + 0.7f * random_float(state);
    wheel.height = 0.6f * wheel.radius;
    wheel.center.z = z + wheel.radius + 0.1f * (random_float(state) - 0.5f);
    wheel.axis = collide_pose_from_quaternion(0, 0, turn, 0.5f, origin).axis[1];
    return wheel;
}

static void report(const char *how, double ns, size_t hits, const uint16_t *bits) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < COLLIDE_BLOCKS(WHEELS); ++i)
        hash = (hash ^ bits[i]) * 0x100000001b3u;
    printf("%-22s %8.1f ms %8.1f ns a wheel %10zu touch   %016" PRIx64 "\n", how, ns / 1e6,
           ns / WHEELS, hits, hash);
}

int main(int argc, char **argv) {
    const collide_terrain *terrain = read_terrain(argc > 1 ? argv[1] : "examples/data/volcano.txt");
    collide_cylinder *wheels = (collide_cylinder *)allocate(WHEELS * sizeof *wheels);
    const size_t size = collide_cylinder_pack_size(WHEELS);
    const size_t words = COLLIDE_BLOCKS(WHEELS);
    uint16_t *expected = (uint16_t *)allocate(words * sizeof *expected);
    uint16_t *bits = (uint16_t *)allocate(words * sizeof *bits);
    collide_cylinder_pack *pack;
    uint64_t state = 1;
    int wrong = 0;
    for (size_t i = 0; i < WHEELS; ++i)
        wheels[i] = random_wheel(&state, terrain);
    check(collide_cylinder_pack_build(&pack, allocate(size), size, wheels, WHEELS, 0));
    printf("%zu by %zu heights, %d wheels\n", terrain->grid.columns, terrain->grid.rows, WHEELS);

    collide_isa_limit(COLLIDE_ISA_SCALAR);
    double start = nanoseconds();
    size_t hits = 0;
    for (size_t block = 0; block < words; ++block) {
        unsigned word = 0;
        for (size_t i = 16 * block; i < WHEELS && i < 16 * (block + 1); ++i)
            word |= (unsigned)collide_cylinder_terrain(&wheels[i], terrain) << i % 16;
        expected[block] = (uint16_t)word;
        for (; word; word &= word - 1)
            ++hits;
    }
    report("single calls, scalar", nanoseconds() - start, hits, expected);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        char how[40];
        if (collide_isa_limit(isa) != isa)
            continue;
        memset(bits, 0, words * sizeof *bits);
        start = nanoseconds();
        hits = collide_cylinder_terrain_many(pack, terrain, bits);
        snprintf(how, sizeof how, "a pack, %s", collide_isa_text(isa));
        report(how, nanoseconds() - start, hits, bits);
        wrong += memcmp(bits, expected, words * sizeof *bits) != 0;
    }
    puts(wrong ? "THEY DIFFER" : "all agree, bit for bit");
    return wrong ? 1 : 0;
}
