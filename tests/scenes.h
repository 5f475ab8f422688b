// Scenes that show what contacts are worth: towers, heaps, trays, wheels. Each can be run by the
// solver of solver.h, which measures what it sees.
#ifndef SCENES_H
#define SCENES_H

#include "solver.h"

#include <time.h>

#define SCENE_BODIES 320
#define SCENE_HULLS 8
#define SCENE_PI 3.14159265358979323846

typedef struct scene {
    solver_body bodies[SCENE_BODIES];
    uint32_t count;
    uint32_t layer;        // bodies that are let go at once; 0: all
    double seconds, pause; // between layers
    uint64_t random;
    void *memory[SCENE_HULLS];
    collide_mesh mesh; // of the ground, if it is one
    double half, bowl; // half its width if it is a tray, the radius of a bowl; 0: it is none
    void *mesh_memory[3];
    collide_convex *hulls[SCENE_HULLS];
    vec hull_inertia[SCENE_HULLS]; // of mass 1
    collide_vec3 corner[SCENE_HULLS][12];
} scene;

// What a run of a scene has seen. Lengths in m; energy is a share of the energy at the start.
typedef struct scene_figures {
    double deepest, mean;   // overlap of two bodies: the most, and the mean
    double energy;          // the most above the start
    double rest;            // seconds until all bodies are at rest; infinity: never
    double drift;           // the most that a body moved sideways, from start to end
    double lean;            // the most that the axis z of a body leans: 1 minus its cosine
    double out;             // the most that the middle of a body was outside of a tray or bowl
    double fresh, contacts; // new keys and contacts, a step
    double seconds;         // of the processor, a step
} scene_figures;

static inline double scene_random(scene *s) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(s->random >> 33) / 2147483648.0;
}

static inline vec scene_vec(double x, double y, double z) {
    const vec v = {x, y, z};
    return v;
}

static inline solver_body *scene_add(scene *s, solver_body b) {
    s->bodies[s->count] = b;
    return &s->bodies[s->count++];
}

static inline solver_body *scene_box(scene *s, double x, double y, double z, double mass, vec at) {
    return scene_add(s, solver_box(x, y, z, mass, at));
}

static inline solver_body *scene_barrel(scene *s, double r, double height, vec at) {
    return scene_add(s, solver_cylinder(r, height, 1, at));
}

// Turns a body by an angle about the line through its centre.
static inline void scene_turn(solver_body *b, double x, double y, double z, double angle) {
    const double scale = sin(angle / 2) / sqrt(x * x + y * y + z * z);
    const double q[4] = {scale * x, scale * y, scale * z, cos(angle / 2)};
    double p[4];
    memcpy(p, b->turn, sizeof p);
    b->turn[0] = q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1];
    b->turn[1] = q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0];
    b->turn[2] = q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3];
    b->turn[3] = q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2];
}

// Turns a body by up to that angle about any line.
static inline void scene_turn_any(scene *s, solver_body *b, double angle) {
    const double x = scene_random(s) - 0.5, y = scene_random(s) - 0.5, z = scene_random(s) - 0.5;
    scene_turn(b, x, y, z + (x * x + y * y + z * z > 0 ? 0 : 1), angle * scene_random(s));
}

static inline void scene_floor(scene *s) {
    (void)scene_box(s, 50, 50, 1, 0, scene_vec(0, 0, -1));
}

// A floor with four walls.
static inline void scene_tray(scene *s, double half) {
    scene_floor(s);
    for (int i = 0; i < 4; ++i) {
        const double at = (i & 1 ? 1 : -1) * (half + 0.5);
        (void)scene_box(s, i & 2 ? half + 1 : 0.5, i & 2 ? 0.5 : half + 1, 4, 0,
                        scene_vec(i & 2 ? 0 : at, i & 2 ? at : 0, 4));
    }
}

// ---- convex bodies ---------------------------------------------------------------------------

