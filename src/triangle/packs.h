#pragma once
#include "../base/meshes.h"
#include "../base/packs.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE__PACK_DEFINE(triangle, 9, NULL, COLLIDE_TRIANGLE_PACK_MAGIC)

COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *input) {
    collide_pack header;
    collide_triangle t;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    *pack = NULL;
    if (!input)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *input;
    collide_status status = collide__mesh_check(&mesh);
    if (status == COLLIDE_OK)
        status = collide__pack_prepare(COLLIDE_TRIANGLE_PACK_MAGIC, 9, memory, size,
                                       mesh.triangle_count, &header);
    for (size_t i = 0; i < mesh.triangle_count && status == COLLIDE_OK; ++i)
        status = collide__mesh_triangle(&mesh, i, &t);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        (void)collide__mesh_triangle(&mesh, i, &t);
        collide__pack_put(&header, (char *)memory, i, &t);
    }
    collide__pack_finish(&header, (char *)memory);
    *pack = (collide_triangle_pack *)memory;
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_TRIANGLE
