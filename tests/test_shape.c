// Distances of any two shapes: brackets against exact distances for every pair of kinds and many
// classes of places, points and planes that prove them, margins; the same pairs exchanged, scaled
// and moved; gradients; bad input; capsules and their bounds. Rounds of searches are counted.
#include "test.h"

#include "distances.h"

#ifdef COLLIDE_COUNT_WORK
unsigned long long collide_work;
#endif

// ---- shapes of every kind in every class of places -------------------------------------------

enum place {
    APART,
    NEAR_BY,
    TOUCHING,
    INSIDE,
    CENTRES,
    SAME,
    PARALLEL,
    NEARLY_PARALLEL,
    FLAT,
    POINTS,
    NEEDLES,
    SIZES,
    AWAY,
    SMALL,
    LARGE,
    FAR_APART,
    PLACE_COUNT
};
static const char *const place_names[PLACE_COUNT] = {"apart",
                                                     "near",
                                                     "within 1e-7 of touching",
                                                     "deep",
                                                     "centres",
                                                     "same",
                                                     "parallel",
                                                     "nearly parallel",
                                                     "flat",
                                                     "points",
                                                     "needles",
                                                     "sizes 1e-6 and 1e6",
                                                     "1e6 from origin",
                                                     "sizes 1e-6",
                                                     "sizes 1e6",
                                                     "2^60 apart"};
static const char *const kind_names[COLLIDE_SHAPE_KIND_COUNT] = {
    "none", "point",    "segment",     "sphere",   "capsule", "aabb",
    "obb",  "triangle", "tetrahedron", "cylinder", "convex",  "plane"};

// Bodies of few vertices: an octahedron, a prism, a pyramid, a flat square. Their centre is 0.
#define BODY_VERTICES 6
static const struct {
    int n;
    float v[BODY_VERTICES][3];
} patterns[4] = {{6, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}},
                 {6, {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1}}},
                 {5, {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0.5f, 1}}},
                 {4, {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}}};

// A shape, and the memory of its body if it has one.
struct drawn_shape {
    collide_shape shape;
    collide_vec3 v[BODY_VERTICES];
    int n;
    char memory[8192];
};

// Adds a direction unless it is 0.
static int add_direction(collide_vec3 *to, int n, point d) {
    const double size = length(d);
    if (size > 0)
        to[n++] = vec((float)(d.x / size), (float)(d.y / size), (float)(d.z / size));
    return n;
}

// The body of s->v, with more directions than it needs. (Pairs of vertices are taken as edges.)
static void build_body(struct drawn_shape *s, const collide_pose *pose) {
    collide_vec3 edges[16] = {{1, 0, 0}}, normals[128] = {{0, 0, 1}};
    collide_convex *body = NULL;
    int n = 0, m = 0;
    for (int i = 1; i < s->n; ++i)
        for (int j = 0; j < i; ++j)
            n = add_direction(edges, n, add(to_point(s->v[i]), -1, to_point(s->v[j])));
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j)
            m = add_direction(normals, m, cross(to_point(edges[i]), to_point(edges[j])));
    n = n ? n : 1;
    m = m ? m : 1;
    assert_int_equal(collide_convex_build(&body, COLLIDE_ALIGN(s->memory), sizeof s->memory - 64,
                                          s->v, (size_t)s->n, normals, (size_t)m, edges, (size_t)n),
                     COLLIDE_OK);
    s->shape = collide_shape_from_convex(body, pose);
}

// A point of the box of a pose and half extents.
static collide_vec3 at(const collide_pose *pose, collide_vec3 half, float x, float y, float z) {
    return collide_pose_apply(pose, vec(x * half.x, y * half.y, z * half.z));
}

// A shape of a kind that lies in, or nearly in, the box of a pose and half extents.
static void draw_shape(inputs_random *r, uint32_t kind, const collide_pose *pose, collide_vec3 half,
                       struct drawn_shape *s) {
    const collide_segment segment = {at(pose, half, -1, 0, 0), at(pose, half, 1, 0, 0)};
    const collide_vec3 p = pose->position;
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        s->shape = collide_shape_from_point(p);
        break;
    case COLLIDE_SHAPE_SEGMENT:
        s->shape = collide_shape_from_segment(&segment);
        break;
    case COLLIDE_SHAPE_SPHERE: {
        const collide_sphere sphere = {p, half.x};
        s->shape = collide_shape_from_sphere(&sphere);
        break;
    }
    case COLLIDE_SHAPE_CAPSULE: {
        const collide_capsule capsule = {segment.a, segment.b, half.z};
        s->shape = collide_shape_from_capsule(&capsule);
        break;
    }
    case COLLIDE_SHAPE_AABB: {
        const collide_aabb box = {vec(p.x - half.x, p.y - half.y, p.z - half.z),
                                  vec(p.x + half.x, p.y + half.y, p.z + half.z)};
        s->shape = collide_shape_from_aabb(&box);
        break;
    }
    case COLLIDE_SHAPE_OBB: {
        const collide_obb box = {p, half, {pose->axis[0], pose->axis[1], pose->axis[2]}};
        s->shape = collide_shape_from_obb(&box);
        break;
    }
    case COLLIDE_SHAPE_TRIANGLE: {
        const collide_triangle t = {
            {segment.a, at(pose, half, 1, -1, 0), at(pose, half, inputs_uniform(r, -1, 1), 1, 0)}};
        s->shape = collide_shape_from_triangle(&t);
        break;
    }
    case COLLIDE_SHAPE_TETRAHEDRON: {
        const collide_tetrahedron t = {{at(pose, half, -1, -1, -1), at(pose, half, 1, -1, -1),
                                        at(pose, half, inputs_uniform(r, -1, 1), 1, -1),
                                        at(pose, half, 0, 0, 1)}};
        s->shape = collide_shape_from_tetrahedron(&t);
        break;
    }
    case COLLIDE_SHAPE_CYLINDER: {
        const collide_cylinder c = {p, pose->axis[2], half.x, 2 * half.z};
        s->shape = collide_shape_from_cylinder(&c);
        break;
    }
    case COLLIDE_SHAPE_CONVEX: {
        const uint32_t pattern = kinds_below(r, 4);
        s->n = patterns[pattern].n;
        for (int i = 0; i < s->n; ++i)
            s->v[i] = vec(patterns[pattern].v[i][0] * half.x, patterns[pattern].v[i][1] * half.y,
                          patterns[pattern].v[i][2] * half.z);
        build_body(s, pose);
        break;
    }
    default: {
        const collide_vec3 n = pose->axis[2];
        const float scale = inputs_uniform(r, 0.5f, 2);
        const collide_plane plane = {vec(n.x * scale, n.y * scale, n.z * scale),
                                     (float)((double)scale * dot(to_point(n), to_point(p)))};
        s->shape = collide_shape_from_plane(&plane);
        break;
    }
    }
}

