#pragma once
#include "sieve.h"

// ---- the sieve of spheres and OBBs -----------------------------------------------------------
// Like sieve.h, which draws a ring. It drops only parts that certainly give nothing in double, so
// that answers do not depend on it: all errors are far below its slack. It keeps faces that may
// have a neighbour in their plane, since the first of them stands for all.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// A ring in each lane. A square is the square of the length of a face's normal whose z is 1.
typedef struct COLLIDE__W(collide__sift_ring) {
    COLLIDE__V x, y, x_e, y_n; // of the vertex, and of the vertices to the east and north
    COLLIDE__V sw, s, se, w, z, e, nw, n, ne;
    COLLIDE__V slope_x[2], slope_y[2], square[2]; // of faces 0 and 1
    COLLIDE__V slope_south, slope_west;           // along y beyond edge 0, along x beyond edge 1
    COLLIDE__V south, west, least;                // squares: beyond edges 0 and 1; min round z
    COLLIDE__V slack, wide;                       // of lengths; dx + dy
    COLLIDE__M whole;                             // without holes
    unsigned open, all;                           // lanes with holes; lanes that hold a ring
    unsigned flat[2], bent[3]; // faces that may have a neighbour in their plane; edges that bend
} COLLIDE__W(collide__sift_ring);

// The lanes in which an edge may be flat; p and q are the third corners of its faces.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__sift_flat)(COLLIDE__V a, COLLIDE__V b,
                                                             COLLIDE__V p, COLLIDE__V q,
                                                             COLLIDE__V most) {
    const COLLIDE__V d = COLLIDE__SUB(a, p), g = COLLIDE__SUB(b, q);
    const COLLIDE__V rounded = COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_BEND),
                                            COLLIDE__ADD(COLLIDE__ABS(d), COLLIDE__ABS(g)));
    return ~COLLIDE__BITS(
        COLLIDE__LT(COLLIDE__ADD(most, rounded), COLLIDE__ABS(COLLIDE__ADD(d, g))));
}

// Which edges bend and which faces may have a neighbour in their plane. east and north are heights
// two steps away.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_bends)(bool other, COLLIDE__V high,
                                                          COLLIDE__V bent, COLLIDE__V east,
                                                          COLLIDE__V north,
                                                          COLLIDE__W(collide__sift_ring) * g) {
    const COLLIDE__V third0 = other ? g->ne : g->n, below0 = other ? g->s : g->se;
    const COLLIDE__V third1 = other ? g->ne : g->e, beside1 = other ? g->w : g->nw;
    const COLLIDE__V from = other ? g->z : g->e, to = other ? g->ne : g->n;
    const COLLIDE__V third2 = other ? g->e : g->z, fourth2 = other ? g->n : g->ne;
    g->bent[0] = COLLIDE__W(collide__sieve_bent)(g->z, g->e, third0, below0, high);
    g->bent[1] = COLLIDE__W(collide__sieve_bent)(g->z, g->n, third1, beside1, high);
    g->bent[2] = COLLIDE__W(collide__sieve_bent)(from, to, third2, fourth2, high);
    const unsigned flat0 = COLLIDE__W(collide__sift_flat)(g->z, g->e, third0, below0, bent);
    const unsigned flat1 = COLLIDE__W(collide__sift_flat)(g->z, g->n, third1, beside1, bent);
    const unsigned flat2 = COLLIDE__W(collide__sift_flat)(from, to, third2, fourth2, bent);
    // The edges of the cell that begin at n and at e.
    const unsigned flat3 =
        COLLIDE__W(collide__sift_flat)(g->n, g->ne, north, other ? g->z : g->e, bent);
    const unsigned flat4 =
        COLLIDE__W(collide__sift_flat)(g->e, g->ne, east, other ? g->z : g->n, bent);
    g->flat[0] = flat2 | flat0 | (other ? flat4 : flat1);
    g->flat[1] = flat2 | flat3 | (other ? flat1 : flat4);
}

