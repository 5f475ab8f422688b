#pragma once
#include "../base/memory.h"
#include "../base/poses.h"
#include "../base/dispatch.h"
#include "bounds.h"

// ---- kernels ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// Row r: shift + ((w0 * b0 + w1 * b1) + w2 * b2); apart from slot if with slot's opposite row it
// has a sum below 0.
static unsigned collide__tree_move_scalar(const float *rows, const collide__tree_motion *motion,
                                          const float *slot, float *out) {
    unsigned apart = 0;
    for (unsigned r = 0; r < 2 * motion->directions; ++r) {
        const unsigned *row = motion->row[r / 2], other = r & 1;
        const float *weight = motion->weight[r / 2];
        const float *p = rows + 8 * (row[0] ^ other), *q = rows + 8 * (row[1] ^ other);
        const float *s = rows + 8 * (row[2] ^ other);
        for (unsigned i = 0; i < 8; ++i) {
            const float sum = (collide__mul(weight[0], p[i]) + collide__mul(weight[1], q[i])) +
                              collide__mul(weight[2], s[i]);
            out[8 * r + i] = motion->shift[r] + sum;
            if (slot)
                apart |= (unsigned)(out[8 * r + i] + slot[8 * (r ^ 1)] < 0) << i;
        }
    }
    return ~apart & 0xffu;
}

static uint64_t collide__tree_overlap_scalar(const float *rows, unsigned directions, const float *q,
                                             unsigned named, float *gaps) {
    uint64_t hits = 0;
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        unsigned apart = 0;
        for (unsigned i = 0; i < 16 && gaps; ++i)
            gaps[16 * j + i] = collide__infinity();
        for (unsigned r = 0; r < 2 * directions && (gaps || apart != 0xffu); ++r)
            for (unsigned i = 0; i < 8; ++i) {
                const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                apart |= (unsigned)(sum < 0) << i;
                if (gaps && sum < gaps[16 * j + 8 * (r & 1) + i])
                    gaps[16 * j + 8 * (r & 1) + i] = sum;
            }
        hits |= (uint64_t)(~apart & 0xffu) << 8 * j;
    }
    return hits;
}

static void collide__tree_times_scalar(const float *rows, unsigned directions,
                                       const collide__tree_speed *speed,
                                       const collide__tree_clock *clock, const float *q,
                                       unsigned named, uint8_t *hits, float *enter) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        float *at = enter + 8 * j, out[8];
        hits[j] = 0;
        for (unsigned i = 0; i < 8; ++i) {
            at[i] = 0;
            out[i] = clock->until;
        }
        for (unsigned r = 0; r < 2 * directions; ++r) {
            // A row has one of the two times. The other one, infinite or NaN, changes nothing.
            if (speed->in_more[r] >= 0)
                for (unsigned i = 0; i < 8; ++i) {
                    const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                    const float begin = collide__mul(sum, speed->in[r]) + speed->in_more[r];
                    at[i] = begin > at[i] ? begin : at[i];
                }
            else
                for (unsigned i = 0; i < 8; ++i) {
                    const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                    const float end = collide__mul(sum, speed->out[r]) + speed->out_more[r];
                    out[i] = end < out[i] ? end : out[i];
                }
        }
        for (unsigned i = 0; i < 8; ++i) {
            at[i] = at[i] > FLT_MAX ? FLT_MAX : at[i]; // where verdicts end
            hits[j] |= (uint8_t)((unsigned)(at[i] <= out[i] && at[i] < clock->best) << i);
        }
    }
}

static void collide__tree_apart_scalar(const float *rows, unsigned directions, const float *weight,
                                       const float *q, unsigned named, float *most, float *row) {
    for (; named; named &= named - 1) {
        const unsigned j = collide__lowest_bit(named);
        for (unsigned i = 0; i < 16; ++i)
            most[16 * j + i] = row[16 * j + i] = 0;
        for (unsigned r = 0; r < 2 * directions; ++r)
            for (unsigned i = 0; i < 8; ++i) {
                const unsigned k = 16 * j + 8 * (r & 1) + i;
                const float sum = rows[8 * r + i] + q[8 * (r ^ 1) + j];
                const float gap = collide__mul(sum, weight[r]);
                if (most[k] < gap) {
                    most[k] = gap;
                    row[k] = (float)r;
                }
            }
    }
}

