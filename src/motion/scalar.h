#pragma once
#include "../base/dispatch.h"
#include "../base/ops_one.h"
#include "../base/vectors.h"
#include "hulls_one.h"

// ---- kernels one lane wide -------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION
COLLIDE__KERNEL_TABLE_SCALAR(motion, COLLIDE__MOTION_KERNELS);
COLLIDE__CHOOSE(motion)
#endif // COLLIDE_NO_MOTION