// Corner i of an icosahedron or octahedron whose corners lie at most 1 along each axis.
static inline vec scene_corner(bool twenty, int i) {
    const double g = 0.6180339887498949, sign = i & 1 ? -1 : 1;
    double p[3] = {0, 0, 0};
    p[twenty ? i / 4 : i / 2] = twenty ? 0 : sign;
    if (twenty) {
        p[(i / 4 + 1) % 3] = sign * g;
        p[(i / 4 + 2) % 3] = i & 2 ? -1 : 1;
    }
    return scene_vec(p[0], p[1], p[2]);
}

// The triangles of corners that are one edge apart. Writes three corners each.
static inline size_t scene_faces(bool twenty, uint16_t *out) {
    const int corners = twenty ? 12 : 6;
    const double longest = twenty ? 1.6 : 2.1; // squares of the edges are 1.53 and 2
    size_t n = 0;
    for (int i = 0; i < corners; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k) {
                const vec a = scene_corner(twenty, i), b = scene_corner(twenty, j);
                const vec c = scene_corner(twenty, k), ab = add(a, -1, b), bc = add(b, -1, c);
                const vec ca = add(c, -1, a);
                if (dot(ab, ab) < longest && dot(bc, bc) < longest && dot(ca, ca) < longest) {
                    out[3 * n] = (uint16_t)i;
                    out[3 * n + 1] = (uint16_t)j;
                    out[3 * n++ + 2] = (uint16_t)k;
                }
            }
    return n;
}

// Inertia of a body of mass 1 round the origin, whose axes are those of the coordinates.
static inline vec scene_inertia(const collide_mesh *mesh, const collide_vec3 *p) {
    const uint16_t *f = (const uint16_t *)mesh->indices;
    double volume = 0, x = 0, y = 0, z = 0;
    for (size_t t = 0; t < 3 * mesh->triangle_count; t += 3) {
        const vec a = from_float(p[f[t]]), b = from_float(p[f[t + 1]]), c = from_float(p[f[t + 2]]);
        const vec s = add(add(a, 1, b), 1, c);
        const double det = fabs(dot(a, cross(b, c)));
        volume += det / 6;
        x += det / 120 * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
        y += det / 120 * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
        z += det / 120 * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    }
    return scene_vec((y + z) / volume, (x + z) / volume, (x + y) / volume);
}

static inline void *scene_aligned(void *memory) {
    return (char *)memory + COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
}

// Stretched icosahedra and octahedra. False if memory is out.
static inline bool scene_hulls(scene *s) {
    for (int h = 0; h < SCENE_HULLS; ++h) {
        const bool twenty = h & 1;
        const double x = 0.16 + 0.1 * scene_random(s), y = 0.16 + 0.1 * scene_random(s);
        const double z = 0.16 + 0.1 * scene_random(s);
        collide_vec3 *corner = s->corner[h];
        uint16_t faces[60];
        collide_mesh mesh;
        memset(&mesh, 0, sizeof mesh);
        mesh.positions = corner;
        mesh.vertex_count = twenty ? 12 : 6;
        mesh.indices = faces;
        mesh.index_size = 2;
        mesh.triangle_count = scene_faces(twenty, faces);
        for (int i = 0; i < (int)mesh.vertex_count; ++i) {
            const vec p = scene_corner(twenty, i);
            corner[i] = to_float(scene_vec(x * p.x, y * p.y, z * p.z));
        }
        const size_t size = collide_convex_mesh_size(&mesh);
        s->memory[h] = malloc(size + COLLIDE_ALIGNMENT);
        if (!s->memory[h])
            return false;
        if (collide_convex_build_mesh(&s->hulls[h], scene_aligned(s->memory[h]), size, &mesh) !=
            COLLIDE_OK)
            return false;
        s->hull_inertia[h] = scene_inertia(&mesh, corner);
    }
    return true;
}

static inline void scene_free(scene *s) {
    for (int h = 0; h < SCENE_HULLS; ++h)
        free(s->memory[h]);
    for (int i = 0; i < 3; ++i)
        free(s->mesh_memory[i]);
}

// ---- the scenes ------------------------------------------------------------------------------

