#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>aabb
// ================================================================================================
#ifndef COLLIDE_NO_AABB
// This family tests AABBs against each other, one pair at a time and in batches, and against
// spheres. A pack of k-DOPs of kind 6 (>>kdop) also holds AABBs: its batches skip blocks that are
// far away. This is faster in large packs in which consecutive objects lie near each other. To find
// all overlapping pairs of many objects, use an octree (>>octree).
//
// EXAMPLE
//     const collide_aabb box = {{0, 0, 0}, {1, 1, 1}}, shelf = {{1, 0, 0}, {3, 1, 2}};
//     const collide_sphere sphere = {{0.5f, 0.5f, 1.5f}, 0.25f};
//     printf("the box %s the shelf, the sphere %s the box\n",
//            collide_aabb_aabb(&box, &shelf) ? "touches" : "misses",
//            collide_sphere_aabb(&sphere, &box) ? "touches" : "misses");
//     // prints: the box touches the shelf, the sphere misses the box

// ---- single calls ----------------------------------------------------------------------------

// Tests whether two AABBs overlap. It compares their numbers without rounding. A box that is empty
// or has NaN overlaps nothing.
COLLIDE_API bool collide_aabb_aabb(const collide_aabb *a, const collide_aabb *b);

// Tests whether a sphere overlaps an AABB. The test is evaluated in double and misses no overlap,
// but a gap of less than 2^-48 of the distance may count as overlap. NaN, negative radii and empty
// boxes overlap nothing.
COLLIDE_API bool collide_sphere_aabb(const collide_sphere *a, const collide_aabb *b);

// ---- packs -----------------------------------------------------------------------------------

// Make, read and change packs of AABBs, as the functions of packs of vectors do (>>vocabulary),
// with the same errors. An AABB takes 24 bytes. Empty boxes and infinite bounds are legal; a NaN is
// refused with NOT_FINITE.
COLLIDE_API size_t collide_aabb_pack_size(size_t n);
COLLIDE_API collide_status collide_aabb_pack_build(collide_aabb_pack **pack, void *memory,
                                                   size_t size, const collide_aabb *boxes, size_t n,
                                                   size_t stride);
COLLIDE_API collide_status collide_aabb_pack_open(collide_aabb_pack **pack, void *memory,
                                                  size_t size);
COLLIDE_API size_t collide_aabb_pack_count(const collide_aabb_pack *pack);
COLLIDE_API collide_status collide_aabb_pack_set(collide_aabb_pack *pack, size_t i,
                                                 const collide_aabb *box);
COLLIDE_API collide_status collide_aabb_pack_update(collide_aabb_pack *pack, size_t first,
                                                    const collide_aabb *objects, size_t n,
                                                    size_t stride);
COLLIDE_API collide_aabb collide_aabb_pack_get(const collide_aabb_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// One box against a pack, as hit bits and as a rising list of indices. Bits, lists and return
// values are as in >>kdop.
COLLIDE_API size_t collide_aabb_aabb_many(const collide_aabb *a, const collide_aabb_pack *b,
                                          uint16_t *bits);
COLLIDE_API size_t collide_aabb_aabb_many_indices(const collide_aabb *a, const collide_aabb_pack *b,
                                                  uint32_t *indices, size_t capacity);

// Object i of a against object i of b, for all i below the smaller count.
COLLIDE_API size_t collide_aabb_aabb_lanes(const collide_aabb_pack *a, const collide_aabb_pack *b,
                                           uint16_t *bits);

// n index pairs into two arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_aabb_aabb_pairs(const collide_aabb_array *a, const collide_aabb_array *b,
                                           const collide_pair *pairs, size_t n, uint16_t *bits);

// An array of boxes against a pack of count objects in one pass. The hit bits of box i begin at
// bits[i * COLLIDE_BLOCKS(count)].
COLLIDE_API size_t collide_aabb_aabb_all(const collide_aabb_array *a, const collide_aabb_pack *b,
                                         uint16_t *bits);

// All overlapping pairs, each once: (i of a, j of b), or (i, j) of one pack with i < j. Order: the
// blocks of 16 objects of a are taken in turn. Each is tested against the blocks of 16 objects of b
// in turn. Within two blocks, pairs rise by i, then by j. Every pair is tested, so the cost grows
// as the number of all pairs.
COLLIDE_API size_t collide_aabb_aabb_all_indices(const collide_aabb_pack *a,
                                                 const collide_aabb_pack *b, collide_pair *pairs,
                                                 size_t capacity);
COLLIDE_API size_t collide_aabb_aabb_self_indices(const collide_aabb_pack *pack,
                                                  collide_pair *pairs, size_t capacity);
#endif // COLLIDE_NO_AABB
