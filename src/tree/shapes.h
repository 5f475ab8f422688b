#pragma once
#include "../base/body.h"
#include "../sat/convex.h"
#include "../sphere/triangle.h"
#include "../triangle/closest.h"
#include "../cylinder/single.h"
#include "moving.h"
#include "../base/work.h"

// ---- single shapes ---------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// A tree under a pose, as seen from its own frame.
typedef struct collide__tree_frame {
    collide_pose pose, back;
    double radius; // the largest coordinate of a vertex
    double reach;  // the same under the pose
} collide__tree_frame;

static bool collide__tree_frame_of(const collide_tree *tree, const collide_pose *pose,
                                   collide__tree_frame *frame) {
    const double radius = tree ? (double)tree->radius : 0;
    frame->radius = radius;
    if (!pose) {
        static const collide_pose identity = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        frame->pose = frame->back = identity;
        frame->reach = radius;
        return tree && radius <= (double)COLLIDE__TREE_FAR;
    }
    frame->pose = *pose;
    frame->back = collide_pose_relative(pose, NULL);
    const collide_vec3 *a = frame->pose.axis, *b = frame->back.axis, t = frame->pose.position;
    frame->reach = 0;
    for (int i = 0; i < 3; ++i) {
        const float *at = collide__floats(&t) + i, *x = collide__floats(&a[0]) + i;
        const float *y = collide__floats(&a[1]) + i, *z = collide__floats(&a[2]) + i;
        const double size = collide__dmul(((double)collide__abs(*x) + (double)collide__abs(*y)) +
                                              (double)collide__abs(*z),
                                          radius);
        const double reach = size + (double)collide__abs(*at);
        frame->reach = reach > frame->reach ? reach : frame->reach;
    }
    return tree && collide__finite3(a[0]) && collide__finite3(a[1]) && collide__finite3(a[2]) &&
           collide__finite3(b[0]) && collide__finite3(b[1]) && collide__finite3(b[2]) &&
           collide__finite3(t) && frame->reach <= (double)COLLIDE__TREE_FAR &&
           radius <= (double)COLLIDE__TREE_FAR;
}

// The parts of the axes of space along the directions of a tree, and of the axes of its own frame.
typedef struct collide__tree_axes {
    float space[3][13], own[3][13];
} collide__tree_axes;

static void collide__tree_axes_of(const collide__tree_frame *frame, unsigned directions,
                                  collide__tree_axes *axes) {
    static const collide_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int j = 0; j < 3; ++j) {
        collide__tree_along(directions, frame->back.axis[j], axes->space[j]);
        collide__tree_along(directions, unit[j], axes->own[j]);
    }
}

// The direction of space whose part along the pose is direction d of the tree; *off: how far off
// that part may be for a vertex, where the pose's axes are nearly in a plane.
static collide__dvec3 collide__tree_outward(const collide__tree_frame *frame,
                                            const collide__tree_axes *axes, unsigned d,
                                            double *off) {
    const collide__dvec3 m = {(double)axes->space[0][d], (double)axes->space[1][d],
                              (double)axes->space[2][d]};
    *off = 0;
    for (int j = 0; j < 3; ++j)
        *off +=
            collide__dmul(collide__dabs(collide__ddot(m, collide__dvec3_of(frame->pose.axis[j])) -
                                        (double)axes->own[j][d]),
                          frame->radius);
    return m;
}

// What verdicts allow beyond a shape, at most 2^-19 of both sizes (but of boxes near slivers, where
// more may be left out); the rounding of vertices under the pose, 4 u of their coordinates; that of
// frames and of the tree's rows, less.
#define COLLIDE__TREE_SLACK 3.814697265625e-6 // 2^-18

