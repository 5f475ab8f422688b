#pragma once
#include "../terrain/terrain.h"
#include "../tree/tree.h"

// ================================================================================================
// >>cable
// ================================================================================================
#ifndef COLLIDE_NO_CABLE
// This family tests cables against boxes, triangles, spheres, cylinders, terrain, trees and each
// other [MaLong]. The centre line of a cable is a uniform cubic B-spline, and the cable is solid
// within a radius of it. A collide_cable is the whole chain. A collide_spline is one segment, with
// control points V0 to V3 and the centre line C(u), u from 0 to 1:
//
//           V1 . . . . . . . . . . . . . V2
//           .   .-----------------------.  .         C(u) = c0 + c1 u + c2 u^2 + c3 u^3
//          .   /            | radius     \  .        c0 = (V0 + 4 V1 + V2) / 6
//         .   (   o---------+-- C(u) -o   )  .       c1 = (V2 - V0) / 2
//        .     \ u = 0            u = 1  /    .      c2 = (V0 - 2 V1 + V2) / 2
//       .       '-----------------------'      .     c3 = (V3 - 3 V2 + 3 V1 - V0) / 6
//      V0                                       V3   ends are round
//
// The centre line runs from near V1 to near V2, on the inner side of bends; it does not pass
// through control points. Control points may coincide: the centre line may be a point, be straight
// or have a cusp.
//
// The method of [MaLong] has three layers, from cheap to exact. Each is a call of its own, and a
// verdict on a box goes through all of them:
//     1  boxes        collide_aabb_from_spline_points bounds the control points and the radius;
//                     collide_aabb_aabb (>>aabb) compares it with the bounds of the body
//     2  centre line  collide_spline_aabb_near, collide_spline_aabb_intervals: where the centre
//                     line lies in the box grown by the radius. This is necessary for an overlap,
//                     but not sufficient: the grown box has sharp corners, and the box swept by a
//                     sphere has round ones
//     3  bodies       collide_spline_aabb, collide_spline_triangle and so on decide whether the
//                     centre line comes within the radius of the body. For triangles,
//                     collide_spline_triangle_near first compares projections on the coordinate
//                     planes, and rejects if they are apart
//
// Method: a segment in Bezier form is halved repeatedly, in double. For each part, the point of the
// body nearest to the middle of the part is found. The part is rejected if a plane through this
// point separates the hull of the part's control points from the body by more than the radius.
// A part whose middle is within the radius is a hit. Only parts that are neither rejected nor hit
// are halved again, at most 24 times. (The source finds roots of cubics for layer 2. The Bezier
// form needs no cases for the sign of c3, complex pairs and double roots.)
//
// Error bound: let l be the length of the control polygon, and m the largest absolute coordinate,
// relative to V1, of the segment and the body, radii included. If the body is terrain, the whole
// grid counts. A segment within the radius of a body is a hit. A segment that hits is within the
// radius + 2^-21 l + 2^-40 m of the body (for OBBs and cylinders, + 2^-17 of the sum of their size
// and the radius). The distance from the origin does not matter. A segment hits nothing if it is
// not finite or its radius is <= 0. A body hits nothing if it is not finite or its radius is < 0,
// except that bounds of AABBs may be infinite. The bound holds for lengths from 1e-30 to 1e30.
//
// EXAMPLE
//     static const collide_vec3 hang[6] = {{-3, 0, 0}, {-2, 0, 1}, {-1, 0, 2},
//                                          {1, 0, 2},  {2, 0, 1},  {3, 0, 0}};
//     const collide_cable cable = {hang, 6, 0, 0.125f, COLLIDE_CABLE_CLAMPED};
//     const collide_aabb box = {{-1, -1, 0}, {1, 1, 1.75f}};
//     collide_cable_contact touch[8];
//     const size_t n = collide_cable_aabb_contacts(&cable, &box, NULL, touch, 8);
//     for (size_t i = 0; i < n && i < 8; ++i)
//         printf("segment %d from u = %.2f to %.2f\n", (int)touch[i].segment,
//                (double)touch[i].interval.first, (double)touch[i].interval.last);
//     // prints: segment 2 from u = 0.79 to 1.00
//     // prints: segment 3 from u = 0.00 to 1.00
//     // prints: segment 4 from u = 0.00 to 0.21
//     // How far from the box each segment is (needs >>shape):
//     const collide_shape body = collide_shape_from_aabb(&box);
//     collide_cable_distance gaps[7]; // collide_cable_segment_count(&cable)
//     collide_shape_cable_clearances(&body, &cable, 10, gaps, 7);
//     printf("segment 1: %.4f\n", (double)gaps[1].distance.lo);
//     // prints: segment 1: 0.8750