static uint64_t collide__tree_ahead_scalar(const float *rows_a, const collide__tree_lean *a,
                                           const float *rows_b, const collide__tree_lean *b,
                                           float least, float *out) {
    uint64_t hits = 0;
    for (unsigned k = 0; k < 2; ++k) {
        const collide__tree_lean *lean = k ? b : a;
        const float *rows = k ? rows_b : rows_a;
        for (unsigned i = 0; i < 8; ++i)
            out[8 * k + i] = ((collide__mul(lean->weight[0], rows[8 * lean->row[0] + i]) +
                               collide__mul(lean->weight[1], rows[8 * lean->row[1] + i])) +
                              collide__mul(lean->weight[2], rows[8 * lean->row[2] + i])) +
                             lean->shift;
    }
    for (unsigned k = 0; k < 64; ++k)
        hits |= (uint64_t)(out[k % 8] + out[8 + k / 8] >= least) << k;
    return hits;
}

static void collide__tree_reach_scalar(const float *leaf, const collide_vec3 *n, float *out) {
    for (unsigned k = 0; k < 16; ++k) {
        const float along = collide__dot(*n, collide__vec3(leaf[k], leaf[16 + k], leaf[32 + k]));
        out[k % 4] = k < 4 || along > out[k % 4] ? along : out[k % 4];
    }
}

// The square of a child's distance, of which rows are the column; or of its part along the axes, if
// that is beyond the limit.
COLLIDE__INLINE float collide__tree_square_of(const float *rows, unsigned directions,
                                              const float *q, const float *weight, float limit) {
    float sum[2] = {0, 0}, most[2] = {0, 0};
    for (unsigned r = 0; r < 6; ++r) {
        const float own = collide__mul(collide__min2(rows[(size_t)8 * r] + q[r], 0), weight[r / 2]);
        sum[r & 1] = sum[r & 1] + collide__mul(own, own);
    }
    const float axes = sum[0] + sum[1];
    if (!(axes <= limit))
        return axes;
    for (unsigned r = 6; r < 2 * directions; ++r) {
        const float own = collide__mul(collide__min2(rows[(size_t)8 * r] + q[r], 0), weight[r / 2]);
        most[r & 1] = collide__max2(collide__mul(own, own), most[r & 1]);
    }
    return collide__max2(collide__max2(most[0], most[1]), axes);
}

// Whether a child reaches less than least along a direction.
COLLIDE__INLINE bool collide__tree_leans_less(const float *rows, const collide__tree_lean *lean,
                                              float least) {
    return ((collide__mul(lean->weight[0], rows[8 * lean->row[0]]) +
             collide__mul(lean->weight[1], rows[8 * lean->row[1]])) +
            collide__mul(lean->weight[2], rows[8 * lean->row[2]])) +
               lean->shift <
           least;
}

static unsigned collide__tree_squares_scalar(const float *rows, unsigned directions, const float *q,
                                             const float *weight, float limit,
                                             const collide__tree_lean *lean, float least,
                                             float *out) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
        out[i] = collide__tree_square_of(rows + i, directions, q, weight, collide__infinity());
        if (out[i] <= limit && !(lean && collide__tree_leans_less(rows + i, lean, least)))
            bits |= 1u << i;
    }
    return bits;
}

