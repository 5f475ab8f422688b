#pragma once
#include "../tree/inside.h"
#include "batches.h"
#include "tree.h"

// ---- the distance of a shape and a tree ------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)
// As in tree_distance.h, the result does not depend on the order of the search: it is the triangle
// with the least lo, then hi, then number, and none is left out whose lo may be the least. Here lo
// lies below the distance by at most 2^-20 of the extents and the distance of centres; extents hold
// these but for the distance, so that 2^-18 of them and of a distance is more than enough.
#define COLLIDE__NEAR_WIDE 3.814697265625e-06 // 2^-18
#define COLLIDE__NEAR_ROUND 1.0000038f        // 1 + 2^-18, of floats
#define COLLIDE__NEAR_LEAVES 16
#define COLLIDE__NEAR_LEVELS 28 // of nodes; see COLLIDE__TREE_LEVELS

// Of points and spheres all bounds are of the centre. Bounds are scaled by a power of two, so that
// squares neither overflow nor vanish.
typedef struct collide__near_task {
    float square;
    uint32_t slot; // 8 * node + which of its children
} collide__near_task;

typedef struct collide__near_run {
    const collide_tree *tree;
    const collide__tree_kernels *kernels;
    unsigned together; // leaves that are asked at once: one, if there are no lanes
    collide__tree_frame frame;
    collide__tree_axes axes;
    bool posed, rigid;
    double extent; // of the tree, a sum of three axes, in space

    const collide_shape *shape;
    collide__core core[2]; // of a shape that is no plane, and room for an element
    double height;         // of a plane
    bool ball;             // a point or a sphere, and a tree of triangles
    bool blind;            // there are no bounds, since floats might overflow
    double extents, radius, size;
    float scale, margin; // of what leaves reach along n
    float q[26], weight[13];
    collide__tree_lean lean; // along n, from the tree to the shape
    collide_vec3 n;
    double own; // how far the shape reaches against n, as seen from the origin
    bool leans, turns;
    float turned; // the square of the distance when n was found, scaled

    float max, doubt;
    double limit;        // triangles with a larger lower bound are left out
    float reach, square; // of the limit and the radius, scaled
    float ahead;         // children that reach less along n are beyond
    bool asked;          // whether the shape overlaps the tree: if it does, the search is over
    bool over, found, any;
    collide_distance best; // its bracket; feature_b is the number of a triangle

    collide__tree_ball point_of;                   // of a point or sphere
    uint32_t waiting, place[COLLIDE__NEAR_LEAVES]; // triangles to ask, 4 * leaf + which
    float product[COLLIDE__NEAR_LEAVES], length[COLLIDE__NEAR_LEAVES]; // see the kernel nearest
    uint32_t *indices;                                                 // of lists
    size_t count, capacity;
    bool lists;
} collide__near_run;

// ---- limits

// Leaves out what is farther than distance, and cannot be the answer if there is a triangle with
// such a lo.
static void collide__near_limit(collide__near_run *run, double distance) {
    const double limit = distance + collide__dmul(run->extents + distance, COLLIDE__NEAR_WIDE);
    if (!(limit < run->limit))
        return;
    run->limit = limit;
    run->ahead = collide__float_down(-(limit + (run->ball ? run->radius : 0)));
    const double reach = collide__dmul(limit + (run->ball ? run->radius : 0), (double)run->scale);
    run->reach = collide__mul(collide__min2((float)reach, 1e18f), COLLIDE__NEAR_ROUND) + FLT_MIN;
    run->square = collide__mul(collide__mul(run->reach, run->reach), COLLIDE__NEAR_ROUND) + FLT_MIN;
}

// A power of two: 1 / size or up to twice as much.
static float collide__near_scale(float size) {
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    const uint32_t exponent = bits >> 23 & 0xff;
    return collide__float_of((exponent < 254 ? 254 - exponent : 1) << 23);
}

// ---- triangles

// Triangle or tetrahedron s of the rows of a leaf, in space.
static void collide__near_element(const collide__near_run *run, const float *rows, unsigned s,
                                  collide_shape *out) {
    out->kind = COLLIDE_SHAPE_TRIANGLE;
    if (run->tree->type == COLLIDE_TREE_TETRAHEDRA) {
        out->kind = COLLIDE_SHAPE_TETRAHEDRON;
        out->of.tetrahedron = collide__tree_tetrahedron(rows, s);
    } else {
        out->of.triangle = collide__tree_triangle(rows, s);
    }
}