typedef enum scene_name {
    SCENE_STACK,
    SCENE_TURNED_STACK,
    SCENE_PYRAMID,
    SCENE_BARRELS,
    SCENE_HEAP,
    SCENE_CUBES,
    SCENE_CONVEX,
    SCENE_LEAN,
    SCENE_COIN,
    SCENE_COUNT
} scene_name;

static inline const char *scene_text(scene_name name) {
    static const char *const text[SCENE_COUNT] = {
        "10 boxes",          "10 turned boxes",   "pyramid of 20 rows",
        "10 barrels on end", "barrels in a heap", "300 cubes in a tray",
        "300 convex bodies", "a leaning barrel",  "a coin"};
    return text[name];
}

static inline void scene_heap(scene *s) {
    s->layer = 1;
    s->pause = 0.4;
    scene_tray(s, 1);
    for (int i = 0; i < 24; ++i) {
        const double y = 0.4 * (scene_random(s) - 0.5), x = 0.8 * (scene_random(s) - 0.5);
        const vec at = scene_vec(x, y, 0);
        solver_body *b = scene_add(s, i % 3 == 2   ? solver_sphere(0.25, 1, at)
                                      : i % 3 == 1 ? solver_capsule(0.2, 0.8, 1, at)
                                                   : solver_cylinder(0.2, 1, 1, at));
        scene_turn(b, 1, 0, 0, SCENE_PI / 2);
        scene_turn(b, 0, 0, 1, 0.3 * (scene_random(s) - 0.5));
    }
}

// 300 bodies for a tray, in layers of 25 that are let go one after the other above the others.
static inline void scene_pour(scene *s, bool cubes) {
    scene_tray(s, 1.9);
    for (int i = 0; i < 300; ++i) {
        const double y = 0.72 * (i / 5 % 5 - 2) + 0.02 * (scene_random(s) - 0.5);
        const vec at = scene_vec(0.72 * (i % 5 - 2) + 0.02 * (scene_random(s) - 0.5), y, 0);
        const int h = i % SCENE_HULLS;
        collide_pose here = collide_pose_identity();
        solver_body *b =
            cubes ? scene_box(s, 0.2, 0.2, 0.2, 1, at)
                  : scene_add(s, solver_solid(collide_shape_from_convex(s->hulls[h], &here), 1,
                                              s->hull_inertia[h], at));
        scene_turn_any(s, b, cubes ? 1 : SCENE_PI);
    }
}

// Makes a scene; free it with scene_free. False if memory is out.
static inline bool scene_make(scene *s, scene_name name) {
    solver_body *b;
    memset(s, 0, sizeof *s);
    s->random = 5;
    s->seconds = 20;
    if (name == SCENE_HEAP) {
        scene_heap(s);
        return true;
    }
    if (name == SCENE_CUBES || name == SCENE_CONVEX) {
        const bool done = name == SCENE_CUBES || scene_hulls(s);
        scene_pour(s, name == SCENE_CUBES || !done);
        s->layer = 25;
        s->pause = 0.6;
        s->seconds = 14;
        return done;
    }
    scene_floor(s);
    if (name == SCENE_STACK || name == SCENE_TURNED_STACK) {
        for (int i = 0; i < 10; ++i) {
            const bool turned = name == SCENE_TURNED_STACK;
            const double x = turned ? 0.02 * (scene_random(s) - 0.5) : 0;
            const double y = turned ? 0.02 * (scene_random(s) - 0.5) : 0;
            b = scene_box(s, 0.25, 0.25, 0.25, 1,
                          scene_vec(x, y, 0.25 + (turned ? 0.505 : 0.5) * i));
            if (turned)
                scene_turn(b, 0, 0, 1, 0.3 * (scene_random(s) - 0.5));
        }
    } else if (name == SCENE_PYRAMID) {
        for (int row = 0; row < 20; ++row)
            for (int i = 0; i < 20 - row; ++i)
                (void)scene_box(s, 0.25, 0.25, 0.25, 1,
                                scene_vec(0.52 * (i - 0.5 * (19 - row)), 0, 0.25 + 0.5 * row));
    } else if (name == SCENE_BARRELS) {
        s->seconds = 60;
        for (int i = 0; i < 10; ++i)
            (void)scene_barrel(s, 0.3, 0.9, scene_vec(0, 0, 0.45 + 0.9 * i));
    } else if (name == SCENE_LEAN) {
        b = scene_barrel(s, 0.3, 0.9, scene_vec(0, 0, 0.8));
        scene_turn(b, 1, 0.3, 0, 0.35);
        b->spin = scene_vec(0.1, 0.2, 0.5);
    } else {
        b = scene_barrel(s, 0.3, 0.04, scene_vec(0, 0, 0.35));
        scene_turn(b, 1, 0, 0, 1.3);
        b->spin = scene_vec(0, 0, 6);
    }
    return true;
}

