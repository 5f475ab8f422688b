// Cables as wholes: their segments and bounds, statuses, packs; contacts of cables against loops of
// segments; with trees, other cables and themselves; batches bit for bit against single calls, on
// every instruction set. What a segment meets is in test_cable.c.
#include "test.h"

#include "drawn.h"
#include "cables.h"

// ---- cables ----------------------------------------------------------------------------------

#define MOST 64

struct line {
    collide_vec3 p[MOST];
    collide_cable cable;
    collide_spline segment[MOST + 1]; // as made here
    size_t n;
};

static void draw_line(inputs_random *r, struct line *l, size_t n, uint32_t ends, float step) {
    collide_vec3 way = inputs_vec3(r, -1, 1), list[MOST + 4];
    l->p[0] = inputs_vec3(r, -1, 1);
    for (size_t i = 1; i < n; ++i) {
        way = combine(inputs_vec3(r, -0.5f, 0.5f), 0.8f, way);
        l->p[i] = combine(l->p[i - 1], step, way);
    }
    l->cable = (collide_cable){l->p, n, 0, inputs_uniform(r, 0.02f, 0.2f), ends};
    for (size_t i = 0; i < n + 4; ++i)
        list[i] = ends == COLLIDE_CABLE_CLAMPED ? l->p[i < 2       ? 0
                                                       : i - 2 < n ? i - 2
                                                                   : n - 1]
                                                : l->p[i % n];
    l->n = ends == COLLIDE_CABLE_OPEN ? n - 3 : ends == COLLIDE_CABLE_CLOSED ? n : n + 1;
    for (size_t i = 0; i < l->n; ++i) {
        memcpy(l->segment[i].v, list + i, 4 * sizeof *list);
        l->segment[i].radius = l->cable.radius;
    }
}

static bool same_point(collide_vec3 a, collide_vec3 b, float by) {
    const point d = add(to_point(a), -1, to_point(b));
    return magnitude(d.x) <= (double)by && magnitude(d.y) <= (double)by &&
           magnitude(d.z) <= (double)by;
}

static void check_line(const struct line *l) {
    assert_int_equal(collide_cable_check(&l->cable), COLLIDE_OK);
    assert_int_equal(collide_cable_segment_count(&l->cable), l->n);
    for (size_t i = 0; i < l->n; ++i) {
        const collide_spline s = collide_cable_segment(&l->cable, i);
        collide_vec3 tangent[2];
        assert_memory_equal(&s, &l->segment[i], sizeof s);
        const struct curve c = curve_of(&s, vec(0, 0, 0));
        for (int k = 0; k <= 8; ++k) {
            const float u = (float)k / 8;
            const wide p = curve_at(&c, (long double)u), d = tangent_at(&c, (long double)u);
            const collide_vec3 q = collide_spline_point(&s, u, &tangent[0]);
            assert_true(norm(along(p, -1, from_zero(q))) <= 0x1p-23L * c.reach);
            assert_true(norm(along(d, -1, from_zero(tangent[0]))) <= 0x1p-22L * c.reach);
        }
        if (i + 1 < l->n || l->cable.ends == COLLIDE_CABLE_CLOSED) {
            const collide_spline *next = &l->segment[(i + 1) % l->n];
            const float by = 0x1p-22f * (float)c.reach;
            assert_true(same_point(collide_spline_point(&s, 1, &tangent[0]),
                                   collide_spline_point(next, 0, &tangent[1]), by));
            assert_true(same_point(tangent[0], tangent[1], by));
        }
    }
    if (l->cable.ends == COLLIDE_CABLE_CLAMPED) {
        const float by = 0x1p-22f * (1 + (float)magnitude((double)l->p[0].x));
        assert_true(same_point(collide_spline_point(&l->segment[0], 0, NULL), l->p[0], by));
        assert_true(same_point(collide_spline_point(&l->segment[l->n - 1], 1, NULL),
                               l->p[l->cable.count - 1], 4 * by));
    }
    const collide_spline none = collide_cable_segment(&l->cable, l->n);
    for (int k = 0; k < 13; ++k)
        assert_true((&none.v[0].x)[k] != (&none.v[0].x)[k]);
}

// Directions of the rows of a k-DOP.
static wide row_of(int kind, int row) {
    static const int rows[13][3] = {{1, 0, 0},  {0, 1, 0},   {0, 0, 1}, {1, 1, 1}, {1, -1, 1},
                                    {1, 1, -1}, {1, -1, -1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1},
                                    {1, -1, 0}, {1, 0, -1},  {0, 1, -1}};
    const int at = kind == 18 && row > 2 ? row + 4 : row;
    const wide r = {{rows[at][0], rows[at][1], rows[at][2]}};
    return r;
}

