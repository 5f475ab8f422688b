// collide.h: single calls and batches on each instruction set.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "peers.h"

#include <math.h>
#include <stdlib.h>

typedef struct ours {
    peers_input in;
    int isa; // SINGLE: a loop of single calls; VECTORS: those that have vectors use the best
    collide_tree_options options;
    collide_kdop6 *kdops6, query6[PEERS_KDOPS];
    collide_kdop6_pack *pack6;
    collide_kdop18 *kdops, query[PEERS_KDOPS];
    collide_kdop18_pack *kdop_pack;
    collide_obb_pack *a, *b;
    collide_triangle_pack *triangle, *other;
    collide_vec3_pack *va, *vb;
    collide_cylinder_pack *cylinder;
    collide_terrain *terrain;
    collide_octree *octree;
    collide_tree *tree[2];
} ours;

#define SINGLE (-1)
#define VECTORS (-2)
#define KIND6 64 // with an instruction set: trees of 6-DOPs, which is of boxes

static void *allocate(size_t size) {
    void *memory = NULL;
    return posix_memalign(&memory, COLLIDE_ALIGNMENT, size) ? NULL : memory;
}

static void release_ours(void *state) {
    ours *o = (ours *)state;
    free(o->kdops6);
    free(o->pack6);
    free(o->kdops);
    free(o->kdop_pack);
    free(o->a);
    free(o->b);
    free(o->triangle);
    free(o->other);
    free(o->va);
    free(o->vb);
    free(o->cylinder);
    free(o->terrain);
    free(o->octree);
    free(o->tree[0]);
    free(o->tree[1]);
    free(o);
}

// Builds a pack of type T, named as in collide_T_pack_build.
#define PACK(T, pack, objects)                                                                     \
    collide_##T##_pack_build(&(pack), allocate(collide_##T##_pack_size(in->n)),                    \
                             collide_##T##_pack_size(in->n), objects, in->n, 0)

static bool prepare_boxes(ours *o, const peers_input *in) {
    o->kdops6 = (collide_kdop6 *)allocate(in->n * sizeof *o->kdops6);
    for (size_t i = 0; o->kdops6 && i < in->n; ++i)
        collide_kdop6_from_points(o->kdops6 + i, in->object_corners + 8 * i, 8, 0);
    for (size_t i = 0; i < in->kdops; ++i)
        collide_kdop6_from_points(o->query6 + i, in->query_corners + 8 * i, 8, 0);
    return PACK(kdop6, o->pack6, o->kdops6) == COLLIDE_OK;
}

static bool prepare_kdops(ours *o, const peers_input *in) {
    o->kdops = (collide_kdop18 *)allocate(in->n * sizeof *o->kdops);
    for (size_t i = 0; o->kdops && i < in->n; ++i)
        collide_kdop18_from_points(o->kdops + i, in->object_corners + 8 * i, 8, 0);
    for (size_t i = 0; i < in->kdops; ++i)
        collide_kdop18_from_points(o->query + i, in->query_corners + 8 * i, 8, 0);
    return PACK(kdop18, o->kdop_pack, o->kdops) == COLLIDE_OK;
}

static bool prepare_terrain(ours *o, const peers_input *in) {
    const size_t size = collide_terrain_size(in->columns, in->rows);
    collide_heights grid = {0};
    grid.heights = in->heights;
    grid.columns = in->columns;
    grid.rows = in->rows;
    grid.dx = grid.dy = in->step;
    return collide_terrain_build(&o->terrain, allocate(size), size, &grid) == COLLIDE_OK;
}

static bool prepare_balls(ours *o, const peers_input *in) {
    const size_t size = collide_octree_size(in->n, NULL);
    return collide_octree_build_spheres(&o->octree, allocate(size), size, in->balls[0], in->n, 0,
                                        NULL) == COLLIDE_OK;
}

