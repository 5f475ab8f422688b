// Contacts of two meshes: they part meshes that overlap little, along the normals of faces or of
// crossing edges, stay alike while the meshes move little, and a solver (solver.h) comes to rest on
// them.
#include "test.h"

#include "solver.h"

#define MESHES 24
#define VERTICES 20000
#define FACES 40000

static collide_vec3 vertex[VERTICES];
static uint32_t corner[3 * FACES];
static size_t vertices, faces;
static void *memory[MESHES];
static size_t built;

static int end(void **state) {
    (void)state;
    while (built > 0)
        free(memory[--built]);
    return 0;
}

static int begin(void **state) {
    (void)end(state);
    vertices = faces = 0;
    return 0;
}

static collide_vec3 corner_at(double x, double y, double z) {
    const collide_vec3 p = {(float)x, (float)y, (float)z};
    return p;
}

static void face(size_t a, size_t b, size_t c) {
    assert_true(faces < FACES);
    corner[3 * faces] = (uint32_t)a;
    corner[3 * faces + 1] = (uint32_t)b;
    corner[3 * faces++ + 2] = (uint32_t)c;
}

// Builds a tree of the mesh at hand, and clears it.
static collide_tree *tree_of(uint32_t type) {
    collide_mesh mesh;
    collide_tree_options options;
    collide_tree *tree = NULL;
    memset(&mesh, 0, sizeof mesh);
    memset(&options, 0, sizeof options);
    mesh.positions = vertex;
    mesh.vertex_count = vertices;
    mesh.indices = corner;
    mesh.triangle_count = faces;
    options.type = type;
    const size_t size = collide_tree_size(faces, &options);
    assert_true(built < MESHES);
    memory[built] = malloc(size + COLLIDE_ALIGNMENT);
    assert_non_null(memory[built]);
    char *at =
        (char *)memory[built] + COLLIDE_ALIGNMENT - (uintptr_t)memory[built] % COLLIDE_ALIGNMENT;
    ++built;
    assert_int_equal(collide_tree_build(&tree, at, size, &mesh, &options), COLLIDE_OK);
    vertices = faces = 0;
    return tree;
}

// A sheet of n by m cells in u and v, which go round if turns is set; at(u, v) says where.
static void sheet(size_t n, size_t m, bool round_u, bool round_v, vec (*at)(double u, double v)) {
    const size_t across = round_u ? n : n + 1, along = round_v ? m : m + 1;
    for (size_t j = 0; j < along; ++j)
        for (size_t i = 0; i < across; ++i) {
            assert_true(vertices < VERTICES);
            vertex[vertices++] = to_float(at((double)i / (double)n, (double)j / (double)m));
        }
    for (size_t j = 0; j < m; ++j)
        for (size_t i = 0; i < n; ++i) {
            const size_t a = j * across + i, b = j * across + (i + 1) % across;
            const size_t up = (j + 1) % along * across;
            face(a, b, up + (i + 1) % across);
            face(a, up + (i + 1) % across, up + i);
        }
}

static vec plane_at(double u, double v) {
    const vec p = {6 * u - 3, 6 * v - 3, 0};
    return p;
}

static collide_tree *plane(size_t n) {
    sheet(n, n, false, false, plane_at);
    return tree_of(COLLIDE_TREE_SURFACE);
}

// About the axis z, in the middle.
static vec torus_at(double u, double v) {
    const double a = 6.283185307179586 * u, b = 6.283185307179586 * v;
    const vec p = {(0.3 + 0.1 * cos(b)) * cos(a), (0.3 + 0.1 * cos(b)) * sin(a), 0.1 * sin(b)};
    return p;
}

static collide_tree *torus(size_t n, size_t m) {
    sheet(n, m, true, true, torus_at);
    return tree_of(COLLIDE_TREE_SURFACE);
}

static vec bowl_at(double u, double v) {
    const double a = 6.283185307179586 * u, r = 0.01 + 1.49 * v;
    const vec p = {r * cos(a), r * sin(a), 0.35 * r * r};
    return p;
}

// Seen from inside, its triangles run counter-clockwise; it has a small hole in the middle.
static collide_tree *bowl(size_t n, size_t m) {
    sheet(n, m, true, false, bowl_at);
    for (size_t i = 0; i < faces; ++i) {
        const uint32_t c = corner[3 * i];
        corner[3 * i] = corner[3 * i + 1];
        corner[3 * i + 1] = c;
    }
    return tree_of(COLLIDE_TREE_SURFACE);
}

