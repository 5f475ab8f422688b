// Threads that start queries at once, while one of them changes the limit of instruction sets: the
// kernels are chosen at run time without locks, and results never depend on it. The answers are
// those of one thread, which takes the pack in slices. For ThreadSanitizer; returns 0 if all is
// well.
#define _POSIX_C_SOURCE 200112L
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "../bench/inputs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 8
#define COUNT 4096
#define SLICE (COUNT / THREADS) // a multiple of 16
#define ROUNDS 40

static collide_kdop18 object[COUNT];
static collide_kdop18_pack *whole, *slice[THREADS];
static uint16_t bits[ROUNDS][COLLIDE_BLOCKS(COUNT)];
static size_t self_pairs[THREADS];
static pthread_barrier_t start;

static void *memory_for(size_t n) {
    const size_t size = collide_kdop18_pack_size(n) + COLLIDE_ALIGNMENT;
    char *memory = (char *)malloc(size);
    if (!memory)
        abort();
    return memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT);
}

static void *run(void *argument) {
    const size_t t = (size_t)((collide_kdop18_pack **)argument - slice);
    pthread_barrier_wait(&start);
    for (size_t round = 0; round < ROUNDS; ++round) {
        if (t == 0)
            collide_isa_limit((collide_isa_id)(round % (COLLIDE_ISA_COUNT + 1)));
        collide_kdop18_kdop18_many(object + round, slice[t], bits[round] + t * SLICE / 16);
    }
    self_pairs[t] = collide_kdop18_kdop18_self_indices(whole, NULL, 0);
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    inputs_random r = inputs_seed(1);
    int wrong = 0;
    for (size_t i = 0; i < COUNT; ++i) {
        collide_vec3 corner[8];
        inputs_corners(&r, 14, corner);
        wrong += collide_kdop18_from_points(object + i, corner, 8, 0) != COLLIDE_OK;
    }
    wrong += collide_kdop18_pack_build(&whole, memory_for(COUNT), collide_kdop18_pack_size(COUNT),
                                       object, COUNT, 0) != COLLIDE_OK;
    for (size_t t = 0; t < THREADS; ++t)
        wrong +=
            collide_kdop18_pack_build(slice + t, memory_for(SLICE), collide_kdop18_pack_size(SLICE),
                                      object + t * SLICE, SLICE, 0) != COLLIDE_OK;
    pthread_barrier_init(&start, NULL, THREADS);
    for (size_t t = 0; t < THREADS; ++t)
        if (pthread_create(thread + t, NULL, run, slice + t) != 0)
            abort();
    for (size_t t = 0; t < THREADS; ++t)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&start);

    for (size_t round = 0; round < ROUNDS; ++round) {
        uint16_t expected[COLLIDE_BLOCKS(COUNT)];
        collide_kdop18_kdop18_many(object + round, whole, expected);
        wrong += memcmp(expected, bits[round], sizeof expected) != 0;
    }
    for (size_t t = 0; t < THREADS; ++t)
        wrong += self_pairs[t] != collide_kdop18_kdop18_self_indices(whole, NULL, 0);
    printf("%d differences, %u pairs\n", wrong, (unsigned)self_pairs[0]);
    return wrong ? 1 : 0;
}
