// Demo: a frame of a game. In a level that is one mesh of triangles, and on hills around it, two
// thousand characters walk, balls roll, crates fall on each other, bullets and grenades fly, cars
// drive, and characters look for each other. The program times each part of a frame and says what
// share it takes of the 16.7 ms that a game has for a frame at 60 frames a second. There is no
// solver: things have speeds, and contacts limit these. It fails if anything gets through a wall or
// a floor, if bullets or grenades hit other things than brute force finds, or if instruction sets
// give different games. Build and run from the top folder, with a number of frames or without:
//
//     cc -O2 examples/game.c -o game && ./game
//
// With --png FILE it draws the last frame.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "game"
#include "picture.h"

#include "game.h"

#include <inttypes.h>

#define BUDGET (1000.0 / 60) // ms, of a frame
#define GRENADE 0.1f         // m, its radius
#define BLAST 4.0f           // m
#define SINKS 0.005          // m, nothing may be deeper in the level, the hills,
#define SQUEEZED 0.1         // or in each other

enum {
    FRAMES = 120,
    AGAIN = 20,  // frames that are run again without vector code
    EACH = 12,   // contacts of a thing with the level, or with the hills
    LISTED = 256 // things in one place
};

static collide_aabb boxes[THINGS];
static collide_pair pairs[16 * THINGS];
static size_t pair_count;
static collide_octree *octree;
static void *octree_memory;
static size_t octree_size;

// ---- contacts -----------------------------------------------------------------------------------

static collide_contact found[SOLIDS * EACH];
static uint32_t found_counts[SOLIDS], found_of[SOLIDS];

static collide_contact_options ahead(void) {
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.margin = MARGIN;
    options.flags = COLLIDE_CONTACT_ONE_SIDED;
    return options;
}

// The octree of all things where they are now, made anew, and the pairs that may touch.
static void find_pairs(void) {
    const float grow = 0.5f * MARGIN;
    for (uint32_t i = 0; i < THINGS; ++i) {
        shapes[i] = shape_of(i);
        boxes[i] = collide_aabb_from_shape(&shapes[i]);
        boxes[i].min = sub(boxes[i].min, point(grow, grow, grow));
        boxes[i].max = sub(boxes[i].max, point(-grow, -grow, -grow));
    }
    check(collide_octree_build_aabbs(&octree, octree_memory, octree_size, boxes, THINGS, 0, NULL));
    pair_count = collide_octree_self_indices(octree, NULL, pairs, 16 * THINGS);
    if (pair_count > 16 * THINGS)
        fail("too many pairs");
}

// Characters and balls make way for each other by half, for crates alone, and all for cars. What
// lies on a crate, or has one on its head, does not move it, and the crate stays up.
static void meet(void) {
    static const int weight[KINDS] = {1, 1, 2, 3, 0, 0, 0};
    const collide_contact_options options = ahead();
    for (size_t p = 0; p < pair_count; ++p) {
        const uint32_t a = pairs[p].a, b = pairs[p].b;
        const kind ka = kind_of(a), kb = kind_of(b);
        collide_contact c[4];
        if (weight[ka] + weight[kb] > 4)
            continue;
        const size_t n = collide_shape_shape_contacts(&shapes[a], &shapes[b], &options, c, 4);
        for (size_t k = 0; k < n; ++k) {
            const float up = ka == CRATE || kb == CRATE ? c[k].normal.z : 0;
            const float share = up > UPRIGHT               ? 1
                                : up < -UPRIGHT            ? 0
                                : weight[ka] == weight[kb] ? 0.5f
                                : weight[ka] < weight[kb]  ? 1
                                                           : 0;
            add_limit(a, &c[k], false, share, false);
            add_limit(b, &c[k], true, 1 - share, false);
        }
    }
}

// Keeps what a batch found for each of found_of.
static void keep_found(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < found_counts[i] && k < EACH; ++k)
            add_limit(found_of[i], &found[i * EACH + k], false, 1, true);
}

static void hold_level(uint32_t first, uint32_t count) {
    const collide_contact_options options = ahead();
    const collide_shape_array all = {shapes + first, count, 0};
    collide_tree_shape_contacts_many(level, NULL, &all, &options, found, EACH, found_counts);
    for (uint32_t i = 0; i < count; ++i)
        found_of[i] = first + i;
    keep_found(count);
}

