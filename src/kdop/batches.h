#pragma once
#include "packs.h"
#include "scalar.h"
#include "../base/scalar.h"
#include "../base/work.h"

// ---- algorithms over kernels -----------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP

#define COLLIDE__KDOP_CHUNK 256 // blocks per call of a kernel that writes to the stack

// The types of kernels of one kind.
typedef size_t (*collide__kdop_many_kernel)(const float *q, const collide__kdop_rows *b,
                                            size_t first, size_t last, uint16_t *bits);
typedef void (*collide__kdop_all_kernel)(collide__kdop_queries *q, const collide__kdop_rows *b,
                                         size_t first, size_t last, uint16_t *lanes,
                                         uint32_t *bits);

static size_t collide__kdop_many_indices(int kind, collide__kdop_many_kernel many, const float *q,
                                         const collide_kdop_pack *pack, uint32_t *indices,
                                         size_t capacity) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    uint16_t bits[COLLIDE__KDOP_CHUNK];
    size_t hits = 0;
    if (!(q[0] <= q[kind / 2]))
        return 0;
    for (size_t first = 0, last; first < rows.blocks; first = last) {
        last = collide__min_size(rows.blocks, first + COLLIDE__KDOP_CHUNK);
        COLLIDE__WORK(last - first);
        const size_t found = many(q, &rows, first, last, bits);
        const size_t room = hits < capacity ? collide__min_size(found, capacity - hits) : 0;
        if (room)
            collide__base()->list(indices + hits, room, bits, last - first, (uint32_t)(16 * first));
        hits += found;
    }
    return hits;
}

// Computes the members derived from the floats of 16 queries.
static void collide__kdop_queries_finish(collide__kdop_queries *q) {
    float bound[COLLIDE__KDOP_BLOCK];
    collide__kdop_summarize(q->axis, bound);
    for (int r = 0; r < 6; ++r)
        q->bound[r] = bound[16 * r];
    q->quantized_lanes = 0;
}

static size_t collide__kdop_array_all(int kind, collide__kdop_all_kernel all, const float *a,
                                      size_t n, size_t stride, const collide_kdop_pack *pack,
                                      uint16_t *bits) {
    const collide__kdop_rows b = collide__kdop_rows_of(kind, pack);
    const size_t groups = (b.blocks + 1) / 2;
    uint16_t lanes[COLLIDE__KDOP_GROUPS];
    uint32_t words[COLLIDE__KDOP_GROUPS * 16];
    collide__kdop_queries q;
    size_t hits = 0;
    for (size_t i = 0; i < n && groups; i += 16) {
        uint16_t *out = bits + i * b.blocks;
        const size_t queries = collide__min_size(16, n - i);
        memset(out, 0, queries * b.blocks * sizeof *out);
        for (size_t k = 0; k < 16; ++k) {
            const float *p = collide__kdop_element(kind / 2, a, n, stride, i + k);
            collide__kdop_put(kind, q.axis, q.diagonal, k, p, p ? p + kind / 2 : NULL);
        }
        collide__kdop_queries_finish(&q);
        for (size_t first = 0, last; first < groups; first = last) {
            last = collide__min_size(groups, first + COLLIDE__KDOP_GROUPS);
            COLLIDE__WORK(last - first);
            all(&q, &b, first, last, lanes, words);
            for (size_t g = first; g < last; ++g)
                for (uint32_t set = lanes[g - first]; set; set &= set - 1) {
                    const unsigned k = collide__lowest_bit(set);
                    const uint32_t word = words[16 * (g - first) + k];
                    out[k * b.blocks + 2 * g] = (uint16_t)word;
                    if (word >> 16)
                        out[k * b.blocks + 2 * g + 1] = (uint16_t)(word >> 16);
                    hits += collide__popcount(word);
                }
        }
    }
    return hits;
}

// All pairs of two packs, or with self all pairs i < j of one.
static size_t collide__kdop_pack_all(int kind, collide__kdop_all_kernel all,
                                     const collide_kdop_pack *a_pack,
                                     const collide_kdop_pack *b_pack, bool self,
                                     collide_pair *pairs, size_t capacity) {
    const collide__kdop_rows a = collide__kdop_rows_of(kind, a_pack);
    const collide__kdop_rows b = collide__kdop_rows_of(kind, b_pack);
    const size_t groups = (b.blocks + 1) / 2, diagonal_floats = (size_t)(kind - 6) * 16;
    uint16_t lanes[COLLIDE__KDOP_GROUPS];
    uint32_t words[COLLIDE__KDOP_GROUPS * 16];
    collide__kdop_queries q;
    size_t hits = 0, written = 0;
    for (size_t i = 0; i < a.blocks && groups; ++i) {
        memcpy(q.axis, a.axis + i * COLLIDE__KDOP_BLOCK, sizeof q.axis);
        memcpy(q.diagonal, a.diagonal + i * diagonal_floats, diagonal_floats * sizeof(float));
        collide__kdop_queries_finish(&q);
        for (size_t first = self ? i / 2 : 0, last; first < groups; first = last) {
            last = collide__min_size(groups, first + COLLIDE__KDOP_GROUPS);
            COLLIDE__WORK(last - first);
            all(&q, &b, first, last, lanes, words);
            for (size_t g = first; g < last; ++g)
                for (uint32_t set = lanes[g - first] & collide__kdop_present(&a, 16 * i); set;
                     set &= set - 1) {
                    const unsigned k = collide__lowest_bit(set);
                    uint32_t word = words[16 * (g - first) + k];
                    if (self && g == i / 2) // only objects behind object 16 i + k
                        word &= ~(uint32_t)0 << (i % 2 * 16 + k) << 1;
                    hits += collide__popcount(word);
                    for (; word && written < capacity; word &= word - 1) {
                        pairs[written].a = (uint32_t)(16 * i + k);
                        pairs[written++].b = (uint32_t)(32 * g + collide__lowest_bit(word));
                    }
                }
        }
    }
    return hits;
}

