// Scenes of many objects, as balls or as boxes, and octrees over them in memory that ends at a page
// which traps.
#ifndef OCTREES_H
#define OCTREES_H

#include "data.h"
#include "points.h"

// ---- scenes ----------------------------------------------------------------------------------

enum scene_kind {
    UNIFORM,
    CLUSTERED,
    MIXED,
    CLUSTERED_MIXED,
    ONE_PLACE,
    ONE_HUGE,
    MANY_LARGE,
    LINE,
    PLANE,
    OUTLIERS,
    TWO_CLUSTERS,
    GRID,
    ALL_SIZES,
    SCENES
};

static const char *const scene_names[SCENES] = {
    "uniform",   "clustered",  "mixed",    "clustered mixed", "one place", "one huge", "many large",
    "on a line", "on a plane", "outliers", "two clusters",    "on a grid", "all sizes"};

// The same objects as balls or as boxes.
struct scene {
    size_t n, floats;
    float *object;
    void *memory;
    size_t size;
    collide_octree *octree;
};

static float *object_of(const struct scene *s, size_t i) {
    return s->object + i * s->floats;
}

static collide_sphere ball_of(const struct scene *s, size_t i) {
    collide_sphere ball;
    memcpy(&ball, object_of(s, i), sizeof ball);
    return ball;
}

static collide_aabb box_of(const struct scene *s, size_t i) {
    collide_aabb box;
    memcpy(&box, object_of(s, i), sizeof box);
    return box;
}

static collide_aabb box_about(inputs_random *r, const collide_sphere *s) {
    const collide_vec3 half = inputs_vec3(r, 0, s->radius), c = s->center;
    const bool cube = kinds_below(r, 2);
    const collide_vec3 h = cube ? vec(s->radius, s->radius, s->radius) : half;
    const collide_aabb box = {vec(c.x - h.x, c.y - h.y, c.z - h.z),
                              vec(c.x + h.x, c.y + h.y, c.z + h.z)};
    return box;
}

static void put(struct scene *s, inputs_random *r, size_t i, const collide_sphere *ball) {
    const collide_aabb box = box_about(r, ball);
    if (s->floats == 4)
        memcpy(object_of(s, i), ball, sizeof *ball);
    else
        memcpy(object_of(s, i), &box, sizeof box);
}

static collide_sphere draw_ball(inputs_random *r, enum scene_kind kind, size_t i, size_t n) {
    static const float scales[] = {1, 1e-20f, 1e20f, 1e-38f, 1e36f, 1e-3f, 1e3f, 0};
    const float edge = n < 27 ? 3.0f : n < 1000 ? 8.0f : 12.0f;
    collide_sphere s = {inputs_vec3(r, 0, edge), 0.5f};
    const float scale = scales[kinds_below(r, 8)];
    switch (kind) {
    case ONE_PLACE:
        s.center = vec(3, 2, 1);
        s.radius = i % 3 ? 0 : 1;
        break;
    case ONE_HUGE:
        s.radius = i == n / 2 ? 1e6f : 0.1f;
        break;
    case MANY_LARGE:
        s.radius = i % 8 ? 0.1f : edge;
        break;
    case LINE:
        s.center = vec(s.center.x * 100, 1, s.center.x);
        break;
    case PLANE:
        s.center.z = 6;
        break;
    case OUTLIERS:
        if (i % 100 == 99)
            s.center = vec((s.center.x - 6) * 1e20f, (s.center.y - 6) * 1e20f, s.center.z);
        break;
    case TWO_CLUSTERS:
        s.center = vec(s.center.x * 1e-3f, s.center.y * 1e-3f, s.center.z * 1e-3f);
        s.center.x += i % 2 ? 100.0f : 0.0f;
        s.radius = 1e-3f;
        break;
    case GRID:
        s.center =
            vec((float)kinds_below(r, 8), (float)kinds_below(r, 8), (float)kinds_below(r, 8));
        s.radius = kinds_below(r, 2) ? 0.5f : 1;
        break;
    case ALL_SIZES:
        s.center = vec((s.center.x - 6) * scale, (s.center.y - 6) * scale, s.center.z * scale);
        s.radius = inputs_uniform(r, 0, 1) * scale;
        break;
    default:
        break;
    }
    return s;
}

static collide_status build(struct scene *s, const collide_octree_options *options) {
    return s->floats == 4
               ? collide_octree_build_spheres(&s->octree, s->memory, s->size,
                                              (const collide_sphere *)(const void *)s->object, s->n,
                                              0, options)
               : collide_octree_build_aabbs(&s->octree, s->memory, s->size,
                                            (const collide_aabb *)(const void *)s->object, s->n, 0,
                                            options);
}

static struct scene make_scene(inputs_random *r, enum scene_kind kind, size_t n, size_t floats,
                               const collide_octree_options *options) {
    struct scene s = {n, floats, (float *)allocate(n, floats * sizeof(float)), NULL, 0, NULL};
    collide_sphere *balls = (collide_sphere *)allocate(n, sizeof *balls);
    if (kind <= CLUSTERED_MIXED)
        inputs_balls(r, n, kind & 1, kind & 2, balls);
    else
        for (size_t i = 0; i < n; ++i)
            balls[i] = draw_ball(r, kind, i, n);
    for (size_t i = 0; i < n; ++i)
        put(&s, r, i, &balls[i]);
    free(balls);
    s.size = collide_octree_size(n, options);
    assert_true(s.size > 0 && s.size % COLLIDE_ALIGNMENT == 0);
    s.memory = kinds_guarded(s.size);
    assert_int_equal(build(&s, options), COLLIDE_OK);
    assert_ptr_equal(s.octree, s.memory);
    return s;
}

static void free_scene(struct scene *s) {
    kinds_guarded_free(s->memory, s->size);
    free(s->object);
}

#endif
