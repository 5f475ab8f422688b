#pragma once
#include "../base/convexes.h"
#include "../base/vectors.h"
#include "table.h"

// ---- 16 pairs for the kernel within ----------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE

// What a core is: up to four points, or one of these.
#define COLLIDE__WITHIN_BOX 5
#define COLLIDE__WITHIN_ROUND 6 // a cylinder
#define COLLIDE__WITHIN_BALL 7  // that holds a convex body

// The rows of one side: its numbers, the axes of a box or of a pose, and the balls of bodies.
typedef struct collide__within_side {
    const float *rows, *radius, *axis[3];
    COLLIDE__ALIGNED(float) ball[64]; // rows of centres and radii, in the coordinates of bodies
    unsigned core;                    // 0 for other kinds
    bool aabb; // a box that is seen from its first corner, since its centre may be no float
} collide__within_side;

typedef struct collide__within_job {
    collide__within_side a, b; // a has the simpler core; distances are the same in both orders
    float max;                 // at most 2^61 in absolute value, which exceeds any distance
    float doubt;               // no is left out up to doubt * T; see collide__distance_doubt
    unsigned yes, no;          // lanes
} collide__within_job;

// NaN for what is no body.
COLLIDE__INLINE void collide__within_balls(const collide_convex *const *bodies, float *ball) {
    for (int i = 0; i < 16; ++i) {
        const bool valid = collide__convex_valid(bodies[i]);
        ball[i] = valid ? bodies[i]->center.x : collide__nan();
        ball[16 + i] = valid ? bodies[i]->center.y : 0;
        ball[32 + i] = valid ? bodies[i]->center.z : 0;
        ball[48 + i] = valid ? bodies[i]->radius : 0;
    }
}

COLLIDE__INLINE void collide__within_side_of(uint32_t kind, unsigned core, const float *rows,
                                             const collide_convex *const *bodies,
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
    for (int i = 0; i < 3; ++i)
        out->axis[i] = out->aabb                     ? units + 16 * (2 - i)
                       : core == COLLIDE__WITHIN_BOX ? rows + 96 + 48 * i
                                                     : rows + 48 + 48 * i;
    if (core == COLLIDE__WITHIN_BALL)
        collide__within_balls(bodies, out->ball);
}

// False for what is left to others: planes, and depths of bodies whose brackets may be wide.
COLLIDE__INLINE bool collide__within_job_of(const collide__distance_job *job,
                                            collide__within_job *out) {
    static const uint8_t core[COLLIDE_SHAPE_KIND_COUNT] = {0, 1, 2, 1, 2, 5, 5, 3, 4, 6, 7, 0};
    const float most = 2.305843009213694e18f; // 2^61
    const unsigned a = core[job->kind_a], b = core[job->kind_b];
    if (a == 0 || b == 0 || (job->max < 0 && (a > 5 || b > 5)))
        return false;
    collide__within_side_of(job->kind_a, a, job->a, job->bodies_a, a > b ? &out->b : &out->a);
    collide__within_side_of(job->kind_b, b, job->b, job->bodies_b, a > b ? &out->a : &out->b);
    out->max = collide__min2(collide__max2(job->max, -most), most);
    out->doubt = job->max >= 0 ? 1.52587890625e-5f : -1; // 2^-16
    out->yes = out->no = 0;
    return true;
}
#endif // COLLIDE_NO_SHAPE
