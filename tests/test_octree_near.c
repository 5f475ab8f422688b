// Octrees: the nearest objects, pairs within a margin, pairs of two octrees, pairs in parts, and
// filters, against all objects asked one by one, in memory that ends at a page which traps.
#include "test.h"

#include "octrees.h"

#define MOST 700 // objects of a scene

static const collide_octree_options options[] = {{0, 0, 0},  {16, 1, 64}, {1, 1, 1},     {3, 2, 2},
                                                 {16, 4, 1}, {0, 40, 0},  {5, 65536, 64}};
#define OPTIONS (sizeof options / sizeof *options)

static struct scene some_scene(inputs_random *r, enum scene_kind kind, size_t most) {
    static const size_t sizes[] = {1, 2, 3, 31, 33, 64, 65, 129, 300, MOST};
    const size_t n = sizes[kinds_below(r, 10)];
    return make_scene(r, kind, n < most ? n : most, kinds_below(r, 2) ? 4 : 6,
                      &options[kinds_below(r, OPTIONS)]);
}

// ---- one by one ------------------------------------------------------------------------------

static collide_shape shape_at(const struct scene *s, size_t i) {
    const collide_sphere ball = ball_of(s, i);
    if (s->floats == 4)
        return collide_shape_from_sphere(&ball);
    const collide_aabb box = box_of(s, i);
    return collide_shape_from_aabb(&box);
}

// Layers and masks, as some user keeps them, or none.
struct groups {
    struct {
        float other;
        uint32_t mask, layer;
    } of[MOST];
    collide_octree_filter filter;
    bool none;
};

static void draw_groups(inputs_random *r, struct groups *g) {
    const uint32_t how = kinds_below(r, 6);
    memset(g, 0, sizeof *g);
    g->none = how == 0;
    g->filter.layers = how == 1 ? NULL : &g->of[0].layer;
    g->filter.masks = how == 2 ? NULL : &g->of[0].mask;
    g->filter.stride = sizeof g->of[0];
    if (kinds_below(r, 2)) {
        g->filter.layer = 1u << kinds_below(r, 3);
        g->filter.mask = kinds_below(r, 8) << 29 | kinds_below(r, 8);
    }
    for (size_t i = 0; i < MOST; ++i) {
        g->of[i].layer = 1u << kinds_below(r, 3) | (kinds_below(r, 9) ? 0 : 0x80000000u);
        g->of[i].mask = kinds_below(r, 8) | (kinds_below(r, 9) ? 0 : 0x80000000u);
    }
}

static const collide_octree_filter *filter_of(const struct groups *g) {
    return g->none ? NULL : &g->filter;
}

static uint32_t layer_of(const struct groups *g, size_t i) {
    return g->none || !g->filter.layers ? UINT32_MAX : g->of[i].layer;
}

static uint32_t mask_of(const struct groups *g, size_t i) {
    return g->none || !g->filter.masks ? UINT32_MAX : g->of[i].mask;
}

static bool asked_passes(const struct groups *g, size_t i) {
    const uint32_t layer = g->none || !g->filter.layer ? UINT32_MAX : g->filter.layer;
    const uint32_t mask = g->none || !g->filter.mask ? UINT32_MAX : g->filter.mask;
    return (layer_of(g, i) & mask) && (mask_of(g, i) & layer);
}

// ---- the nearest -----------------------------------------------------------------------------

// What is asked: a ball or a box.
struct asked {
    bool box_asked;
    collide_sphere ball;
    collide_aabb box;
};

static collide_shape asked_shape(const struct asked *q) {
    return q->box_asked ? collide_shape_from_aabb(&q->box) : collide_shape_from_sphere(&q->ball);
}

static struct asked draw_asked(inputs_random *r, const struct scene *s) {
    struct asked q;
    const float *p = object_of(s, kinds_below(r, (uint32_t)s->n));
    const float *o = object_of(s, kinds_below(r, (uint32_t)s->n));
    const uint32_t dice = kinds_below(r, 16);
    q.box_asked = kinds_below(r, 2);
    q.ball.center = dice < 4 ? vec(p[0], p[1], p[2])
                    : dice < 8
                        ? vec(0.5f * (p[0] + o[0]), 0.5f * (p[1] + o[1]), 0.5f * (p[2] + o[2]))
                    : dice < 12 ? vec(p[0] + inputs_uniform(r, -2, 2), o[1], o[2])
                    : dice < 14 ? inputs_vec3(r, -30, 30)
                    : dice < 15 ? inputs_vec3(r, -3e30f, 3e30f)
                                : vec(p[0], p[1], FLT_MAX);
    q.ball.radius = dice & 1 ? 0 : dice & 2 ? inputs_uniform(r, 0, 3) : s->floats == 4 ? p[3] : 1;
    if (kinds_below(r, 16) == 0)
        q.ball.radius = 1e30f;
    q.box = box_about(r, &q.ball);
    if (kinds_below(r, 8) == 0)
        q.box.max = q.box.min;
    return q;
}

