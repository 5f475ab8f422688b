#pragma once
#include "search.h"
#include "../base/work.h"

// ---- two segments ----------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

typedef struct collide__couple {
    collide__part a, b;
} collide__couple;

// The bounds of a segment, grown by the error bound.
static collide_aabb collide__spline_box(const collide_spline *a) {
    collide_aabb box = collide_aabb_from_spline_points(a);
    double size = 0;
    for (int k = 0; k < 4; ++k) {
        const double x = collide__dmax_abs(collide__dsub(a->v[k], a->v[1]));
        size = x > size ? x : size;
    }
    const double more = collide__dmul(size, 4 * COLLIDE__CURVE_LOOSE) +
                        collide__dmul(size + (double)a->radius, 8 * COLLIDE__CURVE_MARGIN);
    box.min.x = collide__float_down((double)box.min.x - more);
    box.min.y = collide__float_down((double)box.min.y - more);
    box.min.z = collide__float_down((double)box.min.z - more);
    box.max.x = collide__float_up((double)box.max.x + more);
    box.max.y = collide__float_up((double)box.max.y + more);
    box.max.z = collide__float_up((double)box.max.z + more);
    return box;
}

// The nearest points of two centre lines found so far, and u of each.
typedef struct collide__nearest {
    double distance, u[2];
    collide__dvec3 at[2];
} collide__nearest;

COLLIDE__INLINE double collide__part_size(const collide__part *p) {
    double size = 0;
    for (int k = 1; k < 4; ++k) {
        const double x = collide__dmax_abs(collide__dadd(p->b[k], -1, p->b[k - 1]));
        size = x > size ? x : size;
    }
    return size;
}

static void collide__nearest_ask(const collide__dvec3 *a, const collide__dvec3 *b, double u,
                                 double w, collide__nearest *best) {
    collide__dvec3 tangent;
    const collide__dvec3 p = collide__curve_at(a, u, &tangent);
    const collide__dvec3 q = collide__curve_at(b, w, &tangent);
    const collide__dvec3 d = collide__dadd(p, -1, q);
    const double distance = collide__sqrt(collide__ddot(d, d));
    if (distance < best->distance) {
        best->distance = distance;
        best->u[0] = u;
        best->u[1] = w;
        best->at[0] = p;
        best->at[1] = q;
    }
}

// The u of the point on the chord of a part that is nearest to p.
COLLIDE__INLINE double collide__part_place(const collide__part *part, collide__dvec3 p) {
    const collide__dvec3 chord = collide__dadd(part->b[3], -1, part->b[0]);
    const double square = collide__ddot(chord, chord);
    const double t =
        square > 0
            ? collide__clamp(
                  collide__ddiv(collide__ddot(chord, collide__dadd(p, -1, part->b[0])), square), 1)
            : 0.5;
    return collide__dmul((double)part->at + collide__dmul(t, (double)part->width),
                         COLLIDE__CURVE_UNIT);
}

// Like collide__curve_search, for a part of a. Two parts are apart if a plane perpendicular to the
// shortest segment between their chords separates their hulls.
static bool collide__curves_search(const collide__curve *a, const collide__part *of_a,
                                   const collide__curve *b, double apart, double overlap, bool all,
                                   collide__nearest *best) {
    collide__couple stack[2 * COLLIDE__CURVE_LEVELS + 2];
    const double step = collide__curve_step(a, overlap - apart);
    size_t depth = 1;
    stack[0].a = *of_a;
    stack[0].b = collide__part_of(b);
    while (depth) {
        const collide__couple two = stack[--depth];
        COLLIDE__WORK(1);
        collide__dvec3 p, q;
        collide__edges_nearest(two.a.b[0], collide__dadd(two.a.b[3], -1, two.a.b[0]), two.b.b[0],
                               collide__dadd(two.b.b[3], -1, two.b.b[0]), &p, &q);
        collide__dvec3 normal = collide__dadd(p, -1, q);
        double beyond = 0;
        if (collide__dnormalize(&normal)) {
            double most = collide__ddot(normal, two.b.b[0]);
            for (int k = 1; k < 4; ++k) {
                const double along = collide__ddot(normal, two.b.b[k]);
                most = along > most ? along : most;
            }
            beyond = collide__part_beyond(&two.a, normal, most);
            beyond = beyond > 0 ? beyond : 0;
        }
        if (best->distance <= overlap ? beyond >= best->distance - step : beyond > apart)
            continue;
        collide__nearest_ask(a->b, b->b, collide__part_place(&two.a, p),
                             collide__part_place(&two.b, q), best);
        if (!all && best->distance <= overlap)
            return true;
        if (best->distance <= overlap && beyond >= best->distance - step)
            continue;
        const bool halve_a = collide__part_size(&two.a) >= collide__part_size(&two.b);
        const collide__part *part = halve_a ? &two.a : &two.b;
        if (part->width <= 2)
            continue;
        collide__couple *left = &stack[depth], *right = left + 1;
        *left = *right = two;
        collide__part_halve(part, halve_a ? &left->a : &left->b, halve_a ? &right->a : &right->b);
        const collide__dvec3 ends = collide__dadd(part->b[3], -1, part->b[0]);
        const double rise = collide__ddot(normal, ends);
        if (halve_a ? rise > 0 : rise < 0) {
            const collide__couple swap = *left;
            *left = *right;
            *right = swap;
        }
        depth += 2;
    }
    return best->distance <= overlap;
}

