// Runs all rivals on the same inputs and prints one table. From the top folder:
//
//     make bench-peers
//     build/peers/peers [CASE...] [--n N] [--seed S] [--rounds R]
//
//     n              objects in k-DOP packs, else queries; a slow rival gets the first 4096
//     ns/query       time of a pass over all queries, median of rounds in which rivals take turns
//     ratio          to the fastest of ours, on all n
//     missed         contacts it did not find, of shapes at rest or that begin apart
//     at start       the same, of moving shapes that begin in contact
//     invented       contacts that are none
//     time off       largest error of the time of first contact
//
// Answers are judged in double precision, by exact axes of the same float shapes made larger and
// smaller by BAND of their size: where the two disagree nobody is wrong (close), and the times of
// the two are the limits from which time off counts. On terrain it is the cylinder that is larger
// and smaller, and the triangles of the surface, cut at its caps, are seen along its axis. What
// lies wholly below the surface (buried) hits, too; a mesh of triangles has no solid and misses it.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#include "peers.h"

#include "../inputs.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BAND 1e-6
#define SLOW_N 4096    // queries for a slow rival
#define ROUND_NS 10e6  // passes in a round take so long at least
#define MAX_RIVALS 256 // of all cases

// The tables, from peers.mk.
#ifndef PEERS_TABLES
#define PEERS_TABLES(X) X(peers_ours)
#endif
#define DECLARE(table) extern const peers_rival table[];
PEERS_TABLES(DECLARE)
#define LIST(table) table,
static const peers_rival *const tables[] = {PEERS_TABLES(LIST) NULL};

static const char *const case_names[PEERS_CASE_COUNT] = {
    "kdop18",
    "obb_obb",
    "sweep_obb_obb",
    "sweep_obb_triangle",
    "triangle_triangle",
    "cylinder_terrain_test",
    "cylinder_terrain",
};
static const size_t case_n[PEERS_CASE_COUNT] = {4096, 32768, 32768, 32768, 32768, 32768, 32768};

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("peers: ", stderr);
    vfprintf(stderr, format, arguments); // NOLINT(clang-analyzer-valist*): it is set
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static void *allocate(size_t count, size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, count * size))
        fail("not enough memory");
    memset(memory, 0, count * size);
    return memory;
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// ---- inputs ------------------------------------------------------------------------------------

static collide_obb draw_box(inputs_random *r) {
    const collide_vec3 center = inputs_vec3(r, -4.0f, 4.0f), half = inputs_vec3(r, 0.2f, 1.5f);
    const collide_pose pose = inputs_pose(r, center);
    const collide_obb box = {center, half, {pose.axis[0], pose.axis[1], pose.axis[2]}};
    return box;
}

static collide_triangle draw_triangle(inputs_random *r) {
    const collide_vec3 p = inputs_vec3(r, -4.0f, 4.0f);
    collide_triangle triangle;
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 v = inputs_vec3(r, -2.0f, 2.0f);
        triangle.v[i].x = p.x + v.x;
        triangle.v[i].y = p.y + v.y;
        triangle.v[i].z = p.z + v.z;
    }
    return triangle;
}

// Pairs of triangles with vertices all over one cube.
static void draw_triangles(peers_input *in, inputs_random *r) {
    collide_triangle *triangle = (collide_triangle *)allocate(in->n, sizeof *triangle);
    collide_triangle *other = (collide_triangle *)allocate(in->n, sizeof *other);
    for (size_t i = 0; i < in->n; ++i) {
        for (int k = 0; k < 3; ++k)
            triangle[i].v[k] = inputs_vec3(r, 0, 1);
        for (int k = 0; k < 3; ++k)
            other[i].v[k] = inputs_vec3(r, 0, 1);
    }
    in->triangle = triangle;
    in->other = other;
}

