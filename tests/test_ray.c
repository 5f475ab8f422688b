// Rays and segments against triangles, boxes, spheres and k-DOPs: the point of entry lies on the
// shape and nothing before it does, misses pass by; no ray slips between triangles; packs give the
// bits of single calls on every instruction set.
#define TEST_PART "../src/kdop/definition.h"
#include "test.h"

#include "../src/base/closest.h"

#include "packs.h"
#include "points.h"

// ---- shapes as a table -----------------------------------------------------------------------

enum { TRIANGLE, SPHERE, OBB, KDOP6, KDOP14, KDOP18, KDOP26, AABB, SHAPES };

union shape {
    collide_triangle triangle;
    collide_sphere sphere;
    collide_obb obb;
    collide_kdop6 kdop6;
    collide_kdop14 kdop14;
    collide_kdop18 kdop18;
    collide_kdop26 kdop26;
    collide_aabb aabb;
};

static const char *const names[SHAPES] = {"triangle", "sphere", "obb",    "kdop6",
                                          "kdop14",   "kdop18", "kdop26", "aabb"};

#define EACH(X)                                                                                    \
    X(triangle, TRIANGLE)                                                                          \
    X(sphere, SPHERE)                                                                              \
    X(obb, OBB)                                                                                    \
    X(kdop6, KDOP6) X(kdop14, KDOP14) X(kdop18, KDOP18) X(kdop26, KDOP26) X(aabb, AABB)

static bool cast_ray(int kind, const collide_ray *r, const union shape *s, float t_max,
                     collide_ray_hit *hit) {
    switch (kind) {
#define CASE(name, KIND)                                                                           \
    case KIND:                                                                                     \
        return collide_ray_##name(r, &s->name, t_max, hit);
        EACH(CASE)
#undef CASE
    default:
        abort();
    }
}

static bool cast_segment(int kind, const collide_segment *a, const union shape *s,
                         collide_ray_hit *hit) {
    switch (kind) {
#define CASE(name, KIND)                                                                           \
    case KIND:                                                                                     \
        return collide_segment_##name(a, &s->name, hit);
        EACH(CASE)
#undef CASE
    default:
        abort();
    }
}

// n shapes as a pack; how they are cast at.
static void *make_pack(int kind, const union shape *s, size_t n, void *memory, size_t size) {
    switch (kind) {
#define CASE(name, KIND)                                                                           \
    case KIND: {                                                                                   \
        collide_##name##_pack *pack;                                                               \
        assert_true(collide_##name##_pack_size(n) <= size);                                        \
        assert_int_equal(collide_##name##_pack_build(&pack, memory, size, &s->name, n, sizeof *s), \
                         COLLIDE_OK);                                                              \
        return pack;                                                                               \
    }
        EACH(CASE)
#undef CASE
    default:
        abort();
    }
}

static size_t cast_many(int kind, const collide_ray *r, const collide_segment *a, const void *pack,
                        float t_max, uint16_t *bits, float *t) {
    switch (kind) {
#define CASE(name, KIND)                                                                           \
    case KIND: {                                                                                   \
        const collide_##name##_pack *p = (const collide_##name##_pack *)pack;                      \
        return r ? collide_ray_##name##_many(r, p, t_max, bits, t)                                 \
                 : collide_segment_##name##_many(a, p, bits, t);                                   \
    }
        EACH(CASE)
#undef CASE
    default:
        abort();
    }
}

static union shape make_shape(inputs_random *r, int kind, bool grid) {
    const collide_pose pose = inputs_pose(r, grid ? vec(0, 0, 0) : inputs_vec3(r, -2, 2));
    union shape s;
    collide_triangle t;
    collide_obb box;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 v = inputs_vec3(r, -2, 2);
        t.v[i] = grid ? vec((float)(int)v.x, (float)(int)v.y, (float)(int)v.z) : v;
    }
    box = collide_obb_from_pose(&pose, inputs_vec3(r, grid ? 1 : 0.1f, 1));
    if (grid)
        for (int i = 0; i < 3; ++i)
            box.axis[i] = vec(i == 0 ? 1.0f : 0, i == 1 ? 1.0f : 0, i == 2 ? 1.0f : 0);
    s.triangle = t;
    if (kind == SPHERE) {
        s.sphere.center = box.center;
        s.sphere.radius = box.half.x;
    } else if (kind == OBB)
        s.obb = box;
    else if (kind == KDOP6)
        s.kdop6 = collide_kdop6_from_obb(&box);
    else if (kind == KDOP14)
        s.kdop14 = collide_kdop14_from_obb(&box);
    else if (kind == KDOP18)
        s.kdop18 = collide_kdop18_from_obb(&box);
    else if (kind == KDOP26)
        s.kdop26 = collide_kdop26_from_obb(&box);
    else if (kind == AABB) {
        const collide_kdop6 k = collide_kdop6_from_obb(&box);
        memcpy(&s.aabb, &k, sizeof s.aabb);
    }
    return s;
}

