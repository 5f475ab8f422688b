// Stands in for Microsoft's <stdlib.h>: what tests/golden.c and the intrinsics call.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
__declspec(noreturn) void exit(int);
void free(void *);
void *malloc(size_t);
#ifdef __cplusplus
}
#endif
