// k-DOPs: every function against its contract, bounds and verdicts against exact arithmetic.
// Bit identity of the batches is test_identity.c's; here they meet packs of every shape.
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "kinds.h"

#include "oracle.h"

#define REQUIRE(x, ...)                                                                            \
    do {                                                                                           \
        if (!(x))                                                                                  \
            fail_msg(__VA_ARGS__);                                                                 \
    } while (0)

static const float inf = INFINITY, largest = FLT_MAX;

// A number of random cases for the tier.
static size_t cases(size_t normal) {
    return kinds_tier() == 0 ? normal / 12 + 1 : kinds_tier() == 1 ? normal : normal * 20;
}

static float not_a_number(void) {
    return kinds_float(0x7fc00000u);
}

// ---- random numbers and shapes ---------------------------------------------------------------

enum number_class { MODERATE, GRID, NEAR, VAST, TINY, MIXED, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {"moderate", "grid", "near",
                                                     "huge",     "tiny", "mixed"};

static float number(inputs_random *r, enum number_class c) {
    const uint32_t bits = (uint32_t)(inputs_next(r) >> 32), sign = bits & 0x80000000u;
    switch (c) {
    case GRID:
        return (float)kinds_below(r, 17) - 8;
    case NEAR: // a few units in the last place round four values
        return kinds_float(sign | (0x3f7ffffeu + ((bits >> 4 & 1u) << 23) + (bits & 3u)));
    case VAST: // 2^96 to FLT_MAX; one in eight FLT_MAX itself
        return kinds_float(sign | (bits & 7u ? (223u + kinds_below(r, 32)) << 23 | (bits >> 8 & 0x7fffffu)
                                             : 0x7f7fffffu));
    case TINY: // denormals and the first normal numbers
        return kinds_float(sign | (bits & 0x1ffffffu) >> kinds_below(r, 25));
    case MIXED:
        return kinds_float(sign | kinds_below(r, 255) << 23 | (bits & 0x7fffffu));
    default:
        return inputs_uniform(r, -4, 4);
    }
}

static float *coordinate(collide_vec3 *p, int i) {
    return i == 0 ? &p->x : i == 1 ? &p->y : &p->z;
}

static collide_vec3 vector(inputs_random *r, enum number_class c) {
    collide_vec3 p;
    p.x = number(r, c);
    p.y = number(r, c);
    p.z = number(r, c);
    return p;
}

static float positive(inputs_random *r, enum number_class c) {
    const float x = number(r, c);
    return x < 0 ? -x : x;
}

enum shape_type { POINTS, TRIANGLE, AABB, SPHERE, OBB, CYLINDER, SHAPE_COUNT };
static const char *const shape_names[SHAPE_COUNT] = {"points", "triangle", "aabb",
                                                     "sphere", "obb",      "cylinder"};

struct shape {
    enum shape_type type;
    size_t n; // points in p; a triangle has three
    collide_vec3 p[8];
    collide_aabb box;
    collide_sphere sphere;
    collide_obb obb;
    collide_cylinder cylinder;
};

static struct shape make_shape(inputs_random *r, enum shape_type type, enum number_class c) {
    struct shape s;
    memset(&s, 0, sizeof s);
    s.type = type;
    s.n = type == TRIANGLE ? 3 : 1 + kinds_below(r, 8);
    for (size_t i = 0; i < 8; ++i)
        s.p[i] = vector(r, c);
    const collide_vec3 lo = s.p[0], hi = s.p[1];
    s.box.min.x = lo.x < hi.x ? lo.x : hi.x;
    s.box.min.y = lo.y < hi.y ? lo.y : hi.y;
    s.box.min.z = lo.z < hi.z ? lo.z : hi.z;
    s.box.max.x = lo.x < hi.x ? hi.x : lo.x;
    s.box.max.y = lo.y < hi.y ? hi.y : lo.y;
    s.box.max.z = lo.z < hi.z ? hi.z : lo.z;
    s.sphere.center = s.obb.center = s.cylinder.center = s.p[0];
    s.sphere.radius = s.cylinder.radius = positive(r, c);
    s.cylinder.height = positive(r, c);
    s.obb.half.x = positive(r, c);
    s.obb.half.y = positive(r, c);
    s.obb.half.z = positive(r, c);
    const collide_pose pose = inputs_pose(r, s.p[0]);
    const bool wild = c != GRID && kinds_below(r, 4) == 0;
    for (int i = 0; i < 3; ++i)
        s.obb.axis[i] = wild ? vector(r, c) : pose.axis[i];
    if (c == GRID) { // one of the 24 turned boxes with exact axes, up to sign
        const uint32_t turn = kinds_below(r, 3);
        memset(s.obb.axis, 0, sizeof s.obb.axis);
        s.obb.axis[turn].x = 1;
        s.obb.axis[(turn + 1) % 3].y = -1;
        s.obb.axis[(turn + 2) % 3].z = 1;
    }
    s.cylinder.axis = s.obb.axis[0];
    return s;
}

static void bound(const struct kind *k, const struct shape *s, float *out) {
    collide_triangle triangle;
    switch (s->type) {
    case POINTS:
        k->from_points(out, s->p, s->n, 0);
        break;
    case TRIANGLE:
        memcpy(triangle.v, s->p, sizeof triangle.v);
        k->from_triangle(out, &triangle);
        break;
    case AABB:
        k->from_aabb(out, &s->box);
        break;
    case SPHERE:
        k->from_sphere(out, &s->sphere);
        break;
    case OBB:
        k->from_obb(out, &s->obb);
        break;
    default:
        k->from_cylinder(out, &s->cylinder);
    }
}

// ---- exact supports --------------------------------------------------------------------------

static mpz_t t0, t1, t2, t3;

// |n x v|^2 in degree 2.
static void cross_square(mpz_t out, const int *n, collide_vec3 v) {
    const float c[3] = {v.x, v.y, v.z};
    mpz_set_ui(out, 0);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_set_ui(t3, 0);
        oracle_set(oracle_x, c[k]);
        mpz_mul_si(oracle_x, oracle_x, n[j]);
        mpz_add(t3, t3, oracle_x);
        oracle_set(oracle_x, c[j]);
        mpz_mul_si(oracle_x, oracle_x, n[k]);
        mpz_sub(t3, t3, oracle_x);
        mpz_addmul(out, t3, t3);
    }
}

