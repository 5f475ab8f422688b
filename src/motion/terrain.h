#pragma once
#include "../shape/terrain_sweep.h"
#include "pieces.h"

// ---- a shape that moves and turns over terrain -------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && !defined(COLLIDE_NO_TERRAIN)
// As in terrain_sweep.h, a shape that does not overlap the terrain at the start first touches a
// face or a wall. A square of 2^more by 2^more cells is a box; where it has walls, the box reaches
// down as far as the shape comes. The level of a square is more; of a face it ends in its number, 0
// or 1. Coordinates are relative to the origin of the grid, and exact.

#define COLLIDE__GROUND_WALL 16u // and 2 times the side, and the number of the triangle
#define COLLIDE__GROUND_FALL 65536.0

// The range of heights of a square; false if it has holes alone. *walls says whether it may have
// walls.
static bool collide__land_range(const collide_terrain *t, const collide__footprint *f,
                                uint32_t level, double *low, double *high, bool *walls) {
    const collide_heights *g = &t->grid;
    float row[2][COLLIDE__TERRAIN_BLOCK + 1];
    const collide__footprint wider = {f->i0 - (f->i0 > 0), f->j0 - (f->j0 > 0),
                                      collide__min_size(f->i1 + 1, g->columns - 1),
                                      collide__min_size(f->j1 + 1, g->rows - 1)};
    *walls = f->i0 == 0 || f->j0 == 0 || f->i1 >= g->columns - 1 || f->j1 >= g->rows - 1 ||
             collide__holes_under(t, &wider);
    if (level >= 4) {
        const collide__range *range =
            collide__terrain_ranges(t) +
            (collide__terrain_level(g, level - 4) +
             (f->j0 >> level) * collide__squares(g->columns, level - 4) + (f->i0 >> level));
        *low = (double)range->min;
        *high = (double)range->max;
        return range->min <= range->max;
    }
    float least = COLLIDE__HOLE, most = -COLLIDE__HOLE;
    const size_t n = f->i1 - f->i0;
    collide__heights_read(g, f->i0, f->j0, n + 1, row[0]);
    for (size_t j = f->j0; j < f->j1; ++j) {
        const float *below = row[(j - f->j0) & 1], *above = row[(j + 1 - f->j0) & 1];
        collide__heights_read(g, f->i0, j + 1, n + 1, row[(j + 1 - f->j0) & 1]);
        for (size_t i = 0; i < n; ++i) {
            const float h = collide__max2(collide__max2(below[i], below[i + 1]),
                                          collide__max2(above[i], above[i + 1]));
            COLLIDE__WORK(1);
            if (!(h <= COLLIDE__TERRAIN_LIMIT))
                continue;
            most = collide__max2(h, most);
            least = collide__min2(collide__min2(collide__min2(below[i], below[i + 1]),
                                                collide__min2(above[i], above[i + 1])),
                                  least);
        }
    }
    *low = (double)least;
    *high = (double)most;
    return least <= most;
}

static collide__footprint collide__land_cells(const collide_heights *g, collide__reach_code code) {
    const size_t size = (size_t)1 << code.level, i = code.i, j = code.j;
    const collide__footprint f = {i, j, collide__min_size(i + size, g->columns - 1),
                                  collide__min_size(j + size, g->rows - 1)};
    return f;
}

// The corners of a face or of half a wall; a wall ends below low.
static bool collide__land_corners(const collide__reach_side *side, collide__reach_code code,
                                  collide__dvec3 *out) {
    const collide_terrain *t = (const collide_terrain *)side->of;
    collide__dvec3 v[4];
    if (!collide__cell_places(t, t->grid.origin, code.i, code.j, v))
        return false;
    if (!(code.level & COLLIDE__GROUND_WALL)) {
        collide__cell_face(v, t->grid.other_diagonal, (int)(code.level & 1), out);
        return true;
    }
    const uint8_t *ends = collide__wall_ends[code.level / 2 & 3];
    collide__dvec3 p = v[ends[0]], q = v[ends[1]];
    // Never flat, so that there is a normal.
    const double deep = collide__dmin(side->low, collide__dmin(p.z, q.z)) -
                        (collide__dabs(p.x - q.x) + collide__dabs(p.y - q.y));
    out[0] = p;
    out[1] = q;
    p.z = q.z = deep;
    out[2] = q;
    if (code.level & 1) {
        out[1] = q;
        out[2] = p;
    }
    return true;
}