// Each side has n by n cells.
static collide_tree *box(double x, double y, double z, size_t n, uint32_t type) {
    static const int side[6][3] = {{1, 2, 0}, {2, 1, 0}, {2, 0, 1},
                                   {0, 2, 1}, {0, 1, 2}, {1, 0, 2}};
    const double half[3] = {x, y, z};
    for (int s = 0; s < 6; ++s) {
        const size_t first = vertices;
        for (size_t j = 0; j <= n; ++j)
            for (size_t i = 0; i <= n; ++i) {
                double p[3];
                p[side[s][0]] = half[side[s][0]] * (2 * (double)i / (double)n - 1);
                p[side[s][1]] = half[side[s][1]] * (2 * (double)j / (double)n - 1);
                p[side[s][2]] = half[side[s][2]] * (s % 2 ? -1 : 1);
                vertex[vertices++] = corner_at(p[0], p[1], p[2]);
            }
        for (size_t j = 0; j < n; ++j)
            for (size_t i = 0; i < n; ++i) {
                const size_t a = first + j * (n + 1) + i, b = a + n + 1;
                face(a, a + 1, b + 1);
                face(a, b + 1, b);
            }
    }
    return tree_of(type);
}

static collide_pose pose_of(double x, double y, double z, double ax, double ay, double az,
                            double angle) {
    const double length = sqrt(ax * ax + ay * ay + az * az);
    const double s = length > 0 ? sin(angle / 2) / length : 0;
    return collide_pose_from_quaternion((float)(s * ax), (float)(s * ay), (float)(s * az),
                                        (float)cos(angle / 2), corner_at(x, y, z));
}

// ---- a solver --------------------------------------------------------------------------------

static const collide_tree *tree_at[8]; // of the bodies of a scene
static size_t most_contacts;
static double deepest;

static size_t ask(const solver *s, uint32_t a, uint32_t b, double margin, collide_contact *out,
                  size_t capacity, uint32_t *kind) {
    (void)margin;
    *kind = COLLIDE_KEY_FEATURES;
    const size_t n = collide_tree_tree_contacts(tree_at[a], &s->bodies[a].pose, tree_at[b],
                                                &s->bodies[b].pose, NULL, out, capacity);
    most_contacts = n > most_contacts ? n : most_contacts;
    for (size_t i = 0; i < n && i < capacity; ++i)
        deepest = fmax(deepest, (double)out[i].depth);
    return n;
}

// A body with a tree, whose inertia is that of the box about it.
static solver_body body_of(uint32_t i, const collide_tree *tree, double mass, vec at) {
    const collide_aabb bounds = collide_tree_aabb(tree, NULL);
    const collide_obb around = collide_obb_from_aabb(&bounds);
    const vec h = from_float(around.half);
    const vec inertia = {mass / 3 * (h.y * h.y + h.z * h.z), mass / 3 * (h.x * h.x + h.z * h.z),
                         mass / 3 * (h.x * h.x + h.y * h.y)};
    tree_at[i] = tree;
    return solver_solid(collide_shape_from_obb(&around), mass, inertia, at);
}

// Runs bodies for some seconds; returns when all came to rest, or infinity.
static double rest_of(solver_body *bodies, uint32_t count, double rate, int sub_steps,
                      double seconds, bool show) {
    solver s;
    double rest = HUGE_VAL;
    memset(&s, 0, sizeof s);
    s.bodies = bodies;
    s.count = count;
    s.gravity.z = -9.81;
    s.friction = 0.6;
    s.step = 1 / rate;
    s.sub_steps = sub_steps;
    s.ask = ask;
    most_contacts = 0;
    deepest = 0;
    for (uint32_t i = 0; i < count; ++i)
        solver_axes(&bodies[i]);
    const double start = solver_energy(&s);
    double energy = 0;
    for (int k = 0; k < (int)(seconds * rate); ++k) {
        solver_step(&s);
        double speed = 0;
        for (uint32_t i = 0; i < count; ++i)
            speed = fmax(speed, sqrt(dot(bodies[i].speed, bodies[i].speed)) +
                                    0.3 * sqrt(dot(bodies[i].spin, bodies[i].spin)));
        rest = speed > 0.02 ? HUGE_VAL : fmin(rest, (k + 1) / rate);
        energy = fmax(energy, solver_energy(&s) - start);
        if (show && k % ((int)rate / 10) == 0)
            printf("  t %.2f speed %.4f z %.5f contacts %zu new %zu deep %.5f n %.3f %.3f %.3f\n",
                   k / rate, speed, bodies[count - 1].at.z, s.n, s.fresh, deepest,
                   s.n ? s.contacts[0].normal.x : 0, s.n ? s.contacts[0].normal.y : 0,
                   s.n ? s.contacts[0].normal.z : 0);
    }
    if (show)
        printf("rest %.3f most contacts %zu deepest %.5f energy %g at %.4f %.4f %.4f\n", rest,
               most_contacts, deepest, energy, bodies[count - 1].at.x, bodies[count - 1].at.y,
               bodies[count - 1].at.z);
    solver_free(&s);
    return rest;
}
