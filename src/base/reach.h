#pragma once
#include "vectors.h"

// ---- how far a shape reaches along a direction -----------------------------------------------

// An oriented box from its centre along l, which need not be of unit length.
COLLIDE__INLINE double collide__obb_reach(const collide_obb *a, collide__dvec3 l) {
    return (collide__dmul((double)a->half.x,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[0]), l))) +
            collide__dmul((double)a->half.y,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[1]), l)))) +
           collide__dmul((double)a->half.z,
                         collide__dabs(collide__ddot(collide__dvec3_of(a->axis[2]), l)));
}
