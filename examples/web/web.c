// The browser demo: four scenes whose bodies move and meet here, and what the page draws of them.
// The page calls web_start, web_step and web_draw, reads the output from memory, and passes on what
// keys and pointers do. Nothing here depends on the clock, so that a scene left alone has the same
// bits after as many steps, on every instruction set. `make web` builds it.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../../collide.h"
#include "../relax.h"
#include "../robot.h"
#include "../vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name), used))
#else
#define EXPORT(name)
#endif

#define STEP (1.0 / 60) // seconds
#define SLOTS 16        // contacts of one pair that are kept

// ---- vectors and rotations ---------------------------------------------------------------------

typedef struct quaternion {
    double x, y, z, w;
} quaternion;

static vec at(double x, double y, double z) {
    const vec v = {x, y, z};
    return v;
}

static vec unit(vec a) {
    const double length = sqrt(dot(a, a));
    return length > 0 ? add(at(0, 0, 0), 1 / length, a) : at(0, 0, 1);
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static collide_pose pose_of(quaternion q, vec position) {
    return collide_pose_from_quaternion((float)q.x, (float)q.y, (float)q.z, (float)q.w,
                                        to_float(position));
}

// Turns by the rotation vector, to first order.
static quaternion turn(quaternion q, vec by) {
    const quaternion r = {q.x + 0.5 * (by.x * q.w + by.y * q.z - by.z * q.y),
                          q.y + 0.5 * (by.y * q.w + by.z * q.x - by.x * q.z),
                          q.z + 0.5 * (by.z * q.w + by.x * q.y - by.y * q.x),
                          q.w - 0.5 * (by.x * q.x + by.y * q.y + by.z * q.z)};
    const double size = 1 / sqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
    const quaternion u = {size * r.x, size * r.y, size * r.z, size * r.w};
    return u;
}

// A multiple of 2^-24 in [low, high), by xorshift64*.
static double draw(uint64_t *state, double low, double high) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return low + (high - low) * (double)((*state * 0x2545f4914f6cdd1du) >> 40) / 16777216;
}

static vec draw_vec(uint64_t *state, double size) {
    const double x = draw(state, -size, size), y = draw(state, -size, size);
    return at(x, y, draw(state, -size, size));
}

static quaternion draw_rotation(uint64_t *state) {
    const vec v = draw_vec(state, 1);
    const quaternion q = {v.x, v.y, v.z, draw(state, -1, 1)};
    return turn(q, at(0, 0, 0));
}

static void *allocate(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, size))
        __builtin_trap();
    return memory;
}

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        __builtin_trap();
}

// FNV-1a of 64 bits.
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n) {
    for (const unsigned char *p = (const unsigned char *)bytes, *end = p + n; p < end; ++p)
        hash = (hash ^ *p) * 0x100000001b3u;
    return hash;
}

#define HASH_BEGIN 0xcbf29ce484222325u

// ---- what the page draws -----------------------------------------------------------------------

#define LOOKS(X)                                                                                   \
    X(robot)                                                                                       \
    X(trolley)                                                                                     \
    X(wheel)                                                                                       \
    X(small_wheel)                                                                                 \
    X(box)                                                                                         \
    X(ghost_seen)                                                                                  \
    X(ghost_missed)                                                                                \
    X(pane)                                                                                        \
    X(pane_hit)                                                                                    \
    X(floor)                                                                                       \
    X(block)                                                                                       \
    X(ball)                                                                                        \
    X(post)                                                                                        \
    X(handle)                                                                                      \
    X(handle_chosen)                                                                               \
    X(copper)                                                                                      \
    X(teapot)                                                                                      \
    X(teapot_2)                                                                                    \
    X(teapot_3)                                                                                    \
    X(teapot_4)
typedef enum look {
#define LOOK(name) look_##name,
    LOOKS(LOOK)
#undef LOOK
        look_count
} look;

#define MAX_BODIES 512
#define MAX_CONTACTS 1024
#define MAX_TRIANGLES 16384
#define MAX_LINES 512
#define MAX_VERTICES 8192
#define MAX_FIGURES 8

// A unit shape under a matrix, column by column.
typedef struct body {
    uint32_t look;
    float matrix[16];
} body;

typedef struct mark {
    collide_vec3 point, normal;
    float depth, strength; // strength fades from 1 to 0
} mark;

typedef struct vertex {
    collide_vec3 position, normal;
    float inside; // 1 where the cable touches something
} vertex;

typedef struct line {
    collide_vec3 from, to;
    float strength;
} line;

typedef struct figure {
    const char *name;
    double value;
} figure;

// Of 32 bits each on WASM: the page reads it as such.
static struct output {
    const body *bodies;
    const mark *marks;
    const collide_triangle *triangles;
    const line *lines;
    const vertex *vertices; // rings of RING, of several tubes
    const figure *figures;
    uint32_t body_count, mark_count, triangle_count, line_count, vertex_count, figure_count;
} output;

static body bodies[MAX_BODIES];
static mark marks[MAX_CONTACTS];
static collide_triangle triangles[MAX_TRIANGLES];
static line lines[MAX_LINES];
static vertex vertices[MAX_VERTICES];
static figure figures[MAX_FIGURES];

static void begin_drawing(void) {
    memset(&output, 0, sizeof output);
    output.bodies = bodies;
    output.marks = marks;
    output.triangles = triangles;
    output.lines = lines;
    output.vertices = vertices;
    output.figures = figures;
}

static void show_body(look kind, const collide_pose *pose, double sx, double sy, double sz) {
    const double size[3] = {sx, sy, sz};
    if (output.body_count == MAX_BODIES)
        return;
    body *b = &bodies[output.body_count++];
    b->look = (uint32_t)kind;
    for (int i = 0; i < 3; ++i) {
        b->matrix[4 * i] = (float)((double)pose->axis[i].x * size[i]);
        b->matrix[4 * i + 1] = (float)((double)pose->axis[i].y * size[i]);
        b->matrix[4 * i + 2] = (float)((double)pose->axis[i].z * size[i]);
        b->matrix[4 * i + 3] = 0;
    }
    b->matrix[12] = pose->position.x;
    b->matrix[13] = pose->position.y;
    b->matrix[14] = pose->position.z;
    b->matrix[15] = 1;
}

static void show_box(look kind, const collide_obb *box) {
    collide_pose pose;
    pose.position = box->center;
    memcpy(pose.axis, box->axis, sizeof pose.axis);
    show_body(kind, &pose, 2 * (double)box->half.x, 2 * (double)box->half.y,
              2 * (double)box->half.z);
}

static void show_mark(collide_vec3 point, collide_vec3 normal, float depth, float strength) {
    if (output.mark_count == MAX_CONTACTS)
        return;
    mark *m = &marks[output.mark_count++];
    m->point = point;
    m->normal = normal;
    m->depth = depth;
    m->strength = strength;
}

static void show_line(vec from, vec to, double strength) {
    if (output.line_count == MAX_LINES)
        return;
    line *l = &lines[output.line_count++];
    l->from = to_float(from);
    l->to = to_float(to);
    l->strength = (float)strength;
}

static void show_figure(const char *name, double value) {
    figure *f = &figures[output.figure_count++];
    f->name = name;
    f->value = value;
}

// ---- inputs ------------------------------------------------------------------------------------

static collide_terrain *volcano, *hills;
static collide_mesh teapot_mesh;
static collide_tree *teapot; // its longest side is 2

