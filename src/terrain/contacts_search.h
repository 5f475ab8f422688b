#pragma once
#include "body_cylinder.h"
#include "contacts_parts.h"
#include "../base/work.h"

// ---- contacts with terrain: the search over cells --------------------------------------------
// Tile by tile, leaves out parts that are beyond a bound or that the sieve rejects;
// contacts_parts.h finds the contacts of the others.
#ifndef COLLIDE_NO_TERRAIN

// Edge k from a vertex; flat: it has no contacts of its own.
static void collide__search_edge(collide__search *s, const collide__tile *t, size_t column,
                                 size_t row, uint32_t k, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    const collide__edges *edges = &collide__edges_of[other];
    const bool whole = t->whole && t->ring;
    collide__round round;
    collide__line line;
    for (int n = 0; n < 2 && !whole; ++n) {
        const uint8_t *c = edges->corner[k][n];
        if (!collide__tile_solid(t, column + c[1] - 1, row + c[0] - 1))
            return;
    }
    const collide__dvec3 from = collide__tile_place(t, collide__edge_corner(t, column, row, k, 0));
    const collide__dvec3 to = collide__tile_place(t, collide__edge_corner(t, column, row, k, 1));
    if (!collide__line_above(s->body, from, to, flat, &line))
        return;
    round.faces = 0;
    for (uint32_t n = 0; n < 2; ++n) {
        const uint8_t *f = edges->face[k][n];
        if (!whole && !collide__tile_cell(t, column + f[1] - 1, row + f[0] - 1))
            continue;
        round.other[round.faces] =
            collide__tile_place(t, collide__edge_corner(t, column, row, k, 2 + n));
        collide__round_put(&round, column + f[1] - 1, row + f[0] - 1, f[2]);
    }
    if (round.faces == 0)
        return;
    round.others = round.faces;
    round.flat = flat || (round.faces == 2 && (collide__edge_bend(t, column, row, k) <= 0 ||
                                               collide__edge_flat(t, column, row, other, k)));
    round.row = (uint32_t)(t->j0 + row);
    round.feature = collide__cell_feature(COLLIDE_FEATURE_EDGE, k, t->i0 + column);
    collide__search_line(s, &line, &round);
}

static void collide__search_vertex(collide__search *s, const collide__tile *t, size_t column,
                                   size_t row, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    // Columns and rows of the other ends of its edges, along x, along y and along diagonals; and
    // the vertex where each begins.
    const uint8_t spoke[6][2] = {
        {1, 2}, {1, 0}, {2, 1}, {0, 1}, {(uint8_t)(2 * other), 2}, {(uint8_t)(2 - 2 * other), 0}};
    const uint8_t begin[6][3] = {{1, 1, 0},
                                 {1, 0, 0},
                                 {1, 1, 1},
                                 {0, 1, 1},
                                 {(uint8_t)other, 1, 2},
                                 {(uint8_t)(1 - other), 0, 2}};
    collide__round round;
    collide__line line;
    const size_t m = row * t->patch.row + column;
    const collide__dvec3 p = collide__tile_place(t, m);
    bool cell[2][2];
    if (!collide__tile_solid(t, column, row) || !collide__line_above(s->body, p, p, flat, &line))
        return;
    round.faces = round.others = 0;
    for (uint32_t b = 0; b < 2; ++b)
        for (uint32_t a = 0; a < 2; ++a) {
            cell[b][a] = collide__tile_cell(t, column + a - 1, row + b - 1);
            for (uint32_t k = 0; k < 2 && cell[b][a]; ++k) {
                const uint8_t *corner = collide__cell_corners[other][k];
                const uint32_t at = 2 * (1 - b) + (1 - a);
                if (corner[0] == at || corner[1] == at || corner[2] == at)
                    collide__round_put(&round, column + a - 1, row + b - 1, k);
            }
        }
    if (round.faces == 0)
        return;
    round.flat = true;
    for (int k = 0; k < 6 && !flat; ++k) {
        const uint8_t b = spoke[k][0], a = spoke[k][1], *from = begin[k];
        const bool there = a == 1   ? cell[b / 2][0] || cell[b / 2][1]
                           : b == 1 ? cell[0][a / 2] || cell[1][a / 2]
                                    : cell[b / 2][a / 2];
        if (there)
            round.other[round.others++] =
                collide__tile_place(t, m + a + b * t->patch.row - 1 - t->patch.row);
        round.flat = round.flat &&
                     collide__edge_flat(t, column + from[1] - 1, row + from[0] - 1, other, from[2]);
    }
    round.row = (uint32_t)(t->j0 + row);
    round.feature = collide__cell_feature(COLLIDE_FEATURE_VERTEX, 0, t->i0 + column);
    collide__search_line(s, &line, &round);
}

