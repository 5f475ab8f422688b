#pragma once
#include "touch.h"

// ---- contacts with terrain: cylinders, balls and boxes as bodies -----------------------------
#ifndef COLLIDE_NO_TERRAIN

// A cylinder: axis of unit length, p and q in its base; its shadow is a segment of half length
// reach along (x, y), and round it an ellipse of semi-axes flat along it and radius across.
typedef struct collide__drum {
    collide__dvec3 axis, p, q;
    double radius, half, x, y, reach, flat;
} collide__drum;

// How far it reaches along a bound's normal.
static float collide__drum_reach(const collide__drum *d, const float *way) {
    const collide_vec3 axis = collide__dround(d->axis);
    const float along = (collide__mul(way[0], axis.x) + collide__mul(way[1], axis.y)) +
                        collide__mul(way[2], axis.z);
    const float across = collide__max2(way[3] - collide__mul(along, along), 0);
    // The difference may be all rounding.
    const float wide = collide__mul((float)d->radius, collide__root(across + COLLIDE__SIEVE_HAIR));
    return collide__mul(collide__mul((float)d->half, collide__abs(along)) + wide,
                        COLLIDE__BOUND_SLACK);
}

static void collide__drum_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__drum_reach((const collide__drum *)shape, collide__bound_normals[i]);
}

// A1, A2, B1, C1 + r u and C1 - r u of [Strashnov]; of a base that lies flat, four that stay.
static int collide__drum_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                uint32_t *feature) {
    const collide__drum *d = (const collide__drum *)shape;
    const double along = collide__ddot(d->axis, n);
    const bool top = along < -COLLIDE__TIE; // of one that lies, always the same
    const uint32_t base = COLLIDE_CYLINDER_RIM | (top ? COLLIDE_CYLINDER_TOP : 0);
    const collide__dvec3 low = collide__dscale(top ? d->half : -d->half, d->axis);
    collide__dvec3 w = collide__dadd(collide__dneg(n), along, d->axis);
    const bool lies_flat = collide__ddot(w, w) <= COLLIDE__TIE * COLLIDE__TIE;
    w = lies_flat ? d->p : w;
    (void)collide__dnormalize(&w);
    const collide__dvec3 u = collide__dcross(d->axis, w);
    out[0] = collide__dadd(low, d->radius, w);
    out[1] = collide__dadd(low, -d->radius, w);
    out[2] = collide__dadd(low, d->radius, u);
    out[3] = collide__dadd(low, -d->radius, u);
    out[4] = collide__dadd(collide__dneg(low), d->radius, w);
    for (uint32_t i = 0; i < 4; ++i)
        feature[i] = base | (lies_flat ? 4 + i : i) << COLLIDE__POINT_SHIFT;
    feature[4] = base ^ COLLIDE_CYLINDER_TOP;
    return lies_flat ? 4 : 5;
}

// A vector across the axis, along p and q.
typedef struct collide__across {
    double p, q;
} collide__across;

static collide__across collide__drum_across(const collide__drum *d, collide__dvec3 v) {
    const collide__across r = {collide__ddot(v, d->p), collide__ddot(v, d->q)};
    return r;
}

// a + s b
static collide__across collide__across_add(collide__across a, double s, collide__across b) {
    a.p += collide__dmul(s, b.p);
    a.q += collide__dmul(s, b.q);
    return a;
}

COLLIDE__FORCE_INLINE double collide__across_dot(collide__across a, collide__across b) {
    return collide__dmul(a.p, b.p) + collide__dmul(a.q, b.q);
}

static collide__dvec3 collide__drum_out(const collide__drum *d, collide__across a) {
    return collide__dadd(collide__dscale(a.p, d->p), a.q, d->q);
}

static void collide__spot_put(collide__spots *s, int group, double t, double y, uint32_t feature) {
    collide__spot *spot = &s->group[group].spot[s->group[group].n++];
    spot->t = t;
    spot->y = y;
    spot->feature = feature;
}

