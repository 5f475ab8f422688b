#pragma once
#include "cylinder.h"
#include "../base/platform.h"

#ifndef COLLIDE_NO_CYLINDER
#define COLLIDE__CYLINDER_LIMIT 1.152921504606846976e18f // 2^60

// A cylinder for kernels: coordinates relative to its centre, p and q in its base, z along its
// axis. In world coordinates |z| is at most reach.
typedef struct collide__cylinder_job {
    collide_vec3 p, q, axis;
    float radius, square, half, reach;
    float inverse_dx, inverse_dy;
    bool other_diagonal; // behind the floats
} collide__cylinder_job;
#endif