// If no contact was found: the point of the body nearest to a face.
static void collide__search_face_nearest(collide__search *s, const collide__face *f) {
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = s->body->type->points(s->body->shape, f->normal, point, feature);
    for (int c = 0; c < count; ++c) {
        const collide__dvec3 b = collide__triangle_nearest(f->triangle, point[c]);
        const collide__dvec3 off = collide__dadd(b, -1, point[c]);
        const double square = collide__ddot(off, off);
        if (!(square < s->nearest))
            continue;
        s->nearest = square;
        s->lowest.a = point[c];
        s->lowest.b = b;
        s->lowest.normal = f->normal;
        s->lowest.feature_a = feature[c] | (uint32_t)f->j;
        s->lowest.feature_b = collide__cell_feature(COLLIDE_FEATURE_FACE, f->which, f->i);
    }
}

// Planes whose faces are done.
#define COLLIDE__PLANES 6
typedef struct collide__planes {
    collide__face face[COLLIDE__PLANES];
    int n;
} collide__planes;

// Face k of a cell.
static void collide__search_cell(collide__search *s, const collide__tile *t, size_t column,
                                 size_t row, uint32_t k, collide__planes *planes) {
    const int other = s->terrain->grid.other_diagonal;
    collide__face face;
    COLLIDE__WORK(1);
    if (!collide__tile_cell(t, column, row))
        return;
    collide__tile_face(t, column, row, k, other, &face);
    face.normal = collide__triangle_normal(face.triangle);
    const bool flat = collide__face_flat(t, column, row, k, other);
    for (int n = 0; n < planes->n && flat; ++n)
        if (collide__coplanar(&planes->face[n], &face))
            return;
    if (flat && planes->n < COLLIDE__PLANES)
        planes->face[planes->n++] = face;
    collide__search_face(s, &face, flat);
}

// Vertices of a tile where some part begins that is not all beyond one bound.
typedef struct collide__parts {
    uint32_t vertex[16];
    unsigned n;
} collide__parts;

// With a margin, the sieve sees the surface raised by it.
static void collide__rings_raise(collide__rings *rings, float margin, unsigned n) {
    for (size_t i = 0; i < 9; ++i)
        for (unsigned k = 0; k < n; ++k)
            rings->z[i][k] += rings->z[i][k] < COLLIDE__HOLE ? margin : 0;
}

// Takes the margin off depths again: as much of it as the steepest face of a ring leaves.
static void collide__rings_lower(const collide__search *s, collide__rings *rings, unsigned n) {
    const double dx = s->terrain->inside.inverse_dx, dy = s->terrain->inside.inverse_dy;
    for (unsigned k = 0; k < n; ++k) {
        float x = 0, y = 0;
        for (int i = 0; i < 9; ++i) {
            x = i % 3 ? collide__max2(collide__abs(rings->z[i][k] - rings->z[i - 1][k]), x) : x;
            y = i > 2 ? collide__max2(collide__abs(rings->z[i][k] - rings->z[i - 3][k]), y) : y;
        }
        const double rise_x = collide__dmul((double)x, dx), rise_y = collide__dmul((double)y, dy);
        const double steep =
            (1 + collide__dmul(rise_x, rise_x)) + collide__dmul(rise_y, rise_y); // or infinite
        const float less = (float)collide__ddiv(s->body->margin, collide__sqrt(steep));
        for (int e = 0; e < 4; ++e)
            rings->depth[e][k] -= less;
    }
}

