#pragma once
#include "contacts_faces.h"
#include "../base/work.h"

// ---- contacts with terrain: depths of columns ------------------------------------------------
// The depth of a column is the depth below its face, but at most the way sideways out of it.
#ifndef COLLIDE_NO_TERRAIN

// About the distance that the body must move sideways to leave the column of a triangle: 0 if it is
// not over it, DBL_MAX if its centre is. This is continuous, as it is taken at the point of the
// column nearest to the centre, in the metric of the ellipse.
static double collide__column_depth(const collide__body *body, const collide__dvec3 *triangle) {
    const collide__dvec3 *axis = body->axis;
    double x[3], y[3], near_x = 0, near_y = 0, least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 p = triangle[i];
        x[i] = collide__dmul(p.x, axis[0].x) + collide__dmul(p.y, axis[0].y);
        y[i] = collide__dmul(p.x, axis[1].x) + collide__dmul(p.y, axis[1].y);
    }
    for (int i = 0; i < 3; ++i) {
        const int next = i < 2 ? i + 1 : 0;
        const double ex = x[next] - x[i], ey = y[next] - y[i];
        if (collide__dmul(ey, x[i]) - collide__dmul(ex, y[i]) >= 0)
            continue; // another edge is nearer
        const double along = -(collide__dmul(x[i], ex) + collide__dmul(y[i], ey));
        const double square = collide__dmul(ex, ex) + collide__dmul(ey, ey);
        const double k = along > 0 ? along < square ? along / square : 1 : 0;
        const double at_x = x[i] + collide__dmul(k, ex), at_y = y[i] + collide__dmul(k, ey);
        const double distance = collide__dmul(at_x, at_x) + collide__dmul(at_y, at_y);
        inside = false;
        if (distance < least) {
            const collide__dvec3 b = triangle[i], c = triangle[next];
            least = distance;
            near_x = b.x + collide__dmul(k, c.x - b.x);
            near_y = b.y + collide__dmul(k, c.y - b.y);
        }
    }
    if (inside || !(least > 0))
        return DBL_MAX;
    const double k = body->type->shadow(body->shape, near_x, near_y);
    const double away =
        collide__sqrt(collide__dmul(near_x, near_x) + collide__dmul(near_y, near_y));
    if (!(k < 1))
        return 0;
    const double square = collide__dmul(k, k); // 0 if the distance underflows
    return square > 0 ? collide__dmul(away, 1 - k) / square : DBL_MAX;
}

COLLIDE__INLINE bool collide__search_under(const collide__search *s, size_t i, size_t j) {
    const collide__footprint *c = &s->cells;
    return i - c->i0 < c->i1 - c->i0 && j - c->j0 < c->j1 - c->j0;
}

// The face beyond side k of a face, from corner k to the next one; false if it is not under the
// body or not in the plane of f.
static bool collide__plateau_next(collide__search *s, const collide__face *f,
                                  const collide__face *from, uint32_t side, collide__face *next) {
    // 0 for a side that is a diagonal, 1 for one along x, 2 for one along y
    static const uint8_t kinds[2][2][3] = {{{1, 0, 2}, {2, 1, 0}}, {{1, 2, 0}, {0, 1, 2}}};
    const uint32_t other = s->terrain->grid.other_diagonal, which = from->which;
    const uint8_t kind = kinds[other][which][side];
    const size_t i = kind == 2 ? which == other ? from->i - 1 : from->i + 1 : from->i;
    const size_t j = kind == 1 ? which == 0 ? from->j - 1 : from->j + 1 : from->j;
    s->steps -= s->steps > 0;
    COLLIDE__WORK(1);
    return collide__search_under(s, i, j) && collide__face_of(s, i, j, 1 - which, next) &&
           collide__coplanar(f, next);
}

// Whether the centre lies beyond side k of a face.
static bool collide__face_ahead(const collide__face *f, uint32_t k) {
    const collide__dvec3 a = f->triangle[k], b = f->triangle[k < 2 ? k + 1 : 0];
    return collide__dmul(b.y - a.y, a.x) - collide__dmul(b.x - a.x, a.y) < 0;
}

// Goes from face to face of the plateau of f towards the centre. Returns a side of the last face
// beyond which the centre lies, 3 if there is none. *aside takes the depth of columns.
static uint32_t collide__plateau_approach(collide__search *s, const collide__face *f,
                                          collide__face *at, double *aside, double depth) {
    collide__face next;
    uint32_t wall = 3;
    for (uint32_t k = 0; k < 3 && s->steps > 0 && *aside < depth; ++k) {
        if (!collide__face_ahead(at, k))
            continue;
        wall = k;
        if (!collide__plateau_next(s, f, at, k, &next))
            continue;
        const double by = collide__column_depth(s->body, next.triangle);
        *aside = by > *aside ? by : *aside;
        *at = next;
        wall = 3;
        k = UINT32_MAX; // begin again
    }
    return wall;
}

// Follows the border of the plateau of f all round, from a side of a face. Returns the depth of the
// deepest column, and moves to it.
static double collide__plateau_border(collide__search *s, const collide__face *f,
                                      collide__face *face, uint32_t wall, double depth) {
    const collide__face begin = *face;
    collide__face at = begin, next;
    uint32_t side = wall;
    double deepest = 0;
    do {
        side = side < 2 ? side + 1 : 0;
        if (!collide__plateau_next(s, f, &at, side, &next))
            continue;
        side = (side + 1 + at.which) % 3; // the same, seen from the face beyond
        at = next;
        const double by = collide__column_depth(s->body, at.triangle);
        *face = by > deepest ? at : *face;
        deepest = by > deepest ? by : deepest;
    } while ((side != wall || at.which != begin.which || at.i != begin.i || at.j != begin.j) &&
             s->steps > 0 && deepest < depth);
    return deepest;
}

// The distance that the body must move sideways to leave the columns of a plateau, up to depth;
// aside is this distance for face f. The part of the plateau nearest to the centre decides. The way
// there from f goes towards the centre; if a border of the plateau bars it, all along that border
// and on from its nearest part. If the centre lies beyond that border, no part of the plateau is
// nearer. This needs no memory and follows each border once. Plateaus at one height that are not
// connected count apart, or the depth would jump when the body comes over another one.
static double collide__plateau_depth(collide__search *s, const collide__face *f, double aside,
                                     double depth) {
    collide__face at = *f;
    while (aside < depth && collide__search_under(s, f->i, f->j)) {
        const uint32_t wall = collide__plateau_approach(s, f, &at, &aside, depth);
        if (wall == 3)
            break;
        const double by = collide__plateau_border(s, f, &at, wall, depth);
        if (!(by > aside))
            break;
        aside = by;
    }
    return aside;
}

// Takes in the column of a face, with its depth along the normal, if it is the deepest so far.
// alone: the face is known to have no neighbour in its plane.
static void collide__column_add(collide__search *s, double depth, const collide__face *f,
                                bool alone, const collide__dcontact *touch) {
    if (depth <= s->depth)
        return;
    double aside = collide__column_depth(s->body, f->triangle);
    if (aside < depth && !alone && !collide__face_alone(s, f))
        aside = collide__plateau_depth(s, f, aside, depth);
    depth = depth < aside ? depth : aside;
    if (depth <= s->depth)
        return;
    s->depth = depth;
    s->lowest = *touch;
}

#endif // COLLIDE_NO_TERRAIN
