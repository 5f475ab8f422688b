#pragma once
#include "../base/deepest.h"
#include "../base/features.h"
#include "normals.h"

// ---- contacts on an axis ---------------------------------------------------------------------
#if !defined(COLLIDE_NO_SAT) || !defined(COLLIDE_NO_TRIANGLE)

// Contacts of two features as collide__features_meet clips them. Keeps all points below the plane
// that clips, or with touching the points within tolerance of the lowest: the other feature may be
// a tilted face, since the axis is known only up to the error bound of nearly equal times.
static int collide__features_touch(const collide__meeting *m, collide__dvec3 normal, bool touching,
                                   double tolerance, collide_contact *out) {
    int n = 0;
    for (int i = 0; i < m->clip.n; ++i)
        if (m->depth[i] >= (touching || m->deepest < 0 ? m->deepest - tolerance : 0)) {
            const collide__clip_point *at = &m->clip.point[i];
            const collide__dvec3 p = at->p, q = collide__dadd(p, m->depth[i], m->up);
            collide_contact *c = &out[n++];
            c->point_a = collide__dround_zero(m->by_b ? p : q);
            c->point_b = collide__dround_zero(m->by_b ? q : p);
            c->normal = collide__dround_zero(normal);
            c->depth = m->depth[i] > 0 && !touching ? (float)m->depth[i] : 0;
            c->feature_a = m->by_b ? at->own : at->other;
            c->feature_b = m->by_b ? at->other : at->own;
        }
    return n;
}

// Contacts of two shapes along the normal of an impact or overlap on the given axis. With touching,
// the shapes are moved to where they touch along it in double, which is within the error bound of
// t_first; otherwise a grazing motion would leave them apart. Writes the deepest that fit, in their
// order; returns the number of contacts.
static size_t collide__shapes_contacts(const collide__shapes *s, collide_vec3 normal, uint32_t axis,
                                       bool touching, collide_contact *contacts, size_t capacity) {
    const double tolerance = collide__dmul(s->scale, 3.814697265625e-6); // 2^-18
    const collide__dvec3 n = collide__dvec3_of(normal);
    const collide__dvec3 down = collide__dneg(n);
    const double speed = collide__ddot(s->v, n);
    double a_min, a_max, b_min, b_max, later = 0;
    collide__shape_project(s, 0, n, &a_min, &a_max);
    collide__shape_project(s, 1, n, &b_min, &b_max);
    if (touching && speed > 0)
        later = (a_min - b_max - collide__ddot(s->d, n)) / speed;
    collide__dvec3 at[2];
    at[0] = collide__dadd(s->origin, later, s->va);
    at[1] = collide__dadd(at[0], 1, collide__dadd(s->d, later, s->v));
    const uint32_t of_a = s->convex[0] ? s->convex[0]->normal_count : s->box[0] ? 3 : 1;
    const uint32_t of_b = s->convex[1] ? s->convex[1]->normal_count : s->box[1] ? 3 : 1;
    const bool face = axis < of_a + of_b, b_owns = face && axis >= of_a;
    collide__polygon feature[2];
    collide__meeting meeting;
    collide__dbox box[2];
    for (int k = 0; k < 2; ++k)
        if (s->box[k])
            box[k] = collide__dbox_of(s->box[k]);
    collide_contact found[COLLIDE__CLIP_POINTS];
    int count = 0;
    // If the features miss each other, the axis was one of several that touch at nearly one time,
    // and the right features are not quite flat on it; or the motion grazes, and the error bound of
    // t_first is a long way. Further rounds raise the tolerance for flatness and for distance by
    // turns; the last takes all, at any distance.
    double flat = tolerance, near_by = tolerance;
    for (int round = 0; round < 15 && count == 0; ++round) {
        for (int k = 0; k < 2; ++k) {
            // The owner of the axis first: a face of it wants a face to clip.
            const int side = (int)b_owns ^ k;
            const collide__dvec3 dir = side == 0 ? down : n;
            const bool to_clip = face && k == 1 && feature[1 - side].n >= 3;
            const bool whole = (face && k == 0) || to_clip || round > 10;
            if (s->convex[side])
                collide__convex_feature(s->convex[side], s->pose[side], at[side], dir,
                                        to_clip ? 256 * flat : flat, &feature[side]);
            else if (s->box[side])
                collide__box_feature(&box[side], at[side], dir, flat, whole, &feature[side]);
            else
                collide__triangle_feature(s->triangle[side], at[side], dir, flat, whole,
                                          &feature[side]);
        }
        collide__features_meet(&feature[0], &feature[1], n, b_owns, near_by, round == 14, &meeting);
        count = collide__features_touch(&meeting, n, touching, tolerance, found);
        *(round % 2 ? &near_by : &flat) *= 8;
    }
    collide__contacts_deepest(found, count, contacts, capacity);
    return (size_t)count;
}
#endif // COLLIDE_NO_SAT, COLLIDE_NO_TRIANGLE
