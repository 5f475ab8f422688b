#pragma once
#include "../base/vectors.h"
#include "kdop.h"
#include "table.h"

// ---- k-DOPs of shapes ------------------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP
// Written once for all kinds: rows are passed as min and max, kind is a constant after inlining.

COLLIDE__FORCE_INLINE const signed char *collide__kdop_direction(int kind, int i) {
    static const signed char directions[COLLIDE__KDOP_MAX_AXES][3] = {
        {1, 0, 0},  {0, 1, 0},  {0, 0, 1},               // axes
        {1, 1, 1},  {1, -1, 1}, {1, 1, -1}, {1, -1, -1}, // corners
        {1, 1, 0},  {1, 0, 1},  {0, 1, 1},               // edges
        {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
    return directions[kind == 18 && i >= 3 ? i + 4 : i];
}

// Square of the length of direction i, and the length, rounded up.
COLLIDE__FORCE_INLINE int collide__kdop_square(int kind, int i) {
    return i < 3 ? 1 : kind == 14 || (kind == 26 && i < 7) ? 3 : 2;
}

COLLIDE__FORCE_INLINE float collide__kdop_length_up(int kind, int i) {
    const int square = collide__kdop_square(kind, i);
    return square == 1 ? 1.0f : square == 2 ? 1.41421366f : 1.73205090f;
}

// n.p for all directions n of the kind and all p of the box x, y, z, rounded outward.
static void collide__kdop_project(int kind, collide__interval x, collide__interval y,
                                  collide__interval z, float *min, float *max) {
    collide__interval row[COLLIDE__KDOP_MAX_AXES];
    int n = 0;
    row[n++] = x;
    row[n++] = y;
    row[n++] = z;
    if (kind == 14 || kind == 26) {
        const collide__interval sum = collide__interval_add(x, y);
        const collide__interval difference = collide__interval_sub(x, y);
        row[n++] = collide__interval_add(sum, z);
        row[n++] = collide__interval_add(difference, z);
        row[n++] = collide__interval_sub(sum, z);
        row[n++] = collide__interval_sub(difference, z);
    }
    if (kind == 18 || kind == 26) {
        row[n++] = collide__interval_add(x, y);
        row[n++] = collide__interval_add(x, z);
        row[n++] = collide__interval_add(y, z);
        row[n++] = collide__interval_sub(x, y);
        row[n++] = collide__interval_sub(x, z);
        row[n++] = collide__interval_sub(y, z);
    }
    for (int i = 0; i < n; ++i) {
        min[i] = row[i].lo;
        max[i] = row[i].hi;
    }
}

// The same for one point. Its sums of two coordinates need one collide__sum each.
COLLIDE__FORCE_INLINE void collide__kdop_project_point(int kind, collide_vec3 p, float *min,
                                                       float *max) {
    collide__interval row[COLLIDE__KDOP_MAX_AXES];
    int n = 3;
    row[0] = collide__interval_of(p.x, p.x);
    row[1] = collide__interval_of(p.y, p.y);
    row[2] = collide__interval_of(p.z, p.z);
    if (kind == 14 || kind == 26) {
        const collide__interval sum = collide__sum(p.x, p.y), difference = collide__sum(p.x, -p.y);
        row[n++] =
            collide__interval_of(collide__add_down(sum.lo, p.z), collide__add_up(sum.hi, p.z));
        row[n++] = collide__interval_of(collide__add_down(difference.lo, p.z),
                                        collide__add_up(difference.hi, p.z));
        row[n++] =
            collide__interval_of(collide__add_down(sum.lo, -p.z), collide__add_up(sum.hi, -p.z));
        row[n++] = collide__interval_of(collide__add_down(difference.lo, -p.z),
                                        collide__add_up(difference.hi, -p.z));
    }
    if (kind == 18 || kind == 26) {
        row[n++] = collide__sum(p.x, p.y);
        row[n++] = collide__sum(p.x, p.z);
        row[n++] = collide__sum(p.y, p.z);
        row[n++] = collide__sum(p.x, -p.y);
        row[n++] = collide__sum(p.x, -p.z);
        row[n++] = collide__sum(p.y, -p.z);
    }
    for (int i = 0; i < n; ++i) {
        min[i] = row[i].lo;
        max[i] = row[i].hi;
    }
}

static void collide__kdop_clear(int kind, float *min, float *max) {
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = collide__infinity();
        max[i] = -collide__infinity();
    }
}

// Takes the rows of another k-DOP in.
static void collide__kdop_unite(int kind, float *min, float *max, const float *other_min,
                                const float *other_max) {
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = other_min[i] < min[i] ? other_min[i] : min[i];
        max[i] = other_max[i] > max[i] ? other_max[i] : max[i];
    }
}