// The shape's bound in the tree's rows, in column 0, and its box: per axis the minimum, and 4
// places later the maximum. False if the shape overlaps nothing.
static bool collide__tree_column(const collide__body_type *type, const void *shape,
                                 const collide__tree_frame *frame, unsigned directions, float *q,
                                 float *box) {
    double most = 0, side[6];
    collide__body_box(type->reach, shape, side);
    for (int i = 0; i < 6; ++i) {
        const double at = i & 1 ? side[i] : -side[i], size = collide__dabs(at);
        if (!(at >= -DBL_MAX)) // NaN, or empty
            return false;
        most = size > most && size <= DBL_MAX ? size : most;
    }
    const double slack = collide__dmul(most + frame->reach, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    for (int i = 0; i < 6; ++i)
        box[4 * i] =
            i & 1 ? collide__float_up(side[i] + slack) : collide__float_down(side[i] - slack);
    collide__tree_axes axes;
    collide__tree_axes_of(frame, directions, &axes);
    for (unsigned d = 0; d < directions; ++d) {
        double off;
        const collide__dvec3 m = collide__tree_outward(frame, &axes, d, &off);
        const double more = (collide__dmul(collide__dsum_abs(m), slack) + off) +
                            collide__dmul(frame->radius, COLLIDE__TREE_SLACK);
        const double up = type->reach(shape, m, frame->pose.position);
        const double down = type->reach(shape, collide__dneg(m), frame->pose.position);
        q[16 * d] = collide__float_up(up + more);
        q[16 * d + 8] = collide__float_up(down + more);
        if (!(q[16 * d] >= -FLT_MAX && q[16 * d + 8] >= -FLT_MAX))
            return false;
    }
    return true;
}

static bool collide__tree_shape_overlaps(const collide__body_type *type, const void *shape,
                                         const collide_tree *tree, const float *leaf, unsigned s) {
    const collide_triangle own = collide__tree_triangle(leaf, s);
    if (tree->type != COLLIDE_TREE_TETRAHEDRA)
        return type->overlaps(shape, &own);
    const collide_tetrahedron t = collide__tree_tetrahedron(leaf, s);
    for (int f = 0; f < 4; ++f) {
        const collide_triangle face = collide__tetrahedron_face(&t, f);
        if (type->overlaps(shape, &face))
            return true;
    }
    return type->within(shape, &t);
}

// Whether a pose is rigid but for 2^-21, as collide_obb_check asks of axes.
COLLIDE__SHARED bool collide__tree_rigid(const collide_pose *pose) {
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
            const double dot =
                collide__ddot(collide__dvec3_of(pose->axis[i]), collide__dvec3_of(pose->axis[j]));
            if (!(collide__dabs(dot - (i == j)) <= 4.76837158203125e-7))
                return false;
        }
    return true;
}

// The bits, from bit 4, of the boxes of a leaf that overlap a box.
static unsigned collide__tree_boxes_near(const float *boxes, const float *box) {
    unsigned bits = 0;
    for (unsigned s = 0; s < 4; ++s) {
        const float *lo = boxes + s;
        bits |= (unsigned)!(lo[0] > box[4] || lo[4] < box[0] || lo[8] > box[12] ||
                            lo[12] < box[8] || lo[16] > box[20] || lo[20] < box[16])
                << (4 + s);
    }
    return bits;
}

// The triangles that a shape overlaps, whose bound in the tree's rows is column 0 of q: indices
// takes the first capacity of them. Returns their number. The search stops once it has found the
// number most. For a sphere, ball is as the kernel near takes it; else NULL, and box is used.
static size_t collide__tree_find(const collide__body_type *type, const void *shape,
                                 const collide_tree *tree, const collide_pose *pose, const float *q,
                                 const float *box, const float *ball, uint32_t *indices,
                                 size_t capacity, size_t most) {
    COLLIDE__ALIGNED(float) leaf[72];
    uint32_t stack[8 * COLLIDE__TREE_LEVELS];
    size_t found = 0, depth = 1;
    const collide__tree_kernels *kernels = collide__tree();
    stack[0] = 0;
    while (depth && found < most) {
        const uint32_t code = stack[--depth];
        COLLIDE__WORK(1);
        if (!(code & COLLIDE__TREE_LEAF)) {
            const collide__tree_links *links = collide__tree_links_of(tree, code);
            const unsigned hits = (unsigned)kernels->overlap(collide__tree_rows(tree, code),
                                                             tree->kind / 2, q, 1, NULL);
            for (unsigned bits = hits & collide__tree_children(links); bits; bits &= bits - 1)
                stack[depth++] = links->child[collide__lowest_bit(bits)];
            continue;
        }
        const collide__tree_leaf *own = collide__tree_leaf_of(tree, code & ~COLLIDE__TREE_LEAF);
        kernels->move_leaf(own->rows[0], pose, leaf);
        const unsigned bits =
            ball ? kernels->within(leaf, ball) : collide__tree_boxes_near(leaf + 48, box);
        for (unsigned s = 0; s < 4 && own->triangle[s] != UINT32_MAX && found < most; ++s) {
            if (!(bits >> (4 + s) & 1))
                continue;
            COLLIDE__WORK(1);
            if (bits >> s & 1 || collide__tree_shape_overlaps(type, shape, tree, leaf, s)) {
                if (type->taken)
                    type->taken(shape, own->triangle[s]);
                if (found < capacity)
                    indices[found] = own->triangle[s];
                ++found;
            }
        }
    }
    return found;
}

