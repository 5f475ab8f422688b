#pragma once
#include "contacts_depth.h"

// ---- contacts with terrain: a face, an edge, a vertex ----------------------------------------
// Asks the body for candidates and adds their contacts. Next: contacts_depth.h.
#ifndef COLLIDE_NO_TERRAIN

static uint32_t collide__cell_feature(uint32_t kind, uint32_t number, size_t column) {
    return kind | number << COLLIDE__NUMBER_SHIFT | (uint32_t)column;
}

// The point of the faces in the plane of f, near the face over, that is nearest to p in that plane.
static collide__dvec3 collide__plane_nearest(const collide__search *s, const collide__face *f,
                                             const collide__face *over, collide__dvec3 p) {
    const collide_heights *g = &s->terrain->grid;
    const double above = (double)s->center.z - (double)g->origin.z;
    collide__face other;
    if (collide__face_at(s, p.x, p.y, &other) &&
        (collide__tile_holds(s->tile, other.i, other.j) || collide__coplanar(f, &other)))
        return p;
    collide__dvec3 out = collide__triangle_nearest(over->triangle, p),
                   off = collide__dadd(out, -1, p);
    double least = collide__ddot(off, off);
    for (size_t j = over->j > 0 ? over->j - 1 : 0; j < g->rows - 1 && j <= over->j + 1; ++j)
        for (size_t i = over->i > 0 ? over->i - 1 : 0; i < g->columns - 1 && i <= over->i + 1;
             ++i) {
            collide__dvec3 v[4];
            if (!collide__cell_places(s->terrain, s->center, i, j, v))
                continue;
            for (other.which = 0; other.which < 2; ++other.which) {
                collide__face_set(&other, v, g->other_diagonal, above);
                if (!collide__coplanar(f, &other))
                    continue;
                const collide__dvec3 at = collide__triangle_nearest(other.triangle, p);
                off = collide__dadd(at, -1, p);
                out = collide__ddot(off, off) < least ? at : out;
                least = collide__ddot(off, off) < least ? collide__ddot(off, off) : least;
            }
        }
    return out;
}

