// What a careful C programmer gets from the compiler alone: loops without branches over rows of
// floats, one row per number of an object, which gcc -O3 and clang turn into vector code. Pairs of
// triangles go one by one through Moeller's test, written to leave early. peers.mk compiles this
// file once for each compiler and level; PLAIN_TABLE and PLAIN_HOW tell them apart. Pairs of balls
// are also found in a grid of cells, which is the structure that such a programmer writes first.
// Early out: the same axes over objects that lie one behind the other, left at the first that
// separates.
#include "plain.h"

#include <stdlib.h>
#include <string.h>

#ifndef PLAIN_TABLE
#define PLAIN_TABLE peers_plain
#define PLAIN_HOW "any compiler"
#endif

#define PLAIN_NAME "plain loop, " PLAIN_HOW
#define PLAIN_ROWS "plain loop over rows, " PLAIN_HOW
#define PLAIN_EARLY "plain early out, " PLAIN_HOW
#define PLAIN_GRID "plain grid, " PLAIN_HOW

typedef struct plain {
    size_t n;
    float *rows;    // number k of object i is rows[k * n + i]; of balls, x, y, z, radius
    float *objects; // the same numbers, those of one object one behind the other
    size_t axes;    // of k-DOPs
    float query[PEERS_KDOPS][18];
    size_t kdops;
    const collide_triangle *triangle, *other;
    const collide_obb *boxes;
    const collide_kdop18 *bounds;
    uint32_t *first, *in; // of the grid
} plain;

// ---- k-DOPs ------------------------------------------------------------------------------------

// Numbers of a k-DOP: its least along all axes, then its greatest.
INLINE void kdop(size_t axes, const float *restrict a, const float *restrict rows, size_t n,
                 uint8_t *restrict hit) {
    for (size_t i = 0; i < n; ++i) {
        int apart = 0;
        for (size_t k = 0; k < axes; ++k) {
            apart |= rows[k * n + i] > a[axes + k];
            apart |= rows[(axes + k) * n + i] < a[k];
        }
        hit[i] = (uint8_t)!apart;
    }
}

#define ROWS_CHUNK ((size_t)1024)

// The same, one row after the other for as many objects as a cache holds.
INLINE void kdop_rows(size_t axes, const float *restrict a, const float *restrict rows, size_t n,
                      uint8_t *restrict hit) {
    for (size_t i = 0; i < n; i += ROWS_CHUNK) {
        const size_t count = n - i < ROWS_CHUNK ? n - i : ROWS_CHUNK;
        int32_t apart[ROWS_CHUNK] = {0};
        for (size_t k = 0; k < axes; ++k) {
            const float *restrict low = rows + k * n + i;
            const float *restrict high = rows + (axes + k) * n + i;
            const float least = a[k], most = a[axes + k];
            for (size_t j = 0; j < count; ++j)
                apart[j] |= (low[j] > most) | (high[j] < least);
        }
        for (size_t j = 0; j < count; ++j)
            hit[i + j] = !apart[j];
    }
}

INLINE uint8_t kdop_early(size_t axes, const float *a, const float *b) {
    for (size_t k = 0; k < axes; ++k)
        if (b[k] > a[axes + k] || b[axes + k] < a[k])
            return 0;
    return 1;
}

// Along one direction: the middle, and half the widths of the box's three edges.
INLINE void bound_row(collide_kdop18 *out, int row, float middle, float u, float v, float w) {
    const float r = absolute(u) + absolute(v) + absolute(w);
    const float slack = 1e-6f * (absolute(middle) + r); // more than rounding takes away
    out->min[row] = middle - r - slack;
    out->max[row] = middle + r + slack;
}

