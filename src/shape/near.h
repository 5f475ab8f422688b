#pragma once
#include "many.h"

#ifndef COLLIDE_NO_SHAPE
// ---- distances of meshes ---------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// The distance of two meshes is the smallest collide_triangle_triangle_distance of a triangle of
// each. The triangles of a are taken as they are, and the triangles of b as collide_pose_apply
// makes them in a's frame, rounded to float (>>tree). Brackets hold the distance of these triangles
// exactly. The rounding moves a vertex v of b by at most 3e-7 (|t| + 1.75 |v|), where t is the
// position of b's frame in a's, and by 2.4e-7 of this sum if pose_a is NULL: by so much the
// distance in exact numbers may lie outside of [lo, hi]. Distances are measured in a's frame, so
// pose_a must be rigid; a pose that passes collide_pose_check changes lengths by at most 2^-21.
// Points and normal are in the world, where both poses put the meshes. A mesh is a surface here: a
// mesh wholly inside another one has the distance of their surfaces. Tetrahedra are solid.

// Computes the distance of two meshes. Returns whether lo <= max; false means that the
// meshes are proven farther apart than max. max may be +infinity, and a smaller one saves time. out
// is the bracket of the nearest pair of triangles: the pair with the smallest lo; among equals the
// smallest hi, then the smallest indices. feature_a and feature_b are the indices of these
// triangles in their meshes. hi - lo is at most 2^-20 S with the S of the two triangles
// (collide_shape_shape_distance). If hundreds of pairs of triangles are almost equally near, as
// between parallel plates, lo may be lower by 2^-19 of C, and another pair may be reported that is
// farther than the nearest one by at most about as much; [lo, hi] still holds the distance. C is
// the largest coordinate that either mesh may have in a's frame: for b, the largest one of the
// position of its frame, plus up to 1.75 times the largest one in its own frame. (After about 500
// pairs in vain, groups of triangles are left out unless their convex hulls are nearer by more than
// this.)
//
// Meshes that overlap have lo = hi = 0, with the pair of triangles that collide_tree_tree finds;
// point_a = point_b, a point of both triangles; and the normal along which moving a separates these
// two triangles soonest. Returns false, with lo = hi = +infinity and the rest 0, if the distance
// exceeds max, if max is negative or NaN, and where >>tree says that nothing overlaps a mesh. out
// and work may be NULL.
//
// Cost: two bunnies of 3,674 triangles take 20 to 35 us if they are apart, however near, and 1 us
// if they overlap. Nodes are compared in the order of lower bounds, along the rows of the trees and
// along the normal of the nearest triangles so far, so little behind the nearest pair is visited.
// Plates of n triangles take time proportional to n: 1 ms for 8,000. Bounds of long triangles are
// loose in a frame that is turned: a link of an arm of 1,000 triangles took 0.16 to 0.26 ms in a
// scene of 54 plates, bars and wires in one tree, and three to four times as much with the scene as
// b. A tree for each part, in the order of the distances of boxes round them until these exceed the
// distance found (collide_shape_shape_distance_many), took 25 to 30 us.
COLLIDE_API bool collide_tree_tree_distance(const collide_tree *a, const collide_pose *pose_a,
                                            const collide_tree *b, const collide_pose *pose_b,
                                            float max, collide_distance *out,
                                            collide_tree_work *work);

// Computes the distance of two meshes for each of an array of poses of b: out takes a result for
// each, bit for bit as single calls give them. Returns the number of poses within max.
COLLIDE_API size_t collide_tree_tree_distance_poses(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_tree *b,
                                                    const collide_pose_array *poses_b, float max,
                                                    collide_distance *out);

// Tests whether two meshes are within margin of each other: the result of
// collide_tree_tree_distance with max = margin. Cost: about the same as collide_tree_tree, since
// the search ends at the first two triangles within the margin.
COLLIDE_API bool collide_tree_tree_within(const collide_tree *a, const collide_pose *pose_a,
                                          const collide_tree *b, const collide_pose *pose_b,
                                          float margin, collide_tree_work *work);

