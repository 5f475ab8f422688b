#pragma once
#include "../base/vectors.h"
#include "heights.h"

// ---- the surface at a point ------------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// Corners of a cell's triangles, without and with other_diagonal.
static const uint8_t collide__cell_corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}},
                                                       {{0, 1, 3}, {0, 3, 2}}};

// The height of the surface over origin.z, and its slopes, at a and b in cell (i, j), both from 0
// to 1. False in holes.
static bool collide__cell_at(const collide_heights *g, size_t i, size_t j, double a, double b,
                             double *z, double *slope_x, double *slope_y) {
    float h[4];
    collide__heights_read(g, i, j, 2, h);
    collide__heights_read(g, i, j + 1, 2, h + 2);
    if (collide__max2(collide__max2(h[0], h[1]), collide__max2(h[2], h[3])) >
        COLLIDE__TERRAIN_LIMIT)
        return false;
    const bool north = g->other_diagonal ? b > a : a + b > 1; // the triangle at V2 and V3
    const bool east = g->other_diagonal ? !north : north;
    const double along = (double)h[north ? 3 : 1] - (double)h[north ? 2 : 0];
    const double across = (double)h[east ? 3 : 2] - (double)h[east ? 1 : 0];
    const int corner = (north ? 2 : 0) + (east ? 1 : 0); // the right angle
    *z = (double)h[corner] + (collide__dmul(along, a - (double)(corner & 1)) +
                              collide__dmul(across, b - (double)(corner >> 1)));
    *slope_x = along / (double)g->dx;
    *slope_y = across / (double)g->dy;
    return true;
}

// The same at u, v in cells from the first vertex. False outside and in holes; on a grid line the
// cell on either side may give the height.
static bool collide__terrain_at(const collide_heights *g, double u, double v, double *z,
                                double *slope_x, double *slope_y) {
    if (!(u >= 0 && v >= 0 && u <= (double)(g->columns - 1) && v <= (double)(g->rows - 1)))
        return false;
    const size_t column = (size_t)(int32_t)u, row = (size_t)(int32_t)v;
    const bool on_column = u <= (double)column && column > 0, on_row = v <= (double)row && row > 0;
    for (unsigned k = 0; k < 4; ++k) {
        const size_t left = k & 1, down = k >> 1;
        if ((left && !on_column) || (down && !on_row) || column - left > g->columns - 2 ||
            row - down > g->rows - 2)
            continue;
        const size_t i = column - left, j = row - down;
        if (collide__cell_at(g, i, j, u - (double)i, v - (double)j, z, slope_x, slope_y))
            return true;
    }
    return false;
}

COLLIDE_API bool collide_terrain_height(const collide_terrain *terrain, float x, float y, float *z,
                                        collide_vec3 *normal) {
    double height, slope_x, slope_y;
    if (!collide__terrain_valid(terrain))
        return false;
    const collide_heights *g = &terrain->grid;
    if (!collide__terrain_at(g, ((double)x - (double)g->origin.x) / (double)g->dx,
                             ((double)y - (double)g->origin.y) / (double)g->dy, &height, &slope_x,
                             &slope_y))
        return false;
    if (z)
        *z = (float)((double)g->origin.z + height);
    if (normal) {
        collide__dvec3 n = {-slope_x, -slope_y, 1};
        collide__dnormalize(&n);
        *normal = collide__dround_zero(n);
    }
    return true;
}
#endif // COLLIDE_NO_TERRAIN
