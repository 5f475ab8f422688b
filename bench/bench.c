// Benchmark of collide.h. Build and run from the top folder, without or with the Makefile:
//
//     mkdir -p build && cc -O2 bench/bench.c -o build/bench
//     build/bench list                            names of the cases
//     build/bench isas                            instruction sets that this machine runs
//     build/bench run kdop18 --isa avx2 --size L6-morton
//
// A run prints one line:
//
//     case           what was measured: bench help lists the cases
//     isa            instruction set of the batches; single is a loop of single calls
//     n              objects in the pack
//     seed           of the input's random numbers
//     size           variant of the input
//     queries        tests in one pass, all different
//     hits           those with a positive answer
//     ns_per_query   time of a pass divided by queries, median over all passes that were timed
//     hash           FNV-1a, 64 bits, of the answers of one untimed pass: equal for all isa
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "inputs.h"

#include "distances.h"

#include "mesh.h"

#include "motions.h"

#include "queries.h"

#include "types.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Fewer teach the branch predictor their answers: a loop of comparisons at n = 512, L6 took 4.8 ns
// with 32768 queries, 8.5 with 131072 and 8.7 from 262144 on (gcc 12, Zen 4).
#define MIN_QUERIES 262144

// One run. The case's prepare reads the first part and fills the second.
typedef struct bench {
    size_t n;
    uint64_t seed;
    const char *size;
    bool single; // loop over single calls instead of batches
    const bits_query *forms;

    uint64_t queries;       // tests in one pass
    void *objects;          // array of structs, for single
    void *pack;             // the same objects, for batches
    void *query;            // what meets the objects
    size_t query_count;     //
    void *output;           // of a pass
    size_t output_count;    //
    volatile uint64_t sink; // takes what the compiler must not leave out
} bench;

typedef struct bench_case {
    const char *name;
    size_t n;                                   // default
    const char *size;                           // default
    const char *text;                           // for help
    bool (*prepare)(bench *b);                  // false: the size is unknown
    uint64_t (*pass)(bench *b, uint64_t *hash); // returns hits; no hash if NULL (timed)
    const bits_query *forms;                    // that pass_many asks
} bench_case;

static void fail(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments); // NOLINT(clang-analyzer-valist*): it is set
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

static void *allocate(size_t count, size_t size) {
    void *memory = NULL;
    if (count > SIZE_MAX / 2 / size ||
        posix_memalign(&memory, COLLIDE_ALIGNMENT, count * size + !count))
        fail(1, "not enough memory");
    return memory;
}

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        fail(1, "%s", collide_status_text(status));
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// A pack of n objects at a stride; 0: tightly packed.
static void *pack_of(const char *type, const void *objects, size_t n, size_t stride) {
    const object_type *t = object_type_of(type);
    const size_t size = t->pack_size(n);
    void *pack;
    check(t->pack_build(&pack, allocate(size, 1), size, objects, n, stride));
    return pack;
}

// Each query, one by one, against all objects.
static uint64_t pass_many(bench *b, uint64_t *hash) {
    const size_t bytes = b->forms->pack_first ? b->forms->b_bytes : b->forms->a_bytes;
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->query_count; ++i) {
        const void *one = (const char *)b->query + i * bytes;
        hits += b->single ? b->forms->loop(one, b->objects, b->n, bits)
                          : b->forms->many(one, b->pack, bits);
        if (hash)
            *hash = inputs_hash_bits(*hash, bits, COLLIDE_BLOCKS(b->n));
    }
    return hits;
}

#include "kdop_cases.h"

#include "sweep_cases.h"

#include "octree_cases.h"

#include "tree_cases.h"

#include "terrain_cases.h"

#include "cable_cases.h"

#include "distance_cases.h"

#include "contact_cases.h"

#include "cloud_cases.h"

#include "point_cases.h"

#include "mesh_cases.h"

#include "motion_cases.h"

// ---- the cases ---------------------------------------------------------------------------------

#define FORMS(query) &bits_queries[BITS_##query]
// A query of any types in types.h: 64 objects, one by one, against n in a pack; ns per pair.
#define MANY(name, query, text)                                                                    \
    { name, 4096, "L6", text, prepare_many, pass_many, query }
