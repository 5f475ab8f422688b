// Distances of collide.h and of rivals on the same pairs. From the top folder:
//
//     make -f bench/peers/peers.mk build/peers/distances
//     build/peers/distances [CASE[:SIZE]...]
//
//     ns        time of a pass over 32,768 pairs, for each: median of rounds in which rivals take
//               turns. It is time of the processor, since others may run on it too.
//     ratio     to our single calls. Lanes write all that single calls write, from packs
//     wrong     answers outside of our bracket by more than 1e-3 of the sizes and the distance
//     off       largest distance of an answer to our bracket
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime
#endif
#define COLLIDE_IMPLEMENTATION
#include "distances.h"

#include <stdio.h>
#include <time.h>

#define PAIRS 32768
#define ROUNDS 9

#define LIST(name) extern const distance_rival name[];
DISTANCE_TABLES(LIST)
#undef LIST
#define LIST(name) name,
static const distance_rival *const tables[] = {DISTANCE_TABLES(LIST) NULL};

static distance_pair pairs[PAIRS];
static collide_distance brackets[PAIRS];
static float distances[PAIRS];
static volatile float sink;

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

typedef struct run {
    const distance_rival *rival; // NULL: ours
    collide_isa_id isa;          // of ours: scalar for single calls, else lanes
    void *state;
    double times[ROUNDS], off;
    size_t wrong;
} run;

#define OURS(which)                                                                                \
    case which:                                                                                    \
        for (size_t i = 0; i < PAIRS; ++i)                                                         \
            distance_call(which, &pairs[i].a, &pairs[i].b, INFINITY, &brackets[i]);                               \
        break;
static void answer_ours(int which, float margin) {
    switch (which) {
        OURS(DISTANCE_SPHERE_SPHERE)
        OURS(DISTANCE_CAPSULE_CAPSULE)
        OURS(DISTANCE_SPHERE_OBB)
        OURS(DISTANCE_CAPSULE_OBB)
        OURS(DISTANCE_SPHERE_TRIANGLE)
        OURS(DISTANCE_CAPSULE_TRIANGLE)
        OURS(DISTANCE_TRIANGLE_TRIANGLE)
        OURS(DISTANCE_OBB_OBB)
        OURS(DISTANCE_CONVEX)
        OURS(DISTANCE_CYLINDER_OBB)
        OURS(DISTANCE_CYLINDER_CYLINDER)
    default:
        for (size_t i = 0; i < PAIRS; ++i)
            sink = (float)collide_obb_obb_within(&pairs[i].a.of.obb, &pairs[i].b.of.obb, margin);
    }
}

// The same pairs as two packs, lane by lane.
static collide_shape_pack *packs[2];
static bool packs_make(void) {
    for (int side = 0; side < 2; ++side) {
        const collide_shape *shapes = side ? &pairs[0].b : &pairs[0].a;
        const size_t size =
            collide_shape_pack_size((collide_shape_kind)shapes->kind, PAIRS) + COLLIDE_ALIGNMENT;
        void *memory = malloc(size); // until the program ends
        if (!memory ||
            collide_shape_pack_build(&packs[side], COLLIDE_ALIGN(memory), size - COLLIDE_ALIGNMENT,
                                     shapes, PAIRS, sizeof *pairs) != COLLIDE_OK)
            return false;
    }
    return true;
}

