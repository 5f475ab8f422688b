// Grids to test on, and cylinders in all sorts of places on them.
#ifndef GROUNDS_H
#define GROUNDS_H

#include "data.h"
#include "points.h"

typedef struct ground {
    collide_heights grid;
    collide_terrain *terrain;
    float *heights;   // as floats, NaN for holes
    int16_t *numbers; // or NULL; both end at a guard page
} ground;

static inline void *aligned(size_t size) {
    void *p = NULL;
    if (posix_memalign(&p, COLLIDE_ALIGNMENT, size ? size : 1))
        abort();
    return p;
}

static inline void build(ground *g) {
    const size_t size = collide_terrain_size(g->grid.columns, g->grid.rows);
    assert_int_equal(collide_terrain_build(&g->terrain, aligned(size), size, &g->grid), COLLIDE_OK);
}

static inline void release(ground *g) {
    const size_t n = g->grid.columns * g->grid.rows;
    free(g->terrain);
    kinds_guarded_free(g->heights, n * sizeof *g->heights);
    kinds_guarded_free(g->numbers, n * sizeof *g->numbers);
}

enum { HILLS, STEPS, SPIKES, FLAT, HOLES, WHOLE, GROUND_COUNT };

// Hills of the benchmark; a few whole heights; spikes and pits; a plane; hills with holes; int16.
static inline ground make_ground(inputs_random *r, int what, size_t columns, size_t rows,
                                 float scale, float offset) {
    ground g;
    memset(&g, 0, sizeof g);
    g.heights = (float *)kinds_guarded(columns * rows * sizeof *g.heights);
    int32_t *turns = (int32_t *)aligned(4 * (columns + rows) * sizeof(int32_t));
    inputs_heights(r, columns, rows, turns, g.heights);
    free(turns);
    for (size_t i = 0; i < columns * rows; ++i) {
        if (what == STEPS || what == WHOLE)
            g.heights[i] = (float)kinds_below(r, 3);
        if (what == FLAT)
            g.heights[i] = 0.25f * (float)(i % columns) + (float)(i - i % columns) * -0.01f;
        if (what == SPIKES)
            g.heights[i] = kinds_below(r, 6) ? 0 : inputs_uniform(r, -4, 4);
        g.heights[i] *= scale;
        if (what == HOLES && kinds_below(r, 12) == 0)
            g.heights[i] = NAN;
    }
    g.grid.heights = g.heights;
    g.grid.columns = columns;
    g.grid.rows = rows;
    g.grid.dx = scale;
    g.grid.dy = 0.75f * scale;
    g.grid.origin = vec(offset, -2 * offset, 0.5f * offset);
    g.grid.other_diagonal = kinds_below(r, 2);
    if (what == SPIKES) { // the origin far above, and the heights far below it
        g.grid.origin.z += 12345.678f * scale;
        for (size_t i = 0; i < columns * rows; ++i)
            g.heights[i] -= 12345.678f * scale;
    }
    if (what == WHOLE) {
        g.numbers = (int16_t *)kinds_guarded(columns * rows * sizeof *g.numbers);
        g.grid.int16 = g.grid.has_hole = true;
        g.grid.hole = -999;
        g.grid.scale = 0.3f * scale;
        g.grid.offset = 1.7f * scale;
        for (size_t i = 0; i < columns * rows; ++i) {
            const int number = (int)kinds_below(r, 9) - 4;
            const bool hole = kinds_below(r, 20) == 0;
            const float product = g.grid.scale * (float)number;
            g.numbers[i] = (int16_t)(hole ? -999 : number);
            g.heights[i] = hole ? NAN : g.grid.offset + product;
        }
        g.grid.heights = g.numbers;
    }
    build(&g);
    return g;
}

static inline bool hole_at(const ground *g, size_t i, size_t j) {
    const size_t at = j * g->grid.columns + i;
    for (size_t k = 0; k < 4; ++k) {
        const float h = g->heights[at + (k & 1) + (k >> 1) * g->grid.columns];
        if (!(h >= -FLT_MAX && h <= FLT_MAX))
            return true;
    }
    return false;
}

static inline point vertex(const ground *g, size_t i, size_t j) {
    const collide_heights *h = &g->grid;
    const point p = {(double)h->origin.x + (double)i * (double)h->dx,
                     (double)h->origin.y + (double)j * (double)h->dy,
                     (double)h->origin.z + (double)g->heights[j * h->columns + i]};
    return p;
}

// The two triangles of a cell.
static inline void triangles_of(const ground *g, size_t i, size_t j, point out[2][3]) {
    const point v[4] = {vertex(g, i, j), vertex(g, i + 1, j), vertex(g, i, j + 1),
                        vertex(g, i + 1, j + 1)};
    static const int corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}}, {{0, 1, 3}, {0, 3, 2}}};
    for (int t = 0; t < 2; ++t)
        for (int k = 0; k < 3; ++k)
            out[t][k] = v[corners[g->grid.other_diagonal][t][k]];
}

// Cells within reach of a cylinder, a few more, and the bound's e.
typedef struct reach {
    size_t i0, j0, i1, j1;
    double extent;
} reach;

