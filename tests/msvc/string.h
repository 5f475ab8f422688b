// Stands in for Microsoft's <string.h>: what the headers and tests/golden.c call.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
#ifdef __cplusplus
}
#endif