static const bench_case cases[] = {
    {"membw", 4194304, "-", "reads n * 72 bytes, as of n 18-DOPs, as fast as it can; ns per 72",
     prepare_membw, pass_membw, NULL},
    MANY("kdop6", FORMS(kdop6_kdop6),
         "64 6-DOPs (more if n < 4096), one by one, against n; ns per pair"),
    MANY("kdop14", FORMS(kdop14_kdop14), "the same for 14-DOPs"),
    MANY("kdop18", FORMS(kdop18_kdop18), "the same for 18-DOPs"),
    MANY("kdop26", FORMS(kdop26_kdop26), "the same for 26-DOPs"),
    {"kdop18_all", 65536, "ten", "all pairs of n 18-DOPs, each once; ns per pair",
     prepare_kdop18_all, pass_kdop18_all, NULL},
    {"kdop18_from_obb", 32768, "L6", "18-DOPs of n boxes, one by one; ns per box",
     prepare_kdop18_from_obb, pass_kdop18_from_obb, NULL},
    {"kdop18_pack_build", 32768, "L6", "a pack of n 18-DOPs; ns per 18-DOP",
     prepare_kdop18_pack_build, pass_kdop18_pack_build, NULL},
    {"obb_pack_build", 32768, "L6", "a pack of n boxes; ns per box", prepare_obb_pack_build,
     pass_obb_pack_build, NULL},
    {"sweep_obb_obb", 32768, "normal", "n moving boxes against n others, lane by lane",
     prepare_sweep_obb_obb, pass_sweep_obb, NULL},
    {"sweep_obb_obb_many", 4096, "normal", "moving boxes, one by one, against n; ns per pair",
     prepare_sweep_obb_obb_many, pass_sweep_obb, NULL},
    {"sweep_obb_triangle", 32768, "normal", "n moving boxes against n moving triangles",
     prepare_sweep_obb_triangle, pass_sweep_obb_triangle, NULL},
    {"triangle_triangle", 32768, "hits28", "n triangles against n others, lane by lane",
     prepare_triangle_triangle, pass_triangle_triangle, NULL},
    {"octree_pairs", 32768, "uniform",
     "all pairs among n balls, building the octree included; ns per ball", prepare_octree_pairs,
     pass_octree_pairs, NULL},
    {"octree_nearest", 100000, "uniform",
     "the nearest of n balls to 32768 points among them; ns per point", prepare_octree_nearest,
     pass_octree_nearest, NULL},
    {"hull_ball", 1000000, "-", "the convex hull of n points in a sphere; ns per point",
     prepare_hull_ball, pass_hull_ball, NULL},
    {"tree_build", 1, "4000", "n times the tree of a mesh; ns per triangle", prepare_tree,
     pass_tree_build, NULL},
    {"tree_refit", 1, "4000", "the same tree refitted", prepare_tree, pass_tree_refit, NULL},
    {"mesh_mesh_any", 1000, "4000", "whether a mesh meets itself under n poses, one by one",
     prepare_mesh_mesh, pass_mesh_mesh_any, NULL},
    {"mesh_mesh_all", 1000, "4000", "all pairs of triangles that do", prepare_mesh_mesh,
     pass_mesh_mesh_all, NULL},
    {"mesh_mesh_sweep", 1000, "4000", "when a mesh that moves first meets itself, n times",
     prepare_mesh_mesh, pass_mesh_mesh_sweep, NULL},
    {"ray_tree", 32768, "small", "first hits of n rays on a mesh, one by one; ns per ray",
     prepare_ray_tree, pass_ray_tree, NULL},
    {"tree_ray_many", 32768, "small", "the same in batches of 1,024 rays; ns per ray",
     prepare_ray_tree, pass_tree_ray_many, NULL},
    {"point_tree", 32768, "outside", "distances of n points and a mesh, one by one; ns per point",
     prepare_point_tree, pass_point_tree, NULL},
    {"distance_tree", 32768, "apart", "distances of a mesh from itself under n poses, one by one",
     prepare_distance_tree, pass_distance_tree, NULL},
    {"within_tree", 32768, "m.1", "whether it is within a margin of itself under n poses",
     prepare_within_tree, pass_within_tree, NULL},
    {"motion_tree", 1000, "2000",
     "when a mesh first meets itself, where both move and turn, n times, one by one",
     prepare_motion_tree, pass_motion_tree, NULL},
    {"movers_sweep", 10000, "192", "all pairs of n moving meshes that meet; ns per mover",
     prepare_movers_sweep, pass_movers_sweep, NULL},
    {"sweep_convex", 32768, "normal", "n pairs of moving stretched icosahedra, one by one",
     prepare_sweep_convex, pass_sweep_convex, NULL},
    {"cylinder_cells", 32768, "10x10", "which of up to so many cells n cylinders meet; ns per cell",
     prepare_cylinders, pass_cylinder_cells, NULL},
    {"cylinder_terrain", 32768, "256",
     "contacts of n cylinders with one grid of that edge, one by one; ns per cylinder",
     prepare_cylinder_terrain, pass_cylinder_terrain, NULL},
    {"contacts_sphere_terrain", 32768, "256", "the same of n spheres; ns per sphere",
     prepare_sphere_terrain, pass_sphere_terrain, NULL},
    {"contacts_obb_terrain", 32768, "256", "the same of n OBBs; ns per OBB", prepare_obb_terrain,
     pass_obb_terrain, NULL},
    {"cylinder_terrain_test", 32768, "256",
     "cylinder_terrain, yes or no, in a pack; ns per cylinder", prepare_cylinder_terrain, pass_many,
     FORMS(cylinder_terrain)},
    {"ray_terrain", 32768, "256", "first hits of n rays on that grid, one by one; ns per ray",
     prepare_ray_terrain, pass_ray_terrain, NULL},
    {"cable_box", 4096, "hits7",
     "64 boxes (more if n < 4096), one by one, against n segments of cables: near?",
     prepare_cable_box, pass_many, FORMS(spline_aabb_near)},
    {"cable_triangle", 4096, "hits3", "segments of cables, one by one, against n triangles",
     prepare_cable_triangle, pass_many, FORMS(spline_triangle)},
    {"cable_clearance", 256, "tree",
     "distances of n cables of 64 segments from a mesh, or from n others (cable), one by one",
     prepare_cable_clearance, pass_cable_clearance, NULL},
    {"distance_sphere_sphere", 32768, "apart", "distances of n pairs of spheres, lane by lane",
     prepare_DISTANCE_SPHERE_SPHERE, pass_DISTANCE_SPHERE_SPHERE, NULL},
    {"distance_capsule_capsule", 32768, "apart", "the same of capsules",
     prepare_DISTANCE_CAPSULE_CAPSULE, pass_DISTANCE_CAPSULE_CAPSULE, NULL},
    {"distance_sphere_obb", 32768, "apart", "of a sphere and a box", prepare_DISTANCE_SPHERE_OBB,
     pass_DISTANCE_SPHERE_OBB, NULL},
    {"distance_capsule_obb", 32768, "apart", "of a capsule and a box", prepare_DISTANCE_CAPSULE_OBB,
     pass_DISTANCE_CAPSULE_OBB, NULL},
    {"distance_sphere_triangle", 32768, "apart", "of a sphere and a triangle",
     prepare_DISTANCE_SPHERE_TRIANGLE, pass_DISTANCE_SPHERE_TRIANGLE, NULL},
    {"distance_capsule_triangle", 32768, "apart", "of a capsule and a triangle",
     prepare_DISTANCE_CAPSULE_TRIANGLE, pass_DISTANCE_CAPSULE_TRIANGLE, NULL},
    {"distance_triangle_triangle", 32768, "apart", "of triangles",
     prepare_DISTANCE_TRIANGLE_TRIANGLE, pass_DISTANCE_TRIANGLE_TRIANGLE, NULL},
    {"distance_obb_obb", 32768, "apart", "of boxes", prepare_DISTANCE_OBB_OBB,
     pass_DISTANCE_OBB_OBB, NULL},
    {"distance_convex", 32768, "v16", "of convex bodies", prepare_DISTANCE_CONVEX,
     pass_DISTANCE_CONVEX, NULL},
    {"distance_cylinder_obb", 32768, "apart", "of a cylinder and a box",
     prepare_DISTANCE_CYLINDER_OBB, pass_DISTANCE_CYLINDER_OBB, NULL},
    {"distance_cylinder_cylinder", 32768, "apart", "of cylinders",
     prepare_DISTANCE_CYLINDER_CYLINDER, pass_DISTANCE_CYLINDER_CYLINDER, NULL},
    {"within_obb_obb", 32768, "m.1", "whether n pairs of boxes are within a margin, lane by lane",
     prepare_WITHIN_OBB_OBB, pass_WITHIN_OBB_OBB, NULL},
    {"motion_obb_obb", 32768, "steps", "the first contact of n pairs of boxes that move and turn",
     prepare_motion, pass_motion, NULL},
    {"motion_capsule_obb", 32768, "steps", "the same of capsules and boxes",
     prepare_motion_capsules, pass_motion_shapes, NULL},
    {"motion_convex", 32768, "steps", "the same of convex bodies of 16 vertices",
     prepare_motion_convex, pass_motion_shapes, NULL},
    {"contacts_obb_obb", 32768, "resting",
     "contacts of n pairs of boxes, one by one; hits count them", prepare_contacts_obb_obb,
     pass_contacts_obb_obb, NULL},
    {"contacts_convex", 32768, "v16", "the same of convex bodies, with a margin of 1e-3",
     prepare_contacts_convex, pass_contacts_convex, NULL},
    {"contacts_obb_tree", 32768, "hills",
     "contacts of n boxes that rest on a mesh of 20,000 triangles, one by one",
     prepare_contacts_obb_tree, pass_contacts_tree, NULL},
    {"contacts_capsule_tree", 32768, "hills", "the same of capsules that lie there",
     prepare_contacts_capsule_tree, pass_contacts_tree, NULL},
    {"contacts_sphere_tree", 32768, "hills", "the same of spheres", prepare_contacts_sphere_tree,
     pass_contacts_tree, NULL},
    {"nearest_pack", 4096, "boxes",
     "the nearest of n boxes (spheres, capsules) to one; ns per box in the pack", prepare_nearest,
     pass_nearest, NULL},
    {"cloud_shapes", 1000000, "within",
     "20 links of a robot against n points of a depth camera; ns per point", prepare_cloud,
     pass_cloud, NULL},
};
#define CASE_COUNT (sizeof cases / sizeof *cases)

