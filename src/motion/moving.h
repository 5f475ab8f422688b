#pragma once
#include "../base/features.h"
#include "../shape/sweep.h"
#include "turn.h"

// ---- bodies in motion ------------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

// A core about its pivot. Its origin is base away from the pivot, and so turns as well.
typedef struct collide__moving {
    collide__core start, now; // under the pose at the time 0, and at the time asked
    collide__dvec3 base, at;  // the origin from the pivot, at these times
    collide_vec3 pivot;
    collide__dvec3 velocity, spin, axis; // axis is a unit vector
    double rate;                         // the length of spin
    double rho;                          // no point of the core is farther from the axis of spin
    double size;                         // no point is farther from the pivot
    // Of a box: its axes, which are orthogonal within 2^-21, at the start and at the time asked;
    // the unit normals of its faces likewise; half extents; and the lengths of the products of the
    // two other axes.
    collide__dvec3 edge[3], face[3], edge_now[3], face_now[3];
    double half[3], area[3];
    // Of a plane: its normal, and how far it lies along it from the pivot.
    bool plane;
    collide__dvec3 normal, normal_now;
    double height;
} collide__moving;

// The largest distance of a core's point from the axis of spin.
static double collide__moving_rho(const collide__moving *m) {
    const collide__core *c = &m->start;
    const collide__dvec3 u = m->axis, from = collide__dcross(u, m->base);
    double most = 0;
    if (c->kind == COLLIDE__CORE_POINTS) {
        for (uint32_t i = 0; i < c->count; ++i) {
            const collide__dvec3 p = collide__dadd(from, 1, collide__dcross(u, c->p[i]));
            most = collide__dmax(collide__ddot(p, p), most);
        }
    } else if (c->kind == COLLIDE__CORE_BOX) {
        const collide__dvec3 middle = collide__dadd(from, 1, collide__dcross(u, c->p[3]));
        collide__dvec3 g[3];
        for (int i = 0; i < 3; ++i)
            g[i] = collide__dcross(u, c->p[i]);
        for (int i = 0; i < 8; ++i) {
            const double x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1, z = i & 4 ? 1 : -1;
            const collide__dvec3 p =
                collide__dadd(collide__dadd(collide__dadd(middle, x, g[0]), y, g[1]), z, g[2]);
            most = collide__dmax(collide__ddot(p, p), most);
        }
    } else {
        const bool disk = c->kind == COLLIDE__CORE_ROUND;
        const collide__dvec3 p = disk ? collide__dcross(u, c->p[0])
                                      : collide__dadd(from, 1, collide__dcross(u, c->p[3]));
        most = collide__sqrt(collide__ddot(p, p)) +
               (disk ? collide__sqrt(collide__ddot(from, from)) + c->disk : c->disk);
        most = collide__dmul(most, most);
    }
    return collide__dmul(collide__sqrt(most), 1 + 9.094947017729282e-13); // 2^-40
}

// A distance from the pivot that no point of a core exceeds. Lengths and products of a box's edges
// are off by less than 2^-19, and coordinates by 2^-49 of the size.
static double collide__moving_ball(const collide__moving *m) {
    const collide__core *c = &m->start;
    const double middle = collide__ddot(m->base, m->base);
    double most = 0;
    if (c->kind == COLLIDE__CORE_POINTS) {
        for (uint32_t i = 0; i < c->count; ++i) {
            const collide__dvec3 p = collide__dadd(m->base, 1, c->p[i]);
            most = collide__dmax(collide__ddot(p, p), most);
        }
        most = collide__sqrt(most);
    } else if (c->kind == COLLIDE__CORE_BOX) {
        most = middle;
        for (int i = 0; i < 3; ++i)
            most += collide__ddot(c->p[i], c->p[i]) +
                    collide__dmul(2, collide__dabs(collide__ddot(m->base, c->p[i])));
        most = collide__sqrt(most);
    } else if (c->kind == COLLIDE__CORE_ROUND) {
        most = collide__sqrt(middle) +
               collide__sqrt(collide__ddot(c->p[0], c->p[0]) + collide__dmul(c->disk, c->disk));
    } else {
        const collide__dvec3 p = collide__dadd(m->base, 1, c->p[3]);
        most = collide__sqrt(collide__ddot(p, p)) + c->disk;
    }
    return (collide__dmul(most, 1.0000152587890625) + c->radius) + // 1 + 2^-16
           collide__dmul(c->size, 9.094947017729282e-13);          // 2^-40
}

