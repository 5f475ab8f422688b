#pragma once
#include "nearest_lanes.h"

// ---- distances in closed form, in lanes ------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_SHAPE)

// What the second core is; the first is a point or a segment.
#define COLLIDE__CLOSED_POINT 1
#define COLLIDE__CLOSED_SEGMENT 2
#define COLLIDE__CLOSED_TRIANGLE 3
#define COLLIDE__CLOSED_BOX 4

// A job in which a is the shape with the simpler core: the input rows of both shapes. If a point
// takes the place of a segment, both ends of the segment are this point.
typedef struct COLLIDE__W(collide__closed_job) {
    const float *a, *b, *end_a, *end_b;
    const float *radius_a, *radius_b; // NULL: 0
    uint32_t form;
    bool whole;
    bool swapped; // a is the second shape of results
    bool same;    // both are points, or both are segments
    bool segment; // a is taken for one
    bool obb;     // the box b is one
} COLLIDE__W(collide__closed_job);

// Two cores, as collide__core_pair and collide__core, and what is found about them. What a form
// does not need is not set. Origins are read again where they are needed.
typedef struct COLLIDE__W(collide__lane_pair) {
    COLLIDE__D3 d;
    COLLIDE__D3 e;    // the segment a
    COLLIDE__D3 p[4]; // points of b, or generators; of an AABB half its sides as p[3]
    COLLIDE__D3 q, inverses;
    COLLIDE__D size, radius;
    COLLIDE__W(collide__lane_witness) w;
    COLLIDE__D3 v; // from the nearest point of b to that of a
    COLLIDE__D most, inverse;
} COLLIDE__W(collide__lane_pair);

// ---- cores, as in shape/core.h

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_radius)(const float *row,
                                                                       unsigned lane) {
    return row ? COLLIDE__LOAD_WIDE(row + lane) : COLLIDE__SPLAT_D(0.0);
}

// The vector between the nearest points, as in collide__closed_normal. What waits for the root and
// the division comes in the next step.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_vector)(COLLIDE__D3 v, COLLIDE__W(collide__lane_pair) * p) {
    p->v = v;
    p->most = COLLIDE__SQRT_D(COLLIDE__D3_(dot)(v, v));
    p->inverse = COLLIDE__W(collide__lane_inverse)(p->most);
}

// The same from the witness w, with the segment a from its start along e.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_between)(bool segment, COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__D3 a = segment ? COLLIDE__D3_(scale)(p->w.k, p->e) : COLLIDE__D3_(splat)(0.0);
    COLLIDE__W(collide__lane_vector)
    (COLLIDE__D3_(sub)(COLLIDE__D3_(sub)(a, p->w.b), p->d), p);
}

// The generators of an OBB, or the half sides of an AABB; returns the smallest extent.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__W(collide__lane_generators)(
    const COLLIDE__W(collide__closed_job) * job, const float *rows, COLLIDE__D3 origin,
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
        const COLLIDE__D3 side = COLLIDE__D3_(sub)(half, origin);
        half = p->p[3] = COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(0.5), side);
        *size = COLLIDE__D3_(sum_abs)(side);
    }
    return COLLIDE__MIN_D(COLLIDE__MIN_D(half.x, half.y), half.z);
}

