#pragma once
#include "memory.h"
#include "meshes.h"
#include "vectors.h"
#include "scalar.h"

// ---- packs of any type: blocks of 16 objects, a row of 16 floats per component ---------------

// A header of any type. Each begins like collide_pack (packs of k-DOPs have the kind in place of
// components) and may have more offsets.
typedef struct collide__pack_header {
    collide_pack pack;
    uint64_t more[4];
} collide__pack_header;

// The functions of a pack that is more than blocks of rows.
typedef struct collide__pack_hooks {
    size_t header;                                // bytes
    void (*layout)(collide__pack_header *header); // offsets and size
    // put writes n objects from index i on; finish writes data derived from all objects, and
    // changed the data derived from n objects from index i on
    void (*put)(const collide__pack_header *header, char *memory, size_t i, const void *objects,
                size_t n, size_t stride);
    void (*finish)(const collide__pack_header *header, char *memory);
    void (*changed)(const collide__pack_header *header, char *memory, size_t i, size_t n);
    // object i of a pack, or of NULL the value for an index out of range; the object of a triangle
    void (*get)(uint32_t components, const void *pack, size_t i, float *out);
    void (*of_triangle)(uint32_t components, const collide_triangle *triangle, float *out);
} collide__pack_hooks;

// The type of a pack. The first rows of a block are the floats of the objects; fill computes the
// other rows from these, and is NULL if there are none.
typedef struct collide__pack_type {
    uint32_t magic, components, floats;
    collide_status (*valid)(const void *object);
    void (*fill)(float *rows);
    const collide__pack_hooks *hooks; // or NULL
} collide__pack_type;

#define COLLIDE__PACK_ROWS 26 // the maximum over all types

// Shapes whose bounds a pack holds: their size in bytes, what is demanded of them, and a function
// that writes the object of a shape.
typedef struct collide__pack_source {
    size_t bytes;
    collide_status (*valid)(const void *shape);
    void (*bound)(const void *shape, float *object);
} collide__pack_source;

// The number of floats of an object; does not compile if it is above COLLIDE__PACK_ROWS.
#define COLLIDE__FLOATS_OF(type)                                                                   \
    (sizeof(type) / 4 * sizeof(char[sizeof(type) / 4 <= COLLIDE__PACK_ROWS ? 1 : -1]))

// Writes the header of a pack and returns its size in bytes; 0 if n is 0 or too large.
COLLIDE__SHARED size_t collide__pack_layout(const collide__pack_type *type, size_t n,
                                            collide__pack_header *header) {
    const uint64_t blocks = COLLIDE_BLOCKS((uint64_t)n);
    collide_pack *pack = &header->pack;
    memset(header, 0, sizeof *header);
    if (n == 0 || n > UINT32_MAX)
        return 0;
    pack->magic = type->magic;
    pack->components = type->components;
    pack->count = (uint32_t)n;
    pack->blocks = (uint32_t)blocks;
    pack->inside.offset = COLLIDE_ALIGNMENT;
    pack->size = pack->inside.offset + blocks * pack->components * 64;
    if (type->hooks)
        type->hooks->layout(header);
    return pack->size <= (uint64_t)PTRDIFF_MAX ? (size_t)pack->size : 0;
}

COLLIDE__INLINE bool collide__pack_valid(const collide_pack *pack, uint32_t magic) {
    return pack && pack->magic == magic;
}

COLLIDE__INLINE const float *collide__pack_rows(const collide_pack *pack) {
    return (const float *)(const void *)((const char *)pack + pack->inside.offset);
}

COLLIDE__INLINE bool collide__pack_is(const collide_pack *pack, const collide__pack_type *type) {
    return collide__pack_valid(pack, type->magic) && pack->components == type->components;
}

