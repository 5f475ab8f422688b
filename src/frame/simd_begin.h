#pragma once
// collide_simd.h - the vector kernels of collide.h, which includes this file; you never do.
//
// One body per kernel, instantiated 4, 8 and 16 lanes wide: this file includes itself once for each
// width (stage 3), after the intrinsics' headers (stage 1) and the choice of an instruction set
// (stage 2). On x86 the ops name the compiler's intrinsics, each width under a target attribute of
// its own, so that a plain -O2 build holds all of them; elsewhere SIMDe carries the 4-wide body.
//
// TO ADD A KERNEL
//     1. Write the definition, and a scalar kernel that is a loop over it, in the family's folder
//        of src/. Its comment fixes the order of operations. Name it in the family's table.h.
//     2. Write the body once in the family's kernels.h, from the ops: names through COLLIDE__W,
//        helpers COLLIDE__LANE_INLINE, entries `static COLLIDE__TARGET`.
//        Arithmetic is a + b, a - b, a * b, a / b on COLLIDE__V, never fused; no rcp, rsqrt,
//        horizontal float sums or min/max intrinsics. Early-outs may not change results. Write
//        rows with macros: gcc -O2 does not unroll loops over them.
//     3. Add the entry to the tests (tests/README.md says where) and the case to the benchmark.
//     An op that is missing: add it to the three blocks of src/base/ops.h, and to #undef at the
//     end.
//
// TO ADD AN INSTRUCTION SET
//     1. Stage 1, src/base/intrinsics.h: when it can be compiled; define COLLIDE__W4, _W8 or _W16
//        and include its header.
//     2. Stage 2, src/base/detect.h: when it can run, as a collide_isa_id.
//     3. Stage 3, src/base/ops.h: its ops for that width and its COLLIDE__TARGET, if no present
//        block fits.
//     4. src/base/isa.h and dispatch.h: the identifier, its text, and its case in COLLIDE__CHOOSE.
#if !defined(COLLIDE__SIMD_STAGE)
#error "collide_simd.h: include collide.h, not this file"
#elif COLLIDE_VERSION != 10000 || COLLIDE_VERSION_CANDIDATE != 1
#error "collide_simd.h is of version 1.0.0-rc.1, collide.h is not: copy both from one release"
#endif
