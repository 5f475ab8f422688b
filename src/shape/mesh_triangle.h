#pragma once
#include "mesh.h"

// ---- contacts of a shape with one triangle of a mesh -----------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)

// ---- what is found ---------------------------------------------------------------------------

// Normals within about 2.5 degrees are one.
COLLIDE__INLINE bool collide__mesh_one_normal(collide__dvec3 a, collide__dvec3 b) {
    return collide__ddot(a, b) >= 0.9990234375; // 1 - 2^-10
}

static bool collide__mesh_merge(const void *user, void *kept, const void *contact) {
    const double *tie = (const double *)user;
    collide__dcontact *to = (collide__dcontact *)kept;
    const collide__dcontact *from = (const collide__dcontact *)contact;
    const collide__dvec3 d = collide__dadd(from->a, -1, to->a);
    if (!(collide__ddot(d, d) <= collide__dmul(*tie, *tie)) ||
        !collide__mesh_one_normal(from->normal, to->normal))
        return false;
    if (from->depth > to->depth)
        *to = *from;
    return true;
}

// Merges contacts at one place, and keeps at most four of a normal. The order is by features, so
// that it stays from step to step.
static void collide__mesh_reduce(collide__mesh *m) {
    int kept = 0, n;
    for (int i = 1; i < m->count; ++i) {
        const collide__dcontact c = m->found[i];
        int k = i;
        for (; k > 0 && (m->found[k - 1].feature_a > c.feature_a ||
                         (m->found[k - 1].feature_a == c.feature_a &&
                          m->found[k - 1].feature_b > c.feature_b));
             --k)
            m->found[k] = m->found[k - 1];
        m->found[k] = c;
    }
    m->count = (int)collide__places_merge(m->found, (size_t)m->count, sizeof m->found[0],
                                          collide__mesh_merge, &m->tie);
    while (kept < m->count) {
        collide__dcontact *group = &m->found[kept];
        n = 1;
        for (int i = kept + 1; i < m->count; ++i) {
            const collide__dcontact c = m->found[i];
            if (!collide__mesh_one_normal(c.normal, group->normal))
                continue;
            for (int k = i; k > kept + n; --k) // in order
                m->found[k] = m->found[k - 1];
            group[n++] = c;
        }
        const int left = collide__dcontacts_reduce(group, n, collide__dmul(0.125, m->tie),
                                                   collide__dmul(0.0078125, m->tie));
        memmove(group + left, group + n, (size_t)(m->count - kept - n) * sizeof *group);
        m->count -= n - left;
        kept += left;
    }
}

// Adds a contact of a point of the core with a point of a triangle.
static void collide__mesh_add(collide__mesh *m, collide__dcontact c) {
    c.depth = c.depth > -m->margin ? c.depth : -m->margin;
    if (m->count == COLLIDE__MESH_FOUND)
        collide__mesh_reduce(m);
    if (m->count < COLLIDE__MESH_FOUND) {
        m->found[m->count++] = c;
    } else { // very many normals: the shallowest goes
        int shallow = 0;
        for (int i = 1; i < m->count; ++i)
            shallow = m->found[i].depth < m->found[shallow].depth ? i : shallow;
        if (c.depth > m->found[shallow].depth)
            m->found[shallow] = c;
    }
}

// The contact of a point p of the shape's feature, at a height above a triangle's plane.
static collide__dcontact collide__mesh_corner(const collide__mesh *m, const collide__mesh_face *f,
                                              collide__dvec3 p, double height, uint32_t feature) {
    collide__dcontact c;
    c.a = collide__dadd(p, -m->core->radius, f->normal);
    c.b = collide__dadd(p, -height, f->normal);
    c.normal = f->normal;
    c.depth = m->core->radius - height;
    c.feature_a = feature;
    c.feature_b = f->number;
    return c;
}

// ---- one triangle ----------------------------------------------------------------------------

// Whether the feature that was found last faces this normal, too: a segment has one feature, and a
// box one for each of its faces.
static bool collide__mesh_same_feature(const collide__mesh *m, collide__dvec3 normal) {
    const collide__dvec3 *axis = m->sides.axis;
    if (m->core->kind == COLLIDE__CORE_POINTS && m->core->count <= 2)
        return true;
    if (m->core->kind != COLLIDE__CORE_BOX || m->feature.n != 4)
        return false;
    const double along[3] = {collide__ddot(normal, axis[0]), collide__ddot(normal, axis[1]),
                             collide__ddot(normal, axis[2])};
    uint32_t top = collide__dabs(along[1]) > collide__dabs(along[0]);
    top = collide__dabs(along[2]) > collide__dabs(along[top]) ? 2 : top;
    return m->feature.face == (COLLIDE_FEATURE_FACE | (2 * top + (along[top] < 0)));
}