// How far p is outside, about: <= 0 inside.
static double outside(int kind, const union shape *s, point p) {
    double most = -1e9;
    if (kind == TRIANGLE) {
        const collide__dvec3 v[3] = {collide__dvec3_of(s->triangle.v[0]),
                                     collide__dvec3_of(s->triangle.v[1]),
                                     collide__dvec3_of(s->triangle.v[2])};
        const collide__dvec3 q = {p.x, p.y, p.z}, at = collide__triangle_nearest(v, q);
        const point on = {at.x, at.y, at.z};
        return length(add(p, -1, on));
    }
    if (kind == SPHERE)
        return length(add(p, -1, to_point(s->sphere.center))) - (double)s->sphere.radius;
    if (kind == OBB) {
        const double half[3] = {(double)s->obb.half.x, (double)s->obb.half.y,
                                (double)s->obb.half.z};
        for (int i = 0; i < 3; ++i) {
            const double x =
                magnitude(dot(add(p, -1, to_point(s->obb.center)), to_point(s->obb.axis[i]))) -
                half[i];
            most = x > most ? x : most;
        }
        return most;
    }
    const int rows = kind == KDOP14 ? 7 : kind == KDOP18 ? 9 : kind == KDOP26 ? 13 : 3;
    const float *row = s->kdop26.min; // all begin there
    for (int i = 0; i < rows; ++i) {
        const signed char *n = collide__kdop_direction(2 * rows, i);
        const double x = n[0] * p.x + n[1] * p.y + n[2] * p.z;
        const double low = (double)row[i] - x, high = x - (double)row[rows + i];
        most = low > most ? low : most;
        most = high > most ? high : most;
    }
    return most;
}

static collide_ray make_ray(inputs_random *r, bool grid) {
    collide_ray ray = {inputs_vec3(r, -4, 4), inputs_vec3(r, -1, 1)};
    const uint64_t dice = inputs_next(r) >> 30;
    if (grid) { // along axes and diagonals, through corners
        ray.origin =
            vec((float)(int)ray.origin.x, (float)(int)ray.origin.y, (float)(int)ray.origin.z);
        ray.direction = vec((float)(int)(dice % 3) - 1, (float)(int)(dice / 3 % 3) - 1,
                            (float)(int)(dice / 9 % 3) - 1);
    } else if (dice & 1) { // at the middle
        ray.direction = vec(-ray.origin.x * 0.25f, -ray.origin.y * 0.25f, -ray.origin.z * 0.25f);
    }
    return ray;
}

// ---- normals ---------------------------------------------------------------------------------
// What a normal must be, from the floats of the shapes alone.

// Of n pairs of parallel faces: directions across them, and where they are along these.
struct faces {
    int n;
    point across[COLLIDE__KDOP_MAX_AXES];
    double low[COLLIDE__KDOP_MAX_AXES], high[COLLIDE__KDOP_MAX_AXES];
};

static struct faces faces_of(int kind, const union shape *s) {
    struct faces f;
    f.n = kind == KDOP14 ? 7 : kind == KDOP18 ? 9 : kind == KDOP26 ? 13 : 3;
    for (int i = 0; i < f.n; ++i) {
        const signed char *n = collide__kdop_direction(2 * f.n, i);
        const float *row = s->kdop26.min;
        f.across[i] = to_point(vec(n[0], n[1], n[2]));
        f.low[i] = (double)row[i];
        f.high[i] = (double)row[f.n + i];
        if (kind == OBB) {
            const float half[3] = {s->obb.half.x, s->obb.half.y, s->obb.half.z};
            f.across[i] = to_point(s->obb.axis[i]);
            f.low[i] = dot(f.across[i], to_point(s->obb.center)) - (double)half[i];
            f.high[i] = dot(f.across[i], to_point(s->obb.center)) + (double)half[i];
        }
    }
    return f;
}

// A normal of a convex shape: that of a face on which the point lies. Where numbers are whole, and
// so exact, the first of those that the ray crosses last.
static void check_face(int kind, const union shape *s, point from, point way, point n, point at,
                       bool whole, double slack) {
    const struct faces f = faces_of(kind, s);
    int found = -1, first = -1;
    double last = 0;
    for (int i = 0; i < f.n; ++i) {
        const point unit = add(to_point(vec(0, 0, 0)), 1 / length(f.across[i]), f.across[i]);
        const double along = dot(f.across[i], way), place = dot(f.across[i], from);
        for (int side = -1; side < 2; side += 2)
            if (length(add(n, -side, unit)) < 1e-6) {
                found = i;
                REQUIRE(magnitude(dot(f.across[i], at) - (side < 0 ? f.low[i] : f.high[i])) < slack,
                        "%s: off the face by %g", names[kind],
                        dot(f.across[i], at) - (side < 0 ? f.low[i] : f.high[i]));
            }
        if (along < 0 || along > 0) {
            const double t = ((along > 0 ? f.low[i] : f.high[i]) - place) / along;
            first = t > last ? i : first;
            last = t > last ? t : last;
        }
    }
    REQUIRE(found >= 0, "%s: a normal of no face", names[kind]);
    REQUIRE(!whole || found == first, "%s: face %d, not %d", names[kind], found, first);
}

