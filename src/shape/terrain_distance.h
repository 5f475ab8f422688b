#pragma once
#include "batches.h"
#include "terrain.h"
#include "../terrain/contacts_faces.h"

// ---- the distance of a shape and terrain -----------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TERRAIN)
// As in tree_nearest.h, the result does not depend on the order of the search: it is the face with
// the least lo, then hi, then number, and none is left out whose lo may be the least, until so many
// have been asked that faces equally far must be many. Coordinates are relative to the shape's
// origin. The corners of faces are sums in double; what these sums lose widens the brackets.
#define COLLIDE__GROUND_WIDE 3.814697265625e-06     // 2^-18: more than a bracket is wide,
#define COLLIDE__GROUND_CLOSED 9.5367431640625e-07  // 2^-20: of points and spheres
#define COLLIDE__GROUND_LITTLE 4.76837158203125e-07 // 2^-21
#define COLLIDE__GROUND_FUZZ 5.684341886080802e-14  // 2^-44: more than bounds are rounded
#define COLLIDE__GROUND_MANY 512
#define COLLIDE__GROUND_FAR 1e100

typedef struct collide__ground_run {
    const collide_terrain *terrain;
    const collide_shape *shape;
    collide__core core;
    collide__dvec3 grid; // the grid's origin
    double lost;         // a bound of what grid lost
    double side[6];      // bounds of the core
    double fuzz;         // of bounds
    double size;         // of the shape and a cell
    double extent, wide; // how wide brackets are, relative to the extent and the distance

    float max;
    bool any, over, found, leans;
    double limit, reach; // faces farther away are left out; the same for the core
    double floor;        // of what was left out since many were asked
    collide__dvec3 n;    // from the face of best to the shape
    double own;          // the least n.p of the core
    size_t asked;
    collide_distance best;
    collide__dvec3 up; // the normal of its face
    uint64_t number;
} collide__ground_run;

// A search through the squares of cells, the nearest first. bound gives a lower bound for cells
// with a range of heights, beyond says whether what has that bound is left out, and block asks the
// cells of a square of the lowest level.
typedef struct collide__square_search {
    const collide_terrain *terrain;
    void *run;
    double (*bound)(const void *run, const collide__footprint *f, float low, float high);
    bool (*beyond)(void *run, double bound);
    void (*block)(void *run, const collide__range *range, const collide__footprint *f);
    size_t waiting;
    struct {
        double bound;
        uint32_t i, j, level;
    } stack[4 * 24], next;
} collide__square_search;

// ---- limits

static void collide__ground_limit(collide__ground_run *run, double distance) {
    const double limit = distance + collide__dmul(run->extent + distance, run->wide);
    if (!(limit < run->limit))
        return;
    run->limit = limit;
    run->reach = (limit + run->core.radius) + run->fuzz;
}

// Whether what is at least that far away is left out.
static bool collide__ground_beyond(collide__ground_run *run, double bound) {
    if (bound > run->limit)
        return true;
    if (run->asked < COLLIDE__GROUND_MANY)
        return false;
    const double lo = (double)run->best.lo;
    const double enough =
        run->found ? lo - collide__dmul(run->size + lo, COLLIDE__GROUND_LITTLE) : (double)run->max;
    if (!(bound > enough))
        return false;
    run->floor = bound < run->floor ? bound : run->floor;
    return true;
}

// How far a box is at least, by bounds of the shape and along n.
static double collide__ground_bound(const collide__ground_run *run, const double *lo,
                                    const double *hi) {
    const double *side = run->side, *n = collide__doubles(&run->n);
    double square = 0, most = 0;
    for (int k = 0; k < 3; ++k) {
        const double below = lo[k] - side[2 * k + 1], above = side[2 * k] - hi[k];
        const double gap = collide__dmax(collide__dmax(below, above), 0);
        square += collide__dmul(gap, gap);
        most += collide__dmul(n[k], n[k] > 0 ? hi[k] : lo[k]);
    }
    const double apart = collide__sqrt(square), ahead = run->leans ? run->own - most : -DBL_MAX;
    return (collide__dmax(apart, ahead) - run->core.radius) - run->fuzz;
}

