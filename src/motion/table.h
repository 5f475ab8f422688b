#pragma once
#include "../base/kernels.h"
#include "../base/numbers.h"
#include "../base/platform.h"
#include "../base/vectors.h"
#include "../base/work.h"
#include "../shape/table.h"
#include "motion.h"

// ---- the kernels of motion -------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

#define COLLIDE__TURN_MOST 1048576.0 // radians, 2^20
#define COLLIDE__MOTION_LOOKS 512
#define COLLIDE__MOTION_LESS (1 - 8.881784197001252e-16) // of a quotient and a product: 2^-50

// Of a round body and another, a shape has these rows: those of a capsule or of a box, and in row
// COLLIDE__ROUNDS_KIND which of them.
#define COLLIDE__ROUNDS_KIND 15
#define COLLIDE__ROUNDS_SEGMENT 0.0f // with a radius, also without a length
#define COLLIDE__ROUNDS_OBB 1.0f
#define COLLIDE__ROUNDS_AABB 2.0f // with the axes of space as those of an OBB

// Of a convex body a shape has its pose, the middle of its vertices, and their radius; no vertex of
// it, whose poses are orthonormal within 2^-21, is farther from the middle than the radius times
// this.
#define COLLIDE__HULLS_WIDER (1 + 3.814697265625e-06) // 2^-18

// Up to 16 pairs of boxes with their motions: component r of lane i stands at r * step + i. Lanes
// behind the last pair may hold anything. A tag is 2 * the number of the result, and 1 more if the
// pair is in the other order.
typedef struct collide__boxes_block {
    const float *box[2], *motion[2]; // collide_obb or the rows above, collide_motion
    size_t step, n;
    size_t tag[16];
    const collide_convex **hulls[2]; // of hulls: of b a convex body; of a one if both is true
    bool both;                       // of all pairs of a job, or of none
} collide__boxes_block;

// What the search takes: two boxes; a round body and another or a box; or a convex body, and
// another, a round body or a box.
enum { COLLIDE__FORM_BOXES, COLLIDE__FORM_ROUNDS, COLLIDE__FORM_HULLS };

typedef struct collide__boxes_job collide__boxes_job;
struct collide__boxes_job {
    void (*next)(collide__boxes_job *job, collide__boxes_block *block); // n = 0 at the end
    double t_max;
    float tolerance;
    collide_bracket *out;
    void *source; // of pairs, as next knows it
};

#define COLLIDE__MOTION_LEFT 3u // in place of a verdict: a single call has to answer

// Writes a miss, or a hit between the times free_to and t_hi, before which no point moves faster
// than speed. At the time 0, speed is the signed distance.
COLLIDE__SHARED void collide__boxes_write(const collide__boxes_job *job, size_t tag,
                                          uint32_t verdict, double free_to, double t_hi,
                                          double speed, collide__dvec3 n) {
    collide_bracket *out = &job->out[tag / 2];
    out->verdict = verdict;
    if (verdict == COLLIDE_HIT) {
        const double lo = (double)collide__float_down(free_to);
        const double hi = (double)collide__float_up(t_hi);
        out->t_lo = collide__round_zero(lo);
        out->t_hi = collide__round_zero(hi);
        out->gap = collide__round_zero(
            (double)collide__float_up(t_hi > 0 ? collide__dmul(speed, hi - lo) : speed));
        out->normal = collide__dround_zero(tag & 1 ? collide__dneg(n) : n);
    } else {
        out->t_lo = out->t_hi = out->gap = collide__infinity();
        out->normal = collide__vec3(0, 0, 0);
    }
}

// boxes   answers all pairs of a job; those that it leaves have the verdict COLLIDE__MOTION_LEFT
// rounds  the same for pairs of a round body and another: a point, segment, sphere, capsule or box
// hulls   the same for pairs of two convex bodies, or of a round body or a box and a convex body
#define COLLIDE__MOTION_KERNELS(KERNEL)                                                            \
    KERNEL(motion, void, boxes, (collide__boxes_job * job))                                        \
    KERNEL(motion, void, rounds, (collide__boxes_job * job))                                       \
    KERNEL(motion, void, hulls, (collide__boxes_job * job))
COLLIDE__KERNEL_STRUCT(motion, COLLIDE__MOTION_KERNELS);
#endif // COLLIDE_NO_MOTION
