// Fuzz target: raw bytes as objects and queries. Every batch gives what single calls give, on every
// instruction set, in the order that collide.h defines.
#define _DEFAULT_SOURCE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "fuzz.h"
#include "kinds.h"

#define MOST 200
#define QUERIES 3

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static int bit(const uint16_t *bits, size_t i) {
    return bits[i / 16] >> i % 16 & 1;
}

// The pack of n items in guarded memory, or NULL.
static void *pack_of(const struct kind *k, const float *items, size_t n) {
    const size_t size = k->pack_size(n);
    void *memory = kinds_guarded(size), *pack = NULL;
    if (k->pack_build(&pack, memory, size, items, n, 0) != COLLIDE_OK)
        kinds_guarded_free(memory, size);
    return pack;
}

// Words past the last block stay as they are, bits past the last object are zero.
static void check_padding(const uint16_t *bits, size_t n, uint16_t behind) {
    FUZZ_CHECK(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
    FUZZ_CHECK(bits[COLLIDE_BLOCKS(n)] == behind);
}

static void check_one(const struct kind *k, const float *query, const float *a, const void *pack,
                      size_t n, size_t capacity) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    static uint32_t indices[MOST + 1];
    const size_t floats = (size_t)k->kind;
    size_t hits = 0;
    bits[COLLIDE_BLOCKS(n)] = 0x5a5a;
    indices[smaller(n, capacity)] = 0x5a5a5a5a;
    const size_t many = k->many(query, pack, bits);
    const size_t listed = k->many_indices(query, pack, indices, capacity);
    for (size_t i = 0; i < n; ++i) {
        const bool hit = k->overlap(query, a + i * floats);
        FUZZ_CHECK(bit(bits, i) == hit);
        FUZZ_CHECK(!hit || hits >= capacity || indices[hits] == i);
        hits += hit;
    }
    FUZZ_CHECK(many == hits && listed == hits);
    check_padding(bits, n, 0x5a5a);
    FUZZ_CHECK(indices[smaller(n, capacity)] == 0x5a5a5a5a);
}

static void check_lanes(const struct kind *k, const float *a, const void *pack_a, size_t n,
                        const float *b, const void *pack_b, size_t m) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    const size_t floats = (size_t)k->kind, both = smaller(n, m);
    size_t hits = 0;
    bits[COLLIDE_BLOCKS(both)] = 0x5a5a;
    const size_t lanes = k->lanes(pack_a, pack_b, bits);
    for (size_t i = 0; i < both; ++i) {
        const bool hit = k->overlap(a + i * floats, b + i * floats);
        FUZZ_CHECK(bit(bits, i) == hit);
        hits += hit;
    }
    FUZZ_CHECK(lanes == hits);
    check_padding(bits, both, 0x5a5a);
}

// Index pairs may be out of range: those miss.
static void check_pairs(const struct kind *k, const float *a, size_t n, const float *b, size_t m,
                        const collide_pair *pairs, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    const size_t floats = (size_t)k->kind;
    size_t hits = 0;
    bits[COLLIDE_BLOCKS(count)] = 0x5a5a;
    const size_t found = k->pairs(a, n, 0, b, m, 0, pairs, count, bits);
    for (size_t i = 0; i < count; ++i) {
        const bool hit = pairs[i].a < n && pairs[i].b < m &&
                         k->overlap(a + pairs[i].a * floats, b + pairs[i].b * floats);
        FUZZ_CHECK(bit(bits, i) == hit);
        hits += hit;
    }
    FUZZ_CHECK(found == hits);
    check_padding(bits, count, 0x5a5a);
}

