#pragma once
#include "../base/numbers.h"
#include "table.h"
#include "../base/ops.h"
#include "nearest_kernels.h"

// ---- trees -----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_TREE)
// Rows of nodes come in pairs, two times eight columns: row i, then its opposite.
static COLLIDE__TARGET unsigned COLLIDE__W(collide__tree_move)(const float *rows,
                                                               const collide__tree_motion *motion,
                                                               const float *slot, float *out) {
    const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
    COLLIDE__V gap[16 / COLLIDE__WIDTH];
    unsigned bits = 0;
#define COLLIDE__FIRST(part) gap[part] = infinity;
    COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
    for (unsigned d = 0; d < motion->directions; ++d, out += 16) {
        const unsigned *row = motion->row[d];
        const float *shift = motion->shift + 2 * d;
        const COLLIDE__V x = COLLIDE__SPLAT(motion->weight[d][0]);
        const COLLIDE__V y = COLLIDE__SPLAT(motion->weight[d][1]);
        const COLLIDE__V z = COLLIDE__SPLAT(motion->weight[d][2]);
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum =                                                                     \
            COLLIDE__ADD(COLLIDE__ADD(COLLIDE__MUL(x, COLLIDE__LOAD_TWO(rows, row[0], part)),      \
                                      COLLIDE__MUL(y, COLLIDE__LOAD_TWO(rows, row[1], part))),     \
                         COLLIDE__MUL(z, COLLIDE__LOAD_TWO(rows, row[2], part)));                  \
        const COLLIDE__V moved = COLLIDE__ADD(COLLIDE__SPLAT_TWO(shift[0], shift[1], part), sum);  \
        COLLIDE__STORE_V(out + COLLIDE__WIDTH * (part), moved);                                    \
        if (slot)                                                                                  \
            gap[part] = COLLIDE__MIN(                                                              \
                COLLIDE__ADD(moved, COLLIDE__SPLAT_TWO(slot[16 * d + 8], slot[16 * d], part)),     \
                gap[part]);                                                                        \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
#define COLLIDE__PART(part)                                                                        \
    bits |= COLLIDE__BITS(COLLIDE__GE(gap[part], COLLIDE__SPLAT(0.0f))) << COLLIDE__WIDTH * (part);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    return bits & bits >> 8;
}

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_overlap)(const float *rows,
                                                                  unsigned directions,
                                                                  const float *q, unsigned named,
                                                                  float *gaps) {
    uint64_t hits = 0;
    const COLLIDE__V infinity = COLLIDE__SPLAT(collide__infinity());
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V gap[16 / COLLIDE__WIDTH];
        unsigned bits = 0;
#define COLLIDE__FIRST(part) gap[part] = infinity;
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
#define COLLIDE__PART(part)                                                                        \
    gap[part] = COLLIDE__MIN(COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),            \
                                          COLLIDE__SPLAT_TWO(column[8], column[0], part)),         \
                             gap[part]);
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    bits |= COLLIDE__BITS(COLLIDE__GE(gap[part], COLLIDE__SPLAT(0.0f))) << COLLIDE__WIDTH * (part);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        hits |= (uint64_t)(bits & bits >> 8) << 8 * j;
        if (gaps) {
#define COLLIDE__PART(part) COLLIDE__STORE_V(gaps + 16 * j + COLLIDE__WIDTH * (part), gap[part]);
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
    }
    return hits;
}