// The same of any shape and pose.
static size_t collide__tree_near(const collide__body_type *type, const void *shape,
                                 const collide_tree *tree, const collide_pose *pose,
                                 uint32_t *indices, size_t capacity, size_t most) {
    COLLIDE__ALIGNED(float) q[16 * 13];
    collide__tree_frame frame;
    float box[24];
    memset(q, 0, sizeof q);
    if (!collide__tree_frame_of(tree, pose, &frame) ||
        !collide__tree_column(type, shape, &frame, tree->kind / 2, q, box))
        return 0;
    return collide__tree_find(type, shape, tree, &frame.pose, q, box, NULL, indices, capacity,
                              most);
}

// A shape that moves at w along the rows of a tree.
COLLIDE__SHARED void collide__tree_shape_speed(const collide__tree_frame *frame,
                                               const collide_tree *tree, collide__dvec3 w,
                                               collide__tree_speed *speed) {
    const double fast = collide__dsum_abs(w);
    collide__tree_axes axes;
    collide__tree_axes_of(frame, tree->kind / 2, &axes);
    for (unsigned r = 0; r < tree->kind; ++r) {
        double off;
        const collide__dvec3 m = collide__tree_outward(frame, &axes, r / 2, &off);
        const double s = collide__ddot(m, w);
        collide__tree_speed_row(speed, r, r & 1 ? -s : s,
                                collide__dmul(collide__dmul(collide__dsum_abs(m), fast),
                                              9.5367431640625e-7) +
                                    (double)FLT_MIN); // 2^-20
    }
}

// What hulls are compared with: the hull of some points of a shape, about which it reaches by a
// radius. Until a contact is found, what the shape's verdicts allow must part them; then what
// double may be off by, so that nothing is left out that meets before the time found. (Times in
// float have noise, of which the least would take all triangles that share a point to find.)
typedef struct collide__tree_core {
    collide__farthest farthest;
    double radius, slack;
} collide__tree_core;

#define COLLIDE__TREE_DOUBLE 9.094947017729282e-13 // 2^-40

// A sweep of a shape against a tree under way.
typedef struct collide__tree_chase {
    const collide__body_type *type;
    const void *shape;
    const collide_tree *tree;
    collide_vec3 va, vb;
    float t_max;
    collide__tree_frame frame;
    COLLIDE__ALIGNED(float) q[16 * 13];
    float box[24];
    collide__tree_speed speed, aligned;
    collide__tree_clock clock;
    collide_impact best;
    uint32_t number;
    collide__tree_watch watch;
    const collide__tree_core *core;
} collide__tree_chase;

// Asks the triangles of a leaf, or puts the children of a node on the stack.
COLLIDE__SHARED void collide__tree_chase_step(collide__tree_chase *chase, uint32_t code,
                                              collide__tree_timed_task *stack, size_t *depth) {
    float enter[8];
    uint8_t hits[8];
    COLLIDE__ALIGNED(float) leaf[72];
    const collide_tree *tree = chase->tree;
    const collide__tree_kernels *kernels = collide__tree();
    if (!(code & COLLIDE__TREE_LEAF)) {
        const collide__tree_links *links = collide__tree_links_of(tree, code);
        const size_t first = *depth;
        kernels->times(collide__tree_rows(tree, code), tree->kind / 2, &chase->speed, &chase->clock,
                       chase->q, 1, hits, enter);
        for (unsigned bits = hits[0] & collide__tree_children(links); bits; bits &= bits - 1) {
            const unsigned i = collide__lowest_bit(bits);
            collide__tree_push(stack, first, depth, links->child[i], 0, enter[i]);
        }
        return;
    }
    const collide__tree_leaf *own = collide__tree_leaf_of(tree, code ^ COLLIDE__TREE_LEAF);
    kernels->move_leaf(own->rows[0], &chase->frame.pose, leaf);
    for (unsigned i = 0; i < 4 && own->triangle[i] != UINT32_MAX; ++i) {
        collide_impact impact;
        if (!collide__tree_box_enters(leaf + 48 + i, chase->box, &chase->aligned, 0, &chase->clock))
            continue;
        const collide_triangle t = collide__tree_triangle(leaf, i);
        COLLIDE__WORK(1);
        chase->watch.spare += COLLIDE__TREE_LOOKS;
        if (chase->type->sweep(chase->shape, chase->va, &t, chase->vb, chase->t_max, &impact) &&
            impact.t_first < chase->best.t_first) {
            chase->best = impact;
            chase->clock.best = impact.t_first;
            chase->number = own->triangle[i];
            chase->watch.margin = collide__dmul(chase->watch.scale, COLLIDE__TREE_DOUBLE);
        }
    }
}

