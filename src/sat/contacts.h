#pragma once
#include "../base/deepest.h"
#include "normals.h"

// ---- contacts: the features on the axis, clipped ---------------------------------------------
#if !defined(COLLIDE_NO_SAT) || !defined(COLLIDE_NO_TRIANGLE)

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

static void collide__add_corner(collide__polygon *polygon, collide__dvec3 p, uint32_t vertex,
                                uint32_t edge) {
    collide__corner *c = &polygon->corner[polygon->n++];
    c->p = p;
    c->vertex = COLLIDE_FEATURE_VERTEX | vertex;
    c->edge = COLLIDE_FEATURE_EDGE | edge;
}

// The feature of a box that lies farthest along dir, within tolerance; or with face, the face whose
// normal is nearest to dir.
static void collide__box_feature(const collide_obb *box, collide__dvec3 origin, collide__dvec3 dir,
                                 double tolerance, bool face, collide__polygon *out) {
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    double along[3];
    uint32_t flat[3], flats = 0, top = 0, signs = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        along[i] = collide__ddot(dir, collide__dvec3_of(box->axis[i]));
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
            p = collide__dadd(p, vertex >> i & 1 ? half[i] : -half[i],
                              collide__dvec3_of(box->axis[i]));
        // The edge to the next corner runs along the first flat axis, then along the second.
        const uint32_t i = flats == 0 ? 0 : flat[flats == 2 ? k & 1 : 0];
        const uint32_t sides = i == 0   ? vertex >> 1
                               : i == 1 ? (vertex & 1) | (vertex >> 1 & 2)
                                        : vertex & 3;
        collide__add_corner(out, p, vertex, 4 * i + sides);
    }
}

