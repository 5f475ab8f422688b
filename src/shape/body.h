#pragma once
#include "../base/body.h"
#include "single.h"

// ---- any shape as a body for trees and terrain -----------------------------------------------
#ifndef COLLIDE_NO_SHAPE
#if !defined(COLLIDE_NO_TREE) || !defined(COLLIDE_NO_TERRAIN)

// A shape with its core; planes have none.
typedef struct collide__shape_body {
    const collide_shape *shape;
    collide__core core;
} collide__shape_body;

// The support distance of a core and its radius along m, relative to from.
static double collide__core_body_reach(const collide__core *core, collide__dvec3 m,
                                       collide_vec3 from) {
    return (collide__core_reach(core, &m) + collide__dot_from(m, core->origin, from)) +
           collide__dmul(core->radius, collide__sqrt(collide__ddot(m, m)));
}
#endif
#endif // COLLIDE_NO_SHAPE
