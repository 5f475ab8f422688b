#pragma once
#include "conventions.h"

// ================================================================================================
// >>vocabulary
// ================================================================================================

// A point, a direction or a velocity.
typedef struct collide_vec3 {
    float x, y, z;
} collide_vec3;

// An axis-aligned bounding box (AABB). It is empty if min > max on any axis. Infinite bounds are
// legal.
typedef struct collide_aabb {
    collide_vec3 min, max;
} collide_aabb;

// A solid sphere. radius is >= 0.
typedef struct collide_sphere {
    collide_vec3 center;
    float radius;
} collide_sphere;

// A flat triangle without thickness. Zero area (a segment or a point) is legal.
typedef struct collide_triangle {
    collide_vec3 v[3];
} collide_triangle;

// A solid tetrahedron: the convex hull of its vertices, in any order. Zero volume (flat, a segment,
// a point) is legal.
typedef struct collide_tetrahedron {
    collide_vec3 v[4];
} collide_tetrahedron;

// An oriented bounding box (OBB). It holds the points center + sum of s_i * half_i * axis[i] with
// |s_i| <= 1, where the floats are taken as exact numbers. half is >= 0. The error bounds hold for
// axes that pass collide_obb_check.
typedef struct collide_obb {
    collide_vec3 center;
    collide_vec3 half;
    collide_vec3 axis[3];
} collide_obb;

// A solid cylinder. It holds all points within radius of the axis line and within height / 2 of
// center along that line. axis has unit length within 2^-21, like the axes of a pose. radius and
// height are > 0 in queries, and >= 0 where a bound is computed.
typedef struct collide_cylinder {
    collide_vec3 center;
    collide_vec3 axis;
    float radius, height;
} collide_cylinder;

// A solid capsule: all points within radius of the segment from a to b. a may equal b. radius is
// >= 0.
typedef struct collide_capsule {
    collide_vec3 a, b;
    float radius;
} collide_capsule;

// A solid half-space: all points p with normal.p <= distance. normal may have any length.
typedef struct collide_plane {
    collide_vec3 normal;
    float distance;
} collide_plane;

// A rigid transform from a body's coordinates to space. The point p becomes
// position + p.x * axis[0] + p.y * axis[1] + p.z * axis[2], so axis[i] are the columns of the
// rotation matrix. Start from collide_pose_identity().
//
//     y            axis[1]   axis[0]
//     |                  \   /
//     |                   \ /      the body's point (1, 0, 0) lies at position + axis[0]
//     +--- x               o       the body's origin lies at position
typedef struct collide_pose {
    collide_vec3 position;
    collide_vec3 axis[3];
} collide_pose;

// The points origin + t * direction for t from 0 to the query's t_max. direction may have any
// length: with direction q - p and t_max = 1 the ray goes from p to q, as a collide_segment does.
typedef struct collide_ray {
    collide_vec3 origin, direction;
} collide_ray;

// The points from a to b, both included. If a equals b, the segment is a point.
typedef struct collide_segment {
    collide_vec3 a, b;
} collide_segment;

// One contact of shape A with shape B. The normal has unit length and points from B to A. Moving A
// by depth * normal separates this contact. There are two exceptions: on terrain this holds
// approximately, and for two edges of triangles it does not always hold. >>terrain and >>triangle
// define these depths. depth is >= 0, unless the options ask for a margin: then shapes that do not
// touch have contacts with negative depths. Feature ids name the vertex, edge or face of either
// shape; each family describes its ids.
//
//              |      A      |          ^
//              |             |          | normal
//     _________|___point_b___|_________ |     ---
//              |             |                 | depth
//       B      '---point_a---'                ---
typedef struct collide_contact {
    collide_vec3 point_a, point_b;
    collide_vec3 normal;
    float depth;
    uint32_t feature_a, feature_b;
} collide_contact;

