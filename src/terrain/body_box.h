#pragma once
#include "../sat/single.h"
#include "contacts.h"

// ---- terrain: an OBB as a body ---------------------------------------------------------------
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_SAT)

// Clips each face to the rectangle, and takes the mean of the corners left of the lowest face. If
// no face is left but the box is over the rectangle, all of the rectangle is under the box: then it
// takes a corner of the rectangle.
static bool collide__obb_low_point(const void *shape, const double *bound, collide__dvec3 *out) {
    const collide_obb *box = (const collide_obb *)shape;
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    const collide__dvec3 zero = {0, 0, 0};
    double low = -DBL_MAX, high = DBL_MAX;
    collide__dvec3 mean;
    bool found = false;
    for (int i = 0; i < 6; ++i) {
        const int a = i % 3, b = (a + 1) % 3, c = (a + 2) % 3;
        const collide__dvec3 middle =
            collide__dadd(zero, i < 3 ? half[a] : -half[a], collide__dvec3_of(box->axis[a]));
        collide__dvec3 face[4];
        for (int k = 0; k < 4; ++k) {
            face[k] = collide__dadd(middle, k == 1 || k == 2 ? half[b] : -half[b],
                                    collide__dvec3_of(box->axis[b]));
            face[k] = collide__dadd(face[k], k >= 2 ? half[c] : -half[c],
                                    collide__dvec3_of(box->axis[c]));
        }
        if (collide__polygon_over(face, 4, bound, &mean)) {
            *out = !found || mean.z < out->z ? mean : *out;
            found = true;
        }
    }
    if (found)
        return true;
    for (int i = 0; i < 3; ++i) { // |corner.axis + z axis.z| <= half
        const collide__dvec3 axis = collide__dvec3_of(box->axis[i]);
        const double at = collide__dmul(bound[0], axis.x) + collide__dmul(bound[1], axis.y);
        if (axis.z < 0 || axis.z > 0) {
            const double p = (-half[i] - at) / axis.z, q = (half[i] - at) / axis.z;
            low = (p < q ? p : q) > low ? (p < q ? p : q) : low;
            high = (p < q ? q : p) < high ? (p < q ? q : p) : high;
        } else if (collide__dabs(at) > half[i]) {
            return false;
        }
    }
    out->x = bound[0];
    out->y = bound[1];
    out->z = low;
    return low <= high;
}

COLLIDE__INLINE double collide__obb_half(const collide_obb *c, int i) {
    return (double)collide__floats(&c->half)[i];
}

COLLIDE__INLINE collide__dvec3 collide__obb_axis(const collide_obb *c, int i) {
    return collide__dvec3_of(c->axis[i]);
}

// collide__obb_extent along coordinate axis i.
static double collide__obb_along(const collide_obb *c, int i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k)
        sum += collide__dmul(collide__obb_half(c, k),
                             collide__dabs((double)collide__floats(&c->axis[k])[i]));
    return sum;
}

static void collide__obb_ellipse(const void *shape, collide__dvec3 *axis) {
    for (uint32_t i = 0; i < 2; ++i) {
        const double reach = collide__obb_along((const collide_obb *)shape, (int)i);
        axis[i] = collide__dscale(reach > 0 ? 1 / reach : 1, collide__coordinate_axis(i));
    }
}

// collide__obb_extent along collide__bound_normals.
static void collide__obb_bounds(const void *shape, float *reach) {
    const collide_obb *c = (const collide_obb *)shape;
    double sum[COLLIDE__BOUNDS] = {0};
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 a = collide__obb_axis(c, i);
        const double both = a.x + a.y, off = a.x - a.y;
        const double at[COLLIDE__BOUNDS] = {a.z,        a.x - a.z, a.x + a.z, a.y - a.z, a.y + a.z,
                                            both - a.z, off - a.z, off + a.z, both + a.z};
        for (int k = 0; k < COLLIDE__BOUNDS; ++k)
            sum[k] += collide__dmul(collide__obb_half(c, i), collide__dabs(at[k]));
    }
    for (int k = 0; k < COLLIDE__BOUNDS; ++k)
        reach[k] = collide__mul((float)sum[k], COLLIDE__BOUND_SLACK);
}

