#pragma once
#include "../triangle/tetrahedra.h"
#include "../triangle/contacts.h"
#include "../triangle/contacts_reduce.h"
#include "../triangle/batches.h"
#include "hulls.h"
#include "../base/work.h"

// ---- queries ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// Two nodes, or a leaf of a and a node of b, and the column of a's parent that holds the former's
// bound, 8 * node + column, or none of the root.
typedef struct collide__tree_task {
    uint32_t a, b, slot;
} collide__tree_task;
#define COLLIDE__TREE_NO_SLOT UINT32_MAX
#define COLLIDE__TREE_TASKS (64 * COLLIDE__TREE_LEVELS)

// Pairs of triangles, which are tested 16 at a time.
typedef struct collide__tree_queue {
    COLLIDE__ALIGNED(float) p[144];
    COLLIDE__ALIGNED(float) q[144];
    collide_pair pair[16];
    unsigned count;
} collide__tree_queue;

// Puts triangles, of which row r and vertex v are at 16 * r + 4 * v, at the end of the queue.
COLLIDE__FORCE_INLINE void collide__tree_queue_put(collide__tree_queue *queue, const float *u,
                                                   const float *v, collide_pair pair) {
    const unsigned n = queue->count++;
    float *to_u = queue->p + n, *to_v = queue->q + n;
    queue->pair[n] = pair;
#define COLLIDE__TREE_PUT(row, lane)                                                               \
    to_u[16 * (row)] = u[lane];                                                                    \
    to_v[16 * (row)] = v[lane];
    COLLIDE__TREE_PUT(0, 0)
    COLLIDE__TREE_PUT(1, 16)
    COLLIDE__TREE_PUT(2, 32)
    COLLIDE__TREE_PUT(3, 4)
    COLLIDE__TREE_PUT(4, 20)
    COLLIDE__TREE_PUT(5, 36)
    COLLIDE__TREE_PUT(6, 8)
    COLLIDE__TREE_PUT(7, 24)
    COLLIDE__TREE_PUT(8, 40)
#undef COLLIDE__TREE_PUT
}

// Empties the queue, and fills the places behind its pairs with the first pair.
static void collide__tree_queue_end(collide__tree_queue *queue) {
    for (unsigned r = 0; r < 144; r += 16)
        for (unsigned i = queue->count; i < 16; ++i) {
            queue->p[r + i] = queue->p[r];
            queue->q[r + i] = queue->q[r];
        }
    queue->count = 0;
}

// Nodes and leaves of b that were moved before, and leaves of a, each in the place of its number
// modulo the count of places. Without them a query of all pairs moves a node three times, and a
// leaf twice.
#define COLLIDE__TREE_KEPT_NODES 8
#define COLLIDE__TREE_KEPT_LEAVES 16
#define COLLIDE__TREE_KEPT_BODIES 8
typedef struct collide__tree_kept {
    COLLIDE__ALIGNED(float) rows[COLLIDE__TREE_KEPT_NODES][16 * 13];
    COLLIDE__ALIGNED(float) leaf[COLLIDE__TREE_KEPT_LEAVES][96];   // by move_leaf, then bodies
    COLLIDE__ALIGNED(float) bodies[COLLIDE__TREE_KEPT_BODIES][48]; // of leaves of a
    uint32_t node[COLLIDE__TREE_KEPT_NODES];                       // UINT32_MAX: none
    uint32_t number[COLLIDE__TREE_KEPT_LEAVES], number_a[COLLIDE__TREE_KEPT_BODIES];
} collide__tree_kept;

// Pairs of triangles that wait to be tested 16 at a time: fewer than 16, and behind them room for
// the pairs of one more pair of leaves. A code is 16 * which + 4 * i + j for triangle i of leaf
// leaf[which][0] of a, and triangle j of leaf leaf[which][1] of b.
#define COLLIDE__TREE_WAITING 16
typedef struct collide__tree_waiting {
    uint32_t code[15 + 16];
    uint32_t leaf[COLLIDE__TREE_WAITING][2];
    unsigned count, next; // codes; the next pair of leaves, modulo their number
    unsigned kept;        // a bit for each kept leaf that has pairs among them
} collide__tree_waiting;

// How far the lo of two triangles may lie below their distance: 2^-20 of their extents and the
// distance of their centres, all of them sums over three axes. On an axis each is at most twice the
// largest coordinate, so that all are 18 times as large. And what rounding makes of a bound.
#define COLLIDE__TREE_WIDE 1.71661376953125e-05f // 18 * 2^-20
#define COLLIDE__TREE_ROUND 9.5367431640625e-07f // 2^-20