static COLLIDE__TARGET void COLLIDE__W(collide__sift_load)(const collide__sift_job *job,
                                                           const collide__rings *r, unsigned lane,
                                                           COLLIDE__W(collide__sift_ring) * g) {
    const bool other = job->other_diagonal;
    const COLLIDE__V over = COLLIDE__SPLAT(job->over), bent = COLLIDE__SPLAT(r->bent);
    const COLLIDE__V ix = COLLIDE__SPLAT(job->inverse_dx), iy = COLLIDE__SPLAT(job->inverse_dy);
    COLLIDE__V most = COLLIDE__SPLAT(0), high = COLLIDE__SPLAT(0);
#define COLLIDE__ROW(i, v)                                                                         \
    g->v = COLLIDE__LOAD_V(r->z[i] + lane);                                                        \
    most = COLLIDE__MAX(COLLIDE__ABS(g->v), most);                                                 \
    high = COLLIDE__MAX(COLLIDE__ABS(COLLIDE__ADD(g->v, over)), high);
    COLLIDE__ROW(0, sw)
    COLLIDE__ROW(1, s)
    COLLIDE__ROW(2, se)
    COLLIDE__ROW(3, w)
    COLLIDE__ROW(4, z)
    COLLIDE__ROW(5, e)
    COLLIDE__ROW(6, nw)
    COLLIDE__ROW(7, n)
    COLLIDE__ROW(8, ne)
#undef COLLIDE__ROW
    g->x = COLLIDE__LOAD_V(r->x + lane);
    g->y = COLLIDE__LOAD_V(r->y + lane);
    g->x_e = COLLIDE__LOAD_V(r->x_e + lane);
    g->y_n = COLLIDE__LOAD_V(r->y_n + lane);
    const COLLIDE__V east = COLLIDE__LOAD_V(r->z_e + lane), north = COLLIDE__LOAD_V(r->z_n + lane);
#define COLLIDE__X(a, b) COLLIDE__MUL(COLLIDE__SUB(g->a, g->b), ix)
#define COLLIDE__Y(a, b) COLLIDE__MUL(COLLIDE__SUB(g->a, g->b), iy)
#define COLLIDE__SQUARE(a, b)                                                                      \
    COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(a, a), COLLIDE__MUL(b, b)), COLLIDE__SPLAT(1))
    const COLLIDE__V x_0 = COLLIDE__X(e, z), x_n = COLLIDE__X(ne, n), y_0 = COLLIDE__Y(n, z);
    const COLLIDE__V y_e = COLLIDE__Y(ne, e), x_w = COLLIDE__X(z, w), y_s = COLLIDE__Y(z, s);
    g->slope_x[0] = x_0;
    g->slope_y[0] = other ? y_e : y_0;
    g->slope_x[1] = x_n;
    g->slope_y[1] = other ? y_0 : y_e;
    g->square[0] = COLLIDE__SQUARE(g->slope_x[0], g->slope_y[0]);
    g->square[1] = COLLIDE__SQUARE(g->slope_x[1], g->slope_y[1]);
    const COLLIDE__V y_south = other ? y_s : COLLIDE__Y(e, se);
    const COLLIDE__V x_west = other ? x_w : COLLIDE__X(n, nw);
    g->slope_south = y_south;
    g->slope_west = x_west;
    g->south = COLLIDE__SQUARE(x_0, y_south);
    g->west = COLLIDE__SQUARE(x_west, y_0);
    // The three other faces round the vertex; with other_diagonal south and west are among them.
    const COLLIDE__V a = other ? x_n : x_w, b = other ? y_0 : COLLIDE__Y(nw, w);
    const COLLIDE__V d = other ? COLLIDE__X(s, sw) : COLLIDE__X(se, s);
    const COLLIDE__V h = other ? COLLIDE__Y(w, sw) : y_s;
    const COLLIDE__V p = COLLIDE__SQUARE(a, b), q = COLLIDE__SQUARE(d, y_s);
    const COLLIDE__V t = COLLIDE__SQUARE(x_w, h);
#undef COLLIDE__X
#undef COLLIDE__Y
#undef COLLIDE__SQUARE
    g->least = COLLIDE__MIN(COLLIDE__MIN(COLLIDE__MIN(p, q), COLLIDE__MIN(t, g->square[0])),
                            COLLIDE__MIN(g->south, g->west));
    const COLLIDE__V steep =
        COLLIDE__MAX(COLLIDE__MAX(COLLIDE__MAX(p, q), COLLIDE__MAX(t, g->square[0])),
                     COLLIDE__MAX(COLLIDE__MAX(g->south, g->west), g->square[1]));
    g->wide = COLLIDE__SPLAT(job->dx + job->dy);
    const COLLIDE__V extent = COLLIDE__ADD(
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(g->x), COLLIDE__ABS(g->y)), most), g->wide);
    g->slack = COLLIDE__ADD(COLLIDE__SPLAT(job->slack),
                            COLLIDE__MUL(COLLIDE__SPLAT(COLLIDE__SIEVE_FAR), extent));
    g->whole = COLLIDE__AND(COLLIDE__LT(most, COLLIDE__SPLAT(COLLIDE__HOLE)),
                            COLLIDE__LT(steep, COLLIDE__SPLAT(FLT_MAX)));
    g->open = ~COLLIDE__BITS(g->whole);
    COLLIDE__W(collide__sift_bends)(other, high, bent, east, north, g);
}

// Sets the faces in which a point of the body may be a contact.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_face)(const COLLIDE__W(collide__sift_ring) * g,
                                                         unsigned k, unsigned bits,
                                                         collide__rings *r, unsigned lane) {
    r->face[k] |= ((bits | g->open) & g->all) << lane;
}

// Sets edge or vertex i in lanes in which it may be above the body, and there may have contacts of
// its own (line) or be the deepest point of a face (deep). Its height y over the body is at most
// that; square is the least of its faces.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_line)(const COLLIDE__W(collide__sift_ring) * g,
                                                         int i, COLLIDE__V y, COLLIDE__V square,
                                                         unsigned line, unsigned deep,
                                                         collide__rings *r, unsigned lane) {
    const COLLIDE__V length = COLLIDE__SQRT(square);
    const COLLIDE__V rounded =
        COLLIDE__MUL(COLLIDE__DIV(y, length), COLLIDE__SPLAT(1 + COLLIDE__SIEVE_MARGIN));
    COLLIDE__STORE_V(r->depth[i] + lane,
                     COLLIDE__SELECT(g->whole, rounded, COLLIDE__SPLAT(FLT_MAX)));
    r->line[i] |= ((line | g->open) & g->all) << lane;
    r->deep[i] |= ((deep | g->open) & g->all) << lane;
}

