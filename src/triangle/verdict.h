#pragma once
#include "../base/signs.h"

// ================================================================================================
// >>triangle_impl
// ================================================================================================
#ifndef COLLIDE_NO_TRIANGLE

// ---- coplanar pairs and triangles without area -----------------------------------------------

// A triangle, or if it has no area, a segment as its ends, the last one twice, or a point three
// times. sign is the orientation of a triangle as seen from the tip of the axis; else 0.
typedef struct collide__corners {
    int axis, sign;
    int v[3];
} collide__corners;

// Whether vertex i comes before j in the order of x, y and z, which is an order along any line.
static bool collide__before(const collide__vertices *t, int i, int j) {
    for (int axis = 0; axis < 3; ++axis)
        if (t->v[axis][i] != t->v[axis][j])
            return t->v[axis][i] < t->v[axis][j];
    return false;
}

static collide__corners collide__corners_of(collide__vertices *t, int first) {
    collide__corners c;
    for (int i = 0; i < 3; ++i)
        c.v[i] = first + i;
    for (c.axis = 2; c.axis >= 0; --c.axis) {
        c.sign = collide__turn_of(t, c.axis, first, first + 1, first + 2);
        if (c.sign)
            return c;
    }
    c.axis = 0;
    for (int i = first; i < first + 3; ++i) {
        c.v[0] = collide__before(t, i, c.v[0]) ? i : c.v[0];
        c.v[2] = collide__before(t, c.v[2], i) ? i : c.v[2];
    }
    c.v[1] = c.v[2];
    return c;
}

// Whether an edge of a, as seen along the axis, has b strictly outside.
static bool collide__edge_parts(collide__vertices *t, int axis, const collide__corners *a,
                                const collide__corners *b) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const double *p = t->v[next], *q = t->v[last];
    const double bound = collide__turn_bound(t, next, last);
    for (int i = 0; i < 3; ++i) {
        const int from = a->v[i], to = a->v[i < 2 ? i + 1 : 0];
        const double dp = p[to] - p[from], dq = q[to] - q[from];
        bool inside = false;
        int side[3];
        for (int k = 0; k < 3; ++k) {
            const int v = b->v[k];
            side[k] = collide__sign(
                collide__dmul(dp, q[v] - q[from]) - collide__dmul(dq, p[v] - p[from]), bound);
            inside |= side[k] && side[k] == a->sign;
        }
        if (inside)
            continue;
        for (int k = 0; k < 3 && bound > 0; ++k)
            side[k] = side[k] ? side[k] : collide__exact_turn(t, axis, from, to, b->v[k]);
        if (collide__one_side(side) && side[0] != a->sign)
            return true;
    }
    return false;
}

// Both lie in the plane of b, which has area. If a has area, too, it has the same axis.
static bool collide__flat_overlap(collide__vertices *t, const collide__corners *a,
                                  const collide__corners *b) {
    return !collide__edge_parts(t, b->axis, a, b) && !collide__edge_parts(t, b->axis, b, a);
}

// A segment or point s against a triangle b.
static bool collide__segment_overlaps(collide__vertices *t, const collide__corners *s,
                                      const collide__corners *b) {
    const int p = s->v[0], q = s->v[2], *v = b->v;
    const int side = collide__side(t, v[0], v[1], v[2], p);
    int least = 1, most = -1;
    if (side == collide__side(t, v[0], v[1], v[2], q))
        return side == 0 && collide__flat_overlap(t, s, b);
    for (int i = 0; i < 3; ++i) {
        const int past = collide__side(t, p, q, v[i], v[i < 2 ? i + 1 : 0]);
        least = past < least ? past : least;
        most = past > most ? past : most;
    }
    return least >= 0 || most <= 0;
}

// Two segments or points whose boxes overlap; on one line this suffices.
static bool collide__segments_overlap(collide__vertices *t, const collide__corners *a,
                                      const collide__corners *b) {
    const int p = a->v[0], q = a->v[2], r = b->v[0], s = b->v[2];
    if (collide__side(t, p, q, r, s))
        return false;
    for (int axis = 0; axis < 3; ++axis) {
        const int to_r = collide__turn_of(t, axis, p, q, r);
        const int to_p = collide__turn_of(t, axis, r, s, p);
        if ((to_r && to_r == collide__turn_of(t, axis, p, q, s)) ||
            (to_p && to_p == collide__turn_of(t, axis, r, s, q)))
            return false;
    }
    return true;
}

