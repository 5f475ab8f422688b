#pragma once
#include "../base/packs.h"
#include "many.h"
#include "single.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

static collide_status collide__capsule_valid(const void *p) {
    collide_capsule capsule;
    memcpy(&capsule, p, sizeof capsule);
    return collide_capsule_check(&capsule);
}
COLLIDE__PACK_DEFINE(capsule, 7, NULL, COLLIDE_CAPSULE_PACK_MAGIC)

// Behind the rows of a pack of convex bodies, which hold poses: the address of each body.
COLLIDE__INLINE size_t collide__convexes_offset(const collide_pack *header) {
    return (size_t)(header->inside.offset + (uint64_t)header->blocks * header->components * 64);
}

static void collide__convexes_layout(collide__pack_header *header) {
    header->pack.size += (uint64_t)header->pack.blocks * 16 * sizeof(const collide_convex *);
}

static void collide__convexes_write(const collide_pack *header, char *memory, size_t i,
                                    const collide_convex *body) {
    memcpy(memory + collide__convexes_offset(header) + i * sizeof body, &body, sizeof body);
}

static void collide__convexes_put(const collide__pack_header *header, char *memory, size_t i,
                                  const void *objects, size_t n, size_t stride) {
    for (size_t k = 0; k < n; ++k) {
        collide_convex_at at;
        memcpy(&at, collide__at(objects, k, stride), sizeof at);
        collide__pack_put(&header->pack, memory, i + k, &at.pose);
        collide__convexes_write(&header->pack, memory, i + k, at.body);
    }
}

static void collide__convexes_finish(const collide__pack_header *header, char *memory) {
    for (size_t i = header->pack.count; i < (size_t)header->pack.blocks * 16; ++i)
        collide__convexes_write(&header->pack, memory, i, NULL);
    collide__pack_finish(&header->pack, memory);
}

static void collide__convexes_changed(const collide__pack_header *header, char *memory, size_t i,
                                      size_t n) {
    (void)header;
    (void)memory;
    (void)i;
    (void)n;
}

static const collide__pack_hooks collide__convexes_hooks = {sizeof(collide_pack),
                                                            collide__convexes_layout,
                                                            collide__convexes_put,
                                                            collide__convexes_finish,
                                                            collide__convexes_changed,
                                                            NULL,
                                                            NULL};

