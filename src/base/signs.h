#pragma once
#include "vectors.h"

// ---- exact signs -----------------------------------------------------------------------------
// Signs of determinants of differences of floats: first in double, with an error bound [Shewchuk];
// if that does not decide, in integers. The coordinates on one axis are integer multiples of some
// power of two. These integers are written in digits of 26 bits: one digit for numbers on a grid,
// at most 11 for the smallest float beside the largest. Scaling an axis changes no sign.

#define COLLIDE__DIGIT_BITS 26
#define COLLIDE__DIGITS 11 // 277 bits, from 2^127 down to 2^-149

// The coordinates of the vertices of two triangles on the three axes: 0-2 of a, 3-5 of b. Any two
// differ by at most limit[axis], which is 0 if results from them are exact, too.
typedef struct collide__vertices {
    double v[3][6], limit[3];
    double bound;                         // of the error of a side
    double scale[3];                      // of digits; scale[0] is 0 until they are computed
    int digits;                           // of a coordinate; 0 until they are computed
    int32_t digit[3][6][COLLIDE__DIGITS]; // most significant first
} collide__vertices;

// 2^25 divided by the largest power of two that is not above the largest coordinate on an axis; 0
// if a coordinate is infinite or NaN.
COLLIDE__SHARED double collide__digits_scale(const double *v) {
    uint64_t most = 0x3ff0000000000000u - ((uint64_t)200 << 52), bits;
    double scale;
    for (int i = 0; i < 6; ++i) {
        memcpy(&bits, &v[i], sizeof bits);
        bits &= 0x7fffffffffffffffu;
        most = bits > most ? bits : most;
    }
    if (most >= 0x7ff0000000000000u)
        return 0;
    bits = ((uint64_t)(2 * 1023 + COLLIDE__DIGIT_BITS - 1) << 52) - (most >> 52 << 52);
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

// Sets the scales; false if a coordinate is infinite or NaN.
COLLIDE__SHARED bool collide__vertices_finite(collide__vertices *t) {
    for (int axis = 0; axis < 3; ++axis)
        t->scale[axis] = collide__digits_scale(t->v[axis]);
    return t->scale[0] > 0 && t->scale[1] > 0 && t->scale[2] > 0;
}

// Computes as many digits of every coordinate as the longest one needs. All digits of a number have
// one sign. If a coordinate is infinite or NaN, all digits and so all signs are 0.
COLLIDE__SHARED void collide__digits_make(collide__vertices *t) {
    double rest[3][6];
    bool more = false;
    if (!(t->scale[0] > 0 && t->scale[1] > 0 && t->scale[2] > 0) && !collide__vertices_finite(t)) {
        memset(t->digit, 0, sizeof t->digit);
        t->digits = 1;
        return;
    }
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 6; ++i) {
            const double x = collide__dmul(t->v[axis][i], t->scale[axis]);
            t->digit[axis][i][0] = (int32_t)x;
            rest[axis][i] = x - (double)(int32_t)x;
            more |= rest[axis][i] != 0;
        }
    for (t->digits = 1; more && t->digits < COLLIDE__DIGITS; ++t->digits) {
        more = false;
        for (int axis = 0; axis < 3; ++axis)
            for (int i = 0; i < 6; ++i) {
                const double x = collide__dmul(rest[axis][i], 1 << COLLIDE__DIGIT_BITS);
                t->digit[axis][i][t->digits] = (int32_t)x;
                rest[axis][i] = x - (double)(int32_t)x;
                more |= rest[axis][i] != 0;
            }
    }
}

// sum += x * y. If y, a difference of floats, has many digits, most of them are 0.
COLLIDE__FORCE_INLINE void collide__digits_multiply(int64_t *sum, const int32_t *x, int n,
                                                    const int32_t *y, int m) {
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < n && (m == 1 || y[j]); ++i)
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): all n + m - 1 are set
            sum[i + j] += (int64_t)x[i] * y[j];
}

