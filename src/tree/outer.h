#pragma once
#include "../base/meshes.h"
#include "build.h"
#include "odd.h"

// ---- the outer faces of tetrahedra -----------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// The vertices of face number f % 4 of tetrahedron f / 4, in the order of a face that turns left
// round the outside if the fourth vertex is on the side from which the first three turn left.
static void collide__outer_face(const collide_mesh *mesh, size_t f, uint32_t *face) {
    static const uint8_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (int k = 0; k < 3; ++k)
        face[k] = (uint32_t)collide__mesh_index(mesh, f / 4 * 4 + faces[f % 4][k]);
}

// The same in rising order.
static void collide__outer_key(const collide_mesh *mesh, size_t f, uint32_t *key) {
    uint32_t v[3];
    collide__outer_face(mesh, f, v);
    const uint32_t a = v[0] < v[1] ? v[0] : v[1], b = v[0] < v[1] ? v[1] : v[0];
    key[0] = a < v[2] ? a : v[2];
    key[1] = v[2] < a ? a : v[2] < b ? v[2] : b;
    key[2] = b < v[2] ? v[2] : b;
}

// The order of faces, whatever the order of their vertices.
static int collide__outer_order(const collide_mesh *mesh, uint32_t f, uint32_t g) {
    uint32_t key[2][3];
    collide__outer_key(mesh, f, key[0]);
    collide__outer_key(mesh, g, key[1]);
    for (int i = 0; i < 3; ++i)
        if (key[0][i] != key[1][i])
            return key[0][i] < key[1][i] ? -1 : 1;
    return 0;
}

// Writes face f, counterclockwise as seen from outside.
static void collide__outer_write(const collide_mesh *mesh, size_t f, uint32_t *face) {
    collide__dvec3 v[4];
    for (size_t k = 0; k < 4; ++k)
        v[k] = collide__dvec3_of(collide__mesh_position(mesh, f / 4 * 4 + k));
    const collide__dvec3 cross =
        collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
    collide__outer_face(mesh, f, face);
    if (collide__ddot(cross, collide__dadd(v[3], -1, v[0])) < 0) {
        const uint32_t last = face[2];
        face[2] = face[0];
        face[0] = last;
    }
}

COLLIDE_API size_t collide_tetrahedra_scratch_size(size_t tetrahedron_count) {
    return tetrahedron_count > UINT32_MAX / 4 ? 0 : collide__odd_size(4 * tetrahedron_count);
}

COLLIDE_API collide_status collide_tetrahedra_surface(const collide_mesh *mesh, void *scratch,
                                                      size_t size, uint32_t *indices,
                                                      size_t capacity, size_t *count) {
    if (count)
        *count = 0;
    if (!mesh || !count || (!indices && capacity))
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    collide_status status = collide__mesh_check(&checked);
    const size_t n = checked.triangle_count;
    if (status == COLLIDE_OK && checked.vertex_count > UINT32_MAX)
        status = COLLIDE_ERROR_OVERFLOW;
    if (status == COLLIDE_OK)
        status = collide__memory_check(scratch, size, n, collide_tetrahedra_scratch_size(n));
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < 4 * n; ++i)
        if (collide__mesh_index(&checked, i) >= checked.vertex_count)
            return COLLIDE_ERROR_INDEX;
    collide__keyed *items = (collide__keyed *)scratch;
    for (size_t f = 0; f < 4 * n; ++f) {
        uint32_t key[3];
        uint64_t hash = 0;
        collide__outer_key(&checked, f, key);
        for (int k = 0; k < 3; ++k)
            hash = collide__tree_mix(hash, key[k]);
        items[f].hash = (uint32_t)(collide__tree_mix(hash, 0) >> 32);
        items[f].number = (uint32_t)f;
    }
    const uint8_t *odd = collide__odd(&checked, collide__outer_order, items, 4 * n, 4 * n);
    for (size_t f = 0; f < 4 * n; ++f)
        if (odd[f] && (*count)++ < capacity)
            collide__outer_write(&checked, f, indices + 3 * (*count - 1));
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_TREE
