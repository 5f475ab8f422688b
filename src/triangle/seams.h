#pragma once
#include "../base/closest.h"
#include "../base/contacts.h"
#include "../base/work.h"
#include "contacts.h"
#include "triangle.h"

// ---- contacts of surfaces, patch by patch ----------------------------------------------------
#if !defined(COLLIDE_NO_TRIANGLE) && (!defined(COLLIDE_NO_TREE) || !defined(COLLIDE_NO_OCTREE))
// Where two surfaces cross, their triangles cross in segments, which form loops. A patch holds the
// pairs of a loop: pairs that share a triangle. It is parted along one normal if that lets all of
// its pairs go, else along up to three, each for the pairs that it lets go.
//
//       |   a   |                 the loop, from above         a pair, along the normal
//       |       |                     p _______ q                   | wall of a
//   ____p_______q____ b                |       |                ____|________ face of b
//       '-------'                      |_______|                    |  depth: from the lower end
//                                                                   '  of the wall to the face
//
// Candidates for the normal are the vector area of the loop, and the faces that most of the loop
// lies on. Of a pair, the steeper triangle is clipped by the prism over the flatter one, and behind
// it; the corners of what is left are contacts, whose depth is measured along the normal. So depths
// are local, and none belongs to two walls that cross. Triangles inside of the loop cross nothing:
// the vertex of either surface that lies deepest there makes another contact.

#define COLLIDE__SEAM_PAIRS 256
#define COLLIDE__SEAM_FACES 6
#define COLLIDE__SEAM_TRIES 3
#define COLLIDE__SEAM_ROUNDS 3
#define COLLIDE__SEAM_SLOTS 9
#define COLLIDE__SEAM_DONE UINT16_MAX
#define COLLIDE__SEAM_TRIED 16
#define COLLIDE__SEAM_EFFORT 1048576 // triangles that searches inside of loops may visit, at most
#define COLLIDE__SEAM_REFILL 32768   // what comes anew with each lot of pairs

// A triangle with its unit normal.
typedef struct collide__seam_triangle {
    collide__dvec3 v[3], normal;
    uint32_t number;
} collide__seam_triangle;

typedef bool (*collide__seam_visitor)(void *user, const collide_triangle *t, uint32_t number);

// Two surfaces in one frame, read through functions: a pair's triangles; and calls visit for all
// triangles of a or b that may reach into a box.
typedef struct collide__surfaces {
    void (*pair)(const void *user, collide_pair pair, collide_triangle *a, collide_triangle *b,
                 collide_pair *numbers);
    void (*near_box)(const void *user, bool of_b, const collide_aabb *box,
                     collide__seam_visitor visit, void *visitor);
    const void *user;
    collide__dvec3 middle; // of all of a
    bool solid;            // both are closed, so that their windings tell in from out
} collide__surfaces;

// Pairs under way, and where contacts go: to a buffer with a stride, in the space of a pose.
typedef struct collide__seams {
    collide__surfaces of;
    const collide_pose *pose;
    void *contacts;
    size_t stride, capacity, count;
    unsigned n;
    uint32_t effort; // left for searches inside of loops
    uint16_t *root;
    collide_pair pair[COLLIDE__SEAM_PAIRS];
} collide__seams;

// Two triangles that cross.
typedef struct collide__seam_pair {
    collide__seam_triangle a, b;
    collide__dvec3 on_a[2], on_b[2]; // the ends of both on their line
    collide__dvec3 from, to;         // what they have in common, along normal of a x normal of b
    double weight;                   // its length, and a little for pairs that touch in a point
} collide__seam_pair;

// A round of a patch.
typedef struct collide__seam {
    collide__dvec3 low, high, middle;
    double span, weight; // of all
    collide__dvec3 area, lean;
    double open;                              // how far the loop is from closed
    collide__dvec3 face[COLLIDE__SEAM_FACES]; // a normal from b to a
    double share[COLLIDE__SEAM_FACES];        // the weight of its pairs
    bool of_b[COLLIDE__SEAM_FACES];
} collide__seam;

// What a normal does to a patch.
typedef struct collide__seam_try {
    collide__dvec3 normal;
    bool two_sided; // it points against the windings
    double depth;   // the deepest of the pairs that it parts
    double score;
} collide__seam_try;

// ---- pairs -----------------------------------------------------------------------------------