// Whether the hull of what lies below a node is apart from the shape until the best contact.
COLLIDE__SHARED bool collide__tree_chase_clear(collide__tree_chase *chase, uint32_t code) {
    const collide__tree_hull hull = collide__tree_hull_of(chase->tree, code, &chase->frame.pose);
    const float t = chase->best.t_first < chase->t_max ? chase->best.t_first : chase->t_max;
    return collide__tree_watch_clear(&chase->watch, &hull, chase->core->farthest, chase->shape, 1,
                                     (double)t);
}

// The first triangle that a moving shape meets.
COLLIDE__SHARED bool collide__tree_swept(const collide__body_type *type, const void *shape,
                                         collide_vec3 va, const collide_mover *b, float t_max,
                                         collide_impact *out, uint32_t *triangle,
                                         const collide__tree_core *core) {
    collide__tree_timed_task stack[8 * COLLIDE__TREE_LEVELS];
    const collide_vec3 still = {0, 0, 0}, vb = b->velocity;
    const collide_tree *tree = b->tree;
    collide__tree_chase chase;
    collide__pace pace;
    size_t depth = 1;
    const bool moves = t_max >= 0 && collide__pace_any(va, vb, t_max, &pace);
    collide__impact_miss(&chase.best);
    memset(chase.q, 0, sizeof chase.q);
    chase.type = type;
    chase.shape = shape;
    chase.tree = tree;
    chase.number = UINT32_MAX;
    chase.core = core;
    if (moves && collide__tree_surfaces(tree, tree) &&
        collide__tree_frame_of(tree, &b->pose, &chase.frame) &&
        collide__tree_column(type, shape, &chase.frame, tree->kind / 2, chase.q, chase.box)) {
        chase.va = pace.unit != 1 ? still : va;
        chase.vb = pace.unit != 1 ? pace.v : vb;
        chase.t_max = pace.t_max;
        const collide__dvec3 w = collide__dsub(chase.va, chase.vb);
        const collide_vec3 v = collide__dround(w);
        double size = chase.frame.reach;
        for (int i = 0; i < 24; i += 4) {
            const double side = collide__dabs((double)chase.box[i]);
            size = side > size ? side : size;
        }
        collide__tree_clock_start(&chase.clock, v, pace.t_max);
        collide__tree_shape_speed(&chase.frame, tree, w, &chase.speed);
        collide__tree_speed_of(3, v, &chase.aligned);
        collide__tree_watch_start(&chase.watch, w, core->radius, 2 * size, core->slack);
        stack[0].a = stack[0].b = 0;
        stack[0].enter = 0;
        while (depth) {
            const collide__tree_timed_task task = stack[--depth];
            COLLIDE__WORK(1);
            if (task.enter < chase.clock.best &&
                !(chase.watch.spare > 0 && collide__tree_chase_clear(&chase, task.a)))
                collide__tree_chase_step(&chase, task.a, stack, &depth);
        }
        if (chase.number != UINT32_MAX)
            collide__pace_times(&pace, t_max, &chase.best.t_first, &chase.best.t_last);
    }
    if (out)
        *out = chase.best;
    if (triangle)
        *triangle = chase.number;
    return chase.number != UINT32_MAX;
}

// Defines both queries of a SHAPE: any triangle, and all triangles. Unless VALID it overlaps none.
#define COLLIDE__TREE_SHAPE_DEFINE(SHAPE, TYPE, VALID)                                             \
    COLLIDE_API bool collide_##SHAPE##_tree(const collide_##SHAPE *a, const collide_tree *b,       \
                                            const collide_pose *pose_b) {                          \
        COLLIDE_ASSERT(a);                                                                         \
        return (VALID) && collide__tree_near(&(TYPE), a, b, pose_b, NULL, 0, 1) > 0;               \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_##SHAPE##_tree_indices(                                             \
        const collide_##SHAPE *a, const collide_tree *b, const collide_pose *pose_b,               \
        uint32_t *indices, size_t capacity) {                                                      \
        COLLIDE_ASSERT(a && (indices || capacity == 0));                                           \
        return (VALID) ? collide__tree_near(&(TYPE), a, b, pose_b, indices, capacity, SIZE_MAX)    \
                       : 0;                                                                        \
    }

// Of shapes that begin with a point of theirs: a centre or a vertex.
static bool collide__tree_point_within(const void *shape, const collide_tetrahedron *t) {
    return collide__tetrahedron_holds(t, (const collide_vec3 *)shape);
}

