#pragma once
#include "../base/work.h"
#include "sweep.h"
#include "terrain.h"

// ---- sweeps of a shape over terrain ----------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TERRAIN)
// A shape that does not overlap the terrain at the start first touches a face, or a wall below the
// side of a cell where the grid or a hole begins. So the first contact is the first of the sweeps
// against these triangles. Squares are asked in the order in which the shape's bounds enter the
// solid below their highest point, and what they enter after a proven contact is not asked.

typedef struct collide__terrain_sweep {
    const collide__core *core; // coordinates are relative to its origin
    const collide_terrain *terrain;
    collide__dvec3 v;
    double side[6], slack; // bounds at the start, and a bound of their rounding
    double t_max;          // of a proven contact, once there is one
    collide_bracket best;
    collide__core face; // the triangle of best, and its place
    collide__dvec3 from;
    collide_pair cell;
} collide__terrain_sweep;

// Cuts an interval of times to those at which lo and hi, moving at v, overlap an interval of space.
static void collide__times_within(double lo, double hi, double v, double from, double to,
                                  double *t) {
    if (v > 0 || v < 0) {
        const double a = (from - hi) / v, b = (to - lo) / v;
        t[0] = (v > 0 ? a : b) > t[0] ? (v > 0 ? a : b) : t[0];
        t[1] = (v > 0 ? b : a) < t[1] ? (v > 0 ? b : a) : t[1];
    } else if (!(lo <= to && hi >= from)) {
        t[1] = -1;
    }
}

// The times at which the bounds overlap the columns of cells below the height high; false if there
// are none that matter.
static bool collide__sweep_enters(const collide__terrain_sweep *s, const collide__footprint *f,
                                  double high, double *t) {
    const collide_heights *g = &s->terrain->grid;
    const collide_vec3 o = s->core->origin;
    const double x = (double)g->origin.x - (double)o.x, y = (double)g->origin.y - (double)o.y;
    const double x0 = x + collide__dmul((double)f->i0, (double)g->dx);
    const double x1 = x + collide__dmul((double)f->i1, (double)g->dx);
    const double y0 = y + collide__dmul((double)f->j0, (double)g->dy);
    const double y1 = y + collide__dmul((double)f->j1, (double)g->dy);
    const double z = high + ((double)g->origin.z - (double)o.z);
    // Roundings of what is subtracted, and of quotients.
    const double slack =
        s->slack + collide__dmul((collide__dabs(x0) + collide__dabs(x1)) +
                                     (collide__dabs(y0) + collide__dabs(y1)) + collide__dabs(z),
                                 9.094947017729282e-13); // 2^-40
    t[0] = 0;
    t[1] = s->t_max;
    collide__times_within(s->side[0], s->side[1], s->v.x, x0 - slack, x1 + slack, t);
    collide__times_within(s->side[2], s->side[3], s->v.y, y0 - slack, y1 + slack, t);
    collide__times_within(s->side[4], s->side[4], s->v.z, -DBL_MAX, z + slack, t);
    return t[0] <= t[1] && (s->best.verdict != COLLIDE_HIT || t[0] < (double)s->best.t_lo);
}

