// Demo: contacts that something can stand on. Barrels on flat ground, on their side, on their base
// and against a kerb; a wheel that rolls over flat and tilted ground without a ripple; and a robot
// on four wheels that pulls a trolley over a volcano. Build and run from the top folder:
//
//     cc -O2 examples/barrels.c -o barrels -lm && ./barrels examples/data/volcano.txt
//
// With --png FILE it draws the barrels and the robot with their contacts.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "barrels"
#include "picture.h"

#include <math.h>

#define SLOTS 16     // contacts of one wheel that are kept
#define STEPS 20000  // of 1 cm, 10 ms each: 1 m/s for 200 s
#define ROUNDS 4     // of pushing out, a step
#define STEP_MS 10.0 // the time step of [Strashnov]
#define SINK 0.002   // what weight pulls down in a round

// 64 by 64 heights, step apart: slope along x, and from the middle on a kerb on top.
static const collide_terrain *plain(float step, float slope, float kerb) {
    collide_heights grid;
    float *heights = (float *)allocate(64 * 64 * sizeof *heights);
    for (int i = 0; i < 64 * 64; ++i)
        heights[i] = slope * step * (float)(i % 64) + (i % 64 < 32 ? 0 : kerb);
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = grid.rows = 64;
    grid.dx = grid.dy = step;
    return build_terrain(&grid);
}

static collide_cylinder cylinder(float x, float y, float z, float ax, float ay, float az,
                                 float radius, float height) {
    const collide_cylinder c = {{x, y, z}, {ax, ay, az}, radius, height};
    return c;
}

// ---- barrels -----------------------------------------------------------------------------------

static const char *feature_a(uint32_t feature) {
    if (feature & COLLIDE_CYLINDER_RIM)
        return feature & COLLIDE_CYLINDER_TOP ? "top rim" : "rim";
    if (feature & COLLIDE_CYLINDER_BASE)
        return feature & COLLIDE_CYLINDER_TOP ? "top" : "base";
    return "side";
}

static const char *feature_b(uint32_t feature) {
    const uint32_t kind = COLLIDE_FEATURE_KIND(feature);
    return kind == COLLIDE_FEATURE_FACE ? "face" : kind == COLLIDE_FEATURE_EDGE ? "edge" : "vertex";
}

static void show(const char *what, const collide_cylinder *c, const collide_terrain *terrain) {
    collide_contact contact[SLOTS];
    const size_t n = collide_cylinder_terrain_contacts(c, terrain, NULL, contact, SLOTS);
    printf("\n%s: %zu contacts\n", what, n);
    for (size_t i = 0; i < n && i < SLOTS; ++i) {
        const collide_contact *p = &contact[i];
        printf("    at (%.4f %.4f %.4f), normal (%.4f %.4f %.4f), %.4f deep, %s on %s %u %u\n",
               (double)p->point_b.x, (double)p->point_b.y, (double)p->point_b.z,
               (double)p->normal.x, (double)p->normal.y, (double)p->normal.z, (double)p->depth,
               feature_a(p->feature_a), feature_b(p->feature_b),
               (unsigned)COLLIDE_FEATURE_CELL(p->feature_b),
               (unsigned)COLLIDE_FEATURE_CELL(p->feature_a));
    }
}

// ---- ripple ------------------------------------------------------------------------------------

// A wheel rolls along x, its tread 1 mm deep all the time; how much its deepest depth, its normals
// and its number of contacts vary. Returns the greatest variation.
static double ripple(const char *what, float slope) {
    const collide_terrain *terrain = plain(0.25f, slope, 0);
    const double radius = 0.35, up = 1 / sqrt(1 + (double)slope * (double)slope);
    double low = 1, high = 0, off = 0;
    size_t least = SLOTS, most = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double x = 2 + 12.0 * i / STEPS, along = x * (double)slope;
        collide_contact contact[SLOTS];
        // The middle is radius - 1 mm from the plane.
        const collide_cylinder wheel =
            cylinder((float)(x - (radius - 1e-3) * up * (double)slope), 8.1f,
                     (float)(along + (radius - 1e-3) * up), 0, 1, 0, (float)radius, 0.25f);
        const size_t n = collide_cylinder_terrain_contacts(&wheel, terrain, NULL, contact, SLOTS);
        double deepest = 0;
        for (size_t k = 0; k < n && k < SLOTS; ++k) {
            const double depth = (double)contact[k].depth, nz = (double)contact[k].normal.z;
            deepest = depth > deepest ? depth : deepest;
            off = fabs(nz - up) > off ? fabs(nz - up) : off;
        }
        least = n < least ? n : least;
        most = n > most ? n : most;
        low = deepest < low ? deepest : low;
        high = deepest > high ? deepest : high;
    }
    printf("%s: %d places, %zu to %zu contacts, depth %.7f to %.7f m, normals off by %.1g\n", what,
           STEPS, least, most, low, high, off);
    return most > 2 || least < 2 ? 1 : high - low > off ? high - low : off;
}

