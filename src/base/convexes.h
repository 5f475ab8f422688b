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
