// Demo: what "Simulation of rigid-body collisions" [Sudar] shows, with checks. Nine
// objects in an octree. And the contacts of two meshes: a vertex in a face, a face on a vertex, two
// edges, and which of them stay when the bodies approach, slide or move apart. It fails if the
// octree or the contacts differ from asking all pairs of triangles, or if a contact is not the one
// that was worked out by hand. Build and run from the top folder:
//
//     cc -O2 examples/touches.c -o touches -lm && ./touches
//
// With --png FILE it draws the contacts; with the word nine before it, the nine objects.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "touches"
#include "picture.h"

#define DEEP 0.25f // m, how far the bodies of a contact overlap
#define MOST 500   // contacts
#define ORANGE 0xee7b22
#define GREY 0xb4bdc6

static const collide_vec3 origin = {0, 0, 0}, up = {0, 0, 1};

// A body of a few triangles, with its corners in place.
typedef struct solid {
    collide_vec3 corners[12];
    uint16_t indices[60];
    collide_mesh mesh;
} solid;

static void solid_make(solid *s, const collide_vec3 *corners, size_t corner_count,
                       const uint16_t *indices, size_t triangle_count) {
    memset(s, 0, sizeof *s);
    memcpy(s->corners, corners, corner_count * sizeof *corners);
    memcpy(s->indices, indices, 3 * triangle_count * sizeof *indices);
    s->mesh.positions = s->corners;
    s->mesh.vertex_count = corner_count;
    s->mesh.indices = s->indices;
    s->mesh.triangle_count = triangle_count;
    s->mesh.index_size = sizeof *indices;
}

static collide_body body_of(const solid *s, const collide_pose *pose,
                            const collide_velocity *velocity) {
    collide_body b;
    b.mesh = &s->mesh;
    check(collide_sphere_from_points(&b.bounds, s->corners, s->mesh.vertex_count, 0));
    b.pose = *pose;
    b.velocity = velocity;
    return b;
}

// Of all bodies; those of triangle pairs are merged where triangles share them.
static size_t contacts_of(bool separating, const collide_body *bodies, size_t n, bool all,
                          collide_body_touch *out, size_t capacity, size_t *pairs) {
    collide_bodies_options options;
    collide_bodies_counts count;
    memset(&options, 0, sizeof options);
    options.all = all;
    options.merge = 1e-5f;
    const size_t size = collide_bodies_scratch_size(bodies, n, 0, &options);
    void *scratch = allocate(size);
    check((separating ? collide_bodies_contacts : collide_bodies_touches)(
        bodies, n, 0, &options, scratch, size, out, capacity, &count));
    release(scratch);
    if (pairs)
        *pairs = count.pairs;
    if (count.touches > capacity)
        fail("too many contacts");
    return count.touches;
}

// By asking all triangles of one body against all of the other.
static bool all_triangles(const solid *a, const collide_pose *pose_a, const solid *b,
                          const collide_pose *pose_b) {
    for (size_t i = 0; i < a->mesh.triangle_count; ++i)
        for (size_t k = 0; k < b->mesh.triangle_count; ++k) {
            const collide_triangle s = picture_corners(&a->mesh, pose_a, i);
            const collide_triangle t = picture_corners(&b->mesh, pose_b, k);
            if (collide_triangle_triangle(&s, &t))
                return true;
        }
    return false;
}