// One triangle lies in the plane of the other, or the other has no area.
static bool collide__flats_overlap(collide__vertices *t) {
    const collide__corners a = collide__corners_of(t, 0), b = collide__corners_of(t, 3);
    if (b.sign)
        return a.sign ? collide__flat_overlap(t, &a, &b) : collide__segment_overlaps(t, &a, &b);
    return a.sign ? collide__segment_overlaps(t, &b, &a) : collide__segments_overlap(t, &a, &b);
}

// ---- crossing planes -------------------------------------------------------------------------

// Two triangles, each with vertices on both sides of the other's plane, or on it. The vertex that
// is alone on its side has two edges to that plane. These end on the line of both planes [Moeller],
// and the order of the ends decides [Guigue].
typedef struct collide__crossing {
    int a[3], b[3]; // vertices: the lone one, and the other ends of its edges
    int sign;       // of the order
} collide__crossing;

// The lone vertex of each triangle, by its sides as base-3 digits, -1 first; plus 4 if it is on the
// upper side. A vertex on the plane counts to the side that leaves one alone.
COLLIDE__INLINE collide__crossing collide__cross_of(const int side[2][3]) {
    static const uint8_t lone[27] = {0, 4, 4, 5, 2, 4, 5, 5, 2, 6, 1, 4, 0, 0,
                                     4, 0, 5, 2, 6, 1, 1, 0, 6, 1, 0, 0, 0};
    const unsigned p = lone[side[0][0] + 3 * side[0][1] + 9 * side[0][2] + 13];
    const unsigned q = lone[side[1][0] + 3 * side[1][1] + 9 * side[1][2] + 13];
    const int i = (int)(p & 3), j = (int)(q & 3), one = i < 2 ? i + 1 : 0, two = j < 2 ? j + 1 : 0;
    const bool turned = (p ^ q) & 4;
    collide__crossing c;
    c.a[0] = i;
    c.a[1] = one;
    c.a[2] = 3 - one - i;
    c.b[0] = 3 + j;
    c.b[1] = 3 + (turned ? 3 - two - j : two);
    c.b[2] = 3 + (turned ? two : 3 - two - j);
    c.sign = q & 4 ? 1 : -1;
    return c;
}

// Compares the end of edge i of a with the end of edge j of b: 1 if a comes first, 0 if they are
// equal. The interval of a goes from edge 1 to edge 2, the interval of b from edge 2 to edge 1.
static int collide__order(collide__vertices *t, const collide__crossing *c, int i, int j) {
    return c->sign * collide__side(t, c->a[0], c->b[0], c->a[i], c->b[j]);
}

// The sides of three vertices of the plane of three others, 0 if double does not decide.
COLLIDE__INLINE void collide__sides(const collide__vertices *t, int plane, int from, int *side) {
    const collide__dvec3 normal = collide__dcross(collide__from_to(t, plane, plane + 1),
                                                  collide__from_to(t, plane, plane + 2));
    for (int i = 0; i < 3; ++i)
        side[i] =
            collide__sign(collide__ddot(normal, collide__from_to(t, plane, from + i)), t->bound);
}

// Whether double is exact: finite coordinates on each axis are multiples of a power of two by less
// than 2^15, so determinants are by less than 2^51. Then all error bounds are 0.
static bool collide__vertices_exact(collide__vertices *t) {
    for (int axis = 0; axis < 3; ++axis) {
        const double scale = t->scale[axis] / (1 << (COLLIDE__DIGIT_BITS - 15));
        for (int i = 0; i < 6; ++i) {
            const double x = collide__dmul(t->v[axis][i], scale);
            if (x != (double)(int32_t)x)
                return false;
        }
    }
    t->bound = t->limit[0] = t->limit[1] = t->limit[2] = 0;
    return true;
}

// Sides for certain; false if the planes alone part the triangles.
static bool collide__sides_settle(collide__vertices *t, int side[2][3]) {
    const bool exact = t->bound > 0 && collide__vertices_exact(t);
    for (int i = 0; i < 2; ++i) {
        if (exact && collide__any_zero(side[i]))
            collide__sides(t, 3 - 3 * i, 3 * i, side[i]);
        else if (t->bound > 0 && collide__any_zero(side[i]))
            collide__exact_sides(t, 3 - 3 * i, 4 - 3 * i, 5 - 3 * i, 3 * i, 3, side[i], NULL);
        if (collide__one_side(side[i]))
            return false;
        if (collide__all_zero(side[i]))
            return true;
    }
    return true;
}

// A vertex in common, as neighbours in a mesh have.
static bool collide__vertex_shared(const collide_triangle *a, const collide_triangle *b) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (a->v[i].x == b->v[j].x && a->v[i].y == b->v[j].y && a->v[i].z == b->v[j].z)
                return true;
    return false;
}

