#pragma once
#include "verdict.h"

// ---- whether cylinders meet terrain or lie below it ------------------------------------------
// Next: kernels.h (`cells`), which asks cells.h about faces and ../cylinder/edge.h about edges.
#ifndef COLLIDE_NO_TERRAIN

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