// A solid segment of a cable. radius is > 0. A capsule from p to q is the segment with control
// points 2p - q, p, q and 2q - p.
typedef struct collide_spline {
    collide_vec3 v[4]; // control points
    float radius;
} collide_spline;

// Where the centre line of a cable begins and ends. OPEN: near the second control point and near
// the last but one. CLAMPED: at the first and the last control point, which count three times. The
// first and the last segment are then straight and cover a sixth of the way to the next point, and
// C' is 0 at both ends. The clamped spline of a CAD program, whose knots repeat at the ends, is
// another curve: collide_spline_from_bezier takes it. CLOSED: a loop.
#define COLLIDE_CABLE_OPEN 0u
#define COLLIDE_CABLE_CLAMPED 1u
#define COLLIDE_CABLE_CLOSED 2u

// A chain of segments over control points in your memory: n points make n - 3 segments if the cable
// is open, n + 1 if it is clamped and n if it is closed.
typedef struct collide_cable {
    const void *points; // control points: three floats each
    size_t count;       // at least 4, at most 2^31
    size_t stride;      // bytes from point to point, at least 12; 0 means 12
    float radius;       // > 0
    uint32_t ends;      // COLLIDE_CABLE_...
} collide_cable;

// An interval of u, first <= last.
typedef struct collide_interval {
    float first, last;
} collide_interval;

// The deepest contact of a segment (a, of a cable) and a body (b). point_a lies on the surface of
// the segment, point_b on the surface of the body (if the centre line is below terrain, on the
// plane of the face above, perhaps beside the face). Feature ids are 0. The normal points from b to
// a. It is the normal of the body's surface at the point nearest to the centre line. If the centre
// line crosses a triangle, it is the normal of the triangle's front. If two centre lines cross, it
// is perpendicular to both. If several local maxima of the depth differ by at most 2^-16 l (l as in
// the error bound), any of them may be returned. interval goes from the first to the last u at
// which the segment overlaps the body, rounded outward by at most 2^-16 (two cables: 2^-10). The
// segment may leave the body in between (for layer 2, collide_spline_aabb_intervals returns each
// interval).
typedef struct collide_cable_contact {
    collide_contact contact;
    uint32_t segment;          // index in the cable; 0 in queries of one segment
    uint32_t other;            // triangle of the mesh or segment of the other cable; else 0
    float u;                   // of the deepest point of the centre line
    float other_u;             // the same on the other cable; else 0
    collide_interval interval; // of u
} collide_cable_contact;

// ---- making ----------------------------------------------------------------------------------

// Returns COLLIDE_OK or an error: NULL, COUNT (fewer than four points), OVERFLOW (more than 2^31
// points, or beyond the address space), STRIDE (not 0 and below 12), OPTION (ends), NOT_FINITE
// (radius or a point), EXTENT (radius <= 0). A cable with an error hits nothing.
COLLIDE_API collide_status collide_cable_check(const collide_cable *cable);

// The number of segments, which follows from count and ends; 0 if these are not valid.
COLLIDE_API size_t collide_cable_segment_count(const collide_cable *cable);

// Segment i. If i is out of range or the stride is not valid, all numbers are NaN and the segment
// hits nothing. In an open or closed cable it has points i to i + 3 and runs from near point i + 1
// to near point i + 2. In a clamped cable it has points i - 2 to i + 1, clamped to the first and
// the last, and runs from near point i - 1 to near point i.
COLLIDE_API collide_spline collide_cable_segment(const collide_cable *cable, size_t i);

// The segment whose centre line is the cubic Bezier curve with the four control points B0 to B3:
// V0 = 6 B0 - 7 B1 + 2 B2, V1 = 2 B1 - B2, V2 = 2 B2 - B1, V3 = 2 B1 - 7 B2 + 6 B3. They are
// computed in double and rounded to float. A point of the curve is a weighted mean of V0 to V3 with
// weights >= 0, so it moves on each axis by no more than the largest rounding of one of them: half
// of the spacing of floats there, which is less than 2^-20 of the largest coordinate of B on this
// axis if it is at least 1e-30, since V0 to V3 may be 15 times as far from the origin. If a point
// is not finite, or a result exceeds FLT_MAX, or the radius is not > 0, the segment hits nothing.
//
// A cubic B-spline of a CAD program that has uniform knots and no weights is an open cable of its
// own control points. Another one becomes Bezier curves if each of its inner knots is inserted
// until it occurs three times; then points are 4 consecutive control points, 3 apart from piece to
// piece. Curves with weights have to be approximated first. Pieces cannot be one cable, since
// cables share three control points from segment to segment. Ask about each segment, or as a cable
// of its own, for queries that have cables alone: an open cable of the points V0 to V3 is this
// piece. Ends are round, so pieces that follow each other leave no gap where they bend.
COLLIDE_API collide_spline collide_spline_from_bezier(const collide_vec3 *points, float radius);

