#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>sat
// ================================================================================================
#ifndef COLLIDE_NO_SAT
// This family tests OBBs, triangles and convex bodies by separating axes [Gamedev]. They rest, or
// move with constant velocities over [0, t_max]. Two convex shapes are apart if and only if they
// are apart along one of finitely many axes n. On each axis a shape covers the interval from its
// min to its max. As seen from b, the interval of a moves at the speed s = n.(va - vb):
//
//                    [--- a ---]           [------ b ------]
//     t = 0        min a     max a       min b           max b
//
//     t_first                    [--- a ---][------ b ------]              s t = min b - max a
//
//     t_last                                [------ b ------][--- a ---]   s t = max b - min a
//     -----------------------------------------------------------------> n
//
// On one axis, the two intervals overlap from t_first to t_last of this axis. The shapes overlap
// while the intervals overlap on all axes. So t_first of the shapes is the largest t_first of all
// axes, but not below 0; t_last of the shapes is the smallest t_last of all axes, but not above
// t_max. This is a closed form: it needs no iteration and no tolerance.
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
// The field axis of a result holds the number of an axis:
//     OBB a, OBB b            0-2 axes of a; 3-5 axes of b; 6 + 3i + j: a's axis i x b's axis j
//     OBB a, triangle b       0-2 axes of a; 3 normal of b; 4 + 3i + j: a's axis i x b's edge j,
//                             where edge j goes from vertex j to the next vertex
//     triangles a, b          0, 1 normals of a and b; 2 + 3i + j: a's edge i x b's edge j; for
//                             triangles in one plane also 11-13: the axes x, y, z; 14 + 3i + j:
//                             a's edge i x coordinate axis j; 23 + 3i + j: b's edge i x
//                             coordinate axis j
//     convex a, b             the normals of a, then the normals of b, then a's edge i x b's edge
//                             j, which has number i * (edges of b) + j among these
//
// A sweep has these results; contact and parting are the times at which the shapes touch and part.
// Times are correct within the bound below, and t_last <= t_max:
//     situation                         hit   t_first   t_last         normal, depth, axis
//     apart, touch before t_max         yes   contact   parting        axis of t_first, depth 0
//     apart, touch exactly at t_max     yes   t_max     t_max          the same
//     apart, touch later than t_max     no
//     apart and leaving, or passing     no
//     apart, moving along the face      no
//     apart and at rest                 no
//     touching, and closing             yes   0         parting        least penetration, depth 0
//     touching, and sliding             yes   0         parting        the same
//     touching, and leaving             yes   0         0              the same
//     overlapping                       yes   0         parting        least penetration
//     at rest, touching or overlapping  yes   0         t_max          least penetration
//     t_max = 0                         as if at rest, so t_last = 0
//     equal or nearly equal rotations   as above: a cross product of length 0 separates nothing,
//                                       and if rounding changes the direction of a cross product,
//                                       it is still a valid axis
//     extents of 0, zero area           as above: rectangles, segments and points are shapes
//     flat shapes in one plane          as above; they touch or are apart within this plane
//     NaN, infinite input, t_max < 0    no
// Bodies translate: a sweep does not take rotation during the step into account.
//
// The axis of t_first is the axis whose intervals begin to overlap latest in time. The normal is of
// unit length and points from b to a. The axis of least penetration is the axis along which the
// shortest motion of a separates the shapes; depth is the length of this motion. If the depths of
// several axes tie, the first axis in the list above wins, so faces win over edges. For OBBs and
// triangles, depths tie if they differ by no more than a rounding margin proportional to the sizes
// of the shapes; for convex bodies, only if they are equal after rounding.
//
// Bound: let e be the sum of all half extents of both shapes. A triangle counts as half its
// perimeter, and a convex body as half the sum of the three sides of its bounding box. Let d be the
// distance of the centres at the start, and u = 2^-24.
//     - An overlap deeper than 4u (e + d), at rest or at some time, is never missed.
//     - False hits can occur, and depths and times can be off, as if the shapes were larger by
//       20u e + 8u d along each axis. For an OBB against a triangle with the angle alpha at v[1],
//       add 4u e / sin(alpha) to this length. So t_first is early and t_last is late by at most
//       this length divided by the speed along the axis. If d > e, t_first may also be late and
//       t_last early, by at most 8u (e + d) divided by this speed.
//     - Triangles against triangles are evaluated in double, as if they were larger by
//       2^-46 (e + d), and their times are rounded outward once. So no hit is missed, t_first is
//       never late and t_last is never early. Depths are off by at most 48u (e + d).
// The bound holds for lengths from 1e-6 to 1e6, for OBBs that pass collide_obb_check, and for all
// finite velocities. If the velocities are multiplied by 2^k and t_max is divided by 2^k, the
// verdict is the same and the times are divided by 2^k, provided that float32 represents all these
// numbers exactly. Except between triangles, a contact later than 2^126 may not be found.

