#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>kdop
// ================================================================================================
#ifndef COLLIDE_NO_KDOP
// A k-DOP [Gerasimenko] bounds an object by k/2 slabs. A slab is the space between two parallel
// planes. Its direction n is fixed, has components -1, 0 or 1 and is not normalised. The k-DOP
// stores one row for each direction: the min and max of n.p over the points p of the object.
//
//                    max y
//                 ___________
//     min x-y    /           \    max x+y        y
//               /             \                  |
//     min x    |    object     |  max x          |
//               \             /                  +--- x
//     min x+y    \___________/    max x-y
//
//                    min y
//
// The rows have this order:
//
//     kind   rows 0-2            further rows
//     6      x, y, z
//     14     x, y, z             x+y+z, x-y+z, x+y-z, x-y-z
//     18     x, y, z             x+y, x+z, y+z, x-y, x-z, y-z
//     26     x, y, z             the further rows of kind 14, then the further rows of kind 18
//
// Two k-DOPs are disjoint if their intervals are disjoint on any row; otherwise they overlap. An
// overlap of the bounds is necessary for an overlap of the objects, so no overlap of objects is
// missed. Kind 18 is the usual choice. The empty k-DOP (min = +infinity, max = -infinity on all
// rows) overlaps nothing and is the identity of merge.
//
// Every function below exists for all four kinds. Kind 18 is written out; a macro after it declares
// the other kinds. Choose one kind for a program: typedef collide_kdop18 bound.
//
// EXAMPLE
//     static collide_kdop18 bounds[1000]; // objects in a row, at intervals of 2
//     static unsigned char memory[120000]; // collide_kdop18_pack_size(1000) is less
//     const collide_sphere sphere = {{0, 0, 1}, 1.25f};
//     const collide_kdop18 query = collide_kdop18_from_sphere(&sphere);
//     collide_kdop18_pack *pack;
//     uint32_t index[8]; // the first hits
//     for (int i = 0; i < 1000; ++i) {
//         const collide_sphere object = {{2.0f * (float)i, 0, 0}, 1.25f};
//         bounds[i] = collide_kdop18_from_sphere(&object);
//     }
//     if (collide_kdop18_pack_build(&pack, COLLIDE_ALIGN(memory),
//                                   sizeof memory - COLLIDE_ALIGNMENT, bounds, 1000, 0) ==
//         COLLIDE_OK)
//         printf("%d may touch the sphere\n",
//                (int)collide_kdop18_kdop18_many_indices(&query, pack, index, 8));
//     // prints: 2 may touch the sphere

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
    uint64_t quantized_axis_offset; // per 32 objects 6 rows of int16_t
    uint64_t quantized_diagonal_offset; // per 32 objects kind - 6 rows of int16_t
    uint64_t axis_offset;               // per block 6 rows min x, max x, min y, ...
    uint64_t diagonal_offset;           // per block kind - 6 rows min, max, ...
} collide_kdop_pack_inside;             // then, for each direction, two doubles: origin and scale

// A pack of k-DOPs is this header, followed by rows with one number per object. Axis rows are
// stored apart from diagonal rows, so that an early reject reads the axis rows only. A batch tests
// three levels. A level decides an object only if it can do so exactly, so the answer is always the
// answer of the floats:
//     coarse     One AABB for each block of 16 objects. The AABBs of 16 blocks are stored together
//                and tested at once. Blocks that are far away are not read.
//     quantized  The rows rounded to 16 bits by one monotone function. If two rounded numbers
//                differ, the smaller one belongs to the smaller float. So this level decides all
//                but a few objects, and reads half the memory. (The proof is under >>kdop_impl,
//                packs.)
//     float      The rows as given. They are read only where two quantized numbers are equal.
// The coarse level gains most if neighbours in space are neighbours in the pack: use the Morton
// order, or the order in which a mesh was modelled. Objects that are far larger or farther away
// than the others make the quantized level less effective. You may read all fields except
// the member named inside. Only the functions below write them.
typedef struct collide_kdop_pack {
    uint32_t magic;  // COLLIDE_KDOP_PACK_MAGIC
    uint32_t kind;   // 6, 14, 18 or 26
    uint32_t count;  // objects
    uint32_t blocks; // COLLIDE_BLOCKS(count)
    uint64_t size;   // bytes in use, this header included
    collide_kdop_pack_inside inside;
} collide_kdop_pack;
#define COLLIDE_KDOP_PACK_MAGIC 0x314f444bu // "KDO1" in memory on little-endian machines