// Finds the feature of the shape that faces the triangle.
static void collide__mesh_feature(collide__mesh *m, const collide__mesh_face *f) {
    const collide__dvec3 off = collide__dadd(f->normal, -1, m->facing), zero = {0, 0, 0};
    const collide__contact_side side = {m->shape, m->core, zero};
    collide__dvec3 face;
    if (m->featured && collide__ddot(off, off) <= 9.094947017729282e-13) // 2^-40
        return;
    m->facing = f->normal;
    if (m->featured && collide__mesh_same_feature(m, f->normal))
        return;
    m->featured = true;
    m->faced =
        collide__contact_face(&side, collide__dneg(f->normal), m->tolerance, &m->feature, &face);
    if (m->faced)
        m->apart[0] = collide__dneg(face);
}

// Sets how far points may be beyond an edge of the triangle: by the tolerance.
static void collide__mesh_limits(const collide__mesh *m, collide__mesh_face *f) {
    const double tolerance = collide__dmul(m->tolerance, m->tolerance);
    for (int k = 0; k < 3; ++k)
        f->limit[k] = collide__dmul(tolerance, collide__ddot(f->edge[k], f->edge[k]));
}

// The edges of a triangle that a point lies beyond, as bits; at[k] is how far, times the edge.
COLLIDE__INLINE uint32_t collide__mesh_out(const collide__mesh_face *f, collide__dvec3 p,
                                           double *at) {
    uint32_t bits = 0;
    for (int k = 0; k < 3; ++k) {
        at[k] = collide__ddot(collide__dadd(p, -1, f->p[k]), f->outward[k]);
        bits |= (uint32_t)(at[k] > 0 && collide__dmul(at[k], at[k]) > f->limit[k]) << k;
    }
    return bits;
}

// Whether the way from a point, at a height above the triangle's plane, to the shape's middle comes
// through the triangle; of a point above the plane, whether it is over the triangle.
static bool collide__mesh_crosses(const collide__mesh *m, const collide__mesh_face *f,
                                  collide__dvec3 p, double height) {
    const double above = collide__ddot(collide__dadd(m->middle, -1, f->p[0]), f->normal);
    if (height < 0 && !(above > 0))
        return false;
    if (height < 0)
        p = collide__dadd(p, collide__ddiv(-height, above - height),
                          collide__dadd(m->middle, -1, p));
    return collide__ddot(collide__dadd(p, -1, f->p[0]), f->outward[0]) <= 0 &&
           collide__ddot(collide__dadd(p, -1, f->p[1]), f->outward[1]) <= 0 &&
           collide__ddot(collide__dadd(p, -1, f->p[2]), f->outward[2]) <= 0;
}

// Whether the way from a point to the shape's middle comes through a triangle, or by it as near as
// the tolerance; at is where.
static bool collide__mesh_hit(const collide__mesh *m, const collide_triangle *t, collide__dvec3 p,
                              collide__dvec3 *at) {
    const double tolerance = collide__dmul(m->tolerance, m->tolerance);
    collide__dvec3 v[3];
    for (int i = 0; i < 3; ++i)
        v[i] = collide__dsub(t->v[i], m->core->origin);
    const collide__dvec3 n =
        collide__dcross(collide__dadd(v[1], -1, v[0]), collide__dadd(v[2], -1, v[0]));
    const double from = collide__ddot(collide__dadd(p, -1, v[0]), n);
    const double to = collide__ddot(collide__dadd(m->middle, -1, v[0]), n);
    if (!(from <= 0 && to > 0) && !(from >= 0 && to < 0))
        return false;
    *at = collide__dadd(p, collide__ddiv(from, from - to), collide__dadd(m->middle, -1, p));
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 outward =
            collide__dcross(collide__dadd(v[i < 2 ? i + 1 : 0], -1, v[i]), n);
        const double out = collide__ddot(collide__dadd(*at, -1, v[i]), outward);
        if (out > 0 &&
            collide__dmul(out, out) > collide__dmul(tolerance, collide__ddot(outward, outward)))
            return false;
    }
    return true;
}

