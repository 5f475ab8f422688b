#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/xyz.h"

// ---- triangles -------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TRIANGLE)

// An error bound of determinants of differences up to j, e and f on each axis, one each; also for
// one up to j and two up to e. It covers 8 roundings of 2^-24 each, and products that underflow.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_bound)(COLLIDE__W(collide__xyz) j,
                                                                     COLLIDE__W(collide__xyz) e,
                                                                     COLLIDE__W(collide__xyz) f,
                                                                     COLLIDE__V vanish) {
    const COLLIDE__V x = COLLIDE__ADD(COLLIDE__MUL(e.y, f.z), COLLIDE__MUL(e.z, f.y));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__MUL(e.z, f.x), COLLIDE__MUL(e.x, f.z));
    const COLLIDE__V z = COLLIDE__ADD(COLLIDE__MUL(e.x, f.y), COLLIDE__MUL(e.y, f.x));
    return COLLIDE__ADD(COLLIDE__MUL(COLLIDE__DOT(j.x, j.y, j.z, x, y, z),
                                     COLLIDE__SPLAT(8.1f * COLLIDE__TRIANGLE_ROUNDING)),
                        vanish);
}

// The sides of v[] of the plane through origin with this normal. Returns the lanes in which all
// three are certainly on one side; *sure: the lanes in which all three are certain.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__xyz_sides)(COLLIDE__W(collide__xyz) normal, COLLIDE__W(collide__xyz) origin,
                               const COLLIDE__W(collide__xyz) * v, COLLIDE__V bound, COLLIDE__V *d,
                               unsigned *sure) {
#define COLLIDE__SIDE(i)                                                                           \
    d[i] = COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(v[i], origin));
    COLLIDE__SIDE(0)
    COLLIDE__SIDE(1)
    COLLIDE__SIDE(2)
#undef COLLIDE__SIDE
    const COLLIDE__M all = COLLIDE__AND(COLLIDE__AND(COLLIDE__LT(bound, COLLIDE__ABS(d[0])),
                                                     COLLIDE__LT(bound, COLLIDE__ABS(d[1]))),
                                        COLLIDE__LT(bound, COLLIDE__ABS(d[2])));
    const COLLIDE__V x01 = COLLIDE__XOR(d[0], d[1]), x02 = COLLIDE__XOR(d[0], d[2]);
    *sure = COLLIDE__BITS(all);
    return *sure & ~COLLIDE__NEGATIVE(COLLIDE__BITWISE(or, x01, x02));
}

// Exchanges the vertex that is alone on its side with the first one. Returns the sign of that side;
// *odd: the lanes in which two were exchanged.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_lone)(COLLIDE__W(collide__xyz) * v,
                                                                    const COLLIDE__V *d,
                                                                    COLLIDE__V *odd) {
    const COLLIDE__V x01 = COLLIDE__XOR(d[0], d[1]), x02 = COLLIDE__XOR(d[0], d[2]);
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    const COLLIDE__M same01 = COLLIDE__LT(zero, COLLIDE__XOR(d[0], COLLIDE__SIGN(d[1])));
    const COLLIDE__M same02 = COLLIDE__LT(zero, COLLIDE__XOR(d[0], COLLIDE__SIGN(d[2])));
    const COLLIDE__W(collide__xyz) first = v[0];
    v[0] = COLLIDE__W(collide__xyz_select)(same01, v[2],
                                           COLLIDE__W(collide__xyz_select)(same02, v[1], v[0]));
    v[1] = COLLIDE__W(collide__xyz_select)(same02, first, v[1]);
    v[2] = COLLIDE__W(collide__xyz_select)(same01, first, v[2]);
    *odd = COLLIDE__BITWISE(andnot, COLLIDE__BITWISE(and, x01, x02), COLLIDE__SPLAT(-0.0f));
    return COLLIDE__SIGN(COLLIDE__XOR(d[0], COLLIDE__XOR(d[1], d[2])));
}