// Moves the shape, rounding.
static void move_shape(collide_shape *s, collide_vec3 by) {
    static const int points[COLLIDE_SHAPE_KIND_COUNT] = {0, 1, 2, 1, 2, 2, 1, 3, 4, 1, 0, 0};
    float *x = (float *)(void *)&s->of;
    if (s->kind == COLLIDE_SHAPE_CONVEX)
        x = &s->of.convex.pose.position.x;
    if (s->kind == COLLIDE_SHAPE_PLANE)
        s->of.plane.distance += (float)dot(to_point(s->of.plane.normal), to_point(by));
    for (int i = 0; i < (s->kind == COLLIDE_SHAPE_CONVEX ? 1 : points[s->kind]); ++i, x += 3) {
        collide_vec3 p;
        memcpy(&p, x, sizeof p);
        p = vec(p.x + by.x, p.y + by.y, p.z + by.z);
        memcpy(x, &p, sizeof p);
    }
}

// A pose turned from another by about the given angle.
static collide_pose turned(inputs_random *r, const collide_pose *from, float angle) {
    const collide_vec3 by = inputs_vec3(r, -angle, angle);
    collide_obb box;
    memset(&box, 0, sizeof box);
    for (int i = 0; i < 3; ++i) {
        const point a = to_point(from->axis[i]), c = cross(to_point(by), a);
        box.axis[i] = vec((float)(a.x + c.x), (float)(a.y + c.y), (float)(a.z + c.z));
    }
    box = collide_obb_orthonormalize(&box);
    collide_pose pose;
    memcpy(pose.axis, box.axis, sizeof pose.axis);
    pose.position = from->position;
    return pose;
}

static collide_vec3 draw_half(inputs_random *r, enum place place) {
    collide_vec3 half = inputs_vec3(r, 0.25f, 1);
    float *x[3] = {&half.x, &half.y, &half.z};
    if (place == POINTS)
        half = vec(0, 0, 0);
    if (place == FLAT)
        *x[kinds_below(r, 3)] = 0;
    if (place == NEEDLES) {
        const uint32_t along = kinds_below(r, 3);
        *x[along] *= 1e-6f;
        *x[(along + 1) % 3] *= 1e-6f;
    }
    if (place == PARALLEL)
        half = vec(0.25f * (float)(1 + kinds_below(r, 4)), 0.25f * (float)(1 + kinds_below(r, 4)),
                   0.25f * (float)(1 + kinds_below(r, 4)));
    return half;
}

static collide_vec3 times(float k, collide_vec3 p) {
    return vec(k * p.x, k * p.y, k * p.z);
}

// Two shapes in a class of places.
static void draw_pair(inputs_random *r, enum place place, uint32_t kind_a, uint32_t kind_b,
                      struct drawn_shape *a, struct drawn_shape *b) {
    collide_vec3 half = draw_half(r, place), other = draw_half(r, place);
    collide_pose p = inputs_pose(r, vec(0, 0, 0)), q = inputs_pose(r, vec(0, 0, 0));
    const float reach = place == APART ? 6 : place == INSIDE ? 0.1f : 1.5f;
    float size = 1;
    q.position = inputs_vec3(r, -reach, reach);
    if (place == PARALLEL || place == SAME) {
        p = collide_pose_identity();
        q = kinds_below(r, 2) ? p : collide_pose_from_quaternion(1, 0, 0, 1, vec(0, 0, 0));
        q.position = vec(0.25f * (float)kinds_below(r, 12), 0.25f * (float)kinds_below(r, 4),
                         0.25f * (float)kinds_below(r, 9));
    }
    if (place == NEARLY_PARALLEL || (place == SAME && kinds_below(r, 2))) {
        const collide_vec3 position = q.position;
        static const float angles[5] = {0x1p-20f, 0x1p-21f, 0x1p-22f, 0x1p-23f, 0x1p-24f};
        p = inputs_pose(r, vec(0, 0, 0));
        q = turned(r, &p, angles[kinds_below(r, 5)]);
        q.position = position;
    }
    if (place == CENTRES || place == SAME)
        q.position = p.position;
    if (place == SAME) {
        q = p;
        other = half;
        if (kinds_below(r, 4) == 0) // coaxial
            q.position = times(inputs_uniform(r, -2, 2), p.axis[2]);
    }
    if (place == SIZES) {
        half = times(1e-6f, half);
        other = times(1e6f, other);
        q.position = times(1e6f, q.position);
    }
    if (place == SMALL || place == LARGE) {
        size = place == SMALL ? 1e-6f : 1e6f;
        half = times(size, half);
        other = times(size, other);
        q.position = times(size, q.position);
    }
    if (place == FAR_APART)
        q.position = times(0x1p60f, q.position);
    if (place == AWAY) {
        const collide_vec3 away = inputs_vec3(r, -1e6f, 1e6f);
        p.position = away;
        q.position = vec(away.x + q.position.x, away.y + q.position.y, away.z + q.position.z);
    }
    draw_shape(r, kind_a, &p, half, a);
    draw_shape(r, kind_b, &q, other, b);
    if (kinds_below(r, 8) == 0 && place == SAME && kind_a == kind_b &&
        kind_a != COLLIDE_SHAPE_CONVEX)
        b->shape = a->shape;
    for (int i = 0; i < 2 && place == TOUCHING; ++i) { // twice, since rounding turns normals
        collide_distance d;
        collide_shape_shape_distance(&a->shape, &b->shape, INFINITY, &d);
        if (oracle_finite(d.lo))
            move_shape(&b->shape, times(d.lo + inputs_uniform(r, -1e-7f, 1e-7f), d.normal));
    }
}

// ---- one pair --------------------------------------------------------------------------------

struct widths {
    double deep, apart; // the widest brackets: of depths with a cylinder, less 2^-20 S, as parts of
                        // both radii; of others as parts of 2^-20 S
    size_t overlap;
};

