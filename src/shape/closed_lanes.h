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
        out->p[0] = out->p[3] = COLLIDE__D3_(splat)(0.0);
    }
    if (round)
        out->radius = COLLIDE__LOAD_WIDE(rows + 48 * n);
    out->least = out->radius;
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_obb)(const float *rows, COLLIDE__W(collide__lane_core) * out) {
    const COLLIDE__D3 half = COLLIDE__D3_(load)(rows + 48);
    out->origin = COLLIDE__D3_(load)(rows);
    out->p[0] = COLLIDE__D3_(scale)(half.x, COLLIDE__D3_(load)(rows + 96));
    out->p[1] = COLLIDE__D3_(scale)(half.y, COLLIDE__D3_(load)(rows + 144));
    out->p[2] = COLLIDE__D3_(scale)(half.z, COLLIDE__D3_(load)(rows + 192));
    out->p[3] = COLLIDE__D3_(splat)(0.0);
    out->size = COLLIDE__ADD_D(
        COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(out->p[0]), COLLIDE__D3_(sum_abs)(out->p[1])),
        COLLIDE__D3_(sum_abs)(out->p[2]));
    out->radius = out->spread = COLLIDE__SPLAT_D(0.0);
    out->least = COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_aabb)(const float *rows, COLLIDE__W(collide__lane_core) * out) {
    out->origin = COLLIDE__D3_(load)(rows);
    const COLLIDE__D3 side = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(rows + 48), out->origin);
    out->p[3] = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
    out->p[0] = out->p[1] = out->p[2] = COLLIDE__D3_(splat)(0.0);
    out->p[0].x = out->p[3].x;
    out->p[1].y = out->p[3].y;
    out->p[2].z = out->p[3].z;
    out->size = COLLIDE__D3_(sum_abs)(side);
    out->radius = out->spread = COLLIDE__SPLAT_D(0.0);
    out->least = COLLIDE__MIN_D(COLLIDE__MIN_D(side.x, side.y), side.z);
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
    case COLLIDE_SHAPE_AABB:
        COLLIDE__W(collide__lane_aabb)(rows, out);
        break;
    case COLLIDE_SHAPE_OBB:
        COLLIDE__W(collide__lane_obb)(rows, out);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        COLLIDE__W(collide__lane_points)(rows, 3, false, out);
        break;
    default:
        COLLIDE__W(collide__lane_points)(rows, 2, true, out);
        break;
    }
}

// ---- brackets, as in shape/closed.h

// Two cores, as collide__core_pair, of which a is a point or a segment. If b is neither a box nor
// flat, it is a point or a segment, too.
typedef struct COLLIDE__W(collide__lane_pair) {
    COLLIDE__W(collide__lane_core) a, b;
    COLLIDE__D3 d;
    COLLIDE__D size, slack, radius;
    bool point_a, point_b, box, flat;
} COLLIDE__W(collide__lane_pair);

// Returns the lanes with good input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM
COLLIDE__W(collide__lane_pair_of)(uint32_t kind_a, const float *rows_a, uint32_t kind_b,
                                  const float *rows_b, COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__W(collide__lane_core_of)(kind_a, rows_a, &p->a);
    COLLIDE__W(collide__lane_core_of)(kind_b, rows_b, &p->b);
    p->point_a = kind_a == COLLIDE_SHAPE_POINT || kind_a == COLLIDE_SHAPE_SPHERE;
    p->point_b = kind_b == COLLIDE_SHAPE_POINT || kind_b == COLLIDE_SHAPE_SPHERE;
    p->box = kind_b == COLLIDE_SHAPE_AABB || kind_b == COLLIDE_SHAPE_OBB;
    p->flat = kind_b == COLLIDE_SHAPE_TRIANGLE;
    p->d = COLLIDE__D3_(sub)(p->b.origin, p->a.origin);
    p->radius = COLLIDE__ADD_D(p->a.radius, p->b.radius);
    p->size = COLLIDE__ADD_D(COLLIDE__ADD_D(p->a.size, p->b.size),
                             COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p->d), p->radius));
    p->slack = COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    // Of infinities and NaN comes a sum that is not finite.
    return COLLIDE__BOTH_D(
        COLLIDE__LE_D(COLLIDE__SPLAT_D(0.0), COLLIDE__MIN_D(p->a.least, p->b.least)),
        COLLIDE__LE_D(COLLIDE__ADD_D(p->size, p->b.spread), COLLIDE__SPLAT_D(DBL_MAX)));
}

// The lanes in which b is the first core for the definition, as collide__core_swapped says if both
// have as many points. Cores with equal radii and origins touch, which has no closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM
COLLIDE__W(collide__lane_swapped)(const COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D larger = COLLIDE__SUB_D(p->b.radius, p->a.radius);
    COLLIDE__D first = COLLIDE__SELECT_D(COLLIDE__EQ_D(p->d.y, zero), p->d.z, p->d.y);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(p->d.x, zero), first, p->d.x);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(larger, zero), first, larger);
    return COLLIDE__LT_D(first, COLLIDE__SPLAT_D(p->point_a == p->point_b ? 0.0 : -DBL_MAX));
}

