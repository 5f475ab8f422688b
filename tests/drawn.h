// Meshes of all kinds, their trees, poses at which two may meet, and asking all their triangles one
// by one.
#ifndef DRAWN_H
#define DRAWN_H

#include "meshes.h"
#include "points.h"

// ---- meshes ----------------------------------------------------------------------------------

enum mesh_kind { BUMPY, SOUP, SHEET, FAN, SLIVERS, ONE_PLACE, ALL_SIZES, CLUSTERS, MESH_KINDS };

static const char *const mesh_names[MESH_KINDS] = {"bumpy",   "soup",      "sheet",     "fan",
                                                   "slivers", "one place", "all sizes", "clusters"};

// A mesh of up to 65536 vertices, its indices of 16 or 32 bits, its positions at some stride.
struct drawn {
    enum mesh_kind kind;
    collide_mesh mesh;
    float *positions;
    uint32_t *wide;
    uint16_t *narrow;
};

static inline collide_vec3 position_of(const struct drawn *d, size_t i) {
    collide_vec3 p;
    memcpy(&p, (const char *)d->mesh.positions + i * d->mesh.position_stride, sizeof p);
    return p;
}

static inline void move_vertex(const struct drawn *d, size_t i, collide_vec3 p) {
    memcpy((char *)d->positions + i * d->mesh.position_stride, &p, sizeof p);
}

static inline collide_triangle triangle_of(const struct drawn *d, size_t i) {
    collide_triangle t;
    for (size_t k = 0; k < 3; ++k)
        t.v[k] = position_of(d, d->wide[3 * i + k]);
    return t;
}

static inline collide_vec3 scaled(collide_vec3 p, float s) {
    return vec(p.x * s, p.y * s, p.z * s);
}

static inline collide_vec3 draw_vertex(inputs_random *r, enum mesh_kind kind, size_t i,
                                       size_t edge) {
    const collide_vec3 p = inputs_vec3(r, -1, 1), c = inputs_vec3(r, -1, 1);
    const size_t triangle = i / 3;
    switch (kind) {
    case SHEET: // steps of a power of two, where sheets touch
        return vec((float)(i % (edge + 1)) * 0.25f, (float)(int)(i / (edge + 1)) * 0.25f, 0);
    case FAN:
        return i ? p : vec(0, 0, 0);
    case SLIVERS: // segments and points
        return triangle % 3 == 0 ? vec(0.5f, 0.25f, (float)(triangle % 5))
               : i % 3 == 0      ? p
                                 : vec((float)(triangle % 7) * 0.125f, 0, 0.5f);
    case ONE_PLACE:
        return vec((float)(i % 3 == 1), (float)(i % 3 == 2), 0);
    case ALL_SIZES:
        return scaled(p, triangle % 16 ? 0.01f : 2);
    case CLUSTERS:
        return vec(p.x * 0.01f + (float)(triangle % 2) * 100, p.y * 0.01f, p.z * 0.01f);
    default:
        return vec(p.x * 0.1f + c.x * 0, p.y * 0.1f, p.z * 0.1f);
    }
}

// Of about n triangles; soup about places of its own.
static inline struct drawn draw_mesh(inputs_random *r, enum mesh_kind kind, size_t n, float scale) {
    struct drawn d;
    size_t edge = 1, vertices;
    memset(&d, 0, sizeof d);
    d.kind = kind;
    while ((kind == BUMPY ? 12 : 2) * edge * edge < n)
        ++edge;
    n = kind == BUMPY ? 12 * edge * edge : kind == SHEET ? 2 * edge * edge : n;
    vertices = kind == BUMPY   ? 6 * edge * edge + 2
               : kind == SHEET ? (edge + 1) * (edge + 1)
               : kind == FAN   ? n + 2
                               : 3 * n;
    const size_t stride = 12 + 4 * kinds_below(r, 3);
    d.positions = (float *)allocate(vertices, stride);
    d.wide = (uint32_t *)allocate(3 * n, sizeof *d.wide);
    d.narrow = (uint16_t *)allocate(3 * n, sizeof *d.narrow);
    d.mesh = (collide_mesh){d.positions, vertices, stride, d.wide, n, 0};
    collide_vec3 *p = (collide_vec3 *)allocate(vertices, sizeof *p), place = vec(0, 0, 0);
    if (kind == BUMPY)
        inputs_bumpy((uint32_t)edge, p, d.wide);
    for (size_t i = 0; i < vertices; ++i) {
        if (i % 3 == 0)
            place = kind == SOUP ? inputs_vec3(r, -1, 1) : vec(0, 0, 0);
        if (kind != BUMPY) {
            p[i] = draw_vertex(r, kind, i, edge);
            p[i] = vec(p[i].x + place.x, p[i].y + place.y, p[i].z + place.z);
        }
        move_vertex(&d, i, scaled(p[i], scale));
    }
    for (size_t i = 0; i < n && kind != BUMPY; ++i)
        for (size_t k = 0; k < 3; ++k) {
            const size_t cell = i / 2, at = cell / edge * (edge + 1) + cell % edge;
            const size_t corner[2][3] = {{0, 1, edge + 1}, {1, edge + 2, edge + 1}};
            d.wide[3 * i + k] = (uint32_t)(kind == SHEET ? at + corner[i % 2][k]
                                           : kind == FAN ? (k ? i + k : 0)
                                                         : 3 * i + k);
        }
    for (size_t i = 0; i < 3 * n; ++i)
        d.narrow[i] = (uint16_t)d.wide[i];
    if (vertices <= UINT16_MAX && kinds_below(r, 2)) {
        d.mesh.indices = d.narrow;
        d.mesh.index_size = 2;
    }
    free(p);
    return d;
}