// Relative to the point, the point of a triangle nearest to it, or nearly: the foot if weights of
// the vertices say that it is inside, else a point of an edge. Both are in the triangle, whatever
// rounding makes of slivers.
static void collide__tree_foot(const collide_vec3 *v, float *out) {
    const collide_vec3 e[3] = {collide__sub(v[1], v[0]), collide__sub(v[2], v[1]),
                               collide__sub(v[0], v[2])};
    const collide_vec3 n = collide__cross(e[2], e[0]);
    collide_vec3 u = v[0];
    float least = FLT_MAX, weight[3];
    for (int i = 0; i < 3; ++i) {
        const float along = 0 - collide__dot(v[i], e[i]);
        float k = along / collide__max2(collide__dot(e[i], e[i]), COLLIDE__FOOT_LEAST);
        k = collide__min2(collide__max2(k, 0), 1);
        const collide_vec3 at =
            collide__vec3(v[i].x + collide__mul(k, e[i].x), v[i].y + collide__mul(k, e[i].y),
                          v[i].z + collide__mul(k, e[i].z));
        const float square = collide__dot(at, at);
        weight[i] = collide__dot(collide__cross(v[i], e[i]), n);
        if (square < least) {
            least = square;
            u = at;
        }
    }
    const float sum = (weight[0] + weight[1]) + weight[2];
    float length = least;
    if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0 && sum >= COLLIDE__FOOT_SUM) {
        const float a = weight[1] / sum, b = weight[2] / sum, c = weight[0] / sum;
        const collide_vec3 at = collide__vec3(
            (collide__mul(a, v[0].x) + collide__mul(b, v[1].x)) + collide__mul(c, v[2].x),
            (collide__mul(a, v[0].y) + collide__mul(b, v[1].y)) + collide__mul(c, v[2].y),
            (collide__mul(a, v[0].z) + collide__mul(b, v[1].z)) + collide__mul(c, v[2].z));
        const float sign = collide__dot(n, v[0]) < 0 ? -1.0f : 1.0f;
        u = collide__vec3(collide__mul(sign, n.x), collide__mul(sign, n.y),
                          collide__mul(sign, n.z));
        length = collide__dot(at, at);
    }
    const float size =
        (float)collide__sqrt((double)collide__max2(collide__dot(u, u), COLLIDE__FOOT_LEAST));
    u = collide__vec3(u.x / size, u.y / size, u.z / size);
    out[0] = collide__min2(collide__min2(collide__dot(u, v[0]), collide__dot(u, v[1])),
                           collide__dot(u, v[2]));
    out[4] = (float)collide__sqrt((double)length);
    out[8] = u.x;
    out[12] = u.y;
    out[16] = u.z;
}

static void collide__tree_feet_scalar(const float *leaf, const float *point, float *out) {
    for (unsigned s = 0; s < 4; ++s) {
        collide_vec3 v[3];
        for (unsigned i = 0; i < 3; ++i) {
            const float *at = leaf + 4 * i + s;
            v[i] = collide__vec3(collide__mul(at[0] - point[0], point[3]),
                                 collide__mul(at[16] - point[1], point[3]),
                                 collide__mul(at[32] - point[2], point[3]));
        }
        collide__tree_foot(v, out + s);
    }
}

// a / b as a part of a segment.
COLLIDE__INLINE float collide__tree_share_of(float a, float b) {
    return collide__min2(collide__max2(a / collide__max2(b, COLLIDE__FOOT_LEAST), 0), 1);
}

// The children in the order of their squares, by insertion.
static unsigned collide__tree_order_scalar(const float *rows, unsigned directions, const float *q,
                                           const float *weight, float limit,
                                           const collide__tree_lean *lean, float least,
                                           unsigned count, float *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < count; ++i) {
        if (lean && collide__tree_leans_less(rows + i, lean, least))
            continue;
        const float square = collide__tree_square_of(rows + i, directions, q, weight, limit);
        if (!(square <= limit))
            continue;
        const float least_key = collide__max2(square, COLLIDE__ORDER_LEAST);
        uint32_t key;
        memcpy(&key, &least_key, sizeof key);
        const float own = collide__float_of((key & ~7u) | i);
        unsigned at = n++;
        for (; at > 0 && own < out[at - 1]; --at)
            out[at] = out[at - 1];
        out[at] = own;
    }
    return n;
}