static void exact_support(const struct shape *s, const int *n, struct oracle_support *u) {
    mpz_set_ui(u->s, 0);
    mpz_set_ui(u->q, 1);
    switch (s->type) {
    case POINTS:
    case TRIANGLE:
        oracle_dot(u->a, n, s->p[0]);
        for (size_t i = 1; i < s->n; ++i) {
            oracle_dot(t0, n, s->p[i]);
            if (mpz_cmp(t0, u->a) > 0)
                mpz_set(u->a, t0);
        }
        break;
    case AABB: {
        const collide_vec3 p = {n[0] > 0 ? s->box.max.x : s->box.min.x,
                                n[1] > 0 ? s->box.max.y : s->box.min.y,
                                n[2] > 0 ? s->box.max.z : s->box.min.z};
        oracle_dot(u->a, n, p);
        break;
    }
    case SPHERE: // n.c + sqrt(|n|^2 r^2)
        oracle_dot(u->a, n, s->sphere.center);
        oracle_set(u->s, s->sphere.radius);
        mpz_mul(u->s, u->s, u->s);
        mpz_mul_ui(u->s, u->s, oracle_square(n));
        break;
    case OBB: { // n.c + sum h |n.axis|
        const float half[3] = {s->obb.half.x, s->obb.half.y, s->obb.half.z};
        oracle_dot(u->a, n, s->obb.center);
        oracle_raise(u->a, 1);
        for (int i = 0; i < 3; ++i) {
            oracle_dot(t0, n, s->obb.axis[i]);
            mpz_abs(t0, t0);
            oracle_set(t1, half[i]);
            mpz_addmul(u->a, t0, t1);
        }
        oracle_raise(u->q, 1);
        break;
    }
    default: { // (2 n.c |v|^2 + h |n.v| |v|^2 + sqrt(4 r^2 |n x v|^2 |v|^2)) / (2 |v|^2)
        const collide_vec3 v = s->cylinder.axis;
        const float c[3] = {v.x, v.y, v.z};
        mpz_set_ui(t0, 0);
        for (int i = 0; i < 3; ++i) {
            oracle_set(t1, c[i]);
            mpz_addmul(t0, t1, t1);
        }
        mpz_mul_2exp(u->q, t0, 1);
        oracle_raise(u->q, 1);
        oracle_dot(u->a, n, s->cylinder.center);
        mpz_mul(u->a, u->a, u->q);
        oracle_dot(t1, n, v);
        mpz_abs(t1, t1);
        mpz_mul(t1, t1, t0);
        oracle_set(t2, s->cylinder.height);
        mpz_addmul(u->a, t1, t2);
        cross_square(u->s, n, v);
        mpz_mul(u->s, u->s, t0);
        oracle_set(t1, s->cylinder.radius);
        mpz_mul(t1, t1, t1);
        mpz_mul(u->s, u->s, t1);
        mpz_mul_2exp(u->s, u->s, 2);
        oracle_raise(u->s, 2);
    }
    }
}

// The magnitude of the sums that make a bound.
static double support_weight(const struct shape *s, const int *n) {
    double sum = 0, w;
    switch (s->type) {
    case POINTS:
    case TRIANGLE:
        for (size_t i = 0; i < s->n; ++i) {
            w = oracle_weight(n, s->p[i]);
            sum = w > sum ? w : sum;
        }
        return sum;
    case AABB:
        sum = oracle_weight(n, s->box.min);
        w = oracle_weight(n, s->box.max);
        return sum + w;
    case SPHERE:
        return oracle_weight(n, s->sphere.center) + 1.75 * (double)s->sphere.radius;
    case OBB:
        return oracle_weight(n, s->obb.center) +
               (double)s->obb.half.x * oracle_weight(n, s->obb.axis[0]) +
               (double)s->obb.half.y * oracle_weight(n, s->obb.axis[1]) +
               (double)s->obb.half.z * oracle_weight(n, s->obb.axis[2]);
    default:
        return oracle_weight(n, s->cylinder.center) +
               0.5 * (double)s->cylinder.height * oracle_weight(n, s->cylinder.axis) +
               1.75 * (double)s->cylinder.radius;
    }
}

static void negate(const int *n, int *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = -n[i];
}

// ---- vocabulary ------------------------------------------------------------------------------

static void test_status_text(void **state) {
    (void)state;
    for (int i = 0; i < COLLIDE_STATUS_COUNT; ++i) {
        const char *text = collide_status_text((collide_status)i);
        assert_non_null(text);
        assert_true(strlen(text) > 1);
        for (int j = 0; j < i; ++j)
            assert_string_not_equal(text, collide_status_text((collide_status)j));
    }
    assert_string_equal(collide_status_text(COLLIDE_OK), "ok");
    assert_string_equal(collide_status_text(COLLIDE_ERROR_INDEX), "an index is out of range");
    assert_non_null(collide_status_text((collide_status)-1));
    assert_non_null(collide_status_text(COLLIDE_STATUS_COUNT));
    assert_non_null(collide_status_text((collide_status)100000));
}

static void test_isa_text(void **state) {
    static const char *const names[COLLIDE_ISA_COUNT] = {"scalar", "sse2",    "avx2", "avx512",
                                                         "neon",   "wasm128", "simde"};
    (void)state;
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        assert_string_equal(collide_isa_text((collide_isa_id)i), names[i]);
    assert_string_equal(collide_isa_text(COLLIDE_ISA_COUNT), "unknown");
    assert_string_equal(collide_isa_text((collide_isa_id)-1), "unknown");
    assert_true((unsigned)collide_isa() < COLLIDE_ISA_COUNT);
}

static collide_obb unit_box(void) {
    const collide_obb box = {{1, 2, 3}, {4, 5, 6}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return box;
}

static void test_obb_check(void **state) {
    (void)state;
    collide_obb box = unit_box();
    assert_int_equal(collide_obb_check(NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
    box.half.y = 0;
    assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
    box.half.y = -kinds_float(1);
    assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_EXTENT);
    const float bad[3] = {inf, -inf, not_a_number()};
    for (size_t i = 0; i < sizeof box / sizeof(float); ++i)
        for (int j = 0; j < 3; ++j) {
            box = unit_box();
            memcpy((char *)&box + i * sizeof(float), &bad[j], sizeof(float));
            assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_NOT_FINITE);
        }
    for (int i = 0; i < 3; ++i) { // (1 + 2^-22)^2 - 1 is just above 2^-21; 2^-21 itself passes
        float *const one = coordinate(&box.axis[i], i);
        float *const zero = coordinate(&box.axis[i], (i + 1) % 3);
        box = unit_box();
        *one = 1 + 0x1p-23f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        *one = 1 + 0x1p-22f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_AXES);
        *one = 1 - 0x1p-22f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        *one = 1;
        *zero = 0x1p-21f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        *zero = 0x1.000002p-21f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_AXES);
        *zero = -0x1.000002p-21f;
        assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_AXES);
        box = unit_box();
        *one = 0;
        assert_int_equal(collide_obb_check(&box), COLLIDE_ERROR_AXES);
        *one = -1; // left-handed is a box all the same
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
    }
}