// A running query. Pairs overlap, unless ask and solids are another test: then the pairs whose
// bounds are within reach of each other are asked.
typedef struct collide__tree_query {
    collide__tree_queue queue;
    collide__tree_kept kept;
    collide__tree_waiting waiting;
    const collide_tree *a, *b;
    const collide__tree_kernels *kernels;
    bool self, any, ends;
    bool solid;   // one is of tetrahedra, whose pairs are asked one by one
    float wide;   // see the kernel leaves
    float margin; // of pairs to be asked, or -1
    float reach;  // with what rounding and the width of a bracket may make of it
    unsigned (*ask)(void *context, const float *a, const float *b, unsigned lanes);
    bool (*solids)(void *context, const collide_tree *a, const float *rows_a, unsigned i,
                   const collide_tree *b, const float *rows_b, unsigned j);
    void *context;
    collide_pair *pairs;
    size_t capacity, found;
    collide_tree_visitor visit;
    void *user;
    collide_tree_work count;
    collide__tree_motion motion;
    collide__tree_watch watch;
    int64_t vain; // a quarter of the pairs asked, but for those that meet: what watch was given
} collide__tree_query;

static void collide__tree_hand(collide__tree_query *query, collide_pair pair) {
    if (query->found < query->capacity)
        query->pairs[query->found] = pair;
    ++query->found;
    query->ends = query->any || (query->visit && !query->visit(query->user, pair));
}

// A pair, of one mesh with the smaller number first.
COLLIDE__INLINE collide_pair collide__tree_pair_of(const collide__tree_query *query, uint32_t a,
                                                   uint32_t b) {
    collide_pair pair;
    pair.a = query->self && a > b ? b : a;
    pair.b = query->self && a > b ? a : b;
    return pair;
}

// Tests the first n pairs that wait, and reports the pairs that overlap.
static void collide__tree_ask_some(collide__tree_query *query, unsigned n) {
    collide__tree_queue *queue = &query->queue;
    const collide__tree_waiting *waiting = &query->waiting;
    for (unsigned s = 0; s < n; ++s) {
        const uint32_t code = waiting->code[s], *leaf = waiting->leaf[code / 16];
        const unsigned i = code / 4 % 4, j = code % 4;
        const collide__tree_leaf *p = collide__tree_leaf_of(query->a, leaf[0]);
        const collide__tree_leaf *q = collide__tree_leaf_of(query->b, leaf[1]);
        collide__tree_queue_put(queue, p->rows[0] + i,
                                query->kept.leaf[leaf[1] % COLLIDE__TREE_KEPT_LEAVES] + j,
                                collide__tree_pair_of(query, p->triangle[i], q->triangle[j]));
    }
    collide__tree_queue_end(queue);
    unsigned hits = query->ask(query->context, queue->p, queue->q, 0xffffu >> (16 - n));
    for (; hits && !query->ends; hits &= hits - 1)
        collide__tree_hand(query, queue->pair[collide__lowest_bit(hits)]);
}

// The same for 16 pairs of those that wait.
static void collide__tree_ask_full(collide__tree_query *query) {
    collide__tree_waiting *waiting = &query->waiting;
    if (!query->ends) {
        query->count.triangles += query->wide > 0 ? 0 : 16;
        collide__tree_ask_some(query, 16);
    }
    waiting->count -= 16;
    memmove(waiting->code, waiting->code + 16, 15 * sizeof *waiting->code);
}

// The same for all pairs that wait.
static void collide__tree_ask(collide__tree_query *query) {
    const unsigned n = query->waiting.count;
    query->waiting.count = query->waiting.kept = 0;
    if (n == 0 || query->ends)
        return;
    query->count.triangles += query->wide > 0 ? 0 : n;
    collide__tree_ask_some(query, n);
}

// Whether two triangles of one mesh, given by their places, share a vertex by its index.
static bool collide__tree_neighbours(const collide_tree *tree, uint32_t a, uint32_t b) {
    bool same = false;
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = 0; j < 4; ++j)
            same |= collide__tree_vertex(tree, a, i) == collide__tree_vertex(tree, b, j);
    return same;
}

// Whether all triangles in these leaves have this vertex.
static bool collide__tree_all_have(const collide_tree *tree, uint32_t first, uint32_t count,
                                   uint32_t number) {
    bool all = true;
    for (uint32_t place = 4 * first; all && place < 4 * (first + count); ++place) {
        COLLIDE__WORK(1);
        all = false;
        for (uint32_t v = 0; v < 4; ++v)
            all |= collide__tree_vertex(tree, place, v) == number;
    }
    return all;
}

