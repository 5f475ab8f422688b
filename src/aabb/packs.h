#pragma once
#include "../base/packs.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_AABB

static collide_status collide__aabb_valid(const void *p) {
    float x[6];
    memcpy(x, p, sizeof x);
    for (int i = 0; i < 6; ++i)
        if (!collide__number(x[i]))
            return COLLIDE_ERROR_NOT_FINITE;
    return COLLIDE_OK;
}
COLLIDE__PACK_DEFINE(aabb, 6, NULL, COLLIDE_AABB_PACK_MAGIC)
#endif // COLLIDE_NO_AABB
