#pragma once
#include "../base/work.h"
#include "../tree/shapes.h"
#include "cable_distance.h"
#include "tree_nearest.h"

// ---- distances of cables and trees -----------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE) && !defined(COLLIDE_NO_TREE)
// Parts of a segment go down the tree, the nearest child first, and are halved where they are
// larger than the nodes. Nodes are compared along the rows of the tree, and along the normal of the
// nearest points so far.

#define COLLIDE__STRAND_LEVELS 29
#define COLLIDE__STRAND_SEEDS 8

// A part and a child of a node: squares are scaled lower bounds of their distance.
typedef struct collide__strand_task {
    float square;
    uint32_t slot; // 8 * node + which of its children
    uint32_t at, width, depth;
} collide__strand_task;

typedef struct collide__strand_tree {
    collide__strand run;
    const collide_tree *tree;
    const collide__tree_kernels *kernels;
    collide__tree_frame frame;
    bool posed;
    bool blind; // there are no bounds, since floats might overflow
    unsigned directions;
    collide__dvec3 out[13]; // the directions of the rows, in space
    double more[13], margin, extent;
    double level[COLLIDE__STRAND_LEVELS]; // how large nodes are likely to be
    float scale, weight[13];

    collide__part part;    // of the segment in hand
    float q[26];           // of the part
    collide__dvec3 middle; // a point of the part, and how far its points are from there
    double ball;
    collide__tree_lean lean;
    bool leans;
    double turned; // the distance when the normal was taken
} collide__strand_tree;

// ---- bounds

