#pragma once
#include "vectors.h"

// ---- reading convex bodies -------------------------------------------------------------------

COLLIDE__SHARED bool collide__convex_valid(const collide_convex *c) {
    return c && c->magic == COLLIDE_CONVEX_MAGIC;
}

// Rows of directions in a convex, and direction i of such rows.
COLLIDE__SHARED const float *collide__convex_rows(const collide_convex *c, uint64_t offset) {
    return (const float *)(const void *)((const char *)c + offset);
}

COLLIDE__FORCE_INLINE collide_vec3 collide__direction(const float *rows, size_t i) {
    const float *row = rows + i / 16 * 48 + i % 16;
    return collide__vec3(row[0], row[16], row[32]);
}

COLLIDE__INLINE const float *collide__convex_vertices(const collide_convex *c) {
    return (const float *)(const void *)((const char *)c + c->inside.vertex_offset);
}

// A direction in the coordinates of a body under a pose, which may be NULL.
COLLIDE__INLINE collide__dvec3 collide__to_local(const collide_pose *pose, collide__dvec3 l) {
    collide__dvec3 r = l;
    if (pose) {
        r.x = collide__ddot(l, collide__dvec3_of(pose->axis[0]));
        r.y = collide__ddot(l, collide__dvec3_of(pose->axis[1]));
        r.z = collide__ddot(l, collide__dvec3_of(pose->axis[2]));
    }
    return r;
}

COLLIDE__INLINE collide__dvec3 collide__convex_vertex(const collide_convex *c, uint32_t i) {
    return collide__dvec3_of(collide__read_vec3(collide__convex_vertices(c) + 3 * (size_t)i));
}