// The axes of a box and the normals of its faces, under a pose.
static void collide__moving_axes(collide__moving *out, const collide_shape *s,
                                 const collide_pose *pose) {
    const bool oriented = s->kind == COLLIDE_SHAPE_OBB;
    for (uint32_t i = 0; i < 3; ++i) {
        out->edge[i] = collide__dturn(pose, oriented ? collide__dvec3_of(s->of.obb.axis[i])
                                                     : collide__coordinate_axis(i));
        out->half[i] = oriented ? (double)collide__floats(&s->of.obb.half)[i]
                                : collide__doubles(&out->start.p[i])[i];
    }
    for (uint32_t i = 0; i < 3; ++i) {
        const collide__dvec3 zero = {0, 0, 0};
        const collide__dvec3 n = collide__dcross(out->edge[(i + 1) % 3], out->edge[(i + 2) % 3]);
        out->area[i] = collide__sqrt(collide__ddot(n, n));
        out->face[i] = collide__dadd(zero, collide__ddiv(1, out->area[i]), n);
        out->face_now[i] = out->face[i];
        out->edge_now[i] = out->edge[i];
    }
}

// A half-space has a normal and no points.
static bool collide__moving_plane(collide__moving *out, const collide_plane *plane,
                                  const collide_pose *pose) {
    const collide__dvec3 zero = {0, 0, 0};
    double height;
    if (!collide__plane_normal(plane, &out->normal, &height))
        return false;
    const collide__dvec3 from = collide__dsub(pose->position, out->pivot);
    const collide__dvec3 foot = collide__dturn(pose, collide__dadd(zero, height, out->normal));
    out->normal = collide__dturn(pose, out->normal);
    if (!collide__dnormalize(&out->normal))
        return false;
    out->normal_now = out->normal;
    out->height = collide__ddot(out->normal, from) + collide__ddot(out->normal, foot);
    out->base = out->at = zero;
    out->start.radius = out->now.radius = out->rho = 0;
    out->size = out->start.size = collide__dsum_abs(from) + collide__dmul(2, collide__dabs(height));
    return true;
}

// The shape as it moves; false for bad input.
static bool collide__moving_begin(collide__moving *out, const collide_shape *s,
                                  const collide_motion *motion) {
    const collide_pose *pose = &motion->pose;
    collide__core *c = &out->start;
    out->plane = s->kind == COLLIDE_SHAPE_PLANE;
    if ((!out->plane && !collide__core_of(c, s)) || collide_pose_check(pose) != COLLIDE_OK ||
        !collide__finite3(motion->pivot) || !collide__finite3(motion->velocity) ||
        !collide__finite3(motion->spin))
        return false;
    out->pivot = motion->pivot;
    out->velocity = collide__dvec3_of(motion->velocity);
    out->spin = out->axis = collide__dvec3_of(motion->spin);
    out->rate = collide__sqrt(collide__ddot(out->spin, out->spin));
    if (!collide__dnormalize(&out->axis))
        out->axis = collide__coordinate_axis(2);
    if (out->plane)
        return collide__moving_plane(out, &s->of.plane, pose);
    // Of a cylinder's height.
    const double half = c->kind == COLLIDE__CORE_ROUND ? collide__ddot(c->p[0], c->p[1]) : 0;
    if (c->kind == COLLIDE__CORE_BOX)
        collide__moving_axes(out, s, pose);
    const uint32_t first = c->kind == COLLIDE__CORE_POINTS, end = first ? c->count : 4;
    for (uint32_t i = first; i < end; ++i)
        c->p[i] = collide__dturn(pose, c->p[i]);
    if (c->kind == COLLIDE__CORE_ROUND) {
        const collide__dvec3 zero = {0, 0, 0};
        if (!collide__dnormalize(&c->p[1]))
            return false;
        c->p[0] = collide__dadd(zero, half, c->p[1]);
        c->p[2] = collide__any_normal(c->p[1]);
        c->p[3] = collide__dcross(c->p[1], c->p[2]);
    }
    if (c->kind == COLLIDE__CORE_VERTICES) // as far as a vertex can be from the middle
        c->disk = collide__dmul((double)c->convex->radius, COLLIDE__HULLS_WIDER);
    out->base = collide__dadd(collide__dsub(pose->position, motion->pivot), 1,
                              collide__dturn(pose, collide__dvec3_of(c->origin)));
    if (c->kind == COLLIDE__CORE_BOX) {
        out->base = collide__dadd(out->base, 1, c->p[3]);
        c->p[3] = collide__dadd(c->p[3], -1, c->p[3]);
    }
    // Axes of the pose may be longer than 1 by 2^-22, and sums of coordinates are larger than
    // lengths.
    c->size = collide__dmul(c->size, 1.75);
    out->size = collide__dsum_abs(out->base) + c->size;
    // The terms of base: what cancels in it has rounded before.
    c->size += collide__dmul(collide__dsum_abs(collide__dvec3_of(c->origin)), 1.75) +
               collide__dsum_abs(collide__dsub(pose->position, motion->pivot));
    out->rho = out->rate > 0 ? collide__moving_rho(out) : 0;
    out->now = *c;
    out->at = out->base;
    return true;
}