static void check_triangle(const collide_triangle *t, point way, point n, bool whole) {
    const point v = to_point(t->v[0]);
    const point across = cross(add(to_point(t->v[1]), -1, v), add(to_point(t->v[2]), -1, v));
    const double area = length(across), along = dot(across, way);
    if (whole && area <= 0)
        REQUIRE(length(n) <= 0, "a triangle without area has a normal");
    if (area < 1e-3)
        return;
    REQUIRE(length(cross(n, across)) < 1e-6 * area, "across the triangle");
    if (whole && !(along < 0 || along > 0))
        REQUIRE(dot(n, across) > 0, "in the plane, and not the winding's");
    else if (magnitude(along) > 1e-9)
        REQUIRE(dot(n, across) * along < 0, "on the other side");
}

// A hit or miss of the line from a point to t_max along a way.
static void check_hit(int kind, const union shape *s, point from, point way, bool hit,
                      const collide_ray_hit *out, bool whole) {
    const point n = to_point(out->normal), at = add(from, hit ? (double)out->t : 0, way);
    const double size = length(n), slack = 4e-6 * (1 + length(way));
    assert_true(out->triangle == UINT32_MAX && out->column == UINT32_MAX && out->row == UINT32_MAX);
    if (!hit) {
        REQUIRE(out->t > FLT_MAX && size <= 0, "%s: a miss with %g", names[kind], size);
        return;
    }
    REQUIRE(size <= 0 || magnitude(size - 1) < 0x1p-22, "%s: of length %.9g", names[kind], size);
    REQUIRE(dot(n, way) <= 1e-6 * length(way), "%s: along the ray by %g", names[kind], dot(n, way));
    if (kind == TRIANGLE) {
        check_triangle(&s->triangle, way, n, whole);
        return;
    }
    const double before = outside(kind, s, from);
    if (whole || magnitude(before) > 1e-6)
        REQUIRE((before > 0) == (size > 0.5), "%s: begins %g outside, normal %g", names[kind],
                before, size);
    REQUIRE((out->t > 0) == (size > 0), "%s: at %g, normal %g", names[kind], (double)out->t, size);
    if (size <= 0)
        return;
    if (kind == SPHERE) {
        const point on = add(to_point(s->sphere.center), (double)s->sphere.radius, n);
        REQUIRE(length(add(at, -1, on)) < slack, "sphere: off by %g", length(add(at, -1, on)));
    } else {
        check_face(kind, s, from, way, n, at, whole, slack);
    }
}

// Numbers in the place of one of a ray or a shape: nothing but what all hits have in common.
static void check_odd(int kind, union shape s, collide_ray ray, inputs_random *r) {
    static const float odd[] = {0, -0.0f, 1e-45f, 1e-30f, -1e20f, 3e38f, INFINITY, NAN, -1};
    const float x = odd[(inputs_next(r) >> 33) % 9];
    collide_ray_hit hit;
    if (inputs_next(r) >> 63)
        (&ray.origin.x)[(inputs_next(r) >> 33) % 6] = x;
    else
        ((float *)(void *)&s)[(inputs_next(r) >> 33) % (kind == SPHERE ? 4 : 6)] = x;
    const collide_segment a = {ray.origin, ray.direction};
    for (int segment = 0; segment < 2; ++segment) {
        memset(&hit, 0x55, sizeof hit);
        const bool found =
            segment ? cast_segment(kind, &a, &s, &hit) : cast_ray(kind, &ray, &s, INFINITY, &hit);
        const double size = length(to_point(hit.normal));
        assert_int_equal(segment ? cast_segment(kind, &a, &s, NULL)
                                 : cast_ray(kind, &ray, &s, INFINITY, NULL),
                         found);
        REQUIRE(found ? hit.t >= 0 && hit.t <= FLT_MAX : hit.t > FLT_MAX && size <= 0,
                "%s: %d at %g", names[kind], found, (double)hit.t);
        REQUIRE(size <= 0 || magnitude(size - 1) < 0x1p-22, "%s: of length %.9g with %g",
                names[kind], size, (double)x);
        REQUIRE(kind == TRIANGLE || hit.t > 0 || size <= 0, "%s: a normal at 0", names[kind]);
    }
}

static void test_normals(void **state) {
    inputs_random r = inputs_seed(29);
    (void)state;
    for (int kind = 0; kind < SHAPES; ++kind) {
        size_t hits = 0, inside = 0;
        for (size_t i = 0; i < cases(20000); ++i) {
            const bool grid = i % 2;
            const union shape s = make_shape(&r, kind, grid);
            const collide_ray ray = make_ray(&r, grid);
            const collide_segment a = {ray.origin, make_ray(&r, grid).origin};
            const point from = to_point(ray.origin);
            const bool whole = grid && (kind < KDOP6 || kind == AABB || i % 4 == 1);
            collide_ray_hit hit;
            bool found = cast_ray(kind, &ray, &s, i % 3 ? INFINITY : 2, &hit);
            check_hit(kind, &s, from, to_point(ray.direction), found, &hit, whole);
            hits += found;
            inside += found && hit.t <= 0;
            found = cast_segment(kind, &a, &s, &hit);
            check_hit(kind, &s, from, add(to_point(a.b), -1, from), found, &hit, whole);
            hits += found;
            check_odd(kind, s, ray, &r);
        }
        fprintf(stderr, "# %s: %zu normals, %zu from the start\n", names[kind], hits, inside);
        assert_true(hits > cases(20000) / 20 && inside > 0);
    }
}