// A point: on the side y is the larger root of |a - y z|^2 = radius^2 across the axis, and a base
// cuts that off.
static bool collide__drum_vertex(const collide__drum *d, collide__dvec3 a, collide__spots *out) {
    const double along = collide__ddot(a, d->axis);
    const collide__across at = collide__drum_across(d, a), down = {d->p.z, d->q.z};
    const double square = collide__across_dot(down, down), middle = collide__across_dot(at, down);
    const double rest = collide__dmul(d->radius, d->radius) - collide__across_dot(at, at);
    const double root = collide__dmul(middle, middle) + collide__dmul(square, rest);
    const collide__dvec3 up = {0, 0, 1};
    double y = DBL_MAX, least = -DBL_MAX;
    bool side = false;
    if (!(root >= 0) || (rest < 0 && !(square > 0)))
        return false;
    if (square > 0) {
        y = (middle + collide__sqrt(root)) / square;
        least = (middle - collide__sqrt(root)) / square;
        side = true;
    }
    if (d->axis.z < 0 || d->axis.z > 0) {
        const double center = along / d->axis.z, reach = d->half / collide__dabs(d->axis.z);
        side = side && y <= center + reach;
        y = side ? y : center + reach;
        least = center - reach > least ? center - reach : least;
    } else if (collide__dabs(along) > d->half) {
        return false;
    }
    if (!(y >= least))
        return false;
    const uint32_t top = d->axis.z < 0 ? COLLIDE_CYLINDER_TOP : 0;
    collide__dvec3 n = d->axis.z < 0 ? collide__dneg(d->axis) : d->axis;
    if (side) {
        n = collide__dneg(collide__drum_out(d, collide__drum_across(d, collide__dadd(a, -y, up))));
        if (!collide__dnormalize(&n)) // thinner than what a is rounded to
            n = up;
    }
    out->along = false;
    out->deepest.t = 0;
    out->deepest.y = y;
    out->deepest.feature = side ? COLLIDE_CYLINDER_SIDE : COLLIDE_CYLINDER_BASE | top;
    out->groups = 1;
    out->group[0].normal = n;
    out->group[0].n = 0;
    collide__spot_put(out, 0, 0, y, out->deepest.feature);
    return true;
}

// Where the line crosses the rims, and which of the two points of either is the higher above it:
// in the base's plane t = t0 + k axis.z and y = y0 + k e.axis.
typedef struct collide__rims {
    double t[2][2], y[2][2];
    bool there[2];
    int higher[2];
} collide__rims;

static collide__rims collide__drum_rims(const collide__drum *d, double along, double slope,
                                        collide__across at, collide__across go, int from, int to) {
    const collide__across down = {d->p.z, d->q.z};
    const double both = collide__dmul(slope, slope) + collide__dmul(d->axis.z, d->axis.z);
    const collide__across none = {0, 0};
    const collide__across g =
        collide__across_add(collide__across_add(none, d->axis.z, go), -slope, down);
    const double square = collide__across_dot(g, g);
    collide__rims r;
    r.there[0] = r.there[1] = false;
    for (int end = from; end <= to; ++end) {
        const double k = ((end ? d->half : -d->half) - along) / both;
        const double t0 = collide__dmul(k, slope), y0 = -collide__dmul(k, d->axis.z);
        const collide__across p = collide__across_add(collide__across_add(at, t0, go), -y0, down);
        const double rest = collide__dmul(d->radius, d->radius) - collide__across_dot(p, p);
        const double middle = collide__across_dot(p, g);
        const double root = collide__dmul(middle, middle) + collide__dmul(square, rest);
        r.there[end] = root >= 0 && square > 0 && both > 0;
        if (!r.there[end])
            continue;
        for (int i = 0; i < 2; ++i) {
            const double step = (i ? -middle + collide__sqrt(root) : -middle - collide__sqrt(root));
            r.t[end][i] = t0 + collide__dmul(step / square, d->axis.z);
            r.y[end][i] = y0 + collide__dmul(step / square, slope);
        }
        r.higher[end] = r.y[end][1] > r.y[end][0];
    }
    return r;
}

// Both ends of a line along the side, in the last group.
static void collide__drum_ends(const collide__rims *rims, collide__spots *out) {
    out->along = true;
    for (int end = 0; end < 2; ++end) {
        const int i = rims->higher[end];
        if (rims->there[end])
            collide__spot_put(out, out->groups - 1, rims->t[end][i], rims->y[end][i],
                              COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0) |
                                  8u << COLLIDE__POINT_SHIFT);
    }
}

