#pragma once
#include "../base/vocabulary.h"
#include "../cable/cable.h"
#include "../kdop/kdop.h"
#include "../terrain/terrain.h"
#include "../tree/tree.h"
#include "../ray/ray.h"

// ================================================================================================
// >>shape
// ================================================================================================
#ifndef COLLIDE_NO_SHAPE
// This family answers five questions about any two shapes. Do they overlap? How far are they apart?
// Are they within a margin? If they move, when do they first touch? Where do they touch (contacts)?
// It also has capsules, rays against any shape, and any shape against trees, terrain and cables. A
// distance comes as a bracket: the exact distance is proven to lie between two numbers lo and hi.
// The first three questions can be asked of many pairs in one call, for which shapes lie in packs.
//
// The algorithms see a shape as a core and a radius. The core of a sphere is a point, and the core
// of a capsule is a segment. Every other shape but a plane is its own core and has no radius. The
// radii are subtracted from the distance of the cores. The signed distance is
//
//     s(A, B) = max over unit vectors n of ((min of n.a for a in A) - (max of n.b for b in B))
//
// Every n gives a lower bound. While the cores are apart, two points of the cores give an upper
// bound. A closed form finds n and the points in double. Pairs without a closed form use the
// algorithm of Gilbert, Johnson and Keerthi (1988) on the difference A - B. Then lo and hi are
// evaluated from n and the points, and widened by their rounding errors. So a bracket is correct
// even if a search ends early.
//
// Error bounds use S, the sum of the sizes of both shapes, of their radii and of the distance of
// their places. Lengths of vectors are sums of absolute coordinates here:
//     core                     size                                              place
//     AABB                     the sum of its three sides                        min
//     OBB                      the sum of the lengths of its half extents;       centre
//                              at most 1.74 times the sum of half
//     cylinder                 half the length of its axis, plus 2 radii         centre
//     sphere, point            0                                                 centre, point
//     capsule, segment,        the largest distance from the first point to      first point
//     triangle, tetrahedron    another
//     convex body              a sphere round all vertices: distance of its      position of its
//                              centre from the place, plus 3 to 5.2 radii        pose
// With a plane, S also counts the distances from the coordinate origin to the shape and to the
// plane. hi - lo is at most 2^-20 S. The depth of cores that overlap is an exception if one of them
// is a cylinder or a convex body. A polytope that grows within A - B then bounds the depth. It has
// at most 220 points, which are enough unless both cores are cylinders or bodies of many vertices,
// with nearly the same centre.
//
// EXAMPLE
//     const collide_capsule arm = {{0, 0, 1}, {2, 0, 1}, 0.25f};
//     const collide_obb crate = {{4, 0, 1}, {0.5f, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
//     collide_distance d;
//     if (collide_capsule_obb_distance(&arm, &crate, 100, &d))
//         printf("%.2f apart, nearest point of the crate (%.1f, %.1f, %.1f)\n", (double)d.lo,
//                (double)d.point_b.x, (double)d.point_b.y, (double)d.point_b.z);
//     // prints: 1.25 apart, nearest point of the crate (3.5, 0.0, 1.0)
//     // Contacts for a solver, up to 0.02 before touch. In the next step the crate is lower.
//     const collide_plane plane = {{0, 0, 1}, 0};
//     const collide_shape ground = collide_shape_from_plane(&plane);
//     collide_shape box = collide_shape_from_obb(&crate);
//     collide_contact_options options = {0, 0.02f, {0, 0, 0}};
//     collide_contact last[4], now[4];
//     uint32_t match[4];
//     const size_t before = collide_shape_shape_contacts(&box, &ground, &options, last, 4);
//     options.hint = last[0].normal;
//     box.of.obb.center.z -= 0.01f;
//     const size_t count = collide_shape_shape_contacts(&box, &ground, &options, now, 4);
//     const size_t known =
//         collide_contacts_match(now, count, last, before, COLLIDE_KEY_FEATURES, match);
//     printf("%u contacts, %u known from the last step\n", (unsigned)count, (unsigned)known);
//     // prints: 4 contacts, 4 known from the last step
//     // One shape against a pack: which points of a cloud are within 0.5 of the arm?
//     const collide_vec3 cloud[] = {{1, 0, 1.5f}, {3, 0, 1}, {0, 3, 1}};
//     unsigned char memory[1024];
//     collide_vec3_pack *points;
//     if (collide_vec3_pack_build(&points, COLLIDE_ALIGN(memory),
//                                 sizeof memory - COLLIDE_ALIGNMENT, cloud, 3, 0))
//         return 1;
//     const collide_shape_pack *pack = collide_shape_pack_of(&points->header);
//     const collide_shape shape = collide_shape_from_capsule(&arm);
//     uint32_t hits[3];
//     const size_t n = collide_shape_shape_within_many_indices(&shape, pack, 0.5f, hits, 3);
//     printf("%u point, first %u\n", (unsigned)n, (unsigned)hits[0]);
//     // prints: 1 point, first 0
//     // Several shapes against a pack: the clearance of a robot with two links.
//     const collide_pose pose = collide_pose_from_quaternion(0, 0, 1, 1, cloud[2]);
//     const collide_shape links[] = {shape, collide_shape_under_pose(&shape, &pose)};
//     const collide_shape_array robot = {links, 2, 0};
//     collide_pair nearest;
//     if (collide_shape_shape_nearest_pair(&robot, pack, 100, &nearest, &d))
//         printf("link %u is %.2f from point %u\n", (unsigned)nearest.a, (double)d.lo,
//                (unsigned)nearest.b);
//     // prints: link 0 is 0.25 from point 0
//     // How far is a hose from a sphere, and where along its length?
//     static const collide_vec3 hose[5] = {
//         {-2, 0, 1.5f}, {-1, 0, 1}, {0, 0, 0.875f}, {1, 0, 1}, {2, 0, 1.5f}};
//     const collide_cable cable = {hose, 5, 0, 0.0625f, COLLIDE_CABLE_CLAMPED};
//     const collide_sphere round = {{0, 0, 0}, 0.5f};
//     const collide_shape body = collide_shape_from_sphere(&round);
//     collide_cable_distance gap;
//     if (collide_shape_cable_distance(&body, &cable, 10, &gap))
//         printf("%.3f at u = %.1f of segment %u\n", (double)gap.distance.lo, (double)gap.u,
//                (unsigned)gap.segment);
//     // prints: 0.354 at u = 1.0 of segment 2

