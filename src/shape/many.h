#pragma once
#include "shape.h"

// ---- packs of shapes -------------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// Make, read and change packs of capsules, as the functions of packs of vectors do (>>vocabulary),
// with the same errors. A capsule takes 28 bytes. Each capsule must pass collide_capsule_check.
typedef struct collide_capsule_pack {
    collide_pack header;
} collide_capsule_pack;
#define COLLIDE_CAPSULE_PACK_MAGIC 0x31504143u // "CAP1" in memory on little-endian machines
COLLIDE_API size_t collide_capsule_pack_size(size_t n);
COLLIDE_API collide_status collide_capsule_pack_build(collide_capsule_pack **pack, void *memory,
                                                      size_t size, const collide_capsule *capsules,
                                                      size_t n, size_t stride);
COLLIDE_API collide_status collide_capsule_pack_open(collide_capsule_pack **pack, void *memory,
                                                     size_t size);
COLLIDE_API size_t collide_capsule_pack_count(const collide_capsule_pack *pack);
COLLIDE_API collide_status collide_capsule_pack_set(collide_capsule_pack *pack, size_t i,
                                                    const collide_capsule *capsule);
COLLIDE_API collide_status collide_capsule_pack_update(collide_capsule_pack *pack, size_t first,
                                                       const collide_capsule *objects, size_t n,
                                                       size_t stride);
COLLIDE_API collide_capsule collide_capsule_pack_get(const collide_capsule_pack *pack, size_t i);

// A pack of shapes of one kind, any of collide_shape_kind but COLLIDE_SHAPE_NONE. The packs of
// vectors, spheres, capsules, AABBs, OBBs, triangles and cylinders are packs of shapes, where a
// vector is a point: collide_shape_pack_of takes them as they are. Conversely,
// collide_obb_pack_open also adopts a collide_shape_pack of OBBs, and so on for each type. A pack
// of convex bodies holds their addresses, so the bodies must live as long as the pack; many objects
// may share a body. Every pack may be moved by memcpy.
typedef struct collide_shape_pack {
    collide_pack header;
} collide_shape_pack;
#define COLLIDE_SEGMENT_PACK_MAGIC 0x31474553u     // "SEG1" in memory on little-endian machines
#define COLLIDE_TETRAHEDRON_PACK_MAGIC 0x31544554u // "TET1"
#define COLLIDE_CONVEX_PACK_MAGIC 0x31505643u      // "CVP1"
#define COLLIDE_PLANE_PACK_MAGIC 0x314e4c50u       // "PLN1"

// Returns the bytes that a pack of n shapes of a kind needs: a multiple of COLLIDE_ALIGNMENT. It is
// 0 if there is no such kind, or if n is 0 or too large.
COLLIDE_API size_t collide_shape_pack_size(collide_shape_kind kind, size_t n);

// Builds a pack of n shapes, all of the kind of the first, in memory of at least
// collide_shape_pack_size bytes, and sets *pack to memory. The stride of shapes is at least
// sizeof *shapes bytes, and 0 means sizeof *shapes. Errors: NULL, COUNT, OVERFLOW, STRIDE, SIZE,
// ALIGNMENT, KIND (a shape of another kind, or of none), and the errors of collide_shape_check for
// each shape; *pack is then NULL and memory untouched.
COLLIDE_API collide_status collide_shape_pack_build(collide_shape_pack **pack, void *memory,
                                                    size_t size, const collide_shape *shapes,
                                                    size_t n, size_t stride);

// Adopts a pack that was copied or read into memory. A pack of convex bodies gives KIND, because
// addresses do not survive in a file. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION; *pack is then
// NULL.
COLLIDE_API collide_status collide_shape_pack_open(collide_shape_pack **pack, void *memory,
                                                   size_t size);

// Returns the same pack, given by its header, as a pack of shapes. It is NULL if header is NULL, or
// is of a pack that holds other objects. Nothing is copied.
COLLIDE_API const collide_shape_pack *collide_shape_pack_of(const collide_pack *header);

// Return the number of shapes in the pack, and their kind: 0 and COLLIDE_SHAPE_NONE if there is no
// such pack.
COLLIDE_API size_t collide_shape_pack_count(const collide_shape_pack *pack);
COLLIDE_API collide_shape_kind collide_shape_pack_kind(const collide_shape_pack *pack);

// Replace shape i, or n shapes from index first on, by shapes of the same kind. Errors: INDEX, and
// the errors of collide_shape_pack_build except SIZE and ALIGNMENT; the pack is then unchanged.
COLLIDE_API collide_status collide_shape_pack_set(collide_shape_pack *pack, size_t i,
                                                  const collide_shape *shape);
