#pragma once
#include "table.h"
#include "../base/batches.h"
#include "../base/scalar.h"
#include "single.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_AABB

static unsigned collide__aabb_overlap_scalar(const float *a, const float *b) {
    unsigned hits = 0;
    for (unsigned i = 0; i < 16; ++i) {
        collide_aabb p, q;
        collide__lane_floats(a, i, 6, (float *)(void *)&p);
        collide__lane_floats(b, i, 6, (float *)(void *)&q);
        hits |= (unsigned)collide_aabb_aabb(&p, &q) << i;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_SCALAR(aabb, COLLIDE__AABB_KERNELS);
COLLIDE__CHOOSE(aabb)

static unsigned collide__aabbs_ask(void *context, const float *a, const float *b, unsigned lanes) {
    (void)context;
    return collide__aabb()->overlap(a, b) & lanes;
}

static const collide__ask_type collide__aabbs_asked = {collide__aabbs_ask,
                                                       COLLIDE_AABB_PACK_MAGIC,
                                                       COLLIDE_AABB_PACK_MAGIC,
                                                       COLLIDE__FLOATS_OF(collide_aabb),
                                                       COLLIDE__FLOATS_OF(collide_aabb),
                                                       NULL};
COLLIDE__MANY_DEFINE(aabb, aabb, collide__aabbs_asked)
COLLIDE__PAIRS_DEFINE(aabb, aabb, pairs, collide__aabbs_asked)
COLLIDE__ALL_DEFINE(aabb, collide__aabbs_asked)
#endif // COLLIDE_NO_AABB
