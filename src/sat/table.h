#pragma once
#include "../base/numbers.h"
#include "../base/kernels.h"
#include "../base/sweep_job.h"

#ifndef COLLIDE_NO_SAT
#define COLLIDE__ROUNDING 5.9604644775390625e-8f // u = 2^-24

// Directions within this angle are parallel. Their cross product may be all rounding, so the radius
// on it is as if they were not parallel, and it separates nothing. Likewise the normal of a
// triangle separates nothing nearer than SLIVER times its length.
#define COLLIDE__PARALLEL 8.271806125530277e-25f // 2^-80
#define COLLIDE__SLIVER 7.888609052210118e-31f   // 2^-100

// The times of all axes so far: minus the first time, so that only minima are needed, and the last.
typedef struct collide__times {
    float enter, last;
    uint32_t axis;       // the axis of enter, or of the least depth
    float depth, margin; // the least depth; a later axis must be less by more than margin
} collide__times;

COLLIDE__FORCE_INLINE collide__times collide__times_of(float t_max) {
    collide__times t;
    t.enter = 0;
    t.last = t_max < COLLIDE__T_LIMIT ? t_max : COLLIDE__T_LIMIT;
    t.axis = COLLIDE_AXIS_NONE;
    t.depth = collide__infinity();
    t.margin = 0;
    return t;
}

// Whether the shapes may still hit; allows for the rounding of the quotients, 6u t.
COLLIDE__FORCE_INLINE bool collide__times_overlap(const collide__times *t) {
    return -t->enter <= collide__mul(t->last, 1 + 8 * COLLIDE__ROUNDING);
}

// Converts the times of a hit at this pace to times of the user.
COLLIDE__SHARED bool collide__times_at_pace(const collide__pace *pace, float t_max,
                                            collide__times *t) {
    float first = -t->enter;
    if (!collide__times_overlap(t))
        return false;
    collide__pace_times(pace, t_max, &first, &t->last);
    t->enter = t->enter < 0 ? -first : 0;
    return true;
}

// Times for any velocity. _times returns them for usual velocities; for others finite, the sum of
// the speeds along some axes, is too large, or t_max is late.
#define COLLIDE__PACE_DEFINE(pair, A, B)                                                           \
    static bool collide__##pair##_paced(bool hit, const A *a, collide_vec3 va, const B *b,         \
                                        collide_vec3 vb, float t_max, collide__times *t,           \
                                        float *finite) {                                           \
        collide__pace pace;                                                                        \
        if (collide__usual(collide__sub(vb, va), t_max))                                           \
            return hit;                                                                            \
        return collide__pace_of(va, vb, t_max, &pace) &&                                           \
               collide__##pair##_times(a, b, pace.v, pace.t_max, t, finite) &&                     \
               collide__times_at_pace(&pace, t_max, t);                                            \
    }                                                                                              \
                                                                                                   \
    COLLIDE__FORCE_INLINE bool collide__##pair##_times_any(                                        \
        const A *a, collide_vec3 va, const B *b, collide_vec3 vb, float t_max, collide__times *t,  \
        float *finite) {                                                                           \
        const bool hit = collide__##pair##_times(a, b, collide__sub(vb, va), t_max, t, finite);    \
        return t_max <= COLLIDE__T_SOON && *finite <= COLLIDE__FASTEST                             \
                   ? hit                                                                           \
                   : collide__##pair##_paced(hit, a, va, b, vb, t_max, t, finite);                 \
    }

// Two convex bodies: vertices, three floats each, in frames with these axes; the origin of b
// relative to a, its velocity, and the results so far.
typedef struct collide__convex_job {
    const float *vertices[2];
    size_t vertex_count[2];
    collide_vec3 frame[2][3];
    collide_vec3 d, v; // at this pace
    collide__pace pace;
    float slack;
    collide__times times;
    float least; // squared least depth, and its axis
    uint32_t least_axis;
} collide__convex_job;

// What kernels of boxes ask each axis for. The first two are a bool.
enum { COLLIDE__TIMES_ALONE, COLLIDE__TIMES_AND_AXIS, COLLIDE__AT_REST };

// What a kernel of one pair answers. UNDECIDED: ask the definition.
enum { COLLIDE__MISS, COLLIDE__HIT, COLLIDE__UNDECIDED };

// obb_obb, obb_triangle  sweep a job; return the number of hits
// obb_obb_rest, obb_triangle_rest  of 16 pairs at rest, the bits of the given lanes that overlap
// convex  tests axes first, first + 1, ...: n directions in blocks of rows, rotated by frame, or if
//         cross is not NULL the cross products of it with them; computes times, or with least
//         depths. Returns false if the bodies are apart
#define COLLIDE__SAT_KERNELS(KERNEL)                                                               \
    KERNEL(sat, size_t, obb_obb, (const collide__sweep_job *job))                                  \
    KERNEL(sat, size_t, obb_triangle, (const collide__sweep_job *job))                             \
    KERNEL(sat, unsigned, obb_obb_rest, (const float *a, const float *b, unsigned lanes))          \
    KERNEL(sat, unsigned, obb_triangle_rest, (const float *a, const float *b, unsigned lanes))     \
    KERNEL(sat, bool, convex,                                                                      \
           (collide__convex_job * job, const float *rows, size_t n, const collide_vec3 *frame,     \
            const collide_vec3 *cross, uint32_t first, bool least))
COLLIDE__KERNEL_STRUCT(sat, COLLIDE__SAT_KERNELS);

// A table of its own, so that programs without batches do not hold their kernels.
// one_rest, one  one OBB against one, at rest or with the velocity of b relative to a, which is
//         usual; return COLLIDE__MISS, HIT or UNDECIDED, and the times of a hit
#define COLLIDE__OBB_KERNELS(KERNEL)                                                               \
    KERNEL(obb, unsigned, one_rest, (const collide_obb *a, const collide_obb *b))                  \
    KERNEL(obb, unsigned, one,                                                                     \
           (const collide_obb *a, const collide_obb *b, const collide_vec3 *v, float t_max,        \
            collide__times *t))
COLLIDE__KERNEL_STRUCT(obb, COLLIDE__OBB_KERNELS);

#endif