// Lists all pairs of triangles that are within margin of each other, as
// collide_triangle_triangle_within decides, each once, in an order that depends on trees, poses and
// margin alone. Of one mesh these are pairs (i < j) except neighbours, which share a vertex by its
// index in the mesh. Returns the number of pairs; pairs takes the first capacity of them, and may
// be NULL if capacity is 0. There are none if margin is negative or NaN. Cost: as
// collide_tree_tree_indices and collide_tree_self_indices with bounds that are larger by the
// margin, and 30 to 200 ns for each pair of triangles whose boxes are within the margin.
COLLIDE_API size_t collide_tree_tree_within_indices(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, float margin,
                                                    collide_pair *pairs, size_t capacity,
                                                    collide_tree_work *work);
COLLIDE_API size_t collide_tree_self_within_indices(const collide_tree *tree, float margin,
                                                    collide_pair *pairs, size_t capacity,
                                                    collide_tree_work *work);

// ---- distances of shapes and meshes ----------------------------------------------------------
// The distance from a mesh is the smallest that collide_shape_shape_distance gives for one of its
// triangles, or of its tetrahedra, which are solid. Their vertices are as collide_pose_apply makes
// them. pose_b may be any pose under which collide_shape_tree can find something, and need not be
// rigid; NULL means the mesh as it is.

// Computes the distance of a shape of any kind and a mesh. Returns whether it is at most max:
// whether lo <= max; false means that they are proven farther apart than max. max may be +infinity,
// and a smaller one saves time. out is the bracket of the triangle with the smallest lo; of equal
// ones the smallest hi decides, then the smallest index. feature_a is a feature of the shape, and
// feature_b the index of the triangle or tetrahedron. If the shape overlaps the mesh
// (collide_shape_tree), lo = hi = 0, feature_b is one that it overlaps, the two points are a point
// of both, and the normal is one along which the two overlap by the smallest depth.
// Returns false with lo = hi = +infinity and the rest 0 if the distance exceeds max, if max is
// negative or NaN, if the shape does not pass collide_shape_check, and where >>tree says that
// nothing overlaps a mesh. out may be NULL.
//
// Cost: 0.6 to 1.7 us for a point or a sphere and a bunny of 3,674 triangles, and 4 to 9 us for a
// box; near the surface a point takes 0.6 us. It grows about with the logarithm of the number of
// triangles. Where many triangles are equally far, as from the middle of a sphere, all are asked.
COLLIDE_API bool collide_shape_tree_distance(const collide_shape *a, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_distance *out);

// Tests whether a shape is within margin of a mesh: the result of collide_shape_tree_distance with
// max = margin. Cost: 0.1 to 0.4 us for a point and this bunny, since the search ends at the first
// triangle within the margin.
COLLIDE_API bool collide_shape_tree_within(const collide_shape *a, const collide_tree *b,
                                           const collide_pose *pose_b, float margin);

// Lists all triangles or tetrahedra within margin of a shape, as collide_shape_shape_within
// decides of each, in an order that depends on tree, shape, pose and margin alone. Returns their
// number; indices takes the first capacity of them, and may be NULL if capacity is 0. There are
// none if margin is negative or NaN.
COLLIDE_API size_t collide_shape_tree_within_indices(const collide_shape *a, const collide_tree *b,
                                                     const collide_pose *pose_b, float margin,
                                                     uint32_t *indices, size_t capacity);

