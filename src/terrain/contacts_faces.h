#pragma once
#include "contacts.h"

// ---- contacts with terrain: faces, and which of them lie in one plane ------------------------
// Faces are read alone or from a tile, which reads its vertices once for all its cells.
#ifndef COLLIDE_NO_TERRAIN

// The upward unit normal of a triangle that is counter-clockwise as seen from above; z if the
// triangle has no area.
static collide__dvec3 collide__triangle_normal(const collide__dvec3 *t) {
    const collide__dvec3 up = {0, 0, 1};
    collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    return collide__dnormalize(&n) ? n : up;
}

// Whether the cell belongs to a neighbouring grid.
COLLIDE__FORCE_INLINE bool collide__elsewhere(const collide_terrain *t, size_t i, size_t j) {
    const collide_heights *g = &t->grid;
    if (!g->neighbours)
        return false;
    return (i == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_WEST)) ||
           (j == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_SOUTH)) ||
           (i + 2 >= g->columns && (g->neighbours & COLLIDE_NEIGHBOUR_EAST)) ||
           (j + 2 >= g->rows && (g->neighbours & COLLIDE_NEIGHBOUR_NORTH));
}

// A face: its corners, its upward normal if it is needed, its cell and its number there.
typedef struct collide__face {
    collide__dvec3 triangle[3], normal;
    double over; // height of the centre over the terrain's origin
    size_t i, j;
    uint32_t which;
} collide__face;

// The largest of its heights and distances from the centre; rounding errors are relative to it.
static double collide__face_high(const collide__face *f) {
    double high = 0;
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 p = f->triangle[c];
        const double size[4] = {collide__dabs(p.x), collide__dabs(p.y), collide__dabs(p.z),
                                collide__dabs(p.z + f->over)};
        for (int k = 0; k < 4; ++k)
            high = size[k] > high ? size[k] : high;
    }
    return high;
}

static void collide__face_set(collide__face *f, const collide__dvec3 *v, int other, double over) {
    for (int c = 0; c < 3; ++c)
        f->triangle[c] = v[collide__cell_corners[other][f->which][c]];
    f->over = over;
}

// Cells of a footprint and the ring of cells round them.
#define COLLIDE__TILE 14 // cells along a side
#define COLLIDE__WORDS ((COLLIDE__TILE + 2) * (COLLIDE__TILE + 2) / 64)
typedef struct collide__tile {
    collide__patch patch;
    size_t i0, j0, columns, rows;  // of its vertices
    float over;                    // height of the centre over the terrain's origin
    double bent;                   // edges that bend by more are not flat
    bool whole, ring;              // it has no holes; all its parts have cells all round
    bool level;                    // all of it is at one height
    const uint8_t (*corner)[4][2]; // collide__edges.corner
} collide__tile;

COLLIDE__FORCE_INLINE collide__dvec3 collide__tile_place(const collide__tile *t, size_t m) {
    const collide__dvec3 p = {(double)t->patch.x[m], (double)t->patch.y[m], (double)t->patch.z[m]};
    return p;
}

COLLIDE__FORCE_INLINE bool collide__tile_solid(const collide__tile *t, size_t column, size_t row) {
    return column < t->columns && row < t->rows &&
           t->patch.z[row * t->patch.row + column] < COLLIDE__HOLE;
}

COLLIDE__FORCE_INLINE bool collide__tile_cell(const collide__tile *t, size_t column, size_t row) {
    if (t->whole)
        return column < t->columns - 1 && row < t->rows - 1;
    return collide__tile_solid(t, column, row) && collide__tile_solid(t, column + 1, row) &&
           collide__tile_solid(t, column, row + 1) && collide__tile_solid(t, column + 1, row + 1);
}

// Face k of a cell: its corners.
static void collide__tile_face(const collide__tile *t, size_t column, size_t row, uint32_t k,
                               int other, collide__face *f) {
    const size_t m = row * t->patch.row + column;
    const size_t at[4] = {m, m + 1, m + t->patch.row, m + t->patch.row + 1};
    for (int c = 0; c < 3; ++c)
        f->triangle[c] = collide__tile_place(t, at[collide__cell_corners[other][k][c]]);
    f->over = (double)t->over;
    f->which = k;
    f->i = t->i0 + column;
    f->j = t->j0 + row;
}