// The same in its own leaf.
static void collide__near_element_at(const collide__near_run *run, uint32_t place,
                                     collide_shape *out) {
    collide__near_element(run, collide__tree_leaf_of(run->tree, place / 4)->rows[0], place % 4,
                          out);
    for (int i = 0; run->posed && i < (out->kind == COLLIDE_SHAPE_TRIANGLE ? 3 : 4); ++i)
        out->of.tetrahedron.v[i] = collide_pose_apply(&run->frame.pose, out->of.tetrahedron.v[i]);
}

static bool collide__near_core(const collide_shape *element, collide__core *out) {
    return collide__core_points(out, element->of.tetrahedron.v,
                                element->kind == COLLIDE_SHAPE_TRIANGLE ? 3 : 4, 0);
}

// As collide_shape_shape_distance, bit for bit.
static bool collide__near_pair(collide__near_run *run, const collide_shape *element, float max,
                               collide_distance *out) {
    if (run->shape->kind == COLLIDE_SHAPE_PLANE)
        return collide__distance_shapes(run->shape, element, max, out);
    if (!collide__near_core(element, &run->core[1]))
        return false;
    if (run->ball) {
        const int closed = collide__distance_others(run->core, false, max, out);
        if (closed >= 0)
            return closed > 0;
    }
    return collide__distance_cores(run->core, run->shape, COLLIDE_SHAPE_NONE, element,
                                   COLLIDE_SHAPE_NONE, max, out);
}

// Turns to the direction n of space, from the tree to the shape.
static void collide__near_turn(collide__near_run *run, collide_vec3 n) {
    const collide__dvec3 against = collide__dneg(collide__dvec3_of(n));
    const collide_vec3 zero = {0, 0, 0};
    float along[3];
    if (run->blind)
        return;
    for (int i = 0; i < 3; ++i)
        along[i] = collide__dot(run->frame.pose.axis[i], n);
    collide__tree_weigh(run->tree->kind / 2, along, run->lean.row, run->lean.weight);
    run->n = n;
    run->own = run->ball ? collide__ddot(against, collide__dvec3_of(run->core[0].origin))
               : run->shape->kind == COLLIDE_SHAPE_PLANE
                   ? run->height
                   : collide__core_body_reach(&run->core[0], against, zero);
    run->lean.shift =
        collide__float_up((run->own + collide__ddot(collide__dvec3_of(n),
                                                    collide__dvec3_of(run->frame.pose.position))) +
                          (double)run->margin);
    run->leans = true;
}

// Whether the shape overlaps the tree, which is asked once; then the search is over.
static bool collide__near_meets(collide__near_run *run) {
    const collide_pose *pose = run->posed ? &run->frame.pose : NULL;
    if (!run->asked)
        run->over = collide__shape_tree(run->shape, run->tree, pose, NULL, 0, 1) > 0;
    run->asked = true;
    return run->over;
}

// A bracket that may be the answer.
static void collide__near_take(collide__near_run *run, collide_distance *d, uint32_t number) {
    if (!(d->lo > 0) && collide__near_meets(run))
        return;
    // Rounding alone lets shapes that are apart have these.
    d->lo = d->lo > 0 ? d->lo : 0;
    d->hi = d->hi > 0 ? d->hi : collide__float_of(1);
    d->feature_b = number;
    if (run->found && (d->lo != run->best.lo   ? d->lo > run->best.lo
                       : d->hi != run->best.hi ? d->hi > run->best.hi
                                               : number >= run->best.feature_b))
        return;
    run->best = *d;
    run->found = true;
    run->over = run->any && d->lo <= run->max;
    collide__near_limit(run, (double)d->lo);
    if (!run->ball)
        collide__near_turn(run, d->normal);
}

