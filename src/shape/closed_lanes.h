#pragma once
#include "nearest_lanes.h"

// ---- distances in closed form, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// What the second core is; the first is a point or a segment.
#define COLLIDE__CLOSED_POINT 1
#define COLLIDE__CLOSED_SEGMENT 2
#define COLLIDE__CLOSED_TRIANGLE 3
#define COLLIDE__CLOSED_BOX 4

// A job, with the simpler core as a.
typedef struct COLLIDE__W(collide__closed_job) {
    const float *a, *b;
    uint32_t kind_a, kind_b, form;
    bool whole, swapped;
    bool same;    // both are points, or both are segments
    bool segment; // a is one
    bool obb;     // the box b is one
} COLLIDE__W(collide__closed_job);

// Two cores, as collide__core_pair and collide__core, and what is found about them. What a form
// does not need is not set.
typedef struct COLLIDE__W(collide__lane_pair) {
    COLLIDE__D3 origin_a, origin_b, d;
    COLLIDE__D3 e;    // the segment a
    COLLIDE__D3 p[4]; // of b
    COLLIDE__D size, radius_a, radius_b;
    COLLIDE__D3 v; // between the nearest points
    COLLIDE__W(collide__lane_witness) w;
    COLLIDE__D3 f; // the normal, rounded to floats
    COLLIDE__D most;
} COLLIDE__W(collide__lane_pair);

// ---- cores, as in shape/core.h

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_radius)(uint32_t kind,
                                                                       const float *rows) {
    return kind == COLLIDE_SHAPE_SPHERE    ? COLLIDE__LOAD_WIDE(rows + 48)
           : kind == COLLIDE_SHAPE_CAPSULE ? COLLIDE__LOAD_WIDE(rows + 96)
                                           : COLLIDE__SPLAT_D(0.0);
}

// From the origin to the other end of a segment, for a point to itself.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__W(collide__lane_span)(uint32_t kind,
                                                                      const float *rows,
                                                                      COLLIDE__D3 origin) {
    const bool point = kind == COLLIDE_SHAPE_POINT || kind == COLLIDE_SHAPE_SPHERE;
    return COLLIDE__D3_(sub)(COLLIDE__D3_(load)(point ? rows : rows + 48), origin);
}

// The generators of an OBB, or the half sides of an AABB; returns the smallest extent.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_generators)(const COLLIDE__W(collide__closed_job) * job, const float *rows,
                                     COLLIDE__W(collide__lane_pair) * p, COLLIDE__D *size) {
    COLLIDE__D3 half = COLLIDE__D3_(load)(rows + 48);
    if (job->obb) {
        p->p[0] = COLLIDE__D3_(scale)(half.x, COLLIDE__D3_(load)(rows + 96));
        p->p[1] = COLLIDE__D3_(scale)(half.y, COLLIDE__D3_(load)(rows + 144));
        p->p[2] = COLLIDE__D3_(scale)(half.z, COLLIDE__D3_(load)(rows + 192));
        *size = COLLIDE__ADD_D(
            COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p->p[0]), COLLIDE__D3_(sum_abs)(p->p[1])),
            COLLIDE__D3_(sum_abs)(p->p[2]));
    } else {
        const COLLIDE__D3 side = COLLIDE__D3_(sub)(half, p->origin_b);
        half = p->p[3] = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
        *size = COLLIDE__D3_(sum_abs)(side);
    }
    return COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

