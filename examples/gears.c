// Demo: parts that turn into each other within a time step. Two gears whose speeds do not match, a
// gripper that closes on a bottle, a door that swings into a crate, and a propeller whose strut
// bends: each turns by up to five radians in a step. collide_shape_shape_motion brackets the time
// of the first contact and is never late. What is usually done instead is asked for the same steps:
// whether the parts overlap at 10, 100 or 1000 poses within the step. Build and run from the top
// folder:
//
//     cc -O2 examples/gears.c -o gears && ./gears [STEPS]
//
// STEPS is the number of random steps. With --png FILE it draws the gears at first (left), and
// their teeth when they first touch (right), with the contact and its normal.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "gears"
#include "picture.h"

#define MAX_PARTS 24
#define LAST_TEETH 18
#define MAX_STEPS 100000
#define SAMPLINGS 3

static const int samplings[SAMPLINGS] = {10, 100, 1000}; // poses in a step

// ---- parts, in millimetres and seconds ---------------------------------------------------------

typedef struct body {
    const char *name;
    size_t count;
    collide_shape parts[MAX_PARTS]; // that move as one
    collide_motion motion;
} body;

typedef struct scene {
    const char *name;
    body a, b;
    float step;
} scene;

// The first contact of two bodies within a step, and the parts that touch then.
typedef struct contact {
    bool found;
    collide_bracket time;
    size_t a, b;
} contact;

static body at_rest(const char *name, collide_shape part) {
    body b;
    memset(&b, 0, sizeof b);
    check(collide_shape_check(&part));
    b.name = name;
    b.count = 1;
    b.parts[0] = part;
    b.motion = collide_motion_at_rest();
    return b;
}

static collide_shape box(collide_vec3 center, collide_vec3 half) {
    collide_obb b = {{0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    b.center = center;
    b.half = half;
    return collide_shape_from_obb(&b);
}

// The pose turned by an angle about the z axis, in radians, below a half turn.
static collide_pose turned(float angle, collide_vec3 position) {
    // Any motion does, since the library knows how to turn.
    collide_motion m = collide_motion_at_rest();
    m.spin.z = angle;
    collide_pose pose = collide_motion_pose(&m, 1);
    pose.position = position;
    return pose;
}

// A tooth of a gear with a pitch radius, about the z axis: thick at the root, thin at the tip.
static collide_convex *make_tooth(float pitch) {
    static const float outline[3][2] = {{-5.5f, 3.8f}, {0, 2.6f}, {3.8f, 0.9f}}; // out, half of it
    collide_vec3 p[12];
    collide_convex *tooth;
    for (int i = 0; i < 12; ++i)
        p[i] = point(pitch + outline[i / 4][0], i & 1 ? outline[i / 4][1] : -outline[i / 4][1],
                     i & 2 ? 5.0f : -5.0f);
    const size_t size = collide_convex_points_size(12);
    check(collide_convex_build_points(&tooth, allocate(size), size, p, 12, 0, 0, NULL));
    return tooth;
}

// A gear of so many teeth with a module of 4 mm, at a place and an angle.
static body make_gear(const char *name, int teeth, collide_vec3 place, float angle, float spin) {
    const float pitch = 2 * (float)teeth, circle = 6.2831853f;
    const collide_convex *tooth = make_tooth(pitch);
    collide_cylinder hub = {{0, 0, 0}, {0, 0, 1}, 0, 10};
    hub.radius = pitch - 4.5f;
    body gear = at_rest(name, collide_shape_from_cylinder(&hub));
    for (int i = 0; i < teeth; ++i) {
        const collide_pose pose = turned(circle * ((float)i / (float)teeth - 0.5f), point(0, 0, 0));
        gear.parts[gear.count++] = collide_shape_from_convex(tooth, &pose);
    }
    gear.motion.pose = turned(angle, place);
    gear.motion.pivot = place;
    gear.motion.spin.z = spin;
    return gear;
}

#define SCENES 4

static void make_scenes(scene *s) {
    const float half_tooth = 3.14159265f / LAST_TEETH;
    const collide_cylinder bottle = {{58, 6, 0}, {0, 0, 1}, 30, 180};
    const collide_capsule strut = {{190, 0, -300}, {190, 0, 300}, 12};
    s[0].name = "two gears, one 10 % too slow";
    s[0].a = make_gear("gear", 12, point(0, 0, 0), 0, 30);
    s[0].b = make_gear("wheel", LAST_TEETH, point(60, 0, 0), half_tooth, -0.9f * 20);
    s[0].step = 0.02f;
    s[1].name = "a gripper closes on a bottle";
    s[1].a = at_rest("finger", box(point(55, 48, 0), point(55, 4, 12)));
    s[1].b = at_rest("bottle", collide_shape_from_cylinder(&bottle));
    s[1].a.motion.pivot = point(0, 48, 0);
    s[1].a.motion.spin = point(0, 0, -2);
    s[1].step = 0.25f;
    s[2].name = "a door swings into a crate";
    s[2].a = at_rest("door", box(point(450, 0, 1000), point(450, 20, 1000)));
    s[2].b = at_rest("crate", box(point(0, 0, 0), point(200, 150, 150)));
    s[2].a.motion.spin = point(0, 0, 1.5f);
    s[2].b.motion.pose = turned(0.6f, point(250, 800, 150));
    s[2].step = 1;
    s[3].name = "a propeller, a strut bends into it";
    s[3].a = at_rest("blade", box(point(0, 0, 0), point(300, 3, 25)));
    s[3].b = at_rest("strut", collide_shape_from_capsule(&strut));
    s[3].a.motion.pose = collide_pose_from_quaternion(0.2f, 0, 0, 0.98f, point(0, 0, 0));
    s[3].a.motion.spin = point(0, 0, 251); // 2,400 revolutions a minute
    s[3].b.motion.pose.position = point(130, 40, 0);
    s[3].b.motion.velocity = point(-1500, 0, 0);
    s[3].step = 0.02f;
}

// ---- the first contact -------------------------------------------------------------------------

static contact first_contact(const scene *s) {
    contact c;
    memset(&c, 0, sizeof c);
    for (size_t i = 0; i < s->a.count; ++i)
        for (size_t k = 0; k < s->b.count; ++k) {
            collide_bracket t;
            // Other parts matter only where they touch sooner.
            if (!collide_shape_shape_motion(&s->a.parts[i], &s->a.motion, &s->b.parts[k],
                                            &s->b.motion, c.found ? c.time.t_hi : s->step, 0, &t))
                continue;
            if (t.verdict != COLLIDE_HIT)
                fail("no contact is proven, nor that there is none");
            if (!c.found || t.t_hi < c.time.t_hi) {
                const float sooner = c.found && c.time.t_lo < t.t_lo ? c.time.t_lo : t.t_lo;
                c.time = t;
                c.time.t_lo = sooner;
                c.a = i;
                c.b = k;
            }
            c.time.t_lo = t.t_lo < c.time.t_lo ? t.t_lo : c.time.t_lo;
            c.found = true;
        }
    return c;
}

static bool overlap_at(const scene *s, float t) {
    const collide_pose pose_a = collide_motion_pose(&s->a.motion, t);
    const collide_pose pose_b = collide_motion_pose(&s->b.motion, t);
    collide_shape a[MAX_PARTS];
    for (size_t i = 0; i < s->a.count; ++i)
        a[i] = collide_shape_under_pose(&s->a.parts[i], &pose_a);
    for (size_t k = 0; k < s->b.count; ++k) {
        const collide_shape b = collide_shape_under_pose(&s->b.parts[k], &pose_b);
        for (size_t i = 0; i < s->a.count; ++i)
            if (collide_shape_shape(&a[i], &b))
                return true;
    }
    return false;
}

// The first of n poses within the step at which the bodies overlap, or none: -1.
static float sample(const scene *s, int n) {
    for (int i = 1; i <= n; ++i) {
        const float t = s->step * ((float)i / (float)n);
        if (overlap_at(s, t))
            return t;
    }
    return -1;
}

// How far apart the bodies are at a time, in millimetres; negative: how deep they overlap.
static float apart_at(const scene *s, float t, collide_distance *nearest) {
    const collide_pose pose_a = collide_motion_pose(&s->a.motion, t);
    const collide_pose pose_b = collide_motion_pose(&s->b.motion, t);
    collide_distance d;
    float least = FLT_MAX;
    for (size_t i = 0; i < s->a.count; ++i)
        for (size_t k = 0; k < s->b.count; ++k) {
            const collide_shape a = collide_shape_under_pose(&s->a.parts[i], &pose_a);
            const collide_shape b = collide_shape_under_pose(&s->b.parts[k], &pose_b);
            if (collide_shape_shape_distance(&a, &b, FLT_MAX, &d) && d.hi < least) {
                least = d.hi;
                if (nearest)
                    *nearest = d;
            }
        }
    return least;
}

static void print_scene(const scene *s, const contact *c) {
    const double step = (double)s->step;
    printf("%s\n    Within a step of %g s, the %s (part %d of %d) touches the %s (part %d of %d) "
           "first.\n"
           "    The contact begins between %.9f and %.9f s,\n"
           "    %.5f %% to %.5f %% of the step after its begin: a bracket of %.0f ns.\n",
           s->name, step, s->a.name, (int)c->a + 1, (int)s->a.count, s->b.name, (int)c->b + 1,
           (int)s->b.count, (double)c->time.t_lo, (double)c->time.t_hi,
           100 * (double)c->time.t_lo / step, 100 * (double)c->time.t_hi / step,
           1e9 * ((double)c->time.t_hi - (double)c->time.t_lo));
    for (int k = 0; k < SAMPLINGS; ++k) {
        const float t = sample(s, samplings[k]);
        if (t < 0)
            printf("    Overlap at %4d poses misses the contact.\n", samplings[k]);
        else
            printf("    Overlap at %4d poses finds it %.3f %% of the step late, %.3f mm deep.\n",
                   samplings[k], 100 * ((double)t - (double)c->time.t_lo) / step,
                   no_minus_zero(-(double)apart_at(s, t, NULL), 1e-3));
        if (t >= 0 && t < c->time.t_lo)
            fail("a bracket is late");
    }
}

// At the begin of the bracket the bodies are apart, and at its end they touch, within the rounding
// of poses.
static void check_scene(const scene *s, const contact *c) {
    if (!c->found)
        fail("no contact");
    if (apart_at(s, c->time.t_lo, NULL) < -1e-4f || apart_at(s, c->time.t_hi, NULL) > 1e-3f ||
        c->time.t_hi - c->time.t_lo > 1e-4f * s->step)
        fail("a bracket is not where the bodies first touch");
}

// ---- random steps ------------------------------------------------------------------------------

// Two blades, 1 m long and a few millimetres to centimetres thick, one of which flies at the other.
static scene random_step(uint64_t *r) {
    scene s;
    body *both[2] = {&s.a, &s.b};
    s.name = "";
    s.step = 0.02f;
    for (int i = 0; i < 2; ++i) {
        collide_motion *m;
        const float wide = 20 + 60 * random_float(r), thick = 0.5f + 4 * random_float(r);
        *both[i] = at_rest("", box(point(0, 0, 0), point(500, wide, thick)));
        m = &both[i]->motion;
        const collide_vec3 turn = random_point(r, 1);
        m->pose = collide_pose_from_quaternion(turn.x, turn.y, turn.z, random_either(r) + 0.001f,
                                               point(0, 0, 0));
        m->spin = random_point(r, 150);
    }
    s.b.motion.pose.position = random_point(r, 200);
    s.b.motion.pose.position.x = 450 + 250 * random_float(r);
    s.b.motion.pivot = s.b.motion.pose.position;
    s.b.motion.velocity = point(-20000 * random_float(r), 0, 0);
    return s;
}

typedef struct totals {
    int found, missed;
    double late, latest, deep, deepest, ns; // shares of a step, millimetres
} totals;

// What one way of sampling makes of a step with this first contact.
static void tally(totals *t, const scene *s, const contact *c, int poses) {
    const double begin = nanoseconds();
    const float at = sample(s, poses);
    t->ns += nanoseconds() - begin;
    if (at >= 0 && (!c->found || at < c->time.t_lo) && apart_at(s, at, NULL) < -1e-3f)
        fail("a contact within a step comes before its bracket, or has none");
    if (!c->found || at < 0) {
        t->missed += c->found;
        return;
    }
    const double late = ((double)at - (double)c->time.t_lo) / (double)s->step;
    const double deep = -(double)apart_at(s, at, NULL);
    ++t->found;
    t->late += late;
    t->latest = late > t->latest ? late : t->latest;
    t->deep += deep;
    t->deepest = deep > t->deepest ? deep : t->deepest;
}

static void print_steps(int steps) {
    totals by[SAMPLINGS], ours;
    uint64_t r = 2026;
    memset(by, 0, sizeof by);
    memset(&ours, 0, sizeof ours);
    for (int i = 0; i < steps; ++i) {
        const scene s = random_step(&r);
        const double begin = nanoseconds();
        const contact c = first_contact(&s);
        ours.ns += nanoseconds() - begin;
        progress("step", (size_t)i, (size_t)steps);
        if (c.found) {
            const double width = ((double)c.time.t_hi - (double)c.time.t_lo) / (double)s.step;
            ++ours.found;
            ours.late += width;
            ours.latest = width > ours.latest ? width : ours.latest;
        }
        for (int k = 0; k < SAMPLINGS; ++k)
            tally(&by[k], &s, &c, samplings[k]);
    }
    progress("step", 1, 1);
    const double n = (double)(ours.found ? ours.found : 1);
    printf(
        "%d random steps of two thin blades that turn by up to 5 radians; %d have a contact.\n"
        "Late is by how much of the step a contact is found after it began; deep is how far the\n"
        "blades are in each other then:\n\n"
        "%-14s %7s %7s %12s %10s %9s %9s %9s\n",
        steps, ours.found, "", "found", "missed", "late, mean", "most", "deep, mean", "most",
        "us a step");
    printf("%-14s %7d %7d %10.5f %% %8.4f %% %9s %9s %9.2f\n", "brackets", ours.found, 0,
           100 * ours.late / n, 100 * ours.latest, "", "", ours.ns * 1e-3 / steps);
    for (int k = 0; k < SAMPLINGS; ++k) {
        const totals *t = &by[k];
        const double found = (double)(t->found ? t->found : 1);
        printf("%9d poses %6d %7d %10.5f %% %8.4f %% %6.2f mm %6.2f mm %9.2f\n", samplings[k],
               t->found, t->missed, 100 * t->late / found, 100 * t->latest, t->deep / found,
               t->deepest, t->ns * 1e-3 / steps);
    }
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_gears(picture *p, const scene *s, const contact *c, float t, size_t column) {
    static const uint32_t colours[2] = {0xd98232, 0x5b86b5};
    for (int k = 0; k < 2; ++k) {
        const body *b = k ? &s->b : &s->a;
        const collide_pose pose = collide_motion_pose(&b->motion, t);
        for (size_t i = 0; i < b->count; ++i) {
            const collide_shape part = collide_shape_under_pose(&b->parts[i], &pose);
            picture_pen(p, PICTURE_SOLID, t > 0 && i == (k ? c->b : c->a) ? 0xd8301e : colours[k]);
            picture_shape(p, &part);
        }
        picture_pen(p, PICTURE_SOLID, 0x8a929b);
        picture_rod(p, mad(pose.position, -9, point(0, 0, 1)),
                    mad(pose.position, 9, point(0, 0, 1)), 6, 6, true, 1);
    }
    if (t > 0) {
        collide_distance d;
        (void)apart_at(s, t, &d);
        const collide_vec3 at = mad(d.point_b, 0.5f, sub(d.point_a, d.point_b));
        picture_pen(p, PICTURE_MARK, 0xffd21f);
        picture_arrow(p, at, mad(point(0, 0, 0), 11, d.normal), 0.5f);
        picture_pen(p, PICTURE_MARK, 0x2a62ff);
        picture_sphere(p, at, 1);
    }
    p->reach = 40;
    p->floor = true;
    p->floor_height = -9;
    picture_camera(p, t > 0 ? point(27, -40, 165) : point(35, -62, 165),
                   t > 0 ? point(27, -1, 0) : point(35, -2, 0), t > 0 ? 0.2f : 0.44f);
    picture_draw(p, column ? column + 1 : 0, p->width / 2 - 1);
}

int main(int argc, char **argv) {
    static picture p;
    static scene scenes[SCENES];
    contact first;
    const bool drawn = picture_wanted(&p, &argc, argv);
    char *end = NULL;
    const long steps = argc > 1 ? strtol(argv[1], &end, 10) : 4000;
    if (argc > 2 || (end && *end) || steps < 1 || steps > MAX_STEPS)
        fail("give a number of steps, at most 100000: ./gears [STEPS] [--png FILE]");
    memset(&first, 0, sizeof first);
    make_scenes(scenes);
    for (int i = 0; i < SCENES; ++i) {
        const contact c = first_contact(&scenes[i]);
        print_scene(&scenes[i], &c);
        check_scene(&scenes[i], &c);
        first = i ? first : c;
    }
    printf("\n");
    print_steps((int)steps);
    if (drawn) {
        draw_gears(&p, &scenes[0], &first, 0, 0);
        draw_gears(&p, &scenes[0], &first, first.time.t_hi, p.width / 2);
        picture_write(&p);
    }
    return 0;
}