// Asks about a triangle that may be the answer.
static void collide__near_ask(collide__near_run *run, uint32_t place) {
    const collide__tree_leaf *leaf = collide__tree_leaf_of(run->tree, place / 4);
    const uint32_t number = leaf->triangle[place % 4];
    collide_shape element;
    collide_distance d;
    COLLIDE__WORK(1);
    collide__near_element_at(run, place, &element);
    if (run->lists) {
        if (collide__near_pair(run, &element, run->max, NULL)) {
            if (run->count < run->capacity)
                run->indices[run->count] = number;
            ++run->count;
        }
        return;
    }
    const float most = run->max > run->doubt ? run->max : run->doubt;
    if (collide__near_pair(run, &element, run->found ? run->best.lo : most, &d))
        collide__near_take(run, &d, number);
}

// Several triangles and a point or a sphere, in lanes, with the same bits. Returns the lanes of
// those that it has answered.
static unsigned collide__near_lanes(collide__near_run *run, const uint32_t *place, uint32_t n) {
    COLLIDE__ALIGNED(float) a[16 * 4];
    COLLIDE__ALIGNED(float) b[16 * 9];
    COLLIDE__ALIGNED(float) rows[16 * COLLIDE__DISTANCE_ROWS];
    collide__distance_job job;
    const float *own = collide__floats(&run->shape->of);
    memset(&job, 0, sizeof job);
    job.kind_a = run->shape->kind;
    job.kind_b = COLLIDE_SHAPE_TRIANGLE;
    job.a = a;
    job.b = b;
    job.max = collide__infinity();
    job.whole = true;
    for (unsigned k = 0; k < 64; ++k)
        a[k] = k < 48 || job.kind_a == COLLIDE_SHAPE_SPHERE ? own[k / 16] : 0;
    memset(b, 0, sizeof b);
    for (uint32_t i = 0; i < n; ++i) {
        collide_shape element;
        collide__near_element_at(run, place[i], &element);
        for (unsigned k = 0; k < 9; ++k)
            b[16 * k + i] = collide__floats(&element.of)[k];
    }
    const unsigned done = collide__shape()->distance(&job, (1u << n) - 1, rows) & ((1u << n) - 1);
    for (unsigned bits = done; bits && !run->over; bits &= bits - 1) {
        const unsigned i = (unsigned)collide__lowest_bit(bits);
        collide_distance d;
        for (unsigned k = 0; k < COLLIDE__DISTANCE_ROWS; ++k)
            memcpy((char *)&d + 4 * k, rows + 16 * k + i, 4);
        COLLIDE__WORK(1);
        collide__near_take(run, &d,
                           collide__tree_leaf_of(run->tree, place[i] / 4)->triangle[place[i] % 4]);
    }
    return done;
}

// ---- leaves and nodes

// Asks about the triangles that wait.
static void collide__near_flush(collide__near_run *run) {
    uint32_t n = 0;
    unsigned done = 0;
    for (uint32_t i = 0; i < run->waiting; ++i) {
        run->place[n] = run->place[i];
        n += !(collide__mul(run->product[i], run->product[i]) >
               collide__mul(run->square, collide__max2(run->length[i], COLLIDE__ORDER_LEAST)));
    }
    run->waiting = 0;
    if (n > 2 && !run->lists)
        done = collide__near_lanes(run, run->place, n);
    for (uint32_t i = 0; i < n && !run->over; ++i)
        if (!(done >> i & 1))
            collide__near_ask(run, run->place[i]);
}

// What a point or sphere has found: the nearest point of a triangle so far may narrow the search.
static void collide__near_found(collide__near_run *run, const float *foot) {
    const double least = collide__sqrt((double)foot[48]);
    const double most = collide__ddiv(least, (double)run->scale) - run->radius;
    const double wide = collide__dmul(run->extents + collide__dabs(most), COLLIDE__NEAR_WIDE);
    if (run->any && most + wide <= (double)run->max) {
        run->over = run->found = true;
        return;
    }
    collide__near_limit(run, most > 0 ? most : 0);
    // A direction that is nearly the same is as good, and saves the time to turn to another.
    if (least > 0 &&
        ((!run->leans && !run->turns) || foot[48] < collide__mul(run->turned, 0.875f))) {
        run->turned = foot[48];
        run->n = collide__vec3(foot[0], foot[16], foot[32]);
        run->turns = true;
    }
}

