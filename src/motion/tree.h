#pragma once
#include "../shape/tree_distance.h"
#include "parts.h"

// ---- meshes in motion ------------------------------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && !defined(COLLIDE_NO_TREE)

// The box of a node or leaf.
static void collide__reach_tree_box(const collide__reach_side *side, uint32_t node, double *lo,
                                    double *hi) {
    const collide_tree *tree = (const collide_tree *)side->of;
    const uint32_t slot = node ? collide__tree_slot(tree, node) : 0;
    const float *rows = collide__tree_rows(tree, slot / 8) + slot % 8;
    for (int i = 0; i < 3; ++i) {
        lo[i] = node ? -(double)rows[16 * i + 8] : side->lo[i];
        hi[i] = node ? (double)rows[16 * i] : side->hi[i];
    }
}

// The body of a triangle or tetrahedron.
static void collide__reach_points(const collide__reach_side *side, const collide_vec3 *v,
                                  uint32_t n, collide__moving *out) {
    const collide_motion *motion = side->motion;
    const collide_pose *pose = &motion->pose;
    const collide__dvec3 zero = {0, 0, 0}, from = collide__dsub(pose->position, motion->pivot);
    collide__core *c = &out->start;
    *out = side->whole;
    c->kind = COLLIDE__CORE_POINTS;
    c->count = n;
    c->p[0] = zero;
    c->size = 0;
    for (uint32_t i = 1; i < n; ++i) {
        const collide__dvec3 p = collide__dsub(v[i], v[0]);
        c->size = collide__dmax(collide__dsum_abs(p), c->size);
        c->p[i] = collide__dturn(pose, p);
    }
    out->base = collide__dadd(from, 1, collide__dturn(pose, collide__dvec3_of(v[0])));
    c->size = collide__dmul(c->size, 1.75);
    out->size = collide__dsum_abs(out->base) + c->size;
    c->size +=
        collide__dmul(collide__dsum_abs(collide__dvec3_of(v[0])), 1.75) + collide__dsum_abs(from);
    out->rho = out->rate > 0 ? collide__moving_rho(out) : 0;
    out->now = *c;
    out->at = out->base;
}

// The number of a final part is its place, and then its index.
static bool collide__reach_tree_body(const collide__reach_side *side, collide__reach_code code,
                                     collide__moving *out) {
    const collide_tree *tree = (const collide_tree *)side->of;
    double lo[3], hi[3];
    if (code.level & COLLIDE__REACH_FINAL) {
        const collide_tetrahedron t =
            collide__tree_tetrahedron(collide__tree_leaf_of(tree, code.j / 4)->rows[0], code.j % 4);
        collide__reach_points(side, t.v, tree->type == COLLIDE_TREE_TETRAHEDRA ? 4 : 3, out);
        return collide__all_finite(out->size);
    }
    collide__reach_tree_box(side, code.i, lo, hi);
    const collide__dvec3 middle = collide__reach_middle(lo, hi);
    const double from =
        collide__dsum_abs(collide__dsub(side->motion->pose.position, side->motion->pivot));
    return collide__reach_box(side, lo, hi, collide__dmul(1.75, collide__dsum_abs(middle)) + from,
                              out);
}

static void collide__reach_tree_open(const collide__reach_side *side, collide__reach_code code,
                                     collide__reach_kids *out) {
    const collide_tree *tree = (const collide_tree *)side->of;
    double lo[3], hi[3];
    collide__reach_tree_box(side, code.i, lo, hi);
    out->middle = collide__reach_middle(lo, hi);
    out->count = 0;
    out->leaf = (code.i & COLLIDE__TREE_LEAF) != 0;
    if (out->leaf) {
        const collide__tree_leaf *leaf = collide__tree_leaf_of(tree, code.i ^ COLLIDE__TREE_LEAF);
        out->rows = leaf->rows[0];
        for (uint32_t s = 0; s < 4 && leaf->triangle[s] != UINT32_MAX; ++s) {
            out->code[s].i = leaf->triangle[s];
            out->code[s].j = 4 * (code.i ^ COLLIDE__TREE_LEAF) + s;
            out->code[s].level = COLLIDE__REACH_FINAL;
            out->count = s + 1;
        }
        return;
    }
    const collide__tree_links *links = collide__tree_links_of(tree, code.i);
    out->rows = collide__tree_rows(tree, code.i);
    out->count = links->count < 8 ? links->count : 8;
    for (uint32_t s = 0; s < out->count; ++s) {
        out->code[s].i = links->child[s];
        out->code[s].j = out->code[s].level = 0;
    }
}

