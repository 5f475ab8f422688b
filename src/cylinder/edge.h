#pragma once
#include "../base/numbers.h"
#include "job.h"

// ================================================================================================
// >>cylinder_impl
// ================================================================================================
#ifndef COLLIDE_NO_CYLINDER

// ---- the definition: a cylinder against an edge ----------------------------------------------

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
#endif // COLLIDE_NO_CYLINDER