// Turns away from the nearest point of a triangle so far, now that the search goes on.
static void collide__near_turn_ball(collide__near_run *run) {
    const double inverse = collide__ddiv(-1, collide__sqrt((double)run->turned));
    run->turns = false;
    collide__near_turn(run, collide__vec3((float)collide__dmul((double)run->n.x, inverse),
                                          (float)collide__dmul((double)run->n.y, inverse),
                                          (float)collide__dmul((double)run->n.z, inverse)));
}

// Whether a leaf, in space, is beyond the limit along the normal.
static bool collide__near_past(const collide__near_run *run, const float *rows) {
    float out[4];
    run->kernels->reach(rows, &run->n, out);
    const float most = collide__max2(collide__max2(out[0], out[1]), collide__max2(out[2], out[3]));
    return -((double)most + run->own) - (double)run->margin > run->limit + run->radius;
}

// A point or a sphere and up to four leaves. What is beyond the nearest point of any triangle so
// far is left out; the rest waits until the search has come to an end, since most of it will be
// beyond, too.
static void collide__near_leaves(collide__near_run *run, const uint32_t *leaf, unsigned n) {
    COLLIDE__ALIGNED(float) moved[4][80];
    COLLIDE__ALIGNED(float) out[80];
    const float *rows[4];
    COLLIDE__WORK(n);
    for (unsigned i = 0; i < n; ++i) {
        rows[i] = collide__tree_leaf_of(run->tree, leaf[i])->rows[0];
        if (run->posed) {
            run->kernels->move_leaf(rows[i], &run->frame.pose, moved[i]);
            rows[i] = moved[i];
        }
    }
    if (run->together == 1 && run->leans && !run->turns && collide__near_past(run, rows[0]))
        return; // in lanes this takes as long as what follows
    run->point_of.square = run->square;
    if (run->lists)
        run->point_of.least = FLT_MAX; // the nearest does not count alone
    const uint32_t found = run->kernels->nearest(rows, n, &run->point_of, out);
    const uint32_t best = found & 15u;
    if (!run->lists && out[48 + best] < run->square)
        collide__near_found(run, out + best);
    for (uint32_t bits = found >> 4; bits && !run->over; bits &= bits - 1) {
        const unsigned i = collide__lowest_bit(bits);
        if (collide__tree_leaf_of(run->tree, leaf[i / 4])->triangle[i % 4] == UINT32_MAX)
            continue;
        if (run->waiting == COLLIDE__NEAR_LEAVES)
            collide__near_flush(run);
        run->length[run->waiting] = out[48 + i];
        run->product[run->waiting] = collide__max2(out[64 + i], 0);
        run->place[run->waiting++] = 4 * leaf[i / 4] + i % 4;
    }
}

// Any other shape: triangles in the order of their lower bounds along n.
static void collide__near_leaf_any(collide__near_run *run, uint32_t leaf, const float *rows) {
    const uint32_t *number = collide__tree_leaf_of(run->tree, leaf)->triangle;
    float along[4], bound[4] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX};
    unsigned left = 0;
    for (unsigned s = 0; s < 4; ++s)
        left |= (unsigned)(number[s] != UINT32_MAX) << s;
    while (left && !run->over) {
        unsigned best = collide__lowest_bit(left);
        if (run->leans) {
            run->kernels->reach(rows, &run->n, along);
            for (unsigned s = 0; s < 4; ++s) {
                const float gap = (float)(-((double)along[s] + run->own) - (double)run->margin);
                bound[s] = gap > bound[s] ? gap : bound[s];
            }
        }
        for (unsigned s = best; s < 4; ++s)
            if (left >> s & 1 && bound[s] < bound[best])
                best = s;
        left &= ~(1u << best);
        if (!((double)bound[best] > run->limit))
            collide__near_ask(run, 4 * leaf + best);
    }
}

static void collide__near_leaf(collide__near_run *run, uint32_t leaf) {
    COLLIDE__ALIGNED(float) moved[80];
    if (run->ball && !run->blind) {
        collide__near_leaves(run, &leaf, 1);
        return;
    }
    const float *rows = collide__tree_leaf_of(run->tree, leaf)->rows[0];
    COLLIDE__WORK(1);
    if (run->posed) {
        run->kernels->move_leaf(rows, &run->frame.pose, moved);
        rows = moved;
    }
    collide__near_leaf_any(run, leaf, rows);
}

