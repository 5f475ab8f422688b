#pragma once
#include "../cylinder/cylinder.h"

// ================================================================================================
// >>terrain
// ================================================================================================
#ifndef COLLIDE_NO_TERRAIN
// This family tests cylinders, spheres, OBBs and triangles against terrain, which is a regular grid
// of heights [Strashnov]. z is up. The vertex in column i and row j lies at (origin.x + i dx,
// origin.y + j dy, origin.z + height). These sums are taken exactly, without rounding. A cell has
// the corners V0 in column i and row j, V1 in column i + 1, V2 in row j + 1, and V3 in both. Its
// diagonal cuts it into face 0 at its south edge and face 1 at its north edge:
//
//        default           other_diagonal           a hole
//     V2-----------V3      V2-----------V3      +-----+-----+-----+
//      | \ face 1  |        |  face 1 / |       | \   | \   | \   |   The vertex o has no
//      |   \       |        |       /   |       |   \ |   \ |   \ |   height, so it is a hole.
//      |     \     |        |     /     |       +-----+-----+-----+   No cell with this
//      |       \   |        |   /       |       |           | \   |   corner has a surface,
//      |  face 0 \ |        | / face 0  |       |           |   \ |   and nothing is solid
//     V0-----------V1      V0-----------V1      +     o     +-----+   below it.
//                                               |           | \   |
//        north (+y) is up, east (+x) is right   |           |   \ |
//                                               +-----------+-----+
//
// The terrain is solid: it contains all points that lie on or below the surface within the grid's
// rectangle, however deep they are. The border has no wall of its own: a shape that comes from
// the side hits as soon as a part of it inside the grid's rectangle is on or below the surface.
//
// Bound: the footprint of a body is the set of cells under its bounds, seen from above. Let e be
// the cylinder's radius + its height + dx + dy + the largest range of heights of a cell in its
// footprint, and u = 2^-24. A cylinder that goes deeper than 8u e is never missed, and a cylinder
// that is clear by more than 8u e never hits. The distance from the origin, the size of the grid
// and the depth below the surface do not matter. The bound holds for lengths from 1e-6 to 1e6, and
// for cylinders that pass collide_cylinder_check.
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
//                (int)collide_cylinder_terrain_contacts(&barrel, terrain, NULL, contact, 8));
//     // prints: 2 contacts

// Sides of a grid at which the outermost cells are a copy of the cells of a neighbouring grid: the
// first column, the last column, the first row, the last row.
#define COLLIDE_NEIGHBOUR_WEST 1u
#define COLLIDE_NEIGHBOUR_EAST 2u
#define COLLIDE_NEIGHBOUR_SOUTH 4u
#define COLLIDE_NEIGHBOUR_NORTH 8u

// A grid of heights in memory that you provide. Begin with = {0} and set heights, columns, rows,
// dx and dy. All other fields have defaults.
typedef struct collide_heights {
    const void *heights;  // first height: float, with NaN for a hole, or int16_t
    size_t columns, rows; // vertices along x and y, from 2 to 2^24
    float dx, dy;         // steps, > 0
    size_t row_stride;    // bytes from row to row; 0 means tightly packed
    collide_vec3 origin;  // position of vertex (0, 0) if its height is 0
    bool other_diagonal;  // diagonals go from V0 to V3
    bool int16;           // heights are int16_t: q means offset + scale * q in float32
    bool has_hole;        // a vertex whose q equals hole is a hole
    int16_t hole;
    float scale, offset; // scale 0 means 1; float heights ignore these, has_hole and hole
    uint32_t neighbours; // COLLIDE_NEIGHBOUR_... flags of a tile, for contacts (below)
} collide_heights;

// Private: it may change with any version. Its layout is part of the saved format.
typedef struct collide_terrain_inside {
    double inverse_dx, inverse_dy; // 1 / dx, 1 / dy
} collide_terrain_inside;

// A terrain holds the min and max height of squares of cells in memory that you provide, and the
// address of the heights. Keep the heights, and tell collide_terrain_update which of them changed.
// You may discard the collide_heights that it was built from, and move the terrain itself by memcpy
// to aligned memory. You may read all fields except the member named inside. Only the
// builders write them.
typedef struct collide_terrain {
    uint32_t magic;       // COLLIDE_TERRAIN_MAGIC
    uint32_t levels;      // of squares: 16 by 16 cells, 32 by 32, ..., up to one that holds all
    uint64_t size;        // bytes in use, this header included
    bool holes;           // whether there are holes
    collide_heights grid; // with its defaults filled in
    collide_terrain_inside inside;
} collide_terrain;
#define COLLIDE_TERRAIN_MAGIC 0x32524554u // "TER2" in memory on little-endian machines

