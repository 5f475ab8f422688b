#pragma once
#include "../base/closest.h"
#include "../base/signs.h"
#include "convex.h"

// ---- hulls of points -------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT
// Quickhull [Barber]. The hull so far is a closed surface of triangles, here called faces. Each
// point outside it stands in the list of one face that it is above. A step takes the farthest point
// of a face: all faces below it go, and new faces join the point to the edges round the hole. The
// points of the old faces are asked about the new ones alone; one that is above none of them is
// inside. All this holds because every side is exact: double decides where its error bound allows,
// else integers do. A point in the plane of a face is not above it, so faces in one plane stay
// triangles side by side until the end. No triangle has zero area: a new point is strictly above
// one of the two faces at each edge round the hole, so it is not on the line of the edge.

#define COLLIDE__QUICKHULL_NONE 0xffffffffu
#define COLLIDE__QUICKHULL_MOST 65536u // vertices that the surface has at any time

// Every face is in one ring, which begins at one of the first faces. Those are no faces otherwise.
enum {
    COLLIDE__QUICKHULL_NOW,
    COLLIDE__QUICKHULL_LATER,
    COLLIDE__QUICKHULL_DONE,
    COLLIDE__QUICKHULL_SEEN
};
#define COLLIDE__QUICKHULL_RINGS 4

typedef struct collide__quickhull_face {
    collide__dvec3 normal;  // outward, of length 1 within rounding, or 0 if double cannot tell
    double bound;           // of the error of a height in double
    double height;          // of its highest point; if vertices are few, its squared distance
    uint32_t v[3];          // counterclockwise as seen from outside; v[0] is NONE if free
    uint32_t across[3];     // the face beyond the edge from v[i] to the next one
    uint32_t first;         // its highest point, from which a list goes on; at the end its facet
    uint32_t before, after; // in its ring
    uint32_t seen;          // by whom; at the end bit i is set if edge i is an edge of the body
} collide__quickhull_face;

// A direction, and its place in an order in which those that are nearly parallel are near.
typedef struct collide__quickhull_direction {
    collide_vec3 d;
    uint32_t key;
} collide__quickhull_direction;

typedef struct collide__quickhull {
    const void *points;
    size_t stride;
    uint32_t n;
    bool flat; // all points are in one plane; then the apex, outside of it, is point n
    bool few;  // the number of vertices is limited
    collide_vec3 apex;
    double extent[3];     // of all points on each axis, with the apex
    uint32_t extreme[26]; // the outermost points in directions
    collide__quickhull_face *faces;
    uint32_t *next; // of a point in its list; of a vertex the new face that begins there
    collide__quickhull_direction *list; // at the end
    uint32_t *rim;                      // three for each edge round the hole
    uint32_t room, top, free; // faces: how many fit, how many were made, the first one to use again
    uint32_t alive, stamp;
} collide__quickhull;

COLLIDE__FORCE_INLINE collide_vec3 collide__quickhull_point(const collide__quickhull *h,
                                                            uint32_t i) {
    return i < h->n ? collide__read_vec3(collide__at(h->points, i, h->stride)) : h->apex;
}

// The side of the plane of p[0], p[1], p[2] that p[3] is on, exactly.
static int collide__quickhull_side(const collide_vec3 *p) {
    collide__vertices t;
    int side;
    collide__vertices_of_four(p, &t);
    collide__exact_sides(&t, 0, 1, 2, 3, 1, &side, NULL);
    return side;
}

// Whether p[0], p[1] and p[2] are on one line, exactly.
static bool collide__quickhull_straight(const collide_vec3 *p) {
    const collide_vec3 four[4] = {p[0], p[1], p[2], p[0]};
    collide__vertices t;
    collide__vertices_of_four(four, &t);
    for (int axis = 0; axis < 3; ++axis)
        if (collide__exact_turn(&t, axis, 0, 1, 2))
            return false;
    return true;
}

// Whether p is strictly above face f, whose first vertex is `from`; *height is computed in double.
COLLIDE__FORCE_INLINE bool collide__quickhull_above(const collide__quickhull *h,
                                                    const collide__quickhull_face *f,
                                                    collide_vec3 from, collide_vec3 p,
                                                    double *height) {
    *height = collide__ddot(f->normal, collide__dsub(p, from));
    if (*height > f->bound || *height < -f->bound)
        return *height > 0;
    const collide_vec3 four[4] = {from, collide__quickhull_point(h, f->v[1]),
                                  collide__quickhull_point(h, f->v[2]), p};
    *height = *height > 0 ? *height : 0;
    return collide__quickhull_side(four) > 0;
}