// Takes points in; false, with the rows cleared, if one is not finite.
static bool collide__kdop_hull(int kind, const void *points, size_t n, size_t stride, float *min,
                               float *max) {
    collide__kdop_clear(kind, min, max);
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 p = collide__read_vec3(collide__at(points, i, stride));
        float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
        if (!collide__finite3(p)) {
            collide__kdop_clear(kind, min, max);
            return false;
        }
        collide__kdop_project_point(kind, p, lo, hi);
        collide__kdop_unite(kind, min, max, lo, hi);
    }
    return true;
}

static void collide__kdop_aabb(int kind, const collide_aabb *box, float *min, float *max) {
    const collide_vec3 lo = box->min, hi = box->max;
    const float infinity = collide__infinity();
    if (lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z && lo.x < infinity && lo.y < infinity &&
        lo.z < infinity && hi.x > -infinity && hi.y > -infinity && hi.z > -infinity)
        collide__kdop_project(kind, collide__interval_of(lo.x, hi.x),
                              collide__interval_of(lo.y, hi.y), collide__interval_of(lo.z, hi.z),
                              min, max);
    else
        collide__kdop_clear(kind, min, max);
}

// Support of center +- radius_i on row i.
static void collide__kdop_around(int kind, collide_vec3 center, const float *radius, float *min,
                                 float *max) {
    collide__kdop_project_point(kind, center, min, max);
    for (int i = 0; i < kind / 2; ++i) {
        min[i] = collide__add_down(min[i], -radius[i]);
        max[i] = collide__add_up(max[i], radius[i]);
    }
}

// n.center +- r |n|
static void collide__kdop_sphere(int kind, const collide_sphere *s, float *min, float *max) {
    float radius[COLLIDE__KDOP_MAX_AXES];
    if (!collide__finite3(s->center) || !(s->radius >= 0 && s->radius <= FLT_MAX)) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    for (int i = 0; i < kind / 2; ++i)
        radius[i] = collide__mul_up(s->radius, collide__kdop_length_up(kind, i));
    collide__kdop_around(kind, s->center, radius, min, max);
}

// n.center +- sum of half_i |n.axis_i|
static void collide__kdop_obb(int kind, const collide_obb *box, float *min, float *max) {
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    float radius[COLLIDE__KDOP_MAX_AXES] = {0};
    bool valid = collide__finite3(box->center);
    for (int j = 0; j < 3; ++j)
        valid = valid && half[j] >= 0 && half[j] <= FLT_MAX && collide__finite3(box->axis[j]);
    if (!valid) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    for (int j = 0; j < 3; ++j) {
        float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
        collide__kdop_project_point(kind, box->axis[j], lo, hi);
        for (int i = 0; i < kind / 2; ++i)
            radius[i] = collide__add_up(
                radius[i], collide__mul_up(
                               half[j], collide__interval_abs(collide__interval_of(lo[i], hi[i]))));
    }
    collide__kdop_around(kind, box->center, radius, min, max);
}

// n.center +- (height/2 |n.axis| + radius |n x axis| / |axis|): the part of n across the axis, not
// sqrt(|n|^2 - (n.axis)^2), which cancels. Its components are sums of two floats and all later
// terms are positive, so in double it is right within 8 * 2^-53, less than the factor allows for;
// along an axis of coordinates it is at most 1.
static void collide__kdop_cylinder(int kind, const collide_cylinder *c, float *min, float *max) {
    const collide__dvec3 v = collide__dvec3_of(c->axis);
    const double length = collide__sqrt(collide__ddot(v, v));
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES], radius[COLLIDE__KDOP_MAX_AXES];
    if (!collide__finite3(c->center) || !collide__finite3(c->axis) || !(length > 0) ||
        !(c->radius >= 0 && c->radius <= FLT_MAX) || !(c->height >= 0 && c->height <= FLT_MAX)) {
        collide__kdop_clear(kind, min, max);
        return;
    }
    collide__kdop_project_point(kind, c->axis, lo, hi);
    for (int i = 0; i < kind / 2; ++i) {
        const signed char *d = collide__kdop_direction(kind, i);
        const collide__dvec3 n = {(double)d[0], (double)d[1], (double)d[2]};
        const collide__dvec3 cross = collide__dcross(n, v);
        const float along = collide__interval_abs(collide__interval_of(lo[i], hi[i]));
        double across = collide__sqrt(collide__ddot(cross, cross)) / length * (1 + 2e-15);
        across = i < 3 && across > 1 ? 1 : across;
        const double half = c->height > 0 ? 0.5 * (double)c->height * (double)along : 0;
        radius[i] =
            collide__add_up(collide__float_up(half), collide__float_up((double)c->radius * across));
    }
    collide__kdop_around(kind, c->center, radius, min, max);
}