// Then each query that none of them asks, if types.h makes what it takes.
static bench_case others[BITS_COUNT];
static size_t other_count;

static void find_others(void) {
    for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q) {
        const object_type *a = object_type_find(q->a), *b = object_type_find(q->b);
        const object_type *packed = q->pack_first ? a : b;
        bool known = a && b && packed->pack_size;
        for (size_t k = 0; k < CASE_COUNT; ++k)
            known = known && cases[k].forms != q && strcmp(cases[k].name, q->name) != 0;
        if (known) {
            const bench_case other = MANY(q->name, q, "objects, one by one, against n");
            others[other_count++] = other;
        }
    }
}

static const bench_case *case_at(size_t i) {
    return i < CASE_COUNT                 ? &cases[i]
           : i < CASE_COUNT + other_count ? &others[i - CASE_COUNT]
                                          : NULL;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

// Median time of a pass over repeat passes; 0 means as many as take 0.3 s, but at least five, or
// what fits in 4 s.
static double time_passes(const bench_case *c, bench *b, size_t repeat) {
    const size_t capacity = repeat ? repeat : 65536;
    double *times = (double *)allocate(capacity, sizeof *times), total = 0, median;
    size_t n = 0;
    while (n < capacity && (repeat || total < 0.3e9 || (n < 5 && total < 4e9))) {
        const double start = nanoseconds();
        c->pass(b, NULL);
        times[n] = nanoseconds() - start;
        total += times[n++];
    }
    qsort(times, n, sizeof *times, compare_doubles);
    median = (times[(n - 1) / 2] + times[n / 2]) / 2;
    free(times);
    return median;
}

static void run(const bench_case *c, bench *b, size_t repeat, bool json) {
    uint64_t hash = INPUTS_HASH, hits;
    const char *isa = b->single ? "single" : collide_isa_text(collide_isa());
    double ns;
    b->forms = c->forms;
    if (!c->prepare(b))
        fail(2, "%s has no size '%s'", c->name, b->size);
    hits = c->pass(b, &hash);
    ns = time_passes(c, b, repeat) / (double)(b->queries ? b->queries : 1);
    printf(json ? "{\"case\": \"%s\", \"isa\": \"%s\", \"n\": %zu, \"seed\": %" PRIu64
                  ", \"size\": \"%s\", \"queries\": %" PRIu64 ", \"hits\": %" PRIu64
                  ", \"ns_per_query\": %.5f, \"hash\": \"%016" PRIx64 "\"}\n"
                : "case=%s isa=%s n=%zu seed=%" PRIu64 " size=%s queries=%" PRIu64 " hits=%" PRIu64
                  " ns_per_query=%.5f hash=%016" PRIx64 "\n",
           c->name, isa, b->n, b->seed, b->size, b->queries, hits, ns, hash);
    free(b->objects);
    free(b->pack);
    free(b->query);
    free(b->output);
}

// ---- command line ------------------------------------------------------------------------------

static void print_help(void) {
    static const char *const usage =
        "usage: bench list | isas | help\n"
        "       bench run CASE [--isa ISA] [--n N] [--seed S] [--size WORD] [--repeat R] "
        "[--json]\n\n"
        "--isa     one of bench isas; default the best; single is a loop of single calls, scalar\n"
        "          but for trees, boxes and sweeps; of octree_*, movers_sweep and kdop18_all it "
        "asks\n"
        "          all pairs\n"
        "--n       objects; default as below, as is the size\n"
        "--seed    of the random numbers; default 1\n"
        "--size    for kdop L<number>: boxes with centres in a cube of that edge (L3, L6 and L14\n"
        "          hit 46, 10 and 1 % at n = 4096); for kdop18_all also ten: about ten partners\n"
        "          for each object; -morton behind it sorts the objects in space; for from_obb\n"
        "          and pack_build L<number>, too; for sweeps\n"
        "          normal, dense, sparse (about 1 % hits) or parallel (rotations that are equal\n"
        "          or nearly so); for triangles hits28, hits2, x<number> (hits28 times that),\n"
        "          plus1000, shared (a vertex) or coplanar; for octree_* uniform, clustered,\n"
        "          uniform-mixed or clustered-mixed: about four partners (two pairs) each, equal "
        "or mixed\n"
        "          radii; for trees about so many triangles of a bumpy sphere, or the path of an\n"
        "          OFF or OBJ file of triangles; for rays also small, medium or large (3,888,\n"
        "          47,628, 1,002,252 triangles), and -any behind it asks whether a ray hits, but\n"
        "          not where; for ray_terrain the edge of the grid (2 to 16384); for cylinders\n"
        "          that edge or volcano, then the cells that one may cover (2x2 to 100x100):\n"
        "          4097, 20x20, 4097-3x3, volcano-10x10; for cable_box hits7, hits1 or hits01\n"
        "          (0.1 %); for distances apart (gaps of 0.05 to 8), near (0.01 to 0.3), touching\n"
        "          (1e-5 to 1e-3), parallel (apart, with equal axes), many (64 or more, one by "
        "one,\n"
        "          against n) or bracket (the same, lo and hi alone); for distance_convex v16, "
        "v64\n"
        "          or any number of vertices from 4 to 256, then - and such a word, if not apart;\n"
        "          for distance_tree apart (gaps of 0.05 to 2) or near (0.0001 to 0.01), for\n"
        "          within_tree m.01, m.1 or m.5 (gaps up to twice the margin), for point_tree\n"
        "          outside, box or near, then - and a mesh as for trees, if not 3,888 triangles;\n"
        "          for within_obb_obb m<margin> or m<margin>-many; for contacts_obb_obb resting "
        "or\n"
        "          random, for contacts_convex as for distances, with meshes flat or hills; for\n"
        "          cloud_shapes within (2 cm), any (is one within 2 cm? none is), nearest or\n"
        "          spheres (as within, of 1 cm)\n"
        "--repeat  timed passes; default as many as take 0.3 s, at least five, or what fits in\n"
        "          4 s\n"
        "--json    one object on one line\n\n"
        "case                        n  size     what it measures\n";
    size_t i = 0;
    fputs(usage, stdout);
    for (const bench_case *c = case_at(0); c; c = case_at(++i))
        printf("%-21s %7zu  %-7s  %s\n", c->name, c->n, c->size, c->text);
    fputs("\nmembw is what kdop18 is measured against; it has no instruction set, hits or hash.\n",
          stdout);
}

static const bench_case *find_case(const char *name) {
    size_t i = 0;
    for (const bench_case *c = case_at(0); c; c = case_at(++i))
        if (strcmp(c->name, name) == 0)
            return c;
    fail(2, "unknown case '%s'; bench list names them, bench help explains", name);
    return NULL;
}

static bool has_isa(int isa) {
    return collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa;
}

static void choose_isa(const char *name) {
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
        if (strcmp(collide_isa_text((collide_isa_id)isa), name) == 0) {
            if (!has_isa(isa))
                fail(2, "%s does not run here; bench isas lists what does", name);
            return;
        }
    fail(2, "unknown isa '%s'; bench isas lists them", name);
}

static uint64_t read_number(const char *option, const char *text, uint64_t min, uint64_t max) {
    char *end;
    errno = 0;
    const uint64_t x = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || x < min || x > max)
        fail(2, "%s wants a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, min, max,
             text);
    return x;
}

