// Demo: beyond one core and one machine. A hundred million pairs of moving boxes are swept on
// threads (OpenMP) and on processes of any machines (MPI); the hash of all answers is the same for
// any number of either, and on every instruction set. Build and run from the top folder:
//
//     cc -O2 -fopenmp examples/fleet.c -o fleet && ./fleet
//     mpicc -O2 -fopenmp -DFLEET_MPI examples/fleet.c -o fleet-mpi
//     mpirun --hostfile HOSTS --map-by ppr:1:node:PE=16 ./fleet-mpi 10000000000 --check 1000
//
// Without -fopenmp it runs on one thread. The line of mpirun is Open MPI's for one process on each
// machine of 16 cores: left to itself it binds all threads of a process to one core or socket.
// Options: COUNT pairs, --threads N (else OMP_NUM_THREADS, else all cores), --isa NAME, --check N,
// which asks every N-th cell again by single calls.
//
// HOW TO SHARD WORK OF YOUR OWN
//
// Pairs that are known: as here. Cut the list at multiples of 16, so that words of hit bits are
// those of the whole, and let each thread write its own words. No answer depends on the order.
//
// All pairs among many bodies: cut space into cells, several bodies wide, and give each process
// some. It takes every body whose aligned box over the whole step meets a cell of its own; those
// that come from a neighbour are its ghosts. It builds an octree over these boxes and asks
// collide_octree_self_indices. Boxes that meet across a border are found on both sides: keep the
// pair where the lowest corner of what they share lies (the greater of both min, axis by axis, in
// cells closed below and open above, endless at the rim), which is one cell and the same one for
// all who look. With numbers of the whole world in the pairs, the lower one first, lists that are
// merged and sorted are those of one process, however the world was cut; and bit for bit so are
// sweeps and contacts of the pairs.
//
// What travels: packs, convex bodies, trees and octrees hold offsets and no pointers. Send their
// bytes with MPI_Send or write them to a file, and put them at COLLIDE_ALIGNMENT on the other side,
// of the same version and order of bytes; the _open functions of packs and convex bodies look at
// what came. Terrain points to your heights: send those, and build it there.
//
// To see that many machines did it right, compare hashes as this one does: of each block of 16
// answers together with its number, added up.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, isatty
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef FLEET_MPI
#include <mpi.h>
#endif

#define COUNT 100000000
#define MAX_COUNT 1000000000000000u
#define MAX_THREADS 4096
#define T_MAX 1.0f
#define UNIT (1.0f / 131072) // 2^-17
// The world is a row of cells. Each has boxes that move, and the pairs that a broad phase would
// hand on. A batch of pairs, its answers and the boxes of the cell fit into a core's own cache.
#define CELL_BOXES 4096
#define CELL_PAIRS 65536
#define BATCH 4096 // a multiple of 16 that divides CELL_PAIRS

typedef struct options {
    uint64_t count, check;
    int threads;
    collide_isa_id isa;
} options;

// What adds up over threads and processes.
typedef struct totals {
    uint64_t pairs, hits, hash, checked, wrong, threads;
} totals;

typedef struct worker {
    collide_obb boxes[CELL_BOXES];
    collide_vec3 velocities[CELL_BOXES];
    collide_pair pairs[BATCH];
    float t_first[BATCH], t_last[BATCH];
    uint16_t bits[BATCH / 16];
    totals sum;
    double seconds; // of a core, in sweeps
} worker;

// By the clock on the wall, or that of this thread, which stands while others have the core.
static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- inputs ------------------------------------------------------------------------------------
// A random number is a function of its own index (splitmix64), so any process can make any part of
// the world. All floats are integers times powers of two: no compiler rounds them otherwise.

