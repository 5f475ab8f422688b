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

// List the objects of an octree that are within margin of a sphere or an AABB, each once, as
// collide_sphere_sphere_within, collide_sphere_aabb_within or collide_aabb_aabb_within decides. A
// negative margin asks whether the depth is at least -margin; if it is NaN, there are none. filter
// may be NULL. Return the number of objects; indices takes the first capacity of them, in an order
// that depends on the cells. Cost: log n, plus the objects whose bounding boxes are within margin
// of the bounding box of a on each axis.
COLLIDE_API size_t collide_sphere_octree_within_indices(const collide_sphere *a,
                                                        const collide_octree *octree, float margin,
                                                        const collide_octree_filter *filter,
                                                        uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_aabb_octree_within_indices(const collide_aabb *a,
                                                      const collide_octree *octree, float margin,
                                                      const collide_octree_filter *filter,
                                                      uint32_t *indices, size_t capacity);

// Lists all pairs (i < j) of objects of an octree that are within margin of each other, each once,
// by the same calls with i as a. Margins, filter and results are as above. Pairs that overlap are
// faster by collide_octree_self_indices. Cost: n log n, plus the pairs whose bounding boxes are
// within margin of each other on each axis.
COLLIDE_API size_t collide_octree_self_within_indices(const collide_octree *octree, float margin,
                                                      const collide_octree_filter *filter,
                                                      collide_pair *pairs, size_t capacity);

// Lists the pairs of an object of a and an object of b that are within margin of each other, each
// once, by the same calls. Otherwise as collide_octree_octree_indices.
COLLIDE_API size_t collide_octree_octree_within_indices(const collide_octree *a,
                                                        const collide_octree *b, float margin,
                                                        const collide_octree_filter *filter_a,
                                                        const collide_octree_filter *filter_b,
                                                        collide_pair *pairs, size_t capacity);
#endif // COLLIDE_NO_OCTREE
#endif // COLLIDE_NO_SHAPE
