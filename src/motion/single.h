#pragma once
#include "../shape/moved.h"
#include "scalar.h"
#include "search.h"

// ---- motions ---------------------------------------------------------------------------------
#ifndef COLLIDE_NO_MOTION

COLLIDE_API collide_motion collide_motion_at_rest(void) {
    collide_motion r;
    memset(&r, 0, sizeof r);
    r.pose = collide_pose_identity();
    return r;
}

COLLIDE_API collide_motion collide_motion_from_velocity(collide_vec3 pivot, collide_vec3 velocity,
                                                        collide_vec3 spin) {
    collide_motion r = collide_motion_at_rest();
    r.pivot = pivot;
    r.velocity = velocity;
    r.spin = spin;
    return r;
}

// The vector part and the real part of the quaternion of a matrix, of which the axes are columns,
// times any positive number.
static collide__dvec3 collide__quaternion_of(const collide__dvec3 *axis, double *real) {
    const double xx = axis[0].x, yy = axis[1].y, zz = axis[2].z;
    const collide__dvec3 odd = {axis[1].z - axis[2].y, axis[2].x - axis[0].z,
                                axis[0].y - axis[1].x};
    const double xy = axis[0].y + axis[1].x, yz = axis[1].z + axis[2].y, zx = axis[2].x + axis[0].z;
    collide__dvec3 r = odd;
    const double w = 1 + xx + yy + zz, x = 1 + xx - yy - zz, y = 1 - xx + yy - zz;
    const double z = 1 - xx - yy + zz;
    *real = w;
    if (w >= x && w >= y && w >= z)
        return r;
    if (x >= y && x >= z) {
        r.x = x;
        r.y = xy;
        r.z = zx;
        *real = odd.x;
    } else if (y >= z) {
        r.x = xy;
        r.y = y;
        r.z = yz;
        *real = odd.y;
    } else {
        r.x = zx;
        r.y = yz;
        r.z = z;
        *real = odd.z;
    }
    if (*real < 0) {
        r = collide__dneg(r);
        *real = -*real;
    }
    return r;
}

COLLIDE_API collide_motion collide_motion_from_poses(const collide_pose *p0, const collide_pose *p1,
                                                     collide_vec3 pivot, float t) {
    const float nan = collide__nan();
    const collide__dvec3 zero = {0, 0, 0};
    collide_motion r = collide_motion_at_rest();
    collide__dvec3 axis[3], local, moved = zero;
    double real;
    COLLIDE_ASSERT(p0 && p1);
    r.pose = *p0;
    r.pivot = pivot;
    r.velocity = r.spin = collide__vec3(nan, nan, nan);
    if (!(t > 0) || !collide__finite(t) || collide_pose_check(p0) != COLLIDE_OK ||
        collide_pose_check(p1) != COLLIDE_OK || !collide__finite3(pivot))
        return r;
    // The turn: column i is the image of axis i, sum over k of p1's axis k times coordinate i of
    // p0's axis k.
    for (uint32_t i = 0; i < 3; ++i) {
        axis[i] = zero;
        for (uint32_t k = 0; k < 3; ++k)
            axis[i] = collide__dadd(axis[i], (double)collide__floats(&p0->axis[k])[i],
                                    collide__dvec3_of(p1->axis[k]));
    }
    if (collide__ddot(axis[0], collide__dcross(axis[1], axis[2])) < 0) // no turn mirrors
        return r;
    collide__dvec3 u = collide__quaternion_of(axis, &real);
    const double s = collide__sqrt(collide__ddot(u, u));
    const double rate = collide__ddiv(collide__turn_angle(s, real), (double)t);
    if (!collide__dnormalize(&u))
        u = zero;
    local = collide__dsub(pivot, p0->position);
    for (uint32_t i = 0; i < 3; ++i)
        moved = collide__dadd(moved, collide__doubles(&local)[i], axis[i]);
    moved = collide__dadd(moved, 1, collide__dsub(p1->position, pivot));
    r.velocity = collide__dround_zero(collide__dadd(zero, collide__ddiv(1, (double)t), moved));
    r.spin = collide__dround_zero(collide__dadd(zero, rate, u));
    return r;
}

