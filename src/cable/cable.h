#pragma once
#include "../terrain/terrain.h"
#include "../tree/tree.h"

// ================================================================================================
// >>cable
// ================================================================================================
#ifndef COLLIDE_NO_CABLE
// Cables: centre lines of uniform cubic B-splines, solid within a radius, against boxes, triangles,
// balls, cylinders, terrain, trees and each other [MaLong]. A collide_cable is the whole chain, a
// collide_spline one segment of it: four control points V0 to V3 with the centre line C(u) = c0 +
// c1 u + c2 u^2 + c3 u^3 for u from 0 to 1, where c0 = (V0 + 4 V1 + V2) / 6, c1 = (V2 - V0) / 2,
// c2 = (V0 - 2 V1 + V2) / 2, c3 = (V3 - 3 V2 + 3 V1 - V0) / 6, and all that lies within radius of
// it: ends are round. It passes near
// its control points, on the inner side of bends, not through them. Control points may coincide: a
// cable at rest in a point, a straight one and one with a cusp are cables.
//
// The three layers of the source, from cheap to exact; each is a call of its own, and a verdict on
// a box goes through all of them:
//     1  boxes        collide_aabb_from_spline_points, the box of the control points grown by the
//                     radius, and collide_aabb_aabb (>>aabb) against the body's
//     2  centre line  collide_spline_aabb_near, collide_spline_aabb_intervals: where the centre
//                     line lies in the box grown by the radius. That is necessary, not sufficient:
//                     a grown box has corners where the sum of box and ball is round
//     3  facets       collide_spline_triangle_near, a reject by projections; and the question
//                     itself, whether the centre line comes within the radius of a body
//
// How: in double, a segment in Bezier form is halved again and again. A part is done with if a
// plane through the point of the body nearest to its middle parts the hull of its control points
// from the body by more than the radius. Halving ends by itself, after at most 24 times, since a
// middle that is as near as that, or nearer, is a hit. (Source: roots of cubics for layer 2. Those
// of a Bezier form need no cases: of c3 > 0, < 0 or = 0, of complex pairs, of double roots.)
//
// Bound: let l be the length of the control polygon, m the greatest coordinate, without sign, of
// segment and body (of terrain of all the grid) as seen from V1, radii included. Whatever comes
// within the radius is a hit, and every hit comes within the radius + 2^-21 l + 2^-40 m (boxes with
// axes and cylinders: + 2^-17 of the sum of their size and the radius). The distance from the
// origin does not matter. What is not finite and a radius <= 0 meet nothing; bounds of aligned
// boxes may be infinite. This is for lengths from 1e-30 to 1e30.
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

// A segment of a cable. Solid, radius > 0. A capsule from p to q is one, too: its control points
// are 2p - q, p, q and 2q - p.
typedef struct collide_spline {
    collide_vec3 v[4]; // control points
    float radius;
} collide_spline;

// Where the centre line of a cable begins and ends. OPEN: near the second control point and near
// the last but one. CLAMPED: in the first and the last one, which count three times (no clamped
// knots, which would make another curve): the first and the last segment are straight, a sixth of
// the way to the next point, and at the very ends C' is 0. CLOSED: nowhere, it is a loop.
#define COLLIDE_CABLE_OPEN 0u
#define COLLIDE_CABLE_CLAMPED 1u
#define COLLIDE_CABLE_CLOSED 2u

// A chain of segments, in memory you provide: n control points make n - 3 segments, n + 1 of a
// clamped cable, whose end points count three times, n of a closed one.
typedef struct collide_cable {
    const void *points; // control points: three floats each
    size_t count;       // at least 4, at most 2^31
    size_t stride;      // bytes from point to point, at least 12; 0 means 12
    float radius;       // > 0
    uint32_t ends;      // COLLIDE_CABLE_...
} collide_cable;

// From one u to another, first <= last.
typedef struct collide_interval {
    float first, last;
} collide_interval;

// Where a segment (a, a cable) and a body (b) are deepest in each other. point_a lies on the
// segment's surface, point_b on that of the body (below terrain on the plane of the face above,
// perhaps beside the face), feature ids are 0. The normal is that of the body's surface nearest to
// the centre line, from b to a; where the centre line crosses a triangle, that of its front; where
// two centre lines cross, across both. Of places nearly as deep (by 2^-16 of the length l above) it
// may be any that is deeper than what is next to it. interval goes from the first to the last u at
// which the segment meets the body, outward by at most 2^-16, of two cables 2^-10; in between it
// may be free (collide_spline_aabb_intervals tells, of layer 2).
typedef struct collide_cable_contact {
    collide_contact contact;
    uint32_t segment;          // of the cable; 0 if a segment alone was asked
    uint32_t other;            // triangle of a mesh, segment of the other cable; else 0
    float u;                   // of the deepest point of the centre line
    float other_u;             // the same on the other cable; else 0
    collide_interval interval; // of u
} collide_cable_contact;

