#pragma once
#include "../kdop/kdop.h"
#include "../sat/sat.h"

// ================================================================================================
// >>tree
// ================================================================================================
#ifndef COLLIDE_NO_TREE
// This family has trees of k-DOPs over the triangles or tetrahedra of a mesh [Gerasimenko]. They
// test meshes under any pose against each other, against themselves, and against single shapes,
// rays and segments. Queries do not change a tree, and a tree need not be rebuilt when its mesh
// moves rigidly: a query computes a node's bound in the coordinates of the other mesh from the
// k-DOP that is stored in the node.
//
//          mesh                             tree
//
//       /\    /\    /\                  node 0 (the root)     a node holds the k-DOPs of up to
//      /  \  /  \  /  \                 /      |              eight children, which are nodes
//     /____\/____\/____\             node 1    node 2         or leaves
//     \    /\    /\    /             /  |      |  |
//      \  /  \  /  \  /           leaf  leaf  leaf leaf       a leaf holds up to four triangles
//       \/____\/____\/            a..d  e..h  i..l m          or tetrahedra
//
//     kind    planes of a k-DOP: 6, 14, 18 or 26. More rows bound more tightly and cost more per
//             node; 18 is the usual choice.
//     split   how a node's triangles are distributed among its children (options.axis, .place)
//     part    a piece of a closed mesh or of tetrahedra that is connected by shared vertices
//     pose    where a mesh is: collide_pose_apply(pose, v) for each vertex v
//
// The tree copies the vertices of each triangle and holds offsets, not pointers. You may move it by
// memcpy to aligned memory, or save its bytes and adopt them later by collide_tree_open. Queries do
// not read the mesh; you need it to look up the triangles that they list.
//
// Numerics: verdicts are exact (>>triangle) for the triangles of a as they are, and the triangles
// of b as collide_pose_apply(&p, ...) makes them in float32, where p =
// collide_pose_relative(pose_a, pose_b). So accuracy does not suffer if both meshes are far from
// the origin. A pose that is NULL is the identity. With NULL as pose_a, pose_b is applied without
// further rounding: so if only one part moves, let it be b. With NULL as pose_b, b is moved by the
// inverse of pose_a; verdicts on triangles that just touch may then differ from verdicts on the
// triangles that collide_pose_apply(pose_a, ...) makes of a. The axes of a pose need not be
// orthogonal or of unit length. Nothing overlaps a mesh if its pose is not finite, if an axis has a
// component beyond 1e37, if the axes of pose_a are coplanar, or if a vertex lies beyond 1e37 or a
// pose may move it there.
//
// A triangle mesh is a surface: a mesh that lies wholly inside another one does not overlap it. If
// both are closed and were built with COLLIDE_TREE_CLOSED, collide_point_tree and
// collide_tree_tree_containment answer questions about their inside. Tetrahedra are solid. Where a
// comment says triangles, it includes tetrahedra, except in sweeps, contacts, rays and segments,
// which never hit a tetrahedron.
//
// Counts: queries that take a collide_tree_work add their work to it; NULL is allowed. Structs that
// hold results (collide_front_counts, collide_movers_counts) are overwritten as a whole, and are
// required.
//
// EXAMPLE
//     static const collide_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
//     static const uint16_t corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
//     static unsigned char memory[4096]; // collide_tree_size(4, NULL) is less
//     const collide_mesh mesh = {points, 4, 0, corners, 4, sizeof corners[0]};
//     const collide_vec3 at = {0.2f, 0.1f, 0.3f};
//     const collide_pose pose = collide_pose_from_quaternion(0, 0, 0.6f, 0.8f, at); // about z
//     collide_tree *tree;     // one tree serves every pose of a mesh
//     collide_pair pairs[16]; // of triangles, one of each mesh
//     const size_t size = sizeof memory - COLLIDE_ALIGNMENT;
//     if (collide_tree_build(&tree, COLLIDE_ALIGN(memory), size, &mesh, NULL) == COLLIDE_OK)
//         printf("%d pairs of triangles overlap\n",
//                (int)collide_tree_tree_indices(tree, NULL, tree, &pose, pairs, 16, NULL));
//     // prints: 5 pairs of triangles overlap
//     // Contacts of a sphere that slides on the mesh, in two steps, up to 0.1 before touch.
//     const collide_sphere sphere = {{-0.25f, 0.25f, 0.25f}, 0.2f};
//     const collide_contact_options options = {COLLIDE_CONTACT_ONE_SIDED, 0.1f, {0, 0, 0}};
//     collide_shape shape = collide_shape_from_sphere(&sphere);
//     collide_contact last[32], now[32]; // a shape never has more
//     uint32_t match[32];
//     const size_t before = collide_shape_tree_contacts(&shape, tree, NULL, &options, last, 32);
//     shape.of.sphere.center.y += 0.0625f;
//     const size_t count = collide_shape_tree_contacts(&shape, tree, NULL, &options, now, 32);
//     if (count > 0 && collide_contacts_match(now, count, last, before, COLLIDE_KEY_BODY, match))
//         printf("depth %.2f, normal (%.0f, %.0f, %.0f), triangle %u\n", (double)now[0].depth,
//                (double)now[0].normal.x, (double)now[0].normal.y, (double)now[0].normal.z,
//                (unsigned)now[0].feature_b);
//     // prints: depth -0.05, normal (-1, 0, 0), triangle 2

#define COLLIDE_TREE_MAGIC 0x32455254u // "TRE2" in memory on little-endian machines

