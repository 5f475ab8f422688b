#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Families that are selected by COLLIDE_WITH_, and what they need, leave out all others.
#if defined(COLLIDE_WITH_AABB) || defined(COLLIDE_WITH_KDOP) || defined(COLLIDE_WITH_SAT) ||       \
    defined(COLLIDE_WITH_SPHERE) || defined(COLLIDE_WITH_TRIANGLE) ||                              \
    defined(COLLIDE_WITH_OCTREE) || defined(COLLIDE_WITH_CYLINDER) ||                              \
    defined(COLLIDE_WITH_TERRAIN) || defined(COLLIDE_WITH_TREE) || defined(COLLIDE_WITH_RAY) ||    \
    defined(COLLIDE_WITH_CABLE)
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

// What needs a family that is left out goes, too.
#if (defined(COLLIDE_NO_AABB) || defined(COLLIDE_NO_SPHERE)) && !defined(COLLIDE_NO_OCTREE)
#define COLLIDE_NO_OCTREE
#endif
#if defined(COLLIDE_NO_CYLINDER) && !defined(COLLIDE_NO_TERRAIN)
#define COLLIDE_NO_TERRAIN
#endif
#if defined(COLLIDE_NO_TRIANGLE) && !defined(COLLIDE_NO_TREE)
#define COLLIDE_NO_TREE
#endif

#define COLLIDE_VERSION_MAJOR 0
#define COLLIDE_VERSION_MINOR 15
#define COLLIDE_VERSION_PATCH 0
// One number that orders versions: 10000 * major + 100 * minor + patch.
#define COLLIDE_VERSION                                                                            \
    (COLLIDE_VERSION_MAJOR * 10000 + COLLIDE_VERSION_MINOR * 100 + COLLIDE_VERSION_PATCH)

