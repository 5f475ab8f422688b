#pragma once
#include "../base/closest.h"
#include "sweep.h"
#include "verdict.h"

// ---- the intersection of triangles -----------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

COLLIDE__INLINE collide__dvec3 collide__vertex(const collide__vertices *t, int i) {
    collide__dvec3 r;
    r.x = t->v[0][i];
    r.y = t->v[1][i];
    r.z = t->v[2][i];
    return r;
}

// The point where the edge between two vertices, whose sides are given, crosses the plane of the
// triangle that begins at vertex plane.
static collide__dvec3 collide__edge_end(collide__vertices *t, int from, int to, int side_from,
                                        int side_to, int plane) {
    const collide__dvec3 normal = collide__dcross(collide__from_to(t, plane, plane + 1),
                                                  collide__from_to(t, plane, plane + 2));
    const double certain = t->bound * (1 << COLLIDE__DIGIT_BITS);
    double d = collide__ddot(normal, collide__from_to(t, plane, from));
    double e = collide__ddot(normal, collide__from_to(t, plane, to));
    if (collide__dabs(d) < certain && collide__dabs(e) < certain) { // the edge lies nearly flat
        collide__exact_sides(t, plane, plane + 1, plane + 2, from, 1, &side_from, &d);
        collide__exact_sides(t, plane, plane + 1, plane + 2, to, 1, &side_to, &e);
    }
    double k = d == e ? 0.5 : d / (d - e);
    k = side_from == 0 ? 0 : side_to == 0 ? 1 : k > 0 ? (k < 1 ? k : 1) : 0;
    return collide__dadd(collide__vertex(t, from), k, collide__from_to(t, from, to));
}

// The end of edge i of a, or of b, on the line of the crossing.
static collide__dvec3 collide__crossing_end(collide__vertices *t, const collide__crossing *c,
                                            const int side[2][3], bool of_b, int i) {
    const int from = of_b ? c->b[0] : c->a[0], to = of_b ? c->b[i] : c->a[i], first = of_b ? 3 : 0;
    return collide__edge_end(t, from, to, side[of_b][from - first], side[of_b][to - first],
                             3 - first);
}

// For FLAT triangles: 1 or 2 if only a or only b has area and the other, a segment from *from to
// *to, crosses its plane; 0 if both lie in one plane.
static int collide__pierced(collide__vertices *t, int side[2][3], int *from, int *to) {
    const collide__corners corners[2] = {collide__corners_of(t, 0), collide__corners_of(t, 3)};
    const int own = corners[0].sign ? 0 : 1, first = own == 0 ? 3 : 0;
    if ((corners[0].sign != 0) == (corners[1].sign != 0))
        return 0;
    for (int i = 0; i < 3; ++i)
        side[1 - own][i] = collide__side(t, 3 - first, 4 - first, 5 - first, first + i);
    *from = corners[1 - own].v[0];
    *to = corners[1 - own].v[2];
    return collide__all_zero(side[1 - own]) ? 0 : own + 1;
}

COLLIDE_API bool collide_triangle_triangle_segment(const collide_triangle *a,
                                                   const collide_triangle *b, collide_segment *out,
                                                   bool *coplanar) {
    collide__vertices t;
    collide__crossing c;
    int side[2][3], from = 0, to = 0;
    COLLIDE_ASSERT(a && b);
    const collide__relation relation = collide__relate(&t, a, b, false, side, &c);
    collide_segment common = {{0, 0, 0}, {0, 0, 0}};
    bool flat = false;
    if (relation == COLLIDE__FLAT) {
        const int face = collide__pierced(&t, side, &from, &to);
        flat = face == 0;
        if (face) {
            const int first = face == 1 ? 3 : 0;
            common.a = common.b = collide__dround_zero(collide__edge_end(
                &t, from, to, side[2 - face][from - first], side[2 - face][to - first], 3 - first));
        }
    } else if (relation == COLLIDE__CROSSED) {
        const int(*sides)[3] = (const int(*)[3])side;
        const bool a_first = collide__order(&t, &c, 1, 2) < 0;
        const bool a_last = collide__order(&t, &c, 2, 1) >= 0;
        common.a =
            collide__dround_zero(collide__crossing_end(&t, &c, sides, !a_first, a_first ? 1 : 2));
        common.b =
            collide__dround_zero(collide__crossing_end(&t, &c, sides, !a_last, a_last ? 2 : 1));
    }
    if (out)
        *out = common;
    if (coplanar)
        *coplanar = flat;
    return relation != COLLIDE__APART;
}

