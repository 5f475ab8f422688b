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
                         n = collide_octree_self_indices(s.octree, NULL, all, PAIRS);
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
            assert_int_equal(collide_octree_self_indices(s.octree, filter_of(&g), found, left / 2),
                             left);
            assert_memory_equal(all, found, left / 2 * sizeof *all);
            pairs += n;
            filtered += left;
            free_scene(&s);
        }
    free(all);
    free(found);
    fprintf(stderr, "# %zu pairs, %zu pass filters\n", pairs, filtered);
    assert_true(pairs > 1000 && filtered > 100 && filtered < pairs);
}

static size_t ask_overlaps(const struct scene *s, const struct asked *q, bool line,
                           const collide_octree_filter *filter, uint32_t *indices, float *t) {
    const collide_segment segment = {q->box.min, q->box.max};
    return line ? collide_segment_octree_indices(&segment, s->octree, filter, indices, MOST, t)
           : q->box_asked
               ? collide_aabb_octree_indices(&q->box, s->octree, filter, indices, MOST)
               : collide_sphere_octree_indices(&q->ball, s->octree, filter, indices, MOST);
}

// A filter leaves the other objects in their order, of what overlaps a ball or a box and of what a
// segment hits.
static void test_filters(void **state) {
    static struct groups g;
    inputs_random r = inputs_seed(86);
    uint32_t all[MOST], found[MOST + 1];
    float t[MOST], u[MOST];
    size_t objects = 0, filtered = 0;
    (void)state;
    for (size_t round = 0; round < cases(10); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            struct scene s = some_scene(&r, (enum scene_kind)kind, MOST);
            for (int k = 0; k < 12; ++k) {
                const struct asked q = draw_asked(&r, &s);
                const bool line = k % 3 == 0;
                size_t left = 0;
                draw_groups(&r, &g);
                memset(t, 0, sizeof t);
                memset(u, 0, sizeof u);
                const size_t n = ask_overlaps(&s, &q, line, NULL, all, t);
                for (size_t i = 0; i < n; ++i)
                    if (asked_passes(&g, all[i])) {
                        t[left] = t[i];
                        all[left++] = all[i];
                    }
                memset(found, 0xee, sizeof found);
                const size_t m = ask_overlaps(&s, &q, line, filter_of(&g), found, u);
                REQUIRE(m == left, "%s: %zu of %zu pass, not %zu", scene_names[kind], m, n, left);
                assert_memory_equal(all, found, left * sizeof *all);
                assert_memory_equal(t, u, left * sizeof *t);
                assert_true(found[left] == 0xeeeeeeeeu);
                objects += n;
                filtered += left;
            }
            free_scene(&s);
        }
    fprintf(stderr, "# %zu objects overlap, %zu pass filters\n", objects, filtered);
    assert_true(filtered > 100 && filtered < objects);
}

// Parts have about equally many pairs, even where all objects are in one place.
static void test_even(void **state) {
    static const enum scene_kind placed[] = {UNIFORM, CLUSTERED_MIXED, ONE_PLACE};
    inputs_random r = inputs_seed(83);
    (void)state;
    for (int k = 0; k < 3; ++k) {
        struct scene s = make_scene(&r, placed[k], 4000, 4, NULL);
        const size_t all = collide_octree_self_indices(s.octree, NULL, NULL, 0);
        for (size_t i = 0; i < 4; ++i) {
            const size_t n = collide_octree_self_part_indices(s.octree, i, 4, NULL, NULL, 0);
            REQUIRE(4 * n > all - all / 4 && 4 * n < all + all / 4,
                    "%s: part %zu of 4 has %zu of %zu pairs", scene_names[placed[k]], i, n, all);
        }
        free_scene(&s);
    }
}

// ---- margins and two octrees -----------------------------------------------------------------

static bool pair_within(const struct scene *s, size_t i, const struct scene *t, size_t j,
                        float margin) {
    const collide_sphere a = ball_of(s, i), b = ball_of(t, j);
    if (s->floats == 4 && t->floats == 4)
        return collide_sphere_sphere_within(&a, &b, margin);
    const collide_aabb p = s->floats == 6 ? box_of(s, i) : box_of(t, j);
    if (s->floats == 4)
        return collide_sphere_aabb_within(&a, &p, margin);
    if (t->floats == 4)
        return collide_sphere_aabb_within(&b, &p, margin);
    const collide_aabb q = box_of(t, j);
    return collide_aabb_aabb_within(&p, &q, margin);
}

static bool pair_overlaps(const struct scene *s, size_t i, const struct scene *t, size_t j) {
    const collide_sphere a = ball_of(s, i), b = ball_of(t, j);
    if (s->floats == 4 && t->floats == 4)
        return collide_sphere_sphere(&a, &b);
    const collide_aabb p = s->floats == 6 ? box_of(s, i) : box_of(t, j);
    if (s->floats == 4)
        return collide_sphere_aabb(&a, &p);
    if (t->floats == 4)
        return collide_sphere_aabb(&b, &p);
    const collide_aabb q = box_of(t, j);
    return collide_aabb_aabb(&p, &q);
}

