#pragma once
#include "table.h"
#include "../base/ops.h"

// ---- separating axes -------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SAT)

typedef struct COLLIDE__W(collide__times) {
    COLLIDE__V enter, last, axis, finite;
} COLLIDE__W(collide__times);

// Hides that the rows are the same: gcc would copy them to the stack rather than read them twice.
COLLIDE__LANE_FORCE_INLINE const float *COLLIDE__W(collide__anew)(const float *rows) {
#if defined(COLLIDE__GNU)
    __asm__("" : "+r"(rows));
#endif
    return rows;
}

// The velocity of b seen from a along one coordinate.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__approach)(int asked, const float *va,
                                                                    const float *vb, int i) {
    if (asked == COLLIDE__AT_REST)
        return COLLIDE__SPLAT(0.0f);
    return COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, i), COLLIDE__LOAD_ROW(va, i));
}

// One axis, as in collide__axis_times. At rest s is 0 or NaN, and last turns negative where the
// definition has enter or last of -infinity: where the shapes are apart.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__axis_times)(int asked,
                                                                COLLIDE__W(collide__times) * t,
                                                                int axis, COLLIDE__V p,
                                                                COLLIDE__V s, COLLIDE__V r) {
    if (asked == COLLIDE__AT_REST) {
        t->last = COLLIDE__MIN(COLLIDE__SUB(r, COLLIDE__ABS(p)), t->last);
        return;
    }
    const COLLIDE__V q = COLLIDE__XOR(p, COLLIDE__SIGN(s));
    const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1.0f), COLLIDE__ABS(s));
    const COLLIDE__V enter = COLLIDE__MUL(COLLIDE__ADD(r, q), inverse);
    const COLLIDE__V leave = COLLIDE__MUL(COLLIDE__SUB(r, q), inverse);
    if (asked == COLLIDE__TIMES_AND_AXIS)
        t->axis =
            COLLIDE__SELECT(COLLIDE__LT(enter, t->enter), COLLIDE__SPLAT((float)axis), t->axis);
    t->enter = COLLIDE__MIN(enter, t->enter);
    t->last = COLLIDE__MIN(leave, t->last);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__M
COLLIDE__W(collide__times_overlap)(const COLLIDE__W(collide__times) * t) {
    return COLLIDE__LE(COLLIDE__XOR(t->enter, COLLIDE__SPLAT(-0.0f)),
                       COLLIDE__MUL(t->last, COLLIDE__SPLAT(1 + 8 * COLLIDE__ROUNDING)));
}

// The lanes that may still hit.
COLLIDE__LANE_FORCE_INLINE COLLIDE__M
COLLIDE__W(collide__times_alive)(const COLLIDE__W(collide__times) * t) {
    return COLLIDE__AND(COLLIDE__LE(t->finite, COLLIDE__SPLAT(FLT_MAX)),
                        COLLIDE__W(collide__times_overlap)(t));
}

// Whether the velocity of any lane of a block is not collide__usual. NaN does not count, since it
// never hits.
static COLLIDE__TARGET bool COLLIDE__W(collide__any_unusual)(const float *va, const float *vb,
                                                             float t_max) {
    const COLLIDE__V slowest = COLLIDE__SPLAT(t_max > COLLIDE__T_SOON ? COLLIDE__SLOWEST : 0.0f);
    unsigned bits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, va += COLLIDE__WIDTH, vb += COLLIDE__WIDTH) {
        const COLLIDE__V vx = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 0), COLLIDE__LOAD_ROW(va, 0));
        const COLLIDE__V vy = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 1), COLLIDE__LOAD_ROW(va, 1));
        const COLLIDE__V vz = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 2), COLLIDE__LOAD_ROW(va, 2));
        const COLLIDE__V sum =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(vx), COLLIDE__ABS(vy)), COLLIDE__ABS(vz));
        bits |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(COLLIDE__FASTEST), sum));
        bits |= COLLIDE__BITS(
            COLLIDE__AND(COLLIDE__LT(COLLIDE__SPLAT(0.0f), sum), COLLIDE__LT(sum, slowest)));
    }
    return bits != 0;
}

// The same, tested only if it is possible: t_max is late, or fast, a sum of speeds along the face
// axes of this block, is large or NaN.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__unusual)(COLLIDE__V fast, const float *va,
                                                             const float *vb, float t_max) {
    return (COLLIDE__BITS(COLLIDE__LE(fast, COLLIDE__SPLAT(COLLIDE__FASTEST))) !=
                (1u << COLLIDE__WIDTH) - 1 ||
            t_max > COLLIDE__T_SOON) &&
           COLLIDE__W(collide__any_unusual)(va, vb, t_max);
}