// One triangle.
static void collide__sweep_triangle(collide__terrain_sweep *s, const collide__dvec3 *triangle,
                                    size_t i, size_t j) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__core face;
    collide_bracket t;
    face.kind = COLLIDE__CORE_POINTS;
    face.count = 3;
    face.origin = collide__vec3(0, 0, 0);
    face.p[0] = zero;
    face.radius = face.size = 0;
    for (int k = 1; k < 3; ++k) {
        face.p[k] = collide__dadd(triangle[k], -1, triangle[0]);
        face.size = collide__dmax(collide__dsum_abs(face.p[k]), face.size);
    }
    const bool swapped = collide__core_swapped(s->core, &face);
    collide__core_pair p =
        collide__core_pair_of(swapped ? &face : s->core, swapped ? s->core : &face, swapped);
    p.d = swapped ? collide__dneg(triangle[0]) : triangle[0];
    p.size = (s->core->size + face.size) + (collide__dsum_abs(p.d) + p.radius);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.tolerance = collide__dmul(p.size, 5.9604644775390625e-8); // 2^-24
    collide__sweep_first(&p, swapped ? s->v : collide__dneg(s->v), s->t_max, &t);
    if (t.verdict == COLLIDE_MISS)
        return;
    collide_bracket *best = &s->best;
    const bool hit = t.verdict == COLLIDE_HIT, before = best->verdict == COLLIDE_HIT;
    const float end = hit != before                   ? hit ? t.t_hi : best->t_hi
                      : hit                           ? collide__min2(t.t_hi, best->t_hi)
                      : best->verdict == COLLIDE_MISS ? t.t_hi
                                                      : collide__max2(t.t_hi, best->t_hi);
    if (best->verdict == COLLIDE_MISS || t.t_lo < best->t_lo) {
        if (swapped)
            t.normal = collide__vec3(-t.normal.x, -t.normal.y, -t.normal.z);
        s->best = t;
        s->face = face;
        s->from = triangle[0];
        s->cell.a = (uint32_t)i;
        s->cell.b = (uint32_t)j;
    }
    best->verdict = hit || before ? COLLIDE_HIT : COLLIDE_NEAR;
    best->t_hi = end;
    if (hit)
        s->t_max = (double)end < s->t_max ? (double)end : s->t_max;
}

// The wall below an edge of a cell, down to below the shape.
static void collide__sweep_wall(collide__terrain_sweep *s, collide__dvec3 p, collide__dvec3 q,
                                const double *t, size_t i, size_t j) {
    const double a = collide__dmul(t[0], s->v.z), b = collide__dmul(t[1], s->v.z);
    const double low = s->side[4] + (a < b ? a : b), top = p.z < q.z ? p.z : q.z;
    // What moves straight up or down meets the edge first, so the wall need not be high.
    const double deep = s->v.x > 0 || s->v.x < 0 || s->v.y > 0 || s->v.y < 0 ? low : top;
    const collide__dvec3 up = {0, 0, 1};
    collide__dvec3 triangle[3];
    const double way = (deep < top ? top - deep : 0) + (s->side[5] - s->side[4]) +
                       (collide__dabs(p.x - q.x) + collide__dabs(p.y - q.y));
    triangle[0] = p;
    triangle[1] = q;
    triangle[2] = collide__dadd(q, (top - way) - q.z, up);
    collide__sweep_triangle(s, triangle, i, j);
    triangle[1] = triangle[2];
    triangle[2] = collide__dadd(p, (top - way) - p.z, up);
    collide__sweep_triangle(s, triangle, i, j);
}

// The corners of each side of a cell.
static const uint8_t collide__wall_ends[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};

// Whether there is a wall below side k of a cell: there is no other cell beyond it.
static bool collide__cell_wall(const collide_terrain *t, collide_vec3 from, size_t i, size_t j,
                               int k) {
    static const uint8_t beyond[4][2] = {{1, 0}, {2, 1}, {1, 2}, {0, 1}};
    const size_t x = i + beyond[k][0] - 1, y = j + beyond[k][1] - 1;
    collide__dvec3 v[4];
    return x >= t->grid.columns - 1 || y >= t->grid.rows - 1 ||
           (t->holes && !collide__cell_places(t, from, x, y, v));
}

// The faces and walls of a cell.
static void collide__sweep_cell(collide__terrain_sweep *s, size_t i, size_t j) {
    const collide_heights *g = &s->terrain->grid;
    const collide__footprint f = {i, j, i + 1, j + 1};
    const double above = (double)s->core->origin.z - (double)g->origin.z;
    collide__dvec3 v[4];
    double t[2];
    COLLIDE__WORK(1);
    if (!collide__cell_places(s->terrain, s->core->origin, i, j, v))
        return;
    for (uint32_t k = 0; k < 2; ++k) {
        const uint8_t *c = collide__cell_corners[g->other_diagonal][k];
        const collide__dvec3 face[3] = {v[c[0]], v[c[1]], v[c[2]]};
        const double high = collide__dmax(collide__dmax(face[0].z, face[1].z), face[2].z);
        if (collide__sweep_enters(s, &f, high + above, t))
            collide__sweep_triangle(s, face, i, j);
    }
    for (int k = 0; k < 4; ++k) {
        if (!collide__cell_wall(s->terrain, s->core->origin, i, j, k))
            continue;
        const collide__dvec3 p = v[collide__wall_ends[k][0]], q = v[collide__wall_ends[k][1]];
        const collide__footprint wall = {i + (k == 1), j + (k == 2), i + (k != 3), j + (k != 0)};
        if (collide__sweep_enters(s, &wall, collide__dmax(p.z, q.z) + above, t))
            collide__sweep_wall(s, p, q, t, i, j);
    }
}

