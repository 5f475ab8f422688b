// Pairs of shapes for the benchmarks of distances and margins: the same floats with every compiler
// and flag. Include collide.h and inputs.h before this file.
#ifndef DISTANCES_H
#define DISTANCES_H

#include <math.h>

typedef struct distance_pair {
    collide_shape a, b;
} distance_pair;

typedef struct distance_case {
    const char *name;
    uint32_t a, b; // kinds of shapes
    bool within;
} distance_case;

enum {
    DISTANCE_SPHERE_SPHERE,
    DISTANCE_CAPSULE_CAPSULE,
    DISTANCE_SPHERE_OBB,
    DISTANCE_CAPSULE_OBB,
    DISTANCE_SPHERE_TRIANGLE,
    DISTANCE_CAPSULE_TRIANGLE,
    DISTANCE_TRIANGLE_TRIANGLE,
    DISTANCE_OBB_OBB,
    DISTANCE_CONVEX,
    DISTANCE_CYLINDER_OBB,
    DISTANCE_CYLINDER_CYLINDER,
    WITHIN_OBB_OBB,
    DISTANCE_CASES
};

static const distance_case distance_cases[DISTANCE_CASES] = {
    {"distance_sphere_sphere", COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_SPHERE, false},
    {"distance_capsule_capsule", COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_CAPSULE, false},
    {"distance_sphere_obb", COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_OBB, false},
    {"distance_capsule_obb", COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB, false},
    {"distance_sphere_triangle", COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_TRIANGLE, false},
    {"distance_capsule_triangle", COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_TRIANGLE, false},
    {"distance_triangle_triangle", COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TRIANGLE, false},
    {"distance_obb_obb", COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, false},
    {"distance_convex", COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CONVEX, false},
    {"distance_cylinder_obb", COLLIDE_SHAPE_CYLINDER, COLLIDE_SHAPE_OBB, false},
    {"distance_cylinder_cylinder", COLLIDE_SHAPE_CYLINDER, COLLIDE_SHAPE_CYLINDER, false},
    {"within_obb_obb", COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, true},
};

// Single calls: by the typed name where there is one.
static inline bool distance_call(int which, const collide_shape *a, const collide_shape *b,
                                 float max, collide_distance *out) {
    switch (which) {
    case DISTANCE_SPHERE_SPHERE:
        return collide_sphere_sphere_distance(&a->of.sphere, &b->of.sphere, max, out);
    case DISTANCE_CAPSULE_CAPSULE:
        return collide_capsule_capsule_distance(&a->of.capsule, &b->of.capsule, max, out);
    case DISTANCE_SPHERE_OBB:
        return collide_sphere_obb_distance(&a->of.sphere, &b->of.obb, max, out);
    case DISTANCE_CAPSULE_OBB:
        return collide_capsule_obb_distance(&a->of.capsule, &b->of.obb, max, out);
    case DISTANCE_SPHERE_TRIANGLE:
        return collide_sphere_triangle_distance(&a->of.sphere, &b->of.triangle, max, out);
    case DISTANCE_CAPSULE_TRIANGLE:
        return collide_capsule_triangle_distance(&a->of.capsule, &b->of.triangle, max, out);
    case DISTANCE_TRIANGLE_TRIANGLE:
        return collide_triangle_triangle_distance(&a->of.triangle, &b->of.triangle, max, out);
    case DISTANCE_OBB_OBB:
        return collide_obb_obb_distance(&a->of.obb, &b->of.obb, max, out);
    default:
        return collide_shape_shape_distance(a, b, max, out);
    }
}

// Sizes: apart (gaps of 0.05 to 8), near (0.01 to 0.3), touching (1e-5 to 1e-3), parallel (apart,
// and b turned as a), many (one against a pack of others in a large cube), bracket (the same,
// lo and hi alone); for distance_convex v<number of vertices>, as apart, and - and another word
// behind it; for within_obb_obb m<margin>, and -many behind it.
typedef struct distance_size {
    float min, max; // gap
    bool parallel, free, many, bracket;
    float margin;
    uint32_t vertices;
} distance_size;

#define DISTANCE_VERTICES 256
#define DISTANCE_BODIES 64

static inline bool distance_size_read(int which, const char *text, distance_size *out) {
    static const char *const words[6] = {"apart",    "near", "touching",
                                         "parallel", "many", "bracket"};
    static const float gaps[6][2] = {{0.05f, 8}, {0.01f, 0.3f}, {1e-5f, 1e-3f},
                                     {0.05f, 8}, {0, 0},        {0, 0}};
    char *end;
    memset(out, 0, sizeof *out);
    if (distance_cases[which].within) {
        out->free = true;
        out->margin = text[0] == 'm' ? strtof(text + 1, &end) : -1;
        out->many = out->margin >= 0 && strcmp(end, "-many") == 0;
        return out->margin >= 0 && end != text + 1 && (*end == 0 || out->many);
    }
    if (which == DISTANCE_CONVEX) {
        if (text[0] != 'v' || text[1] < '1' || text[1] > '9')
            return false;
        out->vertices = (uint32_t)strtoul(text + 1, &end, 10);
        if (out->vertices < 4 || out->vertices > DISTANCE_VERTICES || (*end && *end != '-'))
            return false;
        text = *end ? end + 1 : "apart";
    }
    for (int i = 0; i < 6; ++i)
        if (strcmp(text, words[i]) == 0) {
            out->min = gaps[i][0];
            out->max = gaps[i][1];
            out->parallel = i == 3;
            out->many = i >= 4;
            out->bracket = i == 5;
            return true;
        }
    return false;
}

