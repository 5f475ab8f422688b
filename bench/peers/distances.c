// Distances of collide.h and of rivals on the same pairs. From the top folder:
//
//     make -f bench/peers/peers.mk build/peers/distances
//     build/peers/distances [--each] [--json] [PAIR | GAP | PAIR:GAP]...
//
// It prints a line for each pair of shapes and each gap: apart (0.05 to 8), near (0.01 to 0.3),
// touching (1e-5 to 1e-3); sizes are 0.25 to 1.
//
//     single    ns of our single calls: 32,768 different pairs, the median of rounds in which all
//               take turns. It is time of the processor, since others may run on it too
//     lanes     ns of our batch on the instruction set that is named. It writes all that single
//               calls write, from packs; if lo or hi differ, the line says how many do
//     FCL, Bullet  the fastest of their ways that have no wrong answer, or fewest
//     wrong     answers outside of our bracket by more than 1e-3 of the sizes and the distance
//     / single, / lanes  their time divided by ours
//     short     lanes take more than a tenth of FCL's time, or more than a fifth of Bullet's
//
// --each prints a line for each way and each instruction set instead. libccd alone has no distance.
// FCL has no distance of planes either: it lists the pairs, but planes have no support function.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime
#endif
#define COLLIDE_IMPLEMENTATION
#include "distances.h"

#include <stdio.h>
#include <time.h>

#define PAIRS 32768
#define ROUNDS 5
#define MOST_RUNS 16

#define LIST(name) extern const distance_rival name[];
DISTANCE_TABLES(LIST)
#undef LIST
#define LIST(name) name,
static const distance_rival *const tables[] = {DISTANCE_TABLES(LIST) NULL};

static distance_pair pairs[PAIRS];
static collide_distance brackets[PAIRS], answers[PAIRS];
static float distances[PAIRS];
static uint16_t bits[COLLIDE_BLOCKS(PAIRS)];
static collide_shape_pack *packs[2];
static void *pack_memory[2];
static volatile float sink;

typedef struct kind {
    const char *name;
    uint32_t kind, vertices;
} kind;
static const kind kinds[] = {
    {"sphere", COLLIDE_SHAPE_SPHERE, 0},     {"capsule", COLLIDE_SHAPE_CAPSULE, 0},
    {"aabb", COLLIDE_SHAPE_AABB, 0},         {"obb", COLLIDE_SHAPE_OBB, 0},
    {"triangle", COLLIDE_SHAPE_TRIANGLE, 0}, {"cylinder", COLLIDE_SHAPE_CYLINDER, 0},
    {"hull16", COLLIDE_SHAPE_CONVEX, 16},    {"hull64", COLLIDE_SHAPE_CONVEX, 64},
    {"plane", COLLIDE_SHAPE_PLANE, 0}};
#define KINDS (sizeof kinds / sizeof *kinds)

// One row of the table: two kinds and a gap, or a margin.
typedef struct row {
    char name[32];
    const char *gap;
    const kind *a, *b;
    distance_size size;
    int which; // of distance_cases, or DISTANCE_CASES
} row;

typedef struct run {
    const distance_rival *rival; // NULL: ours
    collide_isa_id isa;          // of ours: scalar for single calls, else lanes
    void *state;
    double times[ROUNDS], ns, off;
    size_t wrong;
} run;

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static void fail(const char *text, const char *name) {
    fprintf(stderr, "distances: %s %s\n", text, name);
    exit(2);
}

// ---- ours --------------------------------------------------------------------------------------

// Inlined, so that each case has a loop over its own call.
static inline void ask_each(int which) {
    for (size_t i = 0; i < PAIRS; ++i)
        distance_call(which, &pairs[i].a, &pairs[i].b, INFINITY, &brackets[i]);
}

#define OURS(which)                                                                                \
    case which:                                                                                    \
        ask_each(which);                                                                           \
        break;
static void answer_single(const row *r) {
    switch (r->which) {
        OURS(DISTANCE_SPHERE_SPHERE)
        OURS(DISTANCE_CAPSULE_CAPSULE)
        OURS(DISTANCE_SPHERE_OBB)
        OURS(DISTANCE_CAPSULE_OBB)
        OURS(DISTANCE_SPHERE_TRIANGLE)
        OURS(DISTANCE_CAPSULE_TRIANGLE)
        OURS(DISTANCE_TRIANGLE_TRIANGLE)
        OURS(DISTANCE_OBB_OBB)
        OURS(DISTANCE_CASES)
    default:
        for (size_t i = 0; i < PAIRS; ++i)
            sink = (float)collide_obb_obb_within(&pairs[i].a.of.obb, &pairs[i].b.of.obb,
                                                 r->size.margin);
    }
}
#undef OURS

// The same pairs as two packs, lane by lane.
static void make_packs(const row *r) {
    for (int side = 0; side < 2; ++side) {
        const collide_shape *shapes = side ? &pairs[0].b : &pairs[0].a;
        const size_t size =
            collide_shape_pack_size((collide_shape_kind)shapes->kind, PAIRS) + COLLIDE_ALIGNMENT;
        pack_memory[side] = malloc(size);
        if (!pack_memory[side] ||
            collide_shape_pack_build(&packs[side], COLLIDE_ALIGN(pack_memory[side]),
                                     size - COLLIDE_ALIGNMENT, shapes, PAIRS,
                                     sizeof *pairs) != COLLIDE_OK)
            fail("no packs of", r->name);
    }
}

