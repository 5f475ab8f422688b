#pragma once
#include "../base/closest.h"
#include "body_cylinder.h"
#include "body_sphere.h"

// ---- terrain: a capsule as a body ------------------------------------------------------------
// For contacts alone. Its lower side is that of the spheres round all points of its axis.
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_SHAPE)

// Ends relative to the centre; axis points from the first to the second, and is 0 if they are one.
typedef struct collide__capsule_body {
    collide__dvec3 end[2], axis;
    double radius, length;
    collide_sphere ball;             // at an end
    collide__cylinder_support round; // its shadow is like that of a cylinder
} collide__capsule_body;

static double collide__capsule_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__capsule_body *c = (const collide__capsule_body *)shape;
    const double p = collide__ddot(c->end[0], m), q = collide__ddot(c->end[1], m);
    (void)from; // its centre
    return (p > q ? p : q) + collide__dmul(c->radius, collide__sqrt(collide__ddot(m, m)));
}

static double collide__capsule_size(const void *shape) {
    const collide__capsule_body *c = (const collide__capsule_body *)shape;
    return c->radius + collide__dmul(0.5, c->length);
}

// A point below each end: below the upper one on the side.
static int collide__capsule_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                   uint32_t *feature) {
    const collide__capsule_body *c = (const collide__capsule_body *)shape;
    const double rise = collide__ddot(c->axis, n);
    int count = 0;
    for (uint32_t i = 0; i < (c->length > 0 ? 2u : 1u); ++i) {
        collide__dvec3 w = n;
        if (i ? rise > 0 : rise < 0) {
            w = collide__dadd(n, -rise, c->axis);
            if (!(collide__ddot(w, w) > COLLIDE__TIE * COLLIDE__TIE) || !collide__dnormalize(&w))
                continue;
        }
        out[count] = collide__dadd(c->end[i], -c->radius, w);
        feature[count++] = COLLIDE_FEATURE_VERTEX | i << COLLIDE__POINT_SHIFT;
    }
    return count;
}

// The place where a line touches the side: y and t of the line, and the normal. False if it touches
// an end before.
static bool collide__capsule_side(const collide__capsule_body *c, collide__dvec3 a,
                                  collide__dvec3 e, collide__candidate *out, collide__dvec3 *n) {
    const collide__dvec3 up = {0, 0, 1}, v = c->axis, p = collide__dadd(a, -1, c->end[0]);
    double k;
    out->feature = COLLIDE_FEATURE_EDGE;
    out->t = 0;
    if (!(collide__ddot(e, e) > 0)) {
        const double along = collide__ddot(p, v);
        const collide__dvec3 at = collide__dadd(p, -along, v), down = collide__dadd(up, -v.z, v);
        const double square = collide__ddot(down, down), middle = collide__ddot(at, down);
        const double rest = collide__dmul(c->radius, c->radius) - collide__ddot(at, at);
        const double root = collide__dmul(middle, middle) + collide__dmul(square, rest);
        if (!(square > COLLIDE__TIE * COLLIDE__TIE && root >= 0))
            return false;
        out->y = (middle + collide__sqrt(root)) / square;
        *n = collide__dadd(collide__dscale(out->y, down), -1, at);
        k = along - collide__dmul(out->y, v.z);
        return k >= 0 && k <= c->length && collide__dnormalize(n);
    }
    *n = collide__dcross(e, v);
    const double square = collide__ddot(*n, *n);
    if (!(square > COLLIDE__TIE * COLLIDE__TIE) || !collide__dnormalize(n))
        return false;
    *n = n->z < 0 ? collide__dneg(*n) : *n;
    if (!(n->z > 1e-9))
        return false;
    out->y = (c->radius + collide__ddot(*n, p)) / n->z;
    const collide__dvec3 w = collide__dadd(collide__dadd(p, -out->y, up), c->radius, *n);
    const double along = collide__ddot(w, v), forth = collide__ddot(w, e),
                 turn = collide__ddot(e, v);
    out->t = (collide__dmul(turn, along) - forth) / square;
    k = (along - collide__dmul(turn, forth)) / square;
    return k >= 0 && k <= c->length;
}

// The deepest candidate of a line or a point: where the wall below it touches the side, or else an
// end.
static bool collide__capsule_deepest(const collide__capsule_body *c, collide__dvec3 a,
                                     collide__dvec3 e, collide__candidate *out, collide__dvec3 *n) {
    bool found = collide__capsule_side(c, a, e, out, n);
    for (uint32_t i = 0, side = found; i < 2 && !side; ++i) {
        collide__candidates ball;
        if (!collide__sphere_line(&c->ball, collide__dadd(a, -1, c->end[i]), e, true, &ball) ||
            (found && ball.deepest.y <= out->y))
            continue;
        *out = ball.deepest;
        out->feature = COLLIDE_FEATURE_VERTEX | i << COLLIDE__POINT_SHIFT;
        *n = ball.group[0].normal;
        found = true;
    }
    return found;
}