// The columns that begin to overlap in time, of their odd rows and of the others.
COLLIDE__LANE_INLINE unsigned COLLIDE__W(collide__tree_enters)(const float *begin, const float *end,
                                                               const collide__tree_clock *clock,
                                                               float *enter) {
    const COLLIDE__F4 best = COLLIDE__F4_(set1_ps)(clock->best);
    unsigned bits = 0;
    for (int i = 0; i < 8; i += 4) {
        const COLLIDE__F4 in = COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(begin + i),
                                                    COLLIDE__F4_(load_ps)(begin + 8 + i));
        const COLLIDE__F4 out = COLLIDE__F4_(min_ps)(COLLIDE__F4_(load_ps)(end + i),
                                                     COLLIDE__F4_(load_ps)(end + 8 + i));
        const COLLIDE__F4 at = COLLIDE__F4_(min_ps)(COLLIDE__F4_(set1_ps)(FLT_MAX), in);
        COLLIDE__F4_(storeu_ps)(enter + i, at);
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(and_ps)(
                    COLLIDE__F4_(cmple_ps)(at, out), COLLIDE__F4_(cmplt_ps)(at, best)))
                << i;
    }
    return bits;
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_times)(const float *rows, unsigned directions,
                                                            const collide__tree_speed *speed,
                                                            const collide__tree_clock *clock,
                                                            const float *q, unsigned named,
                                                            uint8_t *hits, float *enter) {
    COLLIDE__ALIGNED(float) first[16];
    COLLIDE__ALIGNED(float) last[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f), until = COLLIDE__SPLAT(clock->until);
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V begin[16 / COLLIDE__WIDTH], end[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part)                                                                       \
    begin[part] = zero;                                                                            \
    end[part] = until;
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
            const float *in = speed->in + 2 * d, *in_more = speed->in_more + 2 * d;
            const float *out = speed->out + 2 * d, *out_more = speed->out_more + 2 * d;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),          \
                                            COLLIDE__SPLAT_TWO(column[8], column[0], part));       \
        begin[part] =                                                                              \
            COLLIDE__MAX(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(in[0], in[1], part)),   \
                                      COLLIDE__SPLAT_TWO(in_more[0], in_more[1], part)),           \
                         begin[part]);                                                             \
        end[part] =                                                                                \
            COLLIDE__MIN(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(out[0], out[1], part)), \
                                      COLLIDE__SPLAT_TWO(out_more[0], out_more[1], part)),         \
                         end[part]);                                                               \
    }
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(first + COLLIDE__WIDTH * (part), begin[part]);                                \
    COLLIDE__STORE_V(last + COLLIDE__WIDTH * (part), end[part]);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        hits[j] = (uint8_t)COLLIDE__W(collide__tree_enters)(first, last, clock, enter + 8 * j);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_apart)(const float *rows, unsigned directions,
                                                            const float *weight, const float *q,
                                                            unsigned named, float *most,
                                                            float *row) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        const float *p = rows, *column = q + j;
        COLLIDE__V best[16 / COLLIDE__WIDTH], of[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part) best[part] = of[part] = COLLIDE__SPLAT(0.0f);
        COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
        for (unsigned d = 0; d < directions; ++d, p += 16, column += 16) {
            const float *own = weight + 2 * d, number = (float)(2 * d);
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__LOAD_V(p + COLLIDE__WIDTH * (part)),          \
                                            COLLIDE__SPLAT_TWO(column[8], column[0], part));       \
        const COLLIDE__V gap = COLLIDE__MUL(sum, COLLIDE__SPLAT_TWO(own[0], own[1], part));        \
        const COLLIDE__M more = COLLIDE__LT(best[part], gap);                                      \
        best[part] = COLLIDE__SELECT(more, gap, best[part]);                                       \
        of[part] = COLLIDE__SELECT(more, COLLIDE__SPLAT_TWO(number, number + 1, part), of[part]);  \
    }
            COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        }
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(most + 16 * j + COLLIDE__WIDTH * (part), best[part]);                         \
    COLLIDE__STORE_V(row + 16 * j + COLLIDE__WIDTH * (part), of[part]);
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
}

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_ahead)(const float *rows_a,
                                                                const collide__tree_lean *a,
                                                                const float *rows_b,
                                                                const collide__tree_lean *b,
                                                                float least, float *out) {
    const COLLIDE__F4 limit = COLLIDE__F4_(set1_ps)(least);
    uint64_t hits = 0;
    const COLLIDE__F4 low = COLLIDE__LEAN(rows_a, a, 0), high = COLLIDE__LEAN(rows_a, a, 4);
    COLLIDE__F4_(storeu_ps)(out, low);
    COLLIDE__F4_(storeu_ps)(out + 4, high);
    COLLIDE__F4_(storeu_ps)(out + 8, COLLIDE__LEAN(rows_b, b, 0));
    COLLIDE__F4_(storeu_ps)(out + 12, COLLIDE__LEAN(rows_b, b, 4));
    for (unsigned j = 0; j < 8; ++j) {
        const COLLIDE__F4 own = COLLIDE__F4_(set1_ps)(out[8 + j]);
        const unsigned bits = (unsigned)COLLIDE__F4_(movemask_ps)(
                                  COLLIDE__F4_(cmpge_ps)(COLLIDE__F4_ADD(low, own), limit)) |
                              (unsigned)COLLIDE__F4_(movemask_ps)(
                                  COLLIDE__F4_(cmpge_ps)(COLLIDE__F4_ADD(high, own), limit))
                                  << 4;
        hits |= (uint64_t)bits << 8 * j;
    }
    return hits;
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_reach)(const float *leaf,
                                                            const collide_vec3 *n, float *out) {
    const COLLIDE__F4 x = COLLIDE__F4_(set1_ps)(n->x), y = COLLIDE__F4_(set1_ps)(n->y);
    const COLLIDE__F4 z = COLLIDE__F4_(set1_ps)(n->z);
#define COLLIDE__PART(i)                                                                           \
    COLLIDE__F4_ADD(COLLIDE__F4_ADD(COLLIDE__F4_MUL(x, COLLIDE__F4_(load_ps)(leaf + (i))),         \
                                    COLLIDE__F4_MUL(y, COLLIDE__F4_(load_ps)(leaf + 16 + (i)))),   \
                    COLLIDE__F4_MUL(z, COLLIDE__F4_(load_ps)(leaf + 32 + (i))))
    COLLIDE__F4_(storeu_ps)
    (out, COLLIDE__F4_(max_ps)(COLLIDE__F4_(max_ps)(COLLIDE__PART(0), COLLIDE__PART(4)),
                               COLLIDE__F4_(max_ps)(COLLIDE__PART(8), COLLIDE__PART(12))));
#undef COLLIDE__PART
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_squares)(const float *rows, unsigned directions, const float *q,
                                  const float *weight, float limit, const collide__tree_lean *lean,
                                  float least, float *out) {
    const float *const from = rows;
    unsigned bits = 0;
    COLLIDE__ALIGNED(float) sums[16];
    COLLIDE__ALIGNED(float) mosts[16];
    const COLLIDE__V zero = COLLIDE__SPLAT(0.0f);
    COLLIDE__V sum[16 / COLLIDE__WIDTH], most[16 / COLLIDE__WIDTH];
#define COLLIDE__FIRST(part) sum[part] = most[part] = zero;
    COLLIDE__EACH(COLLIDE__FIRST)
#undef COLLIDE__FIRST
#define COLLIDE__SQUARE(part, last)                                                                \
    {                                                                                              \
        const COLLIDE__V gap =                                                                     \
            COLLIDE__MIN(COLLIDE__ADD(COLLIDE__LOAD_V(rows + COLLIDE__WIDTH * (part)),             \
                                      COLLIDE__SPLAT_TWO(q[2 * d], q[2 * d + 1], part)),           \
                         zero);                                                                    \
        const COLLIDE__V own = COLLIDE__MUL(gap, COLLIDE__SPLAT(weight[d]));                       \
        last(part, COLLIDE__MUL(own, own))                                                         \
    }
#define COLLIDE__ADD_TO(part, square) sum[part] = COLLIDE__ADD(sum[part], square);
#define COLLIDE__MOST_OF(part, square) most[part] = COLLIDE__MAX(square, most[part]);
    unsigned d = 0;
    for (; d < 3; ++d, rows += 16) {
#define COLLIDE__PART(part) COLLIDE__SQUARE(part, COLLIDE__ADD_TO)
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
    for (; d < directions; ++d, rows += 16) {
#define COLLIDE__PART(part) COLLIDE__SQUARE(part, COLLIDE__MOST_OF)
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
#undef COLLIDE__MOST_OF
#undef COLLIDE__ADD_TO
#undef COLLIDE__SQUARE
#define COLLIDE__PART(part)                                                                        \
    COLLIDE__STORE_V(sums + COLLIDE__WIDTH * (part), sum[part]);                                   \
    COLLIDE__STORE_V(mosts + COLLIDE__WIDTH * (part), most[part]);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    for (int i = 0; i < 8; i += 4) {
        const COLLIDE__F4 own =
            COLLIDE__F4_ADD(COLLIDE__F4_(load_ps)(sums + i), COLLIDE__F4_(load_ps)(sums + 8 + i));
        const COLLIDE__F4 other = COLLIDE__F4_(max_ps)(COLLIDE__F4_(load_ps)(mosts + i),
                                                       COLLIDE__F4_(load_ps)(mosts + 8 + i));
        const COLLIDE__F4 square = COLLIDE__F4_(max_ps)(other, own);
        bits |= (unsigned)COLLIDE__F4_(movemask_ps)(
                    COLLIDE__F4_(cmple_ps)(square, COLLIDE__F4_(set1_ps)(limit)))
                << i;
        COLLIDE__F4_(storeu_ps)(out + i, square);
        if (lean)
            bits &= ~((unsigned)COLLIDE__F4_(movemask_ps)(COLLIDE__F4_(cmplt_ps)(
                          COLLIDE__LEAN(from, lean, i), COLLIDE__F4_(set1_ps)(least)))
                      << i);
    }
    return bits;
}

#undef COLLIDE__LEAN

// As collide__tree_foot, of four triangles.
#define COLLIDE__FOUR_OF(x) COLLIDE__F4_(set1_ps)(x)
#define COLLIDE__SUM(a, b) COLLIDE__F4_ADD(a, b)
#define COLLIDE__DOT_OF(a, b)                                                                      \
    COLLIDE__SUM(COLLIDE__SUM(COLLIDE__F4_MUL(a[0], b[0]), COLLIDE__F4_MUL(a[1], b[1])),           \
                 COLLIDE__F4_MUL(a[2], b[2]))
#define COLLIDE__CROSS_OF(r, a, b)                                                                 \
    for (int k = 0; k < 3; ++k)                                                                    \
        r[k] = COLLIDE__F4_SUB(COLLIDE__F4_MUL(a[(k + 1) % 3], b[(k + 2) % 3]),                    \
                               COLLIDE__F4_MUL(a[(k + 2) % 3], b[(k + 1) % 3]));
#define COLLIDE__EITHER(mask, a, b)                                                                \
    COLLIDE__F4_(or_ps)(COLLIDE__F4_(and_ps)(mask, a), COLLIDE__F4_(andnot_ps)(mask, b))

// The point of edge i nearest to the origin, if it is nearer than u; and the edge's weight.
COLLIDE__LANE_FORCE_INLINE void
COLLIDE__W(collide__tree_foot_edge)(const COLLIDE__F4 *v, const COLLIDE__F4 *e,
                                    const COLLIDE__F4 *n, COLLIDE__F4 *least, COLLIDE__F4 *u,
                                    COLLIDE__F4 *weight) {
    const COLLIDE__F4 zero = COLLIDE__F4_(setzero_ps)();
    const COLLIDE__F4 along = COLLIDE__F4_SUB(zero, COLLIDE__DOT_OF(v, e));
    COLLIDE__F4 way = COLLIDE__F4_DIV(
        along, COLLIDE__F4_(max_ps)(COLLIDE__DOT_OF(e, e), COLLIDE__FOUR_OF(COLLIDE__FOOT_LEAST)));
    COLLIDE__F4 at[3], across[3];
    way = COLLIDE__F4_(min_ps)(COLLIDE__F4_(max_ps)(way, zero), COLLIDE__FOUR_OF(1.0f));
    for (int i = 0; i < 3; ++i)
        at[i] = COLLIDE__SUM(v[i], COLLIDE__F4_MUL(way, e[i]));
    const COLLIDE__F4 square = COLLIDE__DOT_OF(at, at);
    const COLLIDE__F4 nearer = COLLIDE__F4_(cmplt_ps)(square, *least);
    COLLIDE__CROSS_OF(across, v, e)
    *weight = COLLIDE__DOT_OF(across, n);
    *least = COLLIDE__EITHER(nearer, square, *least);
    for (int i = 0; i < 3; ++i)
        u[i] = COLLIDE__EITHER(nearer, at[i], u[i]);
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_feet)(const float *leaf, const float *point,
                                                           float *out) {
    const COLLIDE__F4 zero = COLLIDE__F4_(setzero_ps)();
    COLLIDE__F4 v[3][3], e[3][3], n[3], u[3], at[3], weight[3], least = COLLIDE__FOUR_OF(FLT_MAX);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            v[i][k] = COLLIDE__F4_MUL(COLLIDE__F4_SUB(COLLIDE__F4_(load_ps)(leaf + 16 * k + 4 * i),
                                                      COLLIDE__FOUR_OF(point[k])),
                                      COLLIDE__FOUR_OF(point[3]));
    for (int k = 0; k < 3; ++k) {
        e[0][k] = COLLIDE__F4_SUB(v[1][k], v[0][k]);
        e[1][k] = COLLIDE__F4_SUB(v[2][k], v[1][k]);
        e[2][k] = COLLIDE__F4_SUB(v[0][k], v[2][k]);
        u[k] = v[0][k];
    }
    COLLIDE__CROSS_OF(n, e[2], e[0])
    COLLIDE__W(collide__tree_foot_edge)(v[0], e[0], n, &least, u, &weight[0]);
    COLLIDE__W(collide__tree_foot_edge)(v[1], e[1], n, &least, u, &weight[1]);
    COLLIDE__W(collide__tree_foot_edge)(v[2], e[2], n, &least, u, &weight[2]);
    const COLLIDE__F4 sum = COLLIDE__SUM(COLLIDE__SUM(weight[0], weight[1]), weight[2]);
    const COLLIDE__F4 low =
        COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(weight[0], weight[1]), weight[2]);
    const COLLIDE__F4 inside =
        COLLIDE__F4_(and_ps)(COLLIDE__F4_(cmpge_ps)(low, zero),
                             COLLIDE__F4_(cmpge_ps)(sum, COLLIDE__FOUR_OF(COLLIDE__FOOT_SUM)));
    const COLLIDE__F4 a = COLLIDE__F4_DIV(weight[1], sum), b = COLLIDE__F4_DIV(weight[2], sum);
    const COLLIDE__F4 c = COLLIDE__F4_DIV(weight[0], sum);
    const COLLIDE__F4 sign = COLLIDE__EITHER(COLLIDE__F4_(cmplt_ps)(COLLIDE__DOT_OF(n, v[0]), zero),
                                             COLLIDE__FOUR_OF(-1.0f), COLLIDE__FOUR_OF(1.0f));
    for (int k = 0; k < 3; ++k) {
        at[k] = COLLIDE__SUM(COLLIDE__SUM(COLLIDE__F4_MUL(a, v[0][k]), COLLIDE__F4_MUL(b, v[1][k])),
                             COLLIDE__F4_MUL(c, v[2][k]));
        u[k] = COLLIDE__EITHER(inside, COLLIDE__F4_MUL(sign, n[k]), u[k]);
    }
    const COLLIDE__F4 length = COLLIDE__EITHER(inside, COLLIDE__DOT_OF(at, at), least);
    const COLLIDE__F4 size = COLLIDE__F4_(sqrt_ps)(
        COLLIDE__F4_(max_ps)(COLLIDE__DOT_OF(u, u), COLLIDE__FOUR_OF(COLLIDE__FOOT_LEAST)));
    for (int k = 0; k < 3; ++k)
        u[k] = COLLIDE__F4_DIV(u[k], size);
    COLLIDE__F4_(storeu_ps)
    (out,
     COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(COLLIDE__DOT_OF(u, v[0]), COLLIDE__DOT_OF(u, v[1])),
                          COLLIDE__DOT_OF(u, v[2])));
    COLLIDE__F4_(storeu_ps)(out + 4, COLLIDE__F4_(sqrt_ps)(length));
    for (int k = 0; k < 3; ++k)
        COLLIDE__F4_(storeu_ps)(out + 8 + 4 * k, u[k]);
}
#undef COLLIDE__EITHER
#undef COLLIDE__CROSS_OF
#undef COLLIDE__DOT_OF
#undef COLLIDE__SUM
#undef COLLIDE__FOUR_OF