// The axis of a split depends on the centres of the triangles' boxes. LONGEST is the axis on which
// the centres are farthest apart. LEAST is the axis with the smallest cost: the cost of a side is
// the number of its centres times the area of their box, and the costs of both sides are added.
#define COLLIDE_TREE_AXIS_LONGEST 0u
#define COLLIDE_TREE_AXIS_LEAST 1u
// The place of a split is the median of the centres, or their mean. A node is divided by two-way
// splits until it has as many children as its degree. All children but the last hold the same
// number of triangles, so each split is moved from the exact median or mean to a multiple of this
// number.
#define COLLIDE_TREE_PLACE_MEDIAN 0u
#define COLLIDE_TREE_PLACE_MEAN 1u

// The type of a mesh. SURFACE: triangles without an inside. CLOSED: triangles that enclose an
// inside (see "inside" below). TETRAHEDRA: four indices each; triangle_count counts tetrahedra.
#define COLLIDE_TREE_SURFACE 0u
#define COLLIDE_TREE_CLOSED 1u
#define COLLIDE_TREE_TETRAHEDRA 2u

// Begin with = {0}: 0 means the default in every field.
typedef struct collide_tree_options {
    uint32_t kind;  // 6, 14, 18 or 26; 0 means 18
    uint32_t axis;  // COLLIDE_TREE_AXIS_...
    uint32_t place; // COLLIDE_TREE_PLACE_...
    uint32_t type;  // COLLIDE_TREE_SURFACE, _CLOSED or _TETRAHEDRA
    // The most children of a node: 2, 4 or 8; 0 means 8. A vector compares eight children at once.
    // A smaller degree leaves lanes empty, is slower and takes more memory; use it to compare.
    uint32_t degree;
} collide_tree_options;

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_tree_inside {
    uint64_t nodes_at;   // bytes from the tree's start to its nodes, node_size each,
    uint64_t leaves_at;  // to the leaves,
    uint64_t places_at;  // to where each triangle and each leaf lies,
    uint64_t corners_at; // to the fourth vertices of tetrahedra,
    uint64_t parts_at;   // and to a triangle or tetrahedron of each part
    uint32_t leaf_count, node_count, node_size;
    uint32_t piece_count; // parts after refitting, connected by shared indices alone
    double drift[3];      // per axis, a bound of how far vertices moved, summed over refits
    uint32_t degree;      // 2 or 4; 0 means 8
    uint32_t unused;
} collide_tree_inside;

// You may read all fields except the member named inside. Only the functions below write them.
typedef struct collide_tree {
    uint32_t magic;          // COLLIDE_TREE_MAGIC
    uint32_t kind;           // 6, 14, 18 or 26
    uint64_t size;           // bytes in use, this header included
    uint32_t type;           // COLLIDE_TREE_...
    uint32_t vertex_count;   // of the mesh
    uint32_t triangle_count; // or of tetrahedra
    uint32_t part_count;     // parts of a closed mesh or of tetrahedra; 0 for a surface
    float radius;            // the largest absolute coordinate
    uint32_t stamp;          // a hash of mesh and split, which tells trees apart
    collide_tree_inside inside;
} collide_tree;

// The work of a query of two meshes. Queries add to the fields, so set them to 0 before the first
// query; NULL is allowed. The fields are the counts of the source's cost equation [Gerasimenko]:
// time = Nv Cv + Np Cp + Nu Cu, where Cv, Cp and Cu are the costs of one operation each.
typedef struct collide_tree_work {
    uint64_t volumes;   // bounds compared, Nv
    uint64_t triangles; // pairs of triangles tested, Np
    uint64_t updates;   // bounds needed in the coordinates of the other mesh, Nu
} collide_tree_work;

// ---- making ----------------------------------------------------------------------------------

// Bytes for a tree over triangle_count triangles, a multiple of COLLIDE_ALIGNMENT. A triangle takes
// about 78, 87, 92 or 101 bytes with kind 6, 14, 18 or 26, and a small tree takes more (1088 for a
// single triangle with kind 18). With kind 18 it takes about 128 with degree 4, 235 with degree 2.
// A closed mesh takes 4 bytes more per triangle, a tetrahedron 8 more. The result is 0 if the count
// is 0 or above 2^29, or if an option is out of range.
COLLIDE_API size_t collide_tree_size(size_t triangle_count, const collide_tree_options *options);

// Builds the tree of a mesh and writes its address, which is memory, to *tree. memory has at least
// collide_tree_size(mesh->triangle_count, options) bytes and is aligned to COLLIDE_ALIGNMENT.
// options may be NULL. Triangles without area are legal. If 256 or more triangles share a vertex,
// they are kept together, whatever the options say about splits. Errors: NULL, COUNT, OVERFLOW,
// OPTION, SIZE, ALIGNMENT, STRIDE, INDEX_SIZE, INDEX, NOT_FINITE (any vertex), OPEN; *tree is then
// NULL and memory is untouched. Cost: n log n for every mesh, and half as much again if many
// triangles share a vertex.
COLLIDE_API collide_status collide_tree_build(collide_tree **tree, void *memory, size_t size,
                                              const collide_mesh *mesh,
                                              const collide_tree_options *options);

