#pragma once
#include "../base/scalar.h"
#include "../base/batches.h"
#include "scalar.h"
#include "surface.h"
#include "../cylinder/packs.h"
#include "../base/work.h"

// ---- the cells under a body, and their vertices relative to its centre -----------------------
// Next: verdict.h.
#ifndef COLLIDE_NO_TERRAIN

// Cells i0 to i1 - 1, j0 to j1 - 1.
typedef struct collide__footprint {
    size_t i0, j0, i1, j1;
} collide__footprint;

// The lowest level with at most two by two squares under a footprint.
COLLIDE__INLINE uint32_t collide__squares_level(const collide__footprint *f) {
    uint32_t level = 0;
    while ((f->i1 - 1) >> (level + 4) > (f->i0 >> (level + 4)) + 1 ||
           (f->j1 - 1) >> (level + 4) > (f->j0 >> (level + 4)) + 1)
        ++level;
    return level;
}

// The cells of square (i, j) of a level.
COLLIDE__INLINE collide__footprint collide__square_cells(const collide_heights *g, uint32_t level,
                                                         size_t i, size_t j) {
    const uint32_t shift = level + 4;
    const collide__footprint f = {i << shift, j << shift,
                                  collide__min_size((i + 1) << shift, g->columns - 1),
                                  collide__min_size((j + 1) << shift, g->rows - 1)};
    return f;
}

// Whether there are holes in the squares under a footprint.
COLLIDE__INLINE bool collide__holes_under(const collide_terrain *t, const collide__footprint *f) {
    if (!t->holes)
        return false;
    const collide_heights *g = &t->grid;
    const uint32_t level = collide__squares_level(f), shift = level + 4;
    const collide__range *ranges = collide__terrain_ranges(t) + collide__terrain_level(g, level);
    const size_t width = collide__squares(g->columns, level);
    for (size_t j = f->j0 >> shift; j <= (f->j1 - 1) >> shift; ++j)
        for (size_t i = f->i0 >> shift; i <= (f->i1 - 1) >> shift; ++i)
            if (ranges[j * width + i].holes)
                return true;
    return false;
}

// An upper bound of the heights of a footprint.
COLLIDE__INLINE float collide__highest_under(const collide_terrain *t,
                                             const collide__footprint *f) {
    const uint32_t level = collide__squares_level(f), shift = level + 4;
    const collide__range *ranges =
        collide__terrain_ranges(t) + collide__terrain_level(&t->grid, level);
    const size_t width = collide__squares(t->grid.columns, level);
    float highest = -COLLIDE__HOLE;
    for (size_t j = f->j0 >> shift; j <= (f->j1 - 1) >> shift; ++j)
        for (size_t i = f->i0 >> shift; i <= (f->i1 - 1) >> shift; ++i)
            highest = collide__max2(ranges[j * width + i].max, highest);
    return highest;
}

// The cells under an interval relative to the grid's origin, on one axis; both are closed.
COLLIDE__INLINE bool collide__cells_under(double min, double max, double inverse, size_t vertices,
                                          size_t *first, size_t *end) {
    const double lo = min * inverse, hi = max * inverse;
    const size_t cells = vertices - 1;
    if (!(hi >= 0 && lo <= (double)cells))
        return false;
    *first = lo > 0 ? (size_t)(int32_t)lo : 0;
    *first -= *first > 0 && lo <= (double)*first;
    *end = hi < (double)cells ? (size_t)(int32_t)hi + 1 : cells;
    return true;
}

// The cells under a body's bounds relative to its centre; false if it is not over the grid.
COLLIDE__INLINE bool collide__footprint_of(const collide_terrain *t, collide_vec3 center, double x0,
                                           double x1, double y0, double y1, collide__footprint *f) {
    const collide_heights *g = &t->grid;
    const double x = (double)center.x - (double)g->origin.x;
    const double y = (double)center.y - (double)g->origin.y;
    return collide__cells_under(x + x0, x + x1, t->inside.inverse_dx, g->columns, &f->i0, &f->i1) &&
           collide__cells_under(y + y0, y + y1, t->inside.inverse_dy, g->rows, &f->j0, &f->j1);
}

