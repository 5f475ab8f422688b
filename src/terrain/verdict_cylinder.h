#pragma once
#include "body_cylinder.h"

// ---- whether cylinders overlap terrain or lie below it ---------------------------------------
// Next: kernels.h (`cells`), which asks cells.h about faces and ../cylinder/edge.h about edges.
#ifndef COLLIDE_NO_TERRAIN

// Makes the job of a cylinder, and finds the cells under it; false if there are none.
static bool collide__cylinder_place(const collide_cylinder *cylinder,
                                    const collide_terrain *terrain, collide__cylinder_job *job,
                                    collide__footprint *f) {
    collide__dvec3 extent;
    if (!collide__terrain_valid(terrain) || !collide__cylinder_frame(cylinder, job, &extent))
        return false;
    job->reach = collide__float_up(extent.z);
    job->inverse_dx = (float)terrain->inside.inverse_dx;
    job->inverse_dy = (float)terrain->inside.inverse_dy;
    job->other_diagonal = terrain->grid.other_diagonal;
    return collide__footprint_of(terrain, cylinder->center, -extent.x, extent.x, -extent.y,
                                 extent.y, f);
}

static collide__over collide__cylinder_in(const collide__cylinder_body *body,
                                          const collide_terrain *terrain, collide__footprint f) {
    collide__over over;
    over.terrain = terrain;
    over.center = body->cylinder->center;
    over.type = &collide__cylinder_on_terrain;
    over.shape = body;
    over.high = (double)body->job->reach;
    over.low = -over.high;
    over.inside = collide__dvec3_of(collide__vec3(0, 0, 0));
    over.cells = f;
    over.slabs = NULL;
    over.sift = NULL;
    over.above = false;
    return over;
}

static bool collide__cylinder_verdict(const collide__cylinder_body *body,
                                      const collide_terrain *terrain, collide__footprint f) {
    collide__over over = collide__cylinder_in(body, terrain, f);
    return collide__terrain_verdict(&over);
}

COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *a, const collide_terrain *b) {
    collide__cylinder_job job;
    collide__footprint f;
    COLLIDE_ASSERT(a);
    const collide__cylinder_body body = {a, &job, collide__terrain(), NULL};
    return collide__cylinder_place(a, b, &job, &f) && collide__cylinder_verdict(&body, b, f);
}

// A list of cells.
typedef struct collide__cell_list {
    collide_pair *cells;
    size_t capacity, n;
} collide__cell_list;

// Adds the cells of a footprint that overlap a cylinder, row by row.
static void collide__cylinder_cells(const collide__cylinder_body *body,
                                    const collide_terrain *terrain, const collide__footprint *f,
                                    collide__cell_list *out) {
    const size_t widest = COLLIDE__PATCH / 2 - 1;
    // As many whole rows as fit a patch, or parts of one.
    const size_t width = collide__min_size(f->i1 - f->i0, widest);
    const size_t rows = width < f->i1 - f->i0 ? 1 : COLLIDE__PATCH / (width + 1) - 1;
    for (size_t j = f->j0; j < f->j1; j += rows)
        for (size_t i = f->i0; i < f->i1; i += width) {
            collide__footprint part;
            collide__patch patch;
            uint16_t bits[COLLIDE_BLOCKS(COLLIDE__PATCH)];
            part.i0 = i;
            part.j0 = j;
            part.i1 = collide__min_size(i + width, f->i1);
            part.j1 = collide__min_size(j + rows, f->j1);
            collide__patch_read(body->kernels, terrain, body->cylinder->center, &part, &patch);
            (void)body->kernels->cells(body->job, &patch, bits);
            size_t begin = 0, y = 0; // of the current row
            for (size_t block = 0; block < COLLIDE_BLOCKS(patch.n); ++block)
                for (unsigned word = bits[block]; word; word &= word - 1, ++out->n) {
                    const size_t m = 16 * block + collide__lowest_bit(word);
                    for (; m - begin >= patch.row; ++y)
                        begin += patch.row;
                    if (out->n < out->capacity) {
                        out->cells[out->n].a = (uint32_t)(i + (m - begin));
                        out->cells[out->n].b = (uint32_t)(j + y);
                    }
                }
        }
}

static collide__square_result collide__square_found(collide__over *over,
                                                    const collide__range *range,
                                                    const collide__footprint *f, bool smallest) {
    collide__footprint *found = &over->found;
    if (!collide__square_comes_near(over, range, f))
        return COLLIDE__SQUARE_DONE;
    if (!smallest)
        return COLLIDE__SQUARE_OPEN;
    found->i0 = collide__min_size(f->i0, found->i0);
    found->j0 = collide__min_size(f->j0, found->j0);
    found->i1 = collide__max_size(f->i1, found->i1);
    found->j1 = collide__max_size(f->j1, found->j1);
    return COLLIDE__SQUARE_DONE;
}

