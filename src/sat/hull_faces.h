#pragma once
#include "hull_body.h"

// ---- faces of convex bodies ------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT
// A convex body stores no faces, so they are found again, without memory. Let i and j be vertices,
// and look along the line from i to j: all others lie round it, each in some direction. The line is
// an edge of the hull if these directions span less than half a turn; the first and the last of
// them are in the two faces that share the edge. Round each vertex, from one edge on, face follows
// face: the next edge is the other one of the face that ends at the vertex. A face is taken at its
// first corner. All sides are exact, as they are while a hull is built. A flat body gets an apex,
// as there; then only the face without the apex counts, on both sides.

// The triangles of the surface: a list, and a volume.
typedef struct collide__facets_list {
    uint32_t *indices;
    size_t capacity, count;
    collide__facets_sum sum;
} collide__facets_list;

// The face through points i, j and k; false if they are on one line.
static bool collide__facet_set(const collide__quickhull *h, collide__quickhull_face *f, uint32_t i,
                               uint32_t j, uint32_t k) {
    const double error = 1.7763568394002505e-15; // 2^-49, as in collide__quickhull_plane
    double size[3];
    f->v[0] = i;
    f->v[1] = j;
    f->v[2] = k;
    f->normal = collide__quickhull_cross(h, f, size);
    f->bound = ((collide__dmul(size[0], h->extent[0]) + collide__dmul(size[1], h->extent[1])) +
                collide__dmul(size[2], h->extent[2])) *
               error;
    if (collide__dabs(f->normal.x) > size[0] * error ||
        collide__dabs(f->normal.y) > size[1] * error ||
        collide__dabs(f->normal.z) > size[2] * error)
        return true;
    const collide_vec3 p[3] = {collide__quickhull_point(h, i), collide__quickhull_point(h, j),
                               collide__quickhull_point(h, k)};
    return !collide__quickhull_straight(p);
}

// The side of a face that point p is on: 1 above.
COLLIDE__FORCE_INLINE int collide__facet_side(const collide__quickhull *h,
                                              const collide__quickhull_face *f, uint32_t p) {
    const collide_vec3 from = collide__quickhull_point(h, f->v[0]);
    const collide_vec3 to = collide__quickhull_point(h, p);
    const int side = collide__sign(collide__ddot(f->normal, collide__dsub(to, from)), f->bound);
    if (side || p == f->v[0] || p == f->v[1] || p == f->v[2] ||
        (h->flat && p < h->n && collide__quickhull_is_base(f, h->n)))
        return side;
    const collide_vec3 four[4] = {from, collide__quickhull_point(h, f->v[1]),
                                  collide__quickhull_point(h, f->v[2]), to};
    return collide__quickhull_side(four);
}

// The orientation of three points as seen from the tip of an axis.
static int collide__facet_turn(const collide__quickhull *h, int axis, uint32_t i, uint32_t j,
                               uint32_t k) {
    const int next = collide__next_axis(axis), last = collide__next_axis(next);
    const collide_vec3 p[4] = {collide__quickhull_point(h, i), collide__quickhull_point(h, j),
                               collide__quickhull_point(h, k), collide__quickhull_point(h, i)};
    const float *a = collide__floats(&p[0]), *b = collide__floats(&p[1]);
    const float *c = collide__floats(&p[2]);
    const double x =
        collide__dmul((double)b[next] - (double)a[next], (double)c[last] - (double)a[last]);
    const double y =
        collide__dmul((double)b[last] - (double)a[last], (double)c[next] - (double)a[next]);
    const int turn =
        collide__sign(x - y, (collide__dabs(x) + collide__dabs(y)) * 1.7763568394002505e-15);
    if (turn)
        return turn;
    collide__vertices t;
    collide__vertices_of_four(p, &t);
    return collide__exact_turn(&t, axis, 0, 1, 2);
}

// An axis that is not in the plane of a face, and the orientation of the face as seen from its tip.
static int collide__facet_axis(const collide__quickhull *h, const collide__quickhull_face *f,
                               int *turn) {
    const double x = collide__dabs(f->normal.x), y = collide__dabs(f->normal.y),
                 z = collide__dabs(f->normal.z);
    int axis = x > y && x > z ? 0 : y > z ? 1 : 2;
    for (int k = 0; k < 2; ++k) {
        *turn = collide__facet_turn(h, axis, f->v[0], f->v[1], f->v[2]);
        if (*turn)
            return axis;
        axis = collide__next_axis(axis);
    }
    *turn = collide__facet_turn(h, axis, f->v[0], f->v[1], f->v[2]);
    return axis;
}

