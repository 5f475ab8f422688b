// Stands in for Microsoft's <setjmp.h>: the intrinsics declare functions with it.
#pragma once
typedef double jmp_buf[32];
