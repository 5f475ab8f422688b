#pragma once
#include "../aabb/single.h"
#include "../sat/single.h"
#include "../sat/convex.h"
#include "../sphere/single.h"
#include "../sphere/triangle.h"
#include "../triangle/verdict.h"
#include "../triangle/tetrahedra.h"
#include "../cylinder/single.h"
#include "distance.h"

// ---- the calls of other families that decide overlap -----------------------------------------
#ifndef COLLIDE_NO_SHAPE

typedef enum collide__verdict {
    COLLIDE__VERDICT_NONE, // no call decides about these kinds, or it refuses this shape
    COLLIDE__VERDICT_MISS,
    COLLIDE__VERDICT_HIT
} collide__verdict;

COLLIDE__INLINE collide__verdict collide__verdict_of(bool hit) {
    return hit ? COLLIDE__VERDICT_HIT : COLLIDE__VERDICT_MISS;
}

#ifndef COLLIDE_NO_TRIANGLE
// A point or a segment as a triangle without area, of which triangle verdicts are exact, too.
static bool collide__shape_triangle(const collide_shape *s, collide_triangle *out) {
    const bool point = s->kind == COLLIDE_SHAPE_POINT;
    if (!point && s->kind != COLLIDE_SHAPE_SEGMENT && s->kind != COLLIDE_SHAPE_TRIANGLE)
        return false;
    *out = s->of.triangle;
    if (s->kind != COLLIDE_SHAPE_TRIANGLE) {
        out->v[0] = point ? s->of.point : s->of.segment.a;
        out->v[1] = out->v[2] = point ? s->of.point : s->of.segment.b;
    }
    return true;
}

// Points, segments, triangles and tetrahedra.
static collide__verdict collide__verdict_exact(const collide_shape *a, const collide_shape *b) {
    collide_triangle s, t;
    const bool flat_a = collide__shape_triangle(a, &s), flat_b = collide__shape_triangle(b, &t);
    const bool solid_a = a->kind == COLLIDE_SHAPE_TETRAHEDRON;
    const bool solid_b = b->kind == COLLIDE_SHAPE_TETRAHEDRON;
    if (flat_a && flat_b)
        return collide__verdict_of(collide_triangle_triangle(&s, &t));
    if (flat_a && solid_b)
        return collide__verdict_of(collide_tetrahedron_triangle(&b->of.tetrahedron, &s));
    if (solid_a && flat_b)
        return collide__verdict_of(collide_tetrahedron_triangle(&a->of.tetrahedron, &t));
    return solid_a && solid_b ? collide__verdict_of(collide_tetrahedron_tetrahedron(
                                    &a->of.tetrahedron, &b->of.tetrahedron))
                              : COLLIDE__VERDICT_NONE;
}
#endif

#define COLLIDE__KINDS_OF(a, b) ((uint32_t)(a) << 8 | (uint32_t)(b))
#define COLLIDE__KINDS(A, B) COLLIDE__KINDS_OF(COLLIDE_SHAPE_##A, COLLIDE_SHAPE_##B)