static double dot(collide_vec3 a, collide_vec3 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static double triple(collide_vec3 a, collide_vec3 b, collide_vec3 c) {
    const double x = (double)a.y * (double)b.z - (double)a.z * (double)b.y;
    const double y = (double)a.z * (double)b.x - (double)a.x * (double)b.z;
    const double z = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    return x * (double)c.x + y * (double)c.y + z * (double)c.z;
}

static void test_obb_orthonormalize(void **state) {
    (void)state;
    inputs_random r = inputs_seed(11);
    for (size_t i = 0; i < cases(60000); ++i) {
        collide_obb box = unit_box();
        const collide_pose pose = inputs_pose(&r, box.center);
        const uint32_t type = kinds_below(&r, 8);
        for (int j = 0; j < 3; ++j) {
            box.axis[j] = pose.axis[j];
            if (type > 0) {
                const float noise = type < 4 ? 1e-3f : 0.3f;
                const collide_vec3 d = inputs_vec3(&r, -noise, noise);
                box.axis[j].x += d.x;
                box.axis[j].y += d.y;
                box.axis[j].z += d.z;
            }
        }
        const float scale = type == 2 ? 1e-30f : type == 3 ? 1e30f : 1;
        for (int j = 0; j < 3; ++j) {
            box.axis[j].x *= scale;
            box.axis[j].y *= scale;
            box.axis[j].z *= scale;
        }
        if (kinds_below(&r, 4) == 0) { // mirrored
            box.axis[2].x = -box.axis[2].x;
            box.axis[2].y = -box.axis[2].y;
            box.axis[2].z = -box.axis[2].z;
        }
        const collide_obb out = collide_obb_orthonormalize(&box);
        assert_int_equal(collide_obb_check(&out), COLLIDE_OK);
        assert_memory_equal(&out.center, &box.center, sizeof out.center);
        assert_memory_equal(&out.half, &box.half, sizeof out.half);
        const double a = dot(out.axis[0], box.axis[0]), aa = dot(box.axis[0], box.axis[0]);
        const double b = dot(out.axis[1], box.axis[1]), bb = dot(box.axis[1], box.axis[1]);
        assert_true(a > 0 && a * a > aa * (1 - 1e-6)); // the direction of axis 0
        assert_true(b > 0);                            // the half of the plane of axis 1
        const double off = triple(box.axis[0], box.axis[1], out.axis[1]);
        assert_true(off * off < 1e-11 * aa * bb);
        assert_true(dot(out.axis[2], box.axis[2]) > 0); // the side of axis 2
        const double volume = triple(out.axis[0], out.axis[1], out.axis[2]);
        assert_true(volume > 0.999 || volume < -0.999);
    }
}

static void test_obb_orthonormalize_bad_axes(void **state) {
    (void)state;
    const collide_vec3 pool[] = {{0, 0, 0},
                                 {1, 0, 0},
                                 {-1, 0, 0},
                                 {1, 1, 1},
                                 {2, 2, 2},
                                 {1, 1, 1.0000001f},
                                 {1e-45f, 0, 0},
                                 {0, 1e-45f, 1e-45f},
                                 {3e38f, 3e38f, 3e38f},
                                 {3e38f, -3e38f, 3e38f},
                                 {1, inf, 0},
                                 {-inf, inf, inf},
                                 {not_a_number(), 0, 1},
                                 {not_a_number(), not_a_number(), not_a_number()}};
    const size_t n = sizeof pool / sizeof pool[0];
    for (size_t i = 0; i < n * n * n; ++i) {
        collide_obb box = unit_box();
        box.axis[0] = pool[i % n];
        box.axis[1] = pool[i / n % n];
        box.axis[2] = pool[i / n / n];
        const collide_obb out = collide_obb_orthonormalize(&box);
        REQUIRE(collide_obb_check(&out) == COLLIDE_OK, "axes %zu %zu %zu do not pass the check",
                i % n, i / n % n, i / n / n);
    }
    collide_obb box = unit_box(); // center and half are kept even if they are bad
    box.center.x = not_a_number();
    box.half.z = -1;
    const collide_obb out = collide_obb_orthonormalize(&box);
    assert_memory_equal(&out, &box, sizeof out);
}

static void test_poses(void **state) {
    (void)state;
    inputs_random r = inputs_seed(12);
    const collide_pose identity = collide_pose_identity();
    const collide_vec3 at = {1, 2, 3}, zero = {0, 0, 0}, p = {4, 5, 6};
    const collide_vec3 same = collide_pose_point(&identity, p);
    assert_memory_equal(&same, &p, sizeof p);
    const collide_pose quarter = collide_pose_from_quaternion(0, 0, 3, 3, at);
    const collide_vec3 turned = collide_pose_point(&quarter, p); // x to y, y to -x
    assert_true(turned.x == -4 && turned.y == 6 && turned.z == 9);
    const float bad[4] = {0, inf, -inf, not_a_number()};
    for (int i = 0; i < 4; ++i) {
        const collide_pose none = collide_pose_from_quaternion(0, bad[i], 0, 0, zero);
        assert_memory_equal(none.axis, identity.axis, sizeof none.axis);
    }
    for (size_t i = 0; i < cases(60000); ++i) {
        const enum number_class c = (enum number_class)kinds_below(&r, CLASS_COUNT);
        const float x = number(&r, c), y = number(&r, c), z = number(&r, c), w = number(&r, c);
        const collide_pose pose = collide_pose_from_quaternion(x, y, z, w, at);
        const collide_obb box = {{0, 0, 0}, {1, 1, 1}, {pose.axis[0], pose.axis[1], pose.axis[2]}};
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        assert_true(triple(pose.axis[0], pose.axis[1], pose.axis[2]) > 0.999);
        assert_memory_equal(&pose.position, &at, sizeof at);
        if (c == MODERATE) { // length does not matter; q and -q are one rotation
            const collide_pose scaled =
                collide_pose_from_quaternion(-8 * x, -8 * y, -8 * z, -8 * w, at);
            assert_memory_equal(&scaled, &pose, sizeof pose);
            const collide_vec3 q = vector(&r, MODERATE), *a = pose.axis;
            const collide_vec3 got = collide_pose_point(&pose, q);
            volatile float m[3], s[3] = {at.x, at.y, at.z}; // one rounding per operation
            const float axis[3][3] = {{a[0].x, a[0].y, a[0].z},
                                      {a[1].x, a[1].y, a[1].z},
                                      {a[2].x, a[2].y, a[2].z}};
            const float coordinate[3] = {q.x, q.y, q.z};
            for (int j = 0; j < 3; ++j)
                for (int l = 0; l < 3; ++l) {
                    m[l] = coordinate[j] * axis[j][l];
                    s[l] = s[l] + m[l];
                }
            assert_true(got.x == s[0] && got.y == s[1] && got.z == s[2]);
        }
    }
}

// ---- bounds ----------------------------------------------------------------------------------

static bool is_empty(const struct kind *k, const float *rows) {
    for (int i = 0; i < k->rows; ++i)
        if (!(rows[i] == inf && rows[i + k->rows] == -inf))
            return false;
    return true;
}

static void whole_space(const struct kind *k, float *out) {
    for (int i = 0; i < k->rows; ++i) {
        out[i] = -inf;
        out[i + k->rows] = inf;
    }
}

static void test_empty(void **state) {
    (void)state;
    inputs_random r = inputs_seed(13);
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        float empty[KINDS_MAX_FLOATS], other[KINDS_MAX_FLOATS];
        k->empty(empty);
        assert_true(is_empty(k, empty));
        assert_false(k->overlap(empty, empty));
        for (int j = 0; j < 600; ++j) {
            const enum number_class c = (enum number_class)(j % CLASS_COUNT);
            const struct shape s = make_shape(&r, (enum shape_type)(j / 6 % SHAPE_COUNT), c);
            bound(k, &s, other);
            assert_false(k->overlap(empty, other));
            assert_false(k->overlap(other, empty));
            assert_false(k->point(empty, s.p[0]));
        }
    }
}

// All of space is legal where infinite bounds are, and "empty overlaps nothing".
static void test_empty_in_all_of_space(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        float empty[KINDS_MAX_FLOATS], space[KINDS_MAX_FLOATS];
        const collide_vec3 p = {0, 0, 0};
        k->empty(empty);
        whole_space(k, space);
        assert_true(k->overlap(space, space));
        assert_true(k->point(space, p));
        REQUIRE(!k->overlap(space, empty), "kdop%d: all of space overlaps the empty one", k->kind);
        REQUIRE(!k->overlap(empty, space), "kdop%d: the empty one overlaps all of space", k->kind);
    }
}