// The lanes in which p, relative to the corner of cells, is in the column of face 0 or 1.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_column)(const collide__sift_job *job,
                                                           const COLLIDE__W(collide__sift_ring) * g,
                                                           COLLIDE__V px, COLLIDE__V py,
                                                           unsigned *in) {
    const COLLIDE__V zero = COLLIDE__SPLAT(-job->share), one = COLLIDE__SPLAT(1 + job->share);
    const COLLIDE__V u = COLLIDE__MUL(COLLIDE__SUB(px, g->x), COLLIDE__SPLAT(job->inverse_dx));
    const COLLIDE__V v = COLLIDE__MUL(COLLIDE__SUB(py, g->y), COLLIDE__SPLAT(job->inverse_dy));
    const unsigned out = COLLIDE__BITS(COLLIDE__LT(u, zero)) | COLLIDE__BITS(COLLIDE__LT(v, zero)) |
                         COLLIDE__BITS(COLLIDE__LT(one, u)) | COLLIDE__BITS(COLLIDE__LT(one, v));
    if (job->other_diagonal) {
        const COLLIDE__V d = COLLIDE__SUB(v, u);
        in[0] = ~(out | COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(job->share), d)));
        in[1] = ~(out | COLLIDE__BITS(COLLIDE__LT(d, zero)));
    } else {
        const COLLIDE__V d = COLLIDE__ADD(u, v);
        in[0] = ~(out | COLLIDE__BITS(COLLIDE__LT(one, d)));
        in[1] = ~(out | COLLIDE__BITS(COLLIDE__LT(d, COLLIDE__SPLAT(1 - job->share))));
    }
}

// A vector from the begin of an edge or from a vertex.
typedef struct COLLIDE__W(collide__sift_vector) {
    COLLIDE__V x, y, z;
} COLLIDE__W(collide__sift_vector);

COLLIDE__LANE_INLINE COLLIDE__W(collide__sift_vector)
    COLLIDE__W(collide__sift_to)(float x, float y, COLLIDE__V z) {
    COLLIDE__W(collide__sift_vector) v;
    v.x = COLLIDE__SPLAT(x);
    v.y = COLLIDE__SPLAT(y);
    v.z = z;
    return v;
}

COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_dot)(COLLIDE__W(collide__sift_vector) a,
                                                              COLLIDE__W(collide__sift_vector) b) {
    return COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(a.x, b.x), COLLIDE__MUL(a.y, b.y)),
                        COLLIDE__MUL(a.z, b.z));
}

// An edge: its begin, the way to its end, and the ways to the third corners of its faces.
typedef struct COLLIDE__W(collide__sift_edge) {
    COLLIDE__V x, y;
    COLLIDE__W(collide__sift_vector) go, third[2];
    COLLIDE__V z, square; // square: the least of its faces
} COLLIDE__W(collide__sift_edge);

COLLIDE__LANE_INLINE COLLIDE__W(collide__sift_edge)
    COLLIDE__W(collide__sift_edge_of)(const collide__sift_job *job,
                                      const COLLIDE__W(collide__sift_ring) * g, int i) {
    const bool other = job->other_diagonal;
    const float dx = job->dx, dy = job->dy;
    COLLIDE__W(collide__sift_edge) e;
    e.x = i == 2 && !other ? g->x_e : g->x;
    e.y = g->y;
    e.z = i == 2 && !other ? g->e : g->z;
#define COLLIDE__TO(x, y, v) COLLIDE__W(collide__sift_to)(x, y, COLLIDE__SUB(g->v, e.z))
    if (i == 0) {
        e.go = COLLIDE__TO(dx, 0, e);
        e.third[0] = other ? COLLIDE__TO(dx, dy, ne) : COLLIDE__TO(0, dy, n);
        e.third[1] = other ? COLLIDE__TO(0, -dy, s) : COLLIDE__TO(dx, -dy, se);
        e.square = COLLIDE__MIN(g->square[0], g->south);
    } else if (i == 1) {
        e.go = COLLIDE__TO(0, dy, n);
        e.third[0] = other ? COLLIDE__TO(dx, dy, ne) : COLLIDE__TO(dx, 0, e);
        e.third[1] = other ? COLLIDE__TO(-dx, 0, w) : COLLIDE__TO(-dx, dy, nw);
        e.square = COLLIDE__MIN(g->square[other], g->west);
    } else {
        e.go = other ? COLLIDE__TO(dx, dy, ne) : COLLIDE__TO(-dx, dy, n);
        e.third[0] = other ? COLLIDE__TO(dx, 0, e) : COLLIDE__TO(-dx, 0, z);
        e.third[1] = other ? COLLIDE__TO(0, dy, n) : COLLIDE__TO(0, dy, ne);
        e.square = COLLIDE__MIN(g->square[0], g->square[1]);
    }
#undef COLLIDE__TO
    return e;
}

// Calls RISE with the ways from a vertex to its six neighbours.
#define COLLIDE__SPOKES(RISE)                                                                      \
    RISE(dx, 0, g->e)                                                                              \
    RISE(-dx, 0, g->w)                                                                             \
    RISE(0, dy, g->n)                                                                              \
    RISE(0, -dy, g->s)                                                                             \
    RISE(other ? dx : -dx, dy, other ? g->ne : g->nw)                                              \
    RISE(other ? -dx : dx, -dy, other ? g->sw : g->se)

// ---- spheres ---------------------------------------------------------------------------------

