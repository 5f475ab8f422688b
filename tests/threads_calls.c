// Every query of fuzz_calls.c on four threads at once, under -fsanitize=thread: they share nothing.
#define FUZZ_CALLS_ONLY
#include "fuzz_calls.c" // NOLINT(bugprone-suspicious-include): the calls and their inputs

#include <pthread.h>

static void began(world *w) {
    (void)w;
    (void)collide_work;
}
static void ended(world *w) {
    (void)w;
}

static void *ask_all(void *hash) {
    uint64_t seed = 88172645463325252u, all = 0;
    for (size_t i = 0; i < 4 * sizeof calls / sizeof *calls; ++i) {
        uint8_t data[100];
        for (size_t j = 0; j < sizeof data; ++j) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            data[j] = (uint8_t)(seed >> 32);
        }
        all = all * 31 + run_call(&calls[i / 4], world_of(), data, sizeof data).hash;
    }
    memcpy(hash, &all, sizeof all);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    uint64_t hash[4];
    for (int i = 0; i < 4; ++i)
        FUZZ_CHECK(pthread_create(&threads[i], NULL, ask_all, &hash[i]) == 0);
    for (int i = 0; i < 4; ++i) {
        FUZZ_CHECK(pthread_join(threads[i], NULL) == 0);
        FUZZ_CHECK(hash[i] == hash[0]);
    }
    printf("four threads had the same answers\n");
    return 0;
}