// The bounds of cells with a range of heights. grid is the grid's origin, as the caller sees it.
static void collide__cells_bounds(const collide_heights *g, collide__dvec3 grid,
                                  const collide__footprint *f, float low, float high, double *lo,
                                  double *hi) {
    lo[0] = grid.x + collide__dmul((double)f->i0, (double)g->dx);
    lo[1] = grid.y + collide__dmul((double)f->j0, (double)g->dy);
    lo[2] = grid.z + (double)low;
    hi[0] = grid.x + collide__dmul((double)f->i1, (double)g->dx);
    hi[1] = grid.y + collide__dmul((double)f->j1, (double)g->dy);
    hi[2] = grid.z + (double)high;
}

// The bound of ground_bound, of cells.
static double collide__ground_cells(const void *user, const collide__footprint *f, float low,
                                    float high) {
    const collide__ground_run *run = (const collide__ground_run *)user;
    double lo[3], hi[3];
    collide__cells_bounds(&run->terrain->grid, run->grid, f, low, high, lo, hi);
    return collide__ground_bound(run, lo, hi);
}

// ---- faces

// a + b, and what it lost.
COLLIDE__INLINE double collide__ground_sum(double a, double b, double *lost) {
    const double s = a + b, v = s - a;
    *lost += collide__dabs((a - (s - v)) + (b - v));
    return s;
}

// A bracket that may be the answer.
static void collide__ground_take(collide__ground_run *run, collide_distance *d,
                                 const collide__core *face, uint64_t number) {
    // Verdicts tell that shapes overlap; rounding alone lets others have these.
    const bool touch = !(d->lo > 0);
    d->lo = touch ? 0 : d->lo;
    d->hi = d->hi > 0 ? d->hi : collide__float_of(1);
    if (run->found && (d->lo != run->best.lo   ? d->lo > run->best.lo
                       : d->hi != run->best.hi ? d->hi > run->best.hi
                                               : number >= run->number))
        return;
    const collide__dvec3 n = collide__dvec3_of(d->normal);
    run->best = *d;
    run->number = number;
    run->found = true;
    run->over = run->any && d->lo <= run->max;
    run->up = collide__triangle_normal(face->p);
    collide__ground_limit(run, (double)d->lo);
    const double length = collide__sqrt(collide__ddot(n, n));
    const collide__dvec3 zero = {0, 0, 0};
    run->leans = length > 0;
    run->n = collide__dadd(zero, collide__ddiv(1, length), n);
    const collide__dvec3 back = collide__dneg(run->n);
    run->own = -collide__core_reach(&run->core, &back);
}

// Face which of cell (i, j) with these heights, as collide_shape_shape_distance of its triangle.
static void collide__ground_face(collide__ground_run *run, size_t i, size_t j, unsigned which,
                                 const float *h) {
    const collide_heights *g = &run->terrain->grid;
    const uint8_t *c = collide__cell_corners[g->other_diagonal][which];
    const float high = collide__max2(collide__max2(h[c[0]], h[c[1]]), h[c[2]]);
    const float low = collide__min2(collide__min2(h[c[0]], h[c[1]]), h[c[2]]);
    const size_t column = i + (c[0] & 1), row = j + (c[0] >> 1);
    const collide_vec3 from = run->core.origin;
    collide__core face;
    collide__dvec3 at;
    collide_distance d;
    double lost = run->lost, most = -DBL_MAX;
    at.x = collide__ground_sum(run->grid.x, collide__dmul((double)column, (double)g->dx), &lost);
    at.y = collide__ground_sum(run->grid.y, collide__dmul((double)row, (double)g->dy), &lost);
    at.z = collide__ground_sum(run->grid.z, (double)h[c[0]], &lost);
    face.kind = COLLIDE__CORE_POINTS;
    face.count = 3;
    face.radius = face.size = 0;
    for (int k = 0; k < 3; ++k) {
        face.p[k].x = (double)((int)(c[k] & 1) - (int)(c[0] & 1)) * (double)g->dx;
        face.p[k].y = (double)((int)(c[k] >> 1) - (int)(c[0] >> 1)) * (double)g->dy;
        face.p[k].z = (double)h[c[k]] - (double)h[c[0]];
        face.size = collide__dmax(collide__dsum_abs(face.p[k]), face.size);
        most = collide__dmax(collide__ddot(run->n, face.p[k]), most);
    }
    const collide__footprint f = {i, j, i + 1, j + 1};
    const double bound = collide__ground_cells(run, &f, low, high);
    const double ahead =
        ((run->own - (collide__ddot(run->n, at) + most)) - run->core.radius) - run->fuzz;
    if (collide__ground_beyond(run, run->leans ? collide__dmax(ahead, bound) : bound))
        return;
    face.origin = collide__dround(collide__dadd(collide__dvec3_of(from), 1, at));
    const bool swapped = collide__core_swapped(&run->core, &face);
    collide__core_pair p =
        collide__core_pair_of(swapped ? &face : &run->core, swapped ? &run->core : &face, swapped);
    p.d = swapped ? collide__dneg(at) : at;
    p.size = (p.a->size + p.b->size) + (collide__dsum_abs(p.d) + p.radius);
    p.slack = collide__dmul(p.size, COLLIDE__CORE_SLACK) + (lost + lost);
    p.tolerance = collide__dmul(p.size, 5.9604644775390625e-8); // 2^-24
    COLLIDE__WORK(1);
    ++run->asked;
    if (!collide__distance_of(&p, (double)(run->found ? run->best.lo : run->max), &d))
        return;
    // Without an early end, so that the answer is the same for every max.
    if (collide__distance_doubtful(p.size, &d))
        collide__distance_of(&p, (double)collide__infinity(), &d);
    d.feature_a = COLLIDE_FEATURE_KIND(d.feature_a) | (d.feature_a & 63) << 26 | (uint32_t)j;
    d.feature_b = COLLIDE_FEATURE_FACE | (uint32_t)which << 26 | (uint32_t)i;
    collide__ground_take(run, &d, &face,
                         2 * ((uint64_t)j * (g->columns - 1) + (uint64_t)i) + which);
}

