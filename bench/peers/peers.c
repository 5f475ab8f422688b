// Runs all rivals on the same inputs and prints one table. From the top folder:
//
//     make bench-peers
//     build/peers/peers [CASE...] [--n N] [--size SIZE] [--mesh A[,B]] [--seed S] [--rounds R]
//                       [--json]
//
//     ns/query       time of a pass over all queries, median of rounds in which rivals take turns:
//                    at least 7, up to R until a rival has taken 2 s; of balls, time of a pass for
//                    each ball
//     least, most    of the rounds
//     ratio          to the fastest of ours
//     missed         contacts it did not find, of shapes at rest or that begin apart
//     at start       the same, of moving shapes that begin in contact
//     invented       contacts that are none, or pairs that were found before
//     time off       largest error of the time of first contact
//
// Answers are judged in double precision, by exact axes of the same float shapes made larger and
// smaller by BAND of their size: where the two disagree nobody is wrong (close), and the times of
// the two are the limits from which time off counts. On terrain it is the cylinder that is larger
// and smaller, and the triangles of the surface, cut at its caps, are seen along its axis. What
// lies wholly below the surface (buried) hits, too; a mesh of triangles has no solid and misses it.
//
// In octree_pairs a pass moves all balls by up to 0.1 along each axis, from one of two places to
// the other, brings the rival's structure up to date or rebuilds it, as its name says, and lists
// all pairs that meet. --size says how balls lie: uniform, clustered, uniform-mixed,
// clustered-mixed; mixed are their radii. Missed and invented are those of the first two passes and
// of the last. Of k-DOPs it is L and the edge of the cube in which they have their centres. Without
// cases those in the table defaults run, with sizes of their own. --json prints one object a line:
// each rival of each case, then what the libraries are and how they are used.
//
// In mesh_mesh_any and mesh_mesh_all mesh A rests and B, or A, is under one pose after the other: a
// number of triangles, of a bumpy sphere, or the path of an OFF or OBJ file. Only the first poses
// are judged, as many as take some seconds. In tree_build and tree_refit it is mesh A, and a query
// a triangle; nothing is judged.
//
// In ray_tree, ray_tree_any and ray_terrain the first rays are judged, as many as take some
// seconds. A ray has missed the first triangle if its t is larger than the limit by more than
// RAY_BAND of it, and has invented a hit if t is smaller by as much, or if the triangle that it
// names is not there. kdop18_from_obb has missed what a bound leaves out by more than BAND, and
// invented a bound that is larger by more than four times BAND. Packs are built in
// kdop18_pack_build and obb_pack_build; nothing is judged.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#include "peers.h"

#include "../inputs.h"

#include "../mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BAND 1e-6
#define RAY_BAND 1e-5
#define RAY_WORK 2e8  // rays that are judged, times triangles
#define ROUND_NS 10e6 // passes in a round take so long at least
#define LEAST_ROUNDS 7
#define RIVAL_NS 2e9   // no more rounds than these of a rival that took so long
#define MAX_RIVALS 256 // of all cases
#define MANY_KDOPS ((size_t)1 << 18)

// The tables, from peers.mk.
#ifndef PEERS_TABLES
#define PEERS_TABLES(X) X(peers_ours)
#endif
#define DECLARE(table) extern const peers_rival table[];
PEERS_TABLES(DECLARE)
#define LIST(table) table,
static const peers_rival *const tables[] = {PEERS_TABLES(LIST) NULL};
#ifndef PEERS_ABOUTS
#define PEERS_ABOUTS(X)
#endif
typedef const char peers_about;
#define DECLARE_ABOUT(about) extern peers_about about[];
PEERS_ABOUTS(DECLARE_ABOUT)
static const char *const abouts[] = {PEERS_ABOUTS(LIST) NULL};
#ifndef PEERS_ABSENT
#define PEERS_ABSENT ""
#endif

static const char *const case_names[PEERS_CASE_COUNT] = {
    "kdop6",
    "kdop18",
    "obb_obb",
    "sweep_obb_obb",
    "sweep_obb_triangle",
    "triangle_triangle",
    "cylinder_terrain_test",
    "cylinder_terrain",
    "octree_pairs",
    "mesh_mesh_any",
    "mesh_mesh_all",
    "tree_build",
    "tree_refit",
    "ray_tree",
    "ray_tree_any",
    "ray_terrain",
    "kdop18_from_obb",
    "kdop18_pack_build",
    "obb_pack_build",
};
static const size_t case_n[PEERS_CASE_COUNT] = {4096,  4096,  32768, 32768, 32768, 32768, 32768,
                                                32768, 32768, 1000,  1000,  0,     0,     32768,
                                                32768, 32768, 32768, 32768, 32768};

#define CLUSTERED 1u
#define MIXED 2u
static const char *const size_names[] = {"uniform", "clustered", "uniform-mixed",
                                         "clustered-mixed"};
#define SIZE_COUNT (sizeof size_names / sizeof *size_names)

// What one run of a case is about. Those that a case has no use for are ignored.
typedef struct setting {
    unsigned balls; // index in size_names
    float length;   // of the cube of k-DOPs
    const char *meshes;
    uint64_t seed;
    size_t rounds;
    bool json;
} setting;