// ---- making ----------------------------------------------------------------------------------

// COLLIDE_OK, or NULL, COUNT (fewer than four points), OVERFLOW (more than 2^31 of them, or beyond
// the address space), STRIDE, OPTION (ends), NOT_FINITE (radius or a point), EXTENT (radius <= 0).
// Cables that do not pass meet nothing. The stride may be any from 12 on.
COLLIDE_API collide_status collide_cable_check(const collide_cable *cable);

// The number of segments, 0 if it has none by its count and ends.
COLLIDE_API size_t collide_cable_segments(const collide_cable *cable);

// Segment i. If there is none, or the stride does not pass, all its numbers are NaN, and it meets
// nothing. Of an open or closed cable it goes from near point i + 1 to near point i + 2 and has
// points i to i + 3; of a clamped one it goes from near point i - 1 to near point i and has points
// i - 2 to i + 1, as far as there are.
COLLIDE_API collide_spline collide_cable_segment(const collide_cable *cable, size_t i);

// C(u), for any u, and C'(u), which may be NULL: it is 0 at a cusp and at the ends of a clamped
// cable. Evaluated in double from V1 and rounded.
COLLIDE_API collide_vec3 collide_spline_point(const collide_spline *a, float u,
                                              collide_vec3 *tangent);

// The box of the control points grown by the radius, rounded outward (layer 1): cheap, but larger
// than the cable, which does not reach its outer control points. Empty if a number is not finite or
// the radius is not > 0.
COLLIDE_API collide_aabb collide_aabb_from_spline_points(const collide_spline *a);

// The box of the cable itself: of the Bezier form's control points grown by the radius, rounded
// outward. The box of a capsule is that of the balls at its two ends. Empty for the same input as
// the one above.
COLLIDE_API collide_aabb collide_aabb_from_spline(const collide_spline *a);

// The k-DOP of the same control points, grown by the radius.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API collide_kdop6 collide_kdop6_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop14 collide_kdop14_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop18 collide_kdop18_from_spline(const collide_spline *a);
COLLIDE_API collide_kdop26 collide_kdop26_from_spline(const collide_spline *a);
#endif