// Options of every query whose name ends in _contacts or _contacts_many. NULL means the defaults.
// Begin with `collide_contact_options options = {0};` and set what you need: 0 means the default in
// every field, also in fields that later versions add. COLLIDE_ASSERT checks that flags has no
// other bits than those below; without it, they are ignored. A margin that is negative or NaN
// counts as 0, and a hint that is not finite as none. What a query takes depends on its pair:
//     two shapes, two OBBs       margin, hint
//     a shape and a tree         margin, flags
//     a body on terrain          margin, which is measured straight down (>>terrain)
//     a cylinder and a plane     margin
//     sweeps; cables; two trees  nothing: the options are ignored
#define COLLIDE_CONTACT_ONE_SIDED 1u // triangles have no contacts on their backs (>>shape)
typedef struct collide_contact_options {
    uint32_t flags;    // 0 or COLLIDE_CONTACT_ONE_SIDED
    float margin;      // shapes that are up to this far apart have contacts, too
    collide_vec3 hint; // the normal of these shapes' contacts in the last step; 0 means none
} collide_contact_options;

// Returns the key of a contact, by which the next step finds it again. A solver starts each step
// with the impulses of the last one, so it must know which contact of the last step each contact
// is: one with the same key. There are three kinds of keys. KEY_FEATURES holds both features. It is
// for two bodies whose contacts stay at the same features, such as shapes on shapes and meshes on
// meshes. KEY_PART holds the part of the body that bits 24 to 31 of feature_a name. It is for
// bodies on terrain, since a body that rolls over cells touches new features of the surface in
// every step. KEY_BODY holds the whole of feature_a. It is for shapes on trees, since a shape that
// slides over a mesh touches new triangles in every step.
#define COLLIDE_KEY_FEATURES 0u // (uint64_t)feature_a << 32 | feature_b
#define COLLIDE_KEY_PART 1u     // feature_a >> 24
#define COLLIDE_KEY_BODY 2u     // feature_a
COLLIDE_API uint64_t collide_contact_key(const collide_contact *contact, uint32_t kind);

// For each of n contacts of two bodies in this step, writes to match which of m contacts of the
// same two bodies in the last step has the same key, or COLLIDE_MATCH_NONE. Every contact of the
// last step is matched at most once. If several have the key, the one whose normal is nearest is
// matched; among normals that are about equally near (their products with this one differ by up to
// 2^-12), the one whose point_b is nearest, and the first of equal ones. Returns the number of
// matches. Carry impulses over like this:
//     collide_contacts_match(now, n, before, m, COLLIDE_KEY_FEATURES, match);
//     for (size_t i = 0; i < n; ++i)
//         impulse[i] = match[i] == COLLIDE_MATCH_NONE ? 0 : last_impulse[match[i]];
// kind is the kind of the keys. now and before may be NULL if n or m is 0. Cost: n m comparisons
// of keys; among contacts that share a key, up to n more for each.
#define COLLIDE_MATCH_NONE 0xffffffffu
COLLIDE_API size_t collide_contacts_match(const collide_contact *now, size_t n,
                                          const collide_contact *before, size_t m, uint32_t kind,
                                          uint32_t *match);

// Times of contact of two moving shapes. The shapes overlap in [t_first, t_last] and at no other
// time of the query's interval. A miss has t_first = +infinity and t_last = -infinity.
typedef struct collide_sweep {
    float t_first, t_last;
} collide_sweep;

// The indices of two objects.
typedef struct collide_pair {
    uint32_t a, b;
} collide_pair;

// Arrays for batches: count objects (or poses), stride bytes apart. In a sweep, velocity i belongs
// to object i; velocities are velocity_stride bytes apart. If velocities is NULL, all objects are
// at rest. Queries at rest ignore velocities. Strides are multiples of 4 bytes; 0 means tightly
// packed. If objects is NULL, the array is empty.
typedef struct collide_pose_array {
    const collide_pose *objects;
    size_t count, stride;
} collide_pose_array;
typedef struct collide_ray_array {
    const collide_ray *objects;
    size_t count, stride;
} collide_ray_array;
typedef struct collide_segment_array {
    const collide_segment *objects;
    size_t count, stride;
} collide_segment_array;
typedef struct collide_aabb_array {
    const collide_aabb *objects;
    size_t count, stride;
} collide_aabb_array;
typedef struct collide_sphere_array {
    const collide_sphere *objects;
    size_t count, stride;
    const collide_vec3 *velocities;
    size_t velocity_stride;
} collide_sphere_array;
typedef struct collide_triangle_array {
    const collide_triangle *objects;
    size_t count, stride;
    const collide_vec3 *velocities;
    size_t velocity_stride;
} collide_triangle_array;
typedef struct collide_obb_array {
    const collide_obb *objects;
    size_t count, stride;
    const collide_vec3 *velocities;
    size_t velocity_stride;
} collide_obb_array;