// ---- making ----------------------------------------------------------------------------------

// Returns the OBB with half extents half >= 0, whose centre is the position of the pose and whose
// axes are the axes of the pose. Call it again whenever the pose of a body changes.
COLLIDE_API collide_obb collide_obb_from_pose(const collide_pose *pose, collide_vec3 half);

// Returns the smallest OBB with axes x, y and z that contains the AABB. It equals the AABB if the
// exact centre and half extents are floats; otherwise it is rounded outward. An empty or infinite
// AABB gives NaN, which never hits.
COLLIDE_API collide_obb collide_obb_from_aabb(const collide_aabb *box);

// Returns the OBB of a cylinder: axis[2] is the cylinder's axis, half.x and half.y are the radius
// and half.z is half the height, rounded outward. An axis of length 0, a radius or height < 0, and
// input that is not finite give NaN.
COLLIDE_API collide_obb collide_obb_from_cylinder(const collide_cylinder *cylinder);

// Computes an OBB of small volume that holds n points; no point is outside. A point is three
// floats; the stride is at least 12 bytes, and 0 means 12. It tries the axes of coordinates and
// about 30 other frames, which triangles of the outermost points give [Larsson], and improves the
// best by small rotations. The points' AABB is returned if no box is smaller. Widths count as
// larger by 2^-20 of the cloud's size, so that a flat cloud gets a box of small area. Clouds in
// boxes, with points at the corners, get boxes at most 0.1 % larger. collide_shape_volume says how
// well shapes fit. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride, or a number of the box),
// NOT_FINITE; *out is then a point at 0. Cost: about ten passes over the points; 10^6 points took
// 0.2 s, 200 points 0.1 ms.
COLLIDE_API collide_status collide_obb_from_points(collide_obb *out, const void *points, size_t n,
                                                   size_t stride);

// ---- single calls: OBBs and triangles --------------------------------------------------------
// out may be NULL. contacts may be NULL if capacity is 0. Velocities are lengths per unit of time.
// OBBs are solid. Triangles are surfaces, and both of their sides count.

// Tests whether two OBBs overlap. If they do and out is not NULL, *out is the least penetration. If
// they do not, *out has normal and depth 0 and axis COLLIDE_AXIS_NONE. The calls below do the same.
COLLIDE_API bool collide_obb_obb(const collide_obb *a, const collide_obb *b, collide_overlap *out);

