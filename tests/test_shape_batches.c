// Packs and batches of shapes: every batch of any two kinds gives on every instruction set what
// single calls give, bit for bit, and writes nothing else.
#include "test.h"

#include "any_shape.h"

#include <stdlib.h>

#define MOST 67
#define KINDS COLLIDE_SHAPE_KIND_COUNT
#define GUARD 0x5a

// ---- inputs ----------------------------------------------------------------------------------

enum input { PLAIN, GRID, TOUCHING, ODD, INPUTS };

// Convex bodies of many sizes, of which some are flat, and some have vertices that lie equally far
// along many directions.
#define HULLS 16
static collide_convex *hulls[HULLS];

static void hulls_make(void) {
    static const size_t sizes[HULLS] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 64, 65, 200, 256, 300};
    inputs_random r = inputs_seed(39);
    const collide_vec3 axis = {0, 0, 1};
    for (int i = 0; i < HULLS; ++i) {
        collide_vec3 v[300];
        for (size_t k = 0; k < sizes[i]; ++k) {
            v[k] = i % 3 == 1 ? any_grid(&r) : inputs_vec3(&r, -1, 1);
            if (i % 5 == 4)
                v[k].z = 0;
        }
        const size_t size = collide_convex_size(sizes[i], 1, 1);
        if (collide_convex_build(&hulls[i], kinds_guarded(size), size, v, sizes[i], &axis, 1, &axis,
                                 1) != COLLIDE_OK)
            abort();
    }
}

// A number that no builder takes, or a huge or tiny one, in place of a float of a shape.
static void spoil(inputs_random *r, collide_shape *s) {
    static const uint32_t odd[6] = {0x7fc00000u, 0x7f800000u, 0xff800000u,
                                    0x7f7fffffu, 0x00000001u, 0x80000000u};
    const uint32_t bits = odd[kinds_below(r, 6)];
    const bool convex = s->kind == COLLIDE_SHAPE_CONVEX;
    char *at = convex ? (char *)&s->of.convex.pose.position : (char *)&s->of;
    memcpy(at + 4 * (size_t)kinds_below(r, convex                           ? 3
                                           : s->kind == COLLIDE_SHAPE_POINT ? 3
                                                                            : 4),
           &bits, 4);
}

static collide_shape drawn(inputs_random *r, uint32_t kind, enum input input) {
    collide_shape s = any_shape(r, kind, input == GRID);
    if (kind == COLLIDE_SHAPE_CONVEX && kinds_below(r, 2))
        s.of.convex.body = hulls[kinds_below(r, HULLS)];
    if (kind == COLLIDE_SHAPE_CONVEX && input == ODD && kinds_below(r, 8) == 0)
        for (int i = 0; i < 9; ++i)
            ((float *)(void *)s.of.convex.pose.axis)[i] *= kinds_below(r, 2) ? 0x1p40f : 0x1p-70f;
    if (input == PLAIN && kinds_below(r, 3) == 0)
        s = any_moved(s, 6, inputs_vec3(r, -1, 1));
    if (input == ODD && kinds_below(r, 4) == 0)
        spoil(r, &s);
    return s;
}

// Some of b are moved until they nearly touch the shape of a with their number.
static void draw(inputs_random *r, enum input input, uint32_t ka, uint32_t kb, collide_shape *a,
                 collide_shape *b, size_t n) {
    static const float steps[5] = {0, 1e-6f, -1e-6f, 1e-3f, -1e-2f};
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        a[i] = drawn(r, ka, input);
        b[i] = drawn(r, kb, input);
        if (input == TOUCHING && kinds_below(r, 4) &&
            collide_shape_shape_distance(&a[i], &b[i], INFINITY, &d) && d.hi > -10)
            b[i] = any_moved(b[i], d.hi + steps[kinds_below(r, 5)], d.normal);
    }
}

// Builders refuse odd shapes, so these are written to the rows, where the header says they are.
static collide_shape_pack *pack_of(const collide_shape *shapes, size_t n, size_t *size) {
    collide_shape clean[MOST];
    collide_shape_pack *pack = NULL;
    *size = collide_shape_pack_size((collide_shape_kind)shapes[0].kind, n);
    void *memory = kinds_guarded(*size);
    inputs_random r = inputs_seed(n);
    for (size_t i = 0; i < n; ++i)
        clean[i] = collide_shape_check(&shapes[i]) == COLLIDE_OK
                       ? shapes[i]
                       : any_shape(&r, shapes[i].kind, false);
    assert_int_equal(collide_shape_pack_build(&pack, memory, *size, clean, n, 0), COLLIDE_OK);
    for (size_t i = 0; i < n; ++i) {
        const bool convex = shapes[i].kind == COLLIDE_SHAPE_CONVEX;
        const char *from =
            convex ? (const char *)&shapes[i].of.convex.pose : (const char *)&shapes[i].of;
        for (size_t k = 0; k < pack->header.components; ++k)
            memcpy((char *)pack + pack->header.inside.offset +
                       (i / 16 * pack->header.components + k) * 64 + i % 16 * 4,
                   from + 4 * k, 4);
        if (convex && collide_shape_check(&shapes[i]) != COLLIDE_OK)
            memcpy((char *)pack + pack->header.inside.offset +
                       pack->header.blocks * pack->header.components * 64 + i * sizeof(void *),
                   &shapes[i].of.convex.body, sizeof(void *));
    }
    return pack;
}