// Grey or orange, with dark edges where its faces meet.
static void draw_solid(picture *p, const solid *s, const collide_pose *pose, picture_layer layer,
                       uint32_t colour, float radius) {
    picture_pen(p, layer, colour);
    picture_mesh(p, &s->mesh, pose);
    picture_pen(p, PICTURE_LINE, 0x3a4650);
    for (size_t i = 0; i < s->mesh.triangle_count; ++i)
        for (size_t k = 0; k < i; ++k) {
            const collide_triangle a = picture_corners(&s->mesh, pose, i);
            const collide_triangle b = picture_corners(&s->mesh, pose, k);
            const vec n = cross(from_float(sub(a.v[1], a.v[0])), from_float(sub(a.v[2], a.v[0])));
            collide_vec3 shared[3];
            size_t count = 0;
            double flat = 0; // how far the other triangle leaves the plane
            for (int j = 0; j < 9; ++j) {
                flat = fmax(flat, fabs(dot(n, from_float(sub(b.v[j / 3], a.v[0])))));
                if (memcmp(&a.v[j % 3], &b.v[j / 3], sizeof origin) == 0 && count < 3)
                    shared[count++] = a.v[j % 3];
            }
            if (count == 2 && flat > 1e-4)
                picture_tube(p, shared, 2, radius);
        }
}

// ---- nine objects ------------------------------------------------------------------------------

// Corner i of a cube has its bits as x, y, z; triangles run counter-clockwise as seen from outside.
static const uint16_t cube_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                            2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
static const uint16_t tetrahedron_triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};

static void box_make(solid *s, collide_vec3 low, collide_vec3 high) {
    collide_vec3 v[8];
    for (int i = 0; i < 8; ++i)
        v[i] = point(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    solid_make(s, v, 8, cube_triangles, 12);
}

typedef struct nine {
    solid cube, tetrahedron;
    const solid *solids[9];
    collide_body bodies[9];
    collide_sphere spheres[9];
    collide_body_touch contacts[MOST];
    size_t contact_count;
    bool touch[9];
} nine;

// Objects in the quadrants of a square, near each other in each of them: so do those of the source.
static void nine_make(nine *n) {
    static const float at[9][3] = {
        {-3.6f, -3.6f, 0},    {-2.4f, -3.6f, 0.9f}, {-3.7f, -2.5f, 0.4f},
        {-2.3f, -2.5f, 0.3f}, {2.5f, -3, 0.2f},     {3.55f, -3.1f, 0.8f},
        {-3.5f, 3, 0.4f},     {-2.1f, 3.2f, 0.1f},  {3, 3, 0.6f}}; // x, y, angle
    const collide_vec3 corners[4] = {{0.5f, 0.5f, 0.5f},
                                     {0.5f, -0.5f, -0.5f},
                                     {-0.5f, 0.5f, -0.5f},
                                     {-0.5f, -0.5f, 0.5f}}; // every other one of a cube
    box_make(&n->cube, point(-0.5f, -0.5f, -0.5f), point(0.5f, 0.5f, 0.5f));
    solid_make(&n->tetrahedron, corners, 4, tetrahedron_triangles, 4);
    for (int i = 0; i < 9; ++i) {
        const collide_pose pose = collide_pose_from_quaternion(
            0, 0, sinf(0.5f * at[i][2]), cosf(0.5f * at[i][2]), point(at[i][0], at[i][1], 0.5f));
        n->solids[i] = i % 2 ? &n->tetrahedron : &n->cube;
        n->bodies[i] = body_of(n->solids[i], &pose, NULL);
        n->spheres[i].center = collide_pose_apply(&pose, n->bodies[i].bounds.center);
        n->spheres[i].radius = n->bodies[i].bounds.radius;
    }
}

static int nine_run(nine *n) {
    static const size_t expected[4] = {4, 2, 2, 1};
    collide_octree_options split = {1, 1, 0}; // once, into the quadrants
    collide_octree *octree;
    collide_pair found[36];
    uint32_t inside[9];
    size_t touching = 0, pairs = 0, contact_pairs = 0;
    int wrong = 0;
    const size_t size = collide_octree_size(9, &split);
    void *memory = allocate(size);
    check(collide_octree_build_spheres(&octree, memory, size, n->spheres, 9, 0, &split));
    printf("Nine objects in the quadrants of a square:");
    for (int q = 0; q < 4; ++q) {
        const collide_aabb quadrant = {{q & 1 ? 0.0f : -5.0f, q & 2 ? 0.0f : -5.0f, -1},
                                       {q & 1 ? 5.0f : 0.0f, q & 2 ? 5.0f : 0.0f, 2}};
        const size_t count = collide_aabb_octree_indices(&quadrant, octree, NULL, inside, 9);
        printf("%s %zu", q ? "," : "", count);
        wrong |= count != expected[q];
    }
    const size_t candidates = collide_octree_self_indices(octree, NULL, found, 36);
    release(memory);
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < i; ++k)
            touching +=
                all_triangles(n->solids[i], &n->bodies[i].pose, n->solids[k], &n->bodies[k].pose);
    const size_t touches = contacts_of(false, n->bodies, 9, true, n->contacts, MOST, &pairs);
    for (size_t i = 0; i < touches; ++i) {
        const collide_body_touch *t = &n->contacts[i];
        contact_pairs += i == 0 || t[-1].a != t->a || t[-1].b != t->b;
        n->touch[t->a] = n->touch[t->b] = true;
    }
    n->contact_count = contacts_of(true, n->bodies, 9, true, n->contacts, MOST, NULL);
    printf(
        ".\n  %d pairs without an octree, %zu with it, of which %zu touch;\n"
        "  %zu pairs touch if all triangles of all pairs are asked.\n"
        "  %zu contacts of triangles, pair by pair (collide_bodies_touches), as in the source;\n"
        "  %zu contacts that move the bodies apart (collide_bodies_contacts), which are drawn.\n\n",
        9 * 8 / 2, candidates, contact_pairs, touching, touches, n->contact_count);
    return wrong || candidates != 8 || pairs != 8 || contact_pairs != touching;
}

