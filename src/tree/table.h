#pragma once
#include "tree.h"
#include "../base/kernels.h"
#include "../base/numbers.h"

#ifndef COLLIDE_NO_TREE
#define COLLIDE__TREE_HEADER ((sizeof(collide_tree) + 63) / 64 * 64)

// A node is its rows and these links. Rows: for each direction the supports of its eight children
// along it, then against it. A child is a node or a leaf.
typedef struct collide__tree_links {
    uint32_t child[8];
    uint32_t parent;   // 8 * node + which of its children
    uint32_t count;    // of children
    uint32_t changed;  // to be refitted; or of the first node of a slice that is done, slices
    float went[3];     // of a slice that is done, else 0: how far vertices moved, or -status;
    uint32_t edges[2]; // the sum of the edges of a closed mesh
} collide__tree_links;

// Four triangles: vertex v of triangle s in lane 4 * v + s of rows x, y, z; the last four repeat
// the third vertices, or are the fourth ones of tetrahedra. Where there are fewer the last one is
// repeated, and its number is UINT32_MAX.
typedef struct collide__tree_leaf {
    float rows[3][16];
    uint32_t triangle[4];
    uint32_t vertex[4][3];
} collide__tree_leaf;

// From frame b to frame a: the support along direction d is that along rows of b with weights, and
// a shift; against it the same with the opposite rows.
typedef struct collide__tree_motion {
    collide_pose pose;
    unsigned directions;
    unsigned row[13][3];
    float weight[13][3], shift[26];
    float pad;
    float size; // the largest coordinate that either tree may have in a's frame
} collide__tree_motion;

// For each row, what times the depth of overlap gives the time at which it begins, or at which it
// ends, and is 0 where it does not; what is to be added: an infinity where it does not.
typedef struct collide__tree_speed {
    float in[26], in_more[26], out[26], out_more[26];
} collide__tree_speed;

// The support along any direction, as a sum of three rows, and a shift.
typedef struct collide__tree_lean {
    unsigned row[3];
    float weight[3], shift;
} collide__tree_lean;

// A point, and a power of two that multiplies all lengths. What is farther than the root of square
// does not count, nor what is farther than the nearest point found: least or its distance, whatever
// is more, times 1 + 2^-16, and more.
typedef struct collide__tree_ball {
    float point[4], square, least, more;
} collide__tree_ball;

typedef struct collide__tree_clock {
    float until; // t_max; at rest 0, since shapes at rest that do not overlap at once never do
    float best;  // time of the best contact yet
} collide__tree_clock;

// The margin of a plane; see collide__tree_plane.
#define COLLIDE__TREE_PLANE_MARGIN 2.384185791015625e-7f   // 2^-22
#define COLLIDE__TREE_PLANE_VANISH 1.8807909613156600e-37f // 2^-122

// Of collide__tree_foot: the least number that divides, and the least sum of weights whose
// quotients are exact enough.
#define COLLIDE__FOOT_LEAST 1e-37f
#define COLLIDE__FOOT_SUM 1e-30f
#define COLLIDE__ORDER_LEAST 7.888609052210118e-31f // 2^-100
#define COLLIDE__BALL_ROUND 1.0000153f              // 1 + 2^-16

// The square of the distance beyond which nothing counts, if that square has been found.
COLLIDE__INLINE float collide__tree_ball_square(const collide__tree_ball *ball, float square) {
    const float most = collide__max2((float)collide__sqrt((double)square), ball->least);
    const float reach = collide__mul(most, COLLIDE__BALL_ROUND) + ball->more;
    return collide__min2(collide__mul(reach, reach), ball->square);
}

// Bits of numbers for collide__tree_order: 0 to 7; eight without bits, then eight with all; and a
// mask of the lowest three.
#define COLLIDE__FOUR_TIMES(x) x, x, x, x
static COLLIDE__ALIGNED(const uint32_t) collide__tree_digits[32] = {0,
                                                                    1,
                                                                    2,
                                                                    3,
                                                                    4,
                                                                    5,
                                                                    6,
                                                                    7,
                                                                    COLLIDE__FOUR_TIMES(0),
                                                                    COLLIDE__FOUR_TIMES(0),
                                                                    COLLIDE__FOUR_TIMES(UINT32_MAX),
                                                                    COLLIDE__FOUR_TIMES(UINT32_MAX),
                                                                    COLLIDE__FOUR_TIMES(0),
                                                                    COLLIDE__FOUR_TIMES(7)};
#undef COLLIDE__FOUR_TIMES