// Fetches the heights of a footprint and of the ring of cells round it.
static void collide__heights_fetch(const collide_terrain *t, const collide__footprint *f) {
    const collide_heights *g = &t->grid;
    const size_t element = g->int16 ? sizeof(int16_t) : sizeof(float);
    const size_t i0 = f->i0 - (f->i0 > 0), i1 = collide__min_size(f->i1 + 1, g->columns - 1);
    const size_t j0 = f->j0 - (f->j0 > 0);
    const size_t j1 = collide__min_size(collide__min_size(f->j1 + 1, g->rows - 1), j0 + 24);
    const char *row = (const char *)g->heights + j0 * g->row_stride;
    for (size_t j = j0; j <= j1; ++j, row += g->row_stride) {
        COLLIDE__PREFETCH(row + i0 * element);
        COLLIDE__PREFETCH(row + i1 * element);
    }
}

COLLIDE__INLINE collide__place collide__place_of(const collide_terrain *t, collide_vec3 center,
                                                 const collide__footprint *f) {
    const double limit = 1.267650600228229401496703205376e30; // 2^100: farther than all heights
    const collide_heights *g = &t->grid;
    double over = (double)center.z - (double)g->origin.z;
    over = over < limit ? over : limit;
    over = over > -limit ? over : -limit;
    collide__place c;
    c.x = (float)(((double)g->origin.x - (double)center.x) +
                  collide__dmul((double)f->i0, (double)g->dx));
    c.y = (float)(((double)g->origin.y - (double)center.y) +
                  collide__dmul((double)f->j0, (double)g->dy));
    c.high = (float)over;
    c.low = (float)(over - (double)c.high);
    return c;
}

// The vertices of cells [i0, i1) x [j0, j1) relative to the cylinder's centre.
static void collide__patch_read(const collide__terrain_kernels *kernels, const collide_terrain *t,
                                collide_vec3 center, const collide__footprint *f,
                                collide__patch *patch) {
    const collide_heights *g = &t->grid;
    collide__patch_job job;
    job.place = collide__place_of(t, center, f);
    job.heights = (const char *)g->heights + f->j0 * g->row_stride + f->i0 * sizeof(float);
    job.stride = g->row_stride;
    job.columns = f->i1 - f->i0 + 1;
    job.rows = f->j1 - f->j0 + 1;
    job.dx = g->dx;
    job.dy = g->dy;
    COLLIDE__WORK(job.columns * job.rows);
    patch->row = job.columns;
    patch->n = job.columns * (job.rows - 1);
    if (job.columns <= 16 && f->i0 + 16 <= g->columns && !g->int16 && !collide__holes_under(t, f)) {
        kernels->rows(&job, patch);
        return;
    }
    float *x = patch->x, *y = patch->y, *z = patch->z;
    for (size_t j = 0; j < job.rows; ++j, x += patch->row, y += patch->row, z += patch->row) {
        collide__heights_read(g, f->i0, f->j0 + j, job.columns, z);
        for (size_t i = 0; i < job.columns; ++i) {
            x[i] = job.place.x + collide__mul((float)(int)i, job.dx);
            y[i] = job.place.y + collide__mul((float)(int)j, job.dy);
            z[i] = z[i] < COLLIDE__HOLE ? (z[i] - job.place.high) - job.place.low : COLLIDE__HOLE;
        }
    }
    memset(x, 0, 32 * sizeof *x); // kernels read behind the end
    memset(y, 0, 32 * sizeof *y);
    memset(z, 0, 32 * sizeof *z);
}

// The same for a small footprint.
static void collide__window_read(const collide_terrain *t, collide_vec3 center,
                                 const collide__footprint *f, collide__window *w) {
    const collide_heights *g = &t->grid;
    const size_t columns = f->i1 - f->i0 + 1, rows = f->j1 - f->j0 + 1;
    const bool whole =
        f->i0 + COLLIDE__SMALL <= g->columns && !g->int16 && !collide__holes_under(t, f);
    COLLIDE__WORK(columns * rows);
    w->place = collide__place_of(t, center, f);
    w->columns = (float)(int)columns;
    w->rows = (float)(int)rows;
    memset(w->height, 0, sizeof w->height);
    for (size_t j = 0; j < rows; ++j)
        if (whole)
            memcpy(w->height + COLLIDE__SMALL * j,
                   (const char *)g->heights + (f->j0 + j) * g->row_stride + f->i0 * sizeof(float),
                   COLLIDE__SMALL * sizeof(float));
        else
            collide__heights_read(g, f->i0, f->j0 + j, columns, w->height + COLLIDE__SMALL * j);
}
#endif // COLLIDE_NO_TERRAIN