// ---- capsules --------------------------------------------------------------------------------

// Returns COLLIDE_OK if all numbers are finite and radius is >= 0. Errors: NULL, NOT_FINITE,
// EXTENT. A capsule that does not pass this check overlaps nothing.
COLLIDE_API collide_status collide_capsule_check(const collide_capsule *capsule);

// Returns the capsule whose segment has the given height, without the round ends, and lies along
// z of the pose, with its middle at the position of the pose.
COLLIDE_API collide_capsule collide_capsule_from_pose(const collide_pose *pose, float radius,
                                                      float height);

// Computes a capsule of small volume that holds n points; no point is outside. A point is three
// floats; the stride is at least 12 bytes, and 0 means 12. The axis is chosen as
// collide_obb_from_points chooses its axes. The line of the segment is the centre of the smallest
// circle that holds the points as seen along the axis. Clouds of 219 random points on capsules get
// capsules at most 5 % larger. Errors: NULL, COUNT, STRIDE, OVERFLOW (n * stride, or a number of
// the capsule), NOT_FINITE; *out is then a point at 0. Cost: about ten passes over the points; 10^6
// points took 0.3 s, 200 points 1 ms.
COLLIDE_API collide_status collide_capsule_from_points(collide_capsule *out, const void *points,
                                                       size_t n, size_t stride);

// Return bounds of a capsule, rounded outward. They need COLLIDE_WITH_KDOP, which
// collide_aabb_from_shape does not. A capsule that does not pass the check has an empty bound.
#ifndef COLLIDE_NO_KDOP
COLLIDE_API collide_aabb collide_aabb_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop6 collide_kdop6_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop14 collide_kdop14_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop18 collide_kdop18_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_kdop26 collide_kdop26_from_capsule(const collide_capsule *capsule);
#endif

// ---- any two shapes --------------------------------------------------------------------------

typedef enum collide_shape_kind {
    COLLIDE_SHAPE_NONE, // overlaps nothing
    COLLIDE_SHAPE_POINT,
    COLLIDE_SHAPE_SEGMENT,
    COLLIDE_SHAPE_SPHERE,
    COLLIDE_SHAPE_CAPSULE,
    COLLIDE_SHAPE_AABB,
    COLLIDE_SHAPE_OBB,
    COLLIDE_SHAPE_TRIANGLE,
    COLLIDE_SHAPE_TETRAHEDRON,
    COLLIDE_SHAPE_CYLINDER,
    COLLIDE_SHAPE_CONVEX,
    COLLIDE_SHAPE_PLANE,
    COLLIDE_SHAPE_KIND_COUNT
} collide_shape_kind;

// A convex body under a rigid pose.
typedef struct collide_convex_at {
    const collide_convex *body;
    collide_pose pose;
} collide_convex_at;

// The data of a shape; its kind says which member is in use.
typedef union collide_shape_data {
    collide_vec3 point;
    collide_segment segment;
    collide_sphere sphere;
    collide_capsule capsule;
    collide_aabb aabb;
    collide_obb obb;
    collide_triangle triangle;
    collide_tetrahedron tetrahedron;
    collide_cylinder cylinder;
    collide_convex_at convex;
    collide_plane plane;
} collide_shape_data;

// A shape of any kind, by value. It holds only the address of a convex body, so the body must live
// as long as the shape.
typedef struct collide_shape {
    uint32_t kind; // a collide_shape_kind
    collide_shape_data of;
} collide_shape;

// Return the shape that holds a copy of the given object. The pose of a convex body may be NULL,
// which means the identity. A convex body that is NULL gives COLLIDE_SHAPE_NONE.
COLLIDE_API collide_shape collide_shape_from_point(collide_vec3 point);
COLLIDE_API collide_shape collide_shape_from_segment(const collide_segment *segment);
COLLIDE_API collide_shape collide_shape_from_sphere(const collide_sphere *sphere);
COLLIDE_API collide_shape collide_shape_from_capsule(const collide_capsule *capsule);
COLLIDE_API collide_shape collide_shape_from_aabb(const collide_aabb *box);
COLLIDE_API collide_shape collide_shape_from_obb(const collide_obb *box);
COLLIDE_API collide_shape collide_shape_from_triangle(const collide_triangle *triangle);
COLLIDE_API collide_shape collide_shape_from_tetrahedron(const collide_tetrahedron *tetrahedron);
COLLIDE_API collide_shape collide_shape_from_cylinder(const collide_cylinder *cylinder);
COLLIDE_API collide_shape collide_shape_from_convex(const collide_convex *body,
                                                    const collide_pose *pose);
COLLIDE_API collide_shape collide_shape_from_plane(const collide_plane *plane);

