#pragma once
#include "../shape/many.h"

// ================================================================================================
// >>motion
// ================================================================================================
#ifndef COLLIDE_NO_MOTION
// This family answers when two bodies that move and turn first touch. The answer is a bracket of
// the time (collide_bracket, >>shape), which is never late: it is proven that there is no contact
// before t_lo. Sweeps are the same question for bodies that do not turn, and faster; these calls
// take such bodies, too.
//
// A body's motion is a constant velocity of a point of the body, the pivot, and a constant spin
// about this point. (A screw, which turns about an axis and slides along it, is the case of a pivot
// on this axis and a velocity along it.) The point x of a shape is at the time t at
//
//     x(t) = pivot + t velocity + R(t spin) (pose x - pivot)
//
// where R(r) turns by the length of r, in radians, about its direction: counterclockwise, seen
// against it. Radii and heights stay as they are: axes of a pose are orthonormal up to rounding.
//
// Method: at a time t0, a unit vector n has the gap G > 0 (collide_distance). For any vector m, the
// gap along n + tau m at the time t0 + tau is at least
//
//     L(tau) =  - h_a(-(n + tau q_a)) - h_b(n + tau q_b) - (n + tau m).d - tau n.w - tau^2 C,
//     q_a = m + n x spin_a,  q_b = m + n x spin_b,
//     C = |m.w| + sum of (|m x spin| + (|n x spin| + tau |m x spin|) |spin| / 2) rho
//
// with the supports h of the bodies about their pivots, which are d apart and part at the velocity
// w, and the distance rho of each body's farthest point from its axis of spin. L is concave and
// L(0) = G, so there is no contact before t0 + T if L(T) >= 0, else none before
// t0 + T G / (G - L(T)), whatever T and m are. They are chosen so that n + tau m turns with the
// faces or edges that are nearest to each other; then few steps lead to the contact (two or three
// for boxes). A point of both bodies at some time is the proof of a contact.
//
// EXAMPLE
//     // A blade of a fan turns into a box, at three radians a second.
//     const collide_obb blade = {
//         {1, 0, 0}, {1, 0.125f, 0.0625f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
//     const collide_obb box = {
//         {0, 1.5f, 0}, {0.25f, 0.25f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
//     collide_motion turning = collide_motion_at_rest();
//     turning.spin.z = 3;
//     collide_bracket first;
//     if (collide_obb_obb_motion(&blade, &turning, &box, NULL, 1, 0, &first))
//         printf("contact after %.4f s\n", (double)first.t_hi);
//     // prints: contact after 0.4251 s

// A pose, and how it moves. The shape of a query is in the body's own coordinates, and the pose
// takes it into the world: a shape that is in world coordinates already has the identity as pose,
// or it is moved twice. Velocity (lengths per unit of time), spin (radians per unit of time, about
// its direction) and pivot are in world space. The pivot is the point that moves straight while the
// body turns about it, where it is at the time 0: the centre of mass of a free body, or the hinge
// of a door, which has the velocity 0. If it is left at 0, a body that turns swings round the
// origin. Without spin, every pivot gives the same way, but the default tolerance of queries grows
// with its distance from the shape.
typedef struct collide_motion {
    collide_pose pose;
    collide_vec3 pivot, velocity, spin;
} collide_motion;

// ---- making ----------------------------------------------------------------------------------

// Returns the identity as pose, and the rest 0.
COLLIDE_API collide_motion collide_motion_at_rest(void);

// Returns the motion of a shape in world coordinates: the identity as pose, and the given pivot,
// velocity (lengths per unit of time) and spin (radians per unit of time). If a number is not
// finite, no query finds a contact.
COLLIDE_API collide_motion collide_motion_from_velocity(collide_vec3 pivot, collide_vec3 velocity,
                                                        collide_vec3 spin);

// Returns the motion from pose p0 at the time 0 to pose p1 at the time t, by the shortest turn. The
// pivot moves along a line; the choice of the pivot changes the way between the poses, not its
// ends. For a body that flies, it is the centre of mass at the time 0. Of two turns by half a
// circle it takes either. The pose at t differs from p1 by roundings of floats. If t is not > 0, a
// number is not finite, a pose does not pass collide_pose_check, or one of both mirrors and the
// other does not, then velocity and spin are NaN, and no query finds a contact.
COLLIDE_API collide_motion collide_motion_from_poses(const collide_pose *p0, const collide_pose *p1,
                                                     collide_vec3 pivot, float t);

// Returns the pose at the time t, rounded to float. Its axes are orthonormal as
// collide_obb_orthonormalize makes them. This also makes a pose from an axis and an angle: set the
// spin of a motion at rest to the unit axis times the angle, the pivot to a point of the axis, and
// ask for t = 1 (see `turned` in docs/robots.md).
COLLIDE_API collide_pose collide_motion_pose(const collide_motion *motion, float t);