static collide_terrain *make_terrain(float *heights, size_t columns, size_t rows, float step,
                                     vec origin) {
    const size_t size = collide_terrain_size(columns, rows);
    collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = columns;
    grid.rows = rows;
    grid.dx = grid.dy = step;
    grid.origin = to_float(origin);
    check(collide_terrain_build(&terrain, allocate(size), size, &grid));
    return terrain;
}

EXPORT(web_memory) void *web_memory(size_t size) {
    return allocate(size);
}

// The volcano as a model of 1 to 10: steps of a metre.
EXPORT(web_volcano) void web_volcano(float *heights, size_t columns, size_t rows) {
    float low = heights[0];
    for (size_t i = 0; i < columns * rows; ++i)
        low = heights[i] < low ? heights[i] : low;
    for (size_t i = 0; i < columns * rows; ++i)
        heights[i] = 0.1f * (heights[i] - low);
    volcano = make_terrain(heights, columns, rows, 1, at(0, 0, 0));
}

EXPORT(web_teapot)
void web_teapot(float *positions, size_t vertex_count, uint32_t *indices, size_t count) {
    const collide_mesh mesh = {positions, vertex_count, 0, indices, count, 0};
    const size_t size = collide_tree_size(count, NULL);
    for (size_t i = 0; i < vertex_count; ++i) { // y is up in the file
        float *p = positions + 3 * i;
        const float z = p[1];
        p[1] = -p[2] / 16;
        p[2] = z / 16;
        p[0] /= 16;
    }
    teapot_mesh = mesh;
    check(collide_tree_build(&teapot, allocate(size), size, &teapot_mesh, NULL));
}

// ---- scene 1: a robot on the volcano -----------------------------------------------------------

#define BUTTON_AHEAD 1u
#define BUTTON_BACK 2u
#define BUTTON_LEFT 4u
#define BUTTON_RIGHT 8u

typedef struct robot_scene {
    robot r;
    double speed;      // that its wheels are driven at
    double turn[2][2]; // of the wheels of robot and trolley: cosine and sine
    bool steered;      // by the user; until then it goes round the crater
    uint32_t steps, buttons;
} robot_scene;

static void robot_start(robot_scene *s) {
    robot_make(&s->r, robot_small(), volcano, at(39, 27, 0), at(0, 1, 0), STEP);
    s->turn[0][0] = s->turn[1][0] = 1;
}

// Round the crater until somebody steers.
static uint32_t robot_pilot(const robot_scene *s) {
    const vec middle = {28, 27, 0}, out = add(s->r.bodies[1].at, -1, middle);
    const vec way = at(out.x, out.y, 0);
    const double off = sqrt(dot(way, way)) - 11;
    const vec along = unit(add(at(-way.y, way.x, 0), -3 * off, unit(way)));
    const double side = dot(cross(s->r.bodies[1].axis[0], along), at(0, 0, 1));
    return BUTTON_AHEAD | (side > 0.06 ? BUTTON_LEFT : side < -0.06 ? BUTTON_RIGHT : 0);
}

// Bodies stay 3 m within the ground.
static void robot_keep_within(robot_scene *s) {
    const collide_heights *g = &volcano->grid;
    for (solver_body *b = s->r.bodies + 1; b < s->r.bodies + 3; ++b) {
        const double x = clamp(b->at.x, 3, (double)(g->columns - 1) * (double)g->dx - 3);
        const double y = clamp(b->at.y, 3, (double)(g->rows - 1) * (double)g->dy - 3);
        b->speed.x = x == b->at.x ? b->speed.x : 0;
        b->speed.y = y == b->at.y ? b->speed.y : 0;
        b->at = at(x, y, b->at.z);
    }
}

static void robot_step(robot_scene *s) {
    const solver_body *b = &s->r.bodies[1];
    s->steered = s->steered || s->buttons;
    const uint32_t on = s->steered ? s->buttons : robot_pilot(s);
    const double want = (on & BUTTON_AHEAD ? 4.5 : 0) - (on & BUTTON_BACK ? 3 : 0);
    const double left = (on & BUTTON_LEFT ? 1.7 : 0) - (on & BUTTON_RIGHT ? 1.7 : 0);
    s->speed += clamp(0.08 * (want - s->speed), -0.12, 0.12);
    robot_drive(&s->r, s->speed, left);
    robot_keep_within(s);
    if (b->axis[2].z < 0.2) // it lies on its side, or worse
        robot_make(&s->r, robot_small(), volcano, b->at, unit(at(b->axis[0].x, b->axis[0].y, 0)),
                   STEP);
    for (uint32_t i = 0; i < 2; ++i) {
        const solver_body *part = &s->r.bodies[1 + i];
        const double speed = i == 0 ? s->speed : dot(part->speed, part->axis[0]);
        const double by = STEP * speed / robot_part(&s->r, 1 + i)->radius;
        const double *t = s->turn[i];
        const vec turned = unit(at(t[0] - by * t[1], t[1] + by * t[0], 0));
        s->turn[i][0] = turned.x;
        s->turn[i][1] = turned.y;
    }
    ++s->steps;
}

// The origin of a part, and its wheels.
static void robot_show(const robot_scene *s, uint32_t part, vec origin, look kind, look wheel) {
    const solver_body *b = &s->r.bodies[part];
    const robot_wagon *w = robot_part(&s->r, part);
    const double *t = s->turn[part - 1];
    const vec zero = {0, 0, 0}, x = add(add(zero, t[0], b->axis[0]), -t[1], b->axis[2]);
    collide_pose pose;
    pose.position = to_float(robot_place(b, origin));
    pose.axis[0] = to_float(b->axis[0]);
    pose.axis[1] = to_float(b->axis[1]);
    pose.axis[2] = to_float(b->axis[2]);
    show_body(kind, &pose, 1, 1, 1);
    pose.axis[0] = to_float(x);
    pose.axis[2] = to_float(cross(x, b->axis[1]));
    for (int i = 0; i < w->wheels; ++i) {
        pose.position = to_float(robot_place(b, w->wheel[i]));
        show_body(wheel, &pose, 2 * w->radius, w->width, 2 * w->radius);
    }
}

static void robot_draw(const robot_scene *s) {
    const solver_body *b = &s->r.bodies[1];
    double deepest = 0;
    robot_show(s, 1, at(0, 0, 0), look_robot, look_wheel);
    robot_show(s, 2, robot_part(&s->r, 2)->hitch, look_trolley, look_small_wheel);
    for (size_t i = 0; i < s->r.s.n; ++i) {
        const solver_contact *c = &s->r.s.contacts[i];
        if (!(c->push > 0)) // ahead of touch
            continue;
        deepest = (double)c->found.depth > deepest ? (double)c->found.depth : deepest;
        show_mark(c->found.point_b, c->found.normal, c->found.depth, 1);
    }
    show_figure("contacts of the wheels", output.mark_count);
    show_figure("deepest, mm", 1e3 * deepest);
    show_figure("speed, m/s", dot(b->speed, b->axis[0]));
    show_figure("height, m", b->at.z);
    show_figure("nose up, %", 100 * b->axis[0].z);
}

// ---- scene 2: boxes at 300 km/h ----------------------------------------------------------------

#define BOXES 32
#define PANES 24
#define HITS 48   // that are shown
#define EVENTS 48 // within a step
#define LIFE 240  // steps
#define PANE_LIT 24
#define HIT_SHOWN 100
#define FAST (300 / 3.6)

