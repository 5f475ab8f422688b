#pragma once
#include "../base/vectors.h"
#include "table.h"

// ---- 16 pairs for the kernel within ----------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// The rows of one side: its numbers, and the axes of a box.
typedef struct collide__within_side {
    const float *rows, *radius, *axis[3];
    unsigned core; // a point, a segment, a triangle, a box; 0 for other kinds
    bool aabb;     // a box that is seen from its first corner, since its centre may be no float
} collide__within_side;

typedef struct collide__within_job {
    collide__within_side a, b; // a has the simpler core; distances are the same in both orders
    float max;                 // at most 2^61 in absolute value, which exceeds any distance
    float doubt;               // no is left out up to doubt * T; see collide__distance_doubt
    unsigned yes, no;          // lanes
} collide__within_job;

COLLIDE__INLINE void collide__within_side_of(uint32_t kind, unsigned core, const float *rows,
                                             collide__within_side *out) {
    // Axis i of an AABB begins at row 2 - i.
    static const COLLIDE__ALIGNED(float)
        units[80] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                     0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    out->core = core;
    out->rows = rows;
    out->radius = kind == COLLIDE_SHAPE_SPHERE    ? rows + 48
                  : kind == COLLIDE_SHAPE_CAPSULE ? rows + 96
                                                  : units;
    out->aabb = kind == COLLIDE_SHAPE_AABB;
    if (core == 4)
        for (int i = 0; i < 3; ++i)
            out->axis[i] = out->aabb ? units + 16 * (2 - i) : rows + 96 + 48 * i;
}

// False for kinds that are left to single calls.
COLLIDE__INLINE bool collide__within_job_of(const collide__distance_job *job,
                                            collide__within_job *out) {
    static const uint8_t core[COLLIDE_SHAPE_KIND_COUNT] = {0, 1, 2, 1, 2, 4, 4, 3};
    const float most = 2.305843009213694e18f; // 2^61
    const unsigned a = core[job->kind_a], b = core[job->kind_b];
    if (a == 0 || b == 0 || (a > 2 && b > 2 && a + b < 8))
        return false;
    collide__within_side_of(job->kind_a, a, job->a, a > b ? &out->b : &out->a);
    collide__within_side_of(job->kind_b, b, job->b, a > b ? &out->a : &out->b);
    out->max = collide__min2(collide__max2(job->max, -most), most);
    out->doubt = job->max >= 0 ? 1.52587890625e-5f : -1; // 2^-16
    out->yes = out->no = 0;
    return true;
}
#endif // COLLIDE_NO_SHAPE
