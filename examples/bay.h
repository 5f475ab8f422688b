// An engine bay with a harness, for harness.c: bodies that stand on a floor, and cables in bundles
// between clamps, drawn roughly, with no regard for what is in their way.
#ifndef BAY_H
#define BAY_H

#include "picture.h"

#include <math.h>

#define LEAST 100 // triangles of the mesh of the castings
#define BUNDLES 8
#define EACH 5 // cables of a bundle
#define CABLES (BUNDLES * EACH)
#define MAX_POINTS 60
#define MAX_SEGMENTS (CABLES * (MAX_POINTS + 1))
#define LARGE 12 // boxes with a name,
#define POSTS 8  // boxes that hold clamps
#define BOXES 24 // boxes in all, aligned, and as many turned ones
#define CASTINGS 3
#define BODIES (2 * BOXES + CASTINGS)
#define SPACING 0.028f // of control points, in metres

enum { ALIGNED, TURNED, CASTING, CABLE, ITSELF, KINDS };

typedef struct body {
    char name[16];
    collide_obb box;     // of boxes
    collide_pose pose;   // of castings
    collide_aabb bounds; // of aligned boxes the box itself
    collide_sphere core; // of castings, whose mesh is but a surface
} body;

// Clamps hold the ends of a bundle, in a row across the direction that it leaves them in.
typedef struct clamp {
    collide_vec3 at, out;
    bool post;
} clamp;

static const struct {
    const char *name;
    collide_vec3 center, half;
} large[LARGE] = {{"floor", {0.60f, 0.45f, -0.02f}, {0.64f, 0.48f, 0.02f}},
                  {"engine block", {0.60f, 0.45f, 0.15f}, {0.20f, 0.16f, 0.15f}},
                  {"cylinder head", {0.60f, 0.45f, 0.19f}, {0.17f, 0.09f, 0.19f}},
                  {"battery", {1.06f, 0.18f, 0.15f}, {0.09f, 0.08f, 0.15f}},
                  {"radiator", {0.60f, 0.86f, 0.20f}, {0.33f, 0.02f, 0.20f}},
                  {"air filter", {0.17f, 0.68f, 0.18f}, {0.10f, 0.09f, 0.18f}},
                  {"washer tank", {1.08f, 0.72f, 0.14f}, {0.07f, 0.10f, 0.14f}},
                  {"fuse box", {0.14f, 0.20f, 0.16f}, {0.08f, 0.06f, 0.16f}},
                  {"brake unit", {0.80f, 0.13f, 0.10f}, {0.05f, 0.05f, 0.10f}},
                  {"gearbox", {0.28f, 0.42f, 0.10f}, {0.10f, 0.09f, 0.10f}},
                  {"pump", {0.94f, 0.45f, 0.08f}, {0.08f, 0.09f, 0.08f}},
                  {"starter", {0.50f, 0.15f, 0.085f}, {0.10f, 0.07f, 0.085f}}};

static const collide_vec3 castings[CASTINGS] = {
    {0.28f, 0.42f, 0.26f}, {0.94f, 0.45f, 0.22f}, {0.50f, 0.15f, 0.23f}};

static const clamp clamps[BUNDLES][2] = {
    {{{0.03f, 0.13f, 0.30f}, {1, 0, 0}, true}, {{0.96f, 0.18f, 0.25f}, {-1, 0, 0}, false}},
    {{{0.23f, 0.22f, 0.27f}, {1, 0, 0}, false}, {{1.17f, 0.40f, 0.28f}, {-1, 0, 0}, true}},
    {{{0.03f, 0.46f, 0.36f}, {1, 0, 0}, true}, {{1.17f, 0.52f, 0.36f}, {-1, 0, 0}, true}},
    {{{0.28f, 0.66f, 0.28f}, {1, 0, 0}, false}, {{1.00f, 0.72f, 0.25f}, {-1, 0, 0}, false}},
    {{{0.40f, 0.83f, 0.31f}, {0, -1, 0}, false}, {{0.36f, 0.03f, 0.28f}, {0, 1, 0}, true}},
    {{{0.58f, 0.83f, 0.38f}, {0, -1, 0}, false}, {{0.62f, 0.03f, 0.36f}, {0, 1, 0}, true}},
    {{{0.80f, 0.83f, 0.33f}, {0, -1, 0}, false}, {{0.84f, 0.03f, 0.28f}, {0, 1, 0}, true}},
    {{{0.17f, 0.58f, 0.33f}, {0, -1, 0}, false}, {{0.48f, 0.03f, 0.32f}, {0, 1, 0}, true}}};

