#pragma once
#include "query.h"
#include "../base/work.h"

// ---- coherence -------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// A pair of nodes or leaves that was apart along row r of b by some gap is so until b has gone as
// far along that row, however it rotates and deforms: the gap is between points, not bounds.

// until is what gone[row] may be at most; -FLT_MAX for nodes that only their hulls hold apart,
// which are looked at each time; -infinity for leaves whose triangles are asked each time: row is
// then how often none was near another since one was.
typedef struct collide__front_entry {
    uint32_t a, b, row;
    float until;
} collide__front_entry;

#define COLLIDE__FRONT_HEADER ((sizeof(collide_front) + 63) / 64 * 64)

COLLIDE__INLINE collide__front_entry *collide__front_entries(collide_front *front) {
    return (collide__front_entry *)(void *)((char *)front + COLLIDE__FRONT_HEADER);
}

COLLIDE_API size_t collide_front_size(size_t capacity) {
    const size_t most = (PTRDIFF_MAX - COLLIDE__FRONT_HEADER - 63) / sizeof(collide__front_entry);
    return capacity == 0 || capacity > most || capacity > UINT32_MAX
               ? 0
               : (COLLIDE__FRONT_HEADER + capacity * sizeof(collide__front_entry) + 63) / 64 * 64;
}

COLLIDE_API collide_status collide_front_build(collide_front **front, void *memory, size_t size,
                                               size_t capacity, const collide_tree *a,
                                               const collide_tree *b) {
    if (!front)
        return COLLIDE_ERROR_NULL;
    *front = NULL;
    if (!memory || !a || !b)
        return COLLIDE_ERROR_NULL;
    const size_t needed = collide_front_size(capacity);
    const collide_status status = collide__memory_check(memory, size, capacity, needed);
    if (status != COLLIDE_OK)
        return status;
    collide_front *f = (collide_front *)memory;
    memset(f, 0, needed);
    f->magic = COLLIDE_FRONT_MAGIC;
    f->capacity = (uint32_t)capacity;
    f->size = needed;
    f->inside.stamp[0] = a->stamp;
    f->inside.stamp[1] = b->stamp;
    f->inside.triangle_count[0] = a->triangle_count;
    f->inside.triangle_count[1] = b->triangle_count;
    *front = f;
    return COLLIDE_OK;
}

// Whether a front is of two trees; their numbers of triangles say how nodes hang together.
static bool collide__front_is_of(const collide_front *front, const collide_tree *a,
                                 const collide_tree *b) {
    return front->magic == COLLIDE_FRONT_MAGIC && front->inside.stamp[0] == a->stamp &&
           front->inside.stamp[1] == b->stamp &&
           front->inside.triangle_count[0] == a->triangle_count &&
           front->inside.triangle_count[1] == b->triangle_count;
}

// The parts of p along directions, as collide__tree_along.
COLLIDE__INLINE void collide__front_along(unsigned directions, const double *p, double *out) {
    const double sum = p[0] + p[1], difference = p[0] - p[1];
    out[0] = p[0];
    out[1] = p[1];
    out[2] = p[2];
    if (directions == 7 || directions == 13) {
        out[3] = sum + p[2];
        out[4] = difference + p[2];
        out[5] = sum - p[2];
        out[6] = difference - p[2];
    }
    if (directions >= 9) {
        out += directions == 9 ? 3 : 7;
        out[0] = sum;
        out[1] = p[0] + p[2];
        out[2] = p[1] + p[2];
        out[3] = difference;
        out[4] = p[0] - p[2];
        out[5] = p[1] - p[2];
    }
}