// ---- making ----------------------------------------------------------------------------------

// The bytes of a terrain, a multiple of COLLIDE_ALIGNMENT and about one byte for 16 cells. The
// result is 0 if there are fewer than 2 or more than 2^24 columns or rows.
COLLIDE_API size_t collide_terrain_size(size_t columns, size_t rows);

// Builds a terrain in memory of at least collide_terrain_size(columns, rows) bytes and writes its
// address, which is memory, to *terrain. Cost: one pass over the heights. Errors: NULL, COUNT
// (fewer than 2 columns or rows), EXTENT (dx or dy not from 2^-60 to 2^60), NOT_FINITE (a step,
// origin, scale or offset; a height that is infinite or beyond 2^60), STRIDE, OVERFLOW, SIZE,
// ALIGNMENT; *terrain is then NULL and memory untouched.
COLLIDE_API collide_status collide_terrain_build(collide_terrain **terrain, void *memory,
                                                 size_t size, const collide_heights *heights);

// Adopts a terrain of terrain->size bytes that was copied or read into memory. Its heights are not
// saved with it: give them again. memory may hold any bytes, but the pointer and strides in heights
// must be valid, as in building. The saved ranges are compared with the ranges of the heights,
// which shows whether both belong together. This takes as long as building, so if you do not need
// the comparison, build the terrain instead. Errors: the errors of collide_terrain_build, KIND,
// VERSION, DAMAGED (also ranges of other heights); *terrain is then NULL and memory untouched.
COLLIDE_API collide_status collide_terrain_open(collide_terrain **terrain, void *memory,
                                                size_t size, const collide_heights *heights);

// Updates the terrain after you changed heights in a rectangle of columns by rows vertices, the
// first of which is vertex (column, row). Until you call it, queries may miss hits. Cost: the
// squares of 16 by 16 cells round these vertices, and the larger squares that contain them. Errors:
// NULL, KIND (not a terrain), INDEX (not within the grid), NOT_FINITE; the terrain is then
// unchanged. Correct the heights before the next query.
COLLIDE_API collide_status collide_terrain_update(collide_terrain *terrain, size_t column,
                                                  size_t row, size_t columns, size_t rows);

// ---- single calls ----------------------------------------------------------------------------

// The height of the surface at (x, y) and its unit normal, which points up. Either pointer may be
// NULL. Both results are evaluated in double, relative to the grid's origin, and rounded. On an
// edge between faces the normal is the normal of one of them. Returns false and writes nothing
// outside of the grid's rectangle and in holes.
COLLIDE_API bool collide_terrain_height(const collide_terrain *terrain, float x, float y, float *z,
                                        collide_vec3 *normal);

// Whether a cylinder overlaps the terrain; a cylinder wholly below the surface does, too. Cost: the
// cells near the cylinder. A square of cells that lies wholly above, below or beside it costs
// little, and the size of the grid does not matter. Cells are tested with the instruction set in
// use, so a loop of these calls is as fast as a batch if there are many cells under each cylinder.
// A hole slows down the queries of cylinders over its square of 16 by 16 cells.
COLLIDE_API bool collide_cylinder_terrain(const collide_cylinder *a, const collide_terrain *b);

// Whether a sphere, an OBB or a triangle overlaps the terrain or lies below its surface. For
// spheres and OBBs vector code finds the faces to test; the cells under a triangle are tested one
// after another. A radius < 0, an OBB that does not pass collide_obb_check, NaN and infinities
// never hit. Nothing hits a terrain that is NULL.
//
// Bounds: let e be as above, with the radius of the sphere in place of the cylinder's radius +
// height. Let o be the sum of the distances along x, y and z from the grid's origin to the sphere's
// centre. The verdict is the verdict of a sphere whose radius is larger or smaller by at most
// 2^-48 (e + o). For an OBB, the corners of cells are rounded to float relative to its centre. For
// a triangle, its corners and the corners of cells are rounded to float relative to its lowest
// corner. Rounding moves each corner by at most u times its distance from that reference point,
// plus 2^-52 o. Here o is the sum of the distances along x, y and z from the grid's origin to that
// reference point. For the rounded shapes the bounds of >>sat hold.
COLLIDE_API bool collide_sphere_terrain(const collide_sphere *a, const collide_terrain *b);
#ifndef COLLIDE_NO_SAT
COLLIDE_API bool collide_obb_terrain(const collide_obb *a, const collide_terrain *b);
#endif
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE_API bool collide_triangle_terrain(const collide_triangle *a, const collide_terrain *b);
#endif

