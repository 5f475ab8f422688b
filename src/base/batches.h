#pragma once
#include "packs.h"

// ---- batches of pairs over kernels -----------------------------------------------------------

// The object in one lane of a block, as floats.
COLLIDE__INLINE void collide__lane_floats(const float *rows, unsigned lane, int n, float *out) {
    for (int r = 0; r < n; ++r)
        out[r] = rows[16 * r + (int)lane];
}

// n floats, each in all lanes of a row.
COLLIDE__SHARED void collide__splat_rows(float *rows, const void *object, size_t n) {
    for (size_t r = 0; r < n; ++r) {
        float x;
        memcpy(&x, (const char *)object + 4 * r, sizeof x);
        for (size_t i = 0; i < 16; ++i)
            rows[16 * r + i] = x;
    }
}

// Points one side of a job at a pack, and the counts that limit it.
COLLIDE__SHARED void collide__sweep_pack(const collide_pack *pack, uint32_t magic,
                                         const float **rows, size_t *step, size_t *n) {
    if (collide__pack_valid(pack, magic)) {
        *rows = collide__pack_rows(pack);
        *step = (size_t)pack->components * 16;
        *n = collide__min_size(*n, pack->count);
    } else {
        *n = 0;
    }
}

// Bits of the first n lanes of a block.
COLLIDE__INLINE unsigned collide__lanes(size_t n) {
    return 0xffffu >> (16 - collide__min_size(16, n));
}

// Pairs of objects of one kind that are asked by blocks of 16: which of the lanes asked for meet.
typedef struct collide__ask_type {
    unsigned (*ask)(const float *a, const float *b, unsigned lanes);
    uint32_t magic;
    size_t floats; // of an object, at most COLLIDE__PACK_ROWS
} collide__ask_type;

// Packs lane by lane, or with one that object against a pack.
COLLIDE__SHARED size_t collide__ask_packs(const collide__ask_type *type, const void *one,
                                          const collide_pack *a, const collide_pack *b,
                                          uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__PACK_ROWS];
    const float *p = rows, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(b, type->magic, &q, &q_step, &n);
    if (one)
        collide__splat_rows(rows, one, type->floats);
    else
        collide__sweep_pack(a, type->magic, &p, &p_step, &n);
    for (size_t i = 0; i < n; i += 16, p += p_step, q += q_step) {
        const unsigned word = type->ask(p, q, collide__lanes(n - i));
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

COLLIDE__SHARED size_t collide__ask_indices(const collide__ask_type *type, const void *one,
                                            const collide_pack *b, uint32_t *indices,
                                            size_t capacity) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__PACK_ROWS];
    const float *q = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    collide__splat_rows(rows, one, type->floats);
    collide__sweep_pack(b, type->magic, &q, &step, &n);
    for (size_t i = 0; i < n; i += 16, q += step)
        for (unsigned word = type->ask(rows, q, collide__lanes(n - i)); word;
             word &= word - 1, ++hits)
            if (hits < capacity)
                indices[hits] = (uint32_t)i + collide__lowest_bit(word);
    return hits;
}
