#pragma once
#include "contacts.h"

// ---- terrain: a cylinder as a body -----------------------------------------------------------
// Also makes the job of the sieve. collide__cylinder_support_line intersects an edge.
#ifndef COLLIDE_NO_TERRAIN

// Orthogonal unit vectors; the third is along z, or along any direction if z has no length.
static void collide__axes_from(collide__dvec3 *axes, collide__dvec3 z) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    if (!collide__dnormalize(&z)) {
        z.x = z.y = 0;
        z.z = 1;
    }
    const bool by_x = collide__dabs(z.x) < 0.875;
    axes[2] = z;
    axes[0] = collide__dadd(by_x ? x : y, by_x ? -z.x : -z.y, z);
    (void)collide__dnormalize(&axes[0]);
    axes[1] = collide__dcross(z, axes[0]);
}

// A cylinder with unit axis, and p and q in its base. Its shadow is the sum of a segment of half
// length reach along (x, y) and an ellipse with semi-axes flat along (x, y) and radius across.
typedef struct collide__cylinder_support {
    collide__dvec3 axis, p, q;
    double radius, half, x, y, reach, flat;
} collide__cylinder_support;

// The body: contacts use the support alone, verdicts the other members.
typedef struct collide__cylinder_body {
    const collide_cylinder *cylinder;
    const collide__cylinder_job *job;
    const collide__terrain_kernels *kernels;
    const collide__cylinder_support *support;
} collide__cylinder_body;

COLLIDE__INLINE const collide__cylinder_support *collide__cylinder_support_in(const void *shape) {
    return ((const collide__cylinder_body *)shape)->support;
}

// Lowers a point of the cylinder, relative to its centre, to the lower side.
static void collide__cylinder_lower(const collide_cylinder *c, collide__dvec3 *p) {
    collide__dvec3 v = collide__dvec3_of(c->axis);
    (void)collide__dnormalize(&v); // otherwise the side of a needle would be far off
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    const double along = collide__dmul(p->x, v.x) + collide__dmul(p->y, v.y);
    const double square = collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y);
    double low = -DBL_MAX;
    if (v.z < 0 || v.z > 0)
        low = ((v.z < 0 ? half : -half) - along) / v.z;
    // On the side: square z^2 - 2 along v.z z + (x^2 + y^2 - along^2 - r^2) = 0.
    const double flat = collide__dmul(p->x, p->x) + collide__dmul(p->y, p->y);
    const double rest = (flat - collide__dmul(along, along)) - collide__dmul(r, r);
    const double middle = collide__dmul(along, v.z);
    const double root = collide__dmul(middle, middle) - collide__dmul(square, rest);
    if (square > 1e-12) {
        const double side = (middle - (root > 0 ? collide__sqrt(root) : 0)) / square;
        low = low < side ? side : low;
    }
    p->z = low > -DBL_MAX && low < p->z ? low : p->z;
}

