#pragma once
#include "../base/poses.h"
#include "../base/sweeps.h"
#include "packs.h"
#include "scalar.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

static size_t collide__obb_obb_run(const collide__sweep_job *job) {
    return collide__sat()->obb_obb(job);
}

static const collide__sweep_type collide__obb_obb_swept = {
    collide__obb_obb_run,   collide__sat_obb_obb_scalar,     COLLIDE_OBB_PACK_MAGIC,
    COLLIDE_OBB_PACK_MAGIC, COLLIDE__FLOATS_OF(collide_obb), COLLIDE__FLOATS_OF(collide_obb),
    collide__obb_valid};
COLLIDE__SWEEP_DEFINE(obb, obb, collide__obb_obb_swept)

static unsigned collide__obb_obb_ask(void *context, const float *a, const float *b,
                                     unsigned lanes) {
    (void)context;
    return collide__sat()->obb_obb_rest(a, b, lanes);
}

static const collide__ask_type collide__obb_obb_asked = {collide__obb_obb_ask,
                                                         COLLIDE_OBB_PACK_MAGIC,
                                                         COLLIDE_OBB_PACK_MAGIC,
                                                         COLLIDE__FLOATS_OF(collide_obb),
                                                         COLLIDE__FLOATS_OF(collide_obb),
                                                         NULL};
COLLIDE__MANY_DEFINE(obb, obb, collide__obb_obb_asked)
COLLIDE__PAIRS_DEFINE(obb, obb, pairs, collide__obb_obb_asked)

#ifndef COLLIDE_NO_TRIANGLE
static size_t collide__obb_triangle_run(const collide__sweep_job *job) {
    return collide__sat()->obb_triangle(job);
}

static const collide__sweep_type collide__obb_triangle_swept = {
    collide__obb_triangle_run,
    collide__sat_obb_triangle_scalar,
    COLLIDE_OBB_PACK_MAGIC,
    COLLIDE_TRIANGLE_PACK_MAGIC,
    COLLIDE__FLOATS_OF(collide_obb),
    COLLIDE__FLOATS_OF(collide_triangle),
    collide__obb_valid};
COLLIDE__SWEEP_DEFINE(obb, triangle, collide__obb_triangle_swept)

static unsigned collide__obb_triangle_ask(void *context, const float *a, const float *b,
                                          unsigned lanes) {
    (void)context;
    return collide__sat()->obb_triangle_rest(a, b, lanes);
}

static const collide__ask_type collide__obb_triangle_asked = {collide__obb_triangle_ask,
                                                              COLLIDE_OBB_PACK_MAGIC,
                                                              COLLIDE_TRIANGLE_PACK_MAGIC,
                                                              COLLIDE__FLOATS_OF(collide_obb),
                                                              COLLIDE__FLOATS_OF(collide_triangle),
                                                              NULL};
COLLIDE__MANY_DEFINE(obb, triangle, collide__obb_triangle_asked)
COLLIDE__PAIRS_DEFINE(obb, triangle, pairs, collide__obb_triangle_asked)
#endif
#endif // COLLIDE_NO_SAT