static int collide__obb_points(const void *shape, collide__dvec3 n, collide__dvec3 *out,
                               uint32_t *feature) {
    const collide_obb *c = (const collide_obb *)shape;
    const collide__dvec3 zero = {0, 0, 0};
    (void)n;
    out[0] = zero;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 1 << i; ++k) {
            const collide__dvec3 p = out[k], axis = collide__obb_axis(c, i);
            out[k] = collide__dadd(p, -collide__obb_half(c, i), axis);
            out[k + (1 << i)] = collide__dadd(p, collide__obb_half(c, i), axis);
        }
    for (uint32_t k = 0; k < 8; ++k)
        feature[k] = COLLIDE_FEATURE_VERTEX | k << COLLIDE__POINT_SHIFT;
    return 8;
}

// The contact normal of face i on the side of sign; it points into the box.
static collide__dvec3 collide__obb_normal(const collide_obb *c, int i, int sign) {
    collide__dvec3 n = collide__dscale(-(double)sign, collide__obb_axis(c, i));
    (void)collide__dnormalize(&n);
    return n;
}

static uint32_t collide__obb_face(int i, int sign) {
    return COLLIDE_FEATURE_FACE | (uint32_t)(2 * i + (sign > 0)) << COLLIDE__POINT_SHIFT;
}

// The candidate of a point: on the lower face that is first below it.
static bool collide__obb_vertex(const collide_obb *c, collide__dvec3 a, collide__candidates *out) {
    double y = DBL_MAX, least = -DBL_MAX;
    int face = -1;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(a, collide__obb_axis(c, i)), down = (double)c->axis[i].z;
        if (!(down < 0 || down > 0)) {
            if (collide__dabs(at) > collide__obb_half(c, i))
                return false;
            continue;
        }
        const double center = at / down, reach = collide__obb_half(c, i) / collide__dabs(down);
        if (center + reach < y) {
            y = center + reach;
            face = i;
        }
        least = center - reach > least ? center - reach : least;
    }
    if (face < 0 || !(y >= least))
        return false;
    const int sign = (double)c->axis[face].z > 0 ? -1 : 1;
    collide__candidates_one(out, 0, y, collide__obb_face(face, sign),
                            collide__obb_normal(c, face, sign));
    return true;
}

// The corners of the polygon that the wall below a line cuts out of the box, each with the two
// faces it is on and their sides, and the line's direction in the frame of the box. Returns their
// number.
static int collide__obb_wall(const collide_obb *c, collide__dvec3 a, collide__dvec3 e, double *go,
                             collide__candidate *corner, int (*face)[2], int (*sign)[2]) {
    double at[3], down[3], half[3];
    int corners = 0;
    for (int i = 0; i < 3; ++i) {
        at[i] = collide__ddot(a, collide__obb_axis(c, i));
        go[i] = collide__ddot(e, collide__obb_axis(c, i));
        down[i] = (double)c->axis[i].z;
        half[i] = collide__obb_half(c, i);
    }
    const double rounded =
        collide__dmul(1e-9, ((half[0] + half[1]) + half[2]) + collide__dsum_abs(a));
    for (int i = 0; i < 3; ++i) {
        const int f = (i + 1) % 3, g = (i + 2) % 3;
        const double by = collide__dmul(go[g], down[f]) - collide__dmul(go[f], down[g]);
        const double aside = collide__dmul(at[i], by);
        const double most =
            collide__dmul(collide__dmul(half[i], 1 + 1e-9), collide__dabs(by)) + rounded;
        double down_f[2], down_g[2], go_f[2], go_g[2];
        if (!(by < 0 || by > 0))
            continue;
        for (int k = 0; k < 2; ++k) {
            const double bf = (k ? half[f] : -half[f]) - at[f];
            const double bg = (k ? half[g] : -half[g]) - at[g];
            down_f[k] = collide__dmul(bg, down[f]);
            down_g[k] = collide__dmul(bf, down[g]);
            go_f[k] = collide__dmul(bg, go[f]);
            go_g[k] = collide__dmul(bf, go[g]);
        }
        for (unsigned k = 0; k < 4; ++k) { // the edge along axis i
            const double p = down_f[k / 2] - down_g[k % 2], q = go_f[k / 2] - go_g[k % 2];
            if (collide__dabs(aside + (collide__dmul(p, go[i]) - collide__dmul(q, down[i]))) > most)
                continue; // without quotients
            const double t = p / by, y = q / by;
            const double along = at[i] + collide__dmul(t, go[i]) - collide__dmul(y, down[i]);
            if (!(collide__dabs(along) <= half[i] * (1 + 1e-12)))
                continue;
            corner[corners].t = t;
            corner[corners].y = y;
            corner[corners].feature = COLLIDE_FEATURE_EDGE | (4 * (uint32_t)i + k)
                                                                 << COLLIDE__POINT_SHIFT;
            face[corners][0] = f;
            face[corners][1] = g;
            sign[corners][0] = k & 1 ? 1 : -1;
            sign[corners++][1] = k & 2 ? 1 : -1;
        }
    }
    return corners;
}