// Per axis the minimum and maximum of three vertices of four triangles.
COLLIDE__LANE_INLINE void COLLIDE__W(collide__tree_boxes)(const float *rows, float *boxes) {
    for (int axis = 0; axis < 3; ++axis, rows += 16, boxes += 8) {
        const COLLIDE__F4 p = COLLIDE__F4_(load_ps)(rows), q = COLLIDE__F4_(load_ps)(rows + 4);
        const COLLIDE__F4 r = COLLIDE__F4_(load_ps)(rows + 8);
        const COLLIDE__F4 s = COLLIDE__F4_(load_ps)(rows + 12);
        COLLIDE__F4_(store_ps)
        (boxes, COLLIDE__F4_(min_ps)(COLLIDE__F4_(min_ps)(p, q), COLLIDE__F4_(min_ps)(r, s)));
        COLLIDE__F4_(store_ps)
        (boxes + 4, COLLIDE__F4_(max_ps)(COLLIDE__F4_(max_ps)(p, q), COLLIDE__F4_(max_ps)(r, s)));
    }
}

static COLLIDE__TARGET void
COLLIDE__W(collide__tree_move_leaf)(const float *rows, const collide_pose *pose, float *out) {
#define COLLIDE__ALONG(x, row, part)                                                               \
    COLLIDE__STORE_V(                                                                              \
        out + 16 * (row) + COLLIDE__WIDTH * (part),                                                \
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ADD(COLLIDE__SPLAT(pose->position.x),                   \
                                               COLLIDE__MUL(px, COLLIDE__SPLAT(pose->axis[0].x))), \
                                  COLLIDE__MUL(py, COLLIDE__SPLAT(pose->axis[1].x))),              \
                     COLLIDE__MUL(pz, COLLIDE__SPLAT(pose->axis[2].x))));
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const COLLIDE__V px = COLLIDE__LOAD_V(rows + COLLIDE__WIDTH * (part));                     \
        const COLLIDE__V py = COLLIDE__LOAD_V(rows + 16 + COLLIDE__WIDTH * (part));                \
        const COLLIDE__V pz = COLLIDE__LOAD_V(rows + 32 + COLLIDE__WIDTH * (part));                \
        COLLIDE__ALONG(x, 0, part)                                                                 \
        COLLIDE__ALONG(y, 1, part)                                                                 \
        COLLIDE__ALONG(z, 2, part)                                                                 \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__ALONG
    COLLIDE__W(collide__tree_boxes)(out, out + 48);
}