// Arrays, as in >>vocabulary.
typedef struct collide_kdop6_array {
    const collide_kdop6 *objects;
    size_t count, stride;
} collide_kdop6_array;
typedef struct collide_kdop14_array {
    const collide_kdop14 *objects;
    size_t count, stride;
} collide_kdop14_array;
typedef struct collide_kdop18_array {
    const collide_kdop18 *objects;
    size_t count, stride;
} collide_kdop18_array;
typedef struct collide_kdop26_array {
    const collide_kdop26 *objects;
    size_t count, stride;
} collide_kdop26_array;

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
// These functions round exact supports outward (>>conventions, Bounds). Input that is not a valid
// shape (NaN, infinite coordinates, negative extents) gives the empty k-DOP; only AABBs may be
// infinite.

// Returns the empty k-DOP.
COLLIDE_API collide_kdop18 collide_kdop18_empty(void);

// Writes the k-DOP of n points to *out. A point is three floats of any alignment; the stride is at
// least 12 bytes, and 0 means 12. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride), NOT_FINITE;
// *out is then empty.
COLLIDE_API collide_status collide_kdop18_from_points(collide_kdop18 *out, const void *points,
                                                      size_t n, size_t stride);

// Returns the k-DOP of a triangle. Each row has the min and max of n.v over the three vertices v.
// For kinds 6 and 18 it is the tightest k-DOP in float32; rows of three coordinates
// (>>conventions, Bounds) may be a little too wide.
COLLIDE_API collide_kdop18 collide_kdop18_from_triangle(const collide_triangle *triangle);

// Returns the k-DOP of an AABB. Infinite bounds stay infinite: a half-space or all of space is
// legal here.
COLLIDE_API collide_kdop18 collide_kdop18_from_aabb(const collide_aabb *box);

// Returns the k-DOP of a sphere. Each row is n.center -+ |n| radius.
COLLIDE_API collide_kdop18 collide_kdop18_from_sphere(const collide_sphere *sphere);

// Returns the k-DOP of an OBB. The axes are used as given; they need not be orthonormal.
COLLIDE_API collide_kdop18 collide_kdop18_from_obb(const collide_obb *box);

// Returns the k-DOP of a cylinder. The axis may have any non-zero length; the cylinder's height is
// then height times this length.
COLLIDE_API collide_kdop18 collide_kdop18_from_cylinder(const collide_cylinder *cylinder);

// These functions make the AABB of points or of a shape. Its bounds are the same bits as the three
// rows from collide_kdop6_from_points and the other functions of kind 6, with the same errors.
// Input that gives an empty k-DOP gives an empty AABB.
COLLIDE_API collide_status collide_aabb_from_points(collide_aabb *out, const void *points, size_t n,
                                                    size_t stride);
COLLIDE_API collide_aabb collide_aabb_from_triangle(const collide_triangle *triangle);
COLLIDE_API collide_aabb collide_aabb_from_sphere(const collide_sphere *sphere);
COLLIDE_API collide_aabb collide_aabb_from_obb(const collide_obb *box);
COLLIDE_API collide_aabb collide_aabb_from_cylinder(const collide_cylinder *cylinder);

// ---- single calls ----------------------------------------------------------------------------

// Returns the smallest k-DOP that holds both a and b. Nothing is rounded.
COLLIDE_API collide_kdop18 collide_kdop18_merge(const collide_kdop18 *a, const collide_kdop18 *b);

// Returns a, moved by t and rounded outward. Empty rows stay empty. A non-finite t gives infinite
// or NaN rows.
COLLIDE_API collide_kdop18 collide_kdop18_translate(const collide_kdop18 *a, collide_vec3 t);

// Returns a, grown by the distance r >= 0 in all directions and rounded outward. Each bound moves
// by r times the length of its direction. If r is negative or NaN, a is returned unchanged.
COLLIDE_API collide_kdop18 collide_kdop18_grow(const collide_kdop18 *a, float r);