COLLIDE_API collide_pose collide_motion_pose(const collide_motion *motion, float t) {
    collide__turning r;
    collide_obb box;
    collide_pose pose;
    COLLIDE_ASSERT(motion);
    const collide__dvec3 v = collide__dvec3_of(motion->velocity);
    collide__dvec3 u = collide__dvec3_of(motion->spin);
    const double rate = collide__sqrt(collide__ddot(u, u));
    double sign = t < 0 ? -1 : 1;
    if (!collide__dnormalize(&u))
        u = collide__coordinate_axis(2);
    u = collide__dadd(u, sign - 1, u);
    collide__turning_of(u, collide__dmul(rate, collide__dabs((double)t)), &r);
    const collide__dvec3 from = collide__dsub(motion->pose.position, motion->pivot);
    box.center = collide__dround_zero(
        collide__dadd(collide__dadd(collide__dvec3_of(motion->pivot), 1, collide__turned(&r, from)),
                      (double)t, v));
    box.half = collide__vec3(0, 0, 0);
    for (int i = 0; i < 3; ++i)
        box.axis[i] = collide__dround(collide__turned(&r, collide__dvec3_of(motion->pose.axis[i])));
    box = collide_obb_orthonormalize(&box);
    pose.position = box.center;
    memcpy(pose.axis, box.axis, sizeof pose.axis);
    return pose;
}

// ---- two shapes ------------------------------------------------------------------------------

// One order of the two bodies, so that both orders give the same bits: simpler cores first, as
// closed forms take them, then by kind, then by the numbers of the motions and of the shapes.
static uint32_t collide__motion_rank(uint32_t kind) {
    static const uint8_t rank[COLLIDE_SHAPE_KIND_COUNT] = {0, 1, 2, 1, 2, 5, 5, 3, 4, 6, 7, 8};
    return kind < COLLIDE_SHAPE_KIND_COUNT ? 16u * rank[kind] + kind : 0;
}

static bool collide__motions_swapped(const collide_shape *a, const collide_motion *motion_a,
                                     const collide_shape *b, const collide_motion *motion_b) {
    const float *x = collide__floats(motion_a), *y = collide__floats(motion_b);
    collide__core core[2];
    if (a->kind != b->kind)
        return collide__motion_rank(a->kind) > collide__motion_rank(b->kind);
    for (size_t i = 0; i < sizeof *motion_a / sizeof *x; ++i)
        if (x[i] != y[i])
            return x[i] > y[i];
    return collide__core_of(&core[0], a) && collide__core_of(&core[1], b) &&
           collide__core_swapped(&core[0], &core[1]);
}

// Two half-spaces overlap unless they face each other exactly. If these turn, or if there is a
// margin, nothing is proven.
static bool collide__motion_planes(const collide_shape *a, const collide_motion *motion_a,
                                   const collide_shape *b, const collide_motion *motion_b,
                                   float margin, float t_max, collide_bracket *out) {
    if (collide_pose_check(&motion_a->pose) != COLLIDE_OK ||
        collide_pose_check(&motion_b->pose) != COLLIDE_OK || !collide__finite3(motion_a->spin) ||
        !collide__finite3(motion_b->spin) || !collide__finite3(motion_a->pivot) ||
        !collide__finite3(motion_b->pivot))
        return false;
    const collide_shape s = collide_shape_under_pose(a, &motion_a->pose);
    const collide_shape t = collide_shape_under_pose(b, &motion_b->pose);
    const float spins = collide__sum_abs(motion_a->spin) + collide__sum_abs(motion_b->spin);
    collide_distance d;
    const bool hit =
        collide_shape_shape_sweep(&s, motion_a->velocity, &t, motion_b->velocity, t_max, out);
    if (!(spins > 0 || margin > 0) || (hit && out->t_hi == 0) ||
        !collide_shape_shape_distance(&s, &t, collide__infinity(), &d) ||
        !collide__finite3(motion_a->velocity) || !collide__finite3(motion_b->velocity))
        return hit;
    out->verdict = COLLIDE_NEAR;
    out->t_lo = 0;
    out->t_hi = t_max <= FLT_MAX ? t_max : FLT_MAX;
    out->gap = d.hi;
    out->normal = d.normal;
    return true;
}