// Whether all below two nodes share one vertex, as the triangles of a fan do: all are neighbours.
static bool collide__tree_all_neighbours(const collide_tree *tree, uint32_t a, uint32_t b) {
    uint32_t of_a, of_b;
    const uint32_t p = collide__tree_leaves_below(tree, a, &of_a);
    const uint32_t q = collide__tree_leaves_below(tree, b, &of_b);
    for (uint32_t v = 0; v < 4; ++v) {
        const uint32_t number = collide__tree_vertex(tree, 4 * p, v);
        if (collide__tree_all_have(tree, q, 1, number) &&
            collide__tree_all_have(tree, p, of_a, number) &&
            collide__tree_all_have(tree, q, of_b, number))
            return true;
    }
    return false;
}

COLLIDE__INLINE collide_tetrahedron collide__tree_tetrahedron(const float *rows, unsigned s) {
    collide_tetrahedron t;
    for (unsigned v = 0; v < 4; ++v)
        t.v[v] = collide__vec3(rows[4 * v + s], rows[16 + 4 * v + s], rows[32 + 4 * v + s]);
    return t;
}

// The verdict on element i of a leaf of a and element j of a leaf of b, both in one frame.
static bool collide__tree_verdict(void *context, const collide_tree *a, const float *rows_a,
                                  unsigned i, const collide_tree *b, const float *rows_b,
                                  unsigned j) {
    (void)context;
    const collide_triangle s = collide__tree_triangle(rows_a, i);
    const collide_triangle t = collide__tree_triangle(rows_b, j);
    if (a->type != COLLIDE_TREE_TETRAHEDRA && b->type != COLLIDE_TREE_TETRAHEDRA)
        return collide_triangle_triangle(&s, &t);
    const collide_tetrahedron p = collide__tree_tetrahedron(rows_a, i);
    const collide_tetrahedron q = collide__tree_tetrahedron(rows_b, j);
    if (b->type != COLLIDE_TREE_TETRAHEDRA)
        return collide_tetrahedron_triangle(&p, &t);
    return a->type != COLLIDE_TREE_TETRAHEDRA ? collide_tetrahedron_triangle(&q, &s)
                                              : collide_tetrahedron_tetrahedron(&p, &q);
}

// A leaf of b in a's frame, as move_leaf writes it, and the planes of its triangles behind it.
COLLIDE__INLINE const float *collide__tree_moved_leaf(collide__tree_query *query, uint32_t number) {
    const uint32_t place = number % COLLIDE__TREE_KEPT_LEAVES;
    float *leaf = query->kept.leaf[place];
    if (query->kept.number[place] != number) {
        if (query->waiting.kept >> place & 1)
            collide__tree_ask(query);
        query->kernels->move_leaf(collide__tree_leaf_of(query->b, number)->rows[0],
                                  &query->motion.pose, leaf);
        query->kernels->bodies(leaf, query->wide, leaf + 48);
        for (unsigned i = 48; query->reach > 0 && i < 72; ++i)
            leaf[i] += i & 4 ? query->reach : -query->reach;
        query->kept.number[place] = number;
    }
    return leaf;
}

// The same of a leaf of a, but for its vertices.
COLLIDE__INLINE const float *collide__tree_own_leaf(collide__tree_query *query, uint32_t number) {
    const uint32_t place = number % COLLIDE__TREE_KEPT_BODIES;
    float *bodies = query->kept.bodies[place];
    if (query->kept.number_a[place] != number) {
        query->kernels->bodies(collide__tree_leaf_of(query->a, number)->rows[0], query->wide,
                               bodies);
        query->kept.number_a[place] = number;
    }
    return bodies;
}

// The rows of a node of b in a's frame; *named: the columns that overlap slot, unless it is NULL.
COLLIDE__INLINE const float *collide__tree_moved_rows(collide__tree_query *query, uint32_t node,
                                                      uint32_t slot, unsigned *named) {
    const uint32_t place = node % COLLIDE__TREE_KEPT_NODES;
    const float *of = slot == COLLIDE__TREE_NO_SLOT ? NULL : collide__tree_rows(query->a, slot / 8);
    float *rows = query->kept.rows[place];
    *named = 0xff;
    if (query->kept.node[place] != node) {
        *named = query->kernels->move(collide__tree_rows(query->b, node), &query->motion,
                                      of ? of + slot % 8 : NULL, rows);
        query->kept.node[place] = node;
    } else if (of) {
        *named = (unsigned)(query->kernels->overlap(rows, query->motion.directions, of,
                                                    1u << slot % 8, NULL) >>
                            8 * (slot % 8));
    }
    return rows;
}

