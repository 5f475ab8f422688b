#pragma once
#include "../base/contacts.h"
#include "../base/deepest.h"
#include "../base/features.h"
#include "single.h"

// ---- contacts of two shapes ------------------------------------------------------------------
#ifndef COLLIDE_NO_SHAPE
// The distance of the shapes gives a normal. If a face of either shape has nearly as large a gap
// along its own normal, that normal is taken: then the contacts are the corners of what both faces
// share, seen along it. Else they are the nearest points, or the ends of two edges side by side.
// All relative to the origin of the first core.

#define COLLIDE__RIM_CORNERS 8u

// A side of a pair: its core, where it is, and its shape.
typedef struct collide__contact_side {
    const collide_shape *shape;
    const collide__core *core;
    collide__dvec3 origin;
} collide__contact_side;

// A rim of a cylinder as a polygon: fixed corners, and the point that lies farthest along dir.
static void collide__rim_feature(const collide__contact_side *s, collide__dvec3 dir, bool top,
                                 collide__polygon *out) {
    static const double c[COLLIDE__RIM_CORNERS][2] = {
        {1, 0},  {0.70710678118654752, 0.70710678118654752},
        {0, 1},  {-0.70710678118654752, 0.70710678118654752},
        {-1, 0}, {-0.70710678118654752, -0.70710678118654752},
        {0, -1}, {0.70710678118654752, -0.70710678118654752}};
    const collide__core *core = s->core;
    const collide__dvec3 base = collide__dadd(s->origin, top ? 1 : -1, core->p[0]);
    const collide__dvec3 axis = core->p[1];
    // It turns with the axis, and not by noise in it.
    collide__dvec3 u = collide__coordinate_axis(collide__dabs(axis.x) < 0.875 ? 0 : 1);
    u = collide__dadd(u, -collide__ddot(u, axis), axis);
    (void)collide__dnormalize(&u);
    const collide__dvec3 v = collide__dcross(axis, u);
    double x = collide__ddot(u, dir), y = collide__ddot(v, dir);
    const double across = collide__sqrt(collide__dmul(x, x) + collide__dmul(y, y));
    const bool low = across > 0.00390625; // 2^-8
    x = low ? collide__ddiv(x, across) : 1;
    y = low ? collide__ddiv(y, across) : 0;
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | (uint32_t)top;
    for (uint32_t i = 0; i < COLLIDE__RIM_CORNERS; ++i) {
        const uint32_t k = i + 1 < COLLIDE__RIM_CORNERS ? i + 1 : 0;
        const double px = collide__dmul(core->disk, c[i][0]);
        const double py = collide__dmul(core->disk, c[i][1]);
        const double after = collide__dmul(c[i][0], y) - collide__dmul(c[i][1], x);
        const double before = collide__dmul(x, c[k][1]) - collide__dmul(y, c[k][0]);
        collide__add_corner(out, collide__dadd(collide__dadd(base, px, u), py, v),
                            2 * i + (uint32_t)top, (uint32_t)top);
        // Not next to a corner, where it would come and go.
        if (low && after > 0.0009765625 && before > 0.0009765625) // 2^-10
            collide__add_corner(out,
                                collide__dadd(collide__dadd(base, collide__dmul(core->disk, x), u),
                                              collide__dmul(core->disk, y), v),
                                2 * COLLIDE__RIM_CORNERS + (uint32_t)top, (uint32_t)top);
    }
}

// The side of a cylinder as an edge.
static void collide__cylinder_side_feature(const collide__contact_side *s, collide__dvec3 dir,
                                           collide__polygon *out) {
    const collide__core *core = s->core;
    double x, y;
    const double across = collide__round_across(core, dir, &x, &y);
    const double scale = across > 0 ? collide__ddiv(core->disk, across) : 0;
    const collide__dvec3 p =
        collide__dadd(collide__dadd(s->origin, collide__dmul(scale, x), core->p[2]),
                      collide__dmul(scale, y), core->p[3]);
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | 2;
    collide__add_corner(out, collide__dadd(p, -1, core->p[0]), 2 * COLLIDE__RIM_CORNERS + 2, 2);
    collide__add_corner(out, collide__dadd(p, 1, core->p[0]), 2 * COLLIDE__RIM_CORNERS + 3, 2);
}