// Contacts with a face or, if neighbours lie in its plane, with all of these: points A, B and C of
// [Strashnov].
static void collide__search_face(collide__search *s, const collide__face *f, bool flat) {
    const collide__body *body = s->body;
    const collide__dvec3 n = f->normal;
    collide__dvec3 point[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    const int count = body->type->points(body->shape, n, point, feature);
    for (int c = 0; c < count; ++c) {
        const collide__dvec3 p = point[c];
        collide__face over;
        collide__dcontact t;
        bool level = false; // over is in a tile at one height
        t.depth = collide__ddot(collide__dadd(f->triangle[0], -1, p), n);
        if (!(t.depth >= -collide__dmul(body->margin, n.z)))
            continue;
        if (flat) {
            if (!collide__face_at(s, p.x, p.y, &over))
                continue;
            level = collide__tile_holds(s->tile, over.i, over.j);
            if (!level && !collide__coplanar(f, &over))
                continue;
        } else if (!collide__face_holds(f->triangle, p.x, p.y)) {
            continue;
        }
        const collide__face *under = flat ? &over : f;
        if (collide__elsewhere(s->terrain, under->i, under->j))
            continue;
        if (level && (n.z < 1 || t.depth > s->depth))
            (void)collide__face_of(s, over.i, over.j, over.which, &over);
        t.a = p;
        const collide__dvec3 b = collide__dadd(p, t.depth, n);
        t.b = !flat     ? collide__triangle_nearest(f->triangle, p)
              : n.z < 1 ? collide__plane_nearest(s, f, &over, b)
                        : b;
        t.normal = n;
        t.feature_a = feature[c] | (uint32_t)under->j;
        t.feature_b = collide__cell_feature(COLLIDE_FEATURE_FACE, under->which, under->i);
        bool found = false; // by another face of the plane
        for (int i = 0; i < s->n && !found; ++i)
            found = s->at[i].feature_a == t.feature_a && s->at[i].feature_b == t.feature_b;
        if (found)
            continue;
        collide__search_add(s, &t);
        if (flat && t.depth > s->depth)
            over.normal = collide__triangle_normal(over.triangle);
        collide__column_add(s, t.depth, under, !flat, &t);
    }
}

// The surroundings of an edge or a vertex.
typedef struct collide__round {
    struct {
        uint8_t column, row, which;
    } face[6];               // of the tile
    collide__dvec3 other[6]; // the ends of other edges, or the third corners of faces
    int faces, others;
    bool flat; // flat or bent up
    uint32_t row, feature;
} collide__round;

static void collide__round_put(collide__round *r, size_t column, size_t row, uint32_t which) {
    r->face[r->faces].column = (uint8_t)column;
    r->face[r->faces].row = (uint8_t)row;
    r->face[r->faces++].which = (uint8_t)which;
}

static collide__face collide__round_face(const collide__search *s, const collide__round *r, int i) {
    collide__face f;
    collide__tile_face(s->tile, r->face[i].column, r->face[i].row, r->face[i].which,
                       s->terrain->grid.other_diagonal, &f);
    f.normal = collide__triangle_normal(f.triangle);
    return f;
}

// Whether a body that leaves along n at p clears the surroundings and does not go down.
static bool collide__round_clears(const collide__round *r, collide__dvec3 p, collide__dvec3 n) {
    for (int i = 0; i < r->others; ++i) {
        const collide__dvec3 e = collide__dadd(r->other[i], -1, p);
        const double off = collide__ddot(e, n);
        if (off > 0 && collide__dmul(off, off) >
                           collide__dmul(COLLIDE__TIE * COLLIDE__TIE, collide__ddot(e, e)))
            return false;
    }
    return n.z >= 0;
}

// An edge of the surface from a along e, or a vertex, above the body.
typedef struct collide__line {
    collide__dvec3 a, e;
    double length, margin;
    collide__candidates candidates;
} collide__line;

COLLIDE__FORCE_INLINE bool collide__candidate_above(const collide__line *l,
                                                    const collide__candidate *candidate) {
    return candidate->t >= 0 && candidate->t <= l->length && candidate->y >= -l->margin;
}

// False if the edge is nowhere above the body, or within the margin below it.
static bool collide__line_above(const collide__body *body, collide__dvec3 a, collide__dvec3 b,
                                bool deepest, collide__line *l) {
    l->a = a;
    l->e = collide__dadd(b, -1, a);
    l->length = collide__sqrt(collide__ddot(l->e, l->e));
    l->margin = body->margin;
    (void)collide__dnormalize(&l->e);
    if (!body->type->line(body->shape, a, l->e, deepest, &l->candidates))
        return false;
    bool above = collide__candidate_above(l, &l->candidates.deepest);
    // The candidates may lie beyond the ends of the edge.
    for (int k = 0; k < l->candidates.groups && !deepest && !above; ++k) {
        double from = DBL_MAX, to = -DBL_MAX, y = -DBL_MAX;
        for (int i = 0; i < l->candidates.group[k].n; ++i) {
            const collide__candidate *candidate = &l->candidates.group[k].candidate[i];
            from = candidate->t < from ? candidate->t : from;
            to = candidate->t > to ? candidate->t : to;
            y = candidate->y > y ? candidate->y : y;
        }
        above = above || (y >= -l->margin && from <= l->length && to >= 0);
    }
    return above;
}

// Contacts with an edge or a vertex.
static void collide__search_line(collide__search *s, const collide__line *l,
                                 const collide__round *r) {
    const collide__body *body = s->body;
    const collide__dvec3 up = {0, 0, 1}, a = l->a, e = l->e;
    const collide__candidate *d = &l->candidates.deepest;
    collide__dcontact t;
    if (collide__candidate_above(l, d)) {
        t.b = collide__dadd(a, d->t, e);
        t.a = collide__dadd(t.b, -d->y, up);
        t.feature_a = d->feature | r->row;
        t.feature_b = r->feature;
        for (int f = 0; f < r->faces && (d->y < 0 || d->y > s->depth); ++f) {
            const collide__face face = collide__round_face(s, r, f);
            t.normal = face.normal;
            t.depth = collide__dmul(d->y, t.normal.z);
            collide__column_add(s, t.depth, &face, false, &t);
        }
    }
    for (int k = 0; k < l->candidates.groups && !r->flat; ++k) {
        const collide__dvec3 n = l->candidates.group[k].normal;
        collide__separation separation;
        if (!collide__round_clears(r, a, n))
            continue;
        t.normal = n;
        t.feature_b = r->feature;
        // The separation may be shorter than along n, from the middle of the line or its ends.
        const collide__dvec3 zero = {0, 0, 0};
        double most = 0;
        for (int i = 0; i < l->candidates.group[k].n; ++i)
            most = l->candidates.group[k].candidate[i].y > most
                       ? l->candidates.group[k].candidate[i].y
                       : most;
        if (!l->candidates.along &&
            body->type->separation(body->shape, a, e, l->length, &separation) &&
            separation.deepest &&
            separation.distance < collide__dmul(most, n.z) * (1 - COLLIDE__TIE) &&
            collide__round_clears(r, a, collide__dadd(separation.normal, 0.25, up))) {
            t.b = collide__dadd(a, separation.t, e);
            t.a = collide__dadd(t.b, -separation.distance, separation.normal);
            t.normal = separation.normal;
            t.depth = separation.distance;
            t.feature_a = separation.feature | r->row;
            collide__search_add(s, &t);
            return;
        }
        for (int i = 0; i < l->candidates.group[k].n; ++i) {
            const collide__candidate candidate = l->candidates.group[k].candidate[i];
            if (!collide__candidate_above(l, &candidate))
                continue;
            t.b = collide__dadd(a, candidate.t, e);
            t.a = collide__dadd(t.b, -candidate.y, up);
            t.normal = n;
            t.depth = collide__dmul(candidate.y, n.z);
            t.feature_a = candidate.feature | r->row;
            if (l->candidates.along &&
                body->type->separation(body->shape, t.b, zero, 0, &separation) &&
                separation.distance < t.depth * (1 - COLLIDE__TIE) &&
                collide__round_clears(r, a, collide__dadd(separation.normal, 0.25, up))) {
                t.a = collide__dadd(t.b, -separation.distance, separation.normal);
                t.normal = separation.normal;
                t.depth = separation.distance;
            }
            collide__search_add(s, &t);
        }
        return;
    }
}

#undef COLLIDE__NUMBER_SHIFT
#endif // COLLIDE_NO_TERRAIN
