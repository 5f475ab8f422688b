#pragma once
#include "../kdop/kdop.h"
#include "../sat/sat.h"

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
// to aligned memory, or save it and adopt it by collide_tree_open. Queries do not need the mesh;
// you do, to look up the triangles that they list.
//
// Bound: verdicts are exact (>>triangle) for the triangles of a as they are and those of b as
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
//
// EXAMPLE
//     static const collide_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
//     static const uint16_t corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
//     static unsigned char memory[4096]; // collide_tree_size(4, NULL) is less
//     const collide_mesh mesh = {points, 4, 0, corners, 4, sizeof corners[0]};
//     const collide_vec3 at = {0.2f, 0.1f, 0.3f};
//     const collide_pose pose = collide_pose_from_quaternion(0, 0, 0.6f, 0.8f, at); // about z
//     collide_tree *tree; // of both: any pose of a mesh has the same tree
//     collide_pair pairs[16]; // of triangles, one of each mesh
//     const size_t size = sizeof memory - COLLIDE_ALIGNMENT;
//     if (collide_tree_build(&tree, COLLIDE_ALIGN(memory), size, &mesh, NULL) == COLLIDE_OK)
//         printf("%d pairs of triangles meet\n",
//                (int)collide_tree_tree_indices(tree, NULL, tree, &pose, pairs, 16, NULL));
//     // prints: 5 pairs of triangles meet

#define COLLIDE_TREE_MAGIC 0x32455254u // "TRE2" in memory on little-endian machines

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

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_tree_inside {
    uint64_t nodes_at;   // bytes from the tree's start to its nodes, node_size each,
    uint64_t leaves_at;  // to the leaves,
    uint64_t places_at;  // to where each triangle and each leaf lies,
    uint64_t corners_at; // to the fourth vertices of tetrahedra,
    uint64_t parts_at;   // and to a triangle or tetrahedron of each part
    uint32_t leaf_count, node_count, node_size;
    uint32_t piece_count; // parts after refitting, which vertices hold together by index alone
    double drift[3]; // along each axis no less than how far a vertex went, the sum of all refits
} collide_tree_inside;

// Read the fields, but not inside, freely; write them only by the functions below.
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

// What a query of two meshes did, added to what stands there (so begin with zeros): the numbers of
// the source's cost equation [Gerasimenko], time = Nv Cv + Np Cp + Nu Cu, with C what one costs.
typedef struct collide_tree_count {
    uint64_t volumes;   // bounds compared, Nv
    uint64_t triangles; // pairs of triangles asked for their verdict, Np
    uint64_t updates;   // bounds found anew in the other frame, Nu
} collide_tree_count;

// ---- making ----------------------------------------------------------------------------------

// Bytes for a tree over that many triangles, a multiple of COLLIDE_ALIGNMENT: for each some 78, 87,
// 92 or 101 with kind 6, 14, 18 or 26, and a little more for few (1088 for one with kind 18); 4
// more if they close, 8 more for tetrahedra. 0 if there are none, if an option is out of range, or
// if it is too much (more than 2^29 triangles).
COLLIDE_API size_t collide_tree_size(size_t triangle_count, const collide_tree_options *options);

// Builds the tree of a mesh in memory of at least collide_tree_size(mesh->triangle_count, options)
// bytes, aligned to COLLIDE_ALIGNMENT, and writes its address (that of memory) to *tree. options
// may be NULL. Triangles without area are legal. Errors: NULL, COUNT, OVERFLOW, OPTION, SIZE,
// ALIGNMENT, STRIDE, INDEX_SIZE, INDEX, NOT_FINITE (any vertex), OPEN; *tree is then NULL and
// memory untouched. Triangles around a vertex that 256 or more share are kept together, whatever
// the options say of splits. Cost: n log n, whatever the mesh; half as much again with such ones.
COLLIDE_API collide_status collide_tree_build(collide_tree **tree, void *memory, size_t size,
                                              const collide_mesh *mesh,
                                              const collide_tree_options *options);

// Adopts a tree that was copied or read into memory, of tree->size bytes; memory is not written and
// may be larger. All of it but the bounds is checked, so that queries and collide_tree_refit stay
// within it and end, whoever wrote it, as long as nobody writes it afterwards. Damage that passes
// makes answers wrong, and wrong bounds may make a query ask all pairs of triangles. Errors: NULL,
// ALIGNMENT, SIZE, KIND, VERSION, DAMAGED; *tree is then NULL. Cost: one pass.
COLLIDE_API collide_status collide_tree_open(collide_tree **tree, void *memory, size_t size);

