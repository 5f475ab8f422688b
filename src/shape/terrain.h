#pragma once
#include "body.h"
#include "../terrain/verdict_cylinder.h"
#include "../terrain/shapes.h"
#include "../terrain/body_capsule.h"
#include "../terrain/body_convex.h"
#include "../terrain/contacts_queries.h"

// ---- any shape against terrain ---------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TERRAIN)
// On terrain a shape is a core whose coordinates are relative to its origin.

static double collide__core_on_terrain_reach(const void *shape, collide__dvec3 m,
                                             collide_vec3 from) {
    return collide__core_body_reach((const collide__core *)shape, m, from);
}

static bool collide__core_overlaps(const void *shape, const collide_triangle *t) {
    collide__core face;
    collide_distance d;
    collide__core_points(&face, t->v, 3, 0);
    const collide__core_pair p = collide__core_pair_ordered((const collide__core *)shape, &face);
    collide__distance_of(&p, 0, &d);
    return !(d.lo > 0);
}

// An AABB from lo to hi, relative to the origin.
static void collide__core_cell(collide__core *out, const double *lo, const double *hi) {
    const collide__dvec3 zero = {0, 0, 0};
    double *center = &out->p[3].x;
    out->kind = COLLIDE__CORE_BOX;
    out->origin = collide__vec3(0, 0, 0);
    out->size = out->radius = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        out->p[i] = collide__dadd(zero, 0.5 * (hi[i] - lo[i]), collide__coordinate_axis(i));
        out->size += collide__dabs(lo[i]) + collide__dabs(hi[i]);
        center[i] = 0.5 * (lo[i] + hi[i]);
    }
}

// Searches for the nearest points of a body and a box; false if they are proven apart.
static bool collide__core_near_box(const collide__core *core, const double *lo, const double *hi,
                                   collide__dvec3 *on_box, double *distance) {
    collide__core box;
    collide__dvec3 on_core;
    collide__gjk_result found;
    collide__core_cell(&box, lo, hi);
    const collide__core_pair p = collide__core_pair_of(core, &box, false);
    collide__dvec3 from = collide__dadd(collide__core_middle(core), -1, box.p[3]);
    if (!(collide__dsum_abs(from) > 0))
        from = collide__coordinate_axis(0);
    collide__gjk(&p, from, p.radius, -DBL_MAX, &found);
    *distance = collide__simplex_points(&p, &found.s, &on_core, on_box);
    return !(found.gap - p.slack > p.radius);
}

static bool collide__core_comes_into(const void *shape, const double *lo, const double *hi) {
    collide__dvec3 p;
    double distance;
    return collide__core_near_box((const collide__core *)shape, lo, hi, &p, &distance);
}

// The point of the column over a rectangle that is nearest to the core. It lies in the body if the
// body has a point in the column, up to rounding.
static bool collide__core_low_point(const void *shape, const double *bound, collide__dvec3 *out) {
    const collide__core *core = (const collide__core *)shape;
    const collide__dvec3 up = {0, 0, 1}, down = {0, 0, -1};
    const collide_vec3 zero = {0, 0, 0};
    const double lo[3] = {bound[0], bound[1], -collide__core_body_reach(core, down, zero)};
    const double hi[3] = {bound[2], bound[3], collide__core_body_reach(core, up, zero)};
    double distance;
    const double slack =
        collide__dmul((core->size + core->radius) + ((collide__dabs(lo[0]) + collide__dabs(hi[0])) +
                                                     (collide__dabs(lo[1]) + collide__dabs(hi[1]))),
                      9.094947017729282e-13); // 2^-40: 2^-32 of spans
    return collide__core_near_box(core, lo, hi, out, &distance) && distance <= core->radius + slack;
}

static const collide__over_type collide__cores_on_terrain = {collide__core_on_terrain_reach,
                                                             collide__core_overlaps,
                                                             NULL,
                                                             NULL,
                                                             collide__core_low_point,
                                                             NULL,
                                                             collide__core_comes_into};

static bool collide__core_over(const collide_shape *a, const collide_terrain *b,
                               collide__core *core, collide__over *over) {
    if (!collide__terrain_valid(b) || !collide__core_of(core, a))
        return false;
    const collide_vec3 center = core->origin;
    core->origin = collide__vec3(0, 0, 0);
    if (!collide__over_place(over, &collide__cores_on_terrain, core, b, center))
        return false;
    over->inside = core->kind == COLLIDE__CORE_VERTICES ? collide__core_vertex(core, 0)
                                                        : collide__core_middle(core);
    return collide__terrain_verdict(over);
}