// Squares of lower bounds of the children of a node, scaled; returns which are within the limit.
static unsigned collide__near_children(const collide__near_run *run, uint32_t node, float *out) {
    const float *rows = collide__tree_rows(run->tree, node);
    return run->kernels->squares(rows, run->tree->kind / 2, run->q, run->weight, run->square,
                                 run->leans ? &run->lean : NULL, run->ahead, out) &
           collide__tree_children(collide__tree_links_of(run->tree, node));
}

// Whether a child of a node, 8 * node + which, that waited is beyond the limit, along the normal
// that has been found since.
static bool collide__near_over(const collide__near_run *run, uint32_t slot) {
    const collide__tree_lean *lean = &run->lean;
    const float *rows = collide__tree_rows(run->tree, slot / 8) + slot % 8;
    const float sum = ((collide__mul(lean->weight[0], rows[8 * lean->row[0]]) +
                        collide__mul(lean->weight[1], rows[8 * lean->row[1]])) +
                       collide__mul(lean->weight[2], rows[8 * lean->row[2]])) +
                      lean->shift;
    return sum < run->ahead;
}

// Puts the children of a node that are within the limit on a stack, but returns the nearest, or
// UINT32_MAX.
static uint32_t collide__near_down(const collide__near_run *run, uint32_t node,
                                   collide__near_task *stack, size_t *depth) {
    float square[8];
    unsigned bits = collide__near_children(run, node, square);
    uint32_t best = UINT32_MAX;
    float least = collide__infinity();
    size_t n = *depth;
    COLLIDE__WORK(1);
    for (; bits; bits &= bits - 1) {
        const uint32_t i = (uint32_t)collide__lowest_bit(bits);
        const bool nearer = square[i] < least;
        stack[n].square = nearer ? least : square[i];
        stack[n].slot = nearer ? best : 8 * node + i;
        n += stack[n].slot != UINT32_MAX;
        best = nearer ? 8 * node + i : best;
        least = nearer ? square[i] : least;
    }
    *depth = n;
    return best;
}

// Depth first, the nearest child first.
static void collide__near_search(collide__near_run *run) {
    collide__near_task stack[8 * COLLIDE__TREE_LEVELS];
    size_t depth = 0;
    uint32_t slot = collide__near_down(run, 0, stack, &depth);
    while (!run->over) {
        if (slot == UINT32_MAX) {
            if (depth == 0)
                break;
            const collide__near_task task = stack[--depth];
            if (task.square > run->square || (run->leans && collide__near_over(run, task.slot)))
                continue;
            slot = task.slot;
        }
        const uint32_t code = collide__tree_links_of(run->tree, slot / 8)->child[slot % 8];
        slot = UINT32_MAX;
        if (!(code & COLLIDE__TREE_LEAF))
            slot = collide__near_down(run, code, stack, &depth);
        else
            collide__near_leaf(run, code ^ COLLIDE__TREE_LEAF);
    }
}

// Children of a node in the order of their squares; see the kernel order.
typedef struct collide__near_level {
    float key[12];
    uint32_t node, at, count;
} collide__near_level;

static void collide__near_order(const collide__near_run *run, uint32_t node,
                                collide__near_level *level) {
    const collide__tree_links *links = collide__tree_links_of(run->tree, node);
    COLLIDE__WORK(1);
    level->node = node;
    level->at = 0;
    level->count = run->kernels->order(
        collide__tree_rows(run->tree, node), run->tree->kind / 2, run->q, run->weight, run->square,
        run->leans ? &run->lean : NULL, run->ahead, links->count, level->key);
}

// The same of a point or sphere: the nearest leaves of a node together.
static void collide__near_search_ball(collide__near_run *run) {
    collide__near_level levels[COLLIDE__NEAR_LEVELS], *level = levels;
    collide__near_order(run, 0, level);
    while (!run->over) {
        uint32_t leaves[4];
        unsigned n = 0;
        const uint32_t *child = collide__tree_links_of(run->tree, level->node)->child;
        uint32_t next = UINT32_MAX;
        while (level->at < level->count && n < run->together &&
               level->key[level->at] <= run->square) {
            uint32_t i;
            memcpy(&i, &level->key[level->at], sizeof i);
            i &= 7;
            if (!(child[i] & COLLIDE__TREE_LEAF) && n > 0)
                break;
            ++level->at;
            if (run->turns)
                collide__near_turn_ball(run);
            if (run->leans && level->at > 1 && collide__near_over(run, 8 * level->node + i))
                continue;
            if (!(child[i] & COLLIDE__TREE_LEAF)) {
                next = child[i];
                break;
            }
            leaves[n++] = child[i] ^ COLLIDE__TREE_LEAF;
        }
        if (n > 0)
            collide__near_leaves(run, leaves, n);
        else if (next != UINT32_MAX)
            collide__near_order(run, next, ++level);
        else if (level == levels)
            break;
        else
            --level;
    }
}