// Returns the lanes with good input.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_cores)(const COLLIDE__W(collide__closed_job) * job, unsigned lane,
                                COLLIDE__W(collide__lane_pair) * p) {
    const float *a = job->a + lane, *b = job->b + lane;
    const COLLIDE__D3 origin_a = COLLIDE__D3_(load)(a), origin = COLLIDE__D3_(load)(b);
    const COLLIDE__D3 d = COLLIDE__D3_(sub)(origin, origin_a);
    const COLLIDE__D radius_a = COLLIDE__W(collide__lane_radius)(job->radius_a, lane);
    const COLLIDE__D radius_b = COLLIDE__W(collide__lane_radius)(job->radius_b, lane);
    const COLLIDE__D radius = COLLIDE__ADD_D(radius_a, radius_b);
    COLLIDE__D least = COLLIDE__MIN_D(radius_a, radius_b);
    COLLIDE__D size = COLLIDE__SPLAT_D(0.0), spread = size;
    p->d = d;
    p->radius = radius;
    if (job->form == COLLIDE__CLOSED_POINT) {
        COLLIDE__W(collide__lane_vector)(COLLIDE__D3_(neg)(d), p);
    } else if (job->form == COLLIDE__CLOSED_BOX) {
        const COLLIDE__D half = COLLIDE__W(collide__lane_generators)(job, b, origin, p, &size);
        least = COLLIDE__MIN_D(least, half);
        p->q = COLLIDE__W(collide__lane_squares)(p->p, job->obb, &p->inverses);
    } else if (job->form == COLLIDE__CLOSED_TRIANGLE) {
        const COLLIDE__D3 first = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 48), origin);
        const COLLIDE__D3 second = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(b + 96), origin);
        const COLLIDE__D span = COLLIDE__D3_(sum_abs)(first), other = COLLIDE__D3_(sum_abs)(second);
        p->p[0] = p->p[3] = COLLIDE__D3_(splat)(0.0);
        p->p[1] = first;
        p->p[2] = second;
        size = COLLIDE__MAX_D(other, span);
        spread = COLLIDE__ADD_D(span, other);
    } else if (job->form == COLLIDE__CLOSED_SEGMENT) {
        const COLLIDE__D3 span = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(job->end_b + lane), origin);
        p->p[1] = span;
        size = COLLIDE__D3_(sum_abs)(span);
    }
    if (job->segment) {
        const COLLIDE__D3 e = COLLIDE__D3_(sub)(COLLIDE__D3_(load)(job->end_a + lane), origin_a);
        p->e = e;
        size = COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(e), size);
    }
    size = COLLIDE__ADD_D(size, COLLIDE__ADD_D(COLLIDE__D3_(sum_abs)(d), radius));
    p->size = size;
    // If a number is infinite or NaN, this sum is not finite.
    return COLLIDE__BITS_D(
        COLLIDE__BOTH_D(COLLIDE__LE_D(COLLIDE__SPLAT_D(0.0), least),
                        COLLIDE__LE_D(COLLIDE__ADD_D(size, spread), COLLIDE__SPLAT_D(DBL_MAX))));
}

// ---- nearest points

// Returns the lanes in which the definition takes b as its first core, as collide__core_swapped
// decides for cores with equal numbers of points. Cores with equal radii and origins touch, which
// has no closed form.
COLLIDE__LANE_FORCE_INLINE COLLIDE__DM COLLIDE__W(collide__lane_swapped)(
    const COLLIDE__W(collide__closed_job) * job, unsigned lane, COLLIDE__D3 d) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D larger = COLLIDE__SUB_D(COLLIDE__W(collide__lane_radius)(job->radius_b, lane),
                                             COLLIDE__W(collide__lane_radius)(job->radius_a, lane));
    COLLIDE__D first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.y, zero), d.z, d.y);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(d.x, zero), first, d.x);
    first = COLLIDE__SELECT_D(COLLIDE__EQ_D(larger, zero), first, larger);
    return COLLIDE__LT_D(first, COLLIDE__SPLAT_D(job->same ? 0.0 : -DBL_MAX));
}

// As collide__segment_triangle: the lanes in which the end of the segment is nearer to the middle
// of the triangle.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_nearer)(const COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__D3 from = COLLIDE__D3_(neg)(p->d);
    const COLLIDE__D3 over = COLLIDE__D3_(sub)(COLLIDE__D3_(add)(p->p[1], p->p[2]),
                                               COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(3.0), from));
    const COLLIDE__D3 to =
        COLLIDE__D3_(sub)(over, COLLIDE__D3_(scale)(COLLIDE__SPLAT_D(1.5), p->e));
    return COLLIDE__BITS_D(COLLIDE__LT_D(COLLIDE__SPLAT_D(0.0), COLLIDE__D3_(dot)(p->e, to)));
}