// Whether a row bounds anything.
COLLIDE__INLINE bool collide__kdop_bounds(float min, float max) {
    return collide__number(min) && collide__number(max) && min <= max;
}

static void collide__kdop_translate(int kind, collide_vec3 t, float *min, float *max) {
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_project_point(kind, t, lo, hi);
    for (int i = 0; i < kind / 2; ++i)
        if (collide__kdop_bounds(min[i], max[i])) {
            min[i] = collide__add_down(min[i], lo[i]);
            max[i] = collide__add_up(max[i], hi[i]);
        }
}

static void collide__kdop_grow(int kind, float r, float *min, float *max) {
    if (!(r >= 0))
        return;
    for (int i = 0; i < kind / 2; ++i) {
        const float grown = collide__mul_up(r, collide__kdop_length_up(kind, i));
        if (collide__kdop_bounds(min[i], max[i])) {
            min[i] = collide__add_down(min[i], -grown);
            max[i] = collide__add_up(max[i], grown);
        }
    }
}

// 3 * mean over i < j of w_i w_j.
static float collide__kdop_hit_measure(int kind, const float *min, const float *max) {
    const int n = kind / 2;
    double before = 0, products = 0;
    for (int i = 0; i < n; ++i) {
        const double width = (double)max[i] - (double)min[i];
        if (!(width >= 0))
            return 0;
        const double w = width / collide__sqrt(collide__kdop_square(kind, i));
        products += collide__dmul(w, before);
        before += w;
    }
    const double size = 6 * products / (n * (n - 1));
    return size == size ? (float)size : collide__infinity(); // NaN: infinity * 0
}

static bool collide__kdop_point(int kind, const float *min, const float *max, collide_vec3 p) {
    float lo[COLLIDE__KDOP_MAX_AXES], hi[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_project_point(kind, p, lo, hi);
    for (int i = 0; i < kind / 2; ++i)
        if (!(min[i] <= hi[i] && lo[i] <= max[i]))
            return false;
    return true;
}

// The definition of overlap, row i: rows are a step of floats apart. Written as <=, so that NaN
// misses.
COLLIDE__FORCE_INLINE int collide__kdop_row(int i, const float *a_min, const float *a_max,
                                            size_t a_step, const float *b_min, const float *b_max,
                                            size_t b_step) {
    const size_t a = (size_t)i * a_step, b = (size_t)i * b_step;
    return (int)(a_min[a] <= b_max[b]) & (int)(b_min[b] <= a_max[a]);
}

// All of n rows, and if they begin with the axes (n is odd), neither may be empty: all of space
// does not overlap it. Nothing is rounded, so the order does not matter. One branch after the axes:
// more would be mispredicted too often. Its rows are counted, since clang makes a branch of each
// operand of &.
COLLIDE__FORCE_INLINE bool collide__kdop_overlap(int n, const float *a_min, const float *a_max,
                                                 size_t a_step, const float *b_min,
                                                 const float *b_max, size_t b_step) {
#define COLLIDE__ROW(i) collide__kdop_row(i, a_min, a_max, a_step, b_min, b_max, b_step)
    if (n % 2 && (int)(*a_min <= *a_max) + (int)(*b_min <= *b_max) + COLLIDE__ROW(0) +
                         COLLIDE__ROW(1) + COLLIDE__ROW(2) !=
                     5)
        return false;
    int all = 1;
    for (int i = n % 2 * 3; i < n; ++i)
        all &= COLLIDE__ROW(i);
    return all != 0;
#undef COLLIDE__ROW
}

// Times at which rows that move apart at a speed s in [speed.lo, speed.hi] overlap [Gamedev]: b - a
// moves by s t, so they overlap while  a.min - b.max <= s t <= a.max - b.min.
static bool collide__kdop_sweep(int kind, const float *a_min, const float *a_max, collide_vec3 va,
                                const float *b_min, const float *b_max, collide_vec3 vb,
                                float t_max, collide_sweep *out) {
    float slow[COLLIDE__KDOP_MAX_AXES], fast[COLLIDE__KDOP_MAX_AXES];
    float first = 0, last = t_max;
    bool hit = t_max >= 0 && collide__finite3(va) && collide__finite3(vb);
    collide__kdop_project(
        kind, collide__interval_of(collide__add_down(vb.x, -va.x), collide__add_up(vb.x, -va.x)),
        collide__interval_of(collide__add_down(vb.y, -va.y), collide__add_up(vb.y, -va.y)),
        collide__interval_of(collide__add_down(vb.z, -va.z), collide__add_up(vb.z, -va.z)), slow,
        fast);
    for (int i = 0; i < kind / 2 && hit; ++i) {
        const float lower = collide__add_down(a_min[i], -b_max[i]);
        const float upper = collide__add_up(a_max[i], -b_min[i]);
        float enter = 0, leave = t_max;
        hit = a_min[i] <= a_max[i] && b_min[i] <= b_max[i];
        if (lower > 0) { // b is left of a
            hit = hit && fast[i] > 0;
            enter = hit ? collide__div_down(lower, fast[i]) : 0;
        } else if (fast[i] < 0) {
            leave = collide__div_up(lower, fast[i]);
        }
        if (upper < 0) { // b is right of a
            hit = hit && slow[i] < 0;
            enter = hit ? collide__div_down(upper, slow[i]) : 0;
        } else if (slow[i] > 0) {
            leave = collide__div_up(upper, slow[i]);
        }
        first = enter > first ? enter : first;
        last = leave < last ? leave : last;
        hit = hit && first <= last;
    }
    if (out) {
        out->t_first = hit ? first : collide__infinity();
        out->t_last = hit ? last : -collide__infinity();
    }
    return hit;
}

#define COLLIDE__KDOP_SHAPES(K)                                                                    \
    COLLIDE__SHARED bool collide__kdop_points##K##_scalar(const void *points, size_t n,            \
                                                          size_t stride, float *out) {             \
        return collide__kdop_hull(K, points, n, stride, out, out + (K) / 2);                       \
    }                                                                                              \
    COLLIDE__SHARED collide_kdop##K collide__kdop_sphere##K##_scalar(                              \
        const collide_sphere *sphere) {                                                            \
        collide_kdop##K r;                                                                         \
        collide__kdop_sphere(K, sphere, r.min, r.max);                                             \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE__SHARED collide_kdop##K collide__kdop_obb##K##_scalar(const collide_obb *box) {        \
        collide_kdop##K r;                                                                         \
        collide__kdop_obb(K, box, r.min, r.max);                                                   \
        return r;                                                                                  \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_SHAPES)
