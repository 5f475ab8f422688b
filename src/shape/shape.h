#pragma once
#include "../base/vocabulary.h"
#include "../cable/cable.h"
#include "../kdop/kdop.h"
#include "../terrain/terrain.h"
#include "../tree/tree.h"
#include "../ray/ray.h"

// ================================================================================================
// >>shape
// ================================================================================================
#ifndef COLLIDE_NO_SHAPE
// This family answers three questions for any two shapes: do they overlap, how far are they apart,
// and are they within a margin? It also has capsules. Distances come as brackets with a proof.
//
// A shape, as the algorithms see it, is a core and a radius. The core of a sphere is a point, the
// core of a capsule is a segment, and the radius is subtracted last. Of the signed distance
//
//     s(A, B) = max over unit vectors n of (min of n.a for a in A) - (max of n.b for b in B)
//
// every n gives a lower bound, and two points of the cores give an upper bound while the cores are
// apart. Closed forms or, for other pairs, the algorithm of Gilbert, Johnson and Keerthi (1988) on
// the difference A - B find n and the points in double; then lo and hi are evaluated from n and
// the points, with their rounding errors. So a bracket is right even where a search ends early.
//
// Let S be the sum of the extents of both shapes and of the distance of their centres. hi - lo is
// at most 2^-20 S, except for the depth of overlapping cores of which one is a cylinder or a convex
// body. That depth is bounded by a polytope of at most 80 points that grows within A - B, which are
// enough for bodies of few vertices, but few for round bodies with a common centre.
//
// EXAMPLE
//     const collide_capsule arm = {{0, 0, 1}, {2, 0, 1}, 0.25f};
//     const collide_obb crate = {{4, 0, 1}, {0.5f, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
//     collide_distance d;
//     if (collide_capsule_obb_distance(&arm, &crate, INFINITY, &d))
//         printf("%.2f apart, nearest point of the crate (%.1f, %.1f, %.1f)\n", (double)d.lo,
//                (double)d.point_b.x, (double)d.point_b.y, (double)d.point_b.z);
//     // prints: 1.25 apart, nearest point of the crate (3.5, 0.0, 1.0)

// ---- capsules --------------------------------------------------------------------------------

// Returns COLLIDE_OK if all numbers are finite and radius is >= 0. Errors: NULL, NOT_FINITE,
// EXTENT. A capsule that does not pass this check overlaps nothing.
COLLIDE_API collide_status collide_capsule_check(const collide_capsule *capsule);

// Returns the capsule whose segment has the given height, without the round ends, and lies along
// z of the pose, with its middle at the position of the pose.
COLLIDE_API collide_capsule collide_capsule_from_pose(const collide_pose *pose, float radius,
                                                      float height);

// Return bounds of a capsule, rounded outward. A capsule that does not pass the check has an empty
// bound.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API collide_aabb collide_aabb_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop6 collide_kdop6_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop14 collide_kdop14_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop18 collide_kdop18_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop26 collide_kdop26_from_capsule(const collide_capsule *capsule);
#endif

// ---- any two shapes --------------------------------------------------------------------------

typedef enum collide_shape_kind {
    COLLIDE_SHAPE_NONE, // overlaps nothing
    COLLIDE_SHAPE_POINT,
    COLLIDE_SHAPE_SEGMENT,
    COLLIDE_SHAPE_SPHERE,
    COLLIDE_SHAPE_CAPSULE,
    COLLIDE_SHAPE_AABB,
    COLLIDE_SHAPE_OBB,
    COLLIDE_SHAPE_TRIANGLE,
    COLLIDE_SHAPE_TETRAHEDRON,
    COLLIDE_SHAPE_CYLINDER,
    COLLIDE_SHAPE_CONVEX,
    COLLIDE_SHAPE_PLANE,
    COLLIDE_SHAPE_KIND_COUNT
} collide_shape_kind;

// A convex body under a rigid pose.
typedef struct collide_convex_at {
    const collide_convex *body;
    collide_pose pose;
} collide_convex_at;

