// Demo: Newell's teapot against itself in 1000 poses, triangle bounds against triangle bounds, by
// single calls and by batches on every instruction set of this machine. All must agree, bit for
// bit. Build and run from the top folder:
//
//     cc -O2 examples/teapot.c -o teapot && ./teapot examples/data/teapot.off
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign, isatty
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define POSES 1000
#define MAX_COUNT 100000 // vertices, triangles

// ---- the mesh ----------------------------------------------------------------------------------

// The next number of an OFF file; comments go from # to the end of the line.
static bool read_number(FILE *file, float *x) {
    int comment;
    do
        comment = 0;
    while (fscanf(file, " #%n%*[^\n]", &comment) != EOF && comment);
    return fscanf(file, "%f", x) == 1;
}

static bool read_integer(FILE *file, uint32_t end, uint32_t *i) {
    float x;
    if (!read_number(file, &x) || !(x >= 0 && x < (float)end))
        return false;
    *i = (uint32_t)x;
    return true;
}

// Reads triangles, with the centre of their box moved to the origin.
static bool read_off(FILE *file, collide_mesh *mesh) {
    uint32_t vertices, triangles, edges, corners;
    collide_vec3 *v, lo, hi;
    uint32_t *index;
    char word[4];
    if (fscanf(file, "%3s", word) != 1 || strcmp(word, "OFF") != 0 ||
        !read_integer(file, MAX_COUNT, &vertices) || !read_integer(file, MAX_COUNT, &triangles) ||
        !read_integer(file, 1 << 24, &edges) || !vertices || !triangles)
        return false;
    mesh->positions = v = (collide_vec3 *)malloc(vertices * sizeof *v);
    mesh->indices = index = (uint32_t *)malloc(3 * triangles * sizeof *index);
    mesh->vertex_count = vertices;
    mesh->triangle_count = triangles;
    if (!v || !index)
        return false;
    for (uint32_t i = 0; i < vertices; ++i)
        if (!read_number(file, &v[i].x) || !read_number(file, &v[i].y) ||
            !read_number(file, &v[i].z))
            return false;
    for (uint32_t i = 0; i < triangles; ++i)
        if (!read_integer(file, 4, &corners) || corners != 3 ||
            !read_integer(file, vertices, index + 3 * i) ||
            !read_integer(file, vertices, index + 3 * i + 1) ||
            !read_integer(file, vertices, index + 3 * i + 2))
            return false;

    lo = hi = v[0];
    for (uint32_t i = 1; i < vertices; ++i) {
        lo.x = v[i].x < lo.x ? v[i].x : lo.x;
        lo.y = v[i].y < lo.y ? v[i].y : lo.y;
        lo.z = v[i].z < lo.z ? v[i].z : lo.z;
        hi.x = v[i].x > hi.x ? v[i].x : hi.x;
        hi.y = v[i].y > hi.y ? v[i].y : hi.y;
        hi.z = v[i].z > hi.z ? v[i].z : hi.z;
    }
    for (uint32_t i = 0; i < vertices; ++i) {
        v[i].x -= 0.5f * (lo.x + hi.x);
        v[i].y -= 0.5f * (lo.y + hi.y);
        v[i].z -= 0.5f * (lo.z + hi.z);
    }
    return true;
}

// ---- the poses ---------------------------------------------------------------------------------

// A multiple of 2^-23 in [-1, 1), by xorshift64*.
static float random_float(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (float)(int32_t)((*state * 0x2545f4914f6cdd1du) >> 40) * (1.0f / 8388608.0f) - 1.0f;
}

// Some rotation, and an offset of up to 8 units: the teapot is 32 long, so that the two overlap in
// part.
static collide_pose random_pose(uint64_t *state) {
    float r[7];
    collide_vec3 offset;
    for (int i = 0; i < 7; ++i)
        r[i] = random_float(state);
    offset.x = 8.0f * r[4];
    offset.y = 8.0f * r[5];
    offset.z = 8.0f * r[6];
    return collide_pose_from_quaternion(r[0], r[1], r[2], r[3], offset);
}

// Bounds of all triangles of the mesh in a pose.
static void bound_posed(const collide_mesh *mesh, const collide_pose *pose, collide_kdop18 *out) {
    const collide_vec3 *v = (const collide_vec3 *)mesh->positions;
    const uint32_t *index = (const uint32_t *)mesh->indices;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        collide_triangle posed;
        for (size_t k = 0; k < 3; ++k)
            posed.v[k] = collide_pose_apply(pose, v[index[3 * i + k]]);
        out[i] = collide_kdop18_from_triangle(&posed);
    }
}

// ---- the queries -------------------------------------------------------------------------------

typedef struct demo {
    collide_mesh mesh;
    collide_kdop18 *still;     // bounds of the teapot at rest, for single calls
    collide_kdop18_pack *pack; // the same, for batches
    collide_kdop18 *posed;     // bounds in one pose
    uint16_t *bits;            // hit bits of posed[i] from i * COLLIDE_BLOCKS(triangles)
} demo;

