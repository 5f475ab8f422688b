// What every test begins with: cmocka and the headers that it asks for, collide.h, random inputs.
// Include it first. Before it, a test that needs some families alone defines COLLIDE_WITH_FAMILY,
// and a test that calls private functions defines TEST_PART (inside.h).
#ifndef TEST_H
#define TEST_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE // mmap, sysconf
#endif
#ifdef TEST_PART
#include "inside.h"
#endif
#include <float.h>
#include <math.h> // INFINITY, NAN; no function of libm
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../collide.h"

#include "../bench/inputs.h"

// A number of random cases; but in the full tier an eighth of them under sanitizers, which take ten
// times as long and are after other faults than rare cases have.
static inline int test_cases(int normal) {
#ifdef COLLIDE_TEST_SANITIZED
    const char *tier = getenv("COLLIDE_TEST_TIER");
    return tier && strcmp(tier, "full") == 0 ? normal : normal / 8;
#else
    return normal;
#endif
}

#endif // TEST_H