static bool collide__tree_triangle_overlaps(const void *shape, const collide_triangle *t) {
    return collide_triangle_triangle((const collide_triangle *)shape, t);
}

static const collide__body_type collide__tree_triangles = {collide__triangle_reach,
                                                           collide__tree_triangle_overlaps, NULL,
                                                           collide__tree_point_within, NULL};
COLLIDE__TREE_SHAPE_DEFINE(triangle, collide__tree_triangles, true)

static double collide__tree_tetrahedron_reach(const void *shape, collide__dvec3 m,
                                              collide_vec3 from) {
    const collide_tetrahedron *a = (const collide_tetrahedron *)shape;
    const collide_triangle t = collide__tetrahedron_face(a, 3);
    const double p = collide__triangle_reach(&t, m, from);
    const double q = collide__dot_from(m, a->v[3], from);
    return q != q || q > p ? q : p;
}

static bool collide__tree_tetrahedron_overlaps(const void *shape, const collide_triangle *t) {
    return collide_tetrahedron_triangle((const collide_tetrahedron *)shape, t);
}

static const collide__body_type collide__tree_tetrahedra = {collide__tree_tetrahedron_reach,
                                                            collide__tree_tetrahedron_overlaps,
                                                            NULL, collide__tree_point_within, NULL};
COLLIDE__TREE_SHAPE_DEFINE(tetrahedron, collide__tree_tetrahedra, true)

#ifndef COLLIDE_NO_SPHERE
static bool collide__tree_sphere_overlaps(const void *shape, const collide_triangle *t) {
    return collide_sphere_triangle((const collide_sphere *)shape, t);
}

static bool collide__tree_sphere_sweep(const void *shape, collide_vec3 va,
                                       const collide_triangle *t, collide_vec3 vb, float t_max,
                                       collide_impact *out) {
    return collide_sphere_triangle_sweep((const collide_sphere *)shape, va, t, vb, t_max, out);
}

static const collide__body_type collide__tree_sphere = {
    collide__sphere_reach, collide__tree_sphere_overlaps, collide__tree_sphere_sweep,
    collide__tree_point_within, NULL};