static void test_bad_shapes_are_empty(void **state) {
    (void)state;
    const float bad[3] = {inf, -inf, not_a_number()};
    inputs_random r = inputs_seed(14);
    const size_t bytes[SHAPE_COUNT] = {36, 36, sizeof(collide_aabb), sizeof(collide_sphere),
                                       sizeof(collide_obb), sizeof(collide_cylinder)};
    for (int i = 0; i < 4; ++i)
        for (int type = 0; type < SHAPE_COUNT; ++type)
            for (size_t at = 0; at < bytes[type]; at += sizeof(float))
                for (int j = 0; j < 3; ++j) {
                    struct shape s = make_shape(&r, (enum shape_type)type, MODERATE);
                    void *const object[SHAPE_COUNT] = {s.p,       s.p,    &s.box,
                                                       &s.sphere, &s.obb, &s.cylinder};
                    float out[KINDS_MAX_FLOATS];
                    s.n = 3;
                    if (type == AABB && j == (at < 12)) // min = -inf and max = +inf are legal
                        continue;
                    memcpy((char *)object[type] + at, &bad[j], sizeof(float));
                    bound(&kinds[i], &s, out);
                    REQUIRE(is_empty(&kinds[i], out), "kdop%d %s with %f at byte %zu is not empty",
                            kinds[i].kind, shape_names[type], (double)bad[j], at);
                }
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        const collide_vec3 c = {1, 2, 3}, x = {1, 0, 0}, none = {0, 0, 0};
        const collide_aabb box = {{0, 0, 0}, {1, -1, 1}};
        const collide_sphere sphere = {c, -1};
        const collide_cylinder long_ago = {c, x, 1, -1}, thin = {c, x, -1, 1};
        const collide_cylinder no_axis = {c, none, 1, 1};
        collide_obb obb = unit_box();
        float out[KINDS_MAX_FLOATS];
        obb.half.y = -1;
        k->from_aabb(out, &box);
        assert_true(is_empty(k, out));
        k->from_sphere(out, &sphere);
        assert_true(is_empty(k, out));
        k->from_cylinder(out, &long_ago);
        assert_true(is_empty(k, out));
        k->from_cylinder(out, &thin);
        assert_true(is_empty(k, out));
        k->from_cylinder(out, &no_axis);
        assert_true(is_empty(k, out));
        k->from_obb(out, &obb);
        assert_true(is_empty(k, out));
    }
}

static void test_infinite_boxes(void **state) {
    (void)state;
    inputs_random r = inputs_seed(15);
    for (size_t i = 0; i < cases(20000); ++i) {
        const struct kind *k = &kinds[i % 4];
        struct shape s = make_shape(&r, AABB, MODERATE);
        const uint32_t open = 1 + kinds_below(&r, 63);
        float out[KINDS_MAX_FLOATS];
        for (int j = 0; j < 6; ++j)
            if (open >> j & 1)
                *coordinate(j < 3 ? &s.box.min : &s.box.max, j % 3) = j < 3 ? -inf : inf;
        k->from_aabb(out, &s.box);
        for (int j = 0; j < k->rows; ++j) { // a row is infinite iff a side that it looks at is
            const int *n = oracle_directions[oracle_row(k->kind, j)];
            bool low = false, high = false;
            for (int l = 0; l < 3; ++l) {
                const bool below = open >> l & 1, above = open >> (l + 3) & 1;
                low = low || (n[l] > 0 && below) || (n[l] < 0 && above);
                high = high || (n[l] > 0 && above) || (n[l] < 0 && below);
            }
            assert_true((out[j] == -inf) == low);
            assert_true((out[j + k->rows] == inf) == high);
            assert_true(out[j] <= out[j + k->rows]);
        }
    }
}

// Units of 2^-24 of the weight by which a row of each shape may lie outside. Measured in 2e6 cases:
// see the messages of the test; three sums of a point take 3, products of an OBB 6.
static const double tightness[SHAPE_COUNT] = {4, 4, 4, 6, 8, 8};

// Checks a bound of a shape's row; n looks outward and sign is -1 for a min row.
static double check_bound(const struct kind *k, const struct shape *s, enum number_class c,
                          const int *n, float value, struct oracle_support *u) {
    exact_support(s, n, u);
    REQUIRE(oracle_holds(value, u), "kdop%d %s %s: bound %a along (%d %d %d) is inside the shape",
            k->kind, class_names[c], shape_names[s->type], (double)value, n[0], n[1], n[2]);
    const double weight = support_weight(s, n);
    if (s->type <= AABB && oracle_square(n) < 3)
        REQUIRE(value == oracle_ceil(u->a), "kdop%d %s %s: %a along (%d %d %d) is not rounded once",
                k->kind, class_names[c], shape_names[s->type], (double)value, n[0], n[1], n[2]);
    if (weight > 0.4 * (double)FLT_MAX || !oracle_finite(value))
        return 0;
    // A product and a root may each be a denormal too much, and where there is no weight at all.
    const double excess = oracle_excess(value, u) - 16 * 0x1p-149;
    const double units = excess > 0 ? excess / weight * 0x1p24 : 0;
    REQUIRE(units <= tightness[s->type], "kdop%d %s %s: %a along (%d %d %d) is %f units loose",
            k->kind, class_names[c], shape_names[s->type], (double)value, n[0], n[1], n[2], units);
    return units;
}

static void test_bounds(void **state) {
    (void)state;
    inputs_random r = inputs_seed(16);
    struct oracle_support u;
    double worst[SHAPE_COUNT] = {0};
    size_t rows = 0;
    mpz_inits(u.a, u.s, u.q, NULL);
    for (size_t i = 0; i < cases(120000); ++i) {
        const enum number_class c = (enum number_class)(i % CLASS_COUNT);
        const struct kind *k = &kinds[i / CLASS_COUNT % 4];
        const struct shape s = make_shape(&r, (enum shape_type)kinds_below(&r, SHAPE_COUNT), c);
        const collide_vec3 v = s.cylinder.axis;
        if (s.type == CYLINDER && v.x == 0 && v.y == 0 && v.z == 0)
            continue;
        float out[KINDS_MAX_FLOATS];
        bound(k, &s, out);
        for (int j = 0; j < k->rows; ++j, ++rows) {
            const int *n = oracle_directions[oracle_row(k->kind, j)];
            int opposite[3];
            negate(n, opposite);
            const double high = check_bound(k, &s, c, n, out[j + k->rows], &u);
            const double low = check_bound(k, &s, c, opposite, -out[j], &u);
            const double units = low > high ? low : high;
            worst[s.type] = units > worst[s.type] ? units : worst[s.type];
        }
    }
    for (int i = 0; i < SHAPE_COUNT; ++i)
        print_message("# %s: at most %.2f units of 2^-24 of the weight outside\n", shape_names[i],
                      worst[i]);
    print_message("# %zu rows checked\n", rows);
    mpz_clears(u.a, u.s, u.q, NULL);
}

