#pragma once
#include "conventions.h"

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

// Solid, the hull of its vertices in any order; without volume (flat, a segment, a point) it is
// legal.
typedef struct collide_tetrahedron {
    collide_vec3 v[4];
} collide_tetrahedron;

// Oriented box {center + sum of s_i * half_i * axis[i], |s_i| <= 1} of the given floats.
// half >= 0. The promises hold for axes that pass collide_obb_check.
typedef struct collide_obb {
    collide_vec3 center;
    collide_vec3 half;
    collide_vec3 axis[3];
} collide_obb;

// Solid cylinder: all points within radius of the axis line and within height / 2 of center along
// it. axis is of unit length within 2^-21, as are the axes of a pose; radius, height >= 0, on
// terrain > 0.
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

// Points origin + t * direction for t from 0 to the query's t_max. direction need not be of unit
// length: a segment from p to q has direction q - p and t_max = 1.
typedef struct collide_ray {
    collide_vec3 origin, direction;
} collide_ray;

// From a to b, both included; equal ones make a point.
typedef struct collide_segment {
    collide_vec3 a, b;
} collide_segment;

// One contact of shape A with shape B. The normal is of unit length and points from B to A: moving
// A by depth * normal separates this contact (on terrain about, of two edges of triangles not
// always: >>terrain and >>triangle say what depth is there). depth >= 0. Feature ids name the
// vertex, edge or face of either shape; each family says how.
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

// Arrays of objects, which index pairs name: count objects, stride bytes apart. Where a sweep takes
// the array, object i has velocity i of velocities, which are velocity_stride bytes apart; NULL
// means that all objects are at rest. Queries at rest ignore velocities. Strides are multiples of 4
// bytes; 0 means tightly packed. An array whose objects are NULL has none.
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

// Indexed triangles (where a function says so, tetrahedra, of four indices each) in memory you
// provide; 0 or NULL in the optional fields means the default.
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
// position. By an angle about the unit axis n it is (n.x s, n.y s, n.z s, cos(angle / 2)) with s =
// sin(angle / 2). A zero or non-finite quaternion gives no rotation.
COLLIDE_API collide_pose collide_pose_from_quaternion(float x, float y, float z, float w,
                                                      collide_vec3 position);

// The point p under the pose: ((position + x * axis[0]) + y * axis[1]) + z * axis[2], in this order
// of float32 operations.
COLLIDE_API collide_vec3 collide_pose_apply(const collide_pose *pose, collide_vec3 p);

// COLLIDE_OK if all numbers of the pose are finite and |axis[i].axis[j] - delta_ij| <= 2^-21 for
// all i, j (evaluated in double); else NULL, NOT_FINITE or AXES. A reflection passes. Bodies and
// convex bodies want such a pose; trees take any axes.
COLLIDE_API collide_status collide_pose_check(const collide_pose *pose);

// The pose of b as seen from a: first b, then a undone (the inverse of its axes as they are, not
// their transpose). Either may be NULL, which stands for the identity; with a NULL the result is b
// itself, with b NULL the inverse of a. Evaluated in double, rounded to float32; infinite or NaN if
// the axes of a lie in a plane.
COLLIDE_API collide_pose collide_pose_relative(const collide_pose *a, const collide_pose *b);

// How deep two shapes overlap, and along which axis they part first.
typedef struct collide_overlap {
    collide_vec3 normal;
    float depth; // >= 0
    uint32_t axis;
} collide_overlap;

// First and last time of contact, and what touches first. A miss has t_first = +infinity, t_last =
// -infinity, normal and depth 0, axis COLLIDE_AXIS_NONE.
typedef struct collide_impact {
    float t_first, t_last;
    collide_vec3 normal;
    float depth; // > 0 only if overlapping at t = 0
    uint32_t axis;
} collide_impact;
#define COLLIDE_AXIS_NONE 0xffffffffu

// Features in contacts: type and number. Of a box, bit i of a vertex says that it lies at +half on
// axis i; edge 4i + k runs along axis i, k the two bits of the other axes' sides (the lower axis
// first); face 2i + s is at -half (s = 0) or +half of axis i. Of a triangle, edge j begins at
// vertex j, and the face is 0. Of a convex, vertices are numbered as they lie in it: those of
// collide_convex_build as given, those of a mesh in the order in which its triangles name them
// first; edge i goes on from vertex i round the touching face, which is face 0.
#define COLLIDE_FEATURE_VERTEX 0x00000000u
#define COLLIDE_FEATURE_EDGE 0x01000000u
#define COLLIDE_FEATURE_FACE 0x02000000u