// Whether a vertex of a triangle is higher than that along a normal.
static bool collide__mesh_above(const collide__mesh *m, const collide_triangle *t, collide__dvec3 n,
                                double high) {
    for (int i = 0; i < 3; ++i)
        if (collide__ddot(collide__dsub(t->v[i], m->core->origin), n) > high)
            return true;
    return false;
}

// Whether a triangle near by has a vertex above the triangle's plane.
static bool collide__mesh_walled(const collide__mesh *m, collide__mesh_face *f) {
    const double high = collide__ddot(f->p[0], f->normal) + m->tie;
    if (!f->asked)
        for (uint32_t i = 0; i < m->near_by->n && !f->walled; ++i)
            f->walled = collide__mesh_above(m, &m->near_by->at[i], f->normal, high);
    f->asked = true;
    return f->walled;
}

// Whether two triangles have a vertex in common.
static bool collide__mesh_meets(const collide_triangle *t, const collide_triangle *u) {
    for (int i = 0; i < 9; ++i)
        if (collide__same_point(t->v[i / 3], u->v[i % 3]))
            return true;
    return false;
}

// The way from a point of the shape below a triangle to the shape's middle.
typedef struct collide__mesh_way {
    const collide__mesh *m;
    const collide__mesh_face *f;
    collide__dvec3 p;
    double high;   // a triangle with no vertex above it needs no look once the way is through
    bool *through; // it comes through the surface
} collide__mesh_way;

static double collide__mesh_way_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__mesh_way *w = (const collide__mesh_way *)shape;
    const double p = collide__ddot(w->p, m), q = collide__ddot(w->m->middle, m);
    return ((p > q ? p : q) + collide__dot_from(m, w->m->core->origin, from)) +
           collide__dmul(w->m->tolerance, collide__sqrt(collide__ddot(m, m)));
}

// Notes that the way comes through a triangle. True if that is another side of the same edge or
// vertex, above the first.
static bool collide__mesh_way_meets(const void *shape, const collide_triangle *t) {
    const collide__mesh_way *w = (const collide__mesh_way *)shape;
    const collide__mesh_face *f = w->f;
    collide__dvec3 at;
    if ((*w->through && !collide__mesh_above(w->m, t, f->normal, w->high)) ||
        !collide__mesh_hit(w->m, t, w->p, &at))
        return false;
    if (collide__ddot(collide__dadd(at, -1, f->p[0]), f->normal) > w->m->tie)
        return collide__mesh_meets(t, f->t);
    *w->through = true;
    return false;
}

// Whether a point of the shape below a triangle came there through the surface, and through no
// other side of the same edge or vertex after it. If not, it hangs beside an edge that the shape's
// middle is over.
static bool collide__mesh_through(const collide__mesh *m, collide__mesh_face *f, collide__dvec3 p,
                                  double height) {
    static const collide__body_type type = {collide__mesh_way_reach, collide__mesh_way_meets, NULL,
                                            NULL, NULL};
    const collide__mesh_near *t = m->near_by;
    if (height >= -m->tolerance)
        return true;
    bool through = collide__mesh_crosses(m, f, p, height);
    const double high = collide__ddot(f->p[0], f->normal) + m->tie;
    const collide__mesh_way w = {m, f, p, high, &through};
    if (!t && collide__tree_near(&type, &w, m->tree, m->pose, NULL, 0, 1) > 0)
        return false;
    for (uint32_t i = 0; t && i < t->n && (!through || collide__mesh_walled(m, f)); ++i)
        if (collide__mesh_way_meets(&w, &t->at[i]))
            return false;
    return through;
}

// The least of the heights of the n corners of a polygon, cut by a line: beyond has how far they
// are beyond it. DBL_MAX if all are farther than the tie.
static double collide__mesh_lowest_of(int n, const double *height, const double *beyond,
                                      double tie) {
    double lowest = DBL_MAX;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        if (beyond[i] <= tie)
            lowest = collide__dmin(height[i], lowest);
        if ((beyond[i] <= tie) != (beyond[j] <= tie)) {
            const double t = collide__ddiv(beyond[i] - tie, beyond[i] - beyond[j]);
            lowest = collide__dmin(height[i] + collide__dmul(t, height[j] - height[i]), lowest);
        }
    }
    return lowest;
}

