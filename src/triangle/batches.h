#pragma once
#include "../base/meshes.h"
#include "table.h"
#include "../base/scalar.h"
#include "../base/batches.h"
#include "verdict.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

static unsigned collide__triangle_meet_scalar(const float *a, const float *b, unsigned *unsure) {
    (void)a;
    (void)b;
    *unsure = 0xffffu;
    return 0;
}

static unsigned collide__triangle_ray_scalar(const collide__slab_job *job, collide__ray_kind kind,
                                             const float *rows) {
    (void)job;
    (void)kind;
    (void)rows;
    return 0xffffu;
}

COLLIDE__KERNEL_TABLE_SCALAR(triangle, COLLIDE__TRIANGLE_KERNELS);
COLLIDE__CHOOSE(triangle)

// Which of 16 pairs meet; those of lanes alone are asked.
static unsigned collide__triangles_ask(const float *a, const float *b, unsigned lanes) {
    unsigned unsure, hits = collide__triangle()->meet(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        collide_triangle p, q;
        collide__lane_floats(a, i, 9, (float *)(void *)&p);
        collide__lane_floats(b, i, 9, (float *)(void *)&q);
        hits |= (unsigned)collide_triangle_triangle(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__triangle_triangle = {collide__triangles_ask,
                                                             COLLIDE_TRIANGLE_PACK_MAGIC, 9};

COLLIDE_API size_t collide_triangle_triangle_many(const collide_triangle *a,
                                                  const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(a && bits);
    return collide__ask_packs(&collide__triangle_triangle, a, NULL, COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_triangle_triangle_lanes(const collide_triangle_pack *a,
                                                   const collide_triangle_pack *b, uint16_t *bits) {
    COLLIDE_ASSERT(bits);
    return collide__ask_packs(&collide__triangle_triangle, NULL, COLLIDE__HEADER(a),
                              COLLIDE__HEADER(b), bits);
}

COLLIDE_API size_t collide_triangle_triangle_many_indices(const collide_triangle *a,
                                                          const collide_triangle_pack *b,
                                                          uint32_t *indices, size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__ask_indices(&collide__triangle_triangle, a, COLLIDE__HEADER(b), indices,
                                capacity);
}

// Triangle i, all NaN if with checked it is not there.
COLLIDE__INLINE void collide__mesh_corners(const collide_mesh *mesh, size_t i, bool checked,
                                           collide_triangle *out) {
    bool there = !checked || i < mesh->triangle_count;
    for (size_t j = 0; j < 3; ++j) {
        const size_t vertex = there ? collide__mesh_index(mesh, 3 * i + j) : 0;
        there = there && (!checked || vertex < mesh->vertex_count);
        if (there)
            out->v[j] =
                collide__read_vec3(collide__at(mesh->positions, vertex, mesh->position_stride));
    }
    if (!there)
        out->v[0] = out->v[1] = out->v[2] =
            collide__vec3(collide__nan(), collide__nan(), collide__nan());
}

COLLIDE__INLINE size_t collide__triangles_pairs(const collide_mesh *mesh_a,
                                                const collide_mesh *mesh_b,
                                                const collide_pair *pairs, size_t n, bool checked,
                                                uint16_t *bits) {
    const collide__base_kernels *kernels = collide__base();
    COLLIDE__ALIGNED(float) rows[2][144];
    collide_triangle t[2][16];
    const float *object[2][16];
    collide_mesh a = *mesh_a, b = *mesh_b;
    const bool valid =
        collide__mesh_check(&a) == COLLIDE_OK && collide__mesh_check(&b) == COLLIDE_OK;
    size_t hits = 0;
    for (int i = 0; i < 16; ++i) {
        object[0][i] = collide__floats(&t[0][i]);
        object[1][i] = collide__floats(&t[1][i]);
    }
    for (size_t i = 0; i < n; i += 16) {
        const size_t count = valid ? collide__min_size(16, n - i) : 0;
        unsigned word = 0;
        for (size_t k = 0; k < count; ++k) {
            collide__mesh_corners(&a, pairs[i + k].a, checked, &t[0][k]);
            collide__mesh_corners(&b, pairs[i + k].b, checked, &t[1][k]);
        }
        for (size_t k = count; k < 16 && valid; ++k) {
            t[0][k] = t[0][0];
            t[1][k] = t[1][0];
        }
        if (valid) {
            kernels->transpose(rows[0], object[0], 9);
            kernels->transpose(rows[1], object[1], 9);
            word = collide__triangles_ask(rows[0], rows[1], collide__lanes(n - i));
        }
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

COLLIDE_API size_t collide_triangle_triangle_pairs(const collide_mesh *a, const collide_mesh *b,
                                                   const collide_pair *pairs, size_t n,
                                                   uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || (pairs && bits)));
    return collide__triangles_pairs(a, b, pairs, n, true, bits);
}

COLLIDE_API size_t collide_triangle_triangle_pairs_unchecked(const collide_mesh *a,
                                                             const collide_mesh *b,
                                                             const collide_pair *pairs, size_t n,
                                                             uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || (pairs && bits)));
    return collide__triangles_pairs(a, b, pairs, n, false, bits);
}
#endif // COLLIDE_NO_TRIANGLE