// The edge from point i to a later point j of a segment, triangle or tetrahedron.
static uint32_t collide__points_edge(uint32_t count, uint32_t i, uint32_t j) {
    return count == 3 ? (j - i == 2 ? 2 : i) : i ? i + j : j - 1;
}

// The face of a tetrahedron whose outward normal is nearest to dir, of those with the point that
// lies farthest along dir. If all faces are flat, that point, and false.
static bool collide__tetrahedron_feature(const collide__contact_side *s, collide__dvec3 dir,
                                         double tolerance, collide__polygon *out,
                                         collide__dvec3 *normal) {
    const collide__dvec3 *p = s->core->p;
    double most = -DBL_MAX;
    uint32_t best = 4, top;
    (void)collide__points_support(s->core, dir, &top);
    for (uint32_t i = 0; i < 4; ++i) {
        const collide__dvec3 q = p[(i + 1) & 3];
        collide__dvec3 n = collide__dcross(collide__dadd(p[(i + 2) & 3], -1, q),
                                           collide__dadd(p[(i + 3) & 3], -1, q));
        if (i == top || !collide__dnormalize(&n))
            continue;
        const double side = collide__ddot(n, collide__dadd(p[i], -1, q));
        if (side > tolerance || (side >= -tolerance && collide__ddot(n, dir) < 0))
            n = collide__dneg(n);
        if (collide__ddot(n, dir) > most) {
            most = collide__ddot(n, dir);
            best = i;
            *normal = n;
        }
    }
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | best;
    for (uint32_t k = 1; k < 4 && best < 4; ++k) {
        const uint32_t i = (best + k) & 3, j = k < 3 ? (best + k + 1) & 3 : (best + 1) & 3;
        collide__add_corner(out, collide__dadd(s->origin, 1, p[i]), i,
                            collide__points_edge(4, i < j ? i : j, i < j ? j : i));
    }
    if (best == 4)
        collide__add_corner(out, collide__dadd(s->origin, 1, p[top]), top, 0);
    return best < 4;
}

// The face of a convex body whose normal is nearest to dir, of those with the vertex that lies
// farthest along dir. Without such a face, the vertices that lie farthest.
static bool collide__body_feature(const collide__contact_side *s, collide__dvec3 dir,
                                  double tolerance, collide__polygon *out, collide__dvec3 *normal) {
    const collide__core *core = s->core;
    const collide_convex *c = core->convex;
    const float *rows = collide__convex_rows(c, c->inside.normal_offset);
    uint32_t code;
    double most = 0;
    const collide__dvec3 top = collide__vertices_support(core, &dir, &code);
    const collide__dvec3 local = collide__core_local(core, dir);
    *normal = dir;
    for (uint32_t i = 0; i < c->normal_count; ++i) {
        collide__dvec3 n = collide__dvec3_of(collide__direction(rows, i));
        // Most are turned away too far to be asked: the pose is rigid within 2^-21.
        const double along = collide__ddot(n, local);
        if (collide__dmul(along, along) <
            collide__dmul(collide__dmul(collide__dmul(most, most), 0.9999), collide__ddot(n, n)))
            continue;
        n = collide__dturn(&s->shape->of.convex.pose, n);
        if (collide__ddot(n, dir) < 0)
            n = collide__dneg(n);
        if (collide__dnormalize(&n) && collide__ddot(n, dir) > most &&
            collide__core_reach(core, &n) <= collide__ddot(top, n) + tolerance) {
            most = collide__ddot(n, dir);
            *normal = n;
        }
    }
    collide__convex_feature(c, &s->shape->of.convex.pose, collide__dadd(s->origin, 1, core->p[3]),
                            *normal, tolerance, out);
    return most > 0 && out->n >= 3;
}

