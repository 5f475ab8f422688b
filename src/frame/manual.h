#pragma once
// collide.h - v1.0.0-rc.1 - collision queries in C: fast, never a miss, same bits on every machine
//
// Do this in ONE C or C++ file, before including the header:
//
//     #define COLLIDE_IMPLEMENTATION
//     #include "collide.h"
//
// In all other files, only include "collide.h". If your program is one file, define COLLIDE_STATIC,
// too: the compiler then keeps only the functions that you call. The program of README.md compiles
// in a second to 21 KB; all functions take 27 s and 1,090 KB. You need no build system, no libm and
// no allocation. Put collide_simd.h beside collide.h, and the same calls run on SSE2, AVX2,
// AVX-512, NEON or WASM SIMD and return the same bits. On x86 the instruction set is chosen at run
// time.
//
// EXAMPLE
//
//     collide_sphere sphere = {{0, 0, 1}, 1.25f};
//     collide_triangle ground = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}};
//     collide_kdop18 a = collide_kdop18_from_sphere(&sphere);
//     collide_kdop18 b = collide_kdop18_from_triangle(&ground);
//     if (collide_kdop18_kdop18(&a, &b)) {
//         // the bounds overlap: test the shapes themselves
//     }
//
// DOES
//     k-DOPs       Kinds 6, 14, 18 and 26: bounds of points, triangles, boxes, spheres and
//                  cylinders; overlap at rest; first and last time of overlap when moving; batches
//                  over packs of any size.
//     Boxes and    Separating axes for OBBs, triangles and convex bodies, at rest or moving: first
//     convex       and last time of contact, normal, depth, contact points; OBBs and triangles in
//     bodies       batches.
//     Spheres      Overlap, at rest or moving, single or in batches; bounding spheres.
//     Triangles    Exact overlap of two triangles, single or in batches; their intersection;
//                  contacts of surfaces; tetrahedra.
//     Rays         Rays and segments against boxes, spheres, capsules, cylinders, planes, convex
//                  bodies, k-DOPs, triangles and tetrahedra.
//     Octree       All overlapping pairs among many spheres or boxes; all objects near one object
//                  or on a segment; the nearest objects. One call finds the contacts of many
//                  bodies (meshes under poses).
//     Terrain      Solid cylinders (such as wheels) and shapes of every kind but planes on grids of
//                  heights: overlap, distance, sweep, and the contacts that a solver needs; packs
//                  of cylinders.
//     Trees        A mesh against another mesh under any pose, against itself or against a single
//                  shape: the triangles that overlap, their contacts, the distance, the first
//                  triangle on a ray. Signed distances of points from closed meshes.
//                  Moving meshes: the first time of contact, for one pair or for many. A front lets
//                  a query start from the result of the previous query.
//     Solids       Points inside closed meshes and tetrahedra; meshes inside other meshes.
//     Any shapes   Two shapes of any kind: overlap, distance with nearest points and margin, single
//                  or in batches; contacts that a solver can stand on; sweep; the nearest of many
//                  shapes; capsules. A shape of any kind against rays, meshes, terrain and cables,
//                  with contacts on meshes and terrain that a solver can stand on.
//     Motion       Shapes of any kind, meshes, terrain and cables that move and turn: a bracket of
//                  the time at which two of them first touch, which is never late.
//     Cables       Chains of B-splines with a radius against boxes, triangles, spheres, cylinders,
//                  terrain, meshes and each other, with the position along the cable and the depth;
//                  batches; distances and clearances along the length.
//
// DOES NOT
//     It does not allocate memory, print, exit or start threads. It calls libm only for sqrt on
//     machines that have no instruction for it. It keeps no state except the chosen kernel tables
//     and the cap set by collide_isa_limit. It does not simulate: it has no solver.
//
// CONTENTS: search for the mark
//     >>choosing       which call answers which question
//     >>options        macros that you may define
//     >>building       problems when compiling and linking, and their solutions
//     >>conventions    units, closed sets, numerics, threads, bad input
//     >>vocabulary     types that all families share; status; OBBs; poses
//     >>isa            which instruction set runs, and how to cap it
//     >>aabb           AABBs against each other, single and in batches, and against spheres
//     >>kdop           k-DOPs and packs of k-DOPs
//     >>sat            separating axes: OBBs, triangles, convex bodies, at rest or moving
//     >>sphere         spheres against spheres and triangles, at rest or moving; bounding spheres
//     >>triangle       triangles against triangles, exactly, or moving; contacts of meshes; closest
//                      points; tetrahedra
//     >>octree         pairs among many spheres or boxes; objects near one object; contacts of many
//                      bodies in one call
//     >>cylinder       cylinders on planes and triangles
//     >>terrain        height grids: cylinders, spheres, boxes and triangles on terrain; contacts;
//                      height and normal at a point
//     >>tree           meshes against meshes under any pose, at rest or moving: trees of k-DOPs
//                      over triangles or tetrahedra; points and meshes inside a mesh
//     >>ray            rays and segments against shapes, packs, octrees, terrain and trees
//     >>cable          cables of B-splines against boxes, triangles, spheres, cylinders, terrain,
//                      trees and each other
//     >>shape          any two shapes: distance, margin, overlap, contacts and sweep; capsules; any
//                      shape against rays, trees, terrain and cables
//     >>motion         any two shapes that move and turn: the first time of contact; shapes with
//                      terrain and cables; links of robots
//     >>base_impl      implementation: numbers, vocabulary, run-time choice
//     >>aabb_impl      implementation: AABBs
//     >>kdop_impl      implementation: k-DOPs
//     >>sat_impl       implementation: separating axes
//     >>sphere_impl    implementation: spheres
//     >>triangle_impl  implementation: triangles
//     >>octree_impl    implementation: octree
//     >>cylinder_impl  implementation: cylinders
//     >>terrain_impl   implementation: terrain
//     >>tree_impl      implementation: trees
//     >>ray_impl       implementation: rays
//     >>cable_impl     implementation: cables
//     >>shape_impl     implementation: shapes
//     >>motion_impl    implementation: motion
//
// The licence is MIT; its text is at the end of the file. Sources are cited by short names:
//     [Gerasimenko] Gerasimenko, Afanasyev, Methods and algorithms of collision analysis of 3D
//                   objects in modelling and VR systems: k-DOP volumes and trees
//     [Gamedev]     Determining collisions of convex objects moving with constant velocities,
//                   gamedev.ru, 2002: first and last time of contact
//     [Strashnov]   Strashnov, Torgashev, Collision detection algorithms of bounding cylinders with
//                   terrain model, INJOIT 2020: cylinders on height grids
//     [Sudar]       Simulation of rigid-body collisions, chapter 3 (in Croatian): spheres, octree,
//                   triangle against triangle, contacts
//     [Moeller]     A fast triangle-triangle intersection test, 1997
//     [Guigue]      Guigue, Devillers, Fast and robust triangle-triangle overlap test using
//                   orientation predicates, 2003
//     [MaLong]      Collision detection of cables modelled by B-splines with rigid bodies: boxes,
//                   centre line, facets
//     [Barber]      Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996
//     [Larsson]     Larsson, Kallberg, Fast computation of tight-fitting oriented bounding boxes,
//                   2011
//     [Shewchuk]    Adaptive precision floating-point arithmetic and fast robust geometric
//                   predicates, 1997