static bool collide__land_body(const collide__reach_side *side, collide__reach_code code,
                               collide__moving *out) {
    const collide_terrain *t = (const collide_terrain *)side->of;
    const collide_heights *g = &t->grid;
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 corner[3];
    if (code.level & COLLIDE__REACH_FINAL) {
        if (!collide__land_corners(side, code, corner))
            return false;
        collide__piece_points(side, zero, corner, 3, 0, 0, out);
        return true;
    }
    const collide__footprint f = collide__land_cells(g, code);
    double low, high;
    bool walls;
    if (!collide__land_range(t, &f, code.level, &low, &high, &walls))
        return false;
    low = walls ? collide__dmin(side->low, low) : low;
    const double lo[3] = {collide__dmul((double)f.i0, (double)g->dx),
                          collide__dmul((double)f.j0, (double)g->dy), low};
    const double hi[3] = {collide__dmul((double)f.i1, (double)g->dx),
                          collide__dmul((double)f.j1, (double)g->dy), high};
    return collide__reach_box(side, lo, hi, 0, out);
}

static void collide__land_open(const collide__reach_side *side, collide__reach_code code,
                               collide__reach_kids *out) {
    const collide_terrain *t = (const collide_terrain *)side->of;
    collide__reach_code next = code;
    out->count = 0;
    if (code.level > 0) {
        const uint32_t half = 1u << (code.level - 1);
        --next.level;
        for (uint32_t k = 0; k < 4; ++k) {
            next.i = code.i + (k & 1 ? half : 0);
            next.j = code.j + (k & 2 ? half : 0);
            if (next.i < t->grid.columns - 1 && next.j < t->grid.rows - 1)
                out->code[out->count++] = next;
        }
        return;
    }
    for (uint32_t k = 0; k < 10; ++k) { // two faces, and two triangles of each wall
        next.level = COLLIDE__REACH_FINAL | (k < 2 ? k : COLLIDE__GROUND_WALL | (k - 2));
        if (k < 2 || collide__cell_wall(t, t->grid.origin, code.i, code.j, (int)k / 2 - 1))
            out->code[out->count++] = next;
    }
}

static const collide__reach_type collide__land = {collide__land_body, collide__land_open, NULL,
                                                  NULL};

// The times at which the ball about the pivot that holds the shape is over the grid and not above
// it, and how deep it comes; false if there are none. What falls past walls for long is not
// followed.
static bool collide__land_times(collide__reach_run *run, collide__reach_side *side,
                                const collide_terrain *t, double *from) {
    const collide_heights *g = &t->grid;
    const collide__moving *m = &side[0].whole;
    const collide__range *all =
        collide__terrain_ranges(t) + collide__terrain_level(g, t->levels - 1);
    const collide__dvec3 at = collide__dsub(m->pivot, g->origin);
    const double x = collide__dmul((double)(g->columns - 1), (double)g->dx);
    const double y = collide__dmul((double)(g->rows - 1), (double)g->dy);
    const double low = (double)all->min, high = (double)all->max;
    const double size = m->size + m->start.radius;
    const double r = size + collide__dmul((size + collide__dsum_abs(at)) + (x + y) +
                                              (collide__dabs(low) + collide__dabs(high)),
                                          9.094947017729282e-13); // 2^-40
    double time[2] = {0, run->t_max};
    if (!(all->min <= all->max))
        return false;
    collide__times_within(at.x - r, at.x + r, m->velocity.x, 0, x, time);
    collide__times_within(at.y - r, at.y + r, m->velocity.y, 0, y, time);
    collide__times_within(at.z - r, at.z + r, m->velocity.z, -DBL_MAX, high, time);
    // Roundings of quotients.
    *from = collide__dmul(time[0], 1 - 9.094947017729282e-13);
    time[1] = collide__dmul(time[1], 1 + 9.094947017729282e-13);
    if (!(*from <= time[1]) || *from > run->t_max)
        return false;
    double fall = collide__dmul(collide__dmul(4, size) + (high - low), COLLIDE__GROUND_FALL);
    fall += at.z > low ? at.z - low : 0;
    const double end = time[1] < run->t_max ? time[1] : run->t_max;
    run->window = end;
    if (m->velocity.z < 0 && collide__dmul(-m->velocity.z, end - *from) > fall)
        run->window = *from + collide__ddiv(fall, -m->velocity.z);
    run->cut = run->window < end;
    const double z = m->velocity.z < 0 ? collide__dmul(m->velocity.z, run->window) : 0;
    side[1].low = ((at.z + z) - r) - size;
    return true;
}

