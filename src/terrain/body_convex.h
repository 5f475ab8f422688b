#pragma once
#include "../base/convexes.h"
#include "contacts.h"

// ---- terrain: convex bodies, tetrahedra and triangles as bodies ------------------------------
// For contacts alone. A hull of vertices, and the directions of all normals of its faces.
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_SHAPE)

// Vertex v of the body, or of at, lies at origin + v turned, relative to the centre.
#define COLLIDE__HULL_PLANES 64
typedef struct collide__hull_body {
    const collide_convex *convex; // NULL: at has the vertices
    uint32_t count, planes;       // of vertices, of normals
    collide__dvec3 at[4], axis[3], origin;
    double size, tolerance;
    // The first normals, and the support along each of them and its opposite.
    collide__dvec3 normal[COLLIDE__HULL_PLANES];
    double top[COLLIDE__HULL_PLANES][2];
} collide__hull_body;

COLLIDE__INLINE collide__dvec3 collide__hull_local(const collide__hull_body *h, uint32_t i) {
    return h->convex ? collide__convex_vertex(h->convex, i) : h->at[i];
}

static collide__dvec3 collide__hull_turn(const collide__hull_body *h, collide__dvec3 v) {
    return collide__dadd(collide__dadd(collide__dscale(v.x, h->axis[0]), v.y, h->axis[1]), v.z,
                         h->axis[2]);
}

static collide__dvec3 collide__hull_vertex(const collide__hull_body *h, uint32_t i) {
    return collide__dadd(h->origin, 1, collide__hull_turn(h, collide__hull_local(h, i)));
}

// A linear function of space, of a vertex as it is stored: m.v + at.
typedef struct collide__hull_height {
    collide__dvec3 m;
    double at;
} collide__hull_height;

static collide__hull_height collide__hull_along(const collide__hull_body *h, collide__dvec3 m) {
    const collide__hull_height r = {
        {collide__ddot(m, h->axis[0]), collide__ddot(m, h->axis[1]), collide__ddot(m, h->axis[2])},
        collide__ddot(m, h->origin)};
    return r;
}

COLLIDE__INLINE double collide__hull_at(const collide__hull_height *m, collide__dvec3 v) {
    return collide__ddot(m->m, v) + m->at;
}

static double collide__hull_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__hull_body *h = (const collide__hull_body *)shape;
    const collide__hull_height along = collide__hull_along(h, m);
    double most = -DBL_MAX;
    (void)from; // its centre
    for (uint32_t i = 0; i < h->count; ++i) {
        const double x = collide__hull_at(&along, collide__hull_local(h, i));
        most = x > most ? x : most;
    }
    return most;
}

static double collide__hull_size(const void *shape) {
    return ((const collide__hull_body *)shape)->size;
}

// Normal i as it is given; 0 if it has no length.
static collide__dvec3 collide__hull_direction(const collide__hull_body *h, uint32_t i) {
    collide__dvec3 n;
    if (h->convex) {
        const float *rows = collide__convex_rows(h->convex, h->convex->inside.normal_offset);
        n = collide__hull_turn(h, collide__dvec3_of(collide__direction(rows, i)));
    } else { // the face without point i of a tetrahedron, or a triangle
        const bool flat = h->count == 3;
        const collide__dvec3 p = h->at[flat ? 0 : (i + 1) & 3];
        n = collide__dcross(collide__dadd(h->at[flat ? 1 : (i + 2) & 3], -1, p),
                            collide__dadd(h->at[flat ? 2 : (i + 3) & 3], -1, p));
    }
    if (!collide__dnormalize(&n))
        n.x = n.y = n.z = 0;
    return n;
}

// Plane k of the body: 2 i is along normal i, 2 i + 1 against it. Writes the outward normal and
// returns the support along it.
static double collide__hull_plane(const collide__hull_body *h, uint32_t k, collide__dvec3 *out) {
    const collide_vec3 zero = {0, 0, 0};
    const uint32_t i = k / 2;
    *out = i < COLLIDE__HULL_PLANES ? h->normal[i] : collide__hull_direction(h, i);
    *out = k & 1 ? collide__dneg(*out) : *out;
    return i < COLLIDE__HULL_PLANES ? h->top[i][k & 1] : collide__hull_reach(h, *out, zero);
}