// ---- tests -----------------------------------------------------------------------------------

static void test_times(void **state) {
    inputs_random r = inputs_seed(21);
    (void)state;
    for (int kind = 0; kind < SHAPES; ++kind) {
        size_t hits = 0, inside = 0;
        for (size_t i = 0; i < cases(6000); ++i) {
            const bool grid = i % 4 == 0;
            const union shape s = make_shape(&r, kind, grid);
            const collide_ray ray = make_ray(&r, grid);
            const point o = to_point(ray.origin), d = to_point(ray.direction);
            const float t_max = i % 3 ? 8 : i % 2 ? 0.5f : INFINITY;
            collide_ray_hit first;
            const bool hit = cast_ray(kind, &ray, &s, t_max, &first);
            const float t = first.t;
            assert_int_equal(cast_ray(kind, &ray, &s, t_max, NULL), hit);
            const double until = hit ? (double)t : (double)(t_max < 16 ? t_max : 16);
            if (hit) {
                REQUIRE(t >= 0 && t <= t_max, "%s: t %g of %g", names[kind], (double)t,
                        (double)t_max);
                REQUIRE(outside(kind, &s, add(o, until, d)) < 4e-6, "%s: t = %g is outside by %g",
                        names[kind], until, outside(kind, &s, add(o, until, d)));
                inside += t == 0;
            } else
                REQUIRE(t > FLT_MAX, "%s: a miss at %g", names[kind], (double)t);
            hits += hit;
            // Before the entry, and all along a miss, nothing is in the shape.
            for (int k = 0; k <= 40; ++k) {
                const double at = until * k / 40;
                if (hit && (double)t - at < 1e-4)
                    break;
                const double out = outside(kind, &s, add(o, at, d));
                REQUIRE(kind == TRIANGLE ? out > 0 || grid : out > -1e-6,
                        "%s: %s at %g, but at %g it is inside by %g", names[kind],
                        hit ? "a hit" : "a miss", until, at, -out);
            }
        }
        fprintf(stderr, "# %s: %zu hits, %zu from the start\n", names[kind], hits, inside);
        assert_true(hits > cases(6000) / 40);
    }
}

// A ray at a point of the triangle hits it.
static void test_aimed(void **state) {
    inputs_random r = inputs_seed(22);
    size_t hits = 0;
    (void)state;
    for (size_t i = 0; i < cases(20000); ++i) {
        const union shape s = make_shape(&r, TRIANGLE, false);
        const point v[3] = {to_point(s.triangle.v[0]), to_point(s.triangle.v[1]),
                            to_point(s.triangle.v[2])};
        const double a = (double)inputs_uniform(&r, 0.01f, 0.48f);
        const double b = (double)inputs_uniform(&r, 0.01f, 0.48f);
        const point at = add(add(v[0], a, add(v[1], -1, v[0])), b, add(v[2], -1, v[0]));
        const point n = cross(add(v[1], -1, v[0]), add(v[2], -1, v[0]));
        collide_ray ray;
        collide_ray_hit hit;
        ray.origin = inputs_vec3(&r, -4, 4);
        const point d = add(at, -1, to_point(ray.origin));
        if (length(n) < 0.05 || magnitude(dot(d, n)) < 0.01 * length(n))
            continue;
        ray.direction = vec((float)d.x, (float)d.y, (float)d.z);
        ++hits;
        REQUIRE(collide_ray_triangle(&ray, &s.triangle, 2, &hit) &&
                    magnitude((double)hit.t - 1) < 1e-4,
                "missed");
        REQUIRE(!collide_ray_triangle(&ray, &s.triangle, 0.99f, NULL), "too far");
        ray.direction = vec(-ray.direction.x, -ray.direction.y, -ray.direction.z);
        REQUIRE(!collide_ray_triangle(&ray, &s.triangle, INFINITY, NULL), "behind");
    }
    assert_true(hits > cases(20000) / 2);
}

