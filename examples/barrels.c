// Demo: contacts that something can stand on. Barrels on flat ground, on their side, on their base
// and against a kerb; a wheel that rolls over flat and tilted ground without a ripple; what a small
// solver (tests/solver.h) makes of such contacts: wheels that keep their speed, barrels that stand
// on slopes, and a robot on four wheels that pulls a trolley over a volcano. Build and run from the
// top folder:
//
//     cc -O2 examples/barrels.c -o barrels -lm && ./barrels examples/data/volcano.txt
//
// With --png FILE it draws the barrels and the robot with their contacts.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "barrels"
#include "picture.h"

#include "../tests/scenes_terrain.h"
#include "robot.h"

#include <math.h>

#define SLOTS 16     // contacts of one barrel that are kept
#define STEPS 20000  // of 10 ms: 200 s at 1 m/s
#define STEP_MS 10.0 // the time step of [Strashnov]

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
        return feature & COLLIDE_CYLINDER_TOP ? "top rim" : "base rim";
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
    printf("\n%s: %zu contacts, places in m\n", what, n);
    for (size_t i = 0; i < n && i < SLOTS; ++i) {
        const collide_contact *p = &contact[i];
        printf("    at (%.3f %.3f %.3f), normal (%.2f %.2f %.2f), %4.1f mm deep: %s, %s of cell "
               "(%u, %u)\n",
               (double)p->point_b.x, (double)p->point_b.y, (double)p->point_b.z,
               (double)p->normal.x, (double)p->normal.y, (double)p->normal.z,
               1e3 * (double)p->depth, feature_a(p->feature_a), feature_b(p->feature_b),
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
    char contacts[64];
    snprintf(contacts, sizeof contacts, least == most ? "%zu" : "%zu to %zu", least, most);
    printf("%s: %s contacts at %d places, %.4f to %.4f mm deep, normals off by %.1g\n", what,
           contacts, STEPS, 1e3 * low, 1e3 * high, off);
    return most > 2 || least < 2 ? 1 : high - low > off ? high - low : off;
}

// ---- wheels and barrels by the solver ----------------------------------------------------------

// Each beside the equations of motion, for 60 steps a second with 4 sub-steps. False if a wheel
// loses or gains more than a thousandth of its speed, or if a barrel moves.
static bool rides(void) {
    static const int chosen[5] = {1, 4, 6, 17, 18};
    static scene made;
    bool good = true;
    puts("\nmoved by a solver:       speed off %  height off by mm  new contacts/step  drift "
         "mm/min");
    for (int i = 0; i < 5; ++i) {
        const ride r = ride_of(chosen[i]);
        const scene_how how = {60, 4, 0.02, false, 0, NULL, NULL};
        const bool stands = r.body == RIDE_BARREL;
        char text[64];
        if (!ride_make(&made, &r, false))
            fail("not enough memory");
        const ride_figures f = ride_run(&made, &r, &how);
        scene_free(&made);
        printf("    %-20s", ride_text(&r, text, sizeof text));
        if (stands)
            printf("%12s%18.2f%19.3f%14.5f\n", "", 1e3 * f.hop, f.fresh, 1e3 * f.drift);
        else
            printf("%12.4f%18.2f%19.3f\n", 100 * f.speed, 1e3 * f.hop, f.fresh);
        good = good && f.hop < 0.005 && (stands ? f.drift < 1e-5 : f.speed < 1e-3);
    }
    if (!good)
        puts("A WHEEL LOSES SPEED, OR A BARREL MOVES");
    return good;
}

// ---- the robot ---------------------------------------------------------------------------------

// What is drawn: the robot, and its contacts, since a copy of it does not hold them.
typedef struct moment {
    robot r;
    collide_contact contacts[ROBOT_CONTACTS];
} moment;

// The moment of the most roll is kept.
static int drive(const collide_terrain *terrain, moment *kept) {
    static robot r;
    const collide_heights *g = &terrain->grid;
    const vec ahead = {1, 0, 0}, from = {0.5 * (double)(g->columns - 1) * (double)g->dx - 100,
                                         0.5 * (double)(g->rows - 1) * (double)g->dy, 0};
    const solver_body *b = &r.bodies[1];
    double deepest = 0, steepest = 0, slowest = 0, sum = 0, most_roll = 0, off_road = 0;
    size_t contacts = 0, fresh = 0;
    int airborne = 0;
    if (!collide_terrain_height(terrain, (float)from.x, (float)from.y, NULL, NULL))
        fail("the volcano is too small for a drive of 200 m");
    robot_make(&r, robot_small(), terrain, from, ahead, STEP_MS / 1e3);
    printf("\nrobot with trolley, %d steps of %.0f ms, pitch and roll in degrees:\n"
           "      x m      z m  m/s   pitch    roll  contacts  deepest mm\n",
           STEPS, STEP_MS);
    for (int step = 0; step < STEPS; ++step) {
        const double start = nanoseconds(), aside = b->at.y - from.y;
        double deep = 0;
        progress("step", (size_t)step, STEPS);
        robot_drive(&r, 1, fmax(fmin(-b->axis[0].y - 0.3 * aside, 0.6), -0.6));
        const double ms = (nanoseconds() - start) / 1e6;
        for (size_t i = 0; i < r.s.n; ++i)
            deep = fmax(deep, (double)r.s.contacts[i].found.depth);
        sum += ms;
        slowest = fmax(slowest, ms);
        steepest = fmax(steepest, fabs(asin(b->axis[0].z)));
        if (step > 500) { // it has been let down from above
            deepest = fmax(deepest, deep);
            off_road = fmax(off_road, fabs(aside));
            airborne += r.s.n == 0;
            fresh += r.s.fresh;
            if (fabs(b->axis[1].z) > most_roll && r.s.n >= 8) {
                most_roll = fabs(b->axis[1].z);
                kept->r = r;
                for (size_t i = 0; i < r.s.n; ++i)
                    kept->contacts[i] = r.s.contacts[i].found;
            }
        }
        contacts += r.s.n;
        if (step % (STEPS / 10) == STEPS / 10 - 1)
            printf("%9.2f%9.2f%5.2f%8.1f%8.1f%10zu%12.2f\n", b->at.x, b->at.z,
                   sqrt(dot(b->speed, b->speed)), asin(b->axis[0].z) * 180 / SCENE_PI,
                   asin(b->axis[1].z) * 180 / SCENE_PI, r.s.n, 1e3 * deep);
    }
    printf(
        "%.1f contacts per step, of which %.3f are new, at most %.2f mm deep, pitch up to %.0f "
        "deg,\n"
        "at most %.2f m off its line, %d steps without contact; %.4f ms per step, at most %.3f of "
        "%.0f ms\n",
        (double)contacts / STEPS, (double)fresh / STEPS, 1e3 * deepest, steepest * 180 / SCENE_PI,
        off_road, airborne, sum / STEPS, slowest, STEP_MS);
    const bool bad = airborne > 0 || deepest > 0.02 || off_road > 2 || sum / STEPS > STEP_MS;
    if (bad)
        puts("THE ROBOT SINKS, FLOATS OR LEAVES ITS LINE, OR A STEP TAKES TOO LONG");
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

static void draw_wagon(picture *p, const robot *r, uint32_t body) {
    const robot_wagon *w = robot_part(r, body);
    const solver_body *b = &r->bodies[body];
    const vec middle = {0, 0, w->half.z};
    const collide_obb box = {to_float(robot_place(b, middle)),
                             to_float(w->half),
                             {b->pose.axis[0], b->pose.axis[1], b->pose.axis[2]}};
    picture_pen(p, PICTURE_SOLID, body == 1 ? 0xd9534a : 0x4c9a68);
    picture_obb(p, &box);
    for (int i = 0; i < w->wheels; ++i) {
        collide_cylinder c = robot_wheel(r, body, i);
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
    const solver_body *front = &kept->r.bodies[1], *rear = &kept->r.bodies[2];
    const collide_heights *g = &volcano->grid;
    const vec hitch = {-0.62, 0, -0.02}, drawbar = {0.35, 0, 0.02};
    collide_vec3 bar[2];
    picture_pen(p, PICTURE_SOLID, 0xb6cc96);
    picture_terrain(p, volcano, 0, 0, g->columns, g->rows);
    draw_wagon(p, &kept->r, 1);
    draw_wagon(p, &kept->r, 2);
    bar[0] = to_float(robot_place(front, hitch));
    bar[1] = to_float(robot_place(rear, drawbar));
    picture_pen(p, PICTURE_SOLID, 0x40444a);
    picture_tube(p, bar, 2, 0.03f);
    picture_contacts(p, kept->contacts, kept->r.s.n, 0.4f);
    const vec from = {2.0, -3.8, 1.6}, to = {-0.62, 0, -0.1};
    picture_camera(p, to_float(robot_place(front, from)), to_float(robot_place(front, to)), 0.36f);
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
    wrong += !rides();
    wrong += drive(volcano, &kept);
    if (drawn)
        draw(&p, barrels, flat, kerb, &kept, volcano);
    return wrong ? 1 : 0;
}
