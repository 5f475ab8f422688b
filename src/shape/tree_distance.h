#pragma once
#include "batches.h"
#include "tree.h"

// ---- the distance of two trees ---------------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)
// Pairs of nodes are looked into in the order of lower bounds of their distance: along the
// directions of the trees, and along the normal of the nearest pair of triangles so far, which
// parts most others. The result does not depend on this order: it is the pair of triangles with
// the least lo, then hi, then numbers. For that, no pair is left out whose lo may be the least:
// lo lies below the distance by at most run->wide.
//
// Thousands of pairs may be equally far apart, as between parallel plates. No bound of a node parts
// these, but the hulls of what lies below two nodes do. After many pairs in vain, nodes are left
// out whose hulls are no nearer than the nearest pair, less 2^-19 of the size; lo is then lowered
// by as much, and the nearest pair is one of several.

// Two nodes or leaves, and a lower bound of their distance; below 0 is how far they overlap.
typedef struct collide__apart_task {
    float bound;
    uint32_t a, b;
} collide__apart_task;

#define COLLIDE__APART_HEAP 384
#define COLLIDE__APART_POPS 16
#define COLLIDE__APART_NODES 4
#define COLLIDE__APART_LEAVES 8

typedef struct collide__apart_run {
    collide__apart_task heap[COLLIDE__APART_HEAP]; // the first has the least bound
    uint32_t count;
    const collide_tree *a, *b;
    const collide__tree_kernels *kernels;
    collide__tree_motion motion;
    COLLIDE__ALIGNED(float) rows[COLLIDE__APART_NODES][16 * 13]; // of nodes of b, in a's frame
    COLLIDE__ALIGNED(float) leaf[COLLIDE__APART_LEAVES][80];     // of leaves of b, as move_leaf
    uint32_t node[COLLIDE__APART_NODES], number[COLLIDE__APART_LEAVES]; // UINT32_MAX: none
    float weight[26];
    collide__tree_lean lean_a, lean_b; // along the normal n, from b to a
    collide_vec3 n;
    float margin; // of what leaves reach along n
    float wide;   // how far lo may lie below a distance
    float limit;  // pairs with a larger lower bound are left out
    float below;  // the lowest bound by hulls
    bool found, met;
    bool solid; // one is of tetrahedra
    float max;
    collide__tree_watch watch;
    collide_distance best; // its bracket; features are numbers of triangles
    collide_tree_work work;
} collide__apart_run;

// ---- the order of pairs of nodes

static void collide__apart_put(collide__apart_run *run, collide__apart_task task) {
    uint32_t at = run->count++;
    for (; at > 0; at = (at - 1) / 2) {
        const uint32_t parent = (at - 1) / 2;
        if (!(task.bound < run->heap[parent].bound))
            break;
        run->heap[at] = run->heap[parent];
    }
    run->heap[at] = task;
}

static collide__apart_task collide__apart_take(collide__apart_run *run) {
    const collide__apart_task first = run->heap[0], last = run->heap[--run->count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < run->count; at = child) {
        child += child + 1 < run->count && run->heap[child + 1].bound < run->heap[child].bound;
        if (!(run->heap[child].bound < last.bound))
            break;
        run->heap[at] = run->heap[child];
    }
    run->heap[at] = last;
    return first;
}

// ---- bounds

// Turns to the direction n of a's frame, from b to a.
static void collide__apart_turn(collide__apart_run *run, collide_vec3 n) {
    const collide_pose *pose = &run->motion.pose;
    const float against[3] = {-n.x, -n.y, -n.z};
    float along[3];
    for (int i = 0; i < 3; ++i)
        along[i] = collide__dot(pose->axis[i], n);
    run->n = n;
    collide__tree_weigh(run->a->kind / 2, against, run->lean_a.row, run->lean_a.weight);
    collide__tree_weigh(run->b->kind / 2, along, run->lean_b.row, run->lean_b.weight);
    run->lean_a.shift = 0;
    run->lean_b.shift = collide__dot(pose->position, n) + run->motion.pad;
}

