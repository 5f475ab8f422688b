// Triangles against triangles: verdicts against exact rationals on random and adversarial pairs of
// every scale, in all orders of vertices and by every batch; published pairs; what they have in
// common; contacts; closest points.
#define TEST_PART "../src/triangle/batches.h"
#include "test.h"

#include "../src/base/closest.h"

#include "data.h"
#include "exact.h"

// ---- pairs -----------------------------------------------------------------------------------

enum pair_class {
    RANDOM,
    NEAR,
    GRID,
    COPLANAR,
    LEVEL,
    SHARED,
    JUNCTION,
    ULP,
    SLIVER,
    LINE,
    WIDE,
    SPECIAL,
    CLASS_COUNT
};
static const char *const class_names[CLASS_COUNT] = {
    "random",        "2 % hits", "grid",   "coplanar", "level", "shared vertices",
    "on each other", "an ulp",   "sliver", "no area",  "wide",  "not finite"};

struct pair {
    collide_triangle t[2];
};

static float *number(struct pair *p, unsigned i) {
    return &p->t[i / 9].v[0].x + i % 9;
}

static float small(inputs_random *r, unsigned n) {
    return (float)(int)(inputs_next(r) >> 33 & (n - 1));
}

// Half-way between two numbers of a small grid, or at one of them: exact.
static collide_vec3 between(collide_vec3 a, collide_vec3 b, float t) {
    return vec(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
}

static float any_float(inputs_random *r) {
    for (;;) {
        const uint32_t bits = (uint32_t)(inputs_next(r) >> 32);
        float x;
        memcpy(&x, &bits, sizeof x);
        if (oracle_finite(x))
            return x;
    }
}

static struct pair make_pair(inputs_random *r, enum pair_class c) {
    struct pair p;
    const uint64_t dice = inputs_next(r) >> 20;
    const unsigned cells = c == JUNCTION || c == ULP         ? 16
                           : c == COPLANAR && dice >> 32 & 1 ? 8u << (dice >> 33) % 18
                                                             : 8;
    for (unsigned i = 0; i < 18; ++i)
        *number(&p, i) = c == RANDOM || c == NEAR || c == SLIVER || c == SHARED || c == SPECIAL
                             ? inputs_uniform(r, 0, 1)
                         : c == WIDE ? any_float(r)
                                     : small(r, cells);
    if (c == NEAR) {
        const collide_vec3 d = inputs_vec3(r, -1, 1);
        for (int i = 0; i < 3; ++i)
            p.t[1].v[i] = vec(p.t[1].v[i].x + d.x, p.t[1].v[i].y + d.y, p.t[1].v[i].z + d.z);
    }
    if (c == COPLANAR || c == LEVEL)
        for (int i = 0; i < 6; ++i) { // a plane of the grid
            collide_vec3 *v = &p.t[i / 3].v[i % 3];
            const float slope = (float)(int)(dice >> 3 & 3);
            v->z = c == LEVEL ? 3 : slope * v->x + 2 * v->y + (dice >> 6 & 1 ? v->x : 1);
            if (c == LEVEL && dice & 4) {
                const float z = v->z;
                v->z = v->x;
                v->x = z;
            }
        }
    bool exact = false;
    if (c == LEVEL && (dice >> 12 & 3) == 0) {
        // A vertex of b on an edge of a, but for the last place of that edge's end near 0.
        const float x = inputs_uniform(r, 1, 8), y = inputs_uniform(r, 1, 8);
        const uint32_t bits = 0x30800000 + (dice >> 14 & 3); // 2^-30, or an ulp or more above
        float tiny;
        memcpy(&tiny, &bits, sizeof tiny);
        p.t[0].v[0] = vec(x * tiny, y * 0x1p-30f, 3);
        p.t[0].v[1] = vec(8 * x, 8 * y, 3);
        p.t[1].v[0] = vec(4 * x, 4 * y, 3);
        p.t[0].v[2].z = p.t[1].v[1].z = p.t[1].v[2].z = 3;
        exact = true;
    }
    if (c == SHARED || (c == COPLANAR && dice % 8 == 0)) {
        p.t[1].v[dice % 3] = p.t[0].v[dice / 3 % 3];
        if (dice & 1024)
            p.t[1].v[(dice + 1) % 3] = p.t[0].v[(dice / 3 + 1 + (dice >> 11 & 1)) % 3];
    }
    if (c == JUNCTION ||
        c == ULP) { // a vertex of b on an edge of a or inside a, or two edges cross
        const collide_vec3 *v = p.t[0].v;
        const collide_vec3 on = between(v[0], v[1], 0.5f);
        collide_vec3 *w = p.t[1].v;
        if (dice % 3 == 0)
            w[0] = on;
        else if (dice % 3 == 1)
            w[0] = between(on, v[2], 0.5f);
        else
            w[0] = between(w[1], on, 2.0f); // the middle of edge 0 is there
    }
    if (c == ULP) {
        float *x = number(&p, (unsigned)(dice >> 8) % 18);
        uint32_t bits;
        memcpy(&bits, x, sizeof bits);
        bits += dice & 64 ? 1 : bits & 0x7fffffff ? 0xffffffffu : 0;
        memcpy(x, &bits, sizeof bits);
    }
    if (c == SLIVER)
        for (int i = 0; i < 2; ++i) {
            collide_vec3 *v = p.t[i].v;
            const float d = dice & 1 ? 1e-7f : dice & 2 ? 1e-4f : 1e-20f;
            v[2] = between(v[0], v[1], inputs_uniform(r, -0.5f, 1.5f));
            v[2].x += (dice >> (4 + i) & 1) ? 0 : d * inputs_uniform(r, -1, 1);
            if (dice >> 6 & 1) // the other one close by, nearly parallel
                v[0] = between(p.t[0].v[0], p.t[0].v[1], 0.25f);
        }
    if (c == LINE) {
        const int i = (int)(dice & 1);
        collide_vec3 *v = p.t[i].v, *w = p.t[1 - i].v;
        v[2] = dice & 2 ? v[1] : between(v[0], v[1], dice & 4 ? 2.0f : 0.5f);
        if (dice & 8)
            v[1] = v[2] = v[0];
        if (dice & 16)
            w[2] = between(w[0], w[1], dice & 32 ? 3.0f : 0.25f);
        if ((dice & 0xc0) == 0xc0)
            w[1] = w[2] = w[0];
        if (dice & 256)
            v[0] = between(w[0], w[1], 0.5f);
        else if (dice & 512)
            v[0] = between(between(w[0], w[1], 0.5f), w[2], 0.5f);
        if (dice & 1024)
            v[1] = between(w[0], w[2], 1.5f);
    }
    if (c == SPECIAL) {
        if (dice & 8)
            p.t[1].v[0] = p.t[0].v[0];
        static const uint32_t specials[] = {0x7fc00000, 0x7f800000, 0xff800000, 0xffffffff};
        for (uint64_t n = 1 + dice % 3; n > 0; --n) {
            const uint64_t at = inputs_next(r) >> 20;
            memcpy(number(&p, (unsigned)(at % 18)), &specials[at / 18 % 4], sizeof(float));
        }
    }
    // Powers of two keep the exact touch, others do not.
    static const float scales[] = {1, 1e-12f, 1e12f, 0x1p-40f, 0x1p40f, 0.001f, 3000, 1e-9f, 1e14f};
    const float scale = dice >> 30 & 1 && !exact ? scales[(dice >> 16) % 9] : 1;
    const float shift = dice >> 31 & 1 && !exact ? inputs_uniform(r, -1000, 1000) : 0;
    for (unsigned i = 0; i < 18 && c != WIDE; ++i)
        *number(&p, i) = (*number(&p, i) + shift) * scale;
    return p;
}

static void reorder(struct pair *out, const struct pair *p, unsigned order) {
    static const uint8_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                         {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int i = 0; i < 3; ++i) {
        out->t[0].v[i] = p->t[order / 36].v[orders[order % 6][i]];
        out->t[1].v[i] = p->t[1 - order / 36].v[orders[order / 6 % 6][i]];
    }
}

static void say(const struct pair *p) {
    for (int i = 0; i < 6; ++i) {
        const collide_vec3 v = p->t[i / 3].v[i % 3];
        fprintf(stderr, "# {%aF, %aF, %aF}\n", (double)v.x, (double)v.y, (double)v.z);
    }
}

// ---- tests -----------------------------------------------------------------------------------

#define BATCH 64
#define ALIGNED __attribute__((aligned(COLLIDE_ALIGNMENT)))

// Batches of what is checked one by one; on every instruction set.
static void check_batch(const struct pair *pairs, const bool *hits, size_t n) {
    static collide_triangle t[2][BATCH];
    static ALIGNED char memory[2][BATCH * 36 + 64];
    collide_triangle_pack *pack[2];
    uint16_t bits[BATCH / 16];
    for (int side = 0; side < 2; ++side) {
        for (size_t i = 0; i < BATCH; ++i)
            t[side][i] = pairs[i < n ? i : 0].t[side];
        // Not finite: packs refuse these, but files may hold them.
        for (size_t i = 0; i < BATCH; ++i)
            if (!collide__finite3(t[side][i].v[0]) || !collide__finite3(t[side][i].v[1]) ||
                !collide__finite3(t[side][i].v[2]))
                memset(&t[side][i], 0, sizeof t[side][i]);
        assert_int_equal(collide_triangle_pack_build(&pack[side], memory[side], sizeof memory[side],
                                                     t[side], BATCH, 0),
                         COLLIDE_OK);
        for (size_t i = 0; i < n; ++i)
            collide__pack_put(&pack[side]->header, memory[side], i, &pairs[i].t[side]);
    }
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        collide_triangle_triangle_lanes(pack[0], pack[1], bits);
        for (size_t i = 0; i < n; ++i)
            if ((bits[i / 16] >> i % 16 & 1) != hits[i]) {
                say(&pairs[i]);
                fail_msg("%s says %d", collide_isa_text((collide_isa_id)isa), !hits[i]);
            }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// How far one pair goes: 1 past the filter in float, 2 past bounds to double that is exact, 3 to
// digits.
static int stage_of(const struct pair *p) {
    collide__vertices t;
    int side[2][3];
    if (!collide__vertices_of(&t, &p->t[0], &p->t[1]))
        return 1;
    collide__sides(&t, 3, 0, side[0]);
    collide__sides(&t, 0, 3, side[1]);
    if (collide__one_side(side[0]) || collide__one_side(side[1]))
        return 1;
    if (!collide__any_zero(side[0]) && !collide__any_zero(side[1]))
        return 1;
    if (!collide__vertices_finite(&t) || collide__vertex_shared(&p->t[0], &p->t[1]))
        return 1;
    return t.bound > 0 && !collide__vertices_exact(&t) ? 3 : 2;
}

// What is not finite has no digits, and so no sides: a double that is not a number is no int32_t.
static void test_digits_of_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 36; ++i) {
        collide__vertices t;
        memset(&t, 1, sizeof t);
        t.scale[0] = 0;
        for (int k = 0; k < 18; ++k)
            t.v[k / 6][k % 6] = k / 6 == k % 6;
        t.v[i / 12][i / 2 % 6] = (double)(i % 2 ? NAN : INFINITY);
        collide__digits_make(&t);
        assert_int_equal(t.digits, 1);
        for (int k = 0; k < 18; ++k)
            assert_int_equal(t.digit[k / 6][k % 6][0], 0);
    }
}