// As collide__tree_column, where the pose is rigid, so that directions of the tree keep their
// length and the sphere its radius; false if this is not known. Coordinates of vertices, which are
// up to the tree's radius, may be off by 9 * 2^-21 of it along up to three axes that are not quite
// orthonormal, and by COLLIDE__TREE_SLACK: by less than 2^-16 of it. A direction has a sum of
// components of at most 1.74 times its length; the other 1.26 slacks are more than what floats are
// off by here. Squares of distances are off by 5 u, u = 2^-24, in the kernel.
static bool collide__tree_sphere_column(const collide_sphere *a, const collide_tree *tree,
                                        const collide_pose *pose, float *q, float *ball) {
    const unsigned directions = tree->kind / 2;
    const float size = collide__sum_abs(a->center) + a->radius;
    const float reach = collide__sum_abs(pose->position) + (tree->radius + tree->radius);
    const double slack =
        collide__dmul((double)size + (double)reach, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    const double r = (double)a->radius, more = r + slack;
    const collide__dvec3 p = collide__dsub(a->center, pose->position);
    float along[13];
    if (!(r >= 0 && size <= 1e15f && reach <= 1e15f)) // squares must not overflow
        return false;
    ball[0] = a->center.x;
    ball[1] = a->center.y;
    ball[2] = a->center.z;
    ball[3] = r > 1e-15 ? (float)collide__dmul(collide__dmul(r, r), 0.999998) : 0;
    ball[4] = (float)collide__dmul(collide__dmul(more, more), 1.000002) + FLT_MIN;
    const collide__dvec3 own = {collide__ddot(p, collide__dvec3_of(pose->axis[0])),
                                collide__ddot(p, collide__dvec3_of(pose->axis[1])),
                                collide__ddot(p, collide__dvec3_of(pose->axis[2]))};
    const float wide = collide__float_up(
        (collide__dmul(r, 1.00000095367431640625) + collide__dmul(3, slack)) +
        collide__dmul((double)tree->radius, 1.52587890625e-5)); // 1 + 2^-20, 2^-16
    collide__tree_along(directions, collide__dround(own), along);
    for (unsigned d = 0; d < directions; ++d) {
        const float most = collide__mul(wide, collide__tree_length(directions, d));
        q[16 * d] = most + along[d];
        q[16 * d + 8] = most - along[d];
    }
    return true;
}

// As collide__tree_near.
static size_t collide__tree_sphere_near(const collide_sphere *a, const collide_tree *tree,
                                        const collide_pose *pose, uint32_t *indices,
                                        size_t capacity, size_t most) {
    COLLIDE__ALIGNED(float) q[16 * 13];
    const collide_pose at = pose ? *pose : collide_pose_identity();
    float ball[5];
    if (!tree || (pose && !collide__tree_rigid(pose)) ||
        !collide__tree_sphere_column(a, tree, &at, q, ball))
        return collide__tree_near(&collide__tree_sphere, a, tree, pose, indices, capacity, most);
    return collide__tree_find(&collide__tree_sphere, a, tree, &at, q, NULL, ball, indices, capacity,
                              most);
}

COLLIDE_API bool collide_sphere_tree(const collide_sphere *a, const collide_tree *b,
                                     const collide_pose *pose_b) {
    COLLIDE_ASSERT(a);
    return collide__tree_sphere_near(a, b, pose_b, NULL, 0, 1) > 0;
}

COLLIDE_API size_t collide_sphere_tree_indices(const collide_sphere *a, const collide_tree *b,
                                               const collide_pose *pose_b, uint32_t *indices,
                                               size_t capacity) {
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    return collide__tree_sphere_near(a, b, pose_b, indices, capacity, SIZE_MAX);
}

// Of its middle: the radius is known.
static collide__dvec3 collide__sphere_farthest(const void *shape, collide__dvec3 m) {
    (void)m;
    return collide__dvec3_of(((const collide_sphere *)shape)->center);
}

COLLIDE_API bool collide_sphere_tree_sweep(const collide_sphere *a, collide_vec3 va,
                                           const collide_mover *b, float t_max, collide_impact *out,
                                           uint32_t *triangle) {
    COLLIDE_ASSERT(a && b);
    const collide__tree_core core = {collide__sphere_farthest, (double)a->radius,
                                     COLLIDE__TREE_DOUBLE};
    return collide__tree_swept(&collide__tree_sphere, a, va, b, t_max, out, triangle, &core);
}
#endif

#ifndef COLLIDE_NO_SAT
static bool collide__tree_obb_sweep(const void *shape, collide_vec3 va, const collide_triangle *t,
                                    collide_vec3 vb, float t_max, collide_impact *out) {
    return collide_obb_triangle_sweep((const collide_obb *)shape, va, t, vb, t_max, out);
}

static const collide__body_type collide__tree_obb = {collide__obb_reach, collide__obb_overlaps,
                                                     collide__tree_obb_sweep,
                                                     collide__tree_point_within, NULL};

COLLIDE__TREE_SHAPE_DEFINE(obb, collide__tree_obb, true)

static collide__dvec3 collide__obb_farthest(const void *shape, collide__dvec3 m) {
    const collide_obb *a = (const collide_obb *)shape;
    const float *half = collide__floats(&a->half);
    collide__dvec3 p = collide__dvec3_of(a->center);
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 axis = collide__dvec3_of(a->axis[i]);
        const double sign = collide__dsign(collide__ddot(m, axis));
        p = collide__dadd(p, collide__dmul(sign, (double)half[i]), axis);
    }
    return p;
}

COLLIDE_API bool collide_obb_tree_sweep(const collide_obb *a, collide_vec3 va,
                                        const collide_mover *b, float t_max, collide_impact *out,
                                        uint32_t *triangle) {
    static const collide__tree_core core = {collide__obb_farthest, 0, COLLIDE__TREE_SLACK};
    COLLIDE_ASSERT(a && b);
    return collide__tree_swept(&collide__tree_obb, a, va, b, t_max, out, triangle, &core);
}

// A convex body under its pose.
typedef struct collide__tree_convex {
    const collide_convex *convex;
    const collide_pose *pose;
} collide__tree_convex;

static double collide__tree_convex_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    const collide_vec3 zero = {0, 0, 0};
    double min, max;
    collide__convex_project(body->convex, body->pose, m, &min, &max);
    const double center =
        collide__ddot(collide__to_local(body->pose, m), collide__dvec3_of(body->convex->center));
    return (max + center) + collide__dot_from(m, body->pose ? body->pose->position : zero, from);
}

// A triangle as a convex body; without area it has the axes of space for normals, and one edge.
typedef struct collide__tree_flat {
    COLLIDE__ALIGNED(char) memory[1024];
    collide_convex *convex;
} collide__tree_flat;