static const float *collide__apart_rows(collide__apart_run *run, uint32_t node) {
    const uint32_t place = node % COLLIDE__APART_NODES;
    if (run->node[place] != node) {
        run->kernels->move(collide__tree_rows(run->b, node), &run->motion, NULL, run->rows[place]);
        run->work.updates += 8;
        run->node[place] = node;
    }
    return run->rows[place];
}

static const float *collide__apart_leaf(collide__apart_run *run, uint32_t leaf) {
    const uint32_t place = leaf % COLLIDE__APART_LEAVES;
    if (run->number[place] != leaf) {
        run->kernels->move_leaf(collide__tree_leaf_of(run->b, leaf)->rows[0], &run->motion.pose,
                                run->leaf[place]);
        run->number[place] = leaf;
    }
    return run->leaf[place];
}

// ---- pairs of triangles

// The core of a triangle or tetrahedron of a leaf.
static void collide__apart_core(const collide_tree *tree, const float *rows, unsigned s,
                                collide__core *out) {
    const collide_tetrahedron t = collide__tree_tetrahedron(rows, s);
    collide__core_points(out, t.v, collide__tree_vertices(tree), 0);
}

// The bracket of a pair is better if lo is less, or hi, or the numbers.
static bool collide__apart_before(const collide_distance *d, const collide_distance *e) {
    return d->lo != e->lo                 ? d->lo < e->lo
           : d->hi != e->hi               ? d->hi < e->hi
           : d->feature_a != e->feature_a ? d->feature_a < e->feature_a
                                          : d->feature_b < e->feature_b;
}

// Element i of a leaf of a and j of a leaf of b.
static void collide__apart_pair(collide__apart_run *run, uint32_t leaf_a, unsigned i,
                                uint32_t leaf_b, unsigned j) {
    const collide__tree_leaf *p = collide__tree_leaf_of(run->a, leaf_a);
    const collide__tree_leaf *q = collide__tree_leaf_of(run->b, leaf_b);
    const float *rows_b = collide__apart_leaf(run, leaf_b);
    collide__core core[2];
    collide_distance d;
    COLLIDE__WORK(1);
    ++run->work.triangles;
    run->watch.spare += COLLIDE__TREE_LOOKS;
    collide__apart_core(run->a, p->rows[0], i, &core[0]);
    collide__apart_core(run->b, rows_b, j, &core[1]);
    const collide__core_pair pair = collide__core_pair_ordered(&core[0], &core[1]);
    collide__gjk_result found;
    collide__witness w;
    // As collide__distance_search of this pair, which has no closed form.
    collide__gjk(&pair, collide__distance_from(&pair), (double)run->limit, -DBL_MAX, &found);
    if (found.gap - pair.slack > (double)run->limit)
        return;
    const double most = collide__simplex_points(&pair, &found.s, &w.a, &w.b);
    collide__distance_end(&pair, &found, &w, most, (double)run->limit, &d);
    if (d.lo > run->limit)
        return;
    if (!(d.lo > 0) && collide__tree_verdict(NULL, run->a, p->rows[0], i, run->b, rows_b, j)) {
        run->met = run->found = true;
        run->limit = -FLT_MAX;
        return;
    }
    // Rounding alone lets triangles that are apart have these.
    d.lo = d.lo > 0 ? d.lo : 0;
    d.hi = d.hi > 0 ? d.hi : collide__float_of(1);
    d.feature_a = p->triangle[i];
    d.feature_b = q->triangle[j];
    if (d.lo > run->max || (run->found && !collide__apart_before(&d, &run->best)))
        return;
    run->best = d;
    run->found = true;
    run->limit = collide__min2(d.lo + run->wide, run->limit);
    collide__apart_turn(run, d.normal);
}

