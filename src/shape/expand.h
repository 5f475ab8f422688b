#pragma once
#include "../base/closest.h"
#include "simplex.h"

// ---- the depth of overlapping convex bodies and cylinders ------------------------------------
#ifndef COLLIDE_NO_SHAPE
// A polytope within the difference of the cores that holds 0 grows where its surface is nearest to
// 0 (the expanding polytope of van den Bergen, Proximity queries and penetration depth computation
// on 3D game objects, 2001). Its surface is closed and winds round 0 once, so the ball about 0 up
// to its nearest face lies in the difference: the depth is at least that far. Any support plane
// bounds the depth from above.

#define COLLIDE__EXPAND_POINTS 80
#define COLLIDE__EXPAND_FACES (2 * COLLIDE__EXPAND_POINTS)

typedef struct collide__expand_face {
    uint8_t point[3];
    double distance;
    collide__dvec3 normal; // outward, of unit length
} collide__expand_face;

typedef struct collide__expand {
    collide__dvec3 w[COLLIDE__EXPAND_POINTS];
    collide__expand_face face[COLLIDE__EXPAND_FACES];
    uint32_t points, faces;
} collide__expand;

// The point of the difference that lies farthest along m.
static collide__dvec3 collide__difference_support(const collide__core_pair *p, collide__dvec3 m) {
    uint32_t code;
    const collide__dvec3 a = collide__core_support(p->a, m, &code);
    const collide__dvec3 b = collide__core_support(p->b, collide__dneg(m), &code);
    return collide__dadd(collide__dadd(a, -1, b), -1, p->d);
}

// Adds the face i, j, k. False if it has no area, or 0 lies outside of it.
static bool collide__expand_add(collide__expand *e, uint32_t i, uint32_t j, uint32_t k,
                                double slack) {
    collide__expand_face *f = &e->face[e->faces];
    const collide__dvec3 x = collide__dadd(e->w[j], -1, e->w[i]);
    const collide__dvec3 y = collide__dadd(e->w[k], -1, e->w[i]);
    const double xy = collide__dmul(collide__ddot(x, x), collide__ddot(y, y));
    if (e->faces == COLLIDE__EXPAND_FACES)
        return false;
    f->normal = collide__dcross(x, y);
    if (!(collide__ddot(f->normal, f->normal) > xy * 8.271806125530277e-25) || // 2^-80
        !collide__dnormalize(&f->normal))
        return false;
    f->point[0] = (uint8_t)i;
    f->point[1] = (uint8_t)j;
    f->point[2] = (uint8_t)k;
    // The least of the three, which bounds the distance of the face for any unit normal.
    f->distance = collide__ddot(f->normal, e->w[i]);
    for (int c = 1; c < 3; ++c) {
        const double other = collide__ddot(f->normal, e->w[f->point[c]]);
        f->distance = other < f->distance ? other : f->distance;
    }
    ++e->faces;
    return f->distance >= -slack;
}

// Adds the four faces of a tetrahedron that holds 0.
static bool collide__expand_begin(const collide__simplex *s, collide__expand *e, double slack) {
    const collide__dvec3 *w = s->w;
    const collide__dvec3 fg =
        collide__dcross(collide__dadd(w[1], -1, w[3]), collide__dadd(w[2], -1, w[3]));
    const uint32_t flip = collide__ddot(collide__dadd(w[0], -1, w[3]), fg) < 0;
    memcpy(e->w, w, sizeof s->w);
    e->points = 4;
    e->faces = 0;
    return collide__expand_add(e, 0, 1 + flip, 2 - flip, slack) &&
           collide__expand_add(e, 0, 2 + flip, 3 - flip, slack) &&
           collide__expand_add(e, 0, 3 - 2 * flip, 1 + 2 * flip, slack) &&
           collide__expand_add(e, 1, 3 - flip, 2 + flip, slack);
}

// Adds the point w: the faces that see it give way to faces from it to their common border. False
// if the new surface has no room, or is thin.
static bool collide__expand_grow(collide__expand *e, collide__dvec3 w, double slack) {
    uint8_t border[COLLIDE__EXPAND_FACES][2];
    uint32_t edges = 0, kept = 0;
    if (e->points == COLLIDE__EXPAND_POINTS)
        return false;
    // A little towards 0, each point by another part, so that no three lie on a line and no four in
    // a plane, as they do on the bases of cylinders.
    w = collide__dadd(w, -9.313225746154785e-10 * (double)e->points, w); // 2^-30
    for (uint32_t f = 0; f < e->faces; ++f) {
        const collide__expand_face face = e->face[f];
        if (!(collide__ddot(face.normal, w) > face.distance)) {
            e->face[kept++] = face;
            continue;
        }
        for (uint32_t k = 0; k < 3; ++k) {
            const uint8_t i = face.point[k], j = face.point[k < 2 ? k + 1 : 0];
            uint32_t twin = 0;
            while (twin < edges && !(border[twin][0] == j && border[twin][1] == i))
                ++twin;
            if (twin < edges) {
                memcpy(border[twin], border[--edges], sizeof *border);
            } else {
                if (edges == COLLIDE__EXPAND_FACES)
                    return false;
                border[edges][0] = i;
                border[edges++][1] = j;
            }
        }
    }
    e->faces = kept;
    e->w[e->points++] = w;
    for (uint32_t i = 0; i < edges; ++i)
        if (!collide__expand_add(e, border[i][0], border[i][1], e->points - 1, slack))
            return false;
    return true;
}

// Bounds the signed distance of cores whose difference holds 0, from a tetrahedron that holds it:
// at least the result, along *n, and at most *most, if that is less than before.
static double collide__expand_gap(const collide__core_pair *p, const collide__simplex *s,
                                  collide__dvec3 *n, double *most) {
    collide__expand e;
    double least = -DBL_MAX;
    const double enough = collide__dmul(p->size, 1.4901161193847656e-8); // 2^-26
    if (!collide__expand_begin(s, &e, p->slack))
        return least;
    for (;;) {
        uint32_t nearest = 0;
        COLLIDE__WORK(1);
        for (uint32_t f = 1; f < e.faces; ++f)
            nearest = e.face[f].distance < e.face[nearest].distance ? f : nearest;
        const collide__expand_face face = e.face[nearest];
        const collide__dvec3 w = collide__difference_support(p, face.normal);
        const double reach = collide__ddot(face.normal, w);
        if (-face.distance < *most)
            *most = -face.distance;
        if (-reach > least) {
            least = -reach;
            *n = collide__dneg(face.normal);
        }
        if (reach - face.distance <= enough || !collide__expand_grow(&e, w, p->slack))
            return least;
    }
}
#undef COLLIDE__EXPAND_POINTS
#undef COLLIDE__EXPAND_FACES
#endif // COLLIDE_NO_SHAPE