static void test_exact(void **state) {
    const size_t n = cases(17000);
    inputs_random r = inputs_seed(7);
    (void)state;
    for (int c = 0; c < CLASS_COUNT; ++c) {
        struct pair pairs[BATCH];
        bool hits[BATCH];
        size_t count = 0, stages[4] = {0, 0, 0, 0};
        for (size_t i = 0; i < n; ++i) {
            const size_t k = i % BATCH;
            pairs[k] = make_pair(&r, (enum pair_class)c);
            hits[k] = exact_meet(pairs[k].t[0].v, 3, pairs[k].t[1].v, 3);
            count += hits[k];
            const bool found = collide_triangle_triangle(&pairs[k].t[0], &pairs[k].t[1]);
            if (found != hits[k]) {
                say(&pairs[k]);
                fail_msg("%s: found %d, wanted %d", class_names[c], found, hits[k]);
            }
            for (unsigned order = 1; order < 72 && i % 16 == 0; ++order) {
                struct pair other;
                reorder(&other, &pairs[k], order);
                if (collide_triangle_triangle(&other.t[0], &other.t[1]) != hits[k]) {
                    say(&other);
                    fail_msg("%s: order %u says %d", class_names[c], order, !hits[k]);
                }
            }
            if (k == BATCH - 1 || i == n - 1) {
                ALIGNED float rows[2][144];
                check_batch(pairs, hits, k + 1);
                for (size_t first = 0; first + 16 <= k + 1; first += 16) {
                    unsigned unsure;
                    for (size_t lane = 0; lane < 16; ++lane)
                        for (unsigned row = 0; row < 18; ++row)
                            rows[row / 9][row % 9 * 16 + lane] = *number(&pairs[first + lane], row);
                    collide__triangle()->overlap(rows[0], rows[1], &unsure);
                    for (size_t lane = 0; lane < 16; ++lane) {
                        stages[0]++;
                        if (unsure >> lane & 1)
                            stages[stage_of(&pairs[first + lane])]++;
                    }
                }
            }
        }
        const double percent = 100.0 / (double)(stages[0] ? stages[0] : 1);
        fprintf(
            stderr,
            "# %s: %.1f %% hits; of lanes %.3f %% go to double, %.3f %% to double that is exact, "
            "%.3f %% to digits\n",
            class_names[c], 100.0 * (double)count / (double)n,
            percent * (double)(stages[1] + stages[2] + stages[3]), percent * (double)stages[2],
            percent * (double)stages[3]);
        REQUIRE(c == SPECIAL  ? count == 0
                : c == SHARED ? count == n
                              : count > 0 && count < n,
                "%s: %zu hits of %zu", class_names[c], count, n);
    }
}