// For triangles p and q on both sides of each other's plane, by the signs of d and g: returns the
// lanes that certainly overlap; *apart: the lanes that are apart. Two determinants order the ends
// of their intervals on the line of both planes.
COLLIDE__LANE_FORCE_INLINE unsigned COLLIDE__W(collide__triangle_cross)(
    const COLLIDE__W(collide__xyz) * p, const COLLIDE__W(collide__xyz) * q, const COLLIDE__V *d,
    const COLLIDE__V *g, COLLIDE__V scale, COLLIDE__V bound, unsigned *apart) {
    COLLIDE__W(collide__xyz) u[3] = {p[0], p[1], p[2]}, v[3] = {q[0], q[1], q[2]};
    COLLIDE__V odd_p, odd_q;
    // As in collide__cross_of; if two vertices were exchanged, the triangle is turned over.
    const COLLIDE__V side_p = COLLIDE__W(collide__xyz_lone)(u, d, &odd_p);
    const COLLIDE__V side_q = COLLIDE__W(collide__xyz_lone)(v, g, &odd_q);
    const COLLIDE__V sign = COLLIDE__XOR(side_q, odd_p);
    const COLLIDE__M turned = COLLIDE__LT(
        COLLIDE__XOR(COLLIDE__SPLAT(1.0f), COLLIDE__XOR(sign, COLLIDE__XOR(side_p, odd_q))),
        COLLIDE__SPLAT(0.0f));
    const COLLIDE__W(collide__xyz) r = COLLIDE__W(collide__xyz_sub)(v[0], u[0]);
    const COLLIDE__W(collide__xyz) v1 = COLLIDE__W(collide__xyz_select)(turned, v[2], v[1]);
    const COLLIDE__W(collide__xyz) v2 = COLLIDE__W(collide__xyz_select)(turned, v[1], v[2]);
#define COLLIDE__ORDER(u1, v1)                                                                     \
    COLLIDE__XOR(                                                                                  \
        COLLIDE__W(collide__xyz_dot)(                                                              \
            COLLIDE__W(collide__xyz_cross)(r, COLLIDE__W(collide__xyz_sub)(u1, u[0]), scale),      \
            COLLIDE__W(collide__xyz_sub)(v1, v[0])),                                               \
        sign)
    const COLLIDE__V one = COLLIDE__ORDER(u[1], v1), two = COLLIDE__ORDER(u[2], v2);
#undef COLLIDE__ORDER
    const COLLIDE__V below = COLLIDE__XOR(bound, COLLIDE__SPLAT(-0.0f));
    *apart = COLLIDE__BITS(COLLIDE__LT(one, below)) | COLLIDE__BITS(COLLIDE__LT(bound, two));
    return COLLIDE__BITS(COLLIDE__AND(COLLIDE__LT(bound, one), COLLIDE__LT(two, below)));
}

// The lanes that share a vertex, as neighbours in a mesh do, if the sides d of p are finite.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__triangle_shares)(const COLLIDE__W(collide__xyz) * p,
                                     const COLLIDE__W(collide__xyz) * q, const COLLIDE__V *d) {
    unsigned same = 0;
#define COLLIDE__SAME(k, l)                                                                        \
    same |= COLLIDE__BITS(                                                                         \
        COLLIDE__AND(COLLIDE__AND(COLLIDE__EQ(p[k].x, q[l].x), COLLIDE__EQ(p[k].y, q[l].y)),       \
                     COLLIDE__EQ(p[k].z, q[l].z)));
#define COLLIDE__SAMES(k) COLLIDE__SAME(k, 0) COLLIDE__SAME(k, 1) COLLIDE__SAME(k, 2)
    COLLIDE__SAMES(0)
    COLLIDE__SAMES(1)
    COLLIDE__SAMES(2)
#undef COLLIDE__SAMES
#undef COLLIDE__SAME
    const COLLIDE__V sum =
        COLLIDE__ADD(COLLIDE__ABS(d[0]), COLLIDE__ADD(COLLIDE__ABS(d[1]), COLLIDE__ABS(d[2])));
    return same & COLLIDE__BITS(COLLIDE__LE(sum, COLLIDE__SPLAT(FLT_MAX)));
}

// A filter of collide_triangle_triangle, with the same determinants in float. Of 16 pairs, returns
// which certainly overlap; *unsure: pairs to ask one by one.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__triangle_overlap)(const float *a, const float *b, unsigned *unsure) {
    unsigned hits = 0, ask = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[3], q[3], j, e, f;
        COLLIDE__V d[3], g[3];
        unsigned sure_p, sure_q = 0, live, doubt;