// A cone of n triangles round its tip, at the origin, with a rim of radius 1 at a height; with base
// n more close it there, and share a vertex, too.
static inline struct drawn draw_cone(inputs_random *r, size_t n, float height, bool base) {
    struct drawn d = draw_mesh(r, FAN, base ? 2 * n : n, 1);
    for (size_t i = 0; i < n; ++i) {
        const size_t each = (n + 3) / 4, quarter = i / each, of = i % each;
        const float t = (float)of / (float)each, size = 1 / (1 + t * t);
        const float x = (1 - t * t) * size, y = 2 * t * size;
        move_vertex(&d, i + 1,
                    vec(quarter == 0   ? x
                        : quarter == 1 ? -y
                        : quarter == 2 ? -x
                                       : y,
                        quarter == 0   ? y
                        : quarter == 1 ? x
                        : quarter == 2 ? -y
                                       : -x,
                        height));
    }
    if (base)
        move_vertex(&d, n + 1, vec(0, 0, height));
    for (size_t i = 0; i < d.mesh.triangle_count; ++i) {
        d.wide[3 * i] = i < n ? 0 : (uint32_t)n + 1;
        d.wide[3 * i + 1] = 1 + (uint32_t)(i % n);
        d.wide[3 * i + 2] = 1 + (uint32_t)((i + 1) % n);
    }
    for (size_t i = 0; i < 3 * d.mesh.triangle_count; ++i)
        d.narrow[i] = (uint16_t)d.wide[i];
    return d;
}

static inline void free_drawn(const struct drawn *d) {
    free(d->positions);
    free(d->wide);
    free(d->narrow);
}

static inline collide_tree_options draw_options(inputs_random *r) {
    static const uint32_t tree_kinds[5] = {0, 6, 14, 18, 26};
    static const uint32_t degrees[5] = {0, 0, 2, 4, 8};
    const collide_tree_options o = {tree_kinds[kinds_below(r, 5)], kinds_below(r, 2),
                                    kinds_below(r, 2), COLLIDE_TREE_SURFACE,
                                    degrees[kinds_below(r, 5)]};
    return o;
}

static inline collide_tree *build(const struct drawn *d, const collide_tree_options *options) {
    const size_t size = collide_tree_size(d->mesh.triangle_count, options);
    void *memory = kinds_guarded(size);
    collide_tree *tree = NULL;
    const collide_status status = collide_tree_build(&tree, memory, size, &d->mesh, options);
    REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    assert_true((void *)tree == memory && tree->size == size);
    return tree;
}

static inline void free_tree(collide_tree *tree) {
    kinds_guarded_free(tree, (size_t)tree->size);
}

// ---- all pairs, one by one -------------------------------------------------------------------

static inline int compare_pairs(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

struct pairs {
    collide_pair *pair;
    size_t n, room;
};

static inline void put_pair(struct pairs *out, size_t i, size_t j) {
    if (out->n == out->room) {
        out->room = 2 * out->room + 64;
        out->pair = (collide_pair *)realloc(out->pair, out->room * sizeof *out->pair);
        if (!out->pair)
            abort();
    }
    out->pair[out->n].a = (uint32_t)i;
    out->pair[out->n++].b = (uint32_t)j;
}

// By a pack, in rising order.
static inline struct pairs pairs_one_by_one(const struct drawn *a, const struct drawn *b,
                                            const collide_pose *pose) {
    const size_t n = b->mesh.triangle_count, size = collide_triangle_pack_size(n);
    collide_triangle *t = (collide_triangle *)allocate(n, sizeof *t);
    uint32_t *hit = (uint32_t *)allocate(n, sizeof *hit);
    void *memory = kinds_guarded(size);
    collide_triangle_pack *pack;
    struct pairs out = {NULL, 0, 0};
    for (size_t j = 0; j < n; ++j) {
        t[j] = triangle_of(b, j);
        for (int k = 0; k < 3; ++k)
            t[j].v[k] = collide_pose_apply(pose, t[j].v[k]);
    }
    const collide_status status = collide_triangle_pack_build(&pack, memory, size, t, n, 0);
    REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    for (size_t i = 0; i < a->mesh.triangle_count; ++i) {
        const collide_triangle p = triangle_of(a, i);
        const size_t hits = collide_triangle_triangle_many_indices(&p, pack, hit, n);
        for (size_t k = 0; k < hits; ++k)
            put_pair(&out, i, hit[k]);
    }
    kinds_guarded_free(memory, size);
    free(hit);
    free(t);
    return out;
}

// Drops neighbours, and one of (i, j) and (j, i).
static inline void keep_self(struct pairs *p, const struct drawn *d) {
    size_t n = 0;
    for (size_t k = 0; k < p->n; ++k) {
        const collide_pair pair = p->pair[k];
        if (pair.a < pair.b && !share_index(d->wide + 3 * pair.a, d->wide + 3 * pair.b))
            p->pair[n++] = pair;
    }
    p->n = n;
}

// A rotation, sometimes none, and some way that meshes of that scale may meet on.
static inline collide_pose draw_pose(inputs_random *r, float scale) {
    const collide_vec3 p = inputs_vec3(r, -1.2f, 1.2f);
    collide_pose pose = inputs_pose(r, vec(0, 0, 0));
    const uint32_t how = kinds_below(r, 8);
    if (how < 2)
        pose = collide_pose_identity();
    if (how == 2) // any linear map, but those that are flat
        pose.axis[1] = vec(pose.axis[1].x * 2, pose.axis[1].y * 2, pose.axis[1].z * 0.5f);
    pose.position = how == 0 ? vec((float)(int)(p.x * 8) * 0.125f * scale,
                                   (float)(int)(p.y * 8) * 0.125f * scale, 0)
                             : scaled(p, scale);
    return pose;
}

#endif