// A point of the cylinder, relative to its centre, whose x and y lie within a rectangle; false if
// there is none. The shadow of the cylinder is a rectangle and an ellipse for each base.
static bool collide__cylinder_over(const collide_cylinder *c, const double *bound,
                                   collide__dvec3 *out) {
    const double r = (double)c->radius, half = 0.5 * (double)c->height;
    collide__dvec3 v = collide__dvec3_of(c->axis), d = {0, 0, 0};
    const double flat = collide__sqrt(collide__dmul(v.x, v.x) + collide__dmul(v.y, v.y));
    const double reach = collide__dmul(half, flat);
    d.x = flat > 0 ? collide__ddiv(v.x, flat) : 1;
    d.y = flat > 0 ? collide__ddiv(v.y, flat) : 0;
    // Corners along d and across it, in order.
    collide__dvec3 at[4];
    for (int i = 0; i < 4; ++i) {
        const double x = bound[i == 1 || i == 2 ? 2 : 0], y = bound[i >= 2 ? 3 : 1];
        at[i].x = collide__dmul(d.x, x) + collide__dmul(d.y, y);
        at[i].y = collide__dmul(d.x, y) - collide__dmul(d.y, x);
        at[i].z = 0;
    }
    // The ellipses, scaled to discs: the nearest point of the rectangle.
    for (int end = -1; end <= 1; end += 2) {
        const double center = end < 0 ? -reach : reach, height = collide__dmul(half, v.z);
        const double squash = collide__dabs(v.z);
        bool inside = true;
        for (int i = 0; i < 4; ++i) {
            const int k = i < 3 ? i + 1 : 0;
            const double ax = at[i].x - center, ay = at[i].y;
            const double ex = at[k].x - at[i].x, ey = at[k].y - at[i].y;
            const double ys = collide__dmul(ay, squash), es = collide__dmul(ey, squash);
            const double along = -(collide__dmul(ax, ex) + collide__dmul(ys, es));
            const double square = collide__dmul(ex, ex) + collide__dmul(es, es);
            const double t = along > 0 ? (along < square ? along / square : 1) : 0;
            const double px = ax + collide__dmul(t, ex), py = ay + collide__dmul(t, ey);
            const double ps = collide__dmul(py, squash), limit = collide__dmul(r, squash);
            inside = inside && collide__dmul(ex, ay) - collide__dmul(ey, ax) <= 0;
            if (squash > 0 &&
                collide__dmul(px, px) + collide__dmul(ps, ps) <= collide__dmul(limit, limit)) {
                out->x = collide__dmul(d.x, center + px) - collide__dmul(d.y, py);
                out->y = collide__dmul(d.y, center + px) + collide__dmul(d.x, py);
                out->z = (end < 0 ? -height : height) - collide__dmul(px / v.z, flat);
                return true;
            }
        }
        if (inside) { // the base's centre
            out->x = out->y = out->z = 0;
            *out = collide__dadd(*out, end < 0 ? -half : half, v);
            return true;
        }
    }
    // The rectangle between them, clipped.
    const double between[4] = {-reach, -r, reach, r};
    collide__dvec3 p;
    if (!collide__polygon_over(at, 4, between, &p))
        return false;
    out->x = collide__dmul(d.x, p.x) - collide__dmul(d.y, p.y);
    out->y = collide__dmul(d.y, p.x) + collide__dmul(d.x, p.y);
    out->z = flat > 0 ? collide__dmul(p.x / flat, v.z) : 0;
    return true;
}

static collide__cells_result collide__cylinder_overlaps_cells(const collide__over *over,
                                                              const collide__footprint *f) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)over->shape;
    collide__patch patch;
    collide__patch_read(body->kernels, over->terrain, over->center, f, &patch);
    return body->kernels->cells(body->job, &patch, NULL);
}

// The lowest point at some x and y, since a point near the surface might be on either side of it.
static bool collide__cylinder_support_low_point(const void *shape, const double *bound,
                                                collide__dvec3 *out) {
    const collide__cylinder_body *body = (const collide__cylinder_body *)shape;
    if (!collide__cylinder_over(body->cylinder, bound, out))
        return false;
    collide__cylinder_lower(body->cylinder, out);
    return true;
}

// The support distance along the normal of a bounding plane.
static float collide__cylinder_support_reach(const collide__cylinder_support *d,
                                             const float *normal) {
    const collide_vec3 axis = collide__dround(d->axis);
    const float along = (collide__mul(normal[0], axis.x) + collide__mul(normal[1], axis.y)) +
                        collide__mul(normal[2], axis.z);
    const float across = collide__max2(normal[3] - collide__mul(along, along), 0);
    // The difference may be all rounding.
    const float wide =
        collide__mul((float)d->radius, collide__root(across + COLLIDE__SIEVE_MARGIN));
    return collide__mul(collide__mul((float)d->half, collide__abs(along)) + wide,
                        COLLIDE__BOUND_SLACK);
}

static void collide__cylinder_support_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i)
        reach[i] = collide__cylinder_support_reach(collide__cylinder_support_in(shape),
                                                   collide__bound_normals[i]);
}

