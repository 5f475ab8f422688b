#pragma once
#include "near.h"

// ---- distances of cables ---------------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE)
// How far is a cable from a shape, a mesh, terrain, another cable or itself, and where? A cable is
// solid within its radius of its centre line, and a distance is the distance of these solids. It
// comes as a bracket, as in collide_distance: the distance of the curve itself, not of a polygon,
// is proven to lie in [lo, hi], and both are rounded outward.
//
// Error bounds use S, the sum of the extents of the whole cable and of the other body, or of the
// nearest triangle of a mesh or terrain, and of the distance of their centres; with a plane also
// the distances from the coordinate origin. The extent of a cable is the sum of the sides of the
// bounds of its control points, plus its diameter. hi - lo is at most 2^-20 S, unless a segment and
// one body would need more than 4,096 parts, as they may if extents differ by more than 2^20.
//
// A distance call returns whether lo <= max; false means that all of the cable is proven farther
// from the body than max. max may be +infinity, and a smaller one saves time. A within call returns
// what the distance call returns for max = margin, and is faster. A clearances call does the same
// for each segment of the cable alone: what a designer plots along the length of a harness. out[i]
// takes the result of segment i, for the first capacity segments. So make room for
// collide_cable_segment_count(cable) results: the call returns this number, whatever max and
// capacity are. The smallest lo of all segments is within the same bracket as the distance of the
// cable, but need not be the same float.
//
// On false, and for a segment beyond max, lo = hi = +infinity and the rest is 0, except that
// clearances have their segment. Bad input is never within anything: a cable that does not pass
// collide_cable_check, a shape that does not pass collide_shape_check, a negative or NaN max.
// With bad input a clearances call returns 0 and writes nothing. out may be NULL, in clearances if
// capacity is 0.
//
// Cables that overlap the body have lo = 0. Where the overlap is proven, hi is 0, too, and both
// points, and u, are some common point, which need not be where the overlap is deepest:
// collide_cable_tree_contacts and the other contacts of >>cable give the deepest point of each
// segment, and its depth. Verdicts (such as collide_shape_cable, or collide_cable_tree) say hit for
// gaps within their error bound. lo is then 0 and hi is the upper bound of the true distance, so
// that hi - lo may be as wide as that gap.
//
// Method: a lower bound of a part of a segment is the gap between the minimum of the cubic n.C(u)
// and the body along n, the direction of the nearest points so far, or of the part's chord. An
// upper bound is the distance of a point of the curve. Parts that may be nearer are halved, and the
// nearer half comes first. Where the curve bends away from the body, one direction proves a
// segment; where it is wound about it, parts of length h are proven within h^2 / 8 times the
// curvature. Two cables have bounds of higher order, which prove longer parts where they stay
// equally far apart. Everything is evaluated in double, in the same order on all machines.

// The distance of a cable (a) and a body (b). point_a lies on the surface of the cable, point_b on
// the body; they are hi apart, within rounding to float. normal is the direction from b to a at the
// nearest points; for curves it is no proof of lo. feature_a is 0. feature_b is a feature of the
// shape (collide_distance), or the index of the triangle or tetrahedron of a mesh, as in other;
// else 0. With terrain both features name the face (collide_cable_terrain_distance).
typedef struct collide_cable_distance {
    collide_distance distance;
    uint32_t segment; // index in the cable
    uint32_t other;   // triangle of the mesh or segment of the other cable; else 0
    float u;          // where on this segment, from 0 to 1; in an overlap, of some common point
    float other_u;    // the same on the other cable; else 0
} collide_cable_distance;

// The distance, the margin and the clearances of a shape of any kind and a cable. As with
// collide_shape_cable_contacts, point_a lies on the cable, and the normal points from the shape to
// the cable. Points, segments, tetrahedra, convex bodies and planes have distances, although they
// have no contacts with cables. Cost: a cable of 64 segments takes 4 to 7 us, most of it to check
// and to bound the segments; with a cylinder, a tetrahedron or a convex body 5 to 10 us.
COLLIDE_API bool collide_shape_cable_distance(const collide_shape *a, const collide_cable *b,
                                              float max, collide_cable_distance *out);
