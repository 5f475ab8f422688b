// Scenes whose ground is a mesh: heaps in a tray and in a bowl. The ground is made of squares,
// which share their vertices.
#ifndef SCENES_MESH_H
#define SCENES_MESH_H

#include "scenes.h"

// Makes room for a mesh of a scene, which is empty yet. False if memory is out.
static inline bool scene_mesh_begin(scene *s, size_t vertices, size_t triangles) {
    s->mesh_memory[0] = malloc(vertices * sizeof(collide_vec3));
    s->mesh_memory[1] = malloc(triangles * 3 * sizeof(uint32_t));
    memset(&s->mesh, 0, sizeof s->mesh);
    s->mesh.positions = (const collide_vec3 *)s->mesh_memory[0];
    s->mesh.indices = s->mesh_memory[1];
    s->mesh.index_size = sizeof(uint32_t);
    return s->mesh_memory[0] && s->mesh_memory[1];
}

static inline uint32_t scene_mesh_vertex(scene *s, vec at) {
    ((collide_vec3 *)s->mesh_memory[0])[s->mesh.vertex_count] = to_float(at);
    return (uint32_t)s->mesh.vertex_count++;
}

static inline void scene_mesh_triangle(scene *s, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *to = (uint32_t *)s->mesh_memory[1] + 3 * s->mesh.triangle_count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

// Two triangles of a square with the corners a, b, c, d in turn, seen from their front. Their edge
// joins b and d, as in cells of terrain.
static inline void scene_mesh_square(scene *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    scene_mesh_triangle(s, a, b, d);
    scene_mesh_triangle(s, b, c, d);
}

// Adds a body that is the mesh. False if memory is out.
static inline bool scene_mesh_end(scene *s) {
    const size_t size = collide_tree_size(s->mesh.triangle_count, NULL);
    collide_tree *tree;
    s->mesh_memory[2] = malloc(size + COLLIDE_ALIGNMENT);
    if (!s->mesh_memory[2] || collide_tree_build(&tree, scene_aligned(s->mesh_memory[2]), size,
                                                 &s->mesh, NULL) != COLLIDE_OK)
        return false;
    s->bodies[s->count].turn[3] = 1;
    s->bodies[s->count++].tree = tree;
    return true;
}

// Finds a vertex at a place, or makes it.
static inline uint32_t scene_mesh_at(scene *s, vec at) {
    const collide_vec3 *p = (const collide_vec3 *)s->mesh_memory[0];
    for (uint32_t i = 0; i < s->mesh.vertex_count; ++i) {
        const vec off = add(from_float(p[i]), -1, at);
        if (dot(off, off) < 1e-12)
            return i;
    }
    return scene_mesh_vertex(s, at);
}

// n by n squares from a corner along two sides; their front is where cross(side, up) points.
static inline void scene_mesh_patch(scene *s, vec corner, vec side, vec up, int n) {
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            uint32_t c[4];
            for (int k = 0; k < 4; ++k)
                c[k] = scene_mesh_at(s, add(add(corner, (double)(i + (k == 1 || k == 2)) / n, side),
                                            (double)(j + (k > 1)) / n, up));
            scene_mesh_square(s, c[0], c[1], c[2], c[3]);
        }
}

// A floor with four walls, 4 m wide, in squares of half a metre. False if memory is out.
static inline bool scene_mesh_tray(scene *s) {
    const vec x = {4, 0, 0}, y = {0, 4, 0}, z = {0, 0, 4}, low = {-2, -2, 0};
    s->half = 2;
    if (!scene_mesh_begin(s, 5 * 81, 5 * 128))
        return false;
    scene_mesh_patch(s, low, x, y, 8);
    scene_mesh_patch(s, low, y, z, 8);
    scene_mesh_patch(s, low, z, x, 8);
    scene_mesh_patch(s, add(low, 1, x), z, y, 8);
    scene_mesh_patch(s, add(low, 1, y), x, z, 8);
    return scene_mesh_end(s);
}