// The packs of each kind. Their components are the floats of an object, or of the pose of a body.
#define COLLIDE__SHAPE_PACKED(type, MAGIC)                                                         \
    { MAGIC, sizeof(collide_##type) / 4, COLLIDE__FLOATS_OF(collide_##type), NULL, NULL, NULL }
static const collide__pack_type collide__shape_packed[COLLIDE_SHAPE_KIND_COUNT] = {
    {0, 0, 0, NULL, NULL, NULL},
    COLLIDE__SHAPE_PACKED(vec3, COLLIDE_VEC3_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(segment, COLLIDE_SEGMENT_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(sphere, COLLIDE_SPHERE_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(capsule, COLLIDE_CAPSULE_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(aabb, COLLIDE_AABB_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(obb, COLLIDE_OBB_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(triangle, COLLIDE_TRIANGLE_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(tetrahedron, COLLIDE_TETRAHEDRON_PACK_MAGIC),
    COLLIDE__SHAPE_PACKED(cylinder, COLLIDE_CYLINDER_PACK_MAGIC),
    {COLLIDE_CONVEX_PACK_MAGIC, sizeof(collide_pose) / 4, COLLIDE__FLOATS_OF(collide_convex_at),
     NULL, NULL, &collide__convexes_hooks},
    COLLIDE__SHAPE_PACKED(plane, COLLIDE_PLANE_PACK_MAGIC)};
#undef COLLIDE__SHAPE_PACKED

COLLIDE__INLINE uint32_t collide__shape_kind_of(const collide_shape *s) {
    return s->kind < COLLIDE_SHAPE_KIND_COUNT ? s->kind : 0u;
}

static collide_status collide__shape_valid(const void *p) {
    collide_shape s;
    memcpy(&s, p, sizeof s);
    return collide_shape_check(&s);
}

static void collide__shape_floats(const void *p, float *object) {
    collide_shape s;
    memcpy(&s, p, sizeof s);
    memcpy(object, &s.of, 4 * (size_t)collide__shape_packed[collide__shape_kind_of(&s)].floats);
}

static const collide__pack_source collide__shape_source = {
    sizeof(collide_shape), collide__shape_valid, collide__shape_floats};

// Whether n shapes are an array, all of this kind; KIND if one is not.
static collide_status collide__shapes_check(const collide_shape *shapes, size_t n, size_t stride,
                                            uint32_t kind) {
    stride = stride ? stride : sizeof *shapes;
    collide_status status = collide__array_check(shapes, n, stride, sizeof *shapes);
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        uint32_t own;
        memcpy(&own, collide__at(shapes, i, stride), sizeof own); // its first member
        status = own == kind ? COLLIDE_OK : COLLIDE_ERROR_KIND;
    }
    return status;
}

COLLIDE_API size_t collide_shape_pack_size(collide_shape_kind kind, size_t n) {
    collide__pack_header header;
    return kind > COLLIDE_SHAPE_NONE && kind < COLLIDE_SHAPE_KIND_COUNT
               ? collide__pack_layout(&collide__shape_packed[kind], n, &header)
               : 0;
}

COLLIDE_API collide_status collide_shape_pack_build(collide_shape_pack **pack, void *memory,
                                                    size_t size, const collide_shape *shapes,
                                                    size_t n, size_t stride) {
    collide_status status;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    *pack = NULL;
    if (!shapes || n == 0)
        return shapes ? COLLIDE_ERROR_COUNT : COLLIDE_ERROR_NULL;
    const uint32_t kind = collide__shape_kind_of(shapes);
    status = kind ? collide__shapes_check(shapes, n, stride, kind) : COLLIDE_ERROR_KIND;
    if (status == COLLIDE_OK)
        *pack = (collide_shape_pack *)(void *)collide__pack_build(&collide__shape_packed[kind],
                                                                  &collide__shape_source, memory,
                                                                  size, shapes, n, stride, &status);
    return status;
}

COLLIDE_API collide_status collide_shape_pack_open(collide_shape_pack **pack, void *memory,
                                                   size_t size) {
    collide_status status = pack ? COLLIDE_ERROR_KIND : COLLIDE_ERROR_NULL;
    for (int kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT && status == COLLIDE_ERROR_KIND; ++kind)
        if (kind != COLLIDE_SHAPE_CONVEX)
            status = collide__pack_open(&collide__shape_packed[kind], memory, size);
    if (pack)
        *pack = status == COLLIDE_OK ? (collide_shape_pack *)memory : NULL;
    return status;
}

COLLIDE_API collide_shape_kind collide_shape_pack_kind(const collide_shape_pack *pack) {
    for (int kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind)
        if (collide__pack_is(COLLIDE__HEADER(pack), &collide__shape_packed[kind]))
            return (collide_shape_kind)kind;
    return COLLIDE_SHAPE_NONE;
}

COLLIDE_API const collide_shape_pack *collide_shape_pack_of(const collide_pack *header) {
    const collide_shape_pack *pack = (const collide_shape_pack *)(const void *)header;
    return collide_shape_pack_kind(pack) != COLLIDE_SHAPE_NONE ? pack : NULL;
}

COLLIDE_API size_t collide_shape_pack_count(const collide_shape_pack *pack) {
    return collide_shape_pack_kind(pack) != COLLIDE_SHAPE_NONE ? pack->header.count : 0;
}

COLLIDE_API collide_status collide_shape_pack_update(collide_shape_pack *pack, size_t first,
                                                     const collide_shape *objects, size_t n,
                                                     size_t stride) {
    const uint32_t kind = (uint32_t)collide_shape_pack_kind(pack);
    if (!pack || !kind)
        return pack ? COLLIDE_ERROR_KIND : COLLIDE_ERROR_NULL;
    const collide_status status = collide__shapes_check(objects, n, stride, kind);
    return status != COLLIDE_OK
               ? status
               : collide__pack_update(&collide__shape_packed[kind], &collide__shape_source,
                                      (collide_pack *)(void *)pack, first, objects, n, stride);
}

COLLIDE_API collide_status collide_shape_pack_set(collide_shape_pack *pack, size_t i,
                                                  const collide_shape *shape) {
    return collide_shape_pack_update(pack, i, shape, 1, 0);
}

// ---- lanes -----------------------------------------------------------------------------------

// The addresses of the bodies of a block of a pack.
COLLIDE__INLINE const collide_convex *const *collide__block_bodies(const collide_pack *pack,
                                                                   size_t block) {
    return (const collide_convex *const *)(const void *)((const char *)pack +
                                                         collide__convexes_offset(pack)) +
           16 * block;
}

// Reads the shape in one lane of a block; bodies are those of the block, of convex bodies alone.
// Writes the member of its kind only.
static void collide__shape_lane_read(uint32_t kind, const float *rows,
                                     const collide_convex *const *bodies, unsigned lane,
                                     collide_shape *out) {
    const bool convex = kind == COLLIDE_SHAPE_CONVEX;
    out->kind = kind;
    if (convex)
        out->of.convex.body = bodies[lane];
    collide__lane_floats(rows, lane, (int)collide__shape_packed[kind].components,
                         convex ? (float *)(void *)&out->of.convex.pose
                                : (float *)(void *)&out->of);
}

static collide_shape collide__shape_lane(uint32_t kind, const float *rows,
                                         const collide_convex *const *bodies, unsigned lane) {
    collide_shape r;
    memset(&r, 0, sizeof r);
    collide__shape_lane_read(kind, rows, bodies, lane, &r);
    return r;
}

COLLIDE_API collide_shape collide_shape_pack_get(const collide_shape_pack *pack, size_t i) {
    const bool there = i < collide_shape_pack_count(pack);
    const collide_pack *header = COLLIDE__HEADER(pack);
    const size_t block = i / 16;
    return there ? collide__shape_lane((uint32_t)collide_shape_pack_kind(pack),
                                       collide__pack_rows(header) + block * 16 * header->components,
                                       header->magic == COLLIDE_CONVEX_PACK_MAGIC
                                           ? collide__block_bodies(header, block)
                                           : NULL,
                                       (unsigned)(i % 16))
                 : collide__shape_of(COLLIDE_SHAPE_NONE, NULL, 0);
}
#endif // COLLIDE_NO_SHAPE
