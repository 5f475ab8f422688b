#pragma once
#include "table.h"
#include "search.h"

// ---- layer 3: triangles ----------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// An upper bound of the length of (a, b), at most a twelfth more. Squares might underflow.
COLLIDE__INLINE float collide__hypot_up(float a, float b) {
    const float x = collide__abs(a), y = collide__abs(b);
    return (x > y ? x : y) + collide__mul(x > y ? y : x, 0.41422f);
}

// Whether the projections of a hull b and a triangle t on an axis are apart by at most r times the
// length of the axis, and rounding.
COLLIDE__INLINE bool collide__near_along(const float *b, const float *t, float r, float length,
                                         float size) {
    const float b_low = b[0] < b[1] ? b[0] : b[1], b_least = b[2] < b[3] ? b[2] : b[3];
    const float b_high = b[0] > b[1] ? b[0] : b[1], b_most = b[2] > b[3] ? b[2] : b[3];
    const float t_low = t[0] < t[1] ? t[0] : t[1], t_high = t[0] > t[1] ? t[0] : t[1];
    const float low = b_low < b_least ? b_low : b_least, high = b_high > b_most ? b_high : b_most;
    const float least = t_low < t[2] ? t_low : t[2], most = t_high > t[2] ? t_high : t[2];
    const float slack =
        collide__mul(length, r + collide__mul(size, COLLIDE__NEAR_MARGIN)) + COLLIDE__NEAR_TINY;
    return !(low - most > slack) && !(least - high > slack);
}

// Takes the Bezier points and the triangle times six, relative to V1: 6 b0 = V0 + V2, 6 b1 = 2 V2,
// 6 b2 = 4 V2, 6 b3 = 4 V2 + V3. Tests boxes first; then as separating axes the coordinate axes,
// the normal, and the normals of the projected edges. Kernels compute every sum in the same order.
static bool collide__near_triangle(const float *a, const float *v) {
    float b[3][4], t[3][3], size = 0;
    const float r = collide__mul(a[12], 6);
    for (int i = 0; i < 3; ++i) {
        const float p = v[i], q = v[3 + i], s = v[6 + i];
        const float low = p < q ? p : q, high = p > q ? p : q;
        if (!collide__spline_boxed_on(a, i, low < s ? low : s, high > s ? high : s))
            return false;
    }
    for (int i = 0; i < 3; ++i) {
        const float q = a[6 + i] - a[3 + i];
        b[i][0] = (a[i] - a[3 + i]) + q;
        b[i][1] = q + q;
        b[i][2] = b[i][1] + b[i][1];
        b[i][3] = b[i][2] + (a[9 + i] - a[3 + i]);
        for (int k = 0; k < 3; ++k) {
            t[i][k] = collide__mul(v[3 * k + i] - a[3 + i], 6);
            size = size > collide__abs(t[i][k]) ? size : collide__abs(t[i][k]);
        }
        for (int k = 0; k < 4; ++k)
            size = size > collide__abs(b[i][k]) ? size : collide__abs(b[i][k]);
    }
    for (int i = 0; i < 3; ++i)
        if (!collide__near_along(b[i], t[i], r, 1, size))
            return false;
    float e[3][3], along[4], other[3]; // edges, by coordinate
    for (int i = 0; i < 3; ++i) {
        e[i][0] = v[3 + i] - v[i];
        e[i][1] = v[6 + i] - v[3 + i];
        e[i][2] = v[i] - v[6 + i];
    }
    const float x = collide__mul(e[1][0], e[2][1]) - collide__mul(e[2][0], e[1][1]);
    const float y = collide__mul(e[2][0], e[0][1]) - collide__mul(e[0][0], e[2][1]);
    const float z = collide__mul(e[0][0], e[1][1]) - collide__mul(e[1][0], e[0][1]);
    for (int k = 0; k < 4; ++k)
        along[k] = (collide__mul(x, b[0][k]) + collide__mul(y, b[1][k])) + collide__mul(z, b[2][k]);
    for (int k = 0; k < 3; ++k)
        other[k] = (collide__mul(x, t[0][k]) + collide__mul(y, t[1][k])) + collide__mul(z, t[2][k]);
    if (!collide__near_along(along, other, r, collide__hypot_up(collide__hypot_up(x, y), z), size))
        return false;
    for (int plane = 0; plane < 3; ++plane) {
        const float *bi = b[(plane + 1) % 3], *bj = b[(plane + 2) % 3];
        const float *ti = t[(plane + 1) % 3], *tj = t[(plane + 2) % 3];
        for (int edge = 0; edge < 3; ++edge) {
            const float i = e[(plane + 1) % 3][edge], j = e[(plane + 2) % 3][edge];
            for (int k = 0; k < 4; ++k)
                along[k] = collide__mul(j, bi[k]) - collide__mul(i, bj[k]);
            for (int k = 0; k < 3; ++k)
                other[k] = collide__mul(j, ti[k]) - collide__mul(i, tj[k]);
            if (!collide__near_along(along, other, r, collide__hypot_up(i, j), size))
                return false;
        }
    }
    return true;
}

COLLIDE_API bool collide_spline_triangle_near(const collide_spline *a, const collide_triangle *b) {
    COLLIDE_ASSERT(a && b);
    return collide__spline_valid_of(a) && collide__triangle_valid(b) == COLLIDE_OK &&
           collide__near_triangle(collide__floats(a), collide__floats(b));
}

static bool collide__spline_triangle(const collide_spline *a, const collide_triangle *b,
                                     collide__curve *c, collide__target *body) {
    const collide__dvec3 v[3] = {collide__dsub(b->v[0], a->v[1]), collide__dsub(b->v[1], a->v[1]),
                                 collide__dsub(b->v[2], a->v[1])};
    if (collide__triangle_valid(b) != COLLIDE_OK || !collide__curve_of(a, c))
        return false;
    double size = collide__dmax_abs(v[0]);
    size = size > collide__dmax_abs(v[1]) ? size : collide__dmax_abs(v[1]);
    size = size > collide__dmax_abs(v[2]) ? size : collide__dmax_abs(v[2]);
    collide__target_of_triangle(v, body);
    collide__curve_reach(c, size, 0);
    body->margin = collide__dmul(size, COLLIDE__CURVE_MARGIN);
    return true;
}

COLLIDE_API bool collide_spline_triangle(const collide_spline *a, const collide_triangle *b,
                                         collide_cable_contact *out) {
    collide__curve c;
    collide__target body;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    return collide_spline_triangle_near(a, b) && collide__spline_triangle(a, b, &c, &body) &&
           collide__curve_overlaps(&c, &body, out);
}
#endif // COLLIDE_NO_CABLE