// ---- answers ---------------------------------------------------------------------------------

// The forms write as many words and elements as these, and leave what is behind them.
struct answers {
    uint16_t bits[MOST + 1];
    uint32_t indices[MOST + 1];
    float lo[MOST + 1], hi[MOST + 1];
    collide_distance all[MOST + 1];
    size_t hits, listed;
};

static void clear(struct answers *s) {
    memset(s, GUARD, sizeof *s);
    s->hits = s->listed = 0;
}

static void expect_hit(struct answers *s, size_t i, bool hit) {
    if (i % 16 == 0)
        s->bits[i / 16] = 0;
    s->bits[i / 16] = (uint16_t)(s->bits[i / 16] | (unsigned)hit << i % 16);
    if (hit)
        s->indices[s->hits++] = (uint32_t)i;
    s->listed = s->hits;
}

static const void *given(const distance_query *q, const collide_shape *s);

static void expect_distance(struct answers *s, size_t i, const distance_query *q,
                            const collide_shape *a, const collide_shape *b, float max) {
    expect_hit(s, i, q->distance(given(q, a), given(q, b), max, &s->all[i]));
    s->lo[i] = s->all[i].lo;
    s->hi[i] = s->all[i].hi;
}

static const char *what = "";
static void same(const struct answers *found, const struct answers *expected, uint32_t ka,
                 uint32_t kb, size_t n) {
    const size_t words = sizeof *found / 4;
    for (size_t i = 0; i < words; ++i)
        REQUIRE(memcmp((const char *)found + 4 * i, (const char *)expected + 4 * i, 4) == 0,
                "%s of kinds %u and %u on %s, %zu: word %zu (bits from 0, indices %zu, lo %zu, hi "
                "%zu, all %zu)",
                what, ka, kb, collide_isa_text(collide_isa()), n, i,
                offsetof(struct answers, indices) / 4, offsetof(struct answers, lo) / 4,
                offsetof(struct answers, hi) / 4, offsetof(struct answers, all) / 4);
}

struct scene {
    const distance_query *query; // typed calls, or the last row
    collide_shape a[MOST], b[MOST];
    collide_shape_pack *pack_a, *pack_b;
    size_t size_a, size_b, n, m; // m of a against n of b, lane by lane
    uint32_t ka, kb;
};

static const distance_query *const any_kinds = &distance_queries[DISTANCE_QUERY_COUNT - 1];

// What a query takes in place of a shape.
static const void *given(const distance_query *q, const collide_shape *s) {
    return q == any_kinds ? (const void *)s : (const void *)&s->of;
}

// The typed calls for two kinds, or NULL.
static const distance_query *query_of(uint32_t ka, uint32_t kb) {
    static const char *const names[KINDS] = {"",    "",         "", "sphere", "capsule", "aabb",
                                             "obb", "triangle", "", "",       "",        ""};
    for (const distance_query *q = distance_queries; q < any_kinds; ++q)
        if (strcmp(q->a, names[ka]) == 0 && strcmp(q->b, names[kb]) == 0)
            return q;
    return NULL;
}

// With arrays i that are wanted.
static collide_distances wanted(struct answers *s, unsigned arrays) {
    const collide_distances out = {arrays & 1 ? s->bits : NULL, arrays & 2 ? s->lo : NULL,
                                   arrays & 4 ? s->hi : NULL, arrays & 8 ? s->all : NULL};
    return out;
}

// Takes away what is not wanted.
static void unwanted(struct answers *s, unsigned arrays) {
    if (!(arrays & 1))
        memset(s->bits, GUARD, sizeof s->bits);
    if (!(arrays & 2))
        memset(s->lo, GUARD, sizeof s->lo);
    if (!(arrays & 4))
        memset(s->hi, GUARD, sizeof s->hi);
    if (!(arrays & 8))
        memset(s->all, GUARD, sizeof s->all);
    memset(s->indices, GUARD, sizeof s->indices);
    s->listed = 0;
}

static void no_distances(struct answers *s) {
    unwanted(s, 1);
}

