// Octree: pairs and queries against all objects asked one by one, on every instruction set, in
// memory that ends at a page which traps; objects that move; a ball against a box in rationals;
// contacts of bodies against asking all triangles.
#include "test.h"

#include <gmp.h>

#include "data.h"
#include "octrees.h"

static collide_status update(struct scene *s, const uint32_t *indices, size_t n) {
    return s->floats == 4
               ? collide_octree_update_spheres(s->octree, indices, n,
                                               (const collide_sphere *)(const void *)s->object, 0)
               : collide_octree_update_aabbs(s->octree, indices, n,
                                             (const collide_aabb *)(const void *)s->object, 0);
}

// ---- one by one ------------------------------------------------------------------------------

static int compare_pairs(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static bool objects_meet(const struct scene *s, size_t i, size_t j) {
    if (s->floats == 4) {
        const collide_sphere a = ball_of(s, i), b = ball_of(s, j);
        return collide_sphere_sphere(&a, &b);
    }
    const collide_aabb a = box_of(s, i), b = box_of(s, j);
    return collide_aabb_aabb(&a, &b);
}

static size_t pairs_one_by_one(const struct scene *s, collide_pair *pairs, size_t capacity) {
    size_t n = 0;
    for (uint32_t i = 0; i < s->n; ++i)
        for (uint32_t j = i + 1; j < s->n; ++j)
            if (objects_meet(s, i, j)) {
                if (n < capacity)
                    pairs[n] = (collide_pair){i, j};
                ++n;
            }
    return n;
}

// All pairs on every instruction set: in one order, and those of asking one by one.
static size_t check_pairs(const struct scene *s, const char *what) {
    const size_t n = pairs_one_by_one(s, NULL, 0);
    collide_pair *exact = (collide_pair *)allocate(n, sizeof *exact);
    collide_pair *first = (collide_pair *)allocate(n + 1, sizeof *first);
    collide_pair *other = (collide_pair *)allocate(n + 1, sizeof *other);
    pairs_one_by_one(s, exact, n);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        collide_pair *out = isa == COLLIDE_ISA_SCALAR ? first : other;
        const size_t found = collide_octree_self_indices(s->octree, NULL, out, n + 1);
        REQUIRE(found == n, "%s: %zu pairs, not %zu", what, found, n);
        REQUIRE(out == first || memcmp(first, out, n * sizeof *out) == 0,
                "%s: %s has another order", what, collide_isa_text(isa));
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    // A short list takes the first ones.
    memset(other, 0xee, (n + 1) * sizeof *other);
    assert_int_equal(collide_octree_self_indices(s->octree, NULL, other, n / 2), n);
    assert_memory_equal(first, other, n / 2 * sizeof *other);
    assert_true(other[n / 2].a == 0xeeeeeeeeu);
    qsort(first, n, sizeof *first, compare_pairs);
    for (size_t i = 0; i < n; ++i)
        REQUIRE(compare_pairs(&first[i], &exact[i]) == 0, "%s: found %u %u, not %u %u", what,
                first[i].a, first[i].b, exact[i].a, exact[i].b);
    free(exact);
    free(first);
    free(other);
    return n;
}

enum query_kind { BALL, BOX, SEGMENT };

struct query {
    enum query_kind kind;
    collide_sphere ball;
    collide_aabb box;
    collide_segment segment;
};

// Whether the query hits an object, and a segment's t there.
static bool query_meets(const struct scene *s, const struct query *q, size_t i, float *t) {
    collide_ray_hit first = {0, {0, 0, 0}, 0, 0, 0};
    bool hit;
    if (s->floats == 4) {
        const collide_sphere b = ball_of(s, i);
        hit = q->kind == BALL  ? collide_sphere_sphere(&q->ball, &b)
              : q->kind == BOX ? collide_sphere_aabb(&b, &q->box)
                               : collide_segment_sphere(&q->segment, &b, &first);
    } else {
        const collide_aabb b = box_of(s, i);
        hit = q->kind == BALL  ? collide_sphere_aabb(&q->ball, &b)
              : q->kind == BOX ? collide_aabb_aabb(&q->box, &b)
                               : collide_segment_aabb(&q->segment, &b, &first);
    }
    *t = first.t;
    return hit;
}

static size_t ask(const struct scene *s, const struct query *q, uint32_t *indices, float *t,
                  size_t capacity) {
    return q->kind == BALL
               ? collide_sphere_octree_indices(&q->ball, s->octree, NULL, indices, capacity)
           : q->kind == BOX
               ? collide_aabb_octree_indices(&q->box, s->octree, NULL, indices, capacity)
               : collide_segment_octree_indices(&q->segment, s->octree, NULL, indices, capacity, t);
}

static size_t check_query(const struct scene *s, const struct query *q, const char *what) {
    uint32_t *indices = (uint32_t *)allocate(s->n + 1, sizeof *indices);
    float *t = (float *)allocate(s->n + 1, sizeof *t);
    float *hit = (float *)allocate(s->n, sizeof *hit);
    size_t n = 0;
    for (size_t i = 0; i < s->n; ++i) {
        hit[i] = -1;
        if (query_meets(s, q, i, t)) {
            hit[i] = *t;
            ++n;
        }
    }
    const size_t found = ask(s, q, indices, t, s->n + 1);
    REQUIRE(found == n, "%s: query %d finds %zu, not %zu", what, (int)q->kind, found, n);
    for (size_t k = 0; k < n; ++k) {
        REQUIRE(indices[k] < s->n && hit[indices[k]] >= 0, "%s: query %d finds %u", what,
                (int)q->kind, indices[k]);
        REQUIRE(q->kind != SEGMENT || t[k] == hit[indices[k]], "%s: t %g, not %g", what,
                (double)t[k], (double)hit[indices[k]]);
        hit[indices[k]] = -1; // each once
    }
    indices[n / 2] = 0xeeeeeeeeu;
    assert_int_equal(ask(s, q, indices, NULL, n / 2), n);
    assert_true(indices[n / 2] == 0xeeeeeeeeu);
    free(indices);
    free(t);
    free(hit);
    return n;
}

// Near an object, or touching one, or somewhere.
static struct query draw_query(inputs_random *r, const struct scene *s) {
    struct query q;
    const size_t i = kinds_below(r, (uint32_t)s->n), j = kinds_below(r, (uint32_t)s->n);
    const float *p = object_of(s, i), *o = object_of(s, j);
    const collide_vec3 a = vec(p[0], p[1], p[2]), b = vec(o[0], o[1], o[2]);
    const uint32_t dice = kinds_below(r, 8);
    q.kind = (enum query_kind)kinds_below(r, 3);
    q.ball.center = dice < 4 ? a : vec(a.x + 1, a.y, a.z);
    q.ball.radius = dice & 1 ? p[3] : dice & 2 ? 0 : inputs_uniform(r, 0, 2);
    q.ball.radius = q.ball.radius >= 0 ? q.ball.radius : 1;
    q.box = dice == 7 ? (collide_aabb){vec(-INFINITY, a.y, a.z), vec(a.x, INFINITY, a.z)}
                      : box_about(r, &q.ball);
    q.segment.a = a;
    q.segment.b = dice < 4 ? b : dice == 4 ? vec(a.x, a.y, b.z) : inputs_vec3(r, -20, 20);
    if (dice == 5)
        q.segment.a = vec(b.x, a.y, a.z);
    if (dice == 6) { // short ones about an object
        const float size = s->floats == 4 ? 2 * p[3] : 2 * (p[3] - p[0]);
        const collide_vec3 by = inputs_vec3(r, -1, 1), to = inputs_vec3(r, -1, 1);
        q.segment.a = vec(a.x + by.x * size, a.y + by.y * size, a.z + by.z * size);
        q.segment.b = vec(a.x + to.x * size, a.y + to.y * size, a.z + to.z * size);
    }
    return q;
}

// ---- tests -----------------------------------------------------------------------------------

static const collide_octree_options options[] = {{0, 0, 0},  {16, 1, 64}, {1, 1, 1},     {3, 2, 2},
                                                 {16, 4, 1}, {0, 40, 0},  {5, 65536, 64}};
#define OPTIONS (sizeof options / sizeof *options)

static void test_scenes(void **state) {
    const size_t rounds = cases(20);
    inputs_random r = inputs_seed(40);
    size_t hits = 0, queries = 0;
    (void)state;
    for (size_t round = 0; round < rounds; ++round)
        for (int kind = 0; kind < SCENES; ++kind)
            for (size_t floats = 4; floats <= 6; floats += 2) {
                static const size_t sizes[] = {1, 2, 3, 31, 32, 33, 64, 65, 129, 300, 700, 1500};
                const size_t n = sizes[kinds_below(&r, round ? 10 : 12)];
                const collide_octree_options *o = &options[kinds_below(&r, OPTIONS)];
                struct scene s = make_scene(&r, (enum scene_kind)kind, n, floats, o);
                hits += check_pairs(&s, scene_names[kind]);
                for (int k = 0; k < 40; ++k) {
                    const struct query q = draw_query(&r, &s);
                    queries += check_query(&s, &q, scene_names[kind]);
                }
                free_scene(&s);
            }
    fprintf(stderr, "# %zu pairs, %zu found by queries\n", hits, queries);
    assert_true(hits > 1000 && queries > 1000);
}

// Of the benchmark's inputs, against all pairs of a pack.
static void test_large(void **state) {
    static const size_t sizes[3] = {20000, 50000, 100000};
    const size_t n = sizes[kinds_tier()];
    (void)state;
    for (int kind = UNIFORM; kind <= CLUSTERED_MIXED; ++kind) {
        inputs_random r = inputs_seed(41);
        struct scene s = make_scene(&r, (enum scene_kind)kind, n, 4, NULL);
        const size_t size = collide_sphere_pack_size(n), most = 4 * n;
        void *memory = kinds_guarded(size);
        collide_sphere_pack *pack;
        collide_pair *exact = (collide_pair *)allocate(most, sizeof *exact);
        collide_pair *found = (collide_pair *)allocate(most, sizeof *found);
        assert_int_equal(collide_sphere_pack_build(&pack, memory, size,
                                                   (const collide_sphere *)(const void *)s.object,
                                                   n, 0),
                         COLLIDE_OK);
        const size_t pairs = collide_sphere_sphere_self_indices(pack, exact, most);
        assert_true(pairs > n && pairs < most);
        assert_int_equal(collide_octree_self_indices(s.octree, NULL, found, most), pairs);
        qsort(exact, pairs, sizeof *exact, compare_pairs);
        qsort(found, pairs, sizeof *found, compare_pairs);
        assert_memory_equal(exact, found, pairs * sizeof *exact);
        fprintf(stderr, "# %zu balls, %s: %zu pairs, %.2f references each\n", n, scene_names[kind],
                pairs, (double)s.octree->inside.reference_count / (double)n);
        free(exact);
        free(found);
        kinds_guarded_free(memory, size);
        free_scene(&s);
    }
}

static void test_moving(void **state) {
    inputs_random r = inputs_seed(42);
    size_t rebuilt = 0, steps = 0;
    (void)state;
    for (size_t round = 0; round < cases(6); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            const size_t n = 2 + kinds_below(&r, 400);
            const collide_octree_options *o = &options[kinds_below(&r, OPTIONS)];
            struct scene s =
                make_scene(&r, (enum scene_kind)kind, n, kinds_below(&r, 2) ? 4 : 6, o);
            uint32_t *moved = (uint32_t *)allocate(n, sizeof *moved);
            for (int step = 0; step < 12; ++step) {
                const size_t m = kinds_below(&r, step % 4 ? (uint32_t)(n / 8) + 2 : (uint32_t)n);
                const uint32_t before = s.octree->inside.moved;
                for (size_t k = 0; k < m; ++k) {
                    const uint32_t i = moved[k] = kinds_below(&r, (uint32_t)n);
                    collide_sphere ball = draw_ball(&r, (enum scene_kind)kind, i, n);
                    const float *p = object_of(&s, i);
                    if (kinds_below(&r, 8)) { // mostly a little
                        const collide_vec3 by = inputs_vec3(&r, -0.3f, 0.3f);
                        ball.center = vec(p[0] + by.x, p[1] + by.y, p[2] + by.z);
                    }
                    put(&s, &r, i, &ball);
                }
                assert_int_equal(step == 11 ? update(&s, NULL, n) : update(&s, moved, m),
                                 COLLIDE_OK);
                rebuilt += s.octree->inside.moved < before;
                ++steps;
                check_pairs(&s, scene_names[kind]);
                const struct query q = draw_query(&r, &s);
                check_query(&s, &q, scene_names[kind]);
            }
            // What is wrong changes nothing, not even what came before it.
            void *copy = allocate(1, s.size);
            memcpy(copy, s.memory, s.size);
            float *last = object_of(&s, n - 1), *first = object_of(&s, 0);
            const float keep = last[1];
            const uint32_t both[2] = {0, (uint32_t)n - 1}, beyond[2] = {0, (uint32_t)n};
            *first -= 0.25f;
            last[1] = NAN;
            assert_int_equal(update(&s, both, 2), COLLIDE_ERROR_NOT_FINITE);
            assert_int_equal(update(&s, beyond, 2), COLLIDE_ERROR_INDEX);
            assert_int_equal(update(&s, NULL, n), COLLIDE_ERROR_NOT_FINITE);
            assert_int_equal(update(&s, NULL, n + 1), COLLIDE_ERROR_COUNT);
            last[1] = keep;
            last[s.floats - 1] = -FLT_MAX;
            assert_int_equal(update(&s, both, 2), COLLIDE_ERROR_EXTENT);
            assert_memory_equal(copy, s.memory, s.size);
            free(copy);
            free(moved);
            free_scene(&s);
        }
    fprintf(stderr, "# %zu steps, rebuilt in %zu\n", steps, rebuilt);
    assert_true(rebuilt > 0 && rebuilt < steps / 2);
}

// The octree is memory and nothing else.
static void test_copy(void **state) {
    inputs_random r = inputs_seed(43);
    struct scene s = make_scene(&r, MIXED, 500, 6, NULL);
    (void)state;
    for (int k = 0; k < 2; ++k) {
        void *memory = kinds_guarded(s.size), *old = s.memory;
        memcpy(memory, s.memory, s.size);
        memset(old, 0xff, s.size);
        kinds_guarded_free(old, s.size);
        s.memory = memory;
        s.octree = (collide_octree *)memory;
        check_pairs(&s, "copy");
        const struct query q = draw_query(&r, &s);
        check_query(&s, &q, "copy");
    }
    free_scene(&s);
}

static void test_errors(void **state) {
    static __attribute__((aligned(COLLIDE_ALIGNMENT))) char memory[65536];
    const collide_sphere good[2] = {{{0, 0, 0}, 1}, {{1, 0, 0}, 0}};
    const collide_sphere nan[2] = {{{0, 0, 0}, 1}, {{1, NAN, 0}, 0}};
    const collide_sphere endless[2] = {{{0, 0, 0}, INFINITY}, {{1, 0, 0}, 0}};
    const collide_sphere negative[2] = {{{0, 0, 0}, 1}, {{1, 0, 0}, -1}};
    const collide_octree_options deep = {17, 0, 0}, wide = {0, 65537, 0}, many = {0, 0, 65};
    const size_t size = collide_octree_size(2, NULL);
    const struct {
        collide_status status;
        void *memory;
        size_t size;
        const collide_sphere *spheres;
        size_t n, stride;
        const collide_octree_options *options;
    } errors[] = {
        {COLLIDE_ERROR_NULL, NULL, size, good, 2, 0, NULL},
        {COLLIDE_ERROR_NULL, memory, size, NULL, 2, 0, NULL},
        {COLLIDE_ERROR_COUNT, memory, size, good, 0, 0, NULL},
        {COLLIDE_ERROR_OVERFLOW, memory, SIZE_MAX, good, SIZE_MAX / 2, 0, NULL},
        {COLLIDE_ERROR_OVERFLOW, memory, SIZE_MAX, good, (size_t)1 << 30, 0, NULL},
        {COLLIDE_ERROR_ALIGNMENT, memory + 4, size, good, 2, 0, NULL},
        {COLLIDE_ERROR_SIZE, memory, size - 1, good, 2, 0, NULL},
        {COLLIDE_ERROR_STRIDE, memory, size, good, 2, 15, NULL},
        {COLLIDE_ERROR_NOT_FINITE, memory, size, nan, 2, 0, NULL},
        {COLLIDE_ERROR_NOT_FINITE, memory, size, endless, 2, 0, NULL},
        {COLLIDE_ERROR_EXTENT, memory, size, negative, 2, 0, NULL},
        {COLLIDE_ERROR_OPTION, memory, sizeof memory, good, 2, 0, &deep},
        {COLLIDE_ERROR_OPTION, memory, sizeof memory, good, 2, 0, &wide},
        {COLLIDE_ERROR_OPTION, memory, sizeof memory, good, 2, 0, &many},
    };
    const collide_aabb empty = {{0, 1, 0}, {1, 0, 1}};
    collide_octree *o;
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        o = (collide_octree *)(void *)memory;
        memset(memory, 0x5a, sizeof memory);
        const collide_status status =
            collide_octree_build_spheres(&o, errors[i].memory, errors[i].size, errors[i].spheres,
                                         errors[i].n, errors[i].stride, errors[i].options);
        REQUIRE(status == errors[i].status, "error %zu: %s", i, collide_status_text(status));
        assert_null(o);
        for (size_t k = 0; k < sizeof memory; ++k)
            assert_int_equal(memory[k], 0x5a);
    }
    assert_int_equal(collide_octree_build_spheres(NULL, memory, size, good, 2, 0, NULL),
                     COLLIDE_ERROR_NULL);
    assert_int_equal(collide_octree_build_aabbs(&o, memory, size, &empty, 1, 0, NULL),
                     COLLIDE_ERROR_EXTENT);
    assert_true(collide_octree_size(0, NULL) == 0 && collide_octree_size(2, &deep) == 0 &&
                collide_octree_size((size_t)1 << 30, NULL) == 0);
    // No octree has nothing.
    const collide_sphere ball = {{0, 0, 0}, 10};
    const collide_aabb box = {{-9, -9, -9}, {9, 9, 9}};
    const collide_segment segment = {{-9, 0, 0}, {9, 0, 0}};
    assert_true(collide_octree_count(NULL) == 0 &&
                collide_octree_self_indices(NULL, NULL, NULL, 0) == 0 &&
                collide_sphere_octree_indices(&ball, NULL, NULL, NULL, 0) == 0 &&
                collide_aabb_octree_indices(&box, NULL, NULL, NULL, 0) == 0 &&
                collide_segment_octree_indices(&segment, NULL, NULL, NULL, 0, NULL) == 0);
    assert_int_equal(collide_octree_update_spheres(NULL, NULL, 2, good, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_octree_build_spheres(&o, memory, size, good, 2, 0, NULL), COLLIDE_OK);
    assert_int_equal(collide_octree_count(o), 2);
    assert_int_equal(collide_octree_update_aabbs(o, NULL, 2, &box, 0), COLLIDE_ERROR_KIND);
    assert_int_equal(collide_octree_update_spheres(o, NULL, 2, good, 15), COLLIDE_ERROR_STRIDE);
    assert_int_equal(collide_octree_update_spheres(o, NULL, 2, NULL, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_octree_update_spheres(o, NULL, 0, good, 0), COLLIDE_OK);
    assert_int_equal(collide_octree_update_spheres(o, NULL, 1, good, 0), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_octree_self_indices(o, NULL, NULL, 0), 1);
    // NaN and empty queries meet nothing, endless ones all.
    const collide_sphere bad[] = {{{NAN, 0, 0}, 9}, {{0, 0, 0}, NAN}, {{0, 0, 0}, -1}};
    const collide_aabb hollow[] = {{{-9, -9, NAN}, {9, 9, 9}}, {{9, -9, -9}, {-9, 9, 9}}};
    const collide_aabb whole = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    const collide_sphere endless_ball = {{0, 0, 0}, INFINITY};
    const collide_segment lost = {{-9, 0, 0}, {INFINITY, 0, 0}};
    for (int i = 0; i < 3; ++i)
        assert_int_equal(collide_sphere_octree_indices(&bad[i], o, NULL, NULL, 0), 0);
    for (int i = 0; i < 2; ++i)
        assert_int_equal(collide_aabb_octree_indices(&hollow[i], o, NULL, NULL, 0), 0);
    assert_int_equal(collide_segment_octree_indices(&lost, o, NULL, NULL, 0, NULL), 0);
    assert_int_equal(collide_aabb_octree_indices(&whole, o, NULL, NULL, 0), 2);
    assert_int_equal(collide_sphere_octree_indices(&endless_ball, o, NULL, NULL, 0), 2);
    const collide_sphere from_afar = {{-INFINITY, 0, INFINITY}, INFINITY};
    assert_int_equal(collide_sphere_octree_indices(&from_afar, o, NULL, NULL, 0), 2);
}

// Scenes that must be cut, though something about them speaks against it; sizes that grow.
static void test_shape(void **state) {
    const size_t n = 20000;
    const collide_octree_options scarce = {0, 0, 1};
    (void)state;
    for (int what = 0; what < 4; ++what) {
        inputs_random r = inputs_seed(47);
        struct scene s = make_scene(&r, UNIFORM, n, 4, what == 3 ? &scarce : NULL);
        for (size_t i = 0; i < n; ++i) {
            float *p = object_of(&s, i);
            const bool chosen = what == 1 ? i == 17 : what == 2 && i % (n / 256 + 1) == 0;
            if (chosen && what == 1)
                p[0] = FLT_MAX;
            for (int axis = 0; chosen && what == 2 && axis < 3; ++axis)
                p[axis] *= 1e-3f; // and these are all that a sample has
            if (what == 3)
                p[3] = 0;
        }
        assert_int_equal(update(&s, NULL, n), COLLIDE_OK);
        fprintf(stderr, "# scene %d: %u parts\n", what, s.octree->inside.node_count);
        assert_true(s.octree->inside.node_count > 400);
        free_scene(&s);
    }
    for (uint32_t leaf = 1; leaf < 9; leaf += 7)
        for (uint32_t references = 1; references <= 64; references *= 8) {
            const collide_octree_options o = {0, leaf, references};
            const size_t most = (UINT32_MAX - 64) / (2 + references) - 4;
            size_t last = 0;
            for (size_t i = most / 99; i <= most; i += most / 99) {
                const size_t size = collide_octree_size(i, &o);
                assert_true(size > last || sizeof size < 8);
                last = size;
            }
            assert_int_equal(collide_octree_size(most + 1, &o), 0);
        }
}

// Boxes of a game: the pairs are those that data/broadphase states.
static void test_published(void **state) {
    static const char *const names[2] = {"bounds01.txt", "bounds02.txt"};
    (void)state;
    for (int f = 0; f < 2; ++f) {
        FILE *file = open_data(names[f]);
        struct scene s = {read_count(file), 6, NULL, NULL, 0, NULL};
        struct scene balls = {s.n, 4, NULL, NULL, 0, NULL};
        s.object = (float *)allocate(s.n, sizeof(collide_aabb));
        balls.object = (float *)allocate(s.n, sizeof(collide_sphere));
        read_floats(file, s.object, 6 * s.n);
        const size_t n = read_count(file);
        collide_pair *exact = (collide_pair *)allocate(n, sizeof *exact);
        collide_pair *found = (collide_pair *)allocate(n, sizeof *found);
        for (size_t i = 0; i < n; ++i) {
            exact[i].a = (uint32_t)read_count(file);
            exact[i].b = (uint32_t)read_count(file);
        }
        const size_t pairs = read_count(file), close = read_count(file);
        close_data(file);
        for (size_t i = 0; i < s.n; ++i) {
            const collide_aabb b = box_of(&s, i);
            const point lo = to_point(b.min), across = add(to_point(b.max), -1, lo);
            const point c = add(lo, 0.5, across);
            const collide_sphere ball = {vec((float)c.x, (float)c.y, (float)c.z),
                                         (float)(0.5 * length(across))};
            memcpy(object_of(&balls, i), &ball, sizeof ball);
        }
        s.size = balls.size = collide_octree_size(s.n, NULL);
        s.memory = kinds_guarded(s.size);
        balls.memory = kinds_guarded(s.size);
        assert_int_equal(build(&s, NULL), COLLIDE_OK);
        assert_int_equal(build(&balls, NULL), COLLIDE_OK);
        assert_int_equal(collide_octree_self_indices(s.octree, NULL, found, n), n);
        qsort(found, n, sizeof *found, compare_pairs);
        assert_memory_equal(exact, found, n * sizeof *exact);
        const size_t spheres = check_pairs(&balls, names[f]);
        fprintf(stderr, "# %s: %zu boxes, %zu pairs; %zu pairs of balls, %zu stated, %zu close\n",
                names[f], s.n, n, spheres, pairs, close);
        assert_true(spheres + close >= pairs && spheres <= pairs + close);
        free(exact);
        free(found);
        free_scene(&s);
        free_scene(&balls);
    }
}

// The sign of (distance of centre and box)^2 - (r (1 + more))^2.
static int exact_gap(const collide_sphere *s, const collide_aabb *b, double more) {
    const float c[3] = {s->center.x, s->center.y, s->center.z};
    const float lo[3] = {b->min.x, b->min.y, b->min.z}, hi[3] = {b->max.x, b->max.y, b->max.z};
    mpq_t sum, x, y;
    mpq_inits(sum, x, y, NULL);
    for (int axis = 0; axis < 3; ++axis) {
        const float edge = c[axis] < lo[axis] ? lo[axis] : c[axis] > hi[axis] ? hi[axis] : c[axis];
        mpq_set_d(x, (double)c[axis]);
        mpq_set_d(y, (double)edge);
        mpq_sub(x, x, y);
        mpq_mul(x, x, x);
        mpq_add(sum, sum, x);
    }
    mpq_set_d(x, (double)s->radius);
    mpq_set_d(y, 1 + more);
    mpq_mul(x, x, y);
    mpq_mul(x, x, x);
    const int sign = mpq_cmp(sum, x);
    mpq_clears(sum, x, y, NULL);
    return sign;
}

static void test_ball_box(void **state) {
    static const float scales[] = {1, 1e-12f, 1e12f, 0x1p-70f, 1e18f, 1e-20f};
    inputs_random r = inputs_seed(44);
    size_t hits = 0, touching = 0;
    const size_t n = cases(30000);
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float scale = scales[kinds_below(&r, 6)];
        collide_sphere s = {inputs_vec3(&r, -3, 3), inputs_uniform(&r, 0, 2)};
        collide_aabb b = {inputs_vec3(&r, -2, 0), inputs_vec3(&r, 0, 2)};
        if (i % 2) { // from a corner, 2 3 6 and 7 away
            const float k = (float)(1 + kinds_below(&r, 500));
            b.max = vec((float)kinds_below(&r, 9), (float)kinds_below(&r, 9), 5);
            s.center = vec(b.max.x + 2 * k, b.max.y + 3 * k, b.max.z + 6 * k);
            s.radius = 7 * k;
            if (i % 4 == 1)
                s.radius =
                    kinds_float(kinds_bits(s.radius) + (kinds_below(&r, 2) ? 1 : 0xffffffffu));
        }
        s = (collide_sphere){vec(s.center.x * scale, s.center.y * scale, s.center.z * scale),
                             s.radius * scale};
        b = (collide_aabb){vec(b.min.x * scale, b.min.y * scale, b.min.z * scale),
                           vec(b.max.x * scale, b.max.y * scale, b.max.z * scale)};
        const bool hit = collide_sphere_aabb(&s, &b);
        const int gap = exact_gap(&s, &b, 0);
        REQUIRE(hit ? gap <= 0 || exact_gap(&s, &b, 0x1p-48) <= 0 : gap > 0, "hit %d", hit);
        hits += hit;
        touching += gap == 0;
    }
    fprintf(stderr, "# %zu balls against boxes: %zu hits, %zu touch\n", n, hits, touching);
    assert_true(hits > n / 8 && touching > n / 32);
    const collide_sphere s = {{0, 0, 0}, 1};
    const collide_aabb hollow = {{0.5f, -1, -1}, {-0.5f, 1, 1}}, whole = {{0, 0, 0}, {1, 1, 1}};
    const collide_sphere bad[] = {{{NAN, 0, 0}, 1}, {{0, 0, 0}, NAN}, {{0, 0, 0}, -0.5f}};
    const collide_aabb nan = {{0, 0, 0}, {1, NAN, 1}};
    assert_true(!collide_sphere_aabb(&s, &hollow) && !collide_sphere_aabb(&s, &nan) &&
                collide_sphere_aabb(&s, &whole) && collide_aabb_aabb(&whole, &whole) &&
                !collide_aabb_aabb(&whole, &hollow) && !collide_aabb_aabb(&nan, &whole));
    for (int i = 0; i < 3; ++i)
        assert_false(collide_sphere_aabb(&bad[i], &whole));
}

// ---- bodies ----------------------------------------------------------------------------------

static const collide_vec3 cube_points[8] = {
    {-0.5f, -0.5f, -0.5f}, {0.5f, -0.5f, -0.5f}, {-0.5f, 0.5f, -0.5f}, {0.5f, 0.5f, -0.5f},
    {-0.5f, -0.5f, 0.5f},  {0.5f, -0.5f, 0.5f},  {-0.5f, 0.5f, 0.5f},  {0.5f, 0.5f, 0.5f}};
static const uint16_t cube_indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
static const collide_vec3 tetrahedron_points[5] = {{0.5f, 0.5f, 0.5f},
                                                   {0.5f, -0.5f, -0.5f},
                                                   {-0.5f, 0.5f, -0.5f},
                                                   {-0.5f, -0.5f, 0.5f},
                                                   {0, 0, NAN}};
// With triangles that are not there: a vertex that is no number, and one beyond the last.
static const uint32_t tetrahedron_indices[18] = {0, 1, 2, 0, 3, 1, 4, 1, 2,
                                                 0, 2, 3, 1, 3, 2, 9, 1, 0};

struct bodies {
    collide_mesh mesh[2];
    collide_body body[60];
    collide_velocity velocity[60];
    size_t n;
};

static void draw_bodies(struct bodies *s, inputs_random *r, size_t n) {
    const collide_mesh cube = {cube_points, 8, 0, cube_indices, 12, 2};
    const collide_mesh tetrahedron = {tetrahedron_points, 5, 0, tetrahedron_indices, 6, 0};
    const bool grid = kinds_below(r, 3) == 0;
    s->mesh[0] = cube;
    s->mesh[1] = tetrahedron;
    s->n = n;
    for (size_t i = 0; i < n; ++i) {
        collide_body *b = &s->body[i];
        const collide_vec3 at =
            grid ? vec((float)kinds_below(r, 4), (float)kinds_below(r, 4), (float)kinds_below(r, 3))
                 : inputs_vec3(r, 0, n < 10 ? 1.5f : 3);
        b->mesh = &s->mesh[kinds_below(r, 2)];
        b->bounds = (collide_sphere){{0, 0, 0}, 0.8660255f};
        b->pose = grid ? collide_pose_identity() : inputs_pose(r, at);
        b->pose.position = at;
        s->velocity[i] = (collide_velocity){at, inputs_vec3(r, -1, 1), inputs_vec3(r, -1, 1)};
        b->velocity = kinds_below(r, 3) ? &s->velocity[i] : NULL;
    }
}

static bool triangle_of(const collide_body *b, size_t i, collide_triangle *t) {
    for (size_t k = 0; k < 3; ++k) {
        const size_t v =
            b->mesh->index_size == 2 ? cube_indices[3 * i + k] : tetrahedron_indices[3 * i + k];
        if (v >= b->mesh->vertex_count || (b->mesh->index_size != 2 && v == 4))
            return false;
        t->v[k] = collide_pose_apply(&b->pose, b->mesh->index_size == 2 ? cube_points[v]
                                                                        : tetrahedron_points[v]);
    }
    return true;
}

// All contacts of a pair, triangle by triangle.
static size_t pair_one_by_one(const collide_body *a, const collide_body *b, bool all, float merge,
                              collide_contact *out, size_t most) {
    size_t n = 0;
    for (size_t j = 0; j < b->mesh->triangle_count; ++j)
        for (size_t i = 0; i < a->mesh->triangle_count; ++i) {
            collide_triangle p, q;
            collide_contact found[9];
            if (!triangle_of(a, i, &p) || !triangle_of(b, j, &q))
                continue;
            const size_t count = collide_triangle_triangle_touches(&p, &q, found, 9);
            for (size_t k = 0; k < count; ++k)
                if (all || collide_contact_closing(&found[k], a->velocity, b->velocity, NULL)) {
                    assert_true(n < most);
                    out[n++] = found[k];
                }
        }
    return collide_contacts_merge(out, n, merge);
}

static void test_bodies(void **state) {
    static collide_contact exact[4096];
    static collide_body_touch found[60 * 2048];
    static struct bodies s;
    inputs_random r = inputs_seed(45);
    size_t contacts = 0, pairs = 0, triangles = 0;
    (void)state;
    for (size_t round = 0; round < cases(60); ++round) {
        const uint32_t dice = kinds_below(&r, 16);
        const collide_bodies_options o = {{0, dice, 0},
                                          4096,
                                          dice & 1   ? 1e-4f
                                          : dice & 2 ? 0
                                                     : -1,
                                          dice >> 2 & 1};
        draw_bodies(&s, &r, 1 + kinds_below(&r, 60));
        const size_t size = collide_bodies_scratch_size(s.body, s.n, 0, &o);
        void *scratch = kinds_guarded(size);
        collide_bodies_counts count;
        memset(scratch, 0x5a, size);
        assert_int_equal(collide_bodies_touches(s.body, s.n, 0, &o, scratch, size, found,
                                                sizeof found / sizeof *found, &count),
                         COLLIDE_OK);
        size_t at = 0;
        uint32_t last = 0;
        REQUIRE(count.touches <= sizeof found / sizeof *found, "%zu contacts", count.touches);
        while (at < count.touches) { // pair by pair, each once
            const uint32_t a = found[at].a, b = found[at].b;
            assert_true(a < b && b < s.n && a >= last);
            last = a;
            const size_t n = pair_one_by_one(&s.body[a], &s.body[b], o.all, o.merge, exact, 4096);
            for (size_t k = 0; k < n; ++k, ++at) {
                assert_true(at < count.touches && found[at].a == a && found[at].b == b);
                assert_memory_equal(&found[at].contact, &exact[k], sizeof *exact);
            }
        }
        size_t all = 0, near_by = 0;
        for (size_t i = 0; i < s.n; ++i)
            for (size_t j = i + 1; j < s.n; ++j)
                if (o.all || s.body[i].velocity || s.body[j].velocity) {
                    const collide_sphere p = {s.body[i].pose.position, s.body[i].bounds.radius};
                    const collide_sphere q = {s.body[j].pose.position, s.body[j].bounds.radius};
                    all += pair_one_by_one(&s.body[i], &s.body[j], o.all, o.merge, exact, 4096);
                    near_by += collide_sphere_sphere(&p, &q);
                }
        assert_int_equal(all, count.touches);
        assert_true(count.pairs >= near_by && count.pairs <= near_by + 100);
        contacts += all;
        pairs += count.pairs;
        triangles += count.triangle_pairs;
        // A short list takes the first ones, few contacts of a pair are its deepest.
        if (count.touches > 0) {
            collide_body_touch first = found[0];
            memset(&found[0], 0xee, 2 * sizeof *found);
            assert_int_equal(
                collide_bodies_touches(s.body, s.n, 0, &o, scratch, size, found, 1, &count),
                COLLIDE_OK);
            assert_int_equal(count.touches, all);
            assert_memory_equal(&found[0], &first, sizeof first);
            assert_true(found[1].a == 0xeeeeeeeeu);
            collide_bodies_options few = o;
            few.pair_touches = 1;
            assert_int_equal(
                collide_bodies_touches(s.body, s.n, 0, &few, scratch, size, found, 1, &count),
                COLLIDE_OK);
            const size_t n =
                pair_one_by_one(&s.body[first.a], &s.body[first.b], o.all, o.merge, exact, 4096);
            for (size_t k = 0; k < n; ++k)
                assert_true(found[0].contact.depth >= exact[k].depth);
        }
        kinds_guarded_free(scratch, size);
    }
    fprintf(stderr, "# bodies: %zu pairs, %zu of triangles, %zu contacts\n", pairs, triangles,
            contacts);
    assert_true(contacts > 1000);
}

static void test_bodies_errors(void **state) {
    static struct bodies s;
    inputs_random r = inputs_seed(46);
    collide_bodies_counts count;
    (void)state;
    draw_bodies(&s, &r, 5);
    const size_t size = collide_bodies_scratch_size(s.body, 5, 0, NULL);
    char *scratch = (char *)kinds_guarded(size);
    collide_bodies_options wide = {{0, 0, 0}, 4097, 0, false}, deep = {{17, 0, 0}, 0, 0, false};
    collide_mesh none = s.mesh[0], odd = s.mesh[0];
    none.triangle_count = 0;
    odd.index_size = 3;
    assert_true(size > 0 && size % COLLIDE_ALIGNMENT == 0);
    for (int i = 0; i < 14; ++i) {
        static const collide_status expected[14] = {
            COLLIDE_OK,           COLLIDE_ERROR_NULL,       COLLIDE_ERROR_COUNT,
            COLLIDE_ERROR_STRIDE, COLLIDE_ERROR_SIZE,       COLLIDE_ERROR_ALIGNMENT,
            COLLIDE_ERROR_NULL,   COLLIDE_ERROR_OPTION,     COLLIDE_ERROR_OPTION,
            COLLIDE_ERROR_NULL,   COLLIDE_ERROR_COUNT,      COLLIDE_ERROR_INDEX_SIZE,
            COLLIDE_ERROR_EXTENT, COLLIDE_ERROR_NOT_FINITE,
        };
        const collide_body keep = s.body[4];
        memset(&count, 0x5a, sizeof count);
        s.body[4].mesh = i == 9 ? NULL : i == 10 ? &none : i == 11 ? &odd : keep.mesh;
        s.body[4].bounds.radius = i == 12 ? -1 : keep.bounds.radius;
        s.body[4].pose.axis[1].z = i == 13 ? INFINITY : keep.pose.axis[1].z;
        const collide_status status = collide_bodies_touches(
            i == 1 ? NULL : s.body, i == 2 ? 0 : 5, i == 3 ? 4 : 0,
            i == 7   ? &wide
            : i == 8 ? &deep
                     : NULL,
            i == 6 ? NULL : scratch + (i == 5 ? 4 : 0), i == 4 ? size - 1 : size, NULL, 0, &count);
        s.body[4] = keep;
        REQUIRE(status == expected[i], "case %d: %s", i, collide_status_text(status));
        assert_true(i == 0 || (count.touches == 0 && count.pairs == 0));
    }
    assert_int_equal(collide_bodies_touches(s.body, 5, 0, NULL, scratch, size, NULL, 0, NULL),
                     COLLIDE_ERROR_NULL);
    assert_true(collide_bodies_scratch_size(NULL, 5, 0, NULL) == 0 &&
                collide_bodies_scratch_size(s.body, 0, 0, NULL) == 0 &&
                collide_bodies_scratch_size(s.body, 5, 0, &wide) == 0);
    kinds_guarded_free(scratch, size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),        cmocka_unit_test(test_large),
        cmocka_unit_test(test_moving),        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_errors),        cmocka_unit_test(test_published),
        cmocka_unit_test(test_ball_box),      cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_bodies_errors), cmocka_unit_test(test_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
