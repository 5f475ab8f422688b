#pragma once
#include "../tree/shapes.h"
#include "triangles.h"
#include "../base/work.h"

// ---- rays and segments against trees ---------------------------------------------------------
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TREE)

// A ray or segment in the tree's frame, and the margin of bounds on each axis.
typedef struct collide__tree_line {
    double origin[3], along[3], pad[3], t_max;
} collide__tree_line;

// The time at which the line enters the box of a child, or +infinity.
static double collide__tree_enter(const collide__tree_line *line, const float *column) {
    double enter = 0, leave = line->t_max;
    for (int i = 0; i < 3; ++i) {
        const double hi = ((double)column[16 * i] + line->pad[i]) - line->origin[i];
        const double lo = (-(double)column[16 * i + 8] - line->pad[i]) - line->origin[i];
        const double d = line->along[i];
        if (d > 0) {
            enter = lo > collide__dmul(enter, d) ? collide__ddiv(lo, d) : enter;
            leave = hi < collide__dmul(leave, d) ? collide__ddiv(hi, d) : leave;
        } else if (d < 0) {
            enter = hi < collide__dmul(enter, d) ? collide__ddiv(hi, d) : enter;
            leave = lo > collide__dmul(leave, d) ? collide__ddiv(lo, d) : leave;
        } else if (lo > 0 || hi < 0) {
            return (double)collide__infinity();
        }
    }
    return enter <= leave ? enter : (double)collide__infinity();
}

typedef struct collide__tree_visit {
    double enter;
    uint32_t code;
} collide__tree_visit;

// Takes a line to the frame of a tree.
static void collide__tree_line_of(const collide__tree_frame *frame, const collide__cast *l,
                                  collide__tree_line *line) {
    const collide__dvec3 from =
        collide__dadd(l->origin, -1, collide__dvec3_of(frame->pose.position));
    // The rounding of vertices under the pose, and the margin of collide__cast_triangle.
    const double off = collide__dmul(
        frame->reach + (collide__dabs(from.x) + collide__dabs(from.y) + collide__dabs(from.z)),
        COLLIDE__TREE_SLACK);
    for (unsigned i = 0; i < 3; ++i) {
        double wrong;
        const collide__dvec3 m = collide__tree_outward(frame, 3, i, &wrong);
        line->origin[i] = collide__ddot(m, from);
        line->along[i] = collide__ddot(m, l->direction);
        line->pad[i] =
            (collide__dmul((collide__dabs(m.x) + collide__dabs(m.y)) + collide__dabs(m.z),
                           off + (double)FLT_MIN) +
             wrong) +
            collide__dmul(frame->radius, COLLIDE__TREE_SLACK);
    }
    line->t_max = l->t_max < (double)FLT_MAX ? l->t_max : DBL_MAX;
}

// Pushes the children of a node that the line enters not later than latest, the nearest one last.
static void collide__tree_line_push(const collide__tree_line *line, const collide_tree *tree,
                                    uint32_t node, double latest, collide__tree_visit *stack,
                                    size_t *depth) {
    const collide__tree_links *links = collide__tree_links_of(tree, node);
    const float *rows = collide__tree_rows(tree, node);
    const size_t first = *depth;
    for (uint32_t i = 0; i < links->count; ++i) {
        const double enter = collide__tree_enter(line, rows + i);
        if (!(enter <= DBL_MAX) || enter > latest)
            continue;
        size_t at = (*depth)++;
        for (; at > first && stack[at - 1].enter < enter; --at)
            stack[at] = stack[at - 1];
        stack[at].enter = enter;
        stack[at].code = links->child[i];
    }
}

static collide__dvec3 collide__tree_origin(const void *shape, collide__dvec3 m) {
    (void)m;
    return *(const collide__dvec3 *)shape;
}

// Whether all triangles below a node have larger indices.
static bool collide__tree_above(const collide__tree_hull *hull, uint32_t number) {
    for (uint32_t i = 0; i < 4 * hull->count; ++i)
        if (collide__tree_leaf_of(hull->tree, hull->first + i / 4)->triangle[i % 4] <= number)
            return false;
    return true;
}