// The minimum radius, for parallel edges.
#define COLLIDE__EDGE_SIZE(x) COLLIDE__MAX(COLLIDE__ABS(x), COLLIDE__SPLAT(COLLIDE__PARALLEL))

// The face axes of the definition of OBB against OBB for the lanes at these rows; false if none can
// hit. kept takes the numbers that the edge axes need; speeds are added to fast, see
// collide__unusual.
COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__obb_obb_faces)(int asked, bool early, const float *a, const float *va,
                                   const float *b, const float *vb, COLLIDE__V *kept,
                                   COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    COLLIDE__V *const r = kept, *const position = kept + 9, *const speed = kept + 12;
    COLLIDE__V *const g = kept + 15;
    const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
    const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
    const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
    const COLLIDE__V vx = COLLIDE__W(collide__approach)(asked, va, vb, 0);
    const COLLIDE__V vy = COLLIDE__W(collide__approach)(asked, va, vb, 1);
    const COLLIDE__V vz = COLLIDE__W(collide__approach)(asked, va, vb, 2);
    const COLLIDE__V e =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4)),
                                  COLLIDE__LOAD_ROW(a, 5)),
                     COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(b, 3), COLLIDE__LOAD_ROW(b, 4)),
                                  COLLIDE__LOAD_ROW(b, 5)));
    const COLLIDE__V slack = COLLIDE__MUL(e, COLLIDE__SPLAT(12 * COLLIDE__ROUNDING));
    COLLIDE__V size[9];
#define COLLIDE__B_HALF(j) COLLIDE__LOAD_ROW(b, 3 + (j))
#define COLLIDE__TIMES(axis, p, s, radius)                                                         \
    COLLIDE__W(collide__axis_times)(asked, t, axis, p, s, radius)
#define COLLIDE__ENTRY(i, j)                                                                       \
    r[3 * (i) + (j)] =                                                                             \
        COLLIDE__DOT(ax, ay, az, COLLIDE__LOAD_ROW(b, 6 + 3 * (j)),                                \
                     COLLIDE__LOAD_ROW(b, 7 + 3 * (j)), COLLIDE__LOAD_ROW(b, 8 + 3 * (j)));        \
    size[3 * (i) + (j)] = COLLIDE__ABS(r[3 * (i) + (j)]);
#define COLLIDE__AXIS(i)                                                                           \
    {                                                                                              \
        const COLLIDE__V ax = COLLIDE__LOAD_ROW(a, 6 + 3 * (i)),                                   \
                         ay = COLLIDE__LOAD_ROW(a, 7 + 3 * (i)),                                   \
                         az = COLLIDE__LOAD_ROW(a, 8 + 3 * (i));                                   \
        COLLIDE__ENTRY(i, 0)                                                                       \
        COLLIDE__ENTRY(i, 1)                                                                       \
        COLLIDE__ENTRY(i, 2)                                                                       \
        g[i] = COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3 + (i)), slack);                                 \
        position[i] = COLLIDE__DOT(dx, dy, dz, ax, ay, az);                                        \
        speed[i] = COLLIDE__DOT(vx, vy, vz, ax, ay, az);                                           \
        const COLLIDE__V radius = COLLIDE__ADD(                                                    \
            g[i], COLLIDE__DOT(COLLIDE__B_HALF(0), COLLIDE__B_HALF(1), COLLIDE__B_HALF(2),         \
                               size[3 * (i)], size[3 * (i) + 1], size[3 * (i) + 2]));              \
        COLLIDE__V reach = COLLIDE__ADD(radius, COLLIDE__ABS(position[i]));                        \
        if (asked != COLLIDE__AT_REST)                                                             \
            reach = COLLIDE__ADD(reach, COLLIDE__ABS(speed[i]));                                   \
        t->finite = COLLIDE__ADD(t->finite, reach);                                                \
        COLLIDE__TIMES(i, position[i], speed[i], radius);                                          \
    }
    COLLIDE__AXIS(0)
    b = COLLIDE__W(collide__anew)(b);
    COLLIDE__AXIS(1)
    b = COLLIDE__W(collide__anew)(b);
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
#undef COLLIDE__ENTRY
    *fast = COLLIDE__ADD(t->finite, *fast);
    if (early && !COLLIDE__BITS(COLLIDE__W(collide__times_overlap)(t)))
        return false;
    a = COLLIDE__W(collide__anew)(a);
    b = COLLIDE__W(collide__anew)(b);
