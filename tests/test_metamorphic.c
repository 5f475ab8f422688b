// The same question in another dress has the same answer: every query of fuzz_calls.c with all
// lengths times a power of two, and with x negated; those that decide exactly with a and b
// exchanged, and with the vertices of triangles in another order.
#define FUZZ_CALLS_ONLY
#include "fuzz_calls.c" // NOLINT(bugprone-suspicious-include): the calls and their inputs

static void began(world *w) {
    (void)w;
    (void)collide_work;
}
static void ended(world *w) {
    (void)w;
}

static uint64_t seed = 88172645463325252u;

static void draw(uint8_t *data, size_t size, bool ties) {
    for (size_t j = 0; j < size; ++j) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        data[j] = (uint8_t)(seed >> 32) & (ties ? 0x3f : 0xff);
    }
}

// What need not say the same of what is mirrored: grids and the rows of k-DOPs are not mirrored
// here; contacts of several places choose among them; axes of any convex body are sums in an order.
static bool not_mirrored(const char *name) {
    static const char *const parts[] = {"terrain", "kdop", "convex", "collide_tree_tree_contacts"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strstr(name, parts[i]))
            return true;
    return false;
}

static int dress(int inputs) {
    static const char *const names[3] = {"times 2^16", "times 2^-16", "mirrored"};
    int failed = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        for (int k = 0; k < inputs; ++k) {
            uint8_t data[160];
            world w = world_of();
            draw(data, sizeof data, k % 4 == 0);
            w.tame = true;
            const world is = run_call(&calls[i], w, data, sizeof data);
            for (int way = 0; way < 3; ++way) {
                w.scale = way == 0 ? 65536.0f : way == 1 ? 1 / 65536.0f : 1;
                w.mirror = way == 2;
                if (w.mirror && not_mirrored(calls[i].name))
                    continue;
                const world other = run_call(&calls[i], w, data, sizeof data);
                if (w.mirror ? other.said == is.said : other.listed == is.listed)
                    continue;
                printf("# %s, %s, answers otherwise (input %d)\n", calls[i].name, names[way], k);
                ++failed;
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

int main(int argc, char **argv) {
    const int inputs = argc > 1 ? atoi(argv[1]) : 100;
    printf("1..2\n");
    const int dressed = dress(inputs), swapped = exchanged(100 * inputs);
    printf("%sok 1 - scaled and mirrored, queries answer the same\n", dressed ? "not " : "");
    printf("%sok 2 - exchanged and permuted, exact queries do (%d)\n", swapped ? "not " : "",
           swapped);
    return dressed || swapped;
}
