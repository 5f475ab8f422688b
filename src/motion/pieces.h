#pragma once
#include "step.h"

// ---- a shape and a body of many pieces in motion -----------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && (!defined(COLLIDE_NO_TERRAIN) || !defined(COLLIDE_NO_CABLE))
// Pieces are squares and faces of terrain, or stretches and parts of cables. What waits is kept in
// the order of the time until which it is proven free of contact. The first of these is followed by
// certificates until another one is first; when it comes near, it is opened, and what it is made of
// inherits its time. Where there is no more room, the search goes on depth first.

#define COLLIDE__PIECE_HEAP 256
#define COLLIDE__PIECE_STACK 160
#define COLLIDE__PIECE_KIDS 16 // no piece has more
#define COLLIDE__PIECE_LOOKS 32768

typedef struct collide__piece {
    double free; // there is no contact before
    uint32_t i, j, kind, more;
} collide__piece;

typedef struct collide__pieces collide__pieces;

// body   makes the body of a piece and says of which kind of shape it is; false if it has none
// last   whether a piece has no others
// open   puts what a piece is made of
// ask    finds the first contact of a last piece, from its time on
typedef struct collide__piece_type {
    bool (*body)(const collide__pieces *run, const collide__piece *piece, collide__moving *out,
                 uint32_t *kind);
    bool (*last)(const collide__pieces *run, const collide__piece *piece);
    void (*open)(collide__pieces *run, const collide__piece *piece);
    void (*ask)(collide__pieces *run, const collide__piece *piece);
} collide__piece_type;

struct collide__pieces {
    const collide__piece_type *type;
    const void *of; // terrain, or a cable
    collide__piece heap[COLLIDE__PIECE_HEAP], stack[COLLIDE__PIECE_STACK];
    uint32_t count, depth, looks;
    bool deep, swapped;           // new pieces go to the stack; the shape is the second body
    const collide_motion *motion; // of the pieces
    collide__moving shape, box;   // the shape; a box or a point with the motion of the pieces
    uint32_t kind;                // of the shape
    collide__motion_state s;
    double t_max, window; // the search ends at the second of these
    bool cut;             // before all is known
    double limit, spent;  // limit: of a proven contact; nothing is proven after spent
    double low;           // nothing comes lower
    float tolerance;
    collide_bracket best;
    collide__piece first, last; // the piece of best, and one that was not asked
};

// ---- the order

// Whether a piece comes after a contact, or after the end. At the time 0 there may be one in any
// piece, until one is found.
static bool collide__piece_late(const collide__pieces *run, const collide__piece *piece) {
    return piece->free >= run->limit && (piece->free > 0 || run->best.verdict == COLLIDE_HIT);
}

static void collide__piece_put(collide__pieces *run, const collide__piece *piece) {
    if (collide__piece_late(run, piece))
        return;
    if (run->deep) {
        run->stack[run->depth++] = *piece;
        return;
    }
    uint32_t at = run->count++;
    for (; at > 0 && piece->free < run->heap[(at - 1) / 2].free; at = (at - 1) / 2)
        run->heap[at] = run->heap[(at - 1) / 2];
    run->heap[at] = *piece;
}

static collide__piece collide__piece_take(collide__pieces *run) {
    const collide__piece first = run->heap[0], last = run->heap[--run->count];
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

// The body of a box, for the motion and the axes of run->box. lost bounds the numbers that cancel
// in its place.
static void collide__piece_box(const collide__pieces *run, const double *lo, const double *hi,
                               double lost, collide__moving *out) {
    const collide_motion *motion = run->motion;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 middle = {collide__dmul(0.5, lo[0] + hi[0]),
                                   collide__dmul(0.5, lo[1] + hi[1]),
                                   collide__dmul(0.5, lo[2] + hi[2])};
    const collide__dvec3 from = collide__dsub(motion->pose.position, motion->pivot);
    *out = run->box;
    out->start.size = 0;
    for (int i = 0; i < 3; ++i) {
        out->half[i] = collide__dmul(0.5, hi[i] - lo[i]);
        out->start.p[i] = collide__dadd(zero, out->half[i], out->edge[i]);
        out->start.size += collide__dmul(3.5, out->half[i]);
    }
    out->start.p[3] = zero;
    out->base = collide__dadd(from, 1, collide__dturn(&motion->pose, middle));
    out->size = collide__dsum_abs(out->base) + out->start.size;
    out->start.size += lost;
    out->rho = out->rate > 0 ? collide__moving_rho(out) : 0;
    out->now = out->start;
    out->at = out->base;
}

// The body of the hull of one to four points, relative to origin, and a radius.
static void collide__piece_points(const collide__pieces *run, collide__dvec3 origin,
                                  const collide__dvec3 *p, uint32_t n, double radius, double lost,
                                  collide__moving *out) {
    const collide_pose *pose = &run->motion->pose;
    const collide__dvec3 from = collide__dsub(pose->position, run->motion->pivot);
    collide__core *c = &out->start;
    *out = run->box;
    c->kind = COLLIDE__CORE_POINTS;
    c->count = n;
    c->radius = radius;
    c->size = 0;
    for (uint32_t i = 0; i < n; ++i) {
        c->p[i] = collide__dturn(pose, collide__dadd(p[i], -1, p[0]));
        c->size = collide__dmax(collide__dsum_abs(c->p[i]), c->size);
    }
    out->base = collide__dadd(collide__dadd(from, 1, collide__dturn(pose, origin)), 1,
                              collide__dturn(pose, p[0]));
    c->size = collide__dmul(c->size, 1.75);
    out->size = collide__dsum_abs(out->base) + c->size;
    c->size += lost;
    out->rho = out->rate > 0 ? collide__moving_rho(out) : 0;
    out->now = *c;
    out->at = out->base;
}

// Begins with a body of a kind of shape, in the order that closed forms take.
static void collide__piece_pair(collide__pieces *run, const collide__moving *body, uint32_t kind,
                                double from, double t_max) {
    run->swapped = collide__motion_rank(run->kind) > collide__motion_rank(kind);
    run->s.body[run->swapped] = run->shape;
    run->s.body[!run->swapped] = *body;
    collide__motion_begin(&run->s, t_max, run->tolerance);
    run->s.free_to = from;
}

static bool collide__piece_begin(collide__pieces *run, const collide__piece *piece, double t_max) {
    collide__moving body;
    uint32_t kind;
    if (!run->type->body(run, piece, &body, &kind))
        return false;
    collide__piece_pair(run, &body, kind, piece->free, t_max);
    return true;
}

// ---- contacts

// The first contact of the pair in hand, from free_to on.
static void collide__piece_contact(collide__pieces *run, collide_bracket *t) {
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
            t->t_lo = t->t_hi < from ? t->t_hi : from;
    }
    if (run->swapped)
        t->normal = collide__vec3(-t->normal.x, -t->normal.y, -t->normal.z);
    run->looks += 1 + (uint32_t)s->looks;
}