#define COLLIDE__AXIS(j)                                                                           \
    {                                                                                              \
        const COLLIDE__V bx = COLLIDE__LOAD_ROW(b, 6 + 3 * (j)),                                   \
                         by = COLLIDE__LOAD_ROW(b, 7 + 3 * (j)),                                   \
                         bz = COLLIDE__LOAD_ROW(b, 8 + 3 * (j));                                   \
        COLLIDE__TIMES(3 + (j), COLLIDE__DOT(dx, dy, dz, bx, by, bz),                              \
                       COLLIDE__DOT(vx, vy, vz, bx, by, bz),                                       \
                       COLLIDE__ADD(COLLIDE__ADD(COLLIDE__B_HALF(j), slack),                       \
                                    COLLIDE__DOT(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4), \
                                                 COLLIDE__LOAD_ROW(a, 5), size[j], size[3 + (j)],  \
                                                 size[6 + (j)])));                                 \
    }
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    b = COLLIDE__W(collide__anew)(b);
    for (int j = 0; j < 3; ++j)
        kept[18 + j] = COLLIDE__B_HALF(j);
#undef COLLIDE__B_HALF
    return !early || COLLIDE__BITS(COLLIDE__W(collide__times_alive)(t)) != 0;
}

// The edge axes.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__obb_obb_edges)(int asked,
                                                                   const COLLIDE__V *kept,
                                                                   COLLIDE__W(collide__times) * t) {
    const COLLIDE__V *const r = kept, *const position = kept + 9, *const speed = kept + 12;
    const COLLIDE__V *const g = kept + 15, *const half = kept + 18;
    COLLIDE__V cofactor[3];
#define COLLIDE__COFACTOR(h, k, j, m, n)                                                           \
    cofactor[j] = COLLIDE__ABS(COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (m)], r[3 * (k) + (n)]),      \
                                            COLLIDE__MUL(r[3 * (k) + (m)], r[3 * (h) + (n)])));
#define COLLIDE__PAIR(i, h, k, j, m, n)                                                            \
    COLLIDE__TIMES(                                                                                \
        6 + 3 * (i) + (j),                                                                         \
        COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (j)], position[k]),                                  \
                     COLLIDE__MUL(r[3 * (k) + (j)], position[h])),                                 \
        COLLIDE__SUB(COLLIDE__MUL(r[3 * (h) + (j)], speed[k]),                                     \
                     COLLIDE__MUL(r[3 * (k) + (j)], speed[h])),                                    \
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(g[h], COLLIDE__EDGE_SIZE(r[3 * (k) + (j)])),        \
                                  COLLIDE__MUL(g[k], COLLIDE__ABS(r[3 * (h) + (j)]))),             \
                     COLLIDE__ADD(COLLIDE__MUL(half[m], cofactor[n]),                              \
                                  COLLIDE__MUL(half[n], cofactor[m]))));
#define COLLIDE__AXIS(i, h, k)                                                                     \
    COLLIDE__COFACTOR(h, k, 0, 1, 2)                                                               \
    COLLIDE__COFACTOR(h, k, 1, 2, 0)                                                               \
    COLLIDE__COFACTOR(h, k, 2, 0, 1)                                                               \
    COLLIDE__PAIR(i, h, k, 0, 1, 2)                                                                \
    COLLIDE__PAIR(i, h, k, 1, 2, 0)                                                                \
    COLLIDE__PAIR(i, h, k, 2, 0, 1)
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
#undef COLLIDE__PAIR
#undef COLLIDE__COFACTOR
}

// The edges of triangles.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sides)(const COLLIDE__V *x, COLLIDE__V *f) {
#define COLLIDE__AXIS(i)                                                                           \
    f[i] = COLLIDE__SUB(x[3 + (i)], x[i]);                                                         \
    f[3 + (i)] = COLLIDE__SUB(x[6 + (i)], x[3 + (i)]);                                             \
    f[6 + (i)] = COLLIDE__SUB(x[i], x[6 + (i)]);
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
}