// A line: y is greatest where the wall below it touches the side; if that is beyond a base, on this
// base's rim. A line along the axis touches the side all along, one along a base both rim points.
static bool collide__drum_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                               collide__spots *out) {
    const collide__drum *d = (const collide__drum *)shape;
    if (!(collide__ddot(e, e) > 0))
        return collide__drum_vertex(d, a, out);
    const double along = collide__ddot(a, d->axis), slope = collide__ddot(e, d->axis);
    const collide__across at = collide__drum_across(d, a), go = collide__drum_across(d, e);
    const collide__across down = {d->p.z, d->q.z};
    collide__rims rims;
    const bool parallel = collide__across_dot(go, go) <= COLLIDE__TIE * COLLIDE__TIE;
    // Across the line as seen along the axis; a line along the axis is a point then.
    collide__across o = {-go.q, go.p};
    o = parallel ? down : o;
    const double length = collide__sqrt(collide__across_dot(o, o));
    if (!(length > 0)) // both upright: its ends are vertices
        return false;
    const double fall = collide__across_dot(down, o) / length;
    const double away = collide__across_dot(at, o) / length;
    double beyond = DBL_MAX;
    const bool upright = !(collide__dabs(fall) > 1e-9);
    out->deepest.feature = COLLIDE_CYLINDER_SIDE;
    if (!upright) {
        out->deepest.y = away / fall + d->radius / collide__dabs(fall);
        const collide__across foot = collide__across_add(at, -out->deepest.y, down);
        out->deepest.t =
            parallel ? 0 : -collide__across_dot(foot, go) / collide__across_dot(go, go);
        beyond =
            along + collide__dmul(out->deepest.t, slope) - collide__dmul(out->deepest.y, d->axis.z);
    }
    out->along = false;
    out->groups = out->group[0].n = out->group[1].n = 0;
    const bool side = parallel || collide__dabs(beyond) <= d->half;
    const bool beside = collide__across_dot(go, go) <= COLLIDE__BESIDE; // the axis
    if (deepest && side && !parallel)
        return true;
    if (beside || !side)
        rims =
            collide__drum_rims(d, along, slope, at, go, beside || !(beyond > 0) || upright ? 0 : 1,
                               beside || beyond > 0 ? 1 : 0);
    if (side) {
        const collide__dvec3 n = collide__drum_out(d, o);
        out->groups = 1;
        out->group[0].normal = collide__dscale((fall < 0 ? -1 : 1) / length, n);
        if (!parallel)
            collide__spot_put(out, 0, out->deepest.t, out->deepest.y, COLLIDE_CYLINDER_SIDE);
        if (beside)
            collide__drum_ends(&rims, out);
        if (parallel) {
            if (out->group[0].n == 0)
                return false;
            out->deepest = out->group[0].spot[0];
        }
        return true;
    }
    int end = rims.there[0] ? 0 : 1;
    if (rims.there[0] && rims.there[1])
        end = rims.y[1][rims.higher[1]] > rims.y[0][rims.higher[0]];
    if (!rims.there[end])
        return false;
    const int higher = rims.higher[end];
    const collide__dvec3 base = end ? collide__dneg(d->axis) : d->axis;
    const uint32_t rim = COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0);
    out->deepest.t = rims.t[end][higher];
    out->deepest.y = rims.y[end][higher];
    out->deepest.feature = rim | (uint32_t)(12 + higher) << COLLIDE__POINT_SHIFT;
    if (deepest)
        return true;
    if (collide__dmul(slope, slope) <= COLLIDE__BESIDE) {
        out->group[out->groups++].normal = base;
        for (int i = 0; i < 2; ++i)
            collide__spot_put(out, 0, rims.t[end][i], rims.y[end][i],
                              rim | (uint32_t)(10 + i) << COLLIDE__POINT_SHIFT);
    }
    // The normal that the line and the rim have in common.
    const collide__dvec3 up = {0, 0, 1};
    const collide__dvec3 k =
        collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up);
    collide__dvec3 n = collide__dcross(e, collide__dcross(d->axis, k));
    if (!collide__dnormalize(&n))
        n = base;
    out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
    out->group[out->groups++].n = 0;
    if (beside)
        collide__drum_ends(&rims, out);
    else
        collide__spot_put(out, out->groups - 1, out->deepest.t, out->deepest.y,
                          out->deepest.feature);
    return true;
}