// The one pair of a job.
static void collide__boxes_once(collide__boxes_job *job, collide__boxes_block *block) {
    const collide__boxes_block *const from = (const collide__boxes_block *)job->source;
    block->n = 0;
    if (from) {
        for (int i = 0; i < 2; ++i) {
            block->box[i] = from->box[i];
            block->motion[i] = from->motion[i];
            if (from->hulls[i])
                block->hulls[i][0] = from->hulls[i][0];
        }
        block->both = from->both;
        block->step = 1;
        block->n = 1;
        block->tag[0] = from->tag[0];
        job->source = NULL;
    }
}

// The kinds of round bodies, points and segments among them, and of boxes.
COLLIDE__INLINE bool collide__motion_is_round(uint32_t kind) {
    return kind == COLLIDE_SHAPE_POINT || kind == COLLIDE_SHAPE_SEGMENT ||
           kind == COLLIDE_SHAPE_SPHERE || kind == COLLIDE_SHAPE_CAPSULE;
}

COLLIDE__INLINE bool collide__motion_is_box(uint32_t kind) {
    return kind == COLLIDE_SHAPE_AABB || kind == COLLIDE_SHAPE_OBB;
}

// Whether the search for round bodies takes two kinds, in any order.
COLLIDE__INLINE bool collide__motion_rounds_take(uint32_t a, uint32_t b) {
    const bool round_a = collide__motion_is_round(a), round_b = collide__motion_is_round(b);
    return (round_a || round_b) && (round_a || collide__motion_is_box(a)) &&
           (round_b || collide__motion_is_box(b));
}

// The numbers of a round body or a box, of the given members, as the search for round bodies takes
// them: 16, which out has to hold. Returns out, of which from may be a part.
static const float *collide__motion_rounds_rows(uint32_t kind, const float *from, float *out) {
    const bool point = kind == COLLIDE_SHAPE_POINT || kind == COLLIDE_SHAPE_SPHERE;
    const size_t n = kind == COLLIDE_SHAPE_OBB ? 15 : point ? 3 : 6;
    float members[16] = {0};
    memcpy(members, from, n * sizeof *out);
    if (kind == COLLIDE_SHAPE_SPHERE)
        members[6] = from[3];
    else if (kind == COLLIDE_SHAPE_CAPSULE)
        members[6] = from[6];
    else if (kind == COLLIDE_SHAPE_AABB)
        members[6] = members[10] = members[14] = 1;
    if (point)
        memcpy(members + 3, members, 3 * sizeof *out);
    members[COLLIDE__ROUNDS_KIND] = kind == COLLIDE_SHAPE_OBB    ? COLLIDE__ROUNDS_OBB
                                    : kind == COLLIDE_SHAPE_AABB ? COLLIDE__ROUNDS_AABB
                                                                 : COLLIDE__ROUNDS_SEGMENT;
    memcpy(out, members, sizeof members);
    return out;
}

// Whether the search for hulls takes two kinds, in any order.
COLLIDE__INLINE bool collide__motion_hulls_take(uint32_t a, uint32_t b) {
    const bool convex_a = a == COLLIDE_SHAPE_CONVEX, convex_b = b == COLLIDE_SHAPE_CONVEX;
    return (convex_a || convex_b) &&
           (convex_a || collide__motion_is_round(a) || collide__motion_is_box(a)) &&
           (convex_b || collide__motion_is_round(b) || collide__motion_is_box(b));
}