// The cells of a square that lie on the way, row by row.
static void collide__sweep_square(collide__terrain_sweep *s, const collide__footprint *f,
                                  double high) {
    const collide_heights *g = &s->terrain->grid;
    const double x = (double)g->origin.x - (double)s->core->origin.x;
    for (size_t row = f->j0; row < f->j1; ++row) {
        const size_t j = s->v.y < 0 ? f->j1 - 1 - (row - f->j0) : row;
        const collide__footprint all = {f->i0, j, f->i1, j + 1};
        double t[2];
        COLLIDE__WORK(1);
        if (!collide__sweep_enters(s, &all, high, t))
            continue;
        const double a = collide__dmul(t[0], s->v.x), b = collide__dmul(t[1], s->v.x);
        const double slack = s->slack + collide__dmul(collide__dabs(x) + collide__dabs(a) +
                                                          collide__dabs(b) + (double)g->dx,
                                                      9.5367431640625e-7); // 2^-20
        const double lo = ((s->side[0] + (a < b ? a : b)) - slack) - x;
        const double hi = ((s->side[1] + (a < b ? b : a)) + slack) - x;
        size_t i0, i1;
        if (!collide__cells_under(lo, hi, s->terrain->inside.inverse_dx, g->columns, &i0, &i1))
            continue;
        i0 = collide__max_size(i0, f->i0);
        i1 = collide__min_size(i1, f->i1);
        for (size_t column = i0; column < i1; ++column) {
            const size_t i = s->v.x < 0 ? i1 - 1 - (column - i0) : column;
            const collide__footprint cell = {i, j, i + 1, j + 1};
            if (collide__sweep_enters(s, &cell, high, t))
                collide__sweep_cell(s, i, j);
        }
    }
}

// Asks the squares under the way, those that the shape enters first before others.
static void collide__sweep_squares(collide__terrain_sweep *s) {
    struct {
        uint32_t i, j, level;
        float t;
    } stack[4 * 24], moved;
    const collide_terrain *terrain = s->terrain;
    const collide_heights *g = &terrain->grid;
    size_t depth = 1;
    stack[0].i = stack[0].j = 0;
    stack[0].level = terrain->levels - 1;
    while (depth > 0) {
        const size_t i = stack[--depth].i, j = stack[depth].j, begin = depth;
        const uint32_t level = stack[depth].level, shift = level + 4;
        const collide__range *range = collide__terrain_ranges(terrain) +
                                      collide__terrain_level(g, level) +
                                      (j * collide__squares(g->columns, level) + i);
        const collide__footprint f = collide__square_cells(g, level, i, j);
        double t[2];
        COLLIDE__WORK(1);
        if (!collide__sweep_enters(s, &f, (double)range->max, t))
            continue;
        if (level == 0) {
            collide__sweep_square(s, &f, (double)range->max);
            continue;
        }
        for (size_t k = 0; k < 4; ++k) {
            const size_t x = 2 * i + (k & 1), y = 2 * j + (k >> 1), size = (size_t)1 << (shift - 1);
            if (x >= collide__squares(g->columns, level - 1) ||
                y >= collide__squares(g->rows, level - 1))
                continue;
            const collide__footprint part = {x * size, y * size, (x + 1) * size, (y + 1) * size};
            if (!collide__sweep_enters(s, &part, (double)range->max, t))
                continue;
            moved.i = (uint32_t)x;
            moved.j = (uint32_t)y;
            moved.level = level - 1;
            moved.t = (float)t[0];
            size_t to = depth++;
            for (; to > begin && stack[to - 1].t < moved.t; --to)
                stack[to] = stack[to - 1];
            stack[to] = moved;
        }
    }
}