// Carries, so that all digits but the first are from 0 to 2^26 - 1, and returns the sign, which the
// first digit holds. Sums are below 2^62: 33 products of digits below 2^29 and 2^27.
COLLIDE__FORCE_INLINE int collide__digits_carry(int64_t *sum, int n) {
    int64_t rest = 0;
    for (int i = n - 1; i > 0; --i) {
        const int64_t low = sum[i] & ((1 << COLLIDE__DIGIT_BITS) - 1);
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): all n are set
        sum[i - 1] += (sum[i] - low) / (1 << COLLIDE__DIGIT_BITS);
        sum[i] = low;
        rest |= low;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): n is not 0
    return sum[0] < 0 ? -1 : (sum[0] | rest) != 0;
}

COLLIDE__FORCE_INLINE int collide__next_axis(int axis) {
    return axis < 2 ? axis + 1 : 0;
}

// Component axis of (v_j - v_i) x (v_k - v_i) in 2n digits, and its sign; n is t->digits.
COLLIDE__FORCE_INLINE int collide__digits_cross(const collide__vertices *t, int n, int axis, int i,
                                                int j, int k, int32_t *out) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const int32_t(*p)[COLLIDE__DIGITS] = t->digit[next], (*q)[COLLIDE__DIGITS] = t->digit[last];
    int32_t pj[COLLIDE__DIGITS], pk[COLLIDE__DIGITS], qj[COLLIDE__DIGITS], qk[COLLIDE__DIGITS];
    int64_t sum[2 * COLLIDE__DIGITS];
    for (int d = 0; d < n; ++d) {
        pj[d] = p[j][d] - p[i][d];
        pk[d] = p[i][d] - p[k][d];
        qj[d] = q[j][d] - q[i][d];
        qk[d] = q[k][d] - q[i][d];
    }
    sum[0] = 0; // gcc does not know that n > 0
    for (int d = 1; d < 2 * n; ++d)
        sum[d] = 0;
    collide__digits_multiply(sum + 1, pj, n, qk, n);
    collide__digits_multiply(sum + 1, qj, n, pk, n);
    const int sign = collide__digits_carry(sum, 2 * n);
    for (int d = 0; d < 2 * n; ++d)
        out[d] = (int32_t)sum[d];
    return sign;
}

// Converts x from 0 to 2^60, in halves, since 32-bit ARM calls its library for 64 bits.
COLLIDE__FORCE_INLINE double collide__double_of(int64_t x) {
    return collide__dmul((int32_t)(x >> 30), 1 << 30) + (int32_t)(x & ((1 << 30) - 1));
}

// The signs of (v_j - v_i) x (v_k - v_i) . (v_l - v_m) for count vertices l from `from` on. value,
// if not NULL, takes the numbers, all scaled by the same power of two.
COLLIDE__FORCE_INLINE void collide__digits_sides(const collide__vertices *t, int n, int i, int j,
                                                 int k, int m, int from, int count, int *side,
                                                 double *value) {
    int32_t normal[3][2 * COLLIDE__DIGITS];
    for (int axis = 0; axis < 3; ++axis)
        (void)collide__digits_cross(t, n, axis, i, j, k, normal[axis]);
    for (int l = 0; l < count; ++l) {
        int64_t sum[3 * COLLIDE__DIGITS];
        for (int d = 0; d < 3 * n - 1; ++d)
            sum[d] = 0;
        for (int axis = 0; axis < 3; ++axis) {
            int32_t w[COLLIDE__DIGITS];
            for (int d = 0; d < n; ++d)
                w[d] = t->digit[axis][from + l][d] - t->digit[axis][m][d];
            collide__digits_multiply(sum, normal[axis], 2 * n, w, n);
        }
        side[l] = collide__digits_carry(sum, 3 * n - 1);
        if (!value)
            continue;
        for (int d = 0; d < 3 * n - 1 && side[l] < 0; ++d)
            sum[d] = -sum[d];
        (void)collide__digits_carry(sum, 3 * n - 1); // all digits of one sign
        value[l] = 0;
        for (int d = 3 * n - 2; d >= 0; --d)
            value[l] = collide__dmul(value[l], 1.0 / (1 << COLLIDE__DIGIT_BITS)) +
                       collide__double_of(sum[d]);
        value[l] = side[l] < 0 ? -value[l] : value[l];
    }
}

