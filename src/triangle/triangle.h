#pragma once
#include "../kdop/kdop.h"

// ================================================================================================
// >>triangle
// ================================================================================================
#ifndef COLLIDE_NO_TRIANGLE
// Triangles against triangles [Moeller] [Guigue]: whether they meet, where, and the contacts of two
// surfaces [Sudar], still or moving; tetrahedra; closest points of triangles, segments and points;
// packs of triangles.
//
// EXAMPLE
//     const collide_triangle wedge = {{{0, 0, -0.1f}, {1, 1, 1}, {-1, 1, 1}}};
//     const collide_triangle ground = {{{-2, -2, 0}, {2, -2, 0}, {0, 3, 0}}}; // counter-clockwise
//     const collide_velocity falls = {{0, 0, 1}, {0, 0, -3}, {0, 0, 0}};
//     collide_contact contact[9]; // of one pair never more; gather those of all that are near
//     size_t n = collide_triangle_triangle_touches(&wedge, &ground, contact, 9);
//     n = collide_contacts_merge(contact, n, 1e-5f); // what several pairs have found of one place
//     for (size_t i = 0; i < n; ++i)
//         if (collide_contact_closing(&contact[i], &falls, NULL, NULL))
//             printf("%.1f deep, out along z by %.1f\n", (double)contact[i].depth,
//                    (double)(contact[i].depth * contact[i].normal.z));
//     // prints: 0.1 deep, out along z by 0.1
//
// Two triangles meet iff neither lies on one side of the other's plane and their parts of the line
// of both planes overlap [Moeller]: signs of volumes of tetrahedra of their vertices [Guigue].
// Bound: none is needed, verdicts are those of real numbers for all finite input, whether triangles
// cross, touch, lie in one plane or have no area (a segment, a point). The order of vertices and of
// the two triangles does not matter. NaN and infinities meet nothing. A filter in float answers
// nearly all of a batch, what it leaves open goes to double, and of this what is as good as
// touching to integers of as many digits as it takes. Random pairs took 5 ns in batches with AVX2,
// single calls 40; neighbours in a mesh, which have a vertex in common, 5 and 40; pairs that lie in
// one plane or just touch 50 to 120 either way, where their digits do not fit double 400;
// coordinates from 2^-148 to 2^56 in one pair 200 to 300, and in one plane 500 to 1,200.

// ---- single calls ----------------------------------------------------------------------------

// Whether two triangles meet.
COLLIDE_API bool collide_triangle_triangle(const collide_triangle *a, const collide_triangle *b);

// The same, and what they have in common: a segment, whose ends are equal where they touch in a
// point, in no order; or, if both lie in one plane, *coplanar is true and the segment is all zeros
// (contacts then have the corners of what they share). Two triangles without area that meet count
// as coplanar. Both outputs may be NULL; apart, they are zeros and false. Which edges the ends lie
// on is exact, and the ends are within 2^-22 of the largest coordinate of both triangles, however
// nearly parallel these are.
COLLIDE_API bool collide_triangle_triangle_segment(const collide_triangle *a,
                                                   const collide_triangle *b, collide_segment *out,
                                                   bool *coplanar);

// Whether a tetrahedron, which is solid, meets a triangle or another one; as exact as triangles
// are; what is not finite meets nothing. A triangle with three equal vertices asks for a point.
// Random pairs took 20 to 220 ns, coordinates from 2^-148 to 2^56 in one pair 0.6 to 1.5 us.
COLLIDE_API bool collide_tetrahedron_triangle(const collide_tetrahedron *a,
                                              const collide_triangle *b);
COLLIDE_API bool collide_tetrahedron_tetrahedron(const collide_tetrahedron *a,
                                                 const collide_tetrahedron *b);

// Contacts of the surfaces a and b, whose triangles run counter-clockwise as seen from outside
// [Sudar]; some iff they meet. Each triangle has a segment in common with the other's plane, its
// part, both on the line of the two planes. If
//     a's part lies within b's   the vertices of a behind b's face (where its normal does not look
//                                to): depth is the distance to its plane, point_b the point of b
//                                nearest to the vertex, the normal that of b's face. If none is
//                                behind, those on the face, depth 0. This one if parts are equal
//     b's part lies within a's   the same the other way round: the normal is that of a's face,
//                                turned over
//     each ends on an edge       the points of these two edges that are nearest to each other; the
//                                normal is across both, on the side that b's face looks to and a's
//                                does not, or if it lies in both faces the way out, and for mere
//                                touch to a's middle; depth is how far they overlap, at least 0
//     both lie in one plane      the corners of what they share, depth 0; the normal of b's face
// Where a face that is asked for has no area, that of the other one takes its place, and some
// direction across both if neither has. Evaluated in double and rounded, depths to FLT_MAX at most;
// the corners of flat pairs as contacts in >>sat, within 2^-12 of the size.
// Features as in >>sat. Returns their number, at most 9; contacts takes the capacity deepest.
//
// What this means for meshes: they are surfaces, so one wholly inside another has no contacts. Each
// pair of triangles speaks for itself: features do not tell which triangles, edges between
// triangles of one flat face count too, depth is as large as a triangle may reach behind a plane,
// sideways as well, and of two edges that are past each other along the normal it is 0, although
// the surfaces cross. So gather the contacts of all pairs (trees find those that meet, k-DOP
// packs those that are near: >>tree, >>kdop), merge them, and drop those that are not closing. Of
// boxes and convex bodies >>sat has fewer contacts; but two boxes of a stack that are turned
// slightly against each other may get a single contact of two edges there, instead of the four
// contacts of a face.
COLLIDE_API size_t collide_triangle_triangle_touches(const collide_triangle *a,
                                                     const collide_triangle *b,
                                                     collide_contact *contacts, size_t capacity);