// The cells of a row from i0 to i1, at most 16, the nearest first: those that come between the
// heights from and to.
static void collide__ground_row(collide__ground_run *run, size_t j, size_t i0, size_t i1,
                                double from, double to) {
    const collide_heights *g = &run->terrain->grid;
    const size_t n = i1 - i0;
    float h[2][COLLIDE__TERRAIN_BLOCK + 1];
    double bound[COLLIDE__TERRAIN_BLOCK];
    size_t left = 0;
    collide__heights_read(g, i0, j, n + 1, h[0]);
    collide__heights_read(g, i0, j + 1, n + 1, h[1]);
    for (size_t k = 0; k < n; ++k) {
        const float high =
            collide__max2(collide__max2(h[0][k], h[0][k + 1]), collide__max2(h[1][k], h[1][k + 1]));
        const float low =
            collide__min2(collide__min2(h[0][k], h[0][k + 1]), collide__min2(h[1][k], h[1][k + 1]));
        const collide__footprint f = {i0 + k, j, i0 + k + 1, j + 1};
        COLLIDE__WORK(1);
        bound[k] = DBL_MAX;
        if ((double)high >= from && (double)low <= to && high <= COLLIDE__TERRAIN_LIMIT) {
            const double least = collide__ground_cells(run, &f, low, high);
            if (!collide__ground_beyond(run, least)) {
                bound[k] = least;
                ++left;
            }
        }
    }
    for (; left > 0 && !run->over; --left) {
        size_t k = 0;
        for (size_t m = 1; m < n; ++m)
            k = bound[m] < bound[k] ? m : k;
        if (collide__ground_beyond(run, bound[k]))
            return;
        const float corner[4] = {h[0][k], h[0][k + 1], h[1][k], h[1][k + 1]};
        bound[k] = DBL_MAX;
        for (unsigned which = 0; which < 2 && !run->over; ++which)
            collide__ground_face(run, i0 + k, j, which, corner);
    }
}

// ---- squares

// How far an interval is from the core on an axis, in space.
COLLIDE__INLINE double collide__ground_gap(const collide__ground_run *run, int axis, double lo,
                                           double hi) {
    const double below = lo - run->side[2 * axis + 1], above = run->side[2 * axis] - hi;
    return collide__dmax(collide__dmax(below, above), 0);
}

// The cells of an axis within reach of the core; false if there are none.
static bool collide__ground_under(const collide__ground_run *run, int axis, double reach,
                                  size_t *first, size_t *end) {
    const collide_terrain *t = run->terrain;
    const double grid = axis ? run->grid.y : run->grid.x;
    const double more = reach + run->fuzz;
    return collide__cells_under((run->side[2 * axis] - more) - grid,
                                (run->side[2 * axis + 1] + more) - grid,
                                axis ? t->inside.inverse_dy : t->inside.inverse_dx,
                                axis ? t->grid.rows : t->grid.columns, first, end);
}

