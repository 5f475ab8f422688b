#pragma once
#include "hull.h"

// ---- convex bodies from points ---------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// ---- the first faces

// Finds the outermost points in the 13 directions of a 26-DOP and against them, and the extent on
// each axis; false if a number is not finite.
static bool collide__quickhull_extremes(collide__quickhull *h) {
    double least[13], most[13];
    for (uint32_t i = 0; i < h->n; ++i) {
        const collide_vec3 at = collide__quickhull_point(h, i);
        const collide__dvec3 p = collide__dvec3_of(at);
        if (!collide__finite3(at))
            return false;
        for (int k = 0; k < 13; ++k) {
            const int x = (14 + k) % 3 - 1, y = (14 + k) / 3 % 3 - 1, z = (14 + k) / 9 - 1;
            const double to = collide__dmul(x, p.x) + collide__dmul(y, p.y) + collide__dmul(z, p.z);
            if (i == 0 || to < least[k]) {
                least[k] = to;
                h->extreme[2 * k] = i;
            }
            if (i == 0 || to > most[k]) {
                most[k] = to;
                h->extreme[2 * k + 1] = i;
            }
        }
    }
    h->extent[0] = most[0] - least[0];
    h->extent[1] = most[2] - least[2];
    h->extent[2] = most[8] - least[8];
    return true;
}

// How far p[3] is from the plane of the others, in some unit; without it, p[2] from the line.
static double collide__quickhull_off(const collide_vec3 *p, int count) {
    const collide__dvec3 n = collide__dcross(collide__dsub(p[1], p[0]), collide__dsub(p[2], p[0]));
    return count == 3 ? collide__ddot(n, n)
                      : collide__dabs(collide__ddot(n, collide__dsub(p[3], p[0])));
}

static bool collide__quickhull_off_exactly(const collide_vec3 *p, int count) {
    return count == 3 ? !collide__quickhull_straight(p) : collide__quickhull_side(p) != 0;
}

// Finds a point off the line or plane of the first ones, the farthest if double can tell. Returns
// false if there is none.
static bool collide__quickhull_next(const collide__quickhull *h, uint32_t *v, int count) {
    collide_vec3 p[4];
    double most = -1;
    for (int k = 0; k < count; ++k)
        p[k] = collide__quickhull_point(h, v[k]);
    for (uint32_t i = 0; i < h->n; ++i) {
        p[count] = collide__quickhull_point(h, i);
        const double off = collide__quickhull_off(p, count + 1);
        if (off > most) {
            most = off;
            v[count] = i;
        }
    }
    p[count] = collide__quickhull_point(h, v[count]);
    bool found = collide__quickhull_off_exactly(p, count + 1);
    for (uint32_t i = 0; i < h->n && !found; ++i) {
        p[count] = collide__quickhull_point(h, i);
        v[count] = i;
        found = collide__quickhull_off_exactly(p, count + 1);
    }
    return found;
}

// Gives a flat cloud an apex: a point of it, moved along an axis that is not in its plane.
static void collide__quickhull_apex(collide__quickhull *h, const uint32_t *v) {
    const float *floats;
    float size = 0;
    h->apex = collide__quickhull_point(h, v[0]);
    for (int k = 0; k < 26; ++k) {
        const collide_vec3 p = collide__quickhull_point(h, h->extreme[k]);
        floats = collide__floats(&p);
        for (int axis = 0; axis < 3; ++axis)
            size = collide__abs(floats[axis]) > size ? collide__abs(floats[axis]) : size;
    }
    const collide_vec3 from = h->apex;
    collide_vec3 p[4];
    for (int k = 0; k < 3; ++k)
        p[k] = collide__quickhull_point(h, v[k]);
    double most = -1;
    for (int axis = 0; axis < 3; ++axis) {
        const float at = collide__floats(&from)[axis];
        p[3] = collide__moved_to(from, axis, at > 0 ? at - size : at + size);
        const double off = collide__quickhull_off(p, 4);
        if (off > most && collide__quickhull_side(p)) {
            most = off;
            h->apex = p[3];
        }
    }
    const collide__dvec3 d = collide__dsub(h->apex, from);
    h->extent[0] += collide__dabs(d.x);
    h->extent[1] += collide__dabs(d.y);
    h->extent[2] += collide__dabs(d.z);
    h->flat = true;
}