static void test_published(void **state) {
    FILE *file = open_data("triangles.txt");
    const size_t n = read_count(file);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        struct pair p, other;
        const bool hit = read_count(file) != 0;
        read_floats(file, &p.t[0].v[0].x, 18);
        for (unsigned order = 0; order < 72; ++order) {
            reorder(&other, &p, order);
            REQUIRE(collide_triangle_triangle(&other.t[0], &other.t[1]) == hit,
                    "pair %zu, order %u: %d", i, order, !hit);
        }
        check_batch(&p, &hit, 1);
    }
    close_data(file);
    fprintf(stderr, "# %zu published pairs\n", n);
}

// ---- what they have in common, contacts ------------------------------------------------------

static double largest(const struct pair *p) {
    double most = 0;
    for (unsigned i = 0; i < 18; ++i) {
        const collide_triangle *t = &p->t[i / 9];
        const double x = magnitude((double)(&t->v[0].x)[i % 9]);
        most = x > most ? x : most;
    }
    return most;
}

// Distance from a triangle; areas may be 0.
static double off(const collide_triangle *t, collide_vec3 p) {
    const collide__dvec3 v[3] = {collide__dvec3_of(t->v[0]), collide__dvec3_of(t->v[1]),
                                 collide__dvec3_of(t->v[2])};
    const collide__dvec3 d = collide__triangle_nearest(v, collide__dvec3_of(p));
    const point q = {d.x, d.y, d.z};
    return length(add(to_point(p), -1, q));
}

