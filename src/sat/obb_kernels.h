#pragma once
#include "obb_axes.h"

// ---- OBBs in lanes ---------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

#if COLLIDE__COMPACTS
#define COLLIDE__EACH_KEPT(F)                                                                      \
    F(0)                                                                                           \
    F(1)                                                                                           \
    F(2)                                                                                           \
    F(3)                                                                                           \
    F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15) F(16) F(17) F(18) F(19) F(20)

// A queue of lanes that the face axes do not separate, and their results. Edge axes are tested for
// a full vector of queued lanes: most vectors have some such lanes, but few.
typedef struct COLLIDE__W(collide__queue) {
    COLLIDE__ALIGNED(float) enter[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) last[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) axis[2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) kept[21][2 * COLLIDE__WIDTH];
    COLLIDE__ALIGNED(float) t_first[16 * COLLIDE__SWEEP_BLOCKS + 16]; // -1: misses
    COLLIDE__ALIGNED(float) t_last[16 * COLLIDE__SWEEP_BLOCKS + 16];
    COLLIDE__ALIGNED(float) t_axis[16 * COLLIDE__SWEEP_BLOCKS + 16];
    struct {
        COLLIDE__V kept[21];
        COLLIDE__W(collide__times) t;
    } from[2]; // results of the face axes for this vector and for the previous one
    size_t count, taken;
    unsigned now;  // index of this vector in from
    unsigned left; // lanes of the previous vector to put in the queue
    float t_max;
    uint16_t lanes[COLLIDE__SWEEP_BLOCKS];
    uint64_t again; // blocks with velocities that are not usual
    bool with_axis;
} COLLIDE__W(collide__queue);

// Tests the edge axes for a vector of the queue, or if direct for the vector to put: packing a
// single block does not pay.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_take)(bool triangle, bool direct,
                                                                COLLIDE__W(collide__queue) * q) {
    COLLIDE__V kept[21];
    COLLIDE__W(collide__times) t;
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
        kept[i] = direct ? q->from[q->now ^ 1].kept[i] : COLLIDE__LOAD_V(q->kept[i]);
    COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
    if (direct) {
        t = q->from[q->now ^ 1].t;
    } else {
        t.enter = COLLIDE__LOAD_V(q->enter);
        t.last = COLLIDE__LOAD_V(q->last);
        t.axis = COLLIDE__LOAD_V(q->axis);
    }
    COLLIDE__W(collide__sweep_edges)(triangle, true, kept, &t);
    COLLIDE__M hit = COLLIDE__W(collide__times_overlap)(&t);
    if (direct)
        hit = COLLIDE__AND(hit, COLLIDE__MASK(q->left));
    COLLIDE__W(collide__times_finish)(&t, q->t_max);
    COLLIDE__STORE_U(q->t_first + q->taken, COLLIDE__SELECT(hit, t.enter, COLLIDE__SPLAT(-1.0f)));
    COLLIDE__STORE_U(q->t_last + q->taken, t.last);
    COLLIDE__STORE_U(q->t_axis + q->taken, t.axis);
    if (direct) {
        q->taken += COLLIDE__WIDTH;
        q->left = 0;
    } else if (q->count <= COLLIDE__WIDTH) {
        q->taken += q->count;
        q->count = 0;
    } else {
        q->taken += COLLIDE__WIDTH;
        q->count -= COLLIDE__WIDTH;
#define COLLIDE__MOVE(row) COLLIDE__STORE_V(row, COLLIDE__LOAD_V((row) + COLLIDE__WIDTH));
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
    COLLIDE__MOVE(q->kept[i])
        COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
        COLLIDE__MOVE(q->enter)
        COLLIDE__MOVE(q->last)
        if (q->with_axis)
            COLLIDE__MOVE(q->axis)
#undef COLLIDE__MOVE
    }
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_put)(bool triangle,
                                                               COLLIDE__W(collide__queue) * q) {
    const COLLIDE__V *const kept = q->from[q->now ^ 1].kept;
    const COLLIDE__W(collide__times) *const t = &q->from[q->now ^ 1].t;
    const COLLIDE__INDEX order = COLLIDE__INDEX_OF(q->left);
    if (q->count >= COLLIDE__WIDTH)
        COLLIDE__W(collide__queue_take)(triangle, false, q);
    const size_t count = q->count;
#define COLLIDE__PUT(row, v) COLLIDE__STORE_U((row) + count, COLLIDE__PICK(order, v));
#define COLLIDE__ONE(i)                                                                            \
    if ((i) < (triangle ? 15 : 21))                                                                \
    COLLIDE__PUT(q->kept[i], kept[i])
    COLLIDE__EACH_KEPT(COLLIDE__ONE)
#undef COLLIDE__ONE
    COLLIDE__PUT(q->enter, t->enter)
    COLLIDE__PUT(q->last, t->last)
    if (q->with_axis)
        COLLIDE__PUT(q->axis, t->axis)
#undef COLLIDE__PUT
    q->count = count + COLLIDE__POPCOUNT(q->left);
    q->left = 0;
}
#undef COLLIDE__EACH_KEPT

