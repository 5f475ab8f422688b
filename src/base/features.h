#pragma once
#include "convexes.h"
#include "poses.h"

// ---- contacts: the features that face each other, clipped ------------------------------------
#if !defined(COLLIDE_NO_SAT) || !defined(COLLIDE_NO_TRIANGLE) || !defined(COLLIDE_NO_SHAPE)

#define COLLIDE__CLIP_POINTS (2 * COLLIDE_CONVEX_CORNERS + 2)

COLLIDE__INLINE collide__dvec3 collide__edge_of(const collide__dvec3 *triangle, uint32_t j) {
    return collide__dadd(triangle[j < 2 ? j + 1 : 0], -1, triangle[j]);
}

typedef struct collide__corner {
    collide__dvec3 p;
    uint32_t vertex, edge; // features: the corner, and the edge to the next one
} collide__corner;

// A vertex, an edge or a face, as 1, 2 or more corners in order.
typedef struct collide__polygon {
    collide__corner corner[COLLIDE_CONVEX_CORNERS];
    int n;
    uint32_t face;
} collide__polygon;

COLLIDE__SHARED void collide__add_corner(collide__polygon *polygon, collide__dvec3 p,
                                         uint32_t vertex, uint32_t edge) {
    collide__corner *c = &polygon->corner[polygon->n++];
    c->p = p;
    c->vertex = COLLIDE_FEATURE_VERTEX | vertex;
    c->edge = COLLIDE_FEATURE_EDGE | edge;
}

// A box, without its centre.
typedef struct collide__dbox {
    collide__dvec3 axis[3];
    double half[3];
} collide__dbox;

COLLIDE__SHARED collide__dbox collide__dbox_of(const collide_obb *b) {
    const collide__dbox r = {{collide__dvec3_of(b->axis[0]), collide__dvec3_of(b->axis[1]),
                              collide__dvec3_of(b->axis[2])},
                             {(double)b->half.x, (double)b->half.y, (double)b->half.z}};
    return r;
}

// The number of the edge of a box that runs along axis i through a corner.
COLLIDE__INLINE uint32_t collide__box_edge_number(uint32_t i, uint32_t vertex) {
    return 4 * i + (i == 0 ? vertex >> 1 : i == 1 ? (vertex & 1) | (vertex >> 1 & 2) : vertex & 3);
}

// The feature of a box that lies farthest along dir, within tolerance; or with face, the face whose
// normal is nearest to dir.
COLLIDE__SHARED void collide__box_feature(const collide__dbox *box, collide__dvec3 origin,
                                          collide__dvec3 dir, double tolerance, bool face,
                                          collide__polygon *out) {
    const double *half = box->half;
    double along[3];
    uint32_t flat[3], flats = 0, top = 0, signs = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        along[i] = collide__ddot(dir, box->axis[i]);
        top = collide__dabs(along[i]) > collide__dabs(along[top]) ? i : top;
        signs |= (uint32_t)(along[i] > 0) << i;
    }
    for (uint32_t i = 0; i < 3; ++i)
        if (i != top && half[i] > 0 && (face || half[i] * collide__dabs(along[i]) <= tolerance))
            flat[flats++] = i;
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE | (2 * top + (signs >> top & 1));
    for (uint32_t k = 0; k < 1u << flats; ++k) {
        const uint32_t gray = k ^ k >> 1;
        uint32_t vertex = signs;
        collide__dvec3 p = origin;
        for (uint32_t f = 0; f < flats; ++f)
            vertex = (vertex & ~(1u << flat[f])) | (gray >> f & 1) << flat[f];
        for (uint32_t i = 0; i < 3; ++i)
            p = collide__dadd(p, vertex >> i & 1 ? half[i] : -half[i], box->axis[i]);
        // The edge to the next corner runs along the first flat axis, then along the second.
        const uint32_t i = flats == 0 ? 0 : flat[flats == 2 ? k & 1 : 0];
        collide__add_corner(out, p, vertex, collide__box_edge_number(i, vertex));
    }
}