// Relative to the point, the point of a triangle nearest to it, or nearly: whatever rounding makes
// of slivers, it is in the triangle. Of three edges the one is taken whose point seems nearest.
static collide_vec3 collide__tree_near_foot(const collide_vec3 *v) {
    const collide_vec3 e = collide__sub(v[1], v[0]), f = collide__sub(v[2], v[0]);
    const float to_e = 0 - collide__dot(v[0], e), to_f = 0 - collide__dot(v[0], f);
    const float ee = collide__dot(e, e), ef = collide__dot(e, f), ff = collide__dot(f, f);
    const float g = (to_f - to_e) + (ee - ef), gg = (ee - ef) + (ff - ef);
    const float s = collide__mul(ff, to_e) - collide__mul(ef, to_f);
    const float t = collide__mul(ee, to_f) - collide__mul(ef, to_e);
    const float area = collide__mul(ee, ff) - collide__mul(ef, ef);
    float x = collide__tree_share_of(to_e, ee), y = 0;
    float best = collide__mul(x, collide__mul(x, ee) - (to_e + to_e));
    const float on_f = collide__tree_share_of(to_f, ff), on_g = collide__tree_share_of(g, gg);
    const float square_f = collide__mul(on_f, collide__mul(on_f, ff) - (to_f + to_f));
    const float square_g =
        (ee - (to_e + to_e)) + collide__mul(on_g, collide__mul(on_g, gg) - (g + g));
    if (square_f < best) {
        best = square_f;
        x = 0;
        y = on_f;
    }
    if (square_g < best) {
        x = 1 - on_g;
        y = on_g;
    }
    if (s >= 0 && t >= 0 && s + t <= area && area >= COLLIDE__FOOT_SUM) {
        const float inverse = 1 / area;
        x = collide__mul(s, inverse);
        y = collide__mul(t, inverse);
    }
    return collide__vec3((v[0].x + collide__mul(x, e.x)) + collide__mul(y, f.x),
                         (v[0].y + collide__mul(x, e.y)) + collide__mul(y, f.y),
                         (v[0].z + collide__mul(x, e.z)) + collide__mul(y, f.z));
}

static uint32_t collide__tree_nearest_scalar(const float *const *leaves, unsigned n,
                                             const collide__tree_ball *ball, float *out) {
    uint32_t best = 0, bits = 0;
    for (unsigned k = 0; k < 4 * n; ++k) {
        const float *at = leaves[k / 4] + k % 4;
        collide_vec3 v[3];
        for (unsigned i = 0; i < 3; ++i)
            v[i] = collide__vec3(collide__mul(at[4 * i] - ball->point[0], ball->point[3]),
                                 collide__mul(at[4 * i + 16] - ball->point[1], ball->point[3]),
                                 collide__mul(at[4 * i + 32] - ball->point[2], ball->point[3]));
        const collide_vec3 foot = collide__tree_near_foot(v);
        out[k] = foot.x;
        out[16 + k] = foot.y;
        out[32 + k] = foot.z;
        out[48 + k] = collide__dot(foot, foot);
        out[64 + k] =
            collide__min2(collide__min2(collide__dot(foot, v[0]), collide__dot(foot, v[1])),
                          collide__dot(foot, v[2]));
        best = out[48 + k] < out[48 + best] ? k : best;
    }
    const float limit = collide__tree_ball_square(ball, out[48 + best]);
    for (unsigned k = 0; k < 4 * n; ++k)
        bits |=
            (uint32_t) !(out[64 + k] > 0 &&
                         collide__mul(out[64 + k], out[64 + k]) >
                             collide__mul(limit, collide__max2(out[48 + k], COLLIDE__ORDER_LEAST)))
            << k;
    return best | bits << 4;
}

// Per axis the minimum and maximum of the vertices of four triangles or tetrahedra.
static void collide__tree_boxes(const float *rows, float *boxes) {
    for (int axis = 0; axis < 3; ++axis, rows += 16, boxes += 8)
        for (int k = 0; k < 4; ++k) {
            const float p = rows[k], q = rows[k + 4], r = rows[k + 8], s = rows[k + 12];
            const float lo = p < q ? p : q, hi = p > q ? p : q;
            const float lo2 = r < s ? r : s, hi2 = r > s ? r : s;
            boxes[k] = lo < lo2 ? lo : lo2;
            boxes[k + 4] = hi > hi2 ? hi : hi2;
        }
}