COLLIDE_API collide_status collide_shape_pack_update(collide_shape_pack *pack, size_t first,
                                                     const collide_shape *objects, size_t n,
                                                     size_t stride);

// Returns shape i, or COLLIDE_SHAPE_NONE if the pack has no shape i.
COLLIDE_API collide_shape collide_shape_pack_get(const collide_shape_pack *pack, size_t i);

// Arrays for lists of pairs, as in >>vocabulary. Shapes in one array may be of any kinds.
typedef struct collide_capsule_array {
    const collide_capsule *objects;
    size_t count, stride;
} collide_capsule_array;
typedef struct collide_shape_array {
    const collide_shape *objects;
    size_t count, stride;
} collide_shape_array;

// ---- batches: any shapes ---------------------------------------------------------------------
// The example at the head of >>shape has a batch of one shape against a pack, and a batch of
// several shapes against a pack.

// The arrays that a batch of n distances writes. The struct is required; each of its pointers may
// be NULL. lo, hi and all have n elements each, which are what collide_shape_shape_distance writes
// for each pair. Bits alone cost least, lo and hi cost less than all.
typedef struct collide_distances {
    uint16_t *bits; // COLLIDE_BLOCKS(n) words of hit bits: bit i is set if lo <= max
    float *lo, *hi;
    collide_distance *all;
} collide_distances;

// These batches give the answers of collide_shape_shape, collide_shape_shape_within and
// collide_shape_shape_distance, bit for bit. bits receives COLLIDE_BLOCKS(n) words of hit bits, and
// indices receives the first hits in order, up to capacity. They return the number of hits.
//
// Vector code evaluates distances for three groups of kinds:
//     closed forms  points, segments, spheres and capsules, with each other and with triangles,
//                   AABBs and OBBs
//     half-spaces   planes with all shapes
//     search        all other pairs without a plane
// Margins of shapes other than planes first take a faster test in float, which decides most pairs.
// Of convex bodies it decides only those whose bounding spheres are farther apart. It does not take
// negative margins of cylinders and convex bodies. An overlap is tested by the batch of another
// family if there is one, such as collide_obb_obb_many, and else as a margin of 0.
//
// A batch makes single calls for pairs that the vector code cannot decide, and for overlaps for
// which another family has only a single call: sphere with AABB or triangle, cylinder with triangle
// or plane, two convex bodies, and points, segments and tetrahedra with each other and with
// triangles. For these, margins of 0 are faster than overlaps.
//
// Cost: where vector code decides, a batch of distances is 1.6 to 18 times as fast as a loop of
// single calls with AVX-512, and up to 7 times with SSE2. It gains least for two convex bodies: 1.2
// to 2 times with AVX-512 and nothing with SSE2, because single calls find the farthest of many
// vertices by vector code, too. A batch of margins is up to 50 times as fast. Where a batch makes
// single calls, and on machines without SIMD, a loop of single calls is up to 1.6 times as fast.

