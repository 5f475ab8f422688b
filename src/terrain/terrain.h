#pragma once
#include "../cylinder/cylinder.h"

// ================================================================================================
// >>terrain
// ================================================================================================
#ifndef COLLIDE_NO_TERRAIN
// Cylinders, balls, boxes and triangles on terrain: a regular grid of heights [Strashnov]. Vertex
// (i, j), column i and row j, lies at (origin.x + i dx, origin.y + j dy, origin.z + height) of the
// given floats, as real numbers. A cell has the corners V0 = (i, j), V1 = (i + 1, j), V2 = (i, j +
// 1), V3 = (i + 1, j + 1) and two triangles: V0 V1 V2 and V1 V3 V2, or with other_diagonal V0 V1 V3
// and V0 V3 V2. The terrain is solid: all that lies at or below the surface, however deep, under
// the grid's rectangle. A cell with a hole at a corner has neither surface nor solid. There are no
// side walls: what meets the solid from the side lies below the surface, and hits.
//
// Bound: let e be radius + height of the cylinder + dx + dy + the range of heights of a cell that
// it comes to, and u = 2^-24. What goes deeper than 8u e is never missed, and what stays clear by
// more than 8u e never hits: verdicts are those of a cylinder that is larger or smaller by that.
// The distance from the origin, the size of the grid and the depth below the surface do not matter.
// This is for lengths from 1e-6 to 1e6, and for cylinders that pass collide_cylinder_check.
//
// z is up.
//
// EXAMPLE
//     static const float heights[4] = {0, 0.1f, 0, 0.1f}; // two rows from the south
//     static unsigned char memory[4096]; // collide_terrain_size(2, 2) is less
//     const collide_cylinder barrel = {{5, 5, 0.35f}, {0, 1, 0}, 0.3f, 1};
//     static collide_heights grid; // all zeros
//     collide_terrain *terrain;
//     collide_contact contact[8];
//     grid.heights = heights;
//     grid.columns = grid.rows = 2;
//     grid.dx = grid.dy = 10; // metres
//     const size_t size = sizeof memory - COLLIDE_ALIGNMENT;
//     if (collide_terrain_build(&terrain, COLLIDE_ALIGN(memory), size, &grid) == COLLIDE_OK)
//         printf("%d contacts\n",
//                (int)collide_cylinder_terrain_contacts(&barrel, terrain, contact, 8));
//     // prints: 2 contacts

// Sides of a grid whose outermost cells are a copy of a neighbouring grid's: the first column, the
// last, the first row, the last.
#define COLLIDE_NEIGHBOUR_WEST 1u
#define COLLIDE_NEIGHBOUR_EAST 2u
#define COLLIDE_NEIGHBOUR_SOUTH 4u
#define COLLIDE_NEIGHBOUR_NORTH 8u

// A grid of heights in memory you provide. Begin with all bytes 0 and set the first three fields,
// dx and dy; the rest has defaults.
typedef struct collide_heights {
    const void *heights;  // first vertex: float, NaN for a hole, or int16_t
    size_t columns, rows; // vertices along x and y, from 2 to 2^24
    float dx, dy;         // steps, > 0
    size_t row_stride;    // bytes from row to row; 0 means tightly packed
    collide_vec3 origin;  // of vertex (0, 0) at height 0
    bool other_diagonal;  // cells are cut from V0 to V3
    bool int16;           // numbers q are int16_t: the height is offset + scale * q in float32
    bool has_hole;        // where q is hole, there is no height; for floats these are ignored
    int16_t hole;
    float scale, offset; // scale 0 means 1
    uint32_t neighbours; // COLLIDE_NEIGHBOUR_..., any of them; for contacts (below)
} collide_heights;

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_terrain_inside {
    double inverse_dx, inverse_dy; // 1 / dx, 1 / dy
} collide_terrain_inside;

// Heights, and least and greatest height of squares of cells, in memory you provide. The heights
// stay where they are, and the terrain holds their address: keep them, and tell
// collide_terrain_update what changed. The collide_heights it was built from may go; the terrain
// itself may move, by memcpy to aligned memory. Read the fields freely, write them only by the
// builders.
typedef struct collide_terrain {
    uint32_t magic;       // COLLIDE_TERRAIN_MAGIC
    uint32_t levels;      // squares of 16 by 16 cells, 32 by 32, ..., up to one that holds all
    uint64_t size;        // bytes in use, this header included
    bool holes;           // there are some
    collide_heights grid; // with its defaults filled in
    collide_terrain_inside inside;
} collide_terrain;
#define COLLIDE_TERRAIN_MAGIC 0x32524554u // "TER2" in memory on little-endian machines