#undef COLLIDE__KDOP_SHAPES

// ---- single calls ----------------------------------------------------------------------------

#define COLLIDE__KDOP_SINGLE(K)                                                                    \
    COLLIDE_API collide_kdop##K collide_kdop##K##_merge(const collide_kdop##K *a,                  \
                                                        const collide_kdop##K *b) {                \
        COLLIDE_ASSERT(a &&b);                                                                     \
        collide_kdop##K r = *a;                                                                    \
        collide__kdop_unite(K, r.min, r.max, b->min, b->max);                                      \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_translate(const collide_kdop##K *a,              \
                                                            collide_vec3 t) {                      \
        COLLIDE_ASSERT(a);                                                                         \
        collide_kdop##K r = *a;                                                                    \
        collide__kdop_translate(K, t, r.min, r.max);                                               \
        return r;                                                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_grow(const collide_kdop##K *a, float r) {        \
        COLLIDE_ASSERT(a);                                                                         \
        collide_kdop##K k = *a;                                                                    \
        collide__kdop_grow(K, r, k.min, k.max);                                                    \
        return k;                                                                                  \
    }                                                                                              \
    COLLIDE_API float collide_kdop##K##_hit_measure(const collide_kdop##K *a) {                    \
        COLLIDE_ASSERT(a);                                                                         \
        return collide__kdop_hit_measure(K, a->min, a->max);                                       \
    }                                                                                              \
    COLLIDE_API bool collide_point_kdop##K(collide_vec3 p, const collide_kdop##K *b) {             \
        COLLIDE_ASSERT(b);                                                                         \
        return collide__kdop_point(K, b->min, b->max, p);                                          \
    }                                                                                              \
    COLLIDE_API bool collide_kdop##K##_kdop##K(const collide_kdop##K *a,                           \
                                               const collide_kdop##K *b) {                         \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__kdop_overlap((K) / 2, a->min, a->max, 1, b->min, b->max, 1);               \
    }                                                                                              \
    COLLIDE_API bool collide_kdop##K##_kdop##K##_sweep(const collide_kdop##K *a, collide_vec3 va,  \
                                                       const collide_kdop##K *b, collide_vec3 vb,  \
                                                       float t_max, collide_sweep *out) {          \
        COLLIDE_ASSERT(a &&b);                                                                     \
        return collide__kdop_sweep(K, a->min, a->max, va, b->min, b->max, vb, t_max, out);         \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_SINGLE)
#undef COLLIDE__KDOP_SINGLE
#endif // COLLIDE_NO_KDOP