// ---- contacts --------------------------------------------------------------------------------
// Contacts of a body a, which is a cylinder, a sphere or an OBB, with b, which is the terrain or,
// of a cylinder, a plane. There are contacts if and only if a overlaps b, as the queries above say
// (grids of tiles differ, see below), or comes within a margin (see Margin). They are not sorted by
// depth. Normals point from b to a; on terrain they never point down. Without a margin depths are
// >= 0 and finite, and a body that just touches may have a contact of depth 0. From the side:
//
//     face: point b is the point of the              edge, vertex: point a lies straight below
//     plane's faces that is nearest to point a       point b, or sideways if that way is shorter
//
//                .-------.                                     .-------.
//     normal ^  /  body   \                                   /  body   \  normal
//            | |     +     |                                 |     +     |   ^
//      ______|_|_____b_____|______ surface                   |     b     |   |
//               \    |    /                                   \   /|\   /    |
//                `---a---'                                     `-/-a-\-'
//                                                        _______/     \_______ surface
//
// point_a (a) lies on the body, and point_b (b) on the surface. The way out of a contact is
// (point_b - point_a) . normal: the body leaves the contact when it moves so far along normal.
// depth is the way out, but never more than the depth of the deepest column of solid ground under
// the body (see Depth). Two contacts may have a depth above their way out: the deepest one, which
// has the depth of that column, and a merged one (see Number), which has the largest depth of all
// that it stands for.
//
// A solver takes all contacts, and of each the lesser of depth and the way out. The depth of the
// deepest contact changes continuously (see Depth). To push a body out by hand, ask with a capacity
// of 1, which gives the deepest contact, and move the body by depth * normal.
// Repeat this until depth is small enough for you.
//
// The body's lower side gives contacts with these parts of the surface:
//     faces   Faces in one plane count as one face. A cylinder has up to six candidates for
//             contacts, of which at most four stay (see Number). On the rim of the base that faces
//             the plane they are the lowest point (A1), the point opposite to it (A2), and the two
//             points midway between these (C1 + r u and C1 - r u). On the other rim it is the
//             lowest point (B1). [Strashnov] uses these names. If that base is nearly parallel to
//             the plane (the sine of the angle between axis and normal is at most 2^-8), its
//             lowest point runs round the rim whenever the axis stirs. Four fixed points of the rim
//             then replace A1, A2 and the points between them. The lowest point is a candidate,
//             too, if it is lower than the four by more than 2^-16 of the radius plus half the
//             height.
//             An OBB has contacts at its corners, and a sphere at one point. Points that are not
//             below the plane's faces have no contact. The normal is the normal of the plane.
//     edge    Only where the surface bends down at the edge. The contact is at the point of the
//             edge where the body is deepest. If the edge runs along the side of a cylinder or
//             along a base within 1.8 degrees, the contacts are both ends of the part that they
//             share. The normal is the body's normal at the point. On a rim, where the body has
//             many normals, it is the normal that is also perpendicular to the edge.
//     vertex  Only where the surface bends down round the vertex. The contact is the body's point
//             below the vertex, with the body's normal there.
// Faces count as lying in one plane if their heights differ from a plane by at most 8u |height|. So
// a body that stands or rolls on a flat or tilted grid has the contacts of one plane, wherever it
// is.
//
// Depth: the column of a face is the solid below the face. Take the point of the face that is
// highest above the body's lower side. The depth of the column is the height of this point above
// that side, times the z of the face's normal. If the body's centre is not over the column, the
// depth is limited by the way out sideways: the body's shadow is its outline seen from above; the
// faces in the plane of this face that are connected to it under the body form one patch; s is how
// far the shadow must move sideways to be clear of this patch; and width is the body's min half
// extent. The depth is then at most about s / (1 - s / width)^2. No contact is deeper than the
// deepest column, and the deepest contact has the depth of that column. If the body would have to
// move by more than twice this depth to separate a contact, the contact is left out, unless no
// other remains: the body does not leave the surface that way. So a barrel that is pushed into a
// kerb has a contact with the kerb's side and none with its top.
//
// So the deepest depth changes by at most about (1 + slope) (1 + depth / width)^2 times the motion
// of the body's points, where slope is the max slope of the cells below. This also holds where the
// body comes over a flatter cell. Depths below infinite planes, as in [Strashnov], would jump
// there. At the border of the terrain and at holes, slope is the slope of the body's lower side if
// that is steeper. The deepest depth is at most the distance by which the body must move straight
// up to leave the terrain. Points move continuously while the features stay the same.
//
// Margin: options->margin asks for contacts ahead of touch, so that a solver sees the ground before
// the body is in it, and all round the rim of a barrel that leans. There are contacts if and only
// if the body overlaps the terrain, or would after it moved straight down by the margin. The body
// itself stays where it is: points of its lower side that are above a face, or below an edge or
// vertex, by a height of h have a contact of depth -h times the z of the normal, if h is at most
// the margin. All else is as without a margin. The deepest column may have a negative depth, too,
// and no contact is deeper. So depths pass through 0 as the body touches, at the rates above, and
// the deepest depth of a body that overlaps is the same with and without a margin. What the body
// does not reach by moving down, such as a wall beside it, has no contact. A query costs as much as
// for a body that touches.
//
// Differences from [Strashnov]: The verdict comes first, and it alone decides whether there are
// contacts. Depths are depths of columns and not of infinite planes, so deep contacts stay finite.
// Faces that lie in one plane are one. Edges and vertices have contacts only where the surface is
// bent down, so inner edges have none. The extreme points of a base are contacts; the source
// instead takes only the points at which the base crosses edges.
//
// Number: at most four contacts have the same normal; normals within about 0.08 degrees count as
// the same. They are the deepest, the one farthest from it, the one farthest from the line through
// both, and the one farthest outside the triangle of these three. Candidates tie if they differ
// from the best by at most 2^-16 of the body's size; the first one in the order of features is then
// taken. Two things happen before this choice. Only the 96 deepest contacts are kept. Then contacts
// that have the same normal and lie at one place of the surface merge: the first in the order of
// features stays and takes the largest depth among them. So its depth may be larger than the
// distance between its points. Each query returns the number of contacts, and contacts receives the
// deepest, up to capacity. contacts may be NULL if capacity is 0. options may be NULL. Contacts are
// evaluated in double, from vertices that are rounded to float relative to the body's centre. So
// points lie within 16u e of body and surface. Two errors are added to this: the rounding of the
// points to float, and, where bent faces count as one plane, their distance from that plane.
//
// Features are the same from call to call while a contact stays:
//     feature_b   bits 24 to 31: the part of the surface; bits 0 to 23: the column of its cell
//     feature_a   bits 24 to 31: the part of the body; bits 0 to 23: the row of the same cell
// The parts of the surface are:
//     COLLIDE_FEATURE_FACE     the face over or under point_a, number 0 or 1 as in the drawing
//     COLLIDE_FEATURE_EDGE     number 0 from V0 to V1, 1 from V0 to V2, 2 the diagonal
//     COLLIDE_FEATURE_VERTEX   V0 of the cell
// The part of a cylinder is COLLIDE_CYLINDER_SIDE, _BASE or _RIM. For the base at the + end of the
// axis, and its rim, the flag COLLIDE_CYLINDER_TOP is set as well. Bits 27 to 31 say which point of
// the part it is. The part of an OBB is
// COLLIDE_FEATURE_VERTEX, _EDGE or _FACE, with its number (>>vocabulary) in bits 27 to 31. A sphere
// has no part. Planes have no cell.
//
// Tiles: to cut a grid into tiles, give each tile a row or column of its neighbour's cells, and
// name these sides in neighbours. These cells have no contacts of their own. They only show
// whether the surface continues in one plane or bends at the tile's border. Together the tiles have
// the contacts of the whole grid, with these differences:
//     - Each tile has up to four contacts of one normal.
//     - If the body's footprint reaches into these cells, its deepest contact is not given the
//       depth of the deepest column, since this column may be in another tile.
//     - A contact deeper than half a cell may have its point_b cut off at the end of the tile.
//     - A tile that is hit may have no contact, since its neighbour has them all.
//
// Cost: the verdict, and for each cell under the body 0.01 to 0.4 us (cylinder), 0.1 to 0.8 us
// (sphere) or 0.2 to 2 us (OBB). The cost of a cell is highest where the body is small or the
// ground rough; 11 us were measured among narrow walls. If all cells lie in one plane, the search
// for contacts runs once for all of them. The search follows the border of a plateau, which is a
// set of connected faces in one plane, for at most 65,536 steps plus 64 for each cell of the
// footprint. For cylinders, spheres and OBBs vector code finds the parts of the surface that may
// touch; the rest is scalar code.
#define COLLIDE_CYLINDER_SIDE 0x00000000u
#define COLLIDE_CYLINDER_BASE 0x01000000u
#define COLLIDE_CYLINDER_RIM 0x02000000u
#define COLLIDE_CYLINDER_TOP 0x04000000u
#define COLLIDE_FEATURE_KIND(feature_b) ((feature_b)&0x03000000u) // COLLIDE_FEATURE_FACE, ...
#define COLLIDE_FEATURE_NUMBER(feature_b) ((feature_b) >> 26)     // of contacts with terrain only
#define COLLIDE_FEATURE_CELL(feature) ((feature)&0x00ffffffu)     // column of feature_b, row of _a