// ---- beginnings

// A tree under a pose, for any number of shapes.
static bool collide__near_tree(collide__near_run *run, const collide_tree *tree,
                               const collide_pose *pose) {
    double stretch = 0;
    run->tree = tree;
    run->posed = pose != NULL;
    if (!collide__tree_frame_of(tree, pose, &run->frame))
        return false;
    run->kernels = collide__tree();
    run->together = collide_isa() == COLLIDE_ISA_SCALAR ? 1 : 4;
    run->rigid = !pose || collide__tree_rigid(pose);
    const float *rows = collide__tree_rows(tree, 0);
    run->extent = 0;
    for (unsigned r = 0; r < 6; ++r) {
        float most = rows[8 * r];
        for (unsigned i = 1; i < collide__tree_links_of(tree, 0)->count; ++i)
            most = collide__max2(rows[8 * r + i], most);
        run->extent += (double)most;
    }
    for (int i = 0; i < 3; ++i)
        stretch += collide__dsum_abs(collide__dvec3_of(run->frame.pose.axis[i]));
    if (pose)
        run->extent = collide__dmul(run->extent, stretch);
    return true;
}

// The rows and weights of a point or sphere; see collide__tree_sphere_column.
static void collide__near_point(collide__near_run *run, collide_vec3 center) {
    const unsigned directions = run->tree->kind / 2;
    const collide_pose *pose = &run->frame.pose;
    const float radius = run->tree->radius;
    float along[13], size = collide__sum_abs(center) + radius;
    double slack[2];
    collide_vec3 own = center;
    if (run->posed) {
        const collide__dvec3 p = collide__dsub(center, pose->position);
        own = collide__vec3((float)collide__ddot(p, collide__dvec3_of(pose->axis[0])),
                            (float)collide__ddot(p, collide__dvec3_of(pose->axis[1])),
                            (float)collide__ddot(p, collide__dvec3_of(pose->axis[2])));
        size += collide__sum_abs(pose->position) + radius;
        slack[0] = slack[1] = collide__dmul(3 * (double)size, COLLIDE__TREE_SLACK) +
                              collide__dmul((double)radius, 1.52587890625e-5); // 2^-16
    } else {
        slack[0] = 0;                                               // these rows are exact
        slack[1] = collide__dmul((double)size, COLLIDE__NEAR_WIDE); // of sums
    }
    run->scale = collide__near_scale(size);
    run->margin = collide__mul(size, (float)COLLIDE__TREE_SLACK);
    run->blind = !(size <= COLLIDE__TREE_FAR);
    collide__tree_along(directions, own, along);
    run->weight[3] = collide__mul(0.577350259f, run->scale); // unused directions are never far
    run->weight[12] = collide__mul(0.707106769f, run->scale);
    for (unsigned d = 0; d < directions; ++d) {
        const float more = (float)slack[d > 2];
        run->q[2 * d] = more - along[d];
        run->q[2 * d + 1] = more + along[d];
        // 1, sqrt(1/3) and sqrt(1/2), rounded down.
        const float inverse = d < 3 ? 1 : directions != 9 && d < 7 ? 0.577350259f : 0.707106769f;
        run->weight[d] = collide__mul(inverse, run->scale);
    }
    run->point_of.point[0] = center.x;
    run->point_of.point[1] = center.y;
    run->point_of.point[2] = center.z;
    run->point_of.point[3] = run->scale;
}

