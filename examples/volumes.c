// Demo: how well volumes fit a body, for an angle of two arms and for Newell's teapot: smallest
// sphere, capsule, AABB, OBB, k-DOPs with 14, 18 and 26 faces, and convex hull, each computed from
// the points of the body. Then pairs of the body under random rotations and translations: how often
// a volume calls a pair near that does not touch, and what it costs. It fails if a point lies
// outside a volume, or if a volume misses a pair whose triangles touch. Build and run from the top
// folder:
//
//     cc -O2 examples/volumes.c -o volumes -lm && ./volumes examples/data/teapot.off
//
// With --png FILE it draws the teapot within its volumes.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "volumes"
#include "picture.h"

#include "fit.h"
#include "planes.h"

#define LEAST 20    // triangles of the mesh, which is to be a body
#define PAIRS 20000 // of a body in random poses, whose volumes are asked
#define SIZE 4      // m, the largest side of a body
#define SAMPLES 100 // poses whose AABBs and k-DOPs give a mean volume

static const char *const names[VOLUMES] = {"sphere", "capsule", "AABB",   "OBB",
                                           "14-DOP", "18-DOP",  "26-DOP", "convex hull"};

// A volume round a body in a pose: a shape, or a k-DOP.
typedef struct volume {
    collide_shape shape;
    collide_kdop6 k6;
    collide_kdop14 k14;
    collide_kdop18 k18;
    collide_kdop26 k26;
} volume;

// ---- volumes -----------------------------------------------------------------------------------

static void volume_make(const body *o, int kind, const collide_pose *pose, volume *out) {
    static collide_vec3 v[BODY_MOST];
    const size_t n = o->corner_count;
    if (o->shapes[kind].kind != COLLIDE_SHAPE_NONE) {
        out->shape = collide_shape_under_pose(&o->shapes[kind], pose);
        return;
    }
    for (size_t i = 0; i < n; ++i)
        v[i] = collide_pose_apply(pose, o->corners[i]);
    check(kind == AABB    ? collide_kdop6_from_points(&out->k6, v, n, 0)
          : kind == DOP14 ? collide_kdop14_from_points(&out->k14, v, n, 0)
          : kind == DOP18 ? collide_kdop18_from_points(&out->k18, v, n, 0)
                          : collide_kdop26_from_points(&out->k26, v, n, 0));
}

static bool volume_holds(const volume *a, int kind, collide_vec3 p) {
    const collide_shape at = collide_shape_from_point(p);
    return kind == AABB    ? collide_point_kdop6(p, &a->k6)
           : kind == DOP14 ? collide_point_kdop14(p, &a->k14)
           : kind == DOP18 ? collide_point_kdop18(p, &a->k18)
           : kind == DOP26 ? collide_point_kdop26(p, &a->k26)
                           : collide_shape_shape(&at, &a->shape);
}

// Hulls are searched: collide_convex_convex, which tries all pairs of edges, takes a third of the
// time for the angle, but 300 times as long for the teapot.
static bool volumes_meet(const volume *a, const volume *b, int kind) {
    return kind == AABB    ? collide_kdop6_kdop6(&a->k6, &b->k6)
           : kind == DOP14 ? collide_kdop14_kdop14(&a->k14, &b->k14)
           : kind == DOP18 ? collide_kdop18_kdop18(&a->k18, &b->k18)
           : kind == DOP26 ? collide_kdop26_kdop26(&a->k26, &b->k26)
           : kind == HULL  ? collide_shape_shape_within(&a->shape, &b->shape, 0)
                           : collide_shape_shape(&a->shape, &b->shape);
}

static double volume_size(const volume *a, int kind) {
    return (double)(kind == AABB    ? collide_kdop6_volume(&a->k6)
                    : kind == DOP14 ? collide_kdop14_volume(&a->k14)
                    : kind == DOP18 ? collide_kdop18_volume(&a->k18)
                    : kind == DOP26 ? collide_kdop26_volume(&a->k26)
                                    : collide_shape_volume(&a->shape));
}

static collide_pose random_pose(uint64_t *state) {
    float r[7];
    for (int i = 0; i < 7; ++i)
        r[i] = random_either(state);
    return collide_pose_from_quaternion(r[0], r[1], r[2], r[3],
                                        point(3 * r[4], 3 * r[5], 3 * r[6]));
}

// Mean of some poses. Whether all points are held: by a shape where it was computed, and by an AABB
// or a k-DOP in each pose.
static bool volume_fits(const body *o, int kind, const collide_pose *poses, double *size) {
    const collide_vec3 *v = (const collide_vec3 *)o->mesh.positions;
    const bool turns = o->shapes[kind].kind != COLLIDE_SHAPE_NONE;
    size_t outside = 0;
    *size = 0;
    for (int i = 0; i < SAMPLES; ++i) {
        volume a;
        volume_make(o, kind, &poses[i], &a);
        *size += volume_size(&a, kind) / SAMPLES;
        if (turns)
            a.shape = o->shapes[kind];
        for (size_t k = 0; k < o->mesh.vertex_count && (!turns || i == 0); ++k)
            outside += !volume_holds(&a, kind, turns ? v[k] : collide_pose_apply(&poses[i], v[k]));
    }
    return outside == 0;
}

// object is its volume, or 0 where it has none.
static bool table(const body *o, const char *name, double object) {
    static collide_pose a[PAIRS], b[PAIRS];
    static bool touch[PAIRS];
    uint64_t state = 1;
    size_t touching = 0;
    bool right = true;
    const double hull = (double)collide_shape_volume(&o->shapes[HULL]);
    for (size_t i = 0; i < PAIRS; ++i) {
        a[i] = random_pose(&state);
        b[i] = random_pose(&state);
        touch[i] = collide_tree_tree(o->tree, &a[i], o->tree, &b[i], NULL);
        touching += touch[i];
    }
    printf("%s: %zu points, %zu corners of the hull. Of %d random pairs %zu touch.\n\n"
           "volume          m^3   of hull%s   called near   in vain   missed   ns a pair\n",
           name, o->mesh.vertex_count, o->corner_count, PAIRS, touching,
           object > 0 ? "   of object" : "");
    for (int kind = 0; kind < VOLUMES; ++kind) {
        size_t near = 0, missed = 0;
        double size;
        const bool fits = volume_fits(o, kind, a, &size);
        const double begin = nanoseconds();
        for (size_t i = 0; i < PAIRS; ++i) {
            volume s, t;
            volume_make(o, kind, &a[i], &s);
            volume_make(o, kind, &b[i], &t);
            const bool yes = volumes_meet(&s, &t, kind);
            near += yes;
            missed += touch[i] && !yes;
        }
        const double spent = (nanoseconds() - begin) / PAIRS;
        printf("%-11s %7.2f   %7.2f", names[kind], size, size / hull);
        if (object > 0)
            printf("   %9.2f", size / object);
        printf("   %11zu %9zu %8zu %11.0f%s\n", near, near - (touching - missed), missed, spent,
               fits ? "" : "   POINTS ARE OUTSIDE");
        right = right && fits && missed == 0 && size > 0.999 * hull;
    }
    puts("");
    return right;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_volume(picture *p, const body *o, int kind, const collide_pose *pose) {
    static planes s;
    volume a;
    s.count = 0;
    volume_make(o, kind, pose, &a);
    if (kind == SPHERE || kind == CAPSULE || kind == OBB) {
        picture_pen(p, PICTURE_GLASS, 0x3f7fd0);
        picture_shape(p, &a.shape);
        picture_pen(p, PICTURE_LINE, 0x274f86);
        if (kind == OBB)
            picture_edges(p, &a.shape.of.obb, 0.012f);
        return;
    }
    if (kind == AABB)
        planes_add_rows(&s, a.k6.min, a.k6.max, 3, planes_rows);
    else if (kind == DOP14)
        planes_add_rows(&s, a.k14.min, a.k14.max, 7, planes_rows);
    else if (kind == DOP18)
        planes_add_rows(&s, a.k18.min, a.k18.max, 9, planes_rows18);
    else if (kind == DOP26)
        planes_add_rows(&s, a.k26.min, a.k26.max, 13, planes_rows);
    else
        planes_add_hull(&s, o->hull, pose, 1e-6 * SIZE);
    for (size_t k = 0; k < s.count; ++k) // beside the body's faces
        s.limit[k] += 0.01f * sqrtf(picture_dot(s.normal[k], s.normal[k]));
    planes_draw(p, &s, kind == HULL ? 0.006f : 0.012f);
}

// Above: sphere, capsule, AABB, OBB; below: 14-, 18-, 26-DOP, hull.
static void draw(picture *p, const body *o) {
    p->glass = 0.15f;
    for (int i = 0; i < VOLUMES; ++i) {
        const collide_vec3 at = {4.6f * (float)(i % 4) - 6.9f, 0, i < 4 ? 2.0f : -2.4f};
        const collide_pose pose = collide_pose_from_quaternion(0.64f, 0.12f, 0.2f, 0.7f, at);
        picture_pen(p, PICTURE_SOLID, 0xf59a45);
        picture_mesh(p, &o->mesh, &pose);
        draw_volume(p, o, i, &pose);
    }
    p->reach = 3;
    picture_camera(p, point(0, -90, 12), point(0, 0, 0), 0.0575f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static body angle, teapot;
    const bool drawn = picture_wanted(&p, &argc, argv);
    if (argc != 2)
        fail("give a file of triangles: volumes FILE.off [--png FILE]");
    read_off(argv[1], SIZE, LEAST, &teapot.mesh);
    angle_make(&angle);
    body_make(&teapot);
    bool right = table(&angle, "An angle of two arms", (4 + 3) * 1.5);
    right = table(&teapot, "A teapot", 0) && right;
    puts("m^3 is the volume, for AABBs and k-DOPs the mean of 100 poses. The tighter a volume, the "
         "fewer"
         "\npairs it calls near in vain; none may miss a pair. The time includes the volumes of "
         "both "
         "poses:"
         "\nspheres, capsules, OBBs and hulls turn with the body, AABBs and k-DOPs are found anew "
         "from the"
         "\ncorners of its hull.\n");
    if (drawn)
        draw(&p, &teapot);
    body_free(&angle);
    body_free(&teapot);
    release(teapot.mesh.positions);
    release(teapot.mesh.indices);
    puts(right ? "Each volume holds all points, and none misses a pair." : "SOMETHING IS WRONG");
    return right ? 0 : 1;
}
