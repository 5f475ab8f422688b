// What moves in examples/game.c, and its rules: how contacts limit speeds. Where things are is the
// same on every machine (town.h).
#ifndef GAME_H
#define GAME_H

#include "town.h"

#include <float.h>

#define STEP (1.0f / 60) // s
#define RADIUS 0.35f     // m, of a character
#define HEIGHT 1.8f      // m
#define PACE 4.0f        // m/s
#define MARGIN 0.15f     // m, how far ahead contacts are found: more than anything moves in a step
#define SKIN 0.01f       // m, how far things stay away from each other
#define CLIMBS 0.3f      // m, the highest step that characters climb
#define UPRIGHT 0.7f     // normal.z of what one can stand on: up to 45 degrees
#define FASTEST 7.0f     // m/s, of what falls or rolls
#define WHEEL 0.4f       // m, its radius

enum {
    CHARACTERS = 2000,
    BALLS = 1000,
    CRATES = 300,
    CARS = 8,
    THINGS = CHARACTERS + BALLS + CRATES + CARS,
    SOLIDS = THINGS - CARS, // what is held by contacts
    BULLETS = 4000,
    GRENADES = 200,
    MOST = 48 // limits of a thing
};

// ---- the things that move ----------------------------------------------------------------------

typedef enum kind { CHARACTER, BALL, CRATE, CAR, LEVEL, HILLS, NOTHING, KINDS } kind;

typedef struct thing {
    collide_vec3 at, was; // the lowest point of a character, the middle of all others
    collide_vec3 speed;   // m/s
    float size;           // m: radius of a ball, half of a crate's edge
    uint32_t heading, blocked;
    bool stands;
} thing;

// What a contact demands: at least so much speed along its normal.
typedef struct limit {
    collide_vec3 normal;
    float least, height; // m/s; m, of the point that is touched
    bool solid;          // of the level or the hills
} limit;

typedef struct shot {
    collide_vec3 at, speed;
    uint32_t owner, age;
} shot;

typedef struct hit {
    float t; // a share of its way in the step, or a time; FLT_MAX: none
    uint32_t thing;
    kind what;
} hit;

typedef struct car {
    collide_vec3 at, ahead;
    float radius; // m, of its circle
    collide_cylinder wheels[4];
    collide_obb body;
} car;

// All of the game that changes.
static struct world {
    thing things[THINGS];
    shot bullets[BULLETS], grenades[GRENADES];
    car cars[CARS];
    uint64_t chance;
    double hits[KINDS]; // of bullets
    double blasts, seen;
} world;

static collide_shape shapes[THINGS]; // where they are now
static limit limits[THINGS][MOST];
static bool sees[CHARACTERS]; // the next one
static uint32_t limit_counts[THINGS];

static inline kind kind_of(uint32_t i) {
    return i < CHARACTERS                    ? CHARACTER
           : i < CHARACTERS + BALLS          ? BALL
           : i < CHARACTERS + BALLS + CRATES ? CRATE
                                             : CAR;
}

static inline uint32_t any(uint32_t count) {
    return (uint32_t)(random_bits(&world.chance) >> 33) % count;
}

static inline collide_shape shape_of(uint32_t i) {
    const thing *t = &world.things[i];
    if (kind_of(i) == CHARACTER) {
        const collide_capsule c = {{t->at.x, t->at.y, t->at.z + RADIUS},
                                   {t->at.x, t->at.y, t->at.z + (HEIGHT - RADIUS)},
                                   RADIUS};
        return collide_shape_from_capsule(&c);
    }
    if (kind_of(i) == BALL) {
        const collide_sphere s = {t->at, t->size};
        return collide_shape_from_sphere(&s);
    }
    if (kind_of(i) == CAR)
        return collide_shape_from_obb(&world.cars[i - SOLIDS].body);
    const collide_obb box = box_at(t->at, point(t->size, t->size, t->size), t->heading);
    return collide_shape_from_obb(&box);
}

