// Demo: what touches first. Convex bodies fall on convex bodies, and boxes on triangles; a sweep
// finds the time of the first contact, and a second call the contact set: a point, a segment or a
// polygon [Gamedev]. Build and run from the top folder:
//
//     cc -O2 examples/contacts.c -o contacts && ./contacts
//
// With --png FILE it draws the bodies when they touch first.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "contacts"
#include "picture.h"

#define SCENES 8
#define MAX_POINTS (2 * COLLIDE_CONVEX_CORNERS)
#define HEIGHT 1.0f // metres between the bodies at the start
#define TIME 0.5f   // seconds until they touch
#define NEAR 1e-5   // metres, seconds or square metres: what rounding may change

typedef enum body_kind { CONVEX, BOX, TRIANGLE } body_kind;

// A ring of corners with its two bases, or with an apex above and below. A triangle is a mesh of
// one face.
typedef struct body {
    body_kind kind;
    collide_vec3 corners[16];
    uint32_t indices[96];
    collide_mesh mesh;
    collide_convex *convex;
    collide_pose pose;
    collide_vec3 half; // of a box
} body;

typedef struct scene {
    const char *what, *set;
    size_t expected; // contacts
    double size;     // metres of the segment, square metres of the polygon
    body above, below;
    collide_impact impact;
    collide_contact contacts[MAX_POINTS];
    size_t count, order[MAX_POINTS]; // corners of a polygon, as they follow on each other
} scene;

static const collide_vec3 velocity = {0.6f, 0.3f, -HEIGHT / TIME}, still = {0, 0, 0};

// ---- bodies ------------------------------------------------------------------------------------

static void add_triangle(body *b, int i, int j, int k) {
    uint32_t *at = b->indices + 3 * b->mesh.triangle_count++;
    at[0] = (uint32_t)i;
    at[1] = (uint32_t)j;
    at[2] = (uint32_t)k;
}

// n corners on a circle, the first one so many times 15 degrees from x.
static void make_ring(body *b, int n, int first, float radius, float z, int into) {
    for (int i = 0; i < n; ++i) {
        const collide_vec3 way =
            picture_circle(point(1, 0, 0), point(0, 1, 0), first + i * (PICTURE_SIDES / n));
        b->corners[into + i] = mad(point(0, 0, z), radius, way);
    }
}

static void finish(body *b, int vertices) {
    b->mesh.positions = b->corners;
    b->mesh.indices = b->indices;
    b->mesh.vertex_count = (size_t)vertices;
    const size_t size = collide_convex_mesh_size(&b->mesh);
    check(collide_convex_build_mesh(&b->convex, allocate(size), size, &b->mesh));
}

static void make_prism(body *b, int n, int first, float radius, float half) {
    make_ring(b, n, first, radius, -half, 0);
    make_ring(b, n, first, radius, half, n);
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n;
        add_triangle(b, i, next, n + next);
        add_triangle(b, i, n + next, n + i);
        if (i > 0 && next > 0) {
            add_triangle(b, 0, next, i);
            add_triangle(b, n, n + i, n + next);
        }
    }
    finish(b, 2 * n);
}

static void make_gem(body *b, int n, float radius, float half) {
    make_ring(b, n, 0, radius, 0, 0);
    b->corners[n] = point(0, 0, -half);
    b->corners[n + 1] = point(0, 0, half);
    for (int i = 0; i < n; ++i) {
        add_triangle(b, n, (i + 1) % n, i);
        add_triangle(b, n + 1, i, (i + 1) % n);
    }
    finish(b, n + 2);
}

static void make_cube(body *b, float half) {
    make_prism(b, 4, 3, 1.41421356f * half, half);
    b->kind = BOX;
    b->half = point(half, half, half);
}

static void make_triangle(body *b, collide_vec3 p, collide_vec3 q, collide_vec3 r) {
    b->kind = TRIANGLE;
    b->corners[0] = p;
    b->corners[1] = q;
    b->corners[2] = r;
    add_triangle(b, 0, 1, 2);
    finish(b, 3);
}