// The face axes of OBB against triangle, likewise.
COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__obb_triangle_faces)(int asked, bool early, const float *a, const float *va,
                                        const float *b, const float *vb, COLLIDE__V *kept,
                                        COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    COLLIDE__V *const x = kept, *const speed = kept + 9, *const g = kept + 12;
    const COLLIDE__V vx = COLLIDE__W(collide__approach)(asked, va, vb, 0);
    const COLLIDE__V vy = COLLIDE__W(collide__approach)(asked, va, vb, 1);
    const COLLIDE__V vz = COLLIDE__W(collide__approach)(asked, va, vb, 2);
    COLLIDE__V f[9], normal[3], min[3], max[3], wide = COLLIDE__SPLAT(0.0f);
#define COLLIDE__VERTEX(k)                                                                         \
    const COLLIDE__V x##k = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k)), COLLIDE__LOAD_ROW(a, 0));  \
    const COLLIDE__V y##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 1), COLLIDE__LOAD_ROW(a, 1));                  \
    const COLLIDE__V z##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 2), COLLIDE__LOAD_ROW(a, 2));
    COLLIDE__VERTEX(0)
    COLLIDE__VERTEX(1)
    COLLIDE__VERTEX(2)
#undef COLLIDE__VERTEX
#define COLLIDE__AXIS(i)                                                                           \
    {                                                                                              \
        const COLLIDE__V ax = COLLIDE__LOAD_ROW(a, 6 + 3 * (i)),                                   \
                         ay = COLLIDE__LOAD_ROW(a, 7 + 3 * (i)),                                   \
                         az = COLLIDE__LOAD_ROW(a, 8 + 3 * (i));                                   \
        const COLLIDE__V s = COLLIDE__DOT(vx, vy, vz, ax, ay, az);                                 \
        x[i] = COLLIDE__DOT(x0, y0, z0, ax, ay, az);                                               \
        x[3 + (i)] = COLLIDE__DOT(x1, y1, z1, ax, ay, az);                                         \
        x[6 + (i)] = COLLIDE__DOT(x2, y2, z2, ax, ay, az);                                         \
        min[i] = COLLIDE__MIN(x[6 + (i)], COLLIDE__MIN(x[i], x[3 + (i)]));                         \
        max[i] = COLLIDE__MAX(x[6 + (i)], COLLIDE__MAX(x[i], x[3 + (i)]));                         \
        wide = COLLIDE__ADD(wide, COLLIDE__SUB(max[i], min[i]));                                   \
        speed[i] = COLLIDE__ADD(s, s);                                                             \
    }
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    const COLLIDE__V slack = COLLIDE__ADD(
        COLLIDE__MUL(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3), COLLIDE__LOAD_ROW(a, 4)),
                                  COLLIDE__LOAD_ROW(a, 5)),
                     COLLIDE__SPLAT(24 * COLLIDE__ROUNDING)),
        COLLIDE__MUL(wide, COLLIDE__SPLAT(12 * COLLIDE__ROUNDING)));
#define COLLIDE__AXIS(i)                                                                           \
    g[i] = COLLIDE__ADD(                                                                           \
        COLLIDE__ADD(COLLIDE__LOAD_ROW(a, 3 + (i)), COLLIDE__LOAD_ROW(a, 3 + (i))), slack);        \
    if (asked != COLLIDE__AT_REST)                                                                 \
        t->finite = COLLIDE__ADD(t->finite, COLLIDE__ABS(speed[i]));                               \
    COLLIDE__TIMES(i, COLLIDE__ADD(min[i], max[i]), speed[i],                                      \
                   COLLIDE__ADD(COLLIDE__SUB(max[i], min[i]), g[i]));
    COLLIDE__AXIS(0)
    COLLIDE__AXIS(1)
    COLLIDE__AXIS(2)
#undef COLLIDE__AXIS
    *fast = COLLIDE__ADD(t->finite, *fast);
    if (early && !COLLIDE__BITS(COLLIDE__W(collide__times_overlap)(t)))
        return false;
    COLLIDE__W(collide__sides)(x, f);