// Whether all six vertices lie in one plane, exactly.
static bool exact_coplanar(const struct pair *p) {
    const collide_vec3 *v = p->t[0].v;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k)
                for (int l = 0; l < k; ++l)
                    if (exact_side(&v[i], &v[j], &v[k], &v[l]))
                        return false;
    return true;
}

// Corners of what is flat are clipped with the tolerance of shapes that touch.
static void check_contact(const struct pair *p, const collide_contact *c, double size, bool flat) {
    const double near_by = (flat ? 0x1p-12 : 8 * UNIT) * size;
    const point d = add(to_point(c->point_b), -1, to_point(c->point_a)), n = to_point(c->normal);
    REQUIRE(magnitude(dot(n, n) - 1) < 1e-6, "a normal of length %g", length(n));
    REQUIRE(c->depth >= 0 && (double)c->depth <= 4 * size, "depth %g", (double)c->depth);
    const bool edges = c->feature_a >> 24 == 1 && c->feature_b >> 24 == 1;
    const double gap = dot(d, n), depth = edges && gap < 0 ? 0 : gap;
    REQUIRE(magnitude((double)c->depth - depth) < 8 * UNIT * size, "depth %g, points say %g",
            (double)c->depth, gap);
    REQUIRE(off(&p->t[0], c->point_a) < near_by, "point_a is off by %g", off(&p->t[0], c->point_a));
    REQUIRE(off(&p->t[1], c->point_b) < near_by, "point_b is off by %g", off(&p->t[1], c->point_b));
    const uint32_t features[2] = {c->feature_a, c->feature_b};
    for (int i = 0; i < 2; ++i)
        REQUIRE(features[i] == COLLIDE_FEATURE_FACE || (features[i] & ~COLLIDE_FEATURE_EDGE) < 3,
                "feature %x", features[i]);
}

// The same contacts with the shapes exchanged.
static void check_swapped(const struct pair *p, const collide_contact *c, size_t n) {
    collide_contact other[8];
    assert_int_equal(collide_triangle_triangle_touches(&p->t[1], &p->t[0], other, 8), n);
    for (size_t i = 0; i < n; ++i) {
        assert_memory_equal(&c[i].point_a, &other[i].point_b, sizeof(collide_vec3));
        assert_memory_equal(&c[i].point_b, &other[i].point_a, sizeof(collide_vec3));
        assert_true(c[i].feature_a == other[i].feature_b && c[i].depth == other[i].depth);
        assert_true(dot(to_point(c[i].normal), to_point(other[i].normal)) < -0.999999);
    }
}

// Out by the deepest: nothing of a is left behind the face.
static void check_parted(const struct pair *p, const collide_contact *c, size_t n) {
    collide_triangle out = p->t[0];
    const collide_contact *deepest = c;
    for (size_t i = 1; i < n; ++i)
        deepest = c[i].depth > deepest->depth ? &c[i] : deepest;
    const float by = deepest->depth + 4e-6f;
    for (int i = 0; i < 3; ++i)
        out.v[i] = vec(out.v[i].x + by * deepest->normal.x, out.v[i].y + by * deepest->normal.y,
                       out.v[i].z + by * deepest->normal.z);
    REQUIRE(!collide_triangle_triangle(&out, &p->t[1]), "still there");
}

