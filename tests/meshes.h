// The meshes of tests/flatten.py, and their scenes.
#ifndef MESHES_H
#define MESHES_H

#include "data.h"

struct mesh {
    char name[64];
    size_t vertices, triangles;
    collide_vec3 *positions;
    uint32_t *indices; // three per triangle
};

#define MAX_MESHES 16

struct meshes {
    size_t count;
    struct mesh mesh[MAX_MESHES];
};

static inline collide_vec3 *read_positions(FILE *file, size_t n) {
    collide_vec3 *p = (collide_vec3 *)allocate(n, sizeof *p);
    for (size_t i = 0; i < n; ++i)
        p[i] = read_vec3(file);
    return p;
}

static inline void read_meshes(FILE *file, struct meshes *all) {
    all->count = read_count(file);
    REQUIRE(all->count <= MAX_MESHES, "too many meshes");
    for (size_t i = 0; i < all->count; ++i) {
        struct mesh *m = &all->mesh[i];
        REQUIRE(fscanf(file, "%63s", m->name) == 1, "the name of a mesh is missing");
        m->vertices = read_count(file);
        m->triangles = read_count(file);
        m->positions = read_positions(file, m->vertices);
        m->indices = (uint32_t *)allocate(3 * m->triangles, sizeof *m->indices);
        for (size_t j = 0; j < 3 * m->triangles; ++j) {
            m->indices[j] = (uint32_t)read_count(file);
            REQUIRE(m->indices[j] < m->vertices, "an index is out of range");
        }
    }
}

static inline void free_meshes(const struct meshes *all) {
    for (size_t i = 0; i < all->count; ++i) {
        free(all->mesh[i].indices);
        free(all->mesh[i].positions);
    }
}

static inline bool share_index(const uint32_t *a, const uint32_t *b) {
    for (int i = 0; i < 3; ++i)
        if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2])
            return true;
    return false;
}

static inline collide_pair *read_pairs(FILE *file, size_t n, size_t a_count, size_t b_count) {
    collide_pair *pairs = (collide_pair *)allocate(n, sizeof *pairs);
    for (size_t i = 0; i < n; ++i) {
        pairs[i].a = (uint32_t)read_count(file);
        pairs[i].b = (uint32_t)read_count(file);
        REQUIRE(pairs[i].a < a_count && pairs[i].b < b_count, "a pair is out of range");
    }
    return pairs;
}

// Mesh a at rest against b under a pose, at the vertices posed; or if posed is NULL a against
// itself, triangles that share the index of a vertex left out. Pairs in rising order.
struct scene {
    const struct mesh *a, *b;
    collide_pose pose;
    collide_vec3 *posed;
    collide_pair *exact;
    size_t count;
};

static inline struct scene read_scene(FILE *file, const struct meshes *all) {
    struct scene s;
    memset(&s, 0, sizeof s);
    s.pose = collide_pose_identity();
    const size_t i = read_count(file);
    const long j = read_integer(file);
    const bool self = j < 0;
    REQUIRE(i < all->count && (self || (size_t)j < all->count), "there is no such mesh");
    s.a = &all->mesh[i];
    s.b = self ? s.a : &all->mesh[j];
    if (!self) {
        for (int k = 0; k < 3; ++k)
            s.pose.axis[k] = read_vec3(file);
        s.pose.position = read_vec3(file);
        s.posed = read_positions(file, s.b->vertices);
    }
    s.count = read_count(file);
    s.exact = read_pairs(file, s.count, s.a->triangles, s.b->triangles);
    return s;
}

static inline void free_scene(const struct scene *s) {
    free(s->exact);
    free(s->posed);
}

#endif // MESHES_H