static bool collide__seam_triangle_of(const collide_triangle *t, uint32_t number,
                                      collide__seam_triangle *out) {
    for (int i = 0; i < 3; ++i)
        out->v[i] = collide__dvec3_of(t->v[i]);
    out->number = number;
    return collide__unit_normal(t, &out->normal);
}

// Reads pair i; false if it crosses in no line.
COLLIDE__NOINLINE bool collide__seam_pair_of(const collide__seams *s, unsigned i,
                                             collide__seam_pair *x) {
    collide__vertices t;
    collide__crossing c;
    collide_triangle p, q;
    collide_pair number;
    int side[2][3];
    s->of.pair(s->of.user, s->pair[i], &p, &q, &number);
    if (!collide__seam_triangle_of(&p, number.a, &x->a) ||
        !collide__seam_triangle_of(&q, number.b, &x->b) ||
        collide__relate(&t, &p, &q, false, side, &c) != COLLIDE__CROSSED)
        return false;
    const int(*sides)[3] = (const int(*)[3])side;
    for (int k = 0; k < 2; ++k) {
        x->on_a[k] = collide__crossing_end(&t, &c, sides, false, k + 1);
        x->on_b[k] = collide__crossing_end(&t, &c, sides, true, k + 1);
    }
    x->from = collide__order(&t, &c, 1, 2) < 0 ? x->on_a[0] : x->on_b[1];
    x->to = collide__order(&t, &c, 2, 1) >= 0 ? x->on_a[1] : x->on_b[0];
    collide__dvec3 along = collide__dadd(x->to, -1, x->from);
    if (collide__ddot(along, collide__dcross(x->a.normal, x->b.normal)) < 0) {
        const collide__dvec3 from = x->from;
        x->from = x->to;
        x->to = from;
    }
    double size = 0;
    for (int k = 1; k < 3; ++k)
        size += collide__dsum_abs(collide__dadd(x->a.v[k], -1, x->a.v[0])) +
                collide__dsum_abs(collide__dadd(x->b.v[k], -1, x->b.v[0]));
    x->weight = collide__sqrt(collide__ddot(along, along)) +
                collide__dmul(size, 9.31322574615478515625e-10); // 2^-30
    return true;
}

// How a normal parts a pair. The flatter triangle is a face that a leaves b through, if its normal
// agrees.
typedef struct collide__seam_view {
    bool steep_a; // the steeper one is a's
    bool parts;   // the flatter one has contacts
    double leave; // else: what moves them past each other, at most
} collide__seam_view;

static collide__seam_view collide__seam_view_of(const collide__seam_pair *x,
                                                const collide__seam_try *t) {
    const collide__dvec3 n = t->normal;
    double a = -collide__ddot(x->a.normal, n), b = collide__ddot(x->b.normal, n);
    collide__seam_view view;
    view.steep_a = collide__dabs(b) >= collide__dabs(a);
    const double flat = view.steep_a ? b : a;
    view.parts = (t->two_sided ? collide__dabs(flat) : flat) >= 0.25;
    view.leave = DBL_MAX;
    if (!view.parts && flat > -0.25) {
        const double low =
            collide__dmin(collide__ddot(x->on_a[0], n), collide__ddot(x->on_a[1], n));
        const double high =
            collide__dmax(collide__ddot(x->on_b[0], n), collide__ddot(x->on_b[1], n));
        view.leave = high - low;
    }
    return view;
}

// Clips a polygon of n corners by the half-space of points p with (p - at) . m >= 0. A convex
// polygon gains one corner at most; rounding may make another shape of a sliver, of which 7 corners
// count.
static int collide__seam_cut(collide__dvec3 *p, int n, collide__dvec3 at, collide__dvec3 m) {
    collide__dvec3 cut[8];
    int count = 0;
    for (int i = 0; i < n && count < 7; ++i) {
        const collide__dvec3 u = p[i], v = p[i + 1 < n ? i + 1 : 0];
        const double d = collide__ddot(collide__dadd(u, -1, at), m);
        const double e = collide__ddot(collide__dadd(v, -1, at), m);
        if (d >= 0)
            cut[count++] = u;
        if ((d < 0 && e > 0) || (d > 0 && e < 0))
            cut[count++] = collide__dadd(u, collide__ddiv(d, d - e), collide__dadd(v, -1, u));
    }
    memcpy(p, cut, (size_t)count * sizeof *p);
    return count;
}