// All vertices; of more than fit, those that lie lowest along n.
static int collide__hull_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                uint32_t *feature) {
    const collide__hull_body *h = (const collide__hull_body *)shape;
    const collide__hull_height along = collide__hull_along(h, n);
    double low[COLLIDE__BODY_POINTS];
    uint32_t count = 0, at[COLLIDE__BODY_POINTS];
    for (uint32_t i = 0; i < h->count; ++i) {
        const double x = collide__hull_at(&along, collide__hull_local(h, i));
        uint32_t to = count;
        if (h->count > COLLIDE__BODY_POINTS)
            for (; to > 0 && x < low[to - 1]; --to)
                if (to < COLLIDE__BODY_POINTS) {
                    low[to] = low[to - 1];
                    at[to] = at[to - 1];
                }
        if (to == COLLIDE__BODY_POINTS)
            continue;
        low[to] = x;
        at[to] = i;
        count += count < COLLIDE__BODY_POINTS;
    }
    for (uint32_t i = 0; i < count; ++i) {
        out[i] = collide__hull_vertex(h, at[i]);
        feature[i] = COLLIDE_FEATURE_VERTEX | at[i] << COLLIDE__NUMBER_SHIFT;
    }
    return (int)count;
}

// A point of the body where q is 0 and y is greatest: between vertices l and r, at k.
typedef struct collide__hull_bridge {
    uint32_t l, r;
    double k, y;
} collide__hull_bridge;

// Finds it: seen along the plane q = 0, the upper hull of the vertices crosses it in one edge. Each
// round replaces an end of a line across by the vertex that lies highest above it.
static bool collide__hull_highest(const collide__hull_body *h, const collide__hull_height *q,
                                  const collide__hull_height *y, collide__hull_bridge *out) {
    double lq = DBL_MAX, ly = 0, rq = -DBL_MAX, ry = 0;
    out->l = out->r = 0;
    for (uint32_t i = 0; i < h->count; ++i) {
        const collide__dvec3 v = collide__hull_local(h, i);
        const double at = collide__hull_at(q, v), high = collide__hull_at(y, v);
        if (at < lq || (!(at > lq) && high > ly)) {
            lq = at;
            ly = high;
            out->l = i;
        }
        if (at > rq || (!(at < rq) && high > ry)) {
            rq = at;
            ry = high;
            out->r = i;
        }
    }
    if (!(lq <= 0 && rq >= 0))
        return false;
    for (uint32_t round = 0; round < h->count && rq > lq; ++round) {
        const double gq = ly - ry, gy = rq - lq;
        double most = collide__dmul(gq, lq) + collide__dmul(gy, ly), by = 0, bq = 0;
        const double other = collide__dmul(gq, rq) + collide__dmul(gy, ry);
        uint32_t best = out->l;
        most = other > most ? other : most;
        most += collide__dmul(collide__dabs(most), 1e-14);
        for (uint32_t i = 0; i < h->count; ++i) {
            const collide__dvec3 v = collide__hull_local(h, i);
            const double at = collide__hull_at(q, v), high = collide__hull_at(y, v);
            const double over = collide__dmul(gq, at) + collide__dmul(gy, high);
            if (over > most && i != out->l && i != out->r) {
                most = over;
                best = i;
                bq = at;
                by = high;
            }
        }
        if (best == out->l)
            break;
        if (bq <= 0) {
            out->l = best;
            lq = bq;
            ly = by;
        } else {
            out->r = best;
            rq = bq;
            ry = by;
        }
    }
    out->k = rq > lq ? -lq / (rq - lq) : 0;
    out->y = ly + collide__dmul(out->k, ry - ly);
    return true;
}

static uint32_t collide__hull_edge(uint32_t l, uint32_t r) {
    return COLLIDE_FEATURE_EDGE | (l < r ? l : r) << COLLIDE__NUMBER_SHIFT;
}

// Whether a point is straight above or below the body.
static bool collide__hull_over(const collide__hull_body *h, collide__dvec3 a) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    collide__hull_height q = collide__hull_along(h, y), s = collide__hull_along(h, x);
    collide__hull_bridge b;
    q.at -= a.y;
    s.at -= a.x;
    if (!collide__hull_highest(h, &q, &s, &b) || b.y < 0)
        return false;
    s.m = collide__dneg(s.m);
    s.at = -s.at;
    return collide__hull_highest(h, &q, &s, &b) && b.y >= 0;
}

// The candidate of a point: on the lower face that is first below it. The planes of a convex body
// bound it at all sides, even if it is flat.
static bool collide__hull_below(const collide__hull_body *h, collide__dvec3 a,
                                collide__candidates *out) {
    double y = DBL_MAX, least = -DBL_MAX;
    collide__dvec3 d, n = {0, 0, 1};
    uint32_t face = 0;
    if (!h->convex && !collide__hull_over(h, a))
        return false;
    for (uint32_t k = 0; k < 2 * h->planes; ++k) {
        const double top = collide__hull_plane(h, k, &d);
        const double off = collide__ddot(d, a) - top; // the plane is at a - off / d.z up
        if (!(d.z < 0 || d.z > 0)) {
            if (off > 0)
                return false;
            continue;
        }
        const double at = off / d.z;
        if (d.z < 0 && at < y) {
            y = at;
            n = collide__dneg(d);
            face = k;
        }
        least = d.z > 0 && at > least ? at : least;
    }
    if (!(y < DBL_MAX && y >= least))
        return false;
    collide__candidates_one(out, 0, y, COLLIDE_FEATURE_FACE | face << COLLIDE__NUMBER_SHIFT, n);
    return true;
}

