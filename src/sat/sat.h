#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>sat
// ================================================================================================
#ifndef COLLIDE_NO_SAT
// Separating axes: oriented boxes, triangles and convex bodies, still or moving with constant
// velocities over [0, t_max] [Gamedev]. Two convex shapes are apart iff they are apart along one of
// finitely many axes n. Their intervals on it, which approach at s = n.(va - vb), overlap while
// min b - max a <= s t <= max b - min a; the shapes meet while those of all axes do: t_first is the
// last of their beginnings and 0, t_last the first of their ends and t_max. Closed form: no
// iteration, no tolerance.
//
// EXAMPLE
//     const collide_pose pose = collide_pose_identity();
//     const collide_vec3 half = {0.7f, 0.3f, 0.2f}, velocity = {90, 0, 0}, rest = {0, 0, 0};
//     const collide_aabb bounds = {{1.25f, -5, -1}, {1.5f, 5, 1}}; // thinner than a step
//     const collide_obb car = collide_obb_from_pose(&pose, half);
//     const collide_obb wall = collide_obb_from_aabb(&bounds);
//     collide_impact impact;
//     if (collide_obb_obb_sweep(&car, velocity, &wall, rest, 0.02f, &impact))
//         printf("they touch after %.4f s, normal %g %g %g\n", (double)impact.t_first,
//                (double)impact.normal.x, (double)impact.normal.y, (double)impact.normal.z);
//     // prints: they touch after 0.0061 s, normal -1 0 0
//
// Axes, by the numbers that results name:
//     box a, box b            0-2 axes of a; 3-5 of b; 6 + 3i + j: a's axis i x b's axis j
//     box a, triangle b       0-2 axes of a; 3 normal of b; 4 + 3i + j: a's axis i x b's edge j,
//                             which goes from vertex j to the next one
//     triangles a, b          0, 1 normals of a, b; 2 + 3i + j: a's edge i x b's edge j; then 11-13
//                             x, y, z; 14 + 3i + j: a's edge i x coordinate axis j; 23 + 3i + j:
//                             b's edge i likewise; from 11 on for what is flat within one plane
//     convex a, b             normals of a; those of b; then, for a's edge i x b's edge j, i times
//                             the edges of b + j behind those
//
// What a sweep says, times within the bound below, t_last never later than t_max:
//     situation                         hit   t_first   t_last         normal, depth, axis
//     apart, touch before t_max         yes   of touch  of parting     the last axis to touch,
//                                                                      depth 0
//     apart, touch exactly at t_max     yes   t_max     t_max          the same
//     apart, touch later than t_max     no
//     apart and leaving, or passing     no
//     apart, parallel to the face       no
//     apart and at rest                 no
//     touching, and closing             yes   0         of parting     least penetration, depth 0
//     touching, and sliding             yes   0         of parting     the same
//     touching, and leaving             yes   0         0              the same
//     overlapping                       yes   0         of parting     least penetration
//     at rest, touching or overlapping  yes   0         t_max          least penetration
//     t_max = 0                         as if at rest, but t_last = 0
//     equal or nearly equal rotations   as above: an axis that is 0 constrains nothing, one that
//                                       rounding has turned is an axis like any other
//     extents of 0, zero area           as above: rectangles, segments and points are shapes
//     flat shapes in one plane          as above, apart or touching within the plane
//     NaN, infinite input, t_max < 0    no
// Bodies translate: rotation during the step is not taken into account.
//
// The normal is of unit length and points from the second shape to the first. Least penetration:
// of all axes, the one along which the least motion of the first shape parts them; depth is that
// motion. Among axes that tie, the first in the list above wins, so faces before edges (of convex
// bodies, as far as rounding lets them tie).
//
// Bound: let e be the sum of all half extents (of a triangle half its perimeter, of a convex half
// the sides of its box), d the distance of the centres at the start and u = 2^-24. What overlaps
// more deeply than 4u (e + d), at rest or at some time, is never missed. False hits, depths and
// times are as if the shapes were larger by 20u e + 8u d along each axis, for boxes against a
// triangle with an angle of t at v[1] by 4u e / sin t more: so t_first is early and t_last late by
// at most that, divided by the speed along the axis; where d is more than e, t_first may also be
// late and t_last early, by at most 8u (e + d) over that speed. Triangles against triangles are
// evaluated in double, as if larger by 2^-46 (e + d), and times rounded outward once: of them
// nothing is missed, late or cut short; depths are off by at most 48u (e + d). This is for lengths
// from 1e-6 to 1e6, for boxes that pass collide_obb_check, and for all finite velocities:
// velocities times 2^k, with t_max divided by 2^k, give the same verdict, and times divided by 2^k,
// as long as all of these are floats. A t_max beyond 2^126 means 2^126.

