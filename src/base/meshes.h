#pragma once
#include "memory.h"
#include "vectors.h"

// ---- meshes ----------------------------------------------------------------------------------

// Fills in the defaults of a mesh, and checks its counts, strides and pointers.
COLLIDE__SHARED collide_status collide__mesh_check(collide_mesh *mesh) {
    mesh->position_stride = mesh->position_stride ? mesh->position_stride : sizeof(collide_vec3);
    mesh->index_size = mesh->index_size ? mesh->index_size : sizeof(uint32_t);
    if (!mesh->positions)
        return COLLIDE_ERROR_NULL;
    if (mesh->vertex_count == 0 || mesh->triangle_count == 0)
        return COLLIDE_ERROR_COUNT;
    if (mesh->position_stride < sizeof(collide_vec3))
        return COLLIDE_ERROR_STRIDE;
    if (mesh->index_size != 2 && mesh->index_size != 4)
        return COLLIDE_ERROR_INDEX_SIZE;
    if (!collide__fits(mesh->vertex_count, mesh->position_stride) ||
        !collide__fits(mesh->triangle_count, 3 * mesh->index_size))
        return COLLIDE_ERROR_OVERFLOW;
    return COLLIDE_OK;
}

// The vertex index of corner i of a checked mesh; a triangle has three corners.
COLLIDE__INLINE size_t collide__mesh_index(const collide_mesh *mesh, size_t i) {
    if (mesh->indices && mesh->index_size == 2) {
        uint16_t index;
        memcpy(&index, collide__at(mesh->indices, i, sizeof index), sizeof index);
        return index;
    }
    if (mesh->indices) {
        uint32_t index;
        memcpy(&index, collide__at(mesh->indices, i, sizeof index), sizeof index);
        return index;
    }
    return i;
}

// Triangle i of a checked mesh, or INDEX or NOT_FINITE.
COLLIDE__SHARED collide_status collide__mesh_triangle(const collide_mesh *mesh, size_t i,
                                                      collide_triangle *triangle) {
    collide_status status = COLLIDE_OK;
    for (size_t j = 0; j < 3; ++j) {
        const size_t vertex = collide__mesh_index(mesh, 3 * i + j);
        if (vertex >= mesh->vertex_count)
            return COLLIDE_ERROR_INDEX;
        triangle->v[j] =
            collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
        if (!collide__finite3(triangle->v[j]))
            status = COLLIDE_ERROR_NOT_FINITE;
    }
    return status;
}