// The direction and vertices are V each, as p##x, p##y, p##z; see collide__tree_plane.
#define COLLIDE__ALONG(n, v) COLLIDE__DOT(n##x, n##y, n##z, v##x, v##y, v##z)
#define COLLIDE__LEAST(n, u, v, w)                                                                 \
    COLLIDE__MIN(COLLIDE__ALONG(n, w), COLLIDE__MIN(COLLIDE__ALONG(n, u), COLLIDE__ALONG(n, v)))
#define COLLIDE__MOST(n, u, v, w)                                                                  \
    COLLIDE__MAX(COLLIDE__ALONG(n, w), COLLIDE__MAX(COLLIDE__ALONG(n, u), COLLIDE__ALONG(n, v)))
#define COLLIDE__POINT(p, LOAD, rows)                                                              \
    const COLLIDE__V p##x = LOAD(rows), p##y = LOAD((rows) + 16), p##z = LOAD((rows) + 32);

// Writes the planes of four triangles in rows of four, as wide as a vector.
COLLIDE__LANE_FORCE_INLINE void COLLIDE__W(collide__tree_planes_of)(const float *rows, float wide,
                                                                    COLLIDE__V *out) {
    COLLIDE__POINT(u, COLLIDE__LOAD_FOUR, rows)
    COLLIDE__POINT(v, COLLIDE__LOAD_FOUR, rows + 4)
    COLLIDE__POINT(w, COLLIDE__LOAD_FOUR, rows + 8)
    const COLLIDE__V ex = COLLIDE__SUB(vx, ux), fx = COLLIDE__SUB(wx, ux);
    const COLLIDE__V ey = COLLIDE__SUB(vy, uy), fy = COLLIDE__SUB(wy, uy);
    const COLLIDE__V ez = COLLIDE__SUB(vz, uz), fz = COLLIDE__SUB(wz, uz);
    const COLLIDE__V nx = COLLIDE__SUB(COLLIDE__MUL(ey, fz), COLLIDE__MUL(ez, fy));
    const COLLIDE__V ny = COLLIDE__SUB(COLLIDE__MUL(ez, fx), COLLIDE__MUL(ex, fz));
    const COLLIDE__V nz = COLLIDE__SUB(COLLIDE__MUL(ex, fy), COLLIDE__MUL(ey, fx));
    const COLLIDE__V sum =
        COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(nx), COLLIDE__ABS(ny)), COLLIDE__ABS(nz));
    const COLLIDE__V margin = COLLIDE__ADD(COLLIDE__MUL(COLLIDE__MUL(sum, COLLIDE__SPLAT(wide)),
                                                        COLLIDE__SPLAT(COLLIDE__TREE_PLANE_MARGIN)),
                                           COLLIDE__SPLAT(COLLIDE__TREE_PLANE_VANISH));
    out[0] = nx;
    out[1] = ny;
    out[2] = nz;
    out[3] = COLLIDE__SUB(COLLIDE__LEAST(n, u, v, w), margin);
    out[4] = COLLIDE__ADD(COLLIDE__MOST(n, u, v, w), margin);
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_bodies)(const float *rows, float wide,
                                                             float *out) {
    COLLIDE__ALIGNED(float) four[COLLIDE__WIDTH];
    COLLIDE__V planes[5];
    COLLIDE__W(collide__tree_boxes)(rows, out);
    if (!(wide > 0))
        return;
    COLLIDE__W(collide__tree_planes_of)(rows, wide, planes);
    for (int i = 0; i < 5; ++i) {
        COLLIDE__STORE_V(four, planes[i]);
        COLLIDE__F4_(store_ps)(out + 24 + 4 * i, COLLIDE__F4_(load_ps)(four));
    }
}

