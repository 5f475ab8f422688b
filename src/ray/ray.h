#pragma once
#include "../octree/octree.h"
#include "../terrain/terrain.h"
#include "../tree/tree.h"

// ================================================================================================
// >>ray
// ================================================================================================
#ifndef COLLIDE_NO_RAY
// Rays and segments against single shapes; against packs, octrees, terrain and trees where these
// families are selected, too.
//
// Where a ray, for t from 0 to t_max, or a segment, for t from 0 at a to 1 at b, first lies in a
// shape. *t is that t, 0 if it begins there; a miss writes +infinity. t may be NULL, t_max
// infinite; t_max < 0 and NaN miss, as does a ray, segment or shape that is not finite (bounds of
// k-DOPs and aligned boxes may be infinite), and what is met beyond t = FLT_MAX. A direction of 0
// asks for a point. Boxes, spheres and k-DOPs are solid, an empty one meets nothing; triangles have
// two sides.
//
// Evaluated in double: what lies off a shape by no more than 2^-40 of the coordinates of both and
// of the way along the ray may count as in it, nothing is lost that is deeper than that. Whether a
// segment meets a triangle is exact (as of two triangles). Of triangles that share an edge or a
// vertex, a ray that goes through it meets at least one, so none slips through a closed mesh; a ray
// in the plane of a triangle meets it as it meets other shapes. A triangle without area, or so
// little that double has none, is met by segments only.
//
// EXAMPLE
//     const collide_ray shot = {{0, 0, 2}, {0, 0, -1}};
//     const collide_sphere ball = {{0, 0.5f, 0}, 1};
//     float t;
//     if (collide_ray_sphere(&shot, &ball, 10, &t))
//         printf("hit after %.3f\n", (double)t);
//     // prints: hit after 1.134

// ---- single calls ----------------------------------------------------------------------------

// A ray or a segment against one shape.
COLLIDE_API bool collide_ray_aabb(const collide_ray *ray, const collide_aabb *b, float t_max,
                                  float *t);
COLLIDE_API bool collide_ray_sphere(const collide_ray *ray, const collide_sphere *b, float t_max,
                                    float *t);
COLLIDE_API bool collide_ray_obb(const collide_ray *ray, const collide_obb *b, float t_max,
                                 float *t);
COLLIDE_API bool collide_segment_aabb(const collide_segment *a, const collide_aabb *b, float *t);
COLLIDE_API bool collide_segment_sphere(const collide_segment *a, const collide_sphere *b,
                                        float *t);
COLLIDE_API bool collide_segment_obb(const collide_segment *a, const collide_obb *b, float *t);
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API bool collide_ray_triangle(const collide_ray *ray, const collide_triangle *b,
                                      float t_max, float *t);
COLLIDE_API bool collide_segment_triangle(const collide_segment *a, const collide_triangle *b,
                                          float *t);
#endif

// ---- packs -----------------------------------------------------------------------------------

// One against a pack: bits is required, t may be NULL, else it takes as many times as the pack has
// objects, +infinity for a miss: the least is the first hit. Vectors leave out the objects whose
// bounding box the ray passes by, of k-DOPs whole blocks at once; what is left is asked one by one,
// 20 to 100 ns each. Packs of aligned boxes are those of 6-DOPs.
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API size_t collide_ray_triangle_many(const collide_ray *ray, const collide_triangle_pack *b,
                                             float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_segment_triangle_many(const collide_segment *a,
                                                 const collide_triangle_pack *b, uint16_t *bits,
                                                 float *t);
#endif
#ifndef COLLIDE_NO_SPHERE
COLLIDE_API size_t collide_ray_sphere_many(const collide_ray *ray, const collide_sphere_pack *b,
                                           float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_segment_sphere_many(const collide_segment *a,
                                               const collide_sphere_pack *b, uint16_t *bits,
                                               float *t);
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_ray_obb_many(const collide_ray *ray, const collide_obb_pack *b,
                                        float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_segment_obb_many(const collide_segment *a, const collide_obb_pack *b,
                                            uint16_t *bits, float *t);
#endif

// The same for each kind of k-DOP.
#ifndef COLLIDE_NO_KDOP
#define COLLIDE__RAY_DECLARE(K)                                                                    \
    COLLIDE_API bool collide_ray_kdop##K(const collide_ray *ray, const collide_kdop##K *b,         \
                                         float t_max, float *t);                                   \
    COLLIDE_API bool collide_segment_kdop##K(const collide_segment *a, const collide_kdop##K *b,   \
                                             float *t);                                            \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *ray,                          \
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

// ---- octrees, terrain, trees -----------------------------------------------------------------

#ifndef COLLIDE_NO_OCTREE
// The objects that a segment meets, by collide_segment_sphere or collide_segment_aabb. t takes the
// time of each (0 at a, 1 at b), or is NULL: the least of all is the first hit, which a list that
// is too small may lack. For a ray take its first part; a segment 2^36 times as long as the cube
// looks at everything.
COLLIDE_API size_t collide_segment_octree_indices(const collide_segment *a,
                                                  const collide_octree *octree, uint32_t *indices,
                                                  float *t, size_t capacity);
#endif

#ifndef COLLIDE_NO_TERRAIN
// Where a ray meets the terrain first.
typedef struct collide_ray_hit {
    float t;
    collide_vec3 normal;  // of the surface there, or above: not that of a side; it points up
    uint32_t column, row; // the cell
} collide_ray_hit;

// The first point of a ray that lies at or below the surface: t = 0 if that is its origin, and
// where it enters the solid if it comes from the side, through the border or a hole. out may be
// NULL. A miss has t = infinity and writes nothing else but zeros. t_max may be infinite, and means
// FLT_MAX then; t_max < 0 and NaN never hit. Cost: the squares of 16 by 16 cells on the way, and
// the cells of those it may meet.
//
// Bound: evaluated in double. Let o be the sum of the distances along x, y and z from the grid's
// origin to the ray's, w the length of the ray's way over the grid, up to the hit or t_max, and e =
// dx + dy + the range of heights of a cell on this way. A ray is never missed that has a point in
// the solid whose distance from all of the surface is more than 2^-48 (e + w + o), and a ray never
// hits that stays farther away from the solid than that. t is rounded to float.
COLLIDE_API bool collide_ray_terrain(const collide_ray *ray, const collide_terrain *terrain,
                                     float t_max, collide_ray_hit *out);
#endif

#ifndef COLLIDE_NO_TREE
// The first triangle that a ray meets, for t from 0 to t_max, or a segment, for t from 0 to 1: by
// collide_ray_triangle and collide_segment_triangle. *t and *triangle are its t and number, of
// several at one t the least number; a miss writes +infinity and UINT32_MAX. Both may be NULL. The
// normal there is that of this triangle of your mesh, under the pose.
COLLIDE_API bool collide_ray_tree(const collide_ray *ray, const collide_tree *b,
                                  const collide_pose *pose, float t_max, float *t,
                                  uint32_t *triangle);
COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose, float *t, uint32_t *triangle);
#endif
#endif // COLLIDE_NO_RAY