// ---- the robot ---------------------------------------------------------------------------------

// A stiff body on wheels: ahead and left are its axes. It is driven along x, and is free to rise,
// pitch and roll; what is hitched to it only follows, and is free to pitch and roll.
typedef struct wagon {
    vec at, ahead, left;
    bool hitched;
    int wheels;
    vec wheel[4]; // ahead, left and up of at
    float radius, width;
} wagon;

static vec wagon_place(const wagon *w, vec local) {
    const vec up = cross(w->ahead, w->left);
    return add(add(add(w->at, local.x, w->ahead), local.y, w->left), local.z, up);
}

static void wagon_turn(wagon *w, vec by) {
    w->ahead = add(w->ahead, 1, cross(by, w->ahead));
    w->ahead = add(w->ahead, 1 / sqrt(dot(w->ahead, w->ahead)) - 1, w->ahead);
    w->left = add(w->left, 1, cross(by, w->left));
    w->left = add(w->left, -dot(w->left, w->ahead), w->ahead);
    w->left = add(w->left, 1 / sqrt(dot(w->left, w->left)) - 1, w->left);
}

// What touched in a round, and the wagons that it moved: to be drawn.
typedef struct moment {
    wagon wagons[2];
    collide_contact contacts[6 * SLOTS];
    size_t count;
} moment;

// One round: it sinks, then each contact pushes it out by half of its depth.
static size_t wagon_settle(wagon *w, const collide_terrain *terrain, double *deepest, moment *now) {
    const vec down = {0, 0, -SINK};
    size_t contacts = 0;
    if (w->hitched) {
        const vec lever = add(w->ahead, -2, w->ahead); // its weight is behind the hitch
        wagon_turn(w, cross(lever, down));
    } else {
        w->at = add(w->at, 1, down);
    }
    for (int i = 0; i < w->wheels; ++i) {
        const vec p = wagon_place(w, w->wheel[i]);
        collide_contact contact[SLOTS];
        const collide_cylinder wheel =
            cylinder((float)p.x, (float)p.y, (float)p.z, (float)w->left.x, (float)w->left.y,
                     (float)w->left.z, w->radius, w->width);
        const size_t n = collide_cylinder_terrain_contacts(&wheel, terrain, NULL, contact, SLOTS);
        contacts += n;
        for (size_t k = 0; k < n && k < SLOTS; ++k) {
            const collide_contact *c = &contact[k];
            now->contacts[now->count++] = *c;
            const vec at = {(double)c->point_a.x, (double)c->point_a.y, (double)c->point_a.z};
            const vec normal = {(double)c->normal.x, (double)c->normal.y, (double)c->normal.z};
            const vec turn = cross(add(at, -1, w->at), normal);
            const double pitch = dot(turn, w->left), roll = dot(turn, w->ahead);
            const double rise = w->hitched ? 0 : normal.z;
            const double all = rise * rise + pitch * pitch + roll * roll;
            const double push = all > 0 ? 0.5 * (double)c->depth / all : 0;
            vec by = {0, 0, 0};
            by = add(add(by, push * pitch, w->left), push * roll, w->ahead);
            w->at.z += push * rise;
            wagon_turn(w, by);
            *deepest = (double)c->depth > *deepest ? (double)c->depth : *deepest;
        }
    }
    return contacts;
}

