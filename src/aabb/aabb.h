#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>aabb
// ================================================================================================
#ifndef COLLIDE_NO_AABB
// Aligned boxes against each other and against balls. For batches take k-DOPs of kind 6, which are
// aligned boxes (>>kdop); for many objects among each other an octree (>>octree).
//
// EXAMPLE
//     const collide_aabb crate = {{0, 0, 0}, {1, 1, 1}}, shelf = {{1, 0, 0}, {3, 1, 2}};
//     const collide_sphere ball = {{0.5f, 0.5f, 1.5f}, 0.25f};
//     printf("the crate %s the shelf, the ball %s the crate\n",
//            collide_aabb_aabb(&crate, &shelf) ? "touches" : "misses",
//            collide_sphere_aabb(&ball, &crate) ? "touches" : "misses");
//     // prints: the crate touches the shelf, the ball misses the crate

// ---- single calls ----------------------------------------------------------------------------

// Whether two aligned boxes meet, compared as they are; NaN and empty ones meet nothing.
COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b);

// Whether a ball meets an aligned box, evaluated in double and never missed: what is farther apart
// by less than 2^-48 of the distance counts, too. NaN, negative radii and empty boxes meet nothing.
COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b);
#endif // COLLIDE_NO_AABB