// The data of a shape; its kind says which member is in use.
typedef union collide_shape_data {
    collide_vec3 point;
    collide_segment segment;
    collide_sphere sphere;
    collide_capsule capsule;
    collide_aabb aabb;
    collide_obb obb;
    collide_triangle triangle;
    collide_tetrahedron tetrahedron;
    collide_cylinder cylinder;
    collide_convex_at convex;
    collide_plane plane;
} collide_shape_data;

// A shape of any kind, by value. A convex body is held by its address, and must live as long as the
// shape.
typedef struct collide_shape {
    uint32_t kind; // a collide_shape_kind
    collide_shape_data of;
} collide_shape;

// Return the shape that holds the given object. The pose of a convex body may be NULL.
COLLIDE_API collide_shape collide_shape_from_point(collide_vec3 point);
COLLIDE_API collide_shape collide_shape_from_segment(const collide_segment *segment);
COLLIDE_API collide_shape collide_shape_from_sphere(const collide_sphere *sphere);
COLLIDE_API collide_shape collide_shape_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_shape collide_shape_from_aabb(const collide_aabb *box);
COLLIDE_API collide_shape collide_shape_from_obb(const collide_obb *box);
COLLIDE_API collide_shape collide_shape_from_triangle(const collide_triangle *triangle);
COLLIDE_API collide_shape collide_shape_from_tetrahedron(const collide_tetrahedron *tetrahedron);
COLLIDE_API collide_shape collide_shape_from_cylinder(const collide_cylinder *cylinder);
COLLIDE_API collide_shape collide_shape_from_convex(const collide_convex *body,
                                                    const collide_pose *pose);
COLLIDE_API collide_shape collide_shape_from_plane(const collide_plane *plane);

// Checks a shape: all its numbers are finite, extents, radius and height are >= 0, an AABB has
// min <= max, axes pass collide_obb_check or collide_pose_check, the axis of a cylinder is a unit
// vector within 2^-21, and the normal of a plane is not 0. Errors: NULL, KIND, NOT_FINITE, EXTENT,
// AXES. Shapes with other axes have no promise; any other shape that does not pass the check
// overlaps nothing and has no distance.
COLLIDE_API collide_status collide_shape_check(const collide_shape *shape);

// The distance of two shapes a and b: a bracket, and what proves it.
//
//              |      A      |          ^
//              |___point_a___|          | normal
//                                       |     ---
//                                             | between lo and hi
//      ____________point_b____________        ---
//              |      B      |
//
// The signed distance of the solids of the given floats lies in [lo, hi]; both are rounded outward.
// It is negative if the shapes overlap: -depth, where depth is the length of the shortest
// translation that parts them. point_a and point_b are nearest points, rounded to float; if the
// shapes overlap they are the points that this translation brings together. Points of a cylinder
// are as exact as the bracket: their distance is at most hi before they are rounded. normal has
// unit length within 2^-22 and points from b to a. The plane normal to it proves lo: no point of a
// is less than lo farther along the exact direction of these three floats than any point of b.
// Features are as in a collide_contact (>>vocabulary).
typedef struct collide_distance {
    float lo, hi;
    collide_vec3 point_a, point_b;
    collide_vec3 normal;
    uint32_t feature_a, feature_b;
} collide_distance;

// Tests whether two shapes overlap. If the family of one of these calls is compiled, its verdict
// counts: collide_sphere_sphere, collide_sphere_aabb, collide_aabb_aabb, collide_sphere_triangle,
// collide_obb_obb, collide_obb_triangle, collide_convex_convex, collide_cylinder_triangle,
// collide_cylinder_plane. With triangles, points, segments, triangles and tetrahedra have exact
// verdicts against each other. Other pairs, and a cylinder without radius or height, overlap unless
// a plane proves that they are apart: a gap of less than 2^-20 S may count as overlap, an overlap
// is never missed. Distances do not contradict a verdict: an overlap has lo <= 0, and no overlap
// has hi > 0, unless the call is wrong by more than 2^-16 S. collide_obb_triangle may be wrong by
// more for slivers, and collide_convex_convex if directions of a body are missing.
COLLIDE_API bool collide_shape_shape(const collide_shape *a, const collide_shape *b);