// The pad of a side is for roundings of rows and of weights, less than 18 times 2^-24 of the radius
// of the tree.
static void collide__reach_tree_reach(const collide__reach_side *side,
                                      const collide__reach_kids *kids, const collide__moving *body,
                                      const collide__dvec3 *along, double *out) {
    const collide_tree *tree = (const collide_tree *)side->of;
    const collide__dvec3 m = {collide__ddot(body->edge_now[0], *along),
                              collide__ddot(body->edge_now[1], *along),
                              collide__ddot(body->edge_now[2], *along)};
    const double shift = collide__ddot(body->at, *along) - collide__ddot(kids->middle, m);
    const float local[3] = {(float)m.x, (float)m.y, (float)m.z};
    unsigned row[3];
    float weight[3];
    if (!kids->leaf) {
        collide__tree_weigh(tree->kind / 2, local, row, weight);
        const float *p = kids->rows + 8 * row[0], *q = kids->rows + 8 * row[1];
        const float *r = kids->rows + 8 * row[2];
        const double x = (double)weight[0], y = (double)weight[1], z = (double)weight[2];
        for (uint32_t i = 0; i < kids->count; ++i)
            out[i] = ((collide__dmul(x, (double)p[i]) + collide__dmul(y, (double)q[i])) +
                      collide__dmul(z, (double)r[i])) +
                     shift;
        return;
    }
    for (uint32_t i = 0; i < kids->count; ++i) {
        double most = -DBL_MAX;
        for (uint32_t v = i; v < 16; v += 4) {
            const double x = (collide__dmul(m.x, (double)kids->rows[v]) +
                              collide__dmul(m.y, (double)kids->rows[16 + v])) +
                             collide__dmul(m.z, (double)kids->rows[32 + v]);
            most = x > most ? x : most;
        }
        out[i] = most + shift;
    }
}

static const collide__reach_type collide__reach_tree = {
    collide__reach_tree_body, collide__reach_tree_open, collide__reach_tree_reach, NULL};

// A mesh that moves; false for bad input.
static bool collide__reach_of_tree(collide__reach_side *out, const collide_tree *tree,
                                   const collide_motion *motion) {
    const float *rows = collide__tree_rows(tree, 0);
    const uint32_t n = collide__tree_links_of(tree, 0)->count;
    collide_aabb box;
    out->type = &collide__reach_tree;
    out->of = tree;
    out->motion = motion;
    out->pad = collide__dmul((double)tree->radius, 1.9073486328125e-06) + // 2^-19
               collide__dmul(1 + (double)tree->radius, (double)FLT_MIN);
    for (int i = 0; i < 3; ++i) {
        out->lo[i] = DBL_MAX;
        out->hi[i] = -DBL_MAX;
        for (uint32_t k = 0; k < n && k < 8; ++k) {
            const double hi = (double)rows[16 * i + (int)k],
                         lo = -(double)rows[16 * i + 8 + (int)k];
            out->lo[i] = lo < out->lo[i] ? lo : out->lo[i];
            out->hi[i] = hi > out->hi[i] ? hi : out->hi[i];
        }
    }
    box.min = collide__vec3((float)out->lo[0], (float)out->lo[1], (float)out->lo[2]);
    box.max = collide__vec3((float)out->hi[0], (float)out->hi[1], (float)out->hi[2]);
    const collide_shape shape = collide_shape_from_aabb(&box);
    return tree->triangle_count > 0 && collide__moving_begin(&out->whole, &shape, motion);
}

COLLIDE__NOINLINE bool collide__reach_valid(const collide_tree *tree,
                                            const collide_motion *motion) {
    collide__reach_side side;
    return collide__reach_of_tree(&side, tree, motion);
}