static void answer_lanes(const run *r, bool within, float margin) {
    static uint16_t bits[COLLIDE_BLOCKS(PAIRS)];
    static collide_distance all[PAIRS];
    const collide_distances out = {NULL, NULL, NULL, all};
    collide_isa_limit(r->isa);
    if (within)
        collide_shape_shape_within_lanes(packs[0], packs[1], margin, bits);
    else
        collide_shape_shape_distance_lanes(packs[0], packs[1], INFINITY, &out);
    sink = within ? (float)bits[PAIRS / 16 - 1] : all[PAIRS - 1].lo;
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

static void judge(run *r) {
    r->rival->answer(r->state, distances);
    for (size_t i = 0; i < PAIRS; ++i) {
        const collide_distance *d = &brackets[i];
        // Rivals need not know depths.
        const double x = (double)distances[i], lo = (double)d->lo, hi = (double)d->hi;
        const double off = hi <= 0 && x <= 0 ? 0 : x < lo ? lo - x : x > hi ? x - hi : 0;
        r->wrong += !(off <= 1e-3 * (4 + (hi > 0 ? hi : 0)));
        r->off = off > r->off || off != off ? off : r->off;
    }
}

static void run_case(int which, const char *word) {
    static run runs[16];
    size_t count = 1;
    inputs_random random = inputs_seed(1);
    distance_size size;
    double best = 0;
    if (!distance_size_read(which, word, &size) ||
        !distance_draw(&random, which, &size, PAIRS, pairs)) {
        fprintf(stderr, "%s has no size '%s'\n", distance_cases[which].name, word);
        exit(2);
    }
    memset(runs, 0, sizeof runs);
    for (size_t i = 0; i < PAIRS && distance_cases[which].within; ++i)
        distance_call(which, &pairs[i].a, &pairs[i].b, INFINITY, &brackets[i]);
    answer_ours(which, size.margin);
    if (!packs_make()) {
        fprintf(stderr, "no packs of %s\n", distance_cases[which].name);
        exit(2);
    }
    for (int isa = COLLIDE_ISA_SCALAR + 1; isa < COLLIDE_ISA_COUNT; ++isa)
        if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
            runs[count++].isa = (collide_isa_id)isa;
    collide_isa_limit(COLLIDE_ISA_COUNT);
    const size_t ours = count;
    for (size_t i = 0; tables[i]; ++i)
        for (const distance_rival *rival = tables[i]; rival->name; ++rival) {
            run *r = &runs[count];
            r->rival = rival;
            r->state = rival->prepare(which, pairs, PAIRS, distance_hulls, rival->variant);
            if (r->state) {
                judge(r);
                ++count;
            }
        }
    for (size_t round = 0; round < ROUNDS; ++round)
        for (size_t i = 0; i < count; ++i) {
            const double start = nanoseconds();
            if (i == 0)
                answer_ours(which, size.margin);
            else if (i < ours)
                answer_lanes(&runs[i], distance_cases[which].within, size.margin);
            else
                runs[i].rival->answer(runs[i].state, distances);
            runs[i].times[round] = (nanoseconds() - start) / PAIRS;
        }
    printf("\n%s, %s\n%-28s %9s %7s %7s %9s\n", distance_cases[which].name, word, "", "ns", "ratio",
           "wrong", "off");
    for (size_t i = 0; i < count; ++i) {
        run *r = &runs[i];
        qsort(r->times, ROUNDS, sizeof *r->times, compare_doubles);
        const double ns = r->times[ROUNDS / 2];
        best = i == 0 ? ns : best;
        char lanes[32];
        snprintf(lanes, sizeof lanes, "ours, lanes, %s", collide_isa_text(r->isa));
        printf("%-28s %9.1f %7.2f",
               i == 0     ? "ours, single"
               : i < ours ? lanes
                          : r->rival->name,
               ns, ns / best);
        if (i >= ours) {
            printf(" %7zu %9.1g", r->wrong, r->off);
            r->rival->release(r->state);
        }
        putchar('\n');
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const char *const words[] = {"apart", "near", "touching", "parallel"};
    static const char *const convex[] = {"v16", "v64", "v16-near", "v64-near"};
    static const char *const within[] = {"m.01", "m.1", "m.5", NULL};
    for (int which = 0; which < DISTANCE_CASES; ++which)
        for (int i = 0; i < 4; ++i) {
            const char *word = (which == DISTANCE_CONVEX       ? convex
                                : distance_cases[which].within ? within
                                                               : words)[i];
            const size_t length = strlen(distance_cases[which].name);
            bool chosen = argc == 1;
            for (int k = 1; k < argc; ++k)
                chosen = chosen || strcmp(argv[k], distance_cases[which].name) == 0 ||
                         (word && strncmp(argv[k], distance_cases[which].name, length) == 0 &&
                          argv[k][length] == ':' && strcmp(argv[k] + length + 1, word) == 0);
            if (chosen && word)
                run_case(which, word);
        }
    return 0;
}