// Integers up to 2^22: nothing rounds but the roots, so rows are the exact ones.
static void test_bounds_of_integers_are_exact(void **state) {
    (void)state;
    inputs_random r = inputs_seed(17);
    for (size_t i = 0; i < cases(60000); ++i) {
        const struct kind *k = &kinds[i % 4];
        struct shape s = make_shape(&r, (enum shape_type)kinds_below(&r, 3), GRID);
        float out[KINDS_MAX_FLOATS];
        long lo[13] = {0}, hi[13] = {0};
        s.n = s.type == AABB ? 8 : s.n;
        for (size_t p = 0; p < s.n; ++p) {
            for (int l = 0; l < 3; ++l)
                *coordinate(&s.p[p], l) = (float)kinds_below(&r, 1u << 23) - 0x1p22f;
        }
        if (s.type == AABB)
            for (int l = 0; l < 3; ++l) {
                const float a = *coordinate(&s.p[0], l), b = *coordinate(&s.p[1], l);
                *coordinate(&s.box.min, l) = a < b ? a : b;
                *coordinate(&s.box.max, l) = a < b ? b : a;
            }
        for (size_t p = 0; p < 8 && s.type == AABB; ++p) {
            s.p[p].x = p & 1 ? s.box.min.x : s.box.max.x;
            s.p[p].y = p & 2 ? s.box.min.y : s.box.max.y;
            s.p[p].z = p & 4 ? s.box.min.z : s.box.max.z;
        }
        bound(k, &s, out);
        for (int j = 0; j < k->rows; ++j) {
            const int *n = oracle_directions[oracle_row(k->kind, j)];
            for (size_t p = 0; p < s.n; ++p) {
                const long d = n[0] * (long)s.p[p].x + n[1] * (long)s.p[p].y + n[2] * (long)s.p[p].z;
                lo[j] = p == 0 || d < lo[j] ? d : lo[j];
                hi[j] = p == 0 || d > hi[j] ? d : hi[j];
            }
            assert_true((double)out[j] == (double)lo[j]);
            assert_true((double)out[j + k->rows] == (double)hi[j]);
        }
    }
}

static void test_points_with_strides(void **state) {
    (void)state;
    inputs_random r = inputs_seed(18);
    for (int i = 0; i < 4; ++i)
        for (size_t n = 1; n < 40; ++n) {
            const struct kind *k = &kinds[i];
            const size_t stride = 12 + n % 7, size = (n - 1) * stride + 12; // any alignment
            char *memory = (char *)kinds_guarded(size);
            float expected[KINDS_MAX_FLOATS], out[KINDS_MAX_FLOATS], one[KINDS_MAX_FLOATS];
            k->empty(expected);
            for (size_t j = 0; j < n; ++j) {
                const collide_vec3 p = vector(&r, MODERATE);
                memcpy(memory + j * stride, &p, sizeof p);
                assert_int_equal(k->from_points(one, &p, 1, 0), COLLIDE_OK);
                k->merge(expected, expected, one);
            }
            assert_int_equal(k->from_points(out, memory, n, stride), COLLIDE_OK);
            assert_memory_equal(out, expected, k->bytes);
            kinds_guarded_free(memory, size);
        }
}

static void test_points_errors(void **state) {
    (void)state;
    const float bad[3] = {inf, -inf, not_a_number()};
    void *forbidden = kinds_guarded(0); // its first byte traps
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        float out[KINDS_MAX_FLOATS];
        const size_t half = (size_t)PTRDIFF_MAX;
        const struct {
            const void *points;
            size_t n, stride;
            collide_status status;
        } table[] = {{NULL, 1, 0, COLLIDE_ERROR_NULL},
                     {forbidden, 0, 0, COLLIDE_ERROR_COUNT},
                     {forbidden, 1, 11, COLLIDE_ERROR_STRIDE},
                     {forbidden, 1, 1, COLLIDE_ERROR_STRIDE},
                     {forbidden, SIZE_MAX, 0, COLLIDE_ERROR_OVERFLOW},
                     {forbidden, SIZE_MAX, 12, COLLIDE_ERROR_OVERFLOW},
                     {forbidden, SIZE_MAX / 12 + 1, 12, COLLIDE_ERROR_OVERFLOW},
                     {forbidden, 3, half, COLLIDE_ERROR_OVERFLOW},
                     {forbidden, 2, SIZE_MAX, COLLIDE_ERROR_OVERFLOW}};
        for (size_t j = 0; j < sizeof table / sizeof table[0]; ++j) {
            memset(out, 0x41, sizeof out);
            assert_int_equal(k->from_points(out, table[j].points, table[j].n, table[j].stride),
                             table[j].status);
            assert_true(is_empty(k, out));
        }
        collide_vec3 p[5] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 1, 1}, {2, 2, 2}};
        assert_int_equal(k->from_points(NULL, p, 5, 0), COLLIDE_ERROR_NULL);
        for (size_t j = 0; j < 15; ++j)
            for (int l = 0; l < 3; ++l) {
                float *const at = coordinate(&p[j / 3], (int)(j % 3)), kept = *at;
                *at = bad[l];
                assert_int_equal(k->from_points(out, p, 5, 0), COLLIDE_ERROR_NOT_FINITE);
                assert_true(is_empty(k, out));
                *at = kept;
            }
        assert_int_equal(k->from_points(out, p, 5, 0), COLLIDE_OK);
        assert_false(is_empty(k, out));
    }
    kinds_guarded_free(forbidden, 0);
}

// ---- verdicts --------------------------------------------------------------------------------

// A shape with its bound of each kind and its exact one, in degree 2: [lo - R sqrt(s), hi + R
// sqrt(s)] on each of the 13 rows, s the square of the direction. Cylinders are left out: their two
// roots do not meet in one; that their bounds hold is checked above.
struct solid {
    struct shape shape;
    float rows[4][KINDS_MAX_FLOATS];
    mpz_t lo[13], hi[13], radius;
};

static void solid_init(struct solid *s) {
    mpz_init(s->radius);
    for (int i = 0; i < 13; ++i)
        mpz_inits(s->lo[i], s->hi[i], NULL);
}

static void solid_clear(struct solid *s) {
    mpz_clear(s->radius);
    for (int i = 0; i < 13; ++i)
        mpz_clears(s->lo[i], s->hi[i], NULL);
}

static void solid_set(struct solid *s, const struct shape *shape, struct oracle_support *u) {
    s->shape = *shape;
    for (int k = 0; k < 4; ++k)
        bound(&kinds[k], shape, s->rows[k]);
    mpz_set_ui(s->radius, 0);
    if (shape->type == SPHERE) {
        oracle_set(s->radius, shape->sphere.radius);
        oracle_raise(s->radius, 1);
    }
    for (int i = 0; i < 13; ++i) {
        int opposite[3];
        negate(oracle_directions[i], opposite);
        exact_support(shape, oracle_directions[i], u);
        mpz_set(s->hi[i], u->a);
        exact_support(shape, opposite, u);
        mpz_neg(s->lo[i], u->a);
        if (shape->type != OBB) {
            oracle_raise(s->hi[i], 1);
            oracle_raise(s->lo[i], 1);
        }
    }
}

// Whether a.lo - a.radius sqrt(square) <= b.hi + b.radius sqrt(square); else the gap, in degree 2,
// is left in t0 (of the centres, if there are radii).
static bool meets_above(const struct solid *a, const struct solid *b, int row) {
    mpz_sub(t0, a->lo[row], b->hi[row]);
    if (mpz_sgn(t0) <= 0)
        return true;
    mpz_add(t1, a->radius, b->radius);
    if (mpz_sgn(t1) == 0)
        return false;
    mpz_mul(t2, t1, t1);
    mpz_mul_ui(t2, t2, oracle_square(oracle_directions[row]));
    mpz_mul(t3, t0, t0);
    if (mpz_cmp(t3, t2) <= 0)
        return true;
    mpz_sqrt(t2, t2);
    mpz_sub(t0, t0, t2);
    return false;
}