// ---- the first contact -----------------------------------------------------------------------

// Brackets the time at which two shapes that move and turn first touch, within [0, t_max]. Returns
// true for COLLIDE_HIT and COLLIDE_NEAR, and false if they are proven to miss each other. A motion
// may be NULL: the shape is at rest where it is. out may be NULL.
//     HIT     the first contact is in [t_lo, t_hi]
//     NEAR    all contacts, if there are any, are in [t_lo, t_hi], and the shapes come within gap
//             of each other at t_lo: they graze, rest on each other, or the steps have ended
//     MISS    t_lo = t_hi = gap = +infinity
// The search may end as NEAR where the gap is below tolerance, a length. If tolerance is 0,
// negative or NaN, it is 1e-5 of the sizes of both shapes, where the size of a shape is about the
// distance of its farthest point from its pivot: choose pivots in or near their shapes. Times and
// gaps of hits do not depend on tolerance. It is no margin: for one, call
// collide_shape_shape_motion_within. The normal is the direction between the shapes shortly before
// t_lo: the shapes are apart along it within about 2^-12 of their sizes. Angles above 2^20 radians
// are not followed: the search ends as NEAR unless the bodies stay out of the way that each other's
// turns can take.
//
// Bad input gives a miss: a shape that does not pass its check, a pose, pivot, velocity or spin
// that is not finite, a negative or NaN t_max.
COLLIDE_API bool collide_shape_shape_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_shape *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out);

// Brackets the time at which two shapes that move and turn first come within a margin of each
// other, a distance >= 0, as collide_shape_shape_motion does their contact: before t_lo they are
// proven to be farther apart than the margin, and of a HIT their distance is at most the margin at
// some time of [t_lo, t_hi]. gap is a bound of their distance at t_lo. If they are within the
// margin at the start, t_lo is 0. A margin of 0 gives the bits of collide_shape_shape_motion; one
// that is negative, infinite or NaN is bad input. Two planes with a margin are NEAR at once, unless
// they overlap. Cost: two boxes take 1.5 times as long as without a margin, a capsule and a box 1.3
// times; other bodies take as long.
COLLIDE_API bool
collide_shape_shape_motion_within(const collide_shape *a, const collide_motion *motion_a,
                                  const collide_shape *b, const collide_motion *motion_b,
                                  float margin, float t_max, float tolerance, collide_bracket *out);

// Bracket the first contact of two shapes of given kinds that move and turn, with the bits of
// collide_shape_shape_motion.
COLLIDE_API bool collide_obb_obb_motion(const collide_obb *a, const collide_motion *motion_a,
                                        const collide_obb *b, const collide_motion *motion_b,
                                        float t_max, float tolerance, collide_bracket *out);
COLLIDE_API bool collide_sphere_obb_motion(const collide_sphere *a, const collide_motion *motion_a,
                                           const collide_obb *b, const collide_motion *motion_b,
                                           float t_max, float tolerance, collide_bracket *out);
COLLIDE_API bool collide_capsule_obb_motion(const collide_capsule *a,
                                            const collide_motion *motion_a, const collide_obb *b,
                                            const collide_motion *motion_b, float t_max,
                                            float tolerance, collide_bracket *out);
COLLIDE_API bool collide_capsule_capsule_motion(const collide_capsule *a,
                                                const collide_motion *motion_a,
                                                const collide_capsule *b,
                                                const collide_motion *motion_b, float t_max,
                                                float tolerance, collide_bracket *out);
COLLIDE_API bool collide_sphere_capsule_motion(const collide_sphere *a,
                                               const collide_motion *motion_a,
                                               const collide_capsule *b,
                                               const collide_motion *motion_b, float t_max,
                                               float tolerance, collide_bracket *out);

// ---- meshes ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// Brackets the first contact of a shape of any kind, or of a mesh, with a mesh, where both move and
// turn. Returns true for COLLIDE_HIT and COLLIDE_NEAR and false for a miss, as
// collide_shape_shape_motion does: the way is free before t_lo; of a HIT the first contact is in
// [t_lo, t_hi]; of a NEAR it is not certain that there is one. Tetrahedra are solid. The bracket of
// a HIT may be wide: t_lo is the smallest of all pairs of triangles that are not proven free, and
// *triangle or *pair names this pair, but t_hi is the first time at which any pair is proven to
// touch. So if one pair grazes and another one touches later, t_lo is from the first pair and t_hi
// from the second. If collide_shape_tree or collide_tree_tree finds an overlap at the start, the
// answer is a HIT with t_lo = t_hi = 0 and the indices that it finds: so lift a body that stands on
// a floor before you move it.
//
// For a miss the bracket is as above, and indices are UINT32_MAX. Bad input, as above, and a tree
// that is NULL give a miss. motion_a, motion_b, out, triangle and pair may be NULL. A motion moves
// a mesh from where its positions are, by the pose first.
//
// Cost: pairs of nodes are looked into in the order of the times until which they are proven free,
// so that little behind the first contact is visited. Two meshes of 1,900 triangles that turn by
// 0.2 to 1.5 radians took 0.2 ms (median) and 2.4 ms where they slide along each other. After
// 32,768 looks the answer is NEAR (HIT, if a later contact is proven), and t_lo the time until
// which all pairs are proven free.
COLLIDE_API bool collide_shape_tree_motion(const collide_shape *a, const collide_motion *motion_a,
                                           const collide_tree *b, const collide_motion *motion_b,
                                           float t_max, float tolerance, collide_bracket *out,
                                           uint32_t *triangle);