// ================================================================================================
// >>choosing
// ================================================================================================
// What you ask, and the call that answers it. Suffixes are told under >>conventions; each family
// begins with an example.
//
//     ask                                          call
//     Many objects
//       which of them may touch each other?        collide_octree_self_indices (of balls and
//                                                  aligned boxes: which do); of up to some thousand
//                                                  collide_kdop18_kdop18_self_indices
//       which of them may touch this one?          collide_kdop18_kdop18_many_indices; in an
//                                                  octree collide_sphere_octree_indices
//       the boxes and bounds that these take       collide_aabb_from_obb, collide_kdop18_from_obb,
//                                                  also _from_points, _triangle, _sphere, _cylinder
//                                                  and _spline
//       bodies with meshes: where do they touch?   collide_bodies_touches, all in one call
//       meshes that move: which meet, and when?    collide_movers_sweep
//     Two shapes
//       do they meet?                              collide_sphere_sphere, collide_aabb_aabb,
//                                                  collide_obb_obb, collide_obb_triangle,
//                                                  collide_triangle_triangle (exact),
//                                                  collide_convex_convex, and so on
//       where, how deep, which way out?            boxes, box and triangle, triangles: the same
//                                                  with _contacts; convex bodies: their out; balls:
//                                                  along the centres
//       they move: from when to when?              _sweep, and of boxes, triangles and convex
//                                                  bodies _sweep_contacts: what touches then
//       they turn, too                             shorter steps; or grown by 2 r sin(angle / 2)
//                                                  for the angle of the step (up to pi) and r from
//                                                  the centre of rotation to the farthest point
//       a million pairs of them                    _pairs of arrays, _lanes of two packs; convex
//                                                  bodies in a loop
//       a capsule                                  is a collide_spline: >>cable says how
//     Meshes
//       two, under any poses                       collide_tree_tree, collide_tree_tree_indices,
//                                                  collide_tree_tree_touches
//       one and a box, ball, cylinder, triangle    collide_obb_tree_indices, and so on; contacts
//                                                  by asking for those of each triangle listed,
//                                                  collide_obb_triangle_contacts and so on
//       they move: when do they meet?              collide_tree_tree_sweep, collide_obb_tree_sweep
//       is this inside?                            collide_point_tree,
//                                                  collide_tree_tree_containment, of tetrahedra or
//                                                  trees built with options.type =
//                                                  COLLIDE_TREE_CLOSED: nothing is inside of others
//       a mesh that bends                          collide_tree_refit; of many parts that move one
//                                                  by one, a tree each
//     A grid of heights
//       a wheel or barrel on it                    collide_cylinder_terrain_contacts; of many
//                                                  collide_terrain_cylinder_many first
//       a ball, a box                              collide_sphere_terrain_contacts,
//                                                  collide_obb_terrain_contacts
//       how high is it here?                       collide_terrain_height
//       it moves fast                              there are no sweeps on terrain, which has no
//                                                  bottom: what went through is pushed up. Shots:
//                                                  collide_ray_terrain
//     Cables and hoses
//       with boxes, balls, cylinders, terrain      collide_cable_aabb_contacts and so on
//       with meshes                                collide_cable_tree_contacts
//       with each other, with itself               collide_cable_cable_contacts,
//                                                  collide_cable_self_contacts
//       they move                                  there are no sweeps: shorter steps
//     Rays, shots, lines of sight
//       what is hit first?                         collide_ray_tree, collide_ray_terrain; shapes
//                                                  one by one collide_ray_obb and so on
//       many objects                               the least t of collide_ray_obb_many, or of
//                                                  aligned boxes collide_ray_kdop6_many; in an
//                                                  octree collide_segment_octree_indices
//       what is hit moves                          subtract its velocity from the direction
//
// Which pairs there are: y yes or no, c contacts too (or depth and normal), s sweeps.
//
//                  ball  aligned  turned  triangle  convex  cylinder  cable  mesh  terrain
//     ball         y s   y        -       y s       -       -         c      y s   c
//     aligned box        y        -       y         -       -         c      y     -
//     turned box                  c s     c s       -       -         c      y s   c
//     triangle                            c s       -       c         c      y     y
//     convex body                                   c s     -         -      y s   -
//     cylinder                                              -         c      y     c
//     cable                                                           c      c     c
//     mesh                                                                   c s   -
//     ray          y     y        y       y         -       -         -      y     c
//
// k-DOPs meet k-DOPs (y s), triangles, meshes and rays (y); tetrahedra meet each other, triangles
// and meshes (y); planes meet cylinders (c). Ways round a gap: an aligned box is a turned one and a
// 6-DOP, a box or a triangle is a convex body (collide_convex_build), a cylinder lies within a box
// (collide_obb_from_cylinder), a ball or capsule is a collide_spline of four points (>>cable).
//
// From many to few: an octree or k-DOPs say which pairs may touch, and cost nanoseconds; the calls
// for two shapes say whether they do; contacts, for those that do, cost most and come last.

