// Scenes on terrain, run by the solver of solver.h: what rolls and slides over flat, tilted and
// hilly grids, beside its path by the equations of motion, and barrels that stand on slopes. Each
// grid is terrain, or the same triangles as a mesh.
#ifndef SCENES_TERRAIN_H
#define SCENES_TERRAIN_H

#include "scenes_mesh.h"

#include <stdio.h>

#define RIDE_COLUMNS 530
#define RIDE_ROWS 34
#define RIDE_CELL 0.25 // m, the step of the grid
#define RIDE_BEFORE 4  // m of ground behind the body, and beside it

typedef enum ride_body { RIDE_WHEEL, RIDE_BALL, RIDE_CAPSULE, RIDE_BOX, RIDE_BARREL } ride_body;

// A body that begins on the ground at x = 0, and moves along x. The ground falls by that angle
// along x, or is a hill and valley of 1 m in every 32 m; it begins on a hill.
typedef struct ride {
    ride_body body;
    bool hilly;
    double degrees, speed, friction, seconds;
    double drop; // m above the ground, where it begins
} ride;

enum { RIDE_COUNT = 19 };

static inline ride ride_of(int i) {
    static const ride all[RIDE_COUNT] = {
        {RIDE_WHEEL, false, 0, 1, 0.6, 8, 0},      {RIDE_WHEEL, false, 0, 10, 0.6, 8, 0},
        {RIDE_WHEEL, false, 0, 50, 0.6, 2, 0},     {RIDE_WHEEL, false, 10, 1, 0.6, 8, 0},
        {RIDE_WHEEL, false, 10, 10, 0.6, 6, 0},    {RIDE_WHEEL, false, 10, 50, 0.6, 2, 0},
        {RIDE_WHEEL, true, 0, 8, 0.6, 12, 0},      {RIDE_BALL, false, 0, 5, 0.6, 8, 0},
        {RIDE_BALL, false, 10, 5, 0.6, 6, 0},      {RIDE_BALL, true, 0, 8, 0.6, 12, 0},
        {RIDE_CAPSULE, false, 0, 5, 0.6, 8, 0},    {RIDE_CAPSULE, false, 10, 5, 0.6, 6, 0},
        {RIDE_CAPSULE, true, 0, 8, 0.6, 12, 0},    {RIDE_BOX, false, 0, 5, 0.2, 4, 0},
        {RIDE_BOX, false, 10, 5, 0.3, 6, 0},       {RIDE_BOX, true, 0, 8, 0.1, 6, 0},
        {RIDE_BARREL, false, 0, 0, 0.6, 60, 0.05}, {RIDE_BARREL, false, 10, 0, 0.6, 60, 0.05},
        {RIDE_BARREL, false, 20, 0, 0.6, 60, 0.05}};
    return all[i];
}

static inline const char *ride_text(const ride *r, char *out, size_t size) {
    static const char *const body[] = {"wheel", "ball", "capsule", "box", "barrel"};
    if (r->hilly)
        snprintf(out, size, "%s %g m/s, hills", body[r->body], r->speed);
    else if (r->speed > 0)
        snprintf(out, size, "%s %g m/s, %g deg", body[r->body], r->speed, r->degrees);
    else
        snprintf(out, size, "%s on %g deg", body[r->body], r->degrees);
    return out;
}

// What a ride has seen. Lengths in m.
typedef struct ride_figures {
    double speed;           // off the equations in the end, as a share of the largest speed
    double path, aside;     // off the equations in the end, along and across, as a share of the way
    double hop;             // the most that it was above or below the ground, after the drop
    double energy;          // the most above the start, as a share of what moves it
    double rest;            // seconds until it is at rest; infinity: never
    double drift;           // from 1 s on
    double fresh, contacts; // new keys and contacts, a step
    double seconds;         // of the processor, a step
} ride_figures;

// The ground and its first two derivatives.
static inline vec ride_ground(const ride *r, double x) {
    const double k = 2 * SCENE_PI / 32, slope = -tan(r->degrees * SCENE_PI / 180);
    if (!r->hilly)
        return scene_vec(slope * x, slope, 0);
    return scene_vec(0.5 * cos(k * x), -0.5 * k * sin(k * x), -0.5 * k * k * cos(k * x));
}