// Where b lies among points on one line with it, of which a and c differ: -1 before a, 0 at a, 1
// between them, 2 at c, 3 beyond c.
static int collide__facets_order(const collide__quickhull *h, uint32_t a, uint32_t b, uint32_t c) {
    const collide_vec3 p[3] = {collide__quickhull_point(h, a), collide__quickhull_point(h, b),
                               collide__quickhull_point(h, c)};
    const float *x = collide__floats(&p[0]), *y = collide__floats(&p[1]);
    const float *z = collide__floats(&p[2]);
    const int axis = x[0] < z[0] || x[0] > z[0] ? 0 : x[1] < z[1] || x[1] > z[1] ? 1 : 2;
    const bool up = x[axis] < z[axis];
    const float from = up ? x[axis] : -x[axis], at = up ? y[axis] : -y[axis];
    const float to = up ? z[axis] : -z[axis];
    return at < from ? -1 : !(at > from) ? 0 : at < to ? 1 : !(at > to) ? 2 : 3;
}

// Whether point p, on the line through i and j, leaves the edge between these whole. Of equal
// points the first is the vertex.
static bool collide__facets_whole(const collide__quickhull *h, uint32_t i, uint32_t p, uint32_t j) {
    const int order = collide__facets_order(h, i, p, j);
    return order == 1 || (order == 0 && p > i) || (order == 2 && p > j);
}

// Whether a whole edge of the hull runs from vertex i to vertex j: the faces on its left and right
// are the last ones that a vertex is in. The outermost points come first, since they rule out most
// lines.
static bool collide__facets_edge(const collide__quickhull *h, uint32_t i, uint32_t j) {
    const collide_vec3 from = collide__quickhull_point(h, i), to = collide__quickhull_point(h, j);
    const uint32_t all = 26 + h->n + (uint32_t)h->flat;
    collide__quickhull_face left, right;
    bool begun = false;
    if (collide__same_point(from, to))
        return false;
    memset(&left, 0, sizeof left);
    memset(&right, 0, sizeof right);
    for (uint32_t k = 0; k < all; ++k) {
        const uint32_t p = k < 26 ? h->extreme[k] : k - 26;
        if (p == i || p == j)
            continue;
        if (!begun) {
            begun = collide__facet_set(h, &left, i, j, p);
            if (!begun && !collide__facets_whole(h, i, p, j))
                return false;
            right = left;
            continue;
        }
        const int l = collide__facet_side(h, &left, p), r = collide__facet_side(h, &right, p);
        if (l && r) {
            if (l > r)
                return false;
            if (l == r) // beyond the last one, or before the first
                (void)collide__facet_set(h, l > 0 ? &left : &right, i, j, p);
            continue;
        }
        int turn;
        const int axis = collide__facet_axis(h, l ? &right : &left, &turn);
        const int other = collide__facet_turn(h, axis, i, j, p);
        if (other ? other != turn : !collide__facets_whole(h, i, p, j))
            return false;
    }
    return begun;
}

// A vertex at the other end of an edge of the hull that begins at vertex i: perhaps the one that is
// least far below i, as seen from the middle. Returns i if there is none, so i is no corner.
static uint32_t collide__facets_begin(const collide__quickhull *h, collide__dvec3 middle,
                                      uint32_t i) {
    const collide_vec3 at = collide__quickhull_point(h, i);
    const collide__dvec3 up = collide__dadd(collide__dvec3_of(at), -1, middle);
    uint32_t best = i;
    double most = -DBL_MAX;
    for (uint32_t j = 0; j < h->n; ++j) {
        const collide__dvec3 d = collide__dsub(collide__quickhull_point(h, j), at);
        const double square = collide__ddot(d, d), rise = collide__ddot(d, up);
        if (!(square > 0))
            continue;
        const double angle = collide__ddiv(collide__dmul(rise, collide__dabs(rise)), square);
        best = angle > most ? j : best;
        most = angle > most ? angle : most;
    }
    if (collide__facets_edge(h, i, best))
        return best;
    for (uint32_t j = 0; j < h->n; ++j)
        if (collide__facets_edge(h, i, j))
            return j;
    return i;
}

// The face on the left of the edge from i to j, as seen from outside: v[2] is its last corner, the
// one before i. Returns whether it has more vertices than these three.
static bool collide__facet_wrap(const collide__quickhull *h, collide__quickhull_face *f, uint32_t i,
                                uint32_t j) {
    const uint32_t all = h->n + (uint32_t)h->flat;
    bool begun = false, more = false;
    for (uint32_t p = 0; p < all; ++p) {
        if (p == i || p == j)
            continue;
        const int side = begun ? collide__facet_side(h, f, p) : 1;
        if (side > 0) {
            begun = collide__facet_set(h, f, i, j, p);
            more = !begun; // between i and j
        } else if (side == 0) {
            int turn;
            const int axis = collide__facet_axis(h, f, &turn);
            const int other = collide__facet_turn(h, axis, i, f->v[2], p);
            more = true;
            if (other ? other == turn : collide__facets_order(h, i, p, f->v[2]) == 3)
                (void)collide__facet_set(h, f, i, j, p);
        }
    }
    return more;
}

