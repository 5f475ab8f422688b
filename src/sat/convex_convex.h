#pragma once
#include "axes.h"

// ---- convex against convex -------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// The definition for one axis l, in the order of its operations: l in either frame, projections
// ((x + y) + z), centre and radius doubled, slack times (|x| + |y|) + |z|. If edges are parallel,
// the radius is infinite. With least, takes the squared depth over l.l, unless edges are nearly
// parallel.
static void collide__convex_axis(collide__convex_job *job, collide_vec3 l, uint32_t axis,
                                 bool least) {
    float min[2], max[2];
    for (int side = 0; side < 2; ++side) {
        const collide_vec3 *frame = job->frame[side];
        const collide_vec3 local = collide__vec3(
            collide__dot(l, frame[0]), collide__dot(l, frame[1]), collide__dot(l, frame[2]));
        min[side] = collide__infinity();
        max[side] = -collide__infinity();
        for (size_t i = 0; i < job->vertex_count[side]; ++i) {
            const float x = collide__dot(collide__read_vec3(job->vertices[side] + 3 * i), local);
            min[side] = x < min[side] ? x : min[side];
            max[side] = x > max[side] ? x : max[side];
        }
    }
    const float position = collide__dot(job->d, l), speed = collide__dot(job->v, l);
    const float p = (position + position) + ((min[1] + max[1]) - (min[0] + max[0]));
    const float size = collide__sum_abs(l);
    const float r = size < COLLIDE__PARALLEL
                        ? collide__infinity()
                        : ((max[1] - min[1]) + (max[0] - min[0])) + collide__mul(job->slack, size);
    if (least) {
        const float depth = r - collide__abs(p), square = collide__dot(l, l);
        const float key = collide__mul(depth, depth) / square;
        uint32_t bits; // gcc -Ofast compares NaN as if it were a number
        memcpy(&bits, &key, sizeof bits);
        if (square >= 9.094947e-13f && bits < 0x7f800000u && key < job->least) { // 2^-40
            job->least = key;
            job->least_axis = axis;
        }
    } else {
        collide__times t = job->times; // a NaN must change nothing, but gcc -Ofast may compare it
        uint32_t enter, last;
        collide__axis_times(&t, axis, p, speed + speed, r);
        memcpy(&enter, &t.enter, sizeof enter);
        memcpy(&last, &t.last, sizeof last);
        if ((enter << 1) <= 0xff000000u) {
            job->times.enter = t.enter;
            job->times.axis = t.axis;
        }
        if ((last << 1) <= 0xff000000u)
            job->times.last = t.last;
    }
}
#endif // COLLIDE_NO_SAT
