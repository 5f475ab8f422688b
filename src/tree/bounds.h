#pragma once
#include "../base/numbers.h"
#include "../base/vectors.h"
#include "table.h"

// ================================================================================================
// >>tree_impl
// ================================================================================================
#ifndef COLLIDE_NO_TREE

// ---- the definition: bounds ------------------------------------------------------------------
// Supports are sums rounded to nearest, so a bound may lie inside its triangles by a little; the
// pad of a query makes up for it. Two bounds are apart if for one direction the support of one and
// that of the other against it have a sum below 0, whose sign is exact.

// How far p is along each direction, in the order of >>kdop.
COLLIDE__INLINE void collide__tree_along(unsigned directions, collide_vec3 p, float *out) {
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
    if (directions == 7 || directions == 13) {
        out[3] = (p.x + p.y) + p.z;
        out[4] = (p.x - p.y) + p.z;
        out[5] = (p.x + p.y) - p.z;
        out[6] = (p.x - p.y) - p.z;
    }
    if (directions >= 9) {
        out += directions == 9 ? 3 : 7;
        out[0] = p.x + p.y;
        out[1] = p.x + p.z;
        out[2] = p.y + p.z;
        out[3] = p.x - p.y;
        out[4] = p.x - p.z;
        out[5] = p.y - p.z;
    }
}

// The length of a direction, rounded up.
COLLIDE__INLINE float collide__tree_length(unsigned directions, unsigned d) {
    return d < 3 ? 1 : d < 7 && directions != 9 ? 1.7320509f : 1.4142137f;
}

// Rows of the directions with these signs: axis i; axes i < j of kinds whose pairs begin at that
// direction; the corner.
COLLIDE__INLINE unsigned collide__tree_pair_row(unsigned pairs, const unsigned *negative,
                                                unsigned i, unsigned j) {
    return 2 * (pairs + i + j - 1 + 3 * (negative[i] ^ negative[j])) + negative[i < j ? i : j];
}

COLLIDE__INLINE unsigned collide__tree_corner_row(const unsigned *negative) {
    return 2 * (3 + (negative[1] ^ negative[0]) + 2 * (negative[2] ^ negative[0])) + negative[0];
}

// Any m is a sum of three directions of the kind with weights >= 0, which bounds the support along
// m. With |m| in falling order x >= y >= z they are
//     6      x, y and z times the axes
//     14     x - y times the first axis, (y + z) / 2 and (y - z) / 2 times the nearest corners
//     18     if x >= y + z: x - y - z times the first axis, y and z times its pairs; else
//            (x + y - z) / 2, (x + z - y) / 2, (y + z - x) / 2 times the three pairs
//     26     x - y times the first axis, y - z times the first pair, z times the corner
static void collide__tree_weigh(unsigned directions, const float *m, unsigned *row, float *weight) {
    unsigned negative[3] = {m[0] < 0, m[1] < 0, m[2] < 0};
    const float size[3] = {collide__abs(m[0]), collide__abs(m[1]), collide__abs(m[2])};
    const unsigned p = size[1] > size[0], q = 1 - p;
    const unsigned first = size[2] > size[p] ? 2 : p;
    const unsigned last = first == 2 || size[2] > size[q] ? q : 2;
    const unsigned second = 3 - first - last, pairs = directions == 9 ? 3 : 7;
    const float x = size[first], y = size[second], z = size[last];
    row[0] = 2 * first + negative[first];
    row[1] = 2 * second + negative[second];
    row[2] = 2 * last + negative[last];
    weight[0] = x;
    weight[1] = y;
    weight[2] = z;
    if (directions == 7) {
        row[1] = collide__tree_corner_row(negative);
        negative[last] ^= 1;
        row[2] = collide__tree_corner_row(negative);
        weight[0] = x - y;
        weight[1] = (y + z) * 0.5f;
        weight[2] = (y - z) * 0.5f;
    } else if (directions == 13) {
        row[1] = collide__tree_pair_row(pairs, negative, first, second);
        row[2] = collide__tree_corner_row(negative);
        weight[0] = x - y;
        weight[1] = y - z;
    } else if (directions == 9) {
        const bool cone = x >= y + z;
        row[0] = cone ? row[0] : collide__tree_pair_row(pairs, negative, second, last);
        row[1] = collide__tree_pair_row(pairs, negative, first, second);
        row[2] = collide__tree_pair_row(pairs, negative, first, last);
        weight[0] = cone ? (x - y) - z : ((y + z) - x) * 0.5f;
        weight[1] = cone ? y : ((x + y) - z) * 0.5f;
        weight[2] = cone ? z : ((x + z) - y) * 0.5f;
    }
}