// The steepest moment is kept.
static int drive(const collide_terrain *terrain, moment *kept) {
    const collide_heights *g = &terrain->grid;
    const double width = (double)(g->columns - 1) * (double)g->dx;
    const double depth = (double)(g->rows - 1) * (double)g->dy;
    wagon robot = {
        {0, 0, 0}, {1, 0, 0},
        {0, 1, 0}, false,
        4,         {{0.5, 0.4, -0.1}, {0.5, -0.4, -0.1}, {-0.5, 0.4, -0.1}, {-0.5, -0.4, -0.1}},
        0.25f,     0.2f};
    wagon trolley = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                     true,      2,         {{-1.2, 0.35, -0.05}, {-1.2, -0.35, -0.05}},
                     0.2f,      0.1f};
    const vec hitch = {-0.8, 0, -0.1};
    double deepest = 0, steepest = 0, slowest = 0, sum = 0, most_roll = 0;
    size_t contacts = 0;
    int airborne = 0;
    float z;
    robot.at.x = 0.5 * width - 100;
    robot.at.y = 0.5 * depth;
    if (!collide_terrain_height(terrain, (float)robot.at.x, (float)robot.at.y, &z, NULL))
        fail("the volcano is too small for a drive of 200 m");
    robot.at.z = (double)z + 0.6;
    printf("\nrobot with trolley, %d steps of 1 cm:\n      x m      z m  pitch    roll  contacts  "
           "deepest mm\n",
           STEPS);
    for (int step = 0; step < STEPS; ++step) {
        const double start = nanoseconds();
        double deep = 0;
        size_t n = 0;
        moment now;
        progress("step", (size_t)step, STEPS);
        robot.at.x += 0.01;
        for (int round = 0; round < ROUNDS; ++round) {
            deep = 0;
            now.count = 0;
            n = wagon_settle(&robot, terrain, &deep, &now);
            trolley.at = wagon_place(&robot, hitch);
            n += wagon_settle(&trolley, terrain, &deep, &now);
        }
        const double ms = (nanoseconds() - start) / 1e6;
        const double pitch = asin(robot.ahead.z), roll = asin(robot.left.z);
        sum += ms;
        slowest = ms > slowest ? ms : slowest;
        steepest = fabs(pitch) > steepest ? fabs(pitch) : steepest;
        if (step > 500) { // it has been let down from above
            deepest = deep > deepest ? deep : deepest;
            airborne += n == 0;
            if (fabs(robot.left.z) > most_roll && n >= 8) {
                most_roll = fabs(robot.left.z);
                *kept = now;
                kept->wagons[0] = robot;
                kept->wagons[1] = trolley;
            }
        }
        contacts += n;
        if (step % (STEPS / 10) == STEPS / 10 - 1)
            printf("%9.2f%9.2f%7.1f%8.1f%10zu%12.2f\n", robot.at.x, robot.at.z,
                   pitch * 180 / 3.14159265358979, roll * 180 / 3.14159265358979, n, 1e3 * deep);
    }
    printf(
        "%.1f contacts per step, at most %.2f mm deep in the last round, pitch up to %.0f deg,\n"
        "%d steps without contact; %.4f ms per step for %d rounds of pushing out, at most %.3f of "
        "%.0f ms\n",
        (double)contacts / STEPS, 1e3 * deepest, steepest * 180 / 3.14159265358979, airborne,
        sum / STEPS, ROUNDS, slowest, STEP_MS);
    const bool bad = airborne > 0 || deepest > 0.05 || sum / STEPS > STEP_MS;
    if (bad)
        puts("THE ROBOT SINKS OR FLOATS, OR A STEP TAKES TOO LONG");
    return bad;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_barrel(picture *p, const collide_cylinder *barrel, const collide_terrain *terrain,
                        collide_vec3 aside) {
    collide_contact contact[SLOTS];
    collide_cylinder c = *barrel;
    const size_t n = collide_cylinder_terrain_contacts(&c, terrain, NULL, contact, SLOTS);
    c.center = mad(c.center, 1, aside);
    picture_pen(p, PICTURE_SOLID, 0xe88a45);
    picture_cylinder(p, &c);
    picture_pen(p, PICTURE_SOLID, 0xb4bac2); // hoops
    for (int i = -1; i <= 1; ++i) {
        collide_cylinder hoop = c;
        hoop.center = mad(c.center, 0.3f * (float)i * c.height, c.axis);
        hoop.height = 0.05f * c.height;
        hoop.radius += 0.008f;
        picture_cylinder(p, &hoop);
    }
    for (size_t i = 0; i < n && i < SLOTS; ++i)
        contact[i].point_b = mad(contact[i].point_b, 1, aside);
    picture_contacts(p, contact, n, 0.4f);
}