// Turns a body by a quaternion, and puts what is lowest (or highest) of it at the height z.
static void place(body *b, float x, float y, float z, float w, bool lowest, collide_vec3 at) {
    b->pose = collide_pose_from_quaternion(x, y, z, w, still);
    float end = lowest ? FLT_MAX : -FLT_MAX;
    for (size_t i = 0; i < b->mesh.vertex_count; ++i) {
        const float height = collide_pose_apply(&b->pose, b->corners[i]).z;
        end = (height < end) == lowest ? height : end;
    }
    b->pose.position = at;
    b->pose.position.z -= end;
}

static collide_triangle triangle_of(const body *b) {
    return picture_corners(&b->mesh, &b->pose, 0);
}

// At a time of the fall.
static collide_shape shape_at(const body *b, collide_vec3 v, float t) {
    body moved = *b;
    moved.pose.position = mad(b->pose.position, t, v);
    if (b->kind == CONVEX)
        return collide_shape_from_convex(b->convex, &moved.pose);
    if (b->kind == BOX) {
        const collide_obb box = collide_obb_from_pose(&moved.pose, b->half);
        return collide_shape_from_obb(&box);
    }
    const collide_triangle t3 = picture_corners(&b->mesh, &moved.pose, 0);
    return collide_shape_from_triangle(&t3);
}

// ---- scenes ------------------------------------------------------------------------------------

static void make_bodies(scene *s, size_t i) {
    body *a = &s->above, *b = &s->below;
    const bool convex = i < SCENES / 2;
    if (convex && i == 0)
        make_gem(a, 6, 0.55f, 0.6f);
    else if (convex)
        make_prism(a, i == 3 ? 6 : 3, 0, i == 3 ? 0.7f : 0.55f, i == 3 ? 0.3f : 0.6f);
    else
        make_cube(a, i == 7 ? 0.5f : 0.4f);
    if (convex && i == 1)
        make_prism(b, 3, 6, 0.55f, 0.8f);
    else if (convex)
        make_prism(b, 6, 2, i == 3 ? 0.7f : 0.9f, 0.2f);
    else if (i == 5)
        make_triangle(b, point(0, -0.9f, 0), point(0, 0.9f, 0), point(0, 0, -0.9f));
    else
        make_triangle(b, point(-1, -0.75f, 0), point(1, -0.3f, 0), point(0, 0.9f, 0));
}

static void make_scene(scene *s, size_t i) {
    static const struct {
        const char *what, *set;
        size_t expected;
        double size;
        float turn[4];
    } all[SCENES] = {{"gem: vertex on a face", "point", 1, 0, {0, 0, 0, 1}},
                     {"prism: edge on an edge", "point", 1, 0, {0, 1, 0, 1}},
                     {"prism: edge on a face", "segment", 2, 1.2, {0, 1, 0, 1}},
                     {"prism: face on a face", "polygon", 12, 1.1816559, {0, 0, 0, 1}},
                     {"box: vertex on a face", "point", 1, 0, {1, -1, 0, 2.7320508f}},
                     {"box: edge on an edge", "point", 1, 0, {0.41421356f, 0, 0, 1}},
                     {"box: edge on a face", "segment", 2, 0.8, {0.41421356f, 0, 0, 1}},
                     {"box: face on a face", "polygon", 7, 0.9115846, {0, 0, 0, 1}}};
    const float *turn = all[i].turn;
    const bool ridge = i == 1;
    const collide_vec3 at = {2.4f * ((float)(i % 4) - 1.5f), i < SCENES / 2 ? 1.7f : -1.7f, 0};
    collide_vec3 from = mad(at, -TIME, velocity);
    from.z = HEIGHT;
    s->what = all[i].what;
    s->set = all[i].set;
    s->expected = all[i].expected;
    s->size = all[i].size;
    make_bodies(s, i);
    place(&s->above, turn[0], turn[1], turn[2], turn[3], true, from);
    place(&s->below, ridge ? 1.0f : 0, 0, 0, 1, false, at);
}