// The cylinders and the grid of build/bench's cylinder_terrain.
static void draw_cylinders(peers_input *in, inputs_random *r) {
    const size_t edge = 256, size = collide_terrain_size(edge, edge);
    const float width = (float)(edge - 1);
    float *heights = (float *)allocate(edge * edge, sizeof *heights);
    int32_t *turns = (int32_t *)allocate(8 * edge, sizeof *turns);
    collide_cylinder *cylinder = (collide_cylinder *)allocate(in->n, sizeof *cylinder);
    void *memory = allocate(size, 1);
    collide_heights grid = {0};
    collide_terrain *terrain;
    inputs_heights(r, edge, edge, turns, heights);
    grid.heights = heights;
    grid.columns = grid.rows = edge;
    grid.dx = grid.dy = 1;
    if (collide_terrain_build(&terrain, memory, size, &grid) != COLLIDE_OK)
        fail("no terrain");
    for (size_t i = 0; i < in->n; ++i) {
        const float radius = inputs_uniform(r, 0.5f, 2), height = inputs_uniform(r, 0.3f, 3);
        cylinder[i] = inputs_cylinder(r, terrain, width, width, radius, height,
                                      inputs_uniform(r, -0.3f, 0.2f));
    }
    free(memory);
    free(turns);
    in->cylinder = cylinder;
    in->heights = heights;
    in->columns = in->rows = edge;
    in->step = 1;
}

// The first of n queries do not depend on n.
static peers_input draw(peers_case which, size_t n, uint64_t seed) {
    inputs_random r = inputs_seed(seed);
    peers_input in = {0};
    collide_obb *a = NULL, *b = NULL;
    collide_triangle *triangle = NULL;
    collide_vec3 *va = NULL, *vb = NULL, *queries = NULL, *objects = NULL;
    in.which = which;
    in.n = n;
    if (which == PEERS_CYLINDER_TERRAIN_TEST || which == PEERS_CYLINDER_TERRAIN) {
        draw_cylinders(&in, &r);
        return in;
    }
    if (which == PEERS_TRIANGLE_TRIANGLE) {
        draw_triangles(&in, &r);
        return in;
    }
    if (which == PEERS_KDOP18) {
        queries = (collide_vec3 *)allocate((size_t)8 * PEERS_KDOPS, sizeof *queries);
        objects = (collide_vec3 *)allocate(8 * n, sizeof *objects);
        for (size_t i = 0; i < PEERS_KDOPS; ++i)
            inputs_corners(&r, 6.0f, queries + 8 * i);
    } else {
        a = (collide_obb *)allocate(n, sizeof *a);
        if (which == PEERS_SWEEP_OBB_TRIANGLE)
            triangle = (collide_triangle *)allocate(n, sizeof *triangle);
        else
            b = (collide_obb *)allocate(n, sizeof *b);
        if (which != PEERS_OBB_OBB) {
            va = (collide_vec3 *)allocate(n, sizeof *va);
            vb = (collide_vec3 *)allocate(n, sizeof *vb);
        }
    }
    for (size_t i = 0; i < n; ++i) {
        if (objects)
            inputs_corners(&r, 6.0f, objects + 8 * i);
        if (a)
            a[i] = draw_box(&r);
        if (b)
            b[i] = draw_box(&r);
        if (triangle)
            triangle[i] = draw_triangle(&r);
        if (which != PEERS_KDOP18) { // drawn for boxes at rest, too: they are the same boxes
            const collide_vec3 v = inputs_vec3(&r, -4.0f, 4.0f), w = inputs_vec3(&r, -4.0f, 4.0f);
            if (va && vb) {
                va[i] = v;
                vb[i] = w;
            }
        }
    }
    in.a = a;
    in.b = b;
    in.triangle = triangle;
    in.va = va;
    in.vb = vb;
    in.query_corners = queries;
    in.object_corners = objects;
    return in;
}

static void discard(peers_input *in) {
    free((void *)in->a);
    free((void *)in->b);
    free((void *)in->triangle);
    free((void *)in->other);
    free((void *)in->va);
    free((void *)in->vb);
    free((void *)in->query_corners);
    free((void *)in->object_corners);
    free((void *)in->cylinder);
    free((void *)in->heights);
}

static size_t query_count(const peers_input *in) {
    return in->which == PEERS_KDOP18 ? PEERS_KDOPS * in->n : in->n;
}

// ---- the truth ---------------------------------------------------------------------------------

typedef struct vec {
    double x, y, z;
} vec;

static vec widen(collide_vec3 v) {
    const vec w = {(double)v.x, (double)v.y, (double)v.z};
    return w;
}

static vec add(vec a, vec b, double scale) {
    const vec c = {a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z};
    return c;
}