// Brackets the first contact of two meshes, as above.
COLLIDE_API bool collide_tree_tree_motion(const collide_tree *a, const collide_motion *motion_a,
                                          const collide_tree *b, const collide_motion *motion_b,
                                          float t_max, float tolerance, collide_bracket *out,
                                          collide_pair *pair);

// Bracket the time at which a shape or a mesh first comes within a margin of a mesh, as
// collide_shape_shape_motion_within does of two shapes. Bodies that overlap at the start get the
// answer of the call without a margin.
COLLIDE_API bool collide_shape_tree_motion_within(const collide_shape *a,
                                                  const collide_motion *motion_a,
                                                  const collide_tree *b,
                                                  const collide_motion *motion_b, float margin,
                                                  float t_max, float tolerance,
                                                  collide_bracket *out, uint32_t *triangle);
COLLIDE_API bool collide_tree_tree_motion_within(const collide_tree *a,
                                                 const collide_motion *motion_a,
                                                 const collide_tree *b,
                                                 const collide_motion *motion_b, float margin,
                                                 float t_max, float tolerance, collide_bracket *out,
                                                 collide_pair *pair);
#endif // COLLIDE_NO_TREE

// ---- the whole way, and many meshes ----------------------------------------------------------

// Returns a box that holds a shape at all times of [0, t_max], rounded outward, for any broad
// phase: shapes whose boxes are apart are proven to miss each other. It holds the solid of
// revolution of the shape about the axis of spin, on its way; or, for small turns, the shape at the
// time 0, widened by as far as its points can come. motion may be NULL. A plane has infinite
// bounds. Bad input, as above, gives an empty box (min = +infinity, max = -infinity). Cost: eight
// supports of the shape.
//
// First contacts of all pairs of many shapes: with these boxes collide_octree_build_aabbs and
// collide_octree_self_indices list the pairs that collide_shape_shape_motion_pairs takes.
COLLIDE_API collide_aabb collide_aabb_from_shape_motion(const collide_shape *shape,
                                                        const collide_motion *motion, float t_max);

// Returns a box that holds a mesh at all times of [0, t_max]. It is made of the bounds of the
// root's children, and wider by 2^-20 of its sizes, so that it also holds what collide_tree_tree
// counts as overlap at the start. A tree that is NULL gives an empty box.
#ifndef COLLIDE_NO_TREE
COLLIDE_API collide_aabb collide_aabb_from_tree_motion(const collide_tree *tree,
                                                       const collide_motion *motion, float t_max);

// Many meshes that move and turn: all pairs i < j whose first contact lies in [0, t_max], each
// once, with the answer of collide_tree_tree_motion. Several may share a tree.
#ifndef COLLIDE_NO_OCTREE
typedef struct collide_motion_mover {
    const collide_tree *tree; // NULL is an error
    collide_motion motion;    // start from collide_motion_at_rest()
} collide_motion_mover;

typedef struct collide_movers_motion_hit {
    collide_pair movers, triangles;
    collide_bracket first; // COLLIDE_HIT or COLLIDE_NEAR
} collide_movers_motion_hit;

typedef struct collide_movers_motion_counts {
    size_t hits;  // pairs of movers that hit, including pairs without room
    size_t pairs; // pairs of movers whose boxes overlap: these were asked
} collide_movers_motion_counts;

// Finds these pairs of n movers, at a stride in bytes (0 means tightly packed). hits takes the
// first capacity pairs, in rising order of i; for one i the order depends on the movers alone.
// *counts is overwritten; counts may not be NULL. scratch has collide_movers_scratch_size(n) bytes
// (>>tree), is aligned to COLLIDE_ALIGNMENT and may have any contents. The tolerance is as in
// collide_shape_shape_motion. A pair whose boxes (collide_aabb_from_tree_motion) are apart is
// proven to miss, even where a call of its own would end as NEAR. Movers with bad input hit
// nothing. Errors: NULL (also a mover's tree), COUNT, STRIDE, OVERFLOW, SIZE, ALIGNMENT, EXTENT
// (t_max < 0 or NaN); *counts is then all 0. Cost: n log n for an octree over the boxes, and a call
// for each pair of boxes that overlap.
COLLIDE_API collide_status collide_movers_motion(const collide_motion_mover *movers, size_t n,
                                                 size_t stride, float t_max, float tolerance,
                                                 void *scratch, size_t size,
                                                 collide_movers_motion_hit *hits, size_t capacity,
                                                 collide_movers_motion_counts *counts);
