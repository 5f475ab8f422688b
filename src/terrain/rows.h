#pragma once
#include "../base/numbers.h"
#include "table.h"

// ---- rows: heights of a terrain as vertices of a patch, relative to a centre -----------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TERRAIN)

// Rows are short, so that stores of 16 lanes would mostly cross a line and the next row.
#if COLLIDE__WIDTH == 16 && defined(COLLIDE__W8)
#define collide__terrain_rows_w16 collide__terrain_rows_w8
#else
// Writes whole vectors; the next row overwrites the lanes beyond a row.
static COLLIDE__TARGET void COLLIDE__W(collide__terrain_rows)(const collide__patch_job *job,
                                                              collide__patch *patch) {
    const COLLIDE__V high = COLLIDE__SPLAT(job->place.high), low = COLLIDE__SPLAT(job->place.low);
    const COLLIDE__V zero = COLLIDE__SPLAT(0), x = COLLIDE__SPLAT(job->place.x);
    const COLLIDE__V dx = COLLIDE__SPLAT(job->dx);
    static const COLLIDE__ALIGNED(float)
        steps[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    size_t m = 0;
    for (size_t j = 0; j < job->rows; ++j, m += job->columns) {
        const float *heights = (const float *)(const void *)(job->heights + j * job->stride);
        const COLLIDE__V y = COLLIDE__SPLAT(job->place.y + collide__mul((float)(int)j, job->dy));
        for (size_t i = 0; i < job->columns; i += COLLIDE__WIDTH) {
            const COLLIDE__V z =
                COLLIDE__SUB(COLLIDE__SUB(COLLIDE__LOAD_U(heights + i), high), low);
            COLLIDE__STORE_U(patch->x + m + i,
                             COLLIDE__ADD(x, COLLIDE__MUL(COLLIDE__LOAD_V(steps + i), dx)));
            COLLIDE__STORE_U(patch->y + m + i, y);
            COLLIDE__STORE_U(patch->z + m + i, z);
        }
    }
    for (size_t i = 0; i < 32; i += COLLIDE__WIDTH) {
        COLLIDE__STORE_U(patch->x + m + i, zero);
        COLLIDE__STORE_U(patch->y + m + i, zero);
        COLLIDE__STORE_U(patch->z + m + i, zero);
    }
}
#endif
#endif // COLLIDE_NO_TERRAIN
