// An object flies and turns through an environment, both meshes of triangles, and asks at each step
// which triangles meet: a table over the kinds of k-DOP and the ways to split, with the numbers of
// the cost equation of [Gerasimenko], T = Nv Cv + Np Cp + Nu Cu, and the fastest of them
// (close ones change places from run to run). Then what a front saves, which keeps from one query
// to the next what was apart, at three lengths of a step; and what happens between two steps, by
// sweeps: when and where the object first meets the environment on its way to the next place.
//
//     cc -O2 examples/flight.c -o flight && ./flight examples/data/teapot.off
//     ./flight ENVIRONMENT.off OBJECT.off
//
// One file stands for both: the environment is then 27 of them, turned this way and that.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEPS 1000
#define ROUNDS 5            // a time is the least of so many
#define MAX_COUNT (1 << 24) // whole numbers of a float

// ---- meshes ------------------------------------------------------------------------------------

typedef struct mesh {
    uint32_t vertices, triangles;
    collide_vec3 *position;
    uint32_t *index;
} mesh;

static bool mesh_allocate(mesh *m, uint32_t vertices, uint32_t triangles) {
    m->vertices = vertices;
    m->triangles = triangles;
    m->position = (collide_vec3 *)malloc(vertices * sizeof *m->position);
    m->index = (uint32_t *)malloc((size_t)3 * triangles * sizeof *m->index);
    return m->position && m->index;
}

// The next number of an OFF file; comments go from # to the end of the line.
static bool read_number(FILE *file, float *x) {
    int comment;
    do
        comment = 0;
    while (fscanf(file, " #%n%*[^\n]", &comment) != EOF && comment);
    return fscanf(file, "%f", x) == 1;
}

static bool read_count(FILE *file, uint32_t end, uint32_t *i) {
    float x;
    if (!read_number(file, &x) || !(x >= 0 && x < (float)end))
        return false;
    *i = (uint32_t)x;
    return true;
}

// Of triangles; the middle of its box moves to the origin, and half the box's
// largest side becomes 1.
static bool read_off(const char *path, mesh *m) {
    FILE *file = fopen(path, "r");
    uint32_t vertices = 0, triangles = 0, n = 0;
    char word[4] = "";
    bool ok = file && fscanf(file, "%3s", word) == 1 && strcmp(word, "OFF") == 0 &&
              read_count(file, MAX_COUNT, &vertices) && read_count(file, MAX_COUNT, &triangles) &&
              read_count(file, MAX_COUNT, &n) && vertices > 0 && triangles > 0 &&
              mesh_allocate(m, vertices, triangles);
    collide_vec3 lo = {0, 0, 0}, hi = {0, 0, 0};
    for (uint32_t i = 0; ok && i < m->vertices; ++i) {
        collide_vec3 *p = &m->position[i];
        ok = read_number(file, &p->x) && read_number(file, &p->y) && read_number(file, &p->z);
        if (i == 0)
            lo = hi = *p;
        lo.x = p->x < lo.x ? p->x : lo.x;
        lo.y = p->y < lo.y ? p->y : lo.y;
        lo.z = p->z < lo.z ? p->z : lo.z;
        hi.x = p->x > hi.x ? p->x : hi.x;
        hi.y = p->y > hi.y ? p->y : hi.y;
        hi.z = p->z > hi.z ? p->z : hi.z;
    }
    for (uint32_t i = 0; ok && i < m->triangles; ++i) {
        uint32_t *t = m->index + (size_t)3 * i;
        ok = read_count(file, 4, &n) && n == 3 && read_count(file, vertices, &t[0]) &&
             read_count(file, vertices, &t[1]) && read_count(file, vertices, &t[2]);
    }
    if (file)
        fclose(file);
    if (!ok)
        return false;
    float size = hi.x - lo.x;
    size = hi.y - lo.y > size ? hi.y - lo.y : size;
    size = hi.z - lo.z > size ? hi.z - lo.z : size;
    const float scale = size > 0 ? 2 / size : 1;
    for (uint32_t i = 0; i < m->vertices; ++i) {
        collide_vec3 *p = &m->position[i];
        p->x = scale * (p->x - 0.5f * (lo.x + hi.x));
        p->y = scale * (p->y - 0.5f * (lo.y + hi.y));
        p->z = scale * (p->z - 0.5f * (lo.z + hi.z));
    }
    return true;
}

// A multiple of 2^-23 in [-1, 1), by xorshift64*.
static float random_float(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (float)(int32_t)((*state * 0x2545f4914f6cdd1du) >> 40) * (1.0f / 8388608.0f) - 1.0f;
}

static collide_pose random_pose(uint64_t *state, collide_vec3 position) {
    const float x = random_float(state), y = random_float(state), z = random_float(state);
    return collide_pose_from_quaternion(x, y, z, random_float(state), position);
}