struct counts {
    size_t cases, hits, false_hits, rounded; // verdicts, exact hits, hits by rounding alone
};

// One verdict of the library against the exact one.
static void check_verdict(const struct kind *k, const struct solid *a, const struct solid *b,
                          bool grid, const char *where, struct counts *counts) {
    const size_t index = (size_t)(k - kinds);
    const bool hit = k->overlap(a->rows[index], b->rows[index]);
    double gap = 0, allowed = 0;
    ++counts->cases;
    assert_int_equal(hit, k->overlap(b->rows[index], a->rows[index]));
    for (int i = 0; i < k->rows; ++i) {
        const int row = oracle_row(k->kind, i), *n = oracle_directions[row];
        for (int swap = 0; swap < 2; ++swap)
            if (!meets_above(swap ? b : a, swap ? a : b, row)) {
                if (!hit)
                    return;
                gap = oracle_scale(mpz_get_d(t0), -2 * ORACLE_UNIT);
                allowed = (tightness[a->shape.type] * support_weight(&a->shape, n) +
                           tightness[b->shape.type] * support_weight(&b->shape, n)) *
                              0x1p-24 +
                          32 * 0x1p-149;
                REQUIRE(gap <= allowed, "kdop%d %s: %s and %s: hit across a gap of %g on row %d",
                        k->kind, where, shape_names[a->shape.type], shape_names[b->shape.type], gap,
                        i);
            }
    }
    if (allowed > 0) {
        ++counts->false_hits;
        REQUIRE(!grid, "kdop%d %s: false hit on a grid", k->kind, where);
    } else {
        ++counts->hits;
        REQUIRE(hit, "kdop%d %s: lost overlap of %s and %s", k->kind, where,
                shape_names[a->shape.type], shape_names[b->shape.type]);
    }
}

#define CROWD 32

static void report(const char *what, const struct counts *c) {
    print_message("# %s: %zu verdicts, %zu overlap exactly, %zu more by outward rounding\n", what,
                  c->cases, c->hits, c->false_hits);
}

// What make_crowd fills a scene with.
enum crowd_class {
    CROWD_RANDOM, // rotated boxes as in the benchmark
    CROWD_MIXED,  // all shapes of all classes of numbers
    CROWD_GRID,   // triangles, points and boxes of integers
    CROWD_SHARED, // triangles that share vertices
    CROWD_PLACED, // triangles with a vertex placed on a row's bound of the one before
    CROWD_COUNT
};
static const char *const crowd_names[CROWD_COUNT] = {"random boxes", "mixed shapes",
                                                     "integer grid", "shared vertices",
                                                     "vertices on bounds"};

// A triangle outside of s that touches its bound on a random row as nearly as floats can.
static struct shape make_placed(inputs_random *r, const struct solid *s) {
    const int row = (int)kinds_below(r, 13), *n = oracle_directions[row];
    struct shape t = make_shape(r, TRIANGLE, MODERATE);
    const size_t at = 4 * (size_t)0 + 3; // kind 26 has all rows
    const bool above = inputs_next(r) >> 63;
    const float limit = s->rows[at][row + (above ? 13 : 0)];
    for (size_t i = 0; i < 3; ++i) {
        // The last coordinate of the row is what is left to the limit, or beyond it.
        collide_vec3 *p = &t.p[i];
        double rest = (double)limit;
        int last = 0;
        for (int j = 0; j < 3; ++j)
            if (n[j])
                last = j;
        for (int j = 0; j < last; ++j)
            rest -= n[j] * (double)*coordinate(p, j);
        const double beyond = i == 0 ? 0 : inputs_uniform(r, 0, 1) < 0.3f ? 0 : (above ? 1 : -1);
        *coordinate(p, last) = (float)(n[last] * (rest + beyond));
        const uint32_t step = kinds_below(r, 8); // exactly there, or one place beside
        float *const x = coordinate(p, last);
        if (step < 2 && *x != 0)
            *x = kinds_float(kinds_bits(*x) + (step ? 1u : 0xffffffffu));
    }
    return t;
}

static void make_crowd(inputs_random *r, enum crowd_class c, struct solid *solids,
                       struct oracle_support *u) {
    const enum number_class mixed = (enum number_class)kinds_below(r, CLASS_COUNT);
    for (int i = 0; i < CROWD; ++i) {
        struct shape s = make_shape(r, TRIANGLE, MODERATE);
        switch (c) {
        case CROWD_RANDOM:
            s.type = POINTS;
            s.n = 8;
            inputs_corners(r, 4, s.p);
            break;
        case CROWD_MIXED:
            s = make_shape(r, (enum shape_type)kinds_below(r, CYLINDER), mixed);
            break;
        case CROWD_GRID:
            s = make_shape(r, (enum shape_type)kinds_below(r, 3), GRID);
            break;
        case CROWD_SHARED: // one vertex of an earlier one, and on one side of it
            for (size_t j = 1; j < 3 && i > 0; ++j) {
                const struct shape *other = &solids[kinds_below(r, (uint32_t)i)].shape;
                s.p[0] = other->p[kinds_below(r, 3)];
                s.p[j] = inputs_next(r) >> 63 ? other->p[j] : s.p[j];
            }
            break;
        default:
            if (i % 2)
                s = make_placed(r, &solids[i - 1]);
        }
        solid_set(&solids[i], &s, u);
    }
}

static void check_crowds(enum crowd_class c, size_t scenes) {
    struct solid *solids = (struct solid *)calloc(CROWD, sizeof *solids);
    struct counts counts = {0, 0, 0, 0};
    struct oracle_support u;
    inputs_random r = inputs_seed(20 + (uint64_t)c);
    mpz_inits(u.a, u.s, u.q, NULL);
    for (int i = 0; i < CROWD; ++i)
        solid_init(&solids[i]);
    for (size_t scene = 0; scene < scenes; ++scene) {
        make_crowd(&r, c, solids, &u);
        for (int i = 0; i < CROWD; ++i)
            for (int j = 0; j <= i; ++j)
                for (int k = 0; k < 4; ++k)
                    check_verdict(&kinds[k], &solids[i], &solids[j], c == CROWD_GRID,
                                  crowd_names[c], &counts);
    }
    report(crowd_names[c], &counts);
    assert_true(counts.hits > counts.cases / 100 && counts.hits < counts.cases);
    for (int i = 0; i < CROWD; ++i)
        solid_clear(&solids[i]);
    mpz_clears(u.a, u.s, u.q, NULL);
    free(solids);
}

static void test_verdicts_random(void **state) {
    (void)state;
    check_crowds(CROWD_RANDOM, cases(150));
}

static void test_verdicts_mixed(void **state) {
    (void)state;
    check_crowds(CROWD_MIXED, cases(150));
}

static void test_verdicts_grid(void **state) {
    (void)state;
    check_crowds(CROWD_GRID, cases(150));
}

static void test_verdicts_shared_vertices(void **state) {
    (void)state;
    check_crowds(CROWD_SHARED, cases(150));
}

static void test_verdicts_vertices_on_bounds(void **state) {
    (void)state;
    check_crowds(CROWD_PLACED, cases(150));
}

