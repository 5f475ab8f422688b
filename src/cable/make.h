#pragma once
#include "../base/packs.h"
#include "../kdop/definition.h"
#include "curves.h"

// ---- making ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

static size_t collide__cable_stride(const collide_cable *cable) {
    return cable->stride ? cable->stride : sizeof(collide_vec3);
}

COLLIDE_API size_t collide_cable_segment_count(const collide_cable *cable) {
    if (!cable || !cable->points || cable->count < 4 || cable->count > (size_t)1 << 31)
        return 0;
    return cable->ends == COLLIDE_CABLE_OPEN      ? cable->count - 3
           : cable->ends == COLLIDE_CABLE_CLAMPED ? cable->count + 1
           : cable->ends == COLLIDE_CABLE_CLOSED  ? cable->count
                                                  : 0;
}

COLLIDE_API collide_status collide_cable_check(const collide_cable *cable) {
    if (!cable || !cable->points)
        return COLLIDE_ERROR_NULL;
    if (cable->count < 4)
        return COLLIDE_ERROR_COUNT;
    if (cable->count > (size_t)1 << 31)
        return COLLIDE_ERROR_OVERFLOW;
    const size_t stride = collide__cable_stride(cable);
    const collide_status status =
        collide__array_check(cable->points, cable->count, stride, sizeof(collide_vec3));
    if (status != COLLIDE_OK)
        return status;
    if (cable->ends > COLLIDE_CABLE_CLOSED)
        return COLLIDE_ERROR_OPTION;
    for (size_t i = 0; i < cable->count; ++i)
        if (!collide__finite3(collide__read_vec3(collide__at(cable->points, i, stride))))
            return COLLIDE_ERROR_NOT_FINITE;
    if (!collide__finite(cable->radius))
        return COLLIDE_ERROR_NOT_FINITE;
    return cable->radius > 0 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

// Segment i, in range.
static collide_spline collide__cable_segment(const collide_cable *cable, size_t i) {
    const size_t n = cable->count, stride = collide__cable_stride(cable);
    collide_spline s;
    for (size_t k = 0; k < 4; ++k) {
        size_t j = i + k;
        if (cable->ends == COLLIDE_CABLE_CLAMPED) // 0 0 0 1 2 ... n - 1 n - 1 n - 1
            j = j < 2 ? 0 : collide__min_size(j - 2, n - 1);
        else
            j = j < n ? j : j - n;
        s.v[k] = collide__read_vec3(collide__at(cable->points, j, stride));
    }
    s.radius = cable->radius;
    return s;
}

COLLIDE_API collide_spline collide_cable_segment(const collide_cable *cable, size_t i) {
    if (i < collide_cable_segment_count(cable) &&
        collide__array_check(cable->points, cable->count, collide__cable_stride(cable),
                             sizeof(collide_vec3)) == COLLIDE_OK)
        return collide__cable_segment(cable, i);
    collide_spline none;
    for (int k = 0; k < 4; ++k)
        none.v[k] = collide__vec3(collide__nan(), collide__nan(), collide__nan());
    none.radius = collide__nan();
    return none;
}

COLLIDE_API collide_spline collide_spline_from_bezier(const collide_vec3 *points, float radius) {
    static const double weight[4][4] = {{6, -7, 2, 0}, {0, 2, -1, 0}, {0, -1, 2, 0}, {0, 2, -7, 6}};
    collide_spline s;
    COLLIDE_ASSERT(points);
    for (int i = 0; i < 4; ++i) {
        collide__dvec3 v = {0, 0, 0};
        for (int k = 0; k < 4; ++k)
            v = collide__dadd(v, weight[i][k], collide__dvec3_of(points[k]));
        s.v[i] = collide__dround_zero(v);
    }
    s.radius = radius;
    return s;
}

// A point relative to the curve, in world coordinates, rounded.
COLLIDE__INLINE collide_vec3 collide__curve_place(const collide__curve *c, collide__dvec3 p) {
    return collide__dround_zero(collide__dadd(p, 1, c->from));
}

COLLIDE_API collide_vec3 collide_spline_point(const collide_spline *a, float u,
                                              collide_vec3 *tangent) {
    COLLIDE_ASSERT(a);
    collide_spline solid = *a;
    collide__curve c;
    collide__dvec3 t;
    solid.radius = 1;
    if (!collide__curve_of(&solid, &c) || !collide__finite(u)) {
        const collide_vec3 nan = collide__vec3(collide__nan(), collide__nan(), collide__nan());
        if (tangent)
            *tangent = nan;
        return nan;
    }
    const collide__dvec3 p = collide__curve_at(c.b, (double)u, &t);
    if (tangent)
        *tangent = collide__dround_zero(t);
    return collide__curve_place(&c, p);
}

// The smallest and the largest coordinate of four control points on an axis.
static void collide__spline_range(const float *controls, int axis, float *least, float *most) {
    *least = *most = controls[axis];
    for (int k = 3 + axis; k < 12; k += 3) {
        *least = controls[k] < *least ? controls[k] : *least;
        *most = controls[k] > *most ? controls[k] : *most;
    }
}

COLLIDE_API collide_aabb collide_aabb_from_spline_points(const collide_spline *spline) {
    const float none = collide__infinity();
    collide_aabb box = {{none, none, none}, {-none, -none, -none}};
    COLLIDE_ASSERT(spline);
    if (!collide__spline_valid_of(spline))
        return box;
    float lo[6]; // then hi
    for (int i = 0; i < 3; ++i) {
        float least, most;
        collide__spline_range(collide__floats(spline), i, &least, &most);
        lo[i] = collide__add_down(least, -spline->radius);
        lo[3 + i] = collide__add_up(most, spline->radius);
    }
    memcpy(&box, lo, sizeof box);
    return box;
}

// The extent of the Bezier control points, grown by the radius, along n, which has this length.
static void collide__curve_extent(const collide__curve *c, collide__dvec3 n, double length,
                                  float *min, float *max) {
    const double grown = collide__dmul(c->radius, length);
    const double at = collide__ddot(n, c->from), margin = collide__dmul(c->size, 1e-14);
    double least = collide__ddot(n, c->b[0]), most = least;
    for (int k = 1; k < 4; ++k) {
        const double along = collide__ddot(n, c->b[k]);
        least = along < least ? along : least;
        most = along > most ? along : most;
    }
    const double off = collide__dmul(collide__dsum_abs(c->from) + (c->size + grown), 1e-15);
    *min = collide__float_down(((at + least) - grown) - (margin + off));
    *max = collide__float_up(((at + most) + grown) + (margin + off));
}

COLLIDE_API collide_aabb collide_aabb_from_spline(const collide_spline *spline) {
    const float none = collide__infinity();
    collide_aabb box = {{none, none, none}, {-none, -none, -none}};
    collide__curve c;
    COLLIDE_ASSERT(spline);
    if (collide__curve_of(spline, &c)) {
        collide__curve_extent(&c, collide__coordinate_axis(0), 1, &box.min.x, &box.max.x);
        collide__curve_extent(&c, collide__coordinate_axis(1), 1, &box.min.y, &box.max.y);
        collide__curve_extent(&c, collide__coordinate_axis(2), 1, &box.min.z, &box.max.z);
    }
    return box;
}

#ifndef COLLIDE_NO_KDOP
static void collide__kdop_spline(int kind, const collide_spline *a, float *min, float *max) {
    collide__curve c;
    collide__kdop_clear(kind, min, max);
    if (!collide__curve_of(a, &c))
        return;
    for (int i = 0; i < kind / 2; ++i) {
        const signed char *d = collide__kdop_direction(kind, i);
        const collide__dvec3 n = {(double)d[0], (double)d[1], (double)d[2]};
        collide__curve_extent(&c, n, (double)collide__kdop_length_up(kind, i), min + i, max + i);
    }
}

#define COLLIDE__SPLINE_KDOP(K)                                                                    \
    COLLIDE_API collide_kdop##K collide_kdop##K##_from_spline(const collide_spline *spline) {      \
        collide_kdop##K r;                                                                         \
        COLLIDE_ASSERT(spline);                                                                    \
        collide__kdop_spline(K, spline, r.min, r.max);                                             \
        return r;                                                                                  \
    }
