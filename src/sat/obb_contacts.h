#pragma once
#include "../base/closest.h"
#include "../base/contacts.h"
#include "../base/features.h"
#include "single.h"

// ---- contacts of two OBBs --------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT
// All points are relative to the centre of a. The face that clips has the coordinates u and v of
// its box. A point of the face that it clips is center + s * across[0] + t * across[1], where s and
// t are in [-1, 1].

typedef struct collide__box_pair {
    collide__dbox box[2];
    collide__dvec3 d;       // the centre of b
    double at[2][3];        // d along the axes of a and of b
    double r[2][3][3];      // of the axes of a in those of b, and of b in those of a
    collide__dvec3 hint;    // undefined if hinted is 0
    double share, hinted;   // what a face and the hint are worth
    double near_by, margin; // beside a face, and above it
    double tie;             // of lengths
    double rounded;         // more than rounding moves points
} collide__box_pair;

// Prepares a pair. Returns a number that is not finite if the input is not.
static double collide__box_pair_of(collide__box_pair *p, const collide_obb *a, const collide_obb *b,
                                   const collide_contact_options *options) {
    double finite = 0, size[2];
    p->box[0] = collide__dbox_of(a);
    p->box[1] = collide__dbox_of(b);
    p->d = collide__dsub(b->center, a->center);
    for (int i = 0; i < 3; ++i) {
        p->at[0][i] = collide__ddot(p->d, p->box[0].axis[i]);
        p->at[1][i] = collide__ddot(p->d, p->box[1].axis[i]);
        for (int j = 0; j < 3; ++j) {
            const double r = collide__ddot(p->box[0].axis[i], p->box[1].axis[j]);
            p->r[0][i][j] = p->r[1][j][i] = r;
            finite += collide__dabs(r);
        }
        finite += collide__dabs(p->at[0][i]) + collide__dabs(p->at[1][i]);
    }
    for (int k = 0; k < 2; ++k)
        size[k] = (p->box[k].half[0] + p->box[k].half[1]) + p->box[k].half[2];
    p->share = collide__dmul(size[0] < size[1] ? size[0] : size[1], COLLIDE__FACE_SHARE);
    p->near_by = 0.5 * p->share;
    const double away = collide__sqrt(collide__ddot(p->d, p->d));
    p->rounded = collide__dmul(4.76837158203125e-7, away + (size[0] + size[1])); // 2^-21
    p->tie = collide__dmax(collide__dmul(0.0078125, p->near_by), p->rounded);
    p->margin = (double)collide__contact_margin(options);
    p->hinted = 0;
    if (options && collide__finite3(options->hint)) {
        p->hint = collide__dvec3_of(options->hint);
        p->hinted = collide__ddot(p->hint, p->hint) > 0 ? p->share : 0;
    }
    return finite + (size[0] + size[1]);
}

// ---- the axis

// The gaps along all axes, of edge axes times the length of the axis, which is at most 1.
typedef struct collide__box_choice {
    double gap[15];
    uint32_t axis;        // the one that is worth most
    double worth, widest; // of this axis; the largest gap, if it is positive
} collide__box_choice;

// The gap along the axis of edge j of b, whose other axes are m and n, and the edge of a whose
// other axes are h and k. As in the definition, so that it holds for edges that are nearly
// parallel.
COLLIDE__FORCE_INLINE double collide__box_edge_gap(const collide__box_pair *p, uint32_t h,
                                                   uint32_t k, uint32_t j, uint32_t m, uint32_t n,
                                                   const double *minor) {
    const double *a = p->box[0].half, *b = p->box[1].half;
    const double c1 = p->r[0][h][j], c2 = p->r[0][k][j];
    const double position = collide__dmul(c1, p->at[0][k]) - collide__dmul(c2, p->at[0][h]);
    return collide__dabs(position) -
           ((collide__dmul(a[h], collide__dabs(c2)) + collide__dmul(a[k], collide__dabs(c1))) +
            (collide__dmul(b[m], minor[n]) + collide__dmul(b[n], minor[m])));
}