// The pairs, four times i of a plus j of b, that a plane of one of the triangles parts.
COLLIDE__LANE_FORCE_INLINE unsigned
COLLIDE__W(collide__tree_parted)(const float *a, const float *bodies, const float *moved) {
    unsigned bits = 0;
#define COLLIDE__OF_A(p) COLLIDE__SPLAT_FOURS(p, at)
#define COLLIDE__PLANE(LOAD_N, rows, LOAD, vertices)                                               \
    {                                                                                              \
        const COLLIDE__V nx = LOAD_N(rows), ny = LOAD_N((rows) + 4);                               \
        const COLLIDE__V nz = LOAD_N((rows) + 8);                                                  \
        COLLIDE__POINT(u, LOAD, vertices)                                                          \
        COLLIDE__POINT(v, LOAD, (vertices) + 4)                                                    \
        COLLIDE__POINT(w, LOAD, (vertices) + 8)                                                    \
        bits |= (COLLIDE__BITS(COLLIDE__LT(LOAD_N((rows) + 16), COLLIDE__LEAST(n, u, v, w))) |     \
                 COLLIDE__BITS(COLLIDE__LT(COLLIDE__MOST(n, u, v, w), LOAD_N((rows) + 12))))       \
                << COLLIDE__WIDTH * at;                                                            \
    }
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        enum { at = part };                                                                        \
        COLLIDE__PLANE(COLLIDE__OF_A, bodies + 24, COLLIDE__LOAD_FOUR, moved)                      \
        COLLIDE__PLANE(COLLIDE__LOAD_FOUR, moved + 72, COLLIDE__OF_A, a)                           \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__PLANE
#undef COLLIDE__OF_A
    return bits;
}
#undef COLLIDE__POINT
#undef COLLIDE__MOST
#undef COLLIDE__LEAST
#undef COLLIDE__ALONG

