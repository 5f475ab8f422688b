#pragma once
#include "../triangle/contacts.h"
#include "../triangle/seams.h"
#include "query.h"

// ---- contacts of two trees -------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

#define COLLIDE__TREE_PAIRS 16384 // pairs beyond these have no contacts

// Two trees in a's frame.
typedef struct collide__tree_meeting {
    collide__seams seams;
    const collide_tree *a, *b;
    collide_pose pose, back; // of b in a's frame, and of a in b's
    size_t skip, skipped;    // pairs of earlier runs, of all and in this run
    bool more;               // pairs than there was room for
} collide__tree_meeting;

static void collide__tree_meeting_pair(const void *user, collide_pair pair, collide_triangle *a,
                                       collide_triangle *b, collide_pair *numbers) {
    const collide__tree_meeting *s = (const collide__tree_meeting *)user;
    *a = collide__tree_numbered(s->a, pair.a);
    *b = collide__tree_posed(s->b, pair.b, &s->pose);
    *numbers = pair;
}

// The box of a box under a pose, enlarged by the rounding error.
static collide_aabb collide__box_under(const collide_aabb *box, const collide_pose *pose) {
    const collide__dvec3 low = collide__dvec3_of(box->min), high = collide__dvec3_of(box->max);
    const collide__dvec3 half = collide__dadd(high, -0.5, collide__dadd(high, 1, low));
    const collide__dvec3 middle = collide__dturn(pose, collide__dadd(low, 1, half));
    const double *h = collide__doubles(&half), *m = collide__doubles(&middle);
    float least[3], most[3];
    for (int i = 0; i < 3; ++i) {
        const double at = (double)collide__floats(&pose->position)[i];
        double reach = 0, size = collide__dabs(at) + collide__dsum_abs(low);
        for (int k = 0; k < 3; ++k)
            reach += collide__dmul(h[k], collide__dabs((double)collide__floats(&pose->axis[k])[i]));
        reach += collide__dmul(size + reach, 9.5367431640625e-7); // 2^-20
        least[i] = collide__float_down(at + m[i] - reach);
        most[i] = collide__float_up(at + m[i] + reach);
    }
    const collide_aabb under = {collide__vec3(least[0], least[1], least[2]),
                                collide__vec3(most[0], most[1], most[2])};
    return under;
}

// Whether the bounds in a column of a node's rows reach into a box.
static bool collide__tree_column_near(const float *rows, unsigned column, const collide_aabb *box) {
    const float *min = collide__floats(&box->min), *max = collide__floats(&box->max);
    for (unsigned i = 0; i < 3; ++i)
        if (!(rows[16 * i + column] >= min[i] && -rows[16 * i + 8 + column] <= max[i]))
            return false;
    return true;
}

static void collide__tree_meeting_near(const void *user, bool of_b, const collide_aabb *box,
                                       collide__seam_visitor visit, void *visitor) {
    const collide__tree_meeting *s = (const collide__tree_meeting *)user;
    const collide_tree *tree = of_b ? s->b : s->a;
    const collide_aabb own = of_b ? collide__box_under(box, &s->back) : *box;
    uint32_t stack[8 * COLLIDE__TREE_LEVELS];
    size_t depth = 1;
    stack[0] = 0;
    while (depth) {
        const uint32_t node = stack[--depth];
        const collide__tree_links *links = collide__tree_links_of(tree, node);
        COLLIDE__WORK(1);
        for (uint32_t i = 0; i < links->count; ++i) {
            const uint32_t child = links->child[i];
            if (!collide__tree_column_near(collide__tree_rows(tree, node), i, &own))
                continue;
            if (!(child & COLLIDE__TREE_LEAF)) {
                stack[depth++] = child;
                continue;
            }
            const collide__tree_leaf *leaf =
                collide__tree_leaf_of(tree, child & ~COLLIDE__TREE_LEAF);
            for (unsigned k = 0; k < 4 && leaf->triangle[k] != UINT32_MAX; ++k) {
                collide_triangle t = collide__tree_triangle(leaf->rows[0], k);
                for (int v = 0; v < 3 && of_b; ++v)
                    t.v[v] = collide_pose_apply(&s->pose, t.v[v]);
                if (!visit(visitor, &t, leaf->triangle[k]))
                    return;
            }
        }
    }
}

