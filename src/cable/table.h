#pragma once
#include "../base/options.h"

#ifndef COLLIDE_NO_CABLE
#define COLLIDE__NEAR_HAIR 1.9073486328125e-6f // 2^-19
#define COLLIDE__NEAR_TINY 1e-36f

typedef struct collide__cable_kernels {
    // the next block of n, from i on, with a segment whose box (6 rows, step floats from block to
    // block) meets box b, which ones do; n if there is none
    size_t (*scan)(const float *boxes, size_t step, const float *b, size_t i, size_t n,
                   unsigned *lanes);
    // of those asked for of 16 segments, which centre lines lie in the grown boxes b (6 rows) for
    // sure; unsure: which may; the segments' own boxes may be known to meet these
    unsigned (*enter)(const float *a, const float *b, unsigned lanes, bool known_boxes,
                      unsigned *unsure);
    // which of 16 segments and triangles collide__near_triangle says yes to
    unsigned (*project)(const float *a, const float *b, unsigned lanes);
} collide__cable_kernels;

static const collide__cable_kernels *collide__cable_chosen;
#endif