static void check_bounds(const struct query *q) {
    const struct curve c = curve_of(&q->a, vec(0, 0, 0));
    float rows[5][KINDS_MAX_FLOATS];
    const collide_kdop6 k6 = collide_kdop6_from_spline(&q->a);
    const collide_kdop14 k14 = collide_kdop14_from_spline(&q->a);
    const collide_kdop18 k18 = collide_kdop18_from_spline(&q->a);
    const collide_kdop26 k26 = collide_kdop26_from_spline(&q->a);
    const collide_aabb box = collide_aabb_from_spline_points(&q->a);
    const collide_aabb own = collide_aabb_from_spline(&q->a);
    assert_memory_equal(&own, &k6, sizeof k6);
    memcpy(rows[0], &k6, sizeof k6);
    memcpy(rows[1], &k14, sizeof k14);
    memcpy(rows[2], &k18, sizeof k18);
    memcpy(rows[3], &k26, sizeof k26);
    memcpy(rows[4], &box, sizeof box);
    for (int b = 0; b < 5; ++b) {
        const int kind = b < 4 ? kinds[b].kind : 6, n = kind / 2;
        for (int k = 0; k < n; ++k) {
            const wide d = row_of(kind, k);
            const long double r = c.radius * norm(d), low = (long double)rows[b][k];
            const long double high = (long double)rows[b][n + k];
            const long double tight = 0x1p-21L * (c.reach * 3 + r);
            long double least_of = INFINITY, most_of = -INFINITY; // of the hull
            for (int i = 0; i < 4; ++i) {
                const long double x = inner(d, from_zero(q->a.v[i]));
                least_of = smaller(least_of, x - r);
                most_of = larger(most_of, x + r);
            }
            CHECK(low >= least_of - tight && high <= most_of + tight, "kind %d, row %d is loose",
                  kind, k);
            for (int i = 0; i <= 64; ++i) {
                const long double x = inner(d, curve_at(&c, (long double)i / 64));
                const long double rounding = 16 * LDBL_EPSILON * c.reach;
                CHECK(x - r >= low - rounding && x + r <= high + rounding,
                      "kind %d, row %d does not hold u = %d / 64", kind, k, i);
            }
        }
    }
}

static void test_making(void **state) {
    inputs_random r = inputs_seed(79);
    struct line l;
    (void)state;
    for (size_t round = 0; round < cases(30); ++round)
        for (uint32_t ends = 0; ends < 3; ++ends) {
            draw_line(&r, &l, 4 + round % (MOST - 4), ends, 0.7f);
            check_line(&l);
            float spread[MOST][5];
            for (size_t i = 0; i < l.cable.count; ++i)
                memcpy(spread[i], &l.p[i], sizeof l.p[i]);
            l.cable.points = spread;
            l.cable.stride = sizeof *spread;
            check_line(&l);
        }
    for (size_t i = 0; i < cases(3000); ++i) {
        const struct query q = make_query(&r, SPHERE);
        check_bounds(&q);
    }
    collide_vec3 p[5] = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 0, 0}, {4, 0, 1}}, bad[5];
    const collide_cable good = {p, 5, 0, 1, 0};
    const struct {
        collide_status status;
        collide_cable cable;
    } errors[] = {
        {COLLIDE_ERROR_NULL, {NULL, 5, 0, 1, 0}},
        {COLLIDE_ERROR_COUNT, {p, 3, 0, 1, 0}},
        {COLLIDE_ERROR_COUNT, {p, 0, 0, 1, 0}},
        {COLLIDE_ERROR_OVERFLOW, {p, ((size_t)1 << 31) + 1, 0, 1, 0}},
        {COLLIDE_ERROR_OVERFLOW, {p, (size_t)1 << 31, SIZE_MAX / 4, 1, 0}},
        {COLLIDE_ERROR_STRIDE, {p, 5, 8, 1, 0}},
        {COLLIDE_ERROR_OPTION, {p, 5, 0, 1, 7}},
        {COLLIDE_ERROR_NOT_FINITE, {p, 5, 0, NAN, 0}},
        {COLLIDE_ERROR_NOT_FINITE, {p, 5, 0, INFINITY, 0}},
        {COLLIDE_ERROR_EXTENT, {p, 5, 0, 0, 0}},
        {COLLIDE_ERROR_EXTENT, {p, 5, 0, -1, 0}},
        {COLLIDE_ERROR_NOT_FINITE, {bad, 5, 0, 1, 0}},
    };
    const collide_sphere ball = {{2, 0, 0}, 5};
    void *memory = kinds_guarded(4096);
    memcpy(bad, p, sizeof p);
    bad[4].y = INFINITY;
    assert_int_equal(collide_cable_check(&good), COLLIDE_OK);
    assert_int_equal(collide_cable_check(NULL), COLLIDE_ERROR_NULL);
    assert_true(collide_cable_sphere_contacts(&good, &ball, NULL, NULL, 0) == 2);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        collide_spline_pack *pack = (collide_spline_pack *)(void *)p;
        const collide_cable *cable = &errors[i].cable;
        assert_int_equal(collide_cable_check(cable), errors[i].status);
        assert_int_equal(collide_cable_sphere_contacts(cable, &ball, NULL, NULL, 0), 0);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, 4096, cable, 1, 0),
                         errors[i].status);
        assert_null(pack);
    }
    kinds_guarded_free(memory, 4096);
}

// ---- packs -----------------------------------------------------------------------------------

