// What trees of large meshes cost, for make results: one line of JSON for a bumpy sphere of about
// as many triangles as asked for, up to 2 * 10^8. Time and memory of building, opening and
// refitting the tree, and times of queries: two such meshes as they just overlap or are just apart,
// and spheres at the surface. The tree takes about 92 bytes per triangle, the mesh 18.
//
//     cc -O2 bench/growth.c -o growth && ./growth 1000000
//
// It fails (exit 1) if a tree that was refitted to its own mesh is not the same, if spheres touch
// other triangles than a scan of the whole mesh finds, or if a pair that is listed does not
// overlap.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "inputs.h"

#include <stdio.h>
#include <time.h>

#define POSES 64
#define SPHERES 4096
#define SCANNED 6          // spheres that are compared with a scan
#define ROUNDS 5           // a time is the least of so many
#define NEAR 0.0009765625f // 2^-10: how deep meshes overlap, or how far they are apart
#define ROOM (1u << 20)    // for lists

typedef struct growth {
    collide_mesh mesh;
    size_t mesh_bytes, size;
    void *memory;
    collide_tree *tree;
    collide_pose in[POSES], out[POSES]; // of one mesh to the other: overlapping, and apart
    collide_sphere sphere[SPHERES];
} growth;

static void fail(const char *why) {
    fprintf(stderr, "growth: %s\n", why);
    exit(1);
}

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        fail(collide_status_text(status));
}