// Returns the lanes with good input.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM
COLLIDE__W(collide__lane_pair_of)(const COLLIDE__W(collide__closed_job) * job, uint32_t form,
                                  unsigned lane, COLLIDE__W(collide__lane_pair) * p) {
    const float *a = job->a + lane, *b = job->b + lane;
    COLLIDE__D size = COLLIDE__SPLAT_D(0.0), spread = size, radius, least;
    p->origin_a = COLLIDE__D3_(load)(a);
    p->origin_b = COLLIDE__D3_(load)(b);
    p->d = COLLIDE__D3_(sub)(p->origin_b, p->origin_a);
    radius = least = p->radius_a = COLLIDE__W(collide__lane_radius)(job->kind_a, a);
    if (form == COLLIDE__CLOSED_BOX) {
        least = COLLIDE__MIN_D(least, COLLIDE__W(collide__lane_generators)(job, b, p, &size));
    } else if (form == COLLIDE__CLOSED_TRIANGLE) {
        p->p[0] = p->p[3] = COLLIDE__D3_(splat)(0.0);
        p->p[1] = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 48), p->origin_b);
        p->p[2] = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 96), p->origin_b);
        const COLLIDE__D first = COLLIDE__D3_(sum_abs)(p->p[1]);
        const COLLIDE__D second = COLLIDE__D3_(sum_abs)(p->p[2]);
        size = COLLIDE__MAX_D(second, first);
        spread = COLLIDE__ADD_D(first, second);
    } else {
        p->radius_b = COLLIDE__W(collide__lane_radius)(job->kind_b, b);
        radius = COLLIDE__ADD_D(radius, p->radius_b);
        least = COLLIDE__MIN_D(least, p->radius_b);
        if (form == COLLIDE__CLOSED_SEGMENT) {
            p->p[1] = COLLIDE__W(collide__lane_span)(job->kind_b, b, p->origin_b);
            size = COLLIDE__D3_(sum_abs)(p->p[1]);
        }
    }
    if (form != COLLIDE__CLOSED_POINT && (job->segment || form == COLLIDE__CLOSED_SEGMENT)) {
        p->e = COLLIDE__W(collide__lane_span)(job->kind_a, a, p->origin_a);
        size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p->e), size);
    }
    p->size = COLLIDE__ADD_D(size, COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(p->d), radius));
    // Of infinities and NaN comes a sum that is not finite.
    return COLLIDE__BOTH_D(
        COLLIDE__LE_D(COLLIDE__SPLAT_D(0.0), least),
        COLLIDE__LE_D(COLLIDE__ADD_D(p->size, spread), COLLIDE__SPLAT_D(DBL_MAX)));
}

// The lanes in which b is the first core for the definition, as collide__core_swapped says if both
// have as many points. Cores with equal radii and origins touch, which has no closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM
COLLIDE__W(collide__lane_swapped)(const COLLIDE__W(collide__lane_pair) * p, bool same) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D larger = COLLIDE__SUB_D(p->radius_b, p->radius_a);
    COLLIDE__D first = COLLIDE__SELECT_D(COLLIDE__EQ_D(p->d.y, zero), p->d.z, p->d.y);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(p->d.x, zero), first, p->d.x);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(larger, zero), first, larger);
    return COLLIDE__LT_D(first, COLLIDE__SPLAT_D(same ? 0.0 : -DBL_MAX));
}

// Finds the nearest points of a form that the compiler knows. Returns the lanes that have good
// input and a closed form.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_find)(const COLLIDE__W(collide__closed_job) * job, uint32_t form,
                               unsigned lane, COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__DM good = COLLIDE__W(collide__lane_pair_of)(job, form, lane, p);
    const COLLIDE__D3 from = COLLIDE__D3_(neg)(p->d);
    const bool segment = job->segment || form == COLLIDE__CLOSED_SEGMENT;
    const COLLIDE__D3 *along = segment ? &p->e : NULL;
    COLLIDE__W(collide__lane_witness) w;
    p->v = from;
    if (form == COLLIDE__CLOSED_POINT)
        return COLLIDE__BITS_D(good);
    w.k = COLLIDE__SPLAT_D(0.0);
    if (form == COLLIDE__CLOSED_BOX)
        good = COLLIDE__BOTH_D(
            good, COLLIDE__W(collide__lane_box)(p->p, job->obb, from, along, job->whole, &w));
    else if (form == COLLIDE__CLOSED_TRIANGLE)
        COLLIDE__W(collide__lane_segment_triangle)(p->p, from, along, &w);
    else
        COLLIDE__W(collide__lane_segments)
    (p->e, p->p[1], p->d, COLLIDE__W(collide__lane_swapped)(p, job->same), &w);
    p->w = w;
    p->v = COLLIDE__D3_(sub)(segment ? COLLIDE__D3_(sub)(COLLIDE__D3_(scale)(w.k, p->e), w.b)
                                     : COLLIDE__D3_(neg)(w.b),
                             p->d);
    return COLLIDE__BITS_D(good);
}