// Tries the point a, or in the lanes that ends has the end of the segment a, else its start.
// Replaces what is known about the given lanes, or all if nothing is. Returns the lanes in which
// the distance falls along the segment from there.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_try_end)(bool segment, bool known, unsigned lanes, unsigned ends,
                                  COLLIDE__W(collide__lane_pair) * p) {
    const COLLIDE__DM end = COLLIDE__MASK_D(ends);
    COLLIDE__D3 x = COLLIDE__D3_(neg)(p->d);
    COLLIDE__W(collide__lane_witness) w;
    if (segment)
        x = COLLIDE__D3_(select)(end, COLLIDE__D3_(add)(x, p->e), x);
    w.k = COLLIDE__WHERE_D(end, COLLIDE__SPLAT_D(1.0));
    w.feature_b = COLLIDE__W(collide__lane_triangle)(p->p, x, &w.b);
    if (known)
        COLLIDE__W(collide__lane_witness_select)(COLLIDE__MASK_D(lanes), &w, &p->w);
    else
        p->w = w;
    if (!segment)
        return 0;
    const COLLIDE__D slope = COLLIDE__D3_(dot)(p->e, COLLIDE__D3_(sub)(x, w.b));
    return COLLIDE__BITS_D(
        COLLIDE__LT_D(COLLIDE__SELECT_D(end, COLLIDE__NEG_D(slope), slope), COLLIDE__SPLAT_D(0.0)));
}

// ---- brackets, as in shape/closed.h

COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__lane_write_two)(float *row, COLLIDE__V two,
                                                                    float *other) {
    two = COLLIDE__POSITIVE_ZERO(two);
    COLLIDE__STORE_HALVES(row, two, other, two);
}

// The unit normal, rounded to floats, as in collide__closed_normal; also writes its rows.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3
COLLIDE__W(collide__lane_normal)(const COLLIDE__W(collide__closed_job) * job,
                                 const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    COLLIDE__D3 f = COLLIDE__D3_(scale)(p->inverse, p->v);
    const COLLIDE__V xy = COLLIDE__NARROW(f.x, f.y), z = COLLIDE__NARROW(f.z, f.z);
    f.x = COLLIDE__WIDE_LOW(xy);
    f.y = COLLIDE__WIDE_HIGH(xy);
    f.z = COLLIDE__WIDE_LOW(z);
    if (job->whole) {
        const COLLIDE__V side = COLLIDE__SPLAT(job->swapped ? -0.0f : 0.0f);
        COLLIDE__W(collide__lane_write_two)(rows + 128, COLLIDE__XOR(xy, side), rows + 144);
        COLLIDE__W(collide__lane_write_two)(rows + 160, COLLIDE__XOR(z, side), rows + 160);
    }
    return f;
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

// Points and features.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__lane_write)(const COLLIDE__W(collide__closed_job) * job,
                                const COLLIDE__W(collide__lane_pair) * p, COLLIDE__D3 f,
                                unsigned lane, float *rows) {
    const COLLIDE__D zero = COLLIDE__SPLAT_D(0.0);
    const COLLIDE__D radius_a = COLLIDE__W(collide__lane_radius)(job->radius_a, lane);
    const COLLIDE__D radius_b = COLLIDE__W(collide__lane_radius)(job->radius_b, lane);
    COLLIDE__D3 a = COLLIDE__D3_(load)(job->a + lane), b = COLLIDE__D3_(load)(job->b + lane);
    COLLIDE__D feature_a = zero, feature_b = zero;
    if (job->form != COLLIDE__CLOSED_POINT) {
        b = COLLIDE__D3_(add)(b, p->w.b);
        feature_b = p->w.feature_b;
    }
    if (job->segment) {
        a = COLLIDE__D3_(along)(a, p->w.k, p->e);
        feature_a = COLLIDE__W(collide__lane_edge)(zero, COLLIDE__SPLAT_D(1.0), p->w.k);
    }
    a = COLLIDE__D3_(sub)(a, COLLIDE__D3_(scale)(radius_a, f));
    b = COLLIDE__D3_(along)(b, radius_b, f);
    float *const to_a = rows + (job->swapped ? 80 : 32), *const to_b =
                                                             rows + (job->swapped ? 32 : 80);
    COLLIDE__W(collide__lane_write_two)(to_a, COLLIDE__NARROW(a.x, a.y), to_a + 16);
    COLLIDE__W(collide__lane_write_two)(to_a + 32, COLLIDE__NARROW(a.z, b.x), to_b);
    COLLIDE__W(collide__lane_write_two)(to_b + 16, COLLIDE__NARROW(b.y, b.z), to_b + 32);
    const COLLIDE__V features = COLLIDE__AS_V(COLLIDE__TRUNCATE(feature_a, feature_b));
    COLLIDE__STORE_HALVES(rows + (job->swapped ? 192 : 176), features,
                          rows + (job->swapped ? 176 : 192), features);
}