// Contacts of two OBBs, which a solver can stand on: at most four, all with one normal. There are
// some if collide_obb_obb is true. With a margin there are also some if the gap along each of the
// 15 axes is at most the margin, within the bound above. These have depths down to -margin.
//
// The normal is the direction of the axis with the largest gap, or the smallest depth, but the axis
// of a face is preferred: an axis of two edges must be better by 2^-7 of the smaller size, which is
// the sum of the half extents of an OBB. Otherwise boxes that lie on each other would slip whenever
// the cross product of two edges is slightly better. A face of b is preferred to one of a by 1/8 of
// this, so that two faces which face each other do not take turns. The axis that the hint names,
// within 7 degrees, counts as better by 2^-7 of the size, too: give the normal of the last step,
// and small motions do not change the axis. So depths exceed the depth of collide_obb_obb by at
// most 2^-7 of the size, or 2^-6 with a hint.
//
// If the axis is the normal of a face F, the face of the other OBB that is turned toward F is
// clipped to the outline of F. The points of the clipped face that lie below the plane of F, or
// above it by at most the margin, are candidates. Corners that lie beside F by up to 2^-8 of the
// size count as above F, so that equal boxes in a stack keep the same corners. Of more than four
// candidates four are kept: the deepest, the one farthest from it, the one farthest from the line
// through both, and the one farthest outside the triangle of these three. Depths that differ by up
// to 2^-8 of the size count as equal, and the first candidate is then taken. If no candidate is as
// deep as the least depth less 2^-7 of the size, the axis of the least depth is taken. If that is
// the axis of a face and has no such candidate either, as corners of OBBs that are apart, the
// nearest points of the two faces are the contact, and the normal is the direction between them. If
// the axis belongs to two edges, their closest points are the contact. In both cases the corners of
// the faces beside them follow: of the face that is turned to the normal most, if it is turned by
// less than 41 degrees, and of the face opposite, clipped as above, but seen along the normal. The
// OBBs touch there when they turn. depth is at most (point_b - point_a) . normal, within rounding,
// but not below 0 or -margin.
//
// Returns the number of contacts. contacts receives the deepest, up to capacity. options may be
// NULL.
COLLIDE_API size_t collide_obb_obb_contacts(const collide_obb *a, const collide_obb *b,
                                            const collide_contact_options *options,
                                            collide_contact *contacts, size_t capacity);

// Tests whether two OBBs that move with velocities va and vb overlap at some t in [0, t_max]. t_max
// may be +infinity.
COLLIDE_API bool collide_obb_obb_sweep(const collide_obb *a, collide_vec3 va, const collide_obb *b,
                                       collide_vec3 vb, float t_max, collide_impact *out);

// Contacts at the time impact->t_first, where impact is the result of collide_obb_obb_sweep for the
// same OBBs and velocities. The contacts are a point, the ends of a segment or the corners of a
// polygon. Points are positions at this time, and depths are 0. OBBs that overlap at the start have
// contacts with depths along the axis impact->axis: all corners of the clipped face, and not only
// four, where the normal of a face F is the axis. Margin and hint are ignored. Returns the number
// of contacts, at most 8, and 0 for a miss.
COLLIDE_API size_t collide_obb_obb_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                  const collide_obb *b, collide_vec3 vb,
                                                  const collide_impact *impact,
                                                  const collide_contact_options *options,
                                                  collide_contact *contacts, size_t capacity);

// Overlap, sweep and contacts of a sweep of an OBB a and a triangle b, as above. Contacts of a
// sweep are at most 7. collide_obb_triangle_contacts belongs to the family shape.
COLLIDE_API bool collide_obb_triangle(const collide_obb *a, const collide_triangle *b,
                                      collide_overlap *out);
COLLIDE_API bool collide_obb_triangle_sweep(const collide_obb *a, collide_vec3 va,
                                            const collide_triangle *b, collide_vec3 vb, float t_max,
                                            collide_impact *out);
COLLIDE_API size_t collide_obb_triangle_sweep_contacts(const collide_obb *a, collide_vec3 va,
                                                       const collide_triangle *b, collide_vec3 vb,
                                                       const collide_impact *impact,
                                                       const collide_contact_options *options,
                                                       collide_contact *contacts, size_t capacity);

// ---- convex bodies ---------------------------------------------------------------------------