// The hills, for all that is not well within the level. Of a character its lower end is enough.
// Returns how many were asked.
static uint32_t hold_hills(uint32_t first, uint32_t count) {
    static unsigned char memory[16 * SOLIDS + 1024];
    static collide_sphere rounds[SOLIDS];
    const collide_contact_options options = ahead();
    uint32_t n = 0, boxed = 0;
    for (uint32_t i = first; i < first + count; ++i) {
        const collide_vec3 at = world.things[i].at;
        if (at.x > -46 && at.x < 46 && at.y > -30 && at.y < 30)
            continue;
        if (kind_of(i) == CRATE) {
            const size_t some =
                collide_shape_terrain_contacts(&shapes[i], hills, &options, found, EACH);
            for (size_t k = 0; k < some && k < EACH; ++k)
                add_limit(i, &found[k], false, 1, true);
            ++boxed;
            continue;
        }
        rounds[n].center = kind_of(i) == CHARACTER ? shapes[i].of.capsule.a : at;
        rounds[n].radius = world.things[i].size;
        found_of[n++] = i;
    }
    if (n > 0) {
        collide_sphere_pack *pack;
        check(collide_sphere_pack_build(&pack, COLLIDE_ALIGN(memory),
                                        sizeof memory - COLLIDE_ALIGNMENT, rounds, n, 0));
        collide_terrain_sphere_contacts_many(hills, pack, &options, found, EACH, found_counts);
        keep_found(n);
    }
    return n + boxed;
}

// Wheels fall, and their deepest contacts with the hills lift them, three times.
static void drive(void) {
    static unsigned char memory[32 * (4 * CARS + 16) + 512];
    collide_cylinder wheels[4 * CARS];
    collide_contact deepest[4 * CARS];
    uint32_t counts[4 * CARS];
    collide_cylinder_pack *pack;
    roll_wheels();
    for (int lift = 0; lift < 3; ++lift) {
        for (int i = 0; i < 4 * CARS; ++i)
            wheels[i] = world.cars[i / 4].wheels[i % 4];
        check(collide_cylinder_pack_build(&pack, COLLIDE_ALIGN(memory),
                                          sizeof memory - COLLIDE_ALIGNMENT, wheels, 4 * CARS, 0));
        collide_terrain_cylinder_contacts_many(hills, pack, NULL, deepest, 1, counts);
        for (int i = 0; i < 4 * CARS; ++i)
            if (counts[i])
                world.cars[i / 4].wheels[i % 4].center.z += deepest[i].depth / deepest[i].normal.z;
    }
    set_bodies();
}

// ---- sight, bullets and grenades ---------------------------------------------------------------

static collide_segment ways[BULLETS];
static uint16_t way_bits[COLLIDE_BLOCKS(BULLETS)];
static collide_ray_hit way_hits[BULLETS];
static hit bullet_hits[BULLETS], grenade_hits[GRENADES];

static size_t listed(size_t n) {
    if (n > LISTED)
        fail("too many things in one place");
    return n;
}

// Whether each character sees the next one.
static void look(void) {
    const collide_segment_array all = {ways, CHARACTERS, 0};
    for (uint32_t i = 0; i < CHARACTERS; ++i) {
        ways[i].a = eye(i);
        ways[i].b = eye((i + 1) % CHARACTERS);
    }
    collide_tree_segment_many(level, NULL, &all, way_bits, NULL);
    for (uint32_t i = 0; i < CHARACTERS; ++i) {
        sees[i] =
            !(way_bits[i / 16] >> i % 16 & 1) && !collide_segment_terrain(&ways[i], hills, NULL);
        world.seen += sees[i];
    }
}

static void fly(void) {
    const collide_segment_array all = {ways, BULLETS, 0};
    const hit none = {FLT_MAX, UINT32_MAX, NOTHING};
    for (uint32_t i = 0; i < BULLETS; ++i) {
        shot *s = &world.bullets[i];
        if (s->age > 60)
            fire(s, 300);
        ways[i].a = s->at;
        ways[i].b = moved(s->at, STEP, s->speed);
    }
    collide_tree_segment_many(level, NULL, &all, way_bits, way_hits);
    for (uint32_t i = 0; i < BULLETS; ++i) {
        uint32_t list[LISTED];
        collide_ray_hit h;
        bullet_hits[i] = none;
        nearer(&bullet_hits[i], way_hits[i].t, LEVEL, UINT32_MAX);
        if (collide_segment_terrain(&ways[i], hills, &h))
            nearer(&bullet_hits[i], h.t, HILLS, UINT32_MAX);
        const size_t n =
            listed(collide_segment_octree_indices(&ways[i], octree, NULL, list, LISTED, NULL));
        for (size_t k = 0; k < n; ++k)
            if (list[k] != world.bullets[i].owner &&
                collide_segment_shape(&ways[i], &shapes[list[k]], &h))
                nearer(&bullet_hits[i], h.t, kind_of(list[k]), list[k]);
    }
}

