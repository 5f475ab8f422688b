// The same question in another dress has the same answer: every query of fuzz_calls.c with all
// lengths times a power of two, and with x negated; those that decide exactly with a and b
// exchanged, and with the vertices of triangles in another order; sweeps against trees with
// velocities times any power of two, and times divided by it.
#define FUZZ_CALLS_ONLY
#include "fuzz_calls.c" // NOLINT(bugprone-suspicious-include): the calls and their inputs

#include <math.h>

static void began(world *w) {
    (void)w;
    (void)collide_work;
}
static void ended(world *w) {
    (void)w;
}

static uint64_t base, seed; // of all, and of what is drawn next

static void draw(uint8_t *data, size_t size, bool ties) {
    for (size_t j = 0; j < size; ++j) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        data[j] = (uint8_t)(seed >> 32) & (ties ? 0x3f : 0xff);
    }
}

// What need not say the same of what is mirrored: grids and the rows of k-DOPs are not mirrored
// here; axes of any convex body are sums in an order; meshes keep the order of their corners, so
// that their fronts are backs and their insides are outsides; parts of an octree are parts of its
// order. Directions that a convex body lacks would part it from triangles that it misses, and which
// of these are asked at all is up to the rows of a tree.
static bool not_mirrored(const char *name, bool incomplete) {
    static const char *const parts[] = {"terrain",
                                        "kdop",
                                        "convex",
                                        "collide_tree_tree_touches",
                                        "shape_tree_contacts",
                                        "tree_shape_contacts",
                                        "self_part_indices"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strstr(name, parts[i]))
            return true;
    return incomplete && strstr(name, "tree");
}

// Whether a contact that one proves is one that the other rules out.
static bool contradict(const world *a, const world *b) {
    bool r = a->brackets != b->brackets;
    for (size_t i = 0; i < a->brackets && !r; ++i)
        r = a->verdict[i] + b->verdict[i] == COLLIDE_HIT + COLLIDE_MISS;
    return r;
}

// Whether a verdict by brackets may be either one: shapes touch, or are as far apart as the margin,
// within the bracket, which is relative to an origin that is not mirrored, as the lower corner of
// an AABB. Then it is another one, too, when the numbers are off by 2^-17 of them.
static bool on_edge(const struct call *call, const world *is, const uint8_t *data, size_t size) {
    world w = world_of();
    if (strcmp(call->family, "shape") != 0 && !strstr(call->name, "within"))
        return false;
    w.tame = true;
    w.nudge = 1 / 131072.0f;
    for (uint32_t i = 1; i <= 32; ++i) {
        w.lot = i;
        if (run_call(call, w, data, size).said != is->said)
            return true;
    }
    return false;
}

// The world of an input that is tame, scaled and mirrored.
static world dressed(const struct call *call, float scale, bool mirror, const uint8_t *data,
                     size_t size) {
    world w = world_of();
    w.tame = true;
    w.scale = scale;
    w.mirror = mirror;
    return run_call(call, w, data, size);
}

static int dress(int inputs, const char *only) {
    static const float scales[2] = {65536.0f, 1 / 65536.0f};
    static const char *const names[3] = {"times 2^16", "times 2^-16", "mirrored"};
    int failed = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        const struct call *call = &calls[i];
        if (only && strcmp(call->name, only) != 0)
            continue;
        seed = base + call->key; // inputs stay those of a query when others come
        for (int k = 0; k < inputs; ++k) {
            uint8_t data[160];
            bool same[3];
            draw(data, sizeof data, k % 4 == 0);
            const world is = dressed(call, 1, false, data, sizeof data);
            for (int way = 0; way < 2; ++way)
                same[way] =
                    dressed(call, scales[way], false, data, sizeof data).listed == is.listed;
            same[2] = not_mirrored(call->name, is.incomplete);
            if (!same[2]) {
                const world other = dressed(call, 1, true, data, sizeof data);
                same[2] = !contradict(&is, &other) &&
                          (other.said == is.said || on_edge(call, &is, data, sizeof data));
            }
            for (int way = 0; way < 3; ++way) {
                if (!same[way])
                    printf("# %s, %s, answers otherwise (seed %llu, input %d)\n", call->name,
                           names[way], (unsigned long long)base, k);
                failed += !same[way];
            }
        }
    }
    return failed;
}

// ---- exchanged, and permuted -----------------------------------------------------------------