static struct solid solids[2];

static bool same_bits(const collide_distance *a, const collide_distance *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static collide_vec3 negated(collide_vec3 n) {
    return vec(0 - n.x, 0 - n.y, 0 - n.z);
}

static void print_pair(const collide_shape *a, const collide_shape *b, const collide_distance *d) {
    const collide_shape *s[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        const float *x = (const float *)(const void *)&s[k]->of;
        print_message("# %s:", kind_names[s[k]->kind]);
        for (size_t i = s[k]->kind == COLLIDE_SHAPE_CONVEX ? 2 : 0; i < 15; ++i)
            print_message(" %.9g", (double)x[i]);
        print_message("\n");
    }
    print_message("# [%.9g, %.9g] normal %.9g %.9g %.9g\n", (double)d->lo, (double)d->hi,
                  (double)d->normal.x, (double)d->normal.y, (double)d->normal.z);
}

#define HOLDS(x, ...)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            print_pair(a, b, &d);                                                                  \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

static collide_vec3 origin_of(const collide_shape *a) {
    collide_vec3 p;
    if (a->kind == COLLIDE_SHAPE_PLANE)
        return vec(0, 0, 0);
    memcpy(&p, a->kind == COLLIDE_SHAPE_CONVEX ? (const void *)&a->of.convex.pose.position : &a->of,
           sizeof p);
    return p;
}

// The bracket against the exact distance, or bounds of it in long double.
static void check_bracket(const collide_shape *a, const collide_shape *b, collide_distance d,
                          long double size) {
    struct solid *s = &solids[0], *t = &solids[1];
    const long double radii = (long double)s->radius + (long double)t->radius;
    if (s->plane && t->plane) {
        HOLDS(d.lo == -INFINITY || inner(s->axis, t->axis) < -1 + 1e-12L, "planes that cross");
        return;
    }
    if (s->plane || t->plane) {
        struct solid *plane = s->plane ? s : t, *other = s->plane ? t : s;
        if (!other->cylinder) {
            HOLDS(distances_of_plane(d.lo, other, plane) <= 0, "lo above the distance");
            HOLDS(distances_of_plane(d.hi, other, plane) >= 0, "hi below the distance");
            return;
        }
        const wide zero = {{0, 0, 0}}, back = along(zero, -1, plane->axis);
        const long double gap = inner(plane->axis, solid_support(other, back)) - plane->height;
        HOLDS((long double)d.lo <= gap + size * ROUNDING &&
                  (long double)d.hi >= gap - size * ROUNDING,
              "not the distance of a cylinder from a plane, %.9Lg", gap);
        return;
    }
    if (!s->cylinder && !t->cylinder) {
        HOLDS(distances_proves(d.lo, d.normal, s, t), "the plane does not prove lo");
        HOLDS(distances_signed(d.lo, s, t) <= 0, "lo above the distance");
        HOLDS(distances_signed(d.hi, s, t) >= 0, "hi below the distance");
        return;
    }
    const wide n = from_zero(d.normal);
    HOLDS(distances_proves(d.lo, d.normal, s, t), "the plane does not prove lo: %.9Lg",
          wide_gap(s, t, n) - radii);
    long double lo, hi;
    wide_apart(s, t, along(s->middle, -1, t->middle), size, 0, &lo, &hi);
    if (hi <= size * 0x1p-30L)
        lo = larger(lo, wide_deepest(s, t, n));
    else
        HOLDS(hi - lo <= size * 0x1p-24L, "an oracle that does not know: %.9Lg %.9Lg", lo, hi);
    HOLDS((long double)d.lo <= hi - radii + size * ROUNDING, "lo above the distance, %.9Lg",
          hi - radii);
    HOLDS((long double)d.hi >= lo - radii - size * ROUNDING, "hi below the distance, %.9Lg",
          lo - radii);
}

// The neighbour of x below or above it.
static float next_float(float x, int side) {
    uint32_t bits;
    if (x == 0)
        return side < 0 ? -kinds_float(1) : kinds_float(1);
    memcpy(&bits, &x, sizeof bits);
    return kinds_float((x > 0) == (side > 0) ? bits + 1 : bits - 1);
}

// What a query says at other margins than +infinity.
static void check_margins(const collide_shape *a, const collide_shape *b, collide_distance d) {
    const float steps[6] = {d.lo,
                            d.hi,
                            next_float(d.lo, -1),
                            next_float(d.lo, 1),
                            next_float(d.hi, -1),
                            next_float(d.hi, 1)};
    for (int i = 0; i < 6; ++i) {
        collide_distance e;
        if (!oracle_finite(steps[i]))
            continue;
        const bool near_by = collide_shape_shape_distance(a, b, steps[i], &e);
        HOLDS(near_by == collide_shape_shape_within(a, b, steps[i]), "within is not distance");
        HOLDS(e.lo <= e.hi && e.lo <= d.hi && e.hi >= d.lo,
              "brackets that contradict: [%.9g, %.9g]", (double)e.lo, (double)e.hi);
        HOLDS(near_by ? e.lo <= steps[i] : e.lo > steps[i], "max %.9g is not lo %.9g",
              (double)steps[i], (double)e.lo);
        HOLDS(near_by == (d.lo <= steps[i]), "margin %.9g: %d", (double)steps[i], near_by);
    }
    HOLDS(collide_shape_shape_within(a, b, d.hi), "a miss at hi");
}

// Whether the pair has a closed form, so that its points are exact. Those of others are as exact
// as the bracket.
static bool has_exact_points(const collide_shape *a, const collide_shape *b) {
    const uint32_t less = a->kind < b->kind ? a->kind : b->kind, more = a->kind ^ b->kind ^ less;
    return more == COLLIDE_SHAPE_PLANE ||
           (less <= COLLIDE_SHAPE_CAPSULE && more <= COLLIDE_SHAPE_TRIANGLE);
}

// The points lie on the shapes, and as far apart along the normal as they should, but for rounding
// of their coordinates and the width. A vector v that is not longer than hi, with n.v >= lo, is off
// lo n by at most the root of hi^2 - lo^2.
static void check_points(const collide_shape *a, const collide_shape *b, collide_distance d,
                         long double width) {
    struct solid *s = &solids[0], *t = &solids[1];
    const wide p = seen_from(origin_of(a), d.point_a), q = seen_from(origin_of(a), d.point_b);
    const long double slack =
        3 * width + 0x1p-21L * (norm(from_zero(d.point_a)) + norm(from_zero(d.point_b)));
    // Cores that overlap are first moved apart, by about 2^-10 of their sizes.
    const long double far =
        larger((long double)d.hi + (long double)s->radius + (long double)t->radius,
               0x1p-10L * wide_reach(s, t));
    const long double turn =
        has_exact_points(a, b) ? 0 : wide_root(2 * far * ((long double)d.hi - (long double)d.lo));
    const wide off = along(along(p, -1, q), -(long double)d.lo, from_zero(d.normal));
    HOLDS(norm(off) <= slack + turn, "points that are not so far apart: %Lg", norm(off));
    HOLDS(distances_near(s, p, slack) && distances_near(t, q, slack),
          "points that are not of the shapes");
}

static void check_pair(const struct drawn_shape *x, const struct drawn_shape *y,
                       struct widths *most) {
    const collide_shape *a = &x->shape, *b = &y->shape;
    const collide_vec3 origin = origin_of(a->kind == COLLIDE_SHAPE_PLANE ? b : a);
    collide_distance d, e;
#ifdef COLLIDE_COUNT_WORK
    collide_work = 0;
#endif
    const bool found = collide_shape_shape_distance(a, b, INFINITY, &d);
#ifdef COLLIDE_COUNT_WORK
    HOLDS(collide_work <= 64 * 5 + 220, "%llu rounds", collide_work);
#endif
    HOLDS(collide_shape_check(a) == COLLIDE_OK && collide_shape_check(b) == COLLIDE_OK, "check");
    HOLDS(found && d.lo <= d.hi && d.hi < INFINITY, "no distance");
    const double unit = dot(to_point(d.normal), to_point(d.normal)) - 1;
    HOLDS(magnitude(unit) <= 0x1p-21, "a normal that is not of unit length");
    solid_of(&solids[0], origin, a, x->v, x->n);
    solid_of(&solids[1], origin, b, y->v, y->n);
    const struct solid *s = &solids[0], *t = &solids[1];
    const long double size = s->size + t->size + norm(along(s->middle, -1, t->middle)) +
                             (s->plane || t->plane ? norm(from_zero(origin)) : 0);
    check_bracket(a, b, d, size);
    check_margins(a, b, d);
    HOLDS(collide_shape_shape_distance(b, a, INFINITY, &e), "not the other way round");
    const collide_distance back = {e.lo,        e.hi,       e.point_b, e.point_a, negated(e.normal),
                                   e.feature_b, e.feature_a};
    const bool bodies = a->kind == COLLIDE_SHAPE_CONVEX && b->kind == COLLIDE_SHAPE_CONVEX;
    const bool twins = // which have no order
        bodies ? x->n == y->n && memcmp(x->v, y->v, sizeof *x->v * (size_t)x->n) == 0 &&
                     memcmp(&a->of.convex.pose, &b->of.convex.pose, sizeof(collide_pose)) == 0
               : memcmp(a, b, sizeof *a) == 0 ||
                     (s->plane && t->plane && norm(along(s->axis, -1, t->axis)) < 0x1p-40L);
    HOLDS(twins ? d.lo == e.lo && d.hi == e.hi : same_bits(&d, &back),
          "not the same the other way round: [%.9g, %.9g]", (double)e.lo, (double)e.hi);
    if (s->plane && t->plane)
        return;
    // Where no closed form or list of axes exists, depths have wider brackets.
    const long double width = (long double)d.hi - (long double)d.lo, unit_width = size * 0x1p-20L;
    const bool deep = (s->cylinder || t->cylinder) && !s->plane && !t->plane && d.lo < 0;
    const double part = (double)(width / (unit_width + LDBL_MIN));
    const double rest = (double)((width - unit_width) / (s->disk + t->disk + LDBL_MIN));
    most->overlap += d.lo <= 0;
    if (deep)
        most->deep = rest > most->deep ? rest : most->deep;
    else
        most->apart = part > most->apart ? part : most->apart;
    HOLDS(deep ? rest <= 0.002 : part <= 1, "too wide: %g 2^-20 S, %g of the radii", part, rest);
    check_points(a, b, d, deep ? unit_width + width : unit_width);
}

// How many cases each pair of kinds and class of places has; there are 1056 of these.
static size_t count(size_t quick, size_t normal, size_t full) {
    const int tier = kinds_tier();
    return tier == 0 ? quick : tier == 1 ? normal : full;
}

static void test_pairs(void **state) {
    (void)state;
    inputs_random r = inputs_seed(53);
    static struct drawn_shape a, b;
    struct widths most[PLACE_COUNT];
    memset(most, 0, sizeof most);
    const size_t n = count(4, 40, 3100);
    for (uint32_t k = 1; k < COLLIDE_SHAPE_KIND_COUNT; ++k)
        for (uint32_t m = k; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
            for (int place = 0; place < PLACE_COUNT; ++place)
                for (size_t i = 0; i < n; ++i) {
                    draw_pair(&r, (enum place)place, k, m, &a, &b);
                    check_pair(&a, &b, &most[place]);
                }
    for (int place = 0; place < PLACE_COUNT; ++place)
        print_message(
            "# %s: %zu overlap; widest %.2f 2^-20 S, depths with cylinders %.5f (ra + rb)\n",
            place_names[place], most[place].overlap, most[place].apart, most[place].deep);
}

// ---- planes and points that prove, of many more pairs ----------------------------------------

static void test_proofs(void **state) {
    (void)state;
    inputs_random r = inputs_seed(59);
    static struct drawn_shape x, y;
    const collide_shape *a = &x.shape, *b = &y.shape;
    const size_t n = count(4, 80, 125000);
    distances_planes = distances_points = distances_on_gmp = distances_open = 0;
    for (uint32_t k = 1; k < COLLIDE_SHAPE_PLANE; ++k)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_PLANE; ++m)
            for (size_t i = 0; i < n * PLACE_COUNT / 2; ++i) {
                collide_distance d;
                draw_pair(&r, (enum place)(i % PLACE_COUNT), k, m, &x, &y);
                collide_shape_shape_distance(a, b, INFINITY, &d);
                struct solid *s = &solids[0], *t = &solids[1];
                solid_of(s, origin_of(a), a, x.v, x.n);
                solid_of(t, origin_of(a), b, y.v, y.n);
                const long double size = s->size + t->size + norm(along(s->middle, -1, t->middle));
                const bool deep = (s->cylinder || t->cylinder) && d.lo < 0;
                HOLDS(distances_proves(d.lo, d.normal, s, t), "the plane does not prove lo");
                HOLDS(distances_reaches(d.hi, d.normal, s, t), "no points prove hi");
                check_points(a, b, d,
                             size * 0x1p-20L + (deep ? (long double)d.hi - (long double)d.lo : 0));
            }
    print_message("# %zu planes and %zu pairs of points that prove; %zu decided on GMP, %zu open\n",
                  distances_planes, distances_points, distances_on_gmp, distances_open);
}

// ---- round bodies, whose depth takes many points ---------------------------------------------

// A body of n points of a spiral on an ellipsoid.
static collide_shape round_body(inputs_random *r, int n, const collide_pose *pose, void *memory,
                                size_t bytes, struct solid *out) {
    static collide_vec3 v[DISTANCES_POINTS];
    const collide_vec3 half = inputs_vec3(r, 0.75f, 1), axis = {1, 0, 0};
    point turn = {1, 0, 0};
    collide_convex *body;
    for (int i = 0; i < n; ++i) { // by the golden angle
        const double z = 1 - 2 * (i + 0.5) / n, ring = root(1 - z * z);
        const point next = {-0.7373688780783198 * turn.x - 0.6754902942615238 * turn.y,
                            0.6754902942615238 * turn.x - 0.7373688780783198 * turn.y, 0};
        v[i] = vec(half.x * (float)(ring * turn.x), half.y * (float)(ring * turn.y),
                   half.z * (float)z);
        turn = next;
    }
    assert_int_equal(collide_convex_build(&body, memory, bytes, v, (size_t)n, &axis, 1, &axis, 1),
                     COLLIDE_OK);
    memset(out->middle.x, 0, sizeof out->middle);
    out->cylinder = out->plane = false;
    out->radius = 0;
    out->vertices = n;
    for (int i = 0; i < n; ++i) {
        const float c[3] = {v[i].x, v[i].y, v[i].z};
        out->p[i] = from_zero(pose->position);
        for (int k = 0; k < 3; ++k)
            out->p[i] = along(out->p[i], (long double)c[k], from_zero(pose->axis[k]));
    }
    out->middle = out->axis = from_zero(pose->position);
    return collide_shape_from_convex(body, pose);
}

static void test_round(void **state) {
    (void)state;
    inputs_random r = inputs_seed(73);
    static char memory[2][8192];
    double worst = 0;
    for (size_t i = 0; i < cases(300); ++i) {
        collide_shape shapes[2];
        const int most = kinds_below(&r, 2) ? 20 : DISTANCES_POINTS;
        for (int k = 0; k < 2; ++k) {
            const float off = kinds_below(&r, 2) ? 0.1f : 0;
            const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -off, off));
            const int n = 5 + (int)kinds_below(&r, (uint32_t)most - 4);
            shapes[k] = round_body(&r, n, &pose, COLLIDE_ALIGN(memory[k]), sizeof memory[k] - 64,
                                   &solids[k]);
        }
        const collide_shape *a = &shapes[0], *b = &shapes[1];
        collide_distance d;
        collide_shape_shape_distance(a, b, INFINITY, &d);
        const wide n = from_zero(d.normal);
        // Vertices are stored relative to the middle of the body, rounded.
        const long double rounding = 0x1p-22L;
        HOLDS((long double)d.lo <= wide_gap(&solids[0], &solids[1], n) + rounding,
              "the plane does not prove lo");
        HOLDS((long double)d.hi >= wide_deepest(&solids[0], &solids[1], n) - rounding,
              "hi below the distance");
        const double radii = (double)a->of.convex.body->radius + (double)b->of.convex.body->radius;
        const double width = (double)d.hi - (double)d.lo - radii * 0x1p-20;
        worst = width / radii > worst ? width / radii : worst;
        HOLDS(width <= (solids[0].vertices * solids[1].vertices <= 220 ? 0 : 0.02 * radii),
              "too wide: %g", width);
    }
    print_message("# depths of round bodies: %.4f (ra + rb) too wide\n", worst);
}

