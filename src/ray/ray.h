#pragma once
#include "../octree/octree.h"
#include "../terrain/terrain.h"
#include "../tree/tree.h"

// ================================================================================================
// >>ray
// ================================================================================================
#ifndef COLLIDE_NO_RAY
// This family casts rays and segments against single shapes: spheres, capsules, AABBs, OBBs,
// cylinders, planes (solid half-spaces), convex bodies, k-DOPs, triangles and tetrahedra. It also
// casts them against packs, octrees, terrain and trees if these families are selected, too. >>shape
// casts them against a shape of any kind.
//
// A ray consists of the points origin + t * direction for t from 0 to t_max. A segment consists of
// the points a + t * (b - a) for t from 0 to 1. Each query finds the smallest t whose point lies in
// the shape.
//
//                           normal
//                                ^     _________
//                                 \   /         \ .
//     o------------>---------------\ /   shape   \ .
//     origin       origin           x - - - - - - -|- - - - - - - - - o
//     t = 0        + direction      | hit          |                  t_max
//                  t = 1             \ t = 2.1    /
//                                     \__________/
//
// Rules of all calls:
//   - AABBs, OBBs, spheres, capsules, cylinders, half-spaces, tetrahedra, convex bodies and k-DOPs
//     are solid. A triangle has two sides and no inside.
//   - direction need not be of unit length. If it is 0, the ray is the point origin.
//   - t_max may be infinite. No hit is found beyond t = FLT_MAX.
//   - It is a miss if t_max is negative or NaN, if a radius, height or half extent is negative, if
//     the axis of a cylinder or the normal of a plane is 0, or if an AABB or k-DOP is empty.
//     Extents of 0 are legal, also for cylinders.
//   - It is a miss if a coordinate is NaN or infinite. Only bounds of AABBs and k-DOPs may be
//     infinite.
//
// ERRORS
// Queries are evaluated in double. Let s be the sum of the absolute coordinates of the ray, of the
// shape, and of the vector from the ray's origin to the hit. A ray that misses a shape by at most
// 2^-40 s may hit it. A ray that reaches deeper than 2^-40 s into a shape always hits it. t is
// rounded to float32. normal belongs to a shape that is larger by at most 2^-40 s: it is the normal
// of this shape at the point of the hit. It is evaluated in double and rounded to float32, so its
// length is 1 within 2^-22. The coordinate of a plane is |distance| / |normal|. The axis of a
// cylinder is scaled to unit length first.
//
// A convex body stores directions and no planes. For each stored normal direction, two planes touch
// the vertices. A ray hits the solid between all these pairs of planes, within the box of the
// vertices. This solid contains the body, so no ray that reaches deeper than 2^-40 s into the body
// misses it. A stored direction is off by at most 2^-24, or by 2^-20 if collide_convex_build_mesh
// merged two. If the direction of a face is off by e, its plane leaves the face by at most e times
// the length of the face. If the direction of a face is missing, the ray may hit beside that face,
// but no farther away than the box of the vertices reaches.
//
// Triangles have stronger guarantees. The verdict on a segment and a triangle is exact, like the
// verdict on two triangles. A ray through a common edge or vertex of some triangles hits at least
// one of them, so that no ray slips through a closed mesh. For a ray that lies in the plane of a
// triangle, the verdict is correct only within the bound above. A triangle whose area is 0 in
// double is hit only by segments and by rays that are points. A tetrahedron is tested as its four
// triangles and their inside: the verdict on a segment is exact, and no ray slips between faces.
//
// EXAMPLE
//     const collide_ray shot = {{0, 0, 2}, {0, 0, -1}};
//     const collide_sphere sphere = {{0, 0.5f, 0}, 1};
//     collide_ray_hit hit;
//     if (collide_ray_sphere(&shot, &sphere, 10, &hit))
//         printf("hit at t = %.3f, where the normal is %.1f %.1f %.3f\n", (double)hit.t,
//                (double)hit.normal.x, (double)hit.normal.y, (double)hit.normal.z);
//     // prints: hit at t = 1.134, where the normal is 0.0 -0.5 0.866

