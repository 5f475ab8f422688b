#pragma once
#include "../kdop/kdop.h"

// ================================================================================================
// >>triangle
// ================================================================================================
#ifndef COLLIDE_NO_TRIANGLE
// This family tests triangles against triangles [Moeller] [Guigue], at rest or moving. It tells
// whether they overlap, and finds their intersection and the contacts of two surfaces [Sudar]. It
// also has tetrahedra, closest points of triangles, segments and points, and packs of triangles.
//
// EXAMPLE
//     const collide_triangle wedge = {{{0, 0, -0.1f}, {1, 1, 1}, {-1, 1, 1}}};
//     const collide_triangle ground = {{{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}}; // counter-clockwise
//     const collide_velocity falls = {{0, 0, 1}, {0, 0, -3}, {0, 0, 0}};
//     collide_contact contact[9]; // at most 9 per pair; gather the contacts of all near pairs
//     size_t n = collide_triangle_triangle_touches(&wedge, &ground, contact, 9);
//     n = collide_contacts_merge(contact, n, 1e-5f); // keeps one of several contacts in one place
//     for (size_t i = 0; i < n; ++i)
//         if (collide_contact_closing(&contact[i], &falls, NULL, NULL))
//             printf("%.1f deep, out along z by %.1f\n", (double)contact[i].depth,
//                    (double)(contact[i].depth * contact[i].normal.z));
//     // prints: 0.1 deep, out along z by 0.1
//
// The planes of the two triangles intersect in a line. If a triangle does not lie strictly on one
// side of the other's plane, it intersects this line in a segment. Two triangles overlap iff both
// have such a segment and the segments overlap [Moeller]. The test computes signs of volumes of
// tetrahedra whose corners are vertices of both triangles [Guigue].
//
// There is no error bound, because the answer is exact for all finite input, as in real arithmetic:
// also if the triangles touch, lie in one plane or have no area (a segment, a point). The order of
// vertices and of the two triangles does not matter. NaN and infinities overlap nothing.
//
// A float filter answers nearly all pairs of a batch. The other pairs are tested in double. Pairs
// that double cannot decide, because they nearly touch, are tested in integers of as many digits as
// needed. Measured times per pair:
//     pairs                                                 batch with AVX2   single call
//     random                                                5 ns              40 ns
//     neighbours in a mesh, which share a vertex            5 ns              40 ns
//     in one plane, or just touching                        50 to 120 ns      50 to 120 ns
//         with digits that do not fit double                400 ns            400 ns
//     coordinates from 2^-148 to 2^56 in one pair           200 to 300 ns     200 to 300 ns
//         in one plane                                      500 to 1,200 ns   500 to 1,200 ns

// ---- single calls ----------------------------------------------------------------------------

// Tests whether two triangles overlap.
COLLIDE_API bool collide_triangle_triangle(const collide_triangle *a, const collide_triangle *b);

// Tests whether two triangles overlap, and gives their intersection: a segment, with its ends in no
// particular order. The ends are equal if the triangles touch in a point. If both triangles lie in
// one plane, *coplanar is true and the segment is all zeros; the contacts of
// collide_triangle_triangle_touches then give the corners of the intersection. Two overlapping
// triangles without area count as coplanar. Either output may be NULL. If the triangles are
// disjoint, the segment is all zeros and *coplanar is false. Which edges the ends lie on is decided
// exactly. The error of the ends is at most 2^-22 of the largest coordinate of both triangles,
// however nearly parallel the triangles are.
COLLIDE_API bool collide_triangle_triangle_segment(const collide_triangle *a,
                                                   const collide_triangle *b, collide_segment *out,
                                                   bool *coplanar);

// Test whether a solid tetrahedron overlaps a triangle or another tetrahedron. The answer is exact,
// as for triangles. Input that is not finite overlaps nothing. To test a point, pass a triangle
// with three equal vertices. Random pairs took 20 to 220 ns, pairs with coordinates from 2^-148 to
// 2^56 took 0.6 to 1.5 us.
COLLIDE_API bool collide_tetrahedron_triangle(const collide_tetrahedron *a,
                                              const collide_triangle *b);
COLLIDE_API bool collide_tetrahedron_tetrahedron(const collide_tetrahedron *a,
                                                 const collide_tetrahedron *b);

