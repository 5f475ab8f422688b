#pragma once
#include "../base/closest.h"
#include "shapes.h"

// ---- contacts with terrain: the definition ---------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN
// In double, relative to the body's centre, z up. Bodies are convex. A point of the surface is y
// above the body's lower side, y < 0 if it is below or beside it; y is concave along an edge and on
// a face, so what is deepest there is where a plane of the face, a line of the edge or a vertex
// touches the lower side. [Strashnov] takes the depths below infinite planes, which jump where a
// flatter cell is first touched; these do not.

#define COLLIDE__TIE 1.52587890625e-5     // 2^-16, of the body's size, or an angle
#define COLLIDE__EQUAL 9.5367431640625e-7 // 2^-20, between normals: an angle of 2^-9.5
#define COLLIDE__FLAT 4.76837158203125e-7 // 8 u
#define COLLIDE__BESIDE 9.765625e-4       // 2^-10, square of the sine of an angle of 1.8 degrees
#define COLLIDE__POINT_SHIFT 27           // number of a point of the body
#define COLLIDE__NUMBER_SHIFT 26          // number of an edge or face of a cell
#define COLLIDE__TOUCHES 96               // at most COLLIDE__CONTACTS
#define COLLIDE__BODY_POINTS 8

static collide__dvec3 collide__dscale(double s, collide__dvec3 a) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(zero, s, a);
}

// Normals of bounds, and squares of their lengths.
static const float collide__bound_normals[COLLIDE__BOUNDS][4] = {
    {0, 0, -1, 1}, {1, 0, -1, 2},  {-1, 0, -1, 2}, {0, 1, -1, 2},  {0, -1, -1, 2},
    {1, 1, -1, 3}, {1, -1, -1, 3}, {-1, 1, -1, 3}, {-1, -1, -1, 3}};
#define COLLIDE__BOUND_SLACK 1.0000019f // places of vertices are rounded, and so is this

// Places where a line of the surface touches the body: at t along it, y above the lower side.
typedef struct collide__spot {
    double t, y;
    uint32_t feature;
} collide__spot;

// The deepest one, and those of contacts, by normal: the first normal counts that the faces beside
// the line leave room for.
typedef struct collide__spots {
    collide__spot deepest;
    bool along; // the line runs along the side of a cylinder: spots are its ends there
    int groups;
    struct {
        collide__dvec3 normal;
        int n;
        collide__spot spot[3];
    } group[3];
} collide__spots;

// The shortest way out sideways for a line, from its point at t.
typedef struct collide__way {
    double t, distance;
    collide__dvec3 normal; // of the contact
    uint32_t feature;
    bool deepest; // beyond its ends the line would not be deeper
} collide__way;

// How contacts see a body.
typedef struct collide__contact_body {
    const void *shape;
    double size; // what ties are relative to
    // how far it reaches along the normals of its bounds, or a little farther
    void (*bounds)(const void *shape, float *reach);
    // its lowest points as seen along n, and others that spread the contact; returns their number
    int (*points)(const void *shape, collide__dvec3 n, collide__dvec3 *out, uint32_t *feature);
    // a line from a on along the unit vector e, or the point a where e is 0; false if it is not
    // above the body; with deepest that is all that is asked for
    bool (*line)(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                 collide__spots *out);
    // how the deepest point of a line from a on along e, of that length, leaves the body sideways,
    // and not up; false if that is outside
    bool (*way)(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                collide__way *out);
    // the body's shadow, shrunk: how much of its size (x, y) is on the outline of
    double (*shadow)(const void *shape, double x, double y);
    collide__dvec3 axis[2]; // of an ellipse about like it: x and y across, by its semi-axes
} collide__contact_body;

// A contact that may be, of the body's point a with the surface's point b.
typedef struct collide__touch {
    collide__dvec3 a, b, normal;
    double depth;
    uint32_t feature_a, feature_b;
} collide__touch;

// What is found of them.
typedef struct collide__search {
    const collide__contact_body *body;
    const collide_terrain *terrain; // NULL: one triangle
    collide_vec3 center;
    collide__footprint cells;         // of a terrain
    const struct collide__tile *tile; // of these, at hand; NULL: none
    float reach[COLLIDE__BOUNDS];
    const collide__sieve_job *sieve; // NULL: all that is not beyond a bound may touch
    double depth;                    // of the deepest column
    double nearest;        // square of the distance of the lowest from the surface, if none is deep
    collide__touch lowest; // the contact there, if no other is found
    collide__touch at[COLLIDE__TOUCHES];
    int n;
} collide__search;