// Separate functions, since loads moved out of a loop would wait for earlier stores.
static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_put)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_put)(false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_take)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(false, false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_obb_direct)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(false, true, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_put)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_put)(true, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_take)(COLLIDE__W(collide__queue) * q) {
    COLLIDE__W(collide__queue_take)(true, false, q);
}

static COLLIDE__TARGET void COLLIDE__W(collide__obb_triangle_direct)(COLLIDE__W(collide__queue) *
                                                                     q) {
    COLLIDE__W(collide__queue_take)(true, true, q);
}

// Puts lanes of the previous vector in the queue.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweep_put)(bool triangle,
                                                               COLLIDE__W(collide__queue) * q) {
    if (q->left && triangle)
        COLLIDE__W(collide__obb_triangle_put)(q);
    else if (q->left)
        COLLIDE__W(collide__obb_obb_put)(q);
}

// Writes the results of the first n blocks of the queue, which begin at this block of the job.
COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__queue_write)(COLLIDE__W(collide__queue) * q,
                                                                   const collide__sweep_job *job,
                                                                   size_t block, size_t n) {
    COLLIDE__ALIGNED(float) first[16];
    COLLIDE__ALIGNED(float) last[16];
    COLLIDE__ALIGNED(float) axis[16];
    size_t from = 0, hits = 0;
    for (size_t k = 0; k < n; ++k) {
        unsigned word = 0;
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            if (!q->lanes[k]) {
                COLLIDE__STORE_V(first + i, COLLIDE__SPLAT(collide__infinity()));
                COLLIDE__STORE_V(last + i, COLLIDE__SPLAT(-collide__infinity()));
                COLLIDE__STORE_V(axis + i, COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS));
                continue;
            }
            const unsigned lanes = (unsigned)q->lanes[k] >> i & ((1u << COLLIDE__WIDTH) - 1);
            const COLLIDE__V t_first = COLLIDE__EXPAND(lanes, q->t_first + from);
            const COLLIDE__V t_last = COLLIDE__EXPAND(lanes, q->t_last + from);
            const COLLIDE__M hit =
                COLLIDE__AND(COLLIDE__MASK(lanes), COLLIDE__GE(t_first, COLLIDE__SPLAT(0.0f)));
            COLLIDE__STORE_V(first + i,
                             COLLIDE__SELECT(hit, t_first, COLLIDE__SPLAT(collide__infinity())));
            COLLIDE__STORE_V(last + i,
                             COLLIDE__SELECT(hit, t_last, COLLIDE__SPLAT(-collide__infinity())));
            if (job->out.axis)
                COLLIDE__STORE_V(axis + i,
                                 COLLIDE__SELECT(hit, COLLIDE__EXPAND(lanes, q->t_axis + from),
                                                 COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS)));
            word |= COLLIDE__BITS(hit) << i;
            from += COLLIDE__POPCOUNT(lanes);
        }
        q->lanes[k] = (uint16_t)collide__sweep_store(job, block + k, word, first, last, axis);
        hits += COLLIDE__POPCOUNT(q->lanes[k]);
    }
    for (size_t k = 0; q->again; ++k, q->again >>= 1)
        if (q->again & 1)
            hits += collide__sweep_again(job, block + k) - COLLIDE__POPCOUNT(q->lanes[k]);
    return hits;
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__queue_start)(COLLIDE__W(collide__queue) * q,
                                                                 const collide__sweep_job *job,
                                                                 bool with_axis) {
    if (job->n > 16) {
        memset(q->kept, 0, sizeof q->kept);
        memset(q->enter, 0, sizeof q->enter);
        memset(q->last, 0, sizeof q->last);
        memset(q->axis, 0, sizeof q->axis);
    }
    q->again = 0;
    q->count = q->taken = 0;
    q->now = q->left = 0;
    q->t_max = job->t_max;
    q->with_axis = with_axis;
}

