// The first contact of bodies that move and turn: collide.h and rivals on the same motions. From
// the top folder:
//
//     make -f bench/peers/peers.mk build/peers/motions
//     build/peers/motions [--mesh SIZE] [--n N] [--json] [CASE]...
//
// The cases are motion_obb_obb, motion_capsule_obb, motion_convex (of 24 vertices) and motion_tree:
// a mesh and itself, where SIZE is a number of triangles, of a bumpy sphere, or an OFF or OBJ file.
// Of shapes there are 32,768 queries, of meshes 1,000, one by one; those that are slow answer the
// first of them. Bodies turn about their middle by 0.2 to 1.5 radians; their sizes are about 1.
//
//     ns/query  median of rounds in which all take turns; time of the processor
//     ratio     to ours
//     median    of the times of single queries, of meshes
//     judged    the first queries, as many as take some seconds
//     missed    answers that there is no contact though there is one
//     late      times that are after the first contact by more than 1e-4
//     early     contacts at a time when the bodies are more than 0.002 apart
//
// The judge places the bodies in double: distances of shapes by steps that end where a point and a
// plane prove the same to 1e-12, of meshes by all triangles. The first contact is the end of our
// bracket, if the judge finds the bodies to touch there, or an earlier time at which it finds them
// to overlap. It looks at 64 times from 0 to that contact, and at 20 times that come near to it;
// where it finds an overlap before our bracket, ours is late.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "motions.h"

#include "../mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
#define MOST_WAYS 16
#define PAIRS 32768
#define MESHES 1000
#define JUDGED_PAIRS 4096
#define JUDGED_MESHES 100
#define VERTICES 24
#define STEPS 64  // looks at equal times
#define CLOSER 20 // looks at times that halve what is left
#define TIME_OFF 1e-4
#define GAP_OFF 2e-3
#define TOUCH 1e-6 // apart, by roundings of floats

#ifndef MOTION_TABLES
#define MOTION_TABLES(X)
#endif
#define LIST(name) extern const motion_rival name[];
MOTION_TABLES(LIST)
#undef LIST
#define LIST(name) name,
static const motion_rival *const tables[] = {MOTION_TABLES(LIST) NULL};

enum { BOXES, CAPSULES, HULLS, TREES, CASES };
static const char *const case_names[CASES] = {"motion_obb_obb", "motion_capsule_obb",
                                              "motion_convex", "motion_tree"};

typedef struct way {
    const char *name;
    const motion_rival *rival; // NULL: ours
    void *state;
    size_t n;
    double times[ROUNDS], ns, median;
    size_t judged, missed, late, early;
    double off; // the latest
} way;

typedef struct ball {
    double at[3], radius;
} ball;

typedef struct job {
    int which;
    const char *mesh;
    triangle_mesh m;
    motion_queries in;
    peers_mesh of;
    collide_tree *tree;
    motion_pair *pair;
    collide_bracket *bracket;
    double *times, *truth; // infinite: none
    size_t judged, hits, nears, unproven;
    double *corner[2]; // of meshes, where they are: nine numbers for each triangle
    ball *triangle[2], *group[2];
} job;

static void fail(const char *text, const char *name) {
    fprintf(stderr, "motions: %s %s\n", text, name);
    exit(2);
}

static void *allocate(size_t count, size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, count * size + 1))
        fail("not enough", "memory");
    memset(memory, 0, count * size);
    return memory;
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

// ---- the judge: shapes -------------------------------------------------------------------------

// The hull of points, about which all within the radius is solid.
typedef struct core {
    int count;
    double point[VERTICES][3], radius;
} core;

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = a[i] - b[i];
}

