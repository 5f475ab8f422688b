#pragma once
#include "obb_axes.h"

// ---- one OBB against one, three axes at a time -----------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

// Vectors of three numbers, one for each axis of a box. The fourth lane repeats the third, so that
// a verdict of all lanes is one of three.
#define COLLIDE__TURN(v, i) COLLIDE__F4_(shuffle_ps)(v, v, i)
#define COLLIDE__THREE(v) COLLIDE__TURN(v, 0xa4)        // (x, y, z, z)
#define COLLIDE__NEXT(v) COLLIDE__TURN(v, 0x09)         // (y, z, x, x)
#define COLLIDE__NEXT_BUT_ONE(v) COLLIDE__TURN(v, 0x52) // (z, x, y, y)
#define COLLIDE__LANE(v, i) COLLIDE__TURN(v, 0x55 * (i))
#define COLLIDE__F4_ALL(x) COLLIDE__F4_(set1_ps)(x)
#define COLLIDE__F4_ABS(a) COLLIDE__F4_(andnot_ps)(COLLIDE__F4_ALL(-0.0f), a)
#define COLLIDE__F4_DOT(ax, ay, az, bx, by, bz)                                                    \
    COLLIDE__F4_ADD(COLLIDE__F4_ADD(COLLIDE__F4_MUL(ax, bx), COLLIDE__F4_MUL(ay, by)),             \
                    COLLIDE__F4_MUL(az, bz))
#if defined(COLLIDE__USE_SIMDE) // its min may differ for NaN
#define COLLIDE__F4_MIN(a, b) COLLIDE__MIN(a, b)
#define COLLIDE__F4_MAX(a, b) COLLIDE__MAX(a, b)
#else
#define COLLIDE__F4_MIN(a, b) _mm_min_ps(a, b)
#define COLLIDE__F4_MAX(a, b) _mm_max_ps(a, b)
#endif

// Rows 0, 1, 2 of three numbers as columns.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__columns)(COLLIDE__F4 p, COLLIDE__F4 q,
                                                             COLLIDE__F4 r, COLLIDE__F4 *out) {
    const COLLIDE__F4 low = COLLIDE__F4_(unpacklo_ps)(p, q);
    const COLLIDE__F4 high = COLLIDE__F4_(unpackhi_ps)(p, q);
    out[0] = COLLIDE__F4_(shuffle_ps)(low, r, 0x04);
    out[1] = COLLIDE__F4_(shuffle_ps)(low, r, 0x5e);
    out[2] = COLLIDE__F4_(shuffle_ps)(high, r, 0xa4);
}

// The axes of a box as columns: coordinate i of all three.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__box_columns)(const float *box,
                                                                 COLLIDE__F4 *out) {
    const COLLIDE__F4 last = COLLIDE__F4_(loadu_ps)(box + 11); // no read behind the box
    COLLIDE__W(collide__columns)
    (COLLIDE__F4_(loadu_ps)(box + 6), COLLIDE__F4_(loadu_ps)(box + 9), COLLIDE__TURN(last, 0xf9),
     out);
}

// The times so far: minima over the axes that each lane has had, and the times of entering on each
// group of three axes.
typedef struct COLLIDE__W(collide__one_times) {
    COLLIDE__F4 enter, last, entered[5];
} COLLIDE__W(collide__one_times);

// Three axes; at rest false if one of them separates the boxes.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__one_axes)(bool rest,
                                                              COLLIDE__W(collide__one_times) * t,
                                                              int group, COLLIDE__F4 p,
                                                              COLLIDE__F4 s, COLLIDE__F4 r) {
    if (rest)
        return !COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmplt_ps)(r, COLLIDE__F4_ABS(p)));
    const COLLIDE__F4 sign = COLLIDE__F4_(and_ps)(COLLIDE__F4_ALL(-0.0f), s);
    const COLLIDE__F4 q = COLLIDE__F4_(xor_ps)(p, sign);
    const COLLIDE__F4 inverse = COLLIDE__F4_DIV(COLLIDE__F4_ALL(1.0f), COLLIDE__F4_ABS(s));
    const COLLIDE__F4 enter = COLLIDE__F4_MUL(COLLIDE__F4_ADD(r, q), inverse);
    t->entered[group] = enter;
    t->enter = COLLIDE__F4_MIN(enter, t->enter);
    t->last = COLLIDE__F4_MIN(COLLIDE__F4_MUL(COLLIDE__F4_SUB(r, q), inverse), t->last);
    return true;
}

// The least of three lanes, in all lanes.
COLLIDE__LANE_FORCE_INLINE COLLIDE__F4 COLLIDE__W(collide__one_least)(COLLIDE__F4 a) {
    const COLLIDE__F4 b = COLLIDE__F4_MIN(a, COLLIDE__NEXT(a));
    return COLLIDE__F4_MIN(b, COLLIDE__NEXT_BUT_ONE(a));
}

COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__one_overlap)(const COLLIDE__W(collide__one_times) * t) {
    const COLLIDE__F4 enter =
        COLLIDE__F4_(xor_ps)(COLLIDE__W(collide__one_least)(t->enter), COLLIDE__F4_ALL(-0.0f));
    const COLLIDE__F4 last = COLLIDE__W(collide__one_least)(t->last);
    return COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmple_ps)(
               enter, COLLIDE__F4_MUL(last, COLLIDE__F4_ALL(1 + 8 * COLLIDE__ROUNDING)))) != 0;
}

// The result of the minima, as loops over the axes give it: the first axis of the latest entrance,
// and of zeros of either sign as the last time the first. That one is left to the definition unless
// it is t_max.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__one_finish)(const COLLIDE__W(collide__one_times) * o, float t_max,
                                collide__times *t) {
    const COLLIDE__F4 enter = COLLIDE__W(collide__one_least)(o->enter);
    unsigned first = 0;
    t->last = COLLIDE__F4_(cvtss_f32)(COLLIDE__W(collide__one_least)(o->last));
    t->enter = COLLIDE__F4_(cvtss_f32)(enter);
    t->axis = COLLIDE_AXIS_NONE;
    if (t->last == 0 && t_max > 0)
        return COLLIDE__UNDECIDED;
    for (int i = 0; i < 5; ++i)
        first |=
            ((unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmpeq_ps)(o->entered[i], enter)) & 7u)
            << 3 * i;
    if (t->enter < 0)
        t->axis = collide__lowest_bit(first);
    return COLLIDE__HIT;
}

// Numbers of face axes beyond this are left to the definition: their sum may be too large, or the
// speed be unusual.
#define COLLIDE__MUCH 1.152921504606847e18f // 2^60

// The axes of edge i of a, where h and k are its other two axes.
#define COLLIDE__EDGES(i, h, k)                                                                    \
    {                                                                                              \
        const COLLIDE__F4 cofactor = COLLIDE__F4_ABS(COLLIDE__F4_SUB(                              \
            COLLIDE__F4_MUL(COLLIDE__NEXT(row[h]), COLLIDE__NEXT_BUT_ONE(row[k])),                 \
            COLLIDE__F4_MUL(COLLIDE__NEXT(row[k]), COLLIDE__NEXT_BUT_ONE(row[h]))));               \
        const COLLIDE__F4 least = COLLIDE__F4_MAX(size[k], COLLIDE__F4_ALL(COLLIDE__PARALLEL));    \
        const COLLIDE__F4 reached = COLLIDE__F4_ADD(                                               \
            COLLIDE__F4_ADD(COLLIDE__F4_MUL(COLLIDE__LANE(g, h), least),                           \
                            COLLIDE__F4_MUL(COLLIDE__LANE(g, k), size[h])),                        \
            COLLIDE__F4_ADD(COLLIDE__F4_MUL(b_next, COLLIDE__NEXT_BUT_ONE(cofactor)),              \
                            COLLIDE__F4_MUL(b_third, COLLIDE__NEXT(cofactor))));                   \
        const COLLIDE__F4 at =                                                                     \
            COLLIDE__F4_SUB(COLLIDE__F4_MUL(row[h], COLLIDE__LANE(position, k)),                   \
                            COLLIDE__F4_MUL(row[k], COLLIDE__LANE(position, h)));                  \
        const COLLIDE__F4 moves =                                                                  \
            COLLIDE__F4_SUB(COLLIDE__F4_MUL(row[h], COLLIDE__LANE(speed, k)),                      \
                            COLLIDE__F4_MUL(row[k], COLLIDE__LANE(speed, h)));                     \
        possible =                                                                                 \
            COLLIDE__W(collide__one_axes)(rest, &times, 2 + (i), at, moves, reached) && possible;  \
    }

