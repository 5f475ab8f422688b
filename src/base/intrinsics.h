#pragma once
#include "platform.h"

// ================================================================================================
// Stage 1: the headers of the intrinsics, and which widths can be compiled.
// ================================================================================================
#if COLLIDE__SIMD_STAGE == 1

#if defined(COLLIDE_SIMDE)
#define COLLIDE__USE_SIMDE
#elif (defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)) &&         \
    !defined(__TINYC__)
#define COLLIDE__USE_X86
#elif (defined(__aarch64__) && !defined(COLLIDE_NO_NEON)) ||                                       \
    (defined(__wasm_simd128__) && !defined(COLLIDE_NO_WASM))
#if __has_include(<simde/x86/sse2.h>)
#define COLLIDE__USE_SIMDE
#else
#pragma message("collide_simd.h: SIMDe was not found (simde/x86/sse2.h), batches run scalar")
#endif
#endif

#if defined(COLLIDE__USE_X86)
#include <immintrin.h>
#if defined(_MSC_VER)
#include <intrin.h>
#if defined(__clang__) // its immintrin.h leaves these out here
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <avx512fintrin.h>
#include <avx512bwintrin.h>
#include <avx512dqintrin.h>
#include <avx512vlintrin.h>
#include <avx512vlbwintrin.h>
#include <avx512vldqintrin.h>
#endif
#else
#include <cpuid.h>
#endif
#ifndef COLLIDE_NO_SSE2
#define COLLIDE__W4
#endif
#ifndef COLLIDE_NO_AVX2
#define COLLIDE__W8
#endif
#ifndef COLLIDE_NO_AVX512
#define COLLIDE__W16
#endif
#elif defined(COLLIDE__USE_SIMDE)
#include <simde/x86/sse2.h>
#define COLLIDE__W4
#endif
#endif // COLLIDE__SIMD_STAGE == 1
