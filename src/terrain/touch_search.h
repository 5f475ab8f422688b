#pragma once
#include "touch_bodies.h"
#include "touch_reduce.h"

// ---- contacts with terrain: cells ------------------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// Edge k of those that begin at a vertex; flat: without contacts of its own.
static void collide__touch_edge(collide__search *s, const collide__tile *t, size_t column,
                                size_t row, uint32_t k, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    const collide__edges *edges = &collide__edges_of[other];
    const size_t m = (row - 1) * t->patch.row + (column - 1), *corner = t->corner[k];
    const bool whole = t->whole && t->ring;
    collide__round round;
    collide__line line;
    for (int n = 0; n < 2 && !whole; ++n) {
        const uint8_t *c = edges->corner[k][n];
        if (!collide__tile_solid(t, column + c[1] - 1, row + c[0] - 1))
            return;
    }
    if (!collide__line_above(s->body, collide__tile_place(t, m + corner[0]),
                             collide__tile_place(t, m + corner[1]), flat, &line))
        return;
    round.faces = 0;
    for (int n = 0; n < 2; ++n) {
        const uint8_t *f = edges->face[k][n];
        if (!whole && !collide__tile_cell(t, column + f[1] - 1, row + f[0] - 1))
            continue;
        round.other[round.faces] = collide__tile_place(t, m + corner[2 + n]);
        collide__round_put(&round, column + f[1] - 1, row + f[0] - 1, f[2]);
    }
    if (round.faces == 0)
        return;
    round.others = round.faces;
    round.flat = flat || (round.faces == 2 && (collide__edge_bend(t, column, row, k) <= 0 ||
                                               collide__edge_flat(t, column, row, other, k)));
    round.row = (uint32_t)(t->j0 + row);
    round.feature = collide__cell_feature(COLLIDE_FEATURE_EDGE, k, t->i0 + column);
    collide__touch_line(s, &line, &round);
}

// A vertex, likewise.
static void collide__touch_vertex(collide__search *s, const collide__tile *t, size_t column,
                                  size_t row, bool flat) {
    const int other = s->terrain->grid.other_diagonal;
    // Rows and columns that its edges lead to: along x, along y and along diagonals; and where each
    // begins.
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
    collide__touch_line(s, &line, &round);
}

// A face where nothing else was found: the body's point that is nearest to it.
static void collide__touch_nearest(collide__search *s, const collide__face *f) {
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = s->body->points(s->body->shape, f->normal, point, feature);
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

// Planes whose faces were done.
#define COLLIDE__PLANES 8
typedef struct collide__planes {
    collide__face face[COLLIDE__PLANES];
    int n;
} collide__planes;

// Face k of a cell.
static void collide__touch_cell(collide__search *s, const collide__tile *t, size_t column,
                                size_t row, uint32_t k, collide__planes *planes) {
    const int other = s->terrain->grid.other_diagonal;
    collide__face face;
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
    collide__touch_face(s, &face, flat);
}

// Vertices of a tile that begin something which is not beyond one bound as a whole.
typedef struct collide__parts {
    uint32_t vertex[16];
    unsigned n;
} collide__parts;

// What of them may touch.
static void collide__parts_sieve(const collide__search *s, const collide__tile *t,
                                 const collide__parts *parts, collide__rings *rings) {
    const unsigned all = (1u << parts->n) - 1;
    if (!s->sieve) {
        rings->face[0] = rings->face[1] = all;
        for (int i = 0; i < 4; ++i)
            rings->line[i] = rings->deep[i] = all;
        return;
    }
    // Kernels read whole vectors.
    memset(rings, 0, parts->n < 16 ? offsetof(collide__rings, depth) : 0);
    const size_t step = t->patch.row;
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
        } else {
            for (size_t i = 0; i < 9; ++i)
                rings->z[i][k] = COLLIDE__HOLE;
        }
    }
    collide__terrain()->sieve(s->sieve, rings, parts->n);
}