// Lanes are the axes of a, then of b, then for each axis i of a the edges of b. Every product and
// sum is one of the definition.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__one)(bool rest, const collide_obb *box_a,
                                                             const collide_obb *box_b,
                                                             const collide_vec3 *v, float t_max,
                                                             collide__times *t) {
    const float *const a = collide__floats(box_a), *const b = collide__floats(box_b);
    const float e = collide__sum3(box_a->half) + collide__sum3(box_b->half);
    const COLLIDE__F4 slack = COLLIDE__F4_ALL(collide__mul(e, 12 * COLLIDE__ROUNDING));
    const COLLIDE__F4 d = COLLIDE__F4_SUB(COLLIDE__F4_(loadu_ps)(b), COLLIDE__F4_(loadu_ps)(a));
    const COLLIDE__F4 dx = COLLIDE__LANE(d, 0), dy = COLLIDE__LANE(d, 1), dz = COLLIDE__LANE(d, 2);
    const COLLIDE__F4 vx = COLLIDE__F4_ALL(v->x), vy = COLLIDE__F4_ALL(v->y),
                      vz = COLLIDE__F4_ALL(v->z);
    const COLLIDE__F4 a_half = COLLIDE__THREE(COLLIDE__F4_(loadu_ps)(a + 3));
    const COLLIDE__F4 b_half = COLLIDE__THREE(COLLIDE__F4_(loadu_ps)(b + 3));
    const COLLIDE__F4 g = COLLIDE__F4_ADD(a_half, slack);
    COLLIDE__F4 axis[3], column[3], row[3], size[3];
    COLLIDE__W(collide__one_times) times;
    if (!rest) {
        times.enter = COLLIDE__F4_ALL(0.0f);
        times.last = COLLIDE__F4_ALL(collide__times_of(t_max).last);
    }
    COLLIDE__W(collide__box_columns)(a, axis);
#define COLLIDE__COLUMN(j)                                                                         \
    column[j] = COLLIDE__F4_DOT(axis[0], axis[1], axis[2], COLLIDE__F4_ALL(b[6 + 3 * (j)]),        \
                                COLLIDE__F4_ALL(b[7 + 3 * (j)]), COLLIDE__F4_ALL(b[8 + 3 * (j)]));
    COLLIDE__COLUMN(0)
    COLLIDE__COLUMN(1)
    COLLIDE__COLUMN(2)
#undef COLLIDE__COLUMN
    const COLLIDE__F4 position = COLLIDE__F4_DOT(dx, dy, dz, axis[0], axis[1], axis[2]);
    const COLLIDE__F4 speed = COLLIDE__F4_DOT(vx, vy, vz, axis[0], axis[1], axis[2]);
    const COLLIDE__F4 radius =
        COLLIDE__F4_ADD(g, COLLIDE__F4_DOT(COLLIDE__LANE(b_half, 0), COLLIDE__LANE(b_half, 1),
                                           COLLIDE__LANE(b_half, 2), COLLIDE__F4_ABS(column[0]),
                                           COLLIDE__F4_ABS(column[1]), COLLIDE__F4_ABS(column[2])));
    COLLIDE__F4 reach = COLLIDE__F4_ADD(radius, COLLIDE__F4_ABS(position));
    if (!rest)
        reach = COLLIDE__F4_ADD(reach, COLLIDE__F4_ABS(speed));
    if (COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmple_ps)(reach, COLLIDE__F4_ALL(COLLIDE__MUCH))) !=
        15)
        return COLLIDE__UNDECIDED;
    if (!COLLIDE__W(collide__one_axes)(rest, &times, 0, position, speed, radius) ||
        (!rest && !COLLIDE__W(collide__one_overlap)(&times)))
        return COLLIDE__MISS;

    COLLIDE__W(collide__columns)(column[0], column[1], column[2], row);
    COLLIDE__W(collide__box_columns)(b, axis);
    for (int i = 0; i < 3; ++i)
        size[i] = COLLIDE__F4_ABS(row[i]);
    if (!COLLIDE__W(collide__one_axes)(
            rest, &times, 1, COLLIDE__F4_DOT(dx, dy, dz, axis[0], axis[1], axis[2]),
            COLLIDE__F4_DOT(vx, vy, vz, axis[0], axis[1], axis[2]),
            COLLIDE__F4_ADD(COLLIDE__F4_ADD(b_half, slack),
                            COLLIDE__F4_DOT(COLLIDE__LANE(a_half, 0), COLLIDE__LANE(a_half, 1),
                                            COLLIDE__LANE(a_half, 2), size[0], size[1],
                                            size[2]))) ||
        (!rest && !COLLIDE__W(collide__one_overlap)(&times)))
        return COLLIDE__MISS;

    const COLLIDE__F4 b_next = COLLIDE__NEXT(b_half), b_third = COLLIDE__NEXT_BUT_ONE(b_half);
    bool possible = true;
    COLLIDE__EDGES(0, 1, 2)
    COLLIDE__EDGES(1, 2, 0)
    COLLIDE__EDGES(2, 0, 1)
    if (rest)
        return possible ? COLLIDE__HIT : COLLIDE__MISS;
    if (!COLLIDE__W(collide__one_overlap)(&times))
        return COLLIDE__MISS;
    return COLLIDE__W(collide__one_finish)(&times, t_max, t);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__obb_one_rest)(const collide_obb *a,
                                                                  const collide_obb *b) {
    const collide_vec3 still = {0, 0, 0};
    return COLLIDE__W(collide__one)(true, a, b, &still, 0, NULL);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__obb_one)(const collide_obb *a,
                                                             const collide_obb *b,
                                                             const collide_vec3 *v, float t_max,
                                                             collide__times *t) {
    return COLLIDE__W(collide__one)(false, a, b, v, t_max, t);
}
#undef COLLIDE__MUCH
#undef COLLIDE__EDGES
#undef COLLIDE__F4_MAX
#undef COLLIDE__F4_MIN
#undef COLLIDE__F4_DOT
#undef COLLIDE__F4_ABS
#undef COLLIDE__F4_ALL
#undef COLLIDE__LANE
#undef COLLIDE__NEXT_BUT_ONE
#undef COLLIDE__NEXT
#undef COLLIDE__THREE
#undef COLLIDE__TURN
#endif // COLLIDE_NO_SAT