// ---- making ----------------------------------------------------------------------------------

// Bytes for a terrain, a multiple of COLLIDE_ALIGNMENT, about one for 16 cells; 0 if there are
// fewer than 2 columns or rows, or more than 2^24.
COLLIDE_API size_t collide_terrain_size(size_t columns, size_t rows);

// Builds a terrain in memory of at least collide_terrain_size(columns, rows) bytes and writes its
// address (that of memory) to *terrain. Errors: NULL, COUNT (fewer than 2 columns or rows), EXTENT
// (dx or dy not from 2^-60 to 2^60), NOT_FINITE (a step, origin, scale or offset; a height that is
// infinite or beyond 2^60), STRIDE, OVERFLOW, SIZE, ALIGNMENT; *terrain is then NULL and memory
// untouched. Cost: one pass over the heights.
COLLIDE_API collide_status collide_terrain_build(collide_terrain **terrain, void *memory,
                                                 size_t size, const collide_heights *heights);

// Adopts a terrain that was copied or read into memory, of terrain->size bytes, with its heights,
// which are given anew: memory may hold anything, heights are trusted as in building. The saved
// ranges are compared with those of the heights. This takes as long as building: it tells whether
// both belong together, and if you do not ask that, build the terrain instead. Errors: those of
// collide_terrain_build, KIND, VERSION, DAMAGED (also ranges of other heights); *terrain is then
// NULL and memory untouched.
COLLIDE_API collide_status collide_terrain_open(collide_terrain **terrain, void *memory,
                                                size_t size, const collide_heights *heights);

// Takes in what you changed of the heights: columns by rows of vertices from (column, row) on.
// Until then hits may be missed. Cost: the squares of 16 by 16 cells round them, and the larger
// ones that hold those. Errors: NULL, KIND (no terrain), INDEX (not within the grid), NOT_FINITE;
// the terrain is then unchanged: mend the heights before the next query.
COLLIDE_API collide_status collide_terrain_update(collide_terrain *terrain, size_t column,
                                                  size_t row, size_t columns, size_t rows);

// ---- single calls ----------------------------------------------------------------------------

// Height of the surface at (x, y), and its unit normal, which points up; either may be NULL. Both
// are evaluated in double, from x and y less the grid's origin, and rounded. False, with nothing
// written, outside of the grid's rectangle and in holes. On an edge between cells or triangles the
// normal is that of one of them.
COLLIDE_API bool collide_terrain_height(const collide_terrain *terrain, float x, float y, float *z,
                                        collide_vec3 *normal);

// Whether a cylinder meets the terrain: the surface, or lies below it. Cost: that of the cells near
// it; a square of cells that is all above, below or beside it costs little, and the size of the
// grid does not matter. Cells run on the instruction set in use, so a loop of these calls is as
// fast as a batch where there are many cells under each. Holes slow down what is over the same
// squares of 16 by 16 cells.
COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *cylinder,
                                          const collide_terrain *terrain);

// The same for a solid ball, a solid box and a triangle, cell by cell. A radius < 0, a box that
// does not pass collide_obb_check, NaN and infinities never hit; nor does anything hit a terrain
// that is NULL.
//
// Bounds: let e be as above, with the ball's radius in place of the cylinder's radius and height,
// and o the sum of the distances along x, y and z from the grid's origin to the ball's centre. The
// verdict is that of a ball whose radius is larger or smaller by at most 2^-48 (e + o). For a box
// the corners of cells are rounded to float as seen from its centre, for a triangle its corners and
// those of cells as seen from its lowest corner. Rounding moves each corner by at most u times its
// distance from there, and 2^-52 o; for the rounded shapes the bounds of >>sat hold.
COLLIDE_API bool collide_sphere_terrain(const collide_sphere *sphere,
                                        const collide_terrain *terrain);