// A1, A2, B1, C1 + r u and C1 - r u of [Strashnov]. Of a base that lies nearly flat four fixed
// points, and the lowest one only if it is deeper by more than what counts as a tie.
static int collide__cylinder_support_points(const void *shape, collide__dvec3 n,
                                            collide__dvec3 *out, uint32_t *feature) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
    const double along = collide__ddot(d->axis, n);
    const bool top = along < -COLLIDE__TIE; // the same base for all cylinders that lie flat
    const uint32_t base = COLLIDE_CYLINDER_RIM | (top ? COLLIDE_CYLINDER_TOP : 0);
    const collide__dvec3 low = collide__dscale(top ? d->half : -d->half, d->axis);
    collide__dvec3 w = collide__dadd(collide__dneg(n), along, d->axis);
    const double square = collide__ddot(w, w), lean = collide__sqrt(square);
    const bool lies_flat = square <= COLLIDE__TIE; // 2^-8
    const double p = collide__dabs(collide__ddot(w, d->p)),
                 q = collide__dabs(collide__ddot(w, d->q));
    const double deeper = collide__dmul(d->radius, lean - (p > q ? p : q));
    const bool lowest = !lies_flat || deeper > collide__dmul(COLLIDE__TIE, d->radius + d->half);
    (void)collide__dnormalize(&w);
    const collide__dvec3 v = lies_flat ? d->p : w, u = collide__dcross(d->axis, v);
    out[0] = collide__dadd(low, d->radius, v);
    out[1] = collide__dadd(low, -d->radius, v);
    out[2] = collide__dadd(low, d->radius, u);
    out[3] = collide__dadd(low, -d->radius, u);
    for (uint32_t i = 0; i < 4; ++i)
        feature[i] = base | (lies_flat ? 4 + i : i) << COLLIDE__POINT_SHIFT;
    out[4] = collide__dadd(low, d->radius, w);
    feature[4] = base;
    out[lies_flat ? 5 : 4] = collide__dadd(collide__dneg(low), d->radius, w);
    feature[lies_flat ? 5 : 4] = base ^ COLLIDE_CYLINDER_TOP;
    return !lies_flat ? 5 : lowest ? 6 : 4;
}

// A vector perpendicular to the axis, along p and q.
typedef struct collide__across {
    double p, q;
} collide__across;

static collide__across collide__cylinder_support_across(const collide__cylinder_support *d,
                                                        collide__dvec3 v) {
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

static collide__dvec3 collide__cylinder_support_out(const collide__cylinder_support *d,
                                                    collide__across a) {
    return collide__dadd(collide__dscale(a.p, d->p), a.q, d->q);
}

// The candidate of a point: on the side y is the larger root of |a - y z|^2 = radius^2 across the
// axis, unless a base is nearer.
static bool collide__cylinder_support_vertex(const collide__cylinder_support *d, collide__dvec3 a,
                                             collide__candidates *out) {
    const double along = collide__ddot(a, d->axis);
    const collide__across at = collide__cylinder_support_across(d, a), down = {d->p.z, d->q.z};
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
        n = collide__dneg(collide__cylinder_support_out(
            d, collide__cylinder_support_across(d, collide__dadd(a, -y, up))));
        if (!collide__dnormalize(&n)) // thinner than the rounding of a
            n = up;
    }
    collide__candidates_one(out, 0, y, side ? COLLIDE_CYLINDER_SIDE : COLLIDE_CYLINDER_BASE | top,
                            n);
    return true;
}

// Where the line crosses the two rims, at two points each, and which of these is higher above the
// rim: in the plane of the base t = t0 + k axis.z and y = y0 + k e.axis.
typedef struct collide__rims {
    double t[2][2], y[2][2];
    bool there[2];
    int higher[2];
} collide__rims;

static collide__rims collide__cylinder_support_rims(const collide__cylinder_support *d,
                                                    double along, double slope, collide__across at,
                                                    collide__across go, int from, int to) {
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
static void collide__cylinder_support_ends(const collide__rims *rims, collide__candidates *out) {
    out->along = true;
    for (int end = 0; end < 2; ++end) {
        const int i = rims->higher[end];
        if (rims->there[end])
            collide__candidate_put(out, out->groups - 1, rims->t[end][i], rims->y[end][i],
                                   COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0) |
                                       8u << COLLIDE__POINT_SHIFT);
    }
}