// Takes in a contact; with no room left the shallowest goes.
static void collide__touch_add(collide__search *s, const collide__touch *t) {
    if (s->n < COLLIDE__TOUCHES) {
        s->at[s->n++] = *t;
        return;
    }
    int shallow = 0;
    for (int i = 1; i < s->n; ++i)
        if (s->at[i].depth < s->at[shallow].depth)
            shallow = i;
    if (s->at[shallow].depth < t->depth)
        s->at[shallow] = *t;
}

// Upward unit normal of a triangle whose corners run counter-clockwise as seen from above; that of
// one without area is z.
static collide__dvec3 collide__triangle_normal(const collide__dvec3 *t) {
    const collide__dvec3 up = {0, 0, 1};
    collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    return collide__dnormalize(&n) ? n : up;
}

// How far the body must go sideways to leave the column of a triangle, about: 0 if it is not over
// it, more than any where its centre is. Continuous: that of the column's point nearest to the
// centre, as the ellipse sees it.
static double collide__column_depth(const collide__contact_body *body,
                                    const collide__dvec3 *triangle) {
    const collide__dvec3 *axis = body->axis;
    double x[3], y[3], near_x = 0, near_y = 0, least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 p = triangle[i];
        x[i] = collide__dmul(p.x, axis[0].x) + collide__dmul(p.y, axis[0].y);
        y[i] = collide__dmul(p.x, axis[1].x) + collide__dmul(p.y, axis[1].y);
    }
    for (int i = 0; i < 3; ++i) {
        const int next = i < 2 ? i + 1 : 0;
        const double ex = x[next] - x[i], ey = y[next] - y[i];
        if (collide__dmul(ey, x[i]) - collide__dmul(ex, y[i]) >= 0)
            continue; // another edge is nearer
        const double along = -(collide__dmul(x[i], ex) + collide__dmul(y[i], ey));
        const double square = collide__dmul(ex, ex) + collide__dmul(ey, ey);
        const double k = along > 0 ? along < square ? along / square : 1 : 0;
        const double at_x = x[i] + collide__dmul(k, ex), at_y = y[i] + collide__dmul(k, ey);
        const double distance = collide__dmul(at_x, at_x) + collide__dmul(at_y, at_y);
        inside = false;
        if (distance < least) {
            const collide__dvec3 b = triangle[i], c = triangle[next];
            least = distance;
            near_x = b.x + collide__dmul(k, c.x - b.x);
            near_y = b.y + collide__dmul(k, c.y - b.y);
        }
    }
    if (inside || !(least > 0))
        return DBL_MAX;
    const double k = body->shadow(body->shape, near_x, near_y);
    const double away =
        collide__sqrt(collide__dmul(near_x, near_x) + collide__dmul(near_y, near_y));
    if (!(k < 1))
        return 0;
    const double square = collide__dmul(k, k); // 0 where the distance is rounded away
    return square > 0 ? collide__dmul(away, 1 - k) / square : DBL_MAX;
}

// Whether a point of the grid's cell belongs to a neighbouring grid.
COLLIDE__FORCE_INLINE bool collide__elsewhere(const collide_terrain *t, size_t i, size_t j) {
    const collide_heights *g = &t->grid;
    if (!g->neighbours)
        return false;
    return (i == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_WEST)) ||
           (j == 0 && (g->neighbours & COLLIDE_NEIGHBOUR_SOUTH)) ||
           (i + 2 >= g->columns && (g->neighbours & COLLIDE_NEIGHBOUR_EAST)) ||
           (j + 2 >= g->rows && (g->neighbours & COLLIDE_NEIGHBOUR_NORTH));
}

// A face: its corners, upward normal if that is asked for, its cell and which of the two it is.
typedef struct collide__face {
    collide__dvec3 triangle[3], normal;
    double over; // the centre's height over the terrain's origin
    size_t i, j;
    uint32_t which;
} collide__face;

// What its places are rounded to are parts of that: heights, and how far it is from the centre.
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

// Cells of a footprint and those round them.
#define COLLIDE__TILE 14 // cells along a side
#define COLLIDE__WORDS ((COLLIDE__TILE + 2) * (COLLIDE__TILE + 2) / 64)
typedef struct collide__tile {
    collide__patch patch;
    size_t i0, j0, columns, rows; // of its vertices
    float over;                   // height of the centre over that of the terrain's origin
    double bent;                  // no edge is flat that bends by more
    bool whole, ring;             // it has no holes; what begins in it has cells all round
    size_t corner[3][4]; // of edges from a vertex on, and of their faces, less a row and one
} collide__tile;