// A row of a square with that range of heights.
static void collide__ground_strip(collide__ground_run *run, const collide__range *range, size_t j,
                                  size_t i0, size_t i1) {
    const collide_heights *g = &run->terrain->grid;
    const double y = run->grid.y + collide__dmul((double)j, (double)g->dy);
    const double y1 = run->grid.y + collide__dmul((double)(j + 1), (double)g->dy);
    const double across = collide__ground_gap(run, 1, y, y1);
    const double up = collide__ground_gap(run, 2, run->grid.z + (double)range->min,
                                          run->grid.z + (double)range->max);
    const double rest = collide__dmul(run->reach, run->reach) - collide__dmul(across, across);
    const double square = rest - collide__dmul(up, up);
    size_t from, to;
    COLLIDE__WORK(1);
    if (!(square >= 0) ||
        !collide__ground_under(run, 0, collide__dmul(collide__sqrt(square), 1.000001), &from, &to))
        return;
    from = collide__max_size(from, i0);
    to = collide__min_size(to, i1);
    const double most = collide__dmul(collide__sqrt(rest), 1.000001) + run->fuzz;
    if (from < to)
        collide__ground_row(run, j, from, to, (run->side[4] - most) - run->grid.z,
                            (run->side[5] + most) - run->grid.z);
}

// A square of the lowest level: the rows nearest to the middle of the core first.
static void collide__ground_square(void *user, const collide__range *range,
                                   const collide__footprint *f) {
    collide__ground_run *run = (collide__ground_run *)user;
    const collide_heights *g = &run->terrain->grid;
    if (collide__ground_beyond(run, collide__ground_cells(run, f, range->min, range->max)))
        return;
    const double middle =
        collide__dmul(collide__dmul(0.5, run->side[2] + run->side[3]) - run->grid.y,
                      run->terrain->inside.inverse_dy);
    const double row = collide__clamp(middle, (double)(g->rows - 2));
    size_t up = (size_t)(int32_t)row;
    up = collide__min_size(collide__max_size(up, f->j0), f->j1);
    for (size_t down = up; (up < f->j1 || down > f->j0) && !run->over;) {
        if (up < f->j1)
            collide__ground_strip(run, range, up++, f->i0, f->i1);
        if (down > f->j0 && !run->over)
            collide__ground_strip(run, range, --down, f->i0, f->i1);
    }
}

// Puts a square on the stack, the nearest of those from begin on last.
static void collide__square_put(collide__square_search *s, uint32_t level, size_t i, size_t j,
                                size_t begin) {
    const collide_heights *g = &s->terrain->grid;
    const size_t width = collide__squares(g->columns, level);
    if (i >= width || j >= collide__squares(g->rows, level))
        return;
    const collide__range *range =
        collide__terrain_ranges(s->terrain) + (collide__terrain_level(g, level) + j * width + i);
    COLLIDE__WORK(1);
    if (!(range->min <= range->max)) // holes alone
        return;
    const collide__footprint f = collide__square_cells(g, level, i, j);
    s->next.bound = s->bound(s->run, &f, range->min, range->max);
    if (s->beyond(s->run, s->next.bound))
        return;
    s->next.i = (uint32_t)i;
    s->next.j = (uint32_t)j;
    s->next.level = level;
    size_t to = s->waiting++;
    for (; to > begin && s->stack[to - 1].bound < s->next.bound; --to)
        s->stack[to] = s->stack[to - 1];
    s->stack[to] = s->next;
}

// Depth first, from the level with at most two by two squares under the footprint.
static void collide__squares_search(collide__square_search *s, const collide__footprint *f) {
    const collide_heights *g = &s->terrain->grid;
    const uint32_t top = collide__squares_level(f);
    s->waiting = 0;
    for (size_t j = f->j0 >> (top + 4); j <= (f->j1 - 1) >> (top + 4); ++j)
        for (size_t i = f->i0 >> (top + 4); i <= (f->i1 - 1) >> (top + 4); ++i)
            collide__square_put(s, top, i, j, 0);
    while (s->waiting > 0) {
        const size_t begin = --s->waiting, i = s->stack[begin].i, j = s->stack[begin].j;
        const uint32_t level = s->stack[begin].level;
        if (s->beyond(s->run, s->stack[begin].bound))
            continue;
        for (size_t k = 0; k < 4 && level > 0; ++k)
            collide__square_put(s, level - 1, 2 * i + (k & 1), 2 * j + (k >> 1), begin);
        if (level > 0)
            continue;
        const collide__footprint cells = collide__square_cells(g, 0, i, j);
        s->block(s->run,
                 collide__terrain_ranges(s->terrain) + (j * collide__squares(g->columns, 0) + i),
                 &cells);
    }
}