// A half of a sphere, open above, with a wall on it. False if memory is out.
static inline bool scene_mesh_bowl(scene *s) {
    enum { ROUND = 24, RINGS = 14, FLAT = 12 }; // rings from FLAT on stand upright
    s->bowl = 1.5;
    if (!scene_mesh_begin(s, ROUND * RINGS + 1, 2 * ROUND * RINGS))
        return false;
    const uint32_t pole = scene_mesh_vertex(s, scene_vec(0, 0, 0));
    for (int k = 1; k <= RINGS; ++k) {
        const double lean = SCENE_PI / 2 * (k < FLAT ? k : FLAT) / FLAT;
        const double up = s->bowl * (1 - cos(lean)) + (k > FLAT ? 0.75 * (k - FLAT) : 0);
        for (int j = 0; j < ROUND; ++j) {
            const double turn = 2 * SCENE_PI * j / ROUND, out = s->bowl * sin(lean);
            (void)scene_mesh_vertex(s, scene_vec(out * cos(turn), out * sin(turn), up));
        }
        for (int j = 0; j < ROUND; ++j) {
            const uint32_t c = 1 + ROUND * (uint32_t)(k - 1) + (uint32_t)j;
            const uint32_t next = c + 1 - (j + 1 < ROUND ? 0 : ROUND);
            if (k == 1)
                scene_mesh_triangle(s, pole, c, next);
            else
                scene_mesh_square(s, c - ROUND, c, next, next - ROUND);
        }
    }
    return scene_mesh_end(s);
}

typedef enum scene_heap_name { HEAP_BOWL, HEAP_CUBES, HEAP_MIXED, HEAP_COUNT } scene_heap_name;

static inline const char *scene_heap_text(scene_heap_name name) {
    static const char *const text[HEAP_COUNT] = {"24 in a bowl", "300 cubes", "300 bodies"};
    return text[name];
}

// Balls and capsules, of which one falls after the other.
static inline void scene_mesh_balls(scene *s) {
    s->layer = 1;
    s->pause = 0.4;
    for (int i = 0; i < 24; ++i) {
        const double y = 0.4 * (scene_random(s) - 0.5), x = 0.8 * (scene_random(s) - 0.5);
        const vec at = scene_vec(x, y, 0);
        scene_turn_any(
            s, scene_add(s, i % 2 ? solver_sphere(0.25, 1, at) : solver_capsule(0.2, 0.6, 1, at)),
            SCENE_PI);
    }
}

// A body of one of five kinds, or of those of scene_hulls.
static inline solver_body scene_mixed(const scene *s, int i, vec at) {
    const collide_pose here = collide_pose_identity();
    const int h = i % SCENE_HULLS;
    switch (i % 5) {
    case 0:
        return solver_box(0.2, 0.2, 0.2, 1, at);
    case 1:
        return solver_sphere(0.2, 1, at);
    case 2:
        return solver_capsule(0.15, 0.3, 1, at);
    case 3:
        return solver_cylinder(0.2, 0.4, 1, at);
    default:
        return solver_solid(collide_shape_from_convex(s->hulls[h], &here), 1, s->hull_inertia[h],
                            at);
    }
}

// Makes a heap on a mesh; free it with scene_free. False if memory is out.
static inline bool scene_heap_make(scene *s, scene_heap_name name) {
    memset(s, 0, sizeof *s);
    s->random = 5;
    s->seconds = 20;
    if (!(name == HEAP_BOWL ? scene_mesh_bowl(s) : scene_mesh_tray(s)) || !scene_hulls(s))
        return false;
    if (name == HEAP_BOWL) {
        scene_mesh_balls(s);
        return true;
    }
    s->layer = 25;
    s->pause = 0.6;
    for (int i = 0; i < 300; ++i) {
        const double y = 0.76 * (i / 5 % 5 - 2) + 0.02 * (scene_random(s) - 0.5);
        const vec at = scene_vec(0.76 * (i % 5 - 2) + 0.02 * (scene_random(s) - 0.5), y, 0);
        const int kind = i + i / 5; // layers lie in another order
        scene_turn_any(s,
                       scene_add(s, name == HEAP_CUBES ? solver_box(0.2, 0.2, 0.2, 1, at)
                                                       : scene_mixed(s, kind, at)),
                       name == HEAP_CUBES ? 1 : SCENE_PI);
    }
    return true;
}

#endif // SCENES_MESH_H