// The same of any shape. Under a pose that is not rigid, the directions of the axes are at angles,
// and a sum of squares counts a third.
static void collide__near_column(collide__near_run *run) {
    COLLIDE__ALIGNED(float) q[16 * 13];
    float box[24];
    const unsigned directions = run->tree->kind / 2;
    collide__shape_body body;
    double size = run->frame.reach + run->frame.radius;
    body.shape = run->shape;
    body.core = run->core[0];
    if (run->shape->kind == COLLIDE_SHAPE_PLANE)
        size += collide__dabs(run->height);
    else
        size += (collide__dsum_abs(collide__dvec3_of(run->core[0].origin)) + run->core[0].size) +
                run->core[0].radius;
    run->blind =
        !(size <= (double)COLLIDE__TREE_FAR) ||
        !collide__tree_column(&collide__tree_shapes, &body, &run->frame, directions, q, box);
    run->size = size;
    run->scale = collide__near_scale((float)size);
    run->margin = collide__float_up(collide__dmul(size, COLLIDE__TREE_SLACK));
    collide__tree_axes_of(&run->frame, directions, &run->axes);
    for (unsigned d = 0; d < directions && !run->blind; ++d) {
        double off;
        const collide__dvec3 m = collide__tree_outward(&run->frame, &run->axes, d, &off);
        const double length = collide__sqrt(collide__ddot(m, m));
        const double weight = collide__ddiv(
            collide__dmul((double)run->scale, run->rigid || d > 2 ? 0.9999999 : 0.5773502), length);
        run->weight[d] = weight < 1e30 ? (float)weight : 1e30f;
        run->q[2 * d] = q[16 * d + 8];
        run->q[2 * d + 1] = q[16 * d];
    }
}

// The direction from the middle of the tree to that of the shape.
static collide_vec3 collide__near_aim(const collide__near_run *run) {
    const collide_aabb box =
        collide_aabb_from_tree(run->tree, run->posed ? &run->frame.pose : NULL);
    collide__dvec3 p = collide__dadd(collide__dvec3_of(run->core[0].origin), 1,
                                     collide__core_middle(&run->core[0]));
    p = collide__dadd(p, -0.5, collide__dvec3_of(box.min));
    p = collide__dadd(p, -0.5, collide__dvec3_of(box.max));
    return collide__dnormalize(&p) ? collide__dround(p) : collide__vec3(1, 0, 0);
}

// A shape, of a tree that is known. False if it has no distance.
static bool collide__near_begin(collide__near_run *run, const collide_shape *shape, float max) {
    const bool plane = shape->kind == COLLIDE_SHAPE_PLANE;
    const bool exact = shape->kind == COLLIDE_SHAPE_POINT || shape->kind == COLLIDE_SHAPE_SEGMENT ||
                       shape->kind == COLLIDE_SHAPE_TRIANGLE ||
                       shape->kind == COLLIDE_SHAPE_TETRAHEDRON;
    collide__dvec3 n = {0, 0, 0};
    run->shape = shape;
    run->height = 0;
    run->max = max;
    run->asked = run->over = run->found = run->any = run->lists = run->leans = run->turns = false;
    run->waiting = 0;
    if (!(max >= 0) || !(plane ? collide__plane_normal(&shape->of.plane, &n, &run->height)
                               : collide__core_of(&run->core[0], shape)))
        return false;
    run->ball = run->rigid && run->tree->type != COLLIDE_TREE_TETRAHEDRA &&
                (shape->kind == COLLIDE_SHAPE_POINT || shape->kind == COLLIDE_SHAPE_SPHERE);
    run->radius = plane ? 0 : run->core[0].radius;
    if (run->ball) {
        collide__near_point(run, shape->of.point);
        run->extents = run->extent + run->radius + run->radius;
        run->doubt = 0;
        run->point_of.least = (float)collide__dmul(run->radius, (double)run->scale);
        run->point_of.more = (float)collide__dmul(collide__dmul(run->extents, (double)run->scale),
                                                  2 * COLLIDE__NEAR_WIDE) +
                             FLT_MIN;
    } else {
        collide__near_column(run);
        run->extents =
            run->extent +
            collide__dmul(plane ? 3 : 6, plane ? run->size : run->core[0].size + run->radius);
        run->doubt =
            exact || plane ? 0 : (float)collide__dmul(run->size, 1.52587890625e-5); // 2^-16
    }
    if (run->blind) {
        memset(run->q, 0, sizeof run->q);
        memset(run->weight, 0, sizeof run->weight);
    }
    const double most = (double)(max > run->doubt ? max : run->doubt);
    run->limit = DBL_MAX;
    run->reach = run->square = FLT_MAX;
    run->ahead = -FLT_MAX;
    if (most <= 1e38 && !run->blind)
        collide__near_limit(run, most);
    if (!run->ball)
        collide__near_turn(run, plane ? collide__dround(collide__dneg(n)) : collide__near_aim(run));
    return true;
}