// ---- the same pairs scaled, moved and a little moved -----------------------------------------

// The shape 2^k times as large; scale is 2^k.
static void scale_shape(struct drawn_shape *s, float scale) {
    static const int lengths[COLLIDE_SHAPE_KIND_COUNT] = {0, 3, 6, 4, 7, 6, 6, 9, 12, 3, 0, 0};
    float *x = (float *)(void *)&s->shape.of;
    for (int i = 0; i < lengths[s->shape.kind]; ++i)
        x[i] *= scale;
    s->shape.of.plane.distance *= s->shape.kind == COLLIDE_SHAPE_PLANE ? scale : 1;
    if (s->shape.kind == COLLIDE_SHAPE_CYLINDER) {
        s->shape.of.cylinder.radius *= scale;
        s->shape.of.cylinder.height *= scale;
    }
    if (s->shape.kind == COLLIDE_SHAPE_CONVEX) {
        collide_pose pose = s->shape.of.convex.pose;
        pose.position = times(scale, pose.position);
        for (int i = 0; i < s->n; ++i)
            s->v[i] = times(scale, s->v[i]);
        build_body(s, &pose);
    }
}

static void check_scaled(struct drawn_shape *x, struct drawn_shape *y, float scale) {
    const collide_shape *a = &x->shape, *b = &y->shape;
    collide_distance d, e;
    collide_shape_shape_distance(a, b, INFINITY, &d);
    collide_distance expected = {
        scale * d.lo, scale * d.hi, times(scale, d.point_a), times(scale, d.point_b), d.normal,
        d.feature_a,  d.feature_b};
    scale_shape(x, scale);
    scale_shape(y, scale);
    collide_shape_shape_distance(a, b, INFINITY, &e);
    if (d.hi == 0x1p-149f) // of shapes apart for a verdict, where hi was 0
        expected.hi = d.hi;
    HOLDS(same_bits(&e, &expected), "%g times as large: [%.9g, %.9g], not [%.9g, %.9g]",
          (double)scale, (double)e.lo, (double)e.hi, (double)expected.lo, (double)expected.hi);
}