static vec cross(vec a, vec b) {
    const vec c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// A convex shape: corners, normals of faces, directions of edges.
typedef struct hull {
    size_t corners, normals, edges;
    vec corner[8], normal[9], edge[3];
} hull;

static hull hull_of_points(const collide_vec3 *p, size_t n) {
    hull h = {0};
    h.corners = n;
    for (size_t i = 0; i < n; ++i)
        h.corner[i] = widen(p[i]);
    return h;
}

static hull hull_of_triangle(const collide_triangle *t) {
    hull h = hull_of_points(t->v, 3);
    h.normals = 1;
    h.edges = 3;
    for (size_t i = 0; i < 3; ++i)
        h.edge[i] = add(h.corner[(i + 1) % 3], h.corner[i], -1.0);
    h.normal[0] = cross(h.edge[0], h.edge[1]);
    return h;
}

static hull hull_of_box(const collide_obb *box) {
    hull h = {0};
    h.corners = 8;
    h.normals = h.edges = 3;
    for (size_t i = 0; i < 3; ++i)
        h.edge[i] = widen(box->axis[i]);
    for (size_t i = 0; i < 3; ++i) // the axes are not quite orthogonal
        h.normal[i] = cross(h.edge[(i + 1) % 3], h.edge[(i + 2) % 3]);
    for (size_t i = 0; i < 8; ++i) {
        h.corner[i] = add(widen(box->center), h.edge[0], (double)(i & 1 ? 1 : -1) * box->half.x);
        h.corner[i] = add(h.corner[i], h.edge[1], (double)(i & 2 ? 1 : -1) * box->half.y);
        h.corner[i] = add(h.corner[i], h.edge[2], (double)(i & 4 ? 1 : -1) * box->half.z);
    }
    return h;
}

// Half the sides of the box with the axes of space; its middle.
static vec extents(const hull *h, vec *middle) {
    vec low = h->corner[0], high = low;
    for (size_t i = 1; i < h->corners; ++i) {
        const vec p = h->corner[i];
        low.x = fmin(low.x, p.x), high.x = fmax(high.x, p.x);
        low.y = fmin(low.y, p.y), high.y = fmax(high.y, p.y);
        low.z = fmin(low.z, p.z), high.z = fmax(high.z, p.z);
    }
    *middle = add(add(low, low, -0.5), high, 0.5);
    return add(add(high, high, -0.5), low, -0.5);
}

static void project(const hull *h, vec axis, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < h->corners; ++i) {
        const double x = dot(h->corner[i], axis);
        *low = fmin(*low, x);
        *high = fmax(*high, x);
    }
}

// First times of contact of shapes that are larger, and smaller; infinite if there is none.
typedef struct truth {
    double early, late;
    bool buried; // wholly below the surface of a terrain
} truth;

typedef struct span {
    double first, last;
} span;

// Leaves the times at which gap + speed * t <= 0.
static void limit(span *s, double gap, double speed) {
    if (speed > 0)
        s->last = fmin(s->last, -gap / speed);
    else if (speed < 0)
        s->first = fmax(s->first, -gap / speed);
    else if (gap > 0)
        s->first = INFINITY;
}

// Takes in one axis. speed is that of b as seen from a.
static void separate(span s[2], const hull *a, const hull *b, vec v, vec axis, double band) {
    const double speed = dot(v, axis), slack = band * sqrt(dot(axis, axis));
    double a_low, a_high, b_low, b_high;
    project(a, axis, &a_low, &a_high);
    project(b, axis, &b_low, &b_high);
    for (int i = 0; i < 2; ++i) {
        const double more = i ? slack : -slack;
        limit(s + i, b_low - a_high + more, speed);
        limit(s + i, a_low - b_high + more, -speed);
    }
}

// k-DOPs have axes of their own; all others those of faces and of pairs of edges. Two triangles in
// one plane are close: they would need axes in it, which those drawn here do not.
static truth judge(const hull *a, const hull *b, vec v, double t_max, const vec *axes, size_t n) {
    span s[2] = {{0, t_max}, {0, t_max}};
    vec p, q, d;
    const vec size = add(extents(a, &p), extents(b, &q), 1.0);
    double band;
    truth t = {0};
    d = add(p, q, -1.0);
    band = BAND * (size.x + size.y + size.z + sqrt(dot(d, d)));
    for (size_t i = 0; i < n; ++i)
        separate(s, a, b, v, axes[i], band);
    for (size_t i = 0; !axes && i < a->normals; ++i)
        separate(s, a, b, v, a->normal[i], band);
    for (size_t i = 0; !axes && i < b->normals; ++i)
        separate(s, a, b, v, b->normal[i], band);
    for (size_t i = 0; !axes && i < a->edges; ++i)
        for (size_t j = 0; j < b->edges; ++j)
            separate(s, a, b, v, cross(a->edge[i], b->edge[j]), band);
    t.early = s[0].first <= s[0].last ? s[0].first : INFINITY;
    t.late = s[1].first <= s[1].last ? s[1].first : INFINITY;
    return t;
}

