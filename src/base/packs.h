#pragma once
#include "memory.h"
#include "vectors.h"

// ---- packs of any type: blocks of 16 objects, a row of 16 floats per component ---------------

COLLIDE__SHARED size_t collide__pack_layout(uint32_t magic, uint32_t components, size_t n,
                                            collide_pack *header) {
    const uint64_t blocks = COLLIDE_BLOCKS((uint64_t)n);
    memset(header, 0, sizeof *header);
    if (n == 0 || n > UINT32_MAX)
        return 0;
    header->magic = magic;
    header->components = components;
    header->count = (uint32_t)n;
    header->blocks = (uint32_t)blocks;
    header->offset = COLLIDE_ALIGNMENT;
    header->size = header->offset + blocks * components * 64;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE__INLINE bool collide__pack_valid(const collide_pack *pack, uint32_t magic) {
    return pack && pack->magic == magic;
}

COLLIDE__INLINE const float *collide__pack_rows(const collide_pack *pack) {
    return (const float *)(const void *)((const char *)pack + pack->offset);
}

// Row of component 0 for object i.
COLLIDE__INLINE float *collide__pack_lane(const collide_pack *pack, char *memory, size_t i) {
    return (float *)(void *)(memory + pack->offset) + i / 16 * pack->components * 16 + i % 16;
}

COLLIDE__SHARED collide_status collide__finite_valid(const void *p, int vectors) {
    for (int i = 0; i < vectors; ++i)
        if (!collide__finite3(collide__read_vec3((const char *)p + 12 * i)))
            return COLLIDE_ERROR_NOT_FINITE;
    return COLLIDE_OK;
}

COLLIDE__SHARED collide_status collide__triangle_valid(const void *p) {
    return collide__finite_valid(p, 3);
}

COLLIDE__SHARED collide_status collide__pack_prepare(uint32_t magic, uint32_t components,
                                                     const void *memory, size_t size, size_t n,
                                                     collide_pack *header) {
    return collide__memory_check(memory, size, n,
                                 collide__pack_layout(magic, components, n, header));
}

// What a pack holds: rows of a block, of which the first are the numbers of an object; fill finds
// the others from these, NULL if there are none.
typedef struct collide__pack_type {
    uint32_t magic, components, floats;
    collide_status (*valid)(const void *object);
    void (*fill)(float *rows);
} collide__pack_type;

#define COLLIDE__PACK_ROWS 19 // the most that an object of any type has

// Floats of an object; no type may have more than there is room for.
#define COLLIDE__FLOATS_OF(type)                                                                   \
    (sizeof(type) / 4 * sizeof(char[sizeof(type) / 4 <= COLLIDE__PACK_ROWS ? 1 : -1]))

// Writes object i, components floats at from; NULL as NaN.
COLLIDE__SHARED void collide__pack_put(const collide_pack *header, char *memory, size_t i,
                                       const void *from) {
    float *lane = collide__pack_lane(header, memory, i);
    for (uint32_t r = 0; r < header->components; ++r) {
        float x = collide__nan();
        if (from)
            memcpy(&x, (const char *)from + 4 * r, sizeof x);
        lane[16 * r] = x;
    }
}

// Writes header and padding.
COLLIDE__SHARED void collide__pack_finish(const collide_pack *header, char *memory) {
    for (size_t i = header->count; i < (size_t)header->blocks * 16; ++i)
        collide__pack_put(header, memory, i, NULL);
    memset(memory, 0, COLLIDE_ALIGNMENT);
    memcpy(memory, header, sizeof *header);
}

// Writes object i of a type at from.
COLLIDE__SHARED void collide__pack_put_object(const collide__pack_type *type,
                                              const collide_pack *header, char *memory, size_t i,
                                              const void *from) {
    float rows[COLLIDE__PACK_ROWS];
    memcpy(rows, from, 4 * (size_t)type->floats);
    if (type->fill)
        type->fill(rows);
    collide__pack_put(header, memory, i, rows);
}

COLLIDE__SHARED collide_pack *collide__pack_build(const collide__pack_type *type, void *memory,
                                                  size_t size, const void *objects, size_t n,
                                                  size_t stride, collide_status *status) {
    const size_t bytes = (size_t)type->floats * 4;
    collide_pack header;
    *status = collide__pack_prepare(type->magic, type->components, memory, size, n, &header);
    stride = stride ? stride : bytes;
    if (*status == COLLIDE_OK)
        *status = collide__array_check(objects, n, stride, bytes);
    for (size_t i = 0; i < n && *status == COLLIDE_OK; ++i)
        *status = type->valid(collide__at(objects, i, stride));
    if (*status != COLLIDE_OK)
        return NULL;
    for (size_t i = 0; i < n; ++i)
        collide__pack_put_object(type, &header, (char *)memory, i, collide__at(objects, i, stride));
    collide__pack_finish(&header, (char *)memory);
    return (collide_pack *)memory;
}

COLLIDE__SHARED collide_status collide__pack_open(uint32_t magic, uint32_t components,
                                                  const void *memory, size_t size) {
    collide_pack header, expected;
    const collide_status status = collide__memory_check(memory, size, 1, sizeof header);
    if (status != COLLIDE_OK)
        return status;
    memcpy(&header, memory, sizeof header);
    if (header.magic != magic ||
        !collide__pack_layout(magic, components, header.count, &expected) ||
        memcmp(&header, &expected, sizeof header) != 0)
        return COLLIDE_ERROR_KIND;
    return size < header.size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

COLLIDE__SHARED collide_status collide__pack_set(const collide__pack_type *type, collide_pack *pack,
                                                 size_t i, const void *object) {
    if (pack->magic != type->magic)
        return COLLIDE_ERROR_KIND;
    if (i >= pack->count)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = type->valid(object);
    if (status == COLLIDE_OK)
        collide__pack_put_object(type, pack, (char *)pack, i, object);
    return status;
}

// Object i as floats, NaN if there is none.
COLLIDE__SHARED void collide__pack_get(const collide_pack *pack, uint32_t magic,
                                       uint32_t components, size_t i, float *out) {
    const bool there = collide__pack_valid(pack, magic) && i < pack->count;
    const float *lane = there ? collide__pack_rows(pack) + i / 16 * components * 16 + i % 16 : NULL;
    for (uint32_t r = 0; r < components; ++r)
        out[r] = there ? lane[16 * r] : collide__nan();
}

#define COLLIDE__PACK_DEFINE(name, COMPONENTS, FILL, MAGIC)                                        \
    static const collide__pack_type collide__##name##_packed = {                                   \
        MAGIC, COMPONENTS, sizeof(collide_##name) / 4, collide__##name##_valid, FILL};             \
    COLLIDE_API size_t collide_##name##_pack_size(size_t n) {                                      \
        collide_pack header;                                                                       \
        return collide__pack_layout(MAGIC, COMPONENTS, n, &header);                                \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_build(                                        \
        collide_##name##_pack **pack, void *memory, size_t size, const collide_##name *objects,    \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_##name##_pack *)(void *)collide__pack_build(                          \
                &collide__##name##_packed, memory, size, objects, n, stride, &status);             \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_open(collide_##name##_pack **pack,            \
                                                          void *memory, size_t size) {             \
        const collide_status status =                                                              \
            pack ? collide__pack_open(MAGIC, COMPONENTS, memory, size) : COLLIDE_ERROR_NULL;       \
        if (pack)                                                                                  \
            *pack = status == COLLIDE_OK ? (collide_##name##_pack *)memory : NULL;                 \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API size_t collide_##name##_pack_count(const collide_##name##_pack *pack) {            \
        return pack && pack->header.magic == (MAGIC) ? pack->header.count : 0;                     \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_set(collide_##name##_pack *pack, size_t i,    \
                                                         const collide_##name *object) {           \
        return pack && object                                                                      \
                   ? collide__pack_set(&collide__##name##_packed, &pack->header, i, object)        \
                   : COLLIDE_ERROR_NULL;                                                           \
    }                                                                                              \
    COLLIDE_API collide_##name collide_##name##_pack_get(const collide_##name##_pack *pack,        \
                                                         size_t i) {                               \
        float floats[COMPONENTS];                                                                  \
        collide_##name object;                                                                     \
        collide__pack_get(COLLIDE__HEADER(pack), MAGIC, COMPONENTS, i, floats);                    \
        memcpy(&object, floats, sizeof object);                                                    \
        return object;                                                                             \
    }

#define COLLIDE__HEADER(pack) ((const collide_pack *)(const void *)(pack))

COLLIDE__SHARED collide_status collide__vec3_valid(const void *p) {
    return collide__finite_valid(p, 1);
}
COLLIDE__PACK_DEFINE(vec3, 3, NULL, COLLIDE_VEC3_PACK_MAGIC)