// Computes the signed distance of a point and a mesh: collide_shape_tree_distance of the point,
// but negative where the point lies inside a mesh that was built with COLLIDE_TREE_CLOSED
// (collide_point_tree). The bracket is then from -hi to -lo of the distance from the surface.
// point_a is p, point_b the nearest point of the mesh, and the normal is the gradient of the
// signed distance: it points out of the mesh on both sides. For a point exactly on a closed mesh,
// where lo = hi = 0, it is the outward normal of a face there, feature_b, whichever way the face is
// wound; on an edge or a vertex, of any face that has it. It may be the opposite where an even
// number of triangles coincide, and where all triangles at the point have no area. max limits the
// absolute value: a point deeper than max returns false, like a point that is farther outside. A
// tree built without COLLIDE_TREE_CLOSED, as by default, has no inside, and its distances are never
// negative; tetrahedra are solid, and a point in one has the distance 0. For signed distances from
// tetrahedra, build a closed tree of their outer faces (collide_tetrahedra_surface). No tree of an
// open mesh has signs: collide_tree_build refuses one with COLLIDE_TREE_CLOSED
// (COLLIDE_ERROR_OPEN), and so does collide_tree_refit if a mesh opens; b->type says which type a
// tree has. Cost: for closed meshes 1 us more than above for a point in the mesh's box, to find its
// side.
COLLIDE_API bool collide_point_tree_distance(collide_vec3 p, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_distance *out);

// Computes the signed distances of all points of a pack b and a mesh, with the bits of single
// calls. Returns the number of points within max: out has the arrays for each point
// (collide_distances). Cost: as single calls, but 1 us less in closed meshes for a point that is
// nearer to the point before than to the surface, as on a fine grid.
COLLIDE_API size_t collide_tree_point_distance_many(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_vec3_pack *b, float max,
                                                    const collide_distances *out);
#endif // COLLIDE_NO_TREE

// ---- distances of shapes and terrain ---------------------------------------------------------
// Terrain is a surface here, made of two faces for each cell without holes (>>terrain). The
// distance from terrain is the smallest that collide_shape_shape_distance gives for one of them.
#ifndef COLLIDE_NO_TERRAIN

// Computes the distance of a shape of any kind but a plane, which overlaps no terrain and has no
// distance from it. It is the shortest way in any direction; how high a point is above the ground,
// straight down, follows from collide_terrain_height. Returns whether it is at most max: whether lo
// <= max; false means that they are proven farther apart than max. max may be +infinity, and a
// smaller one saves time. out is the bracket of the face with the smallest lo; of equal ones the
// smallest hi decides, then the order row by row. A shape that overlaps the terrain or lies below
// its surface (collide_shape_terrain) has lo = hi = 0, with the normal and the features of its
// deepest contact and its point on the surface, twice (collide_shape_terrain_contacts); without
// contacts the normal points up. Ask the contacts how deep it is.
//
// Returns false with lo = hi = +infinity and the rest 0 if the distance exceeds max, if max is
// negative or NaN, if the shape is a plane or does not pass collide_shape_check, if b is NULL, and
// if all cells have holes. out may be NULL, which saves time.
//
// Features are packed as in contacts with terrain (>>terrain): feature_b has
// COLLIDE_FEATURE_FACE, the number 0 or 1 of the face and the column of its cell, and feature_a the
// row, and the kind of the shape's feature with its number modulo 64 in bits 26 to 31.
//
// Bounds: the corners of faces are not rounded to floats. They are sums in double, relative to the
// first point of the shape, or to its centre or position. The bracket includes what these sums
// lose, so it is true wherever the terrain lies: hi - lo is at most 2^-20 S plus 2^-50 times the
// sum of the distances on each axis from the grid's origin to that point, with the S of the shape
// and the face (collide_shape_shape_distance). Where corners are floats that the sums hold exactly,
// brackets are the brackets of the triangles with these corners, bit for bit. point_b is rounded to
// float. Whether a shape overlaps, collide_shape_terrain alone decides. A shape that is apart by
// its verdict has lo >= 0 and hi > 0.
//
// Over flat ground, thousands of faces may be equally far from a box. After 512 faces those are
// left out that are proven not to be nearer than the nearest one by more than 2^-21 of the sizes of
// the shape and a cell and of the distance. lo is then lower by at most as much, and another of
// these faces may be the one that is reported.
//
// Cost: 1.1 to 1.8 us for a point or a sphere about a cell above hills, and 3 to 4 us for an OBB; 3
// to 9 us at 10 cells above, 13 to 20 us at 100. The size of the grid does not matter. The cells
// that may be as near as the nearest face so far are compared, and few faces are asked. Under a box
// that is parallel to the ground, each cell takes time. A shape that overlaps costs its verdict and
// its contacts.
COLLIDE_API bool collide_shape_terrain_distance(const collide_shape *a, const collide_terrain *b,
                                                float max, collide_distance *out);