static void collide__box_gaps(const collide__box_pair *p, double *gap) {
    const double *a = p->box[0].half, *b = p->box[1].half;
    double size[3][3];
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t j = 0; j < 3; ++j)
            size[i][j] = collide__dabs(p->r[0][i][j]);
        gap[i] = collide__dabs(p->at[0][i]) -
                 (a[i] + ((collide__dmul(b[0], size[i][0]) + collide__dmul(b[1], size[i][1])) +
                          collide__dmul(b[2], size[i][2])));
    }
    for (uint32_t j = 0; j < 3; ++j)
        gap[3 + j] = collide__dabs(p->at[1][j]) -
                     (b[j] + ((collide__dmul(a[0], size[0][j]) + collide__dmul(a[1], size[1][j])) +
                              collide__dmul(a[2], size[2][j])));
    for (uint32_t i = 0, h = 1, k = 2; i < 3; h = k, k = i++) {
        const double *u = p->r[0][h], *v = p->r[0][k];
        const double minor[3] = {
            collide__dabs(collide__dmul(u[1], v[2]) - collide__dmul(v[1], u[2])),
            collide__dabs(collide__dmul(u[2], v[0]) - collide__dmul(v[2], u[0])),
            collide__dabs(collide__dmul(u[0], v[1]) - collide__dmul(v[0], u[1]))};
        gap[6 + 3 * i] = collide__box_edge_gap(p, h, k, 0, 1, 2, minor);
        gap[7 + 3 * i] = collide__box_edge_gap(p, h, k, 1, 2, 0, minor);
        gap[8 + 3 * i] = collide__box_edge_gap(p, h, k, 2, 0, 1, minor);
    }
}

// The unit normal of an axis, from b to a.
static collide__dvec3 collide__box_normal(const collide__box_pair *p, uint32_t axis) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__dvec3 n = zero;
    if (axis < 6) {
        n = p->box[axis / 3].axis[axis % 3];
    } else {
        const uint32_t i = (axis - 6) / 3, j = (axis - 6) % 3;
        const uint32_t h = i < 2 ? i + 1 : 0, k = h < 2 ? h + 1 : 0;
        n = collide__dadd(collide__dadd(zero, p->r[0][h][j], p->box[0].axis[k]), -p->r[0][k][j],
                          p->box[0].axis[h]);
    }
    if (collide__ddot(p->d, n) >= 0)
        n = collide__dneg(n);
    (void)collide__dnormalize(&n);
    return n;
}

// What the hint adds to an axis.
static double collide__box_hinted(const collide__box_pair *p, uint32_t axis, double hinted) {
    return hinted > 0 && collide__ddot(collide__box_normal(p, axis), p->hint) > 0.9921875
               ? hinted // above: 1 - 2^-7
               : 0;
}

// Chooses the axis with the largest gap, with a bonus for faces and for the axis of the hint. The
// faces of b come first, so that two which face each other do not take turns.
static void collide__box_choose(const collide__box_pair *p, double share, double hinted,
                                collide__box_choice *c) {
    uint32_t edge[9], edges = 0, best = 3;
    double most = -DBL_MAX, widest = -DBL_MAX;
    for (uint32_t k = 0; k < 6; ++k) {
        const uint32_t i = k < 3 ? k + 3 : k - 3;
        const double worth =
            (c->gap[i] + (k < 3 ? share : 0.875 * share)) + collide__box_hinted(p, i, hinted);
        best = worth > most ? i : best;
        most = collide__dmax(worth, most);
        widest = collide__dmax(c->gap[i], widest);
    }
    // Most edge axes are worth less whatever their length, and need no square root.
    const double least = collide__dmin(most - hinted, 0);
    for (uint32_t i = 6; i < 15; ++i) {
        edge[edges] = i;
        edges += (uint32_t)(c->gap[i] > least);
    }
    for (uint32_t e = 0; e < edges; ++e) {
        const uint32_t i = (edge[e] - 6) / 3, j = (edge[e] - 6) % 3, h = i < 2 ? i + 1 : 0;
        const double c1 = p->r[0][h][j], c2 = p->r[0][h < 2 ? h + 1 : 0][j];
        const double square = collide__dmul(c1, c1) + collide__dmul(c2, c2);
        // Of edges that are parallel within 2^-20 the faces say all.
        if (!(square > 9.094947017729282e-13))
            continue;
        const double gap = collide__ddiv(c->gap[edge[e]], collide__sqrt(square));
        const double worth = gap + collide__box_hinted(p, edge[e], hinted);
        best = worth > most ? edge[e] : best;
        most = collide__dmax(worth, most);
        widest = collide__dmax(gap, widest);
    }
    c->axis = best;
    c->worth = most;
    c->widest = widest;
}