// The wall below an edge cuts a disc of radius rho out of the sphere; sine and cosine are of the
// edge's slope. The edge is deepest where it is parallel to the disc's lower side, at along.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__sift_sphere_edge)(const collide__sift_job *job,
                                      const COLLIDE__W(collide__sift_ring) * g, int i,
                                      collide__rings *r, unsigned lane) {
    const COLLIDE__W(collide__sift_edge) e = COLLIDE__W(collide__sift_edge_of)(job, g, i);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), one = COLLIDE__SPLAT(1);
    const COLLIDE__V tx = COLLIDE__SPLAT(job->edge[i].x), ty = COLLIDE__SPLAT(job->edge[i].y);
    const COLLIDE__V length = COLLIDE__SPLAT(job->edge[i].z);
    const COLLIDE__V off = COLLIDE__SUB(COLLIDE__MUL(e.x, ty), COLLIDE__MUL(e.y, tx));
    const COLLIDE__V from = COLLIDE__ADD(COLLIDE__MUL(e.x, tx), COLLIDE__MUL(e.y, ty));
    const COLLIDE__V rest = COLLIDE__SUB(COLLIDE__SPLAT(job->square), COLLIDE__MUL(off, off));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V slope = COLLIDE__DIV(e.go.z, length);
    const COLLIDE__V root = COLLIDE__SQRT(COLLIDE__ADD(COLLIDE__MUL(slope, slope), one));
    const COLLIDE__V cosine = COLLIDE__DIV(one, root);
    const COLLIDE__V along = COLLIDE__MUL(rho, COLLIDE__MUL(slope, cosine));
    const COLLIDE__V depth =
        COLLIDE__ADD(COLLIDE__MUL(cosine, COLLIDE__SUB(e.z, COLLIDE__MUL(slope, from))), rho);
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) |
        COLLIDE__BITS(COLLIDE__LT(along, COLLIDE__SUB(from, g->slack))) |
        COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(COLLIDE__ADD(from, length), g->slack), along)) |
        COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack)));
    COLLIDE__W(collide__sift_vector) p;
    p.x = COLLIDE__ADD(COLLIDE__MUL(along, tx), COLLIDE__MUL(off, ty));
    p.y = COLLIDE__SUB(COLLIDE__MUL(along, ty), COLLIDE__MUL(off, tx));
    p.z = COLLIDE__NEG(COLLIDE__MUL(rho, cosine));
    unsigned blocked = 0;
    for (int k = 0; k < 2; ++k) {
        const COLLIDE__V size = COLLIDE__ADD(g->wide, COLLIDE__ABS(e.third[k].z));
        blocked |= COLLIDE__BITS(
            COLLIDE__LT(COLLIDE__W(collide__sift_dot)(p, e.third[k]),
                        COLLIDE__NEG(COLLIDE__MUL(size, COLLIDE__ADD(g->slack, g->slack)))));
    }
    COLLIDE__W(collide__sift_line)
    (g, i, COLLIDE__MUL(COLLIDE__ADD(depth, g->slack), root), e.square,
     ~(out | blocked) & g->bent[i], ~out, r, lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_sphere)(const collide__sift_job *job,
                                                           const COLLIDE__W(collide__sift_ring) * g,
                                                           collide__rings *r, unsigned lane) {
    const COLLIDE__V zero = COLLIDE__SPLAT(0), radius = COLLIDE__SPLAT(job->radius);
    const bool other = job->other_diagonal;
    const float dx = job->dx, dy = job->dy;
    for (unsigned k = 0; k < 2; ++k) {
        const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1), COLLIDE__SQRT(g->square[k]));
        const COLLIDE__V height =
            COLLIDE__SUB(COLLIDE__SUB(k ? g->n : g->z, COLLIDE__MUL(g->slope_x[k], g->x)),
                         COLLIDE__MUL(g->slope_y[k], k ? g->y_n : g->y));
        const COLLIDE__V depth = COLLIDE__ADD(COLLIDE__MUL(height, inverse), radius);
        const COLLIDE__V scale = COLLIDE__MUL(radius, inverse);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)
        (job, g, COLLIDE__MUL(scale, g->slope_x[k]), COLLIDE__MUL(scale, g->slope_y[k]), in);
        COLLIDE__W(collide__sift_face)
        (g, k, ~COLLIDE__BITS(COLLIDE__LT(depth, COLLIDE__NEG(g->slack))) & (in[k] | g->flat[k]), r,
         lane);
    }
    for (int i = 0; i < 3; ++i)
        COLLIDE__W(collide__sift_sphere_edge)(job, g, i, r, lane);
    const COLLIDE__V rest =
        COLLIDE__SUB(COLLIDE__SPLAT(job->square),
                     COLLIDE__ADD(COLLIDE__MUL(g->x, g->x), COLLIDE__MUL(g->y, g->y)));
    const COLLIDE__V rho = COLLIDE__SQRT(COLLIDE__MAX(rest, zero));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__ADD(g->z, rho), g->slack);
    const unsigned out =
        COLLIDE__BITS(COLLIDE__LT(rest, zero)) | COLLIDE__BITS(COLLIDE__LT(y, zero));
    COLLIDE__W(collide__sift_vector) p;
    unsigned blocked = 0;
    p.x = g->x;
    p.y = g->y;
    p.z = COLLIDE__NEG(rho);
#define COLLIDE__RISE(a, b, to)                                                                    \
    {                                                                                              \
        const COLLIDE__W(collide__sift_vector) v =                                                 \
            COLLIDE__W(collide__sift_to)(a, b, COLLIDE__SUB(to, g->z));                            \
        const COLLIDE__V size = COLLIDE__ADD(g->wide, COLLIDE__ABS(v.z));                          \
        blocked |= COLLIDE__BITS(                                                                  \
            COLLIDE__LT(COLLIDE__W(collide__sift_dot)(p, v),                                       \
                        COLLIDE__NEG(COLLIDE__MUL(size, COLLIDE__ADD(g->slack, g->slack)))));      \
    }
    COLLIDE__SPOKES(COLLIDE__RISE)
#undef COLLIDE__RISE
    COLLIDE__W(collide__sift_line)(g, 3, y, g->least, ~(out | blocked), ~out, r, lane);
}

// ---- OBBs ------------------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// A vertex over the three lower faces of an OBB: its height above each, along z. A steep face takes
// less than its height where that is above it, and no part in top, which is an upper bound of the
// height above the OBB. Lanes: near_by, the faces that may be the first below the vertex; before
// and behind, the sides of the shadow that the vertex is beyond; inside, it certainly is in the
// shadow.
typedef struct COLLIDE__W(collide__sift_foot) {
    COLLIDE__V height[3], top;
    unsigned near_by[3], before[3], behind[3], inside;
} COLLIDE__W(collide__sift_foot);

