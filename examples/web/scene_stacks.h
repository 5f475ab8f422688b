// Scene: stacks. A wall, a pyramid and towers of boxes and barrels stand on the contacts that the
// library finds, by the small solver of tests/solver.h, until a ball comes.
#ifndef SCENE_STACKS_H
#define SCENE_STACKS_H

#include "base.h"

#define STACK_BODIES 80   // with the floor and the balls
#define STACK_BALLS 6     // the oldest comes back
#define STACK_ROOM 1024   // contacts of a step
#define STACK_RADIUS 0.35 // of a ball
#define STACK_FAST 18.0   // m/s
#define STACK_GRAVITY 9.81

// A body, and how it is drawn.
typedef struct stacked {
    look kind;
    vec size;
} stacked;

typedef struct stacks_scene {
    solver s;
    solver_body bodies[STACK_BODIES];
    stacked shown[STACK_BODIES];
    solver_contact contacts[STACK_ROOM], before[STACK_ROOM];
    uint32_t built; // bodies without balls
    uint32_t thrown, steps;
} stacks_scene;

// ---- making ------------------------------------------------------------------------------------

static void stacks_add(stacks_scene *s, solver_body b, look kind, vec size) {
    if (s->s.count == STACK_BODIES - STACK_BALLS)
        return;
    s->bodies[s->s.count] = b;
    s->shown[s->s.count].kind = kind;
    s->shown[s->s.count++].size = size;
}

// A box of a tonne per cubic metre.
static void stacks_box(stacks_scene *s, look kind, vec half, vec place) {
    const vec size = add(half, 1, half);
    stacks_add(s, solver_box(half.x, half.y, half.z, 1000 * size.x * size.y * size.z, place), kind,
               size);
}

static void stacks_barrel(stacks_scene *s, double radius, double height, vec place) {
    const double mass = 3141.6 * radius * radius * height;
    stacks_add(s, solver_cylinder(radius, height, mass, place), look_barrel,
               at(2 * radius, 2 * radius, height));
}

// Rows of bricks, every other one between two half bricks.
static void stacks_wall(stacks_scene *s, int bricks, int rows, vec middle) {
    const vec half = {0.4, 0.2, 0.2}, end = {0.195, 0.2, 0.2};
    const double pitch = 2 * half.x + 0.01;
    for (int row = 0; row < rows; ++row) {
        const double z = (2 * row + 1) * half.z, left = -0.5 * pitch * (bricks - 1);
        const bool even = row % 2 == 0;
        for (int i = 0; i < bricks - !even; ++i)
            stacks_box(s, even ? look_brick : look_brick_2, half,
                       add(middle, 1, at(left + pitch * (i + (even ? 0 : 0.5)), 0, z)));
        for (int side = -1; side <= 1 && !even; side += 2)
            stacks_box(s, look_brick_3, end,
                       add(middle, 1, at(side * (-left + half.x - end.x), 0, z)));
    }
}

static size_t stacks_ask(const solver *s, uint32_t a, uint32_t b, double margin,
                         collide_contact *out, size_t capacity, uint32_t *kind) {
    ++asked;
    const size_t n = solver_ask(s, a, b, margin, out, capacity, kind), left = STACK_ROOM - s->n;
    return n < left ? n : left;
}

static void stacks_start(stacks_scene *s) {
    s->s.bodies = s->bodies;
    s->s.contacts = s->contacts;
    s->s.before = s->before;
    s->s.capacity = STACK_ROOM;
    s->s.gravity = at(0, 0, -STACK_GRAVITY);
    s->s.friction = 0.5;
    s->s.step = STEP;
    s->s.margin = 0.02;
    s->s.sub_steps = 4;
    s->s.ask = stacks_ask;
    stacks_add(s, solver_box(9, 7, 0.5, 0, at(0, 0, -0.5)), look_plate, at(18, 14, 1));
    stacks_wall(s, 5, 6, at(0, 0, 0));
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < 5 - row; ++i)
            stacks_box(s, row % 2 ? look_brick_2 : look_brick, at(0.24, 0.24, 0.24),
                       at(-4.4 + 0.5 * (i + 0.5 * row), 1.2, 0.24 + 0.48 * row));
    for (int i = 0; i < 8; ++i)
        stacks_box(s, i % 2 ? look_brick : look_brick_3, at(0.25, 0.25, 0.25),
                   at(3.4, 0.9, 0.25 + 0.5 * i));
    for (int i = 0; i < 4; ++i)
        stacks_barrel(s, 0.32, 0.7, at(4.7, -0.4, 0.35 + 0.7 * i));
    s->built = s->s.count;
    for (uint32_t i = 0; i < s->s.count; ++i)
        solver_place(&s->bodies[i]);
}