// The same for a triangle; with face all of it, or its longest edge or a vertex if it has no area.
COLLIDE__SHARED void collide__triangle_feature(const collide__dvec3 *t, collide__dvec3 origin,
                                               collide__dvec3 dir, double tolerance, bool face,
                                               collide__polygon *out) {
    double along[3], top;
    uint32_t set = 0;
    for (int i = 0; i < 3; ++i)
        along[i] = collide__ddot(dir, t[i]);
    top = along[0] > along[1] ? along[0] : along[1];
    top = along[2] > top ? along[2] : top;
    for (uint32_t i = 0; i < 3; ++i)
        set |= (uint32_t)(face || along[i] >= top - tolerance) << i;
    const collide__dvec3 normal = collide__dcross(collide__edge_of(t, 0), collide__edge_of(t, 1));
    if (set == 7 && !(collide__ddot(normal, normal) > 0)) { // the longest edge, or one vertex
        uint32_t longest = 0;
        double length[3];
        for (uint32_t j = 0; j < 3; ++j) {
            const collide__dvec3 e = collide__edge_of(t, j);
            length[j] = collide__ddot(e, e);
            longest = length[j] > length[longest] ? j : longest;
        }
        set = length[longest] > 0 ? 1u << longest | 1u << (longest < 2 ? longest + 1 : 0) : 1;
    }
    for (uint32_t i = 1; i < 3; ++i) // merges equal corners
        for (uint32_t j = 0; j < i; ++j)
            if ((set >> i & 1) && (set >> j & 1) && t[i].x == t[j].x && t[i].y == t[j].y &&
                t[i].z == t[j].z)
                set &= ~(1u << i);
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE;
    const uint32_t first = set == 5 ? 2 : 0; // the edge from 2 to 0 begins at 2
    for (uint32_t i = first, k = 0; k < 3; i = i < 2 ? i + 1 : 0, ++k)
        if (set >> i & 1)
            collide__add_corner(out, collide__dadd(origin, 1, t[i]), i, i);
}

// The corner after vertex `at` of the hull, in the axes u and v, of the vertices that reach top
// along l; `at` itself if there is no other. These vertices are listed, or n is 0.
COLLIDE__SHARED uint32_t collide__convex_next(const collide_convex *c, const uint32_t *listed,
                                              uint32_t n, uint32_t at, collide__dvec3 l,
                                              collide__dvec3 u, collide__dvec3 v, double top) {
    const collide__dvec3 p = collide__convex_vertex(c, at);
    uint32_t next = at;
    double next_u = 0, next_v = 0;
    for (uint32_t k = 0; k < (n ? n : c->vertex_count); ++k) {
        const uint32_t i = n ? listed[k] : k;
        const collide__dvec3 q = collide__convex_vertex(c, i);
        if (!(collide__ddot(q, l) >= top))
            continue;
        const collide__dvec3 e = collide__dadd(q, -1, p);
        const double eu = collide__ddot(e, u), ev = collide__ddot(e, v);
        const double turn = collide__dmul(next_u, ev) - collide__dmul(next_v, eu);
        const double length = collide__dmul(eu, eu) + collide__dmul(ev, ev);
        const double next_length = collide__dmul(next_u, next_u) + collide__dmul(next_v, next_v);
        if (length > 0 && (next == at || turn < 0 || (!(turn > 0) && length > next_length))) {
            next = i;
            next_u = eu;
            next_v = ev;
        }
    }
    return next;
}

