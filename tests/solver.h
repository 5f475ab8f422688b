// A small solver of rigid bodies, which judges contacts: soft contacts in sub-steps, friction, warm
// starting by keys, and the gyroscopic torque. It limits no energy and lifts nothing out of
// what it is in, so that it shows what contacts are worth. All in double.
// The method is that of Erin Catto's Box2D 3: contacts are found once a step; in each sub-step
// impulses are applied with a soft push, and two passes without it take its speed back ("relax").
#ifndef SOLVER_H
#define SOLVER_H

#include "../collide.h"

#include "../examples/vectors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef SOLVER_EACH
#define SOLVER_EACH 16 // contacts of a pair
#endif

// mass 0 is a body that never moves. inertia is about the axes of the body, whose origin is its
// centre of mass. A body with terrain or a tree is the ground, which stands before all that move:
// terrain where its grid says, a mesh under the pose of the body.
typedef struct solver_body {
    collide_shape shape; // in the coordinates of the body
    const collide_terrain *terrain;
    const collide_tree *tree;
    double mass;
    vec inertia, at, speed, spin;
    double turn[4]; // quaternion x, y, z, w
    // Of this step.
    vec axis[3];
    collide_pose pose;
    collide_shape placed;
    collide_aabb bounds;
} solver_body;

typedef struct solver_contact {
    collide_contact found;
    uint32_t a, b, kind;               // kind of its key
    vec normal, side[2], arm_a, arm_b; // arms keep their direction within a step
    vec belt;                          // speed of a's surface, beside that of the body
    double separation, friction;
    double push, slide[2]; // impulses
    double push_mass, slide_mass[2];
} solver_contact;

typedef struct solver {
    solver_body *bodies;
    uint32_t count;
    vec gravity;
    double friction, step, margin;
    int sub_steps;
    // Returns the contacts of two bodies within a margin, at most capacity, and the kind of their
    // keys. NULL: solver_ask.
    size_t (*ask)(const struct solver *s, uint32_t a, uint32_t b, double margin,
                  collide_contact *out, size_t capacity, uint32_t *kind);
    // Finds the pairs of placed bodies whose bounds overlap when each is larger by solver_reach on
    // all sides. They have b < a, in rising order of a, then b. NULL: all pairs are tried.
    size_t (*pairs)(struct solver *s, const collide_pair **pairs);
    // Changes friction or belt of a contact, as of a wheel that turns; NULL: changes nothing.
    void (*touch)(const struct solver *s, solver_contact *c);
    // Strikes bodies that are joined, once a pass; soft passes may move them together. NULL: none.
    void (*join)(struct solver *s, double h, bool soft);
    solver_contact *contacts, *before;
    size_t n, n_before, capacity;
    size_t fresh; // contacts of this step without a match in the last step
} solver;

// ---- bodies ----------------------------------------------------------------------------------

// A body that does not move or turn yet.
static inline solver_body solver_solid(collide_shape shape, double mass, vec inertia, vec at) {
    solver_body b;
    memset(&b, 0, sizeof b);
    b.shape = shape;
    b.mass = mass;
    b.inertia = inertia;
    b.at = at;
    b.turn[3] = 1;
    return b;
}