static bool collide__drum_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                              collide__way *out) {
    const collide__drum *d = (const collide__drum *)shape;
    const collide__dvec3 go = collide__dadd(e, -collide__ddot(e, d->axis), d->axis);
    const double square = collide__ddot(go, go);
    const bool across = square > COLLIDE__TIE * COLLIDE__TIE;
    const double foot = across ? -collide__ddot(a, go) / square : 0.5 * length;
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double along = collide__ddot(p, d->axis);
    const collide__dvec3 off = collide__dadd(p, -along, d->axis);
    const double away = collide__sqrt(collide__ddot(off, off));
    out->distance = d->radius - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, off) : off;
    out->feature = COLLIDE_CYLINDER_SIDE;
    return out->distance >= 0 && collide__dabs(along) <= d->half * (1 + 1e-9) && off.z <= 0 &&
           away > 0;
}

// k reach + flat sqrt(k^2 - (y / radius)^2) = x, or k = y / radius if that is above it.
static double collide__drum_shadow(const void *shape, double x, double y) {
    const collide__drum *d = (const collide__drum *)shape;
    const double u = collide__dabs(collide__dmul(x, d->x) + collide__dmul(y, d->y));
    const double low = collide__dabs(collide__dmul(y, d->x) - collide__dmul(x, d->y)) / d->radius;
    if (u <= collide__dmul(low, d->reach))
        return low;
    const double square = collide__dmul(d->flat, d->flat);
    const double a = collide__dmul(d->reach, d->reach) - square, b = collide__dmul(u, d->reach);
    const double c = collide__dmul(u, u) + collide__dmul(square, collide__dmul(low, low));
    const double root = collide__dmul(b, b) - collide__dmul(a, c);
    return c / (b + collide__sqrt(root > 0 ? root : 0));
}

static collide__contact_body collide__drum_body(collide__drum *d, collide__dvec3 axis, float radius,
                                                float height) {
    collide__contact_body body;
    collide__dvec3 axes[3];
    collide__axes_from(axes, axis);
    d->p = axes[0];
    d->q = axes[1];
    d->axis = axes[2];
    const double level =
        collide__sqrt(collide__dmul(d->axis.x, d->axis.x) + collide__dmul(d->axis.y, d->axis.y));
    d->radius = (double)radius;
    d->half = 0.5 * (double)height;
    d->x = level > 0 ? d->axis.x / level : 1;
    d->y = level > 0 ? d->axis.y / level : 0;
    d->reach = collide__dmul(d->half, level);
    d->flat = collide__dmul(d->radius, collide__dabs(d->axis.z));
    body.shape = d;
    body.size = d->radius + d->half;
    body.bounds = collide__drum_bounds;
    body.points = collide__drum_points;
    body.line = collide__drum_line;
    body.way = collide__drum_way;
    body.shadow = collide__drum_shadow;
    const double length = d->reach + d->flat;
    body.axis[0].x = d->x / length;
    body.axis[0].y = d->y / length;
    body.axis[1].x = -d->y / d->radius;
    body.axis[1].y = d->x / d->radius;
    body.axis[0].z = body.axis[1].z = 0;
    return body;
}

static void collide__drum_sieve(const collide__drum *d, const collide_terrain *terrain,
                                collide_vec3 center, collide__sieve_job *job) {
    const float x[4] = {1, 0, 0, 1}, y[4] = {0, 1, 0, 1};
    const collide_heights *g = &terrain->grid;
    job->axis = collide__dround(d->axis);
    job->p = collide__dround(d->p);
    job->q = collide__dround(d->q);
    job->end = collide__dround(collide__dscale(d->half, d->axis));
    job->up = collide__dround(collide__dscale(collide__dsign(d->axis.z), d->axis));
    job->radius = (float)d->radius;
    const bool level = job->up.z >= 0.125f;
    job->base = level ? 1 / job->up.z : 0;
    job->rise = level ? (float)d->half / job->up.z : FLT_MAX;
    job->size = (float)(d->radius + d->half);
    job->over = (float)((double)center.z - (double)g->origin.z);
    job->dx = g->dx;
    job->dy = g->dy;
    job->inverse_dx = (float)terrain->inverse_dx;
    job->inverse_dy = (float)terrain->inverse_dy;
    job->slack = collide__mul(COLLIDE__SIEVE_SLACK, job->size);
    job->share = collide__mul(job->slack, collide__max2(job->inverse_dx, job->inverse_dy)) +
                 COLLIDE__SIEVE_TIE;
    job->half = (float)d->half;
    job->turn = (float)collide__dsign(d->axis.z);
    job->square = collide__mul(job->radius, job->radius);
    const float lean = collide__mul(job->p.z, job->p.z) + collide__mul(job->q.z, job->q.z);
    job->lean = lean;
    job->inverse_lean = lean >= 0.0625f ? 1 / lean : 0;
    job->reach_x = collide__drum_reach(d, x);
    job->reach_y = collide__drum_reach(d, y);
    job->other_diagonal = g->other_diagonal;
}

