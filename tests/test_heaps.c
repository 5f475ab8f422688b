// Octrees over heaps that are small beside the scene: far apart, in one another, flat, with
// outliers at every fraction, on all scales. Pairs and queries against asking one by one; work,
// counted, that grows as n log n, of octrees, bodies and movers.
#include "test.h"

#include <stdlib.h>

unsigned long long collide_work;

#define REQUIRE(x, ...)                                                                            \
    do {                                                                                           \
        if (!(x))                                                                                  \
            fail_msg(__VA_ARGS__);                                                                 \
    } while (0)

// ---- heaps -----------------------------------------------------------------------------------

enum scene_kind {
    OUTLIERS_1,
    OUTLIERS_3,
    OUTLIERS_10,
    OUTLIERS_50,
    TWO_NEAR,
    TWO_FAR,
    MANY_HEAPS,
    ALL_SCALES,
    NESTED,
    FLAT,
    THIN_FLAT,
    ON_A_LINE,
    SCENES
};

static const char *const scene_names[SCENES] = {"1 % outliers",
                                                "3 % outliers",
                                                "10 % outliers",
                                                "half outliers",
                                                "two heaps 1e5 apart",
                                                "two heaps 1e7 apart",
                                                "17 heaps",
                                                "all scales",
                                                "a heap in a heap",
                                                "a flat heap and outliers",
                                                "a nearly flat heap and outliers",
                                                "a line and outliers"};

static collide_vec3 vec(float x, float y, float z) {
    const collide_vec3 r = {x, y, z};
    return r;
}

static collide_vec3 scaled(collide_vec3 p, float by) {
    return vec(p.x * by, p.y * by, p.z * by);
}

// A ball of a heap of n, in which each meets about one other.
static collide_sphere draw_ball(inputs_random *r, enum scene_kind kind, size_t i, size_t n) {
    static const float shares[4] = {0.01f, 0.03f, 0.1f, 0.5f};
    static const float scales[6] = {1e-6f, 1e-3f, 1, 1e3f, 1e6f, 1e9f};
    float edge = 1;
    while (edge * edge * edge < (float)n)
        edge += 1;
    collide_sphere s = {inputs_vec3(r, 0, edge), 0.45f};
    const collide_vec3 far = scaled(inputs_vec3(r, -1, 1), 1e6f);
    const float dice = inputs_uniform(r, 0, 1), heap = (float)(i % 17);
    switch (kind) {
    case TWO_NEAR:
    case TWO_FAR:
        s.center.x += i % 2 ? edge * (kind == TWO_FAR ? 1e7f : 1e5f) : 0;
        s.radius = kind == TWO_FAR ? 0.2f : s.radius;
        break;
    case MANY_HEAPS:
        s.center = vec(s.center.x + heap * heap * 3e5f,
                       s.center.y + (float)(i % 17 * 7 % 17) * 3e5f, s.center.z);
        break;
    case ALL_SCALES:
        s.center = scaled(vec(s.center.x - edge / 2, s.center.y - edge / 2, s.center.z - edge / 2),
                          scales[i % 6]);
        s.radius *= scales[i % 6];
        break;
    case NESTED:
        if (i % 2) {
            s.center = scaled(s.center, 1e-5f);
            s.center = vec(s.center.x + edge / 2, s.center.y + edge / 2, s.center.z + edge / 2);
            s.radius *= 1e-5f;
        }
        break;
    case FLAT:
    case THIN_FLAT:
        s.center = vec(inputs_uniform(r, 0, 1) * (float)n / edge, s.center.y,
                       kind == FLAT ? 0 : s.center.z * 1e-3f);
        s.center = dice < 0.03f ? far : s.center;
        break;
    case ON_A_LINE:
        s.center = dice < 0.03f ? far : vec(inputs_uniform(r, 0, (float)n), 0, 0);
        break;
    default:
        s.center = dice < shares[kind] ? far : s.center;
        break;
    }
    return s;
}

struct scene {
    size_t n, size;
    bool boxes;
    collide_sphere *ball;
    collide_aabb *box;
    void *memory;
    collide_octree *octree;
};

static void *room(size_t bytes) {
    void *p = NULL;
    if (posix_memalign(&p, COLLIDE_ALIGNMENT, bytes))
        abort();
    return p;
}

static void build(struct scene *s) {
    const collide_status status =
        s->boxes
            ? collide_octree_build_aabbs(&s->octree, s->memory, s->size, s->box, s->n, 0, NULL)
            : collide_octree_build_spheres(&s->octree, s->memory, s->size, s->ball, s->n, 0, NULL);
    assert_int_equal(status, COLLIDE_OK);
}

static void put(struct scene *s, size_t i, collide_sphere b) {
    const float r = b.radius;
    s->ball[i] = b;
    s->box[i].min = vec(b.center.x - r, b.center.y - r, b.center.z - r / 2);
    s->box[i].max = vec(b.center.x + r, b.center.y + r, b.center.z + r / 2);
}

