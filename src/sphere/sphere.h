#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>sphere
// ================================================================================================
#ifndef COLLIDE_NO_SPHERE
// This family tests spheres against spheres and triangles, at rest or moving with constant
// velocities [Sudar]. It also has bounding spheres and packs of spheres.
//
// Two spheres overlap iff the distance of their centres is at most the sum of their radii. Two
// moving spheres overlap while |(cb - ca) + (vb - va) t|^2 <= (ra + rb)^2: t lies between the roots
// of a quadratic.
//
// Bound: the test is evaluated in double and misses no overlap, but a gap of less than 2^-48 of the
// distance may count as overlap. In a batch a float filter decides nearly all pairs. The few pairs
// that are too close to touching for the filter are tested one by one in double. NaN and negative
// radii overlap nothing. An infinite centre overlaps nothing, unless the other centre is finite and
// a radius is infinite.
//
// EXAMPLE
//     const collide_sphere a = {{0, 0, 0}, 1}, b = {{10, 0, 0}, 1};
//     const collide_vec3 velocity = {20, 0, 0}, rest = {0, 0, 0};
//     collide_sweep times;
//     if (collide_sphere_sphere_sweep(&a, velocity, &b, rest, 1, &times))
//         printf("from %.1f to %.1f s\n", (double)times.t_first, (double)times.t_last);
//     // prints: from 0.4 to 0.6 s

// ---- single calls ----------------------------------------------------------------------------

// Computes a sphere that holds n points; no point is outside. A point is three floats; the stride
// is at least 12 bytes, and 0 means 12. Two spheres are computed, and the smaller one is returned.
// The first starts from the two farthest points among the outermost points in 13 directions, and
// grows until it holds all points. The second has its centre in the middle of the points' AABB. Let
// r be half the largest distance of two points. The radius is at most 1.2 r for large random
// clouds, and up to 1.35 r for a few points (the smallest sphere round a regular tetrahedron has
// 1.22 r). Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride, or the radius), NOT_FINITE; *out is
// then a point at 0. Cost: five passes over the points.
COLLIDE_API collide_status collide_sphere_from_points(collide_sphere *out, const void *points,
                                                      size_t n, size_t stride);

// Computes the smallest sphere that holds n points, within 1e-9 of its radius and rounding; no
// point is outside. It grows the smallest sphere of a few points by the farthest of all points,
// again and again. The result is never larger than the one above. Parameters and errors are the
// same. Cost: about ten passes over the points, at most 150; 10^6 points took 0.15 s.
COLLIDE_API collide_status collide_sphere_smallest_from_points(collide_sphere *out,
                                                               const void *points, size_t n,
                                                               size_t stride);

// Tests whether two spheres overlap.
COLLIDE_API bool collide_sphere_sphere(const collide_sphere *a, const collide_sphere *b);

// Tests whether two spheres that move with constant velocities va and vb overlap at some t in
// [0, t_max], and gives the first and last such time. t_first is 0 if the spheres overlap at the
// start; t_last is never later than t_max. t_max may be +infinity; out may be NULL. The test is
// evaluated in double, as if the sum of the radii were larger by at most 2^-47 (d + ra + rb), where
// d is the distance of the centres. Times are rounded outward, so no contact is missed or cut
// short. Input that is not finite, and a negative or NaN t_max, give a miss. out has no normal; at
// t_first the normal is the direction from b's centre to a's centre.
COLLIDE_API bool collide_sphere_sphere_sweep(const collide_sphere *a, collide_vec3 va,
                                             const collide_sphere *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out);

// Tests whether a sphere overlaps a triangle: the triangle's point nearest to the centre lies
// within the radius. If the distance of the centre from the triangle differs from the radius by at
// most 2^-40 of the largest distance from the centre to a vertex, the answer may be either. NaN, a
// negative radius, and a centre or vertices that are not finite overlap nothing.
COLLIDE_API bool collide_sphere_triangle(const collide_sphere *a, const collide_triangle *b);

// Computes the times at which a moving sphere overlaps a moving triangle, as in >>sat. At these
// times the distance of the centre from the triangle is at most the radius. The test is evaluated
// in double, with the radius larger by 2^-44 s. Here s is the radius plus, for each vertex, the sum
// |x| + |y| + |z| of the vector from the vertex to the centre at the start. t_first is rounded
// down, t_last up. The normal points from the triangle's nearest point to the centre. If the centre
// lies on the triangle, the normal is the triangle's normal on the side that the sphere comes from.
// axis is COLLIDE_AXIS_NONE. Input that is not finite, a negative radius and a negative t_max give
// a miss. All this holds for lengths from 1e-30 to 1e30.
COLLIDE_API bool collide_sphere_triangle_sweep(const collide_sphere *a, collide_vec3 va,
                                               const collide_triangle *b, collide_vec3 vb,
                                               float t_max, collide_impact *out);

