// A robot on four wheels that pulls a trolley over terrain, moved by the solver of tests/solver.h.
// Both are one solid each, joined at the hitch. A wheel is a part of its solid whose surface moves
// round: that of the robot as it is driven, that of the trolley as it rolls.
#ifndef ROBOT_H
#define ROBOT_H

#include "../tests/solver.h"

#define ROBOT_EACH 3      // contacts of a wheel, at most
#define ROBOT_CONTACTS 32 // room for those of a step

typedef struct robot_wagon {
    vec half; // of its box
    double mass;
    int wheels;
    vec wheel[4], hitch; // x ahead, y to the left
    double radius, width;
} robot_wagon;

// The ground, the robot, the trolley. It stays where it was made.
typedef struct robot {
    solver s; // first: a pointer to it is one to the robot
    solver_body bodies[3];
    solver_contact contacts[ROBOT_CONTACTS], before[ROBOT_CONTACTS];
    double speed, left; // that its wheels are driven at, ahead and to the left, in m/s and rad/s
} robot;

// The wagon of body 1 or 2.
static inline const robot_wagon *robot_part(uint32_t body) {
    static const robot_wagon parts[2] = {
        {{0.62, 0.27, 0.14},
         40,
         4,
         {{0.5, 0.42, -0.1}, {0.5, -0.42, -0.1}, {-0.5, 0.42, -0.1}, {-0.5, -0.42, -0.1}},
         {-0.8, 0, -0.1},
         0.25,
         0.2},
        {{0.35, 0.27, 0.08},
         10,
         2,
         {{-0.1, 0.42, -0.05}, {-0.1, -0.42, -0.05}, {0, 0, 0}, {0, 0, 0}},
         {1.1, 0, 0},
         0.2,
         0.1}};
    return &parts[body - 1];
}

// A point or a wheel of a body, in space.
static inline vec robot_place(const solver_body *b, vec local) {
    return add(b->at, 1, solver_turned(b, local));
}

static inline collide_cylinder robot_wheel(const robot *r, uint32_t body, int i) {
    const robot_wagon *w = robot_part(body);
    const solver_body *b = &r->bodies[body];
    const collide_cylinder wheel = {to_float(robot_place(b, w->wheel[i])), to_float(b->axis[1]),
                                    (float)w->radius, (float)w->width};
    return wheel;
}

// The contacts of all wheels; the key is the part of the wheel, and which wheel it is.
static inline size_t robot_ask(const solver *s, uint32_t a, uint32_t b, double margin,
                               collide_contact *out, size_t capacity, uint32_t *kind) {
    const robot *r = (const robot *)s;
    collide_contact_options options;
    size_t n = 0;
    memset(&options, 0, sizeof options);
    options.margin = (float)margin;
    *kind = COLLIDE_KEY_FEATURES;
    for (int i = 0; b == 0 && i < robot_part(a)->wheels && n + ROBOT_EACH <= capacity; ++i) {
        const collide_cylinder wheel = robot_wheel(r, a, i);
        const size_t m = collide_cylinder_terrain_contacts(&wheel, r->bodies[0].terrain, &options,
                                                           out + n, ROBOT_EACH);
        const size_t end = n + (m < ROBOT_EACH ? m : ROBOT_EACH);
        for (; n < end; ++n) {
            out[n].feature_a &= 0xff000000u;
            out[n].feature_b = (uint32_t)i;
        }
    }
    return n;
}

// Wheels of the robot push as they are driven, each in its own direction, as if each were steered;
// those of the trolley roll.
static inline void robot_touch(const solver *s, solver_contact *c) {
    const robot *r = (const robot *)s;
    const solver_body *b = &s->bodies[c->a];
    const vec none = {0, 0, 0}, along = cross(b->axis[1], c->normal);
    const double square = dot(along, along);
    vec way = none;
    if (c->a == 1)
        way = add(add(none, r->speed, along), r->left, cross(b->axis[2], c->arm_a));
    else if (square > 0)
        way = add(none, dot(along, solver_speed(b, &s->bodies[c->b], c)) / square, along);
    c->belt = add(none, -1, way);
}

// The hitch keeps two points together.
static inline void robot_join(solver *s, double h, bool soft) {
    static const vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    solver_body *front = &s->bodies[1], *rear = &s->bodies[2];
    solver_contact c;
    memset(&c, 0, sizeof c);
    c.arm_a = solver_turned(rear, robot_part(2)->hitch);
    c.arm_b = solver_turned(front, robot_part(1)->hitch);
    const vec off = add(add(rear->at, 1, c.arm_a), -1, add(front->at, 1, c.arm_b));
    for (int i = 0; i < 3; ++i) {
        const double speed = dot(solver_speed(rear, front, &c), axes[i]);
        const double back = soft ? 0.2 / h * dot(off, axes[i]) : 0;
        solver_strike(rear, front, &c, -(speed + back) * solver_mass(rear, front, &c, axes[i]),
                      axes[i]);
    }
}

// A robot whose wheels begin that high above the ground, and which looks along a level direction of
// length 1.
static inline void robot_make(robot *r, const collide_terrain *terrain, vec at, vec ahead,
                              double step) {
    float z = 0;
    memset(r, 0, sizeof *r);
    (void)collide_terrain_height(terrain, (float)at.x, (float)at.y, &z, NULL);
    at.z = (double)z + 0.6;
    r->s.bodies = r->bodies;
    r->s.count = 3;
    r->s.gravity.z = -9.81;
    r->s.friction = 0.9;
    r->s.step = step;
    r->s.margin = 0.02;
    r->s.sub_steps = 4;
    r->s.ask = robot_ask;
    r->s.touch = robot_touch;
    r->s.join = robot_join;
    r->s.contacts = r->contacts;
    r->s.before = r->before;
    r->s.capacity = ROBOT_CONTACTS;
    r->bodies[0].terrain = terrain;
    r->bodies[0].turn[3] = 1;
    for (uint32_t i = 1; i < 3; ++i) {
        const robot_wagon *w = robot_part(i);
        solver_body *b = &r->bodies[i];
        *b = solver_box(w->half.x, w->half.y, w->half.z, w->mass, at);
        // By half angles: turned about z from x to ahead.
        b->turn[3] = sqrt(0.5 * fmax(1 + ahead.x, 0));
        b->turn[2] =
            ahead.y < 0 ? -sqrt(0.5 * fmax(1 - ahead.x, 0)) : sqrt(0.5 * fmax(1 - ahead.x, 0));
        solver_axes(b);
        if (i == 2)
            b->at = add(robot_place(&r->bodies[1], robot_part(1)->hitch), -1,
                        solver_turned(b, w->hitch));
    }
}

// Drives for a step, with that speed and so fast to the left.
static inline void robot_drive(robot *r, double speed, double left) {
    r->speed = speed;
    r->left = left;
    solver_step(&r->s);
}

#endif // ROBOT_H
