#pragma once
#include "../ray/solids.h"
#include "shape.h"

// ---- rays and segments against any shape -----------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TRIANGLE)

static bool collide__cast_shape(const collide__cast *l, const void *b, double *t,
                                collide__dvec3 *normal) {
    const collide_shape *const s = (const collide_shape *)b;
    collide_sphere point;
    collide_capsule segment;
    collide__convex_posed posed;
    switch (s->kind) {
    case COLLIDE_SHAPE_POINT:
        point.center = s->of.point;
        point.radius = 0;
        return collide__cast_sphere(l, &point, t, normal);
    case COLLIDE_SHAPE_SEGMENT:
        segment.a = s->of.segment.a;
        segment.b = s->of.segment.b;
        segment.radius = 0;
        return collide__cast_capsule(l, &segment, t, normal);
    case COLLIDE_SHAPE_SPHERE:
        return collide__cast_sphere(l, &s->of.sphere, t, normal);
    case COLLIDE_SHAPE_CAPSULE:
        return collide__cast_capsule(l, &s->of.capsule, t, normal);
    case COLLIDE_SHAPE_AABB:
        return collide__cast_aabb(l, &s->of.aabb, t, normal);
    case COLLIDE_SHAPE_OBB:
        return collide__cast_obb(l, &s->of.obb, t, normal);
    case COLLIDE_SHAPE_TRIANGLE:
        return l->segment ? collide__segment_of_triangle(l, &s->of.triangle, t, normal)
                          : collide__cast_triangle(l, &s->of.triangle, t, normal);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return l->segment ? collide__segment_of_tetrahedron(l, &s->of.tetrahedron, t, normal)
                          : collide__cast_tetrahedron(l, &s->of.tetrahedron, t, normal);
    case COLLIDE_SHAPE_CYLINDER:
        return collide__cast_cylinder(l, &s->of.cylinder, t, normal);
    case COLLIDE_SHAPE_CONVEX:
        posed.body = s->of.convex.body;
        posed.pose = &s->of.convex.pose;
        return collide__cast_convex(l, &posed, t, normal);
    case COLLIDE_SHAPE_PLANE:
        return collide__cast_plane(l, &s->of.plane, t, normal);
    default:
        return false;
    }
}

COLLIDE__RAY_DEFINE(shape, collide__cast_shape, collide__cast_shape)
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_RAY, COLLIDE_NO_TRIANGLE
