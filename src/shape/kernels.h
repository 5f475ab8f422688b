#pragma once
#include "table.h"
#include "closed_lanes.h"
#include "search_lanes.h"
#include "plane_lanes.h"
#include "within_search.h"

// ---- the kernels of 16 pairs -----------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__shape_distance)(const collide__distance_job *job, unsigned lanes, float *rows) {
    const uint32_t form_a = COLLIDE__W(collide__closed_form)(job->kind_a);
    const uint32_t form_b = COLLIDE__W(collide__closed_form)(job->kind_b);
    if (job->kind_a == COLLIDE_SHAPE_PLANE || job->kind_b == COLLIDE_SHAPE_PLANE)
        return COLLIDE__W(collide__plane_distance)(job, lanes, rows);
    // A point or a segment has a closed form with any other form.
    return (form_a < form_b ? form_a : form_b) - 1u < COLLIDE__CLOSED_SEGMENT
               ? COLLIDE__W(collide__closed_distance)(job, form_a, form_b, lanes, rows)
               : COLLIDE__W(collide__search_distance)(job, lanes, rows);
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__shape_within)(const collide__distance_job *job,
                                                                  unsigned lanes,
                                                                  unsigned *unsure) {
    collide__within_job j;
    *unsure = lanes;
    if (!collide__within_job_of(job, &j))
        return 0;
    j.yes = ~lanes & 0xffffu; // which saves rounds
    if (j.b.core < 3)
        COLLIDE__W(collide__within_segments)(&j);
    else if (j.a.core < 3 && j.b.core == 3)
        COLLIDE__W(collide__within_triangle)(&j);
    else if (j.a.core < 3 && j.b.core == COLLIDE__WITHIN_BOX)
        COLLIDE__W(collide__within_box)(&j);
    else if (j.a.aabb && j.b.aabb)
        COLLIDE__W(collide__within_aabbs)(&j);
    else {
        if (j.a.core == COLLIDE__WITHIN_BOX && j.b.core == COLLIDE__WITHIN_BOX)
            COLLIDE__W(collide__within_boxes)(&j);
        COLLIDE__W(collide__within_search)(&j);
    }
    *unsure = lanes & ~(j.yes | j.no);
    return j.yes & lanes;
}

static COLLIDE__TARGET void COLLIDE__W(collide__shape_inside)(const float *rows, bool spheres,
                                                              const float *boxes, size_t n,
                                                              uint16_t *lanes) {
    for (size_t k = 0; k < n; ++k, boxes += 8) {
        unsigned inside = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *const at = rows + COLLIDE__WIDTH * (part);                                    \
        const COLLIDE__V x = COLLIDE__LOAD_ROW(at, 0), y = COLLIDE__LOAD_ROW(at, 1);               \
        const COLLIDE__V z = COLLIDE__LOAD_ROW(at, 2);                                             \
        const COLLIDE__V r = spheres ? COLLIDE__MUL(COLLIDE__LOAD_ROW(at, 3),                      \
                                                    COLLIDE__SPLAT(COLLIDE__CLOUD_RADIUS))         \
                                     : COLLIDE__SPLAT(0.0f);                                       \
        COLLIDE__M in = COLLIDE__GE(COLLIDE__ADD(x, r), COLLIDE__SPLAT(boxes[0]));                 \
        in = COLLIDE__AND_GE(in, COLLIDE__ADD(y, r), COLLIDE__SPLAT(boxes[1]));                    \
        in = COLLIDE__AND_GE(in, COLLIDE__ADD(z, r), COLLIDE__SPLAT(boxes[2]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(x, r), COLLIDE__SPLAT(boxes[4]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(y, r), COLLIDE__SPLAT(boxes[5]));                    \
        in = COLLIDE__AND_LE(in, COLLIDE__SUB(z, r), COLLIDE__SPLAT(boxes[6]));                    \
        inside |= COLLIDE__BITS(in) << COLLIDE__WIDTH * (part);                                    \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        lanes[k] = (uint16_t)inside;
    }
}

#undef COLLIDE__CLOSED_SEGMENT

COLLIDE__KERNEL_TABLE_LANES(shape, COLLIDE__SHAPE_KERNELS);
#endif // COLLIDE__WIDTH