// The edges that begin at a vertex: along x, along y, and the diagonal of the cell. Rows and
// columns, from one before the vertex on, of their ends and of the third corners of their faces;
// row, column and number of these faces.
typedef struct collide__edges {
    uint8_t corner[3][4][2], face[3][2][3];
} collide__edges;
static const collide__edges collide__edges_of[2] = {
    {{{{1, 1}, {1, 2}, {2, 1}, {0, 2}},
      {{1, 1}, {2, 1}, {1, 2}, {2, 0}},
      {{1, 2}, {2, 1}, {1, 1}, {2, 2}}},
     {{{1, 1, 0}, {0, 1, 1}}, {{1, 1, 0}, {1, 0, 1}}, {{1, 1, 0}, {1, 1, 1}}}},
    {{{{1, 1}, {1, 2}, {2, 2}, {0, 1}},
      {{1, 1}, {2, 1}, {2, 2}, {1, 0}},
      {{1, 1}, {2, 2}, {1, 2}, {2, 1}}},
     {{{1, 1, 0}, {0, 1, 1}}, {{1, 1, 1}, {1, 0, 0}}, {{1, 1, 0}, {1, 1, 1}}}}};

// Corner n of edge k from a vertex and of its faces.
COLLIDE__FORCE_INLINE size_t collide__edge_corner(const collide__tile *t, size_t column, size_t row,
                                                  uint32_t k, uint32_t n) {
    const uint8_t *c = t->corner[k][n];
    return (row + c[0] - 1) * t->patch.row + (column + c[1] - 1);
}

// How far edge k from a vertex bends down: the heights of its ends less the third corners.
COLLIDE__FORCE_INLINE double collide__edge_bend(const collide__tile *t, size_t column, size_t row,
                                                uint32_t k) {
    double z[4];
    for (uint32_t n = 0; n < 4; ++n)
        z[n] = (double)t->patch.z[collide__edge_corner(t, column, row, k, n)];
    return ((z[0] + z[1]) - z[2]) - z[3];
}

// Whether edge k has two faces that are certainly not in one plane.
COLLIDE__FORCE_INLINE bool collide__edge_bent(const collide__tile *t, size_t column, size_t row,
                                              uint32_t k) {
    return column - 1 < t->columns - 2 && row - 1 < t->rows - 2 &&
           collide__dabs(collide__edge_bend(t, column, row, k)) > t->bent;
}

// Whether edge k has two faces in one plane.
static bool collide__edge_flat(const collide__tile *t, size_t column, size_t row, int other,
                               uint32_t k) {
    const uint8_t(*f)[3] = collide__edges_of[other].face[k];
    if (collide__edge_bent(t, column, row, k))
        return false;
    if (!collide__tile_cell(t, column + f[0][1] - 1, row + f[0][0] - 1) ||
        !collide__tile_cell(t, column + f[1][1] - 1, row + f[1][0] - 1))
        return false;
    const double bend = collide__dabs(collide__edge_bend(t, column, row, k));
    double high = 0; // of the vertices round it
    for (size_t b = row - 1; b != row + 2; ++b)
        for (size_t a = column - 1; a != column + 2; ++a)
            if (collide__tile_solid(t, a, b)) {
                const double z = (double)t->patch.z[b * t->patch.row + a];
                const double h = collide__dabs(z + (double)t->over), rest = collide__dabs(z);
                high = h > high ? h : high;
                high = rest > high ? rest : high;
            }
    return bend <= collide__dmul(COLLIDE__FLAT, high);
}

// Whether face k of a cell has a neighbour in its plane. Its edges along x and y begin at V0, or V2
// and V1.
static bool collide__face_flat(const collide__tile *t, size_t column, size_t row, uint32_t k,
                               int other) {
    const size_t north = k == 1, east = (k == 0) == (other != 0);
    return (!collide__edge_bent(t, column, row, 2) &&
            collide__edge_flat(t, column, row, other, 2)) ||
           (!collide__edge_bent(t, column, row + north, 0) &&
            collide__edge_flat(t, column, row + north, other, 0)) ||
           (!collide__edge_bent(t, column + east, row, 1) &&
            collide__edge_flat(t, column + east, row, other, 1));
}

// Whether the column of a counter-clockwise triangle contains (x, y).
static bool collide__face_holds(const collide__dvec3 *t, double x, double y) {
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 a = t[c], b = t[c < 2 ? c + 1 : 0];
        if (collide__dmul(b.x - a.x, y - a.y) - collide__dmul(b.y - a.y, x - a.x) < 0)
            return false;
    }
    return true;
}