// Returns a shape under a pose, as a link of a robot that moves: the shape is given in the
// coordinates of the link, and the pose must pass collide_pose_check. An AABB becomes the OBB
// around it. All numbers are evaluated in double and rounded to float32, and axes are orthonormal
// as collide_obb_orthonormalize makes them, however often a shape is moved. The centre of a box is
// rounded to float, so that it may move by 2^-24 of its coordinates. Numbers that overflow give a
// shape that does not pass its check. COLLIDE_SHAPE_NONE and unknown kinds stay as they are.
COLLIDE_API collide_shape collide_shape_under_pose(const collide_shape *shape,
                                                   const collide_pose *pose);

// Returns bounds of a shape, rounded outward. The bounds of a point, segment, triangle or
// tetrahedron are exact, and an AABB is its own. A plane has infinite bounds. A shape that does not
// pass the check has an empty bound (min = +infinity, max = -infinity).
COLLIDE_API collide_aabb collide_aabb_from_shape(const collide_shape *shape);

// Returns the volume of a shape, within 2^-23 of it. Use it to choose among the shapes that hold a
// cloud: the smaller the volume, the better the fit. The volume of a convex body is found anew,
// which costs as much as collide_convex_triangles, and its error may be larger by 2^-44 radius^3
// for each vertex. The volume of a hull of points is also in collide_hull. A plane has an infinite
// volume; points, segments, triangles, flat bodies, and shapes that do not pass the check have 0.
COLLIDE_API float collide_shape_volume(const collide_shape *shape);

// Checks a shape. Returns COLLIDE_OK if all its numbers are finite, extents, radius and height are
// >= 0, an AABB has min <= max, axes pass collide_obb_check or collide_pose_check, the axis of a
// cylinder is a unit vector within 2^-21, and the normal of a plane is not 0. Errors: NULL, KIND
// (also for an address that holds no convex body), NOT_FINITE, EXTENT, AXES. A shape that does not
// pass the check overlaps nothing and has no distance. There is one exception: if only its axes are
// wrong, results are not guaranteed.
COLLIDE_API collide_status collide_shape_check(const collide_shape *shape);

// The distance of two shapes a and b, as a bracket, with its proof.
//
//              |      A      |          ^
//              |___point_a___|          | normal
//                                       |     ---
//                                             | between lo and hi
//      ____________point_b____________        ---
//              |      B      |
//
// The signed distance of the solids lies in [lo, hi], where the floats of the shapes are taken as
// exact numbers. Both bounds are rounded outward. If the shapes overlap, the signed distance is
// -depth, where depth is the length of the shortest translation that separates them. If a moves by
// -lo * normal they touch, within rounding, and shapes that touch overlap. They are apart
// if a moves farther along the normal, by 2^-15 S and by 2^-22 of its largest coordinate.
//
// point_a and point_b are the nearest points, rounded to float. If the shapes overlap, they are the
// points that the shortest translation brings together. Where there is no closed form, points are
// as exact as the bracket: their distance is at most hi before they are rounded.
//
// normal points from b to a and has unit length within 2^-22. It proves lo: along the exact
// direction of its three floats, every point of a lies at least lo farther than every point of b.
// With a plane, the plane's own normal is the direction that proves lo; the floats of normal are
// rounded. Two equal shapes in one place have the same normal in both orders.
//
// Distances of meshes have the index of a triangle as the feature of a mesh. Features of shapes
// have a type and a number, as in a collide_contact (>>vocabulary):
//     point, sphere       vertex 0
//     segment, capsule    vertex 0 is a, vertex 1 is b; edge 0
//     AABB, OBB           as a box there
//     triangle            as there
//     tetrahedron         vertex i; edges 0 to 5 join vertices 0 and 1, 0 and 2, 0 and 3, 1 and 2,
//                         1 and 3, 2 and 3; face i is opposite to vertex i
//     cylinder            faces 0 and 1 are the bases, where face 1 lies along +axis; face 2 is the
//                         side; edge i is the rim of face i
//     convex body         vertex i; an edge has the smaller number of its two vertices; face 0
//     plane               face 0; the other shape then has a vertex or a rim
typedef struct collide_distance {
    float lo, hi;
    collide_vec3 point_a, point_b;
    collide_vec3 normal;
    uint32_t feature_a, feature_b;
} collide_distance;

// Tests whether two shapes overlap. The single call for their kinds decides, if its family is
// compiled: collide_sphere_sphere, collide_sphere_aabb, collide_aabb_aabb, collide_sphere_triangle,
// collide_obb_obb, collide_obb_triangle, collide_convex_convex, collide_cylinder_triangle,
// collide_cylinder_plane. If triangles are compiled, the verdicts on points, segments, triangles
// and tetrahedra against each other are exact. Other pairs, and cylinders without radius or height,
// overlap unless a plane proves that they are apart. An overlap is then never missed, and a gap of
// less than 2^-20 S may count as overlap.
//
// Verdicts and distances agree: shapes that overlap have lo <= 0, and other shapes have hi > 0.
// They can disagree only if the single call is wrong by more than 2^-16 S. This can happen to
// collide_obb_triangle for slivers, to it and collide_obb_obb for lengths that >>sat does not
// promise, and to collide_convex_convex if directions of a body are missing. If a single call finds
// an overlap where the gap is at most 2^-16 S, lo becomes 0, so that hi - lo may be as wide as this
// gap.
//
// Cost: as the single call, or as collide_shape_shape_within.
COLLIDE_API bool collide_shape_shape(const collide_shape *a, const collide_shape *b);