// As collide_pose_apply.
static void collide__tree_move_leaf_scalar(const float *rows, const collide_pose *pose,
                                           float *out) {
    for (int i = 0; i < 16; ++i) {
        const collide_vec3 p = collide__vec3(rows[i], rows[16 + i], rows[32 + i]);
        const collide_vec3 q = collide_pose_apply(pose, p);
        out[i] = q.x;
        out[16 + i] = q.y;
        out[32 + i] = q.z;
    }
    collide__tree_boxes(out, out + 48);
}

// Triangle s of a leaf.
COLLIDE__INLINE collide_triangle collide__tree_triangle(const float *rows, unsigned s) {
    collide_triangle t;
    for (unsigned v = 0; v < 3; ++v)
        t.v[v] = collide__vec3(rows[4 * v + s], rows[16 + 4 * v + s], rows[32 + 4 * v + s]);
    return t;
}

static void collide__tree_bodies_scalar(const float *rows, float wide, float *out) {
    collide__tree_boxes(rows, out);
    out += 24;
    for (unsigned s = 0; s < 4 && wide > 0; ++s) {
        const collide_triangle t = collide__tree_triangle(rows, s);
        const collide__tree_plane p = collide__tree_plane_of(&t, wide);
        out[s] = p.n.x;
        out[4 + s] = p.n.y;
        out[8 + s] = p.n.z;
        out[12 + s] = p.low;
        out[16 + s] = p.high;
    }
}

// Whether the plane of element s of bodies, or of what moved one, has all of a triangle on one
// side.
static bool collide__tree_bodies_part(const float *bodies, unsigned s, const collide_triangle *t) {
    const float *planes = bodies + 24 + s;
    const collide__tree_plane p = {{planes[0], planes[4], planes[8]}, planes[12], planes[16]};
    return collide__tree_plane_parts(&p, t);
}

static uint64_t collide__tree_leaves_scalar(const float *a, const float *bodies, const float *moved,
                                            bool planes, uint32_t first, uint32_t *code) {
    unsigned hits = 0xffffu, left;
    uint32_t n = 0, all = 0;
    for (int axis = 0; axis < 24; axis += 8)
        for (int k = 0; k < 16; ++k) {
            const float *p = bodies + axis + k / 4, *q = moved + 48 + axis + k % 4;
            hits &= ~((unsigned)!(p[0] <= q[4] && q[0] <= p[4]) << k);
        }
    left = hits;
    for (unsigned bits = hits; bits; bits &= bits - 1, ++all) {
        const unsigned k = collide__lowest_bit(bits), i = k / 4, j = k % 4;
        if (planes) {
            const collide_triangle s = collide__tree_triangle(a, i);
            const collide_triangle t = collide__tree_triangle(moved, j);
            if (collide__tree_bodies_part(bodies, i, &t) ||
                collide__tree_bodies_part(moved + 48, j, &s)) {
                left &= ~(1u << k);
                continue;
            }
        }
        code[n++] = first + k;
    }
    return (uint64_t)(n << 8 | all) << 32 | left << 16 | hits;
}

// Whether two boxes, which the pad enlarges, begin to overlap in time, and before the best contact:
// per axis the minimum, and 4 places later the maximum.
static bool collide__tree_box_enters(const float *a, const float *b,
                                     const collide__tree_speed *speed, float pad,
                                     const collide__tree_clock *clock) {
    float in = 0, out = clock->until;
    for (unsigned r = 0; r < 6 && in <= out && in < clock->best; ++r) {
        const unsigned axis = 8 * (r / 2);
        const float sum = (r & 1 ? b[axis + 4] - a[axis] : a[axis + 4] - b[axis]) + pad;
        const float begin = collide__mul(sum, speed->in[r]) + speed->in_more[r];
        const float end = collide__mul(sum, speed->out[r]) + speed->out_more[r];
        in = begin > in ? begin : in;
        in = in > FLT_MAX ? FLT_MAX : in;
        out = end < out ? end : out;
    }
    return in <= out && in < clock->best;
}

static unsigned collide__tree_leaf_times_scalar(const float *a, const float *boxes,
                                                const collide__tree_speed *speed, float pad,
                                                const collide__tree_clock *clock) {
    float own[24];
    unsigned hits = 0;
    collide__tree_boxes(a, own);
    for (unsigned k = 0; k < 16; ++k)
        hits |= (unsigned)collide__tree_box_enters(own + k / 4, boxes + k % 4, speed, pad, clock)
                << k;
    return hits;
}