#define COLLIDE__VERTEX(k)                                                                         \
    p[k].x = COLLIDE__LOAD_ROW(a, 3 * (k));                                                        \
    p[k].y = COLLIDE__LOAD_ROW(a, 3 * (k) + 1);                                                    \
    p[k].z = COLLIDE__LOAD_ROW(a, 3 * (k) + 2);                                                    \
    q[k].x = COLLIDE__LOAD_ROW(b, 3 * (k));                                                        \
    q[k].y = COLLIDE__LOAD_ROW(b, 3 * (k) + 1);                                                    \
    q[k].z = COLLIDE__LOAD_ROW(b, 3 * (k) + 2);
        COLLIDE__VERTEX(0)
        COLLIDE__VERTEX(1)
        COLLIDE__VERTEX(2)
#undef COLLIDE__VERTEX
#define COLLIDE__AXIS(x)                                                                           \
    const COLLIDE__V p_min_##x = COLLIDE__MIN(p[2].x, COLLIDE__MIN(p[0].x, p[1].x));               \
    const COLLIDE__V p_max_##x = COLLIDE__MAX(p[2].x, COLLIDE__MAX(p[0].x, p[1].x));               \
    const COLLIDE__V q_min_##x = COLLIDE__MIN(q[2].x, COLLIDE__MIN(q[0].x, q[1].x));               \
    const COLLIDE__V q_max_##x = COLLIDE__MAX(q[2].x, COLLIDE__MAX(q[0].x, q[1].x));               \
    const COLLIDE__M meet_##x =                                                                    \
        COLLIDE__AND_LE(COLLIDE__LE(p_min_##x, q_max_##x), q_min_##x, p_max_##x);                  \
    e.x = COLLIDE__SUB(p_max_##x, p_min_##x);                                                      \
    f.x = COLLIDE__SUB(q_max_##x, q_min_##x);                                                      \
    j.x = COLLIDE__ADD(e.x, f.x);
        COLLIDE__AXIS(x)
        COLLIDE__AXIS(y)
        COLLIDE__AXIS(z)
#undef COLLIDE__AXIS
        const unsigned boxes = COLLIDE__BITS(COLLIDE__AND(COLLIDE__AND(meet_x, meet_y), meet_z));
        if (!boxes)
            continue;
        // Cross products are divided by the square of the size, a power of two, so that nothing
        // overflows or underflows from 1e-15 to 1e15; other sizes are asked one by one.
        const COLLIDE__V size = COLLIDE__MAX(j.x, COLLIDE__MAX(j.y, j.z));
        const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
        const COLLIDE__V inverse = COLLIDE__XOR(COLLIDE__BITWISE(and, size, infinity), infinity);
        const COLLIDE__V scale = COLLIDE__MUL(inverse, inverse);
        const COLLIDE__V vanish = COLLIDE__MUL(size, COLLIDE__SPLAT(COLLIDE__TRIANGLE_VANISH));
        const unsigned fits = COLLIDE__BITS(
            COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT(COLLIDE__TRIANGLE_LEAST), size), size,
                            COLLIDE__SPLAT(COLLIDE__TRIANGLE_MOST)));
        e = COLLIDE__W(collide__xyz_scale)(e, inverse);
        f = COLLIDE__W(collide__xyz_scale)(f, inverse);
        doubt = boxes & ~fits;
        live = boxes & fits;
        live &= ~COLLIDE__W(collide__xyz_sides)(
            COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz_sub)(q[1], q[0]),
                                           COLLIDE__W(collide__xyz_sub)(q[2], q[0]), scale),
            q[0], p, COLLIDE__W(collide__xyz_bound)(j, f, f, vanish), d, &sure_p);
        if (live)
            live &= ~COLLIDE__W(collide__xyz_sides)(
                COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz_sub)(p[1], p[0]),
                                               COLLIDE__W(collide__xyz_sub)(p[2], p[0]), scale),
                p[0], q, COLLIDE__W(collide__xyz_bound)(j, e, e, vanish), g, &sure_q);
        if (live) {
            unsigned apart, overlap;
            sure_q &= sure_p;
            doubt |= live & ~sure_q;
            overlap = COLLIDE__W(collide__triangle_cross)(
                p, q, d, g, scale, COLLIDE__W(collide__xyz_bound)(j, e, f, vanish), &apart);
            live &= sure_q;
            doubt |= live & ~(overlap | apart);
            hits |= (live & overlap) << i;
        }
        if (doubt) {
            const unsigned same = doubt & fits & COLLIDE__W(collide__triangle_shares)(p, q, d);
            hits |= same << i;
            ask |= (doubt & ~same) << i;
        }
    }
    *unsure = ask;
    return hits;
}

