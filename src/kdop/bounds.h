#pragma once
#include "lanes.h"
#include "../base/ops.h"

// ---- k-DOPs of shapes ------------------------------------------------------------------------
// The same arithmetic serves the rows of one object in lanes and one row of 16 objects. All numbers
// are below COLLIDE__KDOP_USUAL in absolute value, so that no sum or product overflows and the
// errors of sums are exact. The callers leave anything else to the definition.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_KDOP)

// Sums of 1 to 3 terms, rounded outward.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_sum)(int terms, const COLLIDE__V *term,
                                                              COLLIDE__V *lo, COLLIDE__V *hi) {
    *lo = *hi = term[0];
    if (terms > 1) {
        *lo = COLLIDE__ADD_DOWN(term[0], term[1]);
        *hi = COLLIDE__ADD_UP(term[0], term[1]);
    }
    if (terms > 2) {
        *lo = COLLIDE__ADD_DOWN(*lo, term[2]);
        *hi = COLLIDE__ADD_UP(*hi, term[2]);
    }
}

// The absolute value of a sum, rounded up.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__kdop_length)(int terms,
                                                                       const COLLIDE__V *term) {
    COLLIDE__V lo, hi;
    if (terms == 1)
        return COLLIDE__ABS(term[0]);
#if COLLIDE__WIDTH != 16
    if (terms == 2) { // away from 0 where the error is
        const COLLIDE__V s = COLLIDE__ADD(term[0], term[1]);
        const COLLIDE__V e = COLLIDE__W(collide__sum_error)(term[0], term[1], s);
        const COLLIDE__M away = COLLIDE__LT(COLLIDE__SPLAT(0), COLLIDE__XOR(e, COLLIDE__SIGN(s)));
        const COLLIDE__V length = COLLIDE__ABS(s);
        return COLLIDE__ADD_BITS(away, length, COLLIDE__SPLAT_S(1));
    }
#endif
    COLLIDE__W(collide__kdop_sum)(terms, term, &lo, &hi);
    lo = COLLIDE__ABS(lo);
    hi = COLLIDE__ABS(hi);
    return COLLIDE__MAX(lo, hi);
}

// A sum of terms -+ radius, rounded outward.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_around)(int terms, const COLLIDE__V *term,
                                                                 COLLIDE__V radius, COLLIDE__V *lo,
                                                                 COLLIDE__V *hi) {
    COLLIDE__W(collide__kdop_sum)(terms, term, lo, hi);
    *lo = COLLIDE__ADD_DOWN(*lo, COLLIDE__NEG(radius));
    *hi = COLLIDE__ADD_UP(*hi, radius);
}

// ---- the rows of one object in lanes -----------------------------------------------------------

// Whether n floats, n constant, are all of usual size.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__kdop_usual)(const float *p, int n) {
    const COLLIDE__V limit = COLLIDE__SPLAT(COLLIDE__KDOP_USUAL);
    unsigned bits = COLLIDE__ALL;
#define COLLIDE__CHUNK(i)                                                                          \
    if (n > (i)) {                                                                                 \
        const COLLIDE__V x =                                                                       \
            COLLIDE__LOAD_PART(p + (i), n - (i) < COLLIDE__WIDTH ? n - (i) : COLLIDE__WIDTH);      \
        bits &= COLLIDE__BITS(COLLIDE__LT(COLLIDE__ABS(x), limit));                                \
    }
    COLLIDE__CHUNK(0)
    COLLIDE__CHUNK(COLLIDE__WIDTH)
    COLLIDE__CHUNK(COLLIDE__WIDTH * 2)
    COLLIDE__CHUNK(COLLIDE__WIDTH * 3)
#undef COLLIDE__CHUNK
    return bits == COLLIDE__ALL;
}

// How many terms the rows from the given one on have at most, and how many rows are left.
COLLIDE__FORCE_INLINE int COLLIDE__W(collide__kdop_most)(int kind, int row) {
    return kind == 6 ? 1 : kind == 18 || row > 6 ? 2 : 3;
}

COLLIDE__FORCE_INLINE int COLLIDE__W(collide__kdop_left)(int kind, int row) {
    return kind / 2 - row < COLLIDE__WIDTH ? kind / 2 - row : COLLIDE__WIDTH;
}

COLLIDE__FORCE_INLINE const collide__kdop_terms *COLLIDE__W(collide__kdop_terms)(int kind) {
    return kind == 14   ? &collide__kdop_terms14
           : kind == 18 ? &collide__kdop_terms18
                        : &collide__kdop_terms26;
}