// Triangle i as a part.
static collide__reach_code collide__reach_triangle(const collide_tree *tree, uint32_t i) {
    collide__reach_code r;
    r.i = i;
    r.j = collide__tree_places(tree)[i];
    r.level = COLLIDE__REACH_FINAL;
    return r;
}

// The answer that two parts overlap at the start.
static void collide__reach_begun(const collide__reach_side *a, collide__reach_code part_a,
                                 const collide__reach_side *b, collide__reach_code part_b,
                                 collide_bracket *out) {
    collide__motion_state s;
    collide__motion_probe at;
    out->t_lo = out->t_hi = out->gap = 0;
    out->verdict = COLLIDE_HIT;
    if (a->type->body(a, part_a, &s.body[0]) && b->type->body(b, part_b, &s.body[1])) {
        collide__motion_begin(&s, 0, 0);
        collide__motion_search_at(&s, &at, 0);
        out->gap = at.hi < 0 ? collide__float_up(at.hi) : 0;
        out->normal = collide__dround_zero(at.n);
    }
}

// The answer to the caller, whose bodies may be in the other order.
static bool collide__reach_answer(const collide_bracket *best, bool swapped, collide_bracket *out) {
    collide_bracket r = *best;
    if (swapped)
        r.normal = collide__vec3(-r.normal.x, -r.normal.y, -r.normal.z);
    collide__bracket_zeros(&r);
    if (out)
        *out = r;
    return r.verdict != COLLIDE_MISS;
}
// The answer for meshes of which these triangles overlap at the start.
COLLIDE__NOINLINE void collide__reach_trees_begun(const collide_tree *a,
                                                  const collide_motion *motion_a,
                                                  const collide_tree *b,
                                                  const collide_motion *motion_b,
                                                  collide_pair triangles, collide_bracket *out) {
    collide__reach_side side[2];
    if (collide__reach_of_tree(&side[0], a, motion_a) &&
        collide__reach_of_tree(&side[1], b, motion_b))
        collide__reach_begun(&side[0], collide__reach_triangle(a, triangles.a), &side[1],
                             collide__reach_triangle(b, triangles.b), out);
}

COLLIDE__NOINLINE void collide__reach_trees(const collide_tree *a, const collide_motion *motion_a,
                                            const collide_tree *b, const collide_motion *motion_b,
                                            float margin, float t_max, float tolerance,
                                            collide_bracket *out, collide_pair *triangles) {
    collide__reach_run run;
    collide__reach_side side[2];
    collide__reach_task task;
    if (!collide__reach_of_tree(&side[0], a, motion_a) ||
        !collide__reach_of_tree(&side[1], b, motion_b))
        return;
    collide__moving_widen(&side[0].whole, margin);
    task.free = 0;
    task.a = task.b = collide__reach_root(0);
    collide__reach_begin(&run, &side[0], &side[1], t_max, tolerance);
    collide__reach_run_all(&run, &task);
    *out = run.best;
    if (out->verdict != COLLIDE_MISS) {
        triangles->a = run.first.a.i;
        triangles->b = run.first.b.i;
    }
}

COLLIDE_API bool collide_tree_tree_motion(const collide_tree *a, const collide_motion *motion_a,
                                          const collide_tree *b, const collide_motion *motion_b,
                                          float t_max, float tolerance, collide_bracket *out,
                                          collide_pair *pair) {
    return collide_tree_tree_motion_within(a, motion_a, b, motion_b, 0, t_max, tolerance, out,
                                           pair);
}