static void cross(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void put(const motion_place *at, collide_vec3 p, double *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = at->origin[i] + (double)p.x * at->axis[0][i] + (double)p.y * at->axis[1][i] +
                 (double)p.z * at->axis[2][i];
}

static core core_at(const job *j, const collide_shape *s, const collide_motion *motion, double t) {
    const motion_place at = motion_place_at(motion, t);
    const distance_hull *hull = j->in.hulls;
    core c;
    c.count = 0;
    c.radius = 0;
    if (s->kind == COLLIDE_SHAPE_CAPSULE) {
        put(&at, s->of.capsule.a, c.point[c.count++]);
        put(&at, s->of.capsule.b, c.point[c.count++]);
        c.radius = (double)s->of.capsule.radius;
    } else if (s->kind == COLLIDE_SHAPE_OBB) {
        collide_vec3 corner[8];
        inputs_box_corners(&s->of.obb, corner);
        for (int i = 0; i < 8; ++i)
            put(&at, corner[i], c.point[c.count++]);
    } else {
        while (hull->body != s->of.convex.body)
            ++hull;
        for (uint32_t i = 0; i < hull->vertices; ++i)
            put(&at, hull->vertex[i], c.point[c.count++]);
    }
    return c;
}

static const double *farthest(const core *c, const double *along, double sign) {
    const double *best = c->point[0];
    for (int i = 1; i < c->count; ++i)
        best = sign * dot(c->point[i], along) > sign * dot(best, along) ? c->point[i] : best;
    return best;
}

// The point of the plane (line) through k points that is nearest to the origin, if it is between
// them.
static bool between(double (*const *w)[3], int k, double *out) {
    double e[3][3], g[3][4], t[3] = {0, 0, 0}, rest = 1;
    for (int i = 0; i < k - 1; ++i)
        subtract(*w[i + 1], *w[0], e[i]);
    for (int i = 0; i < k - 1; ++i) {
        for (int l = 0; l < k - 1; ++l)
            g[i][l] = dot(e[i], e[l]);
        g[i][3] = -dot(e[i], *w[0]);
    }
    for (int i = 0; i < k - 1; ++i) { // positive definite: no pivoting
        if (!(g[i][i] > 1e-13 * dot(e[i], e[i])))
            return false;
        for (int l = i + 1; l < k - 1; ++l) {
            const double f = g[l][i] / g[i][i];
            for (int c = i; c < 4; ++c)
                g[l][c] -= f * g[i][c];
        }
    }
    for (int i = k - 2; i >= 0; --i) {
        t[i] = g[i][3];
        for (int l = i + 1; l < k - 1; ++l)
            t[i] -= g[i][l] * t[l];
        t[i] /= g[i][i];
        rest -= t[i];
        if (!(t[i] >= 0))
            return false;
    }
    for (int i = 0; i < 3; ++i)
        out[i] = (*w[0])[i] + t[0] * (k > 1 ? e[0][i] : 0) + t[1] * (k > 2 ? e[1][i] : 0) +
                 t[2] * (k > 3 ? e[2][i] : 0);
    return rest >= 0;
}

// Keeps of the points those that hold the nearest one to the origin, which is v.
static int nearest(double (*w)[3], int count, double *v) {
    double best = INFINITY, kept[4][3];
    int mask = 0, n = 0;
    for (int m = 1; m < 1 << count; ++m) {
        double(*of[4])[3], p[3];
        int k = 0;
        for (int i = 0; i < count; ++i)
            if (m >> i & 1)
                of[k++] = &w[i];
        if (between(of, k, p) && dot(p, p) < best) {
            best = dot(p, p);
            mask = m;
            memcpy(v, p, sizeof p);
        }
    }
    for (int i = 0; i < count; ++i)
        if (mask >> i & 1)
            memcpy(kept[n++], w[i], sizeof *kept);
    memcpy(w, kept, (size_t)n * sizeof *kept);
    if (n == 4)
        v[0] = v[1] = v[2] = 0;
    return n;
}

// The distance of the solids is from *lo to *hi; both are at most 0 if they overlap.
static void shape_gap(const job *j, size_t i, double t, double *lo, double *hi) {
    const motion_pair *pair = &j->pair[i];
    const core a = core_at(j, &pair->a, &pair->motion_a, t);
    const core b = core_at(j, &pair->b, &pair->motion_b, t);
    double w[4][3], v[3];
    int count = 0;
    subtract(a.point[0], b.point[0], v);
    *lo = 0;
    *hi = sqrt(dot(v, v));
    for (int step = 0; step < 200 && *hi > 0 && *hi - *lo > 1e-12; ++step) {
        double *next = w[count < 4 ? count : 3];
        subtract(farthest(&a, v, -1), farthest(&b, v, 1), next);
        const double proven = dot(next, v) / sqrt(dot(v, v));
        *lo = proven > *lo ? proven : *lo;
        count = nearest(w, count + 1, v);
        *hi = fmin(*hi, sqrt(dot(v, v)));
    }
    *lo -= a.radius + b.radius;
    *hi -= a.radius + b.radius;
}

// ---- the judge: meshes -------------------------------------------------------------------------

#define GROUP 16

static double corner_ball(const double *p, size_t count, ball *out) {
    for (int k = 0; k < 3; ++k) {
        double lo = p[k], hi = p[k];
        for (size_t i = 1; i < count; ++i) {
            lo = fmin(lo, p[3 * i + (size_t)k]);
            hi = fmax(hi, p[3 * i + (size_t)k]);
        }
        out->at[k] = (lo + hi) / 2;
    }
    out->radius = 0;
    for (size_t i = 0; i < count; ++i) {
        double d[3];
        subtract(p + 3 * i, out->at, d);
        out->radius = fmax(out->radius, sqrt(dot(d, d)));
    }
    return out->radius;
}

static void move_mesh(job *j, int side, const collide_motion *motion, double t) {
    const motion_place at = motion_place_at(motion, t);
    double *p = j->corner[side];
    const size_t n = j->m.triangles;
    for (size_t i = 0; i < 3 * n; ++i)
        put(&at, j->m.position[j->m.index[i]], p + 3 * i);
    for (size_t i = 0; i < n; ++i) {
        corner_ball(p + 9 * i, 3, &j->triangle[side][i]);
        if (i % GROUP == 0)
            corner_ball(p + 9 * i, 3 * (n - i < GROUP ? n - i : GROUP), &j->group[side][i / GROUP]);
    }
}

static bool balls_within(const ball *a, const ball *b, double margin) {
    const double reach = a->radius + b->radius + margin + 1e-9;
    double d[3];
    subtract(a->at, b->at, d);
    return dot(d, d) <= reach * reach;
}

static double clamp(double x) {
    return x > 0 ? x < 1 ? x : 1 : 0; // NaN is 0
}

static double off_segment(const double *p, const double *a, const double *b) {
    double e[3], u[3];
    subtract(b, a, e);
    subtract(p, a, u);
    const double t = clamp(dot(u, e) / dot(e, e));
    for (int i = 0; i < 3; ++i)
        u[i] -= t * e[i];
    return dot(u, u);
}

// Squares: of lines, if they are nearest to each other between the ends; of a point from a face.
static double off_line(const double *a, const double *b, const double *c, const double *d) {
    double e[3], f[3], n[3], u[3], x[3];
    subtract(b, a, e);
    subtract(d, c, f);
    subtract(c, a, u);
    cross(e, f, n);
    const double square = dot(n, n);
    cross(u, f, x);
    const double s = dot(x, n);
    cross(u, e, x);
    const double t = dot(x, n), height = dot(u, n);
    return s >= 0 && s <= square && t >= 0 && t <= square && square > 0 ? height * height / square
                                                                        : INFINITY;
}

static double off_face(const double *p, const double *v) {
    double e[3], f[3], n[3], u[3], x[3];
    subtract(v + 3, v, e);
    subtract(v + 6, v, f);
    cross(e, f, n);
    for (int i = 0; i < 3; ++i) {
        subtract(v + 3 * ((i + 1) % 3), v + 3 * i, e);
        subtract(p, v + 3 * i, u);
        cross(e, u, x);
        if (dot(x, n) < 0)
            return INFINITY;
    }
    const double height = dot(u, n);
    return dot(n, n) > 0 ? height * height / dot(n, n) : INFINITY;
}

// Whether a segment goes through a triangle, by the signs of volumes.
static bool pierces(const double *p, const double *q, const double *v) {
    double e[3], f[3], n[3], u[3], to[3], x[3];
    subtract(v + 3, v, e);
    subtract(v + 6, v, f);
    cross(e, f, n);
    subtract(p, v, u);
    subtract(q, v, x);
    if (!(dot(u, n) * dot(x, n) < 0))
        return false;
    subtract(q, p, to);
    int sides = 0;
    for (int i = 0; i < 3; ++i) {
        subtract(v + 3 * i, p, e);
        subtract(v + 3 * ((i + 1) % 3), p, f);
        cross(e, f, x);
        sides |= dot(x, to) > 0 ? 1 : 2;
    }
    return sides != 3;
}

static bool triangles_within(const double *p, const double *q, double margin) {
    const double square = margin * margin;
    for (size_t i = 0; i < 3; ++i) {
        const double *a = p + 3 * i, *b = p + 3 * ((i + 1) % 3);
        const double *c = q + 3 * i, *d = q + 3 * ((i + 1) % 3);
        if (pierces(a, b, q) || pierces(c, d, p))
            return true;
        for (size_t k = 0; k < 3 && margin > 0; ++k) {
            const double *e = q + 3 * k, *f = q + 3 * ((k + 1) % 3);
            if (off_line(a, b, e, f) <= square || off_segment(a, e, f) <= square ||
                off_segment(e, a, b) <= square)
                return true;
        }
        if (margin > 0 && (off_face(a, q) <= square || off_face(c, p) <= square))
            return true;
    }
    return false;
}

static bool meshes_within(job *j, size_t query, double t, double margin) {
    const size_t n = j->m.triangles, groups = (n + GROUP - 1) / GROUP;
    move_mesh(j, 0, &j->pair[query].motion_a, t);
    move_mesh(j, 1, &j->pair[query].motion_b, t);
    for (size_t g = 0; g < groups; ++g)
        for (size_t h = 0; h < groups; ++h) {
            if (!balls_within(&j->group[0][g], &j->group[1][h], margin))
                continue;
            for (size_t i = GROUP * g; i < GROUP * (g + 1) && i < n; ++i)
                for (size_t k = GROUP * h; k < GROUP * (h + 1) && k < n; ++k)
                    if (balls_within(&j->triangle[0][i], &j->triangle[1][k], margin) &&
                        triangles_within(j->corner[0] + 9 * i, j->corner[1] + 9 * k, margin))
                        return true;
        }
    return false;
}

// ---- the judge: times --------------------------------------------------------------------------

// With margin 0: whether they overlap.
static bool within(job *j, size_t query, double t, double margin) {
    double lo, hi;
    if (j->which == TREES)
        return meshes_within(j, query, t, margin);
    shape_gap(j, query, t, &lo, &hi);
    return hi <= margin;
}

static bool hit_at(const collide_bracket *b) {
    return b->verdict == COLLIDE_HIT;
}

// The first time before the end at which they are found to overlap, or infinity.
static double overlap_before(job *j, size_t query, double end) {
    double left = end / 2;
    for (int i = 0; i < STEPS; ++i)
        if (within(j, query, end * i / STEPS, 0))
            return end * i / STEPS;
    for (int i = 0; i < CLOSER; ++i, left /= 2)
        if (within(j, query, end - left, 0))
            return end - left;
    return INFINITY;
}

static void judge_all(job *j, way *ours) {
    for (size_t i = 0; i < j->judged; ++i) {
        const collide_bracket *b = &j->bracket[i];
        const double t_lo = b->verdict == COLLIDE_MISS ? 1 : fmin(1, (double)b->t_lo);
        const double early = t_lo > 0 ? overlap_before(j, i, t_lo) : INFINITY;
        j->truth[i] = early;
        j->hits += hit_at(b);
        j->nears += b->verdict == COLLIDE_NEAR;
        if (hit_at(b)) {
            const bool touch = within(j, i, (double)b->t_hi, TOUCH);
            ours->early += !touch && !within(j, i, (double)b->t_hi, GAP_OFF);
            j->unproven += !touch;
            if (touch && early == INFINITY)
                j->truth[i] = (double)b->t_hi;
        }
        ours->missed += b->verdict == COLLIDE_MISS && early < INFINITY;
        ours->late += b->verdict != COLLIDE_MISS && early < INFINITY;
    }
    ours->judged = j->judged;
}

static void judge(job *j, way *w) {
    w->judged = j->judged < w->n ? j->judged : w->n;
    for (size_t i = 0; i < w->judged; ++i) {
        const double t = j->times[i];
        const double late = t - j->truth[i];
        if (!(t <= 1)) {
            w->missed += j->truth[i] < INFINITY;
            continue;
        }
        if (late > TIME_OFF) {
            ++w->late;
            w->off = fmax(w->off, late);
        } else {
            w->early += !within(j, i, t, GAP_OFF);
        }
    }
}

// ---- ours and theirs ---------------------------------------------------------------------------

static void answer_ours(const job *j, size_t first, size_t count) {
    for (size_t i = first; i < first + count; ++i) {
        const motion_pair *p = &j->pair[i];
        const collide_motion *x = &p->motion_a, *y = &p->motion_b;
        collide_bracket *out = &j->bracket[i];
        if (j->which == BOXES)
            collide_obb_obb_motion(&p->a.of.obb, x, &p->b.of.obb, y, 1, 0, out);
        else if (j->which == CAPSULES)
            collide_capsule_obb_motion(&p->a.of.capsule, x, &p->b.of.obb, y, 1, 0, out);
        else if (j->which == HULLS)
            collide_shape_shape_motion(&p->a, x, &p->b, y, 1, 0, out);
        else
            collide_tree_tree_motion(j->tree, x, j->tree, y, 1, 0, out, NULL);
    }
}

static void answer(const job *j, const way *w, size_t first, size_t count) {
    if (w->rival)
        w->rival->answer(w->state, first, count, j->times);
    else
        answer_ours(j, first, count);
}

static size_t make_ways(job *j, way *ways) {
    size_t count = 1;
    memset(ways, 0, MOST_WAYS * sizeof *ways);
    ways->name = "collide.h";
    ways->n = j->in.n;
    answer(j, ways, 0, ways->n);
    judge_all(j, ways);
    for (size_t i = 0; tables[i]; ++i)
        for (const motion_rival *rival = tables[i]; rival->name && count < MOST_WAYS; ++rival) {
            way *w = &ways[count];
            w->rival = rival;
            w->name = rival->name;
            w->n = (j->in.n + rival->part - 1) / rival->part;
            w->state = rival->prepare(&j->in, rival->variant);
            if (!w->state)
                continue;
            answer(j, w, 0, w->n);
            judge(j, w);
            ++count;
        }
    return count;
}

static void time_all(const job *j, way *ways, size_t count) {
    double *each = (double *)allocate(j->in.n, sizeof *each);
    for (size_t round = 0; round < ROUNDS; ++round)
        for (way *w = ways; w < ways + count; ++w) {
            const double start = nanoseconds();
            answer(j, w, 0, w->n);
            w->times[round] = (nanoseconds() - start) / (double)w->n;
        }
    for (way *w = ways; w < ways + count; ++w) {
        qsort(w->times, ROUNDS, sizeof *w->times, compare_doubles);
        w->ns = w->times[ROUNDS / 2];
        if (j->which != TREES)
            continue;
        for (size_t i = 0; i < w->n; ++i) {
            const double start = nanoseconds();
            answer(j, w, i, 1);
            each[i] = nanoseconds() - start;
        }
        qsort(each, w->n, sizeof *each, compare_doubles);
        w->median = each[w->n / 2];
    }
    free(each);
}

// ---- a case ------------------------------------------------------------------------------------

static void make_mesh(job *j) {
    if (!mesh_make(&j->m, j->mesh))
        fail("neither a number of triangles nor a mesh:", j->mesh);
    const collide_mesh mesh = {j->m.position, j->m.vertices, 0, j->m.index, j->m.triangles, 4};
    const size_t n = j->m.triangles, size = collide_tree_size(n, NULL);
    if (collide_tree_build(&j->tree, allocate(size, 1), size, &mesh, NULL) != COLLIDE_OK)
        fail("no tree of", j->mesh);
    j->of.vertices = j->m.vertices;
    j->of.triangles = n;
    j->of.position = j->m.position;
    j->of.index = j->m.index;
    j->in.mesh = &j->of;
    for (int side = 0; side < 2; ++side) {
        j->corner[side] = (double *)allocate(9 * n, sizeof(double));
        j->triangle[side] = (ball *)allocate(n, sizeof(ball));
        j->group[side] = (ball *)allocate(n / GROUP + 1, sizeof(ball));
    }
}

static void draw(job *j, size_t n) {
    static const uint32_t kinds[CASES][2] = {{COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CONVEX},
                                             {0, 0}};
    inputs_random r = inputs_seed(1);
    distance_size size;
    memset(&size, 0, sizeof size);
    size.vertices = VERTICES;
    j->in.n = n ? n : j->which == TREES ? MESHES : PAIRS;
    j->judged = j->which == TREES ? JUDGED_MESHES : JUDGED_PAIRS;
    j->judged = j->judged < j->in.n ? j->judged : j->in.n;
    j->pair = (motion_pair *)allocate(j->in.n, sizeof *j->pair);
    j->bracket = (collide_bracket *)allocate(j->in.n, sizeof *j->bracket);
    j->times = (double *)allocate(2 * j->in.n, sizeof *j->times);
    j->truth = j->times + j->in.n;
    j->in.pair = j->pair;
    j->in.hulls = distance_hulls;
    if (j->which == TREES) {
        make_mesh(j);
        for (size_t i = 0; i < j->in.n; ++i)
            motion_draw_meshes(&r, &j->pair[i].motion_a, &j->pair[i].motion_b);
        return;
    }
    if (j->which == HULLS && !distance_bodies(&r, &size))
        fail("cannot draw", "convex bodies");
    motion_draw_shapes(&r, kinds[j->which][0], kinds[j->which][1], j->in.n, j->pair);
}

static void release(job *j) {
    mesh_free(&j->m);
    free(j->tree);
    free(j->pair);
    free(j->bracket);
    free(j->times);
    for (int side = 0; side < 2; ++side) {
        free(j->corner[side]);
        free(j->triangle[side]);
        free(j->group[side]);
    }
}

static void print_way(const job *j, const way *ours, const way *w, bool json) {
    if (json)
        printf("{\"case\": \"%s\", \"triangles\": %zu, \"queries\": %zu, \"judged\": %zu, "
               "\"way\": \"%s\", \"ours\": %s, \"ns\": %.1f, \"ratio\": %.3f, \"median\": %.1f, "
               "\"missed\": %zu, \"late\": %zu, \"latest\": %.2g, \"early\": %zu}\n",
               case_names[j->which], (size_t)j->m.triangles, w->n, w->judged, w->name,
               w->rival ? "false" : "true", w->ns, w->ns / ours->ns, w->median, w->missed, w->late,
               w->off, w->early);
    else
        printf("%-30s %7zu %11.1f %7.2f %11.1f %6zu %6zu %6zu %8.1g %6zu\n", w->name, w->n, w->ns,
               w->ns / ours->ns, w->median, w->judged, w->missed, w->late, w->off, w->early);
}

static void run_case(int which, const char *mesh, size_t n, bool json) {
    static way ways[MOST_WAYS];
    job j;
    memset(&j, 0, sizeof j);
    j.which = which;
    j.mesh = mesh;
    draw(&j, n);
    const size_t count = make_ways(&j, ways);
    time_all(&j, ways, count);
    if (!json) {
        printf("%s", case_names[which]);
        if (which == TREES)
            printf(", %zu triangles", (size_t)j.m.triangles);
        printf(": of %zu judged, %zu touch, %zu come near, %zu contacts not confirmed\n", j.judged,
               j.hits, j.nears, j.unproven);
        printf("%-30s %7s %11s %7s %11s %6s %6s %6s %8s %6s\n", "", "queries", "ns/query", "ratio",
               "median", "judged", "missed", "late", "by", "early");
    }
    for (const way *w = ways; w < ways + count; ++w) {
        print_way(&j, ways, w, json);
        if (w->rival)
            w->rival->release(w->state);
    }
    fflush(stdout);
    release(&j);
}

int main(int argc, char **argv) {
    const char *mesh = "2000";
    bool json = false, chosen[CASES] = {false}, any = false;
    size_t n = 0;
    for (int i = 1; i < argc; ++i) {
        bool known = strcmp(argv[i], "--json") == 0;
        json = json || known;
        if (strcmp(argv[i], "--mesh") == 0 && i + 1 < argc) {
            mesh = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--n") == 0 && i + 1 < argc) {
            n = (size_t)strtoul(argv[++i], NULL, 10);
            continue;
        }
        for (int k = 0; k < CASES; ++k)
            if (strcmp(argv[i], case_names[k]) == 0)
                chosen[k] = any = known = true;
        if (!known)
            fail("takes --mesh SIZE, --n N, --json and cases such as motion_tree, not", argv[i]);
    }
    for (int k = 0; k < CASES; ++k)
        if (chosen[k] || !any)
            run_case(k, mesh, n, json);
    return 0;
}