// Bullets that hit something are gone, and kick balls.
static void end_flights(void) {
    for (uint32_t i = 0; i < BULLETS; ++i) {
        const hit *h = &bullet_hits[i];
        shot *s = &world.bullets[i];
        ++world.hits[h->what];
        if (h->what == BALL)
            world.things[h->thing].speed = moved(world.things[h->thing].speed, 0.02f, s->speed);
        s->at = ways[i].b;
        s->age = h->what == NOTHING ? s->age + 1 : UINT32_MAX;
    }
}

static collide_shape grenade_shape(const shot *s) {
    const collide_sphere ball = {s->at, GRENADE};
    return collide_shape_from_sphere(&ball);
}

// What a grenade touches first on its way, as a time.
static void toss(uint32_t i) {
    const collide_mover still = {level, collide_pose_identity(), {0, 0, 0}};
    shot *s = &world.grenades[i];
    hit *h = &grenade_hits[i];
    collide_impact impact;
    collide_bracket bracket;
    uint32_t triangle, list[LISTED];
    if (s->age > 180)
        fire(s, 30);
    const collide_shape ball = grenade_shape(s);
    const collide_vec3 to = moved(s->at, STEP, s->speed), rest = {0, 0, 0};
    collide_aabb box;
    h->t = FLT_MAX;
    h->what = NOTHING;
    h->thing = UINT32_MAX;
    if (collide_shape_tree_sweep(&ball, s->speed, &still, STEP, &impact, &triangle))
        nearer(h, impact.t_first, LEVEL, UINT32_MAX);
    if (collide_shape_terrain_sweep(&ball, s->speed, hills, STEP, &bracket, NULL, NULL))
        nearer(h, bracket.t_lo, HILLS, UINT32_MAX);
    const collide_vec3 ends[2] = {s->at, to};
    check(collide_aabb_from_points(&box, ends, 2, 0));
    box.min = sub(box.min, point(2 * GRENADE, 2 * GRENADE, 2 * GRENADE));
    box.max = sub(box.max, point(-2 * GRENADE, -2 * GRENADE, -2 * GRENADE));
    const size_t n = listed(collide_aabb_octree_indices(&box, octree, NULL, list, LISTED));
    for (size_t k = 0; k < n; ++k)
        if (list[k] != s->owner &&
            collide_shape_shape_sweep(&ball, s->speed, &shapes[list[k]], rest, STEP, &bracket))
            nearer(h, bracket.t_lo, kind_of(list[k]), list[k]);
}

// A grenade that touches something throws the balls about it away.
static void explode(shot *s, const hit *h) {
    uint32_t list[LISTED];
    const collide_sphere blast = {moved(s->at, h->t, s->speed), BLAST};
    const size_t n = listed(collide_sphere_octree_indices(&blast, octree, NULL, list, LISTED));
    for (size_t k = 0; k < n; ++k)
        if (kind_of(list[k]) == BALL) {
            thing *t = &world.things[list[k]];
            t->speed = moved(t->speed, 5, unit(sub(t->at, blast.center)));
        }
    s->age = UINT32_MAX;
    ++world.blasts;
}

static void throw_grenades(void) {
    for (uint32_t i = 0; i < GRENADES; ++i) {
        shot *s = &world.grenades[i];
        toss(i);
        if (grenade_hits[i].what != NOTHING) {
            explode(s, &grenade_hits[i]);
            continue;
        }
        s->at = moved(s->at, STEP, s->speed);
        s->speed.z = s->speed.z - 9.81f / 60;
        ++s->age;
    }
}

// ---- checks ------------------------------------------------------------------------------------

static struct checks {
    size_t through, below, shots, differ, pairs_differ;
    double in_level, in_hills, in_wheels, in_others; // m, the deepest
} checks;

