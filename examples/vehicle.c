// Demo: a plough with a trolley on the real heights of a volcano: up a slope that becomes steeper
// until the hull touches the ground, over a kerb, and into a hole. Six wheels are cylinders; the
// hull is a box, two spheres and a convex plough. Then: how many wheels one core serves within a
// time step of 10 ms. Build and run from the top folder:
//
//     cc -O2 examples/vehicle.c -o vehicle -lm && ./vehicle examples/data/volcano.txt
//
// With --png FILE it draws a moment of each course with its contacts.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "vehicle"
#define ROBOT_EACH 6   // contacts of a wheel or of a part of the hull that are kept
#define SOLVER_EACH 64 // and of the whole vehicle
#include "picture.h"

#include "robot.h"

#include <inttypes.h>

#define STEP_MS 10.0 // the time step of [Strashnov]
#define SETTLE 150   // steps that it stands before it drives
#define MARGIN 0.02f // of the contacts that single calls and batches find
#define DEEP 0.02    // m that wheels and hull may be in the ground
#define LIFT 0.01    // m that energy from nowhere may lift the vehicle by
#define WHEELS 32768 // of the last table
#define ROUNDS 3     // of which the median is printed
#define SLOTS 8      // contacts of one cylinder that are kept
#define DEGREES 57.295779513082323

enum { BOX, FRONT_AXLE, REAR_AXLE, PLOUGH, TROLLEY, PARTS };

static const char *const part_text[PARTS] = {"box", "front axle", "rear axle", "plough",
                                             "box of the trolley"};

// ---- the vehicle -------------------------------------------------------------------------------

static collide_shape hull[PARTS];
static collide_vec3 plough_corners[8];
static robot_wagon wagons[2];

// A plough: narrow and low in front, wide and high behind.
static collide_shape make_plough(void) {
    const size_t size = collide_convex_points_size(8);
    collide_convex *plough;
    for (int i = 0; i < 8; ++i) {
        const bool ahead = i & 4, top = i & 2;
        const float y = ahead ? 0.35f : 0.55f;
        plough_corners[i] = point(ahead ? 2.5f : 1.7f, i & 1 ? y : -y,
                                  ahead ? (top ? 0.05f : -0.35f) : (top ? 0.35f : -0.15f));
    }
    check(
        collide_convex_build_points(&plough, allocate(size), size, plough_corners, 8, 0, 0, NULL));
    return collide_shape_from_convex(plough, NULL);
}

static collide_shape make_box(float z, float x_half, float y_half, float z_half) {
    const collide_obb box = {
        {0, 0, z}, {x_half, y_half, z_half}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return collide_shape_from_obb(&box);
}

static void make_vehicle(void) {
    static const robot_wagon car = {
        {1.7, 0.6, 0.35},
        1500,
        4,
        {{1.25, 0.8, -0.15}, {1.25, -0.8, -0.15}, {-1.25, 0.8, -0.15}, {-1.25, -0.8, -0.15}},
        {-2, 0, -0.15},
        0.45,
        0.3,
        hull,
        TROLLEY};
    static const robot_wagon trolley = {
        {0.8, 0.5, 0.2}, 300, 2, {{-0.1, 0.7, -0.2}, {-0.1, -0.7, -0.2}}, {1.6, 0, -0.15}, 0.4, 0.2,
        hull + TROLLEY,  1};
    for (int i = 0; i < 2; ++i) {
        const collide_sphere middle = {{i ? -1.25f : 1.25f, 0, -0.15f}, 0.22f};
        hull[FRONT_AXLE + i] = collide_shape_from_sphere(&middle);
    }
    hull[BOX] = make_box(0.1f, 1.7f, 0.55f, 0.25f);
    hull[PLOUGH] = make_plough();
    hull[TROLLEY] = make_box(0.1f, 0.8f, 0.5f, 0.2f);
    wagons[0] = car;
    wagons[1] = trolley;
}

// What moves, and the energy that its drive has put in.
typedef struct vehicle {
    robot r; // first: a pointer to it is one to the vehicle
    double work;
    bool begun; // there was a sub-step before, in this step
} vehicle;

// What the drive puts in: the friction of a contact times the speed of the wheel's surface.
static double work_of(const solver *s) {
    double sum = 0;
    for (size_t i = 0; i < s->n; ++i) {
        const solver_contact *c = &s->contacts[i];
        sum -= c->slide[0] * dot(c->belt, c->side[0]) + c->slide[1] * dot(c->belt, c->side[1]);
    }
    return sum;
}

// The wheels of the trolley roll freely: they take the speed that it has by now.
static void join(solver *s, double h, bool soft) {
    vehicle *v = (vehicle *)s;
    if (soft && v->begun)
        v->work += work_of(s);
    v->begun = true;
    for (size_t i = 0; i < s->n; ++i)
        robot_touch(s, &s->contacts[i]);
    robot_join(s, h, soft);
}

static void drive(vehicle *v, double speed, double left) {
    v->begun = false;
    robot_drive(&v->r, speed, left);
    v->work += work_of(&v->r.s);
}

// ---- single calls and batches ------------------------------------------------------------------

enum { CYLINDERS = 6, SPHERES = 2, BOXES = 2, SHAPES = CYLINDERS + SPHERES + BOXES + 1 };

typedef struct found {
    collide_contact contacts[SHAPES * SLOTS];
    uint32_t counts[SHAPES];
} found;

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; ++i)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