static bool collide__core_terrain(const collide_shape *a, const collide_terrain *b) {
    collide__core core;
    collide__over over;
    return collide__core_over(a, b, &core, &over);
}

COLLIDE_API bool collide_shape_terrain(const collide_shape *a, const collide_terrain *b) {
    COLLIDE_ASSERT(a);
    if (!collide__shape_usable(a))
        return false;
    switch (a->kind) {
    case COLLIDE_SHAPE_SPHERE:
        return collide_sphere_terrain(&a->of.sphere, b);
    case COLLIDE_SHAPE_CYLINDER:
        return collide_cylinder_check(&a->of.cylinder) == COLLIDE_OK
                   ? collide_cylinder_terrain(&a->of.cylinder, b)
                   : collide__core_terrain(a, b);
#ifndef COLLIDE_NO_SAT
    case COLLIDE_SHAPE_AABB: {
        const collide_obb box = collide_obb_from_aabb(&a->of.aabb);
        return collide_obb_terrain(&box, b);
    }
    case COLLIDE_SHAPE_OBB:
        return collide_obb_terrain(&a->of.obb, b);
#endif
#ifndef COLLIDE_NO_TRIANGLE
    case COLLIDE_SHAPE_TRIANGLE:
        return collide_triangle_terrain(&a->of.triangle, b);
#endif
    default:
        return collide__core_terrain(a, b); // a plane has no core
    }
}

// ---- contacts of capsules, convex bodies and what has no call of its own ----------------------

// The shape moved down by a margin.
static collide_shape collide__shape_below(const collide_shape *a, float margin) {
    collide_shape r = *a;
    collide_vec3 *p = &r.of.point;
    const int n = a->kind == COLLIDE_SHAPE_TETRAHEDRON ? 4
                  : a->kind == COLLIDE_SHAPE_TRIANGLE  ? 3
                  : a->kind == COLLIDE_SHAPE_SEGMENT || a->kind == COLLIDE_SHAPE_CAPSULE ||
                          a->kind == COLLIDE_SHAPE_AABB
                      ? 2
                      : 1;
    if (a->kind == COLLIDE_SHAPE_CONVEX)
        p = &r.of.convex.pose.position;
    for (int i = 0; i < n; ++i)
        p[i] = collide__moved_down(p[i], margin);
    return r;
}

#ifdef COLLIDE_NO_SAT
// Without OBBs as bodies, a box is a convex body. Bit i of a vertex is set if it lies at +half on
// axis i, and direction i is axis i.
typedef struct collide__box_convex {
    collide_convex convex;
    float vertices[24], normals[48];
} collide__box_convex;

static collide_vec3 collide__hull_of_box(collide__hull_body *h, collide__box_convex *c,
                                         const collide_shape *a) {
    collide_pose pose = collide_pose_identity();
    collide_vec3 lo = a->of.aabb.min, hi = a->of.aabb.max;
    if (a->kind == COLLIDE_SHAPE_OBB) {
        hi = a->of.obb.half;
        lo = collide__vec3(-hi.x, -hi.y, -hi.z);
        pose.position = a->of.obb.center;
        memcpy(pose.axis, a->of.obb.axis, sizeof pose.axis);
    }
    memset(c, 0, sizeof *c);
    c->convex.vertex_count = 8;
    c->convex.normal_count = 3;
    c->convex.inside.vertex_offset = offsetof(collide__box_convex, vertices);
    c->convex.inside.normal_offset = offsetof(collide__box_convex, normals);
    for (uint32_t i = 0; i < 3; ++i) {
        c->normals[17 * i] = 1; // of row i, in rows of 16
        for (uint32_t k = 0; k < 8; ++k)
            c->vertices[3 * k + i] = collide__floats(k >> i & 1 ? &hi : &lo)[i];
    }
    return collide__hull_of_convex(h, &c->convex, &pose);
}
#endif

