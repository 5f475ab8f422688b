// Stands in for Microsoft's <math.h>: what collide.h calls.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
double sqrt(double);
double fabs(double x);
#ifdef __cplusplus
}
#endif
