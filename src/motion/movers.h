#pragma once
#include "../tree/moving.h"
#include "tree.h"

// ---- bounds of motions, and many meshes in motion ----------------------------------------------
#ifndef COLLIDE_NO_MOTION
// However a body turns, it stays in its solid of revolution about the axis of spin; and along a
// direction n, no point is faster than n.v + |n x spin| rho. The nearer of both bounds holds.

// Widens a box by all places of a body until t_max.
static void collide__moving_bounds(const collide__moving *m, double t_max, double wider,
                                   collide_aabb *out) {
    float *const lo[3] = {&out->min.x, &out->min.y, &out->min.z};
    float *const hi[3] = {&out->max.x, &out->max.y, &out->max.z};
    const collide__dvec3 from = collide__dvec3_of(m->pivot);
    const double sizes = (m->size + m->start.size) + (m->start.radius + collide__dsum_abs(from));
    for (uint32_t i = 0; i < 6; ++i) {
        const collide__dvec3 axis = collide__coordinate_axis(i % 3);
        const collide__dvec3 to = i < 3 ? axis : collide__dneg(axis);
        const collide__dvec3 side = collide__dcross(to, m->axis);
        const double v = collide__ddot(to, m->velocity), x = collide__ddot(to, m->axis);
        const double round = collide__dmul(collide__sqrt(collide__ddot(side, side)), m->rho);
        const double fast = v + collide__dmul(m->rate, round);
        double reach = collide__moving_reach(m, &to) + (fast > 0 ? collide__dmul(fast, t_max) : 0);
        if (m->rate > 0) {
            const collide__dvec3 up = x < 0 ? collide__dneg(m->axis) : m->axis;
            const double along = collide__dmul(collide__dabs(x), collide__moving_reach(m, &up));
            reach = collide__dmin(reach, (along + round) + (v > 0 ? collide__dmul(v, t_max) : 0));
        }
        const double slack =
            collide__dmul(sizes, wider) + collide__dmul(collide__dmul(collide__dabs(v), t_max),
                                                        9.094947017729282e-13); // 2^-40
        reach = (collide__ddot(to, from) + reach) + (m->start.radius + slack);
        if (i < 3)
            *hi[i] = collide__max2(*hi[i], collide__float_up(reach));
        else
            *lo[i - 3] = collide__min2(*lo[i - 3], collide__float_down(-reach));
    }
}

static collide_aabb collide__bounds_none(void) {
    const float all = collide__infinity();
    const collide_aabb r = {{all, all, all}, {-all, -all, -all}};
    return r;
}

COLLIDE_API collide_aabb collide_aabb_from_shape_motion(const collide_shape *shape,
                                                        const collide_motion *motion, float t_max) {
    const collide_motion rest = collide_motion_at_rest();
    collide_aabb r = collide__bounds_none();
    collide__moving m;
    COLLIDE_ASSERT(shape);
    if (!(t_max >= 0) || !collide__moving_begin(&m, shape, motion ? motion : &rest))
        return r;
    if (m.plane) {
        const collide_aabb none = r;
        r.min = none.max;
        r.max = none.min;
        return r;
    }
    collide__moving_bounds(&m, t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX,
                           9.094947017729282e-13, &r); // 2^-40
    return r;
}

#ifndef COLLIDE_NO_TREE
// The boxes of the root's children bound the mesh. Overlap at the start is decided in floats: what
// they round by is less than 2^-20 of the sizes.
COLLIDE_API collide_aabb collide_aabb_from_tree_motion(const collide_tree *tree,
                                                       const collide_motion *motion, float t_max) {
    const collide_motion rest = collide_motion_at_rest();
    collide_aabb r = collide__bounds_none();
    collide__reach_side side;
    collide__reach_kids kids;
    collide__moving m;
    if (!tree || !(t_max >= 0) || !collide__reach_of_tree(&side, tree, motion ? motion : &rest))
        return r;
    collide__reach_tree_open(&side, collide__reach_root(0), &kids);
    for (uint32_t i = 0; i < kids.count; ++i)
        if (collide__reach_tree_body(&side, kids.code[i], &m))
            collide__moving_bounds(&m, t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX,
                                   9.5367431640625e-07, &r); // 2^-20
    return r;
}

#ifndef COLLIDE_NO_OCTREE
typedef struct collide__movers_turned {
    collide__movers job;
    float tolerance;
    collide_movers_motion_hit *hits;
    size_t capacity;
    collide_movers_motion_counts *counts;
} collide__movers_turned;

static collide_motion_mover collide__motion_mover_at(const collide__movers *job, size_t i) {
    collide_motion_mover m; // which may lie anywhere
    memcpy(&m, collide__at(job->movers, i, job->stride), sizeof m);
    return m;
}

// The octree takes finite boxes alone. What lies beyond overlaps all others that do.
static bool collide__motion_mover_box(const collide__movers *job, size_t i, collide_aabb *out) {
    const collide_motion_mover m = collide__motion_mover_at(job, i);
    *out = collide_aabb_from_tree_motion(m.tree, &m.motion, job->t_max);
    float *const all[6] = {&out->min.x, &out->min.y, &out->min.z,
                           &out->max.x, &out->max.y, &out->max.z};
    if (!(out->min.x <= out->max.x))
        return false;
    for (int k = 0; k < 6; ++k)
        *all[k] = collide__max2(-FLT_MAX, collide__min2(*all[k], FLT_MAX));
    return true;
}

static void collide__motion_movers_ask(const collide__movers *job, size_t i, size_t j) {
    const collide__movers_turned *const to = (const collide__movers_turned *)(const void *)job;
    const collide_motion_mover a = collide__motion_mover_at(job, i),
                               b = collide__motion_mover_at(job, j);
    collide_movers_motion_hit hit;
    ++to->counts->pairs;
    if (!collide_tree_tree_motion(a.tree, &a.motion, b.tree, &b.motion, job->t_max, to->tolerance,
                                  &hit.first, &hit.triangles))
        return;
    hit.movers.a = (uint32_t)i;
    hit.movers.b = (uint32_t)j;
    if (to->counts->hits < to->capacity)
        to->hits[to->counts->hits] = hit;
    ++to->counts->hits;
}

COLLIDE_API collide_status collide_movers_motion(const collide_motion_mover *movers, size_t n,
                                                 size_t stride, float t_max, float tolerance,
                                                 void *scratch, size_t size,
                                                 collide_movers_motion_hit *hits, size_t capacity,
                                                 collide_movers_motion_counts *counts) {
    collide__movers_turned run;
    if (!counts)
        return COLLIDE_ERROR_NULL;
    memset(counts, 0, sizeof *counts);
    COLLIDE_ASSERT(hits || capacity == 0);
    run.job.movers = movers;
    run.job.n = n;
    run.job.stride = stride;
    run.job.least = sizeof *movers;
    run.job.t_max = t_max;
    run.job.box = collide__motion_mover_box;
    run.job.ask = collide__motion_movers_ask;
    run.tolerance = tolerance;
    run.hits = hits;
    run.capacity = capacity;
    run.counts = counts;
    return collide__movers_run(&run.job, scratch, size);
}
#endif
#endif // COLLIDE_NO_TREE
#endif // COLLIDE_NO_MOTION