static void collide__tree_flat_of(const collide_triangle *t, collide__tree_flat *flat) {
    static const collide_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    collide__dvec3 edge[3], n[4];
    collide_vec3 edges[3], normals[4];
    size_t edge_count = 0, normal_count = 0;
    for (int i = 0; i < 3; ++i)
        edge[i] = collide__dsub(t->v[(i + 1) % 3], t->v[i]);
    n[0] = collide__dcross(edge[0], edge[1]);
    const bool solid = collide__dnormalize(&n[0]);
    for (int i = 0; i < 3; ++i) {
        n[i + 1] = collide__dcross(n[0], edge[i]);
        if (solid && collide__dnormalize(&n[i + 1]))
            normals[1 + normal_count++] = collide__dround(n[i + 1]);
        else
            normals[normal_count++] = unit[i];
        if (collide__dnormalize(&edge[i]))
            edges[edge_count++] = collide__dround(edge[i]);
    }
    if (solid) {
        normals[0] = collide__dround(n[0]);
        ++normal_count;
    }
    if (edge_count == 0)
        edges[edge_count++] = unit[0];
    collide_convex_build(&flat->convex, flat->memory, sizeof flat->memory, t->v, 3, normals,
                         normal_count, edges, edge_count);
}

static bool collide__tree_convex_overlaps(const void *shape, const collide_triangle *t) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide__tree_flat flat;
    collide__tree_flat_of(t, &flat);
    return collide_convex_convex(body->convex, body->pose, flat.convex, NULL, NULL);
}

static bool collide__tree_convex_sweep(const void *shape, collide_vec3 va,
                                       const collide_triangle *t, collide_vec3 vb, float t_max,
                                       collide_impact *out) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide__tree_flat flat;
    collide__tree_flat_of(t, &flat);
    return collide_convex_convex_sweep(body->convex, body->pose, va, flat.convex, NULL, vb, t_max,
                                       out);
}

// A vertex, which lies inside if all do.
static bool collide__tree_convex_within(const void *shape, const collide_tetrahedron *t) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    collide_vec3 p = collide__dround(collide__dadd(collide__convex_vertex(body->convex, 0), 1,
                                                   collide__dvec3_of(body->convex->center)));
    if (body->pose)
        p = collide_pose_apply(body->pose, p);
    return collide__tetrahedron_holds(t, &p);
}

static const collide__body_type collide__tree_convexes = {
    collide__tree_convex_reach, collide__tree_convex_overlaps, collide__tree_convex_sweep,
    collide__tree_convex_within, NULL};

COLLIDE_API bool collide_convex_tree(const collide_convex *a, const collide_pose *pose_a,
                                     const collide_tree *b, const collide_pose *pose_b) {
    const collide__tree_convex body = {a, pose_a};
    return collide__convex_valid(a) &&
           collide__tree_near(&collide__tree_convexes, &body, b, pose_b, NULL, 0, 1) > 0;
}

COLLIDE_API size_t collide_convex_tree_indices(const collide_convex *a, const collide_pose *pose_a,
                                               const collide_tree *b, const collide_pose *pose_b,
                                               uint32_t *indices, size_t capacity) {
    const collide__tree_convex body = {a, pose_a};
    COLLIDE_ASSERT(indices || capacity == 0);
    return collide__convex_valid(a) ? collide__tree_near(&collide__tree_convexes, &body, b, pose_b,
                                                         indices, capacity, SIZE_MAX)
                                    : 0;
}

static collide__dvec3 collide__convex_farthest(const void *shape, collide__dvec3 m) {
    const collide__tree_convex *body = (const collide__tree_convex *)shape;
    const collide__dvec3 center = collide__dvec3_of(body->convex->center);
    const collide__dvec3 local = collide__to_local(body->pose, m);
    collide__dvec3 best = collide__convex_vertex(body->convex, 0);
    double most = collide__ddot(best, local);
    for (uint32_t i = 1; i < body->convex->vertex_count; ++i) {
        const collide__dvec3 p = collide__convex_vertex(body->convex, i);
        const double along = collide__ddot(p, local);
        best = along > most ? p : best;
        most = along > most ? along : most;
    }
    best = collide__dadd(best, 1, center);
    return body->pose ? collide__dadd(collide__dturn(body->pose, best), 1,
                                      collide__dvec3_of(body->pose->position))
                      : best;
}

COLLIDE_API bool collide_convex_tree_sweep(const collide_convex *a, const collide_pose *pose_a,
                                           collide_vec3 va, const collide_mover *b, float t_max,
                                           collide_impact *out, uint32_t *triangle) {
    static const collide__tree_core core = {collide__convex_farthest, 0, COLLIDE__TREE_SLACK};
    const collide__tree_convex body = {a, pose_a};
    COLLIDE_ASSERT(b);
    collide_mover mover = *b;
    mover.tree = collide__convex_valid(a) ? b->tree : NULL;
    return collide__tree_swept(&collide__tree_convexes, &body, va, &mover, t_max, out, triangle,
                               &core);
}
#endif