static collide__dbox collide__contact_box(const collide__contact_side *s) {
    collide__dbox box;
    if (s->shape->kind == COLLIDE_SHAPE_OBB)
        return collide__dbox_of(&s->shape->of.obb);
    for (uint32_t i = 0; i < 3; ++i) {
        box.axis[i] = collide__coordinate_axis(i);
        box.half[i] = collide__ddot(s->core->p[3], box.axis[i]);
    }
    return box;
}

// The face that is turned to dir, or what a shape has in place of it: a point, an edge. Returns
// whether it is a face, with its unit normal.
static bool collide__contact_face(const collide__contact_side *s, collide__dvec3 dir,
                                  double tolerance, collide__polygon *out, collide__dvec3 *normal) {
    const collide__core *core = s->core;
    const collide__dvec3 zero = {0, 0, 0};
    if (core->kind == COLLIDE__CORE_VERTICES)
        return collide__body_feature(s, dir, tolerance, out, normal);
    if (core->kind == COLLIDE__CORE_ROUND) {
        const double along = collide__ddot(core->p[1], dir);
        const double height = collide__dabs(collide__ddot(core->p[0], dir));
        double x, y;
        // The feature whose far end is nearer.
        if (collide__dmul(core->disk, collide__round_across(core, dir, &x, &y)) <= height) {
            *normal = along < 0 ? collide__dneg(core->p[1]) : core->p[1];
            collide__rim_feature(s, dir, !(along < 0), out);
            return core->disk > 0;
        }
        collide__cylinder_side_feature(s, dir, out);
        return false;
    }
    if (core->kind == COLLIDE__CORE_BOX) {
        const collide__dbox box = collide__contact_box(s);
        collide__box_feature(&box, collide__dadd(s->origin, 1, core->p[3]), dir, tolerance, true,
                             out);
        const uint32_t top = (out->face & 7) >> 1;
        *normal = out->face & 1 ? box.axis[top] : collide__dneg(box.axis[top]);
        return collide__dnormalize(normal) && out->n >= 3;
    }
    if (core->count == 4)
        return collide__tetrahedron_feature(s, dir, tolerance, out, normal);
    if (core->count == 3) {
        collide__triangle_feature(core->p, s->origin, dir, tolerance, true, out);
        *normal = collide__dcross(collide__edge_of(core->p, 0), collide__edge_of(core->p, 1));
        if (collide__ddot(*normal, dir) < 0)
            *normal = collide__dneg(*normal);
        return collide__dnormalize(normal) && out->n >= 3;
    }
    out->n = 0;
    out->face = COLLIDE_FEATURE_EDGE;
    for (uint32_t i = 0; i < core->count; ++i) // a capsule without length has one end
        if (i == 0 || collide__ddot(core->p[i], core->p[i]) > 0)
            collide__add_corner(out, collide__dadd(s->origin, 1, i ? core->p[i] : zero), i, 0);
    return false;
}

// The edge that lies farthest along dir, within tolerance; other features have no corners.
static void collide__contact_edge(const collide__contact_side *s, collide__dvec3 dir,
                                  double tolerance, collide__polygon *out) {
    const collide__core *core = s->core;
    if (core->kind == COLLIDE__CORE_BOX) {
        const collide__dbox box = collide__contact_box(s);
        collide__box_feature(&box, collide__dadd(s->origin, 1, core->p[3]), dir, tolerance, false,
                             out);
    } else if (core->kind == COLLIDE__CORE_VERTICES) {
        collide__convex_feature(core->convex, &s->shape->of.convex.pose,
                                collide__dadd(s->origin, 1, core->p[3]), dir, tolerance, out);
    } else if (core->kind == COLLIDE__CORE_ROUND) {
        collide__cylinder_side_feature(s, dir, out);
        if (collide__dabs(collide__ddot(core->p[0], dir)) > collide__dmul(0.5, tolerance))
            out->n = 0;
    } else {
        const double top = collide__core_reach(core, &dir) - tolerance;
        uint32_t at[4], count = 0;
        out->n = 0;
        for (uint32_t i = 0; i < core->count; ++i)
            if (collide__ddot(core->p[i], dir) >= top)
                at[count++] = i;
        for (uint32_t k = 0; k < count && count == 2; ++k)
            collide__add_corner(out, collide__dadd(s->origin, 1, core->p[at[k]]), at[k],
                                collide__points_edge(core->count, at[0], at[1]));
    }
    out->n = out->n == 2 ? 2 : 0;
}