COLLIDE__FORCE_INLINE collide__dvec3 collide__tile_place(const collide__tile *t, size_t m) {
    const collide__dvec3 p = {(double)t->patch.x[m], (double)t->patch.y[m], (double)t->patch.z[m]};
    return p;
}

// Outside of the tile there is no vertex.
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
    for (int c = 0; c < 3; ++c) {
        const uint8_t corner = collide__cell_corners[other][k][c];
        f->triangle[c] =
            collide__tile_place(t, m + (corner & 1u) + (corner & 2u ? t->patch.row : 0));
    }
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

// Edge k of those that begin at a vertex: how far it bends down, which is ends less third corners.
COLLIDE__FORCE_INLINE double collide__edge_bend(const collide__tile *t, size_t column, size_t row,
                                                uint32_t k) {
    const size_t m = (row - 1) * t->patch.row + (column - 1), *corner = t->corner[k];
    const float *z = t->patch.z;
    return (((double)z[m + corner[0]] + (double)z[m + corner[1]]) - (double)z[m + corner[2]]) -
           (double)z[m + corner[3]];
}

// Whether it has two faces that are plainly not in one plane.
COLLIDE__FORCE_INLINE bool collide__edge_bent(const collide__tile *t, size_t column, size_t row,
                                              uint32_t k) {
    return column - 1 < t->columns - 2 && row - 1 < t->rows - 2 &&
           collide__dabs(collide__edge_bend(t, column, row, k)) > t->bent;
}

// Whether it has two faces, and they are in one plane.
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
                const double h = collide__dabs(z + (double)t->over), far = collide__dabs(z);
                high = h > high ? h : high;
                high = far > high ? far : high;
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

// Whether the column of a triangle that runs counter-clockwise holds (x, y).
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

// The face over or under (x, y); false beside the terrain and in holes.
static bool collide__face_at(const collide__search *s, double x, double y, collide__face *f) {
    const collide_terrain *t = s->terrain;
    const collide_heights *g = &t->grid;
    const double u = ((x + (double)s->center.x) - (double)g->origin.x) * t->inverse_dx;
    const double w = ((y + (double)s->center.y) - (double)g->origin.y) * t->inverse_dy;
    if (!(u >= 0 && w >= 0 && u <= (double)(g->columns - 1) && w <= (double)(g->rows - 1)))
        return false;
    const size_t i = collide__min_size((size_t)(int32_t)u, g->columns - 2);
    const size_t j = collide__min_size((size_t)(int32_t)w, g->rows - 2);
    const double a = u - (double)i, b = w - (double)j;
    return collide__face_of(s, i, j, g->other_diagonal ? b > a : a + b > 1, f);
}

// Whether its corners are at one height.
COLLIDE__FORCE_INLINE bool collide__face_level(const collide__face *f) {
    const double z = f->triangle[0].z;
    return f->triangle[1].z >= z && f->triangle[1].z <= z && f->triangle[2].z >= z &&
           f->triangle[2].z <= z;
}

// Whether a face lies in the plane of another as far as their heights tell: the farther away, the
// less.
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

// Whether a face plainly has no neighbour in its plane.
static bool collide__face_alone(const collide__search *s, const collide__face *f) {
    const collide__tile *tile = s->tile;
    return tile && f->i - tile->i0 - 1 < tile->columns - 3 &&
           f->j - tile->j0 - 1 < tile->rows - 3 &&
           !collide__face_flat(tile, f->i - tile->i0, f->j - tile->j0, f->which,
                               s->terrain->grid.other_diagonal);
}

// How far the body must go sideways to leave the columns of all faces in the plane of one, which is
// aside for its own; or as much as depth.
static double collide__plane_depth(const collide__search *s, const collide__face *f, double aside,
                                   double depth) {
    collide__face other;
    if (collide__face_at(s, 0, 0, &other) && collide__coplanar(f, &other))
        return depth;
    for (size_t j = s->cells.j0; j < s->cells.j1 && aside < depth; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1 && aside < depth; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                if (!collide__face_of(s, i, j, which, &other) || !collide__coplanar(f, &other))
                    continue;
                const double by = collide__column_depth(s->body, other.triangle);
                aside = by > aside ? by : aside;
            }
    return aside;
}

