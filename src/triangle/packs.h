#pragma once
#include "../base/packs.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE__PACK_DEFINE(triangle, 9, NULL, COLLIDE_TRIANGLE_PACK_MAGIC)
COLLIDE__PACK_MESH_FORM(triangle)
#endif // COLLIDE_NO_TRIANGLE
