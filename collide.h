// collide.h - v0.11.0 - collision queries in C: fast, never a miss, the same bits on every machine
//
// Do this in ONE C or C++ file, before including the header:
//
//     #define COLLIDE_IMPLEMENTATION
//     #include "collide.h"
//
// and include "collide.h" alone in all others. No build system, no libm, no allocation.
// Put collide_simd.h beside it, and the same calls give the same bits on SSE2, AVX2, AVX-512,
// NEON or WASM SIMD, chosen at run time on x86. Nothing else changes.
//
// EXAMPLE
//
//     collide_sphere ball = {{0, 0, 1}, 0.5f};
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
//     kernel tables and the cap set by collide_isa_limit, or simulate: there is no solver.
//
// CONTENTS: search for the mark
//     >>options        macros that the user may define
//     >>conventions    units, closed sets, numerics, threads, bad input
//     >>vocabulary     types that all families share; status; oriented boxes; poses
//     >>isa            which instruction set runs, and how to cap it
//     >>kdop           k-DOPs and packs of k-DOPs
//     >>sat            separating axes: boxes, triangles, convex bodies, still or moving
//     >>sphere         balls against balls, still or moving; bounding spheres
//     >>triangle       triangles against triangles, exactly; contacts of meshes; closest points;
//                      rays and segments against shapes
//     >>octree         pairs among many spheres or boxes, what is near one or on a segment;
//                      contacts of many bodies in one call
//     >>terrain        height grids: cylinders, balls, boxes, triangles and rays on terrain;
//                      contacts; height and normal at a point; cylinders on planes and triangles
//     >>tree           meshes against meshes under any pose, still or moving: trees of k-DOPs over
//                      triangles or tetrahedra; what is inside
//     >>cable          cables of B-splines against boxes, triangles, balls, cylinders, terrain,
//                      trees and each other
//     >>base_impl      implementation: numbers, vocabulary, run-time choice
//     >>kdop_impl      implementation: k-DOPs
//     >>sat_impl       implementation: separating axes
//     >>sphere_impl    implementation: spheres
//     >>triangle_impl  implementation: triangles
//     >>octree_impl    implementation: octree
//     >>terrain_impl   implementation: terrain
//     >>tree_impl      implementation: trees
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

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(COLLIDE_NO_SAT) && !defined(COLLIDE_NO_SPHERE)
#define COLLIDE_NO_SPHERE
#endif
#if defined(COLLIDE_NO_SAT) && !defined(COLLIDE_NO_TRIANGLE)
#define COLLIDE_NO_TRIANGLE
#endif
#if (defined(COLLIDE_NO_SPHERE) || defined(COLLIDE_NO_TRIANGLE)) && !defined(COLLIDE_NO_OCTREE)
#define COLLIDE_NO_OCTREE
#endif
#if defined(COLLIDE_NO_SAT) && !defined(COLLIDE_NO_TERRAIN)
#define COLLIDE_NO_TERRAIN
#endif
#if defined(COLLIDE_NO_TRIANGLE) && !defined(COLLIDE_NO_TREE)
#define COLLIDE_NO_TREE
#endif
#if defined(COLLIDE_NO_TRIANGLE) && !defined(COLLIDE_NO_CABLE)
#define COLLIDE_NO_CABLE
#endif

#define COLLIDE_VERSION_MAJOR 0
#define COLLIDE_VERSION_MINOR 11
#define COLLIDE_VERSION_PATCH 0
// One number that orders versions: 10000 * major + 100 * minor + patch.
#define COLLIDE_VERSION                                                                            \
    (COLLIDE_VERSION_MAJOR * 10000 + COLLIDE_VERSION_MINOR * 100 + COLLIDE_VERSION_PATCH)

// ================================================================================================
// >>options
// ================================================================================================
// Define before including the header; all but the first two must be the same in every file.
//
//     macro                    meaning                                             default
//     COLLIDE_IMPLEMENTATION   this file holds the implementation                  undefined
//     COLLIDE_STATIC           all functions are static: define it together with   undefined
//                              COLLIDE_IMPLEMENTATION, in each file that calls
//     COLLIDE_ASSERT(x)        checks at the entry of functions: pointers, sizes   does nothing
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
//     COLLIDE_NO_KDOP          leave the k-DOP family out                          undefined
//     COLLIDE_NO_SAT           leave boxes, triangles and convex bodies out, and   undefined
//                              with them all below
//     COLLIDE_NO_SPHERE        leave balls and bounding spheres out                undefined
//     COLLIDE_NO_TRIANGLE      leave triangles against triangles, their contacts,  undefined
//                              closest points, rays and segments out
//     COLLIDE_NO_OCTREE        leave the octree out; it goes, too, with spheres    undefined
//                              or triangles
//     COLLIDE_NO_TERRAIN       leave terrain out, and cables against cylinders     undefined
//     COLLIDE_NO_TREE          leave trees out; they go, too, with triangles       undefined
//     COLLIDE_NO_CABLE         leave cables out; they go, too, with triangles      undefined

// ================================================================================================
// >>conventions
// ================================================================================================
// Space     Right-handed, z up, float32, one unit of length throughout (your choice).
// Sets      Closed: touching is overlapping. Extents may be zero.
// Names     collide_A_B is one A against one B. Suffixes: _sweep moving, with times; _many one
//           against a pack, as hit bits; _many_indices the same as indices; _lanes pack against
//           pack, lane by lane; _pairs a list of index pairs into arrays; _all several against a
//           pack in one pass, as hit bits; _all_indices and _self_indices all overlapping pairs of
//           two packs, or of one; _contacts the contacts of a pair; _near a necessary condition.
//           collide_A_from_B makes an A, collide_A_pack_... a pack of them.
// Pack      The form that batches read: blocks of 16 objects, one row of 16 floats per component.
//           It lies in memory you provide, COLLIDE_ALIGNMENT bytes aligned, and holds offsets, no
//           pointers: move it with memcpy, or save it to a file.
// Hit bits  One uint16_t per block of 16 objects, bit i for object 16 * block + i; bits past the
//           last object are zero. n objects have COLLIDE_BLOCKS(n) blocks, 0 have none.
// Lists     A list that is too small takes the first results in order, of contacts the deepest; the
//           full count is returned. It may be NULL if its capacity is 0. (Contacts of many bodies
//           come in order, too; those of two trees say what else is different.)
// Strides   Bytes from one element to the next; 0 means tightly packed. Elements may lie within
//           larger structs of yours; builders take any stride, queries multiples of 4. Heights of
//           terrain may lie at any address and stride.
// Errors    Functions that return collide_status check their input and write nothing on error but
//           an empty, usable result. Queries check nothing but what would read out of bounds: NaN
//           never hits and disturbs no other lane, infinities and huge values never trap.
// Pointers  Are required, unless it is said that they may be NULL.
// Aliasing  Outputs must not overlap inputs.
// Threads   Queries are pure. Build packs of any multiple of 16 objects each, run them on any
//           number of threads or machines: the bits are those of one pack that holds all.
// Same bits A batch of n equals n single calls, bit for bit, on every instruction set, compiler
//           and optimisation level, in the default floating-point environment (round to nearest, no
//           flush to zero, exceptions masked: NaN in packs and holes in terrain raise flags). gcc
//           -Ofast and clang -ffast-math are included, but programs linked with them flush denormal
//           numbers to zero, and there the bits differ; and clang needs -fno-finite-math-only
//           besides, for the file with the implementation, or it drops infinities: an #error.
// Compilers C99 or C++11; float and double of 32 and 64 bits. Tested: gcc 11, 12, clang 13 to 22,
//           mingw-w64, clang for windows-msvc; x86-64, i386, aarch64, armv7 (scalar), WASM. i386
//           wants -msse2 -mfpmath=sse: else gcc runs scalar, and clang refuses. sqrt is libm's
//           where there is no instruction for it (some ARM microcontrollers). What follows in the
//           file with the implementation keeps your pragmas and macros, but with MSVC, and clang
//           on WASM, armv7 or (before 16) aarch64: there FP_CONTRACT is the default afterwards, and
//           -ffast-math reorders no sums.
// Misses    No hit is lost beyond the bound that each family states.
// Bounds    No bound is ever inside its object, and two objects that share a point never have
//           disjoint k-DOPs. Rows of points, triangles and aligned boxes are exact on the axes and
//           rounded outward once for two terms; all others are at most a few units wide in the last
//           place of the largest term.

// Alignment of pack memory, in bytes.
#define COLLIDE_ALIGNMENT 64
// Blocks of 16 that n objects fill: the number of uint16_t in a row of hit bits.
#define COLLIDE_BLOCKS(n) ((n) / 16 + ((n) % 16 != 0))

#ifdef COLLIDE_STATIC
#if defined(__GNUC__) || defined(__clang__)
#define COLLIDE_API static __attribute__((unused))
#else
#define COLLIDE_API static
#endif
#else
#define COLLIDE_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ================================================================================================
// >>vocabulary
// ================================================================================================

typedef struct collide_vec3 {
    float x, y, z;
} collide_vec3;

// Axis-aligned box. Empty if min > max on any axis. Infinite bounds are legal.
typedef struct collide_aabb {
    collide_vec3 min, max;
} collide_aabb;

// Solid ball, radius >= 0.
typedef struct collide_sphere {
    collide_vec3 center;
    float radius;
} collide_sphere;

// Flat, without thickness; zero area (a segment or a point) is legal.
typedef struct collide_triangle {
    collide_vec3 v[3];
} collide_triangle;

// Solid, the hull of its vertices in any order; without volume (flat, a segment, a point) it is
// legal.
typedef struct collide_tetrahedron {
    collide_vec3 v[4];
} collide_tetrahedron;

// Oriented box {center + sum of s_i * half_i * axis[i], |s_i| <= 1} of the given floats.
// half >= 0. The promises hold for axes that pass collide_obb_check.
typedef struct collide_obb {
    collide_vec3 center;
    collide_vec3 half;
    collide_vec3 axis[3];
} collide_obb;

// Solid cylinder: all points within radius of the axis line and within height / 2 of center along
// it. axis is of unit length within 2^-21, as are the axes of a pose; radius, height >= 0, on
// terrain > 0.
typedef struct collide_cylinder {
    collide_vec3 center;
    collide_vec3 axis;
    float radius, height;
} collide_cylinder;

// Rigid transform: p becomes position + p.x * axis[0] + p.y * axis[1] + p.z * axis[2], so axis[i]
// are the columns of the rotation matrix. Start from collide_pose_identity().
typedef struct collide_pose {
    collide_vec3 position;
    collide_vec3 axis[3];
} collide_pose;

// Points origin + t * direction for t from 0 to the query's t_max. direction need not be of unit
// length: a segment from p to q has direction q - p and t_max = 1.
typedef struct collide_ray {
    collide_vec3 origin, direction;
} collide_ray;

// From a to b, both included; equal ones make a point.
typedef struct collide_segment {
    collide_vec3 a, b;
} collide_segment;

// One contact of shape A with shape B. The normal is of unit length and points from B to A: moving
// A by depth * normal separates this contact (on terrain about, of two edges of triangles not
// always: >>terrain and >>triangle say what depth is there). depth >= 0. Feature ids name the
// vertex, edge or face of either shape; each family says how.
typedef struct collide_contact {
    collide_vec3 point_a, point_b;
    collide_vec3 normal;
    float depth;
    uint32_t feature_a, feature_b;
} collide_contact;

// Times of contact of two moving shapes: they meet in [t_first, t_last] and at no other time of
// the query's interval. A miss has t_first = +infinity and t_last = -infinity.
typedef struct collide_sweep {
    float t_first, t_last;
} collide_sweep;

// Indices of two objects.
typedef struct collide_pair {
    uint32_t a, b;
} collide_pair;

// Indexed triangles (where a function says so, tetrahedra, of four indices each) in memory you
// provide; 0 or NULL in the optional fields means the default.
typedef struct collide_mesh {
    const void *positions;  // first vertex: three floats x, y, z
    size_t vertex_count;    // at least 1
    size_t position_stride; // bytes from vertex to vertex, at least 12; 0 means 12
    const void *indices;    // three per triangle; NULL means 0, 1, 2, ...
    size_t triangle_count;  // at least 1
    size_t index_size;      // bytes of an index, 2 or 4; 0 means 4
} collide_mesh;

// Identifier, text.
#define COLLIDE_STATUSES(X)                                                                        \
    X(COLLIDE_OK, "ok")                                                                            \
    X(COLLIDE_ERROR_NULL, "a required pointer is NULL")                                            \
    X(COLLIDE_ERROR_COUNT, "the count is zero, too small, or not the one expected")                \
    X(COLLIDE_ERROR_OVERFLOW, "the count is too large: a size or an index overflows")              \
    X(COLLIDE_ERROR_STRIDE, "the stride is smaller than an element")                               \
    X(COLLIDE_ERROR_SIZE, "the buffer is too small")                                               \
    X(COLLIDE_ERROR_ALIGNMENT, "the buffer is not aligned to COLLIDE_ALIGNMENT bytes")             \
    X(COLLIDE_ERROR_INDEX, "an index is out of range")                                             \
    X(COLLIDE_ERROR_INDEX_SIZE, "the index size is neither 2 nor 4")                               \
    X(COLLIDE_ERROR_KIND, "the kind is unknown or not the one that was asked for")                 \
    X(COLLIDE_ERROR_NOT_FINITE, "a number is infinite or not a number")                            \
    X(COLLIDE_ERROR_EXTENT,                                                                        \
      "an extent, a radius or a step is negative, zero where it may not be, or too large")         \
    X(COLLIDE_ERROR_AXES, "axes are not of unit length, or not orthogonal, within 2^-21")          \
    X(COLLIDE_ERROR_CONVEX, "the mesh is not convex")                                              \
    X(COLLIDE_ERROR_OPTION, "an option is out of range")                                           \
    X(COLLIDE_ERROR_TREE, "the tree is not the one that this was built for")                       \
    X(COLLIDE_ERROR_OPEN, "the mesh is not closed")

typedef enum collide_status {
#define COLLIDE__ENUMERATOR(id, text) id,
    COLLIDE_STATUSES(COLLIDE__ENUMERATOR)
#undef COLLIDE__ENUMERATOR
        COLLIDE_STATUS_COUNT
} collide_status;

// English text of a status, without a full stop; never NULL.
COLLIDE_API const char *collide_status_text(collide_status status);

// COLLIDE_OK if all numbers of the box are finite, half >= 0 and |axis[i].axis[j] - delta_ij| <=
// 2^-21 for all i, j (evaluated in double); else NULL, NOT_FINITE, EXTENT or AXES.
COLLIDE_API collide_status collide_obb_check(const collide_obb *box);

// The same box with axes that pass collide_obb_check: axis[0] keeps its direction, axis[1] its
// plane, axis[2] its side. Axes that are zero, parallel or not finite are replaced. center and half
// are kept as they are. For boxes from files and from long chains of rotations.
COLLIDE_API collide_obb collide_obb_orthonormalize(const collide_obb *box);

// The pose that moves nothing.
COLLIDE_API collide_pose collide_pose_identity(void);

// Rotation by the quaternion (x, y, z, w), which need not be of unit length, then translation to
// position. A zero or non-finite quaternion gives no rotation.
COLLIDE_API collide_pose collide_pose_from_quaternion(float x, float y, float z, float w,
                                                      collide_vec3 position);

// The point p under the pose: ((position + x * axis[0]) + y * axis[1]) + z * axis[2], in this order
// of float32 operations.
COLLIDE_API collide_vec3 collide_pose_apply(const collide_pose *pose, collide_vec3 p);

// COLLIDE_OK if all numbers of the pose are finite and |axis[i].axis[j] - delta_ij| <= 2^-21 for
// all i, j (evaluated in double); else NULL, NOT_FINITE or AXES. A reflection passes. Bodies and
// convex bodies want such a pose; trees take any axes.
COLLIDE_API collide_status collide_pose_check(const collide_pose *pose);

// The pose of b as seen from a: first b, then a undone (the inverse of its axes as they are, not
// their transpose). Either may be NULL, which stands for the identity; with a NULL the result is b
// itself, with b NULL the inverse of a. Evaluated in double, rounded to float32; infinite or NaN if
// the axes of a lie in a plane.
COLLIDE_API collide_pose collide_pose_relative(const collide_pose *a, const collide_pose *b);

// ================================================================================================
// >>isa
// ================================================================================================

// Instruction sets of the kernels, in rising order on x86.
typedef enum collide_isa_id {
    COLLIDE_ISA_SCALAR,
    COLLIDE_ISA_SSE2,
    COLLIDE_ISA_AVX2,
    COLLIDE_ISA_AVX512, // F, VL, DQ and BW
    COLLIDE_ISA_NEON,
    COLLIDE_ISA_WASM128,
    COLLIDE_ISA_SIMDE, // 4-wide through SIMDe, where COLLIDE_SIMDE asked for it
    COLLIDE_ISA_COUNT
} collide_isa_id;

// The instruction set that batches run on: the best one that was compiled in, that this machine and
// its operating system have, and that collide_isa_limit allows. Single calls are scalar, but those
// of convex bodies and of cylinders on terrain.
COLLIDE_API collide_isa_id collide_isa(void);

// Caps the choice for tests, benchmarks and debugging; COLLIDE_ISA_COUNT lifts the cap. On x86 a
// limit allows all sets up to it; a set of another machine allows scalar only. Returns what
// collide_isa() says from now on. Results never depend on it. Threads in the middle of a query
// finish it with the set they began with. With COLLIDE_STATIC each file has a cap of its own.
COLLIDE_API collide_isa_id collide_isa_limit(collide_isa_id limit);

// "scalar", "sse2", "avx2", "avx512", "neon", "wasm128", "simde"; else "unknown".
COLLIDE_API const char *collide_isa_text(collide_isa_id isa);

// ================================================================================================
// >>kdop
// ================================================================================================
#ifndef COLLIDE_NO_KDOP
// A k-DOP [Gerasimenko] holds the minimum and maximum of n.p over its points for k/2 fixed
// directions n with components -1, 0 or 1, not normalised. Rows of min and max, in this order:
//
//     kind   axes 0-2            then
//     6      x, y, z
//     14     x, y, z             x+y+z, x-y+z, x+y-z, x-y-z
//     18     x, y, z             x+y, x+z, y+z, x-y, x-z, y-z
//     26     x, y, z             those of 14, then those of 18
//
// Two k-DOPs are disjoint if their intervals are disjoint on any row, else they overlap: for the
// objects inside this is a necessary condition, never missed. 18 is the usual choice. The empty
// k-DOP (min = +infinity, max = -infinity on all rows) overlaps nothing and is the identity of
// merge.
//
// Every function below exists for all four kinds; kind 18 is written out, the others are declared
// by the macro after it. Choose once: typedef collide_kdop18 bound.

typedef struct collide_kdop6 {
    float min[3], max[3];
} collide_kdop6;
typedef struct collide_kdop14 {
    float min[7], max[7];
} collide_kdop14;
typedef struct collide_kdop18 {
    float min[9], max[9];
} collide_kdop18;
typedef struct collide_kdop26 {
    float min[13], max[13];
} collide_kdop26;

// A pack of k-DOPs: this header, then rows with one number per object. Axis rows and diagonal rows
// lie apart, so that an early reject reads only the first. Three levels, each exact where it
// decides, so that the answer is always that of the floats:
//     coarse   bounds of each block of 16, 16 blocks side by side: blocks far away are not read
//     short    rows rounded to 16 bits by one monotone function: unequal numbers are in the order
//              of the floats, so that all but a few objects are decided at half the memory
//     float    the rows as given, read where two short numbers are equal
// Order objects so that neighbours in space are neighbours in the pack (Morton order, a mesh as
// modelled) to gain most from the first. The second suffers from objects far larger than the rest
// or far from it. Read the fields freely, write them only through the functions below.
typedef struct collide_kdop_pack {
    uint32_t magic;             // COLLIDE_KDOP_PACK_MAGIC
    uint32_t kind;              // 6, 14, 18 or 26
    uint32_t count;             // objects
    uint32_t blocks;            // COLLIDE_BLOCKS(count)
    uint64_t size;              // bytes in use, this header included
    uint64_t coarse_offset;     // bytes from this header: per 16 blocks 6 rows min x, max x, ...
    uint64_t short_axis_offset; // per 32 objects 6 rows of int16_t
    uint64_t short_diagonal_offset; // per 32 objects kind - 6 rows of int16_t
    uint64_t axis_offset;           // per block 6 rows min x, max x, min y, ...
    uint64_t diagonal_offset;       // per block kind - 6 rows min, max, ...
} collide_kdop_pack;                // then, for each pair of rows, two doubles: origin and scale
#define COLLIDE_KDOP_PACK_MAGIC 0x504f444bu // "KDOP" in memory on little-endian machines

typedef struct collide_kdop6_pack {
    collide_kdop_pack header;
} collide_kdop6_pack;
typedef struct collide_kdop14_pack {
    collide_kdop_pack header;
} collide_kdop14_pack;
typedef struct collide_kdop18_pack {
    collide_kdop_pack header;
} collide_kdop18_pack;
typedef struct collide_kdop26_pack {
    collide_kdop_pack header;
} collide_kdop26_pack;

// ---- making --------------------------------------------------------------------------------
// Exact supports, rounded outward as said under conventions. Input that bounds nothing (NaN,
// infinite coordinates, negative extents) gives the empty k-DOP.

// The empty k-DOP.
COLLIDE_API collide_kdop18 collide_kdop18_empty(void);

// Writes to out the bound of n points, each three floats at a stride of at least 12 bytes (0 means
// 12), any alignment. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride), NOT_FINITE; *out is then
// empty.
COLLIDE_API collide_status collide_kdop18_from_points(collide_kdop18 *out, const void *points,
                                                      size_t n, size_t stride);

COLLIDE_API collide_kdop18 collide_kdop18_from_triangle(const collide_triangle *triangle);

// Infinite bounds stay infinite: a half-space or all of space is legal here.
COLLIDE_API collide_kdop18 collide_kdop18_from_aabb(const collide_aabb *box);

COLLIDE_API collide_kdop18 collide_kdop18_from_sphere(const collide_sphere *sphere);

// The axes are taken as they are; they need not be orthonormal.
COLLIDE_API collide_kdop18 collide_kdop18_from_obb(const collide_obb *box);

// Any non-zero axis gives the direction; height is measured in units of its length.
COLLIDE_API collide_kdop18 collide_kdop18_from_cylinder(const collide_cylinder *cylinder);

// ---- single calls ----------------------------------------------------------------------------

// The smallest k-DOP that holds both, exactly.
COLLIDE_API collide_kdop18 collide_kdop18_merge(const collide_kdop18 *a, const collide_kdop18 *b);

// Moved by t, rounded outward; empty rows stay empty. A non-finite t gives infinite or NaN rows.
COLLIDE_API collide_kdop18 collide_kdop18_translate(const collide_kdop18 *a, collide_vec3 t);

// Grown by the distance r >= 0 in all directions (r times the direction's length on each row),
// rounded outward. If r is negative or NaN, a is returned unchanged.
COLLIDE_API collide_kdop18 collide_kdop18_grow(const collide_kdop18 *a, float r);

// A size for the splitting of trees, after the source's "size stands for the probability of being
// hit": three times the mean product of the widths along two different directions, widths being
// divided by the direction's length. For kind 6 it is half the surface of the box. 0 if empty;
// +infinity on overflow.
COLLIDE_API float collide_kdop18_size(const collide_kdop18 *a);

// Whether the closed k-DOP holds p; a point on the border or within rounding of it counts.
COLLIDE_API bool collide_kdop18_point(const collide_kdop18 *a, collide_vec3 p);

// Whether two k-DOPs overlap: a.min[i] <= b.max[i] and b.min[i] <= a.max[i] for every row i, and
// neither is empty.
COLLIDE_API bool collide_kdop18_kdop18(const collide_kdop18 *a, const collide_kdop18 *b);

// Whether two k-DOPs that move with constant velocities va, vb overlap at some t in [0, t_max], and
// from when to when [Gamedev]: [t_first, t_last] is the part of [0, t_max] in which the intervals
// of all rows overlap, rounded outward within it, so that no contact is missed or cut short. t_max
// may be +infinity; out may be NULL. A miss also for NaN, an empty k-DOP, a velocity that is not
// finite, and a negative or NaN t_max.
COLLIDE_API bool collide_kdop18_kdop18_sweep(const collide_kdop18 *a, collide_vec3 va,
                                             const collide_kdop18 *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out);

// ---- packs -----------------------------------------------------------------------------------
// NULL, or a pack of another kind, is an empty pack for every query.

// Bytes for a pack of n k-DOPs, a multiple of COLLIDE_ALIGNMENT, about 6.1 * kind per object; 0 if
// n is 0 or too large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_kdop18_pack_size(size_t n);

// Builds a pack of n k-DOPs, at a stride of at least sizeof *kdops bytes (0 means that), in memory
// of at least collide_kdop18_pack_size(n) bytes, and writes its address (that of memory) to *pack.
// Rows must have min <= max, or all be those of collide_kdop18_empty(); infinite bounds are legal.
// Errors: NULL, COUNT, OVERFLOW, STRIDE, SIZE, ALIGNMENT, NOT_FINITE (NaN), EXTENT; *pack is then
// NULL and memory untouched.
COLLIDE_API collide_status collide_kdop18_pack_build(collide_kdop18_pack **pack, void *memory,
                                                     size_t size, const collide_kdop18 *kdops,
                                                     size_t n, size_t stride);

// Builds a pack of the bounds of a mesh's triangles, in their order. Errors as above, and for the
// mesh INDEX, INDEX_SIZE and NOT_FINITE (a vertex of a triangle).
COLLIDE_API collide_status collide_kdop18_pack_build_mesh(collide_kdop18_pack **pack, void *memory,
                                                          size_t size, const collide_mesh *mesh);

// Adopts a pack that was copied or read into memory; header.size bytes were to be saved. memory is
// not written and may be larger. The header is checked, the rows are not: damaged rows give wrong
// answers, but nothing is read out of bounds. Files are good for one COLLIDE_VERSION and byte
// order. Errors: NULL, ALIGNMENT, SIZE, KIND (also for a damaged header); *pack is then NULL.
COLLIDE_API collide_status collide_kdop18_pack_open(collide_kdop18_pack **pack, void *memory,
                                                    size_t size);

// Objects in the pack.
COLLIDE_API size_t collide_kdop18_pack_count(const collide_kdop18_pack *pack);

// Replaces object i. The 16-bit rows keep the scale of the build: rebuild when most objects have
// left the range they had then, or batches slow down. Errors: NULL, KIND, INDEX, NOT_FINITE,
// EXTENT; the pack is then unchanged.
COLLIDE_API collide_status collide_kdop18_pack_set(collide_kdop18_pack *pack, size_t i,
                                                   const collide_kdop18 *kdop);

// Object i, bit for bit as it was put in; the empty k-DOP if there is none.
COLLIDE_API collide_kdop18 collide_kdop18_pack_get(const collide_kdop18_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// One against a pack. Writes COLLIDE_BLOCKS(count) words of hit bits; returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_many(const collide_kdop18 *a, const collide_kdop18_pack *b,
                                              uint16_t *bits);

// The same as a rising list of indices, the first capacity of them; returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_many_indices(const collide_kdop18 *a,
                                                      const collide_kdop18_pack *b,
                                                      uint32_t *indices, size_t capacity);

// Object i of a against object i of b, for all i below the smaller count n: COLLIDE_BLOCKS(n) words
// are written. Returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_lanes(const collide_kdop18_pack *a,
                                               const collide_kdop18_pack *b, uint16_t *bits);

// Tests n index pairs into two arrays of k-DOPs with strides (0 means sizeof *a); a and b may be
// the same array. Bit i is the answer to pairs[i]; an index out of range is a miss. Returns the
// number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_pairs(const collide_kdop18 *a, size_t a_count,
                                               size_t a_stride, const collide_kdop18 *b,
                                               size_t b_count, size_t b_stride,
                                               const collide_pair *pairs, size_t n, uint16_t *bits);

// n k-DOPs at a stride (0 means sizeof *a) against a pack in one pass: the words of hit bits of
// a[i] begin at bits[i * COLLIDE_BLOCKS(count)]. Best in groups of 16. Returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_all(const collide_kdop18 *a, size_t n, size_t stride,
                                             const collide_kdop18_pack *b, uint16_t *bits);

// All overlapping pairs (i of a, j of b), the first capacity of them; returns the full count. The
// order: 16 objects of a at a time against 32 of b at a time; within these rising by i, then j.
COLLIDE_API size_t collide_kdop18_kdop18_all_indices(const collide_kdop18_pack *a,
                                                     const collide_kdop18_pack *b,
                                                     collide_pair *pairs, size_t capacity);

// All overlapping pairs i < j of one pack, each once, in the same order.
COLLIDE_API size_t collide_kdop18_kdop18_self_indices(const collide_kdop18_pack *a,
                                                      collide_pair *pairs, size_t capacity);

// The other three kinds, function by function as above.
#define COLLIDE__KDOP_DECLARE(K)                                                                   \
    COLLIDE_API collide_kdop##K collide_kdop##K##_empty(void);                                     \
    COLLIDE_API collide_status collide_kdop##K##_from_points(                                      \
        collide_kdop##K *out, const void *points, size_t n, size_t stride);                        \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_triangle(const collide_triangle *triangle); \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_aabb(const collide_aabb *box);              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_sphere(const collide_sphere *sphere);       \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_obb(const collide_obb *box);                \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_cylinder(const collide_cylinder *cylinder); \
    COLLIDE_API collide_kdop##K collide_kdop##K##_merge(const collide_kdop##K *a,                  \
                                                        const collide_kdop##K *b);                 \
    COLLIDE_API collide_kdop##K collide_kdop##K##_translate(const collide_kdop##K *a,              \
                                                            collide_vec3 t);                       \
    COLLIDE_API collide_kdop##K collide_kdop##K##_grow(const collide_kdop##K *a, float r);         \
    COLLIDE_API float collide_kdop##K##_size(const collide_kdop##K *a);                            \
    COLLIDE_API bool collide_kdop##K##_point(const collide_kdop##K *a, collide_vec3 p);            \
    COLLIDE_API bool collide_kdop##K##_kdop##K(const collide_kdop##K *a,                           \
                                               const collide_kdop##K *b);                          \
    COLLIDE_API bool collide_kdop##K##_kdop##K##_sweep(const collide_kdop##K *a, collide_vec3 va,  \
                                                       const collide_kdop##K *b, collide_vec3 vb,  \
                                                       float t_max, collide_sweep *out);           \
    COLLIDE_API size_t collide_kdop##K##_pack_size(size_t n);                                      \
    COLLIDE_API collide_status collide_kdop##K##_pack_build(                                       \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_kdop##K *kdops,    \
        size_t n, size_t stride);                                                                  \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_mesh(                                  \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_mesh *mesh);       \
    COLLIDE_API collide_status collide_kdop##K##_pack_open(collide_kdop##K##_pack **pack,          \
                                                           void *memory, size_t size);             \
    COLLIDE_API size_t collide_kdop##K##_pack_count(const collide_kdop##K##_pack *pack);           \
    COLLIDE_API collide_status collide_kdop##K##_pack_set(collide_kdop##K##_pack *pack, size_t i,  \
                                                          const collide_kdop##K *kdop);            \
    COLLIDE_API collide_kdop##K collide_kdop##K##_pack_get(const collide_kdop##K##_pack *pack,     \
                                                           size_t i);                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many(                                           \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint16_t *bits);                \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many_indices(                                   \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint32_t *indices,              \
        size_t capacity);                                                                          \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_lanes(                                          \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, uint16_t *bits);         \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_pairs(                                          \
        const collide_kdop##K *a, size_t a_count, size_t a_stride, const collide_kdop##K *b,       \
        size_t b_count, size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits);     \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all(                                            \
        const collide_kdop##K *a, size_t n, size_t stride, const collide_kdop##K##_pack *b,        \
        uint16_t *bits);                                                                           \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all_indices(                                    \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, collide_pair *pairs,     \
        size_t capacity);                                                                          \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_self_indices(                                   \
        const collide_kdop##K##_pack *a, collide_pair *pairs, size_t capacity)
COLLIDE__KDOP_DECLARE(6);
COLLIDE__KDOP_DECLARE(14);
COLLIDE__KDOP_DECLARE(26);
#ifndef COLLIDE__KEEP_DECLARE // a test declares kind 18 by the macro too: the texts must agree
#undef COLLIDE__KDOP_DECLARE
#endif
#endif // COLLIDE_NO_KDOP

// ================================================================================================
// >>sat
// ================================================================================================
#ifndef COLLIDE_NO_SAT
// Separating axes: oriented boxes, triangles and convex bodies, still or moving with constant
// velocities over [0, t_max] [Gamedev]. Two convex shapes are apart iff they are apart along one of
// finitely many axes. Each axis gives the times at which their intervals on it overlap; the shapes
// meet while all of them do. Closed form: no iteration, no tolerance, first and last time.
//
// Axes, by the numbers that results name:
//     box a, box b            0-2 axes of a; 3-5 of b; 6 + 3i + j: a's axis i x b's axis j
//     box a, triangle b       0-2 axes of a; 3 normal of b; 4 + 3i + j: a's axis i x b's edge j,
//                             which goes from vertex j to the next one
//     triangles a, b          0, 1 normals of a, b; 2 + 3i + j: a's edge i x b's edge j; then 11-13
//                             x, y, z; 14 + 3i + j: a's edge i x coordinate axis j; 23 + 3i + j:
//                             b's edge i likewise; from 11 on for what is flat within one plane
//     convex a, b             normals of a; those of b; then, for a's edge i x b's edge j, i times
//                             the edges of b + j behind those
//
// What a sweep says, times within the bound below, t_last never later than t_max:
//     situation                         hit   t_first   t_last         normal, depth, axis
//     apart, touch before t_max         yes   of touch  of parting     the last axis to touch,
//                                                                      depth 0
//     apart, touch exactly at t_max     yes   t_max     t_max          the same
//     apart, touch later than t_max     no
//     apart and leaving, or passing     no
//     apart, parallel to the face       no
//     apart and at rest                 no
//     touching, and closing             yes   0         of parting     least penetration, depth 0
//     touching, and sliding             yes   0         of parting     the same
//     touching, and leaving             yes   0         0              the same
//     overlapping                       yes   0         of parting     least penetration
//     at rest, touching or overlapping  yes   0         t_max          least penetration
//     t_max = 0                         as if at rest, but t_last = 0
//     equal or nearly equal rotations   as above: an axis that is 0 constrains nothing, one that
//                                       rounding has turned is an axis like any other
//     extents of 0, zero area           as above: rectangles, segments and points are shapes
//     flat shapes in one plane          as above, apart or touching within the plane
//     NaN, infinite input, t_max < 0    no
// Bodies translate: rotation during the step is not taken into account.
//
// The normal is of unit length and points from the second shape to the first. Least penetration:
// of all axes, the one along which the least motion of the first shape parts them; depth is that
// motion. Among axes that tie, the first in the list above wins, so faces before edges (of convex
// bodies, as far as rounding lets them tie).
//
// Bound: let e be the sum of all half extents (of a triangle half its perimeter, of a convex half
// the sides of its box), d the distance of the centres at the start and u = 2^-24. What overlaps
// more deeply than 4u (e + d), at rest or at some time, is never missed. False hits, depths and
// times are as if the shapes were larger by 20u e + 8u d along each axis, for boxes against a
// triangle with an angle of t at v[1] by 4u e / sin t more: so t_first is early and t_last late by
// at most that, divided by the speed along the axis; the other way round, where d is far larger
// than e, by at most 6u (e + d) over that speed. Triangles against triangles are evaluated in
// double and rounded outward once. This is for lengths from 1e-6 to 1e6, and for boxes that pass
// collide_obb_check.

// How deep two shapes overlap, and along which axis they part first.
typedef struct collide_overlap {
    collide_vec3 normal;
    float depth; // >= 0
    uint32_t axis;
} collide_overlap;

// First and last time of contact, and what touches first. A miss has t_first = +infinity, t_last =
// -infinity, normal and depth 0, axis COLLIDE_AXIS_NONE.
typedef struct collide_impact {
    float t_first, t_last;
    collide_vec3 normal;
    float depth; // > 0 only if overlapping at t = 0
    uint32_t axis;
} collide_impact;
#define COLLIDE_AXIS_NONE 0xffffffffu

// Features in contacts: type and number. Of a box, bit i of a vertex says that it lies at +half on
// axis i; edge 4i + k runs along axis i, k the two bits of the other axes' sides (the lower axis
// first); face 2i + s is at -half (s = 0) or +half of axis i. Of a triangle, edge j begins at
// vertex j, and the face is 0. Of a convex, vertices are numbered as they lie in it: those of
// collide_convex_build as given, those of a mesh in the order in which its triangles name them
// first; edge i goes on from vertex i round the touching face, which is face 0.
#define COLLIDE_FEATURE_VERTEX 0x00000000u
#define COLLIDE_FEATURE_EDGE 0x01000000u
#define COLLIDE_FEATURE_FACE 0x02000000u

// ---- making ----------------------------------------------------------------------------------

// The box of half extents half >= 0 in the middle of the pose: for a body whose pose moves.
COLLIDE_API collide_obb collide_obb_from_pose(const collide_pose *pose, collide_vec3 half);

// The smallest box with the axes of space that holds the given one; exact where centre and half
// extents are floats, else rounded outward. An empty or infinite box gives NaN, which never hits.
COLLIDE_API collide_obb collide_obb_from_aabb(const collide_aabb *box);

// The box round a cylinder: axis[2] is its axis, half its radius twice and half its height, rounded
// outward. An axis of 0, a radius or height < 0, or what is not finite, gives NaN.
COLLIDE_API collide_obb collide_obb_from_cylinder(const collide_cylinder *cylinder);

// ---- single calls: boxes and triangles -------------------------------------------------------
// out and contacts may be NULL (contacts if capacity is 0). Velocities are units of length per unit
// of time. Boxes are solid, triangles are surfaces; both sides of a triangle count.

// Whether two boxes overlap; if so, and if out is not NULL, where least.
COLLIDE_API bool collide_obb_obb(const collide_obb *a, const collide_obb *b, collide_overlap *out);

// Contacts of two overlapping boxes along the axis of least penetration: the face that owns the
// axis clips the face of the other that opposes it, and keeps what lies below it; two edges give
// their closest points. Returns their number, at most 8, 0 if the boxes are apart; a buffer too
// small gets the deepest, as many as it holds.
COLLIDE_API size_t collide_obb_obb_contacts(const collide_obb *a, const collide_obb *b,
                                            collide_contact *contacts, size_t capacity);

// Boxes that move with velocities va, vb over [0, t_max]; t_max may be +infinity.
COLLIDE_API bool collide_obb_obb_sweep(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                       collide_vec3 vb, float t_max, collide_impact *out);

// What touches at impact->t_first, as returned by the sweep of the same boxes: a point, the ends of
// a segment or the corners of a polygon, where the boxes are at that time; depth 0. Boxes that
// overlap at the start have the contacts above. Returns their number, at most 8.
COLLIDE_API size_t collide_obb_obb_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                  const collide_obb *b, collide_vec3 vb,
                                                  const collide_impact *impact,
                                                  collide_contact *contacts, size_t capacity);

// The same four for a box a and a triangle b; at most 7 contacts.
COLLIDE_API bool collide_obb_triangle(const collide_obb *a, const collide_triangle *b,
                                      collide_overlap *out);
COLLIDE_API size_t collide_obb_triangle_contacts(const collide_obb *a, const collide_triangle *b,
                                                 collide_contact *contacts, size_t capacity);
COLLIDE_API bool collide_obb_triangle_sweep(const collide_obb *a, collide_vec3 va,
                                            const collide_triangle *b, collide_vec3 vb, float t_max,
                                            collide_impact *out);
COLLIDE_API size_t collide_obb_triangle_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                       const collide_triangle *b, collide_vec3 vb,
                                                       const collide_impact *impact,
                                                       collide_contact *contacts, size_t capacity);

// Two moving triangles; at most 9 contacts.
COLLIDE_API bool collide_triangle_triangle_sweep(const collide_triangle *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t_max, collide_impact *out);
COLLIDE_API size_t collide_triangle_triangle_sweep_contacts(
    const collide_triangle *a, collide_vec3 va, const collide_triangle *b, collide_vec3 vb,
    const collide_impact *impact, collide_contact *contacts, size_t capacity);

// ---- convex bodies ---------------------------------------------------------------------------
// A solid or flat convex polyhedron: vertices, the directions normal to its faces and those of its
// edges; of parallel ones a single one, of either sign and any length. It lies in memory you
// provide, holds offsets and no pointers, and is in coordinates of its own: each query takes a
// rigid pose for each body, NULL for none. Read the fields freely, write them only by the builders.
typedef struct collide_convex {
    uint32_t magic; // COLLIDE_CONVEX_MAGIC
    uint32_t vertex_count, normal_count, edge_count;
    uint64_t size;          // bytes in use, this header included
    uint64_t vertex_offset; // bytes from this header: collide_vec3 each, less center
    uint64_t normal_offset; // blocks of 16: rows x, y, z; zeros behind the last
    uint64_t edge_offset;   // likewise
    collide_vec3 center;    // of the vertices' box
    float radius;           // of a ball round center that holds all vertices
} collide_convex;
#define COLLIDE_CONVEX_MAGIC 0x58564e43u // "CNVX" in memory on little-endian machines

// Bytes for so many of each; 0 if a count is 0 or too large. A flat convex counts, besides its
// normal, the normals within its plane of all its edges.
COLLIDE_API size_t collide_convex_size(size_t vertices, size_t normals, size_t edges);

// Builds a convex from arrays of three floats each, tightly packed, in memory of size bytes, at
// COLLIDE_ALIGNMENT, and writes its address to *convex. That the directions are those of the hull
// of the vertices is up to you: a missing one makes hits of some misses, none of either is an
// error. Errors: NULL, COUNT (no vertices, normals or edges), OVERFLOW, SIZE, ALIGNMENT,
// NOT_FINITE, EXTENT (a direction is zero); *convex is then NULL.
COLLIDE_API collide_status collide_convex_build(collide_convex **convex, void *memory, size_t size,
                                                const collide_vec3 *vertices, size_t vertex_count,
                                                const collide_vec3 *normals, size_t normal_count,
                                                const collide_vec3 *edges, size_t edge_count);

// Bytes that the build from this mesh can need at most; 0 where the mesh has an error.
COLLIDE_API size_t collide_convex_mesh_size(const collide_mesh *mesh);

// Builds a convex from the triangles of its surface, in either orientation; a flat polygon may be
// given on one side only. Vertices that no triangle names are left out; of directions that agree
// within 2^-20 one is kept; edges between triangles of one face are none. Zero-area triangles are
// passed over. Cost: the square of the triangles. Errors: as above, INDEX, INDEX_SIZE, STRIDE,
// EXTENT (all triangles have zero area), CONVEX (a vertex lies outside a face by more than 2^-12 of
// the size).
COLLIDE_API collide_status collide_convex_build_mesh(collide_convex **convex, void *memory,
                                                     size_t size, const collide_mesh *mesh);

// Adopts a convex that was copied or read into memory, header.size bytes. Only the header is
// checked: damaged vertices or directions give wrong answers, but nothing is read out of bounds.
// Errors: NULL, ALIGNMENT, SIZE, KIND; *convex is then NULL.
COLLIDE_API collide_status collide_convex_open(collide_convex **convex, void *memory, size_t size);

// Whether two convex bodies overlap, and where least. NULL, or what no builder made, never hits.
COLLIDE_API bool collide_convex_convex(const collide_convex *a, const collide_pose *pose_a,
                                       const collide_convex *b, const collide_pose *pose_b,
                                       collide_overlap *out);

// Moving ones. All vertices are projected on all normals and on all pairs of edges, 16 pairs at a
// time on the instruction set in use, so the cost is edges x edges x vertices: with AVX2 two
// icosahedra took 0.1 us to a miss and 1.4 us to a hit, two bodies of 600 vertices and 228 edges
// 5 ms. Give round bodies few edges.
COLLIDE_API bool collide_convex_convex_sweep(const collide_convex *a, const collide_pose *pose_a,
                                             collide_vec3 va, const collide_convex *b,
                                             const collide_pose *pose_b, collide_vec3 vb,
                                             float t_max, collide_impact *out);

// What touches at impact->t_first; of faces with more than COLLIDE_CONVEX_CORNERS corners, so many
// of them, all the way round. At most twice as many contacts.
COLLIDE_API size_t collide_convex_convex_sweep_contacts(const collide_convex *a,
                                                        const collide_pose *pose_a, collide_vec3 va,
                                                        const collide_convex *b,
                                                        const collide_pose *pose_b, collide_vec3 vb,
                                                        const collide_impact *impact,
                                                        collide_contact *contacts, size_t capacity);
#define COLLIDE_CONVEX_CORNERS 32

// ---- packs -----------------------------------------------------------------------------------
// Packs of boxes, of triangles, of velocities (collide_vec3) and of spheres: blocks of 16 objects,
// one row of 16 floats per component in the order of the struct. NULL, or a pack of another kind,
// is an empty pack for every query.
typedef struct collide_pack {
    uint32_t magic;      // COLLIDE_OBB_PACK_MAGIC, ...
    uint32_t components; // rows in a block
    uint32_t count;      // objects
    uint32_t blocks;     // COLLIDE_BLOCKS(count)
    uint64_t size;       // bytes in use, this header included
    uint64_t offset;     // bytes from this header to the first block
} collide_pack;
typedef struct collide_obb_pack {
    collide_pack header;
} collide_obb_pack;
typedef struct collide_triangle_pack {
    collide_pack header;
} collide_triangle_pack;
typedef struct collide_vec3_pack {
    collide_pack header;
} collide_vec3_pack;
typedef struct collide_sphere_pack {
    collide_pack header;
} collide_sphere_pack;
#define COLLIDE_OBB_PACK_MAGIC 0x5842424fu      // "OBBX" in memory on little-endian machines
#define COLLIDE_TRIANGLE_PACK_MAGIC 0x58495254u // "TRIX"
#define COLLIDE_VEC3_PACK_MAGIC 0x58434556u     // "VECX"
#define COLLIDE_SPHERE_PACK_MAGIC 0x58485053u   // "SPHX"

// Bytes for a pack of n boxes, a multiple of COLLIDE_ALIGNMENT, 60 per object; 0 if n is 0 or too
// large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_obb_pack_size(size_t n);

// Builds a pack of n boxes at a stride of at least sizeof *boxes bytes (0 means that) in memory of
// at least collide_obb_pack_size(n) bytes, and writes its address (that of memory) to *pack. Each
// box must pass collide_obb_check. Errors: those of the check, NULL, COUNT, OVERFLOW, STRIDE, SIZE,
// ALIGNMENT; *pack is then NULL and memory untouched.
COLLIDE_API collide_status collide_obb_pack_build(collide_obb_pack **pack, void *memory,
                                                  size_t size, const collide_obb *boxes, size_t n,
                                                  size_t stride);

// Adopts a pack that was copied or read into memory, as collide_kdop18_pack_open does. Errors:
// NULL, ALIGNMENT, SIZE, KIND; *pack is then NULL.
COLLIDE_API collide_status collide_obb_pack_open(collide_obb_pack **pack, void *memory,
                                                 size_t size);

// Objects in the pack.
COLLIDE_API size_t collide_obb_pack_count(const collide_obb_pack *pack);

// Replaces object i. Errors: NULL, KIND, INDEX, those of the check; the pack is then unchanged.
COLLIDE_API collide_status collide_obb_pack_set(collide_obb_pack *pack, size_t i,
                                                const collide_obb *box);

// Object i, bit for bit as it was put in; NaN if there is none.
COLLIDE_API collide_obb collide_obb_pack_get(const collide_obb_pack *pack, size_t i);

// The same for triangles (36 bytes each) and velocities (12), whose numbers must be finite.
COLLIDE_API size_t collide_triangle_pack_size(size_t n);
COLLIDE_API collide_status collide_triangle_pack_build(collide_triangle_pack **pack, void *memory,
                                                       size_t size,
                                                       const collide_triangle *triangles, size_t n,
                                                       size_t stride);
COLLIDE_API collide_status collide_triangle_pack_open(collide_triangle_pack **pack, void *memory,
                                                      size_t size);
COLLIDE_API size_t collide_triangle_pack_count(const collide_triangle_pack *pack);
COLLIDE_API collide_status collide_triangle_pack_set(collide_triangle_pack *pack, size_t i,
                                                     const collide_triangle *triangle);
COLLIDE_API collide_triangle collide_triangle_pack_get(const collide_triangle_pack *pack, size_t i);
COLLIDE_API size_t collide_vec3_pack_size(size_t n);
COLLIDE_API collide_status collide_vec3_pack_build(collide_vec3_pack **pack, void *memory,
                                                   size_t size, const collide_vec3 *vectors,
                                                   size_t n, size_t stride);
COLLIDE_API collide_status collide_vec3_pack_open(collide_vec3_pack **pack, void *memory,
                                                  size_t size);
COLLIDE_API size_t collide_vec3_pack_count(const collide_vec3_pack *pack);
COLLIDE_API collide_status collide_vec3_pack_set(collide_vec3_pack *pack, size_t i,
                                                 const collide_vec3 *vector);
COLLIDE_API collide_vec3 collide_vec3_pack_get(const collide_vec3_pack *pack, size_t i);

// And for spheres (16 bytes each), which must be finite; EXTENT if a radius is < 0.
COLLIDE_API size_t collide_sphere_pack_size(size_t n);
COLLIDE_API collide_status collide_sphere_pack_build(collide_sphere_pack **pack, void *memory,
                                                     size_t size, const collide_sphere *spheres,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_sphere_pack_open(collide_sphere_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_sphere_pack_count(const collide_sphere_pack *pack);
COLLIDE_API collide_status collide_sphere_pack_set(collide_sphere_pack *pack, size_t i,
                                                   const collide_sphere *sphere);
COLLIDE_API collide_sphere collide_sphere_pack_get(const collide_sphere_pack *pack, size_t i);

// A pack of a mesh's triangles, in their order. Errors as above, INDEX and INDEX_SIZE.
COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *mesh);

// ---- batches ---------------------------------------------------------------------------------

// Where a batch of n sweeps writes; the struct is required, each of its pointers may be NULL. A
// miss has the times of a miss and COLLIDE_SWEEPS_NO_AXIS; what overlaps or touches at the start
// has that axis too. For normal, depth and contacts repeat the single call for the objects that
// matter: it gives the same times. The question at rest: velocities 0 and NULL, t_max = 0. Batches
// return the number of hits and take up to 20 KB of stack. On machines without vectors, loops of
// single calls are faster.
#define COLLIDE_SWEEPS_NO_AXIS 255
typedef struct collide_sweeps {
    uint16_t *bits; // COLLIDE_BLOCKS(n) words of hit bits
    float *t_first; // n numbers each
    float *t_last;
    uint8_t *axis;
} collide_sweeps;

// Moving objects in arrays, with strides in bytes (multiples of 4; 0 means tightly packed).
typedef struct collide_obb_movers {
    const collide_obb *boxes;
    size_t count, stride;
    const collide_vec3 *velocities; // NULL: at rest
    size_t velocity_stride;
} collide_obb_movers;
typedef struct collide_triangle_movers {
    const collide_triangle *triangles;
    size_t count, stride;
    const collide_vec3 *velocities; // NULL: at rest
    size_t velocity_stride;
} collide_triangle_movers;

// One box a with velocity va against a pack b with velocities vb, NULL if at rest; where vb is the
// shorter pack, the rest misses. n is the count of b.
COLLIDE_API size_t collide_obb_obb_sweep_many(const collide_obb *a, collide_vec3 va,
                                              const collide_obb_pack *b,
                                              const collide_vec3_pack *vb, float t_max,
                                              const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_many(const collide_obb *a, collide_vec3 va,
                                                   const collide_triangle_pack *b,
                                                   const collide_vec3_pack *vb, float t_max,
                                                   const collide_sweeps *out);

// Object i of a against object i of b, for all i below the smallest count of the packs given; n is
// that count. va and vb may be NULL.
COLLIDE_API size_t collide_obb_obb_sweep_lanes(const collide_obb_pack *a,
                                               const collide_vec3_pack *va,
                                               const collide_obb_pack *b,
                                               const collide_vec3_pack *vb, float t_max,
                                               const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_lanes(const collide_obb_pack *a,
                                                    const collide_vec3_pack *va,
                                                    const collide_triangle_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);

// n index pairs into arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_obb_obb_sweep_pairs(const collide_obb_movers *a,
                                               const collide_obb_movers *b,
                                               const collide_pair *pairs, size_t n, float t_max,
                                               const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_pairs(const collide_obb_movers *a,
                                                    const collide_triangle_movers *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float t_max, const collide_sweeps *out);
#endif // COLLIDE_NO_SAT

// ================================================================================================
// >>sphere
// ================================================================================================
#ifndef COLLIDE_NO_SPHERE
// Balls against balls, still or moving with constant velocities [Sudar]; bounding spheres. Packs of
// spheres are declared in >>sat.
//
// Two balls meet iff the distance of their centres is at most the sum of their radii. This is
// evaluated in double and never missed: what is farther apart by less than 2^-48 of the distance
// counts, too. A filter in float answers nearly all of a batch; what it leaves open, as good as
// touching, is asked one by one. NaN and negative radii meet nothing, nor does an infinite centre,
// unless the other one is finite and a radius infinite.

// ---- single calls ----------------------------------------------------------------------------

// A sphere that holds n points, each three floats at a stride of at least 12 bytes (0 means 12):
// grown from the two that are farthest apart of those that are outermost in 13 directions, or about
// the middle of their box, whichever is smaller; of large random clouds at most 1.2 times half the
// widest distance of two points, of a few points up to 1.35 (the best of a tetrahedron has 1.22).
// No point is outside. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride; or radius), NOT_FINITE;
// *out is then a point at 0. Cost: five times over the points.
COLLIDE_API collide_status collide_sphere_from_points(collide_sphere *out, const void *points,
                                                      size_t n, size_t stride);

// Whether two balls meet.
COLLIDE_API bool collide_sphere_sphere(const collide_sphere *a, const collide_sphere *b);

// Whether two balls that move with constant velocities va, vb meet at some t in [0, t_max], and
// from when to when: t_first is 0 if they meet at the start, t_last never later than t_max. t_max
// may be +infinity; out may be NULL. Evaluated in double as if the radii were larger by 2^-47 of
// the distance and the radii, and rounded outward, so no contact is missed or cut short. A miss
// also for what is not finite, and a negative or NaN t_max.
COLLIDE_API bool collide_sphere_sphere_sweep(const collide_sphere *a, collide_vec3 va,
                                             const collide_sphere *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out);

// ---- batches ---------------------------------------------------------------------------------

// Bits, lists and what they return as in >>kdop. One against a pack, and the same as a rising list
// of indices.
COLLIDE_API size_t collide_sphere_sphere_many(const collide_sphere *a, const collide_sphere_pack *b,
                                              uint16_t *bits);
COLLIDE_API size_t collide_sphere_sphere_many_indices(const collide_sphere *a,
                                                      const collide_sphere_pack *b,
                                                      uint32_t *indices, size_t capacity);

// Object i of a against object i of b, for all i below the smaller count.
COLLIDE_API size_t collide_sphere_sphere_lanes(const collide_sphere_pack *a,
                                               const collide_sphere_pack *b, uint16_t *bits);

// n index pairs into two arrays with strides (0 means sizeof *a); a and b may be the same. An index
// out of range is a miss.
COLLIDE_API size_t collide_sphere_sphere_pairs(const collide_sphere *a, size_t a_count,
                                               size_t a_stride, const collide_sphere *b,
                                               size_t b_count, size_t b_stride,
                                               const collide_pair *pairs, size_t n, uint16_t *bits);

// n spheres at a stride (0 means sizeof *a) against a pack in one pass: the words of hit bits of
// a[i] begin at bits[i * COLLIDE_BLOCKS(count)].
COLLIDE_API size_t collide_sphere_sphere_all(const collide_sphere *a, size_t n, size_t stride,
                                             const collide_sphere_pack *b, uint16_t *bits);

// All pairs that meet, (i of a, j of b), or i < j of one pack, each once. The order: 16 objects of
// a at a time against 16 of b at a time; within these rising by i, then j. Cost: that of all pairs.
COLLIDE_API size_t collide_sphere_sphere_all_indices(const collide_sphere_pack *a,
                                                     const collide_sphere_pack *b,
                                                     collide_pair *pairs, size_t capacity);
COLLIDE_API size_t collide_sphere_sphere_self_indices(const collide_sphere_pack *a,
                                                      collide_pair *pairs, size_t capacity);

// Moving, as in >>sat: one with velocity va against a pack b with velocities vb (NULL if at rest),
// pack against pack, index pairs into arrays. Times are those of the single call; axis, if asked
// for, is COLLIDE_SWEEPS_NO_AXIS.
typedef struct collide_sphere_movers {
    const collide_sphere *spheres;
    size_t count, stride;
    const collide_vec3 *velocities; // NULL: at rest
    size_t velocity_stride;
} collide_sphere_movers;
COLLIDE_API size_t collide_sphere_sphere_sweep_many(const collide_sphere *a, collide_vec3 va,
                                                    const collide_sphere_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);
COLLIDE_API size_t collide_sphere_sphere_sweep_lanes(const collide_sphere_pack *a,
                                                     const collide_vec3_pack *va,
                                                     const collide_sphere_pack *b,
                                                     const collide_vec3_pack *vb, float t_max,
                                                     const collide_sweeps *out);
COLLIDE_API size_t collide_sphere_sphere_sweep_pairs(const collide_sphere_movers *a,
                                                     const collide_sphere_movers *b,
                                                     const collide_pair *pairs, size_t n,
                                                     float t_max, const collide_sweeps *out);
#endif // COLLIDE_NO_SPHERE

// ================================================================================================
// >>triangle
// ================================================================================================
#ifndef COLLIDE_NO_TRIANGLE
// Triangles against triangles [Moeller] [Guigue]: whether they meet, where, and the contacts of two
// surfaces [Sudar]; tetrahedra; closest points of triangles, segments and points; at the end rays
// and segments against all shapes.
//
// Verdicts are exact: those of real numbers for all finite input, at every size, whether triangles
// cross, touch, lie in one plane or have no area (a segment, a point). The order of vertices and of
// the two triangles does not matter. NaN and infinities meet nothing. A filter in float answers
// nearly all of a batch, what it leaves open goes to double, and of this what is as good as
// touching to integers of as many digits as it takes. Random pairs took 6 ns in batches with AVX2,
// single calls 45; neighbours in a mesh, which have a vertex in common, 7 and 37; pairs that lie in
// one plane or just touch 60 to 160 either way.

// ---- single calls ----------------------------------------------------------------------------

// Whether two triangles meet.
COLLIDE_API bool collide_triangle_triangle(const collide_triangle *a, const collide_triangle *b);

// The same, and what they have in common: a segment, whose ends are equal where they touch in a
// point, in no order; or, if both lie in one plane, *coplanar is true and the segment is all zeros
// (contacts then have the corners of what they share). Two triangles without area that meet count
// as coplanar. Both outputs may be NULL; apart, they are zeros and false. Which edges the ends lie
// on is exact, and the ends are within 2^-22 of the largest coordinate of both triangles, however
// nearly parallel these are.
COLLIDE_API bool collide_triangle_triangle_segment(const collide_triangle *a,
                                                   const collide_triangle *b, collide_segment *out,
                                                   bool *coplanar);

// Whether a tetrahedron, which is solid, meets a triangle or another one; as exact as triangles
// are; what is not finite meets nothing. A triangle with three equal vertices asks for a point.
// Random pairs took 20 to 220 ns.
COLLIDE_API bool collide_tetrahedron_triangle(const collide_tetrahedron *a,
                                              const collide_triangle *b);
COLLIDE_API bool collide_tetrahedron_tetrahedron(const collide_tetrahedron *a,
                                                 const collide_tetrahedron *b);

// Contacts of the surfaces a and b, whose triangles run counter-clockwise as seen from outside
// [Sudar]; some iff they meet. Each triangle has a segment in common with the other's plane, its
// part, both on the line of the two planes. If
//     a's part lies within b's   the vertices of a behind b's face (where its normal does not look
//                                to): depth is the distance to its plane, point_b the point of b
//                                nearest to the vertex, the normal that of b's face. If none is
//                                behind, those on the face, depth 0. This one if parts are equal
//     b's part lies within a's   the same the other way round: the normal is that of a's face,
//                                turned over
//     each ends on an edge       the points of these two edges that are nearest to each other; the
//                                normal is across both, on the side that b's face looks to and a's
//                                does not, or if it lies in both faces the way out, and for mere
//                                touch to a's middle; depth is how far they overlap, at least 0
//     both lie in one plane      the corners of what they share, depth 0; the normal of b's face
// Where a face that is asked for has no area, that of the other one takes its place, and some
// direction across both if neither has. Evaluated in double and rounded, depths to FLT_MAX at most;
// the corners of flat pairs as contacts in >>sat, within 2^-12 of the size.
// Features as in >>sat. Returns their number, at most 9; a buffer too small gets the deepest, as
// many as it holds.
//
// What this means for meshes: they are surfaces, so one wholly inside another has no contacts. Each
// pair of triangles speaks for itself: features do not tell which triangles, edges between
// triangles of one flat face count too, depth is as large as a triangle may reach behind a plane,
// sideways as well, and of two edges that are past each other along the normal it is 0, although
// the surfaces cross. So gather the contacts of all pairs (trees find those that meet, k-DOP
// packs those that are near: >>tree, >>kdop), merge them, and drop those that are not closing. Of
// boxes and convex bodies at rest on each other >>sat has fewer and better contacts.
COLLIDE_API size_t collide_triangle_triangle_contacts(const collide_triangle *a,
                                                      const collide_triangle *b,
                                                      collide_contact *contacts, size_t capacity);

// ---- contacts of meshes ----------------------------------------------------------------------

// Merges what several pairs of triangles have found of one place, such as a vertex that they share
// or a vertex behind a face of several triangles: contacts whose points, on one body or on both,
// differ by at most distance on each axis, and whose normals have a cosine of at least 0.999. The
// deepest stays; where depths differ by at most distance, that whose two points are nearer, with
// the depth of the deepest. Contacts are taken one by one, each with the first that matches of
// those that are left so far, whose place it takes: so their order matters. Returns how many are
// left, in contacts[0] and on. A distance of 0 merges equal points, NaN or less than 0 nothing;
// some hundred times the rounding of coordinates is a good one. contacts may be NULL if n is 0.
// Cost: n times as many as are left.
COLLIDE_API size_t collide_contacts_merge(collide_contact *contacts, size_t n, float distance);

// Leaves at most four contacts of one normal (whose cosine with that of the first such contact is
// at least 0.999): the deepest, the one whose point on b is farthest from its, the one farthest
// from the line of both, and the one farthest outside of these three. What lies on a line leaves
// its ends and the deepest, what lies in one place the deepest. Returns how many are left, in
// contacts[0] and on, in another order. contacts may be NULL if n is 0. Cost: n times the normals.
COLLIDE_API size_t collide_contacts_reduce(collide_contact *contacts, size_t n);

// Motion of a rigid body: linear is the velocity of its point center, angular the axis of its
// rotation, in space and right-handed, as long as the rate in radians per unit of time.
typedef struct collide_motion {
    collide_vec3 center, linear, angular;
} collide_motion;

// The velocity of a's point_a less that of b's point_b [Sudar]; NULL motions are at rest. Returns
// whether the bodies approach there: velocity . normal < 0, with the normal from b to a . velocity
// may be NULL. Evaluated in double. What rests does not approach: ask with the velocities of the
// step to come, gravity included.
COLLIDE_API bool collide_contact_closing(const collide_contact *contact, const collide_motion *a,
                                         const collide_motion *b, collide_vec3 *velocity);

// ---- closest points --------------------------------------------------------------------------
// Evaluated in double and rounded to float; of segments without length and triangles without area
// too. Input that is not finite gives some point.

// The point of a segment, or of a triangle, nearest to p.
COLLIDE_API collide_vec3 collide_point_segment_closest(collide_vec3 p, const collide_segment *b);
COLLIDE_API collide_vec3 collide_point_triangle_closest(collide_vec3 p, const collide_triangle *b);

// Whether a ball meets a triangle: whether the point of it nearest to the centre is within the
// radius. What is off by no more than 2^-40 of the distances may count either way. NaN, a negative
// radius, and a centre or vertices that are not finite meet nothing.
COLLIDE_API bool collide_sphere_triangle(const collide_sphere *a, const collide_triangle *b);

// A ball and a triangle that move, as in >>sat: the times at which the ball's centre is within its
// radius of the triangle. In double, with the radius larger by 2^-44 of the distances and sizes;
// t_first is rounded down, t_last up. The normal goes from the nearest point of the triangle to the
// centre; if the centre lies on the triangle, it is the triangle's that the ball moves against.
// axis is COLLIDE_AXIS_NONE. Input that is not finite, a radius or t_max below 0 miss. This is for
// lengths from 1e-30 to 1e30.
COLLIDE_API bool collide_sphere_triangle_sweep(const collide_sphere *a, collide_vec3 va,
                                               const collide_triangle *b, collide_vec3 vb,
                                               float t_max, collide_impact *out);

// Whether a triangle meets the solid k-DOP, clipped by all its planes in double: what is off by no
// more than 2^-40 of the triangle's coordinates may count. Bounds may be infinite. An empty k-DOP
// and what is not finite meet nothing.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API bool collide_kdop6_triangle(const collide_kdop6 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop14_triangle(const collide_kdop14 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop18_triangle(const collide_kdop18 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop26_triangle(const collide_kdop26 *a, const collide_triangle *b);
#endif

// The points of two segments that are nearest to each other, a's and b's; of parallel ones some.
COLLIDE_API collide_segment collide_segment_segment_closest(const collide_segment *a,
                                                            const collide_segment *b);

// ---- batches ---------------------------------------------------------------------------------
// bits has COLLIDE_BLOCKS(n) words of hit bits for n answers; returns the number of hits. Packs are
// those of >>sat. On machines without vectors, loops of single calls are faster.

// One triangle against a pack, as bits or as a rising list of indices, the first capacity of them.
COLLIDE_API size_t collide_triangle_triangle_many(const collide_triangle *a,
                                                  const collide_triangle_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_triangle_triangle_many_indices(const collide_triangle *a,
                                                          const collide_triangle_pack *b,
                                                          uint32_t *indices, size_t capacity);

// Triangle i of a against triangle i of b, for all i below the smaller count n.
COLLIDE_API size_t collide_triangle_triangle_lanes(const collide_triangle_pack *a,
                                                   const collide_triangle_pack *b, uint16_t *bits);

// n pairs of triangles of two meshes, or of one: neighbours share a vertex, so they meet. A pair
// that names a triangle that is not there, or one with a vertex that is not there, misses; so does
// all of a mesh with counts, strides or index sizes that no builder would take.
COLLIDE_API size_t collide_triangle_triangle_pairs(const collide_mesh *a, const collide_mesh *b,
                                                   const collide_pair *pairs, size_t n,
                                                   uint16_t *bits);

// The same without these checks: all indices must be in range.
COLLIDE_API size_t collide_triangle_triangle_pairs_unchecked(const collide_mesh *a,
                                                             const collide_mesh *b,
                                                             const collide_pair *pairs, size_t n,
                                                             uint16_t *bits);

// ---- rays and segments -----------------------------------------------------------------------
// Where a ray, for t from 0 to t_max, or a segment, for t from 0 at a to 1 at b, first lies in a
// shape. *t is that t, 0 if it begins there; a miss writes +infinity. t may be NULL, t_max
// infinite; t_max < 0 and NaN miss, as does a ray, segment or shape that is not finite (bounds of
// k-DOPs and aligned boxes may be infinite), and what is met beyond t = FLT_MAX. A direction of 0
// asks for a point. Boxes, spheres and k-DOPs are solid, an empty one meets nothing; triangles have
// two sides.
//
// Evaluated in double: what lies off a shape by no more than 2^-40 of the coordinates of both and
// of the way along the ray may count as in it, nothing is lost that is deeper than that. Whether a
// segment meets a triangle is exact (as of two triangles). Of triangles that share an edge or a
// vertex, a ray that goes through it meets at least one, so none slips through a closed mesh; a ray
// in the plane of a triangle meets it as it meets other shapes. A triangle without area, or so
// little that double has none, is met by segments only.
COLLIDE_API bool collide_ray_triangle(const collide_ray *ray, const collide_triangle *b,
                                      float t_max, float *t);
COLLIDE_API bool collide_ray_aabb(const collide_ray *ray, const collide_aabb *b, float t_max,
                                  float *t);
COLLIDE_API bool collide_ray_sphere(const collide_ray *ray, const collide_sphere *b, float t_max,
                                    float *t);
COLLIDE_API bool collide_ray_obb(const collide_ray *ray, const collide_obb *b, float t_max,
                                 float *t);
COLLIDE_API bool collide_segment_triangle(const collide_segment *a, const collide_triangle *b,
                                          float *t);
COLLIDE_API bool collide_segment_aabb(const collide_segment *a, const collide_aabb *b, float *t);
COLLIDE_API bool collide_segment_sphere(const collide_segment *a, const collide_sphere *b,
                                        float *t);
COLLIDE_API bool collide_segment_obb(const collide_segment *a, const collide_obb *b, float *t);

// One against a pack: bits is required, t may be NULL, else it takes as many times as the pack has
// objects, +infinity for a miss: the least is the first hit. Vectors leave out the objects whose
// bounding box the ray passes by, of k-DOPs whole blocks at once; what is left is asked one by one,
// 15 to 80 ns each. Packs of aligned boxes are those of 6-DOPs.
COLLIDE_API size_t collide_ray_triangle_many(const collide_ray *ray, const collide_triangle_pack *b,
                                             float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_ray_sphere_many(const collide_ray *ray, const collide_sphere_pack *b,
                                           float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_ray_obb_many(const collide_ray *ray, const collide_obb_pack *b,
                                        float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_segment_triangle_many(const collide_segment *a,
                                                 const collide_triangle_pack *b, uint16_t *bits,
                                                 float *t);
COLLIDE_API size_t collide_segment_sphere_many(const collide_segment *a,
                                               const collide_sphere_pack *b, uint16_t *bits,
                                               float *t);
COLLIDE_API size_t collide_segment_obb_many(const collide_segment *a, const collide_obb_pack *b,
                                            uint16_t *bits, float *t);

// The same for each kind of k-DOP.
#ifndef COLLIDE_NO_KDOP
#define COLLIDE__RAY_DECLARE(K)                                                                    \
    COLLIDE_API bool collide_ray_kdop##K(const collide_ray *ray, const collide_kdop##K *b,         \
                                         float t_max, float *t);                                   \
    COLLIDE_API bool collide_segment_kdop##K(const collide_segment *a, const collide_kdop##K *b,   \
                                             float *t);                                            \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *ray,                          \
                                                  const collide_kdop##K##_pack *b, float t_max,    \
                                                  uint16_t *bits, float *t);                       \
    COLLIDE_API size_t collide_segment_kdop##K##_many(                                             \
        const collide_segment *a, const collide_kdop##K##_pack *b, uint16_t *bits, float *t);
COLLIDE__RAY_DECLARE(6)
COLLIDE__RAY_DECLARE(14)
COLLIDE__RAY_DECLARE(18)
COLLIDE__RAY_DECLARE(26)
#undef COLLIDE__RAY_DECLARE
#endif
#endif // COLLIDE_NO_TRIANGLE

// ================================================================================================
// >>octree
// ================================================================================================
#ifndef COLLIDE_NO_OCTREE
// Which of many objects meet: an octree over spheres or aligned boxes [Sudar]. A cube that holds
// nearly all of them is cut into eight as long as a part has more than a few, and an object lies in
// each part that it reaches into. All pairs that meet are found, each once, and the objects near a
// sphere, in a box or along a segment: the same as if all were asked one by one, in an order that
// depends on the parts. Queries are named collide_WHAT_octree_indices.
//
// The octree keeps a copy of the objects, and holds offsets, no pointers: move it by memcpy to
// aligned memory. Objects that leave the cube, or lie far outside of it, are found as well. The
// costs below are those of objects much smaller than the cube and in many places. What is closer
// together than 2^-16 of the cube's edge is not told apart, and is asked one by one: so are two
// heaps that are a million times as far apart as they are wide (make two octrees of them), and
// plates or rods as long as the cube, which lie in too many parts. This costs time, up to that of
// all pairs, but never an answer nor more memory.

// Begin with all bytes 0, which means the defaults.
typedef struct collide_octree_options {
    uint32_t depth;      // how often a part may be cut: 1 to 16; 0 means 16
    uint32_t leaf_size;  // parts of no more objects stay whole: 1 to 65536; 0 means 64
    uint32_t references; // room for so many parts that an object lies in, in the mean of all: 1
                         // to 64; 0 means 4. If there are more, parts stay larger
} collide_octree_options;

// Read the fields freely, write them only by the functions below.
typedef struct collide_octree {
    uint32_t magic;         // COLLIDE_OCTREE_MAGIC
    uint32_t floats;        // of an object: 4 of spheres, 6 of boxes
    uint64_t size;          // bytes in use, this header included
    uint64_t nodes_at;      // bytes from here to the parts,
    uint64_t references_at; // and to the references that they hold
    uint32_t count;         // of objects
    uint32_t node_count, node_room;
    uint32_t reference_count, reference_room; // with gaps
    uint32_t moved;                           // references that were added since it was built
    double origin[3], scale;                  // of the cube, 65534 steps along an edge
    collide_octree_options options;           // with the defaults filled in
} collide_octree;
#define COLLIDE_OCTREE_MAGIC 0x5443434fu // "OCCT" in memory on little-endian machines

// Bytes for an octree of n objects, a multiple of COLLIDE_ALIGNMENT: for each object 48 and, for
// each of references, 16 + 96 / (leaf_size / 2 + 1); so about 124 with the defaults, which NULL
// stands for. 0 if n is 0, if an option is out of range, or if that is too much: (2 + references) *
// (n + 4) must be below 2^32 - 64.
COLLIDE_API size_t collide_octree_size(size_t n, const collide_octree_options *options);

// Builds an octree over n objects at a stride (0 means tightly packed) in memory of at least
// collide_octree_size(n, options) bytes, aligned to COLLIDE_ALIGNMENT, and writes its address (that
// of memory) to *octree. Errors: NULL, COUNT (n = 0), OVERFLOW, OPTION, SIZE, ALIGNMENT, STRIDE,
// NOT_FINITE, EXTENT (a radius < 0, a box with min > max); *octree is then NULL and memory
// untouched. Cost: n log n.
COLLIDE_API collide_status collide_octree_build_spheres(collide_octree **octree, void *memory,
                                                        size_t size, const collide_sphere *spheres,
                                                        size_t n, size_t stride,
                                                        const collide_octree_options *options);
COLLIDE_API collide_status collide_octree_build_aabbs(collide_octree **octree, void *memory,
                                                      size_t size, const collide_aabb *boxes,
                                                      size_t n, size_t stride,
                                                      const collide_octree_options *options);

// Takes in the objects that moved or changed their size: n indices into the array of all, such as
// was built from, of which only these are read; an index may stand there twice. If indices is NULL
// all did, and n is their number, or 0 for none. To add or remove objects build anew. Cost: that of
// the parts they left and entered; that of building, if this would be more, if over an eighth of
// all are named, and when since the last time as many parts were entered as there are objects.
// Errors: NULL, KIND (no octree over such objects), COUNT, STRIDE, OVERFLOW, INDEX, NOT_FINITE,
// EXTENT; the octree is then unchanged.
COLLIDE_API collide_status collide_octree_update_spheres(collide_octree *octree,
                                                         const uint32_t *indices, size_t n,
                                                         const collide_sphere *spheres,
                                                         size_t stride);
COLLIDE_API collide_status collide_octree_update_aabbs(collide_octree *octree,
                                                       const uint32_t *indices, size_t n,
                                                       const collide_aabb *boxes, size_t stride);

// Whether two aligned boxes meet, compared as they are; NaN and empty ones meet nothing.
COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b);

// Whether a ball meets an aligned box, evaluated in double and never missed: what is farther apart
// by less than 2^-48 of the distance counts, too. NaN, negative radii and empty boxes meet nothing.
COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b);

// All pairs (i < j) of objects that meet, by collide_sphere_sphere or collide_aabb_aabb, each once.
// Returns their number; pairs takes the first capacity of them (if there are fewer, one place
// behind them may be overwritten). Cost: n, and the pairs.
COLLIDE_API size_t collide_octree_self_indices(const collide_octree *octree, collide_pair *pairs,
                                               size_t capacity);

// The objects that meet a sphere or a box, each once: by collide_sphere_sphere, collide_sphere_aabb
// or collide_aabb_aabb. Returns their number; indices takes the first capacity of them.
COLLIDE_API size_t collide_sphere_octree_indices(const collide_sphere *a,
                                                 const collide_octree *octree, uint32_t *indices,
                                                 size_t capacity);
COLLIDE_API size_t collide_aabb_octree_indices(const collide_aabb *a, const collide_octree *octree,
                                               uint32_t *indices, size_t capacity);

// The objects that a segment meets, by collide_segment_sphere or collide_segment_aabb. t takes the
// time of each (0 at a, 1 at b), or is NULL: the least of all is the first hit, which a list that
// is too small may lack. For a ray take its first part; a segment 2^36 times as long as the cube
// looks at everything.
COLLIDE_API size_t collide_segment_octree_indices(const collide_segment *a,
                                                  const collide_octree *octree, uint32_t *indices,
                                                  float *t, size_t capacity);

// ---- bodies ----------------------------------------------------------------------------------
// From bodies to contacts in one call [Sudar]: bounding spheres, the octree's pairs, triangles of
// both that are near, triangle against triangle, contacts, of these the closing ones, merged. What
// is said of contacts of meshes (>>triangle) holds. In particular, however little two bodies
// overlap, a triangle of one may reach far behind one of the other's sides: such contacts have a
// normal sideways and a depth up to the size of a body, and they close when the bodies slide. Leave
// out those that are deeper than bodies can be in your steps; examples/tumble.c does, and has a
// solver.

// A rigid body: the triangles of a mesh (>>triangle says how they run) under a pose. Bodies may
// share meshes. bounds holds all points of the mesh, in its own coordinates: make it once, by
// collide_sphere_from_points(&bounds, mesh.positions, mesh.vertex_count, mesh.position_stride).
// Axes of poses are those of a rotation within 2^-21. Neither is checked, nor that indices are in
// range: with a wrong one (index_size = 2 forgotten, a pose of zeros) contacts are missing.
typedef struct collide_body {
    const collide_mesh *mesh;
    collide_sphere bounds;
    collide_pose pose;
    const collide_motion *motion; // NULL: at rest
} collide_body;

// Begin with all bytes 0, which means the defaults.
typedef struct collide_bodies_options {
    collide_octree_options octree;
    uint32_t pair_contacts; // of one pair of bodies, the deepest of more: 1 to 4096; 0 means 64
    float merge;            // the distance of collide_contacts_merge: 0 merges equal points, some
                            // 1e-4 of a body's size is a good one; < 0: no merging
    bool all; // also contacts that do not close, and those of two bodies at rest: what
              // parts now, a neighbour may drive in during the same step
} collide_bodies_options;

// A contact of bodies a < b, and the triangles of their meshes that it is of. The normal points
// from b to a.
typedef struct collide_body_contact {
    collide_contact contact;
    uint32_t a, b, triangle_a, triangle_b;
} collide_body_contact;

typedef struct collide_bodies_count {
    size_t contacts;       // of all pairs, also those that contacts[] had no room for
    size_t pairs;          // of bodies whose bounding spheres meet, made larger by 2^-19 of their
                           // size and coordinates, but for two bodies at rest
    size_t triangle_pairs; // of triangles of these bodies that were tested
} collide_bodies_count;

// Bytes of scratch memory for n bodies at a stride (0 means tightly packed): that of their octree,
// and some 90 for each triangle of the largest mesh. 0 if the options or n are out of range.
COLLIDE_API size_t collide_bodies_scratch_size(const collide_body *bodies, size_t n, size_t stride,
                                               const collide_bodies_options *options);

// Contacts of all bodies, those of a pair together, pairs by rising a; contacts takes the first
// capacity of them. What does not approach has none, so two bodies whose motions are NULL have
// none, unless options.all is set. scratch is aligned to COLLIDE_ALIGNMENT and may be anything; it
// is not needed afterwards. Points are float32 as collide_pose_apply makes them, and for these
// triangles verdicts are exact. A triangle with a vertex that is not there or not finite touches
// nothing. Errors: NULL, COUNT, STRIDE, OVERFLOW, OPTION, SIZE, ALIGNMENT, INDEX_SIZE, NOT_FINITE
// (bounds and poses), EXTENT (a radius < 0); *count is then all 0 and contacts untouched. Cost:
// that of an octree, and for each pair of bodies that are near the number of their triangles; of
// those that are near the other body, all against all.
COLLIDE_API collide_status collide_bodies_contacts(const collide_body *bodies, size_t n,
                                                   size_t stride,
                                                   const collide_bodies_options *options,
                                                   void *scratch, size_t size,
                                                   collide_body_contact *contacts, size_t capacity,
                                                   collide_bodies_count *count);
#endif // COLLIDE_NO_OCTREE

// ================================================================================================
// >>terrain
// ================================================================================================
#ifndef COLLIDE_NO_TERRAIN
// Cylinders against planes, triangles and terrain: a regular grid of heights [Strashnov]. Vertex
// (i, j), column i and row j, lies at (origin.x + i dx, origin.y + j dy, origin.z + height) of the
// given floats, as real numbers. A cell has the corners V0 = (i, j), V1 = (i + 1, j), V2 = (i, j +
// 1), V3 = (i + 1, j + 1) and two triangles: V0 V1 V2 and V1 V3 V2, or with other_diagonal V0 V1 V3
// and V0 V3 V2. The terrain is solid: all that lies at or below the surface, however deep, under
// the grid's rectangle. A cell with a hole at a corner has neither surface nor solid. There are no
// side walls: what meets the solid from the side lies below the surface, and hits.
//
// Bound: let e be radius + height of the cylinder + dx + dy + the range of heights of a cell that
// it comes to, and u = 2^-24. What goes deeper than 8u e is never missed, and what stays clear by
// more than 8u e never hits: verdicts are those of a cylinder that is larger or smaller by that.
// The distance from the origin, the size of the grid and the depth below the surface do not matter.
// This is for lengths from 1e-6 to 1e6, and for cylinders that pass collide_cylinder_check.
//
// z is up.

// Sides of a grid whose outermost cells are a copy of a neighbouring grid's: the first column, the
// last, the first row, the last.
#define COLLIDE_NEIGHBOUR_WEST 1u
#define COLLIDE_NEIGHBOUR_EAST 2u
#define COLLIDE_NEIGHBOUR_SOUTH 4u
#define COLLIDE_NEIGHBOUR_NORTH 8u

// A grid of heights in memory you provide. Begin with all bytes 0 and set the first three fields,
// dx and dy; the rest has defaults.
typedef struct collide_heights {
    const void *heights;  // first vertex: float, NaN for a hole, or int16_t
    size_t columns, rows; // vertices along x and y, from 2 to 2^24
    float dx, dy;         // steps, > 0
    size_t row_stride;    // bytes from row to row; 0 means tightly packed
    collide_vec3 origin;  // of vertex (0, 0) at height 0
    bool other_diagonal;  // cells are cut from V0 to V3
    bool int16;           // numbers q are int16_t: the height is offset + scale * q in float32
    bool has_hole;        // where q is hole, there is no height; for floats these are ignored
    int16_t hole;
    float scale, offset; // scale 0 means 1
    uint32_t neighbours; // COLLIDE_NEIGHBOUR_..., any of them; for contacts (below)
} collide_heights;

// Heights, and least and greatest height of squares of cells, in memory you provide. The heights
// stay where they are, and the terrain holds their address: keep them, and tell
// collide_terrain_update what changed. The collide_heights it was built from may go; the terrain
// itself may move, by memcpy to aligned memory. Read the fields freely, write them only by the
// builders.
typedef struct collide_terrain {
    uint32_t magic;  // COLLIDE_TERRAIN_MAGIC
    uint32_t levels; // squares of 16 by 16 cells, 32 by 32, ..., up to one that holds all
    uint64_t size;   // bytes in use, this header included
    double inverse_dx, inverse_dy; // 1 / dx, 1 / dy
    bool holes;                    // there are some
    collide_heights grid;          // with its defaults filled in
} collide_terrain;
#define COLLIDE_TERRAIN_MAGIC 0x41525245u // "ERRA" in memory on little-endian machines

// Bytes for a terrain, a multiple of COLLIDE_ALIGNMENT, about one for 16 cells; 0 if there are
// fewer than 2 columns or rows, or more than 2^24.
COLLIDE_API size_t collide_terrain_size(size_t columns, size_t rows);

// Builds a terrain in memory of at least collide_terrain_size(columns, rows) bytes and writes its
// address (that of memory) to *terrain. Errors: NULL, COUNT (fewer than 2 columns or rows), EXTENT
// (dx or dy not from 2^-60 to 2^60), NOT_FINITE (a step, origin, scale or offset; a height that is
// infinite or beyond 2^60), STRIDE, OVERFLOW, SIZE, ALIGNMENT; *terrain is then NULL and memory
// untouched. Cost: one pass over the heights.
COLLIDE_API collide_status collide_terrain_build(collide_terrain **terrain, void *memory,
                                                 size_t size, const collide_heights *heights);

// Takes in what you changed of the heights: columns by rows of vertices from (column, row) on.
// Until then hits may be missed. Cost: the squares of 16 by 16 cells round them, and the larger
// ones that hold those. Errors: NULL, KIND (no terrain), INDEX (not within the grid), NOT_FINITE;
// the terrain is then unchanged: mend the heights before the next query.
COLLIDE_API collide_status collide_terrain_update(collide_terrain *terrain, size_t column,
                                                  size_t row, size_t columns, size_t rows);

// Height of the surface at (x, y), and its unit normal, which points up; either may be NULL. False,
// with nothing written, outside of the grid's rectangle and in holes. On an edge between cells or
// triangles the normal is that of one of them.
COLLIDE_API bool collide_terrain_height(const collide_terrain *terrain, float x, float y, float *z,
                                        collide_vec3 *normal);

// COLLIDE_OK if all numbers are finite, radius and height > 0 and at most 2^60, and |axis.axis - 1|
// <= 2^-21 (evaluated in double); else NULL, NOT_FINITE, EXTENT or AXES. Cylinders that do not pass
// hit nothing of this family.
COLLIDE_API collide_status collide_cylinder_check(const collide_cylinder *cylinder);

// Solid half-space: all points p with normal.p <= distance. normal need not be of unit length.
typedef struct collide_plane {
    collide_vec3 normal;
    float distance;
} collide_plane;

// Whether a cylinder meets a half-space, evaluated in double: the deepest point of the cylinder
// [Strashnov, A1] is at or below the plane. A cylinder that does not pass the check, and a plane of
// numbers that are not finite, never hit.
COLLIDE_API bool collide_cylinder_plane(const collide_cylinder *cylinder,
                                        const collide_plane *plane);

// Whether a solid cylinder meets a triangle: an edge of it, or its inside. A triangle without area
// is a segment or a point. e above is then the sum of radius, height and the triangle's edges. NaN
// and infinities never hit.
COLLIDE_API bool collide_cylinder_triangle(const collide_cylinder *cylinder,
                                           const collide_triangle *triangle);

// Whether a cylinder meets the terrain: the surface, or lies below it. Cost: that of the cells
// under it which reach its range of heights; a square of cells that is all above or all below costs
// little, and the size of the grid does not matter. Cells run on the instruction set in use, so a
// loop of these calls is as fast as a batch where there are many cells under each. Holes slow down
// what is over the same squares of 16 by 16 cells.
COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *cylinder,
                                          const collide_terrain *terrain);

// The same for a solid ball, a solid box and a triangle, cell by cell. The ball is evaluated in
// double. Corners of cells are rounded to float as seen from the box's centre, and with those of
// the triangle as seen from its lowest corner; then the bounds of boxes and of triangles above
// (>>sat) hold. A radius < 0, a box that does not pass collide_obb_check, NaN and infinities never
// hit; nor does anything a terrain that is NULL.
COLLIDE_API bool collide_sphere_terrain(const collide_sphere *sphere,
                                        const collide_terrain *terrain);
COLLIDE_API bool collide_obb_terrain(const collide_obb *box, const collide_terrain *terrain);
COLLIDE_API bool collide_triangle_terrain(const collide_triangle *triangle,
                                          const collide_terrain *terrain);

// ---- contacts --------------------------------------------------------------------------------
// A cylinder, ball or box (a) with a plane, a triangle or the terrain (b), whether touching or
// however deep: normals point from b to a and, on terrain, never down; depths are >= 0 and finite.
// There are contacts iff the query above says yes (of tiles: one of them has, see below); a hit by
// a hair may have one of depth 0. A solver takes all of them as they are. To push a body out by
// hand, move it by depth * normal of the deepest, ask again, and so on: they are in no order of
// depth.
//
// What is found, by the parts of the surface that the body's lower side comes to:
//     plane of faces  the lowest points of both rims, and the opposite and the two middle points of
//                     the rim of the base that faces the plane (of a base that lies flat on it
//                     within 2^-16, four points that stay): A1, A2, B1, C1 +- r u of [Strashnov],
//                     those that lie below that plane's faces; corners of boxes; a ball's one
//     edge            where the body is deepest over it, if the faces beside it fall off: one point
//                     or, if it runs along the side of a cylinder or along a base within 1.8
//                     degrees, both ends
//     vertex          the point below it, likewise
// With a face the normal is that of its plane; with an edge or vertex that of the body there, or
// the one that edge and rim have in common. Faces that lie in one plane as far as their heights
// tell, bends of at most 8u |height|, are one face: what stands or rolls on a flat or tilted grid
// has the contacts of one plane, wherever it is.
//
// point_a lies on the body, point_b on the surface; (b - a) . normal is how far the body must go
// for that contact to part. depth is that or less, since no contact is deeper than the deepest
// column; but the deepest contact has just the depth of this column, which may be more. The column
// of a face is as deep as its highest point above the body's lower side, along the face's normal;
// but no deeper than about the way s sideways on which the body's shadow leaves the faces of that
// plane (those connected with it, if no more than 16 by 16 cells are below), s / (1 - s / width)^2.
// Those contacts that are more than twice as far from parting are left out if there are others,
// since body and surface do not part that way: so a barrel that is pushed into a kerb has the
// kerb's contact, not that of its top.
//
// So the deepest depth changes by at most about (1 + slope) (1 + depth / width)^2 times the motion
// of the body's points, where slope is the steepest one's of the cells below and width the body's
// least half extent: also where it comes over a flatter cell, where depths below infinite planes
// jump. (Where the terrain ends, at its border and at holes, slope is that of the body's lower side
// if this is steeper.) It is at most the way straight up that parts body and terrain. Points move
// continuously while features stay.
//
// How this departs from [Strashnov]: the verdict comes first, and alone decides; depths are those
// of columns instead of infinite planes, so deep contacts stay finite; elements that lie in one
// plane are one; edges and vertices give contacts only where the surface is bent down there, so
// that there are none at inner edges; the extreme points of a base are contacts, where only its
// crossings with edges were.
//
// At most four contacts have one normal (within an angle of about 0.08 degrees): the deepest, the
// one farthest from it, the one farthest from their line and the one farthest outside of these
// three; what is within 2^-16 of the body's size of the best counts as best, and the first by
// features wins. Before that the 96 deepest are kept. Returns how many there are; a buffer that is
// too small gets the deepest. Of contacts that meet in one place of the surface the
// first by features stays, as deep as the deepest, so that its depth may be more than its points
// say. contacts may be NULL if capacity is 0. Evaluated in double from vertices rounded to float as
// seen from the centre: points lie within 16u e of body and surface, besides what their own
// rounding to float and the bends that count as flat add.
//
// Features tell contacts apart from call to call. Bits 24 to 31 of feature_b tell the part, bits 0
// to 23 the column of its cell, and bits 0 to 23 of feature_a the row of that:
//     COLLIDE_FEATURE_FACE     the one that point_a is over or under, of the cell there: number 0
//                              is that at the cell's south edge, 1 that at its north edge
//     COLLIDE_FEATURE_EDGE     number 0 from V0 to V1, 1 from V0 to V2, 2 the diagonal
//     COLLIDE_FEATURE_VERTEX   V0 of the cell
// Bits 24 to 31 of feature_a tell the part of the body: of a cylinder COLLIDE_CYLINDER_SIDE, _BASE
// or _RIM, with _TOP for the base at + axis, and in bits 27 to 31 which of its points; of a box
// COLLIDE_FEATURE_... as above (>>sat), and its number in bits 27 to 31. Of a plane or triangle
// there is no cell; features of triangles are as in >>sat.
//
// A grid that is cut into tiles: give each a row or column of its neighbour's cells, and say so in
// neighbours. They have no contacts of their own, but tell what is flat at the border. Together the
// tiles then have the contacts of the whole, but for this: at most four of one normal are those of
// each tile; over such cells no contact takes the depth of the deepest column, which may be another
// tile's; what is deeper than half a cell may have its partner cut off at the tile's end. A hit may
// have none: its neighbour has them.
//
// Cost: that of the verdict and of what the body comes to; contacts of cells that all lie in one
// plane are found once. Of cylinders vectors find what may touch; the rest runs scalar.
#define COLLIDE_CYLINDER_SIDE 0x00000000u
#define COLLIDE_CYLINDER_BASE 0x01000000u
#define COLLIDE_CYLINDER_RIM 0x02000000u
#define COLLIDE_CYLINDER_TOP 0x04000000u
#define COLLIDE_FEATURE_KIND(feature_b) ((feature_b)&0x03000000u) // COLLIDE_FEATURE_FACE, ...
#define COLLIDE_FEATURE_NUMBER(feature_b) ((feature_b) >> 26)
#define COLLIDE_FEATURE_CELL(feature) ((feature)&0x00ffffffu) // column of feature_b, row of _a

// Of a cylinder and a half-space: at most 4, the deepest that of A1. None where
// collide_cylinder_plane says no, so for bad input too. contacts holds capacity of them.
COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *cylinder,
                                                   const collide_plane *plane,
                                                   collide_contact *contacts, size_t capacity);

// Of a cylinder and a triangle, which is as terrain of one face, with that side up on which the
// cylinder's centre lies. None where collide_cylinder_triangle says no.
COLLIDE_API size_t collide_cylinder_triangle_contacts(const collide_cylinder *cylinder,
                                                      const collide_triangle *triangle,
                                                      collide_contact *contacts, size_t capacity);

// Of a cylinder and the terrain; at most 96. None where collide_cylinder_terrain says no.
COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *cylinder,
                                                     const collide_terrain *terrain,
                                                     collide_contact *contacts, size_t capacity);

// The same for a solid ball and a solid box. None where collide_sphere_terrain and
// collide_obb_terrain say no. feature_a of a ball is the row alone.
COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *sphere,
                                                   const collide_terrain *terrain,
                                                   collide_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *box,
                                                const collide_terrain *terrain,
                                                collide_contact *contacts, size_t capacity);

// Where a ray meets the terrain first.
typedef struct collide_ray_hit {
    float t;
    collide_vec3 normal;  // of the surface there, or above: not that of a side; it points up
    uint32_t column, row; // the cell
} collide_ray_hit;

// The first point of a ray that lies at or below the surface: t = 0 if that is its origin, and
// where it enters the solid if it comes from the side, through the border or a hole. Evaluated in
// double; t is rounded to float. out may be NULL. A miss has t = infinity and writes nothing else
// but zeros. Cost: the squares of 16 by 16 cells on the way, and the cells of those it may meet.
// t_max may be infinite, and means FLT_MAX then; t_max < 0 and NaN never hit.
COLLIDE_API bool collide_ray_terrain(const collide_ray *ray, const collide_terrain *terrain,
                                     float t_max, collide_ray_hit *out);

// The cells whose surface the cylinder meets, row by row, as column (a) and row (b) of their corner
// V0; returns their number. A list that is too small gets the first ones. Cells that lie above the
// cylinder without touching it are none of them.
COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *cylinder,
                                                  const collide_terrain *terrain,
                                                  collide_pair *cells, size_t capacity);

// Packs of cylinders, 32 bytes each, as of boxes above; each must pass collide_cylinder_check.
typedef struct collide_cylinder_pack {
    collide_pack header;
} collide_cylinder_pack;
#define COLLIDE_CYLINDER_PACK_MAGIC 0x584c5943u // "CYLX"
COLLIDE_API size_t collide_cylinder_pack_size(size_t n);
COLLIDE_API collide_status collide_cylinder_pack_build(collide_cylinder_pack **pack, void *memory,
                                                       size_t size,
                                                       const collide_cylinder *cylinders, size_t n,
                                                       size_t stride);
COLLIDE_API collide_status collide_cylinder_pack_open(collide_cylinder_pack **pack, void *memory,
                                                      size_t size);
COLLIDE_API size_t collide_cylinder_pack_count(const collide_cylinder_pack *pack);
COLLIDE_API collide_status collide_cylinder_pack_set(collide_cylinder_pack *pack, size_t i,
                                                     const collide_cylinder *cylinder);
COLLIDE_API collide_cylinder collide_cylinder_pack_get(const collide_cylinder_pack *pack, size_t i);

// A pack of cylinders against one terrain: COLLIDE_BLOCKS(count) words of hit bits; returns the
// number of hits. A pack or a terrain that is NULL has none. bits overlap neither pack nor terrain
// nor heights. Pays for small footprints, and for grids larger than the caches: heights are fetched
// ahead; cylinders over up to 3 by 3 cells go through the vectors together, a lane each.
COLLIDE_API size_t collide_cylinder_terrain_many(const collide_cylinder_pack *cylinders,
                                                 const collide_terrain *terrain, uint16_t *bits);

// The contacts of a pack of cylinders: those of cylinder i at contacts + i * slots, at most slots
// of them, and their full number in counts[i], for all i below the pack's count; returns the number
// of cylinders that have some. The results of a loop of single calls, bit for bit, at its speed. A
// pack or a terrain that is NULL has none. contacts may be NULL if slots is 0; no array overlaps
// another.
COLLIDE_API size_t collide_cylinder_terrain_contacts_many(const collide_cylinder_pack *cylinders,
                                                          const collide_terrain *terrain,
                                                          collide_contact *contacts, size_t slots,
                                                          uint32_t *counts);
#endif // COLLIDE_NO_TERRAIN

// ================================================================================================
// >>tree
// ================================================================================================
#ifndef COLLIDE_NO_TREE
// Trees of k-DOPs over the triangles or tetrahedra of a mesh [Gerasimenko]: mesh against mesh under
// any pose, itself, and single shapes. A node has up to eight children, whose bounds are met at
// once; a leaf four triangles. A query copies nothing and changes nothing, however a mesh is
// turned: the bound of a node in another frame follows from its own k-DOP, each row from three.
// Kinds 6, 14, 18 and 26: more rows are tighter and dearer; 18 is the usual choice.
//
// The tree keeps the vertices of each triangle, and holds offsets, no pointers: move it by memcpy
// to aligned memory, or save it to a file for one COLLIDE_VERSION and byte order. The mesh is not
// needed any more, but to refit.
//
// Verdicts are exact (>>triangle) for the triangles of a as they are and those of b as
// collide_pose_apply(&p, ...) makes them, in float32, with p = collide_pose_relative(pose_a,
// pose_b). So where both are far away from the origin does not matter. With pose_a NULL, pose_b is
// applied as it is; with pose_b NULL it is b that moves, by the inverse of pose_a, and triangles
// that just touch may differ from what collide_pose_apply(pose_a, ...) makes of a: give a pose that
// is to be applied as it is to b. Axes that are not those of a rotation are taken as they are; but
// a pose that is not finite or has axes beyond 1e37, a pose_a whose axes lie in a plane, and what
// may move a vertex beyond 1e37 meet nothing, nor does a mesh with one there.
//
// Meshes of triangles are surfaces: one wholly inside another meets nothing, but if they are closed
// and built so, collide_tree_tree_containment and collide_point_tree know their inside. Tetrahedra
// are solid everywhere; where a comment says triangles, it means them too, but for sweeps,
// contacts, rays and segments, which meet none.

#define COLLIDE_TREE_MAGIC 0x45455254u // "TREE" in memory on little-endian machines

// Which coordinate axis a set of triangles is split across: that on which the centres of their
// boxes are farthest apart, or that which leaves the least size (area of the box of these centres,
// times the number) on both sides.
#define COLLIDE_TREE_AXIS_LONGEST 0u
#define COLLIDE_TREE_AXIS_LEAST 1u
// Where: at the median of these centres, or at their mean, to an eighth of a node.
#define COLLIDE_TREE_PLACE_MEDIAN 0u
#define COLLIDE_TREE_PLACE_MEAN 1u

// What a mesh is: triangles, whose inside is not asked for; triangles that close (below); or
// tetrahedra, whose indices come in fours and whose number is the mesh's triangle_count.
#define COLLIDE_TREE_SURFACE 0u
#define COLLIDE_TREE_CLOSED 1u
#define COLLIDE_TREE_TETRAHEDRA 2u

// Begin with all bytes 0, which means the defaults.
typedef struct collide_tree_options {
    uint32_t kind;  // 6, 14, 18 or 26; 0 means 18
    uint32_t axis;  // COLLIDE_TREE_AXIS_...
    uint32_t place; // COLLIDE_TREE_PLACE_...
    uint32_t type;  // COLLIDE_TREE_SURFACE, _CLOSED or _TETRAHEDRA
} collide_tree_options;

// Read the fields freely, write them only by the functions below.
typedef struct collide_tree {
    uint32_t magic;          // COLLIDE_TREE_MAGIC
    uint32_t kind;           // 6, 14, 18 or 26
    uint64_t size;           // bytes in use, this header included
    uint64_t nodes_at;       // bytes from here to the nodes, node_size each,
    uint64_t leaves_at;      // to the leaves,
    uint64_t places_at;      // and to where each triangle and each leaf lies
    uint32_t vertex_count;   // of the mesh
    uint32_t triangle_count; // or of tetrahedra
    uint32_t leaf_count, node_count, node_size;
    float radius;    // the largest coordinate, without sign
    double drift[3]; // along each axis no less than how far a vertex went, the sum of all refits
    uint32_t stamp;  // of mesh and split, to tell trees apart
    uint32_t type;   // COLLIDE_TREE_...
    uint64_t corners_at;  // bytes from here to the fourth vertices of tetrahedra,
    uint64_t parts_at;    // and to a triangle or tetrahedron of each part, of which there are
    uint32_t part_count;  // so many, where the inside is known; and so many after refitting,
    uint32_t piece_count; // when only the numbers of vertices hold parts together
} collide_tree;

// What a query of two meshes did, added to what stands there (so begin with zeros): the numbers of
// the source's cost equation.
typedef struct collide_tree_count {
    uint64_t volumes;   // bounds compared, Nv
    uint64_t triangles; // pairs of triangles asked for their verdict, Np
    uint64_t updates;   // bounds found anew in the other frame, Nu
} collide_tree_count;

// Bytes for a tree over that many triangles, a multiple of COLLIDE_ALIGNMENT: for each some 78, 87,
// 92 or 101 with kind 6, 14, 18 or 26, and a little more for few (1088 for one with kind 18); 4
// more if they close, 8 more for tetrahedra. 0 if there are none, if an option is out of range, or
// if it is too much (more than 2^29 triangles).
COLLIDE_API size_t collide_tree_size(size_t triangle_count, const collide_tree_options *options);

// Builds the tree of a mesh in memory of at least collide_tree_size(mesh->triangle_count, options)
// bytes, aligned to COLLIDE_ALIGNMENT, and writes its address (that of memory) to *tree. options
// may be NULL. Triangles without area are legal. Errors: NULL, COUNT, OVERFLOW, OPTION, SIZE,
// ALIGNMENT, STRIDE, INDEX_SIZE, INDEX, NOT_FINITE (any vertex), OPEN; *tree is then NULL and
// memory untouched. Cost: n log n, whatever the mesh.
COLLIDE_API collide_status collide_tree_build(collide_tree **tree, void *memory, size_t size,
                                              const collide_mesh *mesh,
                                              const collide_tree_options *options);

// Takes in new positions of the vertices of the same mesh, whose indices are not read again: those
// of the n triangles listed, or if triangles is NULL (n is then ignored) of all. List every
// triangle with a vertex that moved, since each keeps its own; one may be listed twice. The split
// stays what it was: after large deformations a tree built anew answers faster. Cost: a tenth of
// building; of few triangles, n times the height, and a look at each node. Errors: NULL, COUNT (not
// that many vertices or triangles), STRIDE, INDEX_SIZE, OVERFLOW, INDEX (of a triangle),
// NOT_FINITE, OPEN (a closed mesh would open; so it does where a triangle that moved is not
// listed); the tree is then unchanged.
COLLIDE_API collide_status collide_tree_refit(collide_tree *tree, const collide_mesh *mesh,
                                              const uint32_t *triangles, size_t n);

// Whether any triangle of one meets one of the other. Poses may be NULL, which moves nothing; so
// may count, here and below. A tree that is NULL meets nothing. Trees of different kinds are met by
// the rows that both have: take one kind.
COLLIDE_API bool collide_tree_tree(const collide_tree *a, const collide_pose *pose_a,
                                   const collide_tree *b, const collide_pose *pose_b,
                                   collide_tree_count *count);

// All pairs of triangles that meet, as their numbers in both meshes, each pair once, in an order
// that only the trees and poses determine. Returns their number; pairs takes the first capacity of
// them.
COLLIDE_API size_t collide_tree_tree_indices(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             collide_pair *pairs, size_t capacity,
                                             collide_tree_count *count);

// Calls visit(user, pair) for each of them in the same order, until it returns false. Returns how
// many it was called for.
typedef bool (*collide_tree_visitor)(void *user, collide_pair pair);
COLLIDE_API size_t collide_tree_tree_visit(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b,
                                           collide_tree_visitor visit, void *user,
                                           collide_tree_count *count);

// Pairs (i < j) of triangles of one mesh that meet, but for neighbours: those that share a vertex
// by its index in the mesh. Returns their number; pairs takes the first capacity of them.
COLLIDE_API size_t collide_tree_self_indices(const collide_tree *tree, collide_pair *pairs,
                                             size_t capacity, collide_tree_count *count);

// Whether two trees meet under each of n poses of b, at a stride (0 means tightly packed): bit i of
// bits says what collide_tree_tree(a, pose_a, b, poses[i]) would, COLLIDE_BLOCKS(n) words. Returns
// how many do. Cost: less than that of single calls if poses that follow each other are alike,
// since the pair of triangles found last is asked first.
COLLIDE_API size_t collide_tree_tree_poses(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *poses,
                                           size_t n, size_t stride, uint16_t *bits);

// Contacts of all pairs of triangles that meet, by collide_triangle_triangle_contacts, merged as by
// collide_contacts_merge with this distance as they are found, then in the space of the poses
// (rigid ones, for distances, depths and normals); triangles run as there, counter-clockwise as
// seen from outside. Returns how many did not merge, if all have room; if not, contacts holds about
// the deepest, and the number, which is never too small, counts some that would have merged with
// what had none. Drop those that do not close (collide_contact_closing); collide_contacts_reduce
// leaves four of each normal. What >>triangle says of inner edges and depths of surfaces holds
// here, too. Cost: pairs times contacts left.
COLLIDE_API size_t collide_tree_tree_contacts(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              float distance, collide_contact *contacts,
                                              size_t capacity, collide_tree_count *count);

// The box of a tree under a pose, no smaller than that of its triangles; from the bounds below
// its root, so its sides may be longer: of turned soups 1.6 times at most with kind 18. Empty
// (+infinity, -infinity) if the tree meets nothing there.
COLLIDE_API collide_aabb collide_tree_aabb(const collide_tree *tree, const collide_pose *pose);

// ---- inside ----------------------------------------------------------------------------------
// A mesh closes if each edge, by the positions of its two ends, belongs to an even number of
// triangles, whichever way these turn: so vertices may be doubled along seams, and shells may lie
// in shells or touch. What is inside is what a ray leaves by an odd number of triangles; the
// surface belongs to it. All other queries know the surface alone. (Building and refitting compare
// sums of 64 bits: an open mesh that was not made to deceive passes once in 2^64. Building took 1.4
// to 2.1 times as long for all that, refitting twice.) Closed meshes and tetrahedra consist
// of parts, which hang together by vertices in one place; after refitting by the numbers of
// vertices alone, so a mesh whose triangles share no numbers is then as many parts.

// Whether a point is inside a closed mesh or on its surface, or in a tetrahedron; exact for their
// vertices as collide_pose_apply makes them. False for surfaces, and if b is NULL. Which tetrahedra
// it is in says collide_triangle_tree_indices with three equal vertices. Under a pose whose axes
// lie in a plane nothing is inside. Cost: that of a ray that goes on; a microsecond for a thousand
// triangles, and for a million.
COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose);

typedef enum collide_containment {
    COLLIDE_CONTAINMENT_NONE,   // nothing in common
    COLLIDE_CONTAINMENT_MEET,   // what collide_tree_tree finds; so all that tetrahedra hold
    COLLIDE_CONTAINMENT_A_IN_B, // else: all of a lies inside b, and no part of b inside a
    COLLIDE_CONTAINMENT_B_IN_A, // the other way round
    COLLIDE_CONTAINMENT_PARTS,  // some other parts of one or both lie inside the other
    COLLIDE_CONTAINMENT_UNKNOWN // they do not meet, and of one it is not known what is inside
} collide_containment;

// What two meshes have in common with what is inside them; exact, as collide_tree_tree is. Cost:
// its, and for each part that of collide_point_tree. UNKNOWN if a tree is a surface that was not
// built as closed; NONE if one is NULL, or meets nothing as told above.
COLLIDE_API collide_containment collide_tree_tree_containment(const collide_tree *a,
                                                              const collide_pose *pose_a,
                                                              const collide_tree *b,
                                                              const collide_pose *pose_b,
                                                              collide_tree_count *count);

// ---- coherence -------------------------------------------------------------------------------
// What the last query of two trees knew, so that the next one need not find it again: pairs of
// nodes that were apart [Gerasimenko], and how far apart they were, along which direction. As long
// as what has moved since, by pose and by refitting, has not used that up, a pair is not looked at
// again. Between the frames of a steady motion this leaves a small part of the bounds to compare: a
// seventeenth for two bunnies that move by 0.3 % of their size a frame, half at 5 %. With vectors
// bounds are cheap, and leaves are asked either way: a fresh query then takes as long or less, down
// to a third; in scalar C a front takes from half to twice as long. Measure.
typedef struct collide_front {
    uint32_t magic;    // COLLIDE_FRONT_MAGIC
    uint32_t capacity; // pairs of nodes that there is room for
    uint32_t count;    // pairs of nodes held; 0 means that the next query begins anew
    uint32_t begun;    // pairs held after the query that last began anew,
    uint32_t age;      // and queries since then
    uint32_t stamp[2]; // of both trees
    uint32_t unused;
    uint64_t size;      // bytes in use, this header included
    double drift[2][3]; // of both trees, at the last query
    double gone[26];    // for each row how far b went since the front began anew
    double rate[26];    // what a gap along it is worth: the less, the faster b uses it up
    collide_pose pose;  // of b in a's frame, at the last query
    float middle[3];    // of b's box at the last query,
    float half[3];      // and half its sides
} collide_front;
#define COLLIDE_FRONT_MAGIC 0x544e5246u // "FRNT" in memory on little-endian machines

// Bytes for a front of up to capacity pairs of nodes, 16 each; 0 if that is too much. Two meshes
// that touch in one place need some ten thousand; where there is no room, count is 0 after a query,
// and it takes as long as one that begins anew, and a little longer.
COLLIDE_API size_t collide_front_size(size_t capacity);

// Makes an empty front for two trees, in memory of size bytes aligned to COLLIDE_ALIGNMENT. Errors:
// NULL, COUNT (no capacity), OVERFLOW, SIZE, ALIGNMENT; *front is then NULL and memory untouched.
COLLIDE_API collide_status collide_front_build(collide_front **front, void *memory, size_t size,
                                               size_t capacity, const collide_tree *a,
                                               const collide_tree *b);

// The same pairs as collide_tree_tree_indices, in an order that depends on the queries before. *n
// is their number. Poses may do what they like from one query to the next, and either tree may be
// refitted, or moved in memory. Errors: NULL, TREE (not the trees that the front was built for, in
// the same order); *n is then 0, and the front unchanged. That is asked of meshes, not addresses:
// copies of a tree, and trees of equal meshes, pass for the same one. Do not ask one front for two
// of these in turn that were refitted differently.
// Cost: a look at each pair held, some 2 ns, and what has come too near.
COLLIDE_API collide_status collide_front_indices(collide_front *front, const collide_tree *a,
                                                 const collide_pose *pose_a, const collide_tree *b,
                                                 const collide_pose *pose_b, collide_pair *pairs,
                                                 size_t capacity, size_t *n,
                                                 collide_tree_count *count);

// ---- moving meshes ---------------------------------------------------------------------------
// Meshes that move from their poses with velocities va and vb over [0, t_max], without turning:
// when they first meet, by collide_triangle_triangle_sweep of the triangles above, with b's
// velocity vb - va in a's frame. out is the impact of the pair that meets first, with the normal in
// the space of the poses (which must be rigid for that); its t_last, depth and axis are of this
// pair alone, the meshes may meet for longer. Of pairs that meet at one time it is one, always the
// same. Meshes that meet at the start have t_first = 0. out and pair may be NULL; a miss writes
// that of >>sat, and UINT32_MAX twice. t_max may be infinite; what is not finite, or beyond 1e37,
// and t_max < 0 miss. Times lie within the bound of >>sat; nothing that meets is missed. Cost:
// nodes are met in the order of the times at which their bounds do, so what lies behind the first
// contact is not looked at.
COLLIDE_API bool collide_tree_tree_sweep(const collide_tree *a, const collide_pose *pose_a,
                                         collide_vec3 va, const collide_tree *b,
                                         const collide_pose *pose_b, collide_vec3 vb, float t_max,
                                         collide_impact *out, collide_pair *pair,
                                         collide_tree_count *count);

// What that pair touches at t_first, as collide_triangle_triangle_sweep_contacts, in the space of
// the poses, where the meshes are at that time; if it overlaps at the start, as it is there.
// Returns the number, at most 9; 0 for a pair that a miss wrote. Other triangles may touch, too:
// ask collide_tree_tree_contacts a little later, as at t_first meshes are apart as often as not, by
// rounding.
COLLIDE_API size_t collide_tree_tree_sweep_contacts(const collide_tree *a,
                                                    const collide_pose *pose_a, collide_vec3 va,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, collide_vec3 vb,
                                                    collide_pair pair, collide_contact *contacts,
                                                    size_t capacity);

// Many meshes that move: all pairs that meet within t_max, each once, i < j of movers, with what
// collide_tree_tree_sweep says of them. Several may have one tree.
#ifndef COLLIDE_NO_OCTREE
typedef struct collide_mover {
    const collide_tree *tree;
    collide_pose pose;
    collide_vec3 velocity;
} collide_mover;

typedef struct collide_movers_hit {
    collide_pair movers, triangles;
    collide_impact impact;
} collide_movers_hit;

// Bytes of scratch memory for n movers: that of an octree, and 32 each. 0 if n is 0 or too large.
COLLIDE_API size_t collide_movers_scratch_size(size_t n);

// Movers lie at a stride (0 means tightly packed). hits takes the first capacity of them, also
// those that meet at the start, by rising i; those of one i in some order, the same for the same
// movers. *n_hits is the number of all. scratch is aligned to COLLIDE_ALIGNMENT and may be
// anything. What is not finite meets nothing. t_max = 0 asks where they are. Errors: NULL (also a
// tree), COUNT, STRIDE, OVERFLOW, SIZE, ALIGNMENT, EXTENT (t_max < 0 or NaN); *n_hits is then 0.
// Cost: that of an octree over the boxes that movers sweep, n log n, and a sweep for each pair of
// these that meet.
COLLIDE_API collide_status collide_movers_sweep(const collide_mover *movers, size_t n,
                                                size_t stride, float t_max, void *scratch,
                                                size_t size, collide_movers_hit *hits,
                                                size_t capacity, size_t *n_hits,
                                                collide_tree_count *count);
#endif

// ---- trees against single shapes -------------------------------------------------------------
// a and the ray lie in the frame to which pose takes b; with NULL it is b's own. b's triangles are
// those that collide_pose_apply(pose, ...) makes. Which of them meet a shape: by
// collide_triangle_triangle, collide_tetrahedron_triangle, collide_sphere_triangle,
// collide_obb_triangle, collide_convex_convex, collide_cylinder_triangle or collide_kdopK_triangle;
// of tetrahedra those with a face that does, and those that hold the shape. Returns their number;
// indices takes the first capacity of them, in an order that tree, pose and shape determine. What
// is not finite meets nothing (bounds of k-DOPs and radii of balls may be infinite), nor does a
// tree under a pose that is not, or whose axes lie in a plane. A 6-DOP is an aligned box. No
// triangle that a solid meets is lost, as far as the single call finds it (boxes: for lengths from
// 1e-6 to 1e6, >>sat); but what collide_obb_triangle counts although it is farther from the box
// than 2^-18 of both sizes and coordinates, as it may near slivers and for tiny lengths, may be
// left out. Cost: a look at the nodes that the shape's bound meets, and the single call for each
// triangle whose box is near.
COLLIDE_API size_t collide_triangle_tree_indices(const collide_triangle *a, const collide_tree *b,
                                                 const collide_pose *pose, uint32_t *indices,
                                                 size_t capacity);
COLLIDE_API size_t collide_tetrahedron_tree_indices(const collide_tetrahedron *a,
                                                    const collide_tree *b, const collide_pose *pose,
                                                    uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_sphere_tree_indices(const collide_sphere *a, const collide_tree *b,
                                               const collide_pose *pose, uint32_t *indices,
                                               size_t capacity);
COLLIDE_API size_t collide_obb_tree_indices(const collide_obb *a, const collide_tree *b,
                                            const collide_pose *pose, uint32_t *indices,
                                            size_t capacity);
COLLIDE_API size_t collide_convex_tree_indices(const collide_convex *a, const collide_pose *pose_a,
                                               const collide_tree *b, const collide_pose *pose,
                                               uint32_t *indices, size_t capacity);
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API size_t collide_cylinder_tree_indices(const collide_cylinder *a, const collide_tree *b,
                                                 const collide_pose *pose, uint32_t *indices,
                                                 size_t capacity);
#endif
#ifndef COLLIDE_NO_KDOP
#define COLLIDE__TREE_DECLARE(K)                                                                   \
    COLLIDE_API size_t collide_kdop##K##_tree_indices(                                             \
        const collide_kdop##K *a, const collide_tree *b, const collide_pose *pose,                 \
        uint32_t *indices, size_t capacity);
COLLIDE__TREE_DECLARE(6)
COLLIDE__TREE_DECLARE(14)
COLLIDE__TREE_DECLARE(18)
COLLIDE__TREE_DECLARE(26)
#undef COLLIDE__TREE_DECLARE
#endif

// The first triangle that a ray meets, for t from 0 to t_max, or a segment, for t from 0 to 1: by
// collide_ray_triangle and collide_segment_triangle. *t and *triangle are its t and number, of
// several at one t the least number; a miss writes +infinity and UINT32_MAX. Both may be NULL.
COLLIDE_API bool collide_ray_tree(const collide_ray *ray, const collide_tree *b,
                                  const collide_pose *pose, float t_max, float *t,
                                  uint32_t *triangle);
COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose, float *t, uint32_t *triangle);

// A shape that moves against a tree that moves: the triangle that it meets first, as of moving
// meshes above, by collide_sphere_triangle_sweep, collide_obb_triangle_sweep or
// collide_convex_convex_sweep, so within their bounds. Of a cylinder take its box,
// collide_obb_from_cylinder.
COLLIDE_API bool collide_sphere_tree_sweep(const collide_sphere *a, collide_vec3 va,
                                           const collide_tree *b, const collide_pose *pose,
                                           collide_vec3 vb, float t_max, collide_impact *out,
                                           uint32_t *triangle);
COLLIDE_API bool collide_obb_tree_sweep(const collide_obb *a, collide_vec3 va,
                                        const collide_tree *b, const collide_pose *pose,
                                        collide_vec3 vb, float t_max, collide_impact *out,
                                        uint32_t *triangle);
COLLIDE_API bool collide_convex_tree_sweep(const collide_convex *a, const collide_pose *pose_a,
                                           collide_vec3 va, const collide_tree *b,
                                           const collide_pose *pose, collide_vec3 vb, float t_max,
                                           collide_impact *out, uint32_t *triangle);
#endif // COLLIDE_NO_TREE

// ================================================================================================
// >>cable
// ================================================================================================
#ifndef COLLIDE_NO_CABLE
// Cables: centre lines of uniform cubic B-splines, solid within a radius, against boxes, triangles,
// balls, cylinders, terrain, trees and each other [MaLong]. A collide_cable is the whole chain, a
// collide_spline one segment of it: four control points V0 to V3 with the centre line C(u) = c0 +
// c1 u + c2 u^2 + c3 u^3 for u from 0 to 1, where c0 = (V0 + 4 V1 + V2) / 6, c1 = (V2 - V0) / 2,
// c2 = (V0 - 2 V1 + V2) / 2, c3 = (V3 - 3 V2 + 3 V1 - V0) / 6, and all that lies within radius of
// it: ends are round. Control points may coincide: a cable at rest in a point, a straight one and
// one with a cusp are cables.
//
// The three layers of the source, from cheap to exact; each is a call of its own, and a verdict on
// a box goes through all of them:
//     1  boxes        collide_aabb_from_spline, the box of the control points grown by the radius,
//                     and collide_aabb_aabb
//     2  centre line  collide_spline_aabb_near, collide_spline_aabb_intervals: where the centre
//                     line lies in the box grown by the radius. That is necessary, not sufficient:
//                     a grown box has corners where the sum of box and ball is round
//     3  facets       collide_spline_triangle_near, a reject by projections; and the question
//                     itself, whether the centre line comes within the radius of a body
//
// How: in double, a segment in Bezier form is halved again and again. A part is done with if a
// plane through the point of the body nearest to its middle parts the hull of its control points
// from the body by more than the radius. Halving ends by itself, after at most 24 times, since a
// middle that is as near as that, or nearer, is a hit. (Source: roots of cubics for layer 2. Those
// of a Bezier form need no cases: of c3 > 0, < 0 or = 0, of complex pairs, of double roots.)
//
// Bound: let l be the length of the control polygon, m the greatest coordinate, without sign, of
// segment and body as seen from V1, radii included. Whatever comes within the radius is a hit, and
// every hit comes within the radius + 2^-21 l + 2^-40 m (boxes with axes and cylinders: + 2^-17 of
// the sum of their size and the radius). The distance from the origin does not matter. What is not
// finite and a radius <= 0 meet nothing; bounds of aligned boxes may be infinite. This is for
// lengths from 1e-30 to 1e30.

// A segment of a cable. Solid, radius > 0.
typedef struct collide_spline {
    collide_vec3 v[4]; // control points
    float radius;
} collide_spline;

// Where the centre line of a cable begins and ends. OPEN: near the second control point and near
// the last but one. CLAMPED: in the first and the last one, which count three times (no clamped
// knots, which would make another curve): the first and the last segment are straight, a sixth of
// the way to the next point, and at the very ends C' is 0. CLOSED: nowhere, it is a loop.
#define COLLIDE_CABLE_OPEN 0u
#define COLLIDE_CABLE_CLAMPED 1u
#define COLLIDE_CABLE_CLOSED 2u

// A chain of segments, in memory you provide: n control points make n - 3 segments, n + 1 of a
// clamped cable, whose end points count three times, n of a closed one.
typedef struct collide_cable {
    const void *points; // control points: three floats each
    size_t count;       // at least 4, at most 2^31
    size_t stride;      // bytes from point to point, at least 12; 0 means 12
    float radius;       // > 0
    uint32_t ends;      // COLLIDE_CABLE_...
} collide_cable;

// From one u to another, first <= last.
typedef struct collide_interval {
    float first, last;
} collide_interval;

// Where a segment (a, a cable) and a body (b) are deepest in each other. point_a lies on the
// segment's surface, point_b on that of the body (below terrain on the plane of the face above,
// perhaps beside the face), feature ids are 0. The normal is that of the body's surface nearest to
// the centre line, from b to a; where the centre line crosses a triangle, that of its front; where
// two centre lines cross, across both. Of places nearly as deep (by 2^-16 of the length l above) it
// may be any that is deeper than what is next to it. interval goes from the first to the last u at
// which the segment meets the body, outward by at most 2^-16, of two cables 2^-10; in between it
// may be free (collide_spline_aabb_intervals tells, of layer 2).
typedef struct collide_cable_contact {
    collide_contact contact;
    uint32_t segment;          // of the cable; 0 if a segment alone was asked
    uint32_t other;            // triangle of a mesh, segment of the other cable; else 0
    float u;                   // of the deepest point of the centre line
    float other_u;             // the same on the other cable; else 0
    collide_interval interval; // of u
} collide_cable_contact;

// ---- making ----------------------------------------------------------------------------------

// COLLIDE_OK, or NULL, COUNT (fewer than four points), OVERFLOW (more than 2^31 of them, or beyond
// the address space), STRIDE, OPTION (ends), NOT_FINITE (radius or a point), EXTENT (radius <= 0).
// Cables that do not pass meet nothing. The stride may be any from 12 on.
COLLIDE_API collide_status collide_cable_check(const collide_cable *cable);

// The number of segments, 0 if it has none by its count and ends.
COLLIDE_API size_t collide_cable_segments(const collide_cable *cable);

// Segment i; of NaN, which meets nothing, if there is none. Of an open or closed cable it goes from
// near point i + 1 to near point i + 2 and has points i to i + 3; of a clamped one it goes from
// near point i - 1 to near point i and has points i - 2 to i + 1, as far as there are.
COLLIDE_API collide_spline collide_cable_segment(const collide_cable *cable, size_t i);

// C(u), for any u, and C'(u), which may be NULL: it is 0 at a cusp and at the ends of a clamped
// cable. Evaluated in double from V1 and rounded.
COLLIDE_API collide_vec3 collide_spline_point(const collide_spline *a, float u,
                                              collide_vec3 *tangent);

// The four control points of the Bezier form of the centre line, rounded: its ends, and the ends of
// the tangents' thirds.
COLLIDE_API void collide_spline_bezier(const collide_spline *a, collide_vec3 *out);

// The box of the control points grown by the radius, rounded outward (layer 1). Empty if a number
// is not finite or the radius is not > 0.
COLLIDE_API collide_aabb collide_aabb_from_spline(const collide_spline *a);

// The k-DOP of the Bezier form's control points grown by the radius, which is tighter, rounded
// outward. Empty likewise.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API collide_kdop6 collide_kdop6_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop14 collide_kdop14_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop18 collide_kdop18_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop26 collide_kdop26_from_spline(const collide_spline *a);
#endif

// Packs of segments (52 bytes each; 76 in a pack, with the box of each), as those of >>sat; EXTENT
// if a radius is not > 0.
#define COLLIDE_SPLINE_PACK_MAGIC 0x4e4c5053u // "SPLN" in memory on little-endian machines
typedef struct collide_spline_pack {
    collide_pack header;
} collide_spline_pack;
COLLIDE_API size_t collide_spline_pack_size(size_t n);
COLLIDE_API collide_status collide_spline_pack_build(collide_spline_pack **pack, void *memory,
                                                     size_t size, const collide_spline *splines,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_spline_pack_open(collide_spline_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_spline_pack_count(const collide_spline_pack *pack);
COLLIDE_API collide_status collide_spline_pack_set(collide_spline_pack *pack, size_t i,
                                                   const collide_spline *spline);
COLLIDE_API collide_spline collide_spline_pack_get(const collide_spline_pack *pack, size_t i);

// A pack of the segments of n cables, cable after cable: segment k of one is number k + those of
// the cables before it. It needs the bytes of a pack of the sum of their segments. Errors: NULL,
// COUNT, those of collide_cable_check for any of them, OVERFLOW, SIZE, ALIGNMENT.
COLLIDE_API collide_status collide_spline_pack_build_cables(collide_spline_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_cable *cables, size_t n);

// ---- layer 2: the centre line and the grown box ----------------------------------------------

// Whether some of the centre line lies in the box grown by the radius: |coordinate - box| <= radius
// on each axis at once; of a box with axes, along these.
COLLIDE_API bool collide_spline_aabb_near(const collide_spline *a, const collide_aabb *b);
COLLIDE_API bool collide_spline_obb_near(const collide_spline *a, const collide_obb *b);

// Where on [0, 1] the answer above is yes: intervals in rising order that do not touch, at least
// one iff it is. Each covers its part of the set and is at most 2^-24 longer at either end, or as
// much as the centre line is off the grown box by no more than the bound above. Returns their
// number; intervals takes the first capacity of them. Cost: some 0.5 us for each end of an
// interval.
COLLIDE_API size_t collide_spline_aabb_intervals(const collide_spline *a, const collide_aabb *b,
                                                 collide_interval *intervals, size_t capacity);
COLLIDE_API size_t collide_spline_obb_intervals(const collide_spline *a, const collide_obb *b,
                                                collide_interval *intervals, size_t capacity);

// ---- layer 3: a segment and a body -----------------------------------------------------------

// Whether the projections of a segment's hull and of a triangle on the coordinate planes overlap,
// and the hull comes to the triangle's plane: necessary, in float, for what follows. (So _near is
// the centre line's for boxes, coarser for triangles.)
COLLIDE_API bool collide_spline_triangle_near(const collide_spline *a, const collide_triangle *b);

// Whether a segment meets a body: whether its centre line comes within its radius of it. out may be
// NULL, which is faster; else it takes where they are deepest in each other, or of a miss zeros.
// Boxes, balls and cylinders are solid; what collide_obb_check or collide_cylinder_check refuses
// (so cylinders without radius or height) meets nothing. Within a solid body the normal is that of
// its nearest face; a box without bounds has depth FLT_MAX and some normal. Terrain is that of
// the section on it: if the centre line is below, depth is that to the plane of the face above, and
// of several faces the deepest counts.
COLLIDE_API bool collide_spline_aabb(const collide_spline *a, const collide_aabb *b,
                                     collide_cable_contact *out);
COLLIDE_API bool collide_spline_obb(const collide_spline *a, const collide_obb *b,
                                    collide_cable_contact *out);
COLLIDE_API bool collide_spline_triangle(const collide_spline *a, const collide_triangle *b,
                                         collide_cable_contact *out);
COLLIDE_API bool collide_spline_sphere(const collide_spline *a, const collide_sphere *b,
                                       collide_cable_contact *out);
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_spline_cylinder(const collide_spline *a, const collide_cylinder *b,
                                         collide_cable_contact *out);
COLLIDE_API bool collide_spline_terrain(const collide_spline *a, const collide_terrain *b,
                                        collide_cable_contact *out);
#endif

// Whether two segments meet: whether their centre lines come within the sum of the radii. l is then
// the sum of both lengths.
COLLIDE_API bool collide_spline_spline(const collide_spline *a, const collide_spline *b,
                                       collide_cable_contact *out);

// ---- cables ----------------------------------------------------------------------------------
// One contact for each segment that meets the body, by the calls above, by rising segments. A list
// that is too small gets the deepest (of equal ones any); a capacity of 0 asks for the number only,
// which is faster. Segments speak for themselves: one that is deepest at its end (u of 0 or 1)
// while the next one is deeper still is of no use to a solver. Cost: a check of all points, and a
// look at each segment; each contact beyond a full list is compared with all in it.
COLLIDE_API size_t collide_cable_aabb_contacts(const collide_cable *a, const collide_aabb *b,
                                               collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_obb_contacts(const collide_cable *a, const collide_obb *b,
                                              collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_triangle_contacts(const collide_cable *a,
                                                   const collide_triangle *b,
                                                   collide_cable_contact *contacts,
                                                   size_t capacity);
COLLIDE_API size_t collide_cable_sphere_contacts(const collide_cable *a, const collide_sphere *b,
                                                 collide_cable_contact *contacts, size_t capacity);
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API size_t collide_cable_cylinder_contacts(const collide_cable *a,
                                                   const collide_cylinder *b,
                                                   collide_cable_contact *contacts,
                                                   size_t capacity);
COLLIDE_API size_t collide_cable_terrain_contacts(const collide_cable *a, const collide_terrain *b,
                                                  collide_cable_contact *contacts, size_t capacity);
#endif

// The triangles of a tree under a pose (NULL: as they are) that a segment meets, a list of their
// numbers; all pairs (segment, triangle) of a cable; and for each segment that meets some the
// contact with the triangle that it is deepest in, whose interval holds all that the segment meets.
// As single shapes of >>tree; tetrahedra are met, but have no contacts. A mesh is its surface, so
// no depth is more than the radius. Cost: for each segment whose box meets the tree's some 1 us,
// and what the triangles near it take.
#ifndef COLLIDE_NO_TREE
COLLIDE_API size_t collide_spline_tree_indices(const collide_spline *a, const collide_tree *b,
                                               const collide_pose *pose, uint32_t *indices,
                                               size_t capacity);
COLLIDE_API size_t collide_cable_tree_indices(const collide_cable *a, const collide_tree *b,
                                              const collide_pose *pose, collide_pair *pairs,
                                              size_t capacity);
COLLIDE_API size_t collide_cable_tree_contacts(const collide_cable *a, const collide_tree *b,
                                               const collide_pose *pose,
                                               collide_cable_contact *contacts, size_t capacity);
#endif

// One contact for each pair of segments that meet: of two cables, or i < j of one, without those
// that are at most neighbours apart (j - i, or the way round a loop; 0 means 1). Segments that
// follow each other always meet, and so do those of a cable that is thicker than they are long: at
// least 1 + 2 radius / length of the shortest segment is a good number. By rising segment of a,
// then of b. The interval is that of a's segment; for b's exchange the cables. Cost: a look at each
// pair of segments, some ns.
COLLIDE_API size_t collide_cable_cable_contacts(const collide_cable *a, const collide_cable *b,
                                                collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *a, size_t neighbours,
                                               collide_cable_contact *contacts, size_t capacity);

// ---- batches ---------------------------------------------------------------------------------
// Bits and lists as in >>conventions. bits has COLLIDE_BLOCKS(n) words for n answers; returns the
// number of hits. Bernstein hulls of 16 parts of each segment leave out what is far away and find
// most hits of layer 2; what is left is asked one by one. Without vectors, loops of single calls
// are faster where many hit. Other bodies are asked by single calls.

// A pack of segments against one box: layer 2, and the verdict.
COLLIDE_API size_t collide_spline_aabb_near_many(const collide_spline_pack *a,
                                                 const collide_aabb *b, uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_near_many_indices(const collide_spline_pack *a,
                                                         const collide_aabb *b, uint32_t *indices,
                                                         size_t capacity);
COLLIDE_API size_t collide_spline_aabb_many(const collide_spline_pack *a, const collide_aabb *b,
                                            uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_many_indices(const collide_spline_pack *a,
                                                    const collide_aabb *b, uint32_t *indices,
                                                    size_t capacity);
COLLIDE_API size_t collide_spline_obb_many(const collide_spline_pack *a, const collide_obb *b,
                                           uint16_t *bits);

// n index pairs into arrays of segments and of boxes, with strides (0 means tightly packed). An
// index out of range is a miss. Pays where most pairs miss.
COLLIDE_API size_t collide_spline_aabb_near_pairs(const collide_spline *a, size_t a_count,
                                                  size_t a_stride, const collide_aabb *b,
                                                  size_t b_count, size_t b_stride,
                                                  const collide_pair *pairs, size_t n,
                                                  uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_pairs(const collide_spline *a, size_t a_count,
                                             size_t a_stride, const collide_aabb *b, size_t b_count,
                                             size_t b_stride, const collide_pair *pairs, size_t n,
                                             uint16_t *bits);

// One segment against a pack of triangles, and segment i of a against triangle i of b, for all i
// below the smaller count.
COLLIDE_API size_t collide_spline_triangle_many(const collide_spline *a,
                                                const collide_triangle_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_spline_triangle_many_indices(const collide_spline *a,
                                                        const collide_triangle_pack *b,
                                                        uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_spline_triangle_lanes(const collide_spline_pack *a,
                                                 const collide_triangle_pack *b, uint16_t *bits);
#endif // COLLIDE_NO_CABLE

#ifdef __cplusplus
}
#endif
#endif // COLLIDE_H

// ################################################################################################
// Stop here if you only want to use the library.
// ################################################################################################

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE__IMPLEMENTED)
#define COLLIDE__IMPLEMENTED

#if defined(__GNUC__) || defined(__clang__)
#define COLLIDE__GNU
#endif

#include <float.h>
#include <string.h>
#if !defined(COLLIDE__GNU)
#include <math.h> // sqrt and fabs: instructions in MSVC
#endif

#ifndef COLLIDE_SIMD_FILENAME
#define COLLIDE_SIMD_FILENAME "collide_simd.h"
#define COLLIDE__OWN_FILENAME
#endif
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || DBL_MANT_DIG != 53
#error "collide.h: needs IEEE 754 float and double of 32 and 64 bits"
#endif
// The x87 rounds twice. gcc is told to use SSE2 for this file, but then cannot inline its own
// intrinsics, so batches run scalar; others must be told by flags.
#if defined(__i386__) && !defined(__SSE2_MATH__)
#define COLLIDE__X87
#endif
#if (FLT_EVAL_METHOD == 2 && (!defined(COLLIDE__X87) || defined(__clang__))) ||                    \
    (defined(__x86_64__) && !defined(__SSE2__))
#error "collide.h: needs arithmetic in float and double; on x86 compile with -msse2 -mfpmath=sse"
#endif
// From version 17 on, whatever the pragmas say: a function returns anything in place of infinity.
#if defined(__clang__) && defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "collide.h: with clang -ffast-math, add -fno-finite-math-only to this file (>>conventions)"
#endif
#if !defined(COLLIDE_NO_SIMD) && !defined(COLLIDE__X87) && defined(__has_include)
#if __has_include(COLLIDE_SIMD_FILENAME)
#define COLLIDE__SIMD
#endif
#endif
#ifdef COLLIDE__SIMD
#define COLLIDE__SIMD_STAGE 1 // the intrinsics' headers, before any pragma of ours
#include COLLIDE_SIMD_FILENAME
#undef COLLIDE__SIMD_STAGE
#endif
#if defined(COLLIDE_REQUIRE_SIMD) &&                                                               \
    !(defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
#error "collide.h: COLLIDE_REQUIRE_SIMD is defined, but collide_simd.h or SIMDe is not there, or \
left out, or this machine has no kernels (i386 needs -msse2 -mfpmath=sse)"
#endif

#ifndef COLLIDE_ASSERT
#define COLLIDE_ASSERT(x) ((void)0)
#define COLLIDE__OWN_ASSERT
#endif

// One rounding per written operation, whatever flags the user builds with. gcc ignores the STDC
// pragma; clang under -ffast-math needs float_control.
#if defined(__clang__)
#if defined(__x86_64__) || defined(__i386__) || (defined(__aarch64__) && __clang_major__ >= 16)
#define COLLIDE__FLOAT_CONTROL // elsewhere it is not supported
#pragma float_control(push)
#pragma float_control(precise, on)
#else
#pragma clang fp reassociate(off)
#endif
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma push_macro("__FAST_MATH__") // these are what pop_options forgets
#pragma push_macro("__FINITE_MATH_ONLY__")
#pragma push_macro("__NO_MATH_ERRNO__")
#pragma push_macro("__NO_SIGNED_ZEROS__")
#pragma push_macro("__NO_TRAPPING_MATH__")
#pragma push_macro("__RECIPROCAL_MATH__")
#pragma push_macro("__ASSOCIATIVE_MATH__")
#pragma GCC push_options
// gcc 12 forgets to round two neighbouring doubles to float when it vectorises straight-line code.
#pragma GCC optimize("no-fast-math,fp-contract=off,no-tree-slp-vectorize,no-exceptions")
#if defined(__i386__)
#pragma GCC target("sse2,fpmath=sse")
#endif
#elif defined(_MSC_VER)
#pragma float_control(precise, on, push)
#pragma fp_contract(off)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ================================================================================================
// >>base_impl
// ================================================================================================

#if defined(COLLIDE__GNU)
#define COLLIDE__INLINE static inline __attribute__((always_inline))
#define COLLIDE__ALIGNED(type) type __attribute__((aligned(COLLIDE_ALIGNMENT)))
#define COLLIDE__LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define COLLIDE__STORE(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_RELAXED)
#define COLLIDE__PREFETCH(p) __builtin_prefetch(p)
#else
#if defined(_MSC_VER)
#define COLLIDE__INLINE static __forceinline
#define COLLIDE__ALIGNED(type) __declspec(align(COLLIDE_ALIGNMENT)) type
#else
#define COLLIDE__INLINE static inline
#define COLLIDE__ALIGNED(type) type // batches run scalar
#endif
#define COLLIDE__PREFETCH(p) ((void)(p))
#define COLLIDE__LOAD(variable) (variable)
#define COLLIDE__STORE(variable, value) ((variable) = (value))
#endif

// ---- numbers rounded outward -----------------------------------------------------------------

// Hides where x comes from: clang under -ffast-math fuses a product with the sum that follows it,
// whatever the pragmas say, unless it cannot see the product.
#if defined(__clang__) && defined(__SSE2__)
#define COLLIDE__OPAQUE(x) __asm__("" : "+x"(x))
#elif defined(__clang__) && (defined(__aarch64__) || defined(__ARM_FP))
#define COLLIDE__OPAQUE(x) __asm__("" : "+w"(x))
#else
#define COLLIDE__OPAQUE(x) ((void)0)
#endif

// Products that are rounded before anything is added to them.
COLLIDE__INLINE float collide__mul(float a, float b) {
    float p = a * b;
    COLLIDE__OPAQUE(p);
    return p;
}

COLLIDE__INLINE double collide__dmul(double a, double b) {
    double p = a * b;
    COLLIDE__OPAQUE(p);
    return p;
}

// Quotients by one number each: clang -ffast-math takes several by the same for products with its
// inverse, unless it cannot see that it is the same. Hiding it together with a keeps it so.
COLLIDE__INLINE double collide__ddiv(double a, double b) {
#if defined(__clang__) && !defined(COLLIDE__FLOAT_CONTROL) && defined(__aarch64__)
    __asm__("" : "+w"(b) : "w"(a));
#endif
    return a / b;
}

COLLIDE__INLINE float collide__float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

COLLIDE__INLINE float collide__infinity(void) {
    return collide__float_of(0x7f800000u);
}

// One NaN for all machines: packs are the same byte for byte.
COLLIDE__INLINE float collide__nan(void) {
    return collide__float_of(0x7fc00000u);
}

COLLIDE__INLINE float collide__abs(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return collide__float_of(bits & 0x7fffffffu);
}

COLLIDE__INLINE bool collide__finite(float x) {
    return x >= -FLT_MAX && x <= FLT_MAX;
}

COLLIDE__INLINE bool collide__finite3(collide_vec3 p) {
    return collide__finite(p.x) && collide__finite(p.y) && collide__finite(p.z);
}

// The next float towards +infinity; x is not NaN and not +infinity.
COLLIDE__INLINE float collide__next_up(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = x > 0 ? bits + 1 : x < 0 ? bits - 1 : 1u;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

// An interval that holds a real number or a set of them; the sums are the tightest in float32.
typedef struct collide__interval {
    float lo, hi;
} collide__interval;

COLLIDE__INLINE collide__interval collide__interval_of(float lo, float hi) {
    collide__interval r;
    r.lo = lo;
    r.hi = hi;
    return r;
}

// The error of s = a + b where something overflows on the way (Dekker's Fast2Sum: the larger
// operand first). NaN for infinite operands.
static float collide__sum_error(float a, float b, float s) {
    return collide__abs(a) < collide__abs(b) ? a - (s - b) : b - (s - a);
}

// The largest float <= a + b and the smallest one >= it. The error e of the rounded sum is exact
// (Knuth's TwoSum), so only its sign is asked for. Steps to the next float without branches, which
// would be mispredicted half the time; a sum that is not exact is not 0.
COLLIDE__INLINE collide__interval collide__sum(float a, float b) {
    const float s = a + b, v = s - a;
    float e = (a - (s - v)) + (b - v);
    collide__interval r;
    uint32_t bits, lo, hi;
    if (e != e)
        e = collide__sum_error(a, b, s);
    memcpy(&bits, &s, sizeof bits);
    lo = bits + (uint32_t)(e < 0) * (2 * (bits >> 31) - 1);
    hi = bits - (uint32_t)(e > 0) * (2 * (bits >> 31) - 1);
    r.lo = collide__float_of(lo);
    r.hi = collide__float_of(hi);
    return r;
}

COLLIDE__INLINE float collide__add_down(float a, float b) {
    return collide__sum(a, b).lo;
}

COLLIDE__INLINE float collide__add_up(float a, float b) {
    return collide__sum(a, b).hi;
}

COLLIDE__INLINE collide__interval collide__interval_add(collide__interval a, collide__interval b) {
    if (a.lo == a.hi && b.lo == b.hi)
        return collide__sum(a.lo, b.lo);
    return collide__interval_of(collide__add_down(a.lo, b.lo), collide__add_up(a.hi, b.hi));
}

COLLIDE__INLINE collide__interval collide__interval_sub(collide__interval a, collide__interval b) {
    return collide__interval_add(a, collide__interval_of(-b.hi, -b.lo));
}

// The largest absolute value in the interval.
COLLIDE__INLINE float collide__interval_abs(collide__interval a) {
    return -a.lo > a.hi ? -a.lo : a.hi;
}

// The nearest float to x that is not below it. NaN stays NaN.
COLLIDE__INLINE float collide__float_up(double x) {
    const float f = (float)x;
    return (double)f < x ? collide__next_up(f) : f;
}

COLLIDE__INLINE float collide__float_down(double x) {
    return -collide__float_up(-x);
}

// The product of two floats is exact in double. An extent of 0 is 0 in any direction, even in one
// whose length has overflowed.
COLLIDE__INLINE float collide__mul_up(float a, float b) {
    return a == 0 || b == 0 ? 0 : collide__float_up((double)a * (double)b);
}

// The smallest float >= a / b. A quotient of two floats that is not a float is further from any
// float than double's rounding error, since q * b - a would be a float's last place times b's.
COLLIDE__INLINE float collide__div_up(float a, float b) {
    return collide__float_up((double)a / (double)b);
}

COLLIDE__INLINE float collide__div_down(float a, float b) {
    return collide__float_down((double)a / (double)b);
}

// By instruction: gcc's sqrt keeps an errno branch and asks for libm.
COLLIDE__INLINE double collide__sqrt(double x) {
#if defined(COLLIDE__GNU) && (defined(__x86_64__) || defined(__i386__))
    double r;
    __asm__("sqrtsd %1, %0" : "=x"(r) : "x"(x));
    return r;
#elif defined(COLLIDE__GNU) && defined(__aarch64__)
    double r;
    __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(x));
    return r;
#elif defined(COLLIDE__GNU) && defined(__ARM_FP) && (__ARM_FP & 8)
    double r;
    __asm__("vsqrt.f64 %P0, %P1" : "=w"(r) : "w"(x));
    return r;
#elif defined(COLLIDE__GNU)
    return __builtin_sqrt(x);
#else
    return sqrt(x);
#endif
}

// ---- memory and counting ---------------------------------------------------------------------

COLLIDE__INLINE collide_vec3 collide__vec3(float x, float y, float z) {
    collide_vec3 r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

COLLIDE__INLINE collide_vec3 collide__read_vec3(const void *p) {
    collide_vec3 r;
    memcpy(&r, p, sizeof r);
    return r;
}

// Element i of an array with a stride in bytes.
COLLIDE__INLINE const void *collide__at(const void *base, size_t i, size_t stride) {
    return (const char *)base + i * stride;
}

COLLIDE__INLINE size_t collide__min_size(size_t a, size_t b) {
    return a < b ? a : b;
}

// Whether n elements at this stride fit the address space.
COLLIDE__INLINE bool collide__fits(size_t n, size_t stride) {
    return stride == 0 || n <= (size_t)PTRDIFF_MAX / stride;
}

// What all builders check of their memory, which must hold needed bytes, 0 if that overflows, for
// count objects; and of an array of elements.
COLLIDE__INLINE collide_status collide__memory_check(const void *memory, size_t size, size_t count,
                                                     size_t needed) {
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if (count == 0)
        return COLLIDE_ERROR_COUNT;
    if (needed == 0)
        return COLLIDE_ERROR_OVERFLOW;
    if ((uintptr_t)memory % COLLIDE_ALIGNMENT)
        return COLLIDE_ERROR_ALIGNMENT;
    return size < needed ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

COLLIDE__INLINE collide_status collide__array_check(const void *array, size_t n, size_t stride,
                                                    size_t element) {
    return !array                      ? COLLIDE_ERROR_NULL
           : stride < element          ? COLLIDE_ERROR_STRIDE
           : !collide__fits(n, stride) ? COLLIDE_ERROR_OVERFLOW
                                       : COLLIDE_OK;
}

COLLIDE__INLINE unsigned collide__popcount(uint32_t x) {
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

// Index of the lowest bit that is set in x, which is not 0.
COLLIDE__INLINE unsigned collide__lowest_bit(uint32_t x) {
#if defined(COLLIDE__GNU)
    return (unsigned)__builtin_ctz(x);
#else
    return collide__popcount(~x & (x - 1));
#endif
}

COLLIDE__INLINE unsigned collide__lowest_of_64(uint64_t x) {
#if defined(COLLIDE__GNU)
    return (unsigned)__builtin_ctzll(x);
#else
    const uint32_t low = (uint32_t)x;
    return low ? collide__lowest_bit(low) : 32 + collide__lowest_bit((uint32_t)(x >> 32));
#endif
}

// ---- vocabulary ------------------------------------------------------------------------------

COLLIDE_API const char *collide_status_text(collide_status status) {
    static const char *const texts[COLLIDE_STATUS_COUNT] = {
#define COLLIDE__TEXT(id, text) text,
        COLLIDE_STATUSES(COLLIDE__TEXT)
#undef COLLIDE__TEXT
    };
    return (unsigned)status < COLLIDE_STATUS_COUNT ? texts[status] : "unknown status";
}

typedef struct collide__dvec3 {
    double x, y, z;
} collide__dvec3;

COLLIDE__INLINE double collide__ddot(collide__dvec3 a, collide__dvec3 b) {
    return (collide__dmul(a.x, b.x) + collide__dmul(a.y, b.y)) + collide__dmul(a.z, b.z);
}

COLLIDE__INLINE double collide__clamp(double x, double most) {
    return x > 0 ? x < most ? x : most : 0;
}

COLLIDE__INLINE collide__dvec3 collide__dcross(collide__dvec3 a, collide__dvec3 b) {
    collide__dvec3 r;
    r.x = collide__dmul(a.y, b.z) - collide__dmul(a.z, b.y);
    r.y = collide__dmul(a.z, b.x) - collide__dmul(a.x, b.z);
    r.z = collide__dmul(a.x, b.y) - collide__dmul(a.y, b.x);
    return r;
}

// a + s * b
COLLIDE__INLINE collide__dvec3 collide__dadd(collide__dvec3 a, double s, collide__dvec3 b) {
    a.x += collide__dmul(s, b.x);
    a.y += collide__dmul(s, b.y);
    a.z += collide__dmul(s, b.z);
    return a;
}

COLLIDE__INLINE collide__dvec3 collide__dneg(collide__dvec3 a) {
    a.x = -a.x;
    a.y = -a.y;
    a.z = -a.z;
    return a;
}

COLLIDE__INLINE collide__dvec3 collide__dvec3_of(collide_vec3 p) {
    collide__dvec3 r;
    r.x = (double)p.x;
    r.y = (double)p.y;
    r.z = (double)p.z;
    return r;
}

COLLIDE__INLINE collide_vec3 collide__dround(collide__dvec3 p) {
    return collide__vec3((float)p.x, (float)p.y, (float)p.z);
}

// All numbers of an object in a row. (Those of a vector behind a pointer to its x alone may be
// lost: compilers take for granted that none is reached from there.)
COLLIDE__INLINE const float *collide__floats(const void *object) {
    return (const float *)object;
}

COLLIDE__INLINE const double *collide__doubles(const void *object) {
    return (const double *)object;
}

// A point whose coordinate along an axis is x instead.
COLLIDE__INLINE collide_vec3 collide__moved_to(collide_vec3 p, int axis, float x) {
    return collide__vec3(axis == 0 ? x : p.x, axis == 1 ? x : p.y, axis == 2 ? x : p.z);
}

// Scales *p to unit length; false for zero and for what is not finite. Squares of floats do not
// overflow or vanish in double.
COLLIDE__INLINE bool collide__dnormalize(collide__dvec3 *p) {
    const double square = collide__ddot(*p, *p);
    if (!(square > 0 && square <= DBL_MAX))
        return false;
    const double length = collide__sqrt(square);
    p->x = collide__ddiv(p->x, length);
    p->y = collide__ddiv(p->y, length);
    p->z = collide__ddiv(p->z, length);
    return true;
}

COLLIDE_API collide_status collide_obb_check(const collide_obb *box) {
    if (!box)
        return COLLIDE_ERROR_NULL;
    if (!collide__finite3(box->center) || !collide__finite3(box->half))
        return COLLIDE_ERROR_NOT_FINITE;
    for (int i = 0; i < 3; ++i)
        if (!collide__finite3(box->axis[i]))
            return COLLIDE_ERROR_NOT_FINITE;
    if (box->half.x < 0 || box->half.y < 0 || box->half.z < 0)
        return COLLIDE_ERROR_EXTENT;
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
            const double d =
                collide__ddot(collide__dvec3_of(box->axis[i]), collide__dvec3_of(box->axis[j])) -
                (i == j);
            if (!(d >= -4.76837158203125e-7 && d <= 4.76837158203125e-7)) // 2^-21
                return COLLIDE_ERROR_AXES;
        }
    return COLLIDE_OK;
}

COLLIDE_API collide_obb collide_obb_orthonormalize(const collide_obb *box) {
    const collide__dvec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide_obb r = *box;
    collide__dvec3 a = collide__dvec3_of(box->axis[0]);
    collide__dvec3 b = collide__dvec3_of(box->axis[1]);
    const collide__dvec3 side = collide__dvec3_of(box->axis[2]);
    if (!collide__dnormalize(&a))
        a = unit[0];
    // The second removal takes out what rounding left of a where b is nearly parallel to it.
    bool usable = collide__dnormalize(&b);
    for (int i = 0; i < 2 && usable; ++i) {
        b = collide__dadd(b, -collide__ddot(a, b), a);
        usable = collide__ddot(b, b) > 1e-24 && collide__dnormalize(&b);
    }
    if (!usable) {
        const double x = a.x * a.x, y = a.y * a.y, z = a.z * a.z;
        b = collide__dcross(a, unit[x <= y && x <= z ? 0 : y <= z ? 1 : 2]);
        collide__dnormalize(&b);
    }
    const collide__dvec3 c = collide__dcross(a, b);
    const double sign = collide__ddot(c, side) < 0 ? -1 : 1;
    r.axis[0] = collide__dround(a);
    r.axis[1] = collide__dround(b);
    r.axis[2] = collide__vec3((float)(sign * c.x), (float)(sign * c.y), (float)(sign * c.z));
    return r;
}

COLLIDE_API collide_pose collide_pose_identity(void) {
    collide_pose p;
    p.position = collide__vec3(0, 0, 0);
    p.axis[0] = collide__vec3(1, 0, 0);
    p.axis[1] = collide__vec3(0, 1, 0);
    p.axis[2] = collide__vec3(0, 0, 1);
    return p;
}

COLLIDE_API collide_pose collide_pose_from_quaternion(float x, float y, float z, float w,
                                                      collide_vec3 position) {
    const double i = (double)x, j = (double)y, k = (double)z, r = (double)w;
    const double square =
        (collide__dmul(i, i) + collide__dmul(j, j)) + (collide__dmul(k, k) + collide__dmul(r, r));
    collide_pose p = collide_pose_identity();
    p.position = position;
    if (!(square > 0 && square <= DBL_MAX))
        return p;
    const double s = 2 / square;
    const double ii = collide__dmul(i, i), jj = collide__dmul(j, j), kk = collide__dmul(k, k);
    const double ij = collide__dmul(i, j), ik = collide__dmul(i, k), jk = collide__dmul(j, k);
    const double ir = collide__dmul(i, r), jr = collide__dmul(j, r), kr = collide__dmul(k, r);
    p.axis[0] = collide__vec3((float)(1 - collide__dmul(s, jj + kk)), (float)(s * (ij + kr)),
                              (float)(s * (ik - jr)));
    p.axis[1] = collide__vec3((float)(s * (ij - kr)), (float)(1 - collide__dmul(s, ii + kk)),
                              (float)(s * (jk + ir)));
    p.axis[2] = collide__vec3((float)(s * (ik + jr)), (float)(s * (jk - ir)),
                              (float)(1 - collide__dmul(s, ii + jj)));
    return p;
}

COLLIDE_API collide_vec3 collide_pose_apply(const collide_pose *pose, collide_vec3 p) {
    const collide_vec3 *a = pose->axis, t = pose->position;
    collide_vec3 r;
    r.x =
        ((t.x + collide__mul(p.x, a[0].x)) + collide__mul(p.y, a[1].x)) + collide__mul(p.z, a[2].x);
    r.y =
        ((t.y + collide__mul(p.x, a[0].y)) + collide__mul(p.y, a[1].y)) + collide__mul(p.z, a[2].y);
    r.z =
        ((t.z + collide__mul(p.x, a[0].z)) + collide__mul(p.y, a[1].z)) + collide__mul(p.z, a[2].z);
    return r;
}

COLLIDE_API collide_status collide_pose_check(const collide_pose *pose) {
    if (!pose)
        return COLLIDE_ERROR_NULL;
    collide_obb box;
    box.center = pose->position;
    box.half = collide__vec3(0, 0, 0);
    for (int i = 0; i < 3; ++i)
        box.axis[i] = pose->axis[i];
    return collide_obb_check(&box);
}

COLLIDE_API collide_pose collide_pose_relative(const collide_pose *a, const collide_pose *b) {
    const collide_pose identity = collide_pose_identity();
    collide_pose r;
    a = a ? a : &identity;
    b = b ? b : &identity;
    const collide__dvec3 x = collide__dvec3_of(a->axis[0]), y = collide__dvec3_of(a->axis[1]);
    const collide__dvec3 z = collide__dvec3_of(a->axis[2]);
    const collide__dvec3 rows[3] = {collide__dcross(y, z), collide__dcross(z, x),
                                    collide__dcross(x, y)};
    double volume = collide__ddot(x, rows[0]);
    const double most =
        collide__dmul(collide__dmul(collide__ddot(x, x), collide__ddot(y, y)), collide__ddot(z, z));
    if (collide__dmul(volume, volume) <= collide__dmul(most, 1.2621774483536189e-29)) // 2^-96
        volume = 0;
    for (int i = 0; i < 4; ++i) {
        collide__dvec3 p = collide__dvec3_of(i < 3 ? b->axis[i] : b->position);
        if (i == 3) {
            p.x -= (double)a->position.x;
            p.y -= (double)a->position.y;
            p.z -= (double)a->position.z;
        }
        collide_vec3 *out = i < 3 ? &r.axis[i] : &r.position;
        out->x = (float)collide__ddiv(collide__ddot(rows[0], p), volume);
        out->y = (float)collide__ddiv(collide__ddot(rows[1], p), volume);
        out->z = (float)collide__ddiv(collide__ddot(rows[2], p), volume);
    }
    return r;
}

#if !defined(COLLIDE_NO_KDOP) || !defined(COLLIDE_NO_SAT)
// ---- meshes ----------------------------------------------------------------------------------

// The mesh with its defaults filled in, if its counts, strides and pointers make sense.
static collide_status collide__mesh_check(collide_mesh *mesh) {
    mesh->position_stride = mesh->position_stride ? mesh->position_stride : sizeof(collide_vec3);
    mesh->index_size = mesh->index_size ? mesh->index_size : sizeof(uint32_t);
    if (!mesh->positions)
        return COLLIDE_ERROR_NULL;
    if (mesh->vertex_count == 0 || mesh->triangle_count == 0)
        return COLLIDE_ERROR_COUNT;
    if (mesh->position_stride < sizeof(collide_vec3))
        return COLLIDE_ERROR_STRIDE;
    if (mesh->index_size != 2 && mesh->index_size != 4)
        return COLLIDE_ERROR_INDEX_SIZE;
    if (!collide__fits(mesh->vertex_count, mesh->position_stride) ||
        !collide__fits(mesh->triangle_count, 3 * mesh->index_size))
        return COLLIDE_ERROR_OVERFLOW;
    return COLLIDE_OK;
}

// The number of corner i, three for each triangle, of a checked mesh.
COLLIDE__INLINE size_t collide__mesh_index(const collide_mesh *mesh, size_t i) {
    if (mesh->indices && mesh->index_size == 2) {
        uint16_t index;
        memcpy(&index, collide__at(mesh->indices, i, sizeof index), sizeof index);
        return index;
    }
    if (mesh->indices) {
        uint32_t index;
        memcpy(&index, collide__at(mesh->indices, i, sizeof index), sizeof index);
        return index;
    }
    return i;
}

// Triangle i of a checked mesh; INDEX or NOT_FINITE where it has none.
static collide_status collide__mesh_triangle(const collide_mesh *mesh, size_t i,
                                             collide_triangle *triangle) {
    collide_status status = COLLIDE_OK;
    for (size_t j = 0; j < 3; ++j) {
        const size_t vertex = collide__mesh_index(mesh, 3 * i + j);
        if (vertex >= mesh->vertex_count)
            return COLLIDE_ERROR_INDEX;
        triangle->v[j] =
            collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
        if (!collide__finite3(triangle->v[j]))
            status = COLLIDE_ERROR_NOT_FINITE;
    }
    return status;
}

#endif

// ---- tables of kernels -----------------------------------------------------------------------
// One struct of function pointers per family. The scalar table is a loop over the definition; the
// others are made by collide_simd.h. Every entry gives the bits of the scalar one.

#ifndef COLLIDE_NO_KDOP
#define COLLIDE__KDOP_BLOCK 96  // numbers in 6 rows of 16: a block's axis rows, or coarse rows
#define COLLIDE__KDOP_GROUP 192 // numbers in 6 rows of 32: a group's short axis rows
#define COLLIDE__KDOP_MAX_AXES 13
#define COLLIDE__KDOP_GROUPS 32 // at most so many in one call of the kernel "all"

// A pack as kernels see it: pointers to its rows. A group is two blocks.
typedef struct collide__kdop_rows {
    const float *coarse, *axis, *diagonal;
    const int16_t *short_axis, *short_diagonal;
    const double *scale; // origin and scale of each pair of rows
    size_t blocks, count;
} collide__kdop_rows;

// Which of the 32 objects from number i on are there: all, but for the last ones. Keeps hits inside
// the pack even if its rows were damaged in a file.
COLLIDE__INLINE uint32_t collide__kdop_present(const collide__kdop_rows *rows, size_t i) {
    return rows->count - i < 32 ? ((uint32_t)1 << (rows->count - i)) - 1 : 0xffffffffu;
}

// 16 k-DOPs that go against one pack: their floats as a block, the bound of all, and per lane the
// short numbers in that pack's scale, min and -max of each axis, each twice in 32 bits; kernels
// fill these in for the lanes that come to need them.
typedef struct collide__kdop_queries {
    COLLIDE__ALIGNED(float) axis[COLLIDE__KDOP_BLOCK];
    COLLIDE__ALIGNED(float) diagonal[(2 * COLLIDE__KDOP_MAX_AXES - 6) * 16];
    float bound[6];     // min x, max x, ...
    unsigned shortened; // bit i: lane i has its short numbers
    uint32_t shorts[2 * COLLIDE__KDOP_MAX_AXES][16];
} collide__kdop_queries;

// Kinds 6, 14, 18, 26 in this order; a k-DOP is read as its floats, min rows, then max rows.
typedef struct collide__kdop_kernels {
    // q against blocks [first, last) of b, first a multiple of 16, last too or the end: hit bits of
    // each; returns their number
    size_t (*many[4])(const float *q, const collide__kdop_rows *b, size_t first, size_t last,
                      uint16_t *bits);
    // blocks [0, last) of a against those of b, lane by lane
    size_t (*lanes[4])(const collide__kdop_rows *a, const collide__kdop_rows *b, size_t last,
                       uint16_t *bits);
    // 16 k-DOPs against groups [first, last) of b: lanes[g - first] has the lanes of q that hit
    // group g, and bits[16 * (g - first) + lane] their hit bits; the rest of bits is not written
    void (*all[4])(collide__kdop_queries *q, const collide__kdop_rows *b, size_t first, size_t last,
                   uint16_t *lanes, uint32_t *bits);
    // n index pairs into arrays of structs
    size_t (*pairs[4])(const float *a, size_t a_count, size_t a_stride, const float *b,
                       size_t b_count, size_t b_stride, const collide_pair *pairs, size_t n,
                       uint16_t *bits);
} collide__kdop_kernels;

// The short form of x, from -32766 to 32766; x is not NaN.
COLLIDE__INLINE int collide__kdop_short(const double *scale, float x) {
    double t = ((double)x - scale[0]) * scale[1];
    t = t < 32766 ? t : 32766;
    t = t > -32766 ? t : -32766;
    return (int)(t + 32768) - 32768;
}

// k-DOP i of an array as its floats; NULL beyond the end, and for the empty one.
COLLIDE__INLINE const float *collide__kdop_element(int axes, const float *base, size_t count,
                                                   size_t stride, size_t i) {
    const float *k = i < count ? (const float *)collide__at(base, i, stride) : NULL;
    return k && k[0] <= k[axes] ? k : NULL;
}

static const collide__kdop_kernels *collide__kdop_chosen;
#endif

#ifndef COLLIDE_NO_SAT
#define COLLIDE__NO_LANE_AXIS ((float)COLLIDE_SWEEPS_NO_AXIS)
#define COLLIDE__ROUNDING 5.9604644775390625e-8f // u = 2^-24
#define COLLIDE__T_LIMIT 8.507059e37f            // 2^126: stands for t_max beyond it
#define COLLIDE__SWEEP_BLOCKS 64                 // that are swept before results are written

// What the axes so far say: minus the first time, since minima alone are then needed, and the last.
typedef struct collide__times {
    float enter, last;
    uint32_t axis;       // that gave enter, or the least depth
    float depth, margin; // the least depth, and by how much a later axis must have less
} collide__times;

COLLIDE__INLINE collide__times collide__times_of(float t_max) {
    collide__times t;
    t.enter = 0;
    t.last = t_max < COLLIDE__T_LIMIT ? t_max : COLLIDE__T_LIMIT;
    t.axis = COLLIDE_AXIS_NONE;
    t.depth = collide__infinity();
    t.margin = 0;
    return t;
}

// Whether they may still meet. What the quotients' rounding may cost, 6u t, is given.
COLLIDE__INLINE bool collide__times_meet(const collide__times *t) {
    return -t->enter <= collide__mul(t->last, 1 + 8 * COLLIDE__ROUNDING);
}

// n sweeps, 16 at a time: rows of the first block of each side, and how many floats on the next one
// lies, 0 for one against many. Outputs are those of collide_sweeps.
typedef struct collide__sweep_job {
    const float *a, *va, *b, *vb;
    size_t a_step, va_step, b_step, vb_step;
    size_t n;
    float t_max;
    bool checked; // all boxes pass collide_obb_check
    collide_sweeps out;
} collide__sweep_job;

// Two convex bodies: vertices, three floats each, in the frames whose axes these are; b's origin
// seen from a's, its velocity, and what has been found so far.
typedef struct collide__convex_job {
    const float *vertices[2];
    size_t vertex_count[2];
    collide_vec3 frame[2][3];
    collide_vec3 d, v;
    float slack;
    collide__times times;
    float least; // square of the least depth, and its axis
    uint32_t least_axis;
} collide__convex_job;

typedef struct collide__sat_kernels {
    size_t (*obb_obb)(const collide__sweep_job *job);
    size_t (*obb_triangle)(const collide__sweep_job *job);
    // axes first, first + 1, ... are n directions in blocks of rows, turned by frame, and if cross
    // is not NULL the cross products of it with them; asks for times, or with least for depths.
    // Returns false if the bodies are apart
    bool (*convex)(collide__convex_job *job, const float *rows, size_t n, const collide_vec3 *frame,
                   const collide_vec3 *cross, uint32_t first, bool least);
    // writes 16 objects of n floats each (n >= 3) as n rows of 16
    void (*transpose)(float *rows, const float *const *objects, size_t n);
} collide__sat_kernels;

static const collide__sat_kernels *collide__sat_chosen;

// The first n <= 16 lanes.
COLLIDE__INLINE void collide__sweep_copy(float *out, const float *lanes, size_t n) {
    if (n == 16)
        memcpy(out, lanes, 16 * sizeof *lanes); // no call
    else
        memcpy(out, lanes, n * sizeof *lanes);
}

// Writes what 16 lanes of a block say, as far as there are so many; returns the bits of those.
COLLIDE__INLINE unsigned collide__sweep_store(const collide__sweep_job *job, size_t block,
                                              unsigned word, const float *first, const float *last,
                                              const float *axis) {
    const size_t i = 16 * block, n = collide__min_size(16, job->n - i);
    word &= 0xffffu >> (16 - n);
    if (job->out.bits)
        job->out.bits[block] = (uint16_t)word;
    if (job->out.t_first)
        collide__sweep_copy(job->out.t_first + i, first, n);
    if (job->out.t_last)
        collide__sweep_copy(job->out.t_last + i, last, n);
    if (job->out.axis)
        for (size_t k = 0; k < n; ++k)
            job->out.axis[i + k] = (uint8_t)axis[k];
    return word;
}
#endif

#ifndef COLLIDE_NO_SPHERE
#define COLLIDE__SPHERE_MARGIN 9.5367431640625e-7f        // 2^-20, of what is compared
#define COLLIDE__SPHERE_PATH 3.814697265625e-6f           // 2^-18, of lengths along a path
#define COLLIDE__SPHERE_VANISH 7.8886090522101180541e-31f // 2^-100: squares that lose digits

typedef struct collide__sphere_kernels {
    // 16 pairs of spheres, 4 rows each: bits of those that meet for certain; *unsure has those that
    // are to be asked one by one
    unsigned (*meet)(const float *a, const float *b, unsigned *unsure);
    // of 16 pairs that move those that may meet until t_max
    unsigned (*sweep)(const float *a, const float *va, const float *b, const float *vb,
                      float t_max);
} collide__sphere_kernels;

static const collide__sphere_kernels *collide__sphere_chosen;
#endif

#ifndef COLLIDE_NO_TRIANGLE
// Filters compute in float what sizes from least to most allow. Their products may vanish below
// 2^-149, which leaves an error of at most this, times the size.
#define COLLIDE__TRIANGLE_ROUNDING 5.9604644775390625e-8f // 2^-24
#define COLLIDE__TRIANGLE_LEAST 8.8817841970012523e-16f   // 2^-50
#define COLLIDE__TRIANGLE_MOST 1.125899906842624e15f      // 2^50
#define COLLIDE__RAY_SLACK 1.9073486328125e-6f            // 2^-19
#define COLLIDE__TRIANGLE_VANISH 5.6843418860808015e-14f  // 2^-44

// What of a pack a ray may meet, by boxes round the objects of a block.
typedef enum collide__ray_kind {
    COLLIDE__RAY_KDOP,
    COLLIDE__RAY_TRIANGLE,
    COLLIDE__RAY_SPHERE,
    COLLIDE__RAY_OBB
} collide__ray_kind;

// Where a direction is nearly across an axis, or across it, the ray stays from low to high there.
typedef struct collide__slab_job {
    float origin[3], inverse[3], low[3], high[3];
    bool moves[3];
    float t_max, pad;
} collide__slab_job;

typedef struct collide__triangle_kernels {
    // 16 pairs of triangles, 9 rows each: bits of those that meet for certain; *unsure has those
    // that are to be asked one by one
    unsigned (*meet)(const float *a, const float *b, unsigned *unsure);
    // of 16 objects, the rows of a block: bits of those that the ray may meet
    unsigned (*ray)(const collide__slab_job *job, collide__ray_kind kind, const float *rows);
} collide__triangle_kernels;

static const collide__triangle_kernels *collide__triangle_chosen;
#endif

#ifndef COLLIDE_NO_OCTREE
#define COLLIDE__OCTREE_HEADER ((sizeof(collide_octree) + 63) / 64 * 64)

typedef struct collide__octree_kernels {
    // n references, rounded up to fours, whose last 6 of 8 short numbers are compared with those of
    // middle (which is there four times): bit k of halves[i] is set if number 2 + k is less
    void (*halve)(const int16_t *references, size_t n, const int16_t *middle, uint8_t *halves);
    // the first n boxes of rows a against the first m of rows b, at most 32: hit bits of each, of
    // rows against themselves each pair once
    void (*meet)(const int16_t *a, unsigned n, const int16_t *b, unsigned m, uint32_t *hits);
} collide__octree_kernels;

static const collide__octree_kernels *collide__octree_chosen;
#endif

#ifndef COLLIDE_NO_TERRAIN
#define COLLIDE__TERRAIN_BLOCK 16 // cells along a side of the smallest square
#define COLLIDE__PATCH 304        // vertices of one call of the kernel: 17 * 17, and some behind
#define COLLIDE__HOLE FLT_MAX
#define COLLIDE__TERRAIN_HEADER                                                                    \
    ((sizeof(collide_terrain) + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT)
#define COLLIDE__TERRAIN_LIMIT 1.152921504606846976e18f // 2^60

// A cylinder as kernels see it: coordinates relative to its centre, p and q in its base, z along
// its axis. |z| of the world is at most reach.
typedef struct collide__cylinder_job {
    collide_vec3 p, q, axis;
    float radius, square, half, reach;
    float inverse_dx, inverse_dy;
    bool other_diagonal; // behind the floats
} collide__cylinder_job;

// Vertices of neighbouring cells relative to a centre, row by row, each row as many. Vertex m
// begins the cell of m, m + 1, m + row, m + row + 1; the last of a row begins none.
// Behind the last vertex lie as many as kernels may read.
typedef struct collide__patch {
    float x[COLLIDE__PATCH + 32], y[COLLIDE__PATCH + 32], z[COLLIDE__PATCH + 32];
    size_t row, n; // vertices in a row; those that may begin a cell
} collide__patch;

// Where a footprint's first vertex is from the centre, and what is taken from its heights, one
// after the other.
typedef struct collide__place {
    float x, y, high, low;
} collide__place;

// Rows of heights that become a patch: at most 16 vertices each, 16 of which may be read.
typedef struct collide__patch_job {
    const char *heights; // the first; no holes
    size_t stride, columns, rows;
    collide__place place;
    float dx, dy;
} collide__patch_job;

// A small footprint: vertices of columns and rows, as many as there are, and their heights.
#define COLLIDE__SMALL 4
typedef struct collide__window {
    collide__place place;
    float columns, rows;
    float height[COLLIDE__SMALL * COLLIDE__SMALL];
} collide__window;
#define COLLIDE__WINDOW_FLOATS (6 + COLLIDE__SMALL * COLLIDE__SMALL)
#define COLLIDE__CYLINDER_FLOATS 15

// 16 cylinders over small footprints of one terrain: rows of floats of collide__cylinder_job and of
// collide__window, 16 each.
typedef struct collide__small_job {
    COLLIDE__ALIGNED(float) cylinder[COLLIDE__CYLINDER_FLOATS * 16];
    COLLIDE__ALIGNED(float) window[COLLIDE__WINDOW_FLOATS * 16];
    int columns, rows; // the most that one of them has
    float dx, dy;
    bool other_diagonal;
} collide__small_job;

// A bit for each vertex of a patch, and zeros for those before the first.
#define COLLIDE__BITS_BEFORE 160
typedef struct collide__bits {
    uint32_t word[(COLLIDE__BITS_BEFORE + COLLIDE__PATCH) / 32 + 8];
} collide__bits;

COLLIDE__INLINE void collide__bits_put(collide__bits *bits, size_t m, unsigned word) {
    const size_t i = m + COLLIDE__BITS_BEFORE;
    bits->word[i / 32] |= (uint32_t)word << i % 32;
}

// 32 bits from that of vertex m on.
COLLIDE__INLINE unsigned collide__bits_at(const collide__bits *bits, size_t m) {
    const size_t i = m + COLLIDE__BITS_BEFORE;
    const uint64_t two = (uint64_t)bits->word[i / 32 + 1] << 32 | bits->word[i / 32];
    return (unsigned)(uint32_t)(two >> i % 32);
}

// What a patch says of a cylinder: all of it is lower, some may lie above it, some meets it.
typedef enum collide__cells_say {
    COLLIDE__CELLS_LOWER,
    COLLIDE__CELLS_ABOVE,
    COLLIDE__CELLS_MEET
} collide__cells_say;

// Planes that bound a body from below and from the sides, and which of 64 vertices of a patch are
// beyond them.
#define COLLIDE__BOUNDS 9
typedef struct collide__beyond {
    uint64_t bound[COLLIDE__BOUNDS];
} collide__beyond;

#define COLLIDE__SIEVE_TIE 1.52587890625e-5f    // 2^-16
#define COLLIDE__SIEVE_SLACK 9.765625e-4f       // 2^-10
#define COLLIDE__SIEVE_FAR 3.814697265625e-6f   // 2^-18
#define COLLIDE__SIEVE_HAIR 9.5367431640625e-7f // 2^-20
#define COLLIDE__SIEVE_BESIDE 1.220703125e-3f   // more than 2^-10
#define COLLIDE__SIEVE_FLAT 4.7e-7f             // 8 u, less a little
#define COLLIDE__SIEVE_BEND 1.8e-7f             // 3 u
#define COLLIDE__SIEVE_ALONG 0.00390625f        // of how far a place is, along the axis
#define COLLIDE__SIEVE_INSIDE 0.96875f          // of the radius squared
#define COLLIDE__SIEVE_OUTSIDE 1.03125f         // likewise
#define COLLIDE__SIEVE_TURN 0.015625f           // how far off a normal may be, of the radius
#define COLLIDE__SIEVE_TURN_FAR 0.001953125f    // and of how far its place is
#define COLLIDE__SIEVE_STEEP 0.125f             // sine, to the vertical, of walls below lines

// A cylinder as the sieve sees it, over cells of dx by dy: half the axis, the axis that points up.
typedef struct collide__sieve_job {
    collide_vec3 axis, p, q, end, up;
    float radius, size, over, dx, dy, inverse_dx, inverse_dy, slack, share;
    float base, rise; // up * base + rise is how high a point is above the lower base
    float reach_x, reach_y, half, turn; // turn * axis is up
    float square, lean, inverse_lean;   // of radius and lean; the axis leans by that, 0 if hardly
    bool other_diagonal;
} collide__sieve_job;

// Three by three vertices each, row by row, the one in the middle at x, y. Then, of the edges that
// begin in the middle and of the vertex there, how deep they may be in the body's columns. Bits of
// rings: which faces of the cell, edges or vertices may have contacts of their own, and which edges
// or vertices may be the deepest of a face.
typedef struct collide__rings {
    COLLIDE__ALIGNED(float) x[16];
    float y[16], z[9][16], depth[4][16];
    unsigned face[2], line[4], deep[4];
} collide__rings;

typedef struct collide__terrain_kernels {
    void (*rows)(const collide__patch_job *job, collide__patch *patch);
    // returns at the first cell that is met, or with bits goes on and writes which ones are, 16 a
    // word
    collide__cells_say (*cells)(const collide__cylinder_job *job, const collide__patch *patch,
                                uint16_t *bits);
    // which of 16 cylinders meet a cell, and over which some may lie; NULL: faster one by one
    void (*few)(const collide__small_job *job, unsigned *meet, unsigned *above);
    // of the first n vertices of a patch, 64 a word; returns the greatest |z|
    float (*beyond)(const float *reach, const collide__patch *patch, size_t n,
                    collide__beyond *out);
    // the first n rings
    void (*sieve)(const collide__sieve_job *job, collide__rings *rings, unsigned n);
} collide__terrain_kernels;

static const collide__terrain_kernels *collide__terrain_chosen;
#endif

#ifndef COLLIDE_NO_TREE
#define COLLIDE__TREE_HEADER ((sizeof(collide_tree) + 63) / 64 * 64)

// What is behind the rows of a node. Rows: for each direction those of its eight children's
// supports along it, then against it; a child is a node, or a leaf.
typedef struct collide__tree_links {
    uint32_t child[8];
    uint32_t parent; // 8 * node + which of its children
    uint32_t count;  // of children
    uint32_t changed;
    uint32_t unused[5];
} collide__tree_links;

// Four triangles: vertex v of triangle s in lane 4 * v + s of rows x, y, z; the last four repeat
// the third vertices, or are the fourth ones of tetrahedra. Where there are fewer the last one is
// repeated, and its number is UINT32_MAX.
typedef struct collide__tree_leaf {
    float rows[3][16];
    uint32_t triangle[4];
    uint32_t vertex[4][3];
} collide__tree_leaf;

// From frame b to frame a: the support along direction d is that along rows of b with weights, and
// a shift; against it the same with the opposite rows.
typedef struct collide__tree_motion {
    collide_pose pose;
    unsigned directions;
    unsigned row[13][3];
    float weight[13][3], shift[26];
    float pad;
} collide__tree_motion;

// For each row, what times the depth of overlap gives the time at which it begins, or at which it
// ends, and is 0 where it does not; what is to be added: an infinity where it does not.
typedef struct collide__tree_speed {
    float in[26], in_more[26], out[26], out_more[26];
} collide__tree_speed;

typedef struct collide__tree_kernels {
    // rows of a node, moved; hit bits of those that meet slot, one column of another node's rows
    unsigned (*move)(const float *rows, const collide__tree_motion *motion, const float *slot,
                     float *out);
    // those columns of q that are named against all 8 of rows: hit bits of each; gaps, if not NULL,
    // takes 16 numbers for each of q, the least of i and i + 8 for column i: how deep both overlap
    void (*meet)(const float *rows, unsigned directions, const float *q, unsigned named,
                 uint8_t *hits, float *gaps);
    // the same where q's frame moves: the greatest time of i and i + 8 at which a row of column i
    // begins to overlap, and the least at which one ends, 16 numbers of each for each of q
    void (*times)(const float *rows, unsigned directions, const collide__tree_speed *speed,
                  const float *q, unsigned named, float *enter, float *leave);
    // the columns of q that are named against all 8 of rows: the greatest gap times its weight of
    // rows i and i + 8 for column i, 0 where there is none, and which row of rows it is of
    void (*apart)(const float *rows, unsigned directions, const float *weight, const float *q,
                  unsigned named, float *most, float *row);
    // rows of a leaf, moved, and then, for each axis, least and greatest of each triangle
    void (*move_leaf)(const float *rows, const collide_pose *pose, float *out);
    // boxes of the triangles of a leaf against such boxes: bit 4 * i + j for i of a, j of b
    unsigned (*leaves)(const float *a, const float *boxes);
    // supports of a leaf, to a column of a node's rows
    void (*bound)(const float *rows, unsigned kind, float *column);
} collide__tree_kernels;

static const collide__tree_kernels *collide__tree_chosen;
#endif

#ifndef COLLIDE_NO_CABLE
#define COLLIDE__NEAR_HAIR 1.9073486328125e-6f // 2^-19
#define COLLIDE__NEAR_TINY 1e-36f

typedef struct collide__cable_kernels {
    // the next block of n, from i on, with a segment whose box (6 rows, step floats from block to
    // block) meets box b, which ones do; n if there is none
    size_t (*scan)(const float *boxes, size_t step, const float *b, size_t i, size_t n,
                   unsigned *lanes);
    // of those asked for of 16 segments, which centre lines lie in the grown boxes b (6 rows) for
    // sure; unsure: which may; the segments' own boxes may be known to meet these
    unsigned (*enter)(const float *a, const float *b, unsigned lanes, bool known_boxes,
                      unsigned *unsure);
    // which of 16 segments and triangles collide__near_triangle says yes to
    unsigned (*project)(const float *a, const float *b, unsigned lanes);
} collide__cable_kernels;

static const collide__cable_kernels *collide__cable_chosen;
#endif

#ifdef COLLIDE__SIMD
#define COLLIDE__SIMD_STAGE 2 // what the machine has, and the kernels
#include COLLIDE_SIMD_FILENAME
#undef COLLIDE__SIMD_STAGE
#else
COLLIDE__INLINE collide_isa_id collide__simd_isa(collide_isa_id limit) {
    (void)limit;
    return COLLIDE_ISA_SCALAR;
}
#endif

static collide_isa_id collide__isa_cap = COLLIDE_ISA_COUNT;

COLLIDE_API collide_isa_id collide_isa(void) {
    return collide__simd_isa(COLLIDE__LOAD(collide__isa_cap));
}

COLLIDE_API collide_isa_id collide_isa_limit(collide_isa_id limit) {
    COLLIDE__STORE(collide__isa_cap, limit);
#ifndef COLLIDE_NO_KDOP
    COLLIDE__STORE(collide__kdop_chosen, (const collide__kdop_kernels *)0);
#endif
#ifndef COLLIDE_NO_SAT
    COLLIDE__STORE(collide__sat_chosen, (const collide__sat_kernels *)0);
#endif
#ifndef COLLIDE_NO_SPHERE
    COLLIDE__STORE(collide__sphere_chosen, (const collide__sphere_kernels *)0);
#endif
#ifndef COLLIDE_NO_TRIANGLE
    COLLIDE__STORE(collide__triangle_chosen, (const collide__triangle_kernels *)0);
#endif
#ifndef COLLIDE_NO_OCTREE
    COLLIDE__STORE(collide__octree_chosen, (const collide__octree_kernels *)0);
#endif
#ifndef COLLIDE_NO_TERRAIN
    COLLIDE__STORE(collide__terrain_chosen, (const collide__terrain_kernels *)0);
#endif
#ifndef COLLIDE_NO_TREE
    COLLIDE__STORE(collide__tree_chosen, (const collide__tree_kernels *)0);
#endif
#ifndef COLLIDE_NO_CABLE
    COLLIDE__STORE(collide__cable_chosen, (const collide__cable_kernels *)0);
#endif
    return collide_isa();
}

COLLIDE_API const char *collide_isa_text(collide_isa_id isa) {
    static const char *const texts[COLLIDE_ISA_COUNT] = {"scalar", "sse2",    "avx2", "avx512",
                                                         "neon",   "wasm128", "simde"};
    return (unsigned)isa < COLLIDE_ISA_COUNT ? texts[isa] : "unknown";
}

// The table of kernels in use, chosen at the first call and after collide_isa_limit.
#ifdef COLLIDE__W16
#define COLLIDE__IF_W16(entry) entry
#else
#define COLLIDE__IF_W16(entry) table // stays NULL: never asked for
#endif
#ifdef COLLIDE__W8
#define COLLIDE__IF_W8(entry) entry
#else
#define COLLIDE__IF_W8(entry) table
#endif
#ifdef COLLIDE__W4
#define COLLIDE__IF_W4(entry) entry
#else
#define COLLIDE__IF_W4(entry) table
#endif
#define COLLIDE__CHOOSE(family)                                                                    \
    static const collide__##family##_kernels *collide__##family(void) {                            \
        const collide__##family##_kernels *table = COLLIDE__LOAD(collide__##family##_chosen);      \
        while (!table) {                                                                           \
            const collide_isa_id cap = COLLIDE__LOAD(collide__isa_cap);                            \
            const collide_isa_id isa = collide__simd_isa(cap);                                     \
            if (isa == COLLIDE_ISA_SCALAR)                                                         \
                table = &collide__##family##_scalar;                                               \
            else if (isa == COLLIDE_ISA_AVX512)                                                    \
                table = COLLIDE__IF_W16(&collide__##family##_w16);                                 \
            else                                                                                   \
                table = isa == COLLIDE_ISA_AVX2 ? COLLIDE__IF_W8(&collide__##family##_w8)          \
                                                : COLLIDE__IF_W4(&collide__##family##_w4);         \
            COLLIDE__STORE(collide__##family##_chosen, table);                                     \
            if (COLLIDE__LOAD(collide__isa_cap) != cap) /* limited by another thread meanwhile */  \
                table = NULL;                                                                      \
        }                                                                                          \
        return table;                                                                              \
    }

// ================================================================================================
// >>kdop_impl
// ================================================================================================
// Written once for all kinds: rows are passed as min and max, kind is a constant after inlining.
#ifndef COLLIDE_NO_KDOP

COLLIDE__INLINE int collide__kdop_index(int kind) {
    return kind == 6 ? 0 : kind == 14 ? 1 : kind == 18 ? 2 : 3;
}

COLLIDE__INLINE const signed char *collide__kdop_direction(int kind, int i) {
    static const signed char directions[COLLIDE__KDOP_MAX_AXES][3] = {
        {1, 0, 0},  {0, 1, 0},  {0, 0, 1},               // axes
        {1, 1, 1},  {1, -1, 1}, {1, 1, -1}, {1, -1, -1}, // corners
        {1, 1, 0},  {1, 0, 1},  {0, 1, 1},               // edges
        {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
    return directions[kind == 18 && i >= 3 ? i + 4 : i];
}

// Square of the length of direction i, and the length, rounded up.
COLLIDE__INLINE int collide__kdop_square(int kind, int i) {
    return i < 3 ? 1 : kind == 14 || (kind == 26 && i < 7) ? 3 : 2;
}

COLLIDE__INLINE float collide__kdop_length_up(int kind, int i) {
    const int square = collide__kdop_square(kind, i);
    return square == 1 ? 1.0f : square == 2 ? 1.41421366f : 1.73205090f;
}

// n.p for all directions n of the kind and all p of the box x, y, z, rounded outward.
static void collide__kdop_project(int kind, collide__interval x, collide__interval y,
                                  collide__interval z, float *min, float *max) {
    collide__interval row[COLLIDE__KDOP_MAX_AXES];
    int n = 0;
    row[n++] = x;
    row[n++] = y;
    row[n++] = z;
    if (kind == 14 || kind == 26) {
        const collide__interval sum = collide__interval_add(x, y);
        const collide__interval difference = collide__interval_sub(x, y);
        row[n++] = collide__interval_add(sum, z);
        row[n++] = collide__interval_add(difference, z);
        row[n++] = collide__interval_sub(sum, z);
        row[n++] = collide__interval_sub(difference, z);
    }
    if (kind == 18 || kind == 26) {
        row[n++] = collide__interval_add(x, y);
        row[n++] = collide__interval_add(x, z);
        row[n++] = collide__interval_add(y, z);
        row[n++] = collide__interval_sub(x, y);
        row[n++] = collide__interval_sub(x, z);
        row[n++] = collide__interval_sub(y, z);
    }
    for (int i = 0; i < n; ++i) {
        min[i] = row[i].lo;
        max[i] = row[i].hi;
    }
}

COLLIDE__INLINE void collide__kdop_project_point(int kind, collide_vec3 p, float *min, float *max) {
    collide__kdop_project(kind, collide__interval_of(p.x, p.x), collide__interval_of(p.y, p.y),
                          collide__interval_of(p.z, p.z), min, max);
}

static void collide__kdop_clear(int kind, float *min, float *max) {
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = collide__infinity();
        max[i] = -collide__infinity();
    }
}

// Takes the rows of another k-DOP in.
static void collide__kdop_unite(int kind, float *min, float *max, const float *other_min,
                                const float *other_max) {
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = other_min[i] < min[i] ? other_min[i] : min[i];
        max[i] = other_max[i] > max[i] ? other_max[i] : max[i];
    }
}

// Takes points in; false, with the rows cleared, if one is not finite.
static bool collide__kdop_hull(int kind, const void *points, size_t n, size_t stride, float *min,
                               float *max) {
    collide__kdop_clear(kind, min, max);
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 p = collide__read_vec3(collide__at(points, i, stride));
        float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
        if (!collide__finite3(p)) {
            collide__kdop_clear(kind, min, max);
            return false;
        }
        collide__kdop_project_point(kind, p, lo, hi);
        collide__kdop_unite(kind, min, max, lo, hi);
    }
    return true;
}

static collide_status collide__kdop_points(int kind, const void *points, size_t n, size_t stride,
                                           float *min, float *max) {
    collide__kdop_clear(kind, min, max);
    stride = stride ? stride : sizeof(collide_vec3);
    if (!points)
        return COLLIDE_ERROR_NULL;
    if (n == 0)
        return COLLIDE_ERROR_COUNT;
    if (stride < sizeof(collide_vec3))
        return COLLIDE_ERROR_STRIDE;
    if (!collide__fits(n, stride))
        return COLLIDE_ERROR_OVERFLOW;
    return collide__kdop_hull(kind, points, n, stride, min, max) ? COLLIDE_OK
                                                                 : COLLIDE_ERROR_NOT_FINITE;
}

static void collide__kdop_aabb(int kind, const collide_aabb *box, float *min, float *max) {
    const collide_vec3 lo = box->min, hi = box->max;
    const float infinity = collide__infinity();
    if (lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z && lo.x < infinity && lo.y < infinity &&
        lo.z < infinity && hi.x > -infinity && hi.y > -infinity && hi.z > -infinity)
        collide__kdop_project(kind, collide__interval_of(lo.x, hi.x),
                              collide__interval_of(lo.y, hi.y), collide__interval_of(lo.z, hi.z),
                              min, max);
    else
        collide__kdop_clear(kind, min, max);
}

// Support of center +- radius_i on row i.
static void collide__kdop_around(int kind, collide_vec3 center, const float *radius, float *min,
                                 float *max) {
    collide__kdop_project_point(kind, center, min, max);
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = collide__add_down(min[i], -radius[i]);
        max[i] = collide__add_up(max[i], radius[i]);
    }
}

// n.center +- r |n|
static void collide__kdop_sphere(int kind, const collide_sphere *s, float *min, float *max) {
    float radius[COLLIDE__KDOP_MAX_AXES];
    if (!collide__finite3(s->center) || !(s->radius >= 0 && s->radius <= FLT_MAX)) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    for (int i = 0; i < kind / 2; ++i)
        radius[i] = collide__mul_up(s->radius, collide__kdop_length_up(kind, i));
    collide__kdop_around(kind, s->center, radius, min, max);
}

// n.center +- sum of half_i |n.axis_i|
static void collide__kdop_obb(int kind, const collide_obb *box, float *min, float *max) {
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    float radius[COLLIDE__KDOP_MAX_AXES] = {0};
    bool valid = collide__finite3(box->center);
    for (int j = 0; j < 3; ++j)
        valid = valid && half[j] >= 0 && half[j] <= FLT_MAX && collide__finite3(box->axis[j]);
    if (!valid) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    for (int j = 0; j < 3; ++j) {
        float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
        collide__kdop_project_point(kind, box->axis[j], lo, hi);
        for (int i = 0; i < kind / 2; ++i)
            radius[i] = collide__add_up(
                radius[i], collide__mul_up(
                               half[j], collide__interval_abs(collide__interval_of(lo[i], hi[i]))));
    }
    collide__kdop_around(kind, box->center, radius, min, max);
}

// n.center +- (height/2 |n.axis| + radius |n x axis| / |axis|): the part of n across the axis, not
// sqrt(|n|^2 - (n.axis)^2), which cancels. Its components are sums of two floats and all later
// terms are positive, so in double it is right within 8 * 2^-53, less than the factor allows for;
// along an axis of coordinates it is at most 1.
static void collide__kdop_cylinder(int kind, const collide_cylinder *c, float *min, float *max) {
    const collide__dvec3 v = collide__dvec3_of(c->axis);
    const double length = collide__sqrt(collide__ddot(v, v));
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES], radius[COLLIDE__KDOP_MAX_AXES];
    if (!collide__finite3(c->center) || !collide__finite3(c->axis) || !(length > 0) ||
        !(c->radius >= 0 && c->radius <= FLT_MAX) || !(c->height >= 0 && c->height <= FLT_MAX)) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    collide__kdop_project_point(kind, c->axis, lo, hi);
    for (int i = 0; i < kind / 2; ++i) {
        const signed char *d = collide__kdop_direction(kind, i);
        const collide__dvec3 n = {(double)d[0], (double)d[1], (double)d[2]};
        const collide__dvec3 cross = collide__dcross(n, v);
        const float along = collide__interval_abs(collide__interval_of(lo[i], hi[i]));
        double across = collide__sqrt(collide__ddot(cross, cross)) / length * (1 + 2e-15);
        across = i < 3 && across > 1 ? 1 : across;
        const double half = c->height > 0 ? 0.5 * (double)c->height * (double)along : 0;
        radius[i] =
            collide__add_up(collide__float_up(half), collide__float_up((double)c->radius * across));
    }
    collide__kdop_around(kind, c->center, radius, min, max);
}

static void collide__kdop_translate(int kind, collide_vec3 t, float *min, float *max) {
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_project_point(kind, t, lo, hi);
    for (int i = 0; i < kind / 2; ++i)
        if (min[i] <= max[i]) {
            min[i] = collide__add_down(min[i], lo[i]);
            max[i] = collide__add_up(max[i], hi[i]);
        }
}

static void collide__kdop_grow(int kind, float r, float *min, float *max) {
    if (!(r >= 0))
        return;
    for (int i = 0; i < kind / 2; ++i) {
        const float grown = collide__mul_up(r, collide__kdop_length_up(kind, i));
        if (min[i] <= max[i]) {
            min[i] = collide__add_down(min[i], -grown);
            max[i] = collide__add_up(max[i], grown);
        }
    }
}

// 3 * mean over i < j of w_i w_j.
static float collide__kdop_size(int kind, const float *min, const float *max) {
    const int n = kind / 2;
    double before = 0, products = 0;
    for (int i = 0; i < n; ++i) {
        const double width = (double)max[i] - (double)min[i];
        if (!(width >= 0))
            return 0;
        const double w = width / collide__sqrt(collide__kdop_square(kind, i));
        products += collide__dmul(w, before);
        before += w;
    }
    const double size = 6 * products / (n * (n - 1));
    return size == size ? (float)size : collide__infinity(); // NaN: infinity * 0
}

static bool collide__kdop_point(int kind, const float *min, const float *max, collide_vec3 p) {
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_project_point(kind, p, lo, hi);
    for (int i = 0; i < kind / 2; ++i)
        if (!(min[i] <= hi[i] && lo[i] <= max[i]))
            return false;
    return true;
}

// The definition of overlap, row i: rows are a step of floats apart. Written as <=, so that NaN
// misses.
COLLIDE__INLINE int collide__kdop_row(int i, const float *a_min, const float *a_max, size_t a_step,
                                      const float *b_min, const float *b_max, size_t b_step) {
    const size_t a = (size_t)i * a_step, b = (size_t)i * b_step;
    return (int)(a_min[a] <= b_max[b]) & (int)(b_min[b] <= a_max[a]);
}

// All of n rows, and if they begin with the axes (n is odd), neither may be empty: all of space
// does not overlap it. Nothing is rounded, so the order does not matter. Three axes, then two
// diagonals at a branch: twice as fast as one comparison at a branch, which is often mispredicted.
COLLIDE__INLINE bool collide__kdop_overlap(int n, const float *a_min, const float *a_max,
                                           size_t a_step, const float *b_min, const float *b_max,
                                           size_t b_step) {
#define COLLIDE__ROW(i) collide__kdop_row(i, a_min, a_max, a_step, b_min, b_max, b_step)
    if (n % 2 && !((int)(*a_min <= *a_max) & (int)(*b_min <= *b_max) & COLLIDE__ROW(0) &
                   COLLIDE__ROW(1) & COLLIDE__ROW(2)))
        return false;
    for (int i = n % 2 * 3; i < n; i += 2)
        if (!(COLLIDE__ROW(i) & COLLIDE__ROW(i + 1)))
            return false;
    return true;
#undef COLLIDE__ROW
}

// Times at which rows that move apart at a speed s in [speed.lo, speed.hi] overlap [Gamedev]: b - a
// moves by s t, so they overlap while  a.min - b.max <= s t <= a.max - b.min.
static bool collide__kdop_sweep(int kind, const float *a_min, const float *a_max, collide_vec3 va,
                                const float *b_min, const float *b_max, collide_vec3 vb,
                                float t_max, collide_sweep *out) {
    float slow[COLLIDE__KDOP_MAX_AXES], fast[COLLIDE__KDOP_MAX_AXES];
    float first = 0, last = t_max;
    bool hit = t_max >= 0 && collide__finite3(va) && collide__finite3(vb);
    collide__kdop_project(
        kind, collide__interval_of(collide__add_down(vb.x, -va.x), collide__add_up(vb.x, -va.x)),
        collide__interval_of(collide__add_down(vb.y, -va.y), collide__add_up(vb.y, -va.y)),
        collide__interval_of(collide__add_down(vb.z, -va.z), collide__add_up(vb.z, -va.z)), slow,
        fast);
    for (int i = 0; i < kind / 2 && hit; ++i) {
        const float lower = collide__add_down(a_min[i], -b_max[i]);
        const float upper = collide__add_up(a_max[i], -b_min[i]);
        float enter = 0, leave = t_max;
        hit = a_min[i] <= a_max[i] && b_min[i] <= b_max[i];
        if (lower > 0) { // b is left of a
            hit = hit && fast[i] > 0;
            enter = hit ? collide__div_down(lower, fast[i]) : 0;
        } else if (fast[i] < 0) {
            leave = collide__div_up(lower, fast[i]);
        }
        if (upper < 0) { // b is right of a
            hit = hit && slow[i] < 0;
            enter = hit ? collide__div_down(upper, slow[i]) : 0;
        } else if (slow[i] > 0) {
            leave = collide__div_up(upper, slow[i]);
        }
        first = enter > first ? enter : first;
        last = leave < last ? leave : last;
        hit = hit && first <= last;
    }
    if (out) {
        out->t_first = hit ? first : collide__infinity();
        out->t_last = hit ? last : -collide__infinity();
    }
    return hit;
}

// ---- packs -----------------------------------------------------------------------------------

// Bytes of a pack, with the offsets of its rows; 0 if n is 0 or too large.
static size_t collide__kdop_layout(int kind, size_t n, collide_kdop_pack *header) {
    const uint64_t blocks = COLLIDE_BLOCKS((uint64_t)n), groups = (blocks + 1) / 2, row = 64;
    memset(header, 0, sizeof *header);
    if (n == 0 || n > UINT32_MAX)
        return 0;
    header->magic = COLLIDE_KDOP_PACK_MAGIC;
    header->kind = (uint32_t)kind;
    header->count = (uint32_t)n;
    header->blocks = (uint32_t)blocks;
    header->coarse_offset = sizeof *header + 4 * row; // 13 pairs of doubles
    header->short_axis_offset = header->coarse_offset + COLLIDE_BLOCKS(blocks) * 6 * row;
    header->short_diagonal_offset = header->short_axis_offset + groups * 6 * row;
    header->axis_offset = header->short_diagonal_offset + groups * (uint64_t)(kind - 6) * row;
    header->diagonal_offset = header->axis_offset + blocks * 6 * row;
    header->size = header->diagonal_offset + blocks * (uint64_t)(kind - 6) * row;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

// The rows of a pack that is to be written.
typedef struct collide__kdop_build_rows {
    float *coarse, *axis, *diagonal;
    int16_t *short_axis, *short_diagonal;
    double *scale;
} collide__kdop_build_rows;

static collide__kdop_build_rows collide__kdop_open_rows(void *memory,
                                                        const collide_kdop_pack *header) {
    char *base = (char *)memory;
    collide__kdop_build_rows r;
    r.scale = (double *)(void *)(base + sizeof *header);
    r.coarse = (float *)(void *)(base + header->coarse_offset);
    r.short_axis = (int16_t *)(void *)(base + header->short_axis_offset);
    r.short_diagonal = (int16_t *)(void *)(base + header->short_diagonal_offset);
    r.axis = (float *)(void *)(base + header->axis_offset);
    r.diagonal = (float *)(void *)(base + header->diagonal_offset);
    return r;
}

COLLIDE__INLINE collide__kdop_rows collide__kdop_rows_of(int kind, const collide_kdop_pack *pack) {
    collide__kdop_rows rows = {0, 0, 0, 0, 0, 0, 0, 0};
    if (pack && pack->magic == COLLIDE_KDOP_PACK_MAGIC && pack->kind == (uint32_t)kind) {
        const char *base = (const char *)pack;
        rows.scale = (const double *)(const void *)(base + sizeof *pack);
        rows.coarse = (const float *)(const void *)(base + pack->coarse_offset);
        rows.short_axis = (const int16_t *)(const void *)(base + pack->short_axis_offset);
        rows.short_diagonal = (const int16_t *)(const void *)(base + pack->short_diagonal_offset);
        rows.axis = (const float *)(const void *)(base + pack->axis_offset);
        rows.diagonal = (const float *)(const void *)(base + pack->diagonal_offset);
        rows.blocks = pack->blocks;
        rows.count = pack->count;
    }
    return rows;
}

// Writes k-DOP number i to float rows; an empty one, or none, as NaN, which overlaps nothing.
static void collide__kdop_put(int kind, float *axis, float *diagonal, size_t i, const float *min,
                              const float *max) {
    const bool empty = !min || !(min[0] <= max[0]);
    const float nan = collide__nan();
    float *a = axis + i / 16 * COLLIDE__KDOP_BLOCK + i % 16;
    float *d = diagonal + i / 16 * (size_t)(kind - 6) * 16 + i % 16;
    for (int r = 0; r < kind / 2; ++r) {
        float *to = r < 3 ? a + 32 * r : d + 32 * (r - 3);
        to[0] = empty ? nan : min[r];
        to[16] = empty ? nan : max[r];
    }
}

// Reads it back.
static void collide__kdop_take(int kind, const float *axis, const float *diagonal, size_t i,
                               float *min, float *max) {
    const float *a = axis + i / 16 * COLLIDE__KDOP_BLOCK + i % 16;
    const float *d = diagonal + i / 16 * (size_t)(kind - 6) * 16 + i % 16;
    for (int r = 0; r < kind / 2; ++r) {
        const float *from = r < 3 ? a + 32 * r : d + 32 * (r - 3);
        min[r] = from[0];
        max[r] = from[16];
    }
}

// Writes its short rows likewise: what is not there is apart from everything.
static void collide__kdop_put_short(int kind, const collide__kdop_build_rows *rows, size_t i,
                                    const float *min, const float *max) {
    const bool empty = !min || !(min[0] <= max[0]);
    int16_t *a = rows->short_axis + i / 32 * COLLIDE__KDOP_GROUP + i % 32;
    int16_t *d = rows->short_diagonal + i / 32 * (size_t)(kind - 6) * 32 + i % 32;
    for (int r = 0; r < kind / 2; ++r) {
        const double *scale = rows->scale + 2 * r;
        int16_t *to = r < 3 ? a + 64 * r : d + 64 * (r - 3);
        to[0] = (int16_t)(empty ? INT16_MAX : collide__kdop_short(scale, min[r]));
        to[32] = (int16_t)(empty ? INT16_MIN : collide__kdop_short(scale, max[r]));
    }
}

// Bounds of one block, from its axis rows to its lane of the coarse rows. NaN takes no part.
static void collide__kdop_summarize(const float *axis, float *coarse) {
    for (int r = 0; r < 3; ++r) {
        float min = collide__infinity(), max = -collide__infinity();
        for (int i = 0; i < 16; ++i) {
            const float lo = axis[32 * r + i], hi = axis[32 * r + 16 + i];
            min = lo < min ? lo : min;
            max = hi > max ? hi : max;
        }
        coarse[32 * r] = min;
        coarse[32 * r + 16] = max;
    }
}

// Rows must be an interval each, or all be those of the empty k-DOP.
static collide_status collide__kdop_valid(int kind, const float *min, const float *max) {
    int intervals = 0, empty = 0;
    for (int i = 0; i < kind / 2; ++i) {
        if (min[i] != min[i] || max[i] != max[i])
            return COLLIDE_ERROR_NOT_FINITE;
        intervals += min[i] <= max[i];
        empty += min[i] > FLT_MAX && max[i] < -FLT_MAX;
    }
    return intervals == kind / 2 || empty == kind / 2 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

// Checks the memory; the header of the pack to be in *header.
static collide_status collide__kdop_prepare(int kind, const void *memory, size_t size, size_t n,
                                            collide_kdop_pack *header) {
    return collide__memory_check(memory, size, n, collide__kdop_layout(kind, n, header));
}

// Ends a build whose float rows are written: NaN to the lanes behind the last object, scales from
// the range of each pair of rows, short rows, bounds of all blocks, header.
static void collide__kdop_finish(int kind, collide_kdop_pack *pack,
                                 const collide_kdop_pack *header) {
    const collide__kdop_build_rows rows = collide__kdop_open_rows(pack, header);
    const size_t blocks = header->blocks, count = header->count;
    float lowest[COLLIDE__KDOP_MAX_AXES], highest[COLLIDE__KDOP_MAX_AXES];
    float min[COLLIDE__KDOP_MAX_AXES], max[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_clear(kind, lowest, highest);
    for (size_t i = count; i < blocks * 16; ++i)
        collide__kdop_put(kind, rows.axis, rows.diagonal, i, NULL, NULL);
    for (size_t i = 0; i < count; ++i) {
        collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
        for (int r = 0; r < kind / 2; ++r) {
            lowest[r] = min[r] < lowest[r] && min[r] >= -FLT_MAX ? min[r] : lowest[r];
            highest[r] = max[r] > highest[r] && max[r] <= FLT_MAX ? max[r] : highest[r];
        }
    }
    memset(rows.scale, 0, (size_t)(header->coarse_offset - sizeof *header));
    for (int r = 0; r < kind / 2; ++r) {
        const double range = (double)highest[r] - (double)lowest[r];
        const bool usable = range > 0 && range <= DBL_MAX;
        rows.scale[2 * r] = usable ? 0.5 * ((double)highest[r] + (double)lowest[r]) : 0;
        rows.scale[2 * r + 1] = usable ? 65530 / range : 1;
    }
    for (size_t i = 0; i < (blocks + 1) / 2 * 32; ++i) {
        if (i < count)
            collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
        collide__kdop_put_short(kind, &rows, i, i < count ? min : NULL, i < count ? max : NULL);
    }
    for (size_t j = 0; j < COLLIDE_BLOCKS(blocks) * 16; ++j) {
        float *lane = rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK + j % 16;
        if (j < blocks)
            collide__kdop_summarize(rows.axis + j * COLLIDE__KDOP_BLOCK, lane);
        else
            for (int r = 0; r < 6; ++r)
                lane[16 * r] = collide__nan();
    }
    memcpy(pack, header, sizeof *header);
}

static collide_kdop_pack *collide__kdop_build(int kind, void *memory, size_t size,
                                              const void *kdops, size_t n, size_t stride,
                                              collide_status *status) {
    const size_t bytes = (size_t)kind * sizeof(float);
    float rows[2 * COLLIDE__KDOP_MAX_AXES];
    collide_kdop_pack header;
    *status = collide__kdop_prepare(kind, memory, size, n, &header);
    stride = stride ? stride : bytes;
    if (*status == COLLIDE_OK)
        *status = collide__array_check(kdops, n, stride, bytes);
    for (size_t i = 0; i < n && *status == COLLIDE_OK; ++i) {
        memcpy(rows, collide__at(kdops, i, stride), bytes);
        *status = collide__kdop_valid(kind, rows, rows + kind / 2);
    }
    if (*status != COLLIDE_OK)
        return NULL;
    collide_kdop_pack *pack = (collide_kdop_pack *)memory;
    const collide__kdop_build_rows to = collide__kdop_open_rows(memory, &header);
    for (size_t i = 0; i < n; ++i) {
        memcpy(rows, collide__at(kdops, i, stride), bytes);
        collide__kdop_put(kind, to.axis, to.diagonal, i, rows, rows + kind / 2);
    }
    collide__kdop_finish(kind, pack, &header);
    return pack;
}

static collide_kdop_pack *collide__kdop_build_mesh(int kind, void *memory, size_t size,
                                                   const collide_mesh *input,
                                                   collide_status *status) {
    collide_kdop_pack header;
    collide_triangle triangle;
    if (!input) {
        *status = COLLIDE_ERROR_NULL;
        return NULL;
    }
    collide_mesh mesh = *input;
    *status = collide__mesh_check(&mesh);
    if (*status == COLLIDE_OK)
        *status = collide__kdop_prepare(kind, memory, size, mesh.triangle_count, &header);
    for (size_t i = 0; i < mesh.triangle_count && *status == COLLIDE_OK; ++i)
        *status = collide__mesh_triangle(&mesh, i, &triangle);
    if (*status != COLLIDE_OK)
        return NULL;
    collide_kdop_pack *pack = (collide_kdop_pack *)memory;
    const collide__kdop_build_rows to = collide__kdop_open_rows(memory, &header);
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        float min[COLLIDE__KDOP_MAX_AXES], max[COLLIDE__KDOP_MAX_AXES];
        (void)collide__mesh_triangle(&mesh, i, &triangle);
        collide__kdop_hull(kind, triangle.v, 3, sizeof triangle.v[0], min, max);
        collide__kdop_put(kind, to.axis, to.diagonal, i, min, max);
    }
    collide__kdop_finish(kind, pack, &header);
    return pack;
}

static collide_status collide__kdop_open(int kind, const void *memory, size_t size) {
    collide_kdop_pack header, expected;
    const collide_status status = collide__memory_check(memory, size, 1, sizeof header);
    if (status != COLLIDE_OK)
        return status;
    memcpy(&header, memory, sizeof header);
    if (header.magic != COLLIDE_KDOP_PACK_MAGIC || header.kind != (uint32_t)kind)
        return COLLIDE_ERROR_KIND;
    if (!collide__kdop_layout(kind, header.count, &expected) ||
        memcmp(&header, &expected, sizeof header) != 0)
        return COLLIDE_ERROR_KIND;
    return size < header.size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

static collide_status collide__kdop_set(int kind, collide_kdop_pack *pack, size_t i,
                                        const float *min, const float *max) {
    if (pack->magic != COLLIDE_KDOP_PACK_MAGIC || pack->kind != (uint32_t)kind)
        return COLLIDE_ERROR_KIND;
    if (i >= pack->count)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = collide__kdop_valid(kind, min, max);
    if (status != COLLIDE_OK)
        return status;
    const collide__kdop_build_rows rows = collide__kdop_open_rows(pack, pack);
    const size_t block = i / 16;
    collide__kdop_put(kind, rows.axis, rows.diagonal, i, min, max);
    collide__kdop_put_short(kind, &rows, i, min, max);
    collide__kdop_summarize(rows.axis + block * COLLIDE__KDOP_BLOCK,
                            rows.coarse + block / 16 * COLLIDE__KDOP_BLOCK + block % 16);
    return COLLIDE_OK;
}

static void collide__kdop_get(int kind, const collide_kdop_pack *pack, size_t i, float *min,
                              float *max) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    if (rows.blocks && i < pack->count)
        collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
    if (!rows.blocks || i >= pack->count || min[0] != min[0])
        collide__kdop_clear(kind, min, max);
}

// ---- scalar kernels: loops over the definition -----------------------------------------------

COLLIDE__INLINE bool collide__kdop_lane(int kind, const float *q_min, const float *q_max,
                                        const collide__kdop_rows *b, size_t block, unsigned lane) {
    const float *a = b->axis + block * COLLIDE__KDOP_BLOCK + lane;
    const float *d = b->diagonal + block * (size_t)(kind - 6) * 16 + lane;
    return collide__kdop_overlap(3, q_min, q_max, 1, a, a + 16, 32) &&
           collide__kdop_overlap(kind / 2 - 3, q_min + 3, q_max + 3, 1, d, d + 16, 32);
}

// Whether any lane of a block can meet q, by the block's bounds.
COLLIDE__INLINE bool collide__kdop_near(const float *q_min, const float *q_max, size_t step,
                                        const collide__kdop_rows *b, size_t block) {
    const float *c = b->coarse + block / 16 * COLLIDE__KDOP_BLOCK + block % 16;
    return collide__kdop_overlap(3, q_min, q_max, step, c, c + 16, 32);
}

COLLIDE__INLINE size_t collide__kdop_many(int kind, const float *q, const collide__kdop_rows *b,
                                          size_t first, size_t last, uint16_t *bits) {
    size_t hits = 0;
    for (size_t j = first; j < last; ++j) {
        unsigned word = 0;
        if (collide__kdop_near(q, q + kind / 2, 1, b, j))
            for (unsigned lane = 0; lane < 16; ++lane)
                word |= (unsigned)collide__kdop_lane(kind, q, q + kind / 2, b, j, lane) << lane;
        word &= collide__kdop_present(b, 16 * j);
        bits[j - first] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

// Lane of a block of float rows against lane of another.
COLLIDE__INLINE bool collide__kdop_lanes_overlap(int kind, const float *a_axis,
                                                 const float *a_diagonal, unsigned a_lane,
                                                 const float *b_axis, const float *b_diagonal,
                                                 unsigned b_lane) {
    const float *p = a_axis + a_lane, *q = b_axis + b_lane;
    const float *r = a_diagonal + a_lane, *s = b_diagonal + b_lane;
    return collide__kdop_overlap(3, p, p + 16, 32, q, q + 16, 32) &&
           collide__kdop_overlap(kind / 2 - 3, r, r + 16, 32, s, s + 16, 32);
}

COLLIDE__INLINE size_t collide__kdop_lanes(int kind, const collide__kdop_rows *a,
                                           const collide__kdop_rows *b, size_t last,
                                           uint16_t *bits) {
    size_t hits = 0;
    for (size_t j = 0; j < last; ++j) {
        const size_t axis = j * COLLIDE__KDOP_BLOCK, diagonal = j * (size_t)(kind - 6) * 16;
        unsigned word = 0;
        for (unsigned lane = 0; lane < 16; ++lane)
            word |= (unsigned)collide__kdop_lanes_overlap(
                        kind, a->axis + axis, a->diagonal + diagonal, lane, b->axis + axis,
                        b->diagonal + diagonal, lane)
                    << lane;
        word &= collide__kdop_present(a, 16 * j) & collide__kdop_present(b, 16 * j);
        bits[j] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

COLLIDE__INLINE void collide__kdop_all(int kind, const collide__kdop_queries *q,
                                       const collide__kdop_rows *b, size_t first, size_t last,
                                       uint16_t *lanes, uint32_t *bits) {
    for (size_t g = first; g < last; ++g, ++lanes, bits += 16) {
        unsigned hit_lanes = 0;
        for (size_t j = 2 * g; j < 2 * g + 2 && j < b->blocks; ++j) {
            const float *axis = b->axis + j * COLLIDE__KDOP_BLOCK;
            const float *diagonal = b->diagonal + j * (size_t)(kind - 6) * 16;
            if (!collide__kdop_near(q->bound, q->bound + 1, 2, b, j))
                continue;
            for (unsigned i = 0; i < 16; ++i) {
                uint32_t word = 0;
                for (unsigned lane = 0; lane < 16; ++lane)
                    word |= (uint32_t)collide__kdop_lanes_overlap(kind, q->axis, q->diagonal, i,
                                                                  axis, diagonal, lane)
                            << lane;
                word = (word << j % 2 * 16) & collide__kdop_present(b, 32 * g);
                if (word) {
                    bits[i] = hit_lanes >> i & 1 ? bits[i] | word : word;
                    hit_lanes |= 1u << i;
                }
            }
        }
        *lanes = (uint16_t)hit_lanes;
    }
}

COLLIDE__INLINE size_t collide__kdop_pairs(int kind, const float *a, size_t a_count,
                                           size_t a_stride, const float *b, size_t b_count,
                                           size_t b_stride, const collide_pair *pairs, size_t n,
                                           uint16_t *bits) {
    size_t hits = 0;
    for (size_t i = 0; i < n; i += 16) {
        unsigned word = 0;
        for (size_t k = 0; k < 16 && i + k < n; ++k) {
            const float *p = collide__kdop_element(kind / 2, a, a_count, a_stride, pairs[i + k].a);
            const float *q = collide__kdop_element(kind / 2, b, b_count, b_stride, pairs[i + k].b);
            if (p && q && collide__kdop_overlap(kind / 2, p, p + kind / 2, 1, q, q + kind / 2, 1))
                word |= 1u << k;
        }
        bits[i / 16] = (uint16_t)word;
        hits += collide__popcount(word);
    }
    return hits;
}

#define COLLIDE__KDOP_SCALAR(K)                                                                    \
    static size_t collide__kdop_many_scalar##K(const float *q, const collide__kdop_rows *b,        \
                                               size_t first, size_t last, uint16_t *bits) {        \
        return collide__kdop_many(K, q, b, first, last, bits);                                     \
    }                                                                                              \
    static size_t collide__kdop_lanes_scalar##K(                                                   \
        const collide__kdop_rows *a, const collide__kdop_rows *b, size_t last, uint16_t *bits) {   \
        return collide__kdop_lanes(K, a, b, last, bits);                                           \
    }                                                                                              \
    static void collide__kdop_all_scalar##K(collide__kdop_queries *q, const collide__kdop_rows *b, \
                                            size_t first, size_t last, uint16_t *lanes,            \
                                            uint32_t *bits) {                                      \
        collide__kdop_all(K, q, b, first, last, lanes, bits);                                      \
    }                                                                                              \
    static size_t collide__kdop_pairs_scalar##K(                                                   \
        const float *a, size_t a_count, size_t a_stride, const float *b, size_t b_count,           \
        size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {                    \
        return collide__kdop_pairs(K, a, a_count, a_stride, b, b_count, b_stride, pairs, n, bits); \
    }
COLLIDE__KDOP_SCALAR(6)
COLLIDE__KDOP_SCALAR(14)
COLLIDE__KDOP_SCALAR(18)
COLLIDE__KDOP_SCALAR(26)
#undef COLLIDE__KDOP_SCALAR

static const collide__kdop_kernels collide__kdop_scalar = {
    {collide__kdop_many_scalar6, collide__kdop_many_scalar14, collide__kdop_many_scalar18,
     collide__kdop_many_scalar26},
    {collide__kdop_lanes_scalar6, collide__kdop_lanes_scalar14, collide__kdop_lanes_scalar18,
     collide__kdop_lanes_scalar26},
    {collide__kdop_all_scalar6, collide__kdop_all_scalar14, collide__kdop_all_scalar18,
     collide__kdop_all_scalar26},
    {collide__kdop_pairs_scalar6, collide__kdop_pairs_scalar14, collide__kdop_pairs_scalar18,
     collide__kdop_pairs_scalar26}};

COLLIDE__CHOOSE(kdop)

// ---- algorithms over kernels -----------------------------------------------------------------

#define COLLIDE__KDOP_CHUNK 256 // blocks per call of a kernel that writes to the stack

static size_t collide__kdop_many_indices(int kind, const float *q, const collide_kdop_pack *pack,
                                         uint32_t *indices, size_t capacity) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    const collide__kdop_kernels *kernels = collide__kdop();
    uint16_t bits[COLLIDE__KDOP_CHUNK];
    size_t hits = 0, written = 0;
    if (!(q[0] <= q[kind / 2]))
        return 0;
    for (size_t first = 0, last; first < rows.blocks; first = last) {
        last = collide__min_size(rows.blocks, first + COLLIDE__KDOP_CHUNK);
        hits += kernels->many[collide__kdop_index(kind)](q, &rows, first, last, bits);
        for (size_t j = first; j < last && written < capacity; ++j)
            for (uint32_t word = bits[j - first]; word && written < capacity; word &= word - 1)
                indices[written++] = (uint32_t)(j * 16 + collide__lowest_bit(word));
    }
    return hits;
}

// Fills in what follows from the floats of 16 queries.
static void collide__kdop_queries_finish(collide__kdop_queries *q) {
    float bound[COLLIDE__KDOP_BLOCK];
    collide__kdop_summarize(q->axis, bound);
    for (int r = 0; r < 6; ++r)
        q->bound[r] = bound[16 * r];
    q->shortened = 0;
}

static size_t collide__kdop_array_all(int kind, const float *a, size_t n, size_t stride,
                                      const collide_kdop_pack *pack, uint16_t *bits) {
    const collide__kdop_rows b = collide__kdop_rows_of(kind, pack);
    const collide__kdop_kernels *kernels = collide__kdop();
    const size_t groups = (b.blocks + 1) / 2;
    uint16_t lanes[COLLIDE__KDOP_GROUPS];
    uint32_t words[COLLIDE__KDOP_GROUPS * 16];
    collide__kdop_queries q;
    size_t hits = 0;
    for (size_t i = 0; i < n && groups; i += 16) {
        uint16_t *out = bits + i * b.blocks;
        const size_t queries = collide__min_size(16, n - i);
        memset(out, 0, queries * b.blocks * sizeof *out);
        for (size_t k = 0; k < 16; ++k) {
            const float *p = collide__kdop_element(kind / 2, a, n, stride, i + k);
            collide__kdop_put(kind, q.axis, q.diagonal, k, p, p ? p + kind / 2 : NULL);
        }
        collide__kdop_queries_finish(&q);
        for (size_t first = 0, last; first < groups; first = last) {
            last = collide__min_size(groups, first + COLLIDE__KDOP_GROUPS);
            kernels->all[collide__kdop_index(kind)](&q, &b, first, last, lanes, words);
            for (size_t g = first; g < last; ++g)
                for (uint32_t set = lanes[g - first]; set; set &= set - 1) {
                    const unsigned k = collide__lowest_bit(set);
                    const uint32_t word = words[16 * (g - first) + k];
                    out[k * b.blocks + 2 * g] = (uint16_t)word;
                    if (word >> 16)
                        out[k * b.blocks + 2 * g + 1] = (uint16_t)(word >> 16);
                    hits += collide__popcount(word);
                }
        }
    }
    return hits;
}

// All pairs of two packs, or with self those i < j of one.
static size_t collide__kdop_pack_all(int kind, const collide_kdop_pack *a_pack,
                                     const collide_kdop_pack *b_pack, bool self,
                                     collide_pair *pairs, size_t capacity) {
    const collide__kdop_rows a = collide__kdop_rows_of(kind, a_pack);
    const collide__kdop_rows b = collide__kdop_rows_of(kind, b_pack);
    const collide__kdop_kernels *kernels = collide__kdop();
    const size_t groups = (b.blocks + 1) / 2, diagonal_floats = (size_t)(kind - 6) * 16;
    uint16_t lanes[COLLIDE__KDOP_GROUPS];
    uint32_t words[COLLIDE__KDOP_GROUPS * 16];
    collide__kdop_queries q;
    size_t hits = 0, written = 0;
    for (size_t i = 0; i < a.blocks && groups; ++i) {
        memcpy(q.axis, a.axis + i * COLLIDE__KDOP_BLOCK, sizeof q.axis);
        memcpy(q.diagonal, a.diagonal + i * diagonal_floats, diagonal_floats * sizeof(float));
        collide__kdop_queries_finish(&q);
        for (size_t first = self ? i / 2 : 0, last; first < groups; first = last) {
            last = collide__min_size(groups, first + COLLIDE__KDOP_GROUPS);
            kernels->all[collide__kdop_index(kind)](&q, &b, first, last, lanes, words);
            for (size_t g = first; g < last; ++g)
                for (uint32_t set = lanes[g - first] & collide__kdop_present(&a, 16 * i); set;
                     set &= set - 1) {
                    const unsigned k = collide__lowest_bit(set);
                    uint32_t word = words[16 * (g - first) + k];
                    if (self && g == i / 2) // only those behind object 16 i + k
                        word &= ~(uint32_t)0 << (i % 2 * 16 + k) << 1;
                    hits += collide__popcount(word);
                    for (; word && written < capacity; word &= word - 1) {
                        pairs[written].a = (uint32_t)(16 * i + k);
                        pairs[written++].b = (uint32_t)(32 * g + collide__lowest_bit(word));
                    }
                }
        }
    }
    return hits;
}

// ---- the public functions, kind by kind ------------------------------------------------------

#define COLLIDE__KDOP_DEFINE(K)                                                                    \
    COLLIDE_API collide_kdop##K collide_kdop##K##_empty(void) {                                    \
        collide_kdop##K r;                                                                         \
        collide__kdop_clear(K, r.min, r.max);                                                      \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_from_points(                                      \
        collide_kdop##K *out, const void *points, size_t n, size_t stride) {                       \
        return out ? collide__kdop_points(K, points, n, stride, out->min, out->max)                \
                   : COLLIDE_ERROR_NULL;                                                           \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_triangle(                                   \
        const collide_triangle *triangle) {                                                        \
        collide_kdop##K r;                                                                         \
        collide__kdop_hull(K, triangle->v, 3, sizeof triangle->v[0], r.min, r.max);                \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_aabb(const collide_aabb *box) {             \
        collide_kdop##K r;                                                                         \
        collide__kdop_aabb(K, box, r.min, r.max);                                                  \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_sphere(const collide_sphere *sphere) {      \
        collide_kdop##K r;                                                                         \
        collide__kdop_sphere(K, sphere, r.min, r.max);                                             \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_obb(const collide_obb *box) {               \
        collide_kdop##K r;                                                                         \
        collide__kdop_obb(K, box, r.min, r.max);                                                   \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_cylinder(                                   \
        const collide_cylinder *cylinder) {                                                        \
        collide_kdop##K r;                                                                         \
        collide__kdop_cylinder(K, cylinder, r.min, r.max);                                         \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_merge(const collide_kdop##K *a,                  \
                                                        const collide_kdop##K *b) {                \
        collide_kdop##K r = *a;                                                                    \
        collide__kdop_unite(K, r.min, r.max, b->min, b->max);                                      \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_translate(const collide_kdop##K *a,              \
                                                            collide_vec3 t) {                      \
        collide_kdop##K r = *a;                                                                    \
        collide__kdop_translate(K, t, r.min, r.max);                                               \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_grow(const collide_kdop##K *a, float r) {        \
        collide_kdop##K k = *a;                                                                    \
        collide__kdop_grow(K, r, k.min, k.max);                                                    \
        return k;                                                                                  \
    }                                                                                              \
    COLLIDE_API float collide_kdop##K##_size(const collide_kdop##K *a) {                           \
        return collide__kdop_size(K, a->min, a->max);                                              \
    }                                                                                              \
    COLLIDE_API bool collide_kdop##K##_point(const collide_kdop##K *a, collide_vec3 p) {           \
        return collide__kdop_point(K, a->min, a->max, p);                                          \
    }                                                                                              \
    COLLIDE_API bool collide_kdop##K##_kdop##K(const collide_kdop##K *a,                           \
                                               const collide_kdop##K *b) {                         \
        return collide__kdop_overlap((K) / 2, a->min, a->max, 1, b->min, b->max, 1);               \
    }                                                                                              \
    COLLIDE_API bool collide_kdop##K##_kdop##K##_sweep(const collide_kdop##K *a, collide_vec3 va,  \
                                                       const collide_kdop##K *b, collide_vec3 vb,  \
                                                       float t_max, collide_sweep *out) {          \
        return collide__kdop_sweep(K, a->min, a->max, va, b->min, b->max, vb, t_max, out);         \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_pack_size(size_t n) {                                     \
        collide_kdop_pack header;                                                                  \
        return collide__kdop_layout(K, n, &header);                                                \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_build(                                       \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_kdop##K *kdops,    \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_kdop##K##_pack *)(void *)collide__kdop_build(K, memory, size, kdops,  \
                                                                          n, stride, &status);     \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_mesh(                                  \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_mesh *mesh) {      \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_kdop##K##_pack *)(void *)collide__kdop_build_mesh(K, memory, size,    \
                                                                               mesh, &status);     \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_open(collide_kdop##K##_pack **pack,          \
                                                           void *memory, size_t size) {            \
        const collide_status status =                                                              \
            pack ? collide__kdop_open(K, memory, size) : COLLIDE_ERROR_NULL;                       \
        if (pack)                                                                                  \
            *pack = status == COLLIDE_OK ? (collide_kdop##K##_pack *)memory : NULL;                \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_pack_count(const collide_kdop##K##_pack *pack) {          \
        return collide__kdop_rows_of(K, COLLIDE__HEADER(pack)).blocks ? pack->header.count : 0;    \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_set(collide_kdop##K##_pack *pack, size_t i,  \
                                                          const collide_kdop##K *kdop) {           \
        return pack && kdop ? collide__kdop_set(K, &pack->header, i, kdop->min, kdop->max)         \
                            : COLLIDE_ERROR_NULL;                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_pack_get(const collide_kdop##K##_pack *pack,     \
                                                           size_t i) {                             \
        collide_kdop##K r;                                                                         \
        collide__kdop_get(K, COLLIDE__HEADER(pack), i, r.min, r.max);                              \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many(                                           \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint16_t *bits) {               \
        const collide__kdop_rows rows = collide__kdop_rows_of(K, COLLIDE__HEADER(b));              \
        COLLIDE_ASSERT(a && (bits || !rows.blocks));                                               \
        if (!rows.blocks)                                                                          \
            return 0;                                                                              \
        if (!(a->min[0] <= a->max[0])) {                                                           \
            memset(bits, 0, rows.blocks * sizeof *bits);                                           \
            return 0;                                                                              \
        }                                                                                          \
        return collide__kdop()->many[collide__kdop_index(K)](COLLIDE__FLOATS(a), &rows, 0,         \
                                                             rows.blocks, bits);                   \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_many_indices(                                   \
        const collide_kdop##K *a, const collide_kdop##K##_pack *b, uint32_t *indices,              \
        size_t capacity) {                                                                         \
        COLLIDE_ASSERT(a && (indices || !capacity));                                               \
        return collide__kdop_many_indices(K, COLLIDE__FLOATS(a), COLLIDE__HEADER(b), indices,      \
                                          capacity);                                               \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_lanes(                                          \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, uint16_t *bits) {        \
        const collide__kdop_rows p = collide__kdop_rows_of(K, COLLIDE__HEADER(a));                 \
        const collide__kdop_rows q = collide__kdop_rows_of(K, COLLIDE__HEADER(b));                 \
        const size_t last = p.blocks < q.blocks ? p.blocks : q.blocks;                             \
        COLLIDE_ASSERT(bits || !last);                                                             \
        return collide__kdop()->lanes[collide__kdop_index(K)](&p, &q, last, bits);                 \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_pairs(                                          \
        const collide_kdop##K *a, size_t a_count, size_t a_stride, const collide_kdop##K *b,       \
        size_t b_count, size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {    \
        COLLIDE_ASSERT((a || !a_count) && (b || !b_count) && ((pairs && bits) || !n));             \
        return collide__kdop()->pairs[collide__kdop_index(K)](                                     \
            COLLIDE__FLOATS(a), a_count, a_stride ? a_stride : sizeof *a, COLLIDE__FLOATS(b),      \
            b_count, b_stride ? b_stride : sizeof *b, pairs, n, bits);                             \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all(                                            \
        const collide_kdop##K *a, size_t n, size_t stride, const collide_kdop##K##_pack *b,        \
        uint16_t *bits) {                                                                          \
        COLLIDE_ASSERT((a && bits) || !n);                                                         \
        return collide__kdop_array_all(K, COLLIDE__FLOATS(a), n, stride ? stride : sizeof *a,      \
                                       COLLIDE__HEADER(b), bits);                                  \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all_indices(                                    \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, collide_pair *pairs,     \
        size_t capacity) {                                                                         \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__kdop_pack_all(K, COLLIDE__HEADER(a), COLLIDE__HEADER(b), false, pairs,     \
                                      capacity);                                                   \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_self_indices(                                   \
        const collide_kdop##K##_pack *a, collide_pair *pairs, size_t capacity) {                   \
        COLLIDE_ASSERT(pairs || !capacity);                                                        \
        return collide__kdop_pack_all(K, COLLIDE__HEADER(a), COLLIDE__HEADER(a), true, pairs,      \
                                      capacity);                                                   \
    }
#define COLLIDE__HEADER(pack) ((const collide_kdop_pack *)(const void *)(pack))
#define COLLIDE__FLOATS(kdop) ((const float *)(const void *)(kdop))
COLLIDE__KDOP_DEFINE(6)
COLLIDE__KDOP_DEFINE(14)
COLLIDE__KDOP_DEFINE(18)
COLLIDE__KDOP_DEFINE(26)
#undef COLLIDE__KDOP_DEFINE
#undef COLLIDE__FLOATS
#undef COLLIDE__KDOP_CHUNK
#undef COLLIDE__KDOP_GROUP
#undef COLLIDE__KDOP_GROUPS
#undef COLLIDE__HEADER
#endif // COLLIDE_NO_KDOP

// ================================================================================================
// >>sat_impl
// ================================================================================================
#ifndef COLLIDE_NO_SAT

#define COLLIDE__TRIANGLE_AXES 32
#define COLLIDE__CLIP_POINTS (2 * COLLIDE_CONVEX_CORNERS + 2)
#define COLLIDE__CONTACTS 160 // of one query, of any family: COLLIDE__CLIP_POINTS, COLLIDE__TOUCHES

COLLIDE__INLINE float collide__dot(collide_vec3 a, collide_vec3 b) {
    return (collide__mul(a.x, b.x) + collide__mul(a.y, b.y)) + collide__mul(a.z, b.z);
}

COLLIDE__INLINE collide_vec3 collide__sub(collide_vec3 a, collide_vec3 b) {
    return collide__vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

COLLIDE__INLINE float collide__sum_abs(collide_vec3 a) {
    return (collide__abs(a.x) + collide__abs(a.y)) + collide__abs(a.z);
}

COLLIDE__INLINE float collide__sum3(collide_vec3 a) {
    return (a.x + a.y) + a.z;
}

COLLIDE__INLINE collide_vec3 collide__cross(collide_vec3 a, collide_vec3 b) {
    return collide__vec3(collide__mul(a.y, b.z) - collide__mul(a.z, b.y),
                         collide__mul(a.z, b.x) - collide__mul(a.x, b.z),
                         collide__mul(a.x, b.y) - collide__mul(a.y, b.x));
}

// axis[0] x + axis[1] y + axis[2] z
COLLIDE__INLINE collide_vec3 collide__turn(const collide_vec3 *axis, collide_vec3 p) {
    return collide__vec3((collide__mul(axis[0].x, p.x) + collide__mul(axis[1].x, p.y)) +
                             collide__mul(axis[2].x, p.z),
                         (collide__mul(axis[0].y, p.x) + collide__mul(axis[1].y, p.y)) +
                             collide__mul(axis[2].y, p.z),
                         (collide__mul(axis[0].z, p.x) + collide__mul(axis[1].z, p.y)) +
                             collide__mul(axis[2].z, p.z));
}

COLLIDE__INLINE collide__dvec3 collide__dturn(const collide_pose *pose, collide__dvec3 p) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(collide__dadd(zero, p.x, collide__dvec3_of(pose->axis[0])),
                                       p.y, collide__dvec3_of(pose->axis[1])),
                         p.z, collide__dvec3_of(pose->axis[2]));
}

// Rounded, and -0 as 0: which of them it is under -ffast-math, clang decides off x86. By the bits,
// since it takes a comparison for granted too.
static float collide__round_zero(double x) {
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return collide__float_of(bits << 1 ? bits : 0);
}

static collide_vec3 collide__dround_zero(collide__dvec3 p) {
    return collide__vec3(collide__round_zero(p.x), collide__round_zero(p.y),
                         collide__round_zero(p.z));
}

// Rows of directions in a convex, and direction i of such rows.
static const float *collide__convex_rows(const collide_convex *c, uint64_t offset) {
    return (const float *)(const void *)((const char *)c + offset);
}

COLLIDE__INLINE collide_vec3 collide__direction(const float *rows, size_t i) {
    const float *row = rows + i / 16 * 48 + i % 16;
    return collide__vec3(row[0], row[16], row[32]);
}

// ---- the definition: times of one axis -------------------------------------------------------

// One axis [Gamedev]: b's centre is at p from a's and moves at speed s, the intervals overlap while
// |p + s t| <= r. Mirrored so that it moves up, it enters at (-r - p) / s and leaves at (r - p) /
// s. At rest the quotients are infinite, or NaN where the intervals touch: no constraint. Order of
// operations: 1 / |s|; ((r + p) * that); ((r - p) * that).
COLLIDE__INLINE void collide__axis_times(collide__times *t, uint32_t axis, float p, float s,
                                         float r) {
    uint32_t p_bits, s_bits;
    memcpy(&p_bits, &p, sizeof p);
    memcpy(&s_bits, &s, sizeof s);
    const float q = collide__float_of(p_bits ^ (s_bits & 0x80000000u));
    const float inverse = 1 / collide__float_of(s_bits & 0x7fffffffu);
    const float enter = (r + q) * inverse, leave = (r - q) * inverse;
    if (enter < t->enter) {
        t->enter = enter;
        t->axis = axis;
    }
    t->last = leave < t->last ? leave : t->last;
}

// The other question to an axis, asked once for shapes that overlap from the start: whether it is
// the shorter way out. Depths are (r - |p|) / |l|, square is l.l.
COLLIDE__INLINE void collide__axis_depth(collide__times *t, uint32_t axis, float p, float r,
                                         float square) {
    const float reach = r - collide__abs(p), depth = reach > 0 ? reach : 0;
    const float limit = t->axis == COLLIDE_AXIS_NONE ? t->depth : t->depth - t->margin;
    if (limit > 0 && square > 0 &&
        collide__mul(depth, depth) < collide__mul(collide__mul(limit, limit), square)) {
        t->depth = (float)((double)depth / collide__sqrt((double)square));
        t->axis = axis;
    }
}

COLLIDE__INLINE void collide__axis(bool least, collide__times *t, uint32_t axis, float p, float s,
                                   float r, float square) {
    if (least)
        collide__axis_depth(t, axis, p, r, square);
    else
        collide__axis_times(t, axis, p, s, r);
}

// The verdict, and the times as they are returned. finite is NaN or infinite if any input is.
COLLIDE__INLINE bool collide__times_finish(const collide__times *t, float finite, float t_max,
                                           float *t_first, float *t_last) {
    const bool hit = finite <= FLT_MAX && t_max >= 0 && collide__times_meet(t);
    const float first = -t->enter > 0 ? -t->enter : 0;
    *t_first = !hit ? collide__infinity() : first < t->last ? first : t->last;
    *t_last = !hit ? -collide__infinity() : t->last < COLLIDE__T_LIMIT ? t->last : t_max;
    return hit;
}

// ---- box against box -------------------------------------------------------------------------
// The axis a_i x b_j is taken as c1 a_k - c2 a_h (i, h, k in cyclic order) with c1 = a_h.b_j and
// c2 = a_k.b_j as rounded: for any coefficients that is an axis, and projections of both boxes on
// it are bilinear in R = (a_i.b_j), so nothing grows when edges are nearly parallel. Slack: a's
// axes are orthonormal within 8u and R is right within 3u: 12u e, added to the half extents of the
// box that owns the coefficients, covers both. Rounding of distances is covered by that as far as
// they are no longer than the extents, as those of shapes that touch are, and by
// collide__times_meet as far as they are crossed.
//
// Order of operations: d, v = b - a; dot products ((x + y) + z); slack; for each axis of a
// r = (a_i + slack) + ((b_0 |R_i0| + b_1 |R_i1|) + b_2 |R_i2|), likewise for b; C = |cofactors of
// R|, each a product less another; for each pair
// r = ((a_h + slack) |c2| + (a_k + slack) |c1|) + (b_m C_in + b_n C_im), j, m, n cyclic.
// Stops where nothing can be hit any more, which changes no result.
COLLIDE__INLINE bool collide__obb_obb_axes(bool least, const collide_obb *a, collide_vec3 va,
                                           const collide_obb *b, collide_vec3 vb, float t_max,
                                           collide__times *t, float *finite) {
    const collide_vec3 d = collide__sub(b->center, a->center), v = collide__sub(vb, va);
    const float e = collide__sum3(a->half) + collide__sum3(b->half);
    const float slack = collide__mul(e, 12 * COLLIDE__ROUNDING);
    const float g[3] = {a->half.x + slack, a->half.y + slack, a->half.z + slack};
    const float b_half[3] = {b->half.x, b->half.y, b->half.z};
    float r[3][3], size[3][3], position[3], speed[3];
    *t = collide__times_of(t_max);
    t->margin = slack;
    *finite = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            r[i][j] = collide__dot(a->axis[i], b->axis[j]);
            size[i][j] = collide__abs(r[i][j]);
        }
        const float radius =
            g[i] + ((collide__mul(b_half[0], size[i][0]) + collide__mul(b_half[1], size[i][1])) +
                    collide__mul(b_half[2], size[i][2]));
        position[i] = collide__dot(d, a->axis[i]);
        speed[i] = collide__dot(v, a->axis[i]);
        *finite += (radius + collide__abs(position[i])) + collide__abs(speed[i]);
        collide__axis(least, t, i, position[i], speed[i], radius, 1);
        if (!least && !collide__times_meet(t))
            return false;
    }
    for (uint32_t j = 0; j < 3; ++j) {
        const float radius =
            (b_half[j] + slack) +
            ((collide__mul(a->half.x, size[0][j]) + collide__mul(a->half.y, size[1][j])) +
             collide__mul(a->half.z, size[2][j]));
        collide__axis(least, t, 3 + j, collide__dot(d, b->axis[j]), collide__dot(v, b->axis[j]),
                      radius, 1);
        if (!least && !collide__times_meet(t))
            return false;
    }
    for (uint32_t i = 0, h = 1, k = 2; i < 3; h = k, k = i++) {
        float cofactor[3];
        for (int j = 0, m = 1, n = 2; j < 3; m = n, n = j++)
            cofactor[j] =
                collide__abs(collide__mul(r[h][m], r[k][n]) - collide__mul(r[k][m], r[h][n]));
        for (uint32_t j = 0, m = 1, n = 2; j < 3; m = n, n = j++) {
            const float c1 = r[h][j], c2 = r[k][j];
            const float radius =
                (collide__mul(g[h], size[k][j]) + collide__mul(g[k], size[h][j])) +
                (collide__mul(b_half[m], cofactor[n]) + collide__mul(b_half[n], cofactor[m]));
            collide__axis(least, t, 6 + 3 * i + j,
                          collide__mul(c1, position[k]) - collide__mul(c2, position[h]),
                          collide__mul(c1, speed[k]) - collide__mul(c2, speed[h]), radius,
                          collide__mul(c1, c1) + collide__mul(c2, c2));
        }
        if (!least && !collide__times_meet(t))
            return false;
    }
    return true;
}

static bool collide__obb_obb_times(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                   collide_vec3 vb, float t_max, collide__times *t, float *finite) {
    return collide__obb_obb_axes(false, a, va, b, vb, t_max, t, finite);
}

// The axis of least penetration, for boxes that overlap.
static uint32_t collide__obb_obb_least(const collide_obb *a, const collide_obb *b) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide__times t;
    float finite;
    collide__obb_obb_axes(true, a, still, b, still, 0, &t, &finite);
    return t.axis;
}

// ---- box against triangle --------------------------------------------------------------------
// In the box's frame, everything doubled, so that centre and radius of the triangle's interval are
// sum and difference of its ends. The axis a_i x e_j is taken as above, with the edge's coordinates
// in the frame as coefficients. Slack: 12u of the half extents and of the triangle's in this frame.
//
// Order of operations: w_k = vertex k - centre; x_k = its coordinates ((x + y) + z); f_j =
// x_next - x_j; slack; axes of the box; normal N = f_0 x f_1, all vertices projected on it; pairs:
// p = c1 x_jk - c2 x_jh of the edge's first vertex and of the opposite one.
COLLIDE__INLINE bool collide__obb_triangle_axes(bool least, const collide_obb *a, collide_vec3 va,
                                                const collide_triangle *b, collide_vec3 vb,
                                                float t_max, collide__times *t, float *finite) {
    const collide_vec3 v = collide__sub(vb, va);
    const float half[3] = {a->half.x, a->half.y, a->half.z};
    float x[3][3], f[3][3], min[3], max[3], g[3], speed[3], wide = 0;
    *t = collide__times_of(t_max);
    *finite = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            x[k][i] = collide__dot(collide__sub(b->v[k], a->center), a->axis[i]);
        min[i] = x[0][i] < x[1][i] ? x[0][i] : x[1][i];
        min[i] = x[2][i] < min[i] ? x[2][i] : min[i];
        max[i] = x[0][i] > x[1][i] ? x[0][i] : x[1][i];
        max[i] = x[2][i] > max[i] ? x[2][i] : max[i];
        wide += max[i] - min[i];
    }
    const float slack = collide__mul(collide__sum3(a->half), 24 * COLLIDE__ROUNDING) +
                        collide__mul(wide, 12 * COLLIDE__ROUNDING);
    t->margin = slack * 0.5f;
    for (uint32_t i = 0; i < 3; ++i) {
        const float s = collide__dot(v, a->axis[i]);
        g[i] = (half[i] + half[i]) + slack;
        speed[i] = s + s;
        *finite += collide__abs(speed[i]);
        collide__axis(least, t, i, min[i] + max[i], speed[i], (max[i] - min[i]) + g[i], 4);
        if (!least && !collide__times_meet(t))
            return false;
    }
    for (int i = 0; i < 3; ++i) {
        f[0][i] = x[1][i] - x[0][i];
        f[1][i] = x[2][i] - x[1][i];
        f[2][i] = x[0][i] - x[2][i];
    }
    {
        float normal[3], p[3];
        for (int i = 0, h = 1, k = 2; i < 3; h = k, k = i++)
            normal[i] = collide__mul(f[0][h], f[1][k]) - collide__mul(f[0][k], f[1][h]);
        for (int k = 0; k < 3; ++k)
            p[k] = (collide__mul(normal[0], x[k][0]) + collide__mul(normal[1], x[k][1])) +
                   collide__mul(normal[2], x[k][2]);
        float lo = p[0] < p[1] ? p[0] : p[1], hi = p[0] > p[1] ? p[0] : p[1];
        lo = p[2] < lo ? p[2] : lo;
        hi = p[2] > hi ? p[2] : hi;
        const float radius = (hi - lo) + ((collide__mul(g[0], collide__abs(normal[0])) +
                                           collide__mul(g[1], collide__abs(normal[1]))) +
                                          collide__mul(g[2], collide__abs(normal[2])));
        *finite += radius;
        const float square =
            (collide__mul(normal[0], normal[0]) + collide__mul(normal[1], normal[1])) +
            collide__mul(normal[2], normal[2]);
        collide__axis(least, t, 3, lo + hi,
                      (collide__mul(normal[0], speed[0]) + collide__mul(normal[1], speed[1])) +
                          collide__mul(normal[2], speed[2]),
                      radius, 4 * square);
        if (!least && !collide__times_meet(t))
            return false;
    }
    for (uint32_t i = 0, h = 1, k = 2; i < 3; h = k, k = i++) {
        for (uint32_t j = 0; j < 3; ++j) {
            const float c1 = f[j][h], c2 = f[j][k];
            const float *o = x[j ? j - 1 : 2];
            const float p = collide__mul(c1, x[j][k]) - collide__mul(c2, x[j][h]);
            const float q = collide__mul(c1, o[k]) - collide__mul(c2, o[h]);
            const float radius = collide__abs(p - q) + (collide__mul(g[h], collide__abs(c2)) +
                                                        collide__mul(g[k], collide__abs(c1)));
            collide__axis(least, t, 4 + 3 * i + j, p + q,
                          collide__mul(c1, speed[k]) - collide__mul(c2, speed[h]), radius,
                          4 * (collide__mul(c1, c1) + collide__mul(c2, c2)));
        }
        if (!least && !collide__times_meet(t))
            return false;
    }
    return true;
}

static bool collide__obb_triangle_times(const collide_obb *a, collide_vec3 va,
                                        const collide_triangle *b, collide_vec3 vb, float t_max,
                                        collide__times *t, float *finite) {
    return collide__obb_triangle_axes(false, a, va, b, vb, t_max, t, finite);
}

static uint32_t collide__obb_triangle_least(const collide_obb *a, const collide_triangle *b) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide__times t;
    float finite;
    collide__obb_triangle_axes(true, a, still, b, still, 0, &t, &finite);
    return t.axis;
}

// ---- convex against convex -------------------------------------------------------------------

// The definition for one axis l, in the order of its operations: l in either frame, projections
// ((x + y) + z), centre and radius doubled, slack times (|x| + |y|) + |z|. With least, the square
// of the depth over that of l, where edges are not parallel.
static void collide__convex_axis(collide__convex_job *job, collide_vec3 l, uint32_t axis,
                                 bool least) {
    float min[2], max[2];
    for (int side = 0; side < 2; ++side) {
        const collide_vec3 *frame = job->frame[side];
        const collide_vec3 local = collide__vec3(
            collide__dot(l, frame[0]), collide__dot(l, frame[1]), collide__dot(l, frame[2]));
        min[side] = collide__infinity();
        max[side] = -collide__infinity();
        for (size_t i = 0; i < job->vertex_count[side]; ++i) {
            const float x = collide__dot(collide__read_vec3(job->vertices[side] + 3 * i), local);
            min[side] = x < min[side] ? x : min[side];
            max[side] = x > max[side] ? x : max[side];
        }
    }
    const float position = collide__dot(job->d, l), speed = collide__dot(job->v, l);
    const float p = (position + position) + ((min[1] + max[1]) - (min[0] + max[0]));
    const float r =
        ((max[1] - min[1]) + (max[0] - min[0])) + collide__mul(job->slack, collide__sum_abs(l));
    if (least) {
        const float depth = r - collide__abs(p), square = collide__dot(l, l);
        const float key = collide__mul(depth, depth) / square;
        uint32_t bits; // gcc -Ofast compares NaN as if it were a number
        memcpy(&bits, &key, sizeof bits);
        if (square >= 9.094947e-13f && bits < 0x7f800000u && key < job->least) { // 2^-40
            job->least = key;
            job->least_axis = axis;
        }
    } else {
        collide__times t = job->times; // NaN counts for nothing, but gcc -Ofast may compare it
        uint32_t enter, last;
        collide__axis_times(&t, axis, p, speed + speed, r);
        memcpy(&enter, &t.enter, sizeof enter);
        memcpy(&last, &t.last, sizeof last);
        if ((enter << 1) <= 0xff000000u) {
            job->times.enter = t.enter;
            job->times.axis = t.axis;
        }
        if ((last << 1) <= 0xff000000u)
            job->times.last = t.last;
    }
}

// ---- scalar kernels: loops over the definitions ----------------------------------------------

static bool collide__convex_scalar(collide__convex_job *job, const float *rows, size_t n,
                                   const collide_vec3 *frame, const collide_vec3 *cross,
                                   uint32_t first, bool least) {
    for (size_t i = 0; i < n; ++i) {
        collide_vec3 l = collide__turn(frame, collide__direction(rows, i));
        if (cross) { // upright on that edge once more: they may be nearly parallel
            l = collide__cross(*cross, l);
            const float along = collide__dot(l, *cross);
            l.x -= collide__mul(along, cross->x);
            l.y -= collide__mul(along, cross->y);
            l.z -= collide__mul(along, cross->z);
        }
        collide__convex_axis(job, l, first + (uint32_t)i, least);
        if (!least && i % 16 == 15 && !collide__times_meet(&job->times))
            return false;
    }
    return least || collide__times_meet(&job->times);
}

// The object in one lane of a block, as floats.
COLLIDE__INLINE void collide__lane_floats(const float *rows, unsigned lane, int n, float *out) {
    for (int r = 0; r < n; ++r)
        out[r] = rows[16 * r + (int)lane];
}

COLLIDE__INLINE size_t collide__sweep_scalar(const collide__sweep_job *job, bool triangle) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    size_t hits = 0;
    for (size_t block = 0; block < COLLIDE_BLOCKS(job->n); ++block) {
        float first[16], last[16], axis[16];
        unsigned word = 0;
        for (unsigned lane = 0; lane < 16; ++lane) {
            float floats[15], finite;
            collide_vec3 u, v;
            collide_obb p;
            collide__times t;
            bool hit;
            collide__lane_floats(a, lane, 15, floats);
            memcpy(&p, floats, sizeof p);
            collide__lane_floats(va, lane, 3, floats);
            memcpy(&u, floats, sizeof u);
            collide__lane_floats(vb, lane, 3, floats);
            memcpy(&v, floats, sizeof v);
            if (triangle) {
                collide_triangle q;
                collide__lane_floats(b, lane, 9, floats);
                memcpy(&q, floats, sizeof q);
                hit = collide__obb_triangle_times(&p, u, &q, v, job->t_max, &t, &finite);
            } else {
                collide_obb q;
                collide__lane_floats(b, lane, 15, floats);
                memcpy(&q, floats, sizeof q);
                hit = collide__obb_obb_times(&p, u, &q, v, job->t_max, &t, &finite);
            }
            first[lane] = collide__infinity();
            last[lane] = -collide__infinity();
            axis[lane] = COLLIDE__NO_LANE_AXIS;
            if (hit && collide__times_finish(&t, finite, job->t_max, &first[lane], &last[lane])) {
                axis[lane] = t.axis == COLLIDE_AXIS_NONE ? COLLIDE__NO_LANE_AXIS : (float)t.axis;
                word |= 1u << lane;
            }
        }
        hits += collide__popcount(collide__sweep_store(job, block, word, first, last, axis));
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static size_t collide__obb_obb_scalar(const collide__sweep_job *job) {
    return collide__sweep_scalar(job, false);
}

static size_t collide__obb_triangle_scalar(const collide__sweep_job *job) {
    return collide__sweep_scalar(job, true);
}

static void collide__transpose_scalar(float *rows, const float *const *objects, size_t n) {
    for (size_t i = 0; i < 16; ++i)
        for (size_t r = 0; r < n; ++r)
            rows[16 * r + i] = objects[i][r];
}

static const collide__sat_kernels collide__sat_scalar = {
    collide__obb_obb_scalar, collide__obb_triangle_scalar, collide__convex_scalar,
    collide__transpose_scalar};
COLLIDE__CHOOSE(sat)

// ---- what the axes of a pair are, in double --------------------------------------------------

COLLIDE__INLINE collide__dvec3 collide__dsub(collide_vec3 a, collide_vec3 b) {
    return collide__dadd(collide__dvec3_of(a), -1, collide__dvec3_of(b));
}

COLLIDE__INLINE double collide__dabs(double x) {
#if defined(COLLIDE__GNU)
    return __builtin_fabs(x);
#else
    return fabs(x);
#endif
}

// -1 if x < 0, else 1, without a branch.
COLLIDE__INLINE double collide__dsign(double x) {
    return (double)(1 - 2 * (int)(x < 0));
}

// Two convex shapes for the questions that are asked once per hit: normal, depth, contacts. b's
// origin is at d from a's and moves with v; extent and distance are what errors scale with.
typedef struct collide__shapes {
    const collide_obb *box[2];    // one of the three for each side, the others NULL or not set
    const collide_triangle *flat; // b, where a is a box
    collide__dvec3 triangle[2][3];
    const collide_convex *convex[2];
    const collide_pose *pose[2];
    collide__dvec3 origin, va; // a's own
    collide__dvec3 d, v;
    double scale; // extents, and distance at t = 0
} collide__shapes;

// ---- triangles against triangles: everything in double ---------------------------------------

static collide__dvec3 collide__coordinate_axis(uint32_t i) {
    collide__dvec3 r = {0, 0, 0};
    *(i == 0 ? &r.x : i == 1 ? &r.y : &r.z) = 1;
    return r;
}

COLLIDE__INLINE collide__dvec3 collide__edge_of(const collide__dvec3 *triangle, uint32_t j) {
    return collide__dadd(triangle[j < 2 ? j + 1 : 0], -1, triangle[j]);
}

// Axis number i of two triangles, as listed in the interface.
static collide__dvec3 collide__triangle_axis(const collide__dvec3 *a, const collide__dvec3 *b,
                                             uint32_t i) {
    if (i < 2) {
        const collide__dvec3 *t = i == 0 ? a : b;
        return collide__dcross(collide__edge_of(t, 0), collide__edge_of(t, 1));
    }
    if (i < 11)
        return collide__dcross(collide__edge_of(a, (i - 2) / 3), collide__edge_of(b, (i - 2) % 3));
    if (i < 14)
        return collide__coordinate_axis(i - 11);
    return collide__dcross(collide__edge_of(i < 23 ? a : b, (i - 14) / 3 % 3),
                           collide__coordinate_axis((i - 14) % 3));
}

// Ends of the projection of n points.
COLLIDE__INLINE void collide__dproject(const collide__dvec3 *p, int n, collide__dvec3 axis,
                                       double *min, double *max) {
    *min = *max = collide__ddot(p[0], axis);
    for (int i = 1; i < n; ++i) {
        const double x = collide__ddot(p[i], axis);
        *min = x < *min ? x : *min;
        *max = x > *max ? x : *max;
    }
}

// Times as in collide__axis_times, by two quotients: equal rationals give equal times.
static bool collide__triangle_times(const collide__shapes *s, double t_max, double *t_first,
                                    double *t_last, uint32_t *axis) {
    double first = 0, last = t_max;
    *axis = COLLIDE_AXIS_NONE;
    for (uint32_t i = 0; i < COLLIDE__TRIANGLE_AXES; ++i) {
        const collide__dvec3 l = collide__triangle_axis(s->triangle[0], s->triangle[1], i);
        double a_min, a_max, b_min, b_max;
        collide__dproject(s->triangle[0], 3, l, &a_min, &a_max);
        collide__dproject(s->triangle[1], 3, l, &b_min, &b_max);
        const double position = collide__ddot(s->d, l), speed = collide__ddot(s->v, l);
        const double slack = collide__dmul(
            s->scale, 1.7763568394002505e-15 * // 2^-49
                          (collide__dabs(l.x) + collide__dabs(l.y) + collide__dabs(l.z)));
        const double lower = (a_min - b_max) - position - slack; // enters here moving up
        const double upper = (a_max - b_min) - position + slack;
        if (!(speed > 0 || speed < 0)) {
            if (!(lower <= 0 && upper >= 0))
                return false;
            continue;
        }
        const double enter = collide__ddiv(speed > 0 ? lower : upper, speed);
        const double leave = collide__ddiv(speed > 0 ? upper : lower, speed);
        if (enter > first) {
            first = enter;
            *axis = i;
        }
        last = leave < last ? leave : last;
        if (!(first <= last))
            return false;
    }
    *t_first = first;
    *t_last = last;
    return true;
}

// ---- normals and depths ----------------------------------------------------------------------

// c1 a_k - c2 a_h with i, h, k in cyclic order.
COLLIDE__INLINE collide__dvec3 collide__box_cross(const collide_obb *a, uint32_t i, float c1,
                                                  float c2) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(zero, (double)c1, collide__dvec3_of(a->axis[(i + 2) % 3])),
                         -(double)c2, collide__dvec3_of(a->axis[(i + 1) % 3]));
}

static collide__dvec3 collide__box_box_axis(const collide_obb *a, const collide_obb *b,
                                            uint32_t axis) {
    if (axis < 6)
        return collide__dvec3_of(axis < 3 ? a->axis[axis] : b->axis[axis - 3]);
    const uint32_t i = (axis - 6) / 3;
    const collide_vec3 e = b->axis[(axis - 6) % 3];
    return collide__box_cross(a, i, collide__dot(a->axis[(i + 1) % 3], e),
                              collide__dot(a->axis[(i + 2) % 3], e));
}

// Coordinate i of edge j in the box's frame, as the definition has it.
static float collide__box_edge(const collide_obb *a, const collide_triangle *b, uint32_t j,
                               uint32_t i) {
    const collide_vec3 from = collide__sub(b->v[j], a->center);
    const collide_vec3 to = collide__sub(b->v[j < 2 ? j + 1 : 0], a->center);
    return collide__dot(to, a->axis[i]) - collide__dot(from, a->axis[i]);
}

static collide__dvec3 collide__box_triangle_axis(const collide_obb *a, const collide_triangle *b,
                                                 uint32_t axis) {
    collide__dvec3 l = {0, 0, 0};
    if (axis < 3)
        return collide__dvec3_of(a->axis[axis]);
    if (axis == 3) {
        for (uint32_t i = 0; i < 3; ++i) {
            const uint32_t h = (i + 1) % 3, k = (i + 2) % 3;
            const float n =
                collide__mul(collide__box_edge(a, b, 0, h), collide__box_edge(a, b, 1, k)) -
                collide__mul(collide__box_edge(a, b, 0, k), collide__box_edge(a, b, 1, h));
            l = collide__dadd(l, (double)n, collide__dvec3_of(a->axis[i]));
        }
        return l;
    }
    const uint32_t i = (axis - 4) / 3, j = (axis - 4) % 3;
    return collide__box_cross(a, i, collide__box_edge(a, b, j, (i + 1) % 3),
                              collide__box_edge(a, b, j, (i + 2) % 3));
}

COLLIDE__INLINE double collide__box_radius(const collide_obb *a, collide__dvec3 l) {
    return (collide__dmul((double)a->half.x,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[0]), l))) +
            collide__dmul((double)a->half.y,
                          collide__dabs(collide__ddot(collide__dvec3_of(a->axis[1]), l)))) +
           collide__dmul((double)a->half.z,
                         collide__dabs(collide__ddot(collide__dvec3_of(a->axis[2]), l)));
}

// Normal or edge i of a convex, turned into the world by its pose.
static collide__dvec3 collide__convex_direction(const collide_convex *c, const collide_pose *pose,
                                                uint64_t offset, uint32_t i) {
    const collide__dvec3 r =
        collide__dvec3_of(collide__direction(collide__convex_rows(c, offset), i));
    return pose ? collide__dturn(pose, r) : r;
}

// Axis i of the pair, not normalised.
static collide__dvec3 collide__shapes_axis(const collide__shapes *s, uint32_t i) {
    if (s->convex[0]) {
        const collide_convex *a = s->convex[0], *b = s->convex[1];
        if (i < a->normal_count)
            return collide__convex_direction(a, s->pose[0], a->normal_offset, i);
        i -= a->normal_count;
        if (i < b->normal_count)
            return collide__convex_direction(b, s->pose[1], b->normal_offset, i);
        i -= b->normal_count;
        return collide__dcross(
            collide__convex_direction(a, s->pose[0], a->edge_offset, i / b->edge_count),
            collide__convex_direction(b, s->pose[1], b->edge_offset, i % b->edge_count));
    }
    if (s->box[1])
        return collide__box_box_axis(s->box[0], s->box[1], i);
    if (s->box[0])
        return collide__box_triangle_axis(s->box[0], s->flat, i);
    return collide__triangle_axis(s->triangle[0], s->triangle[1], i);
}

// The axis in the frame of one side.
COLLIDE__INLINE collide__dvec3 collide__to_local(const collide_pose *pose, collide__dvec3 l) {
    collide__dvec3 r = l;
    if (pose) {
        r.x = collide__ddot(l, collide__dvec3_of(pose->axis[0]));
        r.y = collide__ddot(l, collide__dvec3_of(pose->axis[1]));
        r.z = collide__ddot(l, collide__dvec3_of(pose->axis[2]));
    }
    return r;
}

COLLIDE__INLINE const float *collide__convex_vertices(const collide_convex *c) {
    return (const float *)(const void *)((const char *)c + c->vertex_offset);
}

COLLIDE__INLINE collide__dvec3 collide__convex_vertex(const collide_convex *c, uint32_t i) {
    return collide__dvec3_of(collide__read_vec3(collide__convex_vertices(c) + 3 * (size_t)i));
}

// Ends of one shape's projection from its own origin.
static void collide__shape_project(const collide__shapes *s, int side, collide__dvec3 l,
                                   double *min, double *max) {
    if (s->convex[side]) {
        const collide__dvec3 local = collide__to_local(s->pose[side], l);
        *min = *max = collide__ddot(collide__convex_vertex(s->convex[side], 0), local);
        for (uint32_t i = 1; i < s->convex[side]->vertex_count; ++i) {
            const double x = collide__ddot(collide__convex_vertex(s->convex[side], i), local);
            *min = x < *min ? x : *min;
            *max = x > *max ? x : *max;
        }
    } else if (s->box[side]) {
        *max = collide__box_radius(s->box[side], l);
        *min = -*max;
    } else {
        collide__dproject(s->triangle[side], 3, l, min, max);
    }
}

// How deep the shapes' intervals on a unit axis overlap, which is turned from b to a the shorter
// way out, and against the motion if both ways are as long.
static double collide__way_out(const collide__shapes *s, collide__dvec3 *axis) {
    double a_min, a_max, b_min, b_max;
    collide__shape_project(s, 0, *axis, &a_min, &a_max);
    collide__shape_project(s, 1, *axis, &b_min, &b_max);
    const double position = collide__ddot(s->d, *axis);
    const double up = b_max + position - a_min, down = a_max - b_min - position;
    if (down < up || (!(up < down) && collide__ddot(s->v, *axis) < 0)) {
        *axis = collide__dneg(*axis);
        return down;
    }
    return up;
}

// The axis of least penetration of two triangles. Any later axis must be better by more than
// rounding.
static uint32_t collide__triangles_least(const collide__shapes *s) {
    const double margin = collide__dmul(s->scale, 9.5367431640625e-7); // 2^-20
    double depth = DBL_MAX;
    uint32_t least = COLLIDE_AXIS_NONE;
    for (uint32_t i = 0; i < COLLIDE__TRIANGLE_AXES; ++i) {
        collide__dvec3 axis = collide__triangle_axis(s->triangle[0], s->triangle[1], i);
        if (!collide__dnormalize(&axis))
            continue;
        const double d = collide__way_out(s, &axis);
        if (least == COLLIDE_AXIS_NONE || d < depth - margin) {
            depth = d;
            least = i;
        }
    }
    return least;
}

// Normal and depth: along the axis that touched first, whose motion brought the shapes together, or
// if that is none, since they overlap from the start, along the axis of least penetration.
static void collide__shapes_touch(const collide__shapes *s, uint32_t axis, uint32_t least,
                                  collide_overlap *out) {
    const bool overlapping = axis == COLLIDE_AXIS_NONE;
    collide__dvec3 normal = {0, 0, 0};
    double depth = 0;
    out->axis = overlapping ? least : axis;
    if (out->axis != COLLIDE_AXIS_NONE)
        normal = collide__shapes_axis(s, out->axis);
    if (!collide__dnormalize(&normal))
        normal.z = 1;
    if (overlapping)
        depth = collide__way_out(s, &normal);
    else if (collide__ddot(normal, s->v) < 0)
        normal = collide__dneg(normal);
    out->normal = collide__dround_zero(normal);
    out->depth = depth > 0 ? (float)depth : 0;
}

// ---- contacts: the features on the axis, clipped ---------------------------------------------

typedef struct collide__corner {
    collide__dvec3 p;
    uint32_t vertex, edge; // features: the corner, and the edge to the next one
} collide__corner;

// A vertex, an edge or a face, as 1, 2 or more corners in order; face is its feature.
typedef struct collide__polygon {
    collide__corner corner[COLLIDE_CONVEX_CORNERS];
    int n;
    uint32_t face;
} collide__polygon;

static void collide__add_corner(collide__polygon *polygon, collide__dvec3 p, uint32_t vertex,
                                uint32_t edge) {
    collide__corner *c = &polygon->corner[polygon->n++];
    c->p = p;
    c->vertex = COLLIDE_FEATURE_VERTEX | vertex;
    c->edge = COLLIDE_FEATURE_EDGE | edge;
}

// The feature of a box that lies furthest along dir, everything within tolerance of it, or with
// face the face that looks most that way.
static void collide__box_feature(const collide_obb *box, collide__dvec3 origin, collide__dvec3 dir,
                                 double tolerance, bool face, collide__polygon *out) {
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    double along[3];
    uint32_t flat[3], flats = 0, top = 0, signs = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        along[i] = collide__ddot(dir, collide__dvec3_of(box->axis[i]));
        top = collide__dabs(along[i]) > collide__dabs(along[top]) ? i : top;
        signs |= (uint32_t)(along[i] > 0) << i;
    }
    for (uint32_t i = 0; i < 3; ++i)
        if (i != top && half[i] > 0 && (face || half[i] * collide__dabs(along[i]) <= tolerance))
            flat[flats++] = i;
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | (2 * top + (signs >> top & 1));
    for (uint32_t k = 0; k < 1u << flats; ++k) {
        const uint32_t gray = k ^ k >> 1;
        uint32_t vertex = signs;
        collide__dvec3 p = origin;
        for (uint32_t f = 0; f < flats; ++f)
            vertex = (vertex & ~(1u << flat[f])) | (gray >> f & 1) << flat[f];
        for (uint32_t i = 0; i < 3; ++i)
            p = collide__dadd(p, vertex >> i & 1 ? half[i] : -half[i],
                              collide__dvec3_of(box->axis[i]));
        // The edge to the next corner runs along the first flat axis, then along the second.
        const uint32_t i = flats == 0 ? 0 : flat[flats == 2 ? k & 1 : 0];
        const uint32_t sides = i == 0   ? vertex >> 1
                               : i == 1 ? (vertex & 1) | (vertex >> 1 & 2)
                                        : vertex & 3;
        collide__add_corner(out, p, vertex, 4 * i + sides);
    }
}

// The same for a triangle; with face all of it, or what is left of one without area.
static void collide__triangle_feature(const collide__dvec3 *t, collide__dvec3 origin,
                                      collide__dvec3 dir, double tolerance, bool face,
                                      collide__polygon *out) {
    double along[3], top;
    uint32_t set = 0;
    for (int i = 0; i < 3; ++i)
        along[i] = collide__ddot(dir, t[i]);
    top = along[0] > along[1] ? along[0] : along[1];
    top = along[2] > top ? along[2] : top;
    for (uint32_t i = 0; i < 3; ++i)
        set |= (uint32_t)(face || along[i] >= top - tolerance) << i;
    const collide__dvec3 normal = collide__dcross(collide__edge_of(t, 0), collide__edge_of(t, 1));
    if (set == 7 && !(collide__ddot(normal, normal) > 0)) { // the longest edge, or one vertex
        uint32_t longest = 0;
        double length[3];
        for (uint32_t j = 0; j < 3; ++j) {
            const collide__dvec3 e = collide__edge_of(t, j);
            length[j] = collide__ddot(e, e);
            longest = length[j] > length[longest] ? j : longest;
        }
        set = length[longest] > 0 ? 1u << longest | 1u << (longest < 2 ? longest + 1 : 0) : 1;
    }
    for (uint32_t i = 1; i < 3; ++i) // corners in one place are one
        for (uint32_t j = 0; j < i; ++j)
            if ((set >> i & 1) && (set >> j & 1) && t[i].x == t[j].x && t[i].y == t[j].y &&
                t[i].z == t[j].z)
                set &= ~(1u << i);
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE;
    const uint32_t first = set == 5 ? 2 : 0; // the edge from 2 to 0 begins at 2
    for (uint32_t i = first, k = 0; k < 3; i = i < 2 ? i + 1 : 0, ++k)
        if (set >> i & 1)
            collide__add_corner(out, collide__dadd(origin, 1, t[i]), i, i);
}

// The corner after vertex at of the hull of the vertices that reach top along l, seen with u and v
// as axes; at itself if there is no other.
static uint32_t collide__convex_next(const collide_convex *c, uint32_t at, collide__dvec3 l,
                                     collide__dvec3 u, collide__dvec3 v, double top) {
    const collide__dvec3 p = collide__convex_vertex(c, at);
    uint32_t next = at;
    double next_u = 0, next_v = 0;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const collide__dvec3 q = collide__convex_vertex(c, i);
        if (!(collide__ddot(q, l) >= top))
            continue;
        const collide__dvec3 e = collide__dadd(q, -1, p);
        const double eu = collide__ddot(e, u), ev = collide__ddot(e, v);
        const double turn = collide__dmul(next_u, ev) - collide__dmul(next_v, eu);
        const double length = collide__dmul(eu, eu) + collide__dmul(ev, ev);
        const double next_length = collide__dmul(next_u, next_u) + collide__dmul(next_v, next_v);
        if (length > 0 && (next == at || turn < 0 || (!(turn > 0) && length > next_length))) {
            next = i;
            next_u = eu;
            next_v = ev;
        }
    }
    return next;
}

// The same for a convex: the corners of its hull seen along dir, found by going round.
static void collide__convex_feature(const collide_convex *c, const collide_pose *pose,
                                    collide__dvec3 origin, collide__dvec3 dir, double tolerance,
                                    collide__polygon *out) {
    const collide__dvec3 local = collide__to_local(pose, dir);
    const collide__dvec3 size = {collide__dabs(local.x), collide__dabs(local.y),
                                 collide__dabs(local.z)};
    const collide__dvec3 u =
        collide__dcross(local, collide__coordinate_axis(size.x <= size.y && size.x <= size.z ? 0
                                                        : size.y <= size.z                   ? 1
                                                                                             : 2));
    const collide__dvec3 v = collide__dcross(local, u);
    double top = -DBL_MAX;
    uint32_t first = 0;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const double x = collide__ddot(collide__convex_vertex(c, i), local);
        top = x > top ? x : top;
    }
    top -= tolerance;
    // Begins at the corner with the least u, then v.
    double least_u = DBL_MAX, least_v = DBL_MAX;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const collide__dvec3 p = collide__convex_vertex(c, i);
        const double pu = collide__ddot(p, u), pv = collide__ddot(p, v);
        if (collide__ddot(p, local) >= top && (pu < least_u || (pu <= least_u && pv < least_v))) {
            least_u = pu;
            least_v = pv;
            first = i;
        }
    }
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE;
    // Once round to count the corners, once more to keep them, or some all the way round.
    for (uint32_t pass = 0, corners = 0; pass < 2; ++pass) {
        uint32_t at = first, i = 0, due = 0;
        do {
            const collide__dvec3 p = collide__convex_vertex(c, at);
            due += corners < COLLIDE_CONVEX_CORNERS ? corners : COLLIDE_CONVEX_CORNERS;
            if (pass == 1 && due >= corners) {
                due -= corners;
                collide__add_corner(
                    out, collide__dadd(origin, 1, pose ? collide__dturn(pose, p) : p), at, at);
            }
            at = collide__convex_next(c, at, local, u, v, top);
            ++i;
        } while (at != first && i < c->vertex_count);
        corners = i;
    }
}

// A point of the clipped feature: where it is, its features on its own shape and on the one that
// clips, and the edge to the next point: of its own, or with clipped that of the other.
typedef struct collide__clip_point {
    collide__dvec3 p;
    uint32_t own, other, edge;
    bool clipped;
} collide__clip_point;

typedef struct collide__clip {
    collide__clip_point point[COLLIDE__CLIP_POINTS];
    int n;
} collide__clip;

static void collide__clip_add(collide__clip *c, collide__clip_point p) {
    if (c->n < COLLIDE__CLIP_POINTS)
        c->point[c->n++] = p;
}

// Keeps what lies at most tolerance outside of the plane through edge k of by, or with corner
// through its corner k only, with outward unit normal m. Two points are a segment, not a polygon.
static void collide__clip_plane(collide__clip *c, const collide__polygon *by, int k, bool corner,
                                collide__dvec3 m, double tolerance, uint32_t face) {
    const collide__corner *begin = &by->corner[k], *end = &by->corner[k + 1 < by->n ? k + 1 : 0];
    const collide__corner *before = &by->corner[k > 0 ? k - 1 : by->n - 1];
    const collide__dvec3 p = begin->p;
    collide__clip out;
    out.n = 0;
    for (int i = 0; i < c->n; ++i) {
        const collide__clip_point a = c->point[i], b = c->point[i + 1 < c->n ? i + 1 : 0];
        const double da = collide__ddot(collide__dadd(a.p, -1, p), m);
        const double db = collide__ddot(collide__dadd(b.p, -1, p), m);
        const bool a_in = da <= tolerance, b_in = db <= tolerance;
        if (a_in)
            collide__clip_add(&out, a);
        if (a_in != b_in && (a_in ? da : db) < 0 && (c->n > 2 || i == 0)) {
            collide__clip_point x = a;
            x.p = collide__dadd(a.p, da / (da - db), collide__dadd(b.p, -1, a.p));
            x.own = a.clipped ? face : a.edge;
            x.other = corner || (a.clipped && a.edge == before->edge) ? begin->vertex
                      : a.clipped                                     ? end->vertex
                                                                      : begin->edge;
            if (a_in && c->n > 2) { // leaves: goes on along the plane
                x.edge = begin->edge;
                x.clipped = true;
            }
            collide__clip_add(&out, x);
        }
    }
    *c = out;
}

// Contacts of the features a and b, which face each other along the unit normal from b to a. One of
// them that is a face clips the other, b's if b_first and both are. Keeps all that lies below that
// face, or with touching what lies within tolerance of the lowest: the other feature may be a face
// that is tilted, for which of nearly equal times an axis has is known within the bound only. None
// if the features miss each other, but with some.
static int collide__features_touch(const collide__polygon *a, const collide__polygon *b,
                                   collide__dvec3 normal, bool b_first, bool touching,
                                   double tolerance, double near_by, bool some,
                                   collide_contact *out) {
    const collide__dvec3 zero = {0, 0, 0};
    const bool by_b = b->n >= 3 ? b_first || a->n < 3 : a->n < 3 && b->n > a->n;
    const collide__polygon *by = by_b ? b : a, *own = by_b ? a : b;
    const collide__dvec3 up = by_b ? normal : collide__dneg(normal);
    collide__clip clip;
    double depth[COLLIDE__CLIP_POINTS], deepest = -DBL_MAX;
    int n = 0;
    clip.n = 0;
    for (int i = 0; i < own->n; ++i) {
        collide__clip_point p;
        p.p = own->corner[i].p;
        p.own = own->corner[i].vertex;
        p.other = by->n >= 3 ? by->face : by->n == 2 ? by->corner[0].edge : by->corner[0].vertex;
        p.edge = own->corner[i].edge;
        p.clipped = false;
        collide__clip_add(&clip, p);
    }
    if (by->n == 2) {
        const collide__dvec3 e = collide__dadd(by->corner[1].p, -1, by->corner[0].p);
        collide__dvec3 m = e, across = collide__dcross(e, up);
        if (collide__dnormalize(&m)) {
            collide__clip_plane(&clip, by, 1, true, m, near_by, own->face);
            collide__clip_plane(&clip, by, 0, true, collide__dneg(m), near_by, own->face);
        }
        if (!collide__dnormalize(&across))
            clip.n = 0;
        if (clip.n == 2) {
            // Edges that cross: the point of one in the plane of the other and the axis.
            const collide__dvec3 p = clip.point[0].p, q = clip.point[1].p, at = by->corner[0].p;
            const double from = collide__ddot(collide__dadd(p, -1, at), across);
            const double to = collide__ddot(collide__dadd(q, -1, at), across);
            if (collide__dabs(from - to) > near_by) {
                const double t = from / (from - to);
                clip.point[0].p = collide__dadd(p,
                                                t < 0   ? 0
                                                : t > 1 ? 1
                                                        : t,
                                                collide__dadd(q, -1, p));
                clip.point[0].own = own->corner[0].edge;
                clip.point[0].other = by->corner[0].edge;
                clip.n = 1;
            }
        }
        for (int i = 0; i < clip.n; ++i)
            if (collide__dabs(collide__ddot(collide__dadd(clip.point[i].p, -1, by->corner[0].p),
                                            across)) > 2 * near_by)
                clip.n = 0;
    } else if (by->n == 1) {
        const collide__dvec3 e = collide__dadd(clip.point[0].p, -1, by->corner[0].p);
        const collide__dvec3 across = collide__dadd(e, -collide__ddot(e, up), up);
        if (collide__ddot(across, across) > collide__dmul(4 * near_by, near_by))
            clip.n = 0;
    }
    for (int k = 0; k < by->n && by->n >= 3; ++k) {
        const collide__dvec3 p = by->corner[k].p;
        const collide__dvec3 e = collide__dadd(by->corner[k + 1 < by->n ? k + 1 : 0].p, -1, p);
        collide__dvec3 m = collide__dcross(e, up);
        double side = 0; // where the other corners are
        for (int i = 0; i < by->n; ++i) {
            const double x = collide__ddot(collide__dadd(by->corner[i].p, -1, p), m);
            side = collide__dabs(x) > collide__dabs(side) ? x : side;
        }
        if (side > 0)
            m = collide__dneg(m);
        if (collide__dnormalize(&m))
            collide__clip_plane(&clip, by, k, false, m, near_by, own->face);
        // Beyond a sharp corner both its edges have much within near_by.
        collide__dvec3 next = e;
        collide__dvec3 before = collide__dadd(by->corner[k > 0 ? k - 1 : by->n - 1].p, -1, p);
        if (collide__dnormalize(&next) && collide__dnormalize(&before) &&
            collide__ddot(next, before) > 0.5) {
            collide__dvec3 out_of = collide__dneg(collide__dadd(next, 1, before));
            if (collide__dnormalize(&out_of))
                collide__clip_plane(&clip, by, k, true, out_of, near_by, own->face);
        }
    }
    if (clip.n == 0 && some) { // any
        clip.n = 1;
        clip.point[0].p = own->corner[0].p;
        clip.point[0].own = own->corner[0].vertex;
        clip.point[0].other = by->corner[0].vertex;
    }
    collide__dvec3 plane = zero; // what depths are measured to, along the axis
    for (int i = 1; i + 1 < by->n; ++i)
        plane =
            collide__dadd(plane, 1,
                          collide__dcross(collide__dadd(by->corner[i].p, -1, by->corner[0].p),
                                          collide__dadd(by->corner[i + 1].p, -1, by->corner[0].p)));
    if (!collide__dnormalize(&plane) || collide__dabs(collide__ddot(plane, up)) < 0.5)
        plane = up;
    const double slope = collide__ddot(up, plane);
    plane.x = collide__ddiv(plane.x, slope);
    plane.y = collide__ddiv(plane.y, slope);
    plane.z = collide__ddiv(plane.z, slope);
    for (int i = 0; i < clip.n; ++i) {
        depth[i] = collide__ddot(collide__dadd(by->corner[0].p, -1, clip.point[i].p), plane);
        deepest = depth[i] > deepest ? depth[i] : deepest;
    }
    for (int i = 0; i < clip.n; ++i)
        if (depth[i] >= (touching || deepest < 0 ? deepest - tolerance : 0)) {
            const collide__dvec3 p = clip.point[i].p, q = collide__dadd(p, depth[i], up);
            collide_contact *c = &out[n++];
            c->point_a = collide__dround_zero(by_b ? p : q);
            c->point_b = collide__dround_zero(by_b ? q : p);
            c->normal = collide__dround_zero(normal);
            c->depth = depth[i] > 0 && !touching ? (float)depth[i] : 0;
            c->feature_a = by_b ? clip.point[i].own : clip.point[i].other;
            c->feature_b = by_b ? clip.point[i].other : clip.point[i].own;
        }
    return n;
}

// Writes the deepest that fit, in their order; of equal ones the first.
static void collide__contacts_deepest(const collide_contact *found, int count,
                                      collide_contact *contacts, size_t capacity) {
    bool kept[COLLIDE__CONTACTS];
    for (int i = 0; i < count; ++i)
        kept[i] = true;
    for (size_t left = (size_t)count; left > capacity; --left) {
        int shallow = -1;
        for (int i = 0; i < count; ++i)
            if (kept[i] && (shallow < 0 || found[i].depth <= found[shallow].depth))
                shallow = i;
        kept[shallow] = false;
    }
    for (int i = 0, k = 0; i < count; ++i)
        if (kept[i])
            contacts[k++] = found[i];
}

// Contacts of two shapes along the normal of an impact or overlap, whose axis is named. With
// touching, as they are when they touch along it in double, which is within the bound of t_first:
// else a motion that grazes would have left them apart. Writes the deepest that fit, in their
// order; returns how many there are.
static size_t collide__shapes_contacts(const collide__shapes *s, collide_vec3 normal, uint32_t axis,
                                       bool touching, collide_contact *contacts, size_t capacity) {
    const double tolerance = collide__dmul(s->scale, 3.814697265625e-6); // 2^-18
    const collide__dvec3 n = collide__dvec3_of(normal);
    const collide__dvec3 down = collide__dneg(n);
    const double speed = collide__ddot(s->v, n);
    double a_min, a_max, b_min, b_max, later = 0;
    collide__shape_project(s, 0, n, &a_min, &a_max);
    collide__shape_project(s, 1, n, &b_min, &b_max);
    if (touching && speed > 0)
        later = (a_min - b_max - collide__ddot(s->d, n)) / speed;
    collide__dvec3 at[2];
    at[0] = collide__dadd(s->origin, later, s->va);
    at[1] = collide__dadd(at[0], 1, collide__dadd(s->d, later, s->v));
    const uint32_t of_a = s->convex[0] ? s->convex[0]->normal_count : s->box[0] ? 3 : 1;
    const uint32_t of_b = s->convex[1] ? s->convex[1]->normal_count : s->box[1] ? 3 : 1;
    const bool face = axis < of_a + of_b, b_owns = face && axis >= of_a;
    collide__polygon feature[2];
    collide_contact found[COLLIDE__CLIP_POINTS];
    int count = 0;
    // Where features miss each other, the axis was one of several that touch at nearly one time,
    // and the right features are not quite flat on it; or the motion grazes, and the bound of
    // t_first is a long way. More rounds take in by turns what is less flat and what is further
    // off, at last all there is, at any distance.
    double flat = tolerance, near_by = tolerance;
    for (int round = 0; round < 15 && count == 0; ++round) {
        for (int k = 0; k < 2; ++k) {
            // The owner of the axis first: a face of it wants a face to clip.
            const int side = (int)b_owns ^ k;
            const collide__dvec3 dir = side == 0 ? down : n;
            const bool to_clip = face && k == 1 && feature[1 - side].n >= 3;
            const bool whole = (face && k == 0) || to_clip || round > 10;
            if (s->convex[side])
                collide__convex_feature(s->convex[side], s->pose[side], at[side], dir,
                                        to_clip ? 256 * flat : flat, &feature[side]);
            else if (s->box[side])
                collide__box_feature(s->box[side], at[side], dir, flat, whole, &feature[side]);
            else
                collide__triangle_feature(s->triangle[side], at[side], dir, flat, whole,
                                          &feature[side]);
        }
        count = collide__features_touch(&feature[0], &feature[1], n, b_owns, touching, tolerance,
                                        near_by, round == 14, found);
        *(round % 2 ? &near_by : &flat) *= 8;
    }
    collide__contacts_deepest(found, count, contacts, capacity);
    return (size_t)count;
}

// ---- single calls ----------------------------------------------------------------------------

static void collide__impact_miss(collide_impact *out) {
    if (out) {
        memset(out, 0, sizeof *out);
        out->t_first = collide__infinity();
        out->t_last = -collide__infinity();
        out->axis = COLLIDE_AXIS_NONE;
    }
}

static void collide__overlap_miss(collide_overlap *out) {
    if (out) {
        memset(out, 0, sizeof *out);
        out->axis = COLLIDE_AXIS_NONE;
    }
}

static void collide__impact_touch(const collide__shapes *s, uint32_t axis, uint32_t least,
                                  collide_impact *out) {
    collide_overlap touch;
    collide__shapes_touch(s, axis, least, &touch);
    out->normal = touch.normal;
    out->depth = touch.depth;
    out->axis = touch.axis;
}

COLLIDE__INLINE double collide__dsum_abs(collide__dvec3 a) {
    return collide__dabs(a.x) + collide__dabs(a.y) + collide__dabs(a.z);
}

// Both places and motions after t.
static void collide__shapes_place(collide__shapes *s, collide_vec3 a, collide_vec3 va,
                                  collide_vec3 b, collide_vec3 vb, float t) {
    memset(s, 0, sizeof *s);
    s->va = collide__dvec3_of(va);
    s->v = collide__dsub(vb, va);
    s->origin = collide__dadd(collide__dvec3_of(a), (double)t, s->va);
    s->d = collide__dsub(b, a);
    s->scale = collide__dsum_abs(s->d);
    s->d = collide__dadd(s->d, (double)t, s->v);
}

static collide__shapes collide__boxes(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                      collide_vec3 vb, float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->center, va, b->center, vb, t);
    s.box[0] = a;
    s.box[1] = b;
    s.scale += (double)collide__sum3(a->half) + (double)collide__sum3(b->half);
    return s;
}

// Side i is the triangle, from its first vertex.
static void collide__shapes_triangle(collide__shapes *s, int i, const collide_triangle *t) {
    for (int k = 0; k < 3; ++k) {
        s->triangle[i][k] = collide__dsub(t->v[k], t->v[0]);
        s->scale += collide__dmul(0.5, collide__dsum_abs(s->triangle[i][k]));
    }
}

static collide__shapes collide__box_and_triangle(const collide_obb *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->center, va, b->v[0], vb, t);
    s.box[0] = a;
    s.flat = b;
    s.scale += (double)collide__sum3(a->half);
    collide__shapes_triangle(&s, 1, b);
    return s;
}

static collide__shapes collide__triangles(const collide_triangle *a, collide_vec3 va,
                                          const collide_triangle *b, collide_vec3 vb, float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->v[0], va, b->v[0], vb, t);
    collide__shapes_triangle(&s, 0, a);
    collide__shapes_triangle(&s, 1, b);
    return s;
}

static bool collide__hits(const collide_impact *impact) {
    return impact->t_first >= 0 && impact->t_first <= FLT_MAX;
}

COLLIDE_API collide_obb collide_obb_from_pose(const collide_pose *pose, collide_vec3 half) {
    collide_obb r;
    r.center = pose->position;
    r.half = half;
    memcpy(r.axis, pose->axis, sizeof r.axis);
    return r;
}

// Centre and half extent of an interval, which they hold.
static void collide__middle(float min, float max, float *center, float *half) {
    *center = collide__nan();
    *half = 0;
    if (min <= max && collide__finite(min) && collide__finite(max)) {
        *center = (float)(0.5 * ((double)min + (double)max));
        const float up = collide__add_up(max, -*center), down = collide__add_up(*center, -min);
        *half = up > down ? up : down;
    }
}

COLLIDE_API collide_obb collide_obb_from_aabb(const collide_aabb *box) {
    const collide_pose pose = collide_pose_identity();
    collide_obb r = collide_obb_from_pose(&pose, pose.position);
    collide__middle(box->min.x, box->max.x, &r.center.x, &r.half.x);
    collide__middle(box->min.y, box->max.y, &r.center.y, &r.half.y);
    collide__middle(box->min.z, box->max.z, &r.center.z, &r.half.z);
    return r;
}

COLLIDE_API collide_obb collide_obb_from_cylinder(const collide_cylinder *cylinder) {
    static const collide__dvec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide_obb box;
    collide__dvec3 axis = collide__dvec3_of(cylinder->axis);
    const double slack = 1 + 9.5367431640625e-7; // 2^-20, for axes that are rounded
    const double length = collide__sqrt(collide__ddot(axis, axis));
    const bool good = collide__dnormalize(&axis);
    const double x = collide__dabs(axis.x), y = collide__dabs(axis.y), z = collide__dabs(axis.z);
    collide__dvec3 side = collide__dcross(axis, unit[x <= y && x <= z ? 0 : y <= z ? 1 : 2]);
    collide__dnormalize(&side);
    box.center = cylinder->center;
    box.axis[0] = collide__dround(side);
    box.axis[1] = collide__dround(collide__dcross(axis, side));
    box.axis[2] = collide__dround(axis);
    const double height = collide__dmul(0.5 * (double)cylinder->height, length);
    const double hair = collide__dmul(height + (double)cylinder->radius, slack - 1);
    const float half = collide__float_up((double)cylinder->radius + hair);
    box.half = collide__vec3(half, half, collide__float_up(height + hair));
    if (!good || !collide__finite3(cylinder->axis) || !collide__finite3(box.half) ||
        !collide__finite3(box.center) || !(cylinder->radius >= 0 && cylinder->height >= 0))
        box.half.x = box.center.x = collide__nan();
    return box;
}

// A box against what, by times, least and shapes of that pair.
#define COLLIDE__BOX_DEFINE(what, SHAPES)                                                          \
    COLLIDE_API bool collide_obb_##what(const collide_obb *a, const collide_##what *b,             \
                                        collide_overlap *out) {                                    \
        const collide_vec3 still = collide__vec3(0, 0, 0);                                         \
        collide__times times;                                                                      \
        float finite, t_first, t_last;                                                             \
        collide__overlap_miss(out);                                                                \
        if (!collide__obb_##what##_times(a, still, b, still, 0, &times, &finite) ||                \
            !collide__times_finish(&times, finite, 0, &t_first, &t_last))                          \
            return false;                                                                          \
        if (out) {                                                                                 \
            const collide__shapes s = SHAPES(a, still, b, still, 0);                               \
            collide__shapes_touch(&s, COLLIDE_AXIS_NONE, collide__obb_##what##_least(a, b), out);  \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_obb_##what##_contacts(const collide_obb *a,                         \
                                                     const collide_##what *b,                      \
                                                     collide_contact *contacts, size_t capacity) { \
        const collide_vec3 still = collide__vec3(0, 0, 0);                                         \
        collide_overlap overlap;                                                                   \
        COLLIDE_ASSERT(contacts || !capacity);                                                     \
        if (!collide_obb_##what(a, b, &overlap))                                                   \
            return 0;                                                                              \
        const collide__shapes s = SHAPES(a, still, b, still, 0);                                   \
        return collide__shapes_contacts(&s, overlap.normal, overlap.axis, false, contacts,         \
                                        capacity);                                                 \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API bool collide_obb_##what##_sweep(const collide_obb *a, collide_vec3 va,             \
                                                const collide_##what *b, collide_vec3 vb,          \
                                                float t_max, collide_impact *out) {                \
        collide__times times;                                                                      \
        float finite, t_first, t_last;                                                             \
        if (!(t_max >= 0) || !collide__obb_##what##_times(a, va, b, vb, t_max, &times, &finite) || \
            !collide__times_finish(&times, finite, t_max, &t_first, &t_last)) {                    \
            collide__impact_miss(out);                                                             \
            return false;                                                                          \
        }                                                                                          \
        if (out) {                                                                                 \
            const bool overlapping = times.axis == COLLIDE_AXIS_NONE;                              \
            const collide__shapes s = SHAPES(a, va, b, vb, 0);                                     \
            out->t_first = t_first;                                                                \
            out->t_last = t_last;                                                                  \
            collide__impact_touch(&s, times.axis,                                                  \
                                  overlapping ? collide__obb_##what##_least(a, b) : 0, out);       \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_obb_##what##_sweep_contacts(                                        \
        const collide_obb *a, collide_vec3 va, const collide_##what *b, collide_vec3 vb,           \
        const collide_impact *impact, collide_contact *contacts, size_t capacity) {                \
        const float t = impact->t_first;                                                           \
        COLLIDE_ASSERT(contacts || !capacity);                                                     \
        if (!collide__hits(impact))                                                                \
            return 0;                                                                              \
        const collide__shapes s = SHAPES(a, va, b, vb, t);                                         \
        return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts,         \
                                        capacity);                                                 \
    }
COLLIDE__BOX_DEFINE(obb, collide__boxes)
COLLIDE__BOX_DEFINE(triangle, collide__box_and_triangle)
#undef COLLIDE__BOX_DEFINE

COLLIDE_API bool collide_triangle_triangle_sweep(const collide_triangle *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t_max, collide_impact *out) {
    const collide__shapes s = collide__triangles(a, va, b, vb, 0);
    double t_first, t_last;
    uint32_t axis;
    bool finite = collide__finite3(va) && collide__finite3(vb) && t_max >= 0;
    for (int i = 0; i < 3; ++i)
        finite = finite && collide__finite3(a->v[i]) && collide__finite3(b->v[i]);
    if (!finite || !collide__triangle_times(&s, (double)t_max, &t_first, &t_last, &axis)) {
        collide__impact_miss(out);
        return false;
    }
    if (out) {
        const float last = collide__float_up(t_last);
        out->t_first = collide__float_down(t_first);
        out->t_last = last < t_max ? last : t_max;
        collide__impact_touch(&s, axis,
                              axis == COLLIDE_AXIS_NONE ? collide__triangles_least(&s) : 0, out);
    }
    return true;
}

COLLIDE_API size_t collide_triangle_triangle_sweep_contacts(
    const collide_triangle *a, collide_vec3 va, const collide_triangle *b, collide_vec3 vb,
    const collide_impact *impact, collide_contact *contacts, size_t capacity) {
    const float t = impact->t_first;
    COLLIDE_ASSERT(contacts || !capacity);
    if (!collide__hits(impact))
        return 0;
    const collide__shapes s = collide__triangles(a, va, b, vb, t);
    return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts, capacity);
}

#if !defined(COLLIDE_NO_TRIANGLE) || !defined(COLLIDE_NO_TERRAIN)
// Point of a triangle nearest to p: the foot of p, if it is inside, or on an edge. Edges are asked
// anyway, since rounding takes the foot along slivers.
static collide__dvec3 collide__triangle_nearest(const collide__dvec3 *t, collide__dvec3 p) {
    const collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    collide__dvec3 out = t[0];
    double least = DBL_MAX, weight[3] = {0, 0, 0}; // of the vertices opposite to edges
    bool inside = collide__ddot(n, n) > 0;
    for (int i = 0; i < 3 && inside; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        weight[i] = collide__ddot(collide__dcross(edge, d), n);
        inside = weight[i] >= 0;
    }
    const double sum = (weight[0] + weight[1]) + weight[2];
    if (inside && sum > 0) {
        const double to_1 = collide__ddiv(weight[2], sum), to_2 = collide__ddiv(weight[0], sum);
        const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
        out = collide__dadd(collide__dadd(t[0], to_1, e), to_2, f);
        const collide__dvec3 off = collide__dadd(p, -1, out);
        least = collide__ddot(off, off);
    }
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        const double along = collide__ddot(d, edge), length = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < length ? along / length : 1) : 0;
        const collide__dvec3 at = collide__dadd(t[i], k, edge), off = collide__dadd(p, -1, at);
        const double distance = collide__ddot(off, off);
        if (distance < least) {
            least = distance;
            out = at;
        }
    }
    return out;
}
#endif

// ---- convex bodies ---------------------------------------------------------------------------

// All axes of two bodies, in the order of their numbers.
static bool collide__convex_axes(collide__convex_job *job, const collide_convex *a,
                                 const collide_convex *b, bool least) {
    const collide__sat_kernels *kernels = collide__sat();
    const float *edges_a = collide__convex_rows(a, a->edge_offset);
    const float *edges_b = collide__convex_rows(b, b->edge_offset);
    uint32_t axis = a->normal_count + b->normal_count;
    if (!kernels->convex(job, collide__convex_rows(a, a->normal_offset), a->normal_count,
                         job->frame[0], NULL, 0, least) ||
        !kernels->convex(job, collide__convex_rows(b, b->normal_offset), b->normal_count,
                         job->frame[1], NULL, a->normal_count, least))
        return false;
    for (uint32_t i = 0; i < a->edge_count; ++i, axis += b->edge_count) {
        const collide_vec3 e = collide__turn(job->frame[0], collide__direction(edges_a, i));
        if (!kernels->convex(job, edges_b, b->edge_count, job->frame[1], &e, axis, least))
            return false;
    }
    return true;
}

static bool collide__convex_valid(const collide_convex *c) {
    return c && c->magic == COLLIDE_CONVEX_MAGIC;
}

// Everything a query needs but the axes; false if a number is not finite.
static bool collide__convex_prepare(const collide_convex *a, const collide_pose *pose_a,
                                    collide_vec3 va, const collide_convex *b,
                                    const collide_pose *pose_b, collide_vec3 vb, float t_max,
                                    collide__convex_job *job) {
    const collide_convex *c[2] = {a, b};
    const collide_pose *pose[2] = {pose_a, pose_b};
    const collide_pose identity = collide_pose_identity();
    collide_vec3 center[2];
    bool finite = collide__convex_valid(a) && collide__convex_valid(b) && t_max >= 0;
    for (int side = 0; side < 2 && finite; ++side) {
        const collide_pose *p = pose[side] ? pose[side] : &identity;
        job->vertices[side] = collide__convex_vertices(c[side]);
        job->vertex_count[side] = c[side]->vertex_count;
        memcpy(job->frame[side], p->axis, sizeof p->axis);
        center[side] = collide__turn(p->axis, c[side]->center);
        finite = collide__finite3(p->axis[0]) && collide__finite3(p->axis[1]) &&
                 collide__finite3(p->axis[2]);
    }
    if (!finite)
        return false;
    const collide_vec3 d = collide__sub(center[1], center[0]);
    const collide_vec3 o = collide__sub((pose_b ? pose_b : &identity)->position,
                                        (pose_a ? pose_a : &identity)->position);
    job->d = collide__vec3(o.x + d.x, o.y + d.y, o.z + d.z);
    job->v = collide__sub(vb, va);
    job->slack = collide__mul(a->radius + b->radius, 16 * COLLIDE__ROUNDING) +
                 collide__mul(collide__sum_abs(job->d), 2 * COLLIDE__ROUNDING);
    job->times = collide__times_of(t_max);
    job->least_axis = COLLIDE_AXIS_NONE;
    job->least = collide__infinity();
    return collide__finite3(job->d) && collide__finite3(job->v) && collide__finite(job->slack);
}

static collide__shapes collide__convexes(const collide_convex *a, const collide_pose *pose_a,
                                         collide_vec3 va, const collide_convex *b,
                                         const collide_pose *pose_b, collide_vec3 vb, float t) {
    const collide_pose identity = collide_pose_identity();
    const collide_pose *p = pose_a ? pose_a : &identity, *q = pose_b ? pose_b : &identity;
    collide__shapes s;
    collide__shapes_place(&s, p->position, va, q->position, vb, t);
    const collide__dvec3 from = collide__dturn(p, collide__dvec3_of(a->center));
    s.origin = collide__dadd(s.origin, 1, from);
    s.d = collide__dadd(s.d, -1, from);
    s.d = collide__dadd(s.d, 1, collide__dturn(q, collide__dvec3_of(b->center)));
    s.scale = collide__dsum_abs(collide__dadd(s.d, -(double)t, s.v)) + (double)a->radius +
              (double)b->radius;
    s.convex[0] = a;
    s.convex[1] = b;
    s.pose[0] = pose_a;
    s.pose[1] = pose_b;
    return s;
}

COLLIDE_API bool collide_convex_convex(const collide_convex *a, const collide_pose *pose_a,
                                       const collide_convex *b, const collide_pose *pose_b,
                                       collide_overlap *out) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide_impact impact;
    const bool hit =
        collide_convex_convex_sweep(a, pose_a, still, b, pose_b, still, 0, out ? &impact : NULL);
    collide__overlap_miss(out);
    if (hit && out) {
        out->normal = impact.normal;
        out->depth = impact.depth;
        out->axis = impact.axis;
    }
    return hit;
}

COLLIDE_API bool collide_convex_convex_sweep(const collide_convex *a, const collide_pose *pose_a,
                                             collide_vec3 va, const collide_convex *b,
                                             const collide_pose *pose_b, collide_vec3 vb,
                                             float t_max, collide_impact *out) {
    collide__convex_job job;
    float t_first, t_last;
    collide__impact_miss(out);
    if (!collide__convex_prepare(a, pose_a, va, b, pose_b, vb, t_max, &job) ||
        !collide__convex_axes(&job, a, b, false))
        return false;
    if (!collide__times_finish(&job.times, 0, t_max, &t_first, &t_last))
        return false;
    if (out) {
        const collide__shapes s = collide__convexes(a, pose_a, va, b, pose_b, vb, 0);
        if (job.times.axis == COLLIDE_AXIS_NONE)
            collide__convex_axes(&job, a, b, true);
        out->t_first = t_first;
        out->t_last = t_last + 0.0f; // of -0 and 0 either may have come first
        collide__impact_touch(&s, job.times.axis, job.least_axis, out);
    }
    return true;
}

COLLIDE_API size_t collide_convex_convex_sweep_contacts(
    const collide_convex *a, const collide_pose *pose_a, collide_vec3 va, const collide_convex *b,
    const collide_pose *pose_b, collide_vec3 vb, const collide_impact *impact,
    collide_contact *contacts, size_t capacity) {
    const float t = impact->t_first;
    COLLIDE_ASSERT(contacts || !capacity);
    if (!collide__hits(impact) || !collide__convex_valid(a) || !collide__convex_valid(b))
        return 0;
    const collide__shapes s = collide__convexes(a, pose_a, va, b, pose_b, vb, t);
    return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts, capacity);
}

// ---- builders of convex bodies ---------------------------------------------------------------

COLLIDE__INLINE uint64_t collide__round_up(uint64_t x) {
    return (x + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
}

static size_t collide__convex_layout(size_t vertices, size_t normals, size_t edges,
                                     collide_convex *header) {
    memset(header, 0, sizeof *header);
    if (vertices == 0 || normals == 0 || edges == 0 || vertices > UINT32_MAX / 16 ||
        normals > UINT32_MAX / 16 || edges > UINT32_MAX / 16 ||
        edges > (UINT32_MAX - 2 * normals) / edges)
        return 0;
    header->magic = COLLIDE_CONVEX_MAGIC;
    header->vertex_count = (uint32_t)vertices;
    header->normal_count = (uint32_t)normals;
    header->edge_count = (uint32_t)edges;
    header->vertex_offset = sizeof *header;
    header->normal_offset =
        collide__round_up(header->vertex_offset + (uint64_t)vertices * sizeof(collide_vec3));
    header->edge_offset = header->normal_offset + COLLIDE_BLOCKS((uint64_t)normals) * 192;
    header->size = header->edge_offset + COLLIDE_BLOCKS((uint64_t)edges) * 192;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE_API size_t collide_convex_size(size_t vertices, size_t normals, size_t edges) {
    collide_convex header;
    return collide__convex_layout(vertices, normals, edges, &header);
}

// Writes unit direction i.
static void collide__convex_put(float *rows, size_t i, collide__dvec3 d) {
    float *row = rows + i / 16 * 48 + i % 16;
    row[0] = (float)d.x;
    row[16] = (float)d.y;
    row[32] = (float)d.z;
}

// Header, vertices less the centre of their box, and radius; get gives vertex i.
static void collide__convex_vertices_put(collide_convex *c, const collide_convex *header) {
    collide_vec3 *v = (collide_vec3 *)(void *)((char *)c + header->vertex_offset);
    collide_vec3 min = v[0], max = v[0];
    double radius = 0;
    for (uint32_t i = 1; i < header->vertex_count; ++i) {
        min = collide__vec3(v[i].x < min.x ? v[i].x : min.x, v[i].y < min.y ? v[i].y : min.y,
                            v[i].z < min.z ? v[i].z : min.z);
        max = collide__vec3(v[i].x > max.x ? v[i].x : max.x, v[i].y > max.y ? v[i].y : max.y,
                            v[i].z > max.z ? v[i].z : max.z);
    }
    *c = *header;
    c->center = collide__vec3((float)(0.5 * ((double)min.x + (double)max.x)),
                              (float)(0.5 * ((double)min.y + (double)max.y)),
                              (float)(0.5 * ((double)min.z + (double)max.z)));
    for (uint32_t i = 0; i < header->vertex_count; ++i) {
        v[i] = collide__sub(v[i], c->center);
        const collide__dvec3 p = collide__dvec3_of(v[i]);
        const double length = collide__sqrt(collide__ddot(p, p));
        radius = length > radius ? length : radius;
    }
    c->radius = collide__float_up(radius);
}

COLLIDE_API collide_status collide_convex_build(collide_convex **convex, void *memory, size_t size,
                                                const collide_vec3 *vertices, size_t vertex_count,
                                                const collide_vec3 *normals, size_t normal_count,
                                                const collide_vec3 *edges, size_t edge_count) {
    collide_convex header;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    if (!vertices || !normals || !edges)
        return COLLIDE_ERROR_NULL;
    if (vertex_count == 0 || normal_count == 0 || edge_count == 0)
        return COLLIDE_ERROR_COUNT;
    collide_status status = collide__memory_check(
        memory, size, 1, collide__convex_layout(vertex_count, normal_count, edge_count, &header));
    for (size_t i = 0; i < vertex_count && status == COLLIDE_OK; ++i)
        if (!collide__finite3(vertices[i]))
            status = COLLIDE_ERROR_NOT_FINITE;
    for (size_t i = 0; i < normal_count + edge_count && status == COLLIDE_OK; ++i) {
        collide__dvec3 d =
            collide__dvec3_of(i < normal_count ? normals[i] : edges[i - normal_count]);
        if (!collide__finite3(i < normal_count ? normals[i] : edges[i - normal_count]))
            status = COLLIDE_ERROR_NOT_FINITE;
        else if (!collide__dnormalize(&d))
            status = COLLIDE_ERROR_EXTENT;
    }
    if (status != COLLIDE_OK)
        return status;
    char *base = (char *)memory;
    float *normal_rows = (float *)(void *)(base + header.normal_offset);
    float *edge_rows = (float *)(void *)(base + header.edge_offset);
    memset(base + header.vertex_offset, 0, (size_t)(header.size - header.vertex_offset));
    for (size_t i = 0; i < normal_count + edge_count; ++i) {
        collide__dvec3 d =
            collide__dvec3_of(i < normal_count ? normals[i] : edges[i - normal_count]);
        collide__dnormalize(&d);
        collide__convex_put(i < normal_count ? normal_rows : edge_rows,
                            i < normal_count ? i : i - normal_count, d);
    }
    memcpy(base + header.vertex_offset, vertices, vertex_count * sizeof *vertices);
    collide__convex_vertices_put((collide_convex *)memory, &header);
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}

// Unit normal of triangle i of a mesh, and its corners; false if its area is zero.
static bool collide__mesh_normal(const collide_mesh *mesh, size_t i, collide__dvec3 *normal,
                                 collide_triangle *t) {
    (void)collide__mesh_triangle(mesh, i, t);
    *normal = collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return collide__dnormalize(normal);
}

// Whether two unit vectors lie in one line within 2^-20.
static bool collide__parallel(collide__dvec3 a, collide__dvec3 b) {
    const collide__dvec3 c = collide__dcross(a, b);
    return collide__ddot(c, c) <= 9.094947017729282e-13; // 2^-40
}

// Adds a direction to rows unless a parallel one is there.
static void collide__convex_add(float *rows, uint32_t *n, collide__dvec3 d) {
    for (uint32_t i = 0; i < *n; ++i) {
        const collide__dvec3 e = collide__dvec3_of(collide__direction(rows, i));
        if (collide__parallel(d, e))
            return;
    }
    collide__convex_put(rows, (*n)++, d);
}

static bool collide__same_point(collide_vec3 a, collide_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Whether edge j of triangle t, number i, lies within a face: another triangle of the same plane
// has it, on its other side.
static bool collide__edge_inside(const collide_mesh *mesh, size_t i, const collide_triangle *t,
                                 collide__dvec3 normal, int j) {
    const collide_vec3 p = t->v[j], q = t->v[j < 2 ? j + 1 : 0], r = t->v[j > 0 ? j - 1 : 2];
    const collide__dvec3 across = collide__dcross(normal, collide__dsub(q, p));
    const double side = collide__ddot(across, collide__dsub(r, p));
    for (size_t k = 0; k < mesh->triangle_count; ++k) {
        collide_triangle other;
        collide__dvec3 n;
        if (k == i || !collide__mesh_normal(mesh, k, &n, &other) || !collide__parallel(n, normal))
            continue;
        for (int e = 0; e < 3; ++e) {
            const collide_vec3 a = other.v[e], b = other.v[e < 2 ? e + 1 : 0];
            const collide_vec3 c = other.v[e > 0 ? e - 1 : 2];
            if (((collide__same_point(a, p) && collide__same_point(b, q)) ||
                 (collide__same_point(a, q) && collide__same_point(b, p))) &&
                collide__dmul(collide__ddot(across, collide__dsub(c, p)), side) < 0)
                return true;
        }
    }
    return false;
}

// The upper bound of a checked mesh.
static size_t collide__convex_mesh_bound(const collide_mesh *mesh) {
    const size_t n = mesh->triangle_count;
    return n > UINT32_MAX / 64 ? 0 : collide_convex_size(3 * n, 4 * n, 3 * n);
}

COLLIDE_API size_t collide_convex_mesh_size(const collide_mesh *mesh) {
    collide_mesh m;
    if (!mesh)
        return 0;
    m = *mesh;
    return collide__mesh_check(&m) == COLLIDE_OK ? collide__convex_mesh_bound(&m) : 0;
}

// Numbers, area and convexity of a mesh, with the size of its box.
static collide_status collide__convex_mesh_check(const collide_mesh *mesh) {
    collide_triangle t, u;
    collide__dvec3 n;
    double size = 0;
    bool area = false;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const collide_status status = collide__mesh_triangle(mesh, i, &t);
        if (status != COLLIDE_OK)
            return status;
        (void)collide__mesh_triangle(mesh, 0, &u);
        for (int j = 0; j < 3; ++j) {
            const double x = collide__dsum_abs(collide__dsub(t.v[j], u.v[0]));
            size = x > size ? x : size;
        }
    }
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        double lowest = 0, highest = 0;
        if (!collide__mesh_normal(mesh, i, &n, &t))
            continue;
        area = true;
        for (size_t k = 0; k < mesh->triangle_count; ++k) {
            (void)collide__mesh_triangle(mesh, k, &u);
            for (int j = 0; j < 3; ++j) {
                const double x = collide__ddot(n, collide__dsub(u.v[j], t.v[0]));
                lowest = x < lowest ? x : lowest;
                highest = x > highest ? x : highest;
            }
        }
        if ((-lowest < highest ? -lowest : highest) > size * 2.44140625e-4) // 2^-12
            return COLLIDE_ERROR_CONVEX;
    }
    return area ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

COLLIDE_API collide_status collide_convex_build_mesh(collide_convex **convex, void *memory,
                                                     size_t size, const collide_mesh *input) {
    collide_convex header;
    collide_triangle t;
    collide__dvec3 n;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    if (!input)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *input;
    collide_status status = collide__mesh_check(&mesh);
    if (status == COLLIDE_OK)
        status = collide__memory_check(memory, size, 1, collide__convex_mesh_bound(&mesh));
    if (status == COLLIDE_OK)
        status = collide__convex_mesh_check(&mesh);
    if (status != COLLIDE_OK)
        return status;
    // First with the offsets of the upper bound, then moved together.
    char *base = (char *)memory;
    const size_t most = mesh.triangle_count;
    (void)collide__convex_layout(3 * most, 4 * most, 3 * most, &header);
    collide_vec3 *v = (collide_vec3 *)(void *)(base + header.vertex_offset);
    float *normals = (float *)(void *)(base + header.normal_offset);
    float *edges = (float *)(void *)(base + header.edge_offset);
    uint32_t vertex_count = 0, normal_count = 0, edge_count = 0;
    memset(normals, 0, (size_t)(header.size - header.normal_offset));
    for (size_t i = 0; i < most; ++i) {
        const bool area = collide__mesh_normal(&mesh, i, &n, &t);
        for (int j = 0; j < 3; ++j) {
            uint32_t k = 0;
            while (k < vertex_count && !collide__same_point(v[k], t.v[j]))
                ++k;
            if (k == vertex_count)
                v[vertex_count++] = t.v[j];
        }
        if (!area)
            continue;
        collide__convex_add(normals, &normal_count, n);
        for (int j = 0; j < 3; ++j) {
            collide__dvec3 e = collide__dsub(t.v[j < 2 ? j + 1 : 0], t.v[j]);
            if (collide__dnormalize(&e) && !collide__edge_inside(&mesh, i, &t, n, j))
                collide__convex_add(edges, &edge_count, e);
        }
    }
    if (normal_count == 1) // flat: the normals of its edges within its plane
        for (uint32_t i = 0; i < edge_count; ++i) {
            const collide__dvec3 e = collide__dvec3_of(collide__direction(edges, i));
            const collide__dvec3 plane = collide__dvec3_of(collide__direction(normals, 0));
            collide__dvec3 across = collide__dcross(plane, e);
            if (collide__dnormalize(&across))
                collide__convex_add(normals, &normal_count, across);
        }
    (void)collide__convex_layout(vertex_count, normal_count, edge_count, &header);
    memset(v + vertex_count, 0,
           (size_t)(header.normal_offset - header.vertex_offset) - vertex_count * sizeof *v);
    memmove(base + header.normal_offset, normals, COLLIDE_BLOCKS(normal_count) * 192);
    memmove(base + header.edge_offset, edges, COLLIDE_BLOCKS(edge_count) * 192);
    collide__convex_vertices_put((collide_convex *)memory, &header);
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_convex_open(collide_convex **convex, void *memory, size_t size) {
    collide_convex header, expected;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    const collide_status status = collide__memory_check(memory, size, 1, sizeof header);
    if (status != COLLIDE_OK)
        return status;
    memcpy(&header, memory, sizeof header);
    if (header.magic != COLLIDE_CONVEX_MAGIC ||
        !collide__convex_layout(header.vertex_count, header.normal_count, header.edge_count,
                                &expected) ||
        memcmp(&header, &expected, offsetof(collide_convex, center)) != 0)
        return COLLIDE_ERROR_KIND;
    if (size < header.size)
        return COLLIDE_ERROR_SIZE;
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}

// ---- packs -----------------------------------------------------------------------------------

static size_t collide__pack_layout(uint32_t magic, uint32_t components, size_t n,
                                   collide_pack *header) {
    const uint64_t blocks = COLLIDE_BLOCKS((uint64_t)n);
    memset(header, 0, sizeof *header);
    if (n == 0 || n > UINT32_MAX)
        return 0;
    header->magic = magic;
    header->components = components;
    header->count = (uint32_t)n;
    header->blocks = (uint32_t)blocks;
    header->offset = COLLIDE_ALIGNMENT;
    header->size = header->offset + blocks * components * 64;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE__INLINE bool collide__pack_valid(const collide_pack *pack, uint32_t magic) {
    return pack && pack->magic == magic;
}

COLLIDE__INLINE const float *collide__pack_rows(const collide_pack *pack) {
    return (const float *)(const void *)((const char *)pack + pack->offset);
}

// Row of component 0 for object i.
COLLIDE__INLINE float *collide__pack_lane(const collide_pack *pack, char *memory, size_t i) {
    return (float *)(void *)(memory + pack->offset) + i / 16 * pack->components * 16 + i % 16;
}

static collide_status collide__obb_valid(const void *p) {
    collide_obb box;
    memcpy(&box, p, sizeof box);
    return collide_obb_check(&box);
}

static collide_status collide__finite_valid(const void *p, int vectors) {
    for (int i = 0; i < vectors; ++i)
        if (!collide__finite3(collide__read_vec3((const char *)p + 12 * i)))
            return COLLIDE_ERROR_NOT_FINITE;
    return COLLIDE_OK;
}

static collide_status collide__triangle_valid(const void *p) {
    return collide__finite_valid(p, 3);
}

static collide_status collide__vec3_valid(const void *p) {
    return collide__finite_valid(p, 1);
}

static collide_status collide__sphere_valid(const void *p) {
    collide_sphere sphere;
    memcpy(&sphere, p, sizeof sphere);
    if (!collide__finite3(sphere.center) || !collide__finite(sphere.radius))
        return COLLIDE_ERROR_NOT_FINITE;
    return sphere.radius < 0 ? COLLIDE_ERROR_EXTENT : COLLIDE_OK;
}

static collide_status collide__pack_prepare(uint32_t magic, uint32_t components, const void *memory,
                                            size_t size, size_t n, collide_pack *header) {
    return collide__memory_check(memory, size, n,
                                 collide__pack_layout(magic, components, n, header));
}

// What a pack holds: rows of a block, of which the first are the numbers of an object; fill finds
// the others from these, NULL if there are none.
typedef struct collide__pack_type {
    uint32_t magic, components, floats;
    collide_status (*valid)(const void *object);
    void (*fill)(float *rows);
} collide__pack_type;

#define COLLIDE__PACK_ROWS 19 // the most of a type

// Writes object i, components floats at from; NULL as NaN.
static void collide__pack_put(const collide_pack *header, char *memory, size_t i,
                              const void *from) {
    float *lane = collide__pack_lane(header, memory, i);
    for (uint32_t r = 0; r < header->components; ++r) {
        float x = collide__nan();
        if (from)
            memcpy(&x, (const char *)from + 4 * r, sizeof x);
        lane[16 * r] = x;
    }
}

// Writes header and padding.
static void collide__pack_finish(const collide_pack *header, char *memory) {
    for (size_t i = header->count; i < (size_t)header->blocks * 16; ++i)
        collide__pack_put(header, memory, i, NULL);
    memset(memory, 0, COLLIDE_ALIGNMENT);
    memcpy(memory, header, sizeof *header);
}

// Writes object i of a type at from.
static void collide__pack_put_object(const collide__pack_type *type, const collide_pack *header,
                                     char *memory, size_t i, const void *from) {
    float rows[COLLIDE__PACK_ROWS];
    memcpy(rows, from, 4 * (size_t)type->floats);
    if (type->fill)
        type->fill(rows);
    collide__pack_put(header, memory, i, rows);
}

static collide_pack *collide__pack_build(const collide__pack_type *type, void *memory, size_t size,
                                         const void *objects, size_t n, size_t stride,
                                         collide_status *status) {
    const size_t bytes = (size_t)type->floats * 4;
    collide_pack header;
    *status = collide__pack_prepare(type->magic, type->components, memory, size, n, &header);
    stride = stride ? stride : bytes;
    if (*status == COLLIDE_OK)
        *status = collide__array_check(objects, n, stride, bytes);
    for (size_t i = 0; i < n && *status == COLLIDE_OK; ++i)
        *status = type->valid(collide__at(objects, i, stride));
    if (*status != COLLIDE_OK)
        return NULL;
    for (size_t i = 0; i < n; ++i)
        collide__pack_put_object(type, &header, (char *)memory, i, collide__at(objects, i, stride));
    collide__pack_finish(&header, (char *)memory);
    return (collide_pack *)memory;
}

static collide_status collide__pack_open(uint32_t magic, uint32_t components, const void *memory,
                                         size_t size) {
    collide_pack header, expected;
    const collide_status status = collide__memory_check(memory, size, 1, sizeof header);
    if (status != COLLIDE_OK)
        return status;
    memcpy(&header, memory, sizeof header);
    if (header.magic != magic ||
        !collide__pack_layout(magic, components, header.count, &expected) ||
        memcmp(&header, &expected, sizeof header) != 0)
        return COLLIDE_ERROR_KIND;
    return size < header.size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

static collide_status collide__pack_set(const collide__pack_type *type, collide_pack *pack,
                                        size_t i, const void *object) {
    if (pack->magic != type->magic)
        return COLLIDE_ERROR_KIND;
    if (i >= pack->count)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = type->valid(object);
    if (status == COLLIDE_OK)
        collide__pack_put_object(type, pack, (char *)pack, i, object);
    return status;
}

// Object i as floats, NaN if there is none.
static void collide__pack_get(const collide_pack *pack, uint32_t magic, uint32_t components,
                              size_t i, float *out) {
    const bool there = collide__pack_valid(pack, magic) && i < pack->count;
    const float *lane = there ? collide__pack_rows(pack) + i / 16 * components * 16 + i % 16 : NULL;
    for (uint32_t r = 0; r < components; ++r)
        out[r] = there ? lane[16 * r] : collide__nan();
}

#define COLLIDE__PACK_DEFINE(name, COMPONENTS, FILL, MAGIC)                                        \
    static const collide__pack_type collide__##name##_packed = {                                   \
        MAGIC, COMPONENTS, sizeof(collide_##name) / 4, collide__##name##_valid, FILL};             \
    COLLIDE_API size_t collide_##name##_pack_size(size_t n) {                                      \
        collide_pack header;                                                                       \
        return collide__pack_layout(MAGIC, COMPONENTS, n, &header);                                \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_build(                                        \
        collide_##name##_pack **pack, void *memory, size_t size, const collide_##name *objects,    \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_##name##_pack *)(void *)collide__pack_build(                          \
                &collide__##name##_packed, memory, size, objects, n, stride, &status);             \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_open(collide_##name##_pack **pack,            \
                                                          void *memory, size_t size) {             \
        const collide_status status =                                                              \
            pack ? collide__pack_open(MAGIC, COMPONENTS, memory, size) : COLLIDE_ERROR_NULL;       \
        if (pack)                                                                                  \
            *pack = status == COLLIDE_OK ? (collide_##name##_pack *)memory : NULL;                 \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API size_t collide_##name##_pack_count(const collide_##name##_pack *pack) {            \
        return pack && pack->header.magic == (MAGIC) ? pack->header.count : 0;                     \
    }                                                                                              \
    COLLIDE_API collide_status collide_##name##_pack_set(collide_##name##_pack *pack, size_t i,    \
                                                         const collide_##name *object) {           \
        return pack && object                                                                      \
                   ? collide__pack_set(&collide__##name##_packed, &pack->header, i, object)        \
                   : COLLIDE_ERROR_NULL;                                                           \
    }                                                                                              \
    COLLIDE_API collide_##name collide_##name##_pack_get(const collide_##name##_pack *pack,        \
                                                         size_t i) {                               \
        float floats[COMPONENTS];                                                                  \
        collide_##name object;                                                                     \
        collide__pack_get(COLLIDE__HEADER(pack), MAGIC, COMPONENTS, i, floats);                    \
        memcpy(&object, floats, sizeof object);                                                    \
        return object;                                                                             \
    }
#define COLLIDE__HEADER(pack) ((const collide_pack *)(const void *)(pack))
COLLIDE__PACK_DEFINE(obb, 15, NULL, COLLIDE_OBB_PACK_MAGIC)
COLLIDE__PACK_DEFINE(triangle, 9, NULL, COLLIDE_TRIANGLE_PACK_MAGIC)
COLLIDE__PACK_DEFINE(vec3, 3, NULL, COLLIDE_VEC3_PACK_MAGIC)
COLLIDE__PACK_DEFINE(sphere, 4, NULL, COLLIDE_SPHERE_PACK_MAGIC)

COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *input) {
    collide_pack header;
    collide_triangle t;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    *pack = NULL;
    if (!input)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *input;
    collide_status status = collide__mesh_check(&mesh);
    if (status == COLLIDE_OK)
        status = collide__pack_prepare(COLLIDE_TRIANGLE_PACK_MAGIC, 9, memory, size,
                                       mesh.triangle_count, &header);
    for (size_t i = 0; i < mesh.triangle_count && status == COLLIDE_OK; ++i)
        status = collide__mesh_triangle(&mesh, i, &t);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        (void)collide__mesh_triangle(&mesh, i, &t);
        collide__pack_put(&header, (char *)memory, i, &t);
    }
    collide__pack_finish(&header, (char *)memory);
    *pack = (collide_triangle_pack *)memory;
    return COLLIDE_OK;
}

// ---- batches over kernels --------------------------------------------------------------------

// 16 objects of each side as rows.
typedef struct collide__sweep_blocks {
    COLLIDE__ALIGNED(float) a[240];
    COLLIDE__ALIGNED(float) b[240];
    COLLIDE__ALIGNED(float) va[48];
    COLLIDE__ALIGNED(float) vb[48];
} collide__sweep_blocks;

// n floats, each in all lanes of a row.
static void collide__splat_rows(float *rows, const void *object, size_t n) {
    for (size_t r = 0; r < n; ++r) {
        float x;
        memcpy(&x, (const char *)object + 4 * r, sizeof x);
        for (size_t i = 0; i < 16; ++i)
            rows[16 * r + i] = x;
    }
}

// Points one side of a job at a pack, and the counts that limit it.
static void collide__sweep_pack(const collide_pack *pack, uint32_t magic, const float **rows,
                                size_t *step, size_t *n) {
    if (collide__pack_valid(pack, magic)) {
        *rows = collide__pack_rows(pack);
        *step = (size_t)pack->components * 16;
        *n = collide__min_size(*n, pack->count);
    } else {
        *n = 0;
    }
}

#if !defined(COLLIDE_NO_SPHERE) || !defined(COLLIDE_NO_TRIANGLE)
// Bits of the first n lanes of a block.
COLLIDE__INLINE unsigned collide__lanes(size_t n) {
    return 0xffffu >> (16 - collide__min_size(16, n));
}

// Pairs of objects of one kind that are asked by blocks of 16: which of the lanes asked for meet.
typedef struct collide__ask_type {
    unsigned (*ask)(const float *a, const float *b, unsigned lanes);
    uint32_t magic;
    size_t floats; // of an object, at most 9
} collide__ask_type;

// Packs lane by lane, or with one that object against a pack.
static size_t collide__ask_packs(const collide__ask_type *type, const void *one,
                                 const collide_pack *a, const collide_pack *b, uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[144];
    const float *p = rows, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(b, type->magic, &q, &q_step, &n);
    if (one)
        collide__splat_rows(rows, one, type->floats);
    else
        collide__sweep_pack(a, type->magic, &p, &p_step, &n);
    for (size_t i = 0; i < n; i += 16, p += p_step, q += q_step) {
        const unsigned word = type->ask(p, q, collide__lanes(n - i));
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

static size_t collide__ask_indices(const collide__ask_type *type, const void *one,
                                   const collide_pack *b, uint32_t *indices, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[144];
    const float *q = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    collide__splat_rows(rows, one, type->floats);
    collide__sweep_pack(b, type->magic, &q, &step, &n);
    for (size_t i = 0; i < n; i += 16, q += step)
        for (unsigned word = type->ask(rows, q, collide__lanes(n - i)); word;
             word &= word - 1, ++hits)
            if (hits < capacity)
                indices[hits] = (uint32_t)i + collide__lowest_bit(word);
    return hits;
}
#endif

// Writes misses for objects from first on.
static void collide__sweep_miss(const collide_sweeps *out, size_t first, size_t n) {
    for (size_t i = COLLIDE_BLOCKS(first); i < COLLIDE_BLOCKS(n) && out->bits; ++i)
        out->bits[i] = 0;
    for (size_t i = first; i < n; ++i) {
        if (out->t_first)
            out->t_first[i] = collide__infinity();
        if (out->t_last)
            out->t_last[i] = -collide__infinity();
        if (out->axis)
            out->axis[i] = COLLIDE_SWEEPS_NO_AXIS;
    }
}

// What kernels take for it: less than 0 hits nothing.
COLLIDE__INLINE float collide__t_max(float t_max) {
    return t_max >= 0 ? t_max : -1;
}

// What is swept: a kernel, or a loop that asks one, and the packs that it takes.
typedef struct collide__sweep_type {
    size_t (*run)(const collide__sweep_job *job);
    uint32_t magic_a, magic_b;
    size_t floats_a; // of an object
} collide__sweep_type;

static collide__sweep_type collide__sweep_obb(bool triangle) {
    const collide__sat_kernels *kernels = collide__sat();
    collide__sweep_type type;
    type.run = triangle ? kernels->obb_triangle : kernels->obb_obb;
    type.magic_a = COLLIDE_OBB_PACK_MAGIC;
    type.magic_b = triangle ? COLLIDE_TRIANGLE_PACK_MAGIC : COLLIDE_OBB_PACK_MAGIC;
    type.floats_a = 15;
    return type;
}

// Packs against packs, or with one that object against a pack.
static size_t collide__sweep_packs(const collide__sweep_type *type, const void *one, bool checked,
                                   collide_vec3 velocity, const collide_pack *a,
                                   const collide_pack *va, const collide_pack *b,
                                   const collide_pack *vb, float t_max, const collide_sweeps *out) {
    collide__sweep_blocks blocks;
    collide__sweep_job job;
    memset(&job, 0, sizeof job);
    memset(blocks.va, 0, sizeof blocks.va);
    memset(blocks.vb, 0, sizeof blocks.vb);
    job.n = SIZE_MAX;
    job.a = blocks.a;
    job.va = blocks.va;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    job.checked = checked;
    job.out = *out;
    collide__sweep_pack(b, type->magic_b, &job.b, &job.b_step, &job.n);
    const size_t all = job.n;
    if (vb)
        collide__sweep_pack(vb, COLLIDE_VEC3_PACK_MAGIC, &job.vb, &job.vb_step, &job.n);
    if (one) {
        collide__splat_rows(blocks.a, one, type->floats_a);
        collide__splat_rows(blocks.va, &velocity, 3);
        collide__sweep_miss(out, job.n, all);
    } else {
        collide__sweep_pack(a, type->magic_a, &job.a, &job.a_step, &job.n);
        if (va)
            collide__sweep_pack(va, COLLIDE_VEC3_PACK_MAGIC, &job.va, &job.va_step, &job.n);
    }
    return type->run(&job);
}

// One side of a list of pairs: an array with strides.
typedef struct collide__movers {
    const void *objects, *velocities;
    size_t count, stride, velocity_stride, floats;
} collide__movers;

// Object i and its velocity; NaN where there is none.
static void collide__mover(const collide__movers *m, size_t i, const float **object,
                           const float **velocity, const float *nan, const float *still) {
    const bool there = i < m->count;
    *object = there ? (const float *)collide__at(m->objects, i, m->stride) : nan;
    *velocity = there && m->velocities
                    ? (const float *)collide__at(m->velocities, i, m->velocity_stride)
                    : still;
}

static size_t collide__sweep_pairs(const collide__sweep_type *type, const collide__movers *a,
                                   const collide__movers *b, const collide_pair *pairs, size_t n,
                                   float t_max, const collide_sweeps *out) {
    const collide__sat_kernels *kernels = collide__sat();
    const float still[3] = {0, 0, 0};
    float nan[15];
    collide__sweep_blocks blocks;
    collide__sweep_job job;
    size_t hits = 0;
    memset(&job, 0, sizeof job);
    for (int i = 0; i < 15; ++i)
        nan[i] = collide__nan();
    job.a = blocks.a;
    job.va = blocks.va;
    job.b = blocks.b;
    job.vb = blocks.vb;
    job.t_max = collide__t_max(t_max);
    for (size_t i = 0; i < n; i += 16) {
        const float *p[16], *u[16], *q[16], *v[16];
        job.n = collide__min_size(16, n - i);
        for (size_t k = 0; k < 16; ++k) {
            const bool there = k < job.n;
            collide__mover(a, there ? pairs[i + k].a : SIZE_MAX, &p[k], &u[k], nan, still);
            collide__mover(b, there ? pairs[i + k].b : SIZE_MAX, &q[k], &v[k], nan, still);
        }
        kernels->transpose(blocks.a, p, a->floats);
        kernels->transpose(blocks.va, u, 3);
        kernels->transpose(blocks.b, q, b->floats);
        kernels->transpose(blocks.vb, v, 3);
        job.out.bits = out->bits ? out->bits + i / 16 : NULL;
        job.out.t_first = out->t_first ? out->t_first + i : NULL;
        job.out.t_last = out->t_last ? out->t_last + i : NULL;
        job.out.axis = out->axis ? out->axis + i : NULL;
        hits += type->run(&job);
    }
    return hits;
}

static collide__movers collide__movers_of(const void *objects, size_t count, size_t stride,
                                          const void *velocities, size_t velocity_stride,
                                          size_t floats) {
    collide__movers m;
    m.objects = objects;
    m.velocities = velocities;
    m.count = objects ? count : 0;
    m.stride = stride ? stride : 4 * floats;
    m.velocity_stride = velocity_stride ? velocity_stride : sizeof(collide_vec3);
    m.floats = floats;
    return m;
}

#define COLLIDE__SWEEP_DEFINE(what, TRIANGLE)                                                      \
    COLLIDE_API size_t collide_obb_##what##_sweep_many(                                            \
        const collide_obb *a, collide_vec3 va, const collide_##what##_pack *b,                     \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(a &&out);                                                                   \
        const collide__sweep_type type = collide__sweep_obb(TRIANGLE);                             \
        return collide__sweep_packs(&type, a, collide_obb_check(a) == COLLIDE_OK, va, NULL, NULL,  \
                                    COLLIDE__HEADER(b), COLLIDE__HEADER(vb), t_max, out);          \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_obb_##what##_sweep_lanes(                                           \
        const collide_obb_pack *a, const collide_vec3_pack *va, const collide_##what##_pack *b,    \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(out);                                                                       \
        const collide__sweep_type type = collide__sweep_obb(TRIANGLE);                             \
        return collide__sweep_packs(&type, NULL, true, collide__vec3(0, 0, 0), COLLIDE__HEADER(a), \
                                    COLLIDE__HEADER(va), COLLIDE__HEADER(b), COLLIDE__HEADER(vb),  \
                                    t_max, out);                                                   \
    }
COLLIDE__SWEEP_DEFINE(obb, false)
COLLIDE__SWEEP_DEFINE(triangle, true)
#undef COLLIDE__SWEEP_DEFINE

COLLIDE_API size_t collide_obb_obb_sweep_pairs(const collide_obb_movers *a,
                                               const collide_obb_movers *b,
                                               const collide_pair *pairs, size_t n, float t_max,
                                               const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->boxes, a->count, a->stride, a->velocities, a->velocity_stride, 15);
    const collide__movers q =
        collide__movers_of(b->boxes, b->count, b->stride, b->velocities, b->velocity_stride, 15);
    const collide__sweep_type type = collide__sweep_obb(false);
    return collide__sweep_pairs(&type, &p, &q, pairs, n, t_max, out);
}

COLLIDE_API size_t collide_obb_triangle_sweep_pairs(const collide_obb_movers *a,
                                                    const collide_triangle_movers *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float t_max, const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->boxes, a->count, a->stride, a->velocities, a->velocity_stride, 15);
    const collide__movers q =
        collide__movers_of(b->triangles, b->count, b->stride, b->velocities, b->velocity_stride, 9);
    const collide__sweep_type type = collide__sweep_obb(true);
    return collide__sweep_pairs(&type, &p, &q, pairs, n, t_max, out);
}
#undef COLLIDE__CLIP_POINTS
#undef COLLIDE__CONTACTS
#undef COLLIDE__ROUNDING
#undef COLLIDE__TRIANGLE_AXES
#undef COLLIDE__SWEEP_BLOCKS
#undef COLLIDE__T_LIMIT
#endif // COLLIDE_NO_SAT

// ================================================================================================
// >>sphere_impl
// ================================================================================================
#ifndef COLLIDE_NO_SPHERE

// ---- single calls ----------------------------------------------------------------------------

// The ball about c, rounded, that holds all points.
static collide_sphere collide__sphere_about(collide__dvec3 c, const void *points, size_t n,
                                            size_t stride) {
    collide_sphere s;
    double most = 0;
    s.center = collide__dround_zero(c);
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 d =
            collide__dsub(collide__read_vec3(collide__at(points, i, stride)), s.center);
        const double square = collide__ddot(d, d);
        most = square > most ? square : most;
    }
    s.radius = collide__float_up(collide__dmul(collide__sqrt(most), 1 + 1.7763568394002505e-15));
    return s;
}

COLLIDE_API collide_status collide_sphere_from_points(collide_sphere *out, const void *points,
                                                      size_t n, size_t stride) {
    const collide_sphere none = {{0, 0, 0}, 0};
    collide__dvec3 low[13], high[13];
    double least[13], most[13];
    int widest = 0;
    if (!out)
        return COLLIDE_ERROR_NULL;
    *out = none;
    stride = stride ? stride : sizeof(collide_vec3);
    collide_status status = collide__array_check(points, n, stride, sizeof(collide_vec3));
    if (status == COLLIDE_OK && n == 0)
        status = COLLIDE_ERROR_COUNT;
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        if (!collide__finite3(collide__read_vec3(collide__at(points, i, stride))))
            status = COLLIDE_ERROR_NOT_FINITE;
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 p =
            collide__dvec3_of(collide__read_vec3(collide__at(points, i, stride)));
        for (int k = 0; k < 13; ++k) {
            // The 13 directions of a 26-DOP, as digits of base 3.
            const int x = (14 + k) % 3 - 1, y = (14 + k) / 3 % 3 - 1, z = (14 + k) / 9 - 1;
            const double at = collide__dmul(x, p.x) + collide__dmul(y, p.y) + collide__dmul(z, p.z);
            if (i == 0 || at < least[k]) {
                least[k] = at;
                low[k] = p;
            }
            if (i == 0 || at > most[k]) {
                most[k] = at;
                high[k] = p;
            }
        }
    }
    double width = -1;
    for (int k = 0; k < 13; ++k) {
        const collide__dvec3 d = collide__dadd(high[k], -1, low[k]);
        const double square = collide__ddot(d, d);
        if (square > width) {
            width = square;
            widest = k;
        }
    }
    const collide__dvec3 across = collide__dadd(high[widest], -1, low[widest]);
    collide__dvec3 center = collide__dadd(low[widest], 0.5, across), middle = center;
    double radius = collide__dmul(collide__sqrt(width), 0.5);
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 p =
            collide__dvec3_of(collide__read_vec3(collide__at(points, i, stride)));
        const collide__dvec3 d = collide__dadd(p, -1, center);
        const double square = collide__ddot(d, d);
        if (square > collide__dmul(radius, radius)) {
            const double distance = collide__sqrt(square);
            const double by = collide__dmul(distance - radius, 0.5);
            center = collide__dadd(center, collide__ddiv(by, distance), d);
            radius += by;
        }
    }
    middle.x = (least[0] + most[0]) * 0.5;
    middle.y = (least[2] + most[2]) * 0.5;
    middle.z = (least[8] + most[8]) * 0.5;
    const collide_sphere grown = collide__sphere_about(center, points, n, stride);
    const collide_sphere boxed = collide__sphere_about(middle, points, n, stride);
    const collide_sphere best = boxed.radius < grown.radius ? boxed : grown;
    if (!(best.radius <= FLT_MAX))
        return COLLIDE_ERROR_OVERFLOW;
    *out = best;
    return COLLIDE_OK;
}

COLLIDE_API bool collide_sphere_sphere(const collide_sphere *a, const collide_sphere *b) {
    COLLIDE_ASSERT(a && b);
    const collide__dvec3 d = collide__dsub(b->center, a->center);
    const double reach = (double)a->radius + (double)b->radius;
    // Squares are wrong by at most 5 * 2^-53 and 3 * 2^-53 of themselves.
    return a->radius >= 0 && b->radius >= 0 &&
           collide__ddot(d, d) <=
               collide__dmul(collide__dmul(reach, reach), 1 + 1.7763568394002505e-15); // 2^-49
}

// With p the way from a's centre to b's and v the relative velocity: |p + t v| = reach.
COLLIDE_API bool collide_sphere_sphere_sweep(const collide_sphere *a, collide_vec3 va,
                                             const collide_sphere *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out) {
    collide_sweep times = {collide__infinity(), -collide__infinity()};
    COLLIDE_ASSERT(a && b);
    const collide__dvec3 p = collide__dsub(b->center, a->center), v = collide__dsub(vb, va);
    const double sum = (double)a->radius + (double)b->radius;
    const double reach = sum + collide__dmul(collide__dsum_abs(p) + sum,
                                             3.552713678800501e-15); // 2^-48
    const double pv = collide__ddot(p, v), vv = collide__ddot(v, v);
    const double square = collide__dmul(reach, reach), c = collide__ddot(p, p) - square;
    bool hit = a->radius >= 0 && b->radius >= 0 && t_max >= 0 && c <= DBL_MAX && -c <= DBL_MAX &&
               vv <= DBL_MAX && (c <= 0 || pv < 0);
    if (hit) {
        const collide__dvec3 w = collide__dcross(p, v);
        const double part = c <= 0 ? collide__dmul(pv, pv) - collide__dmul(c, vv)
                                   : collide__dmul(square, vv) - collide__ddot(w, w);
        const double root = part > 0 ? collide__sqrt(part) : 0;
        const double last = pv > 0   ? collide__ddiv(-c, root + pv)
                            : vv > 0 ? collide__ddiv(root - pv, vv)
                                     : (double)FLT_MAX * 2;
        const double first = c > 0 ? collide__dmul(collide__ddiv(c, root - pv),
                                                   1 - 1.7763568394002505e-15) // 2^-49
                                   : 0;
        times.t_first = collide__float_down(first);
        times.t_last = collide__float_up(last);
        times.t_last = times.t_last < t_max ? times.t_last : t_max;
        hit = (c <= 0 || part >= 0) && first <= (double)t_max;
    }
    if (!hit) {
        times.t_first = collide__infinity();
        times.t_last = -collide__infinity();
    }
    if (out)
        *out = times;
    return hit;
}

// ---- batches over kernels --------------------------------------------------------------------

static unsigned collide__spheres_meet_scalar(const float *a, const float *b, unsigned *unsure) {
    (void)a;
    (void)b;
    *unsure = 0xffffu;
    return 0;
}

static unsigned collide__spheres_sweep_scalar(const float *a, const float *va, const float *b,
                                              const float *vb, float t_max) {
    (void)a;
    (void)va;
    (void)b;
    (void)vb;
    (void)t_max;
    return 0xffffu;
}

static const collide__sphere_kernels collide__sphere_scalar = {collide__spheres_meet_scalar,
                                                               collide__spheres_sweep_scalar};
COLLIDE__CHOOSE(sphere)

COLLIDE__INLINE collide_sphere collide__sphere_lane(const float *rows, unsigned lane) {
    collide_sphere s;
    s.center = collide__vec3(rows[lane], rows[16 + lane], rows[32 + lane]);
    s.radius = rows[48 + lane];
    return s;
}

// Which of 16 pairs meet; those of lanes alone are asked.
static unsigned collide__spheres_ask(const float *a, const float *b, unsigned lanes) {
    unsigned unsure, hits = collide__sphere()->meet(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        const collide_sphere p = collide__sphere_lane(a, i), q = collide__sphere_lane(b, i);
        hits |= (unsigned)collide_sphere_sphere(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__sphere_spheres = {collide__spheres_ask,
                                                          COLLIDE_SPHERE_PACK_MAGIC, 4};

COLLIDE_API size_t collide_sphere_sphere_many(const collide_sphere *a, const collide_sphere_pack *b,
                                              uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__ask_packs(&collide__sphere_spheres, a, NULL, COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_sphere_sphere_many_indices(const collide_sphere *a,
                                                      const collide_sphere_pack *b,
                                                      uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__ask_indices(&collide__sphere_spheres, a, COLLIDE__HEADER(b), indices, capacity);
}

COLLIDE_API size_t collide_sphere_sphere_lanes(const collide_sphere_pack *a,
                                               const collide_sphere_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    return collide__ask_packs(&collide__sphere_spheres, NULL, COLLIDE__HEADER(a),
                              COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_sphere_sphere_pairs(const collide_sphere *a, size_t a_count,
                                               size_t a_stride, const collide_sphere *b,
                                               size_t b_count, size_t b_stride,
                                               const collide_pair *pairs, size_t n,
                                               uint16_t *bits) {
    const collide__sat_kernels *sat = collide__sat();
    const collide__movers p = collide__movers_of(a, a_count, a_stride, NULL, 0, 4);
    const collide__movers q = collide__movers_of(b, b_count, b_stride, NULL, 0, 4);
    const float nan[4] = {collide__nan(), collide__nan(), collide__nan(), collide__nan()};
    COLLIDE__ALIGNED(float) rows[2][64];
    size_t hits = 0;
    COLLIDE_ASSERT(n == 0 || (pairs && bits));
    for (size_t i = 0; i < n; i += 16) {
        const float *object[2][16], *velocity;
        for (size_t k = 0; k < 16; ++k) {
            const bool there = k < n - i;
            collide__mover(&p, there ? pairs[i + k].a : SIZE_MAX, &object[0][k], &velocity, nan,
                           NULL);
            collide__mover(&q, there ? pairs[i + k].b : SIZE_MAX, &object[1][k], &velocity, nan,
                           NULL);
        }
        sat->transpose(rows[0], object[0], 4);
        sat->transpose(rows[1], object[1], 4);
        const unsigned word = collide__spheres_ask(rows[0], rows[1], collide__lanes(n - i));
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_sphere_all(const collide_sphere *a, size_t n, size_t stride,
                                             const collide_sphere_pack *b, uint16_t *bits) {
    COLLIDE__ALIGNED(float) rows[16][64];
    const float *q = NULL;
    size_t step = 0, count = SIZE_MAX, hits = 0;
    COLLIDE_ASSERT(n == 0 || (a && bits));
    stride = stride ? stride : sizeof *a;
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_SPHERE_PACK_MAGIC, &q, &step, &count);
    const size_t blocks = COLLIDE_BLOCKS(count);
    for (size_t i = 0; i < n; i += 16) {
        const size_t group = collide__min_size(16, n - i);
        for (size_t k = 0; k < group; ++k)
            collide__splat_rows(rows[k], collide__at(a, i + k, stride), 4);
        for (size_t j = 0; j < blocks; ++j)
            for (size_t k = 0; k < group; ++k) {
                const unsigned word =
                    collide__spheres_ask(rows[k], q + j * step, collide__lanes(count - 16 * j));
                hits += collide__popcount(word);
                bits[(i + k) * blocks + j] = (uint16_t)word;
            }
    }
    return hits;
}

// All pairs of two packs, or of one those with i < j.
static size_t collide__spheres_pairs(const collide_sphere_pack *a, const collide_sphere_pack *b,
                                     bool self, collide_pair *pairs, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[16][64];
    const float *p = NULL, *q = NULL;
    size_t p_step = 0, q_step = 0, n = SIZE_MAX, m = SIZE_MAX, hits = 0;
    collide__sweep_pack(COLLIDE__HEADER(a), COLLIDE_SPHERE_PACK_MAGIC, &p, &p_step, &n);
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_SPHERE_PACK_MAGIC, &q, &q_step, &m);
    for (size_t i = 0; i < n; i += 16, p += p_step) {
        const size_t group = collide__min_size(16, n - i);
        for (unsigned k = 0; k < group; ++k) {
            const collide_sphere s = collide__sphere_lane(p, k);
            collide__splat_rows(rows[k], &s, 4);
        }
        for (size_t j = self ? i : 0; j < m; j += 16)
            for (unsigned k = 0; k < group; ++k) {
                unsigned lanes = collide__lanes(m - j);
                if (self && j == i)
                    lanes &= 0xfffeu << k;
                for (unsigned word = collide__spheres_ask(rows[k], q + j / 16 * q_step, lanes);
                     word; word &= word - 1, ++hits)
                    if (hits < capacity) {
                        pairs[hits].a = (uint32_t)(i + k);
                        pairs[hits].b = (uint32_t)j + collide__lowest_bit(word);
                    }
            }
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_sphere_all_indices(const collide_sphere_pack *a,
                                                     const collide_sphere_pack *b,
                                                     collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    return collide__spheres_pairs(a, b, false, pairs, capacity);
}

COLLIDE_API size_t collide_sphere_sphere_self_indices(const collide_sphere_pack *a,
                                                      collide_pair *pairs, size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    return collide__spheres_pairs(a, a, true, pairs, capacity);
}

static size_t collide__spheres_sweep(const collide__sweep_job *job) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    size_t hits = 0;
    for (size_t block = 0; block < COLLIDE_BLOCKS(job->n); ++block) {
        float first[16], last[16], axis[16];
        unsigned word = 0;
        unsigned ask = collide__sphere()->sweep(a, va, b, vb, job->t_max) &
                       collide__lanes(job->n - 16 * block);
        for (unsigned lane = 0; lane < 16; ++lane) {
            first[lane] = collide__infinity();
            last[lane] = -collide__infinity();
            axis[lane] = COLLIDE__NO_LANE_AXIS;
        }
        for (; ask; ask &= ask - 1) {
            const unsigned lane = collide__lowest_bit(ask);
            const collide_sphere p = collide__sphere_lane(a, lane);
            const collide_sphere q = collide__sphere_lane(b, lane);
            const collide_vec3 u = collide__vec3(va[lane], va[16 + lane], va[32 + lane]);
            const collide_vec3 v = collide__vec3(vb[lane], vb[16 + lane], vb[32 + lane]);
            collide_sweep times;
            word |= (unsigned)collide_sphere_sphere_sweep(&p, u, &q, v, job->t_max, &times) << lane;
            first[lane] = times.t_first;
            last[lane] = times.t_last;
        }
        hits += collide__popcount(collide__sweep_store(job, block, word, first, last, axis));
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static const collide__sweep_type collide__sweep_spheres = {
    collide__spheres_sweep, COLLIDE_SPHERE_PACK_MAGIC, COLLIDE_SPHERE_PACK_MAGIC, 4};

COLLIDE_API size_t collide_sphere_sphere_sweep_many(const collide_sphere *a, collide_vec3 va,
                                                    const collide_sphere_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out) {
    COLLIDE_ASSERT(a && out);
    return collide__sweep_packs(&collide__sweep_spheres, a, true, va, NULL, NULL,
                                COLLIDE__HEADER(b), COLLIDE__HEADER(vb), t_max, out);
}

COLLIDE_API size_t collide_sphere_sphere_sweep_lanes(const collide_sphere_pack *a,
                                                     const collide_vec3_pack *va,
                                                     const collide_sphere_pack *b,
                                                     const collide_vec3_pack *vb, float t_max,
                                                     const collide_sweeps *out) {
    COLLIDE_ASSERT(out);
    return collide__sweep_packs(&collide__sweep_spheres, NULL, true, collide__vec3(0, 0, 0),
                                COLLIDE__HEADER(a), COLLIDE__HEADER(va), COLLIDE__HEADER(b),
                                COLLIDE__HEADER(vb), t_max, out);
}

COLLIDE_API size_t collide_sphere_sphere_sweep_pairs(const collide_sphere_movers *a,
                                                     const collide_sphere_movers *b,
                                                     const collide_pair *pairs, size_t n,
                                                     float t_max, const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->spheres, a->count, a->stride, a->velocities, a->velocity_stride, 4);
    const collide__movers q =
        collide__movers_of(b->spheres, b->count, b->stride, b->velocities, b->velocity_stride, 4);
    return collide__sweep_pairs(&collide__sweep_spheres, &p, &q, pairs, n, t_max, out);
}
#undef COLLIDE__SPHERE_MARGIN
#undef COLLIDE__SPHERE_PATH
#undef COLLIDE__SPHERE_VANISH
#endif // COLLIDE_NO_SPHERE
#undef COLLIDE__NO_LANE_AXIS

// ================================================================================================
// >>triangle_impl
// ================================================================================================
#ifndef COLLIDE_NO_TRIANGLE

// ---- exact signs -----------------------------------------------------------------------------
// Determinants of differences of floats are asked for their signs: first in double, with a bound of
// the error [Shewchuk]; where that does not decide, in integers. The coordinates on one axis are
// multiples of some power of two; so many of it are written in digits of 26 bits: one for numbers
// on a grid, at most 11 for the least float beside the largest. What an axis is multiplied with
// changes no sign.

#define COLLIDE__DIGIT_BITS 26
#define COLLIDE__DIGITS 11 // 277 bits, from 2^127 down to 2^-149

// The vertices of two triangles, 0-2 of a, 3-5 of b, as coordinates on the three axes. Any two of
// them differ by at most limit[axis], which is 0 if what is made of them is exact, too.
typedef struct collide__vertices {
    double v[3][6], limit[3];
    double bound;                         // of the error of a side
    double scale[3];                      // of digits; the first is 0 if they are not known yet
    int digits;                           // of a coordinate; 0: not asked for yet
    int32_t digit[3][6][COLLIDE__DIGITS]; // the first is worth most
} collide__vertices;

// 2^25 divided by the power of two that the largest coordinate on an axis begins with; 0 where one
// is infinite or not a number.
static double collide__digits_scale(const double *v) {
    uint64_t most = 0x3ff0000000000000u - ((uint64_t)200 << 52), bits;
    double scale;
    for (int i = 0; i < 6; ++i) {
        memcpy(&bits, &v[i], sizeof bits);
        bits &= 0x7fffffffffffffffu;
        most = bits > most ? bits : most;
    }
    if (most >= 0x7ff0000000000000u)
        return 0;
    bits = ((uint64_t)(2 * 1023 + COLLIDE__DIGIT_BITS - 1) << 52) - (most >> 52 << 52);
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

// Sets the scales; false if some coordinate is infinite or not a number.
static bool collide__vertices_finite(collide__vertices *t) {
    for (int axis = 0; axis < 3; ++axis)
        t->scale[axis] = collide__digits_scale(t->v[axis]);
    return t->scale[0] > 0 && t->scale[1] > 0 && t->scale[2] > 0;
}

// Digits of all coordinates, as many as the last one needs; those of one number have one sign.
static void collide__digits_make(collide__vertices *t) {
    double rest[3][6];
    bool more = false;
    if (!(t->scale[0] > 0))
        (void)collide__vertices_finite(t);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 6; ++i) {
            const double x = collide__dmul(t->v[axis][i], t->scale[axis]);
            t->digit[axis][i][0] = (int32_t)x;
            rest[axis][i] = x - (double)(int32_t)x;
            more |= rest[axis][i] != 0;
        }
    for (t->digits = 1; more && t->digits < COLLIDE__DIGITS; ++t->digits) {
        more = false;
        for (int axis = 0; axis < 3; ++axis)
            for (int i = 0; i < 6; ++i) {
                const double x = collide__dmul(rest[axis][i], 1 << COLLIDE__DIGIT_BITS);
                t->digit[axis][i][t->digits] = (int32_t)x;
                rest[axis][i] = x - (double)(int32_t)x;
                more |= rest[axis][i] != 0;
            }
    }
}

// sum += x * y
COLLIDE__INLINE void collide__digits_multiply(int64_t *sum, const int32_t *x, int n,
                                              const int32_t *y, int m) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            sum[i + j] += (int64_t)x[i] * y[j];
}

// Carries, so that all digits but the first are from 0 to 2^26 - 1; the first holds the sign, which
// is returned. Sums are less than 2^62: of 33 products of digits less than 2^29 and 2^27.
COLLIDE__INLINE int collide__digits_carry(int64_t *sum, int n) {
    int64_t rest = 0;
    for (int i = n - 1; i > 0; --i) {
        const int64_t low = sum[i] & ((1 << COLLIDE__DIGIT_BITS) - 1);
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): all n are set
        sum[i - 1] += (sum[i] - low) / (1 << COLLIDE__DIGIT_BITS);
        sum[i] = low;
        rest |= low;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): n is not 0
    return sum[0] < 0 ? -1 : (sum[0] | rest) != 0;
}

COLLIDE__INLINE int collide__next_axis(int axis) {
    return axis < 2 ? axis + 1 : 0;
}

// Component axis of (v_j - v_i) x (v_k - v_i) in 2n digits, and its sign; n is t->digits.
COLLIDE__INLINE int collide__digits_cross(const collide__vertices *t, int n, int axis, int i, int j,
                                          int k, int32_t *out) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const int32_t(*p)[COLLIDE__DIGITS] = t->digit[next], (*q)[COLLIDE__DIGITS] = t->digit[last];
    int32_t pj[COLLIDE__DIGITS], pk[COLLIDE__DIGITS], qj[COLLIDE__DIGITS], qk[COLLIDE__DIGITS];
    int64_t sum[2 * COLLIDE__DIGITS];
    for (int d = 0; d < n; ++d) {
        pj[d] = p[j][d] - p[i][d];
        pk[d] = p[i][d] - p[k][d];
        qj[d] = q[j][d] - q[i][d];
        qk[d] = q[k][d] - q[i][d];
    }
    for (int d = 0; d < 2 * n; ++d)
        sum[d] = 0;
    collide__digits_multiply(sum + 1, pj, n, qk, n);
    collide__digits_multiply(sum + 1, qj, n, pk, n);
    const int sign = collide__digits_carry(sum, 2 * n);
    for (int d = 0; d < 2 * n; ++d)
        out[d] = (int32_t)sum[d];
    return sign;
}

// Of x from 0 to 2^60. By halves: ARM of 32 bits calls its library for the whole.
COLLIDE__INLINE double collide__double_of(int64_t x) {
    return collide__dmul((int32_t)(x >> 30), 1 << 30) + (int32_t)(x & ((1 << 30) - 1));
}

// The signs of (v_j - v_i) x (v_k - v_i) . (v_l - v_m) for l = from and the count - 1 behind it;
// and if they are asked for, the numbers, all times one power of two.
COLLIDE__INLINE void collide__digits_sides(const collide__vertices *t, int n, int i, int j, int k,
                                           int m, int from, int count, int *side, double *value) {
    int32_t normal[3][2 * COLLIDE__DIGITS];
    for (int axis = 0; axis < 3; ++axis)
        (void)collide__digits_cross(t, n, axis, i, j, k, normal[axis]);
    for (int l = 0; l < count; ++l) {
        int64_t sum[3 * COLLIDE__DIGITS];
        for (int d = 0; d < 3 * n - 1; ++d)
            sum[d] = 0;
        for (int axis = 0; axis < 3; ++axis) {
            int32_t w[COLLIDE__DIGITS];
            for (int d = 0; d < n; ++d)
                w[d] = t->digit[axis][from + l][d] - t->digit[axis][m][d];
            collide__digits_multiply(sum, normal[axis], 2 * n, w, n);
        }
        side[l] = collide__digits_carry(sum, 3 * n - 1);
        if (!value)
            continue;
        for (int d = 0; d < 3 * n - 1 && side[l] < 0; ++d)
            sum[d] = -sum[d];
        (void)collide__digits_carry(sum, 3 * n - 1); // all digits of one sign
        value[l] = 0;
        for (int d = 3 * n - 2; d >= 0; --d)
            value[l] = collide__dmul(value[l], 1.0 / (1 << COLLIDE__DIGIT_BITS)) +
                       collide__double_of(sum[d]);
        value[l] = side[l] < 0 ? -value[l] : value[l];
    }
}

// The same, once more for numbers of one digit.
static void collide__exact_sides(collide__vertices *t, int i, int j, int k, int from, int count,
                                 int *side, double *value) {
    if (!t->digits)
        collide__digits_make(t);
    if (t->digits == 1)
        collide__digits_sides(t, 1, i, j, k, i, from, count, side, value);
    else
        collide__digits_sides(t, t->digits, i, j, k, i, from, count, side, value);
}

static int collide__exact_turn(collide__vertices *t, int axis, int i, int j, int k) {
    int32_t out[2 * COLLIDE__DIGITS];
    if (!t->digits)
        collide__digits_make(t);
    return t->digits == 1 ? collide__digits_cross(t, 1, axis, i, j, k, out)
                          : collide__digits_cross(t, t->digits, axis, i, j, k, out);
}

COLLIDE__INLINE collide__dvec3 collide__from_to(const collide__vertices *t, int i, int j) {
    collide__dvec3 r;
    r.x = t->v[0][j] - t->v[0][i];
    r.y = t->v[1][j] - t->v[1][i];
    r.z = t->v[2][j] - t->v[2][i];
    return r;
}

// The sign of x where its error, at most bound, does not matter, else 0.
COLLIDE__INLINE int collide__sign(double x, double bound) {
    return (int)(x > bound) - (int)(x < -bound);
}

COLLIDE__INLINE bool collide__one_side(const int *side) {
    return side[0] && side[0] == side[1] && side[0] == side[2];
}

// None above, or none below.
COLLIDE__INLINE bool collide__one_way(const int *side) {
    return (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) ||
           (side[0] <= 0 && side[1] <= 0 && side[2] <= 0);
}

COLLIDE__INLINE bool collide__any_zero(const int *side) {
    return !(side[0] && side[1] && side[2]);
}

COLLIDE__INLINE bool collide__all_zero(const int *side) {
    return !(side[0] || side[1] || side[2]);
}

// On which side of the plane of i, j, k vertex l lies: the sign of (v_j - v_i) x (v_k - v_i) . (v_l
// - v_i). Where the bound is 0, all vertices lie in one plane across an axis, or double is exact.
static int collide__side(collide__vertices *t, int i, int j, int k, int l) {
    const collide__dvec3 normal =
        collide__dcross(collide__from_to(t, i, j), collide__from_to(t, i, k));
    int side = collide__sign(collide__ddot(normal, collide__from_to(t, i, l)), t->bound);
    if (!side && t->bound > 0)
        collide__exact_sides(t, i, j, k, l, 1, &side, NULL);
    return side;
}

// The same for a component of a cross product.
COLLIDE__INLINE double collide__turn_bound(const collide__vertices *t, int next, int last) {
    return collide__dmul(t->limit[next], t->limit[last]) * 8.881784197001252e-16; // 2^-50
}

// The sign of a component of (v_j - v_i) x (v_k - v_i): the sense in which i, j, k turn if one
// looks against the axis.
static int collide__turn_of(collide__vertices *t, int axis, int i, int j, int k) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const double *p = t->v[next], *q = t->v[last], bound = collide__turn_bound(t, next, last);
    const int sign = collide__sign(
        collide__dmul(p[j] - p[i], q[k] - q[i]) - collide__dmul(q[j] - q[i], p[k] - p[i]), bound);
    return sign || !(bound > 0) ? sign : collide__exact_turn(t, axis, i, j, k);
}

// ---- where planes do not tell: flat pairs and triangles without area -------------------------

// A triangle, or what it is without area: a segment as its ends, the last one twice, or a point
// three times. A triangle turns by sign if one looks against the axis; else sign is 0.
typedef struct collide__corners {
    int axis, sign;
    int v[3];
} collide__corners;

// Whether vertex i comes before j, by x, y and z: on a line that is an order along it.
static bool collide__before(const collide__vertices *t, int i, int j) {
    for (int axis = 0; axis < 3; ++axis)
        if (t->v[axis][i] != t->v[axis][j])
            return t->v[axis][i] < t->v[axis][j];
    return false;
}

static collide__corners collide__corners_of(collide__vertices *t, int first) {
    collide__corners c;
    for (int i = 0; i < 3; ++i)
        c.v[i] = first + i;
    for (c.axis = 2; c.axis >= 0; --c.axis) {
        c.sign = collide__turn_of(t, c.axis, first, first + 1, first + 2);
        if (c.sign)
            return c;
    }
    c.axis = 0;
    for (int i = first; i < first + 3; ++i) {
        c.v[0] = collide__before(t, i, c.v[0]) ? i : c.v[0];
        c.v[2] = collide__before(t, c.v[2], i) ? i : c.v[2];
    }
    c.v[1] = c.v[2];
    return c;
}

// Whether an edge of a, seen along the axis, has b strictly on its other side.
static bool collide__edge_parts(collide__vertices *t, int axis, const collide__corners *a,
                                const collide__corners *b) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const double *p = t->v[next], *q = t->v[last];
    const double bound = collide__turn_bound(t, next, last);
    for (int i = 0; i < 3; ++i) {
        const int from = a->v[i], to = a->v[i < 2 ? i + 1 : 0];
        const double dp = p[to] - p[from], dq = q[to] - q[from];
        bool inside = false;
        int side[3];
        for (int k = 0; k < 3; ++k) {
            const int v = b->v[k];
            side[k] = collide__sign(
                collide__dmul(dp, q[v] - q[from]) - collide__dmul(dq, p[v] - p[from]), bound);
            inside |= side[k] && side[k] == a->sign;
        }
        if (inside)
            continue;
        for (int k = 0; k < 3 && bound > 0; ++k)
            side[k] = side[k] ? side[k] : collide__exact_turn(t, axis, from, to, b->v[k]);
        if (collide__one_side(side) && side[0] != a->sign)
            return true;
    }
    return false;
}

// Both lie in the plane of b, which has area; so a, if it has area too, has the same axis.
static bool collide__flat_meet(collide__vertices *t, const collide__corners *a,
                               const collide__corners *b) {
    return !collide__edge_parts(t, b->axis, a, b) && !collide__edge_parts(t, b->axis, b, a);
}

// Segment or point s with triangle b.
static bool collide__segment_meets(collide__vertices *t, const collide__corners *s,
                                   const collide__corners *b) {
    const int p = s->v[0], q = s->v[2], *v = b->v;
    const int side = collide__side(t, v[0], v[1], v[2], p);
    int least = 1, most = -1;
    if (side == collide__side(t, v[0], v[1], v[2], q))
        return side == 0 && collide__flat_meet(t, s, b);
    for (int i = 0; i < 3; ++i) {
        const int past = collide__side(t, p, q, v[i], v[i < 2 ? i + 1 : 0]);
        least = past < least ? past : least;
        most = past > most ? past : most;
    }
    return least >= 0 || most <= 0;
}

// Two segments or points, whose boxes overlap: on one line that is enough.
static bool collide__segments_meet(collide__vertices *t, const collide__corners *a,
                                   const collide__corners *b) {
    const int p = a->v[0], q = a->v[2], r = b->v[0], s = b->v[2];
    if (collide__side(t, p, q, r, s))
        return false;
    for (int axis = 0; axis < 3; ++axis) {
        const int to_r = collide__turn_of(t, axis, p, q, r);
        const int to_p = collide__turn_of(t, axis, r, s, p);
        if ((to_r && to_r == collide__turn_of(t, axis, p, q, s)) ||
            (to_p && to_p == collide__turn_of(t, axis, r, s, q)))
            return false;
    }
    return true;
}

// Where one has all its vertices in the plane of the other, or that one has none.
static bool collide__flats_meet(collide__vertices *t) {
    const collide__corners a = collide__corners_of(t, 0), b = collide__corners_of(t, 3);
    if (b.sign)
        return a.sign ? collide__flat_meet(t, &a, &b) : collide__segment_meets(t, &a, &b);
    return a.sign ? collide__segment_meets(t, &b, &a) : collide__segments_meet(t, &a, &b);
}

// ---- where planes cross ----------------------------------------------------------------------

// Two triangles, each with vertices on both sides of the other's plane, or on it. A vertex that is
// alone on its side has two edges to that plane; these end on the line that the planes have in
// common [Moeller], and there the order of the ends decides [Guigue].
typedef struct collide__crossing {
    int a[3], b[3]; // vertices: the lone one, and those that its edges go to
    int sign;       // of the order
} collide__crossing;

// The lone vertex of each triangle, by its sides as digits of base 3, -1 first; and 4 if its side
// is the upper one. A vertex on the plane counts as on the side that leaves one alone.
COLLIDE__INLINE collide__crossing collide__cross_of(const int side[2][3]) {
    static const uint8_t lone[27] = {0, 4, 4, 5, 2, 4, 5, 5, 2, 6, 1, 4, 0, 0,
                                     4, 0, 5, 2, 6, 1, 1, 0, 6, 1, 0, 0, 0};
    const unsigned p = lone[side[0][0] + 3 * side[0][1] + 9 * side[0][2] + 13];
    const unsigned q = lone[side[1][0] + 3 * side[1][1] + 9 * side[1][2] + 13];
    const int i = (int)(p & 3), j = (int)(q & 3), one = i < 2 ? i + 1 : 0, two = j < 2 ? j + 1 : 0;
    const bool turned = (p ^ q) & 4;
    collide__crossing c;
    c.a[0] = i;
    c.a[1] = one;
    c.a[2] = 3 - one - i;
    c.b[0] = 3 + j;
    c.b[1] = 3 + (turned ? 3 - two - j : two);
    c.b[2] = 3 + (turned ? two : 3 - two - j);
    c.sign = q & 4 ? 1 : -1;
    return c;
}

// Of the ends of edge i of a and edge j of b: 1 if that of a comes first, 0 if they are one. The
// ends of a go from edge 1 to edge 2, those of b from edge 2 to edge 1.
static int collide__order(collide__vertices *t, const collide__crossing *c, int i, int j) {
    return c->sign * collide__side(t, c->a[0], c->b[0], c->a[i], c->b[j]);
}

// Sides of three vertices of the plane of three others, 0 where double does not tell.
COLLIDE__INLINE void collide__sides(const collide__vertices *t, int plane, int from, int *side) {
    const collide__dvec3 normal = collide__dcross(collide__from_to(t, plane, plane + 1),
                                                  collide__from_to(t, plane, plane + 2));
    for (int i = 0; i < 3; ++i)
        side[i] =
            collide__sign(collide__ddot(normal, collide__from_to(t, plane, from + i)), t->bound);
}

// Whether double is exact: coordinates on each axis are multiples of a power of two by less than
// 2^15, so determinants are by less than 2^51. Then no error needs a bound. Finite coordinates.
static bool collide__vertices_exact(collide__vertices *t) {
    for (int axis = 0; axis < 3; ++axis) {
        const double scale = t->scale[axis] / (1 << (COLLIDE__DIGIT_BITS - 15));
        for (int i = 0; i < 6; ++i) {
            const double x = collide__dmul(t->v[axis][i], scale);
            if (x != (double)(int32_t)x)
                return false;
        }
    }
    t->bound = t->limit[0] = t->limit[1] = t->limit[2] = 0;
    return true;
}

// Sides for certain; false if the planes alone part the triangles.
static bool collide__sides_settle(collide__vertices *t, int side[2][3]) {
    const bool exact = t->bound > 0 && collide__vertices_exact(t);
    for (int i = 0; i < 2; ++i) {
        if (exact && collide__any_zero(side[i]))
            collide__sides(t, 3 - 3 * i, 3 * i, side[i]);
        else if (t->bound > 0 && collide__any_zero(side[i]))
            collide__exact_sides(t, 3 - 3 * i, 4 - 3 * i, 5 - 3 * i, 3 * i, 3, side[i], NULL);
        if (collide__one_side(side[i]))
            return false;
        if (collide__all_zero(side[i]))
            return true;
    }
    return true;
}

// A vertex in common, as neighbours in a mesh have.
static bool collide__vertex_shared(const collide_triangle *a, const collide_triangle *b) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (a->v[i].x == b->v[j].x && a->v[i].y == b->v[j].y && a->v[i].z == b->v[j].z)
                return true;
    return false;
}

// Fills in the vertices; false if the boxes of the triangles are apart. A determinant of three
// differences has 6 terms of at most limit[0] * limit[1] * limit[2], and an error of at most 7.01 *
// 2^-53 of their sum; a component of a cross product 3.01 * 2^-53 of its two. In double nothing
// overflows, and no product of three floats vanishes.
COLLIDE__INLINE bool collide__vertices_of(collide__vertices *t, const collide_triangle *a,
                                          const collide_triangle *b) {
#define COLLIDE__MIN_OF(p, q) ((p) < (q) ? (p) : (q))
#define COLLIDE__MAX_OF(p, q) ((p) > (q) ? (p) : (q))
#define COLLIDE__AXIS(i, x)                                                                        \
    {                                                                                              \
        const float a0 = a->v[0].x, a1 = a->v[1].x, a2 = a->v[2].x;                                \
        const float b0 = b->v[0].x, b1 = b->v[1].x, b2 = b->v[2].x;                                \
        const float a_low = COLLIDE__MIN_OF(a0, a1), a_high = COLLIDE__MAX_OF(a0, a1);             \
        const float b_low = COLLIDE__MIN_OF(b0, b1), b_high = COLLIDE__MAX_OF(b0, b1);             \
        const float a_min = COLLIDE__MIN_OF(a2, a_low), a_max = COLLIDE__MAX_OF(a2, a_high);       \
        const float b_min = COLLIDE__MIN_OF(b2, b_low), b_max = COLLIDE__MAX_OF(b2, b_high);       \
        if (!(a_min <= b_max && b_min <= a_max))                                                   \
            return false;                                                                          \
        t->limit[i] =                                                                              \
            (double)COLLIDE__MAX_OF(a_max, b_max) - (double)COLLIDE__MIN_OF(a_min, b_min);         \
        for (int k = 0; k < 3; ++k) {                                                              \
            t->v[i][k] = (double)a->v[k].x;                                                        \
            t->v[i][3 + k] = (double)b->v[k].x;                                                    \
        }                                                                                          \
    }
    COLLIDE__AXIS(0, x)
    COLLIDE__AXIS(1, y)
    COLLIDE__AXIS(2, z)
#undef COLLIDE__AXIS
#undef COLLIDE__MAX_OF
#undef COLLIDE__MIN_OF
    t->bound = collide__dmul(collide__dmul(t->limit[0], t->limit[1]), t->limit[2]) *
               7.105427357601002e-15; // 2^-47
    t->scale[0] = 0;
    t->digits = 0;
    return true;
}

typedef enum collide__relation {
    COLLIDE__APART,
    COLLIDE__FLAT,
    COLLIDE__CROSSED
} collide__relation;

// How two triangles meet: FLAT if the plane of one holds the other, or one has no area; else
// CROSSED, with side[0] the sides of a's vertices of b's plane, side[1] the other way round. With
// neighbours, a vertex in common is enough for that.
COLLIDE__INLINE collide__relation collide__relate(collide__vertices *t, const collide_triangle *a,
                                                  const collide_triangle *b, bool neighbours,
                                                  int side[2][3], collide__crossing *c) {
    if (!collide__vertices_of(t, a, b))
        return COLLIDE__APART;
    collide__sides(t, 3, 0, side[0]);
    if (collide__one_side(side[0]))
        return COLLIDE__APART;
    collide__sides(t, 0, 3, side[1]);
    if (collide__one_side(side[1]))
        return COLLIDE__APART;
    if (collide__any_zero(side[0]) || collide__any_zero(side[1])) {
        if (!collide__vertices_finite(t)) // which leaves some side uncertain
            return COLLIDE__APART;
        if (neighbours && collide__vertex_shared(a, b))
            return COLLIDE__CROSSED;
        if (!collide__sides_settle(t, side))
            return COLLIDE__APART;
        if (collide__all_zero(side[0]) || collide__all_zero(side[1]))
            return collide__flats_meet(t) ? COLLIDE__FLAT : COLLIDE__APART;
    }
    *c = collide__cross_of((const int(*)[3])side);
    return collide__order(t, c, 1, 1) >= 0 && collide__order(t, c, 2, 2) <= 0 ? COLLIDE__CROSSED
                                                                              : COLLIDE__APART;
}

COLLIDE_API bool collide_triangle_triangle(const collide_triangle *a, const collide_triangle *b) {
    collide__vertices t;
    collide__crossing c;
    int side[2][3];
    COLLIDE_ASSERT(a && b);
    return collide__relate(&t, a, b, true, side, &c) != COLLIDE__APART;
}

// ---- tetrahedra ------------------------------------------------------------------------------
// Convex bodies meet if faces do, or if one holds the other.

static void collide__vertices_set(collide__vertices *t, const collide_vec3 *const p[6]) {
    for (int axis = 0; axis < 3; ++axis) {
        double lo = 0, hi = 0;
        for (int i = 0; i < 6; ++i) {
            t->v[axis][i] = (double)collide__floats(p[i])[axis];
            lo = i == 0 || t->v[axis][i] < lo ? t->v[axis][i] : lo;
            hi = i == 0 || t->v[axis][i] > hi ? t->v[axis][i] : hi;
        }
        t->limit[axis] = hi - lo;
    }
    t->bound = collide__dmul(collide__dmul(t->limit[0], t->limit[1]), t->limit[2]) *
               7.105427357601002e-15; // 2^-47, as for triangles
    t->scale[0] = 0;
    t->digits = 0;
}

// Whether p is inside, not on a face.
static bool collide__tetrahedron_holds(const collide_tetrahedron *a, const collide_vec3 *p) {
    const collide_vec3 *const points[6] = {&a->v[0], &a->v[1], &a->v[2], &a->v[3], p, p};
    collide__vertices t;
    collide__vertices_set(&t, points);
    const int own = collide__side(&t, 0, 1, 2, 3);
    return own && collide__side(&t, 4, 1, 2, 3) == own && collide__side(&t, 0, 4, 2, 3) == own &&
           collide__side(&t, 0, 1, 4, 3) == own && collide__side(&t, 0, 1, 2, 4) == own;
}

// The face without vertex f.
COLLIDE__INLINE collide_triangle collide__tetrahedron_face(const collide_tetrahedron *a, int f) {
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = a->v[i < f ? i : i + 1];
    return t;
}

// What of n points the planes of the faces tell for certain: whether one of them has all points on
// its other side; which are on some other side, and which inside, as bits.
static bool collide__tetrahedron_parts(const collide_tetrahedron *a, const collide_vec3 *p, int n,
                                       double bound, unsigned *outside, unsigned *inside) {
    *outside = 0;
    *inside = (1u << n) - 1;
    for (int f = 0; f < 4; ++f) {
        const collide_triangle face = collide__tetrahedron_face(a, f);
        const collide__dvec3 normal = collide__dcross(collide__dsub(face.v[1], face.v[0]),
                                                      collide__dsub(face.v[2], face.v[0]));
        const int own =
            collide__sign(collide__ddot(normal, collide__dsub(a->v[f], face.v[0])), bound);
        unsigned out = 0, in = 0;
        for (int i = 0; i < n; ++i) {
            const int side =
                own * collide__sign(collide__ddot(normal, collide__dsub(p[i], face.v[0])), bound);
            out |= (unsigned)(side < 0) << i;
            in |= (unsigned)(side > 0) << i;
        }
        *outside |= out;
        *inside &= in;
        if (out == (1u << n) - 1)
            return true;
    }
    return false;
}

// Boxes apart, or a number that is not finite; else the bound of the error of a side.
static bool collide__tetrahedron_apart(const collide_vec3 *p, int n, const collide_vec3 *q, int m,
                                       double *bound) {
    *bound = 7.105427357601002e-15; // 2^-47
    for (int axis = 0; axis < 3; ++axis) {
        float lo[2], hi[2];
        for (int side = 0; side < 2; ++side) {
            const collide_vec3 *v = side ? q : p;
            for (int i = 0; i < (side ? m : n); ++i) {
                const float *x = collide__floats(&v[i]) + axis;
                if (!collide__finite(*x))
                    return true;
                lo[side] = i == 0 || *x < lo[side] ? *x : lo[side];
                hi[side] = i == 0 || *x > hi[side] ? *x : hi[side];
            }
        }
        if (lo[0] > hi[1] || lo[1] > hi[0])
            return true;
        *bound = collide__dmul(*bound, (double)(hi[0] > hi[1] ? hi[0] : hi[1]) -
                                           (double)(lo[0] < lo[1] ? lo[0] : lo[1]));
    }
    return false;
}

COLLIDE_API bool collide_tetrahedron_triangle(const collide_tetrahedron *a,
                                              const collide_triangle *b) {
    double bound;
    unsigned outside, inside;
    COLLIDE_ASSERT(a && b);
    if (collide__tetrahedron_apart(a->v, 4, b->v, 3, &bound) ||
        collide__tetrahedron_parts(a, b->v, 3, bound, &outside, &inside))
        return false;
    for (int f = 0; f < 4 && !inside; ++f) {
        const collide_triangle face = collide__tetrahedron_face(a, f);
        if (collide_triangle_triangle(&face, b))
            return true;
    }
    return inside || (!outside && collide__tetrahedron_holds(a, &b->v[0]));
}

COLLIDE_API bool collide_tetrahedron_tetrahedron(const collide_tetrahedron *a,
                                                 const collide_tetrahedron *b) {
    double bound;
    unsigned outside[2], inside[2];
    COLLIDE_ASSERT(a && b);
    if (collide__tetrahedron_apart(a->v, 4, b->v, 4, &bound) ||
        collide__tetrahedron_parts(a, b->v, 4, bound, &outside[0], &inside[0]) ||
        collide__tetrahedron_parts(b, a->v, 4, bound, &outside[1], &inside[1]))
        return false;
    if (inside[0] | inside[1])
        return true;
    for (int f = 0; f < 16; ++f) {
        const collide_triangle face[2] = {collide__tetrahedron_face(a, f / 4),
                                          collide__tetrahedron_face(b, f % 4)};
        if (collide_triangle_triangle(&face[0], &face[1]))
            return true;
    }
    return (!outside[0] && collide__tetrahedron_holds(a, &b->v[0])) ||
           (!outside[1] && collide__tetrahedron_holds(b, &a->v[0]));
}

// ---- what triangles have in common -----------------------------------------------------------

COLLIDE__INLINE collide__dvec3 collide__vertex(const collide__vertices *t, int i) {
    collide__dvec3 r;
    r.x = t->v[0][i];
    r.y = t->v[1][i];
    r.z = t->v[2][i];
    return r;
}

// Where the edge between two vertices, whose sides of the plane are given, ends on the plane of the
// triangle that begins at vertex plane.
static collide__dvec3 collide__edge_end(collide__vertices *t, int from, int to, int side_from,
                                        int side_to, int plane) {
    const collide__dvec3 normal = collide__dcross(collide__from_to(t, plane, plane + 1),
                                                  collide__from_to(t, plane, plane + 2));
    const double certain = t->bound * (1 << COLLIDE__DIGIT_BITS);
    double d = collide__ddot(normal, collide__from_to(t, plane, from));
    double e = collide__ddot(normal, collide__from_to(t, plane, to));
    if (collide__dabs(d) < certain && collide__dabs(e) < certain) { // the edge lies nearly flat
        collide__exact_sides(t, plane, plane + 1, plane + 2, from, 1, &side_from, &d);
        collide__exact_sides(t, plane, plane + 1, plane + 2, to, 1, &side_to, &e);
    }
    double k = d == e ? 0.5 : d / (d - e);
    k = side_from == 0 ? 0 : side_to == 0 ? 1 : k > 0 ? (k < 1 ? k : 1) : 0;
    return collide__dadd(collide__vertex(t, from), k, collide__from_to(t, from, to));
}

// The end of edge i of the crossing, of a or of b.
static collide__dvec3 collide__crossing_end(collide__vertices *t, const collide__crossing *c,
                                            const int side[2][3], bool of_b, int i) {
    const int from = of_b ? c->b[0] : c->a[0], to = of_b ? c->b[i] : c->a[i], first = of_b ? 3 : 0;
    return collide__edge_end(t, from, to, side[of_b][from - first], side[of_b][to - first],
                             3 - first);
}

// Of triangles that are FLAT: 1 or 2 if only a or only b has area and the other one, which goes
// from *from to *to, crosses its plane; 0 if all lies in one plane.
static int collide__pierced(collide__vertices *t, int side[2][3], int *from, int *to) {
    const collide__corners corners[2] = {collide__corners_of(t, 0), collide__corners_of(t, 3)};
    const int own = corners[0].sign ? 0 : 1, first = own == 0 ? 3 : 0;
    if ((corners[0].sign != 0) == (corners[1].sign != 0))
        return 0;
    for (int i = 0; i < 3; ++i)
        side[1 - own][i] = collide__side(t, 3 - first, 4 - first, 5 - first, first + i);
    *from = corners[1 - own].v[0];
    *to = corners[1 - own].v[2];
    return collide__all_zero(side[1 - own]) ? 0 : own + 1;
}

COLLIDE_API bool collide_triangle_triangle_segment(const collide_triangle *a,
                                                   const collide_triangle *b, collide_segment *out,
                                                   bool *coplanar) {
    collide__vertices t;
    collide__crossing c;
    int side[2][3], from = 0, to = 0;
    COLLIDE_ASSERT(a && b);
    const collide__relation relation = collide__relate(&t, a, b, false, side, &c);
    collide_segment common = {{0, 0, 0}, {0, 0, 0}};
    bool flat = false;
    if (relation == COLLIDE__FLAT) {
        const int face = collide__pierced(&t, side, &from, &to);
        flat = face == 0;
        if (face) {
            const int first = face == 1 ? 3 : 0;
            common.a = common.b = collide__dround_zero(collide__edge_end(
                &t, from, to, side[2 - face][from - first], side[2 - face][to - first], 3 - first));
        }
    } else if (relation == COLLIDE__CROSSED) {
        const int(*sides)[3] = (const int(*)[3])side;
        const bool a_first = collide__order(&t, &c, 1, 2) < 0;
        const bool a_last = collide__order(&t, &c, 2, 1) >= 0;
        common.a =
            collide__dround_zero(collide__crossing_end(&t, &c, sides, !a_first, a_first ? 1 : 2));
        common.b =
            collide__dround_zero(collide__crossing_end(&t, &c, sides, !a_last, a_last ? 2 : 1));
    }
    if (out)
        *out = common;
    if (coplanar)
        *coplanar = flat;
    return relation != COLLIDE__APART;
}

// ---- contacts --------------------------------------------------------------------------------

// Unit normal; false if there is no area.
static bool collide__unit_normal(const collide_triangle *t, collide__dvec3 *normal) {
    *normal = collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return collide__dnormalize(normal);
}

// Of two edges, or segments: the points that are nearest to each other. Clamped to both ends of
// both; parallel ones have ends.
static void collide__edges_nearest(collide__dvec3 p, collide__dvec3 d, collide__dvec3 q,
                                   collide__dvec3 e, collide__dvec3 *on_p, collide__dvec3 *on_q) {
    const collide__dvec3 r = collide__dadd(p, -1, q);
    const double dd = collide__ddot(d, d), ee = collide__ddot(e, e), de = collide__ddot(d, e);
    const double dr = collide__ddot(d, r), er = collide__ddot(e, r);
    const collide__dvec3 cross = collide__dcross(d, e);
    const double square = collide__ddot(cross, cross); // dd ee - de de, without its cancellation
    double s = 0, k = 0;
    if (square > 0)
        s = collide__clamp((collide__dmul(de, er) - collide__dmul(dr, ee)) / square, 1);
    k = ee > 0 ? collide__clamp((collide__dmul(de, s) + er) / ee, 1) : 0;
    if (dd > 0)
        s = collide__clamp((collide__dmul(de, k) - dr) / dd, 1);
    *on_p = collide__dadd(p, s, d);
    *on_q = collide__dadd(q, k, e);
}

COLLIDE__INLINE void collide__contact_put(collide_contact *out, collide__dvec3 a, collide__dvec3 b,
                                          collide__dvec3 normal, double depth, uint32_t feature_a,
                                          uint32_t feature_b) {
    out->point_a = collide__dround_zero(a);
    out->point_b = collide__dround_zero(b);
    out->normal = collide__dround_zero(normal);
    out->depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->feature_a = feature_a;
    out->feature_b = feature_b;
}

// Vertices of one triangle behind the face of the other, a's if of_a; or if there are none, those
// on it.
static int collide__behind_face(const collide__vertices *t, bool of_a, const int *side,
                                collide__dvec3 normal, collide_contact *out) {
    const int first = of_a ? 3 : 0, face = of_a ? 0 : 3;
    const collide__dvec3 corner[3] = {collide__vertex(t, face), collide__vertex(t, face + 1),
                                      collide__vertex(t, face + 2)};
    const bool behind = side[0] < 0 || side[1] < 0 || side[2] < 0;
    int n = 0;
    for (int i = 0; i < 3; ++i) {
        if (behind ? side[i] >= 0 : side[i] != 0)
            continue;
        const collide__dvec3 v = collide__vertex(t, first + i);
        const collide__dvec3 on = collide__triangle_nearest(corner, v);
        const double depth = -collide__ddot(normal, collide__from_to(t, face, first + i));
        const uint32_t vertex = COLLIDE_FEATURE_VERTEX | (uint32_t)i;
        if (of_a)
            collide__contact_put(&out[n++], on, v, collide__dneg(normal), depth,
                                 COLLIDE_FEATURE_FACE, vertex);
        else
            collide__contact_put(&out[n++], v, on, normal, depth, vertex, COLLIDE_FEATURE_FACE);
    }
    return n;
}

// The number of the edge between two vertices of one triangle.
COLLIDE__INLINE uint32_t collide__edge_number(int i, int j) {
    const int p = i % 3, q = j % 3;
    return COLLIDE_FEATURE_EDGE | (uint32_t)(q == (p + 1) % 3 ? p : q);
}

// Edges i of both, which bound what the triangles have in common. The normal leaves B, as far as
// faces tell.
static void collide__edge_contact(const collide__vertices *t, const collide__crossing *c, int i,
                                  collide__dvec3 normal_a, collide__dvec3 normal_b,
                                  collide_contact *out) {
    const collide__dvec3 d = collide__from_to(t, c->a[0], c->a[i]);
    const collide__dvec3 e = collide__from_to(t, c->b[0], c->b[i]);
    const collide__dvec3 away = collide__dadd(normal_b, -1, normal_a);
    collide__dvec3 normal = collide__dcross(d, e), p, q;
    collide__edges_nearest(collide__vertex(t, c->a[0]), d, collide__vertex(t, c->b[0]), e, &p, &q);
    if (!collide__dnormalize(&normal)) {
        normal = away;
        if (!collide__dnormalize(&normal))
            normal = normal_b;
    }
    // Where both faces lie along the normal, they do not tell: the way out of each other does, or
    // if they just touch, where they lie.
    const collide__dvec3 gap = collide__dadd(q, -1, p);
    double side = collide__ddot(normal, away);
    if (!(collide__dabs(side) > 5.9604644775390625e-8)) { // 2^-24
        const double touch = collide__dmul(collide__dsum_abs(p) + collide__dsum_abs(q),
                                           9.094947017729282e-13); // 2^-40
        collide__dvec3 middle = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            middle = collide__dadd(middle, 1, collide__from_to(t, 3 + k, k));
        side = collide__ddot(normal, gap);
        if (!(collide__dabs(side) > touch))
            side = collide__ddot(normal, middle);
    }
    if (side < 0)
        normal = collide__dneg(normal);
    collide__contact_put(out, p, q, normal, collide__ddot(gap, normal),
                         collide__edge_number(c->a[0], c->a[i]),
                         collide__edge_number(c->b[0], c->b[i]));
}

// Any direction across d; across z if d is 0.
static collide__dvec3 collide__any_normal(collide__dvec3 d) {
    const double x = collide__dabs(d.x), y = collide__dabs(d.y), z = collide__dabs(d.z);
    collide__dvec3 r = collide__dcross(collide__coordinate_axis(x <= y && x <= z ? 0
                                                                : y <= z         ? 1
                                                                                 : 2),
                                       d);
    return collide__dnormalize(&r) ? r : collide__coordinate_axis(2);
}

// A direction across both triangles, which have no area.
static collide__dvec3 collide__any_across(collide__vertices *t) {
    const collide__corners p = collide__corners_of(t, 0), q = collide__corners_of(t, 3);
    const collide__dvec3 d = collide__from_to(t, p.v[0], p.v[2]);
    const collide__dvec3 e = collide__from_to(t, q.v[0], q.v[2]);
    collide__dvec3 r = collide__dcross(d, e);
    return collide__dnormalize(&r)
               ? r
               : collide__any_normal(collide__ddot(d, d) > collide__ddot(e, e) ? d : e);
}

COLLIDE_API size_t collide_triangle_triangle_contacts(const collide_triangle *a,
                                                      const collide_triangle *b,
                                                      collide_contact *contacts, size_t capacity) {
    collide__vertices t;
    collide__crossing c;
    collide__dvec3 normal_a, normal_b;
    collide_contact found[3];
    int side[2][3], n, from, to;
    COLLIDE_ASSERT(a && b && (contacts || !capacity));
    const collide__relation relation = collide__relate(&t, a, b, false, side, &c);
    if (relation == COLLIDE__APART)
        return 0;
    const bool area_a = collide__unit_normal(a, &normal_a),
               area_b = collide__unit_normal(b, &normal_b);
    if (!area_b)
        normal_b = area_a ? collide__dneg(normal_a) : collide__any_across(&t);
    if (!area_a) // or too little for double, whatever the sides are
        normal_a = collide__dneg(normal_b);
    if (relation == COLLIDE__FLAT) {
        const int face = collide__pierced(&t, side, &from, &to);
        if (!face) {
            const collide_vec3 still = {0, 0, 0};
            const collide__shapes s = collide__triangles(a, still, b, still, 0);
            return collide__shapes_contacts(&s, collide__dround_zero(normal_b),
                                            area_b   ? 1
                                            : area_a ? 0
                                                     : 2,
                                            true, contacts, capacity);
        }
        n = collide__behind_face(&t, face == 1, side[2 - face], face == 1 ? normal_a : normal_b,
                                 found);
    } else {
        const int first = collide__order(&t, &c, 1, 2), last = collide__order(&t, &c, 2, 1);
        n = 1;
        if (first <= 0 && last >= 0)
            n = collide__behind_face(&t, false, side[0], normal_b, found);
        else if (first >= 0 && last <= 0)
            n = collide__behind_face(&t, true, side[1], normal_a, found);
        else
            collide__edge_contact(&t, &c, first < 0 ? 1 : 2, normal_a, normal_b, found);
    }
    collide__contacts_deepest(found, n, contacts, capacity);
    return (size_t)n;
}

// ---- contacts of meshes ----------------------------------------------------------------------

COLLIDE__INLINE bool collide__close_by(collide_vec3 a, collide_vec3 b, float distance) {
    const collide_vec3 d = collide__sub(a, b);
    return collide__abs(d.x) <= distance && collide__abs(d.y) <= distance &&
           collide__abs(d.z) <= distance;
}

// Whether c stays rather than what was kept in its place.
static bool collide__contact_better(const collide_contact *c, const collide_contact *kept,
                                    float distance) {
    const collide_vec3 d = collide__sub(c->point_b, c->point_a);
    const collide_vec3 e = collide__sub(kept->point_b, kept->point_a);
    const float deeper = c->depth - kept->depth;
    return deeper > distance || (deeper >= -distance && collide__dot(d, d) < collide__dot(e, e));
}

// Whether c is of the same place as kept, which it is then merged with.
static bool collide__contact_merges(collide_contact *kept, const collide_contact *c,
                                    float distance) {
    const float deepest = kept->depth > c->depth ? kept->depth : c->depth;
    if (!((collide__close_by(kept->point_a, c->point_a, distance) ||
           collide__close_by(kept->point_b, c->point_b, distance)) &&
          collide__dot(kept->normal, c->normal) >= 0.999f))
        return false;
    if (collide__contact_better(c, kept, distance))
        *kept = *c;
    kept->depth = deepest;
    return true;
}

COLLIDE_API size_t collide_contacts_merge(collide_contact *contacts, size_t n, float distance) {
    size_t left = 0;
    COLLIDE_ASSERT(contacts || !n);
    for (size_t i = 0; i < n; ++i) {
        const collide_contact c = contacts[i];
        size_t k = 0;
        while (k < left && !collide__contact_merges(&contacts[k], &c, distance))
            ++k;
        if (k == left)
            contacts[left++] = c;
    }
    return left;
}

// How far a contact's point on b is along the plane of n to the left of the line from p to q, times
// its length.
static double collide__contact_left(collide__dvec3 n, collide_vec3 p, collide_vec3 q,
                                    collide_vec3 at) {
    return collide__ddot(collide__dcross(n, collide__dsub(q, p)), collide__dsub(at, p));
}

// Brings the contact of the greatest score to place k; false if none is above 0. Scores: 0 the
// depth, 1 the distance from contact 0, 2 that from the line of 0 and 1, 3 how far outside of the
// triangle of all three, or for three on a line of 0 and 1 how far on the other side of 0.
static bool collide__contact_best(collide_contact *c, size_t n, size_t k, bool line) {
    double most = k ? 0 : -1;
    size_t best = n;
    const collide__dvec3 normal = collide__dvec3_of(c[0].normal);
    for (size_t i = k; i < n; ++i) {
        const collide_vec3 at = c[i].point_b;
        const collide__dvec3 from = collide__dsub(at, c[0].point_b);
        double score = (double)c[i].depth;
        if (k == 1)
            score = collide__ddot(from, from);
        if (k == 2)
            score = collide__dabs(collide__contact_left(normal, c[0].point_b, c[1].point_b, at));
        if (k == 2 && line)
            score = -collide__ddot(from, collide__dsub(c[1].point_b, c[0].point_b));
        if (k == 3) {
            const double side =
                collide__contact_left(normal, c[0].point_b, c[1].point_b, c[2].point_b) < 0 ? 1
                                                                                            : -1;
            score = 0;
            for (int e = 0; e < 3; ++e) {
                const double off = collide__dmul(
                    side, collide__contact_left(normal, c[e].point_b, c[(e + 1) % 3].point_b, at));
                score = off > score ? off : score;
            }
        }
        if (score > most) {
            most = score;
            best = i;
        }
    }
    if (best == n)
        return false;
    const collide_contact found = c[best];
    c[best] = c[k];
    c[k] = found;
    return true;
}

COLLIDE_API size_t collide_contacts_reduce(collide_contact *contacts, size_t n) {
    size_t left = 0;
    COLLIDE_ASSERT(contacts || !n);
    for (size_t first = 0, end; first < n; first = end) {
        const collide__dvec3 normal = collide__dvec3_of(contacts[first].normal);
        collide_contact *group = contacts + first;
        end = first + 1;
        for (size_t i = end; i < n; ++i)
            if (collide__ddot(collide__dvec3_of(contacts[i].normal), normal) >= 0.999) {
                const collide_contact like = contacts[i];
                contacts[i] = contacts[end];
                contacts[end++] = like;
            }
        size_t count = end - first;
        if (count > 4) {
            const size_t all = count;
            count = 1;
            collide__contact_best(group, all, 0, false);
            if (collide__contact_best(group, all, 1, false))
                count = collide__contact_best(group, all, 2, false)
                            ? 3 + collide__contact_best(group, all, 3, false)
                            : 2 + collide__contact_best(group, all, 2, true);
        }
        memmove(contacts + left, group, count * sizeof *contacts);
        left += count;
    }
    return left;
}

// The velocity of a point of a body.
static collide__dvec3 collide__motion_at(const collide_motion *m, collide_vec3 p) {
    const collide__dvec3 still = {0, 0, 0};
    return m ? collide__dadd(
                   collide__dvec3_of(m->linear), 1,
                   collide__dcross(collide__dvec3_of(m->angular), collide__dsub(p, m->center)))
             : still;
}

COLLIDE_API bool collide_contact_closing(const collide_contact *contact, const collide_motion *a,
                                         const collide_motion *b, collide_vec3 *velocity) {
    COLLIDE_ASSERT(contact);
    const collide__dvec3 v = collide__dadd(collide__motion_at(a, contact->point_a), -1,
                                           collide__motion_at(b, contact->point_b));
    if (velocity)
        *velocity = collide__dround_zero(v);
    return collide__ddot(v, collide__dvec3_of(contact->normal)) < 0;
}

// ---- closest points --------------------------------------------------------------------------

COLLIDE_API collide_vec3 collide_point_segment_closest(collide_vec3 p, const collide_segment *b) {
    const collide__dvec3 e = collide__dsub(b->b, b->a);
    const double along = collide__ddot(collide__dsub(p, b->a), e), square = collide__ddot(e, e);
    const double k = along > 0 ? (along < square ? along / square : 1) : 0;
    return collide__dround_zero(collide__dadd(collide__dvec3_of(b->a), k, e));
}

COLLIDE_API collide_vec3 collide_point_triangle_closest(collide_vec3 p, const collide_triangle *b) {
    const collide__dvec3 t[3] = {collide__dvec3_of(b->v[0]), collide__dvec3_of(b->v[1]),
                                 collide__dvec3_of(b->v[2])};
    return collide__dround_zero(collide__triangle_nearest(t, collide__dvec3_of(p)));
}

COLLIDE_API bool collide_sphere_triangle(const collide_sphere *a, const collide_triangle *b) {
    const collide__dvec3 t[3] = {collide__dsub(b->v[0], a->center),
                                 collide__dsub(b->v[1], a->center),
                                 collide__dsub(b->v[2], a->center)};
    const collide__dvec3 origin = {0, 0, 0};
    const collide__dvec3 q = collide__triangle_nearest(t, origin);
    return a->radius >= 0 && collide__finite3(a->center) && collide__finite3(b->v[0]) &&
           collide__finite3(b->v[1]) && collide__finite3(b->v[2]) &&
           collide__ddot(q, q) <= collide__dmul((double)a->radius, (double)a->radius);
}

// Times within [first, last], none if first > last.
typedef struct collide__span {
    double first, last;
} collide__span;

// Those at which at + t * speed >= 0.
static void collide__span_above(collide__span *span, double at, double speed) {
    const double t = speed > 0 || speed < 0 ? collide__ddiv(-at, speed) : 0;
    if (speed > 0)
        span->first = t > span->first ? t : span->first;
    else if (speed < 0)
        span->last = t < span->last ? t : span->last;
    else if (!(at >= 0))
        span->first = DBL_MAX;
}

// Those at which p + t * v is within the root of square of the origin.
static void collide__span_ball(collide__span *span, collide__dvec3 p, collide__dvec3 v,
                               double square) {
    const double pv = collide__ddot(p, v), vv = collide__ddot(v, v);
    const double c = collide__ddot(p, p) - square;
    const collide__dvec3 w = collide__dcross(p, v);
    const double part = c <= 0 ? collide__dmul(pv, pv) - collide__dmul(c, vv)
                               : collide__dmul(square, vv) - collide__ddot(w, w);
    if (!(vv > 0)) {
        span->first = c <= 0 ? span->first : DBL_MAX;
        return;
    }
    const double root = part > 0 ? collide__sqrt(part) : 0;
    // Of both roots that which does not cancel, and the other one by their product.
    const double sum = pv > 0 ? -(pv + root) : root - pv;
    const double x = collide__ddiv(sum, vv), y = sum > 0 || sum < 0 ? collide__ddiv(c, sum) : 0;
    const double first = x < y ? x : y, last = x < y ? y : x;
    span->first = !(part >= 0) ? DBL_MAX : first > span->first ? first : span->first;
    span->last = last < span->last ? last : span->last;
}

static void collide__span_join(collide__span *all, collide__span span) {
    if (!(span.first <= span.last))
        return;
    all->first = span.first < all->first ? span.first : all->first;
    all->last = span.last > all->last ? span.last : all->last;
}

// The ball's centre meets balls round the vertices, cylinders round the edges, and what lies above
// and below the face: of each the times are a span.
COLLIDE_API bool collide_sphere_triangle_sweep(const collide_sphere *a, collide_vec3 va,
                                               const collide_triangle *b, collide_vec3 vb,
                                               float t_max, collide_impact *out) {
    const collide__span always = {-DBL_MAX, 0.5 * DBL_MAX};
    collide__span all = {DBL_MAX, -DBL_MAX};
    collide__dvec3 p[3], e[3]; // the centre from each vertex; edges
    const collide__dvec3 v = collide__dsub(va, vb);
    double size = (double)a->radius;
    collide__impact_miss(out);
    if (!(a->radius >= 0 && a->radius <= FLT_MAX && t_max >= 0) || !collide__finite3(a->center) ||
        !collide__finite3(va) || !collide__finite3(vb) || !collide__finite3(b->v[0]) ||
        !collide__finite3(b->v[1]) || !collide__finite3(b->v[2]))
        return false;
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dsub(a->center, b->v[i]);
        e[i] = collide__dsub(b->v[(i + 1) % 3], b->v[i]);
        size += collide__dsum_abs(p[i]);
    }
    const double reach = (double)a->radius + collide__dmul(size, 5.684341886080802e-14); // 2^-44
    const double square = collide__dmul(reach, reach);
    const collide__dvec3 n = collide__dcross(e[0], e[1]);
    const double nn = collide__ddot(n, n), along = collide__ddot(n, v);
    collide__span face = always;
    if (nn > 0) {
        const double at = collide__ddot(n, p[0]), most = collide__dmul(reach, collide__sqrt(nn));
        collide__span_above(&face, most - at, -along);
        collide__span_above(&face, most + at, along);
    } else {
        face.first = DBL_MAX;
    }
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 inward = collide__dcross(n, e[i]);
        const double ee = collide__ddot(e[i], e[i]);
        collide__span vertex = always, edge = always;
        collide__span_above(&face, collide__ddot(inward, p[i]), collide__ddot(inward, v));
        collide__span_ball(&vertex, p[i], v, square);
        collide__span_join(&all, vertex);
        if (ee > 0) {
            const double at = collide__ddot(e[i], p[i]), speed = collide__ddot(e[i], v);
            collide__span_above(&edge, at, speed);
            collide__span_above(&edge, ee - at, -speed);
            collide__span_ball(&edge, collide__dcross(p[i], e[i]), collide__dcross(v, e[i]),
                               collide__dmul(square, ee));
            collide__span_join(&all, edge);
        }
    }
    collide__span_join(&all, face);
    if (!(all.first <= all.last && all.last >= 0 && all.first <= (double)t_max))
        return false;
    if (out) {
        const double first = all.first > 0 ? all.first : 0;
        const float last = collide__float_up(all.last);
        collide__dvec3 t[3];
        for (int i = 0; i < 3; ++i)
            t[i] = collide__dneg(collide__dadd(p[i], first, v));
        const collide__dvec3 origin = {0, 0, 0};
        const collide__dvec3 q = collide__dneg(collide__triangle_nearest(t, origin));
        const double distance = collide__sqrt(collide__ddot(q, q));
        const double depth = (double)a->radius - distance;
        const collide__dvec3 back = along > 0 ? collide__dneg(n) : n, up = {0, 0, 1};
        collide__dvec3 normal = q;
        if (!(distance > 0) || !collide__dnormalize(&normal)) {
            normal = nn > 0 ? back : collide__dneg(v);
            if (!collide__dnormalize(&normal))
                normal = up;
        }
        out->t_first = collide__float_down(first);
        out->t_last = last < t_max ? last : t_max;
        out->normal = collide__dround(normal);
        out->depth = all.first <= 0 && depth > 0 ? (float)depth : 0;
        out->axis = COLLIDE_AXIS_NONE;
    }
    return true;
}

#ifndef COLLIDE_NO_KDOP
// Each plane takes away what is beyond it, and adds a corner at most. middle, if not NULL, takes
// that of the corners of what is left.
static bool collide__kdop_triangle(int kind, const float *min, const float *max,
                                   const collide_triangle *t, collide__dvec3 *middle) {
    collide__dvec3 p[3 + 26], q[3 + 26];
    size_t n = 3;
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dvec3_of(t->v[i]);
        if (!collide__finite3(t->v[i]))
            return false;
        const double reach = collide__dsum_abs(p[i]);
        size = reach > size ? reach : size;
    }
    const double slack = collide__dmul(size, 9.094947017729282e-13); // 2^-40
    for (int i = 0; i < kind / 2; ++i)
        if (!(min[i] <= max[i]))
            return false;
    for (int r = 0; r < kind && n > 0; ++r) {
        const signed char *d = collide__kdop_direction(kind, r / 2);
        const double sign = r & 1 ? -1 : 1;
        const collide__dvec3 m = {sign * d[0], sign * d[1], sign * d[2]};
        const double limit = (r & 1 ? -(double)min[r / 2] : (double)max[r / 2]) + slack;
        size_t count = 0;
        for (size_t k = 0; k < n; ++k) {
            const size_t next = k + 1 < n ? k + 1 : 0;
            const double a = collide__ddot(m, p[k]) - limit, b = collide__ddot(m, p[next]) - limit;
            if (a <= 0 && count < 29)
                q[count++] = p[k];
            if (((a < 0 && b > 0) || (a > 0 && b < 0)) && count < 29) {
                const double along = collide__ddiv(a, a - b);
                const collide__dvec3 way = {p[next].x - p[k].x, p[next].y - p[k].y,
                                            p[next].z - p[k].z};
                q[count++] = collide__dadd(p[k], along, way);
            }
        }
        n = count;
        memcpy(p, q, n * sizeof *p);
    }
    if (middle && n > 0) {
        const collide__dvec3 zero = {0, 0, 0};
        *middle = zero;
        for (size_t k = 0; k < n; ++k)
            *middle = collide__dadd(*middle, collide__ddiv(1, (double)(int)n), p[k]);
    }
    return n > 0;
}

#define COLLIDE__KDOP_TRIANGLE(K)                                                                  \
    COLLIDE_API bool collide_kdop##K##_triangle(const collide_kdop##K *a,                          \
                                                const collide_triangle *b) {                       \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__kdop_triangle(K, a->min, a->max, b, NULL);                                 \
    }
COLLIDE__KDOP_TRIANGLE(6)
COLLIDE__KDOP_TRIANGLE(14)
COLLIDE__KDOP_TRIANGLE(18)
COLLIDE__KDOP_TRIANGLE(26)
#undef COLLIDE__KDOP_TRIANGLE
#endif

COLLIDE_API collide_segment collide_segment_segment_closest(const collide_segment *a,
                                                            const collide_segment *b) {
    collide__dvec3 p, q;
    collide_segment r;
    collide__edges_nearest(collide__dvec3_of(a->a), collide__dsub(a->b, a->a),
                           collide__dvec3_of(b->a), collide__dsub(b->b, b->a), &p, &q);
    r.a = collide__dround_zero(p);
    r.b = collide__dround_zero(q);
    return r;
}

// ---- batches over kernels --------------------------------------------------------------------

static unsigned collide__triangles_scalar(const float *a, const float *b, unsigned *unsure) {
    (void)a;
    (void)b;
    *unsure = 0xffffu;
    return 0;
}

static unsigned collide__rays_scalar(const collide__slab_job *job, collide__ray_kind kind,
                                     const float *rows) {
    (void)job;
    (void)kind;
    (void)rows;
    return 0xffffu;
}

static const collide__triangle_kernels collide__triangle_scalar = {collide__triangles_scalar,
                                                                   collide__rays_scalar};
COLLIDE__CHOOSE(triangle)

// Which of 16 pairs meet; those of lanes alone are asked.
static unsigned collide__triangles_ask(const float *a, const float *b, unsigned lanes) {
    unsigned unsure, hits = collide__triangle()->meet(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        collide_triangle p, q;
        collide__lane_floats(a, i, 9, (float *)(void *)&p);
        collide__lane_floats(b, i, 9, (float *)(void *)&q);
        hits |= (unsigned)collide_triangle_triangle(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__triangle_triangle = {collide__triangles_ask,
                                                             COLLIDE_TRIANGLE_PACK_MAGIC, 9};

COLLIDE_API size_t collide_triangle_triangle_many(const collide_triangle *a,
                                                  const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__ask_packs(&collide__triangle_triangle, a, NULL, COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_triangle_triangle_lanes(const collide_triangle_pack *a,
                                                   const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    return collide__ask_packs(&collide__triangle_triangle, NULL, COLLIDE__HEADER(a),
                              COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_triangle_triangle_many_indices(const collide_triangle *a,
                                                          const collide_triangle_pack *b,
                                                          uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__ask_indices(&collide__triangle_triangle, a, COLLIDE__HEADER(b), indices,
                                capacity);
}

// Triangle i, all NaN if with checked it is not there.
COLLIDE__INLINE void collide__mesh_corners(const collide_mesh *mesh, size_t i, bool checked,
                                           collide_triangle *out) {
    bool there = !checked || i < mesh->triangle_count;
    for (size_t j = 0; j < 3; ++j) {
        const size_t vertex = there ? collide__mesh_index(mesh, 3 * i + j) : 0;
        there = there && (!checked || vertex < mesh->vertex_count);
        if (there)
            out->v[j] =
                collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
    }
    if (!there)
        out->v[0] = out->v[1] = out->v[2] =
            collide__vec3(collide__nan(), collide__nan(), collide__nan());
}

COLLIDE__INLINE size_t collide__triangles_pairs(const collide_mesh *mesh_a,
                                                const collide_mesh *mesh_b,
                                                const collide_pair *pairs, size_t n, bool checked,
                                                uint16_t *bits) {
    const collide__sat_kernels *sat = collide__sat();
    COLLIDE__ALIGNED(float) rows[2][144];
    collide_triangle t[2][16];
    const float *object[2][16];
    collide_mesh a = *mesh_a, b = *mesh_b;
    const bool valid =
        collide__mesh_check(&a) == COLLIDE_OK && collide__mesh_check(&b) == COLLIDE_OK;
    size_t hits = 0;
    for (int i = 0; i < 16; ++i) {
        object[0][i] = collide__floats(&t[0][i]);
        object[1][i] = collide__floats(&t[1][i]);
    }
    for (size_t i = 0; i < n; i += 16) {
        const size_t count = valid ? collide__min_size(16, n - i) : 0;
        unsigned word = 0;
        for (size_t k = 0; k < count; ++k) {
            collide__mesh_corners(&a, pairs[i + k].a, checked, &t[0][k]);
            collide__mesh_corners(&b, pairs[i + k].b, checked, &t[1][k]);
        }
        for (size_t k = count; k < 16 && valid; ++k) {
            t[0][k] = t[0][0];
            t[1][k] = t[1][0];
        }
        if (valid) {
            sat->transpose(rows[0], object[0], 9);
            sat->transpose(rows[1], object[1], 9);
            word = collide__triangles_ask(rows[0], rows[1], collide__lanes(n - i));
        }
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

COLLIDE_API size_t collide_triangle_triangle_pairs(const collide_mesh *a, const collide_mesh *b,
                                                   const collide_pair *pairs, size_t n,
                                                   uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || (pairs && bits)));
    return collide__triangles_pairs(a, b, pairs, n, true, bits);
}

COLLIDE_API size_t collide_triangle_triangle_pairs_unchecked(const collide_mesh *a,
                                                             const collide_mesh *b,
                                                             const collide_pair *pairs, size_t n,
                                                             uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || (pairs && bits)));
    return collide__triangles_pairs(a, b, pairs, n, false, bits);
}

// ---- rays and segments -----------------------------------------------------------------------

// A ray or segment in double, of finite numbers; t_max is at most FLT_MAX.
typedef struct collide__cast {
    collide__dvec3 origin, direction;
    double t_max;
    const collide_segment *segment;
} collide__cast;

static bool collide__cast_of_ray(const collide_ray *ray, float t_max, collide__cast *out) {
    out->origin = collide__dvec3_of(ray->origin);
    out->direction = collide__dvec3_of(ray->direction);
    out->t_max = t_max < FLT_MAX ? (double)t_max : (double)FLT_MAX;
    out->segment = NULL;
    return collide__finite3(ray->origin) && collide__finite3(ray->direction) && t_max >= 0;
}

static bool collide__cast_of_segment(const collide_segment *s, collide__cast *out) {
    out->origin = collide__dvec3_of(s->a);
    out->direction = collide__dsub(s->b, s->a);
    out->t_max = 1;
    out->segment = s;
    return collide__finite3(s->a) && collide__finite3(s->b);
}

#define COLLIDE__CAST_SLACK 9.094947017729282e-13 // 2^-40

// Narrows the times to those at which the line, at o + t d on some axis, is from low to high; these
// are within COLLIDE__CAST_SLACK of size.
COLLIDE__INLINE bool collide__slab(double o, double d, double low, double high, double size,
                                   double *enter, double *leave) {
    const double slack = collide__dmul(COLLIDE__CAST_SLACK, size);
    const double p = low - slack - o, q = high + slack - o;
    if (!(low <= high && slack <= DBL_MAX)) // empty, NaN or infinite
        return false;
    if (d == 0)
        return p <= 0 && q >= 0;
    const double a = collide__ddiv(d > 0 ? p : q, d), b = collide__ddiv(d > 0 ? q : p, d);
    *enter = a > *enter ? a : *enter;
    *leave = b < *leave ? b : *leave;
    return *enter <= *leave;
}

static bool collide__cast_aabb(const collide__cast *l, const void *b, double *t) {
    collide_aabb box;
    double leave = l->t_max;
    memcpy(&box, b, sizeof box);
    *t = 0;
    const collide__dvec3 o = l->origin, d = l->direction;
    return collide__slab(o.x, d.x, (double)box.min.x, (double)box.max.x, collide__dabs(o.x), t,
                         &leave) &&
           collide__slab(o.y, d.y, (double)box.min.y, (double)box.max.y, collide__dabs(o.y), t,
                         &leave) &&
           collide__slab(o.z, d.z, (double)box.min.z, (double)box.max.z, collide__dabs(o.z), t,
                         &leave);
}

// Coordinates along axes that are not quite orthonormal, by their dual ones.
static bool collide__cast_obb(const collide__cast *l, const void *b, double *t) {
    collide_obb box;
    double leave = l->t_max;
    memcpy(&box, b, sizeof box);
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(box.center));
    const double half[3] = {(double)box.half.x, (double)box.half.y, (double)box.half.z};
    const double size = collide__dsum_abs(o);
    *t = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 across =
            collide__dcross(collide__dvec3_of(box.axis[collide__next_axis(i)]),
                            collide__dvec3_of(box.axis[3 - i - collide__next_axis(i)]));
        const double det = collide__ddot(across, collide__dvec3_of(box.axis[i]));
        if (!(half[i] <= (double)FLT_MAX && collide__dabs(det) > 0.5 && collide__dabs(det) < 2) ||
            !collide__slab(collide__ddot(o, across), collide__ddot(l->direction, across),
                           -collide__dmul(half[i], collide__dabs(det)),
                           collide__dmul(half[i], collide__dabs(det)), size, t, &leave))
            return false;
    }
    return true;
}

static bool collide__cast_sphere(const collide__cast *l, const void *b, double *t) {
    collide_sphere ball;
    memcpy(&ball, b, sizeof ball);
    const collide__dvec3 o = collide__dadd(l->origin, -1, collide__dvec3_of(ball.center));
    const collide__dvec3 d = l->direction;
    const double r = (double)ball.radius +
                     collide__dmul(COLLIDE__CAST_SLACK, (double)ball.radius + collide__dsum_abs(o));
    const double square = collide__dmul(r, r), dd = collide__ddot(d, d), od = collide__ddot(o, d);
    *t = 0;
    if (!(ball.radius >= 0 && ball.radius <= FLT_MAX && square <= DBL_MAX))
        return false;
    if (collide__ddot(o, o) <= square)
        return true;
    if (!(od < 0)) // leaving, at rest or NaN
        return false;
    // The nearest point of the line, and half of what of it is inside.
    const double middle = -collide__ddiv(od, dd);
    const collide__dvec3 nearest = collide__dadd(o, middle, d);
    const double rest = square - collide__ddot(nearest, nearest);
    if (!(rest >= 0))
        return false;
    const double enter = middle - collide__sqrt(collide__ddiv(rest, dd));
    *t = enter > 0 ? enter : 0;
    return *t <= l->t_max;
}

// Whether what a line meets from t = first to last is in reach, and when. Off by so much of the
// way, it counts.
static bool collide__cast_reach(const collide__cast *l, double first, double last, double size,
                                double *t) {
    const double speed = collide__dsum_abs(l->direction);
    const double slack = collide__dmul(COLLIDE__CAST_SLACK, size);
    // What begins on it within the rounding of first has a time of 0.
    *t = collide__dmul(first, speed) > slack * 0.0009765625 ? collide__clamp(first, l->t_max) : 0;
    return collide__dmul(-last, speed) <= slack && collide__dmul(first - l->t_max, speed) <= slack;
}

// The line lies in the plane of the triangle v, which seen from the origin is p: which of its edges
// it crosses, and when.
static bool collide__cast_flat(const collide__cast *l, const collide__dvec3 *v,
                               const collide__dvec3 *p, double size, double *t) {
    const collide__dvec3 d = l->direction;
    const collide__dvec3 normal =
        collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
    const collide__dvec3 across = collide__dcross(normal, d);
    const double slack =
        collide__dmul(collide__dmul(COLLIDE__CAST_SLACK, collide__dsum_abs(across)), size);
    const double dd = collide__ddot(d, d);
    double side[3], first = DBL_MAX, last = -DBL_MAX;
    if (!(collide__ddot(across, across) > 0))
        return false;
    for (int i = 0; i < 3; ++i)
        side[i] = collide__ddot(across, p[i]);
    for (int i = 0; i < 3; ++i) {
        const int j = i < 2 ? i + 1 : 0;
        const bool up = side[i] > slack, down = side[i] < -slack;
        double at = collide__ddiv(collide__ddot(p[i], d), dd);
        if ((up && side[j] < -slack) || (down && side[j] > slack)) {
            const double k = collide__ddiv(side[i], side[i] - side[j]);
            const collide__dvec3 on = collide__dadd(p[i], k, collide__dadd(p[j], -1, p[i]));
            at = collide__ddiv(collide__ddot(on, d), dd);
        } else if (up || down) {
            continue;
        }
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    return first <= last && collide__cast_reach(l, first, last, size, t);
}

// The line through v[0] along v[4] - v[5] against the triangle v[1], v[2], v[3]: on which sides of
// it the edges pass, and the numbers that tell, for all of them times something. Exact, so that of
// the triangles round a vertex it meets one, as real numbers do.
static void collide__cast_sides(collide__vertices *t, int *side, double *value) {
    const collide__dvec3 d = collide__from_to(t, 5, 4);
    double most[3], bound;
    for (int axis = 0; axis < 3; ++axis) {
        most[axis] = 0;
        for (int i = 1; i < 4; ++i) {
            const double p = collide__dabs(t->v[axis][i] - t->v[axis][0]);
            most[axis] = p > most[axis] ? p : most[axis];
        }
    }
    bound = (collide__dmul(collide__dabs(d.x), collide__dmul(most[1], most[2])) +
             collide__dmul(collide__dabs(d.y), collide__dmul(most[2], most[0]))) +
            collide__dmul(collide__dabs(d.z), collide__dmul(most[0], most[1]));
    bound *= 1.7763568394002505e-15; // 2^-49
    bool certain = true;
    for (int i = 0; i < 3; ++i) {
        const int j = 1 + i, k = i < 2 ? 2 + i : 1;
        value[i] =
            collide__ddot(collide__dcross(collide__from_to(t, 0, j), collide__from_to(t, 0, k)), d);
        side[i] = collide__sign(value[i], bound);
        certain = certain && collide__dabs(value[i]) > 4096 * bound;
    }
    if (certain || !(bound > 0) || (!collide__one_way(side) && !collide__any_zero(side)))
        return;
    t->scale[0] = 0;
    collide__digits_make(t);
    for (int i = 0; i < 3; ++i)
        collide__digits_sides(t, t->digits, 0, 1 + i, i < 2 ? 2 + i : 1, 5, 4, 1, &side[i],
                              &value[i]);
}

static bool collide__cast_triangle(const collide__cast *l, const void *b, double *t) {
    collide_triangle triangle;
    collide__vertices v;
    collide__dvec3 p[3], on = {0, 0, 0};
    double value[3], size = 0, sum = 0;
    int side[3];
    memcpy(&triangle, b, sizeof triangle);
    const collide__dvec3 zero = {0, 0, 0}, o = l->origin;
    const collide__dvec3 head = l->segment ? collide__dvec3_of(l->segment->b) : l->direction;
    const collide__dvec3 tail = l->segment ? o : zero;
    const collide__dvec3 all[6] = {o,
                                   collide__dvec3_of(triangle.v[0]),
                                   collide__dvec3_of(triangle.v[1]),
                                   collide__dvec3_of(triangle.v[2]),
                                   head,
                                   tail};
    for (int i = 0; i < 6; ++i) {
        v.v[0][i] = all[i].x;
        v.v[1][i] = all[i].y;
        v.v[2][i] = all[i].z;
    }
    for (int i = 0; i < 3; ++i) {
        p[i] = collide__dadd(all[1 + i], -1, o);
        size += collide__dsum_abs(p[i]);
    }
    *t = 0;
    if (!(size <= 36 * (double)FLT_MAX)) // NaN or infinite
        return false;
    if (!(collide__dsum_abs(l->direction) > 0)) { // a point
        const collide_triangle still = {
            {collide__dround(o), collide__dround(o), collide__dround(o)}};
        return collide_triangle_triangle(&still, &triangle);
    }
    collide__cast_sides(&v, side, value);
    if (collide__all_zero(side))
        return collide__cast_flat(l, all + 1, p, size, t);
    if (!collide__one_way(side))
        return false;
    // The numbers are the weights of the opposite vertices.
    for (int i = 0; i < 3; ++i) {
        const double weight = side[i] ? collide__dabs(value[i]) : 0;
        on = collide__dadd(on, weight, p[i > 0 ? i - 1 : 2]);
        sum += weight;
    }
    const double at = collide__ddiv(collide__ddiv(collide__ddot(on, l->direction), sum),
                                    collide__ddot(l->direction, l->direction));
    return collide__cast_reach(l, at, at, size, t);
}

// The exact verdict, and where in double.
static bool collide__segment_of_triangle(const collide__cast *l, const void *b, double *t) {
    collide_triangle flat, triangle;
    double least = DBL_MAX;
    memcpy(&triangle, b, sizeof triangle);
    flat.v[0] = l->segment->a;
    flat.v[1] = flat.v[2] = l->segment->b;
    if (!collide_triangle_triangle(&flat, &triangle))
        return false;
    if (collide__cast_triangle(l, b, t))
        return true;
    // By a hair, or without area: where it is nearest to an edge.
    const double dd = collide__ddot(l->direction, l->direction);
    for (int i = 0; i < 3; ++i) {
        collide__dvec3 on, at;
        collide__edges_nearest(l->origin, l->direction, collide__dvec3_of(triangle.v[i]),
                               collide__dsub(triangle.v[i < 2 ? i + 1 : 0], triangle.v[i]), &on,
                               &at);
        const collide__dvec3 gap = collide__dadd(on, -1, at);
        const double way = collide__ddot(collide__dadd(on, -1, l->origin), l->direction);
        if (collide__ddot(gap, gap) < least) {
            least = collide__ddot(gap, gap);
            *t = dd > 0 ? collide__clamp(collide__ddiv(way, dd), 1) : 0;
        }
    }
    return true;
}

// Which are met, and when: t and bits as the interface has them, NULL where not wanted.
typedef bool (*collide__cast_query)(const collide__cast *l, const void *b, double *t);

static bool collide__cast_ask(const collide__cast *l, bool valid, collide__cast_query query,
                              const void *b, float *t) {
    double at = 0;
    const bool hit = valid && query(l, b, &at);
    if (t)
        *t = hit ? (float)at : collide__infinity();
    return hit;
}

static collide__slab_job collide__slab_job_of(const collide__cast *l) {
    collide__slab_job job;
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    job.t_max = (float)l->t_max;
    job.pad = (float)(collide__dsum_abs(l->origin) * (4 * COLLIDE__CAST_SLACK));
    for (int i = 0; i < 3; ++i) {
        const double way = collide__dmul(d[i], l->t_max);
        job.origin[i] = (float)o[i];
        job.moves[i] = collide__dabs(d[i]) >= 1e-30 && collide__dabs(d[i]) <= 1e30;
        job.inverse[i] = job.moves[i] ? (float)(1 / d[i]) : 0;
        // Seen from the origin, and larger by more than rounding.
        job.low[i] = way < 0 ? collide__float_down(way * 1.000001) : 0;
        job.high[i] = way > 0 ? collide__float_up(way * 1.000001) : 0;
    }
    return job;
}

// A pack whose blocks are rows of floats, of objects of so many.
static size_t collide__cast_pack(const collide__cast *l, bool valid, collide__cast_query query,
                                 collide__ray_kind kind, const collide_pack *pack, uint32_t magic,
                                 uint16_t *bits, float *t) {
    const collide__triangle_kernels *kernels = collide__triangle();
    const collide__slab_job job = collide__slab_job_of(l);
    const float *rows = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(pack, magic, &rows, &step, &n);
    for (size_t i = 0; i < n; i += 16, rows += step) {
        const unsigned lanes = collide__lanes(n - i);
        unsigned word = 0, ask = valid ? kernels->ray(&job, kind, rows) & lanes : 0;
        for (size_t k = i; k < n && k < i + 16 && t; ++k)
            t[k] = collide__infinity();
        for (; ask; ask &= ask - 1) {
            const unsigned lane = collide__lowest_bit(ask);
            float object[15];
            collide__lane_floats(rows, lane, (int)(step / 16), object);
            word |= (unsigned)collide__cast_ask(l, true, query, object, t ? &t[i + lane] : NULL)
                    << lane;
        }
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__RAY_DEFINE(what, query, segment_query)                                            \
    COLLIDE_API bool collide_ray_##what(const collide_ray *ray, const collide_##what *b,           \
                                        float t_max, float *t) {                                   \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&b);                                                                   \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_ask(&l, valid, query, b, t);                                          \
    }                                                                                              \
    COLLIDE_API bool collide_segment_##what(const collide_segment *a, const collide_##what *b,     \
                                            float *t) {                                            \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_ask(&l, valid, segment_query, b, t);                                  \
    }
#define COLLIDE__RAY_MANY_DEFINE(what, query, segment_query, KIND, MAGIC)                          \
    COLLIDE__RAY_DEFINE(what, query, segment_query)                                                \
    COLLIDE_API size_t collide_ray_##what##_many(const collide_ray *ray,                           \
                                                 const collide_##what##_pack *b, float t_max,      \
                                                 uint16_t *bits, float *t) {                       \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&bits);                                                                \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_pack(&l, valid, query, KIND, COLLIDE__HEADER(b), MAGIC, bits, t);     \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_##what##_many(                                              \
        const collide_segment *a, const collide_##what##_pack *b, uint16_t *bits, float *t) {      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_pack(&l, valid, segment_query, KIND, COLLIDE__HEADER(b), MAGIC, bits, \
                                  t);                                                              \
    }
COLLIDE__RAY_MANY_DEFINE(triangle, collide__cast_triangle, collide__segment_of_triangle,
                         COLLIDE__RAY_TRIANGLE, COLLIDE_TRIANGLE_PACK_MAGIC)
COLLIDE__RAY_MANY_DEFINE(sphere, collide__cast_sphere, collide__cast_sphere, COLLIDE__RAY_SPHERE,
                         COLLIDE_SPHERE_PACK_MAGIC)
COLLIDE__RAY_MANY_DEFINE(obb, collide__cast_obb, collide__cast_obb, COLLIDE__RAY_OBB,
                         COLLIDE_OBB_PACK_MAGIC)
COLLIDE__RAY_DEFINE(aabb, collide__cast_aabb, collide__cast_aabb)
#undef COLLIDE__RAY_MANY_DEFINE

#ifndef COLLIDE_NO_KDOP
// Rows of min, then of max.
COLLIDE__INLINE bool collide__cast_kdop(int kind, const collide__cast *l, const void *b,
                                        double *t) {
    const int axes = kind / 2;
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    float row[2 * COLLIDE__KDOP_MAX_AXES];
    double leave = l->t_max;
    memcpy(row, b, sizeof *row * (size_t)kind);
    *t = 0;
    for (int i = 0; i < axes; ++i) {
        const signed char *n = collide__kdop_direction(kind, i);
        double at = 0, by = 0, size = 0;
        for (int k = 0; k < 3; ++k) {
            at += collide__dmul(n[k], o[k]);
            by += collide__dmul(n[k], d[k]);
            size += n[k] ? collide__dabs(o[k]) : 0;
        }
        if (!collide__slab(at, by, (double)row[i], (double)row[axes + i], size, t, &leave))
            return false;
    }
    return true;
}

static size_t collide__cast_kdops(int kind, const collide__cast *l, bool valid,
                                  collide__cast_query query, const collide_kdop_pack *pack,
                                  uint16_t *bits, float *t) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    const collide__triangle_kernels *kernels = collide__triangle();
    const collide__slab_job job = collide__slab_job_of(l);
    size_t hits = 0;
    for (size_t i = 0; i < rows.count && t; ++i)
        t[i] = collide__infinity();
    unsigned blocks = 0; // of 16, those whose bound the ray may meet
    for (size_t j = 0; j < rows.blocks; ++j) {
        if (j % 16 == 0)
            blocks = valid ? kernels->ray(&job, COLLIDE__RAY_KDOP,
                                          rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK)
                           : 0;
        unsigned word = 0, ask = 0;
        if (blocks >> j % 16 & 1)
            ask = kernels->ray(&job, COLLIDE__RAY_KDOP, rows.axis + j * COLLIDE__KDOP_BLOCK) &
                  collide__lanes(rows.count - 16 * j);
        for (; ask; ask &= ask - 1) {
            const size_t i = 16 * j + collide__lowest_bit(ask);
            float row[2 * COLLIDE__KDOP_MAX_AXES];
            collide__kdop_take(kind, rows.axis, rows.diagonal, i, row, row + kind / 2);
            word |= (unsigned)collide__cast_ask(l, true, query, row, t ? &t[i] : NULL) << i % 16;
        }
        hits += collide__popcount(word);
        bits[j] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__RAY_KDOP_DEFINE(K)                                                                \
    static bool collide__cast_kdop##K(const collide__cast *l, const void *b, double *t) {          \
        return collide__cast_kdop(K, l, b, t);                                                     \
    }                                                                                              \
    COLLIDE__RAY_DEFINE(kdop##K, collide__cast_kdop##K, collide__cast_kdop##K)                     \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *ray,                          \
                                                  const collide_kdop##K##_pack *b, float t_max,    \
                                                  uint16_t *bits, float *t) {                      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(ray &&bits);                                                                \
        const bool valid = collide__cast_of_ray(ray, t_max, &l);                                   \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_kdop##K##_many(                                             \
        const collide_segment *a, const collide_kdop##K##_pack *b, uint16_t *bits, float *t) {     \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }
COLLIDE__RAY_KDOP_DEFINE(6)
COLLIDE__RAY_KDOP_DEFINE(14)
COLLIDE__RAY_KDOP_DEFINE(18)
COLLIDE__RAY_KDOP_DEFINE(26)
#undef COLLIDE__RAY_KDOP_DEFINE
#endif
#undef COLLIDE__CAST_SLACK
#undef COLLIDE__RAY_DEFINE
#undef COLLIDE__RAY_SLACK
#undef COLLIDE__DIGIT_BITS
#undef COLLIDE__DIGITS
#undef COLLIDE__TRIANGLE_LEAST
#undef COLLIDE__TRIANGLE_MOST
#undef COLLIDE__TRIANGLE_ROUNDING
#undef COLLIDE__TRIANGLE_VANISH
#endif // COLLIDE_NO_TRIANGLE
#undef COLLIDE__KDOP_BLOCK
#undef COLLIDE__KDOP_MAX_AXES

// ================================================================================================
// >>octree_impl
// ================================================================================================
#ifndef COLLIDE_NO_OCTREE

// ---- single calls ----------------------------------------------------------------------------

static bool collide__aabb_holds_any(const collide_aabb *a) {
    return a->min.x <= a->max.x && a->min.y <= a->max.y && a->min.z <= a->max.z;
}

COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b) {
    COLLIDE_ASSERT(a && b);
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z &&
           collide__aabb_holds_any(a) && collide__aabb_holds_any(b);
}

// How far x lies outside of an interval; NaN if any is.
static double collide__beside(float x, float lo, float hi) {
    return x >= lo ? x <= hi ? 0 : (double)x - (double)hi : (double)lo - (double)x;
}

COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b) {
    const double r = (double)a->radius;
    collide__dvec3 d;
    COLLIDE_ASSERT(a && b);
    d.x = collide__beside(a->center.x, b->min.x, b->max.x);
    d.y = collide__beside(a->center.y, b->min.y, b->max.y);
    d.z = collide__beside(a->center.z, b->min.z, b->max.z);
    return a->radius >= 0 && collide__aabb_holds_any(b) &&
           collide__ddot(d, d) <=
               collide__dmul(collide__dmul(r, r), 1 + 1.7763568394002505e-15); // 2^-49
}

// ---- parts -----------------------------------------------------------------------------------

// Intervals in steps of the cube, both ends included, from -32767 to 32767.
typedef struct collide__octree_box {
    int16_t lo[3], hi[3];
} collide__octree_box;

// What a leaf holds; kernels read it as 8 short numbers.
typedef struct collide__octree_reference {
    uint32_t object;
    collide__octree_box box;
} collide__octree_reference;

// A leaf's references from first on, with room for some more; or the first of eight children.
typedef struct collide__octree_node {
    uint32_t first, count, room;
} collide__octree_node;
#define COLLIDE__OCTREE_INNER 0xffffffffu // as room

// A part: the steps from lo on, 1 << shift of them on each axis, and how many references of it wait
// to be cut.
typedef struct collide__octree_cell {
    uint32_t node, count;
    int16_t lo[3], shift;
} collide__octree_cell;
#define COLLIDE__OCTREE_LEVELS 16
#define COLLIDE__OCTREE_STACK (7 * COLLIDE__OCTREE_LEVELS + 1) // cells that wait in a walk

#define COLLIDE__OCTREE_NODES(o)                                                                   \
    ((collide__octree_node *)(void *)((char *)(o) + (size_t)(o)->nodes_at))
#define COLLIDE__OCTREE_REFERENCES(o)                                                              \
    ((collide__octree_reference *)(void *)((char *)(o) + (size_t)(o)->references_at))
#define COLLIDE__OCTREE_FOURS(n) (((n) + 3) & ~(uint32_t)3) // leaves begin at multiples of 64 bytes

COLLIDE__INLINE float *collide__octree_object(const collide_octree *o, size_t i) {
    return (float *)(void *)((char *)(uintptr_t)o + COLLIDE__OCTREE_HEADER) + i * o->floats;
}

static collide__octree_cell collide__octree_root(void) {
    collide__octree_cell root;
    root.node = root.count = 0;
    root.lo[0] = root.lo[1] = root.lo[2] = INT16_MIN;
    root.shift = COLLIDE__OCTREE_LEVELS;
    return root;
}

// Child k: bits 0, 1, 2 are the upper half in x, y, z.
COLLIDE__INLINE collide__octree_cell collide__octree_child(const collide__octree_cell *cell,
                                                           uint32_t node, unsigned k) {
    const int half = 1 << (cell->shift - 1);
    collide__octree_cell child;
    child.node = node + k;
    child.count = 0;
    child.shift = (int16_t)(cell->shift - 1);
    child.lo[0] = (int16_t)(cell->lo[0] + (k & 1 ? half : 0));
    child.lo[1] = (int16_t)(cell->lo[1] + (k & 2 ? half : 0));
    child.lo[2] = (int16_t)(cell->lo[2] + (k & 4 ? half : 0));
    return child;
}

COLLIDE__INLINE bool collide__octree_reaches(const collide__octree_box *box,
                                             const collide__octree_cell *cell) {
    const int last = (1 << cell->shift) - 1;
    return box->lo[0] <= cell->lo[0] + last && box->hi[0] >= cell->lo[0] &&
           box->lo[1] <= cell->lo[1] + last && box->hi[1] >= cell->lo[1] &&
           box->lo[2] <= cell->lo[2] + last && box->hi[2] >= cell->lo[2];
}

// The step that lies t from the beginning of the cube, or nearest to it. It never falls where t
// rises, so what meets does so in steps, too, wherever the cube is. NaN, which only queries of
// infinite size have, is at the beginning as a lower end, at the end as an upper one.
COLLIDE__INLINE int16_t collide__octree_step(double t) {
    t = t > 0 ? t : 0;
    t = t < 65534 ? t : 65534;
    return (int16_t)((int32_t)t - 32767);
}

COLLIDE__INLINE int16_t collide__octree_upper_step(double t) {
    return collide__octree_step(t < 65534 ? t : 65534);
}

// Boxes in steps are wider by 2^-36 of the numbers that they are made of: more than rounding is,
// and more than what any query takes for touching.
#define COLLIDE__OCTREE_HAIR 1.4551915228366852e-11

COLLIDE__INLINE collide__octree_box collide__octree_sphere_box(const collide_octree *o,
                                                               const float *s) {
    const double r = (double)s[3];
    collide__octree_box box;
    for (int axis = 0; axis < 3; ++axis) {
        const double c = (double)s[axis], from = o->origin[axis];
        const double size = (collide__dabs(c) + collide__dabs(from)) + r;
        const double reach = collide__dmul(r + collide__dmul(size, COLLIDE__OCTREE_HAIR), o->scale);
        const double t = collide__dmul(c - from, o->scale);
        box.lo[axis] = collide__octree_step(t - reach);
        box.hi[axis] = collide__octree_upper_step(t + reach);
    }
    return box;
}

COLLIDE__INLINE collide__octree_box collide__octree_aabb_box(const collide_octree *o,
                                                             const float *b) {
    collide__octree_box box;
    for (int axis = 0; axis < 3; ++axis) {
        const double lo = (double)b[axis], hi = (double)b[3 + axis], from = o->origin[axis];
        const double below =
            collide__dmul(collide__dabs(lo) + collide__dabs(from), COLLIDE__OCTREE_HAIR);
        const double above =
            collide__dmul(collide__dabs(hi) + collide__dabs(from), COLLIDE__OCTREE_HAIR);
        box.lo[axis] = collide__octree_step(collide__dmul((lo - from) - below, o->scale));
        box.hi[axis] = collide__octree_upper_step(collide__dmul((hi - from) + above, o->scale));
    }
    return box;
}

static collide__octree_box collide__octree_object_box(const collide_octree *o, size_t i) {
    const float *object = collide__octree_object(o, i);
    return o->floats == 4 ? collide__octree_sphere_box(o, object)
                          : collide__octree_aabb_box(o, object);
}

// ---- kernels ---------------------------------------------------------------------------------

static void collide__octree_halve_scalar(const int16_t *references, size_t n, const int16_t *middle,
                                         uint8_t *halves) {
    for (size_t i = 0; i < n; ++i) {
        unsigned half = 0;
        for (unsigned k = 0; k < 6; ++k)
            half |= (unsigned)(references[8 * i + 2 + k] < middle[2 + k]) << k;
        halves[i] = (uint8_t)half;
    }
}

// A group of 32 boxes has seven rows: lo and hi of each axis, and as bits the axes on which they
// begin within the cell. Two meet in the cell if they do on every axis, and if one of both begins
// within it on every axis: then the intersection's low corner lies in it.
static void collide__octree_meet_scalar(const int16_t *a, unsigned n, const int16_t *b, unsigned m,
                                        uint32_t *hits) {
    for (unsigned i = 0; i < n; ++i) {
        hits[i] = 0;
        for (unsigned j = a == b ? i + 1 : 0; j < m; ++j)
            if (a[i] <= b[96 + j] && b[j] <= a[96 + i] && a[32 + i] <= b[128 + j] &&
                b[32 + j] <= a[128 + i] && a[64 + i] <= b[160 + j] && b[64 + j] <= a[160 + i] &&
                (a[192 + i] | b[192 + j]) == 7)
                hits[i] |= (uint32_t)1 << j;
    }
}

static const collide__octree_kernels collide__octree_scalar = {collide__octree_halve_scalar,
                                                               collide__octree_meet_scalar};
COLLIDE__CHOOSE(octree)

// ---- building --------------------------------------------------------------------------------

COLLIDE__INLINE void collide__octree_center(const collide_octree *o, size_t i, double *center) {
    const float *object = collide__octree_object(o, i);
    for (int axis = 0; axis < 3; ++axis)
        center[axis] = o->floats == 4 ? (double)object[axis]
                                      : ((double)object[axis] + (double)object[3 + axis]) * 0.5;
}

// The cube: that of all centres; but if they, without 1 of 64 at either end, lie in a sixteenth of
// it, that part, and so on. What lies outside counts to the parts along its border. A sample tells
// whether all are to be counted.
static void collide__octree_place(collide_octree *o) {
    size_t stride = o->count / 256 + 1;
    double c[3], hi[3], edge = 0, *lo = o->origin;
    collide__octree_center(o, 0, lo);
    collide__octree_center(o, 0, hi);
    for (size_t i = 1; i < o->count; ++i) {
        collide__octree_center(o, i, c);
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis] = c[axis] < lo[axis] ? c[axis] : lo[axis];
            hi[axis] = c[axis] > hi[axis] ? c[axis] : hi[axis];
        }
    }
    for (int axis = 0; axis < 3; ++axis)
        edge = hi[axis] - lo[axis] > edge ? hi[axis] - lo[axis] : edge;
    for (int round = 0;; ++round) {
        const size_t tail = o->count / stride / 64;
        uint32_t bins[3][64], first[3], widest = 0;
        o->scale = edge > 0 ? collide__ddiv(65534, edge) : 0;
        if (!(edge > 0) || round == 80) // a 16th each, and floats reach over 2^277
            return;
        memset(bins, 0, sizeof bins);
        for (size_t i = 0; i < o->count; i += stride) {
            collide__octree_center(o, i, c);
            for (int axis = 0; axis < 3; ++axis) {
                const double t = collide__dmul(c[axis] - lo[axis], o->scale);
                ++bins[axis][(collide__octree_step(t) + 32768) >> 10];
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            uint32_t from = 0, to = 63;
            size_t below = bins[axis][0], above = bins[axis][63];
            while (from < 63 && below <= tail)
                below += bins[axis][++from];
            while (to > from && above <= tail)
                above += bins[axis][--to];
            first[axis] = from;
            widest = to - from + 1 > widest ? to - from + 1 : widest;
        }
        if (widest > 4)
            return;
        if (stride > 1) {
            stride = 1;
            continue;
        }
        for (int axis = 0; axis < 3; ++axis)
            lo[axis] += collide__dmul(edge, first[axis] * 0.015625);
        edge *= widest * 0.015625;
    }
}

// For each answer of the kernel halve, lo and hi of x, y and z below the middle: the children that
// it reaches, a bit for each, and the same as a byte for each.
typedef struct collide__octree_halves {
    uint64_t count[64];
    uint8_t children[64];
} collide__octree_halves;

static void collide__octree_halves_fill(collide__octree_halves *h) {
    static const uint8_t below[3] = {0x55, 0x33, 0x0f};
    for (unsigned i = 0; i < 64; ++i) {
        unsigned children = 0xff;
        for (unsigned axis = 0; axis < 3; ++axis)
            children &= (i >> axis & 1 ? below[axis] : 0u) |
                        (i >> (axis + 3) & 1 ? 0u : (unsigned)below[axis] ^ 0xff);
        h->children[i] = (uint8_t)children;
        h->count[i] = 0;
        for (unsigned k = 0; k < 8; ++k)
            h->count[i] |= (uint64_t)(children >> k & 1) << (8 * k);
    }
}

#define COLLIDE__OCTREE_CHUNK 252 // references at a time, fewer than a byte counts

// How many of n references each child gets.
static void collide__octree_count(const collide__octree_reference *from, uint32_t n,
                                  const int16_t *middle, const collide__octree_halves *h,
                                  uint32_t *count) {
    const collide__octree_kernels *kernels = collide__octree();
    uint8_t half[COLLIDE__OCTREE_CHUNK];
    for (unsigned k = 0; k < 8; ++k)
        count[k] = 0;
    for (uint32_t i = 0; i < n; i += COLLIDE__OCTREE_CHUNK) {
        const uint32_t chunk = n - i < COLLIDE__OCTREE_CHUNK ? n - i : COLLIDE__OCTREE_CHUNK;
        uint64_t bytes = 0;
        kernels->halve((const int16_t *)(const void *)(from + i), chunk, middle, half);
        for (uint32_t j = 0; j < chunk; ++j)
            bytes += h->count[half[j]];
        for (unsigned k = 0; k < 8; ++k)
            count[k] += (uint32_t)(bytes >> (8 * k) & 0xff);
    }
}

// Copies n references to the children that they reach.
static void collide__octree_deal(const collide__octree_reference *from, uint32_t n,
                                 const int16_t *middle, const collide__octree_halves *h,
                                 collide__octree_reference **to) {
    const collide__octree_kernels *kernels = collide__octree();
    uint8_t half[COLLIDE__OCTREE_CHUNK];
    for (uint32_t i = 0; i < n; i += COLLIDE__OCTREE_CHUNK, from += COLLIDE__OCTREE_CHUNK) {
        const uint32_t chunk = n - i < COLLIDE__OCTREE_CHUNK ? n - i : COLLIDE__OCTREE_CHUNK;
        kernels->halve((const int16_t *)(const void *)from, chunk, middle, half);
        for (uint32_t j = 0; j < chunk; ++j)
            for (unsigned set = h->children[half[j]]; set; set &= set - 1)
                *to[collide__lowest_bit(set)]++ = from[j];
    }
}

// Cuts the cube. References that wait lie at the end of their memory, those of leaves at its
// beginning. A cell's are copied behind the last leaf, where they stay, or are dealt to its
// children, which wait in its place, the last one on top. Leaves and what is promised to those that
// wait is never more than the budget, so the middle has room for as many as there are objects.
static void collide__octree_cut(collide_octree *o) {
    collide__octree_reference *references = COLLIDE__OCTREE_REFERENCES(o);
    collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    COLLIDE__ALIGNED(int16_t) middle[32];
    collide__octree_cell stack[COLLIDE__OCTREE_STACK];
    collide__octree_halves halves;
    const uint32_t budget = o->reference_room - COLLIDE__OCTREE_FOURS(o->count);
    uint32_t waiting = o->count, promised = COLLIDE__OCTREE_FOURS(o->count), used = 0;
    size_t depth = 1;
    collide__octree_halves_fill(&halves);
    for (uint32_t i = 0; i < o->count; ++i) {
        collide__octree_reference *to = references + (o->reference_room - o->count) + i;
        to->object = i;
        to->box = collide__octree_object_box(o, i);
    }
    memset(middle, 0, sizeof middle);
    o->moved = 0;
    o->node_count = 1;
    stack[0] = collide__octree_root();
    stack[0].count = o->count;
    while (depth) {
        const collide__octree_cell cell = stack[--depth];
        const uint32_t n = cell.count, fours = COLLIDE__OCTREE_FOURS(n);
        collide__octree_node *node = nodes + cell.node;
        collide__octree_reference *own = references + used;
        memcpy(own, references + (o->reference_room - waiting), n * sizeof *own);
        if (n > o->options.leaf_size &&
            (uint32_t)cell.shift + o->options.depth > COLLIDE__OCTREE_LEVELS &&
            o->node_room - o->node_count >= 8) {
            uint32_t count[8];
            uint64_t sum = 0, squares = 0;
            for (unsigned k = 0; k < 32; ++k)
                if (k % 8 > 1)
                    middle[k] = (int16_t)(cell.lo[(k % 8 - 2) % 3] + (1 << (cell.shift - 1)));
            collide__octree_count(own, n, middle, &halves, count);
            for (unsigned k = 0; k < 8; ++k) {
                sum += COLLIDE__OCTREE_FOURS(count[k]);
                squares += (uint64_t)count[k] * count[k];
            }
            // Only where there is less to test, or little to lose; and no more than this cell's
            // part of what is left of the budget.
            if ((squares < (uint64_t)n * n || 4 * sum <= 5 * (uint64_t)n) &&
                (sum - fours) * promised <= (uint64_t)(budget - used - promised) * fours) {
                collide__octree_reference *to[8];
                waiting -= n;
                for (unsigned k = 0; k < 8; ++k) {
                    stack[depth] = collide__octree_child(&cell, o->node_count, k);
                    stack[depth++].count = count[k];
                    waiting += count[k];
                    to[k] = references + (o->reference_room - waiting);
                }
                collide__octree_deal(own, n, middle, &halves, to);
                promised += (uint32_t)sum - fours;
                node->first = o->node_count;
                node->count = 0;
                node->room = COLLIDE__OCTREE_INNER;
                o->node_count += 8;
                continue;
            }
        }
        waiting -= n;
        promised -= fours;
        node->first = used;
        node->count = n;
        node->room = fours;
        // Room for what moves in, if the budget allows.
        if (n > 0 && used + promised + fours + n / 8 + 4 <= budget)
            node->room = COLLIDE__OCTREE_FOURS(n + n / 8 + 1);
        used += node->room;
    }
    o->reference_count = used;
}

// Where the parts of an octree begin, and all sizes; false if an option is out of range, magic = 0
// if that many objects are too many.
static bool collide__octree_layout(size_t n, const collide_octree_options *options,
                                   collide_octree *o) {
    memset(o, 0, sizeof *o);
    if (options)
        o->options = *options;
    o->options.depth = o->options.depth ? o->options.depth : COLLIDE__OCTREE_LEVELS;
    o->options.leaf_size = o->options.leaf_size ? o->options.leaf_size : 64;
    o->options.references = o->options.references ? o->options.references : 4;
    const uint32_t each = o->options.references;
    if (o->options.depth > COLLIDE__OCTREE_LEVELS || o->options.leaf_size > 65536 || each > 64)
        return false;
    if (n == 0 || n > (UINT32_MAX - 64) / (2 + each) - 4)
        return true;
    o->magic = COLLIDE_OCTREE_MAGIC;
    o->count = (uint32_t)n;
    const uint32_t fours = COLLIDE__OCTREE_FOURS(o->count);
    o->reference_room = (1 + each) * fours + fours / 8 * 4 + 64; // half of one for rounding
    const uint32_t cuts = each * o->count / (o->options.leaf_size / 2 + 1); // n is checked above
    const uint64_t nodes = 1 + 8 * (COLLIDE__OCTREE_LEVELS + (uint64_t)cuts);
    o->node_room = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    o->references_at = (COLLIDE__OCTREE_HEADER + n * (uint64_t)24 + 63) & ~(uint64_t)63;
    o->nodes_at = o->references_at + o->reference_room * (uint64_t)16;
    o->size = (o->nodes_at + o->node_room * (uint64_t)12 + 63) & ~(uint64_t)63;
    return true;
}

COLLIDE_API size_t collide_octree_size(size_t n, const collide_octree_options *options) {
    collide_octree layout;
    return collide__octree_layout(n, options, &layout) && layout.size <= PTRDIFF_MAX
               ? (size_t)layout.size
               : 0;
}

COLLIDE__INLINE collide_status collide__octree_object_check(const float *object, size_t floats) {
    double sum = 0; // at most 6 * FLT_MAX if all are finite
    for (size_t i = 0; i < floats; ++i)
        sum += collide__dabs((double)object[i]);
    const bool extent =
        floats == 4 ? object[3] >= 0
                    : object[0] <= object[3] && object[1] <= object[4] && object[2] <= object[5];
    return !(sum <= 6 * (double)FLT_MAX) ? COLLIDE_ERROR_NOT_FINITE
           : !extent                     ? COLLIDE_ERROR_EXTENT
                                         : COLLIDE_OK;
}

COLLIDE__INLINE void collide__octree_copy(float *to, const void *from, size_t floats) {
    memcpy(to, from, 16);
    if (floats > 4)
        memcpy(to + 4, (const float *)from + 4, 8);
}

static collide_status collide__octree_build(collide_octree **octree, void *memory, size_t size,
                                            const void *objects, size_t n, size_t stride,
                                            size_t floats, const collide_octree_options *options) {
    collide_octree layout;
    float object[6];
    if (!octree)
        return COLLIDE_ERROR_NULL;
    *octree = NULL;
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if (n > 0 && !collide__octree_layout(n, options, &layout))
        return COLLIDE_ERROR_OPTION;
    stride = stride ? stride : floats * sizeof *object;
    collide_status status = collide__memory_check(memory, size, n, collide_octree_size(n, options));
    if (status == COLLIDE_OK)
        status = collide__array_check(objects, n, stride, floats * sizeof *object);
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        collide__octree_copy(object, collide__at(objects, i, stride), floats);
        status = collide__octree_object_check(object, floats);
    }
    if (status != COLLIDE_OK)
        return status;
    layout.floats = (uint32_t)floats;
    memcpy(memory, &layout, sizeof layout);
    collide_octree *o = (collide_octree *)memory;
    for (size_t i = 0; i < n; ++i)
        collide__octree_copy(collide__octree_object(o, i), collide__at(objects, i, stride), floats);
    collide__octree_place(o);
    collide__octree_cut(o);
    *octree = o;
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_octree_build_spheres(collide_octree **octree, void *memory,
                                                        size_t size, const collide_sphere *spheres,
                                                        size_t n, size_t stride,
                                                        const collide_octree_options *options) {
    return collide__octree_build(octree, memory, size, spheres, n, stride, 4, options);
}

COLLIDE_API collide_status collide_octree_build_aabbs(collide_octree **octree, void *memory,
                                                      size_t size, const collide_aabb *boxes,
                                                      size_t n, size_t stride,
                                                      const collide_octree_options *options) {
    return collide__octree_build(octree, memory, size, boxes, n, stride, 6, options);
}

// ---- walks -----------------------------------------------------------------------------------

// A segment in steps: what lies within hair of it counts as on it.
typedef struct collide__octree_line {
    double from[3], along[3], hair;
} collide__octree_line;

// The leaves that a box reaches into, one after the other; of these, those on a line if one is
// given.
typedef struct collide__octree_walk {
    collide__octree_cell stack[COLLIDE__OCTREE_STACK];
    size_t depth;
    const collide__octree_line *line;
} collide__octree_walk;

static void collide__octree_walk_start(collide__octree_walk *walk,
                                       const collide__octree_line *line) {
    walk->stack[0] = collide__octree_root();
    walk->depth = 1;
    walk->line = line;
}

// The first and the last step of the cube hold all beyond it.
static bool collide__octree_crosses(const collide__octree_line *line,
                                    const collide__octree_cell *cell) {
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double d = line->along[axis];
        const int first = cell->lo[axis], end = first + (1 << cell->shift);
        const double lo = ((first + 32767) - line->from[axis]) - line->hair;
        const double hi = ((end + 32767) - line->from[axis]) + line->hair;
        const bool below = first > -32767, above = end <= 32767;
        if (d > 0) {
            enter = below && lo > collide__dmul(enter, d) ? collide__ddiv(lo, d) : enter;
            leave = above && hi < collide__dmul(leave, d) ? collide__ddiv(hi, d) : leave;
        } else if (d < 0) {
            enter = above && hi < collide__dmul(enter, d) ? collide__ddiv(hi, d) : enter;
            leave = below && lo > collide__dmul(leave, d) ? collide__ddiv(lo, d) : leave;
        } else if ((below && lo > 0) || (above && hi < 0)) {
            return false;
        }
    }
    return enter <= leave;
}

static bool collide__octree_walk_next(const collide_octree *o, collide__octree_walk *walk,
                                      const collide__octree_box *box, collide__octree_cell *leaf) {
    const collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    while (walk->depth) {
        const collide__octree_cell cell = walk->stack[--walk->depth];
        const collide__octree_node *node = nodes + cell.node;
        if (node->room != COLLIDE__OCTREE_INNER) {
            *leaf = cell;
            return true;
        }
        for (unsigned k = 0; k < 8; ++k) {
            const collide__octree_cell child = collide__octree_child(&cell, node->first, k);
            if (collide__octree_reaches(box, &child) &&
                (!walk->line || collide__octree_crosses(walk->line, &child)))
                walk->stack[walk->depth++] = child;
        }
    }
    return false;
}

// Whether the low corner of the intersection of two boxes that reach into the cell, and so not
// beyond it, lies in it.
static bool collide__octree_holds_corner(const collide__octree_cell *cell,
                                         const collide__octree_box *a,
                                         const collide__octree_box *b) {
    return (a->lo[0] >= cell->lo[0] || b->lo[0] >= cell->lo[0]) &&
           (a->lo[1] >= cell->lo[1] || b->lo[1] >= cell->lo[1]) &&
           (a->lo[2] >= cell->lo[2] || b->lo[2] >= cell->lo[2]);
}

static bool collide__octree_overlap(const collide__octree_box *a, const collide__octree_box *b) {
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] &&
           b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}

// ---- moving ----------------------------------------------------------------------------------

// Takes object i out of the leaves that its old box alone reaches into, and into those that its new
// one does; false if there is no room.
static bool collide__octree_move(collide_octree *o, uint32_t i, const collide__octree_box *old_box,
                                 const collide__octree_box *new_box, uint64_t *work) {
    collide__octree_reference *references = COLLIDE__OCTREE_REFERENCES(o);
    collide__octree_node *nodes = COLLIDE__OCTREE_NODES(o);
    collide__octree_box both = *new_box;
    collide__octree_walk walk;
    collide__octree_cell cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (old_box->lo[axis] < both.lo[axis])
            both.lo[axis] = old_box->lo[axis];
        if (old_box->hi[axis] > both.hi[axis])
            both.hi[axis] = old_box->hi[axis];
    }
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(o, &walk, &both, &cell)) {
        const bool was = collide__octree_reaches(old_box, &cell);
        const bool is = collide__octree_reaches(new_box, &cell);
        collide__octree_node *leaf = nodes + cell.node;
        collide__octree_reference *own = references + leaf->first;
        uint32_t k = 0;
        while (was && k < leaf->count && own[k].object != i)
            ++k;
        *work += k + 16;
        if (was && !is) {
            own[k] = own[--leaf->count];
        } else if (was) {
            own[k].box = *new_box;
        } else if (is) {
            if (leaf->count == leaf->room) {
                const uint32_t room = COLLIDE__OCTREE_FOURS(leaf->count + leaf->count / 2 + 1);
                if (o->reference_room - o->reference_count < room)
                    return false;
                own = references + o->reference_count;
                memcpy(own, references + leaf->first, leaf->count * sizeof *own);
                leaf->first = o->reference_count;
                leaf->room = room;
                o->reference_count += room;
            }
            own[leaf->count].object = i;
            own[leaf->count++].box = *new_box;
            ++o->moved;
        }
    }
    return true;
}

static collide_status collide__octree_update(collide_octree *o, const uint32_t *indices, size_t n,
                                             const void *objects, size_t stride, size_t floats) {
    float object[6];
    uint64_t work = 0; // at most about that of building
    bool rebuild = !indices || n > (o ? o->count / 8 : 0);
    if (!o || !objects)
        return COLLIDE_ERROR_NULL;
    if (o->magic != COLLIDE_OCTREE_MAGIC || o->floats != floats)
        return COLLIDE_ERROR_KIND;
    if (n == 0)
        return COLLIDE_OK;
    if (!indices && n != o->count)
        return COLLIDE_ERROR_COUNT;
    stride = stride ? stride : floats * sizeof *object;
    collide_status status =
        collide__array_check(objects, o->count, stride, floats * sizeof *object);
    for (size_t k = 0; k < n && status == COLLIDE_OK; ++k) {
        const size_t i = indices ? indices[k] : k;
        if (i >= o->count)
            return COLLIDE_ERROR_INDEX;
        collide__octree_copy(object, collide__at(objects, i, stride), floats);
        status = collide__octree_object_check(object, floats);
    }
    if (status != COLLIDE_OK)
        return status;
    for (size_t k = 0; k < n; ++k) {
        const size_t i = indices ? indices[k] : k;
        collide__octree_box old_box, new_box;
        if (!rebuild)
            old_box = collide__octree_object_box(o, i);
        collide__octree_copy(collide__octree_object(o, i), collide__at(objects, i, stride), floats);
        if (rebuild)
            continue;
        new_box = collide__octree_object_box(o, i);
        rebuild = memcmp(&old_box, &new_box, sizeof old_box) != 0 &&
                  (!collide__octree_move(o, (uint32_t)i, &old_box, &new_box, &work) ||
                   work > 16 * (uint64_t)o->count + 4096);
    }
    if (rebuild || o->moved > o->count) {
        collide__octree_place(o);
        collide__octree_cut(o);
    }
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_octree_update_spheres(collide_octree *octree,
                                                         const uint32_t *indices, size_t n,
                                                         const collide_sphere *spheres,
                                                         size_t stride) {
    return collide__octree_update(octree, indices, n, spheres, stride, 4);
}

COLLIDE_API collide_status collide_octree_update_aabbs(collide_octree *octree,
                                                       const uint32_t *indices, size_t n,
                                                       const collide_aabb *boxes, size_t stride) {
    return collide__octree_update(octree, indices, n, boxes, stride, 6);
}

// ---- queries ---------------------------------------------------------------------------------

static void collide__octree_gather(const collide_octree *o, const collide__octree_reference *from,
                                   unsigned n, const collide__octree_cell *cell, int16_t *to) {
    for (unsigned i = 0; i < n; ++i, ++to) {
        const collide__octree_box *box = &from[i].box;
        COLLIDE__PREFETCH(collide__octree_object(o, from[i].object));
        for (unsigned axis = 0; axis < 3; ++axis) {
            to[32 * axis] = box->lo[axis];
            to[32 * axis + 96] = box->hi[axis];
        }
        to[192] = (int16_t)((box->lo[0] >= cell->lo[0]) | (box->lo[1] >= cell->lo[1]) << 1 |
                            (box->lo[2] >= cell->lo[2]) << 2);
    }
}

static bool collide__octree_objects_meet(const collide_octree *o, uint32_t i, uint32_t j) {
    const float *p = collide__octree_object(o, i), *q = collide__octree_object(o, j);
    if (o->floats == 4) {
        collide_sphere a, b;
        memcpy(&a, p, sizeof a);
        memcpy(&b, q, sizeof b);
        return collide_sphere_sphere(&a, &b);
    }
    collide_aabb a, b;
    memcpy(&a, p, sizeof a);
    memcpy(&b, q, sizeof b);
    return collide_aabb_aabb(&a, &b);
}

COLLIDE_API size_t collide_octree_self_indices(const collide_octree *octree, collide_pair *pairs,
                                               size_t capacity) {
    const collide__octree_box all = {{INT16_MIN, INT16_MIN, INT16_MIN},
                                     {INT16_MAX, INT16_MAX, INT16_MAX}};
    const collide__octree_kernels *kernels = collide__octree();
    collide__octree_walk walk;
    collide__octree_cell cell;
    COLLIDE__ALIGNED(int16_t) a[7 * 32];
    COLLIDE__ALIGNED(int16_t) b[7 * 32];
    size_t hits = 0;
    COLLIDE_ASSERT(pairs || !capacity);
    if (!octree)
        return 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(octree, &walk, &all, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(octree) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(octree) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; i += 32) {
            const unsigned n = leaf->count - i < 32 ? leaf->count - i : 32;
            collide__octree_gather(octree, own + i, n, &cell, a);
            for (uint32_t j = i; j < leaf->count; j += 32) {
                const unsigned m = leaf->count - j < 32 ? leaf->count - j : 32;
                uint32_t bits[32];
                if (j != i)
                    collide__octree_gather(octree, own + j, m, &cell, b);
                kernels->meet(a, n, j == i ? a : b, m, bits);
                for (unsigned k = 0; k < n; ++k)
                    for (uint32_t set = bits[k]; set; set &= set - 1) {
                        const uint32_t p = own[i + k].object;
                        const uint32_t q = own[j + collide__lowest_bit(set)].object;
                        // No branch for an answer that nobody can predict.
                        if (hits < capacity) {
                            pairs[hits].a = p < q ? p : q;
                            pairs[hits].b = p < q ? q : p;
                        }
                        hits += collide__octree_objects_meet(octree, p, q);
                    }
            }
        }
    }
    return hits;
}

// The objects that meet a sphere or a box, of which query holds the floats.
static size_t collide__octree_near(const collide_octree *o, const float *query, size_t floats,
                                   const collide__octree_box *box, uint32_t *indices,
                                   size_t capacity) {
    collide__octree_walk walk;
    collide__octree_cell cell;
    size_t hits = 0;
    collide_sphere ball, sphere;
    collide_aabb around, aabb;
    memcpy(floats == 4 ? (void *)&ball : (void *)&around, query, floats * sizeof *query);
    collide__octree_walk_start(&walk, NULL);
    while (collide__octree_walk_next(o, &walk, box, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(o) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(o) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; ++i) {
            const float *object = collide__octree_object(o, own[i].object);
            bool hit;
            if (!collide__octree_overlap(box, &own[i].box) ||
                !collide__octree_holds_corner(&cell, box, &own[i].box))
                continue;
            if (o->floats == 4) {
                memcpy(&sphere, object, sizeof sphere);
                hit = floats == 4 ? collide_sphere_sphere(&ball, &sphere)
                                  : collide_sphere_aabb(&sphere, &around);
            } else {
                memcpy(&aabb, object, sizeof aabb);
                hit = floats == 4 ? collide_sphere_aabb(&ball, &aabb)
                                  : collide_aabb_aabb(&around, &aabb);
            }
            if (!hit)
                continue;
            if (hits < capacity)
                indices[hits] = own[i].object;
            ++hits;
        }
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_octree_indices(const collide_sphere *a,
                                                 const collide_octree *octree, uint32_t *indices,
                                                 size_t capacity) {
    float query[4];
    COLLIDE_ASSERT(a && (indices || !capacity));
    if (!octree || !(a->radius >= 0))
        return 0;
    memcpy(query, a, sizeof query);
    const collide__octree_box box = collide__octree_sphere_box(octree, query);
    return collide__octree_near(octree, query, 4, &box, indices, capacity);
}

COLLIDE_API size_t collide_aabb_octree_indices(const collide_aabb *a, const collide_octree *octree,
                                               uint32_t *indices, size_t capacity) {
    float query[6];
    COLLIDE_ASSERT(a && (indices || !capacity));
    if (!octree || !collide__aabb_holds_any(a))
        return 0;
    memcpy(query, a, sizeof query);
    const collide__octree_box box = collide__octree_aabb_box(octree, query);
    return collide__octree_near(octree, query, 6, &box, indices, capacity);
}

COLLIDE_API size_t collide_segment_octree_indices(const collide_segment *a,
                                                  const collide_octree *octree, uint32_t *indices,
                                                  float *t, size_t capacity) {
    collide__octree_line line;
    collide__octree_walk walk, again;
    collide__octree_box box;
    collide__octree_cell cell, first;
    float ends[2][3];
    double size = 0;
    size_t hits = 0;
    COLLIDE_ASSERT(a && (indices || !capacity));
    if (!octree || !collide__finite3(a->a) || !collide__finite3(a->b))
        return 0;
    memcpy(ends, a, sizeof ends);
    for (int axis = 0; axis < 3; ++axis)
        size += (collide__dabs((double)ends[0][axis]) + collide__dabs((double)ends[1][axis])) +
                collide__dabs(octree->origin[axis]);
    line.hair = collide__dmul(collide__dmul(size, octree->scale) + 65536, COLLIDE__OCTREE_HAIR);
    for (int axis = 0; axis < 3; ++axis) {
        const double p = (double)ends[0][axis], q = (double)ends[1][axis];
        line.from[axis] = collide__dmul(p - octree->origin[axis], octree->scale);
        line.along[axis] = collide__dmul(q - p, octree->scale);
        const double to = line.from[axis] + line.along[axis];
        const bool rises = line.along[axis] > 0;
        box.lo[axis] = collide__octree_step((rises ? line.from[axis] : to) - line.hair);
        box.hi[axis] = collide__octree_step((rises ? to : line.from[axis]) + line.hair);
    }
    collide__octree_walk_start(&walk, &line);
    while (collide__octree_walk_next(octree, &walk, &box, &cell)) {
        const collide__octree_node *leaf = COLLIDE__OCTREE_NODES(octree) + cell.node;
        const collide__octree_reference *own = COLLIDE__OCTREE_REFERENCES(octree) + leaf->first;
        for (uint32_t i = 0; i < leaf->count; ++i) {
            const float *object = collide__octree_object(octree, own[i].object);
            collide__octree_box common = own[i].box;
            float time;
            bool hit;
            if (!collide__octree_overlap(&box, &common))
                continue;
            if (octree->floats == 4) {
                collide_sphere sphere;
                memcpy(&sphere, object, sizeof sphere);
                hit = collide_segment_sphere(a, &sphere, &time);
            } else {
                collide_aabb aabb;
                memcpy(&aabb, object, sizeof aabb);
                hit = collide_segment_aabb(a, &aabb, &time);
            }
            if (!hit)
                continue;
            // Each once: by the first of the leaves that hold it.
            for (int axis = 0; axis < 3; ++axis) {
                if (box.lo[axis] > common.lo[axis])
                    common.lo[axis] = box.lo[axis];
                if (box.hi[axis] < common.hi[axis])
                    common.hi[axis] = box.hi[axis];
            }
            collide__octree_walk_start(&again, &line);
            if (!collide__octree_walk_next(octree, &again, &common, &first) ||
                first.node != cell.node)
                continue;
            if (hits < capacity) {
                indices[hits] = own[i].object;
                if (t)
                    t[hits] = time;
            }
            ++hits;
        }
    }
    return hits;
}

// ---- bodies ----------------------------------------------------------------------------------

// Triangles of one body that are near another one, where the body is.
typedef struct collide__body_triangles {
    collide_triangle *triangles;
    uint32_t *numbers;
    size_t count;
} collide__body_triangles;

typedef struct collide__bodies_scratch {
    void *octree, *pack;
    size_t octree_size, pack_size;
    collide_sphere *spheres;
    uint32_t *others, *hits;
    collide__body_triangles of[2];
    collide_body_contact *contacts;
    size_t most; // contacts of a pair
    uint64_t size;
} collide__bodies_scratch;

// The next part of memory for n elements; NULL memory just counts.
static void *collide__bodies_part(collide__bodies_scratch *s, void *memory, uint64_t n,
                                  size_t element) {
    void *part = memory ? (char *)memory + (size_t)s->size : NULL;
    s->size += (n * element + 63) & ~(uint64_t)63;
    return part;
}

// Lays out scratch memory; false if an option is out of range.
static bool collide__bodies_layout(collide__bodies_scratch *s, void *memory,
                                   const collide_body *bodies, size_t n, size_t stride,
                                   const collide_bodies_options *options) {
    size_t most = 0;
    memset(s, 0, sizeof *s);
    s->most = options && options->pair_contacts ? options->pair_contacts : 64;
    collide_octree layout;
    if (s->most > 4096 || !collide__octree_layout(n, options ? &options->octree : NULL, &layout))
        return false;
    for (size_t i = 0; i < n; ++i) {
        const collide_mesh *mesh = ((const collide_body *)collide__at(bodies, i, stride))->mesh;
        most = mesh && mesh->triangle_count > most ? mesh->triangle_count : most;
    }
    s->octree_size = collide_octree_size(n, options ? &options->octree : NULL);
    s->pack_size = collide_triangle_pack_size(most);
    if (s->octree_size == 0 || s->pack_size == 0 || most > UINT32_MAX)
        return true;
    s->octree = collide__bodies_part(s, memory, s->octree_size, 1);
    s->pack = collide__bodies_part(s, memory, s->pack_size, 1);
    s->spheres = (collide_sphere *)collide__bodies_part(s, memory, n, sizeof *s->spheres);
    s->others = (uint32_t *)collide__bodies_part(s, memory, n, sizeof *s->others);
    s->hits = (uint32_t *)collide__bodies_part(s, memory, most, sizeof *s->hits);
    for (int k = 0; k < 2; ++k) {
        s->of[k].triangles =
            (collide_triangle *)collide__bodies_part(s, memory, most, sizeof(collide_triangle));
        s->of[k].numbers = (uint32_t *)collide__bodies_part(s, memory, most, sizeof(uint32_t));
    }
    s->contacts =
        (collide_body_contact *)collide__bodies_part(s, memory, s->most, sizeof *s->contacts);
    return true;
}

COLLIDE_API size_t collide_bodies_scratch_size(const collide_body *bodies, size_t n, size_t stride,
                                               const collide_bodies_options *options) {
    collide__bodies_scratch s;
    stride = stride ? stride : sizeof *bodies;
    if (!bodies || n == 0 || !collide__fits(n, stride) ||
        !collide__bodies_layout(&s, NULL, bodies, n, stride, options))
        return 0;
    return s.size <= PTRDIFF_MAX ? (size_t)s.size : 0;
}

// The bounding sphere where the body is, larger by what rounding may move points that lie in it.
static collide_sphere collide__body_sphere(const collide_body *body) {
    const collide_vec3 c = body->bounds.center, p = body->pose.position;
    const double size =
        (collide__dsum_abs(collide__dvec3_of(c)) + collide__dsum_abs(collide__dvec3_of(p))) +
        (double)body->bounds.radius;
    collide_sphere s;
    s.center = collide_pose_apply(&body->pose, c);
    s.radius = collide__float_up((double)body->bounds.radius +
                                 collide__dmul(size, 1.9073486328125e-6)); // 2^-19
    return s;
}

static collide_status collide__body_check(const collide_body *body) {
    const collide_pose *pose = &body->pose;
    if (!body->mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *body->mesh;
    const collide_status status = collide__mesh_check(&mesh);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__finite3(body->bounds.center) || !collide__finite(body->bounds.radius) ||
        !collide__finite3(pose->position) || !collide__finite3(pose->axis[0]) ||
        !collide__finite3(pose->axis[1]) || !collide__finite3(pose->axis[2]))
        return COLLIDE_ERROR_NOT_FINITE;
    if (body->bounds.radius < 0)
        return COLLIDE_ERROR_EXTENT;
    const collide_sphere s = collide__body_sphere(body);
    return collide__finite3(s.center) && collide__finite(s.radius) ? COLLIDE_OK
                                                                   : COLLIDE_ERROR_NOT_FINITE;
}

// What both boxes about two spheres hold.
static collide_aabb collide__spheres_common(const collide_sphere *a, const collide_sphere *b) {
    const float *p = collide__floats(&a->center), *q = collide__floats(&b->center);
    float lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double a_lo = (double)p[axis] - (double)a->radius;
        const double b_lo = (double)q[axis] - (double)b->radius;
        const double a_hi = (double)p[axis] + (double)a->radius;
        const double b_hi = (double)q[axis] + (double)b->radius;
        lo[axis] = collide__float_down(a_lo > b_lo ? a_lo : b_lo);
        hi[axis] = collide__float_up(a_hi < b_hi ? a_hi : b_hi);
    }
    collide_aabb box;
    box.min = collide__vec3(lo[0], lo[1], lo[2]);
    box.max = collide__vec3(hi[0], hi[1], hi[2]);
    return box;
}

static bool collide__triangle_reaches(const collide_triangle *t, const collide_aabb *box) {
    const collide_vec3 p = t->v[0], q = t->v[1], r = t->v[2];
#define COLLIDE__OUTSIDE(x)                                                                        \
    ((p.x < box->min.x && q.x < box->min.x && r.x < box->min.x) ||                                 \
     (p.x > box->max.x && q.x > box->max.x && r.x > box->max.x))
    return !(COLLIDE__OUTSIDE(x) || COLLIDE__OUTSIDE(y) || COLLIDE__OUTSIDE(z));
#undef COLLIDE__OUTSIDE
}

static void collide__body_gather(const collide_body *body, const collide_aabb *box,
                                 collide__body_triangles *out) {
    collide_mesh mesh = *body->mesh;
    collide_triangle t;
    (void)collide__mesh_check(&mesh);
    out->count = 0;
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        if (collide__mesh_triangle(&mesh, i, &t) != COLLIDE_OK)
            continue;
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(&body->pose, t.v[k]);
        if (collide__finite3(t.v[0]) && collide__finite3(t.v[1]) && collide__finite3(t.v[2]) &&
            collide__triangle_reaches(&t, box)) {
            out->triangles[out->count] = t;
            out->numbers[out->count++] = (uint32_t)i;
        }
    }
}

// Takes a contact to those of its pair: to one of the same place, to a free one, or to that of the
// least depth if it is deeper. Returns how many there are.
static size_t collide__body_contact_take(collide_body_contact *list, size_t n, size_t most,
                                         const collide_body_contact *c, float distance) {
    size_t least = 0;
    for (size_t k = 0; k < n; ++k) {
        const collide_contact old = list[k].contact;
        if (collide__contact_merges(&list[k].contact, &c->contact, distance)) {
            if (collide__contact_better(&c->contact, &old, distance)) {
                list[k].triangle_a = c->triangle_a;
                list[k].triangle_b = c->triangle_b;
            }
            return n;
        }
        least = list[k].contact.depth < list[least].contact.depth ? k : least;
    }
    if (n < most)
        list[n++] = *c;
    else if (c->contact.depth > list[least].contact.depth)
        list[least] = *c;
    return n;
}

// The contacts of two bodies whose spheres meet; returns how many there are in s->contacts.
static size_t collide__body_pair(const collide_body *a, const collide_body *b, uint32_t i,
                                 uint32_t j, const collide_bodies_options *options,
                                 collide__bodies_scratch *s, collide_bodies_count *count) {
    const float distance = options ? options->merge : 0;
    const collide_aabb box = collide__spheres_common(&s->spheres[i], &s->spheres[j]);
    const collide__body_triangles *p = &s->of[0], *q = &s->of[1];
    collide_triangle_pack *pack;
    size_t n = 0;
    collide__body_gather(a, &box, &s->of[0]);
    if (p->count > 0)
        collide__body_gather(b, &box, &s->of[1]);
    if (p->count == 0 || q->count == 0 ||
        collide_triangle_pack_build(&pack, s->pack, s->pack_size, p->triangles, p->count, 0) !=
            COLLIDE_OK)
        return 0;
    count->triangle_pairs += p->count * q->count;
    for (size_t l = 0; l < q->count; ++l) {
        const size_t hits =
            collide_triangle_triangle_many_indices(&q->triangles[l], pack, s->hits, p->count);
        for (size_t h = 0; h < hits; ++h) {
            const uint32_t k = s->hits[h];
            collide_contact found[9];
            const size_t all =
                collide_triangle_triangle_contacts(&p->triangles[k], &q->triangles[l], found, 9);
            for (size_t m = 0; m < all; ++m) {
                collide_body_contact c;
                c.contact = found[m];
                c.a = i;
                c.b = j;
                c.triangle_a = p->numbers[k];
                c.triangle_b = q->numbers[l];
                if ((options && options->all) ||
                    collide_contact_closing(&found[m], a->motion, b->motion, NULL))
                    n = collide__body_contact_take(s->contacts, n, s->most, &c, distance);
            }
        }
    }
    return n;
}

COLLIDE_API collide_status collide_bodies_contacts(const collide_body *bodies, size_t n,
                                                   size_t stride,
                                                   const collide_bodies_options *options,
                                                   void *scratch, size_t size,
                                                   collide_body_contact *contacts, size_t capacity,
                                                   collide_bodies_count *count) {
    collide__bodies_scratch s;
    collide_octree *octree;
    if (!count)
        return COLLIDE_ERROR_NULL;
    memset(count, 0, sizeof *count);
    stride = stride ? stride : sizeof *bodies;
    collide_status status = collide__array_check(bodies, n, stride, sizeof *bodies);
    if (status == COLLIDE_OK && n == 0)
        status = COLLIDE_ERROR_COUNT;
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        status = collide__body_check((const collide_body *)collide__at(bodies, i, stride));
    if (status == COLLIDE_OK && !collide__bodies_layout(&s, scratch, bodies, n, stride, options))
        status = COLLIDE_ERROR_OPTION;
    if (status == COLLIDE_OK)
        status =
            collide__memory_check(scratch, size, n, s.size <= PTRDIFF_MAX ? (size_t)s.size : 0);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i)
        s.spheres[i] = collide__body_sphere((const collide_body *)collide__at(bodies, i, stride));
    status = collide_octree_build_spheres(&octree, s.octree, s.octree_size, s.spheres, n, 0,
                                          options ? &options->octree : NULL);
    for (uint32_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        const collide_body *a = (const collide_body *)collide__at(bodies, i, stride);
        const size_t all = collide_sphere_octree_indices(&s.spheres[i], octree, s.others, n);
        for (size_t k = 0; k < all; ++k) {
            const uint32_t j = s.others[k];
            const collide_body *b = (const collide_body *)collide__at(bodies, j, stride);
            if (j <= i || !((options && options->all) || a->motion || b->motion))
                continue;
            const size_t found = collide__body_pair(a, b, i, j, options, &s, count);
            ++count->pairs;
            for (size_t m = 0; m < found; ++m, ++count->contacts)
                if (count->contacts < capacity)
                    contacts[count->contacts] = s.contacts[m];
        }
    }
    return status;
}
#undef COLLIDE__OCTREE_CHUNK
#undef COLLIDE__OCTREE_FOURS
#undef COLLIDE__OCTREE_HAIR
#undef COLLIDE__OCTREE_HEADER
#undef COLLIDE__OCTREE_INNER
#undef COLLIDE__OCTREE_LEVELS
#undef COLLIDE__OCTREE_NODES
#undef COLLIDE__OCTREE_REFERENCES
#undef COLLIDE__OCTREE_STACK
#endif // COLLIDE_NO_OCTREE

// ================================================================================================
// >>terrain_impl
// ================================================================================================
#ifndef COLLIDE_NO_TERRAIN

COLLIDE__INLINE float collide__min2(float a, float b) {
    return a < b ? a : b;
}

COLLIDE__INLINE float collide__max2(float a, float b) {
    return a > b ? a : b;
}

// ---- the definition: a cylinder against an edge, a plane, a cell -----------------------------

// The line a + b = away cuts the rectangle |a| <= one, |b| <= other: the middle of the cut, its a.
COLLIDE__INLINE float collide__cut_middle(float away, float one, float other) {
    const float middle = collide__min2(away, collide__mul(0.5f, away + (one - other)));
    return collide__min2(collide__max2(middle, 0), one);
}

COLLIDE__INLINE float collide__root(float x) {
#if defined(COLLIDE__GNU) && (defined(__x86_64__) || defined(__i386__))
    float r;
    __asm__("sqrtss %1, %0" : "=x"(r) : "x"(x));
    return r;
#else
    return (float)collide__sqrt((double)x); // has the same bits
#endif
}

// Whether the edge from a to b, both as p, q, z, meets the cylinder. Its point nearest to the axis
// is at -a.e / e.e; if that is not within the slab, the nearest is where the edge enters it.
COLLIDE__INLINE bool collide__cylinder_edge(const collide__cylinder_job *c, const float *a,
                                            const float *b) {
    const float ep = b[0] - a[0], eq = b[1] - a[1], ez = b[2] - a[2];
    const float square = collide__mul(ep, ep) + collide__mul(eq, eq);
    const float along = collide__mul(a[0], ep) + collide__mul(a[1], eq); // < 0: it comes nearer
    const float nearest = -along / collide__max2(square, FLT_MIN);
    float t = collide__min2(collide__max2(nearest, 0), 1);
    // Rounding must not take z out of the edge, nor out of the slab then.
    const float low = collide__min2(a[2], b[2]), high = collide__max2(a[2], b[2]);
    const float z = collide__min2(collide__max2(a[2] + collide__mul(t, ez), low), high);
    if (collide__abs(z) > c->half) {
        const float end = z > 0 ? c->half : -c->half;
        if (!(low <= end && end <= high))
            return false;
        t = (end - a[2]) / ez;
    }
    const float p = a[0] + collide__mul(t, ep), q = a[1] + collide__mul(t, eq);
    return collide__mul(p, p) + collide__mul(q, q) <= c->square;
}

// Whether the cylinder meets the plane with these slopes that is at z over (x, y), and a point of
// both, relative to (x, y), that is in the middle of what they have in common: along the axis and
// along the slope in the base, the plane is |nz| t + square k = |above| away.
COLLIDE__INLINE bool collide__cylinder_slope(const collide__cylinder_job *c, float slope_x,
                                             float slope_y, float x, float y, float z, float *at_x,
                                             float *at_y) {
    const float np = (c->p.z - collide__mul(slope_x, c->p.x)) - collide__mul(slope_y, c->p.y);
    const float nq = (c->q.z - collide__mul(slope_x, c->q.x)) - collide__mul(slope_y, c->q.y);
    const float nz =
        (c->axis.z - collide__mul(slope_x, c->axis.x)) - collide__mul(slope_y, c->axis.y);
    const float above = (collide__mul(slope_x, x) + collide__mul(slope_y, y)) - z; // of the centre
    const float square = collide__mul(np, np) + collide__mul(nq, nq);
    const float across = collide__mul(c->radius, collide__root(square));
    const float along = collide__mul(c->half, collide__abs(nz)), away = collide__abs(above);
    const float k = collide__cut_middle(away, across, along) / (square > 0 ? square : 1);
    const float t = collide__cut_middle(away, along, across) / (nz < 0 || nz > 0 ? nz : 1);
    const float u = collide__mul(t, c->axis.x) +
                    collide__mul(k, collide__mul(np, c->p.x) + collide__mul(nq, c->q.x));
    const float v = collide__mul(t, c->axis.y) +
                    collide__mul(k, collide__mul(np, c->p.y) + collide__mul(nq, c->q.y));
    *at_x = (above < 0 ? u : -u) - x;
    *at_y = (above < 0 ? v : -v) - y;
    return away <= across + along;
}

// Whether a cell without holes comes into the cylinder's range of heights.
COLLIDE__INLINE bool collide__cylinder_near(const collide__cylinder_job *c, const float *z,
                                            collide__cells_say *say) {
    const float low = collide__min2(collide__min2(z[0], z[1]), collide__min2(z[2], z[3]));
    const float high = collide__max2(collide__max2(z[0], z[1]), collide__max2(z[2], z[3]));
    if (!(high < COLLIDE__HOLE && high >= -c->reach))
        return false;
    *say = COLLIDE__CELLS_ABOVE;
    return low <= c->reach;
}

// Whether the cylinder meets the surface of the cell between columns at x[0], x[1] and rows at
// y[0], y[1] with corners V0 to V3 at heights z. If no edge meets it, what it has in common with
// the plane of a triangle is all inside of that triangle or all outside: any point tells.
COLLIDE__INLINE bool collide__cylinder_cell(const collide__cylinder_job *c, const float *x,
                                            const float *y, const float *z) {
    float v[4][3], min[3], max[3];
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 l = i == 0 ? c->p : i == 1 ? c->q : c->axis;
        const float bound = i == 2 ? c->half : c->radius;
        for (int k = 0; k < 4; ++k)
            v[k][i] = (collide__mul(x[k & 1], l.x) + collide__mul(y[k >> 1], l.y)) +
                      collide__mul(z[k], l.z);
        min[i] = collide__min2(collide__min2(v[0][i], v[1][i]), collide__min2(v[2][i], v[3][i]));
        max[i] = collide__max2(collide__max2(v[0][i], v[1][i]), collide__max2(v[2][i], v[3][i]));
        if (!(min[i] <= bound && max[i] >= -bound))
            return false;
    }
    const int other = c->other_diagonal;
    if (collide__cylinder_edge(c, v[1 - other], v[2 + other]) ||
        collide__cylinder_edge(c, v[0], v[1]) || collide__cylinder_edge(c, v[0], v[2]) ||
        collide__cylinder_edge(c, v[1], v[3]) || collide__cylinder_edge(c, v[2], v[3]))
        return true;
    // The triangle at the edge of V0 and V1, then the one at that of V2 and V3.
    const float south = collide__mul(z[1] - z[0], c->inverse_dx);
    const float north = collide__mul(z[3] - z[2], c->inverse_dx);
    const float west = collide__mul(z[2] - z[0], c->inverse_dy);
    const float east = collide__mul(z[3] - z[1], c->inverse_dy);
    float at_x, at_y, u, w;
    if (collide__cylinder_slope(c, south, other ? east : west, x[other], y[0], z[other], &at_x,
                                &at_y)) {
        u = collide__mul(other ? -at_x : at_x, c->inverse_dx);
        w = collide__mul(at_y, c->inverse_dy);
        if (u >= 0 && w >= 0 && u + w <= 1)
            return true;
    }
    if (collide__cylinder_slope(c, north, other ? west : east, x[1 - other], y[1], z[3 - other],
                                &at_x, &at_y)) {
        u = collide__mul(other ? -at_x : at_x, c->inverse_dx);
        w = collide__mul(at_y, c->inverse_dy);
        return u <= 0 && w <= 0 && u + w >= -1;
    }
    return false;
}

// ---- the definition: what of the surface may touch a cylinder --------------------------------
// In float, and never no where contacts in double (below) are: what it lets through is asked there.
// Slack is far more than rounding.

// Bit i: the vertex lies beyond bound i, of collide__bound_ways.
COLLIDE__INLINE uint32_t collide__vertex_beyond(const float *reach, float x, float y, float z) {
    const float sum = x + y, difference = x - y;
    const float at[COLLIDE__BOUNDS] = {-z,      x - z,          -x - z,          y - z,   -y - z,
                                       sum - z, difference - z, -difference - z, -sum - z};
    uint32_t bits = 0;
    for (uint32_t i = 0; i < COLLIDE__BOUNDS; ++i)
        bits |= (uint32_t)(at[i] > reach[i]) << i;
    return bits;
}

// A face's plane, its normal's z being 1: [Strashnov]'s A1 is end - side, and y below the plane.
typedef struct collide__sieve_plane {
    float slope_x, slope_y, length;
    float side[3], end[3], y;
    bool vague, broad; // whether the points, or just which of them is lowest, cannot be told
} collide__sieve_plane;

COLLIDE__INLINE collide__sieve_plane collide__sieve_plane_of(const collide__sieve_job *c,
                                                             float slope_x, float slope_y, float x,
                                                             float y, float z) {
    collide__sieve_plane f;
    const float along =
        (c->axis.z - collide__mul(slope_x, c->axis.x)) - collide__mul(slope_y, c->axis.y);
    const float wx = -slope_x - collide__mul(along, c->axis.x);
    const float wy = -slope_y - collide__mul(along, c->axis.y);
    const float wz = 1 - collide__mul(along, c->axis.z);
    const float square = (collide__mul(wx, wx) + collide__mul(wy, wy)) + collide__mul(wz, wz);
    const float whole = (collide__mul(slope_x, slope_x) + collide__mul(slope_y, slope_y)) + 1;
    const float length = collide__root(whole), tie = collide__mul(COLLIDE__SIEVE_TIE, length);
    const bool flat =
        square <= collide__mul(0.875f * COLLIDE__SIEVE_TIE * COLLIDE__SIEVE_TIE, whole);
    const bool nearly = square <= collide__mul(COLLIDE__SIEVE_HAIR, whole);
    const float k = flat ? c->radius : c->radius / collide__root(square);
    f.slope_x = slope_x;
    f.slope_y = slope_y;
    f.length = length;
    f.vague =
        (nearly && !flat) || collide__abs(along + tie) <= collide__mul(COLLIDE__SIEVE_HAIR, length);
    f.broad = nearly || collide__abs(along) <= collide__mul(COLLIDE__SIEVE_SLACK, length);
    f.side[0] = collide__mul(k, flat ? c->p.x : wx);
    f.side[1] = collide__mul(k, flat ? c->p.y : wy);
    f.side[2] = collide__mul(k, flat ? c->p.z : wz);
    f.end[0] = along < -tie ? c->end.x : -c->end.x;
    f.end[1] = along < -tie ? c->end.y : -c->end.y;
    f.end[2] = along < -tie ? c->end.z : -c->end.z;
    f.y = ((z - (f.end[2] - f.side[2])) - collide__mul(slope_x, x - (f.end[0] - f.side[0]))) -
          collide__mul(slope_y, y - (f.end[1] - f.side[1]));
    return f;
}

// Whether a point is below a plane, by a hair above, and in the triangle at its corner x, y, z that
// goes along step_x and step_y.
COLLIDE__INLINE bool collide__sieve_point(const collide__sieve_job *c,
                                          const collide__sieve_plane *f, float px, float py,
                                          float pz, float x, float y, float z, float step_x,
                                          float step_y, float slack) {
    const float u = collide__mul(px - x, step_x), v = collide__mul(py - y, step_y);
    const float below =
        ((z - pz) - collide__mul(f->slope_x, x - px)) - collide__mul(f->slope_y, y - py);
    return !(below < -slack) && !(u < -c->share) && !(v < -c->share) && !(u + v > 1 + c->share);
}

// Whether one of the face's five points may be a contact.
COLLIDE__INLINE bool collide__sieve_face(const collide__sieve_job *c, const collide__sieve_plane *f,
                                         float x, float y, float z, float step_x, float step_y,
                                         float slack) {
    const float *e = f->end, *w = f->side;
    const float ux = collide__mul(c->axis.y, w[2]) - collide__mul(c->axis.z, w[1]);
    const float uy = collide__mul(c->axis.z, w[0]) - collide__mul(c->axis.x, w[2]);
    const float uz = collide__mul(c->axis.x, w[1]) - collide__mul(c->axis.y, w[0]);
    const float far = collide__mul(slack, f->length);
#define COLLIDE__POINT(x_, y_, z_)                                                                 \
    collide__sieve_point(c, f, x_, y_, z_, x, y, z, step_x, step_y, far)
    return f->vague || COLLIDE__POINT(e[0] - w[0], e[1] - w[1], e[2] - w[2]) ||
           COLLIDE__POINT(e[0] + w[0], e[1] + w[1], e[2] + w[2]) ||
           COLLIDE__POINT(e[0] + ux, e[1] + uy, e[2] + uz) ||
           COLLIDE__POINT(e[0] - ux, e[1] - uy, e[2] - uz) ||
           COLLIDE__POINT(-e[0] - w[0], -e[1] - w[1], -e[2] - w[2]);
#undef COLLIDE__POINT
}

// A place in the cylinder's frame, and the body's normal straight below it, of length radius, if it
// can be told; how high it is above the lower base, and at most above the side; where in that base
// from its centre, and whether that is certainly inside or outside of the rim.
typedef struct collide__sieve_foot {
    float at[3], normal[3], base, side, p, q;
    bool known, inside, outside;
} collide__sieve_foot;

COLLIDE__INLINE collide__sieve_foot collide__sieve_foot_of(const collide__sieve_job *c, float x,
                                                           float y, float z, float far) {
    collide__sieve_foot f;
    const float p = (collide__mul(c->p.x, x) + collide__mul(c->p.y, y)) + collide__mul(c->p.z, z);
    const float q = (collide__mul(c->q.x, x) + collide__mul(c->q.y, y)) + collide__mul(c->q.z, z);
    const float a =
        (collide__mul(c->axis.x, x) + collide__mul(c->axis.y, y)) + collide__mul(c->axis.z, z);
    const float middle = collide__mul(p, c->p.z) + collide__mul(q, c->q.z);
    const float rest = c->square - (collide__mul(p, p) + collide__mul(q, q));
    const float root = collide__mul(middle, middle) + collide__mul(c->lean, rest);
    const float rounded = collide__mul(far, far);
    const float y_side =
        collide__mul(middle + collide__root(collide__max2(root, 0)), c->inverse_lean);
    const float along = a - collide__mul(y_side, c->axis.z);
    const float enough =
        collide__mul(COLLIDE__SIEVE_SLACK, c->square) + collide__mul(COLLIDE__SIEVE_FAR, rounded);
    const float most =
        collide__mul(middle + collide__root(collide__max2(root + enough, 0)), c->inverse_lean) +
        (c->slack + collide__mul(COLLIDE__SIEVE_TIE, far));
    const bool side = root >= enough &&
                      collide__abs(along) <= c->half - collide__mul(COLLIDE__SIEVE_ALONG, far) &&
                      c->inverse_lean > 0;
    f.side = root < -enough ? -FLT_MAX : c->inverse_lean > 0 ? most : FLT_MAX;
    f.base = collide__mul(collide__mul(a, c->turn), c->base) + c->rise;
    f.p = p - collide__mul(f.base, c->p.z);
    f.q = q - collide__mul(f.base, c->q.z);
    const float away = collide__mul(f.p, f.p) + collide__mul(f.q, f.q);
    const float little = collide__mul(COLLIDE__SIEVE_TIE, rounded);
    f.inside = away + little <= collide__mul(COLLIDE__SIEVE_INSIDE, c->square) && c->base > 0;
    f.outside = away - little > collide__mul(COLLIDE__SIEVE_OUTSIDE, c->square) && c->base > 0;
    f.at[0] = p;
    f.at[1] = q;
    f.at[2] = a;
    f.normal[0] = side ? collide__mul(y_side, c->p.z) - p : 0;
    f.normal[1] = side ? collide__mul(y_side, c->q.z) - q : 0;
    f.normal[2] = side ? 0 : collide__mul(c->turn, c->radius);
    f.known = side != f.inside;
    return f;
}

// Whether the edge from foot a to foot b may cross the rim of the lower base.
COLLIDE__INLINE bool collide__sieve_rim(const collide__sieve_foot *a,
                                        const collide__sieve_foot *b) {
    const float p = b->p - a->p, q = b->q - a->q;
    return !(a->inside && b->inside) &&
           !(a->outside && collide__mul(a->p, p) + collide__mul(a->q, q) >= 0) &&
           !(b->outside && collide__mul(b->p, p) + collide__mul(b->q, q) <= 0);
}

// An edge from foot a to foot b, rise apart in z and wide apart in x and y: how high it may be
// above the side, which is highest where the wall below it touches the side or at the end nearer to
// that. Sets whether it runs along the axis, and whether it is deepest beyond its ends.
COLLIDE__INLINE float collide__sieve_side(const collide__sieve_job *c, const collide__sieve_foot *a,
                                          const collide__sieve_foot *b, float wide, float rise,
                                          float turns, float slack, bool *along, bool *level,
                                          bool *out) {
    const float p = b->at[0] - a->at[0], q = b->at[1] - a->at[1], e = b->at[2] - a->at[2];
    const float nz = collide__mul(q, c->p.z) - collide__mul(p, c->q.z);
    const float square = collide__mul(p, p) + collide__mul(q, q);
    const float at = collide__mul(a->at[0], q) - collide__mul(a->at[1], p);
    const float length = collide__root(square), down = collide__abs(nz);
    const float little = collide__mul(wide + collide__abs(rise), turns);
    const float from_a = (collide__mul(a->normal[0], p) + collide__mul(a->normal[1], q)) +
                         collide__mul(a->normal[2], e);
    const float from_b = (collide__mul(b->normal[0], p) + collide__mul(b->normal[1], q)) +
                         collide__mul(b->normal[2], e);
    const float whole = square + collide__mul(e, e);
    *along = !(square > collide__mul(COLLIDE__SIEVE_BESIDE, whole));
    *level = !(collide__mul(e, e) > collide__mul(COLLIDE__SIEVE_BESIDE, whole));
    *out = (from_a < -little && a->known) || (from_b > little && b->known);
    if (down < collide__mul(COLLIDE__SIEVE_STEEP, length))
        return FLT_MAX;
    const float y = (collide__mul(c->radius, length) + (nz < 0 ? -at : at)) / down;
    const float foot_p = a->at[0] - collide__mul(y, c->p.z);
    const float foot_q = a->at[1] - collide__mul(y, c->q.z);
    const float before = collide__mul(foot_p, p) + collide__mul(foot_q, q); // the edge's beginning
    const float hardly = collide__mul(4 * slack, length);
    const float end = before > hardly ? a->side : before + square < -hardly ? b->side : FLT_MAX;
    return collide__min2(y + slack, end);
}

// How far the lowest point of a plane is beyond (x, y), in cells.
COLLIDE__INLINE float collide__sieve_u(const collide__sieve_plane *f, float x, float step) {
    return collide__mul((f->end[0] - f->side[0]) - x, step);
}

COLLIDE__INLINE float collide__sieve_v(const collide__sieve_plane *f, float y, float step) {
    return collide__mul((f->end[1] - f->side[1]) - y, step);
}

// How deep something that is y above the body may be in the columns of faces of that length.
COLLIDE__INLINE float collide__sieve_depth(float y, float length, float slack, float hair) {
    const float depth = y / length;
    return depth < -slack ? -FLT_MAX : depth - hair;
}

// How far an edge from a to b bends down, less what is flat at that height; p and q are the other
// corners of its faces.
COLLIDE__INLINE float collide__sieve_bend(float a, float b, float p, float q, float high) {
    const float d = a - p, g = b - q;
    const float rounded = collide__mul(COLLIDE__SIEVE_BEND, collide__abs(d) + collide__abs(g));
    return ((d + g) + rounded) - collide__mul(COLLIDE__SIEVE_FLAT, high);
}

// Whether it is flat.
COLLIDE__INLINE bool collide__sieve_still(float a, float b, float p, float q, float high) {
    return collide__sieve_bend(a, b, p, q, high) <= 0 && collide__sieve_bend(p, q, a, b, high) <= 0;
}

// Ring k. Its vertices are named by where they lie, slopes by the vertex or edge they begin at.
COLLIDE__INLINE void collide__sieve_ring(const collide__sieve_job *c, collide__rings *r,
                                         unsigned k) {
    const bool other = c->other_diagonal;
    const float x = r->x[k], y = r->y[k], dx = c->dx, dy = c->dy;
    const float sw = r->z[0][k], s = r->z[1][k], se = r->z[2][k];
    const float w = r->z[3][k], z = r->z[4][k], e = r->z[5][k];
    const float nw = r->z[6][k], n = r->z[7][k], ne = r->z[8][k];
    float most = 0, high = 0;
    for (int i = 0; i < 9; ++i) {
        most = collide__max2(collide__abs(r->z[i][k]), most);
        high = collide__max2(collide__abs(r->z[i][k] + c->over), high);
    }
    const bool whole = most < COLLIDE__HOLE;
    const float far = ((collide__abs(x) + collide__abs(y)) + most) + (dx + dy);
    const float slack = c->slack + collide__mul(COLLIDE__SIEVE_FAR, far);
    const float hair = collide__mul(COLLIDE__SIEVE_HAIR, far + c->size);
    const float share = c->share;
    const float x_s = collide__mul(se - s, c->inverse_dx), x_0 = collide__mul(e - z, c->inverse_dx);
    const float x_n = collide__mul(ne - n, c->inverse_dx), x_w = collide__mul(z - w, c->inverse_dx);
    const float x_sw = collide__mul(s - sw, c->inverse_dx);
    const float x_nw = collide__mul(n - nw, c->inverse_dx);
    const float y_w = collide__mul(nw - w, c->inverse_dy), y_0 = collide__mul(n - z, c->inverse_dy);
    const float y_e = collide__mul(ne - e, c->inverse_dy), y_s = collide__mul(z - s, c->inverse_dy);
    const float y_se = collide__mul(e - se, c->inverse_dy);
    const float y_sw = collide__mul(w - sw, c->inverse_dy);
    const float x_e = x + dx, y_n = y + dy;
    // Faces 0 and 1 of the cell, and those beyond its edges to the south and west.
    const collide__sieve_plane f0 = collide__sieve_plane_of(c, x_0, other ? y_e : y_0, x, y, z);
    const collide__sieve_plane f1 = collide__sieve_plane_of(c, x_n, other ? y_0 : y_e, x, y_n, n);
    const collide__sieve_plane south = collide__sieve_plane_of(c, x_0, other ? y_s : y_se, x, y, z);
    const collide__sieve_plane west = collide__sieve_plane_of(c, other ? x_w : x_nw, y_0, x, y, z);
    const collide__sieve_plane *own = other ? &f1 : &f0; // that with the edge along y
    const float ix = other ? -c->inverse_dx : c->inverse_dx, iy = c->inverse_dy;
    const float left = other ? x_e : x, right = other ? x : x_e;
    const bool face0 = collide__sieve_face(c, &f0, left, y, other ? e : z, ix, iy, slack);
    const bool face1 = collide__sieve_face(c, &f1, right, y_n, other ? n : ne, -ix, -iy, slack);
    // An edge has contacts of its own only if the lowest point of either plane is beyond it,
    const float v_0 = collide__sieve_v(&f0, y, iy), v_s = collide__sieve_v(&south, y, iy);
    const float u_0 = collide__sieve_u(own, x, c->inverse_dx);
    const float u_w = collide__sieve_u(&west, x, c->inverse_dx);
    const float sum0 = collide__sieve_u(&f0, left, ix) + v_0;
    const float sum1 = -collide__sieve_u(&f1, right, ix) - collide__sieve_v(&f1, y_n, iy);
    const bool beside0 = (v_0 > share && !f0.broad) || (v_s < -share && !south.broad);
    const bool beside1 = (u_0 > share && !own->broad) || (u_w < -share && !west.broad);
    const bool beside2 = (sum0 < 1 - share && !f0.broad) || (sum1 < 1 - share && !f1.broad);
    // or if a base clears both faces, by how high their other corners are above it,
    const float bx = collide__mul(c->up.x, dx), by = collide__mul(c->up.y, dy), bz = c->up.z;
    const float over_e = bx + collide__mul(bz, e - z), over_n = by + collide__mul(bz, n - z);
    const float over_ne = (bx + by) + collide__mul(bz, ne - z);
    const float over_s =
        other ? -by + collide__mul(bz, s - z) : (bx - by) + collide__mul(bz, se - z);
    const float over_w =
        other ? -bx + collide__mul(bz, w - z) : (by - bx) + collide__mul(bz, nw - z);
    const float over_0 = other ? over_e : -over_e;
    const float over_1 = other ? over_n : by + collide__mul(bz, ne - e);
    const float little = collide__mul(COLLIDE__SIEVE_SLACK, far);
    const bool clear0 = !((other ? over_ne : over_n) > little) && !(over_s > little);
    const bool clear1 = !((other ? over_ne : over_e) > little) && !(over_w > little);
    const bool clear2 = !(over_0 > little) && !(over_1 > little);
    // and if it bends down.
    const bool flat0 = collide__sieve_bend(z, e, other ? ne : n, other ? s : se, high) <= 0;
    const bool flat1 = collide__sieve_bend(z, n, other ? ne : e, other ? w : nw, high) <= 0;
    const bool flat2 = collide__sieve_bend(other ? z : e, other ? ne : n, other ? e : z,
                                           other ? n : ne, high) <= 0;
    const collide__sieve_foot at_z = collide__sieve_foot_of(c, x, y, z, far);
    const collide__sieve_foot at_e = collide__sieve_foot_of(c, x_e, y, e, far);
    const collide__sieve_foot at_n = collide__sieve_foot_of(c, x, y_n, n, far);
    const collide__sieve_foot at_ne = other ? collide__sieve_foot_of(c, x_e, y_n, ne, far) : at_n;
    const collide__sieve_foot *from = other ? &at_z : &at_e, *to = &at_ne;
    const bool base0 = clear0 && collide__sieve_rim(&at_z, &at_e);
    const bool base1 = clear1 && collide__sieve_rim(&at_z, &at_n);
    const bool base2 = clear2 && collide__sieve_rim(from, to);
    const float turns =
        collide__mul(COLLIDE__SIEVE_TURN, c->radius) + collide__mul(COLLIDE__SIEVE_TURN_FAR, far);
    bool along0, along1, along2, level0, level1, level2, out0, out1, out2;
    const float side0 =
        collide__sieve_side(c, &at_z, &at_e, dx, e - z, turns, slack, &along0, &level0, &out0);
    const float side1 =
        collide__sieve_side(c, &at_z, &at_n, dy, n - z, turns, slack, &along1, &level1, &out1);
    const float side2 =
        collide__sieve_side(c, from, to, dx + dy, (other ? ne : n) - (other ? z : e), turns, slack,
                            &along2, &level2, &out2);
    const float y0 = collide__min2(side0, collide__max2(at_z.base, at_e.base) + slack);
    const float y1 = collide__min2(side1, collide__max2(at_z.base, at_n.base) + slack);
    const float y2 = collide__min2(side2, collide__max2(from->base, to->base) + slack);
    const float depth0 = collide__sieve_depth(collide__min2(y0, collide__min2(f0.y, south.y)),
                                              collide__min2(f0.length, south.length), slack, hair);
    const float depth1 = collide__sieve_depth(collide__min2(y1, collide__min2(own->y, west.y)),
                                              collide__min2(own->length, west.length), slack, hair);
    const float depth2 = collide__sieve_depth(collide__min2(y2, collide__min2(f0.y, f1.y)),
                                              collide__min2(f0.length, f1.length), slack, hair);
    // The vertex, in the columns of six faces.
    const float a = other ? x_n : x_w, b = other ? y_0 : y_w;
    const float d = other ? x_sw : x_s, g = other ? y_sw : y_s;
    const float steep = collide__min2(collide__mul(a, a) + collide__mul(b, b),
                                      collide__min2(collide__mul(d, d) + collide__mul(y_s, y_s),
                                                    collide__mul(x_w, x_w) + collide__mul(g, g)));
    const float depth3 = collide__sieve_depth(
        collide__min2(collide__min2(at_z.base + slack, at_z.side),
                      collide__min2(f0.y, collide__min2(south.y, west.y))),
        collide__min2(collide__root(steep + 1),
                      collide__min2(f0.length, collide__min2(south.length, west.length))),
        slack, hair);
    // Its edges, counter-clockwise, that rise above the body: it has contacts of its own if none
    // does, and can be the deepest of a face both of whose do not.
    const float *m = at_z.normal;
    const float mx = collide__mul((collide__mul(m[0], c->p.x) + collide__mul(m[1], c->q.x)) +
                                      collide__mul(m[2], c->axis.x),
                                  dx);
    const float my = collide__mul((collide__mul(m[0], c->p.y) + collide__mul(m[1], c->q.y)) +
                                      collide__mul(m[2], c->axis.y),
                                  dy);
    const float mz =
        (collide__mul(m[0], c->p.z) + collide__mul(m[1], c->q.z)) + collide__mul(m[2], c->axis.z);
    const float m1 = other ? mx + my : my, m2 = other ? my : my - mx;
    const float near_by = collide__mul((dx + dy) + most, turns);
    const bool rise[6] = {collide__mul(mz, e - z) + mx > near_by,
                          collide__mul(mz, (other ? ne : n) - z) + m1 > near_by,
                          collide__mul(mz, (other ? n : nw) - z) + m2 > near_by,
                          collide__mul(mz, w - z) - mx > near_by,
                          collide__mul(mz, (other ? sw : s) - z) - m1 > near_by,
                          collide__mul(mz, (other ? s : se) - z) - m2 > near_by};
    bool rises = false, spans = true;
    for (int i = 0; i < 6; ++i) {
        rises = rises || rise[i];
        spans = spans && (rise[i] || rise[i < 5 ? i + 1 : 0]);
    }
    const float height = collide__abs(z + c->over);
    const bool still = collide__sieve_still(z, e, other ? ne : n, other ? s : se, height) &&
                       collide__sieve_still(z, n, other ? ne : e, other ? w : nw, height) &&
                       collide__sieve_still(z, w, other ? sw : s, other ? n : nw, height) &&
                       collide__sieve_still(z, s, other ? sw : w, other ? e : se, height) &&
                       collide__sieve_still(z, other ? ne : se, e, other ? n : s, height) &&
                       collide__sieve_still(z, other ? sw : nw, w, other ? s : n, height);
    // What is beside the cylinder as seen from above is out.
    const bool in_x = collide__abs(x) <= c->reach_x, in_y = collide__abs(y) <= c->reach_y;
    const bool by_x = x <= c->reach_x && x_e >= -c->reach_x;
    const bool by_y = y <= c->reach_y && y_n >= -c->reach_y;
    const bool above[4] = {
        !(depth0 <= -FLT_MAX) && by_x && in_y, !(depth1 <= -FLT_MAX) && in_x && by_y,
        !(depth2 <= -FLT_MAX) && by_x && by_y, !(depth3 <= -FLT_MAX) && in_x && in_y};
    const bool line[4] = {!flat0 && (along0 || (base0 && level0) || !(beside0 || out0)),
                          !flat1 && (along1 || (base1 && level1) || !(beside1 || out1)),
                          !flat2 && (along2 || (base2 && level2) || !(beside2 || out2)),
                          !(rises && at_z.known) && !still};
    const bool deep[4] = {along0 || !out0, along1 || !out1, along2 || !out2,
                          !(spans && at_z.known)};
    const float depth[4] = {depth0, depth1, depth2, depth3};
    const unsigned bit = 1u << k;
    r->face[0] |= !whole || face0 ? bit : 0;
    r->face[1] |= !whole || face1 ? bit : 0;
    for (int i = 0; i < 4; ++i) {
        r->depth[i][k] = whole ? depth[i] : FLT_MAX;
        r->deep[i] |= !whole || (above[i] && deep[i]) ? bit : 0;
        r->line[i] |= !whole || (above[i] && line[i]) ? bit : 0;
    }
}

// ---- scalar kernels: loops over the definition -----------------------------------------------

static void collide__rows_scalar(const collide__patch_job *job, collide__patch *patch) {
    const size_t n = job->columns * job->rows;
    for (size_t j = 0, m = 0; j < job->rows; ++j)
        for (size_t i = 0; i < job->columns; ++i, ++m) {
            float height;
            memcpy(&height, job->heights + j * job->stride + i * sizeof height, sizeof height);
            patch->x[m] = job->place.x + collide__mul((float)(int)i, job->dx);
            patch->y[m] = job->place.y + collide__mul((float)(int)j, job->dy);
            patch->z[m] = (height - job->place.high) - job->place.low;
        }
    memset(patch->x + n, 0, 32 * sizeof *patch->x);
    memset(patch->y + n, 0, 32 * sizeof *patch->y);
    memset(patch->z + n, 0, 32 * sizeof *patch->z);
}

static collide__cells_say collide__cells_scalar(const collide__cylinder_job *job,
                                                const collide__patch *patch, uint16_t *bits) {
    collide__cells_say say = COLLIDE__CELLS_LOWER;
    if (bits)
        memset(bits, 0, COLLIDE_BLOCKS(patch->n) * sizeof *bits);
    for (size_t m = 0, last = patch->row - 1; m < patch->n; ++m) {
        const float *z = patch->z + m;
        const float x[2] = {patch->x[m], patch->x[m + 1]};
        const float y[2] = {patch->y[m], patch->y[m + patch->row]};
        const float corners[4] = {z[0], z[1], z[patch->row], z[patch->row + 1]};
        if (m == last) {
            last += patch->row;
            continue;
        }
        if (!collide__cylinder_near(job, corners, &say) ||
            !collide__cylinder_cell(job, x, y, corners))
            continue;
        if (!bits)
            return COLLIDE__CELLS_MEET;
        bits[m / 16] = (uint16_t)(bits[m / 16] | 1u << m % 16);
    }
    return say;
}

static float collide__beyond_scalar(const float *reach, const collide__patch *patch, size_t n,
                                    collide__beyond *out) {
    float high = 0;
    memset(out, 0, (n + 63) / 64 * sizeof *out);
    for (size_t m = 0; m < n; ++m) {
        const uint32_t bits = collide__vertex_beyond(reach, patch->x[m], patch->y[m], patch->z[m]);
        for (uint32_t i = 0; i < COLLIDE__BOUNDS; ++i)
            out[m / 64].bound[i] |= (uint64_t)(bits >> i & 1) << m % 64;
        high = collide__max2(collide__abs(patch->z[m]), high);
    }
    return high;
}

static void collide__sieve_scalar(const collide__sieve_job *job, collide__rings *rings,
                                  unsigned n) {
    rings->face[0] = rings->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        rings->line[i] = rings->deep[i] = 0;
    for (unsigned k = 0; k < n; ++k)
        collide__sieve_ring(job, rings, k);
}

static const collide__terrain_kernels collide__terrain_scalar = {
    collide__rows_scalar, collide__cells_scalar, NULL, collide__beyond_scalar,
    collide__sieve_scalar};
COLLIDE__CHOOSE(terrain)

// ---- heights ---------------------------------------------------------------------------------

// A number that is no height must not look like a hole.
COLLIDE__INLINE float collide__height(float x) {
    return x < COLLIDE__HOLE ? x : collide__infinity();
}

// n heights of a row from a column on, holes as COLLIDE__HOLE.
static void collide__heights_read(const collide_heights *g, size_t column, size_t row, size_t n,
                                  float *out) {
    const char *from = (const char *)g->heights + row * g->row_stride;
    if (g->int16) {
        from += column * sizeof(int16_t);
        for (size_t i = 0; i < n; ++i) {
            int16_t number;
            memcpy(&number, from + i * sizeof number, sizeof number);
            out[i] = g->has_hole && number == g->hole
                         ? COLLIDE__HOLE
                         : collide__height(g->offset + collide__mul(g->scale, (float)number));
        }
        return;
    }
    memcpy(out, from + column * sizeof(float), n * sizeof *out);
    for (size_t i = 0; i < n; ++i) {
        uint32_t bits; // gcc -Ofast compares NaN as if it were a number
        memcpy(&bits, out + i, sizeof bits);
        out[i] = (bits & 0x7fffffffu) > 0x7f800000u ? COLLIDE__HOLE : collide__height(out[i]);
    }
}

// Least and greatest height of the cells in squares of a level, and whether a vertex is a hole.
typedef struct collide__range {
    float min, max;
    uint32_t holes;
} collide__range;

COLLIDE__INLINE size_t collide__squares(size_t vertices, uint32_t level) {
    return ((vertices - 2) >> (level + 4)) + 1;
}

// Where the squares of a level begin, in all squares.
static size_t collide__terrain_level(const collide_heights *g, uint32_t level) {
    size_t n = 0;
    for (uint32_t k = 0; k < level; ++k)
        n += collide__squares(g->columns, k) * collide__squares(g->rows, k);
    return n;
}

static size_t collide__terrain_layout(size_t columns, size_t rows, collide_terrain *header) {
    const size_t most = 1u << 24;
    collide_heights grid;
    memset(header, 0, sizeof *header);
    memset(&grid, 0, sizeof grid);
    if (columns < 2 || rows < 2 || columns > most || rows > most)
        return 0;
    grid.columns = columns;
    grid.rows = rows;
    header->magic = COLLIDE_TERRAIN_MAGIC;
    header->levels = 1;
    while (collide__squares(columns, header->levels - 1) > 1 ||
           collide__squares(rows, header->levels - 1) > 1)
        ++header->levels;
    uint64_t squares = 0;
    for (uint32_t k = 0; k < header->levels; ++k)
        squares += (uint64_t)collide__squares(columns, k) * collide__squares(rows, k);
    header->size =
        COLLIDE__TERRAIN_HEADER + (squares * sizeof(collide__range) + COLLIDE_ALIGNMENT - 1) /
                                      COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE_API size_t collide_terrain_size(size_t columns, size_t rows) {
    collide_terrain header;
    return collide__terrain_layout(columns, rows, &header);
}

COLLIDE__INLINE collide__range *collide__terrain_ranges(const collide_terrain *t) {
    return (collide__range *)(void *)((const char *)t + COLLIDE__TERRAIN_HEADER);
}

COLLIDE__INLINE bool collide__terrain_valid(const collide_terrain *t) {
    return t && t->magic == COLLIDE_TERRAIN_MAGIC;
}

// Whether all heights of a rectangle of vertices are finite or holes.
static bool collide__heights_valid(const collide_heights *g, size_t column, size_t row,
                                   size_t columns, size_t rows) {
    float height[COLLIDE__PATCH];
    for (size_t j = row; j < row + rows; ++j)
        for (size_t i = column; i < column + columns; i += COLLIDE__PATCH) {
            const size_t n = collide__min_size(column + columns - i, COLLIDE__PATCH);
            collide__heights_read(g, i, j, n, height);
            for (size_t k = 0; k < n; ++k) {
                const bool hole = height[k] >= COLLIDE__HOLE && height[k] <= COLLIDE__HOLE;
                if (!hole && !(collide__abs(height[k]) <= COLLIDE__TERRAIN_LIMIT))
                    return false;
            }
        }
    return true;
}

// The range of one smallest square: of its cells without holes; empty (min > max) if there is none.
static collide__range collide__square_range(const collide_heights *g, size_t i, size_t j) {
    collide__range r = {COLLIDE__HOLE, -COLLIDE__HOLE, 0};
    const size_t column = i * COLLIDE__TERRAIN_BLOCK, row = j * COLLIDE__TERRAIN_BLOCK;
    const size_t n = collide__min_size(g->columns - column, COLLIDE__TERRAIN_BLOCK + 1);
    const size_t last = collide__min_size(g->rows - 1, row + COLLIDE__TERRAIN_BLOCK);
    float rows[2][COLLIDE__TERRAIN_BLOCK + 1];
    collide__heights_read(g, column, row, n, rows[0]);
    for (size_t k = row + 1; k <= last; ++k) {
        const float *below = rows[(k - row - 1) & 1], *above = rows[(k - row) & 1];
        collide__heights_read(g, column, k, n, rows[(k - row) & 1]);
        for (size_t m = 0; m + 1 < n; ++m) {
            const float low = collide__min2(collide__min2(below[m], below[m + 1]),
                                            collide__min2(above[m], above[m + 1]));
            const float high = collide__max2(collide__max2(below[m], below[m + 1]),
                                             collide__max2(above[m], above[m + 1]));
            if (high <= COLLIDE__TERRAIN_LIMIT) {
                r.min = collide__min2(low, r.min);
                r.max = collide__max2(high, r.max);
            } else {
                r.holes = 1;
            }
        }
    }
    return r;
}

// Ranges of all squares that hold cells of columns i0 to i1 and rows j0 to j1.
static void collide__terrain_ranges_make(collide_terrain *t, size_t i0, size_t j0, size_t i1,
                                         size_t j1) {
    const collide_heights *g = &t->grid;
    collide__range *ranges = collide__terrain_ranges(t), *below = ranges;
    for (uint32_t level = 0; level < t->levels; ++level) {
        const size_t width = collide__squares(g->columns, level);
        const size_t height = collide__squares(g->rows, level);
        for (size_t j = j0 >> (level + 4); j <= j1 >> (level + 4); ++j)
            for (size_t i = i0 >> (level + 4); i <= i1 >> (level + 4); ++i) {
                collide__range r = {COLLIDE__HOLE, -COLLIDE__HOLE, 0};
                if (level == 0) {
                    r = collide__square_range(g, i, j);
                } else {
                    const size_t under = collide__squares(g->columns, level - 1);
                    const size_t rows = collide__squares(g->rows, level - 1);
                    for (size_t k = 0; k < 4; ++k) {
                        const size_t x = 2 * i + (k & 1), y = 2 * j + (k >> 1);
                        if (x < under && y < rows) {
                            r.min = collide__min2(below[y * under + x].min, r.min);
                            r.max = collide__max2(below[y * under + x].max, r.max);
                            r.holes |= below[y * under + x].holes;
                        }
                    }
                }
                ranges[j * width + i] = r;
            }
        below = ranges;
        ranges += width * height;
    }
    t->holes = below->holes != 0;
}

COLLIDE_API collide_status collide_terrain_build(collide_terrain **terrain, void *memory,
                                                 size_t size, const collide_heights *heights) {
    collide_terrain header;
    if (!terrain)
        return COLLIDE_ERROR_NULL;
    *terrain = NULL;
    if (!heights || !heights->heights)
        return COLLIDE_ERROR_NULL;
    collide_heights g = *heights;
    const size_t element = g.int16 ? sizeof(int16_t) : sizeof(float);
    g.scale = g.scale < 0 || g.scale > 0 ? g.scale : 1;
    g.row_stride = g.row_stride ? g.row_stride : g.columns * element;
    collide_status status =
        collide__memory_check(memory, size, g.columns >= 2 && g.rows >= 2,
                              collide__terrain_layout(g.columns, g.rows, &header));
    if (status == COLLIDE_OK)
        status = collide__array_check(g.heights, g.rows, g.row_stride, g.columns * element);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__finite3(g.origin) || !collide__finite(g.dx) || !collide__finite(g.dy) ||
        !collide__finite(heights->scale) || !collide__finite(g.offset))
        return COLLIDE_ERROR_NOT_FINITE;
    if (!(g.dx * COLLIDE__TERRAIN_LIMIT >= 1) || !(g.dx <= COLLIDE__TERRAIN_LIMIT) ||
        !(g.dy * COLLIDE__TERRAIN_LIMIT >= 1) || !(g.dy <= COLLIDE__TERRAIN_LIMIT))
        return COLLIDE_ERROR_EXTENT;
    if (!collide__heights_valid(&g, 0, 0, g.columns, g.rows))
        return COLLIDE_ERROR_NOT_FINITE;
    header.grid = g;
    header.inverse_dx = 1 / (double)g.dx;
    header.inverse_dy = 1 / (double)g.dy;
    memset(memory, 0, (size_t)header.size);
    memcpy(memory, &header, sizeof header);
    *terrain = (collide_terrain *)memory;
    collide__terrain_ranges_make(*terrain, 0, 0, g.columns - 2, g.rows - 2);
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_terrain_update(collide_terrain *terrain, size_t column,
                                                  size_t row, size_t columns, size_t rows) {
    if (!terrain)
        return COLLIDE_ERROR_NULL;
    if (!collide__terrain_valid(terrain))
        return COLLIDE_ERROR_KIND;
    const collide_heights *g = &terrain->grid;
    if (column >= g->columns || row >= g->rows || columns > g->columns - column ||
        rows > g->rows - row)
        return COLLIDE_ERROR_INDEX;
    if (!collide__heights_valid(g, column, row, columns, rows))
        return COLLIDE_ERROR_NOT_FINITE;
    if (columns && rows) // the cells round the vertices
        collide__terrain_ranges_make(terrain, column ? column - 1 : 0, row ? row - 1 : 0,
                                     collide__min_size(column + columns - 1, g->columns - 2),
                                     collide__min_size(row + rows - 1, g->rows - 2));
    return COLLIDE_OK;
}

// ---- the surface at a point ------------------------------------------------------------------

// Height of the surface of cell (i, j) over origin.z, and its slopes, at a and b in the cell, both
// from 0 to 1. False in holes.
static bool collide__cell_at(const collide_heights *g, size_t i, size_t j, double a, double b,
                             double *z, double *slope_x, double *slope_y) {
    float h[4];
    collide__heights_read(g, i, j, 2, h);
    collide__heights_read(g, i, j + 1, 2, h + 2);
    if (collide__max2(collide__max2(h[0], h[1]), collide__max2(h[2], h[3])) >
        COLLIDE__TERRAIN_LIMIT)
        return false;
    const bool north = g->other_diagonal ? b > a : a + b > 1; // the triangle at V2 and V3
    const bool east = g->other_diagonal ? !north : north;
    const double along = (double)h[north ? 3 : 1] - (double)h[north ? 2 : 0];
    const double across = (double)h[east ? 3 : 2] - (double)h[east ? 1 : 0];
    const int corner = (north ? 2 : 0) + (east ? 1 : 0); // the right angle
    *z = (double)h[corner] + (collide__dmul(along, a - (double)(corner & 1)) +
                              collide__dmul(across, b - (double)(corner >> 1)));
    *slope_x = along / (double)g->dx;
    *slope_y = across / (double)g->dy;
    return true;
}

// The same at u, v in cells from the first vertex. False outside and in holes; on a line of the
// grid a cell on either side will do.
static bool collide__terrain_at(const collide_heights *g, double u, double v, double *z,
                                double *slope_x, double *slope_y) {
    if (!(u >= 0 && v >= 0 && u <= (double)(g->columns - 1) && v <= (double)(g->rows - 1)))
        return false;
    const size_t column = (size_t)(int32_t)u, row = (size_t)(int32_t)v;
    const bool on_column = u <= (double)column && column > 0, on_row = v <= (double)row && row > 0;
    for (unsigned k = 0; k < 4; ++k) {
        const size_t left = k & 1, down = k >> 1;
        if ((left && !on_column) || (down && !on_row) || column - left > g->columns - 2 ||
            row - down > g->rows - 2)
            continue;
        const size_t i = column - left, j = row - down;
        if (collide__cell_at(g, i, j, u - (double)i, v - (double)j, z, slope_x, slope_y))
            return true;
    }
    return false;
}

COLLIDE_API bool collide_terrain_height(const collide_terrain *terrain, float x, float y, float *z,
                                        collide_vec3 *normal) {
    double height, slope_x, slope_y;
    if (!collide__terrain_valid(terrain))
        return false;
    const collide_heights *g = &terrain->grid;
    if (!collide__terrain_at(g, ((double)x - (double)g->origin.x) / (double)g->dx,
                             ((double)y - (double)g->origin.y) / (double)g->dy, &height, &slope_x,
                             &slope_y))
        return false;
    if (z)
        *z = (float)((double)g->origin.z + height);
    if (normal) {
        collide__dvec3 n = {-slope_x, -slope_y, 1};
        collide__dnormalize(&n);
        *normal = collide__dround_zero(n);
    }
    return true;
}

// ---- cylinders -------------------------------------------------------------------------------

COLLIDE_API collide_status collide_cylinder_check(const collide_cylinder *cylinder) {
    if (!cylinder)
        return COLLIDE_ERROR_NULL;
    if (!collide__finite3(cylinder->center) || !collide__finite3(cylinder->axis) ||
        !collide__finite(cylinder->radius) || !collide__finite(cylinder->height))
        return COLLIDE_ERROR_NOT_FINITE;
    if (!(cylinder->radius > 0 && cylinder->radius <= COLLIDE__TERRAIN_LIMIT) ||
        !(cylinder->height > 0 && cylinder->height <= COLLIDE__TERRAIN_LIMIT))
        return COLLIDE_ERROR_EXTENT;
    const collide__dvec3 axis = collide__dvec3_of(cylinder->axis);
    return collide__dabs(collide__ddot(axis, axis) - 1) <= 4.76837158203125e-7 // 2^-21
               ? COLLIDE_OK
               : COLLIDE_ERROR_AXES;
}

// The frame of a cylinder, and how far it reaches from its centre along x, y and z, a hair more
// than it does [Strashnov]; false if it does not pass the check.
static bool collide__cylinder_frame(const collide_cylinder *c, collide__cylinder_job *job,
                                    collide__dvec3 *reach) {
    if (collide_cylinder_check(c) != COLLIDE_OK)
        return false;
    const collide__dvec3 v = collide__dvec3_of(c->axis);
    const double x = collide__dmul(v.x, v.x), y = collide__dmul(v.y, v.y);
    const double z = collide__dmul(v.z, v.z), half = 0.5 * (double)c->height * (1 + 1e-6);
    const double radius = (double)c->radius * (1 + 1e-6);
    const double across_x = collide__sqrt(y + z), across_y = collide__sqrt(x + z);
    const double across_z = collide__sqrt(x + y);
    reach->x = collide__dmul(half, collide__dabs(v.x)) + collide__dmul(radius, across_x);
    reach->y = collide__dmul(half, collide__dabs(v.y)) + collide__dmul(radius, across_y);
    reach->z = collide__dmul(half, collide__dabs(v.z)) + collide__dmul(radius, across_z);
    // Two directions in the base without a branch (Duff and others, Building an orthonormal basis,
    // revisited), of the axis at unit length, by a step of Newton's.
    const double unit = 1.5 - collide__dmul(0.5, (x + y) + z);
    const double vx = collide__dmul(v.x, unit), vy = collide__dmul(v.y, unit);
    const double vz = collide__dmul(v.z, unit), sign = collide__dsign(v.z);
    const double a = -1 / (sign + vz), b = collide__dmul(collide__dmul(vx, vy), a);
    const double xx = collide__dmul(collide__dmul(vx, vx), a);
    const double yy = collide__dmul(collide__dmul(vy, vy), a);
    const collide__dvec3 p = {1 + collide__dmul(sign, xx), collide__dmul(sign, b),
                              -collide__dmul(sign, vx)};
    const collide__dvec3 q = {b, sign + yy, -vy};
    job->p = collide__dround(p);
    job->q = collide__dround(q);
    job->axis = c->axis;
    job->radius = c->radius;
    job->square = collide__mul(c->radius, c->radius);
    job->half = c->height * 0.5f;
    return true;
}

COLLIDE_API bool collide_cylinder_plane(const collide_cylinder *cylinder,
                                        const collide_plane *plane) {
    COLLIDE_ASSERT(cylinder && plane);
    const collide__dvec3 n = collide__dvec3_of(plane->normal);
    const collide__dvec3 v = collide__dvec3_of(cylinder->axis);
    const collide__dvec3 c = collide__dvec3_of(cylinder->center), across = collide__dcross(n, v);
    if (collide_cylinder_check(cylinder) != COLLIDE_OK || !collide__finite3(plane->normal) ||
        !collide__finite(plane->distance))
        return false;
    const double reach =
        collide__dmul(0.5 * (double)cylinder->height, collide__dabs(collide__ddot(n, v))) +
        collide__dmul((double)cylinder->radius, collide__sqrt(collide__ddot(across, across)));
    return collide__ddot(n, c) - (double)plane->distance <= reach;
}

COLLIDE_API bool collide_cylinder_triangle(const collide_cylinder *cylinder,
                                           const collide_triangle *triangle) {
    collide__cylinder_job job;
    collide__dvec3 extent;
    float v[3][3];
    COLLIDE_ASSERT(cylinder && triangle);
    if (!collide__cylinder_frame(cylinder, &job, &extent))
        return false;
    for (int i = 0; i < 3; ++i) {
        if (!collide__finite3(triangle->v[i]))
            return false;
        const collide_vec3 d = collide__sub(triangle->v[i], cylinder->center);
        v[i][0] = collide__dot(d, job.p);
        v[i][1] = collide__dot(d, job.q);
        v[i][2] = collide__dot(d, job.axis);
    }
    if (collide__cylinder_edge(&job, v[0], v[1]) || collide__cylinder_edge(&job, v[1], v[2]) ||
        collide__cylinder_edge(&job, v[2], v[0]))
        return true;
    // No edge meets it: a point of the plane in the cylinder tells, as in a cell.
    collide__dvec3 w[3];
    for (int i = 0; i < 3; ++i) {
        w[i].x = (double)v[i][0];
        w[i].y = (double)v[i][1];
        w[i].z = (double)v[i][2];
    }
    collide__dvec3 n =
        collide__dcross(collide__dadd(w[1], -1, w[0]), collide__dadd(w[2], -1, w[0]));
    if (!collide__dnormalize(&n))
        return false;
    const double square = collide__dmul(n.x, n.x) + collide__dmul(n.y, n.y);
    const double offset = collide__ddot(n, w[0]), away = collide__dabs(offset);
    const double across = collide__dmul((double)job.radius, collide__sqrt(square));
    const double along = collide__dmul((double)job.half, collide__dabs(n.z));
    if (away > across + along)
        return false;
    const double both = (away + across) - along, rest = (away + along) - across;
    const double k = collide__clamp(both < 2 * away ? 0.5 * both : away, across);
    const double t = collide__clamp(rest < 2 * away ? 0.5 * rest : away, along);
    const double sign = offset < 0 ? -1 : 1;
    const double slide = square > 0 ? collide__dmul(sign, k) / square : 0;
    collide__dvec3 at;
    at.x = collide__dmul(slide, n.x);
    at.y = collide__dmul(slide, n.y);
    at.z = n.z < 0 || n.z > 0 ? collide__dmul(sign, t) / n.z : 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(w[i < 2 ? i + 1 : 0], -1, w[i]);
        if (collide__ddot(collide__dcross(edge, collide__dadd(at, -1, w[i])), n) < 0)
            return false;
    }
    return true;
}

static collide_status collide__cylinder_valid(const void *p) {
    collide_cylinder cylinder;
    memcpy(&cylinder, p, sizeof cylinder);
    return collide_cylinder_check(&cylinder);
}
COLLIDE__PACK_DEFINE(cylinder, 8, NULL, COLLIDE_CYLINDER_PACK_MAGIC)

// Corners of a cell's triangles, without and with other_diagonal.
static const uint8_t collide__cell_corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}},
                                                       {{0, 1, 3}, {0, 3, 2}}};

// ---- cylinders on terrain --------------------------------------------------------------------

// Cells i0 to i1 - 1, j0 to j1 - 1.
typedef struct collide__footprint {
    size_t i0, j0, i1, j1;
} collide__footprint;

// The level from which on squares under a footprint are two by two at most.
COLLIDE__INLINE uint32_t collide__squares_level(const collide__footprint *f) {
    uint32_t level = 0;
    while ((f->i1 - 1) >> (level + 4) > (f->i0 >> (level + 4)) + 1 ||
           (f->j1 - 1) >> (level + 4) > (f->j0 >> (level + 4)) + 1)
        ++level;
    return level;
}

// Whether there are holes in the squares under a footprint.
COLLIDE__INLINE bool collide__holes_under(const collide_terrain *t, const collide__footprint *f) {
    if (!t->holes)
        return false;
    const collide_heights *g = &t->grid;
    const uint32_t level = collide__squares_level(f), shift = level + 4;
    const collide__range *ranges = collide__terrain_ranges(t) + collide__terrain_level(g, level);
    const size_t width = collide__squares(g->columns, level);
    for (size_t j = f->j0 >> shift; j <= (f->j1 - 1) >> shift; ++j)
        for (size_t i = f->i0 >> shift; i <= (f->i1 - 1) >> shift; ++i)
            if (ranges[j * width + i].holes)
                return true;
    return false;
}

// The cells under an interval that begins at the grid's origin, on one axis: closed, as they are.
COLLIDE__INLINE bool collide__cells_under(double min, double max, double inverse, size_t vertices,
                                          size_t *first, size_t *end) {
    const double lo = min * inverse, hi = max * inverse;
    const size_t cells = vertices - 1;
    if (!(hi >= 0 && lo <= (double)cells))
        return false;
    *first = lo > 0 ? (size_t)(int32_t)lo : 0;
    *first -= *first > 0 && lo <= (double)*first;
    *end = hi < (double)cells ? (size_t)(int32_t)hi + 1 : cells;
    return true;
}

COLLIDE__INLINE collide__place collide__place_of(const collide_terrain *t, collide_vec3 center,
                                                 const collide__footprint *f) {
    const double far = 1.267650600228229401496703205376e30; // 2^100: farther than all heights
    const collide_heights *g = &t->grid;
    double over = (double)center.z - (double)g->origin.z;
    over = over < far ? over : far;
    over = over > -far ? over : -far;
    collide__place c;
    c.x = (float)(((double)g->origin.x - (double)center.x) +
                  collide__dmul((double)f->i0, (double)g->dx));
    c.y = (float)(((double)g->origin.y - (double)center.y) +
                  collide__dmul((double)f->j0, (double)g->dy));
    c.high = (float)over;
    c.low = (float)(over - (double)c.high);
    return c;
}

// The vertices of cells [i0, i1) x [j0, j1) relative to the cylinder's centre.
static void collide__patch_read(const collide__terrain_kernels *kernels, const collide_terrain *t,
                                collide_vec3 center, const collide__footprint *f,
                                collide__patch *patch) {
    const collide_heights *g = &t->grid;
    collide__patch_job job;
    job.place = collide__place_of(t, center, f);
    job.heights = (const char *)g->heights + f->j0 * g->row_stride + f->i0 * sizeof(float);
    job.stride = g->row_stride;
    job.columns = f->i1 - f->i0 + 1;
    job.rows = f->j1 - f->j0 + 1;
    job.dx = g->dx;
    job.dy = g->dy;
    patch->row = job.columns;
    patch->n = job.columns * (job.rows - 1);
    if (job.columns <= 16 && f->i0 + 16 <= g->columns && !g->int16 && !collide__holes_under(t, f)) {
        kernels->rows(&job, patch);
        return;
    }
    float *x = patch->x, *y = patch->y, *z = patch->z;
    for (size_t j = 0; j < job.rows; ++j, x += patch->row, y += patch->row, z += patch->row) {
        collide__heights_read(g, f->i0, f->j0 + j, job.columns, z);
        for (size_t i = 0; i < job.columns; ++i) {
            x[i] = job.place.x + collide__mul((float)(int)i, job.dx);
            y[i] = job.place.y + collide__mul((float)(int)j, job.dy);
            z[i] = z[i] < COLLIDE__HOLE ? (z[i] - job.place.high) - job.place.low : COLLIDE__HOLE;
        }
    }
    memset(x, 0, 32 * sizeof *x); // what kernels read behind the end
    memset(y, 0, 32 * sizeof *y);
    memset(z, 0, 32 * sizeof *z);
}

// The same of a small footprint.
static void collide__window_read(const collide_terrain *t, collide_vec3 center,
                                 const collide__footprint *f, collide__window *w) {
    const collide_heights *g = &t->grid;
    const size_t columns = f->i1 - f->i0 + 1, rows = f->j1 - f->j0 + 1;
    const bool whole =
        f->i0 + COLLIDE__SMALL <= g->columns && !g->int16 && !collide__holes_under(t, f);
    w->place = collide__place_of(t, center, f);
    w->columns = (float)(int)columns;
    w->rows = (float)(int)rows;
    memset(w->height, 0, sizeof w->height);
    for (size_t j = 0; j < rows; ++j)
        if (whole)
            memcpy(w->height + COLLIDE__SMALL * j,
                   (const char *)g->heights + (f->j0 + j) * g->row_stride + f->i0 * sizeof(float),
                   COLLIDE__SMALL * sizeof(float));
        else
            collide__heights_read(g, f->i0, f->j0 + j, columns, w->height + COLLIDE__SMALL * j);
}

// What is left of a flat polygon within a rectangle of x and y: whether there is some, and the mean
// of its corners.
static bool collide__polygon_over(const collide__dvec3 *polygon, int n, const double *bound,
                                  collide__dvec3 *out) {
    collide__dvec3 at[2][12];
    memcpy(at[0], polygon, (size_t)n * sizeof *polygon);
    for (int side = 0; side < 4 && n > 0; ++side) { // x0, y0, x1, y1
        const collide__dvec3 *from = at[side & 1];
        collide__dvec3 *to = at[1 - (side & 1)];
        int m = 0;
        for (int i = 0; i < n; ++i) {
            const collide__dvec3 a = from[i], b = from[i + 1 < n ? i + 1 : 0];
            const double pa = (side & 1 ? a.y : a.x) - bound[side];
            const double pb = (side & 1 ? b.y : b.x) - bound[side];
            const double da = side < 2 ? pa : -pa, db = side < 2 ? pb : -pb;
            if (da >= 0)
                to[m++] = a;
            if ((da < 0 && db > 0) || (da > 0 && db < 0))
                to[m++] = collide__dadd(a, da / (da - db), collide__dadd(b, -1, a));
        }
        n = m;
    }
    const collide__dvec3 none = {0, 0, 0};
    *out = none;
    for (int i = 0; i < n; ++i)
        *out = collide__dadd(*out, 1 / (double)n, at[0][i]);
    return n > 0;
}

// Lowers a point of the cylinder, relative to its centre, as far as it stays in it.
static void collide__cylinder_lower(const collide_cylinder *c, collide__dvec3 *p) {
    collide__dvec3 v = collide__dvec3_of(c->axis);
    (void)collide__dnormalize(&v); // or a needle's side would be far off
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    const double along = collide__dmul(p->x, v.x) + collide__dmul(p->y, v.y);
    const double square = collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y);
    double low = -DBL_MAX;
    if (v.z < 0 || v.z > 0)
        low = ((v.z < 0 ? half : -half) - along) / v.z;
    // On the side: square z^2 - 2 along v.z z + (x^2 + y^2 - along^2 - r^2) = 0.
    const double flat = collide__dmul(p->x, p->x) + collide__dmul(p->y, p->y);
    const double rest = (flat - collide__dmul(along, along)) - collide__dmul(r, r);
    const double middle = collide__dmul(along, v.z);
    const double root = collide__dmul(middle, middle) - collide__dmul(square, rest);
    if (square > 1e-12) {
        const double side = (middle - (root > 0 ? collide__sqrt(root) : 0)) / square;
        low = low < side ? side : low;
    }
    p->z = low > -DBL_MAX && low < p->z ? low : p->z;
}

// A point of the cylinder, relative to its centre, whose x and y lie within a rectangle; false if
// there is none. Its shadow is that of its axis' and q's rectangle, and an ellipse for each base.
static bool collide__cylinder_over(const collide_cylinder *c, double x0, double y0, double x1,
                                   double y1, collide__dvec3 *out) {
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    collide__dvec3 v = collide__dvec3_of(c->axis), d = {0, 0, 0};
    const double flat = collide__sqrt(collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y));
    const double reach = collide__dmul(half, flat);
    d.x = flat > 0 ? collide__ddiv(v.x, flat) : 1;
    d.y = flat > 0 ? collide__ddiv(v.y, flat) : 0;
    // Corners along d and across it, in order.
    collide__dvec3 at[4];
    for (int i = 0; i < 4; ++i) {
        const double x = i == 1 || i == 2 ? x1 : x0, y = i >= 2 ? y1 : y0;
        at[i].x = collide__dmul(d.x, x) + collide__dmul(d.y, y);
        at[i].y = collide__dmul(d.x, y) - collide__dmul(d.y, x);
        at[i].z = 0;
    }
    // An ellipse first, scaled so that it is a disc: its nearest point of the rectangle.
    for (int end = -1; end <= 1; end += 2) {
        const double center = end < 0 ? -reach : reach, height = collide__dmul(half, v.z);
        const double squash = collide__dabs(v.z);
        bool inside = true;
        for (int i = 0; i < 4; ++i) {
            const int k = i < 3 ? i + 1 : 0;
            const double ax = at[i].x - center, ay = at[i].y;
            const double ex = at[k].x - at[i].x, ey = at[k].y - at[i].y;
            const double ys = collide__dmul(ay, squash), es = collide__dmul(ey, squash);
            const double along = -(collide__dmul(ax, ex) + collide__dmul(ys, es));
            const double square = collide__dmul(ex, ex) + collide__dmul(es, es);
            const double t = along > 0 ? (along < square ? along / square : 1) : 0;
            const double px = ax + collide__dmul(t, ex), py = ay + collide__dmul(t, ey);
            const double ps = collide__dmul(py, squash), limit = collide__dmul(r, squash);
            inside = inside && collide__dmul(ex, ay) - collide__dmul(ey, ax) <= 0;
            if (squash > 0 &&
                collide__dmul(px, px) + collide__dmul(ps, ps) <= collide__dmul(limit, limit)) {
                out->x = collide__dmul(d.x, center + px) - collide__dmul(d.y, py);
                out->y = collide__dmul(d.y, center + px) + collide__dmul(d.x, py);
                out->z = (end < 0 ? -height : height) - collide__dmul(px / v.z, flat);
                return true;
            }
        }
        if (inside) { // the base's centre
            out->x = out->y = out->z = 0;
            *out = collide__dadd(*out, end < 0 ? -half : half, v);
            return true;
        }
    }
    // The rectangle between them: what clipping leaves.
    const double bound[4] = {-reach, -r, reach, r};
    collide__dvec3 p;
    if (!collide__polygon_over(at, 4, bound, &p))
        return false;
    out->x = collide__dmul(d.x, p.x) - collide__dmul(d.y, p.y);
    out->y = collide__dmul(d.y, p.x) + collide__dmul(d.x, p.y);
    out->z = flat > 0 ? collide__dmul(p.x / flat, v.z) : 0;
    return true;
}

// Whether the point at p from the centre, over cell (i, j) but for rounding, lies at or below its
// surface.
static bool collide__cell_covers(const collide_heights *g, size_t i, size_t j, collide_vec3 center,
                                 collide__dvec3 p) {
    const double u = (((double)center.x - (double)g->origin.x) + p.x) / (double)g->dx - (double)i;
    const double v = (((double)center.y - (double)g->origin.y) + p.y) / (double)g->dy - (double)j;
    double z, slope_x, slope_y;
    return collide__cell_at(g, i, j, collide__clamp(u, 1), collide__clamp(v, 1), &z, &slope_x,
                            &slope_y) &&
           ((double)center.z - (double)g->origin.z) + p.z <= z;
}

// A body over a terrain: where it is, the cells under it, and how to ask it.
typedef struct collide__over {
    const collide_terrain *terrain;
    collide_vec3 center;
    double low, high; // its range of heights, from the centre
    collide__footprint cells;
    const void *body;
    collide__dvec3 inside; // a point of it, from the centre
    bool above;            // some cell is as high as it is
    // whether it meets the surface of some cells that fit a patch
    collide__cells_say (*meets)(const struct collide__over *over, const collide__footprint *f);
    // whether it meets a triangle as seen from the centre; of those that go cell by cell
    bool (*triangle)(const void *body, const collide__dvec3 *triangle);
    // a low point of it, from the centre, whose x and y lie in a rectangle; false if there is none
    bool (*point)(const struct collide__over *over, double x0, double y0, double x1, double y1,
                  collide__dvec3 *out);
} collide__over;

COLLIDE__INLINE size_t collide__max_size(size_t a, size_t b) {
    return a > b ? a : b;
}

typedef enum collide__square_say {
    COLLIDE__SQUARE_DONE,
    COLLIDE__SQUARE_OPEN, // ask the squares within
    COLLIDE__SQUARE_STOP  // no more is to be asked
} collide__square_say;

// Asks squares under a body, with their ranges and their cells under it, from the level on where
// these span at most two by two; true if one says stop.
static bool
collide__squares_ask(collide__over *over,
                     collide__square_say (*ask)(collide__over *over, const collide__range *range,
                                                const collide__footprint *cells, bool smallest)) {
    struct {
        size_t i, j;
        uint32_t level;
    } stack[4 * 24];
    const collide_heights *g = &over->terrain->grid;
    const collide__range *ranges = collide__terrain_ranges(over->terrain);
    const collide__footprint f = over->cells;
    uint32_t level = collide__squares_level(&f);
    size_t depth = 0;
    for (size_t j = f.j0 >> (level + 4); j <= (f.j1 - 1) >> (level + 4); ++j)
        for (size_t i = f.i0 >> (level + 4); i <= (f.i1 - 1) >> (level + 4); ++i) {
            stack[depth].i = i;
            stack[depth].j = j;
            stack[depth++].level = level;
        }
    while (depth > 0) {
        const size_t i = stack[--depth].i, j = stack[depth].j;
        level = stack[depth].level;
        const uint32_t shift = level + 4;
        const collide__footprint part = {
            collide__max_size(f.i0, i << shift), collide__max_size(f.j0, j << shift),
            collide__min_size(f.i1, (i + 1) << shift), collide__min_size(f.j1, (j + 1) << shift)};
        const collide__square_say say = ask(
            over,
            &ranges[collide__terrain_level(g, level) + j * collide__squares(g->columns, level) + i],
            &part, level == 0);
        if (say == COLLIDE__SQUARE_STOP)
            return true;
        for (size_t k = 0; k < 4 && say == COLLIDE__SQUARE_OPEN; ++k) {
            const size_t x = 2 * i + (k & 1), y = 2 * j + (k >> 1);
            if (x <= (f.i1 - 1) >> (shift - 1) && x >= f.i0 >> (shift - 1) &&
                y <= (f.j1 - 1) >> (shift - 1) && y >= f.j0 >> (shift - 1)) {
                stack[depth].i = x;
                stack[depth].j = y;
                stack[depth++].level = level - 1;
            }
        }
    }
    return false;
}

// Whether the body lies below the surface in a square: cell by cell, as far as it is over them.
static collide__square_say collide__square_covers(collide__over *over, const collide__range *range,
                                                  const collide__footprint *f, bool smallest) {
    const collide_heights *g = &over->terrain->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    const double lowest = ((double)over->center.z - (double)g->origin.z) + over->low;
    collide__dvec3 p;
    if ((double)range->max < lowest ||
        !over->point(over, x + collide__dmul((double)f->i0, dx),
                     y + collide__dmul((double)f->j0, dy), x + collide__dmul((double)f->i1, dx),
                     y + collide__dmul((double)f->j1, dy), &p))
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            const double left = x + collide__dmul((double)i, dx);
            const double low = y + collide__dmul((double)j, dy);
            if (over->point(over, left, low, left + dx, low + dy, &p) &&
                collide__cell_covers(g, i, j, over->center, p))
                return COLLIDE__SQUARE_STOP;
        }
    return COLLIDE__SQUARE_DONE;
}

// Whether a body that meets no surface lies below it: a point over the grid tells. Where there are
// holes each cell is asked, since the solid may be in pieces.
static bool collide__terrain_below(collide__over *over) {
    const collide_terrain *t = over->terrain;
    const collide_heights *g = &t->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    collide__dvec3 p = {0, 0, 0};
    if (!collide__holes_under(t, &over->cells)) {
        const double columns = (double)(g->columns - 1), rows = (double)(g->rows - 1);
        const double x1 = x + collide__dmul(columns, dx), y1 = y + collide__dmul(rows, dy);
        p = over->inside;
        if (!(x <= p.x && y <= p.y && x1 >= p.x && y1 >= p.y) &&
            !over->point(over, x, y, x1, y1, &p))
            return false;
        const size_t i = (size_t)(int32_t)collide__clamp((p.x - x) / dx, columns - 1);
        const size_t j = (size_t)(int32_t)collide__clamp((p.y - y) / dy, rows - 1);
        return collide__cell_covers(g, i, j, over->center, p);
    }
    return collide__squares_ask(over, collide__square_covers);
}

// What a cylinder is to a terrain, and the cells under it; false if there are none.
static bool collide__cylinder_place(const collide_cylinder *cylinder,
                                    const collide_terrain *terrain, collide__cylinder_job *job,
                                    collide__footprint *f) {
    collide__dvec3 extent;
    if (!collide__terrain_valid(terrain) || !collide__cylinder_frame(cylinder, job, &extent))
        return false;
    const collide_heights *g = &terrain->grid;
    const collide_vec3 c = cylinder->center;
    job->reach = collide__float_up(extent.z);
    job->inverse_dx = (float)terrain->inverse_dx;
    job->inverse_dy = (float)terrain->inverse_dy;
    job->other_diagonal = g->other_diagonal;
    const double x = (double)c.x - (double)g->origin.x, y = (double)c.y - (double)g->origin.y;
    return collide__cells_under(x - extent.x, x + extent.x, terrain->inverse_dx, g->columns, &f->i0,
                                &f->i1) &&
           collide__cells_under(y - extent.y, y + extent.y, terrain->inverse_dy, g->rows, &f->j0,
                                &f->j1);
}

// Squares that neither reach the body's range of heights nor rise above it are done with.
static collide__square_say collide__square_meets(collide__over *over, const collide__range *range,
                                                 const collide__footprint *f, bool smallest) {
    const double middle = (double)over->center.z - (double)over->terrain->grid.origin.z;
    if ((double)range->max < middle + over->low)
        return COLLIDE__SQUARE_DONE;
    over->above = true;
    if ((double)range->min > middle + over->high)
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    return over->meets(over, f) == COLLIDE__CELLS_MEET ? COLLIDE__SQUARE_STOP
                                                       : COLLIDE__SQUARE_DONE;
}

// The verdict for a body over a terrain.
static bool collide__terrain_verdict(collide__over *over) {
    const collide__footprint f = over->cells;
    if ((f.i1 - f.i0 + 1) * (f.j1 - f.j0 + 1) <= COLLIDE__PATCH) {
        const collide__cells_say say = over->meets(over, &f);
        return say == COLLIDE__CELLS_MEET ||
               (say == COLLIDE__CELLS_ABOVE && collide__terrain_below(over));
    }
    over->above = false;
    return collide__squares_ask(over, collide__square_meets) ||
           (over->above && collide__terrain_below(over));
}

typedef struct collide__cylinder_body {
    const collide_cylinder *cylinder;
    const collide__cylinder_job *job;
    const collide__terrain_kernels *kernels;
} collide__cylinder_body;

static collide__cells_say collide__cylinder_meets(const collide__over *over,
                                                  const collide__footprint *f) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)over->body;
    collide__patch patch;
    collide__patch_read(body->kernels, over->terrain, over->center, f, &patch);
    return body->kernels->cells(body->job, &patch, NULL);
}

// The lowest one at some x and y, since a point near the surface might be on either side of it.
static bool collide__cylinder_point(const collide__over *over, double x0, double y0, double x1,
                                    double y1, collide__dvec3 *out) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)over->body;
    if (!collide__cylinder_over(body->cylinder, x0, y0, x1, y1, out))
        return false;
    collide__cylinder_lower(body->cylinder, out);
    return true;
}

// A cylinder in its place as a body.
static collide__over collide__cylinder_in(const collide__cylinder_body *body,
                                          const collide_terrain *terrain, collide__footprint f) {
    collide__over over;
    over.terrain = terrain;
    over.center = body->cylinder->center;
    over.high = (double)body->job->reach;
    over.low = -over.high;
    over.inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    over.cells = f;
    over.body = body;
    over.meets = collide__cylinder_meets;
    over.triangle = NULL;
    over.point = collide__cylinder_point;
    return over;
}

static bool collide__cylinder_verdict(const collide__cylinder_body *body,
                                      const collide_terrain *terrain, collide__footprint f) {
    collide__over over = collide__cylinder_in(body, terrain, f);
    return collide__terrain_verdict(&over);
}

COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *cylinder,
                                          const collide_terrain *terrain) {
    collide__cylinder_job job;
    collide__footprint f;
    COLLIDE_ASSERT(cylinder);
    const collide__cylinder_body body = {cylinder, &job, collide__terrain()};
    return collide__cylinder_place(cylinder, terrain, &job, &f) &&
           collide__cylinder_verdict(&body, terrain, f);
}

COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *cylinder,
                                                  const collide_terrain *terrain,
                                                  collide_pair *cells, size_t capacity) {
    const size_t widest = COLLIDE__PATCH / 2 - 1;
    const collide__terrain_kernels *kernels = collide__terrain();
    collide__cylinder_job job;
    collide__footprint f;
    size_t count = 0;
    COLLIDE_ASSERT(cylinder && (cells || !capacity));
    if (!collide__cylinder_place(cylinder, terrain, &job, &f))
        return 0;
    // As many whole rows as fit a patch, or parts of one.
    const size_t width = collide__min_size(f.i1 - f.i0, widest);
    const size_t rows = width < f.i1 - f.i0 ? 1 : COLLIDE__PATCH / (width + 1) - 1;
    for (size_t j = f.j0; j < f.j1; j += rows)
        for (size_t i = f.i0; i < f.i1; i += width) {
            collide__footprint part;
            collide__patch patch;
            uint16_t bits[COLLIDE_BLOCKS(COLLIDE__PATCH)];
            part.i0 = i;
            part.j0 = j;
            part.i1 = collide__min_size(i + width, f.i1);
            part.j1 = collide__min_size(j + rows, f.j1);
            collide__patch_read(kernels, terrain, cylinder->center, &part, &patch);
            (void)kernels->cells(&job, &patch, bits);
            size_t begin = 0, y = 0; // of the row at hand
            for (size_t block = 0; block < COLLIDE_BLOCKS(patch.n); ++block)
                for (unsigned word = bits[block]; word; word &= word - 1, ++count) {
                    const size_t m = 16 * block + collide__lowest_bit(word);
                    for (; m - begin >= patch.row; ++y)
                        begin += patch.row;
                    if (count < capacity) {
                        cells[count].a = (uint32_t)(i + (m - begin));
                        cells[count].b = (uint32_t)(j + y);
                    }
                }
        }
    return count;
}

// Cylinders in their places, which wait until there are 16.
typedef struct collide__small_queue {
    collide_cylinder cylinder[16];
    collide__cylinder_job job[16];
    collide__footprint cells[16];
    collide__window window[16];
    size_t index[16];
    unsigned n;
    const collide__terrain_kernels *kernels;
    void (*transpose)(float *rows, const float *const *objects, size_t n);
} collide__small_queue;

// Empties the queue: sets the bits of those that hit, and returns their number.
static size_t collide__small_verdicts(collide__small_queue *queue, const collide_terrain *terrain,
                                      uint16_t *bits) {
    const collide__terrain_kernels *kernels = queue->kernels;
    const float *jobs[16], *windows[16];
    collide__small_job job;
    unsigned meet, above;
    size_t hits = 0;
    job.columns = job.rows = 0;
    for (unsigned i = 0; i < 16; ++i) { // those that are not there are as the first
        const unsigned k = i < queue->n ? i : 0;
        const int columns = (int)queue->window[k].columns, rows = (int)queue->window[k].rows;
        jobs[i] = (const float *)(const void *)&queue->job[k];
        windows[i] = (const float *)(const void *)&queue->window[k];
        job.columns = columns > job.columns ? columns : job.columns;
        job.rows = rows > job.rows ? rows : job.rows;
    }
    queue->transpose(job.cylinder, jobs, COLLIDE__CYLINDER_FLOATS);
    queue->transpose(job.window, windows, COLLIDE__WINDOW_FLOATS);
    job.dx = terrain->grid.dx;
    job.dy = terrain->grid.dy;
    job.other_diagonal = terrain->grid.other_diagonal;
    kernels->few(&job, &meet, &above);
    for (unsigned i = 0; i < queue->n; ++i) {
        bool hit = meet >> i & 1;
        if (!hit && (above >> i & 1)) {
            const collide__cylinder_body body = {&queue->cylinder[i], &queue->job[i], kernels};
            collide__over over = collide__cylinder_in(&body, terrain, queue->cells[i]);
            hit = collide__terrain_below(&over);
        }
        bits[queue->index[i] / 16] |= (uint16_t)((unsigned)hit << queue->index[i] % 16);
        hits += hit;
    }
    queue->n = 0;
    return hits;
}

// Small footprints wait for one another. 16 at a time: first the places of all, so that heights are
// fetched while others are worked on.
COLLIDE_API size_t collide_cylinder_terrain_many(const collide_cylinder_pack *cylinders,
                                                 const collide_terrain *terrain, uint16_t *bits) {
    const size_t n = collide_cylinder_pack_count(cylinders);
    collide_cylinder c[16];
    collide__cylinder_job job[16];
    collide__footprint f[16];
    collide__small_queue queue;
    size_t hits = 0;
    COLLIDE_ASSERT(bits || !n);
    queue.n = 0;
    queue.kernels = collide__terrain();
    queue.transpose = collide__sat()->transpose;
    for (size_t block = 0; block < COLLIDE_BLOCKS(n); ++block) {
        const size_t end = collide__min_size(16, n - 16 * block);
        const float *rows = collide__pack_rows(COLLIDE__HEADER(cylinders)) + block * 8 * 16;
        unsigned places = 0;
        bits[block] = 0;
        for (unsigned i = 0; i < end; ++i) {
            collide__lane_floats(rows, i, 8, (float *)(void *)&c[i]);
            if (!collide__cylinder_place(&c[i], terrain, &job[i], &f[i]))
                continue;
            places |= 1u << i;
            const collide_heights *g = &terrain->grid;
            const size_t element = g->int16 ? sizeof(int16_t) : sizeof(float);
            for (size_t j = f[i].j0; j <= f[i].j1 && j < f[i].j0 + 24; ++j)
                COLLIDE__PREFETCH((const char *)g->heights + j * g->row_stride + f[i].i0 * element);
        }
        for (; places; places &= places - 1) {
            const unsigned i = collide__lowest_bit(places);
            if (!queue.kernels->few || f[i].i1 - f[i].i0 >= COLLIDE__SMALL ||
                f[i].j1 - f[i].j0 >= COLLIDE__SMALL) {
                const collide__cylinder_body body = {&c[i], &job[i], queue.kernels};
                const bool hit = collide__cylinder_verdict(&body, terrain, f[i]);
                bits[block] |= (uint16_t)((unsigned)hit << i);
                hits += hit;
                continue;
            }
            queue.cylinder[queue.n] = c[i];
            queue.job[queue.n] = job[i];
            queue.cells[queue.n] = f[i];
            collide__window_read(terrain, c[i].center, &f[i], &queue.window[queue.n]);
            queue.index[queue.n] = 16 * block + i;
            if (++queue.n == 16)
                hits += collide__small_verdicts(&queue, terrain, bits);
        }
    }
    return queue.n ? hits + collide__small_verdicts(&queue, terrain, bits) : hits;
}

// ---- balls, boxes, triangles -----------------------------------------------------------------

// A body whose bounds from the centre are given, over a terrain; false if it is not over the grid.
static bool collide__over_place(collide__over *over, const collide_terrain *terrain,
                                collide_vec3 center, collide__dvec3 min, collide__dvec3 max) {
    const collide_heights *g = &terrain->grid;
    const double x = (double)center.x - (double)g->origin.x;
    const double y = (double)center.y - (double)g->origin.y;
    over->terrain = terrain;
    over->center = center;
    over->low = min.z;
    over->high = max.z;
    over->inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    return collide__cells_under(x + min.x, x + max.x, terrain->inverse_dx, g->columns,
                                &over->cells.i0, &over->cells.i1) &&
           collide__cells_under(y + min.y, y + max.y, terrain->inverse_dy, g->rows, &over->cells.j0,
                                &over->cells.j1);
}

// Corners of cell (i, j) relative to a centre; false in holes.
static bool collide__cell_places(const collide_terrain *t, collide_vec3 center, size_t i, size_t j,
                                 collide__dvec3 *v) {
    const collide_heights *g = &t->grid;
    float h[4];
    collide__heights_read(g, i, j, 2, h);
    collide__heights_read(g, i, j + 1, 2, h + 2);
    const double x = (double)g->origin.x - (double)center.x;
    const double y = (double)g->origin.y - (double)center.y;
    const double z = (double)g->origin.z - (double)center.z;
    for (size_t k = 0; k < 4; ++k) {
        v[k].x = x + collide__dmul((double)(i + (k & 1)), (double)g->dx);
        v[k].y = y + collide__dmul((double)(j + (k >> 1)), (double)g->dy);
        v[k].z = z + (double)h[k];
    }
    return collide__max2(collide__max2(h[0], h[1]), collide__max2(h[2], h[3])) <=
           COLLIDE__TERRAIN_LIMIT;
}

// Asks the body of the triangles of each cell that reaches the body's range of heights, relative to
// the centre.
static collide__cells_say collide__cells_each(const collide__over *over,
                                              const collide__footprint *f) {
    const collide_heights *g = &over->terrain->grid;
    collide__cells_say say = COLLIDE__CELLS_LOWER;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            collide__dvec3 v[4], t[3];
            if (!collide__cell_places(over->terrain, over->center, i, j, v))
                continue;
            double low = v[0].z, high = v[0].z;
            for (int k = 1; k < 4; ++k) {
                low = v[k].z < low ? v[k].z : low;
                high = v[k].z > high ? v[k].z : high;
            }
            if (high < over->low)
                continue;
            say = COLLIDE__CELLS_ABOVE;
            if (low > over->high)
                continue;
            for (int k = 0; k < 2; ++k) {
                for (int c = 0; c < 3; ++c)
                    t[c] = v[collide__cell_corners[g->other_diagonal][k][c]];
                if (over->triangle(over->body, t))
                    return COLLIDE__CELLS_MEET;
            }
        }
    return say;
}

// Square of the distance from the origin to a triangle that is not upright.
static double collide__triangle_distance(const collide__dvec3 *t) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
    const collide__dvec3 n = collide__dcross(e, f);
    double least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const double along = -collide__ddot(t[i], edge), square = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < square ? along / square : 1) : 0;
        const collide__dvec3 p = collide__dadd(t[i], k, edge);
        const double distance = collide__ddot(p, p);
        least = distance < least ? distance : least;
        inside =
            inside && collide__ddot(collide__dcross(edge, collide__dadd(zero, -1, t[i])), n) >= 0;
    }
    const double off = collide__ddot(n, t[0]), square = collide__ddot(n, n);
    const double plane = square > 0 ? collide__dmul(off, off) / square : DBL_MAX;
    return inside && plane < least ? plane : least;
}

static bool collide__sphere_cell(const void *body, const collide__dvec3 *triangle) {
    const double r = (double)((const collide_sphere *)body)->radius;
    return collide__triangle_distance(triangle) <= collide__dmul(r, r);
}

static bool collide__sphere_point(const collide__over *over, double x0, double y0, double x1,
                                  double y1, collide__dvec3 *out) {
    const double r = (double)((const collide_sphere *)over->body)->radius;
    out->x = x0 > 0 ? x0 : x1 < 0 ? x1 : 0;
    out->y = y0 > 0 ? y0 : y1 < 0 ? y1 : 0;
    out->z = 0;
    const double rest = collide__dmul(r, r) - collide__ddot(*out, *out);
    out->z = -collide__sqrt(rest > 0 ? rest : 0);
    return rest >= 0;
}

static bool collide__sphere_over(const collide_sphere *sphere, const collide_terrain *terrain,
                                 collide__over *over) {
    if (!collide__terrain_valid(terrain) || !collide__finite3(sphere->center) ||
        !(sphere->radius >= 0 && sphere->radius <= FLT_MAX))
        return false;
    const double r = (double)sphere->radius * (1 + 1e-6);
    const collide__dvec3 max = {r, r, r};
    over->body = sphere;
    over->meets = collide__cells_each;
    over->triangle = collide__sphere_cell;
    over->point = collide__sphere_point;
    return collide__over_place(over, terrain, sphere->center, collide__dneg(max), max) &&
           collide__terrain_verdict(over);
}

COLLIDE_API bool collide_sphere_terrain(const collide_sphere *sphere,
                                        const collide_terrain *terrain) {
    collide__over over;
    COLLIDE_ASSERT(sphere);
    return collide__sphere_over(sphere, terrain, &over);
}

static bool collide__obb_cell(const void *body, const collide__dvec3 *triangle) {
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide__dround(triangle[i]);
    return collide_obb_triangle((const collide_obb *)body, &t, NULL);
}

// The middle of what is over the rectangle, of the face where that is lowest; if no face comes over
// it but the box does, all of it lies under the box: then its corner does.
static bool collide__obb_point(const collide__over *over, double x0, double y0, double x1,
                               double y1, collide__dvec3 *out) {
    const collide_obb *box = (const collide_obb *)over->body;
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    const double bound[4] = {x0, y0, x1, y1};
    const collide__dvec3 zero = {0, 0, 0};
    double low = -DBL_MAX, high = DBL_MAX;
    collide__dvec3 mean;
    bool found = false;
    for (int i = 0; i < 6; ++i) {
        const int a = i % 3, b = (a + 1) % 3, c = (a + 2) % 3;
        const collide__dvec3 middle =
            collide__dadd(zero, i < 3 ? half[a] : -half[a], collide__dvec3_of(box->axis[a]));
        collide__dvec3 face[4];
        for (int k = 0; k < 4; ++k) {
            face[k] = collide__dadd(middle, k == 1 || k == 2 ? half[b] : -half[b],
                                    collide__dvec3_of(box->axis[b]));
            face[k] = collide__dadd(face[k], k >= 2 ? half[c] : -half[c],
                                    collide__dvec3_of(box->axis[c]));
        }
        if (collide__polygon_over(face, 4, bound, &mean)) {
            *out = !found || mean.z < out->z ? mean : *out;
            found = true;
        }
    }
    if (found)
        return true;
    for (int i = 0; i < 3; ++i) { // |corner.axis + z axis.z| <= half
        const collide__dvec3 axis = collide__dvec3_of(box->axis[i]);
        const double at = collide__dmul(x0, axis.x) + collide__dmul(y0, axis.y);
        if (axis.z < 0 || axis.z > 0) {
            const double p = (-half[i] - at) / axis.z, q = (half[i] - at) / axis.z;
            low = (p < q ? p : q) > low ? (p < q ? p : q) : low;
            high = (p < q ? q : p) < high ? (p < q ? q : p) : high;
        } else if (collide__dabs(at) > half[i]) {
            return false;
        }
    }
    out->x = x0;
    out->y = y0;
    out->z = low;
    return low <= high;
}

// local is the box with its centre in the origin, where the body keeps it.
static bool collide__obb_over(const collide_obb *box, const collide_terrain *terrain,
                              collide_obb *local, collide__over *over) {
    collide__dvec3 max = {0, 0, 0};
    if (!collide__terrain_valid(terrain) || collide_obb_check(box) != COLLIDE_OK)
        return false;
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    for (int i = 0; i < 3; ++i) {
        const double h = (double)half[i] * (1 + 1e-6);
        max.x += collide__dmul(h, collide__dabs((double)box->axis[i].x));
        max.y += collide__dmul(h, collide__dabs((double)box->axis[i].y));
        max.z += collide__dmul(h, collide__dabs((double)box->axis[i].z));
    }
    *local = *box;
    local->center = collide__vec3(0, 0, 0);
    over->body = local;
    over->meets = collide__cells_each;
    over->triangle = collide__obb_cell;
    over->point = collide__obb_point;
    return collide__over_place(over, terrain, box->center, collide__dneg(max), max) &&
           collide__terrain_verdict(over);
}

COLLIDE_API bool collide_obb_terrain(const collide_obb *box, const collide_terrain *terrain) {
    collide__over over;
    collide_obb local;
    COLLIDE_ASSERT(box);
    return collide__obb_over(box, terrain, &local, &over);
}

static bool collide__triangle_cell(const void *body, const collide__dvec3 *triangle) {
    const collide_vec3 still = {0, 0, 0};
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide__dround(triangle[i]);
    return collide_triangle_triangle_sweep((const collide_triangle *)body, still, &t, still, 0,
                                           NULL);
}

static bool collide__triangle_point(const collide__over *over, double x0, double y0, double x1,
                                    double y1, collide__dvec3 *out) {
    const collide_triangle *t = (const collide_triangle *)over->body;
    const double bound[4] = {x0, y0, x1, y1};
    collide__dvec3 corner[3];
    for (int i = 0; i < 3; ++i)
        corner[i] = collide__dvec3_of(t->v[i]);
    return collide__polygon_over(corner, 3, bound, out);
}

COLLIDE_API bool collide_triangle_terrain(const collide_triangle *triangle,
                                          const collide_terrain *terrain) {
    collide__over over;
    collide__dvec3 min = {0, 0, 0}, max = {0, 0, 0};
    collide_triangle local;
    COLLIDE_ASSERT(triangle);
    if (!collide__terrain_valid(terrain))
        return false;
    int lowest = 0;
    for (int i = 0; i < 3; ++i) {
        if (!collide__finite3(triangle->v[i]))
            return false;
        lowest = triangle->v[i].z < triangle->v[lowest].z ? i : lowest;
    }
    for (int i = 0; i < 3; ++i) {
        local.v[i] = collide__sub(triangle->v[i], triangle->v[lowest]);
        const collide__dvec3 p = collide__dvec3_of(local.v[i]);
        min.x = p.x < min.x ? p.x : min.x;
        min.y = p.y < min.y ? p.y : min.y;
        min.z = p.z < min.z ? p.z : min.z;
        max.x = p.x > max.x ? p.x : max.x;
        max.y = p.y > max.y ? p.y : max.y;
        max.z = p.z > max.z ? p.z : max.z;
    }
    const double hair = ((max.x - min.x) + (max.y - min.y) + (max.z - min.z)) * 1e-6;
    const collide__dvec3 more = {hair, hair, hair};
    over.body = &local;
    over.meets = collide__cells_each;
    over.triangle = collide__triangle_cell;
    over.point = collide__triangle_point;
    if (!collide__over_place(&over, terrain, triangle->v[lowest], collide__dadd(min, -1, more),
                             collide__dadd(max, 1, more)))
        return false;
    for (int i = 0; i < 3; ++i)
        over.inside = collide__dadd(over.inside, 1.0 / 3, collide__dvec3_of(local.v[i]));
    return collide__terrain_verdict(&over);
}

// ---- contacts with terrain: the definition ---------------------------------------------------
// In double, relative to the body's centre, z up. Bodies are convex. A point of the surface is y
// above the body's lower side, y < 0 if it is below or beside it; y is concave along an edge and on
// a face, so what is deepest there is where a plane of the face, a line of the edge or a vertex
// touches the lower side. [Strashnov] takes the depths below infinite planes, which jump where a
// flatter cell is first touched; these do not.

#define COLLIDE__TIE 1.52587890625e-5     // 2^-16, of the body's size, or an angle
#define COLLIDE__EQUAL 9.5367431640625e-7 // 2^-20, between normals: an angle of 2^-9.5
#define COLLIDE__FLAT 4.76837158203125e-7 // 8 u
#define COLLIDE__BESIDE 9.765625e-4       // 2^-10, square of the sine of an angle of 1.8 degrees
#define COLLIDE__POINT_SHIFT 27           // number of a point of the body
#define COLLIDE__NUMBER_SHIFT 26          // number of an edge or face of a cell
#define COLLIDE__TOUCHES 96               // at most COLLIDE__CONTACTS
#define COLLIDE__BODY_POINTS 8

static collide__dvec3 collide__dscale(double s, collide__dvec3 a) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(zero, s, a);
}

// Normals of bounds, and squares of their lengths.
static const float collide__bound_ways[COLLIDE__BOUNDS][4] = {
    {0, 0, -1, 1}, {1, 0, -1, 2},  {-1, 0, -1, 2}, {0, 1, -1, 2},  {0, -1, -1, 2},
    {1, 1, -1, 3}, {1, -1, -1, 3}, {-1, 1, -1, 3}, {-1, -1, -1, 3}};
#define COLLIDE__BOUND_SLACK 1.0000019f // places of vertices are rounded, and so is this

// Places where a line of the surface touches the body: at t along it, y above the lower side.
typedef struct collide__spot {
    double t, y;
    uint32_t feature;
} collide__spot;

// The deepest one, and those of contacts, by normal: the first normal counts that the faces beside
// the line leave room for.
typedef struct collide__spots {
    collide__spot deepest;
    bool along; // the line runs along the side of a cylinder: spots are its ends there
    int groups;
    struct {
        collide__dvec3 normal;
        int n;
        collide__spot spot[3];
    } group[3];
} collide__spots;

// The shortest way out sideways for a line, from its point at t.
typedef struct collide__way {
    double t, distance;
    collide__dvec3 normal; // of the contact
    uint32_t feature;
    bool deepest; // beyond its ends the line would not be deeper
} collide__way;

// How contacts see a body.
typedef struct collide__contact_body {
    const void *shape;
    double size; // what ties are relative to
    // how far it reaches along the normals of its bounds, or a little farther
    void (*bounds)(const void *shape, float *reach);
    // its lowest points as seen along n, and others that spread the contact; returns their number
    int (*points)(const void *shape, collide__dvec3 n, collide__dvec3 *out, uint32_t *feature);
    // a line from a on along the unit vector e, or the point a where e is 0; false if it is not
    // above the body; with deepest that is all that is asked for
    bool (*line)(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                 collide__spots *out);
    // how the deepest point of a line from a on along e, of that length, leaves the body sideways,
    // and not up; false if that is outside
    bool (*way)(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                collide__way *out);
    // the body's shadow, shrunk: how much of its size (x, y) is on the outline of
    double (*shadow)(const void *shape, double x, double y);
    collide__dvec3 axis[2]; // of an ellipse about like it: x and y across, by its semi-axes
} collide__contact_body;

// A contact that may be, of the body's point a with the surface's point b.
typedef struct collide__touch {
    collide__dvec3 a, b, normal;
    double depth;
    uint32_t feature_a, feature_b;
} collide__touch;

// What is found of them.
typedef struct collide__search {
    const collide__contact_body *body;
    const collide_terrain *terrain; // NULL: one triangle
    collide_vec3 center;
    collide__footprint cells;         // of a terrain
    const struct collide__tile *tile; // of these, at hand; NULL: none
    float reach[COLLIDE__BOUNDS];
    const collide__sieve_job *sieve; // NULL: all that is not beyond a bound may touch
    double depth;                    // of the deepest column
    double nearest;        // square of the distance of the lowest from the surface, if none is deep
    collide__touch lowest; // the contact there, if no other is found
    collide__touch at[COLLIDE__TOUCHES];
    int n;
} collide__search;

// Takes in a contact; with no room left the shallowest goes.
static void collide__touch_add(collide__search *s, const collide__touch *t) {
    if (s->n < COLLIDE__TOUCHES) {
        s->at[s->n++] = *t;
        return;
    }
    int shallow = 0;
    for (int i = 1; i < s->n; ++i)
        if (s->at[i].depth < s->at[shallow].depth)
            shallow = i;
    if (s->at[shallow].depth < t->depth)
        s->at[shallow] = *t;
}

// Upward unit normal of a triangle whose corners run counter-clockwise as seen from above; that of
// one without area is z.
static collide__dvec3 collide__triangle_normal(const collide__dvec3 *t) {
    const collide__dvec3 up = {0, 0, 1};
    collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    return collide__dnormalize(&n) ? n : up;
}

// How far the body must go sideways to leave the column of a triangle, about: 0 if it is not over
// it, more than any where its centre is. Continuous: that of the column's point nearest to the
// centre, as the ellipse sees it.
static double collide__column_depth(const collide__contact_body *body,
                                    const collide__dvec3 *triangle) {
    const collide__dvec3 *axis = body->axis;
    double x[3], y[3], near_x = 0, near_y = 0, least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 p = triangle[i];
        x[i] = collide__dmul(p.x, axis[0].x) + collide__dmul(p.y, axis[0].y);
        y[i] = collide__dmul(p.x, axis[1].x) + collide__dmul(p.y, axis[1].y);
    }
    for (int i = 0; i < 3; ++i) {
        const int next = i < 2 ? i + 1 : 0;
        const double ex = x[next] - x[i], ey = y[next] - y[i];
        if (collide__dmul(ey, x[i]) - collide__dmul(ex, y[i]) >= 0)
            continue; // another edge is nearer
        const double along = -(collide__dmul(x[i], ex) + collide__dmul(y[i], ey));
        const double square = collide__dmul(ex, ex) + collide__dmul(ey, ey);
        const double k = along > 0 ? along < square ? along / square : 1 : 0;
        const double at_x = x[i] + collide__dmul(k, ex), at_y = y[i] + collide__dmul(k, ey);
        const double distance = collide__dmul(at_x, at_x) + collide__dmul(at_y, at_y);
        inside = false;
        if (distance < least) {
            const collide__dvec3 b = triangle[i], c = triangle[next];
            least = distance;
            near_x = b.x + collide__dmul(k, c.x - b.x);
            near_y = b.y + collide__dmul(k, c.y - b.y);
        }
    }
    if (inside || !(least > 0))
        return DBL_MAX;
    const double k = body->shadow(body->shape, near_x, near_y);
    const double away =
        collide__sqrt(collide__dmul(near_x, near_x) + collide__dmul(near_y, near_y));
    if (!(k < 1))
        return 0;
    const double square = collide__dmul(k, k); // 0 where the distance is rounded away
    return square > 0 ? collide__dmul(away, 1 - k) / square : DBL_MAX;
}

// Whether a point of the grid's cell belongs to a neighbouring grid.
COLLIDE__INLINE bool collide__elsewhere(const collide_terrain *t, size_t i, size_t j) {
    const collide_heights *g = &t->grid;
    if (!g->neighbours)
        return false;
    return (i == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_WEST)) ||
           (j == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_SOUTH)) ||
           (i + 2 >= g->columns && (g->neighbours & COLLIDE_NEIGHBOUR_EAST)) ||
           (j + 2 >= g->rows && (g->neighbours & COLLIDE_NEIGHBOUR_NORTH));
}

// A face: its corners, upward normal if that is asked for, its cell and which of the two it is.
typedef struct collide__face {
    collide__dvec3 triangle[3], normal;
    double over; // the centre's height over the terrain's origin
    size_t i, j;
    uint32_t which;
} collide__face;

// What its places are rounded to are parts of that: heights, and how far it is from the centre.
static double collide__face_high(const collide__face *f) {
    double high = 0;
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 p = f->triangle[c];
        const double size[4] = {collide__dabs(p.x), collide__dabs(p.y), collide__dabs(p.z),
                                collide__dabs(p.z + f->over)};
        for (int k = 0; k < 4; ++k)
            high = size[k] > high ? size[k] : high;
    }
    return high;
}

static void collide__face_set(collide__face *f, const collide__dvec3 *v, int other, double over) {
    for (int c = 0; c < 3; ++c)
        f->triangle[c] = v[collide__cell_corners[other][f->which][c]];
    f->over = over;
}

// Cells of a footprint and those round them.
#define COLLIDE__TILE 14 // cells along a side
#define COLLIDE__WORDS ((COLLIDE__TILE + 2) * (COLLIDE__TILE + 2) / 64)
typedef struct collide__tile {
    collide__patch patch;
    size_t i0, j0, columns, rows; // of its vertices
    float over;                   // height of the centre over that of the terrain's origin
    double bent;                  // no edge is flat that bends by more
    bool whole, ring;             // it has no holes; what begins in it has cells all round
    size_t corner[3][4]; // of edges from a vertex on, and of their faces, less a row and one
} collide__tile;

COLLIDE__INLINE collide__dvec3 collide__tile_place(const collide__tile *t, size_t m) {
    const collide__dvec3 p = {(double)t->patch.x[m], (double)t->patch.y[m], (double)t->patch.z[m]};
    return p;
}

// Outside of the tile there is no vertex.
COLLIDE__INLINE bool collide__tile_solid(const collide__tile *t, size_t column, size_t row) {
    return column < t->columns && row < t->rows &&
           t->patch.z[row * t->patch.row + column] < COLLIDE__HOLE;
}

COLLIDE__INLINE bool collide__tile_cell(const collide__tile *t, size_t column, size_t row) {
    if (t->whole)
        return column < t->columns - 1 && row < t->rows - 1;
    return collide__tile_solid(t, column, row) && collide__tile_solid(t, column + 1, row) &&
           collide__tile_solid(t, column, row + 1) && collide__tile_solid(t, column + 1, row + 1);
}

// Face k of a cell: its corners.
static void collide__tile_face(const collide__tile *t, size_t column, size_t row, uint32_t k,
                               int other, collide__face *f) {
    const size_t m = row * t->patch.row + column;
    for (int c = 0; c < 3; ++c) {
        const uint8_t corner = collide__cell_corners[other][k][c];
        f->triangle[c] =
            collide__tile_place(t, m + (corner & 1u) + (corner & 2u ? t->patch.row : 0));
    }
    f->over = (double)t->over;
    f->which = k;
    f->i = t->i0 + column;
    f->j = t->j0 + row;
}

// The edges that begin at a vertex: along x, along y, and the diagonal of the cell. Rows and
// columns, from one before the vertex on, of their ends and of the third corners of their faces;
// row, column and number of these faces.
typedef struct collide__edges {
    uint8_t corner[3][4][2], face[3][2][3];
} collide__edges;
static const collide__edges collide__edges_of[2] = {
    {{{{1, 1}, {1, 2}, {2, 1}, {0, 2}},
      {{1, 1}, {2, 1}, {1, 2}, {2, 0}},
      {{1, 2}, {2, 1}, {1, 1}, {2, 2}}},
     {{{1, 1, 0}, {0, 1, 1}}, {{1, 1, 0}, {1, 0, 1}}, {{1, 1, 0}, {1, 1, 1}}}},
    {{{{1, 1}, {1, 2}, {2, 2}, {0, 1}},
      {{1, 1}, {2, 1}, {2, 2}, {1, 0}},
      {{1, 1}, {2, 2}, {1, 2}, {2, 1}}},
     {{{1, 1, 0}, {0, 1, 1}}, {{1, 1, 1}, {1, 0, 0}}, {{1, 1, 0}, {1, 1, 1}}}}};

// Edge k of those that begin at a vertex: how far it bends down, which is ends less third corners.
COLLIDE__INLINE double collide__edge_bend(const collide__tile *t, size_t column, size_t row,
                                          uint32_t k) {
    const size_t m = (row - 1) * t->patch.row + (column - 1), *corner = t->corner[k];
    const float *z = t->patch.z;
    return (((double)z[m + corner[0]] + (double)z[m + corner[1]]) - (double)z[m + corner[2]]) -
           (double)z[m + corner[3]];
}

// Whether it has two faces that are plainly not in one plane.
COLLIDE__INLINE bool collide__edge_bent(const collide__tile *t, size_t column, size_t row,
                                        uint32_t k) {
    return column - 1 < t->columns - 2 && row - 1 < t->rows - 2 &&
           collide__dabs(collide__edge_bend(t, column, row, k)) > t->bent;
}

// Whether it has two faces, and they are in one plane.
static bool collide__edge_flat(const collide__tile *t, size_t column, size_t row, int other,
                               uint32_t k) {
    const uint8_t(*f)[3] = collide__edges_of[other].face[k];
    if (collide__edge_bent(t, column, row, k))
        return false;
    if (!collide__tile_cell(t, column + f[0][1] - 1, row + f[0][0] - 1) ||
        !collide__tile_cell(t, column + f[1][1] - 1, row + f[1][0] - 1))
        return false;
    const double bend = collide__dabs(collide__edge_bend(t, column, row, k));
    double high = 0; // of the vertices round it
    for (size_t b = row - 1; b != row + 2; ++b)
        for (size_t a = column - 1; a != column + 2; ++a)
            if (collide__tile_solid(t, a, b)) {
                const double z = (double)t->patch.z[b * t->patch.row + a];
                const double h = collide__dabs(z + (double)t->over), far = collide__dabs(z);
                high = h > high ? h : high;
                high = far > high ? far : high;
            }
    return bend <= collide__dmul(COLLIDE__FLAT, high);
}

// Whether face k of a cell has a neighbour in its plane. Its edges along x and y begin at V0, or V2
// and V1.
static bool collide__face_flat(const collide__tile *t, size_t column, size_t row, uint32_t k,
                               int other) {
    const size_t north = k == 1, east = (k == 0) == (other != 0);
    return (!collide__edge_bent(t, column, row, 2) &&
            collide__edge_flat(t, column, row, other, 2)) ||
           (!collide__edge_bent(t, column, row + north, 0) &&
            collide__edge_flat(t, column, row + north, other, 0)) ||
           (!collide__edge_bent(t, column + east, row, 1) &&
            collide__edge_flat(t, column + east, row, other, 1));
}

// Whether the column of a triangle that runs counter-clockwise holds (x, y).
static bool collide__face_holds(const collide__dvec3 *t, double x, double y) {
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 a = t[c], b = t[c < 2 ? c + 1 : 0];
        if (collide__dmul(b.x - a.x, y - a.y) - collide__dmul(b.y - a.y, x - a.x) < 0)
            return false;
    }
    return true;
}

// Face which of a cell of the terrain; false in holes.
static bool collide__face_of(const collide__search *s, size_t i, size_t j, uint32_t which,
                             collide__face *f) {
    const collide_heights *g = &s->terrain->grid;
    const collide__tile *tile = s->tile;
    collide__dvec3 v[4];
    f->i = i;
    f->j = j;
    f->which = which;
    if (tile && collide__tile_cell(tile, i - tile->i0, j - tile->j0)) {
        collide__tile_face(tile, i - tile->i0, j - tile->j0, which, g->other_diagonal, f);
        return true;
    }
    if (!collide__cell_places(s->terrain, s->center, i, j, v))
        return false;
    collide__face_set(f, v, g->other_diagonal, (double)s->center.z - (double)g->origin.z);
    return true;
}

// The face over or under (x, y); false beside the terrain and in holes.
static bool collide__face_at(const collide__search *s, double x, double y, collide__face *f) {
    const collide_terrain *t = s->terrain;
    const collide_heights *g = &t->grid;
    const double u = ((x + (double)s->center.x) - (double)g->origin.x) * t->inverse_dx;
    const double w = ((y + (double)s->center.y) - (double)g->origin.y) * t->inverse_dy;
    if (!(u >= 0 && w >= 0 && u <= (double)(g->columns - 1) && w <= (double)(g->rows - 1)))
        return false;
    const size_t i = collide__min_size((size_t)(int32_t)u, g->columns - 2);
    const size_t j = collide__min_size((size_t)(int32_t)w, g->rows - 2);
    const double a = u - (double)i, b = w - (double)j;
    return collide__face_of(s, i, j, g->other_diagonal ? b > a : a + b > 1, f);
}

// Whether its corners are at one height.
COLLIDE__INLINE bool collide__face_level(const collide__face *f) {
    const double z = f->triangle[0].z;
    return f->triangle[1].z >= z && f->triangle[1].z <= z && f->triangle[2].z >= z &&
           f->triangle[2].z <= z;
}

// Whether a face lies in the plane of another as far as their heights tell: the farther away, the
// less.
static bool collide__coplanar(const collide__face *f, const collide__face *other) {
    if (collide__face_level(f) && collide__face_level(other) &&
        f->triangle[0].z >= other->triangle[0].z && f->triangle[0].z <= other->triangle[0].z)
        return true;
    const double one = collide__face_high(f), another = collide__face_high(other);
    const double high = one > another ? one : another;
    const collide__dvec3 *t = f->triangle;
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), g = collide__dadd(t[2], -1, t[0]);
    const double dx =
        collide__dabs(e.x) > collide__dabs(g.x) ? collide__dabs(e.x) : collide__dabs(g.x);
    const double dy =
        collide__dabs(e.y) > collide__dabs(g.y) ? collide__dabs(e.y) : collide__dabs(g.y);
    const double per_x = 1 / dx, per_y = 1 / dy;
    const double little = collide__dmul(COLLIDE__FLAT * f->normal.z, high);
    double least = 0, most = 0;
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 d = collide__dadd(other->triangle[c], -1, t[0]);
        const double away =
            collide__dmul(collide__dabs(d.x), per_x) + collide__dmul(collide__dabs(d.y), per_y);
        const double off = collide__ddot(d, f->normal);
        if (!(collide__dabs(off) <= collide__dmul(little, 1 + (away + away))))
            return false;
        least = c == 0 || off < least ? off : least;
        most = c == 0 || off > most ? off : most;
    }
    return most - least <= collide__dmul(3, little); // else they only cross there
}

// Whether a face plainly has no neighbour in its plane.
static bool collide__face_alone(const collide__search *s, const collide__face *f) {
    const collide__tile *tile = s->tile;
    return tile && f->i - tile->i0 - 1 < tile->columns - 3 &&
           f->j - tile->j0 - 1 < tile->rows - 3 &&
           !collide__face_flat(tile, f->i - tile->i0, f->j - tile->j0, f->which,
                               s->terrain->grid.other_diagonal);
}

// How far the body must go sideways to leave the columns of all faces in the plane of one, which is
// aside for its own; or as much as depth.
static double collide__plane_depth(const collide__search *s, const collide__face *f, double aside,
                                   double depth) {
    collide__face other;
    if (collide__face_at(s, 0, 0, &other) && collide__coplanar(f, &other))
        return depth;
    for (size_t j = s->cells.j0; j < s->cells.j1 && aside < depth; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1 && aside < depth; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                if (!collide__face_of(s, i, j, which, &other) || !collide__coplanar(f, &other))
                    continue;
                const double by = collide__column_depth(s->body, other.triangle);
                aside = by > aside ? by : aside;
            }
    return aside;
}

// The same of those connected with the face. Plateaus at one height are several, or the deepest
// depth would jump as the body comes over the next one.
#define COLLIDE__CONNECTED 16 // most cells along a side of the footprint; of more it is the plane's
static double collide__plateau_depth(const collide__search *s, const collide__face *f, double aside,
                                     double depth) {
    const collide__footprint *c = &s->cells;
    const uint32_t east = s->terrain->grid.other_diagonal ? 0 : 1; // face at its cell's east edge
    uint32_t seen[COLLIDE__CONNECTED][2];                          // bits of columns of faces
    uint8_t next[2 * COLLIDE__CONNECTED * COLLIDE__CONNECTED][3];
    int n = 1;
    if (c->i1 - c->i0 > COLLIDE__CONNECTED || c->j1 - c->j0 > COLLIDE__CONNECTED)
        return collide__plane_depth(s, f, aside, depth);
    if (f->i - c->i0 >= c->i1 - c->i0 || f->j - c->j0 >= c->j1 - c->j0)
        return aside;
    memset(seen, 0, sizeof seen);
    seen[f->j - c->j0][f->which] = 1u << (f->i - c->i0);
    next[0][0] = (uint8_t)(f->i - c->i0);
    next[0][1] = (uint8_t)(f->j - c->j0);
    next[0][2] = (uint8_t)f->which;
    while (n > 0 && aside < depth) {
        const uint8_t *at = next[--n];
        const size_t i = at[0], j = at[1];
        const uint32_t which = 1u - at[2]; // of all neighbours: over the diagonal, along y, along x
        const size_t column[3] = {i, i, at[2] == east ? i + 1 : i - 1};
        const size_t row[3] = {j, at[2] == 1 ? j + 1 : j - 1, j};
        for (int k = 0; k < 3; ++k) {
            const size_t a = column[k], b = row[k];
            collide__face other;
            if (a >= c->i1 - c->i0 || b >= c->j1 - c->j0 || (seen[b][which] >> a & 1))
                continue;
            seen[b][which] |= 1u << a;
            if (!collide__face_of(s, c->i0 + a, c->j0 + b, which, &other) ||
                !collide__coplanar(f, &other))
                continue;
            const double by = collide__column_depth(s->body, other.triangle);
            aside = by > aside ? by : aside;
            next[n][0] = (uint8_t)a;
            next[n][1] = (uint8_t)b;
            next[n++][2] = (uint8_t)which;
        }
    }
    return aside;
}

// The column of a face goes that deep into the body, along the face's normal: deeper than all
// others by now? alone: it is known to have no neighbour in its plane.
static void collide__column_add(collide__search *s, double depth, const collide__face *f,
                                bool alone, const collide__touch *touch) {
    if (depth <= s->depth)
        return;
    double aside = collide__column_depth(s->body, f->triangle);
    if (aside < depth && !alone && s->terrain && !collide__face_alone(s, f))
        aside = collide__plateau_depth(s, f, aside, depth);
    depth = depth < aside ? depth : aside;
    if (depth <= s->depth)
        return;
    s->depth = depth;
    s->lowest = *touch;
}

static uint32_t collide__cell_feature(uint32_t kind, uint32_t number, size_t column) {
    return kind | number << COLLIDE__NUMBER_SHIFT | (uint32_t)column;
}

// The point of the faces in f's plane, near the face over, that is nearest to one in that plane.
static collide__dvec3 collide__plane_nearest(const collide__search *s, const collide__face *f,
                                             const collide__face *over, collide__dvec3 p) {
    const collide_heights *g = &s->terrain->grid;
    const double above = (double)s->center.z - (double)g->origin.z;
    collide__face other;
    if (collide__face_at(s, p.x, p.y, &other) && collide__coplanar(f, &other))
        return p;
    collide__dvec3 out = collide__triangle_nearest(over->triangle, p),
                   off = collide__dadd(out, -1, p);
    double least = collide__ddot(off, off);
    for (size_t j = over->j > 0 ? over->j - 1 : 0; j < g->rows - 1 && j <= over->j + 1; ++j)
        for (size_t i = over->i > 0 ? over->i - 1 : 0; i < g->columns - 1 && i <= over->i + 1;
             ++i) {
            collide__dvec3 v[4];
            if (!collide__cell_places(s->terrain, s->center, i, j, v))
                continue;
            for (other.which = 0; other.which < 2; ++other.which) {
                collide__face_set(&other, v, g->other_diagonal, above);
                if (!collide__coplanar(f, &other))
                    continue;
                const collide__dvec3 at = collide__triangle_nearest(other.triangle, p);
                off = collide__dadd(at, -1, p);
                out = collide__ddot(off, off) < least ? at : out;
                least = collide__ddot(off, off) < least ? collide__ddot(off, off) : least;
            }
        }
    return out;
}

// Contacts with a face or, if it is flat with neighbours, with all faces in its plane:
// [Strashnov]'s A, B and C.
static void collide__touch_face(collide__search *s, const collide__face *f, bool flat) {
    const collide__contact_body *body = s->body;
    const collide__dvec3 n = f->normal;
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = body->points(body->shape, n, point, feature);
    for (int c = 0; c < count; ++c) {
        const collide__dvec3 p = point[c];
        collide__face over;
        collide__touch t;
        t.depth = collide__ddot(collide__dadd(f->triangle[0], -1, p), n);
        if (!(t.depth >= 0))
            continue;
        if (flat ? !collide__face_at(s, p.x, p.y, &over) || !collide__coplanar(f, &over)
                 : !collide__face_holds(f->triangle, p.x, p.y))
            continue;
        const collide__face *under = flat ? &over : f;
        if (s->terrain && collide__elsewhere(s->terrain, under->i, under->j))
            continue;
        t.a = p;
        const collide__dvec3 b = collide__dadd(p, t.depth, n);
        t.b = !flat     ? collide__triangle_nearest(f->triangle, p)
              : n.z < 1 ? collide__plane_nearest(s, f, &over, b)
                        : b; // over it as p is
        t.normal = n;
        t.feature_a = feature[c] | (uint32_t)under->j;
        t.feature_b = collide__cell_feature(COLLIDE_FEATURE_FACE, under->which, under->i);
        bool found = false; // by another face of the plane
        for (int i = 0; i < s->n && !found; ++i)
            found = s->at[i].feature_a == t.feature_a && s->at[i].feature_b == t.feature_b;
        if (found)
            continue;
        collide__touch_add(s, &t);
        if (flat && t.depth > s->depth)
            over.normal = collide__triangle_normal(over.triangle);
        collide__column_add(s, t.depth, under, !flat, &t);
    }
}

// What surrounds an edge or a vertex.
typedef struct collide__round {
    collide__face triangle; // if there is no tile
    struct {
        uint8_t column, row, which;
    } face[6];               // of the tile
    collide__dvec3 other[6]; // where other edges lead, or the third corners of faces
    int faces, others;
    bool flat; // there is no corner, or one that is bent up
    uint32_t row, feature;
} collide__round;

static void collide__round_put(collide__round *r, size_t column, size_t row, uint32_t which) {
    r->face[r->faces].column = (uint8_t)column;
    r->face[r->faces].row = (uint8_t)row;
    r->face[r->faces++].which = (uint8_t)which;
}

static collide__face collide__round_face(const collide__search *s, const collide__round *r, int i) {
    collide__face f;
    if (!s->tile)
        return r->triangle;
    collide__tile_face(s->tile, r->face[i].column, r->face[i].row, r->face[i].which,
                       s->terrain->grid.other_diagonal, &f);
    f.normal = collide__triangle_normal(f.triangle);
    return f;
}

// Whether a body that leaves along n at p clears what surrounds it, and does not go down.
static bool collide__round_clears(const collide__round *r, collide__dvec3 p, collide__dvec3 n) {
    for (int i = 0; i < r->others; ++i) {
        const collide__dvec3 e = collide__dadd(r->other[i], -1, p);
        const double off = collide__ddot(e, n);
        if (off > 0 && collide__dmul(off, off) >
                           collide__dmul(COLLIDE__TIE * COLLIDE__TIE, collide__ddot(e, e)))
            return false;
    }
    return n.z >= 0;
}

// An edge of the surface, or a vertex, from a on along e, that comes above the body.
typedef struct collide__line {
    collide__dvec3 a, e;
    double length;
    collide__spots spots;
} collide__line;

COLLIDE__INLINE bool collide__spot_above(const collide__line *l, const collide__spot *spot) {
    return spot->t >= 0 && spot->t <= l->length && spot->y >= 0;
}

// False for one that is not above the body anywhere.
static bool collide__line_above(const collide__contact_body *body, collide__dvec3 a,
                                collide__dvec3 b, bool deepest, collide__line *l) {
    l->a = a;
    l->e = collide__dadd(b, -1, a);
    l->length = collide__sqrt(collide__ddot(l->e, l->e));
    (void)collide__dnormalize(&l->e);
    if (!body->line(body->shape, a, l->e, deepest, &l->spots))
        return false;
    bool above = collide__spot_above(l, &l->spots.deepest);
    // The ends of what is may lie beyond its own.
    for (int k = 0; k < l->spots.groups && !deepest && !above; ++k) {
        double from = DBL_MAX, to = -DBL_MAX, y = -1;
        for (int i = 0; i < l->spots.group[k].n; ++i) {
            const collide__spot *spot = &l->spots.group[k].spot[i];
            from = spot->t < from ? spot->t : from;
            to = spot->t > to ? spot->t : to;
            y = spot->y > y ? spot->y : y;
        }
        above = above || (y >= 0 && from <= l->length && to >= 0);
    }
    return above;
}

// Contacts with an edge or a vertex.
static void collide__touch_line(collide__search *s, const collide__line *l,
                                const collide__round *r) {
    const collide__contact_body *body = s->body;
    const collide__dvec3 up = {0, 0, 1}, a = l->a, e = l->e;
    const collide__spot *d = &l->spots.deepest;
    collide__touch t;
    if (collide__spot_above(l, d)) {
        t.b = collide__dadd(a, d->t, e);
        t.a = collide__dadd(t.b, -d->y, up);
        t.feature_a = d->feature | r->row;
        t.feature_b = r->feature;
        for (int f = 0; f < r->faces && d->y > s->depth; ++f) {
            const collide__face face = collide__round_face(s, r, f);
            t.normal = face.normal;
            t.depth = collide__dmul(d->y, t.normal.z);
            collide__column_add(s, t.depth, &face, false, &t);
        }
    }
    for (int k = 0; k < l->spots.groups && !r->flat; ++k) {
        const collide__dvec3 n = l->spots.group[k].normal;
        collide__way way;
        if (!collide__round_clears(r, a, n))
            continue;
        t.normal = n;
        t.feature_b = r->feature;
        // The way out may be shorter than along n: that of the line's middle, or those of its ends.
        const collide__dvec3 zero = {0, 0, 0};
        double most = 0;
        for (int i = 0; i < l->spots.group[k].n; ++i)
            most = l->spots.group[k].spot[i].y > most ? l->spots.group[k].spot[i].y : most;
        if (!l->spots.along && body->way(body->shape, a, e, l->length, &way) && way.deepest &&
            way.distance < collide__dmul(most, n.z) * (1 - COLLIDE__TIE) &&
            collide__round_clears(r, a, collide__dadd(way.normal, 0.25, up))) {
            t.b = collide__dadd(a, way.t, e);
            t.a = collide__dadd(t.b, -way.distance, way.normal);
            t.normal = way.normal;
            t.depth = way.distance;
            t.feature_a = way.feature | r->row;
            collide__touch_add(s, &t);
            return;
        }
        for (int i = 0; i < l->spots.group[k].n; ++i) {
            const collide__spot spot = l->spots.group[k].spot[i];
            if (!collide__spot_above(l, &spot))
                continue;
            t.b = collide__dadd(a, spot.t, e);
            t.a = collide__dadd(t.b, -spot.y, up);
            t.normal = n;
            t.depth = collide__dmul(spot.y, n.z);
            t.feature_a = spot.feature | r->row;
            if (l->spots.along && body->way(body->shape, t.b, zero, 0, &way) &&
                way.distance < t.depth * (1 - COLLIDE__TIE) &&
                collide__round_clears(r, a, collide__dadd(way.normal, 0.25, up))) {
                t.a = collide__dadd(t.b, -way.distance, way.normal);
                t.normal = way.normal;
                t.depth = way.distance;
            }
            collide__touch_add(s, &t);
        }
        return;
    }
}

// Unit vectors across each other, the third along z or, where that has no length, along any.
static void collide__axes_from(collide__dvec3 *axes, collide__dvec3 z) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    if (!collide__dnormalize(&z)) {
        z.x = z.y = 0;
        z.z = 1;
    }
    const bool by_x = collide__dabs(z.x) < 0.875;
    axes[2] = z;
    axes[0] = collide__dadd(by_x ? x : y, by_x ? -z.x : -z.y, z);
    (void)collide__dnormalize(&axes[0]);
    axes[1] = collide__dcross(z, axes[0]);
}

// ---- contacts with terrain: cylinders, balls and boxes as bodies -----------------------------

// A cylinder: axis of unit length, p and q in its base; its shadow is a segment of half length
// reach along (x, y), and round it an ellipse of semi-axes flat along it and radius across.
typedef struct collide__drum {
    collide__dvec3 axis, p, q;
    double radius, half, x, y, reach, flat;
} collide__drum;

// How far it reaches along a bound's normal.
static float collide__drum_reach(const collide__drum *d, const float *way) {
    const collide_vec3 axis = collide__dround(d->axis);
    const float along = (collide__mul(way[0], axis.x) + collide__mul(way[1], axis.y)) +
                        collide__mul(way[2], axis.z);
    const float across = collide__max2(way[3] - collide__mul(along, along), 0);
    // The difference may be all rounding.
    const float wide = collide__mul((float)d->radius, collide__root(across + COLLIDE__SIEVE_HAIR));
    return collide__mul(collide__mul((float)d->half, collide__abs(along)) + wide,
                        COLLIDE__BOUND_SLACK);
}

static void collide__drum_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__drum_reach((const collide__drum *)shape, collide__bound_ways[i]);
}

// A1, A2, B1, C1 + r u and C1 - r u of [Strashnov]; of a base that lies flat, four that stay.
static int collide__drum_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                uint32_t *feature) {
    const collide__drum *d = (const collide__drum *)shape;
    const double along = collide__ddot(d->axis, n);
    const bool top = along < -COLLIDE__TIE; // of one that lies, always the same
    const uint32_t base = COLLIDE_CYLINDER_RIM | (top ? COLLIDE_CYLINDER_TOP : 0);
    const collide__dvec3 low = collide__dscale(top ? d->half : -d->half, d->axis);
    collide__dvec3 w = collide__dadd(collide__dneg(n), along, d->axis);
    const bool lies_flat = collide__ddot(w, w) <= COLLIDE__TIE * COLLIDE__TIE;
    w = lies_flat ? d->p : w;
    (void)collide__dnormalize(&w);
    const collide__dvec3 u = collide__dcross(d->axis, w);
    out[0] = collide__dadd(low, d->radius, w);
    out[1] = collide__dadd(low, -d->radius, w);
    out[2] = collide__dadd(low, d->radius, u);
    out[3] = collide__dadd(low, -d->radius, u);
    out[4] = collide__dadd(collide__dneg(low), d->radius, w);
    for (uint32_t i = 0; i < 4; ++i)
        feature[i] = base | (lies_flat ? 4 + i : i) << COLLIDE__POINT_SHIFT;
    feature[4] = base ^ COLLIDE_CYLINDER_TOP;
    return lies_flat ? 4 : 5;
}

// A vector across the axis, along p and q.
typedef struct collide__across {
    double p, q;
} collide__across;

static collide__across collide__drum_across(const collide__drum *d, collide__dvec3 v) {
    const collide__across r = {collide__ddot(v, d->p), collide__ddot(v, d->q)};
    return r;
}

// a + s b
static collide__across collide__across_add(collide__across a, double s, collide__across b) {
    a.p += collide__dmul(s, b.p);
    a.q += collide__dmul(s, b.q);
    return a;
}

COLLIDE__INLINE double collide__across_dot(collide__across a, collide__across b) {
    return collide__dmul(a.p, b.p) + collide__dmul(a.q, b.q);
}

static collide__dvec3 collide__drum_out(const collide__drum *d, collide__across a) {
    return collide__dadd(collide__dscale(a.p, d->p), a.q, d->q);
}

static void collide__spot_put(collide__spots *s, int group, double t, double y, uint32_t feature) {
    collide__spot *spot = &s->group[group].spot[s->group[group].n++];
    spot->t = t;
    spot->y = y;
    spot->feature = feature;
}

// A point: on the side y is the larger root of |a - y z|^2 = radius^2 across the axis, and a base
// cuts that off.
static bool collide__drum_vertex(const collide__drum *d, collide__dvec3 a, collide__spots *out) {
    const double along = collide__ddot(a, d->axis);
    const collide__across at = collide__drum_across(d, a), down = {d->p.z, d->q.z};
    const double square = collide__across_dot(down, down), middle = collide__across_dot(at, down);
    const double rest = collide__dmul(d->radius, d->radius) - collide__across_dot(at, at);
    const double root = collide__dmul(middle, middle) + collide__dmul(square, rest);
    const collide__dvec3 up = {0, 0, 1};
    double y = DBL_MAX, least = -DBL_MAX;
    bool side = false;
    if (!(root >= 0) || (rest < 0 && !(square > 0)))
        return false;
    if (square > 0) {
        y = (middle + collide__sqrt(root)) / square;
        least = (middle - collide__sqrt(root)) / square;
        side = true;
    }
    if (d->axis.z < 0 || d->axis.z > 0) {
        const double center = along / d->axis.z, reach = d->half / collide__dabs(d->axis.z);
        side = side && y <= center + reach;
        y = side ? y : center + reach;
        least = center - reach > least ? center - reach : least;
    } else if (collide__dabs(along) > d->half) {
        return false;
    }
    if (!(y >= least))
        return false;
    const uint32_t top = d->axis.z < 0 ? COLLIDE_CYLINDER_TOP : 0;
    collide__dvec3 n = d->axis.z < 0 ? collide__dneg(d->axis) : d->axis;
    if (side) {
        n = collide__dneg(collide__drum_out(d, collide__drum_across(d, collide__dadd(a, -y, up))));
        if (!collide__dnormalize(&n)) // thinner than what a is rounded to
            n = up;
    }
    out->along = false;
    out->deepest.t = 0;
    out->deepest.y = y;
    out->deepest.feature = side ? COLLIDE_CYLINDER_SIDE : COLLIDE_CYLINDER_BASE | top;
    out->groups = 1;
    out->group[0].normal = n;
    out->group[0].n = 0;
    collide__spot_put(out, 0, 0, y, out->deepest.feature);
    return true;
}

// Where the line crosses the rims, and which of the two points of either is the higher above it:
// in the base's plane t = t0 + k axis.z and y = y0 + k e.axis.
typedef struct collide__rims {
    double t[2][2], y[2][2];
    bool there[2];
    int higher[2];
} collide__rims;

static collide__rims collide__drum_rims(const collide__drum *d, double along, double slope,
                                        collide__across at, collide__across go, int from, int to) {
    const collide__across down = {d->p.z, d->q.z};
    const double both = collide__dmul(slope, slope) + collide__dmul(d->axis.z, d->axis.z);
    const collide__across none = {0, 0};
    const collide__across g =
        collide__across_add(collide__across_add(none, d->axis.z, go), -slope, down);
    const double square = collide__across_dot(g, g);
    collide__rims r;
    r.there[0] = r.there[1] = false;
    for (int end = from; end <= to; ++end) {
        const double k = ((end ? d->half : -d->half) - along) / both;
        const double t0 = collide__dmul(k, slope), y0 = -collide__dmul(k, d->axis.z);
        const collide__across p = collide__across_add(collide__across_add(at, t0, go), -y0, down);
        const double rest = collide__dmul(d->radius, d->radius) - collide__across_dot(p, p);
        const double middle = collide__across_dot(p, g);
        const double root = collide__dmul(middle, middle) + collide__dmul(square, rest);
        r.there[end] = root >= 0 && square > 0 && both > 0;
        if (!r.there[end])
            continue;
        for (int i = 0; i < 2; ++i) {
            const double step = (i ? -middle + collide__sqrt(root) : -middle - collide__sqrt(root));
            r.t[end][i] = t0 + collide__dmul(step / square, d->axis.z);
            r.y[end][i] = y0 + collide__dmul(step / square, slope);
        }
        r.higher[end] = r.y[end][1] > r.y[end][0];
    }
    return r;
}

// Both ends of a line along the side, in the last group.
static void collide__drum_ends(const collide__rims *rims, collide__spots *out) {
    out->along = true;
    for (int end = 0; end < 2; ++end) {
        const int i = rims->higher[end];
        if (rims->there[end])
            collide__spot_put(out, out->groups - 1, rims->t[end][i], rims->y[end][i],
                              COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0) |
                                  8u << COLLIDE__POINT_SHIFT);
    }
}

// A line: y is greatest where the wall below it touches the side; if that is beyond a base, on this
// base's rim. A line along the axis touches the side all along, one along a base both rim points.
static bool collide__drum_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                               collide__spots *out) {
    const collide__drum *d = (const collide__drum *)shape;
    if (!(collide__ddot(e, e) > 0))
        return collide__drum_vertex(d, a, out);
    const double along = collide__ddot(a, d->axis), slope = collide__ddot(e, d->axis);
    const collide__across at = collide__drum_across(d, a), go = collide__drum_across(d, e);
    const collide__across down = {d->p.z, d->q.z};
    collide__rims rims;
    const bool parallel = collide__across_dot(go, go) <= COLLIDE__TIE * COLLIDE__TIE;
    // Across the line as seen along the axis; a line along the axis is a point then.
    collide__across o = {-go.q, go.p};
    o = parallel ? down : o;
    const double length = collide__sqrt(collide__across_dot(o, o));
    if (!(length > 0)) // both upright: its ends are vertices
        return false;
    const double fall = collide__across_dot(down, o) / length;
    const double away = collide__across_dot(at, o) / length;
    double beyond = DBL_MAX;
    const bool upright = !(collide__dabs(fall) > 1e-9);
    out->deepest.feature = COLLIDE_CYLINDER_SIDE;
    if (!upright) {
        out->deepest.y = away / fall + d->radius / collide__dabs(fall);
        const collide__across foot = collide__across_add(at, -out->deepest.y, down);
        out->deepest.t =
            parallel ? 0 : -collide__across_dot(foot, go) / collide__across_dot(go, go);
        beyond =
            along + collide__dmul(out->deepest.t, slope) - collide__dmul(out->deepest.y, d->axis.z);
    }
    out->along = false;
    out->groups = out->group[0].n = out->group[1].n = 0;
    const bool side = parallel || collide__dabs(beyond) <= d->half;
    const bool beside = collide__across_dot(go, go) <= COLLIDE__BESIDE; // the axis
    if (deepest && side && !parallel)
        return true;
    if (beside || !side)
        rims =
            collide__drum_rims(d, along, slope, at, go, beside || !(beyond > 0) || upright ? 0 : 1,
                               beside || beyond > 0 ? 1 : 0);
    if (side) {
        const collide__dvec3 n = collide__drum_out(d, o);
        out->groups = 1;
        out->group[0].normal = collide__dscale((fall < 0 ? -1 : 1) / length, n);
        if (!parallel)
            collide__spot_put(out, 0, out->deepest.t, out->deepest.y, COLLIDE_CYLINDER_SIDE);
        if (beside)
            collide__drum_ends(&rims, out);
        if (parallel) {
            if (out->group[0].n == 0)
                return false;
            out->deepest = out->group[0].spot[0];
        }
        return true;
    }
    int end = rims.there[0] ? 0 : 1;
    if (rims.there[0] && rims.there[1])
        end = rims.y[1][rims.higher[1]] > rims.y[0][rims.higher[0]];
    if (!rims.there[end])
        return false;
    const int higher = rims.higher[end];
    const collide__dvec3 base = end ? collide__dneg(d->axis) : d->axis;
    const uint32_t rim = COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0);
    out->deepest.t = rims.t[end][higher];
    out->deepest.y = rims.y[end][higher];
    out->deepest.feature = rim | (uint32_t)(12 + higher) << COLLIDE__POINT_SHIFT;
    if (deepest)
        return true;
    if (collide__dmul(slope, slope) <= COLLIDE__BESIDE) {
        out->group[out->groups++].normal = base;
        for (int i = 0; i < 2; ++i)
            collide__spot_put(out, 0, rims.t[end][i], rims.y[end][i],
                              rim | (uint32_t)(10 + i) << COLLIDE__POINT_SHIFT);
    }
    // The normal that the line and the rim have in common.
    const collide__dvec3 up = {0, 0, 1};
    const collide__dvec3 k =
        collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up);
    collide__dvec3 n = collide__dcross(e, collide__dcross(d->axis, k));
    if (!collide__dnormalize(&n))
        n = base;
    out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
    out->group[out->groups++].n = 0;
    if (beside)
        collide__drum_ends(&rims, out);
    else
        collide__spot_put(out, out->groups - 1, out->deepest.t, out->deepest.y,
                          out->deepest.feature);
    return true;
}

static bool collide__drum_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                              collide__way *out) {
    const collide__drum *d = (const collide__drum *)shape;
    const collide__dvec3 go = collide__dadd(e, -collide__ddot(e, d->axis), d->axis);
    const double square = collide__ddot(go, go);
    const bool across = square > COLLIDE__TIE * COLLIDE__TIE;
    const double foot = across ? -collide__ddot(a, go) / square : 0.5 * length;
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double along = collide__ddot(p, d->axis);
    const collide__dvec3 off = collide__dadd(p, -along, d->axis);
    const double away = collide__sqrt(collide__ddot(off, off));
    out->distance = d->radius - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, off) : off;
    out->feature = COLLIDE_CYLINDER_SIDE;
    return out->distance >= 0 && collide__dabs(along) <= d->half * (1 + 1e-9) && off.z <= 0 &&
           away > 0;
}

// k reach + flat sqrt(k^2 - (y / radius)^2) = x, or k = y / radius if that is above it.
static double collide__drum_shadow(const void *shape, double x, double y) {
    const collide__drum *d = (const collide__drum *)shape;
    const double u = collide__dabs(collide__dmul(x, d->x) + collide__dmul(y, d->y));
    const double low = collide__dabs(collide__dmul(y, d->x) - collide__dmul(x, d->y)) / d->radius;
    if (u <= collide__dmul(low, d->reach))
        return low;
    const double square = collide__dmul(d->flat, d->flat);
    const double a = collide__dmul(d->reach, d->reach) - square, b = collide__dmul(u, d->reach);
    const double c = collide__dmul(u, u) + collide__dmul(square, collide__dmul(low, low));
    const double root = collide__dmul(b, b) - collide__dmul(a, c);
    return c / (b + collide__sqrt(root > 0 ? root : 0));
}

static collide__contact_body collide__drum_body(collide__drum *d, collide__dvec3 axis, float radius,
                                                float height) {
    collide__contact_body body;
    collide__dvec3 axes[3];
    collide__axes_from(axes, axis);
    d->p = axes[0];
    d->q = axes[1];
    d->axis = axes[2];
    const double level =
        collide__sqrt(collide__dmul(d->axis.x, d->axis.x) + collide__dmul(d->axis.y, d->axis.y));
    d->radius = (double)radius;
    d->half = 0.5 * (double)height;
    d->x = level > 0 ? d->axis.x / level : 1;
    d->y = level > 0 ? d->axis.y / level : 0;
    d->reach = collide__dmul(d->half, level);
    d->flat = collide__dmul(d->radius, collide__dabs(d->axis.z));
    body.shape = d;
    body.size = d->radius + d->half;
    body.bounds = collide__drum_bounds;
    body.points = collide__drum_points;
    body.line = collide__drum_line;
    body.way = collide__drum_way;
    body.shadow = collide__drum_shadow;
    const double length = d->reach + d->flat;
    body.axis[0].x = d->x / length;
    body.axis[0].y = d->y / length;
    body.axis[1].x = -d->y / d->radius;
    body.axis[1].y = d->x / d->radius;
    body.axis[0].z = body.axis[1].z = 0;
    return body;
}

static void collide__drum_sieve(const collide__drum *d, const collide_terrain *terrain,
                                collide_vec3 center, collide__sieve_job *job) {
    const float x[4] = {1, 0, 0, 1}, y[4] = {0, 1, 0, 1};
    const collide_heights *g = &terrain->grid;
    job->axis = collide__dround(d->axis);
    job->p = collide__dround(d->p);
    job->q = collide__dround(d->q);
    job->end = collide__dround(collide__dscale(d->half, d->axis));
    job->up = collide__dround(collide__dscale(collide__dsign(d->axis.z), d->axis));
    job->radius = (float)d->radius;
    const bool level = job->up.z >= 0.125f;
    job->base = level ? 1 / job->up.z : 0;
    job->rise = level ? (float)d->half / job->up.z : FLT_MAX;
    job->size = (float)(d->radius + d->half);
    job->over = (float)((double)center.z - (double)g->origin.z);
    job->dx = g->dx;
    job->dy = g->dy;
    job->inverse_dx = (float)terrain->inverse_dx;
    job->inverse_dy = (float)terrain->inverse_dy;
    job->slack = collide__mul(COLLIDE__SIEVE_SLACK, job->size);
    job->share = collide__mul(job->slack, collide__max2(job->inverse_dx, job->inverse_dy)) +
                 COLLIDE__SIEVE_TIE;
    job->half = (float)d->half;
    job->turn = (float)collide__dsign(d->axis.z);
    job->square = collide__mul(job->radius, job->radius);
    const float lean = collide__mul(job->p.z, job->p.z) + collide__mul(job->q.z, job->q.z);
    job->lean = lean;
    job->inverse_lean = lean >= 0.0625f ? 1 / lean : 0;
    job->reach_x = collide__drum_reach(d, x);
    job->reach_y = collide__drum_reach(d, y);
    job->other_diagonal = g->other_diagonal;
}

// A ball.
static void collide__ball_bounds(const void *shape, float *reach) {
    const float radius = (float)*(const double *)shape;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__mul(collide__mul(radius, collide__root(collide__bound_ways[i][3])),
                                COLLIDE__BOUND_SLACK);
}

static int collide__ball_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                uint32_t *feature) {
    out[0] = collide__dscale(-*(const double *)shape, n);
    feature[0] = 0;
    return 1;
}

// The wall below a line cuts a disc out of the ball.
static bool collide__ball_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                               collide__spots *out) {
    const double radius = *(const double *)shape;
    const collide__dvec3 up = {0, 0, 1};
    (void)deepest;
    collide__dvec3 wall = collide__dcross(e, up), rise = collide__dadd(up, -e.z, e);
    const bool line = collide__dnormalize(&wall) && collide__dnormalize(&rise);
    const double off = line ? collide__ddot(a, wall) : 0;
    const double square =
        line ? collide__dmul(off, off) : collide__dmul(a.x, a.x) + collide__dmul(a.y, a.y);
    const double rest = collide__dmul(radius, radius) - square;
    if (!(rest >= 0))
        return false;
    rise = line ? rise : up;
    out->along = false;
    out->deepest.y = (collide__ddot(a, rise) + collide__sqrt(rest)) / rise.z;
    out->deepest.t = line ? -collide__ddot(collide__dadd(a, -out->deepest.y, up), e) : 0;
    out->deepest.feature = 0;
    collide__dvec3 n =
        collide__dneg(collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up));
    if (!collide__dnormalize(&n))
        n = up;
    out->groups = 1;
    out->group[0].normal = n;
    out->group[0].n = 0;
    collide__spot_put(out, 0, out->deepest.t, out->deepest.y, 0);
    return true;
}

static bool collide__ball_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                              collide__way *out) {
    const double foot = -collide__ddot(a, e);
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double away = collide__sqrt(collide__ddot(p, p));
    out->distance = *(const double *)shape - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, p) : p;
    out->feature = 0;
    return out->distance >= 0 && away > 0 && p.z <= 0;
}

static double collide__ball_shadow(const void *shape, double x, double y) {
    const double radius = *(const double *)shape;
    const double away = collide__sqrt(collide__dmul(x, x) + collide__dmul(y, y));
    return radius > 0 ? away / radius : DBL_MAX;
}

static collide__contact_body collide__ball_body(const double *radius) {
    collide__contact_body body;
    const double scale = *radius > 0 ? 1 / *radius : 1;
    const collide__dvec3 x = {scale, 0, 0}, y = {0, scale, 0};
    body.shape = radius;
    body.size = *radius;
    body.bounds = collide__ball_bounds;
    body.points = collide__ball_points;
    body.line = collide__ball_line;
    body.way = collide__ball_way;
    body.shadow = collide__ball_shadow;
    body.axis[0] = x;
    body.axis[1] = y;
    return body;
}

// A box.
typedef struct collide__crate {
    collide__dvec3 axis[3];
    double half[3];
} collide__crate;

static double collide__crate_support(const void *shape, collide__dvec3 out) {
    const collide__crate *c = (const collide__crate *)shape;
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += collide__dmul(c->half[i], collide__dabs(collide__ddot(out, c->axis[i])));
    return sum;
}

static void collide__crate_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i) {
        const float *way = collide__bound_ways[i];
        const collide__dvec3 out = {(double)way[0], (double)way[1], (double)way[2]};
        reach[i] = collide__mul((float)collide__crate_support(shape, out), COLLIDE__BOUND_SLACK);
    }
}

static int collide__crate_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                 uint32_t *feature) {
    const collide__crate *c = (const collide__crate *)shape;
    (void)n;
    for (uint32_t k = 0; k < 8; ++k) {
        collide__dvec3 p = {0, 0, 0};
        for (int i = 0; i < 3; ++i)
            p = collide__dadd(p, k >> i & 1 ? c->half[i] : -c->half[i], c->axis[i]);
        out[k] = p;
        feature[k] = COLLIDE_FEATURE_VERTEX | k << COLLIDE__POINT_SHIFT;
    }
    return 8;
}

// Face i's normal of a contact, that is inward, on the side of sign.
static collide__dvec3 collide__crate_normal(const collide__crate *c, int i, int sign) {
    collide__dvec3 n = collide__dscale(-(double)sign, c->axis[i]);
    (void)collide__dnormalize(&n);
    return n;
}

// A point: the lower face that is the first below it.
static bool collide__crate_vertex(const collide__crate *c, collide__dvec3 a, collide__spots *out) {
    double y = DBL_MAX, least = -DBL_MAX;
    int face = -1;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(a, c->axis[i]), down = c->axis[i].z;
        if (!(down < 0 || down > 0)) {
            if (collide__dabs(at) > c->half[i])
                return false;
            continue;
        }
        const double center = at / down, reach = c->half[i] / collide__dabs(down);
        if (center + reach < y) {
            y = center + reach;
            face = i;
        }
        least = center - reach > least ? center - reach : least;
    }
    if (face < 0 || !(y >= least))
        return false;
    const int sign = c->axis[face].z > 0 ? -1 : 1;
    out->along = false;
    out->deepest.t = 0;
    out->deepest.y = y;
    out->deepest.feature = COLLIDE_FEATURE_FACE | (uint32_t)(2 * face + (sign > 0))
                                                      << COLLIDE__POINT_SHIFT;
    out->groups = 1;
    out->group[0].normal = collide__crate_normal(c, face, sign);
    out->group[0].n = 0;
    collide__spot_put(out, 0, 0, y, out->deepest.feature);
    return true;
}

// What of a wall below a line is in the box is a polygon: y is greatest at a corner of it, where
// the wall meets an edge of the box, that of two faces, and lies between the other two.
static bool collide__crate_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                                collide__spots *out) {
    const collide__crate *c = (const collide__crate *)shape;
    (void)deepest;
    if (!(collide__ddot(e, e) > 0))
        return collide__crate_vertex(c, a, out);
    double at[3], go[3], down[3];
    collide__spot corner[12];
    int corner_face[12][2], corner_sign[12][2], corners = 0;
    for (int i = 0; i < 3; ++i) {
        at[i] = collide__ddot(a, c->axis[i]);
        go[i] = collide__ddot(e, c->axis[i]);
        down[i] = c->axis[i].z;
    }
    out->along = false;
    out->groups = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) { // the edge along axis i
            const int f = (i + 1) % 3, g = (i + 2) % 3;
            const int sf = k & 1 ? 1 : -1, sg = k & 2 ? 1 : -1;
            const double by = collide__dmul(go[g], down[f]) - collide__dmul(go[f], down[g]);
            const double bf = (double)sf * c->half[f] - at[f], bg = (double)sg * c->half[g] - at[g];
            if (!(by < 0 || by > 0))
                continue;
            const double t = (collide__dmul(bg, down[f]) - collide__dmul(bf, down[g])) / by;
            const double y = (collide__dmul(bg, go[f]) - collide__dmul(bf, go[g])) / by;
            const double along = at[i] + collide__dmul(t, go[i]) - collide__dmul(y, down[i]);
            if (!(collide__dabs(along) <= c->half[i] * (1 + 1e-12)))
                continue;
            corner[corners].t = t;
            corner[corners].y = y;
            corner[corners].feature = COLLIDE_FEATURE_EDGE | (uint32_t)(4 * i + k)
                                                                 << COLLIDE__POINT_SHIFT;
            corner_face[corners][0] = f;
            corner_face[corners][1] = g;
            corner_sign[corners][0] = sf;
            corner_sign[corners++][1] = sg;
        }
    int best = 0;
    for (int k = 1; k < corners; ++k)
        best = corner[k].y > corner[best].y ? k : best;
    if (corners == 0)
        return false;
    out->deepest = corner[best];
    // The faces at that edge, each with the other corner on it; then what the edges have in common.
    for (int k = 0; k < 2; ++k) {
        const int i = corner_face[best][k], side = corner_sign[best][k];
        const collide__dvec3 n = collide__crate_normal(c, i, side);
        if (n.z < 0 || collide__dmul(go[i], go[i]) > COLLIDE__BESIDE)
            continue;
        out->group[out->groups].normal = n;
        out->group[out->groups].n = 0;
        for (int m = 0; m < corners; ++m)
            if (out->group[out->groups].n < 3 &&
                ((corner_face[m][0] == i && corner_sign[m][0] == side) ||
                 (corner_face[m][1] == i && corner_sign[m][1] == side)))
                collide__spot_put(out, out->groups, corner[m].t, corner[m].y, corner[m].feature);
        ++out->groups;
    }
    const int along = 3 - corner_face[best][0] - corner_face[best][1];
    collide__dvec3 n = collide__dcross(e, c->axis[along]);
    if (collide__dnormalize(&n)) {
        out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
        out->group[out->groups].n = 0;
        collide__spot_put(out, out->groups++, out->deepest.t, out->deepest.y, out->deepest.feature);
    }
    return true;
}

// Through a face; of a line that is not parallel to it, an end would be deeper.
static bool collide__crate_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                               collide__way *out) {
    const collide__crate *c = (const collide__crate *)shape;
    const collide__dvec3 p = collide__dadd(a, 0.5 * length, e);
    bool found = false;
    out->t = 0.5 * length;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(p, c->axis[i]);
        if (collide__dabs(at) > c->half[i])
            return false;
        for (int sign = -1; sign <= 1; sign += 2) {
            const double distance = c->half[i] - (sign > 0 ? at : -at);
            if ((double)sign * c->axis[i].z > 0 || (found && distance >= out->distance))
                continue;
            found = true;
            out->deepest = collide__dabs(collide__ddot(e, c->axis[i])) <= COLLIDE__TIE;
            out->distance = distance;
            out->normal = collide__crate_normal(c, i, sign);
            out->feature = COLLIDE_FEATURE_FACE | (uint32_t)(2 * i + (sign > 0))
                                                      << COLLIDE__POINT_SHIFT;
        }
    }
    return found;
}

// The shadow's outline runs along the axes' own.
static double collide__crate_shadow(const void *shape, double x, double y) {
    const collide__crate *c = (const collide__crate *)shape;
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 out = {-c->axis[i].y, c->axis[i].x, 0};
        const double reach = collide__crate_support(shape, out);
        const double at = collide__dabs(collide__dmul(x, out.x) + collide__dmul(y, out.y));
        if (reach > 0 || at > 0)
            most = at > collide__dmul(most, reach) ? at / reach : most;
    }
    return most;
}

static collide__contact_body collide__crate_body(collide__crate *c, const collide_obb *box) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    collide__contact_body body;
    for (int i = 0; i < 3; ++i)
        c->axis[i] = collide__dvec3_of(box->axis[i]);
    c->half[0] = (double)box->half.x;
    c->half[1] = (double)box->half.y;
    c->half[2] = (double)box->half.z;
    const double reach_x = collide__crate_support(c, x), reach_y = collide__crate_support(c, y);
    body.shape = c;
    body.size = (c->half[0] + c->half[1]) + c->half[2];
    body.bounds = collide__crate_bounds;
    body.points = collide__crate_points;
    body.line = collide__crate_line;
    body.way = collide__crate_way;
    body.shadow = collide__crate_shadow;
    body.axis[0] = collide__dscale(reach_x > 0 ? 1 / reach_x : 1, x);
    body.axis[1] = collide__dscale(reach_y > 0 ? 1 / reach_y : 1, y);
    return body;
}

// ---- contacts with terrain: which are kept ---------------------------------------------------

// The first of those within a tie of the most; -1 if all scores are < 0.
static int collide__most(const double *score, int n, double tie) {
    double most = 0;
    for (int i = 0; i < n; ++i)
        most = score[i] > most ? score[i] : most;
    for (int i = 0; i < n; ++i)
        if (score[i] >= 0 && score[i] >= most - tie)
            return i;
    return -1;
}

// How far p is from the line from a to b, to the left as seen from the tip of n, times its length.
static double collide__left_of(collide__dvec3 n, collide__dvec3 a, collide__dvec3 b,
                               collide__dvec3 p) {
    return collide__ddot(collide__dcross(n, collide__dadd(b, -1, a)), collide__dadd(p, -1, a));
}

// Of more than four contacts of one normal: the deepest, the one farthest from it, the one farthest
// from their line, and the one farthest outside of these three, or on the other side of the first
// if all lie on one line. Moves those kept to the front; returns their number.
static int collide__touches_reduce(collide__touch *t, int n, double size) {
    double score[COLLIDE__TOUCHES];
    collide__touch kept[4];
    int count = 2;
    const double tie = collide__dmul(COLLIDE__TIE, size);
    if (n <= 4)
        return n;
    for (int i = 0; i < n; ++i)
        score[i] = t[i].depth;
    kept[0] = t[collide__most(score, n, tie)];
    for (int i = 0; i < n; ++i) {
        const collide__dvec3 d = collide__dadd(t[i].b, -1, kept[0].b);
        score[i] = collide__sqrt(collide__ddot(d, d));
    }
    const int second = collide__most(score, n, tie);
    if (score[second] <= tie) { // all in one place
        t[0] = kept[0];
        return 1;
    }
    kept[1] = t[second];
    const collide__dvec3 normal = kept[0].normal, a = kept[0].b, b = kept[1].b;
    const collide__dvec3 line = collide__dadd(b, -1, a);
    const double least = collide__dmul(tie, collide__sqrt(collide__ddot(line, line)));
    for (int i = 0; i < n; ++i)
        score[i] = collide__dabs(collide__left_of(normal, a, b, t[i].b));
    const int third = collide__most(score, n, least);
    if (score[third] > least) {
        const bool left = collide__left_of(normal, a, b, t[third].b) > 0;
        kept[count++] = t[third];
        const collide__dvec3 corner[4] = {a, left ? b : t[third].b, left ? t[third].b : b, a};
        for (int i = 0; i < n; ++i) {
            score[i] = 0;
            for (int k = 0; k < 3; ++k) {
                const double off = -collide__left_of(normal, corner[k], corner[k + 1], t[i].b);
                score[i] = off > score[i] ? off : score[i];
            }
        }
    } else {
        for (int i = 0; i < n; ++i)
            score[i] = -collide__ddot(collide__dadd(t[i].b, -1, a), line);
    }
    const int last = collide__most(score, n, least);
    if (last >= 0 && score[last] > least)
        kept[count++] = t[last];
    memcpy(t, kept, (size_t)count * sizeof *t);
    return count;
}

// Of contacts in one place of the surface, on the border of two of its parts or where two points of
// the body are nearest, the first stays, as deep as the deepest. Returns the number of those left.
static int collide__touches_merge(collide__touch *t, int n, double size) {
    const double tie = collide__dmul(COLLIDE__TIE, size), square = collide__dmul(tie, tie);
    int count = 0;
    for (int i = 0; i < n; ++i) {
        int same = 0;
        for (; same < count; ++same) {
            const collide__dvec3 d = collide__dadd(t[i].b, -1, t[same].b);
            if (collide__ddot(d, d) <= square)
                break;
        }
        if (same == count)
            t[count++] = t[i];
        else if (t[i].depth > t[same].depth)
            t[same].depth = t[i].depth;
    }
    return count;
}

// Sorts by features, so that the first of ties stays the same wherever the search began: faces
// first, then by the body's point, then by row, number and column.
static void collide__touches_sort(collide__touch *t, int n) {
    uint64_t key[COLLIDE__TOUCHES];
    for (int i = 0; i < n; ++i) {
        const uint32_t a = t[i].feature_a, b = t[i].feature_b, kind = b >> 24 & 3;
        const uint64_t k = (uint64_t)(3 - kind) << 62 | (uint64_t)(a >> 24) << 54 |
                           (uint64_t)COLLIDE_FEATURE_CELL(a) << 30 |
                           (uint64_t)COLLIDE_FEATURE_NUMBER(b) << 24 | COLLIDE_FEATURE_CELL(b);
        int to = i;
        for (; to > 0 && k < key[to - 1]; --to)
            key[to] = key[to - 1];
        key[to] = k;
        if (to < i) {
            const collide__touch moved = t[i];
            memmove(t + to + 1, t + to, (size_t)(i - to) * sizeof *t);
            t[to] = moved;
        }
    }
}

// Puts contacts of equal normal next to each other and reduces each group; writes the deepest that
// fit, in their order. Returns how many there are.
static size_t collide__touches_write(collide__touch *t, int n, double size, collide_vec3 center,
                                     collide_contact *contacts, size_t capacity) {
    const collide__dvec3 middle = collide__dvec3_of(center);
    collide_contact found[COLLIDE__TOUCHES];
    int count = 0;
    collide__touches_sort(t, n);
    for (int first = 0; first < n;) {
        int end = first + 1;
        for (int i = end; i < n; ++i)
            if (collide__ddot(t[i].normal, t[first].normal) >= 1 - COLLIDE__EQUAL) {
                const collide__touch like = t[i];
                memmove(t + end + 1, t + end, (size_t)(i - end) * sizeof *t);
                t[end++] = like;
            }
        int left = end - first;
        if (left > 1)
            left = collide__touches_reduce(t + first, collide__touches_merge(t + first, left, size),
                                           size);
        if (count < first)
            memmove(t + count, t + first, (size_t)left * sizeof *t);
        count += left;
        first = end;
    }
    collide_contact *out = (size_t)count <= capacity ? contacts : found;
    for (int i = 0; i < count; ++i) {
        out[i].point_a = collide__dround_zero(collide__dadd(middle, 1, t[i].a));
        out[i].point_b = collide__dround_zero(collide__dadd(middle, 1, t[i].b));
        out[i].normal = collide__dround_zero(t[i].normal);
        out[i].depth = (float)t[i].depth + 0; // not -0
        out[i].feature_a = t[i].feature_a;
        out[i].feature_b = t[i].feature_b;
    }
    if (out == found)
        collide__contacts_deepest(found, count, contacts, capacity);
    return (size_t)count;
}

// ---- contacts with terrain: cells ------------------------------------------------------------

// Edge k of those that begin at a vertex; flat: without contacts of its own.
static void collide__touch_edge(collide__search *s, const collide__tile *t, size_t column,
                                size_t row, uint32_t k, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    const collide__edges *edges = &collide__edges_of[other];
    const size_t m = (row - 1) * t->patch.row + (column - 1), *corner = t->corner[k];
    const bool whole = t->whole && t->ring;
    collide__round round;
    collide__line line;
    for (int n = 0; n < 2 && !whole; ++n) {
        const uint8_t *c = edges->corner[k][n];
        if (!collide__tile_solid(t, column + c[1] - 1, row + c[0] - 1))
            return;
    }
    if (!collide__line_above(s->body, collide__tile_place(t, m + corner[0]),
                             collide__tile_place(t, m + corner[1]), flat, &line))
        return;
    round.faces = 0;
    for (int n = 0; n < 2; ++n) {
        const uint8_t *f = edges->face[k][n];
        if (!whole && !collide__tile_cell(t, column + f[1] - 1, row + f[0] - 1))
            continue;
        round.other[round.faces] = collide__tile_place(t, m + corner[2 + n]);
        collide__round_put(&round, column + f[1] - 1, row + f[0] - 1, f[2]);
    }
    if (round.faces == 0)
        return;
    round.others = round.faces;
    round.flat = flat || (round.faces == 2 && (collide__edge_bend(t, column, row, k) <= 0 ||
                                               collide__edge_flat(t, column, row, other, k)));
    round.row = (uint32_t)(t->j0 + row);
    round.feature = collide__cell_feature(COLLIDE_FEATURE_EDGE, k, t->i0 + column);
    collide__touch_line(s, &line, &round);
}

// A vertex, likewise.
static void collide__touch_vertex(collide__search *s, const collide__tile *t, size_t column,
                                  size_t row, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    // Rows and columns that its edges lead to: along x, along y and along diagonals; and where each
    // begins.
    const uint8_t spoke[6][2] = {
        {1, 2}, {1, 0}, {2, 1}, {0, 1}, {(uint8_t)(2 * other), 2}, {(uint8_t)(2 - 2 * other), 0}};
    const uint8_t begin[6][3] = {{1, 1, 0},
                                 {1, 0, 0},
                                 {1, 1, 1},
                                 {0, 1, 1},
                                 {(uint8_t)other, 1, 2},
                                 {(uint8_t)(1 - other), 0, 2}};
    collide__round round;
    collide__line line;
    const size_t m = row * t->patch.row + column;
    const collide__dvec3 p = collide__tile_place(t, m);
    bool cell[2][2];
    if (!collide__tile_solid(t, column, row) || !collide__line_above(s->body, p, p, flat, &line))
        return;
    round.faces = round.others = 0;
    for (uint32_t b = 0; b < 2; ++b)
        for (uint32_t a = 0; a < 2; ++a) {
            cell[b][a] = collide__tile_cell(t, column + a - 1, row + b - 1);
            for (uint32_t k = 0; k < 2 && cell[b][a]; ++k) {
                const uint8_t *corner = collide__cell_corners[other][k];
                const uint32_t at = 2 * (1 - b) + (1 - a);
                if (corner[0] == at || corner[1] == at || corner[2] == at)
                    collide__round_put(&round, column + a - 1, row + b - 1, k);
            }
        }
    if (round.faces == 0)
        return;
    round.flat = true;
    for (int k = 0; k < 6 && !flat; ++k) {
        const uint8_t b = spoke[k][0], a = spoke[k][1], *from = begin[k];
        const bool there = a == 1   ? cell[b / 2][0] || cell[b / 2][1]
                           : b == 1 ? cell[0][a / 2] || cell[1][a / 2]
                                    : cell[b / 2][a / 2];
        if (there)
            round.other[round.others++] =
                collide__tile_place(t, m + a + b * t->patch.row - 1 - t->patch.row);
        round.flat = round.flat &&
                     collide__edge_flat(t, column + from[1] - 1, row + from[0] - 1, other, from[2]);
    }
    round.row = (uint32_t)(t->j0 + row);
    round.feature = collide__cell_feature(COLLIDE_FEATURE_VERTEX, 0, t->i0 + column);
    collide__touch_line(s, &line, &round);
}

// A face where nothing else was found: the body's point that is nearest to it.
static void collide__touch_nearest(collide__search *s, const collide__face *f) {
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = s->body->points(s->body->shape, f->normal, point, feature);
    for (int c = 0; c < count; ++c) {
        const collide__dvec3 b = collide__triangle_nearest(f->triangle, point[c]);
        const collide__dvec3 off = collide__dadd(b, -1, point[c]);
        const double square = collide__ddot(off, off);
        if (!(square < s->nearest))
            continue;
        s->nearest = square;
        s->lowest.a = point[c];
        s->lowest.b = b;
        s->lowest.normal = f->normal;
        s->lowest.feature_a = feature[c] | (uint32_t)f->j;
        s->lowest.feature_b = collide__cell_feature(COLLIDE_FEATURE_FACE, f->which, f->i);
    }
}

// Planes whose faces were done.
#define COLLIDE__PLANES 8
typedef struct collide__planes {
    collide__face face[COLLIDE__PLANES];
    int n;
} collide__planes;

// Face k of a cell.
static void collide__touch_cell(collide__search *s, const collide__tile *t, size_t column,
                                size_t row, uint32_t k, collide__planes *planes) {
    const int other = s->terrain->grid.other_diagonal;
    collide__face face;
    if (!collide__tile_cell(t, column, row))
        return;
    collide__tile_face(t, column, row, k, other, &face);
    face.normal = collide__triangle_normal(face.triangle);
    const bool flat = collide__face_flat(t, column, row, k, other);
    for (int n = 0; n < planes->n && flat; ++n)
        if (collide__coplanar(&planes->face[n], &face))
            return;
    if (flat && planes->n < COLLIDE__PLANES)
        planes->face[planes->n++] = face;
    collide__touch_face(s, &face, flat);
}

// Vertices of a tile that begin something which is not beyond one bound as a whole.
typedef struct collide__parts {
    uint32_t vertex[16];
    unsigned n;
} collide__parts;

// What of them may touch.
static void collide__parts_sieve(const collide__search *s, const collide__tile *t,
                                 const collide__parts *parts, collide__rings *rings) {
    const unsigned all = (1u << parts->n) - 1;
    if (!s->sieve) {
        rings->face[0] = rings->face[1] = all;
        for (int i = 0; i < 4; ++i)
            rings->line[i] = rings->deep[i] = all;
        return;
    }
    // Kernels read whole vectors.
    memset(rings, 0, parts->n < 16 ? offsetof(collide__rings, depth) : 0);
    const size_t step = t->patch.row;
    for (unsigned k = 0; k < parts->n; ++k) {
        const uint32_t m = parts->vertex[k];
        const float *z = t->patch.z + m;
        rings->x[k] = t->patch.x[m];
        rings->y[k] = t->patch.y[m];
        if (t->ring ||
            (m % (uint32_t)step - 1 < t->columns - 2 && m / (uint32_t)step - 1 < t->rows - 2)) {
            rings->z[0][k] = *(z - step - 1);
            rings->z[1][k] = *(z - step);
            rings->z[2][k] = *(z - step + 1);
            rings->z[3][k] = *(z - 1);
            rings->z[4][k] = *z;
            rings->z[5][k] = *(z + 1);
            rings->z[6][k] = *(z + step - 1);
            rings->z[7][k] = *(z + step);
            rings->z[8][k] = *(z + step + 1);
        } else {
            for (size_t i = 0; i < 9; ++i)
                rings->z[i][k] = COLLIDE__HOLE;
        }
    }
    collide__terrain()->sieve(s->sieve, rings, parts->n);
}

// Edge e that begins at a vertex, or the vertex.
static void collide__touch_part(collide__search *s, const collide__tile *t, uint32_t vertex,
                                uint32_t e, bool flat) {
    const uint32_t row = vertex / (uint32_t)t->patch.row;
    const uint32_t column = vertex - row * (uint32_t)t->patch.row;
    if (e < 3)
        collide__touch_edge(s, t, column, row, e, flat);
    else
        collide__touch_vertex(s, t, column, row, flat);
}

static void collide__touch_parts(collide__search *s, const collide__tile *t,
                                 const collide__parts *parts, collide__planes *planes) {
    const uint32_t step = (uint32_t)t->patch.row;
    collide__rings rings;
    collide__parts_sieve(s, t, parts, &rings);
    uint64_t lines = 0, deep = 0; // 16 bits an edge, then those of the vertex
    for (int e = 3; e >= 0; --e) {
        lines = lines << 16 | rings.line[e];
        deep = deep << 16 | rings.deep[e];
    }
    for (uint32_t rest = rings.face[0] | rings.face[1]; rest; rest &= rest - 1) {
        const unsigned k = collide__lowest_bit(rest), vertex = parts->vertex[k];
        for (uint32_t f = 0; f < 2; ++f)
            if (rings.face[f] >> k & 1)
                collide__touch_cell(s, t, vertex % step, vertex / step, f, planes);
    }
    for (uint64_t rest = lines; rest; rest &= rest - 1) {
        const unsigned bit = collide__lowest_of_64(rest);
        collide__touch_part(s, t, parts->vertex[bit % 16], bit / 16, false);
    }
    // Others may yet be the deepest: that which may be most first.
    uint8_t maybe[4 * 16];
    int n = 0;
    for (uint64_t rest = deep & ~lines; rest; rest &= rest - 1) {
        const unsigned bit = collide__lowest_of_64(rest);
        maybe[n] = (uint8_t)bit;
        n += (double)rings.depth[bit / 16][bit % 16] > s->depth;
    }
    while (n > 0) {
        int best = 0;
        float most = rings.depth[maybe[0] / 16][maybe[0] % 16];
        for (int i = 1; i < n; ++i) {
            const float depth = rings.depth[maybe[i] / 16][maybe[i] % 16];
            best = depth > most ? i : best;
            most = depth > most ? depth : most;
        }
        if ((double)most <= s->depth)
            break;
        const unsigned bit = maybe[best];
        maybe[best] = maybe[--n];
        collide__touch_part(s, t, parts->vertex[bit % 16], bit / 16, true);
    }
}

// What begins at vertices (i0, j0) to (i1 - 1, j1 - 1): a cell each, edges and the vertex.
static void collide__touch_tile(collide__search *s, const collide__tile *t,
                                const collide__footprint *f, const collide__beyond *beyond,
                                collide__planes *planes) {
    const bool other = s->terrain->grid.other_diagonal, neighbours = s->terrain->grid.neighbours;
    const size_t n = t->columns * t->rows, step = t->patch.row;
    const uint64_t columns = ((uint64_t)1 << (f->i1 - f->i0)) - 1;
    uint64_t inside[COLLIDE__WORDS + 1];
    collide__parts parts;
    parts.n = 0;
    memset(inside, 0, sizeof inside);
    for (size_t row = f->j0 - t->j0; row < f->j1 - t->j0; ++row) {
        const size_t m = row * step + (f->i0 - t->i0), bit = m % 64;
        inside[m / 64] |= columns << bit;
        inside[m / 64 + 1] |= bit ? columns >> (64 - bit) : 0;
    }
    for (uint32_t word = 0; 64 * word < n; ++word) {
        // The other parts are those of the two faces.
        uint64_t face0 = 0, face1 = 0;
        for (int k = 0; k < COLLIDE__BOUNDS; ++k) {
            const uint64_t low = beyond[word].bound[k];
            uint64_t east = low >> 1, north = low >> step, far = low >> (step + 1);
            if (n > 64) {
                const uint64_t high = beyond[word + 1].bound[k];
                east |= high << 63;
                north |= high << (64 - step);
                far |= high << (63 - step);
            }
            const uint64_t diagonal = other ? low & far : east & north;
            face0 |= diagonal & (other ? east : low);
            face1 |= diagonal & (other ? north : far);
        }
        for (uint64_t any = inside[word] & ~(face0 & face1); any; any &= any - 1) {
            const uint32_t m = 64 * word + collide__lowest_of_64(any);
            if (neighbours && collide__elsewhere(s->terrain, t->i0 + m % (uint32_t)step,
                                                 t->j0 + m / (uint32_t)step))
                continue;
            parts.vertex[parts.n] = m;
            if (++parts.n == 16) {
                collide__touch_parts(s, t, &parts, planes);
                parts.n = 0;
            }
        }
    }
    if (parts.n)
        collide__touch_parts(s, t, &parts, planes);
}

// Whether all of a tile is at one height, and what begins in it has cells all round.
static bool collide__tile_level(const collide__tile *t) {
    const float *z = t->patch.z;
    bool level = z[0] < COLLIDE__HOLE && z[0] >= z[1] && z[0] <= z[1] && t->ring;
    for (size_t m = 1; m < t->columns * t->rows && level; ++m)
        level = z[m] >= z[0] && z[m] <= z[0];
    return level;
}

// Where nothing of the surface is above the body: its point that is nearest to a face.
static void collide__search_nearest(collide__search *s) {
    collide__face face;
    for (size_t j = s->cells.j0; j < s->cells.j1; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                if (collide__elsewhere(s->terrain, i, j) ||
                    !collide__face_of(s, i, j, which, &face))
                    continue;
                face.normal = collide__triangle_normal(face.triangle);
                collide__touch_nearest(s, &face);
            }
}

// All contacts of a body that hits, over its cells.
static void collide__search_cells(collide__search *s) {
    const collide__footprint *f = &s->cells;
    const collide_heights *g = &s->terrain->grid;
    const collide__terrain_kernels *kernels = collide__terrain();
    collide__planes planes;
    planes.n = 0;
    for (size_t j = f->j0; j <= f->j1; j += COLLIDE__TILE)
        for (size_t i = f->i0; i <= f->i1; i += COLLIDE__TILE) {
            collide__tile tile;
            collide__beyond beyond[COLLIDE__WORDS + 1];
            const collide__footprint part = {i, j, collide__min_size(i + COLLIDE__TILE, f->i1 + 1),
                                             collide__min_size(j + COLLIDE__TILE, f->j1 + 1)};
            const collide__footprint wide = {i > 0 ? i - 1 : 0, j > 0 ? j - 1 : 0,
                                             collide__min_size(part.i1, g->columns - 1),
                                             collide__min_size(part.j1, g->rows - 1)};
            collide__patch_read(kernels, s->terrain, s->center, &wide, &tile.patch);
            s->tile = &tile;
            tile.i0 = wide.i0;
            tile.j0 = wide.j0;
            tile.columns = wide.i1 - wide.i0 + 1;
            tile.rows = wide.j1 - wide.j0 + 1;
            tile.over = (float)((double)s->center.z - (double)g->origin.z);
            tile.whole = false; // until all are read
            tile.ring =
                part.i0 > wide.i0 && part.j0 > wide.j0 && part.i1 <= wide.i1 && part.j1 <= wide.j1;
            for (int k = 0; k < 12; ++k) {
                const uint8_t *c = collide__edges_of[g->other_diagonal].corner[k / 4][k % 4];
                tile.corner[k / 4][k % 4] = c[0] * tile.patch.row + c[1];
            }
            const size_t n = tile.columns * tile.rows;
            if (collide__tile_level(&tile)) { // is one plane
                collide__face face;
                tile.bent = 0;
                tile.whole = true;
                collide__tile_face(&tile, 0, 0, 0, g->other_diagonal, &face);
                face.normal = collide__triangle_normal(face.triangle);
                collide__touch_face(s, &face, true);
                continue;
            }
            const float high = kernels->beyond(s->reach, &tile.patch, n, beyond);
            tile.bent =
                collide__dmul(COLLIDE__FLAT, (double)high + collide__dabs((double)tile.over));
            tile.whole = high < COLLIDE__HOLE;
            memset(&beyond[(n + 63) / 64], 0, sizeof *beyond);
            collide__touch_tile(s, &tile, &part, beyond, &planes);
        }
    s->tile = NULL;
}

static void collide__search_begin(collide__search *s, const collide__contact_body *body,
                                  const collide_terrain *terrain, collide_vec3 center) {
    s->body = body;
    s->terrain = terrain;
    s->center = center;
    s->sieve = NULL;
    s->tile = NULL;
    s->depth = -1;
    s->nearest = DBL_MAX;
    s->n = 0;
}

// No contact is deeper than the deepest column, and the deepest is as deep; with part, a
// neighbouring grid may have it.
static void collide__search_end(collide__search *s, bool part) {
    int deepest = 0;
    const bool none = s->n == 0 && !part && (s->depth >= 0 || s->nearest < DBL_MAX);
    s->depth = s->depth > 0 ? s->depth : 0;
    s->lowest.depth = s->depth;
    if (none)
        s->at[s->n++] = s->lowest;
    // What would have to go much farther is not how they part.
    int left = 0;
    for (int i = 0; i < s->n; ++i)
        if (s->at[i].depth <= 2 * s->depth)
            s->at[left++] = s->at[i];
    s->n = left > 0 ? left : s->n;
    for (int i = 0; i < s->n; ++i) {
        s->at[i].depth = s->at[i].depth < s->depth ? s->at[i].depth : s->depth;
        deepest = s->at[i].depth > s->at[deepest].depth ? i : deepest;
    }
    if (s->n > 0 && !part)
        s->at[deepest].depth = s->depth;
}

static size_t collide__terrain_contacts(const collide__contact_body *body,
                                        const collide_terrain *terrain, collide_vec3 center,
                                        const collide__footprint *f, const collide__drum *drum,
                                        collide_contact *contacts, size_t capacity) {
    collide__search s;
    collide__sieve_job sieve;
    collide__search_begin(&s, body, terrain, center);
    s.cells = *f;
    body->bounds(body->shape, s.reach);
    if (drum) {
        collide__drum_sieve(drum, terrain, center, &sieve);
        s.sieve = &sieve;
    }
    collide__search_cells(&s);
    if (s.n == 0 && s.depth < 0)
        collide__search_nearest(&s);
    const bool part = collide__elsewhere(terrain, f->i0, f->j0) ||
                      collide__elsewhere(terrain, f->i1 - 1, f->j1 - 1);
    collide__search_end(&s, part);
    return collide__touches_write(s.at, s.n, body->size, center, contacts, capacity);
}

// Whether its lowest point is so far below the surface that the verdict, rounded as it may be, can
// only be yes.
static bool collide__drum_below(const collide__drum *d, const collide_terrain *terrain,
                                collide_vec3 center) {
    const collide_heights *g = &terrain->grid;
    const double half = -collide__dmul(collide__dsign(d->axis.z), d->half);
    const double out = collide__dmul(d->radius, d->axis.z);
    const double level = collide__dmul(d->axis.x, d->x) + collide__dmul(d->axis.y, d->y);
    double px = collide__dmul(half, d->axis.x), py = collide__dmul(half, d->axis.y);
    px += collide__dmul(out, d->x) + ((double)center.x - (double)g->origin.x);
    py += collide__dmul(out, d->y) + ((double)center.y - (double)g->origin.y);
    const double low = (collide__dmul(half, d->axis.z) - collide__dmul(d->radius, level)) +
                       ((double)center.z - (double)g->origin.z);
    const double u = px * terrain->inverse_dx, v = py * terrain->inverse_dy;
    double z, slope_x, slope_y;
    if (!(u >= 0 && v >= 0 && u < (double)(g->columns - 1) && v < (double)(g->rows - 1)))
        return false;
    const size_t i = (size_t)(int32_t)u, j = (size_t)(int32_t)v;
    if (!collide__cell_at(g, i, j, u - (double)i, v - (double)j, &z, &slope_x, &slope_y) ||
        !(z > low))
        return false;
    const collide__range *all =
        collide__terrain_ranges(terrain) + collide__terrain_level(g, terrain->levels - 1);
    const double range = (double)all->max - (double)all->min;
    const double size = (d->radius + d->half) + ((double)g->dx + (double)g->dy);
    const double steep = 1 + collide__dmul(range, terrain->inverse_dx + terrain->inverse_dy);
    return z - low > collide__dmul(collide__dmul(COLLIDE__TIE, size + range), steep);
}

COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *cylinder,
                                                     const collide_terrain *terrain,
                                                     collide_contact *contacts, size_t capacity) {
    collide__cylinder_job job;
    collide__footprint f;
    collide__drum drum;
    COLLIDE_ASSERT(cylinder && (contacts || !capacity));
    const collide__cylinder_body found = {cylinder, &job, collide__terrain()};
    if (!collide__cylinder_place(cylinder, terrain, &job, &f))
        return 0;
    const collide__contact_body body = collide__drum_body(&drum, collide__dvec3_of(cylinder->axis),
                                                          cylinder->radius, cylinder->height);
    if (!collide__drum_below(&drum, terrain, cylinder->center) &&
        !collide__cylinder_verdict(&found, terrain, f))
        return 0;
    return collide__terrain_contacts(&body, terrain, cylinder->center, &f, &drum, contacts,
                                     capacity);
}

COLLIDE_API size_t collide_cylinder_terrain_contacts_many(const collide_cylinder_pack *cylinders,
                                                          const collide_terrain *terrain,
                                                          collide_contact *contacts, size_t slots,
                                                          uint32_t *counts) {
    const size_t n = collide_cylinder_pack_count(cylinders);
    size_t hits = 0;
    COLLIDE_ASSERT((contacts || !slots) && (counts || !n));
    for (size_t i = 0; i < n; ++i) {
        const collide_cylinder c = collide_cylinder_pack_get(cylinders, i);
        counts[i] = (uint32_t)collide_cylinder_terrain_contacts(
            &c, terrain, slots ? contacts + i * slots : NULL, slots);
        hits += counts[i] > 0;
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *sphere,
                                                   const collide_terrain *terrain,
                                                   collide_contact *contacts, size_t capacity) {
    collide__over over;
    COLLIDE_ASSERT(sphere && (contacts || !capacity));
    if (!collide__sphere_over(sphere, terrain, &over))
        return 0;
    const double radius = (double)sphere->radius;
    const collide__contact_body body = collide__ball_body(&radius);
    return collide__terrain_contacts(&body, terrain, sphere->center, &over.cells, NULL, contacts,
                                     capacity);
}

COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *box,
                                                const collide_terrain *terrain,
                                                collide_contact *contacts, size_t capacity) {
    collide__over over;
    collide_obb local;
    collide__crate crate;
    COLLIDE_ASSERT(box && (contacts || !capacity));
    if (!collide__obb_over(box, terrain, &local, &over))
        return 0;
    const collide__contact_body body = collide__crate_body(&crate, box);
    return collide__terrain_contacts(&body, terrain, box->center, &over.cells, NULL, contacts,
                                     capacity);
}

// A half-space: points of the cylinder below it.
COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *cylinder,
                                                   const collide_plane *plane,
                                                   collide_contact *contacts, size_t capacity) {
    collide__drum drum;
    collide__dvec3 point[COLLIDE__BODY_POINTS], n = collide__dvec3_of(plane->normal);
    collide__touch t[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    int found = 0;
    COLLIDE_ASSERT(cylinder && plane && (contacts || !capacity));
    if (!collide_cylinder_plane(cylinder, plane))
        return 0;
    const double above =
        collide__ddot(n, collide__dvec3_of(cylinder->center)) - (double)plane->distance;
    const double length = collide__sqrt(collide__ddot(n, n));
    const collide__contact_body body = collide__drum_body(&drum, collide__dvec3_of(cylinder->axis),
                                                          cylinder->radius, cylinder->height);
    if (!collide__dnormalize(&n)) { // all of space, or by this call none
        n.x = n.y = 0;
        n.z = 1;
    }
    const double depth = length > 0 ? -above / length : 0;
    const int count = body.points(&drum, n, point, feature);
    double least = -DBL_MAX; // by rounding all may be above it
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        least = below > least ? below : least;
    }
    least = least < 0 ? least : 0;
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        if (below < least)
            continue;
        t[found].a = point[i];
        t[found].b = collide__dadd(point[i], below, n);
        t[found].normal = n;
        t[found].depth = below > 0 ? below : 0;
        t[found].feature_a = feature[i];
        t[found++].feature_b = COLLIDE_FEATURE_FACE;
    }
    return collide__touches_write(t, found, body.size, cylinder->center, contacts, capacity);
}

static collide__dvec3 collide__turn_to(const collide__dvec3 *axes, collide__dvec3 v) {
    const collide__dvec3 r = {collide__ddot(v, axes[0]), collide__ddot(v, axes[1]),
                              collide__ddot(v, axes[2])};
    return r;
}

static collide__dvec3 collide__turn_from(const collide__dvec3 *axes, collide__dvec3 v) {
    return collide__dadd(collide__dadd(collide__dscale(v.x, axes[0]), v.y, axes[1]), v.z, axes[2]);
}

// A triangle is terrain of one face, turned so that it is level and the centre is above it.
COLLIDE_API size_t collide_cylinder_triangle_contacts(const collide_cylinder *cylinder,
                                                      const collide_triangle *triangle,
                                                      collide_contact *contacts, size_t capacity) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 axes[3], corner[3];
    collide__drum drum;
    collide__search s;
    collide__face face;
    uint32_t number[3] = {0, 1, 2};
    COLLIDE_ASSERT(cylinder && triangle && (contacts || !capacity));
    if (!collide_cylinder_triangle(cylinder, triangle))
        return 0;
    for (int i = 0; i < 3; ++i)
        corner[i] = collide__dsub(triangle->v[i], cylinder->center);
    collide__dvec3 up = collide__dcross(collide__dadd(corner[1], -1, corner[0]),
                                        collide__dadd(corner[2], -1, corner[0]));
    const bool flat = collide__ddot(up, up) > 0;
    if (!flat) // an edge or a point
        up = collide__dneg(collide__triangle_nearest(corner, zero));
    const bool turned = flat && collide__ddot(up, corner[0]) > 0;
    collide__axes_from(axes, turned ? collide__dneg(up) : up);
    number[1] = turned ? 2 : 1;
    number[2] = turned ? 1 : 2;
    for (int i = 0; i < 3; ++i)
        face.triangle[i] = collide__turn_to(axes, corner[number[i]]);
    const collide__contact_body body =
        collide__drum_body(&drum, collide__turn_to(axes, collide__dvec3_of(cylinder->axis)),
                           cylinder->radius, cylinder->height);
    collide__search_begin(&s, &body, NULL, cylinder->center);
    face.normal = collide__triangle_normal(face.triangle);
    face.over = 0;
    face.i = face.j = face.which = 0;
    if (flat)
        collide__touch_face(&s, &face, false);
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t next = k < 2 ? k + 1 : 0, last = k > 0 ? k - 1 : 2;
        collide__round round;
        collide__line line;
        round.triangle = face;
        round.faces = 1;
        round.flat = false;
        round.row = 0;
        round.other[0] = face.triangle[last];
        round.others = 1;
        // Edge j of the triangle as it was given begins at vertex j.
        round.feature = COLLIDE_FEATURE_EDGE | (turned ? number[next] : k);
        if (collide__line_above(&body, face.triangle[k], face.triangle[next], false, &line))
            collide__touch_line(&s, &line, &round);
        round.other[1] = face.triangle[next];
        round.others = 2;
        round.feature = COLLIDE_FEATURE_VERTEX | number[k];
        if (collide__line_above(&body, face.triangle[k], face.triangle[k], false, &line))
            collide__touch_line(&s, &line, &round);
    }
    if (s.n == 0 && s.depth < 0)
        collide__touch_nearest(&s, &face);
    collide__search_end(&s, false);
    for (int i = 0; i < s.n; ++i) {
        s.at[i].a = collide__turn_from(axes, s.at[i].a);
        s.at[i].b = collide__turn_from(axes, s.at[i].b);
        s.at[i].normal = collide__turn_from(axes, s.at[i].normal);
    }
    return collide__touches_write(s.at, s.n, body.size, cylinder->center, contacts, capacity);
}

// ---- rays ------------------------------------------------------------------------------------

// A ray in cells: u and v in columns and rows, w in height over the origin, each begin + t step.
typedef struct collide__ray_job {
    const collide_terrain *terrain;
    double begin[3], step[3];
    bool before[2]; // it runs along a line of the grid: ask the cells before it, not behind it
} collide__ray_job;

COLLIDE__INLINE double collide__ray_at(const collide__ray_job *r, int axis, double t) {
    return r->begin[axis] + collide__dmul(t, r->step[axis]);
}

// Height of the ray at t over the surface of cell (i, j); false in holes.
static bool collide__ray_above(const collide__ray_job *r, size_t i, size_t j, double t,
                               double *above, double *slope_x, double *slope_y) {
    double z;
    if (!collide__cell_at(
            &r->terrain->grid, i, j, collide__clamp(collide__ray_at(r, 0, t) - (double)i, 1),
            collide__clamp(collide__ray_at(r, 1, t) - (double)j, 1), &z, slope_x, slope_y))
        return false;
    *above = collide__ray_at(r, 2, t) - z;
    return true;
}

// The first point at or below the surface of cell (i, j) for t from t0 to t1: the surface along the
// ray bends at the diagonal only.
static bool collide__ray_cell(const collide__ray_job *r, size_t i, size_t j, double t0, double t1,
                              double *t, double *slope_x, double *slope_y) {
    double at = 0, next = 0, bend = t1;
    if (!collide__ray_above(r, i, j, t0, &at, slope_x, slope_y))
        return false;
    *t = t0;
    if (at <= 0)
        return true;
    const bool other = r->terrain->grid.other_diagonal;
    const double across = other ? r->step[0] - r->step[1] : r->step[0] + r->step[1];
    const double a = r->begin[0] - (double)i, b = r->begin[1] - (double)j;
    const double off = other ? a - b : a + b - 1;
    if (across < 0 || across > 0) {
        const double crossing = -off / across;
        bend = crossing > t0 && crossing < t1 ? crossing : t1;
    }
    for (int part = 0; part < (bend < t1 ? 2 : 1); ++part) {
        const double from = part ? bend : t0, to = part ? t1 : bend;
        double sx, sy;
        (void)collide__ray_above(r, i, j, to, &next, &sx, &sy);
        if (next <= 0) {
            *t = from + collide__dmul(at / (at - next), to - from);
            // Slopes of the triangle in the middle of the part.
            (void)collide__ray_above(r, i, j, collide__dmul(0.5, from + to), &next, slope_x,
                                     slope_y);
            return true;
        }
        at = next;
    }
    return false;
}

// Squares of edge by edge cells that a ray walks through, within first and last.
typedef struct collide__ray_path {
    size_t edge, first[2], last[2], at[2];
    double enter, leave, end; // of the square at hand, and of all
    int axis;                 // across which the ray leaves it; -1 if it ends there
} collide__ray_path;

static void collide__ray_leave(const collide__ray_job *r, collide__ray_path *path) {
    path->leave = path->end;
    path->axis = -1;
    for (int k = 0; k < 2; ++k)
        if (r->step[k] < 0 || r->step[k] > 0) {
            const double line = (double)((path->at[k] + (r->step[k] > 0)) * path->edge);
            const double next = (line - r->begin[k]) / r->step[k];
            if (next < path->leave) {
                path->leave = next > path->enter ? next : path->enter;
                path->axis = k;
            }
        }
}

// The path through the cells from i0, j0 on that end before i1, j1.
static collide__ray_path collide__ray_path_of(const collide__ray_job *r, size_t edge, size_t i0,
                                              size_t j0, size_t i1, size_t j1, double enter,
                                              double end) {
    collide__ray_path path;
    path.edge = edge;
    path.enter = enter;
    path.end = end;
    for (int k = 0; k < 2; ++k) {
        path.first[k] = (k ? j0 : i0) / edge;
        path.last[k] = ((k ? j1 : i1) - 1) / edge;
        const double square = collide__clamp(collide__ray_at(r, k, enter) / (double)edge, 16777216);
        size_t at = (size_t)(int32_t)square;
        at -= at > 0 && square <= (double)at && (r->step[k] > 0 || r->before[k]); // sets are closed
        path.at[k] = collide__min_size(collide__max_size(at, path.first[k]), path.last[k]);
    }
    collide__ray_leave(r, &path);
    return path;
}

// Goes on to the next square; false at the end.
static bool collide__ray_next(const collide__ray_job *r, collide__ray_path *path) {
    const int k = path->axis;
    if (k < 0 || path->at[k] == (r->step[k] > 0 ? path->last[k] : path->first[k]))
        return false;
    path->at[k] += r->step[k] > 0 ? 1 : (size_t)-1;
    path->enter = path->leave;
    collide__ray_leave(r, path);
    return true;
}

// The first hit on the way through the grid: squares that the ray may meet, and their cells.
static bool collide__ray_walk(const collide__ray_job *r, double t0, double t1, double *t,
                              collide_ray_hit *out, double *slope_x, double *slope_y) {
    const collide_heights *g = &r->terrain->grid;
    const size_t edge = COLLIDE__TERRAIN_BLOCK, columns = g->columns - 1, rows = g->rows - 1;
    collide__ray_path squares = collide__ray_path_of(r, edge, 0, 0, columns, rows, t0, t1);
    do {
        const size_t i = squares.at[0] * edge, j = squares.at[1] * edge;
        const collide__range range = collide__terrain_ranges(
            r->terrain)[squares.at[1] * collide__squares(g->columns, 0) + squares.at[0]];
        const double a = collide__ray_at(r, 2, squares.enter);
        const double b = collide__ray_at(r, 2, squares.leave);
        if ((a < b ? a : b) > (double)range.max)
            continue;
        collide__ray_path cells =
            collide__ray_path_of(r, 1, i, j, collide__min_size(i + edge, columns),
                                 collide__min_size(j + edge, rows), squares.enter, squares.leave);
        do {
            if (collide__ray_cell(r, cells.at[0], cells.at[1], cells.enter, cells.leave, t, slope_x,
                                  slope_y)) {
                out->column = (uint32_t)cells.at[0];
                out->row = (uint32_t)cells.at[1];
                return true;
            }
        } while (collide__ray_next(r, &cells));
    } while (collide__ray_next(r, &squares));
    return false;
}

COLLIDE_API bool collide_ray_terrain(const collide_ray *ray, const collide_terrain *terrain,
                                     float t_max, collide_ray_hit *out) {
    collide_ray_hit hit;
    collide__ray_job r;
    double t0 = 0, t1 = (double)t_max;
    collide__dvec3 normal = {0, 0, 1};
    bool on_line[2] = {false, false}, found = false;
    COLLIDE_ASSERT(ray);
    memset(&hit, 0, sizeof hit);
    hit.t = collide__infinity();
    if (out)
        *out = hit;
    if (!collide__terrain_valid(terrain) || !collide__finite3(ray->origin) ||
        !collide__finite3(ray->direction) || !(t_max >= 0))
        return false;
    const collide_heights *g = &terrain->grid;
    r.terrain = terrain;
    r.begin[0] = ((double)ray->origin.x - (double)g->origin.x) / (double)g->dx;
    r.begin[1] = ((double)ray->origin.y - (double)g->origin.y) / (double)g->dy;
    r.begin[2] = (double)ray->origin.z - (double)g->origin.z;
    r.step[0] = (double)ray->direction.x / (double)g->dx;
    r.step[1] = (double)ray->direction.y / (double)g->dy;
    r.step[2] = (double)ray->direction.z;
    const double end[3] = {(double)(g->columns - 1), (double)(g->rows - 1), 0};
    t1 = t1 < (double)FLT_MAX ? t1 : (double)FLT_MAX;
    for (int k = 0; k < 2; ++k) {
        if (r.step[k] < 0 || r.step[k] > 0) {
            const double a = -r.begin[k] / r.step[k], b = (end[k] - r.begin[k]) / r.step[k];
            t0 = (a < b ? a : b) > t0 ? (a < b ? a : b) : t0;
            t1 = (a < b ? b : a) < t1 ? (a < b ? b : a) : t1;
        } else if (r.begin[k] >= 0 && r.begin[k] <= end[k]) {
            on_line[k] = r.begin[k] > 0 && r.begin[k] <= (double)(int32_t)r.begin[k];
        } else {
            return false;
        }
    }
    for (int way = 0; way < 4; ++way) { // on a line one side may be a hole
        collide_ray_hit here = hit;
        double t, slope_x, slope_y;
        r.before[0] = way & 1;
        r.before[1] = way >> 1;
        if ((r.before[0] && !on_line[0]) || (r.before[1] && !on_line[1]) || !(t0 <= t1) ||
            (found && t0 >= t1) || !collide__ray_walk(&r, t0, t1, &t, &here, &slope_x, &slope_y))
            continue;
        found = true;
        t1 = t;
        hit = here;
        hit.t = (float)t < t_max ? (float)t : t_max;
        normal.x = -slope_x;
        normal.y = -slope_y;
    }
    if (!found)
        return false;
    (void)collide__dnormalize(&normal);
    hit.normal = collide__dround_zero(normal);
    if (out)
        *out = hit;
    return true;
}
#undef COLLIDE__BESIDE
#undef COLLIDE__BITS_BEFORE
#undef COLLIDE__BODY_POINTS
#undef COLLIDE__BOUND_SLACK
#undef COLLIDE__BOUNDS
#undef COLLIDE__CYLINDER_FLOATS
#undef COLLIDE__CONNECTED
#undef COLLIDE__EQUAL
#undef COLLIDE__FLAT
#undef COLLIDE__HOLE
#undef COLLIDE__NUMBER_SHIFT
#undef COLLIDE__PATCH
#undef COLLIDE__PLANES
#undef COLLIDE__POINT_SHIFT
#undef COLLIDE__SIEVE_ALONG
#undef COLLIDE__SIEVE_BEND
#undef COLLIDE__SIEVE_BESIDE
#undef COLLIDE__SIEVE_FAR
#undef COLLIDE__SIEVE_FLAT
#undef COLLIDE__SIEVE_HAIR
#undef COLLIDE__SIEVE_INSIDE
#undef COLLIDE__SIEVE_OUTSIDE
#undef COLLIDE__SIEVE_SLACK
#undef COLLIDE__SIEVE_STEEP
#undef COLLIDE__SIEVE_TIE
#undef COLLIDE__SIEVE_TURN
#undef COLLIDE__SIEVE_TURN_FAR
#undef COLLIDE__SMALL
#undef COLLIDE__TERRAIN_BLOCK
#undef COLLIDE__TERRAIN_HEADER
#undef COLLIDE__TERRAIN_LIMIT
#undef COLLIDE__TIE
#undef COLLIDE__TILE
#undef COLLIDE__TOUCHES
#undef COLLIDE__WINDOW_FLOATS
#undef COLLIDE__WORDS
#endif // COLLIDE_NO_TERRAIN

// ================================================================================================
// >>tree_impl
// ================================================================================================
#ifndef COLLIDE_NO_TREE

// ---- the definition: bounds ------------------------------------------------------------------
// Supports are sums rounded to nearest, so a bound may lie inside its triangles by a little; the
// pad of a query makes up for it. Two bounds are apart if for one direction the support of one and
// that of the other against it have a sum below 0, whose sign is exact.

// How far p is along each direction, in the order of >>kdop.
COLLIDE__INLINE void collide__tree_along(unsigned directions, collide_vec3 p, float *out) {
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
    if (directions == 7 || directions == 13) {
        out[3] = (p.x + p.y) + p.z;
        out[4] = (p.x - p.y) + p.z;
        out[5] = (p.x + p.y) - p.z;
        out[6] = (p.x - p.y) - p.z;
    }
    if (directions >= 9) {
        out += directions == 9 ? 3 : 7;
        out[0] = p.x + p.y;
        out[1] = p.x + p.z;
        out[2] = p.y + p.z;
        out[3] = p.x - p.y;
        out[4] = p.x - p.z;
        out[5] = p.y - p.z;
    }
}

// Rows of the directions with these signs: axis i; axes i < j of kinds whose pairs begin at that
// direction; the corner.
COLLIDE__INLINE unsigned collide__tree_pair_row(unsigned pairs, const unsigned *negative,
                                                unsigned i, unsigned j) {
    return 2 * (pairs + i + j - 1 + 3 * (negative[i] ^ negative[j])) + negative[i < j ? i : j];
}

COLLIDE__INLINE unsigned collide__tree_corner_row(const unsigned *negative) {
    return 2 * (3 + (negative[1] ^ negative[0]) + 2 * (negative[2] ^ negative[0])) + negative[0];
}

// Any m is a sum of three directions of the kind with weights >= 0, which bounds the support along
// m. With |m| in falling order x >= y >= z they are
//     6      x, y and z times the axes
//     14     x - y times the first axis, (y + z) / 2 and (y - z) / 2 times the nearest corners
//     18     if x >= y + z: x - y - z times the first axis, y and z times its pairs; else
//            (x + y - z) / 2, (x + z - y) / 2, (y + z - x) / 2 times the three pairs
//     26     x - y times the first axis, y - z times the first pair, z times the corner
static void collide__tree_weigh(unsigned directions, const float *m, unsigned *row, float *weight) {
    unsigned negative[3] = {m[0] < 0, m[1] < 0, m[2] < 0};
    const float size[3] = {collide__abs(m[0]), collide__abs(m[1]), collide__abs(m[2])};
    const unsigned p = size[1] > size[0], q = 1 - p;
    const unsigned first = size[2] > size[p] ? 2 : p;
    const unsigned last = first == 2 || size[2] > size[q] ? q : 2;
    const unsigned second = 3 - first - last, pairs = directions == 9 ? 3 : 7;
    const float x = size[first], y = size[second], z = size[last];
    row[0] = 2 * first + negative[first];
    row[1] = 2 * second + negative[second];
    row[2] = 2 * last + negative[last];
    weight[0] = x;
    weight[1] = y;
    weight[2] = z;
    if (directions == 7) {
        row[1] = collide__tree_corner_row(negative);
        negative[last] ^= 1;
        row[2] = collide__tree_corner_row(negative);
        weight[0] = x - y;
        weight[1] = (y + z) * 0.5f;
        weight[2] = (y - z) * 0.5f;
    } else if (directions == 13) {
        row[1] = collide__tree_pair_row(pairs, negative, first, second);
        row[2] = collide__tree_corner_row(negative);
        weight[0] = x - y;
        weight[1] = y - z;
    } else if (directions == 9) {
        const bool cone = x >= y + z;
        row[0] = cone ? row[0] : collide__tree_pair_row(pairs, negative, second, last);
        row[1] = collide__tree_pair_row(pairs, negative, first, second);
        row[2] = collide__tree_pair_row(pairs, negative, first, last);
        weight[0] = cone ? (x - y) - z : ((y + z) - x) * 0.5f;
        weight[1] = cone ? y : ((x + y) - z) * 0.5f;
        weight[2] = cone ? z : ((x + z) - y) * 0.5f;
    }
}

// The pad: let s be the largest coordinate that the moved tree may have. Each of a direction's up
// to three coordinates is off by 4 u s in collide_pose_apply; the support along it by less than
// 118 u s in all (the direction in b's frame 6, weights 36, rows 18, products and sums 52, the
// shift 6), those of the tree at rest by 6 u of its radius. 256 u of both is more than all this.
#define COLLIDE__TREE_PAD 1.52587890625e-5f // 2^-16
#define COLLIDE__TREE_FAR 1e37f             // beyond, sums might overflow

// From b's frame to a's; false if there is no such motion.
static bool collide__tree_move(unsigned directions, float radius_a, float radius_b,
                               const collide_pose *pose, collide__tree_motion *motion) {
    const collide_vec3 *axis = pose->axis, t = pose->position;
    float along[3][13], shift[13];
    motion->pose = *pose;
    motion->directions = directions;
    if (!collide__finite3(t) || !collide__finite3(axis[0]) || !collide__finite3(axis[1]) ||
        !collide__finite3(axis[2]))
        return false;
    for (int j = 0; j < 3; ++j)
        collide__tree_along(directions, axis[j], along[j]);
    collide__tree_along(directions, t, shift);
    float size = radius_a, most = 0;
    for (int i = 0; i < 3; ++i) {
        const float turned =
            (collide__abs(along[0][i]) + collide__abs(along[1][i])) + collide__abs(along[2][i]);
        const float reach = collide__mul(turned, radius_b) + collide__abs(shift[i]);
        size = reach > size ? reach : size;
        most = turned > most ? turned : most;
    }
    if (!(size <= COLLIDE__TREE_FAR && most <= COLLIDE__TREE_FAR && radius_b <= COLLIDE__TREE_FAR))
        return false;
    const float pad = collide__mul(size + radius_a, COLLIDE__TREE_PAD) +
                      collide__mul(1 + radius_b, FLT_MIN); // denormal weights, and sums
    motion->pad = pad;
    for (unsigned d = 0; d < directions; ++d) {
        const float m[3] = {along[0][d], along[1][d], along[2][d]};
        collide__tree_weigh(directions, m, motion->row[d], motion->weight[d]);
        motion->shift[2 * d] = shift[d] + pad;
        motion->shift[2 * d + 1] = pad - shift[d];
    }
    return true;
}

// ---- kernels ---------------------------------------------------------------------------------

// Row r: shift + ((w0 * b0 + w1 * b1) + w2 * b2); apart from slot if with slot's opposite row it
// has a sum below 0.
static unsigned collide__tree_move_scalar(const float *rows, const collide__tree_motion *motion,
                                          const float *slot, float *out) {
    unsigned apart = 0;
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        const unsigned *row = motion->row[r / 2], other = r & 1;
        const float *weight = motion->weight[r / 2];
        const float *p = rows + 8 * (row[0] ^ other), *q = rows + 8 * (row[1] ^ other);
        const float *s = rows + 8 * (row[2] ^ other);
        for (unsigned i = 0; i < 8; ++i) {
            const float sum = (collide__mul(weight[0], p[i]) + collide__mul(weight[1], q[i])) +
                              collide__mul(weight[2], s[i]);
            out[8 * r + i] = motion->shift[r] + sum;
            if (slot)
                apart |= (unsigned)(out[8 * r + i] + slot[8 * (r ^ 1)] < 0) << i;
        }
    }
    return ~apart & 0xffu;
}

static void collide__tree_meet_scalar(const float *rows, unsigned directions, const float *q,
                                      unsigned named, uint8_t *hits, float *gaps) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        unsigned apart = 0;
        for (unsigned i = 0; i < 16 && gaps; ++i)
            gaps[16 * j + i] = collide__infinity();
        for (unsigned r = 0; r < 2 * directions && (gaps || apart != 0xffu); ++r)
            for (unsigned i = 0; i < 8; ++i) {
                const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                apart |= (unsigned)(sum < 0) << i;
                if (gaps && sum < gaps[16 * j + 8 * (r & 1) + i])
                    gaps[16 * j + 8 * (r & 1) + i] = sum;
            }
        hits[j] = (uint8_t)(~apart & 0xffu);
    }
}

static void collide__tree_times_scalar(const float *rows, unsigned directions,
                                       const collide__tree_speed *speed, const float *q,
                                       unsigned named, float *enter, float *leave) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        float *in = enter + 16 * j, *out = leave + 16 * j;
        for (unsigned i = 0; i < 16; ++i) {
            in[i] = -collide__infinity();
            out[i] = collide__infinity();
        }
        for (unsigned r = 0; r < 2 * directions; ++r)
            for (unsigned i = 0; i < 8; ++i) {
                const unsigned k = 8 * (r & 1) + i;
                const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                const float begin = collide__mul(sum, speed->in[r]) + speed->in_more[r];
                const float end = collide__mul(sum, speed->out[r]) + speed->out_more[r];
                in[k] = begin > in[k] ? begin : in[k];
                out[k] = end < out[k] ? end : out[k];
            }
    }
}

static void collide__tree_apart_scalar(const float *rows, unsigned directions, const float *weight,
                                       const float *q, unsigned named, float *most, float *row) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        for (unsigned i = 0; i < 16; ++i)
            most[16 * j + i] = row[16 * j + i] = 0;
        for (unsigned r = 0; r < 2 * directions; ++r)
            for (unsigned i = 0; i < 8; ++i) {
                const unsigned k = 16 * j + 8 * (r & 1) + i;
                const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                const float gap = collide__mul(sum, weight[r]);
                if (most[k] < gap) {
                    most[k] = gap;
                    row[k] = (float)r;
                }
            }
    }
}

// For each axis least and greatest of the vertices of four triangles or tetrahedra.
static void collide__tree_boxes(const float *rows, float *boxes) {
    for (int axis = 0; axis < 3; ++axis, rows += 16, boxes += 8)
        for (int k = 0; k < 4; ++k) {
            const float p = rows[k], q = rows[k + 4], r = rows[k + 8], s = rows[k + 12];
            const float lo = p < q ? p : q, hi = p > q ? p : q;
            const float lo2 = r < s ? r : s, hi2 = r > s ? r : s;
            boxes[k] = lo < lo2 ? lo : lo2;
            boxes[k + 4] = hi > hi2 ? hi : hi2;
        }
}

// As collide_pose_apply.
static void collide__tree_move_leaf_scalar(const float *rows, const collide_pose *pose,
                                           float *out) {
    for (int i = 0; i < 16; ++i) {
        const collide_vec3 p = collide__vec3(rows[i], rows[16 + i], rows[32 + i]);
        const collide_vec3 q = collide_pose_apply(pose, p);
        out[i] = q.x;
        out[16 + i] = q.y;
        out[32 + i] = q.z;
    }
    collide__tree_boxes(out, out + 48);
}

static unsigned collide__tree_leaves_scalar(const float *a, const float *boxes) {
    float own[24];
    unsigned hits = 0xffffu;
    collide__tree_boxes(a, own);
    for (int axis = 0; axis < 24; axis += 8)
        for (int k = 0; k < 16; ++k) {
            const float *p = own + axis + k / 4, *q = boxes + axis + k % 4;
            hits &= ~((unsigned)!(p[0] <= q[4] && q[0] <= p[4]) << k);
        }
    return hits;
}

static void collide__tree_bound_scalar(const float *rows, unsigned kind, float *column) {
    for (unsigned r = 0; r < kind; ++r)
        column[8 * r] = -collide__infinity();
    for (int i = 0; i < 16; ++i) {
        const collide_vec3 p = collide__vec3(rows[i], rows[16 + i], rows[32 + i]);
        float along[13];
        collide__tree_along(kind / 2, p, along);
        for (unsigned r = 0; r < kind; ++r) {
            const float at = r & 1 ? -along[r / 2] : along[r / 2];
            column[8 * r] = at > column[8 * r] ? at : column[8 * r];
        }
    }
}

static const collide__tree_kernels collide__tree_scalar = {
    collide__tree_move_scalar,  collide__tree_meet_scalar,      collide__tree_times_scalar,
    collide__tree_apart_scalar, collide__tree_move_leaf_scalar, collide__tree_leaves_scalar,
    collide__tree_bound_scalar};
COLLIDE__CHOOSE(tree)

// ---- nodes and leaves ------------------------------------------------------------------------
// The split is by counts alone: a node with more than 4 * 8^k and at most 4 * 8^(k + 1) triangles
// has children of 4 * 8^k, and one of what is left. So all nodes but those on the way to the last
// leaf are full, and the height is that of the logarithm. Nodes come before their children.

#define COLLIDE__TREE_LEAF 0x80000000u // a child that is a leaf
#define COLLIDE__TREE_LEVELS 10        // of nodes; 4 * 8^9 triangles at most
#define COLLIDE__TREE_MOST ((size_t)1 << 29)

COLLIDE__INLINE float *collide__tree_rows(const collide_tree *tree, uint32_t node) {
    return (float *)(void *)((char *)(uintptr_t)tree + (size_t)tree->nodes_at +
                             (size_t)node * tree->node_size);
}

COLLIDE__INLINE collide__tree_links *collide__tree_links_of(const collide_tree *tree,
                                                            uint32_t node) {
    return (collide__tree_links *)(void *)(collide__tree_rows(tree, node) + 8 * tree->kind);
}

COLLIDE__INLINE collide__tree_leaf *collide__tree_leaf_of(const collide_tree *tree, uint32_t leaf) {
    return (collide__tree_leaf *)(void *)((char *)(uintptr_t)tree + (size_t)tree->leaves_at) + leaf;
}

// Where triangle i lies, 4 * leaf + which; behind these, the parent of each leaf.
COLLIDE__INLINE uint32_t *collide__tree_places(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->places_at);
}

// The fourth vertices of tetrahedra, in the order of their places.
COLLIDE__INLINE uint32_t *collide__tree_corners(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->corners_at);
}

// A triangle of each part.
COLLIDE__INLINE uint32_t *collide__tree_parts(const collide_tree *tree) {
    return (uint32_t *)(void *)((char *)(uintptr_t)tree + (size_t)tree->parts_at);
}

// How many triangles a child of a node with n of them has.
COLLIDE__INLINE uint32_t collide__tree_share(uint32_t n) {
    uint32_t share = 4;
    while ((n - 1) / 8 >= share)
        share *= 8;
    return share;
}

// Nodes over n triangles.
static uint32_t collide__tree_nodes(uint32_t n) {
    uint32_t nodes = 0;
    for (;;) {
        const uint32_t share = collide__tree_share(n), full = n / share;
        ++nodes;
        for (uint32_t level = share; level > 4; level /= 8)
            nodes += full * (share / level);
        n -= full * share;
        if (n <= 4)
            return nodes;
    }
}

static bool collide__tree_layout(size_t n, const collide_tree_options *options,
                                 collide_tree *tree) {
    const uint32_t kind = options && options->kind ? options->kind : 18;
    memset(tree, 0, sizeof *tree);
    if ((kind != 6 && kind != 14 && kind != 18 && kind != 26) ||
        (options && (options->axis > 1 || options->place > 1 || options->type > 2)))
        return false;
    if (n == 0 || n > COLLIDE__TREE_MOST)
        return true;
    tree->magic = COLLIDE_TREE_MAGIC;
    tree->kind = kind;
    tree->triangle_count = (uint32_t)n;
    tree->leaf_count = (tree->triangle_count + 3) / 4;
    tree->node_count = collide__tree_nodes(tree->triangle_count);
    tree->node_size = 32 * kind + (uint32_t)sizeof(collide__tree_links);
    tree->nodes_at = COLLIDE__TREE_HEADER;
    tree->leaves_at = tree->nodes_at + (uint64_t)tree->node_count * tree->node_size;
    tree->places_at = tree->leaves_at + (uint64_t)tree->leaf_count * sizeof(collide__tree_leaf);
    tree->type = options ? options->type : COLLIDE_TREE_SURFACE;
    tree->corners_at = tree->places_at + 4 * ((uint64_t)n + tree->leaf_count);
    tree->parts_at = tree->corners_at +
                     (tree->type == COLLIDE_TREE_TETRAHEDRA ? 16 * (uint64_t)tree->leaf_count : 0);
    tree->size = tree->parts_at + (tree->type != COLLIDE_TREE_SURFACE ? 4 * (uint64_t)n : 0);
    tree->size = (tree->size + 63) & ~(uint64_t)63;
    return true;
}

COLLIDE_API size_t collide_tree_size(size_t triangle_count, const collide_tree_options *options) {
    collide_tree layout;
    return collide__tree_layout(triangle_count, options, &layout) && layout.size <= PTRDIFF_MAX
               ? (size_t)layout.size
               : 0;
}

// ---- bounds ----------------------------------------------------------------------------------

// The supports of a node to its parent's rows.
static void collide__tree_raise(const collide_tree *tree, uint32_t node) {
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    const float *rows = collide__tree_rows(tree, node);
    float *column = collide__tree_rows(tree, links->parent / 8) + links->parent % 8;
    for (uint32_t r = 0; r < 8 * tree->kind; r += 8) {
        float most = rows[r];
        for (uint32_t i = 1; i < 8; ++i)
            most = rows[r + i] > most ? rows[r + i] : most;
        column[r] = most;
    }
}

// All bounds of a node, those of the nodes below it being there; then its parent's of it.
static void collide__tree_bound(const collide_tree *tree, uint32_t node) {
    const collide__tree_kernels *kernels = collide__tree();
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    float *rows = collide__tree_rows(tree, node);
    for (uint32_t i = 0; i < links->count; ++i)
        if (links->child[i] & COLLIDE__TREE_LEAF)
            kernels->bound(
                collide__tree_leaf_of(tree, links->child[i] ^ COLLIDE__TREE_LEAF)->rows[0],
                tree->kind, rows + i);
    if (node)
        collide__tree_raise(tree, node);
}

static void collide__tree_measure(collide_tree *tree) {
    const float *rows = collide__tree_rows(tree, 0);
    tree->radius = 0;
    for (int i = 0; i < 48; ++i)
        tree->radius = rows[i] > tree->radius ? rows[i] : tree->radius;
}

// How many vertices a triangle, or tetrahedron, has.
COLLIDE__INLINE uint32_t collide__tree_vertices(const collide_tree *tree) {
    return tree->type == COLLIDE_TREE_TETRAHEDRA ? 4 : 3;
}

// The number in the mesh of vertex v of what lies at a place; the last one of triangles twice.
COLLIDE__INLINE uint32_t collide__tree_vertex(const collide_tree *tree, uint32_t place,
                                              uint32_t v) {
    if (v == 3 && tree->type == COLLIDE_TREE_TETRAHEDRA)
        return collide__tree_corners(tree)[place];
    return collide__tree_leaf_of(tree, place / 4)->vertex[place % 4][v < 3 ? v : 2];
}

COLLIDE__INLINE collide_vec3 collide__tree_position(const collide_tree *tree, uint32_t place,
                                                    uint32_t v, const collide_mesh *mesh) {
    return collide__read_vec3(
        collide__at(mesh->positions, collide__tree_vertex(tree, place, v), mesh->position_stride));
}

// Vertex v of what is s of a leaf; went takes in how far it is from that before.
COLLIDE__INLINE void collide__tree_put(collide__tree_leaf *leaf, uint32_t s, uint32_t v,
                                       const collide_mesh *mesh, uint32_t number, float *went) {
    const collide_vec3 p =
        collide__read_vec3(collide__at(mesh->positions, number, mesh->position_stride));
    const float at[3] = {p.x, p.y, p.z};
    for (int axis = 0; axis < 3; ++axis) {
        const float way = collide__abs(at[axis] - leaf->rows[axis][4 * v + s]);
        went[axis] = way > went[axis] ? way : went[axis];
        leaf->rows[axis][4 * v + s] = at[axis];
    }
}

// The vertices of what lies at a place.
COLLIDE__INLINE void collide__tree_fill(const collide_tree *tree, uint32_t place,
                                        const collide_mesh *mesh, float *went) {
    collide__tree_leaf *leaf = collide__tree_leaf_of(tree, place / 4);
    const uint32_t s = place % 4;
    for (uint32_t v = 0; v < 3; ++v)
        collide__tree_put(leaf, s, v, mesh, leaf->vertex[s][v], went);
    if (tree->type == COLLIDE_TREE_TETRAHEDRA)
        collide__tree_put(leaf, s, 3, mesh, collide__tree_corners(tree)[place], went);
    else
        for (int axis = 0; axis < 3; ++axis)
            leaf->rows[axis][12 + s] = leaf->rows[axis][8 + s];
}

// ---- building --------------------------------------------------------------------------------

// A triangle while the tree is built: twice the centre of its box.
typedef struct collide__tree_item {
    float at[3];
    uint32_t triangle;
} collide__tree_item;

// Puts those that are less than the pivot on an axis, or with equal also those that are equal,
// first; returns how many. Without branches, since nobody can predict them.
static size_t collide__tree_part(collide__tree_item *items, size_t n, int axis, float pivot,
                                 bool equal) {
    size_t count = 0;
    for (size_t i = 0; i < n; ++i) {
        const collide__tree_item item = items[i];
        const size_t first =
            equal ? (size_t)(item.at[axis] <= pivot) : (size_t)(item.at[axis] < pivot);
        items[i] = items[count];
        items[count] = item;
        count += first;
    }
    return count;
}

// A number that orders floats as unsigned, and back.
COLLIDE__INLINE uint32_t collide__tree_order(float x) {
    uint32_t bits;
    x = x + 0.0f; // one zero
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

COLLIDE__INLINE float collide__tree_disorder(uint32_t order) {
    return collide__float_of(order >> 31 ? order & 0x7fffffffu : ~order);
}

// The middle one of three.
COLLIDE__INLINE float collide__tree_middle(float a, float b, float c) {
    const float lo = a < b ? a : b, hi = a < b ? b : a;
    return c < lo ? lo : c > hi ? hi : c;
}

// Orders items so that the first k are not greater than the rest on an axis; the first pivot is
// given. Pivots that do badly give way to halving the range of floats, so no input takes long.
static void collide__tree_select(collide__tree_item *items, size_t n, size_t k, int axis,
                                 float pivot) {
    for (int round = 0; n > 1 && k > 0 && k < n; ++round) {
        size_t less = collide__tree_part(items, n, axis, pivot, false);
        if (less == 0) {
            less = collide__tree_part(items, n, axis, pivot, true);
            if (k <= less)
                return;
        }
        if (k <= less) {
            n = less;
        } else {
            items += less;
            n -= less;
            k -= less;
        }
        if (round < 16) {
            pivot = collide__tree_middle(
                collide__tree_middle(items[0].at[axis], items[n / 8].at[axis],
                                     items[n / 4].at[axis]),
                collide__tree_middle(items[n * 3 / 8].at[axis], items[n / 2].at[axis],
                                     items[n * 5 / 8].at[axis]),
                collide__tree_middle(items[n * 3 / 4].at[axis], items[n * 7 / 8].at[axis],
                                     items[n - 1].at[axis]));
        } else {
            float lo = items[0].at[axis], hi = lo;
            for (size_t i = 1; i < n; ++i) {
                lo = items[i].at[axis] < lo ? items[i].at[axis] : lo;
                hi = items[i].at[axis] > hi ? items[i].at[axis] : hi;
            }
            const uint32_t from = collide__tree_order(lo);
            pivot = collide__tree_disorder(from + (collide__tree_order(hi) - from) / 2);
        }
    }
}

typedef struct collide__tree_split {
    int axis;
    float mean;
    size_t units; // that go to the first side
} collide__tree_split;

// Half the surface of the box of centres.
static float collide__tree_area(const collide__tree_item *items, size_t n) {
    float lo[3], hi[3];
    for (int k = 0; k < 3; ++k)
        lo[k] = hi[k] = items[0].at[k];
    for (size_t i = 1; i < n; ++i)
        for (int k = 0; k < 3; ++k) {
            lo[k] = items[i].at[k] < lo[k] ? items[i].at[k] : lo[k];
            hi[k] = items[i].at[k] > hi[k] ? items[i].at[k] : hi[k];
        }
    const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return (collide__mul(x, y) + collide__mul(y, z)) + collide__mul(z, x);
}

// Where n items, units of them, share each but for the last, are split.
static collide__tree_split collide__tree_choose(collide__tree_item *items, size_t n, size_t units,
                                                size_t share, const collide_tree_options *options) {
    collide__tree_split splits[3], best;
    double sum[3] = {0, 0, 0};
    float lo[3], hi[3], least = 0;
    for (int k = 0; k < 3; ++k)
        lo[k] = hi[k] = items[0].at[k];
    for (size_t i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k) {
            const float at = items[i].at[k];
            lo[k] = at < lo[k] ? at : lo[k];
            hi[k] = at > hi[k] ? at : hi[k];
            sum[k] += (double)at;
        }
    int longest = hi[1] - lo[1] > hi[0] - lo[0];
    longest = hi[2] - lo[2] > hi[longest] - lo[longest] ? 2 : longest;
    const bool all = options && options->axis == COLLIDE_TREE_AXIS_LEAST;
    best.axis = -1;
    for (int k = 0; k < 3; ++k) {
        splits[k].axis = k;
        splits[k].mean = (float)collide__ddiv(sum[k], (double)n);
        splits[k].units = (units + 1) / 2;
        if (!all && k != longest)
            continue;
        if (options && options->place == COLLIDE_TREE_PLACE_MEAN) {
            size_t below = 0;
            for (size_t i = 0; i < n; ++i)
                below += items[i].at[k] < splits[k].mean;
            below = (below + share / 2) / share;
            splits[k].units = below < 1 ? 1 : below > units - 1 ? units - 1 : below;
        }
        if (all) {
            const size_t first = splits[k].units * share;
            collide__tree_select(items, n, first, k, splits[k].mean);
            const float size =
                collide__mul(collide__tree_area(items, first), (float)first) +
                collide__mul(collide__tree_area(items + first, n - first), (float)(n - first));
            if (best.axis >= 0 && !(size < least))
                continue;
            least = size;
        }
        best = splits[k];
    }
    return best;
}

// Orders items so that each share of them is a child.
static void collide__tree_order_items(collide__tree_item *items, size_t n, size_t share,
                                      const collide_tree_options *options) {
    struct {
        size_t begin, end; // in shares
    } stack[8];
    size_t depth = 1;
    stack[0].begin = 0;
    stack[0].end = (n + share - 1) / share;
    while (depth) {
        const size_t begin = stack[--depth].begin, end = stack[depth].end;
        if (end - begin < 2)
            continue;
        collide__tree_item *part = items + begin * share;
        const size_t count = collide__min_size(n, end * share) - begin * share;
        const collide__tree_split split =
            collide__tree_choose(part, count, end - begin, share, options);
        collide__tree_select(part, count, split.units * share, split.axis, split.mean);
        stack[depth].begin = begin;
        stack[depth++].end = begin + split.units;
        stack[depth].begin = begin + split.units;
        stack[depth++].end = end;
    }
}

// The items of a leaf, and their vertices.
static void collide__tree_leaf_take(const collide_tree *tree, uint32_t number,
                                    const collide__tree_item *items, uint32_t n,
                                    const collide_mesh *mesh) {
    collide__tree_leaf *leaf = collide__tree_leaf_of(tree, number);
    uint32_t *places = collide__tree_places(tree), triangle[4];
    float went[3] = {0, 0, 0};
    for (uint32_t s = 0; s < 4; ++s)
        triangle[s] = items[s < n ? s : n - 1].triangle; // before the leaf is written over items
    memset(leaf, 0, sizeof *leaf);
    for (uint32_t s = 0; s < 4; ++s) {
        const size_t first = collide__tree_vertices(tree) * (size_t)triangle[s];
        for (uint32_t v = 0; v < 3; ++v)
            leaf->vertex[s][v] = (uint32_t)collide__mesh_index(mesh, first + v);
        if (tree->type == COLLIDE_TREE_TETRAHEDRA)
            collide__tree_corners(tree)[4 * number + s] =
                (uint32_t)collide__mesh_index(mesh, first + 3);
        leaf->triangle[s] = s < n ? triangle[s] : UINT32_MAX;
        if (s < n)
            places[triangle[s]] = 4 * number + s;
        collide__tree_fill(tree, 4 * number + s, mesh, went);
    }
}

// A set of items that becomes a child of a node, or node 0.
typedef struct collide__tree_part_of {
    uint32_t begin, count, parent, node;
} collide__tree_part_of;

static void collide__tree_grow(collide_tree *tree, collide__tree_item *items,
                               const collide_mesh *mesh, const collide_tree_options *options) {
    collide__tree_part_of stack[8 * COLLIDE__TREE_LEVELS];
    size_t depth = 1;
    memset(stack, 0, sizeof stack);
    stack[0].count = tree->triangle_count;
    while (depth) {
        const collide__tree_part_of part = stack[--depth];
        if (part.node == UINT32_MAX) {
            collide__tree_leaf_take(tree, part.begin / 4, items + part.begin, part.count, mesh);
            collide__tree_places(tree)[tree->triangle_count + part.begin / 4] = part.parent;
            continue;
        }
        const uint32_t share = collide__tree_share(part.count);
        const uint32_t below = share > 4 ? collide__tree_nodes(share) : 0;
        float *rows = collide__tree_rows(tree, part.node);
        collide__tree_links *links = collide__tree_links_of(tree, part.node);
        for (uint32_t r = 0; r < 8 * tree->kind; ++r)
            rows[r] = -FLT_MAX;
        memset(links, 0, sizeof *links);
        links->parent = part.parent;
        links->count = (part.count + share - 1) / share;
        collide__tree_order_items(items + part.begin, part.count, share, options);
        for (uint32_t i = links->count; i-- > 0;) { // the first one on top: leaves in order
            collide__tree_part_of *child = &stack[depth++];
            child->begin = part.begin + i * share;
            child->count = i + 1 < links->count ? share : part.count - i * share;
            child->parent = 8 * part.node + i;
            child->node = child->count > 4 ? part.node + 1 + i * below : UINT32_MAX;
            links->child[i] =
                child->count > 4 ? child->node : (child->begin / 4) | COLLIDE__TREE_LEAF;
        }
    }
}

// Whether all indices and vertices of a checked mesh are good.
static collide_status collide__tree_vertices_check(const collide_mesh *mesh) {
    for (size_t i = 0; i < mesh->vertex_count; ++i)
        if (!collide__finite3(
                collide__read_vec3(collide__at(mesh->positions, i, mesh->position_stride))))
            return COLLIDE_ERROR_NOT_FINITE;
    return COLLIDE_OK;
}

// FNV-1a of counts, the order of the triangles and the bounds of the root, by words.
static uint32_t collide__tree_stamp(const collide_tree *tree) {
    const float *rows = collide__tree_rows(tree, 0);
    const uint32_t count = collide__tree_links_of(tree, 0)->count;
    uint32_t stamp = 2166136261u, word;
    stamp = (stamp ^ tree->vertex_count) * 16777619u;
    stamp = (stamp ^ tree->triangle_count) * 16777619u;
    stamp = (stamp ^ tree->type) * 16777619u;
    for (uint32_t i = 0; i < 4 * tree->leaf_count; ++i)
        stamp = (stamp ^ collide__tree_leaf_of(tree, i / 4)->triangle[i % 4]) * 16777619u;
    for (uint32_t i = 0; i < 8 * tree->kind; ++i)
        if (i % 8 < count) {
            memcpy(&word, rows + i, sizeof word);
            stamp = (stamp ^ word) * 16777619u;
        }
    return stamp;
}

COLLIDE__INLINE uint64_t collide__tree_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u; // odd, near 2^64 times the golden ratio
    return hash ^ hash >> 29;
}

static uint64_t collide__tree_hash(collide_vec3 p) {
    uint32_t word[3];
    uint64_t hash = 0;
    memcpy(word, &p, sizeof word);
    for (int i = 0; i < 3; ++i)
        hash = collide__tree_mix(hash, (uint64_t)(word[i] << 1 ? word[i] : 0) + 1); // one zero
    return collide__tree_mix(hash, 0);
}

// Takes the edges of a triangle in or out of a sum that is zero where each is there as often in as
// out; edges without length are not.
static void collide__tree_edges(const collide_vec3 *v, uint64_t *sum) {
    uint64_t hash[3];
    for (int i = 0; i < 3; ++i)
        hash[i] = collide__tree_hash(v[i]);
    for (int i = 0; i < 3; ++i) {
        const uint64_t p = hash[i], q = hash[i < 2 ? i + 1 : 0];
        const uint64_t edge = collide__tree_mix(p < q ? p : q, p < q ? q : p);
        *sum ^= p == q ? 0 : collide__tree_mix(edge, 1);
    }
}

static collide_vec3 collide__mesh_position(const collide_mesh *mesh, size_t corner) {
    return collide__read_vec3(
        collide__at(mesh->positions, collide__mesh_index(mesh, corner), mesh->position_stride));
}

static bool collide__tree_closes(const collide_mesh *mesh) {
    uint64_t sum = 0;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        collide_vec3 v[3];
        for (size_t k = 0; k < 3; ++k)
            v[k] = collide__mesh_position(mesh, 3 * i + k);
        collide__tree_edges(v, &sum);
    }
    return sum == 0;
}

static uint32_t collide__tree_part_find(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// Joins what has a vertex in common, by its number or by its place. Those are found again by a
// table, with some tries only: what is found too seldom is a part too many, which costs time alone.
static void collide__tree_join(const collide_tree *tree, const collide_mesh *mesh, bool by_place,
                               uint32_t *parent, uint32_t *table, uint32_t size) {
    const uint32_t each = collide__tree_vertices(tree);
    for (uint32_t i = 0; i < size; ++i)
        table[i] = UINT32_MAX;
    for (uint32_t i = 0; i < each * tree->triangle_count; ++i) {
        const collide_vec3 p = collide__mesh_position(mesh, i);
        const size_t number = collide__mesh_index(mesh, i);
        const uint64_t hash = by_place ? collide__tree_hash(p) : collide__tree_mix(0, number);
        for (uint32_t k = 0; k < 16; ++k) {
            uint32_t *slot = &table[((uint32_t)(hash >> 20) + k) & (size - 1)];
            if (*slot == UINT32_MAX) {
                *slot = i;
                break;
            }
            const collide_vec3 q = collide__mesh_position(mesh, *slot);
            if (by_place ? q.x == p.x && q.y == p.y && q.z == p.z
                         : collide__mesh_index(mesh, *slot) == number) {
                const uint32_t a = collide__tree_part_find(parent, i / each);
                const uint32_t b = collide__tree_part_find(parent, *slot / each);
                parent[a < b ? b : a] = a < b ? a : b;
                break;
            }
        }
    }
}

// The least triangle of each part; then those of parts that hang together by the places of vertices
// alone, and may do so no longer when the mesh has been deformed. scratch: 4 * n bytes, and at most
// 32 * n more.
static void collide__tree_find_parts(collide_tree *tree, const collide_mesh *mesh,
                                     uint32_t *scratch) {
    const uint32_t n = tree->triangle_count;
    uint32_t *parent = scratch, *table = scratch + n, size = 4, *parts = collide__tree_parts(tree);
    while (size < 4 * n)
        size *= 2;
    for (uint32_t i = 0; i < n; ++i)
        parent[i] = i;
    tree->part_count = tree->piece_count = 0;
    collide__tree_join(tree, mesh, false, parent, table, size);
    for (uint32_t i = 0; i < n; ++i)
        if (collide__tree_part_find(parent, i) == i)
            parts[tree->piece_count++] = i;
    collide__tree_join(tree, mesh, true, parent, table, size);
    for (uint32_t i = 0; i < tree->piece_count; ++i)
        if (collide__tree_part_find(parent, parts[i]) == parts[i]) {
            const uint32_t own = parts[i];
            parts[i] = parts[tree->part_count];
            parts[tree->part_count++] = own;
        }
}

COLLIDE_API collide_status collide_tree_build(collide_tree **tree, void *memory, size_t size,
                                              const collide_mesh *mesh,
                                              const collide_tree_options *options) {
    collide_tree layout;
    if (!tree)
        return COLLIDE_ERROR_NULL;
    *tree = NULL;
    if (!memory || !mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    collide_status status = collide__mesh_check(&checked);
    if (status == COLLIDE_OK && checked.vertex_count > UINT32_MAX)
        status = COLLIDE_ERROR_OVERFLOW;
    if (status != COLLIDE_OK)
        return status;
    if (!collide__tree_layout(checked.triangle_count, options, &layout))
        return COLLIDE_ERROR_OPTION;
    status = collide__memory_check(memory, size, checked.triangle_count,
                                   collide_tree_size(checked.triangle_count, options));
    const uint32_t each = collide__tree_vertices(&layout);
    if (status == COLLIDE_OK && !collide__fits(checked.triangle_count, each * checked.index_size))
        status = COLLIDE_ERROR_OVERFLOW;
    for (size_t i = 0; i < each * checked.triangle_count && status == COLLIDE_OK; ++i)
        if (collide__mesh_index(&checked, i) >= checked.vertex_count)
            status = COLLIDE_ERROR_INDEX;
    if (status == COLLIDE_OK)
        status = collide__tree_vertices_check(&checked);
    if (status == COLLIDE_OK && layout.type == COLLIDE_TREE_CLOSED &&
        !collide__tree_closes(&checked))
        status = COLLIDE_ERROR_OPEN;
    if (status != COLLIDE_OK)
        return status;
    collide_tree *t = (collide_tree *)memory;
    layout.vertex_count = (uint32_t)checked.vertex_count;
    memcpy(t, &layout, sizeof layout);
    if (t->type != COLLIDE_TREE_SURFACE)
        collide__tree_find_parts(t, &checked, (uint32_t *)(void *)collide__tree_leaf_of(t, 0));
    // Items lie at the end of the leaves' memory: four of them need a quarter of what a leaf does,
    // so each is read before a leaf comes to its place.
    collide__tree_item *items =
        (collide__tree_item *)(void *)collide__tree_places(t) - t->triangle_count;
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        collide_vec3 lo = collide__mesh_position(&checked, each * (size_t)i), hi = lo;
        for (uint32_t v = 1; v < each; ++v) {
            const collide_vec3 p = collide__mesh_position(&checked, each * (size_t)i + v);
            lo = collide__vec3(p.x < lo.x ? p.x : lo.x, p.y < lo.y ? p.y : lo.y,
                               p.z < lo.z ? p.z : lo.z);
            hi = collide__vec3(p.x > hi.x ? p.x : hi.x, p.y > hi.y ? p.y : hi.y,
                               p.z > hi.z ? p.z : hi.z);
        }
        items[i].at[0] = lo.x + hi.x;
        items[i].at[1] = lo.y + hi.y;
        items[i].at[2] = lo.z + hi.z;
        items[i].triangle = i;
    }
    collide__tree_grow(t, items, &checked, options);
    for (uint32_t i = t->node_count; i-- > 0;)
        collide__tree_bound(t, i);
    collide__tree_measure(t);
    t->stamp = collide__tree_stamp(t);
    *tree = t;
    return COLLIDE_OK;
}

// Whether a closed mesh is so with the triangles listed, or all, where they are now. Those that are
// listed twice count once: their numbers are marked meanwhile.
static bool collide__tree_stays_closed(collide_tree *tree, const collide_mesh *mesh,
                                       const uint32_t *triangles, size_t n) {
    const uint32_t *places = collide__tree_places(tree);
    uint64_t sum = 0;
    n = triangles ? n : tree->triangle_count;
    for (size_t i = 0; i < n; ++i) {
        const uint32_t number = triangles ? triangles[i] : (uint32_t)i, place = places[number];
        collide__tree_leaf *leaf = collide__tree_leaf_of(tree, place / 4);
        const uint32_t s = place % 4;
        collide_vec3 v[3], before[3];
        if (leaf->triangle[s] != number)
            continue;
        for (uint32_t k = 0; k < 3; ++k) {
            v[k] = collide__tree_position(tree, place, k, mesh);
            before[k] = collide__vec3(leaf->rows[0][4 * k + s], leaf->rows[1][4 * k + s],
                                      leaf->rows[2][4 * k + s]);
        }
        collide__tree_edges(v, &sum);
        if (!triangles)
            continue;
        collide__tree_edges(before, &sum);
        leaf->triangle[s] = ~number;
    }
    for (size_t i = 0; triangles && i < n; ++i)
        collide__tree_leaf_of(tree, places[triangles[i]] / 4)->triangle[places[triangles[i]] % 4] =
            triangles[i];
    return sum == 0;
}

COLLIDE_API collide_status collide_tree_refit(collide_tree *tree, const collide_mesh *mesh,
                                              const uint32_t *triangles, size_t n) {
    if (!tree || !mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    float went[3] = {0, 0, 0};
    collide_status status = collide__mesh_check(&checked);
    if (status == COLLIDE_OK && (checked.vertex_count != tree->vertex_count ||
                                 checked.triangle_count != tree->triangle_count))
        status = COLLIDE_ERROR_COUNT;
    if (status == COLLIDE_OK && !triangles)
        status = collide__tree_vertices_check(&checked);
    for (size_t i = 0; triangles && i < n && status == COLLIDE_OK; ++i) {
        if (triangles[i] >= tree->triangle_count)
            return COLLIDE_ERROR_INDEX;
        const uint32_t place = collide__tree_places(tree)[triangles[i]];
        for (uint32_t v = 0; v < 4; ++v)
            if (!collide__finite3(collide__tree_position(tree, place, v, &checked)))
                status = COLLIDE_ERROR_NOT_FINITE;
    }
    if (status == COLLIDE_OK && tree->type == COLLIDE_TREE_CLOSED &&
        !collide__tree_stays_closed(tree, &checked, triangles, n))
        status = COLLIDE_ERROR_OPEN;
    if (status != COLLIDE_OK)
        return status;
    tree->part_count = tree->piece_count;
    for (uint32_t i = 0; !triangles && i < 4 * tree->leaf_count; ++i)
        collide__tree_fill(tree, i, &checked, went);
    for (size_t i = 0; triangles && i < n; ++i) {
        const uint32_t *places = collide__tree_places(tree);
        const uint32_t leaf = places[triangles[i]] / 4;
        collide__tree_leaf *own = collide__tree_leaf_of(tree, leaf);
        collide__tree_fill(tree, places[triangles[i]], &checked, went);
        for (uint32_t s = 1; s < 4; ++s)
            for (uint32_t k = s; k < 16 && own->triangle[s] == UINT32_MAX; k += 4)
                for (int axis = 0; axis < 3; ++axis) // those that repeat the last one
                    own->rows[axis][k] = own->rows[axis][k - 1];
        uint32_t node = places[tree->triangle_count + leaf] / 8;
        collide__tree_links *links = collide__tree_links_of(tree, node);
        while (!links->changed) {
            links->changed = 1;
            links = collide__tree_links_of(tree, links->parent / 8);
        }
    }
    for (uint32_t i = tree->node_count; i-- > 0;)
        if (!triangles || collide__tree_links_of(tree, i)->changed) {
            collide__tree_links_of(tree, i)->changed = 0;
            collide__tree_bound(tree, i);
        }
    collide__tree_measure(tree);
    for (int axis = 0; axis < 3; ++axis) // rounded up, so that small ways add to a large sum, too
        if (went[axis] > 0)
            tree->drift[axis] = collide__dmul(
                tree->drift[axis] + collide__dmul((double)went[axis], 1.0000002384185791015625),
                1 + 4.440892098500626e-16); // 1 + 2^-22, 1 + 2^-51
    return COLLIDE_OK;
}

// ---- queries ---------------------------------------------------------------------------------

// Two nodes, or a leaf of a and a node of b, and the column of a's parent that holds the former's
// bound, 8 * node + column, or none of the root.
typedef struct collide__tree_task {
    uint32_t a, b, slot;
} collide__tree_task;
#define COLLIDE__TREE_NO_SLOT UINT32_MAX
#define COLLIDE__TREE_TASKS (64 * COLLIDE__TREE_LEVELS)

// A query under way. Pairs of triangles whose boxes meet are gathered, and asked 16 at a time.
typedef struct collide__tree_query {
    const collide_tree *a, *b;
    const collide__tree_kernels *kernels;
    bool self, any, ends;
    bool solid; // one is of tetrahedra, whose pairs are asked one by one
    unsigned gathered;
    uint32_t moved; // the leaf of b that leaf holds, in a's frame
    collide_pair *pairs;
    size_t capacity, found;
    collide_tree_visitor visit;
    void *user;
    collide_tree_count count;
    collide__tree_motion motion;
    collide_pair pair[16];
    COLLIDE__ALIGNED(float) leaf[72];
    COLLIDE__ALIGNED(float) p[144];
    COLLIDE__ALIGNED(float) q[144];
} collide__tree_query;

static void collide__tree_hand(collide__tree_query *query, collide_pair pair) {
    if (query->found < query->capacity)
        query->pairs[query->found] = pair;
    ++query->found;
    query->ends = query->any || (query->visit && !query->visit(query->user, pair));
}

// Asks the pairs that were gathered, and hands out those that meet.
static void collide__tree_ask(collide__tree_query *query) {
    const unsigned n = query->gathered;
    query->gathered = 0;
    if (n == 0 || query->ends)
        return;
    for (unsigned r = 0; r < 144; r += 16)
        for (unsigned i = n; i < 16; ++i) {
            query->p[r + i] = query->p[r];
            query->q[r + i] = query->q[r];
        }
    query->count.triangles += n;
    unsigned hits = collide__triangles_ask(query->p, query->q, 0xffffu >> (16 - n));
    for (; hits && !query->ends; hits &= hits - 1)
        collide__tree_hand(query, query->pair[collide__lowest_bit(hits)]);
}

// Whether two triangles of one mesh, by their places, share the index of a vertex.
static bool collide__tree_neighbours(const collide_tree *tree, uint32_t a, uint32_t b) {
    bool same = false;
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = 0; j < 4; ++j)
            same |= collide__tree_vertex(tree, a, i) == collide__tree_vertex(tree, b, j);
    return same;
}

COLLIDE__INLINE collide_triangle collide__tree_triangle(const float *rows, unsigned s) {
    collide_triangle t;
    for (unsigned v = 0; v < 3; ++v)
        t.v[v] = collide__vec3(rows[4 * v + s], rows[16 + 4 * v + s], rows[32 + 4 * v + s]);
    return t;
}

COLLIDE__INLINE collide_tetrahedron collide__tree_tetrahedron(const float *rows, unsigned s) {
    collide_tetrahedron t;
    for (unsigned v = 0; v < 4; ++v)
        t.v[v] = collide__vec3(rows[4 * v + s], rows[16 + 4 * v + s], rows[32 + 4 * v + s]);
    return t;
}

// The verdict on what is i of a leaf of a and j of one of b, both in one frame.
static bool collide__tree_verdict(const collide_tree *a, const float *rows_a, unsigned i,
                                  const collide_tree *b, const float *rows_b, unsigned j) {
    const collide_triangle s = collide__tree_triangle(rows_a, i);
    const collide_triangle t = collide__tree_triangle(rows_b, j);
    if (a->type != COLLIDE_TREE_TETRAHEDRA && b->type != COLLIDE_TREE_TETRAHEDRA)
        return collide_triangle_triangle(&s, &t);
    const collide_tetrahedron p = collide__tree_tetrahedron(rows_a, i);
    const collide_tetrahedron q = collide__tree_tetrahedron(rows_b, j);
    if (b->type != COLLIDE_TREE_TETRAHEDRA)
        return collide_tetrahedron_triangle(&p, &t);
    return a->type != COLLIDE_TREE_TETRAHEDRA ? collide_tetrahedron_triangle(&q, &s)
                                              : collide_tetrahedron_tetrahedron(&p, &q);
}

// Returns whether any boxes of triangles meet.
static bool collide__tree_leaf_leaf(collide__tree_query *query, uint32_t a, uint32_t b) {
    const collide__tree_leaf *p = collide__tree_leaf_of(query->a, a & ~COLLIDE__TREE_LEAF);
    const collide__tree_leaf *q = collide__tree_leaf_of(query->b, b & ~COLLIDE__TREE_LEAF);
    if (query->moved != b) {
        query->kernels->move_leaf(q->rows[0], &query->motion.pose, query->leaf);
        query->moved = b;
    }
    unsigned hits = query->kernels->leaves(p->rows[0], query->leaf + 48);
    const bool any = hits != 0;
    for (; hits; hits &= hits - 1) {
        const unsigned k = collide__lowest_bit(hits), i = k / 4, j = k % 4;
        collide_pair pair;
        pair.a = p->triangle[i];
        pair.b = q->triangle[j];
        if (pair.a == UINT32_MAX || pair.b == UINT32_MAX)
            continue;
        if (query->self) {
            if ((p == q && i >= j) ||
                collide__tree_neighbours(query->a, 4 * (a & ~COLLIDE__TREE_LEAF) + i,
                                         4 * (b & ~COLLIDE__TREE_LEAF) + j))
                continue;
            if (pair.a > pair.b) {
                pair.a = q->triangle[j];
                pair.b = p->triangle[i];
            }
        }
        if (query->solid) {
            ++query->count.triangles;
            if (!query->ends &&
                collide__tree_verdict(query->a, p->rows[0], i, query->b, query->leaf, j))
                collide__tree_hand(query, pair);
            continue;
        }
        const unsigned n = query->gathered++;
        query->pair[n] = pair;
        const float *u = p->rows[0] + i, *v = query->leaf + j;
        float *to_u = query->p + n, *to_v = query->q + n;
#define COLLIDE__TREE_PUT(row, lane)                                                               \
    to_u[16 * (row)] = u[lane];                                                                    \
    to_v[16 * (row)] = v[lane];
        COLLIDE__TREE_PUT(0, 0)
        COLLIDE__TREE_PUT(1, 16)
        COLLIDE__TREE_PUT(2, 32)
        COLLIDE__TREE_PUT(3, 4)
        COLLIDE__TREE_PUT(4, 20)
        COLLIDE__TREE_PUT(5, 36)
        COLLIDE__TREE_PUT(6, 8)
        COLLIDE__TREE_PUT(7, 24)
        COLLIDE__TREE_PUT(8, 40)
#undef COLLIDE__TREE_PUT
        if (query->gathered == 16)
            collide__tree_ask(query);
    }
    return any;
}

COLLIDE__INLINE unsigned collide__tree_children(const collide__tree_links *links) {
    return 0xffu >> (8 - links->count);
}

// A leaf of b, whose bound is a column of moved rows, against the subtree of a node of a.
static void collide__tree_node_leaf(collide__tree_query *query, uint32_t a, uint32_t b,
                                    const float *moved, unsigned column) {
    uint32_t stack[8 * COLLIDE__TREE_LEVELS];
    size_t depth = 1;
    stack[0] = a;
    while (depth && !query->ends) {
        const uint32_t node = stack[--depth];
        const collide__tree_links *links = collide__tree_links_of(query->a, node);
        uint8_t hits[8];
        query->kernels->meet(collide__tree_rows(query->a, node), query->motion.directions, moved,
                             1u << column, hits, NULL);
        query->count.volumes += 8;
        for (unsigned bits = hits[column] & collide__tree_children(links); bits; bits &= bits - 1) {
            const uint32_t child = links->child[collide__lowest_bit(bits)];
            if (child & COLLIDE__TREE_LEAF)
                collide__tree_leaf_leaf(query, child, b);
            else
                stack[depth++] = child;
        }
    }
}

// Asks the leaves of a task's nodes that meet, and puts the other children that do on the stack; if
// any will do, those that overlap most on top.
static void collide__tree_step(collide__tree_query *query, const collide__tree_task *task,
                               collide__tree_task *stack, size_t *depth) {
    COLLIDE__ALIGNED(float) moved[16 * 13];
    COLLIDE__ALIGNED(float) gaps[16 * 8];
    uint8_t hits[8];
    float deepest = -collide__infinity();
    size_t best = *depth;
    const bool leaf = task->a & COLLIDE__TREE_LEAF;
    const collide__tree_links *to = leaf ? NULL : collide__tree_links_of(query->a, task->a);
    const collide__tree_links *from = collide__tree_links_of(query->b, task->b);
    const float *slot = task->slot == COLLIDE__TREE_NO_SLOT
                            ? NULL
                            : collide__tree_rows(query->a, task->slot / 8) + task->slot % 8;
    unsigned named =
        query->kernels->move(collide__tree_rows(query->b, task->b), &query->motion, slot, moved) &
        collide__tree_children(from);
    query->count.updates += 8;
    query->count.volumes += slot ? 8 : 0;
    if (to && named) {
        query->kernels->meet(collide__tree_rows(query->a, task->a), query->motion.directions, moved,
                             named, hits, query->any ? gaps : NULL);
        query->count.volumes += 8 * collide__popcount(named);
    }
    for (; named && !query->ends; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const uint32_t b = from->child[j];
        unsigned bits = to ? hits[j] & collide__tree_children(to) : 1u;
        if (query->self && task->a == task->b)
            bits &= 0xffu >> (7 - j); // each pair once
        for (; bits && !query->ends; bits &= bits - 1) {
            const unsigned i = collide__lowest_bit(bits);
            const uint32_t a = to ? to->child[i] : task->a;
            if (b & COLLIDE__TREE_LEAF) {
                if (a & COLLIDE__TREE_LEAF)
                    collide__tree_leaf_leaf(query, a, b);
                else
                    collide__tree_node_leaf(query, a, b, moved, j);
                continue;
            }
            if (query->any && to) {
                const float x = gaps[16 * j + i], y = gaps[16 * j + i + 8], gap = x < y ? x : y;
                best = gap > deepest ? *depth : best;
                deepest = gap > deepest ? gap : deepest;
            }
            collide__tree_task *next = &stack[(*depth)++];
            next->a = a;
            next->b = b;
            next->slot = to ? 8 * task->a + i : task->slot;
        }
    }
    if (best + 1 < *depth && query->any) {
        const collide__tree_task top = stack[*depth - 1];
        stack[*depth - 1] = stack[best];
        stack[best] = top;
    }
}

// Of two kinds, the rows that both begin with.
static unsigned collide__tree_directions(const collide_tree *a, const collide_tree *b) {
    const uint32_t least = a->kind < b->kind ? a->kind : b->kind;
    const uint32_t most = a->kind < b->kind ? b->kind : a->kind;
    return least == most ? least / 2 : least == 14 && most == 26 ? 7 : 3;
}

static bool collide__tree_begin(collide__tree_query *query, const collide_pose *pose) {
    const unsigned directions = collide__tree_directions(query->a, query->b);
    query->kernels = collide__tree();
    query->moved = UINT32_MAX;
    query->gathered = 0;
    query->found = 0;
    query->ends = false;
    memset(&query->count, 0, sizeof query->count);
    return collide__tree_move(directions, query->a->radius, query->b->radius, pose, &query->motion);
}

static void collide__tree_count_add(collide_tree_count *count, const collide_tree_count *done) {
    if (count) {
        count->volumes += done->volumes;
        count->triangles += done->triangles;
        count->updates += done->updates;
    }
}

static size_t collide__tree_run(collide__tree_query *query, const collide_pose *pose_a,
                                const collide_pose *pose_b, collide_tree_count *count) {
    collide__tree_task stack[COLLIDE__TREE_TASKS];
    size_t depth = 1;
    if (!query->a || !query->b)
        return 0;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    if (!collide__tree_begin(query, &pose))
        return 0;
    stack[0].a = 0;
    stack[0].b = 0;
    stack[0].slot = COLLIDE__TREE_NO_SLOT;
    while (depth && !query->ends) {
        const collide__tree_task task = stack[--depth];
        collide__tree_step(query, &task, stack, &depth);
        if (query->any)
            collide__tree_ask(query);
    }
    collide__tree_ask(query);
    collide__tree_count_add(count, &query->count);
    return query->found;
}

static void collide__tree_query_of(collide__tree_query *query, const collide_tree *a,
                                   const collide_tree *b, collide_pair *pairs, size_t capacity) {
    query->a = a;
    query->b = b;
    query->self = query->any = false;
    query->solid =
        a && b && (a->type == COLLIDE_TREE_TETRAHEDRA || b->type == COLLIDE_TREE_TETRAHEDRA);
    query->pairs = pairs;
    query->capacity = capacity;
    query->visit = NULL;
    query->user = NULL;
}

COLLIDE_API bool collide_tree_tree(const collide_tree *a, const collide_pose *pose_a,
                                   const collide_tree *b, const collide_pose *pose_b,
                                   collide_tree_count *count) {
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, NULL, 0);
    query.any = true;
    return collide__tree_run(&query, pose_a, pose_b, count) > 0;
}

COLLIDE_API size_t collide_tree_tree_indices(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             collide_pair *pairs, size_t capacity,
                                             collide_tree_count *count) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, pairs, capacity);
    return collide__tree_run(&query, pose_a, pose_b, count);
}

COLLIDE_API size_t collide_tree_tree_visit(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b,
                                           collide_tree_visitor visit, void *user,
                                           collide_tree_count *count) {
    COLLIDE_ASSERT(visit);
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, NULL, 0);
    query.visit = visit;
    query.user = user;
    return collide__tree_run(&query, pose_a, pose_b, count);
}

COLLIDE_API size_t collide_tree_self_indices(const collide_tree *tree, collide_pair *pairs,
                                             size_t capacity, collide_tree_count *count) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, tree, tree, pairs, capacity);
    query.self = true;
    return collide__tree_run(&query, NULL, NULL, count);
}

// Whether there are two trees, of triangles.
COLLIDE__INLINE bool collide__tree_surfaces(const collide_tree *a, const collide_tree *b) {
    return a && b && a->type != COLLIDE_TREE_TETRAHEDRA && b->type != COLLIDE_TREE_TETRAHEDRA;
}

// Triangle number of a tree, as it lies there.
static collide_triangle collide__tree_numbered(const collide_tree *tree, uint32_t number) {
    const uint32_t place = collide__tree_places(tree)[number];
    return collide__tree_triangle(collide__tree_leaf_of(tree, place / 4)->rows[0], place % 4);
}

static collide_triangle collide__tree_posed(const collide_tree *tree, uint32_t number,
                                            const collide_pose *pose) {
    collide_triangle t = collide__tree_numbered(tree, number);
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide_pose_apply(pose, t.v[i]);
    return t;
}

COLLIDE_API size_t collide_tree_tree_poses(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *poses,
                                           size_t n, size_t stride, uint16_t *bits) {
    collide__tree_query query;
    collide_pair last = {UINT32_MAX, UINT32_MAX};
    size_t hits = 0;
    COLLIDE_ASSERT((poses && bits) || n == 0);
    stride = stride ? stride : sizeof *poses;
    for (size_t i = 0; i < n; ++i) {
        const collide_pose *pose_b = (const collide_pose *)collide__at(poses, i, stride);
        const collide_pose pose = collide_pose_relative(pose_a, pose_b);
        bool hit = false;
        if (i % 16 == 0)
            bits[i / 16] = 0;
        collide__tree_query_of(&query, a, b, &last, 1);
        if (last.a != UINT32_MAX && collide__tree_begin(&query, &pose)) {
            const uint32_t s = collide__tree_places(a)[last.a], t = collide__tree_places(b)[last.b];
            query.kernels->move_leaf(collide__tree_leaf_of(b, t / 4)->rows[0], &pose, query.leaf);
            hit = collide__tree_verdict(a, collide__tree_leaf_of(a, s / 4)->rows[0], s % 4, b,
                                        query.leaf, t % 4);
        }
        query.any = true;
        hit = hit || collide__tree_run(&query, pose_a, pose_b, NULL) > 0;
        bits[i / 16] = (uint16_t)(bits[i / 16] | (unsigned)hit << i % 16);
        hits += hit;
    }
    return hits;
}

// Contacts under way, in a's frame.
typedef struct collide__tree_touching {
    const collide_tree *a, *b;
    collide_pose pose;
    float distance;
    collide_contact *contacts;
    size_t capacity, left, dropped;
} collide__tree_touching;

// A contact to one of its place, to a free place, or to that of the least depth if it is deeper.
static void collide__tree_touch_put(collide__tree_touching *t, const collide_contact *c) {
    size_t least = 0;
    for (size_t i = 0; i < t->left; ++i) {
        if (collide__contact_merges(&t->contacts[i], c, t->distance))
            return;
        least = t->contacts[i].depth < t->contacts[least].depth ? i : least;
    }
    if (t->left < t->capacity) {
        t->contacts[t->left++] = *c;
        return;
    }
    ++t->dropped;
    if (t->capacity && c->depth > t->contacts[least].depth)
        t->contacts[least] = *c;
}

static bool collide__tree_touch(void *user, collide_pair pair) {
    collide__tree_touching *t = (collide__tree_touching *)user;
    const collide_triangle p = collide__tree_numbered(t->a, pair.a);
    const collide_triangle q = collide__tree_posed(t->b, pair.b, &t->pose);
    collide_contact found[9];
    const size_t n = collide_triangle_triangle_contacts(&p, &q, found, 9);
    for (size_t i = 0; i < n; ++i)
        collide__tree_touch_put(t, &found[i]);
    return true;
}

// A vector of a's frame in the space of its pose, of unit length.
static collide_vec3 collide__tree_turn(const collide_pose *pose_a, collide_vec3 n) {
    collide__dvec3 m = collide__dvec3_of(n);
    if (!pose_a)
        return n;
    m = collide__dturn(pose_a, m);
    collide__dnormalize(&m);
    return collide__dround(m);
}

COLLIDE_API size_t collide_tree_tree_contacts(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              float distance, collide_contact *contacts,
                                              size_t capacity, collide_tree_count *count) {
    collide__tree_touching t;
    COLLIDE_ASSERT(contacts || capacity == 0);
    t.a = a;
    t.b = b;
    t.pose = collide_pose_relative(pose_a, pose_b);
    t.distance = distance;
    t.contacts = contacts;
    t.capacity = capacity;
    t.left = t.dropped = 0;
    if (!collide__tree_surfaces(a, b))
        return 0;
    collide_tree_tree_visit(a, pose_a, b, pose_b, collide__tree_touch, &t, count);
    for (size_t i = 0; i < t.left && pose_a; ++i) {
        collide_contact *c = &contacts[i];
        c->normal = collide__tree_turn(pose_a, c->normal);
        c->point_a = collide_pose_apply(pose_a, c->point_a);
        c->point_b = collide_pose_apply(pose_a, c->point_b);
    }
    return t.left + t.dropped;
}

COLLIDE_API collide_aabb collide_tree_aabb(const collide_tree *tree, const collide_pose *pose) {
    COLLIDE__ALIGNED(float) moved[16 * 13];
    const float infinity = collide__infinity();
    const collide_pose at = pose ? *pose : collide_pose_identity();
    float most[6];
    collide__tree_motion motion;
    for (int r = 0; r < 6; ++r)
        most[r] = -infinity;
    if (tree && collide__tree_move(tree->kind / 2, 0, tree->radius, &at, &motion)) {
        const uint32_t count = collide__tree_links_of(tree, 0)->count;
        collide__tree()->move(collide__tree_rows(tree, 0), &motion, NULL, moved);
        for (uint32_t k = 0; k < 6 * 8; ++k)
            if (k % 8 < count)
                most[k / 8] = moved[k] > most[k / 8] ? moved[k] : most[k / 8];
    }
    const collide_aabb box = {collide__vec3(-most[1], -most[3], -most[5]),
                              collide__vec3(most[0], most[2], most[4])};
    return box;
}

// Where the bound of a leaf, or of a node but the root, lies in its parent: 8 * node + column.
COLLIDE__INLINE uint32_t collide__tree_slot(const collide_tree *tree, uint32_t code) {
    return code & COLLIDE__TREE_LEAF
               ? collide__tree_places(tree)[tree->triangle_count + (code ^ COLLIDE__TREE_LEAF)]
               : collide__tree_links_of(tree, code)->parent;
}

// The node whose rows hold the bound of a leaf, in one column; or the node itself, and all its
// columns.
COLLIDE__INLINE uint32_t collide__tree_place(const collide_tree *tree, uint32_t code,
                                             unsigned *columns) {
    if (code & COLLIDE__TREE_LEAF) {
        const uint32_t slot = collide__tree_slot(tree, code);
        *columns = 1u << slot % 8;
        return slot / 8;
    }
    *columns = collide__tree_children(collide__tree_links_of(tree, code));
    return code;
}

COLLIDE__INLINE const float *collide__tree_column_of(const collide_tree *tree, uint32_t slot) {
    return collide__tree_rows(tree, slot / 8) + slot % 8;
}

// ---- coherence -------------------------------------------------------------------------------
// A pair of nodes or leaves that was apart along row r of b by some gap is so until b has gone as
// far along that row, however it turns and bends: the gap is that of the points, not of the bounds.

// until is what gone[row] may be at most; -infinity for leaves whose triangles are asked each time,
// row is then how often none was near another since one was.
typedef struct collide__front_entry {
    uint32_t a, b, row;
    float until;
} collide__front_entry;

#define COLLIDE__FRONT_HEADER ((sizeof(collide_front) + 63) / 64 * 64)

COLLIDE__INLINE collide__front_entry *collide__front_entries(collide_front *front) {
    return (collide__front_entry *)(void *)((char *)front + COLLIDE__FRONT_HEADER);
}

COLLIDE_API size_t collide_front_size(size_t capacity) {
    const size_t most = (PTRDIFF_MAX - COLLIDE__FRONT_HEADER - 63) / sizeof(collide__front_entry);
    return capacity == 0 || capacity > most || capacity > UINT32_MAX
               ? 0
               : (COLLIDE__FRONT_HEADER + capacity * sizeof(collide__front_entry) + 63) / 64 * 64;
}

COLLIDE_API collide_status collide_front_build(collide_front **front, void *memory, size_t size,
                                               size_t capacity, const collide_tree *a,
                                               const collide_tree *b) {
    if (!front)
        return COLLIDE_ERROR_NULL;
    *front = NULL;
    if (!memory || !a || !b)
        return COLLIDE_ERROR_NULL;
    const size_t needed = collide_front_size(capacity);
    const collide_status status = collide__memory_check(memory, size, capacity, needed);
    if (status != COLLIDE_OK)
        return status;
    collide_front *f = (collide_front *)memory;
    memset(f, 0, sizeof *f);
    f->magic = COLLIDE_FRONT_MAGIC;
    f->capacity = (uint32_t)capacity;
    f->size = needed;
    f->stamp[0] = a->stamp;
    f->stamp[1] = b->stamp;
    *front = f;
    return COLLIDE_OK;
}

// The parts of p along directions, as collide__tree_along.
COLLIDE__INLINE void collide__front_along(unsigned directions, const double *p, double *out) {
    const double sum = p[0] + p[1], difference = p[0] - p[1];
    out[0] = p[0];
    out[1] = p[1];
    out[2] = p[2];
    if (directions == 7 || directions == 13) {
        out[3] = sum + p[2];
        out[4] = difference + p[2];
        out[5] = sum - p[2];
        out[6] = difference - p[2];
    }
    if (directions >= 9) {
        out += directions == 9 ? 3 : 7;
        out[0] = sum;
        out[1] = p[0] + p[2];
        out[2] = p[1] + p[2];
        out[3] = difference;
        out[4] = p[0] - p[2];
        out[5] = p[1] - p[2];
    }
}

// Adds to gone how far points of b went since the last query along each row, as seen from a.
static void collide__front_go(collide_front *front, const collide_tree *a, const collide_tree *b,
                              const collide__tree_motion *motion) {
    const collide_vec3 *now = motion->pose.axis, *then = front->pose.axis;
    double middle[3], turn[3][3], bend[3][3], drift[2][3], most = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        const float *p = collide__floats(&motion->pose.position) + i;
        const float *q = collide__floats(&front->pose.position) + i;
        middle[i] = (double)*p - (double)*q;
        size += collide__dabs((double)*p) + collide__dabs((double)*q);
        for (int j = 0; j < 3; ++j) {
            const double x = (double)collide__floats(&now[j])[i];
            turn[j][i] = x - (double)collide__floats(&then[j])[i];
            bend[j][i] = x;
            middle[i] += collide__dmul(turn[j][i], (double)front->middle[j]);
            size +=
                collide__dmul(collide__dabs(turn[j][i]), collide__dabs((double)front->middle[j]));
        }
        drift[0][i] = a->drift[i] - front->drift[0][i];
        drift[1][i] = b->drift[i] - front->drift[1][i];
    }
    const double hair = collide__dmul(size, 3.552713678800501e-15); // 2^-48
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double along[13], way[13], part[13];
    collide__front_along(motion->directions, middle, along);
    for (unsigned d = 0; d < motion->directions; ++d)
        way[d] = hair;
    for (int j = 0; j < 9; ++j) {
        const double *p = j < 3 ? turn[j] : j < 6 ? bend[j - 3] : unit[j - 6];
        const double by = j < 3   ? (double)front->half[j]
                          : j < 6 ? drift[1][j - 3]
                                  : drift[0][j - 6];
        if (!(by > 0 || by < 0)) // most meshes do not bend
            continue;
        collide__front_along(motion->directions, p, part);
        for (unsigned d = 0; d < motion->directions; ++d)
            way[d] += collide__dmul(collide__dabs(part[d]), by);
    }
    for (unsigned d = 0; d < motion->directions; ++d) {
        front->rate[2 * d] = way[d] + along[d];
        front->rate[2 * d + 1] = way[d] - along[d];
    }
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        front->gone[r] +=
            front->rate[r] + // and what the sum may lose
            collide__dmul(collide__dabs(front->gone[r]) + collide__dabs(front->rate[r]),
                          4.440892098500626e-16); // 2^-51
        most = front->rate[r] > most ? front->rate[r] : most;
    }
    // From here on, how much a gap counts that is used up at that rate.
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        const double least = collide__dmul(most, 0.0625);
        const double rate = front->rate[r] > least ? front->rate[r] : least;
        front->rate[r] = rate > 0 ? collide__ddiv(most, rate) : 1;
    }
}

// What the next query compares with.
static void collide__front_stay(collide_front *front, const collide_tree *a, const collide_tree *b,
                                const collide__tree_motion *motion) {
    const float *rows = collide__tree_rows(b, 0);
    const uint32_t count = collide__tree_links_of(b, 0)->count;
    front->pose = motion->pose;
    for (uint32_t i = 0; i < 3; ++i) {
        float hi = rows[16 * i], lo = -rows[16 * i + 8];
        for (uint32_t k = 1; k < count; ++k) {
            hi = rows[16 * i + k] > hi ? rows[16 * i + k] : hi;
            lo = -rows[16 * i + 8 + k] < lo ? -rows[16 * i + 8 + k] : lo;
        }
        front->middle[i] = collide__mul(0.5f, lo) + collide__mul(0.5f, hi);
        const float below = front->middle[i] - lo, above = hi - front->middle[i];
        front->half[i] = collide__float_up((double)(below > above ? below : above));
        front->drift[0][i] = a->drift[i];
        front->drift[1][i] = b->drift[i];
    }
}

typedef struct collide__front_run {
    collide__tree_query query;
    COLLIDE__ALIGNED(float) moved[16 * 13]; // rows of a node of b
    COLLIDE__ALIGNED(float) most[16 * 8];
    COLLIDE__ALIGNED(float) row[16 * 8];
    float weight[26];
    uint32_t node;  // of b, whose rows are moved
    uint32_t total; // entries, those that were there when the query began first
    collide_front *front;
    bool full;
} collide__front_run;

// Columns of a node of b, moved, against those of a node of a.
static void collide__front_ask(collide__front_run *run, uint32_t node_a, uint32_t node_b,
                               unsigned columns) {
    const collide__tree_query *query = &run->query;
    if (run->node != node_b) {
        query->kernels->move(collide__tree_rows(query->b, node_b), &query->motion, NULL,
                             run->moved);
        run->query.count.updates += 8;
        run->node = node_b;
    }
    query->kernels->apart(collide__tree_rows(query->a, node_a), query->motion.directions,
                          run->weight, run->moved, columns, run->most, run->row);
}

// Puts a pair of leaves that are asked each time, or whose bounds are apart.
static void collide__front_put(collide__front_run *run, uint32_t a, uint32_t b, unsigned row,
                               float until) {
    if (run->total == run->front->capacity) {
        run->full = true;
        return;
    }
    collide__front_entry *e = collide__front_entries(run->front) + run->total++;
    e->a = a;
    e->b = b;
    e->row = row;
    e->until = until;
}

// Whether column i of a node of a and j of the moved one of b, just asked, are apart; if so along
// which row of b for longest, and until when.
static bool collide__front_apart(collide__front_run *run, uint32_t node_a, unsigned i, unsigned j,
                                 unsigned *row, float *until) {
    const float *most = run->most + 16 * j + i;
    const unsigned half = most[8] > most[0] ? 8 : 0, own = (unsigned)run->row[16 * j + i + half];
    ++run->query.count.volumes;
    if (!(most[half] > 0))
        return false;
    const float sum =
        collide__tree_rows(run->query.a, node_a)[8 * own + i] + run->moved[8 * (own ^ 1) + j];
    *row = own ^ 1;
    *until = collide__float_down(run->front->gone[*row] - (double)sum);
    return true;
}

// A pair whose bounds meet: its children, or its triangles.
typedef struct collide__front_task {
    uint32_t a, b;
} collide__front_task;

static void collide__front_expand(collide__front_run *run, uint32_t root_a, uint32_t root_b) {
    collide__front_task stack[COLLIDE__TREE_TASKS];
    const collide_tree *a = run->query.a, *b = run->query.b;
    size_t depth = 1;
    stack[0].a = root_a;
    stack[0].b = root_b;
    while (depth) {
        const collide__front_task task = stack[--depth];
        unsigned rows, columns, row = 0;
        float until = 0;
        if (task.a & task.b & COLLIDE__TREE_LEAF) {
            collide__front_put(run, task.a, task.b, 0, -collide__infinity());
            collide__tree_leaf_leaf(&run->query, task.a, task.b);
            continue;
        }
        const uint32_t node_a = collide__tree_place(a, task.a, &rows);
        const uint32_t node_b = collide__tree_place(b, task.b, &columns);
        const collide__tree_links *to = collide__tree_links_of(a, node_a);
        const collide__tree_links *from = collide__tree_links_of(b, node_b);
        const uint32_t slot = to->parent;
        unsigned left = columns;
        // Children of b that are apart from all of a make one pair each.
        if (task.a && !((task.a | task.b) & COLLIDE__TREE_LEAF)) {
            collide__front_ask(run, slot / 8, node_b, columns);
            for (unsigned bits = columns; bits; bits &= bits - 1) {
                const unsigned j = collide__lowest_bit(bits);
                if (!collide__front_apart(run, slot / 8, slot % 8, j, &row, &until))
                    continue;
                collide__front_put(run, task.a, from->child[j], row, until);
                left &= ~(1u << j);
            }
        }
        collide__front_ask(run, node_a, node_b, left);
        for (; left; left &= left - 1) {
            const unsigned j = collide__lowest_bit(left);
            for (unsigned bits = rows; bits; bits &= bits - 1) {
                const unsigned i = collide__lowest_bit(bits);
                if (collide__front_apart(run, node_a, i, j, &row, &until)) {
                    collide__front_put(run, to->child[i], from->child[j], row, until);
                } else {
                    stack[depth].a = to->child[i];
                    stack[depth++].b = from->child[j];
                }
            }
        }
    }
}

// Whether a pair that is held, and may have come too near, is still apart.
static bool collide__front_still(collide__front_run *run, collide__front_entry *e) {
    const uint32_t slot_a = collide__tree_slot(run->query.a, e->a);
    const uint32_t slot_b = collide__tree_slot(run->query.b, e->b);
    unsigned row = 0;
    collide__front_ask(run, slot_a / 8, slot_b / 8, 1u << slot_b % 8);
    if (!collide__front_apart(run, slot_a / 8, slot_a % 8, slot_b % 8, &row, &e->until))
        return false;
    e->row = row;
    return true;
}

COLLIDE_API collide_status collide_front_indices(collide_front *front, const collide_tree *a,
                                                 const collide_pose *pose_a, const collide_tree *b,
                                                 const collide_pose *pose_b, collide_pair *pairs,
                                                 size_t capacity, size_t *n,
                                                 collide_tree_count *count) {
    collide__front_run run;
    COLLIDE_ASSERT(pairs || capacity == 0);
    if (n)
        *n = 0;
    if (!front || !a || !b || !n)
        return COLLIDE_ERROR_NULL;
    if (front->magic != COLLIDE_FRONT_MAGIC || front->stamp[0] != a->stamp ||
        front->stamp[1] != b->stamp)
        return COLLIDE_ERROR_TREE;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide__tree_query_of(&run.query, a, b, pairs, capacity);
    if (!collide__tree_begin(&run.query, &pose)) {
        front->count = 0;
        return COLLIDE_OK;
    }
    const float pad = run.query.motion.pad;
    collide__front_entry *entries = collide__front_entries(front);
    uint32_t kept = 0, asked = 0;
    for (int i = 0; i < 3; ++i) // another copy of the tree
        if (!(a->drift[i] >= front->drift[0][i] && b->drift[i] >= front->drift[1][i]))
            front->count = 0;
    if (front->count)
        collide__front_go(front, a, b, &run.query.motion);
    for (unsigned r = 0; r < 26 && front->count; ++r) // NaN and infinity too
        if (!(collide__dabs(front->gone[r]) <= (double)COLLIDE__TREE_FAR))
            front->count = 0;
    const bool anew = front->count == 0;
    run.front = front;
    run.total = front->count;
    run.full = false;
    run.node = UINT32_MAX;
    for (int r = 0; r < 26; ++r) {
        front->gone[r] = anew ? 0 : front->gone[r];
        run.weight[r ^ 1] = anew ? -1 : -(float)front->rate[r];
    }
    if (anew)
        collide__front_expand(&run, 0, 0);
    for (uint32_t i = 0; i < front->count; ++i) {
        collide__front_entry e = entries[i];
        if (e.until < -FLT_MAX) {
            ++asked;
            e.row = collide__tree_leaf_leaf(&run.query, e.a, e.b) ? 0 : e.row + 1;
            if (e.row && (e.row & (e.row - 1)) == 0)
                collide__front_still(&run, &e); // less and less often
        } else if (!((double)e.until > front->gone[e.row] + (double)pad) &&
                   !collide__front_still(&run, &e)) {
            collide__front_expand(&run, e.a, e.b);
            continue;
        }
        entries[kept++] = e;
    }
    collide__tree_ask(&run.query);
    memmove(entries + kept, entries + front->count, (run.total - front->count) * sizeof *entries);
    front->count = kept + (run.total - front->count);
    front->begun = anew ? front->count : front->begun;
    front->age = anew ? 0 : front->age + 1;
    // Begin anew where pairs are missing, have become many, or are too fine since nothing is near.
    if (run.full || front->count / 2 > front->begun + 32 ||
        (front->age >= 16 && asked == 0 && front->count > 64 && front->begun > 64))
        front->count = 0;
    collide__front_stay(front, a, b, &run.query.motion);
    collide__tree_count_add(count, &run.query.count);
    *n = run.query.found;
    return COLLIDE_OK;
}

// ---- moving ----------------------------------------------------------------------------------
// Row r overlaps by sum - t * s, where s is the speed at which the moving side goes along it. So it
// begins to overlap, where s < 0, at -sum / -s, and ends, where s > 0, at sum / s.

// s is off by at most off. Times are rounded outward by more than products are.
static void collide__tree_speed_row(collide__tree_speed *speed, unsigned r, double s, double off) {
    const double least = s - off, slack = 9.5367431640625e-7; // 2^-20
    speed->in[r] = speed->out[r] = 0;
    speed->in_more[r] = -collide__infinity();
    speed->out_more[r] = collide__infinity();
    if (least > 0) {
        const double factor = collide__ddiv(1 + slack, least);
        if (factor <= (double)FLT_MAX) {
            speed->out[r] = (float)factor;
            speed->out_more[r] = FLT_MIN; // products may fall below
        }
    } else {
        const double factor = collide__ddiv(1 - slack, off - s);
        speed->in[r] = factor <= (double)FLT_MAX ? -(float)factor : -FLT_MAX;
        speed->in_more[r] = 0;
    }
}

// Of velocity v in the frame of the rows.
static void collide__tree_speed_of(unsigned directions, collide_vec3 v,
                                   collide__tree_speed *speed) {
    const float part = 0.0625f; // sums must not overflow
    const collide_vec3 w = {v.x * part, v.y * part, v.z * part};
    const double size =
        (double)collide__abs(w.x) + (double)collide__abs(w.y) + (double)collide__abs(w.z);
    float along[13];
    collide__tree_along(directions, w, along);
    for (unsigned r = 0; r < 2 * directions; ++r) {
        const double s = 16 * (double)along[r / 2];
        collide__tree_speed_row(speed, r, r & 1 ? -s : s,
                                collide__dmul(size, 1.52587890625e-5) + (double)FLT_MIN); // 2^-16
    }
}

// Whether a column begins to overlap until t_max, and before best; if so when.
COLLIDE__INLINE bool collide__tree_enters(const float *enter, const float *leave, float t_max,
                                          float best, float *at) {
    float in = enter[0] > enter[8] ? enter[0] : enter[8];
    const float out = leave[0] < leave[8] ? leave[0] : leave[8];
    in = in > FLT_MAX ? FLT_MAX : in; // verdicts end there
    *at = in > 0 ? in : 0;
    return *at <= out && *at <= t_max && *at < best;
}

// The same of two boxes, at each axis least and, 4 on, greatest, which the pad makes larger.
static bool collide__tree_box_enters(const float *a, const float *b,
                                     const collide__tree_speed *speed, float pad, float t_max,
                                     float best) {
    float in = 0, out = t_max;
    for (unsigned r = 0; r < 6; ++r) {
        const unsigned axis = 8 * (r / 2);
        const float sum = (r & 1 ? b[axis + 4] - a[axis] : a[axis + 4] - b[axis]) + pad;
        const float begin = collide__mul(sum, speed->in[r]) + speed->in_more[r];
        const float end = collide__mul(sum, speed->out[r]) + speed->out_more[r];
        in = begin > in ? begin : in;
        out = end < out ? end : out;
    }
    in = in > FLT_MAX ? FLT_MAX : in;
    return in <= out && in < best;
}

// Node or leaf of each tree, and when they may begin to meet.
typedef struct collide__tree_meeting {
    uint32_t a, b;
    float enter;
} collide__tree_meeting;

// The nearest on top.
COLLIDE__INLINE void collide__tree_push(collide__tree_meeting *stack, size_t first, size_t *depth,
                                        uint32_t a, uint32_t b, float enter) {
    size_t at = (*depth)++;
    for (; at > first && stack[at - 1].enter < enter; --at)
        stack[at] = stack[at - 1];
    stack[at].a = a;
    stack[at].b = b;
    stack[at].enter = enter;
}

// The velocity of b in the frame of a.
static collide_vec3 collide__tree_velocity(const collide_pose *pose_a, collide_vec3 va,
                                           collide_vec3 vb) {
    collide_pose from = pose_a ? *pose_a : collide_pose_identity(), v = collide_pose_identity();
    const collide_vec3 zero = {0, 0, 0};
    from.position = zero;
    v.position = collide__dround(collide__dsub(vb, va));
    return pose_a ? collide_pose_relative(&from, &v).position : v.position;
}

COLLIDE__INLINE bool collide__tree_slow(collide_vec3 v) {
    return collide__abs(v.x) <= COLLIDE__TREE_FAR && collide__abs(v.y) <= COLLIDE__TREE_FAR &&
           collide__abs(v.z) <= COLLIDE__TREE_FAR;
}

COLLIDE_API bool collide_tree_tree_sweep(const collide_tree *a, const collide_pose *pose_a,
                                         collide_vec3 va, const collide_tree *b,
                                         const collide_pose *pose_b, collide_vec3 vb, float t_max,
                                         collide_impact *out, collide_pair *pair,
                                         collide_tree_count *count) {
    COLLIDE__ALIGNED(float) moved[16 * 13];
    COLLIDE__ALIGNED(float) enter[16 * 8];
    COLLIDE__ALIGNED(float) leave[16 * 8];
    COLLIDE__ALIGNED(float) leaf[72];
    COLLIDE__ALIGNED(float) boxes[24];
    collide__tree_meeting stack[COLLIDE__TREE_TASKS];
    collide__tree_motion motion;
    collide__tree_speed speed;
    collide_impact best;
    collide_pair found = {UINT32_MAX, UINT32_MAX};
    collide_tree_count done = {0, 0, 0};
    size_t depth = 1;
    const collide_vec3 still = {0, 0, 0};
    collide__impact_miss(&best);
    if (out)
        *out = best;
    if (pair)
        *pair = found;
    if (!collide__tree_surfaces(a, b) || !(t_max >= 0) || !collide__finite3(va) ||
        !collide__finite3(vb))
        return false;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    const unsigned directions = collide__tree_directions(a, b);
    const collide_vec3 v = collide__tree_velocity(pose_a, va, vb);
    if (!collide__tree_move(directions, a->radius, b->radius, &pose, &motion) ||
        !collide__tree_slow(v))
        return false;
    collide__tree_speed_of(directions, v, &speed);
    const collide__tree_kernels *kernels = collide__tree();
    stack[0].a = stack[0].b = 0;
    stack[0].enter = 0;
    while (depth) {
        const collide__tree_meeting task = stack[--depth];
        unsigned rows, columns;
        if (!(task.enter < best.t_first))
            continue;
        if (task.a & task.b & COLLIDE__TREE_LEAF) {
            const collide__tree_leaf *p = collide__tree_leaf_of(a, task.a ^ COLLIDE__TREE_LEAF);
            const collide__tree_leaf *q = collide__tree_leaf_of(b, task.b ^ COLLIDE__TREE_LEAF);
            kernels->move_leaf(q->rows[0], &pose, leaf);
            collide__tree_boxes(p->rows[0], boxes);
            for (unsigned k = 0; k < 16; ++k) {
                const unsigned i = k / 4, j = k % 4;
                collide_impact impact;
                if (p->triangle[i] == UINT32_MAX || q->triangle[j] == UINT32_MAX ||
                    !collide__tree_box_enters(boxes + i, leaf + 48 + j, &speed, motion.pad, t_max,
                                              best.t_first))
                    continue;
                const collide_triangle s = collide__tree_triangle(p->rows[0], i);
                const collide_triangle t = collide__tree_triangle(leaf, j);
                ++done.triangles;
                if (collide_triangle_triangle_sweep(&s, still, &t, v, t_max, &impact) &&
                    impact.t_first < best.t_first) {
                    best = impact;
                    found.a = p->triangle[i];
                    found.b = q->triangle[j];
                }
            }
            continue;
        }
        const uint32_t node_a = collide__tree_place(a, task.a, &rows);
        const uint32_t node_b = collide__tree_place(b, task.b, &columns);
        const collide__tree_links *to = collide__tree_links_of(a, node_a);
        const collide__tree_links *from = collide__tree_links_of(b, node_b);
        kernels->move(collide__tree_rows(b, node_b), &motion, NULL, moved);
        kernels->times(collide__tree_rows(a, node_a), directions, &speed, moved, columns, enter,
                       leave);
        done.updates += 8;
        done.volumes += 8 * collide__popcount(columns);
        for (const size_t first = depth; columns; columns &= columns - 1) {
            const unsigned j = collide__lowest_bit(columns);
            for (unsigned bits = rows; bits; bits &= bits - 1) {
                const unsigned i = collide__lowest_bit(bits), k = 16 * j + i;
                float at;
                if (collide__tree_enters(enter + k, leave + k, t_max, best.t_first, &at))
                    collide__tree_push(stack, first, &depth, to->child[i], from->child[j], at);
            }
        }
    }
    collide__tree_count_add(count, &done);
    if (found.a == UINT32_MAX)
        return false;
    if (out) {
        *out = best;
        out->normal = collide__tree_turn(pose_a, best.normal);
    }
    if (pair)
        *pair = found;
    return true;
}

COLLIDE_API size_t collide_tree_tree_sweep_contacts(const collide_tree *a,
                                                    const collide_pose *pose_a, collide_vec3 va,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, collide_vec3 vb,
                                                    collide_pair pair, collide_contact *contacts,
                                                    size_t capacity) {
    const collide_vec3 still = {0, 0, 0};
    collide_impact impact;
    COLLIDE_ASSERT(contacts || capacity == 0);
    if (!collide__tree_surfaces(a, b) || pair.a >= a->triangle_count || pair.b >= b->triangle_count)
        return 0;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    const collide_vec3 v = collide__tree_velocity(pose_a, va, vb);
    const collide_triangle s = collide__tree_numbered(a, pair.a);
    const collide_triangle t = collide__tree_posed(b, pair.b, &pose);
    if (!collide_triangle_triangle_sweep(&s, still, &t, v, FLT_MAX, &impact))
        return 0;
    const size_t n =
        collide_triangle_triangle_sweep_contacts(&s, still, &t, v, &impact, contacts, capacity);
    for (size_t i = 0; i < n && i < capacity; ++i) {
        const collide__dvec3 along = collide__dvec3_of(va);
        collide_contact *c = &contacts[i];
        c->normal = collide__tree_turn(pose_a, c->normal);
        collide_vec3 *points[2] = {&c->point_a, &c->point_b};
        for (int k = 0; k < 2; ++k)
            *points[k] = collide__dround(collide__dadd(
                collide__dvec3_of(pose_a ? collide_pose_apply(pose_a, *points[k]) : *points[k]),
                (double)impact.t_first, along));
    }
    return n;
}

#ifndef COLLIDE_NO_OCTREE
static collide_mover collide__mover_at(const collide_mover *movers, size_t i, size_t stride) {
    collide_mover m; // which may lie anywhere
    memcpy(&m, collide__at(movers, i, stride), sizeof m);
    return m;
}

// The box that a mover sweeps, rounded outward: of all that is there if its own is beyond what its
// tree could meet at rest. False if it meets nothing.
static bool collide__mover_box(const collide_mover *m, float t_max, collide_aabb *out) {
    collide_aabb box = collide_tree_aabb(m->tree, &m->pose);
    float *lo[3] = {&box.min.x, &box.min.y, &box.min.z};
    float *hi[3] = {&box.max.x, &box.max.y, &box.max.z};
    const float v[3] = {m->velocity.x, m->velocity.y, m->velocity.z};
    if (!collide__finite3(m->velocity) || !collide__finite3(m->pose.position))
        return false;
    for (int k = 0; k < 3; ++k)
        if (!collide__finite3(m->pose.axis[k]))
            return false;
    if (!(box.min.x <= box.max.x)) {
        for (int i = 0; i < 3; ++i) {
            *lo[i] = -FLT_MAX;
            *hi[i] = FLT_MAX;
        }
        *out = box;
        return true;
    }
    for (int i = 0; i < 3; ++i) {
        const double way = v[i] < 0 || v[i] > 0 ? collide__dmul((double)v[i], (double)t_max) : 0;
        const double from = (double)*lo[i] + way, to = (double)*hi[i] + way;
        if (way < 0)
            *lo[i] = from > -(double)FLT_MAX ? collide__float_down(from) : -FLT_MAX;
        else
            *hi[i] = to < (double)FLT_MAX ? collide__float_up(to) : FLT_MAX;
    }
    *out = box;
    return true;
}

COLLIDE_API size_t collide_movers_scratch_size(size_t n) {
    const size_t octree = collide_octree_size(n, NULL), each = sizeof(collide_aabb) + 8;
    if (n == 0 || octree == 0 || n > UINT32_MAX || n > (PTRDIFF_MAX - octree - 64) / each)
        return 0;
    return octree + (n * each + 63) / 64 * 64;
}

COLLIDE_API collide_status collide_movers_sweep(const collide_mover *movers, size_t n,
                                                size_t stride, float t_max, void *scratch,
                                                size_t size, collide_movers_hit *hits,
                                                size_t capacity, size_t *n_hits,
                                                collide_tree_count *count) {
    collide_octree *octree = NULL;
    if (!n_hits)
        return COLLIDE_ERROR_NULL;
    *n_hits = 0;
    COLLIDE_ASSERT(hits || capacity == 0);
    stride = stride ? stride : sizeof *movers;
    collide_status status = collide__array_check(movers, n, stride, sizeof *movers);
    if (status == COLLIDE_OK)
        status = collide__memory_check(scratch, size, n, collide_movers_scratch_size(n));
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        if (!collide__mover_at(movers, i, stride).tree)
            status = COLLIDE_ERROR_NULL;
    if (status == COLLIDE_OK && !(t_max >= 0))
        status = COLLIDE_ERROR_EXTENT;
    if (status != COLLIDE_OK)
        return status;
    const size_t octree_size = collide_octree_size(n, NULL);
    collide_aabb *boxes = (collide_aabb *)(void *)((char *)scratch + octree_size);
    uint32_t *others = (uint32_t *)(void *)(boxes + n), *who = others + n, active = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const collide_mover m = collide__mover_at(movers, i, stride);
        if (collide__mover_box(&m, t_max, &boxes[active]))
            who[active++] = i;
    }
    if (active)
        status = collide_octree_build_aabbs(&octree, scratch, octree_size, boxes, active, 0, NULL);
    for (uint32_t i = 0; i < active && status == COLLIDE_OK; ++i) {
        const collide_mover a = collide__mover_at(movers, who[i], stride);
        const size_t near_by = collide_aabb_octree_indices(&boxes[i], octree, others, n);
        for (size_t k = 0; k < near_by; ++k) {
            collide_movers_hit hit;
            if (others[k] <= i)
                continue;
            const collide_mover b = collide__mover_at(movers, who[others[k]], stride);
            if (!collide_tree_tree_sweep(a.tree, &a.pose, a.velocity, b.tree, &b.pose, b.velocity,
                                         t_max, &hit.impact, &hit.triangles, count))
                continue;
            hit.movers.a = who[i];
            hit.movers.b = who[others[k]];
            if (*n_hits < capacity)
                hits[*n_hits] = hit;
            ++*n_hits;
        }
    }
    return status;
}
#endif

// ---- single shapes ---------------------------------------------------------------------------

// The support of a shape along m, as seen from a point; its verdict on a triangle.
typedef struct collide__tree_shape {
    double (*support)(const void *shape, collide__dvec3 m, collide_vec3 from);
    bool (*meets)(const void *shape, const collide_triangle *t);
    bool (*sweep)(const void *shape, collide_vec3 va, const collide_triangle *t, collide_vec3 vb,
                  float t_max, collide_impact *out); // or NULL
    // whether a tetrahedron holds it, asked where no face meets it
    bool (*within)(const void *shape, const collide_tetrahedron *t);
    void (*taken)(const void *shape, uint32_t triangle); // what it met, or NULL
} collide__tree_shape;

// A tree under a pose, as seen from its own frame.
typedef struct collide__tree_frame {
    collide_pose pose, back;
    double radius; // the largest coordinate of a vertex
    double reach;  // the same under the pose
} collide__tree_frame;

static bool collide__tree_frame_of(const collide_tree *tree, const collide_pose *pose,
                                   collide__tree_frame *frame) {
    const double radius = tree ? (double)tree->radius : 0;
    frame->pose = pose ? *pose : collide_pose_identity();
    frame->back = collide_pose_relative(&frame->pose, NULL);
    const collide_vec3 *a = frame->pose.axis, *b = frame->back.axis, t = frame->pose.position;
    frame->radius = radius;
    frame->reach = 0;
    for (int i = 0; i < 3; ++i) {
        const float *at = collide__floats(&t) + i, *x = collide__floats(&a[0]) + i;
        const float *y = collide__floats(&a[1]) + i, *z = collide__floats(&a[2]) + i;
        const double size = collide__dmul(((double)collide__abs(*x) + (double)collide__abs(*y)) +
                                              (double)collide__abs(*z),
                                          radius);
        const double reach = size + (double)collide__abs(*at);
        frame->reach = reach > frame->reach ? reach : frame->reach;
    }
    return tree && collide__finite3(a[0]) && collide__finite3(a[1]) && collide__finite3(a[2]) &&
           collide__finite3(b[0]) && collide__finite3(b[1]) && collide__finite3(b[2]) &&
           collide__finite3(t) && frame->reach <= (double)COLLIDE__TREE_FAR &&
           radius <= (double)COLLIDE__TREE_FAR;
}

// The direction of space whose part along the pose is direction d of the tree; *off: how far off
// that part may be for a vertex, where the pose's axes are nearly in a plane.
static collide__dvec3 collide__tree_outward(const collide__tree_frame *frame, unsigned directions,
                                            unsigned d, double *off) {
    static const collide_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide__dvec3 m;
    double *out[3] = {&m.x, &m.y, &m.z};
    float along[13];
    for (int j = 0; j < 3; ++j) {
        collide__tree_along(directions, frame->back.axis[j], along);
        *out[j] = (double)along[d];
    }
    *off = 0;
    for (int j = 0; j < 3; ++j) {
        collide__tree_along(directions, unit[j], along);
        *off +=
            collide__dmul(collide__dabs(collide__ddot(m, collide__dvec3_of(frame->pose.axis[j])) -
                                        (double)along[d]),
                          frame->radius);
    }
    return m;
}

// What verdicts allow beyond a shape, at most 2^-19 of both sizes (but of boxes near slivers, where
// more may be left out); the rounding of vertices under the pose, 4 u of their coordinates; that of
// frames and of the tree's rows, less.
#define COLLIDE__TREE_SLACK 3.814697265625e-6 // 2^-18

// The shape's bound in the tree's rows, column 0, and its box, at each axis least and, 4 on,
// greatest; false if it meets nothing.
static bool collide__tree_column(const collide__tree_shape *type, const void *shape,
                                 const collide__tree_frame *frame, unsigned directions, float *q,
                                 float *box) {
    const collide_vec3 zero = {0, 0, 0};
    double most = 0, side[6];
    for (int i = 0; i < 6; ++i) { // lo, hi of each axis
        const double sign = i & 1 ? 1 : -1;
        const collide__dvec3 m = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0,
                                  i / 2 == 2 ? sign : 0};
        const double at = type->support(shape, m, zero), size = at < 0 ? -at : at;
        if (!(at >= -DBL_MAX)) // NaN, or empty
            return false;
        most = size > most && size <= DBL_MAX ? size : most;
        side[i] = sign * at;
    }
    const double slack = collide__dmul(most + frame->reach, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    for (int i = 0; i < 6; ++i)
        box[4 * i] =
            i & 1 ? collide__float_up(side[i] + slack) : collide__float_down(side[i] - slack);
    for (unsigned r = 0; r < 2 * directions; ++r) {
        double off;
        collide__dvec3 m = collide__tree_outward(frame, directions, r / 2, &off);
        const double size = (collide__dabs(m.x) + collide__dabs(m.y)) + collide__dabs(m.z);
        m = r & 1 ? collide__dneg(m) : m;
        const double at = type->support(shape, m, frame->pose.position);
        q[8 * r] = collide__float_up(((at + collide__dmul(size, slack)) + off) +
                                     collide__dmul(frame->radius, COLLIDE__TREE_SLACK));
        if (!(q[8 * r] >= -FLT_MAX))
            return false;
    }
    return true;
}

static bool collide__tree_shape_meets(const collide__tree_shape *type, const void *shape,
                                      const collide_tree *tree, const float *leaf, unsigned s) {
    const collide_triangle own = collide__tree_triangle(leaf, s);
    if (tree->type != COLLIDE_TREE_TETRAHEDRA)
        return type->meets(shape, &own);
    const collide_tetrahedron t = collide__tree_tetrahedron(leaf, s);
    for (int f = 0; f < 4; ++f) {
        const collide_triangle face = collide__tetrahedron_face(&t, f);
        if (type->meets(shape, &face))
            return true;
    }
    return type->within(shape, &t);
}

static size_t collide__tree_near(const collide__tree_shape *type, const void *shape,
                                 const collide_tree *tree, const collide_pose *pose,
                                 uint32_t *indices, size_t capacity) {
    COLLIDE__ALIGNED(float) q[16 * 13];
    COLLIDE__ALIGNED(float) leaf[72];
    uint32_t stack[8 * COLLIDE__TREE_LEVELS];
    collide__tree_frame frame;
    float box[24];
    size_t found = 0, depth = 1;
    memset(q, 0, sizeof q);
    if (!collide__tree_frame_of(tree, pose, &frame) ||
        !collide__tree_column(type, shape, &frame, tree->kind / 2, q, box))
        return 0;
    const collide__tree_kernels *kernels = collide__tree();
    stack[0] = 0;
    while (depth) {
        const uint32_t code = stack[--depth];
        if (!(code & COLLIDE__TREE_LEAF)) {
            const collide__tree_links *links = collide__tree_links_of(tree, code);
            uint8_t hits[8];
            kernels->meet(collide__tree_rows(tree, code), tree->kind / 2, q, 1, hits, NULL);
            for (unsigned bits = hits[0] & collide__tree_children(links); bits; bits &= bits - 1)
                stack[depth++] = links->child[collide__lowest_bit(bits)];
            continue;
        }
        const collide__tree_leaf *own = collide__tree_leaf_of(tree, code & ~COLLIDE__TREE_LEAF);
        kernels->move_leaf(own->rows[0], &frame.pose, leaf);
        for (unsigned s = 0; s < 4 && own->triangle[s] != UINT32_MAX; ++s) {
            const float *lo = leaf + 48 + s;
            if (lo[0] > box[4] || lo[4] < box[0] || lo[8] > box[12] || lo[12] < box[8] ||
                lo[16] > box[20] || lo[20] < box[16])
                continue;
            if (collide__tree_shape_meets(type, shape, tree, leaf, s)) {
                if (type->taken)
                    type->taken(shape, own->triangle[s]);
                if (found < capacity)
                    indices[found] = own->triangle[s];
                ++found;
            }
        }
    }
    return found;
}

// The first triangle that a moving shape meets.
static bool collide__tree_swept(const collide__tree_shape *type, const void *shape, collide_vec3 va,
                                const collide_tree *tree, const collide_pose *pose, collide_vec3 vb,
                                float t_max, collide_impact *out, uint32_t *triangle) {
    COLLIDE__ALIGNED(float) q[16 * 13];
    COLLIDE__ALIGNED(float) enter[16];
    COLLIDE__ALIGNED(float) leave[16];
    COLLIDE__ALIGNED(float) leaf[72];
    collide__tree_meeting stack[8 * COLLIDE__TREE_LEVELS];
    collide__tree_frame frame;
    collide__tree_speed speed, aligned;
    collide_impact best;
    float box[24];
    uint32_t number = UINT32_MAX;
    size_t depth = 1;
    collide__impact_miss(&best);
    memset(q, 0, sizeof q);
    const collide_vec3 v = collide__dround(collide__dsub(va, vb));
    const bool asked = t_max >= 0 && collide__finite3(va) && collide__finite3(vb) &&
                       collide__tree_slow(v) && collide__tree_surfaces(tree, tree) &&
                       collide__tree_frame_of(tree, pose, &frame) &&
                       collide__tree_column(type, shape, &frame, tree->kind / 2, q, box);
    if (asked) {
        const collide__tree_kernels *kernels = collide__tree();
        const collide__dvec3 w = collide__dsub(va, vb);
        const double fast = collide__dsum_abs(w);
        for (unsigned r = 0; r < tree->kind; ++r) {
            double off;
            const collide__dvec3 m = collide__tree_outward(&frame, tree->kind / 2, r / 2, &off);
            const double s = collide__ddot(m, w);
            collide__tree_speed_row(&speed, r, r & 1 ? -s : s,
                                    collide__dmul(collide__dmul(collide__dsum_abs(m), fast),
                                                  9.5367431640625e-7) +
                                        (double)FLT_MIN); // 2^-20
        }
        collide__tree_speed_of(3, v, &aligned);
        stack[0].a = stack[0].b = 0;
        stack[0].enter = 0;
        while (depth) {
            const collide__tree_meeting task = stack[--depth];
            if (!(task.enter < best.t_first))
                continue;
            if (!(task.a & COLLIDE__TREE_LEAF)) {
                const collide__tree_links *links = collide__tree_links_of(tree, task.a);
                const size_t first = depth;
                float at;
                kernels->times(collide__tree_rows(tree, task.a), tree->kind / 2, &speed, q, 1,
                               enter, leave);
                for (unsigned i = 0; i < links->count; ++i)
                    if (collide__tree_enters(enter + i, leave + i, t_max, best.t_first, &at))
                        collide__tree_push(stack, first, &depth, links->child[i], 0, at);
                continue;
            }
            const collide__tree_leaf *own =
                collide__tree_leaf_of(tree, task.a ^ COLLIDE__TREE_LEAF);
            kernels->move_leaf(own->rows[0], &frame.pose, leaf);
            for (unsigned i = 0; i < 4 && own->triangle[i] != UINT32_MAX; ++i) {
                collide_impact impact;
                if (!collide__tree_box_enters(leaf + 48 + i, box, &aligned, 0, t_max, best.t_first))
                    continue;
                const collide_triangle t = collide__tree_triangle(leaf, i);
                if (type->sweep(shape, va, &t, vb, t_max, &impact) &&
                    impact.t_first < best.t_first) {
                    best = impact;
                    number = own->triangle[i];
                }
            }
        }
    }
    if (out)
        *out = best;
    if (triangle)
        *triangle = number;
    return number != UINT32_MAX;
}

// m along p, as seen from a point.
COLLIDE__INLINE double collide__tree_dot(collide__dvec3 m, collide_vec3 p, collide_vec3 from) {
    return collide__ddot(m, collide__dsub(p, from));
}

static double collide__tree_triangle_support(const void *shape, collide__dvec3 m,
                                             collide_vec3 from) {
    const collide_triangle *t = (const collide_triangle *)shape;
    const double p = collide__tree_dot(m, t->v[0], from), q = collide__tree_dot(m, t->v[1], from);
    const double r = collide__tree_dot(m, t->v[2], from), most = p > q ? p : q;
    return p != p || q != q ? p + q : r < most ? most : r; // NaN stays
}

static double collide__tree_sphere_support(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide_sphere *s = (const collide_sphere *)shape;
    return collide__tree_dot(m, s->center, from) +
           collide__dmul((double)s->radius, collide__sqrt(collide__ddot(m, m)));
}

static double collide__tree_obb_support(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide_obb *b = (const collide_obb *)shape;
    const double x = collide__dabs(collide__ddot(m, collide__dvec3_of(b->axis[0])));
    const double y = collide__dabs(collide__ddot(m, collide__dvec3_of(b->axis[1])));
    const double z = collide__dabs(collide__ddot(m, collide__dvec3_of(b->axis[2])));
    return collide__tree_dot(m, b->center, from) +
           ((collide__dmul(x, (double)b->half.x) + collide__dmul(y, (double)b->half.y)) +
            collide__dmul(z, (double)b->half.z));
}

static bool collide__tree_triangle_meets(const void *shape, const collide_triangle *t) {
    return collide_triangle_triangle((const collide_triangle *)shape, t);
}

static bool collide__tree_sphere_meets(const void *shape, const collide_triangle *t) {
    return collide_sphere_triangle((const collide_sphere *)shape, t);
}

static bool collide__tree_obb_meets(const void *shape, const collide_triangle *t) {
    return collide_obb_triangle((const collide_obb *)shape, t, NULL);
}

static bool collide__tree_triangle_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, &((const collide_triangle *)shape)->v[0]);
}

static bool collide__tree_sphere_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, &((const collide_sphere *)shape)->center);
}

static bool collide__tree_obb_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, &((const collide_obb *)shape)->center);
}

static bool collide__tree_sphere_sweep(const void *shape, collide_vec3 va,
                                       const collide_triangle *t, collide_vec3 vb, float t_max,
                                       collide_impact *out) {
    return collide_sphere_triangle_sweep((const collide_sphere *)shape, va, t, vb, t_max, out);
}

static bool collide__tree_obb_sweep(const void *shape, collide_vec3 va, const collide_triangle *t,
                                    collide_vec3 vb, float t_max, collide_impact *out) {
    return collide_obb_triangle_sweep((const collide_obb *)shape, va, t, vb, t_max, out);
}

static const collide__tree_shape collide__tree_sphere = {
    collide__tree_sphere_support, collide__tree_sphere_meets, collide__tree_sphere_sweep,
    collide__tree_sphere_within, NULL};
static const collide__tree_shape collide__tree_obb = {
    collide__tree_obb_support, collide__tree_obb_meets, collide__tree_obb_sweep,
    collide__tree_obb_within, NULL};

COLLIDE_API size_t collide_triangle_tree_indices(const collide_triangle *a, const collide_tree *b,
                                                 const collide_pose *pose, uint32_t *indices,
                                                 size_t capacity) {
    static const collide__tree_shape type = {collide__tree_triangle_support,
                                             collide__tree_triangle_meets, NULL,
                                             collide__tree_triangle_within, NULL};
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__tree_near(&type, a, b, pose, indices, capacity);
}

static double collide__tree_tetrahedron_support(const void *shape, collide__dvec3 m,
                                                collide_vec3 from) {
    const collide_tetrahedron *a = (const collide_tetrahedron *)shape;
    const collide_triangle t = collide__tetrahedron_face(a, 3);
    const double p = collide__tree_triangle_support(&t, m, from);
    const double q = collide__tree_dot(m, a->v[3], from);
    return q != q || q > p ? q : p;
}

static bool collide__tree_tetrahedron_meets(const void *shape, const collide_triangle *t) {
    return collide_tetrahedron_triangle((const collide_tetrahedron *)shape, t);
}

static bool collide__tree_tetrahedron_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, &((const collide_tetrahedron *)shape)->v[0]);
}

COLLIDE_API size_t collide_tetrahedron_tree_indices(const collide_tetrahedron *a,
                                                    const collide_tree *b, const collide_pose *pose,
                                                    uint32_t *indices, size_t capacity) {
    static const collide__tree_shape type = {collide__tree_tetrahedron_support,
                                             collide__tree_tetrahedron_meets, NULL,
                                             collide__tree_tetrahedron_within, NULL};
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__tree_near(&type, a, b, pose, indices, capacity);
}

COLLIDE_API size_t collide_sphere_tree_indices(const collide_sphere *a, const collide_tree *b,
                                               const collide_pose *pose, uint32_t *indices,
                                               size_t capacity) {
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__tree_near(&collide__tree_sphere, a, b, pose, indices, capacity);
}

COLLIDE_API bool collide_sphere_tree_sweep(const collide_sphere *a, collide_vec3 va,
                                           const collide_tree *b, const collide_pose *pose,
                                           collide_vec3 vb, float t_max, collide_impact *out,
                                           uint32_t *triangle) {
    COLLIDE_ASSERT(a);
    return collide__tree_swept(&collide__tree_sphere, a, va, b, pose, vb, t_max, out, triangle);
}

COLLIDE_API size_t collide_obb_tree_indices(const collide_obb *a, const collide_tree *b,
                                            const collide_pose *pose, uint32_t *indices,
                                            size_t capacity) {
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__tree_near(&collide__tree_obb, a, b, pose, indices, capacity);
}

COLLIDE_API bool collide_obb_tree_sweep(const collide_obb *a, collide_vec3 va,
                                        const collide_tree *b, const collide_pose *pose,
                                        collide_vec3 vb, float t_max, collide_impact *out,
                                        uint32_t *triangle) {
    COLLIDE_ASSERT(a);
    return collide__tree_swept(&collide__tree_obb, a, va, b, pose, vb, t_max, out, triangle);
}

// A convex body under its pose.
typedef struct collide__tree_convex {
    const collide_convex *convex;
    const collide_pose *pose;
} collide__tree_convex;

static double collide__tree_convex_support(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    const collide_pose pose = body->pose ? *body->pose : collide_pose_identity();
    const collide__dvec3 local = {collide__ddot(m, collide__dvec3_of(pose.axis[0])),
                                  collide__ddot(m, collide__dvec3_of(pose.axis[1])),
                                  collide__ddot(m, collide__dvec3_of(pose.axis[2]))};
    double most = -(double)FLT_MAX * 2;
    for (uint32_t i = 0; i < body->convex->vertex_count; ++i) {
        const double at = collide__ddot(local, collide__convex_vertex(body->convex, i));
        most = at > most ? at : most;
    }
    return (most + collide__ddot(local, collide__dvec3_of(body->convex->center))) +
           collide__tree_dot(m, pose.position, from);
}

// A triangle as a convex body; without area it has the axes of space for normals, and one edge.
typedef struct collide__tree_flat {
    COLLIDE__ALIGNED(char) memory[1024];
    collide_convex *convex;
} collide__tree_flat;

static void collide__tree_flat_of(const collide_triangle *t, collide__tree_flat *flat) {
    static const collide_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide__dvec3 edge[3], n[4];
    collide_vec3 edges[3], normals[4];
    size_t edge_count = 0, normal_count = 0;
    for (int i = 0; i < 3; ++i)
        edge[i] = collide__dsub(t->v[(i + 1) % 3], t->v[i]);
    n[0] = collide__dcross(edge[0], edge[1]);
    const bool solid = collide__dnormalize(&n[0]);
    for (int i = 0; i < 3; ++i) {
        n[i + 1] = collide__dcross(n[0], edge[i]);
        if (solid && collide__dnormalize(&n[i + 1]))
            normals[1 + normal_count++] = collide__dround(n[i + 1]);
        else
            normals[normal_count++] = unit[i];
        if (collide__dnormalize(&edge[i]))
            edges[edge_count++] = collide__dround(edge[i]);
    }
    if (solid) {
        normals[0] = collide__dround(n[0]);
        ++normal_count;
    }
    if (edge_count == 0)
        edges[edge_count++] = unit[0];
    collide_convex_build(&flat->convex, flat->memory, sizeof flat->memory, t->v, 3, normals,
                         normal_count, edges, edge_count);
}

static bool collide__tree_convex_meets(const void *shape, const collide_triangle *t) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide__tree_flat flat;
    collide__tree_flat_of(t, &flat);
    return collide_convex_convex(body->convex, body->pose, flat.convex, NULL, NULL);
}

static bool collide__tree_convex_sweep(const void *shape, collide_vec3 va,
                                       const collide_triangle *t, collide_vec3 vb, float t_max,
                                       collide_impact *out) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide__tree_flat flat;
    collide__tree_flat_of(t, &flat);
    return collide_convex_convex_sweep(body->convex, body->pose, va, flat.convex, NULL, vb, t_max,
                                       out);
}

// A vertex, which lies inside if all do.
static bool collide__tree_convex_within(const void *shape, const collide_tetrahedron *t) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide_vec3 p = collide__dround(collide__dadd(collide__convex_vertex(body->convex, 0), 1,
                                                   collide__dvec3_of(body->convex->center)));
    if (body->pose)
        p = collide_pose_apply(body->pose, p);
    return collide__tetrahedron_holds(t, &p);
}

static const collide__tree_shape collide__tree_convexes = {
    collide__tree_convex_support, collide__tree_convex_meets, collide__tree_convex_sweep,
    collide__tree_convex_within, NULL};

COLLIDE_API size_t collide_convex_tree_indices(const collide_convex *a, const collide_pose *pose_a,
                                               const collide_tree *b, const collide_pose *pose,
                                               uint32_t *indices, size_t capacity) {
    const collide__tree_convex body = {a, pose_a};
    COLLIDE_ASSERT(indices || capacity == 0);
    return collide__convex_valid(a)
               ? collide__tree_near(&collide__tree_convexes, &body, b, pose, indices, capacity)
               : 0;
}

COLLIDE_API bool collide_convex_tree_sweep(const collide_convex *a, const collide_pose *pose_a,
                                           collide_vec3 va, const collide_tree *b,
                                           const collide_pose *pose, collide_vec3 vb, float t_max,
                                           collide_impact *out, uint32_t *triangle) {
    const collide__tree_convex body = {a, pose_a};
    return collide__tree_swept(&collide__tree_convexes, &body, va,
                               collide__convex_valid(a) ? b : NULL, pose, vb, t_max, out, triangle);
}

#ifndef COLLIDE_NO_TERRAIN
// The radius counts in all directions: a little larger, but at the sides.
static double collide__tree_cylinder_support(const void *shape, collide__dvec3 m,
                                             collide_vec3 from) {
    const collide_cylinder *c = (const collide_cylinder *)shape;
    const collide__dvec3 axis = collide__dvec3_of(c->axis);
    const double rise = collide__ddot(m, axis), square = collide__ddot(m, m);
    const double side =
        square - collide__ddiv(collide__dmul(rise, rise), collide__ddot(axis, axis));
    return (collide__tree_dot(m, c->center, from) +
            collide__dmul(0.5 * (double)c->height, collide__dabs(rise))) +
           collide__dmul((double)c->radius, collide__sqrt(side > 0 ? side : 0));
}

static bool collide__tree_cylinder_meets(const void *shape, const collide_triangle *t) {
    return collide_cylinder_triangle((const collide_cylinder *)shape, t);
}

static bool collide__tree_cylinder_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, &((const collide_cylinder *)shape)->center);
}

COLLIDE_API size_t collide_cylinder_tree_indices(const collide_cylinder *a, const collide_tree *b,
                                                 const collide_pose *pose, uint32_t *indices,
                                                 size_t capacity) {
    static const collide__tree_shape type = {collide__tree_cylinder_support,
                                             collide__tree_cylinder_meets, NULL,
                                             collide__tree_cylinder_within, NULL};
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide_cylinder_check(a) == COLLIDE_OK
               ? collide__tree_near(&type, a, b, pose, indices, capacity)
               : 0;
}
#endif

#ifndef COLLIDE_NO_KDOP
// The support of the box of its axis rows. Products of 0 and an infinite bound are left out.
static double collide__tree_box_support(const float *min, const float *max, collide__dvec3 m,
                                        collide_vec3 from) {
    const double along[3] = {m.x, m.y, m.z};
    const double at[3] = {(double)from.x, (double)from.y, (double)from.z};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        if (!(min[i] <= max[i]))
            return -(double)collide__infinity();
        if (along[i] > 0)
            sum += collide__dmul(along[i], (double)max[i] - at[i]);
        else if (along[i] < 0)
            sum += collide__dmul(along[i], (double)min[i] - at[i]);
    }
    return sum;
}

// Whether a tetrahedron holds a point of a k-DOP: of its section half-way along x, which a triangle
// covers.
static bool collide__tree_kdop_within(int kind, const float *min, const float *max,
                                      const collide_tetrahedron *t) {
    const float x = collide__mul(0.5f, min[0]) + collide__mul(0.5f, max[0]);
    const float y = (max[1] - min[1]) + max[1], z = (max[2] - min[2]) + max[2];
    const collide_triangle cover = {{{x, min[1], min[2]}, {x, y, min[2]}, {x, min[1], z}}};
    collide__dvec3 middle;
    if (!collide__kdop_triangle(kind, min, max, &cover, &middle))
        return false;
    const collide_vec3 p = collide__dround(middle);
    return collide__tetrahedron_holds(t, &p);
}

#define COLLIDE__TREE_DEFINE(K)                                                                    \
    static double collide__tree_kdop##K##_support(const void *shape, collide__dvec3 m,             \
                                                  collide_vec3 from) {                             \
        const collide_kdop##K *k = (const collide_kdop##K *)shape;                                 \
        return collide__tree_box_support(k->min, k->max, m, from);                                 \
    }                                                                                              \
                                                                                                   \
    static bool collide__tree_kdop##K##_meets(const void *shape, const collide_triangle *t) {      \
        return collide_kdop##K##_triangle((const collide_kdop##K *)shape, t);                      \
    }                                                                                              \
                                                                                                   \
    static bool collide__tree_kdop##K##_within(const void *shape, const collide_tetrahedron *t) {  \
        const collide_kdop##K *k = (const collide_kdop##K *)shape;                                 \
        return collide__tree_kdop_within(K, k->min, k->max, t);                                    \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_kdop##K##_tree_indices(                                             \
        const collide_kdop##K *a, const collide_tree *b, const collide_pose *pose,                 \
        uint32_t *indices, size_t capacity) {                                                      \
        static const collide__tree_shape type = {collide__tree_kdop##K##_support,                  \
                                                 collide__tree_kdop##K##_meets, NULL,              \
                                                 collide__tree_kdop##K##_within, NULL};            \
        COLLIDE_ASSERT(a && (indices || capacity == 0));                                           \
        return collide__tree_near(&type, a, b, pose, indices, capacity);                           \
    }
COLLIDE__TREE_DEFINE(6)
COLLIDE__TREE_DEFINE(14)
COLLIDE__TREE_DEFINE(18)
COLLIDE__TREE_DEFINE(26)
#undef COLLIDE__TREE_DEFINE
#endif

// ---- inside ----------------------------------------------------------------------------------

// A way out of a tree from a point along an axis of space, upward or downward, moved sideways by
// less than any number, on one axis by much less than on the other, so that it meets no edge.
typedef struct collide__tree_way {
    collide_vec3 p;
    int axis;
    bool upward;
    float end; // where it leaves the tree's box
    bool *on;  // set where p lies on a triangle
} collide__tree_way;

static double collide__tree_way_support(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_way *way = (const collide__tree_way *)shape;
    const collide_vec3 q = collide__moved_to(way->p, way->axis, way->end);
    const double a = collide__tree_dot(m, way->p, from), b = collide__tree_dot(m, q, from);
    return a > b ? a : b;
}

// Whether the way goes through a triangle.
static bool collide__tree_way_meets(const void *shape, const collide_triangle *b) {
    const collide__tree_way *way = (const collide__tree_way *)shape;
    const collide_triangle point = {{way->p, way->p, way->p}};
    const int next = collide__next_axis(way->axis), last = collide__next_axis(next);
    const float at = collide__floats(&way->p)[way->axis];
    collide__vertices t;
    int turn = 0;
    unsigned above = 0;
    if (collide_triangle_triangle(&point, b)) {
        *way->on = true;
        return false;
    }
    // Where the boxes meet, if they do sideways.
    const collide_vec3 aside =
        collide__moved_to(way->p, way->axis, collide__floats(&b->v[0])[way->axis]);
    const collide_triangle shadow = {{aside, aside, aside}};
    if (!collide__vertices_of(&t, &shadow, b))
        return false;
    for (int i = 0; i < 3; ++i) {
        const int from = 3 + i, to = i < 2 ? 4 + i : 3;
        int sign = collide__turn_of(&t, way->axis, from, to, 0);
        if (!sign)
            sign = collide__sign(t.v[last][from] - t.v[last][to], 0);
        if (!sign)
            sign = collide__sign(t.v[next][to] - t.v[next][from], 0);
        if (!sign || (i && sign != turn))
            return false;
        turn = sign;
        above |= (unsigned)(collide__floats(&b->v[i])[way->axis] > at) << i;
    }
    if (!collide__vertices_of(&t, &point, b)) // all above, or all below
        return way->upward == (above != 0);
    const int side = turn * collide__side(&t, 3, 4, 5, 0); // of p, above the triangle or below
    return way->upward ? side < 0 : side > 0;
}

COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose) {
    static const collide__tree_shape type = {collide__tree_way_support, collide__tree_way_meets,
                                             NULL, NULL, NULL};
    const collide_triangle point = {{p, p, p}};
    collide__tree_way way;
    bool on = false;
    float least = collide__infinity();
    if (!b || b->type == COLLIDE_TREE_SURFACE || !collide__finite3(p))
        return false;
    if (b->type == COLLIDE_TREE_TETRAHEDRA)
        return collide_triangle_tree_indices(&point, b, pose, NULL, 0) > 0;
    const collide_aabb box = collide_tree_aabb(b, pose);
    way.p = p;
    way.axis = 0;
    way.upward = true;
    way.end = p.x;
    way.on = &on;
    for (int i = 0; i < 6; ++i) {
        const float *end = collide__floats(&box) + i / 2 + (i % 2 ? 3 : 0);
        const float *at = collide__floats(&p) + i / 2;
        const float length = i % 2 ? *end - *at : *at - *end;
        if (!(length >= 0))
            return false;
        if (length < least) {
            least = length;
            way.axis = i / 2;
            way.upward = i % 2;
            way.end = *end;
        }
    }
    const size_t through = collide__tree_near(&type, &way, b, pose, NULL, 0);
    return on || through % 2;
}

// How many parts of a, under a pose, lie inside b.
static uint32_t collide__tree_parts_inside(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b) {
    uint32_t inside = 0;
    for (uint32_t i = 0; i < a->part_count; ++i) {
        const uint32_t place = collide__tree_places(a)[collide__tree_parts(a)[i]];
        const collide__tree_leaf *leaf = collide__tree_leaf_of(a, place / 4);
        const collide_vec3 p = collide__tree_triangle(leaf->rows[0], place % 4).v[0];
        inside += collide_point_tree(pose_a ? collide_pose_apply(pose_a, p) : p, b, pose_b);
    }
    return inside;
}

COLLIDE_API collide_containment collide_tree_tree_containment(const collide_tree *a,
                                                              const collide_pose *pose_a,
                                                              const collide_tree *b,
                                                              const collide_pose *pose_b,
                                                              collide_tree_count *count) {
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide__tree_query query;
    if (!a || !b)
        return COLLIDE_CONTAINMENT_NONE;
    collide__tree_query_of(&query, a, b, NULL, 0);
    if (!collide__tree_begin(&query, &pose))
        return COLLIDE_CONTAINMENT_NONE;
    if (collide_tree_tree(a, pose_a, b, pose_b, count))
        return COLLIDE_CONTAINMENT_MEET;
    if (a->type == COLLIDE_TREE_SURFACE || b->type == COLLIDE_TREE_SURFACE)
        return COLLIDE_CONTAINMENT_UNKNOWN;
    const uint32_t of_a = collide__tree_parts_inside(a, NULL, b, &pose);
    const uint32_t of_b = collide__tree_parts_inside(b, &pose, a, NULL);
    if (of_a == a->part_count && !of_b)
        return COLLIDE_CONTAINMENT_A_IN_B;
    if (of_b == b->part_count && !of_a)
        return COLLIDE_CONTAINMENT_B_IN_A;
    return of_a || of_b ? COLLIDE_CONTAINMENT_PARTS : COLLIDE_CONTAINMENT_NONE;
}

// ---- rays and segments -----------------------------------------------------------------------

// A ray in the tree's frame, and by what the bounds are larger on each axis.
typedef struct collide__tree_line {
    double origin[3], along[3], pad[3], t_max;
} collide__tree_line;

// Where the line enters the box of a child, or +infinity.
static double collide__tree_enter(const collide__tree_line *line, const float *column) {
    double enter = 0, leave = line->t_max;
    for (int i = 0; i < 3; ++i) {
        const double hi = ((double)column[16 * i] + line->pad[i]) - line->origin[i];
        const double lo = (-(double)column[16 * i + 8] - line->pad[i]) - line->origin[i];
        const double d = line->along[i];
        if (d > 0) {
            enter = lo > collide__dmul(enter, d) ? collide__ddiv(lo, d) : enter;
            leave = hi < collide__dmul(leave, d) ? collide__ddiv(hi, d) : leave;
        } else if (d < 0) {
            enter = hi < collide__dmul(enter, d) ? collide__ddiv(hi, d) : enter;
            leave = lo > collide__dmul(leave, d) ? collide__ddiv(lo, d) : leave;
        } else if (lo > 0 || hi < 0) {
            return (double)collide__infinity();
        }
    }
    return enter <= leave ? enter : (double)collide__infinity();
}

typedef struct collide__tree_visit {
    double enter;
    uint32_t code;
} collide__tree_visit;

// Of a ray or a segment.
static bool collide__tree_first(const void *shape, bool is_ray, const collide_tree *tree,
                                const collide_pose *pose, float t_max, float *t,
                                uint32_t *triangle) {
    const collide_ray *ray = (const collide_ray *)shape;
    const collide_segment *segment = (const collide_segment *)shape;
    COLLIDE__ALIGNED(float) leaf[72];
    collide__tree_visit stack[8 * COLLIDE__TREE_LEVELS];
    collide__tree_frame frame;
    collide__tree_line line;
    float best = collide__infinity();
    uint32_t number = UINT32_MAX;
    size_t depth = 1;
    const collide_vec3 origin = is_ray ? ray->origin : segment->a;
    const collide__dvec3 along =
        is_ray ? collide__dvec3_of(ray->direction) : collide__dsub(segment->b, segment->a);
    if (t)
        *t = best;
    if (triangle)
        *triangle = number;
    if (!collide__tree_surfaces(tree, tree) || !collide__tree_frame_of(tree, pose, &frame) ||
        !collide__finite3(origin) ||
        !(is_ray ? collide__finite3(ray->direction) : collide__finite3(segment->b)) ||
        !(t_max >= 0))
        return false;
    const collide__dvec3 from = collide__dsub(origin, frame.pose.position);
    // Off by what vertices are rounded, and by what verdicts allow.
    const double off = collide__dmul(
        frame.reach + (collide__dabs(from.x) + collide__dabs(from.y) + collide__dabs(from.z)),
        COLLIDE__TREE_SLACK);
    for (unsigned i = 0; i < 3; ++i) {
        double wrong;
        const collide__dvec3 m = collide__tree_outward(&frame, 3, i, &wrong);
        line.origin[i] = collide__ddot(m, from);
        line.along[i] = collide__ddot(m, along);
        line.pad[i] = (collide__dmul((collide__dabs(m.x) + collide__dabs(m.y)) + collide__dabs(m.z),
                                     off + (double)FLT_MIN) +
                       wrong) +
                      collide__dmul(frame.radius, COLLIDE__TREE_SLACK);
    }
    line.t_max = t_max <= FLT_MAX ? (double)t_max : DBL_MAX;
    const collide__tree_kernels *kernels = collide__tree();
    stack[0].enter = 0;
    stack[0].code = 0;
    while (depth) {
        const collide__tree_visit visit = stack[--depth];
        if (visit.enter > (double)best)
            continue;
        if (!(visit.code & COLLIDE__TREE_LEAF)) {
            const collide__tree_links *links = collide__tree_links_of(tree, visit.code);
            const float *rows = collide__tree_rows(tree, visit.code);
            const size_t first = depth;
            for (uint32_t i = 0; i < links->count; ++i) {
                const double enter = collide__tree_enter(&line, rows + i);
                if (!(enter <= DBL_MAX) || enter > (double)best)
                    continue;
                size_t at = depth++; // the nearest one on top
                for (; at > first && stack[at - 1].enter < enter; --at)
                    stack[at] = stack[at - 1];
                stack[at].enter = enter;
                stack[at].code = links->child[i];
            }
            continue;
        }
        const collide__tree_leaf *own =
            collide__tree_leaf_of(tree, visit.code & ~COLLIDE__TREE_LEAF);
        kernels->move_leaf(own->rows[0], &frame.pose, leaf);
        for (unsigned s = 0; s < 4 && own->triangle[s] != UINT32_MAX; ++s) {
            const collide_triangle q = collide__tree_triangle(leaf, s);
            float at;
            if (!(is_ray ? collide_ray_triangle(ray, &q, t_max, &at)
                         : collide_segment_triangle(segment, &q, &at)))
                continue;
            if (at < best || (at == best && own->triangle[s] < number)) {
                best = at;
                number = own->triangle[s];
            }
        }
    }
    if (t)
        *t = best;
    if (triangle)
        *triangle = number;
    return number != UINT32_MAX;
}

COLLIDE_API bool collide_ray_tree(const collide_ray *ray, const collide_tree *b,
                                  const collide_pose *pose, float t_max, float *t,
                                  uint32_t *triangle) {
    COLLIDE_ASSERT(ray);
    return collide__tree_first(ray, true, b, pose, t_max, t, triangle);
}

COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose, float *t, uint32_t *triangle) {
    COLLIDE_ASSERT(a);
    return collide__tree_first(a, false, b, pose, 1, t, triangle);
}
#undef COLLIDE__FRONT_HEADER
#undef COLLIDE__TREE_FAR
#undef COLLIDE__TREE_HEADER
#undef COLLIDE__TREE_LEAF
#undef COLLIDE__TREE_LEVELS
#undef COLLIDE__TREE_MOST
#undef COLLIDE__TREE_NO_SLOT
#undef COLLIDE__TREE_PAD
#undef COLLIDE__TREE_SLACK
#undef COLLIDE__TREE_TASKS
#endif // COLLIDE_NO_TREE

// ================================================================================================
// >>cable_impl
// ================================================================================================
#ifndef COLLIDE_NO_CABLE

// ---- the definition: a segment in double -----------------------------------------------------

#define COLLIDE__CURVE_LEVELS 24
#define COLLIDE__CURVE_UNIT 5.9604644775390625e-8  // 2^-24
#define COLLIDE__CURVE_LEAST 2.384185791015625e-7  // 2^-22, of the length
#define COLLIDE__CURVE_HAIR 2.2737367544323206e-13 // 2^-42, of the coordinates
#define COLLIDE__CURVE_STEP 1.52587890625e-5       // 2^-16, of the length
#define COLLIDE__CURVE_LOOSE 9.5367431640625e-7    // 2^-20, of boxes and cylinders

// The centre line of a segment in Bezier form, as seen from its second control point. What is
// farther from it than apart does not meet it, what is no farther than meet does; which of these it
// says in between depends on where the middles of its parts lie.
typedef struct collide__curve {
    collide__dvec3 b[4], from;
    double radius, length, size; // of the control polygon; the largest coordinate
    double apart, meet;
} collide__curve;

COLLIDE__INLINE double collide__dmost(collide__dvec3 a) {
    const double x = collide__dabs(a.x), y = collide__dabs(a.y), z = collide__dabs(a.z);
    return x > y ? x > z ? x : z : y > z ? y : z;
}

static bool collide__spline_valid_of(const collide_spline *a) {
    return collide__finite3(a->v[0]) && collide__finite3(a->v[1]) && collide__finite3(a->v[2]) &&
           collide__finite3(a->v[3]) && a->radius > 0 && a->radius <= FLT_MAX;
}

// Sets what counts as apart, of a body whose coordinates, as seen from the curve's place, are at
// most size, and whose surface is known within loose.
static void collide__curve_reach(collide__curve *c, double size, double loose) {
    const double most = (c->size > size ? c->size : size) + c->radius;
    c->apart = c->radius + (collide__dmul(most, COLLIDE__CURVE_HAIR) + loose);
    c->meet = c->apart + ((collide__dmul(c->length, COLLIDE__CURVE_LEAST) +
                           collide__dmul(most, COLLIDE__CURVE_HAIR)) +
                          loose);
}

// b0 = (V0 + 4 V1 + V2) / 6, b1 = (2 V1 + V2) / 3, b2 = (V1 + 2 V2) / 3, b3 = (V1 + 4 V2 + V3) / 6
// with V1 = 0.
static bool collide__curve_of(const collide_spline *a, collide__curve *c) {
    if (!collide__spline_valid_of(a))
        return false;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 p = collide__dsub(a->v[0], a->v[1]), q = collide__dsub(a->v[2], a->v[1]);
    const collide__dvec3 r = collide__dsub(a->v[3], a->v[1]), s = collide__dadd(r, -1, q);
    const double third = 1.0 / 3, sixth = 1.0 / 6;
    c->b[0] = collide__dadd(collide__dadd(zero, sixth, p), sixth, q);
    c->b[1] = collide__dadd(zero, third, q);
    c->b[2] = collide__dadd(zero, 2 * third, q);
    c->b[3] = collide__dadd(c->b[2], sixth, r);
    c->from = collide__dvec3_of(a->v[1]);
    c->radius = (double)a->radius;
    c->length = (collide__sqrt(collide__ddot(p, p)) + collide__sqrt(collide__ddot(q, q))) +
                collide__sqrt(collide__ddot(s, s));
    c->size = collide__dmost(p) > collide__dmost(q) ? collide__dmost(p) : collide__dmost(q);
    c->size = c->size > collide__dmost(r) ? c->size : collide__dmost(r);
    collide__curve_reach(c, 0, 0);
    return true;
}

COLLIDE__INLINE collide__dvec3 collide__dmiddle(collide__dvec3 a, collide__dvec3 b) {
    collide__dvec3 r;
    r.x = (a.x + b.x) * 0.5;
    r.y = (a.y + b.y) * 0.5;
    r.z = (a.z + b.z) * 0.5;
    return r;
}

// A part of a curve in Bezier form, from at to at + width in units of 2^-24.
typedef struct collide__part {
    collide__dvec3 b[4];
    uint32_t at, width;
} collide__part;

static collide__part collide__part_of(const collide__curve *c) {
    collide__part part;
    for (int i = 0; i < 4; ++i)
        part.b[i] = c->b[i];
    part.at = 0;
    part.width = (uint32_t)1 << COLLIDE__CURVE_LEVELS;
    return part;
}

// Both halves (de Casteljau); they meet in left->b[3].
static void collide__part_halve(const collide__part *p, collide__part *left, collide__part *right) {
    const collide__dvec3 across = collide__dmiddle(p->b[1], p->b[2]);
    left->b[0] = p->b[0];
    left->b[1] = collide__dmiddle(p->b[0], p->b[1]);
    left->b[2] = collide__dmiddle(left->b[1], across);
    right->b[3] = p->b[3];
    right->b[2] = collide__dmiddle(p->b[2], p->b[3]);
    right->b[1] = collide__dmiddle(across, right->b[2]);
    left->b[3] = right->b[0] = collide__dmiddle(left->b[2], right->b[1]);
    left->at = p->at;
    left->width = right->width = p->width / 2;
    right->at = p->at + left->width;
}

// The point at u, and the derivative.
static collide__dvec3 collide__curve_at(const collide__dvec3 *b, double u,
                                        collide__dvec3 *tangent) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 d[3] = {collide__dadd(b[1], -1, b[0]), collide__dadd(b[2], -1, b[1]),
                                 collide__dadd(b[3], -1, b[2])};
    const collide__dvec3 p = collide__dadd(b[0], u, d[0]), q = collide__dadd(b[1], u, d[1]);
    const collide__dvec3 r = collide__dadd(b[2], u, d[2]);
    const collide__dvec3 s = collide__dadd(p, u, collide__dadd(q, -1, p));
    const collide__dvec3 t = collide__dadd(q, u, collide__dadd(r, -1, q));
    const collide__dvec3 across = collide__dadd(t, -1, s);
    *tangent = collide__dadd(zero, 3, across);
    return collide__dadd(s, u, across);
}

// ---- making ----------------------------------------------------------------------------------

static size_t collide__cable_stride(const collide_cable *cable) {
    return cable->stride ? cable->stride : sizeof(collide_vec3);
}

COLLIDE_API size_t collide_cable_segments(const collide_cable *cable) {
    if (!cable || !cable->points || cable->count < 4 || cable->count > (size_t)1 << 31)
        return 0;
    return cable->ends == COLLIDE_CABLE_OPEN      ? cable->count - 3
           : cable->ends == COLLIDE_CABLE_CLAMPED ? cable->count + 1
           : cable->ends == COLLIDE_CABLE_CLOSED  ? cable->count
                                                  : 0;
}

COLLIDE_API collide_status collide_cable_check(const collide_cable *cable) {
    if (!cable || !cable->points)
        return COLLIDE_ERROR_NULL;
    if (cable->count < 4)
        return COLLIDE_ERROR_COUNT;
    if (cable->count > (size_t)1 << 31)
        return COLLIDE_ERROR_OVERFLOW;
    const size_t stride = collide__cable_stride(cable);
    const collide_status status =
        collide__array_check(cable->points, cable->count, stride, sizeof(collide_vec3));
    if (status != COLLIDE_OK)
        return status;
    if (cable->ends > COLLIDE_CABLE_CLOSED)
        return COLLIDE_ERROR_OPTION;
    for (size_t i = 0; i < cable->count; ++i)
        if (!collide__finite3(collide__read_vec3(collide__at(cable->points, i, stride))))
            return COLLIDE_ERROR_NOT_FINITE;
    if (!collide__finite(cable->radius))
        return COLLIDE_ERROR_NOT_FINITE;
    return cable->radius > 0 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

// Segment i, which is there.
static collide_spline collide__cable_segment(const collide_cable *cable, size_t i) {
    const size_t n = cable->count, stride = collide__cable_stride(cable);
    collide_spline s;
    for (size_t k = 0; k < 4; ++k) {
        size_t j = i + k;
        if (cable->ends == COLLIDE_CABLE_CLAMPED) // 0 0 0 1 2 ... n - 1 n - 1 n - 1
            j = j < 2 ? 0 : collide__min_size(j - 2, n - 1);
        else
            j = j < n ? j : j - n;
        s.v[k] = collide__read_vec3(collide__at(cable->points, j, stride));
    }
    s.radius = cable->radius;
    return s;
}

COLLIDE_API collide_spline collide_cable_segment(const collide_cable *cable, size_t i) {
    if (i < collide_cable_segments(cable))
        return collide__cable_segment(cable, i);
    collide_spline none;
    for (int k = 0; k < 4; ++k)
        none.v[k] = collide__vec3(collide__nan(), collide__nan(), collide__nan());
    none.radius = collide__nan();
    return none;
}

// A place of a curve in space, rounded.
COLLIDE__INLINE collide_vec3 collide__curve_place(const collide__curve *c, collide__dvec3 p) {
    return collide__dround_zero(collide__dadd(p, 1, c->from));
}

COLLIDE_API collide_vec3 collide_spline_point(const collide_spline *a, float u,
                                              collide_vec3 *tangent) {
    COLLIDE_ASSERT(a);
    collide_spline solid = *a;
    collide__curve c;
    collide__dvec3 t;
    solid.radius = 1;
    if (!collide__curve_of(&solid, &c) || !collide__finite(u)) {
        const collide_vec3 nan = collide__vec3(collide__nan(), collide__nan(), collide__nan());
        if (tangent)
            *tangent = nan;
        return nan;
    }
    const collide__dvec3 p = collide__curve_at(c.b, (double)u, &t);
    if (tangent)
        *tangent = collide__dround_zero(t);
    return collide__curve_place(&c, p);
}

COLLIDE_API void collide_spline_bezier(const collide_spline *a, collide_vec3 *out) {
    COLLIDE_ASSERT(a && out);
    collide_spline solid = *a;
    collide__curve c;
    solid.radius = 1;
    const bool valid = collide__curve_of(&solid, &c);
    for (int i = 0; i < 4; ++i)
        out[i] = valid ? collide__curve_place(&c, c.b[i])
                       : collide__vec3(collide__nan(), collide__nan(), collide__nan());
}

// Least and greatest coordinate of four control points along an axis.
static void collide__spline_range(const float *controls, int axis, float *least, float *most) {
    *least = *most = controls[axis];
    for (int k = 3 + axis; k < 12; k += 3) {
        *least = controls[k] < *least ? controls[k] : *least;
        *most = controls[k] > *most ? controls[k] : *most;
    }
}

COLLIDE_API collide_aabb collide_aabb_from_spline(const collide_spline *a) {
    const float none = collide__infinity();
    collide_aabb box = {{none, none, none}, {-none, -none, -none}};
    COLLIDE_ASSERT(a);
    if (!collide__spline_valid_of(a))
        return box;
    float lo[6]; // then hi
    for (int i = 0; i < 3; ++i) {
        float least, most;
        collide__spline_range(collide__floats(a), i, &least, &most);
        lo[i] = collide__add_down(least, -a->radius);
        lo[3 + i] = collide__add_up(most, a->radius);
    }
    memcpy(&box, lo, sizeof box);
    return box;
}

#ifndef COLLIDE_NO_KDOP
static void collide__kdop_spline(int kind, const collide_spline *a, float *min, float *max) {
    collide__curve c;
    collide__kdop_clear(kind, min, max);
    if (!collide__curve_of(a, &c))
        return;
    for (int i = 0; i < kind / 2; ++i) {
        const signed char *d = collide__kdop_direction(kind, i);
        const collide__dvec3 n = {(double)d[0], (double)d[1], (double)d[2]};
        const double grown = collide__dmul(c.radius, (double)collide__kdop_length_up(kind, i));
        const double at = collide__ddot(n, c.from), hair = collide__dmul(c.size, 1e-14);
        double least = collide__ddot(n, c.b[0]), most = least;
        for (int k = 1; k < 4; ++k) {
            const double along = collide__ddot(n, c.b[k]);
            least = along < least ? along : least;
            most = along > most ? along : most;
        }
        const double off = collide__dmul(collide__dsum_abs(c.from) + (c.size + grown), 1e-15);
        min[i] = collide__float_down(((at + least) - grown) - (hair + off));
        max[i] = collide__float_up(((at + most) + grown) + (hair + off));
    }
}

#define COLLIDE__SPLINE_KDOP(K)                                                                    \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_spline(const collide_spline *a) {           \
        collide_kdop##K r;                                                                         \
        COLLIDE_ASSERT(a);                                                                         \
        collide__kdop_spline(K, a, r.min, r.max);                                                  \
        return r;                                                                                  \
    }
COLLIDE__SPLINE_KDOP(6)
COLLIDE__SPLINE_KDOP(14)
COLLIDE__SPLINE_KDOP(18)
COLLIDE__SPLINE_KDOP(26)
#undef COLLIDE__SPLINE_KDOP
#endif

static collide_status collide__spline_valid(const void *p) {
    collide_spline s;
    memcpy(&s, p, sizeof s);
    const collide_status status = collide__finite_valid(p, 4);
    return status != COLLIDE_OK         ? status
           : !collide__finite(s.radius) ? COLLIDE_ERROR_NOT_FINITE
           : s.radius > 0               ? COLLIDE_OK
                                        : COLLIDE_ERROR_EXTENT;
}

// Behind the segment, of the box of its control points: the least coordinates less the radius, and
// the greatest and it, a little outward, so that what it leaves out the single call does, too.
#define COLLIDE__SPLINE_FLOATS 13
#define COLLIDE__SPLINE_ROWS 19
static void collide__spline_fill(float *rows) {
    const double radius = (double)rows[12];
    for (int i = 0; i < 3; ++i) {
        float least, most;
        collide__spline_range(rows, i, &least, &most);
        const double low = (double)least - radius, high = (double)most + radius;
        const double more_low = collide__dabs((double)least) + radius;
        const double more_high = collide__dabs((double)most) + radius;
        rows[13 + i] = collide__float_down(low - collide__dmul(more_low, COLLIDE__CURVE_LEAST));
        rows[16 + i] = collide__float_up(high + collide__dmul(more_high, COLLIDE__CURVE_LEAST));
    }
}
COLLIDE__PACK_DEFINE(spline, COLLIDE__SPLINE_ROWS, collide__spline_fill, COLLIDE_SPLINE_PACK_MAGIC)

COLLIDE_API collide_status collide_spline_pack_build_cables(collide_spline_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_cable *cables, size_t n) {
    collide_pack header;
    uint64_t all = 0;
    size_t at = 0;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    *pack = NULL;
    if (!cables)
        return COLLIDE_ERROR_NULL;
    for (size_t i = 0; i < n; ++i) {
        const collide_status status = collide_cable_check(&cables[i]);
        if (status != COLLIDE_OK)
            return status;
        all += collide_cable_segments(&cables[i]);
        if (all > UINT32_MAX)
            return COLLIDE_ERROR_OVERFLOW;
    }
    const collide_status status = collide__pack_prepare(
        COLLIDE_SPLINE_PACK_MAGIC, COLLIDE__SPLINE_ROWS, memory, size, (size_t)all, &header);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < collide_cable_segments(&cables[i]); ++k) {
            const collide_spline s = collide__cable_segment(&cables[i], k);
            collide__pack_put_object(&collide__spline_packed, &header, (char *)memory, at++, &s);
        }
    collide__pack_finish(&header, (char *)memory);
    *pack = (collide_spline_pack *)memory;
    return COLLIDE_OK;
}

// ---- layer 2 ---------------------------------------------------------------------------------

// A box as a curve sees it: along axes at right angles, or nearly so.
typedef struct collide__bay {
    double lo[3], hi[3];
} collide__bay;

// How far a point is off the box on the worst axis; of a part, no less than how far all of it is.
static double collide__bay_gap(const collide__bay *b, const collide__dvec3 *p, int n) {
    double gap = -DBL_MAX;
    for (int i = 0; i < 3; ++i) {
        double least = collide__doubles(p)[i], most = least;
        for (int k = 1; k < n; ++k) {
            const double x = collide__doubles(p + k)[i];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        const double below = b->lo[i] - most, above = least - b->hi[i];
        gap = below > gap ? below : gap;
        gap = above > gap ? above : gap;
    }
    return gap;
}

// Whether the box of the control points, grown by the radius, reaches from lo to hi on one axis
// (layer 1). A difference of floats that rounds to no more than the radius may be more by rounding
// only.
COLLIDE__INLINE bool collide__spline_boxed_on(const float *a, int axis, float lo, float hi) {
    const float *v = a + axis, p = v[0], q = v[3], r = v[6], s = v[9], radius = a[12];
    const float low = p < q ? p : q, high = p > q ? p : q;
    const float least = r < s ? r : s, most = r > s ? r : s;
    return (low < least ? low : least) - hi <= radius && lo - (high > most ? high : most) <= radius;
}

static bool collide__spline_boxed(const collide_spline *a, const collide_aabb *b) {
    for (int i = 0; i < 3; ++i) {
        const float lo = collide__floats(b)[i], hi = collide__floats(b)[3 + i];
        if (!collide__spline_boxed_on(collide__floats(a), i, lo, hi) || !(lo <= hi))
            return false;
    }
    return collide__spline_valid_of(a);
}

// The curve and an aligned box.
static bool collide__bay_of_aabb(const collide_spline *a, const collide_aabb *b, collide__curve *c,
                                 collide__bay *bay) {
    if (!collide__spline_boxed(a, b) || !collide__curve_of(a, c))
        return false;
    for (int i = 0; i < 3; ++i) {
        bay->lo[i] = (double)collide__floats(b)[i] - collide__doubles(&c->from)[i];
        bay->hi[i] = (double)collide__floats(b)[3 + i] - collide__doubles(&c->from)[i];
    }
    return true;
}

// An aligned box that, grown by a radius, holds one with axes grown by that along these, and what
// is let count as within; with radius 0 and grown by any, all that is so near.
static collide_aabb collide__obb_box(const collide_obb *b, double radius) {
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    const collide__dvec3 center = collide__dvec3_of(b->center);
    const double size = ((double)half[0] + (double)half[1]) + (double)half[2];
    float box[6];
    for (int i = 0; i < 3; ++i) {
        double reach = collide__dmul(size + collide__dmul(3, radius), 8 * COLLIDE__CURVE_LOOSE);
        for (int k = 0; k < 3; ++k)
            reach += collide__dmul((double)half[k] + radius,
                                   collide__dabs((double)collide__floats(&b->axis[k])[i]));
        reach -= radius;
        box[i] = collide__float_down(collide__doubles(&center)[i] - reach);
        box[3 + i] = collide__float_up(collide__doubles(&center)[i] + reach);
    }
    collide_aabb r;
    memcpy(&r, box, sizeof r);
    return r;
}

// The curve in the frame of a box whose axes are not quite at right angles: by the inverse.
static bool collide__bay_of_obb(const collide_spline *a, const collide_obb *b, collide__curve *c,
                                collide__bay *bay) {
    if (collide_obb_check(b) != COLLIDE_OK)
        return false;
    const collide_aabb box = collide__obb_box(b, (double)a->radius);
    if (!collide__spline_boxed(a, &box) || !collide__curve_of(a, c))
        return false;
    const collide__dvec3 x = collide__dvec3_of(b->axis[0]), y = collide__dvec3_of(b->axis[1]);
    const collide__dvec3 z = collide__dvec3_of(b->axis[2]), across = collide__dcross(y, z);
    const double volume = collide__ddot(x, across);
    const collide__dvec3 rows[3] = {across, collide__dcross(z, x), collide__dcross(x, y)};
    const collide__dvec3 from = collide__dsub(a->v[1], b->center);
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    for (int k = 0; k < 4; ++k) {
        const collide__dvec3 p = collide__dadd(c->b[k], 1, from);
        c->b[k].x = collide__ddiv(collide__ddot(rows[0], p), volume);
        c->b[k].y = collide__ddiv(collide__ddot(rows[1], p), volume);
        c->b[k].z = collide__ddiv(collide__ddot(rows[2], p), volume);
    }
    for (int i = 0; i < 3; ++i) {
        bay->hi[i] = (double)half[i];
        bay->lo[i] = -bay->hi[i];
    }
    c->from = collide__dvec3_of(collide__vec3(0, 0, 0));
    const double size = collide__dmost(from) + c->size;
    const double loose = ((bay->hi[0] + bay->hi[1]) + bay->hi[2]) + collide__dmul(3, c->radius);
    collide__curve_reach(c, size, collide__dmul(loose, COLLIDE__CURVE_LOOSE));
    return true;
}

// Whether a middle of a part lies in the grown box, or all parts are off it.
static bool collide__bay_near(const collide__curve *c, const collide__bay *bay) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(c);
    if (collide__bay_gap(bay, &c->b[0], 1) <= c->meet ||
        collide__bay_gap(bay, &c->b[3], 1) <= c->meet)
        return true;
    while (depth) {
        const collide__part part = stack[--depth];
        if (collide__bay_gap(bay, part.b, 4) > c->apart)
            continue;
        collide__part *left = &stack[depth], *right = left + 1;
        collide__part_halve(&part, left, right);
        if (part.width == 1 || collide__bay_gap(bay, &left->b[3], 1) <= c->meet)
            return true;
        depth += 2;
    }
    return false;
}

// Parts in rising order: those that are off the grown box are left out, those within it, or of the
// least width, belong to the set.
static size_t collide__bay_intervals(const collide__curve *c, const collide__bay *bay,
                                     collide_interval *intervals, size_t capacity) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1, n = 0;
    uint32_t first = 0, last = 0;
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        if (collide__bay_gap(bay, part.b, 4) > c->meet)
            continue;
        bool within = true;
        for (int k = 0; k < 4 && within; ++k)
            within = collide__bay_gap(bay, &part.b[k], 1) <= c->meet;
        if (!within && part.width > 1) {
            collide__part_halve(&part, &stack[depth + 1], &stack[depth]);
            depth += 2;
            continue;
        }
        if (n == 0 || part.at != last) {
            first = part.at;
            ++n;
        }
        last = part.at + part.width;
        if (n <= capacity) {
            intervals[n - 1].first = (float)((double)first * COLLIDE__CURVE_UNIT);
            intervals[n - 1].last = (float)((double)last * COLLIDE__CURVE_UNIT);
        }
    }
    return n;
}

#define COLLIDE__BAY_DEFINE(what)                                                                  \
    COLLIDE_API bool collide_spline_##what##_near(const collide_spline *a,                         \
                                                  const collide_##what *b) {                       \
        collide__curve c;                                                                          \
        collide__bay bay;                                                                          \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__bay_of_##what(a, b, &c, &bay) && collide__bay_near(&c, &bay);              \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_spline_##what##_intervals(                                          \
        const collide_spline *a, const collide_##what *b, collide_interval *intervals,             \
        size_t capacity) {                                                                         \
        collide__curve c;                                                                          \
        collide__bay bay;                                                                          \
        COLLIDE_ASSERT(a &&b && (intervals || !capacity));                                         \
        return collide__bay_of_##what(a, b, &c, &bay) && collide__bay_near(&c, &bay)               \
                   ? collide__bay_intervals(&c, &bay, intervals, capacity)                         \
                   : 0;                                                                            \
    }
COLLIDE__BAY_DEFINE(aabb)
COLLIDE__BAY_DEFINE(obb)
#undef COLLIDE__BAY_DEFINE

// ---- layer 3: bodies -------------------------------------------------------------------------

// A body as a curve sees it. distance is that of a point from the surface, less than 0 within; the
// normal there, outward, of unit length; and how far along that normal the body reaches at most,
// which tells on which side of that plane all of it lies (if walls, only what is outside of it, or
// where distance is <= 0).
typedef struct collide__target {
    double (*distance)(const struct collide__target *body, collide__dvec3 p, collide__dvec3 *normal,
                       double *reach);
    collide__dvec3 p[4], q[3]; // vertices, or a centre and axes; inverse of these
    double size[3], lo[3], hi[3];
    double floor; // no distance is less: 0 of what is flat
    double hair;  // what is as near as that lies on the surface
    bool walls;
} collide__target;

// From a point q of the surface to p; where they are one, as far as rounding tells, another normal
// there.
COLLIDE__INLINE double collide__target_outward(const collide__target *body, collide__dvec3 p,
                                               collide__dvec3 q, collide__dvec3 other,
                                               collide__dvec3 *normal) {
    const collide__dvec3 d = collide__dadd(p, -1, q);
    const double distance = collide__sqrt(collide__ddot(d, d));
    *normal = d;
    if (distance > body->hair && collide__dnormalize(normal))
        return distance;
    *normal = other;
    return 0;
}

static double collide__target_aabb(const collide__target *body, collide__dvec3 p,
                                   collide__dvec3 *normal, double *reach) {
    double q[3], face[3] = {0, 0, 1}, least = DBL_MAX;
    bool outside = false;
    *reach = DBL_MAX;
    for (int i = 0; i < 3; ++i) {
        const double x = collide__doubles(&p)[i], lo = body->lo[i], hi = body->hi[i];
        const double below = x - lo, above = hi - x, in = below < above ? below : above;
        q[i] = below < 0 ? lo : above < 0 ? hi : x;
        outside = outside || in < 0;
        if (in < least) {
            least = in;
            face[0] = face[1] = face[2] = 0;
            face[i] = below < above ? -1 : 1;
            *reach = below < above ? -lo : hi;
        }
    }
    const collide__dvec3 out = {face[0], face[1], face[2]}, foot = {q[0], q[1], q[2]};
    *normal = out;
    if (!outside)
        return -least;
    const double distance = collide__target_outward(body, p, foot, out, normal);
    *reach = distance > 0 ? collide__ddot(*normal, foot) : *reach;
    return distance;
}

// p[0] the centre, p[1] to p[3] the axes, q the rows of their inverse. Outside, the nearest point
// by its coordinates along the axes, each in turn as the others are: two turns, as the axes are at
// right angles within 2^-21.
static double collide__target_obb(const collide__target *body, collide__dvec3 p,
                                  collide__dvec3 *normal, double *reach) {
    const collide__dvec3 from = collide__dadd(p, -1, body->p[0]);
    double s[3], least = DBL_MAX;
    int face = 0;
    bool outside = false;
    for (int i = 0; i < 3; ++i) {
        const double x = collide__ddot(body->q[i], from), h = body->size[i];
        const double in = collide__ddiv(h - collide__dabs(x), body->hi[i]);
        outside = outside || in < 0;
        face = in < least ? i : face;
        least = in < least ? in : least;
        s[i] = x < -h ? -h : x > h ? h : x;
    }
    const double sign = collide__ddot(body->q[face], from) < 0 ? -1 : 1;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 out =
        collide__dadd(zero, collide__ddiv(sign, body->hi[face]), body->q[face]);
    double distance = -least;
    *normal = out;
    if (outside) {
        collide__dvec3 rest = from;
        for (int i = 0; i < 3; ++i)
            rest = collide__dadd(rest, -s[i], body->p[i + 1]);
        for (int turn = 0; turn < 6; ++turn) {
            const int i = turn % 3;
            const double h = body->size[i];
            const double x = s[i] + collide__ddiv(collide__ddot(body->p[i + 1], rest),
                                                  collide__ddot(body->p[i + 1], body->p[i + 1]));
            const double y = x < -h ? -h : x > h ? h : x;
            rest = collide__dadd(rest, s[i] - y, body->p[i + 1]);
            s[i] = y;
        }
        distance = collide__target_outward(body, rest, zero, out, normal);
    }
    *reach = collide__ddot(*normal, body->p[0]);
    for (int i = 0; i < 3; ++i)
        *reach +=
            collide__dmul(body->size[i], collide__dabs(collide__ddot(*normal, body->p[i + 1])));
    return distance;
}

// p[0] to p[2] the vertices, p[3] a normal.
static double collide__target_triangle(const collide__target *body, collide__dvec3 p,
                                       collide__dvec3 *normal, double *reach) {
    const collide__dvec3 q = collide__triangle_nearest(body->p, p);
    const double distance = collide__target_outward(body, p, q, body->p[3], normal);
    *reach = collide__ddot(*normal, q);
    return distance;
}

// p[0] the centre, size[0] the radius.
static double collide__target_sphere(const collide__target *body, collide__dvec3 p,
                                     collide__dvec3 *normal, double *reach) {
    const double distance =
        collide__target_outward(body, p, body->p[0], collide__coordinate_axis(2), normal);
    *reach = collide__ddot(*normal, body->p[0]) + body->size[0];
    return distance - body->size[0];
}

// Box with lo <= hi, as the curve of the layers above sees it.
static void collide__target_of_aabb(const collide__bay *bay, collide__target *out) {
    memset(out, 0, sizeof *out);
    out->floor = -DBL_MAX;
    out->distance = collide__target_aabb;
    for (int i = 0; i < 3; ++i) {
        out->lo[i] = bay->lo[i];
        out->hi[i] = bay->hi[i];
    }
}

static void collide__target_of_obb(const collide_obb *b, const collide__curve *c,
                                   collide__target *out) {
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    memset(out, 0, sizeof *out);
    out->floor = -DBL_MAX;
    out->distance = collide__target_obb;
    out->p[0] = collide__dadd(collide__dvec3_of(b->center), -1, c->from);
    for (int i = 0; i < 3; ++i)
        out->p[i + 1] = collide__dvec3_of(b->axis[i]);
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 zero = {0, 0, 0};
        const collide__dvec3 row =
            collide__dcross(out->p[1 + (i + 1) % 3], out->p[1 + (i + 2) % 3]);
        out->q[i] = collide__dadd(zero, collide__ddiv(1, collide__ddot(row, out->p[i + 1])), row);
        out->hi[i] = collide__sqrt(collide__ddot(out->q[i], out->q[i]));
        out->size[i] = (double)half[i];
    }
}

static void collide__target_of_triangle(const collide__dvec3 *v, collide__target *out) {
    memset(out, 0, sizeof *out);
    out->distance = collide__target_triangle;
    for (int i = 0; i < 3; ++i)
        out->p[i] = v[i];
    const collide__dvec3 e = collide__dadd(v[1], -1, v[0]), f = collide__dadd(v[2], -1, v[0]);
    out->p[3] = collide__dcross(e, f);
    if (!collide__dnormalize(&out->p[3]))
        out->p[3] = collide__any_normal(collide__ddot(e, e) > collide__ddot(f, f) ? e : f);
}

// ---- layer 3: the question -------------------------------------------------------------------

// The deepest point found so far: of the centre line and its u, how far that is from the surface.
typedef struct collide__deepest {
    collide__dvec3 at, normal;
    double distance, u;
} collide__deepest;

static void collide__deepest_take(collide__deepest *best, collide__dvec3 p, double u,
                                  collide__dvec3 normal, double distance) {
    if (distance < best->distance) {
        best->distance = distance;
        best->u = u;
        best->at = p;
        best->normal = normal;
    }
}

static void collide__deepest_ask(collide__deepest *best, const collide__target *body,
                                 collide__dvec3 p, double u) {
    collide__dvec3 normal;
    double reach;
    const double distance = body->distance(body, p, &normal, &reach);
    collide__deepest_take(best, p, u, normal, distance);
}

// How far a part is at least beyond the plane of that normal.
COLLIDE__INLINE double collide__part_beyond(const collide__part *part, collide__dvec3 normal,
                                            double reach) {
    double least = collide__ddot(normal, part->b[0]);
    for (int k = 1; k < 4; ++k) {
        const double along = collide__ddot(normal, part->b[k]);
        least = along < least ? along : least;
    }
    return least - reach;
}

// No point of a part is less far from a body than this: by that plane; by the way from its middle;
// and of what has walls, by the plane of its face, since the others tell of what is outside only.
static double collide__part_least(const collide__target *body, const collide__part *part,
                                  collide__dvec3 middle, double distance, collide__dvec3 normal,
                                  double reach) {
    double least = collide__part_beyond(part, normal, reach), square = 0;
    for (int k = 0; k < 4; ++k) {
        const collide__dvec3 d = collide__dadd(part->b[k], -1, middle);
        const double x = collide__ddot(d, d);
        square = x > square ? x : square;
    }
    const double way = distance - collide__sqrt(square);
    least = way > least ? way : least;
    if (body->walls && !(least > 0)) {
        const double face =
            collide__part_beyond(part, body->p[3], collide__ddot(body->p[3], body->p[0]));
        least = distance > 0 || face > least ? face : least;
    }
    return least > body->floor ? least : body->floor;
}

// By how much, at least, a part must be able to be deeper than what was found to be looked at.
COLLIDE__INLINE double collide__curve_step(const collide__curve *c, double least) {
    const double step = collide__dmul(c->length, COLLIDE__CURVE_STEP);
    return step > least ? step : least;
}

// Whether a curve meets a body; with all, where it is deepest, too, as far as that step.
static bool collide__curve_search(const collide__curve *c, const collide__target *body, bool all,
                                  collide__deepest *best) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    const double step = collide__curve_step(c, c->meet - c->apart);
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        collide__part *left = &stack[depth], *right = left + 1;
        collide__dvec3 normal;
        double reach;
        collide__part_halve(&part, left, right);
        const collide__dvec3 middle = left->b[3];
        const double distance = body->distance(body, middle, &normal, &reach);
        const double beyond = collide__part_least(body, &part, middle, distance, normal, reach);
        collide__deepest_take(best, middle, collide__dmul((double)right->at, COLLIDE__CURVE_UNIT),
                              normal, distance);
        if (!all && best->distance <= c->meet)
            return true;
        if (best->distance <= c->meet ? beyond >= best->distance - step : beyond > c->apart)
            continue;
        if (part.width == (uint32_t)1 << COLLIDE__CURVE_LEVELS) {
            collide__deepest_ask(best, body, part.b[0], 0);
            collide__deepest_ask(best, body, part.b[3], 1);
            if (!all && best->distance <= c->meet)
                return true;
        }
        if (part.width <= 2)
            continue; // no wider than what counts
        if (collide__ddot(normal, part.b[0]) < collide__ddot(normal, part.b[3])) {
            const collide__part swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return best->distance <= c->meet;
}

// Goes on to where the distance neither falls nor rises, near what was found: by halves.
static void collide__curve_polish(const collide__curve *c, const collide__target *body,
                                  collide__deepest *best) {
    double first = best->u - 0.0078125, last = best->u + 0.0078125; // 2^-7
    first = first > 0 ? first : 0;
    last = last < 1 ? last : 1;
    for (int i = 0; i < 36; ++i) {
        const double u = (first + last) * 0.5;
        collide__dvec3 normal, tangent;
        double reach;
        const collide__dvec3 p = collide__curve_at(c->b, u, &tangent);
        const double distance = body->distance(body, p, &normal, &reach);
        collide__deepest_take(best, p, u, normal, distance);
        if (collide__ddot(normal, tangent) > 0)
            last = u;
        else
            first = u;
    }
}

// No more than the least u, or no less than the greatest, at which the curve meets the body, in
// units of 2^-24, if that is beyond known; in steps of 2^-16.
static uint32_t collide__curve_end(const collide__curve *c, const collide__target *body,
                                   bool greatest, uint32_t known) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        const uint32_t end = greatest ? part.at + part.width : part.at;
        collide__part *left = &stack[depth], *right = left + 1;
        collide__dvec3 normal;
        double reach;
        if (greatest ? end <= known : end >= known)
            continue;
        collide__part_halve(&part, left, right);
        body->distance(body, left->b[3], &normal, &reach);
        const double beyond = collide__part_beyond(&part, normal, reach);
        if (beyond > c->apart)
            continue;
        const double at = body->distance(body, part.b[greatest ? 3 : 0], &normal, &reach);
        if (at <= c->meet || part.width <= 256)
            return end;
        if (!greatest) {
            const collide__part swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return known;
}

// Where the curve meets the body, besides what is known.
static void collide__curve_span(const collide__curve *c, const collide__target *body, double u,
                                uint32_t *first, uint32_t *last) {
    const uint32_t at = (uint32_t)(int32_t)collide__dmul(u, 16777216.0); // 2^24
    const uint32_t up = at < (uint32_t)1 << 24 ? at + 1 : at;
    *first = *first < at ? *first : at;
    *last = *last > up ? *last : up;
    *first = collide__curve_end(c, body, false, *first);
    *last = collide__curve_end(c, body, true, *last);
}

static void collide__cable_contact_none(collide_cable_contact *out) {
    if (out)
        memset(out, 0, sizeof *out);
}

static collide__deepest collide__deepest_none(void) {
    collide__deepest best;
    memset(&best, 0, sizeof best);
    best.distance = DBL_MAX;
    return best;
}

// What a curve finds of several bodies: that it meets one, or with all the deepest point and where
// it meets any.
typedef struct collide__cable_search {
    collide__deepest best;
    uint32_t first, last, other;
    bool all, deeper; // the last one is the deepest so far
} collide__cable_search;

static collide__cable_search collide__cable_search_none(bool all) {
    collide__cable_search search;
    memset(&search, 0, sizeof search);
    search.best = collide__deepest_none();
    search.first = UINT32_MAX;
    search.all = all;
    return search;
}

static bool collide__curve_look(const collide__curve *c, const collide__target *body,
                                collide__cable_search *search) {
    collide__deepest best = collide__deepest_none();
    if (!collide__curve_search(c, body, search->all, &best))
        return false;
    if (search->all) {
        collide__curve_polish(c, body, &best);
        collide__curve_span(c, body, best.u, &search->first, &search->last);
        search->deeper = best.distance < search->best.distance;
        collide__deepest_take(&search->best, best.at, best.u, best.normal, best.distance);
    }
    return true;
}

static void collide__cable_contact_put(collide_cable_contact *out, const collide__curve *c,
                                       const collide__cable_search *search) {
    const collide__deepest *best = &search->best;
    const double depth = c->radius - best->distance;
    memset(out, 0, sizeof *out);
    out->contact.point_a =
        collide__curve_place(c, collide__dadd(best->at, -c->radius, best->normal));
    out->contact.point_b =
        collide__curve_place(c, collide__dadd(best->at, -best->distance, best->normal));
    out->contact.normal = collide__dround_zero(best->normal);
    out->contact.depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->u = (float)best->u;
    out->interval.first =
        collide__float_down(collide__dmul((double)search->first, COLLIDE__CURVE_UNIT));
    out->interval.last =
        collide__float_up(collide__dmul((double)search->last, COLLIDE__CURVE_UNIT));
}

static bool collide__curve_meets(const collide__curve *c, const collide__target *body,
                                 collide_cable_contact *out) {
    collide__cable_search search = collide__cable_search_none(out != NULL);
    if (!collide__curve_look(c, body, &search))
        return false;
    if (out)
        collide__cable_contact_put(out, c, &search);
    return true;
}

COLLIDE_API bool collide_spline_aabb(const collide_spline *a, const collide_aabb *b,
                                     collide_cable_contact *out) {
    collide__curve c;
    collide__bay bay;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (!collide__bay_of_aabb(a, b, &c, &bay) || !collide__bay_near(&c, &bay))
        return false;
    collide__target_of_aabb(&bay, &body);
    return collide__curve_meets(&c, &body, out);
}

COLLIDE_API bool collide_spline_obb(const collide_spline *a, const collide_obb *b,
                                    collide_cable_contact *out) {
    collide__curve c;
    collide__bay bay;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    const collide_aabb box = collide__obb_box(b, 0);
    if (!collide__spline_boxed(a, &box) || !collide__bay_of_obb(a, b, &c, &bay) ||
        !collide__bay_near(&c, &bay) || !collide__curve_of(a, &c))
        return false;
    collide__target_of_obb(b, &c, &body);
    const double size = (body.size[0] + body.size[1]) + body.size[2];
    collide__curve_reach(&c, collide__dmost(body.p[0]) + size,
                         collide__dmul(size, COLLIDE__CURVE_LOOSE));
    body.hair = collide__dmul(collide__dmost(body.p[0]) + size, COLLIDE__CURVE_HAIR);
    return collide__curve_meets(&c, &body, out);
}

COLLIDE_API bool collide_spline_sphere(const collide_spline *a, const collide_sphere *b,
                                       collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (!collide__finite3(b->center) || !(b->radius >= 0 && b->radius <= FLT_MAX) ||
        !collide__curve_of(a, &c))
        return false;
    memset(&body, 0, sizeof body);
    body.distance = collide__target_sphere;
    body.p[0] = collide__dsub(b->center, a->v[1]);
    body.size[0] = (double)b->radius;
    body.floor = -body.size[0];
    collide__curve_reach(&c, collide__dmost(body.p[0]) + body.size[0], 0);
    return collide__curve_meets(&c, &body, out);
}

// ---- layer 3: triangles ----------------------------------------------------------------------

// At least the length of (a, b), by at most a twelfth more: without squares, which may vanish.
COLLIDE__INLINE float collide__hypot_up(float a, float b) {
    const float x = collide__abs(a), y = collide__abs(b);
    return (x > y ? x : y) + collide__mul(x > y ? y : x, 0.41422f);
}

// Whether what a hull b and a triangle t have along some axis is apart by no more than r times the
// length of that axis, and rounding.
COLLIDE__INLINE bool collide__near_along(const float *b, const float *t, float r, float length,
                                         float size) {
    const float b_low = b[0] < b[1] ? b[0] : b[1], b_least = b[2] < b[3] ? b[2] : b[3];
    const float b_high = b[0] > b[1] ? b[0] : b[1], b_most = b[2] > b[3] ? b[2] : b[3];
    const float t_low = t[0] < t[1] ? t[0] : t[1], t_high = t[0] > t[1] ? t[0] : t[1];
    const float low = b_low < b_least ? b_low : b_least, high = b_high > b_most ? b_high : b_most;
    const float least = t_low < t[2] ? t_low : t[2], most = t_high > t[2] ? t_high : t[2];
    const float slack =
        collide__mul(length, r + collide__mul(size, COLLIDE__NEAR_HAIR)) + COLLIDE__NEAR_TINY;
    return !(low - most > slack) && !(least - high > slack);
}

// The Bezier form, six times as large, and the triangle likewise, as seen from V1: 6 b0 = V0 + V2,
// 6 b1 = 2 V2, 6 b2 = 4 V2, 6 b3 = 4 V2 + V3. Boxes first; then axes: of coordinates; the normal;
// the normals of its edges' projections on the coordinate planes. Each sum in the order written.
static bool collide__near_triangle(const float *a, const float *v) {
    float b[3][4], t[3][3], size = 0;
    const float r = collide__mul(a[12], 6);
    for (int i = 0; i < 3; ++i) {
        const float p = v[i], q = v[3 + i], s = v[6 + i];
        const float low = p < q ? p : q, high = p > q ? p : q;
        if (!collide__spline_boxed_on(a, i, low < s ? low : s, high > s ? high : s))
            return false;
    }
    for (int i = 0; i < 3; ++i) {
        const float q = a[6 + i] - a[3 + i];
        b[i][0] = (a[i] - a[3 + i]) + q;
        b[i][1] = q + q;
        b[i][2] = b[i][1] + b[i][1];
        b[i][3] = b[i][2] + (a[9 + i] - a[3 + i]);
        for (int k = 0; k < 3; ++k) {
            t[i][k] = collide__mul(v[3 * k + i] - a[3 + i], 6);
            size = size > collide__abs(t[i][k]) ? size : collide__abs(t[i][k]);
        }
        for (int k = 0; k < 4; ++k)
            size = size > collide__abs(b[i][k]) ? size : collide__abs(b[i][k]);
    }
    for (int i = 0; i < 3; ++i)
        if (!collide__near_along(b[i], t[i], r, 1, size))
            return false;
    float e[3][3], along[4], other[3]; // edges, by coordinate
    for (int i = 0; i < 3; ++i) {
        e[i][0] = v[3 + i] - v[i];
        e[i][1] = v[6 + i] - v[3 + i];
        e[i][2] = v[i] - v[6 + i];
    }
    const float x = collide__mul(e[1][0], e[2][1]) - collide__mul(e[2][0], e[1][1]);
    const float y = collide__mul(e[2][0], e[0][1]) - collide__mul(e[0][0], e[2][1]);
    const float z = collide__mul(e[0][0], e[1][1]) - collide__mul(e[1][0], e[0][1]);
    for (int k = 0; k < 4; ++k)
        along[k] = (collide__mul(x, b[0][k]) + collide__mul(y, b[1][k])) + collide__mul(z, b[2][k]);
    for (int k = 0; k < 3; ++k)
        other[k] = (collide__mul(x, t[0][k]) + collide__mul(y, t[1][k])) + collide__mul(z, t[2][k]);
    if (!collide__near_along(along, other, r, collide__hypot_up(collide__hypot_up(x, y), z), size))
        return false;
    for (int plane = 0; plane < 3; ++plane) {
        const float *bi = b[(plane + 1) % 3], *bj = b[(plane + 2) % 3];
        const float *ti = t[(plane + 1) % 3], *tj = t[(plane + 2) % 3];
        for (int edge = 0; edge < 3; ++edge) {
            const float i = e[(plane + 1) % 3][edge], j = e[(plane + 2) % 3][edge];
            for (int k = 0; k < 4; ++k)
                along[k] = collide__mul(j, bi[k]) - collide__mul(i, bj[k]);
            for (int k = 0; k < 3; ++k)
                other[k] = collide__mul(j, ti[k]) - collide__mul(i, tj[k]);
            if (!collide__near_along(along, other, r, collide__hypot_up(i, j), size))
                return false;
        }
    }
    return true;
}

COLLIDE_API bool collide_spline_triangle_near(const collide_spline *a, const collide_triangle *b) {
    COLLIDE_ASSERT(a && b);
    return collide__spline_valid_of(a) && collide__triangle_valid(b) == COLLIDE_OK &&
           collide__near_triangle(collide__floats(a), collide__floats(b));
}

// The curve and a triangle that is near.
static bool collide__spline_triangle(const collide_spline *a, const collide_triangle *b,
                                     collide__curve *c, collide__target *body) {
    const collide__dvec3 v[3] = {collide__dsub(b->v[0], a->v[1]), collide__dsub(b->v[1], a->v[1]),
                                 collide__dsub(b->v[2], a->v[1])};
    if (collide__triangle_valid(b) != COLLIDE_OK || !collide__curve_of(a, c))
        return false;
    double size = collide__dmost(v[0]);
    size = size > collide__dmost(v[1]) ? size : collide__dmost(v[1]);
    size = size > collide__dmost(v[2]) ? size : collide__dmost(v[2]);
    collide__target_of_triangle(v, body);
    collide__curve_reach(c, size, 0);
    body->hair = collide__dmul(size, COLLIDE__CURVE_HAIR);
    return true;
}

COLLIDE_API bool collide_spline_triangle(const collide_spline *a, const collide_triangle *b,
                                         collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    return collide_spline_triangle_near(a, b) && collide__spline_triangle(a, b, &c, &body) &&
           collide__curve_meets(&c, &body, out);
}

// ---- layer 3: cylinders and terrain ----------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// p[0] the centre, p[1] the axis, of unit length; size[0] the radius, size[1] half the height.
static double collide__target_cylinder(const collide__target *body, collide__dvec3 p,
                                       collide__dvec3 *normal, double *reach) {
    const collide__dvec3 zero = {0, 0, 0}, axis = body->p[1];
    const collide__dvec3 from = collide__dadd(p, -1, body->p[0]);
    const double along = collide__ddot(from, axis), radius = body->size[0], half = body->size[1];
    const collide__dvec3 across = collide__dadd(from, -along, axis);
    const double rim = collide__sqrt(collide__ddot(across, across));
    const double beside = rim - radius, above = collide__dabs(along) - half;
    collide__dvec3 out = across;
    double distance = beside > above ? beside : above;
    if (rim <= body->hair || !collide__dnormalize(&out))
        out = collide__any_normal(axis);
    *normal = beside > above ? out : collide__dadd(zero, along < 0 ? -1 : 1, axis);
    if (beside > 0 && above > 0) {
        collide__dvec3 q = collide__dadd(zero, along < 0 ? -half : half, axis);
        q = collide__dadd(q, radius, out);
        distance = collide__target_outward(body, from, q, *normal, normal);
    }
    const double up = collide__ddot(*normal, axis);
    const collide__dvec3 side = collide__dadd(*normal, -up, axis);
    *reach = (collide__ddot(*normal, body->p[0]) + collide__dmul(half, collide__dabs(up))) +
             collide__dmul(radius, collide__sqrt(collide__ddot(side, side)));
    return distance;
}

COLLIDE_API bool collide_spline_cylinder(const collide_spline *a, const collide_cylinder *b,
                                         collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    if (collide_cylinder_check(b) != COLLIDE_OK || !collide__curve_of(a, &c))
        return false;
    memset(&body, 0, sizeof body);
    body.distance = collide__target_cylinder;
    body.p[0] = collide__dsub(b->center, a->v[1]);
    body.p[1] = collide__dvec3_of(b->axis);
    collide__dnormalize(&body.p[1]);
    body.size[0] = (double)b->radius;
    body.size[1] = (double)b->height * 0.5;
    body.floor = -DBL_MAX;
    const double size = body.size[0] + body.size[1];
    collide__curve_reach(&c, collide__dmost(body.p[0]) + size,
                         collide__dmul(size, COLLIDE__CURVE_LOOSE));
    body.hair = collide__dmul(collide__dmost(body.p[0]) + size, COLLIDE__CURVE_HAIR);
    return collide__curve_meets(&c, &body, out);
}

// What is at or below a triangle that is not upright, however deep; p[3] is its normal, which looks
// up. Beside it, by more than size[0], and no higher than the border next to it, the nearest point
// lies on a wall.
static double collide__target_column(const collide__target *body, collide__dvec3 p,
                                     collide__dvec3 *normal, double *reach) {
    const collide__dvec3 *t = body->p;
    const double high = collide__ddot(t[3], collide__dadd(p, -1, t[0]));
    collide__dvec3 flat[3], foot = {p.x, p.y, 0};
    bool over = true;
    *normal = t[3];
    *reach = collide__ddot(t[3], t[0]);
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 *a = &t[i], *b = &t[(i + 1) % 3];
        flat[i].x = a->x;
        flat[i].y = a->y;
        flat[i].z = 0;
        const double x = b->x - a->x, y = b->y - a->y;
        over = over && collide__dmul(x, p.y - a->y) - collide__dmul(y, p.x - a->x) >=
                           collide__dmul(-body->size[0], collide__dabs(x) + collide__dabs(y));
    }
    if (over && high <= 0)
        return high;
    const collide__dvec3 beside = collide__triangle_nearest(flat, foot);
    const double border = t[0].z - collide__ddiv(collide__dmul(t[3].x, beside.x - t[0].x) +
                                                     collide__dmul(t[3].y, beside.y - t[0].y),
                                                 t[3].z);
    collide__dvec3 q = beside;
    q.z = p.z;
    if (p.z > border)
        q = collide__triangle_nearest(t, p);
    const double distance = collide__target_outward(body, p, q, t[3], normal);
    *reach = collide__ddot(*normal, q);
    return distance;
}

typedef struct collide__cable_over {
    collide__curve c;
    collide__cable_search *search;
} collide__cable_over;

// Goes on to the next cells if all are asked for.
static bool collide__cable_column(const void *shape, const collide__dvec3 *triangle) {
    const collide__cable_over *over = (const collide__cable_over *)shape;
    collide__target body;
    const collide__dvec3 e = collide__dadd(triangle[1], -1, triangle[0]);
    const collide__dvec3 f = collide__dadd(triangle[2], -1, triangle[0]);
    const bool turned = collide__ddot(collide__coordinate_axis(2), collide__dcross(e, f)) < 0;
    const collide__dvec3 up[3] = {triangle[0], triangle[turned ? 2 : 1], triangle[turned ? 1 : 2]};
    collide__target_of_triangle(up, &body);
    body.distance = collide__target_column;
    body.size[0] = collide__dmul(over->c.meet - over->c.apart, 0.25);
    body.floor = -DBL_MAX;
    body.walls = true;
    return collide__curve_look(&over->c, &body, over->search) && !over->search->all;
}

COLLIDE_API bool collide_spline_terrain(const collide_spline *a, const collide_terrain *b,
                                        collide_cable_contact *out) {
    collide__cable_search search = collide__cable_search_none(out != NULL);
    collide__cable_over cable;
    collide__over over;
    collide__dvec3 min, max;
    COLLIDE_ASSERT(a);
    collide__cable_contact_none(out);
    if (!collide__terrain_valid(b) || !collide__curve_of(a, &cable.c))
        return false;
    const collide__dvec3 *p = cable.c.b;
    min = max = p[0];
    for (int k = 1; k < 4; ++k) {
        min.x = p[k].x < min.x ? p[k].x : min.x;
        min.y = p[k].y < min.y ? p[k].y : min.y;
        min.z = p[k].z < min.z ? p[k].z : min.z;
        max.x = p[k].x > max.x ? p[k].x : max.x;
        max.y = p[k].y > max.y ? p[k].y : max.y;
        max.z = p[k].z > max.z ? p[k].z : max.z;
    }
    const double grown = collide__dmul(cable.c.meet, 1 + 1e-6);
    const collide__dvec3 more = {grown, grown, grown};
    min = collide__dadd(min, -1, more);
    max = collide__dadd(max, 1, more);
    over.body = &cable;
    over.meets = collide__cells_each;
    over.triangle = collide__cable_column;
    over.point = NULL;
    if (!collide__over_place(&over, b, a->v[1], min, max))
        return false;
    over.high = DBL_MAX; // cells above the segment are solid below
    cable.search = &search;
    const bool hit = collide__squares_ask(&over, collide__square_meets);
    if (!out)
        return hit;
    if (!(search.best.distance < DBL_MAX))
        return false;
    collide__cable_contact_put(out, &cable.c, &search);
    return true;
}
#endif

// ---- two segments ----------------------------------------------------------------------------

typedef struct collide__couple {
    collide__part a, b;
} collide__couple;

// A box that holds all of a segment, and what is let count as within it.
static collide_aabb collide__spline_box(const collide_spline *a) {
    collide_aabb box = collide_aabb_from_spline(a);
    double size = 0;
    for (int k = 0; k < 4; ++k) {
        const double x = collide__dmost(collide__dsub(a->v[k], a->v[1]));
        size = x > size ? x : size;
    }
    const double more = collide__dmul(size, 4 * COLLIDE__CURVE_LOOSE) +
                        collide__dmul(size + (double)a->radius, 8 * COLLIDE__CURVE_HAIR);
    box.min.x = collide__float_down((double)box.min.x - more);
    box.min.y = collide__float_down((double)box.min.y - more);
    box.min.z = collide__float_down((double)box.min.z - more);
    box.max.x = collide__float_up((double)box.max.x + more);
    box.max.y = collide__float_up((double)box.max.y + more);
    box.max.z = collide__float_up((double)box.max.z + more);
    return box;
}

// Where two centre lines are nearest: u of each.
typedef struct collide__nearest {
    double distance, u[2];
    collide__dvec3 at[2];
} collide__nearest;

COLLIDE__INLINE double collide__part_size(const collide__part *p) {
    double size = 0;
    for (int k = 1; k < 4; ++k) {
        const double x = collide__dmost(collide__dadd(p->b[k], -1, p->b[k - 1]));
        size = x > size ? x : size;
    }
    return size;
}

static void collide__nearest_ask(const collide__dvec3 *a, const collide__dvec3 *b, double u,
                                 double w, collide__nearest *best) {
    collide__dvec3 tangent;
    const collide__dvec3 p = collide__curve_at(a, u, &tangent);
    const collide__dvec3 q = collide__curve_at(b, w, &tangent);
    const collide__dvec3 d = collide__dadd(p, -1, q);
    const double distance = collide__sqrt(collide__ddot(d, d));
    if (distance < best->distance) {
        best->distance = distance;
        best->u[0] = u;
        best->u[1] = w;
        best->at[0] = p;
        best->at[1] = q;
    }
}

// How far along the line of two points, in [0, 1], that point of it is.
COLLIDE__INLINE double collide__part_place(const collide__part *part, collide__dvec3 p) {
    const collide__dvec3 chord = collide__dadd(part->b[3], -1, part->b[0]);
    const double square = collide__ddot(chord, chord);
    const double t =
        square > 0
            ? collide__clamp(
                  collide__ddiv(collide__ddot(chord, collide__dadd(p, -1, part->b[0])), square), 1)
            : 0.5;
    return collide__dmul((double)part->at + collide__dmul(t, (double)part->width),
                         COLLIDE__CURVE_UNIT);
}

// As collide__curve_search, of a part of a: parts are apart if a plane across the shortest way
// between their chords parts their hulls.
static bool collide__curves_search(const collide__curve *a, const collide__part *of_a,
                                   const collide__curve *b, double apart, double meet, bool all,
                                   collide__nearest *best) {
    collide__couple stack[2 * COLLIDE__CURVE_LEVELS + 2];
    const double step = collide__curve_step(a, meet - apart);
    size_t depth = 1;
    stack[0].a = *of_a;
    stack[0].b = collide__part_of(b);
    while (depth) {
        const collide__couple two = stack[--depth];
        collide__dvec3 p, q;
        collide__edges_nearest(two.a.b[0], collide__dadd(two.a.b[3], -1, two.a.b[0]), two.b.b[0],
                               collide__dadd(two.b.b[3], -1, two.b.b[0]), &p, &q);
        collide__dvec3 normal = collide__dadd(p, -1, q);
        double beyond = 0;
        if (collide__dnormalize(&normal)) {
            double most = collide__ddot(normal, two.b.b[0]);
            for (int k = 1; k < 4; ++k) {
                const double along = collide__ddot(normal, two.b.b[k]);
                most = along > most ? along : most;
            }
            beyond = collide__part_beyond(&two.a, normal, most);
            beyond = beyond > 0 ? beyond : 0;
        }
        if (best->distance <= meet ? beyond >= best->distance - step : beyond > apart)
            continue;
        collide__nearest_ask(a->b, b->b, collide__part_place(&two.a, p),
                             collide__part_place(&two.b, q), best);
        if (!all && best->distance <= meet)
            return true;
        if (best->distance <= meet && beyond >= best->distance - step)
            continue;
        const bool halve_a = collide__part_size(&two.a) >= collide__part_size(&two.b);
        const collide__part *part = halve_a ? &two.a : &two.b;
        if (part->width <= 2)
            continue;
        collide__couple *left = &stack[depth], *right = left + 1;
        *left = *right = two;
        collide__part_halve(part, halve_a ? &left->a : &left->b, halve_a ? &right->a : &right->b);
        const collide__dvec3 ends = collide__dadd(part->b[3], -1, part->b[0]);
        const double rise = collide__ddot(normal, ends);
        if (halve_a ? rise > 0 : rise < 0) {
            const collide__couple swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return best->distance <= meet;
}

// Steps of Newton's method on the square of the distance, as long as it falls.
static void collide__nearest_polish(const collide__curve *a, const collide__curve *b,
                                    collide__nearest *best) {
    for (int i = 0; i < 12; ++i) {
        collide__dvec3 s, t;
        const double before = best->distance;
        collide__curve_at(a->b, best->u[0], &s);
        collide__curve_at(b->b, best->u[1], &t);
        const collide__dvec3 d = collide__dadd(best->at[0], -1, best->at[1]);
        const double ss = collide__ddot(s, s), tt = collide__ddot(t, t), st = collide__ddot(s, t);
        const double ds = collide__ddot(d, s), dt = collide__ddot(d, t);
        const collide__dvec3 cross = collide__dcross(s, t);
        const double square = collide__ddot(cross, cross);
        const double u = best->u[0], w = best->u[1];
        if (square > collide__dmul(collide__dmul(ss, tt), 1e-12))
            collide__nearest_ask(
                a->b, b->b,
                collide__clamp(
                    u + collide__ddiv(collide__dmul(st, dt) - collide__dmul(tt, ds), square), 1),
                collide__clamp(
                    w + collide__ddiv(collide__dmul(ss, dt) - collide__dmul(st, ds), square), 1),
                best);
        if (ss > 0)
            collide__nearest_ask(a->b, b->b, collide__clamp(u - collide__ddiv(ds, ss), 1), w, best);
        if (tt > 0)
            collide__nearest_ask(a->b, b->b, u, collide__clamp(w + collide__ddiv(dt, tt), 1), best);
        if (!(best->distance < before))
            break;
    }
}

// The least, or greatest, u of parts of 2^-10 of a that b meets; one does.
static double collide__curves_end(const collide__curve *a, const collide__curve *b, double apart,
                                  double meet, bool greatest, uint32_t known) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(a);
    while (depth) {
        const collide__part part = stack[--depth];
        const uint32_t end = greatest ? part.at + part.width : part.at;
        collide__nearest best;
        memset(&best, 0, sizeof best);
        best.distance = DBL_MAX;
        if (greatest ? end <= known : end >= known)
            continue;
        if (!collide__curves_search(a, &part, b, apart, meet, false, &best))
            continue;
        if (part.width <= 1 << 14)
            return collide__dmul((double)end, COLLIDE__CURVE_UNIT);
        collide__part_halve(&part, &stack[greatest ? depth : depth + 1],
                            &stack[greatest ? depth + 1 : depth]);
        depth += 2;
    }
    return collide__dmul((double)known, COLLIDE__CURVE_UNIT);
}

COLLIDE_API bool collide_spline_spline(const collide_spline *a, const collide_spline *b,
                                       collide_cable_contact *out) {
    collide__curve c, d;
    collide__nearest best;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    const collide_aabb box = collide__spline_box(a);
    if (!collide__spline_boxed(b, &box) || !collide__curve_of(a, &c) || !collide__curve_of(b, &d))
        return false;
    const collide__dvec3 off = collide__dsub(b->v[1], a->v[1]);
    for (int k = 0; k < 4; ++k)
        d.b[k] = collide__dadd(d.b[k], 1, off);
    const double size = (collide__dmost(off) + d.size) + d.radius;
    c.length += d.length;
    collide__curve_reach(&c, size, 0);
    const double apart = c.apart + d.radius, meet = c.meet + d.radius;
    const collide__part whole = collide__part_of(&c);
    memset(&best, 0, sizeof best);
    best.distance = DBL_MAX;
    if (!collide__curves_search(&c, &whole, &d, apart, meet, out != NULL, &best))
        return false;
    if (!out)
        return true;
    collide__nearest_polish(&c, &d, &best);
    collide__dvec3 normal = collide__dadd(best.at[0], -1, best.at[1]), s, t;
    if (!collide__dnormalize(&normal)) {
        collide__curve_at(c.b, best.u[0], &s);
        collide__curve_at(d.b, best.u[1], &t);
        normal = collide__dcross(s, t);
        if (!collide__dnormalize(&normal))
            normal = collide__any_normal(collide__ddot(s, s) > 0 ? s : t);
    }
    const double depth = (c.radius + d.radius) - best.distance;
    const uint32_t at = (uint32_t)(int32_t)collide__dmul(best.u[0], 16777216.0); // 2^24
    out->contact.point_a = collide__curve_place(&c, collide__dadd(best.at[0], -c.radius, normal));
    out->contact.point_b = collide__curve_place(&c, collide__dadd(best.at[1], d.radius, normal));
    out->contact.normal = collide__dround_zero(normal);
    out->contact.depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->u = (float)best.u[0];
    out->other_u = (float)best.u[1];
    out->interval.first = collide__float_down(collide__curves_end(&c, &d, apart, meet, false, at));
    out->interval.last = collide__float_up(
        collide__curves_end(&c, &d, apart, meet, true, at < (uint32_t)1 << 24 ? at + 1 : at));
    return true;
}

// ---- cables ----------------------------------------------------------------------------------

// Adds a contact to a list, in place of that of least depth if it is full.
static void collide__cable_contact_take(const collide_cable_contact *c,
                                        collide_cable_contact *contacts, size_t capacity,
                                        size_t *n) {
    size_t at = *n;
    if (*n >= capacity) {
        at = 0;
        for (size_t i = 1; i < capacity; ++i)
            at = contacts[i].contact.depth < contacts[at].contact.depth ? i : at;
        if (capacity && contacts[at].contact.depth >= c->contact.depth)
            at = capacity;
        // those behind move up, so that segments go on rising
        for (size_t i = at; capacity && i + 1 < capacity; ++i)
            contacts[i] = contacts[i + 1];
        at = at < capacity ? capacity - 1 : capacity;
    }
    if (at < capacity)
        contacts[at] = *c;
    ++*n;
}

static size_t collide__cable_checked(const collide_cable *cable) {
    return collide_cable_check(cable) == COLLIDE_OK ? collide_cable_segments(cable) : 0;
}

#define COLLIDE__CABLE_DEFINE(what)                                                                \
    COLLIDE_API size_t collide_cable_##what##_contacts(                                            \
        const collide_cable *a, const collide_##what *b, collide_cable_contact *contacts,          \
        size_t capacity) {                                                                         \
        const size_t segments = collide__cable_checked(a);                                         \
        size_t n = 0;                                                                              \
        COLLIDE_ASSERT(contacts || !capacity);                                                     \
        for (size_t i = 0; i < segments; ++i) {                                                    \
            const collide_spline s = collide__cable_segment(a, i);                                 \
            collide_cable_contact c;                                                               \
            memset(&c, 0, sizeof c);                                                               \
            if (!collide_spline_##what(&s, b, capacity ? &c : NULL))                               \
                continue;                                                                          \
            c.segment = (uint32_t)i;                                                               \
            collide__cable_contact_take(&c, contacts, capacity, &n);                               \
        }                                                                                          \
        return n;                                                                                  \
    }
COLLIDE__CABLE_DEFINE(aabb)
COLLIDE__CABLE_DEFINE(obb)
COLLIDE__CABLE_DEFINE(triangle)
COLLIDE__CABLE_DEFINE(sphere)
#ifndef COLLIDE_NO_TERRAIN
COLLIDE__CABLE_DEFINE(cylinder)
COLLIDE__CABLE_DEFINE(terrain)
#endif
#undef COLLIDE__CABLE_DEFINE

#ifndef COLLIDE_NO_TREE
// A segment that asks for the triangles it meets: with search for the one it is deepest in, else
// with n for pairs.
typedef struct collide__tree_cable {
    const collide_spline *spline;
    collide__curve c;
    collide__cable_search *search;
    collide_pair *pairs;
    size_t capacity, *n;
    uint32_t segment;
} collide__tree_cable;

static double collide__tree_cable_support(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_cable *s = (const collide__tree_cable *)shape;
    const collide__dvec3 off = collide__dsub(s->spline->v[1], from);
    double most = -DBL_MAX;
    for (int k = 0; k < 4; ++k) {
        const double along = collide__ddot(m, collide__dadd(s->c.b[k], 1, off));
        most = along > most ? along : most;
    }
    return most + collide__dmul(collide__sqrt(collide__ddot(m, m)),
                                s->c.meet + collide__dmul(s->c.length, COLLIDE__CURVE_LOOSE));
}

static bool collide__tree_cable_meets(const void *shape, const collide_triangle *t) {
    const collide__tree_cable *s = (const collide__tree_cable *)shape;
    collide__cable_search once = collide__cable_search_none(false);
    collide__target body;
    collide__curve c;
    return collide_spline_triangle_near(s->spline, t) &&
           collide__spline_triangle(s->spline, t, &c, &body) &&
           collide__curve_look(&c, &body, s->search ? s->search : &once);
}

static void collide__tree_cable_taken(const void *shape, uint32_t triangle) {
    const collide__tree_cable *s = (const collide__tree_cable *)shape;
    if (s->search) {
        s->search->other = s->search->deeper ? triangle : s->search->other;
    } else if (s->n) {
        if (*s->n < s->capacity) {
            s->pairs[*s->n].a = s->segment;
            s->pairs[*s->n].b = triangle;
        }
        ++*s->n;
    }
}

static bool collide__tree_cable_within(const void *shape, const collide_tetrahedron *t) {
    const collide__tree_cable *s = (const collide__tree_cable *)shape;
    const collide_vec3 p = collide__curve_place(&s->c, s->c.b[0]);
    return collide__tetrahedron_holds(t, &p);
}

static const collide__tree_shape collide__tree_cables = {
    collide__tree_cable_support, collide__tree_cable_meets, NULL, collide__tree_cable_within,
    collide__tree_cable_taken};

static bool collide__tree_cable_of(const collide_spline *a, collide__tree_cable *out) {
    memset(out, 0, sizeof *out);
    out->spline = a;
    return collide__curve_of(a, &out->c);
}

COLLIDE_API size_t collide_spline_tree_indices(const collide_spline *a, const collide_tree *b,
                                               const collide_pose *pose, uint32_t *indices,
                                               size_t capacity) {
    collide__tree_cable shape;
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__tree_cable_of(a, &shape)
               ? collide__tree_near(&collide__tree_cables, &shape, b, pose, indices, capacity)
               : 0;
}
#endif

#ifndef COLLIDE_NO_TREE
COLLIDE_API size_t collide_cable_tree_indices(const collide_cable *a, const collide_tree *b,
                                              const collide_pose *pose, collide_pair *pairs,
                                              size_t capacity) {
    const size_t segments = collide__cable_checked(a);
    const collide_aabb box = collide_tree_aabb(b, pose);
    size_t n = 0;
    COLLIDE_ASSERT(pairs || !capacity);
    for (size_t i = 0; i < segments; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        collide__tree_cable shape;
        if (!collide__spline_boxed(&s, &box) || !collide__tree_cable_of(&s, &shape))
            continue;
        shape.pairs = pairs;
        shape.capacity = capacity;
        shape.n = &n;
        shape.segment = (uint32_t)i;
        collide__tree_near(&collide__tree_cables, &shape, b, pose, NULL, 0);
    }
    return n;
}

COLLIDE_API size_t collide_cable_tree_contacts(const collide_cable *a, const collide_tree *b,
                                               const collide_pose *pose,
                                               collide_cable_contact *contacts, size_t capacity) {
    const size_t segments = collide__cable_checked(a);
    const collide_aabb box = collide_tree_aabb(b, pose);
    size_t n = 0;
    COLLIDE_ASSERT(contacts || !capacity);
    if (!b || b->type == COLLIDE_TREE_TETRAHEDRA)
        return 0;
    for (size_t i = 0; i < segments; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        collide__cable_search search = collide__cable_search_none(capacity > 0);
        collide__tree_cable shape;
        collide_cable_contact c;
        memset(&c, 0, sizeof c);
        if (!collide__spline_boxed(&s, &box) || !collide__tree_cable_of(&s, &shape))
            continue;
        shape.search = &search;
        if (!collide__tree_near(&collide__tree_cables, &shape, b, pose, NULL, 0))
            continue;
        if (capacity > 0)
            collide__cable_contact_put(&c, &shape.c, &search);
        c.segment = (uint32_t)i;
        c.other = search.other;
        collide__cable_contact_take(&c, contacts, capacity, &n);
    }
    return n;
}
#endif

// ---- batches over kernels --------------------------------------------------------------------

static size_t collide__cable_scan_scalar(const float *boxes, size_t step, const float *b, size_t i,
                                         size_t n, unsigned *lanes) {
    for (; i < n; ++i) {
        const float *rows = boxes + i * step;
        *lanes = 0;
        for (unsigned k = 0; k < 16; ++k)
            *lanes |=
                (unsigned)(rows[k] <= b[48] && rows[48 + k] >= b[0] && rows[16 + k] <= b[64] &&
                           rows[64 + k] >= b[16] && rows[32 + k] <= b[80] && rows[80 + k] >= b[32])
                << k;
        if (*lanes)
            return i;
    }
    return n;
}

static unsigned collide__cable_enter_scalar(const float *a, const float *b, unsigned lanes,
                                            bool known_boxes, unsigned *unsure) {
    (void)a;
    (void)b;
    (void)known_boxes;
    *unsure = lanes;
    return 0;
}

static unsigned collide__cable_project_scalar(const float *a, const float *b, unsigned lanes) {
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        float p[COLLIDE__SPLINE_FLOATS], v[9];
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, p);
        collide__lane_floats(b, lane, 9, v);
        hits |= (unsigned)collide__near_triangle(p, v) << lane;
    }
    return hits;
}

static const collide__cable_kernels collide__cable_scalar = {
    collide__cable_scan_scalar, collide__cable_enter_scalar, collide__cable_project_scalar};
COLLIDE__CHOOSE(cable)

// A box as rows take it: NaN, which meets nothing, if it is empty.
static collide_aabb collide__box_of(const collide_aabb *b) {
    const float nan = collide__nan();
    const collide_aabb none = {{nan, nan, nan}, {nan, nan, nan}};
    return b->min.x <= b->max.x && b->min.y <= b->max.y && b->min.z <= b->max.z ? *b : none;
}

// Which of 16 segments meet what lies in the same lane of b, or the one body, of those asked for.
typedef unsigned (*collide__cable_ask)(const float *a, const float *b, const void *one,
                                       unsigned lanes, bool known_boxes);

static unsigned collide__splines_near(const float *a, const float *b, const void *one,
                                      unsigned lanes, bool known_boxes) {
    unsigned unsure, hits = collide__cable()->enter(a, b, lanes, known_boxes, &unsure);
    (void)one;
    for (; unsure; unsure &= unsure - 1) {
        const unsigned lane = collide__lowest_bit(unsure);
        collide_spline s;
        collide_aabb box;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 6, (float *)(void *)&box);
        hits |= (unsigned)collide_spline_aabb_near(&s, &box) << lane;
    }
    return hits;
}

// Boxes with axes of their own: one, of which b is the bound.
static unsigned collide__splines_boxes(const float *a, const float *b, const void *one,
                                       unsigned lanes, bool known_boxes) {
    unsigned unsure, hits = 0;
    for (lanes = collide__cable()->enter(a, b, lanes, known_boxes, &unsure), lanes |= unsure; lanes;
         lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        collide_spline s;
        collide_aabb box;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 6, (float *)(void *)&box);
        hits |= (unsigned)(one ? collide_spline_obb(&s, (const collide_obb *)one, NULL)
                               : collide_spline_aabb(&s, &box, NULL))
                << lane;
    }
    return hits;
}

static unsigned collide__splines_triangles(const float *a, const float *b, const void *one,
                                           unsigned lanes, bool known_boxes) {
    unsigned hits = 0;
    (void)one;
    (void)known_boxes;
    for (lanes = collide__cable()->project(a, b, lanes); lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        collide__deepest best = collide__deepest_none();
        collide__curve c;
        collide__target body;
        collide_spline s;
        collide_triangle t;
        collide__lane_floats(a, lane, COLLIDE__SPLINE_FLOATS, (float *)(void *)&s);
        collide__lane_floats(b, lane, 9, (float *)(void *)&t);
        if (collide__spline_triangle(&s, &t, &c, &body))
            hits |= (unsigned)collide__curve_search(&c, &body, false, &best) << lane;
    }
    return hits;
}

// What a batch of n runs over: rows of a and of b, and where the answers go.
typedef struct collide__cable_job {
    collide__cable_ask ask;
    const float *a, *b;
    size_t a_step, b_step, n;
    const void *one;
    uint16_t *bits; // or NULL, then indices
    uint32_t *indices;
    size_t capacity, hits;
} collide__cable_job;

// Takes object number i, which rise, as a hit.
COLLIDE__INLINE void collide__cable_hit(collide__cable_job *job, size_t i) {
    if (job->bits)
        job->bits[i / 16] = (uint16_t)(job->bits[i / 16] | 1u << i % 16);
    else if (job->hits < job->capacity)
        job->indices[job->hits] = (uint32_t)i;
    ++job->hits;
}

// Block by block.
static size_t collide__cable_run(collide__cable_job *job) {
    const float *a = job->a, *b = job->b;
    if (job->bits)
        memset(job->bits, 0, COLLIDE_BLOCKS(job->n) * sizeof *job->bits);
    for (size_t i = 0; i < job->n; i += 16, a += job->a_step, b += job->b_step)
        for (unsigned word = job->ask(a, b, job->one, collide__lanes(job->n - i), false); word;
             word &= word - 1)
            collide__cable_hit(job, i + collide__lowest_bit(word));
    return job->hits;
}

// Segments of a pack whose boxes meet the one box b are gathered, and asked 16 at a time.
static size_t collide__cable_run_packed(collide__cable_job *job) {
    COLLIDE__ALIGNED(float) rows[COLLIDE__SPLINE_FLOATS * 16];
    const collide__cable_kernels *kernels = collide__cable();
    const size_t blocks = COLLIDE_BLOCKS(job->n);
    size_t i = 0, numbers[16];
    unsigned waiting = 0, lanes = 0;
    memset(rows, 0, sizeof rows);
    if (job->bits)
        memset(job->bits, 0, blocks * sizeof *job->bits);
    while (i < blocks || waiting) {
        if (!lanes)
            i = kernels->scan(job->a + 16 * COLLIDE__SPLINE_FLOATS, job->a_step, job->b, i, blocks,
                              &lanes);
        for (const float *a = job->a + i * job->a_step; lanes && waiting < 16; lanes &= lanes - 1) {
            const unsigned lane = collide__lowest_bit(lanes);
            numbers[waiting] = 16 * i + lane;
            for (int r = 0; r < COLLIDE__SPLINE_FLOATS; ++r)
                rows[16 * r + (int)waiting] = a[16 * r + (int)lane];
            ++waiting;
        }
        if (waiting == 16 || i >= blocks) {
            for (unsigned word = job->ask(rows, job->b, job->one, collide__lanes(waiting), true);
                 word; word &= word - 1)
                collide__cable_hit(job, numbers[collide__lowest_bit(word)]);
            waiting = 0;
        }
        i += !lanes && i < blocks;
    }
    return job->hits;
}

// A pack of segments against one box.
static size_t collide__splines_box(collide__cable_ask ask, const collide_spline_pack *a,
                                   const collide_aabb *b, const void *one, uint16_t *bits,
                                   uint32_t *indices, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[6 * 16];
    const collide_aabb box = collide__box_of(b);
    collide__cable_job job;
    memset(&job, 0, sizeof job);
    job.n = SIZE_MAX;
    collide__sweep_pack(COLLIDE__HEADER(a), COLLIDE_SPLINE_PACK_MAGIC, &job.a, &job.a_step, &job.n);
    collide__splat_rows(rows, &box, 6);
    job.ask = ask;
    job.b = rows;
    job.one = one;
    job.bits = bits;
    job.indices = indices;
    job.capacity = capacity;
    return collide__cable_run_packed(&job);
}

COLLIDE_API size_t collide_spline_aabb_near_many(const collide_spline_pack *a,
                                                 const collide_aabb *b, uint16_t *bits) {
    COLLIDE_ASSERT(b && bits);
    return collide__splines_box(collide__splines_near, a, b, NULL, bits, NULL, 0);
}

COLLIDE_API size_t collide_spline_aabb_near_many_indices(const collide_spline_pack *a,
                                                         const collide_aabb *b, uint32_t *indices,
                                                         size_t capacity) {
    COLLIDE_ASSERT(b && (indices || !capacity));
    return collide__splines_box(collide__splines_near, a, b, NULL, NULL, indices, capacity);
}

COLLIDE_API size_t collide_spline_aabb_many(const collide_spline_pack *a, const collide_aabb *b,
                                            uint16_t *bits) {
    COLLIDE_ASSERT(b && bits);
    return collide__splines_box(collide__splines_boxes, a, b, NULL, bits, NULL, 0);
}

COLLIDE_API size_t collide_spline_aabb_many_indices(const collide_spline_pack *a,
                                                    const collide_aabb *b, uint32_t *indices,
                                                    size_t capacity) {
    COLLIDE_ASSERT(b && (indices || !capacity));
    return collide__splines_box(collide__splines_boxes, a, b, NULL, NULL, indices, capacity);
}

COLLIDE_API size_t collide_spline_obb_many(const collide_spline_pack *a, const collide_obb *b,
                                           uint16_t *bits) {
    COLLIDE_ASSERT(b && bits);
    const collide_aabb box = collide__obb_box(b, 0);
    return collide__splines_box(collide__splines_boxes, a, &box, b, bits, NULL, 0);
}

static size_t collide__splines_pairs(collide__cable_ask ask, const collide__movers *a,
                                     const collide__movers *b, const collide_pair *pairs, size_t n,
                                     uint16_t *bits) {
    const collide__sat_kernels *sat = collide__sat();
    COLLIDE__ALIGNED(float) rows_a[COLLIDE__SPLINE_FLOATS * 16];
    COLLIDE__ALIGNED(float) rows_b[6 * 16];
    float nan[COLLIDE__SPLINE_FLOATS];
    size_t hits = 0;
    for (int i = 0; i < COLLIDE__SPLINE_FLOATS; ++i)
        nan[i] = collide__nan();
    for (size_t i = 0; i < n; i += 16) {
        const float *object[2][16], *velocity;
        collide_aabb boxes[16];
        for (size_t k = 0; k < 16; ++k) {
            const bool there = k < n - i;
            collide__mover(a, there ? pairs[i + k].a : SIZE_MAX, &object[0][k], &velocity, nan,
                           NULL);
            collide__mover(b, there ? pairs[i + k].b : SIZE_MAX, &object[1][k], &velocity, nan,
                           NULL);
        }
        sat->transpose(rows_a, object[0], a->floats);
        for (size_t k = 0; k < 16; ++k) {
            collide_aabb box;
            memcpy(&box, object[1][k], sizeof box);
            boxes[k] = collide__box_of(&box);
            object[1][k] = collide__floats(&boxes[k]);
        }
        sat->transpose(rows_b, object[1], b->floats);
        const unsigned word = ask(rows_a, rows_b, NULL, collide__lanes(n - i), false);
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__PAIRS_DEFINE(name, ASK)                                                           \
    COLLIDE_API size_t collide_spline_aabb_##name(                                                 \
        const collide_spline *a, size_t a_count, size_t a_stride, const collide_aabb *b,           \
        size_t b_count, size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits) {    \
        const collide__movers p =                                                                  \
            collide__movers_of(a, a_count, a_stride, NULL, 0, COLLIDE__SPLINE_FLOATS);             \
        const collide__movers q = collide__movers_of(b, b_count, b_stride, NULL, 0, 6);            \
        COLLIDE_ASSERT(n == 0 || (pairs && bits));                                                 \
        return collide__splines_pairs(ASK, &p, &q, pairs, n, bits);                                \
    }
COLLIDE__PAIRS_DEFINE(near_pairs, collide__splines_near)
COLLIDE__PAIRS_DEFINE(pairs, collide__splines_boxes)
#undef COLLIDE__PAIRS_DEFINE

// One segment, or a pack of them, against a pack of triangles.
static size_t collide__splines_mesh(const collide_spline *one, const collide_spline_pack *a,
                                    const collide_triangle_pack *b, uint16_t *bits,
                                    uint32_t *indices, size_t capacity) {
    COLLIDE__ALIGNED(float) rows[COLLIDE__SPLINE_FLOATS * 16];
    collide__cable_job job;
    memset(&job, 0, sizeof job);
    job.n = SIZE_MAX;
    job.a = rows;
    if (one)
        collide__splat_rows(rows, one, COLLIDE__SPLINE_FLOATS);
    else
        collide__sweep_pack(COLLIDE__HEADER(a), COLLIDE_SPLINE_PACK_MAGIC, &job.a, &job.a_step,
                            &job.n);
    collide__sweep_pack(COLLIDE__HEADER(b), COLLIDE_TRIANGLE_PACK_MAGIC, &job.b, &job.b_step,
                        &job.n);
    job.ask = collide__splines_triangles;
    job.bits = bits;
    job.indices = indices;
    job.capacity = capacity;
    return collide__cable_run(&job);
}

COLLIDE_API size_t collide_spline_triangle_many(const collide_spline *a,
                                                const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__splines_mesh(a, NULL, b, bits, NULL, 0);
}

COLLIDE_API size_t collide_spline_triangle_many_indices(const collide_spline *a,
                                                        const collide_triangle_pack *b,
                                                        uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__splines_mesh(a, NULL, b, NULL, indices, capacity);
}

COLLIDE_API size_t collide_spline_triangle_lanes(const collide_spline_pack *a,
                                                 const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    return collide__splines_mesh(NULL, a, b, bits, NULL, 0);
}

// ---- cables against cables -------------------------------------------------------------------

// Segments of a from some on against those of b; of one cable, i < j that are no neighbours.
static size_t collide__cables_contacts(const collide_cable *a, const collide_cable *b, bool self,
                                       size_t neighbours, collide_cable_contact *contacts,
                                       size_t capacity) {
    COLLIDE__ALIGNED(float) rows[COLLIDE__SPLINE_FLOATS * 16];
    COLLIDE__ALIGNED(float) boxes[6 * 16];
    const collide__sat_kernels *sat = collide__sat();
    const size_t of_a = collide__cable_checked(a), of_b = collide__cable_checked(b);
    size_t n = 0;
    for (size_t i = 0; i < of_a; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        const collide_aabb box = collide__spline_box(&s);
        const size_t from = !self ? 0 : neighbours < of_b - i ? i + neighbours + 1 : of_b;
        size_t end = of_b;
        if (self && a->ends == COLLIDE_CABLE_CLOSED) {
            // round the loop, j to i are of_b - j + i apart
            const size_t left = neighbours > i ? neighbours - i : 0;
            end = left < of_b ? of_b - left : 0;
        }
        collide__splat_rows(boxes, &box, 6);
        for (size_t j = from; j < end; j += 16) {
            collide_spline other[16];
            const float *object[16];
            const size_t group = collide__min_size(16, end - j);
            unsigned unsure;
            for (size_t k = 0; k < 16; ++k) {
                other[k] = collide__cable_segment(b, j + (k < group ? k : 0));
                object[k] = collide__floats(&other[k]);
            }
            sat->transpose(rows, object, COLLIDE__SPLINE_FLOATS);
            unsigned word =
                collide__cable()->enter(rows, boxes, collide__lanes(group), false, &unsure);
            for (word |= unsure; word; word &= word - 1) {
                const unsigned lane = collide__lowest_bit(word);
                collide_cable_contact c;
                memset(&c, 0, sizeof c);
                if (!collide_spline_spline(&s, &other[lane], capacity ? &c : NULL))
                    continue;
                c.segment = (uint32_t)i;
                c.other = (uint32_t)j + lane;
                collide__cable_contact_take(&c, contacts, capacity, &n);
            }
        }
    }
    return n;
}

COLLIDE_API size_t collide_cable_cable_contacts(const collide_cable *a, const collide_cable *b,
                                                collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(contacts || !capacity);
    return collide__cables_contacts(a, b, false, 0, contacts, capacity);
}

COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *a, size_t neighbours,
                                               collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(contacts || !capacity);
    return collide__cables_contacts(a, a, true, neighbours ? neighbours : 1, contacts, capacity);
}
#undef COLLIDE__CURVE_HAIR
#undef COLLIDE__CURVE_LEAST
#undef COLLIDE__CURVE_LEVELS
#undef COLLIDE__CURVE_LOOSE
#undef COLLIDE__CURVE_STEP
#undef COLLIDE__CURVE_UNIT
#undef COLLIDE__NEAR_HAIR
#undef COLLIDE__NEAR_TINY
#undef COLLIDE__SPLINE_FLOATS
#undef COLLIDE__SPLINE_ROWS
#endif // COLLIDE_NO_CABLE

// ================================================================================================
// End of the implementation: restore what the region changed, leave no macro behind.
// ================================================================================================
#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#ifdef COLLIDE__FLOAT_CONTROL
#pragma float_control(pop)
#else
#pragma STDC FP_CONTRACT DEFAULT
#endif
#elif defined(__GNUC__)
#pragma GCC pop_options
#pragma pop_macro("__FAST_MATH__")
#pragma pop_macro("__FINITE_MATH_ONLY__")
#pragma pop_macro("__NO_MATH_ERRNO__")
#pragma pop_macro("__NO_SIGNED_ZEROS__")
#pragma pop_macro("__NO_TRAPPING_MATH__")
#pragma pop_macro("__RECIPROCAL_MATH__")
#pragma pop_macro("__ASSOCIATIVE_MATH__")
#elif defined(_MSC_VER)
#pragma float_control(pop) // what fp_contract was cannot be known: it stays off
#endif

#ifdef COLLIDE__OWN_ASSERT
#undef COLLIDE_ASSERT
#undef COLLIDE__OWN_ASSERT
#endif
#ifdef COLLIDE__OWN_FILENAME
#undef COLLIDE_SIMD_FILENAME
#undef COLLIDE__OWN_FILENAME
#endif
#undef COLLIDE__ALIGNED
#undef COLLIDE__CHOOSE
#undef COLLIDE__FLOAT_CONTROL
#undef COLLIDE__GNU
#undef COLLIDE__HEADER
#undef COLLIDE__IF_W16
#undef COLLIDE__IF_W4
#undef COLLIDE__IF_W8
#undef COLLIDE__INLINE
#undef COLLIDE__LOAD
#undef COLLIDE__OPAQUE
#undef COLLIDE__PACK_DEFINE
#undef COLLIDE__PACK_ROWS
#undef COLLIDE__PREFETCH
#undef COLLIDE__SIMD
#undef COLLIDE__STORE
#undef COLLIDE__W16
#undef COLLIDE__W4
#undef COLLIDE__W8
#undef COLLIDE__X87

#endif // COLLIDE_IMPLEMENTATION

// MIT License
//
// Copyright (c) 2026 the collide.h authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files (the "Software"), to deal in the Software without restriction,
// including without limitation the rights to use, copy, modify, merge, publish, distribute,
// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
// NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