// Takes the bracket of a piece into account.
static void collide__piece_found(collide__pieces *run, const collide_bracket *t,
                                 const collide__piece *piece) {
    collide_bracket *best = &run->best;
    const bool hit = t->verdict == COLLIDE_HIT, before = best->verdict == COLLIDE_HIT;
    const float end = !hit ? best->t_hi : before ? collide__min2(t->t_hi, best->t_hi) : t->t_hi;
    if (t->verdict == COLLIDE_MISS)
        return;
    if (best->verdict == COLLIDE_MISS || t->t_lo < best->t_lo) {
        run->best = *t;
        run->first = *piece;
    }
    best->verdict = hit || before ? COLLIDE_HIT : COLLIDE_NEAR;
    best->t_hi = hit || before ? end : collide__float_up(run->t_max);
    if (hit && (double)end < run->limit)
        run->limit = (double)end;
}

// ---- the search

// Follows a piece until it is free, or another one is first, or it is near.
static void collide__piece_follow(collide__pieces *run, collide__piece piece) {
    collide__motion_state *s = &run->s;
    collide__motion_probe at;
    if (!collide__piece_begin(run, &piece, run->limit))
        return;
    const bool last = run->type->last(run, &piece);
    const double open = collide__dmul(s->sizes, last ? 0.001953125 : 0.03125); // 2^-9, 2^-5
    for (;;) {
        ++run->looks;
        collide__motion_look(s, &at, s->free_to, NULL, 0);
        if (!(at.lo > 0))
            break;
        const double free =
            s->free_to + collide__motion_free(s, &at, 1, run->limit - s->free_to).free;
        if (free >= run->limit)
            return;
        const bool stays = !(free > s->free_to);
        s->free_to = piece.free = free;
        if (at.lo <= open || stays || run->looks > COLLIDE__PIECE_LOOKS)
            break;
        if (!run->deep && run->count > 0 && run->heap[0].free < free) {
            collide__piece_put(run, &piece);
            return;
        }
    }
    if (last)
        run->type->ask(run, &piece);
    else
        run->type->open(run, &piece);
}

static void collide__piece_next(collide__pieces *run, const collide__piece *piece) {
    COLLIDE__WORK(1);
    if (collide__piece_late(run, piece))
        return;
    if (run->looks <= COLLIDE__PIECE_LOOKS) {
        collide__piece_follow(run, *piece);
    } else if (piece->free < run->spent) {
        run->spent = piece->free;
        run->last = *piece;
    }
}

// Best first, and depth first where there is no more room.
static void collide__pieces_search(collide__pieces *run, collide__piece piece) {
    run->limit = run->spent = run->window;
    run->count = run->depth = run->looks = 0;
    run->first = run->last = piece;
    collide__bracket_none(&run->best);
    for (;;) {
        run->deep = run->count + COLLIDE__PIECE_KIDS + 1 > COLLIDE__PIECE_HEAP;
        collide__piece_next(run, &piece);
        while (run->depth > 0) {
            const collide__piece next = run->stack[--run->depth];
            collide__piece_next(run, &next);
        }
        if (run->count == 0)
            break;
        piece = collide__piece_take(run);
    }
}

// The looks, or the window, ended before all was proven: nothing is known from the time spent on.
static void collide__pieces_end(collide__pieces *run) {
    collide_bracket *best = &run->best;
    collide__motion_probe at;
    if (!(run->spent < run->limit || run->cut) ||
        (best->verdict != COLLIDE_MISS && run->spent >= (double)best->t_lo))
        return;
    best->t_lo = collide__float_down(run->spent);
    best->gap = collide__infinity();
    best->normal = collide__vec3(0, 0, 1);
    run->first = run->last;
    if (best->verdict == COLLIDE_MISS) {
        best->verdict = COLLIDE_NEAR;
        best->t_hi = collide__float_up(run->t_max);
    }
    if (!collide__piece_begin(run, &run->last, run->t_max))
        return;
    collide__motion_search_at(&run->s, &at, (double)best->t_lo);
    best->normal = collide__dround_zero(run->swapped ? collide__dneg(at.n) : at.n);
}
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TERRAIN, COLLIDE_NO_CABLE