#define COLLIDE__AXIS(i, h, k)                                                                     \
    normal[i] = COLLIDE__SUB(COLLIDE__MUL(f[h], f[3 + (k)]), COLLIDE__MUL(f[k], f[3 + (h)]));
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
    {
        const COLLIDE__V p0 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[0], x[1], x[2]);
        const COLLIDE__V p1 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[3], x[4], x[5]);
        const COLLIDE__V p2 = COLLIDE__DOT(normal[0], normal[1], normal[2], x[6], x[7], x[8]);
        const COLLIDE__V lo = COLLIDE__MIN(p2, COLLIDE__MIN(p0, p1));
        const COLLIDE__V hi = COLLIDE__MAX(p2, COLLIDE__MAX(p0, p1));
        const COLLIDE__V radius = COLLIDE__ADD(
            COLLIDE__ADD(COLLIDE__SUB(hi, lo),
                         COLLIDE__DOT(g[0], g[1], g[2], COLLIDE__ABS(normal[0]),
                                      COLLIDE__ABS(normal[1]), COLLIDE__ABS(normal[2]))),
            COLLIDE__SPLAT(COLLIDE__SLIVER));
        t->finite = COLLIDE__ADD(t->finite, radius);
        COLLIDE__TIMES(3, COLLIDE__ADD(lo, hi),
                       COLLIDE__DOT(normal[0], normal[1], normal[2], speed[0], speed[1], speed[2]),
                       radius);
    }
    return !early || COLLIDE__BITS(COLLIDE__W(collide__times_alive)(t)) != 0;
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__obb_triangle_edges)(int asked, const COLLIDE__V *kept,
                                        COLLIDE__W(collide__times) * t) {
    const COLLIDE__V *const x = kept, *const speed = kept + 9, *const g = kept + 12;
    COLLIDE__V f[9];
    COLLIDE__W(collide__sides)(x, f);
#define COLLIDE__ON_PAIR(h, k, j, v)                                                               \
    COLLIDE__SUB(COLLIDE__MUL(f[3 * (j) + (h)], (v)[k]), COLLIDE__MUL(f[3 * (j) + (k)], (v)[h]))
#define COLLIDE__PAIR(i, h, k, j, o)                                                               \
    {                                                                                              \
        const COLLIDE__V p = COLLIDE__ON_PAIR(h, k, j, x + 3 * (j));                               \
        const COLLIDE__V q = COLLIDE__ON_PAIR(h, k, j, x + 3 * (o));                               \
        COLLIDE__TIMES(                                                                            \
            4 + 3 * (i) + (j), COLLIDE__ADD(p, q), COLLIDE__ON_PAIR(h, k, j, speed),               \
            COLLIDE__ADD(COLLIDE__ABS(COLLIDE__SUB(p, q)),                                         \
                         COLLIDE__ADD(COLLIDE__MUL(g[h], COLLIDE__EDGE_SIZE(f[3 * (j) + (k)])),    \
                                      COLLIDE__MUL(g[k], COLLIDE__ABS(f[3 * (j) + (h)])))));       \
    }
#define COLLIDE__AXIS(i, h, k)                                                                     \
    COLLIDE__PAIR(i, h, k, 0, 2)                                                                   \
    COLLIDE__PAIR(i, h, k, 1, 0)                                                                   \
    COLLIDE__PAIR(i, h, k, 2, 1)
    COLLIDE__AXIS(0, 1, 2)
    COLLIDE__AXIS(1, 2, 0)
    COLLIDE__AXIS(2, 0, 1)
#undef COLLIDE__AXIS
#undef COLLIDE__PAIR
#undef COLLIDE__ON_PAIR
#undef COLLIDE__TIMES
#undef COLLIDE__EDGE_SIZE
}

// An upper bound of the length of a vector of numbers >= 0, by at most 8 %.
#define COLLIDE__LENGTH_UP(x, y, z)                                                                \
    COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MAX(x, COLLIDE__MAX(y, z)), COLLIDE__SPLAT(0.5858f)),       \
                 COLLIDE__MUL(COLLIDE__ADD(x, COLLIDE__ADD(y, z)), COLLIDE__SPLAT(0.4143f)))