static float some_margin(inputs_random *r, const struct scene *s) {
    static const float some[] = {0, 0, 1, 0.25f, -0.1f, -1, INFINITY, -INFINITY, FLT_MAX, 1e-6f};
    const uint32_t dice = kinds_below(r, 16);
    const struct asked q = draw_asked(r, s);
    const collide_shape a = asked_shape(&q), b = shape_at(s, kinds_below(r, (uint32_t)s->n));
    collide_distance d;
    if (dice < 10)
        return some[dice];
    return collide_shape_shape_distance(&a, &b, INFINITY, &d) ? dice & 1 ? d.lo : d.hi : 1;
}

// A list that is too short has the first ones.
static void check_short(const collide_pair *all, const collide_pair *first, size_t n) {
    assert_memory_equal(all, first, n / 2 * sizeof *all);
    assert_true(first[n / 2].a == 0xeeeeeeeeu);
}

static void test_within(void **state) {
    static struct groups g;
    inputs_random r = inputs_seed(84);
    collide_pair *exact = (collide_pair *)allocate(PAIRS, sizeof *exact);
    collide_pair *found = (collide_pair *)allocate(PAIRS + 1, sizeof *found);
    collide_pair *first = (collide_pair *)allocate(PAIRS + 1, sizeof *first);
    uint32_t indices[MOST + 1];
    size_t pairs = 0, objects = 0;
    (void)state;
    for (size_t round = 0; round < cases(10); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            struct scene s = some_scene(&r, (enum scene_kind)kind, 200);
            for (int k = 0; k < 8; ++k) {
                const struct asked q = draw_asked(&r, &s);
                const collide_shape a = asked_shape(&q);
                const float margin = some_margin(&r, &s);
                size_t n = 0;
                bool hit[MOST];
                draw_groups(&r, &g);
                for (size_t i = 0; i < s.n; ++i) {
                    const collide_shape b = shape_at(&s, i);
                    hit[i] = asked_passes(&g, i) && collide_shape_shape_within(&a, &b, margin);
                    n += hit[i];
                }
                memset(indices, 0xee, sizeof indices);
                const size_t m =
                    q.box_asked ? collide_aabb_octree_within_indices(&q.box, s.octree, margin,
                                                                     filter_of(&g), indices, MOST)
                                : collide_sphere_octree_within_indices(
                                      &q.ball, s.octree, margin, filter_of(&g), indices, MOST);
                REQUIRE(m == n, "%s: %zu within %a, not %zu", scene_names[kind], m, (double)margin,
                        n);
                for (size_t i = 0; i < n; ++i) {
                    assert_true(indices[i] < s.n && hit[indices[i]]);
                    hit[indices[i]] = false;
                }
                assert_true(indices[n] == 0xeeeeeeeeu);
                objects += n;
            }
            const float margin = some_margin(&r, &s);
            size_t n = 0;
            for (uint32_t i = 0; i < s.n; ++i)
                for (uint32_t j = i + 1; j < s.n; ++j)
                    if (pair_passes(&g, i, &g, j) && pair_within(&s, i, &s, j, margin))
                        exact[n++] = (collide_pair){i, j};
            const size_t m =
                collide_octree_self_within_indices(s.octree, margin, filter_of(&g), found, PAIRS);
            memset(first, 0xee, (n / 2 + 1) * sizeof *first);
            collide_octree_self_within_indices(s.octree, margin, filter_of(&g), first, n / 2);
            check_short(found, first, n);
            check_same(found, m, exact, n, scene_names[kind]);
            assert_int_equal(collide_octree_self_within_indices(s.octree, NAN, NULL, found, PAIRS),
                             0);
            pairs += n;
            free_scene(&s);
        }
    free(exact);
    free(found);
    free(first);
    fprintf(stderr, "# %zu pairs and %zu objects within margins\n", pairs, objects);
    assert_true(pairs > 1000 && objects > 1000);
}