static bool sweep(scene *s) {
    const body *a = &s->above, *b = &s->below;
    if (a->kind == CONVEX) {
        const bool hit = collide_convex_convex_sweep(a->convex, &a->pose, velocity, b->convex,
                                                     &b->pose, still, 1, &s->impact);
        s->count =
            collide_convex_convex_sweep_contacts(a->convex, &a->pose, velocity, b->convex, &b->pose,
                                                 still, &s->impact, NULL, s->contacts, MAX_POINTS);
        return hit;
    }
    const collide_obb box = collide_obb_from_pose(&a->pose, a->half);
    const collide_triangle t = triangle_of(b);
    const bool hit = collide_obb_triangle_sweep(&box, velocity, &t, still, 1, &s->impact);
    s->count = collide_obb_triangle_sweep_contacts(&box, velocity, &t, still, &s->impact, NULL,
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
    const collide_shape b = shape_at(&s->below, still, 0);
    const collide_shape before = shape_at(&s->above, velocity, t - soon);
    const collide_shape after = shape_at(&s->above, velocity, t + soon);
    const collide_shape now = shape_at(&s->above, velocity, t);
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

static void draw_body(picture *p, const body *b, const collide_pose *pose, bool glass) {
    static const uint32_t colour[2] = {0x9aa2ac, 0xe07818};
    picture_pen(p, glass ? PICTURE_GLASS : PICTURE_SOLID, colour[glass]);
    picture_mesh(p, &b->mesh, pose);
    picture_pen(p, PICTURE_LINE, glass ? 0xb85c08 : 0x59616b);
    for (size_t i = 0; i < 3 * b->mesh.triangle_count; ++i)
        for (size_t k = 0; k < (b->kind == TRIANGLE ? 1 : i); ++k) {
            const size_t i1 = i - i % 3 + (i + 1) % 3, k1 = k - k % 3 + (k + 1) % 3;
            const collide_triangle t = picture_corners(&b->mesh, pose, i / 3);
            const collide_triangle u = picture_corners(&b->mesh, pose, k / 3);
            const vec n = cross(from_float(sub(t.v[1], t.v[0])), from_float(sub(t.v[2], t.v[0])));
            const double off = dot(n, from_float(sub(u.v[(k + 2) % 3], t.v[0])));
            if (b->kind == TRIANGLE ||
                (b->indices[i] == b->indices[k1] && b->indices[i1] == b->indices[k] && off < -1e-3))
                picture_rod(p, t.v[i % 3], t.v[(i + 1) % 3], 0.012f, 0.012f, true, 2);
        }
}

static void draw(picture *p, const scene *scenes) {
    p->floor = true;
    p->floor_height = -0.95f;
    p->reach = 2;
    p->glass = 0.3f;
    for (size_t i = 0; i < SCENES; ++i) {
        const scene *s = scenes + i;
        collide_pose now = s->above.pose;
        now.position = mad(now.position, s->impact.t_first, velocity);
        draw_body(p, &s->below, &s->below.pose, false);
        draw_body(p, &s->above, &now, true);
        picture_pen(p, PICTURE_MARK, 0x2a62ff);
        for (size_t k = 0; k < s->count && s->count > 1; ++k) {
            const collide_vec3 from = s->contacts[s->order[k]].point_b;
            const collide_vec3 to = s->contacts[s->order[(k + 1) % s->count]].point_b;
            picture_rod(p, from, to, 0.025f, 0.025f, true, 1);
        }
        picture_contacts(p, s->contacts, s->count, 0.55f);
    }
    picture_camera(p, point(0, -9.5f, 8.0f), point(0, -0.15f, 0), 0.26f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    static scene scenes[SCENES];
    const bool drawn = picture_wanted(&p, &argc, argv);
    bool ok = true;
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
    printf("\nAll bodies fall from %g m at %g m/s and sideways, so they touch after %g s. Checks: "
           "the time;\nthe normal points up; number and size of the contacts are those of the "
           "outlines; they lie on\nboth bodies within 10 micrometres; bodies are apart a "
           "millisecond before and overlap one later.\n",
           (double)HEIGHT, (double)-velocity.z, (double)TIME);
    if (drawn)
        draw(&p, scenes);
    return ok ? 0 : 1;
}