// From above: spheres as rings; what touches is orange.
static void draw_nine(picture *p, const nine *n) {
    picture_pen(p, PICTURE_SOLID, 0x59626c);
    for (int i = 0; i < 6; ++i) {
        const int line = i / 2 - 1;
        const float at = 5 * (float)line;
        const collide_vec3 ends[2] = {i % 2 ? point(-5, at, 0) : point(at, -5, 0),
                                      i % 2 ? point(5, at, 0) : point(at, 5, 0)};
        picture_tube(p, ends, 2, 0.04f);
    }
    for (int i = 0; i < 9; ++i) {
        collide_vec3 ring[PICTURE_SIDES + 1], at = n->spheres[i].center;
        at.z = 0.03f;
        for (int k = 0; k <= PICTURE_SIDES; ++k)
            ring[k] =
                mad(at, n->spheres[i].radius, picture_circle(point(1, 0, 0), point(0, 1, 0), k));
        picture_pen(p, PICTURE_SOLID, 0x3f7fd0);
        picture_tube(p, ring, PICTURE_SIDES + 1, 0.03f);
        draw_solid(p, n->solids[i], &n->bodies[i].pose, PICTURE_SOLID, n->touch[i] ? ORANGE : GREY,
                   0.015f);
    }
    picture_pen(p, PICTURE_MARK, 0x2a62ff);
    for (size_t i = 0; i < n->contact_count; ++i)
        picture_sphere(p, n->contacts[i].contact.point_b, 0.09f);
    p->floor = true;
    p->reach = 3;
    picture_camera(p, point(0, -9, 30), point(0, -0.25f, 0), 0.166f);
}

// ---- kinds of contact --------------------------------------------------------------------------

#define SCENES 3

typedef struct scene {
    const char *name;
    solid a, b;
    collide_contact expected;
} scene;

// A tip at the origin, that opens up or down.
static void tip_make(solid *s, float z) {
    const float far = z < 0 ? -1.0f : 1.0f;
    const collide_vec3 v[4] = {
        {0, 0, 0}, {0.75f * far, -0.5f, z}, {0, 0.875f, z}, {-0.75f * far, -0.5f, z}};
    solid_make(s, v, 4, tetrahedron_triangles, 4);
}

// A roof with its ridge along x through the origin.
static void roof_make(solid *s) {
    static const uint16_t triangles[24] = {0, 2, 3, 0, 3, 1, 1, 5, 4, 1, 4, 0,
                                           0, 4, 2, 1, 3, 5, 2, 4, 5, 2, 5, 3};
    const collide_vec3 v[6] = {{-1, 0, 0},  {1, 0, 0},   {-1, -1, -1},
                               {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}};
    solid_make(s, v, 6, triangles, 8);
}

