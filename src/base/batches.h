#pragma once
#include "packs.h"
#include "meshes.h"
#include "scalar.h"
#include "work.h"

// ---- batches of pairs over kernels -----------------------------------------------------------

// The object in one lane of a block, as floats.
COLLIDE__INLINE void collide__lane_floats(const float *rows, unsigned lane, int n, float *out) {
    for (int r = 0; r < n; ++r)
        out[r] = rows[16 * r + (int)lane];
}

// Copies each of n floats to all lanes of a row.
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

// A query of pairs in blocks of 16: ask returns which of the given lanes overlap.
typedef struct collide__ask_type {
    unsigned (*ask)(void *context, const float *a, const float *b, unsigned lanes);
    uint32_t magic_a, magic_b;
    size_t floats_a, floats_b; // COLLIDE__FLOATS_OF the types of the objects
    void *context;             // whatever ask needs, or NULL
} collide__ask_type;

// Packs lane by lane, or if one is not NULL, that object against a pack. bits may be NULL.
COLLIDE__SHARED size_t collide__ask_packs(const collide__ask_type *type, const void *one,
                                          const collide_pack *a, const collide_pack *b,
                                          uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__PACK_ROWS];
    const float *p = rows, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(b, type->magic_b, &q, &q_step, &n);
    if (one)
        collide__splat_rows(rows, one, type->floats_a);
    else
        collide__sweep_pack(a, type->magic_a, &p, &p_step, &n);
    for (size_t i = 0; i < n; i += 16, p += p_step, q += q_step) {
        COLLIDE__WORK(1);
        const unsigned word = type->ask(type->context, p, q, collide__lanes(n - i));
        hits += word ? collide__popcount(word) : 0;
        if (bits)
            bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__LIST_BLOCKS 64 // whose hits are listed at once
COLLIDE__SHARED size_t collide__ask_indices(const collide__ask_type *type, const void *one,
                                            const collide_pack *b, uint32_t *indices,
                                            size_t capacity) {
    const collide__base_kernels *kernels = collide__base();
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__PACK_ROWS];
    uint16_t bits[COLLIDE__LIST_BLOCKS];
    const float *q = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    if (one)
        collide__splat_rows(rows, one, type->floats_a);
    else
        n = 0;
    collide__sweep_pack(b, type->magic_b, &q, &step, &n);
    COLLIDE__WORK(COLLIDE_BLOCKS(n));
    for (size_t first = 0, last; first < n; first = last) {
        size_t found = 0;
        last = collide__min_size(n, first + 16 * COLLIDE__LIST_BLOCKS);
        for (size_t i = first; i < last; i += 16, q += step) {
            const unsigned word = type->ask(type->context, rows, q, collide__lanes(n - i));
            found += word ? collide__popcount(word) : 0;
            bits[(i - first) / 16] = (uint16_t)word;
        }
        const size_t room = hits < capacity ? collide__min_size(found, capacity - hits) : 0;
        if (room)
            kernels->list(indices + hits, room, bits, COLLIDE_BLOCKS(last - first),
                          (uint32_t)first);
        hits += found;
    }
    return hits;
}

// n objects of an array against a pack: 16 at a time, so that the pack is read once for them.
#define COLLIDE__ALL_FLOATS 6 // the largest such object is an AABB
COLLIDE__SHARED size_t collide__ask_all(const collide__ask_type *type, const void *a, size_t n,
                                        size_t stride, const collide_pack *b, uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[16 * 16 * COLLIDE__ALL_FLOATS];
    const size_t row = 16 * type->floats_a;
    const float *q = NULL;
    size_t step = 0, count = SIZE_MAX, hits = 0;
    COLLIDE_ASSERT(type->floats_a <= COLLIDE__ALL_FLOATS);
    stride = stride ? stride : 4 * type->floats_a;
    collide__sweep_pack(b, type->magic_b, &q, &step, &count);
    const size_t blocks = COLLIDE_BLOCKS(count);
    for (size_t i = 0; i < n; i += 16) {
        const size_t group = collide__min_size(16, n - i);
        for (size_t k = 0; k < group; ++k) {
            // A copy, since gcc 12.2 -O3 reads rows of several objects at once, past the last one.
            float object[COLLIDE__PACK_ROWS];
            memcpy(object, collide__at(a, i + k, stride), 4 * type->floats_a);
            collide__splat_rows(rows + k * row, object, type->floats_a);
        }
        COLLIDE__WORK(group * blocks);
        for (size_t j = 0; j < blocks; ++j)
            for (size_t k = 0; k < group; ++k) {
                const unsigned word = type->ask(type->context, rows + k * row, q + j * step,
                                                collide__lanes(count - 16 * j));
                hits += collide__popcount(word);
                bits[(i + k) * blocks + j] = (uint16_t)word;
            }
    }
    return hits;
}