// ---- moving triangles: a filter --------------------------------------------------------------
// The axes are the normals n of a and m of b, and the products e x f of their edges. With edge e of
// a from u and edge f of b from v, a's third vertex is at -n.f from the edge along e x f, and b's
// at m.e, whichever edges they are. So b less a extends from p to p + m.e and to p + n.f, where p =
// (e x f).(v - u).
//
// Errors, with u = 2^-24: let E, F and J bound the differences of coordinates of a, of b, and of
// all six vertices, and L.x = E.y F.z + E.z F.y and so on. A component of e x f is off by 4.1 u L,
// a speed along it by 8 u L.|v|, and each of the three determinants by 8.1 u L.J. Intervals, which
// are sums of them, are off by less than 40 u L.J with what the definition allows in double, which
// is less than 2^-44 of the sums of L and J. Of a normal the same holds with E twice, or F. The
// quotients are off by 4 u, and those that end an overlap by 2^-9 where the speed is not certain to
// that part of itself; if it is less certain, they are not used.
typedef struct COLLIDE__W(collide__sweeping) {
    COLLIDE__V enter, leave; // the former negated
    COLLIDE__V wide, fast;   // twice the errors of positions, and of speeds
} COLLIDE__W(collide__sweeping);

// The errors along products of differences up to e and f.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_errors)(COLLIDE__W(collide__sweeping) * t, COLLIDE__W(collide__xyz) j,
                                     COLLIDE__W(collide__xyz) e, COLLIDE__W(collide__xyz) f,
                                     const float *v, COLLIDE__V vanish) {
    const COLLIDE__V x = COLLIDE__ADD(COLLIDE__MUL(e.y, f.z), COLLIDE__MUL(e.z, f.y));
    const COLLIDE__V y = COLLIDE__ADD(COLLIDE__MUL(e.z, f.x), COLLIDE__MUL(e.x, f.z));
    const COLLIDE__V z = COLLIDE__ADD(COLLIDE__MUL(e.x, f.y), COLLIDE__MUL(e.y, f.x));
    const COLLIDE__V all = COLLIDE__MUL(COLLIDE__ADD(j.x, COLLIDE__ADD(j.y, j.z)),
                                        COLLIDE__ADD(x, COLLIDE__ADD(y, z)));
    t->wide = COLLIDE__ADD(
        COLLIDE__MUL(COLLIDE__DOT(j.x, j.y, j.z, x, y, z),
                     COLLIDE__SPLAT(80 * COLLIDE__TRIANGLE_ROUNDING)),
        COLLIDE__ADD(COLLIDE__MUL(all, COLLIDE__SPLAT(2 * 5.6843418860808015e-14f)), vanish));
    t->fast = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__DOT(x, y, z, COLLIDE__SPLAT(v[3]),
                                                     COLLIDE__SPLAT(v[4]), COLLIDE__SPLAT(v[5])),
                                        COLLIDE__SPLAT(17 * COLLIDE__TRIANGLE_ROUNDING)),
                           COLLIDE__SPLAT(2 * FLT_MIN));
}

// An axis along which b less a is an interval, of which this is the sum of the ends and the length,
// and which moves at a speed.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_axis)(COLLIDE__W(collide__sweeping) * t, COLLIDE__V sum,
                                   COLLIDE__V length, COLLIDE__V speed) {
    const COLLIDE__V twice = COLLIDE__ADD(speed, speed), size = COLLIDE__ABS(twice);
    const COLLIDE__V inverse = COLLIDE__DIV(COLLIDE__SPLAT(1.0f), COLLIDE__ADD(size, t->fast));
    const COLLIDE__V reach = COLLIDE__ADD(length, t->wide);
    // Mirrored to move up; where the direction is not certain, to where it soonest overlaps.
    const COLLIDE__M certain = COLLIDE__LT(COLLIDE__MUL(t->fast, COLLIDE__SPLAT(1024.0f)), size);
    const COLLIDE__V away = COLLIDE__XOR(COLLIDE__ABS(sum), COLLIDE__SPLAT(-0.0f));
    const COLLIDE__V at = COLLIDE__SELECT(certain, COLLIDE__XOR(sum, COLLIDE__SIGN(twice)), away);
    const COLLIDE__V leave =
        COLLIDE__MUL(COLLIDE__MUL(COLLIDE__SUB(reach, at), inverse), COLLIDE__SPLAT(1.0025f));
    t->enter = COLLIDE__MIN(COLLIDE__MUL(COLLIDE__ADD(reach, at), inverse), t->enter);
    t->leave = COLLIDE__SELECT(certain, COLLIDE__MIN(leave, t->leave), t->leave);
}