// ================================================================================================
// >>options
// ================================================================================================
// Define before including the header; all but the first three must be the same in every file.
//
//     macro                    meaning                                             default
//     COLLIDE_IMPLEMENTATION   this file holds the implementation                  undefined
//     COLLIDE_STATIC           all functions are static: define it together with   undefined
//                              COLLIDE_IMPLEMENTATION, in each file that calls
//     COLLIDE_API              stands before each function: what a shared library  extern
//                              exports, such as __declspec(dllexport), and its
//                              users __declspec(dllimport)
//     COLLIDE_ASSERT(x)        checks at the entry of functions that no pointer    does nothing
//                              is missing, and that octrees are such; must not
//                              return if x is false (SECURITY.md)
//     COLLIDE_REQUIRE_SIMD     an #error if batches can only run scalar            undefined
//     COLLIDE_NO_SIMD          scalar only, even if collide_simd.h is there        undefined
//     COLLIDE_NO_SSE2          leave an instruction set out; the next lower        undefined
//     COLLIDE_NO_AVX2          one takes its place
//     COLLIDE_NO_AVX512
//     COLLIDE_NO_NEON
//     COLLIDE_NO_WASM
//     COLLIDE_SIMDE            4-wide kernels through SIMDe on any machine,        undefined
//                              on x86 instead of the native ones
//     COLLIDE_SIMD_FILENAME    where collide_simd.h is, if you rename it           "collide_simd.h"
//     COLLIDE_WITH_AABB        compile the families so named, and those that they  undefined
//     COLLIDE_WITH_KDOP        need (see below), and no others; if none is named,
//     COLLIDE_WITH_SAT         compile all of them
//     COLLIDE_WITH_SPHERE
//     COLLIDE_WITH_TRIANGLE
//     COLLIDE_WITH_OCTREE
//     COLLIDE_WITH_CYLINDER
//     COLLIDE_WITH_TERRAIN
//     COLLIDE_WITH_TREE
//     COLLIDE_WITH_RAY
//     COLLIDE_WITH_CABLE
//     COLLIDE_NO_AABB          leave out aligned boxes; with them go octrees       undefined
//     COLLIDE_NO_KDOP          leave out k-DOPs                                    undefined
//     COLLIDE_NO_SAT           leave out oriented boxes and convex bodies          undefined
//     COLLIDE_NO_SPHERE        leave out balls; with them go octrees               undefined
//     COLLIDE_NO_TRIANGLE      leave out triangles against triangles, tetrahedra,  undefined
//                              closest points; with them go trees
//     COLLIDE_NO_OCTREE        leave out octrees                                   undefined
//     COLLIDE_NO_CYLINDER      leave out cylinders; with them goes terrain         undefined
//     COLLIDE_NO_TERRAIN       leave out terrain, and contacts of cylinders        undefined
//     COLLIDE_NO_TREE          leave out trees                                     undefined
//     COLLIDE_NO_RAY           leave out rays and segments                         undefined
//     COLLIDE_NO_CABLE         leave out cables                                    undefined
//
// Each family has a section of its own below. Octrees need aligned boxes and balls, trees need
// triangles, and terrain needs cylinders: COLLIDE_WITH_TREE selects trees and triangles.
// COLLIDE_NO_ takes away from what is selected. Single shapes belong to no family: cables against
// boxes come with COLLIDE_WITH_CABLE alone. Calls between two families, such as collide_ray_tree,
// bodies (octrees, triangles) and movers (trees, octrees), exist where both are selected.

// ================================================================================================
// >>building
// ================================================================================================
//     what you see                        why, and what to do
//     undefined reference to collide_...  No file defines COLLIDE_IMPLEMENTATION before it includes
//                                         collide.h, or one leaves the family out (>>options).
//     multiple definition of collide_...  Several files define it. One is enough; or define
//                                         COLLIDE_STATIC as well, and each has its own.
//     compiling takes 10 to 25 s          Give the implementation a file that holds nothing else.
//                                         Select the families that you need (COLLIDE_WITH_...).
//     "collide_simd.h is of version ..."  Take both headers from one release.
//     collide_isa() is scalar             collide_simd.h is not beside collide.h, or the compiler
//                                         has no __has_include (gcc 5, MSVC 2017 have it); or
//                                         there is nothing for this machine (README.md has a
//                                         table; gcc for i386 wants -msse2 -mfpmath=sse).
//                                         COLLIDE_REQUIRE_SIMD makes it an error.
//     "SIMDe was not found ..."           Off x86 the kernels need SIMDe's headers: add -I and the
//                                         folder that holds its folder simde. Cross compilers may
//                                         not see all of /usr/include: give them a folder that has
//                                         a link to /usr/include/simde and nothing else.
//     redefinition of simde_mm_...        On x86, SIMDe's native aliases are on: include collide.h
//                                         before SIMDe in the file with the implementation.
//     "needs arithmetic in float ..."     clang for 32-bit x86: add -msse2 -mfpmath=sse.
//     "add -fno-finite-math-only ..."     clang -ffast-math: add it for the implementation's file.
//     MSVC                                /O2 is enough, no /arch; /fp:fast may stay for your other
//                                         files and for this one, which has pragmas of its own. C
//                                         needs /std:c11 or later, C++ nothing. Not run by us: see
//                                         README.md.
//     warnings                            There should be none with -Wall -Wextra -Wpedantic
//                                         -Wconversion -Wshadow, of the interface none at all. Of
//                                         stricter ones: include it as a system header (-isystem).
//     other results than on a friend's    Ask both for COLLIDE_VERSION, then see whether flags
//                                         flush denormal numbers (-ffast-math on the link line) or
//                                         rounding was changed. Else it is a bug: please tell us.
