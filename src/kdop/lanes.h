#pragma once
#include "definition.h"
#include "../base/intrinsics.h"

#if COLLIDE__SIMD_STAGE == 2 && !defined(COLLIDE_NO_KDOP) &&                                       \
    (defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
// The rows of one k-DOP in lanes. The product of row i's direction with a point p is a sum of up to
// three terms; term t is coordinate index[t][i] of p, with its sign changed where sign[t][i] is -0.
// Index 3 is no coordinate. The term is then 0 - 0 = -0, which leaves any sum unchanged.
typedef struct collide__kdop_terms {
    COLLIDE__ALIGNED(int32_t) index[3][16];
    COLLIDE__ALIGNED(float) sign[3][16];
} collide__kdop_terms;

static const collide__kdop_terms collide__kdop_terms14 = {
    {{0, 1, 2, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
    {{0},
     {-0.f, -0.f, -0.f, 0, -0.f, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {-0.f, -0.f, -0.f, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f}}};
static const collide__kdop_terms collide__kdop_terms18 = {
    {{0, 1, 2, 0, 0, 1, 0, 0, 1, 3, 3, 3, 3, 3, 3, 3},
     {3, 3, 3, 1, 2, 2, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3},
     {0}},
    {{0},
     {-0.f, -0.f, -0.f, 0, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {0}}};
static const collide__kdop_terms collide__kdop_terms26 = {
    {{0, 1, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 3, 3, 3},
     {3, 3, 3, 1, 1, 1, 1, 1, 2, 2, 1, 2, 2, 3, 3, 3},
     {3, 3, 3, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
    {{0},
     {-0.f, -0.f, -0.f, 0, -0.f, 0, -0.f, 0, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f},
     {-0.f, -0.f, -0.f, 0, 0, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f, -0.f}}};

// The lengths of the directions, rounded up (collide__kdop_length_up).
static const COLLIDE__ALIGNED(float) collide__kdop_lengths[3][16] = {
    {1, 1, 1, 1.73205090f, 1.73205090f, 1.73205090f, 1.73205090f},
    {1, 1, 1, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f},
    {1, 1, 1, 1.73205090f, 1.73205090f, 1.73205090f, 1.73205090f, 1.41421366f, 1.41421366f,
     1.41421366f, 1.41421366f, 1.41421366f, 1.41421366f}};
#endif
