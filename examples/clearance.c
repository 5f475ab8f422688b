// Demo: the clearance of a hose along its length, as a designer of harnesses checks it. The hose is
// led closely about a casting (a teapot), and a thin cable is wound about it. For each segment of
// the hose it prints how far it is from the casting, the floor and the cable, and where the
// clearance is smaller than what is required. It fails if a bracket does not hold what many points
// of the hose say, if instruction sets differ, or if the whole hose is asked with another result.
// Lengths are in millimetres. Build and run from the top folder:
//
//     cc -O2 examples/clearance.c -o clearance -lm && ./clearance examples/data/teapot.off
//
// With --png FILE it draws the hose in the colours of its clearance, and the clearance along the
// length below.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "clearance"
#include "picture.h"

#include <math.h>

#define POINTS 12    // of the hose
#define SEGMENTS 13  // it is clamped
#define TURNS 60     // points of the cable that is wound about it
#define RADIUS 6.0f  // of the hose
#define THIN 2.0f    // of the cable
#define NEEDED 10.0f // clearance that is required
#define PARTS 400    // points of a segment that check its brackets
#define ROUNDS 15    // a time is the least of so many
#define STRIP 0.3f   // of the picture's height, for the clearance along the length
#define MOST 50.0f   // the largest clearance there
#define SIZE 240.0f  // of the casting

typedef enum other { MESH, FLOOR, CABLE, OTHERS } other;
static const char *const names[OTHERS] = {"the casting", "the floor", "the thin cable"};

static const collide_vec3 path[POINTS] = {{-190, -130, 14}, {-150, -118, 26}, {-100, -104, 42},
                                          {-48, -99, 54},   {5, -97, 62},     {58, -88, 76},
                                          {96, -58, 92},    {112, -8, 104},   {104, 46, 104},
                                          {66, 96, 84},     {10, 128, 50},    {-60, 150, 22}};

static collide_vec3 wound[TURNS];
static const collide_cable hose = {path, POINTS, 0, RADIUS, COLLIDE_CABLE_CLAMPED};
static const collide_cable thin = {wound, TURNS, 0, THIN, COLLIDE_CABLE_CLAMPED};
static const collide_plane ground = {{0, 0, 1}, 0};
static collide_tree *casting;
static collide_mesh mesh;

// Where the hose is at the length t of [0, 1], counted in segments.
static collide_vec3 along(float t, collide_vec3 *tangent) {
    const float at = t * SEGMENTS < SEGMENTS - 0.001f ? t * SEGMENTS : SEGMENTS - 0.001f;
    const collide_spline s = collide_cable_segment(&hose, (size_t)at);
    return collide_spline_point(&s, at - floorf(at), tangent);
}

// The cable is wound about the middle of the hose, and comes nearer to it.
static void wind(void) {
    for (int i = 0; i < TURNS; ++i) {
        const float t = (float)i / (TURNS - 1), turn = 0.7f * (float)i;
        const float away = RADIUS + THIN + 16 - 14 * t;
        collide_vec3 across = {0, 0, 1}, side, tangent;
        const collide_vec3 p = along(0.1f + 0.42f * t, &tangent);
        picture_frame(tangent, &across, &side);
        wound[i] = mad(mad(p, away * cosf(turn), across), away * sinf(turn), side);
    }
}

// ---- clearances --------------------------------------------------------------------------------

static void ask(int o, collide_cable_distance *out) {
    const collide_shape floor = collide_shape_from_plane(&ground);
    if (o == MESH)
        collide_cable_tree_clearances(&hose, casting, NULL, INFINITY, out, SEGMENTS);
    else if (o == FLOOR)
        collide_shape_cable_clearances(&floor, &hose, INFINITY, out, SEGMENTS);
    else
        collide_cable_cable_clearances(&hose, &thin, INFINITY, out, SEGMENTS);
}

static void ask_whole(int o, collide_cable_distance *out) {
    const collide_shape floor = collide_shape_from_plane(&ground);
    if (o == MESH)
        collide_cable_tree_distance(&hose, casting, NULL, INFINITY, out);
    else if (o == FLOOR)
        collide_shape_cable_distance(&floor, &hose, INFINITY, out);
    else
        collide_cable_cable_distance(&hose, &thin, INFINITY, out);
}

// A bound from above of the distance of a point of the centre line, less the radius.
static float point_clearance(int o, collide_vec3 p) {
    const collide_sphere ball = {p, RADIUS};
    const collide_shape s = collide_shape_from_sphere(&ball),
                        floor = collide_shape_from_plane(&ground);
    collide_distance d;
    collide_cable_distance c;
    if (o == MESH)
        collide_shape_tree_distance(&s, casting, NULL, INFINITY, &d);
    else if (o == FLOOR)
        collide_shape_shape_distance(&s, &floor, INFINITY, &d);
    else {
        collide_shape_cable_distance(&s, &thin, INFINITY, &c);
        d = c.distance;
    }
    return d.hi;
}