// Whether, for one of the triangle's edges, all points of the feature that are not beyond it are
// less deep than that for sure: then so is all that collide__mesh_clip would find.
static bool collide__mesh_shallow(const collide__mesh *m, const collide__mesh_face *f,
                                  double least) {
    const collide__polygon *own = &m->feature;
    const double high = (m->core->radius - least) + collide__dmul(0.0009765625, m->tie); // 2^-10
    double height[COLLIDE_CONVEX_CORNERS], beyond[COLLIDE_CONVEX_CORNERS];
    for (int i = 0; i < own->n; ++i)
        height[i] = collide__ddot(collide__dadd(own->corner[i].p, -1, f->p[0]), f->normal);
    for (int k = 0; k < 3; ++k) {
        const double length = collide__sqrt(collide__ddot(f->edge[k], f->edge[k]));
        for (int i = 0; i < own->n; ++i)
            beyond[i] = collide__ddot(collide__dadd(own->corner[i].p, -1, f->p[k]), f->outward[k]);
        if (collide__mesh_lowest_of(own->n, height, beyond,
                                    collide__dmul(collide__dmul(1.0009765625, m->tie), length)) >
            high)
            return true;
    }
    return false;
}

// Finds the points of the feature over the triangle, clipped by its edges, and returns the deepest
// depth, or -infinity if there are none, or if with beside all may be of a shape that passes beside
// the triangle. If that depth is at least the given one, adds them, or writes the deepest to only.
COLLIDE__NOINLINE double collide__mesh_clip(collide__mesh *m, const collide__mesh_face *f,
                                            double least, bool beside, collide__dcontact *only) {
    collide__meeting meeting;
    collide__polygon triangle;
    const collide__dvec3 zero = {0, 0, 0};
    collide__mesh_feature(m, f);
    collide__triangle_feature(f->p, zero, f->normal, 0, true, &triangle);
    collide__features_meet(&m->feature, &triangle, f->normal, true, m->tie, false, &meeting);
    const double deepest = meeting.deepest + m->core->radius;
    for (int i = 0; i < meeting.clip.n && beside; ++i)
        beside = !(meeting.depth[i] + m->core->radius >= -m->margin &&
                   collide__mesh_crosses(m, f, meeting.clip.point[i].p, -meeting.depth[i]));
    if (meeting.clip.n == 0 || beside)
        return -(double)collide__infinity();
    for (int i = 0; i < meeting.clip.n && deepest >= least; ++i) {
        const collide__clip_point *at = &meeting.clip.point[i];
        const collide__dcontact c = collide__mesh_corner(m, f, at->p, -meeting.depth[i], at->own);
        m->sure = true;
        if (only && meeting.depth[i] >= meeting.deepest)
            *only = c;
        else if (!only && c.depth >= -m->margin)
            collide__mesh_add(m, c);
    }
    return deepest;
}

// Adds the contact of a sphere with a triangle, if it is near and no neighbour rises above it.
COLLIDE__NOINLINE void collide__mesh_ball(collide__mesh *m, collide__mesh_face *f) {
    const collide__dvec3 zero = {0, 0, 0};
    const double height = -collide__ddot(f->p[0], f->normal);
    const double reach = m->core->radius + m->margin, square = collide__dmul(reach, reach);
    double least = DBL_MAX, at[3];
    collide__dcontact c = collide__mesh_corner(m, f, zero, height, COLLIDE_FEATURE_VERTEX);
    collide__mesh_limits(m, f);
    const uint32_t out = collide__mesh_out(f, zero, at);
    for (int k = 0; k < 3 && out; ++k) {
        const collide__dvec3 p = f->p[k], edge = f->edge[k];
        const double length = collide__ddot(edge, edge), along = -collide__ddot(p, edge);
        if (!(at[k] > 0))
            continue;
        const collide__dvec3 q = along <= 0 ? p
                                 : along >= length
                                     ? f->p[k < 2 ? k + 1 : 0]
                                     : collide__dadd(p, collide__ddiv(along, length), edge);
        const double away = collide__ddot(q, q);
        if (away < least) {
            least = away;
            c.b = q;
        }
    }
    if (out && least > square)
        return;
    m->sure = true;
    if (out) {
        c.normal = collide__dneg(c.b);
        if (!collide__dnormalize(&c.normal))
            c.normal = f->normal;
        if (collide__mesh_rises(m, f, c.normal))
            return;
        c.a = collide__dadd(zero, -m->core->radius, c.normal);
        c.depth = m->core->radius - collide__sqrt(least);
    }
    collide__mesh_add(m, c);
}