// Tests all lanes still queued, then writes the results of n blocks, which begin at this one.
COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__queue_finish)(bool triangle,
                                                                    COLLIDE__W(collide__queue) * q,
                                                                    const collide__sweep_job *job,
                                                                    size_t block, size_t n) {
    COLLIDE__W(collide__sweep_put)(triangle, q);
    while (q->count) {
        if (triangle)
            COLLIDE__W(collide__obb_triangle_take)(q);
        else
            COLLIDE__W(collide__obb_obb_take)(q);
    }
    // Lanes beyond the last result are read, so they must be set.
    COLLIDE__STORE_U(q->t_first + q->taken, COLLIDE__SPLAT(-1.0f));
    COLLIDE__STORE_U(q->t_last + q->taken, COLLIDE__SPLAT(-1.0f));
    COLLIDE__STORE_U(q->t_axis + q->taken, COLLIDE__SPLAT(-1.0f));
    q->taken = 0;
    return COLLIDE__W(collide__queue_write)(q, job, block, n);
}
#else

// Tests the edge axes of a vector that its face axes leave possible, and stores its results.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__sweep_finish)(bool triangle, bool with_axis, bool possible,
                                  const COLLIDE__V *kept, COLLIDE__W(collide__times) * t,
                                  float t_max, float *first, float *last, float *axis) {
    COLLIDE__V t_first = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V t_last = COLLIDE__SPLAT(-collide__infinity());
    COLLIDE__V t_axis = COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS);
    unsigned bits = 0;
    if (possible) {
        COLLIDE__W(collide__sweep_edges)(triangle, with_axis, kept, t);
        const COLLIDE__M hit = COLLIDE__W(collide__times_alive)(t);
        COLLIDE__W(collide__times_finish)(t, t_max);
        t_first = COLLIDE__SELECT(hit, t->enter, t_first);
        t_last = COLLIDE__SELECT(hit, t->last, t_last);
        if (with_axis)
            t_axis = COLLIDE__SELECT(hit, t->axis, t_axis);
        bits = COLLIDE__BITS(hit);
    }
    COLLIDE__STORE_V(first, t_first);
    COLLIDE__STORE_V(last, t_last);
    COLLIDE__STORE_V(axis, t_axis);
    return bits;
}
#endif