COLLIDE__FORCE_INLINE collide__dvec3 collide__from_to(const collide__vertices *t, int i, int j) {
    collide__dvec3 r;
    r.x = t->v[0][j] - t->v[0][i];
    r.y = t->v[1][j] - t->v[1][i];
    r.z = t->v[2][j] - t->v[2][i];
    return r;
}

// The sign of x if an error of at most bound cannot change it, else 0.
COLLIDE__FORCE_INLINE int collide__sign(double x, double bound) {
    return (int)(x > bound) - (int)(x < -bound);
}

// The same sides in double, each with a bound of its own, which is far below t->bound if the sizes
// of coordinates differ much. Returns true if this decides all.
static bool collide__close_sides(const collide__vertices *t, int i, int j, int k, int from,
                                 int count, int *side) {
    const collide__dvec3 e = collide__from_to(t, i, j), f = collide__from_to(t, i, k);
    const collide__dvec3 normal = collide__dcross(e, f);
    const collide__dvec3 size = {
        collide__dabs(collide__dmul(e.y, f.z)) + collide__dabs(collide__dmul(e.z, f.y)),
        collide__dabs(collide__dmul(e.z, f.x)) + collide__dabs(collide__dmul(e.x, f.z)),
        collide__dabs(collide__dmul(e.x, f.y)) + collide__dabs(collide__dmul(e.y, f.x))};
    bool all = true;
    for (int l = 0; l < count; ++l) {
        const collide__dvec3 d = collide__from_to(t, i, from + l);
        const double most = (collide__dabs(collide__dmul(size.x, d.x)) +
                             collide__dabs(collide__dmul(size.y, d.y))) +
                            collide__dabs(collide__dmul(size.z, d.z));
        side[l] = collide__sign(collide__ddot(normal, d), most * 1.7763568394002505e-15); // 2^-49
        all = all && side[l];
    }
    return all;
}

// A call with n = 1 known at compile time is faster.
COLLIDE__SHARED void collide__exact_sides(collide__vertices *t, int i, int j, int k, int from,
                                          int count, int *side, double *value) {
    if (!t->digits)
        collide__digits_make(t);
    if (t->digits == 1)
        collide__digits_sides(t, 1, i, j, k, i, from, count, side, value);
    else if (value || !collide__close_sides(t, i, j, k, from, count, side))
        collide__digits_sides(t, t->digits, i, j, k, i, from, count, side, value);
}

COLLIDE__SHARED int collide__exact_turn(collide__vertices *t, int axis, int i, int j, int k) {
    int32_t out[2 * COLLIDE__DIGITS];
    if (!t->digits)
        collide__digits_make(t);
    return t->digits == 1 ? collide__digits_cross(t, 1, axis, i, j, k, out)
                          : collide__digits_cross(t, t->digits, axis, i, j, k, out);
}

COLLIDE__FORCE_INLINE bool collide__one_side(const int *side) {
    return side[0] && side[0] == side[1] && side[0] == side[2];
}

// No vertex is above, or none below.
COLLIDE__FORCE_INLINE bool collide__same_side(const int *side) {
    return (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) ||
           (side[0] <= 0 && side[1] <= 0 && side[2] <= 0);
}

COLLIDE__FORCE_INLINE bool collide__any_zero(const int *side) {
    return !(side[0] && side[1] && side[2]);
}