// ---- contacts --------------------------------------------------------------------------------

// Unit normal; false if there is no area.
static bool collide__unit_normal(const collide_triangle *t, collide__dvec3 *normal) {
    *normal = collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return collide__dnormalize(normal);
}

COLLIDE__INLINE void collide__contact_put(collide_contact *out, collide__dvec3 a, collide__dvec3 b,
                                          collide__dvec3 normal, double depth, uint32_t feature_a,
                                          uint32_t feature_b) {
    out->point_a = collide__dround_zero(a);
    out->point_b = collide__dround_zero(b);
    out->normal = collide__dround_zero(normal);
    out->depth = depth > 0 ? depth < (double)FLT_MAX ? (float)depth : FLT_MAX : 0;
    out->feature_a = feature_a;
    out->feature_b = feature_b;
}

// Contacts at the vertices of one triangle behind the face of the other (of a if of_a); if there
// are none, at the vertices on it.
static int collide__behind_face(const collide__vertices *t, bool of_a, const int *side,
                                collide__dvec3 normal, collide_contact *out) {
    const int first = of_a ? 3 : 0, face = of_a ? 0 : 3;
    const collide__dvec3 corner[3] = {collide__vertex(t, face), collide__vertex(t, face + 1),
                                      collide__vertex(t, face + 2)};
    const bool behind = side[0] < 0 || side[1] < 0 || side[2] < 0;
    int n = 0;
    for (int i = 0; i < 3; ++i) {
        if (behind ? side[i] >= 0 : side[i] != 0)
            continue;
        const collide__dvec3 v = collide__vertex(t, first + i);
        const collide__dvec3 on = collide__triangle_nearest(corner, v);
        const double depth = -collide__ddot(normal, collide__from_to(t, face, first + i));
        const uint32_t vertex = COLLIDE_FEATURE_VERTEX | (uint32_t)i;
        if (of_a)
            collide__contact_put(&out[n++], on, v, collide__dneg(normal), depth,
                                 COLLIDE_FEATURE_FACE, vertex);
        else
            collide__contact_put(&out[n++], v, on, normal, depth, vertex, COLLIDE_FEATURE_FACE);
    }
    return n;
}

// The feature of the edge between two vertices of one triangle.
COLLIDE__INLINE uint32_t collide__edge_number(int i, int j) {
    const int p = i % 3, q = j % 3;
    return COLLIDE_FEATURE_EDGE | (uint32_t)(q == (p + 1) % 3 ? p : q);
}

