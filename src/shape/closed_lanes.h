#pragma once
#include "nearest_lanes.h"

// ---- distances in closed form, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

typedef struct COLLIDE__W(collide__lane_distance) {
    COLLIDE__D3 point_a, point_b, normal;
    COLLIDE__D minus_lo, hi, feature_a, feature_b;
} COLLIDE__W(collide__lane_distance);

// ---- cores, as in shape/core.h

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_points)(const float *rows, uint32_t n, bool round,
                                 COLLIDE__W(collide__lane_core) * out) {
    out->origin = COLLIDE__D3_(load)(rows);
    out->radius = out->size = out->spread = COLLIDE__SPLAT_D(0.0);
    out->p[1] = COLLIDE__D3_(splat)(0.0);
    if (n > 1) {
        out->p[1] = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(rows + 48), out->origin);
        out->size = out->spread = COLLIDE__D3_(sum_abs)(out->p[1]);
    }
    if (n > 2) {
        out->p[2] = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(rows + 96), out->origin);
        const COLLIDE__D span = COLLIDE__D3_(sum_abs)(out->p[2]);
        out->size = COLLIDE__MAX_D(span, out->size);
        out->spread = COLLIDE__ADD_D(out->spread, span);
    }
    if (round)
        out->radius = COLLIDE__LOAD_WIDE(rows + 48 * n);
    out->least = out->radius;
}

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__lane_core_of)(uint32_t kind, const float *rows,
                                                                  COLLIDE__W(collide__lane_core) *
                                                                      out) {
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        COLLIDE__W(collide__lane_points)(rows, 1, false, out);
        break;
    case COLLIDE_SHAPE_SPHERE:
        COLLIDE__W(collide__lane_points)(rows, 1, true, out);
        break;
    case COLLIDE_SHAPE_SEGMENT:
        COLLIDE__W(collide__lane_points)(rows, 2, false, out);
        break;
    default:
        COLLIDE__W(collide__lane_points)(rows, 2, true, out);
        break;
    }
}

// The lanes in which b is the first core for the definition, as collide__core_swapped says if both
// have as many points. Cores with equal radii and origins touch, which has no closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_swapped)(
    const COLLIDE__W(collide__lane_core) * a, const COLLIDE__W(collide__lane_core) * b,
    COLLIDE__D3 d, bool same) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), larger = COLLIDE__SUB_D(b->radius, a->radius);
    COLLIDE__D first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.y, zero), d.z, d.y);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.x, zero), first, d.x);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(larger, zero), first, larger);
    return COLLIDE__LT_D(first, COLLIDE__SPLAT_D(same ? 0.0 : -DBL_MAX));
}

// ---- brackets, as in shape/closed.h

