#pragma once
#include "../base/dispatch.h"
#include "table.h"

// ---- scalar kernels: loops over the definitions ----------------------------------------------
#ifndef COLLIDE_NO_OCTREE

static void collide__octree_halve_scalar(const int16_t *references, size_t n, const int16_t *middle,
                                         uint8_t *halves) {
    for (size_t i = 0; i < n; ++i) {
        unsigned half = 0;
        for (unsigned k = 0; k < 6; ++k)
            half |= (unsigned)(references[8 * i + 2 + k] < middle[2 + k]) << k;
        halves[i] = (uint8_t)half;
    }
}

// A group of 32 boxes has seven rows: lo and hi of each axis, and as bits the axes on which they
// begin within the cell. Two overlap in the cell if they do on every axis, and if one of both
// begins within it on every axis: then the intersection's low corner lies in it.
static void collide__octree_overlap_scalar(const int16_t *a, unsigned n, const int16_t *b,
                                           unsigned m, uint32_t *hits) {
    for (unsigned i = 0; i < n; ++i) {
        hits[i] = 0;
        for (unsigned j = a == b ? i + 1 : 0; j < m; ++j)
            if (a[i] <= b[96 + j] && b[j] <= a[96 + i] && a[32 + i] <= b[128 + j] &&
                b[32 + j] <= a[128 + i] && a[64 + i] <= b[160 + j] && b[64 + j] <= a[160 + i] &&
                (a[192 + i] | b[192 + j]) == 7)
                hits[i] |= (uint32_t)1 << j;
    }
}

COLLIDE__KERNEL_TABLE_SCALAR(octree, COLLIDE__OCTREE_KERNELS);
COLLIDE__CHOOSE(octree)
#endif // COLLIDE_NO_OCTREE
