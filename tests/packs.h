// The packs of all types behind one table: an object is its floats.
#ifndef PACKS_H
#define PACKS_H

#include "../collide.h"

#include <string.h>

#define PACKS_MAX_FLOATS 15

struct pack_type {
    const char *name;
    size_t floats, bytes; // of an object
    size_t (*size)(size_t n);
    collide_status (*build)(void **pack, void *memory, size_t size, const float *objects, size_t n,
                            size_t stride);
    collide_status (*build_mesh)(void **pack, void *memory, size_t size, const collide_mesh *mesh);
    collide_status (*open)(void **pack, void *memory, size_t size);
    size_t (*count)(const void *pack);
    collide_status (*set)(void *pack, size_t i, const float *object);
    collide_status (*update)(void *pack, size_t first, const float *objects, size_t n,
                             size_t stride);
    void (*get)(float *out, const void *pack, size_t i);
};

// A builder is handed a pointer that is not NULL before, to see that it writes it.
#define PACKS_OUT(name, call)                                                                      \
    collide_##name##_pack *typed = (collide_##name##_pack *)memory;                                \
    const collide_status status = call;                                                            \
    if (pack)                                                                                      \
        *pack = typed;                                                                             \
    return status

#define PACKS_DEFINE(name)                                                                         \
    static collide_status pack_build_##name(void **pack, void *memory, size_t size,                \
                                            const float *objects, size_t n, size_t stride) {       \
        PACKS_OUT(name, collide_##name##_pack_build(pack ? &typed : NULL, memory, size,            \
                                                    (const collide_##name *)(const void *)objects, \
                                                    n, stride));                                   \
    }                                                                                              \
    static collide_status pack_open_##name(void **pack, void *memory, size_t size) {               \
        PACKS_OUT(name, collide_##name##_pack_open(pack ? &typed : NULL, memory, size));           \
    }                                                                                              \
    static size_t pack_count_##name(const void *pack) {                                            \
        return collide_##name##_pack_count((const collide_##name##_pack *)pack);                   \
    }                                                                                              \
    static collide_status pack_set_##name(void *pack, size_t i, const float *object) {             \
        return collide_##name##_pack_set((collide_##name##_pack *)pack, i,                         \
                                         (const collide_##name *)(const void *)object);            \
    }                                                                                              \
    static collide_status pack_update_##name(void *pack, size_t first, const float *objects,       \
                                             size_t n, size_t stride) {                            \
        return collide_##name##_pack_update((collide_##name##_pack *)pack, first,                  \
                                            (const collide_##name *)(const void *)objects, n,      \
                                            stride);                                               \
    }                                                                                              \
    static void pack_get_##name(float *out, const void *pack, size_t i) {                          \
        const collide_##name object =                                                              \
            collide_##name##_pack_get((const collide_##name##_pack *)pack, i);                     \
        memcpy(out, &object, sizeof object);                                                       \
    }
