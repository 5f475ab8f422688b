// Both headers with their implementation: the object that programs of the tests share
// (tests/object.sh), and the file that clang-tidy and cppcheck read.
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#ifdef COLLIDE_COUNT_WORK // programs that read it have one of their own
extern unsigned long long collide_work;
__attribute__((weak)) unsigned long long collide_work;
#endif

// The user's own code after the headers, which leave the user's choice of contraction as it was:
// the rows on machine code look for a fused operation here.
#ifdef __x86_64__
__attribute__((target("fma")))
#endif
float user(float a, float b, float c);
float user(float a, float b, float c) {
    return a * b + c;
}