// Whether boxes in any lane may come near, by centres, extents and velocities alone: from the axes
// of a follows |d + v t| <= |half of a| + sum of b's half extents at some time of a hit, and
// likewise from the axes of b. For boxes that pass collide_obb_check no hit of the definition is
// lost, since the margin is thousands of times the rounding.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__obb_obb_near)(const float *a, const float *va,
                                                                  const float *b, const float *vb,
                                                                  float t_max) {
    const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 0), COLLIDE__LOAD_ROW(a, 0));
    const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 1), COLLIDE__LOAD_ROW(a, 1));
    const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 2), COLLIDE__LOAD_ROW(a, 2));
    const COLLIDE__V vx = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 0), COLLIDE__LOAD_ROW(va, 0));
    const COLLIDE__V vy = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 1), COLLIDE__LOAD_ROW(va, 1));
    const COLLIDE__V vz = COLLIDE__SUB(COLLIDE__LOAD_ROW(vb, 2), COLLIDE__LOAD_ROW(va, 2));
    const COLLIDE__V a0 = COLLIDE__LOAD_ROW(a, 3), a1 = COLLIDE__LOAD_ROW(a, 4),
                     a2 = COLLIDE__LOAD_ROW(a, 5);
    const COLLIDE__V b0 = COLLIDE__LOAD_ROW(b, 3), b1 = COLLIDE__LOAD_ROW(b, 4),
                     b2 = COLLIDE__LOAD_ROW(b, 5);
    const COLLIDE__V by_a =
        COLLIDE__ADD(COLLIDE__LENGTH_UP(a0, a1, a2), COLLIDE__ADD(b0, COLLIDE__ADD(b1, b2)));
    const COLLIDE__V by_b =
        COLLIDE__ADD(COLLIDE__LENGTH_UP(b0, b1, b2), COLLIDE__ADD(a0, COLLIDE__ADD(a1, a2)));
    const COLLIDE__V square = COLLIDE__DOT(vx, vy, vz, vx, vy, vz);
    const COLLIDE__V nearest = COLLIDE__DIV(
        COLLIDE__DOT(dx, dy, dz, vx, vy, vz),
        COLLIDE__XOR(COLLIDE__ADD(square, COLLIDE__SPLAT(FLT_MIN)), COLLIDE__SPLAT(-0.0f)));
    const COLLIDE__V t =
        COLLIDE__MIN(COLLIDE__MAX(nearest, COLLIDE__SPLAT(0.0f)), COLLIDE__SPLAT(t_max));
    const COLLIDE__V x = COLLIDE__ADD(dx, COLLIDE__MUL(vx, t));
    const COLLIDE__V y = COLLIDE__ADD(dy, COLLIDE__MUL(vy, t));
    const COLLIDE__V z = COLLIDE__ADD(dz, COLLIDE__MUL(vz, t));
    const COLLIDE__V extent =
        COLLIDE__ADD(COLLIDE__ABS(dx), COLLIDE__ADD(COLLIDE__ABS(dy), COLLIDE__ABS(dz)));
    const COLLIDE__V reach =
        COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MIN(by_a, by_b), COLLIDE__SPLAT(1.002f)),
                     COLLIDE__MUL(extent, COLLIDE__SPLAT(1e-4f)));
    // If products overflow or underflow, nothing is rejected.
    const COLLIDE__V speed =
        COLLIDE__ADD(COLLIDE__ABS(vx), COLLIDE__ADD(COLLIDE__ABS(vy), COLLIDE__ABS(vz)));
    const COLLIDE__M slow = COLLIDE__LT(square, COLLIDE__SPLAT(1e-30f));
    const COLLIDE__M apart =
        COLLIDE__AND(COLLIDE__LT(COLLIDE__MUL(reach, reach), COLLIDE__DOT(x, y, z, x, y, z)),
                     COLLIDE__AND(COLLIDE__LT(square, COLLIDE__SPLAT(1e30f)),
                                  COLLIDE__LT(extent, COLLIDE__SPLAT(1e15f))));
    const unsigned moving = COLLIDE__BITS(COLLIDE__LT(COLLIDE__SPLAT(0.0f), speed));
    return (COLLIDE__BITS(apart) & ~(COLLIDE__BITS(slow) & moving)) != (1u << COLLIDE__WIDTH) - 1;
}
#undef COLLIDE__LENGTH_UP

// The returned times of lanes that no axis separates.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__times_finish)(COLLIDE__W(collide__times) * t,
                                                                  float t_max) {
    const COLLIDE__V enter =
        COLLIDE__MAX(COLLIDE__XOR(t->enter, COLLIDE__SPLAT(-0.0f)), COLLIDE__SPLAT(0.0f));
    t->enter = COLLIDE__MIN(enter, t->last);
    t->last = COLLIDE__SELECT(COLLIDE__LT(t->last, COLLIDE__SPLAT(COLLIDE__T_LIMIT)), t->last,
                              COLLIDE__SPLAT(t_max));
}