// The same for a triangle; with face all of it, or its longest edge or a vertex if it has no area.
static void collide__triangle_feature(const collide__dvec3 *t, collide__dvec3 origin,
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
// along l; `at` itself if there is no other.
static uint32_t collide__convex_next(const collide_convex *c, uint32_t at, collide__dvec3 l,
                                     collide__dvec3 u, collide__dvec3 v, double top) {
    const collide__dvec3 p = collide__convex_vertex(c, at);
    uint32_t next = at;
    double next_u = 0, next_v = 0;
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
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
static void collide__convex_feature(const collide_convex *c, const collide_pose *pose,
                                    collide__dvec3 origin, collide__dvec3 dir, double tolerance,
                                    collide__polygon *out) {
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
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        const collide__dvec3 p = collide__convex_vertex(c, i);
        const double pu = collide__ddot(p, u), pv = collide__ddot(p, v);
        if (collide__ddot(p, local) >= top && (pu < least_u || (pu <= least_u && pv < least_v))) {
            least_u = pu;
            least_v = pv;
            first = i;
        }
    }
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
            at = collide__convex_next(c, at, local, u, v, top);
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
    bool clipped;
} collide__clip_point;

typedef struct collide__clip {
    collide__clip_point point[COLLIDE__CLIP_POINTS];
    int n;
} collide__clip;

static void collide__clip_add(collide__clip *c, collide__clip_point p) {
    if (c->n < COLLIDE__CLIP_POINTS)
        c->point[c->n++] = p;
}

// Clips by the plane through edge k of by, or with corner through its corner k only, with outward
// unit normal m, and keeps points up to tolerance outside. Two points are a segment, no polygon.
static void collide__clip_plane(collide__clip *c, const collide__polygon *by, int k, bool corner,
                                collide__dvec3 m, double tolerance, uint32_t face) {
    const collide__corner *begin = &by->corner[k], *end = &by->corner[k + 1 < by->n ? k + 1 : 0];
    const collide__corner *before = &by->corner[k > 0 ? k - 1 : by->n - 1];
    const collide__dvec3 p = begin->p;
    collide__clip out;
    out.n = 0;
    for (int i = 0; i < c->n; ++i) {
        const collide__clip_point a = c->point[i], b = c->point[i + 1 < c->n ? i + 1 : 0];
        const double da = collide__ddot(collide__dadd(a.p, -1, p), m);
        const double db = collide__ddot(collide__dadd(b.p, -1, p), m);
        const bool a_in = da <= tolerance, b_in = db <= tolerance;
        if (a_in)
            collide__clip_add(&out, a);
        if (a_in != b_in && (a_in ? da : db) < 0 && (c->n > 2 || i == 0)) {
            collide__clip_point x = a;
            x.p = collide__dadd(a.p, da / (da - db), collide__dadd(b.p, -1, a.p));
            x.own = a.clipped ? face : a.edge;
            x.other = corner || (a.clipped && a.edge == before->edge) ? begin->vertex
                      : a.clipped                                     ? end->vertex
                                                                      : begin->edge;
            if (a_in && c->n > 2) { // leaves, and continues along the plane
                x.edge = begin->edge;
                x.clipped = true;
            }
            collide__clip_add(&out, x);
        }
    }
    *c = out;
}

// Clips own, an edge or a corner, by an edge that faces it along up.
static void collide__clip_by_edge(collide__clip *clip, const collide__polygon *own,
                                  const collide__polygon *by, collide__dvec3 up, double near_by) {
    const collide__dvec3 e = collide__dadd(by->corner[1].p, -1, by->corner[0].p);
    collide__dvec3 m = e, across = collide__dcross(e, up);
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
static void collide__clip_by_corner(collide__clip *clip, const collide__polygon *by,
                                    collide__dvec3 up, double near_by) {
    const collide__dvec3 e = collide__dadd(clip->point[0].p, -1, by->corner[0].p);
    const collide__dvec3 across = collide__dadd(e, -collide__ddot(e, up), up);
    if (collide__ddot(across, across) > collide__dmul(4 * near_by, near_by))
        clip->n = 0;
}

// Clips own by a face that faces it along up.
static void collide__clip_by_face(collide__clip *clip, const collide__polygon *own,
                                  const collide__polygon *by, collide__dvec3 up, double near_by) {
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
        if (collide__dnormalize(&m))
            collide__clip_plane(clip, by, k, false, m, near_by, own->face);
        // Near a sharp corner points far beyond it may be within near_by of both its edges.
        collide__dvec3 next = e;
        collide__dvec3 before = collide__dadd(by->corner[k > 0 ? k - 1 : by->n - 1].p, -1, p);
        if (collide__dnormalize(&next) && collide__dnormalize(&before) &&
            collide__ddot(next, before) > 0.5) {
            collide__dvec3 out_of = collide__dneg(collide__dadd(next, 1, before));
            if (collide__dnormalize(&out_of))
                collide__clip_plane(clip, by, k, true, out_of, near_by, own->face);
        }
    }
}

// The normal of a feature's plane, scaled so that the depth of a point below it along up is a dot
// product.
static collide__dvec3 collide__depth_plane(const collide__polygon *by, collide__dvec3 up) {
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

// Contacts of the features a and b, which face each other along the unit normal from b to a. A face
// clips the other feature; if both are faces, b clips if b_first. Keeps all points below that face,
// or with touching the points within tolerance of the lowest: the other feature may be a tilted
// face, since the axis is known only up to the error bound of nearly equal times. Returns 0 if the
// features miss each other, unless some is set.
static int collide__features_touch(const collide__polygon *a, const collide__polygon *b,
                                   collide__dvec3 normal, bool b_first, bool touching,
                                   double tolerance, double near_by, bool some,
                                   collide_contact *out) {
    const bool by_b = b->n >= 3 ? b_first || a->n < 3 : a->n < 3 && b->n > a->n;
    const collide__polygon *by = by_b ? b : a, *own = by_b ? a : b;
    const collide__dvec3 up = by_b ? normal : collide__dneg(normal);
    collide__clip clip;
    double depth[COLLIDE__CLIP_POINTS], deepest = -DBL_MAX;
    int n = 0;
    clip.n = 0;
    if (own->n == 0 || by->n == 0) // the normal is NaN
        return 0;
    for (int i = 0; i < own->n; ++i) {
        collide__clip_point p;
        p.p = own->corner[i].p;
        p.own = own->corner[i].vertex;
        p.other = by->n >= 3 ? by->face : by->n == 2 ? by->corner[0].edge : by->corner[0].vertex;
        p.edge = own->corner[i].edge;
        p.clipped = false;
        collide__clip_add(&clip, p);
    }
    if (by->n == 2) {
        collide__clip_by_edge(&clip, own, by, up, near_by);
    } else if (by->n == 1) {
        collide__clip_by_corner(&clip, by, up, near_by);
    } else {
        collide__clip_by_face(&clip, own, by, up, near_by);
    }
    if (clip.n == 0 && some) { // any
        clip.n = 1;
        clip.point[0].p = own->corner[0].p;
        clip.point[0].own = own->corner[0].vertex;
        clip.point[0].other = by->corner[0].vertex;
    }
    const collide__dvec3 plane = collide__depth_plane(by, up);
    for (int i = 0; i < clip.n; ++i) {
        depth[i] = collide__ddot(collide__dadd(by->corner[0].p, -1, clip.point[i].p), plane);
        deepest = depth[i] > deepest ? depth[i] : deepest;
    }
    for (int i = 0; i < clip.n; ++i)
        if (depth[i] >= (touching || deepest < 0 ? deepest - tolerance : 0)) {
            const collide__dvec3 p = clip.point[i].p, q = collide__dadd(p, depth[i], up);
            collide_contact *c = &out[n++];
            c->point_a = collide__dround_zero(by_b ? p : q);
            c->point_b = collide__dround_zero(by_b ? q : p);
            c->normal = collide__dround_zero(normal);
            c->depth = depth[i] > 0 && !touching ? (float)depth[i] : 0;
            c->feature_a = by_b ? clip.point[i].own : clip.point[i].other;
            c->feature_b = by_b ? clip.point[i].other : clip.point[i].own;
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
                collide__box_feature(s->box[side], at[side], dir, flat, whole, &feature[side]);
            else
                collide__triangle_feature(s->triangle[side], at[side], dir, flat, whole,
                                          &feature[side]);
        }
        count = collide__features_touch(&feature[0], &feature[1], n, b_owns, touching, tolerance,
                                        near_by, round == 14, found);
        *(round % 2 ? &near_by : &flat) *= 8;
    }
    collide__contacts_deepest(found, count, contacts, capacity);
    return (size_t)count;
}
#endif // COLLIDE_NO_SAT, COLLIDE_NO_TRIANGLE