// A line beside the axis has candidates at both ends.
static bool collide__capsule_line(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                  bool deepest, collide__candidates *out) {
    const collide__capsule_body *c = (const collide__capsule_body *)shape;
    const collide__dvec3 turn = collide__dcross(e, c->axis), zero = {0, 0, 0};
    const bool line = collide__ddot(e, e) > 0 && c->length > 0;
    out->along = line && collide__ddot(turn, turn) <= COLLIDE__BESIDE;
    out->groups = 1;
    out->group[0].n = 0;
    if (!collide__capsule_deepest(c, a, e, &out->deepest, &out->group[0].normal))
        return false;
    collide__candidate_put(out, 0, out->deepest.t, out->deepest.y, out->deepest.feature);
    for (uint32_t i = 0; i < 2 && out->along && !deepest; ++i) {
        const uint32_t feature = COLLIDE_FEATURE_VERTEX | i << COLLIDE__POINT_SHIFT;
        collide__candidates ball;
        collide__candidate at;
        collide__dvec3 n;
        if (feature == out->deepest.feature ||
            !collide__sphere_line(&c->ball, collide__dadd(a, -1, c->end[i]), e, true, &ball))
            continue;
        const double t = ball.deepest.t; // on the sphere this point may lie within the capsule
        if (collide__capsule_deepest(c, collide__dadd(a, t, e), zero, &at, &n))
            collide__candidate_put(out, 0, t, at.y, feature);
    }
    return true;
}

static bool collide__capsule_separation(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                        double length, collide__separation *out) {
    const collide__capsule_body *c = (const collide__capsule_body *)shape;
    collide__dvec3 p, q;
    collide__edges_nearest(a, collide__dscale(length, e), c->end[0],
                           collide__dscale(c->length, c->axis), &p, &q);
    const collide__dvec3 off = collide__dadd(p, -1, q);
    const double away = collide__sqrt(collide__ddot(off, off));
    const double k = collide__ddot(collide__dadd(q, -1, c->end[0]), c->axis);
    out->t = collide__ddot(collide__dadd(p, -1, a), e);
    out->deepest = !(length > 0) || (out->t > 0 && out->t < length);
    out->distance = c->radius - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, off) : off;
    out->feature = k > 0 && k < c->length
                       ? COLLIDE_FEATURE_EDGE
                       : COLLIDE_FEATURE_VERTEX | (uint32_t)(k > 0) << COLLIDE__POINT_SHIFT;
    return out->distance >= 0 && away > 0 && off.z <= 0;
}

static double collide__capsule_shadow(const void *shape, double x, double y) {
    const collide__cylinder_body like = {NULL, NULL, NULL,
                                         &((const collide__capsule_body *)shape)->round};
    return collide__cylinder_support_shadow(&like, x, y);
}

static void collide__capsule_ellipse(const void *shape, collide__dvec3 *axis) {
    const collide__cylinder_body like = {NULL, NULL, NULL,
                                         &((const collide__capsule_body *)shape)->round};
    collide__cylinder_support_ellipse(&like, axis);
}

// Returns the centre.
static collide_vec3 collide__capsule_body_of(collide__capsule_body *c, collide_vec3 a,
                                             collide_vec3 b, float radius) {
    const collide__dvec3 half = collide__dscale(0.5, collide__dsub(b, a));
    const collide_vec3 center = collide__dround(collide__dadd(collide__dvec3_of(a), 1, half));
    c->end[0] = collide__dsub(a, center);
    c->end[1] = collide__dsub(b, center);
    c->axis = collide__dscale(2, half);
    c->length = collide__sqrt(collide__ddot(c->axis, c->axis));
    if (!collide__dnormalize(&c->axis))
        c->axis = collide__dscale(0, half);
    c->radius = (double)radius;
    c->ball.center = collide__vec3(0, 0, 0);
    c->ball.radius = radius;
    const double level =
        collide__sqrt(collide__dmul(c->axis.x, c->axis.x) + collide__dmul(c->axis.y, c->axis.y));
    memset(&c->round, 0, sizeof c->round);
    c->round.x = level > 0 ? c->axis.x / level : 1;
    c->round.y = level > 0 ? c->axis.y / level : 0;
    c->round.reach = collide__dmul(0.5 * c->length, level);
    // The shadow of a segment has no width, and the shadow of a point no size.
    const double thin = collide__dmul(COLLIDE__TIE, c->length);
    const double wide = c->radius > thin ? c->radius : thin;
    c->round.radius = c->round.flat = wide > 0 ? wide : 1;
    return center;
}

static const collide__contact_type collide__capsule_contacts = {
    collide__capsule_reach,      NULL,
    collide__capsule_ellipse,    collide__capsule_size,
    collide__capsule_points,     collide__capsule_line,
    collide__capsule_separation, collide__capsule_shadow};
#endif // COLLIDE_NO_TERRAIN, COLLIDE_NO_SHAPE