// The wheels, the axles, the boxes and the plough, in this order.
static void shapes_of(const robot *r, collide_shape *shapes) {
    for (int i = 0; i < CYLINDERS; ++i) {
        const collide_cylinder wheel = robot_wheel(r, i < 4 ? 1 : 2, i % 4);
        *shapes++ = collide_shape_from_cylinder(&wheel);
    }
    *shapes++ = robot_hull(r, 1, FRONT_AXLE);
    *shapes++ = robot_hull(r, 1, REAR_AXLE);
    *shapes++ = robot_hull(r, 1, BOX);
    *shapes++ = robot_hull(r, 2, 0);
    *shapes++ = robot_hull(r, 1, PLOUGH);
}

// The same contacts by calls for one shape each and by calls for many, which have none for convex
// bodies. Adds them to a hash. False if they differ.
static bool agree(const robot *r, const collide_shape *shapes, uint64_t *hash) {
    static found single, batch;
    static void *memory[3];
    const collide_terrain *ground = r->bodies[0].terrain;
    collide_contact_options options;
    collide_cylinder cylinders[CYLINDERS];
    collide_sphere spheres[SPHERES];
    collide_obb boxes[BOXES];
    const size_t sizes[3] = {collide_cylinder_pack_size(CYLINDERS),
                             collide_sphere_pack_size(SPHERES), collide_obb_pack_size(BOXES)};
    collide_cylinder_pack *cylinder_pack;
    collide_sphere_pack *sphere_pack;
    collide_obb_pack *box_pack;
    memset(&options, 0, sizeof options);
    options.margin = MARGIN;
    memset(&single, 0, sizeof single);
    memset(&batch, 0, sizeof batch);
    for (int i = 0; i < 3; ++i)
        memory[i] = memory[i] ? memory[i] : allocate(sizes[i]);
    for (int i = 0; i < SHAPES; ++i)
        single.counts[i] = (uint32_t)collide_shape_terrain_contacts(
            &shapes[i], ground, &options, single.contacts + SLOTS * i, SLOTS);
    for (int i = 0; i < CYLINDERS; ++i)
        cylinders[i] = shapes[i].of.cylinder;
    for (int i = 0; i < SPHERES; ++i)
        spheres[i] = shapes[CYLINDERS + i].of.sphere;
    for (int i = 0; i < BOXES; ++i)
        boxes[i] = shapes[CYLINDERS + SPHERES + i].of.obb;
    check(
        collide_cylinder_pack_build(&cylinder_pack, memory[0], sizes[0], cylinders, CYLINDERS, 0));
    check(collide_sphere_pack_build(&sphere_pack, memory[1], sizes[1], spheres, SPHERES, 0));
    check(collide_obb_pack_build(&box_pack, memory[2], sizes[2], boxes, BOXES, 0));
    collide_contact *to = batch.contacts;
    uint32_t *counts = batch.counts;
    collide_terrain_cylinder_contacts_many(ground, cylinder_pack, &options, to, SLOTS, counts);
    to += SLOTS * CYLINDERS;
    counts += CYLINDERS;
    collide_terrain_sphere_contacts_many(ground, sphere_pack, &options, to, SLOTS, counts);
    to += SLOTS * SPHERES;
    counts += SPHERES;
    collide_terrain_obb_contacts_many(ground, box_pack, &options, to, SLOTS, counts);
    counts[BOXES] = (uint32_t)collide_convex_terrain_contacts(
        shapes[SHAPES - 1].of.convex.body, &shapes[SHAPES - 1].of.convex.pose, ground, &options,
        to + SLOTS * BOXES, SLOTS);
    *hash = hash_bytes(*hash, &single, sizeof single);
    return memcmp(&single, &batch, sizeof single) == 0;
}