// Whether no triangle below a node is hit before the best one, or at the same time with a smaller
// index.
static bool collide__tree_line_clear(collide__tree_watch *watch, const collide__tree_hull *hull,
                                     collide__dvec3 origin, double t_max, float best,
                                     uint32_t number) {
    double t = t_max;
    if (number != UINT32_MAX && !collide__tree_above(hull, number))
        return false;
    if (best == 0)
        return true;
    if (number != UINT32_MAX) // a hit after t rounds to best or to a later time
        t = 0.5 * ((double)best - (double)collide__next_up(-best));
    return collide__tree_watch_clear(watch, hull, collide__tree_origin, &origin, 0, t);
}

// The first hit of a line. query decides about one triangle.
static bool collide__tree_first(const collide__cast *l, bool valid, collide__cast_query query,
                                const collide_tree *tree, const collide_pose *pose,
                                collide_ray_hit *out) {
    COLLIDE__ALIGNED(float) leaf[72];
    collide__tree_visit stack[8 * COLLIDE__TREE_LEVELS];
    collide__tree_frame frame;
    collide__tree_line line;
    collide__tree_watch watch;
    collide_triangle first;
    float best = collide__infinity();
    double latest = (double)best; // the last time that rounds to best
    uint32_t number = UINT32_MAX;
    size_t depth = 1;
    if (out)
        *out = collide__ray_miss();
    if (!valid || !collide__tree_surfaces(tree, tree) ||
        !collide__tree_frame_of(tree, pose, &frame))
        return false;
    collide__tree_line_of(&frame, l, &line);
    const double most = collide__dsum_abs(l->origin) + frame.reach;
    collide__tree_watch_start(&watch, l->direction, 0, most, 1.1641532182693481e-10); // 2^-33
    const collide__tree_kernels *kernels = collide__tree();
    stack[0].enter = 0;
    stack[0].code = 0;
    while (depth) {
        const collide__tree_visit visit = stack[--depth];
        COLLIDE__WORK(1);
        if (visit.enter > latest)
            continue;
        if (watch.spare > 0) {
            const collide__tree_hull hull = collide__tree_hull_of(tree, visit.code, &frame.pose);
            if (collide__tree_line_clear(&watch, &hull, l->origin, line.t_max, best, number))
                continue;
        }
        if (!(visit.code & COLLIDE__TREE_LEAF)) {
            collide__tree_line_push(&line, tree, visit.code, latest, stack, &depth);
            continue;
        }
        const collide__tree_leaf *own =
            collide__tree_leaf_of(tree, visit.code & ~COLLIDE__TREE_LEAF);
        kernels->move_leaf(own->rows[0], &frame.pose, leaf);
        for (unsigned s = 0; s < 4 && own->triangle[s] != UINT32_MAX; ++s) {
            COLLIDE__WORK(1);
            const collide_triangle q = collide__tree_triangle(leaf, s);
            float at;
            ++watch.spare;
            if (!collide__cast_time(l, true, query, &q, &at))
                continue;
            watch.spare += COLLIDE__TREE_LOOKS; // many hits in a row, as at a hub, are slow
            if (at < best || (at == best && own->triangle[s] < number)) {
                best = at;
                latest = 0.5 * ((double)at + (double)collide__next_up(at));
                number = own->triangle[s];
                first = q;
            }
        }
    }
    if (out && number != UINT32_MAX) {
        (void)collide__cast_hit(l, true, query, &first, out);
        out->triangle = number;
    }
    return number != UINT32_MAX;
}

COLLIDE_API bool collide_ray_tree(const collide_ray *a, const collide_tree *b,
                                  const collide_pose *pose_b, float t_max, collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_ray(a, t_max, &l);
    return collide__tree_first(&l, valid, collide__cast_triangle, b, pose_b, out);
}

COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose_b, collide_ray_hit *out) {
    collide__cast l;
    COLLIDE_ASSERT(a);
    const bool valid = collide__cast_of_segment(a, &l);
    return collide__tree_first(&l, valid, collide__segment_of_triangle, b, pose_b, out);
}
#endif // COLLIDE_NO_RAY, COLLIDE_NO_TREE