#define SWAPS(X)                                                                                   \
    X(aabb, collide_aabb_aabb(a, b))                                                               \
    X(sphere, collide_sphere_sphere(a, b))                                                         \
    X(triangle, collide_triangle_triangle(a, b))                                                   \
    X(tetrahedron, collide_tetrahedron_tetrahedron(a, b))                                          \
    X(kdop6, collide_kdop6_kdop6(a, b))                                                            \
    X(kdop14, collide_kdop14_kdop14(a, b))                                                         \
    X(kdop18, collide_kdop18_kdop18(a, b))                                                         \
    X(kdop26, collide_kdop26_kdop26(a, b))                                                         \
    X(tree, collide_tree_tree(a, NULL, b, NULL, NULL))                                             \
    X(tree, collide_tree_tree_indices(a, NULL, b, NULL, NULL, 0, NULL))
#define SWAP(type, call)                                                                           \
    {                                                                                              \
        const collide_##type *a = type##_of(&w), *b = type##_of(&w);                               \
        const size_t one = (call);                                                                 \
        const collide_##type *swap = a;                                                            \
        a = b;                                                                                     \
        b = swap;                                                                                  \
        if ((call) != one) {                                                                       \
            printf("# %s, exchanged, answers otherwise\n", #call);                                 \
            ++failed;                                                                              \
        }                                                                                          \
    }

// Vertices i and j change places.
static void exchange(collide_vec3 *v, uint32_t i, uint32_t j) {
    const collide_vec3 p = v[i];
    v[i] = v[j];
    v[j] = p;
}

static int exchanged(int inputs) {
    int failed = 0;
    for (int k = 0; k < inputs; ++k) {
        uint8_t data[160];
        world w = world_of();
        draw(data, sizeof data, k % 4 == 0);
        w.data = data;
        w.size = sizeof data;
        w.how = take(&w, 1) % 4;
        SWAPS(SWAP)
        collide_triangle s = *triangle_of(&w), t = *triangle_of(&w);
        collide_tetrahedron p = *tetrahedron_of(&w), q = *tetrahedron_of(&w);
        const bool pair = collide_triangle_triangle(&s, &t);
        const bool mixed = collide_tetrahedron_triangle(&p, &t);
        const bool solid = collide_tetrahedron_tetrahedron(&p, &q);
        for (uint32_t i = 0; i < 6; ++i) {
            exchange(s.v, i % 3, (i + 1) % 3);
            exchange(p.v, i % 4, (i + 1) % 4);
            if (i % 2)
                exchange(t.v, i / 2, (i / 2 + 1) % 3);
            failed += collide_triangle_triangle(&s, &t) != pair ||
                      collide_tetrahedron_triangle(&p, &t) != mixed ||
                      collide_tetrahedron_tetrahedron(&p, &q) != solid;
        }
        while (w.rooms)
            free(w.room[--w.rooms]);
    }
    return failed;
}

// ---- at other paces --------------------------------------------------------------------------

enum { TREE, BALL, BOX, CONVEX, MOVERS, SWEPT };
static const char *const swept_names[SWEPT] = {"a tree", "a ball", "a box", "a convex body",
                                               "movers"};

struct scene {
    const collide_tree *a, *b;
    collide_pose pose_a;
    const collide_pose *pose_b;
    collide_sphere ball;
    collide_obb box;
    const collide_convex *convex;
    collide_vec3 va, vb;
    float t_max;
};

struct swept {
    collide_impact impact;
    collide_pair pair;
    collide_contact contacts[9];
    size_t hit, count;
};

static struct swept sweep(const struct scene *s, int what) {
    const collide_mover movers[2] = {
        {s->a, s->pose_a, s->va}, {s->b, s->pose_b ? *s->pose_b : collide_pose_identity(), s->vb}};
    const collide_mover *a = &movers[0], *b = &movers[1];
    struct swept r;
    memset(&r, 0, sizeof r);
    if (what == MOVERS) {
        const size_t size = collide_movers_scratch_size(2);
        collide_movers_counts count;
        collide_movers_hit hit;
        void *scratch = NULL;
        FUZZ_CHECK(posix_memalign(&scratch, COLLIDE_ALIGNMENT, size) == 0);
        FUZZ_CHECK(collide_movers_sweep(movers, 2, 0, s->t_max, scratch, size, &hit, 1, &count) ==
                   COLLIDE_OK);
        free(scratch);
        r.hit = count.hits;
        if (r.hit) {
            r.impact = hit.impact;
            r.pair = hit.triangles;
        }
        return r;
    }
    r.hit = what == TREE ? collide_tree_tree_sweep(a, b, s->t_max, &r.impact, &r.pair, NULL)
            : what == BALL
                ? collide_sphere_tree_sweep(&s->ball, s->va, b, s->t_max, &r.impact, &r.pair.b)
            : what == BOX
                ? collide_obb_tree_sweep(&s->box, s->va, b, s->t_max, &r.impact, &r.pair.b)
                : collide_convex_tree_sweep(s->convex, &s->pose_a, s->va, b, s->t_max, &r.impact,
                                            &r.pair.b);
    if (what == TREE && r.hit)
        r.count = collide_tree_tree_sweep_contacts(a, b, r.pair, NULL, r.contacts, 9);
    return r;
}

// Of quarters, so that all its multiples by the powers of two below are floats.
static collide_vec3 coarse(world *w) {
    collide_vec3 v;
    float *to[3] = {&v.x, &v.y, &v.z};
    for (int i = 0; i < 3; ++i) {
        const uint32_t x = take(w, 1);
        *to[i] = x % 4 ? (float)((int)(x % 32) - 16) * 0.25f : 0;
    }
    return v;
}

static collide_vec3 times_power(collide_vec3 v, int k) {
    v.x = ldexpf(v.x, k);
    v.y = ldexpf(v.y, k);
    v.z = ldexpf(v.z, k);
    return v;
}

static bool agree(const struct swept *one, const struct swept *other, int k) {
    const float first = ldexpf(one->impact.t_first, -k), last = ldexpf(one->impact.t_last, -k);
    struct swept same = *other;
    if (!one->hit || !other->hit)
        return one->hit == other->hit;
    if ((first == 0 || first >= FLT_MIN) && first != other->impact.t_first)
        return false;
    if (last >= FLT_MIN && last != other->impact.t_last)
        return false;
    same.impact.t_first = one->impact.t_first;
    same.impact.t_last = one->impact.t_last;
    return memcmp(&same, one, sizeof same) == 0;
}

static int other_paces(int inputs, size_t *hits) {
    int failed = 0;
    for (int i = 0; i < inputs; ++i) {
        uint8_t data[160];
        world w = world_of();
        draw(data, sizeof data, false);
        w.data = data;
        w.size = sizeof data;
        w.how = 1 + (unsigned)i % 3;
        w.tame = true;
        const int k = (int)(take(&w, 2) % 269) - 145; // -145 to 123
        struct scene s = {tree_of(&w), tree_of(&w),   *pose_of(&w), maybe_pose(&w), *sphere_of(&w),
                          *obb_of(&w), convex_of(&w), coarse(&w),   coarse(&w),     0};
        if (i % 4) { // apart, and on their way
            s.ball.center.x += 12;
            s.box.center.x += 12;
            s.pose_a.position.x += 12;
            s.va.x = s.vb.x - 2;
        }
        // Limits of t_max, 2^126 and the least float, end the range.
        s.t_max = i % 5 == 0 && k > -100 ? INFINITY : ldexpf(16, k < -121 ? k + 121 : 0);
        struct scene t = s;
        t.va = times_power(s.va, k);
        t.vb = times_power(s.vb, k);
        t.t_max = ldexpf(s.t_max, -k);
        for (int what = 0; what < SWEPT; ++what) {
            const struct swept one = sweep(&s, what), other = sweep(&t, what);
            *hits += one.hit;
            if (agree(&one, &other, k))
                continue;
            printf("# %s, velocities times 2^%d: %zu at %.9g, and %zu at %.9g (input %d)\n",
                   swept_names[what], k, one.hit, (double)one.impact.t_first, other.hit,
                   (double)ldexpf(other.impact.t_first, k), i);
            ++failed;
        }
        while (w.rooms)
            free(w.room[--w.rooms]);
    }
    return failed;
}

// The arguments are how many inputs each call has, how many seeds there are, the first of them, and
// the name of the one call to be dressed.
int main(int argc, char **argv) {
    const int inputs = argc > 1 ? atoi(argv[1]) : 100;
    const uint64_t seeds = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 521288629u;
    const char *const only = argc > 4 ? argv[4] : NULL;
    int dressed_otherwise = 0, swapped = 0, paced = 0;
    size_t hits = 0;
    printf("1..3\n");
    for (uint64_t i = 0; i < seeds; ++i) {
        seed = base = first + i;
        dressed_otherwise += dress(inputs, only);
        swapped += only ? 0 : exchanged(100 * inputs);
        paced += only ? 0 : other_paces(100 * inputs, &hits);
    }
    printf("%sok 1 - scaled and mirrored, queries answer the same (%d)\n",
           dressed_otherwise ? "not " : "", dressed_otherwise);
    printf("%sok 2 - exchanged and permuted, exact queries do (%d)\n", swapped ? "not " : "",
           swapped);
    printf("# %zu of %d sweeps hit\n", hits, 100 * inputs * SWEPT * (int)seeds);
    printf("%sok 3 - faster and slower, sweeps against trees do (%d)\n", paced ? "not " : "",
           paced);
    return dressed_otherwise || swapped || paced;
}