// Adds to gone how far points of b went since the last query along each row, as seen from a.
static void collide__front_go(collide_front *front, const collide_tree *a, const collide_tree *b,
                              const collide__tree_motion *motion) {
    const collide_vec3 *now = motion->pose.axis, *then = front->inside.pose.axis;
    double middle[3], turn[3][3], bend[3][3], drift[2][3], most = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        const float *p = collide__floats(&motion->pose.position) + i;
        const float *q = collide__floats(&front->inside.pose.position) + i;
        middle[i] = (double)*p - (double)*q;
        size += collide__dabs((double)*p) + collide__dabs((double)*q);
        for (int j = 0; j < 3; ++j) {
            const double x = (double)collide__floats(&now[j])[i];
            turn[j][i] = x - (double)collide__floats(&then[j])[i];
            bend[j][i] = x;
            middle[i] += collide__dmul(turn[j][i], (double)front->inside.middle[j]);
            size += collide__dmul(collide__dabs(turn[j][i]),
                                  collide__dabs((double)front->inside.middle[j]));
        }
        drift[0][i] = a->inside.drift[i] - front->inside.drift[0][i];
        drift[1][i] = b->inside.drift[i] - front->inside.drift[1][i];
    }
    const double margin = collide__dmul(size, 3.552713678800501e-15); // 2^-48
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double along[13], way[13], part[13];
    collide__front_along(motion->directions, middle, along);
    for (unsigned d = 0; d < motion->directions; ++d)
        way[d] = margin;
    for (int j = 0; j < 9; ++j) {
        const double *p = j < 3 ? turn[j] : j < 6 ? bend[j - 3] : unit[j - 6];
        const double by = j < 3   ? (double)front->inside.half[j]
                          : j < 6 ? drift[1][j - 3]
                                  : drift[0][j - 6];
        if (!(by > 0 || by < 0)) // most meshes do not bend
            continue;
        collide__front_along(motion->directions, p, part);
        for (unsigned d = 0; d < motion->directions; ++d)
            way[d] += collide__dmul(collide__dabs(part[d]), by);
    }
    for (unsigned d = 0; d < motion->directions; ++d) {
        front->inside.rate[2 * d] = way[d] + along[d];
        front->inside.rate[2 * d + 1] = way[d] - along[d];
    }
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        front->inside.gone[r] += front->inside.rate[r] + // and what the sum may lose
                                 collide__dmul(collide__dabs(front->inside.gone[r]) +
                                                   collide__dabs(front->inside.rate[r]),
                                               4.440892098500626e-16); // 2^-51
        most = front->inside.rate[r] > most ? front->inside.rate[r] : most;
    }
    // From here on, how much a gap counts that is used up at that rate.
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        const double least = collide__dmul(most, 0.0625);
        const double rate = front->inside.rate[r] > least ? front->inside.rate[r] : least;
        front->inside.rate[r] = rate > 0 ? collide__ddiv(most, rate) : 1;
    }
}

// What the next query compares with.
static void collide__front_stay(collide_front *front, const collide_tree *a, const collide_tree *b,
                                const collide__tree_motion *motion) {
    const float *rows = collide__tree_rows(b, 0);
    const uint32_t count = collide__tree_links_of(b, 0)->count;
    front->inside.pose = motion->pose;
    for (uint32_t i = 0; i < 3; ++i) {
        float hi = rows[16 * i], lo = -rows[16 * i + 8];
        for (uint32_t k = 1; k < count; ++k) {
            hi = rows[16 * i + k] > hi ? rows[16 * i + k] : hi;
            lo = -rows[16 * i + 8 + k] < lo ? -rows[16 * i + 8 + k] : lo;
        }
        front->inside.middle[i] = collide__mul(0.5f, lo) + collide__mul(0.5f, hi);
        const float below = front->inside.middle[i] - lo, above = hi - front->inside.middle[i];
        front->inside.half[i] = collide__float_up((double)(below > above ? below : above));
        front->inside.drift[0][i] = a->inside.drift[i];
        front->inside.drift[1][i] = b->inside.drift[i];
    }
}

typedef struct collide__front_run {
    collide__tree_query query;
    COLLIDE__ALIGNED(float) moved[16 * 13]; // rows of a node of b
    COLLIDE__ALIGNED(float) most[16 * 8];
    COLLIDE__ALIGNED(float) row[16 * 8];
    float weight[26];
    uint32_t node;  // of b, whose rows are moved
    uint32_t total; // entries, those that were there when the query began first
    collide_front *front;
    bool full;
} collide__front_run;

