#pragma once
#include "../triangle/triangle.h"

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
// aligned memory, or save it and adopt it by collide_octree_open. Objects that leave the cube, or
// lie far outside of it, are found as well. Equal parts do not serve where many objects lie in
// heaps that are small beside the cube: two heaps far apart, a heap and a few outliers, all scales
// at once. There an octree of 1024 objects or more is cut where objects begin, axis by axis;
// building takes three to five times as long, and queries cost what is said below. They cost more
// where many objects are alike, or as long as the scene (plates, rods): such objects lie in too
// many parts, and are asked one by one. This takes up to the time of all pairs, but loses no answer
// and needs no more memory.
//
// EXAMPLE
//     static collide_sphere balls[1000]; // 2 apart in a row
//     static unsigned char memory[150000]; // collide_octree_size(1000, NULL) is less
//     const uint32_t moved[2] = {7, 42};
//     collide_octree *octree;
//     for (int i = 0; i < 1000; ++i) {
//         balls[i].center.x = 2.0f * (float)i;
//         balls[i].radius = 0.75f;
//     }
//     if (collide_octree_build_spheres(&octree, COLLIDE_ALIGN(memory),
//                                      sizeof memory - COLLIDE_ALIGNMENT, balls, 1000, 0, NULL) ==
//         COLLIDE_OK) {
//         balls[7].center.x = 17; // in the middle between 8 and 9
//         balls[42].radius = 2;   // as far as 41 and 43
//         collide_octree_update_spheres(octree, moved, 2, balls, 0);
//         printf("%d pairs\n", (int)collide_octree_self_indices(octree, NULL, 0)); // or a list
//     }
//     // prints: 4 pairs

// Begin with all bytes 0, which means the defaults.
typedef struct collide_octree_options {
    uint32_t depth;      // how often a part may be cut: 1 to 16; 0 means 16
    uint32_t leaf_size;  // parts of no more objects stay whole: 1 to 65536; 0 means 64
    uint32_t references; // room for so many parts that an object lies in, in the mean of all: 1
                         // to 64; 0 means 4. If there are more, parts stay larger
} collide_octree_options;

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_octree_inside {
    uint64_t nodes_at;      // bytes from the octree's start to its cells,
    uint64_t references_at; // and to the references that they hold
    uint32_t node_count, node_room;
    uint32_t reference_count, reference_room; // with gaps
    uint32_t moved;                           // references that were added since it was built
    uint32_t rank_levels;    // 0, or steps differ: an axis has 2^rank_levels of them, and
    double origin[3], scale; // of the cube, 65534 steps along an edge
    uint64_t ranks_at;       // bytes to where each step begins, floats, axis by axis
} collide_octree_inside;

// Read the fields, but not inside, freely; write them only by the functions below.
typedef struct collide_octree {
    uint32_t magic;                 // COLLIDE_OCTREE_MAGIC
    uint32_t floats;                // of an object: 4 of spheres, 6 of boxes
    uint64_t size;                  // bytes in use, this header included
    uint32_t count;                 // of objects
    collide_octree_options options; // with the defaults filled in
    collide_octree_inside inside;
} collide_octree;
#define COLLIDE_OCTREE_MAGIC 0x3254434fu // "OCT2" in memory on little-endian machines

// ---- making ----------------------------------------------------------------------------------

// Bytes for an octree of n objects, a multiple of COLLIDE_ALIGNMENT: for each object 48 and, for
// each of references, 16 + 96 / (leaf_size / 2 + 1); so about 124 with the defaults, which NULL
// stands for; with 1024 objects or more, at most 0.4 more for each. 0 if n is 0, if an option is
// out of range, or if that is too much: (2 + references) * (n + 4) must be below 2^32 - 64.
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

// Adopts an octree that was copied or read into memory, of octree->size bytes; memory is not
// written and may be larger. All of it is checked, so that queries and updates stay within it and
// end, whoever wrote it, as long as nobody writes it afterwards. Damage that passes makes answers
// wrong. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION, DAMAGED; *octree is then NULL. Cost: one
// pass.
COLLIDE_API collide_status collide_octree_open(collide_octree **octree, void *memory, size_t size);

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