// The lanes that certainly do not touch.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__sweeping_apart)(const COLLIDE__W(collide__sweeping) * t) {
    return COLLIDE__BITS(COLLIDE__LT(t->leave, COLLIDE__MUL(t->enter, COLLIDE__SPLAT(-0.999999f))));
}

// The normal of a triangle, at whose first vertex origin lies, against the vertices of the other.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__sweeping_face)(COLLIDE__W(collide__sweeping) * t,
                                   COLLIDE__W(collide__xyz) normal, COLLIDE__W(collide__xyz) origin,
                                   const COLLIDE__W(collide__xyz) * q, COLLIDE__V speed) {
    const COLLIDE__V x =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[0], origin));
    const COLLIDE__V y =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[1], origin));
    const COLLIDE__V z =
        COLLIDE__W(collide__xyz_dot)(normal, COLLIDE__W(collide__xyz_sub)(q[2], origin));
    const COLLIDE__V min = COLLIDE__MIN(z, COLLIDE__MIN(x, y));
    const COLLIDE__V max = COLLIDE__MAX(z, COLLIDE__MAX(x, y));
    COLLIDE__W(collide__sweeping_axis)
    (t, COLLIDE__ADD(min, max), COLLIDE__SUB(max, min), speed);
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__sweeping_edges)(
    COLLIDE__W(collide__sweeping) * t, const COLLIDE__W(collide__xyz) * p,
    const COLLIDE__W(collide__xyz) * q, const COLLIDE__W(collide__xyz) * e,
    const COLLIDE__W(collide__xyz) * f, const COLLIDE__W(collide__xyz) * normals,
    COLLIDE__W(collide__xyz) v, COLLIDE__V unit) {
    COLLIDE__V of_a[3], of_b[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = COLLIDE__MUL(COLLIDE__W(collide__xyz_dot)(normals[0], f[k]), unit);
        of_b[k] = COLLIDE__MUL(COLLIDE__W(collide__xyz_dot)(normals[1], e[k]), unit);
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const COLLIDE__W(collide__xyz) l =
                COLLIDE__W(collide__xyz_cross)(e[i], f[k], COLLIDE__SPLAT(1.0f));
            const COLLIDE__V at =
                COLLIDE__W(collide__xyz_dot)(l, COLLIDE__W(collide__xyz_sub)(q[k], p[i]));
            COLLIDE__W(collide__sweeping_axis)
            (t, COLLIDE__ADD(COLLIDE__ADD(at, at), COLLIDE__ADD(of_a[k], of_b[i])),
             COLLIDE__ADD(COLLIDE__ABS(of_a[k]), COLLIDE__ABS(of_b[i])),
             COLLIDE__W(collide__xyz_dot)(l, v));
        }
}