// Writes the lower bounds of the pairs of two leaves along n: number 4 * i + j for element i of a
// and j of b. Returns the pairs that are within the limit.
static unsigned collide__apart_reach(const collide__apart_run *run, const float *rows_a,
                                     const float *rows_b, float *bound) {
    const collide_vec3 back = collide__vec3(-run->n.x, -run->n.y, -run->n.z);
    float to_b[4], to_a[4], most[2];
    unsigned left = 0;
    run->kernels->reach(rows_a, &back, to_b);
    run->kernels->reach(rows_b, &run->n, to_a);
    most[0] = collide__max2(collide__max2(to_b[0], to_b[1]), collide__max2(to_b[2], to_b[3]));
    most[1] = collide__max2(collide__max2(to_a[0], to_a[1]), collide__max2(to_a[2], to_a[3]));
    if (-((most[0] + most[1]) + run->margin) > run->limit)
        return 0;
    for (unsigned k = 0; k < 16; ++k) {
        bound[k] = -((to_b[k / 4] + to_a[k % 4]) + run->margin);
        left |= (unsigned)(bound[k] <= run->limit) << k;
    }
    return left;
}

// Of the given pairs of two leaves, the bounds by a search in lanes; see the kernel. Coordinates
// above 2^28 would overflow there.
static void collide__apart_gaps(const collide__apart_run *run, const float *rows_a,
                                const float *rows_b, unsigned lanes, float *bound) {
    float gap[16];
    if (!(run->motion.size <= 268435456.0f))
        return;
    collide__shape()->gaps(rows_a, rows_b, run->solid, lanes, run->limit + run->margin, gap);
    for (; lanes; lanes &= lanes - 1) {
        const unsigned k = collide__lowest_bit(lanes);
        bound[k] = collide__max2(gap[k] - run->margin, bound[k]);
    }
}

static void collide__apart_leaves(collide__apart_run *run, uint32_t leaf_a, uint32_t leaf_b) {
    const collide__tree_leaf *p = collide__tree_leaf_of(run->a, leaf_a);
    const collide__tree_leaf *q = collide__tree_leaf_of(run->b, leaf_b);
    const float *rows_b = collide__apart_leaf(run, leaf_b), *rows_a = p->rows[0];
    float bound[16];
    unsigned left = collide__apart_reach(run, rows_a, rows_b, bound);
    COLLIDE__WORK(1);
    for (unsigned k = 0; left && k < 4; ++k) {
        left &= p->triangle[k] == UINT32_MAX ? ~(0xfu << 4 * k) : 0xffffu;
        left &= q->triangle[k] == UINT32_MAX ? ~(0x1111u << k) : 0xffffu;
    }
    if (left)
        collide__apart_gaps(run, rows_a, rows_b, left, bound);
    while (left) {
        unsigned best = collide__lowest_bit(left);
        for (unsigned bits = left; bits; bits &= bits - 1) {
            const unsigned k = collide__lowest_bit(bits);
            best = bound[k] < bound[best] ? k : best;
        }
        if (bound[best] > run->limit)
            return;
        left &= ~(1u << best);
        collide__apart_pair(run, leaf_a, best / 4, leaf_b, best % 4);
    }
}

// ---- pairs of nodes

// Writes the pairs of children of a task's nodes that may be within the limit to out, the one with
// the least bound last. Returns how many.
static uint32_t collide__apart_children(collide__apart_run *run, const collide__apart_task *task,
                                        collide__apart_task *out) {
    COLLIDE__ALIGNED(float) most[16 * 8];
    COLLIDE__ALIGNED(float) row[16 * 8];
    float along[16];
    unsigned rows, columns, named = 0;
    const uint32_t node_a = collide__tree_place(run->a, task->a, &rows);
    const uint32_t node_b = collide__tree_place(run->b, task->b, &columns);
    const float *rows_a = collide__tree_rows(run->a, node_a);
    const uint32_t *to = collide__tree_links_of(run->a, node_a)->child;
    const uint32_t *from = collide__tree_links_of(run->b, node_b)->child;
    uint64_t hits = run->kernels->ahead(rows_a, &run->lean_a, collide__tree_rows(run->b, node_b),
                                        &run->lean_b, -run->limit, along);
    uint32_t n = 0, least = 0;
    COLLIDE__WORK(1);
    for (unsigned j = 0; j < 8; ++j)
        if (columns >> j & 1 && hits >> 8 * j & rows)
            named |= 1u << j;
    run->work.volumes += 8 * collide__popcount(columns);
    if (!named)
        return 0;
    run->kernels->apart(rows_a, run->motion.directions, run->weight,
                        collide__apart_rows(run, node_b), named, most, row);
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        for (unsigned bits = (unsigned)(hits >> 8 * j) & rows; bits; bits &= bits - 1) {
            const unsigned i = collide__lowest_bit(bits);
            const float gap = collide__max2(most[16 * j + i], most[16 * j + 8 + i]);
            const float ahead = -(along[i] + along[8 + j]);
            const float bound = ahead > gap || !(gap > 0) ? ahead : gap;
            if (bound > run->limit)
                continue;
            out[n].bound = bound;
            out[n].a = to[i];
            out[n].b = from[j];
            least = bound < out[least].bound ? n : least;
            ++n;
        }
    }
    if (n > 0) {
        const collide__apart_task last = out[n - 1];
        out[n - 1] = out[least];
        out[least] = last;
    }
    return n;
}