// A bullet against all triangles and all things one by one. Before it hits, it is above the hills.
static bool bullet_right(uint32_t i) {
    const hit none = {FLT_MAX, UINT32_MAX, NOTHING}, *got = &bullet_hits[i];
    const collide_segment *way = &ways[i];
    collide_ray_hit h;
    hit best = none;
    for (size_t k = 0; k < triangle_count; ++k)
        if (collide_segment_triangle(way, &triangles[k], &h))
            nearer(&best, h.t, LEVEL, UINT32_MAX);
    for (uint32_t k = 0; k < THINGS; ++k)
        if (k != world.bullets[i].owner && collide_segment_shape(way, &shapes[k], &h))
            nearer(&best, h.t, kind_of(k), k);
    const float end = got->t < 1 ? got->t : 1;
    const collide_vec3 to = sub(way->b, way->a);
    bool right =
        got->what == HILLS ? got->t <= best.t : got->t == best.t && got->thing == best.thing;
    for (int k = 0; k <= 32; ++k) {
        const collide_vec3 at = moved(way->a, end * (float)k / 32, to);
        float z;
        if (collide_terrain_height(hills, at.x, at.y, &z, NULL))
            right =
                right && at.z > z - 0.001f && (got->what != HILLS || k < 32 || at.z < z + 0.001f);
    }
    return right;
}

// A grenade against all triangles and all things.
static bool grenade_right(uint32_t i) {
    const shot *s = &world.grenades[i];
    const collide_shape ball = grenade_shape(s);
    const collide_vec3 rest = {0, 0, 0};
    collide_impact impact;
    collide_bracket bracket;
    hit best = {FLT_MAX, UINT32_MAX, NOTHING};
    toss(i);
    for (size_t k = 0; k < triangle_count; ++k)
        if (collide_sphere_triangle_sweep(&ball.of.sphere, s->speed, &triangles[k], rest, STEP,
                                          &impact))
            nearer(&best, impact.t_first, LEVEL, UINT32_MAX);
    for (uint32_t k = 0; k < THINGS; ++k)
        if (k != s->owner &&
            collide_shape_shape_sweep(&ball, s->speed, &shapes[k], rest, STEP, &bracket))
            nearer(&best, bracket.t_lo, kind_of(k), k);
    const hit *got = &grenade_hits[i];
    return got->what == HILLS ? got->t <= best.t : got->t == best.t && got->thing == best.thing;
}

static void check_shots(size_t frame) {
    for (uint32_t k = 0; k < 6; ++k) {
        ++checks.shots;
        checks.differ += !bullet_right(((uint32_t)frame * 97 + k * 701) % BULLETS);
    }
    const uint32_t i = (uint32_t)frame % GRENADES;
    if (world.grenades[i].age <= 180) {
        ++checks.shots;
        checks.differ += !grenade_right(i);
    }
}

static void deeper(double *deepest, float depth) {
    *deepest = (double)depth > *deepest ? (double)depth : *deepest;
}

// How deep a thing is in the triangles of the level that it overlaps, and in the hills.
static void check_depth(uint32_t i) {
    const collide_shape shape = shape_of(i);
    uint32_t list[LISTED];
    collide_distance d;
    collide_contact c;
    const size_t n = listed(collide_shape_tree_indices(&shape, level, NULL, list, LISTED));
    for (size_t k = 0; k < n; ++k) {
        const collide_shape face = collide_shape_from_triangle(&triangles[list[k]]);
        if (collide_shape_shape_distance(&shape, &face, 0, &d))
            deeper(&checks.in_level, -d.lo);
    }
    if (collide_shape_terrain_contacts(&shape, hills, NULL, &c, 1))
        deeper(&checks.in_hills, c.depth);
}

// Where things went: nothing that stays out of walls and floors goes through a triangle.
static void check_things(size_t frame) {
    collide_contact c;
    for (uint32_t i = 0; i < SOLIDS; ++i) {
        const thing *t = &world.things[i];
        const collide_segment way = {middle(i, t->was), middle(i, t->at)};
        float z;
        checks.through += collide_segment_tree(&way, level, NULL, NULL);
        checks.below += !collide_terrain_height(hills, way.b.x, way.b.y, &z, NULL) || way.b.z < z;
        if (frame % 8 == 0)
            check_depth(i);
    }
    for (size_t p = 0; p < pair_count && frame % 8 == 0; ++p)
        if (collide_shape_shape_contacts(&shapes[pairs[p].a], &shapes[pairs[p].b], NULL, &c, 1) &&
            kind_of(pairs[p].b) != CAR)
            deeper(&checks.in_others, c.depth);
    for (int i = 0; i < 4 * CARS; ++i)
        if (collide_cylinder_terrain_contacts(&world.cars[i / 4].wheels[i % 4], hills, NULL, &c, 1))
            deeper(&checks.in_wheels, c.depth);
}