// Lists the triangles whose winding differs from a neighbour's: both run along a shared edge in the
// same direction, so that their fronts are on different sides. In meshes for one-sided contacts
// (COLLIDE_CONTACT_ONE_SIDED) there should be none. Pieces without a common edge are not compared,
// and a piece that is inside out as a whole is not found. An edge is shared if the coordinates of
// both ends are equal, as they lie in the tree. Of three triangles at an edge, two or all three are
// listed. A triangle that is turned round is listed with all its neighbours, since each of them
// differs from it. Triangles without area have no winding. Returns the number of such triangles;
// indices receives the first, up to capacity, in rising order, and may be NULL if capacity is 0.
// Returns 0 if tree is NULL or holds tetrahedra. Cost: about 4 us for each triangle; if n triangles
// share an edge, up to 0.06 us n more for each of them.
COLLIDE_API size_t collide_tree_windings(const collide_tree *tree, uint32_t *indices,
                                         size_t capacity);

// Adopts a tree of tree->size bytes that was copied, read or mapped into memory. memory may be
// larger and is not written, so a mapping for reading alone will do. Everything that queries and
// collide_tree_refit rely on is checked, except the bounds. So queries and collide_tree_refit stay
// within the tree and terminate, whatever the bytes are, as long as nobody writes these bytes
// afterwards. Damage that is not detected makes answers wrong, and wrong bounds may make a query
// test all pairs of triangles. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION, DAMAGED; *tree is then
// NULL. Cost: one pass.
COLLIDE_API collide_status collide_tree_open(collide_tree **tree, void *memory, size_t size);

// Returns the number of triangles or tetrahedra of the tree, 0 if it is NULL.
COLLIDE_API size_t collide_tree_count(const collide_tree *tree);

// Updates the tree to new positions of the same mesh's vertices. Indices are not read again.
// indices lists the n triangles with a vertex that moved, in any order; an index may occur more
// than once. NULL means all triangles, and n is then ignored. List every triangle of a moved
// vertex, since each keeps its own copy of the vertex. The split stays as it was: after large
// deformations a new tree answers faster. Cost: a twentieth to a tenth of building; for few
// triangles, n times the height of the tree, plus a look at each node. Errors: NULL, COUNT (another
// number of vertices or triangles), STRIDE, INDEX_SIZE, OVERFLOW, INDEX (of a triangle),
// NOT_FINITE, OPEN (a closed mesh would no longer be closed, which also happens if a triangle that
// moved is not listed); the tree is then unchanged.
COLLIDE_API collide_status collide_tree_refit(collide_tree *tree, const collide_mesh *mesh,
                                              const uint32_t *indices, size_t n);

// Does one slice of the work of collide_tree_refit(tree, mesh, NULL, 0), so that threads can share
// it. Run every slice from 0 to slices - 1 once, in any order or at the same time, each with the
// same mesh. When all slices have returned, call collide_tree_refit_finish once, even if a slice
// failed. One slice for each thread is enough. The tree is then the same, bit for bit, as after
// collide_tree_refit. Nothing else may use the tree until collide_tree_refit_finish returns. Any
// number of slices is legal: more slices than the tree has nodes, about one for 28 triangles, do
// nothing. Errors: the errors of collide_tree_refit except OPEN; INDEX (slice is not below slices).
COLLIDE_API collide_status collide_tree_refit_slice(collide_tree *tree, const collide_mesh *mesh,
                                                    size_t slice, size_t slices);

// Finishes a refit that was done in slices. Cost: a few nodes for each slice. Errors: NULL; COUNT
// (slices is 0, or a slice did not run, or ran with another number of slices); OPEN; and the error
// of a slice that failed. On error the tree is left empty, with an infinite radius: queries find
// nothing until another refit succeeds, whole (a list of triangles is then taken as all) or in
// slices. Fronts of the tree are refused with COLLIDE_ERROR_TREE from then on: begin them anew.
COLLIDE_API collide_status collide_tree_refit_finish(collide_tree *tree, size_t slices);

// ---- meshes against meshes -------------------------------------------------------------------

// Whether any triangle of one mesh overlaps any triangle of the other. Trees of different kinds are
// compared only by the rows that both have, so build both trees with the same kind.
COLLIDE_API bool collide_tree_tree(const collide_tree *a, const collide_pose *pose_a,
                                   const collide_tree *b, const collide_pose *pose_b,
                                   collide_tree_work *work);

// All pairs of overlapping triangles, by their indices in both meshes. Each pair is listed once, in
// an order that depends on the trees and poses alone. Returns the number of pairs; pairs takes the
// first capacity of them.
COLLIDE_API size_t collide_tree_tree_indices(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             collide_pair *pairs, size_t capacity,
                                             collide_tree_work *work);

// Calls visit(user, pair) for each pair of overlapping triangles, in the order of
// collide_tree_tree_indices, until visit returns false. Returns the number of calls. visit may run
// other queries, but must not change the trees or poses.
typedef bool (*collide_tree_visitor)(void *user, collide_pair pair);
COLLIDE_API size_t collide_tree_tree_visit(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b,
                                           collide_tree_visitor visit, void *user,
                                           collide_tree_work *work);

// Two triangles that overlap, by their indices in both meshes, and the segment in which they do.
typedef struct collide_tree_crossing {
    collide_pair pair;
    collide_segment segment;
    bool coplanar; // both lie in one plane, and the segment is all zeros
} collide_tree_crossing;