COLLIDE__FORCE_INLINE bool collide__all_zero(const int *side) {
    return !(side[0] || side[1] || side[2]);
}

// The side of the plane of i, j, k that vertex l lies on: the sign of (v_j - v_i) x (v_k - v_i) .
// (v_l - v_i). A bound of 0 means that all vertices lie in one plane perpendicular to an axis, or
// that double is exact.
COLLIDE__SHARED int collide__side(collide__vertices *t, int i, int j, int k, int l) {
    const collide__dvec3 normal =
        collide__dcross(collide__from_to(t, i, j), collide__from_to(t, i, k));
    int side = collide__sign(collide__ddot(normal, collide__from_to(t, i, l)), t->bound);
    if (!side && t->bound > 0)
        collide__exact_sides(t, i, j, k, l, 1, &side, NULL);
    return side;
}

// The error bound of a component of a cross product.
COLLIDE__FORCE_INLINE double collide__turn_bound(const collide__vertices *t, int next, int last) {
    return collide__dmul(t->limit[next], t->limit[last]) * 8.881784197001252e-16; // 2^-50
}

// The sign of a component of (v_j - v_i) x (v_k - v_i): the orientation of i, j, k as seen from the
// tip of the axis.
COLLIDE__SHARED int collide__turn_of(collide__vertices *t, int axis, int i, int j, int k) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const double *p = t->v[next], *q = t->v[last], bound = collide__turn_bound(t, next, last);
    const int sign = collide__sign(
        collide__dmul(p[j] - p[i], q[k] - q[i]) - collide__dmul(q[j] - q[i], p[k] - p[i]), bound);
    return sign || !(bound > 0) ? sign : collide__exact_turn(t, axis, i, j, k);
}

// Four vertices, of which the first stands in place of the others.
COLLIDE__SHARED void collide__vertices_of_four(const collide_vec3 *p, collide__vertices *t) {
    for (int i = 0; i < 6; ++i) {
        const collide_vec3 at = p[i < 4 ? i : 0];
        t->v[0][i] = (double)at.x;
        t->v[1][i] = (double)at.y;
        t->v[2][i] = (double)at.z;
    }
    t->scale[0] = t->scale[1] = t->scale[2] = 0;
    t->digits = 0;
}

// Six times the volume of a tetrahedron, within 2^-24 of it, since integers take the place of
// double where little is left of its terms. It is above 0 if p[3] is on the side from which p[0],
// p[1] and p[2] are counterclockwise.
COLLIDE__SHARED double collide__six_volumes(const collide_vec3 *p) {
    const collide__dvec3 e = collide__dsub(p[1], p[0]), f = collide__dsub(p[2], p[0]),
                         g = collide__dsub(p[3], p[0]);
    const double fast = collide__ddot(collide__dcross(e, f), g);
    const double x = collide__dabs(collide__dmul(e.y, f.z)) +
                     collide__dabs(collide__dmul(e.z, f.y)),
                 y = collide__dabs(collide__dmul(e.z, f.x)) +
                     collide__dabs(collide__dmul(e.x, f.z)),
                 z = collide__dabs(collide__dmul(e.x, f.y)) +
                     collide__dabs(collide__dmul(e.y, f.x));
    const double most =
        (collide__dmul(x, collide__dabs(g.x)) + collide__dmul(y, collide__dabs(g.y))) +
        collide__dmul(z, collide__dabs(g.z));
    if (collide__dabs(fast) > most * 2.9802322387695312e-08) // 2^-25
        return fast;
    collide__vertices t;
    double value;
    int side;
    collide__vertices_of_four(p, &t);
    collide__exact_sides(&t, 0, 1, 2, 3, 1, &side, &value);
    value = collide__ddiv(value, t.scale[0]) * (1 << COLLIDE__DIGIT_BITS);
    return collide__ddiv(collide__ddiv(value, t.scale[1]), t.scale[2]);
}
#undef COLLIDE__DIGITS
