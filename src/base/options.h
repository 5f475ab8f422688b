#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// COLLIDE_WITH_ selects families and the families that they need; all others are left out.
#if defined(COLLIDE_WITH_AABB) || defined(COLLIDE_WITH_KDOP) || defined(COLLIDE_WITH_SAT) ||       \
    defined(COLLIDE_WITH_SPHERE) || defined(COLLIDE_WITH_TRIANGLE) ||                              \
    defined(COLLIDE_WITH_OCTREE) || defined(COLLIDE_WITH_CYLINDER) ||                              \
    defined(COLLIDE_WITH_TERRAIN) || defined(COLLIDE_WITH_TREE) || defined(COLLIDE_WITH_RAY) ||    \
    defined(COLLIDE_WITH_CABLE) || defined(COLLIDE_WITH_SHAPE) || defined(COLLIDE_WITH_MOTION)
#if !defined(COLLIDE_WITH_AABB) && !defined(COLLIDE_WITH_OCTREE) && !defined(COLLIDE_NO_AABB)
#define COLLIDE_NO_AABB
#endif
#if !defined(COLLIDE_WITH_KDOP) && !defined(COLLIDE_NO_KDOP)
#define COLLIDE_NO_KDOP
#endif
#if !defined(COLLIDE_WITH_SAT) && !defined(COLLIDE_NO_SAT)
#define COLLIDE_NO_SAT
#endif
#if !defined(COLLIDE_WITH_SPHERE) && !defined(COLLIDE_WITH_OCTREE) && !defined(COLLIDE_NO_SPHERE)
#define COLLIDE_NO_SPHERE
#endif
#if !defined(COLLIDE_WITH_TRIANGLE) && !defined(COLLIDE_WITH_TREE) && !defined(COLLIDE_NO_TRIANGLE)
#define COLLIDE_NO_TRIANGLE
#endif
#if !defined(COLLIDE_WITH_OCTREE) && !defined(COLLIDE_NO_OCTREE)
#define COLLIDE_NO_OCTREE
#endif
#if !defined(COLLIDE_WITH_CYLINDER) && !defined(COLLIDE_WITH_TERRAIN) &&                           \
    !defined(COLLIDE_NO_CYLINDER)
#define COLLIDE_NO_CYLINDER
#endif
#if !defined(COLLIDE_WITH_TERRAIN) && !defined(COLLIDE_NO_TERRAIN)
#define COLLIDE_NO_TERRAIN
#endif
#if !defined(COLLIDE_WITH_TREE) && !defined(COLLIDE_NO_TREE)
#define COLLIDE_NO_TREE
#endif
#if !defined(COLLIDE_WITH_RAY) && !defined(COLLIDE_NO_RAY)
#define COLLIDE_NO_RAY
#endif
#if !defined(COLLIDE_WITH_CABLE) && !defined(COLLIDE_NO_CABLE)
#define COLLIDE_NO_CABLE
#endif
#if !defined(COLLIDE_WITH_SHAPE) && !defined(COLLIDE_WITH_MOTION) && !defined(COLLIDE_NO_SHAPE)
#define COLLIDE_NO_SHAPE
#endif
#if !defined(COLLIDE_WITH_MOTION) && !defined(COLLIDE_NO_MOTION)
#define COLLIDE_NO_MOTION
#endif
#endif

#if defined(COLLIDE_WITH_OCTREE) && (defined(COLLIDE_NO_AABB) || defined(COLLIDE_NO_SPHERE))
#error "COLLIDE_WITH_OCTREE needs the families that COLLIDE_NO_AABB or COLLIDE_NO_SPHERE leaves out"
#endif
#if defined(COLLIDE_WITH_TERRAIN) && defined(COLLIDE_NO_CYLINDER)
#error "COLLIDE_WITH_TERRAIN needs the family that COLLIDE_NO_CYLINDER leaves out"
#endif
#if defined(COLLIDE_WITH_TREE) && defined(COLLIDE_NO_TRIANGLE)
#error "COLLIDE_WITH_TREE needs the family that COLLIDE_NO_TRIANGLE leaves out"
#endif
#if defined(COLLIDE_WITH_MOTION) && defined(COLLIDE_NO_SHAPE)
#error "COLLIDE_WITH_MOTION needs the family that COLLIDE_NO_SHAPE leaves out"
#endif

