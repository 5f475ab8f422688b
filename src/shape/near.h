#pragma once
#include "many.h"

#ifndef COLLIDE_NO_SHAPE
// ---- distances of meshes ---------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// The distance of two meshes is the least distance of any two of their triangles, as
// collide_triangle_triangle_distance gives it, of triangles as >>tree states them: those of a as
// they are, and those of b as collide_pose_apply makes them in a's frame. Distances are measured in
// a's frame, so pose_a must be rigid; lengths under the axes of floats that pass
// collide_pose_check change by 2^-21 at most. Points, normal and results are in the space that the
// poses lead to. A mesh is a surface here: a mesh wholly inside another one has the distance of
// their surfaces. Tetrahedra are solid.

// Computes the distance of two meshes. Returns whether the lo of any two triangles is at most max;
// false means that the meshes are proven farther apart than max. max may be +infinity, and a
// smaller one saves time. out is the bracket of the two triangles with the least lo; of several, of
// those with the least hi, then with the smallest indices. feature_a and feature_b are the indices
// of these triangles in their meshes. hi - lo is at most 2^-20 S with the S of the two triangles
// (collide_shape_shape_distance). Parallel plates have thousands of pairs of triangles that are
// equally far apart. After about 500 pairs in vain, whole groups of triangles are left out if their
// convex hulls are not nearer than the nearest pair by more than 2^-19 of the largest coordinate
// that either mesh has in a's frame. lo is then lower by as much, and another of these pairs may be
// the one that is reported.
//
// Meshes that overlap have lo = hi = 0, with the pair of triangles that collide_tree_tree finds; a
// point of both triangles, twice; and the normal along which the two triangles are least deep.
// Returns false, with lo = hi = +infinity and the rest 0, if the distance exceeds max, if max is
// negative or NaN, and where >>tree says that nothing overlaps a mesh. out and count may be NULL.
//
// Cost: two bunnies of 3,674 triangles take 40 to 50 us if they are apart, however near, and 1 us
// if they overlap. Nodes are compared in the order of lower bounds, along the rows of the trees and
// along the normal of the nearest triangles so far, so little behind the nearest pair is visited.
// Plates of n triangles take time proportional to n: 1 ms for 8,000.
COLLIDE_API bool collide_tree_tree_distance(const collide_tree *a, const collide_pose *pose_a,
                                            const collide_tree *b, const collide_pose *pose_b,
                                            float max, collide_distance *out,
                                            collide_tree_count *count);

// The same for each of n poses of b at a stride in bytes (0 means tightly packed): out takes n
// results, bit for bit those of single calls. Returns the number of poses within max.
COLLIDE_API size_t collide_tree_tree_distance_poses(
    const collide_tree *a, const collide_pose *pose_a, const collide_tree *b,
    const collide_pose *poses, size_t n, size_t stride, float max, collide_distance *out);

// Tests whether two meshes are within margin of each other: the result of
// collide_tree_tree_distance with max = margin. Cost: about that of collide_tree_tree, since the
// search ends at the first two triangles within the margin.
COLLIDE_API bool collide_tree_tree_within(const collide_tree *a, const collide_pose *pose_a,
                                          const collide_tree *b, const collide_pose *pose_b,
                                          float margin, collide_tree_count *count);

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
                                                    collide_tree_count *count);
COLLIDE_API size_t collide_tree_self_within_indices(const collide_tree *tree, float margin,
                                                    collide_pair *pairs, size_t capacity,
                                                    collide_tree_count *count);
#endif // COLLIDE_NO_TREE
#endif // COLLIDE_NO_SHAPE
