#pragma once
#include "../kdop/kdop.h"

// ---- rays and segments -----------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE
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
COLLIDE_API bool collide_ray_triangle(const collide_ray *ray, const collide_triangle *b,
                                      float t_max, float *t);
COLLIDE_API bool collide_ray_aabb(const collide_ray *ray, const collide_aabb *b, float t_max,
                                  float *t);
COLLIDE_API bool collide_ray_sphere(const collide_ray *ray, const collide_sphere *b, float t_max,
                                    float *t);
COLLIDE_API bool collide_ray_obb(const collide_ray *ray, const collide_obb *b, float t_max,
                                 float *t);
COLLIDE_API bool collide_segment_triangle(const collide_segment *a, const collide_triangle *b,
                                          float *t);
COLLIDE_API bool collide_segment_aabb(const collide_segment *a, const collide_aabb *b, float *t);
COLLIDE_API bool collide_segment_sphere(const collide_segment *a, const collide_sphere *b,
                                        float *t);
COLLIDE_API bool collide_segment_obb(const collide_segment *a, const collide_obb *b, float *t);

// One against a pack: bits is required, t may be NULL, else it takes as many times as the pack has
// objects, +infinity for a miss: the least is the first hit. Vectors leave out the objects whose
// bounding box the ray passes by, of k-DOPs whole blocks at once; what is left is asked one by one,
// 15 to 80 ns each. Packs of aligned boxes are those of 6-DOPs.
COLLIDE_API size_t collide_ray_triangle_many(const collide_ray *ray, const collide_triangle_pack *b,
                                             float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_ray_sphere_many(const collide_ray *ray, const collide_sphere_pack *b,
                                           float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_ray_obb_many(const collide_ray *ray, const collide_obb_pack *b,
                                        float t_max, uint16_t *bits, float *t);
COLLIDE_API size_t collide_segment_triangle_many(const collide_segment *a,
                                                 const collide_triangle_pack *b, uint16_t *bits,
                                                 float *t);
COLLIDE_API size_t collide_segment_sphere_many(const collide_segment *a,
                                               const collide_sphere_pack *b, uint16_t *bits,
                                               float *t);
COLLIDE_API size_t collide_segment_obb_many(const collide_segment *a, const collide_obb_pack *b,
                                            uint16_t *bits, float *t);

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
#endif // COLLIDE_NO_TRIANGLE