// The same of those connected with the face. Plateaus at one height are several, or the deepest
// depth would jump as the body comes over the next one.
#define COLLIDE__CONNECTED 16 // most cells along a side of the footprint; of more it is the plane's
static double collide__plateau_depth(const collide__search *s, const collide__face *f, double aside,
                                     double depth) {
    const collide__footprint *c = &s->cells;
    const uint32_t east = s->terrain->grid.other_diagonal ? 0 : 1; // face at its cell's east edge
    uint32_t seen[COLLIDE__CONNECTED][2];                          // bits of columns of faces
    uint8_t next[2 * COLLIDE__CONNECTED * COLLIDE__CONNECTED][3];
    int n = 1;
    if (c->i1 - c->i0 > COLLIDE__CONNECTED || c->j1 - c->j0 > COLLIDE__CONNECTED)
        return collide__plane_depth(s, f, aside, depth);
    if (f->i - c->i0 >= c->i1 - c->i0 || f->j - c->j0 >= c->j1 - c->j0)
        return aside;
    memset(seen, 0, sizeof seen);
    seen[f->j - c->j0][f->which] = 1u << (f->i - c->i0);
    next[0][0] = (uint8_t)(f->i - c->i0);
    next[0][1] = (uint8_t)(f->j - c->j0);
    next[0][2] = (uint8_t)f->which;
    while (n > 0 && aside < depth) {
        const uint8_t *at = next[--n];
        const size_t i = at[0], j = at[1];
        const uint32_t which = 1u - at[2]; // of all neighbours: over the diagonal, along y, along x
        const size_t column[3] = {i, i, at[2] == east ? i + 1 : i - 1};
        const size_t row[3] = {j, at[2] == 1 ? j + 1 : j - 1, j};
        for (int k = 0; k < 3; ++k) {
            const size_t a = column[k], b = row[k];
            collide__face other;
            if (a >= c->i1 - c->i0 || b >= c->j1 - c->j0 || (seen[b][which] >> a & 1))
                continue;
            seen[b][which] |= 1u << a;
            if (!collide__face_of(s, c->i0 + a, c->j0 + b, which, &other) ||
                !collide__coplanar(f, &other))
                continue;
            const double by = collide__column_depth(s->body, other.triangle);
            aside = by > aside ? by : aside;
            next[n][0] = (uint8_t)a;
            next[n][1] = (uint8_t)b;
            next[n++][2] = (uint8_t)which;
        }
    }
    return aside;
}

// The column of a face goes that deep into the body, along the face's normal: deeper than all
// others by now? alone: it is known to have no neighbour in its plane.
static void collide__column_add(collide__search *s, double depth, const collide__face *f,
                                bool alone, const collide__touch *touch) {
    if (depth <= s->depth)
        return;
    double aside = collide__column_depth(s->body, f->triangle);
    if (aside < depth && !alone && s->terrain && !collide__face_alone(s, f))
        aside = collide__plateau_depth(s, f, aside, depth);
    depth = depth < aside ? depth : aside;
    if (depth <= s->depth)
        return;
    s->depth = depth;
    s->lowest = *touch;
}

static uint32_t collide__cell_feature(uint32_t kind, uint32_t number, size_t column) {
    return kind | number << COLLIDE__NUMBER_SHIFT | (uint32_t)column;
}

// The point of the faces in f's plane, near the face over, that is nearest to one in that plane.
static collide__dvec3 collide__plane_nearest(const collide__search *s, const collide__face *f,
                                             const collide__face *over, collide__dvec3 p) {
    const collide_heights *g = &s->terrain->grid;
    const double above = (double)s->center.z - (double)g->origin.z;
    collide__face other;
    if (collide__face_at(s, p.x, p.y, &other) && collide__coplanar(f, &other))
        return p;
    collide__dvec3 out = collide__triangle_nearest(over->triangle, p),
                   off = collide__dadd(out, -1, p);
    double least = collide__ddot(off, off);
    for (size_t j = over->j > 0 ? over->j - 1 : 0; j < g->rows - 1 && j <= over->j + 1; ++j)
        for (size_t i = over->i > 0 ? over->i - 1 : 0; i < g->columns - 1 && i <= over->i + 1;
             ++i) {
            collide__dvec3 v[4];
            if (!collide__cell_places(s->terrain, s->center, i, j, v))
                continue;
            for (other.which = 0; other.which < 2; ++other.which) {
                collide__face_set(&other, v, g->other_diagonal, above);
                if (!collide__coplanar(f, &other))
                    continue;
                const collide__dvec3 at = collide__triangle_nearest(other.triangle, p);
                off = collide__dadd(at, -1, p);
                out = collide__ddot(off, off) < least ? at : out;
                least = collide__ddot(off, off) < least ? collide__ddot(off, off) : least;
            }
        }
    return out;
}