// Packs of segments (52 bytes each; 76 in a pack, with the box of each), as those of >>sat; EXTENT
// if a radius is not > 0.
#define COLLIDE_SPLINE_PACK_MAGIC 0x314c5053u // "SPL1" in memory on little-endian machines
typedef struct collide_spline_pack {
    collide_pack header;
} collide_spline_pack;
COLLIDE_API size_t collide_spline_pack_size(size_t n);
COLLIDE_API collide_status collide_spline_pack_build(collide_spline_pack **pack, void *memory,
                                                     size_t size, const collide_spline *splines,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_spline_pack_open(collide_spline_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_spline_pack_count(const collide_spline_pack *pack);
COLLIDE_API collide_status collide_spline_pack_set(collide_spline_pack *pack, size_t i,
                                                   const collide_spline *spline);
COLLIDE_API collide_spline collide_spline_pack_get(const collide_spline_pack *pack, size_t i);

// A pack of the segments of n cables, cable after cable: segment k of one is number k + those of
// the cables before it. It needs the bytes of a pack of the sum of their segments. Errors: NULL,
// COUNT, those of collide_cable_check for any of them, OVERFLOW, SIZE, ALIGNMENT.
COLLIDE_API collide_status collide_spline_pack_build_cables(collide_spline_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_cable *cables, size_t n);

// ---- layer 2: the centre line and the grown box ----------------------------------------------

// Whether some of the centre line lies in the box grown by the radius: |coordinate - box| <= radius
// on each axis at once; of a box with axes, along these.
COLLIDE_API bool collide_spline_aabb_near(const collide_spline *a, const collide_aabb *b);
COLLIDE_API bool collide_spline_obb_near(const collide_spline *a, const collide_obb *b);

// Where on [0, 1] the answer above is yes: intervals in rising order that do not touch, at least
// one iff it is. Each covers its part of the set and is at most 2^-24 longer at either end, or as
// much as the centre line is off the grown box by no more than the bound above. Returns their
// number; intervals takes the first capacity of them. Cost: 0.5 to 1 us for each end of an
// interval.
COLLIDE_API size_t collide_spline_aabb_intervals(const collide_spline *a, const collide_aabb *b,
                                                 collide_interval *intervals, size_t capacity);
COLLIDE_API size_t collide_spline_obb_intervals(const collide_spline *a, const collide_obb *b,
                                                collide_interval *intervals, size_t capacity);

// ---- layer 3: a segment and a body -----------------------------------------------------------

// Whether the projections of a segment's hull and of a triangle on the coordinate planes overlap,
// and the hull comes to the triangle's plane: necessary, in float, for what follows. (So _near is
// the centre line's for boxes, coarser for triangles.)
COLLIDE_API bool collide_spline_triangle_near(const collide_spline *a, const collide_triangle *b);

// Whether a segment meets a body: whether its centre line comes within its radius of it. out may be
// NULL, which is faster; else it takes where they are deepest in each other, or of a miss zeros.
// Boxes, balls and cylinders are solid; what collide_obb_check or collide_cylinder_check refuses
// (so cylinders without radius or height) meets nothing. Within a solid body the normal is that of
// its nearest face; a box without bounds has depth FLT_MAX and some normal. Terrain is that of
// the section on it: if the centre line is below, depth is that to the plane of the face above, and
// of several faces the deepest counts.
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

// Whether two segments meet: whether their centre lines come within the sum of the radii. l is then
// the sum of both lengths.
COLLIDE_API bool collide_spline_spline(const collide_spline *a, const collide_spline *b,
                                       collide_cable_contact *out);

// ---- cables ----------------------------------------------------------------------------------
// One contact for each segment that meets the body, by the calls above, by rising segments.
// contacts takes the capacity deepest (of equal ones any); a capacity of 0 asks for the number
// only, which is faster. Segments speak for themselves: one that is deepest at its end (u of 0 or
// 1) while the next one is deeper still is of no use to a solver. Cost: a check of all points, and
// a look at each segment; on terrain 0.3 to 1.5 us more for each cell below a segment; each contact
// beyond a full list is compared with all in it.
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

// The triangles of a tree under a pose (NULL: as they are) that a segment meets, a list of their
// numbers; all pairs (segment, triangle) of a cable; and for each segment that meets some the
// contact with the triangle that it is deepest in, whose interval holds all that the segment meets.
// As single shapes of >>tree; tetrahedra are met, but have no contacts. A mesh is its surface, so
// no depth is more than the radius. Cost: for each segment whose box meets the tree's some 1 us,
// and what the triangles near it take.
#ifndef COLLIDE_NO_TREE
COLLIDE_API size_t collide_spline_tree_indices(const collide_spline *a, const collide_tree *b,
                                               const collide_pose *pose, uint32_t *indices,
                                               size_t capacity);
COLLIDE_API size_t collide_cable_tree_indices(const collide_cable *a, const collide_tree *b,
                                              const collide_pose *pose, collide_pair *pairs,
                                              size_t capacity);
COLLIDE_API size_t collide_cable_tree_contacts(const collide_cable *a, const collide_tree *b,
                                               const collide_pose *pose,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity);
#endif

// One contact for each pair of segments that meet: of two cables, or i < j of one, without those
// that are at most neighbours apart (j - i, or the way round a loop; 0 means 1). Segments that
// follow each other always meet, and so do those of a cable that is thicker than they are long: at
// least 1 + 2 radius / length of the shortest segment is a good number. By rising segment of a,
// then of b. The interval is that of a's segment; for b's exchange the cables. Cost: a look at each
// pair of segments, 12 ns.
COLLIDE_API size_t collide_cable_cable_contacts(const collide_cable *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *a, size_t neighbours,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity);

// ---- batches ---------------------------------------------------------------------------------
// Bits and lists as in >>conventions. bits has COLLIDE_BLOCKS(n) words for n answers; returns the
// number of hits. Bernstein hulls of 16 parts of each segment leave out what is far away and find
// most hits of layer 2; what is left is asked one by one. Without vectors, loops of single calls
// are faster where many hit. Other bodies are asked by single calls.

// A pack of segments against one box: layer 2, and the verdict.
COLLIDE_API size_t collide_spline_aabb_near_many(const collide_spline_pack *a,
                                                 const collide_aabb *b, uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_near_many_indices(const collide_spline_pack *a,
                                                         const collide_aabb *b, uint32_t *indices,
                                                         size_t capacity);
COLLIDE_API size_t collide_spline_aabb_many(const collide_spline_pack *a, const collide_aabb *b,
                                            uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_many_indices(const collide_spline_pack *a,
                                                    const collide_aabb *b, uint32_t *indices,
                                                    size_t capacity);
COLLIDE_API size_t collide_spline_obb_many(const collide_spline_pack *a, const collide_obb *b,
                                           uint16_t *bits);

// n index pairs into arrays of segments and of boxes, with strides (0 means tightly packed). An
// index out of range is a miss. Pays where most pairs miss.
COLLIDE_API size_t collide_spline_aabb_near_pairs(const collide_spline *a, size_t a_count,
                                                  size_t a_stride, const collide_aabb *b,
                                                  size_t b_count, size_t b_stride,
                                                  const collide_pair *pairs, size_t n,
                                                  uint16_t *bits);
COLLIDE_API size_t collide_spline_aabb_pairs(const collide_spline *a, size_t a_count,
                                             size_t a_stride, const collide_aabb *b, size_t b_count,
                                             size_t b_stride, const collide_pair *pairs, size_t n,
                                             uint16_t *bits);

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