static body bodies[BODIES]; // aligned boxes, turned boxes, castings
static collide_mesh teapot_mesh;
static collide_tree *teapot;
static collide_vec3 points[CABLES][MAX_POINTS];
static collide_cable cables[CABLES];

// A multiple of 2^-24 of the way from lo to hi.
static inline float draw(float lo, float hi) {
    static uint64_t state = 11;
    return lo + (hi - lo) * random_float(&state);
}

static inline collide_vec3 draw_vec(float x, float y, float z) {
    x *= draw(-1, 1);
    y *= draw(-1, 1);
    return point(x, y, z * draw(-1, 1));
}

// y up becomes z up.
static inline void read_teapot(const char *path) {
    read_off(path, 0.24f, LEAST, &teapot_mesh);
    collide_vec3 *p = (collide_vec3 *)(uintptr_t)teapot_mesh.positions;
    for (size_t i = 0; i < teapot_mesh.vertex_count; ++i)
        p[i] = point(p[i].z, p[i].x, p[i].y);
    teapot = build_tree(&teapot_mesh, NULL);
}

static inline bool near_box(const collide_obb *box, collide_vec3 p, float reach) {
    return fabsf(p.x - box->center.x) < box->half.x + reach &&
           fabsf(p.y - box->center.y) < box->half.y + reach;
}

// On the floor, beside all boxes before.
static inline collide_vec3 find_place(int boxes) {
    for (int trial = 0; trial < 10000; ++trial) {
        const collide_vec3 p = mad(point(0.6f, 0.45f, 0), 1, draw_vec(0.58f, 0.43f, 0));
        bool free = true;
        for (int i = 1; i < boxes && free; ++i)
            free = !near_box(&bodies[i].box, p, 0.05f);
        if (free)
            return p;
    }
    fail("the bay is full");
    return point(0, 0, 0);
}

// A post holds a clamp from below, across the cables.
static inline collide_obb make_post(const clamp *c) {
    const float height = 0.5f * (c->at.z - 0.015f);
    collide_pose pose = collide_pose_identity();
    pose.position = point(c->at.x, c->at.y, height);
    return collide_obb_from_pose(&pose, mad(point(0.01f, 0.01f, height), 0.035f,
                                            point(fabsf(c->out.y), fabsf(c->out.x), 0)));
}

static inline void make_box(int i) {
    static const clamp *next = &clamps[0][0];
    body *b = &bodies[i];
    const collide_vec3 turn = draw_vec(0.15f, 0.15f, 1);
    const collide_vec3 half = point(draw(0.015f, 0.04f), draw(0.015f, 0.04f), draw(0.03f, 0.15f));
    b->pose = collide_pose_identity();
    if (i < LARGE) {
        snprintf(b->name, sizeof b->name, "%s", large[i].name);
        b->pose.position = large[i].center;
        b->box = collide_obb_from_pose(&b->pose, large[i].half);
    } else if (i < LARGE + POSTS) {
        while (!next->post)
            ++next;
        snprintf(b->name, sizeof b->name, "post %d", i - LARGE + 1);
        b->box = make_post(next++);
    } else {
        collide_vec3 place = find_place(i);
        place.z = half.z - 0.01f;
        snprintf(b->name, sizeof b->name, i < BOXES ? "clip %d" : "bracket %d", i % BOXES + 1);
        if (i >= BOXES)
            b->pose = collide_pose_from_quaternion(turn.x, turn.y, turn.z, 1, place);
        b->pose.position = place;
        b->box = collide_obb_from_pose(&b->pose, half);
    }
    const collide_kdop6 bound = collide_kdop6_from_obb(&b->box);
    b->bounds.min = point(bound.min[0], bound.min[1], bound.min[2]);
    b->bounds.max = point(bound.max[0], bound.max[1], bound.max[2]);
}

static inline void make_bodies(void) {
    for (int i = 0; i < 2 * BOXES; ++i)
        make_box(i);
    for (int i = 0; i < CASTINGS; ++i) {
        body *b = &bodies[2 * BOXES + i];
        snprintf(b->name, sizeof b->name, "casting %d", i + 1);
        b->pose = collide_pose_identity();
        b->pose.position = castings[i];
        b->bounds = collide_aabb_from_tree(teapot, &b->pose);
        b->core.center = castings[i];
        b->core.radius = 0.05f;
    }
}