// y is greatest at a corner of the polygon, where the wall below a line crosses an edge of the box:
// on two faces, and between the two faces of the third axis.
static bool collide__obb_line(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                              collide__candidates *out) {
    const collide_obb *c = (const collide_obb *)shape;
    if (!(collide__ddot(e, e) > 0))
        return collide__obb_vertex(c, a, out);
    double go[3];
    collide__candidate corner[12];
    int corner_face[12][2], corner_sign[12][2];
    const int corners = collide__obb_wall(c, a, e, go, corner, corner_face, corner_sign);
    out->along = false;
    out->groups = 0;
    int best = 0;
    for (int k = 1; k < corners; ++k)
        best = corner[k].y > corner[best].y ? k : best;
    if (corners == 0)
        return false;
    out->deepest = corner[best];
    if (deepest)
        return true;
    // The two faces at that edge, each with the other corner on it; then the common normal of
    // edges.
    for (int k = 0; k < 2; ++k) {
        const int i = corner_face[best][k], side = corner_sign[best][k];
        if (collide__dmul(go[i], go[i]) > COLLIDE__BESIDE)
            continue;
        const collide__dvec3 n = collide__obb_normal(c, i, side);
        if (n.z < 0)
            continue;
        const int group = collide__candidates_group(out, n);
        for (int m = 0; m < corners; ++m)
            if (out->group[group].n < 3 && ((corner_face[m][0] == i && corner_sign[m][0] == side) ||
                                            (corner_face[m][1] == i && corner_sign[m][1] == side)))
                collide__candidate_put(out, group, corner[m].t, corner[m].y, corner[m].feature);
    }
    const int along = 3 - corner_face[best][0] - corner_face[best][1];
    collide__candidates_across(out, e, collide__obb_axis(c, along));
    return true;
}

// Leaves through a face. If the line is not parallel to it, an end of the line is deeper.
static bool collide__obb_separation(const void *shape, collide__dvec3 a, collide__dvec3 e,
                                    double length, collide__separation *out) {
    const collide_obb *c = (const collide_obb *)shape;
    const collide__dvec3 p = collide__dadd(a, 0.5 * length, e);
    bool found = false;
    out->t = 0.5 * length;
    for (int i = 0; i < 3; ++i) {
        const double at = collide__ddot(p, collide__obb_axis(c, i));
        if (collide__dabs(at) > collide__obb_half(c, i))
            return false;
        for (int sign = -1; sign <= 1; sign += 2) {
            const double distance = collide__obb_half(c, i) - (sign > 0 ? at : -at);
            if ((double)sign * (double)c->axis[i].z > 0 || (found && distance >= out->distance))
                continue;
            found = true;
            out->deepest = collide__dabs(collide__ddot(e, collide__obb_axis(c, i))) <= COLLIDE__TIE;
            out->distance = distance;
            out->normal = collide__obb_normal(c, i, sign);
            out->feature = collide__obb_face(i, sign);
        }
    }
    return found;
}

