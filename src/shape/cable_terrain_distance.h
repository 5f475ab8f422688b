#pragma once
#include "../base/work.h"
#include "cable_distance.h"
#include "terrain_distance.h"

// ---- distances of cables and terrain ---------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE) && !defined(COLLIDE_NO_TERRAIN)
// The segment in hand goes down the squares of the terrain, the nearest first. The faces under its
// middle are asked before all others. Corners of faces are sums in double, whose roundings are part
// of the slack.
#define COLLIDE__STRAND_LOST 8.881784197001252e-16 // 2^-50, of the way from the grid's origin

typedef struct collide__strand_ground {
    collide__strand run;
    const collide_terrain *terrain;
    collide__dvec3 grid; // its origin, as the segment in hand sees it
    double lo[3], hi[3]; // bounds of the segment in hand
    double lost;
} collide__strand_ground;

// ---- bounds

// The square of a lower bound of the distance of the segment and cells with a range of heights.
static double collide__strand_cells(const void *run, const collide__footprint *f, float low,
                                    float high) {
    const collide__strand_ground *t = (const collide__strand_ground *)run;
    double lo[3], hi[3], sum = 0;
    collide__cells_bounds(&t->terrain->grid, t->grid, f, low, high, lo, hi);
    for (int k = 0; k < 3; ++k) {
        const double gap = collide__dmax(collide__dmax(lo[k] - t->hi[k], t->lo[k] - hi[k]), 0);
        sum += collide__dmul(gap, gap);
    }
    return sum;
}

static bool collide__strand_off(const collide__strand_ground *t, double square) {
    const double reach = collide__dmul((t->run.limit + t->run.radius) + t->lost, 1.000001);
    return reach < 1e100 && square > collide__dmul(reach, reach);
}

// ---- faces

// Face which of cell (i, j), whose corners have these heights.
static void collide__strand_face(collide__strand_ground *t, size_t i, size_t j, unsigned which,
                                 const float *h) {
    const collide_heights *g = &t->terrain->grid;
    const uint8_t *c = collide__cell_corners[g->other_diagonal][which];
    const double x = collide__dmul((double)(i + (c[0] & 1)), (double)g->dx);
    const double y = collide__dmul((double)(j + (c[0] >> 1)), (double)g->dy);
    collide__core face;
    collide__strand_body body;
    face.kind = COLLIDE__CORE_POINTS;
    face.count = 3;
    face.origin = collide__vec3(0, 0, 0);
    face.radius = face.size = 0;
    for (int k = 0; k < 3; ++k) {
        face.p[k].x = (double)((int)(c[k] & 1) - (int)(c[0] & 1)) * (double)g->dx;
        face.p[k].y = (double)((int)(c[k] >> 1) - (int)(c[0] >> 1)) * (double)g->dy;
        face.p[k].z = (double)h[c[k]] - (double)h[c[0]];
        face.size = collide__dmax(collide__dsum_abs(face.p[k]), face.size);
    }
    body.core = &face;
    body.number = 0;
    body.off.x = t->grid.x + x;
    body.off.y = t->grid.y + y;
    body.off.z = t->grid.z + (double)h[c[0]];
    const double size = ((t->run.size + t->run.radius) + face.size) + collide__dsum_abs(body.off);
    body.slack = collide__dmul(size, COLLIDE__STRAND_SLACK) + t->lost +
                 collide__dmul(x + y + collide__dabs((double)h[c[0]]), COLLIDE__STRAND_LOST);
    body.tolerance = collide__dmul(t->run.extent + size, COLLIDE__STRAND_TOLERANCE);
    const double before = t->run.hi;
    const collide__part whole = collide__strand_whole(t->run.b);
    collide__strand_search(&t->run, &body, &whole, NULL);
    if (t->run.hi < before) {
        t->run.best.feature = COLLIDE_FEATURE_FACE | (uint32_t)which << 26 | (uint32_t)i;
        t->run.best.row = (uint32_t)j;
    }
}