typedef struct flyer {
    vec at, velocity, spin, half;
    quaternion turned;
    uint32_t left; // steps to live
    size_t corners;
    vec path[EVENTS + 2]; // of the last step, and when it was there
    double when[EVENTS + 2];
} flyer;

typedef struct hit {
    collide_obb box;
    collide_contact contact[8];
    size_t contacts;
    uint32_t left;
    bool missed;
} hit;

typedef struct boxes_scene {
    flyer boxes[BOXES];
    hit hits[HITS];
    uint32_t lit[PANES]; // steps
    uint32_t thrown, hit_count, steps;
    uint32_t found, missed;
    bool taken_over;
    uint64_t random;
} boxes_scene;

static collide_obb panes[PANES];
static collide_obb_pack *panes_pack;

static collide_obb flyer_box(const flyer *f) {
    const collide_pose pose = pose_of(f->turned, f->at);
    return collide_obb_from_pose(&pose, to_float(f->half));
}

// A ring that is open in front, panes of 3 cm within, and the ground.
static void make_panes(void) {
    const vec step = {0.92387953251128674, 0.38268343236508977, 0}; // 22.5 degrees
    const quaternion upright = {0, 0, 0, 1};
    vec way = {0, -1, 0};
    uint64_t random = 5;
    for (int i = 0; i < PANES; ++i) {
        const bool ring = i < 16, ground = i == PANES - 1;
        const vec out = at(way.x, way.y, 0);
        collide_pose pose;
        vec half = {0.015, 1.9, 1.3};
        pose.position = to_float(add(at(0, 0, 1.3), 9.5, out));
        pose.axis[0] = to_float(out);
        pose.axis[1] = to_float(at(-out.y, out.x, 0));
        pose.axis[2] = to_float(at(0, 0, 1));
        if (!ring && !ground) {
            const vec in = unit(at(draw(&random, -1, 1), draw(&random, -1, 1), 0));
            const double far = i == 16 ? 0 : 5;
            pose.position = to_float(add(at(0, 0, 1.1), far, way));
            pose.axis[0] = to_float(in);
            pose.axis[1] = to_float(at(-in.y, in.x, 0));
            half = at(0.015, 1.1, 1.1);
        }
        if (ground) {
            pose = pose_of(upright, at(0, 0, -0.1));
            half = at(14, 14, 0.1);
        }
        if (ring && (i < 3 || i > 13)) { // low ones in front
            half.z = 0.35;
            pose.position.z = 0.35f;
        }
        panes[i] = collide_obb_from_pose(&pose, to_float(half));
        panes[i] = collide_obb_orthonormalize(&panes[i]);
        way = unit(at(way.x * step.x - way.y * step.y, way.x * step.y + way.y * step.x, 0));
        if (!ring)
            way = unit(at(-way.y + 0.1, way.x, 0));
    }
    const size_t size = collide_obb_pack_size(PANES);
    check(collide_obb_pack_build(&panes_pack, allocate(size), size, panes, PANES, 0));
}

static void boxes_throw(boxes_scene *s, vec from, vec direction) {
    flyer *f = &s->boxes[s->thrown++ % BOXES];
    memset(f, 0, sizeof *f);
    f->at = from;
    f->velocity = add(at(0, 0, 0), FAST, unit(direction));
    f->turned = draw_rotation(&s->random);
    f->spin = draw_vec(&s->random, 6);
    f->half = add(at(0.18, 0.18, 0.18), 1, draw_vec(&s->random, 0.05));
    f->left = LIFE;
    f->corners = 1;
    f->path[0] = from;
}

static void boxes_start(boxes_scene *s) {
    s->random = 3;
    if (!panes_pack)
        make_panes();
}

// What meets first within the time that is left; other is a box, or BOXES + a pane.
typedef struct event {
    collide_impact impact;
    size_t box, other;
} event;

static bool boxes_first(const boxes_scene *s, float left, event *first) {
    collide_obb box[BOXES];
    collide_vec3 velocity[BOXES];
    collide_pair pairs[BOXES * (BOXES - 1) / 2];
    uint16_t bits[COLLIDE_BLOCKS(BOXES * (BOXES - 1) / 2)], seen[COLLIDE_BLOCKS(PANES)];
    const collide_sweeps some = {seen, NULL, NULL, NULL}, all = {bits, NULL, NULL, NULL};
    const collide_vec3 still = {0, 0, 0};
    collide_impact impact;
    size_t n = 0;
    first->impact.t_first = left;
    first->box = BOXES;
    for (size_t i = 0; i < BOXES; ++i) {
        if (!s->boxes[i].left)
            continue;
        box[i] = flyer_box(&s->boxes[i]);
        velocity[i] = to_float(s->boxes[i].velocity);
        collide_obb_obb_sweep_many(&box[i], velocity[i], panes_pack, NULL, left, &some);
        for (size_t k = 0; k < PANES; ++k)
            if ((seen[k / 16] >> k % 16 & 1) &&
                collide_obb_obb_sweep(&box[i], velocity[i], &panes[k], still, left, &impact) &&
                impact.t_first < first->impact.t_first &&
                dot(s->boxes[i].velocity, from_float(impact.normal)) < -1e-3) { // not leaving
                first->impact = impact;
                first->box = i;
                first->other = BOXES + k;
            }
        for (size_t k = 0; k < i; ++k)
            if (s->boxes[k].left) {
                pairs[n].a = (uint32_t)i;
                pairs[n++].b = (uint32_t)k;
            }
    }
    const collide_obb_array boxes = {box, BOXES, 0, velocity, 0};
    if (n > 0)
        collide_obb_obb_sweep_pairs(&boxes, &boxes, pairs, n, left, &all);
    for (size_t p = 0; p < n; ++p) {
        const size_t i = pairs[p].a, k = pairs[p].b;
        if (!(bits[p / 16] >> p % 16 & 1))
            continue;
        const vec towards = add(s->boxes[i].velocity, -1, s->boxes[k].velocity);
        if (collide_obb_obb_sweep(&box[i], velocity[i], &box[k], velocity[k], left, &impact) &&
            impact.t_first < first->impact.t_first &&
            dot(towards, from_float(impact.normal)) < -1e-3) {
            first->impact = impact;
            first->box = i;
            first->other = k;
        }
    }
    return first->box < BOXES;
}

static void boxes_move(boxes_scene *s, double time, double now) {
    for (flyer *f = s->boxes; f < s->boxes + BOXES; ++f)
        if (f->left) {
            f->at = add(f->at, time, f->velocity);
            f->path[f->corners] = f->at;
            f->when[f->corners++] = now;
        }
}

// Whether the two are apart now and when the time is over, if nothing stops them.
static bool ends_miss(const collide_obb *a, vec va, const collide_obb *b, vec vb, double time) {
    collide_obb moved = *a;
    moved.center = to_float(add(from_float(a->center), time, add(va, -1, vb)));
    return !collide_obb_obb(a, b, NULL) && !collide_obb_obb(&moved, b, NULL);
}