// Computes the distance of two shapes. Returns false if they are proven farther apart than max;
// out then holds a right bracket, which may be wide. max may be +infinity. Bad input (a shape that
// does not pass its check, or a NaN as max) returns false, with lo = hi = +infinity and the rest 0.
// out may be NULL.
//
// Bounds: hi - lo <= 2^-20 S. If the cores overlap and one is a cylinder, hi - lo is at most
// 0.01 (ra + rb) more, with the radii of the cylinders. If one is a convex body, it is at most
// 0.06 (ra + rb) more, with the radii of spheres that hold the convex bodies and cylinders; two
// bodies of at most 12 vertices need no more than 2^-20 S. These limits are measured: the widest
// brackets were 0.0075 (ra + rb) for coaxial cylinders, and 0.05 (ra + rb) for concentric round
// bodies of hundreds of vertices. Two planes have the distance -infinity unless they face each
// other. Cost: constant for closed forms, else at most 64 rounds of support functions, or 400 if
// the cores overlap; a support function of a convex body takes time proportional to its vertices.
COLLIDE_API bool collide_shape_shape_distance(const collide_shape *a, const collide_shape *b,
                                              float max, collide_distance *out);

// Tests whether two shapes are within margin of each other. Says no only if they are proven farther
// apart, and yes only if lo <= margin. A negative margin asks for a depth of at least -margin.
COLLIDE_API bool collide_shape_shape_within(const collide_shape *a, const collide_shape *b,
                                            float margin);

// Find the first hit of a ray or a segment on a shape: the results of collide_ray_sphere,
// collide_segment_obb and so on for the kind of the shape, bit for bit (>>ray). A point is a sphere
// of radius 0, and a segment is a capsule of radius 0. COLLIDE_SHAPE_NONE and unknown kinds are
// never hit. out may be NULL.
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TRIANGLE)
COLLIDE_API bool collide_ray_shape(const collide_ray *a, const collide_shape *b, float t_max,
                                   collide_ray_hit *out);
COLLIDE_API bool collide_segment_shape(const collide_segment *a, const collide_shape *b,
                                       collide_ray_hit *out);
#endif

// ---- typed calls -----------------------------------------------------------------------------
// The same answers, bit for bit, for pairs that have a closed form, and for two OBBs.

#define COLLIDE__DISTANCE_DECLARE(A, B)                                                            \
    COLLIDE_API bool collide_##A##_##B##_distance(const collide_##A *a, const collide_##B *b,      \
                                                  float max, collide_distance *out);               \
    COLLIDE_API bool collide_##A##_##B##_within(const collide_##A *a, const collide_##B *b,        \
                                                float margin);
COLLIDE__DISTANCE_DECLARE(sphere, sphere)
COLLIDE__DISTANCE_DECLARE(sphere, capsule)
COLLIDE__DISTANCE_DECLARE(sphere, aabb)
COLLIDE__DISTANCE_DECLARE(sphere, obb)
COLLIDE__DISTANCE_DECLARE(sphere, triangle)
COLLIDE__DISTANCE_DECLARE(capsule, capsule)
COLLIDE__DISTANCE_DECLARE(capsule, aabb)
COLLIDE__DISTANCE_DECLARE(capsule, obb)
COLLIDE__DISTANCE_DECLARE(capsule, triangle)
COLLIDE__DISTANCE_DECLARE(aabb, aabb)
COLLIDE__DISTANCE_DECLARE(obb, obb)
COLLIDE__DISTANCE_DECLARE(triangle, triangle)
#undef COLLIDE__DISTANCE_DECLARE

// Test whether a capsule overlaps another shape, and a sphere an OBB: the verdicts of
// collide_shape_shape.
COLLIDE_API bool collide_sphere_capsule(const collide_sphere *a, const collide_capsule *b);
COLLIDE_API bool collide_sphere_obb(const collide_sphere *a, const collide_obb *b);
COLLIDE_API bool collide_capsule_capsule(const collide_capsule *a, const collide_capsule *b);
COLLIDE_API bool collide_capsule_aabb(const collide_capsule *a, const collide_aabb *b);
COLLIDE_API bool collide_capsule_obb(const collide_capsule *a, const collide_obb *b);
COLLIDE_API bool collide_capsule_triangle(const collide_capsule *a, const collide_triangle *b);