// Which of these parts may touch.
static void collide__parts_sieve(const collide__search *s, const collide__tile *t,
                                 const collide__parts *parts, collide__rings *rings) {
    const unsigned all = (1u << parts->n) - 1;
    if (!s->sieve && !s->sift) {
        rings->face[0] = rings->face[1] = all;
        for (int i = 0; i < 4; ++i)
            rings->line[i] = rings->deep[i] = all;
        return;
    }
    // Kernels read whole vectors.
    memset(rings, 0, parts->n < 16 ? offsetof(collide__rings, depth) : 0);
    rings->bent = collide__float_up(t->bent);
    const size_t step = t->patch.row, other = s->terrain->grid.other_diagonal;
    for (unsigned k = 0; k < parts->n; ++k) {
        const uint32_t m = parts->vertex[k];
        const float *z = t->patch.z + m;
        rings->x[k] = t->patch.x[m];
        rings->y[k] = t->patch.y[m];
        if (t->ring ||
            (m % (uint32_t)step - 1 < t->columns - 2 && m / (uint32_t)step - 1 < t->rows - 2)) {
            rings->z[0][k] = *(z - step - 1);
            rings->z[1][k] = *(z - step);
            rings->z[2][k] = *(z - step + 1);
            rings->z[3][k] = *(z - 1);
            rings->z[4][k] = *z;
            rings->z[5][k] = *(z + 1);
            rings->z[6][k] = *(z + step - 1);
            rings->z[7][k] = *(z + step);
            rings->z[8][k] = *(z + step + 1);
            rings->z_e[k] = *(z + 2 + other * step);
            rings->z_n[k] = *(z + 2 * step + other);
        } else {
            for (size_t i = 0; i < 9; ++i)
                rings->z[i][k] = COLLIDE__HOLE;
            rings->z_e[k] = rings->z_n[k] = COLLIDE__HOLE;
        }
    }
    if (s->sift) {
        collide__terrain()->sift(s->sift, rings, parts->n);
        return;
    }
    if (s->body->margin > 0)
        collide__rings_raise(rings, (float)s->body->margin, parts->n);
    collide__terrain()->sieve(s->sieve, rings, parts->n);
    if (s->body->margin > 0)
        collide__rings_lower(s, rings, parts->n);
}

// Edge e from a vertex, or if e is 3 the vertex.
static void collide__search_part(collide__search *s, const collide__tile *t, uint32_t vertex,
                                 uint32_t e, bool flat) {
    COLLIDE__WORK(1);
    const uint32_t row = vertex / (uint32_t)t->patch.row;
    const uint32_t column = vertex - row * (uint32_t)t->patch.row;
    if (e < 3)
        collide__search_edge(s, t, column, row, e, flat);
    else
        collide__search_vertex(s, t, column, row, flat);
}

static void collide__search_parts(collide__search *s, const collide__tile *t,
                                  const collide__parts *parts, collide__planes *planes) {
    const uint32_t step = (uint32_t)t->patch.row;
    collide__rings rings;
    collide__parts_sieve(s, t, parts, &rings);
    uint64_t lines = 0, deep = 0; // 16 bits for each edge, then 16 for the vertex
    for (int e = 3; e >= 0; --e) {
        lines = lines << 16 | rings.line[e];
        deep = deep << 16 | rings.deep[e];
    }
    for (uint32_t rest = rings.face[0] | rings.face[1]; rest; rest &= rest - 1) {
        const unsigned k = collide__lowest_bit(rest), vertex = parts->vertex[k];
        for (uint32_t f = 0; f < 2; ++f)
            if (rings.face[f] >> k & 1)
                collide__search_cell(s, t, vertex % step, vertex / step, f, planes);
    }
    // Other parts may still be the deepest. Without a sieve of its own a body takes parts in order,
    // so that of equally deep ones the first counts.
    for (uint64_t rest = s->sieve ? lines : lines | deep; rest; rest &= rest - 1) {
        const unsigned bit = collide__lowest_of_64(rest);
        const bool flat = !(lines >> bit & 1);
        if (!flat || !((double)rings.depth[bit / 16][bit % 16] <= s->depth))
            collide__search_part(s, t, parts->vertex[bit % 16], bit / 16, flat);
    }
    if (!s->sieve)
        return;
    // Those of cylinders in the order of their possible depth.
    uint8_t maybe[4 * 16];
    int n = 0;
    for (uint64_t rest = deep & ~lines; rest; rest &= rest - 1) {
        const unsigned bit = collide__lowest_of_64(rest);
        maybe[n] = (uint8_t)bit;
        n += (double)rings.depth[bit / 16][bit % 16] > s->depth;
    }
    while (n > 0) {
        int best = 0;
        float most = rings.depth[maybe[0] / 16][maybe[0] % 16];
        for (int i = 1; i < n; ++i) {
            const float depth = rings.depth[maybe[i] / 16][maybe[i] % 16];
            best = depth > most ? i : best;
            most = depth > most ? depth : most;
        }
        if ((double)most <= s->depth)
            break;
        const unsigned bit = maybe[best];
        maybe[best] = maybe[--n];
        collide__search_part(s, t, parts->vertex[bit % 16], bit / 16, true);
    }
}

