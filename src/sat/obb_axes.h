#pragma once
#include "table.h"
#include "../base/ops.h"

// ---- axes of OBBs in lanes -------------------------------------------------------------------
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

#define COLLIDE__TIMES(axis, p, s, radius)                                                         \
    COLLIDE__W(collide__axis_times)(asked, t, axis, p, s, radius)

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

#define COLLIDE__VERTEX(k)                                                                         \
    const COLLIDE__V x##k = COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k)), COLLIDE__LOAD_ROW(a, 0));  \
    const COLLIDE__V y##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 1), COLLIDE__LOAD_ROW(a, 1));                  \
    const COLLIDE__V z##k =                                                                        \
        COLLIDE__SUB(COLLIDE__LOAD_ROW(b, 3 * (k) + 2), COLLIDE__LOAD_ROW(a, 2));

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
#endif // COLLIDE_NO_SAT
