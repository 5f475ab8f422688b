#pragma once
#include "../octree/queries.h"
#include "query.h"
#include "../base/work.h"

// ---- moving ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// Row r overlaps by sum - t * s, where s is the speed at which the moving side goes along it. So it
// begins to overlap, where s < 0, at -sum / -s, and ends, where s > 0, at sum / s.

// s is off by at most off. Times are rounded outward by more than products are.
static void collide__tree_speed_row(collide__tree_speed *speed, unsigned r, double s, double off) {
    const double least = s - off, slack = 9.5367431640625e-7; // 2^-20
    speed->in[r] = speed->out[r] = 0;
    speed->in_more[r] = -collide__infinity();
    speed->out_more[r] = collide__infinity();
    if (least > 0) {
        const double factor = collide__ddiv(1 + slack, least);
        if (factor <= (double)FLT_MAX) {
            speed->out[r] = (float)factor;
            speed->out_more[r] = FLT_MIN; // products may fall below
        }
    } else {
        const double factor = collide__ddiv(1 - slack, off - s);
        speed->in[r] = factor <= (double)FLT_MAX ? -(float)factor : -FLT_MAX;
        speed->in_more[r] = 0;
    }
}

// Of velocity v in the frame of the rows.
static void collide__tree_speed_of(unsigned directions, collide_vec3 v,
                                   collide__tree_speed *speed) {
    const float part = 0.0625f; // sums must not overflow
    const collide_vec3 w = {v.x * part, v.y * part, v.z * part};
    const double size =
        (double)collide__abs(w.x) + (double)collide__abs(w.y) + (double)collide__abs(w.z);
    float along[13];
    collide__tree_along(directions, w, along);
    for (unsigned r = 0; r < 2 * directions; ++r) {
        const double s = 16 * (double)along[r / 2];
        collide__tree_speed_row(speed, r, r & 1 ? -s : s,
                                collide__dmul(size, 1.52587890625e-5) + (double)FLT_MIN); // 2^-16
    }
}

static void collide__tree_clock_start(collide__tree_clock *clock, collide_vec3 v, float t_max) {
    clock->until = collide__sum_abs(v) > 0 ? t_max : 0;
    clock->best = collide__infinity();
}

// Node or leaf of each tree, and when they may begin to meet.
typedef struct collide__tree_timed_task {
    uint32_t a, b;
    float enter;
} collide__tree_timed_task;

// The nearest on top.
COLLIDE__INLINE void collide__tree_push(collide__tree_timed_task *stack, size_t first,
                                        size_t *depth, uint32_t a, uint32_t b, float enter) {
    size_t at = (*depth)++;
    for (; at > first && stack[at - 1].enter < enter; --at)
        stack[at] = stack[at - 1];
    stack[at].a = a;
    stack[at].b = b;
    stack[at].enter = enter;
}

// A velocity in the frame of a pose.
static collide_vec3 collide__tree_velocity(const collide_pose *pose, collide_vec3 v) {
    collide_pose from = pose ? *pose : collide_pose_identity(), to = collide_pose_identity();
    const collide_vec3 zero = {0, 0, 0};
    from.position = zero;
    to.position = v;
    return pose ? collide_pose_relative(&from, &to).position : v;
}

COLLIDE__INLINE bool collide__tree_slow(collide_vec3 v) {
    return collide__abs(v.x) <= COLLIDE__TREE_FAR && collide__abs(v.y) <= COLLIDE__TREE_FAR &&
           collide__abs(v.z) <= COLLIDE__TREE_FAR;
}

// A sweep of two trees under way, b's triangles moving at v in the frame of a.
typedef struct collide__tree_course {
    const collide_tree *a, *b;
    const collide__tree_kernels *kernels;
    collide_vec3 v;
    float t_max;
    collide__tree_motion motion;
    float way[6]; // v times a power of two, and its absolute values: see table.h of triangles
    float unit;   // the unit of their time
    collide__tree_speed speed;
    collide__tree_clock clock;
    collide_impact best;
    collide_pair found;
    collide_tree_work done;
    collide__tree_watch watch;
    collide__tree_queue queue; // pairs of triangles that may meet before the best contact
} collide__tree_course;

