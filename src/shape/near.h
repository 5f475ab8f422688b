#pragma once
#include "many.h"

#ifndef COLLIDE_NO_SHAPE
// ---- distances to octrees --------------------------------------------------------------------
// They need the family octree, too.
#ifndef COLLIDE_NO_OCTREE

// Find the k objects of an octree that are nearest to a sphere or an AABB, among those with
// lo <= max. A sphere of radius 0 is a point. indices and distances have room for k elements each.
// The functions write the first of them, as many as they return, in the order of lo; objects of
// equal lo are in the order of hi, and of equal hi in the order of the index. distances has the
// brackets of collide_shape_shape_distance with max = +infinity, of the sphere or AABB as a and the
// object as b. The result is that of asking every object. The true order can differ where brackets
// overlap. filter may be NULL; it leaves objects out before they are compared. Returns how many
// objects there are, at most k; 0 if the sphere or AABB does not pass collide_shape_check or max is
// NaN. Cost: about log n + k log k, plus the objects that are as near as the farthest one of the
// result: for a point among the bounds of separate objects 1 us, of 100,000 of them 2 us, for each
// pair of AABBs up to 1 us more. All objects that overlap an AABB are asked, since the deepest one
// comes first. If the largest object is more than 2^18 times as large as the distances, or if the
// filter leaves out all that is near, all objects may be asked.
COLLIDE_API size_t collide_sphere_octree_nearest(const collide_sphere *a,
                                                 const collide_octree *octree, float max, size_t k,
                                                 const collide_octree_filter *filter,
                                                 uint32_t *indices, collide_distance *distances);
COLLIDE_API size_t collide_aabb_octree_nearest(const collide_aabb *a, const collide_octree *octree,
                                               float max, size_t k,
                                               const collide_octree_filter *filter,
                                               uint32_t *indices, collide_distance *distances);
#endif // COLLIDE_NO_OCTREE
#endif // COLLIDE_NO_SHAPE