// The first hit of a ray or a segment. A miss has t = +infinity, normal 0, and UINT32_MAX in all
// other fields.
//
// normal depends on the shape:
//   - A solid has the normal of the face that the ray enters by. It points outwards, against the
//     direction. If the ray enters several faces at one t, at an edge or a corner, the first face
//     gives the normal. Faces are in the order of their axes: x, y, z of an AABB, axis[0], axis[1],
//     axis[2] of an OBB, rows of a k-DOP, stored directions of a convex body. A base of a cylinder
//     comes before its side, and the faces of a tetrahedron have no order.
//   - The normal of a sphere points from its center to the hit. The normal of a capsule, or of the
//     side of a cylinder, points from the nearest point of the axis to the hit. These normals are
//     less exact than stated above if the radius is smaller than 2^-27 of the distance from the
//     ray's origin to the center, or to the farther end of a capsule.
//   - The normal of a solid shape is 0 if t is 0: the ray then begins in the shape or on its
//     surface. (Terrain has its surface's normal there, too.)
//   - A triangle has the normal on the side from which the ray comes, also at t = 0. The winding,
//     (v[1] - v[0]) x (v[2] - v[0]), gives the normal if the ray lies in the plane of the triangle
//     or is a point. The normal is 0 if the area is 0 in double. It is less exact than stated above
//     if the angle at v[0] is within 2^-27 of 0 or 180 degrees. A tetrahedron has the normals of
//     its triangles: the normal is 0 if all triangles that the ray hits have the area 0 in double,
//     and a flat tetrahedron has the normals of a triangle.
//   - Terrain has the normal of its surface at the hit, or above the hit if the ray enters through
//     the border or a hole. This normal points up, so it may point along the ray.
typedef struct collide_ray_hit {
    float t;
    collide_vec3 normal;  // of unit length, or 0
    uint32_t triangle;    // of a tree: the index in the mesh; else UINT32_MAX
    uint32_t column, row; // of terrain: the cell; else UINT32_MAX
} collide_ray_hit;

// ---- single calls ----------------------------------------------------------------------------

// Finds the first hit of a ray on one shape. Returns whether there is a hit, and writes it, or the
// miss, to *out.
// out may be NULL, which saves the time for the normal.
COLLIDE_API bool collide_ray_aabb(const collide_ray *a, const collide_aabb *b, float t_max,
                                  collide_ray_hit *out);
COLLIDE_API bool collide_ray_sphere(const collide_ray *a, const collide_sphere *b, float t_max,
                                    collide_ray_hit *out);
