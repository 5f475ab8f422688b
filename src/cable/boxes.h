#pragma once
#include "../base/poses.h"
#include "curves.h"

// ---- layer 2 ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// A box in the frame of a curve, as a slab on each axis.
typedef struct collide__slab_set {
    double lo[3], hi[3];
} collide__slab_set;

// The largest distance on an axis between the box and the bounds of n points; less than 0 if they
// overlap on every axis. For the control points of a part this is a lower bound.
static double collide__slab_set_gap(const collide__slab_set *b, const collide__dvec3 *p, int n) {
    double gap = -DBL_MAX;
    for (int i = 0; i < 3; ++i) {
        double least = collide__doubles(p)[i], most = least;
        for (int k = 1; k < n; ++k) {
            const double x = collide__doubles(p + k)[i];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        const double below = b->lo[i] - most, above = least - b->hi[i];
        gap = below > gap ? below : gap;
        gap = above > gap ? above : gap;
    }
    return gap;
}

// Whether the bounds of the control points, grown by the radius, overlap lo to hi on one axis
// (layer 1). A rounded difference above the radius is above it before rounding, too.
COLLIDE__INLINE bool collide__spline_boxed_on(const float *a, int axis, float lo, float hi) {
    const float *v = a + axis, p = v[0], q = v[3], r = v[6], s = v[9], radius = a[12];
    const float low = p < q ? p : q, high = p > q ? p : q;
    const float least = r < s ? r : s, most = r > s ? r : s;
    return (low < least ? low : least) - hi <= radius && lo - (high > most ? high : most) <= radius;
}

COLLIDE__INLINE bool collide__spline_boxed_of(const collide_spline *a, const collide_aabb *b) {
    for (int i = 0; i < 3; ++i) {
        const float lo = collide__floats(b)[i], hi = collide__floats(b)[3 + i];
        if (!collide__spline_boxed_on(collide__floats(a), i, lo, hi) || !(lo <= hi))
            return false;
    }
    return true;
}

static bool collide__spline_boxed(const collide_spline *a, const collide_aabb *b) {
    return collide__spline_boxed_of(a, b) && collide__spline_valid_of(a);
}

static bool collide__slab_set_of_aabb(const collide_spline *a, const collide_aabb *b,
                                      collide__curve *c, collide__slab_set *slabs) {
    if (!collide__spline_boxed(a, b) || !collide__curve_of(a, c))
        return false;
    for (int i = 0; i < 3; ++i) {
        slabs->lo[i] = (double)collide__floats(b)[i] - collide__doubles(&c->from)[i];
        slabs->hi[i] = (double)collide__floats(b)[3 + i] - collide__doubles(&c->from)[i];
    }
    return true;
}

// An AABB that, grown by the radius, contains the OBB grown by the radius along its axes, and the
// error bound. With radius 0, growing it by any distance contains all points within that distance.
static collide_aabb collide__obb_box(const collide_obb *b, double radius) {
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    const collide__dvec3 center = collide__dvec3_of(b->center);
    const double size = ((double)half[0] + (double)half[1]) + (double)half[2];
    float box[6];
    for (int i = 0; i < 3; ++i) {
        double reach = collide__dmul(size + collide__dmul(3, radius), 8 * COLLIDE__CURVE_LOOSE);
        for (int k = 0; k < 3; ++k)
            reach += collide__dmul((double)half[k] + radius,
                                   collide__dabs((double)collide__floats(&b->axis[k])[i]));
        reach -= radius;
        box[i] = collide__float_down(collide__doubles(&center)[i] - reach);
        box[3 + i] = collide__float_up(collide__doubles(&center)[i] + reach);
    }
    collide_aabb r;
    memcpy(&r, box, sizeof r);
    return r;
}

// The curve in the frame of an OBB. Its axes are not exactly orthogonal, so it takes the inverse.
static bool collide__slab_set_of_obb(const collide_spline *a, const collide_obb *b,
                                     collide__curve *c, collide__slab_set *slabs) {
    if (collide_obb_check(b) != COLLIDE_OK)
        return false;
    const collide_aabb box = collide__obb_box(b, (double)a->radius);
    if (!collide__spline_boxed(a, &box) || !collide__curve_of(a, c))
        return false;
    const collide__dvec3 x = collide__dvec3_of(b->axis[0]), y = collide__dvec3_of(b->axis[1]);
    const collide__dvec3 z = collide__dvec3_of(b->axis[2]), across = collide__dcross(y, z);
    const double volume = collide__ddot(x, across);
    const collide__dvec3 rows[3] = {across, collide__dcross(z, x), collide__dcross(x, y)};
    const collide__dvec3 from = collide__dsub(a->v[1], b->center);
    const float half[3] = {b->half.x, b->half.y, b->half.z};
    for (int k = 0; k < 4; ++k) {
        const collide__dvec3 p = collide__dadd(c->b[k], 1, from);
        c->b[k].x = collide__ddiv(collide__ddot(rows[0], p), volume);
        c->b[k].y = collide__ddiv(collide__ddot(rows[1], p), volume);
        c->b[k].z = collide__ddiv(collide__ddot(rows[2], p), volume);
    }
    for (int i = 0; i < 3; ++i) {
        slabs->hi[i] = (double)half[i];
        slabs->lo[i] = -slabs->hi[i];
    }
    c->from = collide__dvec3_of(collide__vec3(0, 0, 0));
    const double size = collide__dmax_abs(from) + c->size;
    const double loose =
        ((slabs->hi[0] + slabs->hi[1]) + slabs->hi[2]) + collide__dmul(3, c->radius);
    collide__curve_reach(c, size, collide__dmul(loose, COLLIDE__CURVE_LOOSE));
    return true;
}

// Halves until the middle of some part lies in the grown box, or all parts are outside of it.
static bool collide__slab_set_near(const collide__curve *c, const collide__slab_set *slabs) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1;
    stack[0] = collide__part_of(c);
    if (collide__slab_set_gap(slabs, &c->b[0], 1) <= c->overlap ||
        collide__slab_set_gap(slabs, &c->b[3], 1) <= c->overlap)
        return true;
    while (depth) {
        const collide__part part = stack[--depth];
        if (collide__slab_set_gap(slabs, part.b, 4) > c->apart)
            continue;
        collide__part *left = &stack[depth], *right = left + 1;
        collide__part_halve(&part, left, right);
        if (part.width == 1 || collide__slab_set_gap(slabs, &left->b[3], 1) <= c->overlap)
            return true;
        depth += 2;
    }
    return false;
}