static bool prepare_trees(ours *o, const peers_input *in) {
    bool ok = true;
    for (int k = 0; k < (in->pose ? 2 : 1) && ok; ++k) {
        const peers_mesh *m = &in->mesh[k];
        const collide_mesh mesh = {m->position, m->vertices, 0, m->index, m->triangles, 0};
        const size_t size = collide_tree_size(m->triangles, &o->options);
        ok =
            collide_tree_build(&o->tree[k], allocate(size), size, &mesh, &o->options) == COLLIDE_OK;
    }
    return ok;
}

static void *prepare_ours(const peers_input *in, int variant) {
    const int isa = variant > 0 ? variant % KIND6 : variant;
    ours *o;
    bool ok = true;
    if (isa >= 0 && collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
        return NULL;
    o = (ours *)calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->in = *in;
    o->isa = isa;
    o->options.kind = variant >= KIND6 ? 6 : 18;
    if (in->which == PEERS_KDOP6)
        ok = prepare_boxes(o, in);
    if (in->which == PEERS_KDOP18)
        ok = prepare_kdops(o, in);
    if (in->heights)
        ok = ok && prepare_terrain(o, in);
    if (in->cylinder)
        ok = ok && PACK(cylinder, o->cylinder, in->cylinder) == COLLIDE_OK;
    if (in->objects)
        ok = ok && PACK(kdop18, o->kdop_pack, in->objects) == COLLIDE_OK;
    if (in->a)
        ok = ok && PACK(obb, o->a, in->a) == COLLIDE_OK;
    if (in->b)
        ok = ok && PACK(obb, o->b, in->b) == COLLIDE_OK;
    if (in->triangle)
        ok = ok && PACK(triangle, o->triangle, in->triangle) == COLLIDE_OK;
    if (in->other)
        ok = ok && PACK(triangle, o->other, in->other) == COLLIDE_OK;
    if (in->va)
        ok = ok && PACK(vec3, o->va, in->va) == COLLIDE_OK;
    if (in->vb)
        ok = ok && PACK(vec3, o->vb, in->vb) == COLLIDE_OK;
    if (in->balls[0])
        ok = ok && prepare_balls(o, in);
    if (in->mesh[0].triangles && !in->heights)
        ok = ok && prepare_trees(o, in);
    if (ok)
        return o;
    release_ours(o);
    return NULL;
}

static void answer_single(const ours *o, const peers_answers *out) {
    const peers_input *in = &o->in;
    collide_impact impact;
    // Single calls of OBBs have vectors, too.
    const bool boxes = o->in.which == PEERS_OBB_OBB || o->in.which == PEERS_SWEEP_OBB_OBB;
    collide_isa_limit(o->isa == SINGLE && !boxes ? COLLIDE_ISA_SCALAR : COLLIDE_ISA_COUNT);
    switch (in->which) {
    case PEERS_KDOP6:
        for (size_t q = 0; q < in->kdops; ++q)
            for (size_t i = 0; i < in->n; ++i)
                out->hit[q * in->n + i] = collide_kdop6_kdop6(o->query6 + q, o->kdops6 + i);
        break;
    case PEERS_KDOP18:
        for (size_t q = 0; q < in->kdops; ++q)
            for (size_t i = 0; i < in->n; ++i)
                out->hit[q * in->n + i] = collide_kdop18_kdop18(o->query + q, o->kdops + i);
        break;
    case PEERS_OBB_OBB:
        for (size_t i = 0; i < in->n; ++i)
            out->hit[i] = collide_obb_obb(in->a + i, in->b + i, NULL);
        break;
    case PEERS_SWEEP_OBB_OBB:
        for (size_t i = 0; i < in->n; ++i) {
            out->hit[i] =
                collide_obb_obb_sweep(in->a + i, in->va[i], in->b + i, in->vb[i], 1.0f, &impact);
            out->t[i] = impact.t_first;
        }
        break;
    case PEERS_SWEEP_OBB_TRIANGLE:
        for (size_t i = 0; i < in->n; ++i) {
            out->hit[i] = collide_obb_triangle_sweep(in->a + i, in->va[i], in->triangle + i,
                                                     in->vb[i], 1.0f, &impact);
            out->t[i] = impact.t_first;
        }
        break;
    case PEERS_TRIANGLE_TRIANGLE:
        for (size_t i = 0; i < in->n; ++i)
            out->hit[i] = collide_triangle_triangle(in->triangle + i, in->other + i);
        break;
    case PEERS_CYLINDER_TERRAIN_TEST:
        for (size_t i = 0; i < in->n; ++i)
            out->hit[i] = collide_cylinder_terrain(in->cylinder + i, o->terrain);
        break;
    case PEERS_CYLINDER_TERRAIN:
        if (o->isa >= 0)
            collide_isa_limit((collide_isa_id)o->isa);
        for (size_t i = 0; i < in->n; ++i) {
            collide_contact contact[16];
            out->hit[i] = collide_cylinder_terrain_contacts(in->cylinder + i, o->terrain, NULL,
                                                            contact, 16) > 0;
        }
        break;
    default:
        break;
    }
}

static void answer_batch(const ours *o, const peers_answers *out) {
    const collide_sweeps sweeps = {out->bits, out->t, NULL, NULL};
    const collide_sweeps bits = {out->bits, NULL, NULL, NULL};
    collide_isa_limit((collide_isa_id)o->isa);
    switch (o->in.which) {
    case PEERS_KDOP6:
        for (size_t q = 0; q < o->in.kdops; ++q)
            collide_kdop6_kdop6_many(o->query6 + q, o->pack6,
                                     out->bits + q * COLLIDE_BLOCKS(o->in.n));
        break;
    case PEERS_KDOP18:
        for (size_t q = 0; q < o->in.kdops; ++q)
            collide_kdop18_kdop18_many(o->query + q, o->kdop_pack,
                                       out->bits + q * COLLIDE_BLOCKS(o->in.n));
        break;
    case PEERS_OBB_OBB: // at rest is a sweep of no time
        collide_obb_obb_sweep_lanes(o->a, NULL, o->b, NULL, 0.0f, &bits);
        break;
    case PEERS_SWEEP_OBB_OBB:
        collide_obb_obb_sweep_lanes(o->a, o->va, o->b, o->vb, 1.0f, &sweeps);
        break;
    case PEERS_SWEEP_OBB_TRIANGLE:
        collide_obb_triangle_sweep_lanes(o->a, o->va, o->triangle, o->vb, 1.0f, &sweeps);
        break;
    case PEERS_TRIANGLE_TRIANGLE:
        collide_triangle_triangle_lanes(o->triangle, o->other, out->bits);
        break;
    case PEERS_CYLINDER_TERRAIN_TEST:
        collide_terrain_cylinder_many(o->terrain, o->cylinder, out->bits);
        break;
    case PEERS_OCTREE_PAIRS:
        collide_octree_update_spheres(o->octree, NULL, o->in.n, out->balls, 0);
        *out->count = collide_octree_self_indices(o->octree, NULL, out->pairs, out->capacity);
        break;
    default:
        break;
    }
}

static void answer_trees(ours *o, const peers_answers *out) {
    collide_isa_limit((collide_isa_id)o->isa);
    if (o->in.moved) {
        const peers_mesh *m = &o->in.mesh[0];
        const collide_mesh mesh = {out->position, m->vertices, 0, m->index, m->triangles, 0};
        if (o->in.which == PEERS_TREE_REFIT)
            collide_tree_refit(o->tree[0], &mesh, NULL, 0);
        else
            collide_tree_build(&o->tree[0], o->tree[0], (size_t)o->tree[0]->size, &mesh,
                               &o->options);
        return;
    }
    for (size_t i = 0; i < o->in.n; ++i) {
        const collide_pose *pose = o->in.pose + i;
        if (o->in.which == PEERS_MESH_MESH_ANY) {
            out->hit[i] = collide_tree_tree(o->tree[0], NULL, o->tree[1], pose, NULL);
        } else {
            const size_t used = *out->count < out->capacity ? *out->count : out->capacity;
            out->each[i] = collide_tree_tree_indices(o->tree[0], NULL, o->tree[1], pose,
                                                     out->pairs + used, out->capacity - used, NULL);
            *out->count += out->each[i];
        }
    }
}

static void answer_rays(const ours *o, const peers_answers *out) {
    const collide_ray *ray = o->in.ray;
    collide_isa_limit((collide_isa_id)o->isa);
    for (size_t i = 0; i < o->in.n; ++i) {
        collide_ray_hit hit;
        if (o->in.which == PEERS_RAY_TREE_ANY) {
            out->hit[i] = collide_ray_tree(ray + i, o->tree[0], NULL, INFINITY, NULL);
            continue;
        }
        out->hit[i] = o->in.heights ? collide_ray_terrain(ray + i, o->terrain, INFINITY, &hit)
                                    : collide_ray_tree(ray + i, o->tree[0], NULL, INFINITY, &hit);
        out->t[i] = hit.t;
        out->triangle[i] = hit.triangle;
    }
}

// Bounds of boxes, and packs built anew in their own memory.
static void answer_bounds(ours *o, const peers_answers *out) {
    const peers_input *in = &o->in;
    collide_isa_limit((collide_isa_id)o->isa);
    if (in->which == PEERS_OBB_PACK_BUILD)
        collide_obb_pack_build(&o->a, o->a, collide_obb_pack_size(in->n), in->a, in->n, 0);
    else if (in->which == PEERS_KDOP18_PACK_BUILD)
        collide_kdop18_pack_build(&o->kdop_pack, o->kdop_pack, collide_kdop18_pack_size(in->n),
                                  in->objects, in->n, 0);
    for (size_t i = 0; i < in->n && in->which == PEERS_KDOP18_FROM_OBB; ++i)
        out->bounds[i] = collide_kdop18_from_obb(in->a + i);
}

static void answer_ours(void *state, const peers_answers *out) {
    const ours *o = (const ours *)state;
    if (o->in.ray) {
        answer_rays(o, out);
        return;
    }
    if (o->in.mesh[0].triangles) {
        answer_trees((ours *)state, out);
        return;
    }
    if (o->in.which >= PEERS_KDOP18_FROM_OBB) {
        answer_bounds((ours *)state, out);
        return;
    }
    if (o->isa < 0 || o->in.which == PEERS_CYLINDER_TERRAIN)
        answer_single(o, out);
    else
        answer_batch(o, out);
}

// Also the axis and depth of least penetration, which Bullet's and ODE's tests compute, too.
static void answer_overlap(void *state, const peers_answers *out) {
    const peers_input *in = &((const ours *)state)->in;
    volatile float sink;
    for (size_t i = 0; i < in->n; ++i) {
        collide_overlap overlap = {{0, 0, 0}, 0, 0};
        out->hit[i] = collide_obb_obb(in->a + i, in->b + i, &overlap);
        sink = overlap.depth;
    }
    (void)sink;
}

#define OURS(name, which, flags, isa)                                                              \
    { name, which, PEERS_OURS | (flags), isa, prepare_ours, answer_ours, release_ours }
#define ALL(which, times)                                                                          \
    OURS("ours, single", which, times, SINGLE),                                                    \
        OURS("ours, scalar batch", which, PEERS_BITS | (times), COLLIDE_ISA_SCALAR),               \
        OURS("ours, sse2", which, PEERS_BITS | (times), COLLIDE_ISA_SSE2),                         \
        OURS("ours, avx2", which, PEERS_BITS | (times), COLLIDE_ISA_AVX2),                         \
        OURS("ours, avx512", which, PEERS_BITS | (times), COLLIDE_ISA_AVX512),                     \
        OURS("ours, neon", which, PEERS_BITS | (times), COLLIDE_ISA_NEON)

// Calls that have vectors, and no pack of results.
#define CALLS(which, times)                                                                        \
    OURS("ours, scalar", which, times, COLLIDE_ISA_SCALAR),                                        \
        OURS("ours, sse2", which, times, COLLIDE_ISA_SSE2),                                        \
        OURS("ours, avx2", which, times, COLLIDE_ISA_AVX2),                                        \
        OURS("ours, avx512", which, times, COLLIDE_ISA_AVX512),                                    \
        OURS("ours, neon", which, times, COLLIDE_ISA_NEON)
#define TREES(which) CALLS(which, 0)

#define BOX_CALLS(which, times)                                                                    \
    OURS("ours, of 6-DOPs, scalar", which, times, COLLIDE_ISA_SCALAR | KIND6),                     \
        OURS("ours, of 6-DOPs, sse2", which, times, COLLIDE_ISA_SSE2 | KIND6),                     \
        OURS("ours, of 6-DOPs, avx2", which, times, COLLIDE_ISA_AVX2 | KIND6),                     \
        OURS("ours, of 6-DOPs, avx512", which, times, COLLIDE_ISA_AVX512 | KIND6),                 \
        OURS("ours, of 6-DOPs, neon", which, times, COLLIDE_ISA_NEON | KIND6)
#define BOXES(which) BOX_CALLS(which, 0)

extern const peers_rival peers_ours[];
const peers_rival peers_ours[] = {
    ALL(PEERS_KDOP6, 0),
    ALL(PEERS_KDOP18, 0),
    ALL(PEERS_OBB_OBB, 0),
    {"ours, single, with depth", PEERS_OBB_OBB, PEERS_OURS, SINGLE, prepare_ours, answer_overlap,
     release_ours},
    ALL(PEERS_SWEEP_OBB_OBB, PEERS_TIMES),
    ALL(PEERS_SWEEP_OBB_TRIANGLE, PEERS_TIMES),
    ALL(PEERS_TRIANGLE_TRIANGLE, 0),
    ALL(PEERS_CYLINDER_TERRAIN_TEST, 0),
    OURS("ours, single, vectors", PEERS_CYLINDER_TERRAIN_TEST, 0, VECTORS),
    OURS("ours, single", PEERS_CYLINDER_TERRAIN, 0, SINGLE),
    OURS("ours, single, sse2", PEERS_CYLINDER_TERRAIN, 0, COLLIDE_ISA_SSE2),
    OURS("ours, single, avx2", PEERS_CYLINDER_TERRAIN, 0, COLLIDE_ISA_AVX2),
    OURS("ours, single, avx512", PEERS_CYLINDER_TERRAIN, 0, COLLIDE_ISA_AVX512),
    OURS("ours, single, neon", PEERS_CYLINDER_TERRAIN, 0, COLLIDE_ISA_NEON),
    OURS("ours, scalar", PEERS_OCTREE_PAIRS, 0, COLLIDE_ISA_SCALAR),
    OURS("ours, sse2", PEERS_OCTREE_PAIRS, 0, COLLIDE_ISA_SSE2),
    OURS("ours, avx2", PEERS_OCTREE_PAIRS, 0, COLLIDE_ISA_AVX2),
    OURS("ours, avx512", PEERS_OCTREE_PAIRS, 0, COLLIDE_ISA_AVX512),
    OURS("ours, neon", PEERS_OCTREE_PAIRS, 0, COLLIDE_ISA_NEON),
    TREES(PEERS_MESH_MESH_ANY),
    TREES(PEERS_MESH_MESH_ALL),
    TREES(PEERS_TREE_BUILD),
    BOXES(PEERS_TREE_BUILD),
    TREES(PEERS_TREE_REFIT),
    BOXES(PEERS_TREE_REFIT),
    CALLS(PEERS_RAY_TREE, PEERS_TIMES),
    BOX_CALLS(PEERS_RAY_TREE, PEERS_TIMES),
    TREES(PEERS_RAY_TREE_ANY),
    BOXES(PEERS_RAY_TREE_ANY),
    CALLS(PEERS_RAY_TERRAIN, PEERS_TIMES),
    TREES(PEERS_KDOP18_FROM_OBB),
    TREES(PEERS_KDOP18_PACK_BUILD),
    TREES(PEERS_OBB_PACK_BUILD),
    {0},
};