// Finds the vertices of the first tetrahedron; false if all points are on one line.
static bool collide__quickhull_begin(collide__quickhull *h, uint32_t *v) {
    double widest = 0;
    for (int k = 0; k < 13; ++k) {
        const collide__dvec3 d = collide__dsub(collide__quickhull_point(h, h->extreme[2 * k + 1]),
                                               collide__quickhull_point(h, h->extreme[2 * k]));
        const double square = collide__ddot(d, d);
        if (square > widest) {
            widest = square;
            v[0] = h->extreme[2 * k];
            v[1] = h->extreme[2 * k + 1];
        }
    }
    if (!(widest > 0) || !collide__quickhull_next(h, v, 2))
        return false;
    if (!collide__quickhull_next(h, v, 3)) {
        collide__quickhull_apex(h, v);
        v[3] = h->n;
    }
    return true;
}

static void collide__quickhull_tetrahedron(collide__quickhull *h, const uint32_t *v) {
    static const uint8_t corner[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    static const uint8_t across[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    collide_vec3 p[4];
    uint32_t order[4];
    for (int k = 0; k < 4; ++k)
        p[k] = collide__quickhull_point(h, v[k]);
    const bool turn = collide__quickhull_side(p) > 0;
    for (int k = 0; k < 4; ++k)
        order[k] = v[turn && k < 2 ? 1 - k : k];
    h->top = COLLIDE__QUICKHULL_RINGS;
    h->free = COLLIDE__QUICKHULL_NONE;
    for (uint32_t f = 0; f < COLLIDE__QUICKHULL_RINGS; ++f)
        h->faces[f].before = h->faces[f].after = f;
    for (int k = 0; k < 4; ++k) {
        const uint32_t f = collide__quickhull_face_new(h, order[corner[k][0]], order[corner[k][1]],
                                                       order[corner[k][2]]);
        for (int j = 0; j < 3; ++j)
            h->faces[f].across[j] = COLLIDE__QUICKHULL_RINGS + across[k][j];
        collide__quickhull_join(h, f, COLLIDE__QUICKHULL_DONE);
    }
}

// Builds the surface; false if there is no room. The outermost points come first, since the hull of
// these leaves few others outside.
static bool collide__quickhull_surface(collide__quickhull *h, const uint32_t *v, uint32_t most) {
    collide__quickhull_tetrahedron(h, v);
    for (int k = 0; k < 26 && most > 256; ++k) {
        bool again = false;
        for (int i = 0; i < k; ++i)
            again = again || h->extreme[i] == h->extreme[k];
        if (!again)
            collide__quickhull_ask(h, h->extreme[k]);
    }
    if (!collide__quickhull_run(h, most))
        return false;
    collide__quickhull_ask_all(h);
    return collide__quickhull_run(h, most);
}

// ---- what the body takes of them

// Keeps face f, and how far p is from it, if it is nearer than *square and p may be above it.
static void collide__quickhull_nearer(const collide__quickhull *h, uint32_t f, collide__dvec3 p,
                                      uint32_t *best, double *square) {
    const collide__quickhull_face *face = &h->faces[f];
    const collide__dvec3 from = collide__dvec3_of(collide__quickhull_point(h, face->v[0]));
    if (!(collide__ddot(face->normal, collide__dadd(p, -1, from)) > -face->bound))
        return;
    const double to = collide__quickhull_distance(h, f, p);
    *best = to < *square ? f : *best;
    *square = to < *square ? to : *square;
}

// The square of the distance of p, which is above face f, from the hull, or less than enough. From
// a point of the faces below p that is not the nearest one of all, the distance falls across an
// edge or round a vertex.
static double collide__quickhull_walk(const collide__quickhull *h, uint32_t f, collide__dvec3 p,
                                      double enough) {
    double square = collide__quickhull_distance(h, f, p);
    for (uint32_t from = COLLIDE__QUICKHULL_NONE; f != from && square > enough;) {
        const collide__quickhull_face *face = &h->faces[f];
        from = f;
        for (int j = 0; j < 3; ++j)
            collide__quickhull_nearer(h, face->across[j], p, &f, &square);
        for (int j = 0; j < 3 && f == from; ++j)
            for (uint32_t g = face->across[j]; g != from;) {
                collide__quickhull_nearer(h, g, p, &f, &square);
                const int begin = collide__quickhull_edge(&h->faces[g], face->v[j]);
                g = h->faces[g].across[begin];
            }
    }
    return square;
}

// An upper bound of the distances of the points that were left out, from the hull.
static float collide__quickhull_outside(const collide__quickhull *h) {
    double most = 0;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        if (h->faces[f].v[0] == COLLIDE__QUICKHULL_NONE)
            continue;
        for (uint32_t q = h->faces[f].first; q != COLLIDE__QUICKHULL_NONE; q = h->next[q]) {
            const collide__dvec3 p = collide__dvec3_of(collide__quickhull_point(h, q));
            const double square = collide__quickhull_walk(h, f, p, most);
            most = square > most ? square : most;
        }
    }
    if (!(most > 0))
        return 0;
    const double size = (h->extent[0] + h->extent[1]) + h->extent[2];
    return collide__float_up(collide__sqrt(most) +
                             collide__dmul(size, 9.094947017729282e-13)); // 2^-40
}

// Marks the edges that two planes share, on both sides, and counts them at their vertices. Returns
// how many there are.
static uint32_t collide__quickhull_edges(const collide__quickhull *h) {
    uint32_t edges = 0;
    memset(h->next, 0, (h->n + (size_t)1) * sizeof *h->next);
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f)
        h->faces[f].seen = 0;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == COLLIDE__QUICKHULL_NONE)
            continue;
        const collide_vec3 from = collide__quickhull_point(h, face->v[0]);
        for (int j = 0; j < 3; ++j) {
            collide__quickhull_face *other = &h->faces[face->across[j]];
            const uint32_t a = face->v[j], b = face->v[j < 2 ? j + 1 : 0];
            const int k = collide__quickhull_edge(other, b);
            if (a > b)
                continue;
            const collide_vec3 four[4] = {from, collide__quickhull_point(h, face->v[1]),
                                          collide__quickhull_point(h, face->v[2]),
                                          collide__quickhull_point(h, other->v[k > 0 ? k - 1 : 2])};
            const double height = collide__ddot(face->normal, collide__dsub(four[3], from));
            if (!(height < -face->bound) && !collide__quickhull_side(four))
                continue;
            face->seen |= 1u << j;
            other->seen |= 1u << k;
            ++h->next[a];
            ++h->next[b];
            ++edges;
        }
    }
    return edges;
}

