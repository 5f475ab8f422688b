#pragma once
#include "../base/meshes.h"
#include "table.h"
#include "../base/scalar.h"
#include "../base/batches.h"
#include "verdict.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

static unsigned collide__triangle_overlap_scalar(const float *a, const float *b, unsigned *unsure) {
    (void)a;
    (void)b;
    *unsure = 0xffffu;
    return 0;
}

static unsigned collide__triangle_sweep_scalar(const float *a, const float *b, const float *v,
                                               float until, unsigned lanes, float *at) {
    (void)a;
    (void)b;
    (void)v;
    (void)until;
    memset(at, 0, 16 * sizeof *at);
    return lanes;
}

COLLIDE__KERNEL_TABLE_SCALAR(triangle, COLLIDE__TRIANGLE_KERNELS);
COLLIDE__CHOOSE(triangle)

// Which of the given lanes of 16 pairs overlap.
static unsigned collide__triangles_ask(void *context, const float *a, const float *b,
                                       unsigned lanes) {
    (void)context;
    unsigned unsure, hits = collide__triangle()->overlap(a, b, &unsure) & lanes;
    for (unsure &= lanes; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        collide_triangle p, q;
        collide__lane_floats(a, i, 9, (float *)(void *)&p);
        collide__lane_floats(b, i, 9, (float *)(void *)&q);
        hits |= (unsigned)collide_triangle_triangle(&p, &q) << i;
    }
    return hits;
}

static const collide__ask_type collide__triangles_asked = {collide__triangles_ask,
                                                           COLLIDE_TRIANGLE_PACK_MAGIC,
                                                           COLLIDE_TRIANGLE_PACK_MAGIC,
                                                           COLLIDE__FLOATS_OF(collide_triangle),
                                                           COLLIDE__FLOATS_OF(collide_triangle),
                                                           NULL};
COLLIDE__MANY_DEFINE(triangle, triangle, collide__triangles_asked)
COLLIDE__PAIRS_DEFINE(triangle, triangle, pairs, collide__triangles_asked)

COLLIDE_API size_t collide_mesh_mesh_pairs(const collide_mesh *a, const collide_mesh *b,
                                           const collide_pair *pairs, size_t n, uint16_t *bits) {
    COLLIDE_ASSERT(a && b && (n == 0 || (pairs && bits)));
    const collide__objects of_a = collide__triangles_of(a), of_b = collide__triangles_of(b);
    return collide__ask_pairs(&collide__triangles_asked, &of_a, &of_b, pairs, n, bits);
}
#endif // COLLIDE_NO_TRIANGLE