// Before the boxes move: the hit is counted and kept to be shown.
static void boxes_note(boxes_scene *s, const event *e, double left) {
    const flyer *f = &s->boxes[e->box], *g = e->other < BOXES ? &s->boxes[e->other] : NULL;
    const vec va = f->velocity, vb = g ? g->velocity : at(0, 0, 0);
    const collide_obb a = flyer_box(f), b = g ? flyer_box(g) : panes[e->other - BOXES];
    hit *h = &s->hits[s->hit_count++ % HITS];
    h->missed = ends_miss(&a, va, &b, vb, left);
    h->contacts = collide_obb_obb_sweep_contacts(&a, to_float(va), &b, to_float(vb), &e->impact,
                                                 NULL, h->contact, 8);
    h->left = HIT_SHOWN;
    h->box = a;
    h->box.center = to_float(add(f->at, (double)e->impact.t_first, va));
    ++s->found;
    s->missed += h->missed;
}

// Panes take a tenth of the speed; boxes exchange theirs along the normal.
static void boxes_bounce(boxes_scene *s, const event *e) {
    flyer *f = &s->boxes[e->box], *g = e->other < BOXES ? &s->boxes[e->other] : NULL;
    const vec normal = from_float(e->impact.normal);
    const vec closing = add(f->velocity, -1, g ? g->velocity : at(0, 0, 0));
    const double push = (g ? 1 : 1.9) * dot(closing, normal);
    f->spin = add(add(f->spin, -0.3, f->spin), 0.05, cross(normal, f->velocity));
    f->velocity = add(f->velocity, -push, normal);
    if (g)
        g->velocity = add(g->velocity, push, normal);
    else
        s->lit[e->other - BOXES] = PANE_LIT;
}

static void boxes_step(boxes_scene *s) {
    double left = STEP;
    event e;
    if (!s->taken_over && s->steps % 12 == 0) {
        const vec from = {draw(&s->random, -4, 4), -13, draw(&s->random, 1.2, 2.2)};
        const vec aim = {draw(&s->random, -5, 5), 4, draw(&s->random, 0.4, 1.6)};
        boxes_throw(s, from, add(aim, -1, from));
    }
    ++s->steps;
    for (flyer *f = s->boxes; f < s->boxes + BOXES; ++f) {
        const bool gone = dot(f->at, f->at) > 60 * 60;
        f->left = gone || !f->left ? 0 : f->left - 1;
        f->turned = f->left ? turn(f->turned, add(at(0, 0, 0), STEP, f->spin)) : f->turned;
        f->corners = 1;
        f->path[0] = f->at;
        f->when[0] = 0;
    }
    for (size_t i = 0; i < PANES; ++i)
        s->lit[i] -= s->lit[i] > 0;
    for (hit *h = s->hits; h < s->hits + HITS; ++h)
        h->left -= h->left > 0;
    for (int i = 0; boxes_first(s, (float)left, &e); ++i) {
        const double time = (double)e.impact.t_first;
        if (i == EVENTS) { // the rest of the step is lost, but nothing passes through
            left = time;
            break;
        }
        boxes_note(s, &e, left);
        left -= time;
        boxes_move(s, time, 1 - left / STEP);
        boxes_bounce(s, &e);
    }
    boxes_move(s, left, 1);
}

// Where it was at a fraction of the last step; the way up to there, as lines.
static vec flyer_trail(const flyer *f, double fraction) {
    vec from = f->path[0];
    for (size_t i = 1; i < f->corners; ++i) {
        const double t0 = f->when[i - 1], t1 = f->when[i];
        const bool last = t1 >= fraction;
        const double part = last && t1 > t0 ? (fraction - t0) / (t1 - t0) : 1;
        const vec way = add(f->path[i], -1, f->path[i - 1]), to = add(f->path[i - 1], part, way);
        show_line(from, to, 1);
        from = to;
        if (last)
            break;
    }
    return from;
}

static void boxes_draw(const boxes_scene *s, double fraction) {
    uint32_t flying = 0;
    for (size_t i = 0; i < PANES; ++i)
        show_box(i == PANES - 1 ? look_floor : s->lit[i] ? look_pane_hit : look_pane, &panes[i]);
    for (const flyer *f = s->boxes; f < s->boxes + BOXES; ++f) {
        if (!f->left)
            continue;
        const double grown = f->left < 20 ? f->left / 20.0 : 1;
        const collide_pose pose = pose_of(f->turned, flyer_trail(f, fraction));
        show_body(look_box, &pose, 2 * grown * f->half.x, 2 * grown * f->half.y,
                  2 * grown * f->half.z);
        ++flying;
    }
    for (const hit *h = s->hits; h < s->hits + HITS; ++h) {
        if (!h->left)
            continue;
        show_box(h->missed ? look_ghost_missed : look_ghost_seen, &h->box);
        for (size_t i = 0; i < h->contacts && i < 8; ++i)
            show_mark(h->contact[i].point_b, h->contact[i].normal, 0,
                      (float)h->left / (float)HIT_SHOWN);
    }
    show_figure("boxes in flight", flying);
    show_figure("hits found by sweeps", s->found);
    show_figure("missed at both ends of a step", s->missed);
    show_figure("missed, %", s->found ? 100.0 * s->missed / s->found : 0);
}

// ---- scene 3: cables ---------------------------------------------------------------------------

#define CABLES 3
#define POINTS 12
#define RADIUS 0.09
#define RING 12   // vertices of a ring of a tube
#define SAMPLES 8 // rings of a segment
#define BLOCKS 5
#define BALLS 4
#define POSTS 4
#define HILLS 25
#define REACH 0.3
#define TOUCH 1.01f // of the radius: what is drawn as contact

typedef struct cables_scene {
    collide_vec3 points[CABLES][POINTS];
    relax cables[CABLES];
    uint32_t chosen;     // cable * POINTS + point
    collide_vec3 handle; // the place that the chosen point is drawn to
    bool taken_over;
    vec swing; // of the point that moves until somebody takes over
    vec home;
    uint32_t steps;
} cables_scene;

static collide_obb blocks[BLOCKS];
static collide_sphere balls[BALLS];
static collide_cylinder posts[POSTS];
static collide_pose pot_pose;
static collide_sphere pot_core; // its mesh is but a surface

static void make_obstacles(void) {
    static const vec block_at[BLOCKS] = {
        {-3.6, 0.2, 0.7}, {-1.6, -1.6, 0.5}, {1.3, 1.5, 0.8}, {3.4, -1.2, 0.6}, {0.2, -2.8, 0.4}};
    static const vec ball_at[BALLS] = {
        {-2.5, 1.9, 0.7}, {0.9, -1.1, 0.6}, {4.2, 1.4, 0.7}, {-4.4, -2, 0.5}};
    static const vec post_at[POSTS] = {
        {-0.7, 2.9, 0.8}, {2.5, 0.2, 0.9}, {-2.9, -2.9, 0.7}, {2.3, 3, 0.6}};
    float *heights = (float *)allocate(HILLS * HILLS * sizeof *heights);
    uint64_t random = 9;
    for (int i = 0; i < HILLS * HILLS; ++i) {
        const int row = i / HILLS;
        const double x = i % HILLS / 4.0 - 3, y = row / 4.0 - 3;
        const double edge = x * x + y * y;
        heights[i] = (float)(0.05 * edge + draw(&random, 0, 0.16) - 0.25);
    }
    hills = make_terrain(heights, HILLS, HILLS, 0.5f, at(-6, -6, 0));
    for (int i = 0; i < BLOCKS; ++i) {
        const quaternion q = {draw(&random, -0.2, 0.2), draw(&random, -0.2, 0.2),
                              draw(&random, -1, 1), 1};
        const collide_pose pose = pose_of(q, block_at[i]);
        const vec half = {draw(&random, 0.4, 0.8), draw(&random, 0.25, 0.5), block_at[i].z};
        blocks[i] = collide_obb_from_pose(&pose, to_float(half));
    }
    for (int i = 0; i < BALLS; ++i) {
        balls[i].center = to_float(ball_at[i]);
        balls[i].radius = (float)draw(&random, 0.5, 0.75);
    }
    for (int i = 0; i < POSTS; ++i) {
        const quaternion q = {draw(&random, -0.3, 0.3), draw(&random, -0.3, 0.3), 0, 1};
        const collide_pose pose = pose_of(q, post_at[i]);
        posts[i].center = pose.position;
        posts[i].axis = pose.axis[2];
        posts[i].radius = (float)draw(&random, 0.25, 0.45);
        posts[i].height = (float)(2 * post_at[i].z);
    }
    const quaternion upright = {0, 0, 0.3, 1};
    pot_pose = pose_of(upright, at(0, 0.4, 0.75));
    pot_core.center = pot_pose.position;
    pot_core.radius = 0.4f;
}

