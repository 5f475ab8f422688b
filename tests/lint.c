// Both headers with their implementation: what clang-tidy and cppcheck read, and tests share.
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