static void test_contacts(void **state) {
    const size_t n = cases(4000);
    inputs_random r = inputs_seed(8);
    size_t faces[4] = {0, 0, 0, 0};
    (void)state;
    for (int k = 0; k < CLASS_COUNT; ++k)
        for (size_t i = 0; i < n; ++i) {
            const struct pair p = make_pair(&r, (enum pair_class)k);
            collide_contact c[12], few[2];
            collide_segment s;
            bool coplanar;
            const bool hit = exact_meet(p.t[0].v, 3, p.t[1].v, 3);
            const size_t count = collide_triangle_triangle_touches(&p.t[0], &p.t[1], c, 12);
            const double size = largest(&p);
            assert_int_equal(collide_triangle_triangle_segment(&p.t[0], &p.t[1], &s, &coplanar),
                             hit);
            REQUIRE(hit ? count > 0 && count <= 9 : count == 0, "%s: %zu contacts", class_names[k],
                    count);
            assert_int_equal(collide_triangle_triangle_touches(&p.t[0], &p.t[1], NULL, 0), count);
            assert_int_equal(collide_triangle_triangle_segment(&p.t[0], &p.t[1], NULL, NULL), hit);
            if (!hit) {
                assert_false(coplanar);
                continue;
            }
            REQUIRE(coplanar == exact_coplanar(&p), "%s: coplanar %d", class_names[k], coplanar);
            if (k == WIDE) // of any size: no measure
                continue;
            for (size_t j = 0; j < count; ++j)
                check_contact(&p, &c[j], size, coplanar);
            if (!coplanar)
                for (int end = 0; end < 2; ++end) {
                    const collide_vec3 at = end ? s.b : s.a;
                    const double away[2] = {off(&p.t[0], at), off(&p.t[1], at)};
                    REQUIRE(away[0] < 4 * UNIT * size && away[1] < 4 * UNIT * size,
                            "%s: ends are off by %g and %g", class_names[k], away[0], away[1]);
                }
            const bool face_a = c[0].feature_a == COLLIDE_FEATURE_FACE;
            const bool face_b = c[0].feature_b == COLLIDE_FEATURE_FACE;
            faces[coplanar ? 3 : face_a ? 0 : face_b ? 1 : 2]++;
            if (k == RANDOM || k == NEAR)
                check_swapped(&p, c, count);
            if (k == RANDOM && face_b && size < 2)
                check_parted(&p, c, count);
            if (count > 1) {
                float least = c[0].depth;
                for (size_t j = 1; j < count; ++j)
                    least = c[j].depth < least ? c[j].depth : least;
                assert_int_equal(collide_triangle_triangle_touches(&p.t[0], &p.t[1], few, 1),
                                 count);
                assert_true(few[0].depth >= least);
                for (size_t j = 0; j < count; ++j)
                    assert_true(c[j].depth <= few[0].depth);
            }
        }
    fprintf(stderr, "# contacts: %zu pairs with a face of a, %zu of b, %zu of edges, %zu flat\n",
            faces[0], faces[1], faces[2], faces[3]);
    for (int i = 0; i < 4; ++i)
        assert_true(faces[i] > n / 10);
}

// The segment is all that random triangles have in common.
static void test_segment(void **state) {
    inputs_random r = inputs_seed(9);
    size_t hits = 0;
    (void)state;
    for (size_t i = 0; i < cases(4000); ++i) {
        struct pair p;
        collide_segment s;
        for (unsigned k = 0; k < 18; ++k)
            *number(&p, k) = inputs_uniform(&r, 0, 1);
        if (!collide_triangle_triangle_segment(&p.t[0], &p.t[1], &s, NULL))
            continue;
        const point d = add(to_point(s.b), -1, to_point(s.a));
        const double span = length(d);
        if (span < 1e-3)
            continue;
        ++hits;
        for (int end = 0; end < 2; ++end) { // a little further, one of them has ended
            const point at = add(to_point(end ? s.b : s.a), (end ? 1e-2 : -1e-2) / span, d);
            const collide_vec3 beyond = vec((float)at.x, (float)at.y, (float)at.z);
            REQUIRE(off(&p.t[0], beyond) > 1e-7 || off(&p.t[1], beyond) > 1e-7,
                    "the segment goes on");
        }
    }
    assert_true(hits > cases(4000) / 8);
}