// A body round which there is a margin; it is no plane.
static void collide__moving_widen(collide__moving *m, float margin) {
    m->start.radius += (double)margin;
    m->now.radius = m->start.radius;
}

// The core at the time t.
static void collide__moving_turn(collide__moving *m, double t) {
    collide__turning r;
    if (!(m->rate > 0))
        return;
    collide__turning_of(m->axis, collide__dmul(m->rate, t), &r);
    if (m->plane) { // it has no core
        m->normal_now = collide__turned(&r, m->normal);
        return;
    }
    const uint32_t first = m->start.kind == COLLIDE__CORE_POINTS;
    const uint32_t end = first ? m->start.count : 4;
    if (m->start.kind == COLLIDE__CORE_BOX) {
        const collide__dvec3 zero = {0, 0, 0};
        for (uint32_t i = 0; i < 3; ++i) {
            m->face_now[i] = collide__turned(&r, m->face[i]);
            m->edge_now[i] = collide__turned(&r, m->edge[i]);
            m->now.p[i] = collide__dadd(zero, m->half[i], m->edge_now[i]);
        }
    } else {
        for (uint32_t i = first; i < end; ++i)
            m->now.p[i] = collide__turned(&r, m->start.p[i]);
    }
    m->at = collide__turned(&r, m->base);
}

// How far the rotation at the time t may move a point that is as far as away from the axis: the
// angle is off by 2^-50 of itself, or by all of it beyond the largest angle that has a sine here.
COLLIDE__INLINE double collide__moving_slack(const collide__moving *m, double away, double t) {
    const double angle = collide__dmul(m->rate, t);
    const double off =
        angle <= COLLIDE__TURN_MOST ? collide__dmul(angle, 8.881784197001252e-16) : 2; // 2^-50
    return m->rate > 0 ? collide__dmul(away, off) : 0;
}

// How far a body reaches from its pivot along m, or along the normal of a plane.
COLLIDE__INLINE double collide__moving_reach(const collide__moving *m,
                                             const collide__dvec3 *along) {
    return m->plane ? m->height
                    : collide__core_reach(&m->now, along) + collide__ddot(m->at, *along);
}

// ---- two bodies ------------------------------------------------------------------------------

// What the nearest points of a body lie on: kind is 1 for a vertex, 2 for an edge along edge and 3
// for a face.
typedef struct collide__motion_side {
    uint32_t kind;
    collide__dvec3 point, edge; // point from the pivot
} collide__motion_side;

// The gap along one axis: of a face, or of two edges, with their numbers i and k.
typedef struct collide__motion_axis {
    double gap, square;  // times the length of the axis, and the square of that
    uint32_t kind, i, k; // kind 0: face i of a, 1: face k of b, 2: edges i and k
} collide__motion_axis;

// The bounds of the signed distance at the time t, and the unit normal n from b to a.
typedef struct collide__motion_probe {
    double t, lo, hi, slack;
    collide__dvec3 n, d; // d: from the pivot of a to that of b
    collide__motion_side side[2];
    collide__motion_axis axis; // of boxes
} collide__motion_probe;

typedef struct collide__motion_state {
    collide__moving body[2];
    collide__core_pair pair;
    collide__dvec3 apart, w, n; // the pivots at the time 0, how they part, the last normal
    double speed;               // of the pivots
    double wide;                // sizes of the bodies and of their distance at the start
    double sizes;               // of the bodies alone
    double spins;               // sum of the lengths of the spins
    double swing;               // sum of spin rho: speeds of points about their pivots
    double bend;                // sum of spin^2 rho / 2
    double t_max, free_to, tolerance;
    int looks;
    // The points that carried the nearest points of both at the last look, by their codes.
    uint32_t known, known_a[3], known_b[3];
} collide__motion_state;