// Whether a face of a flat hull of n points lies in its plane.
COLLIDE__INLINE bool collide__quickhull_is_base(const collide__quickhull_face *f, uint32_t n) {
    return f->v[0] < n && f->v[1] < n && f->v[2] < n;
}

// The normal of a face, not of unit length, and the sizes of its terms, which the bounds of errors
// are multiples of: collide__close_sides has the same.
static collide__dvec3 collide__quickhull_cross(const collide__quickhull *h,
                                               const collide__quickhull_face *f, double *size) {
    const collide_vec3 a = collide__quickhull_point(h, f->v[0]);
    const collide__dvec3 e = collide__dsub(collide__quickhull_point(h, f->v[1]), a),
                         g = collide__dsub(collide__quickhull_point(h, f->v[2]), a);
    size[0] = collide__dabs(collide__dmul(e.y, g.z)) + collide__dabs(collide__dmul(e.z, g.y));
    size[1] = collide__dabs(collide__dmul(e.z, g.x)) + collide__dabs(collide__dmul(e.x, g.z));
    size[2] = collide__dabs(collide__dmul(e.x, g.y)) + collide__dabs(collide__dmul(e.y, g.x));
    return collide__dcross(e, g);
}

// The plane of a face. Dividing by the length changes no sign, and adds less to the error than the
// bound has to spare. In a flat hull all points are in the plane of a face without the apex, so
// none is above it.
static void collide__quickhull_plane(const collide__quickhull *h, collide__quickhull_face *f) {
    const collide__dvec3 zero = {0, 0, 0};
    double size[3], most = 0;
    f->normal = collide__quickhull_cross(h, f, size);
    for (int i = 0; i < 3; ++i)
        most += collide__dmul(size[i], h->extent[i]);
    const double length = collide__sqrt(collide__ddot(f->normal, f->normal));
    if (h->flat && collide__quickhull_is_base(f, h->n)) {
        f->normal = zero;
        f->bound = -1;
    } else if (collide__dnormalize(&f->normal)) {
        f->bound = collide__ddiv(most, length) * 1.7763568394002505e-15; // 2^-49
    } else {
        f->bound = DBL_MAX;
    }
}

static void collide__quickhull_leave(const collide__quickhull *h, uint32_t f) {
    const collide__quickhull_face *face = &h->faces[f];
    h->faces[face->before].after = face->after;
    h->faces[face->after].before = face->before;
}

// At the end of a ring.
static void collide__quickhull_join(const collide__quickhull *h, uint32_t f, uint32_t ring) {
    const uint32_t last = h->faces[ring].before;
    h->faces[f].before = last;
    h->faces[f].after = ring;
    h->faces[last].after = h->faces[ring].before = f;
}

// A new face, which is in no ring; the caller knows that there is room.
static uint32_t collide__quickhull_face_new(collide__quickhull *h, uint32_t a, uint32_t b,
                                            uint32_t c) {
    const uint32_t f = h->free != COLLIDE__QUICKHULL_NONE ? h->free : h->top;
    collide__quickhull_face *face = &h->faces[f];
    if (f == h->top)
        ++h->top;
    else
        h->free = face->after;
    face->v[0] = a;
    face->v[1] = b;
    face->v[2] = c;
    face->first = COLLIDE__QUICKHULL_NONE;
    face->height = -1;
    face->seen = 0;
    ++h->alive;
    collide__quickhull_plane(h, face);
    return f;
}

// The square of the distance of point p from the triangle of face f; beside a flat hull, from its
// edge.
static double collide__quickhull_distance(const collide__quickhull *h, uint32_t f,
                                          collide__dvec3 p) {
    const uint32_t *v = h->faces[f].v;
    collide__dvec3 t[3];
    for (int j = 0; j < 3; ++j) {
        const bool apex = v[j] == h->n;
        t[j] = collide__dvec3_of(collide__quickhull_point(h, v[apex && j > 0 ? 0 : j + (int)apex]));
    }
    const collide__dvec3 d = collide__dadd(p, -1, collide__triangle_nearest(t, p));
    return collide__ddot(d, d);
}

// Puts point q on the list of face f.
static void collide__quickhull_put(const collide__quickhull *h, collide__quickhull_face *f,
                                   uint32_t q, double height) {
    if (f->first == COLLIDE__QUICKHULL_NONE || height > f->height) {
        h->next[q] = f->first;
        f->first = q;
        f->height = height;
    } else {
        h->next[q] = h->next[f->first];
        h->next[f->first] = q;
    }
}