// Whether all coordinates have few digits, so that they can be moved by whole numbers.
static bool coarse(const collide_shape *s) {
    const float *x = (const float *)(const void *)&s->of;
    bool result = true;
    for (int i = s->kind == COLLIDE_SHAPE_CONVEX ? 2 : 0; i < 15; ++i) {
        const float scaled = x[i] * 1024;
        result &= scaled - scaled == 0 && magnitude((double)scaled) < 65536 &&
                  (float)(int)scaled == scaled;
    }
    return result;
}

static bool check_moved(inputs_random *r, struct drawn_shape *x, struct drawn_shape *y) {
    collide_shape *a = &x->shape, *b = &y->shape;
    collide_distance d, e;
    if (!coarse(a) || !coarse(b))
        return false;
    const collide_vec3 by = whole_vec(r, 1000);
    collide_shape_shape_distance(a, b, INFINITY, &d);
    move_shape(a, by);
    move_shape(b, by);
    collide_shape_shape_distance(a, b, INFINITY, &e);
    e.point_a = d.point_a; // rounded elsewhere
    e.point_b = d.point_b;
    HOLDS(same_bits(&d, &e), "moved: [%.9g, %.9g]", (double)e.lo, (double)e.hi);
    return true;
}

// The distance after a little motion of a, against the normal: it is convex, and bends by less
// than the inverse of the distance of the cores.
static void check_gradient(inputs_random *r, struct drawn_shape *x, struct drawn_shape *y) {
    collide_shape *a = &x->shape, *b = &y->shape;
    collide_distance d, e;
    const collide_vec3 by = inputs_vec3(r, -0x1p-8f, 0x1p-8f);
    collide_shape_shape_distance(a, b, INFINITY, &d);
    move_shape(a, by);
    collide_shape_shape_distance(a, b, INFINITY, &e);
    const double rise = dot(to_point(d.normal), to_point(by));
    const double rounding = 0x1p-19 * (8 + magnitude((double)d.lo));
    HOLDS((double)e.hi >= (double)d.lo + rise - rounding, "less than the tangent");
    if (d.lo > 0x1p-4f)
        HOLDS((double)e.lo <=
                  (double)d.hi + rise + rounding + dot(to_point(by), to_point(by)) / (double)d.lo,
              "the slope is not along the normal");
}