// ---- a shape against trees, terrain and cables -----------------------------------------------
// These calls take a shape of any kind. Where its kind has a call of its own, such as
// collide_sphere_tree, they have the answer of that call, with its bounds. They exist only if the
// other family is compiled, too. A shape that does not pass its check overlaps nothing.

// As collide_sphere_tree and collide_sphere_tree_indices (>>tree): whether a shape overlaps any
// triangle of a tree under a pose, and all triangles that it overlaps. The mesh is a surface, also
// for points and segments, which are tested like triangles without area; collide_point_tree says
// whether a point lies inside. Kinds without a call of their own (capsules, planes, cylinders
// without radius or height) overlap the triangles that collide_shape_shape finds. A triangle may be
// left out if its gap exceeds 2^-18 times the largest coordinates of the shape and the mesh. Cost:
// as >>tree says, with collide_shape_shape for each triangle whose box is near. A plane is tested
// against all triangles.
#ifndef COLLIDE_NO_TREE
COLLIDE_API bool collide_shape_tree(const collide_shape *a, const collide_tree *b,
                                    const collide_pose *pose_b);
COLLIDE_API size_t collide_shape_tree_indices(const collide_shape *a, const collide_tree *b,
                                              const collide_pose *pose_b, uint32_t *indices,
                                              size_t capacity);

// As collide_sphere_tree_sweep, for points, segments, spheres, AABBs, OBBs, triangles and convex
// bodies. Points, segments and triangles have the times of collide_triangle_triangle_sweep, and an
// AABB has the times of collide_obb_from_aabb. WARNING: other kinds (capsules, tetrahedra,
// cylinders, planes) have no such sweep: the result is always a miss. For a cylinder take its OBB.
COLLIDE_API bool collide_shape_tree_sweep(const collide_shape *a, collide_vec3 va,
                                          const collide_mover *b, float t_max, collide_impact *out,
                                          uint32_t *triangle);
#endif

// As collide_sphere_terrain: whether a shape overlaps terrain or lies below its surface. An AABB is
// tested as collide_obb_from_aabb. Points, segments, capsules, tetrahedra, convex bodies, and
// cylinders without radius or height have no call of their own. For these, the corners of cells are
// rounded to float relative to the first point of the shape, or to its centre or position, which
// moves them by at most 2^-24 of their distance from it. The rounded faces are tested in double: an
// overlap is never missed, and a gap of less than 2^-20 of the sizes of the shape and the cell may
// count as overlap. A plane overlaps no terrain. Cost: about 0.2 to 1 us for each cell near the
// shape; if there are many cells under it, squares of 4 by 4 and more cells that it does not reach
// cost as much as one.
//
// collide_shape_terrain_contacts has the contacts of collide_sphere_terrain_contacts and so on, for
// spheres, AABBs, OBBs and cylinders. Other kinds have no contacts: the result is always 0.
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_shape_terrain(const collide_shape *a, const collide_terrain *b);
COLLIDE_API size_t collide_shape_terrain_contacts(const collide_shape *a, const collide_terrain *b,
                                                  const collide_contact_options *options,
                                                  collide_contact *contacts, size_t capacity);
#endif

// As collide_cable_sphere_contacts, with the shape as the first argument: the contacts are of the
// cable with the shape, so point_a lies on the cable and the normal points from the shape to the
// cable. The first call says whether there are any. A capsule with a radius is a cable of one
// straight segment, so its contacts are the contacts of collide_cable_cable_contacts. Points,
// segments, tetrahedra, convex bodies, planes, and capsules or cylinders without radius have no
// call: the result is always false or 0.
#ifndef COLLIDE_NO_CABLE
COLLIDE_API bool collide_shape_cable(const collide_shape *a, const collide_cable *b);
COLLIDE_API size_t collide_shape_cable_contacts(const collide_shape *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity);
#endif
// ---- sweeps ----------------------------------------------------------------------------------