// Returns the bytes that a convex body with these counts needs, or 0 if a count is 0 or too large.
// A flat body has the normal of its plane and one more normal for each edge: the direction within
// the plane that is normal to the edge.
COLLIDE_API size_t collide_convex_size(size_t vertex_count, size_t normal_count, size_t edge_count);

// Builds a convex body from tightly packed arrays, in memory of size bytes that is aligned to
// COLLIDE_ALIGNMENT, and writes its address to *convex. normals must contain the directions of all
// face normals of the convex hull of the vertices, and edges the directions of all its edges. If a
// direction is missing, some misses become hits. Additional directions do no harm. Neither is
// reported as an error. Errors: NULL, COUNT (no vertices, normals or edges), OVERFLOW, SIZE,
// ALIGNMENT, NOT_FINITE, EXTENT (a direction is zero); *convex is then NULL.
COLLIDE_API collide_status collide_convex_build(collide_convex **convex, void *memory, size_t size,
                                                const collide_vec3 *vertices, size_t vertex_count,
                                                const collide_vec3 *normals, size_t normal_count,
                                                const collide_vec3 *edges, size_t edge_count);

// Returns the max number of bytes that a build from this mesh needs, or 0 if the mesh has an error.
COLLIDE_API size_t collide_convex_mesh_size(const collide_mesh *mesh);

// Builds a convex body from the triangles of its surface, which may have either orientation. A flat
// polygon may be given on one side only. Vertices that no triangle names are left out. If several
// directions agree within 2^-20, one of them is kept. Edges between triangles of one face are not
// edges of the body. Triangles of zero area are ignored. Cost: grows as the square of the number of
// triangles. Errors: the errors of collide_convex_build, INDEX, INDEX_SIZE, STRIDE, EXTENT (all
// triangles have zero area), CONVEX (a vertex lies outside a face by more than 2^-12 of the size).
COLLIDE_API collide_status collide_convex_build_mesh(collide_convex **convex, void *memory,
                                                     size_t size, const collide_mesh *mesh);

// What a hull of points is like.
typedef struct collide_hull {
    uint32_t vertex_count;           // in the body
    uint32_t edge_count, face_count; // faces are polygons; a flat hull has one
    float volume;                    // within 2^-23 of it; 0 if it is flat
    collide_vec3 centroid;           // of the volume; of a flat hull, of its area
    float outside;                   // no point is farther than this from the body
} collide_hull;

// Returns the bytes that a build from n points needs at most, or 0 if n is 0 or too large: about
// 320 n up to 65536 points, then 4 more for each point. The body takes convex->size of them.
COLLIDE_API size_t collide_convex_points_size(size_t n);

// Builds the convex hull of n points, in memory of at least collide_convex_points_size(n) bytes
// that is aligned to COLLIDE_ALIGNMENT. A point is three floats; the stride is at least 12 bytes,
// and 0 means 12.
//
// The hull is exact for all finite floats: its vertices are the corners of the hull of the points,
// in the order of the points. Equal points count once. Points inside, on a face or on an edge
// are left out, and triangles in exactly one plane are one face. If several directions of normals
// or edges agree within 2^-20, one of them is kept. If all points lie in one plane, the body is a
// flat polygon.
//
// max_vertices limits the vertices: fewer make queries cheaper. 0 means no limit.
// The body is then the hull of chosen points: each is about as far from the hull of the points
// before it as any. out->outside says how far the other points are from it: give it to margins, or
// scale the body. Without the limit, outside is 0. The build takes up to three times as long with
// a limit.
//
// out may be NULL. Errors: NULL, COUNT (no points), STRIDE, OVERFLOW (n * stride, or the hull has
// more than 65536 vertices or 65535 directions of edges; points on its faces and edges may count as
// vertices here), SIZE, ALIGNMENT, OPTION (max_vertices is 1 to 3), NOT_FINITE, EXTENT (all points
// lie on one line); *convex is then NULL, and *out is 0.
// Cost: grows as n log h for h vertices in usual clouds, and as n h in the worst case. 10^6 random
// points in a sphere took 0.2 s, and 20,000 points on one, which are all vertices, 0.04 s.
COLLIDE_API collide_status collide_convex_build_points(collide_convex **convex, void *memory,
                                                       size_t size, const void *points, size_t n,
                                                       size_t stride, size_t max_vertices,
                                                       collide_hull *out);