// Two shapes of integers that meet in one point, edge or face, and part by one step.
static void test_exact_touch(void **state) {
    (void)state;
    inputs_random r = inputs_seed(30);
    for (size_t i = 0; i < cases(30000); ++i) {
        const struct kind *k = &kinds[i % 4];
        const int row = (int)kinds_below(&r, (uint32_t)k->rows);
        const int *n = oracle_directions[oracle_row(k->kind, row)];
        const float scale = (float)(1u << kinds_below(&r, 18));
        struct shape a = make_shape(&r, TRIANGLE, GRID), b = a;
        for (size_t j = 0; j < 3; ++j) { // b is a mirrored in a.p[0], so that it is all beyond it
            for (int l = 0; l < 3; ++l) {
                const float shared = *coordinate(&a.p[0], l) * scale;
                *coordinate(&a.p[j], l) *= j ? scale : 1;
                *coordinate(&b.p[j], l) = 2 * shared - *coordinate(&b.p[j], l) * scale;
            }
        }
        for (int l = 0; l < 3; ++l)
            *coordinate(&a.p[0], l) *= scale;
        // a on one side of the plane n.p = n.a[0]: reflect what is beyond it
        for (size_t j = 1; j < 3; ++j) {
            float d = 0;
            for (int l = 0; l < 3; ++l)
                d += (float)n[l] * (*coordinate(&a.p[j], l) - *coordinate(&a.p[0], l));
            if (d > 0) {
                const collide_vec3 keep = a.p[j];
                a.p[j] = b.p[j];
                b.p[j] = keep;
            }
        }
        float x[KINDS_MAX_FLOATS], y[KINDS_MAX_FLOATS];
        bound(k, &a, x);
        bound(k, &b, y);
        assert_true(x[row + k->rows] == y[row]); // one plane in common
        assert_true(k->overlap(x, y) && k->overlap(y, x));
        for (size_t j = 0; j < 3; ++j)
            for (int l = 0; l < 3; ++l)
                *coordinate(&b.p[j], l) += n[l] && l == (row < 3 ? row : n[0] ? 0 : 1) ? 1 : 0;
        bound(k, &b, y);
        assert_true(x[row + k->rows] < y[row]);
        assert_false(k->overlap(x, y) || k->overlap(y, x));
    }
}

// ---- single calls ----------------------------------------------------------------------------

// A k-DOP of random kind of shape; sometimes empty.
static void random_kdop(const struct kind *k, inputs_random *r, enum number_class c, float *out) {
    const struct shape s = make_shape(r, (enum shape_type)kinds_below(r, SHAPE_COUNT), c);
    bound(k, &s, out);
    if (kinds_below(r, 16) == 0)
        k->empty(out);
}

static void test_point(void **state) {
    (void)state;
    inputs_random r = inputs_seed(31);
    size_t inside = 0, rounded = 0;
    const size_t n = cases(400000);
    for (size_t i = 0; i < n; ++i) {
        const struct kind *k = &kinds[i % 4];
        const enum number_class c = (enum number_class)(i / 4 % CLASS_COUNT);
        struct shape s = make_shape(&r, c == GRID || i % 3 ? POINTS : AABB, c);
        float a[KINDS_MAX_FLOATS];
        bound(k, &s, a);
        const uint32_t how = kinds_below(&r, 4);
        collide_vec3 p = vector(&r, c);
        if (how == 0)
            p = s.p[0]; // a point that made it, or a corner
        if (how == 1) { // a point of the border, nearly
            const float half = 0.5f;
            p.x = half * s.p[0].x + half * s.p[1].x;
            p.y = half * s.p[0].y + half * s.p[1].y;
            p.z = half * s.p[0].z + half * s.p[1].z;
        }
        const bool hit = k->point(a, p);
        bool exact = true;
        for (int j = 0; j < k->rows; ++j) {
            const int *d = oracle_directions[oracle_row(k->kind, j)];
            const double weight = oracle_weight(d, p);
            const float lo = a[j], hi = a[j + k->rows];
            oracle_dot(t0, d, p);
            const float down = oracle_floor(t0), up = oracle_ceil(t0);
            const bool row = up <= hi && lo <= down;
            // As exact numbers: hi is a float, so n.p <= hi iff up <= hi.
            exact = exact && row;
            if (hit && !row) {
                const double gap = (double)down > (double)hi ? (double)down - (double)hi
                                   : (double)up < (double)lo ? (double)lo - (double)up
                                                             : 0;
                REQUIRE(gap <= 4 * 0x1p-24 * weight || weight > (double)FLT_MAX,
                        "kdop%d %s: a point %g outside is inside", k->kind, class_names[c], gap);
            }
            if (oracle_square(d) < 3 && hit)
                REQUIRE(lo <= up && down <= hi, "kdop%d %s: row %d", k->kind, class_names[c], j);
        }
        REQUIRE(hit || !exact, "kdop%d %s: lost point (%a %a %a)", k->kind, class_names[c],
                (double)p.x, (double)p.y, (double)p.z);
        REQUIRE(c != GRID || hit == exact, "kdop%d: wrong on a grid", k->kind);
        if (how == 0 && s.type == POINTS)
            assert_true(hit);
        inside += exact;
        rounded += hit && !exact;
        collide_vec3 bad = p;
        *coordinate(&bad, (int)(i % 3)) = not_a_number();
        assert_false(k->point(a, bad));
    }
    print_message("# %zu of %zu points inside, %zu more by rounding\n", inside, n, rounded);
    assert_true(inside > n / 50 && inside < n / 50 * 49);
}

static void test_merge(void **state) {
    (void)state;
    inputs_random r = inputs_seed(32);
    for (size_t i = 0; i < cases(100000); ++i) {
        const struct kind *k = &kinds[i % 4];
        const enum number_class c = (enum number_class)(i / 4 % CLASS_COUNT);
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS], d[KINDS_MAX_FLOATS];
        float x[KINDS_MAX_FLOATS], y[KINDS_MAX_FLOATS], z[KINDS_MAX_FLOATS];
        random_kdop(k, &r, c, a);
        random_kdop(k, &r, c, b);
        random_kdop(k, &r, c, d);
        k->empty(x);
        k->merge(y, x, a);
        k->merge(z, a, x);
        assert_memory_equal(y, a, k->bytes);
        assert_memory_equal(z, a, k->bytes);
        k->merge(y, a, a);
        assert_memory_equal(y, a, k->bytes);
        k->merge(x, a, b);
        k->merge(y, b, a);
        for (int j = 0; j < k->rows; ++j) {
            const int m = j + k->rows;
            assert_true(x[j] == (a[j] < b[j] ? a[j] : b[j]) && x[m] == (a[m] > b[m] ? a[m] : b[m]));
            assert_true(x[j] == y[j] && x[m] == y[m]); // -0 and +0 may change places
        }
        k->merge(y, x, d);
        k->merge(x, b, d);
        k->merge(z, a, x);
        for (int j = 0; j < k->kind; ++j)
            assert_true(y[j] == z[j]);
        if (!is_empty(k, a))
            assert_true(k->overlap(y, a) && k->overlap(a, y));
    }
}

