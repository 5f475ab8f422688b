#pragma once
#include "../base/packs.h"
#include "single.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_CYLINDER

static collide_status collide__cylinder_valid(const void *p) {
    collide_cylinder cylinder;
    memcpy(&cylinder, p, sizeof cylinder);
    return collide_cylinder_check(&cylinder);
}
COLLIDE__PACK_DEFINE(cylinder, 8, NULL, COLLIDE_CYLINDER_PACK_MAGIC)
#endif // COLLIDE_NO_CYLINDER