struct key {
    float lo, hi;
    uint32_t i;
};

static int compare_keys(const void *a, const void *b) {
    const struct key *p = (const struct key *)a, *q = (const struct key *)b;
    return p->lo != q->lo   ? (p->lo < q->lo ? -1 : 1)
           : p->hi != q->hi ? (p->hi < q->hi ? -1 : 1)
           : p->i < q->i    ? -1
                            : p->i > q->i;
}

static size_t ask_nearest(const struct scene *s, const struct asked *q, float max, size_t k,
                          const struct groups *g, uint32_t *indices, collide_distance *distances) {
    return q->box_asked ? collide_aabb_octree_nearest(&q->box, s->octree, max, k, filter_of(g),
                                                      indices, distances)
                        : collide_sphere_octree_nearest(&q->ball, s->octree, max, k, filter_of(g),
                                                        indices, distances);
}

static size_t check_nearest(const struct scene *s, const struct asked *q, float max, size_t k,
                            const struct groups *g, const char *what) {
    static struct key keys[MOST];
    static uint32_t indices[MOST + 4];
    static collide_distance distances[MOST + 4];
    collide_distance d, guard;
    const collide_shape a = asked_shape(q);
    size_t n = 0;
    for (uint32_t i = 0; i < s->n; ++i) {
        const collide_shape b = shape_at(s, i);
        if (collide_shape_shape_distance(&a, &b, INFINITY, &d) && d.lo <= max &&
            asked_passes(g, i)) {
            keys[n].lo = d.lo;
            keys[n].hi = d.hi;
            keys[n++].i = i;
        }
    }
    qsort(keys, n, sizeof *keys, compare_keys);
    n = n < k ? n : k;
    memset(indices, 0x5a, sizeof indices);
    memset(distances, 0x5a, sizeof distances);
    guard = distances[0];
    const size_t found = ask_nearest(s, q, max, k, g, indices, distances);
    REQUIRE(found == n, "%s: %zu of %zu nearest, not %zu", what, found, k, n);
    for (size_t i = 0; i < n; ++i) {
        REQUIRE(indices[i] == keys[i].i, "%s: nearest %zu is %u at %a, not %u at %a", what, i,
                indices[i], (double)distances[i].lo, keys[i].i, (double)keys[i].lo);
        const collide_shape b = shape_at(s, indices[i]);
        collide_shape_shape_distance(&a, &b, INFINITY, &d);
        assert_memory_equal(&d, &distances[i], sizeof d);
        if (q->box_asked == (s->floats == 6)) { // and of typed calls
            const collide_sphere ball = ball_of(s, indices[i]);
            collide_aabb box = q->box;
            if (s->floats == 6) {
                box = box_of(s, indices[i]);
                collide_aabb_aabb_distance(&q->box, &box, INFINITY, &d);
            } else {
                collide_sphere_sphere_distance(&q->ball, &ball, INFINITY, &d);
            }
            assert_memory_equal(&d, &distances[i], sizeof d);
        }
    }
    assert_true(indices[n] == 0x5a5a5a5au);
    assert_memory_equal(&distances[n], &guard, sizeof guard);
    return n;
}

static float some_max(inputs_random *r) {
    static const float some[] = {INFINITY, INFINITY, INFINITY, FLT_MAX, 0,     1,
                                 0.25f,    8,        -0.1f,    -1,      1e20f, -INFINITY};
    return some[kinds_below(r, 12)];
}

static void test_nearest(void **state) {
    static const size_t some_k[] = {1, 1, 1, 2, 5, 16, 100, MOST, MOST + 3, 0};
    static struct groups g;
    inputs_random r = inputs_seed(81);
    size_t found = 0;
    (void)state;
    for (size_t round = 0; round < cases(30); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            struct scene s = some_scene(&r, (enum scene_kind)kind, MOST);
            for (int i = 0; i < 20; ++i) {
                const struct asked q = draw_asked(&r, &s);
                draw_groups(&r, &g);
                g.none |= i % 2 == 0;
                found += check_nearest(&s, &q, some_max(&r), some_k[kinds_below(&r, 10)], &g,
                                       scene_names[kind]);
            }
            free_scene(&s);
        }
    fprintf(stderr, "# %zu nearest objects\n", found);
    assert_true(found > 1000);
}