// What runs if no case is named: n is 0 for the case's own.
static const struct {
    peers_case which;
    size_t n;
    float length;
    unsigned balls;
    const char *meshes; // NULL: as --mesh says
} defaults[] = {
    {PEERS_KDOP6, 0, 6, 0, NULL},
    {PEERS_KDOP18, 0, 5.25f, 0, NULL}, // 13 % hits
    {PEERS_KDOP18, 0, 14, 0, NULL},    // 1 %
    {PEERS_KDOP18, 4194304, 5.25f, 0, NULL},
    {PEERS_KDOP18, 4194304, 14, 0, NULL},
    {PEERS_OBB_OBB, 0, 0, 0, NULL},
    {PEERS_SWEEP_OBB_OBB, 0, 0, 0, NULL},
    {PEERS_SWEEP_OBB_TRIANGLE, 0, 0, 0, NULL},
    {PEERS_TRIANGLE_TRIANGLE, 0, 0, 0, NULL},
    {PEERS_CYLINDER_TERRAIN_TEST, 0, 0, 0, NULL},
    {PEERS_CYLINDER_TERRAIN, 0, 0, 0, NULL},
    {PEERS_OCTREE_PAIRS, 0, 0, 0, NULL},
    {PEERS_OCTREE_PAIRS, 0, 0, CLUSTERED | MIXED, NULL},
    {PEERS_MESH_MESH_ANY, 0, 0, 0, NULL},
    {PEERS_MESH_MESH_ALL, 0, 0, 0, NULL},
    {PEERS_TREE_BUILD, 0, 0, 0, NULL},
    {PEERS_TREE_REFIT, 0, 0, 0, NULL},
    {PEERS_TREE_BUILD, 0, 0, 0, "47628"},
    {PEERS_TREE_REFIT, 0, 0, 0, "47628"},
    {PEERS_TREE_REFIT, 0, 0, 0, "1002252"},
    {PEERS_RAY_TREE, 0, 0, 0, "3888"},
    {PEERS_RAY_TREE, 0, 0, 0, "47628"},
    {PEERS_RAY_TREE, 0, 0, 0, "1002252"},
    {PEERS_RAY_TREE_ANY, 0, 0, 0, "3888"},
    {PEERS_RAY_TREE_ANY, 0, 0, 0, "47628"},
    {PEERS_RAY_TERRAIN, 0, 0, 0, NULL},
    {PEERS_KDOP18_FROM_OBB, 0, 0, 0, NULL},
    {PEERS_KDOP18_PACK_BUILD, 0, 0, 0, NULL},
    {PEERS_OBB_PACK_BUILD, 0, 0, 0, NULL},
};

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

// The triangles of the grid as a mesh, two for each cell.
static void draw_surface(peers_input *in) {
    const size_t columns = in->columns, rows = in->rows;
    collide_vec3 *position = (collide_vec3 *)allocate(columns * rows, sizeof *position);
    uint32_t *index = (uint32_t *)allocate(6 * (columns - 1) * (rows - 1), sizeof *index);
    in->mesh[0].position = position;
    in->mesh[0].index = index;
    in->mesh[0].vertices = columns * rows;
    in->mesh[0].triangles = 2 * (columns - 1) * (rows - 1);
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0; i < columns; ++i) {
            const uint32_t k = (uint32_t)(j * columns + i);
            position[k].x = (float)(int)i * in->step;
            position[k].y = (float)(int)j * in->step;
            position[k].z = in->heights[k];
            if (i + 1 == columns || j + 1 == rows)
                continue;
            const uint32_t right = k + 1, up = k + (uint32_t)columns;
            const uint32_t corner[6] = {k, right, up, up + 1, up, right};
            memcpy(index, corner, sizeof corner);
            index += 6;
        }
}

// The grid of build/bench's cylinder_terrain and ray_terrain, and their cylinders or rays.
static void draw_terrain(peers_input *in, inputs_random *r) {
    const size_t edge = 256, size = collide_terrain_size(edge, edge);
    const float width = (float)(edge - 1);
    float *heights = (float *)allocate(edge * edge, sizeof *heights);
    int32_t *turns = (int32_t *)allocate(8 * edge, sizeof *turns);
    void *memory = allocate(size, 1);
    collide_heights grid = {0};
    collide_terrain *terrain;
    inputs_heights(r, edge, edge, turns, heights);
    grid.heights = heights;
    grid.columns = grid.rows = edge;
    grid.dx = grid.dy = 1;
    if (collide_terrain_build(&terrain, memory, size, &grid) != COLLIDE_OK)
        fail("no terrain");
    in->heights = heights;
    in->columns = in->rows = edge;
    in->step = 1;
    if (in->which == PEERS_RAY_TERRAIN) {
        collide_ray *ray = (collide_ray *)allocate(in->n, sizeof *ray);
        for (size_t i = 0; i < in->n; ++i)
            ray[i] = inputs_terrain_ray(r, terrain, width, width, i % 2 == 1);
        in->ray = ray;
        draw_surface(in);
    } else {
        collide_cylinder *cylinder = (collide_cylinder *)allocate(in->n, sizeof *cylinder);
        for (size_t i = 0; i < in->n; ++i) {
            const float radius = inputs_uniform(r, 0.5f, 2), height = inputs_uniform(r, 0.3f, 3);
            cylinder[i] = inputs_cylinder(r, terrain, width, width, radius, height,
                                          inputs_uniform(r, -0.3f, 0.2f));
        }
        in->cylinder = cylinder;
    }
    free(memory);
    free(turns);
}

static void draw_balls(peers_input *in, inputs_random *r, unsigned size) {
    collide_sphere *from = (collide_sphere *)allocate(in->n, sizeof *from);
    collide_sphere *to = (collide_sphere *)allocate(in->n, sizeof *to);
    inputs_balls(r, in->n, (size & CLUSTERED) != 0, (size & MIXED) != 0, from);
    for (size_t i = 0; i < in->n; ++i) {
        const collide_vec3 v = inputs_vec3(r, -0.1f, 0.1f);
        to[i] = from[i];
        to[i].center.x += v.x;
        to[i].center.y += v.y;
        to[i].center.z += v.z;
    }
    in->balls[0] = from;
    in->balls[1] = to;
}

// names: A or A,B.
static void draw_meshes(peers_input *in, inputs_random *r, const char *names) {
    const size_t first = strcspn(names, ",");
    collide_pose *pose = (collide_pose *)allocate(in->n, sizeof *pose);
    for (int k = 0; k < 2; ++k) {
        char name[4096];
        triangle_mesh m;
        if (k && names[first])
            snprintf(name, sizeof name, "%s", names + first + 1);
        else
            snprintf(name, sizeof name, "%.*s", (int)first, names);
        if (!mesh_make(&m, name))
            fail("'%s' is neither a number of triangles nor a mesh", name);
        in->mesh[k].vertices = m.vertices;
        in->mesh[k].triangles = m.triangles;
        in->mesh[k].position = m.position;
        in->mesh[k].index = m.index;
    }
    for (size_t i = 0; i < in->n; ++i)
        pose[i] = inputs_flight(r);
    in->pose = pose;
}