// ---- packs -----------------------------------------------------------------------------------

// Make, read and change packs of spheres, as the functions of packs of vectors do (>>vocabulary),
// with the same errors. A sphere takes 16 bytes. Spheres must be finite. A radius < 0 gives EXTENT.
COLLIDE_API size_t collide_sphere_pack_size(size_t n);
COLLIDE_API collide_status collide_sphere_pack_build(collide_sphere_pack **pack, void *memory,
                                                     size_t size, const collide_sphere *spheres,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_sphere_pack_open(collide_sphere_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_sphere_pack_count(const collide_sphere_pack *pack);
COLLIDE_API collide_status collide_sphere_pack_set(collide_sphere_pack *pack, size_t i,
                                                   const collide_sphere *sphere);
COLLIDE_API collide_status collide_sphere_pack_update(collide_sphere_pack *pack, size_t first,
                                                      const collide_sphere *objects, size_t n,
                                                      size_t stride);
COLLIDE_API collide_sphere collide_sphere_pack_get(const collide_sphere_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// One sphere against a pack, as hit bits and as a rising list of indices. Bits, lists and return
// values are as in >>kdop.
COLLIDE_API size_t collide_sphere_sphere_many(const collide_sphere *a, const collide_sphere_pack *b,
                                              uint16_t *bits);
COLLIDE_API size_t collide_sphere_sphere_many_indices(const collide_sphere *a,
                                                      const collide_sphere_pack *b,
                                                      uint32_t *indices, size_t capacity);

// Object i of a against object i of b, for all i below the smaller count.
COLLIDE_API size_t collide_sphere_sphere_lanes(const collide_sphere_pack *a,
                                               const collide_sphere_pack *b, uint16_t *bits);

// n index pairs into two arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_sphere_sphere_pairs(const collide_sphere_array *a,
                                               const collide_sphere_array *b,
                                               const collide_pair *pairs, size_t n, uint16_t *bits);

// An array of spheres against a pack of count objects in one pass. The hit bits of sphere i begin
// at bits[i * COLLIDE_BLOCKS(count)].
COLLIDE_API size_t collide_sphere_sphere_all(const collide_sphere_array *a,
                                             const collide_sphere_pack *b, uint16_t *bits);

// All overlapping pairs, each once: (i of a, j of b), or (i, j) of one pack with i < j. Order: the
// blocks of 16 objects of a are taken in turn. Each is tested against the blocks of 16 objects of b
// in turn. Within two blocks, pairs rise by i, then by j. Every pair is tested, so the cost grows
// as the number of all pairs.
COLLIDE_API size_t collide_sphere_sphere_all_indices(const collide_sphere_pack *a,
                                                     const collide_sphere_pack *b,
                                                     collide_pair *pairs, size_t capacity);
COLLIDE_API size_t collide_sphere_sphere_self_indices(const collide_sphere_pack *pack,
                                                      collide_pair *pairs, size_t capacity);

// One sphere a with velocity va against a pack b with velocities vb, which is NULL if b is at rest.
// Times equal the times of the single call, here and below. axis, if requested, is
// COLLIDE_SWEEPS_NO_AXIS. Counts are as in >>sat.
COLLIDE_API size_t collide_sphere_sphere_sweep_many(const collide_sphere *a, collide_vec3 va,
                                                    const collide_sphere_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);

// Several spheres, with the velocities of the array, against a pack with velocities vb in one pass.
COLLIDE_API size_t collide_sphere_sphere_sweep_all(const collide_sphere_array *a,
                                                   const collide_sphere_pack *b,
                                                   const collide_vec3_pack *vb, float t_max,
                                                   const collide_sweeps *out);

// Sphere i of a against sphere i of b. The packs va and vb hold the velocities, or are NULL.
COLLIDE_API size_t collide_sphere_sphere_sweep_lanes(const collide_sphere_pack *a,
                                                     const collide_vec3_pack *va,
                                                     const collide_sphere_pack *b,
                                                     const collide_vec3_pack *vb, float t_max,
                                                     const collide_sweeps *out);

// n index pairs into arrays of spheres, with the velocities of the arrays; a and b may be the same.
// An index out of range is a miss.
COLLIDE_API size_t collide_sphere_sphere_sweep_pairs(const collide_sphere_array *a,
                                                     const collide_sphere_array *b,
                                                     const collide_pair *pairs, size_t n,
                                                     float t_max, const collide_sweeps *out);
#endif // COLLIDE_NO_SPHERE