static void bound_boxes(const collide_obb *boxes, size_t n, collide_kdop18 *restrict out) {
    for (size_t i = 0; i < n; ++i) {
        const collide_obb *b = boxes + i;
        const collide_vec3 c = b->center, h = b->half;
        const collide_vec3 u = {h.x * b->axis[0].x, h.x * b->axis[0].y, h.x * b->axis[0].z};
        const collide_vec3 v = {h.y * b->axis[1].x, h.y * b->axis[1].y, h.y * b->axis[1].z};
        const collide_vec3 w = {h.z * b->axis[2].x, h.z * b->axis[2].y, h.z * b->axis[2].z};
#define BOUND_AXIS(row, x) bound_row(out + i, row, c.x, u.x, v.x, w.x)
#define BOUND_SUM(row, x, sign, y)                                                                 \
    bound_row(out + i, row, c.x sign c.y, u.x sign u.y, v.x sign v.y, w.x sign w.y)
        BOUND_AXIS(0, x);
        BOUND_AXIS(1, y);
        BOUND_AXIS(2, z);
        BOUND_SUM(3, x, +, y);
        BOUND_SUM(4, x, +, z);
        BOUND_SUM(5, y, +, z);
        BOUND_SUM(6, x, -, y);
        BOUND_SUM(7, x, -, z);
        BOUND_SUM(8, y, -, z);
    }
}

// ---- boxes and triangles -----------------------------------------------------------------------

enum { A_CENTER = 0, A_HALF = 3, A_AXES = 6, B_CENTER = 15, B_HALF = 18, B_AXES = 21 };
enum { B_TRIANGLE = 15, VELOCITY = 30 /* of b less that of a */, ROWS = 33 };

// Added to products of axes: a cross product of nearly parallel ones then separates nothing. With
// less, shapes that overlap are missed.
#define EPSILON 1e-6f

typedef struct times {
    float enter, leave;
} times;

// Shrinks the times at which all axes so far overlap by an axis along which b is from low to high
// as seen from the middle of a, reaches r, and has the speed v. Where v is 0 they are infinite.
INLINE times meet(times t, float low, float high, float r, float v) {
    const float inverse = 1.0f / v, t0 = (-r - high) * inverse, t1 = (r - low) * inverse;
    t.enter = most(t.enter, least(t0, t1));
    t.leave = least(t.leave, most(t0, t1));
    return t;
}

// The same at rest: leave < enter if they are apart.
INLINE times meet_still(times t, float low, float high, float r) {
    t.leave = least(t.leave, least(r - low, r + high));
    return t;
}

INLINE collide_vec3 sizes(collide_vec3 a) {
    const collide_vec3 s = {absolute(a.x) + EPSILON, absolute(a.y) + EPSILON,
                            absolute(a.z) + EPSILON};
    return s;
}

INLINE collide_vec3 get(const float *rows, size_t n, size_t i, size_t k) {
    const collide_vec3 v = {rows[k * n + i], rows[(k + 1) * n + i], rows[(k + 2) * n + i]};
    return v;
}

// v as seen from the axes x, y, z.
INLINE collide_vec3 within(collide_vec3 x, collide_vec3 y, collide_vec3 z, collide_vec3 v) {
    const collide_vec3 w = {dot(x, v), dot(y, v), dot(z, v)};
    return w;
}

