#pragma once
#include "../terrain/verdict.h"
#include "shapes.h"
#include "../base/work.h"

// ---- rays on terrain -------------------------------------------------------------------------
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TERRAIN)

// A ray or segment in the coordinates of cells: columns, rows, and height over the grid's origin,
// each begin + t step. begin takes two roundings, and a point of a segment takes four more: the
// difference of the ends (a ray has none), the division by dx or dy, the product and the sum. So
// the point is off sideways by at most (3 o + 4 w) 2^-53, and in height by (2 o + 3 w) 2^-53, with
// o and w of ray.h. Where the line crosses a grid line or a diagonal, t is off by as much.
// collide__cell_at evaluates the surface at that t, with an error of 4 2^-53 times the cell's range
// of heights. The sum is well within 2^-48 (e + w + o).
typedef struct collide__ray_job {
    const collide_terrain *terrain;
    double begin[3], step[3];
    bool before[2]; // it runs along a grid line: ask the cells before this line, not behind it
    bool rows_first, vertex; // at a vertex, the next cell is that of the next row; it met a vertex
} collide__ray_job;

COLLIDE__INLINE double collide__ray_at(const collide__ray_job *r, int axis, double t) {
    return r->begin[axis] + collide__dmul(t, r->step[axis]);
}

// The height of the ray at t over the surface of cell (i, j). False if the cell is a hole.
static bool collide__ray_above(const collide__ray_job *r, size_t i, size_t j, double t,
                               double *above, double *slope_x, double *slope_y) {
    double z;
    if (!collide__cell_at(
            &r->terrain->grid, i, j, collide__clamp(collide__ray_at(r, 0, t) - (double)i, 1),
            collide__clamp(collide__ray_at(r, 1, t) - (double)j, 1), &z, slope_x, slope_y))
        return false;
    *above = collide__ray_at(r, 2, t) - z;
    return true;
}

// The first point at or below the surface of cell (i, j) for t from t0 to t1. Along the ray, the
// surface bends only at the diagonal.
static bool collide__ray_cell(const collide__ray_job *r, size_t i, size_t j, double t0, double t1,
                              double *t, double *slope_x, double *slope_y) {
    double at = 0, next = 0, bend = t1;
    if (!collide__ray_above(r, i, j, t0, &at, slope_x, slope_y))
        return false;
    *t = t0;
    if (at <= 0)
        return true;
    const bool other = r->terrain->grid.other_diagonal;
    const double across = other ? r->step[0] - r->step[1] : r->step[0] + r->step[1];
    const double a = r->begin[0] - (double)i, b = r->begin[1] - (double)j;
    const double off = other ? a - b : a + b - 1;
    if (across < 0 || across > 0) {
        const double crossing = -off / across;
        bend = crossing > t0 && crossing < t1 ? crossing : t1;
    }
    for (int part = 0; part < (bend < t1 ? 2 : 1); ++part) {
        const double from = part ? bend : t0, to = part ? t1 : bend;
        double sx, sy;
        (void)collide__ray_above(r, i, j, to, &next, &sx, &sy);
        if (next <= 0) {
            *t = from + collide__dmul(at / (at - next), to - from);
            // The slopes are those of the triangle in the middle of the part.
            (void)collide__ray_above(r, i, j, collide__dmul(0.5, from + to), &next, slope_x,
                                     slope_y);
            return true;
        }
        at = next;
    }
    return false;
}

// The walk of a ray through squares of edge by edge cells, from the square first to the square
// last.
typedef struct collide__ray_path {
    size_t edge, first[2], last[2], at[2];
    double enter, leave; // times at which the ray enters and leaves the square at
    double next[2];      // times at which it crosses the next line of each axis
    double end;          // time at which it leaves the last square
    int axis;            // across which the ray leaves the square at; -1 if it ends there
} collide__ray_path;