// The part of the steeper triangle that lies over or below the flatter one, and behind it; and the
// depth of each corner along the normal.
static int collide__seam_clip(const collide__seam_pair *x, const collide__seam_view *view,
                              collide__dvec3 normal, collide__dvec3 *p, double *depth) {
    const collide__seam_triangle *steep = view->steep_a ? &x->a : &x->b;
    const collide__seam_triangle *flat = view->steep_a ? &x->b : &x->a;
    const double up = collide__ddot(flat->normal, normal), sign = collide__dsign(up);
    // Behind b's face lies what is below it, behind a's what is above.
    const double behind = view->steep_a ? -sign : sign;
    const collide__dvec3 zero = {0, 0, 0};
    int n = 3;
    memcpy(p, steep->v, sizeof steep->v);
    n = collide__seam_cut(p, n, flat->v[0], collide__dadd(zero, behind, flat->normal));
    for (int i = 0; i < 3 && n > 0; ++i) {
        const collide__dvec3 edge = collide__dadd(flat->v[i < 2 ? i + 1 : 0], -1, flat->v[i]);
        n = collide__seam_cut(p, n, flat->v[i],
                              collide__dadd(zero, sign, collide__dcross(normal, edge)));
    }
    for (int i = 0; i < n; ++i)
        depth[i] = collide__ddiv(
            collide__dabs(collide__ddot(collide__dadd(p[i], -1, flat->v[0]), flat->normal)),
            collide__dabs(up));
    return n;
}

// ---- normals ---------------------------------------------------------------------------------

// Adds the weight of a normal to the face that it belongs to. Of all normals with more than a
// seventh of the weight none is missed [Misra].
static void collide__seam_face_add(collide__seam *r, collide__dvec3 normal, bool of_b,
                                   double weight) {
    int least = 0;
    for (int k = 0; k < COLLIDE__SEAM_FACES; ++k) {
        if (r->share[k] > 0 && r->of_b[k] == of_b &&
            collide__ddot(r->face[k], normal) >= 0.9999999) {
            r->share[k] += weight;
            return;
        }
        least = r->share[k] < r->share[least] ? k : least;
    }
    const double gone = collide__dmin(weight, r->share[least]);
    for (int k = 0; k < COLLIDE__SEAM_FACES; ++k)
        r->share[k] -= gone;
    if (weight > gone) {
        r->face[least] = normal;
        r->of_b[least] = of_b;
        r->share[least] = weight - gone;
    }
}

// Sums up the pairs of a patch; false if it has none.
static bool collide__seam_sum(const collide__seams *s, unsigned root, collide__seam *r) {
    collide__seam_pair x;
    collide__dvec3 origin = {0, 0, 0}, end = {0, 0, 0};
    bool any = false;
    memset(r, 0, sizeof *r);
    for (unsigned i = root; i < s->n; ++i) {
        if (s->root[i] != root || !collide__seam_pair_of(s, i, &x))
            continue;
        if (!any)
            r->low = r->high = origin = x.from;
        any = true;
        const collide__dvec3 p = collide__dadd(x.from, -1, origin);
        const collide__dvec3 q = collide__dadd(x.to, -1, origin);
#define COLLIDE__BOUND(x_, p_)                                                                     \
    r->low.x_ = collide__dmin(p_.x_, r->low.x_);                                                   \
    r->high.x_ = collide__dmax(p_.x_, r->high.x_);
        COLLIDE__BOUND(x, x.from)
        COLLIDE__BOUND(y, x.from)
        COLLIDE__BOUND(z, x.from)
        COLLIDE__BOUND(x, x.to)
        COLLIDE__BOUND(y, x.to)
        COLLIDE__BOUND(z, x.to)
#undef COLLIDE__BOUND
        r->area = collide__dadd(r->area, -0.5, collide__dcross(p, q));
        r->lean = collide__dadd(r->lean, x.weight, collide__dadd(x.b.normal, -1, x.a.normal));
        end = collide__dadd(end, 1, collide__dadd(q, -1, p));
        r->weight += x.weight;
        collide__seam_face_add(r, x.b.normal, true, x.weight);
        collide__seam_face_add(r, collide__dneg(x.a.normal), false, x.weight);
    }
    const collide__dvec3 across = collide__dadd(r->high, -1, r->low);
    r->middle = collide__dadd(r->low, 0.5, across);
    r->span = collide__sqrt(collide__ddot(across, across));
    r->open = collide__sqrt(collide__ddot(end, end));
    return any;
}

