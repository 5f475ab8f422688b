#pragma once
#include "../base/poses.h"
#include "../base/packs.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

static collide_status collide__obb_valid(const void *p) {
    collide_obb box;
    memcpy(&box, p, sizeof box);
    return collide_obb_check(&box);
}
COLLIDE__PACK_DEFINE(obb, 15, NULL, COLLIDE_OBB_PACK_MAGIC)
#endif // COLLIDE_NO_SAT