static struct scene make_scene(inputs_random *r, enum scene_kind kind, size_t n, bool boxes) {
    struct scene s = {n, collide_octree_size(n, NULL), boxes, NULL, NULL, NULL, NULL};
    s.ball = (collide_sphere *)room(n * sizeof *s.ball);
    s.box = (collide_aabb *)room(n * sizeof *s.box);
    s.memory = room(s.size);
    for (size_t i = 0; i < n; ++i)
        put(&s, i, draw_ball(r, kind, i, n));
    build(&s);
    return s;
}

static void free_scene(struct scene *s) {
    free(s->ball);
    free(s->box);
    free(s->memory);
}

// ---- answers ---------------------------------------------------------------------------------

static bool meet(const struct scene *s, size_t i, size_t j) {
    return s->boxes ? collide_aabb_aabb(&s->box[i], &s->box[j])
                    : collide_sphere_sphere(&s->ball[i], &s->ball[j]);
}

static int compare_pairs(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b < q->b ? -1 : p->b > q->b;
}

// All pairs, and what is near some objects and on segments between them.
static size_t check_scene(inputs_random *r, const struct scene *s, const char *what) {
    const size_t most = 8 * s->n;
    collide_pair *exact = (collide_pair *)room(most * sizeof *exact);
    collide_pair *found = (collide_pair *)room(most * sizeof *found);
    uint32_t *near_by = (uint32_t *)room(s->n * sizeof *near_by);
    float *times = (float *)room(s->n * sizeof *times);
    size_t n = 0;
    for (uint32_t i = 0; i < s->n; ++i)
        for (uint32_t j = i + 1; j < s->n; ++j)
            if (meet(s, i, j)) {
                assert_true(n < most);
                exact[n++] = (collide_pair){i, j};
            }
    const size_t pairs = collide_octree_self_indices(s->octree, NULL, found, most);
    REQUIRE(pairs == n, "%s: %zu pairs, not %zu", what, pairs, n);
    qsort(found, n, sizeof *found, compare_pairs);
    assert_memory_equal(found, exact, n * sizeof *found);
    for (int k = 0; k < 60; ++k) {
        const size_t i = (size_t)(inputs_next(r) >> 33) % s->n;
        const size_t j = (size_t)(inputs_next(r) >> 33) % s->n;
        const float part = k % 3 ? 1 : 1e-5f;
        const collide_vec3 p = s->ball[i].center, q = s->ball[j].center;
        const collide_segment segment = {
            p, vec(p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part, p.z + (q.z - p.z) * part)};
        size_t hits = 0, crossed = 0;
        for (size_t m = 0; m < s->n; ++m) {
            hits += s->boxes ? collide_sphere_aabb(&s->ball[i], &s->box[m])
                             : collide_sphere_sphere(&s->ball[i], &s->ball[m]);
            crossed += s->boxes ? collide_segment_aabb(&segment, &s->box[m], NULL)
                                : collide_segment_sphere(&segment, &s->ball[m], NULL);
        }
        REQUIRE(collide_sphere_octree_indices(&s->ball[i], s->octree, NULL, near_by, s->n) == hits,
                "%s: what is near %zu", what, i);
        REQUIRE(collide_segment_octree_indices(&segment, s->octree, NULL, near_by, s->n, times) ==
                    crossed,
                "%s: on the way from %zu to %zu", what, i, j);
    }
    free(exact);
    free(found);
    free(near_by);
    free(times);
    return n;
}

static void test_answers(void **state) {
    inputs_random r = inputs_seed(70);
    size_t pairs = 0, ranked = 0;
    (void)state;
    for (int kind = 0; kind < SCENES; ++kind)
        for (int boxes = 0; boxes < 2; ++boxes) {
            struct scene s = make_scene(&r, (enum scene_kind)kind, 1600, boxes);
            pairs += check_scene(&r, &s, scene_names[kind]);
            ranked += s.octree->inside.rank_levels > 0;
            // Some move, also far away, then all.
            uint32_t moved[50];
            for (size_t k = 0; k < 50; ++k) {
                moved[k] = (uint32_t)(k * 31 % s.n);
                put(&s, moved[k], draw_ball(&r, (enum scene_kind)kind, k, s.n));
                if (k % 10 == 0)
                    s.ball[moved[k]].center.y += 1e8f;
                put(&s, moved[k], s.ball[moved[k]]);
            }
            for (int all = 0; all < 2; ++all) {
                const uint32_t *indices = all ? NULL : moved;
                const size_t n = all ? s.n : 50;
                assert_int_equal(
                    boxes ? collide_octree_update_aabbs(s.octree, indices, n, s.box, 0)
                          : collide_octree_update_spheres(s.octree, indices, n, s.ball, 0),
                    COLLIDE_OK);
                pairs += check_scene(&r, &s, scene_names[kind]);
            }
            assert_int_equal(collide_octree_open(&s.octree, s.memory, s.size), COLLIDE_OK);
            free_scene(&s);
        }
    fprintf(stderr, "# %zu pairs, %zu octrees of ranks\n", pairs, ranked);
    assert_true(pairs > 10000 && ranked > SCENES);
}