// If a family is left out, the families that need it are left out, too.
#if (defined(COLLIDE_NO_AABB) || defined(COLLIDE_NO_SPHERE)) && !defined(COLLIDE_NO_OCTREE)
#define COLLIDE_NO_OCTREE
#endif
#if defined(COLLIDE_NO_CYLINDER) && !defined(COLLIDE_NO_TERRAIN)
#define COLLIDE_NO_TERRAIN
#endif
#if defined(COLLIDE_NO_TRIANGLE) && !defined(COLLIDE_NO_TREE)
#define COLLIDE_NO_TREE
#endif
#if defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_MOTION)
#define COLLIDE_NO_MOTION
#endif

#define COLLIDE_VERSION_MAJOR 1
#define COLLIDE_VERSION_MINOR 0
#define COLLIDE_VERSION_PATCH 0
// 1 is the release candidate 1.0.0-rc.1, and so on; 0 is the release itself.
#define COLLIDE_VERSION_CANDIDATE 1
// This number orders versions: 10000 * major + 100 * minor + patch.
#define COLLIDE_VERSION                                                                            \
    (COLLIDE_VERSION_MAJOR * 10000 + COLLIDE_VERSION_MINOR * 100 + COLLIDE_VERSION_PATCH)

// ================================================================================================
// >>choosing
// ================================================================================================
// Here are questions and the calls that answer them. >>conventions explains suffixes such as _many.
// Each family begins with an example.
//
//     ask                                          call
//     Many objects
//       which of them may touch each other?        collide_octree_self_indices over bounding
//                                                  spheres or AABBs; for up to about a hundred
//                                                  objects collide_aabb_aabb_self_indices
//       the same on several threads                collide_octree_self_part_indices
//       the same with layers and masks             these calls with a collide_octree_filter
//       which come within a margin?                collide_octree_self_within_indices
//       which of two sets may touch each other?    collide_octree_octree_indices,
//                                                  collide_octree_octree_within_indices
//       which of them may touch this one?          collide_kdop18_kdop18_many_indices; in an octree
//                                                  collide_sphere_octree_indices,
//                                                  collide_aabb_octree_indices
//       which are near this one or a point?        collide_sphere_octree_within_indices,
//                                                  collide_aabb_octree_within_indices
//       which are nearest?                         collide_sphere_octree_nearest,
//                                                  collide_aabb_octree_nearest; in a pack
//                                                  collide_shape_shape_nearest
//       bounding AABBs and k-DOPs of shapes        collide_aabb_from_obb, collide_kdop18_from_obb,
//                                                  also _from_points, _triangle, _sphere, _cylinder
//                                                  and _spline; of a shape of any kind
//                                                  collide_aabb_from_shape
//       a shape round a cloud of points            collide_obb_from_points,
//                                                  collide_capsule_from_points,
//                                                  collide_sphere_smallest_from_points; its hull:
//                                                  collide_convex_build_points; the best of them:
//                                                  collide_shape_volume, collide_kdop18_volume
//       to draw a convex body, or its mesh         collide_convex_triangles,
//                                                  collide_convex_vertices
//       packs of bounds of moving shapes           collide_kdop18_pack_build_obbs, _update_obbs,
//                                                  also of spheres and AABBs
//       objects of a pack that moved               collide_obb_pack_update, also of other packs
//       bodies with meshes: what separates them?   collide_bodies_contacts, all bodies in one call;
//                                                  collide_bodies_touches
//       moving meshes: which touch, and when?      collide_movers_sweep; they rotate, too:
//                                                  collide_movers_motion
//       to build the octrees, packs and trees      collide_octree_build_spheres, _build_aabbs,
//                                                  collide_aabb_pack_build, collide_tree_build
//     Two shapes
//       do they overlap?                           collide_sphere_sphere, collide_aabb_aabb,
//                                                  collide_obb_obb, collide_obb_triangle,
//                                                  collide_triangle_triangle (exact),
//                                                  collide_convex_convex and so on
//       where, how deep, which way out?            collide_obb_obb_contacts; any two shapes:
//                                                  collide_shape_shape_contacts;
//                                                  collide_obb_triangle_contacts,
//                                                  collide_triangle_triangle_touches; nearest
//                                                  points, normal and depth alone:
//                                                  collide_shape_shape_distance
//       contacts before they touch?                margin in collide_contact_options
//       the same contact as in the last step?      collide_contacts_match, collide_contact_key; to
//                                                  keep the normal, too: hint in
//                                                  collide_contact_options
//       they move: when do they overlap?           collide_obb_obb_sweep and so on; then
//                                                  collide_obb_obb_sweep_contacts for the points
//                                                  that touch first (of two shapes of any kind
//                                                  collide_shape_shape_contacts at t_lo, with a
//                                                  margin). Of many, the pairs to ask are
//                                                  in an octree over the boxes of their whole ways:
//                                                  collide_aabb_from_shape_motion; then
//                                                  collide_sphere_sphere_sweep_pairs and so on
//       they rotate, too                           collide_shape_shape_motion brackets the time of
//                                                  the first contact; collide_obb_obb_motion and so
//                                                  on; many pairs at once:
//                                                  collide_obb_obb_motion_pairs and so on, where
//                                                  the boxes of whole ways overlap:
//                                                  collide_aabb_from_shape_motion; meshes:
//                                                  collide_tree_tree_motion,
//                                                  collide_shape_tree_motion; with terrain
//                                                  collide_shape_terrain_motion, with a cable
//                                                  collide_shape_cable_motion; motions from one
//                                                  pose to another: collide_motion_from_poses;
//                                                  links of a robot:
//                                                  collide_shape_shape_motion_step; when they come
//                                                  within a margin:
//                                                  collide_shape_shape_motion_within
//       how far are they apart, nearest points?    collide_shape_shape_distance;
//                                                  collide_capsule_obb_distance and so on
//       are they within a margin?                  collide_shape_shape_within,
//                                                  collide_obb_obb_within and so on
//       one of them is a capsule                   collide_capsule_obb,
//                                                  collide_capsule_obb_contacts,
//                                                  collide_capsule_obb_sweep and so on, or as a
//                                                  collide_shape
//       any two shapes                             collide_shape_shape, with a collide_shape of
//                                                  each; moving: collide_shape_shape_sweep, which
//                                                  brackets the time of the first contact
//     Batches: many pairs in one call
//       a list of index pairs                      _pairs, with indices into two arrays:
//                                                  collide_sphere_sphere_pairs and so on;
//                                                  triangles of meshes: collide_mesh_mesh_pairs
//       one against a pack, pack against pack      _many, _many_indices, _lanes, _all
//       all overlapping pairs of one or two packs  _self_indices, _all_indices
//       k-DOPs                                     collide_kdop18_kdop18_many and all forms above;
//                                                  from objects that move each frame:
//                                                  collide_kdop18_pack_update_obbs and so on
//       AABBs, spheres                             collide_aabb_aabb_many,
//                                                  collide_sphere_sphere_many
//                                                  and all forms above
//       OBBs                                       collide_obb_obb_many, _many_indices, _lanes,
//                                                  _pairs; the same for collide_obb_triangle;
//                                                  moving: collide_obb_obb_sweep_many and so on;
//                                                  several in one pass: _sweep_all
//       shapes of any kinds                        collide_shape_shape_many, _many_indices, _lanes,
//                                                  _pairs. Packs hold shapes of one kind: call
//                                                  collide_shape_pack_build, or pass a typed pack
//                                                  as collide_shape_pack_of(&pack->header)
//       distances, margins                         collide_shape_shape_distance_many, _lanes,
//                                                  _pairs, collide_shape_shape_within_many,
//                                                  _many_indices, _lanes, _pairs; typed:
//                                                  collide_capsule_obb_distance_many and so on
//       which object of a pack is nearest?         collide_shape_shape_nearest, which lists the k
//                                                  nearest; k may be 1
//       several shapes against a cloud or a pack   collide_shape_shape_within_any, _within_all,
//                                                  collide_shape_shape_nearest_pair; move a robot's
//                                                  links with collide_shape_under_pose
//       on many threads                            cut packs and lists at multiples of 16 objects:
//                                                  the bits are the same as from one batch
//     Meshes
//       two meshes under any poses                 collide_tree_tree, collide_tree_tree_indices,
//                                                  collide_tree_tree_contacts for a solver,
//                                                  collide_tree_tree_touches; many poses of one
//                                                  pair collide_tree_tree_poses
//       the curve in which they cross              collide_tree_tree_segments
//       how far are they apart?                    collide_tree_tree_distance, _distance_poses;
//       are they within a margin, and where?       collide_tree_tree_within, _within_indices; parts
//                                                  of one mesh: collide_tree_self_within_indices
//       a mesh and a shape: do they overlap?       collide_obb_tree and so on, for every shape;
//                                                  collide_shape_tree for a shape of any kind
//       which triangles?                           collide_obb_tree_indices and so on
//       a body that rests, rolls or slides on it   collide_shape_tree_contacts, which leaves out
//                                                  contacts with edges inside the surface; match
//                                                  them from step to step with COLLIDE_KEY_BODY.
//                                                  For many characters in a level:
//                                                  collide_tree_shape_contacts_many
//       no contacts with the backs of triangles    COLLIDE_CONTACT_ONE_SIDED in
//                                                  collide_contact_options
//       do windings of neighbours disagree?        collide_tree_windings
//       where is a mesh open, is it inside out?    collide_mesh_open_edges, collide_mesh_volume
//       they move: when do they touch first?       collide_tree_tree_sweep, collide_obb_tree_sweep,
//                                                  collide_shape_tree_sweep (not for capsules,
//                                                  tetrahedra, cylinders and planes, which have
//                                                  collide_shape_tree_motion)
//       how far is a shape or a point from it?     collide_shape_tree_distance;
//                                                  collide_point_tree_distance is signed if the
//                                                  tree was built with options.type =
//                                                  COLLIDE_TREE_CLOSED; many points
//                                                  collide_tree_point_distance_many
//       within a margin, and which triangles?      collide_shape_tree_within, _within_indices
//       what is inside?                            collide_point_tree,
//                                                  collide_tree_tree_containment, for trees of
//                                                  tetrahedra, or trees built with options.type =
//                                                  COLLIDE_TREE_CLOSED. Other meshes have no inside
//       the surface of tetrahedra                  collide_tetrahedra_surface
//       a mesh that deforms                        collide_tree_refit; if rigid parts of it move,
//                                                  build a tree for each part; on many threads
//                                                  collide_tree_refit_slice, then _finish
//     A grid of heights
//       a wheel or barrel on it                    collide_cylinder_terrain_contacts; for many,
//                                                  call collide_terrain_cylinder_many first
//       a sphere, an OBB                           collide_sphere_terrain_contacts,
//                                                  collide_obb_terrain_contacts; of many
//                                                  collide_terrain_sphere_contacts_many, ...
//       a capsule, a convex body                   one by one: collide_capsule_terrain_contacts,
//                                                  collide_convex_terrain_contacts
//       a shape of any kind                        collide_shape_terrain,
//                                                  collide_shape_terrain_contacts
//       how high is the ground here?               collide_terrain_height
//       how far is a shape or a point from it?     collide_shape_terrain_distance;
//                                                  collide_point_terrain_distance is signed; many
//                                                  points collide_terrain_point_distance_many
//       within a margin?                           collide_shape_terrain_within
//       a body that moves fast                     collide_shape_terrain_sweep; terrain has no
//                                                  bottom, so contacts push up a body that went
//                                                  through. Shots: collide_ray_terrain,
//                                                  collide_segment_terrain
//     Cables and hoses
//       from the curves of a CAD program           collide_spline_from_bezier, also for a clamped
//                                                  spline: COLLIDE_CABLE_CLAMPED is another
//                                                  curve
//       with shapes and terrain                    collide_cable_aabb_contacts and so on; capsules:
//                                                  collide_shape_cable_contacts
//       with meshes                                collide_cable_tree_contacts; yes or no:
//                                                  collide_cable_tree
//       with each other, with itself               collide_cable_cable_contacts,
//                                                  collide_cable_self_contacts
//       how far from a shape, a mesh, terrain,     collide_shape_cable_distance,
//       a cable or itself?                         collide_cable_tree_distance and so on
//       within a margin?                           collide_shape_cable_within,
//                                                  collide_cable_tree_within and so on
//       how far along the length?                  collide_shape_cable_clearances,
//                                                  collide_cable_tree_clearances and so on: a
//                                                  distance for each segment
//       they move                                  collide_shape_cable_motion
//     Rays, shots, lines of sight
//       what is hit first, with which normal?      collide_ray_tree, collide_ray_terrain; for
//                                                  single shapes collide_ray_obb, _capsule,
//                                                  _cylinder, _convex and so on; for any shape
//                                                  collide_ray_shape
//       is anything in the way (shadows)?          collide_ray_tree, collide_segment_tree with out
//                                                  = NULL
//       many rays against one mesh                 collide_tree_ray_many, collide_tree_segment_many
//       which of many objects is hit first?        the hit with the smallest t of
//                                                  collide_ray_obb_many,
//                                                  collide_ray_aabb_many and so on; in an octree
//                                                  collide_segment_octree_indices, then
//                                                  collide_segment_shape for each
//       the target moves                           cast a ray along the velocity of the shot minus
//                                                  the velocity of the target; t is the time. If it
//                                                  turns: collide_shape_shape_motion
//     Saved files and other processes
//       adopt what was saved                       _open: collide_tree_open, collide_octree_open,
//                                                  collide_kdop18_pack_open and so on check the
//                                                  bytes; >>conventions says more; SECURITY.md says
//                                                  which bytes may be hostile
//     A frame of a game calls, in this order
//       1. update the broad phase                  collide_octree_update_spheres or
//                                                  collide_octree_build_spheres
//       2. pairs that may touch                    collide_octree_self_indices
//       3. pairs that overlap                      collide_obb_obb, collide_tree_tree and so on for
//                                                  each pair, or _pairs for all pairs; _sweep for
//                                                  fast objects
//       4. contacts for the solver                 collide_obb_obb_contacts,
//                                                  collide_shape_shape_contacts,
//                                                  collide_shape_tree_contacts,
//                                                  collide_obb_terrain_contacts and so on, then
//                                                  collide_contacts_match; >>vocabulary says which
//                                                  key each of them takes
//       5. rays                                    collide_segment_octree_indices, then
//                                                  collide_segment_obb and so on
//
// This table shows the pairs of shapes that have queries: y means yes or no, d means also the
// distance (or the depth and normal of an overlap), s means sweeps, and c means contacts. It counts
// calls for a collide_shape (>>shape). docs/grid.md lists every call by name.
//
//                  sphere  capsule  AABB   OBB   triangle  convex  cylinder  cable  mesh  terrain
//     sphere       ydsc    ydsc     ydsc   ydsc  ydsc      ydsc    ydsc      ydc    ydsc  ydsc
//     capsule              ydsc     ydsc   ydsc  ydsc      ydsc    ydsc      ydc    ydc   ydsc
//     AABB                          ydsc   ydsc  ydsc      ydsc    ydsc      ydc    ydsc  ydsc
//     OBB                                  ydsc  ydsc      ydsc    ydsc      ydc    ydsc  ydsc
//     triangle                                   ydsc      ydsc    ydsc      ydc    ydsc  ydsc
//     convex body                                          ydsc    ydsc      d      ydsc  ydsc
//     cylinder                                                     ydsc      ydc    ydc   ydsc
//     cable                                                                  ydc    ydc   ydc
//     mesh                                                                          ydsc  -
//     ray          y       y        y      y     y         y       y         -      y     y
//
// Points, segments, tetrahedra and planes have ydsc with each other and with all shapes from sphere
// to cylinder, as a collide_shape, but two planes have no contacts. Rays hit them, too.
// Points, segments, tetrahedra and planes have d with cables. With meshes, points and segments have
// ydsc, tetrahedra ydc and planes yd. With terrain, points, segments and tetrahedra have ydsc.
// k-DOPs have queries with k-DOPs (ys), triangles, meshes and rays (y). If a pair has no query, use
// another shape: an AABB is also an OBB and a 6-DOP; an OBB, AABB or triangle is also a convex body
// (collide_convex_build); a cylinder has a bounding OBB (collide_obb_from_cylinder); a sphere or a
// capsule is also a collide_spline of four points (>>cable). A capsule,
// tetrahedron, cylinder or plane has no sweep against a mesh: collide_shape_tree_motion serves it.
//
// Go from many pairs to few: an octree or k-DOPs say which pairs may touch, which takes nanoseconds
// per pair. Calls for two shapes say which of the pairs overlap. Contacts cost most, so compute
// them last.