// How high the middle of a body is above its lowest point.
static inline double ride_high(const ride *r) {
    static const double high[] = {0.35, 0.25, 0.2, 0.25, 0.45};
    return high[r->body];
}

// What a body gains by turning when it rolls: inertia per mass and square of the radius.
static inline double ride_rolls(const ride *r, const solver_body *b) {
    const double radius = ride_high(r);
    return r->body == RIDE_BOX ? 0 : b->inertia.z / (b->mass * radius * radius);
}

// Where the ground is nearest to a body, by Newton's method, and how far that is.
static inline double ride_above(const ride *r, vec at) {
    double u = at.x, square = 0;
    for (int i = 0; i < 20; ++i) {
        const vec g = ride_ground(r, u);
        const double dx = at.x - u, dz = at.z - g.x;
        square = dx * dx + dz * dz;
        u += (dx + dz * g.y) / (1 + g.y * g.y - dz * g.z);
    }
    return sqrt(square) - ride_high(r);
}

// A place over the ground at u, and that high above it.
static inline vec ride_over(const ride *r, double u, double high) {
    const vec g = ride_ground(r, u);
    const double up = 1 / sqrt(1 + g.y * g.y);
    return scene_vec(u - high * up * g.y, 0.1, g.x + high * up);
}

static inline double ride_height(const ride *r, int column) {
    return ride_ground(r, RIDE_CELL * column - RIDE_BEFORE).x;
}

// Adds the ground as terrain. False if memory is out.
static inline bool ride_terrain(scene *s, const ride *r) {
    static float heights[RIDE_ROWS][RIDE_COLUMNS];
    collide_heights grid;
    memset(&grid, 0, sizeof grid);
    for (int j = 0; j < RIDE_ROWS; ++j)
        for (int i = 0; i < RIDE_COLUMNS; ++i)
            heights[j][i] = (float)ride_height(r, i);
    grid.heights = heights;
    grid.columns = RIDE_COLUMNS;
    grid.rows = RIDE_ROWS;
    grid.dx = grid.dy = (float)RIDE_CELL;
    grid.origin = point(-RIDE_BEFORE, -RIDE_BEFORE, 0);
    const size_t size = collide_terrain_size(RIDE_COLUMNS, RIDE_ROWS);
    s->memory[0] = malloc(size + COLLIDE_ALIGNMENT);
    collide_terrain *terrain;
    if (!s->memory[0] ||
        collide_terrain_build(&terrain, scene_aligned(s->memory[0]), size, &grid) != COLLIDE_OK)
        return false;
    s->bodies[s->count].turn[3] = 1;
    s->bodies[s->count++].terrain = terrain;
    return true;
}

// Adds the same ground as a mesh. False if memory is out.
static inline bool ride_mesh(scene *s, const ride *r) {
    if (!scene_mesh_begin(s, (size_t)RIDE_ROWS * RIDE_COLUMNS,
                          2 * (size_t)(RIDE_ROWS - 1) * (RIDE_COLUMNS - 1)))
        return false;
    for (int j = 0; j < RIDE_ROWS; ++j)
        for (int i = 0; i < RIDE_COLUMNS; ++i) {
            const uint32_t c =
                scene_mesh_vertex(s, scene_vec(RIDE_CELL * i - RIDE_BEFORE,
                                               RIDE_CELL * j - RIDE_BEFORE, ride_height(r, i)));
            if (i > 0 && j > 0)
                scene_mesh_square(s, c - RIDE_COLUMNS - 1, c - RIDE_COLUMNS, c, c - 1);
        }
    return scene_mesh_end(s);
}