// The contact of edges i of both, which bound the intersection. The normal points out of b, if the
// faces decide that.
static void collide__edge_contact(const collide__vertices *t, const collide__crossing *c, int i,
                                  collide__dvec3 normal_a, collide__dvec3 normal_b,
                                  collide_contact *out) {
    const collide__dvec3 d = collide__from_to(t, c->a[0], c->a[i]);
    const collide__dvec3 e = collide__from_to(t, c->b[0], c->b[i]);
    const collide__dvec3 away = collide__dadd(normal_b, -1, normal_a);
    collide__dvec3 normal = collide__dcross(d, e), p, q;
    collide__edges_nearest(collide__vertex(t, c->a[0]), d, collide__vertex(t, c->b[0]), e, &p, &q);
    if (!collide__dnormalize(&normal)) {
        normal = away;
        if (!collide__dnormalize(&normal))
            normal = normal_b;
    }
    // If both faces are parallel to the normal, they do not decide. Then the way out of each other
    // does, or if they just touch, their positions.
    const collide__dvec3 gap = collide__dadd(q, -1, p);
    double side = collide__ddot(normal, away);
    if (!(collide__dabs(side) > 5.9604644775390625e-8)) { // 2^-24
        const double touch = collide__dmul(collide__dsum_abs(p) + collide__dsum_abs(q),
                                           9.094947017729282e-13); // 2^-40
        collide__dvec3 middle = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            middle = collide__dadd(middle, 1, collide__from_to(t, 3 + k, k));
        side = collide__ddot(normal, gap);
        if (!(collide__dabs(side) > touch))
            side = collide__ddot(normal, middle);
    }
    if (side < 0)
        normal = collide__dneg(normal);
    collide__contact_put(out, p, q, normal, collide__ddot(gap, normal),
                         collide__edge_number(c->a[0], c->a[i]),
                         collide__edge_number(c->b[0], c->b[i]));
}

// A direction perpendicular to two triangles without area.
static collide__dvec3 collide__any_across(collide__vertices *t) {
    const collide__corners p = collide__corners_of(t, 0), q = collide__corners_of(t, 3);
    const collide__dvec3 d = collide__from_to(t, p.v[0], p.v[2]);
    const collide__dvec3 e = collide__from_to(t, q.v[0], q.v[2]);
    collide__dvec3 r = collide__dcross(d, e);
    return collide__dnormalize(&r)
               ? r
               : collide__any_normal(collide__ddot(d, d) > collide__ddot(e, e) ? d : e);
}

COLLIDE_API size_t collide_triangle_triangle_touches(const collide_triangle *a,
                                                     const collide_triangle *b,
                                                     collide_contact *contacts, size_t capacity) {
    collide__vertices t;
    collide__crossing c;
    collide__dvec3 normal_a, normal_b;
    collide_contact found[3];
    int side[2][3], n, from, to;
    COLLIDE_ASSERT(a && b && (contacts || !capacity));
    const collide__relation relation = collide__relate(&t, a, b, false, side, &c);
    if (relation == COLLIDE__APART)
        return 0;
    const bool area_a = collide__unit_normal(a, &normal_a),
               area_b = collide__unit_normal(b, &normal_b);
    if (!area_b)
        normal_b = area_a ? collide__dneg(normal_a) : collide__any_across(&t);
    if (!area_a) // or an area too small for double
        normal_a = collide__dneg(normal_b);
    if (relation == COLLIDE__FLAT) {
        const int face = collide__pierced(&t, side, &from, &to);
        if (!face) {
            const collide_vec3 still = {0, 0, 0};
            const collide__shapes s = collide__triangles(a, still, b, still, 0);
            return collide__shapes_contacts(&s, collide__dround_zero(normal_b),
                                            area_b   ? 1
                                            : area_a ? 0
                                                     : 2,
                                            true, contacts, capacity);
        }
        n = collide__behind_face(&t, face == 1, side[2 - face], face == 1 ? normal_a : normal_b,
                                 found);
    } else {
        const int first = collide__order(&t, &c, 1, 2), last = collide__order(&t, &c, 2, 1);
        n = 1;
        if (first <= 0 && last >= 0)
            n = collide__behind_face(&t, false, side[0], normal_b, found);
        else if (first >= 0 && last <= 0)
            n = collide__behind_face(&t, true, side[1], normal_a, found);
        else
            collide__edge_contact(&t, &c, first < 0 ? 1 : 2, normal_a, normal_b, found);
    }
    collide__contacts_deepest(found, n, contacts, capacity);
    return (size_t)n;
}
#endif // COLLIDE_NO_TRIANGLE
