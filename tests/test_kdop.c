// k-DOPs: every function against its contract, bounds and verdicts against exact arithmetic.
// Bit identity of the batches is test_identity.c's; here they meet packs of every shape.
#include "test.h"

#include "kinds.h"
#include "oracle.h"

static const float inf = INFINITY, largest = FLT_MAX;

// A number of random cases for the tier.
static size_t cases(size_t normal) {
    return kinds_tier() == 0 ? normal / 12 + 1 : kinds_tier() == 1 ? normal / 4 + 1 : normal * 20;
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
        return kinds_float(sign |
                           (bits & 7u ? (223u + kinds_below(r, 32)) << 23 | (bits >> 8 & 0x7fffffu)
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

// The makers of aligned boxes as a kind, whose rows are those of kind 6; the rest of it is kind 6.
#define AABB_FROM(type)                                                                            \
    static void aabb_from_##type(float *out, const collide_##type *a) {                            \
        const collide_aabb box = collide_aabb_from_##type(a);                                      \
        memcpy(out, &box, sizeof box);                                                             \
    }
AABB_FROM(triangle)
AABB_FROM(sphere)
AABB_FROM(obb)
AABB_FROM(cylinder)

static collide_status aabb_from_points(float *out, const void *points, size_t n, size_t stride) {
    return collide_aabb_from_points((collide_aabb *)(void *)out, points, n, stride);
}

// The four kinds of k-DOP, then aligned boxes.
#define MAKERS 5
static const struct kind *maker(int i) {
    static struct kind boxes;
    if (i < 4)
        return &kinds[i];
    boxes = kinds[0];
    boxes.from_points = aabb_from_points;
    boxes.from_triangle = aabb_from_triangle;
    boxes.from_sphere = aabb_from_sphere;
    boxes.from_obb = aabb_from_obb;
    boxes.from_cylinder = aabb_from_cylinder;
    return &boxes;
}

// ---- exact supports --------------------------------------------------------------------------

static mpz_t t0, t1, t2, t3, t4;

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

// What rounding leaves of axis 0 in axis 1 grows as the angle between them shrinks.
static void test_obb_orthonormalize_nearly_parallel(void **state) {
    (void)state;
    inputs_random r = inputs_seed(10);
    for (size_t i = 0; i < cases(60000); ++i) {
        collide_obb box = unit_box();
        const float size = kinds_float((127 - kinds_below(&r, 50)) << 23);
        // Parallel to the last place in two coordinates, and all but 0 in the third.
        const collide_vec3 v = inputs_vec3(&r, -1, 1);
        for (int j = 0; j < 3; ++j) {
            const float scale = j == 1 ? -4.0f : 1.0f;
            box.axis[j].x = v.x * scale;
            box.axis[j].y = v.y * scale;
            box.axis[j].z = v.z * scale;
            *coordinate(&box.axis[j], (int)(i % 3)) = inputs_uniform(&r, -size, size);
        }
        const collide_obb out = collide_obb_orthonormalize(&box);
        REQUIRE(collide_obb_check(&out) == COLLIDE_OK, "axes at an angle of about %g",
                (double)size);
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
    const collide_vec3 same = collide_pose_apply(&identity, p);
    assert_memory_equal(&same, &p, sizeof p);
    const collide_pose quarter = collide_pose_from_quaternion(0, 0, 3, 3, at);
    const collide_vec3 turned = collide_pose_apply(&quarter, p); // x to y, y to -x
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
            const collide_vec3 got = collide_pose_apply(&pose, q);
            volatile float m[3], s[3] = {at.x, at.y, at.z}; // one rounding per operation
            const float axis[3][3] = {
                {a[0].x, a[0].y, a[0].z}, {a[1].x, a[1].y, a[1].z}, {a[2].x, a[2].y, a[2].z}};
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

static bool is_unbounded(const struct kind *k, const float *rows) {
    for (int i = 0; i < k->rows; ++i)
        if (!(rows[i] == -inf && rows[i + k->rows] == inf))
            return false;
    return true;
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
            if (is_unbounded(k, other)) // see below
                continue;
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
    const size_t bytes[SHAPE_COUNT] = {36,
                                       36,
                                       sizeof(collide_aabb),
                                       sizeof(collide_sphere),
                                       sizeof(collide_obb),
                                       sizeof(collide_cylinder)};
    for (int i = 0; i < MAKERS; ++i)
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
                    bound(maker(i), &s, out);
                    REQUIRE(is_empty(maker(i), out), "kdop%d %s with %f at byte %zu is not empty",
                            maker(i)->kind, shape_names[type], (double)bad[j], at);
                }
    for (int i = 0; i < MAKERS; ++i) {
        const struct kind *k = maker(i);
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

// Units of 2^-24 of the weight by which a row of each shape may lie outside: 2 for each rounding on
// the longest way to a bound. The test prints what was used.
static const double tightness[SHAPE_COUNT] = {4, 4, 4, 8, 16, 12};

// Checks a bound of a shape's row; n looks outward and sign is -1 for a min row.
static double check_bound(const struct kind *k, const struct shape *s, enum number_class c,
                          const int *n, float value, struct oracle_support *u) {
    exact_support(s, n, u);
    REQUIRE(oracle_holds(value, u), "kdop%d %s %s: bound %a along (%d %d %d) is inside the shape",
            k->kind, class_names[c], shape_names[s->type], (double)value, n[0], n[1], n[2]);
    const double weight = support_weight(s, n);
    if (s->type == SPHERE && oracle_square(n) == 1) { // its center and its radius are added
        mpz_sqrt(t0, u->s);
        mpz_add(u->a, u->a, t0);
        mpz_set_ui(u->s, 0);
    }
    if ((s->type <= AABB && oracle_square(n) < 3) || (s->type == SPHERE && oracle_square(n) == 1))
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
        const struct kind *k = maker((int)(i / CLASS_COUNT % MAKERS));
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

// Aligned boxes of segments of cables, of all their points or of the Bezier form's, b_0 = (v_0 + 4
// v_1 + v_2) / 6, (2 v_1 + v_2) / 3 and so on: the first rounded once, the other within an ulp.
static void check_spline_box(const collide_spline *s, enum number_class c, bool points,
                             struct oracle_support *u) {
    static const unsigned long weights[4][4] = {
        {1, 4, 1, 0}, {0, 4, 2, 0}, {0, 2, 4, 0}, {0, 1, 4, 1}};
    const collide_aabb box =
        points ? collide_aabb_from_spline_points(s) : collide_aabb_from_spline(s);
    for (int side = 0; side < 6; ++side) {
        const float out = (side < 3 ? -1.0f : 1.0f) * (&box.min.x)[side];
        int n[3] = {0, 0, 0};
        double weight = (double)s->radius, all = weight; // along n, in all directions
        n[side % 3] = side < 3 ? -1 : 1;
        mpz_set_ui(u->s, 0);
        mpz_set_ui(u->q, points ? 1 : 6);
        for (int k = 0; k < 4; ++k) {
            const double w = oracle_weight(n, s->v[k]) + (double)s->radius;
            weight = w > weight ? w : weight;
            all += oracle_weight(oracle_directions[3], s->v[k]);
            mpz_set_ui(t1, 0);
            for (int i = 0; i < 4; ++i) {
                oracle_dot(t0, n, s->v[i]);
                mpz_addmul_ui(t1, t0, points ? i == k : weights[k][i]);
            }
            if (k == 0 || mpz_cmp(t1, u->a) > 0)
                mpz_set(u->a, t1);
        }
        oracle_set(t0, s->radius);
        mpz_addmul(u->a, t0, u->q);
        REQUIRE(oracle_holds(out, u), "%s: side %d is inside the cable", class_names[c], side);
        REQUIRE(!points || out == oracle_ceil(u->a), "%s: side %d is not rounded once",
                class_names[c], side);
        if (oracle_finite(out) && all < 0.4 * (double)FLT_MAX)
            REQUIRE(oracle_excess(out, u) <= weight * 0x1p-23 + all * 1e-13 + 0x1p-148,
                    "%s: side %d is loose", class_names[c], side);
    }
}

static void test_boxes_of_splines(void **state) {
    (void)state;
    inputs_random r = inputs_seed(19);
    struct oracle_support u;
    size_t boxes = 0;
    const collide_aabb none = {{inf, inf, inf}, {-inf, -inf, -inf}};
    const float bad[3] = {inf, -inf, not_a_number()};
    mpz_inits(u.a, u.s, u.q, NULL);
    for (size_t i = 0; i < cases(60000); ++i) {
        const enum number_class c = (enum number_class)(i % CLASS_COUNT);
        collide_spline s;
        for (int k = 0; k < 4; ++k)
            s.v[k] = vector(&r, c);
        s.radius = positive(&r, c);
        if (s.radius > 0) {
            check_spline_box(&s, c, true, &u);
            check_spline_box(&s, c, false, &u);
            ++boxes;
        }
        if (i % 3) // no number, or no radius
            memcpy((char *)&s + 4 * kinds_below(&r, 13), &bad[i / 3 % 3], 4);
        else
            s.radius = i % 2 ? -s.radius : 0;
        const collide_aabb of_points = collide_aabb_from_spline_points(&s);
        const collide_aabb own = collide_aabb_from_spline(&s);
        assert_memory_equal(&of_points, &none, sizeof none);
        assert_memory_equal(&own, &none, sizeof none);
    }
    assert_true(boxes > 0);
    mpz_clears(u.a, u.s, u.q, NULL);
}

// Integers up to 2^22: nothing rounds but the roots, so rows are the exact ones.
static void test_bounds_of_integers_are_exact(void **state) {
    (void)state;
    inputs_random r = inputs_seed(17);
    for (size_t i = 0; i < cases(60000); ++i) {
        const struct kind *k = maker((int)(i % MAKERS));
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
                const long d =
                    n[0] * (long)s.p[p].x + n[1] * (long)s.p[p].y + n[2] * (long)s.p[p].z;
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
    for (int i = 0; i < MAKERS; ++i)
        for (size_t n = 1; n < 40; ++n) {
            const struct kind *k = maker(i);
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
    for (int i = 0; i < MAKERS; ++i) {
        const struct kind *k = maker(i);
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
    size_t cases, hits, false_hits; // verdicts, exact hits, hits by rounding alone
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
                const double wa = support_weight(&a->shape, n), wb = support_weight(&b->shape, n);
                allowed = (tightness[a->shape.type] * wa + tightness[b->shape.type] * wb) * 0x1p-24;
                allowed += wa + wb > 0.4 * (double)FLT_MAX ? (double)FLT_MAX * 16 : 32 * 0x1p-149;
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
static const char *const crowd_names[CROWD_COUNT] = {"random boxes", "mixed shapes", "integer grid",
                                                     "shared vertices", "vertices on bounds"};

// A triangle outside of s that touches its bound on a random row as nearly as floats can.
static struct shape make_placed(inputs_random *r, const struct solid *s) {
    const int row = (int)kinds_below(r, 13), *n = oracle_directions[row];
    struct shape t = make_shape(r, TRIANGLE, MODERATE);
    const bool above = inputs_next(r) >> 63;
    const float limit = s->rows[3][row + (above ? 13 : 0)]; // kind 26 has all rows
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
    struct counts counts = {0, 0, 0};
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
        if (is_empty(k, a)) { // NaN where n.t overflows
            for (int j = 0; j < k->rows; ++j)
                assert_false(b[j] <= b[j + k->rows]);
            assert_true(c == VAST || c == MIXED || is_empty(k, b));
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
                static const double root[10] = {
                    0,   1,      0.70710678118654752, 0.57735026918962576,
                    0.5, 0,      0.40824829046386302, 0,
                    0,   1.0 / 3};
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

// ---- moving ----------------------------------------------------------------------------------

// Times p/q of two moving k-DOPs: exact, from their bounds and velocities as given. p of degree 1.
struct exact_sweep {
    bool hit;
    bool parted;  // on a row without speed, or leaving already: at no time at all
    bool endless; // t_last is infinite
    mpz_t first, first_q, last, last_q;
    // Of the rows in charge: the speeds along the axes that they have, and whether that says how
    // far off the time may be.
    mpz_t first_terms, last_terms;
    bool first_stated, last_stated;
};

static void exact_sweep_init(struct exact_sweep *e) {
    mpz_inits(e->first, e->first_q, e->last, e->last_q, e->first_terms, e->last_terms, NULL);
}

static void exact_sweep_clear(struct exact_sweep *e) {
    mpz_clears(e->first, e->first_q, e->last, e->last_q, e->first_terms, e->last_terms, NULL);
}

// a - b in degree 1; false if infinite.
static bool difference(mpz_t out, float a, float b) {
    if (!oracle_finite(a) || !oracle_finite(b))
        return false;
    oracle_set(out, a);
    oracle_set(oracle_x, b);
    mpz_sub(out, out, oracle_x);
    return true;
}

static void exact_sweep(const struct kind *k, const float *a, collide_vec3 va, const float *b,
                        collide_vec3 vb, float t_max, struct exact_sweep *e) {
    e->parted = false;
    e->endless = t_max == inf;
    e->first_stated = e->last_stated = true;
    mpz_set_ui(e->first_terms, 0);
    mpz_set_ui(e->last_terms, 0);
    mpz_set_ui(e->first, 0);
    mpz_set_ui(e->first_q, 1);
    mpz_set_ui(e->last_q, 1);
    oracle_raise(e->last_q, 1);
    oracle_set(e->last, e->endless ? 0 : t_max);
    for (int i = 0; i < k->rows; ++i) {
        const int *n = oracle_directions[oracle_row(k->kind, i)];
        // a.min - b.max <= s t <= a.max - b.min
        bool has_lower = difference(t0, a[i], b[i + k->rows]);
        bool has_upper = difference(t1, a[i + k->rows], b[i]);
        oracle_dot(t2, n, vb);
        oracle_dot(t3, n, va);
        mpz_sub(t2, t2, t3);
        const int sign = mpz_sgn(t2);
        if ((has_lower && mpz_sgn(t0) > 0 && sign <= 0) ||
            (has_upper && mpz_sgn(t1) < 0 && sign >= 0))
            e->parted = true;
        if (sign == 0)
            continue;
        if (sign < 0) {
            const bool swap = has_lower;
            has_lower = has_upper;
            has_upper = swap;
            mpz_swap(t0, t1);
            mpz_neg(t0, t0);
            mpz_neg(t1, t1);
            mpz_neg(t2, t2);
        }
        mpz_set_ui(t3, 0); // the sum of the speeds along the axes that the row has
        for (int l = 0; l < 3; ++l)
            if (n[l]) {
                difference(t4, *coordinate(&vb, l), *coordinate(&va, l));
                mpz_abs(t4, t4);
                mpz_add(t3, t3, t4);
            }
        // Beyond this sums end at FLT_MAX or infinity, and errors are no small part.
        const double most = 0.4 * (double)FLT_MAX;
        const double terms = oracle_scale(mpz_get_d(t3), -ORACLE_UNIT);
        const double lower = has_lower ? oracle_scale(mpz_get_d(t0), -ORACLE_UNIT) : 0;
        const double upper = has_upper ? oracle_scale(mpz_get_d(t1), -ORACLE_UNIT) : 0;
        mpz_mul_ui(t4, t2, 200000);
        const bool stated =
            terms < most && lower < most && lower > -most && upper < most && mpz_cmp(t3, t4) < 0;
        if (has_lower && mpz_sgn(t0) > 0) { // first = max(first, t0 / t2)
            mpz_mul(oracle_x, t0, e->first_q);
            mpz_mul(oracle_y, e->first, t2);
            if (mpz_cmp(oracle_x, oracle_y) > 0) {
                mpz_set(e->first, t0);
                mpz_set(e->first_q, t2);
                mpz_set(e->first_terms, t3);
                e->first_stated = stated;
            }
        }
        if (has_upper && mpz_sgn(t1) >= 0) { // last = min(last, t1 / t2)
            mpz_mul(oracle_x, t1, e->last_q);
            mpz_mul(oracle_y, e->last, t2);
            if (e->endless || mpz_cmp(oracle_x, oracle_y) < 0) {
                mpz_set(e->last, t1);
                mpz_set(e->last_q, t2);
                mpz_set(e->last_terms, t3);
                e->last_stated = stated;
                e->endless = false;
            }
        }
    }
    mpz_mul(oracle_x, e->first, e->last_q);
    mpz_mul(oracle_y, e->last, e->first_q);
    e->hit = !e->parted && (e->endless || mpz_cmp(oracle_x, oracle_y) <= 0);
}

// The sign of t - p / q.
static int compare_time(float t, const mpz_t p, const mpz_t q) {
    if (!oracle_finite(t))
        return t > 0 ? 1 : -1;
    oracle_set(oracle_x, t);
    mpz_mul(oracle_x, oracle_x, q);
    mpz_mul_2exp(oracle_y, p, ORACLE_UNIT);
    return mpz_cmp(oracle_x, oracle_y);
}

// out = t = p / q times q^2 2^21, less or more by 8u (1 + terms / q) of itself.
static void stated_time(mpz_t out, const mpz_t p, const mpz_t q, const mpz_t terms, bool more) {
    mpz_mul_2exp(oracle_x, q, 21);
    mpz_add(oracle_y, q, terms);
    if (more)
        mpz_add(oracle_x, oracle_x, oracle_y);
    else
        mpz_sub(oracle_x, oracle_x, oracle_y);
    mpz_mul(out, p, oracle_x);
}

// The sign of t, and units of 2^-149 more, less that time.
static int compare_stated(float t, long units, const mpz_t p, const mpz_t q, const mpz_t terms,
                          bool more) {
    stated_time(t4, p, q, terms, more);
    mpz_mul_2exp(t4, t4, ORACLE_UNIT);
    oracle_set(oracle_x, t);
    mpz_set_si(oracle_y, units);
    mpz_add(oracle_x, oracle_x, oracle_y);
    mpz_mul(oracle_x, oracle_x, q);
    mpz_mul(oracle_x, oracle_x, q);
    mpz_mul_2exp(oracle_x, oracle_x, 21);
    return mpz_cmp(oracle_x, t4);
}

// Whether the times meet if both are off by as much as they may be, and 4 units.
static bool meet_stated(const struct exact_sweep *e) {
    stated_time(t3, e->first, e->first_q, e->first_terms, false);
    stated_time(t4, e->last, e->last_q, e->last_terms, true);
    for (int i = 0; i < 2; ++i) {
        mpz_mul(t3, t3, e->last_q);
        mpz_mul(t4, t4, e->first_q);
    }
    mpz_sub(t3, t3, t4);
    mpz_mul_2exp(t3, t3, ORACLE_UNIT - 2);
    mpz_mul(oracle_x, e->first_q, e->last_q);
    mpz_mul(oracle_x, oracle_x, oracle_x);
    mpz_mul_2exp(oracle_x, oracle_x, 21);
    return mpz_cmp(t3, oracle_x) <= 0;
}

struct sweep_counts {
    size_t cases, hits, false_hits, unbounded;
    double worst; // share of the slack that was used
};

static void check_sweep(const struct kind *k, const float *a, collide_vec3 va, const float *b,
                        collide_vec3 vb, float t_max, bool grid, struct exact_sweep *e,
                        struct sweep_counts *counts) {
    collide_sweep out = {-1, -1};
    const bool hit = k->sweep(a, va, b, vb, t_max, &out);
    assert_int_equal(hit, k->sweep(a, va, b, vb, t_max, NULL));
    exact_sweep(k, a, va, b, vb, t_max, e);
    ++counts->cases;
    if (!hit) {
        REQUIRE(!e->hit, "kdop%d: a moving contact is missed", k->kind);
        assert_true(out.t_first == inf && out.t_last == -inf);
        return;
    }
    assert_true(out.t_first >= 0 && out.t_first <= out.t_last && out.t_last <= t_max);
    const double first = oracle_ratio(e->first, e->first_q, 0);
    const double last = e->endless ? (double)inf : oracle_ratio(e->last, e->last_q, 0);
    if (!e->hit) { // by rounding only: the exact times miss each other by less than their errors
        ++counts->false_hits;
        REQUIRE(!grid, "kdop%d: a moving contact on a grid that is none", k->kind);
        if (e->parted || !e->first_stated || !e->last_stated || first > (double)FLT_MAX)
            ++counts->unbounded;
        else
            REQUIRE(meet_stated(e), "kdop%d: hit although %.9g > %.9g", k->kind, first, last);
        return;
    }
    ++counts->hits;
    REQUIRE(compare_time(out.t_first, e->first, e->first_q) <= 0,
            "kdop%d: t_first %a is too late: %.17g", k->kind, (double)out.t_first, first);
    if (e->endless)
        REQUIRE(out.t_last == t_max, "kdop%d: t_last %a, not endless", k->kind, (double)out.t_last);
    else
        REQUIRE(compare_time(out.t_last, e->last, e->last_q) >= 0,
                "kdop%d: t_last %a is too early: %.17g", k->kind, (double)out.t_last, last);
    if (grid) { // all but the quotient is exact: rounded once
        const float next = kinds_float(kinds_bits(out.t_first) + 1);
        assert_true(compare_time(out.t_first, e->first, e->first_q) == 0 ||
                    compare_time(next, e->first, e->first_q) > 0);
        const float before = kinds_float(kinds_bits(out.t_last) - 1);
        assert_true(e->endless || compare_time(out.t_last, e->last, e->last_q) == 0 ||
                    compare_time(before, e->last, e->last_q) < 0);
    }
    if (e->first_stated && first <= (double)FLT_MAX) {
        REQUIRE(compare_stated(out.t_first, 2, e->first, e->first_q, e->first_terms, false) >= 0,
                "kdop%d: t_first %.9g for %.9g", k->kind, (double)out.t_first, first);
        const double slack = 8 * 0x1p-24 * (1 + oracle_ratio(e->first_terms, e->first_q, 0));
        const double share = (first - (double)out.t_first - 2 * 0x1p-149) / (first * slack);
        counts->worst = share > counts->worst ? share : counts->worst;
    }
    if (e->last_stated && !e->endless && last <= (double)FLT_MAX && oracle_finite(out.t_last)) {
        REQUIRE(compare_stated(out.t_last, -2, e->last, e->last_q, e->last_terms, true) <= 0,
                "kdop%d: t_last %.9g for %.9g", k->kind, (double)out.t_last, last);
        const double slack = 8 * 0x1p-24 * (1 + oracle_ratio(e->last_terms, e->last_q, 0));
        const double share = ((double)out.t_last - last - 2 * 0x1p-149) / (last * slack);
        counts->worst = share > counts->worst ? share : counts->worst;
    }
}

// A k-DOP with rows that are not empty.
static void moving_kdop(const struct kind *k, inputs_random *r, enum number_class c,
                        collide_vec3 shift, float *out) {
    struct shape s = make_shape(r, c == GRID ? (enum shape_type)kinds_below(r, 3) : TRIANGLE, c);
    if (c == MODERATE)
        s = make_shape(r, (enum shape_type)kinds_below(r, SHAPE_COUNT), c);
    bound(k, &s, out);
    if (c == MODERATE || c == GRID)
        k->translate(out, out, shift);
}

static void check_sweeps(enum number_class c, size_t n) {
    const float ends[6] = {0, 1, 3, 100, largest, inf};
    inputs_random r = inputs_seed(40 + (uint64_t)c);
    struct sweep_counts counts = {0, 0, 0, 0, 0};
    struct exact_sweep e;
    exact_sweep_init(&e);
    for (size_t i = 0; i < n; ++i) {
        const struct kind *k = &kinds[i % 4];
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS];
        const collide_vec3 none = {0, 0, 0};
        collide_vec3 shift = vector(&r, c), va = vector(&r, c), vb = vector(&r, c);
        float t_max = ends[kinds_below(&r, 6)];
        for (int l = 0; l < 3 && (c == MODERATE || c == GRID); ++l) {
            *coordinate(&shift, l) *= 2;
            if (kinds_below(&r, 4) == 0) // resting, or side by side
                *coordinate(&va, l) = *coordinate(&vb, l);
            else if (kinds_below(&r, 4)) // towards a
                *coordinate(&vb, l) =
                    *coordinate(&va, l) - (float)kinds_below(&r, 3) * *coordinate(&shift, l);
        }
        moving_kdop(k, &r, c, none, a);
        moving_kdop(k, &r, c, shift, b);
        if (kinds_below(&r, 8) == 0) // a half-space
            a[kinds_below(&r, (uint32_t)k->rows)] = -inf;
        if (kinds_below(&r, 8) == 0)
            b[(uint32_t)k->rows + kinds_below(&r, (uint32_t)k->rows)] = inf;
        check_sweep(k, a, va, b, vb, t_max, c == GRID, &e, &counts);
        collide_sweep out;
        if (k->sweep(a, va, b, vb, inf, &out) && oracle_finite(out.t_first)) {
            // First touch at the end of the time, or just behind it. A grid's times need not be
            // floats, so that rounding counts here.
            t_max = out.t_first;
            check_sweep(k, a, va, b, vb, t_max, false, &e, &counts);
            if (t_max > 0)
                check_sweep(k, a, va, b, vb, kinds_float(kinds_bits(t_max) - 1), false, &e,
                            &counts);
        }
    }
    print_message("# %s: %zu sweeps, %zu meet, %zu more by rounding (%zu of them without a bound), "
                  "%.2f of the slack of times used\n",
                  class_names[c], counts.cases, counts.hits, counts.false_hits, counts.unbounded,
                  counts.worst);
    assert_true(counts.hits > counts.cases / 20 && counts.hits < counts.cases / 20 * 19);
    exact_sweep_clear(&e);
}

static void test_sweep_moderate(void **state) {
    (void)state;
    check_sweeps(MODERATE, cases(150000));
}

static void test_sweep_grid(void **state) {
    (void)state;
    check_sweeps(GRID, cases(150000));
}

static void test_sweep_near(void **state) {
    (void)state;
    check_sweeps(NEAR, cases(60000));
}

static void test_sweep_huge_and_tiny(void **state) {
    (void)state;
    check_sweeps(VAST, cases(60000));
    check_sweeps(TINY, cases(60000));
    check_sweeps(MIXED, cases(60000));
}

static void test_sweep_situations(void **state) {
    (void)state;
    const float nan = not_a_number();
    // Unit cubes [0, 1]^3 and that moved by at; velocities; end of the time; what is to come out.
    const struct {
        const char *name;
        collide_vec3 at, va, vb;
        float t_max;
        bool hit;
        float first, last;
    } table[] = {
        {"apart, closing", {3, 0, 0}, {1, 0, 0}, {-1, 0, 0}, 9, true, 1, 2},
        {"apart, closing, one rests", {3, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 9, true, 2, 4},
        {"apart, leaving", {3, 0, 0}, {-1, 0, 0}, {1, 0, 0}, 9, false, 0, 0},
        {"apart, side by side", {3, 0, 0}, {1, 1, 0}, {1, 1, 0}, inf, false, 0, 0},
        {"apart, passing by", {3, 3, 0}, {0, 0, 0}, {-1, 0, 0}, inf, false, 0, 0},
        {"apart, at rest", {0, 0, 3}, {0, 0, 0}, {0, 0, 0}, inf, false, 0, 0},
        {"other side, closing", {-3, 0, 0}, {0, 0, 0}, {1, 0, 0}, 9, true, 2, 4},
        {"other side, leaving", {-3, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 9, false, 0, 0},
        {"touching, closing", {1, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 9, true, 0, 2},
        {"touching, sliding", {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, 9, true, 0, 1},
        {"touching, leaving", {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, 9, true, 0, 0},
        {"touching, at rest", {1, 0, 0}, {5, 5, 5}, {5, 5, 5}, 9, true, 0, 9},
        {"overlapping, at rest", {0.5f, 0, 0}, {0, 0, 0}, {0, 0, 0}, 7, true, 0, 7},
        {"overlapping, at rest forever", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, inf, true, 0, inf},
        {"overlapping, leaving", {0.5f, 0, 0}, {0, 0, 0}, {0, 0.25f, 0}, 9, true, 0, 4},
        {"overlapping, -0 velocities",
         {0.5f, 0, 0},
         {-0.0f, 0, -0.0f},
         {0, -0.0f, -0.0f},
         7,
         true,
         0,
         7},
        {"apart, -0 velocities", {2, 0, 0}, {-0.0f, 0, 0}, {0, -0.0f, -0.0f}, inf, false, 0, 0},
        {"no time, overlapping", {0.5f, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 0, true, 0, 0},
        {"no time, apart", {2, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 0, false, 0, 0},
        {"-0 time, touching", {1, 0, 0}, {0, 0, 0}, {-1, 0, 0}, -0.0f, true, 0, 0},
        {"touch at the end", {3, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 2, true, 2, 2},
        {"touch just after the end", {3, 0, 0}, {0, 0, 0}, {-1, 0, 0}, 0x1.fffffep0f, false, 0, 0},
        {"endless time", {3, 0, 0}, {0, 0, 0}, {-0.5f, 0, 0}, inf, true, 4, 8},
        {"corner to corner", {3, 3, 3}, {0, 0, 0}, {-1, -1, -1}, inf, true, 2, 4},
        {"corner past corner", {3, -3, 0}, {0, 0, 0}, {-1, 2, 0}, inf, true, 2, 2},
        {"negative time", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, -1, false, 0, 0},
        {"negative endless time", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, -inf, false, 0, 0},
        {"NaN time", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, nan, false, 0, 0},
        {"NaN velocity of a", {0, 0, 0}, {nan, 0, 0}, {0, 0, 0}, 1, false, 0, 0},
        {"NaN velocity of b", {0, 0, 0}, {0, 0, 0}, {0, 0, nan}, 1, false, 0, 0},
        {"infinite velocity of a", {0, 0, 0}, {0, inf, 0}, {0, 0, 0}, 1, false, 0, 0},
        {"infinite velocity of both", {0, 0, 0}, {inf, 0, 0}, {inf, 0, 0}, 1, false, 0, 0},
        {"infinite velocity of b", {3, 0, 0}, {0, 0, 0}, {-inf, 0, 0}, 1, false, 0, 0}};
    for (int i = 0; i < 4; ++i)
        for (size_t j = 0; j < sizeof table / sizeof table[0]; ++j) {
            const struct kind *k = &kinds[i];
            const collide_vec3 at = table[j].at;
            const collide_aabb unit = {{0, 0, 0}, {1, 1, 1}};
            const collide_aabb moved = {at, {at.x + 1, at.y + 1, at.z + 1}};
            float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS], empty[KINDS_MAX_FLOATS];
            const float t_max = table[j].t_max;
            collide_sweep out = {5, 5}, miss = {5, 5};
            k->from_aabb(a, &unit);
            k->from_aabb(b, &moved);
            const bool hit = k->sweep(a, table[j].va, b, table[j].vb, t_max, &out);
            REQUIRE(hit == table[j].hit, "kdop%d %s: hit is %d", k->kind, table[j].name, hit);
            REQUIRE(hit == k->sweep(a, table[j].va, b, table[j].vb, t_max, NULL),
                    "kdop%d %s: out decides", k->kind, table[j].name);
            const float first = hit ? table[j].first : inf, last = hit ? table[j].last : -inf;
            REQUIRE(out.t_first == first && out.t_last == last, "kdop%d %s: from %g to %g", k->kind,
                    table[j].name, (double)out.t_first, (double)out.t_last);
            k->empty(empty);
            assert_false(k->sweep(a, table[j].va, empty, table[j].vb, t_max, &miss));
            assert_true(miss.t_first == inf && miss.t_last == -inf);
            assert_false(k->sweep(empty, table[j].va, b, table[j].vb, t_max, &miss));
            whole_space(k, b);
            assert_false(k->sweep(empty, table[j].va, b, table[j].vb, t_max, &miss));
            b[j % (size_t)k->kind] = nan;
            assert_false(k->sweep(a, table[j].va, b, table[j].vb, t_max, &miss));
            assert_true(miss.t_first == inf && miss.t_last == -inf);
        }
}

// ---- packs -----------------------------------------------------------------------------------

static const size_t pack_sizes[] = {255, 256, 257, 272, 273, 513, 1040, 1100};
#define PACK_SIZES (67 + sizeof pack_sizes / sizeof pack_sizes[0])

static size_t pack_count_of(size_t i) {
    return i < 67 ? i + 1 : pack_sizes[i - 67];
}

// Bounds of all shapes, with empty and infinite ones among them.
static float *some_kdops(const struct kind *k, inputs_random *r, size_t n) {
    float *items = (float *)malloc(n * k->bytes);
    for (size_t i = 0; i < n; ++i) {
        float *item = items + i * (size_t)k->kind;
        random_kdop(k, r, MODERATE, item);
        if (is_empty(k, item))
            continue;
        if (kinds_below(r, 16) == 0)
            item[kinds_below(r, (uint32_t)k->rows)] = -inf;
        if (kinds_below(r, 16) == 0)
            item[0] = -0.0f, item[k->rows] = 0;
    }
    return items;
}

static void check_pack(const struct kind *k, const void *pack, const float *items, size_t n) {
    float out[KINDS_MAX_FLOATS];
    assert_int_equal(k->pack_count(pack), n);
    for (size_t i = 0; i < n; ++i) {
        k->pack_get(out, pack, i);
        assert_memory_equal(out, items + i * (size_t)k->kind, k->bytes);
    }
    const size_t beyond[4] = {n, n + 15, (size_t)UINT32_MAX + 1, SIZE_MAX};
    for (int i = 0; i < 4; ++i) {
        k->pack_get(out, pack, beyond[i]);
        assert_true(is_empty(k, out));
    }
}

// Indices of all that q meets, by single calls, against the library's.
static void check_hits(const struct kind *k, const float *q, const void *pack, const float *items,
                       size_t n) {
    uint32_t *indices = (uint32_t *)malloc((n + 1) * sizeof *indices);
    const size_t hits = k->many_indices(q, pack, indices, n);
    size_t right = 0;
    for (size_t i = 0; i < n; ++i)
        if (k->overlap(q, items + i * (size_t)k->kind)) {
            assert_true(right < hits);
            assert_int_equal(indices[right++], i);
        }
    assert_int_equal(hits, right);
    free(indices);
}

static void test_pack_round_trip(void **state) {
    (void)state;
    inputs_random r = inputs_seed(50);
    for (int i = 0; i < 4; ++i)
        for (size_t j = 0; j < PACK_SIZES; ++j) {
            const struct kind *k = &kinds[i];
            const size_t n = pack_count_of(j), size = k->pack_size(n), floats = (size_t)k->kind;
            const size_t stride = k->bytes + 4 * (j % 3);
            float *items = some_kdops(k, &r, n), q[KINDS_MAX_FLOATS];
            char *strided = (char *)kinds_guarded((n - 1) * stride + k->bytes);
            char *memory = (char *)kinds_guarded(size), *other = (char *)kinds_guarded(size);
            void *pack = NULL, *moved = NULL;
            for (size_t m = 0; m < n; ++m)
                memcpy(strided + m * stride, items + m * floats, k->bytes);
            assert_int_equal(size % COLLIDE_ALIGNMENT, 0);
            assert_int_equal(
                k->pack_build(&pack, memory, size, (float *)(void *)strided, n, j % 3 ? stride : 0),
                COLLIDE_OK);
            assert_ptr_equal(pack, memory);
            check_pack(k, pack, items, n);
            random_kdop(k, &r, MODERATE, q);
            check_hits(k, q, pack, items, n);

            const collide_kdop_pack *h = (const collide_kdop_pack *)pack; // as documented
            assert_int_equal(h->magic, COLLIDE_KDOP_PACK_MAGIC);
            assert_int_equal(h->kind, k->kind);
            assert_int_equal(h->count, n);
            assert_int_equal(h->blocks, COLLIDE_BLOCKS(n));
            assert_int_equal(h->size, size);
            assert_int_equal((h->inside.coarse_offset | h->inside.axis_offset |
                              h->inside.diagonal_offset | h->inside.quantized_axis_offset |
                              h->inside.quantized_diagonal_offset) %
                                 64,
                             0);
            for (size_t lane = 0; lane < COLLIDE_BLOCKS(n) * 16; ++lane) {
                const bool there = lane < n && !is_empty(k, items + lane * floats);
                for (size_t row = 0; row < floats; ++row) { // min, max of row / 2
                    const uint64_t at = row < 6 ? h->inside.axis_offset + (lane / 16 * 6 + row) * 64
                                                : h->inside.diagonal_offset +
                                                      (lane / 16 * (floats - 6) + row - 6) * 64;
                    float x;
                    memcpy(&x, memory + at + lane % 16 * 4, sizeof x);
                    const size_t from = row / 2 + row % 2 * (size_t)k->rows;
                    assert_true(there ? x == items[lane * floats + from] : x != x);
                }
            }

            memcpy(other, memory, size); // elsewhere, without its first home
            memset(memory, 0xff, size);
            assert_int_equal(k->pack_open(&moved, other, size), COLLIDE_OK);
            assert_ptr_equal(moved, other);
            check_pack(k, moved, items, n);
            check_hits(k, q, moved, items, n);

            for (size_t m = 0; m < 20; ++m) { // replaced, shrunk and grown: the blocks follow
                const size_t at = kinds_below(&r, (uint32_t)n);
                random_kdop(k, &r, MODERATE, items + at * floats);
                if (m % 4 == 0)
                    whole_space(k, items + at * floats);
                assert_int_equal(k->pack_set(moved, at, items + at * floats), COLLIDE_OK);
                check_hits(k, q, moved, items, n);
            }
            check_pack(k, moved, items, n);
            kinds_guarded_free(strided, (n - 1) * stride + k->bytes);
            kinds_guarded_free(memory, size);
            kinds_guarded_free(other, size);
            free(items);
        }
}

static void test_pack_size(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        assert_int_equal(k->pack_size(0), 0);
        assert_int_equal(k->pack_size(SIZE_MAX), 0);
        assert_int_equal(k->pack_size(SIZE_MAX - 15), 0);
        assert_int_equal(k->pack_size(SIZE_MAX / 16), 0);
#if SIZE_MAX > UINT32_MAX
        assert_int_equal(k->pack_size((size_t)UINT32_MAX + 1), 0);
        assert_int_equal(k->pack_size((size_t)UINT32_MAX + 17), 0);
        assert_true(k->pack_size(UINT32_MAX) > (size_t)UINT32_MAX * k->bytes);
#endif
        for (size_t n = 1; n < 3000; ++n) {
            const size_t size = k->pack_size(n);
            assert_true(size >= n * k->bytes && size % COLLIDE_ALIGNMENT == 0);
            assert_true(size <= 1024 + (n + 31) / 32 * 32 * k->bytes * 2);
            assert_true(n == 1 || size >= k->pack_size(n - 1));
        }
    }
}

static void test_pack_mesh(void **state) {
    (void)state;
    inputs_random r = inputs_seed(51);
    for (int i = 0; i < 4; ++i)
        for (size_t j = 0; j < PACK_SIZES; ++j)
            for (int form = 0; form < 6; ++form) { // uint16, uint32, none; packed and strided
                const struct kind *k = &kinds[i];
                const size_t n = pack_count_of(j), size = k->pack_size(n);
                const size_t width = form % 3 == 0 ? 2 : 4;
                const size_t vertices = form % 3 == 2 ? 3 * n + j % 2 : 1 + 2 * n;
                const size_t stride = form < 3 ? 12 : 13 + j % 24;
                const size_t vertex_bytes = (vertices - 1) * stride + 12;
                const size_t index_bytes = 3 * n * width;
                char *positions = (char *)kinds_guarded(vertex_bytes);
                char *indices = (char *)kinds_guarded(index_bytes);
                char *memory = (char *)kinds_guarded(size);
                void *pack = NULL;
                memset(positions, 0xff, vertex_bytes); // NaN between the vertices
                for (size_t v = 0; v < vertices; ++v) {
                    const collide_vec3 p = vector(&r, v % 2 ? GRID : MODERATE);
                    memcpy(positions + v * stride, &p, sizeof p);
                }
                for (size_t c = 0; c < 3 * n; ++c) {
                    const uint32_t wide =
                        c ? kinds_below(&r, (uint32_t)vertices) : (uint32_t)vertices - 1;
                    const uint16_t narrow = (uint16_t)wide;
                    memcpy(indices + c * width, width == 2 ? (const void *)&narrow : &wide, width);
                }
                collide_mesh mesh = {positions,
                                     vertices,
                                     form < 3 ? 0 : stride,
                                     form % 3 == 2 ? NULL : indices,
                                     n,
                                     width == 2 ? 2
                                     : j % 2    ? 4
                                                : 0};
                assert_int_equal(k->pack_build_mesh(&pack, memory, size, &mesh), COLLIDE_OK);
                assert_ptr_equal(pack, memory);
                assert_int_equal(k->pack_count(pack), n);
                for (size_t t = 0; t < n; ++t) {
                    collide_triangle triangle;
                    float expected[KINDS_MAX_FLOATS], out[KINDS_MAX_FLOATS];
                    for (size_t c = 0; c < 3; ++c) {
                        uint32_t wide = (uint32_t)(3 * t + c);
                        uint16_t narrow;
                        memcpy(&narrow, indices + (3 * t + c) * 2, 2);
                        if (form % 3 == 0)
                            wide = narrow;
                        else if (form % 3 == 1)
                            memcpy(&wide, indices + (3 * t + c) * 4, 4);
                        memcpy(&triangle.v[c], positions + wide * stride, 12);
                    }
                    k->from_triangle(expected, &triangle);
                    k->pack_get(out, pack, t);
                    assert_memory_equal(out, expected, k->bytes);
                }
                kinds_guarded_free(positions, vertex_bytes);
                kinds_guarded_free(indices, index_bytes);
                kinds_guarded_free(memory, size);
            }
}

// ---- bad input -------------------------------------------------------------------------------

// Memory for a pack filled with a pattern, to see what was written.
static void *patterned(size_t size) {
    return memset(kinds_guarded(size), 0x5a, size);
}

static bool untouched(const void *memory, size_t size) {
    const unsigned char *bytes = (const unsigned char *)memory;
    for (size_t i = 0; i < size; ++i)
        if (bytes[i] != 0x5a)
            return false;
    return true;
}

static void expect_build(const struct kind *k, int line, collide_status expected, void *memory,
                         size_t size, const float *kdops, size_t n, size_t stride) {
    void *pack = memory;
    const collide_status status = k->pack_build(&pack, memory, size, kdops, n, stride);
    REQUIRE(status == expected, "kdop%d, line %d: status %d is '%s', not '%s'", k->kind, line,
            (int)status, collide_status_text(status), collide_status_text(expected));
    REQUIRE(pack == NULL, "kdop%d, line %d: pack is not NULL", k->kind, line);
}

static void test_build_errors(void **state) {
    (void)state;
    inputs_random r = inputs_seed(60);
    float *forbidden = (float *)kinds_guarded(0); // its first byte traps
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        const size_t n = 35, size = k->pack_size(n), rows = (size_t)k->rows;
        float *items = some_kdops(k, &r, n);
        char *room = (char *)patterned(size + COLLIDE_ALIGNMENT), *m = room;
        m += (size_t) - (intptr_t)room % COLLIDE_ALIGNMENT;
        expect_build(k, __LINE__, COLLIDE_ERROR_NULL, NULL, size, items, n, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_NULL, m, size, NULL, n, 0);
        assert_int_equal(k->pack_build(NULL, m, size, items, n, 0), COLLIDE_ERROR_NULL);
        expect_build(k, __LINE__, COLLIDE_ERROR_COUNT, m, size, items, 0, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_STRIDE, m, size, forbidden, n, k->bytes - 1);
        expect_build(k, __LINE__, COLLIDE_ERROR_STRIDE, m, size, forbidden, n, 1);
        expect_build(k, __LINE__, COLLIDE_ERROR_SIZE, m, size - 1, forbidden, n, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_SIZE, m, 0, forbidden, n, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_SIZE, m, 63, forbidden, n, 0);
        for (size_t off = 1; off < COLLIDE_ALIGNMENT; ++off)
            expect_build(k, __LINE__, COLLIDE_ERROR_ALIGNMENT, m + off - 64 * (m > room), size,
                         forbidden, n, 0);
        const size_t huge[4] = {SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 4, SIZE_MAX / 24 + 1};
        for (int j = 0; j < 4; ++j)
            expect_build(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, forbidden, huge[j], 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, size, forbidden, n, SIZE_MAX / n);
        expect_build(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, size, forbidden, n, SIZE_MAX);
#if SIZE_MAX > UINT32_MAX
        expect_build(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, forbidden,
                     (size_t)UINT32_MAX + 1, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, forbidden,
                     (size_t)UINT32_MAX + 17, 0);
        expect_build(k, __LINE__, COLLIDE_ERROR_SIZE, m, size, forbidden, UINT32_MAX, 0);
#endif
        for (size_t j = 0; j < (size_t)k->kind * 3; ++j) { // NaN in the first, any and last
            const size_t at = j % 3 == 0 ? 0 : j % 3 == 1 ? kinds_below(&r, 35) : n - 1;
            float *x = &items[at * (size_t)k->kind + j / 3], keep = *x;
            *x = not_a_number();
            expect_build(k, __LINE__, COLLIDE_ERROR_NOT_FINITE, m, size, items, n, 0);
            *x = keep;
        }
        for (size_t j = 0; j < rows * 3; ++j) { // min > max
            const size_t at = j % 3 == 0 ? 0 : j % 3 == 1 ? kinds_below(&r, 35) : n - 1;
            float *min = &items[at * (size_t)k->kind + j / 3], *max = min + rows;
            const float keep_min = *min, keep_max = *max;
            *min = j % 2 ? inf : 0x1.000002p0f;
            *max = 1;
            expect_build(k, __LINE__, COLLIDE_ERROR_EXTENT, m, size, items, n, 0);
            *min = -1;
            *max = -inf;
            expect_build(k, __LINE__, COLLIDE_ERROR_EXTENT, m, size, items, n, 0);
            *min = keep_min;
            *max = keep_max;
        }
        REQUIRE(untouched(room, size + COLLIDE_ALIGNMENT), "kdop%d: memory written", k->kind);
        void *pack = NULL;
        assert_int_equal(k->pack_build(&pack, m, size, items, n, 0), COLLIDE_OK);
        for (size_t j = 0; j < COLLIDE_ALIGNMENT; ++j) { // the rest of the room
            const char *rest =
                m + size + j < room + size + COLLIDE_ALIGNMENT ? m + size + j : room + j;
            assert_true((rest >= m && rest < m + size) || *rest == 0x5a);
        }
        kinds_guarded_free(room, size + COLLIDE_ALIGNMENT);
        free(items);
    }
    kinds_guarded_free(forbidden, 0);
}

static void expect_mesh(const struct kind *k, int line, collide_status expected, void *memory,
                        size_t size, const collide_mesh *mesh) {
    void *pack = memory;
    const collide_status status = k->pack_build_mesh(&pack, memory, size, mesh);
    REQUIRE(status == expected, "kdop%d, line %d: status is '%s', not '%s'", k->kind, line,
            collide_status_text(status), collide_status_text(expected));
    REQUIRE(pack == NULL, "kdop%d, line %d: pack is not NULL", k->kind, line);
}

static void test_build_mesh_errors(void **state) {
    (void)state;
    const void *forbidden = kinds_guarded(0);
    inputs_random r = inputs_seed(61);
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        const size_t n = 20, size = k->pack_size(n);
        char *m = (char *)patterned(size);
        collide_vec3 positions[60];
        uint32_t wide[60];
        uint16_t narrow[60];
        for (uint32_t v = 0; v < 60; ++v) {
            positions[v] = vector(&r, MODERATE);
            wide[v] = 59 - v;
            narrow[v] = (uint16_t)(59 - v);
        }
        const collide_mesh good = {positions, 60, 0, wide, n, 0};
        const collide_mesh far = {forbidden, 60, 0, forbidden, n, 0};
        collide_mesh bad = good;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_NULL, m, size, NULL);
        expect_mesh(k, __LINE__, COLLIDE_ERROR_NULL, NULL, size, &good);
        assert_int_equal(k->pack_build_mesh(NULL, m, size, &good), COLLIDE_ERROR_NULL);
        bad.positions = NULL;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_NULL, m, size, &bad);
        bad = far;
        bad.vertex_count = 0;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_COUNT, m, size, &bad);
        bad = far;
        bad.triangle_count = 0;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_COUNT, m, size, &bad);
        bad = far;
        bad.position_stride = 11;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_STRIDE, m, size, &bad);
        const size_t widths[5] = {1, 3, 5, 8, SIZE_MAX};
        for (int j = 0; j < 5; ++j) {
            bad = far;
            bad.index_size = widths[j];
            expect_mesh(k, __LINE__, COLLIDE_ERROR_INDEX_SIZE, m, size, &bad);
        }
        bad = far;
        bad.position_stride = SIZE_MAX / 2;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, size, &bad);
        bad = far;
        bad.vertex_count = SIZE_MAX;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, size, &bad);
        const size_t counts[3] = {SIZE_MAX, SIZE_MAX / 3 + 1, SIZE_MAX / 12 + 1};
        for (int j = 0; j < 3; ++j) {
            bad = far;
            bad.triangle_count = counts[j];
            expect_mesh(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, &bad);
            bad.indices = NULL;
            expect_mesh(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, &bad);
        }
#if SIZE_MAX > UINT32_MAX
        bad = far;
        bad.triangle_count = (size_t)UINT32_MAX + 1;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_OVERFLOW, m, SIZE_MAX, &bad);
        bad.triangle_count = UINT32_MAX;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_SIZE, m, size, &bad);
#endif
        expect_mesh(k, __LINE__, COLLIDE_ERROR_SIZE, m, size - 1, &far);
        expect_mesh(k, __LINE__, COLLIDE_ERROR_ALIGNMENT, m + 4, size, &far);
        expect_mesh(k, __LINE__, COLLIDE_ERROR_ALIGNMENT, m + 32, size, &far);
        for (size_t c = 0; c < 60; ++c) {
            const uint32_t keep = wide[c];
            wide[c] = 60;
            expect_mesh(k, __LINE__, COLLIDE_ERROR_INDEX, m, size, &good);
            wide[c] = UINT32_MAX;
            expect_mesh(k, __LINE__, COLLIDE_ERROR_INDEX, m, size, &good);
            wide[c] = keep;
            bad = good;
            bad.indices = narrow;
            bad.index_size = 2;
            narrow[c] = UINT16_MAX;
            expect_mesh(k, __LINE__, COLLIDE_ERROR_INDEX, m, size, &bad);
            narrow[c] = (uint16_t)keep;
            float *const x = coordinate(&positions[c], (int)c % 3), kept = *x;
            const float nots[3] = {inf, -inf, not_a_number()};
            *x = nots[c % 7 % 3];
            expect_mesh(k, __LINE__, COLLIDE_ERROR_NOT_FINITE, m, size, &good);
            *x = kept;
        }
        bad = good;
        bad.indices = NULL; // triangle 19 would need vertex 59
        bad.vertex_count = 59;
        expect_mesh(k, __LINE__, COLLIDE_ERROR_INDEX, m, size, &bad);
        REQUIRE(untouched(m, size), "kdop%d: memory written", k->kind);
        positions[0].x = not_a_number(); // no triangle uses it
        wide[59] = 1;
        void *pack = NULL;
        assert_int_equal(k->pack_build_mesh(&pack, m, size, &good), COLLIDE_OK);
        kinds_guarded_free(m, size);
    }
    kinds_guarded_free((void *)(uintptr_t)forbidden, 0);
}

static void expect_open(const struct kind *k, int line, collide_status expected, void *memory,
                        size_t size) {
    void *pack = memory;
    const collide_status status = k->pack_open(&pack, memory, size);
    REQUIRE(status == expected, "kdop%d, line %d: status is '%s', not '%s'", k->kind, line,
            collide_status_text(status), collide_status_text(expected));
    REQUIRE(pack == (expected == COLLIDE_OK ? memory : NULL), "kdop%d, line %d: pack", k->kind,
            line);
}

static void test_open_errors(void **state) {
    (void)state;
    inputs_random r = inputs_seed(62);
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        const size_t n = 300, size = k->pack_size(n);
        float *items = some_kdops(k, &r, n);
        char *m = (char *)kinds_guarded(size);
        void *pack = NULL;
        assert_int_equal(k->pack_build(&pack, m, size, items, n, 0), COLLIDE_OK);
        expect_open(k, __LINE__, COLLIDE_OK, m, size);
        expect_open(k, __LINE__, COLLIDE_OK, m, size + 1000);
        expect_open(k, __LINE__, COLLIDE_ERROR_NULL, NULL, size);
        assert_int_equal(k->pack_open(NULL, m, size), COLLIDE_ERROR_NULL);
        expect_open(k, __LINE__, COLLIDE_ERROR_ALIGNMENT, m + 4, size);
        const size_t shorter[5] = {0, 1, sizeof(collide_kdop_pack) - 1, sizeof(collide_kdop_pack),
                                   size - 1};
        for (int j = 0; j < 5; ++j)
            expect_open(k, __LINE__, COLLIDE_ERROR_SIZE, m, shorter[j]);
        for (int j = 0; j < 4; ++j)
            if (j != i)
                expect_open(&kinds[j], __LINE__, COLLIDE_ERROR_KIND, m, size);
        for (size_t bit = 0; bit < sizeof(collide_kdop_pack) * 8; ++bit) {
            // any damage to the header is seen, but for a count with the same blocks
            void *opened = m;
            collide_kdop_pack header;
            m[bit / 8] = (char)(m[bit / 8] ^ 1 << bit % 8);
            memcpy(&header, m, sizeof header);
            if (header.count == n || COLLIDE_BLOCKS(header.count) != COLLIDE_BLOCKS(n)) {
                assert_int_not_equal(k->pack_open(&opened, m, size), COLLIDE_OK);
                assert_null(opened);
            }
            m[bit / 8] = (char)(m[bit / 8] ^ 1 << bit % 8);
        }
        expect_open(k, __LINE__, COLLIDE_OK, m, size);
        check_pack(k, pack, items, n);
        kinds_guarded_free(m, size);
        free(items);
    }
}

static void test_set_errors(void **state) {
    (void)state;
    inputs_random r = inputs_seed(63);
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i], *other = &kinds[(i + 1) % 4];
        const size_t n = 40, size = k->pack_size(n);
        float *items = some_kdops(k, &r, n), one[KINDS_MAX_FLOATS], bad[KINDS_MAX_FLOATS];
        char *m = (char *)kinds_guarded(size), *copy = (char *)malloc(size);
        void *pack = NULL;
        assert_int_equal(k->pack_build(&pack, m, size, items, n, 0), COLLIDE_OK);
        memcpy(copy, m, size);
        const struct shape s = make_shape(&r, AABB, MODERATE);
        bound(&kinds[3], &s, one);
        assert_int_equal(other->pack_set(pack, 0, one), COLLIDE_ERROR_KIND);
        bound(k, &s, one);
        assert_int_equal(k->pack_set(NULL, 0, one), COLLIDE_ERROR_NULL);
        assert_int_equal(k->pack_set(pack, 0, NULL), COLLIDE_ERROR_NULL);
        assert_int_equal(k->pack_set(pack, n, one), COLLIDE_ERROR_INDEX);
        assert_int_equal(k->pack_set(pack, SIZE_MAX, one), COLLIDE_ERROR_INDEX);
        assert_int_equal(k->pack_set(pack, (size_t)UINT32_MAX + 1, one), COLLIDE_ERROR_INDEX);
        for (int j = 0; j < k->kind; ++j) {
            memcpy(bad, one, sizeof bad);
            bad[j] = not_a_number();
            assert_int_equal(k->pack_set(pack, 3, bad), COLLIDE_ERROR_NOT_FINITE);
            memcpy(bad, one, sizeof bad);
            bad[j] = j < k->rows ? largest : -largest;
            assert_int_equal(k->pack_set(pack, 3, bad), COLLIDE_ERROR_EXTENT);
            bad[j] = j < k->rows ? inf : -inf; // half of an empty row
            assert_int_equal(k->pack_set(pack, 3, bad), COLLIDE_ERROR_EXTENT);
        }
        assert_memory_equal(m, copy, size);
        free(copy);
        free(items);
        kinds_guarded_free(m, size);
    }
}

// NULL, and packs of other kinds, are empty for every query; nothing is written.
static void test_queries_accept_no_pack(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i)
        for (int j = -1; j < 4; ++j) {
            const struct kind *k = &kinds[i], *other = &kinds[j < 0 ? i : j];
            const size_t n = 33, size = k->pack_size(n), other_size = other->pack_size(n);
            float *space = (float *)malloc(n * kinds[3].bytes);
            char *m = (char *)kinds_guarded(size), *o = (char *)kinds_guarded(other_size);
            void *pack = NULL, *wrong = NULL;
            uint16_t bits[8];
            uint32_t indices[8];
            collide_pair pairs[8];
            float out[KINDS_MAX_FLOATS];
            if (j == i)
                wrong = NULL; // a pack that is damaged
            for (size_t p = 0; p < n; ++p)
                whole_space(k, space + p * (size_t)k->kind);
            assert_int_equal(k->pack_build(&pack, m, size, space, n, 0), COLLIDE_OK);
            for (size_t p = 0; p < n && j >= 0; ++p)
                whole_space(other, space + p * (size_t)other->kind);
            if (j >= 0)
                assert_int_equal(other->pack_build(&wrong, o, other_size, space, n, 0), COLLIDE_OK);
            if (j == i)
                o[0] = 0; // no magic
            memset(bits, 0x5a, sizeof bits);
            memset(indices, 0x5a, sizeof indices);
            memset(pairs, 0x5a, sizeof pairs);
            whole_space(k, space);
            whole_space(k, space + k->kind);
            assert_int_equal(k->pack_count(wrong), 0);
            k->pack_get(out, wrong, 0);
            assert_true(is_empty(k, out));
            assert_int_equal(k->many(space, wrong, bits), 0);
            assert_int_equal(k->many(space, wrong, NULL), 0);
            assert_int_equal(k->many_indices(space, wrong, indices, 8), 0);
            assert_int_equal(k->lanes(wrong, pack, bits), 0);
            assert_int_equal(k->lanes(pack, wrong, bits), 0);
            assert_int_equal(k->lanes(wrong, wrong, NULL), 0);
            assert_int_equal(k->all(space, 2, 0, wrong, bits), 0);
            assert_int_equal(k->all(space, 0, 0, pack, bits), 0);
            assert_int_equal(k->all_indices(wrong, pack, pairs, 8), 0);
            assert_int_equal(k->all_indices(pack, wrong, pairs, 8), 0);
            assert_int_equal(k->self_indices(wrong, pairs, 8), 0);
            assert_int_equal(k->pairs(space, 1, 0, space, 1, 0, pairs, 0, bits), 0);
            assert_int_equal(k->pairs(space, 1, 0, space, 1, 0, NULL, 0, NULL), 0);
            assert_true(untouched(bits, sizeof bits) && untouched(indices, sizeof indices) &&
                        untouched(pairs, sizeof pairs));
            assert_int_equal(k->self_indices(pack, pairs, 0), n * (n - 1) / 2);
            kinds_guarded_free(m, size);
            kinds_guarded_free(o, other_size);
            free(space);
        }
}

// A batch cut at multiples of 16 gives the bits of one that holds all.
static void test_cut_batches(void **state) {
    (void)state;
    inputs_random r = inputs_seed(64);
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        const size_t n = 700, blocks = COLLIDE_BLOCKS(n), size = k->pack_size(n);
        float *items = some_kdops(k, &r, n), q[KINDS_MAX_FLOATS];
        char *m = (char *)kinds_guarded(size), *part = (char *)kinds_guarded(size);
        uint16_t whole[44], cut[44];
        void *pack = NULL;
        random_kdop(k, &r, MODERATE, q);
        assert_int_equal(k->pack_build(&pack, m, size, items, n, 0), COLLIDE_OK);
        const size_t hits = k->many(q, pack, whole);
        for (size_t step = 16; step < n; step += 16 * 5) {
            size_t sum = 0;
            for (size_t at = 0; at < n; at += step) {
                const size_t count = n - at < step ? n - at : step;
                assert_int_equal(
                    k->pack_build(&pack, part, size, items + at * (size_t)k->kind, count, 0),
                    COLLIDE_OK);
                sum += k->many(q, pack, cut + at / 16);
            }
            assert_int_equal(sum, hits);
            assert_memory_equal(cut, whole, blocks * sizeof *cut);
        }
        kinds_guarded_free(m, size);
        kinds_guarded_free(part, size);
        free(items);
    }
}

// An extent of 0 along an axis so long that its diagonals overflow is 0, not NaN.
static void test_zero_extents_of_huge_axes(void **state) {
    (void)state;
    const collide_obb box = {{0, 0, 0}, {0, 1, 1}, {{3e38f, 3e38f, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_cylinder disc = {{0, 0, 0}, {3e38f, 3e38f, 0}, 1, 0};
    const collide_sphere ball = {{0, 0, 0}, 1};
    for (int i = 0; i < 4; ++i) {
        const struct kind *k = &kinds[i];
        float a[KINDS_MAX_FLOATS], b[KINDS_MAX_FLOATS], c[KINDS_MAX_FLOATS];
        k->from_obb(a, &box);
        k->from_cylinder(b, &disc);
        k->from_sphere(c, &ball);
        REQUIRE(k->overlap(a, c), "kdop%d: the box is lost", k->kind);
        REQUIRE(k->overlap(b, c), "kdop%d: the disc is lost", k->kind);
    }
}

// Rows damaged behind an intact header give wrong answers, but none outside the pack.
static void test_damaged_rows(void **state) {
    (void)state;
    inputs_random r = inputs_seed(77);
    for (int i = 0; i < 4 * 200; ++i) {
        const struct kind *k = &kinds[i % 4];
        const size_t n = 1 + kinds_below(&r, 100), size = k->pack_size(n);
        float *items = some_kdops(k, &r, n), q[KINDS_MAX_FLOATS];
        char *memory = (char *)kinds_guarded(size);
        uint16_t *bits = (uint16_t *)kinds_guarded(COLLIDE_BLOCKS(n) * sizeof *bits);
        collide_pair *pairs = (collide_pair *)malloc(n * n * sizeof *pairs);
        void *pack = NULL;
        assert_int_equal(k->pack_build(&pack, memory, size, items, n, 0), COLLIDE_OK);
        const int value = (int)kinds_below(&r, 256);
        for (size_t j = sizeof(collide_kdop_pack) + 256; j < size; ++j)
            memory[j] = (char)(i % 3 ? inputs_next(&r) >> 56 : (uint64_t)value);
        assert_int_equal(k->pack_open(&pack, memory, size), COLLIDE_OK);
        random_kdop(k, &r, MODERATE, q);
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                continue;
            assert_true(k->many(q, pack, bits) <= n);
            assert_true(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
            assert_true(k->all(q, 1, 0, pack, bits) <= n);
            assert_true(k->lanes(pack, pack, bits) <= n);
            const size_t hits = k->all_indices(pack, pack, pairs, n * n);
            for (size_t j = 0; j < hits; ++j)
                assert_true(pairs[j].a < n && pairs[j].b < n);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        kinds_guarded_free(memory, size);
        kinds_guarded_free(bits, COLLIDE_BLOCKS(n) * sizeof *bits);
        free(pairs);
        free(items);
    }
}

// ---- packs of shapes and updates -------------------------------------------------------------

#define MOST_SHAPES 70

// Packs of the bounds of shapes, built and updated on every instruction set, hold the bytes of
// packs of what the scalar single calls return.
#define SHAPE_PACKS(K, type, types, field)                                                         \
    static void check_packs_##K##_##type(const struct shape *s, size_t n) {                        \
        const size_t size = collide_kdop##K##_pack_size(n), part = n / 3, stride = sizeof *s;      \
        const collide_##type *all = &s->field;                                                     \
        static collide_kdop##K bounds[MOST_SHAPES];                                                \
        char *want = (char *)kinds_guarded(size), *got = (char *)kinds_guarded(size);              \
        collide_kdop##K##_pack *pack;                                                              \
        collide_isa_limit(COLLIDE_ISA_SCALAR);                                                     \
        for (size_t i = 0; i < n; ++i)                                                             \
            bounds[i] = collide_kdop##K##_from_##type(&s[i].field);                                \
        assert_int_equal(collide_kdop##K##_pack_build(&pack, want, size, bounds, n, 0),            \
                         COLLIDE_OK);                                                              \
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {                                        \
            if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)                     \
                continue;                                                                          \
            for (size_t i = 0; i < n; ++i) {                                                       \
                const collide_kdop##K one = collide_kdop##K##_from_##type(&s[i].field);            \
                assert_memory_equal(&one, &bounds[i], sizeof one);                                 \
            }                                                                                      \
            memset(got, 0x55, size);                                                               \
            assert_int_equal(                                                                      \
                collide_kdop##K##_pack_build_##types(&pack, got, size, all, n, stride),            \
                COLLIDE_OK);                                                                       \
            assert_memory_equal(want, got, size);                                                  \
            assert_int_equal(collide_kdop##K##_pack_build(&pack, got, size, bounds, n, 0),         \
                             COLLIDE_OK);                                                          \
            assert_memory_equal(want, got, size);                                                  \
            for (size_t i = 0; i < n - part; ++i) /* moved: the last to the front */               \
                assert_int_equal(collide_kdop##K##_pack_set(pack, i, &bounds[i + part]),           \
                                 COLLIDE_OK);                                                      \
            collide_kdop##K##_pack *other = (collide_kdop##K##_pack *)(void *)want;                \
            assert_int_equal(                                                                      \
                collide_kdop##K##_pack_update_##types(other, 0, &s[part].field, n - part, stride), \
                COLLIDE_OK);                                                                       \
            assert_memory_equal(want, got, size);                                                  \
            assert_int_equal(                                                                      \
                collide_kdop##K##_pack_update(pack, part, bounds + part, n - part, 0),             \
                COLLIDE_OK);                                                                       \
            for (size_t i = part; i < n; ++i)                                                      \
                assert_int_equal(collide_kdop##K##_pack_set(other, i, &bounds[i]), COLLIDE_OK);    \
            assert_memory_equal(want, got, size);                                                  \
            assert_int_equal(collide_kdop##K##_pack_update_##types(pack, 0, all, n, stride),       \
                             COLLIDE_OK);                                                          \
            assert_int_equal(collide_kdop##K##_pack_update(other, 0, bounds, n, 0), COLLIDE_OK);   \
            assert_memory_equal(want, got, size); /* as built */                                   \
        }                                                                                          \
        struct shape bad = s[0];                                                                   \
        memcpy(want, got, size);                                                                   \
        *coordinate((collide_vec3 *)(void *)&bad.field, 1) = not_a_number();                       \
        assert_int_equal(collide_kdop##K##_pack_update_##types(pack, n - 1, &bad.field, 1, 0),     \
                         COLLIDE_ERROR_NOT_FINITE);                                                \
        assert_int_equal(collide_kdop##K##_pack_update_##types(pack, n, all, 1, stride),           \
                         COLLIDE_ERROR_INDEX);                                                     \
        assert_int_equal(collide_kdop##K##_pack_update_##types(NULL, 0, all, 1, stride),           \
                         COLLIDE_ERROR_NULL);                                                      \
        assert_memory_equal(want, got, size);                                                      \
        assert_int_equal(collide_kdop##K##_pack_build_##types(&pack, got, size, &bad.field, 1, 0), \
                         COLLIDE_ERROR_NOT_FINITE);                                                \
        assert_null(pack);                                                                         \
        assert_memory_equal(want, got, size);                                                      \
        collide_isa_limit(COLLIDE_ISA_COUNT);                                                      \
        kinds_guarded_free(want, size);                                                            \
        kinds_guarded_free(got, size);                                                             \
    }
#define SHAPE_PACKS_OF(K)                                                                          \
    SHAPE_PACKS(K, obb, obbs, obb)                                                                 \
    SHAPE_PACKS(K, sphere, spheres, sphere)                                                        \
    SHAPE_PACKS(K, aabb, aabbs, box)                                                               \
    static void check_packs_##K(const struct shape *s, size_t n) {                                 \
        check_packs_##K##_obb(s, n);                                                               \
        check_packs_##K##_sphere(s, n);                                                            \
        check_packs_##K##_aabb(s, n);                                                              \
    }
SHAPE_PACKS_OF(6)
SHAPE_PACKS_OF(14)
SHAPE_PACKS_OF(18)
SHAPE_PACKS_OF(26)

static void test_packs_of_shapes(void **state) {
    (void)state;
    static struct shape s[MOST_SHAPES];
    inputs_random r = inputs_seed(64);
    for (size_t i = 0; i < cases(240); ++i) {
        const size_t n = 1 + kinds_below(&r, i % 2 ? 20 : MOST_SHAPES);
        const enum number_class c = (enum number_class)(i % CLASS_COUNT);
        for (size_t j = 0; j < n; ++j) {
            s[j] = make_shape(&r, AABB, kinds_below(&r, 9) ? c : MIXED);
            if (kinds_below(&r, 9) == 0)
                s[j].box.max.x = -inf;
        }
        check_packs_6(s, n);
        check_packs_14(s, n);
        check_packs_18(s, n);
        check_packs_26(s, n);
    }
}

// An update of any pack writes what single replacements write, for any stride.
static void test_pack_updates(void **state) {
    (void)state;
    inputs_random r = inputs_seed(65);
    for (size_t type = 0; type < sizeof pack_types / sizeof *pack_types; ++type)
        for (size_t i = 0; i < cases(60); ++i) {
            const struct pack_type *t = &pack_types[type];
            const size_t n = 1 + kinds_below(&r, 50), size = t->size(n),
                         first = kinds_below(&r, 50);
            const size_t stride = t->bytes + kinds_below(&r, 9), m = kinds_below(&r, 50);
            float *all = (float *)calloc(n, t->bytes);
            char *moved = (char *)calloc(m + 1, stride), *one = (char *)kinds_guarded(size);
            char *other = (char *)kinds_guarded(size);
            void *pack = NULL, *second = NULL;
            for (size_t k = 0; k < n + m; ++k) { // AABBs, OBBs and k-DOPs need more than numbers
                float object[KINDS_MAX_FLOATS];
                for (size_t x = 0; x < t->floats; ++x)
                    object[x] = (float)kinds_below(&r, 9) + (x >= t->floats / 2 ? 9.0f : 0.0f);
                if (strcmp(t->name, "obb") == 0)
                    for (size_t x = 0; x < 9; ++x)
                        object[6 + x] = x % 4 == 0 ? 1.0f : 0.0f;
                if (strcmp(t->name, "cylinder") == 0) {
                    object[3] = object[5] = 0;
                    object[4] = 1;
                }
                memcpy(k < n ? (char *)all + k * t->bytes : moved + (k - n) * stride, object,
                       t->bytes);
            }
            assert_int_equal(t->build(&pack, one, size, all, n, 0), COLLIDE_OK);
            assert_int_equal(t->build(&second, other, size, all, n, 0), COLLIDE_OK);
            const collide_status status =
                t->update(pack, first, (const float *)(const void *)moved, m, stride);
            assert_int_equal(status, first + m <= n ? COLLIDE_OK : COLLIDE_ERROR_INDEX);
            for (size_t k = 0; k < m && status == COLLIDE_OK; ++k)
                assert_int_equal(
                    t->set(second, first + k, (const float *)(const void *)(moved + k * stride)),
                    COLLIDE_OK);
            assert_memory_equal(one, other, size);
            assert_int_equal(t->update(pack, 0, all, 1, t->bytes - 4), COLLIDE_ERROR_STRIDE);
            assert_int_equal(t->update(pack, 0, NULL, 1, 0), COLLIDE_ERROR_NULL);
            assert_int_equal(t->update(pack, 0, all, SIZE_MAX, 0), COLLIDE_ERROR_INDEX);
            assert_memory_equal(one, other, size);
            kinds_guarded_free(one, size);
            kinds_guarded_free(other, size);
            free(all);
            free(moved);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status_text),
        cmocka_unit_test(test_isa_text),
        cmocka_unit_test(test_obb_check),
        cmocka_unit_test(test_obb_orthonormalize),
        cmocka_unit_test(test_obb_orthonormalize_nearly_parallel),
        cmocka_unit_test(test_obb_orthonormalize_bad_axes),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_empty_in_all_of_space),
        cmocka_unit_test(test_bad_shapes_are_empty),
        cmocka_unit_test(test_infinite_boxes),
        cmocka_unit_test(test_zero_extents_of_huge_axes),
        cmocka_unit_test(test_damaged_rows),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_boxes_of_splines),
        cmocka_unit_test(test_bounds_of_integers_are_exact),
        cmocka_unit_test(test_points_with_strides),
        cmocka_unit_test(test_points_errors),
        cmocka_unit_test(test_verdicts_random),
        cmocka_unit_test(test_verdicts_mixed),
        cmocka_unit_test(test_verdicts_grid),
        cmocka_unit_test(test_verdicts_shared_vertices),
        cmocka_unit_test(test_verdicts_vertices_on_bounds),
        cmocka_unit_test(test_exact_touch),
        cmocka_unit_test(test_point),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_translate),
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_sweep_moderate),
        cmocka_unit_test(test_sweep_grid),
        cmocka_unit_test(test_sweep_near),
        cmocka_unit_test(test_sweep_huge_and_tiny),
        cmocka_unit_test(test_sweep_situations),
        cmocka_unit_test(test_pack_size),
        cmocka_unit_test(test_pack_round_trip),
        cmocka_unit_test(test_pack_mesh),
        cmocka_unit_test(test_build_errors),
        cmocka_unit_test(test_build_mesh_errors),
        cmocka_unit_test(test_open_errors),
        cmocka_unit_test(test_set_errors),
        cmocka_unit_test(test_queries_accept_no_pack),
        cmocka_unit_test(test_cut_batches),
        cmocka_unit_test(test_packs_of_shapes),
        cmocka_unit_test(test_pack_updates),
    };
    oracle_init();
    mpz_inits(t0, t1, t2, t3, t4, NULL);
    return cmocka_run_group_tests_name("kdop", tests, NULL, NULL);
}
