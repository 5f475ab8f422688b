// Demo: contacts that something can stand on. Barrels on flat ground, on their side, on their base
// and against a kerb; a wheel that rolls over flat and tilted ground without a ripple; and a robot
// on four wheels that pulls a trolley over a volcano. Build and run from the top folder:
//
//     cc -O2 examples/barrels.c -o barrels -lm && ./barrels examples/data/volcano.txt
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLOTS 16     // contacts of one wheel that are kept
#define STEPS 20000  // of 1 cm, 10 ms each: 1 m/s for 200 s
#define ROUNDS 4     // of pushing out, a step
#define STEP_MS 10.0 // the time step of [Strashnov]
#define SINK 0.002   // what weight pulls down in a round

static void fail(const char *why) {
    fprintf(stderr, "barrels: %s\n", why);
    exit(1);
}

static void *allocate(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, size))
        fail("not enough memory");
    return memory;
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const collide_terrain *build(const collide_heights *grid) {
    const size_t size = collide_terrain_size(grid->columns, grid->rows);
    collide_terrain *terrain;
    const collide_status status = collide_terrain_build(&terrain, allocate(size), size, grid);
    if (status != COLLIDE_OK)
        fail(collide_status_text(status));
    return terrain;
}

// 64 by 64 heights, step apart: slope along x, and from the middle on a kerb on top.
static const collide_terrain *plain(float step, float slope, float kerb) {
    collide_heights grid;
    float *heights = (float *)allocate(64 * 64 * sizeof *heights);
    for (int i = 0; i < 64 * 64; ++i)
        heights[i] = slope * step * (float)(i % 64) + (i % 64 < 32 ? 0 : kerb);
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = grid.rows = 64;
    grid.dx = grid.dy = step;
    return build(&grid);
}

// Columns, rows and step, then whole metres row by row.
static const collide_terrain *read_volcano(const char *name) {
    FILE *file = fopen(name, "r");
    collide_heights grid;
    int columns, rows, height;
    memset(&grid, 0, sizeof grid);
    if (!file)
        fail("cannot open the file");
    if (fscanf(file, "%d %d %f", &columns, &rows, &grid.dx) != 3 || columns < 2 || rows < 2 ||
        columns > 10000 || rows > 10000)
        fail("the file does not begin with columns, rows and step");
    const size_t n = (size_t)columns * (size_t)rows;
    float *heights = (float *)allocate(n * sizeof *heights);
    for (size_t i = 0; i < n; ++i) {
        if (fscanf(file, "%d", &height) != 1)
            fail("heights are missing");
        heights[i] = (float)height;
    }
    fclose(file);
    grid.heights = heights;
    grid.columns = (size_t)columns;
    grid.rows = (size_t)rows;
    grid.dy = grid.dx;
    return build(&grid);
}

static collide_cylinder cylinder(float x, float y, float z, float ax, float ay, float az,
                                 float radius, float height) {
    const collide_cylinder c = {{x, y, z}, {ax, ay, az}, radius, height};
    return c;
}

// ---- barrels -----------------------------------------------------------------------------------

static const char *feature_a(uint32_t feature) {
    if (feature & COLLIDE_CYLINDER_RIM)
        return feature & COLLIDE_CYLINDER_TOP ? "top rim" : "rim";
    if (feature & COLLIDE_CYLINDER_BASE)
        return feature & COLLIDE_CYLINDER_TOP ? "top" : "base";
    return "side";
}

static const char *feature_b(uint32_t feature) {
    const uint32_t kind = COLLIDE_FEATURE_KIND(feature);
    return kind == COLLIDE_FEATURE_FACE ? "face" : kind == COLLIDE_FEATURE_EDGE ? "edge" : "vertex";
}

static void show(const char *what, const collide_cylinder *c, const collide_terrain *terrain) {
    collide_contact contact[SLOTS];
    const size_t n = collide_cylinder_terrain_contacts(c, terrain, contact, SLOTS);
    printf("\n%s: %zu contacts\n", what, n);
    for (size_t i = 0; i < n && i < SLOTS; ++i) {
        const collide_contact *p = &contact[i];
        printf("    at (%.4f %.4f %.4f), normal (%.4f %.4f %.4f), %.4f deep, %s on %s %u %u\n",
               (double)p->point_b.x, (double)p->point_b.y, (double)p->point_b.z,
               (double)p->normal.x, (double)p->normal.y, (double)p->normal.z, (double)p->depth,
               feature_a(p->feature_a), feature_b(p->feature_b),
               (unsigned)COLLIDE_FEATURE_CELL(p->feature_b),
               (unsigned)COLLIDE_FEATURE_CELL(p->feature_a));
    }
}

// ---- ripple ------------------------------------------------------------------------------------

