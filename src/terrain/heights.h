#pragma once
#include "../base/memory.h"
#include "../base/ops_one.h"
#include "table.h"

// ================================================================================================
// >>terrain_impl
// ================================================================================================

// ---- heights ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// Numbers too large for a height become infinite, so that they do not look like holes.
COLLIDE__INLINE float collide__height(float x) {
    return x < COLLIDE__HOLE ? x : collide__infinity();
}

// Reads n heights of a row from a column on; holes become COLLIDE__HOLE.
static void collide__heights_read(const collide_heights *g, size_t column, size_t row, size_t n,
                                  float *out) {
    const char *from = (const char *)g->heights + row * g->row_stride;
    if (g->int16) {
        from += column * sizeof(int16_t);
        for (size_t i = 0; i < n; ++i) {
            int16_t number;
            memcpy(&number, from + i * sizeof number, sizeof number);
            out[i] = g->has_hole && number == g->hole
                         ? COLLIDE__HOLE
                         : collide__height(g->offset + collide__mul(g->scale, (float)number));
        }
        return;
    }
    from += column * sizeof(float);
    for (size_t i = 0; i < n; ++i) {
        uint32_t bits; // gcc -Ofast compares NaN as if it were a number
        memcpy(&bits, from + i * sizeof bits, sizeof bits);
        out[i] = (bits & 0x7fffffffu) > 0x7f800000u ? COLLIDE__HOLE
                                                    : collide__height(collide__float_of(bits));
    }
}

// The smallest and the largest height of the cells in a square, and whether a vertex is a hole.
typedef struct collide__range {
    float min, max;
    uint32_t holes;
} collide__range;

COLLIDE__INLINE size_t collide__squares(size_t vertices, uint32_t level) {
    return ((vertices - 2) >> (level + 4)) + 1;
}

// The index of the first square of a level.
static size_t collide__terrain_level(const collide_heights *g, uint32_t level) {
    size_t n = 0;
    for (uint32_t k = 0; k < level; ++k)
        n += collide__squares(g->columns, k) * collide__squares(g->rows, k);
    return n;
}

