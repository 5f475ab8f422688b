static const collide__kdop_kernels *collide__kdop_chosen;
#endif

#ifndef COLLIDE_NO_SAT
#define COLLIDE__NO_LANE_AXIS ((float)COLLIDE_SWEEPS_NO_AXIS)
#define COLLIDE__ROUNDING 5.9604644775390625e-8f // u = 2^-24
#define COLLIDE__T_LIMIT 8.507059e37f            // 2^126: stands for t_max beyond it
#define COLLIDE__SWEEP_BLOCKS 64                 // that are swept before results are written

// What the axes so far say: minus the first time, since minima alone are then needed, and the last.
typedef struct collide__times {
    float enter, last;
    uint32_t axis;       // that gave enter, or the least depth
    float depth, margin; // the least depth, and by how much a later axis must have less
} collide__times;

COLLIDE__INLINE collide__times collide__times_of(float t_max) {
    collide__times t;
    t.enter = 0;
    t.last = t_max < COLLIDE__T_LIMIT ? t_max : COLLIDE__T_LIMIT;
    t.axis = COLLIDE_AXIS_NONE;
    t.depth = collide__infinity();
    t.margin = 0;
    return t;
}

// Whether they may still meet. What the quotients' rounding may cost, 6u t, is given.
COLLIDE__INLINE bool collide__times_meet(const collide__times *t) {
    return -t->enter <= collide__mul(t->last, 1 + 8 * COLLIDE__ROUNDING);
}

// n sweeps, 16 at a time: rows of the first block of each side, and how many floats on the next one
// lies, 0 for one against many. Outputs are those of collide_sweeps.
typedef struct collide__sweep_job {
    const float *a, *va, *b, *vb;
    size_t a_step, va_step, b_step, vb_step;
    size_t n;
    float t_max;
    bool checked; // all boxes pass collide_obb_check
    collide_sweeps out;
} collide__sweep_job;

// Two convex bodies: vertices, three floats each, in the frames whose axes these are; b's origin
// seen from a's, its velocity, and what has been found so far.
typedef struct collide__convex_job {
    const float *vertices[2];
    size_t vertex_count[2];
    collide_vec3 frame[2][3];
    collide_vec3 d, v;
    float slack;
    collide__times times;
    float least; // square of the least depth, and its axis
    uint32_t least_axis;
} collide__convex_job;