// The point of the best triangle that is nearest at t_lo.
static collide_vec3 collide__sweep_point(const collide__terrain_sweep *s) {
    const collide__dvec3 at = collide__dadd(s->from, -(double)s->best.t_lo, s->v);
    collide__core_pair p = collide__core_pair_of(s->core, &s->face, false);
    collide__gjk_result found;
    collide__dvec3 a, b;
    p.d = at;
    p.size = (s->core->size + s->face.size) + (collide__dsum_abs(at) + p.radius);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK);
    p.tolerance = p.slack;
    collide__gjk(&p, collide__dvec3_of(s->best.normal), DBL_MAX, -DBL_MAX, &found);
    (void)collide__simplex_points(&p, &found.s, &a, &b);
    return collide__dround_zero(
        collide__dadd(collide__dadd(collide__dvec3_of(s->core->origin), 1, s->from), 1, b));
}

// A shape that overlaps the terrain at the start: the normal and the place of its deepest contact.
static void collide__sweep_begun(const collide_shape *a, const collide_terrain *b,
                                 collide_bracket *out, collide_vec3 *point, collide_pair *cell) {
    collide_contact c;
    out->t_lo = out->t_hi = out->gap = 0;
    out->verdict = COLLIDE_HIT;
    out->normal = collide__vec3(0, 0, 1);
    // Thin cylinders have no contacts, and what overlaps only the cells of a tile's neighbours.
    *point = a->kind == COLLIDE_SHAPE_CONVEX ? a->of.convex.pose.position : a->of.cylinder.center;
    if (collide_shape_terrain_contacts(a, b, NULL, &c, 1) == 0)
        return;
    out->normal = c.normal;
    cell->a = COLLIDE_FEATURE_CELL(c.feature_b);
    cell->b = COLLIDE_FEATURE_CELL(c.feature_a);
    *point = c.point_b;
}

// Any other shape.
COLLIDE__NOINLINE void collide__sweep_ahead(const collide_shape *a, collide_vec3 va,
                                            const collide_terrain *b, float t_max,
                                            collide_bracket *out, collide_vec3 *point,
                                            collide_pair *cell) {
    collide__terrain_sweep s;
    collide__core core;
    s.v = collide__dvec3_of(va);
    if (!collide__core_of(&core, a) || !(collide__dsum_abs(s.v) > 0))
        return;
    s.core = &core;
    s.terrain = b;
    s.best = *out;
    s.cell = *cell;
    for (uint32_t i = 0; i < 3; ++i) {
        const collide__dvec3 m = collide__coordinate_axis(i), back = collide__dneg(m);
        s.side[2 * i] = -collide__core_body_reach(&core, back, core.origin);
        s.side[2 * i + 1] = collide__core_body_reach(&core, m, core.origin);
    }
    s.slack = 1e-6 * (core.size + core.radius);
    s.t_max = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    collide__sweep_squares(&s);
    *out = s.best;
    *cell = s.cell;
    if (s.best.verdict != COLLIDE_MISS)
        *point = collide__sweep_point(&s);
}

COLLIDE_API bool collide_shape_terrain_sweep(const collide_shape *a, collide_vec3 va,
                                             const collide_terrain *b, float t_max,
                                             collide_bracket *out, collide_vec3 *point,
                                             collide_pair *cell) {
    collide_bracket t;
    collide_vec3 at = collide__vec3(0, 0, 0);
    collide_pair in = {0, 0};
    COLLIDE_ASSERT(a);
    collide__bracket_none(&t);
    if (collide__finite3(va) && t_max >= 0 && collide__terrain_valid(b)) {
        if (collide_shape_terrain(a, b))
            collide__sweep_begun(a, b, &t, &at, &in);
        else
            collide__sweep_ahead(a, va, b, t_max, &t, &at, &in);
    }
    collide__bracket_zeros(&t);
    if (out)
        *out = t;
    if (point)
        *point = at;
    if (cell)
        *cell = in;
    return t.verdict != COLLIDE_MISS;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TERRAIN
