// Demo: how near a cable comes to its neighbours when it vibrates. It hangs between two clamps over
// an engine block, and its first three modes swing in any direction and phase. Every cable that
// they can make is sampled, and the table has the clearance to each body: at rest, and while it
// vibrates, as a bracket that holds the truth. Build and run from the top folder:
//
//     cc -O2 examples/vibration.c -o vibration -lm && ./vibration [AMPLITUDE]
//
// AMPLITUDE is that of the first mode in mm, 12 if it is not given; those of higher modes are
// smaller by the square of their number. It fails if a random state of the modes comes nearer to a
// body than the bracket says. With --png FILE it draws the cable, the hull that it sweeps, and
// where it comes nearest.
//
// The modes move a place of the centre line anywhere within a circle round it: its radius R is the
// sum of amplitudes times shapes, which is reached in any direction when all modes swing to that
// side. So the samples are modes of all signs in DIRECTIONS directions at SHARES shares of their
// amplitude, and none of the places is farther from a sample than
//
//     R / (2 SHARES) + 2 R sin(180 degrees / (2 DIRECTIONS))
//
// which is the width of the bracket.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "vibration"
#include "picture.h"

#include <math.h>

#define POINTS 26
#define MODES 3
#define SIGNS 4 // of three modes, one of which goes ahead
#define DIRECTIONS 64
#define SHARES 16
#define SAMPLES (SIGNS * DIRECTIONS * SHARES)
#define BODIES 5
#define FARTHEST 200.0 // clearance that is asked for, in mm
#define ENOUGH 0.001   // and how exactly
#define RANDOM 3000    // states that check the bracket

typedef struct body {
    const char *name;
    collide_shape shape; // all but the hose
} body;

typedef struct clearance {
    double rest, most, least; // of the vibrating cable it is from least to most
    int sample;               // that comes nearest
} clearance;

static collide_vec3 straight[POINTS], hose_points[8];
static const collide_cable hose = {hose_points, 8, 0, 7, COLLIDE_CABLE_CLAMPED};
static body bodies[BODIES];
static double shapes[MODES][POINTS], amplitudes[MODES];

static double square(double x) {
    return x * x;
}

// ---- the scene, in mm --------------------------------------------------------------------------

static void make_bodies(void) {
    static const collide_aabb block = {{-130, -60, -120}, {120, 45, -40}};
    static const collide_obb bracket = {
        {-105, 32, 6}, {22, 6, 26}, {{0.8f, 0.6f, 0}, {-0.6f, 0.8f, 0}, {0, 0, 1}}};
    static const collide_cylinder bolt = {{-20, 4, -32}, {0, 0, 1}, 8, 18};
    static const collide_sphere joint = {{70, -42, -20}, 22};
    for (int i = 0; i < 8; ++i)
        hose_points[i] = point(-40 + 30 * (float)i, 60 - 3 * (float)i, 12 + 3 * (float)(i % 2));
    bodies[0].name = "engine block";
    bodies[0].shape = collide_shape_from_aabb(&block);
    bodies[1].name = "bracket";
    bodies[1].shape = collide_shape_from_obb(&bracket);
    bodies[2].name = "bolt";
    bodies[2].shape = collide_shape_from_cylinder(&bolt);
    bodies[3].name = "steering joint";
    bodies[3].shape = collide_shape_from_sphere(&joint);
    bodies[4].name = "hose";
}

// The control points sag between the clamps, which hold the first two and the last two.
static void make_cable(double amplitude) {
    static const double roots[MODES] = {4.730041, 7.853205, 10.995608};
    for (int i = 0; i < POINTS; ++i) {
        const double x = fmin(fmax((i - 1.0) / (POINTS - 3), 0), 1);
        straight[i] = point(-250 + 20 * (float)i, 0, (float)(-32 * x * (1 - x)));
        for (int k = 0; k < MODES; ++k) { // of a beam that is clamped at both ends
            const double b = roots[k], ratio = (cosh(b) - cos(b)) / (sinh(b) - sin(b));
            const double y = cosh(b * x) - cos(b * x) - ratio * (sinh(b * x) - sin(b * x));
            shapes[k][i] = x > 0 && x < 1 ? y / 1.588 : 0; // at most 1
            amplitudes[k] = amplitude / square(k + 1.0);
        }
    }
}

// Of each mode, as a share of its amplitude, along y and z.
typedef struct state {
    double share[MODES][2];
} state;

static const state none = {{{0, 0}, {0, 0}, {0, 0}}}; // at rest

static collide_cable vibrate(const state *s, collide_vec3 *points) {
    const collide_cable c = {points, POINTS, 0, 5, COLLIDE_CABLE_CLAMPED};
    for (int i = 0; i < POINTS; ++i) {
        vec p = from_float(straight[i]);
        for (int k = 0; k < MODES; ++k) {
            const vec way = {0, s->share[k][0], s->share[k][1]};
            p = add(p, amplitudes[k] * shapes[k][i], way);
        }
        points[i] = to_float(p);
    }
    return c;
}

// Sample i: all modes in one direction, each ahead or back.
static collide_cable sampled(int i, collide_vec3 *points) {
    const int way = i / SIGNS % DIRECTIONS, share = i / SIGNS / DIRECTIONS + 1;
    const double angle = 6.283185307179586 * way / DIRECTIONS, size = (double)share / SHARES;
    state s;
    for (int k = 0; k < MODES; ++k) {
        const double sign = k > 0 && i >> (k - 1) & 1 ? -size : size;
        s.share[k][0] = sign * cos(angle);
        s.share[k][1] = sign * sin(angle);
    }
    return vibrate(&s, points);
}

// ---- clearance ---------------------------------------------------------------------------------

// Whether the cable comes within that distance of a body: whether it overlaps it if it is thicker
// by so much. The deepest contact goes to out, if that is not NULL.
static bool within(const collide_cable *c, int i, double distance, collide_cable_contact *out) {
    collide_cable thick = *c;
    thick.radius = (float)((double)c->radius + distance);
    if (i == BODIES - 1)
        return collide_cable_cable_contacts(&thick, &hose, NULL, out, out ? 1 : 0) > 0;
    const collide_shape *s = &bodies[i].shape;
    switch (s->kind) {
    case COLLIDE_SHAPE_AABB:
        return collide_cable_aabb_contacts(&thick, &s->of.aabb, NULL, out, out ? 1 : 0) > 0;
    case COLLIDE_SHAPE_OBB:
        return collide_cable_obb_contacts(&thick, &s->of.obb, NULL, out, out ? 1 : 0) > 0;
    case COLLIDE_SHAPE_CYLINDER:
        return collide_cable_cylinder_contacts(&thick, &s->of.cylinder, NULL, out, out ? 1 : 0) > 0;
    default:
        return collide_cable_sphere_contacts(&thick, &s->of.sphere, NULL, out, out ? 1 : 0) > 0;
    }
}

// The distance if it is below most, by bisection; 0 if they overlap.
static double distance(const collide_cable *c, int i, double most) {
    double lo = 0, hi = most;
    if (!within(c, i, hi, NULL))
        return most;
    while (hi - lo > ENOUGH) {
        const double middle = (lo + hi) / 2;
        if (within(c, i, middle, NULL))
            hi = middle;
        else
            lo = middle;
    }
    return hi - lo < hi ? hi : 0;
}

static clearance clear_of(int i) {
    const double reach = amplitudes[0] + amplitudes[1] + amplitudes[2];
    const double between =
        reach / (2 * SHARES) + 2 * reach * sin(3.141592653589793 / (2 * DIRECTIONS));
    collide_vec3 points[POINTS];
    const collide_cable still = vibrate(&none, points);
    clearance c = {0, 0, 0, -1};
    c.rest = c.most = distance(&still, i, FARTHEST);
    for (int k = 0; k < SAMPLES; ++k) {
        const collide_cable s = sampled(k, points);
        const double d = distance(&s, i, c.most);
        c.sample = d < c.most ? k : c.sample;
        c.most = d;
    }
    c.least = fmax(c.most - ENOUGH - between, 0);
    return c;
}

// Random states: each mode by itself at any share of its amplitude, in any direction.
static size_t count_nearer(const clearance *c) {
    uint64_t random = 5;
    size_t nearer = 0;
    for (int n = 0; n < RANDOM; ++n) {
        collide_vec3 points[POINTS];
        state r;
        for (int k = 0; k < MODES; ++k)
            do
                for (int axis = 0; axis < 2; ++axis)
                    r.share[k][axis] = (double)random_either(&random);
            while (square(r.share[k][0]) + square(r.share[k][1]) > 1);
        const collide_cable s = vibrate(&r, points);
        for (int i = 0; i < BODIES; ++i)
            nearer += c[i].least > 0 && within(&s, i, c[i].least, NULL);
    }
    return nearer;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_tube(picture *p, const collide_cable *c) {
    for (size_t k = 0; k < collide_cable_segment_count(c); ++k) {
        const collide_spline s = collide_cable_segment(c, k);
        const collide_vec3 v[3] = {collide_spline_point(&s, 0, NULL),
                                   collide_spline_point(&s, 0.5f, NULL),
                                   collide_spline_point(&s, 1, NULL)};
        picture_tube(p, v, 3, c->radius);
    }
}

static void draw_bodies(picture *p) {
    picture_pen(p, PICTURE_SOLID, 0xaab7c3);
    const collide_aabb *block = &bodies[0].shape.of.aabb;
    const collide_pose pose = collide_pose_identity();
    collide_obb box = collide_obb_from_pose(&pose, point(0, 0, 0));
    box.center = mad(block->min, 0.5f, sub(block->max, block->min));
    box.half = sub(block->max, box.center);
    picture_obb(p, &box);
    picture_pen(p, PICTURE_SOLID, 0x8fb08c);
    picture_obb(p, &bodies[1].shape.of.obb);
    picture_pen(p, PICTURE_SOLID, 0xc9a227);
    picture_cylinder(p, &bodies[2].shape.of.cylinder);
    picture_pen(p, PICTURE_SOLID, 0x9b8bb8);
    picture_sphere(p, bodies[3].shape.of.sphere.center, bodies[3].shape.of.sphere.radius);
    picture_pen(p, PICTURE_SOLID, 0x6a4f3a);
    draw_tube(p, &hose);
    picture_pen(p, PICTURE_SOLID, 0x59626c); // the clamps
    for (int i = 0; i < 2; ++i) {
        box.center = point(i ? 240.0f : -240.0f, 0, -50);
        box.half = point(14, 14, 62);
        picture_obb(p, &box);
    }
}

// The hull as a tube whose radius is that of the cable and R.
static void draw_hull(picture *p) {
    float radius[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        double sum = 5;
        for (int k = 0; k < MODES; ++k)
            sum += amplitudes[k] * fabs(shapes[k][i]);
        radius[i] = (float)sum;
    }
    p->glass = 0.22f;
    picture_pen(p, PICTURE_GLASS, 0xf59a1a);
    for (int i = 0; i + 1 < POINTS; ++i)
        picture_rod(p, straight[i], straight[i + 1], radius[i], radius[i + 1], false, 1);
}

static void draw(picture *p, const clearance *c) {
    collide_vec3 points[POINTS];
    const collide_cable still = vibrate(&none, points);
    draw_bodies(p);
    draw_hull(p);
    picture_pen(p, PICTURE_LINE, 0x22303c);
    draw_tube(p, &still);
    for (int i = 0; i < BODIES; ++i) {
        collide_cable_contact touch;
        const collide_cable s = c[i].sample < 0 ? still : sampled(c[i].sample, points);
        if (!within(&s, i, c[i].most + ENOUGH, &touch))
            continue;
        const collide_vec3 b = touch.contact.point_b;
        picture_pen(p, PICTURE_MARK, c[i].most > 0 ? 0x2a62ff : 0xe3241b);
        picture_sphere(p, b, 4);
        if (c[i].most > 0)
            picture_rod(p, b, mad(b, (float)c[i].most, touch.contact.normal), 1.5f, 1.5f, false, 2);
    }
    p->reach = 0;
    p->floor = true;
    p->floor_height = -120;
    picture_camera(p, point(-110, -470, 270), point(-5, 0, -38), 0.285f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    char *end = NULL;
    const double amplitude = argc > 1 ? strtod(argv[1], &end) : 12;
    clearance c[BODIES];
    if (argc > 2 || (end && (end == argv[1] || *end)) || !(amplitude >= 0 && amplitude <= 40))
        fail("the amplitude is from 0 to 40 mm");
    make_bodies();
    make_cable(amplitude);
    printf("A cable of 10 mm between clamps 480 mm apart swings by up to %.1f, %.1f and %.1f mm in "
           "its\nfirst three modes, in any direction. %d states of them are sampled. Clearance in "
           "mm, where\n0 means that they touch:\n\n                  at rest   vibrating: at "
           "least   at most\n",
           amplitudes[0], amplitudes[1], amplitudes[2], SAMPLES);
    for (int i = 0; i < BODIES; ++i) {
        c[i] = clear_of(i);
        printf("%-14s %10.3f %21.3f %9.3f%s\n", bodies[i].name, c[i].rest, c[i].least, c[i].most,
               c[i].most > 0 ? "" : "   the cable hits it");
    }
    const size_t nearer = count_nearer(c);
    printf("\n%d random states of the modes: %zu come nearer than \"at least\" says.\n", RANDOM,
           nearer);
    if (drawn)
        draw(&p, c);
    if (nearer > 0)
        fail("THE CABLE COMES NEARER THAN THE BRACKET SAYS");
    return 0;
}