static void test_two(void **state) {
    static struct groups g, h;
    inputs_random r = inputs_seed(85);
    collide_pair *exact = (collide_pair *)allocate(PAIRS, sizeof *exact);
    collide_pair *found = (collide_pair *)allocate(PAIRS + 1, sizeof *found);
    collide_pair *first = (collide_pair *)allocate(PAIRS + 1, sizeof *first);
    size_t pairs = 0;
    (void)state;
    for (size_t round = 0; round < cases(10); ++round)
        for (int kind = 0; kind < SCENES; ++kind) {
            const int other = kinds_below(&r, 2) ? kind : (int)kinds_below(&r, SCENES);
            struct scene s = some_scene(&r, (enum scene_kind)kind, 200);
            struct scene t = some_scene(&r, (enum scene_kind)other, 200);
            const float margin = some_margin(&r, &s);
            draw_groups(&r, &g);
            draw_groups(&r, &h);
            for (int within = 0; within < 2; ++within) {
                size_t n = 0, m;
                for (uint32_t i = 0; i < s.n; ++i)
                    for (uint32_t j = 0; j < t.n; ++j)
                        if (pair_passes(&g, i, &h, j) && (within ? pair_within(&s, i, &t, j, margin)
                                                                 : pair_overlaps(&s, i, &t, j)))
                            exact[n++] = (collide_pair){i, j};
                memset(first, 0xee, (n / 2 + 1) * sizeof *first);
                if (within) {
                    m = collide_octree_octree_within_indices(
                        s.octree, t.octree, margin, filter_of(&g), filter_of(&h), found, PAIRS);
                    collide_octree_octree_within_indices(s.octree, t.octree, margin, filter_of(&g),
                                                         filter_of(&h), first, n / 2);
                } else {
                    m = collide_octree_octree_indices(s.octree, t.octree, filter_of(&g),
                                                      filter_of(&h), found, PAIRS);
                    collide_octree_octree_indices(s.octree, t.octree, filter_of(&g), filter_of(&h),
                                                  first, n / 2);
                }
                check_short(found, first, n);
                check_same(found, m, exact, n, scene_names[kind]);
                pairs += n;
            }
            free_scene(&s);
            free_scene(&t);
        }
    free(exact);
    free(found);
    free(first);
    fprintf(stderr, "# %zu pairs of two octrees\n", pairs);
    assert_true(pairs > 1000);
}

static void test_bad(void **state) {
    inputs_random r = inputs_seed(86);
    struct scene s = make_scene(&r, UNIFORM, 50, 4, NULL);
    const collide_sphere good = {{1, 2, 3}, 1};
    const collide_sphere bad[] = {
        {{NAN, 0, 0}, 1}, {{0, 0, 0}, NAN}, {{0, 0, 0}, -1}, {{INFINITY, 0, 0}, 1}};
    const collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
    const collide_aabb hollow[] = {
        {{0, 0, NAN}, {9, 9, 9}}, {{9, 0, 0}, {0, 9, 9}}, {{0, 0, 0}, {1, 1, INFINITY}}};
    uint32_t index[2];
    collide_distance d[2];
    (void)state;
    for (int i = 0; i < 4; ++i)
        assert_true(
            collide_sphere_octree_nearest(&bad[i], s.octree, INFINITY, 2, NULL, index, d) +
                collide_sphere_octree_within_indices(&bad[i], s.octree, INFINITY, NULL, index, 2) ==
            0);
    for (int i = 0; i < 3; ++i)
        assert_true(collide_aabb_octree_nearest(&hollow[i], s.octree, INFINITY, 2, NULL, index, d) +
                        collide_aabb_octree_within_indices(&hollow[i], s.octree, INFINITY, NULL,
                                                           index, 2) ==
                    0);
    assert_true(
        collide_sphere_octree_nearest(&good, s.octree, NAN, 2, NULL, index, d) +
            collide_sphere_octree_nearest(&good, s.octree, 1, 0, NULL, NULL, NULL) +
            collide_sphere_octree_nearest(&good, NULL, 1, 2, NULL, index, d) +
            collide_aabb_octree_nearest(&box, NULL, 1, 2, NULL, index, d) +
            collide_sphere_octree_within_indices(&good, NULL, 1, NULL, index, 2) +
            collide_aabb_octree_within_indices(&box, NULL, 1, NULL, index, 2) +
            collide_sphere_octree_within_indices(&good, s.octree, NAN, NULL, index, 2) +
            collide_octree_self_within_indices(NULL, 1, NULL, NULL, 0) +
            collide_octree_self_part_indices(NULL, 0, 1, NULL, NULL, 0) +
            collide_octree_octree_indices(NULL, s.octree, NULL, NULL, NULL, 0) +
            collide_octree_octree_within_indices(s.octree, NULL, 1, NULL, NULL, NULL, 0) +
            collide_octree_octree_within_indices(s.octree, s.octree, NAN, NULL, NULL, NULL, 0) ==
        0);
    // An octree of a version that did not state the largest size finds the same.
    static struct groups none;
    none.none = true;
    s.octree->inside.largest = 0;
    assert_int_equal(collide_octree_open(&s.octree, s.memory, s.size), COLLIDE_OK);
    for (int i = 0; i < 20; ++i) {
        const struct asked q = draw_asked(&r, &s);
        check_nearest(&s, &q, INFINITY, 3, &none, "an earlier version");
    }
    s.octree->inside.largest = 0.25;
    assert_int_equal(collide_octree_open(&s.octree, s.memory, s.size), COLLIDE_ERROR_DAMAGED);
    free_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest), cmocka_unit_test(test_parts),  cmocka_unit_test(test_even),
        cmocka_unit_test(test_filters), cmocka_unit_test(test_within), cmocka_unit_test(test_two),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