// Finds the curve in which two meshes cross: for each pair of collide_tree_tree_indices, in this
// order, the segment of collide_triangle_triangle_segment. Its ends are equal where two triangles
// touch in one point. The segments of closed meshes join end to end to closed curves. Segments that
// follow each other share a triangle of one mesh, and there their ends most often have the same
// bits, and always agree within rounding (see below). So to chain segments, go on with the segment
// that shares a triangle and has the nearest end (docs/cad-and-cables.md). Where an edge or a
// vertex of one mesh lies exactly on the other, several pairs of triangles have the same segment,
// or parts of it, and some segments are points: leave out all but one. Pairs in one plane have no
// segment, so the curve may have a gap there.
//
// Segments are in the world, where both poses put the meshes. They are computed in the frame of a,
// of the triangles of a as they lie in the mesh and of b's under the relative pose, with an error
// of at most 2^-22 of the largest coordinate of both triangles there; then pose_a moves the ends
// like vertices. If pose_a is NULL, the world is the frame of a. Returns the number of pairs;
// crossings takes the first capacity of them. Returns 0 if a tree is NULL or of tetrahedra. Cost:
// collide_tree_tree_indices, and about 0.1 us for each pair.
COLLIDE_API size_t collide_tree_tree_segments(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              collide_tree_crossing *crossings, size_t capacity,
                                              collide_tree_work *work);

// Pairs (i < j) of overlapping triangles of one mesh, except neighbours, which are triangles that
// share a vertex by its index in the mesh. Returns the number of pairs; pairs takes the first
// capacity of them. Cost: n log n, plus the overlapping pairs and the pairs whose boxes overlap;
// slivers that cross each other cost n^2. Where many triangles share a vertex by its index, at most
// n sqrt n was measured.
COLLIDE_API size_t collide_tree_self_indices(const collide_tree *tree, collide_pair *pairs,
                                             size_t capacity, collide_tree_work *work);

// Whether two trees overlap, for each of an array of count poses of b. Bit i of bits is the result
// of collide_tree_tree under pose i; bits has COLLIDE_BLOCKS(count) words. Returns the number of
// poses that overlap. Cost: less than single calls if consecutive poses are alike, since the pair
// of triangles found last is tested first. Where most poses are apart, leave out those whose boxes
// are apart (collide_obb_obb_many, _pairs).
COLLIDE_API size_t collide_tree_tree_poses(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose_array *poses_b,
                                           uint16_t *bits);

// Finds the contacts of all pairs of overlapping triangles, as collide_triangle_triangle_touches
// gives them. Contacts are merged as they are found, as collide_contacts_merge does with this
// distance. They are in the world, where both poses put the meshes. Distances, depths and normals
// are meaningful only if the poses are rigid. Triangles are counter-clockwise as seen from outside.
// Returns the number of contacts after merging. The number is exact if all contacts had room.
// Otherwise it is an upper bound, and contacts holds approximately the deepest. Drop contacts that
// do not close (collide_contact_closing). collide_contacts_reduce keeps at most four for each
// normal. The remarks of >>triangle on inner edges and depths of surfaces apply. Cost: pairs times
// merged contacts.
COLLIDE_API size_t collide_tree_tree_touches(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             float distance, collide_contact *contacts,
                                             size_t capacity, collide_tree_work *work);

// Finds contacts that separate two meshes which overlap by about a hundredth of their size or less,
// for a solver of rigid bodies. Where two surfaces cross, their triangles cross in segments, which
// form loops. Pairs of triangles that share a triangle form a patch. A patch has one normal and at
// most four contacts: the deepest contact, and the contacts that lie farthest apart. A patch has up
// to three normals, with up to four contacts each, only if a motion along one normal does not
// separate it. This happens where a body lies in a corner between a floor and a wall.
//     normal    It is the normal of a face if most of the loop lies on this face, or if a motion
//               along it separates the patch by a shorter way. Otherwise it is perpendicular to the
//               area that the loop encloses. For two edges that cross, this is the normal of both.
//     depth     The distance between the surfaces along the normal. In a corner another direction
//               may separate them by a much shorter way. Contacts are at vertices of one surface
//               behind the other, at edges that cross, and at the ends of the segments. Triangles
//               inside a loop cross nothing. Of their vertices, the one of each mesh that is
//               lowest along the normal has a contact, too.
//     points    point_b - point_a is depth * normal.
//     features  feature_a and feature_b are the indices of the triangles in their meshes. The order
//               of several contacts with the same indices stays the same from step to step. The key
//               is COLLIDE_KEY_FEATURES.
// Triangles are counter-clockwise as seen from outside. Sheets have contacts on their backs: unless
// both meshes were built with COLLIDE_TREE_CLOSED, the normal points the other way if the middle of
// a and most of its crossing triangles are behind b. There are no contacts for a mesh wholly inside
// another mesh, for triangles in one plane, for triangles without area, and for tetrahedra.
//
// options may be NULL. No option is used yet, so depths are >= 0. Poses must be rigid. Returns the
// number of contacts; contacts receives the deepest, up to capacity. Pairs of triangles are
// processed 256 at a time, so the loop of two fine meshes may be cut into pieces with contacts of
// their own. Only the first 16384 pairs have contacts. The search for lowest vertices inside of
// loops ends once it has visited about a million triangles, so that such a vertex may lack its
// contact where very many triangles share a tip; pairs that cross keep theirs. Measured for a cube
// and a torus up to 6 mm deep on a box or a grid, in 100,000 small steps: the largest depth changed
// by at most 1.0 times the motion, and the normal by less than 1e-6. Keys change where a mesh
// slides from triangle to triangle. There is no margin, so let a solver leave bodies about 1 mm
// deep. Cost: collide_tree_tree_indices for every 256 pairs, and about 1 to 4 us for each pair.
COLLIDE_API size_t collide_tree_tree_contacts(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              const collide_contact_options *options,
                                              collide_contact *contacts, size_t capacity);