// The same for the search for hulls. *body: that of a convex body, else NULL. Returns NULL for one
// without a body, or with one of too many vertices.
static const float *collide__motion_hulls_rows(uint32_t kind, const float *from, float *out,
                                               const collide_convex **body) {
    collide_convex_at at;
    *body = NULL;
    if (kind != COLLIDE_SHAPE_CONVEX)
        return collide__motion_rounds_rows(kind, from, out);
    memcpy(&at, from, sizeof at);
    if (!collide__convex_valid(at.body) || at.body->vertex_count > 0xfffff)
        return NULL;
    memcpy(out, &at.pose, 12 * sizeof *out);
    memcpy(out + 12, &at.body->center, 3 * sizeof *out);
    out[15] = at.body->radius;
    *body = at.body;
    return out;
}

// The search in lanes, one lane wide. Returns false if it leaves the pair.
static bool collide__motion_lane(const collide_shape *a, const collide_motion *motion_a,
                                 const collide_shape *b, const collide_motion *motion_b,
                                 bool swapped, double t_max, float tolerance,
                                 collide_bracket *out) {
    collide__boxes_block block;
    collide__boxes_job job;
    const bool boxes = a->kind == COLLIDE_SHAPE_OBB && b->kind == COLLIDE_SHAPE_OBB;
    const bool hulls = collide__motion_hulls_take(a->kind, b->kind);
    const collide_convex *body[2];
    float rows[2][16];
    const float *row_a = collide__floats(&a->of), *row_b = collide__floats(&b->of);
    if (!boxes) {
        row_a = collide__motion_hulls_rows(a->kind, row_a, rows[0], &body[swapped]);
        row_b = collide__motion_hulls_rows(b->kind, row_b, rows[1], &body[!swapped]);
        if (!row_a || !row_b)
            return false;
    }
    block.box[swapped] = row_a;
    block.motion[swapped] = collide__floats(motion_a);
    block.box[!swapped] = row_b;
    block.motion[!swapped] = collide__floats(motion_b);
    block.hulls[0] = hulls ? &body[0] : NULL;
    block.hulls[1] = hulls ? &body[1] : NULL;
    block.both = hulls && a->kind == b->kind;
    block.tag[0] = swapped;
    job.next = collide__boxes_once;
    job.t_max = t_max;
    job.tolerance = tolerance;
    job.out = out;
    job.source = &block;
    if (boxes)
        collide__motion_boxes_scalar(&job);
    else if (hulls)
        collide__motion_hulls_scalar(&job);
    else
        collide__motion_rounds_scalar(&job);
    return out->verdict != COLLIDE__MOTION_LEFT;
}

// Until when balls about the pivots hold the bodies apart, however these turn.
static double collide__motion_until(const collide__motion_state *s) {
    const collide__d3_scalar apart = {s->apart.x, s->apart.y, s->apart.z};
    const collide__d3_scalar w = {s->w.x, s->w.y, s->w.z};
    return s->body[1].plane ? 0
                            : collide__boxes_until_scalar(apart, w,
                                                          collide__moving_ball(&s->body[0]) +
                                                              collide__moving_ball(&s->body[1]));
}