typedef struct result {
    size_t hits;
    uint64_t hash;      // FNV-1a of all hit bits
    double nanoseconds; // of the queries alone
} result;

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static size_t query_single(const demo *d) {
    const size_t n = d->mesh.triangle_count, blocks = COLLIDE_BLOCKS(n);
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i)
        for (size_t block = 0; block < blocks; ++block) {
            const size_t from = 16 * block, end = n - from < 16 ? n - from : 16;
            unsigned word = 0;
            for (size_t k = 0; k < end; ++k) {
                const unsigned hit = collide_kdop18_kdop18(d->posed + i, d->still + from + k);
                word |= hit << k;
                hits += hit;
            }
            d->bits[i * blocks + block] = (uint16_t)word;
        }
    return hits;
}

static size_t query_batch(const demo *d) {
    return collide_kdop18_kdop18_all(d->posed, d->mesh.triangle_count, 0, d->pack, d->bits);
}

static result run(const demo *d, size_t (*query)(const demo *d)) {
    const size_t n = d->mesh.triangle_count, words = n * COLLIDE_BLOCKS(n);
    const bool hint = isatty(fileno(stderr));
    const double begin = nanoseconds();
    result r = {0, 0xcbf29ce484222325u, 0};
    uint64_t state = 1;
    bool hinted = false;
    for (int i = 0; i < POSES; ++i) {
        const collide_pose pose = random_pose(&state);
        double start;
        bound_posed(&d->mesh, &pose, d->posed);
        start = nanoseconds();
        r.hits += query(d);
        r.nanoseconds += nanoseconds() - start;
        for (size_t k = 0; k < words; ++k) {
            r.hash = (r.hash ^ (d->bits[k] & 0xffu)) * 0x100000001b3u;
            r.hash = (r.hash ^ (d->bits[k] >> 8)) * 0x100000001b3u;
        }
        if (hint && i % 20 == 0 && nanoseconds() - begin > 2e9) {
            fprintf(stderr, "pose %d of %d\r", i, POSES);
            hinted = true;
        }
    }
    if (hinted)
        fprintf(stderr, "%24s\r", "");
    return r;
}

static void print_row(const char *name, const result *r, const result *single, double tests) {
    printf("%-8s %10zu %9.3f %8.1f   %016" PRIx64 "\n", name, r->hits, r->nanoseconds / tests,
           single->nanoseconds / r->nanoseconds, r->hash);
    fflush(stdout);
}

static bool run_all(const demo *d) {
    const size_t n = d->mesh.triangle_count;
    const double tests = (double)n * (double)n * POSES;
    result single;
    bool same = true;
    printf("%zu triangles against themselves in %d poses: %.0f million tests of 18-DOPs\n\n", n,
           POSES, tests / 1e6);
    printf("calls          hits   ns/test   faster   hash of all answers\n");
    single = run(d, query_single);
    print_row("single", &single, &single, tests);
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
        if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa) {
            const result r = run(d, query_batch);
            print_row(collide_isa_text((collide_isa_id)isa), &r, &single, tests);
            same = same && r.hits == single.hits && r.hash == single.hash;
        }
    printf("\n%s\n", same ? "All answers are the same, bit for bit." : "ANSWERS DIFFER.");
    return same;
}

int main(int argc, char **argv) {
    demo d = {{0}, NULL, NULL, NULL, NULL};
    const collide_pose rest = collide_pose_identity();
    void *memory = NULL;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    bool ok = file && read_off(file, &d.mesh);
    if (file)
        fclose(file);
    if (ok) {
        const size_t n = d.mesh.triangle_count, size = collide_kdop18_pack_size(n);
        d.still = (collide_kdop18 *)malloc(n * sizeof *d.still);
        d.posed = (collide_kdop18 *)malloc(n * sizeof *d.posed);
        d.bits = (uint16_t *)malloc(n * COLLIDE_BLOCKS(n) * sizeof *d.bits);
        ok = d.still && d.posed && d.bits && !posix_memalign(&memory, COLLIDE_ALIGNMENT, size);
        if (ok) {
            const collide_status status =
                collide_kdop18_pack_build_mesh(&d.pack, memory, size, &d.mesh);
            ok = status == COLLIDE_OK;
            if (!ok)
                fprintf(stderr, "pack: %s\n", collide_status_text(status));
        }
        if (ok) {
            bound_posed(&d.mesh, &rest, d.still);
            ok = run_all(&d);
        }
    } else {
        fprintf(stderr, "usage: teapot FILE.off (of triangles)\n");
    }
    free((void *)(uintptr_t)d.mesh.positions);
    free((void *)(uintptr_t)d.mesh.indices);
    free(d.still);
    free(d.posed);
    free(d.bits);
    free(memory);
    return ok ? 0 : 1;
}