// All pairs of two packs, or with self all pairs i < j of one.
COLLIDE__SHARED size_t collide__ask_all_indices(const collide__ask_type *type,
                                                const collide_pack *a, const collide_pack *b,
                                                bool self, collide_pair *pairs, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[16 * 16 * COLLIDE__ALL_FLOATS];
    float object[COLLIDE__PACK_ROWS];
    const size_t row = 16 * type->floats_a;
    const float *p = NULL, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, m = SIZE_MAX, hits = 0;
    COLLIDE_ASSERT(type->floats_a <= COLLIDE__ALL_FLOATS);
    collide__sweep_pack(a, type->magic_a, &p, &p_step, &n);
    collide__sweep_pack(b, type->magic_b, &q, &q_step, &m);
    for (size_t i = 0; i < n; i += 16, p += p_step) {
        const size_t group = collide__min_size(16, n - i);
        for (unsigned k = 0; k < group; ++k) {
            collide__lane_floats(p, k, (int)type->floats_a, object);
            collide__splat_rows(rows + k * row, object, type->floats_a);
        }
        for (size_t j = self ? i : 0; j < m; j += 16) {
            const float *block = q + j / 16 * q_step;
            const unsigned lanes = collide__lanes(m - j);
            COLLIDE__WORK(group);
            for (unsigned k = 0; k < group; ++k) {
                unsigned word = self && j == i ? lanes & 0xfffeu << k : lanes;
                for (word = type->ask(type->context, rows + k * row, block, word); word;
                     word &= word - 1, ++hits)
                    if (hits < capacity) {
                        pairs[hits].a = (uint32_t)(i + k);
                        pairs[hits].b = (uint32_t)j + collide__lowest_bit(word);
                    }
            }
        }
    }
    return hits;
}

// ---- index pairs -----------------------------------------------------------------------------

// The objects that indices name: elements of an array, and in sweeps their velocities; or triangles
// of a mesh.
typedef struct collide__objects {
    const void *array, *velocities;
    size_t count, stride, floats, velocity_stride;
    collide_mesh mesh;
    bool indexed;
    float none[COLLIDE__PACK_ROWS]; // NaN, in place of an object out of range
} collide__objects;

COLLIDE__SHARED collide__objects collide__objects_of(const void *array, size_t count, size_t stride,
                                                     size_t floats) {
    collide__objects o;
    memset(&o, 0, sizeof o);
    o.array = array;
    o.count = array ? count : 0;
    o.stride = stride ? stride : 4 * floats;
    o.floats = floats;
    for (size_t i = 0; i < floats; ++i)
        o.none[i] = collide__nan();
    return o;
}

// Objects without velocities are at rest.
COLLIDE__SHARED collide__objects collide__moving_of(const void *array, size_t count, size_t stride,
                                                    const void *velocities, size_t velocity_stride,
                                                    size_t floats) {
    static const float rest[3] = {0, 0, 0};
    collide__objects o = collide__objects_of(array, count, stride, floats);
    o.velocities = velocities ? velocities : rest;
    o.velocity_stride = !velocities ? 0 : velocity_stride ? velocity_stride : sizeof(collide_vec3);
    return o;
}

// The triangles of a mesh, or no objects if the mesh is not valid.
COLLIDE__SHARED collide__objects collide__triangles_of(const collide_mesh *mesh) {
    collide__objects o = collide__objects_of(NULL, 0, 0, 9);
    o.mesh = *mesh;
    o.indexed = collide__mesh_check(&o.mesh) == COLLIDE_OK;
    return o;
}

