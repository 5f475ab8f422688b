#pragma once
#include "../base/meshes.h"
#include "build.h"

// ---- where a mesh is open, and what it encloses ----------------------------------------------
#ifndef COLLIDE_NO_TREE

// The order of positions; zeros of both signs are one.
static int collide__edge_order(const collide_mesh *mesh, uint32_t i, uint32_t j) {
    const collide_vec3 p =
        collide__read_vec3(collide__at(mesh->positions, i, mesh->position_stride));
    const collide_vec3 q =
        collide__read_vec3(collide__at(mesh->positions, j, mesh->position_stride));
    if (p.x != q.x)
        return p.x < q.x ? -1 : 1;
    if (p.y != q.y)
        return p.y < q.y ? -1 : 1;
    return p.z != q.z ? p.z < q.z ? -1 : 1 : 0;
}

// The order of edges by the positions of their ends, in either direction: below 0, 0 or above 0.
static int collide__edges_order(const collide_mesh *mesh, collide_pair e, collide_pair f) {
    const bool turn_e = collide__edge_order(mesh, e.a, e.b) > 0;
    const bool turn_f = collide__edge_order(mesh, f.a, f.b) > 0;
    const int first = collide__edge_order(mesh, turn_e ? e.b : e.a, turn_f ? f.b : f.a);
    return first ? first : collide__edge_order(mesh, turn_e ? e.a : e.b, turn_f ? f.a : f.b);
}

static bool collide__edges_less(const collide_mesh *mesh, collide_pair e, collide_pair f) {
    const int order = collide__edges_order(mesh, e, f);
    return order ? order < 0 : e.a != f.a ? e.a < f.a : e.b < f.b;
}

static void collide__edges_sort(const collide_mesh *mesh, collide_pair *edges, size_t n) {
    size_t begin = n / 2, end = n;
    while (end > 1) { // a heap, with the last one on top, which goes to its end
        size_t at = 0, below;
        collide_pair own;
        if (begin == 0) {
            own = edges[--end];
            edges[end] = edges[0];
        } else {
            at = --begin;
            own = edges[at];
        }
        while ((below = 2 * at + 1) < end) {
            below += below + 1 < end && collide__edges_less(mesh, edges[below], edges[below + 1]);
            if (!collide__edges_less(mesh, own, edges[below]))
                break;
            edges[at] = edges[below];
            at = below;
        }
        edges[at] = own;
    }
}

// Checks a mesh of triangles and the vertices that these use.
static collide_status collide__mesh_checked(const collide_mesh *mesh, collide_mesh *checked) {
    *checked = *mesh;
    collide_status status = collide__mesh_check(checked);
    if (status == COLLIDE_OK && checked->vertex_count > UINT32_MAX)
        status = COLLIDE_ERROR_OVERFLOW;
    for (size_t i = 0; status == COLLIDE_OK && i < checked->triangle_count; ++i) {
        collide_triangle t;
        status = collide__mesh_triangle(checked, i, &t);
    }
    return status;
}

COLLIDE_API collide_status collide_mesh_open_edges(const collide_mesh *mesh, collide_pair *edges,
                                                   size_t *count) {
    collide_mesh checked;
    size_t n = 0;
    if (count)
        *count = 0;
    if (!mesh || !edges || !count)
        return COLLIDE_ERROR_NULL;
    const collide_status status = collide__mesh_checked(mesh, &checked);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__fits(checked.triangle_count, 3 * sizeof *edges))
        return COLLIDE_ERROR_OVERFLOW;
    for (size_t i = 0; i < 3 * checked.triangle_count; ++i) {
        edges[n].a = (uint32_t)collide__mesh_index(&checked, i);
        edges[n].b = (uint32_t)collide__mesh_index(&checked, i % 3 < 2 ? i + 1 : i - 2);
        n += collide__edge_order(&checked, edges[n].a, edges[n].b) != 0;
    }
    collide__edges_sort(&checked, edges, n);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && collide__edges_order(&checked, edges[i], edges[end]) == 0;)
            ++end;
        if ((end - i) % 2 == 1)
            edges[(*count)++] = edges[i];
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
    const collide_status status = collide__mesh_checked(mesh, &checked);
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
