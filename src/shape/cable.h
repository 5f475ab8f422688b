#pragma once
#include "../cable/cables.h"
#include "../cable/cable_cable.h"
#include "single.h"

// ---- any shape against a cable ---------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE)

// A capsule with a radius is a cable of one straight segment.
static size_t collide__capsule_cable(const collide_capsule *a, const collide_cable *b,
                                     const collide_contact_options *options,
                                     collide_cable_contact *contacts, size_t capacity) {
    const collide__dvec3 p = collide__dvec3_of(a->a), q = collide__dvec3_of(a->b);
    collide_vec3 points[4];
    collide_cable cable;
    points[0] = collide__dround(collide__dadd(collide__dadd(p, 1, p), -1, q));
    points[1] = a->a;
    points[2] = a->b;
    points[3] = collide__dround(collide__dadd(collide__dadd(q, 1, q), -1, p));
    memset(&cable, 0, sizeof cable);
    cable.points = points;
    cable.count = 4;
    cable.radius = a->radius;
    return collide_cable_cable_contacts(b, &cable, options, contacts, capacity);
}

COLLIDE_API size_t collide_shape_cable_contacts(const collide_shape *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(a && (contacts || capacity == 0));
    if (!collide__shape_usable(a))
        return 0;
    switch (a->kind) {
    case COLLIDE_SHAPE_SPHERE:
        return collide_cable_sphere_contacts(b, &a->of.sphere, options, contacts, capacity);
    case COLLIDE_SHAPE_CAPSULE:
        return collide__capsule_cable(&a->of.capsule, b, options, contacts, capacity);
    case COLLIDE_SHAPE_AABB:
        return collide_cable_aabb_contacts(b, &a->of.aabb, options, contacts, capacity);
    case COLLIDE_SHAPE_OBB:
        return collide_cable_obb_contacts(b, &a->of.obb, options, contacts, capacity);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide_cable_triangle_contacts(b, &a->of.triangle, options, contacts, capacity);
#ifndef COLLIDE_NO_CYLINDER
    case COLLIDE_SHAPE_CYLINDER:
        return collide_cable_cylinder_contacts(b, &a->of.cylinder, options, contacts, capacity);
#endif
    default:
        return 0;
    }
}

COLLIDE_API bool collide_shape_cable(const collide_shape *a, const collide_cable *b) {
    return collide_shape_cable_contacts(a, b, NULL, NULL, 0) > 0;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE
