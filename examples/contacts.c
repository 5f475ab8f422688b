// Demo: what touches first. Convex bodies fall on convex bodies, and boxes on triangles; a sweep
// finds the time of the first contact, and a second call the contact set: a point, a segment or a
// polygon [Gamedev]. Build and run from the top folder:
//
//     cc -O2 examples/contacts.c -o contacts && ./contacts
//
// With --png FILE it draws the bodies at that time.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "contacts"
#include "picture.h"
#include "prism.h"

#define SCENES 8
#define MAX_POINTS (2 * COLLIDE_CONVEX_CORNERS)
#define HEIGHT 1.0f // metres between the bodies at the start
#define TIME 0.5f   // seconds until they touch
#define NEAR 1e-5   // metres, seconds or square metres: what rounding may change

typedef struct scene {
    const char *what, *set;
    size_t expected; // contacts
    double size;     // metres of the segment, square metres of the polygon
    prism solid[2];  // what falls and what rests, if they are convex bodies
    collide_shape shape[2];
    collide_impact impact;
    collide_contact contacts[MAX_POINTS];
    size_t count, order[MAX_POINTS]; // corners of a polygon, as they follow on each other
} scene;

static const collide_vec3 velocity = {0.6f, 0.3f, -HEIGHT / TIME}, still = {0, 0, 0};

// ---- scenes ------------------------------------------------------------------------------------

static collide_shape move(const collide_shape *s, collide_vec3 by) {
    collide_pose pose = collide_pose_identity();
    pose.position = by;
    return collide_shape_under_pose(s, &pose);
}

// A prism with so many corners turned by a quaternion, a cube with 0 corners.
static collide_shape make_solid(prism *p, int corners, float radius, float half, const float *q) {
    const collide_pose pose = collide_pose_from_quaternion(q[0], q[1], q[2], q[3], still);
    if (corners == 0) {
        const collide_obb cube = collide_obb_from_pose(&pose, point(half, half, half));
        return collide_shape_from_obb(&cube);
    }
    make_prism(p, corners, radius, half);
    return collide_shape_from_convex(p->body, &pose);
}

static void make_scene(scene *s, size_t i) {
    static const struct {
        const char *what, *set;
        size_t expected;
        double size;
        int corners[2];
        float radius[2], half[2], turn[2][4];
    } all[SCENES] = {
        // clang-format off
        {"vertex on a face", "point", 1, 0, {6, 6}, {0.5f, 0.9f}, {0.4f, 0.2f},
         {{0.3f, 0.25f, 0, 1}, {0, 0, 0.26794919f, 1}}},
        {"edge on an edge", "point", 1, 0, {3, 3}, {0.55f, 0.55f}, {0.6f, 0.8f},
         {{0, 1, 0, 1}, {-1, -1, -1, 1}}},
        {"edge on a face", "segment", 2, 1.2, {3, 6}, {0.55f, 0.9f}, {0.6f, 0.2f},
         {{0, 1, 0, 1}, {0, 0, 0.26794919f, 1}}},
        {"face on a face", "polygon", 12, 1.1816559, {6, 6}, {0.7f, 0.7f}, {0.3f, 0.2f},
         {{0, 0, 0, 1}, {0, 0, 0.26794919f, 1}}},
        {"vertex on a face", "point", 1, 0, {0}, {0}, {0.4f}, {{1, -1, 0, 2.7320508f}}},
        {"edge on an edge", "point", 1, 0, {0}, {0}, {0.4f}, {{0.41421356f, 0, 0, 1}}},
        {"edge on a face", "segment", 2, 0.8, {0}, {0}, {0.4f}, {{0.41421356f, 0, 0, 1}}},
        {"face on a face", "polygon", 7, 0.9115846, {0}, {0}, {0.5f}, {{0, 0, 0, 1}}}};
    // clang-format on
    static const collide_triangle flat = {{{-1, -0.75f, 0}, {1, -0.3f, 0}, {0, 0.9f, 0}}};
    static const collide_triangle leaning = {{{0, -0.8f, 0}, {0.9f, 0, -0.7f}, {0, 0.8f, 0}}};
    collide_vec3 at = {2.3f * ((float)(i % 4) - 1.5f), i < SCENES / 2 ? 1.8f : -1.8f, 0};
    s->what = all[i].what;
    s->set = all[i].set;
    s->expected = all[i].expected;
    s->size = all[i].size;
    for (int k = 0; k < 2; ++k)
        s->shape[k] = k && i >= SCENES / 2
                          ? collide_shape_from_triangle(i == 5 ? &leaning : &flat)
                          : make_solid(s->solid + k, all[i].corners[k], all[i].radius[k],
                                       all[i].half[k], all[i].turn[k]);
    at.z = -collide_aabb_from_shape(s->shape + 1).max.z;
    s->shape[1] = move(s->shape + 1, at);
    at = mad(at, -TIME, velocity);
    at.z = HEIGHT - collide_aabb_from_shape(s->shape).min.z;
    s->shape[0] = move(s->shape, at);
}

static bool sweep(scene *s) {
    if (s->shape[0].kind == COLLIDE_SHAPE_OBB) {
        const collide_obb *a = &s->shape[0].of.obb;
        const collide_triangle *b = &s->shape[1].of.triangle;
        const bool hit = collide_obb_triangle_sweep(a, velocity, b, still, 1, &s->impact);
        s->count = collide_obb_triangle_sweep_contacts(a, velocity, b, still, &s->impact, NULL,
                                                       s->contacts, MAX_POINTS);
        return hit;
    }
    const collide_convex *a = s->shape[0].of.convex.body, *b = s->shape[1].of.convex.body;
    const collide_pose *at = &s->shape[0].of.convex.pose, *on = &s->shape[1].of.convex.pose;
    const bool hit = collide_convex_convex_sweep(a, at, velocity, b, on, still, 1, &s->impact);
    s->count = collide_convex_convex_sweep_contacts(a, at, velocity, b, on, still, &s->impact, NULL,
                                                    s->contacts, MAX_POINTS);
    return hit;
}

// ---- the check ---------------------------------------------------------------------------------

static bool near(double x, double y) {
    return x - y <= NEAR && y - x <= NEAR;
}

// Twice the area of the triangle of three contacts, seen from above: > 0 if it turns left.
static double turns(const scene *s, size_t i, size_t j, size_t k) {
    const collide_vec3 o = s->contacts[i].point_b;
    return cross(from_float(sub(s->contacts[j].point_b, o)),
                 from_float(sub(s->contacts[k].point_b, o)))
        .z;
}

// Goes round the contacts, always on with all others to the left. Returns the length of a segment
// or the area of a polygon, or -1 if not all contacts are its corners.
static double go_round(scene *s) {
    double twice = 0;
    if (s->count < 2)
        return 0;
    if (s->count == 2) {
        const vec d = from_float(sub(s->contacts[1].point_b, s->contacts[0].point_b));
        s->order[1] = 1;
        return d.x < 0 ? -d.x : d.x; // both edges lie along x
    }
    for (size_t n = 0, here = 0; n < s->count; ++n) {
        size_t next = here == 0;
        for (size_t k = 0; k < s->count; ++k)
            next = turns(s, here, next, k) < 0 ? k : next;
        s->order[n] = here;
        twice += turns(s, 0, here, next);
        here = next;
        if ((here == 0) != (n + 1 == s->count))
            return -1;
    }
    return twice / 2;
}

static bool holds(scene *s, double size) {
    const float t = s->impact.t_first, soon = 1e-3f;
    const collide_shape b = s->shape[1], now = move(s->shape, mad(still, t, velocity));
    const collide_shape before = move(&now, mad(still, -soon, velocity));
    const collide_shape after = move(&now, mad(still, soon, velocity));
    bool ok = near(t, TIME) && near(s->impact.normal.z, 1) && s->count == s->expected &&
              near(size, s->size) && !collide_shape_shape(&before, &b) &&
              collide_shape_shape(&after, &b);
    for (size_t i = 0; i < s->count; ++i) {
        const collide_contact *c = s->contacts + i;
        const collide_shape on_a = collide_shape_from_point(c->point_a);
        const collide_shape on_b = collide_shape_from_point(c->point_b);
        ok = ok && c->depth == 0 && near(c->point_b.z, 0) &&
             collide_shape_shape_within(&on_a, &now, (float)NEAR) &&
             collide_shape_shape_within(&on_b, &b, (float)NEAR);
    }
    return ok;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_lines(picture *p, const collide_vec3 *points, size_t n, float radius) {
    for (size_t i = 0; i < n; ++i)
        picture_rod(p, points[i], points[(i + 1) % n], radius, radius, true, 1);
}

static void draw_prism(picture *p, const prism *of, const collide_pose *pose, uint32_t line) {
    const size_t n = of->mesh.vertex_count / 2;
    collide_vec3 v[2 * MAX_GON];
    picture_mesh(p, &of->mesh, pose);
    for (size_t i = 0; i < 2 * n; ++i)
        v[i] = collide_pose_apply(pose, of->corners[i]);
    picture_pen(p, PICTURE_LINE, line);
    draw_lines(p, v, n, 0.012f);
    draw_lines(p, v + n, n, 0.012f);
    for (size_t i = 0; i < n; ++i)
        picture_rod(p, v[i], v[n + i], 0.012f, 0.012f, true, 1);
}

static void draw_shape(picture *p, const collide_shape *s, const prism *of, uint32_t line) {
    if (s->kind == COLLIDE_SHAPE_OBB) {
        picture_obb(p, &s->of.obb);
        picture_pen(p, PICTURE_LINE, line);
        picture_edges(p, &s->of.obb, 0.012f);
    } else if (s->kind == COLLIDE_SHAPE_TRIANGLE) {
        const collide_vec3 *v = s->of.triangle.v;
        picture_triangle(p, v[0], v[1], v[2]);
        picture_pen(p, PICTURE_LINE, line);
        draw_lines(p, v, 3, 0.012f);
    } else {
        draw_prism(p, of, &s->of.convex.pose, line);
    }
}

static void draw(picture *p, const scene *scenes) {
    p->glass = 0.3f;
    for (size_t i = 0; i < SCENES; ++i) {
        const scene *s = scenes + i;
        const collide_shape now = move(s->shape, mad(still, s->impact.t_first, velocity));
        collide_vec3 corners[MAX_POINTS];
        for (size_t k = 0; k < s->count; ++k)
            corners[k] = s->contacts[s->order[k]].point_b;
        picture_pen(p, PICTURE_SOLID, 0x9aa2ac);
        draw_shape(p, s->shape + 1, s->solid + 1, 0x59616b);
        picture_pen(p, PICTURE_GLASS, 0xe07818);
        draw_shape(p, &now, s->solid, 0xb85c08);
        picture_pen(p, PICTURE_MARK, 0x2a62ff);
        if (s->count > 1)
            draw_lines(p, corners, s->count, 0.025f);
        picture_contacts(p, s->contacts, s->count, 0.45f);
    }
    picture_camera(p, point(0, -11, 8.5f), point(0, 0.45f, 0), 0.215f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static scene scenes[SCENES];
    bool ok = true;
    const bool drawn = picture_wanted(&p, &argc, argv);
    if (argc > 1)
        fail("contacts [--png FILE]");
    for (size_t i = 0; i < SCENES; ++i) {
        scene *s = scenes + i;
        make_scene(s, i);
        if (i % (SCENES / 2) == 0)
            printf("%s%-24s contacts  set       size         after     checks\n", i ? "\n" : "",
                   i ? "boxes on triangles" : "convex on convex");
        const bool hit = sweep(s);
        const double size = go_round(s);
        const bool right = hit && holds(s, size);
        printf("%-24s %8zu  %-8s %7.4f %-3s %7.4f s     %s\n", s->what, s->count, s->set, size,
               s->count < 2    ? ""
               : s->count == 2 ? "m"
                               : "m^2",
               (double)s->impact.t_first, right ? "hold" : "FAIL");
        ok = ok && right;
    }
    printf("\nAll bodies fall from 1 m at 2 m/s and sideways: they touch after 0.5 s. Checks: this "
           "time; the\nnormal points up; number and size of contacts agree with the outlines; they "
           "lie on both bodies\n(10 micrometres), which are apart a millisecond before and overlap "
           "one after.\n");
    if (drawn)
        draw(&p, scenes);
    return ok ? 0 : 1;
}