static bool collide__ground_passes(void *run, double bound) {
    return ((collide__ground_run *)run)->over ||
           collide__ground_beyond((collide__ground_run *)run, bound);
}

static void collide__ground_squares(collide__ground_run *run) {
    collide__square_search s;
    collide__footprint f;
    s.terrain = run->terrain;
    s.run = run;
    s.bound = collide__ground_cells;
    s.beyond = collide__ground_passes;
    s.block = collide__ground_square;
    if (collide__ground_under(run, 0, run->reach, &f.i0, &f.i1) &&
        collide__ground_under(run, 1, run->reach, &f.j0, &f.j1))
        collide__squares_search(&s, &f);
}

// The cell under the middle of the core, or the nearest of the grid.
static void collide__ground_middle(const collide__ground_run *run, size_t *i, size_t *j) {
    const collide_terrain *t = run->terrain;
    const double x = collide__dmul(0.5, run->side[0] + run->side[1]) - run->grid.x;
    const double y = collide__dmul(0.5, run->side[2] + run->side[3]) - run->grid.y;
    *i = (size_t)(int32_t)collide__clamp(collide__dmul(x, t->inside.inverse_dx),
                                         (double)(t->grid.columns - 2));
    *j = (size_t)(int32_t)collide__clamp(collide__dmul(y, t->inside.inverse_dy),
                                         (double)(t->grid.rows - 2));
}

// ---- beginnings and ends

// False if the shape has no distance.
static bool collide__ground_begin(collide__ground_run *run, const collide_shape *shape,
                                  const collide_terrain *terrain, float max) {
    if (!(max >= 0) || !collide__terrain_valid(terrain) || !collide__core_of(&run->core, shape))
        return false;
    const collide_heights *g = &terrain->grid;
    const collide_vec3 from = run->core.origin;
    const collide__range *all =
        collide__terrain_ranges(terrain) + collide__terrain_level(g, terrain->levels - 1);
    run->terrain = terrain;
    run->shape = shape;
    run->lost = 0;
    run->grid.x = collide__ground_sum((double)g->origin.x, -(double)from.x, &run->lost);
    run->grid.y = collide__ground_sum((double)g->origin.y, -(double)from.y, &run->lost);
    run->grid.z = collide__ground_sum((double)g->origin.z, -(double)from.z, &run->lost);
    for (uint32_t k = 0; k < 3; ++k) {
        const collide__dvec3 m = collide__coordinate_axis(k), back = collide__dneg(m);
        run->side[2 * k] = -collide__core_reach(&run->core, &back);
        run->side[2 * k + 1] = collide__core_reach(&run->core, &m);
    }
    const bool known = all->min <= all->max;
    const double range = known ? (double)all->max - (double)all->min : 0;
    const double cell = (double)g->dx + (double)g->dy;
    run->size = ((run->side[1] - run->side[0]) + (run->side[3] - run->side[2])) +
                ((run->side[5] - run->side[4]) + (collide__dmul(6, run->core.radius) + cell));
    run->wide = run->core.kind == COLLIDE__CORE_POINTS && run->core.count == 1
                    ? COLLIDE__GROUND_CLOSED
                    : COLLIDE__GROUND_WIDE;
    run->extent = collide__dmul(6, run->core.size + run->core.radius) + (cell + range);
    run->fuzz = collide__dmul((run->extent + collide__dsum_abs(run->grid)) +
                                  ((collide__dmul((double)g->columns, (double)g->dx) +
                                    collide__dmul((double)g->rows, (double)g->dy)) +
                                   (known ? collide__dabs((double)all->min) : 0)),
                              COLLIDE__GROUND_FUZZ);
    run->max = max;
    run->any = run->over = run->found = run->leans = false;
    run->limit = run->reach = run->floor = COLLIDE__GROUND_FAR;
    run->n = collide__coordinate_axis(2);
    run->own = 0;
    run->asked = 0;
    run->number = 0;
    if (max <= FLT_MAX)
        collide__ground_limit(run, (double)max);
    return true;
}

static void collide__ground_search(collide__ground_run *run) {
    size_t i, j;
    collide__ground_middle(run, &i, &j);
    collide__ground_row(run, j, i, i + 1, -COLLIDE__GROUND_FAR, COLLIDE__GROUND_FAR);
    if (!run->over)
        collide__ground_squares(run);
}