// A ball.
static void collide__ball_bounds(const void *shape, float *reach) {
    const float radius = (float)*(const double *)shape;
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__mul(collide__mul(radius, collide__root(collide__bound_normals[i][3])),
                                COLLIDE__BOUND_SLACK);
}

static int collide__ball_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                uint32_t *feature) {
    out[0] = collide__dscale(-*(const double *)shape, n);
    feature[0] = 0;
    return 1;
}

// The wall below a line cuts a disc out of the ball.
static bool collide__ball_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                               collide__spots *out) {
    const double radius = *(const double *)shape;
    const collide__dvec3 up = {0, 0, 1};
    (void)deepest;
    collide__dvec3 wall = collide__dcross(e, up), rise = collide__dadd(up, -e.z, e);
    const bool line = collide__dnormalize(&wall) && collide__dnormalize(&rise);
    const double off = line ? collide__ddot(a, wall) : 0;
    const double square =
        line ? collide__dmul(off, off) : collide__dmul(a.x, a.x) + collide__dmul(a.y, a.y);
    const double rest = collide__dmul(radius, radius) - square;
    if (!(rest >= 0))
        return false;
    rise = line ? rise : up;
    out->along = false;
    out->deepest.y = (collide__ddot(a, rise) + collide__sqrt(rest)) / rise.z;
    out->deepest.t = line ? -collide__ddot(collide__dadd(a, -out->deepest.y, up), e) : 0;
    out->deepest.feature = 0;
    collide__dvec3 n =
        collide__dneg(collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up));
    if (!collide__dnormalize(&n))
        n = up;
    out->groups = 1;
    out->group[0].normal = n;
    out->group[0].n = 0;
    collide__spot_put(out, 0, out->deepest.t, out->deepest.y, 0);
    return true;
}

static bool collide__ball_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                              collide__way *out) {
    const double foot = -collide__ddot(a, e);
    out->t = collide__clamp(foot, length);
    out->deepest = !(length > 0) || (foot >= 0 && foot <= length);
    const collide__dvec3 p = collide__dadd(a, out->t, e);
    const double away = collide__sqrt(collide__ddot(p, p));
    out->distance = *(const double *)shape - away;
    out->normal = away > 0 ? collide__dscale(-1 / away, p) : p;
    out->feature = 0;
    return out->distance >= 0 && away > 0 && p.z <= 0;
}

static double collide__ball_shadow(const void *shape, double x, double y) {
    const double radius = *(const double *)shape;
    const double away = collide__sqrt(collide__dmul(x, x) + collide__dmul(y, y));
    return radius > 0 ? away / radius : DBL_MAX;
}

static collide__contact_body collide__ball_body(const double *radius) {
    collide__contact_body body;
    const double scale = *radius > 0 ? 1 / *radius : 1;
    const collide__dvec3 x = {scale, 0, 0}, y = {0, scale, 0};
    body.shape = radius;
    body.size = *radius;
    body.bounds = collide__ball_bounds;
    body.points = collide__ball_points;
    body.line = collide__ball_line;
    body.way = collide__ball_way;
    body.shadow = collide__ball_shadow;
    body.axis[0] = x;
    body.axis[1] = y;
    return body;
}

// A box.
typedef struct collide__crate {
    collide__dvec3 axis[3];
    double half[3];
} collide__crate;

static double collide__crate_support(const void *shape, collide__dvec3 out) {
    const collide__crate *c = (const collide__crate *)shape;
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += collide__dmul(c->half[i], collide__dabs(collide__ddot(out, c->axis[i])));
    return sum;
}