// A filter of collide_triangle_triangle_sweep: of these lanes, returns the pairs that may touch
// until a time, and writes when they do at the soonest.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__triangle_sweep)(const float *a, const float *b,
                                                                    const float *v, float until,
                                                                    unsigned lanes, float *at) {
    unsigned hits = 0;
    for (int i = 0; i < 16; i += COLLIDE__WIDTH, a += COLLIDE__WIDTH, b += COLLIDE__WIDTH) {
        COLLIDE__W(collide__xyz) p[3], q[3], e[3], f[3], normals[2], j, of_a, of_b;
        COLLIDE__W(collide__sweeping) t;
        const COLLIDE__W(collide__xyz)
            way = {COLLIDE__SPLAT(v[0]), COLLIDE__SPLAT(v[1]), COLLIDE__SPLAT(v[2])};
        const COLLIDE__V one = COLLIDE__SPLAT(1.0f), infinity = COLLIDE__SPLAT(collide__infinity());
        unsigned live = lanes >> i & COLLIDE__ALL;
        if (!live)
            continue;
        for (int k = 0; k < 3; ++k) {
            p[k].x = COLLIDE__LOAD_ROW(a, 3 * k);
            p[k].y = COLLIDE__LOAD_ROW(a, 3 * k + 1);
            p[k].z = COLLIDE__LOAD_ROW(a, 3 * k + 2);
            q[k].x = COLLIDE__LOAD_ROW(b, 3 * k);
            q[k].y = COLLIDE__LOAD_ROW(b, 3 * k + 1);
            q[k].z = COLLIDE__LOAD_ROW(b, 3 * k + 2);
        }
#define COLLIDE__AXIS(x)                                                                           \
    const COLLIDE__V p_min_##x = COLLIDE__MIN(p[2].x, COLLIDE__MIN(p[0].x, p[1].x));               \
    const COLLIDE__V p_max_##x = COLLIDE__MAX(p[2].x, COLLIDE__MAX(p[0].x, p[1].x));               \
    const COLLIDE__V q_min_##x = COLLIDE__MIN(q[2].x, COLLIDE__MIN(q[0].x, q[1].x));               \
    const COLLIDE__V q_max_##x = COLLIDE__MAX(q[2].x, COLLIDE__MAX(q[0].x, q[1].x));               \
    of_a.x = COLLIDE__SUB(p_max_##x, p_min_##x);                                                   \
    of_b.x = COLLIDE__SUB(q_max_##x, q_min_##x);                                                   \
    j.x = COLLIDE__SUB(COLLIDE__MAX(p_max_##x, q_max_##x), COLLIDE__MIN(p_min_##x, q_min_##x));
        COLLIDE__AXIS(x)
        COLLIDE__AXIS(y)
        COLLIDE__AXIS(z)
#undef COLLIDE__AXIS
        // Edges are divided by a unit near the size, as in the filter of triangles at rest.
        const COLLIDE__V size = COLLIDE__MAX(j.x, COLLIDE__MAX(j.y, j.z));
        const COLLIDE__V inverse = COLLIDE__XOR(COLLIDE__BITWISE(and, size, infinity), infinity);
        const COLLIDE__V vanish = COLLIDE__MUL(size, COLLIDE__SPLAT(8.0779356694631609e-28f));
        const COLLIDE__M middling =
            COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT(COLLIDE__TRIANGLE_LEAST), size), size,
                            COLLIDE__SPLAT(COLLIDE__TRIANGLE_MOST));
        const unsigned fits = COLLIDE__BITS(middling);
        of_a = COLLIDE__W(collide__xyz_scale)(of_a, inverse);
        of_b = COLLIDE__W(collide__xyz_scale)(of_b, inverse);
        for (int k = 0; k < 3; ++k) {
            e[k] = COLLIDE__W(collide__xyz_scale)(
                COLLIDE__W(collide__xyz_sub)(p[k < 2 ? k + 1 : 0], p[k]), inverse);
            f[k] = COLLIDE__W(collide__xyz_scale)(
                COLLIDE__W(collide__xyz_sub)(q[k < 2 ? k + 1 : 0], q[k]), inverse);
        }
        normals[0] = COLLIDE__W(collide__xyz_cross)(e[0], e[1], one);
        normals[1] = COLLIDE__W(collide__xyz_cross)(f[0], f[1], one);
        t.enter = COLLIDE__SPLAT(0.0f);
        t.leave = COLLIDE__SPLAT(until);
        COLLIDE__W(collide__sweeping_errors)(&t, j, of_a, of_a, v, vanish);
        COLLIDE__W(collide__sweeping_face)
        (&t, normals[0], p[0], q, COLLIDE__W(collide__xyz_dot)(normals[0], way));
        COLLIDE__W(collide__sweeping_errors)(&t, j, of_b, of_b, v, vanish);
        COLLIDE__W(collide__sweeping_face)
        (&t, normals[1], q[0], p, COLLIDE__NEG(COLLIDE__W(collide__xyz_dot)(normals[1], way)));
        live &= ~(fits & COLLIDE__W(collide__sweeping_apart)(&t));
        if (live & fits) {
            COLLIDE__W(collide__sweeping_errors)(&t, j, of_a, of_b, v, vanish);
            COLLIDE__W(collide__sweeping_edges)
            (&t, p, q, e, f, normals, way, COLLIDE__DIV(one, inverse));
            live &= ~(fits & COLLIDE__W(collide__sweeping_apart)(&t));
        }
        const COLLIDE__V soonest = COLLIDE__MUL(t.enter, COLLIDE__SPLAT(-0.999999f));
        COLLIDE__STORE_V(at + i, COLLIDE__SELECT(middling, soonest, COLLIDE__SPLAT(0.0f)));
        hits |= live << i;
    }
    return hits;
}

COLLIDE__KERNEL_TABLE_LANES(triangle, COLLIDE__TRIANGLE_KERNELS);
#endif // COLLIDE_NO_TRIANGLE