// The point of the first piece that is nearest at t_lo.
static void collide__land_place(collide__reach_run *run, collide_vec3 *point, collide_pair *cell) {
    collide__motion_probe at;
    cell->a = run->first.b.i;
    cell->b = run->first.b.j;
    if (collide__reach_look(run, &run->first, (double)run->best.t_lo, &at))
        *point = collide__dround_zero(collide__dadd(collide__dvec3_of(run->side[1]->motion->pivot),
                                                    1, at.side[!run->swapped].point));
}

COLLIDE__NOINLINE bool collide__land_ahead(const collide_shape *a, const collide_motion *motion,
                                           const collide_terrain *b, float t_max, float tolerance,
                                           collide_bracket *out, collide_vec3 *point,
                                           collide_pair *cell) {
    collide__reach_run run;
    collide__reach_side side[2];
    collide__reach_task all;
    collide_motion rest = collide_motion_at_rest();
    rest.pivot = rest.pose.position = b->grid.origin;
    if (!collide__pieces_begin(&run, side, a, motion, &collide__land, b, &rest, t_max, tolerance) ||
        !collide__land_times(&run, side, b, &all.free))
        return false;
    all.a = collide__reach_root(COLLIDE__REACH_FINAL);
    all.b = collide__reach_root(b->levels + 3);
    collide__reach_run_all(&run, &all);
    *out = run.best;
    if (out->verdict == COLLIDE_MISS)
        return false;
    collide__land_place(&run, point, cell);
    return true;
}

COLLIDE_API bool collide_shape_terrain_motion(const collide_shape *a,
                                              const collide_motion *motion_a,
                                              const collide_terrain *b, float t_max,
                                              float tolerance, collide_bracket *out,
                                              collide_vec3 *point, collide_pair *cell) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket t;
    collide_vec3 at = collide__vec3(0, 0, 0);
    collide_pair in = {0, 0};
    COLLIDE_ASSERT(a);
    motion_a = motion_a ? motion_a : &rest;
    collide__bracket_none(&t);
    if (t_max >= 0 && a->kind != COLLIDE_SHAPE_PLANE && collide__terrain_valid(b) &&
        collide__finite3(motion_a->pivot) && collide__finite3(motion_a->velocity) &&
        collide__finite3(motion_a->spin) && collide_pose_check(&motion_a->pose) == COLLIDE_OK) {
        const collide_shape posed = collide_shape_under_pose(a, &motion_a->pose);
        if (collide_shape_terrain(&posed, b))
            collide__sweep_begun(&posed, b, &t, &at, &in);
        else
            collide__land_ahead(a, motion_a, b, t_max, tolerance, &t, &at, &in);
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
#undef COLLIDE__GROUND_WALL
#undef COLLIDE__GROUND_FALL
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TERRAIN