static COLLIDE__TARGET void COLLIDE__W(collide__sift_foot_of)(const collide__sift_job *job,
                                                              COLLIDE__V x, COLLIDE__V y,
                                                              COLLIDE__V z, COLLIDE__V slack,
                                                              COLLIDE__W(collide__sift_foot) * f) {
    f->top = COLLIDE__SPLAT(FLT_MAX);
    f->inside = COLLIDE__ALL;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__V inverse = COLLIDE__SPLAT(job->inverse[i]);
        const COLLIDE__V at =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->up[i].x)),
                                      COLLIDE__MUL(y, COLLIDE__SPLAT(job->up[i].y))),
                         COLLIDE__MUL(z, COLLIDE__SPLAT(job->up[i].z)));
        f->height[i] = COLLIDE__MUL(
            COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__SPLAT(job->half[i])), slack), inverse);
        if (!job->steep[i])
            f->top = COLLIDE__MIN(f->height[i], f->top);
        const COLLIDE__V side = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->side[i].x)),
                                             COLLIDE__MUL(y, COLLIDE__SPLAT(job->side[i].y)));
        const COLLIDE__V reach = COLLIDE__SPLAT(job->side[i].z);
        f->before[i] = COLLIDE__BITS(COLLIDE__LT(side, COLLIDE__NEG(COLLIDE__ADD(reach, slack))));
        f->behind[i] = COLLIDE__BITS(COLLIDE__LT(COLLIDE__ADD(reach, slack), side));
        f->inside &= COLLIDE__BITS(COLLIDE__LT(COLLIDE__ABS(side), COLLIDE__SUB(reach, slack)));
    }
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__V twice = COLLIDE__ADD(slack, slack);
        f->near_by[i] = ~COLLIDE__BITS(COLLIDE__LT(
            f->top,
            COLLIDE__SUB(f->height[i], COLLIDE__MUL(twice, COLLIDE__SPLAT(job->inverse[i])))));
    }
}

// The lanes in which the height above the OBB certainly falls from a vertex on, along go: the
// vertex is in the shadow, and one face alone is below it.
COLLIDE__LANE_INLINE unsigned
COLLIDE__W(collide__sift_falls)(const collide__sift_job *job,
                                const COLLIDE__W(collide__sift_foot) * f, const COLLIDE__V *rise,
                                COLLIDE__V little) {
    unsigned falls = 0;
    for (int i = 0; i < 3; ++i)
        if (!job->steep[i])
            falls |= f->near_by[i] & ~(f->near_by[(i + 1) % 3] | f->near_by[(i + 2) % 3]) &
                     COLLIDE__BITS(COLLIDE__LT(rise[i], COLLIDE__NEG(little)));
    return falls & f->inside;
}

// Of the axes of an OBB: the dot products with the normal of a face whose z is 1.
typedef struct COLLIDE__W(collide__sift_turned) {
    COLLIDE__V axis[3];
} COLLIDE__W(collide__sift_turned);

COLLIDE__LANE_INLINE COLLIDE__W(collide__sift_turned)
    COLLIDE__W(collide__sift_turn)(const collide__sift_job *job, COLLIDE__V slope_x,
                                   COLLIDE__V slope_y) {
    COLLIDE__W(collide__sift_turned) t;
    for (int k = 0; k < 3; ++k)
        t.axis[k] = COLLIDE__SUB(COLLIDE__SUB(COLLIDE__SPLAT(job->up[k].z),
                                              COLLIDE__MUL(slope_x, COLLIDE__SPLAT(job->up[k].x))),
                                 COLLIDE__MUL(slope_y, COLLIDE__SPLAT(job->up[k].y)));
    return t;
}