static void answer_lanes(const run *u, const row *r) {
    const collide_distances out = {NULL, NULL, NULL, answers};
    collide_isa_limit(u->isa);
    if (r->which == WITHIN_OBB_OBB)
        collide_shape_shape_within_lanes(packs[0], packs[1], r->size.margin, bits);
    else
        collide_shape_shape_distance_lanes(packs[0], packs[1], INFINITY, &out);
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// Lanes against single calls.
static void judge_ours(run *u, const row *r) {
    answer_lanes(u, r);
    for (size_t i = 0; i < PAIRS; ++i)
        u->wrong +=
            r->which == WITHIN_OBB_OBB
                ? (bits[i / 16] >> i % 16 & 1) !=
                      collide_obb_obb_within(&pairs[i].a.of.obb, &pairs[i].b.of.obb, r->size.margin)
                : answers[i].lo != brackets[i].lo || answers[i].hi != brackets[i].hi;
}

// ---- rivals ------------------------------------------------------------------------------------

static void judge(run *u) {
    u->rival->answer(u->state, distances);
    for (size_t i = 0; i < PAIRS; ++i) {
        const collide_distance *d = &brackets[i];
        // Rivals need not know depths.
        const double x = (double)distances[i], lo = (double)d->lo, hi = (double)d->hi;
        const double off = hi <= 0 && x <= 0 ? 0 : x < lo ? lo - x : x > hi ? x - hi : 0;
        u->wrong += !(off <= 1e-3 * (4 + (hi > 0 ? hi : 0)));
        u->off = off > u->off || off != off ? off : u->off;
    }
}

// The fastest rival of a library with the fewest wrong answers, or NULL.
static const run *best_of(const run *runs, size_t count, const char *library) {
    const run *best = NULL;
    for (const run *u = runs; u < runs + count; ++u)
        if (u->rival && strncmp(u->rival->name, library, strlen(library)) == 0 &&
            (!best || u->wrong < best->wrong || (u->wrong == best->wrong && u->ns < best->ns)))
            best = u;
    return best;
}

// ---- a row -------------------------------------------------------------------------------------

static void time_all(run *runs, size_t count, const row *r) {
    for (size_t round = 0; round < ROUNDS; ++round)
        for (run *u = runs; u < runs + count; ++u) {
            const double start = nanoseconds();
            if (u == runs)
                answer_single(r);
            else if (!u->rival)
                answer_lanes(u, r);
            else
                u->rival->answer(u->state, distances);
            u->times[round] = (nanoseconds() - start) / PAIRS;
        }
    for (run *u = runs; u < runs + count; ++u) {
        qsort(u->times, ROUNDS, sizeof *u->times, compare_doubles);
        u->ns = u->times[ROUNDS / 2];
    }
}

static size_t make_runs(run *runs, const row *r) {
    size_t count = 1; // single calls
    memset(runs, 0, MOST_RUNS * sizeof *runs);
    for (int isa = COLLIDE_ISA_SCALAR + 1; isa < COLLIDE_ISA_COUNT; ++isa)
        if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa) {
            runs[count].isa = (collide_isa_id)isa;
            judge_ours(&runs[count++], r);
        }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    for (size_t i = 0; tables[i]; ++i)
        for (const distance_rival *rival = tables[i]; rival->name && count < MOST_RUNS; ++rival) {
            run *u = &runs[count];
            u->rival = rival;
            u->state = rival->prepare(pairs, PAIRS, distance_hulls, rival->variant);
            if (u->state) {
                judge(u);
                ++count;
            }
        }
    return count;
}

static const char *way(const run *u) {
    return u->rival ? u->rival->name : u->isa ? collide_isa_text(u->isa) : "single";
}

static void print_head(bool each) {
    printf(each ? "%-18s %-8s %-24s %8s %7s %7s %8s\n"
                : "%-18s %-8s %8s %8s %-7s | %-24s %8s %6s %8s %8s | %-24s %8s %6s %8s %8s |\n",
           "pair", "gap", each ? "way" : "single", each ? "ns" : "lanes", each ? "/single" : "",
           each ? "wrong" : "FCL", each ? "off" : "ns", "wrong", "/single", "/lanes", "Bullet",
           "ns", "wrong", "/single", "/lanes");
}

static void print_rival(const run *u, const run *single, const run *lanes) {
    if (u)
        printf(" | %-24s %8.1f %6zu %8.1f %8.1f", strchr(u->rival->name, ',') + 2, u->ns, u->wrong,
               u->ns / single->ns, u->ns / lanes->ns);
    else
        printf(" | %-24s %8s %6s %8s %8s", "-", "", "", "", "");
}

