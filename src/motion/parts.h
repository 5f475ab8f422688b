#pragma once
#include "faces.h"
#include "single.h"
#include "../base/work.h"

// ---- bodies of many parts in motion ----------------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) &&                                                                 \
    (!defined(COLLIDE_NO_TREE) || !defined(COLLIDE_NO_TERRAIN) || !defined(COLLIDE_NO_CABLE))
// Pairs of parts are searched in the order of the time until which they are proven free of contact.
// A part is a node, which has a box, or final: a triangle, a tetrahedron, or the whole of a body
// that has no parts. Certificates of nodes are those of their boxes. When a pair of nodes comes
// near, it is opened, at a time t and with a normal n: along n + tau m each child reaches as far as
// its own bounds do, whatever the other body's children are, so that few numbers give certificates
// of all pairs of children. These inherit the time. Pieces, which are parts of terrain and of
// cables, have no such bounds: they take the time of what they are part of.

#define COLLIDE__REACH_HEAP 256
#define COLLIDE__REACH_STACK 192
#define COLLIDE__REACH_KIDS 12
#define COLLIDE__REACH_FINAL 0x80000000u
#define COLLIDE__REACH_PROBES 32768 // then what is not proven is NEAR
#define COLLIDE__REACH_TIMES 4

typedef struct collide__reach_code {
    uint32_t i, j, level; // level has COLLIDE__REACH_FINAL if there are no parts
} collide__reach_code;

// The parts of a node.
typedef struct collide__reach_kids {
    uint32_t count;
    collide__reach_code code[COLLIDE__REACH_KIDS];
    bool leaf;
    const float *rows;     // of a tree's node or leaf
    collide__dvec3 middle; // of the node's box, in the coordinates of the parts
} collide__reach_kids;

typedef struct collide__reach_side collide__reach_side;
typedef struct collide__reach_run collide__reach_run;

typedef struct collide__reach_task {
    double free; // there is no contact before
    collide__reach_code a, b;
} collide__reach_task;

// body      makes a part's body; false if it has none
// open      lists the parts of a node
// reach     writes how far the parts reach along a direction of the space of the body, from the
//           pivot; body is the node's, placed. NULL for pieces
// ask       finds the first contact of a final piece and the other body, from free_to on; NULL
//           where collide__reach_final does
typedef struct collide__reach_type {
    bool (*body)(const collide__reach_side *side, collide__reach_code code, collide__moving *out);
    void (*open)(const collide__reach_side *side, collide__reach_code code,
                 collide__reach_kids *out);
    void (*reach)(const collide__reach_side *side, const collide__reach_kids *kids,
                  const collide__moving *body, const collide__dvec3 *along, double *out);
    void (*ask)(collide__reach_run *run, const collide__reach_task *task);
} collide__reach_type;

struct collide__reach_side {
    const collide__reach_type *type;
    const void *of; // a tree, terrain or a cable
    const collide_motion *motion;
    collide__moving whole; // the body, or a box that moves like it
    double lo[3], hi[3];   // of a tree's box
    double pad;            // by which bounds may fall short, times the length of a direction
    double low;            // of terrain: nothing of the other body comes below
    double other;          // of a cable: the size of the other body
    float tolerance;       // of a cable
};

struct collide__reach_run {
    collide__reach_task heap[COLLIDE__REACH_HEAP]; // the first has the least time
    collide__reach_task stack[COLLIDE__REACH_STACK];
    uint32_t count, depth, probes;
    bool deep;                          // new tasks go to the stack
    const collide__reach_side *side[2]; // of the bodies of s
    bool pieces, swapped; // the second body has pieces; then kinds order the bodies of s
    uint32_t kind;        // of the shape that meets pieces
    collide__motion_state s;
    double t_max, limit, spent; // limit: of a proven contact; nothing is proven after spent
    double window;              // the search ends at this time
    bool cut;                   // before all is known
    float tolerance;
    collide_bracket best;
    collide__reach_task first, last; // the pair of best, and one of those not proven
};

// ---- the order

// Whether a pair comes after a contact, or after the end. At the time 0 there may be a contact with
// any piece, until one is found.
static bool collide__reach_late(const collide__reach_run *run, const collide__reach_task *task) {
    return task->free >= run->limit &&
           (!run->pieces || task->free > 0 || run->best.verdict == COLLIDE_HIT);
}

static void collide__reach_put(collide__reach_run *run, const collide__reach_task *task) {
    if (run->deep) {
        run->stack[run->depth++] = *task;
        return;
    }
    uint32_t at = run->count++;
    for (; at > 0 && task->free < run->heap[(at - 1) / 2].free; at = (at - 1) / 2)
        run->heap[at] = run->heap[(at - 1) / 2];
    run->heap[at] = *task;
}