// The contacts found so far.
typedef struct collide__manifold {
    collide__dcontact at[COLLIDE__CLIP_POINTS + 3];
    int n;
    collide__contact_side side[2];
    double radius[2], margin, tolerance, rough, near_by; // rough: of points rounded to float
} collide__manifold;

// Adds the contact of a point of a and a point of b, of the cores, along n from b to a.
static void collide__manifold_add(collide__manifold *m, collide__dvec3 a, collide__dvec3 b,
                                  collide__dvec3 n, double depth, uint32_t feature_a,
                                  uint32_t feature_b) {
    collide__dcontact *c = &m->at[m->n++];
    c->a = collide__dadd(a, -m->radius[0], n);
    c->b = collide__dadd(b, m->radius[1], n);
    c->normal = n;
    c->depth = depth;
    c->feature_a = feature_a;
    c->feature_b = feature_b;
}

// Contacts of two features along n, those within the margin.
static void collide__manifold_meet(collide__manifold *m, const collide__polygon *a,
                                   const collide__polygon *b, collide__dvec3 n, bool b_first) {
    collide__meeting meeting;
    const double reach = m->radius[0] + m->radius[1];
    collide__features_meet(a, b, n, b_first, m->near_by, false, &meeting);
    for (int i = 0; i < meeting.clip.n; ++i) {
        const collide__clip_point *at = &meeting.clip.point[i];
        const collide__dvec3 p = at->p, q = collide__dadd(p, meeting.depth[i], meeting.up);
        const double depth = meeting.depth[i] + reach;
        if (!(depth >= -m->margin))
            continue;
        if (meeting.by_b)
            collide__manifold_add(m, p, q, n, depth, at->own, at->other);
        else
            collide__manifold_add(m, q, p, n, depth, at->other, at->own);
    }
}

// Contacts beside two edges that cross or a corner, where the bodies will meet when they turn:
// along the same normal, of the faces that are turned to each other.
static void collide__manifold_beside(collide__manifold *m, collide__dvec3 n) {
    collide__polygon feature[2];
    collide__dvec3 face[2];
    double turned[2];
    for (int k = 0; k < 2; ++k) {
        const collide__dvec3 dir = k ? n : collide__dneg(n);
        const bool found =
            collide__contact_face(&m->side[k], dir, m->tolerance, &feature[k], &face[k]);
        turned[k] = found ? collide__ddot(face[k], dir) : 0;
    }
    if (turned[0] > 0.75 || turned[1] > 0.75)
        collide__manifold_meet(m, &feature[0], &feature[1], n, turned[1] >= turned[0]);
}

// Whether a contact repeats one that is kept: the same features at the same place. The faces beside
// two edges meet where the edges cross, too; a sharp corner may be clipped twice; and the nearest
// points may be an end of a line.
static bool collide__manifold_repeats(const void *user, void *kept, const void *contact) {
    const collide__dcontact *s = (const collide__dcontact *)kept;
    const collide__dcontact *t = (const collide__dcontact *)contact;
    return s->feature_a == t->feature_a && s->feature_b == t->feature_b &&
           collide__dsum_abs(collide__dadd(s->b, -1, t->b)) <= *(const double *)user;
}

// The nearest point of the segment from p to q.
static collide__dvec3 collide__on_segment(collide__dvec3 p, collide__dvec3 q, collide__dvec3 x) {
    const collide__dvec3 e = collide__dadd(q, -1, p);
    const double t = collide__ddot(collide__dadd(x, -1, p), e), ee = collide__ddot(e, e);
    return t > 0 ? t < ee ? collide__dadd(p, collide__ddiv(t, ee), e) : q : p;
}

