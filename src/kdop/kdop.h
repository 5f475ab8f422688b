#pragma once
#include "../base/vocabulary.h"

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
//
// EXAMPLE
//     static collide_kdop18 bounds[1000]; // of objects 2 apart in a row
//     static unsigned char memory[120000]; // collide_kdop18_pack_size(1000) is less
//     const collide_sphere ball = {{0, 0, 1}, 1.25f};
//     const collide_kdop18 query = collide_kdop18_from_sphere(&ball);
//     collide_kdop18_pack *pack;
//     uint32_t index[8]; // of the first hits
//     for (int i = 0; i < 1000; ++i) {
//         const collide_sphere object = {{2.0f * (float)i, 0, 0}, 1.25f};
//         bounds[i] = collide_kdop18_from_sphere(&object);
//     }
//     if (collide_kdop18_pack_build(&pack, COLLIDE_ALIGN(memory),
//                                   sizeof memory - COLLIDE_ALIGNMENT, bounds, 1000, 0) ==
//         COLLIDE_OK)
//         printf("%d may touch the ball\n",
//                (int)collide_kdop18_kdop18_many_indices(&query, pack, index, 8));
//     // prints: 2 may touch the ball

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

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_kdop_pack_inside {
    uint64_t coarse_offset;         // bytes from the header: per 16 blocks 6 rows min x, max x, ...
    uint64_t short_axis_offset;     // per 32 objects 6 rows of int16_t
    uint64_t short_diagonal_offset; // per 32 objects kind - 6 rows of int16_t
    uint64_t axis_offset;           // per block 6 rows min x, max x, min y, ...
    uint64_t diagonal_offset;       // per block kind - 6 rows min, max, ...
} collide_kdop_pack_inside;         // then, for each pair of rows, two doubles: origin and scale

// A pack of k-DOPs: this header, then rows with one number per object. Axis rows and diagonal rows
// lie apart, so that an early reject reads only the first. Three levels, each exact where it
// decides, so that the answer is always that of the floats:
//     coarse   bounds of each block of 16, 16 blocks side by side: blocks far away are not read
//     short    rows rounded to 16 bits by one monotone function: unequal numbers are in the order
//              of the floats, so that all but a few objects are decided at half the memory
//     float    the rows as given, read where two short numbers are equal
// Order objects so that neighbours in space are neighbours in the pack (Morton order, a mesh as
// modelled) to gain most from the first. The second suffers from objects far larger than the rest
// or far from it. Read the fields, but not inside, freely; write them only through the
// functions below.
typedef struct collide_kdop_pack {
    uint32_t magic;  // COLLIDE_KDOP_PACK_MAGIC
    uint32_t kind;   // 6, 14, 18 or 26
    uint32_t count;  // objects
    uint32_t blocks; // COLLIDE_BLOCKS(count)
    uint64_t size;   // bytes in use, this header included
    collide_kdop_pack_inside inside;
} collide_kdop_pack;
#define COLLIDE_KDOP_PACK_MAGIC 0x314f444bu // "KDO1" in memory on little-endian machines

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

// The tightest in float32, on each row: the least and greatest n.v of three vertices.
COLLIDE_API collide_kdop18 collide_kdop18_from_triangle(const collide_triangle *triangle);

// Infinite bounds stay infinite: a half-space or all of space is legal here.
COLLIDE_API collide_kdop18 collide_kdop18_from_aabb(const collide_aabb *box);

// On each row n.center -+ |n| radius.
COLLIDE_API collide_kdop18 collide_kdop18_from_sphere(const collide_sphere *sphere);

// The axes are taken as they are; they need not be orthonormal.
COLLIDE_API collide_kdop18 collide_kdop18_from_obb(const collide_obb *box);

// Any non-zero axis gives the direction; height is measured in units of its length.
COLLIDE_API collide_kdop18 collide_kdop18_from_cylinder(const collide_cylinder *cylinder);

// The same as aligned boxes: each has the three rows of the k-DOP that collide_kdop6_from_points
// and its like make, bit for bit, with the same errors. For input that makes an empty k-DOP the box
// is empty, too.
COLLIDE_API collide_status collide_aabb_from_points(collide_aabb *out, const void *points, size_t n,
                                                    size_t stride);
COLLIDE_API collide_aabb collide_aabb_from_triangle(const collide_triangle *triangle);
COLLIDE_API collide_aabb collide_aabb_from_sphere(const collide_sphere *sphere);
COLLIDE_API collide_aabb collide_aabb_from_obb(const collide_obb *box);
COLLIDE_API collide_aabb collide_aabb_from_cylinder(const collide_cylinder *cylinder);

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
// of all rows overlap, rounded outward within it, so that no contact is missed or cut short. A time
// is off by at most 8u (1 + w / s) of itself, u = 2^-24, with s the speed along the row that gives
// it and w the sum of the speeds along those of x, y and z that the row has; as long as that is
// below a tenth, and sums are below 1e38. t_max may be +infinity; out may be NULL. A miss also for
// NaN, an empty k-DOP, a velocity that is not finite, and a negative or NaN t_max.
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
// answers, but nothing is read out of bounds. Errors: NULL, ALIGNMENT, SIZE, KIND (also for a
// damaged header), VERSION (>>conventions, Saved); *pack is then NULL.
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