static bool is_kdop(peers_case which) {
    return which == PEERS_KDOP6 || which == PEERS_KDOP18;
}

static bool is_tree(peers_case which) {
    return which == PEERS_TREE_BUILD || which == PEERS_TREE_REFIT;
}

static bool is_judged(peers_case which) {
    return !is_tree(which) && which != PEERS_KDOP18_PACK_BUILD && which != PEERS_OBB_PACK_BUILD;
}

// The rays of build/bench's ray_tree.
static void draw_rays(peers_input *in, const setting *s) {
    inputs_random r = inputs_seed(s->seed);
    collide_ray *ray = (collide_ray *)allocate(in->n, sizeof *ray);
    triangle_mesh m = {0};
    draw_meshes(in, &r, s->meshes);
    free((void *)in->pose);
    in->pose = NULL;
    m.vertices = (uint32_t)in->mesh[0].vertices;
    m.position = (collide_vec3 *)in->mesh[0].position;
    const collide_aabb bounds = mesh_bounds(&m);
    r = inputs_seed(s->seed);
    for (size_t i = 0; i < in->n; ++i)
        ray[i] = inputs_ray(&r, &bounds, i % 2 == 0);
    in->ray = ray;
}

// The boxes, or 18-DOPs of boxes, of the cases with these names of build/bench.
static void draw_bounds(peers_input *in, inputs_random *r) {
    collide_obb *box = (collide_obb *)allocate(in->n, sizeof *box);
    collide_kdop18 *kdop = (collide_kdop18 *)allocate(in->n, sizeof *kdop);
    for (size_t i = 0; i < in->n; ++i) {
        collide_vec3 corner[8];
        box[i] = inputs_box(r, 6);
        inputs_box_corners(&box[i], corner);
        collide_kdop18_from_points(&kdop[i], corner, 8, 0);
    }
    in->a = box;
    in->objects = kdop;
}