// How far both surfaces reach along a normal, from the middle of a patch.
typedef struct collide__seam_reach {
    double low_a, high_a, low_b, high_b;
} collide__seam_reach;

static void collide__seam_reach_add(collide__seam_reach *reach, const collide__seam_pair *x,
                                    collide__dvec3 middle, collide__dvec3 normal) {
    for (int k = 0; k < 3; ++k) {
        const double a = collide__ddot(collide__dadd(x->a.v[k], -1, middle), normal);
        const double b = collide__ddot(collide__dadd(x->b.v[k], -1, middle), normal);
        reach->low_a = collide__dmin(a, reach->low_a);
        reach->high_a = collide__dmax(a, reach->high_a);
        reach->low_b = collide__dmin(b, reach->low_b);
        reach->high_b = collide__dmax(b, reach->high_b);
    }
}

// What a normal of a patch is worth: how deep the pairs are that it parts, over their share. True
// if it seems to point the wrong way: the middle of a lies below the loop, and of the crossing
// triangles of a far more than above it, and of b the other way round.
static bool collide__seam_try_run(const collide__seams *s, unsigned root, const collide__seam *r,
                                  collide__seam_try *t) {
    collide__seam_pair x;
    collide__dvec3 p[8];
    double depth[8], parted = 0;
    collide__seam_reach reach = {0, 0, 0, 0};
    t->depth = 0;
    for (unsigned i = root; i < s->n; ++i) {
        if (s->root[i] != root || !collide__seam_pair_of(s, i, &x))
            continue;
        collide__seam_reach_add(&reach, &x, r->middle, t->normal);
        const collide__seam_view view = collide__seam_view_of(&x, t);
        if (!view.parts)
            continue;
        parted += x.weight;
        for (int k = collide__seam_clip(&x, &view, t->normal, p, depth) - 1; k >= 0; --k)
            t->depth = collide__dmax(depth[k], t->depth);
    }
    t->score = parted > 0 ? collide__dmul(t->depth + collide__dmul(r->span, COLLIDE__FACE_SHARE),
                                          collide__ddiv(r->weight, parted))
                          : DBL_MAX;
    return !s->of.solid &&
           collide__ddot(collide__dadd(s->of.middle, -1, r->middle), t->normal) < 0 &&
           reach.high_b - reach.low_a > collide__dmul(4, reach.high_a - reach.low_b);
}

// The best normal of a patch: of the faces with the largest shares, which win unless another normal
// is better by some, and of the vector area.
static collide__seam_try collide__seam_best(const collide__seams *s, unsigned root,
                                            collide__seam *r) {
    collide__seam_try best, t;
    const double square = collide__dmul(r->weight, r->weight);
    best.score = DBL_MAX;
    best.normal = r->area;
    const double area = collide__sqrt(collide__ddot(r->area, r->area));
    const bool closed = r->open <= collide__dmul(r->weight, 0.0009765625) &&
                        area >= collide__dmul(square, 0.0009765625); // 2^-10
    for (int k = 0; k <= COLLIDE__SEAM_TRIES; ++k) {
        int most = 0;
        for (int j = 1; j < COLLIDE__SEAM_FACES; ++j)
            most = r->share[j] > r->share[most] ? j : most;
        const double share = k < COLLIDE__SEAM_TRIES ? r->share[most] : 0;
        if (k < COLLIDE__SEAM_TRIES && !(share >= (closed ? 0.125 : 0.75) * r->weight))
            continue;
        t.normal = k < COLLIDE__SEAM_TRIES ? r->face[most] : closed ? r->area : r->lean;
        if (k < COLLIDE__SEAM_TRIES)
            r->share[most] = 0;
        else if (!collide__dnormalize(&t.normal))
            break;
        t.two_sided = false;
        if (collide__seam_try_run(s, root, r, &t)) {
            t.normal = collide__dneg(t.normal);
            t.two_sided = true;
            (void)collide__seam_try_run(s, root, r, &t);
        }
        if (!(best.score < DBL_MAX) || t.score < collide__dmul(0.9375, best.score))
            best = t;
        if (share >= 0.875 * r->weight)
            break;
    }
    return best;
}