// The corners of boxes and plough that the heights show to be in the ground, although the part has
// no contact: no corner may be.
static int lost(const robot *r, const collide_shape *shapes) {
    int n = 0;
    for (int i = CYLINDERS + SPHERES; i < SHAPES; ++i)
        for (unsigned k = 0; k < 8; ++k) {
            const bool plough = i == SHAPES - 1;
            const collide_vec3 corner =
                plough ? collide_pose_apply(&shapes[i].of.convex.pose, plough_corners[k])
                       : picture_box_corner(&shapes[i].of.obb, k);
            const collide_terrain *ground = r->bodies[0].terrain;
            float z;
            if (collide_terrain_height(ground, corner.x, corner.y, &z, NULL) &&
                corner.z < z - 1e-3f &&
                collide_shape_terrain_contacts(&shapes[i], ground, NULL, NULL, 0) == 0)
                ++n;
        }
    return n;
}

// ---- courses -----------------------------------------------------------------------------------

typedef struct course {
    double x, y, degrees, speed; // where it begins, where it looks from east to north, m/s
    int steps;
    float at[2]; // of the first height, when the surface of the volcano has them 0.1 m apart
    float from[2], to[2], raised; // it is raised here; within 20 cm the hull may touch
    uint32_t hull;                // a bit for each part that must touch; 0: none may
} course;

enum { SLOPE, KERB, HOLE, COURSES };

static const char *const course_text[COURSES] = {
    "up a slope of the volcano that becomes steeper: 6, 11, 17, 31 degrees; the plough is too low",
    "askew over a kerb, 18 cm high, up a slope of 6 degrees; the hull is high enough",
    "into a hole, 2.2 m long and 1.2 m deep, down a slope of 6 degrees; there it stays"};

// In the hole it must stand still in the end.
static const course courses[COURSES] = {
    {605, 546, -90, 3, 1200, {0, 0}, {604, 516}, {606, 520}, 0, 1 << PLOUGH},
    {24, 540, 15, 1.5, 700, {10, 530}, {28, 0}, {1e3f, 1e3f}, 0.18f, 0},
    {66, 570, 180, 1, 700, {40, 560}, {60, 568}, {62.2f, 572}, -1.2f, 1 << PLOUGH | 1 << BOX}};

// The surface of the volcano by more heights, with a kerb or a hole.
static const collide_terrain *course_ground(const course *c, const collide_terrain *volcano) {
    enum { COLUMNS = 401, ROWS = 201 };
    collide_heights grid;
    if (c->raised == 0)
        return volcano;
    float *heights = (float *)allocate((size_t)COLUMNS * ROWS * sizeof *heights);
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = COLUMNS;
    grid.rows = ROWS;
    grid.dx = grid.dy = 0.1f;
    grid.origin = point(c->at[0], c->at[1], 0);
    for (int j = 0; j < ROWS; ++j)
        for (int i = 0; i < COLUMNS; ++i) {
            const float x = c->at[0] + 0.1f * (float)i, y = c->at[1] + 0.1f * (float)j;
            float *z = &heights[j * COLUMNS + i];
            if (!collide_terrain_height(volcano, x, y, z, NULL))
                fail("the volcano is too small for the courses");
            if (x >= c->from[0] && x <= c->to[0] && y >= c->from[1] && y <= c->to[1])
                *z += c->raised;
        }
    return build_terrain(&grid);
}

// ---- drives ------------------------------------------------------------------------------------

// What a step has seen: contacts that push, of the vehicle's wheels, of the trolley's wheels, then
// of each part of the hull; how deep wheels and hull are, in m; a bit for each part of the hull
// that touches; contacts of the hull where there should be none.
typedef struct seen {
    size_t counts[2 + PARTS];
    double deep[2];
    uint32_t hull;
    int elsewhere;
} seen;

// What a drive has seen. Lengths in m, energy in J.
typedef struct figures {
    uint64_t hash;
    double deepest[2];
    double gained;        // energy that no drive has put in
    double speed;         // in the end
    int scrapes, differs; // steps in which the hull touches; in which batches differ
    int elsewhere;        // contacts of the hull where there should be none
    int lost;             // corners in the ground without a contact
    uint32_t hull;        // a bit for each part that touches at some time
} figures;