static void collide__motion_begin(collide__motion_state *s, double t_max, float tolerance) {
    const collide__moving *a = &s->body[0], *b = &s->body[1];
    s->apart = collide__dsub(b->pivot, a->pivot);
    s->w = collide__dadd(b->velocity, -1, a->velocity);
    s->speed = collide__dsum_abs(s->w);
    s->spins = a->rate + b->rate;
    s->swing = collide__dmul(a->rate, a->rho) + collide__dmul(b->rate, b->rho);
    s->bend = 0.5 * (collide__dmul(collide__dmul(a->rate, a->rate), a->rho) +
                     collide__dmul(collide__dmul(b->rate, b->rate), b->rho));
    s->pair.a = &a->now;
    s->pair.b = &b->now;
    s->pair.swapped = s->pair.shallow = false;
    s->pair.radius = a->now.radius + b->now.radius;
    s->wide = ((a->size + a->start.size) + (b->size + b->start.size)) +
              (collide__dsum_abs(s->apart) + s->pair.radius);
    s->t_max = t_max;
    s->free_to = 0;
    s->sizes = (a->start.size + b->start.size) + s->pair.radius;
    s->tolerance = tolerance > 0 ? (double)tolerance : collide__dmul(s->sizes, 1e-5);
    s->looks = 0;
    s->known = 0;
    s->n = collide__dneg(s->apart);
}

// Places both bodies at the time t. The slack of a gap there: coordinates are right within 2^-46 of
// the sizes (turns within 2^-47, the rest as in collide__gap), spins as collide__moving_slack says,
// and the time within 2^-53 of itself.
static void collide__motion_place(collide__motion_state *s, collide__motion_probe *out, double t) {
    collide__core_pair *p = &s->pair;
    for (int i = 0; i < 2; ++i)
        collide__moving_turn(&s->body[i], t);
    out->t = t;
    out->d = collide__dadd(s->apart, t, s->w);
    p->d = collide__dadd(collide__dadd(out->d, 1, s->body[1].at), -1, s->body[0].at);
    p->size = s->wide + collide__dmul(s->speed, t);
    // A plane that turns moves all points of the other body, as seen from it.
    out->slack =
        collide__dmul(p->size, 8 * COLLIDE__CORE_SLACK) +
        (collide__moving_slack(&s->body[0], s->body[0].rho, t) +
         collide__moving_slack(&s->body[1], s->body[1].plane ? p->size : s->body[1].rho, t)) +
        collide__dmul(collide__dmul(s->speed + s->swing, t), 2.220446049250313e-16);
    p->slack = out->slack;
    p->tolerance = 0.5 * out->slack;
}

// How fast the bodies may come near each other until the time t.
static double collide__motion_speed(const collide__motion_state *s, double t) {
    const double away =
        s->body[0].size + (collide__dsum_abs(s->apart) + collide__dmul(s->speed, t));
    return s->speed + s->swing + (s->body[1].plane ? collide__dmul(s->body[1].rate, away) : 0);
}

// The side of a core that the points of a simplex lie on.
static void collide__motion_side_of(const collide__core *c, const collide__dvec3 *p,
                                    const uint32_t *code, uint32_t n, collide__motion_side *out) {
    uint32_t differ = 0, other = 0, kinds = 1;
    for (uint32_t i = 1; i < n; ++i) {
        bool known = false;
        for (uint32_t k = 0; k < i; ++k)
            known = known || code[k] == code[i];
        kinds += !known;
        if (code[i] != code[0])
            other = i;
        differ |= code[i] ^ code[0];
    }
    out->kind = kinds < 3 ? kinds : 3;
    out->edge = collide__dadd(p[other], -1, p[0]);
    if (c->kind == COLLIDE__CORE_BOX)
        out->kind = 1 + collide__popcount(differ);
    if (c->kind == COLLIDE__CORE_ROUND) { // the side of a cylinder is like an edge
        out->kind = differ ? 2 : n > 2 ? 3 : 1;
        if (differ)
            out->edge = c->p[1];
    }
}

