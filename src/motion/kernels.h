#pragma once
#include "hulls_search.h"

// ---- the kernels of motion -------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_MOTION)
COLLIDE__KERNEL_TABLE_LANES(motion, COLLIDE__MOTION_KERNELS);
#endif // COLLIDE__WIDTH