// The pad: let s be the largest coordinate that the moved tree may have. Each of a direction's up
// to three coordinates is off by 4 u s in collide_pose_apply; the support along it by less than
// 118 u s in all (the direction in b's frame 6, weights 36, rows 18, products and sums 52, the
// shift 6), those of the tree at rest by 6 u of its radius. 256 u of both is more than all this.
#define COLLIDE__TREE_PAD 1.52587890625e-5f // 2^-16
#define COLLIDE__TREE_FAR 1e37f             // beyond, sums might overflow

// From b's frame to a's; false if there is no such motion.
static bool collide__tree_move(unsigned directions, float radius_a, float radius_b,
                               const collide_pose *pose, collide__tree_motion *motion) {
    const collide_vec3 *axis = pose->axis, t = pose->position;
    float along[3][13], shift[13];
    motion->pose = *pose;
    motion->directions = directions;
    if (!collide__finite3(t) || !collide__finite3(axis[0]) || !collide__finite3(axis[1]) ||
        !collide__finite3(axis[2]))
        return false;
    for (int j = 0; j < 3; ++j)
        collide__tree_along(directions, axis[j], along[j]);
    collide__tree_along(directions, t, shift);
    float size = radius_a, most = 0;
    for (int i = 0; i < 3; ++i) {
        const float turned =
            (collide__abs(along[0][i]) + collide__abs(along[1][i])) + collide__abs(along[2][i]);
        const float reach = collide__mul(turned, radius_b) + collide__abs(shift[i]);
        size = reach > size ? reach : size;
        most = turned > most ? turned : most;
    }
    if (!(size <= COLLIDE__TREE_FAR && most <= COLLIDE__TREE_FAR && radius_b <= COLLIDE__TREE_FAR))
        return false;
    const float pad = collide__mul(size + radius_a, COLLIDE__TREE_PAD) +
                      collide__mul(1 + radius_b, FLT_MIN); // denormal weights, and sums
    motion->pad = pad;
    motion->size = size;
    for (unsigned d = 0; d < directions; ++d) {
        const float m[3] = {along[0][d], along[1][d], along[2][d]};
        collide__tree_weigh(directions, m, motion->row[d], motion->weight[d]);
        motion->shift[2 * d] = shift[d] + pad;
        motion->shift[2 * d + 1] = pad - shift[d];
    }
    return true;
}

// The normal of a triangle, or any direction, as it is rounded, and how far the triangle reaches
// along it. A triangle that is beyond does not overlap it, however the direction was rounded, if
// products along it are off by less than the gap. With u = 2^-24, n the sum of the direction's
// components, and s the largest coordinate of both, each of two products is off by 3.1 u n s, and
// the sum of one and the margin by 1.1 u n s. The margin, 8 u n s, is 2^-22 of n times wide = 2 s,
// which is infinite before a product can overflow; products that underflow are off by 2^-150 each.
typedef struct collide__tree_plane {
    collide_vec3 n;
    float low, high;
} collide__tree_plane;

static collide__tree_plane collide__tree_plane_of(const collide_triangle *t, float wide) {
    collide__tree_plane p;
    p.n = collide__cross(collide__sub(t->v[1], t->v[0]), collide__sub(t->v[2], t->v[0]));
    const float d[3] = {collide__dot(p.n, t->v[0]), collide__dot(p.n, t->v[1]),
                        collide__dot(p.n, t->v[2])};
    const float margin =
        collide__mul(collide__mul(collide__sum_abs(p.n), wide), COLLIDE__TREE_PLANE_MARGIN) +
        COLLIDE__TREE_PLANE_VANISH;
    p.low = collide__min2(d[2], collide__min2(d[0], d[1])) - margin;
    p.high = collide__max2(d[2], collide__max2(d[0], d[1])) + margin;
    return p;
}

COLLIDE__INLINE bool collide__tree_plane_parts(const collide__tree_plane *p,
                                               const collide_triangle *t) {
    const float d[3] = {collide__dot(p->n, t->v[0]), collide__dot(p->n, t->v[1]),
                        collide__dot(p->n, t->v[2])};
    return p->high < collide__min2(d[2], collide__min2(d[0], d[1])) ||
           collide__max2(d[2], collide__max2(d[0], d[1])) < p->low;
}
#endif // COLLIDE_NO_TREE
