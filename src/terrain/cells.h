#pragma once
#include "../base/ops_one.h"
#include "table.h"

// ================================================================================================
// >>terrain_impl
// ================================================================================================
#ifndef COLLIDE_NO_TERRAIN

// ---- the definition: a cylinder against an edge, a plane, a cell -----------------------------

// The line a + b = away cuts the rectangle |a| <= one, |b| <= other: the middle of the cut, its a.
COLLIDE__FORCE_INLINE float collide__cut_middle(float away, float one, float other) {
    const float middle = collide__min2(away, collide__mul(0.5f, away + (one - other)));
    return collide__min2(collide__max2(middle, 0), one);
}

// Whether the edge from a to b, both as p, q, z, meets the cylinder. Its point nearest to the axis
// is at -a.e / e.e; if that is not within the slab, the nearest is where the edge enters it.
COLLIDE__FORCE_INLINE bool collide__cylinder_edge(const collide__cylinder_job *c, const float *a,
                                                  const float *b) {
    const float ep = b[0] - a[0], eq = b[1] - a[1], ez = b[2] - a[2];
    const float square = collide__mul(ep, ep) + collide__mul(eq, eq);
    const float along = collide__mul(a[0], ep) + collide__mul(a[1], eq); // < 0: it comes nearer
    const float nearest = -along / collide__max2(square, FLT_MIN);
    float t = collide__min2(collide__max2(nearest, 0), 1);
    // Rounding must not take z out of the edge, nor out of the slab then.
    const float low = collide__min2(a[2], b[2]), high = collide__max2(a[2], b[2]);
    const float z = collide__min2(collide__max2(a[2] + collide__mul(t, ez), low), high);
    if (collide__abs(z) > c->half) {
        const float end = z > 0 ? c->half : -c->half;
        if (!(low <= end && end <= high))
            return false;
        t = (end - a[2]) / ez;
    }
    const float p = a[0] + collide__mul(t, ep), q = a[1] + collide__mul(t, eq);
    return collide__mul(p, p) + collide__mul(q, q) <= c->square;
}

// Whether the cylinder meets the plane with these slopes that is at z over (x, y), and a point of
// both, relative to (x, y), that is in the middle of what they have in common: along the axis and
// along the slope in the base, the plane is |nz| t + square k = |above| away.
COLLIDE__FORCE_INLINE bool collide__cylinder_slope(const collide__cylinder_job *c, float slope_x,
                                                   float slope_y, float x, float y, float z,
                                                   float *at_x, float *at_y) {
    const float np = (c->p.z - collide__mul(slope_x, c->p.x)) - collide__mul(slope_y, c->p.y);
    const float nq = (c->q.z - collide__mul(slope_x, c->q.x)) - collide__mul(slope_y, c->q.y);
    const float nz =
        (c->axis.z - collide__mul(slope_x, c->axis.x)) - collide__mul(slope_y, c->axis.y);
    const float above = (collide__mul(slope_x, x) + collide__mul(slope_y, y)) - z; // of the centre
    const float square = collide__mul(np, np) + collide__mul(nq, nq);
    const float across = collide__mul(c->radius, collide__root(square));
    const float along = collide__mul(c->half, collide__abs(nz)), away = collide__abs(above);
    const float k = collide__cut_middle(away, across, along) / (square > 0 ? square : 1);
    const float t = collide__cut_middle(away, along, across) / (nz < 0 || nz > 0 ? nz : 1);
    const float u = collide__mul(t, c->axis.x) +
                    collide__mul(k, collide__mul(np, c->p.x) + collide__mul(nq, c->q.x));
    const float v = collide__mul(t, c->axis.y) +
                    collide__mul(k, collide__mul(np, c->p.y) + collide__mul(nq, c->q.y));
    *at_x = (above < 0 ? u : -u) - x;
    *at_y = (above < 0 ? v : -v) - y;
    return away <= across + along;
}

// Whether a cell without holes comes into the cylinder's range of heights.
COLLIDE__FORCE_INLINE bool collide__cylinder_near(const collide__cylinder_job *c, const float *z,
                                                  collide__cells_result *say) {
    const float low = collide__min2(collide__min2(z[0], z[1]), collide__min2(z[2], z[3]));
    const float high = collide__max2(collide__max2(z[0], z[1]), collide__max2(z[2], z[3]));
    if (!(high < COLLIDE__HOLE && high >= -c->reach))
        return false;
    *say = COLLIDE__CELLS_ABOVE;
    return low <= c->reach;
}

// Whether the cylinder meets the surface of the cell between columns at x[0], x[1] and rows at
// y[0], y[1] with corners V0 to V3 at heights z. If no edge meets it, what it has in common with
// the plane of a triangle is all inside of that triangle or all outside: any point tells.
COLLIDE__FORCE_INLINE bool collide__cylinder_cell(const collide__cylinder_job *c, const float *x,
                                                  const float *y, const float *z) {
    float v[4][3], min[3], max[3];
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 l = i == 0 ? c->p : i == 1 ? c->q : c->axis;
        const float bound = i == 2 ? c->half : c->radius;
        for (int k = 0; k < 4; ++k)
            v[k][i] = (collide__mul(x[k & 1], l.x) + collide__mul(y[k >> 1], l.y)) +
                      collide__mul(z[k], l.z);
        min[i] = collide__min2(collide__min2(v[0][i], v[1][i]), collide__min2(v[2][i], v[3][i]));
        max[i] = collide__max2(collide__max2(v[0][i], v[1][i]), collide__max2(v[2][i], v[3][i]));
        if (!(min[i] <= bound && max[i] >= -bound))
            return false;
    }
    const int other = c->other_diagonal;
    if (collide__cylinder_edge(c, v[1 - other], v[2 + other]) ||
        collide__cylinder_edge(c, v[0], v[1]) || collide__cylinder_edge(c, v[0], v[2]) ||
        collide__cylinder_edge(c, v[1], v[3]) || collide__cylinder_edge(c, v[2], v[3]))
        return true;
    // The triangle at the edge of V0 and V1, then the one at that of V2 and V3.
    const float south = collide__mul(z[1] - z[0], c->inverse_dx);
    const float north = collide__mul(z[3] - z[2], c->inverse_dx);
    const float west = collide__mul(z[2] - z[0], c->inverse_dy);
    const float east = collide__mul(z[3] - z[1], c->inverse_dy);
    float at_x, at_y, u, w;
    if (collide__cylinder_slope(c, south, other ? east : west, x[other], y[0], z[other], &at_x,
                                &at_y)) {
        u = collide__mul(other ? -at_x : at_x, c->inverse_dx);
        w = collide__mul(at_y, c->inverse_dy);
        if (u >= 0 && w >= 0 && u + w <= 1)
            return true;
    }
    if (collide__cylinder_slope(c, north, other ? west : east, x[1 - other], y[1], z[3 - other],
                                &at_x, &at_y)) {
        u = collide__mul(other ? -at_x : at_x, c->inverse_dx);
        w = collide__mul(at_y, c->inverse_dy);
        return u <= 0 && w <= 0 && u + w >= -1;
    }
    return false;
}
#endif // COLLIDE_NO_TERRAIN
