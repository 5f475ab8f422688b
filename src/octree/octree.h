#pragma once
#include "../triangle/triangle.h"

// ================================================================================================
// >>octree
// ================================================================================================
#ifndef COLLIDE_NO_OCTREE
// An octree over spheres or AABBs finds which of many objects overlap [Sudar]. A cube that holds
// nearly all objects is the root cell. A cell with more than a few objects is split into eight.
//
//      ___________ ___________
//     |           |     |     |     a cube seen from above: four of its eight cells, one of them
//     |           |  o  |  o  |     split again
//     |           |_____|_____|
//     |          (O)    |     |     leaf       a cell that is not split
//     |           |     |  o  |     o          an object that lies in one leaf
//     |___________|_____|_____|     (O)        an object that reaches into two leaves
//     |           |           |     reference  an index of an object, held by each leaf that the
//     |   o       |    o      |                object reaches into
//     |           |           |
//     |___________|___________|
//
// Queries find all overlapping pairs, each once, and the objects that overlap a sphere, an AABB or
// a segment (collide_WHAT_octree_indices). The results equal the results of single calls for all
// objects; their order depends on the cells.
//
// The octree copies the objects and holds offsets, not pointers. You may move it by memcpy to
// aligned memory, or save its bytes and adopt them later by collide_octree_open. Objects that leave
// the cube, or lie far outside it, are found as well.
//
// Cells of equal size serve poorly where objects form clusters that are small compared with the
// cube: two distant clusters, a cluster with a few outliers, or objects at all scales. For such
// input an octree of 1024 objects or more splits its cells at the objects' bounds, axis by axis.
// Building then takes three to five times as long; the costs of queries that are stated below still
// hold. Queries cost more if many objects coincide, or are as long as the scene (plates, rods):
// such objects reach into too many cells and are tested one by one. A query may then take as long
// as testing all pairs. It still misses nothing and needs no more memory.
//
// EXAMPLE
//     static collide_sphere spheres[1000]; // 2 apart in a row
//     static unsigned char memory[150000]; // collide_octree_size(1000, NULL) is less
//     const uint32_t moved[2] = {7, 42};
//     collide_octree *octree;
//     for (int i = 0; i < 1000; ++i) {
//         spheres[i].center.x = 2.0f * (float)i;
//         spheres[i].radius = 0.75f;
//     }
//     const size_t size = sizeof memory - COLLIDE_ALIGNMENT;
//     if (collide_octree_build_spheres(&octree, COLLIDE_ALIGN(memory), size, spheres, 1000, 0,
//                                      NULL) == COLLIDE_OK) {
//         spheres[7].center.x = 17; // in the middle between 8 and 9
//         spheres[42].radius = 2;   // as far as 41 and 43
//         collide_octree_update_spheres(octree, moved, 2, spheres, 0);
//         printf("%d pairs\n", (int)collide_octree_self_indices(octree, NULL, NULL, 0));
//     }
//     // prints: 4 pairs

// Begin with = {0}: 0 means the default in every field.
typedef struct collide_octree_options {
    uint32_t depth;      // levels of splits: 1 to 16; 0 means 16
    uint32_t leaf_size;  // cells with at most this many objects are not split: 1 to 65536; 0 means
                         // 64
    uint32_t references; // room for references, on average per object: 1 to 64; 0 means 4. If
                         // objects need more, cells stay larger
} collide_octree_options;

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_octree_inside {
    uint64_t nodes_at;      // bytes from the octree's start to its cells,
    uint64_t references_at; // and to the references that they hold
    uint32_t node_count, node_room;
    uint32_t reference_count, reference_room; // with gaps
    uint32_t moved;          // references that were added since the octree was built
    uint32_t rank_levels;    // 0: steps are equal; else an axis has 2^rank_levels unequal ones
    double origin[3], scale; // of the cube; an edge of it is 65534 equal steps
    uint64_t ranks_at;       // bytes to floats: where each step begins, axis by axis
    double largest; // no radius or sum of sides is larger; 0: not known, as in octrees that
                    // versions before 0.25 saved
} collide_octree_inside;

