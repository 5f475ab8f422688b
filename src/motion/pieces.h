#pragma once
#include "parts.h"
#include "step.h"

// ---- a shape and a body of many pieces in motion -----------------------------------------------
#if !defined(COLLIDE_NO_MOTION) && (!defined(COLLIDE_NO_TERRAIN) || !defined(COLLIDE_NO_CABLE))
// Pieces are squares and faces of terrain, or stretches and parts of cables.

// The body of the hull of one to four points, relative to origin, and a radius.
static void collide__piece_points(const collide__reach_side *side, collide__dvec3 origin,
                                  const collide__dvec3 *p, uint32_t n, double radius, double lost,
                                  collide__moving *out) {
    const collide_pose *pose = &side->motion->pose;
    const collide__dvec3 from = collide__dsub(pose->position, side->motion->pivot);
    collide__core *c = &out->start;
    *out = side->whole;
    c->kind = COLLIDE__CORE_POINTS;
    c->count = n;
    c->radius = radius;
    c->size = 0;
    for (uint32_t i = 0; i < n; ++i) {
        c->p[i] = collide__dturn(pose, collide__dadd(p[i], -1, p[0]));
        c->size = collide__dmax(collide__dsum_abs(c->p[i]), c->size);
    }
    out->base = collide__dadd(collide__dadd(from, 1, collide__dturn(pose, origin)), 1,
                              collide__dturn(pose, p[0]));
    c->size = collide__dmul(c->size, 1.75);
    out->size = collide__dsum_abs(out->base) + c->size;
    c->size += lost;
    out->rho = out->rate > 0 ? collide__moving_rho(out) : 0;
    out->now = *c;
    out->at = out->base;
}

// Begins with a shape and what has pieces; false for bad input.
static bool collide__pieces_begin(collide__reach_run *run, collide__reach_side *side,
                                  const collide_shape *a, const collide_motion *motion_a,
                                  const collide__reach_type *type, const void *b,
                                  const collide_motion *motion_b, float t_max, float tolerance) {
    const collide_aabb unit = {{0, 0, 0}, {1, 1, 1}};
    const collide_shape box = collide_shape_from_aabb(&unit);
    side[1].type = type;
    side[1].of = b;
    side[1].motion = motion_b;
    side[1].low = 0;
    side[1].tolerance = tolerance;
    if (!collide__reach_of_shape(&side[0], a, motion_a) ||
        !collide__moving_begin(&side[1].whole, &box, motion_b))
        return false;
    side[1].other = side[0].whole.start.size + side[0].whole.start.radius;
    run->kind = a->kind;
    collide__reach_begin(run, &side[0], &side[1], t_max, tolerance);
    return true;
}
#endif // COLLIDE_NO_MOTION, COLLIDE_NO_TERRAIN, COLLIDE_NO_CABLE