// The middle line of a capsule or a cylinder that lies across dir, and what leads from it to the
// surface that is turned to dir. False for other shapes.
static bool collide__contact_line(const collide__contact_side *s, collide__dvec3 dir,
                                  collide__polygon *out, collide__dvec3 *surface) {
    const collide__core *core = s->core;
    const bool round = core->kind == COLLIDE__CORE_ROUND;
    const double rise = round ? collide__ddot(core->p[1], dir) : 0;
    const collide__dvec3 zero = {0, 0, 0};
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | 2;
    *surface = round ? collide__dadd(dir, -rise, core->p[1]) : dir;
    (void)collide__dnormalize(surface);
    *surface = collide__dadd(zero, round ? core->disk : core->radius, *surface);
    if (round ? collide__dmul(rise, rise) > 0.0625
              : core->kind != COLLIDE__CORE_POINTS || core->count != 2)
        return false;
    const uint32_t edge = round ? 2 : 0;
    collide__add_corner(out, round ? collide__dadd(s->origin, -1, core->p[0]) : s->origin, 0, edge);
    collide__add_corner(out, collide__dadd(s->origin, 1, core->p[round ? 0 : 1]), 1, edge);
    return true;
}

// The line of side k that is turned to dir: a middle line, or an edge beside a capsule.
static bool collide__manifold_line(const collide__manifold *m, int k, collide__dvec3 dir,
                                   collide__polygon *out, collide__dvec3 *surface) {
    const collide__dvec3 zero = {0, 0, 0};
    if (collide__contact_line(&m->side[k], dir, out, surface))
        return true;
    *surface = zero;
    if (!(m->radius[!k] > 0))
        return false;
    collide__contact_edge(&m->side[k], dir, m->near_by, out);
    return out->n == 2;
}

// Two such lines side by side: contacts at the ends of each, where the other is beside it; of
// capsules, one contact at an end.
static void collide__manifold_lines(collide__manifold *m, const collide__polygon *line,
                                    const collide__dvec3 *surface, collide__dvec3 n) {
    const double reach = collide__sqrt(collide__ddot(surface[0], surface[0])) +
                         collide__sqrt(collide__ddot(surface[1], surface[1]));
    // A capsule may be so short that its ends differ by rounding.
    const double near_by = m->near_by > m->rough ? m->near_by : m->rough;
    const double same = m->radius[0] + m->radius[1] > 0 ? near_by : -1;
    const int first = m->radius[1] > 0 && !(m->radius[0] > 0); // the ends of a capsule
    for (int k = 0; k < 4; ++k) {
        const int side = (k >> 1) ^ first;
        const collide__polygon *own = &line[side], *by = &line[!side];
        const collide__dvec3 p = own->corner[k & 1].p;
        const collide__dvec3 q = collide__on_segment(by->corner[0].p, by->corner[1].p, p);
        const collide__dvec3 from = side == 0 ? collide__dadd(p, -1, q) : collide__dadd(q, -1, p);
        const double length = collide__sqrt(collide__ddot(from, from));
        if (!(reach - length >= -m->margin) ||
            !(collide__ddot(from, n) > collide__dmul(0.9375, length)))
            continue;
        collide__dcontact *c = &m->at[m->n++];
        c->a = collide__dadd(side == 0 ? p : q, 1, surface[0]);
        c->b = collide__dadd(side == 0 ? q : p, 1, surface[1]);
        c->normal = n;
        const double between = collide__ddot(collide__dadd(c->b, -1, c->a), n);
        c->depth = between < reach - length ? between : reach - length;
        bool again = false;
        for (int i = 0; i < m->n - 1; ++i)
            again |= collide__dsum_abs(collide__dadd(c->a, -1, m->at[i].a)) <= same ||
                     collide__dsum_abs(collide__dadd(c->b, -1, m->at[i].b)) <= same;
        m->n -= again || c->depth < -m->margin;
        c->feature_a = side == 0 ? own->corner[k & 1].vertex : by->corner[0].edge;
        c->feature_b = side == 0 ? by->corner[0].edge : own->corner[k & 1].vertex;
    }
}

