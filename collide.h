// collide.h - v0.1.0 - collision queries in C: fast, never a miss, the same bits on every machine
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
//     >>base_impl      implementation: numbers, vocabulary, run-time choice
//     >>kdop_impl      implementation: k-DOPs
//
// Licence: MIT, at the end of the file. Sources are cited by short names:
//     [Gerasimenko] Gerasimenko, Afanasyev, Methods and algorithms of collision analysis of 3D
//                   objects in modelling and VR systems: k-DOP volumes and trees
//     [Gamedev]     Determining collisions of convex objects moving with constant velocities,
//                   gamedev.ru, 2002: first and last time of contact

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COLLIDE_VERSION_MAJOR 0
#define COLLIDE_VERSION_MINOR 1
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
//     COLLIDE_ASSERT(x)        checks the preconditions of each function           does nothing
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

// ================================================================================================
// >>conventions
// ================================================================================================
// Space     Right-handed, z up, float32, one unit of length throughout (your choice).
// Sets      Closed: touching is overlapping. Extents may be zero.
// Names     collide_A_B is one A against one B. Suffixes: _sweep moving, with times; _many one
//           against a pack, as hit bits; _many_indices the same as indices; _lanes pack against
//           pack, lane by lane; _pairs a list of index pairs into arrays; _all several against a
//           pack in one pass, as hit bits; _all_indices and _self_indices all overlapping pairs of
//           two packs, or of one. collide_A_from_B makes an A, collide_A_pack_... a pack of them.
// Pack      The form that batches read: blocks of 16 objects, one row of 16 floats per component.
//           It lies in memory you provide, COLLIDE_ALIGNMENT bytes aligned, and holds offsets, no
//           pointers: move it with memcpy, or save it to a file.
// Hit bits  One uint16_t per block of 16 objects, bit i for object 16 * block + i; bits past the
//           last object are zero. n objects have COLLIDE_BLOCKS(n) blocks, 0 have none.
// Lists     A list that is too small takes the first results in order; the full count is returned.
//           It may be NULL if its capacity is 0.
// Strides   Bytes from one element to the next; 0 means tightly packed. Elements may lie within
//           larger structs of yours; builders take any stride, queries multiples of 4.
// Errors    Functions that return collide_status check their input and write nothing on error but
//           an empty, usable result. Queries check nothing but what would read out of bounds: NaN
//           never hits and disturbs no other lane, infinities and huge values never trap.
// Aliasing  Outputs must not overlap inputs.
// Threads   Queries are pure. Build packs of any multiple of 16 objects each, run them on any
//           number of threads or machines: the bits are those of one pack that holds all.
// Same bits A batch of n equals n single calls, bit for bit, on every instruction set, compiler
//           and optimisation level, in the default floating-point environment (round to nearest, no
//           flush to zero, exceptions masked: NaN in packs raises invalid). gcc -Ofast and clang
//           -ffast-math are included, but programs linked with them flush denormal numbers to
//           zero, and there the bits differ; and clang needs -fno-finite-math-only besides, for the
//           file with the implementation, or it drops infinities: an #error.
// Compilers C99 or C++11; float and double of 32 and 64 bits. Tested: gcc 11, 12, clang 13 to 22,
//           mingw-w64, clang for windows-msvc; x86-64, i386, aarch64, armv7 (scalar), WASM. i386
//           wants -msse2 -mfpmath=sse: else gcc runs scalar, and clang refuses. sqrt is libm's
//           where there is no instruction for it (some ARM microcontrollers). What follows in the
//           file with the implementation keeps your pragmas and macros, but with MSVC, and clang
//           on WASM, armv7 or (before 16) aarch64: there FP_CONTRACT is the default afterwards, and
//           -ffast-math reorders no sums.
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

// Oriented box {center + sum of s_i * half_i * axis[i], |s_i| <= 1} of the given floats.
// half >= 0. The promises hold for axes that pass collide_obb_check.
typedef struct collide_obb {
    collide_vec3 center;
    collide_vec3 half;
    collide_vec3 axis[3];
} collide_obb;

// Solid cylinder: all points within radius of the axis line and within height / 2 of center along
// it. axis is of unit length within 2^-21; radius, height >= 0.
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

// One contact of shape A with shape B. The normal is of unit length and points from B to A: moving
// A by depth * normal separates this contact. depth >= 0. Feature ids name the vertex, edge or face
// of either shape; each family says how.
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

// Indexed triangles in memory you provide; 0 or NULL in the optional fields means the default.
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
    X(COLLIDE_ERROR_COUNT, "the count is zero")                                                    \
    X(COLLIDE_ERROR_OVERFLOW, "the count is too large: a size or an index overflows")              \
    X(COLLIDE_ERROR_STRIDE, "the stride is smaller than an element")                               \
    X(COLLIDE_ERROR_SIZE, "the buffer is too small")                                               \
    X(COLLIDE_ERROR_ALIGNMENT, "the buffer is not aligned to COLLIDE_ALIGNMENT bytes")             \
    X(COLLIDE_ERROR_INDEX, "an index is out of range")                                             \
    X(COLLIDE_ERROR_INDEX_SIZE, "the index size is neither 2 nor 4")                               \
    X(COLLIDE_ERROR_KIND, "the kind is unknown or not the one that was asked for")                 \
    X(COLLIDE_ERROR_NOT_FINITE, "a number is infinite or not a number")                            \
    X(COLLIDE_ERROR_EXTENT, "an extent is negative")                                               \
    X(COLLIDE_ERROR_AXES, "axes are not orthonormal within 2^-21")

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
// its operating system have, and that collide_isa_limit allows. Single calls are always scalar.
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
#include <math.h> // sqrt: an instruction in MSVC
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
#pragma GCC optimize("no-fast-math,fp-contract=off")
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
#else
#if defined(_MSC_VER)
#define COLLIDE__INLINE static __forceinline
#define COLLIDE__ALIGNED(type) __declspec(align(COLLIDE_ALIGNMENT)) type
#else
#define COLLIDE__INLINE static inline
#define COLLIDE__ALIGNED(type) type // batches run scalar
#endif
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
    return x < 0 ? -x : x;
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

