#pragma once
#include "conventions.h"

// ================================================================================================
// >>isa
// ================================================================================================

// Instruction sets of the kernels, in rising order on x86.
typedef enum collide_isa_id {
    COLLIDE_ISA_SCALAR,
    COLLIDE_ISA_SSE2,
    COLLIDE_ISA_AVX2,
    COLLIDE_ISA_AVX512, // F, VL, DQ and BW
    COLLIDE_ISA_NEON,
    COLLIDE_ISA_WASM128,
    COLLIDE_ISA_SIMDE, // 4-wide through SIMDe, where COLLIDE_SIMDE asked for it
    COLLIDE_ISA_COUNT
} collide_isa_id;

// The instruction set that batches run on: the best one that was compiled in, that this machine and
// its operating system have, and that collide_isa_limit allows. Single calls are scalar, but those
// of convex bodies and of cylinders on terrain.
COLLIDE_API collide_isa_id collide_isa(void);

// Caps the choice for tests, benchmarks and debugging; COLLIDE_ISA_COUNT lifts the cap. On x86 a
// limit allows all sets up to it; a set of another machine allows scalar only. Returns what
// collide_isa() says from now on. Results never depend on it. Threads in the middle of a query
// finish it with the set they began with. With COLLIDE_STATIC each file has a cap of its own.
COLLIDE_API collide_isa_id collide_isa_limit(collide_isa_id limit);

// "scalar", "sse2", "avx2", "avx512", "neon", "wasm128", "simde"; else "unknown".
COLLIDE_API const char *collide_isa_text(collide_isa_id isa);