// Segments with triangles are pairs of triangles, one of which is flat.
static void test_segments(void **state) {
    inputs_random r = inputs_seed(23);
    size_t hits = 0;
    (void)state;
    for (size_t i = 0; i < cases(40000); ++i) {
        const bool grid = i % 2;
        const union shape s = make_shape(&r, TRIANGLE, grid);
        collide_segment a;
        collide_ray_hit first;
        a.a = make_ray(&r, grid).origin;
        a.b = make_ray(&r, grid).origin;
        if (i % 16 == 5)
            a.b = a.a;
        if (i % 16 == 7)
            a.a = s.triangle.v[0];
        const collide_triangle flat = {{a.a, a.b, a.b}};
        const bool hit = collide_segment_triangle(&a, &s.triangle, &first);
        const float t = first.t;
        REQUIRE(hit == collide_triangle_triangle(&flat, &s.triangle), "not exact");
        if (hit) {
            const point d = add(to_point(a.b), -1, to_point(a.a));
            REQUIRE(t >= 0 && t <= 1 &&
                        outside(TRIANGLE, &s, add(to_point(a.a), (double)t, d)) < 4e-6,
                    "at %g: off by %g", (double)t,
                    outside(TRIANGLE, &s, add(to_point(a.a), (double)t, d)));
        }
        hits += hit;
    }
    assert_true(hits > cases(40000) / 50);
    // The same question to a box, as a ray and as a segment.
    for (size_t i = 0; i < cases(4000); ++i) {
        const union shape s = make_shape(&r, AABB, true);
        const collide_ray ray = make_ray(&r, true);
        const collide_segment a = {ray.origin, vec(ray.origin.x + 4 * ray.direction.x,
                                                   ray.origin.y + 4 * ray.direction.y,
                                                   ray.origin.z + 4 * ray.direction.z)};
        collide_ray_hit p, q;
        REQUIRE(collide_ray_aabb(&ray, &s.aabb, 4, &p) == collide_segment_aabb(&a, &s.aabb, &q),
                "a segment is no ray");
        REQUIRE(p.t > FLT_MAX ? q.t > FLT_MAX : magnitude((double)p.t - 4 * (double)q.t) < 1e-6,
                "times");
    }
}

// From inside of a closed surface every ray meets it, also one at a vertex or along an edge.
static void test_watertight(void **state) {
    enum { N = 12 };
    static collide_vec3 v[6][N + 1][N + 1];
    inputs_random r = inputs_seed(24);
    size_t rays = 0;
    (void)state;
    // A cube of squares, each vertex moved in or out with its direction, faces shared at the seams.
    for (int face = 0; face < 6; ++face)
        for (int i = 0; i <= N; ++i)
            for (int j = 0; j <= N; ++j) {
                const float x = 2 * (float)i / N - 1, y = 2 * (float)j / N - 1;
                const float z = face % 2 ? 1.0f : -1.0f;
                collide_vec3 p = face < 2 ? vec(x, y, z) : face < 4 ? vec(x, z, y) : vec(z, x, y);
                uint32_t bits[3];
                memcpy(bits, &p, sizeof bits);
                const uint32_t noise = (bits[0] * 31 + bits[1]) * 31 + bits[2];
                const float f = 1 + (float)(noise % 97) / 400;
                v[face][i][j] = vec(p.x * f, p.y * f, p.z * f);
            }
    for (size_t round = 0; round < cases(1500); ++round) {
        const int face = (int)(inputs_next(&r) >> 33) % 6;
        const int i = (int)(inputs_next(&r) >> 33) % N, j = (int)(inputs_next(&r) >> 33) % N;
        const collide_vec3 p = v[face][i][j], q = v[face][i + 1][j + (int)(round % 2)];
        const float k = round % 3 ? inputs_uniform(&r, 0, 1) : 0;
        const collide_vec3 o = inputs_vec3(&r, -0.4f, 0.4f);
        const collide_ray ray = {o, vec(p.x + k * (q.x - p.x) - o.x, p.y + k * (q.y - p.y) - o.y,
                                        p.z + k * (q.z - p.z) - o.z)};
        size_t hits = 0;
        for (int f = 0; f < 6; ++f)
            for (int a = 0; a < N; ++a)
                for (int b = 0; b < N; ++b)
                    for (int half = 0; half < 2; ++half) {
                        const collide_triangle t = {{v[f][a][b],
                                                     half ? v[f][a + 1][b + 1] : v[f][a + 1][b],
                                                     half ? v[f][a][b + 1] : v[f][a + 1][b + 1]}};
                        hits += collide_ray_triangle(&ray, &t, INFINITY, NULL);
                    }
        REQUIRE(hits > 0, "slipped through");
        ++rays;
    }
    assert_true(rays > 0);
}

