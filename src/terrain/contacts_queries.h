#pragma once
#include "contacts_reduce.h"
#include "contacts_search.h"
#include "shapes.h"
#include "verdict_cylinder.h"

// ---- contacts of bodies with terrain, of cylinders with planes -------------------------------
#ifndef COLLIDE_NO_TERRAIN

// The sieve's slack covers the rounding of heights raised by up to this many sizes of the body.
#define COLLIDE__SIEVE_HIGHEST 256

// A center moved down by at least a margin; one that is not finite stays.
static collide_vec3 collide__moved_down(collide_vec3 center, float margin) {
    if (margin > 0 && collide__dabs((double)center.z) <= (double)FLT_MAX)
        center.z = collide__max2(collide__float_down((double)center.z - (double)margin), -FLT_MAX);
    return center;
}

// The contacts of a body; over is the body moved down by its margin, which overlaps the terrain.
// support is NULL unless the body is a cylinder.
static size_t collide__terrain_contacts(collide__over *over, const collide__body *body,
                                        collide_vec3 center,
                                        const collide__cylinder_support *support,
                                        collide_contact *contacts, size_t capacity) {
    const collide_terrain *terrain = over->terrain;
    const collide__footprint *f = &over->cells;
    collide__search s;
    collide__slabs slabs;
    collide__search_begin(&s, body, terrain, center);
    s.over = over;
    s.cells = *f;
    if ((f->i1 - f->i0 + 1) * (f->j1 - f->j0 + 1) > COLLIDE__PATCH)
        collide__over_slabs(over, &slabs);
    s.support = body->margin <= COLLIDE__SIEVE_HIGHEST * body->size ? support : NULL;
    s.sift = body->margin > 0 ? NULL : over->sift;
    collide__search_cells(&s);
    if (s.n == 0 && s.depth < 0)
        collide__search_nearest(&s);
    const bool part = collide__elsewhere(terrain, f->i0, f->j0) ||
                      collide__elsewhere(terrain, f->i1 - 1, f->j1 - 1);
    collide__search_end(&s, part);
    return collide__dcontacts_write(s.at, s.n, body->size, center, contacts, capacity);
}

// Whether the lowest point is so far below the surface that rounding cannot make this a miss.
static bool collide__cylinder_certainly_below(const collide__cylinder_support *d,
                                              const collide_terrain *terrain, collide_vec3 center) {
    const collide_heights *g = &terrain->grid;
    const double half = -collide__dmul(collide__dsign(d->axis.z), d->half);
    const double out = collide__dmul(d->radius, d->axis.z);
    const double level = collide__dmul(d->axis.x, d->x) + collide__dmul(d->axis.y, d->y);
    double px = collide__dmul(half, d->axis.x), py = collide__dmul(half, d->axis.y);
    px += collide__dmul(out, d->x) + ((double)center.x - (double)g->origin.x);
    py += collide__dmul(out, d->y) + ((double)center.y - (double)g->origin.y);
    const double low = (collide__dmul(half, d->axis.z) - collide__dmul(d->radius, level)) +
                       ((double)center.z - (double)g->origin.z);
    const double u = px * terrain->inside.inverse_dx, v = py * terrain->inside.inverse_dy;
    double z, slope_x, slope_y;
    if (!(u >= 0 && v >= 0 && u < (double)(g->columns - 1) && v < (double)(g->rows - 1)))
        return false;
    const size_t i = (size_t)(int32_t)u, j = (size_t)(int32_t)v;
    if (!collide__cell_at(g, i, j, u - (double)i, v - (double)j, &z, &slope_x, &slope_y) ||
        !(z > low))
        return false;
    return z - low > collide__certain_depth(terrain, d->radius + d->half);
}

COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *a,
                                                     const collide_terrain *b,
                                                     const collide_contact_options *options,
                                                     collide_contact *contacts, size_t capacity) {
    collide__cylinder_job job;
    collide__footprint f;
    collide__cylinder_support support;
    COLLIDE_ASSERT(a && (contacts || !capacity));
    collide__contact_options_check(options);
    const float margin = collide__contact_margin(options);
    collide_cylinder low = *a;
    low.center = collide__moved_down(a->center, margin);
    const collide__cylinder_body shape = {&low, &job, collide__terrain(), &support};
    if (!collide__cylinder_place(&low, b, &job, &f))
        return 0;
    collide__heights_fetch(b, &f);
    collide__over over = collide__cylinder_in(&shape, b, f);
    collide__cylinder_support_of(&support, collide__dvec3_of(a->axis), a->radius, a->height);
    if (!collide__cylinder_certainly_below(&support, b, low.center) &&
        !collide__terrain_verdict(&over))
        return 0;
    collide__body body = collide__body_of(&collide__cylinder_contacts, over.shape);
    body.margin = (double)margin;
    return collide__terrain_contacts(&over, &body, a->center, &support, contacts, capacity);
}

COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *a,
                                                   const collide_terrain *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity) {
    collide__over over;
    collide_sphere local;
    collide__sift_job sift;
    COLLIDE_ASSERT(a && (contacts || !capacity));
    collide__contact_options_check(options);
    const float margin = collide__contact_margin(options);
    collide_sphere low = *a;
    low.center = collide__moved_down(a->center, margin);
    if (!collide__sphere_over(&low, b, &local, &sift, &over))
        return 0;
    collide__body body = collide__body_of(&collide__sphere_contacts, over.shape);
    body.margin = (double)margin;
    return collide__terrain_contacts(&over, &body, a->center, NULL, contacts, capacity);
}

#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *a, const collide_terrain *b,
                                                const collide_contact_options *options,
                                                collide_contact *contacts, size_t capacity) {
    collide__over over;
    collide_obb local;
    collide__sift_job sift;
    COLLIDE_ASSERT(a && (contacts || !capacity));
    collide__contact_options_check(options);
    const float margin = collide__contact_margin(options);
    collide_obb low = *a;
    low.center = collide__moved_down(a->center, margin);
    if (!collide__obb_over(&low, b, &local, &sift, &over))
        return 0;
    collide__body body = collide__body_of(&collide__obb_contacts, over.shape);
    body.margin = (double)margin;
    return collide__terrain_contacts(&over, &body, a->center, NULL, contacts, capacity);
}
#endif

// The plane is a half-space; contacts are points of the cylinder below it, or within the margin.
COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *a,
                                                   const collide_plane *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity) {
    collide__cylinder_support support;
    collide__cylinder_body shape;
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    collide__dcontact t[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    int found = 0;
    COLLIDE_ASSERT(a && b && (contacts || !capacity));
    collide__contact_options_check(options);
    const double margin = (double)collide__contact_margin(options);
    collide__dvec3 n = collide__dvec3_of(b->normal);
    const double length = collide__sqrt(collide__ddot(n, n));
    if (!collide__cylinder_plane(a, b, collide__dmul(margin, length)))
        return 0;
    const double above = collide__ddot(n, collide__dvec3_of(a->center)) - (double)b->distance;
    const collide__body body =
        collide__cylinder_contact_body(&shape, &support, collide__dvec3_of(a->axis), a);
    if (!collide__dnormalize(&n)) { // the half-space is all of space
        n.x = n.y = 0;
        n.z = 1;
    }
    const double depth = length > 0 ? -above / length : 0;
    const int count = body.type->points(body.shape, n, point, feature);
    double least = -DBL_MAX; // rounding may put all points above the plane
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        least = below > least ? below : least;
    }
    least = least < -margin ? least : -margin;
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        if (below < least)
            continue;
        t[found].a = point[i];
        t[found].b = collide__dadd(point[i], below, n);
        t[found].normal = n;
        t[found].depth = below > -margin ? below : -margin;
        t[found].feature_a = feature[i];
        t[found++].feature_b = COLLIDE_FEATURE_FACE;
    }
    return collide__dcontacts_write(t, found, body.size, a->center, contacts, capacity);
}

#undef COLLIDE__SIEVE_HIGHEST
#endif // COLLIDE_NO_TERRAIN