static COLLIDE__TARGET uint64_t COLLIDE__W(collide__tree_leaves)(const float *a,
                                                                 const float *bodies,
                                                                 const float *moved, bool planes,
                                                                 uint32_t first, uint32_t *code) {
    const float *p = bodies, *q = moved + 48;
    unsigned bits = 0, left, n = 0;
#define COLLIDE__MEET(axis, part)                                                                  \
    COLLIDE__AND_LE(COLLIDE__LE(COLLIDE__SPLAT_FOURS(p + 8 * (axis), part),                        \
                                COLLIDE__LOAD_FOUR(q + 8 * (axis) + 4)),                           \
                    COLLIDE__LOAD_FOUR(q + 8 * (axis)),                                            \
                    COLLIDE__SPLAT_FOURS(p + 8 * (axis) + 4, part))
#define COLLIDE__PART(part)                                                                        \
    bits |=                                                                                        \
        COLLIDE__BITS(COLLIDE__AND(COLLIDE__AND(COLLIDE__MEET(0, part), COLLIDE__MEET(1, part)),   \
                                   COLLIDE__MEET(2, part)))                                        \
        << COLLIDE__WIDTH * (part);
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__MEET
    left = bits;
    if (bits && planes)
        left &= ~COLLIDE__W(collide__tree_parted)(a, bodies, moved);
#if COLLIDE__COMPACTS
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const unsigned own = left >> COLLIDE__WIDTH * (part)&COLLIDE__ALL;                         \
        COLLIDE__STORE_INDEX(code + n, COLLIDE__INDEX_OF(own), first + COLLIDE__WIDTH * (part));   \
        n += COLLIDE__POPCOUNT(own);                                                               \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#else
    for (unsigned rest = left; rest; rest &= rest - 1)
        code[n++] = first + collide__lowest_bit(rest);
#endif
    return (uint64_t)(n << 8 | COLLIDE__POPCOUNT(bits)) << 32 | left << 16 | bits;
}

static COLLIDE__TARGET unsigned
COLLIDE__W(collide__tree_leaf_times)(const float *a, const float *q,
                                     const collide__tree_speed *speed, float pad,
                                     const collide__tree_clock *clock) {
    COLLIDE__ALIGNED(float) p[24];
    unsigned bits = 0;
    COLLIDE__W(collide__tree_boxes)(a, p);
#define COLLIDE__MEET(r, x, y)                                                                     \
    {                                                                                              \
        const COLLIDE__V sum = COLLIDE__ADD(COLLIDE__SUB(x, y), COLLIDE__SPLAT(pad));              \
        in = COLLIDE__MAX(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT(speed->in[r])),            \
                                       COLLIDE__SPLAT(speed->in_more[r])),                         \
                          in);                                                                     \
        out = COLLIDE__MIN(COLLIDE__ADD(COLLIDE__MUL(sum, COLLIDE__SPLAT(speed->out[r])),          \
                                        COLLIDE__SPLAT(speed->out_more[r])),                       \
                           out);                                                                   \
    }
#define COLLIDE__AXIS(axis, part)                                                                  \
    COLLIDE__MEET(2 * (axis), COLLIDE__SPLAT_FOURS(p + 8 * (axis) + 4, part),                      \
                  COLLIDE__LOAD_FOUR(q + 8 * (axis)))                                              \
    COLLIDE__MEET(2 * (axis) + 1, COLLIDE__LOAD_FOUR(q + 8 * (axis) + 4),                          \
                  COLLIDE__SPLAT_FOURS(p + 8 * (axis), part))
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        COLLIDE__V in = COLLIDE__SPLAT(0.0f), out = COLLIDE__SPLAT(clock->until);                  \
        COLLIDE__AXIS(0, part)                                                                     \
        COLLIDE__AXIS(1, part)                                                                     \
        COLLIDE__AXIS(2, part)                                                                     \
        in = COLLIDE__MIN(COLLIDE__SPLAT(FLT_MAX), in);                                            \
        bits |= COLLIDE__BITS(COLLIDE__AND(COLLIDE__LE(in, out),                                   \
                                           COLLIDE__LT(in, COLLIDE__SPLAT(clock->best))))          \
                << COLLIDE__WIDTH * (part);                                                        \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#undef COLLIDE__AXIS
#undef COLLIDE__MEET
    return bits;
}

static COLLIDE__TARGET unsigned COLLIDE__W(collide__tree_within)(const float *leaf,
                                                                 const float *sphere) {
    const COLLIDE__V x = COLLIDE__SPLAT(sphere[0]), y = COLLIDE__SPLAT(sphere[1]);
    const COLLIDE__V z = COLLIDE__SPLAT(sphere[2]), inside = COLLIDE__SPLAT(sphere[3]);
    unsigned bits = 0;
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *p = leaf + COLLIDE__WIDTH * (part);                                           \
        const COLLIDE__V dx = COLLIDE__SUB(COLLIDE__LOAD_V(p), x);                                 \
        const COLLIDE__V dy = COLLIDE__SUB(COLLIDE__LOAD_V(p + 16), y);                            \
        const COLLIDE__V dz = COLLIDE__SUB(COLLIDE__LOAD_V(p + 32), z);                            \
        bits |= COLLIDE__BITS(COLLIDE__LT(COLLIDE__DOT(dx, dy, dz, dx, dy, dz), inside))           \
                << COLLIDE__WIDTH * (part);                                                        \
    }
    COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
#define COLLIDE__GAP(axis, at)                                                                     \
    COLLIDE__MAX(COLLIDE__MAX(COLLIDE__SUB(COLLIDE__LOAD_FOUR(leaf + 48 + 8 * (axis)), at),        \
                              COLLIDE__SUB(at, COLLIDE__LOAD_FOUR(leaf + 52 + 8 * (axis)))),       \
                 COLLIDE__SPLAT(0.0f))
    const COLLIDE__V dx = COLLIDE__GAP(0, x), dy = COLLIDE__GAP(1, y), dz = COLLIDE__GAP(2, z);
