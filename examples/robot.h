// A robot on four wheels that pulls a trolley over terrain, moved by the solver of tests/solver.h.
// Both are one solid each, joined at the hitch. A wheel is a part of its solid whose surface moves
// round: the wheels of the robot as they are driven, the wheels of the trolley as they roll. The
// hull is made of shapes that slide over the ground; the small robot has none.
#ifndef ROBOT_H
#define ROBOT_H

#include "../tests/solver.h"

#ifndef ROBOT_EACH
#define ROBOT_EACH 3 // contacts of a wheel or of a part of the hull, at most
#endif
#define ROBOT_CONTACTS 96 // room for the contacts of a step
#define ROBOT_HULL 16     // the number of a hull's first part in feature_b; wheels begin at 0

typedef struct robot_wagon {
    vec half; // of its box
    double mass;
    int wheels;
    vec wheel[4], hitch; // x ahead, y to the left
    double radius, width;
    const collide_shape *hull; // parts in the coordinates of the wagon
    int hulls;
} robot_wagon;

// The ground, the robot, the trolley. It stays where it was made.
typedef struct robot {
    solver s; // first: a pointer to it is one to the robot
    solver_body bodies[3];
    solver_contact contacts[ROBOT_CONTACTS], before[ROBOT_CONTACTS];
    const robot_wagon *parts; // the robot, the trolley
    double speed, left; // that its wheels are driven at, ahead and to the left, in m/s and rad/s
    double scrape;      // friction of the hull
} robot;

// The parts of the small robot.
static inline const robot_wagon *robot_small(void) {
    static const robot_wagon parts[2] = {
        {{0.62, 0.27, 0.14},
         40,
         4,
         {{0.5, 0.42, -0.1}, {0.5, -0.42, -0.1}, {-0.5, 0.42, -0.1}, {-0.5, -0.42, -0.1}},
         {-0.8, 0, -0.1},
         0.25,
         0.2,
         NULL,
         0},
        {{0.35, 0.27, 0.08},
         10,
         2,
         {{-0.1, 0.42, -0.05}, {-0.1, -0.42, -0.05}, {0, 0, 0}, {0, 0, 0}},
         {1.1, 0, 0},
         0.2,
         0.1,
         NULL,
         0}};
    return parts;
}

// The wagon of body 1 or 2.
static inline const robot_wagon *robot_part(const robot *r, uint32_t body) {
    return &r->parts[body - 1];
}

// A point or a wheel of a body, in space.
static inline vec robot_place(const solver_body *b, vec local) {
    return add(b->at, 1, solver_turned(b, local));
}

static inline collide_cylinder robot_wheel(const robot *r, uint32_t body, int i) {
    const robot_wagon *w = robot_part(r, body);
    const solver_body *b = &r->bodies[body];
    const collide_cylinder wheel = {to_float(robot_place(b, w->wheel[i])), to_float(b->axis[1]),
                                    (float)w->radius, (float)w->width};
    return wheel;
}

// Part i of the hull of a body, in space.
static inline collide_shape robot_hull(const robot *r, uint32_t body, int i) {
    return collide_shape_under_pose(&robot_part(r, body)->hull[i], &r->bodies[body].pose);
}