static void print_row(const run *runs, size_t count, const row *r) {
    const run *lanes = &runs[0], *fcl = best_of(runs, count, "FCL");
    const run *bullet = best_of(runs, count, "Bullet");
    size_t differ = 0;
    for (const run *u = runs + 1; u < runs + count && !u->rival; ++u) {
        lanes = lanes == runs || u->ns < lanes->ns ? u : lanes;
        differ += u->wrong;
    }
    printf("%-18s %-8s %8.1f %8.1f %-7s", r->name, r->gap, runs[0].ns, lanes->ns, way(lanes));
    print_rival(fcl, &runs[0], lanes);
    print_rival(bullet, &runs[0], lanes);
    fputs(" |", stdout);
    if (fcl && fcl->ns < 10 * lanes->ns)
        fputs(" short of 10 FCL", stdout);
    if (bullet && bullet->ns < 5 * lanes->ns)
        fputs(" short of 5 Bullet", stdout);
    if (differ)
        printf(" %zu of lanes differ from single calls", differ);
    putchar('\n');
}

static void print_each(const run *runs, size_t count, const row *r, bool json) {
    for (const run *u = runs; u < runs + count; ++u)
        printf(json ? "{\"pair\": \"%s\", \"gap\": \"%s\", \"way\": \"%s\", \"ns\": %.2f, "
                      "\"ratio\": %.3f, \"wrong\": %zu, \"off\": %.2g}\n"
                    : "%-18s %-8s %-24s %8.1f %7.2f %7zu %8.1g\n",
               r->name, r->gap, way(u), u->ns, u->ns / runs[0].ns, u->wrong, u->off);
}

static void run_row(const row *r, bool each, bool json) {
    static run runs[MOST_RUNS];
    inputs_random random = inputs_seed(1);
    if (!distance_draw(&random, r->a->kind, r->b->kind, &r->size, PAIRS, pairs))
        fail("cannot draw pairs of", r->name);
    ask_each(DISTANCE_CASES);
    make_packs(r);
    const size_t count = make_runs(runs, r);
    time_all(runs, count, r);
    if (each || json)
        print_each(runs, count, r, json);
    else
        print_row(runs, count, r);
    fflush(stdout);
    for (size_t i = 0; i < count; ++i)
        if (runs[i].rival)
            runs[i].rival->release(runs[i].state);
    free(pack_memory[0]);
    free(pack_memory[1]);
}

static bool chosen(const row *r, int argc, char **argv) {
    bool any = false, words = false;
    const size_t length = strlen(r->name);
    for (int i = 1; i < argc; ++i)
        if (argv[i][0] != '-') {
            words = true;
            any = any || strcmp(argv[i], r->name) == 0 || strcmp(argv[i], r->gap) == 0 ||
                  (strncmp(argv[i], r->name, length) == 0 && argv[i][length] == ':' &&
                   strcmp(argv[i] + length + 1, r->gap) == 0);
        }
    return any || !words;
}

static row row_of(const kind *a, const kind *b, const char *gap) {
    row r;
    const bool within = gap[0] == 'm';
    memset(&r, 0, sizeof r);
    snprintf(r.name, sizeof r.name, "%s-%s", a->name, b->name);
    r.gap = gap;
    r.a = a;
    r.b = b;
    distance_size_read(within ? WITHIN_OBB_OBB : DISTANCE_OBB_OBB, gap, &r.size);
    r.size.vertices = a->vertices > b->vertices ? a->vertices : b->vertices;
    r.which = 0;
    while (r.which < DISTANCE_CASES &&
           (distance_cases[r.which].a != a->kind || distance_cases[r.which].b != b->kind ||
            distance_cases[r.which].within != within))
        ++r.which;
    if (r.which == DISTANCE_CONVEX || r.which == DISTANCE_CYLINDER_OBB ||
        r.which == DISTANCE_CYLINDER_CYLINDER) // these have no typed call
        r.which = DISTANCE_CASES;
    return r;
}

// Hulls of 64 meet hulls of 64 alone, and planes no planes.
static bool has_row(const kind *a, const kind *b) {
    return (a->vertices == b->vertices || (a->vertices != 64 && b->vertices != 64)) &&
           a->kind != COLLIDE_SHAPE_PLANE;
}

int main(int argc, char **argv) {
    static const char *const gaps[3] = {"apart", "near", "touching"};
    bool each = false, json = false;
    for (int i = 1; i < argc; ++i) {
        each = each || strcmp(argv[i], "--each") == 0;
        json = json || strcmp(argv[i], "--json") == 0;
        if (argv[i][0] == '-' && strcmp(argv[i], "--each") != 0 && strcmp(argv[i], "--json") != 0)
            fail("takes --each, --json, pairs and gaps, not", argv[i]);
    }
    if (!json)
        print_head(each);
    for (int i = 0; i < 3; ++i)
        for (const kind *a = kinds; a < kinds + KINDS; ++a)
            for (const kind *b = a; b < kinds + KINDS; ++b) {
                const row r = row_of(a, b, gaps[i]);
                if (has_row(a, b) && chosen(&r, argc, argv))
                    run_row(&r, each, json);
            }
    const row within = row_of(&kinds[3], &kinds[3], "m.1");
    if (chosen(&within, argc, argv))
        run_row(&within, each, json);
    return 0;
}