// The pairs of 16 lanes, of which those are skipped that are not asked for.
#define COLLIDE__EACH_PAIR                                                                         \
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__DOUBLES, ++p)                              \
        if (lanes >> lane & ((1u << COLLIDE__DOUBLES) - 1))
#define COLLIDE__FIND_DEFINE(name, form)                                                           \
    COLLIDE__NOINLINE COLLIDE__TARGET unsigned COLLIDE__W(collide__closed_##name)(                 \
        const COLLIDE__W(collide__closed_job) * job, unsigned lanes,                               \
        COLLIDE__W(collide__lane_pair) * p) {                                                      \
        unsigned done = 0;                                                                         \
        COLLIDE__EACH_PAIR                                                                         \
        done |= COLLIDE__W(collide__lane_find)(job, form, lane, p) << lane;                        \
        return done;                                                                               \
    }
COLLIDE__FIND_DEFINE(points, COLLIDE__CLOSED_POINT)
COLLIDE__FIND_DEFINE(segments, COLLIDE__CLOSED_SEGMENT)
COLLIDE__FIND_DEFINE(triangles, COLLIDE__CLOSED_TRIANGLE)
COLLIDE__FIND_DEFINE(boxes, COLLIDE__CLOSED_BOX)
#undef COLLIDE__FIND_DEFINE

// ---- brackets, as in shape/closed.h

// As collide__closed_normal.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__lane_normal)(COLLIDE__W(collide__lane_pair) *
                                                                 p) {
    p->most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(p->v, p->v));
    p->f = COLLIDE__D3_(scale)(COLLIDE__W(collide__lane_inverse)(p->most), p->v);
    p->f.x = COLLIDE__ROUND_D(p->f.x);
    p->f.y = COLLIDE__ROUND_D(p->f.y);
    p->f.z = COLLIDE__ROUND_D(p->f.z);
}

// The largest product of f and a point of b, less the smallest with a point of a.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D
COLLIDE__W(collide__lane_reach)(const COLLIDE__W(collide__closed_job) * job,
                                const COLLIDE__W(collide__lane_pair) * p, COLLIDE__D3 f) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0), along = COLLIDE__D3_(dot)(f, p->d);
    COLLIDE__D reach;
    if (job->form == COLLIDE__CLOSED_POINT)
        return along;
    if (job->form == COLLIDE__CLOSED_BOX) {
        reach = COLLIDE__D3_(sum_abs)(COLLIDE__W(collide__lane_local)(p->p, job->obb, f));
        if (!job->obb)
            reach = COLLIDE__ADD_D(COLLIDE__D3_(dot)(p->p[3], f), reach);
    } else {
        reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->p[1], f), zero);
        if (job->form == COLLIDE__CLOSED_TRIANGLE)
            reach = COLLIDE__MAX_D(COLLIDE__D3_(dot)(p->p[2], f), reach);
    }
    if (job->segment)
        reach =
            COLLIDE__ADD_D(COLLIDE__MAX_D(COLLIDE__NEG_D(COLLIDE__D3_(dot)(p->e, f)), zero), reach);
    return COLLIDE__ADD_D(reach, along);
}

// Two rows of results at a time.
#define COLLIDE__WRITE(i, a, j, b) COLLIDE__STORE_HALVES(rows + 16 * (i), a, rows + 16 * (j), b)

COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_write_two)(float *rows, int i, COLLIDE__D x, int j, COLLIDE__D y) {
    const COLLIDE__V two = COLLIDE__POSITIVE_ZERO(COLLIDE__NARROW(x, y));
    COLLIDE__WRITE(i, two, j, two);
}

// Everything but lo and hi.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_write)(const COLLIDE__W(collide__closed_job) * job,
                                const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const int of_a = job->swapped ? 5 : 2, of_b = job->swapped ? 2 : 5;
    COLLIDE__D3 a = p->origin_a, b = p->origin_b, f = p->f;
    COLLIDE__D feature_a = zero, feature_b = zero;
    if (job->form != COLLIDE__CLOSED_POINT) {
        b = COLLIDE__D3_(add)(b, p->w.b);
        feature_b = p->w.feature_b;
        if (job->segment) {
            a = COLLIDE__D3_(along)(a, p->w.k, p->e);
            feature_a = COLLIDE__W(collide__lane_edge)(zero, COLLIDE__SPLAT_D(1.0), p->w.k);
        }
    }
    a = COLLIDE__D3_(sub)(a, COLLIDE__D3_(scale)(p->radius_a, f));
    if (job->form <= COLLIDE__CLOSED_SEGMENT)
        b = COLLIDE__D3_(along)(b, p->radius_b, f);
    if (job->swapped)
        f = COLLIDE__D3_(neg)(f);
    COLLIDE__W(collide__lane_write_two)(rows, of_a, a.x, of_a + 1, a.y);
    COLLIDE__W(collide__lane_write_two)(rows, of_a + 2, a.z, of_b, b.x);
    COLLIDE__W(collide__lane_write_two)(rows, of_b + 1, b.y, of_b + 2, b.z);
    COLLIDE__W(collide__lane_write_two)(rows, 8, f.x, 9, f.y);
    COLLIDE__W(collide__lane_write_two)(rows, 10, f.z, 10, f.z);
    const COLLIDE__V features = COLLIDE__AS_V(COLLIDE__TRUNCATE(feature_a, feature_b));
    COLLIDE__WRITE(job->swapped ? 12 : 11, features, job->swapped ? 11 : 12, features);
}

// Returns the lanes that are decided.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_bracket)(const COLLIDE__W(collide__closed_job) * job,
                                  const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), most = p->most;
    const COLLIDE__D slack = COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    COLLIDE__D radius = p->radius_a;
    if (job->form <= COLLIDE__CLOSED_SEGMENT)
        radius = COLLIDE__ADD_D(radius, p->radius_b);
    // collide__unit_inverse: as most exceeds slack, no square vanishes, and the length of f is
    // within 2^-23 of 1.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(p->f, p->f), one);
    const COLLIDE__D slope =
        COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)), COLLIDE__SPLAT_D(0.5));
    const COLLIDE__D unit = COLLIDE__ADD_D(one, COLLIDE__MUL_D(x, slope));
    const COLLIDE__D minus_gap =
        COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__W(collide__lane_reach)(job, p, p->f), unit), slack);
    const COLLIDE__D minus_lo = COLLIDE__ADD_D(minus_gap, radius);
    const COLLIDE__D hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, slack), radius);
    const COLLIDE__V two = COLLIDE__NARROW_UP(minus_lo, hi);
    COLLIDE__WRITE(0, COLLIDE__SUB(COLLIDE__SPLAT(0.0f), two), 1, COLLIDE__POSITIVE_ZERO(two));
    if (job->whole)
        COLLIDE__W(collide__lane_write)(job, p, rows);
    // Doubtful is a bracket within 2^-16 size of 0. Twice that, and the two smallest floats, leave
    // room for the rounding of lo and hi.
    const COLLIDE__D doubt =
        COLLIDE__ADD_D(COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(3.0517578125e-5)), // 2^-15
                       COLLIDE__SPLAT_D(2.802596928649634e-45));
    const COLLIDE__DM sure =
        COLLIDE__BOTH_D(COLLIDE__LT_D(slack, most),
                        COLLIDE__LT_D(doubt, COLLIDE__NEG_D(COLLIDE__MIN_D(minus_lo, hi))));
    const COLLIDE__DM narrow =
        COLLIDE__LE_D(COLLIDE__ADD_D(most, minus_gap),
                      COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(1.1920928955078125e-7))); // 2^-23
    return COLLIDE__BITS_D(COLLIDE__BOTH_D(sure, narrow));
}
#undef COLLIDE__WRITE