static void check_many(const struct scene *s, const collide_shape *shape, float max,
                       unsigned arrays) {
    const distance_query *q = s->query;
    const void *a = given(q, shape);
    struct answers expected, found;
    const size_t room = s->n / 2;
    clear(&expected);
    for (size_t i = 0; i < s->n; ++i)
        expect_hit(&expected, i, q->within(a, given(q, &s->b[i]), max));
    no_distances(&expected);
    what = "within_many";
    clear(&found);
    found.hits = q->within_many(a, s->pack_b, max, found.bits);
    same(&found, &expected, s->ka, s->kb, s->n);
    clear(&expected);
    for (size_t i = 0; i < s->n; ++i)
        expect_hit(&expected, i, q->within(a, given(q, &s->b[i]), max));
    memset(expected.bits, GUARD, sizeof expected.bits);
    for (size_t i = room; i < expected.hits; ++i)
        memset(&expected.indices[i], GUARD, 4);
    expected.listed = 0;
    what = "within_many_indices";
    clear(&found);
    found.hits = q->within_many_indices(a, s->pack_b, max, found.indices, room);
    same(&found, &expected, s->ka, s->kb, s->n);
    clear(&expected);
    for (size_t i = 0; i < s->n; ++i)
        expect_distance(&expected, i, q, shape, &s->b[i], max);
    unwanted(&expected, arrays);
    what = "distance_many";
    clear(&found);
    const collide_distances out = wanted(&found, arrays);
    found.hits = q->distance_many(a, s->pack_b, max, &out);
    same(&found, &expected, s->ka, s->kb, s->n);
}

static void check_lanes(const struct scene *s, float max, unsigned arrays) {
    const distance_query *q = s->query;
    struct answers expected[2], found;
    const size_t n = s->m < s->n ? s->m : s->n;
    for (int k = 0; k < 2; ++k)
        clear(&expected[k]);
    for (size_t i = 0; i < n; ++i) {
        expect_hit(&expected[0], i, q->within(given(q, &s->a[i]), given(q, &s->b[i]), max));
        expect_distance(&expected[1], i, q, &s->a[i], &s->b[i], max);
    }
    unwanted(&expected[0], 1);
    unwanted(&expected[1], arrays);
    what = "within_lanes";
    clear(&found);
    found.hits = q->within_lanes(s->pack_a, s->pack_b, max, found.bits);
    same(&found, &expected[0], s->ka, s->kb, n);
    what = "distance_lanes";
    clear(&found);
    const collide_distances out = wanted(&found, arrays);
    found.hits = q->distance_lanes(s->pack_a, s->pack_b, max, &out);
    same(&found, &expected[1], s->ka, s->kb, n);
}

// The forms of collide_shape_shape; typed ones are in test_identity.c.
static void check_overlaps(const struct scene *s) {
    struct answers expected, found;
    const collide_shape *a = &s->a[0];
    clear(&expected);
    for (size_t i = 0; i < s->n; ++i)
        expect_hit(&expected, i, collide_shape_shape(a, &s->b[i]));
    for (int list = 0; list < 2; ++list) {
        struct answers some = expected;
        what = list ? "many_indices" : "many";
        clear(&found);
        if (list) {
            memset(some.bits, GUARD, sizeof some.bits);
            found.hits = collide_shape_shape_many_indices(a, s->pack_b, found.indices, MOST);
        } else {
            memset(some.indices, GUARD, sizeof some.indices);
            found.hits = collide_shape_shape_many(a, s->pack_b, found.bits);
        }
        some.listed = 0;
        same(&found, &some, s->ka, s->kb, s->n);
    }
    clear(&expected);
    for (size_t i = 0; i < s->n && i < s->m; ++i)
        expect_hit(&expected, i, collide_shape_shape(&s->a[i], &s->b[i]));
    unwanted(&expected, 1);
    what = "lanes";
    clear(&found);
    found.hits = collide_shape_shape_lanes(s->pack_a, s->pack_b, found.bits);
    same(&found, &expected, s->ka, s->kb, s->n);
}

// Pairs of two kinds, then of all kinds; some indices are out of range.
static void check_pairs(inputs_random *r, const distance_query *q, const collide_shape *a, size_t m,
                        const collide_shape *b, size_t n, float max, unsigned arrays, uint32_t ka,
                        uint32_t kb) {
    static collide_shape none; // a sphere or box of these is no valid one either
    struct answers expected[3], found;
    collide_pair pairs[MOST];
    static uint32_t spread[MOST * (sizeof *a / 4 + 1)]; // a stride may be any multiple of 4
    const collide_shape_array shapes_a = {(const collide_shape *)(const void *)spread, m,
                                          sizeof *a + 4};
    const collide_shape_array shapes_b = {b, n, sizeof *b};
    const distance_array of_a = {given(q, a), m, sizeof *a}, of_b = {given(q, b), n, sizeof *b};
    const bool outside = kinds_below(r, 2) != 0;
    memset(&none, 0xff, sizeof none);
    for (size_t i = 0; i < m; ++i)
        memcpy((char *)spread + i * (sizeof *a + 4), &a[i], sizeof *a);
    for (int k = 0; k < 3; ++k)
        clear(&expected[k]);
    for (size_t i = 0; i < n; ++i) {
        pairs[i].a = m ? kinds_below(r, (uint32_t)m) : 0;
        pairs[i].b = kinds_below(r, (uint32_t)n);
        if (outside && kinds_below(r, 20) == 0)
            pairs[i].b += (uint32_t)n << kinds_below(r, 20);
        const collide_shape *s = pairs[i].a < m ? &a[pairs[i].a] : &none;
        const collide_shape *t = pairs[i].b < n ? &b[pairs[i].b] : &none;
        expect_hit(&expected[0], i, collide_shape_shape(s, t));
        expect_hit(&expected[1], i, q->within(given(q, s), given(q, t), max));
        expect_distance(&expected[2], i, q, s, t, max);
    }
    for (int k = 0; k < 3; ++k)
        unwanted(&expected[k], k == 2 ? arrays : 1);
    if (q == any_kinds) {
        what = "pairs";
        clear(&found);
        found.hits = collide_shape_shape_pairs(&shapes_a, &shapes_b, pairs, n, found.bits);
        same(&found, &expected[0], ka, kb, n);
    }
    what = "within_pairs";
    clear(&found);
    found.hits = q->within_pairs(&of_a, &of_b, pairs, n, max, found.bits);
    same(&found, &expected[1], ka, kb, n);
    what = "distance_pairs";
    clear(&found);
    const collide_distances out = wanted(&found, arrays);
    found.hits = q->distance_pairs(&of_a, &of_b, pairs, n, max, &out);
    same(&found, &expected[2], ka, kb, n);
}

