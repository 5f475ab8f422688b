// For tests of private functions: the interface and TEST_PART, a part of src/, without vectors. The
// part's public functions are weak, so that the object of the headers, which the test is linked
// with, gives its own in their place.
#ifndef INSIDE_H
#define INSIDE_H

#define COLLIDE_H // collide.h need not repeat the interface
#define COLLIDE_NO_SIMD
#define extern extern __attribute__((weak))
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "../src/base/isa.h"
#include "../src/aabb/aabb.h"
#include "../src/kdop/kdop.h"
#include "../src/sat/sat.h"
#include "../src/sphere/sphere.h"
#include "../src/triangle/triangle.h"
#include "../src/ray/ray.h"
#include "../src/octree/octree.h"
#include "../src/terrain/terrain.h"
#include "../src/tree/tree.h"
#include "../src/cable/cable.h"
#include "../src/shape/shape.h"
#include "../src/shape/many.h"
#include "../src/motion/motion.h"
#include TEST_PART
#pragma GCC diagnostic pop
#undef extern

#endif // INSIDE_H