// As collide__nearest_points. Returns the lanes that have a closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_nearest)(
    const COLLIDE__W(collide__lane_pair) * p, COLLIDE__W(collide__lane_witness) * w) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D3 *along = p->point_a ? NULL : &p->a.p[1];
    if (p->box)
        return COLLIDE__W(collide__lane_box)(&p->b, COLLIDE__D3_(neg)(p->d), along, w);
    if (p->flat) {
        COLLIDE__W(collide__lane_segment_triangle)(p->b.p, COLLIDE__D3_(neg)(p->d), along, w);
    } else if (p->point_a && p->point_b) {
        w->k = w->feature_b = zero;
        w->b = COLLIDE__D3_(splat)(0.0);
    } else {
        const COLLIDE__DM other = COLLIDE__W(collide__lane_swapped)(p);
        COLLIDE__W(collide__lane_segments)(p->a.p[1], p->b.p[1], p->d, other, w);
    }
    return COLLIDE__LE_D(zero, zero);
}

// The largest product of f and a point of b, less the smallest with a point of a.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_reach)(const COLLIDE__W(collide__lane_pair) * p, COLLIDE__D3 f) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    COLLIDE__D reach = zero;
    if (p->box)
        reach = COLLIDE__ADD_D(COLLIDE__D3_(dot)(p->b.p[3], f),
                               COLLIDE__D3_(sum_abs)(COLLIDE__W(collide__lane_local)(p->b.p, f)));
    else if (!p->point_b)
        reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->b.p[1], f), zero);
    if (p->flat)
        reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->b.p[2], f), reach);
    if (!p->point_a)
        reach = COLLIDE__ADD_D(
            COLLIDE__MAX_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(p->a.p[1], f)), zero), reach);
    return COLLIDE__ADD_D(reach, COLLIDE__D3_(dot)(f, p->d));
}

// Returns the lanes that are decided.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__lane_closed)(uint32_t kind_a, const float *rows_a, uint32_t kind_b,
                                 const float *rows_b, bool whole,
                                 COLLIDE__W(collide__lane_distance) * out) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0);
    COLLIDE__W(collide__lane_pair) p;
    COLLIDE__W(collide__lane_witness) w;
    COLLIDE__DM good = COLLIDE__W(collide__lane_pair_of)(kind_a, rows_a, kind_b, rows_b, &p);
    good = COLLIDE__BOTH_D(good, COLLIDE__W(collide__lane_nearest)(&p, &w));
    const COLLIDE__D3 on_a = COLLIDE__D3_(scale)(w.k, p.a.p[1]);
    const COLLIDE__D3 v = COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(on_a, w.b), p.d);
    const COLLIDE__D most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    COLLIDE__D3 f = COLLIDE__D3_(scale)(COLLIDE__W(collide__lane_inverse)(most), v);
    f.x = COLLIDE__ROUND_D(f.x);
    f.y = COLLIDE__ROUND_D(f.y);
    f.z = COLLIDE__ROUND_D(f.z);
    // collide__unit_inverse: as most exceeds slack, no square vanishes, and the length of f is
    // within 2^-23 of 1.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), one);
    const COLLIDE__D slope =
        COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)), COLLIDE__SPLAT_D(0.5));
    const COLLIDE__D unit = COLLIDE__ADD_D(one, COLLIDE__MUL_D(x, slope));
    const COLLIDE__D minus_gap =
        COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__W(collide__lane_reach)(&p, f), unit), p.slack);
    out->minus_lo = COLLIDE__ADD_D(minus_gap, p.radius);
    out->hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, p.slack), p.radius);
    if (whole) {
        out->normal = f;
        out->point_a = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(p.a.origin, on_a),
                                         COLLIDE__D3_(scale)(p.a.radius, f));
        out->point_b = COLLIDE__D3_(along)(COLLIDE__D3_(add)(p.b.origin, w.b), p.b.radius, f);
        out->feature_a = COLLIDE__W(collide__lane_edge)(COLLIDE__SPLAT_D(0.0), one, w.k);
        out->feature_b = w.feature_b;
    }
    // Doubtful is a bracket within 2^-16 size of 0. Twice that, and the two smallest floats, leave
    // room for the rounding of lo and hi.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(p.size, COLLIDE__SPLAT_D(3.0517578125e-5)), // 2^-15
                       COLLIDE__SPLAT_D(2.802596928649634e-45));
    const COLLIDE__DM sure = COLLIDE__BOTH_D(
        COLLIDE__LT_D(p.slack, most),
        COLLIDE__LT_D(COLLIDE__MIN_D(out->minus_lo, out->hi), COLLIDE__NEG_D(doubt)));
    const COLLIDE__DM narrow =
        COLLIDE__LE_D(COLLIDE__ADD_D(most, minus_gap),
                      COLLIDE__MUL_D(p.size, COLLIDE__SPLAT_D(1.1920928955078125e-7))); // 2^-23
    return COLLIDE__BITS_D(COLLIDE__BOTH_D(good, COLLIDE__BOTH_D(sure, narrow)));
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
    case COLLIDE_SHAPE_TRIANGLE:
        return 3;
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
        return 4;
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
    if (rank_a == 0 || rank_b == 0 || (rank_a > 2 && rank_b > 2))
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