// ---- queries ---------------------------------------------------------------------------------

// All pairs (i < j) of objects that meet, by collide_sphere_sphere or collide_aabb_aabb, each once.
// Returns their number; pairs takes the first capacity of them (if they are fewer than
// capacity, pairs[returned] may be overwritten). Cost: n, and the pairs.
COLLIDE_API size_t collide_octree_self_indices(const collide_octree *octree, collide_pair *pairs,
                                               size_t capacity);

// The objects that meet a sphere or a box, each once: by collide_sphere_sphere, collide_sphere_aabb
// or collide_aabb_aabb. Returns their number; indices takes the first capacity of them.
COLLIDE_API size_t collide_sphere_octree_indices(const collide_sphere *a,
                                                 const collide_octree *octree, uint32_t *indices,
                                                 size_t capacity);
COLLIDE_API size_t collide_aabb_octree_indices(const collide_aabb *a, const collide_octree *octree,
                                               uint32_t *indices, size_t capacity);

// ---- bodies ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
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
    const collide_velocity *velocity; // NULL: at rest
} collide_body;

// Begin with all bytes 0, which means the defaults.
typedef struct collide_bodies_options {
    collide_octree_options octree;
    uint32_t pair_touches; // of one pair of bodies, the deepest of more: 1 to 4096; 0 means 64
    float merge;           // the distance of collide_contacts_merge: 0 merges equal points, some
                           // 1e-4 of a body's size is a good one; < 0: no merging
    bool all;              // also contacts that do not close, and those of two bodies at rest: what
                           // parts now, a neighbour may drive in during the same step
} collide_bodies_options;

// A contact of bodies a < b, and the triangles of their meshes that it is of. The normal points
// from b to a.
typedef struct collide_body_touch {
    collide_contact contact;
    uint32_t a, b, triangle_a, triangle_b;
} collide_body_touch;

typedef struct collide_bodies_count {
    size_t touches;        // of all pairs, also those that touches[] had no room for
    size_t pairs;          // of bodies whose bounding spheres meet, made larger by 2^-19 of their
                           // size and coordinates, but for two bodies at rest
    size_t triangle_pairs; // of triangles of these bodies that were tested
} collide_bodies_count;

// Bytes of scratch memory for n bodies at a stride (0 means tightly packed): that of their octree,
// and some 90 for each triangle of the largest mesh. 0 if the options or n are out of range.
COLLIDE_API size_t collide_bodies_scratch_size(const collide_body *bodies, size_t n, size_t stride,
                                               const collide_bodies_options *options);

// Contacts of all bodies, those of a pair together, pairs by rising a; contacts takes the first
// capacity of them. What does not approach has none, so two bodies whose velocities are NULL have
// none, unless options.all is set. scratch is aligned to COLLIDE_ALIGNMENT and may be anything; it
// is not needed afterwards. Points are float32 as collide_pose_apply makes them, and for these
// triangles verdicts are exact. A triangle with a vertex that is not there or not finite touches
// nothing. Errors: NULL, COUNT, STRIDE, OVERFLOW, OPTION, SIZE, ALIGNMENT, INDEX_SIZE, NOT_FINITE
// (bounds and poses), EXTENT (a radius < 0); *count is then all 0 and contacts untouched. Cost:
// that of an octree, and for each pair of bodies that are near the number of their triangles; of
// those that are near the other body, all against all.
COLLIDE_API collide_status collide_bodies_touches(const collide_body *bodies, size_t n,
                                                  size_t stride,
                                                  const collide_bodies_options *options,
                                                  void *scratch, size_t size,
                                                  collide_body_touch *contacts, size_t capacity,
                                                  collide_bodies_count *count);
#endif // COLLIDE_NO_TRIANGLE
#endif // COLLIDE_NO_OCTREE