// ---- making ----------------------------------------------------------------------------------

// The box of half extents half >= 0 in the middle of the pose: for a body whose pose moves.
COLLIDE_API collide_obb collide_obb_from_pose(const collide_pose *pose, collide_vec3 half);

// The smallest box with the axes of space that holds the given one; exact where centre and half
// extents are floats, else rounded outward. An empty or infinite box gives NaN, which never hits.
COLLIDE_API collide_obb collide_obb_from_aabb(const collide_aabb *box);

// The box round a cylinder: axis[2] is its axis, half its radius twice and half its height, rounded
// outward. An axis of 0, a radius or height < 0, or what is not finite, gives NaN.
COLLIDE_API collide_obb collide_obb_from_cylinder(const collide_cylinder *cylinder);

// ---- single calls: boxes and triangles -------------------------------------------------------
// out and contacts may be NULL (contacts if capacity is 0). Velocities are units of length per unit
// of time. Boxes are solid, triangles are surfaces; both sides of a triangle count.

// Whether two boxes overlap; if so, and if out is not NULL, where least. A miss writes normal and
// depth 0, axis COLLIDE_AXIS_NONE, here and below.
COLLIDE_API bool collide_obb_obb(const collide_obb *a, const collide_obb *b, collide_overlap *out);

// Contacts of two overlapping boxes along the axis of least penetration: the face that owns the
// axis clips the face of the other that opposes it, and keeps what lies below it; two edges give
// their closest points. Returns their number, at most 8, 0 if the boxes are apart; contacts takes
// the capacity deepest.
COLLIDE_API size_t collide_obb_obb_contacts(const collide_obb *a, const collide_obb *b,
                                            collide_contact *contacts, size_t capacity);

// Boxes that move with velocities va, vb over [0, t_max]; t_max may be +infinity.
COLLIDE_API bool collide_obb_obb_sweep(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                       collide_vec3 vb, float t_max, collide_impact *out);

// What touches at impact->t_first, as returned by the sweep of the same boxes: a point, the ends of
// a segment or the corners of a polygon, where the boxes are at that time; depth 0. Boxes that
// overlap at the start have the contacts above. Returns their number, at most 8, 0 for a miss.
COLLIDE_API size_t collide_obb_obb_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                  const collide_obb *b, collide_vec3 vb,
                                                  const collide_impact *impact,
                                                  collide_contact *contacts, size_t capacity);

// The same four for a box a and a triangle b; at most 7 contacts.
COLLIDE_API bool collide_obb_triangle(const collide_obb *a, const collide_triangle *b,
                                      collide_overlap *out);
COLLIDE_API size_t collide_obb_triangle_contacts(const collide_obb *a, const collide_triangle *b,
                                                 collide_contact *contacts, size_t capacity);
COLLIDE_API bool collide_obb_triangle_sweep(const collide_obb *a, collide_vec3 va,
                                            const collide_triangle *b, collide_vec3 vb, float t_max,
                                            collide_impact *out);
COLLIDE_API size_t collide_obb_triangle_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                       const collide_triangle *b, collide_vec3 vb,
                                                       const collide_impact *impact,
                                                       collide_contact *contacts, size_t capacity);

// ---- convex bodies ---------------------------------------------------------------------------
// Bytes for so many of each; 0 if a count is 0 or too large. A flat convex counts, besides its
// normal, the normals within its plane of all its edges.
COLLIDE_API size_t collide_convex_size(size_t vertices, size_t normals, size_t edges);