// The normal of a face from exact digits.
static collide__dvec3 collide__quickhull_normal_exactly(const collide__quickhull *h,
                                                        const collide__quickhull_face *f) {
    const collide_vec3 four[4] = {
        collide__quickhull_point(h, f->v[0]), collide__quickhull_point(h, f->v[1]),
        collide__quickhull_point(h, f->v[2]), collide__quickhull_point(h, f->v[0])};
    collide__vertices t;
    double n[3], most = 0;
    collide__vertices_of_four(four, &t);
    (void)collide__vertices_finite(&t);
    for (int i = 1; i < 3; ++i) // one unit for all axes
        t.scale[0] = t.scale[i] < t.scale[0] ? t.scale[i] : t.scale[0];
    t.scale[1] = t.scale[2] = t.scale[0];
    collide__digits_make(&t);
    for (int axis = 0; axis < 3; ++axis) {
        int32_t out[2 * 11];
        const int sign = collide__digits_cross(&t, t.digits, axis, 0, 1, 2, out);
        if (sign < 0) // then all digits are positive
            (void)collide__digits_cross(&t, t.digits, axis, 0, 2, 1, out);
        n[axis] = 0;
        for (int d = 2 * t.digits - 1; d >= 0; --d)
            n[axis] = collide__dmul(n[axis], 1.0 / (1 << COLLIDE__DIGIT_BITS)) + (double)out[d];
        most = n[axis] > most ? n[axis] : most;
        n[axis] = sign < 0 ? -n[axis] : n[axis];
    }
    collide__dvec3 r = {collide__ddiv(n[0], most), collide__ddiv(n[1], most),
                        collide__ddiv(n[2], most)};
    (void)collide__dnormalize(&r);
    return r;
}