// All parts that begin at vertices (i0, j0) to (i1 - 1, j1 - 1): the cell, edges and the vertex.
static void collide__search_bounded(collide__search *s, const collide__tile *t,
                                    const collide__footprint *f, const collide__beyond *beyond,
                                    collide__planes *planes) {
    const bool other = s->terrain->grid.other_diagonal, neighbours = s->terrain->grid.neighbours;
    const size_t n = t->columns * t->rows, step = t->patch.row;
    const uint64_t columns = ((uint64_t)1 << (f->i1 - f->i0)) - 1;
    uint64_t inside[COLLIDE__WORDS + 1];
    collide__parts parts;
    parts.n = 0;
    memset(inside, 0, sizeof inside);
    for (size_t row = f->j0 - t->j0; row < f->j1 - t->j0; ++row) {
        const size_t m = row * step + (f->i0 - t->i0), bit = m % 64;
        inside[m / 64] |= columns << bit;
        inside[m / 64 + 1] |= bit ? columns >> (64 - bit) : 0;
    }
    for (uint32_t word = 0; 64 * word < n; ++word) {
        // All other parts belong to the two faces.
        uint64_t face0 = 0, face1 = 0;
        for (int k = 0; k < COLLIDE__BOUNDS; ++k) {
            const uint64_t low = beyond[word].bound[k];
            uint64_t east = low >> 1, north = low >> step, opposite = low >> (step + 1);
            if (n > 64) {
                const uint64_t high = beyond[word + 1].bound[k];
                east |= high << 63;
                north |= high << (64 - step);
                opposite |= high << (63 - step);
            }
            const uint64_t diagonal = other ? low & opposite : east & north;
            face0 |= diagonal & (other ? east : low);
            face1 |= diagonal & (other ? north : opposite);
        }
        for (uint64_t any = inside[word] & ~(face0 & face1); any; any &= any - 1) {
            const uint32_t m = 64 * word + collide__lowest_of_64(any);
            if (neighbours && collide__elsewhere(s->terrain, t->i0 + m % (uint32_t)step,
                                                 t->j0 + m / (uint32_t)step))
                continue;
            parts.vertex[parts.n] = m;
            if (++parts.n == 16) {
                collide__search_parts(s, t, &parts, planes);
                parts.n = 0;
            }
        }
    }
    if (parts.n)
        collide__search_parts(s, t, &parts, planes);
}

// Whether all of a tile is at one height, and all its parts have cells all round.
static bool collide__tile_level(const collide__tile *t) {
    const float *z = t->patch.z;
    const size_t n = t->columns * t->rows;
    bool level = z[0] < COLLIDE__HOLE && z[0] >= z[1] && z[0] <= z[1] && t->ring;
    if (level && memcmp(z, z + 1, (n - 1) * sizeof *z) == 0)
        return true;
    for (size_t m = 1; m < n && level; ++m) // 0 is -0
        level = z[m] >= z[0] && z[m] <= z[0];
    return level;
}