// Points of a segment are no nearer than lo, and some of them nearly as near as hi.
static bool holds(int o, uint32_t segment, const collide_distance *d) {
    const collide_spline s = collide_cable_segment(&hose, segment);
    collide_vec3 last = collide_spline_point(&s, 0, NULL);
    float least = INFINITY, step = 0;
    for (int i = 0; i <= PARTS; ++i) {
        const collide_vec3 p = collide_spline_point(&s, (float)i / PARTS, NULL);
        const collide_vec3 way = sub(p, last);
        const float found = point_clearance(o, p);
        step = fmaxf(step, sqrtf(picture_dot(way, way)));
        least = found < least ? found : least;
        last = p;
    }
    return d->lo <= least && least <= d->hi + step && d->hi - d->lo < 1e-3f;
}

static double least_us(int o, bool whole) {
    collide_cable_distance out[SEGMENTS];
    double least = 1e30;
    for (int i = 0; i < ROUNDS; ++i) {
        const double begin = nanoseconds();
        if (whole)
            ask_whole(o, out);
        else
            ask(o, out);
        least = fmin(least, nanoseconds() - begin);
    }
    return least / 1e3;
}

static bool same_everywhere(collide_cable_distance (*of)[SEGMENTS]) {
    collide_cable_distance again[SEGMENTS];
    bool same = true;
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        for (int o = 0; o < OTHERS; ++o) {
            ask(o, again);
            same = same && memcmp(again, of[o], sizeof again) == 0;
        }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return same;
}

// ---- the picture -------------------------------------------------------------------------------

// Red where less is left than is needed, then yellow, green and blue.
static picture_colour colour_of(float clearance) {
    static const uint32_t stop[5] = {0xd62728, 0xd62728, 0xf2c230, 0x3f9f4f, 0x2f6fb5};
    const float x = 2 * clearance / NEEDED, t = x < 0 ? 0 : x < 8 ? x : 8;
    const int i = t < 1.98f ? 0 : t < 4 ? 2 : 3;
    const picture_colour a = picture_rgb(stop[i]), b = picture_rgb(stop[i + (i > 0)]);
    const float f = i == 0 ? 0 : i == 2 ? (t - 2) / 2 : (t - 4) / 4;
    const picture_colour c = {a.red + f * (b.red - a.red), a.green + f * (b.green - a.green),
                              a.blue + f * (b.blue - a.blue)};
    return c;
}

static float clearance_at(float t) {
    const collide_vec3 p = along(t, NULL);
    float least = INFINITY;
    for (int o = 0; o < OTHERS; ++o)
        least = fminf(least, point_clearance(o, p));
    return least;
}

static void set_pixel(picture *p, size_t x, size_t y, picture_colour c) {
    unsigned char *pixel = p->pixels + 3 * (y * p->width + x);
    pixel[0] = (unsigned char)(255 * c.red);
    pixel[1] = (unsigned char)(255 * c.green);
    pixel[2] = (unsigned char)(255 * c.blue);
}

// The clearance along the length, in columns, with lines at what is needed and at 0.
static void draw_strip(picture *p) {
    const size_t from = p->height - (size_t)(STRIP * (float)p->height), high = p->height - from;
    const float base = 0.9f * (float)high, scale = 0.82f * (float)high / MOST;
    for (size_t x = 0; x < p->width; ++x) {
        const float t = ((float)x / (float)p->width - 0.04f) / 0.92f;
        const bool inside = t >= 0 && t <= 1;
        const float clearance = inside ? clearance_at(t) : 0;
        for (size_t y = 0; y < high; ++y) {
            const float up = (base - (float)y) / scale;
            picture_colour c = picture_rgb(0xffffff);
            if (inside && up >= 0 && up <= clearance)
                c = colour_of(clearance);
            if (inside && fabsf(up) * scale < 1)
                c = picture_rgb(0x202020);
            if (inside && fabsf(up - NEEDED) * scale < 1 && x / 6 % 2)
                c = picture_rgb(0x202020);
            set_pixel(p, x, from + y, c);
        }
    }
}

static void draw(picture *p, collide_cable_distance (*of)[SEGMENTS]) {
    enum { STEPS = 240 };
    picture_pen(p, PICTURE_SOLID, 0xb4bcc4);
    picture_mesh(p, &mesh, NULL);
    picture_pen(p, PICTURE_SOLID, 0x56606a);
    for (int i = 0; i + 1 < TURNS * 4; ++i) {
        collide_vec3 at[2];
        for (int k = 0; k < 2; ++k) {
            const float t =
                (float)(i + k) / (TURNS * 4) * (float)collide_cable_segment_count(&thin);
            const collide_spline s = collide_cable_segment(&thin, (size_t)t);
            at[k] = collide_spline_point(&s, t - floorf(t), NULL);
        }
        picture_rod(p, at[0], at[1], THIN, THIN, false, 4);
    }
    for (int i = 0; i < STEPS; ++i) {
        p->colour = colour_of(clearance_at(((float)i + 0.5f) / STEPS));
        picture_rod(p, along((float)i / STEPS, NULL), along((float)(i + 1) / STEPS, NULL), RADIUS,
                    RADIUS, false, 4);
    }
    // The nearest points to the casting, where it is too near.
    picture_pen(p, PICTURE_MARK, 0xd62728);
    for (int i = 0; i < SEGMENTS; ++i)
        if (of[MESH][i].distance.lo < NEEDED)
            picture_rod(p, of[MESH][i].distance.point_a, of[MESH][i].distance.point_b, 1.5f, 1.5f,
                        true, 1);
    p->floor = true;
    p->floor_height = 0;
    picture_camera(p, point(180, -420, 330), point(-10, -5, -8), 0.36f);
    picture_draw(p, 0, p->width);
    draw_strip(p);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static collide_cable_distance of[OTHERS][SEGMENTS];
    const bool drawn = picture_wanted(&p, &argc, argv);
    float lowest = INFINITY;
    bool right = true;
    int narrow = 0;
    if (argc != 2)
        fail("give one file: ./clearance examples/data/teapot.off [--png FILE]");
    read_off(argv[1], SIZE, 100, &mesh);
    collide_vec3 *v = (collide_vec3 *)(uintptr_t)mesh.positions;
    for (size_t i = 0; i < mesh.vertex_count;
         ++i) { // y up becomes z up, and it stands on the floor
        v[i] = point(v[i].z, v[i].x, v[i].y);
        lowest = v[i].z < lowest ? v[i].z : lowest;
    }
    for (size_t i = 0; i < mesh.vertex_count; ++i)
        v[i].z -= lowest;
    casting = build_tree(&mesh, NULL);
    wind();
    for (int o = 0; o < OTHERS; ++o)
        ask(o, of[o]);
    printf("A hose of %d segments, %.0f mm thick, about a casting of %zu triangles. The room that "
           "is left\nbetween it and others in each segment, in mm; at least %.0f are required:\n\n"
           "segment  from the casting  from the floor  from the thin cable  is enough\n",
           SEGMENTS, 2 * (double)RADIUS, mesh.triangle_count, (double)NEEDED);
    for (uint32_t i = 0; i < SEGMENTS; ++i) {
        bool enough = true;
        for (int o = 0; o < OTHERS; ++o) {
            enough = enough && of[o][i].distance.lo >= NEEDED;
            right = right && holds(o, i, &of[o][i].distance);
        }
        narrow += !enough;
        printf("%7u %17.2f %15.2f %20.2f  %s\n", (unsigned)i, (double)of[MESH][i].distance.lo,
               (double)of[FLOOR][i].distance.lo, (double)of[CABLE][i].distance.lo,
               enough ? "yes" : "no");
    }
    printf("\n%d of %d segments have too little room. The nearest places of the whole hose:\n\n",
           narrow, SEGMENTS);
    for (int o = 0; o < OTHERS; ++o) {
        collide_cable_distance d;
        float least = INFINITY;
        ask_whole(o, &d);
        for (int i = 0; i < SEGMENTS; ++i)
            least = fminf(least, of[o][i].distance.lo);
        right = right && least <= d.distance.hi && fabsf(least - d.distance.lo) < 1e-3f;
        printf("  %-14s %6.2f mm, at u = %.2f of segment %2u, near (%4.0f, %4.0f, %4.0f);"
               " %5.0f us, each segment %5.0f us\n",
               names[o], (double)d.distance.lo, (double)d.u, (unsigned)d.segment,
               no_minus_zero((double)d.distance.point_b.x, 1),
               no_minus_zero((double)d.distance.point_b.y, 1),
               no_minus_zero((double)d.distance.point_b.z, 1), least_us(o, true),
               least_us(o, false));
    }
    right = same_everywhere(of) && right;
    if (drawn)
        draw(&p, of);
    release(casting);
    release(mesh.positions);
    release(mesh.indices);
    puts(right ? "\nAll brackets hold what points of the hose say; all instruction sets agree."
               : "\nSOMETHING IS WRONG");
    return right ? 0 : 1;
}
