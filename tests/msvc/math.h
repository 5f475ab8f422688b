// Stands in for Microsoft's <math.h>: what collide.h calls.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
// Microsoft's is this instruction on x64. The function of mingw-w64, which an unoptimised build
// would call instead, does not always round correctly.
static inline double sqrt(double x) {
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(x));
    return root;
}
double fabs(double x);
#ifdef __cplusplus
}
#endif
