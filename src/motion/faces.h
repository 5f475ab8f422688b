#pragma once
#include "moving.h"

// ---- triangles and boxes of meshes -------------------------------------------------------------
#if !defined(COLLIDE_NO_MOTION) &&                                                                 \
    (!defined(COLLIDE_NO_TREE) || !defined(COLLIDE_NO_TERRAIN) || !defined(COLLIDE_NO_CABLE))
// The distance of a triangle and another or a box is at least the gap along each of these: the
// normals of their faces, the products of their edges, and the direction between their middles.

// Makes a probe of the gap along n, which points from b to a and has any length; if that is 0, the
// probe proves nothing. kind and edge are of the sides.
static void collide__faces_probe(collide__motion_state *s, collide__motion_probe *out,
                                 collide__dvec3 n, const uint32_t *kind,
                                 const collide__dvec3 *edge) {
    const collide__dvec3 zero = {0, 0, 0};
    uint32_t code;
    n = collide__dnormalize(&n) ? n : zero;
    out->n = n;
    out->hi = DBL_MAX;
    out->lo = collide__gap(&s->pair, n) - out->slack;
    for (int i = 0; i < 2; ++i) {
        const collide__dvec3 to = i ? n : collide__dneg(n);
        out->side[i].kind = kind[i];
        out->side[i].edge = edge[i];
        out->side[i].point =
            collide__dadd(s->body[i].at, 1, collide__core_support(&s->body[i].now, to, &code));
    }
}

// Keeps the axis n of two triangles if their gap along it is larger, relative to its length. The
// first points are 0 and d.
static void collide__faces_axis(const collide__core_pair *p, collide__dvec3 n, uint32_t kind,
                                uint32_t i, uint32_t k, collide__motion_axis *best,
                                collide__dvec3 *to) {
    const double a1 = collide__ddot(n, p->a->p[1]), a2 = collide__ddot(n, p->a->p[2]);
    const double b1 = collide__ddot(n, p->b->p[1]), b2 = collide__ddot(n, p->b->p[2]);
    const double d = collide__ddot(n, p->d), square = collide__ddot(n, n);
    const double a_lo = collide__dmin(collide__dmin(a1, a2), 0);
    const double a_hi = collide__dmax(collide__dmax(a1, a2), 0);
    const double b_lo = d + collide__dmin(collide__dmin(b1, b2), 0);
    const double b_hi = d + collide__dmax(collide__dmax(b1, b2), 0);
    const bool back = b_lo - a_hi > a_lo - b_hi;
    const double before = best->gap;
    if (!(square > 0))
        return;
    collide__motion_keep(best, back ? b_lo - a_hi : a_lo - b_hi, square, kind, i, k);
    if (best->gap > before || best->gap < before || before <= -1e150)
        *to = back ? collide__dneg(n) : n;
}

// Two triangles, of which the first points are 0 and d.
static void collide__faces_triangles(collide__motion_state *s, collide__motion_probe *out) {
    static const uint8_t next[3] = {1, 2, 0};
    const collide__core_pair *p = &s->pair;
    const collide__dvec3 zero = {0, 0, 0};
    collide__motion_axis best = {-1e150, 1, 0, 0, 0};
    collide__dvec3 edge[2][3], n = zero;
    for (int i = 0; i < 3; ++i) {
        edge[0][i] = collide__dadd(p->a->p[next[i]], -1, p->a->p[i]);
        edge[1][i] = collide__dadd(p->b->p[next[i]], -1, p->b->p[i]);
    }
    for (uint32_t i = 0; i < 2; ++i)
        collide__faces_axis(p, collide__dcross(edge[i][0], edge[i][1]), i, 0, 0, &best, &n);
    for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            collide__faces_axis(p, collide__dcross(edge[0][i], edge[1][k]), 2, i, k, &best, &n);
    collide__faces_axis(p,
                        collide__dadd(collide__dadd(p->d, 1, collide__core_middle(p->b)), -1,
                                      collide__core_middle(p->a)),
                        3, 0, 0, &best, &n);
    const uint32_t kind[2] = {best.kind == 2   ? 2u
                              : best.kind == 0 ? 3u
                                               : 1u,
                              best.kind == 2   ? 2u
                              : best.kind == 1 ? 3u
                                               : 1u};
    const collide__dvec3 of[2] = {edge[0][best.i], edge[1][best.k]};
    collide__faces_probe(s, out, n, kind, of);
}

// A triangle in the coordinates of a box, of which these are half extents: coordinate k of its
// vertices and edges, its normal, and a direction to its middle.
typedef struct collide__faces_box {
    double half[3], vertex[3][3], edge[3][3], normal[3], middle[3];
} collide__faces_box;

// The gap along n.
static double collide__faces_gap(const collide__faces_box *f, const double *n, double *square) {
    double x[3], reach = 0;
    *square = 0;
    for (int v = 0; v < 3; ++v) {
        x[v] = (collide__dmul(n[0], f->vertex[0][v]) + collide__dmul(n[1], f->vertex[1][v])) +
               collide__dmul(n[2], f->vertex[2][v]);
        reach += collide__dmul(collide__dabs(n[v]), f->half[v]);
        *square += collide__dmul(n[v], n[v]);
    }
    const double lo = collide__dmin(collide__dmin(x[0], x[1]), x[2]);
    const double hi = collide__dmax(collide__dmax(x[0], x[1]), x[2]);
    return collide__dmax(lo, -hi) - reach;
}