// ---- a face

#define COLLIDE__BOX_POINTS 10

// A point of the clipped face. Its name is k for corner k of this face, 4 + 4 e + k where edge e of
// this face crosses side k of the face that clips, and 20 + k for corner k of the face that clips.
// The edge to the next point is edge `edge` of the clipped face, or side `edge` - 4.
typedef struct collide__box_point {
    double at[2], s, t, depth; // at is u and v
    uint32_t name, edge;
} collide__box_point;

// Corner k of a face is (-, -), (+, -), (+, +), (-, +) in s and t, or u and v. Side or edge k
// begins there.
typedef struct collide__box_clip {
    collide__box_point point[COLLIDE__BOX_POINTS];
    int n;
    collide__dvec3 center, across[2];
    double depth[3];             // of the center, and what it adds across
    uint32_t corner[4], by[4];   // vertices of the clipped face, and of the one that clips
    uint32_t along[2], sides[2]; // the axes of their edges
    uint32_t own_face, face;
} collide__box_clip;

// Where the edge from a to b crosses a side.
static void collide__box_cut(const collide__box_point *a, const collide__box_point *b, int w,
                             double side, uint32_t k, collide__box_point *out) {
    const double x = collide__ddiv(side - a->at[w], b->at[w] - a->at[w]);
    out->at[w] = side;
    out->at[!w] = a->at[!w] + collide__dmul(x, b->at[!w] - a->at[!w]);
    out->s = a->s + collide__dmul(x, b->s - a->s);
    out->t = a->t + collide__dmul(x, b->t - a->t);
    out->edge = a->edge;
    out->name = a->edge < 4                    ? 4 + 4 * a->edge + k
                : a->edge - 4 == ((k + 3) & 3) ? 20 + k
                                               : 20 + ((k + 1) & 3);
}

// Clips by two opposite sides, those of u or v. Points up to tolerance outside stay, as in
// collide__clip_plane. Two points are a segment.
static int collide__box_clip_sides(const collide__box_point *in, int n, int w, double half,
                                   double tolerance, collide__box_point *out) {
    int found = 0;
    for (int i = 0; i < n; ++i) {
        const collide__box_point *a = &in[i], *b = &in[i + 1 < n ? i + 1 : 0];
        const double at = a->at[w], to = b->at[w];
        const bool a_in = collide__dabs(at) <= half + tolerance;
        const bool b_in = collide__dabs(to) <= half + tolerance;
        if (a_in)
            out[found++] = *a;
        if ((a_in && b_in) || (n == 2 && i == 1) || found > COLLIDE__BOX_POINTS - 3)
            continue;
        if (!a_in && collide__dmul(collide__dsign(at), to) < half)
            collide__box_cut(a, b, w, collide__dmul(collide__dsign(at), half),
                             at < 0 ? 3 * (uint32_t)!w : 2 - (uint32_t)!w, &out[found++]);
        if (!b_in && collide__dmul(collide__dsign(to), at) < half) {
            const uint32_t k = to < 0 ? 3 * (uint32_t)!w : 2 - (uint32_t)!w;
            collide__box_cut(a, b, w, collide__dmul(collide__dsign(to), half), k, &out[found]);
            if (n > 2) // continues along the side
                out[found].edge = 4 + k;
            ++found;
        }
    }
    return found;
}