static collide_cable cable_of(const cables_scene *s, size_t i) {
    const collide_cable c = {s->points[i], POINTS, 0, (float)RADIUS, COLLIDE_CABLE_CLAMPED};
    return c;
}

// Contacts of a cable with body k: solids, the teapot, the ground, and what the teapot encloses.
#define OTHERS (BLOCKS + BALLS + POSTS + 2)
static size_t cable_touches(const collide_cable *c, size_t k, collide_cable_contact *list) {
    size_t n = 0, b = k;
    if (b < BLOCKS)
        n = collide_cable_obb_contacts(c, &blocks[b], NULL, list, 2 * SLOTS);
    else if ((b -= BLOCKS) < BALLS)
        n = collide_cable_sphere_contacts(c, &balls[b], NULL, list, 2 * SLOTS);
    else if ((b -= BALLS) < POSTS)
        n = collide_cable_cylinder_contacts(c, &posts[b], NULL, list, 2 * SLOTS);
    else if (k == OTHERS - 2)
        n = collide_cable_tree_contacts(c, teapot, &pot_pose, NULL, list, 2 * SLOTS);
    else if (k == OTHERS - 1)
        n = collide_cable_terrain_contacts(c, hills, NULL, list, 2 * SLOTS);
    else
        n = collide_cable_sphere_contacts(c, &pot_core, NULL, list, 2 * SLOTS);
    return n < 2 * SLOTS ? n : 2 * SLOTS;
}

static void choose_point(cables_scene *s, uint32_t chosen) {
    s->taken_over = true;
    s->chosen = chosen;
    s->handle = s->points[chosen / POINTS][chosen % POINTS];
}

static void move_handle(cables_scene *s, vec to) {
    s->taken_over = true;
    s->handle = to_float(at(clamp(to.x, -6, 6), clamp(to.y, -6, 6), clamp(to.z, -0.5, 5)));
}

// A clamp goes where its handle is: its outer point takes the inner one along.
static void move_clamp(cables_scene *s) {
    const size_t k = s->chosen % POINTS;
    collide_vec3 *p = s->points[s->chosen / POINTS];
    const vec by = add(from_float(s->handle), -1, from_float(p[k]));
    if (k == 0)
        p[1] = to_float(add(from_float(p[1]), 1, by));
    else if (k == POINTS - 1)
        p[k - 1] = to_float(add(from_float(p[k - 1]), 1, by));
    if (k < 2 || k > POINTS - 3)
        p[k] = s->handle;
}

// Contacts move the cables, and a spring draws the chosen point to its handle.
static void cables_relax(cables_scene *s) {
    relax_how how = {3000, 0.05, 1e6, 20, 0.06, 0, 0, {0, 0, 0}};
    collide_cable_contact list[4 * SLOTS];
    for (size_t i = 0; i < CABLES; ++i) {
        const collide_cable c = relax_cable(&s->cables[i]);
        for (size_t k = 0; k <= OTHERS; ++k) {
            const size_t n = cable_touches(&c, k, list);
            relax_take(&s->cables[i], list, n);
        }
        for (size_t k = i + 1; k < CABLES; ++k) {
            const collide_cable other = relax_cable(&s->cables[k]);
            const size_t n = collide_cable_cable_contacts(&c, &other, NULL, list, 4 * SLOTS);
            for (size_t h = 0; h < n && h < 4 * SLOTS; ++h)
                relax_meet(&s->cables[i], list[h].segment, &s->cables[k], list[h].other, &list[h]);
        }
    }
    for (size_t i = 0; i < CABLES; ++i) {
        // The spring draws no harder than from REACH away.
        const vec p = from_float(s->points[i][s->chosen % POINTS]);
        const vec way = add(from_float(s->handle), -1, p);
        const double length = sqrt(dot(way, way));
        how.pull = i == s->chosen / POINTS ? 100 : 0;
        how.pulled = s->chosen % POINTS;
        how.place = add(p, length > REACH ? REACH / length : 1, way);
        relax_step(&s->cables[i], &how);
    }
}

static void cables_start(cables_scene *s) {
    uint64_t random = 21;
    if (!hills)
        make_obstacles();
    for (size_t i = 0; i < CABLES; ++i)
        for (int k = 0; k < POINTS; ++k) {
            const double t = k / (POINTS - 1.0), wave = 4 * t * (1 - t);
            const vec p = at(-5 + 10 * t, (double)i * 2.2 - 2.4 + 1.2 * wave, 1.5 - 0.5 * wave);
            s->points[i][k] = to_float(add(p, 1, draw_vec(&random, 0.35)));
        }
    for (size_t i = 0; i < CABLES; ++i)
        relax_begin(&s->cables[i], s->points[i], POINTS, (float)RADIUS);
    s->chosen = CABLES * POINTS; // none
    for (int i = 0; i < 90; ++i)
        cables_relax(s);
    s->chosen = POINTS + POINTS / 2;
    s->handle = s->points[1][POINTS / 2];
    s->swing = at(1, 0, 0);
    s->home = from_float(s->handle);
}

static void cables_step(cables_scene *s) {
    ++s->steps;
    if (!s->taken_over) {
        const double by = 0.9 * STEP, c = s->swing.x, d = s->swing.y;
        s->swing = unit(at(c - by * d, d + by * c, 0));
        const vec off = at(0.8 * s->swing.y, 1.3 * s->swing.y * s->swing.x, 0.9 * s->swing.x - 0.4);
        s->handle = to_float(add(s->home, 1, off));
    }
    move_clamp(s);
    cables_relax(s);
}

// Rings along the centre line; inside says where the cable meets something.
static void show_tube(const collide_cable *c, const collide_interval (*met)[SLOTS],
                      const size_t *met_count) {
    const size_t segments = collide_cable_segments(c);
    const size_t rings = segments * SAMPLES + 1;
    const double cosine = 0.86602540378443865, sine = 0.5; // of 30 degrees: RING is 12
    vec along = {1, 0, 0}, side = {0, 0, 1};
    if (output.vertex_count + rings * RING > MAX_VERTICES)
        return;
    for (size_t i = 0; i < rings; ++i) {
        const size_t k = i < rings - 1 ? i / SAMPLES : segments - 1;
        const float u = (float)(i - k * SAMPLES) / SAMPLES;
        const collide_spline segment = collide_cable_segment(c, k);
        collide_vec3 tangent;
        const vec middle = from_float(collide_spline_point(&segment, u, &tangent));
        const vec t = from_float(tangent);
        float inside = 0;
        for (size_t m = 0; m < met_count[k]; ++m)
            inside = u >= met[k][m].first - 0.03f && u <= met[k][m].last + 0.03f ? 1 : inside;
        along = dot(t, t) > 1e-12 ? unit(t) : along;
        side = unit(add(side, -dot(side, along), along));
        vec out = side;
        for (int j = 0; j < RING; ++j) {
            vertex *v = &vertices[output.vertex_count++];
            v->position = to_float(add(middle, (double)c->radius, out));
            v->normal = to_float(out);
            v->inside = inside;
            out = add(add(at(0, 0, 0), cosine, out), sine, cross(along, out));
        }
    }
}