static collide__reach_task collide__reach_take(collide__reach_run *run) {
    const collide__reach_task first = run->heap[0], last = run->heap[--run->count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < run->count; at = child) {
        child += child + 1 < run->count && run->heap[child + 1].free < run->heap[child].free;
        if (!(run->heap[child].free < last.free))
            break;
        run->heap[at] = run->heap[child];
    }
    run->heap[at] = last;
    return first;
}

// ---- bodies

static collide__dvec3 collide__reach_middle(const double *lo, const double *hi) {
    const collide__dvec3 middle = {collide__dmul(0.5, lo[0] + hi[0]),
                                   collide__dmul(0.5, lo[1] + hi[1]),
                                   collide__dmul(0.5, lo[2] + hi[2])};
    return middle;
}

// The body of a box in the coordinates that pose turns; whole is the same for another box. lost
// bounds the numbers that cancel in its place.
static bool collide__reach_box(const collide__reach_side *side, const double *lo, const double *hi,
                               double lost, collide__moving *out) {
    const collide_motion *motion = side->motion;
    const collide__dvec3 zero = {0, 0, 0}, middle = collide__reach_middle(lo, hi);
    const collide__dvec3 from = collide__dsub(motion->pose.position, motion->pivot);
    *out = side->whole;
    out->start.size = 0;
    for (int i = 0; i < 3; ++i) {
        out->half[i] = collide__dmul(0.5, hi[i] - lo[i]);
        out->start.p[i] = collide__dadd(zero, out->half[i], out->edge[i]);
        out->start.size += collide__dmul(3.5, out->half[i]);
        if (!(out->half[i] >= 0))
            return false;
    }
    out->base = collide__dadd(from, 1, collide__dturn(&motion->pose, middle));
    out->size = collide__dsum_abs(out->base) + out->start.size;
    out->start.size += lost;
    // Lengths of axes are off by less than 2^-19.
    const collide__dvec3 arm = collide__dcross(out->axis, out->base);
    const collide__dvec3 half = {out->half[0], out->half[1], out->half[2]};
    out->rho = out->rate > 0 ? collide__dmul(collide__sqrt(collide__ddot(arm, arm)) +
                                                 collide__sqrt(collide__ddot(half, half)),
                                             1 + 3.814697265625e-06) // 2^-18
                             : 0;
    out->now = out->start;
    out->at = out->base;
    return collide__all_finite(out->size);
}

static bool collide__reach_single_body(const collide__reach_side *side, collide__reach_code code,
                                       collide__moving *out) {
    (void)code;
    *out = side->whole;
    return true;
}

// A body without parts.
static const collide__reach_type collide__reach_single = {collide__reach_single_body, NULL, NULL,
                                                          NULL};

// The kind of shape that a piece is.
static uint32_t collide__reach_kind(const collide__core *c) {
    return c->kind == COLLIDE__CORE_BOX ? (uint32_t)COLLIDE_SHAPE_AABB
           : c->count == 1              ? (uint32_t)COLLIDE_SHAPE_SPHERE
           : c->count == 3              ? (uint32_t)COLLIDE_SHAPE_TRIANGLE
                                        : (uint32_t)COLLIDE_SHAPE_TETRAHEDRON;
}

// Begins with the bodies of s; a shape and a piece in the order that closed forms take.
static void collide__reach_pair(collide__reach_run *run, double from, double t_max) {
    collide__motion_state *s = &run->s;
    run->swapped = run->pieces && collide__motion_rank(run->kind) >
                                      collide__motion_rank(collide__reach_kind(&s->body[1].start));
    if (run->swapped) {
        s->body[0] = s->body[1];
        s->body[1] = run->side[0]->whole;
    }
    collide__motion_begin(s, t_max, run->tolerance);
    s->free_to = from;
    s->pair.shallow = true;
}

static bool collide__reach_bodies(collide__reach_run *run, const collide__reach_task *task,
                                  double t_max) {
    for (int i = 0; i < 2; ++i)
        if (!run->side[i]->type->body(run->side[i], i ? task->b : task->a, &run->s.body[i]))
            return false;
    collide__reach_pair(run, task->free, t_max);
    return true;
}

// ---- pairs of final parts

// Whether p is before q, by numbers.
static bool collide__reach_less(const collide__reach_code *p, const collide__reach_code *q) {
    return p->i != q->i ? p->i < q->i : p->j != q->j ? p->j < q->j : p->level < q->level;
}

