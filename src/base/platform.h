#pragma once
#include "conventions.h"

// ================================================================================================
// >>base_impl
// ================================================================================================

#if defined(__GNUC__) || defined(__clang__)
#define COLLIDE__GNU
#endif

#include <float.h>
#include <string.h>
#if !defined(COLLIDE__GNU)
#include <math.h> // sqrt and fabs: instructions in MSVC
#endif

#ifndef COLLIDE_SIMD_FILENAME
#define COLLIDE_SIMD_FILENAME "collide_simd.h"
#define COLLIDE__OWN_FILENAME
#endif
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || DBL_MANT_DIG != 53
#error "collide.h: needs IEEE 754 float and double of 32 and 64 bits"
#endif
// The x87 rounds twice. gcc is told to use SSE2 for this file, but then cannot inline its own
// intrinsics, so batches run scalar; others must be told by flags.
#if defined(__i386__) && !defined(__SSE2_MATH__)
#define COLLIDE__X87
#endif
#if (FLT_EVAL_METHOD == 2 && (!defined(COLLIDE__X87) || defined(__clang__))) ||                    \
    (defined(__x86_64__) && !defined(__SSE2__))
#error "collide.h: needs arithmetic in float and double; on x86 compile with -msse2 -mfpmath=sse"
#endif
// From clang 17 on a function may return anything in place of infinity, whatever the pragmas say.
#if defined(__clang__) && defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "collide.h: with clang -ffast-math, add -fno-finite-math-only to this file (>>conventions)"
#endif
#if !defined(COLLIDE_NO_SIMD) && !defined(COLLIDE__X87) && defined(__has_include)
#if __has_include(COLLIDE_SIMD_FILENAME)
#define COLLIDE__SIMD
#endif
#endif
#ifdef COLLIDE__SIMD
#define COLLIDE__SIMD_STAGE 1 // the intrinsics' headers, before any pragma of ours
#include COLLIDE_SIMD_FILENAME
#undef COLLIDE__SIMD_STAGE
#endif
#if defined(COLLIDE_REQUIRE_SIMD) &&                                                               \
    !(defined(COLLIDE__W4) || defined(COLLIDE__W8) || defined(COLLIDE__W16))
#error "collide.h: COLLIDE_REQUIRE_SIMD is defined, but collide_simd.h or SIMDe is not there, or \
left out, or this machine has no kernels (i386 needs -msse2 -mfpmath=sse)"
#endif

#ifndef COLLIDE_ASSERT
#define COLLIDE_ASSERT(x) ((void)0)
#define COLLIDE__OWN_ASSERT
#endif

// Every written operation rounds once, whatever flags the user builds with. gcc ignores the STDC
// pragma; clang -ffast-math needs float_control.
#if defined(__clang__)
#if defined(__x86_64__) || defined(__i386__) || (defined(__aarch64__) && __clang_major__ >= 16)
#define COLLIDE__FLOAT_CONTROL // elsewhere it is not supported
#pragma float_control(push)
#pragma float_control(precise, on)
#else
#pragma clang fp reassociate(off)
#endif
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma push_macro("__FAST_MATH__") // pop_options does not restore these macros
#pragma push_macro("__FINITE_MATH_ONLY__")
#pragma push_macro("__NO_MATH_ERRNO__")
#pragma push_macro("__NO_SIGNED_ZEROS__")
#pragma push_macro("__NO_TRAPPING_MATH__")
#pragma push_macro("__RECIPROCAL_MATH__")
#pragma push_macro("__ASSOCIATIVE_MATH__")
#pragma GCC push_options
// gcc 12 forgets to round two neighbouring doubles to float when it vectorises straight-line code.
#pragma GCC optimize("no-fast-math,fp-contract=off,no-tree-slp-vectorize,no-exceptions")
#if defined(__i386__)
#pragma GCC target("sse2,fpmath=sse")
#endif
#elif defined(_MSC_VER)
#pragma float_control(precise, on, push)
#pragma fp_contract(off)
#endif

// COLLIDE__INLINE: small functions; the compiler decides. COLLIDE__FORCE_INLINE: functions that
// made a benchmark slower when not inlined; not forced at -O0, to compile faster.
// COLLIDE__SHARED: functions of base that not every selection of families calls.
// COLLIDE__NOINLINE: functions with large arrays, which shall not stay on the caller's stack.
#if defined(COLLIDE__GNU)
#define COLLIDE__SHARED static __attribute__((unused))
#define COLLIDE__NOINLINE static __attribute__((noinline))
#define COLLIDE__INLINE static inline
#ifdef __OPTIMIZE__
#define COLLIDE__FORCE_INLINE static inline __attribute__((always_inline))
#else
#define COLLIDE__FORCE_INLINE static inline
#endif
#define COLLIDE__ALIGNED(type) type __attribute__((aligned(COLLIDE_ALIGNMENT)))
#define COLLIDE__LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define COLLIDE__STORE(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_RELAXED)
#define COLLIDE__PREFETCH(p) __builtin_prefetch(p)
#else
#define COLLIDE__SHARED static
#if defined(_MSC_VER)
#define COLLIDE__NOINLINE static __declspec(noinline)
#define COLLIDE__INLINE static inline
#define COLLIDE__FORCE_INLINE static __forceinline
#define COLLIDE__ALIGNED(type) __declspec(align(COLLIDE_ALIGNMENT)) type
#else
#define COLLIDE__NOINLINE static
#define COLLIDE__INLINE static inline
#define COLLIDE__FORCE_INLINE static inline
#define COLLIDE__ALIGNED(type) type // batches run scalar
#endif
#define COLLIDE__PREFETCH(p) ((void)(p))
#define COLLIDE__LOAD(variable) (variable)
#define COLLIDE__STORE(variable, value) ((variable) = (value))
#endif