typedef struct found {
    size_t all, with_solids, with_pot, with_ground, with_cables;
    double deepest;
} found;

// Contacts of cable i with all there is; where along it, for each segment.
static void cable_meet(const cables_scene *s, size_t i, collide_interval (*met)[SLOTS],
                       size_t *met_count, found *f) {
    collide_cable c = cable_of(s, i);
    c.radius *= TOUCH;
    for (size_t k = 0; k < OTHERS + CABLES; ++k) {
        collide_cable_contact list[2 * SLOTS];
        size_t n;
        if (k < OTHERS)
            n = cable_touches(&c, k, list);
        else if (k - OTHERS == i)
            n = collide_cable_self_contacts(&c, 3, NULL, list, 2 * SLOTS);
        else {
            const collide_cable other = cable_of(s, k - OTHERS);
            n = collide_cable_cable_contacts(&c, &other, NULL, list, 2 * SLOTS);
        }
        n = n < 2 * SLOTS ? n : 2 * SLOTS;
        // Of two cables each marks its own part; the contact is counted once.
        const bool again = k >= OTHERS && k - OTHERS < i;
        for (size_t h = 0; h < n; ++h) {
            const collide_cable_contact *p = &list[h];
            const double depth = (double)p->contact.depth - ((double)TOUCH - 1) * RADIUS;
            if (met_count[p->segment] < SLOTS)
                met[p->segment][met_count[p->segment]++] = p->interval;
            if (again)
                continue;
            f->deepest = depth > f->deepest ? depth : f->deepest;
            show_mark(p->contact.point_b, p->contact.normal, p->contact.depth, 1);
        }
        n = again ? 0 : n;
        f->all += n;
        *(k < OTHERS - 2    ? &f->with_solids
          : k == OTHERS - 2 ? &f->with_pot
          : k == OTHERS - 1 ? &f->with_ground
                            : &f->with_cables) += n;
    }
}

static void cables_draw(const cables_scene *s) {
    found f = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < BLOCKS; ++i)
        show_box(look_block, &blocks[i]);
    for (int i = 0; i < BALLS; ++i) {
        const double d = 2 * (double)balls[i].radius;
        collide_pose pose = collide_pose_identity();
        pose.position = balls[i].center;
        show_body(look_ball, &pose, d, d, d);
    }
    for (int i = 0; i < POSTS; ++i) {
        const collide_obb box = collide_obb_from_cylinder(&posts[i]);
        show_box(look_post, &box);
    }
    show_body(look_copper, &pot_pose, 1, 1, 1);
    for (size_t i = 0; i < CABLES; ++i) {
        collide_interval met[POINTS + 1][SLOTS];
        size_t met_count[POINTS + 1] = {0};
        const collide_cable c = cable_of(s, i);
        cable_meet(s, i, met, met_count, &f);
        show_tube(&c, (const collide_interval(*)[SLOTS])met, met_count);
        for (size_t k = 0; k < POINTS; ++k) {
            collide_pose pose = collide_pose_identity();
            const bool chosen = i * POINTS + k == s->chosen;
            pose.position = chosen ? s->handle : s->points[i][k];
            if (chosen)
                show_line(from_float(s->handle), from_float(s->points[i][k]), 1);
            show_body(chosen ? look_handle_chosen : look_handle, &pose, 1, 1, 1);
        }
    }
    show_figure("contacts", (double)f.all);
    show_figure("with boxes, balls, cylinders", (double)f.with_solids);
    show_figure("with the teapot", (double)f.with_pot);
    show_figure("with the ground", (double)f.with_ground);
    show_figure("of cables with cables", (double)f.with_cables);
    show_figure("deepest overlap, mm", 1e3 * f.deepest);
}

// ---- scene 4: teapots --------------------------------------------------------------------------

#define POTS 36
#define MAX_HITS (POTS * (POTS - 1) / 2)
#define MAX_PAIRS 4096

typedef struct pot {
    vec at, velocity, spin;
    quaternion turned;
} pot;

typedef struct pots_scene {
    pot pots[POTS];
    uint32_t gather; // steps to go on
    uint32_t steps;
} pots_scene;

static const vec hall = {5, 3.6, 2.6};

static void pots_start(pots_scene *s) {
    uint64_t random = 17;
    for (int i = 0; i < POTS; ++i) {
        pot *p = &s->pots[i];
        p->at = at(draw(&random, -hall.x, hall.x), draw(&random, -hall.y, hall.y),
                   draw(&random, -hall.z, hall.z));
        p->velocity = draw_vec(&random, 1.1);
        p->spin = draw_vec(&random, 0.8);
        p->turned = draw_rotation(&random);
    }
}

static double bounce(double place, double speed, double wall) {
    return (place > wall && speed > 0) || (place < -wall && speed < 0) ? -speed : speed;
}

static void pots_step(pots_scene *s) {
    ++s->steps;
    for (pot *p = s->pots; p < s->pots + POTS; ++p) {
        if (s->gather)
            p->velocity = add(p->velocity, -0.018, p->at);
        p->velocity.x = bounce(p->at.x, p->velocity.x, hall.x);
        p->velocity.y = bounce(p->at.y, p->velocity.y, hall.y);
        p->velocity.z = bounce(p->at.z, p->velocity.z, hall.z);
        p->at = add(p->at, STEP, p->velocity);
        p->turned = turn(p->turned, add(at(0, 0, 0), STEP, p->spin));
    }
    s->gather -= s->gather > 0;
}

static void show_triangle(const collide_mesh *mesh, const collide_pose *pose, uint32_t number) {
    const collide_vec3 *position = (const collide_vec3 *)mesh->positions;
    const uint32_t *index = (const uint32_t *)mesh->indices + (size_t)3 * number;
    if (output.triangle_count == MAX_TRIANGLES)
        return;
    collide_triangle *t = &triangles[output.triangle_count++];
    for (int k = 0; k < 3; ++k)
        t->v[k] = collide_pose_apply(pose, position[index[k]]);
}