// Columns of a node of b, moved, against those of a node of a.
static void collide__front_ask(collide__front_run *run, uint32_t node_a, uint32_t node_b,
                               unsigned columns) {
    const collide__tree_query *query = &run->query;
    COLLIDE__WORK(collide__popcount(columns));
    if (run->node != node_b) {
        query->kernels->move(collide__tree_rows(query->b, node_b), &query->motion, NULL,
                             run->moved);
        run->query.count.updates += 8;
        run->node = node_b;
    }
    query->kernels->apart(collide__tree_rows(query->a, node_a), query->motion.directions,
                          run->weight, run->moved, columns, run->most, run->row);
}

// Puts a pair of leaves that are asked each time, or whose bounds are apart.
static void collide__front_put(collide__front_run *run, uint32_t a, uint32_t b, unsigned row,
                               float until) {
    if (run->total == run->front->capacity) {
        run->full = true;
        return;
    }
    collide__front_entry *e = collide__front_entries(run->front) + run->total++;
    e->a = a;
    e->b = b;
    e->row = row;
    e->until = until;
}

// Whether column i of a node of a and j of the moved one of b, just asked, are apart; if so along
// which row of b for longest, and until when.
static bool collide__front_apart(collide__front_run *run, uint32_t node_a, unsigned i, unsigned j,
                                 unsigned *row, float *until) {
    const float *most = run->most + 16 * j + i;
    const unsigned half = most[8] > most[0] ? 8 : 0, own = (unsigned)run->row[16 * j + i + half];
    ++run->query.count.volumes;
    if (!(most[half] > 0))
        return false;
    const float sum =
        collide__tree_rows(run->query.a, node_a)[8 * own + i] + run->moved[8 * (own ^ 1) + j];
    *row = own ^ 1;
    *until = collide__float_down(run->front->inside.gone[*row] - (double)sum);
    return true;
}

// A pair whose bounds overlap: its children, or its triangles.
typedef struct collide__front_task {
    uint32_t a, b;
} collide__front_task;

static void collide__front_expand(collide__front_run *run, uint32_t root_a, uint32_t root_b) {
    collide__front_task stack[COLLIDE__TREE_TASKS];
    const collide_tree *a = run->query.a, *b = run->query.b;
    size_t depth = 1;
    stack[0].a = root_a;
    stack[0].b = root_b;
    while (depth) {
        const collide__front_task task = stack[--depth];
        COLLIDE__WORK(1);
        unsigned rows, columns, row = 0;
        float until = 0;
        if (task.a & task.b & COLLIDE__TREE_LEAF) {
            collide__front_put(run, task.a, task.b, 0, -collide__infinity());
            collide__tree_leaf_leaf(&run->query, task.a, task.b);
            continue;
        }
        if (task.a && collide__tree_query_clear(&run->query, task.a, task.b)) {
            collide__front_put(run, task.a, task.b, 0, -FLT_MAX);
            continue;
        }
        const uint32_t node_a = collide__tree_place(a, task.a, &rows);
        const uint32_t node_b = collide__tree_place(b, task.b, &columns);
        const collide__tree_links *to = collide__tree_links_of(a, node_a);
        const collide__tree_links *from = collide__tree_links_of(b, node_b);
        const uint32_t slot = to->parent;
        unsigned left = columns;
        // Children of b that are apart from all of a make one pair each.
        if (task.a && !((task.a | task.b) & COLLIDE__TREE_LEAF)) {
            collide__front_ask(run, slot / 8, node_b, columns);
            for (unsigned bits = columns; bits; bits &= bits - 1) {
                const unsigned j = collide__lowest_bit(bits);
                if (!collide__front_apart(run, slot / 8, slot % 8, j, &row, &until))
                    continue;
                collide__front_put(run, task.a, from->child[j], row, until);
                left &= ~(1u << j);
            }
        }
        collide__front_ask(run, node_a, node_b, left);
        for (; left; left &= left - 1) {
            const unsigned j = collide__lowest_bit(left);
            for (unsigned bits = rows; bits; bits &= bits - 1) {
                const unsigned i = collide__lowest_bit(bits);
                if (collide__front_apart(run, node_a, i, j, &row, &until)) {
                    collide__front_put(run, to->child[i], from->child[j], row, until);
                } else {
                    stack[depth].a = to->child[i];
                    stack[depth++].b = from->child[j];
                }
            }
        }
    }
}