// The corners of the face of the other box that is turned to the face of an axis, which is to clip.
// As collide__box_feature has them. Both are seen along n, from b to a; NULL is the face's normal.
static void collide__box_clip_begin(const collide__box_pair *p, uint32_t axis,
                                    const collide__dvec3 *n, collide__box_clip *c) {
    const uint32_t b_owns = axis >= 3, t = axis - 3 * b_owns, u = t == 0, v = t == 2 ? 1 : 2;
    const collide__dbox *own = &p->box[!b_owns], *by = &p->box[b_owns];
    const double(*m)[3] = p->r[!b_owns]; // the axes of that box in the axes of the face that clips
    double side = (p->at[b_owns][t] >= 0) == !b_owns ? 1 : -1; // where this face is
    const double away = b_owns ? -1 : 1;
    const collide__dvec3 zero = {0, 0, 0};
    double turned[3], lean[2] = {0, 0}, slope = 1;
    uint32_t top = 0, flat[2], vertex = 0, bits[2];
    for (uint32_t i = 0; i < 3; ++i)
        turned[i] = collide__dmul(side, m[i][t]);
    if (n) {
        const collide__dvec3 up = b_owns ? *n : collide__dneg(*n);
        const double rise = collide__ddot(up, by->axis[t]);
        for (uint32_t i = 0; i < 3; ++i)
            turned[i] = collide__ddot(up, own->axis[i]);
        side = collide__dsign(rise);
        slope = collide__ddiv(1, collide__dabs(rise));
        lean[0] = collide__ddot(up, by->axis[u]);
        lean[1] = collide__ddot(up, by->axis[v]);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        top = collide__dabs(turned[i]) > collide__dabs(turned[top]) ? i : top;
        vertex |= (uint32_t)(turned[i] < 0) << i;
    }
    flat[0] = top == 0;
    flat[1] = top == 2 ? 1 : 2;
    if (!(own->half[flat[0]] > 0)) {
        flat[0] = flat[1];
        flat[1] = 3 - top - flat[0];
    }
    for (int k = 0; k < 2; ++k)
        bits[k] = (uint32_t)(own->half[flat[k]] > 0) << flat[k];
    c->n = !bits[0] ? 1 : bits[1] ? 4 : 2;
    c->along[0] = bits[0] ? flat[0] : 0;
    c->along[1] = bits[1] ? flat[1] : c->along[0];
    c->sides[0] = u;
    c->sides[1] = v;
    c->own_face = COLLIDE_FEATURE_FACE | (2 * top + (vertex >> top & 1));
    c->face = COLLIDE_FEATURE_FACE | (2 * t + (side > 0));
    const double rise = vertex >> top & 1 ? own->half[top] : -own->half[top];
    const double x = own->half[flat[0]], y = own->half[flat[1]], *place = p->at[b_owns];
    c->center = collide__dadd(b_owns ? zero : p->d, rise, own->axis[top]);
    c->across[0] = collide__dadd(zero, x, own->axis[flat[0]]);
    c->across[1] = collide__dadd(zero, y, own->axis[flat[1]]);
    c->depth[0] = by->half[t] - collide__dmul(side, collide__dmul(away, place[t]) +
                                                        collide__dmul(rise, m[top][t]));
    c->depth[1] = collide__dmul(-side, collide__dmul(x, m[flat[0]][t]));
    c->depth[2] = collide__dmul(-side, collide__dmul(y, m[flat[1]][t]));
    for (int k = 0; k < 3 && n; ++k)
        c->depth[k] = collide__dmul(slope, c->depth[k]);
    for (int k = 0; k < 2; ++k) {
        const uint32_t w = c->sides[k];
        double from = collide__dmul(away, place[w]) + collide__dmul(rise, m[top][w]);
        double dx = collide__dmul(x, m[flat[0]][w]), dy = collide__dmul(y, m[flat[1]][w]);
        if (n) {
            from += collide__dmul(c->depth[0], lean[k]);
            dx += collide__dmul(c->depth[1], lean[k]);
            dy += collide__dmul(c->depth[2], lean[k]);
        }
        c->point[0].at[k] = (from - dx) - dy;
        c->point[1].at[k] = (from + dx) - dy;
        c->point[2].at[k] = (from + dx) + dy;
        c->point[3].at[k] = (from - dx) + dy;
    }
    vertex &= ~(bits[0] | bits[1]);
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t corner = k ^ k >> 1;
        collide__box_point *q = &c->point[k];
        c->corner[k] = vertex | (corner & 1 ? bits[0] : 0) | (corner & 2 ? bits[1] : 0);
        c->by[k] = (corner & 1) << u | corner >> 1 << v | (uint32_t)(side > 0) << t;
        q->s = corner & 1 ? 1 : -1;
        q->t = corner & 2 ? 1 : -1;
        q->name = q->edge = k;
    }
}