// Of the pairs of a leaf of a and a leaf of b, whose boxes overlap, drops those without a triangle,
// and of one mesh neighbours, and pairs that come twice; asks tetrahedra at once. Writes the codes
// of the others that left has. Returns how many.
static unsigned collide__tree_leaf_pairs(collide__tree_query *query, uint32_t a, uint32_t b,
                                         unsigned hits, unsigned left, uint32_t first,
                                         uint32_t *code) {
    const collide__tree_leaf *p = collide__tree_leaf_of(query->a, a);
    const collide__tree_leaf *q = collide__tree_leaf_of(query->b, b);
    unsigned n = 0;
    for (; hits; hits &= hits - 1) {
        const unsigned k = collide__lowest_bit(hits), i = k / 4, j = k % 4;
        const collide_pair pair = collide__tree_pair_of(query, p->triangle[i], q->triangle[j]);
        if (pair.a == UINT32_MAX || pair.b == UINT32_MAX ||
            (query->self &&
             ((p == q && i >= j) || collide__tree_neighbours(query->a, 4 * a + i, 4 * b + j))))
            continue;
        query->count.triangles += query->wide > 0 || query->solid;
        if (query->solid) {
            if (!query->ends && query->solids(query->context, query->a, p->rows[0], i, query->b,
                                              collide__tree_moved_leaf(query, b), j))
                collide__tree_hand(query, pair);
        } else if (left >> k & 1) {
            code[n++] = first + k;
        }
    }
    return n;
}

// Returns whether any boxes of triangles overlap.
static bool collide__tree_leaf_leaf(collide__tree_query *query, uint32_t a, uint32_t b) {
    collide__tree_waiting *waiting = &query->waiting;
    const uint32_t of_a = a & ~COLLIDE__TREE_LEAF, of_b = b & ~COLLIDE__TREE_LEAF;
    const collide__tree_leaf *p = collide__tree_leaf_of(query->a, of_a);
    const collide__tree_leaf *q = collide__tree_leaf_of(query->b, of_b);
    const float *moved = collide__tree_moved_leaf(query, of_b);
    const unsigned which = waiting->next % COLLIDE__TREE_WAITING;
    uint32_t *code = waiting->code + waiting->count;
    const uint64_t hits = query->kernels->leaves(p->rows[0], collide__tree_own_leaf(query, of_a),
                                                 moved, query->wide > 0, 16 * which, code);
    unsigned n = (unsigned)(hits >> 40);
    COLLIDE__WORK(1 + (hits >> 32 & 255));
    if (query->self || query->solid || p->triangle[3] == UINT32_MAX || q->triangle[3] == UINT32_MAX)
        n = collide__tree_leaf_pairs(query, of_a, of_b, hits & 0xffffu, hits >> 16 & 0xffffu,
                                     16 * which, code);
    else if (query->wide > 0)
        query->count.triangles += hits >> 32 & 255;
    waiting->leaf[which][0] = of_a;
    waiting->leaf[which][1] = of_b;
    waiting->next += n > 0;
    waiting->count += n;
    waiting->kept |= (unsigned)(n > 0) << of_b % COLLIDE__TREE_KEPT_LEAVES;
    if (waiting->count >= 16) {
        collide__tree_ask_full(query);
        waiting->kept = 1u << of_b % COLLIDE__TREE_KEPT_LEAVES; // the others were asked
    }
    return hits & 0xffffu;
}

COLLIDE__INLINE unsigned collide__tree_children(const collide__tree_links *links) {
    return 0xffu >> (8 - links->count);
}

// A leaf of b, whose bound is a column of moved rows, against the subtree of a node of a.
static void collide__tree_node_leaf(collide__tree_query *query, uint32_t a, uint32_t b,
                                    const float *moved, unsigned column) {
    uint32_t stack[8 * COLLIDE__TREE_LEVELS];
    size_t depth = 1;
    stack[0] = a;
    while (depth && !query->ends) {
        const uint32_t node = stack[--depth];
        COLLIDE__WORK(1);
        const collide__tree_links *links = collide__tree_links_of(query->a, node);
        const uint64_t hits =
            query->kernels->overlap(collide__tree_rows(query->a, node), query->motion.directions,
                                    moved, 1u << column, NULL);
        query->count.volumes += 8;
        for (unsigned bits = (unsigned)(hits >> 8 * column) & collide__tree_children(links); bits;
             bits &= bits - 1) {
            const uint32_t child = links->child[collide__lowest_bit(bits)];
            if (child & COLLIDE__TREE_LEAF)
                collide__tree_leaf_leaf(query, child, b);
            else
                stack[depth++] = child;
        }
    }
}

