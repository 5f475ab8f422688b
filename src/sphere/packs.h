#pragma once
#include "../base/packs.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SPHERE

static collide_status collide__sphere_valid(const void *p) {
    collide_sphere sphere;
    memcpy(&sphere, p, sizeof sphere);
    if (!collide__finite3(sphere.center) || !collide__finite(sphere.radius))
        return COLLIDE_ERROR_NOT_FINITE;
    return sphere.radius < 0 ? COLLIDE_ERROR_EXTENT : COLLIDE_OK;
}
COLLIDE__PACK_DEFINE(sphere, 4, NULL, COLLIDE_SPHERE_PACK_MAGIC)
#endif // COLLIDE_NO_SPHERE
