// Demo: characters, wheels and boxes in a level that is one mesh of triangles (level.h). Characters
// are capsules that no solver moves: in each step one call finds the contacts of all of them, ahead
// of touch, and each goes as far as its contacts let it. They slide along walls, climb stairs and
// ramps, and do not climb what is steep. Bodies roll and slide by the solver of tests/solver.h. It
// fails if flat ground bumps, if a character or a body gets through the mesh, sinks in, or does not
// get where it should, or if calls and batches differ. Build and run from the top folder:
//
//     cc -O2 examples/level.c -o level -lm && ./level
//
// With --png FILE it draws the level, the paths of characters, and contacts from near.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "level"
#include "picture.h"

#include "level.h"

#include "../tests/solver.h"

#include <inttypes.h>

#define STEP (1.0 / 60) // s
#define STEPS 1200      // of the characters
#define WALKERS 100
#define EACH 16      // contacts of a character
#define RADIUS 0.35  // m, of a character
#define HEIGHT 1.8   // m
#define SKIN 0.01    // m, how far characters stay away from the mesh
#define MARGIN 0.15  // m, how far ahead contacts are found: what moves in a step, and more
#define CLIMBS 0.3   // m, the highest step that characters climb
#define UPRIGHT 0.7  // the least normal.z of what they stand on: up to 45 degrees
#define SAMPLES 2000 // capsules that are asked again
#define BODIES 48
#define TRACE 8 // steps from one point of a path to the next

static level ground;

static vec place(double x, double y, double z) {
    const vec v = {x, y, z};
    return v;
}

static double length(vec v) {
    return sqrt(dot(v, v));
}

// Whether a way goes through a triangle: nothing that stays out of the mesh has such a way.
static bool through(vec from, vec to) {
    const collide_segment way = {to_float(from), to_float(to)};
    return collide_segment_tree(&way, ground.tree, NULL, NULL);
}

// How deep a shape is in the triangles that it overlaps.
static double sunk(const collide_shape *shape) {
    uint32_t found[256];
    const size_t n = collide_shape_tree_indices(shape, ground.tree, NULL, found, 256);
    double most = 0;
    for (size_t i = 0; i < n && i < 256; ++i) {
        const collide_shape face = collide_shape_from_triangle(&ground.triangles[found[i]]);
        collide_distance d;
        if (collide_shape_shape_distance(shape, &face, 0, &d))
            most = fmax(most, -(double)d.lo);
    }
    return most;
}

// ---- characters --------------------------------------------------------------------------------

enum { ROUTES = 6, STOPS = 9, STEEP = 4, ANYWHERE = 5 };

// Round trips, from place to place; {0, 0} ends one that is shorter.
static const double routes[ROUTES][STOPS][2] = {
    {{6.75, 8},
     {6.75, 20},
     {9, 22.75},
     {15, 22.75},
     {16, 24.75},
     {20.5, 24.75},
     {20.5, 9},
     {18, 4}},
    {{21, 24}, {34, 24}, {33.5, 13}, {21, 13}},                                  // stairs, ramp
    {{38, 5}, {42, 8}, {46, 12}, {46.5, 3}, {42, 8}, {38, 12}},                  // hill
    {{21.5, 5}, {25, 6.5}, {28, 3.5}, {31, 6.5}, {36.3, 5}, {36, 10}, {22, 10}}, // half pipe
    {{42, 24}, {36, 24}},                                                        // steep slope
    {{24, 16}}};

typedef struct walker {
    vec at; // its lowest point
    double fall;
    int route, next, reached, stuck;
    bool stands;
    double highest;
} walker;

static walker walkers[WALKERS];
static collide_vec3 traces[ROUTES][STEPS / TRACE];
static uint64_t chance = 3;

// What a run of the characters has seen.
static struct crowd {
    collide_shape now[WALKERS], sample[SAMPLES];
    collide_contact contacts[WALKERS * EACH];
    uint32_t counts[WALKERS];
    size_t samples, asked, found;
    size_t through;                // ways of middles through a triangle
    double ns, loss, hop, deepest; // shares of speed and m, on level ground
} crowd;