COLLIDE__LANE_FORCE_INLINE bool
COLLIDE__W(collide__sweep_faces)(bool triangle, int asked, bool early, const float *a,
                                 const float *va, const float *b, const float *vb,
                                 const collide__times *start, COLLIDE__V *kept,
                                 COLLIDE__W(collide__times) * t, COLLIDE__V *fast) {
    t->enter = COLLIDE__SPLAT(start->enter);
    t->last = COLLIDE__SPLAT(start->last);
    t->axis = COLLIDE__SPLAT(COLLIDE__NO_LANE_AXIS);
    t->finite = COLLIDE__SPLAT(0.0f);
    return triangle
               ? COLLIDE__W(collide__obb_triangle_faces)(asked, early, a, va, b, vb, kept, t, fast)
               : COLLIDE__W(collide__obb_obb_faces)(asked, early, a, va, b, vb, kept, t, fast);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweep_edges)(bool triangle, int asked,
                                                                 const COLLIDE__V *kept,
                                                                 COLLIDE__W(collide__times) * t) {
    if (triangle)
        COLLIDE__W(collide__obb_triangle_edges)(asked, kept, t);
    else
        COLLIDE__W(collide__obb_obb_edges)(asked, kept, t);
}

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
    // A running average of the vectors of 256 that had lanes left; unless it is small, early
    // branches cost too much.
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

#define COLLIDE__DOT_L(p)                                                                          \
    COLLIDE__DOT(l[0], l[1], l[2], COLLIDE__SPLAT((p).x), COLLIDE__SPLAT((p).y),                   \
                 COLLIDE__SPLAT((p).z))

// The axes l from a row of directions in their frame, or their cross products with *cross.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_axes)(const float *row,
                                                                 const collide_vec3 *frame,
                                                                 const collide_vec3 *cross,
                                                                 COLLIDE__V *l) {
    const float(*axes)[3] = (const float(*)[3])(const void *)frame;
    const COLLIDE__V x = COLLIDE__LOAD_ROW(row, 0), y = COLLIDE__LOAD_ROW(row, 1),
                     z = COLLIDE__LOAD_ROW(row, 2);
#define COLLIDE__TURN(c)                                                                           \
    l[c] = COLLIDE__DOT(COLLIDE__SPLAT(axes[0][c]), COLLIDE__SPLAT(axes[1][c]),                    \
                        COLLIDE__SPLAT(axes[2][c]), x, y, z);
    COLLIDE__TURN(0)
    COLLIDE__TURN(1)
    COLLIDE__TURN(2)
#undef COLLIDE__TURN
    if (cross) {
        const COLLIDE__V cx = COLLIDE__SPLAT(cross->x), cy = COLLIDE__SPLAT(cross->y),
                         cz = COLLIDE__SPLAT(cross->z), lx = l[0], ly = l[1], lz = l[2];
        l[0] = COLLIDE__SUB(COLLIDE__MUL(cy, lz), COLLIDE__MUL(cz, ly));
        l[1] = COLLIDE__SUB(COLLIDE__MUL(cz, lx), COLLIDE__MUL(cx, lz));
        l[2] = COLLIDE__SUB(COLLIDE__MUL(cx, ly), COLLIDE__MUL(cy, lx));
        const COLLIDE__V along = COLLIDE__DOT(l[0], l[1], l[2], cx, cy, cz);
        l[0] = COLLIDE__SUB(l[0], COLLIDE__MUL(along, cx));
        l[1] = COLLIDE__SUB(l[1], COLLIDE__MUL(along, cy));
        l[2] = COLLIDE__SUB(l[2], COLLIDE__MUL(along, cz));
    }
}

// The interval of the vertices of one body on each axis, relative to its origin.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_project)(const collide__convex_job *job,
                                                                    int side, const COLLIDE__V *l,
                                                                    COLLIDE__V *min,
                                                                    COLLIDE__V *max) {
    const COLLIDE__V px = COLLIDE__DOT_L(job->frame[side][0]);
    const COLLIDE__V py = COLLIDE__DOT_L(job->frame[side][1]);
    const COLLIDE__V pz = COLLIDE__DOT_L(job->frame[side][2]);
    const float *v = job->vertices[side], *end = v + 3 * job->vertex_count[side];
    COLLIDE__V lo = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V hi = COLLIDE__SPLAT(-collide__infinity());
    for (; v < end; v += 3) {
        const COLLIDE__V d = COLLIDE__DOT(COLLIDE__SPLAT(v[0]), COLLIDE__SPLAT(v[1]),
                                          COLLIDE__SPLAT(v[2]), px, py, pz);
        lo = COLLIDE__MIN(d, lo);
        hi = COLLIDE__MAX(d, hi);
    }
    *min = lo;
    *max = hi;
}