// Finds where the ray leaves the square at, after a step along one axis; -1 at first.
COLLIDE__INLINE void collide__ray_leave(collide__ray_job *r, collide__ray_path *path, int moved) {
    path->leave = path->end;
    path->axis = -1;
    for (int i = 0; i < 2; ++i) {
        const int k = r->rows_first ? 1 - i : i;
        if (r->step[k] < 0 || r->step[k] > 0) {
            if (moved < 0 || moved == k) {
                const double line = (double)((path->at[k] + (r->step[k] > 0)) * path->edge);
                path->next[k] = (line - r->begin[k]) / r->step[k];
            }
            const double next = path->next[k];
            const double at = next > path->enter ? next : path->enter;
            r->vertex = r->vertex || (path->axis >= 0 && at >= path->leave && at <= path->leave);
            if (next < path->leave || (path->axis < 0 && next <= path->leave)) { // sets are closed
                path->leave = at;
                path->axis = k;
            }
        }
    }
}

// The path through the cells whose columns are i0 to i1 - 1 and whose rows are j0 to j1 - 1.
static collide__ray_path collide__ray_path_of(collide__ray_job *r, size_t edge, size_t i0,
                                              size_t j0, size_t i1, size_t j1, double enter,
                                              double end) {
    collide__ray_path path;
    path.edge = edge;
    path.enter = enter;
    path.end = end;
    for (int k = 0; k < 2; ++k) {
        path.first[k] = (k ? j0 : i0) / edge;
        path.last[k] = ((k ? j1 : i1) - 1) / edge;
        const double square = collide__clamp(collide__ray_at(r, k, enter) / (double)edge, 16777216);
        size_t at = (size_t)(int32_t)square;
        at -= at > 0 && square <= (double)at && (r->step[k] > 0 || r->before[k]); // sets are closed
        path.at[k] = collide__min_size(collide__max_size(at, path.first[k]), path.last[k]);
    }
    collide__ray_leave(r, &path, -1);
    return path;
}

// Moves on to the next square. False at the end of the path.
COLLIDE__INLINE bool collide__ray_next(collide__ray_job *r, collide__ray_path *path) {
    const int k = path->axis;
    if (k < 0 || path->at[k] == (r->step[k] > 0 ? path->last[k] : path->first[k]))
        return false;
    path->at[k] += r->step[k] > 0 ? 1 : (size_t)-1;
    path->enter = path->leave;
    collide__ray_leave(r, path, k);
    return true;
}

// Whether all vertices of cell (i, j) lie below the height low, by more than the rounding of
// collide__cell_at and of heights: most is the largest absolute height nearby. Then the ray, which
// stays above low, does not hit. False if there is a hole.
COLLIDE__INLINE bool collide__ray_passes(const collide_heights *g, size_t i, size_t j, double low,
                                         double most) {
    float h[4];
    low = low > 1e30 ? 1e30 : low < -1e30 ? -1e30 : low;
    const float limit = (float)(low - collide__dmul(most + collide__dabs(low), 2.4e-7));
    if (g->int16) {
        collide__heights_read(g, i, j, 2, h);
        collide__heights_read(g, i, j + 1, 2, h + 2);
    } else {
        const char *from = (const char *)g->heights + j * g->row_stride + i * sizeof(float);
        memcpy(h, from, 2 * sizeof *h);
        memcpy(h + 2, from + g->row_stride, 2 * sizeof *h);
    }
    return h[0] < limit && h[1] < limit && h[2] < limit && h[3] < limit;
}

// The first hit on the way through the grid. It skips the squares and cells below the ray.
static bool collide__ray_walk(collide__ray_job *r, double t0, double t1, double *t,
                              collide_ray_hit *out, double *slope_x, double *slope_y) {
    const collide_heights *g = &r->terrain->grid;
    const size_t edge = COLLIDE__TERRAIN_BLOCK, columns = g->columns - 1, rows = g->rows - 1;
    collide__ray_path squares = collide__ray_path_of(r, edge, 0, 0, columns, rows, t0, t1);
    do {
        const size_t i = squares.at[0] * edge, j = squares.at[1] * edge;
        const collide__range range = collide__terrain_ranges(
            r->terrain)[squares.at[1] * collide__squares(g->columns, 0) + squares.at[0]];
        COLLIDE__WORK(1);
        const double a = collide__ray_at(r, 2, squares.enter);
        const double b = collide__ray_at(r, 2, squares.leave);
        if ((a < b ? a : b) > (double)range.max)
            continue;
        collide__ray_path cells =
            collide__ray_path_of(r, 1, i, j, collide__min_size(i + edge, columns),
                                 collide__min_size(j + edge, rows), squares.enter, squares.leave);
        const double most = (double)collide__max2(collide__abs(range.min), collide__abs(range.max));
        double from = collide__ray_at(r, 2, cells.enter);
        do {
            COLLIDE__WORK(1);
            const double to = collide__ray_at(r, 2, cells.leave), low = from < to ? from : to;
            from = to;
            if (collide__ray_passes(g, cells.at[0], cells.at[1], low, most))
                continue;
            if (collide__ray_cell(r, cells.at[0], cells.at[1], cells.enter, cells.leave, t, slope_x,
                                  slope_y)) {
                out->column = (uint32_t)cells.at[0];
                out->row = (uint32_t)cells.at[1];
                return true;
            }
        } while (collide__ray_next(r, &cells));
    } while (collide__ray_next(r, &squares));
    return false;
}

