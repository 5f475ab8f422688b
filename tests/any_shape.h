// Shapes of every kind for tests: random, on a grid, moved. Include test.h first.
#ifndef ANY_SHAPE_H
#define ANY_SHAPE_H

#include "data.h"

#include "points.h"

// Convex bodies: a box, a pyramid and a prism, built once.
#define BODIES 3
static collide_convex *any_bodies[BODIES];

static inline void any_bodies_make(void) {
    static const collide_vec3 corner[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                           {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    static const collide_vec3 tip[5] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 2}};
    static const collide_vec3 wedge[6] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1},
                                          {-1, -1, 1},  {1, -1, 1},  {0, 1, 1}};
    static const uint32_t cube[36] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                      1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    static const uint32_t pyramid[18] = {0, 1, 2, 0, 2, 3, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    static const uint32_t prism[24] = {0, 1, 2, 3, 4, 5, 0, 1, 4, 0, 4, 3,
                                       1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};
    static const struct {
        const collide_vec3 *v;
        const uint32_t *i;
        size_t vertices, triangles;
    } body[BODIES] = {{corner, cube, 8, 12}, {tip, pyramid, 5, 6}, {wedge, prism, 6, 8}};
    for (int i = 0; i < BODIES; ++i) {
        const collide_mesh mesh = {body[i].v, body[i].vertices, 0, body[i].i, body[i].triangles, 0};
        const size_t size = collide_convex_mesh_size(&mesh);
        void *memory = kinds_guarded(size);
        if (collide_convex_build_mesh(&any_bodies[i], memory, size, &mesh) != COLLIDE_OK)
            abort();
    }
}

static inline collide_vec3 any_grid(inputs_random *r) {
    return vec((float)((int)(inputs_next(r) >> 33) % 4), (float)((int)(inputs_next(r) >> 33) % 4),
               (float)((int)(inputs_next(r) >> 33) % 4));
}

// A shape about 1 in size near the origin. On a grid it has whole numbers and axes of space, so
// that many pairs touch exactly.
static inline collide_shape any_shape(inputs_random *r, uint32_t kind, bool grid) {
    const collide_vec3 at = grid ? any_grid(r) : inputs_vec3(r, -2, 2);
    const collide_pose straight = {at, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_pose pose = grid ? straight : inputs_pose(r, at);
    collide_vec3 p[4];
    collide_vec3 half = grid ? any_grid(r) : inputs_vec3(r, 0, 1);
    const float radius = grid ? (float)(1 + inputs_next(r) % 3) : inputs_uniform(r, 0, 1);
    collide_shape s;
    p[0] = at;
    for (int i = 1; i < 4; ++i)
        p[i] = grid ? any_grid(r) : whole_sum(at, 1, inputs_vec3(r, -1, 1));
    memset(&s, 0, sizeof s);
    s.kind = kind;
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        s.of.point = at;
        break;
    case COLLIDE_SHAPE_SPHERE:
        s.of.sphere.center = at;
        s.of.sphere.radius = radius;
        break;
    case COLLIDE_SHAPE_CAPSULE:
        s.of.capsule.radius = radius;
        s.of.capsule.a = p[0];
        s.of.capsule.b = p[1];
        break;
    case COLLIDE_SHAPE_AABB:
        s.of.aabb.min = at;
        s.of.aabb.max = whole_sum(at, 1, half);
        break;
    case COLLIDE_SHAPE_OBB:
        s.of.obb = collide_obb_from_pose(&pose, half);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        s.of.cylinder.center = at;
        s.of.cylinder.axis = pose.axis[2];
        s.of.cylinder.radius = radius;
        s.of.cylinder.height = grid ? 2 : inputs_uniform(r, 0.1f, 2);
        break;
    case COLLIDE_SHAPE_CONVEX:
        s.of.convex.body = any_bodies[inputs_next(r) % BODIES];
        s.of.convex.pose = pose;
        break;
    case COLLIDE_SHAPE_PLANE:
        s.of.plane.normal = pose.axis[2];
        s.of.plane.distance = grid ? at.z : inputs_uniform(r, -2, 2);
        break;
    default: // as many points as it has
        memcpy(&s.of, p,
               sizeof *p * (kind == COLLIDE_SHAPE_SEGMENT    ? 2
                            : kind == COLLIDE_SHAPE_TRIANGLE ? 3
                                                             : 4));
    }
    return s;
}

// The shape moved by k d; planes move along their normals alone.
static inline collide_shape any_moved(collide_shape s, float k, collide_vec3 d) {
    collide_vec3 *p = &s.of.point;
    size_t n = 1;
    if (s.kind == COLLIDE_SHAPE_PLANE) {
        s.of.plane.distance +=
            k * (d.x * s.of.plane.normal.x + d.y * s.of.plane.normal.y + d.z * s.of.plane.normal.z);
        return s;
    }
    if (s.kind == COLLIDE_SHAPE_CONVEX)
        p = &s.of.convex.pose.position;
    if (s.kind == COLLIDE_SHAPE_SEGMENT || s.kind == COLLIDE_SHAPE_CAPSULE ||
        s.kind == COLLIDE_SHAPE_AABB)
        n = 2;
    if (s.kind == COLLIDE_SHAPE_TRIANGLE || s.kind == COLLIDE_SHAPE_TETRAHEDRON)
        n = s.kind == COLLIDE_SHAPE_TRIANGLE ? 3 : 4;
    for (size_t i = 0; i < n; ++i)
        p[i] = whole_sum(p[i], k, d);
    return s;
}

#endif // ANY_SHAPE_H