// ---- inside of a loop ------------------------------------------------------------------------

// Searches for the vertex of a surface that lies deepest in the other one, within a box.
typedef struct collide__seam_probe {
    collide__seams *s;
    const collide__seam_try *t;
    bool of_b;          // the vertices are b's
    collide__dvec3 out; // the way out of the other surface
    collide_aabb box;
    double least, longest; // along out: what a vertex must lie below; the farthest
    collide__dvec3 from;   // of the column
    double length;         // to the nearest triangle of the other surface
    bool leaves;           // through its front
    uint32_t number;
    collide__dcontact *deepest;
    // Vertices that were asked. Triangles about one tip must not ask it again and again, so it
    // gains weight against others that want its place.
    collide_vec3 tried[COLLIDE__SEAM_TRIED];
    uint16_t weight[COLLIDE__SEAM_TRIED];
} collide__seam_probe;

// Takes from what is left for searches. False if all is spent: then a loop may lack the contact of
// its deepest vertex, but no pair lacks its own.
static bool collide__seam_spend(collide__seams *s, uint32_t effort) {
    const bool left = s->effort > effort;
    s->effort = left ? s->effort - effort : 0;
    return left;
}

// Whether a vertex was asked before, as far as is remembered.
static bool collide__seam_tried(collide__seam_probe *probe, collide_vec3 v) {
    const float sum[3] = {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f};
    uint32_t bits[3];
    memcpy(bits, sum, sizeof bits);
    const uint32_t k =
        ((bits[0] * 0x3c6ef363u) ^ (bits[1] * 0x0bd794efu) ^ (bits[2] * 0x85655c7bu)) >> 28;
    if (probe->weight[k] && collide__same_point(probe->tried[k], v)) {
        probe->weight[k] = (uint16_t)(probe->weight[k] + (probe->weight[k] < UINT16_MAX));
        return true;
    }
    if (probe->weight[k])
        --probe->weight[k];
    if (!probe->weight[k]) {
        probe->tried[k] = v;
        probe->weight[k] = 1;
    }
    return false;
}

static collide_aabb collide__seam_box(collide__dvec3 low, collide__dvec3 high, collide__dvec3 way) {
    collide_aabb box;
#define COLLIDE__REACH(x)                                                                          \
    box.min.x = collide__float_down(low.x + collide__dmin(way.x, 0));                              \
    box.max.x = collide__float_up(high.x + collide__dmax(way.x, 0));
    COLLIDE__REACH(x)
    COLLIDE__REACH(y)
    COLLIDE__REACH(z)
#undef COLLIDE__REACH
    return box;
}

// Finds the nearest triangle on a column.
static bool collide__seam_column(void *user, const collide_triangle *t, uint32_t number) {
    collide__seam_probe *probe = (collide__seam_probe *)user;
    collide__seam_triangle q;
    COLLIDE__WORK(1);
    if (!collide__seam_spend(probe->s, 1))
        return false;
    if (!collide__seam_triangle_of(t, number, &q))
        return true;
    const double up = collide__ddot(q.normal, probe->out), sign = collide__dsign(up);
    if (!(collide__dabs(up) > 0))
        return true;
    const collide__dvec3 at = collide__dadd(q.v[0], -1, probe->from);
    const double length = collide__ddiv(collide__ddot(at, q.normal), up);
    if (!(length >= 0 && length < probe->length))
        return true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(q.v[i < 2 ? i + 1 : 0], -1, q.v[i]);
        const double in = collide__ddot(collide__dadd(probe->from, -1, q.v[i]),
                                        collide__dcross(probe->out, edge));
        if (collide__dmul(in, sign) < 0)
            return true;
    }
    probe->length = length;
    probe->leaves = up > 0 || probe->t->two_sided;
    probe->number = number;
    return true;
}