static collide_shape capsule_at(vec at) {
    const collide_capsule c = {to_float(add(at, RADIUS, place(0, 0, 1))),
                               to_float(add(at, HEIGHT - RADIUS, place(0, 0, 1))), (float)RADIUS};
    return collide_shape_from_capsule(&c);
}

// Whether a character can stand on what it touches: ground that is not steep, or the edge of a low
// step. Behind the edge of a step a ray straight down meets level ground; on a steep slope, none.
static bool carries(const walker *w, const collide_contact *c) {
    const vec n = from_float(c->normal);
    const double across = sqrt(n.x * n.x + n.y * n.y);
    if (n.z >= UPRIGHT || n.z < 0 || (double)c->point_b.z - w->at.z > CLIMBS)
        return n.z >= UPRIGHT;
    const vec behind = add(from_float(c->point_b), -0.05 / across, place(n.x, n.y, -across));
    const collide_ray down = {to_float(behind), {0, 0, -1}};
    collide_ray_hit hit;
    return collide_ray_tree(&down, ground.tree, NULL, 0.1f, &hit) && (double)hit.normal.z > UPRIGHT;
}

// Changes a speed so that it meets all contacts: what carries lifts, the rest turns aside.
static vec slide(walker *w, vec speed, const collide_contact *contacts, size_t n) {
    bool carried[EACH];
    w->stands = false;
    for (size_t i = 0; i < n; ++i)
        carried[i] = carries(w, &contacts[i]);
    for (int pass = 0; pass < 16; ++pass)
        for (size_t i = 0; i < 2 * n; ++i) { // first what carries
            const collide_contact *c = &contacts[i % n];
            const vec normal = from_float(c->normal);
            const double want = fmin((SKIN + (double)c->depth) / STEP, 2);
            const double lacks = want - dot(speed, normal);
            const double across = sqrt(normal.x * normal.x + normal.y * normal.y);
            if (carried[i % n] != (i < n) || lacks <= 0)
                continue;
            if (carried[i % n]) {
                const double over = ((double)c->point_b.z - w->at.z + SKIN) / STEP;
                const double lift = speed.z + lacks / normal.z;
                speed.z = normal.z < UPRIGHT ? fmax(speed.z, fmin(lift, over)) : lift;
                w->stands = true;
            } else if (normal.z > -UPRIGHT) {
                speed = add(speed, lacks / (across * across), place(normal.x, normal.y, 0));
            } else {
                speed = add(speed, lacks, normal);
            }
        }
    return speed;
}

// The speed that a character wants, towards its next stop.
static vec wish(walker *w, double pace) {
    const double *to = routes[w->route][w->next];
    static double anywhere[WALKERS][2];
    double *own = anywhere[w - walkers];
    const bool any = w->route == ANYWHERE;
    vec way = place((any ? own[0] : to[0]) - w->at.x, (any ? own[1] : to[1]) - w->at.y, 0);
    if (length(way) < 0.5 || (any && (w->stuck > 30 || own[0] == 0))) {
        w->stuck = 0;
        own[0] = 1 + 46 * (double)random_float(&chance);
        own[1] = 1 + 30 * (double)random_float(&chance);
        w->next = w->next + 1 < STOPS && routes[w->route][w->next + 1][0] > 0 ? w->next + 1 : 0;
        ++w->reached;
    }
    return add(place(0, 0, 0), pace / fmax(length(way), 1e-3), way);
}

// Whether the ground is level for a metre round a place of the yard.
static bool on_yard(vec at) {
    return at.x > 2 && at.x < 20 && at.y > 2 && at.y < 10;
}

