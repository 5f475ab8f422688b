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
    X(COLLIDE_ERROR_OPEN, "the mesh is not closed")

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