// Computes the distance of two shapes. Returns whether lo <= max; false means that they are proven
// farther apart than max. max may be +infinity. A smaller max saves time: a search ends when lo
// exceeds it. On false, out holds a correct bracket, which may be wide, and its points and features
// need not be the nearest. Bad input (a shape that does not pass its check, or a NaN as max)
// returns false, with lo = hi = +infinity and the rest 0. out may be NULL, which saves time, too.
//
// Bounds: hi - lo <= 2^-20 S. If the cores overlap and one is a cylinder or a convex body, hi - lo
// is at most 0.075 (ra + rb) more, where ra and rb are the radii of spheres that hold the cores.
// This is proven for exact arithmetic, and measured brackets are far narrower: at most 0.002 (ra +
// rb) more if no core is a convex body, else 0.02 (ra + rb). Of 170,000 pairs, the widest had
// 0.0008 (ra + rb) for coaxial cylinders with a common centre, and 0.017 (ra + rb) for round bodies
// of hundreds of vertices with a common centre. Two convex bodies need no more than 2^-20 S if the
// product of their numbers of vertices is at most 220. Two planes have the distance -infinity
// unless they are exactly parallel and face each other; their points are then any points of the
// planes.
//
// Cost: constant for closed forms. Points, segments, spheres and capsules have closed forms against
// each other, triangles, AABBs and OBBs, while the cores are apart. All shapes have closed forms
// against planes. Other pairs take at most 64 rounds of support functions, or 540 if the cores
// overlap. Within 2^-16 S of 0 the search may run twice, and the single call that decides overlaps
// is made up to twice. A support function of a convex body takes time proportional to its number of
// vertices. In time: 0.03 to 0.3 us for closed forms; 0.2 to 1 us for other pairs that are apart,
// and 0.3 to 6 us if they overlap; up to 0.1 ms for cylinders, and 0.5 ms for round bodies of
// hundreds of vertices, with a common centre. Within 2^-16 S of 0, bodies of 64 vertices take up to
// several ms, as collide_convex_convex does.
COLLIDE_API bool collide_shape_shape_distance(const collide_shape *a, const collide_shape *b,
                                              float max, collide_distance *out);

// Tests whether two shapes are within margin of each other: the result of
// collide_shape_shape_distance with max = margin and out = NULL. A negative margin asks whether the
// depth is at least -margin. Cost: mostly less than a distance, because the search ends as soon as
// the answer is certain.
COLLIDE_API bool collide_shape_shape_within(const collide_shape *a, const collide_shape *b,
                                            float margin);

// Find the first hit of a ray or a segment on a shape: the results of collide_ray_sphere,
// collide_segment_obb and so on for the kind of the shape, bit for bit (>>ray). A point is a sphere
// of radius 0, and a segment is a capsule of radius 0. COLLIDE_SHAPE_NONE and unknown kinds are
// never hit. out may be NULL.
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TRIANGLE)
COLLIDE_API bool collide_ray_shape(const collide_ray *a, const collide_shape *b, float t_max,
                                   collide_ray_hit *out);
COLLIDE_API bool collide_segment_shape(const collide_segment *a, const collide_shape *b,
                                       collide_ray_hit *out);
#endif

// ---- typed calls -----------------------------------------------------------------------------
// The distance of two shapes of given kinds (_distance), and whether they are within a margin
// (_within), with the bits of the calls for any two shapes. Two AABBs, two OBBs and two triangles
// are searched; the other pairs have closed forms.
#define COLLIDE__DISTANCE_DECLARE(A, B)                                                            \
    COLLIDE_API bool collide_##A##_##B##_distance(const collide_##A *a, const collide_##B *b,      \
                                                  float max, collide_distance *out);               \
    COLLIDE_API bool collide_##A##_##B##_within(const collide_##A *a, const collide_##B *b,        \
                                                float margin);
COLLIDE__DISTANCE_DECLARE(sphere, sphere)     // collide_sphere_sphere_distance, _within
COLLIDE__DISTANCE_DECLARE(sphere, capsule)    // collide_sphere_capsule_distance, _within
COLLIDE__DISTANCE_DECLARE(sphere, aabb)       // collide_sphere_aabb_distance, _within
COLLIDE__DISTANCE_DECLARE(sphere, obb)        // collide_sphere_obb_distance, _within
COLLIDE__DISTANCE_DECLARE(sphere, triangle)   // collide_sphere_triangle_distance, _within
COLLIDE__DISTANCE_DECLARE(capsule, capsule)   // collide_capsule_capsule_distance, _within
COLLIDE__DISTANCE_DECLARE(capsule, aabb)      // collide_capsule_aabb_distance, _within
COLLIDE__DISTANCE_DECLARE(capsule, obb)       // collide_capsule_obb_distance, _within
COLLIDE__DISTANCE_DECLARE(capsule, triangle)  // collide_capsule_triangle_distance, _within
COLLIDE__DISTANCE_DECLARE(aabb, aabb)         // collide_aabb_aabb_distance, _within
COLLIDE__DISTANCE_DECLARE(obb, obb)           // collide_obb_obb_distance, _within
COLLIDE__DISTANCE_DECLARE(triangle, triangle) // collide_triangle_triangle_distance, _within
#undef COLLIDE__DISTANCE_DECLARE

// Test whether two shapes of the given kinds overlap: the verdicts of collide_shape_shape.
COLLIDE_API bool collide_sphere_capsule(const collide_sphere *a, const collide_capsule *b);
COLLIDE_API bool collide_sphere_obb(const collide_sphere *a, const collide_obb *b);
COLLIDE_API bool collide_capsule_capsule(const collide_capsule *a, const collide_capsule *b);
COLLIDE_API bool collide_capsule_aabb(const collide_capsule *a, const collide_aabb *b);
COLLIDE_API bool collide_capsule_obb(const collide_capsule *a, const collide_obb *b);
COLLIDE_API bool collide_capsule_triangle(const collide_capsule *a, const collide_triangle *b);

