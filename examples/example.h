// What the examples share. Each defines EXAMPLE, its name, and COLLIDE_IMPLEMENTATION, and includes
// this before anything else.
#ifndef EXAMPLE_H
#define EXAMPLE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, isatty
#endif
#include "../collide.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#define ON_TERMINAL (isatty(STDERR_FILENO) != 0)
#else
#define ON_TERMINAL false
#endif

#define MAX_COUNT (1 << 24) // of vertices and triangles: whole numbers of a float

static inline void fail(const char *why) {
    fprintf(stderr, "%s: %s\n", EXAMPLE, why);
    exit(1);
}

static inline void check(collide_status status) {
    if (status != COLLIDE_OK)
        fail(collide_status_text(status));
}

// Aligned, and all zeros; where it begins is kept in front of it.
static inline void *allocate(size_t size) {
    char *memory = (char *)calloc(1, size + 2 * COLLIDE_ALIGNMENT);
    if (!memory)
        fail("not enough memory");
    char *aligned = memory + 2 * COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    memcpy(aligned - sizeof memory, &memory, sizeof memory);
    return aligned;
}

static inline void release(const void *aligned) {
    char *memory;
    if (!aligned)
        return;
    memcpy(&memory, (const char *)aligned - sizeof memory, sizeof memory);
    free(memory);
}

// A number for printf, whose last digit has this weight: never -0.
static inline double no_minus_zero(double x, double digit) {
    return x <= 0 && x > -0.5 * digit ? 0 : x;
}

static inline double nanoseconds(void) {
#if defined(__unix__) || defined(__APPLE__)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#else
    return (double)clock() * (1e9 / CLOCKS_PER_SEC);
#endif
}

// How far work is that takes more than two seconds, on a terminal: from done = 0, where a piece of
// work begins, to done = of, where its line goes away.
static inline void progress(const char *what, size_t done, size_t of) {
    static double begin, next;
    static bool shown;
    if (!ON_TERMINAL)
        return;
    const double now = nanoseconds();
    if (shown && (done == 0 || done >= of)) {
        fprintf(stderr, "%60s\r", "");
        shown = false;
    }
    if (done == 0)
        begin = next = now;
    if (done >= of || now - begin < 2e9 || now < next)
        return;
    fprintf(stderr, "%s %.0f of %.0f  \r", what, (double)done, (double)of);
    shown = true;
    next = now + 1e8;
}

// ---- random numbers ----------------------------------------------------------------------------

// By xorshift64*.
static inline uint64_t random_bits(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1du;
}

// A multiple of 2^-24 in [0, 1).
static inline float random_float(uint64_t *state) {
    return (float)(random_bits(state) >> 40) * (1.0f / 16777216.0f);
}

// A multiple of 2^-23 in [-1, 1).
static inline float random_either(uint64_t *state) {
    return 2 * random_float(state) - 1;
}

// A point in a cube about the origin, of twice that size.
static inline collide_vec3 random_point(uint64_t *state, float size) {
    const float x = size * random_either(state), y = size * random_either(state);
    const collide_vec3 p = {x, y, size * random_either(state)};
    return p;
}

// ---- files -------------------------------------------------------------------------------------

// The next number of an OFF file; comments go from # to the end of the line.
static inline bool read_number(FILE *file, float *x) {
    int comment;
    do
        comment = 0;
    while (fscanf(file, " #%n%*[^\n]", &comment) != EOF && comment);
    return fscanf(file, "%f", x) == 1;
}

static inline bool read_count(FILE *file, uint32_t end, uint32_t *i) {
    float x;
    if (!read_number(file, &x) || !(x >= 0 && x < (float)end))
        return false;
    *i = (uint32_t)x;
    return (float)*i == x;
}

// The triangles of an OFF file, at least so many, or the program ends. The middle of their box
// moves to the origin, and its largest side becomes size, or stays what it is where that is 0.
static inline void read_off(const char *path, float size, size_t least, collide_mesh *mesh) {
    FILE *file = fopen(path, "r");
    uint32_t vertices = 0, triangles = 0, n = 0;
    char word[4] = "";
    if (!file)
        fail("cannot open the file of triangles");
    bool ok = fscanf(file, "%3s", word) == 1 && strcmp(word, "OFF") == 0 &&
              read_count(file, MAX_COUNT, &vertices) && read_count(file, MAX_COUNT, &triangles) &&
              read_count(file, MAX_COUNT, &n) && vertices > 0 && triangles > 0;
    collide_vec3 *p = ok ? (collide_vec3 *)allocate(vertices * sizeof *p) : NULL;
    uint32_t *index = ok ? (uint32_t *)allocate((size_t)3 * triangles * sizeof *index) : NULL;
    collide_kdop6 box = collide_kdop6_empty();
    for (uint32_t i = 0; ok && i < vertices; ++i)
        ok = read_number(file, &p[i].x) && read_number(file, &p[i].y) && read_number(file, &p[i].z);
    for (uint32_t i = 0; ok && i < 3 * triangles; ++i)
        ok =
            (i % 3 || (read_count(file, 4, &n) && n == 3)) && read_count(file, vertices, &index[i]);
    fclose(file);
    if (!ok)
        fail("the file is not OFF, of triangles alone, or it ends too early");
    check(collide_kdop6_from_points(&box, p, vertices, 0));
    float side = 0;
    for (int k = 0; k < 3; ++k)
        side = box.max[k] - box.min[k] > side ? box.max[k] - box.min[k] : side;
    if (triangles < least)
        fail("the mesh has too few triangles for this: give one like examples/data/teapot.off");
    if (!(side >= 1e-18f && side <= 1e18f))
        fail("the points of the mesh are all the same, or too far apart");
    const float half = 0.5f, scale = size > 0 ? size / side : 1;
    for (uint32_t i = 0; i < vertices; ++i) {
        p[i].x = scale * (p[i].x - half * (box.min[0] + box.max[0]));
        p[i].y = scale * (p[i].y - half * (box.min[1] + box.max[1]));
        p[i].z = scale * (p[i].z - half * (box.min[2] + box.max[2]));
    }
    memset(mesh, 0, sizeof *mesh);
    mesh->positions = p;
    mesh->vertex_count = vertices;
    mesh->indices = index;
    mesh->triangle_count = triangles;
}

static inline collide_tree *build_tree(const collide_mesh *mesh,
                                       const collide_tree_options *options) {
    const size_t size = collide_tree_size(mesh->triangle_count, options);
    collide_tree *tree;
    check(collide_tree_build(&tree, allocate(size), size, mesh, options));
    return tree;
}

static inline const collide_terrain *build_terrain(const collide_heights *grid) {
    const size_t size = collide_terrain_size(grid->columns, grid->rows);
    collide_terrain *terrain;
    check(collide_terrain_build(&terrain, allocate(size), size, grid));
    return terrain;
}

// Columns, rows and step, then whole metres row by row.
static inline const collide_terrain *read_terrain(const char *path) {
    FILE *file = fopen(path, "r");
    collide_heights grid;
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
        if (fscanf(file, "%d", &height) != 1 || height < INT16_MIN || height > INT16_MAX)
            fail("heights are missing, or not of 16 bits");
        heights[i] = (int16_t)height;
    }
    fclose(file);
    grid.heights = heights;
    grid.int16 = true;
    grid.columns = (size_t)columns;
    grid.rows = (size_t)rows;
    grid.dy = grid.dx;
    return build_terrain(&grid);
}

#endif // EXAMPLE_H