// The contacts of a cylinder with the terrain, at most 96. There are none if
// collide_cylinder_terrain returns false and no margin is asked for.
COLLIDE_API size_t collide_cylinder_terrain_contacts(const collide_cylinder *a,
                                                     const collide_terrain *b,
                                                     const collide_contact_options *options,
                                                     collide_contact *contacts, size_t capacity);

// Contacts of a sphere or an OBB with terrain, as above, at most 96. feature_a of a sphere contains
// the row alone.
COLLIDE_API size_t collide_sphere_terrain_contacts(const collide_sphere *a,
                                                   const collide_terrain *b,
                                                   const collide_contact_options *options,
                                                   collide_contact *contacts, size_t capacity);
#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_obb_terrain_contacts(const collide_obb *a, const collide_terrain *b,
                                                const collide_contact_options *options,
                                                collide_contact *contacts, size_t capacity);
#endif

// ---- cells -----------------------------------------------------------------------------------

// Lists the cells whose surface the cylinder overlaps, row by row, each as the column (a) and the
// row (b) of its corner V0. Returns their number; cells receives the first capacity of them. A cell
// whose surface lies wholly above the cylinder is not listed, although the cylinder overlaps the
// terrain there. Cost: in each row of squares of 16 by 16 cells, all squares from the first to the
// last one that is near the cylinder.
COLLIDE_API size_t collide_cylinder_terrain_cells(const collide_cylinder *a,
                                                  const collide_terrain *b, collide_pair *cells,
                                                  size_t capacity);