// ---- contacts of two shapes ------------------------------------------------------------------

// The contacts of two shapes, which a solver can stand on: at most four, all with one normal. There
// are some if collide_shape_shape_within(a, b, margin) is true, and none otherwise. The margin
// is given by the options. It is 0 if it is negative or NaN. Shapes that are apart have negative
// depths.
//
// The normal is the normal of collide_shape_shape_distance, unless a face has nearly as large a gap
// along its own normal. Then this face's normal is taken, because boxes that stand on each other
// would slip if the cross product of two edges had a slightly larger gap. So depths exceed the
// least depth by at most 2^-7 of the smaller of both sizes (the table of S), or twice this with a
// hint: by 0.012 for an OBB with sides of 1 along the axes, and by up to 0.02 if it is turned.
// Where the least depth is along a face's normal and no other face is nearly as shallow, as where a
// box or a cylinder stands on a box or on the end of a cylinder, depths are the least depth within
// rounding. Round shapes whose cores are apart keep the normal of the distance, which turns
// smoothly. Of two faces that face each other, b's is preferred. Give the last step's normal as a
// hint: a normal within 7 degrees of it then counts as better by 2^-7 of the size, so that two
// normals do not take turns.
//
// The contacts are
//     face and face       the corners of the area that both faces cover, seen along the normal
//     face and edge       both ends of the part of the edge over the face; the edge may be a
//                         capsule or the side of a cylinder
//     two edges           where they cross, or both ends of the part along which they run side by
//                         side; the same for capsules and sides of cylinders. Of solids without
//                         radius the corners of the faces beside the edges follow: the solids
//                         touch there when they turn
//     other features      the nearest points, as of collide_shape_shape_distance
//     a half-space        the corners or ends of the other shape's face or edge
// The rim of a cylinder is a polygon of eight corners, which depend on the direction of the axis
// alone: a cylinder that spins about it keeps them. So a contact at a rim may lie up to 0.08 radii
// inside of it: where an edge of a face cuts a rim at half a radius from its centre, 0.793 radii
// from the middle of the edge, and not 0.866. If the cylinder leans by more than 2^-8 (0.2
// degrees), the rim's lowest point is a ninth corner. Corners that lie beside a face by up to 2^-8
// of the size count as above it, so that equal boxes in a stack keep the same corners, and edges
// that run side by side may be twice as far apart across. So points lie on both shapes within 0.009
// of the size. Only the upper end of a leaning capsule, which is straight over the other shape's
// face, lies up to its radius times (1 - cos(lean)) inside the capsule.
//
// Of more than four contacts four are kept: the deepest, the one farthest from it, the one farthest
// from the line through both, and the one farthest outside the triangle of these three. Depths and
// distances that differ by up to 2^-8 of the size are equal, and the first contact is then taken.
// So the same corners stay while a body rocks. If no corner is as deep as the least depth less 2^-6
// of the size, the nearest points are the only contact.
//
// Features are as in collide_distance, except that edges of a convex body are named by the vertex
// at which they begin on the way round the touching face; they may change their names when both
// bodies turn together. Faces of an OBB or an AABB are numbered as in >>vocabulary.
// Corner i of the rim of face k of a cylinder is vertex 2 i + k, where i = 8 is the lowest point. A
// pair of features stays the same from step to step while the contact stays, so it is the key for
// warm starting (COLLIDE_KEY_FEATURES). Two contacts may have the same key in different places: a
// line that crosses a rim crosses two edges of one name. Depth is the distance of both points along
// the normal. Capsules and sides of cylinders that lie side by side or along an edge may have less:
// the radii minus the distance of the axes, or of the axis from the edge, at this end. Bad input
// gives 0 contacts, and so do two planes, and COLLIDE_SHAPE_NONE.
//
// Two OBBs, and a cylinder and a plane, also have contacts of their own, from
// collide_obb_obb_contacts, which is about eight times as fast, and
// collide_cylinder_plane_contacts. These differ from the contacts of the two shapes, so use the
// same call for a pair in all steps.
//
// Returns the number of contacts; contacts receives the deepest, up to capacity, and may be NULL if
// capacity is 0. options may be NULL. Cost: one distance, and 0.2 to 1 us. Of a convex body all
// face normals are tested, and those that improve with all vertices. With a margin of more than
// 2^-16 of S the distance comes without the verdict that collide_shape_shape_distance asks near 0.
// For two convex bodies of 64 vertices that just touch this verdict takes 0.1 ms.
COLLIDE_API size_t collide_shape_shape_contacts(const collide_shape *a, const collide_shape *b,
                                                const collide_contact_options *options,
                                                collide_contact *contacts, size_t capacity);

// Contacts of two shapes of given kinds, with the bits of collide_shape_shape_contacts.
#define COLLIDE__CONTACTS_DECLARE(A, B)                                                            \
    COLLIDE_API size_t collide_##A##_##B##_contacts(const collide_##A *a, const collide_##B *b,    \
                                                    const collide_contact_options *options,        \
                                                    collide_contact *contacts, size_t capacity);
COLLIDE__CONTACTS_DECLARE(sphere, sphere)   // collide_sphere_sphere_contacts
COLLIDE__CONTACTS_DECLARE(sphere, capsule)  // collide_sphere_capsule_contacts
COLLIDE__CONTACTS_DECLARE(sphere, obb)      // collide_sphere_obb_contacts
COLLIDE__CONTACTS_DECLARE(capsule, capsule) // collide_capsule_capsule_contacts
COLLIDE__CONTACTS_DECLARE(capsule, obb)     // collide_capsule_obb_contacts