// Takes a bracket into account; see collide__sweep_triangle.
static void collide__reach_found(collide__reach_run *run, const collide_bracket *t,
                                 const collide__reach_task *task) {
    collide_bracket *best = &run->best;
    const bool hit = t->verdict == COLLIDE_HIT, before = best->verdict == COLLIDE_HIT;
    const float end = !hit ? best->t_hi : before ? collide__min2(t->t_hi, best->t_hi) : t->t_hi;
    const bool equal = t->t_lo <= best->t_lo && t->t_lo >= best->t_lo;
    const bool lower = !(task->a.i == run->first.a.i && task->a.level == run->first.a.level)
                           ? collide__reach_less(&task->a, &run->first.a)
                           : collide__reach_less(&task->b, &run->first.b);
    if (t->verdict == COLLIDE_MISS)
        return;
    if (best->verdict == COLLIDE_MISS || t->t_lo < best->t_lo || (equal && lower && !run->pieces)) {
        run->best = *t;
        run->first = *task;
    }
    best->verdict = hit || before ? COLLIDE_HIT : COLLIDE_NEAR;
    best->t_hi = hit || before ? end : collide__float_up(run->t_max);
    if (hit && (double)end < run->limit)
        run->limit = (double)end;
}

// The first contact of the pair in hand, from free_to on.
static void collide__reach_contact(collide__reach_run *run, collide_bracket *t) {
    collide__motion_state *s = &run->s;
    collide__bracket_none(t);
    if (s->spins > 0) {
        collide__motion_first(s, t);
    } else { // the closed sweep
        collide__motion_probe at;
        const float from = collide__float_down(s->free_to);
        collide__motion_search_at(s, &at, 0);
        if (s->body[1].plane)
            collide__sweep_plane(at.lo, at.hi, at.n, s->w, s->t_max, t);
        else
            collide__sweep_first(&s->pair, s->w, s->t_max, t);
        if (t->verdict != COLLIDE_MISS && t->t_lo < from)
            t->t_lo = t->t_hi >= from ? from : run->pieces ? t->t_hi : t->t_lo;
    }
    if (run->swapped)
        t->normal = collide__vec3(-t->normal.x, -t->normal.y, -t->normal.z);
    run->probes += (uint32_t)s->looks + run->pieces;
}

static void collide__reach_final(collide__reach_run *run, const collide__reach_task *task) {
    collide_bracket t;
    collide__reach_contact(run, &t);
    collide__reach_found(run, &t, task);
}

// ---- opening

// How far the parts of a node, or a final part, reach at the directions k + step turn.
static void collide__reach_along(const collide__reach_run *run, int i,
                                 const collide__reach_kids *kids, collide__dvec3 to, double *out) {
    const collide__reach_side *side = run->side[i];
    to = i ? to : collide__dneg(to);
    if (kids->code[0].level == UINT32_MAX)
        out[0] = collide__moving_reach(&run->s.body[i], &to);
    else
        side->type->reach(side, kids, &run->s.body[i], &to, out);
}

// The parts of both bodies, or of the larger one alone.
static void collide__reach_kids_of(const collide__reach_run *run, const collide__reach_task *task,
                                   collide__reach_kids *kids) {
    const collide__reach_code *code[2] = {&task->a, &task->b};
    const bool parts[2] = {!(task->a.level & COLLIDE__REACH_FINAL),
                           !(task->b.level & COLLIDE__REACH_FINAL)};
    const double *p = run->s.body[0].half, *q = run->s.body[1].half;
    const bool larger = !parts[0] || (parts[1] && p[0] + p[1] + p[2] < q[0] + q[1] + q[2]);
    for (int i = 0; i < 2; ++i) {
        kids[i].count = 1;
        kids[i].code[0].level = UINT32_MAX;
        if (parts[i] && (!run->deep || larger == (i == 1)))
            run->side[i]->type->open(run->side[i], *code[i], &kids[i]);
    }
}

// Certificates of pairs of parts at several times after a probe; see collide__motion_left.
typedef struct collide__reach_fan {
    double tau[COLLIDE__REACH_TIMES], same[COLLIDE__REACH_TIMES];
    double of[2][COLLIDE__REACH_TIMES][COLLIDE__REACH_KIDS];
} collide__reach_fan;

