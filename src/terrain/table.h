#pragma once
#include "terrain.h"
#include "../base/kernels.h"
#include "../cylinder/job.h"
#include "../base/platform.h"

#ifndef COLLIDE_NO_TERRAIN
#define COLLIDE__TERRAIN_BLOCK 16 // cells along a side of the smallest square
#define COLLIDE__PATCH 304        // vertices of one call of the kernel: 17 * 17, and some behind
#define COLLIDE__HOLE FLT_MAX
#define COLLIDE__TERRAIN_HEADER                                                                    \
    ((sizeof(collide_terrain) + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT)
#define COLLIDE__TERRAIN_LIMIT 1.152921504606846976e18f // 2^60

// Vertices of neighbouring cells relative to a centre, in rows of equal length. The cell of vertex
// m has corners m, m + 1, m + row, m + row + 1; the last vertex of a row has none. The 32 floats
// behind the last vertex may be read by kernels.
typedef struct collide__patch {
    float x[COLLIDE__PATCH + 32], y[COLLIDE__PATCH + 32], z[COLLIDE__PATCH + 32];
    size_t row, n; // vertices in a row; those that may begin a cell
} collide__patch;

// The first vertex of a footprint relative to the centre, and the two numbers that are subtracted
// from heights, one after the other.
typedef struct collide__place {
    float x, y, high, low;
} collide__place;

// Rows of heights that become a patch: at most 16 vertices each, 16 of which may be read.
typedef struct collide__patch_job {
    const char *heights; // the first; no holes
    size_t stride, columns, rows;
    collide__place place;
    float dx, dy;
} collide__patch_job;

// A small footprint: its columns and rows of vertices, and their heights.
#define COLLIDE__SMALL 4
typedef struct collide__window {
    collide__place place;
    float columns, rows;
    float height[COLLIDE__SMALL * COLLIDE__SMALL];
} collide__window;
#define COLLIDE__WINDOW_FLOATS (6 + COLLIDE__SMALL * COLLIDE__SMALL)
#define COLLIDE__CYLINDER_FLOATS 15

// 16 cylinders over small footprints of one terrain: rows of floats of collide__cylinder_job and of
// collide__window, 16 each.
typedef struct collide__small_job {
    COLLIDE__ALIGNED(float) cylinder[COLLIDE__CYLINDER_FLOATS * 16];
    COLLIDE__ALIGNED(float) window[COLLIDE__WINDOW_FLOATS * 16];
    int columns, rows; // maximum over the footprints
    float dx, dy;
    bool other_diagonal;
} collide__small_job;

// Cells against a body: all are lower, some may be above it, or some overlaps it.
typedef enum collide__cells_result {
    COLLIDE__CELLS_LOWER,
    COLLIDE__CELLS_ABOVE,
    COLLIDE__CELLS_MEET
} collide__cells_result;

// A bit for each vertex of a patch, behind zeros.
#define COLLIDE__BITS_BEFORE 160
typedef struct collide__bits {
    uint32_t word[(COLLIDE__BITS_BEFORE + COLLIDE__PATCH) / 32 + 8];
} collide__bits;

COLLIDE__INLINE void collide__bits_put(collide__bits *bits, size_t m, unsigned word) {
    const size_t i = m + COLLIDE__BITS_BEFORE;
    bits->word[i / 32] |= (uint32_t)word << i % 32;
}

// The 32 bits from vertex m on.
COLLIDE__INLINE unsigned collide__bits_at(const collide__bits *bits, size_t m) {
    const size_t i = m + COLLIDE__BITS_BEFORE;
    const uint64_t two = (uint64_t)bits->word[i / 32 + 1] << 32 | bits->word[i / 32];
    return (unsigned)(uint32_t)(two >> i % 32);
}

// Bits of vertices where an edge begins that overlaps the cylinder: to the right, up, and the
// diagonal of the vertex's cell.
typedef struct collide__edge_bits {
    collide__bits right, up, diagonal;
} collide__edge_bits;

// Planes that bound a body from below and from the sides, and which of 64 vertices of a patch are
// beyond them.
#define COLLIDE__BOUNDS 9
typedef struct collide__beyond {
    uint64_t bound[COLLIDE__BOUNDS];
} collide__beyond;

#define COLLIDE__SIEVE_TIE 1.52587890625e-5f      // 2^-16
#define COLLIDE__SIEVE_SLACK 9.765625e-4f         // 2^-10
#define COLLIDE__SIEVE_FAR 3.814697265625e-6f     // 2^-18
#define COLLIDE__SIEVE_MARGIN 9.5367431640625e-7f // 2^-20
#define COLLIDE__SIEVE_BESIDE 1.220703125e-3f     // more than 2^-10
#define COLLIDE__SIEVE_FLAT 4.7e-7f               // slightly less than 8 u
#define COLLIDE__SIEVE_BEND 1.8e-7f               // 3 u
#define COLLIDE__SIEVE_ALONG 0.00390625f          // of the distance of a place, along the axis
#define COLLIDE__SIEVE_INSIDE 0.96875f            // of the radius squared
#define COLLIDE__SIEVE_OUTSIDE 1.03125f           // likewise
#define COLLIDE__SIEVE_TURN 0.015625f             // error of a normal, of the radius
#define COLLIDE__SIEVE_TURN_FAR 0.001953125f      // and of the distance of its place
#define COLLIDE__SIEVE_STEEP 0.125f               // sine, to the vertical, of walls below lines

// What both sieves know of a body over cells of dx by dy: the height of its centre over the
// terrain's origin; slack of lengths, and in cells; x and y of the ways along edges.
typedef struct collide__ring_job {
    float over, dx, dy, inverse_dx, inverse_dy, slack, share, way[6][2];
    bool other_diagonal;
} collide__ring_job;

// A cylinder as the sieve sees it: half the axis, the axis that points up.
typedef struct collide__sieve_job {
    collide__ring_job grid;
    collide_vec3 axis, p, q, end, up;
    float radius, size;
    float base, rise; // up * base + rise is the height of a point above the lower base
    float reach_x, reach_y, half, turn; // turn * axis is up
    float square, lean, inverse_lean;   // lean: of the axis, 0 if it is almost vertical
} collide__sieve_job;

// A sphere or an OBB as the sieve sees it. tall is half its height, and square an upper bound of
// the sphere's radius squared. Of each axis of the OBB: up points up, and inverse is 1 / its z, or
// less if the axis is almost horizontal (steep); side is a unit vector across the axis, in x and y,
// and as z the distance of the shadow along it.
typedef struct collide__sift_job {
    collide__ring_job grid;
    float size, tall, radius, square, inverse_area;
    float half[3], inverse[3], reach[3]; // reach: of the shadow, across the three edges of a cell
    collide_vec3 edge[3];                // their directions from above, and as z their lengths
    collide_vec3 lowest, up[3], side[3], corner[8];
    bool obb, steep[3];
} collide__sift_job;

// Edges of a ring (ring.h numbers its vertices, ways and faces): their ends; the third corners of
// the faces on the left and on the right, and these faces; the way to the end, and to those
// corners. The first three begin at the vertex. The others are the edges of the cell to ne, with
// third corners 9 and 10 two steps to the east and north.
typedef struct collide__ring_edge {
    uint8_t from, to, third[2], face[2], way, third_way[2];
} collide__ring_edge;
static const collide__ring_edge collide__ring_edges[2][5] = {{{4, 5, {7, 2}, {0, 2}, 0, {1, 5}},
                                                              {4, 7, {6, 5}, {3, 0}, 1, {2, 0}},
                                                              {5, 7, {4, 8}, {0, 1}, 2, {3, 1}},
                                                              {7, 8, {10, 5}, {0, 0}, 0, {1, 5}},
                                                              {5, 8, {7, 9}, {0, 0}, 1, {2, 0}}},
                                                             {{4, 5, {8, 1}, {0, 2}, 0, {1, 5}},
                                                              {4, 7, {3, 8}, {3, 1}, 2, {3, 1}},
                                                              {4, 8, {7, 5}, {1, 0}, 1, {2, 0}},
                                                              {7, 8, {10, 4}, {0, 0}, 0, {1, 5}},
                                                              {5, 8, {4, 9}, {0, 0}, 2, {3, 1}}}};

// The vertices to which the six ways lead.
static const uint8_t collide__ring_spokes[2][6] = {{5, 7, 6, 3, 1, 2}, {5, 8, 7, 3, 0, 1}};

// Rings of three by three vertices, row by row, with the vertex in the middle at x, y. z_e and z_n
// are heights one step further, of the third corners of faces beyond the cell. An edge that bends
// by more than bent is not flat. depth is the maximum depth of the edges from the middle and of
// this vertex. Bits of rings: face, line: which faces, edges or vertices may have contacts of their
// own; deep: which edges or vertices may be the deepest point of a face.
typedef struct collide__rings {
    COLLIDE__ALIGNED(float) x[16];
    float y[16], z[9][16], z_e[16], z_n[16], depth[4][16], bent;
    unsigned face[2], line[4], deep[4];
} collide__rings;

// Which faces 0 and 1 of the cells that begin at vertices of a patch may overlap a body.
typedef struct collide__faces {
    uint64_t near_by[2][COLLIDE__PATCH / 64 + 1];
} collide__faces;

// rows         reads heights of the job into a patch
// cells        returns at the first cell that overlaps the cylinder; with bits writes all cells
//              that overlap it, 16 a word
// small_batch  which of 16 cylinders overlap a cell, and above which a cell may lie; NULL if single
//              calls are faster
// beyond       which of the first n vertices of a patch are beyond bounds; returns the largest |z|
// sift_faces   sets the faces that may overlap a body; a bit of a vertex that begins no cell says
//              nothing
// sieve, sift  ask the first n rings, of a cylinder or of another body
#define COLLIDE__TERRAIN_KERNELS(KERNEL)                                                           \
    KERNEL(terrain, void, rows, (const collide__patch_job *job, collide__patch *patch))            \
    KERNEL(terrain, collide__cells_result, cells,                                                  \
           (const collide__cylinder_job *job, const collide__patch *patch, uint16_t *bits))        \
    KERNEL(terrain, void, small_batch,                                                             \
           (const collide__small_job *job, unsigned *overlap, unsigned *above))                    \
    KERNEL(terrain, float, beyond,                                                                 \
           (const float *reach, const collide__patch *patch, size_t n, collide__beyond *out))      \
    KERNEL(terrain, void, sieve,                                                                   \
           (const collide__sieve_job *job, collide__rings *rings, unsigned n))                     \
    KERNEL(terrain, void, sift_faces,                                                              \
           (const collide__sift_job *job, const collide__patch *patch, collide__faces *faces))     \
    KERNEL(terrain, void, sift, (const collide__sift_job *job, collide__rings *rings, unsigned n))
COLLIDE__KERNEL_STRUCT(terrain, COLLIDE__TERRAIN_KERNELS);

#undef COLLIDE__BITS_BEFORE
#endif