// Fills in the vertices; false if the boxes of the triangles are apart. A determinant of three
// differences has 6 terms of at most limit[0] * limit[1] * limit[2], and an error of at most 7.01 *
// 2^-53 of their sum; a component of a cross product 3.01 * 2^-53 of its two. In double nothing
// overflows, and no product of three floats vanishes.
COLLIDE__INLINE bool collide__vertices_of(collide__vertices *t, const collide_triangle *a,
                                          const collide_triangle *b) {
#define COLLIDE__MIN_OF(p, q) ((p) < (q) ? (p) : (q))
#define COLLIDE__MAX_OF(p, q) ((p) > (q) ? (p) : (q))
#define COLLIDE__AXIS(i, x)                                                                        \
    {                                                                                              \
        const float a0 = a->v[0].x, a1 = a->v[1].x, a2 = a->v[2].x;                                \
        const float b0 = b->v[0].x, b1 = b->v[1].x, b2 = b->v[2].x;                                \
        const float a_low = COLLIDE__MIN_OF(a0, a1), a_high = COLLIDE__MAX_OF(a0, a1);             \
        const float b_low = COLLIDE__MIN_OF(b0, b1), b_high = COLLIDE__MAX_OF(b0, b1);             \
        const float a_min = COLLIDE__MIN_OF(a2, a_low), a_max = COLLIDE__MAX_OF(a2, a_high);       \
        const float b_min = COLLIDE__MIN_OF(b2, b_low), b_max = COLLIDE__MAX_OF(b2, b_high);       \
        if (!(a_min <= b_max && b_min <= a_max))                                                   \
            return false;                                                                          \
        t->limit[i] =                                                                              \
            (double)COLLIDE__MAX_OF(a_max, b_max) - (double)COLLIDE__MIN_OF(a_min, b_min);         \
        for (int k = 0; k < 3; ++k) {                                                              \
            t->v[i][k] = (double)a->v[k].x;                                                        \
            t->v[i][3 + k] = (double)b->v[k].x;                                                    \
        }                                                                                          \
    }
    COLLIDE__AXIS(0, x)
    COLLIDE__AXIS(1, y)
    COLLIDE__AXIS(2, z)
#undef COLLIDE__AXIS
#undef COLLIDE__MAX_OF
#undef COLLIDE__MIN_OF
    t->bound = collide__dmul(collide__dmul(t->limit[0], t->limit[1]), t->limit[2]) *
               7.105427357601002e-15; // 2^-47
    t->scale[0] = 0;
    t->digits = 0;
    return true;
}

typedef enum collide__relation {
    COLLIDE__APART,
    COLLIDE__FLAT,
    COLLIDE__CROSSED
} collide__relation;

// The relation of two triangles: FLAT if the plane of one contains the other, or one has no area;
// CROSSED if they overlap otherwise, with side[0] the sides of a's vertices of b's plane, side[1]
// the other way round. With neighbours, a common vertex suffices for CROSSED.
COLLIDE__INLINE collide__relation collide__relate(collide__vertices *t, const collide_triangle *a,
                                                  const collide_triangle *b, bool neighbours,
                                                  int side[2][3], collide__crossing *c) {
    if (!collide__vertices_of(t, a, b))
        return COLLIDE__APART;
    collide__sides(t, 3, 0, side[0]);
    if (collide__one_side(side[0]))
        return COLLIDE__APART;
    collide__sides(t, 0, 3, side[1]);
    if (collide__one_side(side[1]))
        return COLLIDE__APART;
    if (collide__any_zero(side[0]) || collide__any_zero(side[1])) {
        if (!collide__vertices_finite(t)) // then some side is uncertain
            return COLLIDE__APART;
        if (neighbours && collide__vertex_shared(a, b))
            return COLLIDE__CROSSED;
        if (!collide__sides_settle(t, side))
            return COLLIDE__APART;
        if (collide__all_zero(side[0]) || collide__all_zero(side[1]))
            return collide__flats_overlap(t) ? COLLIDE__FLAT : COLLIDE__APART;
    }
    *c = collide__cross_of((const int(*)[3])side);
    return collide__order(t, c, 1, 1) >= 0 && collide__order(t, c, 2, 2) <= 0 ? COLLIDE__CROSSED
                                                                              : COLLIDE__APART;
}

COLLIDE_API bool collide_triangle_triangle(const collide_triangle *a, const collide_triangle *b) {
    collide__vertices t;
    collide__crossing c;
    int side[2][3];
    COLLIDE_ASSERT(a && b);
    return collide__relate(&t, a, b, true, side, &c) != COLLIDE__APART;
}
#endif // COLLIDE_NO_TRIANGLE