static void walk(walker *w, const collide_contact *contacts, size_t n) {
    const double pace = 3.5 + 0.01 * (double)(w - walkers);
    const vec from = w->at, wanted = wish(w, pace);
    const bool stood = w->stands;
    vec speed = wanted;
    speed.z = stood ? -pace : w->fall - 9.81 * STEP; // down slopes and stairs without a hop
    speed = slide(w, speed, contacts, n);
    w->fall = w->stands || stood ? 0 : speed.z;
    w->at = add(w->at, STEP, speed);
    w->highest = fmax(w->highest, w->at.z);
    const vec way = place(w->at.x - from.x, w->at.y - from.y, 0);
    w->stuck = length(way) < 0.3 * pace * STEP ? w->stuck + 1 : 0;
    crowd.through +=
        through(add(from, 0.5 * HEIGHT, place(0, 0, 1)), add(w->at, 0.5 * HEIGHT, place(0, 0, 1)));
    if (on_yard(from) && on_yard(w->at)) {
        crowd.loss = fmax(crowd.loss, 1 - dot(way, wanted) / (pace * pace * STEP));
        crowd.hop = fmax(crowd.hop, fabs(w->at.z - SKIN));
    }
}

static collide_contact_options ask(uint32_t flags) {
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    options.margin = (float)MARGIN;
    return options;
}

static int stops_of(int route) {
    int n = 0;
    while (n < STOPS && routes[route][n][0] > 0)
        ++n;
    return n;
}

// Where a character stands.
static vec on_ground(double x, double y) {
    const collide_ray down = {to_float(place(x, y, 9)), {0, 0, -1}};
    collide_ray_hit hit;
    if (!collide_ray_tree(&down, ground.tree, NULL, 99, &hit))
        fail("a place is outside of the level");
    return place(x, y, 9 - (double)hit.t + SKIN + 0.5 / (double)hit.normal.z - 0.5);
}

static void walk_all(void) {
    const collide_contact_options options = ask(COLLIDE_CONTACT_ONE_SIDED);
    const collide_shape_array all = {crowd.now, WALKERS, 0};
    for (int i = 0; i < WALKERS; ++i) {
        walker *w = &walkers[i];
        memset(w, 0, sizeof *w);
        w->route = i % 10 < ROUTES ? i % 10 : ANYWHERE;
        w->next = w->route < STEEP ? i / 10 % stops_of(w->route) : 0;
        const double *at = routes[w->route][w->next];
        const double y = at[1] + 0.4 * (double)random_either(&chance);
        w->at = on_ground(at[0] + 0.4 * (double)random_either(&chance), y);
    }
    for (int step = 0; step < STEPS; ++step) {
        progress("step", (size_t)step, STEPS);
        for (int i = 0; i < WALKERS; ++i)
            crowd.now[i] = capsule_at(walkers[i].at);
        const double start = nanoseconds();
        collide_tree_shape_contacts_many(ground.tree, NULL, &all, &options, crowd.contacts, EACH,
                                         crowd.counts);
        crowd.ns += nanoseconds() - start;
        for (int i = 0; i < WALKERS; ++i) {
            const size_t n = crowd.counts[i] < EACH ? crowd.counts[i] : EACH;
            crowd.found += crowd.counts[i];
            crowd.deepest = fmax(crowd.deepest, sunk(&crowd.now[i]));
            if (++crowd.asked % 61 == 0 && crowd.samples < SAMPLES)
                crowd.sample[crowd.samples++] = crowd.now[i];
            if (step % TRACE == 0 && i < ROUTES)
                traces[i][step / TRACE] = to_float(add(walkers[i].at, 0.1, place(0, 0, 1)));
            walk(&walkers[i], crowd.contacts + (size_t)i * EACH, n);
        }
    }
    progress("step", 1, 1);
}

// ---- bodies ------------------------------------------------------------------------------------

enum { SPHERE, WHEEL, BOX, ROLLER, KINDS };

static solver_body body_of(int kind, vec at) {
    solver_body b = kind == SPHERE  ? solver_sphere(0.25, 1, at)
                    : kind == WHEEL ? solver_cylinder(0.25, 0.2, 1, at)
                    : kind == BOX   ? solver_box(0.25, 0.2, 0.15, 1, at)
                                    : solver_capsule(0.2, 0.4, 1, at);
    if (kind == WHEEL || kind == ROLLER) // its axis lies along y
        b.turn[0] = b.turn[3] = sqrt(0.5);
    return b;
}

