// Distances of meshes, and of points and meshes: collide.h and rivals on the same queries. From the
// top folder:
//
//     make -f bench/peers/peers.mk build/peers/mesh_distances
//     build/peers/mesh_distances [--mesh SIZE] [--n N] [--json] [CASE | CASE:SIZE]...
//
// The cases are distance_tree (sizes apart, near) and point_tree (outside, box, near) of
// build/bench. SIZE is a number of triangles, of a bumpy sphere, or an OFF or OBJ file. Of
// distance_tree there are 1,000 queries, of point_tree 32,768.
//
//     ns/query  median of rounds in which all take turns; time of the processor
//     ratio     to the fastest of ours
//     judged    the first queries, as many as take some seconds, by all triangles in double
//     wrong     of them, answers that are off by more than 1e-5, where the box of the mesh has a
//               diagonal of 2; of ours, brackets that do not hold the distance
//     off       the largest error
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "mesh_distances.h"

#include "../inputs.h"

#include "../mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
#define MOST_RUNS 16
#define POSES 1000
#define POINTS 32768
#define WORK 2e9 // pairs of triangles that judges look at

#ifndef MESH_TABLES
#define MESH_TABLES(X)
#endif
#define LIST(name) extern const mesh_rival name[];
MESH_TABLES(LIST)
#undef LIST
#define LIST(name) name,
static const mesh_rival *const tables[] = {MESH_TABLES(LIST) NULL};

typedef struct way {
    char name[48];
    const mesh_rival *rival; // NULL: ours
    collide_isa_id isa;
    bool closed;
    void *state;
    double times[ROUNDS], ns, off;
    size_t wrong;
} way;

typedef struct job {
    const char *name, *size, *mesh;
    triangle_mesh m;
    mesh_queries in;
    void *memory[2];
    collide_tree *tree[2]; // a surface, a closed mesh
    collide_distance *brackets;
    double *distances, *truth;
    size_t judged;
} job;