// Moves the faces below p into the ring SEEN, from face f on, and lists the edges round them: both
// ends, and the face outside. Returns the number of these edges, or NONE if there is no room for
// the new faces.
static uint32_t collide__quickhull_hole(collide__quickhull *h, uint32_t f, collide_vec3 p) {
    uint32_t edges = 0, gone = 0;
    double height;
    h->stamp += 2;
    h->faces[f].seen = h->stamp;
    collide__quickhull_leave(h, f);
    collide__quickhull_join(h, f, COLLIDE__QUICKHULL_SEEN);
    for (; f != COLLIDE__QUICKHULL_SEEN; f = h->faces[f].after, ++gone)
        for (int j = 0; j < 3; ++j) {
            const uint32_t o = h->faces[f].across[j];
            collide__quickhull_face *face = &h->faces[o];
            if (face->seen < h->stamp) {
                const collide_vec3 from = collide__quickhull_point(h, face->v[0]);
                const bool above = collide__quickhull_above(h, face, from, p, &height);
                face->seen = h->stamp + !above;
                if (above) {
                    collide__quickhull_leave(h, o);
                    collide__quickhull_join(h, o, COLLIDE__QUICKHULL_SEEN);
                }
            }
            if (face->seen == h->stamp)
                continue;
            if (edges == h->room)
                return COLLIDE__QUICKHULL_NONE;
            h->rim[3 * edges] = h->faces[f].v[j];
            h->rim[3 * edges + 1] = h->faces[f].v[j < 2 ? j + 1 : 0];
            h->rim[3 * edges++ + 2] = o;
        }
    return h->alive - gone + edges > h->room ? COLLIDE__QUICKHULL_NONE : edges;
}

// Frees the faces in the ring SEEN, and returns the list of all their points.
static uint32_t collide__quickhull_clear(collide__quickhull *h) {
    uint32_t all = COLLIDE__QUICKHULL_NONE, f = h->faces[COLLIDE__QUICKHULL_SEEN].after;
    while (f != COLLIDE__QUICKHULL_SEEN) {
        collide__quickhull_face *face = &h->faces[f];
        const uint32_t after = face->after;
        for (uint32_t q = face->first; q != COLLIDE__QUICKHULL_NONE;) {
            const uint32_t next = h->next[q];
            h->next[q] = all;
            all = q;
            q = next;
        }
        face->v[0] = COLLIDE__QUICKHULL_NONE;
        face->after = h->free;
        h->free = f;
        --h->alive;
        f = after;
    }
    h->faces[f].before = h->faces[f].after = f;
    return all;
}

// The edge of face f that begins at vertex a.
static int collide__quickhull_edge(const collide__quickhull_face *f, uint32_t a) {
    return f->v[0] == a ? 0 : f->v[1] == a ? 1 : 2;
}

// Fills the hole with faces from its edges to point p, whose numbers it writes to rim.
static void collide__quickhull_fill(collide__quickhull *h, uint32_t p, uint32_t edges) {
    for (uint32_t i = 0; i < edges; ++i) {
        const uint32_t a = h->rim[3 * i], b = h->rim[3 * i + 1], outer = h->rim[3 * i + 2];
        const uint32_t f = collide__quickhull_face_new(h, a, b, p);
        h->faces[f].across[0] = outer;
        h->faces[outer].across[collide__quickhull_edge(&h->faces[outer], b)] = f;
        h->next[a] = f;
        h->rim[i] = f; // of this edge or of earlier ones, which were read
    }
    for (uint32_t i = 0; i < edges; ++i) {
        const uint32_t f = h->rim[i], after = h->next[h->faces[f].v[1]];
        h->faces[f].across[1] = after;
        h->faces[after].across[2] = f;
    }
}

// Puts point q on the list of a new face that it is above, if there is one: the first, or the
// nearest if vertices are few. Heights would not do for these: near a sharp edge, as round a sheet,
// a far point is low.
static void collide__quickhull_give(const collide__quickhull *h, uint32_t q, uint32_t edges) {
    const collide_vec3 p = collide__quickhull_point(h, q);
    uint32_t best = COLLIDE__QUICKHULL_NONE;
    double height, least = DBL_MAX;
    for (uint32_t i = 0; i < edges && (h->few || best == COLLIDE__QUICKHULL_NONE); ++i) {
        const uint32_t f = h->rim[i];
        const collide_vec3 from = collide__quickhull_point(h, h->faces[f].v[0]);
        if (!collide__quickhull_above(h, &h->faces[f], from, p, &height))
            continue;
        if (h->few)
            height = collide__quickhull_distance(h, f, collide__dvec3_of(p));
        best = height < least ? f : best;
        least = height < least ? height : least;
    }
    if (best != COLLIDE__QUICKHULL_NONE)
        collide__quickhull_put(h, &h->faces[best], q, least);
}