static void shift(solid *s, collide_vec3 by) {
    for (size_t i = 0; i < s->mesh.vertex_count; ++i)
        s->corners[i] = mad(s->corners[i], 1, by);
}

static void scenes_make(scene *s) {
    const collide_vec3 tip = {0.375f, -0.25f, 0};
    memset(s, 0, SCENES * sizeof *s);
    for (int i = 0; i < SCENES; ++i)
        s[i].expected.normal = up;
    s[0].name = "vertex in face";
    tip_make(&s[0].a, 1.25f);
    shift(&s[0].a, mad(tip, -DEEP, up));
    box_make(&s[0].b, point(-1, -1, -0.75f), point(1, 1, 0));
    s[0].expected.point_a = mad(tip, -DEEP, up);
    s[0].expected.point_b = tip;
    s[0].expected.feature_a = COLLIDE_FEATURE_VERTEX;
    s[0].expected.feature_b = COLLIDE_FEATURE_FACE;
    s[1].name = "face on vertex";
    box_make(&s[1].a, point(-1, -1, 0), point(1, 1, 0.75f));
    tip_make(&s[1].b, -1.25f);
    shift(&s[1].b, mad(tip, DEEP, up));
    s[1].expected.point_a = tip;
    s[1].expected.point_b = mad(tip, DEEP, up);
    s[1].expected.feature_a = COLLIDE_FEATURE_FACE;
    s[1].expected.feature_b = COLLIDE_FEATURE_VERTEX;
    s[2].name = "edge across edge";
    roof_make(&s[2].a);
    roof_make(&s[2].b);
    for (int i = 0; i < 6; ++i) { // its ridge along y, the roof upside down
        const collide_vec3 v = s[2].a.corners[i];
        s[2].a.corners[i] = point(v.y, v.x, -v.z - DEEP);
    }
    s[2].expected.point_a = point(0, 0, -DEEP);
    s[2].expected.feature_a = s[2].expected.feature_b = COLLIDE_FEATURE_EDGE;
}