// ---- growth ----------------------------------------------------------------------------------

static size_t asked_octree(enum scene_kind kind, size_t n) {
    inputs_random r = inputs_seed(71);
    uint32_t near_by[64];
    struct scene s = make_scene(&r, kind, n, n & 1);
    collide_work = 0;
    build(&s);
    size_t found = collide_octree_self_indices(s.octree, NULL, NULL, 0);
    for (size_t i = 0; i < n; ++i)
        found += collide_sphere_octree_indices(&s.ball[i], s.octree, NULL, near_by, 64);
    free_scene(&s);
    return found;
}

static const collide_vec3 corners[4] = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.5f}};
static const uint16_t sides[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static const collide_mesh mesh = {corners, 4, 0, sides, 4, 2};

static size_t asked_bodies(enum scene_kind kind, size_t n) {
    inputs_random r = inputs_seed(72);
    const collide_bodies_options options = {{0, 0, 0}, 0, 0, true};
    static collide_body_touch contacts[16];
    collide_bodies_counts count;
    struct scene s = make_scene(&r, kind, n, false);
    collide_body *bodies = (collide_body *)room(n * sizeof *bodies);
    for (size_t i = 0; i < n; ++i) {
        memset(&bodies[i], 0, sizeof bodies[i]);
        bodies[i].mesh = &mesh;
        bodies[i].pose = collide_pose_identity();
        bodies[i].pose.position = s.ball[i].center;
        bodies[i].bounds.center = vec(0.25f, 0.25f, 0.25f);
        bodies[i].bounds.radius = 0.45f;
    }
    const size_t size = collide_bodies_scratch_size(bodies, n, 0, &options);
    void *scratch = room(size);
    collide_work = 0;
    assert_int_equal(
        collide_bodies_touches(bodies, n, 0, &options, scratch, size, contacts, 16, &count),
        COLLIDE_OK);
    free(scratch);
    free(bodies);
    free_scene(&s);
    return count.pairs;
}

static size_t asked_movers(enum scene_kind kind, size_t n) {
    inputs_random r = inputs_seed(73);
    static collide_movers_hit hits[16];
    static char memory[4096];
    collide_tree *tree;
    collide_movers_counts found;
    struct scene s = make_scene(&r, kind, n, false);
    collide_mover *movers = (collide_mover *)room(n * sizeof *movers);
    assert_int_equal(
        collide_tree_build(&tree, COLLIDE_ALIGN(memory), sizeof memory - 64, &mesh, NULL),
        COLLIDE_OK);
    for (size_t i = 0; i < n; ++i) {
        movers[i].tree = tree;
        movers[i].pose = collide_pose_identity();
        movers[i].pose.position = s.ball[i].center;
        movers[i].velocity = inputs_vec3(&r, -0.1f, 0.1f);
    }
    const size_t size = collide_movers_scratch_size(n);
    void *scratch = room(size);
    collide_work = 0;
    assert_int_equal(collide_movers_sweep(movers, n, 0, 1, scratch, size, hits, 16, &found),
                     COLLIDE_OK);
    free(scratch);
    free(movers);
    free_scene(&s);
    return found.hits;
}

// Each object, with as many neighbours however many there are, takes no more than some work: that
// of the levels, and of leaves that are not yet worth other steps.
static void check_growth(const char *what, size_t (*ask)(enum scene_kind kind, size_t n), size_t n,
                         int steps, bool all) {
    for (int kind = 0; kind < SCENES; ++kind) {
        if (!all && kind >= TWO_NEAR && kind < FLAT) // where bodies are, float tells few apart
            continue;
        for (int step = 0; step < steps; ++step) {
            const size_t objects = n << 2 * step;
            const size_t found = ask((enum scene_kind)kind, objects);
            const double each = (double)collide_work / (double)(objects + found);
            fprintf(stderr, "# %s, %s: n %zu, found %zu, work %.0f each\n", what, scene_names[kind],
                    objects, found, each);
            REQUIRE(each < 300, "%s, %s: %zu objects take %.0f each", what, scene_names[kind],
                    objects, each);
        }
    }
}

static void test_growth_octree(void **state) {
    (void)state;
    check_growth("octree", asked_octree, 2048, 3, true);
}

static void test_growth_bodies(void **state) {
    (void)state;
    check_growth("bodies", asked_bodies, 1024, 3, false);
}

static void test_growth_movers(void **state) {
    (void)state;
    check_growth("movers", asked_movers, 1024, 3, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_growth_octree),
        cmocka_unit_test(test_growth_bodies),
        cmocka_unit_test(test_growth_movers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