// Asks the call for the kinds of a and b, which are in the order of their kinds.
static collide__verdict collide__verdict_ordered(const collide_shape *a, const collide_shape *b) {
    switch (COLLIDE__KINDS_OF(a->kind, b->kind)) {
#ifndef COLLIDE_NO_AABB
    case COLLIDE__KINDS(AABB, AABB):
        return collide__verdict_of(collide_aabb_aabb(&a->of.aabb, &b->of.aabb));
    case COLLIDE__KINDS(SPHERE, AABB):
        return collide__verdict_of(collide_sphere_aabb(&a->of.sphere, &b->of.aabb));
#endif
#ifndef COLLIDE_NO_SPHERE
    case COLLIDE__KINDS(SPHERE, SPHERE):
        return collide__verdict_of(collide_sphere_sphere(&a->of.sphere, &b->of.sphere));
    case COLLIDE__KINDS(SPHERE, TRIANGLE):
        return collide__verdict_of(collide_sphere_triangle(&a->of.sphere, &b->of.triangle));
#endif
#ifndef COLLIDE_NO_SAT
    case COLLIDE__KINDS(OBB, OBB):
        return collide__verdict_of(collide_obb_obb(&a->of.obb, &b->of.obb, NULL));
    case COLLIDE__KINDS(OBB, TRIANGLE):
        return collide__verdict_of(collide_obb_triangle(&a->of.obb, &b->of.triangle, NULL));
    case COLLIDE__KINDS(CONVEX, CONVEX):
        return collide__verdict_of(collide_convex_convex(
            a->of.convex.body, &a->of.convex.pose, b->of.convex.body, &b->of.convex.pose, NULL));
#endif
#ifndef COLLIDE_NO_CYLINDER
    // These calls refuse a cylinder without radius or height.
    case COLLIDE__KINDS(TRIANGLE, CYLINDER):
        return collide_cylinder_check(&b->of.cylinder) == COLLIDE_OK
                   ? collide__verdict_of(
                         collide_cylinder_triangle(&b->of.cylinder, &a->of.triangle))
                   : COLLIDE__VERDICT_NONE;
    case COLLIDE__KINDS(CYLINDER, PLANE):
        return collide_cylinder_check(&a->of.cylinder) == COLLIDE_OK
                   ? collide__verdict_of(collide_cylinder_plane(&a->of.cylinder, &b->of.plane))
                   : COLLIDE__VERDICT_NONE;
#endif
    default:
#ifndef COLLIDE_NO_TRIANGLE
        return collide__verdict_exact(a, b);
#else
        return COLLIDE__VERDICT_NONE;
#endif
    }
}

// What the call for two kinds says about two shapes that have cores or are planes.
COLLIDE__NOINLINE collide__verdict collide__shape_verdict(const collide_shape *a,
                                                          const collide_shape *b) {
    if (a->kind >= COLLIDE_SHAPE_KIND_COUNT || b->kind >= COLLIDE_SHAPE_KIND_COUNT)
        return COLLIDE__VERDICT_NONE;
    return a->kind > b->kind ? collide__verdict_ordered(b, a) : collide__verdict_ordered(a, b);
}

// ---- brackets that contradict no verdict -----------------------------------------------------

// A verdict may say the opposite of a bracket that ends this near to 0: 2^-16 of the sizes and the
// distance. (OBBs are tested as if 2^-20 larger, and cylinders have a bound of 2^-21.)
COLLIDE__INLINE double collide__distance_doubt(double size) {
    return collide__dmul(size, 1.52587890625e-5);
}

// Whether a bracket says overlap or no overlap by no more than that.
COLLIDE__INLINE bool collide__distance_doubtful(double size, const collide_distance *d) {
    const double least = collide__distance_doubt(size);
    return d->lo > 0 ? (double)d->lo <= least : d->hi <= 0 && (double)d->hi >= -least;
}

// Widens a bracket until no verdict contradicts it: an overlap has lo <= 0, and a miss has hi > 0.
// Two shapes of one kind are asked in both orders, since rounding may tell these apart.
COLLIDE__NOINLINE void collide__distance_agree(const collide_shape *a, const collide_shape *b,
                                               collide_distance *d) {
    const collide__verdict other = d->lo > 0 ? COLLIDE__VERDICT_HIT : COLLIDE__VERDICT_MISS;
    if (!(d->lo > 0 || d->hi <= 0) ||
        (collide__shape_verdict(a, b) != other &&
         (a->kind != b->kind || collide__shape_verdict(b, a) != other)))
        return;
    if (d->lo > 0)
        d->lo = 0;
    else
        d->hi = collide__float_of(1); // the smallest positive float
}
#endif // COLLIDE_NO_SHAPE