// Read the fields, but not inside, freely; write them only by the functions below.
typedef struct collide_octree {
    uint32_t magic;                 // COLLIDE_OCTREE_MAGIC
    uint32_t floats;                // per object: 4 for spheres, 6 for AABBs
    uint64_t size;                  // bytes in use, this header included
    uint32_t count;                 // objects
    collide_octree_options options; // with the defaults filled in
    collide_octree_inside inside;
} collide_octree;
#define COLLIDE_OCTREE_MAGIC 0x3254434fu // "OCT2" in memory on little-endian machines

// ---- making ----------------------------------------------------------------------------------

// Bytes for an octree of n objects, a multiple of COLLIDE_ALIGNMENT. An object takes 48 + (16 + 96
// / (leaf_size / 2 + 1)) * references bytes. With the defaults, which NULL means, this is about 124
// bytes. Octrees of 1024 objects or more take at most 0.4 bytes more per object. The result is 0 if
// n is 0, if an option is out of range, or if (2 + references) * (n + 4) is not below 2^32 - 64.
COLLIDE_API size_t collide_octree_size(size_t n, const collide_octree_options *options);

// Builds an octree over n objects at a stride in bytes (0 means tightly packed), and writes its
// address, which is memory, to *octree. memory has at least collide_octree_size(n, options) bytes
// and is aligned to COLLIDE_ALIGNMENT. options may be NULL. Errors: NULL, COUNT (n = 0), OVERFLOW,
// OPTION, SIZE, ALIGNMENT, STRIDE, NOT_FINITE, EXTENT (a radius < 0, or a box with min > max);
// *octree is then NULL and memory is untouched. Cost: n log n.
COLLIDE_API collide_status collide_octree_build_spheres(collide_octree **octree, void *memory,
                                                        size_t size, const collide_sphere *spheres,
                                                        size_t n, size_t stride,
                                                        const collide_octree_options *options);
COLLIDE_API collide_status collide_octree_build_aabbs(collide_octree **octree, void *memory,
                                                      size_t size, const collide_aabb *boxes,
                                                      size_t n, size_t stride,
                                                      const collide_octree_options *options);

// Adopts an octree of octree->size bytes that was copied or read into memory. memory may be larger
// and is not written. Everything that queries and updates rely on is checked. So they stay within
// the octree and terminate, whatever the bytes are, as long as nobody writes them afterwards.
// Damage that is not detected makes answers wrong. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION,
// DAMAGED; *octree is then NULL. Cost: one pass.
COLLIDE_API collide_status collide_octree_open(collide_octree **octree, void *memory, size_t size);

// Returns the number of objects of the octree, 0 if it is NULL.
COLLIDE_API size_t collide_octree_count(const collide_octree *octree);

// Updates the octree to objects that moved or changed size. indices lists the n objects that
// changed, in any order; an index may occur more than once. Only these objects are read from the
// array of all objects. If indices is NULL, all objects are read, and n is the number of all
// objects (or 0, which updates nothing). To add or remove objects, build a new octree. Cost:
// proportional to the cells that the objects left and entered. The octree is rebuilt if that costs
// less; if indices lists more than an eighth of all objects; or if the number of cells that objects
// have entered since the last rebuild exceeds the number of objects. Errors: NULL, KIND (the octree
// holds another kind of object), COUNT, STRIDE, OVERFLOW, INDEX, NOT_FINITE, EXTENT; the octree is
// then unchanged.
COLLIDE_API collide_status collide_octree_update_spheres(collide_octree *octree,
                                                         const uint32_t *indices, size_t n,
                                                         const collide_sphere *spheres,
                                                         size_t stride);
COLLIDE_API collide_status collide_octree_update_aabbs(collide_octree *octree,
                                                       const uint32_t *indices, size_t n,
                                                       const collide_aabb *boxes, size_t stride);

// ---- queries ---------------------------------------------------------------------------------

// Which pairs queries find, by layers and masks as physics engines have them. Objects i and j are a
// pair only if (layer[i] & mask[j]) and (layer[j] & mask[i]) both have a bit. A filter = {0}, or
// NULL in place of a filter, means all pairs. The arrays belong to you; they are read by queries
// alone and may change between them. Filtered pairs are skipped before the objects are compared.
typedef struct collide_octree_filter {
    const uint32_t *layers; // an element for each object of the octree; NULL: all bits are set
    const uint32_t *masks;  // the same
    size_t stride;          // bytes from an element to the next one; 0 means 4
    uint32_t layer, mask; // of the one sphere, AABB or segment that is asked against the octree; 0
                          // means that all bits are set; not used if there is none
} collide_octree_filter;