COLLIDE_API bool collide_ray_obb(const collide_ray *a, const collide_obb *b, float t_max,
                                 collide_ray_hit *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API bool collide_ray_triangle(const collide_ray *a, const collide_triangle *b, float t_max,
                                      collide_ray_hit *out);
COLLIDE_API bool collide_ray_tetrahedron(const collide_ray *a, const collide_tetrahedron *b,
                                         float t_max, collide_ray_hit *out);
#endif
COLLIDE_API bool collide_ray_capsule(const collide_ray *a, const collide_capsule *b, float t_max,
                                     collide_ray_hit *out);
COLLIDE_API bool collide_ray_cylinder(const collide_ray *a, const collide_cylinder *b, float t_max,
                                      collide_ray_hit *out);
COLLIDE_API bool collide_ray_plane(const collide_ray *a, const collide_plane *b, float t_max,
                                   collide_ray_hit *out);

// The first hit of a segment on one shape: t = 0 at a, t = 1 at b. out may be NULL.
COLLIDE_API bool collide_segment_aabb(const collide_segment *a, const collide_aabb *b,
                                      collide_ray_hit *out);
COLLIDE_API bool collide_segment_sphere(const collide_segment *a, const collide_sphere *b,
                                        collide_ray_hit *out);
COLLIDE_API bool collide_segment_obb(const collide_segment *a, const collide_obb *b,
                                     collide_ray_hit *out);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API bool collide_segment_triangle(const collide_segment *a, const collide_triangle *b,
                                          collide_ray_hit *out);
COLLIDE_API bool collide_segment_tetrahedron(const collide_segment *a, const collide_tetrahedron *b,
                                             collide_ray_hit *out);
#endif
COLLIDE_API bool collide_segment_capsule(const collide_segment *a, const collide_capsule *b,
                                         collide_ray_hit *out);
COLLIDE_API bool collide_segment_cylinder(const collide_segment *a, const collide_cylinder *b,
                                          collide_ray_hit *out);
COLLIDE_API bool collide_segment_plane(const collide_segment *a, const collide_plane *b,
                                       collide_ray_hit *out);

// A ray or a segment against a convex body under a pose. pose_b may be NULL, the identity. A body
// that is NULL or does not begin with COLLIDE_CONVEX_MAGIC is never hit, and neither is a body
// whose pose has a determinant whose absolute value is outside of 0.5 to 2. Cost: time proportional
// to the number of normals times the number of vertices; a ray that misses the sphere round the
// body costs less.
COLLIDE_API bool collide_ray_convex(const collide_ray *a, const collide_convex *b,
                                    const collide_pose *pose_b, float t_max, collide_ray_hit *out);
COLLIDE_API bool collide_segment_convex(const collide_segment *a, const collide_convex *b,
                                        const collide_pose *pose_b, collide_ray_hit *out);

// ---- packs -----------------------------------------------------------------------------------

// A ray or a segment against all objects of a pack. bits takes one hit bit for each object and is
// required. t takes one number for each object: the t of the single call, bit for bit, or +infinity
// for a miss. The smallest t is the first hit. t may be NULL. To get the normal, repeat the single
// call for the object that you choose.
//
// Vector kernels reject the spheres that the ray misses, other objects whose bounding boxes the ray
// misses, and whole blocks of k-DOPs. The single query decides about each object that is left, in
// 20 to 100 ns. Packs take longer if the sum of the origin's coordinates exceeds 1e30, or if a
// component of the direction is above 1e30, or below FLT_MIN but not 0: every object is then left.
#define COLLIDE__RAY_MANY_DECLARE(B)                                                               \
    COLLIDE_API size_t collide_ray_##B##_many(const collide_ray *a, const collide_##B##_pack *b,   \
                                              float t_max, uint16_t *bits, float *t);              \
    COLLIDE_API size_t collide_segment_##B##_many(                                                 \
        const collide_segment *a, const collide_##B##_pack *b, uint16_t *bits, float *t);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE__RAY_MANY_DECLARE(triangle)
#endif
#ifndef COLLIDE_NO_SPHERE
COLLIDE__RAY_MANY_DECLARE(sphere)
#endif
#ifndef COLLIDE_NO_AABB
COLLIDE__RAY_MANY_DECLARE(aabb)
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE__RAY_MANY_DECLARE(obb)
#endif

// A ray or a segment against a k-DOP of any kind, or against all k-DOPs of a pack.
#ifndef COLLIDE_NO_KDOP
#define COLLIDE__RAY_DECLARE(K)                                                                    \
    COLLIDE_API bool collide_ray_kdop##K(const collide_ray *a, const collide_kdop##K *b,           \
                                         float t_max, collide_ray_hit *out);                       \
    COLLIDE_API bool collide_segment_kdop##K(const collide_segment *a, const collide_kdop##K *b,   \
                                             collide_ray_hit *out);                                \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *a,                            \
                                                  const collide_kdop##K##_pack *b, float t_max,    \
                                                  uint16_t *bits, float *t);                       \
    COLLIDE_API size_t collide_segment_kdop##K##_many(                                             \
        const collide_segment *a, const collide_kdop##K##_pack *b, uint16_t *bits, float *t);
COLLIDE__RAY_DECLARE(6)
COLLIDE__RAY_DECLARE(14)
COLLIDE__RAY_DECLARE(18)
COLLIDE__RAY_DECLARE(26)
#undef COLLIDE__RAY_DECLARE
#endif
#undef COLLIDE__RAY_MANY_DECLARE