static bool collide__tree_meeting_add(void *user, collide_pair pair) {
    collide__tree_meeting *s = (collide__tree_meeting *)user;
    if (s->skipped < s->skip)
        ++s->skipped;
    else if (s->seams.n < COLLIDE__SEAM_PAIRS)
        s->seams.pair[s->seams.n++] = pair;
    else
        s->more = true;
    return !s->more;
}

// Adds the pairs that come next, as many as there is room for. Apart from what follows, since a
// query takes most of the stack that there is.
COLLIDE__NOINLINE void collide__tree_meeting_run(collide__tree_meeting *s,
                                                 const collide_pose *pose_a,
                                                 const collide_pose *pose_b) {
    s->skipped = 0;
    s->more = false;
    collide_tree_tree_visit(s->a, pose_a, s->b, pose_b, collide__tree_meeting_add, s, NULL);
    s->skip += s->seams.n;
}

COLLIDE_API size_t collide_tree_tree_contacts(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              const collide_contact_options *options,
                                              collide_contact *contacts, size_t capacity) {
    collide__tree_meeting s;
    COLLIDE_ASSERT(contacts || capacity == 0);
    collide__contact_options_check(options);
    if (!collide__tree_surfaces(a, b))
        return 0;
    s.a = a;
    s.b = b;
    s.pose = collide_pose_relative(pose_a, pose_b);
    s.back = collide_pose_relative(&s.pose, NULL);
    s.seams.of.pair = collide__tree_meeting_pair;
    s.seams.of.near_box = collide__tree_meeting_near;
    s.seams.of.user = &s;
    const collide_aabb box = collide_aabb_from_tree(a, NULL);
    s.seams.of.middle =
        collide__dadd(collide__dvec3_of(box.min), 0.5, collide__dsub(box.max, box.min));
    s.seams.of.solid = a->type == COLLIDE_TREE_CLOSED && b->type == COLLIDE_TREE_CLOSED;
    collide__seams_begin(&s.seams, pose_a, contacts, sizeof *contacts, capacity);
    s.skip = 0;
    do {
        collide__tree_meeting_run(&s, pose_a, pose_b);
        collide__seams_end(&s.seams);
    } while (s.more && s.skip < COLLIDE__TREE_PAIRS);
    return s.seams.count;
}

// ---- the curve in which two trees cross ------------------------------------------------------

typedef struct collide__tree_crossings {
    const collide_tree *a, *b;
    const collide_pose *pose_a;
    collide_pose pose; // of b in a's frame
    collide_tree_crossing *crossings;
    size_t capacity, count;
} collide__tree_crossings;

static bool collide__tree_cross(void *user, collide_pair pair) {
    collide__tree_crossings *s = (collide__tree_crossings *)user;
    if (s->count++ >= s->capacity)
        return true;
    collide_tree_crossing *c = &s->crossings[s->count - 1];
    const collide_triangle p = collide__tree_numbered(s->a, pair.a);
    const collide_triangle q = collide__tree_posed(s->b, pair.b, &s->pose);
    memset(c, 0, sizeof *c); // padding, too
    c->pair = pair;
    collide_triangle_triangle_segment(&p, &q, &c->segment, &c->coplanar);
    if (s->pose_a && !c->coplanar) {
        c->segment.a = collide_pose_apply(s->pose_a, c->segment.a);
        c->segment.b = collide_pose_apply(s->pose_a, c->segment.b);
    }
    return true;
}

COLLIDE_API size_t collide_tree_tree_segments(const collide_tree *a, const collide_pose *pose_a,
                                              const collide_tree *b, const collide_pose *pose_b,
                                              collide_tree_crossing *crossings, size_t capacity,
                                              collide_tree_work *work) {
    collide__tree_crossings s;
    COLLIDE_ASSERT(crossings || capacity == 0);
    if (!collide__tree_surfaces(a, b))
        return 0;
    s.a = a;
    s.b = b;
    s.pose_a = pose_a;
    s.pose = collide_pose_relative(pose_a, pose_b);
    s.crossings = crossings;
    s.capacity = capacity;
    s.count = 0;
    return collide_tree_tree_visit(a, pose_a, b, pose_b, collide__tree_cross, &s, work);
}
#undef COLLIDE__TREE_PAIRS
#endif // COLLIDE_NO_TREE
