#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>sphere
// ================================================================================================
#ifndef COLLIDE_NO_SPHERE
// Balls against balls and triangles, still or moving with constant velocities [Sudar]; bounding
// spheres; packs of spheres.
//
// Bound: two balls meet iff the distance of their centres is at most the sum of their radii: if
// they move, while |(cb - ca) + (vb - va) t|^2 <= (ra + rb)^2, between the roots of a quadratic.
// This is evaluated in double and never missed: what is farther apart by less than 2^-48 of the
// distance counts, too. A filter in float answers nearly all of a batch; what it leaves open, as
// good as touching, is asked one by one. NaN and negative radii meet nothing, nor does an infinite
// centre, unless the other one is finite and a radius infinite.
//
// EXAMPLE
//     const collide_sphere a = {{0, 0, 0}, 1}, b = {{10, 0, 0}, 1};
//     const collide_vec3 velocity = {20, 0, 0}, rest = {0, 0, 0};
//     collide_sweep times;
//     if (collide_sphere_sphere_sweep(&a, velocity, &b, rest, 1, &times))
//         printf("from %.1f to %.1f s\n", (double)times.t_first, (double)times.t_last);
//     // prints: from 0.4 to 0.6 s

// ---- single calls ----------------------------------------------------------------------------

// A sphere that holds n points, each three floats at a stride of at least 12 bytes (0 means 12):
// grown from the two that are farthest apart of those that are outermost in 13 directions, or about
// the middle of their box, whichever is smaller; of large random clouds at most 1.2 times half the
// widest distance of two points, of a few points up to 1.35 (the best of a tetrahedron has 1.22).
// No point is outside. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride; or radius), NOT_FINITE;
// *out is then a point at 0. Cost: five times over the points.
COLLIDE_API collide_status collide_sphere_from_points(collide_sphere *out, const void *points,
                                                      size_t n, size_t stride);

// Whether two balls meet.
COLLIDE_API bool collide_sphere_sphere(const collide_sphere *a, const collide_sphere *b);

// Whether two balls that move with constant velocities va, vb meet at some t in [0, t_max], and
// from when to when: t_first is 0 if they meet at the start, t_last never later than t_max. t_max
// may be +infinity; out may be NULL. Evaluated in double as if the radii were larger by 2^-47 of
// the distance and the radii, and rounded outward, so no contact is missed or cut short. A miss
// also for what is not finite, and a negative or NaN t_max. The normal is that of the centres at
// t_first.
COLLIDE_API bool collide_sphere_sphere_sweep(const collide_sphere *a, collide_vec3 va,
                                             const collide_sphere *b, collide_vec3 vb, float t_max,
                                             collide_sweep *out);

// Whether a ball meets a triangle: whether the point of it nearest to the centre is within the
// radius. What is off by no more than 2^-40 of the distances may count either way. NaN, a negative
// radius, and a centre or vertices that are not finite meet nothing.
COLLIDE_API bool collide_sphere_triangle(const collide_sphere *a, const collide_triangle *b);

// A ball and a triangle that move, as in >>sat: the times at which the ball's centre is within its
// radius of the triangle. In double, with the radius larger by 2^-44 of the distances and sizes;
// t_first is rounded down, t_last up. The normal goes from the nearest point of the triangle to the
// centre; if the centre lies on the triangle, it is the triangle's that the ball moves against.
// axis is COLLIDE_AXIS_NONE. Input that is not finite, a radius or t_max below 0 miss. This is for
// lengths from 1e-30 to 1e30.
COLLIDE_API bool collide_sphere_triangle_sweep(const collide_sphere *a, collide_vec3 va,
                                               const collide_triangle *b, collide_vec3 vb,
                                               float t_max, collide_impact *out);

// ---- packs -----------------------------------------------------------------------------------

// Packs of spheres, 16 bytes each, with the calls and errors of packs of vectors (>>vocabulary);
// spheres must be finite; EXTENT if a radius is < 0.
COLLIDE_API size_t collide_sphere_pack_size(size_t n);
COLLIDE_API collide_status collide_sphere_pack_build(collide_sphere_pack **pack, void *memory,
                                                     size_t size, const collide_sphere *spheres,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_sphere_pack_open(collide_sphere_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_sphere_pack_count(const collide_sphere_pack *pack);
COLLIDE_API collide_status collide_sphere_pack_set(collide_sphere_pack *pack, size_t i,
                                                   const collide_sphere *sphere);
COLLIDE_API collide_sphere collide_sphere_pack_get(const collide_sphere_pack *pack, size_t i);

// ---- batches ---------------------------------------------------------------------------------

// Bits, lists and what they return as in >>kdop. One against a pack, and the same as a rising list
// of indices.
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

// n spheres at a stride (0 means sizeof *a) against a pack in one pass: the words of hit bits of
// a[i] begin at bits[i * COLLIDE_BLOCKS(count)].
COLLIDE_API size_t collide_sphere_sphere_all(const collide_sphere *a, size_t n, size_t stride,
                                             const collide_sphere_pack *b, uint16_t *bits);

// All pairs that meet, (i of a, j of b), or i < j of one pack, each once. The order: 16 objects of
// a at a time against 16 of b at a time; within these rising by i, then j. Cost: that of all pairs.
COLLIDE_API size_t collide_sphere_sphere_all_indices(const collide_sphere_pack *a,
                                                     const collide_sphere_pack *b,
                                                     collide_pair *pairs, size_t capacity);
COLLIDE_API size_t collide_sphere_sphere_self_indices(const collide_sphere_pack *a,
                                                      collide_pair *pairs, size_t capacity);

// Moving, as in >>sat: one with velocity va against a pack b with velocities vb (NULL if at rest),
// pack against pack, index pairs into arrays. Times are those of the single call; axis, if asked
// for, is COLLIDE_SWEEPS_NO_AXIS.
COLLIDE_API size_t collide_sphere_sphere_sweep_many(const collide_sphere *a, collide_vec3 va,
                                                    const collide_sphere_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);
COLLIDE_API size_t collide_sphere_sphere_sweep_lanes(const collide_sphere_pack *a,
                                                     const collide_vec3_pack *va,
                                                     const collide_sphere_pack *b,
                                                     const collide_vec3_pack *vb, float t_max,
                                                     const collide_sweeps *out);
COLLIDE_API size_t collide_sphere_sphere_sweep_pairs(const collide_sphere_array *a,
                                                     const collide_sphere_array *b,
                                                     const collide_pair *pairs, size_t n,
                                                     float t_max, const collide_sweeps *out);
#endif // COLLIDE_NO_SPHERE