static void collide__near_run_all(collide__near_run *run) {
    if (run->ball && !run->blind && !run->lists)
        collide__near_search_ball(run);
    else
        collide__near_search(run);
    collide__near_flush(run);
}

// ---- ends

// A shape that overlaps a tree: a triangle that it overlaps, a point of both, and the normal along
// which the two are least deep. Where only the verdicts of collide_shape_tree say so, one of these.
static void collide__near_meet(collide__near_run *run) {
    uint32_t first = 0;
    collide_shape element;
    collide_distance *d = &run->best;
    const collide_pose *pose = run->posed ? &run->frame.pose : NULL;
    if (!collide__shape_tree_any(run->shape, run->tree, pose, &first, 1, 1))
        collide__shape_tree(run->shape, run->tree, pose, &first, 1, SIZE_MAX);
    collide__near_element_at(run, collide__tree_places(run->tree)[first], &element);
    collide__near_pair(run, &element, collide__infinity(), d);
    if (run->shape->kind != COLLIDE_SHAPE_PLANE) {
        collide__gjk_result found;
        collide__witness w;
        collide__near_core(&element, &run->core[1]);
        const collide__core_pair p = collide__core_pair_ordered(&run->core[0], &run->core[1]);
        collide__gjk(&p, collide__dvec3_of(d->normal), DBL_MAX, -DBL_MAX, &found);
        collide__simplex_points(&p, &found.s, &w.a, &w.b);
        d->point_b = collide__dround_zero(
            collide__dadd(collide__dvec3_of(run->core[1].origin), 1, p.swapped ? w.a : w.b));
    }
    d->point_a = d->point_b;
    d->lo = d->hi = 0;
    d->feature_b = first;
}

static bool collide__near_end(collide__near_run *run, collide_distance *out) {
    if (!run->over && run->found && run->best.lo <= run->doubt)
        collide__near_meets(run);
    if (run->over) {
        collide__near_meet(run);
        run->found = true;
    } else if (!(run->found && run->best.lo <= run->max)) {
        collide__distance_none(out);
        return false;
    }
    if (out)
        *out = run->best;
    return true;
}

// ---- queries ---------------------------------------------------------------------------------

COLLIDE_API bool collide_shape_tree_distance(const collide_shape *a, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_distance *out) {
    collide__near_run run;
    COLLIDE_ASSERT(a);
    if (!collide__near_tree(&run, b, pose_b) || !collide__near_begin(&run, a, max)) {
        collide__distance_none(out);
        return false;
    }
    collide__near_run_all(&run);
    return collide__near_end(&run, out);
}

COLLIDE_API bool collide_shape_tree_within(const collide_shape *a, const collide_tree *b,
                                           const collide_pose *pose_b, float margin) {
    collide__near_run run;
    COLLIDE_ASSERT(a);
    if (!collide__near_tree(&run, b, pose_b) || !collide__near_begin(&run, a, margin))
        return false;
    run.any = true;
    collide__near_run_all(&run);
    return run.over || collide__near_end(&run, NULL);
}

COLLIDE_API size_t collide_shape_tree_within_indices(const collide_shape *a, const collide_tree *b,
                                                     const collide_pose *pose_b, float margin,
                                                     uint32_t *indices, size_t capacity) {
    collide__near_run run;
    COLLIDE_ASSERT(a && (indices || capacity == 0));
    if (!collide__near_tree(&run, b, pose_b) || !collide__near_begin(&run, a, margin))
        return 0;
    run.lists = true;
    run.indices = indices;
    run.capacity = capacity;
    run.count = 0;
    collide__near_run_all(&run);
    return run.count;
}
#undef COLLIDE__NEAR_WIDE
#undef COLLIDE__NEAR_ROUND
#undef COLLIDE__NEAR_LEAVES
#undef COLLIDE__NEAR_LEVELS
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