static void collide__motion_keep(collide__motion_axis *best, double gap, double square,
                                 uint32_t kind, uint32_t i, uint32_t k) {
    // gap / sqrt(square) > best->gap / sqrt(best->square)
    const double x = collide__dmul(collide__dmul(gap, collide__dabs(gap)), best->square);
    const double y = collide__dmul(collide__dmul(best->gap, collide__dabs(best->gap)), square);
    if (x > y) {
        best->gap = gap;
        best->square = square;
        best->kind = kind;
        best->i = i;
        best->k = k;
    }
}

// The gap of two boxes along an axis of theirs, exact but for roundings. n is from b to a.
static double collide__motion_along(const collide__motion_state *s,
                                    const collide__motion_axis *axis, collide__motion_probe *out) {
    const collide__core_pair *p = &s->pair;
    const collide__dvec3 zero = {0, 0, 0};
    const uint32_t kind = axis->kind;
    const collide__dvec3 e = s->body[0].edge_now[axis->i], f = s->body[1].edge_now[axis->k];
    collide__dvec3 n = kind == 0   ? s->body[0].face_now[axis->i]
                       : kind == 1 ? s->body[1].face_now[axis->k]
                                   : collide__dcross(e, f);
    const double square = kind < 2 ? 1 : collide__ddot(n, n), along = collide__ddot(n, p->d);
    double scale = -collide__dsign(along);
    scale = kind < 2 ? scale : collide__ddiv(scale, collide__sqrt(square));
    n = collide__dadd(zero, scale, n);
    out->n = n;
    out->side[0].kind = kind == 0 ? 3 : kind == 1 ? 1 : 2;
    out->side[1].kind = kind == 0 ? 1 : kind == 1 ? 3 : 2;
    out->side[0].edge = e;
    out->side[1].edge = f;
    return collide__gap(p, n);
}

// The largest gap of two boxes along the normals of their faces and the products of their edges.
// Where it is positive, the distance is at least as large; else it is the signed distance. With
// edges e and f, and the normals N and M of faces of length 1, e_j x e_k = area_i N_i, so that all
// gaps are made of the products e.M and N.f. Sets n and the sides.
static double collide__motion_boxes(const collide__motion_state *s, collide__motion_probe *out) {
    static const uint8_t next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
    const collide__moving *a = &s->body[0], *b = &s->body[1];
    const collide__dvec3 d = s->pair.d;
    double nf[3][3], em[3][3];
    collide__motion_axis best = {-1e150, 1, 0, 0, 0};
    uint32_t parallel = 0;
    for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            nf[i][k] = collide__dabs(collide__ddot(a->face_now[i], b->edge_now[k]));
            em[i][k] = collide__dabs(collide__ddot(a->edge_now[i], b->face_now[k]));
        }
    for (uint32_t i = 0; i < 3; ++i) {
        const double x = collide__dabs(collide__ddot(a->face_now[i], d));
        const double y = collide__dabs(collide__ddot(b->face_now[i], d));
        const double own_a = collide__dabs(collide__ddot(a->face_now[i], a->now.p[i]));
        const double own_b = collide__dabs(collide__ddot(b->face_now[i], b->now.p[i]));
        const double of_b =
            (collide__dmul(nf[i][0], b->half[0]) + collide__dmul(nf[i][1], b->half[1])) +
            collide__dmul(nf[i][2], b->half[2]);
        const double of_a =
            (collide__dmul(em[0][i], a->half[0]) + collide__dmul(em[1][i], a->half[1])) +
            collide__dmul(em[2][i], a->half[2]);
        collide__motion_keep(&best, (x - own_a) - of_b, 1, 0, i, 0);
        collide__motion_keep(&best, (y - own_b) - of_a, 1, 1, 0, i);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        const collide__dvec3 f = b->edge_now[k], side = collide__dcross(f, d);
        const uint32_t k1 = next[k], k2 = last[k];
        for (uint32_t i = 0; i < 3; ++i) {
            const collide__dvec3 e = a->edge_now[i], c = collide__dcross(e, f);
            const uint32_t i1 = next[i], i2 = last[i];
            const double square = collide__ddot(c, c), x = collide__dabs(collide__ddot(e, side));
            const double of_a = collide__dmul(collide__dmul(a->half[i1], a->area[i2]), nf[i2][k]) +
                                collide__dmul(collide__dmul(a->half[i2], a->area[i1]), nf[i1][k]);
            const double of_b = collide__dmul(collide__dmul(b->half[k1], b->area[k2]), em[i][k2]) +
                                collide__dmul(collide__dmul(b->half[k2], b->area[k1]), em[i][k1]);
            if (square > 0.0009765625) // 2^-10: else rounding would bend the direction
                collide__motion_keep(&best, (x - of_a) - of_b, square, 2, i, k);
            else
                parallel |= 1u << (3 * k + i);
        }
    }
    out->axis = best;
    double gap = collide__motion_along(s, &best, out);
    for (; parallel; parallel &= parallel - 1) {
        const uint32_t i = collide__lowest_bit(parallel);
        const collide__dvec3 e = a->edge_now[i % 3], f = b->edge_now[i / 3];
        collide__dvec3 axis;
        if (!collide__edges_normal(e, f, &axis))
            continue;
        const double before = gap;
        collide__axis_try(&s->pair, axis, &gap, &out->n);
        if (gap > before) {
            out->side[0].kind = out->side[1].kind = 2;
            out->side[0].edge = e;
            out->side[1].edge = f;
        }
    }
    return gap;
}