// The level, and room for what moves in it.
static solver solver_on_ground(solver_body *bodies) {
    solver s;
    memset(&s, 0, sizeof s);
    memset(&bodies[0], 0, sizeof bodies[0]);
    bodies[0].turn[3] = 1;
    bodies[0].tree = ground.tree;
    s.bodies = bodies;
    s.count = 1;
    s.gravity = place(0, 0, -9.81);
    s.friction = 0.6;
    s.step = STEP;
    s.sub_steps = 4;
    s.margin = 0.02;
    return s;
}

// As solver_ask, but ahead of walls, too.
static size_t ask_ahead(const solver *s, uint32_t a, uint32_t b, double margin,
                        collide_contact *out, size_t capacity, uint32_t *kind) {
    const double ahead = s->margin + s->step * length(s->bodies[a].speed);
    return solver_ask(s, a, b, solver_ground(&s->bodies[b]) ? ahead : margin, out, capacity, kind);
}

// What not to do: the contacts of a body with each triangle by itself.
static size_t ask_triangles(const solver *s, uint32_t a, uint32_t b, double margin,
                            collide_contact *out, size_t capacity, uint32_t *kind) {
    const solver_body *body = &s->bodies[a];
    collide_contact_options options;
    collide_aabb box = body->bounds;
    uint32_t found[256];
    size_t count = 0;
    (void)b;
    memset(&options, 0, sizeof options);
    options.margin = (float)margin;
    box.min = mad(box.min, -(float)margin, point(1, 1, 1));
    box.max = mad(box.max, (float)margin, point(1, 1, 1));
    const size_t n = collide_aabb_tree_indices(&box, ground.tree, NULL, found, 256);
    for (size_t i = 0; i < n && i < 256 && count < capacity; ++i) {
        const collide_shape face = collide_shape_from_triangle(&ground.triangles[found[i]]);
        const size_t more = collide_shape_shape_contacts(&body->placed, &face, &options,
                                                         out + count, capacity - count);
        count += more < capacity - count ? more : capacity - count;
    }
    *kind = COLLIDE_KEY_BODY;
    return count;
}

// Contacts of the mesh, and those of them that keys of each kind find in the last step.
static struct known { double all, by[3]; } known;

static void count_known(const solver *s) { // of one body
    collide_contact now[SOLVER_EACH], before[SOLVER_EACH];
    uint32_t match[SOLVER_EACH];
    for (size_t i = 0; i < s->n; ++i)
        now[i] = s->contacts[i].found;
    for (size_t i = 0; i < s->n_before; ++i)
        before[i] = s->before[i].found;
    known.all += (double)s->n;
    for (uint32_t kind = 0; kind < 3; ++kind)
        known.by[kind] +=
            (double)collide_contacts_match(now, s->n, before, s->n_before, kind, match);
}

// A body that rolls or slides 16 m along x at 8 m/s. How much of the speed that the equations of
// motion give it has lost, and how far it left the height that it began at.
static void ride(int kind, bool gutter, double margin, bool triangles, double *loss, double *hop) {
    static const double up[KINDS] = {0.25, 0.25, 0.15, 0.2};
    const double slant = gutter ? sqrt(1.25) : 1, speed = 8, way = 16;
    solver_body bodies[2];
    solver s = solver_on_ground(bodies);
    solver_body *b = &bodies[s.count++];
    *b = body_of(kind, place(3, gutter ? 11.5 : 6.13, up[kind] * slant - (gutter ? 0.25 : 0)));
    const double z = b->at.z;
    s.friction = kind == BOX ? 0.15 : 0.6;
    s.margin = margin;
    s.ask = triangles ? ask_triangles : ask_ahead;
    b->speed = place(speed, 0, 0);
    b->spin = place(0, kind == BOX ? 0 : speed * slant / up[kind], 0);
    solver_axes(b);
    const double begun = solver_energy(&s) - 9.81 * z;
    const double ideal = begun - (kind == BOX ? s.friction * 9.81 * way : 0);
    *hop = 0;
    for (int i = 0; i < 300 && b->at.x < 3 + way; ++i) {
        solver_step(&s);
        if (!triangles)
            count_known(&s);
        *hop = fmax(*hop, fabs(b->at.z - z));
    }
    const double left = b->at.x < 3 + way ? 0 : solver_energy(&s) - 9.81 * b->at.z;
    *loss = 1 - sqrt(fmax(left, 0) / ideal);
    solver_free(&s);
}