static uint64_t scramble(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// Three numbers of 20 bits, moved by the offset.
static collide_vec3 make_vector(uint64_t random, int32_t offset, float unit) {
    collide_vec3 v;
    v.x = (float)((int32_t)(random & 0xfffff) + offset) * unit;
    v.y = (float)((int32_t)(random >> 21 & 0xfffff) + offset) * unit;
    v.z = (float)((int32_t)(random >> 42 & 0xfffff) + offset) * unit;
    return v;
}

static void make_cell(worker *w, uint64_t cell) {
    for (size_t i = 0; i < CELL_BOXES; ++i) {
        const uint64_t key = 4 * (CELL_BOXES * cell + i), turn = scramble(key + 3);
        const collide_vec3 center = make_vector(scramble(key), 0, UNIT);             // [0, 8)
        const collide_vec3 half = make_vector(scramble(key + 1), 1 << 18, UNIT / 8); // [1/4, 5/4)
        float q[4];
        for (int k = 0; k < 4; ++k) // odd, so that not all are 0
            q[k] = (float)((int32_t)(turn >> 16 * k & 0xffff) * 2 - 0xffff);
        const collide_pose pose = collide_pose_from_quaternion(q[0], q[1], q[2], q[3], center);
        w->boxes[i] = collide_obb_from_pose(&pose, half);
        w->velocities[i] = make_vector(scramble(key + 2), -(1 << 19), UNIT); // [-4, 4)
    }
}

// A box and any other one of its cell.
static collide_pair make_pair(uint64_t index) {
    collide_pair pair;
    pair.a = (uint32_t)(index % CELL_BOXES);
    pair.b = (uint32_t)((pair.a + 1 + (scramble(~index) >> 32) % (CELL_BOXES - 1)) % CELL_BOXES);
    return pair;
}

// ---- work --------------------------------------------------------------------------------------

// Of up to 16 answers, with the number of their block in the world. Such hashes are added modulo
// 2^64: whole numbers that wrap may be added in any order and in any groups, so it does not matter
// who swept which block, or when. (Sums of floats would depend on it; exclusive or would let two
// equal mistakes cancel.)
static uint64_t hash_block(uint64_t block, unsigned bits, const float *t_first, const float *t_last,
                           size_t n) {
    uint64_t hash = scramble(block) ^ bits;
    for (size_t i = 0; i < n; ++i) {
        uint32_t first, last;
        memcpy(&first, t_first + i, sizeof first);
        memcpy(&last, t_last + i, sizeof last);
        hash = (hash ^ ((uint64_t)last << 32 | first)) * 0x2545f4914f6cdd1du;
        hash ^= hash >> 32;
    }
    return scramble(hash);
}

static void check_batch(worker *w, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        const collide_pair pair = w->pairs[i];
        collide_impact impact;
        const bool hit =
            collide_obb_obb_sweep(w->boxes + pair.a, w->velocities[pair.a], w->boxes + pair.b,
                                  w->velocities[pair.b], T_MAX, &impact);
        w->sum.wrong += hit != (w->bits[i / 16] >> i % 16 & 1) ||
                        memcmp(&impact.t_first, w->t_first + i, sizeof(float)) != 0 ||
                        memcmp(&impact.t_last, w->t_last + i, sizeof(float)) != 0;
    }
    w->sum.checked += n;
}

// Pairs from first, a multiple of 16, to last, all of one cell.
static void sweep_cell(worker *w, uint64_t first, uint64_t last, uint64_t check) {
    const uint64_t cell = first / CELL_PAIRS;
    const collide_obb_array boxes = {w->boxes, CELL_BOXES, 0, w->velocities, 0};
    const collide_sweeps out = {w->bits, w->t_first, w->t_last, NULL};
    make_cell(w, cell);
    for (; first < last; first += BATCH) {
        const size_t n = last - first < BATCH ? (size_t)(last - first) : BATCH;
        for (size_t i = 0; i < n; ++i)
            w->pairs[i] = make_pair(first + i);
        const double start = now(CLOCK_THREAD_CPUTIME_ID);
        w->sum.hits += collide_obb_obb_sweep_pairs(&boxes, &boxes, w->pairs, n, T_MAX, &out);
        w->seconds += now(CLOCK_THREAD_CPUTIME_ID) - start;
        w->sum.pairs += n;
        for (size_t i = 0; i < n; i += 16)
            w->sum.hash += hash_block((first + i) / 16, w->bits[i / 16], w->t_first + i,
                                      w->t_last + i, n - i < 16 ? n - i : 16);
        if (check && cell % check == 0)
            check_batch(w, n);
    }
}

// Pairs from first to last on threads, a cell at a time. false: not enough memory.
static bool sweep_range(const options *o, uint64_t first, uint64_t last, bool progress, totals *sum,
                        double *seconds) {
    const int64_t begin = (int64_t)(first / CELL_PAIRS);
    const int64_t end = (int64_t)((last + CELL_PAIRS - 1) / CELL_PAIRS);
    int threads = 1, shown = -1;
    worker *workers = (worker *)calloc((size_t)o->threads, sizeof *workers);
    if (!workers)
        return false;
#ifdef _OPENMP
#pragma omp parallel num_threads(o->threads)
#endif
    {
        worker *w = workers;
#ifdef _OPENMP
        w += omp_get_thread_num();
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for schedule(dynamic)
#endif
        for (int64_t i = begin; i < end; ++i) {
            const uint64_t from = (uint64_t)i * CELL_PAIRS, to = from + CELL_PAIRS;
            sweep_cell(w, from < first ? first : from, to > last ? last : to, o->check);
            const int percent = (int)(100 * (i + 1 - begin) / (end - begin));
            if (progress && w == workers && percent > shown) {
                shown = percent;
                fprintf(stderr, "\r%3d %%", percent);
            }
        }
    }
    if (progress)
        fputs("\r     \r", stderr);
    for (int i = 0; i < threads; ++i) {
        const totals *t = &workers[i].sum;
        sum->pairs += t->pairs;
        sum->hits += t->hits;
        sum->hash += t->hash;
        sum->checked += t->checked;
        sum->wrong += t->wrong;
        *seconds += workers[i].seconds;
    }
    sum->threads = (uint64_t)threads;
    free(workers);
    return true;
}