// Edge e that begins at a vertex, or the vertex.
static void collide__touch_part(collide__search *s, const collide__tile *t, uint32_t vertex,
                                uint32_t e, bool flat) {
    const uint32_t row = vertex / (uint32_t)t->patch.row;
    const uint32_t column = vertex - row * (uint32_t)t->patch.row;
    if (e < 3)
        collide__touch_edge(s, t, column, row, e, flat);
    else
        collide__touch_vertex(s, t, column, row, flat);
}

static void collide__touch_parts(collide__search *s, const collide__tile *t,
                                 const collide__parts *parts, collide__planes *planes) {
    const uint32_t step = (uint32_t)t->patch.row;
    collide__rings rings;
    collide__parts_sieve(s, t, parts, &rings);
    uint64_t lines = 0, deep = 0; // 16 bits an edge, then those of the vertex
    for (int e = 3; e >= 0; --e) {
        lines = lines << 16 | rings.line[e];
        deep = deep << 16 | rings.deep[e];
    }
    for (uint32_t rest = rings.face[0] | rings.face[1]; rest; rest &= rest - 1) {
        const unsigned k = collide__lowest_bit(rest), vertex = parts->vertex[k];
        for (uint32_t f = 0; f < 2; ++f)
            if (rings.face[f] >> k & 1)
                collide__touch_cell(s, t, vertex % step, vertex / step, f, planes);
    }
    for (uint64_t rest = lines; rest; rest &= rest - 1) {
        const unsigned bit = collide__lowest_of_64(rest);
        collide__touch_part(s, t, parts->vertex[bit % 16], bit / 16, false);
    }
    // Others may yet be the deepest: that which may be most first.
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
        collide__touch_part(s, t, parts->vertex[bit % 16], bit / 16, true);
    }
}

// What begins at vertices (i0, j0) to (i1 - 1, j1 - 1): a cell each, edges and the vertex.
static void collide__touch_tile(collide__search *s, const collide__tile *t,
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
        // The other parts are those of the two faces.
        uint64_t face0 = 0, face1 = 0;
        for (int k = 0; k < COLLIDE__BOUNDS; ++k) {
            const uint64_t low = beyond[word].bound[k];
            uint64_t east = low >> 1, north = low >> step, far = low >> (step + 1);
            if (n > 64) {
                const uint64_t high = beyond[word + 1].bound[k];
                east |= high << 63;
                north |= high << (64 - step);
                far |= high << (63 - step);
            }
            const uint64_t diagonal = other ? low & far : east & north;
            face0 |= diagonal & (other ? east : low);
            face1 |= diagonal & (other ? north : far);
        }
        for (uint64_t any = inside[word] & ~(face0 & face1); any; any &= any - 1) {
            const uint32_t m = 64 * word + collide__lowest_of_64(any);
            if (neighbours && collide__elsewhere(s->terrain, t->i0 + m % (uint32_t)step,
                                                 t->j0 + m / (uint32_t)step))
                continue;
            parts.vertex[parts.n] = m;
            if (++parts.n == 16) {
                collide__touch_parts(s, t, &parts, planes);
                parts.n = 0;
            }
        }
    }
    if (parts.n)
        collide__touch_parts(s, t, &parts, planes);
}

// Whether all of a tile is at one height, and what begins in it has cells all round.
static bool collide__tile_level(const collide__tile *t) {
    const float *z = t->patch.z;
    bool level = z[0] < COLLIDE__HOLE && z[0] >= z[1] && z[0] <= z[1] && t->ring;
    for (size_t m = 1; m < t->columns * t->rows && level; ++m)
        level = z[m] >= z[0] && z[m] <= z[0];
    return level;
}