static bool collide__seam_vertices(void *user, const collide_triangle *t, uint32_t number) {
    collide__seam_probe *probe = (collide__seam_probe *)user;
    const collide__surfaces *of = &probe->s->of;
    COLLIDE__WORK(1);
    if (!collide__seam_spend(probe->s, 1))
        return false;
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 v = t->v[i];
        const collide_aabb *box = &probe->box;
        const collide__dvec3 p = collide__dvec3_of(v), zero = {0, 0, 0};
        const double at = collide__ddot(p, probe->out);
        if (!(at < probe->least && v.x >= box->min.x && v.x <= box->max.x && v.y >= box->min.y &&
              v.y <= box->max.y && v.z >= box->min.z && v.z <= box->max.z) ||
            collide__seam_tried(probe, v))
            continue;
        if (!collide__seam_spend(probe->s, 16)) // for the way down the tree
            return false;
        const collide_aabb column =
            collide__seam_box(p, p, collide__dadd(zero, probe->longest, probe->out));
        probe->from = p;
        probe->length = probe->longest;
        probe->leaves = false;
        of->near_box(of->user, !probe->of_b, &column, collide__seam_column, probe);
        if (!probe->leaves || probe->s->effort == 0)
            continue;
        const collide__dvec3 q = collide__dadd(p, probe->length, probe->out);
        collide__dcontact *c = probe->deepest;
        c->a = probe->of_b ? q : p;
        c->b = probe->of_b ? p : q;
        c->depth = probe->length;
        c->feature_a = probe->of_b ? probe->number : number;
        c->feature_b = probe->of_b ? number : probe->number;
        probe->least = at;
    }
    return true;
}

// The vertex of a, or of b, that lies deepest inside of the loop; false if none lies there.
static bool collide__seam_inside(collide__seams *s, const collide__seam *r,
                                 const collide__seam_try *t, bool of_b, collide__dcontact *out) {
    collide__seam_probe probe;
    const collide__dvec3 zero = {0, 0, 0};
    probe.s = s;
    probe.t = t;
    probe.of_b = of_b;
    probe.out = of_b ? collide__dneg(t->normal) : t->normal;
    probe.longest = r->span;
    probe.least = collide__ddot(r->middle, probe.out) + collide__dmul(0.5, r->span);
    probe.box = collide__seam_box(r->low, r->high, collide__dadd(zero, -0.5 * r->span, probe.out));
    probe.deepest = out;
    memset(probe.weight, 0, sizeof probe.weight);
    out->depth = -1;
    out->normal = t->normal;
    if (r->span > 0)
        s->of.near_box(s->of.user, of_b, &probe.box, collide__seam_vertices, &probe);
    return out->depth >= 0;
}

// ---- contacts of a patch ---------------------------------------------------------------------

// Of all contacts along one normal: those that lie farthest in eight directions across it, and the
// deepest. A contact that is a little farther out does not replace a deeper one.
typedef struct collide__seam_slots {
    collide__dvec3 middle, way[COLLIDE__SEAM_SLOTS];
    collide__dcontact contact[COLLIDE__SEAM_SLOTS];
    double score[COLLIDE__SEAM_SLOTS], tie;
} collide__seam_slots;

static void collide__seam_slots_begin(collide__seam_slots *slots, const collide__seam *r,
                                      collide__dvec3 normal) {
    const double x = collide__dabs(normal.x), y = collide__dabs(normal.y);
    const uint32_t axis = x > y && x > collide__dabs(normal.z) ? 1
                          : y > collide__dabs(normal.z)        ? 2
                                                               : 0; // changes seldom
    collide__dvec3 u = collide__dcross(normal, collide__coordinate_axis(axis));
    collide__dnormalize(&u);
    // Turned by an odd angle, since many edges run along the axes, and all points of an edge across
    // a direction lie equally far out.
    u = collide__dadd(u, 0.21875, collide__dcross(normal, u));
    const collide__dvec3 v = collide__dcross(normal, u), zero = {0, 0, 0};
    slots->middle = r->middle;
    slots->tie = r->span * 0.0000152587890625; // 2^-16
    slots->way[0] = u;
    slots->way[1] = v;
    slots->way[2] = collide__dadd(u, 1, v);
    slots->way[3] = collide__dadd(u, -1, v);
    for (int k = 0; k < 4; ++k)
        slots->way[4 + k] = collide__dneg(slots->way[k]);
    slots->way[8] = zero;
    for (int k = 0; k < COLLIDE__SEAM_SLOTS; ++k)
        slots->score[k] = -DBL_MAX;
}

// Of contacts with nearly the same score the first by its features wins, so that rounding does not
// choose.
static bool collide__seam_before(const collide__dcontact *c, const collide__dcontact *than) {
    return c->feature_a < than->feature_a ||
           (c->feature_a == than->feature_a && c->feature_b < than->feature_b);
}