// A line whose wall touches the side beyond a base: the candidates are on the rim of that base. The
// line is a + t e, slope is e.axis, and beside means that the line is parallel to the axis.
static bool collide__cylinder_support_rim(const collide__cylinder_support *d, collide__dvec3 a,
                                          collide__dvec3 e, double slope, const collide__rims *rims,
                                          bool beside, bool deepest, collide__candidates *out) {
    int end = rims->there[0] ? 0 : 1;
    if (rims->there[0] && rims->there[1])
        end = rims->y[1][rims->higher[1]] > rims->y[0][rims->higher[0]];
    if (!rims->there[end])
        return false;
    const int higher = rims->higher[end];
    const collide__dvec3 base = end ? collide__dneg(d->axis) : d->axis;
    const uint32_t rim = COLLIDE_CYLINDER_RIM | (end ? COLLIDE_CYLINDER_TOP : 0);
    out->deepest.t = rims->t[end][higher];
    out->deepest.y = rims->y[end][higher];
    out->deepest.feature = rim | (uint32_t)(12 + higher) << COLLIDE__POINT_SHIFT;
    if (deepest)
        return true;
    if (collide__dmul(slope, slope) <= COLLIDE__BESIDE) {
        out->group[out->groups++].normal = base;
        for (int i = 0; i < 2; ++i)
            collide__candidate_put(out, 0, rims->t[end][i], rims->y[end][i],
                                   rim | (uint32_t)(10 + i) << COLLIDE__POINT_SHIFT);
    }
    // The common normal of the line and the rim.
    const collide__dvec3 up = {0, 0, 1};
    const collide__dvec3 k =
        collide__dadd(collide__dadd(a, out->deepest.t, e), -out->deepest.y, up);
    collide__dvec3 n = collide__dcross(e, collide__dcross(d->axis, k));
    if (!collide__dnormalize(&n))
        n = base;
    out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
    out->group[out->groups++].n = 0;
    if (beside)
        collide__cylinder_support_ends(rims, out);
    else
        collide__candidate_put(out, out->groups - 1, out->deepest.t, out->deepest.y,
                               out->deepest.feature);
    return true;
}

// The candidates of a line: y is greatest where the wall below it touches the side, or if that is
// beyond a base, on the rim of this base. A line parallel to the axis touches the side all along,
// a line parallel to a base both points of its rim.
static bool collide__cylinder_support_line(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                           bool deepest, collide__candidates *out) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
    if (!(collide__ddot(e, e) > 0))
        return collide__cylinder_support_vertex(d, a, out);
    const double along = collide__ddot(a, d->axis), slope = collide__ddot(e, d->axis);
    const collide__across at = collide__cylinder_support_across(d, a);
    const collide__across go = collide__cylinder_support_across(d, e);
    const collide__across down = {d->p.z, d->q.z};
    collide__rims rims;
    const bool parallel = collide__across_dot(go, go) <= COLLIDE__TIE * COLLIDE__TIE;
    // Perpendicular to the line as seen along the axis; a line along the axis is a point there.
    collide__across o = {-go.q, go.p};
    o = parallel ? down : o;
    const double length = collide__sqrt(collide__across_dot(o, o));
    if (!(length > 0)) // both vertical: the ends are vertices
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
        rims = collide__cylinder_support_rims(d, along, slope, at, go,
                                              beside || !(beyond > 0) || upright ? 0 : 1,
                                              beside || beyond > 0 ? 1 : 0);
    if (side) {
        const collide__dvec3 n = collide__cylinder_support_out(d, o);
        out->groups = 1;
        out->group[0].normal = collide__dscale((fall < 0 ? -1 : 1) / length, n);
        if (!parallel)
            collide__candidate_put(out, 0, out->deepest.t, out->deepest.y, COLLIDE_CYLINDER_SIDE);
        if (beside)
            collide__cylinder_support_ends(&rims, out);
        if (parallel) {
            if (out->group[0].n == 0)
                return false;
            out->deepest = out->group[0].candidate[0];
        }
        return true;
    }
    return collide__cylinder_support_rim(d, a, e, slope, &rims, beside, deepest, out);
}