// 27 copies, 2.2 apart.
static bool make_copies(const mesh *one, mesh *all) {
    uint64_t state = 7;
    if (one->vertices > MAX_COUNT / 27 || one->triangles > MAX_COUNT / 27 ||
        !mesh_allocate(all, 27 * one->vertices, 27 * one->triangles))
        return false;
    for (uint32_t c = 0; c < 27; ++c) {
        const collide_vec3 at = {2.2f * ((float)(c % 3) - 1), 2.2f * ((float)(int)(c / 3 % 3) - 1),
                                 2.2f * ((float)(int)(c / 9) - 1)};
        const collide_pose pose = random_pose(&state, at);
        for (uint32_t i = 0; i < one->vertices; ++i)
            all->position[c * one->vertices + i] = collide_pose_apply(&pose, one->position[i]);
        for (uint32_t i = 0; i < 3 * one->triangles; ++i)
            all->index[(size_t)c * 3 * one->triangles + i] = c * one->vertices + one->index[i];
    }
    return true;
}

// ---- the flight --------------------------------------------------------------------------------

// From place to place in straight lines of so many steps, turning all the while: to a rotation
// drawn at each place.
static void fly(collide_pose *poses, float reach, int leg) {
    uint64_t state = 11;
    float from[7], to[7];
    for (int k = 0; k < 7; ++k)
        to[k] = random_float(&state);
    for (int i = 0; i < STEPS; ++i) {
        const float t = (float)(i % leg) / (float)leg;
        float now[7];
        for (int k = 0; k < 7 && i % leg == 0; ++k) {
            from[k] = to[k];
            to[k] = random_float(&state);
        }
        for (int k = 0; k < 7; ++k)
            now[k] = from[k] + t * (to[k] - from[k]);
        const collide_vec3 at = {reach * now[0], reach * now[1], reach * now[2]};
        poses[i] = collide_pose_from_quaternion(now[3], now[4], now[5], now[6], at);
    }
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef struct row {
    collide_tree_options options;
    collide_tree_count count;
    double build, time; // ns, of the build, and of a step
    size_t pairs;
} row;

static collide_tree *build(const mesh *m, const collide_tree_options *options) {
    const collide_mesh triangles = {m->position, m->vertices, 0, m->index, m->triangles, 0};
    const size_t size = collide_tree_size(m->triangles, options);
    void *memory = NULL;
    collide_tree *tree;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, size))
        return NULL;
    const collide_status status = collide_tree_build(&tree, memory, size, &triangles, options);
    if (status == COLLIDE_OK)
        return tree;
    fprintf(stderr, "flight: %s\n", collide_status_text(status));
    free(memory);
    return NULL;
}

static bool measure(row *r, const mesh *environment, const mesh *object,
                    const collide_pose *poses) {
    const double start = nanoseconds();
    collide_tree *a = build(environment, &r->options), *b = build(object, &r->options);
    r->build = nanoseconds() - start;
    for (int round = 0; a && b && round < ROUNDS; ++round) {
        const double begin = nanoseconds();
        size_t pairs = 0;
        for (int i = 0; i < STEPS; ++i)
            pairs +=
                collide_tree_tree_indices(a, NULL, b, &poses[i], NULL, 0, round ? NULL : &r->count);
        const double time = (nanoseconds() - begin) / STEPS;
        r->time = round == 0 || time < r->time ? time : r->time;
        r->pairs = pairs;
    }
    free(a);
    free(b);
    return a && b;
}

static bool print_table(const mesh *environment, const mesh *object) {
    static const uint32_t kinds[4] = {6, 14, 18, 26};
    static const char *const splits[4] = {"longest, median", "least, median", "longest, mean",
                                          "least, mean"};
    static collide_pose poses[STEPS];
    row rows[16] = {{{0, 0, 0}, {0, 0, 0}, 0, 0, 0}};
    int best = 0;
    fly(poses, 3, 50);
    printf("%u triangles fly among %u, %d steps; for each step Nv, Np, Nu and microseconds\n\n",
           object->triangles, environment->triangles, STEPS);
    printf("   k  split              build ms        Nv       Np       Nu    time\n");
    for (int i = 0; i < 16; ++i) {
        row *r = &rows[i];
        r->options.kind = kinds[i / 4];
        r->options.axis = i & 1;
        r->options.place = (uint32_t)i >> 1 & 1;
        if (!measure(r, environment, object, poses))
            return false;
        printf("  %2u  %-17s %9.2f %9.0f %8.0f %8.0f %7.2f\n", r->options.kind, splits[i % 4],
               r->build / 1e6, (double)r->count.volumes / STEPS, (double)r->count.triangles / STEPS,
               (double)r->count.updates / STEPS, r->time / 1e3);
        fflush(stdout);
        best = r->time < rows[best].time ? i : best;
        if (r->pairs != rows[0].pairs) {
            fprintf(stderr, "flight: ANSWERS DIFFER\n");
            return false;
        }
    }
    printf("\n%zu pairs of triangles met in all, with each of them. Fastest: k = %u, %s.\n",
           rows[0].pairs, rows[best].options.kind, splits[best % 4]);
    return true;
}