// Edge i from foot a to foot b, with a face to its left and to its right. The normal of a contact
// is of a face of the OBB that is almost parallel to the edge (flush), or the cross product of the
// edge and an axis; the product with the way to the left face's third corner is then that axis by
// the face's normal, times the area.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb_edge)(
    const collide__sift_job *job, const COLLIDE__W(collide__sift_ring) * g, int i,
    const COLLIDE__W(collide__sift_foot) * a, const COLLIDE__W(collide__sift_foot) * b,
    const COLLIDE__W(collide__sift_turned) * left, const COLLIDE__W(collide__sift_turned) * right,
    collide__rings *r, unsigned lane) {
    const COLLIDE__V tie = COLLIDE__SPLAT(4 * COLLIDE__SIEVE_TIE), zero = COLLIDE__SPLAT(0);
    const COLLIDE__W(collide__sift_edge) e = COLLIDE__W(collide__sift_edge_of)(job, g, i);
    const COLLIDE__V tx = COLLIDE__SPLAT(job->edge[i].x), ty = COLLIDE__SPLAT(job->edge[i].y);
    const COLLIDE__V off = COLLIDE__SUB(COLLIDE__MUL(e.x, ty), COLLIDE__MUL(e.y, tx));
    const COLLIDE__V little = COLLIDE__MUL(tie, COLLIDE__ADD(g->wide, COLLIDE__ABS(e.go.z)));
    COLLIDE__V top = COLLIDE__SPLAT(FLT_MAX), rise[3], fall[3];
    unsigned out = COLLIDE__BITS(
        COLLIDE__LT(COLLIDE__ADD(COLLIDE__SPLAT(job->reach[i]), g->slack), COLLIDE__ABS(off)));
    for (int k = 0; k < 3; ++k) {
        out |= (a->before[k] & b->before[k]) | (a->behind[k] & b->behind[k]);
        if (!job->steep[k])
            top = COLLIDE__MIN(COLLIDE__MAX(a->height[k], b->height[k]), top);
        rise[k] = COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(job->up[k].x), e.go.x),
                                            COLLIDE__MUL(COLLIDE__SPLAT(job->up[k].y), e.go.y)),
                               COLLIDE__MUL(COLLIDE__SPLAT(job->up[k].z), e.go.z));
        fall[k] = COLLIDE__NEG(rise[k]);
    }
    out |= COLLIDE__BITS(COLLIDE__LT(top, zero));
    const unsigned beyond = COLLIDE__W(collide__sift_falls)(job, a, rise, little) |
                            COLLIDE__W(collide__sift_falls)(job, b, fall, little);
    const unsigned bent = g->bent[i] & ~out;
    unsigned clear = 0, flush = 0;
    if (bent & g->all) {
        const COLLIDE__V third =
            COLLIDE__MAX(COLLIDE__ABS(e.third[0].z), COLLIDE__ABS(e.third[1].z));
        const COLLIDE__V most = COLLIDE__MUL(little, COLLIDE__ADD(g->wide, third));
        const COLLIDE__V error = COLLIDE__MUL(most, COLLIDE__SPLAT(job->inverse_area));
        const COLLIDE__V square = COLLIDE__MUL(COLLIDE__W(collide__sift_dot)(e.go, e.go),
                                               COLLIDE__SPLAT(COLLIDE__SIEVE_BESIDE));
        for (int k = 0; k < 3; ++k) {
            COLLIDE__W(collide__sift_vector) up;
            up.x = COLLIDE__SPLAT(job->up[k].x);
            up.y = COLLIDE__SPLAT(job->up[k].y);
            up.z = COLLIDE__SPLAT(job->up[k].z);
            const unsigned level =
                bent & ~COLLIDE__BITS(COLLIDE__LT(square, COLLIDE__MUL(rise[k], rise[k])));
            if (level & g->all) {
                const COLLIDE__V p = COLLIDE__W(collide__sift_dot)(up, e.third[0]);
                const COLLIDE__V q = COLLIDE__W(collide__sift_dot)(up, e.third[1]);
                flush |= level & ~COLLIDE__BITS(COLLIDE__LT(most, COLLIDE__MAX(p, q)));
                if (job->steep[k])
                    flush |=
                        level & ~COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(most)));
            }
            const COLLIDE__V z =
                COLLIDE__SUB(COLLIDE__MUL(e.go.x, up.y), COLLIDE__MUL(e.go.y, up.x));
            const COLLIDE__V p = COLLIDE__NEG(left->axis[k]), q = right->axis[k];
            clear |= ~(COLLIDE__BITS(COLLIDE__LT(z, COLLIDE__NEG(little))) |
                       COLLIDE__BITS(COLLIDE__LT(error, COLLIDE__MAX(p, q)))) |
                     ~(COLLIDE__BITS(COLLIDE__LT(little, z)) |
                       COLLIDE__BITS(COLLIDE__LT(COLLIDE__MIN(p, q), COLLIDE__NEG(error))));
        }
    }
    COLLIDE__W(collide__sift_line)
    (g, i, top, e.square, bent & (flush | (clear & ~beyond)), ~(out | beyond), r, lane);
}

COLLIDE__LANE_INLINE void COLLIDE__W(collide__sift_obb)(const collide__sift_job *job,
                                                        const COLLIDE__W(collide__sift_ring) * g,
                                                        collide__rings *r, unsigned lane) {
    const COLLIDE__V tie = COLLIDE__SPLAT(4 * COLLIDE__SIEVE_TIE);
    const bool other = job->other_diagonal;
    const float dx = job->dx, dy = job->dy;
    COLLIDE__W(collide__sift_foot) z, e, n, ne;
    unsigned face[2] = {0, 0};
    COLLIDE__V least[2];
    for (unsigned k = 0; k < 2; ++k)
        least[k] = COLLIDE__SUB(
            COLLIDE__SUB(COLLIDE__SUB(k ? g->n : g->z, COLLIDE__MUL(g->slope_x[k], g->x)),
                         COLLIDE__MUL(g->slope_y[k], k ? g->y_n : g->y)),
            COLLIDE__NEG(COLLIDE__MUL(g->slack, COLLIDE__SQRT(g->square[k]))));
    for (int c = 0; c < 8; ++c) {
        const COLLIDE__V px = COLLIDE__SPLAT(job->corner[c].x);
        const COLLIDE__V py = COLLIDE__SPLAT(job->corner[c].y);
        const COLLIDE__V pz = COLLIDE__SPLAT(job->corner[c].z);
        unsigned in[2];
        COLLIDE__W(collide__sift_column)(job, g, px, py, in);
        for (unsigned k = 0; k < 2; ++k) {
            in[k] |= g->flat[k];
            if (!(in[k] & g->all))
                continue;
            const COLLIDE__V above = COLLIDE__SUB(COLLIDE__SUB(pz, COLLIDE__MUL(g->slope_x[k], px)),
                                                  COLLIDE__MUL(g->slope_y[k], py));
            face[k] |= in[k] & ~COLLIDE__BITS(COLLIDE__LT(least[k], above));
        }
    }
    for (unsigned k = 0; k < 2; ++k)
        COLLIDE__W(collide__sift_face)(g, k, face[k], r, lane);
    COLLIDE__W(collide__sift_foot_of)(job, g->x, g->y, g->z, g->slack, &z);
    COLLIDE__W(collide__sift_foot_of)(job, g->x_e, g->y, g->e, g->slack, &e);
    COLLIDE__W(collide__sift_foot_of)(job, g->x, g->y_n, g->n, g->slack, &n);
    if (other)
        COLLIDE__W(collide__sift_foot_of)(job, g->x_e, g->y_n, g->ne, g->slack, &ne);
    const COLLIDE__W(collide__sift_turned) f0 =
        COLLIDE__W(collide__sift_turn)(job, g->slope_x[0], g->slope_y[0]);
    const COLLIDE__W(collide__sift_turned) f1 =
        COLLIDE__W(collide__sift_turn)(job, g->slope_x[1], g->slope_y[1]);
    const COLLIDE__W(collide__sift_turned) south =
        COLLIDE__W(collide__sift_turn)(job, g->slope_x[0], g->slope_south);
    const COLLIDE__W(collide__sift_turned) west =
        COLLIDE__W(collide__sift_turn)(job, g->slope_west, g->slope_y[other]);
    COLLIDE__W(collide__sift_obb_edge)(job, g, 0, &z, &e, &f0, &south, r, lane);
    COLLIDE__W(collide__sift_obb_edge)(job, g, 1, &z, &n, &west, other ? &f1 : &f0, r, lane);
    COLLIDE__W(collide__sift_obb_edge)
    (job, g, 2, other ? &z : &e, other ? &ne : &n, other ? &f1 : &f0, other ? &f0 : &f1, r, lane);
    unsigned out = COLLIDE__BITS(COLLIDE__LT(z.top, COLLIDE__SPLAT(0)));
    unsigned blocked = COLLIDE__ALL;
    for (int i = 0; i < 3; ++i) {
        const COLLIDE__V ux = COLLIDE__SPLAT(job->up[i].x), uy = COLLIDE__SPLAT(job->up[i].y);
        const COLLIDE__V uz = COLLIDE__SPLAT(job->up[i].z);
        unsigned block = 0;
        out |= z.before[i] | z.behind[i];
        if (!(z.near_by[i] & g->all))
            continue;
#define COLLIDE__RISE(a, b, to)                                                                    \
    {                                                                                              \
        const COLLIDE__V rise = COLLIDE__SUB(to, g->z);                                            \
        const COLLIDE__V off = COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(COLLIDE__SPLAT(a), ux),      \
                                                         COLLIDE__MUL(COLLIDE__SPLAT(b), uy)),     \
                                            COLLIDE__MUL(rise, uz));                               \
        block |= COLLIDE__BITS(                                                                    \
            COLLIDE__LT(COLLIDE__MUL(tie, COLLIDE__ADD(g->wide, COLLIDE__ABS(rise))), off));       \
    }
        COLLIDE__SPOKES(COLLIDE__RISE)