// C(u) for any u. tangent, if not NULL, takes C'(u), which is 0 at a cusp and at the ends of a
// clamped cable. Both are evaluated in double relative to V1 and rounded.
COLLIDE_API collide_vec3 collide_spline_point(const collide_spline *a, float u,
                                              collide_vec3 *tangent);

// The bounds of the control points grown by the radius, rounded outward (layer 1). This is cheap,
// but larger than needed, since the segment does not reach its outer control points. The box is
// empty if a number is not finite or the radius is not > 0.
COLLIDE_API collide_aabb collide_aabb_from_spline_points(const collide_spline *spline);

// The bounds of the Bezier control points grown by the radius, rounded outward. These are tighter
// than the bounds above. For a capsule they are the bounds of the spheres at its two ends. The box
// is empty for the same input as above.
COLLIDE_API collide_aabb collide_aabb_from_spline(const collide_spline *spline);

// The k-DOP of the Bezier control points, grown by the radius.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API collide_kdop6 collide_kdop6_from_spline(const collide_spline *spline);
COLLIDE_API collide_kdop14 collide_kdop14_from_spline(const collide_spline *spline);
COLLIDE_API collide_kdop18 collide_kdop18_from_spline(const collide_spline *spline);
COLLIDE_API collide_kdop26 collide_kdop26_from_spline(const collide_spline *spline);
#endif

// Packs of segments work like the packs of >>sat. A segment takes 52 bytes by itself and 76 bytes
// in a pack, which also holds its box. The error EXTENT means that a radius is not > 0.
#define COLLIDE_SPLINE_PACK_MAGIC 0x314c5053u // "SPL1" in memory on little-endian machines
typedef struct collide_spline_pack {
    collide_pack header;
} collide_spline_pack;

// An array of segments, as in >>vocabulary.
typedef struct collide_spline_array {
    const collide_spline *objects;
    size_t count, stride;
} collide_spline_array;