// left: the search in lanes has left this pair, or does not take it.
static bool collide__motion_of(const collide_shape *a, const collide_motion *motion_a,
                               const collide_shape *b, const collide_motion *motion_b, float margin,
                               float t_max, float tolerance, bool left, collide_bracket *out) {
    const double most = t_max <= FLT_MAX ? (double)t_max : (double)FLT_MAX;
    collide__motion_state s;
    collide__bracket_none(out);
    if (!(t_max >= 0))
        return false;
    if (a->kind == COLLIDE_SHAPE_PLANE && b->kind == COLLIDE_SHAPE_PLANE)
        return collide__motion_planes(a, motion_a, b, motion_b, margin, t_max, out);
    const bool swapped = collide__motions_swapped(a, motion_a, b, motion_b);
    const bool boxes = a->kind == COLLIDE_SHAPE_OBB && b->kind == COLLIDE_SHAPE_OBB;
    if (!left && (boxes || collide__motion_rounds_take(a->kind, b->kind) ||
                  collide__motion_hulls_take(a->kind, b->kind))) {
        if (collide__motion_lane(a, motion_a, b, motion_b, swapped, most, tolerance, out))
            return out->verdict != COLLIDE_MISS;
        collide__bracket_none(out);
    }
    if (!collide__moving_begin(&s.body[swapped], a, motion_a) ||
        !collide__moving_begin(&s.body[!swapped], b, motion_b))
        return false;
    collide__moving_widen(&s.body[0], margin);
    collide__motion_begin(&s, most, tolerance);
    if (s.spins > 0) {
        s.free_to = collide__motion_until(&s);
        if (s.free_to > 0 && s.free_to >= s.t_max)
            return false;
        collide__motion_first(&s, out);
    } else { // the closed sweep
        collide__motion_probe at;
        collide__motion_search_at(&s, &at, 0);
        if (s.body[1].plane)
            collide__sweep_plane(at.lo, at.hi, at.n, s.w, s.t_max, out);
        else
            collide__sweep_first(&s.pair, s.w, s.t_max, out);
    }
    if (swapped)
        out->normal = collide__vec3(-out->normal.x, -out->normal.y, -out->normal.z);
    collide__bracket_zeros(out);
    return out->verdict != COLLIDE_MISS;
}

COLLIDE_API bool collide_shape_shape_motion(const collide_shape *a, const collide_motion *motion_a,
                                            const collide_shape *b, const collide_motion *motion_b,
                                            float t_max, float tolerance, collide_bracket *out) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket none;
    COLLIDE_ASSERT(a && b);
    return collide__motion_of(a, motion_a ? motion_a : &rest, b, motion_b ? motion_b : &rest, 0,
                              t_max, tolerance, false, out ? out : &none);
}

// A gap is that of bodies of which one is larger by the margin.
static bool collide__motion_within(bool found, float margin, collide_bracket *out) {
    if (found)
        out->gap = collide__float_up((double)out->gap + (double)margin);
    return found;
}

COLLIDE_API bool collide_shape_shape_motion_within(const collide_shape *a,
                                                   const collide_motion *motion_a,
                                                   const collide_shape *b,
                                                   const collide_motion *motion_b, float margin,
                                                   float t_max, float tolerance,
                                                   collide_bracket *out) {
    const collide_motion rest = collide_motion_at_rest();
    collide_bracket none;
    COLLIDE_ASSERT(a && b);
    out = out ? out : &none;
    collide__bracket_none(out);
    return margin >= 0 && margin <= FLT_MAX &&
           collide__motion_within(collide__motion_of(a, motion_a ? motion_a : &rest, b,
                                                     motion_b ? motion_b : &rest, margin, t_max,
                                                     tolerance, margin > 0, out),
                                  margin, out);
}

#define COLLIDE__MOTION_SHAPES(A, B)                                                               \
    COLLIDE_API bool collide_##A##_##B##_motion(                                                   \
        const collide_##A *a, const collide_motion *motion_a, const collide_##B *b,                \
        const collide_motion *motion_b, float t_max, float tolerance, collide_bracket *out) {      \
        COLLIDE_ASSERT(a &&b);                                                                     \
        const collide_shape s = collide_shape_from_##A(a), t = collide_shape_from_##B(b);          \
        return collide_shape_shape_motion(&s, motion_a, &t, motion_b, t_max, tolerance, out);      \
    }
COLLIDE__MOTION_SHAPES(obb, obb)
COLLIDE__MOTION_SHAPES(sphere, obb)
COLLIDE__MOTION_SHAPES(sphere, capsule)
COLLIDE__MOTION_SHAPES(capsule, obb)
COLLIDE__MOTION_SHAPES(capsule, capsule)
#undef COLLIDE__MOTION_SHAPES
#endif // COLLIDE_NO_MOTION