static void pots_draw(const pots_scene *s) {
    static void *scratch;
    static collide_movers_hit hits[MAX_HITS];
    static collide_pair pairs[MAX_PAIRS];
    const size_t size = collide_movers_scratch_size(POTS);
    collide_mover movers[POTS];
    collide_movers_count meet;
    size_t met_triangles = 0, now = 0, all_contacts = 0;
    scratch = scratch ? scratch : allocate(size);
    for (int i = 0; i < POTS; ++i) {
        const pot *p = &s->pots[i];
        movers[i].tree = teapot;
        movers[i].pose = pose_of(p->turned, p->at);
        movers[i].velocity = to_float(p->velocity);
        show_body((look)(look_teapot + i % 4), &movers[i].pose, 1, 1, 1);
    }
    check(collide_movers_sweep(movers, POTS, 0, 1, scratch, size, hits, MAX_HITS, &meet));
    for (size_t h = 0; h < meet.hits; ++h) {
        const collide_pose *a = &movers[hits[h].movers.a].pose, *b = &movers[hits[h].movers.b].pose;
        collide_contact contact[4 * SLOTS];
        if (hits[h].impact.t_first > 0)
            continue;
        size_t n = collide_tree_tree_indices(teapot, a, teapot, b, pairs, MAX_PAIRS, NULL);
        ++now;
        met_triangles += n;
        for (size_t k = 0; k < n && k < MAX_PAIRS; ++k) {
            show_triangle(&teapot_mesh, a, pairs[k].a);
            show_triangle(&teapot_mesh, b, pairs[k].b);
        }
        n = collide_tree_tree_touches(teapot, a, teapot, b, 0.25f, contact, 4 * SLOTS, NULL);
        n = collide_contacts_reduce(contact, n < 4 * SLOTS ? n : 4 * SLOTS);
        all_contacts += n;
        for (size_t k = 0; k < n; ++k)
            show_mark(contact[k].point_b, contact[k].normal, contact[k].depth, 1);
    }
    show_figure("teapots of 992 triangles", POTS);
    show_figure("pairs of teapots that meet", (double)now);
    show_figure("will meet within a second", (double)(meet.hits - now));
    show_figure("pairs of triangles that meet", (double)met_triangles);
    show_figure("contacts, merged", (double)all_contacts);
}

// ---- the page's calls --------------------------------------------------------------------------

#define SCENES 4

static struct world {
    robot_scene robot;
    boxes_scene boxes;
    cables_scene cables;
    pots_scene pots;
} world;

EXPORT(web_looks) const char *web_looks(void) {
    return
#define LOOK(name) #name " "
        LOOKS(LOOK)
#undef LOOK
            ;
}

EXPORT(web_start) void web_start(int scene) {
    if (scene == 0) {
        memset(&world.robot, 0, sizeof world.robot);
        robot_start(&world.robot);
    } else if (scene == 1) {
        memset(&world.boxes, 0, sizeof world.boxes);
        boxes_start(&world.boxes);
    } else if (scene == 2) {
        memset(&world.cables, 0, sizeof world.cables);
        cables_start(&world.cables);
    } else {
        memset(&world.pots, 0, sizeof world.pots);
        pots_start(&world.pots);
    }
}

EXPORT(web_step) void web_step(int scene) {
    if (scene == 0)
        robot_step(&world.robot);
    else if (scene == 1)
        boxes_step(&world.boxes);
    else if (scene == 2)
        cables_step(&world.cables);
    else
        pots_step(&world.pots);
}

EXPORT(web_steps) uint32_t web_steps(int scene) {
    const uint32_t steps[SCENES] = {world.robot.steps, world.boxes.steps, world.cables.steps,
                                    world.pots.steps};
    return scene >= 0 && scene < SCENES ? steps[scene] : 0;
}

// What is there now; of what flies fast, at a fraction of the last step.
EXPORT(web_draw) const struct output *web_draw(int scene, double fraction) {
    begin_drawing();
    if (scene == 0)
        robot_draw(&world.robot);
    else if (scene == 1)
        boxes_draw(&world.boxes, fraction);
    else if (scene == 2)
        cables_draw(&world.cables);
    else
        pots_draw(&world.pots);
    return &output;
}

// 64 bits do not cross to JavaScript everywhere: the low half is returned, the high one kept.
static uint32_t high_half;

static uint32_t halves(uint64_t hash) {
    high_half = (uint32_t)(hash >> 32);
    return (uint32_t)hash;
}

EXPORT(web_high) uint32_t web_high(void) {
    return high_half;
}

static uint64_t hash_drawn(uint64_t hash) {
    hash = hash_bytes(hash, bodies, output.body_count * sizeof *bodies);
    hash = hash_bytes(hash, marks, output.mark_count * sizeof *marks);
    hash = hash_bytes(hash, vertices, output.vertex_count * sizeof *vertices);
    return hash_bytes(hash, triangles, output.triangle_count * sizeof *triangles);
}

// The scene from its start, so many steps without input: the hash of all that was drawn. The scene
// that is on goes on as if nothing had happened.
EXPORT(web_replay) uint32_t web_replay(int scene, int steps) {
    static struct world kept;
    uint64_t hash = HASH_BEGIN;
    kept = world;
    web_start(scene);
    for (int i = 0; i < steps; ++i) {
        web_step(scene);
        web_draw(scene, 1);
        hash = hash_drawn(hash);
    }
    world = kept;
    return halves(hash);
}

EXPORT(web_limit) int web_limit(int simd) {
    return (int)collide_isa_limit(simd ? COLLIDE_ISA_COUNT : COLLIDE_ISA_SCALAR);
}

EXPORT(web_isa) const char *web_isa(void) {
    return collide_isa_text(collide_isa());
}

EXPORT(web_heights) const float *web_heights(int scene) {
    return (const float *)(scene == 0 ? volcano : hills)->grid.heights;
}

EXPORT(web_buttons) void web_buttons(uint32_t buttons) {
    world.robot.buttons = buttons;
}

EXPORT(web_throw)
void web_throw(double x, double y, double z, double dx, double dy, double dz) {
    world.boxes.taken_over = true;
    boxes_throw(&world.boxes, at(x, y, z), at(dx, dy, dz));
}

// Chooses the control point nearest to a ray of unit length, if it is within reach, as seen from
// its origin. Returns whether there is one.
EXPORT(web_grab)
int web_grab(double x, double y, double z, double dx, double dy, double dz, double reach) {
    cables_scene *s = &world.cables;
    const vec from = at(x, y, z), way = at(dx, dy, dz);
    double least = reach;
    uint32_t grabbed = CABLES * POINTS;
    for (uint32_t i = 0; i < CABLES * POINTS; ++i) {
        const collide_vec3 p = i == s->chosen ? s->handle : s->points[i / POINTS][i % POINTS];
        const vec off = add(from_float(p), -1, from);
        const double along = dot(off, way);
        const vec beside = add(off, -along, way);
        const double angle = along > 0 ? sqrt(dot(beside, beside)) / along : reach;
        if (angle < least) {
            least = angle;
            grabbed = i;
        }
    }
    if (grabbed == CABLES * POINTS)
        return 0;
    if (grabbed != s->chosen)
        choose_point(s, grabbed);
    s->taken_over = true;
    return 1;
}

// Takes the handle of the chosen point to where the ray meets the plane through it with this
// normal. The point follows as far as its cable can.
EXPORT(web_drag)
void web_drag(double x, double y, double z, double dx, double dy, double dz, double nx, double ny,
              double nz) {
    cables_scene *s = &world.cables;
    const vec from = at(x, y, z), way = at(dx, dy, dz), normal = at(nx, ny, nz);
    const double speed = dot(way, normal);
    if (speed * speed < 1e-6)
        return;
    move_handle(s, add(from, dot(add(from_float(s->handle), -1, from), normal) / speed, way));
}

EXPORT(web_choose) void web_choose(int by) {
    cables_scene *s = &world.cables;
    choose_point(s, (uint32_t)((int)s->chosen + by + CABLES * POINTS) % (CABLES * POINTS));
}