// Make, read and change packs of segments.
COLLIDE_API size_t collide_spline_pack_size(size_t n);
COLLIDE_API collide_status collide_spline_pack_build(collide_spline_pack **pack, void *memory,
                                                     size_t size, const collide_spline *splines,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_spline_pack_open(collide_spline_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_spline_pack_count(const collide_spline_pack *pack);
COLLIDE_API collide_status collide_spline_pack_set(collide_spline_pack *pack, size_t i,
                                                   const collide_spline *spline);
COLLIDE_API collide_status collide_spline_pack_update(collide_spline_pack *pack, size_t first,
                                                      const collide_spline *objects, size_t n,
                                                      size_t stride);
COLLIDE_API collide_spline collide_spline_pack_get(const collide_spline_pack *pack, size_t i);

// Packs the segments of n cables at a stride in bytes, cable after cable: the index of segment k is
// k + the number of segments of the cables before. The size is collide_spline_pack_size of the sum
// of all segments. Errors: NULL, COUNT, STRIDE, an error of collide_cable_check for any cable,
// OVERFLOW, SIZE, ALIGNMENT.
COLLIDE_API collide_status collide_spline_pack_build_cables(collide_spline_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_cable *cables, size_t n,
                                                            size_t stride);

// ---- layer 2: the centre line and the grown box ----------------------------------------------

// Whether some point of the centre line lies in the grown box, which is the box enlarged by the
// radius on each side along its own axes.
COLLIDE_API bool collide_spline_aabb_near(const collide_spline *a, const collide_aabb *b);
COLLIDE_API bool collide_spline_obb_near(const collide_spline *a, const collide_obb *b);

// The u in [0, 1] at which the centre line lies in the grown box, as disjoint intervals in rising
// order; there is at least one if and only if the call above returns true. An interval may be too
// long at either end by at most 2^-24 in u. It may also include a stretch of the centre line that
// lies outside the grown box by no more than the error bound. Returns the number of intervals and
// writes the first capacity of them. Cost: 0.5 to 1 us for each end of an interval.
COLLIDE_API size_t collide_spline_aabb_intervals(const collide_spline *a, const collide_aabb *b,
                                                 collide_interval *intervals, size_t capacity);
COLLIDE_API size_t collide_spline_obb_intervals(const collide_spline *a, const collide_obb *b,
                                                collide_interval *intervals, size_t capacity);

// ---- layer 3: a segment and a body -----------------------------------------------------------

// Whether the hull of a segment, grown by the radius, reaches the plane of a triangle, and overlaps
// the triangle in the projections on all coordinate planes. This is necessary for an overlap, not
// sufficient. It is evaluated in float.
COLLIDE_API bool collide_spline_triangle_near(const collide_spline *a, const collide_triangle *b);

// Whether a segment overlaps a body: whether the centre line comes within the radius of it. out may
// be NULL, which is faster. Otherwise it takes the deepest contact, or zeros for a miss. Boxes,
// spheres and cylinders are solid. An OBB or cylinder that its _check refuses (such as a cylinder
// without radius or height) hits nothing. If the centre line is inside a solid body, the normal is
// the normal of the nearest face; for an infinite box the depth is FLT_MAX and the normal
// arbitrary. Terrain is solid as in >>terrain: below the surface, the depth is measured to the
// plane of the face above. If there are several faces above, the largest depth counts.
COLLIDE_API bool collide_spline_aabb(const collide_spline *a, const collide_aabb *b,
                                     collide_cable_contact *out);
COLLIDE_API bool collide_spline_obb(const collide_spline *a, const collide_obb *b,
                                    collide_cable_contact *out);
COLLIDE_API bool collide_spline_triangle(const collide_spline *a, const collide_triangle *b,
                                         collide_cable_contact *out);
COLLIDE_API bool collide_spline_sphere(const collide_spline *a, const collide_sphere *b,
                                       collide_cable_contact *out);
#ifndef COLLIDE_NO_CYLINDER
COLLIDE_API bool collide_spline_cylinder(const collide_spline *a, const collide_cylinder *b,
                                         collide_cable_contact *out);
#endif
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_spline_terrain(const collide_spline *a, const collide_terrain *b,
                                        collide_cable_contact *out);
#endif

// Whether two segments overlap: whether their centre lines come within the sum of the radii. In the
// error bound, l is then the sum of both lengths.
COLLIDE_API bool collide_spline_spline(const collide_spline *a, const collide_spline *b,
                                       collide_cable_contact *out);

// ---- cables ----------------------------------------------------------------------------------
// One contact for each segment that overlaps the body, in rising order of segments, with the values
// of the calls above. contacts takes the deepest, up to capacity; which contacts of equal depth it
// takes is unspecified. A capacity of 0 asks for the number alone, which is faster. Each segment is
// tested alone, so a solver may drop a contact at u = 0 or 1 if the adjacent segment is deeper.
// Cost: a check of all points, and a bounds test per segment; on terrain 0.3 to 1.5 us more for
// each cell below a segment. If the list is full, each further contact is compared with all
// contacts in it.
COLLIDE_API size_t collide_cable_aabb_contacts(const collide_cable *a, const collide_aabb *b,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_obb_contacts(const collide_cable *a, const collide_obb *b,
                                              const collide_contact_options *options,
                                              collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_triangle_contacts(const collide_cable *a,
                                                   const collide_triangle *b,
                                                   const collide_contact_options *options,
                                                   collide_cable_contact *contacts,
                                                   size_t capacity);
COLLIDE_API size_t collide_cable_sphere_contacts(const collide_cable *a, const collide_sphere *b,
                                                 const collide_contact_options *options,
                                                 collide_cable_contact *contacts, size_t capacity);
#ifndef COLLIDE_NO_CYLINDER
COLLIDE_API size_t collide_cable_cylinder_contacts(const collide_cable *a,
                                                   const collide_cylinder *b,
                                                   const collide_contact_options *options,
                                                   collide_cable_contact *contacts,
                                                   size_t capacity);
#endif
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API size_t collide_cable_terrain_contacts(const collide_cable *a, const collide_terrain *b,
                                                  const collide_contact_options *options,
                                                  collide_cable_contact *contacts, size_t capacity);
#endif

// Overlaps and contacts of a segment or a cable and a tree under a pose (NULL: the identity), as of
// single shapes in >>tree. The first two say whether a segment or a cable overlaps any triangle,
// and stop at the first one found. collide_spline_tree_indices lists the triangles that overlap a
// segment. collide_cable_tree_indices lists all overlapping pairs (segment, triangle) of a cable.
// collide_cable_tree_contacts returns one contact for each segment that overlaps triangles: the
// deepest of them. Its interval alone is about all of them: from the first to the last u at which
// the segment overlaps any triangle. Trees of tetrahedra have no contacts. A mesh of triangles is a
// surface, so no depth exceeds the radius. Cost: about 1 us for each segment whose box overlaps the
// box of the tree, and the time for the triangles near it.
#ifndef COLLIDE_NO_TREE
COLLIDE_API bool collide_spline_tree(const collide_spline *a, const collide_tree *b,
                                     const collide_pose *pose_b);
COLLIDE_API bool collide_cable_tree(const collide_cable *a, const collide_tree *b,
                                    const collide_pose *pose_b);
COLLIDE_API size_t collide_spline_tree_indices(const collide_spline *a, const collide_tree *b,
                                               const collide_pose *pose_b, uint32_t *indices,
                                               size_t capacity);
COLLIDE_API size_t collide_cable_tree_indices(const collide_cable *a, const collide_tree *b,
                                              const collide_pose *pose_b, collide_pair *pairs,
                                              size_t capacity);
COLLIDE_API size_t collide_cable_tree_contacts(const collide_cable *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity);
#endif

// One contact for each overlapping pair of segments of two cables, or of segments i < j of one
// cable. The second call skips a pair if j - i (in a loop, the shorter way round) is at most
// neighbours, where 0 means 1. Consecutive segments always overlap. The first and the last
// segment of a clamped cable are a sixth as long: pass at least 2 there. If a cable is thicker than
// its segments are long, segments farther apart overlap, too: pass at least 1 + 2 radius / length
// of the shortest segment. Contacts are in rising order of the segment of a, then of b. The
// interval is on the segment of a; exchange the cables to get the other. Cost: 12 ns for each pair
// of segments.
COLLIDE_API size_t collide_cable_cable_contacts(const collide_cable *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *cable, size_t neighbours,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity);

// ---- batches ---------------------------------------------------------------------------------
// Hit bits and lists are as in >>conventions. bits has COLLIDE_BLOCKS(n) words for n answers. Each
// function returns the number of hits. Batches against boxes divide each segment into 16 parts. The
// hulls of the parts' control points reject far segments and find most hits of layer 2. Batches
// against triangles reject as collide_spline_triangle_near does. Single calls decide the rest. On
// machines without SIMD, loops of single calls are faster if many pairs hit. Only boxes and
// triangles have batches; other bodies have single calls only.

// Whether a box overlaps the segments of a pack, as hit bits or indices. Calls with _near stop at
// layer 2; the others give the verdict.
COLLIDE_API size_t collide_aabb_spline_near_many(const collide_aabb *a,
                                                 const collide_spline_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_aabb_spline_near_many_indices(const collide_aabb *a,
                                                         const collide_spline_pack *b,
                                                         uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_aabb_spline_many(const collide_aabb *a, const collide_spline_pack *b,
                                            uint16_t *bits);
COLLIDE_API size_t collide_aabb_spline_many_indices(const collide_aabb *a,
                                                    const collide_spline_pack *b, uint32_t *indices,
                                                    size_t capacity);
COLLIDE_API size_t collide_obb_spline_many(const collide_obb *a, const collide_spline_pack *b,
                                           uint16_t *bits);

// n index pairs into arrays of segments and of boxes. An index out of range is a miss. These are
// faster than single calls where most pairs miss.
COLLIDE_API size_t collide_spline_aabb_near_pairs(const collide_spline_array *a,
                                                  const collide_aabb_array *b,
                                                  const collide_pair *pairs, size_t n,
                                                  uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_pairs(const collide_spline_array *a,
                                             const collide_aabb_array *b, const collide_pair *pairs,
                                             size_t n, uint16_t *bits);

// One segment against a pack of triangles, and segment i of a against triangle i of b, for all i
// below the smaller count.
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_spline_triangle_many(const collide_spline *a,
                                                const collide_triangle_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_spline_triangle_many_indices(const collide_spline *a,
                                                        const collide_triangle_pack *b,
                                                        uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_spline_triangle_lanes(const collide_spline_pack *a,
                                                 const collide_triangle_pack *b, uint16_t *bits);
#endif
#endif // COLLIDE_NO_CABLE