// a is a point or a segment, b any core that has a closed form. Returns the lanes that are decided.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__lane_closed)(uint32_t kind_a, const float *rows_a, uint32_t kind_b,
                                 const float *rows_b, bool whole,
                                 COLLIDE__W(collide__lane_distance) * out) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__W(collide__lane_core) a, b;
    COLLIDE__W(collide__lane_witness) w;
    COLLIDE__D3 v;
    COLLIDE__D reach;
    COLLIDE__W(collide__lane_core_of)(kind_a, rows_a, &a);
    COLLIDE__W(collide__lane_core_of)(kind_b, rows_b, &b);
    const COLLIDE__D3 d = COLLIDE__D3_(sub)(b.origin, a.origin);
    const COLLIDE__D radius = COLLIDE__ADD_D(a.radius, b.radius);
    const COLLIDE__D size = COLLIDE__ADD_D(COLLIDE__ADD_D(a.size, b.size),
                                           COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(d), radius));
    const COLLIDE__D slack = COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    // Of infinities and NaN comes a sum that is not finite.
    COLLIDE__DM good =
        COLLIDE__BOTH_D(COLLIDE__LE_D(zero, COLLIDE__MIN_D(a.least, b.least)),
                        COLLIDE__LE_D(COLLIDE__ADD_D(size, b.spread), COLLIDE__SPLAT_D(DBL_MAX)));
    const bool point_a = kind_a == COLLIDE_SHAPE_POINT || kind_a == COLLIDE_SHAPE_SPHERE;
    const bool point_b = kind_b == COLLIDE_SHAPE_POINT || kind_b == COLLIDE_SHAPE_SPHERE;
    const bool points = point_a && point_b;
    if (points) {
        w.k = w.feature_b = zero;
        w.b = COLLIDE__D3_(splat)(0.0);
        v = COLLIDE__D3_(neg)(d);
    } else {
        COLLIDE__W(collide__lane_segments)
        (a.p[1], b.p[1], d, COLLIDE__W(collide__lane_swapped)(&a, &b, d, point_a == point_b), &w);
        v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(COLLIDE__D3_(scale)(w.k, a.p[1]), w.b), d);
    }
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    COLLIDE__D3 f = COLLIDE__D3_(scale)(COLLIDE__W(collide__lane_inverse)(most), v);
    f.x = COLLIDE__ROUND_D(f.x);
    f.y = COLLIDE__ROUND_D(f.y);
    f.z = COLLIDE__ROUND_D(f.z);
    reach = COLLIDE__D3_(dot)(f, d);
    if (!points) {
        const COLLIDE__D of_a = COLLIDE__NEG_D(COLLIDE__D3_(dot)(a.p[1], f));
        const COLLIDE__D of_b = COLLIDE__D3_(dot)(b.p[1], f);
        reach = COLLIDE__ADD_D(
            COLLIDE__ADD_D(COLLIDE__MAX_D(of_a, zero), COLLIDE__MAX_D(of_b, zero)), reach);
    }
    // collide__unit_inverse: as most exceeds slack, no square vanishes, and the length of f is
    // within 2^-23 of 1.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), COLLIDE__SPLAT_D(1.0));
    const COLLIDE__D unit =
        COLLIDE__ADD_D(COLLIDE__SPLAT_D(1.0),
                       COLLIDE__MUL_D(x, COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)),
                                                        COLLIDE__SPLAT_D(0.5))));
    const COLLIDE__D minus_gap = COLLIDE__ADD_D(COLLIDE__MUL_D(reach, unit), slack);
    out->minus_lo = COLLIDE__ADD_D(minus_gap, radius);
    out->hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, slack), radius);
    if (whole) {
        out->normal = f;
        out->point_a =
            COLLIDE__D3_(sub)(COLLIDE__D3_(add)(a.origin, COLLIDE__D3_(scale)(w.k, a.p[1])),
                              COLLIDE__D3_(scale)(a.radius, f));
        out->point_b = COLLIDE__D3_(along)(COLLIDE__D3_(add)(b.origin, w.b), b.radius, f);
        out->feature_a = COLLIDE__W(collide__lane_edge)(zero, COLLIDE__SPLAT_D(1.0), w.k);
        out->feature_b = w.feature_b;
    }
    // Doubtful is a bracket within 2^-16 size of 0; half of that is left for rounding to floats,
    // and the two smallest floats.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(3.0517578125e-5)), // 2^-15
                       COLLIDE__SPLAT_D(2.802596928649634e-45));
    good =
        COLLIDE__BOTH_D(good, COLLIDE__BOTH_D(COLLIDE__LT_D(slack, most),
                                              COLLIDE__LT_D(COLLIDE__MIN_D(out->minus_lo, out->hi),
                                                            COLLIDE__NEG_D(doubt))));
    return COLLIDE__BITS_D(COLLIDE__BOTH_D(
        good,
        COLLIDE__LE_D(COLLIDE__ADD_D(most, minus_gap),
                      COLLIDE__MUL_D(size, COLLIDE__SPLAT_D(1.1920928955078125e-7))))); // 2^-23
}

