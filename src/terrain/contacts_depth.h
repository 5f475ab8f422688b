#pragma once
#include "contacts_faces.h"
#include "../base/work.h"

// ---- contacts with terrain: depths of faces' columns -----------------------------------------
// A column goes as deep as its face, but no deeper than the body must move sideways to leave it.
#ifndef COLLIDE_NO_TERRAIN

// How far the body must go sideways to leave the column of a triangle, about: 0 if it is not over
// it, more than any where its centre is. Continuous: that of the column's point nearest to the
// centre, as the ellipse sees it.
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
    const double square = collide__dmul(k, k); // 0 where the distance is rounded away
    return square > 0 ? collide__dmul(away, 1 - k) / square : DBL_MAX;
}

// How far the body must go sideways to leave the columns of all faces in the plane of one, which is
// aside for its own; or as much as depth.
static double collide__plane_depth(const collide__search *s, const collide__face *f, double aside,
                                   double depth) {
    collide__face other;
    if (collide__face_at(s, 0, 0, &other) && collide__coplanar(f, &other))
        return depth;
    for (size_t j = s->cells.j0; j < s->cells.j1 && aside < depth; ++j)
        for (size_t i = s->cells.i0; i < s->cells.i1 && aside < depth; ++i)
            for (uint32_t which = 0; which < 2; ++which) {
                COLLIDE__WORK(1);
                if (!collide__face_of(s, i, j, which, &other) || !collide__coplanar(f, &other))
                    continue;
                const double by = collide__column_depth(s->body, other.triangle);
                aside = by > aside ? by : aside;
            }
    return aside;
}

// The same of those connected with the face. Plateaus at one height are several, or the deepest
// depth would jump as the body comes over the next one.
#define COLLIDE__CONNECTED 16 // most cells along a side of the footprint; of more it is the plane's
static double collide__plateau_depth(const collide__search *s, const collide__face *f, double aside,
                                     double depth) {
    const collide__footprint *c = &s->cells;
    const uint32_t east = s->terrain->grid.other_diagonal ? 0 : 1; // face at its cell's east edge
    uint32_t seen[COLLIDE__CONNECTED][2];                          // bits of columns of faces
    uint8_t next[2 * COLLIDE__CONNECTED * COLLIDE__CONNECTED][3];
    int n = 1;
    if (c->i1 - c->i0 > COLLIDE__CONNECTED || c->j1 - c->j0 > COLLIDE__CONNECTED)
        return collide__plane_depth(s, f, aside, depth);
    if (f->i - c->i0 >= c->i1 - c->i0 || f->j - c->j0 >= c->j1 - c->j0)
        return aside;
    memset(seen, 0, sizeof seen);
    seen[f->j - c->j0][f->which] = 1u << (f->i - c->i0);
    next[0][0] = (uint8_t)(f->i - c->i0);
    next[0][1] = (uint8_t)(f->j - c->j0);
    next[0][2] = (uint8_t)f->which;
    while (n > 0 && aside < depth) {
        const uint8_t *at = next[--n];
        const size_t i = at[0], j = at[1];
        const uint32_t which = 1u - at[2]; // of all neighbours: over the diagonal, along y, along x
        const size_t column[3] = {i, i, at[2] == east ? i + 1 : i - 1};
        const size_t row[3] = {j, at[2] == 1 ? j + 1 : j - 1, j};
        for (int k = 0; k < 3; ++k) {
            const size_t a = column[k], b = row[k];
            COLLIDE__WORK(1);
            collide__face other;
            if (a >= c->i1 - c->i0 || b >= c->j1 - c->j0 || (seen[b][which] >> a & 1))
                continue;
            seen[b][which] |= 1u << a;
            if (!collide__face_of(s, c->i0 + a, c->j0 + b, which, &other) ||
                !collide__coplanar(f, &other))
                continue;
            const double by = collide__column_depth(s->body, other.triangle);
            aside = by > aside ? by : aside;
            next[n][0] = (uint8_t)a;
            next[n][1] = (uint8_t)b;
            next[n++][2] = (uint8_t)which;
        }
    }
    return aside;
}

// The column of a face goes that deep into the body, along the face's normal: deeper than all
// others by now? alone: it is known to have no neighbour in its plane.
static void collide__column_add(collide__search *s, double depth, const collide__face *f,
                                bool alone, const collide__dcontact *touch) {
    if (depth <= s->depth)
        return;
    double aside = collide__column_depth(s->body, f->triangle);
    if (aside < depth && !alone && s->terrain && !collide__face_alone(s, f))
        aside = collide__plateau_depth(s, f, aside, depth);
    depth = depth < aside ? depth : aside;
    if (depth <= s->depth)
        return;
    s->depth = depth;
    s->lowest = *touch;
}

#undef COLLIDE__CONNECTED
#endif // COLLIDE_NO_TERRAIN
