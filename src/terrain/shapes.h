#pragma once
#include "../sat/single.h"
#include "../triangle/sweep.h"
#include "verdict.h"
#include "../base/work.h"

// ---- balls, boxes, triangles -----------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// A body whose bounds from the centre are given, over a terrain; false if it is not over the grid.
static bool collide__over_place(collide__over *over, const collide_terrain *terrain,
                                collide_vec3 center, collide__dvec3 min, collide__dvec3 max) {
    const collide_heights *g = &terrain->grid;
    const double x = (double)center.x - (double)g->origin.x;
    const double y = (double)center.y - (double)g->origin.y;
    over->terrain = terrain;
    over->center = center;
    over->low = min.z;
    over->high = max.z;
    over->inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    return collide__cells_under(x + min.x, x + max.x, terrain->inverse_dx, g->columns,
                                &over->cells.i0, &over->cells.i1) &&
           collide__cells_under(y + min.y, y + max.y, terrain->inverse_dy, g->rows, &over->cells.j0,
                                &over->cells.j1);
}

// Corners of cell (i, j) relative to a centre; false in holes.
static bool collide__cell_places(const collide_terrain *t, collide_vec3 center, size_t i, size_t j,
                                 collide__dvec3 *v) {
    const collide_heights *g = &t->grid;
    float h[4];
    collide__heights_read(g, i, j, 2, h);
    collide__heights_read(g, i, j + 1, 2, h + 2);
    const double x = (double)g->origin.x - (double)center.x;
    const double y = (double)g->origin.y - (double)center.y;
    const double z = (double)g->origin.z - (double)center.z;
    for (size_t k = 0; k < 4; ++k) {
        v[k].x = x + collide__dmul((double)(i + (k & 1)), (double)g->dx);
        v[k].y = y + collide__dmul((double)(j + (k >> 1)), (double)g->dy);
        v[k].z = z + (double)h[k];
    }
    return collide__max2(collide__max2(h[0], h[1]), collide__max2(h[2], h[3])) <=
           COLLIDE__TERRAIN_LIMIT;
}

// Asks the body of the triangles of each cell that reaches the body's range of heights, relative to
// the centre.
static collide__cells_result collide__cells_each(const collide__over *over,
                                                 const collide__footprint *f) {
    const collide_heights *g = &over->terrain->grid;
    collide__cells_result result = COLLIDE__CELLS_LOWER;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            collide__dvec3 v[4], t[3];
            COLLIDE__WORK(1);
            if (!collide__cell_places(over->terrain, over->center, i, j, v))
                continue;
            double low = v[0].z, high = v[0].z;
            for (int k = 1; k < 4; ++k) {
                low = v[k].z < low ? v[k].z : low;
                high = v[k].z > high ? v[k].z : high;
            }
            if (high < over->low)
                continue;
            result = COLLIDE__CELLS_ABOVE;
            if (low > over->high)
                continue;
            for (int k = 0; k < 2; ++k) {
                for (int c = 0; c < 3; ++c)
                    t[c] = v[collide__cell_corners[g->other_diagonal][k][c]];
                if (over->triangle(over->body, t))
                    return COLLIDE__CELLS_MEET;
            }
        }
    return result;
}

// Square of the distance from the origin to a triangle that is not upright.
static double collide__triangle_distance(const collide__dvec3 *t) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
    const collide__dvec3 n = collide__dcross(e, f);
    double least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const double along = -collide__ddot(t[i], edge), square = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < square ? along / square : 1) : 0;
        const collide__dvec3 p = collide__dadd(t[i], k, edge);
        const double distance = collide__ddot(p, p);
        least = distance < least ? distance : least;
        inside =
            inside && collide__ddot(collide__dcross(edge, collide__dadd(zero, -1, t[i])), n) >= 0;
    }
    const double off = collide__ddot(n, t[0]), square = collide__ddot(n, n);
    const double plane = square > 0 ? collide__dmul(off, off) / square : DBL_MAX;
    return inside && plane < least ? plane : least;
}

