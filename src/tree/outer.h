#pragma once
#include "../base/meshes.h"
#include "build.h"

// ---- the outer faces of tetrahedra -----------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// The order of faces, whatever the order of their vertices.
static bool collide__outer_less(const uint32_t *f, const uint32_t *g) {
    uint32_t key[2][3];
    for (int i = 0; i < 2; ++i) {
        const uint32_t *v = i ? g : f;
        const uint32_t a = v[0] < v[1] ? v[0] : v[1], b = v[0] < v[1] ? v[1] : v[0];
        key[i][0] = a < v[2] ? a : v[2];
        key[i][1] = v[2] < a ? a : v[2] < b ? v[2] : b;
        key[i][2] = b < v[2] ? v[2] : b;
    }
    for (int i = 0; i < 3; ++i)
        if (key[0][i] != key[1][i])
            return key[0][i] < key[1][i];
    return false;
}

// Sorts n faces.
static void collide__outer_sort(uint32_t *faces, size_t n) {
    const size_t bytes = 3 * sizeof *faces;
    size_t begin = n / 2, end = n;
    while (end > 1) { // a heap, with the last one on top, which goes to its end
        uint32_t own[3];
        size_t at = 0, below;
        if (begin == 0) {
            memcpy(own, faces + 3 * --end, bytes);
            memcpy(faces + 3 * end, faces, bytes);
        } else {
            at = --begin;
            memcpy(own, faces + 3 * at, bytes);
        }
        while ((below = 2 * at + 1) < end) {
            below +=
                below + 1 < end && collide__outer_less(faces + 3 * below, faces + 3 * (below + 1));
            if (!collide__outer_less(own, faces + 3 * below))
                break;
            memcpy(faces + 3 * at, faces + 3 * below, bytes);
            at = below;
        }
        memcpy(faces + 3 * at, own, bytes);
    }
}

COLLIDE_API collide_status collide_tetrahedra_surface(const collide_mesh *mesh, uint32_t *indices,
                                                      size_t *count) {
    // Outward if the fourth vertex is on the side from which the first three turn left.
    static const uint8_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    if (count)
        *count = 0;
    if (!mesh || !indices || !count)
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    const collide_status status = collide__mesh_check(&checked);
    if (status != COLLIDE_OK)
        return status;
    const size_t n = checked.triangle_count;
    if (!collide__fits(n, 12 * sizeof *indices) || checked.vertex_count > UINT32_MAX)
        return COLLIDE_ERROR_OVERFLOW;
    for (size_t i = 0; i < 4 * n; ++i)
        if (collide__mesh_index(&checked, i) >= checked.vertex_count)
            return COLLIDE_ERROR_INDEX;
    for (size_t i = 0; i < n; ++i) {
        uint32_t own[4];
        collide__dvec3 v[4];
        for (size_t k = 0; k < 4; ++k) {
            own[k] = (uint32_t)collide__mesh_index(&checked, 4 * i + k);
            v[k] = collide__dvec3_of(collide__mesh_position(&checked, 4 * i + k));
        }
        const collide__dvec3 cross =
            collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
        const bool left = collide__ddot(cross, collide__dadd(v[3], -1, v[0])) < 0;
        for (size_t k = 0; k < 12; ++k)
            indices[12 * i + k] = own[faces[k / 3][left ? 2 - k % 3 : k % 3]];
    }
    collide__outer_sort(indices, 4 * n);
    for (size_t i = 0, end; i < 4 * n; i = end) {
        for (end = i + 1; end < 4 * n && !collide__outer_less(indices + 3 * i, indices + 3 * end);)
            ++end;
        if ((end - i) % 2 == 1)
            memmove(indices + 3 * (*count)++, indices + 3 * i, 3 * sizeof *indices);
    }
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_TREE
