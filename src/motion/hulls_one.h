#pragma once
#include "../base/dispatch.h"
#include "../base/ops_one.h"
#include "../base/vectors.h"
#include "boxes_run.h"
#include "../shape/simplex.h"

// ---- the nearest points of hulls, one lane wide ----------------------------------------------
#if !defined(COLLIDE_NO_MOTION)

COLLIDE__INLINE collide__dvec3 collide__hulls_vector(collide__d3_scalar p) {
    const collide__dvec3 r = {p.x, p.y, p.z};
    return r;
}

COLLIDE__INLINE collide__d3_scalar collide__hulls_lane(collide__dvec3 p) {
    const collide__d3_scalar r = {p.x, p.y, p.z};
    return r;
}

// Body i about its middle.
static void collide__hulls_core(const collide__boxes_pair_scalar *s,
                                const collide__boxes_look_scalar *at, int i, collide__core *out) {
    const collide__dvec3 zero = {0, 0, 0};
    const bool convex = i || at->hulls->both;
    out->kind = convex ? COLLIDE__CORE_VERTICES : COLLIDE__CORE_BOX;
    out->convex = convex ? at->hulls->body[i][0] : NULL;
    out->count = convex ? out->convex->vertex_count : 0;
    for (int k = 0; k < 3; ++k) {
        out->p[k] = collide__hulls_vector(at->now[i][k]);
        if (!convex)
            out->p[k] = collide__dadd(zero, s->body[i].half[k], out->p[k]);
    }
    out->p[3] = zero;
}

static void collide__hulls_along_scalar(const collide__boxes_pair_scalar *s,
                                        const collide__boxes_look_scalar *at, int i,
                                        const collide__d3_scalar *m, double *out) {
    const collide_convex *const body = at->hulls->body[i][0];
    const collide__dvec3 local = collide__hulls_vector(*m);
    const uint32_t k = collide__vertices_farthest(body, &local);
    (void)s;
    *out = collide__vertex_along(collide__convex_vertices(body) + 3 * (size_t)k, local);
}

// The simplex of the points that are known, if the point nearest to 0 lies inside it: sets v and
// its square.
static bool collide__hulls_known(const collide__hulls_lanes_scalar *hulls,
                                 const collide__core_pair *p, collide__simplex *x,
                                 collide__dvec3 *v, double *square) {
    collide__simplex_part part;
    collide__dvec3 nearest;
    const uint32_t n = (uint32_t)hulls->known;
    part.square = DBL_MAX;
    part.v = &nearest;
    x->count = n;
    for (uint32_t i = 0; i < n; ++i) {
        const uint64_t code = (uint64_t)hulls->code[i];
        x->code_a[i] = (uint32_t)(code & 0xfffff);
        x->code_b[i] = (uint32_t)(code >> 20);
        x->a[i] = collide__core_coded(p->a, x->code_a[i]);
        x->b[i] = collide__core_coded(p->b, x->code_b[i]);
        x->w[i] = collide__dadd(collide__dadd(x->a[i], -1, x->b[i]), -1, p->d);
    }
    if (n == 1) {
        part.weight[0] = 1;
        nearest = x->w[0];
        part.square = collide__ddot(nearest, nearest);
    } else if (n == 2) {
        collide__sub_edge(x->w, 0, 1, &part);
    } else if (n == 3) {
        (void)collide__sub_face(x->w, 1, 0, 2, NULL, &part);
    }
    if (!(part.square < DBL_MAX && part.square > collide__dmul(p->slack, p->slack))) {
        x->count = 0;
        return false;
    }
    for (uint32_t i = 0; i < n; ++i)
        x->weight[i] = part.weight[i];
    *v = nearest;
    *square = part.square;
    return true;
}

// The side of a core that n points lie on, with these codes.
static collide__hulls_side_scalar collide__hulls_side_of(const collide__core *c,
                                                         const collide__dvec3 *p,
                                                         const uint32_t *code, uint32_t n) {
    uint32_t differ = 0, other = 0;
    collide__hulls_side_scalar r;
    for (uint32_t i = 1; i < n; ++i) {
        differ |= code[i] ^ code[0];
        other = code[i] != code[0] ? i : other;
    }
    const bool three = n > 2 && code[1] != code[0] && code[2] != code[0] && code[2] != code[1];
    const uint32_t bits = collide__popcount(differ);
    r.edge = collide__hulls_lane(collide__dadd(p[other], -1, p[0]));
    r.edged = c->kind == COLLIDE__CORE_BOX ? bits == 1 : other > 0 && !three;
    r.faced = c->kind == COLLIDE__CORE_BOX ? bits == 2 : three;
    return r;
}

COLLIDE__NOINLINE void collide__hulls_nearest_scalar(collide__boxes_pair_scalar *s,
                                                     collide__boxes_look_scalar *at,
                                                     const collide__d3_scalar *begins,
                                                     collide__hulls_near_scalar *out) {
    collide__core core[2];
    collide__core_pair p;
    collide__gjk_result found;
    collide__simplex *const x = &found.s;
    collide__dvec3 v = collide__hulls_vector(*begins), a, b;
    double square = DBL_MAX;
    for (int i = 0; i < 2; ++i)
        collide__hulls_core(s, at, i, &core[i]);
    p.a = &core[0];
    p.b = &core[1];
    p.d = collide__hulls_vector(at->between);
    p.size = at->size;
    p.slack = at->slack;
    p.tolerance = 0.5 * p.slack;
    (void)collide__hulls_known(at->hulls, &p, x, &v, &square);
    collide__gjk_from(&p, false, v, square, DBL_MAX, -DBL_MAX, &found);
    out->gap = found.gap;
    out->touch = found.touch;
    out->inside = false;
    if (found.touch && x->count == 4) {
        collide__d3_scalar w[4];
        for (int i = 0; i < 4; ++i)
            w[i] = collide__hulls_lane(x->w[i]);
        out->inside = collide__hulls_deep_scalar(w, at->slack);
    }
    at->n = collide__hulls_lane(found.normal);
    at->hulls->known = found.touch ? 0 : (double)x->count;
    for (uint32_t i = 0; i < x->count && i < 3; ++i)
        at->hulls->code[i] = (double)(x->code_a[i] + ((uint64_t)x->code_b[i] << 20));
    at->most = collide__simplex_points(&p, x, &a, &b);
    at->side.hull[0] = collide__hulls_side_of(p.a, x->a, x->code_a, x->count);
    at->side.hull[1] = collide__hulls_side_of(p.b, x->b, x->code_b, x->count);
    at->point[0] = collide__hulls_lane(collide__dadd(collide__hulls_vector(at->now[0][3]), 1, a));
    at->point[1] = collide__hulls_lane(collide__dadd(collide__hulls_vector(at->now[1][3]), 1, b));
}
#endif // COLLIDE_NO_MOTION