// A point in the middle of a thing.
static inline collide_vec3 middle(uint32_t i, collide_vec3 at) {
    at.z += kind_of(i) == CHARACTER ? 0.5f * HEIGHT : 0;
    return at;
}

static inline collide_vec3 eye(uint32_t i) {
    collide_vec3 at = world.things[i].at;
    at.z += 1.6f;
    return at;
}

// ---- cars --------------------------------------------------------------------------------------

// Cars go round in circles. Their wheels fall, before the hills lift them.
static inline void roll_wheels(void) {
    const float way = 25.0f / 60; // of a step
    for (int i = 0; i < 4 * CARS; ++i) {
        car *c = &world.cars[i / 4];
        const collide_vec3 left = {-c->ahead.y, c->ahead.x, 0};
        if (i % 4 == 0) {
            c->ahead = unit(moved(c->ahead, way / c->radius, left));
            c->at = moved(c->at, way, c->ahead);
        }
        collide_cylinder *wheel = &c->wheels[i % 4];
        const float fallen = wheel->center.z - 0.15f;
        const collide_vec3 axle = moved(c->at, i % 4 < 2 ? 1.4f : -1.4f, c->ahead);
        wheel->axis = point(-c->ahead.y, c->ahead.x, 0);
        wheel->center = moved(axle, i % 2 ? 0.8f : -0.8f, wheel->axis);
        wheel->center.z = fallen;
    }
}

// The body of each car lies above its wheels.
static inline void set_bodies(void) {
    for (int i = 0; i < CARS; ++i) {
        collide_obb *body = &world.cars[i].body;
        const collide_cylinder *w = world.cars[i].wheels;
        const collide_vec3 front = moved(times(0.5f, w[0].center), 0.5f, w[1].center);
        const collide_vec3 back = moved(times(0.5f, w[2].center), 0.5f, w[3].center);
        body->half = point(2, 0.85f, 0.45f);
        body->axis[0] = sub(front, back);
        body->axis[1] = sub(w[1].center, w[0].center);
        body->axis[2] = point(0, 0, 1);
        *body = collide_obb_orthonormalize(body);
        body->center = moved(moved(times(0.5f, front), 0.5f, back), 0.6f, body->axis[2]);
    }
}

// ---- the beginning ----------------------------------------------------------------------------

// How high the ground is.
static inline float ground(float x, float y) {
    const collide_ray down = {{x, y, 16}, {0, 0, -1}};
    collide_ray_hit below;
    float z = 0;
    if (!collide_terrain_height(hills, x, y, &z, NULL))
        fail("a place is outside of the hills");
    return collide_ray_tree(&down, level, NULL, 16 - z, &below) ? 16 - below.t : z;
}

// A place that is free: most in the level, the rest round it.
static inline void place(uint32_t i) {
    thing *t = &world.things[i];
    bool empty = false;
    while (!empty) {
        const bool in = any(8) < 5;
        t->at.x = 64 * random_either(&world.chance);
        t->at.y = 64 * random_either(&world.chance);
        if (in && (t->at.x < -47 || t->at.x > 47 || t->at.y < -31 || t->at.y > 31))
            continue;
        t->at.z = ground(t->at.x, t->at.y) + (kind_of(i) == CHARACTER ? 0.1f : 1 + t->size);
        const collide_shape shape = shape_of(i);
        empty = !collide_shape_tree_within(&shape, level, NULL, 0.05f);
        for (uint32_t k = 0; k < i && empty; ++k) {
            collide_vec3 off = sub(t->at, world.things[k].at);
            off.z = 0;
            empty = along(off, off) > 1.5f;
        }
    }
}