// Whether the shape rests on the triangle with its lowest points, or beyond an edge where the
// surface continues; then adds those that are over the triangle.
static bool collide__mesh_rests(collide__mesh *m, collide__mesh_face *f) {
    double height[COLLIDE_CONVEX_CORNERS], at[COLLIDE_CONVEX_CORNERS][3];
    uint32_t out[COLLIDE_CONVEX_CORNERS], crossed = 0, falls = 0, walls = 0;
    int lowest = -1;
    collide__mesh_feature(m, f);
    collide__mesh_limits(m, f);
    for (int i = 0; i < m->feature.n; ++i) {
        const collide__dvec3 p = m->feature.corner[i].p;
        height[i] = collide__ddot(collide__dadd(p, -1, f->p[0]), f->normal);
        if (!(height[i] - m->core->radius <= m->margin))
            continue;
        out[i] = collide__mesh_out(f, p, at[i]);
        crossed |= out[i];
        lowest = lowest < 0 || height[i] < height[lowest] ? i : lowest;
    }
    if (lowest < 0)
        return false;
    if (!out[lowest] && !collide__mesh_through(m, f, m->feature.corner[lowest].p, height[lowest]))
        return true; // the other side of the edge has the contact
    for (int k = 0; k < 3; ++k) {
        if (!(crossed >> k & 1) || !collide__mesh_edge_near(m, f->p[k], f->p[k < 2 ? k + 1 : 0]))
            continue;
        const collide__mesh_beyond beyond = collide__mesh_beyond_edge(m, f, k);
        walls |= (uint32_t)(beyond == COLLIDE__MESH_WALL) << k;
        falls |= (uint32_t)(beyond == COLLIDE__MESH_FALLS) << k;
    }
    if (falls) {
        const double least = f->depth - collide__dmul(2, m->tie);
        if (!collide__mesh_shallow(m, f, least) &&
            collide__mesh_clip(m, f, least, true, NULL) >= least)
            return true;
        if (out[lowest] & falls)
            return false;
    }
    for (int i = 0; i < m->feature.n; ++i) {
        const collide__corner *c = &m->feature.corner[i];
        if (!(height[i] - m->core->radius <= m->margin) || (out[i] & falls))
            continue;
        bool over = true;
        for (int k = 0; k < 3; ++k) {
            // In a wall by little; or where the surface bends so little that no triangle would be
            // under the corner: below an inner edge up to 45 degrees, above it up to 2^-12.
            const double most = walls >> k & 1  ? collide__dmul(0.0625, m->size)
                                : height[i] < 0 ? -height[i]
                                                : collide__dmul(0.00048828125, height[i]);
            over = over &&
                   (!(out[i] >> k & 1) || collide__dmul(at[i][k], at[i][k]) <=
                                              collide__dmul(collide__dmul(most, most),
                                                            collide__ddot(f->edge[k], f->edge[k])));
        }
        if (over && collide__mesh_through(m, f, c->p, height[i])) {
            m->sure = m->sure || collide__mesh_crosses(m, f, c->p, height[i]);
            collide__mesh_add(m, collide__mesh_corner(m, f, c->p, height[i], c->vertex));
        }
    }
    return true;
}

// Takes the contacts of a triangle with the shape's face that is turned to it, if its highest point
// along that face's normal is over the face. Then this normal parts them best, but for less than
// other features are worth. False if that is not so.
COLLIDE__NOINLINE bool collide__mesh_on_face(collide__mesh *m, const collide__mesh_face *f) {
    const collide__dvec3 zero = {0, 0, 0};
    collide__polygon triangle;
    collide__meeting meeting;
    collide__mesh_feature(m, f);
    const collide__dvec3 n = m->apart[0], down = collide__dneg(n);
    const double p = collide__ddot(f->p[0], n), q = collide__ddot(f->p[1], n);
    const double top = collide__dmax(collide__dmax(p, q), collide__ddot(f->p[2], n));
    const double depth = top + collide__core_reach(m->core, &down);
    const bool prism = m->core->kind == COLLIDE__CORE_BOX || m->core->kind == COLLIDE__CORE_ROUND;
    if (!m->faced || depth > f->depth || depth > collide__dmul(0.0625, m->size) ||
        (prism && top > collide__core_reach(m->core, &n))) // beyond a thin shape
        return false;
    collide__triangle_feature(f->p, zero, n, 0, true, &triangle);
    collide__features_meet(&m->feature, &triangle, n, false, 0, false, &meeting);
    if (meeting.clip.n == 0 || !(meeting.deepest >= depth - m->tie))
        return false;
    // A point over the face within the margin is near; one below the face of a prism is inside.
    m->sure |= meeting.deepest >= -m->margin && (meeting.deepest <= 0 || prism);
    if (collide__mesh_rises(m, f, n)) {
        const bool sure = m->sure;
        if (collide__ddot(n, f->normal) > 0.70703125)
            (void)collide__mesh_clip(m, f, -DBL_MAX, false, NULL);
        m->sure = sure; // the shape may pass beside the triangle
        return true;
    }
    for (int i = 0; i < meeting.clip.n; ++i) {
        const collide__clip_point *at = &meeting.clip.point[i];
        collide__dcontact c;
        c.a = collide__dadd(at->p, -meeting.depth[i], n);
        c.b = at->p;
        c.normal = n;
        c.depth = meeting.depth[i];
        c.feature_a = at->other;
        c.feature_b = f->number;
        if (c.depth >= -m->margin)
            collide__mesh_add(m, c);
    }
    return true;
}