// A wheel rolls along x, its tread 1 mm deep all the time; how much its deepest depth, its normals
// and its number of contacts vary. Returns the greatest variation.
static double ripple(const char *what, float slope) {
    const collide_terrain *terrain = plain(0.25f, slope, 0);
    const double radius = 0.35, up = 1 / sqrt(1 + (double)slope * (double)slope);
    double low = 1, high = 0, off = 0;
    size_t least = SLOTS, most = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double x = 2 + 12.0 * i / STEPS, along = x * (double)slope;
        collide_contact contact[SLOTS];
        // The middle is radius - 1 mm from the plane.
        const collide_cylinder wheel =
            cylinder((float)(x - (radius - 1e-3) * up * (double)slope), 8.1f,
                     (float)(along + (radius - 1e-3) * up), 0, 1, 0, (float)radius, 0.25f);
        const size_t n = collide_cylinder_terrain_contacts(&wheel, terrain, contact, SLOTS);
        double deepest = 0;
        for (size_t k = 0; k < n && k < SLOTS; ++k) {
            const double depth = (double)contact[k].depth, nz = (double)contact[k].normal.z;
            deepest = depth > deepest ? depth : deepest;
            off = fabs(nz - up) > off ? fabs(nz - up) : off;
        }
        least = n < least ? n : least;
        most = n > most ? n : most;
        low = deepest < low ? deepest : low;
        high = deepest > high ? deepest : high;
    }
    printf("%s: %d places, %zu to %zu contacts, depth %.7f to %.7f m, normals %.1g off\n", what,
           STEPS, least, most, low, high, off);
    return most > 2 || least < 2 ? 1 : high - low > off ? high - low : off;
}

// ---- the robot ---------------------------------------------------------------------------------

typedef struct vec {
    double x, y, z;
} vec;

static vec add(vec a, double scale, vec b) {
    const vec c = {a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z};
    return c;
}