static void test_moved(void **state) {
    (void)state;
    inputs_random r = inputs_seed(61);
    static struct drawn_shape a, b;
    size_t moved = 0;
    const size_t n = count(2, 20, 200);
    for (uint32_t k = 1; k < COLLIDE_SHAPE_KIND_COUNT; ++k)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
            for (int place = 0; place < PLACE_COUNT; ++place)
                for (size_t i = 0; i < n; ++i) {
                    const bool planes = k == COLLIDE_SHAPE_PLANE && m == COLLIDE_SHAPE_PLANE;
                    draw_pair(&r, (enum place)place, k, m, &a, &b);
                    check_scaled(&a, &b, kinds_float((107 + kinds_below(&r, 41)) << 23));
                    draw_pair(&r, PARALLEL, k, m, &a, &b);
                    if (k != COLLIDE_SHAPE_PLANE && m != COLLIDE_SHAPE_PLANE)
                        moved += check_moved(&r, &a, &b);
                    draw_pair(&r, place < INSIDE ? (enum place)place : APART, k, m, &a, &b);
                    if (!planes)
                        check_gradient(&r, &a, &b);
                }
    assert_true(moved > 100 * 2 * n);
}

// ---- typed calls, and numbers of any size ----------------------------------------------------

// The call of a pair of types, which gives the bits of collide_shape_shape_distance.
#define TYPED(A, B, KIND_A, KIND_B)                                                                \
    if (a->kind == KIND_A && b->kind == KIND_B) {                                                  \
        found = collide_##A##_##B##_distance(&a->of.A, &b->of.B, max, &e);                         \
        within = collide_##A##_##B##_within(&a->of.A, &b->of.B, max);                              \
        known = true;                                                                              \
    }
#define TYPED_YES(A, B, KIND_A, KIND_B)                                                            \
    if (a->kind == KIND_A && b->kind == KIND_B)                                                    \
        HOLDS(collide_##A##_##B(&a->of.A, &b->of.B) == collide_shape_shape(a, b), "an overlap");

static bool check_typed(const collide_shape *a, const collide_shape *b, float max) {
    collide_distance d, e;
    bool known = false, found = false, within = false;
    memset(&e, 0, sizeof e);
    const bool expected = collide_shape_shape_distance(a, b, max, &d);
    TYPED(sphere, sphere, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_SPHERE)
    TYPED(sphere, capsule, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_CAPSULE)
    TYPED(sphere, aabb, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_AABB)
    TYPED(sphere, obb, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_OBB)
    TYPED(sphere, triangle, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_TRIANGLE)
    TYPED(capsule, capsule, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_CAPSULE)
    TYPED(capsule, aabb, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_AABB)
    TYPED(capsule, obb, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB)
    TYPED(capsule, triangle, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_TRIANGLE)
    TYPED(aabb, aabb, COLLIDE_SHAPE_AABB, COLLIDE_SHAPE_AABB)
    TYPED(obb, obb, COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB)
    TYPED(triangle, triangle, COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TRIANGLE)
    if (!known)
        return false;
    HOLDS(found == expected && within == expected && same_bits(&d, &e), "not the same: [%g, %g]",
          (double)e.lo, (double)e.hi);
    TYPED_YES(sphere, capsule, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_CAPSULE)
    TYPED_YES(sphere, obb, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_OBB)
    TYPED_YES(capsule, capsule, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_CAPSULE)
    TYPED_YES(capsule, aabb, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_AABB)
    TYPED_YES(capsule, obb, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB)
    TYPED_YES(capsule, triangle, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_TRIANGLE)
    return true;
}

static void test_typed(void **state) {
    (void)state;
    inputs_random r = inputs_seed(79);
    static struct drawn_shape a, b;
    int pairs = 0;
    const size_t n = count(20, 200, 5000);
    for (uint32_t k = 1; k < COLLIDE_SHAPE_KIND_COUNT; ++k)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m) {
            bool known = true;
            for (size_t i = 0; i < n && known; ++i) {
                draw_pair(&r, (enum place)(i % PLACE_COUNT), k, m, &a, &b);
                if (kinds_below(&r, 20) == 0)
                    a.shape.of.point.x = NAN;
                known = check_typed(&a.shape, &b.shape,
                                    i % 3   ? INFINITY
                                    : i % 7 ? inputs_uniform(&r, -1, 2)
                                            : NAN);
            }
            pairs += known;
        }
    assert_int_equal(pairs, 12);
}