// Returns the lanes that are decided.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__lane_bracket)(const COLLIDE__W(collide__closed_job) * job,
                                  const COLLIDE__W(collide__lane_pair) * p, unsigned lane,
                                  float *rows) {
    const COLLIDE__D one = COLLIDE__SPLAT_D(1.0), most = p->most, radius = p->radius;
    const COLLIDE__D3 f = COLLIDE__W(collide__lane_normal)(job, p, rows);
    const COLLIDE__D slack = COLLIDE__MUL_D(p->size, COLLIDE__SPLAT_D(COLLIDE__CORE_SLACK));
    // collide__unit_inverse: as most exceeds slack, no square vanishes, and the length of f is
    // within 2^-23 of 1.
    const COLLIDE__D x = COLLIDE__SUB_D(COLLIDE__D3_(dot)(f, f), one);
    const COLLIDE__D slope =
        COLLIDE__SUB_D(COLLIDE__MUL_D(x, COLLIDE__SPLAT_D(0.375)), COLLIDE__SPLAT_D(0.5));
    const COLLIDE__D unit = COLLIDE__ADD_D(one, COLLIDE__MUL_D(x, slope));
    const COLLIDE__D minus_gap =
        COLLIDE__ADD_D(COLLIDE__MUL_D(COLLIDE__W(collide__lane_reach)(job, p, f), unit), slack);
    const COLLIDE__D minus_lo = COLLIDE__ADD_D(minus_gap, radius);
    const COLLIDE__D hi = COLLIDE__SUB_D(COLLIDE__ADD_D(most, slack), radius);
    const COLLIDE__V two = COLLIDE__NARROW_UP(minus_lo, hi);
    COLLIDE__STORE_HALVES(rows, COLLIDE__POSITIVE_ZERO(COLLIDE__NEG(two)), rows + 16,
                          COLLIDE__POSITIVE_ZERO(two));
    if (job->whole)
        COLLIDE__W(collide__lane_write)(job, p, f, lane, rows);
    // A bracket is doubtful if it lies within 2^-16 size of 0. The test uses 2^-15 size and adds
    // two times the smallest float, which leaves room for the rounding of lo and hi.
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

// ---- steps

// Each step for all lanes before the next one, since a pair waits for its divisions and roots.
// Skips the vectors without lanes that are asked for.
#define COLLIDE__EACH_PAIR                                                                         \
    for (unsigned lane = 0; lane < 16; lane += COLLIDE__DOUBLES, ++p)                              \
        if (lanes >> lane & ((1u << COLLIDE__DOUBLES) - 1))
// Returns the lanes with good input.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_cores)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                  COLLIDE__W(collide__lane_pair) * p) {
    unsigned good = 0;
    COLLIDE__EACH_PAIR {
        good |= COLLIDE__W(collide__lane_cores)(job, lane, p) << lane;
    }
    return good;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__closed_segments)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                     COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        COLLIDE__W(collide__lane_segments)
        (p->e, p->p[1], p->d, COLLIDE__W(collide__lane_swapped)(job, lane, p->d), &w);
        p->w = w;
        COLLIDE__W(collide__lane_between)(true, p);
    }
}

// Returns the lanes that have a closed form.
COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_boxes)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                  COLLIDE__W(collide__lane_pair) * p) {
    unsigned good = 0;
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        w.k = w.feature_b = COLLIDE__SPLAT_D(0.0);
        const COLLIDE__DM extended = COLLIDE__W(collide__lane_box)(
            p->p, job->obb, p->q, p->inverses, COLLIDE__D3_(neg)(p->d), job->segment ? &p->e : NULL,
            job->whole, &w);
        p->w = w;
        COLLIDE__W(collide__lane_between)(job->segment, p);
        good |= COLLIDE__BITS_D(extended) << lane;
    }
    return good;
}

COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_ends)(bool segment, bool known, unsigned lanes, unsigned ends,
                                 COLLIDE__W(collide__lane_pair) * p) {
    unsigned open = 0;
    COLLIDE__EACH_PAIR {
        open |= COLLIDE__W(collide__lane_try_end)(segment, known, lanes >> lane, ends >> lane, p)
                << lane;
    }
    return open & lanes;
}