// Contacts with a face or, if it is flat with neighbours, with all faces in its plane:
// [Strashnov]'s A, B and C.
static void collide__touch_face(collide__search *s, const collide__face *f, bool flat) {
    const collide__contact_body *body = s->body;
    const collide__dvec3 n = f->normal;
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = body->points(body->shape, n, point, feature);
    for (int c = 0; c < count; ++c) {
        const collide__dvec3 p = point[c];
        collide__face over;
        collide__touch t;
        t.depth = collide__ddot(collide__dadd(f->triangle[0], -1, p), n);
        if (!(t.depth >= 0))
            continue;
        if (flat ? !collide__face_at(s, p.x, p.y, &over) || !collide__coplanar(f, &over)
                 : !collide__face_holds(f->triangle, p.x, p.y))
            continue;
        const collide__face *under = flat ? &over : f;
        if (s->terrain && collide__elsewhere(s->terrain, under->i, under->j))
            continue;
        t.a = p;
        const collide__dvec3 b = collide__dadd(p, t.depth, n);
        t.b = !flat     ? collide__triangle_nearest(f->triangle, p)
              : n.z < 1 ? collide__plane_nearest(s, f, &over, b)
                        : b; // over it as p is
        t.normal = n;
        t.feature_a = feature[c] | (uint32_t)under->j;
        t.feature_b = collide__cell_feature(COLLIDE_FEATURE_FACE, under->which, under->i);
        bool found = false; // by another face of the plane
        for (int i = 0; i < s->n && !found; ++i)
            found = s->at[i].feature_a == t.feature_a && s->at[i].feature_b == t.feature_b;
        if (found)
            continue;
        collide__touch_add(s, &t);
        if (flat && t.depth > s->depth)
            over.normal = collide__triangle_normal(over.triangle);
        collide__column_add(s, t.depth, under, !flat, &t);
    }
}

// What surrounds an edge or a vertex.
typedef struct collide__round {
    collide__face triangle; // if there is no tile
    struct {
        uint8_t column, row, which;
    } face[6];               // of the tile
    collide__dvec3 other[6]; // where other edges lead, or the third corners of faces
    int faces, others;
    bool flat; // there is no corner, or one that is bent up
    uint32_t row, feature;
} collide__round;

static void collide__round_put(collide__round *r, size_t column, size_t row, uint32_t which) {
    r->face[r->faces].column = (uint8_t)column;
    r->face[r->faces].row = (uint8_t)row;
    r->face[r->faces++].which = (uint8_t)which;
}

static collide__face collide__round_face(const collide__search *s, const collide__round *r, int i) {
    collide__face f;
    if (!s->tile)
        return r->triangle;
    collide__tile_face(s->tile, r->face[i].column, r->face[i].row, r->face[i].which,
                       s->terrain->grid.other_diagonal, &f);
    f.normal = collide__triangle_normal(f.triangle);
    return f;
}

// Whether a body that leaves along n at p clears what surrounds it, and does not go down.
static bool collide__round_clears(const collide__round *r, collide__dvec3 p, collide__dvec3 n) {
    for (int i = 0; i < r->others; ++i) {
        const collide__dvec3 e = collide__dadd(r->other[i], -1, p);
        const double off = collide__ddot(e, n);
        if (off > 0 && collide__dmul(off, off) >
                           collide__dmul(COLLIDE__TIE * COLLIDE__TIE, collide__ddot(e, e)))
            return false;
    }
    return n.z >= 0;
}

// An edge of the surface, or a vertex, from a on along e, that comes above the body.
typedef struct collide__line {
    collide__dvec3 a, e;
    double length;
    collide__spots spots;
} collide__line;

COLLIDE__FORCE_INLINE bool collide__spot_above(const collide__line *l, const collide__spot *spot) {
    return spot->t >= 0 && spot->t <= l->length && spot->y >= 0;
}

