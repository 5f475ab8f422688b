COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *a, size_t neighbours,
                                               collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(contacts || !capacity);
    return collide__cables_contacts(a, a, true, neighbours ? neighbours : 1, contacts, capacity);
}
#undef COLLIDE__CURVE_HAIR
#undef COLLIDE__CURVE_LEAST
#undef COLLIDE__CURVE_LEVELS
#undef COLLIDE__CURVE_LOOSE
#undef COLLIDE__CURVE_STEP
#undef COLLIDE__CURVE_UNIT
#undef COLLIDE__NEAR_HAIR
#undef COLLIDE__NEAR_TINY
#undef COLLIDE__SPLINE_FLOATS
#undef COLLIDE__SPLINE_ROWS
#endif // COLLIDE_NO_CABLE

// ================================================================================================
// End of the implementation: restore what the region changed, leave no macro behind.
// ================================================================================================
#ifdef __cplusplus
}
#endif

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
#undef COLLIDE__OWN_ASSERT
#endif
#ifdef COLLIDE__OWN_FILENAME
#undef COLLIDE_SIMD_FILENAME
#undef COLLIDE__OWN_FILENAME
#endif
#undef COLLIDE__ALIGNED
#undef COLLIDE__CHOOSE
#undef COLLIDE__FLOAT_CONTROL
#undef COLLIDE__GNU
#undef COLLIDE__HEADER
#undef COLLIDE__IF_W16
#undef COLLIDE__IF_W4
#undef COLLIDE__IF_W8
#undef COLLIDE__INLINE
#undef COLLIDE__LOAD
#undef COLLIDE__OPAQUE
#undef COLLIDE__PACK_DEFINE
#undef COLLIDE__PACK_ROWS
#undef COLLIDE__PREFETCH
#undef COLLIDE__SIMD
#undef COLLIDE__STORE
#undef COLLIDE__W16
#undef COLLIDE__W4
#undef COLLIDE__W8
#undef COLLIDE__X87

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