// The pairs of children of a task's nodes that overlap: bit 8 * j + i for child i of a, or a itself
// if it is a leaf, and j of b. Writes the rows of b's children in a's frame to *moved, and as
// overlap does to gaps.
COLLIDE__INLINE uint64_t collide__tree_step_hits(collide__tree_query *query,
                                                 const collide__tree_task *task,
                                                 const float **moved, float *gaps) {
    const uint64_t ones = 0x0101010101010101u; // a bit for each child of b
    unsigned named;
    uint64_t hits = 0;
    *moved = collide__tree_moved_rows(query, task->b, task->slot, &named);
    named &= collide__tree_children(collide__tree_links_of(query->b, task->b));
    COLLIDE__WORK(1 + collide__popcount(named));
    query->count.updates += 8;
    query->count.volumes += task->slot != COLLIDE__TREE_NO_SLOT ? 8 : 0;
    if (task->a & COLLIDE__TREE_LEAF) {
        for (; named; named &= named - 1)
            hits |= (uint64_t)1 << 8 * collide__lowest_bit(named);
    } else if (named) {
        hits = query->kernels->overlap(collide__tree_rows(query->a, task->a),
                                       query->motion.directions, *moved, named, gaps);
        hits &= collide__tree_children(collide__tree_links_of(query->a, task->a)) * ones;
        query->count.volumes += 8 * collide__popcount(named);
    }
    if (query->self && task->a == task->b)
        hits &= 0xff7f3f1f0f070301u; // each pair once
    return hits;
}

// Asks the leaves of a task's nodes that meet, and puts the other children that do on the stack; if
// any will do, those that overlap most on top.
static void collide__tree_step(collide__tree_query *query, const collide__tree_task *task,
                               collide__tree_task *stack, size_t *depth) {
    COLLIDE__ALIGNED(float) gaps[16 * 8];
    float deepest = -collide__infinity();
    size_t best = *depth;
    const bool leaf = task->a & COLLIDE__TREE_LEAF;
    const uint32_t *to = leaf ? &task->a : collide__tree_links_of(query->a, task->a)->child;
    const uint32_t *from = collide__tree_links_of(query->b, task->b)->child;
    const float *moved;
    uint64_t hits = collide__tree_step_hits(query, task, &moved, query->any ? gaps : NULL);
    for (; hits && !query->ends; hits &= hits - 1) {
        const unsigned k = collide__lowest_of_64(hits), i = k % 8, j = k / 8;
        const uint32_t a = to[i], b = from[j];
        if (b & COLLIDE__TREE_LEAF) {
            if (a & COLLIDE__TREE_LEAF)
                collide__tree_leaf_leaf(query, a, b);
            else
                collide__tree_node_leaf(query, a, b, moved, j);
            continue;
        }
        if (query->any && !leaf) {
            const float x = gaps[16 * j + i], y = gaps[16 * j + i + 8], gap = x < y ? x : y;
            best = gap > deepest ? *depth : best;
            deepest = gap > deepest ? gap : deepest;
        }
        collide__tree_task *next = &stack[(*depth)++];
        next->a = a;
        next->b = b;
        next->slot = leaf ? task->slot : 8 * task->a + i;
    }
    if (best + 1 < *depth && query->any) {
        const collide__tree_task top = stack[*depth - 1];
        stack[*depth - 1] = stack[best];
        stack[best] = top;
    }
}

// Of two kinds, the rows that both begin with.
static unsigned collide__tree_directions(const collide_tree *a, const collide_tree *b) {
    const uint32_t least = a->kind < b->kind ? a->kind : b->kind;
    const uint32_t most = a->kind < b->kind ? b->kind : a->kind;
    return least == most ? least / 2 : least == 14 && most == 26 ? 7 : 3;
}