// By how much double may miss the normal of a face, as an angle.
static double collide__quickhull_doubt(const collide__quickhull *h,
                                       const collide__quickhull_face *f) {
    double size[3];
    const collide__dvec3 n = collide__quickhull_cross(h, f, size);
    const double length = collide__sqrt(collide__ddot(n, n));
    return length > 0 ? collide__ddiv((size[0] + size[1]) + size[2], length) *
                            1.7763568394002505e-15 // 2^-49
                      : 1;
}

// The normal of the facet that face f belongs to: all faces in its plane, which get the number of
// the facet. The normal is the one that double knows best.
static collide__dvec3 collide__quickhull_facet(const collide__quickhull *h, uint32_t f,
                                               uint32_t facet) {
    uint32_t best = f;
    double least = DBL_MAX;
    h->faces[f].first = facet;
    h->faces[f].after = COLLIDE__QUICKHULL_NONE;
    while (f != COLLIDE__QUICKHULL_NONE) {
        const collide__quickhull_face *face = &h->faces[f];
        const double doubt = collide__quickhull_doubt(h, face);
        best = doubt < least ? f : best;
        least = doubt < least ? doubt : least;
        f = face->after;
        for (int j = 0; j < 3; ++j) {
            collide__quickhull_face *other = &h->faces[face->across[j]];
            if ((face->seen >> j & 1) || other->first == facet)
                continue;
            other->first = facet;
            other->after = f;
            f = face->across[j];
        }
    }
    return least > 2.9802322387695312e-08 // 2^-25
               ? collide__quickhull_normal_exactly(h, &h->faces[best])
               : h->faces[best].normal;
}

// Appends a unit direction.
static void collide__quickhull_direct(collide__quickhull_direction *list, uint32_t n,
                                      collide__dvec3 d) {
    static const collide__dvec3 odd = {0.7421308, 0.5338927, 0.4051763}; // of length below 1
    const double to = collide__dabs(collide__ddot(d, odd));
    list[n].d = collide__dround_zero(d);
    list[n].key = (uint32_t)(to * 4294000000.0);
}

// Whether a stands before b: by key, then by coordinates.
static bool collide__quickhull_before(const collide__quickhull_direction *a,
                                      const collide__quickhull_direction *b) {
    return a->key != b->key   ? a->key < b->key
           : a->d.x != b->d.x ? a->d.x < b->d.x
           : a->d.y != b->d.y ? a->d.y < b->d.y
                              : a->d.z < b->d.z;
}