static float unusual(inputs_random *r) {
    static const float x[] = {0, 0x1p-149f, FLT_MIN, FLT_MAX, -FLT_MAX, 1e19f, -1e-30f, 3e38f};
    return x[kinds_below(r, 8)];
}

static void test_packs(void **state) {
    inputs_random r = inputs_seed(81);
    collide_spline s[MOST], good = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 1, 0}}, 1};
    const size_t size = collide_spline_pack_size(MOST);
    void *memory = kinds_guarded(size), *second = kinds_guarded(size);
    collide_spline_pack *pack, *other;
    (void)state;
    for (size_t n = 1; n < MOST; n += 1 + n / 4) {
        for (size_t i = 0; i < n; ++i)
            s[i] = make_query(&r, SPHERE).a;
        assert_int_equal(collide_spline_pack_build(&pack, memory, size, s, n, 0), COLLIDE_OK);
        assert_int_equal(collide_spline_pack_count(pack), n);
        assert_true(pack->header.magic == COLLIDE_SPLINE_PACK_MAGIC && pack->header.size <= size &&
                    pack->header.size == collide_spline_pack_size(n));
        for (size_t i = 0; i < n; ++i) {
            const collide_spline got = collide_spline_pack_get(pack, i);
            assert_memory_equal(&got, &s[i], sizeof got);
        }
        assert_int_equal(collide_spline_pack_set(pack, n - 1, &good), COLLIDE_OK);
        collide_spline got = collide_spline_pack_get(pack, n - 1);
        assert_memory_equal(&got, &good, sizeof got);
        assert_int_equal(collide_spline_pack_set(pack, n, &good), COLLIDE_ERROR_INDEX);
        got = collide_spline_pack_get(pack, n);
        assert_true(got.radius != got.radius);
        memcpy(second, memory, size);
        assert_int_equal(collide_spline_pack_open(&other, second, size), COLLIDE_OK);
        assert_int_equal(collide_spline_pack_open(&other, second, 63), COLLIDE_ERROR_SIZE);
        ((collide_spline_pack *)second)->header.magic ^= 1;
        assert_int_equal(collide_spline_pack_open(&other, second, size), COLLIDE_ERROR_KIND);
        assert_null(other);
    }
    for (size_t k = 0; k < 13; ++k)
        for (int i = 0; i < 5; ++i) {
            static const float poor[5] = {NAN, INFINITY, -INFINITY, -1, 0};
            collide_spline bad = good;
            (&bad.v[0].x)[k] = poor[i];
            const collide_status want = i < 3     ? COLLIDE_ERROR_NOT_FINITE
                                        : k == 12 ? COLLIDE_ERROR_EXTENT
                                                  : COLLIDE_OK;
            s[0] = good;
            s[1] = bad;
            assert_int_equal(collide_spline_pack_build(&pack, memory, size, s, 2, 0), want);
            assert_true((pack == NULL) == (want != COLLIDE_OK));
            assert_int_equal(collide_spline_pack_build(&pack, memory, size, s, 1, 0), COLLIDE_OK);
            assert_int_equal(collide_spline_pack_set(pack, 0, &bad), want);
        }
    assert_int_equal(collide_spline_pack_build(NULL, memory, size, s, 1, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_spline_pack_build(&pack, memory, size, NULL, 1, 0),
                     COLLIDE_ERROR_NULL);
    assert_int_equal(collide_spline_pack_build(&pack, memory, size, s, 0, 0), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_spline_pack_build(&pack, memory, size, s, 1, 51),
                     COLLIDE_ERROR_STRIDE);
    assert_int_equal(collide_spline_pack_build(&pack, memory, 64, s, 1, 0), COLLIDE_ERROR_SIZE);
    assert_int_equal(collide_spline_pack_build(&pack, (char *)memory + 4, size - 4, s, 1, 0),
                     COLLIDE_ERROR_ALIGNMENT);
    assert_int_equal(collide_spline_pack_set(NULL, 0, &good), COLLIDE_ERROR_NULL);
    assert_true(collide_spline_pack_count(NULL) == 0 && collide_spline_pack_size(0) == 0);
    kinds_guarded_free(second, size);
    kinds_guarded_free(memory, size);
    for (size_t round = 0; round < cases(20); ++round) {
        static struct line lines[5];
        collide_cable cables[5];
        const size_t n = 1 + kinds_below(&r, 5);
        size_t total = 0, at = 0;
        for (size_t i = 0; i < n; ++i) {
            draw_line(&r, &lines[i], 4 + kinds_below(&r, 40), kinds_below(&r, 3), 1);
            cables[i] = lines[i].cable;
            total += lines[i].n;
        }
        const size_t bytes = collide_spline_pack_size(total);
        memory = kinds_guarded(bytes);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, cables, n, 0),
                         COLLIDE_OK);
        assert_int_equal(collide_spline_pack_count(pack), total);
        for (size_t i = 0; i < n; ++i)
            for (size_t k = 0; k < lines[i].n; ++k, ++at) {
                const collide_spline got = collide_spline_pack_get(pack, at);
                assert_memory_equal(&got, &lines[i].segment[k], sizeof got);
            }
        struct {
            collide_cable cable;
            void *own;
        } spaced[5];
        for (size_t i = 0; i < n; ++i)
            spaced[i].cable = cables[i];
        memset(memory, 77, bytes);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, &spaced[0].cable, n,
                                                          sizeof *spaced),
                         COLLIDE_OK);
        const collide_spline end = collide_spline_pack_get(pack, total - 1);
        assert_memory_equal(&end, &lines[n - 1].segment[lines[n - 1].n - 1], sizeof end);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, cables, n, 8),
                         COLLIDE_ERROR_STRIDE);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes - 64, cables, n, 0),
                         COLLIDE_ERROR_SIZE);
        cables[n - 1].radius = 0;
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, cables, n, 0),
                         COLLIDE_ERROR_EXTENT);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, cables, 0, 0),
                         COLLIDE_ERROR_COUNT);
        assert_int_equal(collide_spline_pack_build_cables(&pack, memory, bytes, NULL, 1, 0),
                         COLLIDE_ERROR_NULL);
        assert_null(pack);
        kinds_guarded_free(memory, bytes);
    }
}