static bool ride_all(void) {
    static const char *const names[KINDS + 1] = {"sphere", "wheel", "box, sliding", "capsule",
                                                 "sphere in the gutter"};
    bool wrong = false;
    puts(
        "\n16 m at 8 m/s over flat ground. Speed that is lost, and how much the height changes:\n"
        "                        contacts of the mesh   triangle by triangle   the same, found\n"
        "                        found before touch     found at touch         20 mm before touch");
    for (int i = 0; i <= KINDS; ++i) {
        double loss[3], hop[3];
        for (int k = 0; k < 3; ++k)
            ride(i % KINDS, i == KINDS, k == 1 ? 0 : 0.02, k > 0, &loss[k], &hop[k]);
        printf("  %-20s %6.2f %% %7.2f mm %9.2f %% %7.2f mm %9.2f %% %7.2f mm\n", names[i],
               100 * fabs(loss[0]), 1000 * hop[0], 100 * loss[1], 1000 * hop[1], 100 * loss[2],
               1000 * hop[2]);
        wrong |= !(fabs(loss[0]) < 0.005 && hop[0] < 0.0005);
    }
    printf("Contacts of the mesh that keys find in the last step: %.0f %% by COLLIDE_KEY_BODY,\n"
           "%.0f %% by COLLIDE_KEY_FEATURES\n",
           100 * known.by[COLLIDE_KEY_BODY] / known.all,
           100 * known.by[COLLIDE_KEY_FEATURES] / known.all);
    return wrong;
}

static solver_body poured[BODIES + 1];

// Lets bodies go above the stairs, the half pipe, the hill and the ramp.
static bool pour(void) {
    solver s = solver_on_ground(poured);
    double energy = 0, deepest = 0;
    size_t wrong = 0;
    s.ask = ask_ahead;
    for (int i = 0; i < BODIES; ++i) {
        const int k = i / 4; // of 12 at a place
        const int pair = k / 2, row = k / 4;
        const double x = k % 4;
        const vec at[4] = {{30.6 + 0.8 * (k % 2), 22.4 + 0.6 * pair, 2.8},
                           {24 + 2.0 * pair, k % 2 ? 2.6 : 7.4, 2.6},
                           {41 + 0.7 * x, 7.3 + 0.7 * row, 2.2},
                           {32.4 + 0.7 * x, 17.0 + row, 1.7 + 0.4 * row}};
        solver_body *b = &poured[s.count++];
        *b = body_of(k % KINDS, at[i % 4]);
        b->speed = place(i % 4 ? 0 : -2, i % 4 == 3 ? -1 : 0, 0);
        solver_axes(b);
        solver_place(b);
        energy += b->mass * (9.81 * b->at.z + 0.5 * dot(b->speed, b->speed));
    }
    const double begun = energy;
    for (int step = 0; step < 480; ++step) {
        vec from[BODIES + 1];
        progress("step", (size_t)step, 480);
        for (uint32_t i = 1; i < s.count; ++i)
            from[i] = poured[i].at;
        solver_step(&s);
        energy = fmax(energy, solver_energy(&s));
        for (uint32_t i = 1; i < s.count; ++i) {
            solver_place(&poured[i]);
            deepest = fmax(deepest, sunk(&poured[i].placed));
            wrong += through(from[i], poured[i].at);
        }
    }
    progress("step", 1, 1);
    solver_free(&s);
    printf(
        "\n%d spheres, wheels, boxes and capsules go down stairs, hill, ramp and half pipe, 8 s\n"
        "  deepest in the mesh   %6.1f mm\n"
        "  times through the mesh%6zu\n"
        "  energy above start    %6.2f %%\n",
        BODIES, 1000 * deepest, wrong, 100 * (energy / begun - 1));
    return wrong || energy > 1.01 * begun || deepest > 0.02;
}

