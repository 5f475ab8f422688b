#pragma once
#include "../shape/terrain_sweep.h"
#include "pieces.h"

// ---- a shape that moves and turns over terrain -------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && !defined(COLLIDE_NO_TERRAIN)
// As in terrain_sweep.h, a shape that does not overlap the terrain at the start first touches a
// face or a wall. A square of 2^more by 2^more cells is a box; where it has walls, the box reaches
// down as far as the shape comes. Coordinates are relative to the origin of the grid, and exact.

#define COLLIDE__GROUND_SQUARE 0u
#define COLLIDE__GROUND_FACE 1u // more is 0 or 1
#define COLLIDE__GROUND_WALL 2u // more is 2 times the side, and the number of the triangle
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

static collide__footprint collide__land_cells(const collide_heights *g,
                                              const collide__piece *piece) {
    const size_t size = (size_t)1 << piece->more, i = piece->i, j = piece->j;
    const collide__footprint f = {i, j, collide__min_size(i + size, g->columns - 1),
                                  collide__min_size(j + size, g->rows - 1)};
    return f;
}

// The corners of a face or of half a wall; a wall ends below low.
static bool collide__land_corners(const collide__pieces *run, const collide__piece *piece,
                                  collide__dvec3 *out) {
    const collide_terrain *t = (const collide_terrain *)run->of;
    collide__dvec3 v[4];
    if (!collide__cell_places(t, t->grid.origin, piece->i, piece->j, v))
        return false;
    if (piece->kind == COLLIDE__GROUND_FACE) {
        collide__cell_face(v, t->grid.other_diagonal, (int)piece->more, out);
        return true;
    }
    const uint8_t *ends = collide__wall_ends[piece->more / 2];
    collide__dvec3 p = v[ends[0]], q = v[ends[1]];
    // Never flat, so that there is a normal.
    const double deep = collide__dmin(run->low, collide__dmin(p.z, q.z)) -
                        (collide__dabs(p.x - q.x) + collide__dabs(p.y - q.y));
    out[0] = p;
    out[1] = q;
    p.z = q.z = deep;
    out[2] = q;
    if (piece->more & 1) {
        out[1] = q;
        out[2] = p;
    }
    return true;
}

static bool collide__land_body(const collide__pieces *run, const collide__piece *piece,
                               collide__moving *out, uint32_t *kind) {
    const collide_terrain *t = (const collide_terrain *)run->of;
    const collide_heights *g = &t->grid;
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 corner[3];
    if (piece->kind != COLLIDE__GROUND_SQUARE) {
        *kind = COLLIDE_SHAPE_TRIANGLE;
        if (!collide__land_corners(run, piece, corner))
            return false;
        collide__piece_points(run, zero, corner, 3, 0, 0, out);
        return true;
    }
    const collide__footprint f = collide__land_cells(g, piece);
    double low, high;
    bool walls;
    if (!collide__land_range(t, &f, piece->more, &low, &high, &walls))
        return false;
    low = walls ? collide__dmin(run->low, low) : low;
    const double lo[3] = {collide__dmul((double)f.i0, (double)g->dx),
                          collide__dmul((double)f.j0, (double)g->dy), low};
    const double hi[3] = {collide__dmul((double)f.i1, (double)g->dx),
                          collide__dmul((double)f.j1, (double)g->dy), high};
    *kind = COLLIDE_SHAPE_AABB;
    collide__piece_box(run, lo, hi, 0, out);
    return true;
}

static bool collide__land_last(const collide__pieces *run, const collide__piece *piece) {
    (void)run;
    return piece->kind != COLLIDE__GROUND_SQUARE;
}

static void collide__land_open(collide__pieces *run, const collide__piece *piece) {
    const collide_terrain *t = (const collide_terrain *)run->of;
    collide__piece next = *piece;
    if (piece->more > 0) {
        const uint32_t half = 1u << (piece->more - 1);
        --next.more;
        for (uint32_t k = 0; k < 4; ++k) {
            next.i = piece->i + (k & 1 ? half : 0);
            next.j = piece->j + (k & 2 ? half : 0);
            if (next.i < t->grid.columns - 1 && next.j < t->grid.rows - 1)
                collide__piece_put(run, &next);
        }
        return;
    }
    next.kind = COLLIDE__GROUND_FACE;
    for (next.more = 0; next.more < 2; ++next.more)
        collide__piece_put(run, &next);
    next.kind = COLLIDE__GROUND_WALL;
    for (next.more = 0; next.more < 8; ++next.more)
        if (collide__cell_wall(t, t->grid.origin, piece->i, piece->j, (int)next.more / 2))
            collide__piece_put(run, &next);
}

