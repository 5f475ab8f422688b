#pragma once
#include "contacts.h"

// ---- contacts with terrain: a box as a body --------------------------------------------------
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_SAT)

typedef struct collide__box_support {
    collide__dvec3 axis[3];
    double half[3];
} collide__box_support;

static double collide__box_support_extent(const void *shape, collide__dvec3 out) {
    const collide__box_support *c = (const collide__box_support *)shape;
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += collide__dmul(c->half[i], collide__dabs(collide__ddot(out, c->axis[i])));
    return sum;
}

static void collide__box_support_bounds(const void *shape, float *reach) {
    for (int i = 0; i < COLLIDE__BOUNDS; ++i) {
        const float *normal = collide__bound_normals[i];
        const collide__dvec3 out = {(double)normal[0], (double)normal[1], (double)normal[2]};
        reach[i] =
            collide__mul((float)collide__box_support_extent(shape, out), COLLIDE__BOUND_SLACK);
    }
}

static int collide__box_support_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                                       uint32_t *feature) {
    const collide__box_support *c = (const collide__box_support *)shape;
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
static collide__dvec3 collide__box_support_normal(const collide__box_support *c, int i, int sign) {
    collide__dvec3 n = collide__dscale(-(double)sign, c->axis[i]);
    (void)collide__dnormalize(&n);
    return n;
}

// A point: the lower face that is the first below it.
static bool collide__box_support_vertex(const collide__box_support *c, collide__dvec3 a,
                                        collide__candidates *out) {
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
    out->group[0].normal = collide__box_support_normal(c, face, sign);
    out->group[0].n = 0;
    collide__candidate_put(out, 0, 0, y, out->deepest.feature);
    return true;
}

// What of a wall below a line is in the box is a polygon: y is greatest at a corner of it, where
// the wall meets an edge of the box, that of two faces, and lies between the other two.
static bool collide__box_support_line(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                      bool deepest, collide__candidates *out) {
    const collide__box_support *c = (const collide__box_support *)shape;
    (void)deepest;
    if (!(collide__ddot(e, e) > 0))
        return collide__box_support_vertex(c, a, out);
    double at[3], go[3], down[3];
    collide__candidate corner[12];
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
        const collide__dvec3 n = collide__box_support_normal(c, i, side);
        if (n.z < 0 || collide__dmul(go[i], go[i]) > COLLIDE__BESIDE)
            continue;
        out->group[out->groups].normal = n;
        out->group[out->groups].n = 0;
        for (int m = 0; m < corners; ++m)
            if (out->group[out->groups].n < 3 &&
                ((corner_face[m][0] == i && corner_sign[m][0] == side) ||
                 (corner_face[m][1] == i && corner_sign[m][1] == side)))
                collide__candidate_put(out, out->groups, corner[m].t, corner[m].y,
                                       corner[m].feature);
        ++out->groups;
    }
    const int along = 3 - corner_face[best][0] - corner_face[best][1];
    collide__dvec3 n = collide__dcross(e, c->axis[along]);
    if (collide__dnormalize(&n)) {
        out->group[out->groups].normal = n.z < 0 ? collide__dneg(n) : n;
        out->group[out->groups].n = 0;
        collide__candidate_put(out, out->groups++, out->deepest.t, out->deepest.y,
                               out->deepest.feature);
    }
    return true;
}

// Through a face; of a line that is not parallel to it, an end would be deeper.
static bool collide__box_support_separation(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                            double length, collide__separation *out) {
    const collide__box_support *c = (const collide__box_support *)shape;
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
            out->normal = collide__box_support_normal(c, i, sign);
            out->feature = COLLIDE_FEATURE_FACE | (uint32_t)(2 * i + (sign > 0))
                                                      << COLLIDE__POINT_SHIFT;
        }
    }
    return found;
}

// The shadow's outline runs along the axes' own.
static double collide__box_support_shadow(const void *shape, double x, double y) {
    const collide__box_support *c = (const collide__box_support *)shape;
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 out = {-c->axis[i].y, c->axis[i].x, 0};
        const double reach = collide__box_support_extent(shape, out);
        const double at = collide__dabs(collide__dmul(x, out.x) + collide__dmul(y, out.y));
        if (reach > 0 || at > 0)
            most = at > collide__dmul(most, reach) ? at / reach : most;
    }
    return most;
}

static collide__contact_body collide__box_support_body(collide__box_support *c,
                                                       const collide_obb *box) {
    const collide__dvec3 x = {1, 0, 0}, y = {0, 1, 0};
    collide__contact_body body;
    for (int i = 0; i < 3; ++i)
        c->axis[i] = collide__dvec3_of(box->axis[i]);
    c->half[0] = (double)box->half.x;
    c->half[1] = (double)box->half.y;
    c->half[2] = (double)box->half.z;
    const double reach_x = collide__box_support_extent(c, x),
                 reach_y = collide__box_support_extent(c, y);
    body.shape = c;
    body.size = (c->half[0] + c->half[1]) + c->half[2];
    body.bounds = collide__box_support_bounds;
    body.points = collide__box_support_points;
    body.line = collide__box_support_line;
    body.separation = collide__box_support_separation;
    body.shadow = collide__box_support_shadow;
    body.axis[0] = collide__dscale(reach_x > 0 ? 1 / reach_x : 1, x);
    body.axis[1] = collide__dscale(reach_y > 0 ? 1 / reach_y : 1, y);
    return body;
}
#endif // COLLIDE_NO_TERRAIN