// An AABB that holds all triangles of a tree under a pose. It is computed from the bounds of the
// root's children, so it may be larger than the tightest box: for rotated random triangles, by a
// factor of at most 1.6 per side with kind 18. It is empty (min = +infinity, max = -infinity) if
// nothing can overlap the tree under that pose.
COLLIDE_API collide_aabb collide_aabb_from_tree(const collide_tree *tree, const collide_pose *pose);

// ---- inside ----------------------------------------------------------------------------------
// A mesh is closed if each edge belongs to an even number of triangles. An edge is identified by
// the positions of its two ends; the direction in which a triangle runs along it does not matter.
// So vertices may be duplicated along seams, and shells may nest or touch. A point is inside if a
// ray from it leaves through an odd number of triangles; the surface belongs to the inside. Only
// collide_point_tree, collide_point_tree_distance (its sign) and collide_tree_tree_containment look
// at the inside; all other queries treat the mesh as a surface. Building and refitting verify with
// 64-bit sums that a mesh is closed: an open mesh that was not crafted to deceive passes once in
// 2^64. Building with COLLIDE_TREE_CLOSED took 1.6 to 2.4 times as long, refitting 2.2 to 3.2
// times.
//
// A closed mesh, or a mesh of tetrahedra, consists of parts. Triangles or tetrahedra with vertices
// at one position belong to one part. After refitting, only shared vertex indices count: a mesh
// whose triangles share no indices then has as many parts as triangles.

// Whether a point lies inside a closed mesh, on its surface, or in a tetrahedron. The answer is
// exact for the vertices as collide_pose_apply makes them. It is false for surfaces, if b is NULL,
// and under a pose whose axes are coplanar. collide_triangle_tree_indices with three equal vertices
// lists the tetrahedra that hold the point. Cost: 1.1 us for a thousand triangles, 1.7 us for a
// million, and 0.1 us for each surface that the ray crosses. A ray through a vertex that n
// triangles share, such as the tip of a cone, costs 0.04 us for each of these triangles.
COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose_b);

typedef enum collide_containment {
    COLLIDE_CONTAINMENT_NONE,   // nothing in common
    COLLIDE_CONTAINMENT_MEET,   // collide_tree_tree is true; tetrahedra are solid
    COLLIDE_CONTAINMENT_A_IN_B, // no overlap; all of a lies inside b, and no part of b inside a
    COLLIDE_CONTAINMENT_B_IN_A, // no overlap; all of b lies inside a, and no part of a inside b
    COLLIDE_CONTAINMENT_PARTS,  // no overlap; only some parts, or parts of both, are inside
    COLLIDE_CONTAINMENT_UNKNOWN // no overlap; one mesh is a surface, which has no inside
} collide_containment;

// Returns how two meshes and their insides relate. The answer is exact, as in collide_tree_tree.
// The result is UNKNOWN if the meshes do not overlap and one was not built as closed and is not of
// tetrahedra. It is NONE if a tree is NULL or has a pose under which nothing overlaps it. Cost:
// collide_tree_tree, plus collide_point_tree for each part. If the other mesh is a closed mesh,
// there is a shortcut for a part that is much nearer to the previous part than to the border of the
// other mesh's box: the surfaces between the two parts are counted, and the answer follows from the
// answer for the previous part.
COLLIDE_API collide_containment collide_tree_tree_containment(const collide_tree *a,
                                                              const collide_pose *pose_a,
                                                              const collide_tree *b,
                                                              const collide_pose *pose_b,
                                                              collide_tree_work *work);

// Bytes of scratch memory for tetrahedra, 64 each. The result is 0 if the count is 0 or above 2^30
// - 1.
COLLIDE_API size_t collide_tetrahedra_scratch_size(size_t tetrahedron_count);

// Lists the outer faces of a mesh of tetrahedra, the triangles that belong to an odd number of them
// by the indices of their vertices: three indices each, counterclockwise as seen from outside if
// the volume of the tetrahedron is more than rounding. mesh has four indices for each of
// triangle_count tetrahedra. Faces are in the order of the tetrahedra, and each is a face of the
// first one that has it. *count receives the number of triangles, at most 4 * triangle_count;
// indices receives the first, up to capacity triangles, and may be NULL if capacity is 0. With the
// vertices of mesh they are a closed mesh, so that a tree of them with COLLIDE_TREE_CLOSED has
// signed distances (collide_point_tree_distance) and follows the tetrahedra by refitting. scratch
// has collide_tetrahedra_scratch_size(mesh->triangle_count) bytes, is aligned to COLLIDE_ALIGNMENT
// and may have any contents. Errors: NULL, COUNT, STRIDE, INDEX_SIZE, OVERFLOW, INDEX, SIZE,
// ALIGNMENT; *count is then 0. Cost: 0.25 s for 10^6 tetrahedra.
COLLIDE_API collide_status collide_tetrahedra_surface(const collide_mesh *mesh, void *scratch,
                                                      size_t size, uint32_t *indices,
                                                      size_t capacity, size_t *count);

// Bytes of scratch memory for a mesh, 48 for each triangle. The result is 0 if the count is 0 or
// above (2^32 - 1) / 3.
COLLIDE_API size_t collide_mesh_scratch_size(size_t triangle_count);