typedef struct moment { // what is drawn: a copy of a robot does not hold its contacts
    robot r;
    collide_contact contacts[ROBOT_CONTACTS];
    size_t n;
    double rank;
} moment;

// The part of the hull that a contact has; PARTS: a wheel.
static int part_of(const solver_contact *c) {
    const uint32_t k = robot_which(c);
    return k < ROBOT_HULL ? PARTS : c->a == 2 ? TROLLEY : (int)(k - ROBOT_HULL);
}

static seen look(const course *c, const robot *r) {
    seen now;
    memset(&now, 0, sizeof now);
    for (size_t i = 0; i < r->s.n; ++i) {
        const collide_contact *at = &r->s.contacts[i].found;
        const int part = part_of(&r->s.contacts[i]);
        const float x = at->point_b.x, y = at->point_b.y, reach = 0.2f;
        if (r->s.contacts[i].push > 0)
            ++now.counts[part < PARTS ? 2 + (uint32_t)part : r->s.contacts[i].a - 1];
        if (at->depth < 0) // within the margin
            continue;
        now.deep[part < PARTS] = fmax(now.deep[part < PARTS], (double)at->depth);
        if (part == PARTS)
            continue;
        now.hull |= 1u << part;
        now.elsewhere += !c->hull || !(x >= c->from[0] - reach && x <= c->to[0] + reach &&
                                       y >= c->from[1] - reach && y <= c->to[1] + reach);
    }
    return now;
}

static void print_line(const vehicle *v, int step, const seen *now, double energy) {
    const solver_body *b = &v->r.bodies[1];
    const size_t *n = now->counts;
    printf("%5.1f%8.2f%8.2f%6.2f%7.1f%6.1f%8zu%8zu%6zu%6zu%7zu%8.2f%8.2f%8.2f\n",
           step * STEP_MS / 1e3, b->at.x, b->at.y, no_minus_zero(dot(b->speed, b->axis[0]), 0.01),
           no_minus_zero(asin(b->axis[0].z) * DEGREES, 0.1),
           no_minus_zero(asin(b->axis[1].z) * DEGREES, 0.1), n[0], n[1],
           n[2 + BOX] + n[2 + TROLLEY], n[2 + FRONT_AXLE] + n[2 + REAR_AXLE], n[2 + PLOUGH],
           1e3 * fmax(now->deep[0], now->deep[1]), 1e-3 * energy, 1e-3 * v->work);
}

// Where parts of the hull touch that have not touched before.
static void print_touches(const robot *r, uint32_t before) {
    for (size_t i = 0; i < r->s.n; ++i) {
        const solver_contact *c = &r->s.contacts[i];
        const collide_vec3 at = c->found.point_b;
        const int part = part_of(c);
        if (part == PARTS || c->found.depth < 0 || before >> part & 1)
            continue;
        before |= 1u << part;
        printf("      the %s touches first at (%.2f %.2f %.2f), %.2f mm deep; its normal leans "
               "%.0f deg\n",
               part_text[part], (double)at.x, (double)at.y, (double)at.z,
               1e3 * (double)c->found.depth, acos((double)c->found.normal.z) * DEGREES);
    }
}

// How much a moment is worth drawing: hull on the slope, most roll on the kerb, the end in the
// hole.
static double rank_of(const course *c, const robot *r, const seen *now, int step) {
    const solver_body *b = &r->bodies[1];
    if (c->raised < 0)
        return step;
    return c->hull ? (now->hull ? 1 + b->axis[0].z : 0) : fabs(b->axis[1].z);
}

static void begin(vehicle *v, const course *c, const collide_terrain *ground) {
    const vec at = {c->x, c->y, 0};
    const vec ahead = {cos(c->degrees / DEGREES), sin(c->degrees / DEGREES), 0};
    memset(v, 0, sizeof *v);
    robot_make(&v->r, wagons, ground, at, ahead, STEP_MS / 1e3);
    v->r.s.join = join;
    for (int i = 1; i < 3; ++i)
        v->r.bodies[i].at.z += 0.3;
}

// How fast it steers to the left: back to the line that it began on.
static double steer(const course *c, const solver_body *b) {
    const vec side = {-sin(c->degrees / DEGREES), cos(c->degrees / DEGREES), 0};
    const vec from = {c->x, c->y, b->at.z};
    const double off = -dot(b->axis[0], side) - 0.3 * dot(side, add(b->at, -1, from));
    return fmax(fmin(off, 0.6), -0.6);
}