// ---- lists -----------------------------------------------------------------------------------

#define MANY (MOST * MOST)
static collide_cable_contact wanted[MANY], listed[MANY];

// Whether few are some of the list of all, in its order, and none that is left out is deeper.
static bool are_deepest(const collide_cable_contact *all, size_t n,
                        const collide_cable_contact *few, size_t capacity) {
    size_t k = 0;
    float least_kept = INFINITY, most_left = -INFINITY;
    for (size_t i = 0; i < n; ++i) {
        const float depth = all[i].contact.depth;
        if (k < capacity && memcmp(&few[k], &all[i], sizeof *all) == 0) {
            least_kept = depth < least_kept ? depth : least_kept;
            ++k;
        } else {
            most_left = depth > most_left ? depth : most_left;
        }
    }
    return k == capacity && least_kept >= most_left;
}

typedef size_t list_call(const void *a, const void *b, collide_cable_contact *out, size_t capacity);

// Whether a call lists wanted, and with less room the deepest of them.
static void check_list(list_call *call, const void *a, const void *b, size_t n) {
    memset(listed, 0x55, sizeof listed);
    assert_int_equal(call(a, b, listed, MANY), n);
    assert_memory_equal(listed, wanted, n * sizeof *wanted);
    assert_int_equal(call(a, b, NULL, 0), n);
    for (size_t capacity = 1; capacity < n && capacity < 9; capacity += 3) {
        memset(listed, 0x55, sizeof listed);
        assert_int_equal(call(a, b, listed, capacity), n);
        assert_true(are_deepest(wanted, n, listed, capacity));
        assert_int_equal(kinds_bits(listed[capacity].u), 0x55555555);
    }
}

#define LIST(name, type)                                                                           \
    static size_t list_##name(const void *a, const void *b, collide_cable_contact *out,            \
                              size_t capacity) {                                                   \
        return collide_cable_##name##_contacts((const collide_cable *)a, (const type *)b, NULL,    \
                                               out, capacity);                                     \
    }                                                                                              \
    static bool one_##name(const collide_spline *a, const struct bodies *b,                        \
                           collide_cable_contact *out) {                                           \
        return collide_spline_##name(a, b->name, out);                                             \
    }

struct bodies {
    const collide_aabb *aabb;
    const collide_obb *obb;
    const collide_triangle *triangle;
    const collide_sphere *sphere;
    const collide_cylinder *cylinder;
    const collide_terrain *terrain;
};
LIST(aabb, collide_aabb)
LIST(obb, collide_obb)
LIST(triangle, collide_triangle)
LIST(sphere, collide_sphere)
LIST(cylinder, collide_cylinder)
LIST(terrain, collide_terrain)

static size_t list_cable(const void *a, const void *b, collide_cable_contact *out, size_t n) {
    return collide_cable_cable_contacts((const collide_cable *)a, (const collide_cable *)b, NULL,
                                        out, n);
}

static size_t list_self(const void *a, const void *b, collide_cable_contact *out, size_t n) {
    return collide_cable_self_contacts((const collide_cable *)a, *(const size_t *)b, NULL, out, n);
}

static size_t pairs_of(const struct line *a, const struct line *b, size_t neighbours) {
    size_t n = 0;
    neighbours = neighbours ? neighbours : 1;
    for (size_t i = 0; i < a->n; ++i)
        for (size_t j = a == b ? i + 1 : 0; j < b->n; ++j) {
            const size_t way = j - i, round = a->n - way;
            const bool loop = a->cable.ends == COLLIDE_CABLE_CLOSED;
            if (a == b && (way <= neighbours || (loop && round <= neighbours)))
                continue;
            if (!collide_spline_spline(&a->segment[i], &b->segment[j], &wanted[n]))
                continue;
            wanted[n].segment = (uint32_t)i;
            wanted[n++].other = (uint32_t)j;
        }
    return n;
}