// Builds a convex from arrays of three floats each, tightly packed, in memory of size bytes, at
// COLLIDE_ALIGNMENT, and writes its address to *convex. That the directions are those of the hull
// of the vertices is up to you: a missing one makes hits of some misses, none of either is an
// error. Errors: NULL, COUNT (no vertices, normals or edges), OVERFLOW, SIZE, ALIGNMENT,
// NOT_FINITE, EXTENT (a direction is zero); *convex is then NULL.
COLLIDE_API collide_status collide_convex_build(collide_convex **convex, void *memory, size_t size,
                                                const collide_vec3 *vertices, size_t vertex_count,
                                                const collide_vec3 *normals, size_t normal_count,
                                                const collide_vec3 *edges, size_t edge_count);

// Bytes that the build from this mesh can need at most; 0 where the mesh has an error.
COLLIDE_API size_t collide_convex_mesh_size(const collide_mesh *mesh);

// Builds a convex from the triangles of its surface, in either orientation; a flat polygon may be
// given on one side only. Vertices that no triangle names are left out; of directions that agree
// within 2^-20 one is kept; edges between triangles of one face are none. Zero-area triangles are
// passed over. Cost: the square of the triangles. Errors: as above, INDEX, INDEX_SIZE, STRIDE,
// EXTENT (all triangles have zero area), CONVEX (a vertex lies outside a face by more than 2^-12 of
// the size).
COLLIDE_API collide_status collide_convex_build_mesh(collide_convex **convex, void *memory,
                                                     size_t size, const collide_mesh *mesh);

// Adopts a convex that was copied or read into memory, header.size bytes. Only the header is
// checked: damaged vertices or directions give wrong answers, but nothing is read out of bounds.
// Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION; *convex is then NULL.
COLLIDE_API collide_status collide_convex_open(collide_convex **convex, void *memory, size_t size);

// Whether two convex bodies overlap, and where least. NULL, or what no builder made, never hits.
COLLIDE_API bool collide_convex_convex(const collide_convex *a, const collide_pose *pose_a,
                                       const collide_convex *b, const collide_pose *pose_b,
                                       collide_overlap *out);

// Moving ones. All vertices are projected on all normals and on all pairs of edges, 16 pairs at a
// time on the instruction set in use, so the cost is edges x edges x vertices: with AVX2 two
// icosahedra took 0.05 us to a miss and 2 us to a hit, two bodies of 600 vertices and 228 edges
// 11 ms. Give round bodies few edges.
COLLIDE_API bool collide_convex_convex_sweep(const collide_convex *a, const collide_pose *pose_a,
                                             collide_vec3 va, const collide_convex *b,
                                             const collide_pose *pose_b, collide_vec3 vb,
                                             float t_max, collide_impact *out);

// What touches at impact->t_first; of faces with more than COLLIDE_CONVEX_CORNERS corners, so many
// of them, all the way round. At most twice as many contacts.
COLLIDE_API size_t collide_convex_convex_sweep_contacts(const collide_convex *a,
                                                        const collide_pose *pose_a, collide_vec3 va,
                                                        const collide_convex *b,
                                                        const collide_pose *pose_b, collide_vec3 vb,
                                                        const collide_impact *impact,
                                                        collide_contact *contacts, size_t capacity);

// ---- packs -----------------------------------------------------------------------------------
// Bytes for a pack of n boxes, a multiple of COLLIDE_ALIGNMENT, 60 per object; 0 if n is 0 or too
// large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_obb_pack_size(size_t n);

// Builds a pack of n boxes at a stride of at least sizeof *boxes bytes (0 means that) in memory of
// at least collide_obb_pack_size(n) bytes, and writes its address (that of memory) to *pack. Each
// box must pass collide_obb_check. Errors: those of the check, NULL, COUNT, OVERFLOW, STRIDE, SIZE,
// ALIGNMENT; *pack is then NULL and memory untouched.
COLLIDE_API collide_status collide_obb_pack_build(collide_obb_pack **pack, void *memory,
                                                  size_t size, const collide_obb *boxes, size_t n,
                                                  size_t stride);