// The steps of all lanes one after the other, since a pair waits for its divisions and roots.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_brackets)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                     COLLIDE__W(collide__lane_pair) * pairs, float *rows) {
    COLLIDE__W(collide__lane_pair) *p = pairs;
    unsigned done = 0;
    COLLIDE__EACH_PAIR
    COLLIDE__W(collide__lane_normal)(p);
    p = pairs;
    COLLIDE__EACH_PAIR
    done |= COLLIDE__W(collide__lane_bracket)(job, p, rows + lane) << lane;
    return done;
}
#undef COLLIDE__EACH_PAIR

// The form of a core of this kind; 0 if it has no closed form.
COLLIDE__LANE_INLINE uint32_t COLLIDE__W(collide__closed_form)(uint32_t kind) {
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
    case COLLIDE_SHAPE_SPHERE:
        return COLLIDE__CLOSED_POINT;
    case COLLIDE_SHAPE_SEGMENT:
    case COLLIDE_SHAPE_CAPSULE:
        return COLLIDE__CLOSED_SEGMENT;
    case COLLIDE_SHAPE_TRIANGLE:
        return COLLIDE__CLOSED_TRIANGLE;
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
        return COLLIDE__CLOSED_BOX;
    default:
        return 0;
    }
}

// As collide__shape_distance; leaves out all lanes of pairs without a closed form.
static COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_distance)(const collide__distance_job *job, unsigned lanes,
                                     float *rows) {
    const uint32_t a = COLLIDE__W(collide__closed_form)(job->kind_a);
    const uint32_t b = COLLIDE__W(collide__closed_form)(job->kind_b);
    COLLIDE__W(collide__lane_pair) pairs[16 / COLLIDE__DOUBLES];
    COLLIDE__W(collide__closed_job) c;
    if (a == 0 || b == 0 || (a > COLLIDE__CLOSED_SEGMENT && b > COLLIDE__CLOSED_SEGMENT))
        return 0;
    c.swapped = a > b;
    c.same = a == b;
    c.whole = job->whole;
    c.a = c.swapped ? job->b : job->a;
    c.b = c.swapped ? job->a : job->b;
    c.kind_a = c.swapped ? job->kind_b : job->kind_a;
    c.kind_b = c.swapped ? job->kind_a : job->kind_b;
    c.form = c.swapped ? a : b;
    c.segment = (c.swapped ? b : a) == COLLIDE__CLOSED_SEGMENT;
    c.obb = c.kind_b == COLLIDE_SHAPE_OBB;
    switch (c.form) {
    case COLLIDE__CLOSED_POINT:
        lanes &= COLLIDE__W(collide__closed_points)(&c, lanes, pairs);
        break;
    case COLLIDE__CLOSED_SEGMENT:
        lanes &= COLLIDE__W(collide__closed_segments)(&c, lanes, pairs);
        break;
    case COLLIDE__CLOSED_TRIANGLE:
        lanes &= COLLIDE__W(collide__closed_triangles)(&c, lanes, pairs);
        break;
    default:
        lanes &= COLLIDE__W(collide__closed_boxes)(&c, lanes, pairs);
        break;
    }
    return lanes & COLLIDE__W(collide__closed_brackets)(&c, lanes, pairs, rows);
}
#undef COLLIDE__CLOSED_POINT
#undef COLLIDE__CLOSED_SEGMENT
#undef COLLIDE__CLOSED_TRIANGLE
#undef COLLIDE__CLOSED_BOX
#endif // COLLIDE__WIDTH
