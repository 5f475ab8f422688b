#pragma once
#include "../base/closest.h"
#include "nodes.h"
#include "../base/work.h"

// ---- hulls -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE
// Where many triangles share a vertex, as at the tip of a cone and the poles of a sphere, their
// bounds overlap an approaching body long before any triangle does, so no bound separates them. The
// hull of all these triangles does: if one hull stays ahead of the other along some direction until
// some time, none of their triangles overlap until then [Gamedev].

// The point of a shape that lies farthest along m.
typedef collide__dvec3 (*collide__farthest)(const void *shape, collide__dvec3 m);

// Leaves below a node follow each other; a leaf is its own one. Returns the first.
static uint32_t collide__tree_leaves_below(const collide_tree *tree, uint32_t code,
                                           uint32_t *count) {
    uint32_t first = code, last = code;
    while (!(first & COLLIDE__TREE_LEAF))
        first = collide__tree_links_of(tree, first)->child[0];
    while (!(last & COLLIDE__TREE_LEAF)) {
        const collide__tree_links *links = collide__tree_links_of(tree, last);
        last = links->child[links->count - 1];
    }
    *count = last - first + 1;
    return first ^ COLLIDE__TREE_LEAF;
}

// What lies below a node, or a leaf, of a tree: leaves in a row, under a pose, or with NULL as they
// are.
typedef struct collide__tree_hull {
    const collide_tree *tree;
    const collide_pose *pose;
    uint32_t first, count;
} collide__tree_hull;

static collide__tree_hull collide__tree_hull_of(const collide_tree *tree, uint32_t code,
                                                const collide_pose *pose) {
    collide__tree_hull hull;
    hull.tree = tree;
    hull.pose = pose;
    hull.first = collide__tree_leaves_below(tree, code, &hull.count);
    return hull;
}

static collide__dvec3 collide__tree_farthest(const void *shape, collide__dvec3 m) {
    const collide__tree_hull *hull = (const collide__tree_hull *)shape;
    const int vertices = 4 * (int)collide__tree_vertices(hull->tree); // of a leaf
    COLLIDE__ALIGNED(float) moved[72];
    collide__dvec3 out = {0, 0, 0};
    double most = -DBL_MAX;
    COLLIDE__WORK(hull->count);
    for (uint32_t i = 0; i < hull->count; ++i) {
        const float *p = collide__tree_leaf_of(hull->tree, hull->first + i)->rows[0];
        if (hull->pose) {
            collide__tree()->move_leaf(p, hull->pose, moved);
            p = moved;
        }
        for (int k = 0; k < vertices; ++k) {
            const double x = (double)p[k], y = (double)p[16 + k], z = (double)p[32 + k];
            const double along =
                (collide__dmul(m.x, x) + collide__dmul(m.y, y)) + collide__dmul(m.z, z);
            if (along > most) {
                most = along;
                out.x = x;
                out.y = y;
                out.z = z;
            }
        }
    }
    return out;
}

// When hulls are asked: a search that goes on for long has leaves to spare, COLLIDE__TREE_LOOKS for
// each triangle or pair of them asked, and those of each pair found apart once more. So it looks at
// no more in vain.
#define COLLIDE__TREE_LOOKS 8
typedef struct collide__tree_watch {
    int64_t spare;        // leaves; below 0 at first, since most searches end soon
    collide__dvec3 v;     // of the second shape as seen from the first
    double radius;        // added to the second shape on all sides
    double scale;         // no two points are farther apart on any axis
    double margin;        // what rounding and verdicts allow
    collide__dvec3 along; // the direction that separated hulls last
} collide__tree_watch;

static void collide__tree_watch_start(collide__tree_watch *watch, collide__dvec3 v, double radius,
                                      double scale, double slack) {
    watch->spare = -4096;
    watch->v = watch->along = v;
    watch->radius = radius;
    watch->scale = scale;
    watch->margin = collide__dmul(scale, slack);
}

// Whether what lies below a node stays apart from b, of so many leaves, until t. Each round asks
// along the way between the points nearest to each other of what is known of both: of a triangle of
// differences of points and the origin.
static bool collide__tree_watch_clear(collide__tree_watch *watch, const collide__tree_hull *a,
                                      collide__farthest of_b, const void *b, uint32_t count,
                                      double t) {
    const collide__dvec3 origin = {0, 0, 0};
    const double speed = collide__dsum_abs(watch->v);
    const int64_t cost = (int64_t)a->count + count + 16; // a round is worth so many itself
    collide__dvec3 corner[3], along = watch->along;
    double least = DBL_MAX;
    if (watch->spare < 4 * cost)
        return false;
    // Beyond this distance nothing can overlap.
    const double end = speed > 0 ? collide__ddiv(3 * watch->scale, speed) : 0;
    const collide__dvec3 way = collide__dadd(origin, t < end ? t : end, watch->v);
    for (int64_t looks = cost; looks <= watch->spare; looks += cost) {
        collide__dvec3 gap =
            collide__dadd(collide__tree_farthest(a, collide__dneg(along)), -1, of_b(b, along));
        if (collide__ddot(along, way) > 0)
            gap = collide__dadd(gap, -1, way);
        const double beyond =
            collide__dmul(collide__dsum_abs(along), watch->margin) +
            collide__dmul(collide__sqrt(collide__ddot(along, along)), watch->radius);
        if (collide__ddot(along, gap) > beyond) {
            watch->along = along;
            watch->spare += cost;
            return true;
        }
        int best = -1;
        for (int k = 0; k < 3; ++k) {
            collide__dvec3 p[3];
            for (int i = 0; i < 3; ++i)
                p[i] = i == k || looks == cost ? gap : corner[i];
            const collide__dvec3 nearest = collide__triangle_nearest(p, origin);
            const double square = collide__ddot(nearest, nearest);
            if (square < least) {
                least = square;
                along = nearest;
                best = k;
            }
        }
        // They overlap, or as good as touch.
        if (best < 0 || least <= collide__dmul(watch->radius, watch->radius)) {
            watch->spare -= looks;
            return false;
        }
        for (int i = 0; i < 3; ++i)
            corner[i] = i == best || looks == cost ? gap : corner[i];
    }
    watch->along = along; // goes on from here
    watch->spare = 0;
    return false;
}
#endif // COLLIDE_NO_TREE