// Where nothing of the surface is above the body: its point that is nearest to a face.
static void collide__search_nearest(collide__search *s) {
    collide__face face;
    for (size_t j = s->cells.j0; j < s->cells.j1; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                if (collide__elsewhere(s->terrain, i, j) ||
                    !collide__face_of(s, i, j, which, &face))
                    continue;
                face.normal = collide__triangle_normal(face.triangle);
                collide__touch_nearest(s, &face);
            }
}

// All contacts of a body that hits, over its cells.
static void collide__search_cells(collide__search *s) {
    const collide__footprint *f = &s->cells;
    const collide_heights *g = &s->terrain->grid;
    const collide__terrain_kernels *kernels = collide__terrain();
    collide__planes planes;
    planes.n = 0;
    for (size_t j = f->j0; j <= f->j1; j += COLLIDE__TILE)
        for (size_t i = f->i0; i <= f->i1; i += COLLIDE__TILE) {
            collide__tile tile;
            collide__beyond beyond[COLLIDE__WORDS + 1];
            const collide__footprint part = {i, j, collide__min_size(i + COLLIDE__TILE, f->i1 + 1),
                                             collide__min_size(j + COLLIDE__TILE, f->j1 + 1)};
            const collide__footprint wide = {i > 0 ? i - 1 : 0, j > 0 ? j - 1 : 0,
                                             collide__min_size(part.i1, g->columns - 1),
                                             collide__min_size(part.j1, g->rows - 1)};
            collide__patch_read(kernels, s->terrain, s->center, &wide, &tile.patch);
            s->tile = &tile;
            tile.i0 = wide.i0;
            tile.j0 = wide.j0;
            tile.columns = wide.i1 - wide.i0 + 1;
            tile.rows = wide.j1 - wide.j0 + 1;
            tile.over = (float)((double)s->center.z - (double)g->origin.z);
            tile.whole = false; // until all are read
            tile.ring =
                part.i0 > wide.i0 && part.j0 > wide.j0 && part.i1 <= wide.i1 && part.j1 <= wide.j1;
            for (int k = 0; k < 12; ++k) {
                const uint8_t *c = collide__edges_of[g->other_diagonal].corner[k / 4][k % 4];
                tile.corner[k / 4][k % 4] = c[0] * tile.patch.row + c[1];
            }
            const size_t n = tile.columns * tile.rows;
            if (collide__tile_level(&tile)) { // is one plane
                collide__face face;
                tile.bent = 0;
                tile.whole = true;
                collide__tile_face(&tile, 0, 0, 0, g->other_diagonal, &face);
                face.normal = collide__triangle_normal(face.triangle);
                collide__touch_face(s, &face, true);
                continue;
            }
            const float high = kernels->beyond(s->reach, &tile.patch, n, beyond);
            tile.bent =
                collide__dmul(COLLIDE__FLAT, (double)high + collide__dabs((double)tile.over));
            tile.whole = high < COLLIDE__HOLE;
            memset(&beyond[(n + 63) / 64], 0, sizeof *beyond);
            collide__touch_tile(s, &tile, &part, beyond, &planes);
        }
    s->tile = NULL;
}

static void collide__search_begin(collide__search *s, const collide__contact_body *body,
                                  const collide_terrain *terrain, collide_vec3 center) {
    s->body = body;
    s->terrain = terrain;
    s->center = center;
    s->sieve = NULL;
    s->tile = NULL;
    s->depth = -1;
    s->nearest = DBL_MAX;
    s->n = 0;
}

// No contact is deeper than the deepest column, and the deepest is as deep; with part, a
// neighbouring grid may have it.
static void collide__search_end(collide__search *s, bool part) {
    int deepest = 0;
    const bool none = s->n == 0 && !part && (s->depth >= 0 || s->nearest < DBL_MAX);
    s->depth = s->depth > 0 ? s->depth : 0;
    s->lowest.depth = s->depth;
    if (none)
        s->at[s->n++] = s->lowest;
    // What would have to go much farther is not how they part.
    int left = 0;
    for (int i = 0; i < s->n; ++i)
        if (s->at[i].depth <= 2 * s->depth)
            s->at[left++] = s->at[i];
    s->n = left > 0 ? left : s->n;
    for (int i = 0; i < s->n; ++i) {
        s->at[i].depth = s->at[i].depth < s->depth ? s->at[i].depth : s->depth;
        deepest = s->at[i].depth > s->at[deepest].depth ? i : deepest;
    }
    if (s->n > 0 && !part)
        s->at[deepest].depth = s->depth;
}