// Whether the hulls below two nodes or leaves are no nearer than the nearest pair.
static bool collide__apart_clear(collide__apart_run *run, const collide__apart_task *task) {
    if (run->watch.spare < 0 || !run->found)
        return false;
    const float level = run->best.lo - collide__mul(run->motion.size, 2 * COLLIDE__TREE_ROUND);
    if (!(level > 0))
        return false;
    const collide__tree_hull p = collide__tree_hull_of(run->a, task->a, NULL);
    const collide__tree_hull q = collide__tree_hull_of(run->b, task->b, &run->motion.pose);
    run->watch.radius = (double)level;
    run->watch.along = collide__dvec3_of(run->n);
    if (!collide__tree_watch_clear(&run->watch, &p, collide__tree_farthest, &q, q.count, 0))
        return false;
    run->below = collide__min2(level, run->below);
    return true;
}

// Looks into all below a pair of nodes.
static void collide__apart_search(collide__apart_run *run, collide__apart_task from) {
    collide__apart_task stack[64 * COLLIDE__TREE_LEVELS];
    size_t depth = 1;
    stack[0] = from;
    while (depth) {
        const collide__apart_task task = stack[--depth];
        if (task.bound > run->limit || collide__apart_clear(run, &task))
            continue;
        if (task.a & task.b & COLLIDE__TREE_LEAF)
            collide__apart_leaves(run, task.a ^ COLLIDE__TREE_LEAF, task.b ^ COLLIDE__TREE_LEAF);
        else
            depth += collide__apart_children(run, &task, stack + depth);
    }
}

// The direction between the middles of the boxes of both.
static collide_vec3 collide__apart_aim(collide__apart_run *run) {
    const collide_aabb p = collide_aabb_from_tree(run->a, NULL);
    const collide_aabb q = collide_aabb_from_tree(run->b, &run->motion.pose);
    collide__dvec3 n = collide__dadd(collide__dsub(p.min, q.min), 1, collide__dsub(p.max, q.max));
    return collide__dnormalize(&n) ? collide__dround(n) : collide__vec3(1, 0, 0);
}

static bool collide__apart_begin(collide__apart_run *run, const collide_tree *a,
                                 const collide_tree *b, const collide_pose *pose, float max) {
    // 1, sqrt(1/3) and sqrt(1/2), rounded down.
    const float axis = -1, corner = -0.577350259f, edge = -0.707106769f;
    run->a = a;
    run->b = b;
    const collide__dvec3 still = {0, 0, 0};
    run->kernels = collide__tree();
    run->below = FLT_MAX;
    run->count = 0;
    run->found = run->met = false;
    run->solid = a && b && !collide__tree_surfaces(a, b);
    run->max = max;
    memset(run->node, 0xff, sizeof run->node);
    memset(run->number, 0xff, sizeof run->number);
    memset(&run->work, 0, sizeof run->work);
    if (!a || !b || !(max >= 0) ||
        !collide__tree_move(collide__tree_directions(a, b), a->radius, b->radius, pose,
                            &run->motion))
        return false;
    const unsigned directions = run->motion.directions;
    for (unsigned r = 0; r < 26; ++r)
        run->weight[r] = r < 6 ? axis : directions != 9 && r < 14 ? corner : edge;
    run->margin = collide__mul(run->motion.size, 1.9073486328125e-06f); // 2^-19
    run->wide = collide__mul(run->motion.size, COLLIDE__TREE_WIDE);
    run->limit = collide__min2(max, 1e38f);
    run->limit += collide__mul(run->limit, COLLIDE__TREE_ROUND) + run->wide;
    collide__tree_watch_start(&run->watch, still, 0,
                              (double)run->motion.pad / (double)COLLIDE__TREE_PAD,
                              2.842170943040401e-14); // 2^-45
    collide__apart_turn(run, collide__apart_aim(run));
    return true;
}