// The same for a convex: walks round the hull of its farthest vertices as seen along dir.
COLLIDE__SHARED void collide__convex_feature(const collide_convex *c, const collide_pose *pose,
                                             collide__dvec3 origin, collide__dvec3 dir,
                                             double tolerance, collide__polygon *out) {
    const collide__dvec3 local = collide__to_local(pose, dir);
    const collide__dvec3 size = {collide__dabs(local.x), collide__dabs(local.y),
                                 collide__dabs(local.z)};
    const collide__dvec3 u =
        collide__dcross(local, collide__coordinate_axis(size.x <= size.y && size.x <= size.z ? 0
                                                        : size.y <= size.z                   ? 1
                                                                                             : 2));
    const collide__dvec3 v = collide__dcross(local, u);
    double top = -DBL_MAX;
    uint32_t first = 0;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const double x = collide__ddot(collide__convex_vertex(c, i), local);
        top = x > top ? x : top;
    }
    top -= tolerance;
    // Begins at the corner with the smallest u, then v.
    double least_u = DBL_MAX, least_v = DBL_MAX;
    uint32_t listed[COLLIDE_CONVEX_CORNERS], n = 0;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const collide__dvec3 p = collide__convex_vertex(c, i);
        if (!(collide__ddot(p, local) >= top))
            continue;
        if (n < COLLIDE_CONVEX_CORNERS)
            listed[n] = i;
        ++n;
        const double pu = collide__ddot(p, u), pv = collide__ddot(p, v);
        if (pu < least_u || (pu <= least_u && pv < least_v)) {
            least_u = pu;
            least_v = pv;
            first = i;
        }
    }
    n = n <= COLLIDE_CONVEX_CORNERS ? n : 0;
    out->n = 0;
    out->face = COLLIDE_FEATURE_FACE;
    // Once round to count the corners, once more to keep them, evenly spaced if there are too many.
    for (uint32_t pass = 0, corners = 0; pass < 2; ++pass) {
        uint32_t at = first, i = 0, due = 0;
        do {
            const collide__dvec3 p = collide__convex_vertex(c, at);
            due += corners < COLLIDE_CONVEX_CORNERS ? corners : COLLIDE_CONVEX_CORNERS;
            if (pass == 1 && due >= corners) {
                due -= corners;
                collide__add_corner(
                    out, collide__dadd(origin, 1, pose ? collide__dturn(pose, p) : p), at, at);
            }
            at = collide__convex_next(c, listed, n, at, local, u, v, top);
            ++i;
        } while (at != first && i < c->vertex_count);
        corners = i;
    }
}

// A point of the clipped feature, its features on its own shape and on the clipping shape, and the
// edge to the next point, which belongs to the clipping shape if clipped.
typedef struct collide__clip_point {
    collide__dvec3 p;
    uint32_t own, other, edge;
    int side; // if clipped, the number of the edge, since edges of a rim share one name
    bool clipped;
} collide__clip_point;

typedef struct collide__clip {
    collide__clip_point point[COLLIDE__CLIP_POINTS];
    int n;
} collide__clip;

COLLIDE__SHARED void collide__clip_add(collide__clip *c, collide__clip_point p) {
    if (c->n < COLLIDE__CLIP_POINTS)
        c->point[c->n++] = p;
}

// Clips by the plane through edge k of by, or with corner through its corner k only, with outward
// unit normal m, and keeps points up to tolerance outside. Two points are a segment, no polygon.
COLLIDE__SHARED void collide__clip_plane(collide__clip *c, const collide__polygon *by, int k,
                                         bool corner, collide__dvec3 m, double tolerance,
                                         uint32_t face) {
    const collide__corner *begin = &by->corner[k], *end = &by->corner[k + 1 < by->n ? k + 1 : 0];
    const int before = k > 0 ? k - 1 : by->n - 1;
    const collide__dvec3 p = begin->p;
    double beyond[COLLIDE__CLIP_POINTS];
    collide__clip out;
    int inside = 0;
    for (int i = 0; i < c->n; ++i) {
        beyond[i] = collide__ddot(collide__dadd(c->point[i].p, -1, p), m);
        inside += beyond[i] <= tolerance;
    }
    if (inside == c->n)
        return;
    out.n = 0;
    for (int i = 0; i < c->n && inside > 0; ++i) {
        const int next = i + 1 < c->n ? i + 1 : 0;
        const collide__clip_point a = c->point[i], b = c->point[next];
        const double da = beyond[i], db = beyond[next];
        const bool a_in = da <= tolerance, b_in = db <= tolerance;
        if (a_in)
            collide__clip_add(&out, a);
        if (a_in != b_in && (a_in ? da : db) < 0 && (c->n > 2 || i == 0)) {
            collide__clip_point x = a;
            x.p = collide__dadd(a.p, da / (da - db), collide__dadd(b.p, -1, a.p));
            x.own = a.clipped ? face : a.edge;
            x.other = corner || (a.clipped && a.side == before) ? begin->vertex
                      : a.clipped                               ? end->vertex
                                                                : begin->edge;
            if (a_in && c->n > 2) { // leaves, and continues along the plane
                x.edge = begin->edge;
                x.side = k;
                x.clipped = true;
            }
            collide__clip_add(&out, x);
        }
    }
    memcpy(c->point, out.point, (size_t)out.n * sizeof out.point[0]);
    c->n = out.n;
}

