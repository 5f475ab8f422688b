// Demo: clearance between the parts of an assembly. A motor drives a pump by two gears; a hot pipe,
// a sensor and a guard plate share the room with them. Every part is a collide_shape, and every two
// parts that are not bolted together must stay apart by a margin. The program lists the pairs that
// do not: each with a bracket of the distance, and with its proof, a plane. Build and run from the
// top folder:
//
//     cc -O2 examples/distance.c -o distance && ./distance [MARGIN]
//
// MARGIN is in millimetres. With --png FILE it draws the assembly: parts, nearest points, the
// planes that prove the least distances, and the margin round the pipe.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "distance"
#include "picture.h"
#include "prism.h"

#define MAX_PARTS 40
#define MAX_PAIRS (MAX_PARTS * MAX_PARTS / 2)
#define REPEATS 2000 // of the measurement

// ---- the assembly, in millimetres --------------------------------------------------------------

typedef enum part_group {
    FRAME,
    DRIVE,
    PUMP,
    PIPE,
    SENSOR,
    GUARD
} part_group; // parts bolted together

typedef struct part {
    const char *name;
    part_group group;
    collide_shape shape;
} part;

static part parts[MAX_PARTS];
static size_t part_count;
static prism bolt_head, impeller;

static void add_part(const char *name, part_group group, collide_shape shape) {
    part p;
    check(collide_shape_check(&shape));
    if (part_count == MAX_PARTS)
        fail("too many parts");
    p.name = name;
    p.group = group;
    p.shape = shape;
    parts[part_count++] = p;
}

// A box with its sides along its own axes: axis 0 along x, turned about y by the angle of a slope.
static collide_obb make_box(collide_vec3 center, collide_vec3 half, float slope) {
    collide_obb box = {{0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    box.center = center;
    box.half = half;
    box.axis[0].z = slope;
    return collide_obb_orthonormalize(&box);
}

static void add_box(const char *name, part_group group, collide_vec3 center, collide_vec3 half,
                    float slope) {
    const collide_obb box = make_box(center, half, slope);
    add_part(name, group, collide_shape_from_obb(&box));
}

// Along y.
static void add_cylinder(const char *name, part_group group, collide_vec3 center, float radius,
                         float height) {
    const collide_cylinder c = {center, {0, 1, 0}, radius, height};
    add_part(name, group, collide_shape_from_cylinder(&c));
}

static void add_capsule(const char *name, part_group group, collide_vec3 a, collide_vec3 b,
                        float radius) {
    const collide_capsule c = {a, b, radius};
    add_part(name, group, collide_shape_from_capsule(&c));
}

static void make_frame(void) {
    static const float bolts[4][2] = {{-88, -42}, {-88, 42}, {88, -42}, {88, 42}};
    static const char *const names[4] = {"bolt 1", "bolt 2", "bolt 3", "bolt 4"};
    const collide_aabb plate = {{-100, -55, -8}, {100, 55, 0}};
    const collide_plane ground = {{0, 0, 1}, -14};
    collide_pose pose = collide_pose_identity();
    add_part("base plate", FRAME, collide_shape_from_aabb(&plate));
    add_part("ground", FRAME, collide_shape_from_plane(&ground));
    add_box("rear wall", FRAME, point(0, 52, 45), point(100, 3, 45), 0);
    add_box("bracket", FRAME, point(-81, 30, 20), point(19, 4, 6), 0.7f);
    for (int i = 0; i < 4; ++i) {
        pose.position = point(bolts[i][0], bolts[i][1], 3);
        add_part(names[i], FRAME, collide_shape_from_convex(bolt_head.body, &pose));
    }
}

static void make_machines(void) {
    const collide_sphere bulb = {{62, -22, 66}, 9};
    const collide_tetrahedron tip = {{{2, -29, 66}, {8, -33, 76}, {-4, -33, 76}, {2, -22, 76}}};
    const collide_triangle guard[2] = {{{{-60, -36, 8}, {84, -36, 8}, {84, -36, 50}}},
                                       {{{-60, -36, 8}, {84, -36, 50}, {-60, -36, 50}}}};
    static const char *const fins[3] = {"fin 1", "fin 2", "fin 3"};
    collide_pose pose = collide_pose_identity();
    add_cylinder("motor", DRIVE, point(-34, 20, 34), 24, 44);
    add_cylinder("motor shaft", DRIVE, point(-34, -14, 34), 4, 30);
    add_cylinder("small gear", DRIVE, point(-34, -25, 34), 17.5f, 8);
    for (int i = 0; i < 3; ++i)
        add_box(fins[i], DRIVE, point(-34, 8 + 10 * (float)i, 34), point(26, 1, 26), 0);
    add_cylinder("large gear", PUMP, point(18, -25, 34), 32.5f, 8);
    add_cylinder("pump shaft", PUMP, point(18, -2, 34), 5, 50);
    pose.position = point(18, 30, 34);
    pose.axis[1] = point(0, 0, 1); // its axis along y
    pose.axis[2] = point(0, -1, 0);
    add_part("pump", PUMP, collide_shape_from_convex(impeller.body, &pose));
    add_capsule("pipe 1", PIPE, point(51, 24, 40), point(66, 8, 40), 6);
    add_capsule("pipe 2", PIPE, point(66, 8, 40), point(66, -16, 52), 6);
    add_capsule("pipe 3", PIPE, point(66, 8, 40), point(84, 38, 10), 6);
    add_part("pipe bulb", PIPE, collide_shape_from_sphere(&bulb));
    add_part("sensor tip", SENSOR, collide_shape_from_tetrahedron(&tip));
    add_box("sensor", SENSOR, point(2, -29, 86), point(9, 9, 10), 0);
    add_capsule("sensor wire", SENSOR, point(2, -20, 92), point(-58, 44, 62), 1.5f);
    for (int i = 0; i < 2; ++i)
        add_part(i ? "guard 2" : "guard 1", GUARD, collide_shape_from_triangle(&guard[i]));
}

// ---- clearances --------------------------------------------------------------------------------

typedef struct clearance {
    size_t a, b; // parts
    collide_distance d;
} clearance;

static clearance tight[MAX_PAIRS]; // within the margin, the nearest first
static size_t pair_count, tight_count;

static int compare_clearances(const void *x, const void *y) {
    const clearance *p = (const clearance *)x, *q = (const clearance *)y;
    return p->d.lo < q->d.lo ? -1 : p->d.lo > q->d.lo;
}

// Whether an answer holds together: both orders of the parts agree, the nearest points are as far
// apart as the distance says, along the normal, and the margin test says yes.
static bool sound(const clearance *c, float margin) {
    const collide_shape *a = &parts[c->a].shape, *b = &parts[c->b].shape;
    const collide_distance *d = &c->d;
    collide_distance back;
    const vec way = from_float(sub(d->point_a, d->point_b));
    const double along = dot(way, from_float(d->normal)),
                 middle = 0.5 * ((double)d->lo + (double)d->hi);
    return collide_shape_shape_distance(b, a, margin, &back) && back.lo == d->lo &&
           back.hi == d->hi && along - middle < 1e-3 && middle - along < 1e-3 && d->lo <= d->hi &&
           (d->hi - d->lo < 1e-3f || d->hi < 0) && collide_shape_shape_within(a, b, margin) &&
           (d->hi <= 0 || d->lo <= 0 || !collide_shape_shape(a, b));
}

static void find_clearances(float margin) {
    for (size_t i = 0; i < part_count; ++i)
        for (size_t k = i + 1; k < part_count; ++k) {
            clearance c;
            if (parts[i].group == parts[k].group)
                continue;
            ++pair_count;
            c.a = i;
            c.b = k;
            if (!collide_shape_shape_distance(&parts[i].shape, &parts[k].shape, margin, &c.d))
                continue; // proven farther apart
            if (!sound(&c, margin))
                fail("an answer contradicts itself");
            tight[tight_count++] = c;
        }
    qsort(tight, tight_count, sizeof *tight, compare_clearances);
}

static double measure(float margin) {
    const double begin = nanoseconds();
    size_t n = 0;
    for (int r = 0; r < REPEATS; ++r)
        for (size_t i = 0; i < part_count; ++i)
            for (size_t k = i + 1; k < part_count; ++k)
                if (parts[i].group != parts[k].group)
                    n += collide_shape_shape_within(&parts[i].shape, &parts[k].shape, margin);
    if (n != REPEATS * tight_count)
        fail("within the margin are other pairs");
    return (nanoseconds() - begin) / (REPEATS * (double)pair_count);
}

static void print_clearances(float margin) {
    printf("%zu parts, %zu pairs that are not bolted together; %zu of them are within %.1f mm of\n"
           "each other. Their distance in mm, and the normal of a plane between them that proves\n"
           "the first number:\n\n"
           "%12s   %-12s %11s %11s   normal\n",
           part_count, pair_count, tight_count, (double)margin, "part", "part", "at least",
           "at most");
    for (size_t i = 0; i < tight_count; ++i) {
        const collide_distance *d = &tight[i].d;
        printf("%12s - %-12s %11.6f %11.6f   (%.2f %.2f %.2f)%s\n", parts[tight[i].a].name,
               parts[tight[i].b].name, (double)d->lo, (double)d->hi,
               no_minus_zero((double)d->normal.x, 0.01), no_minus_zero((double)d->normal.y, 0.01),
               no_minus_zero((double)d->normal.z, 0.01), d->hi < 0 ? " they overlap" : "");
    }
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_shape(picture *p, const collide_shape *s, float more) {
    const collide_vec3 none = {0, 0, 0};
    switch (s->kind) {
    case COLLIDE_SHAPE_SPHERE:
        picture_sphere(p, s->of.sphere.center, s->of.sphere.radius + more);
        break;
    case COLLIDE_SHAPE_CAPSULE: {
        collide_capsule c = s->of.capsule;
        c.radius += more;
        picture_capsule(p, &c);
        break;
    }
    case COLLIDE_SHAPE_AABB: {
        const collide_obb box = collide_obb_from_aabb(&s->of.aabb);
        picture_obb(p, &box);
        break;
    }
    case COLLIDE_SHAPE_OBB:
        picture_obb(p, &s->of.obb);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        picture_cylinder(p, &s->of.cylinder);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        picture_triangle(p, s->of.triangle.v[0], s->of.triangle.v[1], s->of.triangle.v[2]);
        break;
    case COLLIDE_SHAPE_TETRAHEDRON:
        for (int f = 0; f < 4; ++f)
            picture_triangle(p, s->of.tetrahedron.v[f], s->of.tetrahedron.v[(f + 1) % 4],
                             s->of.tetrahedron.v[(f + 2) % 4]);
        break;
    case COLLIDE_SHAPE_CONVEX:
        picture_convex(p, s->of.convex.body, &s->of.convex.pose);
        break;
    default: // the ground
        p->floor = true;
        p->floor_height = mad(none, s->of.plane.distance, s->of.plane.normal).z;
    }
}

// The plane that proves a distance: a square round the nearest point of a, across the normal.
static void draw_plane(picture *p, const collide_distance *d, float size) {
    collide_vec3 across = {0, 0, 0}, side;
    picture_frame(d->normal, &across, &side);
    const collide_vec3 at = mad(d->point_b, 0.5f * d->hi, d->normal);
    picture_quad(p, mad(mad(at, size, across), size, side), mad(mad(at, size, across), -size, side),
                 mad(mad(at, -size, across), -size, side), mad(mad(at, -size, across), size, side));
}

static void draw(picture *p, float margin) {
    static const uint32_t colours[] = {0x9aa3ad, 0x4f7fb8, 0x5a9e6f, 0xc98a3c, 0x8a6fb0, 0xb0bcc8};
    for (size_t i = 0; i < part_count; ++i) {
        bool hit = false;
        for (size_t k = 0; k < tight_count; ++k)
            hit = hit || ((tight[k].a == i || tight[k].b == i) && tight[k].d.hi < 0);
        picture_pen(p, parts[i].group == GUARD ? PICTURE_GLASS : PICTURE_SOLID,
                    hit ? 0xd8301e : colours[parts[i].group]);
        draw_shape(p, &parts[i].shape, 0);
    }
    p->reach = 30;
    p->glass = 0.22f;
    picture_pen(p, PICTURE_GLASS, 0xf5c518);
    for (size_t i = 0; i < part_count; ++i)
        if (parts[i].group == PIPE)
            draw_shape(p, &parts[i].shape, margin);
    p->glass = 0.4f;
    picture_pen(p, PICTURE_GLASS, 0x24c0a8);
    for (size_t i = 0; i < tight_count; ++i)
        if (tight[i].d.lo > 0)
            draw_plane(p, &tight[i].d, 11);
    for (size_t i = 0; i < tight_count; ++i) {
        const collide_vec3 ends[2] = {tight[i].d.point_a, tight[i].d.point_b};
        picture_pen(p, PICTURE_MARK, tight[i].d.hi < 0 ? 0xffd21f : 0x2a62ff);
        for (int k = 0; k < 2; ++k)
            picture_sphere(p, ends[k], 1.3f);
        if (tight[i].d.hi - tight[i].d.lo < tight[i].d.hi || tight[i].d.hi < -1)
            picture_rod(p, ends[0], ends[1], 0.6f, 0.6f, false, 2);
    }
    picture_camera(p, point(95, -215, 150), point(2, 4, 27), 0.35f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    char *end = NULL;
    const float margin = argc > 1 ? strtof(argv[1], &end) : 5;
    if (argc > 2 || (end && *end) || !(margin >= 0 && margin < 1000))
        fail("give a margin in millimetres: ./distance [MARGIN] [--png FILE]");
    make_prism(&bolt_head, 6, 7, 3);
    make_prism(&impeller, 8, 24, 14);
    make_frame();
    make_machines();
    find_clearances(margin);
    print_clearances(margin);
    printf("\nA test of a pair takes %.0f ns on average.\n", measure(margin));
    if (drawn)
        draw(&p, margin);
    return 0;
}