// The outline of the shadow is parallel to the shadows of the axes.
static double collide__obb_shadow(const void *shape, double x, double y) {
    const collide_obb *c = (const collide_obb *)shape;
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 out = {-(double)c->axis[i].y, (double)c->axis[i].x, 0};
        const double reach = collide__obb_extent(c, out);
        const double at = collide__dabs(collide__dmul(x, out.x) + collide__dmul(y, out.y));
        if (reach > 0 || at > 0)
            most = at > collide__dmul(most, reach) ? at / reach : most;
    }
    return most;
}

static double collide__obb_size(const void *shape) {
    const collide_obb *c = (const collide_obb *)shape;
    return (collide__obb_half(c, 0) + collide__obb_half(c, 1)) + collide__obb_half(c, 2);
}

// The axes of the OBB, and their cross products with the edges of the AABB.
static int collide__obb_directions(const void *shape, collide__dvec3 *out) {
    const collide_obb *c = (const collide_obb *)shape;
    int n = 0;
    for (int i = 0; i < 3; ++i)
        out[n++] = collide__obb_axis(c, i);
    for (int i = 0; i < 9; ++i)
        out[n++] =
            collide__dcross(collide__coordinate_axis((uint32_t)i / 3), collide__obb_axis(c, i % 3));
    return n;
}

static bool collide__obb_sift(const collide_obb *box, const collide_terrain *terrain,
                              collide_vec3 center, collide__sift_job *job) {
    const float size = collide__sum3(box->half);
    const bool moderate = collide__sift_begin(job, terrain, center, size);
    collide__dvec3 corner[COLLIDE__BODY_POINTS];
    uint32_t feature[COLLIDE__BODY_POINTS];
    (void)collide__obb_points(box, collide__obb_axis(box, 0), corner, feature);
    job->lowest = collide__dround(corner[0]);
    for (int i = 0; i < 8; ++i) {
        job->corner[i] = collide__dround(corner[i]);
        if (job->corner[i].z < job->lowest.z)
            job->lowest = job->corner[i];
    }
    job->tall = -job->lowest.z;
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 axis = box->axis[i];
        const float sign = axis.z < 0 ? -1.0f : 1.0f, rise = collide__abs(axis.z);
        const collide__dvec3 out = {-(double)axis.y, (double)axis.x, 0};
        const double length = collide__sqrt(collide__ddot(out, out));
        const bool wide = length > COLLIDE__EQUAL; // else the other sides bound the shadow
        const double scale = wide ? 1 / length : 0;
        job->up[i] = collide__vec3(sign * axis.x, sign * axis.y, rise);
        job->half[i] = collide__floats(&box->half)[i];
        job->steep[i] = rise < 0.015625f;
        job->inverse[i] = job->steep[i] ? 64 : 1 / rise;
        job->side[i] = collide__dround(collide__dscale(scale, out));
        job->side[i].z =
            wide ? (float)collide__dmul(scale, collide__obb_extent(box, out)) : FLT_MAX;
        const collide__dvec3 across = {(double)job->edge[i].y, -(double)job->edge[i].x, 0};
        job->reach[i] = (float)collide__obb_extent(box, across);
    }
    job->grid.slack = collide__mul(COLLIDE__SIEVE_FAR, size);
    job->obb = true;
    return moderate;
}

static const collide__over_type collide__obb_on_terrain = {
    collide__obb_reach,     collide__obb_overlaps,   NULL, NULL,
    collide__obb_low_point, collide__obb_directions, NULL};
static const collide__contact_type collide__obb_contacts = {
    collide__obb_reach,  collide__obb_bounds, collide__obb_ellipse,    collide__obb_size,
    collide__obb_points, collide__obb_line,   collide__obb_separation, collide__obb_shadow};
#endif // COLLIDE_NO_TERRAIN