// Takes in new positions of the vertices of the same mesh, whose indices are not read again: those
// of the n triangles listed, or if triangles is NULL (n is then ignored) of all. List every
// triangle with a vertex that moved, since each keeps its own; one may be listed twice. The split
// stays what it was: after large deformations a tree built anew answers faster. Cost: a seventh to
// a quarter of building; of few triangles, n times the height, and a look at each node. Errors:
// NULL, COUNT (not that many vertices or triangles), STRIDE, INDEX_SIZE, OVERFLOW, INDEX (of a
// triangle), NOT_FINITE, OPEN (a closed mesh would open; so it does where a triangle that moved is
// not listed); the tree is then unchanged.
COLLIDE_API collide_status collide_tree_refit(collide_tree *tree, const collide_mesh *mesh,
                                              const uint32_t *triangles, size_t n);

// ---- meshes against meshes -------------------------------------------------------------------

// Whether any triangle of one meets one of the other. Trees of different kinds are met by the rows
// that both have: take one kind.
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
// many it was called for. visit may ask other queries; trees and poses stay as they are.
typedef bool (*collide_tree_visitor)(void *user, collide_pair pair);
COLLIDE_API size_t collide_tree_tree_visit(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b,
                                           collide_tree_visitor visit, void *user,
                                           collide_tree_count *count);

// Pairs (i < j) of triangles of one mesh that meet, but for neighbours: those that share a vertex
// by its index in the mesh. Returns their number; pairs takes the first capacity of them. Cost: n
// log n, the pairs that meet, and pairs whose boxes meet: needles across each other cost n^2. Where
// many triangles share a vertex by its index, at most n sqrt n was measured.
COLLIDE_API size_t collide_tree_self_indices(const collide_tree *tree, collide_pair *pairs,
                                             size_t capacity, collide_tree_count *count);

// Whether two trees meet under each of n poses of b, at a stride (0 means tightly packed): bit i of
// bits says what collide_tree_tree(a, pose_a, b, poses[i]) would, COLLIDE_BLOCKS(n) words. Returns
// how many do. Cost: less than that of single calls if poses that follow each other are alike,
// since the pair of triangles found last is asked first.
COLLIDE_API size_t collide_tree_tree_poses(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *poses,
                                           size_t n, size_t stride, uint16_t *bits);

// Contacts of all pairs of triangles that meet, by collide_triangle_triangle_touches, merged as by
// collide_contacts_merge with this distance as they are found, then in the space of the poses
// (rigid ones, for distances, depths and normals); triangles run as there, counter-clockwise as
// seen from outside. Returns how many are left after merging, exactly if all had room; else
// contacts holds about the deepest, and the number is no less than that. Drop those that do not
// close (collide_contact_closing); collide_contacts_reduce leaves four of each normal. What is said
// of inner edges and depths of surfaces in >>triangle holds here, too. Cost: pairs times contacts
// left.
COLLIDE_API size_t collide_tree_tree_touches(const collide_tree *a, const collide_pose *pose_a,
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
// sums of 64 bits: an open mesh that was not made to deceive passes once in 2^64. Building took 1.6
// to 2.4 times as long for all that, refitting 2.2 to 3.2 times.) Closed meshes and tetrahedra
// consist of parts, which hang together by vertices in one place; after refitting by the numbers of
// vertices alone, so a mesh whose triangles share no numbers is then as many parts.

// Whether a point is inside a closed mesh or on its surface, or in a tetrahedron; exact for their
// vertices as collide_pose_apply makes them. False for surfaces, and if b is NULL. Which tetrahedra
// it is in says collide_triangle_tree_indices with three equal vertices. Under a pose whose axes
// lie in a plane nothing is inside. Cost: that of a ray that goes on, 1.1 us for a thousand
// triangles, 1.7 for a million; and for each surface that it goes through 0.1 us more. A way that
// passes by a vertex which n triangles share, such as the axis of a cone, costs 0.04 us for each.
COLLIDE_API bool collide_point_tree(collide_vec3 p, const collide_tree *b,
                                    const collide_pose *pose_b);

typedef enum collide_containment {
    COLLIDE_CONTAINMENT_NONE,   // nothing in common
    COLLIDE_CONTAINMENT_MEET,   // what collide_tree_tree finds; so all that tetrahedra hold
    COLLIDE_CONTAINMENT_A_IN_B, // else: all of a lies inside b, and no part of b inside a
    COLLIDE_CONTAINMENT_B_IN_A, // the other way round
    COLLIDE_CONTAINMENT_PARTS,  // some other parts of one or both lie inside the other
    COLLIDE_CONTAINMENT_UNKNOWN // they do not meet, and of one it is not known what is inside
} collide_containment;

// What two meshes have in common with what is inside them; exact, as collide_tree_tree is. Cost:
// that of collide_tree_tree, and for each part that of collide_point_tree, or where this is shorter
// that of the way from the part before it, of which the answer is known. UNKNOWN if a tree is a
// surface that was not built as closed; NONE if one is NULL, or meets nothing as told above.
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
//
// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_front_inside {
    uint32_t begun;    // pairs held after the query that last began anew
    uint32_t stamp[2]; // of both trees
    uint32_t triangle_count[2];
    uint32_t unused;
    double drift[2][3]; // of both trees, at the last query
    double gone[26];    // for each row how far b went since the front began anew
    double rate[26];    // what a gap along it is worth: the less, the faster b uses it up
    collide_pose pose;  // of b in a's frame, at the last query
    float middle[3];    // of b's box at the last query,
    float half[3];      // and half its sides
} collide_front_inside;