// If no part of the surface is above the body: its point nearest to a face.
static void collide__search_nearest(collide__search *s) {
    collide__face face;
    for (size_t j = s->cells.j0; j < s->cells.j1; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                COLLIDE__WORK(1);
                if (collide__elsewhere(s->terrain, i, j) ||
                    !collide__face_of(s, i, j, which, &face))
                    continue;
                face.normal = collide__triangle_normal(face.triangle);
                collide__search_face_nearest(s, &face);
            }
}

// Prepares a search among parts; one plane under the body needs none of this.
static void collide__search_ready(collide__search *s) {
    if (s->ready)
        return;
    s->ready = true;
    collide__body_bounds(s->body, s->reach);
    if (s->support) {
        collide__cylinder_support_sieve(s->support, s->terrain, s->center, &s->cylinder);
        s->sieve = &s->cylinder;
    }
}

// All parts that begin at vertices of columns i0 to i1 - 1 and rows j0 to j1 - 1.
static void collide__search_tile(collide__search *s, const collide__footprint *part,
                                 collide__planes *planes) {
    const collide_heights *g = &s->terrain->grid;
    const collide__terrain_kernels *kernels = collide__terrain();
    collide__tile tile;
    collide__beyond beyond[COLLIDE__WORDS + 1];
    const collide__footprint wide = {
        part->i0 > 0 ? part->i0 - 1 : 0, part->j0 > 0 ? part->j0 - 1 : 0,
        collide__min_size(part->i1, g->columns - 1), collide__min_size(part->j1, g->rows - 1)};
    collide__patch_read(kernels, s->terrain, s->center, &wide, &tile.patch);
    s->tile = &tile;
    tile.i0 = wide.i0;
    tile.j0 = wide.j0;
    tile.columns = wide.i1 - wide.i0 + 1;
    tile.rows = wide.j1 - wide.j0 + 1;
    tile.over = (float)((double)s->center.z - (double)g->origin.z);
    tile.whole = tile.level = false; // until all vertices are read
    tile.ring =
        part->i0 > wide.i0 && part->j0 > wide.j0 && part->i1 <= wide.i1 && part->j1 <= wide.j1;
    tile.corner = collide__edges_of[g->other_diagonal].corner;
    const size_t n = tile.columns * tile.rows;
    if (collide__tile_level(&tile)) { // one plane
        collide__face face;
        tile.bent = 0;
        tile.whole = tile.level = true;
        collide__tile_face(&tile, 0, 0, 0, g->other_diagonal, &face);
        face.normal = collide__triangle_normal(face.triangle);
        collide__search_face(s, &face, true);
    } else {
        collide__search_ready(s);
        const float high = kernels->beyond(s->reach, &tile.patch, n, beyond);
        tile.bent = collide__dmul(COLLIDE__FLAT, (double)high + collide__dabs((double)tile.over));
        tile.whole = high < COLLIDE__HOLE;
        memset(&beyond[(n + 63) / 64], 0, sizeof *beyond);
        collide__search_bounded(s, &tile, part, beyond, planes);
    }
    s->tile = NULL;
}

// n tiles of a footprint, from tile i of row j on.
static collide__footprint collide__search_tiles(const collide__footprint *f, size_t i, size_t j,
                                                size_t n) {
    collide__footprint r;
    r.i0 = f->i0 + i * COLLIDE__TILE;
    r.j0 = f->j0 + j * COLLIDE__TILE;
    r.i1 = collide__min_size(r.i0 + n * COLLIDE__TILE, f->i1 + 1);
    r.j1 = collide__min_size(r.j0 + COLLIDE__TILE, f->j1 + 1);
    return r;
}

// Whether the surface in some tiles of a row may overlap the body.
static bool collide__search_comes_near(const collide__search *s, const collide__footprint *part) {
    const collide__over *over = s->over;
    const collide_heights *g = &s->terrain->grid;
    if (!over || !over->slabs)
        return true;
    const double low = ((double)over->center.z - (double)g->origin.z) + over->low;
    const collide__footprint cells = {
        part->i0 > 0 ? part->i0 - 1 : 0, part->j0 > 0 ? part->j0 - 1 : 0,
        collide__min_size(part->i1, g->columns - 1), collide__min_size(part->j1, g->rows - 1)};
    COLLIDE__WORK(1);
    const double high = (double)collide__highest_under(s->terrain, &cells);
    return high >= low && collide__over_comes_near(over, &cells, low, high);
}