// Returns a measure for splitting trees: how probable it is that the k-DOP is hit, compared with
// others of its kind [Gerasimenko]. For each pair of different directions, take the product of the
// widths along both; the measure is three times the mean of these products. A width is divided by
// the length of its direction. For kind 6 it is half the surface of the box. It is 0 if a is empty,
// and +infinity on overflow.
COLLIDE_API float collide_kdop18_hit_measure(const collide_kdop18 *a);

// Returns the volume of the points that the k-DOP holds, computed in double. Bounds of points that
// no point of the k-DOP reaches count for nothing. It is 0 if a is empty, and +infinity if an axis
// row is infinite.
COLLIDE_API float collide_kdop18_volume(const collide_kdop18 *a);

// Tests whether the closed k-DOP holds p. A point on the border counts as inside, and so does a
// point that is outside by less than the rounding error.
COLLIDE_API bool collide_point_kdop18(collide_vec3 p, const collide_kdop18 *b);

// Tests whether two k-DOPs overlap: a.min[i] <= b.max[i] and b.min[i] <= a.max[i] for every row i,
// and neither is empty.
COLLIDE_API bool collide_kdop18_kdop18(const collide_kdop18 *a, const collide_kdop18 *b);

// Tests whether two k-DOPs that move with constant velocities va and vb overlap at some t in
// [0, t_max], and gives the first and last such time [Gamedev]. [t_first, t_last] is the part of
// [0, t_max] in which the intervals of all rows overlap. It is rounded outward within [0, t_max],
// so that no contact is missed or cut short. The relative error of a time is at most 8u (1 + w / s)
// with u = 2^-24. Let n be the direction of the row that gives the time, and v = vb - va. Then s =
// |n.v|, and w is the sum of |v.x|, |v.y| and |v.z| over the coordinates that n contains. This
// error bound holds under three conditions: its value is below 0.1; w is below 1e38; and the
// differences between a side of one k-DOP and the opposite side of the other, such as a.max -
// b.min, are below 1e38. t_max may be +infinity; out may be NULL. NaN, an empty k-DOP, a velocity
// that is not finite, and a negative or NaN t_max give a miss.
COLLIDE_API bool collide_kdop18_kdop18_sweep(const collide_kdop18 *a, collide_vec3 va,
                                             const collide_kdop18 *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out);

// ---- packs -----------------------------------------------------------------------------------
// Every query treats NULL, or a pack of another kind, as an empty pack.

// Returns the bytes that a pack of n k-DOPs needs: a multiple of COLLIDE_ALIGNMENT, about 110 per
// object for kind 18 and 6.1 * kind in general. It is 0 if n is 0 or too large (the size must fit
// size_t, the indices uint32_t).
COLLIDE_API size_t collide_kdop18_pack_size(size_t n);

// Builds a pack of n k-DOPs in memory of at least collide_kdop18_pack_size(n) bytes, and sets *pack
// to memory. The stride of kdops is at least sizeof *kdops bytes, and 0 means sizeof *kdops. A
// k-DOP has min <= max on all rows, or equals collide_kdop18_empty(); infinite bounds are legal.
// Errors: NULL, COUNT, OVERFLOW, STRIDE, SIZE, ALIGNMENT, NOT_FINITE (NaN), EXTENT; *pack is then
// NULL and memory untouched.
COLLIDE_API collide_status collide_kdop18_pack_build(collide_kdop18_pack **pack, void *memory,
                                                     size_t size, const collide_kdop18 *kdops,
                                                     size_t n, size_t stride);

// Builds a pack of the bounds of a mesh's triangles, in their order. Errors: as above, and for the
// mesh INDEX, INDEX_SIZE and NOT_FINITE (a vertex of a triangle).
COLLIDE_API collide_status collide_kdop18_pack_build_mesh(collide_kdop18_pack **pack, void *memory,
                                                          size_t size, const collide_mesh *mesh);

// Adopts a pack that was copied or read into memory. To save a pack, save its header.size bytes.
// memory is not written and may be larger. The header is checked, the rows are not: damaged rows
// give wrong answers, but no query reads out of bounds. Errors: NULL, ALIGNMENT, SIZE, KIND (also
// for a damaged header), VERSION (>>conventions, Saved); *pack is then NULL.
COLLIDE_API collide_status collide_kdop18_pack_open(collide_kdop18_pack **pack, void *memory,
                                                    size_t size);

