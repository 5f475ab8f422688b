#pragma once
#include "numbers.h"

// ---- impacts ---------------------------------------------------------------------------------

COLLIDE__SHARED void collide__impact_miss(collide_impact *out) {
    if (out) {
        memset(out, 0, sizeof *out);
        out->t_first = collide__infinity();
        out->t_last = -collide__infinity();
        out->axis = COLLIDE_AXIS_NONE;
    }
}