static size_t collide__terrain_layout(size_t columns, size_t rows, collide_terrain *header) {
    const size_t most = 1u << 24;
    collide_heights grid;
    memset(header, 0, sizeof *header);
    memset(&grid, 0, sizeof grid);
    if (columns < 2 || rows < 2 || columns > most || rows > most)
        return 0;
    grid.columns = columns;
    grid.rows = rows;
    header->magic = COLLIDE_TERRAIN_MAGIC;
    header->levels = 1;
    while (collide__squares(columns, header->levels - 1) > 1 ||
           collide__squares(rows, header->levels - 1) > 1)
        ++header->levels;
    uint64_t squares = 0;
    for (uint32_t k = 0; k < header->levels; ++k)
        squares += (uint64_t)collide__squares(columns, k) * collide__squares(rows, k);
    header->size =
        COLLIDE__TERRAIN_HEADER + (squares * sizeof(collide__range) + COLLIDE_ALIGNMENT - 1) /
                                      COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE_API size_t collide_terrain_size(size_t columns, size_t rows) {
    collide_terrain header;
    return collide__terrain_layout(columns, rows, &header);
}

COLLIDE__INLINE collide__range *collide__terrain_ranges(const collide_terrain *t) {
    return (collide__range *)(void *)((const char *)t + COLLIDE__TERRAIN_HEADER);
}

COLLIDE__INLINE bool collide__terrain_valid(const collide_terrain *t) {
    return t && t->magic == COLLIDE_TERRAIN_MAGIC;
}

// Whether all heights of a rectangle of vertices are finite or holes.
static bool collide__heights_valid(const collide_heights *g, size_t column, size_t row,
                                   size_t columns, size_t rows) {
    float height[COLLIDE__PATCH];
    for (size_t j = row; j < row + rows; ++j)
        for (size_t i = column; i < column + columns; i += COLLIDE__PATCH) {
            const size_t n = collide__min_size(column + columns - i, COLLIDE__PATCH);
            collide__heights_read(g, i, j, n, height);
            for (size_t k = 0; k < n; ++k) {
                const bool hole = height[k] >= COLLIDE__HOLE && height[k] <= COLLIDE__HOLE;
                if (!hole && !(collide__abs(height[k]) <= COLLIDE__TERRAIN_LIMIT))
                    return false;
            }
        }
    return true;
}

// The range of the cells without holes in a square of level 0; empty (min > max) if there are none.
static collide__range collide__square_range(const collide_heights *g, size_t i, size_t j) {
    collide__range r = {COLLIDE__HOLE, -COLLIDE__HOLE, 0};
    const size_t column = i * COLLIDE__TERRAIN_BLOCK, row = j * COLLIDE__TERRAIN_BLOCK;
    const size_t n = collide__min_size(g->columns - column, COLLIDE__TERRAIN_BLOCK + 1);
    const size_t last = collide__min_size(g->rows - 1, row + COLLIDE__TERRAIN_BLOCK);
    float rows[2][COLLIDE__TERRAIN_BLOCK + 1];
    collide__heights_read(g, column, row, n, rows[0]);
    for (size_t k = row + 1; k <= last; ++k) {
        const float *below = rows[(k - row - 1) & 1], *above = rows[(k - row) & 1];
        collide__heights_read(g, column, k, n, rows[(k - row) & 1]);
        for (size_t m = 0; m + 1 < n; ++m) {
            const float low = collide__min2(collide__min2(below[m], below[m + 1]),
                                            collide__min2(above[m], above[m + 1]));
            const float high = collide__max2(collide__max2(below[m], below[m + 1]),
                                             collide__max2(above[m], above[m + 1]));
            if (high <= COLLIDE__TERRAIN_LIMIT) {
                r.min = collide__min2(low, r.min);
                r.max = collide__max2(high, r.max);
            } else {
                r.holes = 1;
            }
        }
    }
    return r;
}

// Writes the ranges of all squares with cells in columns i0 to i1 and rows j0 to j1; or if same is
// not NULL, compares them with the ranges present, and stops at the first that differs.
static void collide__terrain_ranges_make(const collide_heights *g, uint32_t levels,
                                         collide__range *ranges, size_t i0, size_t j0, size_t i1,
                                         size_t j1, bool *same) {
    const collide__range *below = ranges;
    for (uint32_t level = 0; level < levels; ++level) {
        const size_t width = collide__squares(g->columns, level);
        const size_t height = collide__squares(g->rows, level);
        for (size_t j = j0 >> (level + 4); j <= j1 >> (level + 4); ++j)
            for (size_t i = i0 >> (level + 4); i <= i1 >> (level + 4); ++i) {
                collide__range r = {COLLIDE__HOLE, -COLLIDE__HOLE, 0};
                if (level == 0) {
                    r = collide__square_range(g, i, j);
                } else {
                    const size_t under = collide__squares(g->columns, level - 1);
                    const size_t rows = collide__squares(g->rows, level - 1);
                    for (size_t k = 0; k < 4; ++k) {
                        const size_t x = 2 * i + (k & 1), y = 2 * j + (k >> 1);
                        if (x < under && y < rows) {
                            r.min = collide__min2(below[y * under + x].min, r.min);
                            r.max = collide__max2(below[y * under + x].max, r.max);
                            r.holes |= below[y * under + x].holes;
                        }
                    }
                }
                if (!same)
                    ranges[j * width + i] = r;
                else if (memcmp(&ranges[j * width + i], &r, sizeof r) != 0)
                    *same = false;
                if (same && !*same)
                    return;
            }
        below = ranges;
        ranges += width * height;
    }
}

COLLIDE__INLINE bool collide__terrain_has_holes(const collide_terrain *t) {
    return collide__terrain_ranges(t)[collide__terrain_level(&t->grid, t->levels - 1)].holes != 0;
}

// Makes the header of a terrain with these heights, or returns an error.
static collide_status collide__terrain_header(const void *memory, size_t size,
                                              const collide_heights *heights,
                                              collide_terrain *header) {
    if (!heights || !heights->heights)
        return COLLIDE_ERROR_NULL;
    collide_heights g;
    memcpy(&g, heights, sizeof g); // with the padding between fields
    const size_t element = g.int16 ? sizeof(int16_t) : sizeof(float);
    g.scale = g.scale < 0 || g.scale > 0 ? g.scale : 1;
    g.row_stride = g.row_stride ? g.row_stride : g.columns * element;
    collide_status status =
        collide__memory_check(memory, size, g.columns >= 2 && g.rows >= 2,
                              collide__terrain_layout(g.columns, g.rows, header));
    if (status == COLLIDE_OK)
        status = collide__array_check(g.heights, g.rows, g.row_stride, g.columns * element);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__finite3(g.origin) || !collide__finite(g.dx) || !collide__finite(g.dy) ||
        !collide__finite(heights->scale) || !collide__finite(g.offset))
        return COLLIDE_ERROR_NOT_FINITE;
    if (!(g.dx * COLLIDE__TERRAIN_LIMIT >= 1) || !(g.dx <= COLLIDE__TERRAIN_LIMIT) ||
        !(g.dy * COLLIDE__TERRAIN_LIMIT >= 1) || !(g.dy <= COLLIDE__TERRAIN_LIMIT))
        return COLLIDE_ERROR_EXTENT;
    if (!collide__heights_valid(&g, 0, 0, g.columns, g.rows))
        return COLLIDE_ERROR_NOT_FINITE;
    memcpy(&header->grid, &g, sizeof g);
    header->inside.inverse_dx = 1 / (double)g.dx;
    header->inside.inverse_dy = 1 / (double)g.dy;
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_terrain_build(collide_terrain **terrain, void *memory,
                                                 size_t size, const collide_heights *heights) {
    collide_terrain header;
    if (!terrain)
        return COLLIDE_ERROR_NULL;
    *terrain = NULL;
    const collide_status status = collide__terrain_header(memory, size, heights, &header);
    if (status != COLLIDE_OK)
        return status;
    const collide_heights *g = &header.grid;
    memset(memory, 0, (size_t)header.size);
    memcpy(memory, &header, sizeof header);
    *terrain = (collide_terrain *)memory;
    collide__terrain_ranges_make(g, header.levels, collide__terrain_ranges(*terrain), 0, 0,
                                 g->columns - 2, g->rows - 2, NULL);
    (*terrain)->holes = collide__terrain_has_holes(*terrain);
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_terrain_open(collide_terrain **terrain, void *memory,
                                                size_t size, const collide_heights *heights) {
    collide_terrain header, saved;
    bool same = true;
    if (!terrain)
        return COLLIDE_ERROR_NULL;
    *terrain = NULL;
    collide_status status =
        collide__saved_read(&saved, sizeof saved, memory, size, COLLIDE_TERRAIN_MAGIC);
    if (status == COLLIDE_OK)
        status = collide__terrain_header(memory, size, heights, &header);
    if (status != COLLIDE_OK)
        return status;
    const collide_heights *g = &header.grid;
    if (saved.levels != header.levels || saved.size != header.size ||
        saved.grid.columns != g->columns || saved.grid.rows != g->rows)
        return COLLIDE_ERROR_DAMAGED;
    collide__terrain_ranges_make(g, header.levels,
                                 collide__terrain_ranges((const collide_terrain *)memory), 0, 0,
                                 g->columns - 2, g->rows - 2, &same);
    if (!same)
        return COLLIDE_ERROR_DAMAGED;
    memcpy(memory, &header, sizeof header);
    *terrain = (collide_terrain *)memory;
    (*terrain)->holes = collide__terrain_has_holes(*terrain);
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_terrain_update(collide_terrain *terrain, size_t column,
                                                  size_t row, size_t columns, size_t rows) {
    if (!terrain)
        return COLLIDE_ERROR_NULL;
    if (!collide__terrain_valid(terrain))
        return COLLIDE_ERROR_KIND;
    const collide_heights *g = &terrain->grid;
    if (column >= g->columns || row >= g->rows || columns > g->columns - column ||
        rows > g->rows - row)
        return COLLIDE_ERROR_INDEX;
    if (!collide__heights_valid(g, column, row, columns, rows))
        return COLLIDE_ERROR_NOT_FINITE;
    if (columns && rows) // the cells round the vertices
        collide__terrain_ranges_make(g, terrain->levels, collide__terrain_ranges(terrain),
                                     column ? column - 1 : 0, row ? row - 1 : 0,
                                     collide__min_size(column + columns - 1, g->columns - 2),
                                     collide__min_size(row + rows - 1, g->rows - 2), NULL);
    terrain->holes = collide__terrain_has_holes(terrain);
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_TERRAIN