static size_t collide__terrain_contacts(const collide__contact_body *body,
                                        const collide_terrain *terrain, collide_vec3 center,
                                        const collide__footprint *f, const collide__drum *drum,
                                        collide_contact *contacts, size_t capacity) {
    collide__search s;
    collide__sieve_job sieve;
    collide__search_begin(&s, body, terrain, center);
    s.cells = *f;
    body->bounds(body->shape, s.reach);
    if (drum) {
        collide__drum_sieve(drum, terrain, center, &sieve);
        s.sieve = &sieve;
    }
    collide__search_cells(&s);
    if (s.n == 0 && s.depth < 0)
        collide__search_nearest(&s);
    const bool part = collide__elsewhere(terrain, f->i0, f->j0) ||
                      collide__elsewhere(terrain, f->i1 - 1, f->j1 - 1);
    collide__search_end(&s, part);
    return collide__touches_write(s.at, s.n, body->size, center, contacts, capacity);
}

// Whether its lowest point is so far below the surface that the verdict, rounded as it may be, can
// only be yes.
static bool collide__drum_below(const collide__drum *d, const collide_terrain *terrain,
                                collide_vec3 center) {
    const collide_heights *g = &terrain->grid;
    const double half = -collide__dmul(collide__dsign(d->axis.z), d->half);
    const double out = collide__dmul(d->radius, d->axis.z);
    const double level = collide__dmul(d->axis.x, d->x) + collide__dmul(d->axis.y, d->y);
    double px = collide__dmul(half, d->axis.x), py = collide__dmul(half, d->axis.y);
    px += collide__dmul(out, d->x) + ((double)center.x - (double)g->origin.x);
    py += collide__dmul(out, d->y) + ((double)center.y - (double)g->origin.y);
    const double low = (collide__dmul(half, d->axis.z) - collide__dmul(d->radius, level)) +
                       ((double)center.z - (double)g->origin.z);
    const double u = px * terrain->inverse_dx, v = py * terrain->inverse_dy;
    double z, slope_x, slope_y;
    if (!(u >= 0 && v >= 0 && u < (double)(g->columns - 1) && v < (double)(g->rows - 1)))
        return false;
    const size_t i = (size_t)(int32_t)u, j = (size_t)(int32_t)v;
    if (!collide__cell_at(g, i, j, u - (double)i, v - (double)j, &z, &slope_x, &slope_y) ||
        !(z > low))
        return false;
    const collide__range *all =
        collide__terrain_ranges(terrain) + collide__terrain_level(g, terrain->levels - 1);
    const double range = (double)all->max - (double)all->min;
    const double size = (d->radius + d->half) + ((double)g->dx + (double)g->dy);
    const double steep = 1 + collide__dmul(range, terrain->inverse_dx + terrain->inverse_dy);
    return z - low > collide__dmul(collide__dmul(COLLIDE__TIE, size + range), steep);
}

COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *cylinder,
                                                     const collide_terrain *terrain,
                                                     collide_contact *contacts, size_t capacity) {
    collide__cylinder_job job;
    collide__footprint f;
    collide__drum drum;
    COLLIDE_ASSERT(cylinder && (contacts || !capacity));
    const collide__cylinder_body found = {cylinder, &job, collide__terrain()};
    if (!collide__cylinder_place(cylinder, terrain, &job, &f))
        return 0;
    const collide__contact_body body = collide__drum_body(&drum, collide__dvec3_of(cylinder->axis),
                                                          cylinder->radius, cylinder->height);
    if (!collide__drum_below(&drum, terrain, cylinder->center) &&
        !collide__cylinder_verdict(&found, terrain, f))
        return 0;
    return collide__terrain_contacts(&body, terrain, cylinder->center, &f, &drum, contacts,
                                     capacity);
}

