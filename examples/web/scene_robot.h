// Scene: a robot on the volcano.
#ifndef SCENE_ROBOT_H
#define SCENE_ROBOT_H

#include "base.h"

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
    asked += (uint32_t)(robot_part(&s->r, 1)->wheels + robot_part(&s->r, 2)->wheels);
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

static void robot_draw(const robot_scene *s, double fraction) {
    (void)fraction;
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

// ---- the batch ---------------------------------------------------------------------------------

static const char robot_work_text[] = "65,536 wheels against the volcano";
static collide_cylinder_pack *work_wheels;

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
    check(collide_cylinder_pack_build(&work_wheels, allocate(size), size, wheels, BATCH, 0));
    free(wheels);
}

static void robot_prepare(void) {
    uint64_t random = 1;
    if (!work_wheels)
        make_wheels(&random);
}

static size_t robot_work(void) {
    return collide_terrain_cylinder_many(volcano, work_wheels, work_bits);
}

static uint64_t robot_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    return hash_bits(hash, BATCH);
}

#endif // SCENE_ROBOT_H