// The first hit of a ray or segment.
static bool collide__terrain_first(const collide__cast *l, bool valid,
                                   const collide_terrain *terrain, collide_ray_hit *out) {
    collide_ray_hit hit = collide__ray_miss();
    collide__ray_job r;
    double t0 = 0, t1 = l->t_max;
    collide__dvec3 normal = {0, 0, 1};
    bool on_line[2] = {false, false}, found = false;
    if (out)
        *out = hit;
    if (!valid || !collide__terrain_valid(terrain))
        return false;
    const collide_heights *g = &terrain->grid;
    r.terrain = terrain;
    r.begin[0] = (l->origin.x - (double)g->origin.x) / (double)g->dx;
    r.begin[1] = (l->origin.y - (double)g->origin.y) / (double)g->dy;
    r.begin[2] = l->origin.z - (double)g->origin.z;
    r.step[0] = l->direction.x / (double)g->dx;
    r.step[1] = l->direction.y / (double)g->dy;
    r.step[2] = l->direction.z;
    const double end[3] = {(double)(g->columns - 1), (double)(g->rows - 1), 0};
    for (int k = 0; k < 2; ++k) {
        if (r.step[k] < 0 || r.step[k] > 0) {
            const double a = -r.begin[k] / r.step[k], b = (end[k] - r.begin[k]) / r.step[k];
            t0 = (a < b ? a : b) > t0 ? (a < b ? a : b) : t0;
            t1 = (a < b ? b : a) < t1 ? (a < b ? b : a) : t1;
        } else if (r.begin[k] >= 0 && r.begin[k] <= end[k]) {
            on_line[k] = r.begin[k] > 0 && r.begin[k] <= (double)(int32_t)r.begin[k];
        } else {
            return false;
        }
    }
    r.vertex = false;
    const double last = t1;
    for (int way = 0; way < 5; ++way) { // beside a line or a vertex, one cell may be a hole
        collide_ray_hit here = hit;
        double t, slope_x, slope_y;
        r.before[0] = way & 1;
        r.before[1] = way >> 1 & 1;
        r.rows_first = way == 4;
        if ((r.before[0] && !on_line[0]) || (r.before[1] && !on_line[1]) || !(t0 <= t1) ||
            (r.rows_first && !r.vertex) || (found && t0 >= t1) ||
            !collide__ray_walk(&r, t0, r.rows_first ? last : t1, &t, &here, &slope_x, &slope_y) ||
            (r.rows_first && found && t >= t1))
            continue;
        found = true;
        t1 = t;
        hit = here;
        hit.t = (float)t;
        normal.x = -slope_x;
        normal.y = -slope_y;
    }
    if (!found)
        return false;
    (void)collide__dnormalize(&normal);
    hit.normal = collide__dround_zero(normal);
    if (out)
        *out = hit;
    return true;
}

COLLIDE_API bool collide_ray_terrain(const collide_ray *a, const collide_terrain *b, float t_max,
                                     collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_ray(a, t_max, &l);
    return collide__terrain_first(&l, valid, b, out);
}

COLLIDE_API bool collide_segment_terrain(const collide_segment *a, const collide_terrain *b,
                                         collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_segment(a, &l);
    return collide__terrain_first(&l, valid, b, out);
}
#endif // COLLIDE_NO_RAY, COLLIDE_NO_TERRAIN
