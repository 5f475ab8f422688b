#pragma once
#include "vectors.h"

// ---- closest points of segments and triangles, in double -------------------------------------

// The point of a triangle nearest to p: the foot of p if it is inside, else a point on an edge.
// Edges are always tried, since rounding moves the foot along slivers.
COLLIDE__SHARED collide__dvec3 collide__triangle_nearest(const collide__dvec3 *t,
                                                         collide__dvec3 p) {
    const collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    collide__dvec3 out = t[0];
    double least = DBL_MAX, weight[3] = {0, 0, 0}; // of the vertices opposite to edges
    bool inside = collide__ddot(n, n) > 0;
    for (int i = 0; i < 3 && inside; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        weight[i] = collide__ddot(collide__dcross(edge, d), n);
        inside = weight[i] >= 0;
    }
    const double sum = (weight[0] + weight[1]) + weight[2];
    if (inside && sum > 0) {
        const double to_1 = collide__ddiv(weight[2], sum), to_2 = collide__ddiv(weight[0], sum);
        const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
        out = collide__dadd(collide__dadd(t[0], to_1, e), to_2, f);
        const collide__dvec3 off = collide__dadd(p, -1, out);
        least = collide__ddot(off, off);
    }
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        const double along = collide__ddot(d, edge), length = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < length ? along / length : 1) : 0;
        const collide__dvec3 at = collide__dadd(t[i], k, edge), off = collide__dadd(p, -1, at);
        const double distance = collide__ddot(off, off);
        if (distance < least) {
            least = distance;
            out = at;
        }
    }
    return out;
}

// The nearest points of two segments. If the segments are parallel, one of the points is an end.
COLLIDE__SHARED void collide__edges_nearest(collide__dvec3 p, collide__dvec3 d, collide__dvec3 q,
                                            collide__dvec3 e, collide__dvec3 *on_p,
                                            collide__dvec3 *on_q) {
    const collide__dvec3 r = collide__dadd(p, -1, q);
    const double dd = collide__ddot(d, d), ee = collide__ddot(e, e), de = collide__ddot(d, e);
    const double dr = collide__ddot(d, r), er = collide__ddot(e, r);
    const collide__dvec3 cross = collide__dcross(d, e);
    const double square = collide__ddot(cross, cross); // dd ee - de de, without its cancellation
    double s = 0, k = 0;
    if (square > 0)
        s = collide__clamp((collide__dmul(de, er) - collide__dmul(dr, ee)) / square, 1);
    k = ee > 0 ? collide__clamp((collide__dmul(de, s) + er) / ee, 1) : 0;
    if (dd > 0)
        s = collide__clamp((collide__dmul(de, k) - dr) / dd, 1);
    *on_p = collide__dadd(p, s, d);
    *on_q = collide__dadd(q, k, e);
}

// Any direction perpendicular to d; z if d is 0.
COLLIDE__SHARED collide__dvec3 collide__any_normal(collide__dvec3 d) {
    const double x = collide__dabs(d.x), y = collide__dabs(d.y), z = collide__dabs(d.z);
    collide__dvec3 r = collide__dcross(collide__coordinate_axis(x <= y && x <= z ? 0
                                                                : y <= z         ? 1
                                                                                 : 2),
                                       d);
    return collide__dnormalize(&r) ? r : collide__coordinate_axis(2);
}
