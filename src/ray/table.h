#pragma once
#include "../base/kernels.h"

#ifndef COLLIDE_NO_RAY
#define COLLIDE__RAY_SLACK 1.9073486328125e-6f // 2^-19

// What the rows of a block hold, of which boxes round its objects are made.
typedef enum collide__ray_kind {
    COLLIDE__RAY_KDOP, // min and max of each axis in turn
    COLLIDE__RAY_AABB, // min of all axes, then max
    COLLIDE__RAY_TRIANGLE,
    COLLIDE__RAY_SPHERE,
    COLLIDE__RAY_OBB
} collide__ray_kind;

// A ray as kernels have it. Unless it is usual, every object is asked: components of the origin are
// at most 1e30, and components of the direction are 0 or from FLT_MIN to 1e30.
typedef struct collide__slab_job {
    bool usual, stays[3];
    unsigned back[3]; // 1 if the ray runs down an axis, and so enters a slab by its max
    float origin[3], inverse[3];
    float enter_at[3], leave_at[3]; // the origin, moved so that slabs are wider by the pad
    float t_max, pad;
    // For spheres, if the ray moves: its direction, scaled so that the largest component is from 1
    // to 2; the square and a bound of its length; a bound of t_max times the square.
    bool scaled;
    float along[3], square, length, reach;
} collide__slab_job;

#ifndef COLLIDE_NO_TREE
// A line in the frame of a tree, from the point where it enters the tree's cube. Its direction is
// scaled so that the largest component is from 1 to 2, and so are times. ray/tree.h has the bounds.
typedef struct collide__line_job {
    unsigned row[3]; // of each axis: where the row is whose planes the line enters by
    float near_shift[3], far_shift[3]; // added to that row and to its opposite
    float factor[3]; // times the sum: the time, or minus the time for the opposite
    float t_max;
    // Triangles as the line sees them: in the plane of axes 0 and 1, along the line to the origin.
    unsigned axis[3]; // the last one is the axis along which the line is fastest
    float origin[3], slope[2];
    float unit, margin[2];        // a factor of axis 1; the error of each axis
    float toward, behind, beyond; // the sign, first and last place on axis 2, with its error
} collide__line_job;

// children   a node of a tree: bits of the children whose boxes the line may enter by t_max, and
//            lower bounds of the times at which it does
// triangles  a leaf of a tree: bits of the triangles that the line may hit by t_max
#define COLLIDE__RAY_TREE_KERNELS(KERNEL)                                                          \
    KERNEL(ray, unsigned, children,                                                                \
           (const collide__line_job *job, const float *rows, float *times))                        \
    KERNEL(ray, unsigned, triangles, (const collide__line_job *job, const float *rows))
#else
#define COLLIDE__RAY_TREE_KERNELS(KERNEL)
#endif

// boxes  the rows of a block of 16 objects: bits of the objects that the ray may hit
#define COLLIDE__RAY_KERNELS(KERNEL)                                                               \
    KERNEL(ray, unsigned, boxes,                                                                   \
           (const collide__slab_job *job, collide__ray_kind kind, const float *rows))              \
    COLLIDE__RAY_TREE_KERNELS(KERNEL)
COLLIDE__KERNEL_STRUCT(ray, COLLIDE__RAY_KERNELS);
#endif