// What is left of a polygon where sign * z <= limit: up to n + 1 corners.
static size_t clip(const vec *in, size_t n, double sign, double limit, vec *out) {
    size_t count = 0;
    for (size_t i = 0; i < n; ++i) {
        const vec a = in[i], b = in[(i + 1) % n];
        const double p = sign * a.z - limit, q = sign * b.z - limit;
        if (p <= 0)
            out[count++] = a;
        if ((p < 0 && q > 0) || (p > 0 && q < 0))
            out[count++] = add(a, add(b, a, -1.0), p / (p - q));
    }
    return count;
}

// Distance of the axis z from the part of a triangle where |z| <= half; infinite if there is none.
static double distance_from_axis(const vec corner[3], double half) {
    vec above[4], p[5];
    const size_t n = clip(above, clip(corner, 3, -1.0, half, above), 1.0, half, p);
    double nearest = INFINITY;
    bool inside = false;
    for (size_t i = 0; i < n; ++i) {
        const vec a = p[i], b = p[(i + 1) % n], e = add(b, a, -1.0);
        const double square = e.x * e.x + e.y * e.y, s = -(a.x * e.x + a.y * e.y);
        const vec q = add(a, e, square > 0 ? fmin(fmax(s / square, 0), 1) : 0);
        nearest = fmin(nearest, sqrt(q.x * q.x + q.y * q.y));
        if ((a.y > 0) != (b.y > 0) && a.x - a.y * e.x / e.y > 0)
            inside = !inside; // the ray along x crosses this edge
    }
    return inside ? 0 : nearest;
}

// The cell of a grid line's n vertices in which x lies, or which is nearest.
static size_t cell(double x, float step, size_t n) {
    return (size_t)fmin(fmax(floor(x / (double)step), 0), (double)(n - 2));
}

static vec vertex(const peers_input *in, size_t i, size_t j) {
    const vec v = {(double)i * (double)in->step, (double)j * (double)in->step,
                   (double)in->heights[j * in->columns + i]};
    return v;
}

// The triangle is the first or second of the cell (i, j).
static void cell_triangle(const peers_input *in, size_t i, size_t j, bool second, vec v[3]) {
    v[0] = second ? vertex(in, i + 1, j + 1) : vertex(in, i, j);
    v[1] = vertex(in, i + 1, j);
    v[2] = vertex(in, i, j + 1);
}

// What meets no triangle is above or below the surface as its centre is, which is over the grid.
static bool is_below(const peers_input *in, vec p) {
    const size_t i = cell(p.x, in->step, in->columns), j = cell(p.y, in->step, in->rows);
    const double x = p.x / (double)in->step - (double)i, y = p.y / (double)in->step - (double)j;
    const bool second = x + y > 1;
    vec v[3];
    cell_triangle(in, i, j, second, v);
    return p.z <= v[0].z + (second ? 1 - y : x) * (v[1].z - v[0].z) +
                      (second ? 1 - x : y) * (v[2].z - v[0].z);
}