// ---- the same bits -----------------------------------------------------------------------------

static collide_contact answers[SAMPLES * EACH];
static uint32_t answered[SAMPLES];

// Asks capsules of the run again, one by one or all in one call, and prints the hash of the
// contacts.
static uint64_t again(const char *how, bool batch, uint32_t flags) {
    const collide_contact_options options = ask(flags);
    const collide_shape_array all = {crowd.sample, crowd.samples, 0};
    uint64_t hash = 0xcbf29ce484222325u;
    size_t contacts = 0;
    const double start = nanoseconds();
    if (batch)
        collide_tree_shape_contacts_many(ground.tree, NULL, &all, &options, answers, EACH,
                                         answered);
    for (size_t i = 0; i < crowd.samples && !batch; ++i)
        answered[i] = (uint32_t)collide_shape_tree_contacts(&crowd.sample[i], ground.tree, NULL,
                                                            &options, answers + i * EACH, EACH);
    const double ns = nanoseconds() - start;
    for (size_t i = 0; i < crowd.samples; ++i) {
        const size_t n = answered[i] < EACH ? answered[i] : EACH;
        const unsigned char *bytes = (const unsigned char *)(answers + i * EACH);
        contacts += answered[i];
        hash = (hash ^ answered[i]) * 0x100000001b3u;
        for (size_t k = 0; k < n * sizeof *answers; ++k)
            hash = (hash ^ bytes[k]) * 0x100000001b3u;
    }
    printf("  %-24s %6.2f us for each, %zu contacts   %016" PRIx64 "\n", how,
           ns / 1e3 / (double)crowd.samples, contacts, hash);
    return hash;
}

static bool same_bits(void) {
    uint64_t first = 0;
    bool wrong = false;
    printf("\n%zu capsules from this walk again: the same contacts, so the same hash, from all "
           "calls;\nthe last line is asked for the backs of triangles, too\n",
           crowd.samples);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        for (int batch = 0; batch < 2; ++batch) {
            const collide_isa_id isa = (collide_isa_id)i;
            char how[48];
            if (collide_isa_limit(isa) != isa)
                continue;
            snprintf(how, sizeof how, "%s, %s", batch ? "one call" : "call by call",
                     collide_isa_text(isa));
            const uint64_t hash = again(how, batch, COLLIDE_CONTACT_ONE_SIDED);
            first = first ? first : hash;
            wrong |= hash != first;
        }
    again("one call, two-sided", true, 0);
    return wrong;
}