static void command_run(int argc, char **argv) {
    const bench_case *c = find_case(argc > 0 ? argv[0] : "");
    bench b = {0};
    size_t repeat = 0;
    bool json = false;
    b.n = c->n;
    b.seed = 1;
    b.size = c->size;
    for (int i = 1; i < argc; ++i) {
        const char *option = argv[i], *value;
        if (strcmp(option, "--json") == 0) {
            json = true;
            continue;
        }
        value = i + 1 < argc ? argv[++i] : "";
        if (strcmp(option, "--isa") == 0) {
            b.single = strcmp(value, "single") == 0;
            if (!b.single)
                choose_isa(value);
        } else if (strcmp(option, "--n") == 0) {
            b.n = (size_t)read_number(option, value, 1, 1u << 28);
        } else if (strcmp(option, "--seed") == 0) {
            b.seed = read_number(option, value, 0, UINT64_MAX);
        } else if (strcmp(option, "--size") == 0) {
            for (const char *at = value; *at; ++at)
                if ((unsigned char)*at < ' ' || *at == '"' || *at == '\\')
                    fail(2, "--size wants a word without quotes");
            b.size = value;
        } else if (strcmp(option, "--repeat") == 0) {
            repeat = (size_t)read_number(option, value, 1, 1u << 20);
        } else {
            fail(2, "unknown option '%s'; bench help lists them", option);
        }
    }
    run(c, &b, repeat, json);
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    find_others();
    if (strcmp(command, "run") == 0) {
        command_run(argc - 2, argv + 2);
    } else if (strcmp(command, "list") == 0 && argc == 2) {
        size_t i = 0;
        for (const bench_case *c = case_at(0); c; c = case_at(++i))
            puts(c->name);
    } else if (strcmp(command, "isas") == 0 && argc == 2) {
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
            if (has_isa(isa))
                puts(collide_isa_text((collide_isa_id)isa));
    } else {
        if (strcmp(command, "help") != 0 && strcmp(command, "--help") != 0)
            fail(2, "wants list, isas, run CASE or help, not '%s'", argc > 2 ? argv[2] : command);
        print_help();
    }
    return 0;
}