#define COLLIDE__KDOP_HEADER(pack) ((const collide_kdop_pack *)(const void *)(pack))
#define COLLIDE__FLOATS(kdop) ((const float *)(const void *)(kdop))
#define COLLIDE__KDOP_BATCHES(K)                                                                   \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many(                                           \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint16_t *bits) {               \
        const collide__kdop_rows rows = collide__kdop_rows_of(K, COLLIDE__KDOP_HEADER(b));         \
        COLLIDE_ASSERT(a && (bits || !rows.blocks));                                               \
        if (!rows.blocks)                                                                          \
            return 0;                                                                              \
        if (!(a->min[0] <= a->max[0])) {                                                           \
            memset(bits, 0, rows.blocks * sizeof *bits);                                           \
            return 0;                                                                              \
        }                                                                                          \
        COLLIDE__WORK(rows.blocks);                                                                \
        return collide__kdop()->many##K(COLLIDE__FLOATS(a), &rows, 0, rows.blocks, bits);          \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many_indices(                                   \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint32_t *indices,              \
        size_t capacity) {                                                                         \
        COLLIDE_ASSERT(a && (indices || !capacity));                                               \
        return collide__kdop_many_indices(K, collide__kdop()->many##K, COLLIDE__FLOATS(a),         \
                                          COLLIDE__KDOP_HEADER(b), indices, capacity);             \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_lanes(                                          \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, uint16_t *bits) {        \
        const collide__kdop_rows p = collide__kdop_rows_of(K, COLLIDE__KDOP_HEADER(a));            \
        const collide__kdop_rows q = collide__kdop_rows_of(K, COLLIDE__KDOP_HEADER(b));            \
        const size_t last = p.blocks < q.blocks ? p.blocks : q.blocks;                             \
        COLLIDE_ASSERT(bits || !last);                                                             \
        COLLIDE__WORK(last);                                                                       \
        return collide__kdop()->lanes##K(&p, &q, last, bits);                                      \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_pairs(                                          \
        const collide_kdop##K##_array *a, const collide_kdop##K##_array *b,                        \
        const collide_pair *pairs, size_t n, uint16_t *bits) {                                     \
        COLLIDE_ASSERT(a &&b && ((pairs && bits) || !n));                                          \
        COLLIDE__WORK(COLLIDE_BLOCKS(n));                                                          \
        return collide__kdop()->pairs##K(COLLIDE__FLOATS(a->objects), a->objects ? a->count : 0,   \
                                         a->stride ? a->stride : sizeof *a->objects,               \
                                         COLLIDE__FLOATS(b->objects), b->objects ? b->count : 0,   \
                                         b->stride ? b->stride : sizeof *b->objects, pairs, n,     \
                                         bits);                                                    \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all(                                            \
        const collide_kdop##K##_array *a, const collide_kdop##K##_pack *b, uint16_t *bits) {       \
        COLLIDE_ASSERT(a && (bits || !a->objects || !a->count));                                   \
        return collide__kdop_array_all(                                                            \
            K, collide__kdop()->all##K, COLLIDE__FLOATS(a->objects), a->objects ? a->count : 0,    \
            a->stride ? a->stride : sizeof *a->objects, COLLIDE__KDOP_HEADER(b), bits);            \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all_indices(                                    \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, collide_pair *pairs,     \
        size_t capacity) {                                                                         \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__kdop_pack_all(K, collide__kdop()->all##K, COLLIDE__KDOP_HEADER(a),         \
                                      COLLIDE__KDOP_HEADER(b), false, pairs, capacity);            \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_self_indices(                                   \
        const collide_kdop##K##_pack *pack, collide_pair *pairs, size_t capacity) {                \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__kdop_pack_all(K, collide__kdop()->all##K, COLLIDE__KDOP_HEADER(pack),      \
                                      COLLIDE__KDOP_HEADER(pack), true, pairs, capacity);          \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_BATCHES)
#undef COLLIDE__FLOATS
#undef COLLIDE__KDOP_BATCHES
#undef COLLIDE__KDOP_CHUNK
#undef COLLIDE__KDOP_HEADER
#endif // COLLIDE_NO_KDOP