// a + s * b: the products are exact in double.
static inline collide_vec3 distance_along(collide_vec3 a, float s, collide_vec3 b) {
    collide_vec3 r;
    r.x = (float)((double)a.x + (double)s * (double)b.x);
    r.y = (float)((double)a.y + (double)s * (double)b.y);
    r.z = (float)((double)a.z + (double)s * (double)b.z);
    return r;
}

static inline void distance_move(collide_shape *s, float by, collide_vec3 along) {
    switch (s->kind) {
    case COLLIDE_SHAPE_SPHERE:
        s->of.sphere.center = distance_along(s->of.sphere.center, by, along);
        break;
    case COLLIDE_SHAPE_CAPSULE:
        s->of.capsule.a = distance_along(s->of.capsule.a, by, along);
        s->of.capsule.b = distance_along(s->of.capsule.b, by, along);
        break;
    case COLLIDE_SHAPE_AABB:
        s->of.aabb.min = distance_along(s->of.aabb.min, by, along);
        s->of.aabb.max = distance_along(s->of.aabb.max, by, along);
        break;
    case COLLIDE_SHAPE_OBB:
        s->of.obb.center = distance_along(s->of.obb.center, by, along);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        for (int i = 0; i < 3; ++i)
            s->of.triangle.v[i] = distance_along(s->of.triangle.v[i], by, along);
        break;
    case COLLIDE_SHAPE_PLANE: { // along is its normal, of length 1, or the opposite
        const collide_vec3 n = s->of.plane.normal;
        const bool same = n.x * along.x + n.y * along.y + n.z * along.z > 0;
        s->of.plane.distance = (float)((double)s->of.plane.distance + (double)(same ? by : -by));
        break;
    }
    case COLLIDE_SHAPE_CYLINDER:
        s->of.cylinder.center = distance_along(s->of.cylinder.center, by, along);
        break;
    default:
        s->of.convex.pose.position = distance_along(s->of.convex.pose.position, by, along);
    }
}

static inline double distance_det(const int64_t *p, const int64_t *q, const int64_t *r,
                                  const int64_t *s) {
    const double x[3] = {(double)(q[0] - p[0]), (double)(q[1] - p[1]), (double)(q[2] - p[2])};
    const double y[3] = {(double)(r[0] - p[0]), (double)(r[1] - p[1]), (double)(r[2] - p[2])};
    const double z[3] = {(double)(s[0] - p[0]), (double)(s[1] - p[1]), (double)(s[2] - p[2])};
    return x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
           x[2] * (y[0] * z[1] - y[1] * z[0]);
}

// A convex body as its vertices and triangles, counter-clockwise from outside. Rivals read it.
typedef struct distance_hull {
    collide_convex *body;
    uint32_t vertices, triangles;
    collide_vec3 vertex[DISTANCE_VERTICES];
    uint32_t index[6 * DISTANCE_VERTICES];
} distance_hull;

static distance_hull distance_hulls[DISTANCE_BODIES];

// Builds a body of n vertices on a sphere of radius 1, scaled by 0.3 to 1 along each axis: the
// triangles of the hull are triples that have all other vertices on one side. Coordinates are
// integers below 2^15, so that all determinants are exact. Returns false without memory.
static inline bool distance_body(inputs_random *r, uint32_t n, distance_hull *out) {
    static int64_t p[DISTANCE_VERTICES][3];
    uint32_t *index = out->index;
    collide_vec3 *vertex = out->vertex;
    const collide_vec3 zero = {0, 0, 0}, scale = inputs_vec3(r, 0.3f, 1);
    collide_mesh mesh;
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const collide_vec3 d = inputs_pose(r, zero).axis[0];
        const float to[3] = {d.x, d.y, d.z};
        for (int k = 0; k < 3; ++k)
            p[i][k] = (int64_t)(to[k] * 32768.0f);
        vertex[i].x = scale.x * (float)p[i][0] / 32768.0f;
        vertex[i].y = scale.y * (float)p[i][1] / 32768.0f;
        vertex[i].z = scale.z * (float)p[i][2] / 32768.0f;
    }
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t j = i + 1; j < n; ++j)
            for (uint32_t k = j + 1; k < n && triangles < 2 * DISTANCE_VERTICES; ++k) {
                int sides = 0;
                for (uint32_t l = 0; l < n && sides != 3; ++l) {
                    const double det = distance_det(p[i], p[j], p[k], p[l]);
                    sides |= det > 0 ? 1 : det < 0 ? 2 : 0;
                }
                if (sides == 3)
                    continue;
                index[3 * triangles] = i;
                index[3 * triangles + 1] = sides == 1 ? k : j;
                index[3 * triangles++ + 2] = sides == 1 ? j : k;
            }
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = vertex;
    mesh.vertex_count = n;
    mesh.indices = index;
    mesh.triangle_count = triangles;
    const size_t size = collide_convex_mesh_size(&mesh);
    const size_t room = (size + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
    char *memory = (char *)malloc(room + COLLIDE_ALIGNMENT); // never freed
    if (!memory)
        return false;
    memory += COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    out->vertices = n;
    out->triangles = triangles;
    return collide_convex_build_mesh(&out->body, memory, size, &mesh) == COLLIDE_OK;
}

