#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>aabb
// ================================================================================================
#ifndef COLLIDE_NO_AABB
// This family tests AABBs against each other and against spheres. A k-DOP of kind 6 is an AABB: use
// it for batches (>>kdop). To find all overlapping pairs of many objects, use an octree (>>octree).
//
// EXAMPLE
//     const collide_aabb box = {{0, 0, 0}, {1, 1, 1}}, shelf = {{1, 0, 0}, {3, 1, 2}};
//     const collide_sphere sphere = {{0.5f, 0.5f, 1.5f}, 0.25f};
//     printf("the box %s the shelf, the sphere %s the box\n",
//            collide_aabb_aabb(&box, &shelf) ? "touches" : "misses",
//            collide_sphere_aabb(&sphere, &box) ? "touches" : "misses");
//     // prints: the box touches the shelf, the sphere misses the box

// ---- single calls ----------------------------------------------------------------------------

// Tests whether two AABBs overlap. It compares their numbers without rounding. A box that is empty
// or has NaN overlaps nothing.
COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b);

// Tests whether a sphere overlaps an AABB. It is evaluated in double and misses no overlap: a gap
// of less than 2^-48 of the distance may count as overlap. NaN, negative radii and empty boxes
// overlap nothing.
COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b);
#endif // COLLIDE_NO_AABB