// Contacts of an OBB or a cylinder with a triangle, which is a surface with two sides and no
// thickness. Depths change no faster than the shapes move, except for steps of at most 2^-6 of the
// size where another axis is taken. Whether there are contacts differs from collide_obb_triangle
// and collide_cylinder_triangle by rounding. Cost: 2 to 4 us, of a cylinder 2 to 7 us.
COLLIDE__CONTACTS_DECLARE(obb, triangle) // collide_obb_triangle_contacts
#ifndef COLLIDE_NO_CYLINDER
COLLIDE__CONTACTS_DECLARE(cylinder, triangle) // collide_cylinder_triangle_contacts
#endif
#undef COLLIDE__CONTACTS_DECLARE

// ---- a shape against trees, terrain and cables -----------------------------------------------
// These calls take a shape of any kind. If its kind has a call of its own, such as
// collide_sphere_tree, and the family of this call is compiled, they return the answer of this
// call, with its bounds. They exist only if the family of the tree, terrain or cable is compiled,
// too. A shape that does not pass its check overlaps nothing.

// Whether a shape overlaps any triangle of a tree under a pose, and a list of all triangles that it
// overlaps, as collide_sphere_tree and collide_sphere_tree_indices (>>tree). The mesh is a surface:
// points and segments are tested like triangles without area, and collide_point_tree says whether a
// point lies inside. Capsules, planes, and cylinders without radius or height have no call of their
// own: collide_shape_shape decides about each triangle whose box is near. A triangle whose gap
// exceeds 2^-18 times the largest coordinates of the shape and the mesh may be left out. Cost: the
// cost that >>tree states, with collide_shape_shape in place of the single call. A plane is tested
// against all triangles.
#ifndef COLLIDE_NO_TREE
COLLIDE_API bool collide_shape_tree(const collide_shape *a, const collide_tree *b,
                                    const collide_pose *pose_b);
COLLIDE_API size_t collide_shape_tree_indices(const collide_shape *a, const collide_tree *b,
                                              const collide_pose *pose_b, uint32_t *indices,
                                              size_t capacity);

// The contacts of a shape with a mesh, which is a tree under a pose. The shape is of any kind but a
// plane. A solver can stand on them: bodies slide and roll over the mesh as over one surface, since
// an edge or vertex has contacts only where the surface bends away from the shape. There are
// contacts if the shape overlaps a triangle or is within options->margin of one, and none
// otherwise, as collide_shape_shape_within says, but rounding may differ. Depths of shapes that are
// apart are negative. The contacts are
//     face            The corners of the shape's lowest face, edge or point that are over a
//                     triangle, along its normal. Where the surface ends or bends away by more
//                     than 2^-12 (0.014 degrees) below the lowest corner, they are the corners
//                     of the area that shape and triangle share, as of two shapes.
//     edge, vertex    Where the shape does not rest on the triangle, or is deeper in it than 1/16
//                     of the shape's size: the contacts of the shape and the triangle, with their
//                     normal. They count only if no neighbour of the triangle rises above the
//                     edge or vertex along this normal, by a slope of more than 2^-14. So a ridge
//                     has contacts, and in a valley only the faces have some.
// If none of these counts, the deepest contact with any triangle is taken, along the normal of the
// triangle if a corner of the shape is over it. The same contact is added if all contacts that
// count have negative depths, although the shape is in a triangle by more than 2^-8 of the size.
// Features of the shape, rims, the size and the least depth are as in collide_shape_shape_contacts.
// Contacts that are within 2^-8 of the size of each other, and whose normals are within 2.5
// degrees, are one. Of more than four of one normal four are kept, as above, but depths that differ
// by up to 2^-11 of the size are equal. At most 32 contacts are left; of more the shallowest are
// dropped.
//
// Triangles have two sides: normals point to the side where the shape's middle is, except where a
// deep shape is pushed out the shorter way. With COLLIDE_CONTACT_ONE_SIDED in options->flags, a
// triangle whose front is turned away from the middle has no contacts, and the others push to their
// front. A triangle has no contact either with a shape that is within the margin of its back and
// does not touch it. So a shape whose middle has gone through the surface is no longer held. If you
// move it first and push it out then, its steps must be shorter than the way from its middle to its
// side: the radius of a capsule, the smallest half extent of a box. If you ask first, with a margin
// larger than the step, and move it only as far as the contacts allow, steps may have any length.
// The vertices run counter-clockwise as seen from the front; a pose that mirrors turns the front
// round. All pieces of the mesh must be wound so; collide_tree_windings finds triangles that differ
// from their neighbours.
//
// Triangles are neighbours if the coordinates of both ends of an edge are equal under the pose. Any
// tree serves, also after refitting; nothing is stored for it. Where vertices are only near each
// other or lie on edges of other triangles, the mesh has borders. Edges of three and more
// triangles, duplicates, triangles without area and flipped windings lose no contacts.
//
// feature_b is the index of the triangle; of an edge or a vertex, of any triangle that has it. It
// changes as a body slides, so the key for warm starting is COLLIDE_KEY_BODY. Contacts are in the
// order of feature_a, then feature_b, within each normal, and so the first is seldom the deepest.
// Returns the number of contacts, up to 32. If capacity is less, contacts receives the deepest ones
// in the same order; contacts may be NULL if capacity is 0. options may be NULL. Bad input, planes
// and tetrahedral meshes give 0 contacts.
// Cost: one search in the tree, then 0.1 to 0.3 us for each triangle near the shape that it rests
// on, and up to 4 us for each that it reaches at an edge or deeply. If more than 128 triangles are
// near, neighbours are searched in the tree at 1 us each. At a vertex or an edge that n triangles
// share, a search looks at n triangles; at a vertex once for triangles in a row with one normal.
COLLIDE_API size_t collide_shape_tree_contacts(const collide_shape *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_contact *contacts, size_t capacity);

