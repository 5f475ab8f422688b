// The types of objects by name, each made from a box. A query whose types stand here is drawn by
// the benchmark (prepare_many) and by the golden program without any code of its own.
#ifndef TYPES_H
#define TYPES_H

#include "inputs.h"

#include <stdio.h>

typedef struct object_type {
    const char *name; // without the prefix
    size_t bytes;
    void (*make)(void *out, const collide_obb *box); // as large as the box, about
    size_t (*pack_size)(size_t n);
    collide_status (*pack_build)(void **pack, void *memory, size_t size, const void *objects,
                                 size_t n, size_t stride);
} object_type;

static void make_vec3(void *out, const collide_obb *box) {
    *(collide_vec3 *)out = box->center;
}

static void make_aabb(void *out, const collide_obb *box) {
    const collide_vec3 c = box->center, h = box->half;
    const collide_aabb r = {{c.x - h.x, c.y - h.y, c.z - h.z}, {c.x + h.x, c.y + h.y, c.z + h.z}};
    *(collide_aabb *)out = r;
}

static void make_obb(void *out, const collide_obb *box) {
    *(collide_obb *)out = *box;
}

static void make_sphere(void *out, const collide_obb *box) {
    collide_sphere *s = (collide_sphere *)out;
    s->center = box->center;
    s->radius = box->half.x;
}

static void make_triangle(void *out, const collide_obb *box) {
    collide_triangle *t = (collide_triangle *)out;
    collide_vec3 corner[8];
    inputs_box_corners(box, corner);
    t->v[0] = corner[0];
    t->v[1] = corner[3];
    t->v[2] = corner[5];
}

static void make_capsule(void *out, const collide_obb *box) {
    collide_capsule *c = (collide_capsule *)out;
    collide_vec3 corner[8];
    inputs_box_corners(box, corner);
    c->a = corner[0];
    c->b = corner[7];
    c->radius = box->half.y;
}

// Cylinders and splines of no radius are not valid.
static float make_radius(const collide_obb *box, float scale) {
    return box->half.x > 0 ? box->half.x * scale : scale;
}

static void make_cylinder(void *out, const collide_obb *box) {
    collide_cylinder *c = (collide_cylinder *)out;
    c->center = box->center;
    c->axis = box->axis[2];
    c->radius = c->height = make_radius(box, 1);
}

static void make_spline(void *out, const collide_obb *box) {
    collide_spline *s = (collide_spline *)out;
    collide_vec3 corner[8];
    inputs_box_corners(box, corner);
    s->v[0] = corner[0];
    s->v[1] = corner[1];
    s->v[2] = corner[3];
    s->v[3] = corner[7];
    s->radius = make_radius(box, 0.125f);
}

#define TYPES_KDOP(K)                                                                              \
    static void make_kdop##K(void *out, const collide_obb *box) {                                  \
        collide_vec3 corner[8];                                                                    \
        inputs_box_corners(box, corner);                                                           \
        collide_kdop##K##_from_points((collide_kdop##K *)out, corner, 8, 0);                       \
    }
TYPES_KDOP(6)
TYPES_KDOP(14)
TYPES_KDOP(18)
TYPES_KDOP(26)

#define TYPES_PACKED(X)                                                                            \
    X(vec3)                                                                                        \
    X(aabb)                                                                                        \
    X(obb)                                                                                         \
    X(sphere) X(triangle) X(cylinder) X(spline) X(capsule) X(kdop6) X(kdop14) X(kdop18) X(kdop26)
#define TYPES_DEFINE(type)                                                                         \
    static collide_status types_build_##type(void **pack, void *memory, size_t size,               \
                                             const void *objects, size_t n, size_t stride) {       \
        collide_##type##_pack *built = NULL;                                                       \
        const collide_status status = collide_##type##_pack_build(                                 \
            &built, memory, size, (const collide_##type *)objects, n, stride);                     \
        *pack = built;                                                                             \
        return status;                                                                             \
    }
TYPES_PACKED(TYPES_DEFINE)

#define TYPES_ROW(type)                                                                            \
    {#type, sizeof(collide_##type), make_##type, collide_##type##_pack_size, types_build_##type},
static const object_type object_types[] = {TYPES_PACKED(TYPES_ROW)};

// NULL if no type has this name.
static const object_type *object_type_find(const char *name) {
    for (size_t i = 0; i < sizeof object_types / sizeof *object_types; ++i)
        if (strcmp(object_types[i].name, name) == 0)
            return &object_types[i];
    return NULL;
}

static const object_type *object_type_of(const char *name) {
    const object_type *type = object_type_find(name);
    if (type)
        return type;
    printf("bench/types.h does not say how to make a %s\n", name);
    exit(2);
}

#endif // TYPES_H