// ---- running ---------------------------------------------------------------------------------

// Two boxes are asked by their own call.
static inline size_t scene_ask(const solver *s, uint32_t a, uint32_t b, double margin,
                               collide_contact *out, size_t capacity, uint32_t *kind) {
    const solver_body *p = &s->bodies[a], *q = &s->bodies[b];
    if (p->shape.kind != COLLIDE_SHAPE_OBB || q->shape.kind != COLLIDE_SHAPE_OBB)
        return solver_ask(s, a, b, margin, out, capacity, kind);
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.margin = (float)margin;
    *kind = COLLIDE_KEY_FEATURES;
    return collide_obb_obb_contacts(&p->placed.of.obb, &q->placed.of.obb, &options, out, capacity);
}

// How deep a body is in the triangles of the ground.
static inline double scene_sunk(const scene *of, const solver_body *b) {
    const collide_vec3 *p = (const collide_vec3 *)of->mesh.positions;
    const uint32_t *at = (const uint32_t *)of->mesh.indices;
    double most = 0;
    for (size_t i = 0; i < 3 * of->mesh.triangle_count; i += 3) {
        const collide_triangle t = {{p[at[i]], p[at[i + 1]], p[at[i + 2]]}};
        const collide_shape face = collide_shape_from_triangle(&t);
        const collide_aabb bounds = collide_aabb_from_shape(&face);
        collide_distance d;
        if (!solver_apart(&b->bounds, &bounds, 0) &&
            collide_shape_shape_distance(&b->placed, &face, 0, &d))
            most = fmax(most, -(double)d.lo);
    }
    return most;
}

// How far the middle of a body is outside of the ground.
static inline double scene_out(const scene *of, const solver_body *b) {
    const vec up = {0, 0, fmin(b->at.z - of->bowl, 0)};
    const vec off = {b->at.x, b->at.y, up.z};
    if (of->bowl > 0)
        return sqrt(dot(off, off)) - of->bowl;
    return of->half > 0 ? fmax(-b->at.z, fmax(fabs(b->at.x), fabs(b->at.y)) - of->half) : 0;
}

// True overlaps of bodies: the most, and the sum of n of them.
static inline double scene_overlaps(const scene *of, solver *s, double *sum, size_t *n) {
    double most = 0;
    for (uint32_t i = 0; i < s->count; ++i)
        solver_place(&s->bodies[i]);
    for (uint32_t i = 0; i < s->count; ++i) {
        const double sunk = scene_sunk(of, &s->bodies[i]);
        if (s->bodies[i].mass > 0 && sunk > 0) {
            most = fmax(most, sunk);
            *sum += sunk;
            ++*n;
        }
    }
    for (uint32_t i = 0; i < s->count; ++i)
        for (uint32_t j = 0; j < i; ++j) {
            const solver_body *a = &s->bodies[i], *b = &s->bodies[j];
            collide_distance d;
            if (solver_ground(b) || (!(a->mass > 0) && !(b->mass > 0)) ||
                solver_apart(&a->bounds, &b->bounds, 0) ||
                !collide_shape_shape_distance(&a->placed, &b->placed, 0, &d))
                continue;
            most = fmax(most, -(double)d.lo);
            *sum -= (double)d.lo;
            ++*n;
        }
    return most;
}

// Speed of the fastest point of the fastest body, about.
static inline double scene_speed(const scene *s) {
    double most = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        const solver_body *b = &s->bodies[i];
        if (b->mass > 0)
            most = fmax(most, sqrt(dot(b->speed, b->speed)) + 0.3 * sqrt(dot(b->spin, b->spin)));
    }
    return most;
}