// Lists the edges that keep a mesh from being closed: edges of an odd number of triangles, by the
// positions of their ends, as COLLIDE_TREE_CLOSED counts them. A mesh without such edges is closed;
// in the mesh that collide_tree_build refused with COLLIDE_ERROR_OPEN they run around holes and
// along seams whose vertices are not at exactly the same positions. Each is listed once, as a pair
// of vertices in the direction in which the first triangle that has it runs along it, and in the
// order of these triangles. *count receives the number of open edges, at most 3 * triangle_count;
// edges receives the first, up to capacity, and may be NULL if capacity is 0. scratch has
// collide_mesh_scratch_size(mesh->triangle_count) bytes, is aligned to COLLIDE_ALIGNMENT and may
// have any contents. Errors: NULL, COUNT, STRIDE, INDEX_SIZE, OVERFLOW, INDEX, NOT_FINITE (a vertex
// of a triangle), SIZE, ALIGNMENT; *count is then 0. Cost: 0.3 s for 10^6 triangles.
COLLIDE_API collide_status collide_mesh_open_edges(const collide_mesh *mesh, void *scratch,
                                                   size_t size, collide_pair *edges,
                                                   size_t capacity, size_t *count);

// Computes the volume that a closed mesh encloses, with a sign: above 0 if its triangles are
// counter-clockwise as seen from outside, below 0 if it is inside out as a whole. Volumes of shells
// within others count with the sign of their own winding. If triangles are wound in any way
// (collide_tree_windings lists them) or the mesh is open (collide_mesh_open_edges), it means
// nothing. Products and sums are in double, relative to the first vertex of the first triangle: the
// error is at most n (n + 20) 2^-53 times the volume of the box of the mesh for n triangles, and
// about 2^-50 of it in practice. Errors: NULL, COUNT, STRIDE, INDEX_SIZE, OVERFLOW, INDEX,
// NOT_FINITE (a vertex of a triangle); *volume is then 0. Cost: one pass, 15 ns for each triangle.
COLLIDE_API collide_status collide_mesh_volume(const collide_mesh *mesh, double *volume);

// ---- coherence -------------------------------------------------------------------------------
// A front remembers pairs of nodes that the last query of two trees found apart [Gerasimenko], how
// far apart they were, and along which direction. The next query skips a pair as long as the motion
// since then, by poses and by refitting, has not used up that gap.
//
//         step 1                 step 2                   step 3
//      [a]<- gap ->[b]        [a]<-gap->[b]            [a]-[b]
//      measured               moved less than the      moved more than the gap: this pair is
//                             gap: skipped             compared again
//
// Between the frames of a steady motion this leaves few bounds to compare: one in 17 for two
// bunnies that move by 0.3 % of their size per frame, half at 5 %. On machines with vector
// instructions bounds are cheap, and leaves are tested with or without a front. There a query with
// a front takes one to three times as long as one without. In scalar code it takes half to twice as
// long. So measure before you use a front.
//
// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_front_inside {
    uint32_t begun;    // pairs held after the query that last began anew
    uint32_t stamp[2]; // of both trees
    uint32_t triangle_count[2];
    uint32_t unused;
    double drift[2][3]; // of both trees, at the last query
    double gone[26];    // for each row, how far b moved since the front began anew
    double rate[26];    // for each row, the weight of a gap, smaller if b closes gaps faster
    collide_pose pose;  // of b in a's frame, at the last query
    float middle[3];    // of b's box at the last query,
    float half[3];      // and half its sides
} collide_front_inside;

// You may read all fields except the member named inside. Only the functions below write them.
typedef struct collide_front {
    uint32_t magic;    // COLLIDE_FRONT_MAGIC
    uint32_t capacity; // pairs of nodes that there is room for
    uint64_t size;     // bytes in use, this header included
    uint32_t count;    // pairs of nodes held; 0 means that the next query begins anew
    uint32_t age;      // queries since the one that last began anew
    collide_front_inside inside;
} collide_front;
#define COLLIDE_FRONT_MAGIC 0x324e5246u // "FRN2" in memory on little-endian machines

// Bytes for a front of up to capacity pairs of nodes, 16 bytes each; 0 if capacity is 0 or too
// large. Two meshes that touch in one place need about ten thousand pairs. If the pairs do not fit,
// count is 0 after the query, and each query takes a little longer than one without a front.
COLLIDE_API size_t collide_front_size(size_t capacity);

// Makes an empty front for two trees, in memory of size bytes aligned to COLLIDE_ALIGNMENT. Errors:
// NULL, COUNT (capacity is 0), OVERFLOW, SIZE, ALIGNMENT; *front is then NULL and memory untouched.
COLLIDE_API collide_status collide_front_build(collide_front **front, void *memory, size_t size,
                                               size_t capacity, const collide_tree *a,
                                               const collide_tree *b);

// Adopts a front that was copied or read into memory, of front->size bytes, with the two trees that
// it was built for. Both trees must have been built or opened before. Everything that queries rely
// on is checked, as in collide_tree_open. Queries write to the front, so memory must be writable.
// Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION, TREE (the front was built for other trees),
// DAMAGED; *front is then NULL. Cost: one pass.
COLLIDE_API collide_status collide_front_open(collide_front **front, void *memory, size_t size,
                                              const collide_tree *a, const collide_tree *b);

// The results and the work of one query of a front.
typedef struct collide_front_counts {
    size_t pairs;           // overlapping pairs of triangles, including pairs without room
    collide_tree_work work; // the work of this query alone
} collide_front_counts;

// Lists the pairs of collide_tree_tree_indices, in an order that depends on earlier queries.
// *counts is overwritten; counts may not be NULL. Poses may change arbitrarily between queries, and
// either tree may be refitted, or moved in memory. Errors: NULL, TREE (the front was built for
// other trees, or for the same trees in the other order); *counts is then all 0 and the front
// unchanged. Trees are identified by mesh, not by address: a copy of a tree, or a tree of an equal
// mesh, passes for the same tree. Do not alternate between two such trees that were refitted
// differently. Cost: 1.5 ns for each pair of nodes held, plus the pairs of nodes whose gap is used
// up. Where meshes overlap, 5 to 7 ns for each pair of nodes held.
COLLIDE_API collide_status collide_front_indices(collide_front *front, const collide_tree *a,
                                                 const collide_pose *pose_a, const collide_tree *b,
                                                 const collide_pose *pose_b, collide_pair *pairs,
                                                 size_t capacity, collide_front_counts *counts);