// The side that a feature of a point, segment, triangle or box is.
static void collide__motion_side_is(const collide__core *c, uint32_t feature,
                                    collide__motion_side *out) {
    static const uint8_t next[3] = {1, 2, 0};
    const uint32_t i = feature & 0xffffff;
    out->kind = feature & COLLIDE_FEATURE_FACE ? 3 : feature & COLLIDE_FEATURE_EDGE ? 2 : 1;
    if (out->kind == 2)
        out->edge = c->kind == COLLIDE__CORE_BOX ? c->p[i / 4 % 3]
                    : c->count == 2              ? c->p[1]
                                    : collide__dadd(c->p[next[i % 3]], -1, c->p[i % 3]);
}

// Bounds the distance of the placed bodies by a closed form; false if there is none, or if it does
// not do, as the cores touch.
static bool collide__motion_closed(collide__motion_state *s, collide__motion_probe *out) {
    const collide__core_pair *p = &s->pair;
    collide__witness w;
    if (!collide__nearest_points(p, &w))
        return false;
    out->n = collide__dadd(collide__dadd(w.a, -1, w.b), -1, p->d);
    const double most = collide__sqrt(collide__ddot(out->n, out->n));
    if (!(most > p->slack) || !collide__dnormalize(&out->n))
        return false;
    const double gap = collide__gap(p, out->n);
    if (!(most - gap <= collide__dmul(p->size, 9.313225746154785e-10))) // 2^-30
        return false;
    s->n = out->n;
    out->lo = (gap - p->slack) - p->radius;
    out->hi = (most + p->slack) - p->radius;
    collide__motion_side_is(p->a, w.feature_a, &out->side[0]);
    collide__motion_side_is(p->b, w.feature_b, &out->side[1]);
    out->side[0].point = collide__dadd(s->body[0].at, 1, w.a);
    out->side[1].point = collide__dadd(s->body[1].at, 1, w.b);
    return true;
}

// Searches for the nearest points of the placed bodies. The sides that were the nearest at the last
// look most often still are; then its points, where they are now, are the simplex from which one
// round proves it. Else, and with cylinders, from the normal of the last look.
static void collide__motion_gjk(collide__motion_state *s, collide__gjk_result *found) {
    const collide__core_pair *p = &s->pair;
    collide__simplex *const x = &found->s;
    collide__simplex_part part;
    collide__dvec3 v = s->n;
    bool good = false;
    part.square = DBL_MAX;
    part.v = &v;
    for (uint32_t i = 0; i < s->known; ++i) {
        x->code_a[i] = s->known_a[i];
        x->code_b[i] = s->known_b[i];
        x->a[i] = collide__core_coded(p->a, x->code_a[i]);
        x->b[i] = collide__core_coded(p->b, x->code_b[i]);
        x->w[i] = collide__dadd(collide__dadd(x->a[i], -1, x->b[i]), -1, p->d);
    }
    if (s->known == 1) {
        part.weight[0] = 1;
        v = x->w[0];
        part.square = collide__ddot(v, v);
        good = true;
    } else if (s->known == 2) {
        collide__sub_edge(x->w, 0, 1, &part);
        good = part.square < DBL_MAX;
    } else if (s->known == 3) {
        good = collide__sub_face(x->w, 0, 1, 2, NULL, &part);
    }
    if (good && part.square > collide__dmul(p->slack, p->slack)) {
        x->count = s->known;
        for (uint32_t i = 0; i < s->known; ++i)
            x->weight[i] = part.weight[i];
        collide__gjk_from(p, false, v, part.square, DBL_MAX, -DBL_MAX, found);
    } else {
        collide__gjk(p, s->n, DBL_MAX, -DBL_MAX, found);
    }
    const bool round = p->a->kind == COLLIDE__CORE_ROUND || p->b->kind == COLLIDE__CORE_ROUND;
    const bool vertices =
        p->a->kind == COLLIDE__CORE_VERTICES || p->b->kind == COLLIDE__CORE_VERTICES;
    s->known = vertices && !round && x->count < 4 ? x->count : 0;
    for (uint32_t i = 0; i < s->known; ++i) {
        s->known_a[i] = x->code_a[i];
        s->known_b[i] = x->code_b[i];
    }
}