static unsigned collide__tree_within_scalar(const float *leaf, const float *sphere) {
    const collide_vec3 c = collide__vec3(sphere[0], sphere[1], sphere[2]);
    unsigned hits = 0;
    for (unsigned k = 0; k < 16; ++k) {
        const collide_vec3 d = collide__sub(collide__vec3(leaf[k], leaf[16 + k], leaf[32 + k]), c);
        hits |= (unsigned)(collide__dot(d, d) < sphere[3]) << k % 4;
    }
    for (unsigned s = 0; s < 4; ++s) {
        float gap[3];
        for (unsigned axis = 0; axis < 3; ++axis) {
            const float *lo = leaf + 48 + 8 * axis + s;
            const float below = lo[0] - sphere[axis], above = sphere[axis] - lo[4];
            gap[axis] = below > above ? below : above;
            gap[axis] = gap[axis] > 0 ? gap[axis] : 0;
        }
        const collide_vec3 d = collide__vec3(gap[0], gap[1], gap[2]);
        hits |= (unsigned)(collide__dot(d, d) <= sphere[4]) << (4 + s);
    }
    return hits;
}

// Writes vertex v of element s of a leaf; went grows to the distance from its former position.
COLLIDE__INLINE void collide__tree_put(collide__tree_leaf *leaf, size_t s, size_t v,
                                       const void *positions, size_t stride, size_t number,
                                       float *went) {
    const collide_vec3 p = collide__read_vec3(collide__at(positions, number, stride));
    const float at[3] = {p.x, p.y, p.z};
    for (size_t axis = 0; axis < 3; ++axis) {
        const float way = collide__abs(at[axis] - leaf->rows[axis][4 * v + s]);
        went[4 * axis + s] = way > went[4 * axis + s] ? way : went[4 * axis + s];
        leaf->rows[axis][4 * v + s] = at[axis];
    }
}

static void collide__tree_fill_scalar(collide__tree_leaf *leaf, size_t n, const uint32_t *fourth,
                                      const void *positions, size_t stride, float *went) {
    for (size_t i = 0; i < 4 * n; ++i)
        for (uint32_t v = 0; v < 4; ++v)
            collide__tree_put(
                leaf + i / 4, i % 4, v, positions, stride,
                v == 3 && fourth ? fourth[i] : leaf[i / 4].vertex[i % 4][v < 3 ? v : 2], went);
}

static void collide__tree_bound_scalar(const float *const *leaves, unsigned kind, float *rows) {
    for (unsigned k = 0; k < 8; ++k) {
        float lo[13], hi[13];
        for (unsigned d = 0; d < kind / 2; ++d)
            lo[d] = -(hi[d] = -collide__infinity());
        for (int i = 0; i < 16; ++i) {
            float along[13];
            collide__tree_along(
                kind / 2, collide__vec3(leaves[k][i], leaves[k][16 + i], leaves[k][32 + i]), along);
            for (unsigned d = 0; d < kind / 2; ++d) {
                lo[d] = along[d] < lo[d] ? along[d] : lo[d];
                hi[d] = along[d] > hi[d] ? along[d] : hi[d];
            }
        }
        for (unsigned d = 0; d < kind / 2; ++d) {
            rows[16 * d + k] = hi[d] + 0.0f;
            rows[16 * d + 8 + k] = -(lo[d] + 0.0f);
        }
    }
}

static void collide__tree_raise_scalar(const float *const *nodes, unsigned kind, float *rows) {
    for (unsigned r = 0; r < 8 * kind; r += 8)
        for (unsigned k = 0; k < 8; ++k) {
            float most = nodes[k][r];
            for (unsigned i = 1; i < 8; ++i)
                most = nodes[k][r + i] > most ? nodes[k][r + i] : most;
            rows[r + k] = most;
        }
}

COLLIDE__KERNEL_TABLE_SCALAR(tree, COLLIDE__TREE_KERNELS);
COLLIDE__CHOOSE(tree)
#endif // COLLIDE_NO_TREE