COLLIDE__SPLINE_KDOP(6)
COLLIDE__SPLINE_KDOP(14)
COLLIDE__SPLINE_KDOP(18)
COLLIDE__SPLINE_KDOP(26)
#undef COLLIDE__SPLINE_KDOP
#endif

static collide_status collide__spline_valid(const void *p) {
    collide_spline s;
    memcpy(&s, p, sizeof s);
    const collide_status status = collide__finite_valid(p, 4);
    return status != COLLIDE_OK         ? status
           : !collide__finite(s.radius) ? COLLIDE_ERROR_NOT_FINITE
           : s.radius > 0               ? COLLIDE_OK
                                        : COLLIDE_ERROR_EXTENT;
}

// Rows 13 to 18 are the bounds of the control points grown by the radius, rounded outward, so that
// the single call rejects all that they reject.
#define COLLIDE__SPLINE_FLOATS 13
#define COLLIDE__SPLINE_ROWS 19
static void collide__spline_fill(float *rows) {
    const double radius = (double)rows[12];
    for (int i = 0; i < 3; ++i) {
        float least, most;
        collide__spline_range(rows, i, &least, &most);
        const double low = (double)least - radius, high = (double)most + radius;
        const double more_low = collide__dabs((double)least) + radius;
        const double more_high = collide__dabs((double)most) + radius;
        rows[13 + i] =
            collide__float_down(low - collide__dmul(more_low, COLLIDE__CURVE_RESOLUTION));
        rows[16 + i] =
            collide__float_up(high + collide__dmul(more_high, COLLIDE__CURVE_RESOLUTION));
    }
}
COLLIDE__PACK_DEFINE(spline, COLLIDE__SPLINE_ROWS, collide__spline_fill, COLLIDE_SPLINE_PACK_MAGIC)