// The place of object i in row 0 of its block.
COLLIDE__INLINE float *collide__pack_lane(const collide_pack *pack, char *memory, size_t i) {
    return (float *)(void *)(memory + pack->inside.offset) + i / 16 * pack->components * 16 +
           i % 16;
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

COLLIDE__SHARED collide_status collide__pack_prepare(const collide__pack_type *type,
                                                     const void *memory, size_t size, size_t n,
                                                     collide__pack_header *header) {
    return collide__memory_check(memory, size, n, collide__pack_layout(type, n, header));
}

// Writes object i from an array of components floats; NaN if from is NULL.
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

// Writes the header and the padding lanes.
COLLIDE__SHARED void collide__pack_finish(const collide_pack *header, char *memory) {
    for (size_t i = header->count; i < (size_t)header->blocks * 16; ++i)
        collide__pack_put(header, memory, i, NULL);
    memset(memory, 0, COLLIDE_ALIGNMENT);
    memcpy(memory, header, sizeof *header);
}

// Whether collide__pack_transpose can read the objects: their floats are aligned.
COLLIDE__INLINE bool collide__pack_transposes(const void *objects, size_t stride) {
    return ((uintptr_t)objects | stride) % sizeof(float) == 0;
}

// Writes 16 objects of n floats as n rows of 16.
COLLIDE__SHARED void collide__pack_transpose(float *rows, const void *objects, size_t n,
                                             size_t stride) {
    const float *object[16];
    for (size_t k = 0; k < 16; ++k)
        object[k] = (const float *)collide__at(objects, k, stride);
    collide__base()->transpose(rows, object, n);
}

COLLIDE__SHARED void collide__pack_put_object(const collide__pack_type *type,
                                              const collide_pack *header, char *memory, size_t i,
                                              const void *from) {
    float rows[COLLIDE__PACK_ROWS];
    if (type->fill) {
        memcpy(rows, from, 4 * (size_t)type->floats);
        type->fill(rows);
        from = rows;
    }
    collide__pack_put(header, memory, i, from);
}

COLLIDE__SHARED void collide__pack_put_objects(const collide__pack_type *type,
                                               const collide__pack_header *header, char *memory,
                                               size_t i, const void *objects, size_t n,
                                               size_t stride) {
    size_t k = 0;
    if (type->hooks) {
        type->hooks->put(header, memory, i, objects, n, stride);
        return;
    }
    if (!type->fill && i % 16 == 0 && collide__pack_transposes(objects, stride))
        for (; n - k >= 16; k += 16)
            collide__pack_transpose(collide__pack_lane(&header->pack, memory, i + k),
                                    collide__at(objects, k, stride), type->floats, stride);
    for (; k < n; ++k)
        collide__pack_put_object(type, &header->pack, memory, i + k,
                                 collide__at(objects, k, stride));
}

COLLIDE__SHARED collide_pack *collide__pack_end(const collide__pack_type *type,
                                                const collide__pack_header *header, void *memory) {
    if (type->hooks)
        type->hooks->finish(header, (char *)memory);
    else
        collide__pack_finish(&header->pack, (char *)memory);
    return (collide_pack *)memory;
}

// Writes n objects from index i on, or the bounds of n shapes, 16 at a time.
COLLIDE__SHARED void collide__pack_put_all(const collide__pack_type *type,
                                           const collide__pack_source *source,
                                           const collide__pack_header *header, char *memory,
                                           size_t i, const void *objects, size_t n, size_t stride) {
    const size_t bytes = (size_t)type->floats * 4;
    COLLIDE__ALIGNED(float) bounds[16 * COLLIDE__PACK_ROWS];
    for (size_t k = 0, step; k < n; k += step) {
        const void *from = collide__at(objects, k, stride);
        const size_t rest = 16 - (i + k) % 16;
        step = rest < 16 || source ? collide__min_size(rest, n - k) : n - k;
        for (size_t m = 0; m < step && source; ++m)
            source->bound(collide__at(from, m, stride), bounds + m * type->floats);
        collide__pack_put_objects(type, header, memory, i + k, source ? bounds : from, step,
                                  source ? bytes : stride);
    }
}

// The checks of n objects, or shapes of a source; sets the stride if it is 0.
COLLIDE__SHARED collide_status collide__pack_check(const collide__pack_type *type,
                                                   const collide__pack_source *source,
                                                   const void *objects, size_t n, size_t *stride) {
    const size_t bytes = source ? source->bytes : (size_t)type->floats * 4;
    *stride = *stride ? *stride : bytes;
    collide_status status = collide__array_check(objects, n, *stride, bytes);
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        status = (source ? source->valid : type->valid)(collide__at(objects, i, *stride));
    return status;
}

COLLIDE__SHARED collide_pack *collide__pack_build(const collide__pack_type *type,
                                                  const collide__pack_source *source, void *memory,
                                                  size_t size, const void *objects, size_t n,
                                                  size_t stride, collide_status *status) {
    collide__pack_header header;
    *status = collide__pack_prepare(type, memory, size, n, &header);
    if (*status == COLLIDE_OK)
        *status = collide__pack_check(type, source, objects, n, &stride);
    if (*status != COLLIDE_OK)
        return NULL;
    collide__pack_put_all(type, source, &header, (char *)memory, 0, objects, n, stride);
    return collide__pack_end(type, &header, memory);
}

COLLIDE__SHARED collide_status collide__pack_update(const collide__pack_type *type,
                                                    const collide__pack_source *source,
                                                    collide_pack *pack, size_t first,
                                                    const void *objects, size_t n, size_t stride) {
    collide__pack_header header;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    if (!collide__pack_is(pack, type))
        return COLLIDE_ERROR_KIND;
    if (first > pack->count || n > pack->count - first)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = collide__pack_check(type, source, objects, n, &stride);
    if (status != COLLIDE_OK || n == 0)
        return status;
    memcpy(&header, (const void *)pack, type->hooks ? type->hooks->header : sizeof *pack);
    collide__pack_put_all(type, source, &header, (char *)pack, first, objects, n, stride);
    if (type->hooks)
        type->hooks->changed(&header, (char *)pack, first, n);
    return COLLIDE_OK;
}

COLLIDE__SHARED collide_pack *collide__pack_build_mesh(const collide__pack_type *type, void *memory,
                                                       size_t size, const collide_mesh *input,
                                                       collide_status *status) {
    collide__pack_header header;
    collide_triangle triangle;
    if (!input) {
        *status = COLLIDE_ERROR_NULL;
        return NULL;
    }
    collide_mesh mesh = *input;
    *status = collide__mesh_check(&mesh);
    if (*status == COLLIDE_OK)
        *status = collide__pack_prepare(type, memory, size, mesh.triangle_count, &header);
    for (size_t i = 0; i < mesh.triangle_count && *status == COLLIDE_OK; ++i)
        *status = collide__mesh_triangle(&mesh, i, &triangle);
    if (*status != COLLIDE_OK)
        return NULL;
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        (void)collide__mesh_triangle(&mesh, i, &triangle);
        if (type->hooks) {
            float object[COLLIDE__PACK_ROWS];
            type->hooks->of_triangle(type->components, &triangle, object);
            type->hooks->put(&header, (char *)memory, i, object, 1, 0);
        } else {
            collide__pack_put_object(type, &header.pack, (char *)memory, i, &triangle);
        }
    }
    return collide__pack_end(type, &header, memory);
}