static void check_pairs(void) {
    size_t n = 0;
    for (uint32_t i = 0; i < THINGS; ++i)
        for (uint32_t k = 0; k < i; ++k)
            n += collide_aabb_aabb(&boxes[i], &boxes[k]);
    checks.pairs_differ += n != pair_count;
}

// ---- a frame, timed ----------------------------------------------------------------------------

enum { OCTREE, MEET, WALK, CLIMB, ROLL, MOVE, LOOK, FLY, TOSS, DRIVE, PARTS };

static const char *const part_names[PARTS][2] = {
    {"octree of all things made anew, its pairs", "things"},
    {"contacts of things with each other", "pairs"},
    {"characters against the level", "capsules"},
    {"characters against the hills", "capsules"},
    {"spheres and crates against level and hills", "shapes"},
    {"speeds that all contacts allow (the game)", "things"},
    {"who sees whom", "segments"},
    {"bullets against all", "segments"},
    {"grenades against all", "sweeps"},
    {"wheels of cars on the hills", "cylinders"}};

static double frame_ms[PARTS + 1][FRAMES], asked[PARTS], last_time;

static void part_done(size_t frame, int part, size_t queries) {
    const double now = nanoseconds();
    frame_ms[part][frame] = (now - last_time) / 1e6;
    frame_ms[PARTS][frame] += frame_ms[part][frame];
    asked[part] += (double)queries;
    last_time = now;
}