// Indexed triangles in memory you provide. Some functions take tetrahedra instead, with four
// indices each; they say so. In an optional field, 0 or NULL means the default.
typedef struct collide_mesh {
    const void *positions;  // first vertex: three floats x, y, z
    size_t vertex_count;    // at least 1
    size_t position_stride; // bytes from vertex to vertex, at least 12; 0 means 12
    const void *indices;    // three per triangle; NULL means 0, 1, 2, ...
    size_t triangle_count;  // at least 1
    size_t index_size;      // bytes of an index, 2 or 4; 0 means 4
} collide_mesh;

// Each row has the identifier of a status and its text.
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
    X(COLLIDE_ERROR_OPEN, "the mesh is not closed")                                                \
    X(COLLIDE_ERROR_VERSION, "it was saved by another version, or with another byte order")        \
    X(COLLIDE_ERROR_DAMAGED, "what was saved is damaged")

typedef enum collide_status {
#define COLLIDE__ENUMERATOR(id, text) id,
    COLLIDE_STATUSES(COLLIDE__ENUMERATOR)
#undef COLLIDE__ENUMERATOR
        COLLIDE_STATUS_COUNT
} collide_status;

// Returns the English text of a status, without a full stop; it is never NULL.
COLLIDE_API const char *collide_status_text(collide_status status);

// Checks an OBB. Returns COLLIDE_OK if all its numbers are finite, half >= 0 and
// |axis[i].axis[j] - delta_ij| <= 2^-21 for all i, j (evaluated in double). Errors: NULL,
// NOT_FINITE, EXTENT, AXES.
COLLIDE_API collide_status collide_obb_check(const collide_obb *box);

// Returns the same box with axes that pass collide_obb_check. axis[0] keeps its direction. axis[1]
// stays in the plane of axis[0] and axis[1]. axis[2] stays on its side of this plane. Axes that are
// zero, parallel or not finite are replaced. center and half stay unchanged. Use it for boxes from
// files and from long chains of rotations.
COLLIDE_API collide_obb collide_obb_orthonormalize(const collide_obb *box);

// Returns the pose that moves nothing.
COLLIDE_API collide_pose collide_pose_identity(void);

// Returns the pose that rotates by the quaternion (x, y, z, w) and then translates to position. The
// quaternion may have any length. A rotation by an angle about the unit axis n is
// (n.x s, n.y s, n.z s, cos(angle / 2)) with s = sin(angle / 2). A zero or non-finite quaternion
// gives no rotation. To make a pose from an axis and an angle without sine and cosine, see
// collide_motion_pose.
COLLIDE_API collide_pose collide_pose_from_quaternion(float x, float y, float z, float w,
                                                      collide_vec3 position);

// Returns the point p under the pose: ((position + x * axis[0]) + y * axis[1]) + z * axis[2], in
// this order of float32 operations. Rounding moves each coordinate by at most 2^-22 of the sum of
// the absolute values of its four terms, plus 2^-148. So with orthonormal axes it moves the point
// by at most 2.4e-7 (|position| + 1.75 |p|), where |v| is the length of v.
COLLIDE_API collide_vec3 collide_pose_apply(const collide_pose *pose, collide_vec3 p);

// Checks a pose. Returns COLLIDE_OK if all its numbers are finite and
// |axis[i].axis[j] - delta_ij| <= 2^-21 for all i, j (evaluated in double). Errors: NULL,
// NOT_FINITE, AXES. A reflection passes. Bodies and convex bodies need such a pose; trees take any
// axes.
COLLIDE_API collide_status collide_pose_check(const collide_pose *pose);

// Returns the pose that applies b first, then a: where a is the pose of a parent and b a pose in
// its coordinates, such as a link of a robot on the link before it. Either pose may be NULL, which
// means the identity; the result is then the other one, bit for bit. Products and sums are in
// double, and are rounded to float32. If the axes of both pass collide_pose_check, they are made
// orthonormal again (collide_obb_orthonormalize), so that the result passes it unless it overflows,
// however long a chain of poses is. Other axes are multiplied as matrices.
COLLIDE_API collide_pose collide_pose_compose(const collide_pose *a, const collide_pose *b);