// Visits parts in rising order. Parts outside of the grown box are left out; parts inside of it and
// parts of the minimum width belong to the set.
static size_t collide__slab_set_intervals(const collide__curve *c, const collide__slab_set *slabs,
                                          collide_interval *intervals, size_t capacity) {
    collide__part stack[COLLIDE__CURVE_LEVELS + 2];
    size_t depth = 1, n = 0;
    uint32_t first = 0, last = 0;
    stack[0] = collide__part_of(c);
    while (depth) {
        const collide__part part = stack[--depth];
        if (collide__slab_set_gap(slabs, part.b, 4) > c->overlap)
            continue;
        bool within = true;
        for (int k = 0; k < 4 && within; ++k)
            within = collide__slab_set_gap(slabs, &part.b[k], 1) <= c->overlap;
        if (!within && part.width > 1) {
            collide__part_halve(&part, &stack[depth + 1], &stack[depth]);
            depth += 2;
            continue;
        }
        if (n == 0 || part.at != last) {
            first = part.at;
            ++n;
        }
        last = part.at + part.width;
        if (n <= capacity) {
            intervals[n - 1].first = (float)((double)first * COLLIDE__CURVE_UNIT);
            intervals[n - 1].last = (float)((double)last * COLLIDE__CURVE_UNIT);
        }
    }
    return n;
}

#define COLLIDE__SLABS_DEFINE(what)                                                                \
    static bool collide__spline_##what##_search(const collide_spline *a,                           \
                                                const collide_##what *b) {                         \
        collide__curve c;                                                                          \
        collide__slab_set slabs;                                                                   \
        return collide__slab_set_of_##what(a, b, &c, &slabs) &&                                    \
               collide__slab_set_near(&c, &slabs);                                                 \
    }                                                                                              \
                                                                                                   \
    COLLIDE_API size_t collide_spline_##what##_intervals(                                          \
        const collide_spline *a, const collide_##what *b, collide_interval *intervals,             \
        size_t capacity) {                                                                         \
        collide__curve c;                                                                          \
        collide__slab_set slabs;                                                                   \
        COLLIDE_ASSERT(a &&b && (intervals || !capacity));                                         \
        return collide__slab_set_of_##what(a, b, &c, &slabs) && collide__slab_set_near(&c, &slabs) \
                   ? collide__slab_set_intervals(&c, &slabs, intervals, capacity)                  \
                   : 0;                                                                            \
    }
COLLIDE__SLABS_DEFINE(aabb)
COLLIDE__SLABS_DEFINE(obb)

// Most calls end with the boxes, before the search needs registers and stack.
COLLIDE_API bool collide_spline_aabb_near(const collide_spline *a, const collide_aabb *b) {
    COLLIDE_ASSERT(a && b);
    return collide__spline_boxed_of(a, b) && collide__spline_aabb_search(a, b);
}

COLLIDE_API bool collide_spline_obb_near(const collide_spline *a, const collide_obb *b) {
    COLLIDE_ASSERT(a && b);
    return collide__spline_obb_search(a, b);
}
#undef COLLIDE__SLABS_DEFINE
#endif // COLLIDE_NO_CABLE