// The first contact of a moving shape with a moving mesh, as collide_sphere_tree_sweep, for points,
// segments, spheres, AABBs, OBBs, triangles and convex bodies. Points, segments and triangles have
// the times of collide_triangle_triangle_sweep, and an AABB has the times of its OBB
// (collide_obb_from_aabb). WARNING: for other kinds (capsules, tetrahedra, cylinders, planes), and
// for kinds whose family is left out, the result is always a miss. For these use
// collide_shape_tree_motion (>>motion), with motions whose spin is 0. A character that walks does
// not need sweeps: one query of collide_shape_tree_contacts, with a margin of more than it moves in
// a step, has all that can stop it.
COLLIDE_API bool collide_shape_tree_sweep(const collide_shape *a, collide_vec3 va,
                                          const collide_mover *b, float t_max, collide_impact *out,
                                          uint32_t *triangle);
#endif

// Whether a shape overlaps terrain or lies below its surface, as collide_sphere_terrain. An AABB is
// tested as its OBB (collide_obb_from_aabb). A plane overlaps no terrain. Points, segments,
// capsules, tetrahedra, convex bodies, and cylinders without radius or height have no call of their
// own. For these, the corners of cells are rounded to float relative to the first point of the
// shape, or to its centre or position. This moves them by at most 2^-24 of their distance from it.
// The rounded faces are tested in double: an overlap is never missed, and a gap of less than 2^-20
// of the sizes of the shape and the cell may count as overlap. Cost: about 0.2 to 1 us for each
// cell near the shape. Where many cells lie under the shape, a square of 4 by 4 or more cells that
// the shape does not reach costs as much as one cell.
//
// collide_shape_terrain_contacts has the contacts of a shape with terrain, which >>terrain
// describes for a cylinder, a sphere and an OBB, margins included. For these it calls
// collide_sphere_terrain_contacts and so on; points are spheres without radius, and segments are
// capsules without radius. Planes, and cylinders without radius or height, have no contacts. There
// are contacts if and only if the shape overlaps the terrain, or comes within the margin, as the
// verdict above says for shapes without a call of their own.
//     capsule               The contacts with a face are the point below either end: below the end
//                           that is higher over the face, on the side. So a capsule that lies on
//                           flat ground has two contacts. If an edge runs along the side within
//                           1.8 degrees, the contacts are below both ends. feature_a is
//                           COLLIDE_FEATURE_VERTEX with end 0 or 1 in bits 27 to 31, or
//                           COLLIDE_FEATURE_EDGE for the side.
//     convex, tetrahedron,  The contacts with a face are the vertices below it, of more than 16 the
//     triangle              lowest 16, of which at most four stay. If an edge runs along a face
//                           within 1.8 degrees, the contacts are both ends of their common part.
//                           feature_a is COLLIDE_FEATURE_VERTEX, _EDGE or _FACE with a number
//                           modulo 64 in bits 26 to 31: of the vertex, of the vertex with the lower
//                           number at an end of the edge, or twice the number of the direction of
//                           the face's normal, plus 1 if the direction points into the body.
// If the family SAT is left out, AABBs and OBBs are convex bodies here. Their vertices have the
// numbers of a box (>>vocabulary), and direction i is axis i.
// The centre that limits depths is the middle of a capsule's axis and the mean of the vertices of
// the others. Cost: as for an OBB; for a convex body, each part of the surface below it costs a few
// passes over its vertices, and each vertex of the surface one over the directions of its normals.
// If there are more than 64 directions, that is a pass over its vertices for each direction.
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_shape_terrain(const collide_shape *a, const collide_terrain *b);
COLLIDE_API size_t collide_shape_terrain_contacts(const collide_shape *a, const collide_terrain *b,
                                                  const collide_contact_options *options,
                                                  collide_contact *contacts, size_t capacity);

// Contacts of a capsule, or of a convex body under a pose, which may be NULL, with terrain: the
// bits of collide_shape_terrain_contacts.
COLLIDE_API size_t collide_capsule_terrain_contacts(const collide_capsule *a,
                                                    const collide_terrain *b,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity);
COLLIDE_API size_t collide_convex_terrain_contacts(const collide_convex *a,
                                                   const collide_pose *pose_a,
                                                   const collide_terrain *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity);
#endif

// Whether a shape overlaps a cable, and its contacts, as collide_cable_sphere_contacts but with the
// shape as the first argument. The contacts stay the contacts of the cable with the shape: point_a
// lies on the cable, and the normal points from the shape to the cable. A capsule is tested as a
// cable of one straight segment, by collide_cable_cable_contacts. Points, segments, tetrahedra,
// convex bodies, planes, capsules without radius, and cylinders without radius or height have no
// call: the result is always false or 0. Cost: both calls find all contacts.
#ifndef COLLIDE_NO_CABLE
COLLIDE_API bool collide_shape_cable(const collide_shape *a, const collide_cable *b);
COLLIDE_API size_t collide_shape_cable_contacts(const collide_shape *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity);
#endif

// ---- sweeps ----------------------------------------------------------------------------------

typedef enum collide_verdict {
    COLLIDE_MISS, // It is proven that there is no contact.
    COLLIDE_HIT,  // It is proven that there is a contact.
    COLLIDE_NEAR  // The shapes come within gap of each other, and nothing more is proven.
} collide_verdict;