// The gap of an axis, plus what makes it worth more than another: that it is the normal of a face,
// and that it is nearly the hint.
static double collide__axis_worth(double gap, collide__dvec3 axis, collide__dvec3 hint,
                                  double bonus, double share) {
    return (gap + bonus) + (collide__ddot(axis, hint) > 0.9921875 ? share : 0); // 1 - 2^-7
}

// The nearest points of both shapes as a contact.
static void collide__manifold_nearest(collide__manifold *m, const collide__core_pair *p,
                                      const collide_distance *d) {
    const collide__dvec3 from = collide__dvec3_of(p->a->origin);
    collide__dcontact *c = &m->at[m->n++];
    c->a = collide__dadd(collide__dvec3_of(d->point_a), -1, from);
    c->b = collide__dadd(collide__dvec3_of(d->point_b), -1, from);
    c->normal = collide__dvec3_of(d->normal);
    (void)collide__dnormalize(&c->normal);
    c->depth = collide__ddot(collide__dadd(c->b, -1, c->a), c->normal);
    c->feature_a = d->feature_a;
    c->feature_b = d->feature_b;
}

// Contacts of two cores whose distance is d. Their order is the caller's: an order by numbers would
// change as bodies move.
static void collide__manifold_find(collide__manifold *m, const collide__core_pair *p,
                                   const collide_distance *d, collide__dvec3 hint) {
    collide__polygon feature[2];
    collide__dvec3 n = collide__dvec3_of(d->normal), face[2], surface[2];
    (void)collide__dnormalize(&n);
    const double size = p->a->size < p->b->size ? p->a->size : p->b->size;
    const double least = collide__gap(p, n);
    // The normals of round shapes turn smoothly, so no face may take them over.
    const double share =
        p->radius > 0 && least > 0 ? m->tolerance : collide__dmul(size, COLLIDE__FACE_SHARE);
    double worth = collide__axis_worth(least, n, hint, 0, share);
    int owner = -1;
    bool lines = false;
    m->near_by = collide__dmul(size, 0.5 * COLLIDE__FACE_SHARE);
    for (int k = 1; k >= 0; --k) {
        collide__dvec3 *f = &face[k];
        if (!collide__contact_face(&m->side[k], k ? n : collide__dneg(n), m->tolerance, &feature[k],
                                   f))
            continue;
        if (!k)
            *f = collide__dneg(*f);
        const double gap = collide__gap(p, *f);
        // The faces of b come first, so that two which face each other do not take turns.
        const double w =
            collide__axis_worth(gap, *f, hint, collide__dmul(k ? 1 : 0.875, share), share);
        if (w >= worth && gap >= least - collide__dmul(2, share)) {
            worth = w;
            owner = k;
        }
    }
    if (owner >= 0) {
        const bool b_owns = owner == 1;
        n = face[b_owns];
        (void)collide__contact_face(&m->side[!b_owns], b_owns ? collide__dneg(n) : n, m->tolerance,
                                    &feature[!b_owns], &face[!b_owns]);
        collide__manifold_meet(m, &feature[0], &feature[1], n, b_owns);
    } else if (collide__manifold_line(m, 0, collide__dneg(n), &feature[0], &surface[0]) &&
               collide__manifold_line(m, 1, n, &feature[1], &surface[1])) {
        collide__manifold_lines(m, feature, surface, n);
        lines = true;
    } else if (!(p->radius > 0)) {
        collide__contact_edge(&m->side[0], collide__dneg(n), m->near_by, &feature[0]);
        collide__contact_edge(&m->side[1], n, m->near_by, &feature[1]);
        if (feature[0].n == 2 && feature[1].n == 2)
            collide__manifold_meet(m, &feature[0], &feature[1], n, false);
        collide__manifold_beside(m, n);
    }
    // Where other features carry the deepest overlap, as two corners that are deep in each other,
    // or the middle of two lines that cross at a small angle.
    double deepest = -DBL_MAX;
    for (int i = 0; i < m->n; ++i)
        deepest = m->at[i].depth > deepest ? m->at[i].depth : deepest;
    double less = collide__dmul(lines ? 0.125 : 4, m->near_by);
    less = lines && less < m->rough ? m->rough : less;
    if (deepest < (p->radius - least) - less) {
        m->n = lines ? m->n : 0;
        collide__manifold_nearest(m, p, d);
    }
    m->n = (int)collide__places_merge(m->at, (size_t)m->n, sizeof m->at[0],
                                      collide__manifold_repeats, &m->tolerance);
}