// Read the fields, but not inside, freely; write them only by the functions below.
typedef struct collide_front {
    uint32_t magic;    // COLLIDE_FRONT_MAGIC
    uint32_t capacity; // pairs of nodes that there is room for
    uint64_t size;     // bytes in use, this header included
    uint32_t count;    // pairs of nodes held; 0 means that the next query begins anew
    uint32_t age;      // queries since the one that last began anew
    collide_front_inside inside;
} collide_front;
#define COLLIDE_FRONT_MAGIC 0x324e5246u // "FRN2" in memory on little-endian machines

// Bytes for a front of up to capacity pairs of nodes, 16 each; 0 if that is too much. Two meshes
// that touch in one place need some ten thousand; where there is no room, count is 0 after a query,
// and it takes as long as one that begins anew, and a little longer.
COLLIDE_API size_t collide_front_size(size_t capacity);

// Makes an empty front for two trees, in memory of size bytes aligned to COLLIDE_ALIGNMENT. Errors:
// NULL, COUNT (no capacity), OVERFLOW, SIZE, ALIGNMENT; *front is then NULL and memory untouched.
COLLIDE_API collide_status collide_front_build(collide_front **front, void *memory, size_t size,
                                               size_t capacity, const collide_tree *a,
                                               const collide_tree *b);

// Adopts a front that was copied or read into memory, of front->size bytes, with the two trees that
// it was built for; each of these was built or opened. All of it is checked, as by
// collide_tree_open. Queries write to the front, so it cannot lie in memory that is read only.
// Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION, TREE (not the trees that the front was built for),
// DAMAGED; *front is then NULL. Cost: one pass.
COLLIDE_API collide_status collide_front_open(collide_front **front, void *memory, size_t size,
                                              const collide_tree *a, const collide_tree *b);

// What a query of a front found and did.
typedef struct collide_front_count {
    size_t pairs;            // of triangles that meet, also those that pairs[] had no room for
    collide_tree_count work; // of this query alone
} collide_front_count;

// The same pairs as collide_tree_tree_indices, in an order that depends on the queries before.
// *count is overwritten; it may not be NULL. Poses may do what they like from one query to the
// next, and either tree may be refitted, or moved in memory. Errors: NULL, TREE (not the trees that
// the front was built for, in the same order); *count is then all 0, and the front unchanged. That
// is asked of meshes, not addresses: copies of a tree, and trees of equal meshes, pass for the same
// one. Do not ask one front for two of these in turn that were refitted differently. Cost: a look
// at each pair held, 1.5 ns, and what has come too near: where meshes meet, 5 to 7 ns for each pair
// held.
COLLIDE_API collide_status collide_front_indices(collide_front *front, const collide_tree *a,
                                                 const collide_pose *pose_a, const collide_tree *b,
                                                 const collide_pose *pose_b, collide_pair *pairs,
                                                 size_t capacity, collide_front_count *count);

// ---- moving meshes ---------------------------------------------------------------------------
// A mesh under way. At time t it lies where pose puts it, and t * velocity farther; it does not
// turn. velocity is in the space of the pose.
typedef struct collide_mover {
    const collide_tree *tree; // NULL meets nothing
    collide_pose pose;        // at time 0; begin with collide_pose_identity()
    collide_vec3 velocity;    // units of length per unit of time
} collide_mover;