// ---- batches ---------------------------------------------------------------------------------

// One terrain against a pack of cylinders. bits has COLLIDE_BLOCKS(count) words of hit bits.
// Returns the number of hits. If the pack or the terrain is NULL, there are no hits. bits must
// overlap neither pack nor terrain nor heights. A batch is faster than single calls if footprints
// are small or the grid is larger than the caches: heights are fetched ahead, and cylinders over up
// to 3 by 3 cells are tested together, one in each lane.
COLLIDE_API size_t collide_terrain_cylinder_many(const collide_terrain *a,
                                                 const collide_cylinder_pack *b, uint16_t *bits);

// The contacts of each cylinder of a pack with one terrain, for all i below the pack's count.
// contacts + i * capacity_each receives the contacts of cylinder i, or the deepest capacity_each of
// them, and counts[i] their full number. A is the cylinder and B the terrain in each contact, as in
// collide_cylinder_terrain_contacts. Returns the number of cylinders that have contacts. The
// results equal a loop of single calls, bit for bit, at about its speed. If the pack or the terrain
// is NULL, no cylinder has contacts. contacts may be NULL if capacity_each is 0. No array may
// overlap another.
COLLIDE_API size_t collide_terrain_cylinder_contacts_many(const collide_terrain *a,
                                                          const collide_cylinder_pack *b,
                                                          const collide_contact_options *options,
                                                          collide_contact *contacts,
                                                          size_t capacity_each, uint32_t *counts);

// Contacts of each sphere or OBB of a pack with terrain, as collide_sphere_terrain_contacts and
// collide_obb_terrain_contacts give them.
#ifndef COLLIDE_NO_SPHERE
COLLIDE_API size_t collide_terrain_sphere_contacts_many(const collide_terrain *a,
                                                        const collide_sphere_pack *b,
                                                        const collide_contact_options *options,
                                                        collide_contact *contacts,
                                                        size_t capacity_each, uint32_t *counts);
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE_API size_t collide_terrain_obb_contacts_many(const collide_terrain *a,
                                                     const collide_obb_pack *b,
                                                     const collide_contact_options *options,
                                                     collide_contact *contacts,
                                                     size_t capacity_each, uint32_t *counts);
#endif
#endif // COLLIDE_NO_TERRAIN
