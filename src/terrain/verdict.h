#pragma once
#include "../base/scalar.h"
#include "../base/batches.h"
#include "scalar.h"
#include "surface.h"
#include "cylinder.h"

// ---- cylinders on terrain --------------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// Cells i0 to i1 - 1, j0 to j1 - 1.
typedef struct collide__footprint {
    size_t i0, j0, i1, j1;
} collide__footprint;

// The level from which on squares under a footprint are two by two at most.
COLLIDE__INLINE uint32_t collide__squares_level(const collide__footprint *f) {
    uint32_t level = 0;
    while ((f->i1 - 1) >> (level + 4) > (f->i0 >> (level + 4)) + 1 ||
           (f->j1 - 1) >> (level + 4) > (f->j0 >> (level + 4)) + 1)
        ++level;
    return level;
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

// The cells under an interval that begins at the grid's origin, on one axis: closed, as they are.
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

COLLIDE__INLINE collide__place collide__place_of(const collide_terrain *t, collide_vec3 center,
                                                 const collide__footprint *f) {
    const double far = 1.267650600228229401496703205376e30; // 2^100: farther than all heights
    const collide_heights *g = &t->grid;
    double over = (double)center.z - (double)g->origin.z;
    over = over < far ? over : far;
    over = over > -far ? over : -far;
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
    memset(x, 0, 32 * sizeof *x); // what kernels read behind the end
    memset(y, 0, 32 * sizeof *y);
    memset(z, 0, 32 * sizeof *z);
}

// The same of a small footprint.
static void collide__window_read(const collide_terrain *t, collide_vec3 center,
                                 const collide__footprint *f, collide__window *w) {
    const collide_heights *g = &t->grid;
    const size_t columns = f->i1 - f->i0 + 1, rows = f->j1 - f->j0 + 1;
    const bool whole =
        f->i0 + COLLIDE__SMALL <= g->columns && !g->int16 && !collide__holes_under(t, f);
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

// What is left of a flat polygon within a rectangle of x and y: whether there is some, and the mean
// of its corners.
static bool collide__polygon_over(const collide__dvec3 *polygon, int n, const double *bound,
                                  collide__dvec3 *out) {
    collide__dvec3 at[2][12];
    memcpy(at[0], polygon, (size_t)n * sizeof *polygon);
    for (int side = 0; side < 4 && n > 0; ++side) { // x0, y0, x1, y1
        const collide__dvec3 *from = at[side & 1];
        collide__dvec3 *to = at[1 - (side & 1)];
        int m = 0;
        for (int i = 0; i < n; ++i) {
            const collide__dvec3 a = from[i], b = from[i + 1 < n ? i + 1 : 0];
            const double pa = (side & 1 ? a.y : a.x) - bound[side];
            const double pb = (side & 1 ? b.y : b.x) - bound[side];
            const double da = side < 2 ? pa : -pa, db = side < 2 ? pb : -pb;
            if (da >= 0)
                to[m++] = a;
            if ((da < 0 && db > 0) || (da > 0 && db < 0))
                to[m++] = collide__dadd(a, da / (da - db), collide__dadd(b, -1, a));
        }
        n = m;
    }
    const collide__dvec3 none = {0, 0, 0};
    *out = none;
    for (int i = 0; i < n; ++i)
        *out = collide__dadd(*out, 1 / (double)n, at[0][i]);
    return n > 0;
}

// Lowers a point of the cylinder, relative to its centre, as far as it stays in it.
static void collide__cylinder_lower(const collide_cylinder *c, collide__dvec3 *p) {
    collide__dvec3 v = collide__dvec3_of(c->axis);
    (void)collide__dnormalize(&v); // or a needle's side would be far off
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    const double along = collide__dmul(p->x, v.x) + collide__dmul(p->y, v.y);
    const double square = collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y);
    double low = -DBL_MAX;
    if (v.z < 0 || v.z > 0)
        low = ((v.z < 0 ? half : -half) - along) / v.z;
    // On the side: square z^2 - 2 along v.z z + (x^2 + y^2 - along^2 - r^2) = 0.
    const double flat = collide__dmul(p->x, p->x) + collide__dmul(p->y, p->y);
    const double rest = (flat - collide__dmul(along, along)) - collide__dmul(r, r);
    const double middle = collide__dmul(along, v.z);
    const double root = collide__dmul(middle, middle) - collide__dmul(square, rest);
    if (square > 1e-12) {
        const double side = (middle - (root > 0 ? collide__sqrt(root) : 0)) / square;
        low = low < side ? side : low;
    }
    p->z = low > -DBL_MAX && low < p->z ? low : p->z;
}

// A point of the cylinder, relative to its centre, whose x and y lie within a rectangle; false if
// there is none. Its shadow is that of its axis' and q's rectangle, and an ellipse for each base.
static bool collide__cylinder_over(const collide_cylinder *c, double x0, double y0, double x1,
                                   double y1, collide__dvec3 *out) {
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    collide__dvec3 v = collide__dvec3_of(c->axis), d = {0, 0, 0};
    const double flat = collide__sqrt(collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y));
    const double reach = collide__dmul(half, flat);
    d.x = flat > 0 ? collide__ddiv(v.x, flat) : 1;
    d.y = flat > 0 ? collide__ddiv(v.y, flat) : 0;
    // Corners along d and across it, in order.
    collide__dvec3 at[4];
    for (int i = 0; i < 4; ++i) {
        const double x = i == 1 || i == 2 ? x1 : x0, y = i >= 2 ? y1 : y0;
        at[i].x = collide__dmul(d.x, x) + collide__dmul(d.y, y);
        at[i].y = collide__dmul(d.x, y) - collide__dmul(d.y, x);
        at[i].z = 0;
    }
    // An ellipse first, scaled so that it is a disc: its nearest point of the rectangle.
    for (int end = -1; end <= 1; end += 2) {
        const double center = end < 0 ? -reach : reach, height = collide__dmul(half, v.z);
        const double squash = collide__dabs(v.z);
        bool inside = true;
        for (int i = 0; i < 4; ++i) {
            const int k = i < 3 ? i + 1 : 0;
            const double ax = at[i].x - center, ay = at[i].y;
            const double ex = at[k].x - at[i].x, ey = at[k].y - at[i].y;
            const double ys = collide__dmul(ay, squash), es = collide__dmul(ey, squash);
            const double along = -(collide__dmul(ax, ex) + collide__dmul(ys, es));
            const double square = collide__dmul(ex, ex) + collide__dmul(es, es);
            const double t = along > 0 ? (along < square ? along / square : 1) : 0;
            const double px = ax + collide__dmul(t, ex), py = ay + collide__dmul(t, ey);
            const double ps = collide__dmul(py, squash), limit = collide__dmul(r, squash);
            inside = inside && collide__dmul(ex, ay) - collide__dmul(ey, ax) <= 0;
            if (squash > 0 &&
                collide__dmul(px, px) + collide__dmul(ps, ps) <= collide__dmul(limit, limit)) {
                out->x = collide__dmul(d.x, center + px) - collide__dmul(d.y, py);
                out->y = collide__dmul(d.y, center + px) + collide__dmul(d.x, py);
                out->z = (end < 0 ? -height : height) - collide__dmul(px / v.z, flat);
                return true;
            }
        }
        if (inside) { // the base's centre
            out->x = out->y = out->z = 0;
            *out = collide__dadd(*out, end < 0 ? -half : half, v);
            return true;
        }
    }
    // The rectangle between them: what clipping leaves.
    const double bound[4] = {-reach, -r, reach, r};
    collide__dvec3 p;
    if (!collide__polygon_over(at, 4, bound, &p))
        return false;
    out->x = collide__dmul(d.x, p.x) - collide__dmul(d.y, p.y);
    out->y = collide__dmul(d.y, p.x) + collide__dmul(d.x, p.y);
    out->z = flat > 0 ? collide__dmul(p.x / flat, v.z) : 0;
    return true;
}

// Whether the point at p from the centre, over cell (i, j) but for rounding, lies at or below its
// surface.
static bool collide__cell_covers(const collide_heights *g, size_t i, size_t j, collide_vec3 center,
                                 collide__dvec3 p) {
    const double u = (((double)center.x - (double)g->origin.x) + p.x) / (double)g->dx - (double)i;
    const double v = (((double)center.y - (double)g->origin.y) + p.y) / (double)g->dy - (double)j;
    double z, slope_x, slope_y;
    return collide__cell_at(g, i, j, collide__clamp(u, 1), collide__clamp(v, 1), &z, &slope_x,
                            &slope_y) &&
           ((double)center.z - (double)g->origin.z) + p.z <= z;
}

// A body over a terrain: where it is, the cells under it, and how to ask it.
typedef struct collide__over {
    const collide_terrain *terrain;
    collide_vec3 center;
    double low, high; // its range of heights, from the centre
    collide__footprint cells;
    const void *body;
    collide__dvec3 inside; // a point of it, from the centre
    bool above;            // some cell is as high as it is
    // whether it meets the surface of some cells that fit a patch
    collide__cells_result (*meets)(const struct collide__over *over, const collide__footprint *f);
    // whether it meets a triangle as seen from the centre; of those that go cell by cell
    bool (*triangle)(const void *body, const collide__dvec3 *triangle);
    // a low point of it, from the centre, whose x and y lie in a rectangle; false if there is none
    bool (*point)(const struct collide__over *over, double x0, double y0, double x1, double y1,
                  collide__dvec3 *out);
} collide__over;

COLLIDE__INLINE size_t collide__max_size(size_t a, size_t b) {
    return a > b ? a : b;
}

typedef enum collide__square_say {
    COLLIDE__SQUARE_DONE,
    COLLIDE__SQUARE_OPEN, // ask the squares within
    COLLIDE__SQUARE_STOP  // no more is to be asked
} collide__square_say;

// Asks squares under a body, with their ranges and their cells under it, from the level on where
// these span at most two by two; true if one says stop.
static bool
collide__squares_ask(collide__over *over,
                     collide__square_say (*ask)(collide__over *over, const collide__range *range,
                                                const collide__footprint *cells, bool smallest)) {
    struct {
        size_t i, j;
        uint32_t level;
    } stack[4 * 24];
    const collide_heights *g = &over->terrain->grid;
    const collide__range *ranges = collide__terrain_ranges(over->terrain);
    const collide__footprint f = over->cells;
    uint32_t level = collide__squares_level(&f);
    size_t depth = 0;
    for (size_t j = f.j0 >> (level + 4); j <= (f.j1 - 1) >> (level + 4); ++j)
        for (size_t i = f.i0 >> (level + 4); i <= (f.i1 - 1) >> (level + 4); ++i) {
            stack[depth].i = i;
            stack[depth].j = j;
            stack[depth++].level = level;
        }
    while (depth > 0) {
        const size_t i = stack[--depth].i, j = stack[depth].j;
        level = stack[depth].level;
        const uint32_t shift = level + 4;
        const collide__footprint part = {
            collide__max_size(f.i0, i << shift), collide__max_size(f.j0, j << shift),
            collide__min_size(f.i1, (i + 1) << shift), collide__min_size(f.j1, (j + 1) << shift)};
        const collide__square_say say = ask(
            over,
            &ranges[collide__terrain_level(g, level) + j * collide__squares(g->columns, level) + i],
            &part, level == 0);
        if (say == COLLIDE__SQUARE_STOP)
            return true;
        for (size_t k = 0; k < 4 && say == COLLIDE__SQUARE_OPEN; ++k) {
            const size_t x = 2 * i + (k & 1), y = 2 * j + (k >> 1);
            if (x <= (f.i1 - 1) >> (shift - 1) && x >= f.i0 >> (shift - 1) &&
                y <= (f.j1 - 1) >> (shift - 1) && y >= f.j0 >> (shift - 1)) {
                stack[depth].i = x;
                stack[depth].j = y;
                stack[depth++].level = level - 1;
            }
        }
    }
    return false;
}

// Whether the body lies below the surface in a square: cell by cell, as far as it is over them.
static collide__square_say collide__square_covers(collide__over *over, const collide__range *range,
                                                  const collide__footprint *f, bool smallest) {
    const collide_heights *g = &over->terrain->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    const double lowest = ((double)over->center.z - (double)g->origin.z) + over->low;
    collide__dvec3 p;
    if ((double)range->max < lowest ||
        !over->point(over, x + collide__dmul((double)f->i0, dx),
                     y + collide__dmul((double)f->j0, dy), x + collide__dmul((double)f->i1, dx),
                     y + collide__dmul((double)f->j1, dy), &p))
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            const double left = x + collide__dmul((double)i, dx);
            const double low = y + collide__dmul((double)j, dy);
            if (over->point(over, left, low, left + dx, low + dy, &p) &&
                collide__cell_covers(g, i, j, over->center, p))
                return COLLIDE__SQUARE_STOP;
        }
    return COLLIDE__SQUARE_DONE;
}

// Whether a body that meets no surface lies below it: a point over the grid tells. Where there are
// holes each cell is asked, since the solid may be in pieces.
static bool collide__terrain_below(collide__over *over) {
    const collide_terrain *t = over->terrain;
    const collide_heights *g = &t->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    collide__dvec3 p = {0, 0, 0};
    if (!collide__holes_under(t, &over->cells)) {
        const double columns = (double)(g->columns - 1), rows = (double)(g->rows - 1);
        const double x1 = x + collide__dmul(columns, dx), y1 = y + collide__dmul(rows, dy);
        p = over->inside;
        if (!(x <= p.x && y <= p.y && x1 >= p.x && y1 >= p.y) &&
            !over->point(over, x, y, x1, y1, &p))
            return false;
        const size_t i = (size_t)(int32_t)collide__clamp((p.x - x) / dx, columns - 1);
        const size_t j = (size_t)(int32_t)collide__clamp((p.y - y) / dy, rows - 1);
        return collide__cell_covers(g, i, j, over->center, p);
    }
    return collide__squares_ask(over, collide__square_covers);
}

// What a cylinder is to a terrain, and the cells under it; false if there are none.
static bool collide__cylinder_place(const collide_cylinder *cylinder,
                                    const collide_terrain *terrain, collide__cylinder_job *job,
                                    collide__footprint *f) {
    collide__dvec3 extent;
    if (!collide__terrain_valid(terrain) || !collide__cylinder_frame(cylinder, job, &extent))
        return false;
    const collide_heights *g = &terrain->grid;
    const collide_vec3 c = cylinder->center;
    job->reach = collide__float_up(extent.z);
    job->inverse_dx = (float)terrain->inverse_dx;
    job->inverse_dy = (float)terrain->inverse_dy;
    job->other_diagonal = g->other_diagonal;
    const double x = (double)c.x - (double)g->origin.x, y = (double)c.y - (double)g->origin.y;
    return collide__cells_under(x - extent.x, x + extent.x, terrain->inverse_dx, g->columns, &f->i0,
                                &f->i1) &&
           collide__cells_under(y - extent.y, y + extent.y, terrain->inverse_dy, g->rows, &f->j0,
                                &f->j1);
}

// Squares that neither reach the body's range of heights nor rise above it are done with.
static collide__square_say collide__square_meets(collide__over *over, const collide__range *range,
                                                 const collide__footprint *f, bool smallest) {
    const double middle = (double)over->center.z - (double)over->terrain->grid.origin.z;
    if ((double)range->max < middle + over->low)
        return COLLIDE__SQUARE_DONE;
    over->above = true;
    if ((double)range->min > middle + over->high)
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    return over->meets(over, f) == COLLIDE__CELLS_MEET ? COLLIDE__SQUARE_STOP
                                                       : COLLIDE__SQUARE_DONE;
}

// The verdict for a body over a terrain.
static bool collide__terrain_verdict(collide__over *over) {
    const collide__footprint f = over->cells;
    if ((f.i1 - f.i0 + 1) * (f.j1 - f.j0 + 1) <= COLLIDE__PATCH) {
        const collide__cells_result say = over->meets(over, &f);
        return say == COLLIDE__CELLS_MEET ||
               (say == COLLIDE__CELLS_ABOVE && collide__terrain_below(over));
    }
    over->above = false;
    return collide__squares_ask(over, collide__square_meets) ||
           (over->above && collide__terrain_below(over));
}

typedef struct collide__cylinder_body {
    const collide_cylinder *cylinder;
    const collide__cylinder_job *job;
    const collide__terrain_kernels *kernels;
} collide__cylinder_body;

static collide__cells_result collide__cylinder_meets(const collide__over *over,
                                                     const collide__footprint *f) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)over->body;
    collide__patch patch;
    collide__patch_read(body->kernels, over->terrain, over->center, f, &patch);
    return body->kernels->cells(body->job, &patch, NULL);
}