// The terms of the rows from the given one on, for the point in lanes 0 to 2 of p; lane 3 is 0.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_turn)(int kind, int row, COLLIDE__V p,
                                                               COLLIDE__V *term) {
    const collide__kdop_terms *terms = COLLIDE__W(collide__kdop_terms)(kind);
    if (kind == 6) {
        term[0] = p;
        return;
    }
#if COLLIDE__WIDTH == 4
#define COLLIDE__TURN(a, b, c, d)                                                                  \
    COLLIDE__MM(shuffle_ps)(p, p, (a) | (b) << 2 | (c) << 4 | (d) << 6)
    const bool corners = kind != 18 && row == 4;
    term[0] = row == 0                 ? COLLIDE__TURN(0, 1, 2, 0)
              : corners                ? COLLIDE__TURN(0, 0, 0, 0)
              : row == 12              ? COLLIDE__TURN(1, 1, 1, 1)
              : kind == 18 && row == 8 ? COLLIDE__TURN(1, 1, 1, 1)
                                       : COLLIDE__TURN(0, 1, 0, 0);
    term[1] = row == 0                                ? COLLIDE__TURN(3, 3, 3, 1)
              : corners                               ? COLLIDE__TURN(1, 1, 1, 1)
              : row == 12 || (kind == 18 && row == 8) ? COLLIDE__TURN(2, 2, 2, 2)
                                                      : COLLIDE__TURN(2, 2, 1, 2);
    term[2] = row == 0 ? COLLIDE__TURN(3, 3, 3, 2) : COLLIDE__TURN(2, 2, 2, 3);
#undef COLLIDE__TURN
#else
#define COLLIDE__TURN(i)                                                                           \
    COLLIDE__PICK(COLLIDE__LOAD_S((const int16_t *)(const void *)(terms->index[i] + row)), p)
    term[0] = COLLIDE__TURN(0);
    term[1] = COLLIDE__TURN(1);
    term[2] = COLLIDE__TURN(2);
#undef COLLIDE__TURN
#endif
    term[1] = COLLIDE__XOR(term[1], COLLIDE__LOAD_V(terms->sign[1] + row));
    term[2] = COLLIDE__XOR(term[2], COLLIDE__LOAD_V(terms->sign[2] + row));
}

#define COLLIDE__KDOP_ROWS(PART)                                                                   \
    { PART(0) PART(COLLIDE__WIDTH) PART(COLLIDE__WIDTH * 2) PART(COLLIDE__WIDTH * 3) }

// The rows of n points; false, with anything in out, if one is not usual.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__kdop_points)(int kind, const void *points,
                                                                 size_t n, size_t stride,
                                                                 float *out) {
    const COLLIDE__V limit = COLLIDE__SPLAT(COLLIDE__KDOP_USUAL);
    COLLIDE__V min[4], max[4], term[3], lo, hi;
    COLLIDE__M usual = COLLIDE__LT(COLLIDE__SPLAT(0), limit);
    for (int i = 0; i < 4; ++i) {
        min[i] = COLLIDE__SPLAT(collide__infinity());
        max[i] = COLLIDE__SPLAT(-collide__infinity());
    }
    for (size_t i = 0; i < n; ++i) {
        const COLLIDE__V p = COLLIDE__LOAD_PART((const float *)collide__at(points, i, stride), 3);
        usual = COLLIDE__AND(usual, COLLIDE__LT(COLLIDE__ABS(p), limit));
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        enum { part = (row) / COLLIDE__WIDTH };                                                    \
        COLLIDE__W(collide__kdop_turn)(kind, row, p, term);                                        \
        COLLIDE__W(collide__kdop_sum)(COLLIDE__W(collide__kdop_most)(kind, row), term, &lo, &hi);  \
        min[part] = COLLIDE__MIN(lo, min[part]);                                                   \
        max[part] = COLLIDE__MAX(hi, max[part]);                                                   \
    }
        COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
    }
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        enum { part = (row) / COLLIDE__WIDTH };                                                    \
        float *const to = out + (row);                                                             \
        COLLIDE__STORE_PART(to, COLLIDE__W(collide__kdop_left)(kind, row), min[part]);             \
        COLLIDE__STORE_PART(to + kind / 2, COLLIDE__W(collide__kdop_left)(kind, row), max[part]);  \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
    return COLLIDE__BITS(usual) == COLLIDE__ALL;
}

// center -+ radius |n|
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_sphere)(int kind, const float *sphere,
                                                                 float *out) {
    const float *lengths = collide__kdop_lengths[kind == 14 ? 0 : kind == 18 ? 1 : 2];
    const COLLIDE__V center = COLLIDE__LOAD_PART(sphere, 3), size = COLLIDE__SPLAT(sphere[3]);
    COLLIDE__V term[3], radius, lo, hi;
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        radius = COLLIDE__ABS(size);                                                               \
        if (kind > 6)                                                                              \
            radius = COLLIDE__MUL_UP(radius, COLLIDE__LOAD_V(lengths + (row)));                    \
        COLLIDE__W(collide__kdop_turn)(kind, row, center, term);                                   \
        COLLIDE__W(collide__kdop_around)                                                           \
        (COLLIDE__W(collide__kdop_most)(kind, row), term, radius, &lo, &hi);                       \
        COLLIDE__STORE_PART(out + (row), COLLIDE__W(collide__kdop_left)(kind, row), lo);           \
        COLLIDE__STORE_PART(out + kind / 2 + (row), COLLIDE__W(collide__kdop_left)(kind, row),     \
                            hi);                                                                   \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
}