// Adopts a pack that was copied or read into memory, as collide_kdop18_pack_open does. Errors:
// NULL, ALIGNMENT, SIZE, KIND, VERSION; *pack is then NULL.
COLLIDE_API collide_status collide_obb_pack_open(collide_obb_pack **pack, void *memory,
                                                 size_t size);

// Objects in the pack.
COLLIDE_API size_t collide_obb_pack_count(const collide_obb_pack *pack);

// Replaces object i. Errors: NULL, KIND, INDEX, those of the check; the pack is then unchanged.
COLLIDE_API collide_status collide_obb_pack_set(collide_obb_pack *pack, size_t i,
                                                const collide_obb *box);

// Object i, bit for bit as it was put in; NaN if there is none.
COLLIDE_API collide_obb collide_obb_pack_get(const collide_obb_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// At rest: whether they overlap, with the verdicts of collide_obb_obb and collide_obb_triangle. One
// box against a pack, as hit bits and as a rising list of indices; pack against pack, lane by lane;
// and n index pairs into arrays, where an index out of range is a miss. Bits, lists and what they
// return are as in >>kdop.
COLLIDE_API size_t collide_obb_obb_many(const collide_obb *a, const collide_obb_pack *b,
                                        uint16_t *bits);
COLLIDE_API size_t collide_obb_obb_many_indices(const collide_obb *a, const collide_obb_pack *b,
                                                uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_obb_obb_lanes(const collide_obb_pack *a, const collide_obb_pack *b,
                                         uint16_t *bits);
COLLIDE_API size_t collide_obb_obb_pairs(const collide_obb_array *a, const collide_obb_array *b,
                                         const collide_pair *pairs, size_t n, uint16_t *bits);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_obb_triangle_many(const collide_obb *a, const collide_triangle_pack *b,
                                             uint16_t *bits);
COLLIDE_API size_t collide_obb_triangle_many_indices(const collide_obb *a,
                                                     const collide_triangle_pack *b,
                                                     uint32_t *indices, size_t capacity);
COLLIDE_API size_t collide_obb_triangle_lanes(const collide_obb_pack *a,
                                              const collide_triangle_pack *b, uint16_t *bits);
COLLIDE_API size_t collide_obb_triangle_pairs(const collide_obb_array *a,
                                              const collide_triangle_array *b,
                                              const collide_pair *pairs, size_t n, uint16_t *bits);
#endif

// One box a with velocity va against a pack b with velocities vb, NULL if at rest; where vb is the
// shorter pack, the rest misses. n is the count of b.
COLLIDE_API size_t collide_obb_obb_sweep_many(const collide_obb *a, collide_vec3 va,
                                              const collide_obb_pack *b,
                                              const collide_vec3_pack *vb, float t_max,
                                              const collide_sweeps *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_obb_triangle_sweep_many(const collide_obb *a, collide_vec3 va,
                                                   const collide_triangle_pack *b,
                                                   const collide_vec3_pack *vb, float t_max,
                                                   const collide_sweeps *out);
#endif

// Object i of a against object i of b, for all i below the smallest count of the packs given; n is
// that count. va and vb may be NULL.
COLLIDE_API size_t collide_obb_obb_sweep_lanes(const collide_obb_pack *a,
                                               const collide_vec3_pack *va,
                                               const collide_obb_pack *b,
                                               const collide_vec3_pack *vb, float t_max,
                                               const collide_sweeps *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_obb_triangle_sweep_lanes(const collide_obb_pack *a,
                                                    const collide_vec3_pack *va,
                                                    const collide_triangle_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);
#endif

// n index pairs into arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_obb_obb_sweep_pairs(const collide_obb_array *a,
                                               const collide_obb_array *b,
                                               const collide_pair *pairs, size_t n, float t_max,
                                               const collide_sweeps *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_obb_triangle_sweep_pairs(const collide_obb_array *a,
                                                    const collide_triangle_array *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float t_max, const collide_sweeps *out);
#endif
#endif // COLLIDE_NO_SAT
