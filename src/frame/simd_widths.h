#pragma once

#if COLLIDE__SIMD_STAGE == 2 // below it is 3, and the file includes itself
#undef COLLIDE__SIMD_STAGE
#define COLLIDE__SIMD_STAGE 3
#ifdef COLLIDE__W4
#define COLLIDE__WIDTH 4
#include COLLIDE_SIMD_FILENAME
#endif
#ifdef COLLIDE__W8
#define COLLIDE__WIDTH 8
#include COLLIDE_SIMD_FILENAME
#endif
#ifdef COLLIDE__W16
#define COLLIDE__WIDTH 16
#include COLLIDE_SIMD_FILENAME
#endif
#undef COLLIDE__USE_SIMDE
#undef COLLIDE__USE_X86
#endif // COLLIDE__SIMD_STAGE == 2