COLLIDE__SHARED collide_status collide__pack_open(const collide__pack_type *type,
                                                  const void *memory, size_t size) {
    const size_t bytes = type->hooks ? type->hooks->header : sizeof(collide_pack);
    collide__pack_header header, expected;
    const collide_status status = collide__saved_read(&header, bytes, memory, size, type->magic);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__pack_is(&header.pack, type) ||
        !collide__pack_layout(type, header.pack.count, &expected) ||
        memcmp(&header, &expected, bytes) != 0)
        return COLLIDE_ERROR_KIND;
    return size < header.pack.size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

COLLIDE__SHARED collide_status collide__pack_set(const collide__pack_type *type, collide_pack *pack,
                                                 size_t i, const void *object) {
    if (!collide__pack_is(pack, type))
        return COLLIDE_ERROR_KIND;
    if (i >= pack->count)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = type->valid(object);
    if (status != COLLIDE_OK)
        return status;
    if (type->hooks) {
        collide__pack_header header;
        memcpy(&header, (const void *)pack, type->hooks->header);
        type->hooks->put(&header, (char *)pack, i, object, 1, 0);
        type->hooks->changed(&header, (char *)pack, i, 1);
    } else {
        collide__pack_put_object(type, pack, (char *)pack, i, object);
    }
    return COLLIDE_OK;
}