// Two cubes, the corner of one in a face of the other: many pairs, few places.
static void test_merge(void **state) {
    static const uint8_t corner[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                          {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                          {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const collide_pose pose =
        collide_pose_from_quaternion(0.3f, 0.4f, 0.1f, 0.8f, vec(0.1f, 0.2f, 1.4f));
    collide_contact c[144 * 6];
    size_t n = 0;
    (void)state;
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 12; ++j) {
            collide_triangle a, b;
            for (int k = 0; k < 3; ++k) {
                const unsigned p = corner[i][k], q = corner[j][k];
                a.v[k] = collide_pose_apply(
                    &pose, vec(p & 1 ? 0.5f : -0.5f, p & 2 ? 0.5f : -0.5f, p & 4 ? 0.5f : -0.5f));
                b.v[k] = vec(q & 1 ? 1.0f : -1.0f, q & 2 ? 1.0f : -1.0f, q & 4 ? 1.0f : -1.0f);
            }
            n += collide_triangle_triangle_touches(&a, &b, c + n, 6);
        }
    const size_t left = collide_contacts_merge(c, n, 1e-5f);
    fprintf(stderr, "# cubes: %zu contacts, %zu merged\n", n, left);
    size_t deep = 0;
    assert_true(left < n);
    for (size_t i = 0; i < left; ++i) { // the same once more changes nothing
        deep +=
            c[i].normal.z > 0.999f && c[i].feature_a < 3 && c[i].feature_b == COLLIDE_FEATURE_FACE;
        for (size_t k = 0; k < i; ++k) {
            const point d = add(to_point(c[i].point_a), -1, to_point(c[k].point_a));
            assert_false(magnitude(d.x) <= 1e-5 && magnitude(d.y) <= 1e-5 &&
                         magnitude(d.z) <= 1e-5 &&
                         dot(to_point(c[i].normal), to_point(c[k].normal)) > 0.9991);
        }
    }
    assert_int_equal(deep, 2); // the corners below the face
    assert_int_equal(collide_contacts_merge(c, left, 1e-5f), left);
    // The deepest stays, in the place of the first, else that with the nearer points; other normals
    // and other points are other contacts.
    collide_contact d[4] = {c[0], c[0], c[0], c[0]};
    d[1].depth = c[0].depth + 1;
    d[2].point_a.x += 1;
    d[2].point_b.x += 1;
    d[3].normal = vec(d[3].normal.y, d[3].normal.z, d[3].normal.x);
    assert_int_equal(collide_contacts_merge(d, 4, 0), 3);
    assert_true(d[0].depth == c[0].depth + 1 && d[1].point_b.x == c[0].point_b.x + 1);
    collide_contact e[2] = {c[0], c[0]};
    e[0].point_b.x += 1;
    assert_int_equal(collide_contacts_merge(e, 2, 0), 1);
    assert_true(e[0].point_b.x == c[0].point_b.x);
    e[1] = c[0]; // the nearer one first, the other one slightly deeper
    e[1].point_b.x += 0.0625f;
    e[1].depth += 0.0625f;
    assert_int_equal(collide_contacts_merge(e, 2, 0.125f), 1);
    assert_true(e[0].point_b.x == c[0].point_b.x && e[0].depth == c[0].depth + 0.0625f);
    // Two edges of upright faces, which do not tell up from down.
    const collide_triangle front = {
        {{-0.1f, -0.2f, 0.7f}, {1.9f, -0.2f, 0.7f}, {1.9f, -0.2f, 2.7f}}};
    const collide_triangle side = {{{1, -1, -1}, {1, 1, 1}, {1, -1, 1}}};
    assert_int_equal(collide_triangle_triangle_touches(&front, &side, c, 1), 1);
    assert_true(c[0].normal.z == 1 && magnitude((double)c[0].depth - 0.3) < 1e-6);
    // And that just touch: from b, which is below.
    const collide_triangle above = {{{0.2f, 0.3f, 1}, {1.2f, 0.3f, 1}, {0.2f, 0.3f, 2}}};
    const collide_triangle below = {{{1, 1, 0}, {1, 1, 1}, {1, 0, 1}}};
    assert_int_equal(collide_triangle_triangle_touches(&above, &below, c, 1), 1);
    assert_true(c[0].normal.z == 1 && c[0].depth == 0);
    assert_int_equal(collide_triangle_triangle_touches(&below, &above, c, 1), 1);
    assert_true(c[0].normal.z == -1 && c[0].depth == 0);
    assert_int_equal(collide_contacts_merge(NULL, 0, 0), 0);
}

static void test_closing(void **state) {
    collide_contact c;
    collide_vec3 v;
    (void)state;
    memset(&c, 0, sizeof c);
    c.normal = vec(0, 0, 1);
    c.point_a = vec(2, 0, 0);
    c.point_b = vec(2, 0, 0.5f);
    const collide_velocity falls = {{0, 0, 1}, {0, 0, -3}, {0, 0, 0}};
    const collide_velocity turns = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}; // down at x = 2, by 4
    assert_true(collide_contact_closing(&c, &falls, NULL, &v));
    assert_true(v.x == 0 && v.y == 0 && v.z == -3);
    assert_false(collide_contact_closing(&c, NULL, &falls, NULL));
    assert_true(collide_contact_closing(&c, &turns, NULL, &v));
    assert_true(v.x == 1 && v.y == 0 && v.z == -4);
    assert_true(collide_contact_closing(&c, &turns, &falls, &v) && v.z == -1);
    assert_false(collide_contact_closing(&c, &falls, &turns, &v));
    assert_true(v.x == -2 && v.z == 1); // b's own point is half a unit higher
    assert_false(collide_contact_closing(&c, NULL, NULL, &v));
    assert_true(v.x == 0 && v.y == 0 && v.z == 0);
}

// Of two sets the points p and q are nearest if nothing of the sets lies between them.
static void test_closest(void **state) {
    inputs_random r = inputs_seed(10);
    const collide_triangle corner = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    (void)state;
    float far_off = 1;
    for (int i = 0; i < 50; ++i) {
        const collide_vec3 p =
            collide_point_triangle_closest(vec(far_off, far_off, far_off), &corner);
        REQUIRE(off(&corner, p) < 1e-7, "not on it from %g away", (double)far_off);
        REQUIRE(far_off > 0x1p40f || magnitude((double)p.x - 1.0 / 3) < 1e-7, "%g", (double)p.x);
        far_off *= 4;
    }
    for (size_t i = 0; i < cases(30000); ++i) {
        const bool grid = inputs_next(&r) >> 63;
        collide_vec3 v[7];
        for (int k = 0; k < 7; ++k)
            v[k] = grid ? vec(small(&r, 4), small(&r, 4), small(&r, 4)) : inputs_vec3(&r, -1, 1);
        if (i % 8 == 0)
            v[1] = v[0];
        if (i % 16 == 8)
            v[2] = between(v[0], v[1], 0.5f);
        const collide_triangle t = {{v[0], v[1], v[2]}};
        const collide_segment a = {v[0], v[1]}, b = {v[4], v[5]};
        const point p = to_point(v[3]), on_t = to_point(collide_point_triangle_closest(v[3], &t));
        const point on_a = to_point(collide_point_segment_closest(v[3], &a));
        const collide_segment s = collide_segment_segment_closest(&a, &b);
        const point d = add(to_point(s.b), -1, to_point(s.a));
        for (int k = 0; k < 3; ++k) {
            const point w = to_point(v[k]);
            REQUIRE(dot(add(p, -1, on_t), add(w, -1, on_t)) < 2e-5, "not nearest on a triangle");
            if (k < 2) {
                REQUIRE(dot(add(p, -1, on_a), add(w, -1, on_a)) < 2e-5, "not nearest, segment");
                REQUIRE(dot(d, add(w, -1, to_point(s.a))) < 2e-5, "not nearest of two");
                REQUIRE(dot(d, add(to_point(v[4 + k]), -1, to_point(s.b))) > -2e-5,
                        "not nearest of two, b");
            }
        }
        const collide_triangle flat[2] = {{{v[0], v[1], v[1]}}, {{v[4], v[5], v[5]}}};
        REQUIRE(off(&t, collide_point_triangle_closest(v[3], &t)) < 1e-6, "not on the triangle");
        REQUIRE(off(&flat[0], collide_point_segment_closest(v[3], &a)) < 1e-6, "not on it");
        REQUIRE(off(&flat[0], s.a) < 1e-6 && off(&flat[1], s.b) < 1e-6, "not on both");
    }
}

// Pairs of mesh triangles, and of what is not there.
static void test_pairs(void **state) {
    enum { VERTICES = 60, TRIANGLES = 100, PAIRS = 500 };
    static float position[VERTICES][4];
    static uint32_t index[TRIANGLES][3];
    static uint16_t shorts[TRIANGLES][3];
    static collide_pair pairs[PAIRS];
    uint16_t bits[COLLIDE_BLOCKS(PAIRS)];
    inputs_random r = inputs_seed(11);
    collide_mesh a, b;
    (void)state;
    for (int i = 0; i < VERTICES; ++i)
        for (int k = 0; k < 3; ++k)
            position[i][k] = i % 3 ? inputs_uniform(&r, 0, 1) : small(&r, 4) / 4;
    for (int i = 0; i < TRIANGLES; ++i)
        for (int k = 0; k < 3; ++k) {
            index[i][k] = (uint32_t)(inputs_next(&r) >> 33) % VERTICES;
            shorts[i][k] = (uint16_t)index[i][k];
        }
    memset(&a, 0, sizeof a);
    a.positions = position;
    a.vertex_count = VERTICES;
    a.position_stride = sizeof position[0];
    a.indices = index;
    a.triangle_count = TRIANGLES;
    b = a;
    b.indices = shorts;
    b.index_size = 2;
    for (int round = 0; round < 2; ++round) {
        size_t hits = 0;
        for (int i = 0; i < PAIRS; ++i) {
            pairs[i].a = (uint32_t)(inputs_next(&r) >> 33) % (TRIANGLES + 10u * (unsigned)round);
            pairs[i].b = (uint32_t)(inputs_next(&r) >> 33) % (TRIANGLES + 10u * (unsigned)round);
        }
        if (round) {
            pairs[7].a = UINT32_MAX;
            index[5][1] = VERTICES;
            index[6][2] = UINT32_MAX;
            shorts[8][0] = UINT16_MAX;
        }
        for (size_t n = 0; n <= PAIRS; n = n < 70 ? n + 1 : n + 86) {
            memset(bits, 0xff, sizeof bits);
            const size_t found = collide_mesh_mesh_pairs(&a, &b, pairs, n, bits);
            hits = 0;
            for (size_t i = 0; i < n; ++i) {
                collide_triangle p, q;
                const bool there = pairs[i].a < TRIANGLES && pairs[i].b < TRIANGLES &&
                                   collide__mesh_triangle(&a, pairs[i].a, &p) == COLLIDE_OK;
                collide_mesh given = b;
                given.index_size = 2;
                const bool hit = there &&
                                 collide__mesh_triangle(&given, pairs[i].b, &q) == COLLIDE_OK &&
                                 collide_triangle_triangle(&p, &q);
                hits += hit;
                REQUIRE((bits[i / 16] >> i % 16 & 1) == hit, "round %d, pair %zu of %zu", round, i,
                        n);
            }
            assert_int_equal(found, hits);
            REQUIRE(n % 16 == 0 || bits[n / 16] >> n % 16 == 0, "bits behind pair %zu", n);
        }
        assert_true(hits > 0 && hits < PAIRS);
    }
    a.index_size = 3;
    assert_int_equal(collide_mesh_mesh_pairs(&a, &b, pairs, PAIRS, bits), 0);
    for (size_t i = 0; i < COLLIDE_BLOCKS(PAIRS); ++i)
        assert_int_equal(bits[i], 0);
}

// One against a pack, of all sizes: bits, indices, damaged and empty packs.
static void test_many(void **state) {
    enum { MOST = 67 };
    static collide_triangle t[MOST];
    static ALIGNED char memory[MOST / 16 * 576 + 576 + 64];
    uint16_t bits[COLLIDE_BLOCKS(MOST)];
    uint32_t list[MOST];
    inputs_random r = inputs_seed(12);
    (void)state;
    for (size_t i = 0; i < MOST; ++i)
        t[i] = make_pair(&r, i % 4 ? RANDOM : GRID).t[0];
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        for (size_t n = 1; n <= MOST; ++n) {
            collide_triangle_pack *pack;
            const collide_triangle *a = &t[n * 7 % MOST];
            size_t hits = 0;
            assert_int_equal(collide_triangle_pack_build(&pack, memory, sizeof memory, t, n, 0),
                             COLLIDE_OK);
            const size_t found = collide_triangle_triangle_many(a, pack, bits);
            const size_t listed = collide_triangle_triangle_many_indices(a, pack, list, MOST);
            for (size_t i = 0; i < n; ++i) {
                const bool hit = collide_triangle_triangle(a, &t[i]);
                REQUIRE((bits[i / 16] >> i % 16 & 1) == hit, "object %zu of %zu", i, n);
                if (hit)
                    assert_int_equal(list[hits], i);
                hits += hit;
            }
            REQUIRE(n % 16 == 0 || bits[n / 16] >> n % 16 == 0, "bits behind object %zu", n);
            assert_int_equal(found, hits);
            assert_int_equal(listed, hits);
            list[0] = 99;
            assert_int_equal(collide_triangle_triangle_many_indices(a, pack, NULL, 0), hits);
            assert_int_equal(collide_triangle_triangle_many_indices(a, pack, list, 1), hits);
            if (hits == 0)
                assert_int_equal(list[0], 99);
        }
        assert_int_equal(collide_triangle_triangle_many(t, NULL, bits), 0);
        assert_int_equal(collide_triangle_triangle_many_indices(t, NULL, list, MOST), 0);
        assert_int_equal(collide_triangle_triangle_lanes(NULL, NULL, bits), 0);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),     cmocka_unit_test(test_digits_of_nothing),
        cmocka_unit_test(test_published), cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_segment),   cmocka_unit_test(test_merge),
        cmocka_unit_test(test_closing),   cmocka_unit_test(test_closest),
        cmocka_unit_test(test_pairs),     cmocka_unit_test(test_many)};
    exact_init();
    return cmocka_run_group_tests_name("triangle", tests, NULL, NULL);
}
