#pragma once
#include "../base/meshes.h"
#include "build.h"
#include "odd.h"

// ---- where a mesh is open, and what it encloses ----------------------------------------------
#ifndef COLLIDE_NO_TREE

// The order of positions; zeros of both signs are one.
static int collide__place_order(collide_vec3 p, collide_vec3 q) {
    if (p.x != q.x)
        return p.x < q.x ? -1 : 1;
    if (p.y != q.y)
        return p.y < q.y ? -1 : 1;
    return p.z != q.z ? p.z < q.z ? -1 : 1 : 0;
}

// The order of edges by the positions of their ends, in either direction.
static int collide__edges_order(const collide_mesh *mesh, uint32_t i, uint32_t j) {
    collide_vec3 end[2][2]; // the first one first
    for (int k = 0; k < 2; ++k) {
        const uint32_t at = k ? j : i;
        const collide_vec3 p = collide__mesh_position(mesh, at);
        const collide_vec3 q =
            collide__mesh_position(mesh, at % 3 < 2 ? (size_t)at + 1 : (size_t)at - 2);
        const bool turn = collide__place_order(p, q) > 0;
        end[k][0] = turn ? q : p;
        end[k][1] = turn ? p : q;
    }
    const int first = collide__place_order(end[0][0], end[1][0]);
    return first ? first : collide__place_order(end[0][1], end[1][1]);
}

// Fills in the defaults of a mesh, and checks all but its triangles.
static collide_status collide__mesh_begin(const collide_mesh *mesh, collide_mesh *checked) {
    *checked = *mesh;
    const collide_status status = collide__mesh_check(checked);
    return status == COLLIDE_OK && checked->vertex_count > UINT32_MAX ? COLLIDE_ERROR_OVERFLOW
                                                                      : status;
}

COLLIDE_API size_t collide_mesh_scratch_size(size_t triangle_count) {
    return triangle_count > UINT32_MAX / 3 ? 0 : collide__odd_size(3 * triangle_count);
}

COLLIDE_API collide_status collide_mesh_open_edges(const collide_mesh *mesh, void *scratch,
                                                   size_t size, collide_pair *edges,
                                                   size_t capacity, size_t *count) {
    collide_mesh checked;
    size_t n = 0;
    if (count)
        *count = 0;
    if (!mesh || !count || (!edges && capacity))
        return COLLIDE_ERROR_NULL;
    collide_status status = collide__mesh_begin(mesh, &checked);
    const size_t triangles = checked.triangle_count;
    if (status == COLLIDE_OK)
        status =
            collide__memory_check(scratch, size, triangles, collide_mesh_scratch_size(triangles));
    if (status != COLLIDE_OK)
        return status;
    collide__keyed *items = (collide__keyed *)scratch;
    for (uint32_t i = 0; i < triangles; ++i) {
        collide_triangle t;
        uint64_t hash[3];
        status = collide__mesh_triangle(&checked, i, &t);
        if (status != COLLIDE_OK)
            return status;
        for (uint32_t k = 0; k < 3; ++k)
            hash[k] = collide__tree_hash(t.v[k]);
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t l = k < 2 ? k + 1 : 0;
            items[n].hash = (uint32_t)(collide__tree_edge_hash(hash[k], hash[l]) >> 32);
            items[n].number = 3 * i + k;
            n += collide__place_order(t.v[k], t.v[l]) != 0;
        }
    }
    const uint8_t *odd = collide__odd(&checked, collide__edges_order, items, n, 3 * triangles);
    for (size_t i = 0; i < 3 * triangles; ++i)
        if (odd[i] && (*count)++ < capacity) { // edge i begins at corner i
            collide_pair *edge = &edges[*count - 1];
            edge->a = (uint32_t)collide__mesh_index(&checked, i);
            edge->b = (uint32_t)collide__mesh_index(&checked, i % 3 < 2 ? i + 1 : i - 2);
        }
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_mesh_volume(const collide_mesh *mesh, double *volume) {
    collide_mesh checked;
    double sum = 0;
    if (volume)
        *volume = 0;
    if (!mesh || !volume)
        return COLLIDE_ERROR_NULL;
    collide_status status = collide__mesh_begin(mesh, &checked);
    for (size_t i = 0; status == COLLIDE_OK && i < checked.triangle_count; ++i) {
        collide_triangle t;
        status = collide__mesh_triangle(&checked, i, &t);
    }
    if (status != COLLIDE_OK)
        return status;
    const collide_vec3 from = collide__mesh_position(&checked, 0);
    for (size_t i = 0; i < checked.triangle_count; ++i) {
        collide__dvec3 v[3];
        for (size_t k = 0; k < 3; ++k)
            v[k] = collide__dsub(collide__mesh_position(&checked, 3 * i + k), from);
        sum += collide__ddot(collide__dcross(v[0], v[1]), v[2]);
    }
    *volume = collide__ddiv(sum, 6);
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_TREE