// ---- moving meshes ---------------------------------------------------------------------------
// A mesh that moves with a constant velocity and does not rotate: at time t it is at its pose,
// moved by t * velocity. velocity is in the world, where the pose puts the mesh.
typedef struct collide_mover {
    const collide_tree *tree; // NULL is never hit; collide_movers_sweep returns an error for it
    collide_pose pose;        // at time 0; start from collide_pose_identity()
    collide_vec3 velocity;    // units of length per unit of time
} collide_mover;

// Finds when two moving meshes first touch in [0, t_max], as collide_triangle_triangle_sweep
// decides for their triangles in a's frame, where b moves with its velocity minus a's. If a's pose
// is the identity, a's frame is the space itself: expressing b's pose and the velocities in that
// frame then adds no rounding. *out is the impact of the pair of triangles that touches first. Its
// normal is in the world, where the poses put the meshes, and is right only if the poses are rigid.
// t_last, depth and axis describe this pair alone; the meshes may touch for longer. If several
// pairs touch at the same time, one of them is reported, always the same one. Meshes that overlap
// at the start have t_first = 0. out and pair may be NULL; a miss writes the miss of >>sat to out
// and UINT32_MAX twice to pair. t_max may be infinite. Non-finite numbers, lengths beyond 1e37 and
// t_max < 0 or NaN miss. Times lie within the bound of >>sat for all finite velocities, and no hit
// is missed. Cost: nodes are visited in the order in which their bounds touch, so nothing behind
// the first contact is visited. If many triangles share the first contact, a few hundred pairs are
// tested. Then whole groups of triangles are skipped if their convex hulls stay apart until the
// earliest time found so far, in time proportional to the number of triangles: two cones of 16,384
// triangles, tip to tip, took 1.2 ms.
COLLIDE_API bool collide_tree_tree_sweep(const collide_mover *a, const collide_mover *b,
                                         float t_max, collide_impact *out, collide_pair *pair,
                                         collide_tree_work *work);

// Finds the contacts of the pair of triangles that collide_tree_tree_sweep wrote, as
// collide_triangle_triangle_sweep_contacts gives them. Points lie where the meshes are at t_first,
// in the world. If the pair overlaps at the start, these are its contacts at the start. Returns the
// number of contacts, at most 9, or 0 for the pair that a miss wrote. Other triangles may touch as
// well. To find them, call collide_tree_tree_touches with poses a little later than t_first, since
// at t_first rounding leaves the meshes apart as often as not.
COLLIDE_API size_t collide_tree_tree_sweep_contacts(const collide_mover *a, const collide_mover *b,
                                                    collide_pair pair,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity);

// Many moving meshes: all pairs of movers i < j that touch within t_max, each once, with the result
// of collide_tree_tree_sweep. Several movers may share a tree.
#ifndef COLLIDE_NO_OCTREE
typedef struct collide_movers_hit {
    collide_pair movers, triangles;
    collide_impact impact;
} collide_movers_hit;

// The results and the work of one query of movers.
typedef struct collide_movers_counts {
    size_t hits;            // pairs of movers that hit, including pairs without room
    collide_tree_work work; // the work of all sweeps
} collide_movers_counts;

// Bytes of scratch memory for n movers: an octree, and 32 bytes for each mover. The result is 0 if
// n is 0 or too large.
COLLIDE_API size_t collide_movers_scratch_size(size_t n);

// Finds all pairs of n movers that touch within t_max. Movers lie at a stride in bytes (0 means
// tightly packed). hits takes the first capacity pairs, in rising order of i; pairs that overlap at
// the start are included. For one i the order depends on the movers alone. *counts is overwritten;
// counts may not be NULL. scratch is aligned to COLLIDE_ALIGNMENT and may have any contents. Movers
// with non-finite numbers hit nothing. t_max = 0 asks which movers overlap now. Errors: NULL (also
// a mover's tree), COUNT, STRIDE, OVERFLOW, SIZE, ALIGNMENT, EXTENT (t_max < 0 or NaN); *counts is
// then all 0. Cost: n log n for an octree over the boxes that movers sweep, and a sweep for each
// pair of overlapping boxes.
COLLIDE_API collide_status collide_movers_sweep(const collide_mover *movers, size_t n,
                                                size_t stride, float t_max, void *scratch,
                                                size_t size, collide_movers_hit *hits,
                                                size_t capacity, collide_movers_counts *counts);
#endif