COLLIDE_API size_t collide_cylinder_terrain_contacts_many(const collide_cylinder_pack *cylinders,
                                                          const collide_terrain *terrain,
                                                          collide_contact *contacts, size_t slots,
                                                          uint32_t *counts) {
    const size_t n = collide_cylinder_pack_count(cylinders);
    size_t hits = 0;
    COLLIDE_ASSERT((contacts || !slots) && (counts || !n));
    for (size_t i = 0; i < n; ++i) {
        const collide_cylinder c = collide_cylinder_pack_get(cylinders, i);
        counts[i] = (uint32_t)collide_cylinder_terrain_contacts(
            &c, terrain, slots ? contacts + i * slots : NULL, slots);
        hits += counts[i] > 0;
    }
    return hits;
}

COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *sphere,
                                                   const collide_terrain *terrain,
                                                   collide_contact *contacts, size_t capacity) {
    collide__over over;
    COLLIDE_ASSERT(sphere && (contacts || !capacity));
    if (!collide__sphere_over(sphere, terrain, &over))
        return 0;
    const double radius = (double)sphere->radius;
    const collide__contact_body body = collide__ball_body(&radius);
    return collide__terrain_contacts(&body, terrain, sphere->center, &over.cells, NULL, contacts,
                                     capacity);
}

#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *box,
                                                const collide_terrain *terrain,
                                                collide_contact *contacts, size_t capacity) {
    collide__over over;
    collide_obb local;
    collide__crate crate;
    COLLIDE_ASSERT(box && (contacts || !capacity));
    if (!collide__obb_over(box, terrain, &local, &over))
        return 0;
    const collide__contact_body body = collide__crate_body(&crate, box);
    return collide__terrain_contacts(&body, terrain, box->center, &over.cells, NULL, contacts,
                                     capacity);
}

// A half-space: points of the cylinder below it.
#endif

COLLIDE_API size_t collide_cylinder_plane_contacts(const collide_cylinder *cylinder,
                                                   const collide_plane *plane,
                                                   collide_contact *contacts, size_t capacity) {
    collide__drum drum;
    collide__dvec3 point[COLLIDE__BODY_POINTS], n = collide__dvec3_of(plane->normal);
    collide__touch t[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    int found = 0;
    COLLIDE_ASSERT(cylinder && plane && (contacts || !capacity));
    if (!collide_cylinder_plane(cylinder, plane))
        return 0;
    const double above =
        collide__ddot(n, collide__dvec3_of(cylinder->center)) - (double)plane->distance;
    const double length = collide__sqrt(collide__ddot(n, n));
    const collide__contact_body body = collide__drum_body(&drum, collide__dvec3_of(cylinder->axis),
                                                          cylinder->radius, cylinder->height);
    if (!collide__dnormalize(&n)) { // all of space, or by this call none
        n.x = n.y = 0;
        n.z = 1;
    }
    const double depth = length > 0 ? -above / length : 0;
    const int count = body.points(&drum, n, point, feature);
    double least = -DBL_MAX; // by rounding all may be above it
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        least = below > least ? below : least;
    }
    least = least < 0 ? least : 0;
    for (int i = 0; i < count; ++i) {
        const double below = depth - collide__ddot(point[i], n);
        if (below < least)
            continue;
        t[found].a = point[i];
        t[found].b = collide__dadd(point[i], below, n);
        t[found].normal = n;
        t[found].depth = below > 0 ? below : 0;
        t[found].feature_a = feature[i];
        t[found++].feature_b = COLLIDE_FEATURE_FACE;
    }
    return collide__touches_write(t, found, body.size, cylinder->center, contacts, capacity);
}

