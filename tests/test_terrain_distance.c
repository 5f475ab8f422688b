// Distances of shapes and points from terrain: each answer bit for bit against all faces one by
// one, on every instruction set; far from the origin, holes, signs, packs, bad input, work.
#include "test.h"

#include "any_shape.h"
#include "grounds.h"

#include <stdlib.h>

#define KINDS COLLIDE_SHAPE_KIND_COUNT
unsigned long long collide_work;

// ---- grounds ---------------------------------------------------------------------------------

typedef enum field_kind {
    FIELD_HILLS,
    FIELD_STEPS, // of 1, with walls
    FIELD_HOLES,
    FIELD_FLAT,
    FIELD_SLOPE,
    FIELD_WHOLE, // int16 with holes
    FIELD_TWO,   // of 2 by 2 vertices
    FIELD_STRIDE,
    FIELD_KINDS
} field_kind;

typedef struct field {
    collide_heights grid;
    collide_terrain *terrain;
    char *memory;
} field;

static void field_build(field *f) {
    const size_t size = collide_terrain_size(f->grid.columns, f->grid.rows);
    assert_int_equal(collide_terrain_build(&f->terrain, aligned(size), size, &f->grid), COLLIDE_OK);
}

static void field_free(field *f) {
    free(f->terrain);
    free(f->memory);
}

// Heights and steps are multiples of 1 / 64, so corners are floats.
static field field_make(inputs_random *r, field_kind kind) {
    field f;
    memset(&f, 0, sizeof f);
    const size_t columns = kind == FIELD_TWO ? 2 : 2 + kinds_below(r, 70);
    const size_t rows = kind == FIELD_TWO ? 2 : 2 + kinds_below(r, 50);
    const size_t element = kind == FIELD_WHOLE ? sizeof(int16_t) : sizeof(float);
    const size_t stride = kind == FIELD_STRIDE ? columns * element + 12 : columns * element;
    int32_t *turns = (int32_t *)allocate(4 * (columns + rows), sizeof *turns);
    float *hills = (float *)allocate(columns * rows, sizeof *hills);
    inputs_heights(r, columns, rows, turns, hills);
    f.memory = (char *)allocate(rows, stride);
    for (size_t i = 0; i < columns * rows; ++i) {
        const size_t column = i % columns, row = i / columns;
        float h = (float)(int)(64 * hills[i]) / 64;
        if (kind == FIELD_STEPS)
            h = (float)kinds_below(r, 3);
        if (kind == FIELD_FLAT)
            h = 0.5f;
        if (kind == FIELD_SLOPE)
            h = 0.25f * (float)column - 0.5f * (float)row;
        if (kind == FIELD_HOLES && kinds_below(r, 12) == 0)
            h = NAN;
        const int16_t number = (int16_t)(kinds_below(r, 30) ? (int)(4 * hills[i]) : -999);
        memcpy(f.memory + row * stride + column * element,
               kind == FIELD_WHOLE ? (const void *)&number : (const void *)&h, element);
    }
    free(hills);
    free(turns);
    f.grid.heights = f.memory;
    f.grid.columns = columns;
    f.grid.rows = rows;
    f.grid.row_stride = kind == FIELD_STRIDE ? stride : 0;
    f.grid.dx = kinds_below(r, 2) ? 0.25f : 1;
    f.grid.dy = kinds_below(r, 2) ? 0.375f : 2;
    f.grid.origin = vec((float)kinds_below(r, 64) - 32, (float)kinds_below(r, 64) - 32,
                        (float)kinds_below(r, 16) - 8);
    f.grid.other_diagonal = kinds_below(r, 2);
    if (kind == FIELD_WHOLE) {
        f.grid.int16 = f.grid.has_hole = true;
        f.grid.hole = -999;
        f.grid.scale = 0.25f;
        f.grid.offset = 1.75f;
    }
    field_build(&f);
    return f;
}

static bool field_height(const field *f, size_t i, size_t j, float *h) {
    const collide_heights *g = &f->terrain->grid;
    const char *at = (const char *)g->heights + j * g->row_stride;
    if (g->int16) {
        int16_t number;
        memcpy(&number, at + 2 * i, sizeof number);
        const float product = g->scale * (float)number;
        *h = g->offset + product;
        return !(g->has_hole && number == g->hole);
    }
    memcpy(h, at + 4 * i, sizeof *h);
    return *h >= -FLT_MAX && *h <= FLT_MAX;
}