// ---- octrees, terrain, trees -----------------------------------------------------------------

#ifndef COLLIDE_NO_OCTREE
// Lists the objects of an octree that a segment hits, as collide_segment_sphere or
// collide_segment_aabb decide. Returns their number. The list has no order. If capacity is smaller
// than the number, arbitrary objects are left out. filter may be NULL. t takes the t of each object
// in the list, or is NULL. If the list is complete, and the objects are these spheres or AABBs
// themselves, the smallest t is the first hit. If your objects have other shapes, ask each of them.
// For a ray, pass the segment that covers the part that you need; a segment 2^36 times as long as
// the octree's cube tests every object.
COLLIDE_API size_t collide_segment_octree_indices(const collide_segment *a, const collide_octree *b,
                                                  const collide_octree_filter *filter,
                                                  uint32_t *indices, size_t capacity, float *t);
#endif

#ifndef COLLIDE_NO_TERRAIN
// Finds the first point of a ray, or of the segment from a to b, that lies at or below the surface
// of the terrain. t is 0 if the ray begins at or below the surface. A ray from the side hits where
// it enters the solid below the surface, through the border or a hole. out may be NULL. Cost: the
// squares of 16 by 16 cells along the way, and the cells of the squares whose heights the ray
// reaches.
//
// Bound: the query is evaluated in double. Let o be the sum of the distances along x, y and z from
// the grid's origin to the ray's origin. Let w be the length of the ray up to the hit, to t_max, or
// to the point where it leaves the grid. Let e be dx + dy + the largest range of heights of a cell
// on this way. If a point of the ray lies in the solid, farther than 2^-48 (e + w + o) from the
// surface and from the vertical walls at the border and at holes, the ray hits. If the whole ray
// stays farther than this from the solid, it misses. The same holds for a segment, with a as the
// origin and t_max = 1; b - a is not rounded to float32.
COLLIDE_API bool collide_ray_terrain(const collide_ray *a, const collide_terrain *b, float t_max,
                                     collide_ray_hit *out);
COLLIDE_API bool collide_segment_terrain(const collide_segment *a, const collide_terrain *b,
                                         collide_ray_hit *out);
#endif

#ifndef COLLIDE_NO_TREE
// The first triangle of a tree that a ray or a segment hits. b lies under pose_b; NULL is the
// identity. t and normal equal the results of collide_ray_triangle or collide_segment_triangle for
// this triangle with its vertices under the pose, bit for bit. If several triangles are hit at the
// same t, the result is the triangle with the smallest index. A tree that is NULL or of tetrahedra
// is never hit.
//
// out may be NULL. The search then ends at the first triangle found, wherever it lies on the ray,
// so ask this way if only yes or no counts, as for shadows and lines of sight. For many rays see
// collide_tree_ray_many.
COLLIDE_API bool collide_ray_tree(const collide_ray *a, const collide_tree *b,
                                  const collide_pose *pose_b, float t_max, collide_ray_hit *out);
COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose_b, collide_ray_hit *out);

// One tree against an array of rays or segments. The tree lies under pose_a; NULL is the identity.
// bits is required; it takes one hit bit for each ray and has COLLIDE_BLOCKS(count) words. out
// takes count hits: out[i] equals the hit of collide_ray_tree or collide_segment_tree for ray i,
// bit for bit, also for a miss. out may be NULL; each search then ends at the first triangle found,
// as in single calls. All rays have the same t_max; if each has an end of its own, take segments.
// Returns the number of rays that hit. A tree that is NULL or of tetrahedra is never hit. Cost:
// each ray saves 15 to 30 ns of a single call, and more under a pose.
COLLIDE_API size_t collide_tree_ray_many(const collide_tree *a, const collide_pose *pose_a,
                                         const collide_ray_array *b, float t_max, uint16_t *bits,
                                         collide_ray_hit *out);
COLLIDE_API size_t collide_tree_segment_many(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_segment_array *b, uint16_t *bits,
                                             collide_ray_hit *out);
#endif
#endif // COLLIDE_NO_RAY