// ---- moving ------------------------------------------------------------------------------------

// From in front of the eye, so that it comes to what the eye looks at, or to the plane of the wall.
static void stacks_throw(stacks_scene *s, vec from, vec way) {
    const uint32_t i = s->built + s->thrown++ % STACK_BALLS;
    const vec direction = unit(way);
    const collide_ray ray = {to_float(from), to_float(direction)};
    double distance = 14;
    for (uint32_t k = 0; k < s->built; ++k) {
        collide_ray_hit hit;
        ++asked;
        if (collide_ray_shape(&ray, &s->bodies[k].placed, (float)distance, &hit))
            distance = (double)hit.t;
    }
    const double time = distance / STACK_FAST, mass = 250;
    vec speed = add(at(0, 0, 0), STACK_FAST, direction);
    speed.z += 0.5 * STACK_GRAVITY * time; // it falls on its way
    s->bodies[i] = solver_sphere(STACK_RADIUS, mass, add(from, 1.2, direction));
    s->bodies[i].speed = speed;
    solver_place(&s->bodies[i]);
    s->shown[i].kind = look_cannonball;
    s->shown[i].size = at(2 * STACK_RADIUS, 2 * STACK_RADIUS, 2 * STACK_RADIUS);
    s->s.count = i + 1 > s->s.count ? i + 1 : s->s.count;
}

static void stacks_step(stacks_scene *s) {
    ++s->steps;
    solver_step(&s->s);
    for (uint32_t i = 0; i < s->s.count; ++i) {
        solver_body *b = &s->bodies[i];
        if (b->at.z < -40) { // it fell off the plate: it stays below
            b->mass = 0;
            b->speed = b->spin = at(0, 0, 0);
        }
        solver_place(b);
    }
}

static void stacks_draw(const stacks_scene *s, double fraction) {
    double fastest = 0, deepest = 0, top = 0;
    uint32_t carrying = 0;
    (void)fraction;
    for (uint32_t i = 0; i < s->s.count; ++i) {
        const solver_body *b = &s->bodies[i];
        const vec size = s->shown[i].size;
        show_body(s->shown[i].kind, &b->pose, size.x, size.y, size.z);
        if (i == 0 || i >= s->built)
            continue;
        const double speed = sqrt(dot(b->speed, b->speed));
        fastest = speed > fastest ? speed : fastest;
        top = (double)b->bounds.max.z > top ? (double)b->bounds.max.z : top;
    }
    for (size_t i = 0; i < s->s.n; ++i) {
        const solver_contact *c = &s->s.contacts[i];
        if (!(c->push > 0)) // ahead of touch
            continue;
        ++carrying;
        deepest = (double)c->found.depth > deepest ? (double)c->found.depth : deepest;
        show_mark(c->found.point_b, c->found.normal, c->found.depth, 1);
    }
    show_figure("bodies in the stacks", s->built - 1.0);
    show_figure("contacts that carry", carrying);
    show_figure("of them new in this step", (double)s->s.fresh);
    show_figure("deepest overlap, mm", 1e3 * deepest);
    show_figure("fastest body, mm/s", 1e3 * fastest);
    show_figure("highest point, m", top);
}

// ---- the batch ---------------------------------------------------------------------------------

#define BRICKS 2048

static const char stacks_work_text[] = "65,536 pairs of boxes: which of them overlap";
static collide_obb *work_bricks;
static collide_pair *work_of_bricks;

static void stacks_prepare(void) {
    uint64_t random = 1;
    if (work_bricks)
        return;
    work_bricks = (collide_obb *)allocate(BRICKS * sizeof *work_bricks);
    work_of_bricks = (collide_pair *)allocate(BATCH * sizeof *work_of_bricks);
    for (int i = 0; i < BRICKS; ++i) {
        const collide_pose pose = pose_of(draw_rotation(&random), draw_vec(&random, 1));
        work_bricks[i] = collide_obb_from_pose(&pose, to_float(at(0.4, 0.2, 0.2)));
    }
    for (int i = 0; i < BATCH; ++i) {
        work_of_bricks[i].a = (uint32_t)draw(&random, 0, BRICKS);
        work_of_bricks[i].b = (uint32_t)draw(&random, 0, BRICKS);
    }
}

static size_t stacks_work(void) {
    const collide_obb_array bricks = {work_bricks, BRICKS, 0, NULL, 0};
    return collide_obb_obb_pairs(&bricks, &bricks, work_of_bricks, BATCH, work_bits);
}

static uint64_t stacks_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    return hash_bits(hash, BATCH);
}

#endif // SCENE_STACKS_H