static bool collide__tree_begin(collide__tree_query *query, const collide_pose *pose) {
    const unsigned directions = collide__tree_directions(query->a, query->b);
    const collide__dvec3 still = {0, 0, 0};
    query->kernels = collide__tree();
    memset(query->kept.node, 0xff, sizeof query->kept.node);
    memset(query->kept.number, 0xff, sizeof query->kept.number);
    memset(query->kept.number_a, 0xff, sizeof query->kept.number_a);
    query->queue.count = 0;
    query->waiting.count = query->waiting.next = query->waiting.kept = 0;
    query->found = 0;
    query->vain = 0;
    query->ends = false;
    memset(&query->count, 0, sizeof query->count);
    if (!collide__tree_move(directions, query->a->radius, query->b->radius, pose, &query->motion))
        return false;
    query->reach = 0;
    if (query->margin >= 0) {
        query->reach = collide__min2(query->margin, 1e38f);
        query->reach += collide__mul(query->reach, COLLIDE__TREE_ROUND) +
                        collide__mul(query->motion.size, COLLIDE__TREE_WIDE);
    }
    // Planes of triangles are enlarged by as much: the sum of a normal's parts is no shorter.
    query->wide = query->any || query->solid
                      ? 0
                      : collide__mul(2, query->motion.size) +
                            collide__mul(query->reach, 1.0001f / COLLIDE__TREE_PLANE_MARGIN);
    for (unsigned d = 0; query->reach > 0 && d < 2 * directions; ++d)
        query->motion.shift[d] +=
            collide__mul(query->reach, collide__tree_length(directions, d / 2));
    collide__tree_watch_start(&query->watch, still, (double)query->reach,
                              (double)query->motion.pad / (double)COLLIDE__TREE_PAD,
                              2.842170943040401e-14); // 2^-45
    return true;
}

static void collide__tree_work_add(collide_tree_work *work, const collide_tree_work *done) {
    if (work) {
        work->volumes += done->volumes;
        work->triangles += done->triangles;
        work->updates += done->updates;
    }
}

// Whether the hulls below two nodes, or a node and a leaf, are apart.
static bool collide__tree_hulls_clear(collide__tree_query *query, uint32_t a, uint32_t b) {
    const collide__tree_hull p = collide__tree_hull_of(query->a, a, NULL);
    const collide__tree_hull q = collide__tree_hull_of(query->b, b, &query->motion.pose);
    return collide__tree_watch_clear(&query->watch, &p, collide__tree_farthest, &q, q.count, 0);
}

// The same, where at least so many pairs were asked in vain.
#define COLLIDE__TREE_VAIN 16384
static bool collide__tree_query_clear(collide__tree_query *query, uint32_t a, uint32_t b) {
    const int64_t vain = (int64_t)(query->count.triangles / 4) - (int64_t)query->found;
    if (query->count.triangles <= COLLIDE__TREE_VAIN)
        return false;
    query->watch.spare += vain - query->vain;
    query->vain = vain;
    return query->watch.spare >= 0 && collide__tree_hulls_clear(query, a, b);
}

static size_t collide__tree_run(collide__tree_query *query, const collide_pose *pose_a,
                                const collide_pose *pose_b, collide_tree_work *work) {
    collide__tree_task stack[COLLIDE__TREE_TASKS];
    size_t depth = 1;
    if (!query->a || !query->b)
        return 0;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    if (!collide__tree_begin(query, &pose))
        return 0;
    stack[0].a = 0;
    stack[0].b = 0;
    stack[0].slot = COLLIDE__TREE_NO_SLOT;
    while (depth && !query->ends) {
        const collide__tree_task task = stack[--depth];
        if ((query->self && collide__tree_all_neighbours(query->a, task.a, task.b)) ||
            collide__tree_query_clear(query, task.a, task.b))
            continue;
        collide__tree_step(query, &task, stack, &depth);
        if (query->any)
            collide__tree_ask(query);
    }
    collide__tree_ask(query);
    collide__tree_work_add(work, &query->count);
    return query->found;
}

static void collide__tree_query_of(collide__tree_query *query, const collide_tree *a,
                                   const collide_tree *b, collide_pair *pairs, size_t capacity) {
    query->a = a;
    query->b = b;
    query->self = query->any = false;
    query->solid =
        a && b && (a->type == COLLIDE_TREE_TETRAHEDRA || b->type == COLLIDE_TREE_TETRAHEDRA);
    query->pairs = pairs;
    query->capacity = capacity;
    query->visit = NULL;
    query->user = NULL;
    query->margin = -1;
    query->ask = collide__triangles_ask;
    query->solids = collide__tree_verdict;
    query->context = NULL;
}

COLLIDE_API bool collide_tree_tree(const collide_tree *a, const collide_pose *pose_a,
                                   const collide_tree *b, const collide_pose *pose_b,
                                   collide_tree_work *work) {
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, NULL, 0);
    query.any = true;
    return collide__tree_run(&query, pose_a, pose_b, work) > 0;
}