static void test_lists(void **state) {
    static const struct {
        list_call *list;
        bool (*one)(const collide_spline *a, const struct bodies *b, collide_cable_contact *out);
    } calls[6] = {{list_aabb, one_aabb},         {list_obb, one_obb},
                  {list_triangle, one_triangle}, {list_sphere, one_sphere},
                  {list_cylinder, one_cylinder}, {list_terrain, one_terrain}};
    inputs_random r = inputs_seed(82);
    static float heights[16];
    collide_heights grid;
    collide_terrain *terrain;
    const size_t bytes = collide_terrain_size(4, 4);
    void *memory = kinds_guarded(bytes);
    size_t hits[8] = {0};
    (void)state;
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = grid.rows = 4;
    grid.dx = grid.dy = 1;
    grid.origin = vec(-1.5f, -1.5f, -0.5f);
    for (int i = 0; i < 16; ++i)
        heights[i] = i == 10 ? NAN : inputs_uniform(&r, -0.3f, 0.3f);
    assert_int_equal(collide_terrain_build(&terrain, memory, bytes, &grid), COLLIDE_OK);
    for (size_t round = 0; round < cases(100); ++round) {
        static struct line a, b;
        struct query q;
        memset(&q, 0, sizeof q);
        draw_line(&r, &a, 4 + kinds_below(&r, 30), kinds_below(&r, 3), 0.4f);
        draw_line(&r, &b, 4 + kinds_below(&r, 30), kinds_below(&r, 3), 0.4f);
        q.scale = 1;
        draw_body(&r, &q, AABB, false, vec(0, 0, 0));
        const struct bodies all = {&q.b.aabb,   &q.b.obb,      &q.b.triangle,
                                   &q.b.sphere, &q.b.cylinder, terrain};
        const void *bodies[6] = {all.aabb,   all.obb,      all.triangle,
                                 all.sphere, all.cylinder, all.terrain};
        for (int k = 0; k < 6; ++k) {
            size_t n = 0;
            for (size_t i = 0; i < a.n; ++i)
                if (calls[k].one(&a.segment[i], &all, &wanted[n]))
                    wanted[n++].segment = (uint32_t)i;
            check_list(calls[k].list, &a.cable, bodies[k], n);
            hits[k] += n;
        }
        size_t n = pairs_of(&a, &b, 0);
        hits[6] += n;
        check_list(list_cable, &a.cable, &b.cable, n);
        for (size_t neighbours = 0; neighbours < 5; ++neighbours) {
            n = pairs_of(&a, &a, neighbours);
            hits[7] += n;
            check_list(list_self, &a.cable, &neighbours, n);
        }
    }
    for (int k = 0; k < 8; ++k)
        fprintf(stderr, "%s%zu%s", k ? ", " : "# contacts of cables: ", hits[k], k < 7 ? "" : "\n");
    for (int k = 0; k < 8; ++k)
        assert_true(kinds_tier() == 0 || hits[k] > cases(100) / 32);
    kinds_guarded_free(memory, bytes);
}

// ---- trees -----------------------------------------------------------------------------------