// False for one that is not above the body anywhere.
static bool collide__line_above(const collide__contact_body *body, collide__dvec3 a,
                                collide__dvec3 b, bool deepest, collide__line *l) {
    l->a = a;
    l->e = collide__dadd(b, -1, a);
    l->length = collide__sqrt(collide__ddot(l->e, l->e));
    (void)collide__dnormalize(&l->e);
    if (!body->line(body->shape, a, l->e, deepest, &l->spots))
        return false;
    bool above = collide__spot_above(l, &l->spots.deepest);
    // The ends of what is may lie beyond its own.
    for (int k = 0; k < l->spots.groups && !deepest && !above; ++k) {
        double from = DBL_MAX, to = -DBL_MAX, y = -1;
        for (int i = 0; i < l->spots.group[k].n; ++i) {
            const collide__spot *spot = &l->spots.group[k].spot[i];
            from = spot->t < from ? spot->t : from;
            to = spot->t > to ? spot->t : to;
            y = spot->y > y ? spot->y : y;
        }
        above = above || (y >= 0 && from <= l->length && to >= 0);
    }
    return above;
}

// Contacts with an edge or a vertex.
static void collide__touch_line(collide__search *s, const collide__line *l,
                                const collide__round *r) {
    const collide__contact_body *body = s->body;
    const collide__dvec3 up = {0, 0, 1}, a = l->a, e = l->e;
    const collide__spot *d = &l->spots.deepest;
    collide__touch t;
    if (collide__spot_above(l, d)) {
        t.b = collide__dadd(a, d->t, e);
        t.a = collide__dadd(t.b, -d->y, up);
        t.feature_a = d->feature | r->row;
        t.feature_b = r->feature;
        for (int f = 0; f < r->faces && d->y > s->depth; ++f) {
            const collide__face face = collide__round_face(s, r, f);
            t.normal = face.normal;
            t.depth = collide__dmul(d->y, t.normal.z);
            collide__column_add(s, t.depth, &face, false, &t);
        }
    }
    for (int k = 0; k < l->spots.groups && !r->flat; ++k) {
        const collide__dvec3 n = l->spots.group[k].normal;
        collide__way way;
        if (!collide__round_clears(r, a, n))
            continue;
        t.normal = n;
        t.feature_b = r->feature;
        // The way out may be shorter than along n: that of the line's middle, or those of its ends.
        const collide__dvec3 zero = {0, 0, 0};
        double most = 0;
        for (int i = 0; i < l->spots.group[k].n; ++i)
            most = l->spots.group[k].spot[i].y > most ? l->spots.group[k].spot[i].y : most;
        if (!l->spots.along && body->way(body->shape, a, e, l->length, &way) && way.deepest &&
            way.distance < collide__dmul(most, n.z) * (1 - COLLIDE__TIE) &&
            collide__round_clears(r, a, collide__dadd(way.normal, 0.25, up))) {
            t.b = collide__dadd(a, way.t, e);
            t.a = collide__dadd(t.b, -way.distance, way.normal);
            t.normal = way.normal;
            t.depth = way.distance;
            t.feature_a = way.feature | r->row;
            collide__touch_add(s, &t);
            return;
        }
        for (int i = 0; i < l->spots.group[k].n; ++i) {
            const collide__spot spot = l->spots.group[k].spot[i];
            if (!collide__spot_above(l, &spot))
                continue;
            t.b = collide__dadd(a, spot.t, e);
            t.a = collide__dadd(t.b, -spot.y, up);
            t.normal = n;
            t.depth = collide__dmul(spot.y, n.z);
            t.feature_a = spot.feature | r->row;
            if (l->spots.along && body->way(body->shape, t.b, zero, 0, &way) &&
                way.distance < t.depth * (1 - COLLIDE__TIE) &&
                collide__round_clears(r, a, collide__dadd(way.normal, 0.25, up))) {
                t.a = collide__dadd(t.b, -way.distance, way.normal);
                t.normal = way.normal;
                t.depth = way.distance;
            }
            collide__touch_add(s, &t);
        }
        return;
    }
}

// Unit vectors across each other, the third along z or, where that has no length, along any.
static void collide__axes_from(collide__dvec3 *axes, collide__dvec3 z) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    if (!collide__dnormalize(&z)) {
        z.x = z.y = 0;
        z.z = 1;
    }
    const bool by_x = collide__dabs(z.x) < 0.875;
    axes[2] = z;
    axes[0] = collide__dadd(by_x ? x : y, by_x ? -z.x : -z.y, z);
    (void)collide__dnormalize(&axes[0]);
    axes[1] = collide__dcross(z, axes[0]);
}
#undef COLLIDE__CONNECTED
#undef COLLIDE__NUMBER_SHIFT
#endif // COLLIDE_NO_TERRAIN