// Lists the vertices of a convex body, in its own coordinates. Features and triangles name a vertex
// by its place in this list. It is center plus the stored vertex, rounded to float. This differs
// from the vertex that the builder was given by at most 2^-24 of radius and 2^-24 of the vertex.
// Returns convex->vertex_count, or 0 if convex is NULL or holds no body; out receives the first, up
// to capacity, and may be NULL if capacity is 0.
COLLIDE_API size_t collide_convex_vertices(const collide_convex *convex, collide_vec3 *vertices,
                                           size_t capacity);

// Lists the triangles of the surface of a convex body, three indices of vertices each,
// counterclockwise as seen from outside. With the array of collide_convex_vertices they are a
// closed mesh: the surface of the hull of the stored vertices, exactly. The triangles of a face
// follow one another and begin at the corner of the face with the smallest index; faces are in the
// order of this corner. Vertices inside the body, on a face or on an edge are in no triangle; of
// equal vertices the first counts. A flat body is listed on both sides: each triangle, then the
// same one turned round. Since vertices are rounded, a skew face or flat body may bend by 2^-24 of
// radius. Such a face is listed as several faces, and such a body as a thin solid. A body whose
// vertices lie on one line has no triangles. Returns the number of triangles, at most 2 *
// vertex_count, or 0 if convex is NULL or holds no body; indices receives the first, up to capacity
// triangles, and may be NULL if capacity is 0. Cost: grows as the square of vertex_count, since a
// body stores no faces: 0.4 ms for 64 vertices on a sphere, 25 ms for 600. If k vertices lie in one
// plane, add about 1 us k^2.
COLLIDE_API size_t collide_convex_triangles(const collide_convex *convex, uint32_t *indices,
                                            size_t capacity);

// Adopts a convex body that was copied or read into memory. A convex body has convex->size bytes.
// Only the header is checked: damaged vertices or directions give wrong answers, but no query reads
// out of bounds. Errors: NULL, ALIGNMENT, SIZE, KIND, VERSION; *convex is then NULL.
COLLIDE_API collide_status collide_convex_open(collide_convex **convex, void *memory, size_t size);

// Tests whether two convex bodies overlap, and computes their least penetration. A body that is
// NULL or does not begin with COLLIDE_CONVEX_MAGIC never hits.
COLLIDE_API bool collide_convex_convex(const collide_convex *a, const collide_pose *pose_a,
                                       const collide_convex *b, const collide_pose *pose_b,
                                       collide_overlap *out);

// Tests whether two moving convex bodies overlap. Cost: edges of a x edges of b x vertices, since
// all vertices are projected on all normals and on the cross products of all pairs of edges. SIMD
// code tests 16 pairs of edges at a time. With AVX2, two icosahedra took 0.05 us for a miss and 2
// us for a hit; two bodies of 600 vertices and 228 edges took 11 ms. So give round bodies few
// edges.
COLLIDE_API bool collide_convex_convex_sweep(const collide_convex *a, const collide_pose *pose_a,
                                             collide_vec3 va, const collide_convex *b,
                                             const collide_pose *pose_b, collide_vec3 vb,
                                             float t_max, collide_impact *out);

// Contacts at the time impact->t_first, as collide_obb_obb_sweep_contacts gives them. Of a face
// with more than COLLIDE_CONVEX_CORNERS corners, only this number of corners is used, spread evenly
// round the face. There are at most 2 * COLLIDE_CONVEX_CORNERS contacts.
COLLIDE_API size_t collide_convex_convex_sweep_contacts(
    const collide_convex *a, const collide_pose *pose_a, collide_vec3 va, const collide_convex *b,
    const collide_pose *pose_b, collide_vec3 vb, const collide_impact *impact,
    const collide_contact_options *options, collide_contact *contacts, size_t capacity);