static void collide__crate_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i) {
        const float *way = collide__bound_normals[i];
        const collide__dvec3 out = {(double)way[0], (double)way[1], (double)way[2]};
        reach[i] = collide__mul((float)collide__crate_support(shape, out), COLLIDE__BOUND_SLACK);
    }
}

static int collide__crate_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                 uint32_t *feature) {
    const collide__crate *c = (const collide__crate *)shape;
    (void)n;
    for (uint32_t k = 0; k < 8; ++k) {
        collide__dvec3 p = {0, 0, 0};
        for (int i = 0; i < 3; ++i)
            p = collide__dadd(p, k >> i & 1 ? c->half[i] : -c->half[i], c->axis[i]);
        out[k] = p;
        feature[k] = COLLIDE_FEATURE_VERTEX | k << COLLIDE__POINT_SHIFT;
    }
    return 8;
}

// Face i's normal of a contact, that is inward, on the side of sign.
static collide__dvec3 collide__crate_normal(const collide__crate *c, int i, int sign) {
    collide__dvec3 n = collide__dscale(-(double)sign, c->axis[i]);
    (void)collide__dnormalize(&n);
    return n;
}

// A point: the lower face that is the first below it.
static bool collide__crate_vertex(const collide__crate *c, collide__dvec3 a, collide__spots *out) {
    double y = DBL_MAX, least = -DBL_MAX;
    int face = -1;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(a, c->axis[i]), down = c->axis[i].z;
        if (!(down < 0 || down > 0)) {
            if (collide__dabs(at) > c->half[i])
                return false;
            continue;
        }
        const double center = at / down, reach = c->half[i] / collide__dabs(down);
        if (center + reach < y) {
            y = center + reach;
            face = i;
        }
        least = center - reach > least ? center - reach : least;
    }
    if (face < 0 || !(y >= least))
        return false;
    const int sign = c->axis[face].z > 0 ? -1 : 1;
    out->along = false;
    out->deepest.t = 0;
    out->deepest.y = y;
    out->deepest.feature = COLLIDE_FEATURE_FACE | (uint32_t)(2 * face + (sign > 0))
                                                      << COLLIDE__POINT_SHIFT;
    out->groups = 1;
    out->group[0].normal = collide__crate_normal(c, face, sign);
    out->group[0].n = 0;
    collide__spot_put(out, 0, 0, y, out->deepest.feature);
    return true;
}

// What of a wall below a line is in the box is a polygon: y is greatest at a corner of it, where
// the wall meets an edge of the box, that of two faces, and lies between the other two.
static bool collide__crate_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                                collide__spots *out) {
    const collide__crate *c = (const collide__crate *)shape;
    (void)deepest;
    if (!(collide__ddot(e, e) > 0))
        return collide__crate_vertex(c, a, out);
    double at[3], go[3], down[3];
    collide__spot corner[12];
    int corner_face[12][2], corner_sign[12][2], corners = 0;
    for (int i = 0; i < 3; ++i) {
        at[i] = collide__ddot(a, c->axis[i]);
        go[i] = collide__ddot(e, c->axis[i]);
        down[i] = c->axis[i].z;
    }
    out->along = false;
    out->groups = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) { // the edge along axis i
            const int f = (i + 1) % 3, g = (i + 2) % 3;
            const int sf = k & 1 ? 1 : -1, sg = k & 2 ? 1 : -1;
            const double by = collide__dmul(go[g], down[f]) - collide__dmul(go[f], down[g]);
            const double bf = (double)sf * c->half[f] - at[f], bg = (double)sg * c->half[g] - at[g];
            if (!(by < 0 || by > 0))
                continue;
            const double t = (collide__dmul(bg, down[f]) - collide__dmul(bf, down[g])) / by;
            const double y = (collide__dmul(bg, go[f]) - collide__dmul(bf, go[g])) / by;
            const double along = at[i] + collide__dmul(t, go[i]) - collide__dmul(y, down[i]);
            if (!(collide__dabs(along) <= c->half[i] * (1 + 1e-12)))
                continue;
            corner[corners].t = t;
            corner[corners].y = y;
            corner[corners].feature = COLLIDE_FEATURE_EDGE | (uint32_t)(4 * i + k)
                                                                 << COLLIDE__POINT_SHIFT;
            corner_face[corners][0] = f;
            corner_face[corners][1] = g;
            corner_sign[corners][0] = sf;
            corner_sign[corners++][1] = sg;
        }
    int best = 0;
    for (int k = 1; k < corners; ++k)
        best = corner[k].y > corner[best].y ? k : best;
    if (corners == 0)
        return false;
    out->deepest = corner[best];
    // The faces at that edge, each with the other corner on it; then what the edges have in common.
    for (int k = 0; k < 2; ++k) {
        const int i = corner_face[best][k], side = corner_sign[best][k];
        const collide__dvec3 n = collide__crate_normal(c, i, side);
        if (n.z < 0 || collide__dmul(go[i], go[i]) > COLLIDE__BESIDE)
            continue;
        out->group[out->groups].normal = n;
        out->group[out->groups].n = 0;
        for (int m = 0; m < corners; ++m)
            if (out->group[out->groups].n < 3 &&
                ((corner_face[m][0] == i && corner_sign[m][0] == side) ||
                 (corner_face[m][1] == i && corner_sign[m][1] == side)))
                collide__spot_put(out, out->groups, corner[m].t, corner[m].y, corner[m].feature);
        ++out->groups;
    }
    const int along = 3 - corner_face[best][0] - corner_face[best][1];
    collide__dvec3 n = collide__dcross(e, c->axis[along]);
    if (collide__dnormalize(&n)) {
        out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
        out->group[out->groups].n = 0;
        collide__spot_put(out, out->groups++, out->deepest.t, out->deepest.y, out->deepest.feature);
    }
    return true;
}