EXPORT(web_nudge) void web_nudge(double x, double y, double z) {
    cables_scene *s = &world.cables;
    move_handle(s, add(from_float(s->handle), 1, at(x, y, z)));
}

EXPORT(web_gather) void web_gather(void) {
    world.pots.gather = 30;
}

// ---- measurements ------------------------------------------------------------------------------

#define BATCH 65536 // wheels, or pairs of boxes
#define SEGMENTS 8192
#define HARNESS_BOXES 64
#define POT_POSES 512

// Inputs of the batch of one scene, made by the first measurement of it.
static struct work {
    collide_cylinder_pack *wheels;
    collide_obb_pack *first, *second;
    collide_vec3_pack *first_way, *second_way;
    collide_spline_pack *segments;
    collide_aabb boxes[HARNESS_BOXES];
    collide_pose poses[POT_POSES];
} work;

static uint16_t work_bits[HARNESS_BOXES * COLLIDE_BLOCKS(SEGMENTS)];
static collide_pair work_pairs[1 << 18];
static float work_first[BATCH], work_last[BATCH];
static uint8_t work_axis[BATCH];

// Wheels of 3 to 10 cm whose tread is 5 mm below to 5 mm above the ground under their centre.
static void make_wheels(uint64_t *random) {
    const size_t size = collide_cylinder_pack_size(BATCH);
    const collide_heights *g = &volcano->grid;
    collide_cylinder *wheels = (collide_cylinder *)allocate(BATCH * sizeof *wheels);
    for (collide_cylinder *w = wheels; w < wheels + BATCH; ++w) {
        const quaternion q = {0, 0, draw(random, -1, 1), 1};
        const double x = draw(random, 1, (double)g->columns - 2);
        const double y = draw(random, 1, (double)g->rows - 2);
        float z = 0;
        w->radius = (float)draw(random, 0.03, 0.1);
        w->height = 0.6f * w->radius;
        collide_terrain_height(volcano, (float)x, (float)y, &z, NULL);
        w->center = to_float(at(x, y, (double)z + (double)w->radius + draw(random, -0.005, 0.005)));
        w->axis = pose_of(q, at(0, 0, 0)).axis[1];
    }
    check(collide_cylinder_pack_build(&work.wheels, allocate(size), size, wheels, BATCH, 0));
    free(wheels);
}

static void make_sweeps(uint64_t *random) {
    const size_t size = collide_obb_pack_size(BATCH), way_size = collide_vec3_pack_size(BATCH);
    collide_obb *boxes = (collide_obb *)allocate(BATCH * sizeof *boxes);
    collide_vec3 *ways = (collide_vec3 *)allocate(BATCH * sizeof *ways);
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < BATCH; ++i) {
            const collide_pose pose = pose_of(draw_rotation(random), draw_vec(random, 2));
            const vec half = add(at(0.5, 0.5, 0.5), 1, draw_vec(random, 0.4));
            boxes[i] = collide_obb_from_pose(&pose, to_float(half));
            ways[i] = to_float(draw_vec(random, 2));
        }
        check(collide_obb_pack_build(k ? &work.second : &work.first, allocate(size), size, boxes,
                                     BATCH, 0));
        check(collide_vec3_pack_build(k ? &work.second_way : &work.first_way, allocate(way_size),
                                      way_size, ways, BATCH, 0));
    }
    free(boxes);
    free(ways);
}

static void make_segments(uint64_t *random) {
    const size_t size = collide_spline_pack_size(SEGMENTS);
    collide_spline *segments = (collide_spline *)allocate(SEGMENTS * sizeof *segments);
    for (collide_spline *s = segments; s < segments + SEGMENTS; ++s) {
        vec p = draw_vec(random, 5);
        s->radius = (float)draw(random, 0.02, 0.1);
        for (int k = 0; k < 4; ++k) {
            s->v[k] = to_float(p);
            p = add(p, 1, draw_vec(random, 0.6));
        }
    }
    check(collide_spline_pack_build(&work.segments, allocate(size), size, segments, SEGMENTS, 0));
    free(segments);
    for (collide_aabb *b = work.boxes; b < work.boxes + HARNESS_BOXES; ++b) {
        const vec middle = draw_vec(random, 4), half = add(at(1, 1, 1), 1, draw_vec(random, 0.7));
        b->min = to_float(add(middle, -1, half));
        b->max = to_float(add(middle, 1, half));
    }
}

EXPORT(web_prepare) void web_prepare(int scene) {
    uint64_t random = 1;
    if (scene == 0 && !work.wheels)
        make_wheels(&random);
    else if (scene == 1 && !work.first)
        make_sweeps(&random);
    else if (scene == 2 && !work.segments)
        make_segments(&random);
    else if (scene == 3)
        for (int i = 0; i < POT_POSES; ++i)
            work.poses[i] = pose_of(draw_rotation(&random), draw_vec(&random, 0.6));
}

EXPORT(web_work_text) const char *web_work_text(int scene) {
    static const char *const text[SCENES] = {
        "65,536 wheels against the volcano",
        "65,536 pairs of moving boxes, with times of contact",
        "8,192 segments of cables against 64 boxes",
        "a teapot against 512 poses of another: all pairs of triangles",
    };
    return scene >= 0 && scene < SCENES ? text[scene] : "";
}

static size_t work_hits;

// One batch over the scene's input; returns the hits. The answers stay for web_work_hash, so that
// no time goes into hashing them.
EXPORT(web_work) size_t web_work(int scene) {
    static const collide_sweeps sweeps = {work_bits, work_first, work_last, work_axis};
    const size_t room = sizeof work_pairs / sizeof *work_pairs;
    size_t n = 0;
    if (scene == 0)
        n = collide_terrain_cylinder_many(volcano, work.wheels, work_bits);
    else if (scene == 1)
        n = collide_obb_obb_sweep_lanes(work.first, work.first_way, work.second, work.second_way, 1,
                                        &sweeps);
    for (size_t i = 0; i < HARNESS_BOXES && scene == 2; ++i)
        n += collide_aabb_spline_near_many(&work.boxes[i], work.segments,
                                           work_bits + i * COLLIDE_BLOCKS(SEGMENTS));
    for (size_t i = 0; i < POT_POSES && scene == 3; ++i) {
        const size_t used = n < room ? n : room;
        n += collide_tree_tree_indices(teapot, NULL, teapot, &work.poses[i], work_pairs + used,
                                       room - used, NULL);
    }
    work_hits = n;
    return n;
}

EXPORT(web_work_hash) uint32_t web_work_hash(int scene) {
    const size_t room = sizeof work_pairs / sizeof *work_pairs;
    const size_t words =
        scene == 2 ? HARNESS_BOXES * COLLIDE_BLOCKS(SEGMENTS) : COLLIDE_BLOCKS(BATCH);
    uint64_t hash = hash_bytes(HASH_BEGIN, &work_hits, sizeof work_hits);
    if (scene == 3)
        return halves(hash_bytes(hash, work_pairs,
                                 (work_hits < room ? work_hits : room) * sizeof *work_pairs));
    hash = hash_bytes(hash, work_bits, words * sizeof *work_bits);
    if (scene == 1) {
        hash = hash_bytes(hash, work_first, sizeof work_first);
        hash = hash_bytes(hash, work_last, sizeof work_last);
        hash = hash_bytes(hash, work_axis, sizeof work_axis);
    }
    return halves(hash);
}
