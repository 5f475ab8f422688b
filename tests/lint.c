// What clang-tidy and cppcheck read: both headers with their implementation.
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