// Sorts directions: a heap, with the last one on top, which goes to its end.
static void collide__quickhull_sort(collide__quickhull_direction *list, uint32_t n) {
    uint32_t start = n / 2, end = n;
    while (end > 1) {
        const bool made = start == 0;
        const collide__quickhull_direction moved = list[made ? end - 1 : start - 1];
        if (made)
            list[--end] = list[0];
        uint32_t i = made ? 0 : --start;
        for (uint32_t k = 2 * i + 1; k < end; k = 2 * i + 1) {
            k += k + 1 < end && collide__quickhull_before(&list[k], &list[k + 1]);
            if (!collide__quickhull_before(&moved, &list[k]))
                break;
            list[i] = list[k];
            i = k;
        }
        list[i] = moved;
    }
}

// Keeps one of the directions that are parallel within 2^-20; returns how many are kept. Keys of
// these differ by less than 2^13.
static uint32_t collide__quickhull_unite(collide__quickhull_direction *list, uint32_t n) {
    uint32_t kept = 0;
    collide__quickhull_sort(list, n);
    for (uint32_t i = 0; i < n; ++i) {
        const collide__dvec3 d = collide__dvec3_of(list[i].d);
        bool found = false;
        for (uint32_t k = kept; k-- > 0 && !found && list[i].key - list[k].key < 1u << 13;)
            found = collide__parallel(d, collide__dvec3_of(list[k].d));
        if (!found)
            list[kept++] = list[i];
    }
    return kept;
}

// The directions of the edges, without those to the apex.
static uint32_t collide__quickhull_edge_list(const collide__quickhull *h,
                                             collide__quickhull_direction *list) {
    uint32_t n = 0;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        const collide__quickhull_face *face = &h->faces[f];
        for (int j = 0; j < 3 && face->v[0] != COLLIDE__QUICKHULL_NONE; ++j) {
            const uint32_t a = face->v[j], b = face->v[j < 2 ? j + 1 : 0];
            if (a > b || b == h->n || !(face->seen >> j & 1))
                continue;
            collide__dvec3 d =
                collide__dsub(collide__quickhull_point(h, b), collide__quickhull_point(h, a));
            (void)collide__dnormalize(&d);
            collide__quickhull_direct(list, n++, d);
        }
    }
    return collide__quickhull_unite(list, n);
}

// The normals of the facets. A flat body has one, and more for its n edges: across each.
static uint32_t collide__quickhull_normal_list(const collide__quickhull *h,
                                               collide__quickhull_direction *list,
                                               const collide__quickhull_direction *edges,
                                               uint32_t n, uint32_t *facets) {
    uint32_t count = 0;
    *facets = 0;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f)
        h->faces[f].first = COLLIDE__QUICKHULL_NONE;
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        const collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == COLLIDE__QUICKHULL_NONE || face->first != COLLIDE__QUICKHULL_NONE)
            continue;
        const bool base = collide__quickhull_is_base(face, h->n);
        const collide__dvec3 normal = collide__quickhull_facet(h, f, *facets);
        *facets += base || !h->flat;
        if (base || !h->flat)
            collide__quickhull_direct(list, count++, normal);
        for (uint32_t i = 0; i < n && base && h->flat; ++i) {
            collide__dvec3 across = collide__dcross(normal, collide__dvec3_of(edges[i].d));
            if (collide__dnormalize(&across))
                collide__quickhull_direct(list, count++, across);
        }
    }
    return collide__quickhull_unite(list, count);
}

// Sums over the triangles of a surface, as seen from one of its points: six times the volume, or of
// a flat hull twice the area, and this times four, or three, times its centre less o.
typedef struct collide__facets_sum {
    collide_vec3 o;
    double all;
    collide__dvec3 moment;
} collide__facets_sum;

static void collide__facets_add(collide__facets_sum *s, collide_vec3 v0, collide_vec3 v1,
                                collide_vec3 v2, bool flat) {
    const collide__dvec3 a = collide__dsub(v0, s->o), b = collide__dsub(v1, s->o),
                         c = collide__dsub(v2, s->o);
    const collide__dvec3 n = collide__dcross(collide__dadd(b, -1, a), collide__dadd(c, -1, a));
    const collide_vec3 four[4] = {s->o, v0, v1, v2};
    const double part = flat ? collide__sqrt(collide__ddot(n, n)) : collide__six_volumes(four);
    s->moment = collide__dadd(s->moment, part, collide__dadd(collide__dadd(a, 1, b), 1, c));
    s->all += part;
}