static void collide__strand_cell(collide__strand_ground *t, size_t i, size_t j) {
    const collide_heights *g = &t->terrain->grid;
    const collide__footprint f = {i, j, i + 1, j + 1};
    float h[4];
    COLLIDE__WORK(1);
    collide__heights_read(g, i, j, 2, h);
    collide__heights_read(g, i, j + 1, 2, h + 2);
    const float low = collide__min2(collide__min2(h[0], h[1]), collide__min2(h[2], h[3]));
    const float high = collide__max2(collide__max2(h[0], h[1]), collide__max2(h[2], h[3]));
    // Holes are higher than all heights.
    if (!(high <= COLLIDE__TERRAIN_LIMIT) ||
        collide__strand_off(t, collide__strand_cells(t, &f, low, high)))
        return;
    for (unsigned which = 0; which < 2 && !t->run.over; ++which)
        collide__strand_face(t, i, j, which, h);
}

// ---- squares

// The cells of an axis within the limit of the segment in hand; false if there are none.
static bool collide__strand_under(const collide__strand_ground *t, int axis, size_t *first,
                                  size_t *end) {
    const collide_terrain *b = t->terrain;
    const double reach = collide__dmul((t->run.limit + t->run.radius) + t->lost, 1.000001);
    const double grid = axis ? t->grid.y : t->grid.x;
    const size_t n = axis ? b->grid.rows : b->grid.columns;
    *first = 0;
    *end = n - 1;
    return reach > 1e30 ||
           collide__cells_under((t->lo[axis] - reach) - grid, (t->hi[axis] + reach) - grid,
                                axis ? b->inside.inverse_dy : b->inside.inverse_dx, n, first, end);
}

// A square of 16 by 16 cells: row by row, those within reach.
static void collide__strand_block(void *run, const collide__range *range,
                                  const collide__footprint *f) {
    collide__strand_ground *t = (collide__strand_ground *)run;
    for (size_t j = f->j0; j < f->j1 && !t->run.over; ++j) {
        const collide__footprint all = {f->i0, j, f->i1, j + 1};
        size_t from, to;
        COLLIDE__WORK(1);
        if (collide__strand_off(t, collide__strand_cells(t, &all, range->min, range->max)) ||
            !collide__strand_under(t, 0, &from, &to))
            continue;
        from = collide__max_size(from, f->i0);
        to = collide__min_size(to, f->i1);
        for (size_t i = from; i < to && !t->run.over; ++i)
            collide__strand_cell(t, i, j);
    }
}

static bool collide__strand_passes(void *t, double square) {
    return ((collide__strand_ground *)t)->run.over ||
           collide__strand_off((collide__strand_ground *)t, square);
}

static void collide__strand_squares(collide__strand_ground *t) {
    const collide_heights *g = &t->terrain->grid;
    const collide__footprint all = {0, 0, g->columns - 1, g->rows - 1};
    collide__square_search s;
    s.terrain = t->terrain;
    s.run = t;
    s.bound = collide__strand_cells;
    s.beyond = collide__strand_passes;
    s.block = collide__strand_block;
    collide__squares_search(&s, &all);
}

// ---- segments

// The cell under the middle of the segment, or the nearest to it.
static void collide__strand_below(collide__strand_ground *t) {
    const collide_terrain *b = t->terrain;
    const double x =
        collide__dmul(collide__dmul(0.5, t->lo[0] + t->hi[0]) - t->grid.x, b->inside.inverse_dx);
    const double y =
        collide__dmul(collide__dmul(0.5, t->lo[1] + t->hi[1]) - t->grid.y, b->inside.inverse_dy);
    collide__strand_cell(t, (size_t)(int32_t)collide__clamp(x, (double)(b->grid.columns - 2)),
                         (size_t)(int32_t)collide__clamp(y, (double)(b->grid.rows - 2)));
}