// Keeps the deepest contact that neighbours rule out: along the normal of its triangle if it can
// be.
static void collide__mesh_spare(collide__mesh *m, const collide__mesh_face *f,
                                const collide__manifold *alone) {
    collide__dcontact best = alone->at[0];
    for (int i = 1; i < alone->n; ++i)
        best = alone->at[i].depth > best.depth ? alone->at[i] : best;
    best.feature_b = f->number;
    m->need = best.depth > m->need ? best.depth : m->need;
    const bool clipped =
        f->solid && collide__mesh_clip(m, f, -m->margin, false, &best) >= -m->margin;
    if (m->spared &&
        (m->clipped > clipped || (m->clipped == clipped && m->spare.depth >= best.depth)))
        return;
    m->spared = true;
    m->clipped = clipped;
    m->spare = best;
}

// The contact of the shape's lowest corner below a triangle's plane.
static collide__dcontact collide__mesh_lowest(collide__mesh *m, const collide__mesh_face *f) {
    double lowest = DBL_MAX;
    const collide__corner *at = &m->feature.corner[0];
    collide__mesh_feature(m, f);
    for (int i = 0; i < m->feature.n; ++i) {
        const collide__corner *c = &m->feature.corner[i];
        const double height = collide__ddot(collide__dadd(c->p, -1, f->p[0]), f->normal);
        at = height < lowest ? c : at;
        lowest = height < lowest ? height : lowest;
    }
    return collide__mesh_corner(m, f, at->p, lowest, at->vertex);
}

// Takes the contacts of the shape and the triangle alone, unless neighbours rise above them; then
// those along the triangle's normal, if that is within 45 degrees.
COLLIDE__NOINLINE void collide__mesh_manifold(collide__mesh *m, const collide__mesh_face *f,
                                              const collide_distance *d) {
    const collide_shape triangle = collide_shape_from_triangle(f->t);
    const collide__dvec3 none = {0, 0, 0};
    collide__manifold found;
    collide__core core;
    (void)collide__core_of(&core, &triangle);
    const collide__core_pair p = collide__core_pair_of(m->core, &core, false);
    collide__manifold_begin(&found, m->shape, &triangle, &p, m->margin);
    collide__manifold_find(&found, &p, d, none);
    found.n = collide__dcontacts_reduce(found.at, found.n, collide__dmul(0.125, m->tie),
                                        collide__dmul(0.0078125, m->tie));
    if (found.n == 0)
        return;
    if (m->one_sided && collide__ddot(found.at[0].normal, f->normal) < -0.0009765625) { // -2^-10
        if (d->lo > 0)
            return;                               // beside it, and behind
        found.at[0] = collide__mesh_lowest(m, f); // not out through the back
        found.n = 1;
    }
    const collide__dvec3 n = found.at[0].normal;
    const double turned = f->solid ? collide__ddot(n, f->normal) : 1;
    if (m->stage == COLLIDE__MESH_ALL && !collide__mesh_rises(m, f, n)) {
        for (int i = 0; i < found.n; ++i) {
            found.at[i].feature_b = f->number;
            collide__mesh_add(m, found.at[i]);
        }
    } else if (m->stage != COLLIDE__MESH_ALL || !f->solid || turned <= 0.70703125 ||
               !(collide__mesh_clip(m, f, -m->margin, false, NULL) >= -m->margin)) {
        collide__mesh_spare(m, f, &found);
    }
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