static inline void begin(void) {
    memset(&world, 0, sizeof world);
    world.chance = 7;
    for (uint32_t i = 0; i < SOLIDS; ++i) {
        thing *t = &world.things[i];
        t->heading = any(HEADINGS);
        t->size = kind_of(i) == CHARACTER ? RADIUS : 0.25f + 0.25f * random_float(&world.chance);
        if (kind_of(i) == CRATE && i % 3) { // three fall on each other
            t->at = t[-1].at;
            t->at.z += 1.5f;
        } else {
            place(i);
        }
        t->was = t->at;
    }
    for (uint32_t i = 0; i < CARS; ++i) {
        car *c = &world.cars[i];
        const collide_vec3 out = heading(5 * i / 2);
        c->radius = 98 + (float)(2 * i);
        c->at = times(c->radius, out);
        c->ahead = point(-out.y, out.x, 0);
        for (int k = 0; k < 4; ++k) {
            c->wheels[k].center.z = ground(c->at.x, c->at.y) + 1;
            c->wheels[k].radius = WHEEL;
            c->wheels[k].height = 0.3f;
        }
    }
    roll_wheels();
    set_bodies();
    for (uint32_t i = 0; i < BULLETS; ++i)
        world.bullets[i].age = UINT32_MAX;
    for (uint32_t i = 0; i < GRENADES; ++i)
        world.grenades[i].age = UINT32_MAX;
}

// ---- limits ----------------------------------------------------------------------------------

// Of two things that touch, either yields by a share. A gap may be closed in this step, and what is
// too deep moves out at up to 3 m/s.
static inline void add_limit(uint32_t i, const collide_contact *c, bool turned, float share,
                             bool solid) {
    if (i >= SOLIDS || share <= 0)
        return;
    if (limit_counts[i] == MOST)
        fail("too many contacts");
    limit *l = &limits[i][limit_counts[i]++];
    const float least = 60 * (c->depth + SKIN);
    l->normal = turned ? times(-1, c->normal) : c->normal;
    l->least = share * (least < 3 ? least : 3);
    l->height = turned ? c->point_a.z : c->point_b.z;
    l->solid = solid;
}

static inline float foot_of(uint32_t i) {
    return world.things[i].at.z - (kind_of(i) == CHARACTER ? 0 : world.things[i].size);
}

// Changes a speed so that it meets one limit: what carries lifts, the rest turns aside. Returns
// whether that was needed, and sets *stands if it carries.
static inline bool meet_limit(const limit *l, bool ball, float foot, collide_vec3 *speed,
                              bool *stands) {
    const float lacks = l->least - along(*speed, l->normal), steep = l->normal.z;
    if (lacks <= 1e-4f)
        return false;
    if (!ball && steep > 0.1f && (steep >= UPRIGHT || l->height - foot <= CLIMBS)) {
        const float over = 60 * (l->height - foot + SKIN);
        const float up = speed->z + lacks / steep;
        speed->z = steep >= UPRIGHT || up < over ? up : speed->z > over ? speed->z : over;
        *stands = true;
    } else if (!ball && steep > -UPRIGHT) {
        const collide_vec3 flat = point(l->normal.x, l->normal.y, 0);
        *speed = moved(*speed, lacks / along(flat, flat), flat);
    } else {
        *speed = moved(*speed, lacks, l->normal);
    }
    return true;
}

// The speed that a thing may have; if the level or the hills cannot be met, it stands still.
static inline collide_vec3 clip(uint32_t i, collide_vec3 speed, bool *stands) {
    const float foot = foot_of(i);
    const bool ball = kind_of(i) == BALL;
    bool changed = true;
    *stands = false;
    for (int pass = 0; pass < 8 && changed; ++pass) {
        changed = false;
        for (uint32_t k = 0; k < limit_counts[i]; ++k)
            changed |= meet_limit(&limits[i][k], ball, foot, &speed, stands);
    }
    for (uint32_t k = 0; k < limit_counts[i]; ++k) {
        const limit *l = &limits[i][k];
        const float lacks = l->least - along(speed, l->normal);
        if (l->solid && lacks > 0.1f && (ball || l->normal.z < 0.1f))
            return point(0, 0, 0);
    }
    return speed;
}

// ---- what moves --------------------------------------------------------------------------------