static float some_max(inputs_random *r) {
    static const float max[] = {0,        0.01f,    0.1f,      0.5f,   1,       2,
                                INFINITY, INFINITY, -INFINITY, -0.25f, FLT_MAX, NAN};
    return max[kinds_below(r, sizeof max / sizeof *max)];
}

// All pairs of kinds, at all sizes up to 67.
static void on_every_isa(inputs_random *r, const struct scene *s) {
    const uint64_t seed = inputs_next(r);
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        inputs_random again = inputs_seed(seed);
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        for (size_t i = 0; i < 2 && i < s->m; ++i)
            check_many(s, &s->a[i], some_max(&again), kinds_below(&again, 16));
        check_lanes(s, some_max(&again), kinds_below(&again, 16));
        if (s->query == any_kinds && s->m)
            check_overlaps(s);
        if (s->n)
            check_pairs(&again, s->query, s->a, s->m, s->b, s->n, some_max(&again),
                        kinds_below(&again, 16), s->ka, s->kb);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

static void test_batches(void **state) {
    inputs_random r = inputs_seed(33);
    const int rounds = kinds_tier() == 0 ? 1 : kinds_tier() == 1 ? 4 : 34;
    size_t size = 0;
    (void)state;
    for (int round = 0; round < rounds; ++round)
        for (uint32_t ka = 1; ka < KINDS; ++ka)
            for (uint32_t kb = 1; kb < KINDS; ++kb)
                for (int input = 0; input < INPUTS; ++input) {
                    static struct scene s;
                    size = (size + 29) % (MOST + 1);
                    memset(&s, 0, sizeof s);
                    s.ka = ka;
                    s.kb = kb;
                    s.n = size;
                    s.m = kinds_below(&r, 3) ? MOST : MOST - size;
                    draw(&r, (enum input)input, ka, kb, s.a, s.b, MOST);
                    s.pack_a = s.m ? pack_of(s.a, s.m, &s.size_a) : NULL;
                    s.pack_b = s.n ? pack_of(s.b, s.n, &s.size_b) : NULL;
                    s.query = any_kinds;
                    on_every_isa(&r, &s);
                    s.query = query_of(ka, kb);
                    if (s.query)
                        on_every_isa(&r, &s);
                    kinds_guarded_free(s.pack_a, s.m ? s.size_a : 0);
                    kinds_guarded_free(s.pack_b, s.n ? s.size_b : 0);
                }
}

// Pairs that are as far apart as the margin, within roundings: floats alone must not decide these.
static void test_margins(void **state) {
    static const float margin[] = {0.01f, 0.25f, 1, 4, -0.125f};
    inputs_random r = inputs_seed(40);
    const int rounds = kinds_tier() == 0 ? 5 : kinds_tier() == 1 ? 20 : 500;
    (void)state;
    for (int round = 0; round < rounds; ++round)
        for (uint32_t ka = 1; ka < KINDS; ++ka)
            for (uint32_t kb = 1; kb < KINDS; ++kb) {
                static struct scene s;
                const float max = margin[round % 5];
                memset(&s, 0, sizeof s);
                s.ka = ka;
                s.kb = kb;
                s.n = s.m = 64;
                draw(&r, PLAIN, ka, kb, s.a, s.b, s.n);
                for (size_t i = 0; i < 2 * s.n; ++i) { // again, since d.normal is rounded
                    collide_distance d;
                    collide_shape *b = &s.b[i / 2];
                    if (collide_shape_shape_distance(&s.a[i / 2], b, INFINITY, &d) && d.hi > -10)
                        *b = any_moved(*b, d.hi - max, d.normal);
                }
                s.pack_a = pack_of(s.a, s.m, &s.size_a);
                s.pack_b = pack_of(s.b, s.n, &s.size_b);
                s.query = any_kinds;
                for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
                    if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
                        check_lanes(&s, max, 2);
                kinds_guarded_free(s.pack_a, s.size_a);
                kinds_guarded_free(s.pack_b, s.size_b);
            }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// Boxes and cylinders that are bad input by a side which halving would round to 0.
static void test_negative_sides(void **state) {
    inputs_random r = inputs_seed(41);
    (void)state;
    for (uint32_t ka = 1; ka < KINDS; ++ka)
        for (int round = 0; round < 2; ++round) {
            static struct scene s;
            memset(&s, 0, sizeof s);
            s.ka = ka;
            s.kb = round ? COLLIDE_SHAPE_CYLINDER : COLLIDE_SHAPE_AABB;
            s.n = s.m = 16;
            draw(&r, PLAIN, ka, s.kb, s.a, s.b, s.n);
            for (size_t i = 0; i < s.n; ++i) {
                if (round) {
                    s.b[i].of.cylinder.height = -kinds_float(1);
                } else {
                    s.b[i].of.aabb.min.x = 0;
                    s.b[i].of.aabb.max.x = -kinds_float(1);
                }
            }
            s.pack_a = pack_of(s.a, s.m, &s.size_a);
            s.pack_b = pack_of(s.b, s.n, &s.size_b);
            s.query = any_kinds;
            on_every_isa(&r, &s);
            kinds_guarded_free(s.pack_a, s.size_a);
            kinds_guarded_free(s.pack_b, s.size_b);
        }
}

// Half-spaces that face each other, and cylinders that touch a half-space, with axes nearly of
// length 1, of which collide_cylinder_plane says what the bracket of the shapes alone does not.
static void test_half_spaces(void **state) {
    inputs_random r = inputs_seed(42);
    (void)state;
    for (int round = 0; round < 8; ++round) {
        static struct scene s;
        memset(&s, 0, sizeof s);
        s.ka = round % 2 ? COLLIDE_SHAPE_CYLINDER : COLLIDE_SHAPE_PLANE;
        s.kb = COLLIDE_SHAPE_PLANE;
        s.n = s.m = 64;
        draw(&r, PLAIN, s.ka, s.kb, s.a, s.b, s.n);
        for (size_t i = 0; i < s.n; ++i) {
            const float stretch = 1 + inputs_uniform(&r, -0x1p-22f, 0x1p-22f);
            const float turn = kinds_below(&r, 4) ? -1 : 1;
            float *axis = (float *)(void *)&s.a[i].of.cylinder.axis;
            collide_distance d;
            if (s.ka == COLLIDE_SHAPE_PLANE) {
                s.b[i].of.plane.normal.x = turn * s.a[i].of.plane.normal.x;
                s.b[i].of.plane.normal.y = turn * s.a[i].of.plane.normal.y;
                s.b[i].of.plane.normal.z = turn * s.a[i].of.plane.normal.z;
                continue;
            }
            for (int k = 0; k < 3; ++k)
                axis[k] *= stretch;
            for (int k = 0; k < 2; ++k)
                if (collide_shape_shape_distance(&s.a[i], &s.b[i], INFINITY, &d))
                    s.b[i] = any_moved(s.b[i], d.hi, d.normal);
        }
        s.pack_a = pack_of(s.a, s.m, &s.size_a);
        s.pack_b = pack_of(s.b, s.n, &s.size_b);
        s.query = any_kinds;
        on_every_isa(&r, &s);
        kinds_guarded_free(s.pack_a, s.size_a);
        kinds_guarded_free(s.pack_b, s.size_b);
    }
}

// Arrays of mixed kinds, of which blocks of 16 pairs are alike, or not.
static void test_mixed_pairs(void **state) {
    inputs_random r = inputs_seed(34);
    (void)state;
    for (int round = 0; round < 100; ++round) {
        collide_shape a[MOST], b[MOST];
        const uint32_t some = 1 + kinds_below(&r, 3);
        const uint64_t seed = inputs_next(&r);
        for (size_t i = 0; i < MOST; ++i) {
            a[i] = drawn(&r, 1 + kinds_below(&r, round % 2 ? some : KINDS - 1), PLAIN);
            b[i] = drawn(&r, 1 + kinds_below(&r, KINDS - 1), GRID);
            if (kinds_below(&r, 30) == 0)
                b[i].kind = kinds_below(&r, 2) ? 0 : 700;
        }
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            inputs_random again = inputs_seed(seed);
            if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
                check_pairs(&again, any_kinds, a, MOST, b, 1 + kinds_below(&again, MOST),
                            some_max(&again), kinds_below(&again, 16), 0, 0);
        }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// One shape of no kind, or an unknown one, against a pack; a pack of no shapes.
static void test_no_shapes(void **state) {
    inputs_random r = inputs_seed(35);
    collide_shape b[MOST], a = any_shape(&r, COLLIDE_SHAPE_OBB, false);
    struct scene s;
    collide_pack zero;
    (void)state;
    memset(&s, 0, sizeof s);
    memset(&zero, 0, sizeof zero);
    s.query = any_kinds;
    for (size_t i = 0; i < MOST; ++i)
        s.b[i] = b[i] = any_shape(&r, COLLIDE_SHAPE_OBB, false);
    s.n = MOST;
    s.pack_b = pack_of(b, MOST, &s.size_b);
    for (uint32_t kind = 0; kind < 2; ++kind) {
        s.a[0] = a;
        s.a[0].kind = a.kind = kind ? COLLIDE_SHAPE_KIND_COUNT : 0;
        check_overlaps(&s);
        check_many(&s, &a, INFINITY, 15);
    }
    a.kind = COLLIDE_SHAPE_OBB;
    kinds_guarded_free(s.pack_b, s.size_b);
    s.n = 0;
    s.pack_b = NULL;
    check_many(&s, &a, 1, 15);
    s.pack_b = (collide_shape_pack *)(void *)&zero;
    check_many(&s, &a, 1, 15);
    check_lanes(&s, 1, 15);
    check_overlaps(&s);
}

// ---- the nearest of many ---------------------------------------------------------------------

static int compare_nearest(const void *p, const void *q) {
    const collide_distance *d = (const collide_distance *)p, *e = (const collide_distance *)q;
    return d->lo < e->lo   ? -1
           : d->lo > e->lo ? 1
           : d->hi < e->hi ? -1
           : d->hi > e->hi ? 1
                           : (d->feature_a > e->feature_a) - (d->feature_a < e->feature_a);
}

// Brute force: all brackets, sorted, with the index in place of a feature.
static void check_nearest(const collide_shape *a, const collide_shape *b,
                          const collide_shape_pack *pack, size_t n, float max, size_t k) {
    collide_distance keys[MOST], distances[MOST + 1], d, guard;
    uint32_t indices[MOST + 1];
    size_t count = 0;
    memset(distances, GUARD, sizeof distances);
    memset(indices, GUARD, sizeof indices);
    guard = distances[0];
    for (size_t i = 0; i < n; ++i) {
        if (!collide_shape_shape_distance(a, &b[i], INFINITY, &keys[count]) ||
            !(keys[count].lo <= max))
            continue;
        keys[count++].feature_a = (uint32_t)i;
    }
    qsort(keys, count, sizeof *keys, compare_nearest);
    count = count < k ? count : k;
    assert_int_equal(collide_shape_shape_nearest(a, pack, max, k, indices, distances), count);
    for (size_t i = 0; i < count; ++i) {
        REQUIRE(indices[i] == keys[i].feature_a,
                "nearest %zu of %zu, kinds %u and %u on %s: %u, not %u", i, n, a->kind, b->kind,
                collide_isa_text(collide_isa()), indices[i], keys[i].feature_a);
        collide_shape_shape_distance(a, &b[indices[i]], INFINITY, &d);
        assert_memory_equal(&d, &distances[i], sizeof d);
    }
    for (size_t i = count; i < MOST + 1; ++i) {
        assert_memory_equal(&distances[i], &guard, sizeof guard);
        assert_memory_equal(&indices[i], &guard, 4);
    }
}

static void test_nearest(void **state) {
    static const size_t some_k[] = {1, 1, 2, 5, 16, MOST, 0};
    inputs_random r = inputs_seed(39);
    const int rounds = kinds_tier() == 0 ? 1 : kinds_tier() == 1 ? 4 : 40;
    (void)state;
    for (int round = 0; round < rounds; ++round)
        for (uint32_t ka = 1; ka < KINDS; ++ka)
            for (uint32_t kb = 1; kb < KINDS; ++kb)
                for (int input = 0; input < INPUTS; ++input) {
                    collide_shape a[MOST], b[MOST];
                    const size_t n = 1 + kinds_below(&r, MOST), k = some_k[kinds_below(&r, 7)];
                    const float max = some_max(&r);
                    size_t size;
                    draw(&r, (enum input)input, ka, kb, a, b, n);
                    for (size_t i = 1; i < n && input == GRID; i += 3) // ties
                        b[i] = b[i / 2];
                    collide_shape_pack *pack = pack_of(b, n, &size);
                    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
                        if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
                            check_nearest(&a[0], b, pack, n, max, k);
                    kinds_guarded_free(pack, size);
                }
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

// ---- packs -----------------------------------------------------------------------------------

static bool same_shape(const collide_shape *a, const collide_shape *b) {
    collide_shape p, q; // without padding
    memset(&p, 0, sizeof p);
    q = p;
    p.kind = a->kind;
    q.kind = b->kind;
    switch (a->kind) {
#define COPY(KIND, member)                                                                         \
    case COLLIDE_SHAPE_##KIND:                                                                     \
        p.of.member = a->of.member;                                                                \
        q.of.member = b->of.member;                                                                \
        break;
        COPY(POINT, point)
        COPY(SEGMENT, segment)
        COPY(SPHERE, sphere)
        COPY(CAPSULE, capsule)
        COPY(AABB, aabb)
        COPY(OBB, obb)
        COPY(TRIANGLE, triangle)
        COPY(TETRAHEDRON, tetrahedron)
        COPY(CYLINDER, cylinder)
        COPY(CONVEX, convex)
        COPY(PLANE, plane)
#undef COPY
    default:
        break;
    }
    return memcmp(&p, &q, sizeof p) == 0;
}

static void check_shapes(const collide_shape_pack *pack, const collide_shape *shapes, size_t n) {
    assert_int_equal(collide_shape_pack_count(pack), n);
    assert_int_equal(collide_shape_pack_kind(pack), shapes[0].kind);
    for (size_t i = 0; i < n; ++i) {
        const collide_shape s = collide_shape_pack_get(pack, i);
        assert_true(same_shape(&s, &shapes[i]));
    }
    const collide_shape none = collide_shape_pack_get(pack, n);
    assert_int_equal(none.kind, COLLIDE_SHAPE_NONE);
}

static void test_packs(void **state) {
    inputs_random r = inputs_seed(36);
    (void)state;
    for (uint32_t kind = 1; kind < KINDS; ++kind)
        for (size_t n = 1; n <= MOST; n += 6) {
            collide_shape shapes[MOST], other = any_shape(&r, kind % 11 + 1, false), bad;
            collide_shape_pack *pack = NULL, *again = NULL;
            size_t size = collide_shape_pack_size((collide_shape_kind)kind, n);
            for (size_t i = 0; i < n; ++i)
                shapes[i] = any_shape(&r, kind, false);
            assert_true(size > 0 && size % COLLIDE_ALIGNMENT == 0);
            char *memory = (char *)kinds_guarded(size), *moved = (char *)kinds_guarded(size);
            assert_int_equal(collide_shape_pack_build(&pack, memory, size, shapes, n, 0),
                             COLLIDE_OK);
            assert_int_equal(pack->header.size, size);
            check_shapes(pack, shapes, n);
            // The last one may have changed, or all behind the first.
            shapes[n - 1] = any_shape(&r, kind, true);
            assert_int_equal(collide_shape_pack_set(pack, n - 1, &shapes[n - 1]), COLLIDE_OK);
            check_shapes(pack, shapes, n);
            for (size_t i = 1; i < n; ++i)
                shapes[i] = any_shape(&r, kind, false);
            if (n > 1)
                assert_int_equal(collide_shape_pack_update(pack, 1, shapes + 1, n - 1, 0),
                                 COLLIDE_OK);
            check_shapes(pack, shapes, n);
            // What is refused changes nothing.
            bad = shapes[0];
            memset(&bad.of, 0xff, sizeof bad.of);
            if (kind == COLLIDE_SHAPE_CONVEX)
                bad.of.convex.body = NULL;
            assert_int_equal(collide_shape_pack_set(pack, n, &shapes[0]), COLLIDE_ERROR_INDEX);
            assert_int_equal(collide_shape_pack_set(pack, 0, &other), COLLIDE_ERROR_KIND);
            assert_int_equal(collide_shape_pack_set(pack, 0, NULL), COLLIDE_ERROR_NULL);
            assert_int_equal(collide_shape_pack_set(pack, 0, &bad), collide_shape_check(&bad));
            assert_true(collide_shape_check(&bad) != COLLIDE_OK);
            check_shapes(pack, shapes, n);
            // Moved, and opened.
            memcpy(moved, memory, size);
            memset(memory, 0, size);
            check_shapes((const collide_shape_pack *)(void *)moved, shapes, n);
            assert_ptr_equal(collide_shape_pack_of((const collide_pack *)(void *)moved), moved);
            assert_null(collide_shape_pack_of((const collide_pack *)(void *)memory));
            const bool convex = kind == COLLIDE_SHAPE_CONVEX;
            assert_int_equal(collide_shape_pack_open(&again, moved, size),
                             convex ? COLLIDE_ERROR_KIND : COLLIDE_OK);
            assert_ptr_equal(again, convex ? NULL : moved);
            if (!convex) {
                assert_int_equal(collide_shape_pack_open(&again, moved, size - 1),
                                 COLLIDE_ERROR_SIZE);
                assert_null(again);
                moved[3] ^= 1; // the version
                assert_int_equal(collide_shape_pack_open(&again, moved, size),
                                 COLLIDE_ERROR_VERSION);
            }
            kinds_guarded_free(memory, size);
            kinds_guarded_free(moved, size);
        }
}

static void test_pack_errors(void **state) {
    inputs_random r = inputs_seed(37);
    collide_shape shapes[20];
    collide_shape_pack *pack = (collide_shape_pack *)(void *)shapes;
    const size_t size = collide_shape_pack_size(COLLIDE_SHAPE_SEGMENT, 20);
    char *memory = (char *)kinds_guarded(size);
    (void)state;
    for (int i = 0; i < 20; ++i)
        shapes[i] = any_shape(&r, i < 19 ? COLLIDE_SHAPE_SEGMENT : COLLIDE_SHAPE_PLANE, false);
#define FAILS(status, ...)                                                                         \
    pack = (collide_shape_pack *)(void *)shapes;                                                   \
    assert_int_equal(collide_shape_pack_build(&pack, __VA_ARGS__), status);                        \
    assert_null(pack)
    FAILS(COLLIDE_ERROR_KIND, memory, size, shapes, 20, 0); // the last is a plane
    FAILS(COLLIDE_ERROR_NULL, NULL, size, shapes, 19, 0);
    FAILS(COLLIDE_ERROR_NULL, memory, size, NULL, 19, 0);
    FAILS(COLLIDE_ERROR_COUNT, memory, size, shapes, 0, 0);
    FAILS(COLLIDE_ERROR_STRIDE, memory, size, shapes, 19, 4);
    FAILS(COLLIDE_ERROR_SIZE, memory, size - 1, shapes, 19, 0);
    FAILS(COLLIDE_ERROR_OVERFLOW, memory, size, shapes, SIZE_MAX / 2, 0);
    shapes[0].kind = COLLIDE_SHAPE_NONE;
    FAILS(COLLIDE_ERROR_KIND, memory, size, shapes, 19, 0);
    shapes[0].kind = COLLIDE_SHAPE_KIND_COUNT;
    FAILS(COLLIDE_ERROR_KIND, memory, size, shapes, 19, 0);
    shapes[0].kind = COLLIDE_SHAPE_SEGMENT;
    shapes[18].of.segment.b.z = NAN;
    FAILS(COLLIDE_ERROR_NOT_FINITE, memory, size, shapes, 19, 0);
#undef FAILS
    assert_int_equal(collide_shape_pack_build(NULL, memory, size, shapes, 18, 0),
                     COLLIDE_ERROR_NULL);
    assert_int_equal(collide_shape_pack_size(COLLIDE_SHAPE_NONE, 9), 0);
    assert_int_equal(collide_shape_pack_size(COLLIDE_SHAPE_KIND_COUNT, 9), 0);
    assert_int_equal(collide_shape_pack_size(COLLIDE_SHAPE_CONVEX, 0), 0);
    assert_int_equal(collide_shape_pack_count(NULL), 0);
    assert_int_equal(collide_shape_pack_kind(NULL), COLLIDE_SHAPE_NONE);
    assert_null(collide_shape_pack_of(NULL));
    kinds_guarded_free(memory, size);
}

// A typed pack is a pack of shapes, and the other way round.
static void test_typed_packs(void **state) {
    inputs_random r = inputs_seed(38);
    static const struct {
        const char *name;
        uint32_t kind;
    } typed[] = {{"vec3", COLLIDE_SHAPE_POINT},
                 {"sphere", COLLIDE_SHAPE_SPHERE},
                 {"capsule", COLLIDE_SHAPE_CAPSULE},
                 {"aabb", COLLIDE_SHAPE_AABB},
                 {"obb", COLLIDE_SHAPE_OBB},
                 {"triangle", COLLIDE_SHAPE_TRIANGLE},
                 {"cylinder", COLLIDE_SHAPE_CYLINDER},
                 {"spline", 0},
                 {"kdop14", 0}};
    (void)state;
    for (size_t k = 0; k < sizeof typed / sizeof *typed; ++k) {
        const struct pack_type *t = packs_type(typed[k].name);
        collide_shape shapes[20];
        float objects[20 * 15];
        void *memory = kinds_guarded(t->size(20)), *built = NULL, *opened = NULL;
        memset(objects, 0, sizeof objects);
        for (size_t i = 0; i < 20; ++i) {
            shapes[i] = any_shape(&r, typed[k].kind ? typed[k].kind : 1, false);
            if (typed[k].kind)
                memcpy(objects + i * t->floats, &shapes[i].of, t->bytes);
            else
                objects[i * t->floats + t->floats - 1] = 1;
        }
        assert_int_equal(t->build(&built, memory, t->size(20), objects, 20, 0), COLLIDE_OK);
        const collide_shape_pack *pack = collide_shape_pack_of((const collide_pack *)built);
        if (typed[k].kind) {
            collide_shape_pack *own = NULL;
            const size_t size = collide_shape_pack_size((collide_shape_kind)typed[k].kind, 20);
            assert_ptr_equal(pack, built);
            check_shapes(pack, shapes, 20);
            assert_int_equal(size, t->size(20));
            char *copy = (char *)kinds_guarded(size);
            assert_int_equal(collide_shape_pack_build(&own, copy, size, shapes, 20, 0), COLLIDE_OK);
            assert_memory_equal(own, built, size);
            assert_int_equal(t->open(&opened, copy, size), COLLIDE_OK);
            kinds_guarded_free(copy, size);
        } else {
            assert_null(pack);
        }
        kinds_guarded_free(memory, t->size(20));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packs),       cmocka_unit_test(test_pack_errors),
        cmocka_unit_test(test_typed_packs), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_margins),     cmocka_unit_test(test_negative_sides),
        cmocka_unit_test(test_half_spaces), cmocka_unit_test(test_mixed_pairs),
        cmocka_unit_test(test_no_shapes),   cmocka_unit_test(test_nearest),
    };
    any_bodies_make();
    hulls_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