// Makes the ground, which is terrain or a mesh, and the body on it; free it with scene_free. False
// if memory is out.
static inline bool ride_make(scene *s, const ride *r, bool mesh) {
    const double tilt = r->degrees * SCENE_PI / 180, along = cos(tilt), down = -sin(tilt);
    const vec at = ride_over(r, 0, ride_high(r) + r->drop);
    solver_body *b;
    memset(s, 0, sizeof *s);
    if (!(mesh ? ride_mesh(s, r) : ride_terrain(s, r)))
        return false;
    s->seconds = r->seconds;
    b = scene_add(s, r->body == RIDE_WHEEL     ? solver_cylinder(0.35, 0.25, 1, at)
                     : r->body == RIDE_BALL    ? solver_sphere(0.25, 1, at)
                     : r->body == RIDE_CAPSULE ? solver_capsule(0.2, 0.8, 1, at)
                     : r->body == RIDE_BOX     ? solver_box(0.25, 0.25, 0.25, 1, at)
                                               : solver_cylinder(0.3, 0.9, 1, at));
    if (r->body == RIDE_BOX || r->body == RIDE_BARREL)
        scene_turn(b, 0, 1, 0, tilt);
    else
        scene_turn(b, 1, 0, 0, SCENE_PI / 2); // its axis lies across
    b->speed = scene_vec(r->speed * along, 0, r->speed * down);
    if (r->body != RIDE_BOX)
        b->spin = scene_vec(0, r->speed / ride_high(r), 0);
    return true;
}

// What moves by the equations: over u of the ground, by its middle's speed and way.
typedef struct ride_path {
    double u, speed, way;
} ride_path;

// One step, as a solver makes it: it first changes the speed, by which it then moves. rolls is that
// of ride_rolls. At each bend of the sampled ground, by an angle a, what rolls and does not bounce
// loses a share of a^2 / 2 / (1 + rolls) of its speed.
static inline void ride_follow(const ride *r, double rolls, double h, ride_path *p) {
    const vec g = ride_ground(r, p->u);
    const double up = 1 / sqrt(1 + g.y * g.y), bend = g.z * up * up * up;
    const double bent = 1 - bend * ride_high(r); // way of the middle per way over the ground
    const double lost = 0.5 * RIDE_CELL * bend * bend * p->speed * p->speed;
    double pull = -(9.81 * g.y * up + lost) / (1 + rolls);
    if (r->body == RIDE_BOX)
        pull -= r->friction * (9.81 * up + p->speed * p->speed * bend / bent);
    p->speed = p->speed + h * pull > 0 ? p->speed + h * pull : 0;
    p->way += h * p->speed;
    p->u += h * p->speed / bent * up;
}

// Runs a ride and measures it.
static inline ride_figures ride_run(scene *of, const ride *r, const scene_how *how) {
    ride_figures f;
    solver s = scene_solver(of, how);
    const int steps = (int)(of->seconds * how->rate);
    ride_path path = {0, r->speed, 0};
    double fastest = r->speed;
    size_t fresh = 0, contacts = 0;
    vec start = {0, 0, 0};
    memset(&f, 0, sizeof f);
    f.rest = HUGE_VAL;
    s.friction = r->friction;
    s.count = of->count;
    solver_body *b = &s.bodies[1];
    solver_axes(b);
    const double rolls = ride_rolls(r, b), energy = solver_energy(&s);
    for (int k = 0; k < steps; ++k) {
        f.seconds += scene_step(&s, how);
        for (int i = 0; i < how->sub_steps && r->speed > 0; ++i)
            ride_follow(r, rolls, s.step / s.sub_steps, &path);
        fastest = fmax(fastest, path.speed);
        fresh += s.fresh;
        contacts += s.n;
        f.energy = fmax(f.energy, solver_energy(&s) - energy);
        if ((k + 1) / how->rate > 0.5)
            f.hop = fmax(f.hop, fabs(ride_above(r, b->at)));
        f.rest = scene_speed(of) > 0.02 ? HUGE_VAL : fmin(f.rest, (k + 1) / how->rate);
        if (k + 1 == (int)how->rate)
            start = b->at;
    }
    const vec went = add(b->at, -1, start),
              off = add(b->at, -1, ride_over(r, path.u, ride_high(r)));
    f.drift = sqrt(dot(went, went));
    f.speed = fabs(path.speed - sqrt(dot(b->speed, b->speed))) / fastest;
    f.path = sqrt(off.x * off.x + off.z * off.z) / path.way;
    f.aside = fabs(off.y) / path.way;
    f.energy /= 0.5 * (1 + rolls) * fastest * fastest + 9.81 * r->drop;
    f.fresh = (double)fresh / steps;
    f.contacts = (double)contacts / steps;
    f.seconds /= steps;
    solver_free(&s);
    return f;
}

#endif // SCENES_TERRAIN_H