// Lists all pairs (i < j) of overlapping objects, each once, as collide_sphere_sphere or
// collide_aabb_aabb decides. filter may be NULL. Returns the number of pairs; pairs takes the first
// capacity of them. If there are fewer pairs than capacity, the element after the last pair may be
// overwritten. Cost: n, plus the pairs, including those that the filter leaves out.
COLLIDE_API size_t collide_octree_self_indices(const collide_octree *octree,
                                               const collide_octree_filter *filter,
                                               collide_pair *pairs, size_t capacity);

// Lists the objects that overlap a sphere or an AABB, each once, as collide_sphere_sphere,
// collide_sphere_aabb or collide_aabb_aabb decides. filter may be NULL. Returns their number;
// indices takes the first capacity of them.
COLLIDE_API size_t collide_sphere_octree_indices(const collide_sphere *a, const collide_octree *b,
                                                 const collide_octree_filter *filter,
                                                 uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_aabb_octree_indices(const collide_aabb *a, const collide_octree *b,
                                               const collide_octree_filter *filter,
                                               uint32_t *indices, size_t capacity);

// Lists a part of the overlapping pairs of an octree, so that threads can share the work: each
// thread calls it with another part from 0 to parts - 1. All parts one after another are the pairs
// of collide_octree_self_indices with this filter, in the same order, so each pair is in one part.
// Returns the number of pairs in this part; pairs takes the first capacity of them. If there are
// fewer pairs than capacity, the element after the last pair may be overwritten, so threads need
// arrays of their own. If part >= parts, there are none. filter may be NULL. Cost: the cost of all
// pairs, divided about evenly, and a walk over all cells for each part. So two parts take 0.52 as
// long as the whole, and one part for each thread is best if all threads run.
COLLIDE_API size_t collide_octree_self_part_indices(const collide_octree *octree, size_t part,
                                                    size_t parts,
                                                    const collide_octree_filter *filter,
                                                    collide_pair *pairs, size_t capacity);

// Lists the pairs of an object of a and an object of b that overlap, each once, as
// collide_sphere_sphere, collide_sphere_aabb or collide_aabb_aabb decides. Each octree may be of
// spheres or of AABBs. filter_a and filter_b have the layers and masks of the objects of a and of
// b; either may be NULL, which means that all bits are set. Returns the number of pairs; pairs
// takes the first capacity of them, in an order that depends on the cells. Cost: m log n, plus the
// pairs, where m and n are the numbers of objects of the smaller and of the larger octree.
COLLIDE_API size_t collide_octree_octree_indices(const collide_octree *a, const collide_octree *b,
                                                 const collide_octree_filter *filter_a,
                                                 const collide_octree_filter *filter_b,
                                                 collide_pair *pairs, size_t capacity);

// ---- bodies ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
// One call goes from rigid bodies to contacts [Sudar]. It moves the bounding spheres, takes pairs
// from an octree, gathers the nearby triangles of both bodies, tests triangle against triangle,
// finds contacts, keeps the closing ones, and merges them. The remarks of >>triangle on contacts of
// meshes apply. In particular, if two bodies overlap only slightly, a triangle of one may still
// reach far behind a side of the other. Such contacts have a sideways normal and a depth of up to
// the size of a body, and they count as closing while the bodies slide along each other. Find the
// largest depth to which one body can enter another within one of your steps, and drop contacts
// that are deeper.

// A rigid body: the triangles of a mesh (>>triangle states their orientation) under a pose. Bodies
// may share meshes. bounds holds all points of the mesh, in the mesh's own coordinates. Compute it
// once by collide_sphere_from_points(&bounds, mesh.positions, mesh.vertex_count,
// mesh.position_stride). The axes of the pose are a rotation within 2^-21. A wrong pose or index is
// not reported as an error: with a pose of zeros, or if index_size = 2 is forgotten, contacts are
// missing.
typedef struct collide_body {
    const collide_mesh *mesh;
    collide_sphere bounds;
    collide_pose pose;
    const collide_velocity *velocity; // NULL: at rest
} collide_body;

// Begin with = {0}: 0 means the default in every field.
typedef struct collide_bodies_options {
    collide_octree_options octree;
    uint32_t pair_touches; // contacts kept per pair of bodies, the deepest: 1 to 4096; 0 means 64
    float merge;           // the distance of collide_contacts_merge: 0 merges equal points, about
                           // 1e-4 of a body's size works well; < 0: no merging
    bool all;              // keep contacts that do not close, and contacts of two bodies at rest,
                           // since a neighbour may push such bodies together in the same step
} collide_bodies_options;

// A contact of bodies a < b, and the triangles of their meshes that touch. The normal points from b
// to a.
typedef struct collide_body_touch {
    collide_contact contact;
    uint32_t a, b, triangle_a, triangle_b;
} collide_body_touch;

// The results and the work of one query of bodies.
typedef struct collide_bodies_counts {
    size_t touches; // contacts of all pairs, including contacts without room
    size_t pairs;   // pairs of bodies whose bounding spheres overlap when enlarged by 2^-19 of
                    // their size and coordinates; pairs at rest count only with
                    // options.all
    size_t triangle_pairs; // pairs of triangles that were tested
} collide_bodies_counts;

// Bytes of scratch memory for n bodies at a stride in bytes (0 means tightly packed): their octree,
// and about 90 bytes for each triangle of the largest mesh. The result is 0 if options or n are out
// of range.
COLLIDE_API size_t collide_bodies_scratch_size(const collide_body *bodies, size_t n, size_t stride,
                                               const collide_bodies_options *options);

// Finds the contacts of all bodies, grouped by pair, pairs in rising order of a. contacts takes the
// first capacity of them. Unless options.all is set, contacts that do not close are left out, and
// two bodies whose velocities are both NULL have no contacts. *counts is overwritten as a whole;
// counts may not be NULL. scratch is aligned to COLLIDE_ALIGNMENT, may have any contents, and is
// not needed afterwards. Vertices are the float32 points that collide_pose_apply makes, and
// verdicts are exact for the triangles of these vertices. A triangle with a vertex that does not
// exist or is not finite touches nothing. Errors: NULL, COUNT, STRIDE, OVERFLOW, OPTION, SIZE,
// ALIGNMENT, INDEX_SIZE, NOT_FINITE (bounds and poses), EXTENT (a radius < 0); *counts is then all
// 0 and contacts is untouched. Cost: an octree is built. In addition, each pair of nearby bodies
// costs time proportional to the number of their triangles, plus m * n. Here m is the number of
// triangles of the first body that are near the second, and n the number of triangles of the second
// that are near the first.
COLLIDE_API collide_status collide_bodies_touches(const collide_body *bodies, size_t n,
                                                  size_t stride,
                                                  const collide_bodies_options *options,
                                                  void *scratch, size_t size,
                                                  collide_body_touch *contacts, size_t capacity,
                                                  collide_bodies_counts *counts);

// Finds contacts that separate bodies which overlap little, for a solver. It works like
// collide_bodies_touches, whose contacts may be deep and sideways. The contacts of two bodies are
// defined like the contacts of two trees (collide_tree_tree_contacts in >>tree), for the triangles
// that are near the other body, at the places where collide_pose_apply puts them. All bodies count
// as surfaces that need not be closed. This call does not need the family tree. options.merge is
// not used. Contacts that do not close are left out after the deepest contacts of a pair have been
// chosen. feature_a and feature_b equal triangle_a and triangle_b. Errors and cost are the same,
// except that a pair of overlapping triangles costs about 1 to 4 us.
COLLIDE_API collide_status collide_bodies_contacts(const collide_body *bodies, size_t n,
                                                   size_t stride,
                                                   const collide_bodies_options *options,
                                                   void *scratch, size_t size,
                                                   collide_body_touch *contacts, size_t capacity,
                                                   collide_bodies_counts *counts);
#endif // COLLIDE_NO_TRIANGLE
#endif // COLLIDE_NO_OCTREE