COLLIDE_API bool collide_shape_cable_within(const collide_shape *a, const collide_cable *b,
                                            float margin);
COLLIDE_API size_t collide_shape_cable_clearances(const collide_shape *a, const collide_cable *b,
                                                  float max, collide_cable_distance *out,
                                                  size_t capacity);

// The distance, the margin and the clearances of a cable and a mesh. pose_b is as in
// collide_cable_tree; the vertices are as collide_pose_apply makes them. A mesh is a surface here,
// and tetrahedra are solid. other is the triangle or tetrahedron. Cost: a cable of 64 segments
// along a mesh of 10,000 triangles takes 70 us, and its clearances 0.7 ms; about a bumpy sphere,
// where all segments are nearly equally far, the distance takes 0.7 ms, too.
#ifndef COLLIDE_NO_TREE
COLLIDE_API bool collide_cable_tree_distance(const collide_cable *a, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_cable_distance *out);
COLLIDE_API bool collide_cable_tree_within(const collide_cable *a, const collide_tree *b,
                                           const collide_pose *pose_b, float margin);
COLLIDE_API size_t collide_cable_tree_clearances(const collide_cable *a, const collide_tree *b,
                                                 const collide_pose *pose_b, float max,
                                                 collide_cable_distance *out, size_t capacity);
#endif

// The distance, the margin and the clearances of a cable and terrain. The walls below its border
// and beside holes have no distance. A cable that overlaps the terrain or is below its surface
// (collide_cable_terrain_contacts) has lo = hi = 0, with the normal and the point on the surface of
// the deepest contact of the segment. Each segment is tested by itself. Corners of faces are sums
// in double: hi - lo may be wider by 2^-47 of the extent of the grid and of its distance. feature_b
// has COLLIDE_FEATURE_FACE, the number 0 or 1 of the face in bit 26 and the column of its cell, and
// feature_a has the row.
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_cable_terrain_distance(const collide_cable *a, const collide_terrain *b,
                                                float max, collide_cable_distance *out);
COLLIDE_API bool collide_cable_terrain_within(const collide_cable *a, const collide_terrain *b,
                                              float margin);
COLLIDE_API size_t collide_cable_terrain_clearances(const collide_cable *a,
                                                    const collide_terrain *b, float max,
                                                    collide_cable_distance *out, size_t capacity);
#endif

// The distance, the margin and the clearances of two cables. other is the segment of b. In
// clearances, each segment of a and all of b. Cost: two cables of 64 segments that are wound about
// each other take 30 to 130 us, the longer the more alike their gap is all along. Two helices that
// are exactly alike take 110 to 130 us.
COLLIDE_API bool collide_cable_cable_distance(const collide_cable *a, const collide_cable *b,
                                              float max, collide_cable_distance *out);
COLLIDE_API bool collide_cable_cable_within(const collide_cable *a, const collide_cable *b,
                                            float margin);
COLLIDE_API size_t collide_cable_cable_clearances(const collide_cable *a, const collide_cable *b,
                                                  float max, collide_cable_distance *out,
                                                  size_t capacity);

// The distance, the margin and the clearances of a cable and itself: the segments i < j that
// collide_cable_self_contacts compares, with neighbours as it states; segment is i and other is j.
// In clearances, each segment and all others but its neighbours, before it and behind it. A cable
// without such a pair is never within anything.
COLLIDE_API bool collide_cable_self_distance(const collide_cable *cable, size_t neighbours,
                                             float max, collide_cable_distance *out);
COLLIDE_API bool collide_cable_self_within(const collide_cable *cable, size_t neighbours,
                                           float margin);
COLLIDE_API size_t collide_cable_self_clearances(const collide_cable *cable, size_t neighbours,
                                                 float max, collide_cable_distance *out,
                                                 size_t capacity);
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE
