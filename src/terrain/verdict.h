#pragma once
#include "../base/body.h"
#include "footprint.h"
#include "../base/work.h"

// ---- whether a body overlaps terrain or lies below it ----------------------------------------
// Bodies of all types are asked by the functions of their type. A query goes from
// verdict_cylinder.h, or from shapes.h for other bodies, to this part and back to the body:
// body_cylinder.h (`meets_cells`), kernels.h or scalar.h (`cells`), for an edge ../cylinder/edge.h.
#ifndef COLLIDE_NO_TERRAIN

// Clips a flat polygon to a rectangle of x and y. Returns whether some of it is left; out takes the
// mean of its corners.
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

// Whether the point p, relative to the centre and over cell (i, j) up to rounding, lies at or below
// its surface.
static bool collide__cell_covers(const collide_heights *g, size_t i, size_t j, collide_vec3 center,
                                 collide__dvec3 p) {
    const double u = (((double)center.x - (double)g->origin.x) + p.x) / (double)g->dx - (double)i;
    const double v = (((double)center.y - (double)g->origin.y) + p.y) / (double)g->dy - (double)j;
    double z, slope_x, slope_y;
    return collide__cell_at(g, i, j, collide__clamp(u, 1), collide__clamp(v, 1), &z, &slope_x,
                            &slope_y) &&
           ((double)center.z - (double)g->origin.z) + p.z <= z;
}

// The extents of a body along directions, both ways, rounded outward.
#define COLLIDE__SLABS 12
typedef struct collide__slabs {
    collide__dvec3 along[COLLIDE__SLABS];
    double least[COLLIDE__SLABS], most[COLLIDE__SLABS];
    int n;
} collide__slabs;

struct collide__over;

// A body for verdicts.
typedef struct collide__over_type {
    collide__reach reach;
    bool (*overlaps)(const void *shape, const collide_triangle *t);
    // whether it overlaps the surface of cells that fit a patch; NULL: meets_face decides
    collide__cells_result (*meets_cells)(const struct collide__over *over,
                                         const collide__footprint *f);
    // whether it overlaps a face of a cell; NULL: overlaps decides, for the rounded face
    bool (*meets_face)(const void *shape, const collide__dvec3 *triangle);
    // a low point of the body within x0, y0, x1, y1; false if there is none
    bool (*low_point)(const void *shape, const double *bound, collide__dvec3 *out);
    // candidate separating axes against boxes, besides x, y and z; returns their number
    int (*directions)(const void *shape, collide__dvec3 *out);
    // in place of directions: whether it may overlap a box from lo to hi
    bool (*comes_into)(const void *shape, const double *lo, const double *hi);
} collide__over_type;

// A body over a terrain, and the cells under it.
typedef struct collide__over {
    const collide__over_type *type;
    const void *shape;
    const collide_terrain *terrain;
    collide_vec3 center;
    double low, high; // its range of heights relative to the centre
    collide__footprint cells;
    collide__dvec3 inside;         // a point of it relative to the centre
    bool above;                    // some cell may be above it
    collide__footprint found;      // cells near it
    const collide__slabs *slabs;   // NULL: too few cells are under it to pay
    const collide__sift_job *sift; // of a sphere or an OBB, or NULL
} collide__over;

#define COLLIDE__SLAB_SLACK 3.814697265625e-6 // 2^-18: more than the rounding of verdicts

// Computes the slabs of a body; s must outlive over.
static void collide__over_slabs(collide__over *over, collide__slabs *s) {
    const collide__over_type *type = over->type;
    const collide_vec3 origin = {0, 0, 0};
    double side[6];
    over->slabs = s;
    s->n = type->directions ? type->directions(over->shape, s->along) : 0;
    if (s->n == 0)
        return;
    collide__body_box(type->reach, over->shape, side);
    const double size = ((side[1] - side[0]) + (side[3] - side[2])) + (side[5] - side[4]);
    for (int i = 0; i < s->n; ++i) {
        const collide__dvec3 m = s->along[i], back = collide__dneg(m);
        const double slack = collide__dmul(COLLIDE__SLAB_SLACK * size, collide__dsum_abs(m));
        s->least[i] = -type->reach(over->shape, back, origin) - slack;
        s->most[i] = type->reach(over->shape, m, origin) + slack;
    }
}

// Whether a body may overlap a box relative to its centre; false only if it certainly does not.
static bool collide__over_comes_into(const collide__over *over, const double *lo,
                                     const double *hi) {
    const collide__slabs *s = over->slabs;
    if (!s)
        return true;
    if (over->type->comes_into)
        return over->type->comes_into(over->shape, lo, hi);
    for (int i = 0; i < s->n; ++i) {
        const double *m = collide__doubles(&s->along[i]);
        double at = 0, half = 0;
        for (int k = 0; k < 3; ++k) {
            at += collide__dmul(m[k], 0.5 * (lo[k] + hi[k]));
            half += collide__dmul(collide__dabs(m[k]), 0.5 * (hi[k] - lo[k]));
        }
        half += collide__dmul(COLLIDE__SLAB_SLACK, half);
        if (at - half > s->most[i] || at + half < s->least[i])
            return false;
    }
    return true;
}

// The same for cells of a terrain whose heights over its origin range from least to most.
static bool collide__over_comes_near(const collide__over *over, const collide__footprint *f,
                                     double least, double most) {
    const collide_heights *g = &over->terrain->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    const double z = (double)g->origin.z - (double)over->center.z;
    const double lo[3] = {x + collide__dmul((double)f->i0, dx),
                          y + collide__dmul((double)f->j0, dy), z + least};
    const double hi[3] = {x + collide__dmul((double)f->i1, dx),
                          y + collide__dmul((double)f->j1, dy), z + most};
    return !over->slabs || collide__over_comes_into(over, lo, hi);
}

// Places a body with its centre over a terrain; false if it is not over the grid. side: its bounds.
COLLIDE__FORCE_INLINE bool
collide__over_place_box(collide__over *over, const collide__over_type *type, const void *shape,
                        const collide_terrain *terrain, collide_vec3 center, const double *side) {
    const double margin =
        1e-6 * (((side[1] - side[0]) + (side[3] - side[2])) + (side[5] - side[4]));
    over->type = type;
    over->shape = shape;
    over->terrain = terrain;
    over->center = center;
    over->low = side[4] - margin;
    over->high = side[5] + margin;
    over->slabs = NULL;
    over->sift = NULL;
    over->above = false;
    over->inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    return collide__footprint_of(terrain, center, side[0] - margin, side[1] + margin,
                                 side[2] - margin, side[3] + margin, &over->cells);
}

COLLIDE__FORCE_INLINE bool collide__over_place(collide__over *over, const collide__over_type *type,
                                               const void *shape, const collide_terrain *terrain,
                                               collide_vec3 center) {
    double side[6];
    collide__body_box(type->reach, shape, side);
    return collide__over_place_box(over, type, shape, terrain, center, side);
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

static void collide__cell_range(const collide__dvec3 *v, double *low, double *high) {
    *low = *high = v[0].z;
    for (int k = 1; k < 4; ++k) {
        *low = v[k].z < *low ? v[k].z : *low;
        *high = v[k].z > *high ? v[k].z : *high;
    }
}

// Face k of a cell with corners v.
static void collide__cell_face(const collide__dvec3 *v, int other, int k, collide__dvec3 *face) {
    for (int c = 0; c < 3; ++c)
        face[c] = v[collide__cell_corners[other][k][c]];
}

static bool collide__over_overlaps_face(const collide__over *over, const collide__dvec3 *triangle) {
    collide_triangle t;
    if (over->type->meets_face)
        return over->type->meets_face(over->shape, triangle);
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide__dround(triangle[i]);
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): else meets_cells has been called
    return over->type->overlaps(over->shape, &t);
}

// What the jobs of all bodies have in common, but for the slack.
static void collide__ring_begin(collide__ring_job *job, const collide_terrain *terrain,
                                collide_vec3 center, float size) {
    const collide_heights *g = &terrain->grid;
    job->over = (float)((double)center.z - (double)g->origin.z);
    job->dx = g->dx;
    job->dy = g->dy;
    job->inverse_dx = (float)terrain->inside.inverse_dx;
    job->inverse_dy = (float)terrain->inside.inverse_dy;
    job->slack = collide__mul(COLLIDE__SIEVE_SLACK, size);
    job->share = collide__mul(job->slack, collide__max2(job->inverse_dx, job->inverse_dy)) +
                 COLLIDE__SIEVE_TIE;
    job->other_diagonal = g->other_diagonal;
    const float second = g->other_diagonal ? g->dx : 0, x[3] = {g->dx, second, second - g->dx};
    for (int k = 0; k < 3; ++k) {
        job->way[k][0] = x[k];
        job->way[k][1] = k > 0 ? g->dy : 0;
        job->way[k + 3][0] = -job->way[k][0];
        job->way[k + 3][1] = -job->way[k][1];
    }
}

// What the jobs of spheres and OBBs have in common. Returns whether sizes are so moderate that no
// square in float overflows or underflows.
static bool collide__sift_begin(collide__sift_job *job, const collide_terrain *terrain,
                                collide_vec3 center, float size) {
    const collide_heights *g = &terrain->grid;
    const float length = collide__root(collide__mul(g->dx, g->dx) + collide__mul(g->dy, g->dy));
    const float least = collide__min2(collide__min2(g->dx, g->dy), size);
    const float most = collide__max2(collide__max2(g->dx, g->dy), size);
    job->size = size;
    collide__ring_begin(&job->grid, terrain, center, size);
    job->inverse_area = collide__mul(job->grid.inverse_dx, job->grid.inverse_dy);
    job->edge[0] = collide__vec3(1, 0, g->dx);
    job->edge[1] = collide__vec3(0, 1, g->dy);
    job->edge[2] =
        collide__vec3((g->other_diagonal ? g->dx : -g->dx) / length, g->dy / length, length);
    return least >= 9.094947e-13f && most <= 1.0995116e12f; // 2^-40, 2^40
}

// The blocks of 4 by 4 cells of a square that a body may overlap, a bit each, four in a row.
static uint32_t collide__blocks_near(const collide__over *over, const collide__range *range,
                                     const collide__footprint *f) {
    uint32_t near_by = 0;
    for (size_t j = f->j0; j < f->j1; j += 4)
        for (size_t i = f->i0; i < f->i1; i += 4) {
            const collide__footprint block = {i, j, collide__min_size(i + 4, f->i1),
                                              collide__min_size(j + 4, f->j1)};
            const uint32_t bit =
                collide__over_comes_near(over, &block, (double)range->min, (double)range->max);
            COLLIDE__WORK(1);
            near_by |= bit << ((j - f->j0) + (i - f->i0) / 4);
        }
    return near_by;
}

// Asks the body about the triangles of each cell that reaches its range of heights; in a square,
// with its range, only near blocks.
static collide__cells_result collide__cells_each(const collide__over *over,
                                                 const collide__range *range,
                                                 const collide__footprint *f) {
    const collide_heights *g = &over->terrain->grid;
    const uint32_t near_by = range ? collide__blocks_near(over, range, f) : 0;
    collide__cells_result result = COLLIDE__CELLS_LOWER;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            collide__dvec3 v[4], t[3];
            if (range && !(near_by >> ((j - f->j0) / 4 * 4 + (i - f->i0) / 4) & 1))
                continue;
            COLLIDE__WORK(1);
            if (!collide__cell_places(over->terrain, over->center, i, j, v))
                continue;
            double low, high;
            collide__cell_range(v, &low, &high);
            if (high < over->low)
                continue;
            result = COLLIDE__CELLS_ABOVE;
            const double lo[3] = {v[0].x, v[0].y, low}, hi[3] = {v[3].x, v[3].y, high};
            if (low > over->high || (range && !collide__over_comes_into(over, lo, hi)))
                continue;
            for (int k = 0; k < 2; ++k) {
                collide__cell_face(v, g->other_diagonal, k, t);
                if (collide__over_overlaps_face(over, t))
                    return COLLIDE__CELLS_MEET;
            }
        }
    return result;
}

COLLIDE__INLINE collide__cells_result collide__over_overlaps(const collide__over *over,
                                                             const collide__range *range,
                                                             const collide__footprint *f) {
    const collide__over_type *type = over->type;
    return type->meets_cells ? type->meets_cells(over, f) : collide__cells_each(over, range, f);
}

COLLIDE__INLINE size_t collide__max_size(size_t a, size_t b) {
    return a > b ? a : b;
}

typedef enum collide__square_result {
    COLLIDE__SQUARE_DONE,
    COLLIDE__SQUARE_OPEN, // ask the squares within
    COLLIDE__SQUARE_STOP  // ask no more
} collide__square_result;

// Asks the squares under a body, with their ranges and their cells under it, from the level with at
// most two by two of them down; true if one returns stop.
static bool collide__squares_ask(collide__over *over,
                                 collide__square_result (*ask)(collide__over *over,
                                                               const collide__range *range,
                                                               const collide__footprint *cells,
                                                               bool smallest)) {
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
        COLLIDE__WORK(1);
        const uint32_t shift = level + 4;
        const collide__footprint part = {
            collide__max_size(f.i0, i << shift), collide__max_size(f.j0, j << shift),
            collide__min_size(f.i1, (i + 1) << shift), collide__min_size(f.j1, (j + 1) << shift)};
        const collide__square_result result = ask(
            over,
            &ranges[collide__terrain_level(g, level) + j * collide__squares(g->columns, level) + i],
            &part, level == 0);
        if (result == COLLIDE__SQUARE_STOP)
            return true;
        for (size_t k = 0; k < 4 && result == COLLIDE__SQUARE_OPEN; ++k) {
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

// Whether the body lies below the surface in a square, cell by cell.
static collide__square_result collide__square_covers(collide__over *over,
                                                     const collide__range *range,
                                                     const collide__footprint *f, bool smallest) {
    const collide_heights *g = &over->terrain->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    const double lowest = ((double)over->center.z - (double)g->origin.z) + over->low;
    const double all[4] = {
        x + collide__dmul((double)f->i0, dx), y + collide__dmul((double)f->j0, dy),
        x + collide__dmul((double)f->i1, dx), y + collide__dmul((double)f->j1, dy)};
    collide__dvec3 p;
    if ((double)range->max < lowest || !over->type->low_point(over->shape, all, &p))
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            COLLIDE__WORK(1);
            const double left = x + collide__dmul((double)i, dx);
            const double low = y + collide__dmul((double)j, dy);
            const double cell[4] = {left, low, left + dx, low + dy};
            if (over->type->low_point(over->shape, cell, &p) &&
                collide__cell_covers(g, i, j, over->center, p))
                return COLLIDE__SQUARE_STOP;
        }
    return COLLIDE__SQUARE_DONE;
}

// Whether a body that overlaps no surface lies below it. A point of it over the grid decides; if
// there are holes, each cell is asked, since the solid may be in pieces.
static bool collide__terrain_below(collide__over *over) {
    const collide_terrain *t = over->terrain;
    const collide_heights *g = &t->grid;
    const double x = (double)g->origin.x - (double)over->center.x, dx = (double)g->dx;
    const double y = (double)g->origin.y - (double)over->center.y, dy = (double)g->dy;
    collide__dvec3 p = {0, 0, 0};
    if (!collide__holes_under(t, &over->cells)) {
        const double columns = (double)(g->columns - 1), rows = (double)(g->rows - 1);
        const double all[4] = {x, y, x + collide__dmul(columns, dx), y + collide__dmul(rows, dy)};
        p = over->inside;
        if (!(x <= p.x && y <= p.y && all[2] >= p.x && all[3] >= p.y) &&
            !over->type->low_point(over->shape, all, &p))
            return false;
        const size_t i = (size_t)(int32_t)collide__clamp((p.x - x) / dx, columns - 1);
        const size_t j = (size_t)(int32_t)collide__clamp((p.y - y) / dy, rows - 1);
        return collide__cell_covers(g, i, j, over->center, p);
    }
    return collide__squares_ask(over, collide__square_covers);
}

// Whether a body may overlap a square with that range of heights.
static bool collide__square_comes_near(const collide__over *over, const collide__range *range,
                                       const collide__footprint *f) {
    const double middle = (double)over->center.z - (double)over->terrain->grid.origin.z;
    return (double)range->max >= middle + over->low && (double)range->min <= middle + over->high &&
           collide__over_comes_near(over, f, (double)range->min, (double)range->max);
}

// Skips squares that the body is not near.
static collide__square_result collide__square_overlaps(collide__over *over,
                                                       const collide__range *range,
                                                       const collide__footprint *f, bool smallest) {
    const double middle = (double)over->center.z - (double)over->terrain->grid.origin.z;
    over->above = over->above || (double)range->max >= middle + over->low;
    if (!collide__square_comes_near(over, range, f))
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    return collide__over_overlaps(over, range, f) == COLLIDE__CELLS_MEET ? COLLIDE__SQUARE_STOP
                                                                         : COLLIDE__SQUARE_DONE;
}

// The verdict for many cells.
COLLIDE__NOINLINE bool collide__squares_verdict(collide__over *over) {
    collide__slabs slabs;
    collide__over_slabs(over, &slabs);
    const bool overlaps = collide__squares_ask(over, collide__square_overlaps);
    over->slabs = NULL;
    return overlaps || (over->above && collide__terrain_below(over));
}

// A point of a body of that size that lies farther below the surface is below it whatever the
// rounding of heights and of the point.
static double collide__certain_depth(const collide_terrain *t, double size) {
    const collide_heights *g = &t->grid;
    const collide__range *all =
        collide__terrain_ranges(t) + collide__terrain_level(g, t->levels - 1);
    const double range = (double)all->max - (double)all->min;
    const double steep = 1 + collide__dmul(range, t->inside.inverse_dx + t->inside.inverse_dy);
    const double extent = (size + ((double)g->dx + (double)g->dy)) + range;
    return collide__dmul(collide__dmul((double)COLLIDE__SIEVE_TIE, extent), steep);
}

// The height of a face of a cell with corners v at a and b in the cell, both from 0 to 1.
static double collide__cell_height(const collide__dvec3 *v, int other, bool north, double a,
                                   double b) {
    const bool east = north != (other != 0); // the right angle
    const size_t corner = (north ? 2u : 0u) + (east ? 1u : 0u);
    return v[corner].z +
           (collide__dmul(v[north ? 3 : 1].z - v[north ? 2 : 0].z, a - (east ? 1 : 0)) +
            collide__dmul(v[east ? 3 : 2].z - v[east ? 1 : 0].z, b - (north ? 1 : 0)));
}

// Whether the body overlaps the face above or below a point of it, or this point is certainly below
// that face.
static bool collide__over_overlaps_at(const collide__over *over, collide_vec3 p) {
    const collide_terrain *t = over->terrain;
    const collide_heights *g = &t->grid;
    const double u =
        (((double)over->center.x - (double)g->origin.x) + (double)p.x) * t->inside.inverse_dx;
    const double v =
        (((double)over->center.y - (double)g->origin.y) + (double)p.y) * t->inside.inverse_dy;
    if (!(u >= 0 && v >= 0 && u < (double)(g->columns - 1) && v < (double)(g->rows - 1)))
        return false;
    const size_t i = (size_t)(int32_t)u, j = (size_t)(int32_t)v;
    const double a = u - (double)i, b = v - (double)j;
    collide__dvec3 corner[4], face[3];
    double low, high;
    if (!collide__cell_places(t, over->center, i, j, corner))
        return false;
    const bool north = g->other_diagonal ? b > a : a + b > 1;
    if (collide__cell_height(corner, g->other_diagonal, north, a, b) - (double)p.z >
        collide__certain_depth(t, (double)over->sift->size))
        return true;
    collide__cell_range(corner, &low, &high);
    if (high < over->low || low > over->high)
        return false;
    collide__cell_face(corner, g->other_diagonal, north, face);
    return collide__over_overlaps_face(over, face);
}

// Asks the body about the faces that may overlap it.
static bool collide__faces_each(const collide__over *over, const collide__footprint *f) {
    const collide__terrain_kernels *kernels = collide__terrain();
    const int other = over->terrain->grid.other_diagonal;
    collide__patch patch;
    collide__faces faces;
    collide__patch_read(kernels, over->terrain, over->center, f, &patch);
    kernels->sift_faces(over->sift, &patch, &faces);
    for (size_t word = 0; 64 * word < patch.n; ++word)
        for (uint64_t any = faces.near_by[0][word] | faces.near_by[1][word]; any; any &= any - 1) {
            const size_t m = 64 * word + collide__lowest_of_64(any);
            const size_t row = m / patch.row, column = m - row * patch.row;
            collide__dvec3 v[4], face[3];
            if (m >= patch.n || column == patch.row - 1 ||
                !collide__cell_places(over->terrain, over->center, f->i0 + column, f->j0 + row, v))
                continue;
            double low, high;
            collide__cell_range(v, &low, &high);
            COLLIDE__WORK(1);
            for (int k = 0; k < 2 && high >= over->low && low <= over->high; ++k) {
                collide__cell_face(v, other, k, face);
                if ((faces.near_by[k][word] >> m % 64 & 1) &&
                    collide__over_overlaps_face(over, face))
                    return true;
            }
        }
    return false;
}

// Whether a cell is not all below the body.
static bool collide__cells_above(const collide__over *over, const collide__footprint *f) {
    for (size_t j = f->j0; j < f->j1; ++j)
        for (size_t i = f->i0; i < f->i1; ++i) {
            collide__dvec3 v[4];
            double low, high;
            if (!collide__cell_places(over->terrain, over->center, i, j, v))
                continue;
            collide__cell_range(v, &low, &high);
            if (high >= over->low)
                return true;
        }
    return false;
}

// The verdict for a body over a terrain.
static bool collide__terrain_verdict(collide__over *over) {
    const collide__footprint f = over->cells;
    if (over->sift && (f.i1 - f.i0 + 1) * (f.j1 - f.j0 + 1) <= COLLIDE__PATCH)
        return collide__over_overlaps_at(over, over->sift->lowest) ||
               collide__faces_each(over, &f) ||
               (collide__terrain_below(over) && collide__cells_above(over, &f));
    if ((f.i1 - f.i0 + 1) * (f.j1 - f.j0 + 1) <= COLLIDE__PATCH) {
        const collide__cells_result result = collide__over_overlaps(over, NULL, &f);
        return result == COLLIDE__CELLS_MEET ||
               (result == COLLIDE__CELLS_ABOVE && collide__terrain_below(over));
    }
    return collide__squares_verdict(over);
}
#endif // COLLIDE_NO_TERRAIN
