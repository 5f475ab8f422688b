#pragma once
#include "isa.h"
#include "platform.h"

#ifdef COLLIDE__SIMD
#define COLLIDE__SIMD_STAGE 2 // detection and kernels
#include COLLIDE_SIMD_FILENAME
#undef COLLIDE__SIMD_STAGE
#else
COLLIDE__INLINE collide_isa_id collide__simd_isa(collide_isa_id limit) {
    (void)limit;
    return COLLIDE_ISA_SCALAR;
}
#endif

static collide_isa_id collide__isa_cap = COLLIDE_ISA_COUNT;

COLLIDE_API collide_isa_id collide_isa(void) {
    return collide__simd_isa(COLLIDE__LOAD(collide__isa_cap));
}

COLLIDE_API const char *collide_isa_text(collide_isa_id isa) {
    static const char *const texts[COLLIDE_ISA_COUNT] = {"scalar", "sse2",    "avx2", "avx512",
                                                         "neon",   "wasm128", "simde"};
    return (unsigned)isa < COLLIDE_ISA_COUNT ? texts[isa] : "unknown";
}

// The table of kernels in use, chosen at the first call and after collide_isa_limit.
#ifdef COLLIDE__W16
#define COLLIDE__IF_W16(entry) entry
#else
#define COLLIDE__IF_W16(entry) table // stays NULL: never chosen
#endif
#ifdef COLLIDE__W8
#define COLLIDE__IF_W8(entry) entry
#else
#define COLLIDE__IF_W8(entry) table
#endif
#ifdef COLLIDE__W4
#define COLLIDE__IF_W4(entry) entry
#else
#define COLLIDE__IF_W4(entry) table
#endif
#define COLLIDE__CHOOSE(family)                                                                    \
    COLLIDE__SHARED const collide__##family##_kernels *collide__##family(void) {                   \
        const collide__##family##_kernels *table = COLLIDE__LOAD(collide__##family##_chosen);      \
        while (!table) {                                                                           \
            const collide_isa_id cap = COLLIDE__LOAD(collide__isa_cap);                            \
            const collide_isa_id isa = collide__simd_isa(cap);                                     \
            if (isa == COLLIDE_ISA_SCALAR)                                                         \
                table = &collide__##family##_scalar;                                               \
            else if (isa == COLLIDE_ISA_AVX512)                                                    \
                table = COLLIDE__IF_W16(&collide__##family##_w16);                                 \
            else                                                                                   \
                table = isa == COLLIDE_ISA_AVX2 ? COLLIDE__IF_W8(&collide__##family##_w8)          \
                                                : COLLIDE__IF_W4(&collide__##family##_w4);         \
            COLLIDE__STORE(collide__##family##_chosen, table);                                     \
            if (COLLIDE__LOAD(collide__isa_cap) != cap) /* limited by another thread meanwhile */  \
                table = NULL;                                                                      \
        }                                                                                          \
        return table;                                                                              \
    }