#undef COLLIDE__RISE
        blocked &= block | ~z.near_by[i];
    }
    COLLIDE__W(collide__sift_line)(g, 3, z.top, g->least, ~(out | blocked), ~out, r, lane);
}
#endif
#undef COLLIDE__SPOKES

// ---- verdicts --------------------------------------------------------------------------------

// Half the extent of the body along the normal with these slopes whose z is 1.
COLLIDE__LANE_INLINE COLLIDE__V COLLIDE__W(collide__sift_extent)(const collide__sift_job *job,
                                                                 COLLIDE__V slope_x,
                                                                 COLLIDE__V slope_y,
                                                                 COLLIDE__V square) {
#ifndef COLLIDE_NO_SAT
    if (job->obb) {
        COLLIDE__V sum = COLLIDE__SPLAT(0);
        for (int i = 0; i < 3; ++i) {
            const COLLIDE__V at =
                COLLIDE__SUB(COLLIDE__SUB(COLLIDE__SPLAT(job->up[i].z),
                                          COLLIDE__MUL(slope_x, COLLIDE__SPLAT(job->up[i].x))),
                             COLLIDE__MUL(slope_y, COLLIDE__SPLAT(job->up[i].y)));
            sum = COLLIDE__ADD(sum, COLLIDE__MUL(COLLIDE__ABS(at), COLLIDE__SPLAT(job->half[i])));
        }
        return sum;
    }
#else
    (void)slope_x;
    (void)slope_y;
#endif
    return COLLIDE__MUL(COLLIDE__SPLAT(job->radius), COLLIDE__SQRT(square));
}