static void fail(const char *text, const char *name) {
    fprintf(stderr, "mesh_distances: %s %s\n", text, name);
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

// ---- the truth ---------------------------------------------------------------------------------

typedef struct vec {
    double x, y, z;
} vec;

static vec widen(collide_vec3 v) {
    const vec w = {(double)v.x, (double)v.y, (double)v.z};
    return w;
}

static vec add(vec a, double k, vec b) {
    const vec c = {a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
    return c;
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b) {
    const vec c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static double clamp(double x) {
    return x > 0 ? x < 1 ? x : 1 : 0; // NaN is 0
}

// Squares of distances. Of a point from a segment, and of two segments, one of which is nearest to
// the other with both inside or with an end.
static double off_segment(vec p, vec a, vec e) {
    const vec u = add(p, -1, a);
    const vec v = add(u, -clamp(dot(u, e) / dot(e, e)), e);
    return dot(v, v);
}

static double between_lines(vec a, vec e, vec b, vec f) {
    const vec n = cross(e, f), u = add(b, -1, a);
    const double square = dot(n, n), s = dot(cross(u, f), n), t = dot(cross(u, e), n);
    const double height = dot(u, n);
    return s >= 0 && s <= square && t >= 0 && t <= square && square > 0 ? height * height / square
                                                                        : INFINITY;
}

// Of a point from the inside of a triangle.
static double off_face(vec p, const vec *v) {
    const vec n = cross(add(v[1], -1, v[0]), add(v[2], -1, v[0]));
    const double height = dot(add(p, -1, v[0]), n);
    for (int i = 0; i < 3; ++i)
        if (dot(cross(add(v[(i + 1) % 3], -1, v[i]), add(p, -1, v[i])), n) < 0)
            return INFINITY;
    return dot(n, n) > 0 ? height * height / dot(n, n) : INFINITY;
}

static double point_square(vec p, const vec *v) {
    double least = off_face(p, v);
    for (int i = 0; i < 3; ++i)
        least = fmin(least, off_segment(p, v[i], add(v[(i + 1) % 3], -1, v[i])));
    return least;
}

// Of triangles that do not meet.
static double triangle_square(const vec *p, const vec *q) {
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        const vec e = add(p[(i + 1) % 3], -1, p[i]);
        for (int j = 0; j < 3; ++j)
            least = fmin(least, between_lines(p[i], e, q[j], add(q[(j + 1) % 3], -1, q[j])));
    }
    for (int i = 0; i < 3; ++i)
        least = fmin(least, fmin(point_square(p[i], q), point_square(q[i], p)));
    return least;
}

typedef struct ball {
    vec at;
    double radius;
} ball;

static ball ball_of(const vec *v) {
    ball b;
    b.at = add(add(v[0], 1, v[1]), 1, v[2]);
    b.at.x /= 3, b.at.y /= 3, b.at.z /= 3;
    b.radius = 0;
    for (int i = 0; i < 3; ++i) {
        const vec w = add(v[i], -1, b.at);
        b.radius = fmax(b.radius, sqrt(dot(w, w)));
    }
    return b;
}

// The triangles of a mesh under a pose as collide.h moves it, with balls about them.
static void move(const triangle_mesh *m, const collide_pose *pose, vec *v, ball *b) {
    for (size_t i = 0; i < m->triangles; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            const collide_vec3 p = m->position[m->index[3 * i + k]];
            v[3 * i + k] = widen(pose ? collide_pose_apply(pose, p) : p);
        }
        b[i] = ball_of(v + 3 * i);
    }
}

static void judge_all(job *j) {
    const size_t n = j->m.triangles;
    vec *v = (vec *)allocate(6 * n, sizeof *v), *w = v + 3 * n;
    ball *a = (ball *)allocate(2 * n, sizeof *a), *b = a + n;
    const double work = j->in.pose ? (double)n * (double)n : (double)n;
    j->judged = (double)j->in.n * work > WORK ? (size_t)(WORK / work) + 1 : j->in.n;
    move(&j->m, NULL, v, a);
    for (size_t q = 0; q < j->judged; ++q) {
        double best = INFINITY; // not squared, for balls
        const size_t count = j->in.pose ? n : 1;
        if (j->in.pose)
            move(&j->m, &j->in.pose[q], w, b);
        for (size_t k = 0; k < count; ++k) {
            const vec p = j->in.pose ? b[k].at : widen(j->in.point[q]);
            const double radius = j->in.pose ? b[k].radius : 0;
            for (size_t i = 0; i < n; ++i) {
                const vec between = add(a[i].at, -1, p);
                const double reach = best + radius + a[i].radius;
                if (dot(between, between) > reach * reach)
                    continue;
                best = fmin(best, sqrt(j->in.pose ? triangle_square(v + 3 * i, w + 3 * k)
                                                  : point_square(p, v + 3 * i)));
            }
        }
        j->truth[q] = best;
    }
    free(v);
    free(a);
}

// ---- ours and theirs ---------------------------------------------------------------------------

static void answer(const job *j, const way *w) {
    const collide_tree *tree = j->tree[w->closed];
    if (w->rival) {
        w->rival->answer(w->state, j->distances);
        return;
    }
    collide_isa_limit(w->isa);
    for (size_t i = 0; i < j->in.n; ++i)
        if (j->in.pose)
            collide_tree_tree_distance(tree, NULL, tree, &j->in.pose[i], INFINITY, &j->brackets[i],
                                       NULL);
        else
            collide_point_tree_distance(j->in.point[i], tree, NULL, INFINITY, &j->brackets[i]);
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// The truth has an error of 1e-13 itself.
static void judge(const job *j, way *w) {
    answer(j, w);
    for (size_t i = 0; i < j->judged; ++i) {
        double lo = j->distances[i], hi = lo;
        if (!w->rival) {
            const collide_distance *d = &j->brackets[i];
            lo = (double)(d->hi < 0 ? -d->hi : d->lo);
            hi = (double)(d->hi < 0 ? -d->lo : d->hi);
        }
        const double off = fmax(hi - j->truth[i], j->truth[i] - lo);
        w->wrong +=
            w->rival ? !(off <= 1e-5) : !(lo <= j->truth[i] + 1e-13 && j->truth[i] <= hi + 1e-13);
        w->off = off > w->off || off != off ? off : w->off;
    }
}

static size_t make_ways(const job *j, way *ways) {
    size_t count = 0;
    memset(ways, 0, MOST_RUNS * sizeof *ways);
    for (int closed = 0; closed < (j->in.pose ? 1 : 2); ++closed)
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            way *w = &ways[count];
            if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                continue;
            w->isa = (collide_isa_id)isa;
            w->closed = closed;
            snprintf(w->name, sizeof w->name, "collide.h, %s%s", collide_isa_text(w->isa),
                     closed ? ", signed" : "");
            ++count;
        }
    for (size_t i = 0; tables[i]; ++i)
        for (const mesh_rival *rival = tables[i]; rival->name && count < MOST_RUNS; ++rival) {
            way *w = &ways[count];
            w->rival = rival;
            snprintf(w->name, sizeof w->name, "%s", rival->name);
            w->state = rival->prepare(&j->in, rival->variant);
            count += w->state != NULL;
        }
    for (size_t i = 0; i < count; ++i)
        judge(j, &ways[i]);
    return count;
}

static void time_all(const job *j, way *ways, size_t count) {
    for (size_t round = 0; round < ROUNDS; ++round)
        for (way *w = ways; w < ways + count; ++w) {
            const double start = nanoseconds();
            answer(j, w);
            w->times[round] = (nanoseconds() - start) / (double)j->in.n;
        }
    for (way *w = ways; w < ways + count; ++w) {
        qsort(w->times, ROUNDS, sizeof *w->times, compare_doubles);
        w->ns = w->times[ROUNDS / 2];
    }
}

// ---- a case ------------------------------------------------------------------------------------

static void draw(job *j, size_t n) {
    static const char *const words[3] = {"outside", "box", "near"};
    const bool poses = strcmp(j->name, "distance_tree") == 0;
    inputs_random r = inputs_seed(1);
    if (!mesh_make(&j->m, j->mesh))
        fail("neither a number of triangles nor a mesh:", j->mesh);
    const collide_mesh mesh = {j->m.position, j->m.vertices, 0, j->m.index, j->m.triangles, 4};
    collide_tree_options options;
    memset(&options, 0, sizeof options);
    for (int k = 0; k < 2; ++k) {
        options.type = k ? COLLIDE_TREE_CLOSED : COLLIDE_TREE_SURFACE;
        const size_t size = collide_tree_size(j->m.triangles, &options);
        j->memory[k] = allocate(size, 1);
        if (collide_tree_build(&j->tree[k], j->memory[k], size, &mesh, &options) != COLLIDE_OK)
            fail("no tree of", j->mesh);
    }
    j->in.mesh.vertices = j->m.vertices;
    j->in.mesh.triangles = j->m.triangles;
    j->in.mesh.position = j->m.position;
    j->in.mesh.index = j->m.index;
    j->in.n = n ? n : poses ? POSES : POINTS;
    if (poses) {
        const bool apart = strcmp(j->size, "apart") == 0;
        collide_pose *pose = (collide_pose *)allocate(j->in.n, sizeof *pose);
        for (size_t i = 0; i < j->in.n; ++i)
            pose[i] = mesh_pose_at(&r, j->tree[0],
                                   apart ? inputs_uniform(&r, 0.05f, 2)
                                         : inputs_uniform(&r, 0.0001f, 0.01f));
        j->in.pose = pose;
    } else {
        const collide_aabb box = mesh_bounds(&j->m);
        unsigned how = 0;
        while (strcmp(j->size, words[how]) != 0)
            ++how;
        collide_vec3 *point = (collide_vec3 *)allocate(j->in.n, sizeof *point);
        for (size_t i = 0; i < j->in.n; ++i)
            point[i] = mesh_point(&r, &j->m, &box, how);
        j->in.point = point;
    }
    j->brackets = (collide_distance *)allocate(j->in.n, sizeof *j->brackets);
    j->distances = (double *)allocate(2 * j->in.n, sizeof *j->distances);
    j->truth = j->distances + j->in.n;
}

static void run_case(job *j, size_t n, bool json) {
    static way ways[MOST_RUNS];
    draw(j, n);
    judge_all(j);
    const size_t count = make_ways(j, ways);
    time_all(j, ways, count);
    double best = INFINITY;
    for (const way *w = ways; w < ways + count; ++w)
        best = w->rival || w->closed || w->ns > best ? best : w->ns;
    if (!json)
        printf("%s:%s, %zu triangles, %zu queries, %zu of them judged\n%-44s %10s %7s %6s %8s\n",
               j->name, j->size, (size_t)j->m.triangles, j->in.n, j->judged, "", "ns/query",
               "ratio", "wrong", "off");
    for (const way *w = ways; w < ways + count; ++w) {
        if (json)
            printf("{\"case\": \"%s\", \"size\": \"%s\", \"triangles\": %zu, \"queries\": %zu, "
                   "\"judged\": %zu, \"way\": \"%s\", \"ours\": %s, \"ns\": %.1f, \"ratio\": %.3f, "
                   "\"wrong\": %zu, \"off\": %.2g}\n",
                   j->name, j->size, (size_t)j->m.triangles, j->in.n, j->judged, w->name,
                   w->rival ? "false" : "true", w->ns, w->ns / best, w->wrong, w->off);
        else
            printf("%-44s %10.1f %7.2f %6zu %8.1g\n", w->name, w->ns, w->ns / best, w->wrong,
                   w->off);
        if (w->rival)
            w->rival->release(w->state);
    }
    fflush(stdout);
    mesh_free(&j->m);
    free(j->memory[0]);
    free(j->memory[1]);
    free((void *)j->in.pose);
    free((void *)j->in.point);
    free(j->brackets);
    free(j->distances);
}

int main(int argc, char **argv) {
    static const char *const cases[5][2] = {{"distance_tree", "apart"},
                                            {"distance_tree", "near"},
                                            {"point_tree", "outside"},
                                            {"point_tree", "box"},
                                            {"point_tree", "near"}};
    const char *mesh = "3888";
    size_t n = 0;
    bool json = false, chosen[5] = {false}, any = false;
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
        for (int k = 0; k < 5; ++k) {
            const size_t length = strlen(cases[k][0]);
            if (strncmp(argv[i], cases[k][0], length) == 0 &&
                (!argv[i][length] ||
                 (argv[i][length] == ':' && strcmp(argv[i] + length + 1, cases[k][1]) == 0)))
                chosen[k] = any = known = true;
        }
        if (!known)
            fail("takes --mesh SIZE, --n N, --json and cases such as point_tree:near, not",
                 argv[i]);
    }
    for (int k = 0; k < 5; ++k)
        if (chosen[k] || !any) {
            job j;
            memset(&j, 0, sizeof j);
            j.name = cases[k][0];
            j.size = cases[k][1];
            j.mesh = mesh;
            run_case(&j, n, json);
        }
    return 0;
}
