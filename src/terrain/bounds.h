#pragma once
#include "table.h"

// ---- bounds: which vertices of a patch are beyond planes that bound a body -------------------
// collide__bound_normals lists the planes. A part that begins at a vertex is left out if all its
// vertices are beyond the same plane.
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

static COLLIDE__TARGET float COLLIDE__W(collide__terrain_beyond)(const float *reach,
                                                                 const collide__patch *patch,
                                                                 size_t n, collide__beyond *out) {
    COLLIDE__ALIGNED(float) last[16];
    COLLIDE__V bound[COLLIDE__BOUNDS], most = COLLIDE__SPLAT(0);
    float high = 0;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        bound[i] = COLLIDE__SPLAT(reach[i]);
    memset(out, 0, (n + 63) / 64 * sizeof *out);
    for (size_t m = 0; m < n; m += COLLIDE__WIDTH) {
        const COLLIDE__V x = COLLIDE__LOAD_U(patch->x + m), y = COLLIDE__LOAD_U(patch->y + m);
        const COLLIDE__V z = COLLIDE__LOAD_U(patch->z + m);
        const COLLIDE__V sum = COLLIDE__ADD(x, y), difference = COLLIDE__SUB(x, y);
        uint64_t *word = out[m / 64].bound;
        const unsigned shift = (unsigned)(m % 64);
#define COLLIDE__BOUND(i, at)                                                                      \
    word[i] |= (uint64_t)COLLIDE__BITS(COLLIDE__LT(bound[i], at)) << shift;
        COLLIDE__BOUND(0, COLLIDE__NEG(z))
        COLLIDE__BOUND(1, COLLIDE__SUB(x, z))
        COLLIDE__BOUND(2, COLLIDE__SUB(COLLIDE__NEG(x), z))
        COLLIDE__BOUND(3, COLLIDE__SUB(y, z))
        COLLIDE__BOUND(4, COLLIDE__SUB(COLLIDE__NEG(y), z))
        COLLIDE__BOUND(5, COLLIDE__SUB(sum, z))
        COLLIDE__BOUND(6, COLLIDE__SUB(difference, z))
        COLLIDE__BOUND(7, COLLIDE__SUB(COLLIDE__NEG(difference), z))
        COLLIDE__BOUND(8, COLLIDE__SUB(COLLIDE__NEG(sum), z))
#undef COLLIDE__BOUND
        most = COLLIDE__MAX(COLLIDE__ABS(z), most);
    }
    COLLIDE__STORE_V(last, most);
    for (int i = 0; i < COLLIDE__WIDTH; ++i)
        high = last[i] > high ? last[i] : high;
    return high; // includes the zeros behind the last vertex
}
#endif // COLLIDE_NO_TERRAIN