// Returns the number of objects in the pack.
COLLIDE_API size_t collide_kdop18_pack_count(const collide_kdop18_pack *pack);

// Replaces object i. The quantized rows keep the scale of the build. The more objects leave the
// range that all objects had at the build, the slower batches become; so rebuild when most objects
// have left it. Errors: NULL, KIND, INDEX, NOT_FINITE, EXTENT; the pack is then unchanged.
COLLIDE_API collide_status collide_kdop18_pack_set(collide_kdop18_pack *pack, size_t i,
                                                   const collide_kdop18 *kdop);

// Replaces n objects from index first on, at a stride in bytes (0 means sizeof *objects), as
// collide_kdop18_pack_set replaces each. It costs little more than copying them. Errors: NULL,
// KIND, INDEX (first + n is above the count), STRIDE, OVERFLOW, NOT_FINITE, EXTENT; the pack is
// then unchanged.
COLLIDE_API collide_status collide_kdop18_pack_update(collide_kdop18_pack *pack, size_t first,
                                                      const collide_kdop18 *objects, size_t n,
                                                      size_t stride);

// These functions bound n OBBs, spheres or AABBs, as collide_kdop18_from_obb and the others do, and
// build a pack of the bounds or replace n objects of a pack from index first on. The results are
// the same bits as from collide_kdop18_pack_build and collide_kdop18_pack_update, without an array
// of k-DOPs. The stride is at least the size of a shape, and 0 means that size. OBBs and spheres
// must be finite with extents >= 0; the axes of an OBB need not be orthonormal. AABBs must have no
// NaN; an empty AABB gives the empty k-DOP. Errors: the errors of collide_kdop18_pack_build or
// collide_kdop18_pack_update; NOT_FINITE, EXTENT.
COLLIDE_API collide_status collide_kdop18_pack_build_obbs(collide_kdop18_pack **pack, void *memory,
                                                          size_t size, const collide_obb *boxes,
                                                          size_t n, size_t stride);
COLLIDE_API collide_status collide_kdop18_pack_build_spheres(collide_kdop18_pack **pack,
                                                             void *memory, size_t size,
                                                             const collide_sphere *spheres,
                                                             size_t n, size_t stride);
COLLIDE_API collide_status collide_kdop18_pack_build_aabbs(collide_kdop18_pack **pack, void *memory,
                                                           size_t size, const collide_aabb *boxes,
                                                           size_t n, size_t stride);
COLLIDE_API collide_status collide_kdop18_pack_update_obbs(collide_kdop18_pack *pack, size_t first,
                                                           const collide_obb *objects, size_t n,
                                                           size_t stride);
COLLIDE_API collide_status collide_kdop18_pack_update_spheres(collide_kdop18_pack *pack,
                                                              size_t first,
                                                              const collide_sphere *objects,
                                                              size_t n, size_t stride);
COLLIDE_API collide_status collide_kdop18_pack_update_aabbs(collide_kdop18_pack *pack, size_t first,
                                                            const collide_aabb *objects, size_t n,
                                                            size_t stride);

// Returns object i, bit for bit as it was stored, or the empty k-DOP if the pack has no object i.
COLLIDE_API collide_kdop18 collide_kdop18_pack_get(const collide_kdop18_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// One k-DOP against a pack of count objects. Writes COLLIDE_BLOCKS(count) words of hit bits;
// returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_many(const collide_kdop18 *a, const collide_kdop18_pack *b,
                                              uint16_t *bits);

// The same test, but the hits are written as a rising list of indices: at most capacity of them,
// the lowest first. Returns the number of all hits.
COLLIDE_API size_t collide_kdop18_kdop18_many_indices(const collide_kdop18 *a,
                                                      const collide_kdop18_pack *b,
                                                      uint32_t *indices, size_t capacity);

// Object i of a against object i of b, for all i below the smaller count n: COLLIDE_BLOCKS(n) words
// are written. Returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_lanes(const collide_kdop18_pack *a,
                                               const collide_kdop18_pack *b, uint16_t *bits);