// Clips by all sides, and sets the depths. Returns the largest, -DBL_MAX if no point is left.
static double collide__box_clip_all(collide__box_clip *c, const double *half, double tolerance) {
    const double u = half[c->sides[0]], v = half[c->sides[1]];
    double deepest = -DBL_MAX;
    int beyond = 0;
    for (int i = 0; i < c->n && i < 4; ++i)
        beyond |= (int)!(collide__dabs(c->point[i].at[0]) <= u + tolerance) |
                  (int)!(collide__dabs(c->point[i].at[1]) <= v + tolerance);
    if (beyond) {
        collide__box_point between[COLLIDE__BOX_POINTS];
        c->n = collide__box_clip_sides(c->point, c->n, 1, v, tolerance, between);
        c->n = collide__box_clip_sides(between, c->n, 0, u, tolerance, c->point);
    }
    for (int i = 0; i < c->n; ++i) {
        collide__box_point *p = &c->point[i];
        p->depth =
            (c->depth[0] + collide__dmul(p->s, c->depth[1])) + collide__dmul(p->t, c->depth[2]);
        deepest = collide__dmax(p->depth, deepest);
    }
    return deepest;
}

// The features of a point, of the clipped face and of the one that clips.
static void collide__box_features(const collide__box_clip *c, uint32_t name, uint32_t *own,
                                  uint32_t *other) {
    if (name < 4) {
        *own = COLLIDE_FEATURE_VERTEX | c->corner[name];
        *other = c->face;
    } else if (name < 20) {
        const uint32_t e = (name - 4) >> 2, k = name & 3;
        *own = COLLIDE_FEATURE_EDGE | collide__box_edge_number(c->along[e & 1], c->corner[e]);
        *other = COLLIDE_FEATURE_EDGE | collide__box_edge_number(c->sides[k & 1], c->by[k]);
    } else {
        *own = c->own_face;
        *other = COLLIDE_FEATURE_VERTEX | c->by[name - 20];
    }
}

// Contacts over the face of an axis, none if no point is over it, along its normal; or with n along
// that, from b to a. Returns the largest depth.
static double collide__box_face_contacts(const collide__box_pair *p, uint32_t axis,
                                         const collide__dvec3 *n, collide__dcontact *out,
                                         int *count) {
    const bool b_owns = axis >= 3;
    const collide__dvec3 normal = n ? *n : collide__box_normal(p, axis);
    collide__box_clip c;
    collide__box_clip_begin(p, axis, n, &c);
    const double deepest = collide__box_clip_all(&c, p->box[b_owns].half, n ? p->tie : p->near_by);
    // Rounding may put all points beyond the margin.
    const double least = n ? -p->margin : collide__dmin(deepest, -p->margin);
    *count = 0;
    for (int i = 0; i < c.n; ++i) {
        const collide__box_point *at = &c.point[i];
        collide__dcontact *t = &out[*count];
        if (!(at->depth >= least))
            continue;
        ++*count;
        const collide__dvec3 own =
            collide__dadd(collide__dadd(c.center, at->s, c.across[0]), at->t, c.across[1]);
        const collide__dvec3 other = collide__dadd(own, b_owns ? at->depth : -at->depth, normal);
        t->a = b_owns ? own : other;
        t->b = b_owns ? other : own;
        t->normal = normal;
        t->depth = collide__dmax(at->depth, -p->margin);
        collide__box_features(&c, at->name, b_owns ? &t->feature_a : &t->feature_b,
                              b_owns ? &t->feature_b : &t->feature_a);
    }
    return deepest;
}

// Contacts beside two edges that cross, or other nearest points, where the boxes will meet when
// they turn: along the same normal, over the face that is turned to it most. *out is the first
// contact. Returns the number of all.
static int collide__box_beside(const collide__box_pair *p, collide__dcontact *out) {
    const collide__dvec3 n = out->normal;
    uint32_t face = 6;
    double most = 0.75;
    int found = 0, left = 1;
    for (uint32_t k = 0; k < 6; ++k) {
        const uint32_t i = k < 3 ? k + 3 : k - 3;
        const double along = collide__dabs(collide__ddot(p->box[i / 3].axis[i % 3], n));
        face = along > most ? i : face;
        most = collide__dmax(along, most);
    }
    if (face == 6)
        return 1;
    (void)collide__box_face_contacts(p, face, &n, out + 1, &found);
    for (int i = 1; i <= found; ++i) {
        const collide__dvec3 from = collide__dadd(out[i].b, -1, out->b);
        out[left] = out[i];
        left += collide__ddot(from, from) > collide__dmul(p->tie, p->tie); // not the same again
    }
    return left;
}

// ---- two faces beside each other