static void collide__reach_spread(const collide__reach_run *run, const collide__motion_probe *at,
                                  const collide__reach_kids *kids, collide__reach_fan *fan) {
    const collide__motion_state *s = &run->s;
    const collide__motion_bound bound = collide__motion_bound_of(s, at);
    double tau = run->limit - at->t;
    for (int n = COLLIDE__REACH_TIMES - 1; n >= 0; --n, tau *= 0.5) {
        tau = n ? tau : 0;
        const collide__dvec3 k = collide__dadd(at->n, tau, bound.m);
        const double wide = 1 + collide__dmul(tau, bound.lean + s->spins);
        const double curve = bound.curve + collide__dmul(bound.cube, tau);
        const double pad = collide__dmul(run->side[0]->pad + run->side[1]->pad, 2 * wide);
        double left = -collide__ddot(k, at->d) - collide__dmul(tau, collide__ddot(at->n, s->w));
        if (s->pair.radius > 0)
            left = left - collide__dmul(s->pair.radius, collide__sqrt(collide__ddot(k, k)));
        left = left - collide__dmul(collide__dmul(tau, tau), curve);
        left =
            left - (collide__dmul(at->slack, wide) + pad) -
            collide__dmul(collide__dmul(s->speed + s->swing, tau), 1.4210854715202004e-14); // 2^-46
        fan->tau[n] = tau;
        fan->same[n] = left;
        for (int i = 0; i < 2; ++i)
            collide__reach_along(run, i, &kids[i], collide__dadd(k, tau, bound.turn[i]),
                                 fan->of[i][n]);
    }
}

// Until when parts i of a and j of b are free. They must be apart at the probe: a certificate that
// is below 0 there says nothing of what comes before it rises.
static double collide__reach_free(const collide__reach_fan *fan, uint32_t i, uint32_t j) {
    double after = 0;
    if (!(fan->same[0] - fan->of[0][0][i] - fan->of[1][0][j] >= 0))
        return 0;
    for (int n = COLLIDE__REACH_TIMES - 1; n >= 0; --n) {
        const double left = fan->same[n] - fan->of[0][n][i] - fan->of[1][n][j];
        if (!(left >= 0)) {
            after = left;
            continue;
        }
        if (n == COLLIDE__REACH_TIMES - 1)
            return fan->tau[n];
        // Below a chord; after is not above 0, or no number.
        const double way =
            collide__dmul(fan->tau[n + 1] - fan->tau[n], collide__ddiv(left, left - after));
        return way > 0 ? collide__dmul(fan->tau[n] + way, COLLIDE__MOTION_LESS) : fan->tau[n];
    }
    return 0;
}

COLLIDE__NOINLINE void collide__reach_open(collide__reach_run *run, const collide__motion_probe *at,
                                           const collide__reach_task *task) {
    collide__reach_kids kids[2];
    collide__reach_fan fan;
    collide__reach_task next;
    const uint32_t begin = run->depth;
    collide__reach_kids_of(run, task, kids);
    if (!run->pieces)
        collide__reach_spread(run, at, kids, &fan);
    for (uint32_t i = 0; i < kids[0].count; ++i)
        for (uint32_t j = 0; j < kids[1].count; ++j) {
            next.free = run->pieces ? task->free : at->t + collide__reach_free(&fan, i, j);
            if (collide__reach_late(run, &next))
                continue;
            next.a = kids[0].code[0].level == UINT32_MAX ? task->a : kids[0].code[i];
            next.b = kids[1].code[0].level == UINT32_MAX ? task->b : kids[1].code[j];
            collide__reach_put(run, &next);
        }
    if (run->deep) // the first of them is asked first
        for (uint32_t i = begin + 1; i < run->depth; ++i) {
            next = run->stack[i];
            uint32_t to = i;
            for (; to > begin && run->stack[to - 1].free < next.free; --to)
                run->stack[to] = run->stack[to - 1];
            run->stack[to] = next;
        }
}

// ---- the search

// Follows a pair of parts until it is free, or others are first, or it is near enough to be opened.
static void collide__reach_step(collide__reach_run *run, collide__reach_task task) {
    collide__motion_state *s = &run->s;
    const bool final = task.a.level & task.b.level & COLLIDE__REACH_FINAL;
    collide__motion_probe at;
    if (!collide__reach_bodies(run, &task, run->limit))
        return;
    const double open = collide__dmul(s->sizes, final         ? 0.001953125    // 2^-9
                                                : run->pieces ? 0.03125        // 2^-5
                                                              : 0.0009765625); // 2^-10
    for (;;) {
        ++run->probes;
        if (run->pieces || !collide__faces_look(s, &at, s->free_to))
            collide__motion_look(s, &at, s->free_to, NULL, 0);
        if (!(at.lo > 0))
            break;
        const double free =
            s->free_to + collide__motion_free(s, &at, 1, run->limit - s->free_to).free;
        if (free >= run->limit)
            return;
        const bool stop =
            at.lo <= open || !(free > s->free_to) || run->probes > COLLIDE__REACH_PROBES;
        if (!stop || run->pieces)
            s->free_to = task.free = free;
        if (stop)
            break;
        if (!run->deep && run->count > 0 && run->heap[0].free < free) {
            collide__reach_put(run, &task);
            return;
        }
    }
    if (final && run->side[1]->type->ask)
        run->side[1]->type->ask(run, &task);
    else if (final)
        collide__reach_final(run, &task);
    else
        collide__reach_open(run, &at, &task);
}