static inline float falls(float speed) {
    const float next = speed - 9.81f / 60;
    return next > -FASTEST ? next : -FASTEST;
}

// On, down slopes without a hop, and another way where it is blocked or too far out.
static inline void walk(uint32_t i) {
    thing *t = &world.things[i];
    const collide_vec3 to = heading(t->heading);
    collide_vec3 wish = times(PACE, to);
    wish.z = t->stands ? -PACE : falls(t->speed.z);
    t->speed = clip(i, wish, &t->stands);
    t->at = moved(t->at, STEP, t->speed);
    t->blocked = along(t->speed, to) < 0.3f * PACE ? t->blocked + 1 : 0;
    const bool out = t->at.x < -72 || t->at.x > 72 || t->at.y < -56 || t->at.y > 56;
    if (t->blocked > 15 || (out && along(t->at, to) > 0)) {
        t->heading = any(HEADINGS);
        t->blocked = 0;
    }
}

// A ball bounces off all that it comes near to faster than that lets it.
static inline void roll(uint32_t i) {
    thing *t = &world.things[i];
    bool stands;
    collide_vec3 keeps = times(0.996f, t->speed);
    keeps.z = falls(keeps.z);
    const collide_vec3 moves = clip(i, keeps, &stands);
    for (uint32_t k = 0; k < limit_counts[i]; ++k) {
        const limit *l = &limits[i][k];
        const float closing = -along(keeps, l->normal);
        if (-closing < l->least)
            keeps = moved(keeps, closing > 1 ? 1.5f * closing : l->least + closing, l->normal);
    }
    while (along(keeps, keeps) > FASTEST * FASTEST)
        keeps = times(0.9f, keeps);
    t->speed = keeps;
    t->at = moved(t->at, STEP, moves);
}

// A crate falls, but does not slide on.
static inline void drop(uint32_t i) {
    thing *t = &world.things[i];
    t->speed = clip(i, point(0, 0, falls(t->speed.z)), &t->stands);
    t->at = moved(t->at, STEP, t->speed);
}

static inline void move_all(void) {
    for (uint32_t i = 0; i < SOLIDS; ++i) {
        world.things[i].was = world.things[i].at;
        (kind_of(i) == CHARACTER ? walk : kind_of(i) == BALL ? roll : drop)(i);
        limit_counts[i] = 0;
    }
}

// ---- shots and the hash -----------------------------------------------------------------------

// Whoever sees the next character shoots at it, the others anywhere.
static inline void fire(shot *s, float pace) {
    s->owner = any(CHARACTERS);
    s->at = eye(s->owner);
    s->age = 0;
    collide_vec3 to = heading(any(HEADINGS));
    to.z = 0.25f * random_float(&world.chance);
    if (sees[s->owner])
        to = sub(middle((s->owner + 1) % CHARACTERS, world.things[(s->owner + 1) % CHARACTERS].at),
                 s->at);
    s->speed = times(pace, unit(to));
}

// Of two things that are hit at the same time the one of the smaller index counts.
static inline void nearer(hit *h, float t, kind what, uint32_t index) {
    if (t < h->t || (t == h->t && index < h->thing)) {
        h->t = t;
        h->what = what;
        h->thing = index;
    }
}

static inline uint64_t hashed(uint64_t hash, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; ++i)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

// Of all places, as floats.
static inline uint64_t world_hash(void) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < SOLIDS; ++i)
        hash = hashed(hash, &world.things[i].at, sizeof(collide_vec3));
    for (int i = 0; i < BULLETS; ++i)
        hash = hashed(hash, &world.bullets[i].at, sizeof(collide_vec3));
    for (int i = 0; i < GRENADES; ++i)
        hash = hashed(hash, &world.grenades[i].at, sizeof(collide_vec3));
    for (int i = 0; i < CARS; ++i)
        hash = hashed(hash, &world.cars[i].body.center, sizeof(collide_vec3));
    return hash;
}

#endif // GAME_H
