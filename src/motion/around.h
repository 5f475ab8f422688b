#pragma once
#include "motion.h"

// ---- terrain, cables, and one step at a time ---------------------------------------------------
#ifndef COLLIDE_NO_MOTION

// Brackets the time at which a shape of any kind that moves and turns first touches terrain, within
// [0, t_max]. Returns true for COLLIDE_HIT and COLLIDE_NEAR, and false if it is proven to miss. The
// terrain is solid (>>terrain), and t_lo is never late. The bracket is the bracket of
// collide_shape_shape_motion for one face, or for a wall, which the terrain has below its border
// and at holes; of several, t_lo is the smallest, and t_hi belongs to the first that is proven to
// be hit. Where the shape grazes one face (NEAR) and later hits another, the verdict is HIT, and
// the bracket begins at the first and ends at the second. A shape that collide_shape_terrain says
// overlaps at the start has t_lo = t_hi = gap = 0 and the normal of its deepest contact, or up if
// it has none. The normal points out of the terrain: down or sideways at walls. *point takes the
// point of the terrain that is nearest to the shape at t_lo, or the deepest contact's point_b, and
// *cell the column (a) and row (b) of its cell. Both are 0 for a miss; motion_a, out, point and
// cell may be NULL. The tolerance is as in collide_shape_shape_motion, for a face. Bad input, as
// above, a plane, and a terrain that is NULL give a miss.
//
// Cost: squares of cells, then cells and faces, are asked in the order of the times until which the
// shape is proven free of them, so that the size of the grid does not matter, but the cells that
// the shape comes close to do. A box that tumbles onto a grid of cells as large as it takes 80 to
// 120 us; a box as long as six cells takes 0.1 to 0.8 ms. After 32,768 looks the answer is NEAR
// (HIT, if a later contact is proven), t_lo the time until which all faces are proven free, and gap
// +infinity. A shape that falls past walls for more than 2^16 times its size and the heights of the
// terrain is followed no farther: NEAR.
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_shape_terrain_motion(const collide_shape *a,
                                              const collide_motion *motion_a,
                                              const collide_terrain *b, float t_max,
                                              float tolerance, collide_bracket *out,
                                              collide_vec3 *point, collide_pair *cell);
#endif

// Brackets the time at which a shape of any kind and a cable first touch, while both move and turn
// as rigid bodies. The cable is solid within its radius of the curve (>>cable), and t_lo is never
// late. For HIT, a point of the curve is proven to come within the radius of the shape at t_hi. The
// cable is divided into parts whose control points lie within tolerance of a line, or within 1e-5
// of the sizes of the shape and one segment if tolerance is 0: how wide the bracket is depends on
// it. If within that distance nothing is proven, the answer is NEAR. *segment and *u take the
// segment and the place on it that comes first: UINT32_MAX and 0 for a miss. The motions, out,
// segment and u may be NULL. Bad input, as above, and a cable that does not pass
// collide_cable_check give a miss.
//
// Cost: one pass over the control points, and then stretches, segments and parts in the order of
// the times until which they are proven free: for a box and a cable of 64 segments 10 to 20 us, of
// 1,000 segments 100 us. After 32,768 looks the answer is as with terrain.
#ifndef COLLIDE_NO_CABLE
COLLIDE_API bool collide_shape_cable_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_cable *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out,
                                            uint32_t *segment, float *u);
#endif

// Brackets how long two shapes stay apart whose velocities change, such as the links of a robot:
// only the velocities now are known, and how much they may change. motion_a and motion_b have the
// poses and the velocities at the time 0. acceleration_a and acceleration_b, in lengths per unit of
// time squared, bound the acceleration of every point of the shape from 0 until t_max, including
// what comes of the spin: no point is farther than acceleration t^2 / 2 from where its velocity at
// the time 0 takes it. (A body that keeps its spin has the acceleration spin^2 times its distance
// from the axis.) Returns false, a MISS, if there is no contact within [0, t_max] for any such way;
// else true and
//     NEAR    there is no contact before t_lo; the distance at the time 0 is at most gap. t_hi is
//             t_max
//     HIT     the shapes touch or overlap at the time 0: t_lo = t_hi = 0, and gap <= 0
// The normal is the direction between the shapes at the time 0. motion_a, motion_b and out may be
// NULL. Bad input gives a miss, as above; so do accelerations that are negative, NaN or infinite. A
// half-space that spins is never proven free.
//
// Cost: one distance of the shapes and one certificate, less than a microsecond for boxes.
//
// An edge of a robot's way goes from angles q to q + dq in the time from 0 to 1. Its joints turn,
// and keep their rates, so that all accelerations come of turning. Let R_j be the largest distance
// of any point of the link's shape, its radius included, from joint j. The acceleration is at most
// the sum of |dq_i| |dq_k| R_max(i,k) over all i and all k from 1 to the last joint of the link.
// For two joints this is dq_1^2 R_1 + (2 |dq_1 dq_2| + dq_2^2) R_2. For each pair of shapes that
// might touch:
//
//     for (float t = 0; t < 1;) {
//         // Forward kinematics at the angles q + t dq: for each of the two links its pose, a point
//         // of it as pivot, the velocity of this point, and the spin, the sum of dq_i axis_i.
//         link(arm, t, &motion_a);
//         link(arm, t, &motion_b);
//         collide_bracket step;
//         if (!collide_shape_shape_motion_step(&a, &motion_a, acceleration_a, &b, &motion_b,
//                                              acceleration_b, 1 - t, &step))
//             return FREE;
//         if (step.verdict == COLLIDE_HIT || step.gap <= clearance)
//             return TOO_CLOSE; // at the time t; it was free before
//         const float next = t + step.t_lo;
//         if (!(next > t))
//             return TOO_CLOSE;
//         t = next;
//     }
//
// FREE proves that there is no contact, not that the clearance is kept between steps. The sum t +
// t_lo rounds, which moves points by up to 2^-22 times their speeds, and poses of links are floats.
// To prove a clearance, and to cover these roundings, make one shape of each pair larger by them:
// the radius of a capsule, the half extents of a box. For a link that is a mesh follow its convex
// hull. Where hulls come close, ask for the lo of collide_tree_tree_distance: there is no contact
// until the time lo / v if v is the sum of the highest speeds of points of both meshes
// (examples/way.h).
COLLIDE_API bool collide_shape_shape_motion_step(const collide_shape *a,
                                                 const collide_motion *motion_a,
                                                 float acceleration_a, const collide_shape *b,
                                                 const collide_motion *motion_b,
                                                 float acceleration_b, float t_max,
                                                 collide_bracket *out);
#endif // COLLIDE_NO_MOTION