// The way, and its unit.
static void collide__tree_course_way(collide__tree_course *course) {
    const float v[3] = {course->v.x, course->v.y, course->v.z};
    uint32_t bits;
    float most = FLT_MIN;
    for (int i = 0; i < 3; ++i)
        most = collide__abs(v[i]) > most ? collide__abs(v[i]) : most;
    memcpy(&bits, &most, sizeof bits);
    bits &= 0x7f800000u; // v is below 2^126
    course->unit = collide__float_of(bits);
    for (int i = 0; i < 3; ++i) {
        course->way[i] = collide__mul(v[i], collide__float_of(0x7f000000u - bits));
        course->way[3 + i] = collide__abs(course->way[i]);
    }
}

// The time of the best contact, or the end, in that unit.
static float collide__tree_course_end(const collide__tree_course *course) {
    const collide__tree_clock *clock = &course->clock;
    const float end = clock->best < clock->until ? clock->best : clock->until;
    const float until = collide__mul(end, course->unit);
    return until > FLT_MIN ? until : FLT_MIN; // underflow may have rounded it down
}

// Asks the queue: an earlier contact takes the place of the best. Of contacts at the same time the
// first in the queue counts, whatever their order here.
static void collide__tree_course_ask(collide__tree_course *course) {
    COLLIDE__ALIGNED(float) at[16];
    collide__tree_queue *queue = &course->queue;
    const collide_vec3 still = {0, 0, 0};
    const unsigned n = queue->count;
    unsigned first = 0;
    if (n == 0)
        return;
    float end = collide__tree_course_end(course);
    collide__tree_queue_end(queue);
    unsigned bits =
        collide__triangle()->sweep(queue->p, queue->q, course->way, end, 0xffffu >> (16 - n), at);
    while (bits) {
        collide_triangle s, t;
        collide_impact impact;
        unsigned k = collide__lowest_bit(bits);
        for (unsigned left = bits & (bits - 1); left; left &= left - 1)
            k = at[collide__lowest_bit(left)] < at[k] ? collide__lowest_bit(left) : k;
        if (at[k] > end)
            break;
        bits &= ~(1u << k);
        collide__lane_floats(queue->p, k, 9, (float *)(void *)&s);
        collide__lane_floats(queue->q, k, 9, (float *)(void *)&t);
        if (!collide_triangle_triangle_sweep(&s, still, &t, course->v, course->t_max, &impact) ||
            impact.t_first > course->clock.best ||
            (impact.t_first == course->clock.best && k >= first))
            continue;
        course->best = impact;
        course->clock.best = impact.t_first;
        course->found = queue->pair[k];
        first = k;
        end = collide__tree_course_end(course);
    }
}

// Puts the pairs of triangles of two leaves in the queue.
static void collide__tree_leaves_sweep(collide__tree_course *course, const collide__tree_leaf *p,
                                       const collide__tree_leaf *q) {
    COLLIDE__ALIGNED(float) leaf[72];
    course->kernels->move_leaf(q->rows[0], &course->motion.pose, leaf);
    unsigned bits = course->kernels->leaf_times(p->rows[0], leaf + 48, &course->speed,
                                                course->motion.pad, &course->clock);
    for (; bits; bits &= bits - 1) {
        const unsigned k = collide__lowest_bit(bits);
        const collide_pair pair = {p->triangle[k / 4], q->triangle[k % 4]};
        if (pair.a == UINT32_MAX || pair.b == UINT32_MAX)
            continue;
        COLLIDE__WORK(1);
        ++course->done.triangles;
        course->watch.spare += COLLIDE__TREE_LOOKS;
        collide__tree_queue_put(&course->queue, p->rows[0] + k / 4, leaf + k % 4, pair);
        if (course->queue.count == 16)
            collide__tree_course_ask(course);
    }
    if (course->found.a == UINT32_MAX)
        collide__tree_course_ask(course);
}

// Whether the hulls of a pair are apart until the best contact.
static bool collide__tree_course_clear(collide__tree_course *course, uint32_t a, uint32_t b) {
    const collide__tree_hull p = collide__tree_hull_of(course->a, a, NULL);
    const collide__tree_hull q = collide__tree_hull_of(course->b, b, &course->motion.pose);
    const float t = course->best.t_first < course->t_max ? course->best.t_first : course->t_max;
    return collide__tree_watch_clear(&course->watch, &p, collide__tree_farthest, &q, q.count,
                                     (double)t);
}