// From inside of a tetrahedron at its vertices, exactly and nearly.
static void test_vertices(void **state) {
    static const uint8_t face[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    inputs_random r = inputs_seed(27);
    size_t rays = 0;
    (void)state;
    for (size_t i = 0; i < cases(20000); ++i) {
        collide_vec3 p[4], o = inputs_vec3(&r, -0.01f, 0.01f);
        size_t hits = 0;
        bool inside = true;
        for (int k = 0; k < 3; ++k)
            p[k] = inputs_vec3(&r, -1, 1);
        p[3] = vec(-p[0].x - p[1].x - p[2].x, -p[0].y - p[1].y - p[2].y, -p[0].z - p[1].z - p[2].z);
        if (i % 2)
            o = vec(0, 0, 0); // which is in the middle, and goes through p[k] exactly
        double sides[4];
        for (int f = 0; f < 4; ++f) {
            const point a = add(to_point(p[face[f][0]]), -1, to_point(o));
            const point b = add(to_point(p[face[f][1]]), -1, to_point(o));
            const point c = add(to_point(p[face[f][2]]), -1, to_point(o));
            sides[f] = dot(a, cross(b, c));
            inside = inside && magnitude(sides[f]) > 1e-3 && sides[f] * sides[0] > 0;
        }
        if (!inside)
            continue;
        const collide_vec3 at = p[i % 4];
        const collide_ray ray = {o, vec(at.x - o.x, at.y - o.y, at.z - o.z)};
        for (int f = 0; f < 4; ++f) {
            const collide_triangle t = {{p[face[f][0]], p[face[f][1]], p[face[f][2]]}};
            collide_ray_hit hit;
            if (collide_ray_triangle(&ray, &t, 2, &hit)) {
                ++hits;
                assert_true(magnitude((double)hit.t - 1) < 1e-3);
            }
        }
        REQUIRE(hits > 0, "slipped through a vertex");
        ++rays;
    }
    assert_true(rays > cases(20000) / 8);
}

// In the plane of a triangle, tilted: towards it, away from it, and as segments.
static void test_in_plane(void **state) {
    inputs_random r = inputs_seed(28);
    size_t rays = 0;
    (void)state;
    for (size_t i = 0; i < cases(20000); ++i) {
        collide_vec3 base[3], v[4];
        for (int k = 0; k < 3; ++k)
            base[k] = vec((float)(int)(inputs_next(&r) >> 54) - 512,
                          (float)(int)(inputs_next(&r) >> 54) - 512,
                          (float)(int)(inputs_next(&r) >> 54) - 512);
        for (int k = 0; k < 4; ++k) {
            const float a = (float)(int)(inputs_next(&r) >> 59) - 16;
            const float b = (float)(int)(inputs_next(&r) >> 59) - 16;
            v[k] = vec(base[0].x + a * base[1].x + b * base[2].x,
                       base[0].y + a * base[1].y + b * base[2].y,
                       base[0].z + a * base[1].z + b * base[2].z);
        }
        const collide_triangle t = {{v[0], v[1], v[2]}};
        const point n =
            cross(add(to_point(v[1]), -1, to_point(v[0])), add(to_point(v[2]), -1, to_point(v[0])));
        const collide_vec3 d =
            vec(v[0].x + v[1].x + v[2].x - 3 * v[3].x, v[0].y + v[1].y + v[2].y - 3 * v[3].y,
                v[0].z + v[1].z + v[2].z - 3 * v[3].z);
        if (length(n) < 1)
            continue;
        collide_ray ray = {v[3], d};
        collide_ray_hit hit;
        REQUIRE(collide_ray_triangle(&ray, &t, 0.34f, &hit) && hit.t >= 0 && hit.t <= 0.34f,
                "missed in its plane");
        const float when = hit.t;
        const point on = add(to_point(v[3]), (double)when, to_point(d));
        union shape s;
        s.triangle = t;
        REQUIRE(outside(TRIANGLE, &s, on) < 1e-2, "entered at %g, off by %g", (double)when,
                outside(TRIANGLE, &s, on));
        const collide_segment a = {v[3], v[0]};
        REQUIRE(collide_segment_triangle(&a, &t, &hit), "a segment to a vertex");
        const point to =
            add(to_point(v[3]), (double)hit.t, add(to_point(v[0]), -1, to_point(v[3])));
        REQUIRE(outside(TRIANGLE, &s, to) < 1e-2, "a segment off by %g", outside(TRIANGLE, &s, to));
        if (hit.t > 0) { // it begins outside
            ray.direction = vec(-d.x, -d.y, -d.z);
            REQUIRE(!collide_ray_triangle(&ray, &t, INFINITY, NULL) ||
                        outside(TRIANGLE, &s, to_point(v[3])) < 1e-6,
                    "behind");
        }
        ++rays;
    }
    assert_true(rays > cases(20000) / 2);
}

// Packs, of every size, against single calls: bits and times, on every instruction set.
static void test_packs(void **state) {
    enum { MOST = 67, LARGE = 700 };
    static union shape s[LARGE];
    static __attribute__((aligned(COLLIDE_ALIGNMENT))) char memory[LARGE * 240 + 8192];
    static uint16_t bits[COLLIDE_BLOCKS(LARGE) + 1];
    static float t[LARGE + 1];
    inputs_random r = inputs_seed(25);
    (void)state;
    for (int kind = 0; kind < SHAPES; ++kind) {
        for (size_t i = 0; i < LARGE; ++i)
            s[i] = make_shape(&r, kind, i % 3 == 0);
        if (kind == KDOP18) {
            s[3].kdop18 = collide_kdop18_empty();
            for (int k = 0; k < 9; ++k)
                s[5].kdop18.max[k] = INFINITY;
        }
        if (kind == AABB) { // empty, without an end, all of space, a point, far away
            s[4].aabb.min.y = s[4].aabb.max.y + 1;
            for (int k = 0; k < 3; ++k) {
                (&s[3].aabb.min.x)[k] = INFINITY;
                (&s[3].aabb.max.x)[k] = -INFINITY;
                (&s[5 + k].aabb.max.x)[k] = INFINITY;
                (&s[8].aabb.min.x)[k] = -INFINITY;
                (&s[8].aabb.max.x)[k] = INFINITY;
            }
            s[9].aabb.max = s[9].aabb.min;
            s[10].aabb.min = vec(3e38f, -1, -1);
            s[10].aabb.max = vec(3.2e38f, 1, 1);
        }
        if (kind == SPHERE) {
            s[7].sphere.center = vec(3e38f, 0, 0);
            s[7].sphere.radius = 1e37f;
        }
        for (size_t n = 1; n <= LARGE; n = n < MOST ? n + 1 : n == MOST ? 300 : n + 400) {
            const void *pack = make_pack(kind, s, n, memory, sizeof memory);
            for (int round = 0; round < 12; ++round) {
                static const float limits[] = {INFINITY, 8, 0.5f, 0, -1, NAN, 1e-30f};
                static const float odd[] = {0, 1e-38f, 1e35f, INFINITY, NAN, 1e-20f};
                collide_ray ray = make_ray(&r, round % 2);
                const float t_max = limits[round < 7 ? round : 0];
                if (round > 7)
                    (&ray.direction.x)[n % 3] = odd[(n + (size_t)round) % 6];
                if (round == 8)
                    (&ray.origin.x)[n % 3] = odd[n % 6];
                const collide_segment a = {ray.origin, make_ray(&r, round % 2).origin};
                for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
                    if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                        continue;
                    for (int segment = 0; segment < 2; ++segment) {
                        size_t hits = 0;
                        bits[COLLIDE_BLOCKS(n)] = 0x5555;
                        t[n] = -7;
                        const size_t found = cast_many(kind, segment ? NULL : &ray, &a, pack, t_max,
                                                       bits, round % 4 == 3 ? NULL : t);
                        for (size_t i = 0; i < n; ++i) {
                            collide_ray_hit first;
                            const bool hit = segment ? cast_segment(kind, &a, &s[i], &first)
                                                     : cast_ray(kind, &ray, &s[i], t_max, &first);
                            hits += hit;
                            REQUIRE((bits[i / 16] >> i % 16 & 1) == hit,
                                    "%s on %s: object %zu of %zu, %d", names[kind],
                                    collide_isa_text((collide_isa_id)isa), i, n, hit);
                            REQUIRE(round % 4 == 3 || memcmp(&t[i], &first.t, sizeof t[i]) == 0,
                                    "%s: object %zu at %g, not %g", names[kind], i, (double)t[i],
                                    (double)first.t);
                        }
                        assert_int_equal(found, hits);
                        assert_int_equal(bits[COLLIDE_BLOCKS(n)], 0x5555);
                        assert_true(t[n] == -7);
                        REQUIRE(n % 16 == 0 || bits[n / 16] >> n % 16 == 0, "bits behind");
                    }
                }
            }
        }
        assert_int_equal(
            cast_many(kind, NULL, &(collide_segment){{0, 0, 0}, {1, 1, 1}}, NULL, 0, bits, t), 0);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

static void test_bad(void **state) {
    const collide_aabb all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    const collide_aabb none = {{1, 1, 1}, {-1, -1, -1}}, nan = {{-1, NAN, -1}, {1, 1, 1}};
    const collide_ray x = {{-2, 0, 0}, {1, 0, 0}}, still = {{0, 0, 0}, {0, 0, 0}};
    const collide_ray huge = {{-3e38f, 0, 0}, {3e38f, 0, 0}}, bad = {{0, 0, 0}, {NAN, 1, 1}};
    const collide_sphere ball = {{0, 0, 0}, 1}, negative = {{0, 0, 0}, -1};
    const collide_triangle t = {{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}};
    collide_ray_hit at;
    (void)state;
    assert_true(collide_ray_aabb(&x, &all, 1, &at) && at.t == 0);
    assert_false(collide_ray_aabb(&x, &none, INFINITY, &at));
    assert_true(at.t > FLT_MAX);
    assert_false(collide_ray_aabb(&x, &nan, INFINITY, NULL));
    assert_false(collide_ray_aabb(&bad, &all, INFINITY, NULL));
    assert_false(collide_ray_aabb(&x, &all, -1, NULL));
    assert_false(collide_ray_aabb(&x, &all, NAN, NULL));
    assert_true(collide_ray_sphere(&x, &ball, INFINITY, &at) && at.t == 1);
    assert_false(collide_ray_sphere(&x, &negative, INFINITY, &at));
    assert_true(collide_ray_sphere(&still, &ball, 0, &at) && at.t == 0);
    assert_true(collide_ray_sphere(&huge, &ball, 2, &at) && at.t == 1);
    assert_true(collide_ray_triangle(&huge, &t, 2, &at) && at.t == 1);
    assert_true(collide_ray_triangle(&x, &t, 2, &at) && at.t == 2);
    assert_false(collide_ray_triangle(&x, &t, 1.999f, &at));
    assert_true(collide_ray_triangle(&x, &t, INFINITY, &at) && at.t == 2);
    // Axes that pass the check, but are not quite of unit length; what is not finite; empty boxes.
    const collide_obb longer = {
        {0, 0, 0}, {1e6f, 1, 1}, {{1 + 0x1p-23f, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_obb infinite = {{0, 0, 0}, {1, 1, 1}, {{INFINITY, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_obb inside_out = {{0, 0, 0}, {-1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_ray tip = {{1e6f + 0.0625f, 0, -5}, {0, 0, 1}},
                      far_off = {{1e13f, 0, 0}, {-1e13f, 0, 0}};
    const collide_sphere away = {{INFINITY, 0, 0}, 1};
    assert_true(collide_ray_obb(&tip, &longer, 10, NULL));
    assert_false(collide_ray_obb(&x, &infinite, 10, NULL));
    assert_false(collide_ray_obb(&far_off, &inside_out, 10, NULL));
    assert_false(collide_ray_aabb(&far_off, &none, 10, NULL));
    assert_false(collide_ray_sphere(&x, &away, 10, NULL));
    const collide_ray in_it = {{0, 0, 0}, {0, 0, 0}}, off_it = {{0.5f, 0, 0}, {0, 0, 0}};
    assert_true(collide_ray_triangle(&in_it, &t, 0, &at) && at.t == 0);
    assert_false(collide_ray_triangle(&off_it, &t, 0, &at));
    const collide_ray edge = {{0, -5, -1}, {0, 2, 0}}; // in its plane, along an edge
    assert_true(collide_ray_triangle(&edge, &t, INFINITY, &at) && at.t == 2);
    // In the plane from so far away that all vertices are in one place; and what begins on it.
    const collide_triangle flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const collide_ray level = {{0x1p60f, 0.25f, 0}, {-1, 0, 0}};
    assert_true(collide_ray_triangle(&level, &flat, INFINITY, &at) && at.t == 0x1p60f);
    const collide_triangle tilted = {{{0.1f, 0.3f, 0}, {1.7f, 0.2f, 0}, {0.3f, 1.9f, 0}}};
    const collide_ray from_it = {{0.35f, 0.4f, 0}, {0.3f, -0.7f, 0.9f}};
    assert_true(collide_ray_triangle(&from_it, &tilted, 10, &at) && at.t == 0);
}

static void test_sphere_packs(void **state) {
    static __attribute__((aligned(COLLIDE_ALIGNMENT))) char memory[4096], copy[4096];
    collide_sphere s[20];
    collide_sphere_pack *pack = (collide_sphere_pack *)(void *)memory, *opened;
    inputs_random r = inputs_seed(26);
    const size_t size = collide_sphere_pack_size(20);
    (void)state;
    for (int i = 0; i < 20; ++i) {
        s[i].center = inputs_vec3(&r, -1, 1);
        s[i].radius = inputs_uniform(&r, 0, 1);
    }
    assert_true(size > 0 && size <= sizeof memory && collide_sphere_pack_size(0) == 0);
    assert_int_equal(collide_sphere_pack_build(NULL, memory, size, s, 20, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_sphere_pack_build(&pack, memory, size - 1, s, 20, 0),
                     COLLIDE_ERROR_SIZE);
    assert_null(pack);
    s[7].radius = -1;
    assert_int_equal(collide_sphere_pack_build(&pack, memory, size, s, 20, 0),
                     COLLIDE_ERROR_EXTENT);
    s[7].radius = INFINITY;
    assert_int_equal(collide_sphere_pack_build(&pack, memory, size, s, 20, 0),
                     COLLIDE_ERROR_NOT_FINITE);
    s[7].radius = 0;
    assert_int_equal(collide_sphere_pack_build(&pack, memory, size, s, 20, 0), COLLIDE_OK);
    assert_int_equal(collide_sphere_pack_count(pack), 20);
    s[3].radius = 2;
    assert_int_equal(collide_sphere_pack_set(pack, 3, &s[3]), COLLIDE_OK);
    assert_int_equal(collide_sphere_pack_set(pack, 20, &s[3]), COLLIDE_ERROR_INDEX);
    memcpy(copy, memory, size);
    assert_int_equal(collide_sphere_pack_open(&opened, copy, size), COLLIDE_OK);
    for (size_t i = 0; i < 20; ++i) {
        const collide_sphere got = collide_sphere_pack_get(opened, i);
        assert_memory_equal(&got, &s[i], sizeof got);
    }
    assert_true(collide_sphere_pack_get(opened, 20).radius != 0);
    copy[0] ^= 1;
    assert_int_equal(collide_sphere_pack_open(&opened, copy, size), COLLIDE_ERROR_KIND);
    assert_null(opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),    cmocka_unit_test(test_aimed),
        cmocka_unit_test(test_segments), cmocka_unit_test(test_watertight),
        cmocka_unit_test(test_vertices), cmocka_unit_test(test_in_plane),
        cmocka_unit_test(test_normals),  cmocka_unit_test(test_packs),
        cmocka_unit_test(test_bad),      cmocka_unit_test(test_sphere_packs)};
    return cmocka_run_group_tests_name("ray", tests, NULL, NULL);
}