// ---- rows of results

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_write)(float *rows, COLLIDE__W(collide__lane_distance) * low,
                                COLLIDE__W(collide__lane_distance) * high, bool whole,
                                bool swapped) {
#define COLLIDE__WRITE(i, a) COLLIDE__STORE_V(rows + 16 * (i), COLLIDE__POSITIVE_ZERO(a));
#define COLLIDE__WRITE_XYZ(i, xyz)                                                                 \
    COLLIDE__WRITE(i, COLLIDE__NARROW(low->xyz.x, high->xyz.x))                                    \
    COLLIDE__WRITE((i) + 1, COLLIDE__NARROW(low->xyz.y, high->xyz.y))                              \
    COLLIDE__WRITE((i) + 2, COLLIDE__NARROW(low->xyz.z, high->xyz.z))
    COLLIDE__WRITE(0, COLLIDE__NEG(COLLIDE__NARROW_UP(low->minus_lo, high->minus_lo)))
    COLLIDE__WRITE(1, COLLIDE__NARROW_UP(low->hi, high->hi))
    if (!whole)
        return;
    COLLIDE__WRITE_XYZ(swapped ? 5 : 2, point_a)
    COLLIDE__WRITE_XYZ(swapped ? 2 : 5, point_b)
    if (swapped) {
        low->normal = COLLIDE__D3_(neg)(low->normal);
        high->normal = COLLIDE__D3_(neg)(high->normal);
    }
    COLLIDE__WRITE_XYZ(8, normal)
    COLLIDE__STORE_V(rows + 16 * (swapped ? 12 : 11),
                     COLLIDE__AS_V(COLLIDE__TRUNCATE(low->feature_a, high->feature_a)));
    COLLIDE__STORE_V(rows + 16 * (swapped ? 11 : 12),
                     COLLIDE__AS_V(COLLIDE__TRUNCATE(low->feature_b, high->feature_b)));
#undef COLLIDE__WRITE
#undef COLLIDE__WRITE_XYZ
}

// The place of a kind in the order of cores; 0 if it has no closed form.
COLLIDE__LANE_INLINE uint32_t COLLIDE__W(collide__closed_rank)(uint32_t kind) {
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
    case COLLIDE_SHAPE_SPHERE:
        return 1;
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
        return 2;
    default:
        return 0;
    }
}

COLLIDE__LANE_INLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_distance)(const collide__distance_job *job, unsigned lanes,
                                     float *rows) {
    const uint32_t rank_a = COLLIDE__W(collide__closed_rank)(job->kind_a);
    const uint32_t rank_b = COLLIDE__W(collide__closed_rank)(job->kind_b);
    const bool swapped = rank_a > rank_b, whole = job->whole;
    unsigned done = 0;
    if (rank_a == 0 || rank_b == 0)
        return 0;
    const uint32_t kind_a = swapped ? job->kind_b : job->kind_a;
    const uint32_t kind_b = swapped ? job->kind_a : job->kind_b;
    const float *a = swapped ? job->b : job->a, *b = swapped ? job->a : job->b;
    for (unsigned i = 0; i < 16; i += COLLIDE__WIDTH) {
        COLLIDE__W(collide__lane_distance) low, high;
        if (!(lanes >> i & COLLIDE__ALL))
            continue;
        const unsigned l =
            COLLIDE__W(collide__lane_closed)(kind_a, a + i, kind_b, b + i, whole, &low);
        const unsigned h = COLLIDE__W(collide__lane_closed)(
            kind_a, a + i + COLLIDE__DOUBLES, kind_b, b + i + COLLIDE__DOUBLES, whole, &high);
        done |= (l | h << COLLIDE__DOUBLES) << i;
        COLLIDE__W(collide__lane_write)(rows + i, &low, &high, whole, swapped);
    }
    return done & lanes;
}
#endif // COLLIDE__WIDTH