// In an S from clamp to clamp, a little longer than the straight way.
static inline void lay_cable(int i) {
    const clamp *from = &clamps[i / EACH][0], *to = from + 1;
    const int rank = i % EACH - EACH / 2; // from the middle one
    const float beside = 0.016f * (float)rank;
    const collide_vec3 across = point(fabsf(from->out.y), fabsf(from->out.x), 0);
    const collide_vec3 a = mad(from->at, beside, across), b = mad(to->at, beside, across);
    const collide_vec3 begin = mad(a, SPACING, from->out), end = mad(b, SPACING, to->out);
    const collide_vec3 way = sub(end, begin);
    const float length = sqrtf(way.x * way.x + way.y * way.y + way.z * way.z);
    const size_t n = (size_t)(1.06f * length / SPACING) + 3;
    collide_vec3 *p = points[i];
    const collide_cable c = {p, n, 0, draw(0.002f, 0.004f), COLLIDE_CABLE_CLAMPED};
    for (size_t k = 1; k + 1 < n; ++k) {
        const float t = (float)(k - 1) / (float)(n - 3), wave = 0.05f * sinf(9.424778f * t);
        p[k] = mad(mad(begin, t, way), wave, point(-way.y, way.x, 0.3f * length));
        if (k > 1 && k + 2 < n)
            p[k] = mad(p[k], 0.003f, draw_vec(1, 1, 1));
    }
    p[0] = a;
    p[1] = begin;
    p[n - 2] = end;
    p[n - 1] = b;
    cables[i] = c;
    check(collide_cable_check(&c));
}

// Contacts of a cable with a body, by the calls for cables.
static inline size_t contacts_with(const collide_cable *c, const body *b,
                                   collide_cable_contact *list, size_t room) {
    const int kind = (int)(b - bodies) / BOXES;
    if (kind == ALIGNED)
        return collide_cable_aabb_contacts(c, &b->bounds, NULL, list, room);
    if (kind == TURNED)
        return collide_cable_obb_contacts(c, &b->box, NULL, list, room);
    return collide_cable_tree_contacts(c, teapot, &b->pose, NULL, list, room);
}

// ---- the picture -------------------------------------------------------------------------------

// The centre line of a segment from u to u.
static inline void draw_part(picture *p, const collide_spline *s, collide_interval u,
                             float radius) {
    collide_vec3 v[5];
    for (int k = 0; k < 5; ++k)
        v[k] = collide_spline_point(s, u.first + 0.25f * (float)k * (u.last - u.first), NULL);
    picture_tube(p, v, 5, radius);
}

// A cable, and red where it overlaps a body or another cable by more than a share of its radius.
static inline void draw_cable(picture *p, int i, uint32_t colour, float share) {
    static collide_cable_contact list[4 * MAX_POINTS];
    const size_t room = sizeof list / sizeof *list;
    const collide_interval all = {0, 1};
    const collide_cable *c = &cables[i];
    picture_pen(p, PICTURE_LINE, colour);
    for (size_t k = 0; k < collide_cable_segment_count(c); ++k) {
        const collide_spline s = collide_cable_segment(c, k);
        draw_part(p, &s, all, c->radius);
    }
    picture_pen(p, PICTURE_MARK, 0xe3241b);
    for (int b = 0; b < BODIES + CABLES; ++b) {
        size_t n = 0;
        if (b < BODIES)
            n = contacts_with(c, &bodies[b], list, room);
        else if (b - BODIES != i)
            n = collide_cable_cable_contacts(c, &cables[b - BODIES], NULL, list, room);
        for (size_t k = 0; k < n && k < room; ++k) {
            const collide_spline s = collide_cable_segment(c, list[k].segment);
            if (list[k].contact.depth > share * c->radius)
                draw_part(p, &s, list[k].interval, 1.05f * c->radius);
        }
    }
}

// The bay with the cables as they are now, in half of the picture.
static inline void draw_bay(picture *p, size_t column, float share) {
    static const uint32_t colours[BUNDLES] = {0x2f6fb5, 0x2c8a57, 0xe08a1e, 0x6a4a9c,
                                              0x1f8f98, 0x333d48, 0x7a4d24, 0xb0589a};
    for (int i = 1; i < 2 * BOXES; ++i) { // the floor has no end
        picture_pen(p, PICTURE_SOLID, i < LARGE ? 0xa9b7c4 : i < BOXES ? 0xc3ccd4 : 0xb3c4b6);
        picture_obb(p, &bodies[i].box);
    }
    picture_pen(p, PICTURE_SOLID, 0xd8c9b4);
    for (int i = 2 * BOXES; i < BODIES; ++i)
        picture_mesh(p, &teapot_mesh, &bodies[i].pose);
    for (int i = 0; i < CABLES; ++i)
        draw_cable(p, i, colours[i / EACH], share);
    p->reach = 0;
    p->floor = true;
    p->floor_height = 0;
    picture_camera(p, point(0.57f, -0.50f, 1.85f), point(0.6f, 0.43f, 0.1f), 0.4f);
    picture_draw(p, column, p->width / 2 - 2);
}

#endif // BAY_H