// Drives a course; writes a table and keeps a moment if kept is not NULL.
static figures run(const course *c, const collide_terrain *ground, moment *kept) {
    static vehicle v;
    collide_shape shapes[SHAPES];
    figures f;
    double start = 0, least = 0;
    const solver_body *b = &v.r.bodies[1];
    memset(&f, 0, sizeof f);
    f.hash = 0xcbf29ce484222325u;
    begin(&v, c, ground);
    for (int step = 1 - SETTLE; step <= c->steps; ++step) {
        drive(&v, step > 0 ? c->speed : 0, steer(c, b));
        if (step == 0) {
            v.work = 0;
            start = solver_energy(&v.r.s);
        }
        if (step <= 0)
            continue;
        const seen now = look(c, &v.r);
        const double energy = solver_energy(&v.r.s) - start, rank = rank_of(c, &v.r, &now, step);
        for (int i = 0; i < 2; ++i)
            f.deepest[i] = fmax(f.deepest[i], now.deep[i]);
        f.gained = fmax(f.gained, energy - v.work - least);
        least = fmin(least, energy - v.work);
        shapes_of(&v.r, shapes);
        f.differs += !agree(&v.r, shapes, &f.hash);
        f.lost += lost(&v.r, shapes);
        f.hash = hash_bytes(f.hash, &b->at, sizeof b->at);
        f.scrapes += now.hull > 0;
        f.elsewhere += now.elsewhere;
        if (kept && (step % (c->steps / 10) == 0 || (now.hull & ~f.hull)))
            print_line(&v, step, &now, energy);
        if (kept)
            print_touches(&v.r, f.hull);
        f.hull |= now.hull;
        if (kept && rank > kept->rank) {
            kept->r = v.r;
            kept->n = v.r.s.n;
            kept->rank = rank;
            for (size_t i = 0; i < v.r.s.n; ++i)
                kept->contacts[i] = v.r.s.contacts[i].found;
        }
    }
    f.speed = sqrt(dot(b->speed, b->speed));
    return f;
}

// Says what a drive has seen, and whether something is wrong. same: on all instruction sets.
static bool judge(const course *c, const figures *f, bool same) {
    const double weight = 9.81 * (wagons[0].mass + wagons[1].mass);
    printf("deepest: wheels %.2f mm, hull %.2f mm (allowed: %.0f); the hull touches in %d of %d "
           "steps\n"
           "energy that came from nowhere: %.0f J, which lifts the vehicle by %.2f mm (allowed: "
           "%.0f)\n"
           "corners of boxes and plough that are below the heights and have no contact: %d\n"
           "steps in which batches find other contacts than single calls: %d\n"
           "hash of all contacts and places: %016" PRIx64 ", on %s instruction sets\n",
           1e3 * f->deepest[0], 1e3 * f->deepest[1], 1e3 * DEEP, f->scrapes, c->steps, f->gained,
           1e3 * f->gained / weight, 1e3 * LIFT, f->lost, f->differs, f->hash,
           same ? "all" : "NOT ALL");
    const char *wrong = NULL;
    if (f->deepest[0] > DEEP || f->deepest[1] > DEEP)
        wrong = "IT SINKS INTO THE GROUND";
    else if (f->gained > LIFT * weight)
        wrong = "IT GAINS ENERGY";
    else if ((f->hull & c->hull) != c->hull || f->elsewhere)
        wrong = "THE HULL DOES NOT TOUCH, OR TOUCHES ELSEWHERE";
    else if ((c->raised < 0) != (f->speed < 0.01))
        wrong = "IT DOES NOT STAY, OR DOES NOT GET ON";
    else if (f->lost || f->differs || !same)
        wrong = "CONTACTS DIFFER, OR ARE MISSING";
    if (wrong)
        puts(wrong);
    return wrong != NULL;
}

// On all instruction sets. Returns whether something is wrong.
static bool drive_course(int i, const collide_terrain *volcano, moment *kept) {
    const course *c = &courses[i];
    const collide_terrain *ground = course_ground(c, volcano);
    const collide_isa_id best = collide_isa_limit(COLLIDE_ISA_COUNT);
    bool same = true;
    printf("\n%s\n"
           "                             degrees    contacts that push                  deepest "
           "kJ since start\n"
           "    s     x m     y m   m/s  pitch  roll  wheels trolley boxes axles plough      mm  "
           "energy  engine\n",
           course_text[i]);
    const figures f = run(c, ground, kept);
    for (int k = 0; k < COLLIDE_ISA_COUNT; ++k) {
        const collide_isa_id isa = (collide_isa_id)k;
        if (isa == best || collide_isa_limit(isa) != isa)
            continue;
        const figures again = run(c, ground, NULL);
        same = same && again.hash == f.hash && again.differs == 0;
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return judge(c, &f, same);
}

// ---- wheels in a step --------------------------------------------------------------------------

// The heights of the volcano, so many metres apart; nearer ones are lower, too.
static const collide_terrain *model(const collide_terrain *volcano, float step) {
    collide_heights grid = volcano->grid;
    const size_t n = grid.columns * grid.rows;
    float *heights = (float *)allocate(n * sizeof *heights);
    for (size_t i = 0; i < n; ++i) {
        const float x = (float)(i % grid.columns) * grid.dx,
                    y = (float)(i / grid.columns) * grid.dy;
        (void)collide_terrain_height(volcano, x, y, &heights[i], NULL);
        heights[i] *= step / grid.dx;
    }
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = volcano->grid.columns;
    grid.rows = volcano->grid.rows;
    grid.dx = grid.dy = step;
    return build_terrain(&grid);
}

// A wheel anywhere, in any direction, that stands on the ground, up to 1 cm deep.
static collide_cylinder random_wheel(uint64_t *state, const collide_terrain *ground) {
    const collide_heights *g = &ground->grid;
    collide_cylinder wheel;
    for (;;) {
        const float turn = random_float(state) - 0.5f, deep = 0.01f * random_float(state);
        collide_contact contact;
        collide_vec3 up = {0, 0, 1};
        float z = 0;
        wheel.center.x = random_float(state) * (float)(g->columns - 1) * g->dx;
        wheel.center.y = random_float(state) * (float)(g->rows - 1) * g->dy;
        (void)collide_terrain_height(ground, wheel.center.x, wheel.center.y, &z, &up);
        wheel.radius = 0.3f + 0.2f * random_float(state);
        wheel.height = 0.6f * wheel.radius;
        wheel.center.z = z + wheel.radius - 0.05f;
        wheel.axis = collide_pose_from_quaternion(0, 0, turn, 0.5f, point(0, 0, 0)).axis[1];
        wheel.axis = picture_unit(mad(wheel.axis, -picture_dot(wheel.axis, up), up));
        for (int i = 0; i < 2; ++i)
            if (collide_cylinder_terrain_contacts(&wheel, ground, NULL, &contact, 1))
                wheel.center = mad(wheel.center, contact.depth - deep, contact.normal);
        if (collide_cylinder_terrain(&wheel, ground))
            return wheel;
    }
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// All contacts of all wheels once; returns the nanoseconds of the processor.
static double ask_all(const collide_terrain *ground, const collide_cylinder *wheels,
                      const collide_cylinder_pack *pack, collide_contact *contacts,
                      uint32_t *counts) {
    const clock_t start = clock();
    if (pack)
        collide_terrain_cylinder_contacts_many(ground, pack, NULL, contacts, SLOTS, counts);
    for (size_t i = 0; i < WHEELS && !pack; ++i)
        counts[i] = (uint32_t)collide_cylinder_terrain_contacts(&wheels[i], ground, NULL,
                                                                contacts + SLOTS * i, SLOTS);
    return (double)(clock() - start) * (1e9 / CLOCKS_PER_SEC);
}

// A row for single calls, and one for batches on each instruction set. Returns whether contacts
// differ, and writes the count of the last row.
static bool count_wheels(const char *where, const collide_terrain *ground, double *count) {
    const size_t size = collide_cylinder_pack_size(WHEELS);
    collide_cylinder *wheels = (collide_cylinder *)allocate(WHEELS * sizeof *wheels);
    uint32_t *counts = (uint32_t *)allocate(WHEELS * sizeof *counts);
    collide_contact *contacts =
        (collide_contact *)allocate((size_t)WHEELS * SLOTS * sizeof *contacts);
    collide_cylinder_pack *pack;
    uint64_t state = 1, first = 0;
    bool differ = false;
    for (size_t i = 0; i < WHEELS; ++i)
        wheels[i] = random_wheel(&state, ground);
    check(collide_cylinder_pack_build(&pack, allocate(size), size, wheels, WHEELS, 0));
    for (int k = -1; k < COLLIDE_ISA_COUNT; ++k) {
        const collide_isa_id isa = k < 0 ? COLLIDE_ISA_COUNT : (collide_isa_id)k;
        const collide_isa_id on = collide_isa_limit(isa);
        double ns[ROUNDS];
        size_t sum = 0;
        if (k >= 0 && on != isa)
            continue;
        for (int i = 0; i < ROUNDS; ++i)
            ns[i] = ask_all(ground, wheels, k < 0 ? NULL : pack, contacts, counts);
        qsort(ns, ROUNDS, sizeof *ns, by_size);
        uint64_t hash = hash_bytes(0xcbf29ce484222325u, counts, WHEELS * sizeof *counts);
        for (size_t i = 0; i < WHEELS; ++i) {
            sum += counts[i];
            hash = hash_bytes(hash, contacts + SLOTS * i,
                              (counts[i] < SLOTS ? counts[i] : SLOTS) * sizeof *contacts);
        }
        if (k < 0)
            printf("%s: %.2f contacts a wheel\n", where, (double)sum / WHEELS);
        first = k < 0 ? hash : first;
        differ |= hash != first;
        *count = 1e6 * STEP_MS * WHEELS / ns[ROUNDS / 2];
        printf("    %-14s%-8s%8.2f us a wheel%10.0f wheels in a step   %016" PRIx64 "\n",
               k < 0 ? "single calls," : "one batch,", collide_isa_text(on),
               1e-3 * ns[ROUNDS / 2] / WHEELS, *count, hash);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    release(wheels);
    release(counts);
    release(contacts);
    release(pack);
    return differ;
}

static bool real_time(const collide_terrain *volcano) {
    printf(
        "\nhow many wheels one core serves in a time step of %.0f ms, with all their contacts: by "
        "the median\ntime of %d rounds over %d different wheels, each of which stands up to 1 cm "
        "deep in the ground\n",
        STEP_MS, ROUNDS, WHEELS);
    double count[2];
    bool wrong = count_wheels("the volcano, heights 10 m apart, one or few cells below a wheel",
                              volcano, &count[0]);
    wrong |= count_wheels("its model on a scale of 1 to 40, heights 0.25 m apart, rough ground",
                          model(volcano, 0.25f), &count[1]);
    printf("so a core that does nothing else finds in each step the contacts of all six wheels of "
           "%.0f "
           "such\nvehicles on the volcano, or of %.0f on rough ground\n",
           count[0] / CYLINDERS, count[1] / CYLINDERS);
    if (wrong)
        puts("CONTACTS DIFFER");
    return wrong;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_wagon(picture *p, const robot *r, uint32_t body) {
    const robot_wagon *w = robot_part(r, body);
    for (int i = 0; i < w->hulls; ++i) {
        const collide_shape s = robot_hull(r, body, i);
        static const uint32_t colours[PARTS] = {0xd9534a, 0x8a929c, 0x8a929c, 0xf08a2c, 0x4c9a68};
        picture_pen(p, PICTURE_SOLID, colours[body == 2 ? TROLLEY : i]);
        picture_shape(p, &s);
    }
    for (int i = 0; i < w->wheels; ++i) {
        collide_cylinder c = robot_wheel(r, body, i), next = robot_wheel(r, body, i ^ 1);
        picture_pen(p, PICTURE_SOLID, 0x8a929c);
        picture_rod(p, c.center, next.center, 0.06f, 0.06f, false, 2);
        picture_pen(p, PICTURE_SOLID, 0x50565f);
        picture_cylinder(p, &c);
        c.height *= 1.08f;
        c.radius *= 0.55f;
        picture_pen(p, PICTURE_SOLID, 0xd4d8dd);
        picture_cylinder(p, &c);
    }
}

static void draw_vehicle(picture *p, const moment *m) {
    collide_vec3 bar[2];
    draw_wagon(p, &m->r, 1);
    draw_wagon(p, &m->r, 2);
    const vec low = {-1.7, 0, -0.1}, drawbar = {0.8, 0, 0.05};
    bar[0] = to_float(robot_place(&m->r.bodies[1], low));
    bar[1] = to_float(robot_place(&m->r.bodies[2], drawbar));
    picture_pen(p, PICTURE_SOLID, 0x40444a);
    picture_tube(p, bar, 2, 0.06f);
    picture_contacts(p, m->contacts, m->n, 0.8f);
}

// The ground of a course from a row on, raised cells in another colour, and its cut along the row.
static void draw_ground(picture *p, const course *c, const collide_terrain *t, size_t row,
                        uint32_t raised) {
    const collide_heights *g = &t->grid;
    for (size_t j = row; j + 1 < g->rows; ++j)
        for (size_t i = 0; i + 1 < g->columns; ++i) {
            const float x = g->origin.x + ((float)i + 0.5f) * g->dx;
            const float y = g->origin.y + ((float)j + 0.5f) * g->dy;
            const bool in = c->raised != 0 && x > c->from[0] - 0.1f && x < c->to[0] + 0.1f &&
                            y > c->from[1] - 0.1f && y < c->to[1] + 0.1f;
            picture_pen(p, PICTURE_SOLID, in ? raised : 0xb6cc96);
            picture_terrain(p, t, i, j, 1, 1);
        }
    picture_pen(p, PICTURE_SOLID, 0x9c8468);
    for (size_t i = 0; i + 1 < g->columns && row; ++i) {
        collide_vec3 v[4];
        for (size_t k = 0; k < 4; ++k) {
            v[k] = point(g->origin.x + (float)(i + (k == 1 || k == 2)) * g->dx,
                         g->origin.y + (float)row * g->dy, 0);
            (void)collide_terrain_height(t, v[k].x, v[k].y, &v[k].z, NULL);
            v[k].z = k > 1 ? 90 : v[k].z;
        }
        picture_quad(p, v[0], v[1], v[2], v[3]);
    }
}

// Draws into a part of the picture: columns, rows.
static void draw_panel(picture *p, const moment *m, vec from, vec at, float half_height,
                       size_t column, size_t columns, size_t row, size_t rows) {
    unsigned char *pixels = p->pixels;
    const size_t height = p->height;
    const solver_body *b = &m->r.bodies[1];
    draw_vehicle(p, m);
    picture_camera(p, to_float(robot_place(b, from)), to_float(robot_place(b, at)), half_height);
    p->pixels = pixels + 3 * row * p->width;
    p->height = rows;
    picture_draw(p, column, columns);
    p->pixels = pixels;
    p->height = height;
}

// The slope on the left; kerb and hole on the right.
static void draw(picture *p, const moment *kept, const collide_terrain *volcano) {
    const size_t left = p->width * 13 / 24, upper = p->height / 2, right = p->width - left;
    const vec from[3] = {{4.5, -6.5, 0.5}, {-4.5, 6.2, 1.9}, {-0.5, 8, 1.2}};
    const vec at[3] = {{-0.1, 0, 0.2}, {-1.5, 0, -0.3}, {-1.2, 0, -0.7}};
    const size_t size = 3 * p->width * p->height;
    p->pixels = (unsigned char *)memset(allocate(size), 255, size);
    p->reach = 0;
    draw_ground(p, &courses[SLOPE], volcano, 0, 0);
    draw_panel(p, &kept[0], from[0], at[0], 0.41f, 0, left - 1, 0, p->height);
    draw_ground(p, &courses[KERB], kept[1].r.bodies[0].terrain, 0, 0xc2cad3);
    draw_panel(p, &kept[1], from[1], at[1], 0.34f, left + 1, right - 1, 0, upper - 1);
    draw_ground(p, &courses[HOLE], kept[2].r.bodies[0].terrain, 86, 0xa98e6f);
    draw_panel(p, &kept[2], from[2], at[2], 0.33f, left + 1, right - 1, upper + 1,
               p->height - upper - 1);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static moment kept[COURSES];
    const bool drawn = picture_wanted(&p, &argc, argv);
    if (argc > 2)
        fail("vehicle [HEIGHTS.txt] [--png FILE]");
    const collide_terrain *volcano = read_terrain(argc > 1 ? argv[1] : "examples/data/volcano.txt");
    bool wrong = false;
    make_vehicle();
    printf("a vehicle of %.0f kg pulls a trolley of %.0f kg: six wheels, two boxes, two axles that "
           "are "
           "spheres,\na convex plough; a step is %.0f ms\n",
           wagons[0].mass, wagons[1].mass, STEP_MS);
    for (int i = 0; i < COURSES; ++i)
        wrong |= drive_course(i, volcano, &kept[i]);
    wrong |= real_time(volcano);
    if (drawn)
        draw(&p, kept, volcano);
    puts(wrong ? "SOMETHING IS WRONG"
               : "\nthe hull touches where it should, nothing sinks in, all contacts agree");
    return wrong;
}