// One shape against a pack, for overlap, margin (_within) and distance.
COLLIDE_API size_t collide_shape_shape_many(const collide_shape *a, const collide_shape_pack *b,
                                            uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_many_indices(const collide_shape *a,
                                                    const collide_shape_pack *b, uint32_t *indices,
                                                    size_t capacity);
COLLIDE_API size_t collide_shape_shape_within_many(const collide_shape *a,
                                                   const collide_shape_pack *b, float margin,
                                                   uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_within_many_indices(const collide_shape *a,
                                                           const collide_shape_pack *b,
                                                           float margin, uint32_t *indices,
                                                           size_t capacity);
COLLIDE_API size_t collide_shape_shape_distance_many(const collide_shape *a,
                                                     const collide_shape_pack *b, float max,
                                                     const collide_distances *out);

// Shape i of a against shape i of b, up to the smaller count, for overlap, margin and distance.
COLLIDE_API size_t collide_shape_shape_lanes(const collide_shape_pack *a,
                                             const collide_shape_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_within_lanes(const collide_shape_pack *a,
                                                    const collide_shape_pack *b, float margin,
                                                    uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_distance_lanes(const collide_shape_pack *a,
                                                      const collide_shape_pack *b, float max,
                                                      const collide_distances *out);

// n index pairs into arrays, for overlap, margin and distance. a and b may be the same. An index
// out of range is a miss. The vector code takes the 16 pairs from 16 * i to 16 * i + 15 together if
// all of them have the same two kinds, in the same order: (sphere, OBB) and (OBB, sphere) are
// different. Sort a list of mixed kinds by its kinds if you use the list several times; for one
// use, sorting costs more than it saves.
COLLIDE_API size_t collide_shape_shape_pairs(const collide_shape_array *a,
                                             const collide_shape_array *b,
                                             const collide_pair *pairs, size_t n, uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_within_pairs(const collide_shape_array *a,
                                                    const collide_shape_array *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float margin, uint16_t *bits);
COLLIDE_API size_t collide_shape_shape_distance_pairs(const collide_shape_array *a,
                                                      const collide_shape_array *b,
                                                      const collide_pair *pairs, size_t n,
                                                      float max, const collide_distances *out);

// Finds the k nearest shapes of a pack, among those with lo <= max. indices and distances have room
// for k elements each. The function writes the first of them, as many as it returns, in the order
// of lo; shapes of equal lo are in the order of hi, and of equal hi in the order of the index.
// distances has the brackets of collide_shape_shape_distance with max = +infinity. The true order
// can differ where brackets overlap. Returns how many there are, at most k. Cost: points and
// spheres beyond max, or beyond the farthest of k found so far, are rejected at about the speed of
// reading them. Other objects are asked as collide_shape_shape_within_many does, and about
// k ln(n / k) of them for their distance if the pack is in random order; at worst n distances and
// n log k comparisons.
COLLIDE_API size_t collide_shape_shape_nearest(const collide_shape *a, const collide_shape_pack *b,
                                               float max, size_t k, uint32_t *indices,
                                               collide_distance *distances);

// ---- batches: shapes of two kinds ------------------------------------------------------------

// Whether two shapes of given kinds overlap, one against a pack (_many, _many_indices), pack
// against pack (_lanes), or index pairs (_pairs). The answers are the answers of the batches above,
// bit for bit. For the overlap of spheres with AABBs or triangles use
// collide_sphere_aabb_within_many or collide_sphere_triangle_within_many with margin 0;
// collide_shape_shape_many is slower and has the verdict of collide_sphere_aabb or
// collide_sphere_triangle. Packs are built by the families of their objects: a pack of OBBs needs
// COLLIDE_WITH_SAT, for example (>>options).
#define COLLIDE__OVERLAPS_DECLARE(A, B)                                                            \
    COLLIDE_API size_t collide_##A##_##B##_many(const collide_##A *a, const collide_##B##_pack *b, \
                                                uint16_t *bits);                                   \
    COLLIDE_API size_t collide_##A##_##B##_many_indices(                                           \
        const collide_##A *a, const collide_##B##_pack *b, uint32_t *indices, size_t capacity);    \
    COLLIDE_API size_t collide_##A##_##B##_lanes(const collide_##A##_pack *a,                      \
                                                 const collide_##B##_pack *b, uint16_t *bits);     \
    COLLIDE_API size_t collide_##A##_##B##_pairs(                                                  \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, uint16_t *bits);
COLLIDE__OVERLAPS_DECLARE(sphere, capsule)   // collide_sphere_capsule_many ...
COLLIDE__OVERLAPS_DECLARE(sphere, obb)       // collide_sphere_obb_many ...
COLLIDE__OVERLAPS_DECLARE(capsule, capsule)  // collide_capsule_capsule_many ...
COLLIDE__OVERLAPS_DECLARE(capsule, aabb)     // collide_capsule_aabb_many ...
COLLIDE__OVERLAPS_DECLARE(capsule, obb)      // collide_capsule_obb_many ...
COLLIDE__OVERLAPS_DECLARE(capsule, triangle) // collide_capsule_triangle_many ...
#undef COLLIDE__OVERLAPS_DECLARE

// Distances (_distance) and margins (_within) of two shapes of given kinds, one against a pack
// (_many, _many_indices), pack against pack (_lanes), or index pairs (_pairs). The answers are the
// answers of the batches above, bit for bit.
#define COLLIDE__DISTANCES_DECLARE(A, B)                                                           \
    COLLIDE_API size_t collide_##A##_##B##_distance_many(const collide_##A *a,                     \
                                                         const collide_##B##_pack *b, float max,   \
                                                         const collide_distances *out);            \
    COLLIDE_API size_t collide_##A##_##B##_distance_lanes(const collide_##A##_pack *a,             \
                                                          const collide_##B##_pack *b, float max,  \
                                                          const collide_distances *out);           \
    COLLIDE_API size_t collide_##A##_##B##_distance_pairs(                                         \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, float max, const collide_distances *out);                                        \
    COLLIDE_API size_t collide_##A##_##B##_within_many(                                            \
        const collide_##A *a, const collide_##B##_pack *b, float margin, uint16_t *bits);          \
    COLLIDE_API size_t collide_##A##_##B##_within_many_indices(                                    \
        const collide_##A *a, const collide_##B##_pack *b, float margin, uint32_t *indices,        \
        size_t capacity);                                                                          \
    COLLIDE_API size_t collide_##A##_##B##_within_lanes(                                           \
        const collide_##A##_pack *a, const collide_##B##_pack *b, float margin, uint16_t *bits);   \
    COLLIDE_API size_t collide_##A##_##B##_within_pairs(                                           \
        const collide_##A##_array *a, const collide_##B##_array *b, const collide_pair *pairs,     \
        size_t n, float margin, uint16_t *bits);