#ifndef COLLIDE_NO_SAT
COLLIDE_API bool collide_obb_terrain(const collide_obb *box, const collide_terrain *terrain);
#endif
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API bool collide_triangle_terrain(const collide_triangle *triangle,
                                          const collide_terrain *terrain);
#endif

// ---- contacts --------------------------------------------------------------------------------
// A cylinder, ball or box (a) with a plane, a triangle or the terrain (b), whether touching or
// however deep: normals point from b to a and, on terrain, never down; depths are >= 0 and finite.
// There are contacts iff the query above says yes (of tiles: one of them has, see below); a hit by
// a hair may have one of depth 0. A solver takes all of them as they are. To push a body out by
// hand, move it by depth * normal of the deepest (a capacity of 1 asks for that), ask again, and so
// on until that is less than you mind: what just touches has a contact of depth 0. They are in no
// order of depth.
//
// What is found, by the parts of the surface that the body's lower side comes to:
//     plane of faces  the lowest points of both rims, and the opposite and the two middle points of
//                     the rim of the base that faces the plane (of a base that lies flat on it
//                     within 2^-16, four points that stay): A1, A2, B1, C1 +- r u of [Strashnov],
//                     those that lie below that plane's faces; corners of boxes; a ball's one
//     edge            where the body is deepest over it, if the faces beside it fall off: one point
//                     or, if it runs along the side of a cylinder or along a base within 1.8
//                     degrees, both ends
//     vertex          the point below it, likewise
// With a face the normal is that of its plane; with an edge or vertex that of the body there, or
// the one that edge and rim have in common. Faces that lie in one plane as far as their heights
// tell, bends of at most 8u |height|, are one face: what stands or rolls on a flat or tilted grid
// has the contacts of one plane, wherever it is.
//
// point_a lies on the body, point_b on the surface; (b - a) . normal is how far the body must go
// for that contact to part. depth is that or less, since no contact is deeper than the deepest
// column; but the deepest contact has just the depth of this column, which may be more. The column
// of a face is as deep as its highest point above the body's lower side, along the face's normal;
// but no deeper than about s / (1 - s / width)^2, where s is the way sideways on which the body's
// shadow leaves the faces of that plane that are connected with it under the body. Those contacts
// that are more than twice as far from parting are left out if there are others, since body and
// surface do not part that way: so a barrel that is pushed into a kerb has the kerb's contact, not
// that of its top.
//
// So the deepest depth changes by at most about (1 + slope) (1 + depth / width)^2 times the motion
// of the body's points, where slope is the steepest one's of the cells below and width the body's
// least half extent: also where it comes over a flatter cell, where depths below infinite planes
// jump. (Where the terrain ends, at its border and at holes, slope is that of the body's lower side
// if this is steeper.) It is at most the way straight up that parts body and terrain. Points move
// continuously while features stay.
//
// How this departs from [Strashnov]: the verdict comes first, and alone decides; depths are those
// of columns instead of infinite planes, so deep contacts stay finite; elements that lie in one
// plane are one; edges and vertices give contacts only where the surface is bent down there, so
// that there are none at inner edges; the extreme points of a base are contacts, where only its
// crossings with edges were.
//
// At most four contacts have one normal (within an angle of about 0.08 degrees): the deepest, the
// one farthest from it, the one farthest from their line and the one farthest outside of these
// three; what is within 2^-16 of the body's size of the best counts as best, and the first by
// features wins. Before that the 96 deepest are kept. Returns how many there are; contacts takes
// the capacity deepest. Of contacts that meet in one place of the surface the
// first by features stays, as deep as the deepest, so that its depth may be more than its points
// say. contacts may be NULL if capacity is 0. Evaluated in double from vertices rounded to float as
// seen from the centre: points lie within 16u e of body and surface, besides what their own
// rounding to float and the bends that count as flat add.
//
// Features tell contacts apart from call to call. Bits 24 to 31 of feature_b tell the part, bits 0
// to 23 the column of its cell, and bits 0 to 23 of feature_a the row of that:
//     COLLIDE_FEATURE_FACE     the one that point_a is over or under, of the cell there: number 0
//                              is that at the cell's south edge, 1 that at its north edge
//     COLLIDE_FEATURE_EDGE     number 0 from V0 to V1, 1 from V0 to V2, 2 the diagonal
//     COLLIDE_FEATURE_VERTEX   V0 of the cell
// Bits 24 to 31 of feature_a tell the part of the body: of a cylinder COLLIDE_CYLINDER_SIDE, _BASE
// or _RIM, with _TOP for the base at + axis, and in bits 27 to 31 which of its points; of a box
// COLLIDE_FEATURE_... as above (>>sat), and its number in bits 27 to 31. Of a plane or triangle
// there is no cell; features of triangles are as in >>sat.
//
// A grid that is cut into tiles: give each a row or column of its neighbour's cells, and say so in
// neighbours. They have no contacts of their own, but tell what is flat at the border. Together the
// tiles then have the contacts of the whole, but for this: at most four of one normal are those of
// each tile; over such cells no contact takes the depth of the deepest column, which may be another
// tile's; what is deeper than half a cell may have its partner cut off at the tile's end. A hit may
// have none: its neighbour has them.
//
// Cost: that of the verdict, and for each cell that the body comes above 0.01 to 0.4 us for a
// cylinder, 0.1 to 0.8 for a ball and 0.2 to 2 for a box, most where the body is small or the
// ground rough; among narrow walls up to 11 us were measured. Contacts of cells that all lie in one
// plane are found once. Borders of plateaus are followed for at most 65,536 steps and 64 more for
// each cell of the footprint. Of cylinders vectors find what may touch; the rest runs scalar.
#define COLLIDE_CYLINDER_SIDE 0x00000000u
#define COLLIDE_CYLINDER_BASE 0x01000000u
#define COLLIDE_CYLINDER_RIM 0x02000000u
#define COLLIDE_CYLINDER_TOP 0x04000000u
#define COLLIDE_FEATURE_KIND(feature_b) ((feature_b)&0x03000000u) // COLLIDE_FEATURE_FACE, ...
#define COLLIDE_FEATURE_NUMBER(feature_b) ((feature_b) >> 26)
#define COLLIDE_FEATURE_CELL(feature) ((feature)&0x00ffffffu) // column of feature_b, row of _a