// Makes the highest point of face f a vertex; false if there is no room. Faces that then have
// points at least this high are next.
static bool collide__quickhull_add(collide__quickhull *h, uint32_t f, double high) {
    const uint32_t p = h->faces[f].first;
    const uint32_t edges = collide__quickhull_hole(h, f, collide__quickhull_point(h, p));
    if (edges == COLLIDE__QUICKHULL_NONE)
        return false;
    h->faces[f].first = h->next[p];
    uint32_t q = collide__quickhull_clear(h);
    collide__quickhull_fill(h, p, edges);
    while (q != COLLIDE__QUICKHULL_NONE) {
        const uint32_t next = h->next[q];
        collide__quickhull_give(h, q, edges);
        q = next;
    }
    for (uint32_t i = 0; i < edges; ++i) {
        const collide__quickhull_face *face = &h->faces[h->rim[i]];
        collide__quickhull_join(h, h->rim[i],
                                face->first == COLLIDE__QUICKHULL_NONE ? COLLIDE__QUICKHULL_DONE
                                : face->height >= high                 ? COLLIDE__QUICKHULL_NOW
                                                                       : COLLIDE__QUICKHULL_LATER);
    }
    return true;
}

// Adds points until none is outside, or until the surface has `most` vertices; false if there is no
// room. Points at least half as high as the highest one come first, or nearly as far if vertices
// are few.
static bool collide__quickhull_run(collide__quickhull *h, uint32_t most) {
    const collide__quickhull_face *now = &h->faces[COLLIDE__QUICKHULL_NOW];
    const collide__quickhull_face *later = &h->faces[COLLIDE__QUICKHULL_LATER];
    double high = 0;
    for (;;) {
        while (now->after != COLLIDE__QUICKHULL_NOW) {
            if (h->alive / 2 + 2 >= most)
                return true;
            if (!collide__quickhull_add(h, now->after, high))
                return false;
        }
        if (later->after == COLLIDE__QUICKHULL_LATER)
            return true;
        high = 0;
        for (uint32_t f = later->after; f != COLLIDE__QUICKHULL_LATER; f = h->faces[f].after)
            high = h->faces[f].height > high ? h->faces[f].height : high;
        high *= h->few ? 0.87890625 : 0.5; // the square of 15/16
        for (uint32_t f = later->after, after; f != COLLIDE__QUICKHULL_LATER; f = after) {
            after = h->faces[f].after;
            if (h->faces[f].height >= high) {
                collide__quickhull_leave(h, f);
                collide__quickhull_join(h, f, COLLIDE__QUICKHULL_NOW);
            }
        }
    }
}

// Puts point q on the list of a face that it is above, if there is one.
static void collide__quickhull_ask(const collide__quickhull *h, uint32_t q) {
    const collide_vec3 p = collide__quickhull_point(h, q);
    double height;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == COLLIDE__QUICKHULL_NONE)
            continue;
        if (!collide__quickhull_above(h, face, collide__quickhull_point(h, face->v[0]), p, &height))
            continue;
        if (h->few)
            height = collide__quickhull_distance(h, f, collide__dvec3_of(p));
        if (face->first == COLLIDE__QUICKHULL_NONE) {
            collide__quickhull_leave(h, f);
            collide__quickhull_join(h, f, COLLIDE__QUICKHULL_LATER);
        }
        collide__quickhull_put(h, face, q, height);
        return;
    }
}

// A ball within the hull so far: its centre, and the square of its radius. 0 if there is none.
static double collide__quickhull_ball(const collide__quickhull *h, collide__dvec3 *center) {
    const collide_vec3 p = collide__quickhull_point(h, h->extreme[0]);
    double radius = DBL_MAX;
    *center = collide__dvec3_of(p);
    for (int k = 0; k < 26; ++k)
        *center = collide__dadd(*center, 1.0 / 26,
                                collide__dsub(collide__quickhull_point(h, h->extreme[k]), p));
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        const collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == COLLIDE__QUICKHULL_NONE)
            continue;
        const collide__dvec3 from = collide__dvec3_of(collide__quickhull_point(h, face->v[0]));
        const double depth = -collide__ddot(face->normal, collide__dadd(*center, -1, from)) -
                             (face->bound + face->bound);
        radius = depth < radius ? depth : radius;
    }
    return radius > 0 ? collide__dmul(radius, radius) * (1 - 9.5367431640625e-07) : 0; // 2^-20
}

// Asks all points but those in a ball within the hull.
static void collide__quickhull_ask_all(const collide__quickhull *h) {
    collide__dvec3 center;
    const double square = collide__quickhull_ball(h, &center);
    for (uint32_t i = 0; i < h->n; ++i) {
        const collide__dvec3 d =
            collide__dadd(collide__dvec3_of(collide__quickhull_point(h, i)), -1, center);
        if (!(collide__ddot(d, d) < square))
            collide__quickhull_ask(h, i);
    }
}
#endif // COLLIDE_NO_SAT