// Contacts with a half-space: the points of the core's face, or of what it has in place of a face,
// that are within the margin, and the lowest point.
static void collide__manifold_plane(collide__manifold *m, collide__dvec3 n, double height) {
    const collide__contact_side *s = &m->side[0];
    collide__polygon feature;
    collide__dvec3 face;
    const double from = collide__ddot(collide__dvec3_of(s->core->origin), n) - height;
    double lowest = DBL_MAX;
    m->tolerance = collide__dmul(s->core->size, 3.814697265625e-6); // 2^-18
    m->near_by = collide__dmul(s->core->size, 0.5 * COLLIDE__FACE_SHARE);
    (void)collide__contact_face(s, collide__dneg(n), m->tolerance, &feature, &face);
    for (int i = 0; i < feature.n; ++i) {
        const double above = collide__ddot(feature.corner[i].p, n) + from;
        lowest = above < lowest ? above : lowest;
    }
    // Rounding may put all points out of reach.
    lowest = lowest - m->radius[0] > m->margin ? lowest : m->margin + m->radius[0];
    for (int i = 0; i < feature.n; ++i) {
        const collide__dvec3 p = feature.corner[i].p;
        const double above = collide__ddot(p, n) + from;
        if (above <= lowest)
            collide__manifold_add(m, p, collide__dadd(p, -above, n), n, m->radius[0] - above,
                                  feature.corner[i].vertex, COLLIDE_FEATURE_FACE);
    }
}

// Exchanges a and b.
static void collide__manifold_swap(collide__manifold *m) {
    for (int i = 0; i < m->n; ++i) {
        collide__dcontact *c = &m->at[i];
        const collide__dcontact old = *c;
        c->a = old.b;
        c->b = old.a;
        c->normal = collide__dneg(old.normal);
        c->feature_a = old.feature_b;
        c->feature_b = old.feature_a;
    }
}

// No contacts yet of two shapes and their cores.
static void collide__manifold_begin(collide__manifold *m, const collide_shape *a,
                                    const collide_shape *b, const collide__core_pair *p,
                                    double margin) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__contact_side first = {a, p->a, zero}, second = {b, p->b, p->d};
    m->n = 0;
    m->side[0] = first;
    m->side[1] = second;
    m->radius[0] = p->a->radius;
    m->radius[1] = p->b->radius;
    m->margin = margin;
    m->tolerance = collide__dmul(p->size, 3.814697265625e-6); // 2^-18
    m->rough = collide__dmul(0.03125, m->tolerance);
}

