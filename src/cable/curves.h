#pragma once
#include "cable.h"
#include "../base/vectors.h"

// ================================================================================================
// >>cable_impl
// ================================================================================================
#ifndef COLLIDE_NO_CABLE

// ---- the definition: a segment in double -----------------------------------------------------

#define COLLIDE__CURVE_LEVELS 24
#define COLLIDE__CURVE_UNIT 5.9604644775390625e-8      // 2^-24
#define COLLIDE__CURVE_RESOLUTION 2.384185791015625e-7 // 2^-22, of the length
#define COLLIDE__CURVE_MARGIN 2.2737367544323206e-13   // 2^-42, of the coordinates
#define COLLIDE__CURVE_STEP 1.52587890625e-5           // 2^-16, of the length
#define COLLIDE__CURVE_LOOSE 9.5367431640625e-7        // 2^-20, of boxes and cylinders

// The centre line of a segment in Bezier form, relative to its second control point. A body within
// the radius is a hit, and no hit is farther than overlap. A part whose lower bound is above apart
// is a miss.
typedef struct collide__curve {
    collide__dvec3 b[4], from;
    double radius, length, size; // of the control polygon; the largest coordinate
    double apart, overlap;
} collide__curve;

COLLIDE__INLINE double collide__dmax_abs(collide__dvec3 a) {
    const double x = collide__dabs(a.x), y = collide__dabs(a.y), z = collide__dabs(a.z);
    return x > y ? x > z ? x : z : y > z ? y : z;
}

static bool collide__spline_valid_of(const collide_spline *a) {
    return collide__finite3(a->v[0]) && collide__finite3(a->v[1]) && collide__finite3(a->v[2]) &&
           collide__finite3(a->v[3]) && a->radius > 0 && a->radius <= FLT_MAX;
}

// Sets apart and overlap for a body whose coordinates relative to the curve's are at most size, and
// whose surface has an error of at most loose.
static void collide__curve_reach(collide__curve *c, double size, double loose) {
    const double most = (c->size > size ? c->size : size) + c->radius;
    c->apart = c->radius + (collide__dmul(most, COLLIDE__CURVE_MARGIN) + loose);
    c->overlap = c->apart + ((collide__dmul(c->length, COLLIDE__CURVE_RESOLUTION) +
                              collide__dmul(most, COLLIDE__CURVE_MARGIN)) +
                             loose);
}

// b0 = (V0 + 4 V1 + V2) / 6, b1 = (2 V1 + V2) / 3, b2 = (V1 + 2 V2) / 3, b3 = (V1 + 4 V2 + V3) / 6
// with V1 = 0.
static bool collide__curve_of(const collide_spline *a, collide__curve *c) {
    if (!collide__spline_valid_of(a))
        return false;
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 p = collide__dsub(a->v[0], a->v[1]), q = collide__dsub(a->v[2], a->v[1]);
    const collide__dvec3 r = collide__dsub(a->v[3], a->v[1]), s = collide__dadd(r, -1, q);
    const double third = 1.0 / 3, sixth = 1.0 / 6;
    c->b[0] = collide__dadd(collide__dadd(zero, sixth, p), sixth, q);
    c->b[1] = collide__dadd(zero, third, q);
    c->b[2] = collide__dadd(zero, 2 * third, q);
    c->b[3] = collide__dadd(c->b[2], sixth, r);
    c->from = collide__dvec3_of(a->v[1]);
    c->radius = (double)a->radius;
    c->length = (collide__sqrt(collide__ddot(p, p)) + collide__sqrt(collide__ddot(q, q))) +
                collide__sqrt(collide__ddot(s, s));
    c->size =
        collide__dmax_abs(p) > collide__dmax_abs(q) ? collide__dmax_abs(p) : collide__dmax_abs(q);
    c->size = c->size > collide__dmax_abs(r) ? c->size : collide__dmax_abs(r);
    collide__curve_reach(c, 0, 0);
    return true;
}

COLLIDE__INLINE collide__dvec3 collide__dmiddle(collide__dvec3 a, collide__dvec3 b) {
    collide__dvec3 r;
    r.x = collide__dmul(0.5, a.x + b.x);
    r.y = collide__dmul(0.5, a.y + b.y);
    r.z = collide__dmul(0.5, a.z + b.z);
    return r;
}

// A part of a curve in Bezier form, from at to at + width in units of 2^-24.
typedef struct collide__part {
    collide__dvec3 b[4];
    uint32_t at, width;
} collide__part;

static collide__part collide__part_of(const collide__curve *c) {
    collide__part part;
    for (int i = 0; i < 4; ++i)
        part.b[i] = c->b[i];
    part.at = 0;
    part.width = (uint32_t)1 << COLLIDE__CURVE_LEVELS;
    return part;
}

// Both halves (de Casteljau), which share left->b[3].
static void collide__part_halve(const collide__part *p, collide__part *left, collide__part *right) {
    const collide__dvec3 across = collide__dmiddle(p->b[1], p->b[2]);
    left->b[0] = p->b[0];
    left->b[1] = collide__dmiddle(p->b[0], p->b[1]);
    left->b[2] = collide__dmiddle(left->b[1], across);
    right->b[3] = p->b[3];
    right->b[2] = collide__dmiddle(p->b[2], p->b[3]);
    right->b[1] = collide__dmiddle(across, right->b[2]);
    left->b[3] = right->b[0] = collide__dmiddle(left->b[2], right->b[1]);
    left->at = p->at;
    left->width = right->width = p->width / 2;
    right->at = p->at + left->width;
}

static collide__dvec3 collide__curve_at(const collide__dvec3 *b, double u,
                                        collide__dvec3 *tangent) {
    const collide__dvec3 zero = {0, 0, 0};
    const collide__dvec3 d[3] = {collide__dadd(b[1], -1, b[0]), collide__dadd(b[2], -1, b[1]),
                                 collide__dadd(b[3], -1, b[2])};
    const collide__dvec3 p = collide__dadd(b[0], u, d[0]), q = collide__dadd(b[1], u, d[1]);
    const collide__dvec3 r = collide__dadd(b[2], u, d[2]);
    const collide__dvec3 s = collide__dadd(p, u, collide__dadd(q, -1, p));
    const collide__dvec3 t = collide__dadd(q, u, collide__dadd(r, -1, q));
    const collide__dvec3 across = collide__dadd(t, -1, s);
    *tangent = collide__dadd(zero, 3, across);
    return collide__dadd(s, u, across);
}
#endif // COLLIDE_NO_CABLE
