// Stands in for Microsoft's <stdio.h>: what tests/golden.c calls.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
int printf(const char *, ...);
int puts(const char *);
#ifdef __cplusplus
}
#endif
