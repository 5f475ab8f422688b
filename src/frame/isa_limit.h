#pragma once
#include "../base/table.h"
#include "../aabb/table.h"
#include "../kdop/table.h"
#include "../sat/table.h"
#include "../sphere/table.h"
#include "../triangle/table.h"
#include "../octree/table.h"
#include "../terrain/table.h"
#include "../tree/table.h"
#include "../ray/table.h"
#include "../cable/table.h"
#include "../shape/table.h"
#include "../motion/table.h"
#include "../base/dispatch.h"

// Forgets the tables that every family has chosen: each chooses anew at its next call.
COLLIDE_API collide_isa_id collide_isa_limit(collide_isa_id limit) {
    COLLIDE__STORE(collide__isa_cap, limit);
    COLLIDE__STORE(collide__base_chosen, (const collide__base_kernels *)0);
#ifndef COLLIDE_NO_AABB
    COLLIDE__STORE(collide__aabb_chosen, (const collide__aabb_kernels *)0);
#endif
#ifndef COLLIDE_NO_KDOP
    COLLIDE__STORE(collide__kdop_chosen, (const collide__kdop_kernels *)0);
#endif
#ifndef COLLIDE_NO_SAT
    COLLIDE__STORE(collide__sat_chosen, (const collide__sat_kernels *)0);
    COLLIDE__STORE(collide__obb_chosen, (const collide__obb_kernels *)0);
#endif
#ifndef COLLIDE_NO_SPHERE
    COLLIDE__STORE(collide__sphere_chosen, (const collide__sphere_kernels *)0);
#endif
#ifndef COLLIDE_NO_TRIANGLE
    COLLIDE__STORE(collide__triangle_chosen, (const collide__triangle_kernels *)0);
#endif
#ifndef COLLIDE_NO_OCTREE
    COLLIDE__STORE(collide__octree_chosen, (const collide__octree_kernels *)0);
#endif
#ifndef COLLIDE_NO_TERRAIN
    COLLIDE__STORE(collide__terrain_chosen, (const collide__terrain_kernels *)0);
#endif
#ifndef COLLIDE_NO_TREE
    COLLIDE__STORE(collide__tree_chosen, (const collide__tree_kernels *)0);
#endif
#ifndef COLLIDE_NO_RAY
    COLLIDE__STORE(collide__ray_chosen, (const collide__ray_kernels *)0);
#endif
#ifndef COLLIDE_NO_CABLE
    COLLIDE__STORE(collide__cable_chosen, (const collide__cable_kernels *)0);
#endif
#ifndef COLLIDE_NO_SHAPE
    COLLIDE__STORE(collide__shape_chosen, (const collide__shape_kernels *)0);
#endif
#ifndef COLLIDE_NO_MOTION
    COLLIDE__STORE(collide__motion_chosen, (const collide__motion_kernels *)0);
#endif
    return collide_isa();
}