// The volume and its centre; of a flat hull the centre of its area. Both in double.
static void collide__quickhull_mass(const collide__quickhull *h, collide_hull *out) {
    collide__facets_sum s;
    memset(&s, 0, sizeof s);
    s.o = collide__quickhull_point(h, h->extreme[0]);
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top; ++f) {
        const collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == COLLIDE__QUICKHULL_NONE ||
            (h->flat && !collide__quickhull_is_base(face, h->n)))
            continue;
        collide__facets_add(&s, collide__quickhull_point(h, face->v[0]),
                            collide__quickhull_point(h, face->v[1]),
                            collide__quickhull_point(h, face->v[2]), h->flat);
    }
    out->volume = h->flat || !(s.all > 0) ? 0 : collide__round_zero(collide__ddiv(s.all, 6));
    const double share = s.all > 0 ? collide__ddiv(1, collide__dmul(s.all, h->flat ? 3 : 4)) : 0;
    out->centroid = collide__dround_zero(collide__dadd(collide__dvec3_of(s.o), share, s.moment));
}

// Writes directions, and zeros to the end of their blocks.
static void collide__quickhull_rows(float *rows, const collide__quickhull_direction *list,
                                    uint32_t n) {
    memset(rows, 0, COLLIDE_BLOCKS((size_t)n) * 192);
    for (uint32_t i = 0; i < n; ++i)
        collide__convex_put(rows, i, collide__dvec3_of(list[i].d));
}

// Writes the body, and what is said of it; false if it has too many edges.
static bool collide__quickhull_finish(collide__quickhull *h, char *base, collide_hull *out) {
    collide__quickhull_direction *list = h->list;
    collide_convex header;
    uint32_t facets, corners = 0, between = 0;
    const bool flat = h->flat;
    out->outside = collide__quickhull_outside(h);
    h->flat = false; // now the base needs its plane
    for (uint32_t f = COLLIDE__QUICKHULL_RINGS; f < h->top && flat; ++f)
        if (h->faces[f].v[0] != COLLIDE__QUICKHULL_NONE &&
            collide__quickhull_is_base(&h->faces[f], h->n))
            collide__quickhull_plane(h, &h->faces[f]);
    h->flat = flat;
    const uint32_t all = collide__quickhull_edges(h);
    const uint32_t edges = collide__quickhull_edge_list(h, list);
    collide__quickhull_direction *normals = list + edges;
    const uint32_t count = collide__quickhull_normal_list(h, normals, list, edges, &facets);
    for (uint32_t i = 0; i < h->n; ++i) {
        corners += h->next[i] > 2;
        between += h->next[i] == 2;
    }
    if (!collide__convex_layout(corners, count, edges, &header))
        return false;
    out->vertex_count = corners;
    out->edge_count = flat ? corners : all - between;
    out->face_count = facets;
    collide__quickhull_mass(h, out);
    memset(base, 0, (size_t)header.inside.normal_offset);
    collide_vec3 *v = (collide_vec3 *)(void *)(base + header.inside.vertex_offset);
    for (uint32_t i = 0, k = 0; i < h->n; ++i)
        if (h->next[i] > 2)
            v[k++] = collide__quickhull_point(h, i);
    collide__quickhull_rows((float *)(void *)(base + header.inside.normal_offset), normals, count);
    collide__quickhull_rows((float *)(void *)(base + header.inside.edge_offset), list, edges);
    collide__convex_vertices_put((collide_convex *)(void *)base, &header);
    return true;
}