static bool collide__strand_tree_of(const collide_tree *tree, const collide_pose *pose,
                                    collide__strand_tree *t) {
    collide__tree_axes axes;
    t->tree = tree;
    t->posed = pose != NULL;
    if (!collide__tree_frame_of(tree, pose, &t->frame))
        return false;
    const bool rigid = !pose || collide__tree_rigid(pose);
    const collide_aabb box = collide_aabb_from_tree(tree, pose);
    const double size = (t->run.span + t->run.radius) + (t->frame.reach + t->frame.radius);
    t->kernels = collide__tree();
    t->directions = tree->kind / 2;
    t->extent = collide__dsum_abs(collide__dsub(box.max, box.min));
    t->blind = !(size <= (double)COLLIDE__TREE_FAR);
    t->margin = collide__dmul(size, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    collide__tree_axes_of(&t->frame, t->directions, &axes);
    t->scale = collide__near_scale((float)size);
    t->level[0] = t->extent;
    for (int i = 1; i < COLLIDE__STRAND_LEVELS; ++i)
        t->level[i] =
            collide__ddiv(t->level[i - 1], collide__sqrt((double)collide__tree_degree(tree)));
    for (unsigned d = 0; d < t->directions; ++d) {
        double off;
        t->out[d] = collide__tree_outward(&t->frame, &axes, d, &off);
        t->more[d] = (collide__dmul(collide__dsum_abs(t->out[d]), t->margin) + off) +
                     collide__dmul(t->frame.radius, COLLIDE__TREE_SLACK);
        const double weight =
            collide__ddiv(collide__dmul((double)t->scale, rigid || d > 2 ? 0.9999999 : 0.5773502),
                          collide__sqrt(collide__ddot(t->out[d], t->out[d])));
        t->weight[d] = t->blind ? 0 : weight < 1e30 ? (float)weight : 1e30f;
    }
    t->run.doubt = collide__dmul(t->run.extent + t->extent, COLLIDE__STRAND_DOUBT);
    return true;
}

// Puts the normal of the nearest points into the tree's rows.
static void collide__strand_turn(collide__strand_tree *t) {
    const collide__dvec3 n = t->run.best.normal;
    float along[3];
    if (t->turned == t->run.hi)
        return;
    t->turned = t->run.hi;
    t->leans = t->run.turned && !t->blind;
    if (!t->leans)
        return;
    for (int i = 0; i < 3; ++i)
        along[i] = (float)collide__ddot(collide__dvec3_of(t->frame.pose.axis[i]), n);
    collide__tree_weigh(t->directions, along, t->lean.row, t->lean.weight);
    const collide__dvec3 to =
        collide__dadd(collide__dvec3_of(t->frame.pose.position), -1, t->run.from);
    t->lean.shift = collide__float_up((collide__ddot(n, to) - collide__part_least(t->part.b, n)) +
                                      collide__dmul(2, t->margin));
}

// Takes a part of the segment in hand.
static void collide__strand_part(collide__strand_tree *t, uint32_t at, uint32_t width) {
    const collide__dvec3 off =
        collide__dadd(t->run.from, -1, collide__dvec3_of(t->frame.pose.position));
    collide__part left, right;
    t->part = collide__strand_whole(t->run.b);
    while (t->part.width > width) {
        collide__part_halve(&t->part, &left, &right);
        t->part = at < right.at ? left : right;
    }
    double most_square = 0;
    collide__part_halve(&t->part, &left, &right);
    t->middle = left.b[3];
    for (int k = 0; k < 4; ++k) {
        const collide__dvec3 way = collide__dadd(t->part.b[k], -1, t->middle);
        most_square = collide__dmax(collide__ddot(way, way), most_square);
    }
    t->ball = collide__sqrt(most_square);
    for (unsigned d = 0; d < t->directions; ++d) {
        const collide__dvec3 m = t->out[d];
        const double p = collide__ddot(m, t->part.b[0]), q = collide__ddot(m, t->part.b[1]);
        const double r = collide__ddot(m, t->part.b[2]), s = collide__ddot(m, t->part.b[3]);
        const double from = collide__ddot(m, off);
        const double least = collide__dmin(collide__dmin(p, q), collide__dmin(r, s)) + from;
        const double most = collide__dmax(collide__dmax(p, q), collide__dmax(r, s)) + from;
        t->q[2 * d] = t->blind ? 0 : collide__float_up(t->more[d] - least);
        t->q[2 * d + 1] = t->blind ? 0 : collide__float_up(most + t->more[d]);
    }
    t->turned = -1;
    collide__strand_turn(t);
}

// The scaled square of the limit.
static float collide__strand_square(const collide__strand_tree *t) {
    const double reach =
        collide__dmul((t->run.limit + t->run.radius) + t->margin, (double)t->scale);
    return t->run.limit < 1e38 && reach < 1e18
               ? collide__float_up(collide__dmul(collide__dmul(reach, reach), 1.00001)) + FLT_MIN
               : FLT_MAX;
}

// ---- triangles and tetrahedra

static void collide__strand_element(collide__strand_tree *t, uint32_t leaf, unsigned s,
                                    const collide__dvec3 *n) {
    const collide__tree_leaf *own = collide__tree_leaf_of(t->tree, leaf);
    const bool solid = t->tree->type == COLLIDE_TREE_TETRAHEDRA;
    collide_tetrahedron element;
    collide__core core;
    collide__strand_body body;
    if (solid) {
        element = collide__tree_tetrahedron(own->rows[0], s);
    } else {
        const collide_triangle triangle = collide__tree_triangle(own->rows[0], s);
        memcpy(element.v, triangle.v, sizeof triangle.v);
    }
    for (int i = 0; t->posed && i < (solid ? 4 : 3); ++i)
        element.v[i] = collide_pose_apply(&t->frame.pose, element.v[i]);
    if (!collide__core_points(&core, element.v, solid ? 4 : 3, 0))
        return;
    collide__strand_body_of(&t->run, &core, own->triangle[s], &body);
    const double before = t->run.hi;
    collide__strand_search(&t->run, &body, &t->part, n);
    if (t->run.hi < before)
        t->run.best.feature = own->triangle[s];
}

// Asks about the middle of the part in hand and the triangles of a leaf. Returns those that may be
// within the limit of the part, and n, directions to them.
static unsigned collide__strand_feet(collide__strand_tree *t, const float *rows, unsigned left,
                                     collide__dvec3 *n) {
    const collide__dvec3 middle = collide__dadd(t->middle, 1, t->run.from);
    const float point[4] = {(float)middle.x, (float)middle.y, (float)middle.z, t->scale};
    const double inverse = collide__ddiv(1, (double)t->scale);
    float out[20];
    unsigned bits = 0;
    t->kernels->feet(rows, point, out);
    for (unsigned s = 0; s < 4; ++s) {
        const double most =
            (collide__dmul((double)out[4 + s], inverse) + t->margin) - t->run.radius;
        if (!(left >> s & 1))
            continue;
        if (most < t->run.known) {
            t->run.known = most;
            collide__strand_limit(&t->run);
        }
    }
    const double reach = ((t->run.limit + t->run.radius) + t->margin) + t->ball;
    for (unsigned s = 0; s < 4; ++s) {
        bits |= (unsigned)!(collide__dmul((double)out[s], inverse) > reach) << s;
        n[s].x = -(double)out[8 + s];
        n[s].y = -(double)out[12 + s];
        n[s].z = -(double)out[16 + s];
    }
    return left & bits;
}

// The triangles of a leaf.
static void collide__strand_leaf(collide__strand_tree *t, uint32_t leaf) {
    COLLIDE__ALIGNED(float) moved[80];
    const collide__tree_leaf *own = collide__tree_leaf_of(t->tree, leaf);
    const bool lanes = !t->blind && t->tree->type != COLLIDE_TREE_TETRAHEDRA;
    const float *rows = own->rows[0];
    collide__dvec3 n[4];
    unsigned left = 0;
    COLLIDE__WORK(1);
    for (unsigned s = 0; s < 4; ++s)
        left |= (unsigned)(own->triangle[s] != UINT32_MAX) << s;
    if (t->posed) {
        t->kernels->move_leaf(rows, &t->frame.pose, moved);
        rows = moved;
    }
    if (t->leans) {
        const collide_vec3 to = collide__dround(t->run.best.normal);
        const double least = collide__part_least(t->part.b, collide__dvec3_of(to)) +
                             collide__ddot(t->run.from, collide__dvec3_of(to));
        float reach[4];
        t->kernels->reach(rows, &to, reach);
        for (unsigned s = 0; s < 4; ++s) {
            const double gap =
                collide__dmul((least - (double)reach[s]) - t->margin, 0.9999999) - t->run.radius;
            left &= ~((unsigned)(gap > t->run.limit) << s);
        }
    }
    if (lanes && left)
        left = collide__strand_feet(t, rows, left, n);
    for (; left && !t->run.over; left &= left - 1) {
        const unsigned s = (unsigned)collide__lowest_bit(left);
        collide__strand_element(t, leaf, s, lanes && collide__dnormalize(&n[s]) ? &n[s] : NULL);
    }
}

// ---- nodes

static unsigned collide__strand_children(const collide__strand_tree *t, uint32_t node, float *out) {
    const float *rows = collide__tree_rows(t->tree, node);
    const double reach = collide__dmul(t->run.limit + t->run.radius, 1.000001);
    const float ahead = reach < 1e38 ? collide__float_down(-reach) : -FLT_MAX;
    return t->kernels->squares(rows, t->directions, t->q, t->weight, collide__strand_square(t),
                               t->leans ? &t->lean : NULL, ahead, out) &
           collide__tree_children(collide__tree_links_of(t->tree, node));
}

// Whether the part in hand is larger than the nodes at a depth are likely to be.
static bool collide__strand_large(const collide__strand_tree *t, uint32_t depth) {
    return t->part.width > 1u << 16 && depth < COLLIDE__STRAND_LEVELS &&
           collide__dsum_abs(collide__dadd(t->part.b[3], -1, t->part.b[0])) > t->level[depth];
}

static void collide__strand_push(collide__strand_task *stack, size_t *n, float square,
                                 uint32_t slot, const collide__part *part, uint32_t depth) {
    stack[*n].square = square;
    stack[*n].slot = slot;
    stack[*n].at = part->at;
    stack[*n].width = part->width;
    stack[*n].depth = depth;
    ++*n;
}

// The children of a node that are within the limit, the nearest last.
static void collide__strand_down(collide__strand_tree *t, uint32_t node, uint32_t depth,
                                 collide__strand_task *stack, size_t *n) {
    float square[8];
    uint32_t best = UINT32_MAX;
    float least = collide__infinity();
    COLLIDE__WORK(1);
    for (unsigned bits = collide__strand_children(t, node, square); bits; bits &= bits - 1) {
        const uint32_t i = (uint32_t)collide__lowest_bit(bits);
        const bool nearer = square[i] < least;
        if (best != UINT32_MAX || !nearer)
            collide__strand_push(stack, n, nearer ? least : square[i], nearer ? best : 8 * node + i,
                                 &t->part, depth);
        best = nearer ? 8 * node + i : best;
        least = nearer ? square[i] : least;
    }
    if (best != UINT32_MAX)
        collide__strand_push(stack, n, least, best, &t->part, depth);
}

// The segment in hand and the tree.
static void collide__strand_ask_tree(collide__strand_tree *t) {
    collide__strand_task stack[8 * COLLIDE__TREE_LEVELS + COLLIDE__CURVE_LEVELS];
    size_t n = 0;
    collide__strand_part(t, 0, (uint32_t)1 << COLLIDE__CURVE_LEVELS);
    collide__strand_down(t, 0, 0, stack, &n);
    while (n && !t->run.over) {
        const collide__strand_task task = stack[--n];
        if (task.square > collide__strand_square(t))
            continue;
        if (task.at != t->part.at || task.width != t->part.width)
            collide__strand_part(t, task.at, task.width);
        else
            collide__strand_turn(t);
        const uint32_t code = collide__tree_links_of(t->tree, task.slot / 8)->child[task.slot % 8];
        if (code & COLLIDE__TREE_LEAF) {
            collide__strand_leaf(t, code ^ COLLIDE__TREE_LEAF);
        } else if (collide__strand_large(t, task.depth + 1)) {
            const collide__part whole = t->part;
            collide__part half[2];
            collide__part_halve(&whole, &half[0], &half[1]);
            for (int i = 0; i < 2; ++i)
                collide__strand_push(stack, &n, task.square, task.slot, &half[i], task.depth);
        } else {
            collide__strand_down(t, code, task.depth + 1, stack, &n);
        }
    }
    if (!t->run.over && t->run.here <= t->run.doubt) {
        const collide_cable alone = collide__strand_alone(&t->run);
        t->run.over = t->run.met =
            collide_cable_tree(&alone, t->tree, t->posed ? &t->frame.pose : NULL);
    }
}

// ---- queries

// Asks for the distance of a few points along the cable. Returns the segment of the nearest, where
// a search does well to begin.
static size_t collide__strand_seed(collide__strand_tree *t) {
    collide__near_run near_run;
    size_t first = 0;
    if (!collide__near_tree(&near_run, t->tree, t->posed ? &t->frame.pose : NULL))
        return 0;
    for (size_t i = 0; i < COLLIDE__STRAND_SEEDS; ++i) {
        const size_t k = i * (t->run.segments / COLLIDE__STRAND_SEEDS);
        const float limit = t->run.known < (double)FLT_MAX
                                ? collide__float_up(t->run.known + t->run.radius)
                                : collide__infinity();
        collide__strand_segment(&t->run, k);
        const collide__part whole = collide__strand_whole(t->run.b);
        collide__part left, right;
        collide__part_halve(&whole, &left, &right);
        const collide_shape point =
            collide_shape_from_point(collide__dround(collide__dadd(left.b[3], 1, t->run.from)));
        if (!collide__near_begin(&near_run, &point, limit))
            continue;
        collide__near_run_all(&near_run);
        const double most = near_run.over ? 0 : (double)near_run.best.hi;
        // The point has been rounded.
        const double known = (most - t->run.radius) + collide__dmul(t->run.span, 3e-7);
        if ((near_run.over || near_run.found) && known < t->run.known) {
            t->run.known = known;
            first = k;
        }
    }
    collide__strand_limit(&t->run);
    return first;
}

static bool collide__strand_trees(const collide_cable *a, const collide_tree *b,
                                  const collide_pose *pose, float max, bool any,
                                  collide_cable_distance *out) {
    collide__strand_tree t;
    collide__cable_distance_none(out);
    if (!collide__strand_of(a, max, &t.run) || !collide__strand_tree_of(b, pose, &t))
        return false;
    t.run.any = any;
    collide__strand_limit(&t.run);
    const collide_aabb box = collide_aabb_from_tree(b, pose);
    const size_t first = t.run.segments < 2 * COLLIDE__STRAND_SEEDS
                             ? collide__strand_first(&t.run, &box)
                             : collide__strand_seed(&t);
    for (size_t i = 0; i <= t.run.segments && !t.run.over; ++i) {
        const size_t k = i ? i - 1 : first;
        if (i && k == first)
            continue;
        COLLIDE__WORK(1);
        collide__strand_segment(&t.run, k);
        if (!collide__strand_out(&t.run, collide__strand_apart(&t.run, &box), t.margin))
            collide__strand_ask_tree(&t);
    }
    return collide__strand_end(&t.run, out);
}

COLLIDE_API bool collide_cable_tree_distance(const collide_cable *a, const collide_tree *b,
                                             const collide_pose *pose_b, float max,
                                             collide_cable_distance *out) {
    return collide__strand_trees(a, b, pose_b, max, false, out);
}

COLLIDE_API bool collide_cable_tree_within(const collide_cable *a, const collide_tree *b,
                                           const collide_pose *pose_b, float margin) {
    return collide__strand_trees(a, b, pose_b, margin, true, NULL);
}

COLLIDE_API size_t collide_cable_tree_clearances(const collide_cable *a, const collide_tree *b,
                                                 const collide_pose *pose_b, float max,
                                                 collide_cable_distance *out, size_t capacity) {
    collide__strand_tree t;
    COLLIDE_ASSERT(out || !capacity);
    if (!collide__strand_of(a, max, &t.run) || !collide__strand_tree_of(b, pose_b, &t))
        return 0;
    for (size_t i = 0; i < t.run.segments && i < capacity; ++i) {
        collide__strand_start(&t.run);
        collide__strand_segment(&t.run, i);
        collide__strand_ask_tree(&t);
        collide__strand_clear(&t.run, out);
    }
    return t.run.segments;
}
#undef COLLIDE__STRAND_LEVELS
#undef COLLIDE__STRAND_SEEDS
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE, COLLIDE_NO_TREE
