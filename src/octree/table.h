#pragma once
#include "octree.h"
#include "../base/kernels.h"

#ifndef COLLIDE_NO_OCTREE
#define COLLIDE__OCTREE_HEADER ((sizeof(collide_octree) + 63) / 64 * 64)

// halve    compares the last 6 of 8 short numbers of n references, rounded up to fours, with the
//          numbers of middle (four times): bit k of halves[i] is set if number 2 + k is less
// overlap  the first n boxes of rows a against the first m of rows b, at most 32: hit bits of
//          each; for rows against themselves each pair once
#define COLLIDE__OCTREE_KERNELS(KERNEL)                                                            \
    KERNEL(octree, void, halve,                                                                    \
           (const int16_t *references, size_t n, const int16_t *middle, uint8_t *halves))          \
    KERNEL(octree, void, overlap,                                                                  \
           (const int16_t *a, unsigned n, const int16_t *b, unsigned m, uint32_t *hits))
COLLIDE__KERNEL_STRUCT(octree, COLLIDE__OCTREE_KERNELS);
#endif
