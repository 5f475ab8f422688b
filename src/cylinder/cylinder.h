#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>cylinder
// ================================================================================================
#ifndef COLLIDE_NO_CYLINDER
// Solid cylinders against half-spaces and triangles; packs of cylinders. With the family of terrain
// selected also their contacts; >>terrain has cylinders on grids of heights.
//
// EXAMPLE
//     const collide_cylinder barrel = {{0, 0, 0.35f}, {0, 1, 0}, 0.3f, 1}; // lies along y
//     const collide_plane floor = {{0, 0, 1}, 0.1f};                       // up to z = 0.1
//     if (collide_cylinder_check(&barrel) == COLLIDE_OK)
//         printf("%s\n", collide_cylinder_plane(&barrel, &floor) ? "it stands" : "it falls");
//     // prints: it stands

// ---- single calls ----------------------------------------------------------------------------

// COLLIDE_OK if all numbers are finite, radius and height > 0 and at most 2^60, and |axis.axis - 1|
// <= 2^-21 (evaluated in double); else NULL, NOT_FINITE, EXTENT or AXES. Cylinders that do not pass
// meet nothing.
COLLIDE_API collide_status collide_cylinder_check(const collide_cylinder *cylinder);

// Solid half-space: all points p with normal.p <= distance. normal need not be of unit length.
typedef struct collide_plane {
    collide_vec3 normal;
    float distance;
} collide_plane;

// Whether a cylinder meets a half-space, evaluated in double: the deepest point of the cylinder
// [Strashnov, A1], center -+ height / 2 axis + radius w with the lower base's sign and w the unit
// vector in that base which points most against the normal, is at or below the plane. A cylinder
// that does not pass the check, and a plane of numbers that are not finite, never hit.
COLLIDE_API bool collide_cylinder_plane(const collide_cylinder *a, const collide_plane *b);

// Whether a solid cylinder meets a triangle: an edge of it, or its inside. A triangle without area
// is a segment or a point. Let e be the sum of radius, height and the triangle's edges, and u =
// 2^-24: an overlap deeper than 8u e is never missed, and a gap wider than 8u e never counts as an
// overlap. NaN and infinities never hit.
COLLIDE_API bool collide_cylinder_triangle(const collide_cylinder *a, const collide_triangle *b);

// ---- contacts --------------------------------------------------------------------------------
// They come from the contact search of >>terrain, which says what depths and features mean.
#ifndef COLLIDE_NO_TERRAIN
// Of a cylinder and a half-space: at most 4, the deepest that of A1. None where
// collide_cylinder_plane says no, so for bad input too. contacts holds capacity of them.
COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *a,
                                                   const collide_plane *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity);

// Of a cylinder and a triangle, which is as terrain of one face, with that side up on which the
// cylinder's centre lies. None where collide_cylinder_triangle says no.
COLLIDE_API size_t collide_cylinder_triangle_contacts(const collide_cylinder *a,
                                                      const collide_triangle *b,
                                                      const collide_contact_options *options,
                                                      collide_contact *contacts, size_t capacity);
#endif

// ---- packs -----------------------------------------------------------------------------------

// Packs of cylinders, 32 bytes each, with the calls and errors of packs of vectors (>>vocabulary);
// each cylinder must pass collide_cylinder_check.
typedef struct collide_cylinder_pack {
    collide_pack header;
} collide_cylinder_pack;
#define COLLIDE_CYLINDER_PACK_MAGIC 0x314c5943u // "CYL1"
COLLIDE_API size_t collide_cylinder_pack_size(size_t n);
COLLIDE_API collide_status collide_cylinder_pack_build(collide_cylinder_pack **pack, void *memory,
                                                       size_t size,
                                                       const collide_cylinder *cylinders, size_t n,
                                                       size_t stride);
COLLIDE_API collide_status collide_cylinder_pack_open(collide_cylinder_pack **pack, void *memory,
                                                      size_t size);
COLLIDE_API size_t collide_cylinder_pack_count(const collide_cylinder_pack *pack);
COLLIDE_API collide_status collide_cylinder_pack_set(collide_cylinder_pack *pack, size_t i,
                                                     const collide_cylinder *cylinder);
COLLIDE_API collide_cylinder collide_cylinder_pack_get(const collide_cylinder_pack *pack, size_t i);
#endif // COLLIDE_NO_CYLINDER