// Brackets hold for denormal numbers and up to the largest, where points may overflow.
static void test_range(void **state) {
    (void)state;
    inputs_random r = inputs_seed(83);
    static struct drawn_shape x, y;
    const collide_shape *a = &x.shape, *b = &y.shape;
    size_t asked = 0;
    const size_t n = count(10, 100, 2000);
    for (uint32_t k = 1; k < COLLIDE_SHAPE_KIND_COUNT; ++k)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m)
            for (size_t i = 0; i < n; ++i) {
                collide_distance d;
                draw_pair(&r, (enum place)(i % AWAY), k, m, &x, &y);
                const float scale = kinds_float((1 + kinds_below(&r, 253)) << 23);
                if (k == COLLIDE_SHAPE_CONVEX || m == COLLIDE_SHAPE_CONVEX)
                    continue; // their centre and radius are rounded
                scale_shape(&x, scale);
                scale_shape(&y, scale);
                if (collide_shape_check(a) != COLLIDE_OK || collide_shape_check(b) != COLLIDE_OK)
                    continue;
                collide_shape_shape_distance(a, b, INFINITY, &d);
                HOLDS(d.lo <= d.hi, "not a bracket");
                const collide_vec3 origin = origin_of(k == COLLIDE_SHAPE_PLANE ? b : a);
                solid_of(&solids[0], origin, a, x.v, x.n);
                solid_of(&solids[1], origin, b, y.v, y.n);
                check_bracket(a, b, d,
                              solids[0].size + solids[1].size + norm(from_zero(origin)) +
                                  norm(along(solids[0].middle, -1, solids[1].middle)) + 0x1p-140L);
                ++asked;
            }
    assert_true(asked > 50 * n);
}

// ---- bad input -------------------------------------------------------------------------------

static void refused(const collide_shape *a, const collide_shape *b, float max) {
    collide_distance d;
    memset(&d, 1, sizeof d);
    HOLDS(!collide_shape_shape_distance(a, b, max, &d), "found");
    collide_distance none;
    memset(&none, 0, sizeof none);
    none.lo = none.hi = INFINITY;
    HOLDS(same_bits(&d, &none), "not an empty bracket");
    HOLDS(!collide_shape_shape_within(a, b, max) && !collide_shape_shape_distance(a, b, max, NULL),
          "within");
}

static void bad(const collide_shape *a, collide_status status, const collide_shape *good) {
    const collide_distance d = {0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0};
    const collide_shape *b = good;
    HOLDS(collide_shape_check(a) == status, "status %d, not %d", (int)collide_shape_check(a),
          (int)status);
    if (status == COLLIDE_ERROR_AXES)
        return; // no promise
    refused(a, b, INFINITY);
    refused(b, a, INFINITY);
    refused(a, a, 1);
    HOLDS(!collide_shape_shape(a, b) && !collide_shape_shape(b, a), "an overlap");
}

static void test_bad(void **state) {
    (void)state;
    static const int floats[COLLIDE_SHAPE_KIND_COUNT] = {0, 3, 6, 4, 7, 6, 15, 9, 12, 8, 12, 4};
    static const float odd[3] = {NAN, INFINITY, -INFINITY};
    inputs_random r = inputs_seed(67);
    static struct drawn_shape x, y;
    for (uint32_t k = 1; k < COLLIDE_SHAPE_KIND_COUNT; ++k)
        for (uint32_t m = 1; m < COLLIDE_SHAPE_KIND_COUNT; ++m) {
            draw_pair(&r, NEAR_BY, k, m, &x, &y);
            const collide_shape good = x.shape;
            float *at_float = (float *)(void *)&x.shape.of;
            if (k == COLLIDE_SHAPE_CONVEX)
                at_float = &x.shape.of.convex.pose.position.x;
            for (int i = 0; i < 3 * floats[k]; ++i) {
                float special = odd[i % 3];
                memcpy(at_float + i / 3, &special, sizeof special);
                bad(&x.shape, COLLIDE_ERROR_NOT_FINITE, &y.shape);
                x.shape = good;
            }
            refused(&x.shape, &y.shape, NAN);
            const uint32_t kinds_there[3] = {COLLIDE_SHAPE_NONE, COLLIDE_SHAPE_KIND_COUNT,
                                             0xffffffffu};
            for (int i = 0; i < 3; ++i) {
                x.shape.kind = kinds_there[i];
                bad(&x.shape, COLLIDE_ERROR_KIND, &y.shape);
            }
            x.shape = good;
            switch (k) {
            case COLLIDE_SHAPE_SPHERE:
                x.shape.of.sphere.radius = -1;
                break;
            case COLLIDE_SHAPE_CAPSULE:
                x.shape.of.capsule.radius = -1e-30f;
                break;
            case COLLIDE_SHAPE_OBB:
                x.shape.of.obb.half.y = -1e-30f;
                break;
            case COLLIDE_SHAPE_AABB:
                x.shape.of.aabb.min.z = x.shape.of.aabb.max.z + 1;
                break;
            case COLLIDE_SHAPE_CYLINDER:
                if (m % 2)
                    x.shape.of.cylinder.radius = -1;
                else
                    x.shape.of.cylinder.height = -1;
                break;
            case COLLIDE_SHAPE_PLANE:
                x.shape.of.plane.normal = vec(0, 0, 0);
                break;
            default:
                continue;
            }
            bad(&x.shape, COLLIDE_ERROR_EXTENT, &y.shape);
        }
    draw_pair(&r, NEAR_BY, COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_OBB, &x, &y);
    x.shape.of.convex.body = NULL;
    bad(&x.shape, COLLIDE_ERROR_NULL, &y.shape);
    const collide_convex other = {0};
    x.shape.of.convex.body = &other;
    bad(&x.shape, COLLIDE_ERROR_KIND, &y.shape);
    y.shape.of.obb.axis[1] = y.shape.of.obb.axis[0];
    bad(&y.shape, COLLIDE_ERROR_AXES, &y.shape);
    const collide_cylinder tilted = {{0, 0, 0}, {1, 1, 0}, 1, 1};
    x.shape = collide_shape_from_cylinder(&tilted);
    bad(&x.shape, COLLIDE_ERROR_AXES, &y.shape);
    assert_int_equal(collide_shape_check(NULL), COLLIDE_ERROR_NULL);
    const collide_shape none = collide_shape_from_obb(NULL);
    assert_true(none.kind == COLLIDE_SHAPE_NONE);
    assert_true(collide_shape_from_convex(NULL, NULL).kind == COLLIDE_SHAPE_NONE);
}