COLLIDE__NOINLINE COLLIDE__TARGET void
COLLIDE__W(collide__closed_edges)(unsigned lanes, COLLIDE__W(collide__lane_pair) * p) {
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_witness) w;
        COLLIDE__W(collide__lane_edges)(p->p, COLLIDE__D3_(neg)(p->d), p->e, &w);
        COLLIDE__W(collide__lane_witness_select)(COLLIDE__MASK_D(lanes >> lane), &w, &p->w);
    }
}

// As collide__segment_triangle.
COLLIDE__LANE_INLINE void
COLLIDE__W(collide__closed_triangles)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                      COLLIDE__W(collide__lane_pair) * pairs) {
    COLLIDE__W(collide__lane_pair) *p = pairs;
    unsigned ends = 0;
    if (job->segment) {
        COLLIDE__EACH_PAIR {
            ends |= COLLIDE__W(collide__lane_nearer)(p) << lane;
        }
    }
    unsigned open = COLLIDE__W(collide__closed_ends)(job->segment, false, lanes, ends, pairs);
    if (open)
        open = COLLIDE__W(collide__closed_ends)(true, true, open, ~ends, pairs);
    if (open)
        COLLIDE__W(collide__closed_edges)(open, pairs);
    p = pairs;
    COLLIDE__EACH_PAIR {
        COLLIDE__W(collide__lane_between)(job->segment, p);
    }
}

COLLIDE__NOINLINE COLLIDE__TARGET unsigned
COLLIDE__W(collide__closed_brackets)(const COLLIDE__W(collide__closed_job) * job, unsigned lanes,
                                     const COLLIDE__W(collide__lane_pair) * p, float *rows) {
    unsigned done = 0;
    COLLIDE__EACH_PAIR {
        done |= COLLIDE__W(collide__lane_bracket)(job, p, lane, rows + lane) << lane;
    }
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

COLLIDE__LANE_INLINE const float *COLLIDE__W(collide__closed_radius)(uint32_t kind,
                                                                     const float *rows) {
    return kind == COLLIDE_SHAPE_SPHERE    ? rows + 48
           : kind == COLLIDE_SHAPE_CAPSULE ? rows + 96
                                           : NULL;
}

// As collide__shape_distance, of kinds with these forms.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__closed_distance)(const collide__distance_job *job,
                                                                   uint32_t first, uint32_t second,
                                                                   unsigned lanes, float *rows) {
    const bool swapped = first > second;
    const uint32_t form_a = swapped ? second : first, form_b = swapped ? first : second;
    const uint32_t kind_a = swapped ? job->kind_b : job->kind_a;
    const uint32_t kind_b = swapped ? job->kind_a : job->kind_b;
    COLLIDE__W(collide__lane_pair) pairs[16 / COLLIDE__DOUBLES];
    COLLIDE__W(collide__closed_job) c;
    c.a = swapped ? job->b : job->a;
    c.b = swapped ? job->a : job->b;
    c.end_a = form_a == COLLIDE__CLOSED_SEGMENT ? c.a + 48 : c.a;
    c.end_b = c.b + 48;
    c.radius_a = COLLIDE__W(collide__closed_radius)(kind_a, c.a);
    c.radius_b = COLLIDE__W(collide__closed_radius)(kind_b, c.b);
    c.form = form_b;
    c.whole = job->whole;
    c.swapped = swapped;
    c.same = form_a == form_b;
    c.segment = form_a == COLLIDE__CLOSED_SEGMENT || form_b == COLLIDE__CLOSED_SEGMENT;
    c.obb = kind_b == COLLIDE_SHAPE_OBB;
    lanes &= COLLIDE__W(collide__closed_cores)(&c, lanes, pairs);
    if (form_b == COLLIDE__CLOSED_SEGMENT)
        COLLIDE__W(collide__closed_segments)(&c, lanes, pairs);
    else if (form_b == COLLIDE__CLOSED_TRIANGLE)
        COLLIDE__W(collide__closed_triangles)(&c, lanes, pairs);
    else if (form_b == COLLIDE__CLOSED_BOX)
        lanes &= COLLIDE__W(collide__closed_boxes)(&c, lanes, pairs);
    return lanes & COLLIDE__W(collide__closed_brackets)(&c, lanes, pairs, rows);
}
#undef COLLIDE__CLOSED_POINT
#undef COLLIDE__CLOSED_TRIANGLE
#undef COLLIDE__CLOSED_BOX
#endif // COLLIDE__WIDTH