#define PACKS_DEFINE_MESH(name)                                                                    \
    PACKS_DEFINE(name)                                                                             \
    static collide_status pack_build_mesh_##name(void **pack, void *memory, size_t size,           \
                                                 const collide_mesh *mesh) {                       \
        PACKS_OUT(name,                                                                            \
                  collide_##name##_pack_build_mesh(pack ? &typed : NULL, memory, size, mesh));     \
    }
PACKS_DEFINE(vec3)
#ifndef COLLIDE_NO_AABB
PACKS_DEFINE(aabb)
#endif
#ifndef COLLIDE_NO_KDOP
PACKS_DEFINE_MESH(kdop6)
PACKS_DEFINE_MESH(kdop14)
PACKS_DEFINE_MESH(kdop18)
PACKS_DEFINE_MESH(kdop26)
#endif
#ifndef COLLIDE_NO_SAT
PACKS_DEFINE(obb)
PACKS_DEFINE_MESH(triangle)
PACKS_DEFINE(sphere)
#endif
#ifndef COLLIDE_NO_TERRAIN
PACKS_DEFINE(cylinder)
#endif
#ifndef COLLIDE_NO_CABLE
PACKS_DEFINE(spline)
#endif
#ifndef COLLIDE_NO_SHAPE
PACKS_DEFINE(capsule)
#endif

#define PACKS_ROW(name, mesh)                                                                      \
    {                                                                                              \
#name, sizeof(collide_##name) / 4, sizeof(collide_##name), collide_##name##_pack_size,     \
            pack_build_##name, mesh, pack_open_##name, pack_count_##name, pack_set_##name,         \
            pack_update_##name, pack_get_##name                                                    \
    }
enum {
#ifndef COLLIDE_NO_SAT
    PACK_OBB,
    PACK_TRIANGLE,
#endif
    PACK_VEC3,
#ifndef COLLIDE_NO_SAT
    PACK_SPHERE,
#endif
#ifndef COLLIDE_NO_AABB
    PACK_AABB,
#endif
#ifndef COLLIDE_NO_TERRAIN
    PACK_CYLINDER,
#endif
    PACK_SPLINE
};
// Those that have a number come first.
static const struct pack_type pack_types[] = {
#ifndef COLLIDE_NO_SAT
    PACKS_ROW(obb, NULL),
    PACKS_ROW(triangle, pack_build_mesh_triangle),
#endif
    PACKS_ROW(vec3, NULL),
#ifndef COLLIDE_NO_SAT
    PACKS_ROW(sphere, NULL),
#endif
#ifndef COLLIDE_NO_AABB
    PACKS_ROW(aabb, NULL),
#endif
#ifndef COLLIDE_NO_TERRAIN
    PACKS_ROW(cylinder, NULL),
#endif
#ifndef COLLIDE_NO_CABLE
    PACKS_ROW(spline, NULL),
#endif
#ifndef COLLIDE_NO_SHAPE
    PACKS_ROW(capsule, NULL),
#endif
#ifndef COLLIDE_NO_KDOP
    PACKS_ROW(kdop6, pack_build_mesh_kdop6),
    PACKS_ROW(kdop14, pack_build_mesh_kdop14),
    PACKS_ROW(kdop18, pack_build_mesh_kdop18),
    PACKS_ROW(kdop26, pack_build_mesh_kdop26),
#endif
};

static inline const struct pack_type *packs_type(const char *name) {
    const struct pack_type *t = pack_types;
    while (strcmp(t->name, name) != 0)
        ++t;
    return t;
}

// What builders demand of an object, judged by bits: files are also compiled with -Ofast.
static inline bool packs_valid(const struct pack_type *t, const float *object) {
    collide_obb box;
    for (size_t i = 0; i < t->floats; ++i) {
        uint32_t bits;
        memcpy(&bits, object + i, sizeof bits);
        if (strcmp(t->name, "aabb") == 0 ? bits << 1 > 0xff000000
                                         : (bits & 0x7f800000) == 0x7f800000)
            return false;
    }
    if (t->floats == 15) {
        memcpy(&box, object, sizeof box);
        return collide_obb_check(&box) == COLLIDE_OK;
    }
    if (t->floats == 4 || t->floats == 7) {
        uint32_t radius;
        memcpy(&radius, object + t->floats - 1, sizeof radius);
        return radius <= 0x80000000;
    }
    if (t->floats == 13) {
        uint32_t radius;
        memcpy(&radius, object + 12, sizeof radius);
        return radius - 1 < 0x7fffffff;
    }
#ifndef COLLIDE_NO_TERRAIN
    if (t->floats == 8) {
        collide_cylinder cylinder;
        memcpy(&cylinder, object, sizeof cylinder);
        return collide_cylinder_check(&cylinder) == COLLIDE_OK;
    }
#endif
    return true;
}

#endif // PACKS_H