// How far the bound of a node or leaf, but no root, reaches along a direction.
static float collide__apart_slot(const collide_tree *tree, uint32_t code,
                                 const collide__tree_lean *lean) {
    const uint32_t slot = collide__tree_slot(tree, code);
    const float *rows = collide__tree_rows(tree, slot / 8) + slot % 8;
    return ((collide__mul(lean->weight[0], rows[8 * lean->row[0]]) +
             collide__mul(lean->weight[1], rows[8 * lean->row[1]])) +
            collide__mul(lean->weight[2], rows[8 * lean->row[2]])) +
           lean->shift;
}

// Whether a pair that waited is beyond the limit, by its bound or along the normal.
static bool collide__apart_over(const collide__apart_run *run, const collide__apart_task *task) {
    return task->bound > run->limit ||
           (task->a && task->b &&
            -(collide__apart_slot(run->a, task->a, &run->lean_a) +
              collide__apart_slot(run->b, task->b, &run->lean_b)) > run->limit);
}

// Straight down to the pair of leaves with the least bounds.
static void collide__apart_dive(collide__apart_run *run) {
    collide__apart_task next[64], task = {0, 0, 0};
    while (!(task.a & task.b & COLLIDE__TREE_LEAF)) {
        const uint32_t n = collide__apart_children(run, &task, next);
        if (n == 0)
            return;
        task = next[n - 1];
    }
    collide__apart_leaves(run, task.a ^ COLLIDE__TREE_LEAF, task.b ^ COLLIDE__TREE_LEAF);
}

// First straight down to a pair of leaves, then best first, then depth first: so little is looked
// into, and the room is bounded.
static void collide__apart_go(collide__apart_run *run) {
    collide__apart_task next[64], task = {0, 0, 0};
    int pops = 0;
    collide__apart_dive(run);
    for (;;) {
        if (task.a & task.b & COLLIDE__TREE_LEAF) {
            collide__apart_leaves(run, task.a ^ COLLIDE__TREE_LEAF, task.b ^ COLLIDE__TREE_LEAF);
        } else if (run->count + 64 > COLLIDE__APART_HEAP || pops > COLLIDE__APART_POPS) {
            collide__apart_search(run, task);
        } else {
            const uint32_t n = collide__apart_children(run, &task, next);
            for (uint32_t i = 0; i < n; ++i)
                collide__apart_put(run, next[i]);
        }
        do { // no other has a smaller bound than the first
            if (run->count == 0 || run->heap[0].bound > run->limit)
                return;
            task = collide__apart_take(run);
        } while (collide__apart_over(run, &task) || collide__apart_clear(run, &task));
        ++pops;
    }
}

// ---- queries ---------------------------------------------------------------------------------

// The search finds nothing, the nearest pair, or that the meshes meet.
typedef enum collide__apart_result {
    COLLIDE__APART_NONE,
    COLLIDE__APART_FOUND,
    COLLIDE__APART_MET
} collide__apart_result;