static void test_trees(void **state) {
    inputs_random r = inputs_seed(83);
    size_t hits = 0, contacts = 0;
    (void)state;
    for (size_t round = 0; round < cases(200); ++round) {
        static struct line a;
        struct drawn d =
            draw_mesh(&r, (enum mesh_kind)(round % MESH_KINDS), 1 + kinds_below(&r, 300), 1);
        const collide_tree_options options = draw_options(&r);
        collide_tree *tree = build(&d, &options);
        const collide_pose pose = draw_pose(&r, 1);
        const bool posed = kinds_below(&r, 4) > 0;
        const size_t triangles = d.mesh.triangle_count;
        collide_triangle *t = (collide_triangle *)allocate(triangles, sizeof *t);
        uint32_t *found = (uint32_t *)allocate(triangles + 1, sizeof *found);
        struct pairs all = {NULL, 0, 0};
        size_t n = 0;
        draw_line(&r, &a, 4 + kinds_below(&r, 20), kinds_below(&r, 3), 0.4f);
        for (size_t i = 0; i < triangles; ++i) {
            t[i] = triangle_of(&d, i);
            for (int k = 0; k < 3 && posed; ++k)
                t[i].v[k] = collide_pose_apply(&pose, t[i].v[k]);
        }
        for (size_t i = 0; i < a.n; ++i) {
            const size_t before = all.n;
            collide_cable_contact one, deepest;
            memset(&deepest, 0, sizeof deepest);
            collide_interval hull = {2, -1};
            for (size_t k = 0; k < triangles; ++k) {
                if (!collide_spline_triangle(&a.segment[i], &t[k], &one))
                    continue;
                hull.first = one.interval.first < hull.first ? one.interval.first : hull.first;
                hull.last = one.interval.last > hull.last ? one.interval.last : hull.last;
                if (all.n == before || one.contact.depth > deepest.contact.depth)
                    deepest = one;
                put_pair(&all, i, k);
            }
            const size_t count = collide_spline_tree_indices(
                &a.segment[i], tree, posed ? &pose : NULL, found, triangles);
            assert_int_equal(count, all.n - before);
            assert_int_equal(collide_spline_tree(&a.segment[i], tree, posed ? &pose : NULL),
                             count > 0);
            for (size_t k = before; k < all.n; ++k) {
                size_t times = 0;
                for (size_t j = 0; j < count; ++j)
                    times += found[j] == all.pair[k].b;
                assert_int_equal(times, 1);
            }
            if (all.n == before)
                continue;
            deepest.interval = hull;
            deepest.segment = (uint32_t)i;
            wanted[n++] = deepest;
        }
        collide_pair *pairs = (collide_pair *)allocate(all.n + 1, sizeof *pairs);
        pairs[all.n].a = 7;
        assert_int_equal(
            collide_cable_tree_indices(&a.cable, tree, posed ? &pose : NULL, pairs, all.n), all.n);
        assert_int_equal(pairs[all.n].a, 7);
        assert_int_equal(collide_cable_tree(&a.cable, tree, posed ? &pose : NULL), all.n > 0);
        qsort(pairs, all.n, sizeof *pairs, compare_pairs);
        assert_true(all.n == 0 || memcmp(pairs, all.pair, all.n * sizeof *pairs) == 0);
        assert_int_equal(
            collide_cable_tree_contacts(&a.cable, tree, posed ? &pose : NULL, NULL, listed, MANY),
            n);
        for (size_t i = 0; i < n; ++i) {
            const collide_cable_contact *c = &listed[i], *w = &wanted[i];
            collide_cable_contact one;
            REQUIRE(c->segment == w->segment && c->other < triangles &&
                        c->contact.depth == w->contact.depth,
                    "segment %u, triangle %u, depth %.9g instead of %.9g", c->segment, c->other,
                    (double)c->contact.depth, (double)w->contact.depth);
            assert_true(collide_spline_triangle(&a.segment[c->segment], &t[c->other], &one));
            assert_memory_equal(&one.contact, &c->contact, sizeof one.contact);
            REQUIRE(c->interval.first <= c->u && c->u <= c->interval.last && c->u == one.u &&
                        magnitude((double)c->interval.first - (double)w->interval.first) <=
                            0x1p-15 &&
                        magnitude((double)c->interval.last - (double)w->interval.last) <= 0x1p-15,
                    "%s, segment %u: u = %.9g of %.9g to %.9g instead of %.9g to %.9g",
                    mesh_names[d.kind], c->segment, (double)c->u, (double)c->interval.first,
                    (double)c->interval.last, (double)w->interval.first, (double)w->interval.last);
        }
        hits += all.n;
        contacts += n;
        free(pairs);
        free(all.pair);
        free(found);
        free(t);
        free_tree(tree);
        free_drawn(&d);
    }
    fprintf(stderr, "# trees: %zu pairs, %zu contacts\n", hits, contacts);
    assert_true(hits > cases(200) && contacts > cases(60) / 4);
    assert_int_equal(
        collide_cable_tree_indices(&(collide_cable){NULL, 0, 0, 0, 0}, NULL, NULL, NULL, 0), 0);
    assert_false(collide_cable_tree(&(collide_cable){NULL, 0, 0, 0, 0}, NULL, NULL));
}

// ---- batches ---------------------------------------------------------------------------------

static bool bit(const uint16_t *bits, size_t i) {
    return bits[i / 16] >> i % 16 & 1;
}

#define LANES 67
struct batch {
    size_t n;
    collide_spline s[LANES + 1];
    collide_aabb box[LANES + 1];
    collide_obb obb[LANES + 1];
    collide_triangle t[LANES + 1];
    collide_spline_pack *splines;
    collide_triangle_pack *triangles;
    void *memory[2];
    bool hit[LANES + 1];
};

static void check_bits(const char *what, const struct batch *b, const uint16_t *bits, size_t n,
                       size_t count) {
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i) {
        REQUIRE(bit(bits, i) == b->hit[i], "%s, %zu of %zu, %s: %d", what, i, n,
                collide_isa_text(collide_isa()), bit(bits, i));
        hits += b->hit[i];
    }
    assert_int_equal(count, hits);
    assert_true(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
}

static void check_indices(const struct batch *b, const uint32_t *indices, size_t capacity,
                          size_t count) {
    size_t hits = 0;
    for (size_t i = 0; i < b->n; ++i)
        if (b->hit[i]) {
            if (hits < capacity)
                assert_int_equal(indices[hits], i);
            ++hits;
        }
    assert_int_equal(count, hits);
    if (hits < capacity)
        assert_int_equal(indices[hits], 0x55555555);
}

#define EACH(expression)                                                                           \
    for (size_t i = 0; i < b->n; ++i)                                                              \
    b->hit[i] = (expression)