static void collide__seam_slots_put(collide__seam_slots *slots, const collide__dcontact *c) {
    const collide__dvec3 at = collide__dadd(c->a, -1, slots->middle);
    for (int k = 0; k < COLLIDE__SEAM_SLOTS; ++k) {
        const double score = collide__ddot(at, slots->way[k]) + collide__dmul(4, c->depth);
        const double more = score - slots->score[k];
        if (more > slots->tie ||
            (more >= -slots->tie && collide__seam_before(c, &slots->contact[k]))) {
            slots->score[k] = score;
            slots->contact[k] = *c;
        }
    }
}

// Moves the contacts to the front, the deepest first, one for each place across the normal.
static int collide__seam_slots_sort(collide__seam_slots *slots, double deep_tie, double tie) {
    collide__dcontact *t = slots->contact;
    int n = 0;
    for (int k = 0; k < COLLIDE__SEAM_SLOTS; ++k) {
        const collide__dcontact c = t[k];
        int i = n;
        if (!(slots->score[k] > -DBL_MAX))
            continue;
        for (; i > 0 && t[i - 1].depth < c.depth - deep_tie; --i)
            t[i] = t[i - 1];
        t[i] = c;
        ++n;
    }
    int left = 0;
    for (int k = 0; k < n; ++k) {
        int i = 0;
        for (; i < left; ++i) {
            collide__dvec3 d = collide__dadd(t[k].a, -1, t[i].a);
            d = collide__dadd(d, -collide__ddot(d, t[k].normal), t[k].normal);
            if (collide__ddot(d, d) <= collide__dmul(tie, tie))
                break;
        }
        if (i == left)
            t[left++] = t[k];
    }
    n = collide__dcontacts_reduce(t, left, deep_tie, tie);
    // In an order that does not depend on depths: contacts of one pair keep theirs.
    const collide__dvec3 way = collide__dadd(slots->way[0], 0.375, slots->way[1]);
    for (int k = 1; k < n; ++k) {
        const collide__dcontact c = t[k];
        int i = k;
        for (; i > 0 && collide__ddot(t[i - 1].a, way) < collide__ddot(c.a, way); --i)
            t[i] = t[i - 1];
        t[i] = c;
    }
    return n;
}

// Writes a contact in the space of the pose: where there is room, or in the place of the
// shallowest.
static void collide__seam_out(collide__seams *s, const collide__dcontact *c) {
    collide_contact out, other;
    collide__dvec3 a = c->a, b = c->b, normal = c->normal;
    char *place = (char *)s->contacts;
    if (s->pose) {
        const collide__dvec3 at = collide__dvec3_of(s->pose->position);
        a = collide__dadd(at, 1, collide__dturn(s->pose, a));
        b = collide__dadd(at, 1, collide__dturn(s->pose, b));
        normal = collide__dturn(s->pose, normal);
        collide__dnormalize(&normal);
    }
    if (!(collide__dsum_abs(a) + collide__dsum_abs(b) <= (double)FLT_MAX))
        return; // of a pose that is not rigid, or beyond float
    out.point_a = collide__dround_zero(a);
    out.point_b = collide__dround_zero(b);
    out.normal = collide__dround_zero(normal);
    out.depth = collide__round_zero(collide__dmin(c->depth, (double)FLT_MAX));
    out.feature_a = c->feature_a;
    out.feature_b = c->feature_b;
    if (s->count++ < s->capacity) {
        memcpy(place + (s->count - 1) * s->stride, &out, sizeof out);
        return;
    }
    float least = out.depth;
    size_t at = s->capacity;
    for (size_t i = 0; i < s->capacity; ++i) {
        memcpy(&other, place + i * s->stride, sizeof other);
        at = other.depth < least ? i : at;
        least = other.depth < least ? other.depth : least;
    }
    if (at < s->capacity)
        memcpy(place + at * s->stride, &out, sizeof out);
}