// move       moves the rows of a node; returns the hit bits of the children that overlap slot, a
//            column of another node's rows
// overlap    the named columns of q against all 8 columns of rows: bit 8 * j + i if column j of q
//            overlaps column i; gaps, if it is not NULL, takes 16 numbers for each column of q. The
//            minimum of numbers i and i + 8 is how deep it overlaps column i
// times      the same where q's frame moves: hit bits of the columns that begin to overlap in time,
//            and before the best contact; when column i does, in number 8 * j + i of enter for
//            column j of q
// apart      the named columns of q against all 8 columns of rows: the maximum gap times its weight
//            of rows i and i + 8 for column i, 0 where there is none, and the row that it is of
// ahead      the supports of the children of two nodes, eight each, which it writes; returns bit
//            8 * j + i if the sum of those of i of a and j of b is at least least
// reach      of the elements of a leaf, how far they reach along n
// squares    of the children of a node, the squares of lower bounds of their distance from a shape,
//            scaled: q has how far the shape reaches along the opposite of each row; gaps of the
//            first three directions times their weight have their squares added, and the maximum of
//            that and of the squares of the others counts; returns the bits of those up to limit,
//            but for those that reach less than least by lean, if it is not NULL
// feet       of the triangles of a leaf and a point, in rows of four: a lower bound of their
//            distance, that of a point of the triangle, and the direction towards it, which proves
//            the lower bound; the point's fourth number multiplies all lengths
// order      as squares; writes the squares of those that count, in order, each rounded down to a
//            multiple of 2^-20 of itself and with the number of the child in its lowest three bits,
//            to out, which has room for 12, and returns how many they are
// nearest    of up to four leaves of triangles and a point: 16 numbers for each of the point of a
//            triangle nearest to it, or nearly, by coordinate, relative to it; of its square; of
//            the least product with the vertices, which by the root of the square is a lower bound
//            of the distance. Returns the number of the one with the least square, and four bits
//            higher those whose bound is within ball->square and within that least distance
// move_leaf  moves the rows of a leaf, then writes, per axis, minimum and maximum of each triangle
// bodies     for the triangles of a leaf, in rows of four: their boxes, per axis minimum and
// maximum,
//            as move_leaf writes them; then, unless wide is 0, planes: a direction, and how far the
//            triangle reaches along it, from and to, enlarged; see collide__tree_plane
// leaves     the triangles of a leaf of a, whose bodies are given, against what move_leaf and
// bodies
//            wrote: bit 4 * i + j for i of a, j of b if their boxes overlap; 16 bits higher those
//            of them that neither plane parts, or without planes all of them; above these in bytes
//            how many both are. Writes first and the number of a bit for each of the latter, in
//            order; code has room for 16
// leaf_times the same where b's moves: those that begin to overlap in time, and before the best
//            contact; the pad enlarges boxes
// within     a sphere against what move_leaf wrote: the bits of the triangles that have a vertex in
//            it, and four bits higher the triangles whose boxes overlap it; sphere has the centre,
//            the square below which vertices are in it, and the square above which boxes are not
// fill       writes the positions of the vertices of n leaves that follow each other; fourth holds
//            the fourth vertices of tetrahedra, in the order of their places, or is NULL; number
//            4 * axis + s of went, which is aligned, grows to how far a vertex of element s moved
// bound      writes the supports of eight leaves to the columns of a node's rows; the zeros of a
//            row have one sign, + along a direction and - against it, in whatever order they come
// raise      writes the maxima of the rows of eight nodes to the columns of their parent's rows
#define COLLIDE__TREE_KERNELS(KERNEL)                                                              \
    KERNEL(tree, unsigned, move,                                                                   \
           (const float *rows, const collide__tree_motion *motion, const float *slot, float *out)) \
    KERNEL(tree, uint64_t, overlap,                                                                \
           (const float *rows, unsigned directions, const float *q, unsigned named, float *gaps))  \
    KERNEL(tree, void, times,                                                                      \
           (const float *rows, unsigned directions, const collide__tree_speed *speed,              \
            const collide__tree_clock *clock, const float *q, unsigned named, uint8_t *hits,       \
            float *enter))                                                                         \
    KERNEL(tree, void, apart,                                                                      \
           (const float *rows, unsigned directions, const float *weight, const float *q,           \
            unsigned named, float *most, float *row))                                              \
    KERNEL(tree, uint64_t, ahead,                                                                  \
           (const float *rows_a, const collide__tree_lean *a, const float *rows_b,                 \
            const collide__tree_lean *b, float least, float *out))                                 \
    KERNEL(tree, void, reach, (const float *leaf, const collide_vec3 *n, float *out))              \
    KERNEL(tree, unsigned, squares,                                                                \
           (const float *rows, unsigned directions, const float *q, const float *weight,           \
            float limit, const collide__tree_lean *lean, float least, float *out))                 \
    KERNEL(tree, void, feet, (const float *leaf, const float *point, float *out))                  \
    KERNEL(tree, unsigned, order,                                                                  \
           (const float *rows, unsigned directions, const float *q, const float *weight,           \
            float limit, const collide__tree_lean *lean, float least, unsigned count, float *out)) \
    KERNEL(tree, uint32_t, nearest,                                                                \
           (const float *const *leaves, unsigned n, const collide__tree_ball *ball, float *out))   \
    KERNEL(tree, void, move_leaf, (const float *rows, const collide_pose *pose, float *out))       \
    KERNEL(tree, void, bodies, (const float *rows, float wide, float *out))                        \
    KERNEL(tree, uint64_t, leaves,                                                                 \
           (const float *a, const float *bodies, const float *moved, bool planes, uint32_t first,  \
            uint32_t *code))                                                                       \
    KERNEL(tree, unsigned, leaf_times,                                                             \
           (const float *a, const float *boxes, const collide__tree_speed *speed, float pad,       \
            const collide__tree_clock *clock))                                                     \
    KERNEL(tree, unsigned, within, (const float *leaf, const float *sphere))                       \
    KERNEL(tree, void, fill,                                                                       \
           (collide__tree_leaf * leaf, size_t n, const uint32_t *fourth, const void *positions,    \
            size_t stride, float *went))                                                           \
    KERNEL(tree, void, bound, (const float *const *leaves, unsigned kind, float *rows))            \
    KERNEL(tree, void, raise, (const float *const *nodes, unsigned kind, float *rows))
COLLIDE__KERNEL_STRUCT(tree, COLLIDE__TREE_KERNELS);
#endif