// Face which of a cell as a triangle, relative to a point; false in holes.
static bool field_face(const field *f, size_t i, size_t j, unsigned which, collide_vec3 from,
                       collide_shape *out) {
    static const int corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}}, {{0, 1, 3}, {0, 3, 2}}};
    const collide_heights *g = &f->terrain->grid;
    float h[4];
    memset(out, 0, sizeof *out);
    out->kind = COLLIDE_SHAPE_TRIANGLE;
    for (size_t k = 0; k < 4; ++k)
        if (!field_height(f, i + (k & 1), j + (k >> 1), &h[k]))
            return false;
    for (int k = 0; k < 3; ++k) {
        const int c = corners[g->other_diagonal][which][k];
        const double x = (double)(i + (size_t)(c & 1)) * (double)g->dx;
        const double y = (double)(j + (size_t)(c >> 1)) * (double)g->dy;
        out->of.triangle.v[k] = vec((float)((double)g->origin.x - (double)from.x + x),
                                    (float)((double)g->origin.y - (double)from.y + y),
                                    (float)((double)g->origin.z - (double)from.z + (double)h[c]));
    }
    return true;
}

// A place over, in or beside a field.
static collide_vec3 field_place(inputs_random *r, const field *f) {
    const collide_heights *g = &f->terrain->grid;
    const float width = g->dx * (float)(g->columns - 1), depth = g->dy * (float)(g->rows - 1);
    const float off = kinds_below(r, 4) ? 0 : 0.75f;
    const float up = kinds_below(r, 3) ? inputs_uniform(r, 0, 4) : inputs_uniform(r, -6, 30);
    return vec(g->origin.x + inputs_uniform(r, -off, 1 + off) * width,
               g->origin.y + inputs_uniform(r, -off, 1 + off) * depth, g->origin.z + 3 + up);
}

// ---- the definition --------------------------------------------------------------------------

static bool brute(const field *f, const collide_shape *a, collide_vec3 from, float max,
                  collide_distance *out) {
    const collide_heights *g = &f->terrain->grid;
    bool found = false;
    collide_distance best;
    memset(&best, 0, sizeof best);
    best.lo = best.hi = INFINITY;
    *out = best;
    for (size_t j = 0; j + 1 < g->rows; ++j)
        for (size_t i = 0; i + 1 < g->columns; ++i)
            for (unsigned which = 0; which < 2; ++which) {
                collide_shape face;
                collide_distance d;
                if (!field_face(f, i, j, which, from, &face))
                    continue;
                assert_true(collide_shape_shape_distance(a, &face, INFINITY, &d));
                d.lo = d.lo > 0 ? d.lo : 0;
                d.hi = d.hi > 0 ? d.hi : kinds_float(1);
                d.feature_a = (d.feature_a & 0x03000000u) | (d.feature_a & 63) << 26 | (uint32_t)j;
                d.feature_b = COLLIDE_FEATURE_FACE | which << 26 | (uint32_t)i;
                if (!found || d.lo < best.lo || (d.lo == best.lo && d.hi < best.hi))
                    best = d;
                found = true;
            }
    if (!found || !(best.lo <= max))
        return false;
    *out = best;
    return true;
}

static void same(const collide_distance *d, const collide_distance *e, const char *what) {
    if (memcmp(d, e, sizeof *d) != 0)
        fail_msg("%s: [%a, %a] of %x %x, not [%a, %a] of %x %x", what, (double)d->lo, (double)d->hi,
                 (unsigned)d->feature_a, (unsigned)d->feature_b, (double)e->lo, (double)e->hi,
                 (unsigned)e->feature_a, (unsigned)e->feature_b);
}

static bool unit(collide_vec3 n) {
    return magnitude((double)n.x * (double)n.x + (double)n.y * (double)n.y +
                     (double)n.z * (double)n.z - 1) < 1e-5;
}

static void check_margins(const field *f, const collide_shape *a, const collide_distance *d) {
    const float margins[5] = {0, d->lo, 0.99f * d->lo, d->lo + 1, INFINITY};
    for (int k = 0; k < 5; ++k) {
        collide_distance e;
        const bool within = collide_shape_terrain_within(a, f->terrain, margins[k]);
        assert_true(within == (d->lo <= margins[k]));
        assert_true(within == collide_shape_terrain_distance(a, f->terrain, margins[k], &e));
        if (within)
            same(&e, d, "another max");
        else
            assert_true(e.lo == INFINITY && e.hi == INFINITY && e.feature_b == 0);
    }
}

static size_t compared, lowered;