// Face which of a cell of the terrain; false in holes.
static bool collide__face_of(const collide__search *s, size_t i, size_t j, uint32_t which,
                             collide__face *f) {
    const collide_heights *g = &s->terrain->grid;
    const collide__tile *tile = s->tile;
    collide__dvec3 v[4];
    f->i = i;
    f->j = j;
    f->which = which;
    if (tile && collide__tile_cell(tile, i - tile->i0, j - tile->j0)) {
        collide__tile_face(tile, i - tile->i0, j - tile->j0, which, g->other_diagonal, f);
        return true;
    }
    if (!collide__cell_places(s->terrain, s->center, i, j, v))
        return false;
    collide__face_set(f, v, g->other_diagonal, (double)s->center.z - (double)g->origin.z);
    return true;
}

// Whether a tile at one height holds a cell.
COLLIDE__FORCE_INLINE bool collide__tile_holds(const collide__tile *t, size_t i, size_t j) {
    return t && t->level && i - t->i0 < t->columns - 1 && j - t->j0 < t->rows - 1;
}

// The face at (x, y), without its corners in a tile at one height; false beside the terrain and in
// holes.
static bool collide__face_at(const collide__search *s, double x, double y, collide__face *f) {
    const collide_terrain *t = s->terrain;
    const collide_heights *g = &t->grid;
    const double u = ((x + (double)s->center.x) - (double)g->origin.x) * t->inside.inverse_dx;
    const double w = ((y + (double)s->center.y) - (double)g->origin.y) * t->inside.inverse_dy;
    if (!(u >= 0 && w >= 0 && u <= (double)(g->columns - 1) && w <= (double)(g->rows - 1)))
        return false;
    const size_t i = collide__min_size((size_t)(int32_t)u, g->columns - 2);
    const size_t j = collide__min_size((size_t)(int32_t)w, g->rows - 2);
    const double a = u - (double)i, b = w - (double)j;
    const uint32_t which = g->other_diagonal ? b > a : a + b > 1;
    if (collide__tile_holds(s->tile, i, j)) {
        f->i = i;
        f->j = j;
        f->which = which;
        return true;
    }
    return collide__face_of(s, i, j, which, f);
}

COLLIDE__FORCE_INLINE bool collide__face_level(const collide__face *f) {
    const double z = f->triangle[0].z;
    return f->triangle[1].z >= z && f->triangle[1].z <= z && f->triangle[2].z >= z &&
           f->triangle[2].z <= z;
}

// Whether a face lies in the plane of another, up to the rounding of heights. The farther away, the
// less certain.
static bool collide__coplanar(const collide__face *f, const collide__face *other) {
    if (collide__face_level(f) && collide__face_level(other) &&
        f->triangle[0].z >= other->triangle[0].z && f->triangle[0].z <= other->triangle[0].z)
        return true;
    const double one = collide__face_high(f), another = collide__face_high(other);
    const double high = one > another ? one : another;
    const collide__dvec3 *t = f->triangle;
    const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), g = collide__dadd(t[2], -1, t[0]);
    const double dx =
        collide__dabs(e.x) > collide__dabs(g.x) ? collide__dabs(e.x) : collide__dabs(g.x);
    const double dy =
        collide__dabs(e.y) > collide__dabs(g.y) ? collide__dabs(e.y) : collide__dabs(g.y);
    const double per_x = 1 / dx, per_y = 1 / dy;
    const double little = collide__dmul(COLLIDE__FLAT * f->normal.z, high);
    double least = 0, most = 0;
    for (int c = 0; c < 3; ++c) {
        const collide__dvec3 d = collide__dadd(other->triangle[c], -1, t[0]);
        const double away =
            collide__dmul(collide__dabs(d.x), per_x) + collide__dmul(collide__dabs(d.y), per_y);
        const double off = collide__ddot(d, f->normal);
        if (!(collide__dabs(off) <= collide__dmul(little, 1 + (away + away))))
            return false;
        least = c == 0 || off < least ? off : least;
        most = c == 0 || off > most ? off : most;
    }
    return most - least <= collide__dmul(3, little); // else they only cross there
}

// Whether a face certainly has no neighbour in its plane.
static bool collide__face_alone(const collide__search *s, const collide__face *f) {
    const collide__tile *tile = s->tile;
    return tile && f->i - tile->i0 - 1 < tile->columns - 3 &&
           f->j - tile->j0 - 1 < tile->rows - 3 &&
           !collide__face_flat(tile, f->i - tile->i0, f->j - tile->j0, f->which,
                               s->terrain->grid.other_diagonal);
}
#endif // COLLIDE_NO_TERRAIN