// Where the wall crosses the vertices that reach top along d: both ends of that part of the line.
// Writes their t and y and the vertices they lie between; false if there are not two.
static bool collide__hull_face_ends(const collide__hull_body *h, collide__dvec3 d, double top,
                                    const collide__hull_height *wall,
                                    const collide__hull_height *forth,
                                    const collide__hull_height *y, collide__candidate *end) {
    const collide__hull_height along = collide__hull_along(h, d);
    double q[COLLIDE_CONVEX_CORNERS], t[COLLIDE_CONVEX_CORNERS], high[COLLIDE_CONVEX_CORNERS];
    uint32_t at[COLLIDE_CONVEX_CORNERS], n = 0;
    for (uint32_t i = 0; i < h->count && n < COLLIDE_CONVEX_CORNERS; ++i) {
        const collide__dvec3 v = collide__hull_local(h, i);
        if (collide__hull_at(&along, v) < top - h->tolerance)
            continue;
        q[n] = collide__hull_at(wall, v);
        t[n] = collide__hull_at(forth, v);
        high[n] = collide__hull_at(y, v);
        at[n++] = i;
    }
    memset(end, 0, 2 * sizeof *end);
    end[0].t = DBL_MAX;
    end[1].t = -DBL_MAX;
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t j = 0; j < n; ++j) {
            if (!(q[i] <= 0 && q[j] >= 0))
                continue;
            const double k = q[j] > q[i] ? -q[i] / (q[j] - q[i]) : 0;
            const double to = t[i] + collide__dmul(k, t[j] - t[i]);
            for (int s = 0; s < 2; ++s)
                if (s ? to > end[s].t : to < end[s].t) {
                    end[s].t = to;
                    end[s].y = high[i] + collide__dmul(k, high[j] - high[i]);
                    end[s].feature = collide__hull_edge(at[i], at[j]);
                }
        }
    return end[0].t < end[1].t;
}

// The wall below a line cuts the body in a polygon, and y is greatest at a corner of it, on an edge
// of the body. Contacts are at both ends of what the line shares with a face, or at that corner.
static bool collide__hull_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                               collide__candidates *out) {
    const collide__hull_body *h = (const collide__hull_body *)shape;
    const double level = collide__dmul(e.x, e.x) + collide__dmul(e.y, e.y);
    if (!(level > 0))
        return collide__hull_below(h, a, out);
    const collide__dvec3 wall = {-e.y, e.x, 0}, forth = {e.x / level, e.y / level, 0};
    const collide__dvec3 fall = {collide__dmul(forth.x, e.z), collide__dmul(forth.y, e.z), -1};
    collide__hull_height q = collide__hull_along(h, wall), t = collide__hull_along(h, forth);
    collide__hull_height y = collide__hull_along(h, fall);
    collide__hull_bridge b;
    q.at -= collide__ddot(wall, a);
    t.at -= collide__ddot(forth, a);
    y.at -= collide__ddot(fall, a);
    if (!collide__hull_highest(h, &q, &y, &b))
        return false;
    const double t0 = collide__hull_at(&t, collide__hull_local(h, b.l));
    const double t1 = collide__hull_at(&t, collide__hull_local(h, b.r));
    out->deepest.t = t0 + collide__dmul(b.k, t1 - t0);
    out->deepest.y = b.y;
    out->deepest.feature = collide__hull_edge(b.l, b.r);
    out->along = false;
    out->groups = 0;
    const collide__dvec3 p = collide__hull_vertex(h, b.l);
    const collide__dvec3 side = collide__dadd(collide__hull_vertex(h, b.r), -1, p);
    const collide__dvec3 low = collide__dadd(p, b.k, side);
    for (uint32_t k = 0; k < 2 * h->planes && out->groups < 2 && !deepest; ++k) {
        collide__candidate end[2];
        collide__dvec3 d;
        const double top = collide__hull_plane(h, k, &d), slope = collide__ddot(d, e);
        if (d.z > 0 || !(collide__ddot(d, d) > 0) ||
            collide__dmul(slope, slope) > COLLIDE__BESIDE ||
            collide__ddot(d, low) < top - h->tolerance ||
            !collide__hull_face_ends(h, d, top, &q, &t, &y, end))
            continue;
        const int group = collide__candidates_group(out, collide__dneg(d));
        for (int s = 0; s < 2; ++s)
            collide__candidate_put(out, group, end[s].t, end[s].y, end[s].feature);
    }
    collide__candidates_across(out, e, side);
    return true;
}