// ================================================================================================
// >>options
// ================================================================================================
// Define these macros before you include the header. All but the first four must be the same in
// every file.
//
//     macro                    meaning                                             default
//     COLLIDE_IMPLEMENTATION   this file holds the implementation                  undefined
//     COLLIDE_STATIC           makes all functions static: define it together      undefined
//                              with COLLIDE_IMPLEMENTATION in each file that
//                              calls functions of the library
//     COLLIDE_API              stands before each function: a shared library       extern
//                              defines it as __declspec(dllexport) or the like,
//                              its users as __declspec(dllimport)
//     COLLIDE_ASSERT(x)        is called on entry to functions to check that no    does nothing
//                              required pointer is NULL, that a pointer to an
//                              octree points to one, and that flags are known;
//                              must not return if x is false (SECURITY.md)
//     COLLIDE_REQUIRE_SIMD     gives an #error if batches can only run scalar      undefined
//     COLLIDE_NO_SIMD          runs scalar only, even if collide_simd.h is there   undefined
//     COLLIDE_NO_SSE2          leave an instruction set out; the next lower        undefined
//     COLLIDE_NO_AVX2          one takes its place
//     COLLIDE_NO_AVX512
//     COLLIDE_NO_NEON
//     COLLIDE_NO_WASM
//     COLLIDE_SIMDE            compiles the 4-wide kernels through SIMDe on every  undefined
//                              machine, also on x86; NEON and WASM do this
//                              without the macro
//     COLLIDE_SIMD_FILENAME    names the file collide_simd.h, if you rename it     "collide_simd.h"
//     COLLIDE_WITH_AABB        compile the named families, and the families that   undefined
//     COLLIDE_WITH_KDOP        they need (see below), and no others; if none is
//     COLLIDE_WITH_SAT         named, compile all families
//     COLLIDE_WITH_SPHERE
//     COLLIDE_WITH_TRIANGLE
//     COLLIDE_WITH_OCTREE
//     COLLIDE_WITH_CYLINDER
//     COLLIDE_WITH_TERRAIN
//     COLLIDE_WITH_TREE
//     COLLIDE_WITH_RAY
//     COLLIDE_WITH_CABLE
//     COLLIDE_WITH_SHAPE
//     COLLIDE_WITH_MOTION
//     COLLIDE_NO_AABB          leave out AABBs, and with them octrees              undefined
//     COLLIDE_NO_KDOP          leave out k-DOPs                                    undefined
//     COLLIDE_NO_SAT           leave out OBBs and convex bodies                    undefined
//     COLLIDE_NO_SPHERE        leave out spheres, and with them octrees            undefined
//     COLLIDE_NO_TRIANGLE      leave out triangles against triangles, tetrahedra,  undefined
//                              closest points, and with them trees
//     COLLIDE_NO_OCTREE        leave out octrees                                   undefined
//     COLLIDE_NO_CYLINDER      leave out cylinders, and with them terrain          undefined
//     COLLIDE_NO_TERRAIN       leave out terrain, cylinders' contacts with planes  undefined
//     COLLIDE_NO_TREE          leave out trees                                     undefined
//     COLLIDE_NO_RAY           leave out rays and segments                         undefined
//     COLLIDE_NO_CABLE         leave out cables                                    undefined
//     COLLIDE_NO_SHAPE         leave out distances, contacts of any two shapes,    undefined
//                              capsules and collide_shape, and with them motion
//     COLLIDE_NO_MOTION        leave out bodies that move and turn                 undefined
//
// Each family has a section of its own below. Octrees need AABBs and spheres, trees need triangles,
// terrain needs cylinders, and motion needs shapes. For example, COLLIDE_WITH_TREE selects trees
// and triangles. COLLIDE_NO_ removes families from the selection. The structs of shapes belong to
// no family: cables against boxes need only COLLIDE_WITH_CABLE. Calls that need two families exist
// if both are selected: collide_ray_tree needs rays and trees, collide_ray_shape needs rays, shapes
// and triangles, collide_aabb_from_sphere and other bounds of shapes of one kind need k-DOPs
// (collide_aabb_from_shape needs shapes alone), collide_aabb_tree needs trees and k-DOPs, bodies
// need octrees and triangles, and movers need trees and octrees. Distances and margins need shapes
// as well: of meshes trees and shapes, of cables and meshes cables, trees and shapes, and of
// objects in octrees octrees and shapes.
// COLLIDE_WITH_SHAPE alone takes typed packs, but has no functions that build them: add
// COLLIDE_WITH_SAT for collide_obb_pack_build, collide_obb_from_pose and the builders of convex
// bodies, and COLLIDE_WITH_AABB, _SPHERE, _TRIANGLE or _CYLINDER for packs of these shapes.
// collide_shape_pack_build, collide_capsule_pack_build and collide_vec3_pack_build need no other
// family.