static truth judge_cylinder(const peers_input *in, const collide_cylinder *c) {
    const vec center = widen(c->center), x = {1, 0, 0}, y = {0, 1, 0};
    const double r = (double)c->radius, half = 0.5 * (double)c->height, ball = r + half;
    const size_t i0 = cell(center.x - ball, in->step, in->columns);
    const size_t i1 = cell(center.x + ball, in->step, in->columns);
    const size_t j0 = cell(center.y - ball, in->step, in->rows);
    const size_t j1 = cell(center.y + ball, in->step, in->rows);
    vec w = widen(c->axis), u, v, corner[3];
    double low = INFINITY, high = -INFINITY, band;
    bool hit[2] = {false, false}; // of the larger, of the smaller
    truth t = {INFINITY, INFINITY, false};
    w = add(w, w, 1 / sqrt(dot(w, w)) - 1);
    u = cross(w, fabs(w.x) < 0.5 ? x : y);
    u = add(u, u, 1 / sqrt(dot(u, u)) - 1);
    v = cross(w, u);
    for (size_t j = j0; j <= j1 + 1; ++j)
        for (size_t i = i0; i <= i1 + 1; ++i) {
            low = fmin(low, vertex(in, i, j).z);
            high = fmax(high, vertex(in, i, j).z);
        }
    band = BAND * (r + 2 * half + 2 * (double)in->step + high - low);
    for (size_t j = j0; j <= j1; ++j)
        for (size_t i = i0; i <= i1; ++i)
            for (int second = 0; second < 2; ++second) {
                cell_triangle(in, i, j, second, corner);
                for (int k = 0; k < 3; ++k) {
                    const vec d = add(corner[k], center, -1.0);
                    corner[k].x = dot(d, u), corner[k].y = dot(d, v), corner[k].z = dot(d, w);
                }
                hit[0] |= distance_from_axis(corner, half + band) <= r + band;
                hit[1] |= distance_from_axis(corner, half - band) <= r - band;
            }
    t.buried = !hit[0] && is_below(in, center);
    if (hit[0] || is_below(in, center))
        t.early = 0;
    if (hit[1] || is_below(in, center))
        t.late = 0;
    return t;
}

static truth *judge_all(const peers_input *in) {
    static const vec kdop18_axes[9] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0}, {1, 0, 1},
                                       {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
    truth *t = (truth *)allocate(query_count(in), sizeof *t);
    const vec rest = {0, 0, 0};
    for (size_t i = 0; i < query_count(in); ++i) {
        if (in->cylinder) {
            t[i] = judge_cylinder(in, in->cylinder + i);
        } else if (in->which == PEERS_KDOP18) {
            const hull a = hull_of_points(in->query_corners + 8 * (i / in->n), 8);
            const hull b = hull_of_points(in->object_corners + 8 * (i % in->n), 8);
            t[i] = judge(&a, &b, rest, 0, kdop18_axes, 9);
        } else {
            const hull a = in->a ? hull_of_box(in->a + i) : hull_of_triangle(in->other + i);
            const hull b =
                in->triangle ? hull_of_triangle(in->triangle + i) : hull_of_box(in->b + i);
            t[i] = in->va ? judge(&a, &b, add(widen(in->vb[i]), widen(in->va[i]), -1.0), 1, NULL, 0)
                          : judge(&a, &b, rest, 0, NULL, 0);
        }
    }
    return t;
}

// ---- a case ------------------------------------------------------------------------------------

typedef struct run {
    const peers_rival *rival;
    peers_input in; // the case's, or its beginning
    void *state;
    double *times; // ns per query, of each round
    size_t missed, missed_at_start, invented;
    double time_off;
} run;

static void compare(run *r, const peers_answers *out, const truth *t) {
    const peers_input *in = &r->in;
    for (size_t i = 0; i < query_count(in); ++i) {
        const size_t row = i / in->n * COLLIDE_BLOCKS(in->n), k = i % in->n;
        const bool hit =
            r->rival->flags & PEERS_BITS ? out->bits[row + k / 16] >> k % 16 & 1 : out->hit[i] != 0;
        if ((t[i].early < INFINITY) != (t[i].late < INFINITY))
            continue; // close
        if (hit && t[i].early == INFINITY) {
            ++r->invented;
        } else if (!hit && in->va && t[i].late == 0) {
            ++r->missed_at_start;
        } else if (!hit && t[i].late < INFINITY) {
            ++r->missed;
        } else if (hit && r->rival->flags & PEERS_TIMES) {
            const double x = (double)out->t[i], off = fmax(t[i].early - x, x - t[i].late);
            r->time_off = off > r->time_off || isnan(off) ? off : r->time_off;
        }
    }
}

static double time_pass(const run *r, const peers_answers *out) {
    const double start = nanoseconds();
    r->rival->answer(r->state, out);
    return (nanoseconds() - start) / (double)query_count(&r->in);
}