// ---- the command line --------------------------------------------------------------------------

static bool read_number(const char *text, uint64_t most, uint64_t *out) {
    char *end = NULL;
    const unsigned long long number = strtoull(text, &end, 10);
    *out = number;
    return *text >= '0' && *text <= '9' && *end == '\0' && number >= 1 && number <= most;
}

// NULL, or what is wrong.
static const char *read_options(int argc, char **argv, options *o) {
    o->count = COUNT;
    o->check = 0;
    o->threads = 1;
    o->isa = COLLIDE_ISA_COUNT;
#ifdef _OPENMP
    o->threads = omp_get_max_threads() < MAX_THREADS ? omp_get_max_threads() : MAX_THREADS;
#endif
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        uint64_t number;
        if (strncmp(argv[i], "--", 2) != 0) {
            if (!read_number(argv[i], MAX_COUNT, &o->count))
                return "options: COUNT from 1 to 10^15, --threads N, --isa NAME, --check N";
            continue;
        }
        ++i;
        if (strcmp(argv[i - 1], "--check") == 0) {
            if (!read_number(value, MAX_COUNT, &o->check))
                return "--check wants a number from 1 on";
        } else if (strcmp(argv[i - 1], "--threads") == 0) {
            if (!read_number(value, MAX_THREADS, &number))
                return "--threads wants a number from 1 to 4096";
            o->threads = (int)number;
#ifndef _OPENMP
            if (number > 1)
                return "built without OpenMP, so there is one thread";
#endif
        } else if (strcmp(argv[i - 1], "--isa") == 0) {
            int isa = 0;
            while (isa < COLLIDE_ISA_COUNT &&
                   strcmp(value, collide_isa_text((collide_isa_id)isa)) != 0)
                ++isa;
            o->isa = (collide_isa_id)isa;
            if (isa == COLLIDE_ISA_COUNT || collide_isa_limit(o->isa) != o->isa)
                return "no instruction set of this machine has that name";
        } else {
            return "options: COUNT from 1 to 10^15, --threads N, --isa NAME, --check N";
        }
    }
    return NULL;
}

static void report(const totals *sum, unsigned isas, int ranks, double wall, double sweeping) {
    printf("%" PRIu64 " pairs, %" PRIu64 " hits, hash %016" PRIx64 "\n", sum->pairs, sum->hits,
           sum->hash);
    printf("processes %d, threads %" PRIu64 ",", ranks, sum->threads);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        if (isas >> i & 1)
            printf(" %s", collide_isa_text((collide_isa_id)i));
    printf(": %.2f s, %.1f million pairs/s; sweeps %.1f ns of a core each\n", wall,
           (double)sum->pairs / wall * 1e-6, sweeping / (double)sum->pairs * 1e9);
    if (sum->checked)
        printf("%" PRIu64 " of them by single calls: %" PRIu64 " differ\n", sum->checked,
               sum->wrong);
}

int main(int argc, char **argv) {
    totals sum = {0, 0, 0, 0, 0, 0};
    double seconds = 0;
    int rank = 0, ranks = 1;
    options o;
#ifdef FLEET_MPI
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
    const char *error = read_options(argc, argv, &o);
    if (error) {
        fprintf(stderr, "fleet: %s\n", error);
#ifdef FLEET_MPI
        MPI_Abort(MPI_COMM_WORLD, 2);
#endif
        return 2;
    }

    // Of all blocks each process takes a run; the first ones take one more if it does not divide.
    const uint64_t blocks = o.count / 16 + (o.count % 16 != 0);
    const uint64_t share = blocks / (uint64_t)ranks, more = blocks % (uint64_t)ranks;
    const uint64_t self = (uint64_t)rank;
    const uint64_t first = 16 * (share * self + (self < more ? self : more));
    const uint64_t end = first + 16 * (share + (self < more));
    unsigned isas = 1u << collide_isa();
#ifdef FLEET_MPI
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    double wall = now(CLOCK_MONOTONIC);
    if (!sweep_range(&o, first, end < o.count ? end : o.count, rank == 0 && isatty(STDERR_FILENO),
                     &sum, &seconds)) {
        fputs("fleet: not enough memory\n", stderr);
#ifdef FLEET_MPI
        MPI_Abort(MPI_COMM_WORLD, 1);
#endif
        return 1;
    }
#ifdef FLEET_MPI
    MPI_Allreduce(MPI_IN_PLACE, &sum, sizeof sum / sizeof(uint64_t), MPI_UINT64_T, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &isas, 1, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
    wall = now(CLOCK_MONOTONIC) - wall; // until the last one is done
    if (rank == 0)
        report(&sum, isas, ranks, wall, seconds);
#ifdef FLEET_MPI
    MPI_Finalize();
#endif
    return sum.wrong || sum.pairs != o.count ? 1 : 0;
}