// Scales *p to unit length; false for zero and for what is not finite. Squares of floats do not
// overflow or vanish in double.
COLLIDE__INLINE bool collide__dnormalize(collide__dvec3 *p) {
    const double square = collide__ddot(*p, *p);
    if (!(square > 0 && square <= DBL_MAX))
        return false;
    const double length = collide__sqrt(square);
    p->x /= length;
    p->y /= length;
    p->z /= length;
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
    return collide_isa();
}

COLLIDE_API const char *collide_isa_text(collide_isa_id isa) {
    static const char *const texts[COLLIDE_ISA_COUNT] = {"scalar", "sse2",    "avx2", "avx512",
                                                         "neon",   "wasm128", "simde"};
    return (unsigned)isa < COLLIDE_ISA_COUNT ? texts[isa] : "unknown";
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

// Checks what all pack builders have in common; the header of the pack to be in *header.
static collide_status collide__kdop_prepare(int kind, const void *memory, size_t size, size_t n,
                                            collide_kdop_pack *header) {
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if (n == 0)
        return COLLIDE_ERROR_COUNT;
    if (!collide__kdop_layout(kind, n, header))
        return COLLIDE_ERROR_OVERFLOW;
    if ((uintptr_t)memory % COLLIDE_ALIGNMENT)
        return COLLIDE_ERROR_ALIGNMENT;
    return size < header->size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
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
        *status = !kdops                      ? COLLIDE_ERROR_NULL
                  : stride < bytes            ? COLLIDE_ERROR_STRIDE
                  : !collide__fits(n, stride) ? COLLIDE_ERROR_OVERFLOW
                                              : COLLIDE_OK;
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

// Triangle i of a checked mesh; INDEX or NOT_FINITE where it has none.
static collide_status collide__mesh_triangle(const collide_mesh *mesh, size_t i,
                                             collide_triangle *triangle) {
    collide_status status = COLLIDE_OK;
    for (size_t j = 0; j < 3; ++j) {
        size_t vertex = 3 * i + j;
        if (mesh->indices && mesh->index_size == 2) {
            uint16_t index;
            memcpy(&index, collide__at(mesh->indices, vertex, sizeof index), sizeof index);
            vertex = index;
        } else if (mesh->indices) {
            uint32_t index;
            memcpy(&index, collide__at(mesh->indices, vertex, sizeof index), sizeof index);
            vertex = index;
        }
        if (vertex >= mesh->vertex_count)
            return COLLIDE_ERROR_INDEX;
        triangle->v[j] =
            collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
        if (!collide__finite3(triangle->v[j]))
            status = COLLIDE_ERROR_NOT_FINITE;
    }
    return status;
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
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if ((uintptr_t)memory % COLLIDE_ALIGNMENT)
        return COLLIDE_ERROR_ALIGNMENT;
    if (size < sizeof header)
        return COLLIDE_ERROR_SIZE;
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

// The table in use, chosen at the first call and after collide_isa_limit.
static const collide__kdop_kernels *collide__kdop(void) {
    const collide__kdop_kernels *table = COLLIDE__LOAD(collide__kdop_chosen);
    while (!table) {
        const collide_isa_id cap = COLLIDE__LOAD(collide__isa_cap);
        switch (collide__simd_isa(cap)) {
#ifdef COLLIDE__W16
        case COLLIDE_ISA_AVX512:
            table = &collide__kdop_w16;
            break;
#endif
#ifdef COLLIDE__W8
        case COLLIDE_ISA_AVX2:
            table = &collide__kdop_w8;
            break;
#endif
#ifdef COLLIDE__W4
        case COLLIDE_ISA_SSE2:
        case COLLIDE_ISA_NEON:
        case COLLIDE_ISA_WASM128:
        case COLLIDE_ISA_SIMDE:
            table = &collide__kdop_w4;
            break;
#endif
        default:
            table = &collide__kdop_scalar;
        }
        COLLIDE__STORE(collide__kdop_chosen, table);
        if (COLLIDE__LOAD(collide__isa_cap) != cap) // limited by another thread meanwhile
            table = NULL;
    }
    return table;
}

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
#undef COLLIDE__HEADER
#undef COLLIDE__FLOATS
#undef COLLIDE__KDOP_BLOCK
#undef COLLIDE__KDOP_CHUNK
#undef COLLIDE__KDOP_GROUP
#undef COLLIDE__KDOP_GROUPS
#undef COLLIDE__KDOP_MAX_AXES
#endif // COLLIDE_NO_KDOP

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
#undef COLLIDE__FLOAT_CONTROL
#undef COLLIDE__GNU
#undef COLLIDE__INLINE
#undef COLLIDE__LOAD
#undef COLLIDE__OPAQUE
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