// Leaves through a face, if that is the way to it. If the line is not parallel to the face, an end
// of the line is deeper.
static bool collide__hull_separation(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                     double length, collide__separation *out) {
    const collide__hull_body *h = (const collide__hull_body *)shape;
    const collide__dvec3 p = collide__dadd(a, 0.5 * length, e);
    bool found = false;
    out->t = 0.5 * length;
    out->normal = e;
    for (uint32_t k = 0; k < 2 * h->planes; ++k) {
        collide__dvec3 d;
        const double distance = collide__hull_plane(h, k, &d) - collide__ddot(d, p);
        if (distance < 0)
            return false;
        if (d.z > 0 || !(collide__ddot(d, d) > 0) || (found && distance >= out->distance))
            continue;
        found = true;
        out->deepest = collide__dabs(collide__ddot(e, d)) <= COLLIDE__TIE;
        out->distance = distance;
        out->normal = collide__dneg(d);
        out->feature = COLLIDE_FEATURE_FACE | k << COLLIDE__NUMBER_SHIFT;
    }
    const collide__dvec3 at = collide__dadd(p, found ? -out->distance : 0, out->normal);
    for (uint32_t k = 0; k < 2 * h->planes && found; ++k) {
        collide__dvec3 d;
        const double top = collide__hull_plane(h, k, &d);
        found = collide__ddot(d, at) <= top + h->tolerance;
    }
    return found;
}

// How far the shadow reaches towards (x, y).
static double collide__hull_shadow(const void *shape, double x, double y) {
    const collide__hull_body *h = (const collide__hull_body *)shape;
    const collide__dvec3 beside = {-y, x, 0}, to = {x, y, 0};
    const collide__hull_height q = collide__hull_along(h, beside), s = collide__hull_along(h, to);
    collide__hull_bridge b;
    const double square = collide__ddot(to, to);
    return collide__hull_highest(h, &q, &s, &b) && b.y > 0 ? square / b.y : DBL_MAX;
}

// The mean of the vertices becomes the centre, which is returned.
static collide_vec3 collide__hull_finish(collide__hull_body *h, collide_vec3 from) {
    const collide_vec3 zero = {0, 0, 0};
    collide__dvec3 mean = {0, 0, 0};
    for (uint32_t i = 0; i < h->count; ++i)
        mean = collide__dadd(mean, 1 / (double)h->count, collide__hull_vertex(h, i));
    const collide_vec3 center = collide__dround(collide__dadd(collide__dvec3_of(from), 1, mean));
    h->origin = collide__dadd(h->origin, 1, collide__dsub(from, center));
    double square = 0;
    for (uint32_t i = 0; i < h->count; ++i) {
        const collide__dvec3 v = collide__hull_vertex(h, i);
        square = collide__ddot(v, v) > square ? collide__ddot(v, v) : square;
    }
    h->size = collide__sqrt(square);
    h->tolerance = collide__dmul(h->size, 3.814697265625e-6); // 2^-18, as the builder allows
    for (uint32_t i = 0; i < h->planes && i < COLLIDE__HULL_PLANES; ++i) {
        h->normal[i] = collide__hull_direction(h, i);
        h->top[i][0] = collide__hull_reach(h, h->normal[i], zero);
        h->top[i][1] = collide__hull_reach(h, collide__dneg(h->normal[i]), zero);
    }
    return center;
}

static collide_vec3 collide__hull_of_convex(collide__hull_body *h, const collide_convex *c,
                                            const collide_pose *pose) {
    h->convex = c;
    h->count = c->vertex_count;
    h->planes = c->normal_count;
    for (int i = 0; i < 3; ++i)
        h->axis[i] = collide__dvec3_of(pose->axis[i]);
    h->origin = collide__hull_turn(h, collide__dvec3_of(c->center));
    return collide__hull_finish(h, pose->position);
}

// Of three or four points.
static collide_vec3 collide__hull_of_points(collide__hull_body *h, const collide_vec3 *p,
                                            uint32_t n) {
    h->convex = NULL;
    h->count = n;
    h->planes = n == 3 ? 1 : 4;
    h->origin = collide__dscale(0, collide__dvec3_of(p[0]));
    for (uint32_t i = 0; i < 3; ++i)
        h->axis[i] = collide__coordinate_axis(i);
    for (uint32_t i = 0; i < n; ++i)
        h->at[i] = collide__dsub(p[i], p[0]);
    return collide__hull_finish(h, p[0]);
}

static const collide__contact_type collide__hull_contacts = {collide__hull_reach,
                                                             NULL,
                                                             NULL,
                                                             collide__hull_size,
                                                             collide__hull_points,
                                                             collide__hull_line,
                                                             collide__hull_separation,
                                                             collide__hull_shadow};

#undef COLLIDE__HULL_PLANES
#endif // COLLIDE_NO_TERRAIN, COLLIDE_NO_SHAPE