static bool collide__cylinder_support_separation(const void *shape, collide__dvec3 a,
                                                 collide__dvec3 e, double length,
                                                 collide__separation *out) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
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
static double collide__cylinder_support_shadow(const void *shape, double x, double y) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
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

static double collide__cylinder_support_size(const void *shape) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
    return d->radius + d->half;
}

static void collide__cylinder_support_ellipse(const void *shape, collide__dvec3 *axis) {
    const collide__cylinder_support *d = collide__cylinder_support_in(shape);
    const double length = d->reach + d->flat;
    axis[0].x = d->x / length;
    axis[0].y = d->y / length;
    axis[1].x = -d->y / d->radius;
    axis[1].y = d->x / d->radius;
    axis[0].z = axis[1].z = 0;
}

static double collide__cylinder_along(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide_cylinder *c = ((const collide__cylinder_body *)shape)->cylinder;
    collide__dvec3 v = collide__dvec3_of(c->axis);
    (void)from; // its centre
    (void)collide__dnormalize(&v);
    const double along = collide__ddot(m, v);
    const collide__dvec3 across = collide__dadd(m, -along, v);
    return collide__dmul(0.5 * (double)c->height, collide__dabs(along)) +
           collide__dmul((double)c->radius, collide__sqrt(collide__ddot(across, across)));
}

// The axis, and its cross products with the edges of an AABB.
static int collide__cylinder_directions(const void *shape, collide__dvec3 *out) {
    const collide_cylinder *c = ((const collide__cylinder_body *)shape)->cylinder;
    out[0] = collide__dvec3_of(c->axis);
    for (uint32_t i = 0; i < 3; ++i)
        out[1 + i] = collide__dcross(collide__coordinate_axis(i), out[0]);
    return 4;
}

static const collide__over_type collide__cylinder_on_terrain = {collide__cylinder_along,
                                                                NULL,
                                                                collide__cylinder_overlaps_cells,
                                                                NULL,
                                                                collide__cylinder_support_low_point,
                                                                collide__cylinder_directions,
                                                                NULL};
static const collide__contact_type collide__cylinder_contacts = {
    collide__cylinder_along,
    collide__cylinder_support_bounds,
    collide__cylinder_support_ellipse,
    collide__cylinder_support_size,
    collide__cylinder_support_points,
    collide__cylinder_support_line,
    collide__cylinder_support_separation,
    collide__cylinder_support_shadow};

static void collide__cylinder_support_of(collide__cylinder_support *d, collide__dvec3 axis,
                                         float radius, float height) {
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
}

// A cylinder for contacts alone, with a rotated axis.
static collide__body collide__cylinder_contact_body(collide__cylinder_body *shape,
                                                    collide__cylinder_support *support,
                                                    collide__dvec3 axis,
                                                    const collide_cylinder *c) {
    memset(shape, 0, sizeof *shape);
    collide__cylinder_support_of(support, axis, c->radius, c->height);
    shape->support = support;
    return collide__body_of(&collide__cylinder_contacts, shape);
}

static void collide__cylinder_support_sieve(const collide__cylinder_support *d,
                                            const collide_terrain *terrain, collide_vec3 center,
                                            collide__sieve_job *job) {
    const float x[4] = {1, 0, 0, 1}, y[4] = {0, 1, 0, 1};
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
    collide__ring_begin(&job->grid, terrain, center, job->size);
    job->half = (float)d->half;
    job->turn = (float)collide__dsign(d->axis.z);
    job->square = collide__mul(job->radius, job->radius);
    const float lean = collide__mul(job->p.z, job->p.z) + collide__mul(job->q.z, job->q.z);
    job->lean = lean;
    job->inverse_lean = lean >= 0.0625f ? 1 / lean : 0;
    job->reach_x = collide__cylinder_support_reach(d, x);
    job->reach_y = collide__cylinder_support_reach(d, y);
}
#endif // COLLIDE_NO_TERRAIN
