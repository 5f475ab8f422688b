#pragma once
#include "options.h"

// ================================================================================================
// >>conventions
// ================================================================================================
// Space     Right-handed, z up, float32, one unit of length throughout (your choice).
// Sets      Closed: touching is overlapping. Extents may be zero.
// Names     collide_A_B is one A against one B, and the parameters are in that order. Suffixes:
//           _sweep moving, with times; _many one A against a pack of B, as hit bits; _many_indices
//           the same as indices; _lanes pack against pack, lane by lane; _pairs a list of index
//           pairs into a collide_A_array and a collide_B_array; _all several against a pack in one
//           pass, as hit bits; _all_indices and _self_indices all overlapping pairs of two packs,
//           or of one; _contacts the contacts of a pair; _closest the nearest points; _near a
//           necessary condition; _check whether a builder would take it. collide_A_from_B makes an
//           A, collide_A_pack_... a pack of them, _open adopts one that was saved.
// Pack      The form that batches read: blocks of 16 objects, one row of 16 floats per component.
//           It lies in memory you provide, COLLIDE_ALIGNMENT bytes aligned, and holds offsets, no
//           pointers: move it with memcpy, or save it to a file.
// Saved     Packs, convex bodies, octrees, trees, fronts and terrain can be saved as the bytes that
//           they are, and adopted later by their _open function. It checks of packs and convex
//           bodies the header, of the others everything that queries rely on. After a good _open no
//           query reads or writes out of bounds, whatever the bytes were, as long as nobody writes
//           them afterwards. A file is good on all machines of one byte order, with 32 and 64 bits
//           (terrain: with as many bits as it was saved with), and for all versions that have the
//           same magic number for that type: the last of its four letters counts the layouts. Other
//           files are refused with COLLIDE_ERROR_VERSION.
// Hit bits  One uint16_t per block of 16 objects, bit i for object 16 * block + i; bits past the
//           last object are zero. n objects have COLLIDE_BLOCKS(n) blocks, 0 have none.
// Lists     A list that is too small takes the first results in order, of contacts the deepest; the
//           full count is returned; a function that returns a status writes it through a pointer.
//           It may be NULL if its capacity is 0. (Contacts of many bodies come in order, too; those
//           of two trees say what else is different.)
// Strides   Bytes from one element to the next; 0 means tightly packed. Elements may lie within
//           larger structs of yours. Strides given to builders may be any, those given to queries
//           are multiples of 4. Heights of terrain may lie at any address and stride.
// Errors    Functions that return collide_status check their input and write nothing on error but
//           an empty, usable result. Queries check nothing but what would read out of bounds: NaN
//           never hits and disturbs no other lane, infinities and huge values never trap. Of
//           several errors any one is returned.
// Pointers  Are required, unless it is said that they may be NULL. Options may be NULL (the
//           defaults), as may motions (at rest), collide_tree_count (not wanted) and the pose of a
//           convex body or a tree (the identity). A pack, convex body, octree, terrain or tree that
//           is NULL meets nothing.
// Aliasing  Outputs must not overlap inputs.
// Threads   Queries are pure (but that a front is written by its own), and any of them may be the
//           first, on any thread. Build packs of any multiple of 16 objects each, run them on any
//           number of threads or machines: the bits are those of one pack that holds all.
// Same bits A batch of n equals n single calls, bit for bit, on every instruction set, compiler
//           and optimisation level, in the default floating-point environment (round to nearest, no
//           flush to zero, exceptions masked: NaN in packs and holes in terrain raise flags). gcc
//           -Ofast and clang -ffast-math are included, but programs linked with them flush denormal
//           numbers to zero, and there the bits differ; and clang needs -fno-finite-math-only
//           besides, for the file with the implementation, or it drops infinities: an #error.
// Compilers C99 or C++11; float and double of 32 and 64 bits. Tested: gcc 11, 12, clang 13 to 22,
//           mingw-w64, clang for windows-msvc; x86-64, i386, aarch64, armv7 (scalar), WASM. i386
//           wants -msse2 -mfpmath=sse: else gcc runs scalar, and clang refuses. sqrt is libm's
//           where there is no instruction for it (some ARM microcontrollers). What follows in the
//           file with the implementation keeps your pragmas and macros, but with MSVC, and clang
//           on WASM, armv7 or (before 16) aarch64: there FP_CONTRACT is the default afterwards, and
//           -ffast-math reorders no sums.
// Misses    No hit is lost beyond the bound that each family states.
// Cost      Where none is said, measured on a server with AVX-512 (bench/results has more): an
//           object of a batch takes 0.3 to 50 ns. Building takes 4 to 100 ns an object for a pack,
//           20 to 80 for an octree, 3 ns a height for terrain, and 70 to 200 ns a triangle for a
//           tree. A yes or no of two shapes takes 2 to 200 ns, contacts of two shapes 0.1 to 1 us,
//           those of a segment of a cable 3 to 10 us; >>terrain has its own. _all and lists of
//           pairs take what all pairs take, less what blocks that are far apart save. No query
//           allocates; its stack is a few KB, 32 at most.
// Bounds    No bound is ever inside its object, and two objects that share a point never have
//           disjoint k-DOPs. Rows of points, triangles and aligned boxes are exact on the axes and
//           rounded outward once for two terms; all others are at most a few units wide in the last
//           place of the largest term.

// Alignment of pack memory, in bytes.
#define COLLIDE_ALIGNMENT 64
// Blocks of 16 that n objects fill: the number of uint16_t in a row of hit bits.
#define COLLIDE_BLOCKS(n) ((n) / 16 + ((n) % 16 != 0))
// The first aligned address in memory of yours to be written, at most COLLIDE_ALIGNMENT - 1 bytes
// behind p, which is evaluated twice: so let a buffer be larger than builders ask for by
// COLLIDE_ALIGNMENT.
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