COLLIDE_API collide_status collide_spline_pack_build_cables(collide_spline_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_cable *cables, size_t n,
                                                            size_t stride) {
    collide__pack_header header;
    collide_cable cable;
    uint64_t all = 0;
    size_t at = 0;
    if (!pack)
        return COLLIDE_ERROR_NULL;
    *pack = NULL;
    stride = stride ? stride : sizeof cable;
    collide_status status = collide__array_check(cables, n, stride, sizeof cable);
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        memcpy(&cable, collide__at(cables, i, stride), sizeof cable); // which may lie anywhere
        status = collide_cable_check(&cable);
        all += status == COLLIDE_OK ? collide_cable_segment_count(&cable) : 0;
        if (all > UINT32_MAX)
            return COLLIDE_ERROR_OVERFLOW;
    }
    if (status == COLLIDE_OK)
        status = collide__pack_prepare(&collide__spline_packed, memory, size, (size_t)all, &header);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i) {
        memcpy(&cable, collide__at(cables, i, stride), sizeof cable);
        for (size_t k = 0; k < collide_cable_segment_count(&cable); ++k) {
            const collide_spline s = collide__cable_segment(&cable, k);
            collide__pack_put_object(&collide__spline_packed, &header.pack, (char *)memory, at++,
                                     &s);
        }
    }
    collide__pack_finish(&header.pack, (char *)memory);
    *pack = (collide_spline_pack *)memory;
    return COLLIDE_OK;
}
#undef COLLIDE__SPLINE_ROWS
#endif // COLLIDE_NO_CABLE