// The bounds of the squares under a footprint that a body is near; empty if there are none.
static collide__footprint collide__squares_found(collide__over *over, const collide__footprint *f) {
    const collide__footprint none = {f->i1, f->j1, f->i0, f->j0};
    over->cells = *f;
    over->found = none;
    collide__squares_ask(over, collide__square_found);
    return over->found;
}

COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *a,
                                                  const collide_terrain *b, collide_pair *cells,
                                                  size_t capacity) {
    collide__cylinder_job job;
    collide__footprint f;
    collide__cell_list out = {cells, capacity, 0};
    collide__slabs slabs;
    COLLIDE_ASSERT(a && (cells || !capacity));
    const collide__cylinder_body body = {a, &job, collide__terrain(), NULL};
    if (!collide__cylinder_place(a, b, &job, &f))
        return 0;
    if ((f.i1 - f.i0 + 1) * (f.j1 - f.j0 + 1) <= COLLIDE__PATCH) {
        collide__cylinder_cells(&body, b, &f, &out);
        return out.n;
    }
    // In each row of squares, the columns near it.
    collide__over over = collide__cylinder_in(&body, b, f);
    collide__over_slabs(&over, &slabs);
    const collide__footprint all = collide__squares_found(&over, &f);
    for (size_t j = all.j0; j < all.j1;) {
        const size_t next = (j / COLLIDE__TERRAIN_BLOCK + 1) * COLLIDE__TERRAIN_BLOCK;
        const collide__footprint row = {all.i0, j, all.i1, collide__min_size(next, all.j1)};
        const collide__footprint found = collide__squares_found(&over, &row);
        if (found.i0 < found.i1)
            collide__cylinder_cells(&body, b, &found, &out);
        j = row.j1;
    }
    return out.n;
}

// Placed cylinders, which wait until there are 16.
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

// Empties the queue: sets the bits of hits, and returns their number.
static size_t collide__small_verdicts(collide__small_queue *queue, const collide_terrain *terrain,
                                      uint16_t *bits) {
    const collide__terrain_kernels *kernels = queue->kernels;
    const float *jobs[16], *windows[16];
    collide__small_job job;
    unsigned overlap, above;
    size_t hits = 0;
    job.columns = job.rows = 0;
    for (unsigned i = 0; i < 16; ++i) { // unused lanes copy the first
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
    kernels->small_batch(&job, &overlap, &above);
    for (unsigned i = 0; i < queue->n; ++i) {
        bool hit = overlap >> i & 1;
        if (!hit && (above >> i & 1)) {
            const collide__cylinder_body body = {&queue->cylinder[i], &queue->job[i], kernels,
                                                 NULL};
            collide__over over = collide__cylinder_in(&body, terrain, queue->cells[i]);
            hit = collide__terrain_below(&over);
        }
        bits[queue->index[i] / 16] |= (uint16_t)((unsigned)hit << queue->index[i] % 16);
        hits += hit;
    }
    queue->n = 0;
    return hits;
}

// Small footprints wait in a queue. Takes 16 at a time: first places all, so that heights are
// fetched while others are computed.
COLLIDE_API size_t collide_terrain_cylinder_many(const collide_terrain *a,
                                                 const collide_cylinder_pack *b, uint16_t *bits) {
    const size_t n = collide_cylinder_pack_count(b);
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
        const float *rows = collide__pack_rows(COLLIDE__HEADER(b)) + block * 8 * 16;
        unsigned places = 0;
        bits[block] = 0;
        for (unsigned i = 0; i < end; ++i) {
            collide__lane_floats(rows, i, 8, (float *)(void *)&c[i]);
            if (!collide__cylinder_place(&c[i], a, &job[i], &f[i]))
                continue;
            places |= 1u << i;
            collide__heights_fetch(a, &f[i]);
        }
        for (; places; places &= places - 1) {
            const unsigned i = collide__lowest_bit(places);
            if (!queue.kernels->small_batch || f[i].i1 - f[i].i0 >= COLLIDE__SMALL ||
                f[i].j1 - f[i].j0 >= COLLIDE__SMALL) {
                const collide__cylinder_body body = {&c[i], &job[i], queue.kernels, NULL};
                const bool hit = collide__cylinder_verdict(&body, a, f[i]);
                bits[block] |= (uint16_t)((unsigned)hit << i);
                hits += hit;
                continue;
            }
            queue.cylinder[queue.n] = c[i];
            queue.job[queue.n] = job[i];
            queue.cells[queue.n] = f[i];
            collide__window_read(a, c[i].center, &f[i], &queue.window[queue.n]);
            queue.index[queue.n] = 16 * block + i;
            if (++queue.n == 16)
                hits += collide__small_verdicts(&queue, a, bits);
        }
    }
    return queue.n ? hits + collide__small_verdicts(&queue, a, bits) : hits;
}
#endif // COLLIDE_NO_TERRAIN