static vec cross(vec a, vec b) {
    const vec c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// A stiff body on wheels: ahead and left are its axes. It is driven along x, and is free to rise,
// pitch and roll; what is hitched to it only follows, and is free to pitch and roll.
typedef struct wagon {
    vec at, ahead, left;
    bool hitched;
    int wheels;
    vec wheel[4]; // ahead, left and up of at
    float radius, width;
} wagon;

static vec wagon_place(const wagon *w, vec local) {
    const vec up = cross(w->ahead, w->left);
    return add(add(add(w->at, local.x, w->ahead), local.y, w->left), local.z, up);
}

static void wagon_turn(wagon *w, vec by) {
    w->ahead = add(w->ahead, 1, cross(by, w->ahead));
    w->ahead = add(w->ahead, 1 / sqrt(dot(w->ahead, w->ahead)) - 1, w->ahead);
    w->left = add(w->left, 1, cross(by, w->left));
    w->left = add(w->left, -dot(w->left, w->ahead), w->ahead);
    w->left = add(w->left, 1 / sqrt(dot(w->left, w->left)) - 1, w->left);
}

// One round: it sinks, then each contact pushes it out by half of its depth.
static size_t wagon_settle(wagon *w, const collide_terrain *terrain, double *deepest) {
    const vec down = {0, 0, -SINK};
    size_t contacts = 0;
    if (w->hitched) {
        const vec lever = add(w->ahead, -2, w->ahead); // its weight is behind the hitch
        wagon_turn(w, cross(lever, down));
    } else {
        w->at = add(w->at, 1, down);
    }
    for (int i = 0; i < w->wheels; ++i) {
        const vec p = wagon_place(w, w->wheel[i]);
        collide_contact contact[SLOTS];
        const collide_cylinder wheel =
            cylinder((float)p.x, (float)p.y, (float)p.z, (float)w->left.x, (float)w->left.y,
                     (float)w->left.z, w->radius, w->width);
        const size_t n = collide_cylinder_terrain_contacts(&wheel, terrain, contact, SLOTS);
        contacts += n;
        for (size_t k = 0; k < n && k < SLOTS; ++k) {
            const collide_contact *c = &contact[k];
            const vec at = {(double)c->point_a.x, (double)c->point_a.y, (double)c->point_a.z};
            const vec normal = {(double)c->normal.x, (double)c->normal.y, (double)c->normal.z};
            const vec turn = cross(add(at, -1, w->at), normal);
            const double pitch = dot(turn, w->left), roll = dot(turn, w->ahead);
            const double rise = w->hitched ? 0 : normal.z;
            const double all = rise * rise + pitch * pitch + roll * roll;
            const double push = all > 0 ? 0.5 * (double)c->depth / all : 0;
            vec by = {0, 0, 0};
            by = add(add(by, push * pitch, w->left), push * roll, w->ahead);
            w->at.z += push * rise;
            wagon_turn(w, by);
            *deepest = (double)c->depth > *deepest ? (double)c->depth : *deepest;
        }
    }
    return contacts;
}

static int drive(const collide_terrain *terrain) {
    const collide_heights *g = &terrain->grid;
    const double width = (double)(g->columns - 1) * (double)g->dx;
    const double depth = (double)(g->rows - 1) * (double)g->dy;
    wagon robot = {
        {0, 0, 0}, {1, 0, 0},
        {0, 1, 0}, false,
        4,         {{0.5, 0.4, -0.1}, {0.5, -0.4, -0.1}, {-0.5, 0.4, -0.1}, {-0.5, -0.4, -0.1}},
        0.25f,     0.2f};
    wagon trolley = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                     true,      2,         {{-1.2, 0.35, -0.05}, {-1.2, -0.35, -0.05}},
                     0.2f,      0.1f};
    const vec hitch = {-0.8, 0, -0.1};
    double deepest = 0, steepest = 0, slowest = 0, sum = 0;
    size_t contacts = 0;
    int airborne = 0;
    float z;
    robot.at.x = 0.5 * width - 100;
    robot.at.y = 0.5 * depth;
    if (!collide_terrain_height(terrain, (float)robot.at.x, (float)robot.at.y, &z, NULL))
        fail("the volcano is too small for a drive of 200 m");
    robot.at.z = (double)z + 0.6;
    printf("\nrobot with trolley, %d steps of 1 cm:\n      x m      z m  pitch    roll  contacts  "
           "deepest mm\n",
           STEPS);
    for (int step = 0; step < STEPS; ++step) {
        const double start = nanoseconds();
        double deep = 0;
        size_t n = 0;
        robot.at.x += 0.01;
        for (int round = 0; round < ROUNDS; ++round) {
            deep = 0;
            n = wagon_settle(&robot, terrain, &deep);
            trolley.at = wagon_place(&robot, hitch);
            n += wagon_settle(&trolley, terrain, &deep);
        }
        const double ms = (nanoseconds() - start) / 1e6;
        const double pitch = asin(robot.ahead.z), roll = asin(robot.left.z);
        sum += ms;
        slowest = ms > slowest ? ms : slowest;
        steepest = fabs(pitch) > steepest ? fabs(pitch) : steepest;
        if (step > 500) { // it has been let down from above
            deepest = deep > deepest ? deep : deepest;
            airborne += n == 0;
        }
        contacts += n;
        if (step % (STEPS / 10) == STEPS / 10 - 1)
            printf("%9.2f%9.2f%7.1f%8.1f%10zu%12.2f\n", robot.at.x, robot.at.z,
                   pitch * 180 / 3.14159265358979, roll * 180 / 3.14159265358979, n, 1e3 * deep);
    }
    printf(
        "%.1f contacts a step, at most %.2f mm deep in its last round, pitch up to %.0f degrees,\n"
        "%d steps without contact; %.4f ms a step with %d rounds of pushing out, %.3f at most, of "
        "%.0f ms\n",
        (double)contacts / STEPS, 1e3 * deepest, steepest * 180 / 3.14159265358979, airborne,
        sum / STEPS, ROUNDS, slowest, STEP_MS);
    const bool bad = airborne > 0 || deepest > 0.05 || sum / STEPS > STEP_MS;
    if (bad)
        puts("IT DOES NOT STAND");
    return bad;
}

int main(int argc, char **argv) {
    const collide_terrain *flat = plain(0.25f, 0, 0), *kerb = plain(0.25f, 0, 0.15f);
    collide_cylinder barrel = cylinder(4.03f, 4.1f, 0.439f, 0, 0, 1, 0.29f, 0.88f);
    double most;
    int wrong = 0;
    show("a barrel on its base", &barrel, flat);
    barrel = cylinder(4.03f, 4.1f, 0.289f, 0.8f, 0.6f, 0, 0.29f, 0.88f);
    show("a barrel on its side", &barrel, flat);
    // The kerb rises from x = 7.75 to 8.
    barrel = cylinder(7.48f, 4.1f, 0.439f, 0, 0, 1, 0.29f, 0.88f);
    show("a barrel on its base, pushed against a kerb", &barrel, kerb);
    barrel = cylinder(7.68f, 4.1f, 0.289f, 0, 1, 0, 0.29f, 0.88f);
    show("a barrel that rolled against it", &barrel, kerb);
    puts("\na wheel that rolls:");
    most = ripple("    on flat ground  ", 0);
    wrong += most > 1e-6;
    most = ripple("    on a slope of .5", 0.5f);
    wrong += most > 1e-5;
    puts(wrong ? "IT RIPPLES" : "no ripple beyond rounding");
    wrong += drive(read_volcano(argc > 1 ? argv[1] : "examples/data/volcano.txt"));
    return wrong ? 1 : 0;
}