static bool collide__sphere_cell(const void *body, const collide__dvec3 *triangle) {
    const double r = (double)((const collide_sphere *)body)->radius;
    return collide__triangle_distance(triangle) <= collide__dmul(r, r);
}

static bool collide__sphere_point(const collide__over *over, double x0, double y0, double x1,
                                  double y1, collide__dvec3 *out) {
    const double r = (double)((const collide_sphere *)over->body)->radius;
    out->x = x0 > 0 ? x0 : x1 < 0 ? x1 : 0;
    out->y = y0 > 0 ? y0 : y1 < 0 ? y1 : 0;
    out->z = 0;
    const double rest = collide__dmul(r, r) - collide__ddot(*out, *out);
    out->z = -collide__sqrt(rest > 0 ? rest : 0);
    return rest >= 0;
}

static bool collide__sphere_over(const collide_sphere *sphere, const collide_terrain *terrain,
                                 collide__over *over) {
    if (!collide__terrain_valid(terrain) || !collide__finite3(sphere->center) ||
        !(sphere->radius >= 0 && sphere->radius <= FLT_MAX))
        return false;
    const double r = (double)sphere->radius * (1 + 1e-6);
    const collide__dvec3 max = {r, r, r};
    over->body = sphere;
    over->meets = collide__cells_each;
    over->triangle = collide__sphere_cell;
    over->point = collide__sphere_point;
    return collide__over_place(over, terrain, sphere->center, collide__dneg(max), max) &&
           collide__terrain_verdict(over);
}

COLLIDE_API bool collide_sphere_terrain(const collide_sphere *sphere,
                                        const collide_terrain *terrain) {
    collide__over over;
    COLLIDE_ASSERT(sphere);
    return collide__sphere_over(sphere, terrain, &over);
}

#ifndef COLLIDE_NO_SAT
static bool collide__obb_cell(const void *body, const collide__dvec3 *triangle) {
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide__dround(triangle[i]);
    return collide_obb_triangle((const collide_obb *)body, &t, NULL);
}

// The middle of what is over the rectangle, of the face where that is lowest; if no face comes over
// it but the box does, all of it lies under the box: then its corner does.
static bool collide__obb_point(const collide__over *over, double x0, double y0, double x1,
                               double y1, collide__dvec3 *out) {
    const collide_obb *box = (const collide_obb *)over->body;
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    const double bound[4] = {x0, y0, x1, y1};
    const collide__dvec3 zero = {0, 0, 0};
    double low = -DBL_MAX, high = DBL_MAX;
    collide__dvec3 mean;
    bool found = false;
    for (int i = 0; i < 6; ++i) {
        const int a = i % 3, b = (a + 1) % 3, c = (a + 2) % 3;
        const collide__dvec3 middle =
            collide__dadd(zero, i < 3 ? half[a] : -half[a], collide__dvec3_of(box->axis[a]));
        collide__dvec3 face[4];
        for (int k = 0; k < 4; ++k) {
            face[k] = collide__dadd(middle, k == 1 || k == 2 ? half[b] : -half[b],
                                    collide__dvec3_of(box->axis[b]));
            face[k] = collide__dadd(face[k], k >= 2 ? half[c] : -half[c],
                                    collide__dvec3_of(box->axis[c]));
        }
        if (collide__polygon_over(face, 4, bound, &mean)) {
            *out = !found || mean.z < out->z ? mean : *out;
            found = true;
        }
    }
    if (found)
        return true;
    for (int i = 0; i < 3; ++i) { // |corner.axis + z axis.z| <= half
        const collide__dvec3 axis = collide__dvec3_of(box->axis[i]);
        const double at = collide__dmul(x0, axis.x) + collide__dmul(y0, axis.y);
        if (axis.z < 0 || axis.z > 0) {
            const double p = (-half[i] - at) / axis.z, q = (half[i] - at) / axis.z;
            low = (p < q ? p : q) > low ? (p < q ? p : q) : low;
            high = (p < q ? q : p) < high ? (p < q ? q : p) : high;
        } else if (collide__dabs(at) > half[i]) {
            return false;
        }
    }
    out->x = x0;
    out->y = y0;
    out->z = low;
    return low <= high;
}

