#pragma once
#include "conventions.h"

// ================================================================================================
// >>isa
// ================================================================================================

// The instruction sets of the kernels, in rising order on x86.
typedef enum collide_isa_id {
    COLLIDE_ISA_SCALAR,
    COLLIDE_ISA_SSE2,
    COLLIDE_ISA_AVX2,
    COLLIDE_ISA_AVX512, // F, VL, DQ and BW
    COLLIDE_ISA_NEON,
    COLLIDE_ISA_WASM128,
    COLLIDE_ISA_SIMDE, // 4-wide through SIMDe, if COLLIDE_SIMDE is defined
    COLLIDE_ISA_COUNT
} collide_isa_id;

// Returns the instruction set that batches run on: the best one that was compiled in, that the CPU
// and the operating system support, and that collide_isa_limit allows. Calls for two shapes are
// scalar, except for OBBs (collide_obb_obb and its sweep), for convex bodies and for cylinders on
// terrain. Distances of a convex body use SIMD if it has 16 vertices or more.
COLLIDE_API collide_isa_id collide_isa(void);

// Caps the instruction set, for tests, benchmarks and debugging. COLLIDE_ISA_COUNT lifts the cap.
// On x86 a limit allows all sets up to it. A limit that belongs to another architecture allows
// scalar code only. Returns the set that collide_isa() returns from now on. Results of queries
// never depend on the cap. A query that is running on another thread finishes with the set that it
// began with. With COLLIDE_STATIC each file has a cap of its own.
COLLIDE_API collide_isa_id collide_isa_limit(collide_isa_id limit);

// Returns the name of an instruction set: "scalar", "sse2", "avx2", "avx512", "neon", "wasm128",
// "simde", or "unknown" for any other value.
COLLIDE_API const char *collide_isa_text(collide_isa_id isa);