#ifndef COLLIDE_NO_CYLINDER
static bool collide__tree_cylinder_overlaps(const void *shape, const collide_triangle *t) {
    return collide_cylinder_triangle((const collide_cylinder *)shape, t);
}

static const collide__body_type collide__tree_cylinders = {collide__cylinder_reach,
                                                           collide__tree_cylinder_overlaps, NULL,
                                                           collide__tree_point_within, NULL};
COLLIDE__TREE_SHAPE_DEFINE(cylinder, collide__tree_cylinders,
                           collide_cylinder_check(a) == COLLIDE_OK)
#endif

#ifndef COLLIDE_NO_KDOP
// The support of the box of its axis rows. Products of 0 and an infinite bound are left out.
static double collide__tree_box_reach(const float *min, const float *max, collide__dvec3 m,
                                      collide_vec3 from) {
    const double along[3] = {m.x, m.y, m.z};
    const double at[3] = {(double)from.x, (double)from.y, (double)from.z};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        if (!(min[i] <= max[i]))
            return -(double)collide__infinity();
        if (along[i] > 0)
            sum += collide__dmul(along[i], (double)max[i] - at[i]);
        else if (along[i] < 0)
            sum += collide__dmul(along[i], (double)min[i] - at[i]);
    }
    return sum;
}

// Whether a tetrahedron holds a point of a k-DOP: of its section half-way along x, which a triangle
// covers.
static bool collide__tree_kdop_within(int kind, const float *min, const float *max,
                                      const collide_tetrahedron *t) {
    const float x = collide__mul(0.5f, min[0]) + collide__mul(0.5f, max[0]);
    const float y = (max[1] - min[1]) + max[1], z = (max[2] - min[2]) + max[2];
    const collide_triangle cover = {{{x, min[1], min[2]}, {x, y, min[2]}, {x, min[1], z}}};
    collide__dvec3 middle;
    if (!collide__kdop_triangle(kind, min, max, &cover, &middle))
        return false;
    const collide_vec3 p = collide__dround(middle);
    return collide__tetrahedron_holds(t, &p);
}

#define COLLIDE__TREE_DEFINE(K)                                                                    \
    static double collide__tree_kdop##K##_reach(const void *shape, collide__dvec3 m,               \
                                                collide_vec3 from) {                               \
        const collide_kdop##K *k = (const collide_kdop##K *)shape;                                 \
        return collide__tree_box_reach(k->min, k->max, m, from);                                   \
    }                                                                                              \
                                                                                                   \
    static bool collide__tree_kdop##K##_overlaps(const void *shape, const collide_triangle *t) {   \
        return collide_kdop##K##_triangle((const collide_kdop##K *)shape, t);                      \
    }                                                                                              \
                                                                                                   \
    static bool collide__tree_kdop##K##_within(const void *shape, const collide_tetrahedron *t) {  \
        const collide_kdop##K *k = (const collide_kdop##K *)shape;                                 \
        return collide__tree_kdop_within(K, k->min, k->max, t);                                    \
    }                                                                                              \
                                                                                                   \
    static const collide__body_type collide__tree_kdop##K = {                                      \
        collide__tree_kdop##K##_reach, collide__tree_kdop##K##_overlaps, NULL,                     \
        collide__tree_kdop##K##_within, NULL};                                                     \
    COLLIDE__TREE_SHAPE_DEFINE(kdop##K, collide__tree_kdop##K, true)
COLLIDE__TREE_DEFINE(6)
COLLIDE__TREE_DEFINE(14)
COLLIDE__TREE_DEFINE(18)
COLLIDE__TREE_DEFINE(26)
#undef COLLIDE__TREE_DEFINE

COLLIDE_API bool collide_aabb_tree(const collide_aabb *a, const collide_tree *b,
                                   const collide_pose *pose_b) {
    const collide_kdop6 kdop = collide_kdop6_from_aabb(a);
    return collide_kdop6_tree(&kdop, b, pose_b);
}

COLLIDE_API size_t collide_aabb_tree_indices(const collide_aabb *a, const collide_tree *b,
                                             const collide_pose *pose_b, uint32_t *indices,
                                             size_t capacity) {
    const collide_kdop6 kdop = collide_kdop6_from_aabb(a);
    return collide_kdop6_tree_indices(&kdop, b, pose_b, indices, capacity);
}
#endif
#undef COLLIDE__TREE_SHAPE_DEFINE
#endif // COLLIDE_NO_TREE
