#pragma once
#include "../base/dispatch.h"
#include "../base/batches.h"
#include "obb_obb.h"
#include "obb_triangle.h"
#include "convex_convex.h"

// ---- scalar kernels: loops over the definitions ----------------------------------------------
#ifndef COLLIDE_NO_SAT

static bool collide__sat_convex_scalar(collide__convex_job *job, const float *rows, size_t n,
                                       const collide_vec3 *frame, const collide_vec3 *cross,
                                       uint32_t first, bool least) {
    for (size_t i = 0; i < n; ++i) {
        collide_vec3 l = collide__turn(frame, collide__direction(rows, i));
        if (cross) { // made orthogonal to that edge again, since they may be nearly parallel
            l = collide__cross(*cross, l);
            const float along = collide__dot(l, *cross);
            l.x -= collide__mul(along, cross->x);
            l.y -= collide__mul(along, cross->y);
            l.z -= collide__mul(along, cross->z);
        }
        collide__convex_axis(job, l, first + (uint32_t)i, least);
        if (!least && i % 16 == 15 && !collide__times_overlap(&job->times))
            return false;
    }
    return least || collide__times_overlap(&job->times);
}

COLLIDE__FORCE_INLINE size_t collide__sweep_scalar(const collide__sweep_job *job, bool triangle) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    size_t hits = 0;
    for (size_t block = 0; block < COLLIDE_BLOCKS(job->n); ++block) {
        float first[16], last[16], axis[16];
        unsigned word = 0;
        for (unsigned lane = 0; lane < 16; ++lane) {
            float floats[15], finite;
            collide_vec3 u, v;
            collide_obb p;
            collide__times t;
            bool hit;
            collide__lane_floats(a, lane, 15, floats);
            memcpy(&p, floats, sizeof p);
            collide__lane_floats(va, lane, 3, floats);
            memcpy(&u, floats, sizeof u);
            collide__lane_floats(vb, lane, 3, floats);
            memcpy(&v, floats, sizeof v);
            if (triangle) {
                collide_triangle q;
                collide__lane_floats(b, lane, 9, floats);
                memcpy(&q, floats, sizeof q);
                hit = collide__obb_triangle_times_any(&p, u, &q, v, job->t_max, &t, &finite);
            } else {
                collide_obb q;
                collide__lane_floats(b, lane, 15, floats);
                memcpy(&q, floats, sizeof q);
                hit = collide__obb_obb_times_any(&p, u, &q, v, job->t_max, &t, &finite);
            }
            first[lane] = collide__infinity();
            last[lane] = -collide__infinity();
            axis[lane] = COLLIDE__NO_LANE_AXIS;
            if (hit && collide__times_finish(&t, finite, job->t_max, &first[lane], &last[lane])) {
                axis[lane] = t.axis == COLLIDE_AXIS_NONE ? COLLIDE__NO_LANE_AXIS : (float)t.axis;
                word |= 1u << lane;
            }
        }
        hits += collide__popcount(collide__sweep_store(job, block, word, first, last, axis));
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static size_t collide__sat_obb_obb_scalar(const collide__sweep_job *job) {
    return collide__sweep_scalar(job, false);
}

static size_t collide__sat_obb_triangle_scalar(const collide__sweep_job *job) {
    return collide__sweep_scalar(job, true);
}

COLLIDE__FORCE_INLINE unsigned collide__rest_scalar(const float *a, const float *b, unsigned lanes,
                                                    bool triangle) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    unsigned hits = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = collide__lowest_bit(lanes);
        float finite, first, last;
        collide_obb p, q;
        collide_triangle f;
        collide__times t;
        collide__lane_floats(a, lane, 15, (float *)(void *)&p);
        collide__lane_floats(b, lane, triangle ? 9 : 15,
                             triangle ? (float *)(void *)&f : (float *)(void *)&q);
        if ((triangle ? collide__obb_triangle_times(&p, &f, still, 0, &t, &finite)
                      : collide__obb_obb_times(&p, &q, still, 0, &t, &finite)) &&
            collide__times_finish(&t, finite, 0, &first, &last))
            hits |= 1u << lane;
    }
    return hits;
}

static unsigned collide__sat_obb_obb_rest_scalar(const float *a, const float *b, unsigned lanes) {
    return collide__rest_scalar(a, b, lanes, false);
}

static unsigned collide__sat_obb_triangle_rest_scalar(const float *a, const float *b,
                                                      unsigned lanes) {
    return collide__rest_scalar(a, b, lanes, true);
}

static unsigned collide__obb_one_rest_scalar(const collide_obb *a, const collide_obb *b) {
    (void)a;
    (void)b;
    return COLLIDE__UNDECIDED;
}

static unsigned collide__obb_one_scalar(const collide_obb *a, const collide_obb *b,
                                        const collide_vec3 *v, float t_max, collide__times *t) {
    (void)a;
    (void)b;
    (void)v;
    (void)t_max;
    (void)t;
    return COLLIDE__UNDECIDED;
}

COLLIDE__KERNEL_TABLE_SCALAR(sat, COLLIDE__SAT_KERNELS);
COLLIDE__CHOOSE(sat)
COLLIDE__KERNEL_TABLE_SCALAR(obb, COLLIDE__OBB_KERNELS);
COLLIDE__CHOOSE(obb)
#endif // COLLIDE_NO_SAT