// Contacts of two shapes whose distance is d.
COLLIDE__NOINLINE size_t collide__shapes_manifold(const collide_shape *a, const collide_shape *b,
                                                  const collide_distance *d, float margin,
                                                  collide_vec3 hint, collide_contact *contacts,
                                                  size_t capacity) {
    const collide_shape *s[2] = {a, b};
    const collide__dvec3 zero = {0, 0, 0};
    const bool swapped = a->kind == COLLIDE_SHAPE_PLANE;
    collide__manifold m;
    collide__core core[2];
    m.n = 0;
    m.margin = (double)margin;
    if (swapped || b->kind == COLLIDE_SHAPE_PLANE) {
        collide__dvec3 n;
        double height;
        if (!collide__core_of(&core[0], s[swapped]) ||
            !collide__plane_normal(&s[!swapped]->of.plane, &n, &height))
            return 0; // two planes
        const collide__contact_side side = {s[swapped], &core[0], zero};
        m.side[0] = side;
        m.radius[0] = core[0].radius;
        m.radius[1] = 0;
        collide__manifold_plane(&m, n, height);
    } else {
        if (!collide__core_of(&core[0], a) || !collide__core_of(&core[1], b))
            return 0;
        const collide__core_pair p = collide__core_pair_of(&core[0], &core[1], false);
        collide__manifold_begin(&m, a, b, &p, (double)margin);
        collide__manifold_find(&m, &p, d, collide__dvec3_of(hint));
    }
    for (int i = 0; i < m.n; ++i) // the points are rounded
        m.at[i].depth = m.at[i].depth > -m.margin ? m.at[i].depth : -m.margin;
    m.n = collide__dcontacts_reduce(m.at, m.n, m.near_by, collide__dmul(0.0078125, m.near_by));
    if (swapped)
        collide__manifold_swap(&m);
    return collide__dcontacts_out(m.at, m.n, collide__dvec3_of(core[0].origin), contacts, capacity);
}

// The distance, but for its bracket near 0, which no contact needs and which may take long: there
// it agrees with verdicts, and of a margin beyond that these say nothing.
COLLIDE__NOINLINE bool collide__contact_distance(const collide_shape *a, const collide_shape *b,
                                                 float margin, collide_distance *out) {
    collide__core core[2];
    if (margin > 0 && collide__core_of(&core[0], a) && collide__core_of(&core[1], b)) {
        const collide__core_pair p = collide__core_pair_ordered(&core[0], &core[1]);
        if ((double)margin > collide__distance_doubt(p.size))
            return collide__distance_of(&p, (double)margin, out);
    }
    return collide_shape_shape_distance(a, b, margin, out);
}

COLLIDE_API size_t collide_shape_shape_contacts(const collide_shape *a, const collide_shape *b,
                                                const collide_contact_options *options,
                                                collide_contact *contacts, size_t capacity) {
    const float margin = collide__contact_margin(options);
    collide_vec3 hint = {0, 0, 0};
    collide_distance d;
    COLLIDE_ASSERT(a && b && (contacts || !capacity));
    collide__contact_options_check(options);
    if (options && collide__finite3(options->hint))
        hint = options->hint;
    // Before the rest, so that the stack does not hold both.
    if (!collide__contact_distance(a, b, margin, &d))
        return 0;
    return collide__shapes_manifold(a, b, &d, margin, hint, contacts, capacity);
}

#define COLLIDE__CONTACTS_DEFINE(A, B)                                                             \
    COLLIDE_API size_t collide_##A##_##B##_contacts(const collide_##A *a, const collide_##B *b,    \
                                                    const collide_contact_options *options,        \
                                                    collide_contact *contacts, size_t capacity) {  \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const collide_shape s = collide_shape_from_##A(a), t = collide_shape_from_##B(b);          \
        return collide_shape_shape_contacts(&s, &t, options, contacts, capacity);                  \
    }
COLLIDE__CONTACTS_DEFINE(sphere, sphere)
COLLIDE__CONTACTS_DEFINE(sphere, capsule)
COLLIDE__CONTACTS_DEFINE(sphere, obb)
COLLIDE__CONTACTS_DEFINE(capsule, capsule)
COLLIDE__CONTACTS_DEFINE(capsule, obb)
COLLIDE__CONTACTS_DEFINE(obb, triangle)
#ifndef COLLIDE_NO_CYLINDER
COLLIDE__CONTACTS_DEFINE(cylinder, triangle)
#endif
#undef COLLIDE__CONTACTS_DEFINE
#undef COLLIDE__RIM_CORNERS
#endif // COLLIDE_NO_SHAPE