// b == a: the pairs i < j of one pack. The order: 16 of a against 32 of b, then i, then j.
static void check_all_pairs(const struct kind *k, const float *a, const void *pack_a, size_t n,
                            const float *b, const void *pack_b, size_t m, size_t capacity) {
    static collide_pair pairs[MOST * MOST + 1];
    const size_t floats = (size_t)k->kind;
    const bool self = a == b;
    size_t hits = 0;
    pairs[smaller(n * m, capacity)].a = 0x5a5a5a5a;
    const size_t found = self ? k->self_indices(pack_a, pairs, capacity)
                              : k->all_indices(pack_a, pack_b, pairs, capacity);
    for (size_t block = 0; block < n; block += 16)
        for (size_t group = 0; group < m; group += 32)
            for (size_t i = block; i < smaller(block + 16, n); ++i)
                for (size_t j = self && i >= group ? i + 1 : group; j < smaller(group + 32, m); ++j)
                    if (k->overlap(a + i * floats, b + j * floats)) {
                        FUZZ_CHECK(hits >= capacity || (pairs[hits].a == i && pairs[hits].b == j));
                        ++hits;
                    }
    FUZZ_CHECK(found == hits);
    FUZZ_CHECK(pairs[smaller(n * m, capacity)].a == 0x5a5a5a5a);
}

// Several against a pack, and one call for each.
static void check_all(const struct kind *k, const float *queries, const void *pack, size_t n) {
    static uint16_t bits[QUERIES * COLLIDE_BLOCKS(MOST)], row[COLLIDE_BLOCKS(MOST)];
    const size_t blocks = COLLIDE_BLOCKS(n);
    size_t hits = 0;
    const size_t all = k->all(queries, QUERIES, 0, pack, bits);
    for (size_t i = 0; i < QUERIES; ++i) {
        hits += k->many(queries + i * (size_t)k->kind, pack, row);
        FUZZ_CHECK(memcmp(row, bits + i * blocks, blocks * sizeof *row) == 0);
    }
    FUZZ_CHECK(all == hits);
}

// Kind, counts, step, flags, capacity, then bytes that fill all arrays.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const struct kind *k = &kinds[fuzz_take(&in, 1) % 4];
    const size_t n = 1 + (size_t)fuzz_take(&in, 1) % MOST, m = 1 + (size_t)fuzz_take(&in, 1) % MOST;
    const size_t step = (size_t)fuzz_take(&in, 1), flags = (size_t)fuzz_take(&in, 1);
    const size_t capacity = flags & 4 ? (size_t)fuzz_take(&in, 1) : (size_t)MOST * MOST;
    const size_t floats = (size_t)k->kind, total = n + m + QUERIES;
    float *a = (float *)malloc(total * k->bytes);
    float *b = a + n * floats, *queries = b + m * floats;
    collide_pair *pairs = (collide_pair *)malloc(n * sizeof *pairs);
    if (!a || !pairs)
        abort();
    fuzz_fill(&in, a, total * k->bytes, step);
    fuzz_fill(&in, pairs, n * sizeof *pairs, step + 1);
    if (flags & 1)
        fuzz_sort_rows(a, total, floats);
    for (size_t i = 0; i < n && !(flags & 2); ++i) { // mostly in range
        pairs[i].a %= (uint32_t)n + 1;
        pairs[i].b %= (uint32_t)m + 1;
    }
    void *pack_a = pack_of(k, a, n), *pack_b = pack_of(k, b, m);
    const size_t n_a = pack_a ? n : 0, n_b = pack_b ? m : 0;
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        for (size_t j = 0; j < QUERIES; ++j)
            check_one(k, queries + j * floats, a, pack_a, n_a, smaller(capacity, MOST));
        check_all(k, queries, pack_a, n_a);
        check_lanes(k, a, pack_a, n_a, b, pack_b, n_b);
        check_pairs(k, a, n, b, m, pairs, n);
        check_all_pairs(k, a, pack_a, n_a, b, pack_b, n_b, capacity);
        check_all_pairs(k, a, pack_a, n_a, a, pack_a, n_a, capacity);
    }
    kinds_guarded_free(pack_a, k->pack_size(n));
    kinds_guarded_free(pack_b, k->pack_size(m));
    free(pairs);
    free(a);
    return 0;
}