// ---- capsules --------------------------------------------------------------------------------

// Rows of a k-DOP hold the capsule, and little more.
static double check_rows(int kind, const float *rows, const collide_capsule *c) {
    struct oracle_support u;
    double worst = 0;
    mpz_inits(u.a, u.s, u.q, NULL);
    mpz_set_ui(u.q, 1);
    for (int i = 0; i < kind; ++i) {
        int n[3];
        for (int k = 0; k < 3; ++k)
            n[k] = (i < kind / 2 ? -1 : 1) * oracle_directions[oracle_row(kind, i % (kind / 2))][k];
        const float bound = i < kind / 2 ? -rows[i] : rows[i];
        oracle_dot(u.a, n, c->a);
        oracle_dot(u.s, n, c->b);
        if (mpz_cmp(u.s, u.a) > 0)
            mpz_set(u.a, u.s);
        oracle_set(u.s, c->radius);
        mpz_mul(u.s, u.s, u.s);
        mpz_mul_ui(u.s, u.s, oracle_square(n));
        REQUIRE(oracle_holds(bound, &u), "%d-DOP, row %d does not hold the capsule", kind, i);
        const double weight = oracle_weight(n, c->a) + oracle_weight(n, c->b) +
                              2 * (double)c->radius + (double)FLT_MIN;
        const double excess = oracle_excess(bound, &u) / weight;
        worst = excess > worst ? excess : worst;
    }
    mpz_clears(u.a, u.s, u.q, NULL);
    return worst;
}

// Planes whose normals are exact multiples of each other, but whose unit normals may differ.
static void test_planes(void **state) {
    (void)state;
    for (int x = 1; x < 20; ++x)
        for (int k = 2; k < 8; ++k) {
            const collide_plane a = {{(float)x, 2, 3}, 1};
            const collide_plane b = {{(float)(-k * x), (float)(-k * 2), (float)(-k * 3)},
                                     (float)(-5 * k)};
            const collide_shape s = collide_shape_from_plane(&a), t = collide_shape_from_plane(&b);
            collide_distance d;
            assert_true(collide_shape_shape_distance(&s, &t, INFINITY, &d));
            const double lo = (double)d.lo, hi = (double)d.hi, square = x * x + 13;
            assert_true(lo > 0 && lo * lo * square <= 16.000001 && hi * hi * square >= 15.999999);
        }
}

static void test_capsules(void **state) {
    (void)state;
    inputs_random r = inputs_seed(71);
    double worst = 0;
    for (size_t i = 0; i < cases(2000); ++i) {
        const float size = kinds_float((97 + kinds_below(&r, 60)) << 23);
        collide_capsule c = {times(size, inputs_vec3(&r, -1, 1)),
                             times(size, inputs_vec3(&r, -1, 1)), size * inputs_uniform(&r, 0, 1)};
        if (kinds_below(&r, 4) == 0)
            c.radius = 0;
        if (kinds_below(&r, 4) == 0)
            c.b = c.a;
        assert_int_equal(collide_capsule_check(&c), COLLIDE_OK);
        const collide_aabb box = collide_aabb_from_capsule(&c);
        const collide_kdop6 p = collide_kdop6_from_capsule(&c);
        const collide_kdop14 q = collide_kdop14_from_capsule(&c);
        const collide_kdop18 s = collide_kdop18_from_capsule(&c);
        const collide_kdop26 t = collide_kdop26_from_capsule(&c);
        const void *rows[5] = {&box, &p, &q, &s, &t};
        const int kind[5] = {6, 6, 14, 18, 26};
        for (int k = 0; k < 5; ++k) {
            const double excess = check_rows(kind[k], (const float *)rows[k], &c);
            worst = excess > worst ? excess : worst;
        }
        const collide_pose pose = inputs_pose(&r, times(size, inputs_vec3(&r, -1, 1)));
        const float height = size * inputs_uniform(&r, 0, 2);
        const collide_capsule u = collide_capsule_from_pose(&pose, size, height);
        const point middle = add(to_point(u.a), 1, to_point(u.b));
        const point along_z = add(to_point(u.b), -1, to_point(u.a));
        const double slack = 0x1p-21 * (double)size;
        assert_true(u.radius == size);
        assert_true(length(add(middle, -2, to_point(pose.position))) <= 4 * slack);
        assert_true(length(add(along_z, -(double)height, to_point(pose.axis[2]))) <= 4 * slack);
    }
    print_message("# k-DOPs of capsules: at most %.3g of the size too wide\n", worst);
    assert_true(worst < 0x1p-20);
    collide_capsule c = {{0, 0, 0}, {1, 0, 0}, -1};
    assert_int_equal(collide_capsule_check(NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_capsule_check(&c), COLLIDE_ERROR_EXTENT);
    assert_true(collide_aabb_from_capsule(&c).min.x > collide_aabb_from_capsule(&c).max.x);
    c.radius = INFINITY;
    assert_int_equal(collide_capsule_check(&c), COLLIDE_ERROR_NOT_FINITE);
    c.radius = 1;
    c.b.z = NAN;
    assert_int_equal(collide_capsule_check(&c), COLLIDE_ERROR_NOT_FINITE);
    assert_true(collide_aabb_from_capsule(&c).min.x > collide_aabb_from_capsule(&c).max.x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),    cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_round),    cmocka_unit_test(test_moved),
        cmocka_unit_test(test_typed),    cmocka_unit_test(test_range),
        cmocka_unit_test(test_bad),      cmocka_unit_test(test_planes),
        cmocka_unit_test(test_capsules),
    };
    distances_init();
    solid_init(&solids[0]);
    solid_init(&solids[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