// Lets the next layer go, above what is there. Returns its energy.
static inline double scene_let_go(solver *s, scene *of) {
    const uint32_t still = s->count;
    const double energy = solver_energy(s);
    double top = 0;
    for (uint32_t i = 0; i < still; ++i)
        if (s->bodies[i].mass > 0)
            top = fmax(top, s->bodies[i].at.z);
    for (; s->count < of->count && s->count < still + of->layer; ++s->count) {
        s->bodies[s->count].at.z = top + 0.75;
        solver_axes(&s->bodies[s->count]);
    }
    return solver_energy(s) - energy;
}

// How to run a scene.
typedef struct scene_how {
    double rate; // steps a second
    int sub_steps;
    double margin;
    bool boxes;                               // asks collide_obb_obb_contacts of two boxes
    int each;                                 // overlaps are measured in every such step
    void (*step)(solver *s, void *with_what); // another solver; NULL: solver_step
    void *with_what;
} scene_how;

// A solver for a scene, which has no bodies yet.
static inline solver scene_solver(scene *of, const scene_how *how) {
    solver s;
    memset(&s, 0, sizeof s);
    s.bodies = of->bodies;
    s.gravity = scene_vec(0, 0, -9.81);
    s.friction = 0.6;
    s.step = 1 / how->rate;
    s.sub_steps = how->sub_steps;
    s.margin = how->margin;
    s.ask = how->boxes ? scene_ask : NULL;
    return s;
}

// Makes a step. Returns its time in seconds of the processor.
static inline double scene_step(solver *s, const scene_how *how) {
    const clock_t began = clock();
    if (how->step)
        how->step(s, how->with_what);
    else
        solver_step(s);
    return (double)(clock() - began) / CLOCKS_PER_SEC;
}

// Runs a scene and measures it.
static inline scene_figures scene_run(scene *of, const scene_how *how) {
    scene_figures f;
    solver s = scene_solver(of, how);
    double sum = 0, start[SCENE_BODIES][2];
    size_t pairs = 0, fresh = 0, contacts = 0;
    const int steps = (int)(of->seconds * how->rate);
    memset(&f, 0, sizeof f);
    f.rest = HUGE_VAL;
    for (uint32_t i = 0; i < of->count; ++i) {
        solver_body *b = &s.bodies[i];
        solver_axes(b);
        start[i][0] = b->at.x;
        start[i][1] = b->at.y;
    }
    while (s.count < of->count && (!of->layer || !(s.bodies[s.count].mass > 0)))
        ++s.count;
    double energy = solver_energy(&s);
    for (int k = 0; k < steps; ++k) {
        if (of->layer && k % (int)(of->pause * how->rate) == 0)
            energy += scene_let_go(&s, of);
        f.seconds += scene_step(&s, how);
        f.energy = fmax(f.energy, (solver_energy(&s) - energy) / energy);
        fresh += s.fresh;
        contacts += s.n;
        if (k % how->each == 0)
            f.deepest = fmax(f.deepest, scene_overlaps(of, &s, &sum, &pairs));
        f.rest = scene_speed(of) > 0.02 ? HUGE_VAL : fmin(f.rest, (k + 1) / how->rate);
        for (uint32_t i = 0; i < s.count; ++i)
            f.out = fmax(f.out, s.bodies[i].mass > 0 ? scene_out(of, &s.bodies[i]) : 0);
    }
    for (uint32_t i = 0; i < s.count; ++i) {
        const solver_body *b = &s.bodies[i];
        const double x = b->at.x - start[i][0], y = b->at.y - start[i][1];
        f.drift = fmax(f.drift, sqrt(x * x + y * y));
        f.lean = fmax(f.lean, 1 - b->axis[2].z);
    }
    f.mean = pairs ? sum / (double)pairs : 0;
    f.fresh = (double)fresh / steps;
    f.contacts = (double)contacts / steps;
    f.seconds /= steps;
    solver_free(&s);
    return f;
}
#endif // SCENES_H