// The bracket that a search has found. Of faces that are equally far, some have not been asked.
static bool collide__ground_end(const collide__ground_run *run, collide_distance *out) {
    if (!run->found || !(run->best.lo <= run->max)) {
        collide__distance_none(out);
        return false;
    }
    if (!out)
        return true;
    *out = run->best;
    if (run->floor < (double)out->lo)
        out->lo = run->floor > 0 ? collide__round_zero((double)collide__float_down(run->floor)) : 0;
    return true;
}

// A shape that overlaps terrain: the point, the normal and the features of its deepest contact.
COLLIDE__NOINLINE void collide__ground_meets(const collide__ground_run *run,
                                             collide_distance *out) {
    collide_contact c;
    size_t i, j;
    collide__distance_none(out);
    out->lo = out->hi = 0;
    // Thin cylinders have no contacts, and what overlaps only the cells of a tile's neighbours.
    collide__ground_middle(run, &i, &j);
    out->feature_a = (uint32_t)j;
    out->feature_b = COLLIDE_FEATURE_FACE | (uint32_t)i;
    out->normal = collide__vec3(0, 0, 1);
    out->point_b = collide__dround_zero(
        collide__dadd(collide__dvec3_of(run->core.origin), 1, collide__core_middle(&run->core)));
    if (collide_shape_terrain_contacts(run->shape, run->terrain, NULL, &c, 1) > 0) {
        out->feature_a = c.feature_a;
        out->feature_b = c.feature_b;
        out->normal = c.normal;
        out->point_b = c.point_b;
    }
    out->point_a = out->point_b;
}

// ---- queries ---------------------------------------------------------------------------------

COLLIDE_API bool collide_shape_terrain_distance(const collide_shape *a, const collide_terrain *b,
                                                float max, collide_distance *out) {
    collide__ground_run run;
    COLLIDE_ASSERT(a);
    if (!collide__ground_begin(&run, a, b, max)) {
        collide__distance_none(out);
        return false;
    }
    if (collide_shape_terrain(a, b)) {
        if (out)
            collide__ground_meets(&run, out);
        return true;
    }
    run.any = !out;
    collide__ground_search(&run);
    return collide__ground_end(&run, out);
}

COLLIDE_API bool collide_shape_terrain_within(const collide_shape *a, const collide_terrain *b,
                                              float margin) {
    return collide_shape_terrain_distance(a, b, margin, NULL);
}

// Asks about a point. Below the surface it turns the bracket round: the distance is negative.
static bool collide__ground_signed(collide_vec3 p, const collide_terrain *b, float max,
                                   collide_distance *out) {
    const collide_shape shape = collide_shape_from_point(p);
    collide__ground_run run;
    collide_distance d;
    if (!collide__ground_begin(&run, &shape, b, max)) {
        collide__distance_none(out);
        return false;
    }
    run.any = !out;
    out = out ? out : &d;
    collide__ground_search(&run);
    if (!collide__ground_end(&run, out))
        return false;
    const bool below = !run.any && collide_shape_terrain(&shape, b);
    if (!(out->lo > 0)) // no direction is known
        out->normal = collide__dround_zero(run.up);
    else if (below)
        out->normal = collide__dround_zero(collide__dneg(collide__dvec3_of(out->normal)));
    if (below) {
        const float lo = out->lo;
        out->lo = collide__round_zero(-(double)out->hi);
        out->hi = collide__round_zero(-(double)lo);
    }
    return true;
}

COLLIDE_API bool collide_point_terrain_distance(collide_vec3 p, const collide_terrain *b, float max,
                                                collide_distance *out) {
    return collide__ground_signed(p, b, max, out);
}

COLLIDE_API size_t collide_terrain_point_distance_many(const collide_terrain *a,
                                                       const collide_vec3_pack *b, float max,
                                                       const collide_distances *out) {
    size_t hits = 0;
    COLLIDE_ASSERT(out);
    const size_t n = collide_vec3_pack_count(b);
    if (out->bits)
        memset(out->bits, 0, COLLIDE_BLOCKS(n) * sizeof *out->bits);
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        const bool hit = collide__ground_signed(collide_vec3_pack_get(b, i), a, max, &d);
        if (hit && out->bits)
            out->bits[i / 16] |= (uint16_t)(1u << i % 16);
        hits += hit;
        collide__distance_store(out, i, &d);
    }
    return hits;
}
#undef COLLIDE__GROUND_WIDE
#undef COLLIDE__GROUND_CLOSED
#undef COLLIDE__GROUND_LITTLE
#undef COLLIDE__GROUND_FUZZ
#undef COLLIDE__GROUND_MANY
#undef COLLIDE__GROUND_FAR
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TERRAIN