// Through a face; of a line that is not parallel to it, an end would be deeper.
static bool collide__crate_way(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                               collide__way *out) {
    const collide__crate *c = (const collide__crate *)shape;
    const collide__dvec3 p = collide__dadd(a, 0.5 * length, e);
    bool found = false;
    out->t = 0.5 * length;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(p, c->axis[i]);
        if (collide__dabs(at) > c->half[i])
            return false;
        for (int sign = -1; sign <= 1; sign += 2) {
            const double distance = c->half[i] - (sign > 0 ? at : -at);
            if ((double)sign * c->axis[i].z > 0 || (found && distance >= out->distance))
                continue;
            found = true;
            out->deepest = collide__dabs(collide__ddot(e, c->axis[i])) <= COLLIDE__TIE;
            out->distance = distance;
            out->normal = collide__crate_normal(c, i, sign);
            out->feature = COLLIDE_FEATURE_FACE | (uint32_t)(2 * i + (sign > 0))
                                                      << COLLIDE__POINT_SHIFT;
        }
    }
    return found;
}

// The shadow's outline runs along the axes' own.
static double collide__crate_shadow(const void *shape, double x, double y) {
    const collide__crate *c = (const collide__crate *)shape;
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 out = {-c->axis[i].y, c->axis[i].x, 0};
        const double reach = collide__crate_support(shape, out);
        const double at = collide__dabs(collide__dmul(x, out.x) + collide__dmul(y, out.y));
        if (reach > 0 || at > 0)
            most = at > collide__dmul(most, reach) ? at / reach : most;
    }
    return most;
}

static collide__contact_body collide__crate_body(collide__crate *c, const collide_obb *box) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    collide__contact_body body;
    for (int i = 0; i < 3; ++i)
        c->axis[i] = collide__dvec3_of(box->axis[i]);
    c->half[0] = (double)box->half.x;
    c->half[1] = (double)box->half.y;
    c->half[2] = (double)box->half.z;
    const double reach_x = collide__crate_support(c, x), reach_y = collide__crate_support(c, y);
    body.shape = c;
    body.size = (c->half[0] + c->half[1]) + c->half[2];
    body.bounds = collide__crate_bounds;
    body.points = collide__crate_points;
    body.line = collide__crate_line;
    body.way = collide__crate_way;
    body.shadow = collide__crate_shadow;
    body.axis[0] = collide__dscale(reach_x > 0 ? 1 / reach_x : 1, x);
    body.axis[1] = collide__dscale(reach_y > 0 ? 1 / reach_y : 1, y);
    return body;
}
#endif // COLLIDE_NO_TERRAIN