// Finds the contacts of two triangles of surfaces a and b [Sudar]; there are contacts iff the
// triangles overlap. Vertices run counter-clockwise as seen from outside. Each triangle intersects
// the plane of the other triangle in a segment. Both segments lie on the line of intersection of
// the two planes. The contacts depend on how they overlap:
//     a's segment lies within   The contacts are the vertices of a behind b's face, on the side
//     b's segment, or both      opposite to its normal. depth is the distance to b's plane. point_b
//     are equal                 is the point of b nearest to the vertex. The normal belongs to b's
//                               face. If no vertex is behind, the contacts are the vertices on the
//                               face, with depth 0.
//     b's segment lies within   The same holds with a and b exchanged: the normal is the normal of
//     a's segment               a's face, reversed.
//     the segments overlap in   The intersection ends on an edge of a and on an edge of b. The
//     part                      contact has the closest points of these two edges. The normal is
//                               perpendicular to both edges. Of its two directions n it has the
//                               one with n . (normal of b's face - normal of a's face) > 0. If
//                               this product is 0, n agrees with point_b - point_a, which moves a
//                               out of b. If the edges only touch, n points from the middle of b
//                               to the middle of a. depth is the length of point_b - point_a along
//                               the normal, and 0 if that is negative.
//     both triangles lie in     The contacts are the corners of the intersection, with depth 0. The
//     one plane                 normal is the normal of b's face.
// If a face that gives the normal has no area, the other face takes its place; if neither has area,
// the normal is some direction perpendicular to both. Contacts are evaluated in double and rounded;
// depths are at most FLT_MAX. The corners for triangles in one plane are computed by the clipping
// of >>sat, within 2^-12 of the size. >>vocabulary describes features. Returns the number of
// contacts, at most 9; contacts receives the deepest, up to capacity.
//
// Meshes are surfaces, so a mesh wholly inside another mesh has no contacts. Each pair of triangles
// is treated alone, with these effects. Features do not name the triangles. Edges between triangles
// of one flat face give contacts, too. depth may be as large as the distance that a triangle
// reaches behind the other's plane, even where it lies beside the other's face. If the vector from
// point_a to point_b on two edges points against the normal, depth is 0, although the surfaces
// cross. So gather the contacts of all pairs, merge them, and drop the contacts that are not
// closing. Trees find the pairs that overlap, k-DOP packs find the pairs that are near (>>tree
// and >>kdop). For boxes >>sat and for other solids >>shape give fewer contacts: at most four.
COLLIDE_API size_t collide_triangle_triangle_touches(const collide_triangle *a,
                                                     const collide_triangle *b,
                                                     collide_contact *contacts, size_t capacity);

// ---- moving triangles ------------------------------------------------------------------------

// Two triangles move with constant velocities over [0, t_max]. These calls find the first and the
// last time at which they overlap, and the contacts at the first time. There are at most 9
// contacts. Times, normal, depth and axis are as in >>sat.
COLLIDE_API bool collide_triangle_triangle_sweep(const collide_triangle *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t_max, collide_impact *out);
COLLIDE_API size_t collide_triangle_triangle_sweep_contacts(
    const collide_triangle *a, collide_vec3 va, const collide_triangle *b, collide_vec3 vb,
    const collide_impact *impact, const collide_contact_options *options, collide_contact *contacts,
    size_t capacity);

// ---- contacts of meshes ----------------------------------------------------------------------

// Merges contacts that several pairs of triangles have found in one place, such as a shared vertex,
// or a vertex behind a face of several triangles. Two contacts match if their points point_a, or
// their points point_b, differ by at most distance on each axis, and the cosine between their
// normals is at least 0.999. The deeper contact stays. If the depths differ by at most distance,
// the contact whose two points are nearer to each other stays, with the larger depth. Contacts are
// processed one by one. Each merges with the first match among the contacts kept so far, and the
// result takes the place of this match. So the order of the contacts matters. Returns the number of
// contacts kept, from contacts[0] on. A distance of 0 merges equal points; a negative or NaN
// distance merges nothing. A good distance is about a hundred times the rounding error of
// coordinates. contacts may be NULL if n is 0. Cost: n times the number of contacts kept.
COLLIDE_API size_t collide_contacts_merge(collide_contact *contacts, size_t n, float distance);

// Keeps at most four contacts for each normal. A group consists of the first contact and of all
// contacts whose normals have a cosine of at least 0.999 with the normal of the first. The first of
// the remaining contacts begins the next group. The four contacts of a group are the deepest, the
// one whose point_b is farthest from point_b of the deepest, the one farthest from the line through
// both, and the one farthest outside the triangle of these three. Of contacts on a line, the ends
// and the deepest are kept. Of contacts in one place, the deepest is kept. Returns the number of
// contacts kept. They begin at contacts[0], and their order changes. contacts may be NULL if n is
// 0. Cost: n times the number of normals.
COLLIDE_API size_t collide_contacts_reduce(collide_contact *contacts, size_t n);

// The motion of a rigid body. linear is the velocity of the body's point center. angular is the
// axis of rotation, by the right-hand rule, in the coordinates of space; the length of angular is
// the rate in radians per unit of time.
typedef struct collide_velocity {
    collide_vec3 center, linear, angular;
} collide_velocity;