// The contacts of all wheels, and of the hull. The key of a wheel's contact is the part of the
// wheel, and which wheel it is; the key of a hull's contact has the part of the ground as well, but
// no cell.
static inline size_t robot_ask(const solver *s, uint32_t a, uint32_t b, double margin,
                               collide_contact *out, size_t capacity, uint32_t *kind) {
    const robot *r = (const robot *)s;
    collide_contact_options options;
    size_t n = 0;
    memset(&options, 0, sizeof options);
    options.margin = (float)margin;
    *kind = COLLIDE_KEY_FEATURES;
    if (b > 0)
        return 0;
    const robot_wagon *w = robot_part(r, a);
    for (int i = 0; i < w->wheels + w->hulls && n + ROBOT_EACH <= capacity; ++i) {
        const bool rolls = i < w->wheels;
        const collide_cylinder wheel = robot_wheel(r, a, rolls ? i : 0);
        const collide_shape part =
            rolls ? collide_shape_from_cylinder(&wheel) : robot_hull(r, a, i - w->wheels);
        const size_t m = collide_shape_terrain_contacts(&part, r->bodies[0].terrain, &options,
                                                        out + n, ROBOT_EACH);
        const size_t end = n + (m < ROBOT_EACH ? m : ROBOT_EACH);
        for (; n < end; ++n) {
            const uint32_t ground = out[n].feature_b & 0xff000000u;
            out[n].feature_a &= 0xff000000u;
            out[n].feature_b =
                rolls ? (uint32_t)i : (ground | (uint32_t)(ROBOT_HULL + i - w->wheels));
        }
    }
    return n;
}

// The number of the wheel or part of the hull that a contact has.
static inline uint32_t robot_which(const solver_contact *c) {
    return COLLIDE_FEATURE_CELL(c->found.feature_b);
}

// Wheels of the robot push as they are driven, each in its own direction, as if each were steered;
// those of the trolley roll.
static inline void robot_touch(const solver *s, solver_contact *c) {
    const robot *r = (const robot *)s;
    const solver_body *b = &s->bodies[c->a];
    const vec none = {0, 0, 0}, along = cross(b->axis[1], c->normal);
    const double square = dot(along, along);
    vec way = none;
    if (robot_which(c) >= ROBOT_HULL)
        c->friction = r->scrape;
    else if (c->a == 1)
        way = add(add(none, r->speed, along), r->left, cross(b->axis[2], c->arm_a));
    else if (square > 0)
        way = add(none, dot(along, solver_speed(b, &s->bodies[c->b], c)) / square, along);
    c->belt = add(none, -1, way);
}

// The hitch keeps two points together.
static inline void robot_join(solver *s, double h, bool soft) {
    const robot *r = (const robot *)s;
    static const vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    solver_body *front = &s->bodies[1], *rear = &s->bodies[2];
    solver_contact c;
    memset(&c, 0, sizeof c);
    c.arm_a = solver_turned(rear, robot_part(r, 2)->hitch);
    c.arm_b = solver_turned(front, robot_part(r, 1)->hitch);
    const vec off = add(add(rear->at, 1, c.arm_a), -1, add(front->at, 1, c.arm_b));
    for (int i = 0; i < 3; ++i) {
        const double speed = dot(solver_speed(rear, front, &c), axes[i]);
        const double back = soft ? 0.2 / h * dot(off, axes[i]) : 0;
        solver_strike(rear, front, &c, -(speed + back) * solver_mass(rear, front, &c, axes[i]),
                      axes[i]);
    }
}

// A robot of such parts whose middle begins 0.6 m and at.z above the ground, and which looks along
// a level direction of length 1.
static inline void robot_make(robot *r, const robot_wagon *parts, const collide_terrain *terrain,
                              vec at, vec ahead, double step) {
    float z = 0;
    memset(r, 0, sizeof *r);
    (void)collide_terrain_height(terrain, (float)at.x, (float)at.y, &z, NULL);
    at.z = (double)z + 0.6;
    r->parts = parts;
    r->scrape = 0.3;
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
        const robot_wagon *w = robot_part(r, i);
        solver_body *b = &r->bodies[i];
        *b = solver_box(w->half.x, w->half.y, w->half.z, w->mass, at);
        // By half angles: turned about z from x to ahead.
        b->turn[3] = sqrt(0.5 * fmax(1 + ahead.x, 0));
        b->turn[2] =
            ahead.y < 0 ? -sqrt(0.5 * fmax(1 - ahead.x, 0)) : sqrt(0.5 * fmax(1 - ahead.x, 0));
        solver_axes(b);
        if (i == 2)
            b->at = add(robot_place(&r->bodies[1], robot_part(r, 1)->hitch), -1,
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