// ---- packs -----------------------------------------------------------------------------------

// Returns the bytes that a pack of n OBBs needs: a multiple of COLLIDE_ALIGNMENT, 60 per object. It
// is 0 if n is 0 or too large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_obb_pack_size(size_t n);

// Builds a pack of n OBBs in memory of at least collide_obb_pack_size(n) bytes, and sets *pack to
// memory. The stride of boxes is at least sizeof *boxes bytes, and 0 means sizeof *boxes. Each OBB
// must pass collide_obb_check. Errors: the errors of the check, NULL, COUNT, OVERFLOW, STRIDE,
// SIZE, ALIGNMENT; *pack is then NULL and memory untouched.
COLLIDE_API collide_status collide_obb_pack_build(collide_obb_pack **pack, void *memory,
                                                  size_t size, const collide_obb *boxes, size_t n,
                                                  size_t stride);

// Adopts a pack that was copied or read into memory, as collide_kdop18_pack_open does. Errors:
// NULL, ALIGNMENT, SIZE, KIND, VERSION; *pack is then NULL.
COLLIDE_API collide_status collide_obb_pack_open(collide_obb_pack **pack, void *memory,
                                                 size_t size);

// Returns the number of objects in the pack.
COLLIDE_API size_t collide_obb_pack_count(const collide_obb_pack *pack);

// Replaces object i. Errors: NULL, KIND, INDEX, the errors of the check; the pack is then
// unchanged.
COLLIDE_API collide_status collide_obb_pack_set(collide_obb_pack *pack, size_t i,
                                                const collide_obb *box);

// Replaces n OBBs from index first on, at a stride in bytes (0 means sizeof *objects). It costs
// little more than copying them. Errors: NULL, KIND, INDEX (first + n is above the count), STRIDE,
// OVERFLOW, the errors of the check; the pack is then unchanged.
COLLIDE_API collide_status collide_obb_pack_update(collide_obb_pack *pack, size_t first,
                                                   const collide_obb *objects, size_t n,
                                                   size_t stride);

// Returns object i, bit for bit as it was stored, or NaN if the pack has no object i.
COLLIDE_API collide_obb collide_obb_pack_get(const collide_obb_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// These functions test OBBs at rest, with the verdicts of collide_obb_obb and collide_obb_triangle:
// one box against a pack, as hit bits and as a rising list of indices; pack against pack, lane by
// lane; and n index pairs into arrays, where an index out of range is a miss. Bits, lists and
// return values are as in >>kdop.
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

// One box a with velocity va against a pack b with velocities vb, which is NULL if b is at rest. If
// vb has fewer objects than b, the objects of b without a velocity miss. In collide_sweeps, n is
// the count of b.
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

// All boxes of an array, with their velocities, against a pack: the results of
// collide_obb_obb_sweep_many for each box, in rows. With n, the count of b, bits has a->count *
// COLLIDE_BLOCKS(n) words and the other arrays have a->count * n numbers; row i begins at word i *
// COLLIDE_BLOCKS(n) and at number i * n. The pack is read once for all boxes, a part at a time.
// This is up to twice as fast as one call for each box if the pack exceeds the cache.
COLLIDE_API size_t collide_obb_obb_sweep_all(const collide_obb_array *a, const collide_obb_pack *b,
                                             const collide_vec3_pack *vb, float t_max,
                                             const collide_sweeps *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_obb_triangle_sweep_all(const collide_obb_array *a,
                                                  const collide_triangle_pack *b,
                                                  const collide_vec3_pack *vb, float t_max,
                                                  const collide_sweeps *out);
#endif

// Object i of a against object i of b, for all i below the smallest count of the given packs; in
// collide_sweeps, n is this count. va and vb may be NULL.
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