// With half extents x, y, z.
static inline solver_body solver_box(double x, double y, double z, double mass, vec at) {
    const collide_obb box = {
        {0, 0, 0}, {(float)x, (float)y, (float)z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const vec inertia = {mass / 3 * (y * y + z * z), mass / 3 * (x * x + z * z),
                         mass / 3 * (x * x + y * y)};
    return solver_solid(collide_shape_from_obb(&box), mass, inertia, at);
}

static inline solver_body solver_cylinder(double r, double height, double mass, vec at) {
    const collide_cylinder c = {{0, 0, 0}, {0, 0, 1}, (float)r, (float)height};
    const double across = mass * (3 * r * r + height * height) / 12;
    const vec inertia = {across, across, mass * r * r / 2};
    return solver_solid(collide_shape_from_cylinder(&c), mass, inertia, at);
}

// A capsule whose segment has that length.
static inline solver_body solver_capsule(double r, double length, double mass, vec at) {
    const collide_capsule c = {{0, 0, (float)(-length / 2)}, {0, 0, (float)(length / 2)}, (float)r};
    const double side = mass * length / (length + 4.0 / 3 * r), ends = mass - side;
    const double across = side * (3 * r * r + length * length) / 12 +
                          ends * (0.4 * r * r + length * length / 4 + 0.375 * length * r);
    const vec inertia = {across, across, side * r * r / 2 + ends * 0.4 * r * r};
    return solver_solid(collide_shape_from_capsule(&c), mass, inertia, at);
}

static inline solver_body solver_sphere(double r, double mass, vec at) {
    const collide_sphere c = {{0, 0, 0}, (float)r};
    const vec inertia = {0.4 * mass * r * r, 0.4 * mass * r * r, 0.4 * mass * r * r};
    return solver_solid(collide_shape_from_sphere(&c), mass, inertia, at);
}

// ---- motion ----------------------------------------------------------------------------------

static inline vec solver_turned(const solver_body *b, vec v) {
    return add(add(add(v, -1, v), v.x, b->axis[0]), 1,
               add(add(add(v, -1, v), v.y, b->axis[1]), v.z, b->axis[2]));
}

static inline vec solver_local(const solver_body *b, vec v) {
    const vec r = {dot(v, b->axis[0]), dot(v, b->axis[1]), dot(v, b->axis[2])};
    return r;
}

// The inverse of the inertia, times v.
static inline vec solver_spins(const solver_body *b, vec v) {
    vec l = solver_local(b, v);
    const vec none = {0, 0, 0};
    if (!(b->mass > 0))
        return none;
    l.x /= b->inertia.x;
    l.y /= b->inertia.y;
    l.z /= b->inertia.z;
    return solver_turned(b, l);
}

static inline double solver_per_mass(const solver_body *b) {
    return b->mass > 0 ? 1 / b->mass : 0;
}

static inline void solver_axes(solver_body *b) {
    const double x = b->turn[0], y = b->turn[1], z = b->turn[2], w = b->turn[3];
    const vec p = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    const vec q = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    b->axis[0] = p;
    b->axis[1] = q;
    b->axis[2] = cross(p, q);
}

static inline void solver_place(solver_body *b) {
    solver_axes(b);
    b->pose = collide_pose_from_quaternion((float)b->turn[0], (float)b->turn[1], (float)b->turn[2],
                                           (float)b->turn[3], to_float(b->at));
    b->placed = collide_shape_under_pose(&b->shape, &b->pose);
    b->bounds = collide_aabb_from_shape(&b->placed);
}

// The contacts of two solids, or of a solid and the ground.
static inline size_t solver_ask(const solver *s, uint32_t a, uint32_t b, double margin,
                                collide_contact *out, size_t capacity, uint32_t *kind) {
    const solver_body *p = &s->bodies[a], *q = &s->bodies[b];
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.margin = (float)margin;
    *kind = q->tree ? COLLIDE_KEY_BODY : q->terrain ? COLLIDE_KEY_PART : COLLIDE_KEY_FEATURES;
    if (q->tree)
        return collide_shape_tree_contacts(&p->placed, q->tree, &q->pose, &options, out, capacity);
    return q->terrain
               ? collide_shape_terrain_contacts(&p->placed, q->terrain, &options, out, capacity)
               : collide_shape_shape_contacts(&p->placed, &q->placed, &options, out, capacity);
}

// Whether a body is ground without a shape of its own, so that its bounds say nothing.
static inline bool solver_ground(const solver_body *b) {
    return b->terrain || b->tree;
}

static inline void solver_move(solver_body *b, double h) {
    double *q = b->turn;
    const vec half = {0.5 * h * b->spin.x, 0.5 * h * b->spin.y, 0.5 * h * b->spin.z};
    const vec part = {q[0], q[1], q[2]};
    const vec turned = add(add(part, q[3], half), 1, cross(half, part));
    const double real = q[3] - dot(half, part);
    const double scale = 1 / sqrt(dot(turned, turned) + real * real);
    q[0] = scale * turned.x;
    q[1] = scale * turned.y;
    q[2] = scale * turned.z;
    q[3] = scale * real;
    b->at = add(b->at, h, b->speed);
    solver_axes(b);
}

// The torque of a body that turns about another axis than a principal one: one step of Newton's
// method for the implicit equation, in the coordinates of the body.
static inline void solver_gyrate(solver_body *b, double h) {
    const vec w = solver_local(b, b->spin), i = b->inertia;
    const vec iw = {i.x * w.x, i.y * w.y, i.z * w.z}, f = cross(w, iw);
    const double m[3][3] = {{i.x, h * (i.z * w.z - i.y * w.z), h * (i.z * w.y - i.y * w.y)},
                            {h * (i.x * w.z - i.z * w.z), i.y, h * (i.x * w.x - i.z * w.x)},
                            {h * (i.y * w.y - i.x * w.y), h * (i.y * w.x - i.x * w.x), i.z}};
    const vec c0 = {m[0][0], m[1][0], m[2][0]}, c1 = {m[0][1], m[1][1], m[2][1]};
    const vec c2 = {m[0][2], m[1][2], m[2][2]};
    const double det = dot(c0, cross(c1, c2));
    const vec d = {-h * dot(f, cross(c1, c2)) / det, -h * dot(c0, cross(f, c2)) / det,
                   -h * dot(c0, cross(c1, f)) / det};
    b->spin = solver_turned(b, add(w, 1, d));
}

static inline double solver_energy(const solver *s) {
    double sum = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        const solver_body *b = &s->bodies[i];
        const vec w = solver_local(b, b->spin);
        if (b->mass > 0)
            sum += b->mass * (0.5 * dot(b->speed, b->speed) - dot(s->gravity, b->at)) +
                   0.5 * (b->inertia.x * w.x * w.x + b->inertia.y * w.y * w.y +
                          b->inertia.z * w.z * w.z);
    }
    return sum;
}

// ---- contacts --------------------------------------------------------------------------------

static inline double solver_mass(const solver_body *a, const solver_body *b,
                                 const solver_contact *c, vec along) {
    const vec ta = cross(c->arm_a, along), tb = cross(c->arm_b, along);
    return 1 / (solver_per_mass(a) + solver_per_mass(b) + dot(ta, solver_spins(a, ta)) +
                dot(tb, solver_spins(b, tb)));
}

// Adds a contact of bodies a and b; before is the same contact in the last step, if there is one.
static inline void solver_add(solver *s, uint32_t a, uint32_t b, const collide_contact *from,
                              const solver_contact *before) {
    const solver_body *p = &s->bodies[a], *q = &s->bodies[b];
    solver_contact c;
    memset(&c, 0, sizeof c);
    c.found = *from;
    c.a = a;
    c.b = b;
    c.normal = from_float(from->normal);
    c.normal = add(c.normal, 1 / sqrt(dot(c.normal, c.normal)) - 1, c.normal);
    const vec none = {0, 0, 0},
              x = {fabs(c.normal.x) < 0.6 ? 1.0 : 0.0, fabs(c.normal.x) < 0.6 ? 0.0 : 1.0, 0};
    c.side[0] = add(x, -dot(x, c.normal), c.normal);
    c.side[0] = add(c.side[0], 1 / sqrt(dot(c.side[0], c.side[0])) - 1, c.side[0]);
    c.side[1] = cross(c.normal, c.side[0]);
    const vec at = add(from_float(from->point_a), -0.5,
                       add(from_float(from->point_a), -1, from_float(from->point_b)));
    c.arm_a = add(at, -1, p->at);
    c.arm_b = add(at, -1, q->at);
    c.separation = -(double)from->depth;
    c.friction = s->friction;
    if (s->touch)
        s->touch(s, &c);
    c.push_mass = solver_mass(p, q, &c, c.normal);
    c.slide_mass[0] = solver_mass(p, q, &c, c.side[0]);
    c.slide_mass[1] = solver_mass(p, q, &c, c.side[1]);
    if (before) { // friction keeps its direction in space
        const vec slide =
            add(add(none, before->slide[0], before->side[0]), before->slide[1], before->side[1]);
        c.push = before->push;
        c.slide[0] = dot(slide, c.side[0]);
        c.slide[1] = dot(slide, c.side[1]);
    }
    s->fresh += !before;
    if (s->n == s->capacity) {
        s->capacity = 2 * s->capacity + 64;
        s->contacts = (solver_contact *)realloc(s->contacts, s->capacity * sizeof c);
        s->before = (solver_contact *)realloc(s->before, s->capacity * sizeof c);
    }
    s->contacts[s->n++] = c;
}

// Adds the contacts of bodies a and b; those of the last step begin at *last and stand in the same
// order of pairs.
static inline void solver_meet(solver *s, uint32_t a, uint32_t b, double margin, size_t *last) {
    collide_contact now[SOLVER_EACH], before[SOLVER_EACH];
    uint32_t match[SOLVER_EACH], kind = COLLIDE_KEY_FEATURES;
    size_t n = (s->ask ? s->ask : solver_ask)(s, a, b, margin, now, SOLVER_EACH, &kind), m = 0;
    n = n < SOLVER_EACH ? n : SOLVER_EACH;
    while (*last < s->n_before &&
           (s->before[*last].a < a || (s->before[*last].a == a && s->before[*last].b < b)))
        ++*last;
    while (*last + m < s->n_before && s->before[*last + m].a == a && s->before[*last + m].b == b) {
        before[m] = s->before[*last + m].found;
        ++m;
    }
    (void)collide_contacts_match(now, n, before, m, kind, match);
    for (size_t i = 0; i < n; ++i)
        solver_add(s, a, b, &now[i],
                   match[i] == COLLIDE_MATCH_NONE ? NULL : &s->before[*last + match[i]]);
}

// How near two bodies must come to have contacts: what they may come nearer in a step, and more. On
// the ground a margin reaches straight down; that of a fast wheel would else reach points that do
// not go there, but round.
static inline double solver_margin(const solver *s, const solver_body *a, const solver_body *b) {
    const vec speed = add(a->speed, -1, b->speed);
    const double fast = solver_ground(b) ? fmax(-speed.z, 0) : sqrt(dot(speed, speed));
    return s->margin > 0 ? s->margin + s->step * fast : 0;
}

// A share of the margin of a pair for each body: those of two bodies hold the margin of both.
static inline double solver_reach(const solver *s, const solver_body *b) {
    return s->margin > 0 ? 0.5 * s->margin + s->step * sqrt(dot(b->speed, b->speed)) : 0;
}

static inline bool solver_apart(const collide_aabb *a, const collide_aabb *b, float margin) {
    return a->min.x > b->max.x + margin || b->min.x > a->max.x + margin ||
           a->min.y > b->max.y + margin || b->min.y > a->max.y + margin ||
           a->min.z > b->max.z + margin || b->min.z > a->max.z + margin;
}

static inline void solver_try(solver *s, uint32_t i, uint32_t j, size_t *last) {
    const solver_body *a = &s->bodies[i], *b = &s->bodies[j];
    const double margin = solver_margin(s, a, b);
    if ((a->mass > 0 || b->mass > 0) &&
        (solver_ground(b) || !solver_apart(&a->bounds, &b->bounds, (float)margin)))
        solver_meet(s, i, j, margin, last);
}

static inline void solver_find(solver *s) {
    solver_contact *before = s->before;
    s->before = s->contacts;
    s->contacts = before;
    s->n_before = s->n;
    s->n = s->fresh = 0;
    size_t last = 0;
    for (uint32_t i = 0; i < s->count; ++i)
        solver_place(&s->bodies[i]);
    const collide_pair *pairs = NULL;
    const size_t n = s->pairs ? s->pairs(s, &pairs) : 0;
    for (size_t k = 0; k < n; ++k)
        solver_try(s, pairs[k].a, pairs[k].b, &last);
    for (uint32_t i = 0; i < s->count && !s->pairs; ++i)
        for (uint32_t j = 0; j < i; ++j)
            solver_try(s, i, j, &last);
}

// ---- impulses --------------------------------------------------------------------------------

static inline vec solver_speed(const solver_body *a, const solver_body *b,
                               const solver_contact *c) {
    return add(add(a->speed, 1, cross(a->spin, c->arm_a)), -1,
               add(b->speed, 1, cross(b->spin, c->arm_b)));
}

static inline void solver_strike(solver_body *a, solver_body *b, const solver_contact *c,
                                 double impulse, vec along) {
    a->speed = add(a->speed, impulse * solver_per_mass(a), along);
    a->spin = add(a->spin, impulse, solver_spins(a, cross(c->arm_a, along)));
    b->speed = add(b->speed, -impulse * solver_per_mass(b), along);
    b->spin = add(b->spin, -impulse, solver_spins(b, cross(c->arm_b, along)));
}

// One pass over all contacts; soft with a push, rigid without.
static inline void solver_pass(solver *s, double h, bool soft) {
    const double ratio = 10, most = 3; // damping, and the fastest push apart
    const double hertz = 0.25 / h, omega = 6.283185307179586 * hertz;
    const double a1 = 2 * ratio + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
    if (s->join)
        s->join(s, h, soft);
    for (size_t i = 0; i < s->n; ++i) {
        solver_contact *c = &s->contacts[i];
        solver_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
        double bias = 0, mass_scale = 1, impulse_scale = 0;
        if (c->separation > 0) {
            bias = c->separation / h;
        } else if (soft) {
            bias = fmax(omega / a1 * c->separation, -most);
            mass_scale = a2 * a3;
            impulse_scale = a3;
        }
        const double speed = dot(solver_speed(a, b, c), c->normal);
        const double push =
            fmax(c->push - c->push_mass * mass_scale * (speed + bias) - impulse_scale * c->push, 0);
        solver_strike(a, b, c, push - c->push, c->normal);
        c->push = push;
        double slide[2];
        for (int k = 0; k < 2; ++k)
            slide[k] = c->slide[k] -
                       c->slide_mass[k] * dot(add(solver_speed(a, b, c), 1, c->belt), c->side[k]);
        const double length = sqrt(slide[0] * slide[0] + slide[1] * slide[1]);
        const double limit = c->friction * c->push;
        for (int k = 0; k < 2; ++k) {
            const double hold = length > limit ? slide[k] * (limit / length) : slide[k];
            solver_strike(a, b, c, hold - c->slide[k], c->side[k]);
            c->slide[k] = hold;
        }
    }
}

static inline void solver_step(solver *s) {
    const double h = s->step / s->sub_steps;
    solver_find(s);
    for (int sub = 0; sub < s->sub_steps; ++sub) {
        for (uint32_t i = 0; i < s->count; ++i)
            if (s->bodies[i].mass > 0) {
                s->bodies[i].speed = add(s->bodies[i].speed, h, s->gravity);
                solver_gyrate(&s->bodies[i], h);
            }
        for (size_t i = 0; i < s->n; ++i) {
            const solver_contact *c = &s->contacts[i];
            solver_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
            solver_strike(a, b, c, c->push, c->normal);
            solver_strike(a, b, c, c->slide[0], c->side[0]);
            solver_strike(a, b, c, c->slide[1], c->side[1]);
        }
        solver_pass(s, h, true);
        for (uint32_t i = 0; i < s->count; ++i)
            if (s->bodies[i].mass > 0)
                solver_move(&s->bodies[i], h);
        // How far the points of each contact have come.
        for (size_t i = 0; i < s->n; ++i) {
            solver_contact *c = &s->contacts[i];
            c->separation +=
                h * dot(solver_speed(&s->bodies[c->a], &s->bodies[c->b], c), c->normal);
        }
        for (int i = 0; i < 2; ++i)
            solver_pass(s, h, false);
    }
}

static inline void solver_free(solver *s) {
    free(s->contacts);
    free(s->before);
    s->contacts = s->before = NULL;
    s->n = s->n_before = s->capacity = 0;
}

#endif // SOLVER_H