// The slack is relative to the square of the normal, since separating axes in float are less
// certain of steep faces.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift_faces)(const collide__sift_job *job,
                                                                    const collide__patch *patch,
                                                                    collide__faces *out) {
    const bool other = job->other_diagonal;
    const size_t row = patch->row, n = patch->n;
    const COLLIDE__V ix = COLLIDE__SPLAT(job->inverse_dx), iy = COLLIDE__SPLAT(job->inverse_dy);
    const COLLIDE__V wide = COLLIDE__SPLAT(job->dx + job->dy + job->size);
    const COLLIDE__V tie = COLLIDE__SPLAT(COLLIDE__SIEVE_TIE), one = COLLIDE__SPLAT(1);
    memset(out, 0, sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z0 = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V z1 = COLLIDE__LOAD_U(patch->z + m + 1);
        const COLLIDE__V z2 = COLLIDE__LOAD_U(patch->z + m + row);
        const COLLIDE__V z3 = COLLIDE__LOAD_U(patch->z + m + row + 1);
        const COLLIDE__V low = COLLIDE__MIN(COLLIDE__MIN(z0, z1), COLLIDE__MIN(z2, z3));
        const COLLIDE__V high = COLLIDE__MAX(COLLIDE__MAX(z0, z1), COLLIDE__MAX(z2, z3));
        const COLLIDE__V extent =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(x), COLLIDE__ABS(y)),
                         COLLIDE__ADD(wide, COLLIDE__MAX(COLLIDE__ABS(low), COLLIDE__ABS(high))));
        const COLLIDE__V slack = COLLIDE__MUL(tie, extent);
        const COLLIDE__V reach = COLLIDE__ADD(COLLIDE__SPLAT(job->tall), slack);
        unsigned out_z = COLLIDE__BITS(COLLIDE__LT(reach, low)) |
                         COLLIDE__BITS(COLLIDE__LT(high, COLLIDE__NEG(reach)));
        if (!job->obb) { // a sphere and the cell's box
            const COLLIDE__V zero = COLLIDE__SPLAT(0);
            const COLLIDE__V east = COLLIDE__LOAD_U(patch->x + m + 1);
            const COLLIDE__V north = COLLIDE__LOAD_U(patch->y + m + row);
            const COLLIDE__V px = COLLIDE__MAX(COLLIDE__MAX(x, COLLIDE__NEG(east)), zero);
            const COLLIDE__V py = COLLIDE__MAX(COLLIDE__MAX(y, COLLIDE__NEG(north)), zero);
            const COLLIDE__V pz = COLLIDE__MAX(COLLIDE__MAX(low, COLLIDE__NEG(high)), zero);
            const COLLIDE__V away = COLLIDE__ADD(
                COLLIDE__ADD(COLLIDE__MUL(px, px), COLLIDE__MUL(py, py)), COLLIDE__MUL(pz, pz));
            out_z |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__MUL(reach, reach), away));
        }
        unsigned out_face[2] = {out_z, out_z};
        if ((out_z & COLLIDE__ALL) == COLLIDE__ALL)
            continue;
        for (int k = 0; k < 2; ++k) {
            const COLLIDE__V a = k ? z3 : z1, b = k ? z2 : z0; // along x
            const bool east = other == !k;                     // along y
            const COLLIDE__V slope_x = COLLIDE__MUL(COLLIDE__SUB(a, b), ix);
            const COLLIDE__V slope_y =
                COLLIDE__MUL(COLLIDE__SUB(east ? z3 : z2, east ? z1 : z0), iy);
            const COLLIDE__V square = COLLIDE__ADD(
                COLLIDE__ADD(COLLIDE__MUL(slope_x, slope_x), COLLIDE__MUL(slope_y, slope_y)), one);
            const COLLIDE__V height =
                COLLIDE__SUB(COLLIDE__SUB(b, COLLIDE__MUL(slope_x, x)),
                             COLLIDE__MUL(slope_y, k ? COLLIDE__LOAD_U(patch->y + m + row) : y));
            const COLLIDE__V half = COLLIDE__W(collide__sift_extent)(job, slope_x, slope_y, square);
            out_face[k] |= COLLIDE__BITS(
                COLLIDE__LT(COLLIDE__ADD(half, COLLIDE__MUL(slack, square)), COLLIDE__ABS(height)));
        }
#ifndef COLLIDE_NO_SAT
        for (int i = 0; i < 3 && job->obb && (~(out_face[0] & out_face[1]) & COLLIDE__ALL); ++i) {
            const COLLIDE__V bound = COLLIDE__ADD(COLLIDE__SPLAT(job->half[i]), slack);
            const COLLIDE__V uz = COLLIDE__SPLAT(job->up[i].z);
            const COLLIDE__V ux = COLLIDE__SPLAT(job->up[i].x * job->dx);
            const COLLIDE__V uy = COLLIDE__SPLAT(job->up[i].y * job->dy);
            const COLLIDE__V at = COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__SPLAT(job->up[i].x)),
                                               COLLIDE__MUL(y, COLLIDE__SPLAT(job->up[i].y)));
            const COLLIDE__V c0 = COLLIDE__ADD(at, COLLIDE__MUL(z0, uz));
            const COLLIDE__V c1 = COLLIDE__ADD(COLLIDE__ADD(at, ux), COLLIDE__MUL(z1, uz));
            const COLLIDE__V c2 = COLLIDE__ADD(COLLIDE__ADD(at, uy), COLLIDE__MUL(z2, uz));
            const COLLIDE__V c3 =
                COLLIDE__ADD(COLLIDE__ADD(at, COLLIDE__ADD(ux, uy)), COLLIDE__MUL(z3, uz));
            for (int k = 0; k < 2; ++k) {
                const COLLIDE__V p = other ? c0 : c1, q = other ? c3 : c2;
                const COLLIDE__V v = other ? (k ? c2 : c1) : (k ? c3 : c0);
                out_face[k] |=
                    COLLIDE__BITS(COLLIDE__LT(bound, COLLIDE__MIN(COLLIDE__MIN(p, q), v)));
                out_face[k] |= COLLIDE__BITS(
                    COLLIDE__LT(COLLIDE__MAX(COLLIDE__MAX(p, q), v), COLLIDE__NEG(bound)));
            }
        }
#endif
        for (int k = 0; k < 2; ++k)
            out->near_by[k][m / 64] |= (uint64_t)(~out_face[k] & COLLIDE__ALL) << m % 64;
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__terrain_sift)(const collide__sift_job *job,
                                                              collide__rings *r, unsigned n) {
    r->face[0] = r->face[1] = 0;
    for (int i = 0; i < 4; ++i)
        r->line[i] = r->deep[i] = 0;
    for (unsigned lane = 0; lane < n; lane += COLLIDE__WIDTH) {
        COLLIDE__W(collide__sift_ring) g;
        COLLIDE__W(collide__sift_load)(job, r, lane, &g);
        g.all = n - lane < COLLIDE__WIDTH ? (1u << (n - lane)) - 1 : COLLIDE__ALL;
#ifndef COLLIDE_NO_SAT
        if (job->obb) {
            COLLIDE__W(collide__sift_obb)(job, &g, r, lane);
            continue;
        }
#endif
        COLLIDE__W(collide__sift_sphere)(job, &g, r, lane);
    }
}
#endif // COLLIDE_NO_TERRAIN