// A segment that a verdict says overlaps: its contact.
static void collide__strand_sunk(collide__strand_ground *t, const collide_cable_contact *c) {
    collide__strand_points *x = &t->run.best;
    memset(x, 0, sizeof *x);
    x->foot = collide__dvec3_of(c->contact.point_b);
    x->normal = collide__dvec3_of(c->contact.normal);
    x->u = (double)c->u;
    x->segment = t->run.segment;
    t->run.lo = t->run.hi = 0;
    t->run.over = t->run.met = t->run.turned = true;
}

// The segment in hand and the terrain.
static void collide__strand_ask_ground(collide__strand_ground *t) {
    collide_cable_contact c;
    const collide_vec3 o = t->terrain->grid.origin;
    for (int k = 0; k < 3; ++k) {
        const double p = collide__doubles(&t->run.b[0])[k], q = collide__doubles(&t->run.b[1])[k];
        const double r = collide__doubles(&t->run.b[2])[k], s = collide__doubles(&t->run.b[3])[k];
        t->lo[k] = collide__dmin(collide__dmin(p, q), collide__dmin(r, s));
        t->hi[k] = collide__dmax(collide__dmax(p, q), collide__dmax(r, s));
    }
    t->grid = collide__dadd(collide__dvec3_of(o), -1, t->run.from);
    t->lost = collide__dmul(
        (collide__dsum_abs(t->grid) + t->run.size) +
            (collide__dmul((double)t->terrain->grid.columns, (double)t->terrain->grid.dx) +
             collide__dmul((double)t->terrain->grid.rows, (double)t->terrain->grid.dy)),
        COLLIDE__STRAND_LOST);
    if (collide_spline_terrain(&t->run.spline, t->terrain, &c)) {
        collide__strand_sunk(t, &c);
        return;
    }
    collide__strand_below(t);
    if (!t->run.over)
        collide__strand_squares(t);
}

static bool collide__strand_ground_of(const collide_cable *a, const collide_terrain *b, float max,
                                      collide__strand_ground *t) {
    t->terrain = b;
    return collide__strand_of(a, max, &t->run) && collide__terrain_valid(b);
}

static bool collide__strand_grounds(const collide_cable *a, const collide_terrain *b, float max,
                                    bool any, collide_cable_distance *out) {
    collide__strand_ground t;
    collide__cable_distance_none(out);
    if (!collide__strand_ground_of(a, b, max, &t))
        return false;
    t.run.any = any;
    for (size_t i = 0; i < t.run.segments && !t.run.over; ++i) {
        COLLIDE__WORK(1);
        collide__strand_segment(&t.run, i);
        collide__strand_ask_ground(&t);
    }
    return collide__strand_end(&t.run, out);
}

COLLIDE_API bool collide_cable_terrain_distance(const collide_cable *a, const collide_terrain *b,
                                                float max, collide_cable_distance *out) {
    return collide__strand_grounds(a, b, max, false, out);
}

COLLIDE_API bool collide_cable_terrain_within(const collide_cable *a, const collide_terrain *b,
                                              float margin) {
    return collide__strand_grounds(a, b, margin, true, NULL);
}

COLLIDE_API size_t collide_cable_terrain_clearances(const collide_cable *a,
                                                    const collide_terrain *b, float max,
                                                    collide_cable_distance *out, size_t capacity) {
    collide__strand_ground t;
    COLLIDE_ASSERT(out || !capacity);
    if (!collide__strand_ground_of(a, b, max, &t))
        return 0;
    for (size_t i = 0; i < t.run.segments && i < capacity; ++i) {
        collide__strand_start(&t.run);
        collide__strand_segment(&t.run, i);
        collide__strand_ask_ground(&t);
        collide__strand_clear(&t.run, out);
    }
    return t.run.segments;
}
#undef COLLIDE__STRAND_LOST
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE, COLLIDE_NO_TERRAIN