// Tests whether a shape is within margin of terrain: the result of collide_shape_terrain_distance
// with max = margin and out = NULL. Cost: less, since the search ends at the first face within the
// margin.
COLLIDE_API bool collide_shape_terrain_within(const collide_shape *a, const collide_terrain *b,
                                              float margin);

// Computes the signed distance of a point and the surface of terrain: as
// collide_shape_terrain_distance of the point, but negative where the point lies below the surface
// (collide_shape_terrain): the bracket is then from -hi to -lo of its distance from the surface.
// Only the faces count, not the walls below the border of the grid and beside holes, nor a bottom:
// at such a wall the sign changes without passing 0. point_a is p, point_b the nearest point of
// the surface, and the normal is the gradient of the signed distance: it points out of the terrain
// on both sides, and on the surface it is the normal of the face. max limits the absolute value.
// For a sphere, subtract its radius from the signed distance of its centre.
COLLIDE_API bool collide_point_terrain_distance(collide_vec3 p, const collide_terrain *b, float max,
                                                collide_distance *out);

// Computes the signed distances of all points of a pack b and terrain, with the bits and the speed
// of single calls. Returns the number of points within max: out has the arrays for each point
// (collide_distances).
COLLIDE_API size_t collide_terrain_point_distance_many(const collide_terrain *a,
                                                       const collide_vec3_pack *b, float max,
                                                       const collide_distances *out);
#endif // COLLIDE_NO_TERRAIN

// ---- distances to octrees --------------------------------------------------------------------
// They need the family octree, too.
#ifndef COLLIDE_NO_OCTREE

// Find the k objects of an octree that are nearest to a sphere or an AABB, among those with
// lo <= max. A sphere of radius 0 is a point. indices and distances have room for k elements each.
// The functions write the first of them, as many as they return, in the order of lo; objects of
// equal lo are in the order of hi, and of equal hi in the order of the index. distances has the
// brackets of collide_shape_shape_distance with max = +infinity, of the sphere or AABB as a and the
// object as b. The result is the same as if every object were asked. The true order can differ
// where brackets overlap. filter may be NULL; it leaves objects out before they are compared.
// Returns how many objects there are, at most k; 0 if the sphere or AABB does not pass
// collide_shape_check or max is NaN. Cost: about log n + k log k, plus the objects that are as near
// as the farthest one of the result: for a point among the bounds of separate objects 1 us, of
// 100,000 of them 2 us, for each pair of AABBs up to 1 us more. All objects that overlap an AABB
// are asked, since the deepest one comes first. If the largest object is more than 2^18 times as
// large as the distances, or if the filter leaves out all that is near, all objects may be asked.
COLLIDE_API size_t collide_sphere_octree_nearest(const collide_sphere *a, const collide_octree *b,
                                                 float max, size_t k,
                                                 const collide_octree_filter *filter,
                                                 uint32_t *indices, collide_distance *distances);
COLLIDE_API size_t collide_aabb_octree_nearest(const collide_aabb *a, const collide_octree *b,
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
                                                        const collide_octree *b, float margin,
                                                        const collide_octree_filter *filter,
                                                        uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_aabb_octree_within_indices(const collide_aabb *a,
                                                      const collide_octree *b, float margin,
                                                      const collide_octree_filter *filter,
                                                      uint32_t *indices, size_t capacity);

// Lists all pairs (i < j) of objects of an octree that are within margin of each other, each once,
// by the same calls with i as a. Margins, filter and results are as in
// collide_aabb_octree_within_indices. Pairs that overlap are
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
