#pragma once
#include "table.h"
#include "../base/ops.h"

// ---- octree ----------------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH) && !defined(COLLIDE_NO_OCTREE)
static COLLIDE__TARGET void COLLIDE__W(collide__octree_halve)(const int16_t *references, size_t n,
                                                              const int16_t *middle,
                                                              uint8_t *halves) {
    for (size_t i = 0; i < n; i += 4, references += 32, halves += 4) {
        COLLIDE__S below[16 / COLLIDE__WIDTH];
#define COLLIDE__PART(part)                                                                        \
    below[part] = COLLIDE__SUB_S(COLLIDE__LOAD_S(middle + 2 * COLLIDE__WIDTH * (part)),            \
                                 COLLIDE__LOAD_S(references + 2 * COLLIDE__WIDTH * (part)));
        COLLIDE__EACH(COLLIDE__PART)
#undef COLLIDE__PART
        const uint32_t bits = COLLIDE__POSITIVE_S(below) >> 2 & 0x3f3f3f3fu;
        halves[0] = (uint8_t)bits;
        halves[1] = (uint8_t)(bits >> 8);
        halves[2] = (uint8_t)(bits >> 16);
        halves[3] = (uint8_t)(bits >> 24);
    }
}

static COLLIDE__TARGET void COLLIDE__W(collide__octree_overlap)(const int16_t *a, unsigned n,
                                                                const int16_t *b, unsigned m,
                                                                uint32_t *hits) {
    const uint32_t there = 0xffffffffu >> (32 - m);
    const COLLIDE__S every = COLLIDE__SPLAT_H(7);
    for (unsigned i = 0; i < n; ++i) {
        COLLIDE__S gap[16 / COLLIDE__WIDTH];
#define COLLIDE__LANES(row, part) COLLIDE__LOAD_S(b + 32 * (row) + 2 * COLLIDE__WIDTH * (part))
#define COLLIDE__FIRST(part)                                                                       \
    gap[part] = COLLIDE__SUB_S(every, COLLIDE__OR_S(begins, COLLIDE__LANES(6, part)));
#define COLLIDE__PART(part)                                                                        \
    gap[part] = COLLIDE__MAX_S(gap[part], COLLIDE__SUB_S(lo, COLLIDE__LANES(axis + 3, part)));     \
    gap[part] = COLLIDE__MAX_S(gap[part], COLLIDE__SUB_S(COLLIDE__LANES(axis, part), hi));
#define COLLIDE__AXIS(number)                                                                      \
    {                                                                                              \
        enum { axis = (number) };                                                                  \
        const COLLIDE__S lo = COLLIDE__SPLAT_H(a[32 * axis + i]);                                  \
        const COLLIDE__S hi = COLLIDE__SPLAT_H(a[32 * axis + 96 + i]);                             \
        COLLIDE__EACH(COLLIDE__PART)                                                               \
    }
        const COLLIDE__S begins = COLLIDE__SPLAT_H(a[192 + i]);
        COLLIDE__EACH(COLLIDE__FIRST)
        COLLIDE__AXIS(0)
        COLLIDE__AXIS(1)
        COLLIDE__AXIS(2)
#undef COLLIDE__LANES
#undef COLLIDE__FIRST
#undef COLLIDE__PART
#undef COLLIDE__AXIS
        hits[i] = ~COLLIDE__POSITIVE_S(gap) & (a == b ? there & 0xfffffffeu << i : there);
    }
}

COLLIDE__KERNEL_TABLE_LANES(octree, COLLIDE__OCTREE_KERNELS);
#endif // COLLIDE_NO_OCTREE