// Clips own, an edge or a corner, by an edge that faces it along up.
COLLIDE__SHARED void collide__clip_by_edge(collide__clip *clip, const collide__polygon *own,
                                           const collide__polygon *by, collide__dvec3 up,
                                           double near_by) {
    const collide__dvec3 e = collide__dadd(by->corner[1].p, -1, by->corner[0].p);
    // Along the edge as seen along up, since a short edge may slant.
    collide__dvec3 m = collide__dadd(e, -collide__ddot(e, up), up), across = collide__dcross(e, up);
    if (collide__dnormalize(&m)) {
        collide__clip_plane(clip, by, 1, true, m, near_by, own->face);
        collide__clip_plane(clip, by, 0, true, collide__dneg(m), near_by, own->face);
    }
    if (!collide__dnormalize(&across))
        clip->n = 0;
    if (clip->n == 2) {
        // Crossing edges: the point of one in the plane of the other and the axis.
        const collide__dvec3 p = clip->point[0].p, q = clip->point[1].p, at = by->corner[0].p;
        const double from = collide__ddot(collide__dadd(p, -1, at), across);
        const double to = collide__ddot(collide__dadd(q, -1, at), across);
        if (collide__dabs(from - to) > near_by) {
            const double t = from / (from - to);
            clip->point[0].p = collide__dadd(p, t < 0 ? 0 : t > 1 ? 1 : t, collide__dadd(q, -1, p));
            clip->point[0].own = own->corner[0].edge;
            clip->point[0].other = by->corner[0].edge;
            clip->n = 1;
        }
    }
    for (int i = 0; i < clip->n; ++i)
        if (collide__dabs(collide__ddot(collide__dadd(clip->point[i].p, -1, by->corner[0].p),
                                        across)) > 2 * near_by)
            clip->n = 0;
}

// Clips a corner by another that faces it along up: keeps it if both are at one place.
COLLIDE__SHARED void collide__clip_by_corner(collide__clip *clip, const collide__polygon *by,
                                             collide__dvec3 up, double near_by) {
    const collide__dvec3 e = collide__dadd(clip->point[0].p, -1, by->corner[0].p);
    const collide__dvec3 across = collide__dadd(e, -collide__ddot(e, up), up);
    if (collide__ddot(across, across) > collide__dmul(4 * near_by, near_by))
        clip->n = 0;
}

// Whether no point is beyond the plane through p with outward normal m.
COLLIDE__SHARED bool collide__clip_within(const collide__clip *c, collide__dvec3 p,
                                          collide__dvec3 m) {
    for (int i = 0; i < c->n; ++i)
        if (!(collide__ddot(collide__dadd(c->point[i].p, -1, p), m) <= 0))
            return false;
    return true;
}

// Clips own by a face that faces it along up.
COLLIDE__SHARED void collide__clip_by_face(collide__clip *clip, const collide__polygon *own,
                                           const collide__polygon *by, collide__dvec3 up,
                                           double near_by) {
    for (int k = 0; k < by->n; ++k) {
        const collide__dvec3 p = by->corner[k].p;
        const collide__dvec3 e = collide__dadd(by->corner[k + 1 < by->n ? k + 1 : 0].p, -1, p);
        collide__dvec3 m = collide__dcross(e, up);
        double side = 0; // of the other corners
        for (int i = 0; i < by->n; ++i) {
            const double x = collide__ddot(collide__dadd(by->corner[i].p, -1, p), m);
            side = collide__dabs(x) > collide__dabs(side) ? x : side;
        }
        if (side > 0)
            m = collide__dneg(m);
        if (!collide__clip_within(clip, p, m) && collide__dnormalize(&m))
            collide__clip_plane(clip, by, k, false, m, near_by, own->face);
        // Near a sharp corner points far beyond it may be within near_by of both its edges.
        collide__dvec3 next = e;
        collide__dvec3 before = collide__dadd(by->corner[k > 0 ? k - 1 : by->n - 1].p, -1, p);
        const double dot = collide__ddot(next, before);
        // Beyond 60 degrees it is not sharp, whatever rounding does.
        if (dot > 0 &&
            collide__dmul(dot, dot) >
                collide__dmul(0.2498, collide__dmul(collide__ddot(next, next),
                                                    collide__ddot(before, before))) &&
            collide__dnormalize(&next) && collide__dnormalize(&before) &&
            collide__ddot(next, before) > 0.5) {
            collide__dvec3 out_of = collide__dneg(collide__dadd(next, 1, before));
            if (collide__dnormalize(&out_of))
                collide__clip_plane(clip, by, k, true, out_of, near_by, own->face);
        }
    }
}