COLLIDE_API size_t collide_tree_tree_indices(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             collide_pair *pairs, size_t capacity,
                                             collide_tree_work *work) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, pairs, capacity);
    return collide__tree_run(&query, pose_a, pose_b, work);
}

COLLIDE_API size_t collide_tree_tree_visit(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose *pose_b,
                                           collide_tree_visitor visit, void *user,
                                           collide_tree_work *work) {
    COLLIDE_ASSERT(visit);
    collide__tree_query query;
    collide__tree_query_of(&query, a, b, NULL, 0);
    query.visit = visit;
    query.user = user;
    return collide__tree_run(&query, pose_a, pose_b, work);
}

COLLIDE_API size_t collide_tree_self_indices(const collide_tree *tree, collide_pair *pairs,
                                             size_t capacity, collide_tree_work *work) {
    COLLIDE_ASSERT(pairs || capacity == 0);
    collide__tree_query query;
    collide__tree_query_of(&query, tree, tree, pairs, capacity);
    query.self = true;
    return collide__tree_run(&query, NULL, NULL, work);
}

// Whether there are two trees, of triangles.
COLLIDE__INLINE bool collide__tree_surfaces(const collide_tree *a, const collide_tree *b) {
    return a && b && a->type != COLLIDE_TREE_TETRAHEDRA && b->type != COLLIDE_TREE_TETRAHEDRA;
}

// Triangle number of a tree, as it lies there.
static collide_triangle collide__tree_numbered(const collide_tree *tree, uint32_t number) {
    const uint32_t place = collide__tree_places(tree)[number];
    return collide__tree_triangle(collide__tree_leaf_of(tree, place / 4)->rows[0], place % 4);
}

static collide_triangle collide__tree_posed(const collide_tree *tree, uint32_t number,
                                            const collide_pose *pose) {
    collide_triangle t = collide__tree_numbered(tree, number);
    for (int i = 0; i < 3; ++i)
        t.v[i] = collide_pose_apply(pose, t.v[i]);
    return t;
}

COLLIDE_API size_t collide_tree_tree_poses(const collide_tree *a, const collide_pose *pose_a,
                                           const collide_tree *b, const collide_pose_array *poses_b,
                                           uint16_t *bits) {
    COLLIDE_ASSERT(poses_b && (bits || !poses_b->objects || !poses_b->count));
    const size_t n = poses_b->objects ? poses_b->count : 0;
    const size_t stride = poses_b->stride ? poses_b->stride : sizeof *poses_b->objects;
    collide__tree_query query;
    collide_pair last = {UINT32_MAX, UINT32_MAX};
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i) {
        const collide_pose *pose_b = (const collide_pose *)collide__at(poses_b->objects, i, stride);
        const collide_pose pose = collide_pose_relative(pose_a, pose_b);
        bool hit = false;
        if (i % 16 == 0)
            bits[i / 16] = 0;
        collide__tree_query_of(&query, a, b, &last, 1);
        if (last.a != UINT32_MAX && collide__tree_begin(&query, &pose)) {
            const uint32_t s = collide__tree_places(a)[last.a], t = collide__tree_places(b)[last.b];
            hit = collide__tree_verdict(NULL, a, collide__tree_leaf_of(a, s / 4)->rows[0], s % 4, b,
                                        collide__tree_moved_leaf(&query, t / 4), t % 4);
        }
        query.any = true;
        hit = hit || collide__tree_run(&query, pose_a, pose_b, NULL) > 0;
        bits[i / 16] = (uint16_t)(bits[i / 16] | (unsigned)hit << i % 16);
        hits += hit;
    }
    return hits;
}

// Contacts under way, in a's frame.
typedef struct collide__tree_touching {
    const collide_tree *a, *b;
    collide_pose pose;
    float distance;
    collide_contact *contacts;
    size_t capacity, left, dropped;
} collide__tree_touching;

// Merges a contact with a contact at its place; else puts it in a free place, or in the place of
// the shallowest contact if it is deeper.
static void collide__tree_touch_put(collide__tree_touching *t, const collide_contact *c) {
    size_t least = 0;
    COLLIDE__WORK(t->left);
    for (size_t i = 0; i < t->left; ++i) {
        if (collide__contact_merges(&t->distance, &t->contacts[i], c))
            return;
        least = t->contacts[i].depth < t->contacts[least].depth ? i : least;
    }
    if (t->left < t->capacity) {
        t->contacts[t->left++] = *c;
        return;
    }
    ++t->dropped;
    if (t->capacity && c->depth > t->contacts[least].depth)
        t->contacts[least] = *c;
}