static void play(size_t frame) {
    frame_ms[PARTS][frame] = 0;
    last_time = nanoseconds();
    find_pairs();
    part_done(frame, OCTREE, THINGS);
    meet();
    part_done(frame, MEET, pair_count);
    hold_level(0, CHARACTERS);
    part_done(frame, WALK, CHARACTERS);
    part_done(frame, CLIMB, hold_hills(0, CHARACTERS));
    hold_level(CHARACTERS, BALLS + CRATES);
    hold_hills(CHARACTERS, BALLS + CRATES);
    part_done(frame, ROLL, BALLS + CRATES);
    look();
    part_done(frame, LOOK, CHARACTERS);
    fly();
    part_done(frame, FLY, BULLETS);
    check_shots(frame);
    last_time = nanoseconds();
    end_flights();
    throw_grenades();
    part_done(frame, TOSS, GRENADES);
    drive();
    part_done(frame, DRIVE, 4 * CARS);
    move_all();
    part_done(frame, MOVE, SOLIDS);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n) {
    qsort(values, n, sizeof *values, compare);
    return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

static void report(size_t frames) {
    printf(
        "\nA game that draws 60 pictures a second has 16.7 ms for each of them. Time of one core "
        "in a\nframe: the median of %zu frames, and its share of 16.7 ms.\n\n"
        "%-43s %21s %9s %8s %6s\n",
        frames, "part", "asked in a frame", "us each", "ms", "share");
    for (int k = 0; k < PARTS; ++k) {
        const double ms = median(frame_ms[k], frames), n = asked[k] / (double)frames;
        printf("%-43s %11.0f %-9s %9.2f %8.2f %4.0f %%\n", part_names[k][0], n, part_names[k][1],
               1000 * ms / n, ms, 100 * ms / BUDGET);
    }
    const double ms = median(frame_ms[PARTS], frames);
    printf("%-43s %21s %9s %8.2f %4.0f %%\n", "all", "", "", ms, 100 * ms / BUDGET);
}

static bool anything_wrong(size_t frames) {
    static const char *const names[KINDS] = {"characters", "spheres", "crates", "cars",
                                             "the level",  "hills",   "nothing"};
    printf("\nBullets that hit");
    for (int k = 0; k < NOTHING; ++k)
        printf("%s %s: %.0f", k ? "," : "", names[k], world.hits[k]);
    printf("\n%.0f grenades burst; %.0f of %zu looks from a character to another were free\n"
           "%zu bullets and grenades were asked again of all triangles and things: %zu differ\n"
           "%zu frames with other pairs than brute force\n"
           "%zu ways of things through a triangle, %zu below the hills\n"
           "deepest: %.1f mm in the level, %.1f mm in the hills, %.1f mm in each other;\n"
           "    a wheel %.2f mm in the hills\n",
           world.blasts, world.seen, frames * CHARACTERS, checks.shots, checks.differ,
           checks.pairs_differ, checks.through, checks.below, 1000 * checks.in_level,
           1000 * checks.in_hills, 1000 * checks.in_others, 1000 * checks.in_wheels);
    return checks.differ || checks.through || checks.below || checks.pairs_differ ||
           checks.in_level > SINKS || checks.in_hills > SINKS || checks.in_wheels > SINKS ||
           checks.in_others > SQUEEZED;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_level(picture *p) {
    for (size_t i = 0; i < triangle_count; ++i) {
        const collide_vec3 *v = triangles[i].v;
        const bool flat = v[0].z == v[1].z && v[0].z == v[2].z;
        picture_pen(p, PICTURE_SOLID, !flat ? 0xd9d2c4 : v[0].z < 2 ? 0xc9c3a8 : 0xdcd5c5);
        picture_triangle(p, v[0], v[1], v[2]);
    }
    picture_pen(p, PICTURE_SOLID, 0x9fb884);
    picture_terrain(p, hills, 60, 76, 136, 144);
}

// Characters are orange, balls blue, crates yellow and cars green. Bullets are red lines on their
// way through the frame.
static void draw(picture *p) {
    static const uint32_t colours[KINDS] = {0xe8792c, 0x3f7fd0, 0xe8c23a, 0x3f8f5a, 0, 0, 0};
    draw_level(p);
    for (uint32_t i = 0; i < THINGS; ++i) {
        const collide_shape *s = &shapes[i];
        picture_pen(p, PICTURE_SOLID, colours[kind_of(i)]);
        if (boxes[i].min.y > 50 || boxes[i].max.y < -52)
            continue;
        if (kind_of(i) == CHARACTER) { // the lower end is hidden
            const collide_capsule *c = &s->of.capsule;
            picture_rod(p, c->a, c->b, c->radius, c->radius, false, 2);
            picture_sphere(p, c->b, c->radius);
        } else {
            picture_shape(p, s);
        }
    }
    picture_pen(p, PICTURE_LINE, 0xc8281e);
    for (uint32_t i = 0; i < BULLETS; ++i) {
        const float end = bullet_hits[i].t < 1 ? bullet_hits[i].t : 1;
        picture_rod(p, ways[i].a, mad(ways[i].a, end, sub(ways[i].b, ways[i].a)), 0.05f, 0.05f,
                    false, 6);
    }
    p->reach = 0;
    picture_camera(p, point(-14, -52, 29), point(0, -8, 0), 0.3f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const size_t wanted = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : (size_t)FRAMES;
    if (wanted < 1 || wanted > FRAMES)
        fail("the number of frames is 1 to 120");
    make_level();
    make_hills();
    octree_size = collide_octree_size(THINGS, NULL);
    octree_memory = allocate(octree_size);
    uint64_t first = 0;
    const size_t again = wanted < AGAIN ? wanted : (size_t)AGAIN;
    printf("a level of %zu triangles on hills of %d squares\n"
           "%d characters, %d spheres, %d crates, %d cars, %d bullets, %d grenades\n",
           triangle_count, (SIDE - 1) * (SIDE - 1), CHARACTERS, BALLS, CRATES, CARS, BULLETS,
           GRENADES);
    begin();
    for (size_t f = 0; f < wanted; ++f) {
        progress("frame", f, wanted);
        play(f);
        check_things(f);
        if (f % 40 == 0)
            check_pairs();
        first = f + 1 == again ? world_hash() : first;
    }
    progress("frame", 1, 1);
    report(wanted);
    bool wrong = anything_wrong(wanted);
    printf("all places in the end have the hash %016" PRIx64 "\n", world_hash());
    if (drawn)
        draw(&p);
    collide_isa_limit(COLLIDE_ISA_SCALAR);
    begin();
    for (size_t f = 0; f < again; ++f)
        play(f);
    printf("after %zu frames %016" PRIx64 ", and without vector code %016" PRIx64 "\n", again,
           first, world_hash());
    wrong |= first != world_hash() || checks.differ > 0;
    puts(wrong ? "SOMETHING IS WRONG" : "nobody gets through, nothing is missed");
    return wrong;
}