static void check_shape(const field *f, const collide_shape *a) {
    static const collide_vec3 zero = {0, 0, 0};
    collide_distance d, e;
    const bool meets = collide_shape_terrain(a, f->terrain);
    const bool found = collide_shape_terrain_distance(a, f->terrain, INFINITY, &d);
    if (meets) {
        assert_true(found && d.lo == 0 && d.hi == 0 && unit(d.normal));
        assert_memory_equal(&d.point_a, &d.point_b, sizeof d.point_a);
        assert_true(collide_shape_terrain_within(a, f->terrain, 0));
        return;
    }
    assert_true(found == brute(f, a, zero, INFINITY, &e));
    if (!found)
        return;
    ++compared;
    if (e.lo > 1e-3f && (d.lo < e.lo || (d.lo == e.lo && d.feature_b != e.feature_b))) {
        // Many are equally far, and some have been left out.
        const float less = 1e-6f * (e.hi + 40);
        ++lowered;
        assert_true(e.lo - d.lo <= less && d.hi >= e.lo && d.hi - e.hi <= less);
        assert_true(collide_shape_terrain_within(a, f->terrain, d.hi));
        assert_false(collide_shape_terrain_within(a, f->terrain, d.lo - less));
        return;
    }
    if (e.lo > 1e-3f)
        same(&d, &e, "brute force");
    else // here verdicts of two shapes have their say in e
        assert_true(magnitude((double)d.lo - (double)e.lo) <= 2e-3 && d.hi > 0 && d.hi <= 2e-3f);
    check_margins(f, a, &d);
}

static void test_shapes(void **state) {
    (void)state;
    inputs_random r = inputs_seed(4101);
    for (int round = 0; round < test_cases(120); ++round) {
        field f = field_make(&r, (field_kind)(round % FIELD_KINDS));
        for (uint32_t kind = 1; kind < KINDS; ++kind)
            for (int i = 0; kind != COLLIDE_SHAPE_PLANE && i < 6; ++i) {
                collide_shape a = any_shape(&r, kind, i == 5);
                const collide_vec3 at = field_place(&r, &f);
                a = any_moved(a, 1, i == 5 ? vec(at.x - at.x, 1, f.grid.origin.z + 8) : at);
                collide_isa_limit((collide_isa_id)((unsigned)i % COLLIDE_ISA_COUNT));
                check_shape(&f, &a);
                collide_isa_limit(COLLIDE_ISA_COUNT);
            }
        field_free(&f);
    }
    printf("# %u of %u brackets are lower\n", (unsigned)lowered, (unsigned)compared);
    assert_true(lowered <= compared / 20);
}

// ---- far from the origin ---------------------------------------------------------------------

// Steps that are no sums of floats: brackets contain the distance of faces near the origin.
static void test_inexact(void **state) {
    (void)state;
    static const float steps[3] = {0.1f, 0.3f, 1.7f};
    static const float scales[5] = {1, 1e-6f, 1e6f, 1e-15f, 1e15f};
    inputs_random r = inputs_seed(4102);
    for (int round = 0; round < 100; ++round) {
        const float scale = scales[round % 5];
        ground g = make_ground(&r, round % 2 ? HILLS : FLAT, 40, 30, scale * steps[round % 3],
                               scale * (round % 4 ? 1000.3f : 0));
        field f = {g.grid, g.terrain, NULL};
        for (int i = 0; i < 20; ++i) {
            collide_sphere s;
            collide_distance d, e;
            const collide_vec3 p = field_place(&r, &f);
            s.center = vec(p.x, p.y, g.grid.origin.z + scale * inputs_uniform(&r, 3, 30));
            s.radius = scale * inputs_uniform(&r, 0, 3);
            const collide_shape a = collide_shape_from_sphere(&s);
            collide_shape local = a;
            local.of.sphere.center = vec(0, 0, 0);
            assert_true(collide_shape_terrain_distance(&a, g.terrain, INFINITY, &d));
            if (collide_shape_terrain(&a, g.terrain))
                continue;
            assert_true(brute(&f, &local, s.center, INFINITY, &e));
            const float error = 4e-7f * (e.hi + s.radius + 40 * scale);
            assert_true(d.lo <= e.hi + error && e.lo <= d.hi + error);
            assert_true(d.hi - d.lo <= 1e-6f * (e.hi + 2 * s.radius + 8 * scale));
        }
        release(&g);
    }
}

