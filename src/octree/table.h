#pragma once
#include "octree.h"

#ifndef COLLIDE_NO_OCTREE
#define COLLIDE__OCTREE_HEADER ((sizeof(collide_octree) + 63) / 64 * 64)

typedef struct collide__octree_kernels {
    // n references, rounded up to fours, whose last 6 of 8 short numbers are compared with those of
    // middle (which is there four times): bit k of halves[i] is set if number 2 + k is less
    void (*halve)(const int16_t *references, size_t n, const int16_t *middle, uint8_t *halves);
    // the first n boxes of rows a against the first m of rows b, at most 32: hit bits of each, of
    // rows against themselves each pair once
    void (*meet)(const int16_t *a, unsigned n, const int16_t *b, unsigned m, uint32_t *hits);
} collide__octree_kernels;

static const collide__octree_kernels *collide__octree_chosen;
#endif