// ================================================================================================
// >>building
// ================================================================================================
//     symptom                             cause and solution
//     implicit declaration, or unknown    The file leaves out the call's own family, or a second
//     type name, of collide_...           family that the call also needs (>>options).
//     undefined reference to collide_...  No file defines COLLIDE_IMPLEMENTATION before it includes
//                                         collide.h, or that file leaves the family out.
//     multiple definition of collide_...  Several files define COLLIDE_IMPLEMENTATION. Define it in
//                                         one file, or define COLLIDE_STATIC as well: each file
//                                         then has functions of its own.
//     compiling takes half a minute       Give the implementation a file of its own. Select the
//     or more                             families that you need (COLLIDE_WITH_...). While you
//                                         develop, -O1 and COLLIDE_NO_SIMD save time, too:
//                                         docs/building.md has times.
//     "collide_simd.h is of version ..."  Take both headers from one release.
//     collide_isa() is scalar             collide_simd.h is not beside collide.h; or the compiler
//                                         has no __has_include (gcc has it from 5 on, MSVC from
//                                         2017 on); or this machine has no kernels
//                                         (docs/building.md has a table; gcc for i386 needs -msse2
//                                         -mfpmath=sse). COLLIDE_REQUIRE_SIMD makes it an error.
//     "SIMDe was not found ..."           On machines other than x86 the kernels need SIMDe's
//                                         headers: add -I and the parent of the folder simde. Do
//                                         not pass -I/usr/include to a cross
//                                         compiler: it must not find the host's other headers.
//                                         Make a folder that holds only a link to
//                                         /usr/include/simde, and pass this folder.
//     redefinition of simde_mm_...        On x86, your program has enabled SIMDe's native aliases:
//                                         include collide.h before SIMDe in the file with the
//                                         implementation.
//     "needs arithmetic in float ..."     With clang for 32-bit x86, add -msse2 -mfpmath=sse.
//     "add -fno-finite-math-only ..."     With clang -ffast-math, add it for the implementation's
//                                         file.
//     MSVC                                /O2 is enough; no /arch is needed. You may keep /fp:fast
//                                         for all files: the library's pragmas override it for the
//                                         implementation. C needs /std:c11 or later; C++ needs no
//                                         option. MSVC itself was not tested: see docs/building.md.
//     warnings                            There should be none with -Wall -Wextra -Wpedantic
//                                         -Wconversion -Wshadow, and none at all in the interface.
//                                         Against stricter warnings, include it as a system header
//                                         (-isystem).
//     results differ between machines     Compare COLLIDE_VERSION on both. Then check whether flags
//                                         flush denormal numbers (-ffast-math on the link line) or
//                                         the rounding mode was changed. Otherwise it is a bug:
//                                         please report it.