// When two moving meshes first meet in [0, t_max]: by collide_triangle_triangle_sweep of the
// triangles above, with b's velocity minus a's in a's frame. out is the impact of the pair that
// meets first, with the normal in the space of the poses (which must be rigid for that); its
// t_last, depth and axis are of this pair alone, the meshes may meet for longer. Of pairs that meet
// at one time it is one, always the same. Meshes that meet at the start have t_first = 0. out and
// pair may be NULL; a miss writes that of >>sat, and UINT32_MAX twice. t_max may be infinite; what
// is not finite, lengths beyond 1e37, and t_max < 0 miss. Times lie within the bound of >>sat,
// which holds for all finite velocities; nothing that meets is missed. Cost: nodes are met in the
// order of the times at which their bounds do, so what lies behind the first contact is not looked
// at. Where many triangles share the first contact, some hundred pairs of them are asked, and then
// hulls of the rest, which takes a time that grows as n: two cones of 16,384 triangles, tip to tip,
// took 1.2 ms.
COLLIDE_API bool collide_tree_tree_sweep(const collide_mover *a, const collide_mover *b,
                                         float t_max, collide_impact *out, collide_pair *pair,
                                         collide_tree_count *count);

// What that pair touches at t_first, as collide_triangle_triangle_sweep_contacts, in the space of
// the poses, where the meshes are at that time; if it overlaps at the start, as it is there.
// Returns the number, at most 9; 0 for a pair that a miss wrote. Other triangles may touch, too:
// ask collide_tree_tree_touches a little later, as at t_first meshes are apart as often as not, by
// rounding.
COLLIDE_API size_t collide_tree_tree_sweep_contacts(const collide_mover *a, const collide_mover *b,
                                                    collide_pair pair,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity);

// Many meshes that move: all pairs that meet within t_max, each once, i < j of movers, with what
// collide_tree_tree_sweep says of them. Several may have one tree.
#ifndef COLLIDE_NO_OCTREE
typedef struct collide_movers_hit {
    collide_pair movers, triangles;
    collide_impact impact;
} collide_movers_hit;

// What a query of movers found and did.
typedef struct collide_movers_count {
    size_t hits;             // pairs of movers, also those that hits[] had no room for
    collide_tree_count work; // of the sweeps of all pairs
} collide_movers_count;

// Bytes of scratch memory for n movers: that of an octree, and 32 each. 0 if n is 0 or too large.
COLLIDE_API size_t collide_movers_scratch_size(size_t n);

// Movers lie at a stride (0 means tightly packed). hits takes the first capacity of them, also
// those that meet at the start, by rising i; those of one i in some order, the same for the same
// movers. *count is overwritten; it may not be NULL. scratch is aligned to COLLIDE_ALIGNMENT and
// may be anything. What is not finite meets nothing. t_max = 0 asks where they are. Errors: NULL
// (also a tree), COUNT, STRIDE, OVERFLOW, SIZE, ALIGNMENT, EXTENT (t_max < 0 or NaN); *count is
// then all 0. Cost: that of an octree over the boxes that movers sweep, n log n, and a sweep for
// each pair of these that meet.
COLLIDE_API collide_status collide_movers_sweep(const collide_mover *movers, size_t n,
                                                size_t stride, float t_max, void *scratch,
                                                size_t size, collide_movers_hit *hits,
                                                size_t capacity, collide_movers_count *count);
#endif

// ---- trees against single shapes -------------------------------------------------------------
// Whether a shape meets any triangle of a tree, which stops at the first that it finds, and a list
// of all that it meets. a lies in the frame to which pose_b takes b; with NULL it is b's own. b's
// triangles are those that collide_pose_apply(pose_b, ...) makes. Which of them meet a shape: by
// collide_triangle_triangle, collide_tetrahedron_triangle, collide_sphere_triangle,
// collide_obb_triangle, collide_convex_convex, collide_cylinder_triangle or collide_kdopK_triangle;
// of tetrahedra those with a face that does, and those that hold the shape. Lists return their
// number; indices takes the first capacity of them, in an order that tree, pose and shape
// determine. What is not finite meets nothing (bounds of k-DOPs and radii of balls may be
// infinite), nor does a tree under a pose that is not, or whose axes lie in a plane. An AABB is
// asked as a 6-DOP. No triangle that a solid meets is lost, as far as the single call finds it
// (boxes: for lengths from 1e-6 to 1e6, >>sat); but what collide_obb_triangle counts although it is
// farther from the box than 2^-18 of both sizes and coordinates, as it may near slivers and for
// tiny lengths, may be left out. Cost: a look at the nodes that the shape's bound meets, and the
// single call for each triangle whose box is near.
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

// A shape that moves against a tree that moves: the triangle that it meets first, as of moving
// meshes above, by collide_sphere_triangle_sweep, collide_obb_triangle_sweep or
// collide_convex_convex_sweep, so within their bounds. Of a cylinder take its box,
// collide_obb_from_cylinder. Where many triangles share the first contact, some 500 of them are
// asked, and then hulls of the rest: the tip of a cone of 65,536 triangles takes .4 ms, or 1 ms of
// a convex body. From then on boxes and convex bodies leave out triangles that are apart from them
// until the time found, though rounding might let the call meet one of them a little earlier.
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