// Returns the pose that undoes a: collide_pose_relative(a, NULL), with axes that are made
// orthonormal again if the axes of a pass collide_pose_check. a may be NULL, which means the
// identity. The result is infinite or NaN if the axes of a lie in a plane.
COLLIDE_API collide_pose collide_pose_inverse(const collide_pose *a);

// Returns the pose of b relative to a: it applies b, then the inverse of a. The axes of a are
// inverted as a matrix, not transposed, so they need not be orthonormal. Either pose may be NULL,
// which means the identity: if a is NULL, the result is b itself; if b is NULL, it is the inverse
// of a. The result is evaluated in double and rounded to float32. It is infinite or NaN if the axes
// of a lie in a plane.
COLLIDE_API collide_pose collide_pose_relative(const collide_pose *a, const collide_pose *b);

// How deep two shapes overlap, and the axis along which the shortest motion separates them.
typedef struct collide_overlap {
    collide_vec3 normal;
    float depth; // >= 0
    uint32_t axis;
} collide_overlap;

// The first and last time of contact, and the axis along which the shapes touch at t_first. The
// normal points from b to a. A miss has t_first = +infinity, t_last = -infinity, normal and depth
// 0, axis COLLIDE_AXIS_NONE.
typedef struct collide_impact {
    float t_first, t_last;
    collide_vec3 normal;
    float depth; // > 0 only if overlapping at t = 0
    uint32_t axis;
} collide_impact;
#define COLLIDE_AXIS_NONE 0xffffffffu

// A feature in a contact has a type and a number, which is in bits 0 to 23. For example, face 5 is
// COLLIDE_FEATURE_FACE | 5. Contacts with terrain, and of a cylinder and a plane, pack their
// features differently (>>terrain).
//     box       Bit i of a vertex is set if the vertex lies at +half on axis i. Edge 4i + k runs
//               along axis i. Let p < q be the two other axes. Bit 0 of k is set if the edge lies
//               at +half of p, and bit 1 if it lies at +half of q. Face 2i + s lies at -half
//               (s = 0) or +half (s = 1) of axis i.
//     triangle  Edge j begins at vertex j. The face is 0.
//     convex    A vertex has its number in the convex body. collide_convex_build keeps the given
//               order, as collide_convex_build_points does, without the points that are no
//               vertices; collide_convex_build_mesh numbers vertices in the order in which the
//               triangles first name them. Edge i begins at vertex i and ends at the next vertex
//               round the touching face. Faces are not numbered: the touching face is always face
//               0.
#define COLLIDE_FEATURE_VERTEX 0x00000000u
#define COLLIDE_FEATURE_EDGE 0x01000000u
#define COLLIDE_FEATURE_FACE 0x02000000u

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_convex_inside {
    uint64_t vertex_offset; // bytes from the header: vertices (collide_vec3) minus center
    uint64_t normal_offset; // blocks of 16: rows x, y, z; zeros after the last direction
    uint64_t edge_offset;   // blocks of 16, like normals
} collide_convex_inside;

// A solid or flat convex polyhedron. It has vertices, directions normal to its faces, and
// directions of its edges. Of parallel or opposite directions only one is stored; its sign and
// length have no meaning. The body lies in memory you provide, and holds offsets and no pointers.
// Its coordinates are its own: queries take a rigid pose for each body, where NULL means the
// identity. You may read all fields except the member named inside. Only the builders write them
// (>>sat).
typedef struct collide_convex {
    uint32_t magic; // COLLIDE_CONVEX_MAGIC
    uint32_t vertex_count, normal_count, edge_count;
    uint64_t size;       // bytes in use, this header included
    collide_vec3 center; // centre of the vertices' AABB
    float radius;        // of a sphere round center that holds all vertices
    collide_convex_inside inside;
} collide_convex;
#define COLLIDE_CONVEX_MAGIC 0x32564e43u // "CNV2" in memory on little-endian machines
#define COLLIDE_CONVEX_CORNERS 32        // contacts use at most this many corners of a face

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_pack_inside {
    uint64_t offset; // bytes from the header to the first block
} collide_pack_inside;