// local is the box with its centre in the origin, where the body keeps it.
static bool collide__obb_over(const collide_obb *box, const collide_terrain *terrain,
                              collide_obb *local, collide__over *over) {
    collide__dvec3 max = {0, 0, 0};
    if (!collide__terrain_valid(terrain) || collide_obb_check(box) != COLLIDE_OK)
        return false;
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    for (int i = 0; i < 3; ++i) {
        const double h = (double)half[i] * (1 + 1e-6);
        max.x += collide__dmul(h, collide__dabs((double)box->axis[i].x));
        max.y += collide__dmul(h, collide__dabs((double)box->axis[i].y));
        max.z += collide__dmul(h, collide__dabs((double)box->axis[i].z));
    }
    *local = *box;
    local->center = collide__vec3(0, 0, 0);
    over->body = local;
    over->meets = collide__cells_each;
    over->triangle = collide__obb_cell;
    over->point = collide__obb_point;
    return collide__over_place(over, terrain, box->center, collide__dneg(max), max) &&
           collide__terrain_verdict(over);
}

COLLIDE_API bool collide_obb_terrain(const collide_obb *box, const collide_terrain *terrain) {
    collide__over over;
    collide_obb local;
    COLLIDE_ASSERT(box);
    return collide__obb_over(box, terrain, &local, &over);
}
#endif

#ifndef COLLIDE_NO_TRIANGLE
static bool collide__triangle_cell(const void *body, const collide__dvec3 *triangle) {
    const collide_vec3 still = {0, 0, 0};
    collide_triangle t;
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide__dround(triangle[i]);
    return collide_triangle_triangle_sweep((const collide_triangle *)body, still, &t, still, 0,
                                           NULL);
}

static bool collide__triangle_point(const collide__over *over, double x0, double y0, double x1,
                                    double y1, collide__dvec3 *out) {
    const collide_triangle *t = (const collide_triangle *)over->body;
    const double bound[4] = {x0, y0, x1, y1};
    collide__dvec3 corner[3];
    for (int i = 0; i < 3; ++i)
        corner[i] = collide__dvec3_of(t->v[i]);
    return collide__polygon_over(corner, 3, bound, out);
}

COLLIDE_API bool collide_triangle_terrain(const collide_triangle *triangle,
                                          const collide_terrain *terrain) {
    collide__over over;
    collide__dvec3 min = {0, 0, 0}, max = {0, 0, 0};
    collide_triangle local;
    COLLIDE_ASSERT(triangle);
    if (!collide__terrain_valid(terrain))
        return false;
    int lowest = 0;
    for (int i = 0; i < 3; ++i) {
        if (!collide__finite3(triangle->v[i]))
            return false;
        lowest = triangle->v[i].z < triangle->v[lowest].z ? i : lowest;
    }
    for (int i = 0; i < 3; ++i) {
        local.v[i] = collide__sub(triangle->v[i], triangle->v[lowest]);
        const collide__dvec3 p = collide__dvec3_of(local.v[i]);
        min.x = p.x < min.x ? p.x : min.x;
        min.y = p.y < min.y ? p.y : min.y;
        min.z = p.z < min.z ? p.z : min.z;
        max.x = p.x > max.x ? p.x : max.x;
        max.y = p.y > max.y ? p.y : max.y;
        max.z = p.z > max.z ? p.z : max.z;
    }
    const double hair = ((max.x - min.x) + (max.y - min.y) + (max.z - min.z)) * 1e-6;
    const collide__dvec3 more = {hair, hair, hair};
    over.body = &local;
    over.meets = collide__cells_each;
    over.triangle = collide__triangle_cell;
    over.point = collide__triangle_point;
    if (!collide__over_place(&over, terrain, triangle->v[lowest], collide__dadd(min, -1, more),
                             collide__dadd(max, 1, more)))
        return false;
    for (int i = 0; i < 3; ++i)
        over.inside = collide__dadd(over.inside, 1.0 / 3, collide__dvec3_of(local.v[i]));
    return collide__terrain_verdict(&over);
}
#endif
#endif // COLLIDE_NO_TERRAIN
