// Scene: boxes at 300 km/h.
#ifndef SCENE_BOXES_H
#define SCENE_BOXES_H

#include "base.h"

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

typedef struct boxes_hit {
    collide_obb box;
    collide_contact contact[8];
    size_t contacts;
    uint32_t left;
    bool missed;
} boxes_hit;

typedef struct boxes_scene {
    flyer boxes[BOXES];
    boxes_hit hits[HITS];
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
        asked += PANES;
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
    asked += (uint32_t)n;
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
    boxes_hit *h = &s->hits[s->hit_count++ % HITS];
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
    for (boxes_hit *h = s->hits; h < s->hits + HITS; ++h)
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
    for (const boxes_hit *h = s->hits; h < s->hits + HITS; ++h) {
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

// ---- the batch ---------------------------------------------------------------------------------

static const char boxes_work_text[] = "65,536 pairs of moving boxes, with times of contact";
static collide_obb_pack *work_boxes[2];
static collide_vec3_pack *work_ways[2];
static uint8_t work_axis[BATCH];

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
        check(collide_obb_pack_build(&work_boxes[k], allocate(size), size, boxes, BATCH, 0));
        check(collide_vec3_pack_build(&work_ways[k], allocate(way_size), way_size, ways, BATCH, 0));
    }
    free(boxes);
    free(ways);
}

static void boxes_prepare(void) {
    uint64_t random = 1;
    if (!work_boxes[0])
        make_sweeps(&random);
}

static size_t boxes_work(void) {
    static const collide_sweeps sweeps = {work_bits, work_first, work_last, work_axis};
    return collide_obb_obb_sweep_lanes(work_boxes[0], work_ways[0], work_boxes[1], work_ways[1], 1,
                                       &sweeps);
}

static uint64_t boxes_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    hash = hash_bits(hash, BATCH);
    hash = hash_bytes(hash, work_first, sizeof work_first);
    hash = hash_bytes(hash, work_last, sizeof work_last);
    return hash_bytes(hash, work_axis, sizeof work_axis);
}

#endif // SCENE_BOXES_H