COLLIDE__FORCE_INLINE const float *collide__object(const collide__objects *from, size_t i,
                                                   const float **velocity) {
    const bool there = i < from->count;
    if (velocity)
        *velocity = there ? (const float *)collide__at(from->velocities, i, from->velocity_stride)
                          : from->none;
    return there ? (const float *)collide__at(from->array, i, from->stride) : from->none;
}

// Triangle i of a mesh, NaN if i or one of its indices is out of range.
COLLIDE__INLINE void collide__mesh_corners(const collide_mesh *mesh, size_t i,
                                           collide_triangle *out) {
    bool there = i < mesh->triangle_count;
    for (size_t j = 0; j < 3; ++j) {
        const size_t vertex = there ? collide__mesh_index(mesh, 3 * i + j) : 0;
        there = there && vertex < mesh->vertex_count;
        if (there)
            out->v[j] =
                collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
    }
    if (!there)
        out->v[0] = out->v[1] = out->v[2] =
            collide__vec3(collide__nan(), collide__nan(), collide__nan());
}

// Gathers the triangles of n pairs. The meshes are copies, which no store to p or q can change.
COLLIDE__SHARED void collide__gather_triangles(collide_mesh a, collide_mesh b,
                                               const collide_pair *pairs, size_t n,
                                               collide_triangle *p, collide_triangle *q) {
    for (size_t k = 0; k < n; ++k) {
        collide__mesh_corners(&a, pairs[k].a, &p[k]);
        collide__mesh_corners(&b, pairs[k].b, &q[k]);
    }
}

// Blocks of pairs that are gathered before they are asked: a vector that is read at once waits for
// the narrower stores that it spans, and kernels of sweeps take several blocks better than one.
#define COLLIDE__PAIR_BLOCKS 3
#define COLLIDE__PAIR_FLOATS 16 // the largest such object is a spline or an OBB

typedef struct collide__gathered {
    COLLIDE__ALIGNED(float) a[COLLIDE__PAIR_BLOCKS * 16 * COLLIDE__PAIR_FLOATS];
    COLLIDE__ALIGNED(float) b[COLLIDE__PAIR_BLOCKS * 16 * COLLIDE__PAIR_FLOATS];
    COLLIDE__ALIGNED(float) va[COLLIDE__PAIR_BLOCKS * 48];
    COLLIDE__ALIGNED(float) vb[COLLIDE__PAIR_BLOCKS * 48];
} collide__gathered;

// Gathers the objects of n <= 16 pairs as rows of one block; the other lanes are NaN. Both sides
// are meshes or neither is.
COLLIDE__FORCE_INLINE void collide__gather(const collide__base_kernels *kernels,
                                           const collide__objects *a, const collide__objects *b,
                                           const collide_pair *pairs, size_t n, bool moving,
                                           size_t block, collide__gathered *out) {
    collide_triangle triangle[2][16];
    const float *p[16], *q[16], *u[16], *v[16];
    if (a->indexed && b->indexed) {
        collide__gather_triangles(a->mesh, b->mesh, pairs, n, triangle[0], triangle[1]);
        for (size_t k = 0; k < n; ++k) {
            p[k] = collide__floats(&triangle[0][k]);
            q[k] = collide__floats(&triangle[1][k]);
        }
    } else {
        for (size_t k = 0; k < n; ++k) {
            p[k] = collide__object(a, pairs[k].a, moving ? &u[k] : NULL);
            q[k] = collide__object(b, pairs[k].b, moving ? &v[k] : NULL);
        }
    }
    for (size_t k = n; k < 16; ++k) {
        p[k] = u[k] = a->none;
        q[k] = v[k] = b->none;
    }
    kernels->transpose(out->a + block * 16 * a->floats, p, a->floats);
    kernels->transpose(out->b + block * 16 * b->floats, q, b->floats);
    if (moving) {
        kernels->transpose(out->va + block * 48, u, 3);
        kernels->transpose(out->vb + block * 48, v, 3);
    }
}