// Boxes in the coordinates of a: 15 axes, written out, since compilers vectorise no nests of loops.
INLINE times box_box(const float *rows, size_t n, size_t i, int still, int early) {
    const collide_vec3 ah = get(rows, n, i, A_HALF), bh = get(rows, n, i, B_HALF);
    const collide_vec3 x = get(rows, n, i, A_AXES), y = get(rows, n, i, A_AXES + 3),
                       z = get(rows, n, i, A_AXES + 6);
    const collide_vec3 p =
        within(x, y, z, minus(get(rows, n, i, B_CENTER), get(rows, n, i, A_CENTER)));
    const collide_vec3 v = within(x, y, z, get(rows, n, i, VELOCITY));
    const collide_vec3 b0 = within(x, y, z, get(rows, n, i, B_AXES)),
                       b1 = within(x, y, z, get(rows, n, i, B_AXES + 3)),
                       b2 = within(x, y, z, get(rows, n, i, B_AXES + 6));
    const collide_vec3 s0 = sizes(b0), s1 = sizes(b1), s2 = sizes(b2);
    times t = {0.0f, still ? 0.0f : 1.0f};
// Leaves at the first axis that separates, if asked to.
#define AXIS(t, next)                                                                              \
    do {                                                                                           \
        (t) = (next);                                                                              \
        if (early && (t).leave < (t).enter)                                                        \
            return t;                                                                              \
    } while (0)
#define MIDDLE(p, r, v) AXIS(t, still ? meet_still(t, p, p, r) : meet(t, p, p, r, v))
#define FACE_A(c) MIDDLE(p.c, ah.c + (bh.x * s0.c + bh.y * s1.c + bh.z * s2.c), v.c)
#define FACE_B(x, i) MIDDLE(dot(b##i, p), bh.x + dot(s##i, ah), dot(b##i, v))
// Axis x of a, where y and z follow, by axis i of b, where j and k follow on its extents u and w.
#define EDGES(x, y, z, i, j, k, u, w)                                                              \
    MIDDLE(p.z *b##i.y - p.y * b##i.z,                                                             \
           (ah.y * s##i.z + ah.z * s##i.y) + (bh.u * s##k.x + bh.w * s##j.x),                      \
           v.z * b##i.y - v.y * b##i.z)
#define EDGES_A(a, b, c)                                                                           \
    EDGES(a, b, c, 0, 1, 2, y, z);                                                                 \
    EDGES(a, b, c, 1, 2, 0, z, x);                                                                 \
    EDGES(a, b, c, 2, 0, 1, x, y)
    FACE_A(x);
    FACE_A(y);
    FACE_A(z);
    FACE_B(x, 0);
    FACE_B(y, 1);
    FACE_B(z, 2);
    EDGES_A(x, y, z);
    EDGES_A(y, z, x);
    EDGES_A(z, x, y);
    return t;
}

// A triangle in the coordinates of box a: 13 axes.
INLINE times box_triangle(const float *rows, size_t n, size_t i, int still, int early) {
    const collide_vec3 half = get(rows, n, i, A_HALF), center = get(rows, n, i, A_CENTER);
    const collide_vec3 x = get(rows, n, i, A_AXES), y = get(rows, n, i, A_AXES + 3),
                       z = get(rows, n, i, A_AXES + 6);
    const collide_vec3 v = within(x, y, z, get(rows, n, i, VELOCITY));
    const collide_vec3 p0 = within(x, y, z, minus(get(rows, n, i, B_TRIANGLE), center)),
                       p1 = within(x, y, z, minus(get(rows, n, i, B_TRIANGLE + 3), center)),
                       p2 = within(x, y, z, minus(get(rows, n, i, B_TRIANGLE + 6), center));
    const collide_vec3 e0 = minus(p1, p0), e1 = minus(p2, p1), e2 = minus(p0, p2);
    const collide_vec3 s0 = sizes(e0), s1 = sizes(e1), s2 = sizes(e2);
    const collide_vec3 normal = {e0.y * e1.z - e0.z * e1.y, e0.z * e1.x - e0.x * e1.z,
                                 e0.x * e1.y - e0.y * e1.x};
    times t = {0.0f, still ? 0.0f : 1.0f};
#define RANGE(low, high, r, v)                                                                     \
    AXIS(t, still ? meet_still(t, low, high, r) : meet(t, low, high, r, v))
#define FACE(x) RANGE(least(p0.x, least(p1.x, p2.x)), most(p0.x, most(p1.x, p2.x)), half.x, v.x)
// Axis x of the box by edge i, whose ends are one point; vertex j is another.
#define CROSS(a, y, z, i) ((a).z * e##i.y - (a).y * e##i.z)
#define SIDE(y, z, i, j)                                                                           \
    RANGE(least(CROSS(p##i, y, z, i), CROSS(p##j, y, z, i)),                                       \
          most(CROSS(p##i, y, z, i), CROSS(p##j, y, z, i)), half.y *s##i.z + half.z * s##i.y,      \
          CROSS(v, y, z, i))
#define SIDES(y, z)                                                                                \
    SIDE(y, z, 0, 2);                                                                              \
    SIDE(y, z, 1, 0);                                                                              \
    SIDE(y, z, 2, 1)
    FACE(x);
    FACE(y);
    FACE(z);
    RANGE(dot(normal, p0), dot(normal, p0), dot(sizes(normal), half), dot(normal, v));
    SIDES(y, z);
    SIDES(z, x);
    SIDES(x, y);
    return t;
}

static void obb_obb(const float *restrict rows, size_t n, uint8_t *restrict hit) {
    for (size_t i = 0; i < n; ++i) {
        const times t = box_box(rows, n, i, 1, 0);
        hit[i] = t.enter <= t.leave;
    }
}

static void sweep_obb_obb(const float *restrict rows, size_t n, uint8_t *restrict hit,
                          float *restrict first) {
    for (size_t i = 0; i < n; ++i) {
        const times t = box_box(rows, n, i, 0, 0);
        hit[i] = t.enter <= t.leave;
        first[i] = t.enter;
    }
}

static void sweep_obb_triangle(const float *restrict rows, size_t n, uint8_t *restrict hit,
                               float *restrict first) {
    for (size_t i = 0; i < n; ++i) {
        const times t = box_triangle(rows, n, i, 0, 0);
        hit[i] = t.enter <= t.leave;
        first[i] = t.enter;
    }
}

// ---- two triangles -----------------------------------------------------------------------------

static void triangle_triangle(const collide_triangle *a, const collide_triangle *b, size_t n,
                              uint8_t *restrict hit) {
    for (size_t i = 0; i < n; ++i) {
        const triangle t = widen(a + i), u = widen(b + i);
        hit[i] = moeller(&t, &u);
    }
}

// ---- balls -------------------------------------------------------------------------------------

#define CHUNK ((size_t)64)

static void balls_to_rows(const plain *p, const collide_sphere *s) {
    for (size_t i = 0; i < p->n; ++i) {
        p->rows[i] = s[i].center.x;
        p->rows[p->n + i] = s[i].center.y;
        p->rows[2 * p->n + i] = s[i].center.z;
        p->rows[3 * p->n + i] = s[i].radius;
    }
}

// Whether any is hit.
static int ball_balls(const collide_sphere *s, const float *restrict rows, size_t n, size_t count,
                      uint8_t *restrict hit) {
    const float sx = s->center.x, sy = s->center.y, sz = s->center.z, radius = s->radius;
    uint8_t any = 0;
    for (size_t k = 0; k < count; ++k) {
        const float x = rows[k] - sx, y = rows[n + k] - sy, z = rows[2 * n + k] - sz;
        const float reach = rows[3 * n + k] + radius;
        hit[k] = x * x + y * y + z * z <= reach * reach;
        any |= hit[k];
    }
    return any;
}

typedef struct grid {
    float low[3], scale; // cells for a unit of length
    uint32_t cells[3];
} grid;

INLINE uint32_t grid_cell(const grid *g, const collide_sphere *s) {
    const uint32_t x = (uint32_t)((s->center.x - g->low[0]) * g->scale);
    const uint32_t y = (uint32_t)((s->center.y - g->low[1]) * g->scale);
    const uint32_t z = (uint32_t)((s->center.z - g->low[2]) * g->scale);
    return (z * g->cells[1] + y) * g->cells[0] + x;
}

// Cells are as wide as two of the largest balls, or more, so that there are no more than balls.
static grid make_grid(const collide_sphere *s, size_t n) {
    grid g = {{s->center.x, s->center.y, s->center.z}, 0, {0, 0, 0}};
    float high[3] = {g.low[0], g.low[1], g.low[2]}, width = 0;
    for (size_t i = 0; i < n; ++i) {
        const float c[3] = {s[i].center.x, s[i].center.y, s[i].center.z};
        for (int k = 0; k < 3; ++k) {
            g.low[k] = least(g.low[k], c[k]);
            high[k] = most(high[k], c[k]);
        }
        width = most(width, 2.001f * s[i].radius);
    }
    double count = 0;
    do {
        count = 1;
        g.scale = 1 / width;
        for (int k = 0; k < 3; ++k) {
            g.cells[k] = (uint32_t)((high[k] - g.low[k]) * g.scale) + 1;
            count *= (double)g.cells[k];
        }
        width *= 1.1f;
    } while (count > (double)n);
    return g;
}

// Ball i, with the others from in[k] to in[end - 1].
INLINE void try_balls(const peers_answers *out, size_t i, const uint32_t *in, size_t k,
                      size_t end) {
    for (; k < end; ++k)
        peers_try_pair(out, i, in[k]);
}

// Balls are sorted by cells; each cell is tried with itself and the 13 neighbours that follow it,
// of which those in a row along x lie side by side.
static void grid_pairs(const plain *p, const peers_answers *out) {
    const grid g = make_grid(out->balls, p->n);
    const uint32_t nx = g.cells[0], ny = g.cells[1], nz = g.cells[2], cells = nx * ny * nz;
    uint32_t *first = p->first, *in = p->in;
    memset(first, 0, ((size_t)cells + 2) * sizeof *first);
    for (size_t i = 0; i < p->n; ++i)
        ++first[grid_cell(&g, out->balls + i) + 2];
    for (uint32_t c = 0; c < cells; ++c)
        first[c + 2] += first[c + 1];
    for (size_t i = 0; i < p->n; ++i)
        in[first[grid_cell(&g, out->balls + i) + 1]++] = (uint32_t)i;
    for (uint32_t c = 0; c < cells; ++c) {
        const uint32_t x = c % nx, y = c / nx % ny, z = c / nx / ny;
        const uint32_t left = x ? 1 : 0, right = x + 1 < nx ? 1 : 0;
        const uint32_t up = c + nx, back = c + nx * ny;
        for (uint32_t k = first[c]; k < first[c + 1]; ++k) {
            try_balls(out, in[k], in, k + 1, first[c + 1 + right]);
            if (y + 1 < ny)
                try_balls(out, in[k], in, first[up - left], first[up + right + 1]);
            if (z + 1 == nz)
                continue;
            if (y)
                try_balls(out, in[k], in, first[back - nx - left], first[back - nx + right + 1]);
            try_balls(out, in[k], in, first[back - left], first[back + right + 1]);
            if (y + 1 < ny)
                try_balls(out, in[k], in, first[back + nx - left], first[back + nx + right + 1]);
        }
    }
}

// ---- the table ---------------------------------------------------------------------------------

static void put(float *rows, size_t n, size_t i, size_t first, const collide_vec3 *v,
                size_t count) {
    for (size_t k = 0; k < count; ++k) {
        rows[(first + 3 * k) * n + i] = v[k].x;
        rows[(first + 3 * k + 1) * n + i] = v[k].y;
        rows[(first + 3 * k + 2) * n + i] = v[k].z;
    }
}

static void bound_corners(const peers_input *in, const collide_vec3 *corner, float *bound) {
    collide_kdop18 b;
    collide_kdop18_from_points(&b, corner, 8, 0);
    const size_t axes = in->which == PEERS_KDOP6 ? 3 : 9;
    for (size_t k = 0; k < axes; ++k) {
        bound[k] = b.min[k];
        bound[axes + k] = b.max[k];
    }
}

static void release(void *state) {
    plain *p = (plain *)state;
    free(p->rows);
    free(p->objects);
    free(p->first);
    free(p->in);
    free(p);
}

static void *prepare(const peers_input *in, int variant) {
    plain *p = (plain *)calloc(1, sizeof *p);
    const size_t n = in->n;
    (void)variant;
    if (!p)
        return NULL;
    p->n = n;
    p->boxes = in->a;
    p->bounds = in->objects;
    p->triangle = in->triangle;
    p->other = in->other;
    p->kdops = in->kdops;
    p->axes = in->which == PEERS_KDOP6 ? 3 : 9;
    p->rows = (float *)calloc(n * ROWS, sizeof *p->rows);
    p->objects = (float *)malloc(n * ROWS * sizeof *p->objects);
    if (!p->rows || !p->objects) {
        release(p);
        return NULL;
    }
    for (size_t i = 0; i < n; ++i) {
        if (in->object_corners) {
            float bound[18];
            bound_corners(in, in->object_corners + 8 * i, bound);
            for (size_t k = 0; k < 2 * p->axes; ++k)
                p->rows[k * n + i] = bound[k];
        }
        if (in->a)
            put(p->rows, n, i, A_CENTER, (const collide_vec3 *)&in->a[i], 5);
        if (in->b)
            put(p->rows, n, i, B_CENTER, (const collide_vec3 *)&in->b[i], 5);
        if (in->triangle)
            put(p->rows, n, i, B_TRIANGLE, in->triangle[i].v, 3);
        if (in->va) {
            const collide_vec3 v = {in->vb[i].x - in->va[i].x, in->vb[i].y - in->va[i].y,
                                    in->vb[i].z - in->va[i].z};
            put(p->rows, n, i, VELOCITY, &v, 1);
        }
    }
    if (in->balls[0]) {
        p->first = (uint32_t *)calloc(n + 2, sizeof *p->first);
        p->in = (uint32_t *)calloc(n, sizeof *p->in);
    }
    for (size_t q = 0; q < in->kdops; ++q)
        bound_corners(in, in->query_corners + 8 * q, p->query[q]);
    const size_t count = in->object_corners ? 2 * p->axes : ROWS;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < count; ++k)
            p->objects[count * i + k] = p->rows[k * n + i];
    return p;
}

static void answer_kdop6(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        kdop(3, p->query[q], p->rows, p->n, out->hit + q * p->n);
}

static void answer_kdop18(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        kdop(9, p->query[q], p->rows, p->n, out->hit + q * p->n);
}

static void answer_kdop6_rows(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        kdop_rows(3, p->query[q], p->rows, p->n, out->hit + q * p->n);
}

static void answer_kdop18_rows(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        kdop_rows(9, p->query[q], p->rows, p->n, out->hit + q * p->n);
}

static void answer_kdop18_from_obb(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    bound_boxes(p->boxes, p->n, out->bounds);
}

// Packs are the rows that the loops read, and nothing is checked. Some objects at a time, so that
// rows whose distance is a power of two do not drive one another out of the cache.
INLINE void to_rows(const float *restrict objects, size_t numbers, size_t n, float *restrict rows) {
    for (size_t first = 0; first < n; first += 64)
        for (size_t k = 0; k < numbers; ++k)
            for (size_t i = first; i < n && i < first + 64; ++i)
                rows[k * n + i] = objects[numbers * i + k];
}

static void answer_kdop18_pack(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    (void)out;
    to_rows(p->bounds->min, 18, p->n, p->rows); // max lies behind min
}

static void answer_obb_pack(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    (void)out;
    to_rows(&p->boxes->center.x, 15, p->n, p->rows);
}

static void answer_kdop6_early(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        for (size_t i = 0; i < p->n; ++i)
            out->hit[q * p->n + i] = kdop_early(3, p->query[q], p->objects + 6 * i);
}

static void answer_kdop18_early(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t q = 0; q < p->kdops; ++q)
        for (size_t i = 0; i < p->n; ++i)
            out->hit[q * p->n + i] = kdop_early(9, p->query[q], p->objects + 18 * i);
}

static void answer_obb_obb_early(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t i = 0; i < p->n; ++i) {
        const times t = box_box(p->objects + ROWS * i, 1, 0, 1, 1);
        out->hit[i] = t.enter <= t.leave;
    }
}

static void answer_sweep_obb_obb_early(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t i = 0; i < p->n; ++i) {
        const times t = box_box(p->objects + ROWS * i, 1, 0, 0, 1);
        out->hit[i] = t.enter <= t.leave;
        out->t[i] = t.enter;
    }
}

static void answer_sweep_obb_triangle_early(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    for (size_t i = 0; i < p->n; ++i) {
        const times t = box_triangle(p->objects + ROWS * i, 1, 0, 0, 1);
        out->hit[i] = t.enter <= t.leave;
        out->t[i] = t.enter;
    }
}

static void answer_obb_obb(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    obb_obb(p->rows, p->n, out->hit);
}

static void answer_sweep_obb_obb(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    sweep_obb_obb(p->rows, p->n, out->hit, out->t);
}

static void answer_sweep_obb_triangle(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    sweep_obb_triangle(p->rows, p->n, out->hit, out->t);
}

static void answer_triangle_triangle(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    triangle_triangle(p->triangle, p->other, p->n, out->hit);
}

static void answer_balls(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    *out->count = 0;
    balls_to_rows(p, out->balls);
    for (size_t i = 0; i < p->n; ++i) {
        const collide_sphere *s = out->balls + i;
        for (size_t j = i + 1; j < p->n; j += CHUNK) {
            uint8_t hit[CHUNK];
            const size_t count = p->n - j < CHUNK ? p->n - j : CHUNK;
            if (!ball_balls(s, p->rows + j, p->n, count, hit))
                continue;
            for (size_t k = 0; k < count; ++k)
                if (hit[k])
                    peers_try_pair(out, i, j + k);
        }
    }
}

static void answer_grid(void *state, const peers_answers *out) {
    const plain *p = (const plain *)state;
    *out->count = 0;
    grid_pairs(p, out);
}

extern const peers_rival PLAIN_TABLE[];
const peers_rival PLAIN_TABLE[] = {
    {PLAIN_NAME, PEERS_KDOP6, 0, 0, prepare, answer_kdop6, release},
    {PLAIN_EARLY, PEERS_KDOP6, 0, 0, prepare, answer_kdop6_early, release},
    {PLAIN_ROWS, PEERS_KDOP6, 0, 0, prepare, answer_kdop6_rows, release},
    {PLAIN_ROWS, PEERS_KDOP18, 0, 0, prepare, answer_kdop18_rows, release},
    {PLAIN_NAME, PEERS_KDOP18_FROM_OBB, 0, 0, prepare, answer_kdop18_from_obb, release},
    {PLAIN_NAME, PEERS_KDOP18_PACK_BUILD, 0, 0, prepare, answer_kdop18_pack, release},
    {PLAIN_NAME, PEERS_OBB_PACK_BUILD, 0, 0, prepare, answer_obb_pack, release},
    {PLAIN_NAME, PEERS_KDOP18, 0, 0, prepare, answer_kdop18, release},
    {PLAIN_EARLY, PEERS_KDOP18, 0, 0, prepare, answer_kdop18_early, release},
    {PLAIN_NAME, PEERS_OBB_OBB, 0, 0, prepare, answer_obb_obb, release},
    {PLAIN_EARLY, PEERS_OBB_OBB, 0, 0, prepare, answer_obb_obb_early, release},
    {PLAIN_NAME, PEERS_SWEEP_OBB_OBB, PEERS_TIMES, 0, prepare, answer_sweep_obb_obb, release},
    {PLAIN_EARLY, PEERS_SWEEP_OBB_OBB, PEERS_TIMES, 0, prepare, answer_sweep_obb_obb_early,
     release},
    {PLAIN_EARLY, PEERS_SWEEP_OBB_TRIANGLE, PEERS_TIMES, 0, prepare,
     answer_sweep_obb_triangle_early, release},
    {PLAIN_NAME, PEERS_SWEEP_OBB_TRIANGLE, PEERS_TIMES, 0, prepare, answer_sweep_obb_triangle,
     release},
    {PLAIN_NAME, PEERS_TRIANGLE_TRIANGLE, 0, 0, prepare, answer_triangle_triangle, release},
    {PLAIN_NAME, PEERS_OCTREE_PAIRS, PEERS_UP_TO(14), 0, prepare, answer_balls, release},
    {PLAIN_GRID, PEERS_OCTREE_PAIRS, 0, 0, prepare, answer_grid, release},
    {0},
};