// Asks the triangles of a pair, or puts pairs of its children on the stack.
static void collide__tree_course_step(collide__tree_course *course,
                                      const collide__tree_timed_task *task,
                                      collide__tree_timed_task *stack, size_t *depth) {
    COLLIDE__ALIGNED(float) moved[16 * 13];
    float enter[8 * 8];
    uint8_t hits[8];
    const collide__tree_kernels *kernels = course->kernels;
    const unsigned directions = course->motion.directions;
    unsigned rows, columns;
    if (task->a & task->b & COLLIDE__TREE_LEAF) {
        collide__tree_leaves_sweep(course,
                                   collide__tree_leaf_of(course->a, task->a ^ COLLIDE__TREE_LEAF),
                                   collide__tree_leaf_of(course->b, task->b ^ COLLIDE__TREE_LEAF));
        return;
    }
    const uint32_t node_a = collide__tree_place(course->a, task->a, &rows);
    const uint32_t node_b = collide__tree_place(course->b, task->b, &columns);
    const collide__tree_links *to = collide__tree_links_of(course->a, node_a);
    const collide__tree_links *from = collide__tree_links_of(course->b, node_b);
    kernels->move(collide__tree_rows(course->b, node_b), &course->motion, NULL, moved);
    kernels->times(collide__tree_rows(course->a, node_a), directions, &course->speed,
                   &course->clock, moved, columns, hits, enter);
    COLLIDE__WORK(collide__popcount(columns));
    course->done.updates += 8;
    course->done.volumes += 8 * collide__popcount(columns);
    for (const size_t first = *depth; columns; columns &= columns - 1) {
        const unsigned j = collide__lowest_bit(columns);
        for (unsigned bits = rows & hits[j]; bits; bits &= bits - 1) {
            const unsigned i = collide__lowest_bit(bits);
            collide__tree_push(stack, first, depth, to->child[i], from->child[j], enter[8 * j + i]);
        }
    }
}

// The pose of a mover; NULL if it is the identity, which changes no bit of what it is applied to.
static const collide_pose *collide__mover_pose(const collide_mover *m) {
    const float *p = collide__floats(&m->pose.position);
    bool none = true;
    for (int i = 0; i < 12; ++i)
        none = none && p[i] == (i == 3 || i == 7 || i == 11 ? 1.0f : 0.0f);
    return none ? NULL : &m->pose;
}

// Finds the first contact before the best one.
static void collide__tree_course_run(collide__tree_course *course, float best) {
    collide__tree_timed_task stack[COLLIDE__TREE_TASKS];
    size_t depth = 1;
    course->clock.best = best;
    course->queue.count = 0;
    collide__tree_watch_start(&course->watch, collide__dvec3_of(course->v), 0,
                              (double)course->motion.pad / (double)COLLIDE__TREE_PAD,
                              2.842170943040401e-14); // 2^-45
    stack[0].a = stack[0].b = 0;
    stack[0].enter = 0;
    while (depth) {
        const collide__tree_timed_task task = stack[--depth];
        COLLIDE__WORK(1);
        ++course->watch.spare;
        if (task.enter < course->clock.best &&
            !(course->watch.spare > 0 && collide__tree_course_clear(course, task.a, task.b)))
            collide__tree_course_step(course, &task, stack, &depth);
    }
    collide__tree_course_ask(course);
}

COLLIDE_API bool collide_tree_tree_sweep(const collide_mover *a, const collide_mover *b,
                                         float t_max, collide_impact *out, collide_pair *pair,
                                         collide_tree_work *work) {
    static const collide_pair none = {UINT32_MAX, UINT32_MAX};
    collide__tree_course course;
    collide__pace pace;
    collide__impact_miss(&course.best);
    if (out)
        *out = course.best;
    if (pair)
        *pair = none;
    COLLIDE_ASSERT(a && b);
    if (!collide__tree_surfaces(a->tree, b->tree) || !(t_max >= 0) ||
        !collide__pace_any(a->velocity, b->velocity, t_max, &pace))
        return false;
    const collide_pose *pose_a = collide__mover_pose(a);
    const collide_pose pose = collide_pose_relative(pose_a, &b->pose);
    const unsigned directions = collide__tree_directions(a->tree, b->tree);
    course.v = collide__tree_velocity(pose_a, pace.v);
    if (!collide__tree_move(directions, a->tree->radius, b->tree->radius, &pose, &course.motion) ||
        !collide__tree_slow(course.v))
        return false;
    course.a = a->tree;
    course.b = b->tree;
    course.kernels = collide__tree();
    course.t_max = pace.t_max;
    course.found = none;
    memset(&course.done, 0, sizeof course.done);
    collide__tree_clock_start(&course.clock, course.v, pace.t_max);
    collide__tree_speed_of(directions, course.v, &course.speed);
    collide__tree_course_way(&course);
    // Meshes that overlap at once are found by what does; the pair is the one of the search in
    // time.
    collide__tree_course_run(&course, collide__float_of(1));
    if (course.found.a == UINT32_MAX && course.clock.until > 0)
        collide__tree_course_run(&course, collide__infinity());
    collide__tree_work_add(work, &course.done);
    if (course.found.a == UINT32_MAX)
        return false;
    if (out) {
        *out = course.best;
        collide__pace_times(&pace, t_max, &out->t_first, &out->t_last);
        out->normal = collide__tree_turn(pose_a, course.best.normal);
    }
    if (pair)
        *pair = course.found;
    return true;
}

