// Stands in for Microsoft's <malloc.h>: what the intrinsics call.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void _aligned_free(void *);
void *_aligned_malloc(size_t, size_t);
#ifdef __cplusplus
}
#endif