static void check_batch(struct batch *b, const struct query *q) {
    const size_t n = b->n, room = COLLIDE_BLOCKS(n) * sizeof(uint16_t);
    uint16_t *bits = (uint16_t *)kinds_guarded(room);
    uint32_t indices[LANES + 1];
    EACH(collide_spline_aabb_near(&b->s[i], &q->b.aabb));
    check_bits("aabb_near_many", b, bits, n,
               collide_aabb_spline_near_many(&q->b.aabb, b->splines, bits));
    for (size_t capacity = 0; capacity <= LANES; capacity = 3 * capacity + 1) {
        memset(indices, 0x55, sizeof indices);
        check_indices(b, indices, capacity,
                      collide_aabb_spline_near_many_indices(&q->b.aabb, b->splines,
                                                            capacity ? indices : NULL, capacity));
    }
    EACH(collide_spline_aabb(&b->s[i], &q->b.aabb, NULL));
    check_bits("aabb_many", b, bits, n, collide_aabb_spline_many(&q->b.aabb, b->splines, bits));
    for (size_t capacity = 0; capacity <= LANES; capacity = 3 * capacity + 1) {
        memset(indices, 0x55, sizeof indices);
        check_indices(b, indices, capacity,
                      collide_aabb_spline_many_indices(&q->b.aabb, b->splines,
                                                       capacity ? indices : NULL, capacity));
    }
    EACH(collide_spline_obb(&b->s[i], &q->b.obb, NULL));
    check_bits("obb_many", b, bits, n, collide_obb_spline_many(&q->b.obb, b->splines, bits));
    EACH(collide_spline_triangle(&q->a, &b->t[i], NULL));
    check_bits("triangle_many", b, bits, n,
               collide_spline_triangle_many(&q->a, b->triangles, bits));
    for (size_t capacity = 0; capacity <= LANES; capacity = 3 * capacity + 1) {
        memset(indices, 0x55, sizeof indices);
        check_indices(b, indices, capacity,
                      collide_spline_triangle_many_indices(&q->a, b->triangles,
                                                           capacity ? indices : NULL, capacity));
    }
    EACH(collide_spline_triangle(&b->s[i], &b->t[i], NULL));
    check_bits("triangle_lanes", b, bits, n,
               collide_spline_triangle_lanes(b->splines, b->triangles, bits));
    kinds_guarded_free(bits, room);
}

static void check_pairs(struct batch *b, inputs_random *r) {
    static struct {
        collide_spline s;
        float unused;
    } apart[LANES];
    const size_t n = LANES, count = 40;
    collide_pair pairs[LANES];
    uint16_t bits[COLLIDE_BLOCKS(LANES)];
    b->n = n;
    for (size_t i = 0; i < count; ++i) { // packs hold no such numbers
        static const float poor[4] = {NAN, INFINITY, -INFINITY, -1};
        apart[i].s = make_query(r, SPHERE).a;
        if (kinds_below(r, 3) == 0)
            (&apart[i].s.v[0].x)[kinds_below(r, 13)] = poor[kinds_below(r, 4)];
        if (kinds_below(r, 6) == 0)
            (&apart[i].s.v[0].x)[kinds_below(r, 13)] = unusual(r);
        if (kinds_below(r, 4) == 0)
            (&b->box[i].min.x)[kinds_below(r, 6)] = poor[kinds_below(r, 3)];
    }
    for (size_t i = 0; i < n; ++i) {
        pairs[i].a = kinds_below(r, 2) ? kinds_below(r, 40) : (uint32_t)i % 42;
        pairs[i].b = kinds_below(r, 41);
    }
    pairs[3].a = UINT32_MAX;
    pairs[5].b = UINT32_MAX;
    const collide_spline_array segments = {&apart[0].s, count, sizeof *apart};
    const collide_aabb_array boxes = {b->box, count, 0};
    EACH(pairs[i].a < count && pairs[i].b < count &&
         collide_spline_aabb_near(&apart[pairs[i].a].s, &b->box[pairs[i].b]));
    check_bits("aabb_near_pairs", b, bits, n,
               collide_spline_aabb_near_pairs(&segments, &boxes, pairs, n, bits));
    EACH(pairs[i].a < count && pairs[i].b < count &&
         collide_spline_aabb(&apart[pairs[i].a].s, &b->box[pairs[i].b], NULL));
    check_bits("aabb_pairs", b, bits, n,
               collide_spline_aabb_pairs(&segments, &boxes, pairs, n, bits));
}

