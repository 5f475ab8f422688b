#pragma once
#include "vocabulary.h"

// ---- tables of kernels -----------------------------------------------------------------------
// One table of kernels for each family and instruction set. A family lists its kernels once, in its
// part table.h, as KERNEL(family, result, name, (parameters)); the entry `name` of its tables is
// then collide__FAMILY_NAME_scalar, a loop over the definition, or
// COLLIDE__W(collide__FAMILY_NAME), which collide_simd.h makes for each width. Every entry returns
// the same bits as the scalar one.
// NOLINTNEXTLINE(bugprone-macro-parentheses): names and parameters of a declaration
#define COLLIDE__KERNEL_FIELD(family, result, name, parameters) result(*name) parameters;
#define COLLIDE__KERNEL_SCALAR(family, result, name, parameters)                                   \
    collide__##family##_##name##_scalar,
#define COLLIDE__KERNEL_LANES(family, result, name, parameters)                                    \
    COLLIDE__W(collide__##family##_##name),

#define COLLIDE__KERNEL_STRUCT(family, KERNELS)                                                    \
    typedef struct collide__##family##_kernels {                                                   \
        KERNELS(COLLIDE__KERNEL_FIELD)                                                             \
    } collide__##family##_kernels;                                                                 \
    static const collide__##family##_kernels *collide__##family##_chosen
#define COLLIDE__KERNEL_TABLE_SCALAR(family, KERNELS)                                              \
    static const collide__##family##_kernels collide__##family##_scalar = {                        \
        KERNELS(COLLIDE__KERNEL_SCALAR)}
#define COLLIDE__KERNEL_TABLE_LANES(family, KERNELS)                                               \
    static const collide__##family##_kernels COLLIDE__W(collide__##family) = {                     \
        KERNELS(COLLIDE__KERNEL_LANES)}
