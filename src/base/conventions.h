#pragma once
#include "options.h"

// ================================================================================================
// >>conventions
// ================================================================================================
// Space     Coordinates are float32. Axes are right-handed; z is up, but only terrain has an up
//           direction. All lengths have one unit, your choice.
// Sets      Shapes are closed sets: touching is overlapping. Extents may be zero.
// Names     collide_A_B tests one A against one B; the parameters are in that order. A suffix names
//           the form of the query:
//               _sweep              for moving shapes, with times: see the call whether its result
//                                   is a collide_impact, a collide_bracket or a collide_sweep
//               _many               one A against a pack or an array of B, as hit bits
//               _many_indices       the same as indices
//               _lanes              pack against pack, lane by lane
//               _pairs              index pairs into a collide_A_array and a collide_B_array
//               _all                several A against a pack of B in one pass, as hit bits
//               _all_indices        all overlapping pairs of two packs
//               _self_indices       all overlapping pairs within one pack, octree or tree
//               _indices            objects of an octree or triangles of a tree, as indices
//               _contacts           contacts whose normals and depths move two bodies apart
//               _touches            contacts of surfaces, triangle by triangle
//               _closest            the nearest points
//               _distance           how far apart, as a bracket [lo, hi], with nearest points
//               _within             whether they are not farther apart than a margin
//               _clearances         the distance of each segment of a cable
//               _any                whether any pair of several A and a pack of B is hit
//               _nearest            the k nearest objects of a pack or an octree, in order
//               _nearest_pair       the nearest pair of several A and a pack of B
//               _near               a cheap test that must pass if the shapes overlap
//               _check              whether an A is valid, as a status
//               _count              how many objects a pack, an octree or a tree has
//               _size               bytes of memory that a builder needs
//           collide_A_from_B makes an A from a B. collide_A_under_pose moves an A by a pose.
//           collide_A_pack_... concerns packs of A. _open adopts saved data.
// Pack      Batches read packs. A pack has blocks of 16 objects; a block has one row of 16 floats
//           per component. A pack lies in memory you provide, aligned to COLLIDE_ALIGNMENT bytes. A
//           pack holds offsets and no pointers: you may move it with memcpy, or save it to a file.
//           Only a collide_shape_pack of convex bodies holds their addresses, so it cannot be
//           saved.
// Saved     Packs, convex bodies, octrees, trees, fronts and terrain can be saved byte by byte and
//           adopted later by their _open functions. _open checks what is needed to stay within
//           bounds: the header of a pack or a convex body, and the whole contents of the other
//           types. After a successful _open no query reads or writes out of bounds, whatever the
//           bytes were, as long as nobody writes them afterwards. A file works on all 32-bit and
//           64-bit machines that have the same byte order (terrain: only on machines with the same
//           number of bits). A file begins with the magic number of its type, such as "CNV2", whose
//           last character changes whenever the layout changes. _open refuses a file with another
//           last character: COLLIDE_ERROR_VERSION.
// Hit bits  There is one uint16_t per block of 16 objects: bit i of word k stands for object
//           16 * k + i. Bits past the last object are zero. n objects have COLLIDE_BLOCKS(n)
//           blocks; 0 objects have none.
// Lists     If a list is too small, it receives the first results in order; a list of contacts
//           receives the deepest. Three functions differ: collide_bodies_touches returns the first
//           contacts in order; collide_segment_octree_indices has no order; and the comment of
//           collide_tree_tree_touches says what it returns. The full count is returned. A function
//           that returns a status writes the count through a pointer. A list may be NULL if its
//           capacity is 0.
// Strides   A stride is the number of bytes from one element to the next; 0 means tightly packed.
//           Elements may lie within larger structs of yours. Builders take any stride. Queries take
//           multiples of 4. Heights of terrain may lie at any address and stride.
// Errors    Functions that return collide_status check their input. On error they write only an
//           empty result, which queries accept. If several errors apply, which one is returned is
//           unspecified. Queries check only input that would make them read out of bounds. A shape
//           with a NaN never hits, and it changes no result of the other shapes in a batch.
//           Infinities and huge values never trap.
// Pointers  A pointer is required unless its function says that it may be NULL. These may always be
//           NULL: options (the defaults apply), velocities (the objects are at rest), a
//           collide_tree_work (the work is not counted), and the pose of a convex body or a tree
//           (the identity). A pack, convex body, octree, terrain or tree that is NULL overlaps
//           nothing.
// Aliasing  Outputs must not overlap inputs.
// Threads   Queries are pure, except that a front query updates its front. No call is needed before
//           the first query, which may run on any thread. You may split one pack into packs of any
//           multiple of 16 objects and run them on any number of threads or machines: the bits are
//           the same as from one pack that holds all objects.
// Same bits A batch of n equals n single calls, bit for bit, on every instruction set, compiler and
//           optimisation level. The default floating-point environment is required: round to
//           nearest, no flush to zero, exceptions masked. (A NaN in a pack or a hole in a terrain
//           raises a floating-point flag.) The bits are also the same with gcc -Ofast and clang
//           -ffast-math, except where a number is denormal: programs linked with these flags flush
//           denormal numbers to zero. clang also needs -fno-finite-math-only for the file with the
//           implementation. Without it clang would assume that no number is infinite, so the header
//           gives an #error.
// Compilers C99 or C++11 is required, with a float of 32 bits and a double of 64 bits. C with MSVC
//           needs /std:c11. Tested: gcc 11 and 12; clang 13 to 16, 19 and 22; mingw-w64; clang for
//           windows-msvc; on x86-64, i386, aarch64, armv7 (scalar) and WASM. i386 needs -msse2
//           -mfpmath=sse; without them gcc runs scalar, and clang refuses to compile. sqrt comes
//           from libm on machines that have no instruction for it (some ARM microcontrollers).
//           After the implementation your pragmas and macros are restored for the rest of the
//           file, with two exceptions. With MSVC, fp_contract stays off. The second exception is
//           clang for WASM or armv7, and clang before version 16 for aarch64. There, for the rest
//           of the file, FP_CONTRACT has the compiler's default, not your setting, and -ffast-math
//           no longer reorders sums.
// Misses    No hit that is deeper than the bound of its family is lost. Each family states its
//           bound.
// Cost      Functions that state no cost take the times below, which were measured on a server with
//           AVX-512 (bench/results has more). A batch takes 0.3 to 50 ns per object, but a batch of
//           distances or margins takes up to 900 ns, and more for shapes that nearly touch
//           (>>shape). Building takes 4 to 100 ns per object for a pack, 20 to 80 ns per object for
//           an octree, 3 ns per height for terrain, and 70 to 200 ns per triangle for a tree. A yes
//           or no for two shapes takes 2 to 200 ns. Contacts of two shapes take 0.1 to 1 us in
//           closed form and 1 to 10 us where a distance is searched (>>shape). Contacts of a
//           segment of a cable take 3 to 10 us; >>terrain states its own costs. For packs, _all,
//           _all_indices and _self_indices cost as much as testing all pairs, except that packs of
//           k-DOPs skip blocks that are far apart. No query allocates memory. The stack of a query
//           is a few KB, 32 KB at most.
// Bounds    A bounding volume always contains its whole object, so two objects that share a point
//           never have disjoint k-DOPs. A k-DOP has a row, a min and a max, for each of its
//           directions. For points, triangles and AABBs, rows of one coordinate (x, y, z) are
//           exact, and rows of two (such as x + y) are rounded outward once. Rows of three
//           coordinates, and all rows of other shapes, are too wide by at most a few units in the
//           last place of the largest number added.

// Pack memory is aligned to this number of bytes.
#define COLLIDE_ALIGNMENT 64
// The number of blocks of 16 that n objects fill. The hit bits of n objects take this number of
// uint16_t words, one per block.
#define COLLIDE_BLOCKS(n) ((n) / 16 + ((n) % 16 != 0))
// Gives the first aligned address at or after p, at most COLLIDE_ALIGNMENT - 1 bytes after it. So
// make a buffer COLLIDE_ALIGNMENT bytes larger than its builder asks for. The result is a void *
// that is not const: use it for writable memory only. p is evaluated twice.
#define COLLIDE_ALIGN(p) ((void *)((unsigned char *)(p) + (0 - (uintptr_t)(p)) % COLLIDE_ALIGNMENT))

#if defined(COLLIDE_STATIC)
#if defined(COLLIDE_API)
#error "COLLIDE_STATIC defines COLLIDE_API, so do not"
#elif defined(__GNUC__) || defined(__clang__)
#define COLLIDE_API static __attribute__((unused))
#else
#define COLLIDE_API static
#endif
#elif !defined(COLLIDE_API)
#define COLLIDE_API extern
#endif
#if defined(__cplusplus) && !defined(COLLIDE_STATIC)
extern "C" {
#endif