COLLIDE__NOINLINE collide__apart_result collide__apart_find(const collide_tree *a,
                                                            const collide_tree *b,
                                                            const collide_pose *pose, float max,
                                                            collide_distance *out,
                                                            collide_tree_work *work) {
    collide__apart_run run;
    if (!collide__apart_begin(&run, a, b, pose, max))
        return COLLIDE__APART_NONE;
    collide__apart_go(&run);
    collide__tree_work_add(work, &run.work);
    if (run.met || !run.found)
        return run.met ? COLLIDE__APART_MET : COLLIDE__APART_NONE;
    *out = run.best;
    out->lo = collide__min2(run.below, out->lo);
    return COLLIDE__APART_FOUND;
}

// collide_tree_tree, and the pair that it finds.
COLLIDE__NOINLINE bool collide__apart_first(const collide_tree *a, const collide_pose *pose_a,
                                            const collide_tree *b, const collide_pose *pose_b,
                                            collide_pair *out) {
    collide__tree_query query;
    out->a = out->b = 0;
    collide__tree_query_of(&query, a, b, out, 1);
    query.any = true;
    return collide__tree_run(&query, pose_a, pose_b, NULL) > 0;
}

// Two meshes that meet: a pair of triangles that overlap, a point of both, and the normal along
// which they are least deep.
COLLIDE__NOINLINE void collide__apart_meet(const collide_tree *a, const collide_tree *b,
                                           const collide_pose *pose, collide_distance *out) {
    collide_pair pair;
    collide__apart_first(a, NULL, b, pose, &pair);
    const uint32_t s = collide__tree_places(a)[pair.a], t = collide__tree_places(b)[pair.b];
    COLLIDE__ALIGNED(float) moved[80];
    collide__core core[2];
    collide__gjk_result found;
    collide__witness w;
    collide__tree()->move_leaf(collide__tree_leaf_of(b, t / 4)->rows[0], pose, moved);
    collide__apart_core(a, collide__tree_leaf_of(a, s / 4)->rows[0], s % 4, &core[0]);
    collide__apart_core(b, moved, t % 4, &core[1]);
    const collide__core_pair p = collide__core_pair_ordered(&core[0], &core[1]);
    collide__distance_of(&p, (double)collide__infinity(), out);
    collide__gjk(&p, collide__dvec3_of(out->normal), DBL_MAX, -DBL_MAX, &found);
    collide__simplex_points(&p, &found.s, &w.a, &w.b);
    out->point_a = out->point_b =
        collide__dround_zero(collide__dadd(collide__dvec3_of(p.a->origin), 1, w.a));
    out->lo = out->hi = 0;
    out->feature_a = pair.a;
    out->feature_b = pair.b;
}

COLLIDE_API bool collide_tree_tree_distance(const collide_tree *a, const collide_pose *pose_a,
                                            const collide_tree *b, const collide_pose *pose_b,
                                            float max, collide_distance *out,
                                            collide_tree_work *work) {
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide_distance d;
    const collide__apart_result result = collide__apart_find(a, b, &pose, max, &d, work);
    if (result == COLLIDE__APART_NONE)
        collide__distance_none(out);
    if (!out || result == COLLIDE__APART_NONE)
        return result != COLLIDE__APART_NONE;
    if (result == COLLIDE__APART_MET)
        collide__apart_meet(a, b, &pose, &d);
    *out = d;
    if (pose_a) {
        out->point_a = collide_pose_apply(pose_a, d.point_a);
        out->point_b = collide_pose_apply(pose_a, d.point_b);
        out->normal = collide__tree_turn(pose_a, d.normal);
    }
    return true;
}

COLLIDE_API size_t collide_tree_tree_distance_poses(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_tree *b,
                                                    const collide_pose_array *poses_b, float max,
                                                    collide_distance *out) {
    COLLIDE_ASSERT(poses_b && (out || !poses_b->objects || !poses_b->count));
    const size_t n = poses_b->objects ? poses_b->count : 0;
    const size_t stride = poses_b->stride ? poses_b->stride : sizeof *poses_b->objects;
    size_t found = 0;
    for (size_t i = 0; i < n; ++i) {
        const void *pose_b = collide__at(poses_b->objects, i, stride);
        found += collide_tree_tree_distance(a, pose_a, b, (const collide_pose *)pose_b, max,
                                            &out[i], NULL);
    }
    return found;
}

