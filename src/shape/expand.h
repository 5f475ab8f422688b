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
//
// A bound of the width W that is left when there is no room for more points. The difference lies in
// a ball of radius R, the sum of the radii of two balls that hold the cores. Each point w_j but the
// first four lies at least W beyond a face, whose normal is u_j and beyond which no earlier point
// w_i lies. Each w_i is farthest along its u_i. So (u_j - u_i).(w_j - w_i) >= W, and since
// |x + R y|^2 >= 4 R x.y, the points w_i + R u_i are at least 2 r apart, with r = sqrt(R W). They
// are points of the surface of the difference grown by R, whose area is at most 16 pi R^2. A ball
// of radius R within it touches each of them, so that the ball of radius r about each of them has
// at least pi r^2 (1 - r^2 / (4 R^2)) of the surface. These balls have no inner point in common.
// The last support and one of the first four points count, too, which makes 218 points: W (1 - W /
// (4 R)) <= 16 R / 218. So W < 0.075 R.

#define COLLIDE__EXPAND_POINTS 220
#define COLLIDE__EXPAND_FACES (2 * COLLIDE__EXPAND_POINTS)

typedef struct collide__expand_face {
    double distance;
    collide__dvec3 normal; // outward, of unit length
} collide__expand_face;

typedef struct collide__expand {
    collide__dvec3 w[COLLIDE__EXPAND_POINTS];
    collide__expand_face face[COLLIDE__EXPAND_FACES];
    uint8_t point[COLLIDE__EXPAND_FACES][3]; // of faces
    uint32_t points, faces, nearest;
} collide__expand;

// The point of the difference that lies farthest along m.
static collide__dvec3 collide__difference_support(const collide__core_pair *p, collide__dvec3 m) {
    uint32_t code;
    const collide__dvec3 a = collide__core_support(p->a, m, &code);
    const collide__dvec3 b = collide__core_support(p->b, collide__dneg(m), &code);
    return collide__dadd(collide__dadd(a, -1, b), -1, p->d);
}

// The face i, j, k of the points w. False if it has no area, or 0 lies outside of it.
static bool collide__expand_face_of(const collide__dvec3 *w, uint32_t i, uint32_t j, uint32_t k,
                                    double slack, collide__expand_face *f, uint8_t *point) {
    const collide__dvec3 x = collide__dadd(w[j], -1, w[i]), y = collide__dadd(w[k], -1, w[i]);
    const double xy = collide__dmul(collide__ddot(x, x), collide__ddot(y, y));
    f->normal = collide__dcross(x, y);
    if (!(collide__ddot(f->normal, f->normal) > xy * 8.271806125530277e-25) || // 2^-80
        !collide__dnormalize(&f->normal))
        return false;
    point[0] = (uint8_t)i;
    point[1] = (uint8_t)j;
    point[2] = (uint8_t)k;
    // The least of the three, which bounds the distance of the face for any unit normal.
    f->distance = collide__ddot(f->normal, w[i]);
    for (int c = 1; c < 3; ++c) {
        const double other = collide__ddot(f->normal, w[point[c]]);
        f->distance = other < f->distance ? other : f->distance;
    }
    return f->distance >= -slack;
}

static bool collide__expand_add(collide__expand *e, uint32_t i, uint32_t j, uint32_t k,
                                double slack) {
    if (e->faces == COLLIDE__EXPAND_FACES ||
        !collide__expand_face_of(e->w, i, j, k, slack, &e->face[e->faces], e->point[e->faces]))
        return false;
    e->nearest = e->face[e->faces].distance < e->face[e->nearest].distance ? e->faces : e->nearest;
    ++e->faces;
    return true;
}

// The four faces of a tetrahedron that holds 0.
static bool collide__expand_begin(const collide__simplex *s, collide__expand_face *face,
                                  uint8_t (*point)[3], double slack) {
    const collide__dvec3 *w = s->w;
    const collide__dvec3 fg =
        collide__dcross(collide__dadd(w[1], -1, w[3]), collide__dadd(w[2], -1, w[3]));
    const uint32_t flip = collide__ddot(collide__dadd(w[0], -1, w[3]), fg) < 0;
    return collide__expand_face_of(w, 0, 1 + flip, 2 - flip, slack, &face[0], point[0]) &&
           collide__expand_face_of(w, 0, 2 + flip, 3 - flip, slack, &face[1], point[1]) &&
           collide__expand_face_of(w, 0, 3 - 2 * flip, 1 + 2 * flip, slack, &face[2], point[2]) &&
           collide__expand_face_of(w, 1, 3 - flip, 2 + flip, slack, &face[3], point[3]);
}

// Adds the point w: the faces that see it give way to faces from it to their common border. False
// if the new surface has no room, or is thin.
static bool collide__expand_grow(collide__expand *e, collide__dvec3 w, double slack) {
    uint8_t border[COLLIDE__EXPAND_FACES][2];
    double least = DBL_MAX;
    uint32_t edges = 0, kept = 0;
    if (e->points == COLLIDE__EXPAND_POINTS)
        return false;
    // A little towards 0, each point by another part, so that no three lie on a line and no four in
    // a plane, as they do on the bases of cylinders.
    w = collide__dadd(w, -9.313225746154785e-10 * (double)e->points, w); // 2^-30
    e->nearest = 0;
    for (uint32_t f = 0; f < e->faces; ++f) {
        const collide__expand_face *face = &e->face[f];
        if (!(collide__ddot(face->normal, w) > face->distance)) {
            if (face->distance < least) {
                least = face->distance;
                e->nearest = kept;
            }
            if (kept < f) {
                e->face[kept] = *face;
                memcpy(e->point[kept], e->point[f], sizeof *e->point);
            }
            ++kept;
            continue;
        }
        for (uint32_t k = 0; k < 3; ++k) {
            const uint8_t i = e->point[f][k], j = e->point[f][k < 2 ? k + 1 : 0];
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
    if (!collide__expand_begin(s, e.face, e.point, p->slack))
        return least;
    memcpy(e.w, s->w, sizeof s->w);
    e.points = e.faces = 4;
    e.nearest = 0;
    for (uint32_t f = 1; f < 4; ++f)
        e.nearest = e.face[f].distance < e.face[e.nearest].distance ? f : e.nearest;
    for (;;) {
        const collide__expand_face face = e.face[e.nearest];
        COLLIDE__WORK(1);
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