COLLIDE__DISTANCES_DECLARE(sphere, sphere)     // collide_sphere_sphere_distance_many ...
COLLIDE__DISTANCES_DECLARE(sphere, capsule)    // collide_sphere_capsule_distance_many ...
COLLIDE__DISTANCES_DECLARE(sphere, aabb)       // collide_sphere_aabb_distance_many ...
COLLIDE__DISTANCES_DECLARE(sphere, obb)        // collide_sphere_obb_distance_many ...
COLLIDE__DISTANCES_DECLARE(sphere, triangle)   // collide_sphere_triangle_distance_many ...
COLLIDE__DISTANCES_DECLARE(capsule, capsule)   // collide_capsule_capsule_distance_many ...
COLLIDE__DISTANCES_DECLARE(capsule, aabb)      // collide_capsule_aabb_distance_many ...
COLLIDE__DISTANCES_DECLARE(capsule, obb)       // collide_capsule_obb_distance_many ...
COLLIDE__DISTANCES_DECLARE(capsule, triangle)  // collide_capsule_triangle_distance_many ...
COLLIDE__DISTANCES_DECLARE(aabb, aabb)         // collide_aabb_aabb_distance_many ...
COLLIDE__DISTANCES_DECLARE(obb, obb)           // collide_obb_obb_distance_many ...
COLLIDE__DISTANCES_DECLARE(triangle, triangle) // collide_triangle_triangle_distance_many ...
#undef COLLIDE__DISTANCES_DECLARE

// Finds the contacts of each shape of an array with one tree under a pose, such as all characters
// in a level. Although the tree comes first here, A is the shape and B the tree in each contact.
// The results equal collide_shape_tree_contacts, bit for bit, and the time is the same: a call
// saves only the loop. contacts + i * capacity_each receives the contacts of shape i, or the
// deepest capacity_each of them, and counts[i] their full number. Returns the number of shapes that
// have contacts. contacts may be NULL if capacity_each is 0. No array may overlap another.
#ifndef COLLIDE_NO_TREE
COLLIDE_API size_t collide_tree_shape_contacts_many(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_shape_array *b,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity_each,
                                                    uint32_t *counts);
#endif

// ---- batches: several shapes against a pack --------------------------------------------------
// For example the links of a robot against the points of a depth camera, or against the spheres of
// a voxel map. Sixteen shapes share each pass over the pack. Points and spheres far from all of
// them are rejected at about the speed of reading them; other kinds are asked one shape at a time.
// A shape that does not pass its check is never hit.

// Tests each shape of a against each shape of b, as collide_shape_shape_within does. The hit bits
// of a[i] begin at bits[i * COLLIDE_BLOCKS(count)], where count is the number of shapes in b.
// Returns the number of hits.
// If margin is NaN, nothing is hit.
COLLIDE_API size_t collide_shape_shape_within_all(const collide_shape_array *a,
                                                  const collide_shape_pack *b, float margin,
                                                  uint16_t *bits);

// Returns whether any pair is within margin. *pair is then the pair with the smallest index in b,
// and of several such pairs the one with the smallest index in a; if there is none, it is
// untouched. pair may be NULL, which saves time.
COLLIDE_API bool collide_shape_shape_within_any(const collide_shape_array *a,
                                                const collide_shape_pack *b, float margin,
                                                collide_pair *pair);

// Finds the nearest pair that is no farther than max: the pair with the least lo, then the least
// hi, then the smallest index in b, then in a. *out is the collide_shape_shape_distance of this
// pair with max = +infinity. Returns whether there is such a pair; if not, *pair is untouched and
// out has lo = hi = +infinity and the rest 0. pair and out may be NULL.
COLLIDE_API bool collide_shape_shape_nearest_pair(const collide_shape_array *a,
                                                  const collide_shape_pack *b, float max,
                                                  collide_pair *pair, collide_distance *out);
#endif // COLLIDE_NO_SHAPE