// Tests whether two bodies approach at a contact: velocity . normal < 0, with the normal from b to
// a. velocity receives the velocity of point_a on body a minus the velocity of point_b on body b
// [Sudar]; it may be NULL. The velocity of a point is linear + angular x (point - center). a or b
// may be NULL, which means at rest. Velocities are evaluated in double. Bodies at rest do not
// approach, so pass the velocities of the coming step, gravity included.
COLLIDE_API bool collide_contact_closing(const collide_contact *contact, const collide_velocity *a,
                                         const collide_velocity *b, collide_vec3 *velocity);

// ---- closest points --------------------------------------------------------------------------
// Closest points are evaluated in double and rounded to float. Segments may have no length,
// triangles no area. Input that is not finite gives an arbitrary point.

// Return the point of a segment or a triangle that is nearest to p.
COLLIDE_API collide_vec3 collide_point_segment_closest(collide_vec3 p, const collide_segment *b);
COLLIDE_API collide_vec3 collide_point_triangle_closest(collide_vec3 p, const collide_triangle *b);

// Test whether a triangle overlaps a solid k-DOP. The triangle is clipped by all planes of the
// k-DOP in double. A gap of at most 2^-40 of the triangle's coordinates may count as overlap.
// Bounds may be infinite. An empty k-DOP, and a triangle that is not finite, overlap nothing.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API bool collide_kdop6_triangle(const collide_kdop6 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop14_triangle(const collide_kdop14 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop18_triangle(const collide_kdop18 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop26_triangle(const collide_kdop26 *a, const collide_triangle *b);
#endif

// Returns the closest points of two segments: .a on a, .b on b. If the segments are parallel, it
// returns one of the closest pairs.
COLLIDE_API collide_segment collide_segment_segment_closest(const collide_segment *a,
                                                            const collide_segment *b);

// ---- packs -----------------------------------------------------------------------------------

// Make, read and change packs of triangles, as the functions of packs of vectors do (>>vocabulary),
// with the same errors. A triangle takes 36 bytes. Coordinates must be finite.
COLLIDE_API size_t collide_triangle_pack_size(size_t n);
COLLIDE_API collide_status collide_triangle_pack_build(collide_triangle_pack **pack, void *memory,
                                                       size_t size,
                                                       const collide_triangle *triangles, size_t n,
                                                       size_t stride);
COLLIDE_API collide_status collide_triangle_pack_open(collide_triangle_pack **pack, void *memory,
                                                      size_t size);
COLLIDE_API size_t collide_triangle_pack_count(const collide_triangle_pack *pack);
COLLIDE_API collide_status collide_triangle_pack_set(collide_triangle_pack *pack, size_t i,
                                                     const collide_triangle *triangle);
COLLIDE_API collide_status collide_triangle_pack_update(collide_triangle_pack *pack, size_t first,
                                                        const collide_triangle *objects, size_t n,
                                                        size_t stride);
COLLIDE_API collide_triangle collide_triangle_pack_get(const collide_triangle_pack *pack, size_t i);

// Builds a pack of a mesh's triangles, in their order. Errors: the errors of
// collide_triangle_pack_build, INDEX and INDEX_SIZE.
COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *mesh);

// ---- batches ---------------------------------------------------------------------------------
// bits has COLLIDE_BLOCKS(n) words of hit bits for n answers. Each function returns the number of
// hits. On machines without SIMD, loops of single calls are faster.

// Test one triangle against a pack, which gives hit bits or a rising list of indices. The array
// indices receives the first entries of the list, at most capacity of them.
COLLIDE_API size_t collide_triangle_triangle_many(const collide_triangle *a,
                                                  const collide_triangle_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_triangle_triangle_many_indices(const collide_triangle *a,
                                                          const collide_triangle_pack *b,
                                                          uint32_t *indices, size_t capacity);

// Triangle i of a against triangle i of b, for all i below the smaller count n.
COLLIDE_API size_t collide_triangle_triangle_lanes(const collide_triangle_pack *a,
                                                   const collide_triangle_pack *b, uint16_t *bits);

// n index pairs into two arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_triangle_triangle_pairs(const collide_triangle_array *a,
                                                   const collide_triangle_array *b,
                                                   const collide_pair *pairs, size_t n,
                                                   uint16_t *bits);

// n index pairs into the triangles of two meshes, or of one mesh. Neighbours in one mesh share a
// vertex, so they overlap. A pair misses if it names a triangle that does not exist or a triangle
// with a vertex that does not exist. All pairs miss if a mesh has counts, strides or index sizes
// that no builder accepts.
COLLIDE_API size_t collide_mesh_mesh_pairs(const collide_mesh *a, const collide_mesh *b,
                                           const collide_pair *pairs, size_t n, uint16_t *bits);
#endif // COLLIDE_NO_TRIANGLE