// center -+ sum of half_j |n.axis_j|
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__kdop_obb)(int kind, const float *box,
                                                              float *out) {
    COLLIDE__V center, half[3], axis[3], term[3], radius, lo, hi;
    center = COLLIDE__LOAD_PART(box, 3);
    for (int j = 0; j < 3; ++j) {
        half[j] = COLLIDE__ABS(COLLIDE__SPLAT(box[3 + j]));
        axis[j] = COLLIDE__LOAD_PART(box + 6 + 3 * j, 3);
    }
#define COLLIDE__REACH(row, j)                                                                     \
    (COLLIDE__W(collide__kdop_turn)(kind, row, axis[j], term),                                     \
     COLLIDE__MUL_UP(half[j], COLLIDE__W(collide__kdop_length)(                                    \
                                  COLLIDE__W(collide__kdop_most)(kind, row), term)))
#define COLLIDE__PART(row)                                                                         \
    if (kind / 2 > (row)) {                                                                        \
        radius = COLLIDE__REACH(row, 0);                                                           \
        radius = COLLIDE__ADD_UP(radius, COLLIDE__REACH(row, 1));                                  \
        radius = COLLIDE__ADD_UP(radius, COLLIDE__REACH(row, 2));                                  \
        COLLIDE__W(collide__kdop_turn)(kind, row, center, term);                                   \
        COLLIDE__W(collide__kdop_around)                                                           \
        (COLLIDE__W(collide__kdop_most)(kind, row), term, radius, &lo, &hi);                       \
        COLLIDE__STORE_PART(out + (row), COLLIDE__W(collide__kdop_left)(kind, row), lo);           \
        COLLIDE__STORE_PART(out + kind / 2 + (row), COLLIDE__W(collide__kdop_left)(kind, row),     \
                            hi);                                                                   \
    }
    COLLIDE__KDOP_ROWS(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__REACH
}

// A function that returns a struct does so in place if it writes it by stores alone, and calls
// nothing that might. So each kernel is two functions.
#define COLLIDE__KDOP_SHAPES(K)                                                                    \
    static COLLIDE__TARGET bool COLLIDE__W(collide__kdop_points##K)(const void *points, size_t n,  \
                                                                    size_t stride, float *out) {   \
        return COLLIDE__W(collide__kdop_points)(K, points, n, stride, out) ||                      \
               collide__kdop_points##K##_scalar(points, n, stride, out);                           \
    }                                                                                              \
    COLLIDE__NOINLINE COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_usual_sphere##K)(   \
        const collide_sphere *sphere) {                                                            \
        collide_kdop##K r;                                                                         \
        COLLIDE__W(collide__kdop_sphere)(K, collide__floats(sphere), (float *)(void *)&r);         \
        return r;                                                                                  \
    }                                                                                              \
    static COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_sphere##K)(                    \
        const collide_sphere *sphere) {                                                            \
        return COLLIDE__W(collide__kdop_usual)(collide__floats(sphere), 4) && sphere->radius >= 0  \
                   ? COLLIDE__W(collide__kdop_usual_sphere##K)(sphere)                             \
                   : collide__kdop_sphere##K##_scalar(sphere);                                     \
    }                                                                                              \
    COLLIDE__NOINLINE COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_usual_obb##K)(      \
        const collide_obb *box) {                                                                  \
        collide_kdop##K r;                                                                         \
        COLLIDE__W(collide__kdop_obb)(K, collide__floats(box), (float *)(void *)&r);               \
        return r;                                                                                  \
    }                                                                                              \
    static COLLIDE__TARGET collide_kdop##K COLLIDE__W(collide__kdop_obb##K)(                       \
        const collide_obb *box) {                                                                  \
        return COLLIDE__W(collide__kdop_usual)(collide__floats(box), 15) && box->half.x >= 0 &&    \
                       box->half.y >= 0 && box->half.z >= 0                                        \
                   ? COLLIDE__W(collide__kdop_usual_obb##K)(box)                                   \
                   : collide__kdop_obb##K##_scalar(box);                                           \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_SHAPES)
#undef COLLIDE__KDOP_SHAPES
#undef COLLIDE__KDOP_ROWS
#endif // COLLIDE_NO_KDOP