// Takes steps of Newton's method on the squared distance as long as it falls.
static void collide__nearest_polish(const collide__curve *a, const collide__curve *b,
                                    collide__nearest *best) {
    for (int i = 0; i < 12; ++i) {
        collide__dvec3 s, t;
        const double before = best->distance;
        collide__curve_at(a->b, best->u[0], &s);
        collide__curve_at(b->b, best->u[1], &t);
        const collide__dvec3 d = collide__dadd(best->at[0], -1, best->at[1]);
        const double ss = collide__ddot(s, s), tt = collide__ddot(t, t), st = collide__ddot(s, t);
        const double ds = collide__ddot(d, s), dt = collide__ddot(d, t);
        const collide__dvec3 cross = collide__dcross(s, t);
        const double square = collide__ddot(cross, cross);
        const double u = best->u[0], w = best->u[1];
        if (square > collide__dmul(collide__dmul(ss, tt), 1e-12))
            collide__nearest_ask(
                a->b, b->b,
                collide__clamp(
                    u + collide__ddiv(collide__dmul(st, dt) - collide__dmul(tt, ds), square), 1),
                collide__clamp(
                    w + collide__ddiv(collide__dmul(ss, dt) - collide__dmul(st, ds), square), 1),
                best);
        if (ss > 0)
            collide__nearest_ask(a->b, b->b, collide__clamp(u - collide__ddiv(ds, ss), 1), w, best);
        if (tt > 0)
            collide__nearest_ask(a->b, b->b, u, collide__clamp(w + collide__ddiv(dt, tt), 1), best);
        if (!(best->distance < before))
            break;
    }
}

// The smallest or the greatest u of the parts of a, each of width 2^-10, that overlap b.
static double collide__curves_end(const collide__curve *a, const collide__curve *b, double apart,
                                  double overlap, bool greatest, uint32_t known) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(a);
    while (depth) {
        const collide__part part = stack[--depth];
        const uint32_t end = greatest ? part.at + part.width : part.at;
        collide__nearest best;
        memset(&best, 0, sizeof best);
        best.distance = DBL_MAX;
        if (greatest ? end <= known : end >= known)
            continue;
        if (!collide__curves_search(a, &part, b, apart, overlap, false, &best))
            continue;
        if (part.width <= 1 << 14)
            return collide__dmul((double)end, COLLIDE__CURVE_UNIT);
        collide__part_halve(&part, &stack[greatest ? depth : depth + 1],
                            &stack[greatest ? depth + 1 : depth]);
        depth += 2;
    }
    return collide__dmul((double)known, COLLIDE__CURVE_UNIT);
}

COLLIDE_API bool collide_spline_spline(const collide_spline *a, const collide_spline *b,
                                       collide_cable_contact *out) {
    collide__curve c, d;
    collide__nearest best;
    COLLIDE_ASSERT(a && b);
    collide__cable_contact_none(out);
    const collide_aabb box = collide__spline_box(a);
    if (!collide__spline_boxed(b, &box) || !collide__curve_of(a, &c) || !collide__curve_of(b, &d))
        return false;
    const collide__dvec3 off = collide__dsub(b->v[1], a->v[1]);
    for (int k = 0; k < 4; ++k)
        d.b[k] = collide__dadd(d.b[k], 1, off);
    const double size = (collide__dmax_abs(off) + d.size) + d.radius;
    c.length += d.length;
    collide__curve_reach(&c, size, 0);
    const double apart = c.apart + d.radius, overlap = c.overlap + d.radius;
    const collide__part whole = collide__part_of(&c);
    memset(&best, 0, sizeof best);
    best.distance = DBL_MAX;
    if (!collide__curves_search(&c, &whole, &d, apart, overlap, out != NULL, &best))
        return false;
    if (!out)
        return true;
    collide__nearest_polish(&c, &d, &best);
    collide__dvec3 normal = collide__dadd(best.at[0], -1, best.at[1]), s, t;
    if (!collide__dnormalize(&normal)) {
        collide__curve_at(c.b, best.u[0], &s);
        collide__curve_at(d.b, best.u[1], &t);
        normal = collide__dcross(s, t);
        if (!collide__dnormalize(&normal))
            normal = collide__any_normal(collide__ddot(s, s) > 0 ? s : t);
    }
    const double depth = (c.radius + d.radius) - best.distance;
    const uint32_t at = (uint32_t)(int32_t)collide__dmul(best.u[0], 16777216.0); // 2^24
    out->contact.point_a = collide__curve_place(&c, collide__dadd(best.at[0], -c.radius, normal));
    out->contact.point_b = collide__curve_place(&c, collide__dadd(best.at[1], d.radius, normal));
    out->contact.normal = collide__dround_zero(normal);
    out->contact.depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->u = (float)best.u[0];
    out->other_u = (float)best.u[1];
    out->interval.first =
        collide__float_down(collide__curves_end(&c, &d, apart, overlap, false, at));
    out->interval.last = collide__float_up(
        collide__curves_end(&c, &d, apart, overlap, true, at < (uint32_t)1 << 24 ? at + 1 : at));
    return true;
}
#endif // COLLIDE_NO_CABLE