// Where the parts of the memory of a build begin, and where they end: the body, the faces, the list
// of directions, where edges round holes are listed before, and a number for each point. Returns
// how many faces fit, or 0 if there are too many points.
static uint32_t collide__quickhull_layout(size_t n, uint64_t *offset) {
    const uint64_t most = n < COLLIDE__QUICKHULL_MOST ? (uint64_t)n + 1 : COLLIDE__QUICKHULL_MOST;
    const uint64_t edges = 3 * most < 65536 ? 3 * most : 65536;
    if (n == 0 || n > UINT32_MAX / 4)
        return 0;
    offset[0] = collide__round_up(sizeof(collide_convex) + most * sizeof(collide_vec3)) +
                (COLLIDE_BLOCKS(2 * most) + COLLIDE_BLOCKS(edges)) * 192;
    offset[1] = collide__round_up(offset[0] + (COLLIDE__QUICKHULL_RINGS + 2 * most) *
                                                  sizeof(collide__quickhull_face));
    offset[2] = collide__round_up(offset[1] + 5 * most * sizeof(collide__quickhull_direction));
    offset[3] = collide__round_up(offset[2] + ((uint64_t)n + 1) * sizeof(uint32_t));
    return offset[3] <= (uint64_t)PTRDIFF_MAX ? (uint32_t)(2 * most) : 0;
}

// Finds the hull of h->points as a surface, in memory that is large enough.
static collide_status collide__quickhull_make(collide__quickhull *h, char *base,
                                              size_t max_vertices) {
    uint64_t offset[4];
    uint32_t v[4] = {0, 0, 0, 0};
    if (!collide__quickhull_extremes(h))
        return COLLIDE_ERROR_NOT_FINITE;
    if (!collide__quickhull_begin(h, v))
        return COLLIDE_ERROR_EXTENT;
    h->room = collide__quickhull_layout(h->n, offset);
    h->faces = (collide__quickhull_face *)(void *)(base + offset[0]);
    h->list = (collide__quickhull_direction *)(void *)(base + offset[1]);
    h->rim = (uint32_t *)(void *)(base + offset[1]);
    h->next = (uint32_t *)(void *)(base + offset[2]);
    h->few = max_vertices > 0 && max_vertices <= COLLIDE__QUICKHULL_MOST;
    const uint32_t most = h->few ? (uint32_t)max_vertices + (uint32_t)h->flat : UINT32_MAX;
    return collide__quickhull_surface(h, v, most) ? COLLIDE_OK : COLLIDE_ERROR_OVERFLOW;
}

COLLIDE_API size_t collide_convex_points_size(size_t n) {
    uint64_t offset[4];
    return collide__quickhull_layout(n, offset) ? (size_t)offset[3] : 0;
}

COLLIDE_API collide_status collide_convex_build_points(collide_convex **convex, void *memory,
                                                       size_t size, const void *points, size_t n,
                                                       size_t stride, size_t max_vertices,
                                                       collide_hull *out) {
    collide__quickhull h;
    collide_hull found;
    memset(&h, 0, sizeof h);
    memset(&found, 0, sizeof found);
    if (out)
        *out = found;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    h.points = points;
    h.stride = stride ? stride : sizeof(collide_vec3);
    h.n = (uint32_t)n;
    collide_status status = collide__array_check(points, n, h.stride, sizeof(collide_vec3));
    if (status == COLLIDE_OK)
        status = collide__memory_check(memory, size, n, collide_convex_points_size(n));
    if (status == COLLIDE_OK && max_vertices > 0 && max_vertices < 4)
        status = COLLIDE_ERROR_OPTION;
    if (status == COLLIDE_OK)
        status = collide__quickhull_make(&h, (char *)memory, max_vertices);
    if (status == COLLIDE_OK && !collide__quickhull_finish(&h, (char *)memory, &found))
        status = COLLIDE_ERROR_OVERFLOW;
    if (status != COLLIDE_OK)
        return status;
    if (out)
        *out = found;
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_SAT