// ---- within a margin -------------------------------------------------------------------------

// Which of 16 pairs of triangles are within the margin: by floats, or by single calls, which need
// less of the stack than a search in lanes. No search in floats decides about pairs that overlap if
// the margin is small, but they are within every margin, since lower bounds do not exceed 0.
static unsigned collide__apart_asks(void *context, const float *a, const float *b, unsigned lanes) {
    collide__distance_job job;
    collide_triangle p, q;
    unsigned unsure = lanes, doubtful;
    memset(&job, 0, sizeof job);
    job.kind_a = job.kind_b = COLLIDE_SHAPE_TRIANGLE;
    job.a = a;
    job.b = b;
    job.max = *(const float *)context;
    unsigned hits = collide__shape()->within(&job, lanes, &unsure) & lanes;
    unsure &= lanes & ~hits;
    if (unsure)
        hits |= collide__triangle()->overlap(a, b, &doubtful) & ~doubtful & unsure;
    for (unsure &= ~hits; unsure; unsure &= unsure - 1) {
        const unsigned i = collide__lowest_bit(unsure);
        collide__lane_floats(a, i, 9, (float *)(void *)&p);
        collide__lane_floats(b, i, 9, (float *)(void *)&q);
        hits |= (unsigned)collide_triangle_triangle_within(&p, &q, job.max) << i;
    }
    return hits;
}

// Whether an element of each leaf is within the margin.
static bool collide__apart_solids(void *context, const collide_tree *a, const float *rows_a,
                                  unsigned i, const collide_tree *b, const float *rows_b,
                                  unsigned j) {
    const collide_tetrahedron s = collide__tree_tetrahedron(rows_a, i);
    const collide_tetrahedron t = collide__tree_tetrahedron(rows_b, j);
    collide_shape p, q;
    p.kind = q.kind = COLLIDE_SHAPE_TETRAHEDRON;
    p.of.tetrahedron = s;
    q.of.tetrahedron = t;
    if (a->type != COLLIDE_TREE_TETRAHEDRA)
        p.kind = COLLIDE_SHAPE_TRIANGLE;
    if (b->type != COLLIDE_TREE_TETRAHEDRA)
        q.kind = COLLIDE_SHAPE_TRIANGLE;
    return collide_shape_shape_within(&p, &q, *(const float *)context);
}

// Runs a query of pairs within the margin.
static size_t collide__apart_within(collide__tree_query *query, const collide_pose *pose_a,
                                    const collide_pose *pose_b, float margin,
                                    collide_tree_work *work) {
    if (!(margin >= 0))
        return 0;
    query->margin = margin;
    query->ask = collide__apart_asks;
    query->solids = collide__apart_solids;
    query->context = &margin;
    return collide__tree_run(query, pose_a, pose_b, work);
}

COLLIDE_API bool collide_tree_tree_within(const collide_tree *a, const collide_pose *pose_a,
                                          const collide_tree *b, const collide_pose *pose_b,
                                          float margin, collide_tree_work *work) {
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, NULL, 0);
    query.any = true;
    return collide__apart_within(&query, pose_a, pose_b, margin, work) > 0;
}

COLLIDE_API size_t collide_tree_tree_within_indices(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_tree *b,
                                                    const collide_pose *pose_b, float margin,
                                                    collide_pair *pairs, size_t capacity,
                                                    collide_tree_work *work) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, pairs, capacity);
    return collide__apart_within(&query, pose_a, pose_b, margin, work);
}

COLLIDE_API size_t collide_tree_self_within_indices(const collide_tree *tree, float margin,
                                                    collide_pair *pairs, size_t capacity,
                                                    collide_tree_work *work) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, tree, tree, pairs, capacity);
    query.self = true;
    return collide__apart_within(&query, NULL, NULL, margin, work);
}
#undef COLLIDE__APART_HEAP
#undef COLLIDE__APART_POPS
#undef COLLIDE__APART_NODES
#undef COLLIDE__APART_LEAVES
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
