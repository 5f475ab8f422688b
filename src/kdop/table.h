#pragma once
#include "../base/memory.h"
#include "../base/kernels.h"
#include "kdop.h"

#ifndef COLLIDE_NO_KDOP
#define COLLIDE__KDOP_BLOCK 96  // numbers in 6 rows of 16: a block's axis rows, or coarse rows
#define COLLIDE__KDOP_GROUP 192 // numbers in 6 rows of 32: a group's quantized axis rows
#define COLLIDE__KDOP_MAX_AXES 13
#define COLLIDE__KDOP_GROUPS 32 // maximum in one call of the kernel "all"
#define COLLIDE__KDOP_USUAL 1e18f

// A pack for kernels: pointers to its rows. A group is two blocks.
typedef struct collide__kdop_rows {
    const float *coarse, *axis, *diagonal;
    const int16_t *quantized_axis, *quantized_diagonal;
    const double *scale; // origin and scale of each pair of rows
    size_t blocks, count;
} collide__kdop_rows;

// Which of the 32 objects from index i on exist. Keeps hits inside the pack even if its rows were
// damaged in a file.
COLLIDE__FORCE_INLINE uint32_t collide__kdop_present(const collide__kdop_rows *rows, size_t i) {
    return rows->count - i < 32 ? ((uint32_t)1 << (rows->count - i)) - 1 : 0xffffffffu;
}

// 16 k-DOPs that go against one pack: their floats as a block, the bound of all, and per lane the
// quantized numbers in that pack's scale, min and -max of each axis, each twice in 32 bits; kernels
// fill these in for the lanes that come to need them.
typedef struct collide__kdop_queries {
    COLLIDE__ALIGNED(float) axis[COLLIDE__KDOP_BLOCK];
    COLLIDE__ALIGNED(float) diagonal[(2 * COLLIDE__KDOP_MAX_AXES - 6) * 16];
    float bound[6];           // min x, max x, ...
    unsigned quantized_lanes; // bit i: lane i has its quantized numbers
    uint32_t quantized[2 * COLLIDE__KDOP_MAX_AXES][16];
} collide__kdop_queries;

#define COLLIDE__KDOP_KINDS(DO) DO(6) DO(14) DO(18) DO(26)

// For each kind; k-DOPs are given as floats, min rows, then max rows:
// many   q against blocks [first, last) of b, first a multiple of 16, last too or the end: hit bits
//        of each; returns their number
// lanes  blocks [0, last) of a against the same blocks of b, lane by lane
// all    16 k-DOPs against groups [first, last) of b: lanes[g - first] has the lanes of q that hit
//        group g, and bits[16 * (g - first) + lane] their hit bits; the rest of bits is not written
// pairs  n index pairs into arrays of structs
// obb, sphere
//        the k-DOP of a shape
// points the k-DOP of n points, min rows, then max rows; false if it is empty since one is not
//        finite
//
// Kernels for any kind, which build packs:
//
// fill   writes 16 k-DOPs, given as kind rows of 16, to the float rows of a block, empty ones as
//        NaN
// range  extends lowest and highest by the finite numbers of each row of n blocks
// quantize
//        writes the quantized rows of a block, which are half a group
#define COLLIDE__KDOP_KIND_KERNELS(KERNEL, K)                                                      \
    KERNEL(                                                                                        \
        kdop, size_t, many##K,                                                                     \
        (const float *q, const collide__kdop_rows *b, size_t first, size_t last, uint16_t *bits))  \
    KERNEL(                                                                                        \
        kdop, size_t, lanes##K,                                                                    \
        (const collide__kdop_rows *a, const collide__kdop_rows *b, size_t last, uint16_t *bits))   \
    KERNEL(kdop, void, all##K,                                                                     \
           (collide__kdop_queries * q, const collide__kdop_rows *b, size_t first, size_t last,     \
            uint16_t *lanes, uint32_t *bits))                                                      \
    KERNEL(kdop, size_t, pairs##K,                                                                 \
           (const float *a, size_t a_count, size_t a_stride, const float *b, size_t b_count,       \
            size_t b_stride, const collide_pair *pairs, size_t n, uint16_t *bits))                 \
    KERNEL(kdop, collide_kdop##K, obb##K, (const collide_obb *box))                                \
    KERNEL(kdop, collide_kdop##K, sphere##K, (const collide_sphere *sphere))                       \
    KERNEL(kdop, bool, points##K, (const void *points, size_t n, size_t stride, float *out))
#define COLLIDE__KDOP_KERNELS(KERNEL)                                                              \
    COLLIDE__KDOP_KIND_KERNELS(KERNEL, 6)                                                          \
    COLLIDE__KDOP_KIND_KERNELS(KERNEL, 14)                                                         \
    COLLIDE__KDOP_KIND_KERNELS(KERNEL, 18)                                                         \
    COLLIDE__KDOP_KIND_KERNELS(KERNEL, 26)                                                         \
    KERNEL(kdop, void, fill, (int kind, const float *rows, float *axis, float *diagonal))          \
    KERNEL(kdop, void, range,                                                                      \
           (int kind, const float *axis, const float *diagonal, size_t blocks, float *lowest,      \
            float *highest))                                                                       \
    KERNEL(kdop, void, quantize,                                                                   \
           (int kind, const double *scale, const float *axis, const float *diagonal,               \
            int16_t *quantized_axis, int16_t *quantized_diagonal))
COLLIDE__KERNEL_STRUCT(kdop, COLLIDE__KDOP_KERNELS);

// The quantized form of x, from -32766 to 32766; x is not NaN.
COLLIDE__FORCE_INLINE int collide__kdop_quantized(const double *scale, float x) {
    double t = ((double)x - scale[0]) * scale[1];
    t = t < 32766 ? t : 32766;
    t = t > -32766 ? t : -32766;
    return (int)(t + 32768) - 32768;
}

// The floats of k-DOP i of an array; NULL if i is out of range or the k-DOP is empty.
COLLIDE__FORCE_INLINE const float *collide__kdop_element(int axes, const float *base, size_t count,
                                                         size_t stride, size_t i) {
    const float *k = i < count ? (const float *)collide__at(base, i, stride) : NULL;
    return k && k[0] <= k[axes] ? k : NULL;
}
#endif