#undef COLLIDE__GAP
    const unsigned boxes =
        COLLIDE__BITS(COLLIDE__LE(COLLIDE__DOT(dx, dy, dz, dx, dy, dz), COLLIDE__SPLAT(sphere[4])));
    bits |= bits >> 8;
    return ((bits | bits >> 4) & 15u) | (boxes & 15u) << 4;
}

// Vertex v of the four elements of a leaf, whose numbers NUMBER(s) gives.
#define COLLIDE__MOVE(axis, now)                                                                   \
    {                                                                                              \
        float *row = leaf->rows[axis] + at;                                                        \
        const COLLIDE__F4 p = now, way = COLLIDE__F4_SUB(p, COLLIDE__F4_(load_ps)(row));           \
        most##axis = COLLIDE__F4_(max_ps)(COLLIDE__F4_(andnot_ps)(sign, way), most##axis);         \
        COLLIDE__F4_(store_ps)(row, p);                                                            \
    }
#define COLLIDE__TWO(a, b)                                                                         \
    COLLIDE__F4_(loadh_pi)                                                                         \
    (COLLIDE__F4_(loadl_pi)(sign, (const COLLIDE__F2 *)(const void *)(a)),                         \
     (const COLLIDE__F2 *)(const void *)(b))
#define COLLIDE__THIRD(a) COLLIDE__F4_(set_ss)(collide__read_float((a) + 8))
#define COLLIDE__TAKE(v, NUMBER)                                                                   \
    {                                                                                              \
        const size_t at = 4 * (v);                                                                 \
        const char *a = (const char *)positions + NUMBER(0, v) * stride;                           \
        const char *b = (const char *)positions + NUMBER(1, v) * stride;                           \
        const char *c = (const char *)positions + NUMBER(2, v) * stride;                           \
        const char *d = (const char *)positions + NUMBER(3, v) * stride;                           \
        const COLLIDE__F4 ab = COLLIDE__TWO(a, b), cd = COLLIDE__TWO(c, d);                        \
        COLLIDE__MOVE(0, COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88))                                   \
        COLLIDE__MOVE(1, COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd))                                   \
        COLLIDE__MOVE(2, COLLIDE__F4_(movelh_ps)(                                                  \
                             COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(a), COLLIDE__THIRD(b)),      \
                             COLLIDE__F4_(unpacklo_ps)(COLLIDE__THIRD(c), COLLIDE__THIRD(d))))     \
    }
static COLLIDE__TARGET void COLLIDE__W(collide__tree_fill)(collide__tree_leaf *leaf, size_t n,
                                                           const uint32_t *fourth,
                                                           const void *positions, size_t stride,
                                                           float *went) {
    const COLLIDE__F4 sign = COLLIDE__F4_(set1_ps)(-0.0f);
    COLLIDE__F4 most0 = COLLIDE__F4_(load_ps)(went), most1 = COLLIDE__F4_(load_ps)(went + 4);
    COLLIDE__F4 most2 = COLLIDE__F4_(load_ps)(went + 8);
    for (size_t i = 0; i < n; ++i, ++leaf) {
#define COLLIDE__OWN(s, v) leaf->vertex[s][v]
#define COLLIDE__FOURTH(s, v) fourth[4 * i + (s)]
#define COLLIDE__REPEAT(axis)                                                                      \
    COLLIDE__F4_(store_ps)(leaf->rows[axis] + 12, COLLIDE__F4_(load_ps)(leaf->rows[axis] + 8));
        COLLIDE__TAKE(0, COLLIDE__OWN)
        COLLIDE__TAKE(1, COLLIDE__OWN)
        COLLIDE__TAKE(2, COLLIDE__OWN)
        if (fourth) {
            COLLIDE__TAKE(3, COLLIDE__FOURTH)
        } else {
            COLLIDE__REPEAT(0)
            COLLIDE__REPEAT(1)
            COLLIDE__REPEAT(2)
        }
#undef COLLIDE__REPEAT
#undef COLLIDE__FOURTH
#undef COLLIDE__OWN
    }
    COLLIDE__F4_(store_ps)(went, most0);
    COLLIDE__F4_(store_ps)(went + 4, most1);
    COLLIDE__F4_(store_ps)(went + 8, most2);
}
#undef COLLIDE__TAKE
#undef COLLIDE__THIRD
#undef COLLIDE__TWO
#undef COLLIDE__MOVE

// The maxima of fours of vectors a to d: four in a row are of a, b, c and d.
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__tree_maxima)(COLLIDE__V a, COLLIDE__V b,
                                                                       COLLIDE__V c, COLLIDE__V d) {
    const COLLIDE__V ab = COLLIDE__MAX(COLLIDE__SHUFFLE(a, b, 0x44), COLLIDE__SHUFFLE(a, b, 0xee));
    const COLLIDE__V cd = COLLIDE__MAX(COLLIDE__SHUFFLE(c, d, 0x44), COLLIDE__SHUFFLE(c, d, 0xee));
    return COLLIDE__MAX(COLLIDE__SHUFFLE(ab, cd, 0x88), COLLIDE__SHUFFLE(ab, cd, 0xdd));
}