static void collide__land_ask(collide__pieces *run, const collide__piece *piece) {
    collide_bracket t;
    collide__piece_contact(run, &t);
    collide__piece_found(run, &t, piece);
}

static const collide__piece_type collide__land = {collide__land_body, collide__land_last,
                                                  collide__land_open, collide__land_ask};

// The times at which the ball about the pivot that holds the shape is over the grid and not above
// it, and how deep it comes; false if there are none. What falls past walls for long is not
// followed.
static bool collide__land_times(collide__pieces *run, const collide_terrain *t, double *from) {
    const collide_heights *g = &t->grid;
    const collide__moving *m = &run->shape;
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
    run->low = ((at.z + z) - r) - size;
    return true;
}

// The point of the first piece that is nearest at t_lo.
static void collide__land_place(collide__pieces *run, collide_vec3 *point, collide_pair *cell) {
    collide__motion_probe at;
    cell->a = run->first.i;
    cell->b = run->first.j;
    if (!collide__piece_begin(run, &run->first, run->t_max))
        return;
    collide__motion_search_at(&run->s, &at, (double)run->best.t_lo);
    *point = collide__dround_zero(
        collide__dadd(collide__dvec3_of(run->motion->pivot), 1, at.side[!run->swapped].point));
}

COLLIDE__NOINLINE bool collide__land_ahead(const collide_shape *a, const collide_motion *motion,
                                           const collide_terrain *b, float t_max, float tolerance,
                                           collide_bracket *out, collide_vec3 *point,
                                           collide_pair *cell) {
    collide__pieces run;
    collide__piece all;
    collide_motion rest = collide_motion_at_rest();
    const collide_aabb unit = {{0, 0, 0}, {1, 1, 1}};
    const collide_shape box = collide_shape_from_aabb(&unit);
    rest.pivot = rest.pose.position = b->grid.origin;
    run.type = &collide__land;
    run.of = b;
    run.motion = &rest;
    run.kind = a->kind;
    run.tolerance = tolerance;
    run.t_max = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    if (!collide__moving_begin(&run.shape, a, motion) ||
        !collide__moving_begin(&run.box, &box, &rest) || !collide__land_times(&run, b, &all.free))
        return false;
    all.i = all.j = 0;
    all.kind = COLLIDE__GROUND_SQUARE;
    all.more = b->levels + 3;
    collide__pieces_search(&run, all);
    collide__pieces_end(&run);
    *out = run.best;
    if (out->verdict == COLLIDE_MISS)
        return false;
    collide__land_place(&run, point, cell);
    return true;
}

COLLIDE_API bool collide_shape_terrain_motion(const collide_shape *a, const collide_motion *motion,
                                              const collide_terrain *b, float t_max,
                                              float tolerance, collide_bracket *out,
                                              collide_vec3 *point, collide_pair *cell) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket t;
    collide_vec3 at = collide__vec3(0, 0, 0);
    collide_pair in = {0, 0};
    COLLIDE_ASSERT(a);
    motion = motion ? motion : &rest;
    collide__bracket_none(&t);
    if (t_max >= 0 && a->kind != COLLIDE_SHAPE_PLANE && collide__terrain_valid(b) &&
        collide__finite3(motion->pivot) && collide__finite3(motion->velocity) &&
        collide__finite3(motion->spin) && collide_pose_check(&motion->pose) == COLLIDE_OK) {
        const collide_shape posed = collide_shape_under_pose(a, &motion->pose);
        if (collide_shape_terrain(&posed, b))
            collide__sweep_begun(&posed, b, &t, &at, &in);
        else
            collide__land_ahead(a, motion, b, t_max, tolerance, &t, &at, &in);
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
#undef COLLIDE__GROUND_SQUARE
#undef COLLIDE__GROUND_FACE
#undef COLLIDE__GROUND_WALL
#undef COLLIDE__GROUND_FALL
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TERRAIN
