// Scene: cables.
#ifndef SCENE_CABLES_H
#define SCENE_CABLES_H

#include "../relax.h"
#include "base.h"

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
    ++asked;
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
            ++asked;
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
    const size_t segments = collide_cable_segment_count(c);
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

typedef struct cable_contacts {
    size_t all, with_solids, with_pot, with_ground, with_cables;
    double deepest;
} cable_contacts;

// Contacts of cable i with all there is; where along it, for each segment.
static void cable_meet(const cables_scene *s, size_t i, collide_interval (*met)[SLOTS],
                       size_t *met_count, cable_contacts *f) {
    collide_cable c = cable_of(s, i);
    c.radius *= TOUCH;
    for (size_t k = 0; k < OTHERS + CABLES; ++k) {
        collide_cable_contact list[2 * SLOTS];
        size_t n;
        asked += k >= OTHERS;
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

static void cables_draw(const cables_scene *s, double fraction) {
    (void)fraction;
    cable_contacts f = {0, 0, 0, 0, 0, 0};
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

// ---- what a pointer and keys do ----------------------------------------------------------------

// Chooses the control point nearest to a ray of unit length, if it is within an angle of it.
static bool cables_grab(cables_scene *s, vec from, vec way, double reach) {
    double least = reach;
    uint32_t grabbed = CABLES * POINTS;
    for (uint32_t i = 0; i < CABLES * POINTS; ++i) {
        const collide_vec3 p = i == s->chosen ? s->handle : s->points[i / POINTS][i % POINTS];
        const double angle = angle_off(from, way, from_float(p));
        if (angle < least) {
            least = angle;
            grabbed = i;
        }
    }
    if (grabbed == CABLES * POINTS)
        return false;
    if (grabbed != s->chosen)
        choose_point(s, grabbed);
    s->taken_over = true;
    return true;
}

// The point follows its handle as far as its cable can.
static void cables_drag(cables_scene *s, vec from, vec way, vec normal) {
    move_handle(s, meet_plane(from, way, from_float(s->handle), normal));
}

static void cables_choose(cables_scene *s, int by) {
    choose_point(s, (uint32_t)((int)s->chosen + by + CABLES * POINTS) % (CABLES * POINTS));
}

static void cables_nudge(cables_scene *s, vec by) {
    move_handle(s, add(from_float(s->handle), 1, by));
}

// ---- the batch ---------------------------------------------------------------------------------

#define SEGMENTS 8192
#define HARNESS_BOXES 64

static const char cables_work_text[] = "8,192 segments of cables against 64 boxes";
static collide_spline_pack *work_segments;
static collide_aabb work_bounds[HARNESS_BOXES];

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
    check(collide_spline_pack_build(&work_segments, allocate(size), size, segments, SEGMENTS, 0));
    free(segments);
    for (collide_aabb *b = work_bounds; b < work_bounds + HARNESS_BOXES; ++b) {
        const vec middle = draw_vec(random, 4), half = add(at(1, 1, 1), 1, draw_vec(random, 0.7));
        b->min = to_float(add(middle, -1, half));
        b->max = to_float(add(middle, 1, half));
    }
}

static void cables_prepare(void) {
    uint64_t random = 1;
    if (!work_segments)
        make_segments(&random);
}

static size_t cables_work(void) {
    size_t n = 0;
    for (size_t i = 0; i < HARNESS_BOXES; ++i)
        n += collide_aabb_spline_near_many(&work_bounds[i], work_segments,
                                           work_bits + i * COLLIDE_BLOCKS(SEGMENTS));
    return n;
}

static uint64_t cables_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    return hash_bits(hash, (size_t)HARNESS_BOXES * SEGMENTS);
}

#endif // SCENE_CABLES_H