// ---- pairs -----------------------------------------------------------------------------------

#define PAIRS (MOST * MOST)

static int compare_pairs(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static bool pair_passes(const struct groups *g, size_t i, const struct groups *h, size_t j) {
    return (layer_of(g, i) & mask_of(h, j)) && (layer_of(h, j) & mask_of(g, i));
}

// The same pairs, in any order.
static void check_same(collide_pair *found, size_t n, collide_pair *exact, size_t m,
                       const char *what) {
    REQUIRE(n == m, "%s: %zu pairs, not %zu", what, n, m);
    qsort(found, n, sizeof *found, compare_pairs);
    qsort(exact, n, sizeof *exact, compare_pairs);
    for (size_t i = 0; i < n; ++i)
        REQUIRE(compare_pairs(&found[i], &exact[i]) == 0, "%s: found %u %u, not %u %u", what,
                found[i].a, found[i].b, exact[i].a, exact[i].b);
}

static void test_parts(void **state) {
    static const size_t some_parts[] = {1, 2, 3, 7, 64, 1000, SIZE_MAX};
    static struct groups g;
    inputs_random r = inputs_seed(82);
    collide_pair *all = (collide_pair *)allocate(PAIRS, sizeof *all);
    collide_pair *found = (collide_pair *)allocate(PAIRS, sizeof *found);
    size_t pairs = 0, filtered = 0;
    (void)state;
    for (size_t round = 0; round < cases(20); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            struct scene s = some_scene(&r, (enum scene_kind)kind, MOST);
            const size_t parts = some_parts[kinds_below(&r, 7)];
            const size_t each = parts < 1000 ? parts : 1000,
                         n = collide_octree_self_indices(s.octree, all, PAIRS);
            size_t count = 0;
            for (size_t i = 0; i < each; ++i)
                count += collide_octree_self_part_indices(s.octree, i, parts, NULL, found + count,
                                                          PAIRS - count);
            if (parts <= 1000) {
                REQUIRE(count == n, "%s: %zu pairs in %zu parts, not %zu", scene_names[kind], count,
                        parts, n);
                assert_memory_equal(all, found, n * sizeof *all);
            }
            assert_int_equal(
                collide_octree_self_part_indices(s.octree, parts, parts, NULL, NULL, 0), 0);
            assert_int_equal(collide_octree_self_part_indices(s.octree, 0, 0, NULL, NULL, 0), 0);
            // A filter leaves the others in their order; a short list takes the first ones.
            draw_groups(&r, &g);
            size_t left = 0;
            for (size_t i = 0; i < n; ++i)
                if (pair_passes(&g, all[i].a, &g, all[i].b))
                    all[left++] = all[i];
            memset(found, 0xee, (left / 2 + 1) * sizeof *found);
            assert_int_equal(
                collide_octree_self_part_indices(s.octree, 0, 1, filter_of(&g), found, left / 2),
                left);
            assert_memory_equal(all, found, left / 2 * sizeof *all);
            assert_true(found[left / 2].a == 0xeeeeeeeeu);
            pairs += n;
            filtered += left;
            free_scene(&s);
        }
    free(all);
    free(found);
    fprintf(stderr, "# %zu pairs, %zu pass filters\n", pairs, filtered);
    assert_true(pairs > 1000 && filtered > 100 && filtered < pairs);
}

// Parts have about equally many pairs, even where all objects are in one place.
static void test_even(void **state) {
    static const enum scene_kind kinds[] = {UNIFORM, CLUSTERED_MIXED, ONE_PLACE};
    inputs_random r = inputs_seed(83);
    (void)state;
    for (int k = 0; k < 3; ++k) {
        struct scene s = make_scene(&r, kinds[k], 4000, 4, NULL);
        const size_t all = collide_octree_self_indices(s.octree, NULL, 0);
        for (size_t i = 0; i < 4; ++i) {
            const size_t n = collide_octree_self_part_indices(s.octree, i, 4, NULL, NULL, 0);
            REQUIRE(4 * n > all - all / 4 && 4 * n < all + all / 4,
                    "%s: part %zu of 4 has %zu of %zu pairs", scene_names[kinds[k]], i, n, all);
        }
        free_scene(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