static void *allocate(size_t n, size_t size) {
    void *memory = size && n <= SIZE_MAX / size ? malloc(n * size + COLLIDE_ALIGNMENT) : NULL;
    if (!memory)
        fail("not enough memory");
    return COLLIDE_ALIGN(memory); // never freed
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void make_mesh(growth *g, size_t triangles) {
    uint32_t edge = 1;
    while (12 * (size_t)edge * edge < triangles)
        ++edge;
    const size_t vertices = 6 * (size_t)edge * edge + 2, n = 12 * (size_t)edge * edge;
    collide_vec3 *positions = (collide_vec3 *)allocate(vertices, sizeof *positions);
    uint32_t *indices = (uint32_t *)allocate(3 * n, sizeof *indices);
    inputs_bumpy(edge, positions, indices);
    g->mesh.positions = positions;
    g->mesh.vertex_count = vertices;
    g->mesh.indices = indices;
    g->mesh.triangle_count = n;
    g->mesh_bytes = vertices * sizeof *positions + 3 * n * sizeof *indices;
}

static collide_triangle triangle_of(const growth *g, size_t i) {
    const collide_vec3 *p = (const collide_vec3 *)g->mesh.positions;
    const uint32_t *index = (const uint32_t *)g->mesh.indices;
    const collide_triangle t = {{p[index[3 * i]], p[index[3 * i + 1]], p[index[3 * i + 2]]}};
    return t;
}

static uint64_t hash_tree(const growth *g) {
    const unsigned char *bytes = (const unsigned char *)g->memory;
    uint64_t hash = INPUTS_HASH, word;
    for (size_t i = 0; i + sizeof word <= g->size; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static collide_vec3 along(collide_vec3 way, float distance) {
    const collide_vec3 p = {distance * way.x, distance * way.y, distance * way.z};
    return p;
}

// Poses a little beyond and before where a mesh first touches the other one, on its way from a
// distance of 3 to the middle; then spheres of radius 1/256 near vertices, of which about half
// touch the mesh. Returns the microseconds of a sweep.
static double make_queries(growth *g) {
    inputs_random r = inputs_seed(5);
    const collide_vec3 zero = {0, 0, 0}, *p = (const collide_vec3 *)g->mesh.positions;
    const collide_mover still = {g->tree, collide_pose_identity(), {0, 0, 0}};
    double time = 0;
    for (int i = 0; i < POSES; ++i) {
        const collide_vec3 way = inputs_pose(&r, zero).axis[0];
        const collide_pose pose = inputs_pose(&r, along(way, 3));
        const collide_mover mover = {g->tree, pose, along(way, -1)};
        collide_impact impact;
        const double start = seconds();
        if (!collide_tree_tree_sweep(&still, &mover, 3, &impact, NULL, NULL))
            fail("A SWEEP TO THE MIDDLE MISSES");
        time += seconds() - start;
        g->in[i] = g->out[i] = pose;
        g->in[i].position = along(way, 3 - impact.t_first - NEAR);
        g->out[i].position = along(way, 3 - impact.t_first + NEAR);
    }
    for (int i = 0; i < SPHERES; ++i) {
        const size_t v = (size_t)(inputs_next(&r) % g->mesh.vertex_count);
        g->sphere[i].center = along(p[v], inputs_uniform(&r, 0.984375f, 1.015625f));
        g->sphere[i].radius = 0.00390625f;
    }
    return time / POSES * 1e6;
}

static void check_answers(const growth *g, collide_pair *pairs) {
    static uint32_t near[ROOM];
    for (int i = 0; i < SCANNED; ++i) {
        size_t hits = 0;
        uint64_t sum = 0;
        const size_t n =
            collide_sphere_tree_indices(&g->sphere[i], g->tree, NULL, near, (size_t)ROOM);
        for (size_t k = 0; k < n && k < ROOM; ++k)
            sum += near[k] + (uint64_t)1;
        for (size_t k = 0; k < g->mesh.triangle_count; ++k) {
            const collide_triangle t = triangle_of(g, k);
            if (collide_sphere_triangle(&g->sphere[i], &t)) {
                sum -= k + 1;
                ++hits;
            }
        }
        if (n > ROOM || hits != n || sum != 0)
            fail("SPHERES TOUCH OTHER TRIANGLES THAN A SCAN FINDS");
    }
    for (int i = 0; i < POSES; ++i) {
        const size_t n =
            collide_tree_tree_indices(g->tree, NULL, g->tree, &g->in[i], pairs, (size_t)ROOM, NULL);
        for (size_t k = 0; k < n && k < ROOM; ++k) {
            const collide_triangle a = triangle_of(g, pairs[k].a);
            collide_triangle b = triangle_of(g, pairs[k].b);
            for (int v = 0; v < 3; ++v)
                b.v[v] = collide_pose_apply(&g->in[i], b.v[v]);
            if (!collide_triangle_triangle(&a, &b))
                fail("A PAIR THAT IS LISTED DOES NOT OVERLAP");
        }
    }
}

// Microseconds of a query: in and out, yes or no; in, all pairs; a sphere, yes or no.
static void time_queries(const growth *g, collide_pair *pairs, double best[4], size_t hits[4]) {
    for (int round = 0; round < ROUNDS; ++round)
        for (int k = 0; k < 4; ++k) {
            const int n = k < 3 ? POSES : SPHERES;
            const double start = seconds();
            hits[k] = 0;
            for (int i = 0; i < n; ++i)
                hits[k] += k == 3   ? collide_sphere_tree(&g->sphere[i], g->tree, NULL)
                           : k == 2 ? collide_tree_tree_indices(g->tree, NULL, g->tree, &g->in[i],
                                                                pairs, (size_t)ROOM, NULL)
                                    : collide_tree_tree(g->tree, NULL, g->tree,
                                                        k ? &g->out[i] : &g->in[i], NULL);
            const double time = (seconds() - start) / n * 1e6;
            best[k] = round == 0 || time < best[k] ? time : best[k];
        }
}

int main(int argc, char **argv) {
    static growth g;
    char *end = NULL;
    const unsigned long n = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    double best[4];
    size_t hits[4];
    if (n == 0 || *end != 0 || n > 200000000)
        fail("takes a number of triangles, up to 200000000");
    make_mesh(&g, n);
    g.size = collide_tree_size(g.mesh.triangle_count, NULL);
    g.memory = allocate(g.size, 1);
    memset(g.memory, 0, g.size); // the time of the system's pages is not that of the builder
    double start = seconds();
    check(collide_tree_build(&g.tree, g.memory, g.size, &g.mesh, NULL));
    const double build = seconds() - start;
    const uint64_t built = hash_tree(&g);
    start = seconds();
    check(collide_tree_refit(g.tree, &g.mesh, NULL, 0));
    const double refit = seconds() - start;
    if (hash_tree(&g) != built)
        fail("A REFIT TO THE SAME MESH CHANGED THE TREE");
    start = seconds();
    check(collide_tree_open(&g.tree, g.memory, g.size));
    const double open = seconds() - start;
    const double sweep = make_queries(&g);
    collide_pair *pairs = (collide_pair *)allocate(ROOM, sizeof *pairs);
    check_answers(&g, pairs);
    time_queries(&g, pairs, best, hits);
    if (hits[0] < POSES || hits[1] > 0)
        fail("MESHES OVERLAP WHERE THEY ARE APART, OR DO NOT WHERE THEY DO");
    printf("{\"triangles\": %zu, \"mesh_bytes\": %zu, \"tree_bytes\": %zu, \"build_s\": %.4g, "
           "\"refit_s\": %.4g, \"open_s\": %.4g, \"sweep_us\": %.4g, \"overlap_us\": %.4g, "
           "\"apart_us\": %.4g, \"all_us\": %.4g, \"pairs\": %.1f, \"sphere_us\": %.4g, "
           "\"touching\": %.3f}\n",
           g.mesh.triangle_count, g.mesh_bytes, g.size, build, refit, open, sweep, best[0], best[1],
           best[2], (double)hits[2] / POSES, best[3], (double)hits[3] / SPHERES);
    return 0;
}