// First, for each direction, the maxima of the four vertices of 8 * 4 elements, then of their
// opposites; then the maxima of the elements of a leaf.
static COLLIDE__TARGET void COLLIDE__W(collide__tree_bound)(const float *const *leaves,
                                                            unsigned kind, float *rows) {
    COLLIDE__ALIGNED(float) along[13 * 64];
    const unsigned directions = kind / 2;
    float *pairs = along + (directions == 9 ? 3 : 7) * 64;
    for (unsigned i = 0; i < 32 / COLLIDE__WIDTH; ++i) {
#define COLLIDE__VERTEX(v)                                                                         \
    const COLLIDE__V x##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v));                              \
    const COLLIDE__V y##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v) + 16);                         \
    const COLLIDE__V z##v = COLLIDE__LOAD_FOURS(leaves + i, 4 * (v) + 32);                         \
    const COLLIDE__V s##v = COLLIDE__ADD(x##v, y##v), d##v = COLLIDE__SUB(x##v, y##v);
        COLLIDE__VERTEX(0)
        COLLIDE__VERTEX(1)
        COLLIDE__VERTEX(2)
        COLLIDE__VERTEX(3)
#undef COLLIDE__VERTEX
#define COLLIDE__PUT(to, a, b, c, d)                                                               \
    {                                                                                              \
        const COLLIDE__V v0 = a, v1 = b, v2 = c, v3 = d;                                           \
        COLLIDE__STORE_V((to) + COLLIDE__WIDTH * i,                                                \
                         COLLIDE__MAX(COLLIDE__MAX(v0, v1), COLLIDE__MAX(v2, v3)));                \
        COLLIDE__STORE_V((to) + COLLIDE__WIDTH * i + 32,                                           \
                         COLLIDE__NEG(COLLIDE__MIN(COLLIDE__MIN(v0, v1), COLLIDE__MIN(v2, v3))));  \
    }
#define COLLIDE__ONE(to, a) COLLIDE__PUT(to, a##0, a##1, a##2, a##3)
#define COLLIDE__TWO(to, op, a, b)                                                                 \
    COLLIDE__PUT(to, op(a##0, b##0), op(a##1, b##1), op(a##2, b##2), op(a##3, b##3))
        COLLIDE__ONE(along, x)
        COLLIDE__ONE(along + 64, y)
        COLLIDE__ONE(along + 128, z) if (directions == 7 || directions == 13) {
            COLLIDE__TWO(along + 192, COLLIDE__ADD, s, z)
            COLLIDE__TWO(along + 256, COLLIDE__ADD, d, z)
            COLLIDE__TWO(along + 320, COLLIDE__SUB, s, z)
            COLLIDE__TWO(along + 384, COLLIDE__SUB, d, z)
        }
        if (directions >= 9) {
            COLLIDE__ONE(pairs, s)
            COLLIDE__TWO(pairs + 64, COLLIDE__ADD, x, z)
            COLLIDE__TWO(pairs + 128, COLLIDE__ADD, y, z)
            COLLIDE__ONE(pairs + 192, d)
            COLLIDE__TWO(pairs + 256, COLLIDE__SUB, x, z)
            COLLIDE__TWO(pairs + 320, COLLIDE__SUB, y, z)
        }
#undef COLLIDE__TWO
#undef COLLIDE__ONE
#undef COLLIDE__PUT
    }
    const float *from = along;
    for (unsigned d = 0; d < directions; ++d, from += 64, rows += 16) {
#define COLLIDE__PART(part)                                                                        \
    {                                                                                              \
        const float *p = from + 4 * COLLIDE__WIDTH * (part);                                       \
        const COLLIDE__V sign = COLLIDE__SPLAT_TWO(0.0f, -0.0f, part);                             \
        const COLLIDE__V most = COLLIDE__ORDER_FOURS(COLLIDE__W(collide__tree_maxima)(             \
            COLLIDE__LOAD_V(p), COLLIDE__LOAD_V(p + COLLIDE__WIDTH),                               \
            COLLIDE__LOAD_V(p + 2 * COLLIDE__WIDTH), COLLIDE__LOAD_V(p + 3 * COLLIDE__WIDTH)));    \
        COLLIDE__STORE_V(                                                                          \
            rows + COLLIDE__WIDTH * (part),                                                        \
            COLLIDE__XOR(COLLIDE__ADD(COLLIDE__XOR(most, sign), COLLIDE__SPLAT(0.0f)), sign));     \
    }
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__tree_raise)(const float *const *nodes,
                                                            unsigned kind, float *rows) {
    for (unsigned r = 0; r < 8 * kind; r += 8) {
#define COLLIDE__HALF(i)                                                                           \
    COLLIDE__F4_(max_ps)                                                                           \
    (COLLIDE__F4_(load_ps)(nodes[i] + r), COLLIDE__F4_(load_ps)(nodes[i] + r + 4))
#define COLLIDE__PART(i)                                                                           \
    {                                                                                              \
        const COLLIDE__F4 a = COLLIDE__HALF(i), b = COLLIDE__HALF((i) + 1);                        \
        const COLLIDE__F4 c = COLLIDE__HALF((i) + 2), d = COLLIDE__HALF((i) + 3);                  \
        const COLLIDE__F4 ab =                                                                     \
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(movelh_ps)(a, b), COLLIDE__F4_(movehl_ps)(b, a));    \
        const COLLIDE__F4 cd =                                                                     \
            COLLIDE__F4_(max_ps)(COLLIDE__F4_(movelh_ps)(c, d), COLLIDE__F4_(movehl_ps)(d, c));    \
        COLLIDE__F4_(store_ps)                                                                     \
        (rows + r + (i), COLLIDE__F4_(max_ps)(COLLIDE__F4_(shuffle_ps)(ab, cd, 0x88),              \
                                              COLLIDE__F4_(shuffle_ps)(ab, cd, 0xdd)));            \
    }
        COLLIDE__PART(0)
        COLLIDE__PART(4)
#undef COLLIDE__PART
#undef COLLIDE__HALF
    }
}

COLLIDE__KERNEL_TABLE_LANES(tree, COLLIDE__TREE_KERNELS);
#endif // COLLIDE_NO_TREE