// The corner of a face after corner b, which follows corner a.
static uint32_t collide__facet_next(const collide__quickhull *h, const collide__quickhull_face *f,
                                    int axis, int turn, uint32_t a, uint32_t b) {
    uint32_t c = a;
    for (uint32_t p = 0; p < h->n; ++p) {
        if (p == b || p == c || collide__facet_side(h, f, p))
            continue;
        const int other = collide__facet_turn(h, axis, b, c, p);
        if (other ? other != turn : collide__facets_order(h, b, p, c) == 3)
            c = p;
    }
    return c;
}

static void collide__facets_put(const collide__quickhull *h, collide__facets_list *out, uint32_t a,
                                uint32_t b, uint32_t c) {
    for (int side = 0; side < 1 + (int)h->flat; ++side, ++out->count) {
        if (out->count >= out->capacity)
            continue;
        uint32_t *index = out->indices + 3 * out->count;
        index[0] = a;
        index[1] = side ? c : b;
        index[2] = side ? b : c;
    }
    if (!h->flat)
        collide__facets_add(&out->sum, collide__quickhull_point(h, a),
                            collide__quickhull_point(h, b), collide__quickhull_point(h, c), false);
}

// Lists the triangles of a face, all from v[0], unless this is not its first corner. v[1] is the
// next corner and v[2] the last; there may be more between them.
static void collide__facet_put(const collide__quickhull *h, const collide__quickhull_face *f,
                               bool more, collide__facets_list *out) {
    const uint32_t *v = f->v;
    int turn;
    if (v[1] < v[0] || v[2] < v[0] || v[1] >= h->n || v[2] >= h->n)
        return;
    if (!more) {
        collide__facets_put(h, out, v[0], v[1], v[2]);
        return;
    }
    const int axis = collide__facet_axis(h, f, &turn);
    for (int pass = 0; pass < 2; ++pass)
        for (uint32_t k = 0, a = v[0], b = v[1]; k < h->n; ++k) {
            const uint32_t c = collide__facet_next(h, f, axis, turn, a, b);
            if (c == v[0])
                break;
            if (c < v[0])
                return;
            if (pass)
                collide__facets_put(h, out, v[0], b, c);
            a = b;
            b = c;
        }
}

// Lists the surface of a body; nothing if all its vertices are on one line, or not finite.
static void collide__facets_of(const collide_convex *c, collide__facets_list *out) {
    collide__quickhull h;
    collide__quickhull_face face;
    collide__dvec3 middle = {0, 0, 0};
    uint32_t v[4] = {0, 0, 0, 0};
    memset(&h, 0, sizeof h);
    memset(&face, 0, sizeof face);
    h.points = collide__convex_vertices(c);
    h.stride = sizeof(collide_vec3);
    h.n = c->vertex_count;
    if (!collide__quickhull_extremes(&h) || !collide__quickhull_begin(&h, v))
        return;
    out->sum.o = collide__quickhull_point(&h, h.extreme[0]);
    for (int k = 0; k < 26; ++k)
        middle = collide__dadd(middle, 1.0 / 26,
                               collide__dvec3_of(collide__quickhull_point(&h, h.extreme[k])));
    for (uint32_t i = 0; i < h.n; ++i) {
        const uint32_t first = collide__facets_begin(&h, middle, i);
        uint32_t j = first;
        for (uint32_t k = 0; j != i && k <= h.n && (k == 0 || j != first); ++k) {
            const bool more = collide__facet_wrap(&h, &face, i, j);
            collide__facet_put(&h, &face, more, out);
            j = face.v[2];
        }
    }
}

COLLIDE_API size_t collide_convex_vertices(const collide_convex *convex, collide_vec3 *vertices,
                                           size_t capacity) {
    COLLIDE_ASSERT(vertices || !capacity);
    if (!collide__convex_valid(convex))
        return 0;
    const collide__dvec3 center = collide__dvec3_of(convex->center);
    for (uint32_t i = 0; i < convex->vertex_count && i < capacity; ++i)
        vertices[i] =
            collide__dround_zero(collide__dadd(center, 1, collide__convex_vertex(convex, i)));
    return convex->vertex_count;
}

COLLIDE_API size_t collide_convex_triangles(const collide_convex *convex, uint32_t *indices,
                                            size_t capacity) {
    collide__facets_list list;
    COLLIDE_ASSERT(indices || !capacity);
    memset(&list, 0, sizeof list);
    list.indices = indices;
    list.capacity = capacity;
    if (collide__convex_valid(convex))
        collide__facets_of(convex, &list);
    return list.count;
}

// The volume of a valid body, in double.
COLLIDE__SHARED double collide__convex_volume(const collide_convex *convex) {
    collide__facets_list list;
    memset(&list, 0, sizeof list);
    collide__facets_of(convex, &list);
    return list.sum.all > 0 ? collide__ddiv(list.sum.all, 6) : 0;
}
#endif // COLLIDE_NO_SAT
#undef COLLIDE__QUICKHULL_NONE
#undef COLLIDE__QUICKHULL_MOST
#undef COLLIDE__QUICKHULL_RINGS