// The lowest one at some x and y, since a point near the surface might be on either side of it.
static bool collide__cylinder_point(const collide__over *over, double x0, double y0, double x1,
                                    double y1, collide__dvec3 *out) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)over->body;
    if (!collide__cylinder_over(body->cylinder, x0, y0, x1, y1, out))
        return false;
    collide__cylinder_lower(body->cylinder, out);
    return true;
}

// A cylinder in its place as a body.
static collide__over collide__cylinder_in(const collide__cylinder_body *body,
                                          const collide_terrain *terrain, collide__footprint f) {
    collide__over over;
    over.terrain = terrain;
    over.center = body->cylinder->center;
    over.high = (double)body->job->reach;
    over.low = -over.high;
    over.inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    over.cells = f;
    over.body = body;
    over.meets = collide__cylinder_meets;
    over.triangle = NULL;
    over.point = collide__cylinder_point;
    return over;
}

static bool collide__cylinder_verdict(const collide__cylinder_body *body,
                                      const collide_terrain *terrain, collide__footprint f) {
    collide__over over = collide__cylinder_in(body, terrain, f);
    return collide__terrain_verdict(&over);
}

COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *cylinder,
                                          const collide_terrain *terrain) {
    collide__cylinder_job job;
    collide__footprint f;
    COLLIDE_ASSERT(cylinder);
    const collide__cylinder_body body = {cylinder, &job, collide__terrain()};
    return collide__cylinder_place(cylinder, terrain, &job, &f) &&
           collide__cylinder_verdict(&body, terrain, f);
}

COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *cylinder,
                                                  const collide_terrain *terrain,
                                                  collide_pair *cells, size_t capacity) {
    const size_t widest = COLLIDE__PATCH / 2 - 1;
    const collide__terrain_kernels *kernels = collide__terrain();
    collide__cylinder_job job;
    collide__footprint f;
    size_t count = 0;
    COLLIDE_ASSERT(cylinder && (cells || !capacity));
    if (!collide__cylinder_place(cylinder, terrain, &job, &f))
        return 0;
    // As many whole rows as fit a patch, or parts of one.
    const size_t width = collide__min_size(f.i1 - f.i0, widest);
    const size_t rows = width < f.i1 - f.i0 ? 1 : COLLIDE__PATCH / (width + 1) - 1;
    for (size_t j = f.j0; j < f.j1; j += rows)
        for (size_t i = f.i0; i < f.i1; i += width) {
            collide__footprint part;
            collide__patch patch;
            uint16_t bits[COLLIDE_BLOCKS(COLLIDE__PATCH)];
            part.i0 = i;
            part.j0 = j;
            part.i1 = collide__min_size(i + width, f.i1);
            part.j1 = collide__min_size(j + rows, f.j1);
            collide__patch_read(kernels, terrain, cylinder->center, &part, &patch);
            (void)kernels->cells(&job, &patch, bits);
            size_t begin = 0, y = 0; // of the row at hand
            for (size_t block = 0; block < COLLIDE_BLOCKS(patch.n); ++block)
                for (unsigned word = bits[block]; word; word &= word - 1, ++count) {
                    const size_t m = 16 * block + collide__lowest_bit(word);
                    for (; m - begin >= patch.row; ++y)
                        begin += patch.row;
                    if (count < capacity) {
                        cells[count].a = (uint32_t)(i + (m - begin));
                        cells[count].b = (uint32_t)(j + y);
                    }
                }
        }
    return count;
}

// Cylinders in their places, which wait until there are 16.
typedef struct collide__small_queue {
    collide_cylinder cylinder[16];
    collide__cylinder_job job[16];
    collide__footprint cells[16];
    collide__window window[16];
    size_t index[16];
    unsigned n;
    const collide__terrain_kernels *kernels;
    void (*transpose)(float *rows, const float *const *objects, size_t n);
} collide__small_queue;