// Contacts where the verdict has found overlap; one copy, so that the verdict's stack does not hold
// the body, too.
COLLIDE__NOINLINE size_t collide__core_contacts(const collide_shape *a, collide__over *over,
                                                float margin, collide_contact *contacts,
                                                size_t capacity) {
    collide__hull_body hull;
    collide__capsule_body round;
    collide__body body;
    collide_vec3 center;
#ifdef COLLIDE_NO_SAT
    collide__box_convex box;
#endif
    if (a->kind == COLLIDE_SHAPE_CAPSULE || a->kind == COLLIDE_SHAPE_SEGMENT) {
        const float radius = a->kind == COLLIDE_SHAPE_CAPSULE ? a->of.capsule.radius : 0;
        center = collide__capsule_body_of(&round, a->of.segment.a, a->of.segment.b, radius);
        body = collide__body_of(&collide__capsule_contacts, &round);
    } else {
#ifdef COLLIDE_NO_SAT
        if (a->kind == COLLIDE_SHAPE_AABB || a->kind == COLLIDE_SHAPE_OBB)
            center = collide__hull_of_box(&hull, &box, a);
        else
#endif
            center = a->kind == COLLIDE_SHAPE_CONVEX
                         ? collide__hull_of_convex(&hull, a->of.convex.body, &a->of.convex.pose)
                         : collide__hull_of_points(&hull, &a->of.point,
                                                   a->kind == COLLIDE_SHAPE_TRIANGLE ? 3 : 4);
        body = collide__body_of(&collide__hull_contacts, &hull);
    }
    body.margin = (double)margin;
    return collide__terrain_contacts(over, &body, center, NULL, contacts, capacity);
}

static size_t collide__core_terrain_contacts(const collide_shape *a, const collide_terrain *b,
                                             const collide_contact_options *options,
                                             collide_contact *contacts, size_t capacity) {
    const float margin = collide__contact_margin(options);
    const collide_shape low = collide__shape_below(a, margin);
    collide__core core;
    collide__over over;
    return collide__core_over(&low, b, &core, &over)
               ? collide__core_contacts(a, &over, margin, contacts, capacity)
               : 0;
}

COLLIDE_API size_t collide_capsule_terrain_contacts(const collide_capsule *a,
                                                    const collide_terrain *b,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(a);
    const collide_shape shape = collide_shape_from_capsule(a);
    return collide_shape_terrain_contacts(&shape, b, options, contacts, capacity);
}

COLLIDE_API size_t collide_convex_terrain_contacts(const collide_convex *a,
                                                   const collide_pose *pose_a,
                                                   const collide_terrain *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity) {
    const collide_shape shape = collide_shape_from_convex(a, pose_a);
    return collide_shape_terrain_contacts(&shape, b, options, contacts, capacity);
}

COLLIDE_API size_t collide_shape_terrain_contacts(const collide_shape *a, const collide_terrain *b,
                                                  const collide_contact_options *options,
                                                  collide_contact *contacts, size_t capacity) {
    collide_sphere point;
    COLLIDE_ASSERT(a && (contacts || capacity == 0));
    collide__contact_options_check(options);
    if (!collide__shape_usable(a))
        return 0;
    switch (a->kind) {
    case COLLIDE_SHAPE_SPHERE:
        return collide_sphere_terrain_contacts(&a->of.sphere, b, options, contacts, capacity);
    case COLLIDE_SHAPE_CYLINDER:
        return collide_cylinder_terrain_contacts(&a->of.cylinder, b, options, contacts, capacity);
#ifndef COLLIDE_NO_SAT
    case COLLIDE_SHAPE_AABB: {
        const collide_obb box = collide_obb_from_aabb(&a->of.aabb);
        return collide_obb_terrain_contacts(&box, b, options, contacts, capacity);
    }
    case COLLIDE_SHAPE_OBB:
        return collide_obb_terrain_contacts(&a->of.obb, b, options, contacts, capacity);
#endif
    case COLLIDE_SHAPE_POINT:
        point.center = a->of.point;
        point.radius = 0;
        return collide_sphere_terrain_contacts(&point, b, options, contacts, capacity);
#ifdef COLLIDE_NO_SAT
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
#endif
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
    case COLLIDE_SHAPE_TRIANGLE:
    case COLLIDE_SHAPE_TETRAHEDRON:
    case COLLIDE_SHAPE_CONVEX:
        return collide__core_terrain_contacts(a, b, options, contacts, capacity);
    default:
        return 0;
    }
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TERRAIN