COLLIDE_API size_t collide_tree_tree_sweep_contacts(const collide_mover *a, const collide_mover *b,
                                                    collide_pair pair,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity) {
    const collide_vec3 still = {0, 0, 0};
    collide_impact impact;
    collide__pace pace;
    COLLIDE_ASSERT(a && b && (contacts || capacity == 0));
    if (!collide__tree_surfaces(a->tree, b->tree) || pair.a >= a->tree->triangle_count ||
        pair.b >= b->tree->triangle_count ||
        !collide__pace_any(a->velocity, b->velocity, FLT_MAX, &pace))
        return 0;
    const collide_pose *pose_a = collide__mover_pose(a);
    const collide_pose pose = collide_pose_relative(pose_a, &b->pose);
    const collide_vec3 v = collide__tree_velocity(pose_a, pace.v);
    const collide_triangle s = collide__tree_numbered(a->tree, pair.a);
    const collide_triangle t = collide__tree_posed(b->tree, pair.b, &pose);
    if (!collide_triangle_triangle_sweep(&s, still, &t, v, FLT_MAX, &impact))
        return 0;
    const size_t n = collide_triangle_triangle_sweep_contacts(&s, still, &t, v, &impact, options,
                                                              contacts, capacity);
    for (size_t i = 0; i < n && i < capacity; ++i) {
        const collide__dvec3 along = collide__dvec3_of(a->velocity);
        collide_contact *c = &contacts[i];
        c->normal = collide__tree_turn(pose_a, c->normal);
        collide_vec3 *points[2] = {&c->point_a, &c->point_b};
        for (int k = 0; k < 2; ++k)
            *points[k] = collide__dround(collide__dadd(
                collide__dvec3_of(pose_a ? collide_pose_apply(pose_a, *points[k]) : *points[k]),
                collide__dmul((double)impact.t_first, pace.unit), along));
    }
    return n;
}

#ifndef COLLIDE_NO_OCTREE
static collide_mover collide__mover_at(const collide_mover *movers, size_t i, size_t stride) {
    collide_mover m; // which may lie anywhere
    memcpy(&m, collide__at(movers, i, stride), sizeof m);
    return m;
}

// All pairs of movers, of which each begins with its tree, whose boxes overlap.
typedef struct collide__movers collide__movers;
struct collide__movers {
    const void *movers;
    size_t n, stride, least; // least: bytes of a mover
    float t_max;
    bool (*box)(const collide__movers *job, size_t i, collide_aabb *out); // false: it hits nothing
    void (*ask)(const collide__movers *job, size_t i, size_t j);
};

// The box that a mover sweeps, rounded outward; the whole space if the mover's box lies beyond the
// range of its tree at rest. False if the mover can hit nothing.
static bool collide__mover_box(const collide__movers *job, size_t which, collide_aabb *out) {
    const collide_mover at =
        collide__mover_at((const collide_mover *)job->movers, which, job->stride);
    const collide_mover *const m = &at;
    const float t_max = job->t_max;
    collide_aabb box = collide_aabb_from_tree(m->tree, &m->pose);
    float *lo[3] = {&box.min.x, &box.min.y, &box.min.z};
    float *hi[3] = {&box.max.x, &box.max.y, &box.max.z};
    const float v[3] = {m->velocity.x, m->velocity.y, m->velocity.z};
    if (!collide__finite3(m->velocity) || !collide__finite3(m->pose.position))
        return false;
    for (int k = 0; k < 3; ++k)
        if (!collide__finite3(m->pose.axis[k]))
            return false;
    if (!(box.min.x <= box.max.x)) {
        for (int i = 0; i < 3; ++i) {
            *lo[i] = -FLT_MAX;
            *hi[i] = FLT_MAX;
        }
        *out = box;
        return true;
    }
    for (int i = 0; i < 3; ++i) {
        const double way = v[i] < 0 || v[i] > 0 ? collide__dmul((double)v[i], (double)t_max) : 0;
        const double from = (double)*lo[i] + way, to = (double)*hi[i] + way;
        if (way < 0)
            *lo[i] = from > -(double)FLT_MAX ? collide__float_down(from) : -FLT_MAX;
        else
            *hi[i] = to < (double)FLT_MAX ? collide__float_up(to) : FLT_MAX;
    }
    *out = box;
    return true;
}