// The header of a pack of AABBs, OBBs, triangles, spheres, capsules, cylinders, vectors or shapes
// (collide_shape_pack). A pack of vectors (collide_vec3) holds points or velocities. A pack has
// blocks of 16 objects, with one row of 16 floats per component, in the order of the struct. Every
// query treats NULL, or a pack of another kind, as an empty pack.
typedef struct collide_pack {
    uint32_t magic;      // COLLIDE_OBB_PACK_MAGIC, ...
    uint32_t components; // rows in a block
    uint32_t count;      // objects
    uint32_t blocks;     // COLLIDE_BLOCKS(count)
    uint64_t size;       // bytes in use, this header included
    collide_pack_inside inside;
} collide_pack;
typedef struct collide_aabb_pack {
    collide_pack header;
} collide_aabb_pack;
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
#define COLLIDE_AABB_PACK_MAGIC 0x31424141u     // "AAB1" in memory on little-endian machines
#define COLLIDE_OBB_PACK_MAGIC 0x3142424fu      // "OBB1"
#define COLLIDE_TRIANGLE_PACK_MAGIC 0x31495254u // "TRI1"
#define COLLIDE_VEC3_PACK_MAGIC 0x31434556u     // "VEC1"
#define COLLIDE_SPHERE_PACK_MAGIC 0x31485053u   // "SPH1"
#define COLLIDE_CYLINDER_PACK_MAGIC 0x314c5943u // "CYL1"

// Returns the bytes that a pack of n vectors (points or velocities) needs: a multiple of
// COLLIDE_ALIGNMENT, 12 per object. It is 0 if n is 0 or too large (the size must fit size_t, the
// indices uint32_t).
COLLIDE_API size_t collide_vec3_pack_size(size_t n);

// Builds a pack of n vectors in memory of at least collide_vec3_pack_size(n) bytes, and sets *pack
// to memory. The stride of vectors is at least sizeof *vectors bytes, and 0 means sizeof *vectors.
// Errors: NULL, COUNT, OVERFLOW, STRIDE, SIZE, ALIGNMENT, NOT_FINITE; *pack is then NULL and memory
// untouched.
COLLIDE_API collide_status collide_vec3_pack_build(collide_vec3_pack **pack, void *memory,
                                                   size_t size, const collide_vec3 *vectors,
                                                   size_t n, size_t stride);

// Adopts a pack that was copied or read into memory. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION;
// *pack is then NULL.
COLLIDE_API collide_status collide_vec3_pack_open(collide_vec3_pack **pack, void *memory,
                                                  size_t size);

// Returns the number of vectors in the pack.
COLLIDE_API size_t collide_vec3_pack_count(const collide_vec3_pack *pack);

// Replaces vector i. Errors: NULL, KIND, INDEX, NOT_FINITE; the pack is then unchanged.
COLLIDE_API collide_status collide_vec3_pack_set(collide_vec3_pack *pack, size_t i,
                                                 const collide_vec3 *vector);

// Replaces n vectors from index first on, at a stride in bytes (0 means sizeof *objects). It costs
// little more than copying them. Errors: NULL, KIND, INDEX (first + n is above the count), STRIDE,
// OVERFLOW, NOT_FINITE; the pack is then unchanged.
COLLIDE_API collide_status collide_vec3_pack_update(collide_vec3_pack *pack, size_t first,
                                                    const collide_vec3 *objects, size_t n,
                                                    size_t stride);

// Returns vector i, bit for bit as it was stored, or NaN if the pack has no vector i.
COLLIDE_API collide_vec3 collide_vec3_pack_get(const collide_vec3_pack *pack, size_t i);

// The arrays that a batch of n sweeps writes. The struct is required; each of its pointers may be
// NULL. A miss has t_first = +infinity and t_last = -infinity. axis is COLLIDE_SWEEPS_NO_AXIS for a
// miss and for a pair that overlaps at the start. For more about a pair, such as the normal and the
// depth of OBBs, make the single call for it, which gives the same times. A batch returns the
// number of hits and takes up to 28 KB of stack. On machines without SIMD, a loop of single calls
// is faster.
#define COLLIDE_SWEEPS_NO_AXIS 255
typedef struct collide_sweeps {
    uint16_t *bits; // COLLIDE_BLOCKS(n) words of hit bits
    float *t_first; // t_first, t_last and axis: n numbers each
    float *t_last;
    uint8_t *axis;
} collide_sweeps;
