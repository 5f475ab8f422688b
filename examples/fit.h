// Bodies of triangles, with the shapes that fit their points. example.h comes first.
#ifndef FIT_H
#define FIT_H

#define BODY_MOST 1000 // points

enum { SPHERE, CAPSULE, AABB, OBB, DOP14, DOP18, DOP26, HULL, VOLUMES };

typedef struct body {
    collide_mesh mesh;
    collide_tree *tree;
    collide_convex *hull;
    collide_vec3 corners[BODY_MOST]; // of the hull: all that AABBs and k-DOPs need
    size_t corner_count;
    collide_shape shapes[VOLUMES]; // of AABB and k-DOPs none: they do not turn
} body;

// The corners of the hull are points of the body, in the order of these.
static inline void corners_find(body *o) {
    const collide_vec3 *v = (const collide_vec3 *)o->mesh.positions;
    static collide_vec3 vertex[BODY_MOST];
    const size_t count = collide_convex_vertices(o->hull, vertex, BODY_MOST);
    size_t n = 0;
    for (size_t i = 0; i < o->mesh.vertex_count && n < count; ++i) {
        const vec d = from_float(sub(v[i], vertex[n]));
        if (dot(d, d) < 1e-12)
            o->corners[n++] = v[i];
    }
    if (n != count)
        fail("the corners of the hull are not those of the points");
    o->corner_count = n;
}

static inline void body_make(body *o) {
    const void *v = o->mesh.positions;
    const size_t n = o->mesh.vertex_count;
    collide_sphere sphere;
    collide_capsule capsule;
    collide_obb box;
    const size_t size = collide_convex_points_size(n);
    if (n > BODY_MOST)
        fail("too many points");
    o->tree = build_tree(&o->mesh, NULL);
    check(collide_sphere_smallest_from_points(&sphere, v, n, 0));
    check(collide_capsule_from_points(&capsule, v, n, 0));
    check(collide_obb_from_points(&box, v, n, 0));
    check(collide_convex_build_points(&o->hull, allocate(size), size, v, n, 0, 0, NULL));
    o->shapes[SPHERE] = collide_shape_from_sphere(&sphere);
    o->shapes[CAPSULE] = collide_shape_from_capsule(&capsule);
    o->shapes[OBB] = collide_shape_from_obb(&box);
    o->shapes[HULL] = collide_shape_from_convex(o->hull, NULL);
    corners_find(o);
}

// Two arms, each 4 m long, 1 m wide and 1.5 m thick.
static inline void angle_make(body *o) {
    static const float x[6] = {-2, 2, 2, -1, -1, -2}, z[6] = {-2, -2, -1, -1, 2, 2};
    // Corners 0 to 5 at the front, 6 to 11 behind them.
    static const uint16_t triangles[60] = {0, 1,  2, 0, 2,  3,  0, 3,  4,  0, 4,  5, 6, 8, 7,
                                           6, 9,  8, 6, 10, 9,  6, 11, 10, 0, 6,  7, 0, 7, 1,
                                           1, 7,  8, 1, 8,  2,  2, 8,  9,  2, 9,  3, 3, 9, 10,
                                           3, 10, 4, 4, 10, 11, 4, 11, 5,  5, 11, 6, 5, 6, 0};
    static collide_vec3 v[12];
    for (int i = 0; i < 12; ++i)
        v[i] = point(x[i % 6], i < 6 ? -0.75f : 0.75f, z[i % 6]);
    o->mesh.positions = v;
    o->mesh.vertex_count = 12;
    o->mesh.indices = triangles;
    o->mesh.index_size = sizeof *triangles;
    o->mesh.triangle_count = 20;
    body_make(o);
}

static inline void body_free(body *o) {
    release(o->tree);
    release(o->hull);
}

#endif // FIT_H