// What is moved with its terrain, by what floats hold, keeps its bracket.
static void test_moved(void **state) {
    (void)state;
    inputs_random r = inputs_seed(4103);
    for (int round = 0; round < 40; ++round) {
        field f = field_make(&r, round % 2 ? FIELD_HILLS : FIELD_HOLES);
        f.grid.dx = 0.1f; // a sum of floats only relative to the shape
        free(f.terrain);
        field_build(&f);
        field g = f;
        const collide_vec3 by = vec(65536, -131072, 16384);
        g.grid.origin = whole_sum(f.grid.origin, 1, by);
        field_build(&g);
        for (int i = 0; i < 30; ++i) {
            collide_distance d, e;
            collide_vec3 p = field_place(&r, &f);
            p = vec((float)(int)(64 * p.x) / 64, (float)(int)(64 * p.y) / 64,
                    (float)(int)(64 * p.z) / 64);
            collide_obb box = {p, {0.5f, 0.25f, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            const collide_pose pose = inputs_pose(&r, p);
            memcpy(box.axis, pose.axis, sizeof box.axis);
            const collide_shape a = collide_shape_from_obb(&box), b = any_moved(a, 1, by);
            const bool found = collide_shape_terrain_distance(&a, f.terrain, INFINITY, &d);
            assert_true(found == collide_shape_terrain_distance(&b, g.terrain, INFINITY, &e));
            assert_true(d.lo == e.lo && d.hi == e.hi && d.feature_b == e.feature_b);
            assert_memory_equal(&d.normal, &e.normal, sizeof d.normal);
            const collide_vec3 back = whole_sum(e.point_a, -1, by);
            assert_true(magnitude((double)back.x - (double)d.point_a.x) <= 0.01 &&
                        magnitude((double)back.z - (double)d.point_a.z) <= 0.01);
        }
        free(g.terrain);
        field_free(&f);
    }
}

// ---- signs -----------------------------------------------------------------------------------

static void test_points(void **state) {
    (void)state;
    inputs_random r = inputs_seed(4104);
    size_t below = 0;
    for (int round = 0; round < 80; ++round) {
        field f = field_make(&r, (field_kind)(round % FIELD_KINDS));
        enum { N = 50 };
        collide_vec3 p[N];
        collide_distance one[N], all[N];
        uint16_t bits[COLLIDE_BLOCKS(N)], expected[COLLIDE_BLOCKS(N)] = {0};
        float lo[16 * COLLIDE_BLOCKS(N)], hi[16 * COLLIDE_BLOCKS(N)];
        const float max = round % 3 ? INFINITY : 2;
        const collide_heights *g = &f.terrain->grid;
        size_t hits = 0;
        for (int i = 0; i < N; ++i) {
            p[i] = field_place(&r, &f);
            if (i % 4 == 0) { // on a vertex
                const size_t c = kinds_below(&r, (uint32_t)g->columns);
                const size_t k = kinds_below(&r, (uint32_t)g->rows);
                float h = 0;
                (void)field_height(&f, c, k, &h);
                h = h >= -FLT_MAX && h <= FLT_MAX ? h : 0;
                p[i] = vec(g->origin.x + (float)c * g->dx, g->origin.y + (float)k * g->dy,
                           g->origin.z + h);
            }
            const collide_shape a = collide_shape_from_point(p[i]);
            static const collide_vec3 zero = {0, 0, 0};
            collide_distance e, whole;
            const bool inside = collide_shape_terrain(&a, f.terrain);
            const bool any = brute(&f, &a, zero, max, &e);
            const bool found = collide_point_terrain_distance(p[i], f.terrain, max, &one[i]);
            assert_true(found == any);
            assert_true(found == collide_point_terrain_distance(p[i], f.terrain, max, NULL));
            hits += found;
            expected[i / 16] |= (uint16_t)((unsigned)found << i % 16);
            if (!found) {
                assert_true(one[i].lo == INFINITY && one[i].hi == INFINITY);
                continue;
            }
            assert_true(unit(one[i].normal));
            assert_memory_equal(&one[i].point_a, &p[i], sizeof p[i]);
            if (e.lo <= 1e-4f) {
                assert_true(one[i].lo <= 1e-4f && one[i].hi >= -1e-4f);
                assert_true(one[i].lo > 0 || one[i].hi < 0 || one[i].normal.z > 0);
                continue;
            }
            if (inside) {
                ++below;
                const collide_vec3 n = e.normal;
                const float least = e.lo;
                e.lo = -e.hi;
                e.hi = -least;
                e.normal = vec(0 - n.x, 0 - n.y, 0 - n.z);
                assert_true(collide_shape_terrain_distance(&a, f.terrain, max, &whole));
                assert_true(whole.lo == 0 && whole.hi == 0);
            } else {
                assert_true(collide_shape_terrain_distance(&a, f.terrain, max, &whole));
                same(&whole, &one[i], "a shape");
            }
            same(&one[i], &e, "a point");
        }
        // A pack.
        const size_t size = collide_vec3_pack_size(N);
        collide_vec3_pack *pack;
        assert_int_equal(collide_vec3_pack_build(&pack, aligned(size), size, p, N, 0), COLLIDE_OK);
        const collide_distances out = {bits, lo, hi, all};
        assert_int_equal(collide_terrain_point_distance_many(f.terrain, pack, max, &out), hits);
        assert_memory_equal(bits, expected, sizeof bits);
        for (int i = 0; i < N; ++i) {
            same(&all[i], &one[i], "a pack");
            assert_true(lo[i] == one[i].lo && hi[i] == one[i].hi);
        }
        free(pack);
        field_free(&f);
    }
    assert_true(below > 100);
}

// ---- work ------------------------------------------------------------------------------------

static field plain(size_t side, float wave) {
    field f;
    memset(&f, 0, sizeof f);
    float *h = (float *)allocate(side * side, sizeof *h);
    for (size_t i = 0; i < side * side; ++i) {
        const float x = (float)(i % side % 64) - 32, y = (float)(i / side % 64) - 32;
        h[i] = wave * (x * x - y * y) / 64;
    }
    f.memory = (char *)h;
    f.grid.heights = h;
    f.grid.columns = f.grid.rows = side;
    f.grid.dx = f.grid.dy = 1;
    field_build(&f);
    return f;
}

static unsigned long long work_of(const field *f, const collide_shape *a, collide_distance *d) {
    collide_work = 0;
    assert_true(collide_shape_terrain_distance(a, f->terrain, INFINITY, d));
    return collide_work;
}

static void test_work(void **state) {
    (void)state;
    for (int wave = 0; wave < 2; ++wave) {
        unsigned long long before = 0;
        for (size_t side = 256; side <= 4096; side *= 4) {
            field f = plain(side, (float)wave);
            const float middle = (float)side / 2 + 0.3f;
            const collide_shape low = collide_shape_from_point(vec(middle, middle, 30));
            const collide_shape high = collide_shape_from_point(vec(middle, middle, 9000));
            const collide_obb plate = {{middle, middle, 2},
                                       {0.45f * (float)side, 90, 0.5f},
                                       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            const collide_sphere ball = {{middle, middle, 100001}, 100000};
            const collide_shape box = collide_shape_from_obb(&plate);
            const collide_shape huge = collide_shape_from_sphere(&ball);
            collide_distance d;
            const unsigned long long work = work_of(&f, &low, &d);
            const unsigned long long work_high = work_of(&f, &high, &d);
            printf("# side %u wave %d: a point takes %llu, high above %llu", (unsigned)side, wave,
                   work, work_high);
            assert_true(work <= 1200);
            assert_true(before == 0 || work <= before + 60);
            before = work;
            if (!wave) {
                assert_true(work_high <= 2500);
                const unsigned long long work_huge = work_of(&f, &huge, &d);
                assert_true(d.lo <= 1 && d.hi >= 1 && d.hi - d.lo <= 0.2f);
                const unsigned long long work_box = work_of(&f, &box, &d);
                printf(", a huge sphere %llu, a plate %llu", work_huge, work_box);
                assert_true(d.lo <= 1.5f && d.hi >= 1.5f && d.hi - d.lo <= 2e-6f * (float)side);
                assert_true(work_huge <= 20000 && work_box <= 20000);
            }
            printf("\n");
            field_free(&f);
        }
    }
}

// ---- real heights ----------------------------------------------------------------------------

static void test_data(void **state) {
    (void)state;
    FILE *file = open_data("terrain.txt");
    const size_t grids = read_count(file);
    inputs_random r = inputs_seed(4105);
    for (size_t k = 0; k < grids; ++k) {
        ground g = read_ground(file);
        for (int diagonal = 0; diagonal < 2; ++diagonal) { // for test_terrain.c
            g.grid.other_diagonal = read_count(file) != 0;
            for (size_t left = read_count(file); left > 0; --left) {
                float rest[8];
                read_floats(file, rest, 8);
                for (int i = 0; i < 3; ++i)
                    (void)read_count(file);
            }
        }
        build(&g);
        const field f = {g.grid, g.terrain, NULL};
        for (int i = 0; i < 24; ++i) {
            collide_vec3 p = field_place(&r, &f);
            float z = 0;
            (void)collide_terrain_height(g.terrain, p.x, p.y, &z, NULL);
            p.z = z + g.grid.dx * inputs_uniform(&r, 0, 12);
            const uint32_t kind = 1 + kinds_below(&r, KINDS - 1);
            collide_shape a = any_shape(&r, kind, false);
            a = any_moved(a, 1, p);
            if (kind != COLLIDE_SHAPE_PLANE)
                check_shape(&f, &a);
        }
        release(&g);
    }
    close_data(file);
}

// ---- bad input -------------------------------------------------------------------------------

static void nothing(const collide_shape *a, const collide_terrain *b, float max) {
    collide_distance d;
    memset(&d, 1, sizeof d);
    assert_false(collide_shape_terrain_distance(a, b, max, &d));
    assert_true(d.lo == INFINITY && d.hi == INFINITY && d.feature_a == 0 && d.feature_b == 0);
    assert_true(d.normal.x == 0 && d.point_a.x == 0 && d.point_b.z == 0);
    assert_false(collide_shape_terrain_distance(a, b, max, NULL));
    assert_false(collide_shape_terrain_within(a, b, max));
    if (a->kind == COLLIDE_SHAPE_POINT) {
        memset(&d, 1, sizeof d);
        assert_false(collide_point_terrain_distance(a->of.point, b, max, &d));
        assert_true(d.lo == INFINITY && d.hi == INFINITY && d.feature_b == 0);
    }
}

static void test_nothing(void **state) {
    (void)state;
    inputs_random r = inputs_seed(4106);
    field f = field_make(&r, FIELD_HILLS);
    collide_distance d;
    for (uint32_t kind = 1; kind < KINDS; ++kind) {
        const collide_shape good = any_moved(any_shape(&r, kind, false), 1, vec(0, 0, 40));
        nothing(&good, NULL, INFINITY);
        nothing(&good, f.terrain, NAN);
        nothing(&good, f.terrain, -1);
        nothing(&good, f.terrain, kind == COLLIDE_SHAPE_PLANE ? INFINITY : 0.25f);
        for (int k = 0; k < 3; ++k) {
            const float bad = k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY;
            collide_shape a = good;
            if (kind == COLLIDE_SHAPE_CONVEX)
                a.of.convex.pose.position.y = bad;
            else
                a.of.point.x = bad;
            nothing(&a, f.terrain, INFINITY);
        }
    }
    const collide_shape nil = {COLLIDE_SHAPE_NONE, {{1, 2, 3}}};
    nothing(&nil, f.terrain, INFINITY);
    const collide_distances none = {NULL, NULL, NULL, NULL};
    assert_int_equal(collide_terrain_point_distance_many(f.terrain, NULL, 1, &none), 0);
    // Shapes at the ends of floats have a distance.
    for (int i = 0; i < 6; ++i) {
        const float far_off[6] = {FLT_MAX, -FLT_MAX, 1e37f, 2e38f, 1e30f, -1e38f};
        const collide_vec3 p = vec(far_off[i], i % 2 ? 1 : far_off[5 - i], 0);
        const collide_shape a = collide_shape_from_point(p);
        const collide_sphere ball = {p, 1e30f};
        const collide_shape b = collide_shape_from_sphere(&ball);
        collide_work = 0;
        assert_true(collide_shape_terrain_distance(&a, f.terrain, INFINITY, &d));
        assert_true(d.lo > 1e29f && d.hi >= d.lo);
        assert_true(collide_shape_terrain_distance(&b, f.terrain, INFINITY, &d));
        assert_true(collide_work < 20000);
    }
    field_free(&f);
    // Holes everywhere.
    float holes[6] = {NAN, 1, NAN, 1, NAN, 1};
    field none_left;
    memset(&none_left, 0, sizeof none_left);
    none_left.grid.heights = holes;
    none_left.grid.columns = 3;
    none_left.grid.rows = 2;
    none_left.grid.dx = none_left.grid.dy = 1;
    field_build(&none_left);
    const collide_shape dot = collide_shape_from_point(vec(1, 1, 1));
    nothing(&dot, none_left.terrain, INFINITY);
    free(none_left.terrain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_inexact),
        cmocka_unit_test(test_moved),   cmocka_unit_test(test_points),
        cmocka_unit_test(test_work),    cmocka_unit_test(test_data),
        cmocka_unit_test(test_nothing),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