// ---- moving triangles ------------------------------------------------------------------------

// Two triangles that move with constant velocities over [0, t_max], and what touches first, at most
// 9 contacts. What times, normal, depth and axis say is told under >>sat.
COLLIDE_API bool collide_triangle_triangle_sweep(const collide_triangle *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t_max, collide_impact *out);
COLLIDE_API size_t collide_triangle_triangle_sweep_contacts(
    const collide_triangle *a, collide_vec3 va, const collide_triangle *b, collide_vec3 vb,
    const collide_impact *impact, collide_contact *contacts, size_t capacity);

// ---- contacts of meshes ----------------------------------------------------------------------

// Merges what several pairs of triangles have found of one place, such as a vertex that they share
// or a vertex behind a face of several triangles: contacts whose points, on one body or on both,
// differ by at most distance on each axis, and whose normals have a cosine of at least 0.999. The
// deepest stays; where depths differ by at most distance, that whose two points are nearer, with
// the depth of the deepest. Contacts are taken one by one, each with the first that matches of
// those that are left so far, whose place it takes: so their order matters. Returns how many are
// left, in contacts[0] and on. A distance of 0 merges equal points, NaN or less than 0 nothing;
// some hundred times the rounding of coordinates is a good one. contacts may be NULL if n is 0.
// Cost: n times as many as are left.
COLLIDE_API size_t collide_contacts_merge(collide_contact *contacts, size_t n, float distance);

// Leaves at most four contacts of one normal (whose cosine with that of the first such contact is
// at least 0.999): the deepest, the one whose point on b is farthest from its, the one farthest
// from the line of both, and the one farthest outside of these three. What lies on a line leaves
// its ends and the deepest, what lies in one place the deepest. Returns how many are left, in
// contacts[0] and on, in another order. contacts may be NULL if n is 0. Cost: n times the normals.
COLLIDE_API size_t collide_contacts_reduce(collide_contact *contacts, size_t n);

// Motion of a rigid body: linear is the velocity of its point center, angular the axis of its
// rotation, in space and right-handed, as long as the rate in radians per unit of time.
typedef struct collide_velocity {
    collide_vec3 center, linear, angular;
} collide_velocity;

// The velocity of a's point_a less that of b's point_b [Sudar], each linear + angular x (point -
// center); a NULL velocity is rest. Returns
// whether the bodies approach there: velocity . normal < 0, with the normal from b to a . velocity
// may be NULL. Evaluated in double. What rests does not approach: ask with the velocities of the
// step to come, gravity included.
COLLIDE_API bool collide_contact_closing(const collide_contact *contact, const collide_velocity *a,
                                         const collide_velocity *b, collide_vec3 *velocity);

// ---- closest points --------------------------------------------------------------------------
// Evaluated in double and rounded to float; of segments without length and triangles without area
// too. Input that is not finite gives some point.

// The point of a segment, or of a triangle, nearest to p.
COLLIDE_API collide_vec3 collide_point_segment_closest(collide_vec3 p, const collide_segment *b);
COLLIDE_API collide_vec3 collide_point_triangle_closest(collide_vec3 p, const collide_triangle *b);

// Whether a triangle meets the solid k-DOP, clipped by all its planes in double: what is off by no
// more than 2^-40 of the triangle's coordinates may count. Bounds may be infinite. An empty k-DOP
// and what is not finite meet nothing.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API bool collide_kdop6_triangle(const collide_kdop6 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop14_triangle(const collide_kdop14 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop18_triangle(const collide_kdop18 *a, const collide_triangle *b);
COLLIDE_API bool collide_kdop26_triangle(const collide_kdop26 *a, const collide_triangle *b);
#endif

// The points of two segments that are nearest to each other, a's and b's; of parallel ones some.
COLLIDE_API collide_segment collide_segment_segment_closest(const collide_segment *a,
                                                            const collide_segment *b);

// ---- packs -----------------------------------------------------------------------------------

// Packs of triangles, 36 bytes each, with the calls and errors of packs of vectors (>>vocabulary);
// their numbers must be finite.
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
COLLIDE_API collide_triangle collide_triangle_pack_get(const collide_triangle_pack *pack, size_t i);

// A pack of a mesh's triangles, in their order. Errors: those of a pack, INDEX and INDEX_SIZE.
COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *mesh);

// ---- batches ---------------------------------------------------------------------------------
// bits has COLLIDE_BLOCKS(n) words of hit bits for n answers; returns the number of hits. On
// machines without vectors, loops of single calls are faster.

// One triangle against a pack, as bits or as a rising list of indices, the first capacity of them.
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

// n pairs of triangles of two meshes, or of one: neighbours share a vertex, so they meet. A pair
// that names a triangle that is not there, or one with a vertex that is not there, misses; so does
// all of a mesh with counts, strides or index sizes that no builder would take.
COLLIDE_API size_t collide_mesh_mesh_pairs(const collide_mesh *a, const collide_mesh *b,
                                           const collide_pair *pairs, size_t n, uint16_t *bits);
#endif // COLLIDE_NO_TRIANGLE
