// libFuzzer target: bytes as a kind, counts and rows. Builders must refuse or give a pack that all
// instruction sets query alike, and as single calls do. Build and run: make fuzz.
#define _DEFAULT_SOURCE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "kinds.h"

#define CHECK(x) ((x) ? (void)0 : __builtin_trap())
#define MOST 300

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST)];
    static collide_pair pairs[MOST * MOST / 2];
    if (size < 4)
        return 0;
    const struct kind *k = &kinds[data[0] % 4];
    const size_t floats = (size_t)k->kind, bytes = size - 4;
    size_t n = data[1] + 256u * (data[2] % 3), seen = 0;
    n = n < MOST ? n : MOST;
    // The input over and over, so that a few bytes make a large pack.
    float *items = (float *)calloc(n + 1, k->bytes);
    for (size_t i = 0; bytes && i < (n + 1) * k->bytes; ++i)
        ((uint8_t *)items)[i] = data[4 + (i + i / bytes * data[3]) % bytes];
    if (data[3] & 1) // make intervals of most rows, as builders demand
        for (size_t i = 0; i < (n + 1) * floats; ++i) {
            float *min = items + i / floats * floats + i % (floats / 2), *max = min + floats / 2;
            const float lo = *min, hi = *max;
            *min = hi < lo ? hi : lo;
            *max = hi < lo ? lo : hi;
        }
    const float *q = items + n * floats;
    const size_t pack_size = k->pack_size(n);
    void *memory = kinds_guarded(pack_size), *pack = NULL;
    const collide_status status = k->pack_build(&pack, memory, pack_size, items, n, 0);
    CHECK((status == COLLIDE_OK) == (pack != NULL) && k->pack_count(pack) == (pack ? n : 0));
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        size_t hits = 0;
        const size_t many = k->many(q, pack, bits);
        for (size_t j = 0; pack && j < n; ++j) {
            const bool hit = k->overlap(q, items + j * floats);
            CHECK((bits[j / 16] >> j % 16 & 1) == hit);
            hits += hit;
        }
        CHECK(hits == many);
        CHECK(k->all(q, 1, 0, pack, bits) == many);
        const size_t all = k->self_indices(pack, pairs, MOST * MOST / 2);
        CHECK(seen == 0 || all == seen - 1);
        seen = all + 1;
        for (size_t j = 0; j < all; ++j)
            CHECK(pairs[j].a < pairs[j].b && pairs[j].b < n &&
                  k->overlap(items + pairs[j].a * floats, items + pairs[j].b * floats));
    }
    kinds_guarded_free(memory, pack_size);
    free(items);
    return 0;
}