// A shape with extents of 0.25 to 1, with the axes of the pose and its middle there.
static inline collide_shape distance_shape(inputs_random *r, uint32_t kind,
                                           const collide_pose *pose) {
    const collide_vec3 size = inputs_vec3(r, 0.25f, 1);
    collide_sphere sphere;
    collide_cylinder cylinder;
    collide_triangle triangle;
    collide_capsule capsule;
    collide_plane plane;
    collide_aabb bounds;
    collide_obb box;
    switch (kind) {
    case COLLIDE_SHAPE_SPHERE:
        sphere.center = pose->position;
        sphere.radius = size.x;
        return collide_shape_from_sphere(&sphere);
    case COLLIDE_SHAPE_CAPSULE:
        capsule = collide_capsule_from_pose(pose, size.x, 2 * size.y);
        return collide_shape_from_capsule(&capsule);
    case COLLIDE_SHAPE_AABB:
        bounds.min = distance_along(pose->position, -1, size);
        bounds.max = distance_along(pose->position, 1, size);
        return collide_shape_from_aabb(&bounds);
    case COLLIDE_SHAPE_PLANE:
        plane.normal = pose->axis[2];
        plane.distance = pose->position.x;
        return collide_shape_from_plane(&plane);
    case COLLIDE_SHAPE_OBB:
        box = collide_obb_from_pose(pose, size);
        return collide_shape_from_obb(&box);
    case COLLIDE_SHAPE_TRIANGLE:
        for (int i = 0; i < 3; ++i)
            triangle.v[i] = distance_along(pose->position, 1, inputs_vec3(r, -1, 1));
        return collide_shape_from_triangle(&triangle);
    case COLLIDE_SHAPE_CYLINDER:
        cylinder.center = pose->position;
        cylinder.axis = pose->axis[2];
        cylinder.radius = size.x;
        cylinder.height = 2 * size.y;
        return collide_shape_from_cylinder(&cylinder);
    default:
        return collide_shape_from_convex(distance_hulls[inputs_next(r) >> 58].body, pose);
    }
}

// The bodies of a size. Returns false without memory.
static inline bool distance_bodies(inputs_random *r, const distance_size *size) {
    for (int i = 0; i < DISTANCE_BODIES && size->vertices; ++i)
        if (!distance_body(r, size->vertices, &distance_hulls[i]))
            return false;
    return true;
}

// n pairs at the gaps that a size says, from directions at random. Of shapes that are apart, the
// distance is what the normal says: b moves along it until the gap is as drawn.
static inline bool distance_draw(inputs_random *r, uint32_t kind_a, uint32_t kind_b,
                                 const distance_size *size, size_t n, distance_pair *out) {
    const collide_vec3 zero = {0, 0, 0};
    if (!distance_bodies(r, size))
        return false;
    for (size_t i = 0; i < n; ++i) {
        const collide_pose pose_a = inputs_pose(r, inputs_vec3(r, -4, 4));
        const collide_vec3 to =
            size->free ? inputs_vec3(r, -2.5f, 2.5f) : inputs_pose(r, zero).axis[0];
        const float reach = size->free ? 1.0f : 4.0f;
        collide_pose pose_b = inputs_pose(r, distance_along(pose_a.position, reach, to));
        const float gap = inputs_uniform(r, size->min, size->max);
        collide_distance d;
        if (size->parallel)
            memcpy(pose_b.axis, pose_a.axis, sizeof pose_b.axis);
        out[i].a = distance_shape(r, kind_a, &pose_a);
        out[i].b = distance_shape(r, kind_b, &pose_b);
        if (size->parallel && kind_a == COLLIDE_SHAPE_TRIANGLE && kind_b == kind_a) {
            out[i].b = out[i].a;
            distance_move(&out[i].b, 4, to);
        }
        if (size->free)
            continue;
        if (!collide_shape_shape_distance(&out[i].a, &out[i].b, INFINITY, &d))
            return false;
        distance_move(&out[i].b, d.lo - gap, d.normal);
    }
    return true;
}

#endif // DISTANCES_H