// The normal of a feature's plane, scaled so that the depth of a point below it along up is a dot
// product.
COLLIDE__SHARED collide__dvec3 collide__depth_plane(const collide__polygon *by, collide__dvec3 up) {
    collide__dvec3 plane = {0, 0, 0};
    for (int i = 1; i + 1 < by->n; ++i)
        plane =
            collide__dadd(plane, 1,
                          collide__dcross(collide__dadd(by->corner[i].p, -1, by->corner[0].p),
                                          collide__dadd(by->corner[i + 1].p, -1, by->corner[0].p)));
    if (!collide__dnormalize(&plane) || collide__dabs(collide__ddot(plane, up)) < 0.5)
        plane = up;
    const double slope = collide__ddot(up, plane);
    plane.x = collide__ddiv(plane.x, slope);
    plane.y = collide__ddiv(plane.y, slope);
    plane.z = collide__ddiv(plane.z, slope);
    return plane;
}

// The feature own of one shape, clipped by the feature by of another: points of own, and their
// depths below the plane of by along up, the direction from by to own.
typedef struct collide__meeting {
    const collide__polygon *own, *by;
    bool by_b; // by is the feature of b
    collide__dvec3 up;
    collide__clip clip;
    double depth[COLLIDE__CLIP_POINTS], deepest;
} collide__meeting;

// The features a and b face each other along the unit normal from b to a. A face clips the other
// feature; if both are faces, b clips if b_first. No point is left if the features miss each other
// by more than near_by, unless some is set.
COLLIDE__SHARED void collide__features_meet(const collide__polygon *a, const collide__polygon *b,
                                            collide__dvec3 normal, bool b_first, double near_by,
                                            bool some, collide__meeting *m) {
    const bool by_b = b->n >= 3 ? b_first || a->n < 3 : a->n < 3 && b->n > a->n;
    const collide__polygon *by = by_b ? b : a, *own = by_b ? a : b;
    collide__clip *clip = &m->clip;
    m->by_b = by_b;
    m->by = by;
    m->own = own;
    m->up = by_b ? normal : collide__dneg(normal);
    m->deepest = -DBL_MAX;
    clip->n = 0;
    if (own->n == 0 || by->n == 0) // the normal is NaN
        return;
    for (int i = 0; i < own->n; ++i) {
        collide__clip_point p;
        p.p = own->corner[i].p;
        p.own = own->corner[i].vertex;
        p.other = by->n >= 3 ? by->face : by->n == 2 ? by->corner[0].edge : by->corner[0].vertex;
        p.edge = own->corner[i].edge;
        p.side = 0;
        p.clipped = false;
        collide__clip_add(clip, p);
    }
    if (by->n == 2) {
        collide__clip_by_edge(clip, own, by, m->up, near_by);
    } else if (by->n == 1) {
        collide__clip_by_corner(clip, by, m->up, near_by);
    } else {
        collide__clip_by_face(clip, own, by, m->up, near_by);
    }
    if (clip->n == 0 && some) { // any
        clip->n = 1;
        clip->point[0].p = own->corner[0].p;
        clip->point[0].own = own->corner[0].vertex;
        clip->point[0].other = by->corner[0].vertex;
    }
    const collide__dvec3 plane = collide__depth_plane(by, m->up);
    for (int i = 0; i < clip->n; ++i) {
        m->depth[i] = collide__ddot(collide__dadd(by->corner[0].p, -1, clip->point[i].p), plane);
        m->deepest = m->depth[i] > m->deepest ? m->depth[i] : m->deepest;
    }
}
#endif