// The first of n queries do not depend on n, but balls do.
static peers_input draw(peers_case which, size_t n, const setting *s) {
    inputs_random r = inputs_seed(s->seed);
    peers_input in = {0};
    collide_obb *a = NULL, *b = NULL;
    collide_triangle *triangle = NULL;
    collide_vec3 *va = NULL, *vb = NULL, *queries = NULL, *objects = NULL;
    in.which = which;
    in.n = n;
    if (which == PEERS_CYLINDER_TERRAIN_TEST || which == PEERS_CYLINDER_TERRAIN ||
        which == PEERS_RAY_TERRAIN) {
        draw_terrain(&in, &r);
        return in;
    }
    if (which == PEERS_RAY_TREE || which == PEERS_RAY_TREE_ANY) {
        draw_rays(&in, s);
        return in;
    }
    if (which >= PEERS_KDOP18_FROM_OBB) {
        draw_bounds(&in, &r);
        return in;
    }
    if (which == PEERS_OCTREE_PAIRS) {
        draw_balls(&in, &r, s->balls);
        return in;
    }
    if (which == PEERS_TRIANGLE_TRIANGLE) {
        draw_triangles(&in, &r);
        return in;
    }
    if (which == PEERS_MESH_MESH_ANY || which == PEERS_MESH_MESH_ALL) {
        draw_meshes(&in, &r, s->meshes);
        return in;
    }
    if (is_tree(which)) {
        draw_meshes(&in, &r, s->meshes);
        free((void *)in.pose);
        in.pose = NULL;
        in.n = in.mesh[0].triangles;
        collide_vec3 *moved = (collide_vec3 *)allocate(in.mesh[0].vertices, sizeof *moved);
        for (size_t i = 0; i < in.mesh[0].vertices; ++i) {
            const collide_vec3 p = in.mesh[0].position[i], d = inputs_vec3(&r, -0.01f, 0.01f);
            moved[i].x = p.x + d.x;
            moved[i].y = p.y + d.y;
            moved[i].z = p.z + d.z;
        }
        in.moved = moved;
        return in;
    }
    if (is_kdop(which)) {
        in.kdops = n > MANY_KDOPS ? 2 : PEERS_KDOPS;
        queries = (collide_vec3 *)allocate((size_t)8 * PEERS_KDOPS, sizeof *queries);
        objects = (collide_vec3 *)allocate(8 * n, sizeof *objects);
        for (size_t i = 0; i < PEERS_KDOPS; ++i)
            inputs_corners(&r, s->length, queries + 8 * i);
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
            inputs_corners(&r, s->length, objects + 8 * i);
        if (a)
            a[i] = draw_box(&r);
        if (b)
            b[i] = draw_box(&r);
        if (triangle)
            triangle[i] = draw_triangle(&r);
        if (!objects) { // drawn for boxes at rest, too: they are the same boxes
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
    free((void *)in->balls[0]);
    free((void *)in->balls[1]);
    for (int k = 0; k < 2; ++k) {
        free((void *)in->mesh[k].position);
        free((void *)in->mesh[k].index);
    }
    free((void *)in->pose);
    free((void *)in->moved);
    free((void *)in->ray);
    free((void *)in->objects);
}

static size_t query_count(const peers_input *in) {
    return is_kdop(in->which) ? in->kdops * in->n : in->n;
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

// A ray as two triangles see it, one larger and one smaller by the band all around.
typedef struct crossing {
    bool larger, smaller; // which of them it hits
    double early, late;   // its t, less and more what the band does to it
} crossing;

static crossing cross_triangle(const peers_mesh *m, size_t i, const collide_ray *ray) {
    const vec o = widen(ray->origin), d = widen(ray->direction);
    vec v[3];
    double inside = INFINITY, outside = -INFINITY, size = 0;
    crossing c = {false, false, INFINITY, INFINITY};
    for (size_t k = 0; k < 3; ++k) {
        v[k] = add(widen(m->position[m->index[3 * i + k]]), o, -1.0);
        size += fabs(v[k].x) + fabs(v[k].y) + fabs(v[k].z);
    }
    // How far the line passes inside of each edge's line.
    double side[3];
    for (size_t k = 0; k < 3; ++k) {
        side[k] = dot(d, cross(v[k], v[(k + 1) % 3]));
        inside = fmin(inside, side[k]);
        outside = fmax(outside, side[k]);
    }
    const double band = BAND * size, far = sqrt(dot(d, d)) * size * band;
    if (inside < -far && outside > far)
        return c;
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < 3; ++k) {
        const vec q = cross(d, add(v[(k + 1) % 3], v[k], -1.0));
        const double x = side[k] / fmax(sqrt(dot(q, q)), 1e-300);
        least = fmin(least, x);
        most = fmax(most, x);
    }
    const vec n = cross(add(v[1], v[0], -1.0), add(v[2], v[0], -1.0));
    const double fall = dot(n, d), t = dot(n, v[0]) / fall;
    const double slack = band * sqrt(dot(n, n)) / fabs(fall);
    c.early = t - slack;
    c.late = t + slack;
    c.larger = (least >= -band || most <= band) && !(c.late < 0);
    c.smaller = (least >= band || most <= -band) && c.early >= 0;
    return c;
}

static truth judge_ray(const peers_input *in, const collide_ray *ray) {
    truth t = {INFINITY, INFINITY, false};
    for (size_t i = 0; i < in->mesh[0].triangles; ++i) {
        const crossing c = cross_triangle(&in->mesh[0], i, ray);
        if (c.larger)
            t.early = fmin(t.early, fmax(c.early, 0));
        if (c.smaller)
            t.late = fmin(t.late, c.late);
    }
    return t;
}

// Queries that are judged; of meshes and balls others say how many.
static size_t judged_count(const peers_input *in) {
    return in->ray
               ? (size_t)fmin((double)in->n, fmax(RAY_WORK / (double)in->mesh[0].triangles, 100))
               : query_count(in);
}

static const vec kdop18_axes[9] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0}, {1, 0, 1},
                                   {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

static truth *judge_all(const peers_input *in) {
    truth *t = (truth *)allocate(query_count(in), sizeof *t);
    const vec rest = {0, 0, 0};
    for (size_t i = 0; i < judged_count(in) && !in->objects; ++i) {
        if (in->ray) {
            t[i] = judge_ray(in, in->ray + i);
        } else if (in->cylinder) {
            t[i] = judge_cylinder(in, in->cylinder + i);
        } else if (is_kdop(in->which)) {
            const hull a = hull_of_points(in->query_corners + 8 * (i / in->n), 8);
            const hull b = hull_of_points(in->object_corners + 8 * (i % in->n), 8);
            t[i] = judge(&a, &b, rest, 0, kdop18_axes, in->which == PEERS_KDOP6 ? 3 : 9);
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

// Pairs a < b of balls at one of their places that meet if larger: those of a are those from
// first[a] to first[a + 1], rising by b.
typedef struct partners {
    size_t *first;
    uint32_t *b;
    uint8_t *sure; // they meet if smaller, too
    uint8_t *found;
} partners;

// The balls of cell c are in[first[c]] to in[first[c + 1] - 1], rising.
typedef struct ball_grid {
    const collide_sphere *balls;
    vec low;
    double cell;
    size_t cells[3], *first;
    uint32_t *in;
} ball_grid;

static size_t grid_cell(const ball_grid *g, double x, int axis) {
    const double low[3] = {g->low.x, g->low.y, g->low.z};
    return (size_t)((x - low[axis]) / g->cell);
}

static void grid_cells(const ball_grid *g, size_t i, size_t c[3]) {
    c[0] = grid_cell(g, (double)g->balls[i].center.x, 0);
    c[1] = grid_cell(g, (double)g->balls[i].center.y, 1);
    c[2] = grid_cell(g, (double)g->balls[i].center.z, 2);
}

static size_t grid_index(const ball_grid *g, size_t x, size_t y, size_t z) {
    return (z * g->cells[1] + y) * g->cells[0] + x;
}

// Cells are as wide as two of the largest balls, or more, so that there are not many more of them
// than balls.
static ball_grid make_grid(const collide_sphere *balls, size_t n) {
    ball_grid g = {0};
    vec high = {-INFINITY, -INFINITY, -INFINITY};
    size_t c[3], count;
    g.balls = balls;
    g.low.x = g.low.y = g.low.z = INFINITY;
    for (size_t i = 0; i < n; ++i) {
        const vec p = widen(balls[i].center);
        g.low.x = fmin(g.low.x, p.x), high.x = fmax(high.x, p.x);
        g.low.y = fmin(g.low.y, p.y), high.y = fmax(high.y, p.y);
        g.low.z = fmin(g.low.z, p.z), high.z = fmax(high.z, p.z);
        g.cell = fmax(g.cell, 2.01 * (double)balls[i].radius);
    }
    g.cell = fmax(g.cell, fmax(high.x - g.low.x, fmax(high.y - g.low.y, high.z - g.low.z)) /
                              cbrt((double)n));
    g.cells[0] = grid_cell(&g, high.x, 0) + 1;
    g.cells[1] = grid_cell(&g, high.y, 1) + 1;
    g.cells[2] = grid_cell(&g, high.z, 2) + 1;
    count = g.cells[0] * g.cells[1] * g.cells[2];
    g.first = (size_t *)allocate(count + 2, sizeof *g.first);
    g.in = (uint32_t *)allocate(n, sizeof *g.in);
    for (size_t i = 0; i < n; ++i) {
        grid_cells(&g, i, c);
        ++g.first[grid_index(&g, c[0], c[1], c[2]) + 2];
    }
    for (size_t k = 0; k < count; ++k)
        g.first[k + 2] += g.first[k + 1];
    for (size_t i = 0; i < n; ++i) {
        grid_cells(&g, i, c);
        g.in[g.first[grid_index(&g, c[0], c[1], c[2]) + 1]++] = (uint32_t)i;
    }
    return g;
}

static int compare_indices(const void *a, const void *b) {
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

// Whether they meet if larger (more > 0) or smaller (more < 0).
static bool balls_meet(const collide_sphere *a, const collide_sphere *b, double more) {
    const vec d = add(widen(b->center), widen(a->center), -1.0);
    const double reach = ((double)a->radius + (double)b->radius) * (1 + 2 * more);
    return dot(d, d) <= reach * reach;
}

// The partners j > i of ball i: counts them, and writes them down if b.
static size_t find_partners(const ball_grid *g, size_t i, uint32_t *b) {
    size_t c[3], low[3], high[3], count = 0;
    grid_cells(g, i, c);
    for (int k = 0; k < 3; ++k) {
        low[k] = c[k] ? c[k] - 1 : 0;
        high[k] = c[k] + 1 < g->cells[k] ? c[k] + 1 : c[k];
    }
    for (size_t z = low[2]; z <= high[2]; ++z)
        for (size_t y = low[1]; y <= high[1]; ++y) {
            const size_t end = g->first[grid_index(g, high[0], y, z) + 1];
            for (size_t k = g->first[grid_index(g, low[0], y, z)]; k < end; ++k)
                if (g->in[k] > i && balls_meet(g->balls + i, g->balls + g->in[k], BAND)) {
                    if (b)
                        b[count] = g->in[k];
                    ++count;
                }
        }
    if (b)
        qsort(b, count, sizeof *b, compare_indices);
    return count;
}

static partners judge_balls(const collide_sphere *balls, size_t n) {
    const ball_grid g = make_grid(balls, n);
    partners p;
    p.first = (size_t *)allocate(n + 1, sizeof *p.first);
    for (size_t i = 0; i < n; ++i)
        p.first[i + 1] = p.first[i] + find_partners(&g, i, NULL);
    p.b = (uint32_t *)allocate(p.first[n] + 1, sizeof *p.b);
    p.sure = (uint8_t *)allocate(p.first[n] + 1, sizeof *p.sure);
    p.found = (uint8_t *)allocate(p.first[n] + 1, sizeof *p.found);
    for (size_t i = 0; i < n; ++i) {
        find_partners(&g, i, p.b + p.first[i]);
        for (size_t k = p.first[i]; k < p.first[i + 1]; ++k)
            p.sure[k] = balls_meet(balls + i, balls + p.b[k], -BAND);
    }
    free(g.first);
    free(g.in);
    return p;
}

static void discard_partners(partners *p) {
    free(p->first);
    free(p->b);
    free(p->sure);
    free(p->found);
}

// Pairs of triangles that meet if larger, of the first poses: those of pose i are those from
// first[i] to first[i + 1], rising.
typedef struct crossings {
    size_t poses, room, *first;
    collide_pair *pair;
    uint8_t *sure, *found;
} crossings;

// Each mesh's triangles, and on each axis what they reach.
typedef struct judged_mesh {
    hull *triangle;
    vec *low, *high;
} judged_mesh;

static judged_mesh pose_mesh(const peers_mesh *m, const collide_pose *pose) {
    judged_mesh out;
    out.triangle = (hull *)allocate(m->triangles, sizeof *out.triangle);
    out.low = (vec *)allocate(m->triangles, sizeof *out.low);
    out.high = (vec *)allocate(m->triangles, sizeof *out.high);
    for (size_t i = 0; i < m->triangles; ++i) {
        hull *h = &out.triangle[i];
        vec middle, half;
        h->corners = h->edges = 3;
        h->normals = 1;
        for (int k = 0; k < 3; ++k) {
            const vec p = widen(m->position[m->index[3 * i + (size_t)k]]);
            h->corner[k] = p;
            if (pose)
                h->corner[k] = add(add(add(widen(pose->position), widen(pose->axis[0]), p.x),
                                       widen(pose->axis[1]), p.y),
                                   widen(pose->axis[2]), p.z);
        }
        for (size_t k = 0; k < 3; ++k)
            h->edge[k] = add(h->corner[(k + 1) % 3], h->corner[k], -1.0);
        h->normal[0] = cross(h->edge[0], h->edge[1]);
        half = extents(h, &middle);
        out.low[i] = add(middle, half, -1.001);
        out.high[i] = add(middle, half, 1.001);
    }
    return out;
}

static void discard_judged(judged_mesh *m) {
    free(m->triangle);
    free(m->low);
    free(m->high);
}

static crossings judge_meshes(const peers_input *in) {
    const double work = (double)in->mesh[0].triangles * (double)in->mesh[1].triangles;
    const vec rest = {0, 0, 0};
    judged_mesh a = pose_mesh(&in->mesh[0], NULL);
    crossings c = {0};
    size_t n = 0;
    c.poses = (size_t)fmin(fmax(2e9 / work, 2), (double)in->n);
    c.first = (size_t *)allocate(c.poses + 1, sizeof *c.first);
    for (size_t i = 0; i < c.poses; ++i) {
        judged_mesh b = pose_mesh(&in->mesh[1], &in->pose[i]);
        for (size_t k = 0; k < in->mesh[0].triangles; ++k)
            for (size_t l = 0; l < in->mesh[1].triangles; ++l) {
                const vec p = a.low[k], q = a.high[k], s = b.low[l], t = b.high[l];
                if (p.x > t.x || s.x > q.x || p.y > t.y || s.y > q.y || p.z > t.z || s.z > q.z)
                    continue;
                const truth meet = judge(&a.triangle[k], &b.triangle[l], rest, 0, NULL, 0);
                if (meet.early > 0)
                    continue;
                if (n == c.room) {
                    c.room = 2 * c.room + 1024;
                    c.pair = (collide_pair *)realloc(c.pair, c.room * sizeof *c.pair);
                    c.sure = (uint8_t *)realloc(c.sure, c.room);
                    if (!c.pair || !c.sure)
                        fail("not enough memory");
                }
                c.sure[n] = meet.late == 0;
                c.pair[n].a = (uint32_t)k;
                c.pair[n++].b = (uint32_t)l;
            }
        c.first[i + 1] = n;
        discard_judged(&b);
    }
    c.found = (uint8_t *)allocate(n + 1, 1);
    discard_judged(&a);
    return c;
}

static void discard_crossings(crossings *c) {
    free(c->first);
    free(c->pair);
    free(c->sure);
    free(c->found);
}

// ---- a case ------------------------------------------------------------------------------------

typedef struct run {
    const peers_rival *rival;
    peers_input in; // the case's, or its beginning
    void *state;
    double *times; // ns per query, of each round
    double spent;
    size_t passes, rounds;
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

// A first hit is right if its t is, and the triangle that it names is there.
static void compare_rays(run *r, const peers_answers *out, const truth *t) {
    const peers_input *in = &r->in;
    for (size_t i = 0; i < judged_count(in); ++i) {
        if ((t[i].early < INFINITY) != (t[i].late < INFINITY))
            continue; // close
        if (!out->hit[i]) {
            r->missed += t[i].late < INFINITY;
            continue;
        }
        if (t[i].early == INFINITY || in->which == PEERS_RAY_TREE_ANY) {
            r->invented += t[i].early == INFINITY;
            continue;
        }
        const double x = (double)out->t[i], off = fmax(t[i].early - x, x - t[i].late);
        r->time_off = off > r->time_off || isnan(off) ? off : r->time_off;
        if (x > t[i].late + RAY_BAND * t[i].late) {
            ++r->missed;
        } else if (!(x >= t[i].early - RAY_BAND * t[i].early)) {
            ++r->invented;
        } else if (out->triangle[i] != UINT32_MAX) {
            const bool exists = out->triangle[i] < in->mesh[0].triangles;
            const crossing c =
                cross_triangle(&in->mesh[0], exists ? out->triangle[i] : 0, in->ray + i);
            r->invented += !(exists && c.larger && c.early <= t[i].late);
        }
    }
}

// Bounds of boxes.
static void compare_bounds(run *r, const peers_answers *out) {
    for (size_t i = 0; i < r->in.n; ++i) {
        const hull h = hull_of_box(r->in.a + i);
        const collide_kdop18 *b = out->bounds + i;
        vec middle;
        const vec size = add(extents(&h, &middle), middle, 1.0);
        const double band = BAND * (fabs(size.x) + fabs(size.y) + fabs(size.z));
        bool left_out = false, too_large = false;
        for (int k = 0; k < 9; ++k) {
            double low, high;
            project(&h, kdop18_axes[k], &low, &high);
            left_out |= !((double)b->min[k] <= low + band && (double)b->max[k] >= high - band);
            too_large |= (double)b->min[k] < low - 4 * band || (double)b->max[k] > high + 4 * band;
        }
        r->missed += left_out;
        r->invented += too_large;
    }
}

// The pair's number among all partners, or SIZE_MAX.
static size_t find_pair(const partners *p, collide_pair pair) {
    size_t low = p->first[pair.a], high = p->first[pair.a + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->b[middle] == pair.b)
            return middle;
        if (p->b[middle] < pair.b)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

static void compare_pairs(run *r, const peers_answers *out, const partners *p) {
    const size_t n = r->in.n, fit = *out->count < out->capacity ? *out->count : out->capacity;
    r->invented += *out->count - fit;
    memset(p->found, 0, p->first[n]);
    for (size_t k = 0; k < fit; ++k) {
        const collide_pair pair = out->pairs[k];
        const size_t found = pair.a < n ? find_pair(p, pair) : SIZE_MAX;
        if (found == SIZE_MAX || p->found[found])
            ++r->invented;
        else
            p->found[found] = 1;
    }
    for (size_t i = 0; i < n; ++i)
        for (size_t k = p->first[i]; k < p->first[i + 1] && p->b[k] < n; ++k)
            r->missed += p->sure[k] && !p->found[k];
}

static int compare_crossings(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

// Whether, or the pairs that, the meshes meet in the poses that were judged.
static void compare_meshes(run *r, const peers_answers *out, const crossings *c) {
    const collide_pair *next = out->pairs;
    for (size_t i = 0; i < c->poses && i < r->in.n; ++i) {
        const size_t first = c->first[i], n = c->first[i + 1] - first;
        bool sure = false;
        for (size_t k = 0; k < n; ++k)
            sure |= c->sure[first + k];
        if (r->rival->which == PEERS_MESH_MESH_ANY) {
            r->missed += sure && !out->hit[i];
            r->invented += n == 0 && out->hit[i];
            continue;
        }
        memset(c->found + first, 0, n);
        for (size_t k = 0; k < out->each[i]; ++k, ++next) {
            const collide_pair *p =
                n ? (const collide_pair *)bsearch(next, c->pair + first, n, sizeof *next,
                                                  compare_crossings)
                  : NULL;
            if (!p || c->found[p - c->pair])
                ++r->invented;
            else
                c->found[p - c->pair] = 1;
        }
        for (size_t k = first; k < first + n; ++k)
            r->missed += c->sure[k] && !c->found[k];
    }
}

static void answer(run *r, peers_answers *out) {
    out->balls = r->in.balls[++r->passes % 2];
    out->position = r->passes % 2 ? r->in.moved : r->in.mesh[0].position;
    if (r->in.pose)
        *out->count = 0;
    r->rival->answer(r->state, out);
}

static double time_pass(run *r, peers_answers *out) {
    const double start = nanoseconds();
    double time;
    answer(r, out);
    time = nanoseconds() - start;
    r->spent += time;
    return time / (double)query_count(&r->in);
}

static size_t most_objects(const peers_rival *rival) {
    const unsigned limit = rival->flags / PEERS_UP_TO(1);
    return limit ? (size_t)1 << limit : SIZE_MAX;
}

// False if it cannot run here.
static bool start(run *r, const peers_rival *rival, const peers_input *in) {
    memset(r, 0, sizeof *r);
    r->rival = rival;
    r->in = *in;
    if (most_objects(rival) < in->n)
        return false;
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

static void judge_passes(run *r, peers_answers *out, const truth *t, const partners at[2],
                         const crossings *c) {
    const size_t passes = r->in.balls[0] ? 2 : 1;
    for (size_t i = 0; i < passes; ++i) {
        answer(r, out);
        if (r->in.balls[0])
            compare_pairs(r, out, at + r->passes % 2);
        else if (r->in.pose)
            compare_meshes(r, out, c);
        else if (r->in.ray)
            compare_rays(r, out, t);
        else if (r->in.which == PEERS_KDOP18_FROM_OBB)
            compare_bounds(r, out);
        else if (is_judged(r->in.which))
            compare(r, out, t);
    }
}

static bool is_done(const run *r, size_t rounds) {
    return r->rounds == rounds || (r->rounds >= LEAST_ROUNDS && r->spent > RIVAL_NS);
}

static void run_round(run *r, peers_answers *out, size_t rounds, const partners at[2]) {
    double sum = 0;
    size_t passes = 0;
    if (is_done(r, rounds))
        return;
    while (sum * (double)query_count(&r->in) < ROUND_NS) {
        sum += time_pass(r, out);
        ++passes;
    }
    r->times[r->rounds++] = sum / (double)passes;
    if (r->in.balls[0] && is_done(r, rounds))
        compare_pairs(r, out, at + r->passes % 2);
}

static void print_json(const run *r, double best, const char *size) {
    const double ns = median(r->times, r->rounds); // and sorted
    printf("{\"case\": \"%s\", \"size\": \"%s\", \"n\": %zu, \"queries\": %zu, \"rival\": \"%s\", "
           "\"ours\": %s, \"rounds\": %zu, \"ns\": %.5g, \"least\": %.5g, \"most\": %.5g, "
           "\"ratio\": %.4g",
           case_names[r->in.which], size, r->in.n, query_count(&r->in), r->rival->name,
           r->rival->flags & PEERS_OURS ? "true" : "false", r->rounds, ns, r->times[0],
           r->times[r->rounds - 1], ns / best);
    if (is_judged(r->in.which))
        printf(", \"missed\": %zu, \"missed_at_start\": %zu, \"invented\": %zu", r->missed,
               r->missed_at_start, r->invented);
    if (r->rival->flags & PEERS_TIMES)
        printf(", \"time_off\": %.2g", isfinite(r->time_off) ? r->time_off : 1e30);
    puts("}");
}

static void print_run(const run *r, double best) {
    const double ns = median(r->times, r->rounds); // and sorted
    printf("%-48s %9.3g %9.3g %9.3g %7.3g", r->rival->name, ns, r->times[0],
           r->times[r->rounds - 1], ns / best);
    if (is_judged(r->in.which))
        printf(" %7zu %8zu %8zu", r->missed, r->missed_at_start, r->invented);
    if (r->rival->flags & PEERS_TIMES)
        printf("  %8.1g", r->time_off);
    putchar('\n');
}

// A name for what a case was about: the size of balls or k-DOPs, or the meshes.
static void name_size(char *text, size_t room, const peers_input *in, const setting *s) {
    if (is_kdop(in->which))
        snprintf(text, room, "L%g", (double)s->length);
    else if (in->balls[0])
        snprintf(text, room, "%s", size_names[s->balls]);
    else if (in->pose)
        snprintf(text, room, "%zu, %zu triangles", in->mesh[0].triangles, in->mesh[1].triangles);
    else if (in->moved || (in->ray && !in->heights))
        snprintf(text, room, "%zu triangles", in->mesh[0].triangles);
    else
        snprintf(text, room, "-");
}

static void run_case(peers_case which, size_t n, const setting *s) {
    peers_input in = draw(which, n ? n : case_n[which], s);
    const size_t queries = query_count(&in);
    truth *t = in.balls[0] || in.pose || !is_judged(which) ? NULL : judge_all(&in);
    partners at[2] = {{0}, {0}};
    crossings crossed = {0};
    peers_answers out = {0};
    static run runs[MAX_RIVALS];
    size_t run_count = 0, hits = 0, at_start = 0, buried = 0, close = 0, count = 0;
    double best = INFINITY;
    char size[64];
    name_size(size, sizeof size, &in, s);
    out.hit = (uint8_t *)allocate(queries, sizeof *out.hit);
    out.bits = (uint16_t *)allocate(queries / in.n * COLLIDE_BLOCKS(in.n), sizeof *out.bits);
    out.t = (float *)allocate(queries, sizeof *out.t);
    out.count = &count;
    out.triangle = (uint32_t *)allocate(queries, sizeof *out.triangle);
    out.bounds = (collide_kdop18 *)allocate(queries, sizeof *out.bounds);
    out.each = (size_t *)allocate(queries, sizeof *out.each);
    if (in.pose) {
        crossed = judge_meshes(&in);
        hits = crossed.first[crossed.poses];
        for (size_t k = 0; k < hits; ++k)
            close += !crossed.sure[k];
        out.capacity = in.n * 4096;
    }
    for (size_t i = 0; t && i < judged_count(&in) && !in.objects; ++i) {
        hits += t[i].early < INFINITY;
        at_start += t[i].early == 0;
        buried += t[i].buried;
        close += (t[i].early < INFINITY) != (t[i].late < INFINITY);
    }
    for (size_t i = 0; in.balls[0] && i < 2; ++i) {
        at[i] = judge_balls(in.balls[i], in.n);
        hits = at[i].first[in.n];
        for (size_t k = 0; k < hits; ++k)
            close += !at[i].sure[k];
        out.capacity += hits; // of both places: more than at either
    }
    out.pairs = (collide_pair *)allocate(out.capacity + 1, sizeof *out.pairs);
    for (size_t i = 0; tables[i]; ++i)
        for (const peers_rival *rival = tables[i]; rival->name; ++rival)
            if (rival->which == which && run_count < MAX_RIVALS &&
                start(runs + run_count, rival, &in)) {
                run *r = runs + run_count++;
                r->times = (double *)allocate(s->rounds, sizeof *r->times);
                judge_passes(r, &out, t, at, &crossed);
            }
    for (size_t round = 0; round < s->rounds; ++round)
        for (size_t i = 0; i < run_count; ++i)
            run_round(runs + i, &out, s->rounds, at);
    for (size_t i = 0; i < run_count; ++i)
        if (runs[i].rival->flags & PEERS_OURS)
            best = fmin(best, median(runs[i].times, runs[i].rounds));
    if (s->json) {
        printf("{\"case\": \"%s\", \"size\": \"%s\", \"n\": %zu, \"queries\": %zu, \"hits\": %zu, "
               "\"hits_at_start\": %zu, \"buried\": %zu, \"close\": %zu, \"judged\": %zu, "
               "\"absent\": \"%s\"}\n",
               case_names[which], size, in.n, queries, hits, at_start, buried, close,
               !is_judged(which) ? (size_t)0
               : in.pose         ? crossed.poses
                                 : judged_count(&in),
               PEERS_ABSENT);
    } else {
        printf("\n%s, %s: n = %zu, %zu queries", case_names[which], size, in.n, queries);
        if (is_judged(which))
            printf(", %zu hits", hits);
        if (in.va)
            printf(", %zu of them at the start", at_start);
        if (in.cylinder)
            printf(", %zu of them buried", buried);
        if (in.pose)
            printf(" in the first %zu", crossed.poses);
        if (in.ray)
            printf(" of the first %zu", judged_count(&in));
        if (is_judged(which))
            printf(", %zu close", close);
        printf("\n%-48s %9s %9s %9s %7s%s%s\n", "", "ns/query", "least", "most", "ratio",
               is_judged(which) ? "  missed at start invented" : "",
               in.va || (in.ray && which != PEERS_RAY_TREE_ANY) ? "  time off" : "");
    }
    for (size_t i = 0; i < run_count; ++i) {
        if (s->json)
            print_json(runs + i, best, size);
        else
            print_run(runs + i, best);
        runs[i].rival->release(runs[i].state);
        free(runs[i].times);
    }
    if (*PEERS_ABSENT && !s->json)
        printf("not installed, so left out: %s\n", PEERS_ABSENT);
    for (size_t i = 0; tables[i]; ++i)
        for (const peers_rival *rival = tables[i]; rival->name; ++rival)
            if (rival->which == which && most_objects(rival) < in.n && !s->json)
                printf("%-48s left out of more than %zu\n", rival->name, most_objects(rival));
    fflush(stdout);
    free(out.hit);
    free(out.bits);
    free(out.t);
    free(out.pairs);
    free(out.triangle);
    free(out.bounds);
    free(out.each);
    free(t);
    discard_crossings(&crossed);
    discard_partners(at);
    discard_partners(at + 1);
    discard(&in);
}

static size_t read_number(const char *option, const char *text, size_t min, size_t max) {
    char *end;
    const unsigned long x = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || x < min || x > max)
        fail("%s wants a number from %zu to %zu, not '%s'", option, min, max, text);
    return x;
}

static void read_size(setting *s, const char *text) {
    char *end;
    for (unsigned i = 0; i < SIZE_COUNT; ++i)
        if (strcmp(text, size_names[i]) == 0) {
            s->balls = i;
            return;
        }
    s->length = text[0] == 'L' && text[1] >= '0' && text[1] <= '9' ? strtof(text + 1, &end) : 0;
    if (!(s->length > 0 && s->length <= 1e6f) || *end)
        fail("--size wants L<number>, uniform, clustered, uniform-mixed or clustered-mixed, not "
             "'%s'",
             text);
}

static void print_about(const setting *s) {
    for (size_t i = 0; abouts[i]; ++i)
        printf(s->json ? "{\"about\": \"%s\"}\n" : "\n%s\n", abouts[i]);
}

int main(int argc, char **argv) {
    bool chosen[PEERS_CASE_COUNT] = {false}, any = false;
    size_t n = 0;
    setting s = {0, 6, "4000", 1, 15, false};
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        size_t which = 0;
        if (strcmp(argv[i], "--n") == 0) {
            n = read_number(argv[i++], value, 1, 1u << 22);
            continue;
        }
        if (strcmp(argv[i], "--size") == 0) {
            read_size(&s, value);
            ++i;
            continue;
        }
        if (strcmp(argv[i], "--mesh") == 0) {
            s.meshes = value;
            ++i;
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0) {
            s.seed = read_number(argv[i++], value, 0, UINT32_MAX);
            continue;
        }
        if (strcmp(argv[i], "--rounds") == 0) {
            s.rounds = read_number(argv[i++], value, 1, 1000);
            continue;
        }
        if (strcmp(argv[i], "--json") == 0) {
            s.json = true;
            continue;
        }
        while (which < PEERS_CASE_COUNT && strcmp(argv[i], case_names[which]) != 0)
            ++which;
        if (which == PEERS_CASE_COUNT)
            fail("unknown %s '%s'; peers [kdop6 | kdop18 | obb_obb | sweep_obb_obb | "
                 "sweep_obb_triangle | "
                 "triangle_triangle | cylinder_terrain_test | cylinder_terrain | octree_pairs | "
                 "mesh_mesh_any | mesh_mesh_all | tree_build | tree_refit | ray_tree | "
                 "ray_tree_any | ray_terrain | kdop18_from_obb | kdop18_pack_build | "
                 "obb_pack_build]... "
                 "[--n N] [--size L<number> | uniform | clustered | uniform-mixed | "
                 "clustered-mixed] [--mesh A[,B]] [--seed S] [--rounds R] [--json]",
                 argv[i][0] == '-' ? "option" : "case", argv[i]);
        chosen[which] = any = true;
    }
    for (size_t i = 0; i < PEERS_CASE_COUNT && any; ++i)
        if (chosen[i])
            run_case((peers_case)i, n, &s);
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults && !any; ++i) {
        setting own = s;
        own.length = defaults[i].length;
        own.balls = defaults[i].balls;
        own.meshes = defaults[i].meshes ? defaults[i].meshes : s.meshes;
        run_case(defaults[i].which, defaults[i].n, &own);
    }
    print_about(&s);
    return 0;
}
