#pragma once
#include "../triangle/triangle.h"
#include "sat.h"
#include "../base/vectors.h"
#include "../base/convexes.h"
#include "table.h"

// ================================================================================================
// >>sat_impl
// ================================================================================================
#ifndef COLLIDE_NO_SAT
// ---- the definition: times of one axis -------------------------------------------------------

// One axis [Gamedev]: the centre of b is at p relative to a and moves at speed s; the intervals
// overlap while |p + s t| <= r. Mirrored to move up, b enters at (-r - p) / s and leaves at (r - p)
// / s. At rest the quotients are infinite, or NaN if the intervals touch, which is no constraint.
// Order of operations: i = 1 / |s|; (r + p) * i; (r - p) * i.
COLLIDE__FORCE_INLINE void collide__axis_times(collide__times *t, uint32_t axis, float p, float s,
                                               float r) {
    uint32_t p_bits, s_bits;
    memcpy(&p_bits, &p, sizeof p);
    memcpy(&s_bits, &s, sizeof s);
    const float q = collide__float_of(p_bits ^ (s_bits & 0x80000000u));
    const float inverse = 1 / collide__float_of(s_bits & 0x7fffffffu);
    const float enter = (r + q) * inverse, leave = (r - q) * inverse;
    if (enter < t->enter) {
        t->enter = enter;
        t->axis = axis;
    }
    t->last = leave < t->last ? leave : t->last;
}

// The depth of an axis, for shapes that overlap from the start: keeps the axis of least
// penetration. Depths are (r - |p|) / |l|, square is l.l.
COLLIDE__FORCE_INLINE void collide__axis_depth(collide__times *t, uint32_t axis, float p, float r,
                                               float square) {
    const float reach = r - collide__abs(p), depth = reach > 0 ? reach : 0;
    const float limit = t->axis == COLLIDE_AXIS_NONE ? t->depth : t->depth - t->margin;
    if (limit > 0 && square > 0 &&
        collide__mul(depth, depth) < collide__mul(collide__mul(limit, limit), square)) {
        t->depth = (float)((double)depth / collide__sqrt((double)square));
        t->axis = axis;
    }
}

COLLIDE__FORCE_INLINE void collide__axis(bool least, collide__times *t, uint32_t axis, float p,
                                         float s, float r, float square) {
    if (least)
        collide__axis_depth(t, axis, p, r, square);
    else
        collide__axis_times(t, axis, p, s, r);
}

// The verdict and the returned times. finite is NaN or infinite if any input is.
COLLIDE__FORCE_INLINE bool collide__times_finish(const collide__times *t, float finite, float t_max,
                                                 float *t_first, float *t_last) {
    const bool hit = finite <= FLT_MAX && t_max >= 0 && collide__times_overlap(t);
    const float first = -t->enter > 0 ? -t->enter : 0;
    *t_first = !hit ? collide__infinity() : first < t->last ? first : t->last;
    *t_last = !hit ? -collide__infinity() : t->last < COLLIDE__T_LIMIT ? t->last : t_max;
    return hit;
}
#endif // COLLIDE_NO_SAT