COLLIDE__SHARED size_t collide__ask_pairs(const collide__ask_type *type, const collide__objects *a,
                                          const collide__objects *b, const collide_pair *pairs,
                                          size_t n, uint16_t *bits) {
    const collide__base_kernels *kernels = collide__base();
    collide__gathered rows;
    size_t hits = 0;
    COLLIDE_ASSERT(type->floats_a <= COLLIDE__PAIR_FLOATS &&
                   type->floats_b <= COLLIDE__PAIR_FLOATS);
    COLLIDE__WORK(COLLIDE_BLOCKS(n));
    for (size_t i = 0; i < n; i += 16 * COLLIDE__PAIR_BLOCKS) {
        const size_t group = collide__min_size(16 * COLLIDE__PAIR_BLOCKS, n - i);
        for (size_t k = 0; k < group; k += 16)
            collide__gather(kernels, a, b, pairs + i + k, collide__min_size(16, group - k), false,
                            k / 16, &rows);
        for (size_t k = 0; k < group; k += 16) {
            const unsigned word = type->ask(type->context, rows.a + k * type->floats_a,
                                            rows.b + k * type->floats_b, collide__lanes(group - k));
            hits += collide__popcount(word);
            bits[(i + k) / 16] = (uint16_t)word;
        }
    }
    return hits;
}

// ---- the public forms of a type --------------------------------------------------------------

#define COLLIDE__MANY_DEFINE(p, q, TYPE)                                                           \
    COLLIDE_API size_t collide_##p##_##q##_many(const collide_##p *a, const collide_##q##_pack *b, \
                                                uint16_t *bits) {                                  \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        return collide__ask_packs(&(TYPE), a, NULL, COLLIDE__HEADER(b), bits);                     \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##q##_many_indices(                                           \
        const collide_##p *a, const collide_##q##_pack *b, uint32_t *indices, size_t capacity) {   \
        COLLIDE_ASSERT(a && (indices || !capacity));                                               \
        return collide__ask_indices(&(TYPE), a, COLLIDE__HEADER(b), indices, capacity);            \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##q##_lanes(const collide_##p##_pack *a,                      \
                                                 const collide_##q##_pack *b, uint16_t *bits) {    \
        COLLIDE_ASSERT(bits);                                                                      \
        return collide__ask_packs(&(TYPE), NULL, COLLIDE__HEADER(a), COLLIDE__HEADER(b), bits);    \
    }

#define COLLIDE__PAIRS_DEFINE(p, q, form, TYPE)                                                    \
    COLLIDE_API size_t collide_##p##_##q##_##form(                                                 \
        const collide_##p##_array *a, const collide_##q##_array *b, const collide_pair *pairs,     \
        size_t n, uint16_t *bits) {                                                                \
        const collide__ask_type *type = &(TYPE);                                                   \
        COLLIDE_ASSERT(a &&b && (n == 0 || (pairs && bits)));                                      \
        const collide__objects of_a =                                                              \
            collide__objects_of(a->objects, a->count, a->stride, type->floats_a);                  \
        const collide__objects of_b =                                                              \
            collide__objects_of(b->objects, b->count, b->stride, type->floats_b);                  \
        return collide__ask_pairs(type, &of_a, &of_b, pairs, n, bits);                             \
    }

// The forms that ask all pairs of one type.
#define COLLIDE__ALL_DEFINE(p, TYPE)                                                               \
    COLLIDE_API size_t collide_##p##_##p##_all(const collide_##p##_array *a,                       \
                                               const collide_##p##_pack *b, uint16_t *bits) {      \
        COLLIDE_ASSERT(a && (bits || !a->objects || !a->count));                                   \
        return collide__ask_all(&(TYPE), a->objects, a->objects ? a->count : 0, a->stride,         \
                                COLLIDE__HEADER(b), bits);                                         \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##p##_all_indices(const collide_##p##_pack *a,                \
                                                       const collide_##p##_pack *b,                \
                                                       collide_pair *pairs, size_t capacity) {     \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__ask_all_indices(&(TYPE), COLLIDE__HEADER(a), COLLIDE__HEADER(b), false,    \
                                        pairs, capacity);                                          \
    }                                                                                              \
    COLLIDE_API size_t collide_##p##_##p##_self_indices(const collide_##p##_pack *pack,            \
                                                        collide_pair *pairs, size_t capacity) {    \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__ask_all_indices(&(TYPE), COLLIDE__HEADER(pack), COLLIDE__HEADER(pack),     \
                                        true, pairs, capacity);                                    \
    }
#undef COLLIDE__LIST_BLOCKS
#undef COLLIDE__ALL_FLOATS