COLLIDE__LANE_FORCE_INLINE size_t COLLIDE__W(collide__sweep)(bool triangle, bool with_axis,
                                                             const collide__sweep_job *job) {
    const float *a = job->a, *va = job->va, *b = job->b, *vb = job->vb;
    const collide__times start = collide__times_of(job->t_max);
    const size_t blocks = COLLIDE_BLOCKS(job->n);
#if COLLIDE__COMPACTS
    COLLIDE__W(collide__queue) queue;
    COLLIDE__W(collide__queue_start)(&queue, job, with_axis);
    // How many vectors of the last 256, about, had lanes left; early branches pay only if few had.
    unsigned often = 128;
#else
    COLLIDE__ALIGNED(float) lanes[3][16];
    float *const first = lanes[0], *const last = lanes[1], *const axis = lanes[2];
#endif
    size_t hits = 0;
    int rejects = 4; // > 0: the test by bounds pays; it is tried now and then anyway
    for (size_t block = 0; block < blocks; ++block) {
        COLLIDE__V fast = COLLIDE__SPLAT(0.0f);
        unsigned word = 0; // hits, or lanes left
        for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
            COLLIDE__W(collide__times) t;
            bool possible = true;
#if !COLLIDE__COMPACTS
            const bool early = true;
            COLLIDE__V kept[21];
#else
            COLLIDE__V *const kept = queue.from[queue.now].kept;
            const bool early = often < 96 || blocks == 1;
            unsigned left = 0;
#endif
            if (!triangle && job->checked && (rejects > 0 || block % 16 == 0)) {
                possible =
                    COLLIDE__W(collide__obb_obb_near)(a + i, va + i, b + i, vb + i, start.last);
                rejects = possible ? rejects - (rejects > 0) : rejects < 6 ? rejects + 2 : 8;
            }
            possible = possible &&
                       COLLIDE__W(collide__sweep_faces)(triangle, with_axis, early, a + i, va + i,
                                                        b + i, vb + i, &start, kept, &t, &fast);
#if COLLIDE__COMPACTS
            if (possible) {
                left = COLLIDE__BITS(COLLIDE__W(collide__times_alive)(&t));
                queue.from[queue.now].t = t;
                word |= left << i;
            }
            // One vector late, when the lanes left are known.
            COLLIDE__W(collide__sweep_put)(triangle, &queue);
            queue.left = left;
            queue.now ^= 1;
            if (left && blocks == 1) {
                word |= ((1u << COLLIDE__WIDTH) - 1) << i;
                if (triangle)
                    COLLIDE__W(collide__obb_triangle_direct)(&queue);
                else
                    COLLIDE__W(collide__obb_obb_direct)(&queue);
            }
            often += 16u * (left != 0) - (often >> 4);
#else
            word |= COLLIDE__W(collide__sweep_finish)(triangle, with_axis, possible, kept, &t,
                                                      job->t_max, first + i, last + i, axis + i)
                    << i;
#endif
        }
        const uint64_t again = COLLIDE__W(collide__unusual)(fast, va, vb, job->t_max);
#if COLLIDE__COMPACTS
        const size_t k = block % COLLIDE__SWEEP_BLOCKS;
        queue.again |= again << k;
        queue.lanes[k] = (uint16_t)word;
        if (k == COLLIDE__SWEEP_BLOCKS - 1 || block + 1 == blocks)
            hits += COLLIDE__W(collide__queue_finish)(triangle, &queue, job, block - k, k + 1);
#else
        word = collide__sweep_store(job, block, word, first, last, axis);
        hits += again ? collide__sweep_again(job, block) : COLLIDE__POPCOUNT(word);
#endif
        a += job->a_step;
        va += job->va_step;
        b += job->b_step;
        vb += job->vb_step;
    }
    return hits;
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__obb_obb_plain)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(false, false, job);
}

static COLLIDE__TARGET size_t COLLIDE__W(collide__obb_obb_axis)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(false, true, job);
}

static COLLIDE__TARGET size_t
COLLIDE__W(collide__obb_triangle_plain)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(true, false, job);
}

static COLLIDE__TARGET size_t
COLLIDE__W(collide__obb_triangle_axis)(const collide__sweep_job *job) {
    return COLLIDE__W(collide__sweep)(true, true, job);
}

static size_t COLLIDE__W(collide__sat_obb_obb)(const collide__sweep_job *job) {
    return job->out.axis ? COLLIDE__W(collide__obb_obb_axis)(job)
                         : COLLIDE__W(collide__obb_obb_plain)(job);
}

static size_t COLLIDE__W(collide__sat_obb_triangle)(const collide__sweep_job *job) {
    return job->out.axis ? COLLIDE__W(collide__obb_triangle_axis)(job)
                         : COLLIDE__W(collide__obb_triangle_plain)(job);
}

// Which of 16 pairs at rest overlap.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__rest)(bool triangle, const float *a,
                                                              const float *b, unsigned lanes) {
    const collide__times start = collide__times_of(0);
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__V kept[21], fast = COLLIDE__SPLAT(0.0f);
        COLLIDE__W(collide__times) t;
        if (!(lanes >> i & ((1u << COLLIDE__WIDTH) - 1)) ||
            !COLLIDE__W(collide__sweep_faces)(triangle, COLLIDE__AT_REST, true, a + i, NULL, b + i,
                                              NULL, &start, kept, &t, &fast))
            continue;
        COLLIDE__W(collide__sweep_edges)(triangle, COLLIDE__AT_REST, kept, &t);
        hits |= COLLIDE__BITS(COLLIDE__W(collide__times_alive)(&t)) << i;
    }
    return hits & lanes;
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sat_obb_obb_rest)(const float *a, const float *b, unsigned lanes) {
    return COLLIDE__W(collide__rest)(false, a, b, lanes);
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__sat_obb_triangle_rest)(const float *a, const float *b, unsigned lanes) {
    return COLLIDE__W(collide__rest)(true, a, b, lanes);
}
#endif // COLLIDE_NO_SAT
