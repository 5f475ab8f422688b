#pragma once

// ================================================================================================
// End of the implementation: restore what the region changed, leave no macro behind.
// ================================================================================================
#if defined(__clang__)
#ifdef COLLIDE__FLOAT_CONTROL
#pragma float_control(pop)
#else
#pragma STDC FP_CONTRACT DEFAULT
#endif
#elif defined(__GNUC__)
#pragma GCC pop_options
#pragma pop_macro("__FAST_MATH__")
#pragma pop_macro("__FINITE_MATH_ONLY__")
#pragma pop_macro("__NO_MATH_ERRNO__")
#pragma pop_macro("__NO_SIGNED_ZEROS__")
#pragma pop_macro("__NO_TRAPPING_MATH__")
#pragma pop_macro("__RECIPROCAL_MATH__")
#pragma pop_macro("__ASSOCIATIVE_MATH__")
#elif defined(_MSC_VER)
#pragma float_control(pop) // what fp_contract was cannot be known: it stays off
#endif

#ifdef COLLIDE__OWN_ASSERT
#undef COLLIDE_ASSERT
#undef COLLIDE__ALL_DEFINE
#undef COLLIDE__OWN_ASSERT
#endif
#ifdef COLLIDE__OWN_FILENAME
#undef COLLIDE_SIMD_FILENAME
#undef COLLIDE__OWN_FILENAME
#endif
#undef COLLIDE__ABS
#undef COLLIDE__ADD
#undef COLLIDE__ALIGNED
#undef COLLIDE__ALL
#undef COLLIDE__AND
#undef COLLIDE__AND_GE
#undef COLLIDE__BASE_KERNELS
#undef COLLIDE__BESIDE
#undef COLLIDE__BITS
#undef COLLIDE__BODY_DEFINE
#undef COLLIDE__BODY_POINTS
#undef COLLIDE__BOUNDS
#undef COLLIDE__BOUND_SLACK
#undef COLLIDE__CABLE_KERNELS
#undef COLLIDE__CAST_SLACK
#undef COLLIDE__CHOOSE
#undef COLLIDE__CLIP_POINTS
#undef COLLIDE__CONTACTS
#undef COLLIDE__CURVE_MARGIN
#undef COLLIDE__CURVE_RESOLUTION
#undef COLLIDE__CURVE_LEVELS
#undef COLLIDE__CURVE_LOOSE
#undef COLLIDE__CURVE_STEP
#undef COLLIDE__CURVE_UNIT
#undef COLLIDE__CYLINDER_FLOATS
#undef COLLIDE__CYLINDER_LIMIT
#undef COLLIDE__CORE_SLACK
#undef COLLIDE__KINDS
#undef COLLIDE__KINDS_OF
#undef COLLIDE__DIGIT_BITS
#undef COLLIDE__DIV
#undef COLLIDE__EQUAL
#undef COLLIDE__FASTEST
#undef COLLIDE__FLAT
#undef COLLIDE__FLOATS_OF
#undef COLLIDE__FLOAT_CONTROL
#undef COLLIDE__FORCE_INLINE
#undef COLLIDE__GE
#undef COLLIDE__GJK_ROUNDS
#undef COLLIDE__GNU
#undef COLLIDE__HEADER
#undef COLLIDE__HOLE
#undef COLLIDE__IF_W16
#undef COLLIDE__IF_W4
#undef COLLIDE__IF_W8
#undef COLLIDE__INLINE
#undef COLLIDE__KDOP_BLOCK
#undef COLLIDE__KDOP_GROUP
#undef COLLIDE__KDOP_GROUPS
#undef COLLIDE__KDOP_KERNELS
#undef COLLIDE__KDOP_KINDS
#undef COLLIDE__KDOP_KIND_KERNELS
#undef COLLIDE__KDOP_MAX_AXES
#undef COLLIDE__KDOP_USUAL
#undef COLLIDE__KERNEL_FIELD
#undef COLLIDE__KERNEL_LANES
#undef COLLIDE__KERNEL_SCALAR
#undef COLLIDE__KERNEL_STRUCT
#undef COLLIDE__KERNEL_TABLE_LANES
#undef COLLIDE__KERNEL_TABLE_SCALAR
#undef COLLIDE__LANE_FORCE_INLINE
#undef COLLIDE__LANE_INLINE
#undef COLLIDE__LE
#undef COLLIDE__LOAD
#undef COLLIDE__LOAD_U
#undef COLLIDE__LOAD_V
#undef COLLIDE__LT
#undef COLLIDE__M
#undef COLLIDE__ALL_DEFINE
#undef COLLIDE__MANY_DEFINE
#undef COLLIDE__MAX
#undef COLLIDE__MIN
#undef COLLIDE__MUL
#undef COLLIDE__NEAR_MARGIN
#undef COLLIDE__NEAR_TINY
#undef COLLIDE__NEG
#undef COLLIDE__NOINLINE
#undef COLLIDE__NOT_ON_TERRAIN
#undef COLLIDE__NO_CONTACTS
#undef COLLIDE__NO_LANE_AXIS
#undef COLLIDE__OCTREE_FOURS
#undef COLLIDE__OCTREE_MARGIN
#undef COLLIDE__OCTREE_HEADER
#undef COLLIDE__OCTREE_INNER
#undef COLLIDE__OCTREE_KERNELS
#undef COLLIDE__OCTREE_LEVELS
#undef COLLIDE__OCTREE_NODES
#undef COLLIDE__OCTREE_RANKS
#undef COLLIDE__OCTREE_REFERENCES
#undef COLLIDE__OCTREE_STACK
#undef COLLIDE__OPAQUE
#undef COLLIDE__PACK_DEFINE
#undef COLLIDE__PACK_FORMS
#undef COLLIDE__PACK_MESH_FORM
#undef COLLIDE__PACK_ROWS
#undef COLLIDE__PACE_DEFINE
#undef COLLIDE__PAIRS_DEFINE
#undef COLLIDE__PARALLEL
#undef COLLIDE__PATCH
#undef COLLIDE__POINT_SHIFT
#undef COLLIDE__PREFETCH
#undef COLLIDE__RAY_DEFINE
#undef COLLIDE__RAY_KERNELS
#undef COLLIDE__RAY_TREE_KERNELS
#undef COLLIDE__RAY_SLACK
#undef COLLIDE__ROUNDING
#undef COLLIDE__OBB_KERNELS
#undef COLLIDE__CLOUD_RADIUS
#undef COLLIDE__DISTANCE_ROWS
#undef COLLIDE__SAT_KERNELS
#undef COLLIDE__SHAPE_KERNELS
#undef COLLIDE__SELECT
#undef COLLIDE__SHARED
#undef COLLIDE__SIEVE_ALONG
#undef COLLIDE__SIEVE_BEND
#undef COLLIDE__SIEVE_BESIDE
#undef COLLIDE__SIEVE_FAR
#undef COLLIDE__SIEVE_FLAT
#undef COLLIDE__SIEVE_MARGIN
#undef COLLIDE__SIEVE_INSIDE
#undef COLLIDE__SIEVE_OUTSIDE
#undef COLLIDE__SIEVE_SLACK
#undef COLLIDE__SIEVE_STEEP
#undef COLLIDE__SIEVE_TIE
#undef COLLIDE__SIEVE_TURN
#undef COLLIDE__SIEVE_TURN_FAR
#undef COLLIDE__SIMD
#undef COLLIDE__SLABS
#undef COLLIDE__SLAB_SLACK
#undef COLLIDE__SLIVER
#undef COLLIDE__SLOWEST
#undef COLLIDE__SMALL
#undef COLLIDE__AABB_KERNELS
#undef COLLIDE__SPHERE_KERNELS
#undef COLLIDE__SPHERE_MARGIN
#undef COLLIDE__SPHERE_PATH
#undef COLLIDE__SPHERE_VANISH
#undef COLLIDE__SPLAT
#undef COLLIDE__SPLINE_FLOATS
#undef COLLIDE__SQRT
#undef COLLIDE__SQRT_OF
#undef COLLIDE__STORE
#undef COLLIDE__STORE_U
#undef COLLIDE__STORE_V
#undef COLLIDE__SUB
#undef COLLIDE__SWEEP_BLOCKS
#undef COLLIDE__SWEEP_DEFINE
#undef COLLIDE__TARGET
#undef COLLIDE__TERRAIN_BLOCK
#undef COLLIDE__TERRAIN_CONTACTS
#undef COLLIDE__TERRAIN_HEADER
#undef COLLIDE__TERRAIN_KERNELS
#undef COLLIDE__TERRAIN_LIMIT
#undef COLLIDE__TIE
#undef COLLIDE__TILE
#undef COLLIDE__TREE_PLANE_MARGIN
#undef COLLIDE__TREE_PLANE_VANISH
#undef COLLIDE__TREE_DOUBLE
#undef COLLIDE__TREE_FAR
#undef COLLIDE__TREE_HEADER
#undef COLLIDE__TREE_KERNELS
#undef COLLIDE__TREE_LEAF
#undef COLLIDE__TREE_LEVELS
#undef COLLIDE__TREE_LOOKS
#undef COLLIDE__TREE_PAD
#undef COLLIDE__TREE_SLACK
#undef COLLIDE__TREE_TASKS
#undef COLLIDE__TRIANGLE_AXES
#undef COLLIDE__TRIANGLE_KERNELS
#undef COLLIDE__TRIANGLE_LEAST
#undef COLLIDE__TRIANGLE_MOST
#undef COLLIDE__TRIANGLE_ROUNDING
#undef COLLIDE__TRIANGLE_VANISH
#undef COLLIDE__T_LIMIT
#undef COLLIDE__T_SOON
#undef COLLIDE__V
#undef COLLIDE__W
#undef COLLIDE__W16
#undef COLLIDE__W4
#undef COLLIDE__W8
#undef COLLIDE__WIDTH
#undef COLLIDE__WINDOW_FLOATS
#undef COLLIDE__WORDS
#undef COLLIDE__WORK
#undef COLLIDE__X87
#undef COLLIDE__XOR

#endif // COLLIDE_IMPLEMENTATION

// MIT License
//
// Copyright (c) 2026 the collide.h authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files (the "Software"), to deal in the Software without restriction,
// including without limitation the rights to use, copy, modify, merge, publish, distribute,
// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
// NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