static bool crowd_wrong(void) {
    double climbed = 0, platform = 10;
    bool arrived = true;
    for (int i = 0; i < WALKERS; ++i) {
        const walker *w = &walkers[i];
        if (w->route == STEEP)
            climbed = fmax(climbed, w->highest);
        else if (w->route != ANYWHERE)
            arrived = arrived && w->reached >= stops_of(w->route);
        if (w->route == 1)
            platform = fmin(platform, w->highest);
    }
    printf("\n%d characters walk for %.0f s; one call finds all contacts of a step\n"
           "  time for each in a step          %8.2f us, %.1f contacts\n"
           "  speed lost over flat ground      %8.3f %%\n"
           "  height changed over flat ground  %8.3f mm\n"
           "  deepest in the mesh              %8.3f mm\n"
           "  times through the mesh           %8zu\n"
           "  all went round, over stairs, ramp, hill, half pipe, through doors: %s\n"
           "  climbed the stairs to            %8.3f m\n"
           "  climbed a slope of 58 degrees to %8.3f m\n",
           WALKERS, STEPS * STEP, crowd.ns / 1e3 / (double)crowd.asked,
           (double)crowd.found / (double)crowd.asked, 100 * crowd.loss, 1000 * crowd.hop,
           1000 * crowd.deepest, crowd.through, arrived ? "yes" : "NO", platform - SKIN,
           climbed - SKIN);
    return crowd.through || crowd.loss > 0.001 || crowd.hop > 0.001 || crowd.deepest > 0.01 ||
           !arrived || climbed > 0.05 || platform < 2.4;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_level(picture *p, bool edges) {
    static const uint32_t colours[LEVEL_OUTSIDE] = {0xbcc7a8, 0xe6dfd2, 0xd8c6ac, 0xd2bd9c,
                                                    0xd9d4c8, 0xd2bd9c, 0xd98c7a, 0xa3c586,
                                                    0xa9b6c9, 0xcdb88f, 0xe6dfd2};
    for (size_t i = 0; i < ground.count; ++i) {
        const collide_vec3 *v = ground.triangles[i].v;
        picture_pen(p, PICTURE_SOLID, colours[ground.parts[i]]);
        picture_triangle(p, v[0], v[1], v[2]);
        picture_pen(p, PICTURE_LINE, 0x8a8578);
        for (int k = 0; k < 3 && edges; ++k)
            picture_rod(p, v[k], v[(k + 1) % 3], 0.006f, 0.006f, false, 6);
    }
}

static void draw_moving(picture *p) {
    picture_pen(p, PICTURE_SOLID, 0xf08a2c);
    for (int i = 0; i < WALKERS; ++i) {
        const collide_shape s = capsule_at(walkers[i].at);
        picture_shape(p, &s);
    }
    picture_pen(p, PICTURE_SOLID, 0x4f86c6);
    for (int i = 1; i <= BODIES; ++i)
        picture_shape(p, &poured[i].placed);
}

// A character on the stairs, again and again, with its contacts.
static void draw_climb(picture *p) {
    const collide_contact_options options = ask(COLLIDE_CONTACT_ONE_SIDED);
    for (int i = 0; i < STEPS / TRACE / 2; i += 3) {
        const collide_shape s = capsule_at(add(from_float(traces[1][i]), -0.1, place(0, 0, 1)));
        collide_contact contacts[EACH];
        if (s.of.capsule.a.x < 23 || s.of.capsule.a.x > 30.5f || s.of.capsule.a.y < 23)
            continue;
        picture_pen(p, PICTURE_SOLID, 0xf2a65a);
        picture_shape(p, &s);
        const size_t n =
            collide_shape_tree_contacts(&s, ground.tree, NULL, &options, contacts, EACH);
        picture_contacts(p, contacts, n < EACH ? n : EACH, 0.6f);
    }
}

static void draw(picture *p) {
    draw_level(p, false);
    draw_moving(p);
    for (int i = 0; i < STEEP; ++i) {
        picture_pen(p, PICTURE_LINE, 0xc0504d);
        picture_tube(p, traces[i], STEPS / TRACE, 0.06f);
    }
    p->reach = 6;
    picture_camera(p, point(9, -22, 27), point(23, 14.6f, 0), 0.43f);
    picture_draw(p, 0, p->width * 31 / 48);
    draw_level(p, true);
    draw_climb(p);
    picture_camera(p, point(20.8f, 17, 4.2f), point(26.3f, 24, 1.7f), 0.45f);
    picture_draw(p, p->width * 125 / 192, p->width - p->width * 125 / 192);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const double start = nanoseconds();
    level_make(&ground);
    const double ns = nanoseconds() - start;
    const size_t turned = collide_tree_windings(ground.tree, NULL, 0);
    printf("a level of %zu triangles, made in %.0f ms; %zu are wound against a neighbour\n",
           ground.count, ns / 1e6, turned);
    walk_all();
    bool wrong = turned > 0;
    wrong |= crowd_wrong();
    wrong |= ride_all();
    wrong |= pour();
    wrong |= same_bits();
    if (drawn)
        draw(&p);
    puts(wrong ? "SOMETHING IS WRONG" : "nothing bumps, nobody gets through, all answers agree");
    return wrong;
}