// Object i as floats; if i is out of range NaN, unless hooks->get writes something else.
COLLIDE__SHARED void collide__pack_get(const collide__pack_type *type, const collide_pack *pack,
                                       size_t i, float *out) {
    const bool there = collide__pack_is(pack, type) && i < pack->count;
    if (type->hooks) {
        type->hooks->get(type->components, there ? pack : NULL, i, out);
        return;
    }
    const float *lane =
        there ? collide__pack_rows(pack) + i / 16 * type->components * 16 + i % 16 : NULL;
    for (uint32_t r = 0; r < type->components; ++r)
        out[r] = there ? lane[16 * r] : collide__nan();
}

// The public functions of collide__NAME_packed.
#define COLLIDE__PACK_FORMS(name)                                                                  \
    COLLIDE_API size_t collide_##name##_pack_size(size_t n) {                                      \
        collide__pack_header header;                                                               \
        return collide__pack_layout(&collide__##name##_packed, n, &header);                        \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_build(                                        \
        collide_##name##_pack **pack, void *memory, size_t size, const collide_##name *objects,    \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_##name##_pack *)(void *)collide__pack_build(                          \
                &collide__##name##_packed, NULL, memory, size, objects, n, stride, &status);       \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_open(collide_##name##_pack **pack,            \
                                                          void *memory, size_t size) {             \
        const collide_status status =                                                              \
            pack ? collide__pack_open(&collide__##name##_packed, memory, size)                     \
                 : COLLIDE_ERROR_NULL;                                                             \
        if (pack)                                                                                  \
            *pack = status == COLLIDE_OK ? (collide_##name##_pack *)memory : NULL;                 \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API size_t collide_##name##_pack_count(const collide_##name##_pack *pack) {            \
        return collide__pack_is(COLLIDE__HEADER(pack), &collide__##name##_packed)                  \
                   ? pack->header.count                                                            \
                   : 0;                                                                            \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_set(collide_##name##_pack *pack, size_t i,    \
                                                         const collide_##name *object) {           \
        return pack && object ? collide__pack_set(&collide__##name##_packed,                       \
                                                  (collide_pack *)(void *)pack, i, object)         \
                              : COLLIDE_ERROR_NULL;                                                \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_update(                                       \
        collide_##name##_pack *pack, size_t first, const collide_##name *objects, size_t n,        \
        size_t stride) {                                                                           \
        return collide__pack_update(&collide__##name##_packed, NULL, (collide_pack *)(void *)pack, \
                                    first, objects, n, stride);                                    \
    }                                                                                              \
    COLLIDE_API collide_##name collide_##name##_pack_get(const collide_##name##_pack *pack,        \
                                                         size_t i) {                               \
        float floats[COLLIDE__PACK_ROWS];                                                          \
        collide_##name object;                                                                     \
        collide__pack_get(&collide__##name##_packed, COLLIDE__HEADER(pack), i, floats);            \
        memcpy(&object, floats, sizeof object);                                                    \
        return object;                                                                             \
    }

#define COLLIDE__PACK_MESH_FORM(name)                                                              \
    COLLIDE_API collide_status collide_##name##_pack_build_mesh(                                   \
        collide_##name##_pack **pack, void *memory, size_t size, const collide_mesh *mesh) {       \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_##name##_pack *)(void *)collide__pack_build_mesh(                     \
                &collide__##name##_packed, memory, size, mesh, &status);                           \
        return status;                                                                             \
    }

// The functions of packs that are just blocks of rows.
#define COLLIDE__PACK_DEFINE(name, COMPONENTS, FILL, MAGIC)                                        \
    static const collide__pack_type collide__##name##_packed =                                     \
        {MAGIC, COMPONENTS, COLLIDE__FLOATS_OF(collide_##name), collide__##name##_valid,           \
         FILL,  NULL};                                                                             \
    COLLIDE__PACK_FORMS(name)

#define COLLIDE__HEADER(pack) ((const collide_pack *)(const void *)(pack))

COLLIDE__SHARED collide_status collide__vec3_valid(const void *p) {
    return collide__finite_valid(p, 1);
}
COLLIDE__PACK_DEFINE(vec3, 3, NULL, COLLIDE_VEC3_PACK_MAGIC)