static collide__dvec3 collide__turn_to(const collide__dvec3 *axes, collide__dvec3 v) {
    const collide__dvec3 r = {collide__ddot(v, axes[0]), collide__ddot(v, axes[1]),
                              collide__ddot(v, axes[2])};
    return r;
}

static collide__dvec3 collide__turn_from(const collide__dvec3 *axes, collide__dvec3 v) {
    return collide__dadd(collide__dadd(collide__dscale(v.x, axes[0]), v.y, axes[1]), v.z, axes[2]);
}

// A triangle is terrain of one face, turned so that it is level and the centre is above it.
COLLIDE_API size_t collide_cylinder_triangle_contacts(const collide_cylinder *cylinder,
                                                      const collide_triangle *triangle,
                                                      collide_contact *contacts, size_t capacity) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 axes[3], corner[3];
    collide__drum drum;
    collide__search s;
    collide__face face;
    uint32_t number[3] = {0, 1, 2};
    COLLIDE_ASSERT(cylinder && triangle && (contacts || !capacity));
    if (!collide_cylinder_triangle(cylinder, triangle))
        return 0;
    for (int i = 0; i < 3; ++i)
        corner[i] = collide__dsub(triangle->v[i], cylinder->center);
    collide__dvec3 up = collide__dcross(collide__dadd(corner[1], -1, corner[0]),
                                        collide__dadd(corner[2], -1, corner[0]));
    const bool flat = collide__ddot(up, up) > 0;
    if (!flat) // an edge or a point
        up = collide__dneg(collide__triangle_nearest(corner, zero));
    const bool turned = flat && collide__ddot(up, corner[0]) > 0;
    collide__axes_from(axes, turned ? collide__dneg(up) : up);
    number[1] = turned ? 2 : 1;
    number[2] = turned ? 1 : 2;
    for (int i = 0; i < 3; ++i)
        face.triangle[i] = collide__turn_to(axes, corner[number[i]]);
    const collide__contact_body body =
        collide__drum_body(&drum, collide__turn_to(axes, collide__dvec3_of(cylinder->axis)),
                           cylinder->radius, cylinder->height);
    collide__search_begin(&s, &body, NULL, cylinder->center);
    face.normal = collide__triangle_normal(face.triangle);
    face.over = 0;
    face.i = face.j = face.which = 0;
    if (flat)
        collide__touch_face(&s, &face, false);
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t next = k < 2 ? k + 1 : 0, last = k > 0 ? k - 1 : 2;
        collide__round round;
        collide__line line;
        round.triangle = face;
        round.faces = 1;
        round.flat = false;
        round.row = 0;
        round.other[0] = face.triangle[last];
        round.others = 1;
        // Edge j of the triangle as it was given begins at vertex j.
        round.feature = COLLIDE_FEATURE_EDGE | (turned ? number[next] : k);
        if (collide__line_above(&body, face.triangle[k], face.triangle[next], false, &line))
            collide__touch_line(&s, &line, &round);
        round.other[1] = face.triangle[next];
        round.others = 2;
        round.feature = COLLIDE_FEATURE_VERTEX | number[k];
        if (collide__line_above(&body, face.triangle[k], face.triangle[k], false, &line))
            collide__touch_line(&s, &line, &round);
    }
    if (s.n == 0 && s.depth < 0)
        collide__touch_nearest(&s, &face);
    collide__search_end(&s, false);
    for (int i = 0; i < s.n; ++i) {
        s.at[i].a = collide__turn_from(axes, s.at[i].a);
        s.at[i].b = collide__turn_from(axes, s.at[i].b);
        s.at[i].normal = collide__turn_from(axes, s.at[i].normal);
    }
    return collide__touches_write(s.at, s.n, body.size, cylinder->center, contacts, capacity);
}
#undef COLLIDE__PLANES
#endif // COLLIDE_NO_TERRAIN