// The contacts of the pairs that a normal parts. These pairs are done, and those that get past each
// other nearby. Returns whether all are.
static bool collide__seam_gather(collide__seams *s, unsigned root, const collide__seam *r,
                                 const collide__seam_try *t, collide__seam_slots *slots) {
    collide__seam_pair x;
    collide__dvec3 p[8];
    collide__dcontact c;
    double depth[8];
    bool all = true;
    c.normal = t->normal;
    for (unsigned i = root; i < s->n; ++i) {
        if (s->root[i] != root)
            continue;
        s->root[i] = COLLIDE__SEAM_DONE;
        if (!collide__seam_pair_of(s, i, &x))
            continue;
        const collide__seam_view view = collide__seam_view_of(&x, t);
        if (!view.parts) {
            if (view.leave <=
                collide__dmul(4, t->depth) + collide__dmul(r->span, COLLIDE__FACE_SHARE))
                continue;
            s->root[i] = (uint16_t)root;
            all = false;
            continue;
        }
        c.feature_a = x.a.number;
        c.feature_b = x.b.number;
        const int n = collide__seam_clip(&x, &view, t->normal, p, depth);
        for (int k = 0; k < n; ++k) {
            const double way = view.steep_a ? depth[k] : -depth[k];
            const collide__dvec3 other = collide__dadd(p[k], way, t->normal);
            c.a = view.steep_a ? p[k] : other;
            c.b = view.steep_a ? other : p[k];
            c.depth = depth[k];
            collide__seam_slots_put(slots, &c);
        }
    }
    return all;
}

// One round of a patch; false if nothing is left for another one.
static bool collide__seam_round(collide__seams *s, unsigned root, bool first) {
    collide__seam r;
    collide__seam_slots slots;
    collide__dcontact c;
    if (!collide__seam_sum(s, root, &r))
        return false;
    const collide__seam_try t = collide__seam_best(s, root, &r);
    if (!(t.score < DBL_MAX))
        return false;
    collide__seam_slots_begin(&slots, &r, t.normal);
    const bool all = collide__seam_gather(s, root, &r, &t, &slots);
    for (int k = 0; k < 2 && all && first; ++k)
        if (collide__seam_inside(s, &r, &t, k == 1, &c))
            collide__seam_slots_put(&slots, &c);
    const int n = collide__seam_slots_sort(&slots, r.span * 0.000244140625, // 2^-12
                                           r.span * 0.015625);              // 2^-6
    for (int k = 0; k < n; ++k)
        collide__seam_out(s, &slots.contact[k]);
    return !all;
}

// Finds the patches of the pairs that are there, and their contacts.
COLLIDE__NOINLINE void collide__seams_end(collide__seams *s) {
    uint16_t root[COLLIDE__SEAM_PAIRS];
    s->root = root;
    s->effort = s->effort + COLLIDE__SEAM_REFILL < COLLIDE__SEAM_EFFORT
                    ? s->effort + COLLIDE__SEAM_REFILL
                    : COLLIDE__SEAM_EFFORT;
    for (unsigned i = 0; i < s->n; ++i) {
        root[i] = (uint16_t)i;
        COLLIDE__WORK(i);
        for (unsigned j = 0; j < i; ++j) {
            const uint16_t p = root[i], q = root[j], least = p < q ? p : q;
            if (p == q || (s->pair[i].a != s->pair[j].a && s->pair[i].b != s->pair[j].b))
                continue;
            for (unsigned k = 0; k <= i; ++k)
                root[k] = root[k] == p || root[k] == q ? least : root[k];
        }
    }
    for (unsigned i = 0; i < s->n; ++i)
        if (root[i] == i)
            for (int k = 0; k < COLLIDE__SEAM_ROUNDS && collide__seam_round(s, i, k == 0);)
                ++k;
    s->root = NULL;
    s->n = 0;
}

static void collide__seams_begin(collide__seams *s, const collide_pose *pose, void *contacts,
                                 size_t stride, size_t capacity) {
    s->pose = pose;
    s->contacts = contacts;
    s->stride = stride;
    s->capacity = capacity;
    s->count = 0;
    s->n = 0;
    s->effort = COLLIDE__SEAM_EFFORT;
}
#undef COLLIDE__SEAM_FACES
#undef COLLIDE__SEAM_TRIES
#undef COLLIDE__SEAM_ROUNDS
#undef COLLIDE__SEAM_SLOTS
#undef COLLIDE__SEAM_DONE
#undef COLLIDE__SEAM_TRIED
#undef COLLIDE__SEAM_EFFORT
#undef COLLIDE__SEAM_REFILL
#endif // COLLIDE_NO_TRIANGLE, COLLIDE_NO_TREE, COLLIDE_NO_OCTREE