typedef enum collide_verdict {
    COLLIDE_MISS, // It is proven that there is no contact.
    COLLIDE_HIT,  // It is proven that there is a contact.
    COLLIDE_NEAR  // The shapes come within gap of each other, and nothing more is proven.
} collide_verdict;

// A bracket of the time of the first contact of two shapes in motion. A contact is a time at which
// the shapes touch or overlap.
//     verdict         t_lo and t_hi
//     COLLIDE_MISS    both are +infinity, and so is gap
//     COLLIDE_HIT     the first contact is in [t_lo, t_hi]
//     COLLIDE_NEAR    all contacts, if there are any, are in [t_lo, t_hi]
// t_lo is rounded down and t_hi is rounded up. The signed distance at the time t_lo is at most gap.
// If the shapes overlap at the start, t_lo and t_hi are 0, gap is negative, and normal is the
// direction of least penetration. Otherwise normal is the direction between the shapes at t_lo. It
// points from b to a and has unit length within 2^-22; for a miss it is 0.
typedef struct collide_bracket {
    float t_lo, t_hi, gap;
    collide_vec3 normal;
    uint32_t verdict; // a collide_verdict
} collide_bracket;

// Brackets the time at which two shapes that move with constant velocities va and vb touch first,
// within [0, t_max]. Returns false if they are proven to miss each other, so contact is never
// missed, and t_lo is never late. t_max may be +infinity, which means FLT_MAX. Bad input (a shape
// that does not pass its check, a velocity that is not finite, a negative or NaN t_max) gives a
// miss. out may be NULL.
//
// Let speed be the length of va - vb, and S the sum of sizes and distance at the start (see the top
// of this family). The bracket of a hit is at most 2^-20 S / speed wide. Grazing contacts can have
// wider brackets, if one shape is a cylinder or a convex body. The verdict is NEAR if
//     - the shapes touch at the start without overlap, rest on each other or slide along each
//     other;
//     - they touch only at t_max, or within rounding of it;
//     - they graze: no point is deeper than about 2^-40 S, or 2^-24 S if one is a cylinder or a
//       convex body;
//     - both are flat, in parallel planes, and neither is an OBB, an AABB or a segment; or two
//       points, or a point and a segment, touch exactly.
// The gap is then at most 2^-22 S.
//
// Cost: one to ten distances of the two shapes, at most 70. The
// typed calls of other families, such as collide_obb_obb_sweep, are faster, and give the last time
// of contact, too.
COLLIDE_API bool collide_shape_shape_sweep(const collide_shape *a, collide_vec3 va,
                                           const collide_shape *b, collide_vec3 vb, float t_max,
                                           collide_bracket *out);

// The same answers, bit for bit, for two shapes of given kinds.
COLLIDE_API bool collide_sphere_capsule_sweep(const collide_sphere *a, collide_vec3 va,
                                              const collide_capsule *b, collide_vec3 vb,
                                              float t_max, collide_bracket *out);
COLLIDE_API bool collide_sphere_obb_sweep(const collide_sphere *a, collide_vec3 va,
                                          const collide_obb *b, collide_vec3 vb, float t_max,
                                          collide_bracket *out);
COLLIDE_API bool collide_capsule_capsule_sweep(const collide_capsule *a, collide_vec3 va,
                                               const collide_capsule *b, collide_vec3 vb,
                                               float t_max, collide_bracket *out);
COLLIDE_API bool collide_capsule_obb_sweep(const collide_capsule *a, collide_vec3 va,
                                           const collide_obb *b, collide_vec3 vb, float t_max,
                                           collide_bracket *out);
COLLIDE_API bool collide_capsule_triangle_sweep(const collide_capsule *a, collide_vec3 va,
                                                const collide_triangle *b, collide_vec3 vb,
                                                float t_max, collide_bracket *out);
#endif // COLLIDE_NO_SHAPE