// A face as above, with the features of its corners, its edges and itself.
typedef struct collide__box_panel {
    collide__dvec3 center, across[2];
    uint32_t corner[4], edge[4], face;
} collide__box_panel;

static collide__dvec3 collide__box_panel_corner(const collide__box_panel *f, uint32_t k) {
    const uint32_t bits = k ^ k >> 1;
    return collide__dadd(collide__dadd(f->center, bits & 1 ? 1 : -1, f->across[0]),
                         bits & 2 ? 1 : -1, f->across[1]);
}

static collide__dvec3 collide__box_panel_nearest(const collide__box_panel *f, collide__dvec3 x) {
    const collide__dvec3 from = collide__dadd(x, -1, f->center);
    collide__dvec3 y = f->center;
    for (int k = 0; k < 2; ++k) {
        const double square = collide__ddot(f->across[k], f->across[k]);
        const double at = square > 0 ? collide__ddiv(collide__ddot(from, f->across[k]), square) : 0;
        y = collide__dadd(y, collide__dmax(collide__dmin(at, 1), -1), f->across[k]);
    }
    return y;
}

// Takes two points as contact if they are nearer than those so far, not by rounding alone: corners
// are points of edges and faces, too.
static void collide__box_panel_try(collide__dvec3 a, collide__dvec3 b, uint32_t feature_a,
                                   uint32_t feature_b, double *least, collide__dcontact *out) {
    const collide__dvec3 off = collide__dadd(a, -1, b);
    const double square = collide__ddot(off, off);
    if (!(square < collide__dmul(*least, 1 - 9.5367431640625e-7))) // 1 - 2^-20
        return;
    *least = square;
    out->a = a;
    out->b = b;
    out->feature_a = feature_a;
    out->feature_b = feature_b;
}

// The nearest points of the face of an axis and the face that is turned to it, where neither is
// over the other: then both are nearer along another direction, in which boxes apart touch first.
static void collide__box_panels_contact(const collide__box_pair *p, uint32_t axis, bool apart,
                                        collide__dcontact *out) {
    const uint32_t b_owns = axis >= 3, t = axis - 3 * b_owns;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dbox *by = &p->box[b_owns];
    collide__box_panel face[2]; // of a, of b
    collide__box_clip c;
    double least = DBL_MAX;
    collide__box_clip_begin(p, axis, NULL, &c);
    collide__box_panel *own = &face[!b_owns], *other = &face[b_owns];
    own->center = c.center;
    own->face = c.own_face;
    other->center =
        collide__dadd(b_owns ? p->d : zero, c.face & 1 ? by->half[t] : -by->half[t], by->axis[t]);
    other->face = c.face;
    for (uint32_t k = 0; k < 4; ++k) {
        own->across[k & 1] = c.across[k & 1];
        other->across[k & 1] =
            collide__dadd(zero, by->half[c.sides[k & 1]], by->axis[c.sides[k & 1]]);
        own->corner[k] = COLLIDE_FEATURE_VERTEX | c.corner[k];
        own->edge[k] = COLLIDE_FEATURE_EDGE | collide__box_edge_number(c.along[k & 1], c.corner[k]);
        other->corner[k] = COLLIDE_FEATURE_VERTEX | c.by[k];
        other->edge[k] = COLLIDE_FEATURE_EDGE | collide__box_edge_number(c.sides[k & 1], c.by[k]);
    }
    for (uint32_t k = 0; k < 4; ++k) {
        const collide__dvec3 x = collide__box_panel_corner(&face[0], k);
        const collide__dvec3 y = collide__box_panel_corner(&face[1], k);
        const collide__dvec3 e =
            collide__dadd(collide__box_panel_corner(&face[0], (k + 1) & 3), -1, x);
        collide__box_panel_try(x, collide__box_panel_nearest(&face[1], x), face[0].corner[k],
                               face[1].face, &least, out);
        collide__box_panel_try(collide__box_panel_nearest(&face[0], y), y, face[0].face,
                               face[1].corner[k], &least, out);
        for (uint32_t m = 0; m < 4; ++m) {
            const collide__dvec3 q = collide__box_panel_corner(&face[1], m);
            const collide__dvec3 f =
                collide__dadd(collide__box_panel_corner(&face[1], (m + 1) & 3), -1, q);
            collide__dvec3 on_a, on_b;
            collide__edges_nearest(x, e, q, f, &on_a, &on_b);
            collide__box_panel_try(on_a, on_b, face[0].edge[k], face[1].edge[m], &least, out);
        }
    }
    out->normal = collide__dadd(out->a, -1, out->b);
    // The axes are floats, so that points which are nearer have no direction.
    if (!apart || !(least > collide__dmul(p->rounded, p->rounded)) ||
        !collide__dnormalize(&out->normal))
        out->normal = collide__box_normal(p, axis);
    out->depth =
        collide__dmax(collide__ddot(collide__dadd(out->b, -1, out->a), out->normal), -p->margin);
}