// Of a cylinder and the terrain; at most 96. None where collide_cylinder_terrain says no.
COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *cylinder,
                                                     const collide_terrain *terrain,
                                                     collide_contact *contacts, size_t capacity);

// The same for a solid ball and a solid box, at most 96 as well. None where collide_sphere_terrain
// and collide_obb_terrain say no. feature_a of a ball is the row alone.
COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *sphere,
                                                   const collide_terrain *terrain,
                                                   collide_contact *contacts, size_t capacity);
#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *box,
                                                const collide_terrain *terrain,
                                                collide_contact *contacts, size_t capacity);
#endif

// ---- cells -----------------------------------------------------------------------------------

// The cells whose surface the cylinder meets, row by row, as column (a) and row (b) of their corner
// V0; returns their number. cells takes the first capacity of them. Cells that lie above the
// cylinder without touching it are none of them. Cost: that of the squares of 16 by 16 cells near
// it, and of the squares that lie between two of these in a row.
COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *cylinder,
                                                  const collide_terrain *terrain,
                                                  collide_pair *cells, size_t capacity);

// ---- batches ---------------------------------------------------------------------------------

// A pack of cylinders against one terrain: COLLIDE_BLOCKS(count) words of hit bits; returns the
// number of hits. A pack or a terrain that is NULL has none. bits overlap neither pack nor terrain
// nor heights. Pays for small footprints, and for grids larger than the caches: heights are fetched
// ahead; cylinders over up to 3 by 3 cells go through the vectors together, a lane each.
COLLIDE_API size_t collide_cylinder_terrain_many(const collide_cylinder_pack *cylinders,
                                                 const collide_terrain *terrain, uint16_t *bits);

// The contacts of a pack of cylinders: those of cylinder i at contacts + i * slots, at most slots
// of them, and their full number in counts[i], for all i below the pack's count; returns the number
// of cylinders that have some. The results of a loop of single calls, bit for bit, at its speed. A
// pack or a terrain that is NULL has none. contacts may be NULL if slots is 0; no array overlaps
// another.
COLLIDE_API size_t collide_cylinder_terrain_contacts_many(const collide_cylinder_pack *cylinders,
                                                          const collide_terrain *terrain,
                                                          collide_contact *contacts, size_t slots,
                                                          uint32_t *counts);
#endif // COLLIDE_NO_TERRAIN