#endif
#endif // COLLIDE_NO_TREE

// ---- batches ---------------------------------------------------------------------------------

// The motions of an array or of a pack of shapes: motion i belongs to object i. A stride of 0
// means that they are packed tightly; others are multiples of 4.
typedef struct collide_motion_array {
    const collide_motion *objects;
    size_t count, stride;
} collide_motion_array;

// These batches give the answers of collide_shape_shape_motion, bit for bit: out[i] is the bracket
// of pair i, required. They return the number of hits, as single calls return true: HIT and NEAR.
// Motions may be NULL: all of these shapes are at rest where they are. Where the motions are fewer
// than the shapes, a shape without one misses all others.
//
// Two OBBs are searched in lanes, by vector code where there is some, and so are two round bodies
// (points, segments, spheres and capsules), and a round body and an AABB or OBB, unless both radii
// are 0. So are two convex bodies, and a convex body and a round body or an AABB or OBB. A lane
// that has ended takes the next pair. Bad input, bodies that both do not turn, overlaps of convex
// bodies or of the cores of round bodies at the start, and brackets that stay wide, as of bodies
// that graze, go to single calls, as do pairs of all other kinds: these gain nothing. Cost: bodies
// that turn by 0.2 to 1.5 radians take about a fifth of a single call with AVX-512, two fifths with
// AVX2 and six tenths with SSE2; convex bodies of 16 vertices six tenths with AVX2.
//
// One shape against a pack; out has as many elements as the pack has shapes.
COLLIDE_API size_t collide_shape_shape_motion_many(
    const collide_shape *a, const collide_motion *motion_a, const collide_shape_pack *b,
    const collide_motion_array *motions_b, float t_max, float tolerance, collide_bracket *out);

// Shape i of a against shape i of b, up to the smaller count.
COLLIDE_API size_t collide_shape_shape_motion_lanes(
    const collide_shape_pack *a, const collide_motion_array *motions_a, const collide_shape_pack *b,
    const collide_motion_array *motions_b, float t_max, float tolerance, collide_bracket *out);

// n index pairs into arrays, of which a and b may be the same; out has n elements. An index out of
// range is a miss.
COLLIDE_API size_t collide_shape_shape_motion_pairs(
    const collide_shape_array *a, const collide_motion_array *motions_a,
    const collide_shape_array *b, const collide_motion_array *motions_b, const collide_pair *pairs,
    size_t n, float t_max, float tolerance, collide_bracket *out);

// First contacts of two shapes of given kinds that move and turn, one against a pack (_many), pack
// against pack (_lanes), or index pairs (_pairs). Convex bodies, and all other kinds, have the
// batches above.
#define COLLIDE__MOTIONS_DECLARE(A, B)                                                             \
    COLLIDE_API size_t collide_##A##_##B##_motion_many(                                            \
        const collide_##A *a, const collide_motion *motion_a, const collide_##B##_pack *b,         \
        const collide_motion_array *motions_b, float t_max, float tolerance,                       \
        collide_bracket *out);                                                                     \
    COLLIDE_API size_t collide_##A##_##B##_motion_lanes(                                           \
        const collide_##A##_pack *a, const collide_motion_array *motions_a,                        \
        const collide_##B##_pack *b, const collide_motion_array *motions_b, float t_max,           \
        float tolerance, collide_bracket *out);                                                    \
    COLLIDE_API size_t collide_##A##_##B##_motion_pairs(                                           \
        const collide_##A##_array *a, const collide_motion_array *motions_a,                       \
        const collide_##B##_array *b, const collide_motion_array *motions_b,                       \
        const collide_pair *pairs, size_t n, float t_max, float tolerance, collide_bracket *out);
COLLIDE__MOTIONS_DECLARE(obb, obb)         // collide_obb_obb_motion_many ...
COLLIDE__MOTIONS_DECLARE(sphere, obb)      // collide_sphere_obb_motion_many ...
COLLIDE__MOTIONS_DECLARE(capsule, obb)     // collide_capsule_obb_motion_many ...
COLLIDE__MOTIONS_DECLARE(capsule, capsule) // collide_capsule_capsule_motion_many ...
COLLIDE__MOTIONS_DECLARE(sphere, capsule)  // collide_sphere_capsule_motion_many ...
#undef COLLIDE__MOTIONS_DECLARE
#endif // COLLIDE_NO_MOTION