// A bracket of the time of the first contact of two moving shapes. A contact is a time at which the
// shapes touch or overlap.
//     verdict         t_lo and t_hi
//     COLLIDE_MISS    both are +infinity, and so is gap
//     COLLIDE_HIT     the first contact is in [t_lo, t_hi]
//     COLLIDE_NEAR    all contacts, if there are any, are in [t_lo, t_hi]
// t_lo is rounded down and t_hi is rounded up. The signed distance at the time t_lo is at most gap.
// normal points from b to a and has unit length within 2^-22. It is the direction between the
// shapes at t_lo, and 0 for a miss. If the shapes overlap at the start, t_lo and t_hi are 0, gap is
// <= 0, and normal is the direction of the least depth.
typedef struct collide_bracket {
    float t_lo, t_hi, gap;
    collide_vec3 normal;
    uint32_t verdict; // a collide_verdict
} collide_bracket;

// Brackets the time at which two shapes that move with constant velocities va and vb first touch,
// within [0, t_max]. Returns true for COLLIDE_HIT and COLLIDE_NEAR, and false if they are proven to
// miss each other. So a contact is never missed, and t_lo is never late: move both shapes to t_lo.
// t_max may be +infinity, which means FLT_MAX. Bad input (a shape that does not pass its check, a
// velocity that is not finite, a negative or NaN t_max) gives a miss. out may be NULL.
//
// Let speed be the length of va - vb, and S as at the top of this family, at the start. The bracket
// of a hit is at most 2^-20 S / speed wide. Grazing contacts can have wider brackets if one shape
// is a cylinder or a convex body. Against a plane, t_lo and t_hi are most often neighbouring
// floats, whose distance exceeds that bound only if the way to the contact exceeds 8 S. The verdict
// is NEAR if
//     - the shapes touch at the start without overlap, rest on each other or slide along each
//       other;
//     - they touch only at t_max, or within rounding of it;
//     - they graze: no point is deeper than about 2^-40 S, or 2^-24 S if one is a cylinder or a
//       convex body;
//     - both are flat, in parallel planes, and neither is an OBB, an AABB or a segment;
//     - two points, or a point and a segment, touch exactly.
// The gap is then at most 2^-22 S.
//
// Cost: one to ten distances of the two shapes, at most 70. collide_obb_obb_sweep is about eight
// times faster for two OBBs. The sweeps of other families write a collide_impact
// instead, and of two spheres a collide_sweep, with the last time of contact, too.
COLLIDE_API bool collide_shape_shape_sweep(const collide_shape *a, collide_vec3 va,
                                           const collide_shape *b, collide_vec3 vb, float t_max,
                                           collide_bracket *out);

// Brackets the time at which a shape of any kind, moving with constant velocity va, first touches
// terrain, within [0, t_max]. Returns true for COLLIDE_HIT and COLLIDE_NEAR, and false if it is
// proven to miss. A contact is never missed, and t_lo is never late. The bracket is the
// bracket of collide_shape_shape_sweep with the solid below one face, or the first of several: then
// t_hi belongs to the first that is proven to be hit. Where the shape grazes one face (NEAR) and
// later hits another, the bracket begins at the first and ends at the second. A shape that
// collide_shape_terrain says overlaps at the start has t_lo = t_hi = gap = 0, and the normal of its
// deepest contact, or up if it has none. The normal points out of the terrain: down or sideways
// where the shape hits a wall, which the terrain has below its border and at holes. *point takes
// the point of the terrain that is nearest to the shape at t_lo, or the deepest contact's point_b,
// and *cell the column (a) and row (b) of its cell. Both are 0 for a miss; either may be NULL, and
// out too. Bad input, and a plane, give a miss, as does a shape at rest that does not overlap. A
// grid of tiles is swept as it is, its neighbours' cells included.
//
// Cost: squares of 16 by 16 cells and larger ones are asked only if the shape's bounds come over
// them, below their highest point, before the first proven contact; in squares the same for rows
// and cells. Each face that remains costs one sweep of the shape and a triangle, and each cell at
// the border or beside a hole two more for each wall.
#ifndef COLLIDE_NO_TERRAIN
COLLIDE_API bool collide_shape_terrain_sweep(const collide_shape *a, collide_vec3 va,
                                             const collide_terrain *b, float t_max,
                                             collide_bracket *out, collide_vec3 *point,
                                             collide_pair *cell);
#endif

// Bracket the first contact of two shapes of given kinds at constant velocities, with the bits of
// collide_shape_shape_sweep.
COLLIDE_API bool collide_sphere_capsule_sweep(const collide_sphere *a, collide_vec3 va,
                                              const collide_capsule *b, collide_vec3 vb,
                                              float t_max, collide_bracket *out);
COLLIDE_API bool collide_sphere_obb_sweep(const collide_sphere *a, collide_vec3 va,
                                          const collide_obb *b, collide_vec3 vb, float t_max,
                                          collide_bracket *out);
COLLIDE_API bool collide_capsule_capsule_sweep(const collide_capsule *a, collide_vec3 va,
                                               const collide_capsule *b, collide_vec3 vb,
                                               float t_max, collide_bracket *out);
COLLIDE_API bool collide_capsule_obb_sweep(const collide_capsule *a, collide_vec3 va,
                                           const collide_obb *b, collide_vec3 vb, float t_max,
                                           collide_bracket *out);
COLLIDE_API bool collide_capsule_triangle_sweep(const collide_capsule *a, collide_vec3 va,
                                                const collide_triangle *b, collide_vec3 vb,
                                                float t_max, collide_bracket *out);
#endif // COLLIDE_NO_SHAPE