static void draw_wagon(picture *p, const wagon *w, double front, double rear, double top) {
    const vec middle = {0.5 * (front + rear), 0, 0.5 * top};
    const vec up = cross(w->ahead, w->left);
    collide_obb box = {{0, 0, 0}, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    box.center = to_float(wagon_place(w, middle));
    box.half = point((float)(0.5 * (front - rear)), 0.27f, (float)(0.5 * top));
    box.axis[0] = to_float(w->ahead);
    box.axis[1] = to_float(w->left);
    box.axis[2] = to_float(up);
    picture_pen(p, PICTURE_SOLID, w->hitched ? 0x4c9a68 : 0xd9534a);
    picture_obb(p, &box);
    for (int i = 0; i < w->wheels; ++i) {
        const vec at = wagon_place(w, w->wheel[i]);
        collide_cylinder c = {to_float(at), to_float(w->left), w->radius, w->width};
        picture_pen(p, PICTURE_SOLID, 0x50565f);
        picture_cylinder(p, &c);
        c.height *= 1.08f;
        c.radius *= 0.55f;
        picture_pen(p, PICTURE_SOLID, 0xd4d8dd);
        picture_cylinder(p, &c);
    }
}

// The barrels on the left, side by side, and the robot on the right.
static void draw(picture *p, const collide_cylinder *barrels, const collide_terrain *flat,
                 const collide_terrain *kerb, const moment *kept, const collide_terrain *volcano) {
    const size_t half = p->width / 2;
    p->reach = 0;
    picture_pen(p, PICTURE_SOLID, 0xc9cfc0);
    picture_terrain(p, kerb, 0, 0, 31, 63);
    picture_pen(p, PICTURE_SOLID, 0x9fb3c8);
    picture_terrain(p, kerb, 31, 0, 1, 63);
    picture_pen(p, PICTURE_SOLID, 0xb9c6d3);
    picture_terrain(p, kerb, 32, 0, 31, 63);
    draw_barrel(p, &barrels[0], flat, point(2.0f, 0.6f, 0));
    draw_barrel(p, &barrels[1], flat, point(1.6f, -1.2f, 0));
    draw_barrel(p, &barrels[2], kerb, point(0, 1.0f, 0));
    draw_barrel(p, &barrels[3], kerb, point(0, -1.0f, 0));
    picture_camera(p, point(2.9f, 1.0f, 2.9f), point(6.85f, 3.9f, 0.2f), 0.36f);
    picture_draw(p, 0, half - 1);
    const wagon *robot = &kept->wagons[0], *trolley = &kept->wagons[1];
    const collide_heights *g = &volcano->grid;
    const vec hitch = {-0.5, 0, -0.1}, drawbar = {-1.0, 0, 0};
    collide_vec3 bar[2];
    picture_pen(p, PICTURE_SOLID, 0xb6cc96);
    picture_terrain(p, volcano, 0, 0, g->columns, g->rows);
    draw_wagon(p, robot, 0.62, -0.62, 0.28);
    draw_wagon(p, trolley, -0.85, -1.55, 0.16);
    bar[0] = to_float(wagon_place(robot, hitch));
    bar[1] = to_float(wagon_place(trolley, drawbar));
    picture_pen(p, PICTURE_SOLID, 0x40444a);
    picture_tube(p, bar, 2, 0.03f);
    picture_contacts(p, kept->contacts, kept->count, 0.4f);
    const vec from = {2.0, -3.8, 1.6}, to = {-0.62, 0, -0.1};
    picture_camera(p, to_float(wagon_place(robot, from)), to_float(wagon_place(robot, to)), 0.36f);
    picture_draw(p, half + 1, p->width - half - 1);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static moment kept;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const collide_terrain *flat = plain(0.25f, 0, 0), *kerb = plain(0.25f, 0, 0.15f);
    const collide_terrain *volcano = read_terrain(argc > 1 ? argv[1] : "examples/data/volcano.txt");
    // The kerb rises from x = 7.75 to 8.
    const collide_cylinder barrels[4] = {{{4.03f, 4.1f, 0.439f}, {0, 0, 1}, 0.29f, 0.88f},
                                         {{4.03f, 4.1f, 0.289f}, {0.8f, 0.6f, 0}, 0.29f, 0.88f},
                                         {{7.48f, 4.1f, 0.439f}, {0, 0, 1}, 0.29f, 0.88f},
                                         {{7.68f, 4.1f, 0.289f}, {0, 1, 0}, 0.29f, 0.88f}};
    double most;
    int wrong = 0;
    show("a barrel on its base", &barrels[0], flat);
    show("a barrel on its side", &barrels[1], flat);
    show("a barrel on its base, pushed against a kerb", &barrels[2], kerb);
    show("a barrel that rolled against it", &barrels[3], kerb);
    puts("\na wheel that rolls:");
    most = ripple("    on flat ground  ", 0);
    wrong += most > 1e-6;
    most = ripple("    on a slope of .5", 0.5f);
    wrong += most > 1e-5;
    puts(wrong ? "THE DEPTH RIPPLES" : "no ripple beyond rounding");
    wrong += drive(volcano, &kept);
    if (drawn)
        draw(&p, barrels, flat, kerb, &kept, volcano);
    return wrong ? 1 : 0;
}