// False if it cannot run here.
static bool start(run *r, const peers_rival *rival, const peers_input *in) {
    memset(r, 0, sizeof *r);
    r->rival = rival;
    r->in = *in;
    if (rival->flags & PEERS_SLOW && in->n > SLOW_N)
        r->in.n = SLOW_N;
    r->state = rival->prepare(&r->in, rival->variant);
    return r->state != NULL;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static double median(double *x, size_t n) {
    qsort(x, n, sizeof *x, compare_doubles);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

static void run_case(peers_case which, size_t n, uint64_t seed, size_t rounds) {
    peers_input in = draw(which, n ? n : case_n[which], seed);
    const size_t queries = query_count(&in);
    truth *t = judge_all(&in);
    peers_answers out;
    static run runs[MAX_RIVALS];
    size_t run_count = 0, hits = 0, at_start = 0, buried = 0, close = 0;
    double best = INFINITY;
    out.hit = (uint8_t *)allocate(queries, sizeof *out.hit);
    out.bits = (uint16_t *)allocate(queries / in.n * COLLIDE_BLOCKS(in.n), sizeof *out.bits);
    out.t = (float *)allocate(queries, sizeof *out.t);
    for (size_t i = 0; i < queries; ++i) {
        hits += t[i].early < INFINITY;
        at_start += t[i].early == 0;
        buried += t[i].buried;
        close += (t[i].early < INFINITY) != (t[i].late < INFINITY);
    }
    for (size_t i = 0; tables[i]; ++i)
        for (const peers_rival *rival = tables[i]; rival->name; ++rival)
            if (rival->which == which && run_count < MAX_RIVALS &&
                start(runs + run_count, rival, &in)) {
                run *r = runs + run_count++;
                r->times = (double *)allocate(rounds, sizeof *r->times);
                rival->answer(r->state, &out);
                compare(r, &out, t);
            }
    for (size_t round = 0; round < rounds; ++round)
        for (size_t i = 0; i < run_count; ++i) {
            double sum = 0;
            size_t passes = 0;
            while (sum * (double)query_count(&runs[i].in) < ROUND_NS) {
                sum += time_pass(runs + i, &out);
                ++passes;
            }
            runs[i].times[round] = sum / (double)passes;
        }
    for (size_t i = 0; i < run_count; ++i)
        if (runs[i].rival->flags & PEERS_OURS)
            best = fmin(best, median(runs[i].times, rounds));
    printf("\n%s: %zu queries, %zu hits", case_names[which], queries, hits);
    if (in.va)
        printf(", %zu of them at the start", at_start);
    if (in.cylinder)
        printf(", %zu of them buried", buried);
    printf(", %zu close\n%-36s %6s %9s %7s %7s %8s %8s%s\n", close, "", "n", "ns/query", "ratio",
           "missed", "at start", "invented", in.va ? "  time off" : "");
    for (size_t i = 0; i < run_count; ++i) {
        run *r = runs + i;
        const double ns = median(r->times, rounds);
        printf("%-36s %6zu %9.3g %7.3g %7zu %8zu %8zu", r->rival->name, r->in.n, ns, ns / best,
               r->missed, r->missed_at_start, r->invented);
        if (r->rival->flags & PEERS_TIMES)
            printf("  %8.1g", r->time_off);
        putchar('\n');
        r->rival->release(r->state);
        free(r->times);
    }
    fflush(stdout);
    free(out.hit);
    free(out.bits);
    free(out.t);
    free(t);
    discard(&in);
}

static size_t read_number(const char *option, const char *text, size_t min, size_t max) {
    char *end;
    const unsigned long x = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || x < min || x > max)
        fail("%s wants a number from %zu to %zu, not '%s'", option, min, max, text);
    return x;
}

int main(int argc, char **argv) {
    bool chosen[PEERS_CASE_COUNT] = {false}, any = false;
    size_t n = 0, seed = 1, rounds = 15;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        size_t which = 0;
        if (strcmp(argv[i], "--n") == 0) {
            n = read_number(argv[i++], value, 1, 1u << 22);
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0) {
            seed = read_number(argv[i++], value, 0, UINT32_MAX);
            continue;
        }
        if (strcmp(argv[i], "--rounds") == 0) {
            rounds = read_number(argv[i++], value, 1, 1000);
            continue;
        }
        while (which < PEERS_CASE_COUNT && strcmp(argv[i], case_names[which]) != 0)
            ++which;
        if (which == PEERS_CASE_COUNT)
            fail("usage: peers [kdop18 | obb_obb | sweep_obb_obb | sweep_obb_triangle | "
                 "triangle_triangle | cylinder_terrain_test | cylinder_terrain]... [--n N] "
                 "[--seed S] [--rounds R]");
        chosen[which] = any = true;
    }
    for (size_t i = 0; i < PEERS_CASE_COUNT; ++i)
        if (!any || chosen[i])
            run_case((peers_case)i, n, seed, rounds);
    return 0;
}