static inline reach reach_of(const ground *g, const collide_cylinder *c) {
    const collide_heights *h = &g->grid;
    const double size = (double)c->radius + (double)c->height;
    const double at[2] = {((double)c->center.x - (double)h->origin.x) / (double)h->dx,
                          ((double)c->center.y - (double)h->origin.y) / (double)h->dy};
    const double by[2] = {size / (double)h->dx + 1, size / (double)h->dy + 1};
    const size_t cells[2] = {h->columns - 1, h->rows - 1};
    size_t first[2], end[2];
    for (int k = 0; k < 2; ++k) {
        const double lo = at[k] - by[k], hi = at[k] + by[k];
        first[k] = lo > 0 ? lo < (double)cells[k] ? (size_t)lo : cells[k] : 0;
        end[k] = hi > 0 ? hi < (double)cells[k] ? (size_t)hi + 1 : cells[k] : 0;
    }
    reach r = {first[0], first[1], end[0], end[1], 0};
    double range = 0;
    for (size_t j = r.j0; j < r.j1; ++j)
        for (size_t i = r.i0; i < r.i1; ++i) {
            double low = DBL_MAX, high = -DBL_MAX;
            for (size_t k = 0; k < 4 && !hole_at(g, i, j); ++k) {
                const double z = vertex(g, i + (k & 1), j + (k >> 1)).z;
                low = z < low ? z : low;
                high = z > high ? z : high;
            }
            range = high - low > range ? high - low : range;
        }
    r.extent = size + (double)h->dx + (double)h->dy + range;
    return r;
}

// ---- cylinders on them -----------------------------------------------------------------------

enum { ANY, UPRIGHT, LYING, TILTED, DISC, NEEDLE, ON_BASE, LARGE, ON_LINES, FAR_OUT, POSE_COUNT };

// Moves a cylinder until a base of it, but for rounding, lies in line with an edge of the grid.
static inline void lay_base(inputs_random *r, const ground *g, collide_cylinder *c) {
    const size_t i = kinds_below(r, (uint32_t)g->grid.columns - 1);
    const size_t j = kinds_below(r, (uint32_t)g->grid.rows - 1), way = kinds_below(r, 3);
    if (hole_at(g, i, j))
        return;
    const bool other = g->grid.other_diagonal;
    const point from = vertex(g, i + (way == 2 && !other), j);
    const point to = vertex(g, i + (way == 0 || (way == 2 && other)), j + (way > 0));
    const point e = add(to, -1, from);
    const point any = {inputs_uniform(r, -1, 1), inputs_uniform(r, -1, 1),
                       inputs_uniform(r, -1, 1)};
    const point up = {0, 0, 1};
    const bool level = kinds_below(r, 2) && !(e.z < 0 || e.z > 0);
    point axis = level ? up : cross(e, any);
    axis = add(axis, 1 / root(dot(axis, axis)) - 1, axis);
    const point across = cross(axis, e);
    const double off = inputs_uniform(r, -1, 1) * (double)c->radius / root(dot(across, across));
    const double side = kinds_below(r, 2) ? 0.5 : -0.5;
    const point at = add(add(add(from, inputs_uniform(r, 0, 1), e), off, across),
                         side * (double)c->height, axis);
    c->axis = vec((float)axis.x, (float)axis.y, (float)axis.z);
    c->center = vec((float)at.x, (float)at.y, (float)at.z);
}

static inline collide_cylinder make_cylinder(inputs_random *r, const ground *g, int pose,
                                             float scale) {
    const collide_heights *h = &g->grid;
    const float width = (float)(h->columns - 1) * h->dx, depth = (float)(h->rows - 1) * h->dy;
    float radius = inputs_uniform(r, 0.2f, 2) * scale, height = inputs_uniform(r, 0.2f, 3) * scale;
    if (pose == DISC)
        height = 1e-6f * scale;
    if (pose == NEEDLE)
        radius = 1e-6f * scale;
    if (pose == LARGE) {
        radius *= 5;
        height *= 8;
    }
    collide_cylinder c = inputs_cylinder(r, g->terrain, width, depth, radius, height,
                                         inputs_uniform(r, -0.3f, 0.2f) * scale);
    if (pose == UPRIGHT)
        c.axis = vec(0, 0, kinds_below(r, 2) ? 1.0f : -1.0f);
    if (pose == LYING)
        c.axis = kinds_below(r, 2) ? vec(1, 0, 0) : vec(0.6f, 0.8f, 0);
    if (pose == TILTED)
        c.axis = vec(inputs_uniform(r, -1, 1) * 1e-7f, 1e-7f, 1);
    if (pose == ON_BASE)
        lay_base(r, g, &c);
    if (pose == ON_LINES) {
        c.center.x = h->origin.x + (float)kinds_below(r, (uint32_t)h->columns) * h->dx;
        c.center.y = h->origin.y + (float)kinds_below(r, (uint32_t)h->rows) * h->dy;
        c.axis = kinds_below(r, 2) ? vec(0, 0, 1) : kinds_below(r, 2) ? vec(1, 0, 0) : vec(0, 1, 0);
        c.radius = kinds_below(r, 2) ? h->dx : c.radius;
        c.height = kinds_below(r, 2) ? 2 * h->dx : c.height;
    }
    if (pose == FAR_OUT) { // about the border
        c.center.x += inputs_uniform(r, -1, 1) * width;
        c.center.y += inputs_uniform(r, -1, 1) * depth;
        c.center.z -= inputs_uniform(r, 0, 3) * scale;
    }
    return c;
}

// The next grid of build/data/terrain.txt, of whole numbers, not yet built.
static inline ground read_ground(FILE *file) {
    ground g;
    memset(&g, 0, sizeof g);
    g.grid.columns = read_count(file);
    g.grid.rows = read_count(file);
    const size_t n = g.grid.columns * g.grid.rows;
    g.numbers = (int16_t *)kinds_guarded(n * sizeof *g.numbers);
    g.heights = (float *)kinds_guarded(n * sizeof *g.heights);
    read_floats(file, &g.grid.dx, 1);
    g.grid.dy = g.grid.dx;
    for (size_t i = 0; i < n; ++i) {
        g.numbers[i] = (int16_t)read_integer(file);
        g.heights[i] = (float)g.numbers[i];
    }
    g.grid.heights = g.numbers;
    g.grid.int16 = true;
    return g;
}

#endif // GROUNDS_H