static void test_translate(void **state) {
    (void)state;
    inputs_random r = inputs_seed(33);
    double worst = 0;
    for (size_t i = 0; i < cases(200000); ++i) {
        const struct kind *k = &kinds[i % 4];
        const enum number_class c = (enum number_class)(i / 4 % CLASS_COUNT);
        const collide_vec3 t = vector(&r, c);
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS];
        random_kdop(k, &r, c, a);
        k->translate(b, a, t);
        if (is_empty(k, a)) {
            assert_true(is_empty(k, b));
            continue;
        }
        for (int j = 0; j < k->kind; ++j) {
            const int *n = oracle_directions[oracle_row(k->kind, j % k->rows)];
            const float sign = j < k->rows ? -1 : 1, from = sign * a[j], to = sign * b[j];
            if (!oracle_finite(from)) {
                assert_true(to == from);
                continue;
            }
            oracle_dot(t0, n, t);
            if (sign < 0)
                mpz_neg(t0, t0);
            oracle_set(t1, from);
            mpz_add(t0, t0, t1);
            const float ceiling = oracle_ceil(t0);
            REQUIRE(to >= ceiling, "kdop%d %s: row %d is cut by translation", k->kind,
                    class_names[c], j);
            if (oracle_square(n) == 1)
                REQUIRE(to == ceiling, "kdop%d %s: axis row %d: %a, not %a", k->kind,
                        class_names[c], j, (double)to, (double)ceiling);
            const double weight = oracle_weight(n, t) + (from < 0 ? -(double)from : (double)from);
            if (!oracle_finite(to) || weight > 0.4 * (double)FLT_MAX)
                continue;
            oracle_set(t1, to);
            mpz_sub(t1, t1, t0);
            const double excess = oracle_scale(mpz_get_d(t1), -ORACLE_UNIT);
            const double units = weight > 0 ? excess / weight * 0x1p24 : excess * 0x1p149;
            worst = units > worst ? units : worst;
            REQUIRE(units <= 6, "kdop%d %s: row %d is %f units loose", k->kind, class_names[c], j,
                    units);
        }
    }
    print_message("# at most %.2f units of 2^-24 of the weight outside\n", worst);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 9; ++j) { // not finite: no trap, and no finite row where it enters
            const float bad[3] = {inf, -inf, not_a_number()};
            collide_vec3 t = {1, 2, 3};
            float a[KINDS_MAX_FLOATS];
            struct shape s = make_shape(&r, AABB, MODERATE);
            *coordinate(&t, j / 3) = bad[j % 3];
            bound(&kinds[i], &s, a);
            kinds[i].translate(a, a, t);
            for (int l = 0; l < kinds[i].kind; ++l) {
                const int *n = oracle_directions[oracle_row(kinds[i].kind, l % kinds[i].rows)];
                assert_true(n[j / 3] == 0 || !oracle_finite(a[l]));
            }
        }
}

static void test_grow(void **state) {
    (void)state;
    inputs_random r = inputs_seed(34);
    struct oracle_support u;
    double worst = 0;
    mpz_inits(u.a, u.s, u.q, NULL);
    mpz_set_ui(u.q, 1);
    for (size_t i = 0; i < cases(200000); ++i) {
        const struct kind *k = &kinds[i % 4];
        const enum number_class c = (enum number_class)(i / 4 % CLASS_COUNT);
        const float radius = kinds_below(&r, 8) ? positive(&r, c) : 0;
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS];
        random_kdop(k, &r, c, a);
        const float bad[3] = {-kinds_float(1), -inf, not_a_number()};
        k->grow(b, a, bad[i % 3]);
        assert_memory_equal(b, a, k->bytes);
        k->grow(b, a, radius);
        if (is_empty(k, a)) {
            assert_true(is_empty(k, b));
            k->grow(b, a, inf);
            assert_true(is_empty(k, b));
            continue;
        }
        for (int j = 0; j < k->kind; ++j) {
            const int *n = oracle_directions[oracle_row(k->kind, j % k->rows)];
            const float sign = j < k->rows ? -1 : 1, from = sign * a[j], to = sign * b[j];
            if (!oracle_finite(from) || radius == 0) {
                assert_true(to == from);
                continue;
            }
            oracle_set(u.a, from);
            oracle_set(u.s, radius);
            mpz_mul(u.s, u.s, u.s);
            mpz_mul_ui(u.s, u.s, oracle_square(n));
            REQUIRE(oracle_holds(to, &u), "kdop%d %s: row %d lost a point of the ball", k->kind,
                    class_names[c], j);
            const double weight = 1.75 * (double)radius + (from < 0 ? -(double)from : (double)from);
            if (!oracle_finite(to) || weight > 0.4 * (double)FLT_MAX)
                continue;
            const double excess = oracle_excess(to, &u) - 4 * 0x1p-149;
            const double units = excess > 0 ? excess / weight * 0x1p24 : 0;
            worst = units > worst ? units : worst;
            REQUIRE(units <= 6, "kdop%d %s: row %d is %f units loose", k->kind, class_names[c], j,
                    units);
        }
        k->grow(b, a, inf);
        for (int j = 0; j < k->kind; ++j)
            assert_true(b[j] == (j < k->rows ? -inf : inf));
    }
    print_message("# at most %.2f units of 2^-24 of the weight outside\n", worst);
    mpz_clears(u.a, u.s, u.q, NULL);
}

static void test_size(void **state) {
    (void)state;
    inputs_random r = inputs_seed(35);
    for (size_t i = 0; i < cases(200000); ++i) {
        const struct kind *k = &kinds[i % 4];
        const enum number_class c = i / 4 % 3 == 0 ? MODERATE : i / 4 % 3 == 1 ? GRID : NEAR;
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS], both[KINDS_MAX_FLOATS];
        random_kdop(k, &r, c, a);
        random_kdop(k, &r, c, b);
        k->merge(both, a, b);
        const float size = k->size(a), merged = k->size(both);
        double expected = 0; // pair by pair, as the header says it
        for (int p = 0; p < k->rows && !is_empty(k, a); ++p)
            for (int q = p + 1; q < k->rows; ++q) {
                const double x = (double)a[p + k->rows] - (double)a[p];
                const double y = (double)a[q + k->rows] - (double)a[q];
                const unsigned s = oracle_square(oracle_directions[oracle_row(k->kind, p)]) *
                                   oracle_square(oracle_directions[oracle_row(k->kind, q)]);
                // 1 / sqrt(s) for s = 1, 2, 3, 4, 6, 9
                static const double root[10] = {0, 1, 0.70710678118654752, 0.57735026918962576,
                                                0.5, 0, 0.40824829046386302, 0, 0, 1.0 / 3};
                expected += x * y * root[s];
            }
        expected *= 6.0 / (k->rows * (k->rows - 1));
        const double error = (double)size - expected;
        REQUIRE(error <= 0x1p-23 * expected + 1e-13 && error >= -0x1p-23 * expected - 1e-13,
                "kdop%d %s: size %.9g, not %.9g", k->kind, class_names[c], (double)size, expected);
        REQUIRE((double)merged >= (double)size * (1 - 0x1p-23), "kdop%d %s: %a merged to %a",
                k->kind, class_names[c], (double)size, (double)merged);
        if (is_empty(k, a))
            assert_true(size == 0);
    }
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        float a[KINDS_MAX_FLOATS];
        const collide_aabb box = {{0, 0, 0}, {2, 3, 4}}, point = {{5, 5, 5}, {5, 5, 5}};
        const collide_aabb vast = {{-3e38f, -3e38f, -3e38f}, {3e38f, 3e38f, 3e38f}};
        k->from_aabb(a, &box);
        assert_true(i > 0 || k->size(a) == 26);
        k->from_aabb(a, &point);
        assert_true(k->size(a) == 0);
        k->from_aabb(a, &vast);
        assert_true(k->size(a) == inf);
        whole_space(k, a);
        assert_true(k->size(a) == inf);
        k->empty(a);
        assert_true(k->size(a) == 0);
    }
}