// A solid or flat convex polyhedron: vertices, the directions normal to its faces and those of its
// edges; of parallel ones a single one, of either sign and any length. It lies in memory you
// provide, holds offsets and no pointers, and is in coordinates of its own: each query takes a
// rigid pose for each body, NULL for none. Read the fields freely, write them only by the builders
// (>>sat).
typedef struct collide_convex {
    uint32_t magic; // COLLIDE_CONVEX_MAGIC
    uint32_t vertex_count, normal_count, edge_count;
    uint64_t size;          // bytes in use, this header included
    uint64_t vertex_offset; // bytes from this header: collide_vec3 each, less center
    uint64_t normal_offset; // blocks of 16: rows x, y, z; zeros behind the last
    uint64_t edge_offset;   // likewise
    collide_vec3 center;    // of the vertices' box
    float radius;           // of a ball round center that holds all vertices
} collide_convex;
#define COLLIDE_CONVEX_MAGIC 0x31564e43u // "CNV1" in memory on little-endian machines
#define COLLIDE_CONVEX_CORNERS 32        // of a face, as contacts have it

// Packs of AABBs, OBBs, triangles, velocities (collide_vec3) and spheres: blocks of 16 objects, one
// row of 16 floats per component in the order of the struct. NULL, or a pack of another kind,
// is an empty pack for every query.
typedef struct collide_pack {
    uint32_t magic;      // COLLIDE_OBB_PACK_MAGIC, ...
    uint32_t components; // rows in a block
    uint32_t count;      // objects
    uint32_t blocks;     // COLLIDE_BLOCKS(count)
    uint64_t size;       // bytes in use, this header included
    uint64_t offset;     // bytes from this header to the first block
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

// A pack of velocities. Bytes for n of them, a multiple of COLLIDE_ALIGNMENT, 12 per object; 0 if n
// is 0 or too large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_vec3_pack_size(size_t n);

// Builds a pack of n vectors at a stride of at least sizeof *vectors bytes (0 means that) in memory
// of at least collide_vec3_pack_size(n) bytes, and writes its address (that of memory) to *pack.
// Errors: NULL, COUNT, OVERFLOW, STRIDE, SIZE, ALIGNMENT, NOT_FINITE; *pack is then NULL and memory
// untouched.
COLLIDE_API collide_status collide_vec3_pack_build(collide_vec3_pack **pack, void *memory,
                                                   size_t size, const collide_vec3 *vectors,
                                                   size_t n, size_t stride);

// Adopts a pack that was copied or read into memory. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION;
// *pack is then NULL.
COLLIDE_API collide_status collide_vec3_pack_open(collide_vec3_pack **pack, void *memory,
                                                  size_t size);

// Vectors in the pack.
COLLIDE_API size_t collide_vec3_pack_count(const collide_vec3_pack *pack);

// Replaces vector i. Errors: NULL, KIND, INDEX, NOT_FINITE; the pack is then unchanged.
COLLIDE_API collide_status collide_vec3_pack_set(collide_vec3_pack *pack, size_t i,
                                                 const collide_vec3 *vector);

// Vector i, bit for bit as it was put in; NaN if there is none.
COLLIDE_API collide_vec3 collide_vec3_pack_get(const collide_vec3_pack *pack, size_t i);

// Where a batch of n sweeps writes; the struct is required, each of its pointers may be NULL. A
// miss has the times of a miss; axis is COLLIDE_SWEEPS_NO_AXIS of a miss and of what meets at the
// start. For normal, depth and contacts repeat the single call for the objects that
// matter: it gives the same times. Batches return the number of hits and take up to 28 KB of stack.
// On machines without vectors, loops of single calls are faster.
#define COLLIDE_SWEEPS_NO_AXIS 255
typedef struct collide_sweeps {
    uint16_t *bits; // COLLIDE_BLOCKS(n) words of hit bits
    float *t_first; // n numbers each
    float *t_last;
    uint8_t *axis;
} collide_sweeps;