// ---- two edges

// The contact of an edge of a and an edge of b: their nearest points.
static void collide__box_edge_contact(const collide__box_pair *p, uint32_t axis,
                                      collide__dcontact *out) {
    const collide__dvec3 zero = {0, 0, 0}, n = collide__box_normal(p, axis);
    collide__dvec3 from[2], edge[2];
    uint32_t number[2];
    for (int k = 0; k < 2; ++k) {
        const collide__dbox *box = &p->box[k];
        const uint32_t i = k ? (axis - 6) % 3 : (axis - 6) / 3;
        uint32_t vertex = 0;
        from[k] = k ? p->d : zero;
        for (uint32_t m = 0; m < 3; ++m) {
            const double side = collide__ddot(n, box->axis[m]);
            const int up = (m != i) & (k ? side > 0 : side < 0);
            vertex |= (uint32_t)up << m;
            from[k] = collide__dadd(from[k], collide__dmul(2 * up - 1, box->half[m]), box->axis[m]);
        }
        edge[k] = collide__dadd(zero, 2 * box->half[i], box->axis[i]);
        number[k] = COLLIDE_FEATURE_EDGE | collide__box_edge_number(i, vertex);
    }
    collide__edges_nearest(from[0], edge[0], from[1], edge[1], &out->a, &out->b);
    out->normal = n;
    out->depth = collide__dmax(collide__ddot(collide__dadd(out->b, -1, out->a), n), -p->margin);
    out->feature_a = number[0];
    out->feature_b = number[1];
}

// ---- the query

COLLIDE_API size_t collide_obb_obb_contacts(const collide_obb *a, const collide_obb *b,
                                            const collide_contact_options *options,
                                            collide_contact *contacts, size_t capacity) {
    collide__box_pair p;
    collide__box_choice best;
    collide__dcontact found[COLLIDE__BOX_POINTS + 1];
    int n = 1;
    COLLIDE_ASSERT(a && b && (contacts || !capacity));
    collide__contact_options_check(options);
    const bool ahead = collide__contact_margin(options) > 0;
    if (!ahead && !collide__obb_obb_rest(a, b))
        return 0;
    const double finite = collide__box_pair_of(&p, a, b, options);
    collide__box_gaps(&p, best.gap);
    collide__box_choose(&p, p.share, p.hinted, &best);
    if (ahead && !(finite <= DBL_MAX && best.widest <= p.margin) && !collide__obb_obb_rest(a, b))
        return 0;
    uint32_t axis = best.axis;
    double deepest = -DBL_MAX;
    if (axis < 6) {
        deepest = collide__box_face_contacts(&p, axis, NULL, found, &n);
        best.worth = best.gap[axis];
    }
    // If no point over the face is nearly as deep as the least depth, that axis counts.
    if (axis < 6 && deepest < -best.worth - p.share)
        collide__box_choose(&p, 0, 0, &best);
    if (axis < 6 && deepest < -best.worth - p.share) {
        axis = best.axis;
        if (axis < 6)
            deepest = collide__box_face_contacts(&p, axis, NULL, found, &n);
        if (axis < 6 && deepest < -best.worth - p.share && (best.worth > 0 || n == 0)) {
            collide__box_panels_contact(&p, axis, best.worth > 0, found);
            n = collide__box_beside(&p, found);
        }
    }
    if (axis >= 6) {
        collide__box_edge_contact(&p, axis, found);
        n = collide__box_beside(&p, found);
    }
    n = collide__dcontacts_reduce(found, n, p.near_by, p.tie);
    return collide__dcontacts_out(found, n, collide__dvec3_of(a->center), contacts, capacity);
}
#undef COLLIDE__BOX_POINTS
#endif // COLLIDE_NO_SAT