static bool same_point(collide_vec3 a, collide_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool as_expected(const collide_contact *c, const collide_contact *e) {
    return same_point(c->point_a, e->point_a) && same_point(c->point_b, e->point_b) &&
           same_point(c->normal, e->normal) && c->depth == DEEP &&
           COLLIDE_FEATURE_KIND(c->feature_a) == e->feature_a &&
           COLLIDE_FEATURE_KIND(c->feature_b) == e->feature_b;
}

static int contacts(const scene *scenes) {
    static const char *const words[4] = {"any", "nearer", "aside", "apart"};
    static const float ways[4][3] = {{0, 0, 0}, {0, 0, -1}, {1, 0, 0}, {0, 0, 1}};
    static const size_t kept[4] = {1, 1, 0, 0};
    int wrong = 0;
    printf(
        "Two meshes, A and B. Their contacts: points and depth in m; how many there are if all "
        "are\nasked for, and how many are kept if A moves nearer to B, aside, or apart from it:\n\n"
        "of A in B         point on A         point on B         normal    depth");
    for (int k = 0; k < 4; ++k)
        printf("  %s", words[k]);
    puts("");
    for (const scene *s = scenes; s < scenes + SCENES; ++s) {
        const collide_pose here = collide_pose_identity();
        collide_body_touch found[64];
        for (int k = 0; k < 4; ++k) {
            collide_velocity moves = {{0, 0, 0}, {ways[k][0], ways[k][1], ways[k][2]}, {0, 0, 0}};
            const collide_body pair[2] = {body_of(&s->a, &here, &moves),
                                          body_of(&s->b, &here, NULL)};
            const size_t n = contacts_of(false, pair, 2, k == 0, found, 64, NULL);
            const collide_contact *c = &found[0].contact;
            if (k == 0 && n > 0)
                printf("%-16s %5.2f %5.2f %5.2f  %5.2f %5.2f %5.2f  %2g %2g %2g  %5g", s->name,
                       (double)c->point_a.x, (double)c->point_a.y, (double)c->point_a.z,
                       (double)c->point_b.x, (double)c->point_b.y, (double)c->point_b.z,
                       (double)c->normal.x, (double)c->normal.y, (double)c->normal.z,
                       (double)c->depth);
            printf("  %*zu", (int)strlen(words[k]), n);
            wrong |= n != kept[k] || (n > 0 && !as_expected(c, &s->expected));
        }
        puts("");
    }
    return wrong;
}

// A is orange glass, with a red arrow if it moves.
static void draw_scene(picture *p, const scene *s, collide_vec3 at, collide_vec3 way, bool kept) {
    const collide_pose pose = collide_pose_from_quaternion(0, 0, -0.2f, 0.98f, at);
    draw_solid(p, &s->a, &pose, PICTURE_GLASS, ORANGE, 0.015f);
    draw_solid(p, &s->b, &pose, PICTURE_SOLID, GREY, 0.015f);
    const collide_vec3 ends[2] = {collide_pose_apply(&pose, s->expected.point_a),
                                  collide_pose_apply(&pose, s->expected.point_b)};
    if (kept) {
        picture_pen(p, PICTURE_MARK, 0xffd21f);
        picture_arrow(p, ends[1], mad(origin, 0.8f, s->expected.normal), 0.03f);
        picture_pen(p, PICTURE_MARK, 0x2a62ff);
        picture_tube(p, ends, 2, 0.025f);
        picture_sphere(p, ends[0], 0.07f);
        picture_sphere(p, ends[1], 0.07f);
    }
    if (picture_dot(way, way) > 0) {
        const bool aside = way.x != 0;
        const collide_vec3 middle = mad(ends[1], aside ? 0.6f : 1.6f, up);
        picture_pen(p, PICTURE_SOLID, 0xc02020);
        picture_arrow(p, mad(middle, aside ? 0.75f : -0.35f, way), mad(origin, 0.7f, way), 0.05f);
    }
}

// The kinds; below, the first of them when A approaches, slides and moves apart.
static void draw_contacts(picture *p, const scene *s) {
    const collide_vec3 down = {0, 0, -1}, aside = {1, 0, 0};
    p->glass = 0.42f;
    draw_scene(p, &s[0], point(-3.6f, 0, 1.5f), origin, true);
    draw_scene(p, &s[1], point(0, 0, 1.6f), origin, true);
    draw_scene(p, &s[2], point(3.6f, 0, 1.75f), origin, true);
    draw_scene(p, &s[0], point(-3.6f, 0, -1.9f), down, true);
    draw_scene(p, &s[0], point(0, 0, -1.9f), aside, false);
    draw_scene(p, &s[0], point(3.6f, 0, -1.9f), up, false);
    p->reach = 2;
    picture_camera(p, point(0, -30, 9), point(0, 0, 0), 0.106f);
}

int main(int argc, char **argv) {
    static picture p;
    static nine all;
    static scene scenes[SCENES];
    const bool drawn = picture_wanted(&p, &argc, argv);
    const char *what = argc > 1 ? argv[1] : "contacts";
    if (argc > 2 || (strcmp(what, "contacts") != 0 && strcmp(what, "nine") != 0))
        fail("touches [nine|contacts] [--png FILE]");
    nine_make(&all);
    scenes_make(scenes);
    int wrong = nine_run(&all);
    wrong |= contacts(scenes);
    if (drawn) {
        if (*what == 'n')
            draw_nine(&p, &all);
        else
            draw_contacts(&p, scenes);
        picture_draw(&p, 0, p.width);
        picture_write(&p);
    }
    puts(wrong ? "\nSOMETHING IS WRONG"
               : "\nThe octree finds all pairs, and the contacts are as expected.");
    return wrong;
}
