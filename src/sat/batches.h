#pragma once
#include "../base/poses.h"
#include "../base/sweeps.h"
#include "scalar.h"

// ---- batches over kernels --------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

static collide__sweep_type collide__sweep_obb(bool triangle) {
    const collide__sat_kernels *kernels = collide__sat();
    collide__sweep_type type;
    type.run = triangle ? kernels->obb_triangle : kernels->obb_obb;
    type.magic_a = COLLIDE_OBB_PACK_MAGIC;
    type.magic_b = triangle ? COLLIDE_TRIANGLE_PACK_MAGIC : COLLIDE_OBB_PACK_MAGIC;
    type.floats_a = 15;
    return type;
}

#define COLLIDE__SWEEP_DEFINE(what, TRIANGLE)                                                      \
    COLLIDE_API size_t collide_obb_##what##_sweep_many(                                            \
        const collide_obb *a, collide_vec3 va, const collide_##what##_pack *b,                     \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(a &&out);                                                                   \
        const collide__sweep_type type = collide__sweep_obb(TRIANGLE);                             \
        return collide__sweep_packs(&type, a, collide_obb_check(a) == COLLIDE_OK, va, NULL, NULL,  \
                                    COLLIDE__HEADER(b), COLLIDE__HEADER(vb), t_max, out);          \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_obb_##what##_sweep_lanes(                                           \
        const collide_obb_pack *a, const collide_vec3_pack *va, const collide_##what##_pack *b,    \
        const collide_vec3_pack *vb, float t_max, const collide_sweeps *out) {                     \
        COLLIDE_ASSERT(out);                                                                       \
        const collide__sweep_type type = collide__sweep_obb(TRIANGLE);                             \
        return collide__sweep_packs(&type, NULL, true, collide__vec3(0, 0, 0), COLLIDE__HEADER(a), \
                                    COLLIDE__HEADER(va), COLLIDE__HEADER(b), COLLIDE__HEADER(vb),  \
                                    t_max, out);                                                   \
    }
COLLIDE__SWEEP_DEFINE(obb, false)
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE__SWEEP_DEFINE(triangle, true)
#endif
#undef COLLIDE__SWEEP_DEFINE

COLLIDE_API size_t collide_obb_obb_sweep_pairs(const collide_obb_movers *a,
                                               const collide_obb_movers *b,
                                               const collide_pair *pairs, size_t n, float t_max,
                                               const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->boxes, a->count, a->stride, a->velocities, a->velocity_stride, 15);
    const collide__movers q =
        collide__movers_of(b->boxes, b->count, b->stride, b->velocities, b->velocity_stride, 15);
    const collide__sweep_type type = collide__sweep_obb(false);
    return collide__sweep_pairs(&type, &p, &q, pairs, n, t_max, out);
}

COLLIDE_API size_t collide_obb_triangle_sweep_pairs(const collide_obb_movers *a,
                                                    const collide_triangle_movers *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float t_max, const collide_sweeps *out) {
    COLLIDE_ASSERT(a && b && out && (pairs || !n));
    const collide__movers p =
        collide__movers_of(a->boxes, a->count, a->stride, a->velocities, a->velocity_stride, 15);
    const collide__movers q =
        collide__movers_of(b->triangles, b->count, b->stride, b->velocities, b->velocity_stride, 9);
    const collide__sweep_type type = collide__sweep_obb(true);
    return collide__sweep_pairs(&type, &p, &q, pairs, n, t_max, out);
}
#endif // COLLIDE_NO_SAT