static bool collide__tree_touch(void *user, collide_pair pair) {
    collide__tree_touching *t = (collide__tree_touching *)user;
    const collide_triangle p = collide__tree_numbered(t->a, pair.a);
    const collide_triangle q = collide__tree_posed(t->b, pair.b, &t->pose);
    collide_contact found[9];
    const size_t n = collide_triangle_triangle_touches(&p, &q, found, 9);
    for (size_t i = 0; i < n; ++i)
        collide__tree_touch_put(t, &found[i]);
    return true;
}

// A vector of a's frame in the space of its pose, of unit length.
static collide_vec3 collide__tree_turn(const collide_pose *pose_a, collide_vec3 n) {
    collide__dvec3 m = collide__dvec3_of(n);
    if (!pose_a)
        return n;
    m = collide__dturn(pose_a, m);
    collide__dnormalize(&m);
    return collide__dround(m);
}

COLLIDE_API size_t collide_tree_tree_touches(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_tree *b, const collide_pose *pose_b,
                                             float distance, collide_contact *contacts,
                                             size_t capacity, collide_tree_work *work) {
    collide__tree_touching t;
    COLLIDE_ASSERT(contacts || capacity == 0);
    t.a = a;
    t.b = b;
    t.pose = collide_pose_relative(pose_a, pose_b);
    t.distance = distance;
    t.contacts = contacts;
    t.capacity = capacity;
    t.left = t.dropped = 0;
    if (!collide__tree_surfaces(a, b))
        return 0;
    collide_tree_tree_visit(a, pose_a, b, pose_b, collide__tree_touch, &t, work);
    for (size_t i = 0; i < t.left && pose_a; ++i) {
        collide_contact *c = &contacts[i];
        c->normal = collide__tree_turn(pose_a, c->normal);
        c->point_a = collide_pose_apply(pose_a, c->point_a);
        c->point_b = collide_pose_apply(pose_a, c->point_b);
    }
    return t.left + t.dropped;
}

COLLIDE_API collide_aabb collide_aabb_from_tree(const collide_tree *tree,
                                                const collide_pose *pose) {
    COLLIDE__ALIGNED(float) moved[16 * 13];
    const float infinity = collide__infinity();
    const collide_pose at = pose ? *pose : collide_pose_identity();
    float most[6];
    collide__tree_motion motion;
    for (int r = 0; r < 6; ++r)
        most[r] = -infinity;
    if (tree && collide__tree_move(tree->kind / 2, 0, tree->radius, &at, &motion)) {
        const uint32_t count = collide__tree_links_of(tree, 0)->count;
        collide__tree()->move(collide__tree_rows(tree, 0), &motion, NULL, moved);
        for (uint32_t k = 0; k < 6 * 8; ++k)
            if (k % 8 < count)
                most[k / 8] = moved[k] > most[k / 8] ? moved[k] : most[k / 8];
    }
    const collide_aabb box = {collide__vec3(-most[1], -most[3], -most[5]),
                              collide__vec3(most[0], most[2], most[4])};
    return box;
}

// Where the bound of a leaf, or of a node but the root, lies in its parent: 8 * node + column.
COLLIDE__INLINE uint32_t collide__tree_slot(const collide_tree *tree, uint32_t code) {
    return code & COLLIDE__TREE_LEAF
               ? collide__tree_places(tree)[tree->triangle_count + (code ^ COLLIDE__TREE_LEAF)]
               : collide__tree_links_of(tree, code)->parent;
}

// The node whose rows hold the bound of a leaf, in one column; or the node itself, and all its
// columns.
COLLIDE__INLINE uint32_t collide__tree_place(const collide_tree *tree, uint32_t code,
                                             unsigned *columns) {
    if (code & COLLIDE__TREE_LEAF) {
        const uint32_t slot = collide__tree_slot(tree, code);
        *columns = 1u << slot % 8;
        return slot / 8;
    }
    *columns = collide__tree_children(collide__tree_links_of(tree, code));
    return code;
}
#undef COLLIDE__TREE_NO_SLOT
#undef COLLIDE__TREE_VAIN
#undef COLLIDE__TREE_KEPT_NODES
#undef COLLIDE__TREE_KEPT_LEAVES
#undef COLLIDE__TREE_KEPT_BODIES
#undef COLLIDE__TREE_WAITING
#endif // COLLIDE_NO_TREE