// n index pairs into two arrays; a and b may be the same. Bit i is the answer to pairs[i]; an index
// out of range is a miss. Returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_pairs(const collide_kdop18_array *a,
                                               const collide_kdop18_array *b,
                                               const collide_pair *pairs, size_t n, uint16_t *bits);

// An array of k-DOPs against a pack of count objects in one pass. The hit bits of k-DOP i begin at
// bits[i * COLLIDE_BLOCKS(count)]. It takes 16 k-DOPs at a time, so it is fastest for arrays of a
// multiple of 16. Returns the number of hits.
COLLIDE_API size_t collide_kdop18_kdop18_all(const collide_kdop18_array *a,
                                             const collide_kdop18_pack *b, uint16_t *bits);

// All overlapping pairs (i of a, j of b); pairs receives the first capacity of them. Returns the
// full count. Order: groups of 16 consecutive objects of a are taken in turn. Each is tested
// against groups of 32 consecutive objects of b in turn. Within two groups, pairs rise by i, then
// by j.
COLLIDE_API size_t collide_kdop18_kdop18_all_indices(const collide_kdop18_pack *a,
                                                     const collide_kdop18_pack *b,
                                                     collide_pair *pairs, size_t capacity);

// All overlapping pairs i < j of one pack, each once, in the same order.
COLLIDE_API size_t collide_kdop18_kdop18_self_indices(const collide_kdop18_pack *pack,
                                                      collide_pair *pairs, size_t capacity);

// Declares the functions above, from collide_kdop18_empty on, for another kind.
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
    COLLIDE_API float collide_kdop##K##_hit_measure(const collide_kdop##K *a);                     \
    COLLIDE_API float collide_kdop##K##_volume(const collide_kdop##K *a);                          \
    COLLIDE_API bool collide_point_kdop##K(collide_vec3 p, const collide_kdop##K *b);              \
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
    COLLIDE_API collide_status collide_kdop##K##_pack_update(                                      \
        collide_kdop##K##_pack *pack, size_t first, const collide_kdop##K *objects, size_t n,      \
        size_t stride);                                                                            \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_obbs(                                  \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_obb *boxes,        \
        size_t n, size_t stride);                                                                  \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_spheres(                               \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_sphere *spheres,   \
        size_t n, size_t stride);                                                                  \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_aabbs(                                 \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_aabb *boxes,       \
        size_t n, size_t stride);                                                                  \
    COLLIDE_API collide_status collide_kdop##K##_pack_update_obbs(                                 \
        collide_kdop##K##_pack *pack, size_t first, const collide_obb *objects, size_t n,          \
        size_t stride);                                                                            \
    COLLIDE_API collide_status collide_kdop##K##_pack_update_spheres(                              \
        collide_kdop##K##_pack *pack, size_t first, const collide_sphere *objects, size_t n,       \
        size_t stride);                                                                            \
    COLLIDE_API collide_status collide_kdop##K##_pack_update_aabbs(                                \
        collide_kdop##K##_pack *pack, size_t first, const collide_aabb *objects, size_t n,         \
        size_t stride);                                                                            \
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
        const collide_kdop##K##_array *a, const collide_kdop##K##_array *b,                        \
        const collide_pair *pairs, size_t n, uint16_t *bits);                                      \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all(                                            \
        const collide_kdop##K##_array *a, const collide_kdop##K##_pack *b, uint16_t *bits);        \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_all_indices(                                    \
        const collide_kdop##K##_pack *a, const collide_kdop##K##_pack *b, collide_pair *pairs,     \
        size_t capacity);                                                                          \
    COLLIDE_API size_t collide_kdop##K##_kdop##K##_self_indices(                                   \
        const collide_kdop##K##_pack *pack, collide_pair *pairs, size_t capacity)
COLLIDE__KDOP_DECLARE(6);
COLLIDE__KDOP_DECLARE(14);
COLLIDE__KDOP_DECLARE(26);
#ifndef COLLIDE__KEEP_DECLARE // a test declares kind 18 by the macro too: the texts must agree
#undef COLLIDE__KDOP_DECLARE
#endif
#endif // COLLIDE_NO_KDOP