// ---- trees against single shapes -------------------------------------------------------------
// collide_X_tree says whether a shape overlaps any triangle of a tree and stops at the first one
// found. collide_X_tree_indices lists all triangles that it overlaps; it returns their number, and
// indices takes the first capacity of them, in an order that depends on tree, pose and shape alone.
//
// The shape a is in the frame to which pose_b takes b; NULL means b's own frame. The triangles of b
// are as collide_pose_apply(pose_b, ...) makes them. Each is tested by collide_triangle_triangle,
// collide_tetrahedron_triangle, collide_sphere_triangle, collide_obb_triangle,
// collide_convex_convex, collide_cylinder_triangle or collide_kdopK_triangle; an AABB is tested as
// a 6-DOP. A tetrahedron overlaps if one of its faces does, or if it contains the shape. A shape
// with non-finite numbers overlaps nothing, except that bounds of k-DOPs and AABBs and radii of
// spheres may be infinite. A tree overlaps nothing under a pose that is not finite or has coplanar
// axes. No triangle that the single call finds is missed (for OBBs: for lengths from 1e-6 to 1e6,
// as in >>sat). There is one exception: near slivers and for tiny lengths, collide_obb_triangle may
// report triangles whose distance from the OBB is more than 2^-18 times the sizes and coordinates
// of the OBB and the mesh; collide_obb_tree may leave these out. Cost: a visit of the nodes that
// the shape's bound overlaps, and the single call for each triangle whose box is near.
COLLIDE_API bool collide_triangle_tree(const collide_triangle *a, const collide_tree *b,
                                       const collide_pose *pose_b);
COLLIDE_API size_t collide_triangle_tree_indices(const collide_triangle *a, const collide_tree *b,
                                                 const collide_pose *pose_b, uint32_t *indices,
                                                 size_t capacity);
COLLIDE_API bool collide_tetrahedron_tree(const collide_tetrahedron *a, const collide_tree *b,
                                          const collide_pose *pose_b);
COLLIDE_API size_t collide_tetrahedron_tree_indices(const collide_tetrahedron *a,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, uint32_t *indices,
                                                    size_t capacity);
#ifndef COLLIDE_NO_SPHERE
COLLIDE_API bool collide_sphere_tree(const collide_sphere *a, const collide_tree *b,
                                     const collide_pose *pose_b);
COLLIDE_API size_t collide_sphere_tree_indices(const collide_sphere *a, const collide_tree *b,
                                               const collide_pose *pose_b, uint32_t *indices,
                                               size_t capacity);
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE_API bool collide_obb_tree(const collide_obb *a, const collide_tree *b,
                                  const collide_pose *pose_b);
COLLIDE_API size_t collide_obb_tree_indices(const collide_obb *a, const collide_tree *b,
                                            const collide_pose *pose_b, uint32_t *indices,
                                            size_t capacity);
COLLIDE_API bool collide_convex_tree(const collide_convex *a, const collide_pose *pose_a,
                                     const collide_tree *b, const collide_pose *pose_b);
COLLIDE_API size_t collide_convex_tree_indices(const collide_convex *a, const collide_pose *pose_a,
                                               const collide_tree *b, const collide_pose *pose_b,
                                               uint32_t *indices, size_t capacity);
#endif
#ifndef COLLIDE_NO_CYLINDER
COLLIDE_API bool collide_cylinder_tree(const collide_cylinder *a, const collide_tree *b,
                                       const collide_pose *pose_b);
COLLIDE_API size_t collide_cylinder_tree_indices(const collide_cylinder *a, const collide_tree *b,
                                                 const collide_pose *pose_b, uint32_t *indices,
                                                 size_t capacity);
#endif
#ifndef COLLIDE_NO_KDOP
COLLIDE_API bool collide_aabb_tree(const collide_aabb *a, const collide_tree *b,
                                   const collide_pose *pose_b);
COLLIDE_API size_t collide_aabb_tree_indices(const collide_aabb *a, const collide_tree *b,
                                             const collide_pose *pose_b, uint32_t *indices,
                                             size_t capacity);
#define COLLIDE__TREE_DECLARE(K)                                                                   \
    COLLIDE_API bool collide_kdop##K##_tree(const collide_kdop##K *a, const collide_tree *b,       \
                                            const collide_pose *pose_b);                           \
    COLLIDE_API size_t collide_kdop##K##_tree_indices(                                             \
        const collide_kdop##K *a, const collide_tree *b, const collide_pose *pose_b,               \
        uint32_t *indices, size_t capacity);
COLLIDE__TREE_DECLARE(6)
COLLIDE__TREE_DECLARE(14)
COLLIDE__TREE_DECLARE(18)
COLLIDE__TREE_DECLARE(26)
#undef COLLIDE__TREE_DECLARE
#endif

// A moving shape against a moving tree. Each function finds the triangle that the shape hits first,
// as for moving meshes above. collide_sphere_triangle_sweep, collide_obb_triangle_sweep or
// collide_convex_convex_sweep decides about each triangle, and its bounds hold. va is the velocity
// of the shape, in the space that b's pose leads to. For a cylinder take its OBB,
// collide_obb_from_cylinder. If many triangles share the first contact, about 500 of them are
// tested. The remaining triangles are skipped in groups: a group is skipped if its convex hull
// stays apart from the shape until the earliest hit found so far. At the tip of a cone of 65,536
// triangles this takes 0.4 ms, or 1 ms if the shape is a convex body. Because of rounding, the
// single call of an OBB or a convex body with a skipped triangle might give a slightly earlier
// time, which the sweep of the tree does not report.
#ifndef COLLIDE_NO_SPHERE
COLLIDE_API bool collide_sphere_tree_sweep(const collide_sphere *a, collide_vec3 va,
                                           const collide_mover *b, float t_max, collide_impact *out,
                                           uint32_t *triangle);
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE_API bool collide_obb_tree_sweep(const collide_obb *a, collide_vec3 va,
                                        const collide_mover *b, float t_max, collide_impact *out,
                                        uint32_t *triangle);
COLLIDE_API bool collide_convex_tree_sweep(const collide_convex *a, const collide_pose *pose_a,
                                           collide_vec3 va, const collide_mover *b, float t_max,
                                           collide_impact *out, uint32_t *triangle);
#endif
#endif // COLLIDE_NO_TREE