COLLIDE_API size_t collide_movers_scratch_size(size_t n) {
    const size_t octree = collide_octree_size(n, NULL), each = sizeof(collide_aabb) + 8;
    if (n == 0 || octree == 0 || n > UINT32_MAX || n > (PTRDIFF_MAX - octree - 64) / each)
        return 0;
    return octree + (n * each + 63) / 64 * 64;
}

static collide_status collide__movers_run(collide__movers *job, void *scratch, size_t size) {
    const size_t n = job->n, octree_size = collide_octree_size(n, NULL);
    collide_octree *octree = NULL;
    job->stride = job->stride ? job->stride : job->least;
    collide_status status = collide__array_check(job->movers, n, job->stride, job->least);
    if (status == COLLIDE_OK)
        status = collide__memory_check(scratch, size, n, collide_movers_scratch_size(n));
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        const collide_tree *tree; // which may lie anywhere
        memcpy(&tree, collide__at(job->movers, i, job->stride), sizeof tree);
        status = tree ? status : COLLIDE_ERROR_NULL;
    }
    if (status == COLLIDE_OK && !(job->t_max >= 0))
        status = COLLIDE_ERROR_EXTENT;
    if (status != COLLIDE_OK)
        return status;
    collide_aabb *boxes = (collide_aabb *)(void *)((char *)scratch + octree_size);
    uint32_t *others = (uint32_t *)(void *)(boxes + n), *who = others + n, active = 0;
    for (uint32_t i = 0; i < n; ++i)
        if (job->box(job, i, &boxes[active]))
            who[active++] = i;
    if (active)
        status = collide_octree_build_aabbs(&octree, scratch, octree_size, boxes, active, 0, NULL);
    for (uint32_t i = 0; i < active && status == COLLIDE_OK; ++i) {
        const size_t near_by = collide_aabb_octree_indices(&boxes[i], octree, NULL, others, n);
        for (size_t k = 0; k < near_by; ++k)
            if (others[k] > i)
                job->ask(job, who[i], who[others[k]]);
    }
    return status;
}

typedef struct collide__movers_swept {
    collide__movers job;
    collide_movers_hit *hits;
    size_t capacity;
    collide_movers_counts *counts;
} collide__movers_swept;

static void collide__movers_ask(const collide__movers *job, size_t i, size_t j) {
    const collide__movers_swept *const to = (const collide__movers_swept *)(const void *)job;
    const collide_mover *const movers = (const collide_mover *)job->movers;
    const collide_mover a = collide__mover_at(movers, i, job->stride);
    const collide_mover b = collide__mover_at(movers, j, job->stride);
    collide_movers_hit hit;
    if (!collide_tree_tree_sweep(&a, &b, job->t_max, &hit.impact, &hit.triangles,
                                 &to->counts->work))
        return;
    hit.movers.a = (uint32_t)i;
    hit.movers.b = (uint32_t)j;
    if (to->counts->hits < to->capacity)
        to->hits[to->counts->hits] = hit;
    ++to->counts->hits;
}

COLLIDE_API collide_status collide_movers_sweep(const collide_mover *movers, size_t n,
                                                size_t stride, float t_max, void *scratch,
                                                size_t size, collide_movers_hit *hits,
                                                size_t capacity, collide_movers_counts *counts) {
    collide__movers_swept run;
    if (!counts)
        return COLLIDE_ERROR_NULL;
    memset(counts, 0, sizeof *counts);
    COLLIDE_ASSERT(hits || capacity == 0);
    run.job.movers = movers;
    run.job.n = n;
    run.job.stride = stride;
    run.job.least = sizeof *movers;
    run.job.t_max = t_max;
    run.job.box = collide__mover_box;
    run.job.ask = collide__movers_ask;
    run.hits = hits;
    run.capacity = capacity;
    run.counts = counts;
    return collide__movers_run(&run.job, scratch, size);
}
#endif
#endif // COLLIDE_NO_TREE