// Whether a pair that is held, and may have come too near, is still apart.
static bool collide__front_still(collide__front_run *run, collide__front_entry *e) {
    const uint32_t slot_a = collide__tree_slot(run->query.a, e->a);
    const uint32_t slot_b = collide__tree_slot(run->query.b, e->b);
    unsigned row = 0;
    collide__front_ask(run, slot_a / 8, slot_b / 8, 1u << slot_b % 8);
    if (!collide__front_apart(run, slot_a / 8, slot_a % 8, slot_b % 8, &row, &e->until))
        return false;
    e->row = row;
    return true;
}

COLLIDE_API collide_status collide_front_indices(collide_front *front, const collide_tree *a,
                                                 const collide_pose *pose_a, const collide_tree *b,
                                                 const collide_pose *pose_b, collide_pair *pairs,
                                                 size_t capacity, collide_front_counts *counts) {
    collide__front_run run;
    COLLIDE_ASSERT(pairs || capacity == 0);
    if (counts)
        memset(counts, 0, sizeof *counts);
    if (!front || !a || !b || !counts)
        return COLLIDE_ERROR_NULL;
    if (!collide__front_is_of(front, a, b))
        return COLLIDE_ERROR_TREE;
    const collide_pose pose = collide_pose_relative(pose_a, pose_b);
    collide__tree_query_of(&run.query, a, b, pairs, capacity);
    if (!collide__tree_begin(&run.query, &pose)) {
        front->count = 0;
        return COLLIDE_OK;
    }
    const float pad = run.query.motion.pad;
    collide__front_entry *entries = collide__front_entries(front);
    uint32_t kept = 0, asked = 0;
    for (int i = 0; i < 3; ++i) // another copy of the tree
        if (!(a->inside.drift[i] >= front->inside.drift[0][i] &&
              b->inside.drift[i] >= front->inside.drift[1][i]))
            front->count = 0;
    if (front->count)
        collide__front_go(front, a, b, &run.query.motion);
    for (unsigned r = 0; r < 26 && front->count; ++r) // NaN and infinity too
        if (!(collide__dabs(front->inside.gone[r]) <= (double)COLLIDE__TREE_FAR))
            front->count = 0;
    const bool anew = front->count == 0;
    run.front = front;
    run.total = front->count;
    run.full = false;
    run.node = UINT32_MAX;
    for (int r = 0; r < 26; ++r) {
        front->inside.gone[r] = anew ? 0 : front->inside.gone[r];
        run.weight[r ^ 1] = anew ? -1 : -(float)front->inside.rate[r];
    }
    if (anew)
        collide__front_expand(&run, 0, 0);
    for (uint32_t i = 0; i < front->count; ++i) {
        collide__front_entry e = entries[i];
        COLLIDE__WORK(1);
        if (e.until < -FLT_MAX) {
            ++asked;
            e.row = collide__tree_leaf_leaf(&run.query, e.a, e.b) ? 0 : e.row + 1;
            if (e.row && (e.row & (e.row - 1)) == 0)
                collide__front_still(&run, &e); // less and less often
        } else if (!((double)e.until > front->inside.gone[e.row] + (double)pad) &&
                   !collide__front_still(&run, &e)) {
            collide__front_expand(&run, e.a, e.b);
            continue;
        }
        entries[kept++] = e;
    }
    collide__tree_ask(&run.query);
    memmove(entries + kept, entries + front->count, (run.total - front->count) * sizeof *entries);
    front->count = kept + (run.total - front->count);
    front->inside.begun = anew ? front->count : front->inside.begun;
    front->age = anew ? 0 : front->age + 1;
    // Begin anew where pairs are missing, have become many, or are too fine since nothing is near.
    if (run.full || front->count / 2 > front->inside.begun + 32 ||
        (front->age >= 16 && asked == 0 && front->count > 64 && front->inside.begun > 64))
        front->count = 0;
    collide__front_stay(front, a, b, &run.query.motion);
    counts->pairs = run.query.found;
    counts->work = run.query.count;
    return COLLIDE_OK;
}
#undef COLLIDE__FRONT_HEADER
#endif // COLLIDE_NO_TREE