// Updates the least depth of the job by the first n axes, from number first on.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__convex_min_axis)(collide__convex_job *job,
                                                                     const COLLIDE__V *l,
                                                                     COLLIDE__V p, COLLIDE__V r,
                                                                     size_t n, uint32_t first) {
    COLLIDE__ALIGNED(float) lane[16];
    const COLLIDE__V depth = COLLIDE__SUB(r, COLLIDE__ABS(p));
    const COLLIDE__V square = COLLIDE__DOT(l[0], l[1], l[2], l[0], l[1], l[2]);
    const COLLIDE__V key = COLLIDE__DIV(COLLIDE__MUL(depth, depth), square);
    unsigned better = COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(COLLIDE__SPLAT(9.094947e-13f), square),
                                                 COLLIDE__LT(key, COLLIDE__SPLAT(job->least))));
    if (better)
        COLLIDE__STORE_V(lane, key);
    for (; better; better &= better - 1) {
        const unsigned k = collide__lowest_bit(better);
        if (k < n && lane[k] < job->least) {
            job->least = lane[k];
            job->least_axis = first + k;
        }
    }
}

// The times of contact on the first n axes, from number first on; false if the bodies miss.
COLLIDE__LANE_FORCE_INLINE bool COLLIDE__W(collide__convex_times)(collide__convex_job *job,
                                                                  COLLIDE__V p, COLLIDE__V speed,
                                                                  COLLIDE__V r, size_t n,
                                                                  uint32_t first) {
    COLLIDE__W(collide__times) t;
    COLLIDE__ALIGNED(float) lane[2][16];
    t.enter = COLLIDE__SPLAT(job->times.enter);
    t.last = COLLIDE__SPLAT(job->times.last);
    COLLIDE__W(collide__axis_times)(false, &t, 0, p, COLLIDE__ADD(speed, speed), r);
    if (!(COLLIDE__BITS(COLLIDE__LT(t.enter, COLLIDE__SPLAT(job->times.enter))) |
          COLLIDE__BITS(COLLIDE__LT(t.last, COLLIDE__SPLAT(job->times.last)))))
        return true;
    COLLIDE__STORE_V(lane[0], t.enter);
    COLLIDE__STORE_V(lane[1], t.last);
    for (unsigned k = 0; k < COLLIDE__WIDTH && k < n; ++k) { // skips padding, maybe damaged
        if (lane[0][k] < job->times.enter) {
            job->times.enter = lane[0][k];
            job->times.axis = first + k;
        }
        job->times.last = lane[1][k] < job->times.last ? lane[1][k] : job->times.last;
    }
    return collide__times_overlap(&job->times);
}

// Lanes are axes, and each vertex is projected on all of them. With vertices as lanes, the minimum
// and maximum would need reductions across lanes.
static COLLIDE__TARGET bool COLLIDE__W(collide__sat_convex)(collide__convex_job *job,
                                                            const float *rows, size_t n,
                                                            const collide_vec3 *frame,
                                                            const collide_vec3 *cross,
                                                            uint32_t first, bool least) {
    for (size_t i = 0; i < n; i += COLLIDE__WIDTH) {
        COLLIDE__V l[3], min[2], max[2];
        COLLIDE__W(collide__convex_axes)(rows + i / 16 * 48 + i % 16, frame, cross, l);
        for (int side = 0; side < 2; ++side)
            COLLIDE__W(collide__convex_project)(job, side, l, min + side, max + side);
        const COLLIDE__V position = COLLIDE__DOT_L(job->d), speed = COLLIDE__DOT_L(job->v);
        const COLLIDE__V p =
            COLLIDE__ADD(COLLIDE__ADD(position, position),
                         COLLIDE__SUB(COLLIDE__ADD(min[1], max[1]), COLLIDE__ADD(min[0], max[0])));
        const COLLIDE__V size =
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(l[0]), COLLIDE__ABS(l[1])), COLLIDE__ABS(l[2]));
        const COLLIDE__V r = COLLIDE__SELECT(
            COLLIDE__LT(size, COLLIDE__SPLAT(COLLIDE__PARALLEL)),
            COLLIDE__SPLAT(collide__infinity()),
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__SUB(max[1], min[1]), COLLIDE__SUB(max[0], min[0])),
                         COLLIDE__MUL(COLLIDE__SPLAT(job->slack), size)));
        if (least)
            COLLIDE__W(collide__convex_min_axis)(job, l, p, r, n - i, first + (uint32_t)i);
        else if (!COLLIDE__W(collide__convex_times)(job, p, speed, r, n - i, first + (uint32_t)i))
            return false;
    }
    return true;
}
#undef COLLIDE__DOT_L

COLLIDE__KERNEL_TABLE_LANES(sat, COLLIDE__SAT_KERNELS);
#endif // COLLIDE_NO_SAT