// The largest gap, relative to the length of the axis: kind 0 is face i of the box, 1 the
// triangle, 2 edges i and k, and 3 the direction between the middles.
static collide__motion_axis collide__faces_best(const collide__faces_box *f) {
    static const uint8_t next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
    collide__motion_axis best = {-1e150, 1, 0, 0, 0};
    double square;
    for (uint32_t k = 0; k < 3; ++k) {
        const double *x = f->vertex[k];
        const double lo = collide__dmin(collide__dmin(x[0], x[1]), x[2]);
        const double hi = collide__dmax(collide__dmax(x[0], x[1]), x[2]);
        collide__motion_keep(&best, collide__dmax(lo, -hi) - f->half[k], 1, 0, k, 0);
    }
    const double normal = collide__faces_gap(f, f->normal, &square);
    if (square > 0)
        collide__motion_keep(&best, normal, square, 1, 0, 0);
    const double middle = collide__faces_gap(f, f->middle, &square);
    if (square > 0)
        collide__motion_keep(&best, middle, square, 3, 0, 0);
    for (uint32_t i = 0; i < 3; ++i) { // the product is (0, -z, y) and so on
        const double *p = f->vertex[next[i]], *q = f->vertex[last[i]];
        for (uint32_t k = 0; k < 3; ++k) {
            const double y = f->edge[next[i]][k], z = f->edge[last[i]][k];
            // Both ends of an edge are equal.
            const double g = collide__dmul(y, q[k]) - collide__dmul(z, p[k]);
            const double h = collide__dmul(y, q[last[k]]) - collide__dmul(z, p[last[k]]);
            const double reach = collide__dmul(collide__dabs(z), f->half[next[i]]) +
                                 collide__dmul(collide__dabs(y), f->half[last[i]]);
            square = collide__dmul(y, y) + collide__dmul(z, z);
            if (square > 0)
                collide__motion_keep(
                    &best, collide__dmax(collide__dmin(g, h), -collide__dmax(g, h)) - reach, square,
                    2, i, k);
        }
    }
    return best;
}

// Body i, a box, and a triangle.
static void collide__faces_boxed(collide__motion_state *s, uint32_t i, collide__motion_probe *out) {
    static const uint8_t next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
    const collide__moving *box = &s->body[i];
    const collide__core *face = &s->body[!i].now;
    const collide__dvec3 from = i ? collide__dneg(s->pair.d) : s->pair.d;
    const collide__dvec3 *e = box->edge_now;
    collide__dvec3 n = {0, 0, 0}, edge[2];
    collide__faces_box f;
    for (int k = 0; k < 3; ++k) {
        double *x = f.vertex[k];
        x[0] = collide__ddot(e[k], from);
        x[1] = x[0] + collide__ddot(e[k], face->p[1]);
        x[2] = x[0] + collide__ddot(e[k], face->p[2]);
        for (int v = 0; v < 3; ++v)
            f.edge[k][v] = x[next[v]] - x[v];
        f.middle[k] = (x[0] + x[1]) + x[2];
        f.half[k] = box->half[k];
    }
    for (int k = 0; k < 3; ++k)
        f.normal[k] = collide__dmul(f.edge[next[k]][0], f.edge[last[k]][1]) -
                      collide__dmul(f.edge[last[k]][0], f.edge[next[k]][1]);
    const collide__motion_axis best = collide__faces_best(&f);
    double axis[3] = {0, 0, 0};
    if (best.kind == 2) {
        axis[next[best.i]] = -f.edge[last[best.i]][best.k];
        axis[last[best.i]] = f.edge[next[best.i]][best.k];
    } else if (best.kind == 0) {
        axis[best.i] = 1;
    } else {
        memcpy(axis, best.kind == 1 ? f.normal : f.middle, sizeof axis);
    }
    double side = 0;
    for (int k = 0; k < 3; ++k) {
        n = collide__dadd(n, axis[k], e[k]);
        side += collide__dmul(axis[k], f.middle[k]);
    }
    // From b to a: from the triangle to the box, if a is the box.
    n = (side > 0) == (i == 0) ? collide__dneg(n) : n;
    const uint32_t kind[2] = {best.kind == 2   ? 2u
                              : best.kind == i ? 3u
                                               : 1u,
                              best.kind == 2    ? 2u
                              : best.kind == !i ? 3u
                                                : 1u};
    edge[i] = e[best.i];
    edge[!i] = collide__dadd(face->p[next[best.k]], -1, face->p[best.k]);
    collide__faces_probe(s, out, n, kind, edge);
}

COLLIDE__INLINE bool collide__faces_triangle(const collide__core *c) {
    return c->kind == COLLIDE__CORE_POINTS && c->count == 3;
}

// A lower bound of the distance at the time t, for bodies of these kinds; false for others.
static bool collide__faces_look(collide__motion_state *s, collide__motion_probe *out, double t) {
    const collide__core *a = s->pair.a, *b = s->pair.b;
    if (s->body[1].plane || s->pair.radius > 0) // a plane has no core
        return false;
    const bool flat_a = collide__faces_triangle(a), flat_b = collide__faces_triangle(b);
    const bool box_a = a->kind == COLLIDE__CORE_BOX, box_b = b->kind == COLLIDE__CORE_BOX;
    if (!(flat_a && (flat_b || box_b)) && !(flat_b && box_a))
        return false;
    COLLIDE__WORK(100);
    collide__motion_place(s, out, t);
    if (flat_a && flat_b)
        collide__faces_triangles(s, out);
    else
        collide__faces_boxed(s, box_b, out);
    return true;
}
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TREE, COLLIDE_NO_TERRAIN, COLLIDE_NO_CABLE