static void collide__reach_ask(collide__reach_run *run, const collide__reach_task *task) {
    COLLIDE__WORK(1);
    if (collide__reach_late(run, task))
        return;
    if (run->probes <= COLLIDE__REACH_PROBES) {
        collide__reach_step(run, *task);
    } else if (task->free < run->spent) { // it is not looked into
        run->spent = task->free;
        run->last = *task;
    }
}

// Best first, and depth first where there is no more room.
static void collide__reach_go(collide__reach_run *run, collide__reach_task task) {
    for (;;) {
        run->deep = run->count + (run->pieces ? 17 : 64) > COLLIDE__REACH_HEAP;
        collide__reach_ask(run, &task);
        while (run->depth > 0) {
            const collide__reach_task next = run->stack[--run->depth];
            collide__reach_ask(run, &next);
        }
        if (run->count == 0)
            return;
        task = collide__reach_take(run);
    }
}

// The first final parts of a pair.
static void collide__reach_descend(collide__reach_run *run, collide__reach_task *task) {
    collide__reach_kids kids;
    for (int i = 0; i < 2; ++i) {
        collide__reach_code *code = i ? &task->b : &task->a;
        while (!(code->level & COLLIDE__REACH_FINAL)) {
            run->side[i]->type->open(run->side[i], *code, &kids);
            if (kids.count == 0)
                return;
            *code = kids.code[0];
        }
    }
}

// Places the pair of the answer at t_lo.
static bool collide__reach_look(collide__reach_run *run, const collide__reach_task *task, double t,
                                collide__motion_probe *at) {
    if (!collide__reach_bodies(run, task, run->t_max))
        return false;
    collide__motion_search_at(&run->s, at, t);
    return true;
}

// Searches all pairs of parts.
static void collide__reach_run_all(collide__reach_run *run, const collide__reach_task *root) {
    collide__motion_probe at;
    run->limit = run->spent = run->window;
    run->count = run->depth = run->probes = 0;
    run->first = run->last = *root;
    collide__bracket_none(&run->best);
    collide__reach_go(run, *root);
    if (!(run->spent < run->limit || run->cut) ||
        (run->best.verdict != COLLIDE_MISS && run->spent >= (double)run->best.t_lo))
        return;
    // The steps, or the window, have ended.
    if (!run->pieces)
        collide__reach_descend(run, &run->last);
    run->best.t_lo = collide__float_down(run->spent);
    run->best.gap = collide__infinity();
    run->best.normal = collide__vec3(0, 0, 1);
    run->first = run->last;
    if (run->best.verdict == COLLIDE_MISS) {
        run->best.verdict = COLLIDE_NEAR;
        run->best.t_hi = collide__float_up(run->t_max);
    }
    if (collide__reach_look(run, &run->last, (double)run->best.t_lo, &at)) {
        run->best.gap = run->pieces ? run->best.gap : collide__float_up(at.hi);
        run->best.normal = collide__dround_zero(run->swapped ? collide__dneg(at.n) : at.n);
    }
}

static void collide__reach_begin(collide__reach_run *run, const collide__reach_side *a,
                                 const collide__reach_side *b, float t_max, float tolerance) {
    run->side[0] = a;
    run->side[1] = b;
    run->pieces = !b->type->reach && b->of;
    run->t_max = run->window = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    run->cut = false;
    run->tolerance = tolerance;
}

static collide__reach_code collide__reach_root(uint32_t level) {
    collide__reach_code r;
    r.i = r.j = 0;
    r.level = level;
    return r;
}

// A shape that moves; false for bad input.
static bool collide__reach_of_shape(collide__reach_side *out, const collide_shape *shape,
                                    const collide_motion *motion) {
    out->type = &collide__reach_single;
    out->of = NULL;
    out->motion = motion;
    out->pad = 0;
    return collide__moving_begin(&out->whole, shape, motion);
}
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TREE, COLLIDE_NO_TERRAIN, COLLIDE_NO_CABLE
