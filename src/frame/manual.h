#pragma once
// collide.h - v0.14.0 - collision queries in C: fast, never a miss, the same bits on every machine
//
// Do this in ONE C or C++ file, before including the header:
//
//     #define COLLIDE_IMPLEMENTATION
//     #include "collide.h"
//
// and include "collide.h" alone in all others. A program of one file defines COLLIDE_STATIC, too:
// only what it calls is compiled then, in .6 s and 20 KB rather than 16 s and 830 KB. No build
// system, no libm, no allocation.
// Put collide_simd.h beside it, and the same calls give the same bits on SSE2, AVX2, AVX-512,
// NEON or WASM SIMD, chosen at run time on x86. Nothing else changes.
//
// EXAMPLE
//
//     collide_sphere ball = {{0, 0, 1}, 1.25f};
//     collide_triangle ground = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}};
//     collide_kdop18 a = collide_kdop18_from_sphere(&ball);
//     collide_kdop18 b = collide_kdop18_from_triangle(&ground);
//     if (collide_kdop18_kdop18(&a, &b)) {
//         // near: look closer
//     }
//
// DOES
//     k-DOPs of kinds 6, 14, 18 and 26: bounds of points, triangles, boxes, spheres and cylinders,
//     single overlap tests, moving overlap with times, and batches over packs of any size.
//     Separating axes: oriented boxes, triangles and convex bodies, still or moving: first and last
//     time of contact, normal, depth, contact points; boxes and triangles in batches.
//     Spheres: still and moving, single and in batches; bounding spheres.
//     Triangles against triangles: exact verdicts, in single calls and in batches, what they have
//     in common, contacts of surfaces; tetrahedra.
//     Rays and segments against triangles, boxes, spheres, k-DOPs.
//     Octree: all pairs that meet among many spheres or boxes, and what is near one or on a
//     segment; from bodies (meshes under poses) to their contacts in one call.
//     Terrain: solid cylinders, such as wheels, on grids of heights, one or a pack of them, with
//     the contacts that a solver needs; balls and boxes.
//     Trees: mesh against mesh under any pose, against itself, or against single shapes: the
//     triangles that meet; the first one on a ray. Moving ones: first time of contact, one pair or
//     many movers; contacts; queries that know what the last one found.
//     Solids: closed meshes and tetrahedra, points inside, which mesh holds which.
//     Cables: chains of B-splines with a radius against boxes, triangles, balls, cylinders,
//     terrain, meshes and each other: where along them, how deep; in batches.
//
// DOES NOT
//     allocate memory, call libm, print, exit, start threads, keep state other than the chosen
//     kernel tables and the cap set by collide_isa_limit, or simulate: there is no solver. Nor does
//     it tell how far shapes are apart, but of points, segments and triangles (closest points).
//
// CONTENTS: search for the mark
//     >>choosing       which call answers which question
//     >>options        macros that the user may define
//     >>building       what may go wrong when compiling and linking, and what to do
//     >>conventions    units, closed sets, numerics, threads, bad input
//     >>vocabulary     types that all families share; status; oriented boxes; poses
//     >>isa            which instruction set runs, and how to cap it
//     >>aabb           AABBs against each other, single and in batches, and against spheres
//     >>kdop           k-DOPs and packs of k-DOPs
//     >>sat            separating axes: boxes, triangles, convex bodies, still or moving
//     >>sphere         balls against balls and triangles, still or moving; bounding spheres
//     >>triangle       triangles against triangles, exactly, or moving; contacts of meshes; closest
//                      points; tetrahedra
//     >>octree         pairs among many spheres or boxes, what is near one; contacts of many bodies
//                      in one call
//     >>cylinder       cylinders on planes and triangles
//     >>terrain        height grids: cylinders, balls, boxes and triangles on terrain; contacts;
//                      height and normal at a point
//     >>tree           meshes against meshes under any pose, still or moving: trees of k-DOPs over
//                      triangles or tetrahedra; what is inside
//     >>ray            rays and segments against shapes, packs, octrees, terrain and trees
//     >>cable          cables of B-splines against boxes, triangles, balls, cylinders, terrain,
//                      trees and each other
//     >>base_impl      implementation: numbers, vocabulary, run-time choice
//     >>aabb_impl      implementation: aligned boxes
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
//
// Licence: MIT, at the end of the file. Sources are cited by short names:
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
//     [Shewchuk]    Adaptive precision floating-point arithmetic and fast robust geometric
//                   predicates, 1997