// Bounds the distance at the time t by a search for the nearest points.
static void collide__motion_search_at(collide__motion_state *s, collide__motion_probe *out,
                                      double t) {
    const collide__core_pair *p = &s->pair;
    collide__gjk_result found;
    collide__dvec3 a, b;
    collide__motion_place(s, out, t);
    if (s->body[1].plane) {
        const collide__dvec3 zero = {0, 0, 0}, down = collide__dneg(s->body[1].normal_now);
        uint32_t code;
        out->n = s->body[1].normal_now;
        const double gap =
            (-collide__moving_reach(&s->body[0], &down) - collide__ddot(out->n, out->d)) -
            (s->body[1].height + p->radius);
        out->lo = gap - p->slack;
        out->hi = gap + p->slack;
        out->side[0].point =
            collide__dadd(s->body[0].at, 1, collide__core_support(p->a, down, &code));
        out->side[0].kind = 1;
        out->side[1].kind = 3;
        out->side[1].point = zero;
        return;
    }
    if (collide__motion_closed(s, out))
        return;
    if (!(collide__dsum_abs(s->n) > 0))
        s->n = collide__coordinate_axis(0);
    collide__motion_gjk(s, &found);
    out->n = s->n = found.normal;
    out->lo = (found.gap - p->slack) - p->radius;
    out->hi = (collide__simplex_points(p, &found.s, &a, &b) + p->slack) - p->radius;
    if (found.touch && out->hi > 0)
        out->hi = collide__sweep_depth(p, &found);
    collide__motion_side_of(p->a, found.s.a, found.s.code_a, found.s.count, &out->side[0]);
    collide__motion_side_of(p->b, found.s.b, found.s.code_b, found.s.count, &out->side[1]);
    out->side[0].point = collide__dadd(s->body[0].at, 1, a);
    out->side[1].point = collide__dadd(s->body[1].at, 1, b);
}

// Bounds the distance at the time t. Of boxes that are apart, hi is unknown: infinite. If last is
// not NULL, the axis of the probe before does for boxes that are farther apart along it.
static void collide__motion_look(collide__motion_state *s, collide__motion_probe *out, double t,
                                 const collide__motion_axis *last, double enough) {
    const collide__core *a = s->pair.a, *b = s->pair.b;
    double gap = 0;
    uint32_t code;
    COLLIDE__WORK(1);
    ++s->looks;
    if (s->body[1].plane || a->kind != COLLIDE__CORE_BOX || b->kind != COLLIDE__CORE_BOX ||
        s->pair.radius > 0) {
        collide__motion_search_at(s, out, t);
        return;
    }
    collide__motion_place(s, out, t);
    if (last) {
        out->axis = *last;
        gap = collide__motion_along(s, last, out);
    }
    if (!(gap > enough))
        gap = collide__motion_boxes(s, out);
    out->lo = gap - out->slack;
    // Of the squares of lengths: 2^-52, of at least 2^-10.
    const double rough = collide__dmul(s->pair.size, 2.2737367544323206e-13); // 2^-42
    out->hi = gap < -rough ? gap + (out->slack + rough) : DBL_MAX;
    out->side[0].point =
        collide__dadd(s->body[0].at, 1, collide__box_support(a->p, collide__dneg(out->n), &code));
    out->side[1].point = collide__dadd(s->body[1].at, 1, collide__box_support(b->p, out->n, &code));
}
#endif // COLLIDE_NO_MOTION