// Finds all contacts of a body that hits. If there are many tiles, the middle one is asked first
// for its depth alone: columns there are deep, so that few of the other tiles need a search.
#define COLLIDE__MANY_TILES 16
#define COLLIDE__STEPS 65536 // over plateaus in all; and for each cell:
#define COLLIDE__STEPS_OF_CELL 64
COLLIDE__NOINLINE void collide__search_cells(collide__search *s) {
    const collide__footprint *f = &s->cells;
    const size_t columns = (f->i1 - f->i0) / COLLIDE__TILE + 1;
    const size_t rows = (f->j1 - f->j0) / COLLIDE__TILE + 1, tiles = columns * rows;
    collide__planes planes;
    planes.n = 0;
    s->steps = COLLIDE__STEPS + COLLIDE__STEPS_OF_CELL * (f->i1 - f->i0) * (f->j1 - f->j0);
    if (tiles >= COLLIDE__MANY_TILES) {
        const collide__footprint part = collide__search_tiles(f, columns / 2, rows / 2, 1);
        collide__search_tile(s, &part, &planes);
        s->n = planes.n = 0;
    }
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0, n = 1; i < columns;) {
            const collide__footprint part = collide__search_tiles(f, i, j, n);
            if (!collide__search_comes_near(s, &part)) {
                i += n;
                n += n;
            } else if (n > 1) {
                n = 1;
            } else {
                collide__search_tile(s, &part, &planes);
                ++i;
            }
        }
}

static void collide__search_begin(collide__search *s, const collide__body *body,
                                  const collide_terrain *terrain, collide_vec3 center) {
    s->body = body;
    s->over = NULL;
    s->terrain = terrain;
    s->center = center;
    s->sieve = NULL;
    s->sift = NULL;
    s->support = NULL;
    s->ready = false;
    s->tile = NULL;
    s->depth = -DBL_MAX;
    s->nearest = DBL_MAX;
    s->steps = 0;
    s->n = 0;
}

// Limits depths to the deepest column, and gives the deepest contact this depth; with part, a
// neighbouring grid may have the deepest.
static void collide__search_end(collide__search *s, bool part) {
    int deepest = 0;
    const bool column = s->depth > -DBL_MAX;
    const double margin = s->body->margin;
    if (!column) {
        const collide__dvec3 off = collide__dadd(s->lowest.b, -1, s->lowest.a);
        const double gap = s->nearest < DBL_MAX ? collide__ddot(off, s->lowest.normal) : 0;
        if (margin > 0 && gap < -(margin + collide__dmul(COLLIDE__TIE, margin + s->body->size)))
            s->nearest = DBL_MAX;
        s->depth = s->n > 0 ? -DBL_MAX : gap < -margin ? -margin : gap;
        for (int i = 0; i < s->n; ++i)
            s->depth = s->at[i].depth > s->depth ? s->at[i].depth : s->depth;
        s->depth = s->depth < 0 ? s->depth : 0;
    }
    s->lowest.depth = s->depth;
    if (s->n == 0 && !part && (column || s->nearest < DBL_MAX))
        s->at[s->n++] = s->lowest;
    // A much deeper contact is no direction in which the body leaves.
    int left = 0;
    for (int i = 0; i < s->n; ++i)
        if (s->depth < 0 || s->at[i].depth <= 2 * s->depth)
            s->at[left++] = s->at[i];
    s->n = left > 0 ? left : s->n;
    for (int i = 0; i < s->n; ++i) {
        s->at[i].depth = s->at[i].depth < s->depth ? s->at[i].depth : s->depth;
        deepest = s->at[i].depth > s->at[deepest].depth ? i : deepest;
    }
    if (s->n > 0 && !part)
        s->at[deepest].depth = s->depth;
}

#undef COLLIDE__PLANES
#undef COLLIDE__MANY_TILES
#undef COLLIDE__STEPS
#undef COLLIDE__STEPS_OF_CELL
#endif // COLLIDE_NO_TERRAIN