// Empties the queue: sets the bits of those that hit, and returns their number.
static size_t collide__small_verdicts(collide__small_queue *queue, const collide_terrain *terrain,
                                      uint16_t *bits) {
    const collide__terrain_kernels *kernels = queue->kernels;
    const float *jobs[16], *windows[16];
    collide__small_job job;
    unsigned meet, above;
    size_t hits = 0;
    job.columns = job.rows = 0;
    for (unsigned i = 0; i < 16; ++i) { // those that are not there are as the first
        const unsigned k = i < queue->n ? i : 0;
        const int columns = (int)queue->window[k].columns, rows = (int)queue->window[k].rows;
        jobs[i] = (const float *)(const void *)&queue->job[k];
        windows[i] = (const float *)(const void *)&queue->window[k];
        job.columns = columns > job.columns ? columns : job.columns;
        job.rows = rows > job.rows ? rows : job.rows;
    }
    queue->transpose(job.cylinder, jobs, COLLIDE__CYLINDER_FLOATS);
    queue->transpose(job.window, windows, COLLIDE__WINDOW_FLOATS);
    job.dx = terrain->grid.dx;
    job.dy = terrain->grid.dy;
    job.other_diagonal = terrain->grid.other_diagonal;
    kernels->small_batch(&job, &meet, &above);
    for (unsigned i = 0; i < queue->n; ++i) {
        bool hit = meet >> i & 1;
        if (!hit && (above >> i & 1)) {
            const collide__cylinder_body body = {&queue->cylinder[i], &queue->job[i], kernels};
            collide__over over = collide__cylinder_in(&body, terrain, queue->cells[i]);
            hit = collide__terrain_below(&over);
        }
        bits[queue->index[i] / 16] |= (uint16_t)((unsigned)hit << queue->index[i] % 16);
        hits += hit;
    }
    queue->n = 0;
    return hits;
}

// Small footprints wait for one another. 16 at a time: first the places of all, so that heights are
// fetched while others are worked on.
COLLIDE_API size_t collide_cylinder_terrain_many(const collide_cylinder_pack *cylinders,
                                                 const collide_terrain *terrain, uint16_t *bits) {
    const size_t n = collide_cylinder_pack_count(cylinders);
    collide_cylinder c[16];
    collide__cylinder_job job[16];
    collide__footprint f[16];
    collide__small_queue queue;
    size_t hits = 0;
    COLLIDE_ASSERT(bits || !n);
    queue.n = 0;
    queue.kernels = collide__terrain();
    queue.transpose = collide__base()->transpose;
    for (size_t block = 0; block < COLLIDE_BLOCKS(n); ++block) {
        const size_t end = collide__min_size(16, n - 16 * block);
        const float *rows = collide__pack_rows(COLLIDE__HEADER(cylinders)) + block * 8 * 16;
        unsigned places = 0;
        bits[block] = 0;
        for (unsigned i = 0; i < end; ++i) {
            collide__lane_floats(rows, i, 8, (float *)(void *)&c[i]);
            if (!collide__cylinder_place(&c[i], terrain, &job[i], &f[i]))
                continue;
            places |= 1u << i;
            const collide_heights *g = &terrain->grid;
            const size_t element = g->int16 ? sizeof(int16_t) : sizeof(float);
            for (size_t j = f[i].j0; j <= f[i].j1 && j < f[i].j0 + 24; ++j)
                COLLIDE__PREFETCH((const char *)g->heights + j * g->row_stride + f[i].i0 * element);
        }
        for (; places; places &= places - 1) {
            const unsigned i = collide__lowest_bit(places);
            if (!queue.kernels->small_batch || f[i].i1 - f[i].i0 >= COLLIDE__SMALL ||
                f[i].j1 - f[i].j0 >= COLLIDE__SMALL) {
                const collide__cylinder_body body = {&c[i], &job[i], queue.kernels};
                const bool hit = collide__cylinder_verdict(&body, terrain, f[i]);
                bits[block] |= (uint16_t)((unsigned)hit << i);
                hits += hit;
                continue;
            }
            queue.cylinder[queue.n] = c[i];
            queue.job[queue.n] = job[i];
            queue.cells[queue.n] = f[i];
            collide__window_read(terrain, c[i].center, &f[i], &queue.window[queue.n]);
            queue.index[queue.n] = 16 * block + i;
            if (++queue.n == 16)
                hits += collide__small_verdicts(&queue, terrain, bits);
        }
    }
    return queue.n ? hits + collide__small_verdicts(&queue, terrain, bits) : hits;
}
#endif // COLLIDE_NO_TERRAIN
