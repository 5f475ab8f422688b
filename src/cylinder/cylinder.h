#pragma once
#include "../base/vocabulary.h"

// ================================================================================================
// >>cylinder
// ================================================================================================
#ifndef COLLIDE_NO_CYLINDER
// This family tests solid cylinders against half-spaces and triangles, and has packs of cylinders.
// Contacts with half-spaces also need the terrain family, which has cylinders on grids of heights,
// too (>>terrain). Contacts with triangles are in >>shape.
//
// EXAMPLE
//     const collide_cylinder barrel = {{0, 0, 0.35f}, {0, 1, 0}, 0.3f, 1}; // lies along y
//     const collide_plane floor = {{0, 0, 1}, 0.1f};                       // up to z = 0.1
//     if (collide_cylinder_check(&barrel) == COLLIDE_OK)
//         printf("%s\n", collide_cylinder_plane(&barrel, &floor) ? "it stands" : "it falls");
//     // prints: it stands

// ---- single calls ----------------------------------------------------------------------------

// Returns COLLIDE_OK if all numbers are finite, radius and height are > 0 and at most 2^60, and
// |axis.axis - 1| <= 2^-21 (evaluated in double). Errors: NULL, NOT_FINITE, EXTENT, AXES. A
// cylinder that does not pass this check overlaps nothing.
COLLIDE_API collide_status collide_cylinder_check(const collide_cylinder *cylinder);

// Whether a cylinder overlaps a half-space: whether its deepest point is on or below the plane,
// evaluated in double. The deepest point is A1 of [Strashnov]: center + s (height / 2) axis +
// radius w. s is -1 or +1. It selects the end of the axis whose base is lower, measured along the
// plane's normal. w is the unit vector in the plane of this base that points most against the
// normal. A cylinder that does not pass the check never hits. Nor does a plane with numbers that
// are not finite.
COLLIDE_API bool collide_cylinder_plane(const collide_cylinder *a, const collide_plane *b);

// Whether a solid cylinder overlaps a triangle, which may have no area (a segment, a point). Let e
// be the sum of radius, height and the lengths of the triangle's edges, and u = 2^-24. An overlap
// deeper than 8u e is never missed, and a gap wider than 8u e never counts as an overlap. NaN and
// infinities never hit.
COLLIDE_API bool collide_cylinder_triangle(const collide_cylinder *a, const collide_triangle *b);

// ---- contacts --------------------------------------------------------------------------------
// Points, depths and features have the meaning that >>terrain gives them. contacts receives the
// deepest contacts, up to capacity. options may be NULL.

#ifndef COLLIDE_NO_TERRAIN
// The contacts of a cylinder with a half-space, at most 4. The deepest is the contact of A1. There
// are none if collide_cylinder_plane returns false, as it does for bad input. With a margin, points
// whose distance from the half-space is at most the margin have contacts, too, of negative depth.
COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *a,
                                                   const collide_plane *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity);
#endif

// ---- packs -----------------------------------------------------------------------------------

// Make, read and change packs of cylinders, as the functions of packs of vectors do (>>vocabulary),
// with the same errors. A cylinder takes 32 bytes. Each cylinder must pass collide_cylinder_check.
typedef struct collide_cylinder_pack {
    collide_pack header;
} collide_cylinder_pack;
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
COLLIDE_API collide_status collide_cylinder_pack_update(collide_cylinder_pack *pack, size_t first,
                                                        const collide_cylinder *objects, size_t n,
                                                        size_t stride);
COLLIDE_API collide_cylinder collide_cylinder_pack_get(const collide_cylinder_pack *pack, size_t i);
#endif // COLLIDE_NO_CYLINDER