static void test_batches(void **state) {
    inputs_random r = inputs_seed(84);
    static struct batch b;
    size_t hits = 0;
    (void)state;
    for (size_t round = 0; round < cases(3); ++round)
        for (size_t n = 1; n <= LANES; ++n) {
            struct query q = make_query(&r, (int)kinds_below(&r, 2) + AABB);
            b.n = n;
            for (size_t i = 0; i < n; ++i) { // about the body, and as far away as the radius
                struct query other = make_query(&r, TRIANGLE);
                b.s[i] = kinds_below(&r, 4) ? q.a : other.a;
                for (int k = 0; k < 4 && kinds_below(&r, 8); ++k)
                    b.s[i].v[k] = combine(b.s[i].v[k], 0.5f * q.scale, inputs_vec3(&r, -1, 1));
                if (kinds_below(&r, 12) == 0)
                    (&b.s[i].v[0].x)[kinds_below(&r, 12)] = unusual(&r);
                struct query body = q;
                draw_body(&r, &body, TRIANGLE, false, vec(0, 0, 0));
                b.t[i] = body.b.triangle;
                b.box[i] = kinds_below(&r, 2) ? body.b.aabb : q.b.aabb;
                if (kinds_below(&r, 2)) {
                    other.a = b.s[i];
                    other.b = q.b;
                    other.b.triangle = b.t[i];
                    other.b.kind = kinds_below(&r, 2) ? q.b.kind : TRIANGLE;
                    place_radius(&r, &other);
                    b.s[i] = other.a;
                }
                if (kinds_below(&r, 12) == 0)
                    (&b.t[i].v[0].x)[kinds_below(&r, 9)] = unusual(&r);
            }
            if (kinds_below(&r, 10) == 0)
                (&q.a.v[0].x)[kinds_below(&r, 13)] = kinds_below(&r, 2) ? NAN : unusual(&r);
            if (kinds_below(&r, 10) == 0)
                (&q.b.aabb.min.x)[kinds_below(&r, 6)] = kinds_below(&r, 2) ? NAN : INFINITY;
            const size_t bytes[2] = {collide_spline_pack_size(n), collide_triangle_pack_size(n)};
            for (int k = 0; k < 2; ++k)
                b.memory[k] = kinds_guarded(bytes[k]);
            assert_int_equal(
                collide_spline_pack_build(&b.splines, b.memory[0], bytes[0], b.s, n, 0),
                COLLIDE_OK);
            assert_int_equal(
                collide_triangle_pack_build(&b.triangles, b.memory[1], bytes[1], b.t, n, 0),
                COLLIDE_OK);
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
                if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa) {
                    inputs_random same = inputs_seed(round * 100 + n);
                    b.n = n;
                    check_batch(&b, &q);
                    for (size_t i = 0; i < n; ++i)
                        hits += b.hit[i];
                    if (n == LANES)
                        check_pairs(&b, &same);
                }
            collide_isa_limit(COLLIDE_ISA_COUNT);
            for (int k = 0; k < 2; ++k)
                kinds_guarded_free(b.memory[k], bytes[k]);
        }
    assert_true(hits > 100);
    uint16_t bits[1] = {7};
    const collide_spline_array segment = {b.s, 1, 0};
    const collide_aabb_array box = {b.box, 1, 0};
    assert_int_equal(collide_aabb_spline_many(&b.box[0], NULL, bits), 0);
    assert_int_equal(collide_aabb_spline_near_many_indices(&b.box[0], NULL, NULL, 0), 0);
    assert_int_equal(collide_spline_triangle_many(&b.s[0], NULL, bits), 0);
    assert_int_equal(collide_spline_triangle_lanes(NULL, NULL, bits), 0);
    assert_int_equal(collide_spline_aabb_pairs(&segment, &box, NULL, 0, bits), 0);
    assert_int_equal(bits[0], 7);
}

// Cables of which one is some 1e14 times as thick as the other is long: vectors leave out none that
// single calls find.
static void test_unequal(void **state) {
    inputs_random r = inputs_seed(87);
    size_t hits = 0;
    (void)state;
    for (size_t round = 0; round < cases(2000); ++round) {
        static const float thick = 1e6f;
        collide_vec3 a[4], b[4];
        for (int k = 0; k < 4; ++k) {
            a[k] = inputs_vec3(&r, -1e-7f, 1e-7f);
            b[k] = inputs_vec3(&r, -1e-7f, 1e-7f);
            a[k].x = -thick;
        }
        const collide_cable one = {a, 4, 0, thick, COLLIDE_CABLE_OPEN};
        const collide_cable other = {b, 4, 0, inputs_uniform(&r, 1e-9f, 1e-7f), COLLIDE_CABLE_OPEN};
        const collide_spline s = collide_cable_segment(&one, 0);
        const collide_spline t = collide_cable_segment(&other, 0);
        const bool hit = collide_spline_spline(&s, &t, NULL);
        hits += hit;
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
            if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa)
                assert_int_equal(collide_cable_cable_contacts(&one, &other, NULL, NULL, 0), hit);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    assert_true(hits > 0);
}

// What rounding turns every way: centre lines on the axis of a cylinder, in the plane of a flat
// box.
static void test_axes(void **state) {
    inputs_random r = inputs_seed(88);
    (void)state;
    for (size_t round = 0; round < cases(200); ++round) {
        const collide_pose pose = inputs_pose(&r, vec(0, 0, 0));
        const collide_vec3 axis = pose.axis[1];
        const collide_cylinder cylinder = {vec(0, 0, 0), axis, 0.25f, 4};
        const collide_obb flat = collide_obb_from_pose(&pose, vec(0, 2, 2));
        collide_cable_contact c;
        collide_spline s;
        for (int k = 0; k < 4; ++k)
            s.v[k] = scaled(axis, (float)(k - 1));
        s.radius = 0.125f;
        assert_true(collide_spline_cylinder(&s, &cylinder, &c));
        assert_true(c.contact.depth > 0.374f && c.contact.depth < 0.376f);
        assert_true(collide_spline_obb(&s, &flat, &c));
        assert_true(c.contact.depth > 0.124f && c.contact.depth < 0.126f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_making),  cmocka_unit_test(test_packs),
        cmocka_unit_test(test_lists),   cmocka_unit_test(test_trees),
        cmocka_unit_test(test_batches), cmocka_unit_test(test_unequal),
        cmocka_unit_test(test_axes),
    };
    exact_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