COLLIDE_API bool collide_tree_tree_motion_within(const collide_tree *a,
                                                 const collide_motion *motion_a,
                                                 const collide_tree *b,
                                                 const collide_motion *motion_b, float margin,
                                                 float t_max, float tolerance, collide_bracket *out,
                                                 collide_pair *pair) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket best;
    collide_pair none, found;
    motion_a = motion_a ? motion_a : &rest;
    motion_b = motion_b ? motion_b : &rest;
    pair = pair ? pair : &none;
    pair->a = pair->b = UINT32_MAX;
    collide__bracket_none(&best);
    if (!a || !b || !(t_max >= 0) || !(margin >= 0 && margin <= FLT_MAX) ||
        !collide__reach_valid(a, motion_a) || !collide__reach_valid(b, motion_b))
        return collide__reach_answer(&best, false, out);
    if (collide__apart_first(a, &motion_a->pose, b, &motion_b->pose, &found)) {
        *pair = found;
        collide__reach_trees_begun(a, motion_a, b, motion_b, found, &best);
    } else {
        collide__reach_trees(a, motion_a, b, motion_b, margin, t_max, tolerance, &best, pair);
        collide__motion_within(best.verdict != COLLIDE_MISS, margin, &best);
    }
    return collide__reach_answer(&best, false, out);
}

static bool collide__reach_shape_begun(const collide_shape *a, const collide__reach_side *side,
                                       bool swapped, collide_bracket *out, uint32_t *triangle) {
    const collide_tree *b = (const collide_tree *)side[!swapped].of;
    const collide_pose *pose = &side[!swapped].motion->pose;
    const collide_shape posed = collide_shape_under_pose(a, &side[swapped].motion->pose);
    if (!collide_shape_tree(&posed, b, pose) ||
        collide_shape_tree_indices(&posed, b, pose, triangle, 1) == 0)
        return false;
    const collide__reach_code own = collide__reach_root(COLLIDE__REACH_FINAL);
    const collide__reach_code other = collide__reach_triangle(b, *triangle);
    collide__reach_begun(&side[0], swapped ? other : own, &side[1], swapped ? own : other, out);
    return true;
}

COLLIDE__NOINLINE void collide__reach_shape(const collide__reach_side *side, bool swapped,
                                            float t_max, float tolerance, collide_bracket *out,
                                            uint32_t *triangle) {
    collide__reach_run run;
    collide__reach_task task;
    task.free = 0;
    task.a = collide__reach_root(swapped ? 0 : COLLIDE__REACH_FINAL);
    task.b = collide__reach_root(swapped ? COLLIDE__REACH_FINAL : 0);
    collide__reach_begin(&run, &side[0], &side[1], t_max, tolerance);
    collide__reach_run_all(&run, &task);
    *out = run.best;
    if (out->verdict != COLLIDE_MISS)
        *triangle = swapped ? run.first.a.i : run.first.b.i;
}

COLLIDE_API bool collide_shape_tree_motion(const collide_shape *a, const collide_motion *motion_a,
                                           const collide_tree *b, const collide_motion *motion_b,
                                           float t_max, float tolerance, collide_bracket *out,
                                           uint32_t *triangle) {
    return collide_shape_tree_motion_within(a, motion_a, b, motion_b, 0, t_max, tolerance, out,
                                            triangle);
}

// The bodies are in the order of kinds.
COLLIDE_API bool collide_shape_tree_motion_within(const collide_shape *a,
                                                  const collide_motion *motion_a,
                                                  const collide_tree *b,
                                                  const collide_motion *motion_b, float margin,
                                                  float t_max, float tolerance,
                                                  collide_bracket *out, uint32_t *triangle) {
    const collide_motion rest = collide_motion_at_rest();
    collide__reach_side side[2];
    collide_bracket best;
    uint32_t none;
    COLLIDE_ASSERT(a);
    const bool swapped = a->kind > COLLIDE_SHAPE_TRIANGLE;
    motion_a = motion_a ? motion_a : &rest;
    motion_b = motion_b ? motion_b : &rest;
    triangle = triangle ? triangle : &none;
    *triangle = UINT32_MAX;
    collide__bracket_none(&best);
    if (b && t_max >= 0 && margin >= 0 && margin <= FLT_MAX &&
        collide__reach_of_shape(&side[swapped], a, motion_a) &&
        collide__reach_of_tree(&side[!swapped], b, motion_b) &&
        !collide__reach_shape_begun(a, side, swapped, &best, triangle)) {
        collide__moving_widen(&side[swapped].whole, margin);
        collide__reach_shape(side, swapped, t_max, tolerance, &best, triangle);
        collide__motion_within(best.verdict != COLLIDE_MISS, margin, &best);
    }
    return collide__reach_answer(&best, swapped, out);
}
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TREE