// ---- from step to step -------------------------------------------------------------------------

// Fresh queries and those of a front, whose answers must be the same.
static bool print_fronts(const collide_tree *a, const collide_tree *b) {
    static collide_pose poses[STEPS];
    const size_t room = 1u << 20, size = collide_front_size(room);
    void *memory = NULL;
    collide_front *front = NULL;
    bool same = posix_memalign(&memory, COLLIDE_ALIGNMENT, size) == 0;
    printf("\nThe same flight with a front, in steps of one, a quarter and a sixteenth\n\n"
           "  steps   Nv fresh   Nv front   saves    time   front\n");
    for (int part = 1; same && part <= 16; part *= 4) {
        collide_tree_count fresh = {0, 0, 0}, kept = {0, 0, 0};
        double time[2] = {0, 0};
        fly(poses, 3, 50 * part);
        same = collide_front_build(&front, memory, size, room, a, b) == COLLIDE_OK;
        for (int i = 0; same && i < STEPS; ++i) {
            const double start = nanoseconds();
            size_t n = 0;
            const size_t all = collide_tree_tree_indices(a, NULL, b, &poses[i], NULL, 0, &fresh);
            const double middle = nanoseconds();
            collide_front_indices(front, a, NULL, b, &poses[i], NULL, 0, &n, &kept);
            time[0] += middle - start;
            time[1] += nanoseconds() - middle;
            same = n == all;
        }
        printf("   1/%-2d %10.0f %10.0f %7.1f %7.2f %7.2f\n", part, (double)fresh.volumes / STEPS,
               (double)kept.volumes / STEPS, (double)fresh.volumes / ((double)kept.volumes + 1),
               time[0] / STEPS / 1e3, time[1] / STEPS / 1e3);
    }
    free(memory);
    if (!same)
        fprintf(stderr, "flight: A FRONT'S ANSWERS DIFFER\n");
    return same;
}

// From where nothing meets: when on the way to the next place, and what asking there says.
static void print_sweeps(const collide_tree *a, const collide_tree *b) {
    static collide_pose poses[STEPS];
    const collide_vec3 still = {0, 0, 0};
    int asked = 0, hits = 0, seen = 0;
    double time = 0, sum = 0;
    fly(poses, 3, 5); // a tenth of the steps: fast
    for (int i = 0; i + 1 < STEPS; ++i) {
        collide_pose next = poses[i];
        const collide_vec3 p = poses[i].position, q = poses[i + 1].position;
        const collide_vec3 way = {q.x - p.x, q.y - p.y, q.z - p.z};
        collide_impact impact;
        if (collide_tree_tree(a, NULL, b, &poses[i], NULL))
            continue;
        const double start = nanoseconds();
        const bool hit =
            collide_tree_tree_sweep(a, NULL, still, b, &poses[i], way, 1, &impact, NULL, NULL);
        time += nanoseconds() - start;
        next.position = q;
        ++asked;
        hits += hit;
        seen += collide_tree_tree(a, NULL, b, &next, NULL);
        sum += hit ? (double)impact.t_first : 0;
    }
    printf(
        "\nTen times as fast, straight from each of %d free places to the next: it meets the\n"
        "environment on %d ways, %.0f %% of the way along on average; who asks at the ends sees\n"
        "%d of them. A sweep takes %.1f microseconds.\n",
        asked, hits, hits ? 100 * sum / hits : 0, seen, asked ? time / asked / 1e3 : 0);
}

static bool print_motion(const mesh *environment, const mesh *object) {
    collide_tree *a = build(environment, NULL), *b = build(object, NULL);
    const bool ok = a && b && print_fronts(a, b);
    if (ok)
        print_sweeps(a, b);
    free(a);
    free(b);
    return ok;
}

int main(int argc, char **argv) {
    mesh environment = {0, 0, NULL, NULL}, object = {0, 0, NULL, NULL};
    const bool two = argc == 3;
    bool ok = (argc == 2 || two) && read_off(argv[argc - 1], &object) &&
              (two ? read_off(argv[1], &environment) : make_copies(&object, &environment));
    if (!ok)
        fprintf(stderr, "usage: flight [ENVIRONMENT.off] OBJECT.off (of triangles, no colours)\n");
    ok = ok && print_table(&environment, &object) && print_motion(&environment, &object);
    free(environment.position);
    free(environment.index);
    free(object.position);
    free(object.index);
    return ok ? 0 : 1;
}
