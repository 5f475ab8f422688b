#pragma once
#include "../triangle/sweep.h"
#include "body_box.h"
#include "body_sphere.h"

// ---- spheres, boxes, triangles ---------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// local is the sphere with its centre in the origin.
static bool collide__sphere_over(const collide_sphere *sphere, const collide_terrain *terrain,
                                 collide_sphere *local, collide__sift_job *sift,
                                 collide__over *over) {
    if (!collide__terrain_valid(terrain) || !collide__finite3(sphere->center) ||
        !(sphere->radius >= 0 && sphere->radius <= FLT_MAX))
        return false;
    *local = *sphere;
    local->center = collide__vec3(0, 0, 0);
    const double r = (double)sphere->radius, side[6] = {-r, r, -r, r, -r, r};
    if (!collide__over_place_box(over, &collide__sphere_on_terrain, local, terrain, sphere->center,
                                 side))
        return false;
    collide__heights_fetch(terrain, &over->cells);
    over->sift = collide__sphere_sift(local, terrain, sphere->center, sift) ? sift : NULL;
    return collide__terrain_verdict(over);
}

COLLIDE_API bool collide_sphere_terrain(const collide_sphere *a, const collide_terrain *b) {
    collide__over over;
    collide_sphere local;
    collide__sift_job sift;
    COLLIDE_ASSERT(a);
    return collide__sphere_over(a, b, &local, &sift, &over);
}

#ifndef COLLIDE_NO_SAT
static bool collide__obb_over(const collide_obb *box, const collide_terrain *terrain,
                              collide_obb *local, collide__sift_job *sift, collide__over *over) {
    if (!collide__terrain_valid(terrain) || collide_obb_check(box) != COLLIDE_OK)
        return false;
    *local = *box;
    local->center = collide__vec3(0, 0, 0);
    double side[6];
    for (int i = 0; i < 3; ++i) {
        side[2 * i + 1] = collide__obb_along(local, i);
        side[2 * i] = -side[2 * i + 1];
    }
    if (!collide__over_place_box(over, &collide__obb_on_terrain, local, terrain, box->center, side))
        return false;
    collide__heights_fetch(terrain, &over->cells);
    over->sift = collide__obb_sift(local, terrain, box->center, sift) ? sift : NULL;
    return collide__terrain_verdict(over);
}

COLLIDE_API bool collide_obb_terrain(const collide_obb *a, const collide_terrain *b) {
    collide__over over;
    collide_obb local;
    collide__sift_job sift;
    COLLIDE_ASSERT(a);
    return collide__obb_over(a, b, &local, &sift, &over);
}
#endif

#ifndef COLLIDE_NO_TRIANGLE
static bool collide__triangle_overlaps_at_rest(const void *shape, const collide_triangle *t) {
    const collide_vec3 still = {0, 0, 0};
    return collide_triangle_triangle_sweep((const collide_triangle *)shape, still, t, still, 0,
                                           NULL);
}

static bool collide__triangle_low_point(const void *shape, const double *bound,
                                        collide__dvec3 *out) {
    const collide_triangle *t = (const collide_triangle *)shape;
    collide__dvec3 corner[3];
    for (int i = 0; i < 3; ++i)
        corner[i] = collide__dvec3_of(t->v[i]);
    return collide__polygon_over(corner, 3, bound, out);
}

// The normal, and the cross products of its edges with the edges of an AABB.
static int collide__triangle_directions(const void *shape, collide__dvec3 *out) {
    const collide_triangle *t = (const collide_triangle *)shape;
    collide__dvec3 edge[3];
    int n = 0;
    for (int i = 0; i < 3; ++i)
        edge[i] = collide__dsub(t->v[i < 2 ? i + 1 : 0], t->v[i]);
    out[n++] = collide__dcross(edge[0], edge[1]);
    for (int i = 0; i < 9; ++i)
        out[n++] = collide__dcross(collide__coordinate_axis((uint32_t)i / 3), edge[i % 3]);
    return n;
}

static const collide__over_type collide__triangle_on_terrain = {
    collide__triangle_reach,     collide__triangle_overlaps_at_rest, NULL, NULL,
    collide__triangle_low_point, collide__triangle_directions,       NULL};

// The lowest vertex is the origin of coordinates.
COLLIDE_API bool collide_triangle_terrain(const collide_triangle *a, const collide_terrain *b) {
    collide__over over;
    collide_triangle local;
    COLLIDE_ASSERT(a);
    if (!collide__terrain_valid(b))
        return false;
    int lowest = 0;
    for (int i = 0; i < 3; ++i) {
        if (!collide__finite3(a->v[i]))
            return false;
        lowest = a->v[i].z < a->v[lowest].z ? i : lowest;
    }
    for (int i = 0; i < 3; ++i)
        local.v[i] = collide__sub(a->v[i], a->v[lowest]);
    if (!collide__over_place(&over, &collide__triangle_on_terrain, &local, b, a->v[lowest]))
        return false;
    for (int i = 0; i < 3; ++i)
        over.inside = collide__dadd(over.inside, 1.0 / 3, collide__dvec3_of(local.v[i]));
    return collide__terrain_verdict(&over);
}
#endif
#endif // COLLIDE_NO_TERRAIN
