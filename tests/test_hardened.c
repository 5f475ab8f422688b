// COLLIDE_ASSERT of the user, defined to stop at misuse. With each pointer of each query left out
// in turn, a query stops or takes NULL for what collide.h says, but reads no memory there; it stops
// at what is no octree and at unknown flags; and never without misuse. The queries are those of
// fuzz_calls.c, on random inputs.
#define FUZZ_CALLS_ONLY
#define COLLIDE_IMPLEMENTATION
#define COLLIDE_NO_SIMD // functions ask before they choose kernels
#define COLLIDE_ASSERT(x) ((x) ? (void)0 : misuse())
static void misuse(void);
#include "fuzz_calls.c" // NOLINT(bugprone-suspicious-include): the calls and their inputs

#include <setjmp.h>
#include <signal.h>

enum { RETURNED = 1, STOPPED = 2, CRASHED = 4 }; // how a query ended
static sigjmp_buf place;
static world *asking;
static size_t tests, failures;

static void leave(int how) {
    while (asking && asking->rooms)
        free(asking->room[--asking->rooms]);
    asking = NULL;
    siglongjmp(place, how);
}

static void misuse(void) {
    leave(STOPPED);
}

static void crash(int signal) {
    (void)signal;
    leave(CRASHED);
}

static void began(world *w) {
    asking = w;
    (void)collide_work;
}

// What came out of a call without a pointer is not looked at.
static void ended(world *w) {
    if (w->absent)
        leave(RETURNED);
    asking = NULL;
}

static void result(bool good, const char *text) {
    printf("%sok %zu - %s\n", good ? "" : "not ", ++tests, text);
    failures += !good;
}

// The ways in which a query ended, of some inputs, without a pointer or with all: then it returns.
static unsigned ask(const struct call *call, unsigned absent) {
    static uint64_t seed = 88172645463325252u;
    static unsigned ends;
    static int input, inputs;
    const char *tier = getenv("COLLIDE_TEST_TIER");
    inputs = tier && strcmp(tier, "full") == 0 ? 40 : 20;
    ends = 0;
    for (input = 0; input < inputs; ++input) {
        uint8_t data[100];
        world w = world_of();
        for (size_t j = 0; j < sizeof data; ++j) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            data[j] = (uint8_t)(seed >> 32);
        }
        const int how = sigsetjmp(place, 1);
        if (how == 0) {
            w.absent = absent;
            (void)run_call(call, w, data, sizeof data);
        }
        ends |= how ? (unsigned)how : RETURNED;
    }
    return ends;
}

static void test_pointers(void) {
    size_t pointers = 0, required = 0, without = 0, wrong = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        const char *name = calls[i].pointers;
        if (ask(&calls[i], 0) != RETURNED) {
            printf("# %s stops without misuse\n", calls[i].name);
            ++without;
        }
        for (unsigned k = 1; *name; ++k) {
            const size_t n = strcspn(name, " ");
            const bool needed = name[n - 1] == '!';
            const unsigned ends = ask(&calls[i], k);
            if (ends & CRASHED || (needed && !(ends & STOPPED))) {
                printf("# %s without %.*s %s\n", calls[i].name, (int)n, name,
                       ends & CRASHED ? "reads at NULL" : "goes on");
                ++wrong;
            }
            ++pointers;
            required += needed;
            name += n + (name[n] == ' ');
        }
    }
    printf("# %zu pointers of queries, %zu of them required\n", pointers, required);
    result(!without, "no query stops without misuse");
    result(!wrong && required > 300, "a query without a pointer stops, or takes NULL as it may");
}

#define STOPS(call)                                                                                \
    do {                                                                                           \
        if (sigsetjmp(place, 1) == 0) {                                                            \
            (void)(call);                                                                          \
            printf("# goes on: %s\n", #call);                                                      \
            ++wrong;                                                                               \
        }                                                                                          \
    } while (0)

static void test_kinds(void) {
    static unsigned char memory[1 << 14];
    static const collide_sphere balls[3] = {{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{5, 0, 0}, 1}};
    static const collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
    static const collide_segment segment = {{-5, 0, 0}, {5, 0, 0}};
    static collide_octree *octree;
    static collide_pair pairs[4];
    static uint32_t indices[4];
    static float t[4];
    static collide_movers_counts count;
    static size_t wrong;
    const bool good =
        collide_octree_build_spheres(&octree, COLLIDE_ALIGN(memory), sizeof memory - 64, balls, 3,
                                     0, NULL) == COLLIDE_OK &&
        collide_octree_self_indices(octree, NULL, pairs, 4) == 1;
    octree->magic ^= 1;
    STOPS(collide_octree_self_indices(octree, NULL, pairs, 4));
    STOPS(collide_sphere_octree_indices(&balls[0], octree, NULL, indices, 4));
    STOPS(collide_aabb_octree_indices(&box, octree, NULL, indices, 4));
    STOPS(collide_segment_octree_indices(&segment, octree, NULL, indices, 4, t));
    STOPS(collide_movers_sweep(NULL, 0, 0, 1, NULL, 0, NULL, 4, &count));
    STOPS(collide_tree_tree_visit(NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    result(good && !wrong, "queries stop at what is no octree, and where there is nothing to call");
}

// Of each definition that takes options, as every query calls one of them.
static void test_options(void) {
    static const collide_contact_options unknown = {2, 0, {0, 0, 0}}, none = {0, 0, {0, 0, 0}};
    static const collide_sphere ball = {{0, 0, 0}, 1};
    static const collide_aabb bounds = {{-1, -1, -1}, {1, 1, 1}};
    static const collide_cylinder cylinder = {{0, 0, 0}, {0, 0, 1}, 1, 1};
    static const collide_plane plane = {{0, 0, 1}, 0};
    static const collide_triangle flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    static const collide_vec3 still = {0, 0, 0};
    static const collide_vec3 points[4] = {{-3, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 2, 0}};
    static const collide_cable cable = {points, 4, 0, 0.25f, COLLIDE_CABLE_OPEN};
    static const collide_impact impact = {0, 1, {0, 0, 1}, 0, 0};
    static collide_contact c[8];
    static collide_obb box;
    static collide_shape shape;
    static size_t wrong;
    shape = collide_shape_from_sphere(&ball);
    box = collide_obb_from_aabb(&bounds);
    STOPS(collide_obb_obb_contacts(&box, &box, &unknown, c, 8));
    STOPS(collide_obb_triangle_contacts(&box, &flat, &unknown, c, 8));
    STOPS(collide_obb_obb_sweep_contacts(&box, still, &box, still, &impact, &unknown, c, 8));
    STOPS(collide_obb_triangle_sweep_contacts(&box, still, &flat, still, &impact, &unknown, c, 8));
    STOPS(collide_triangle_triangle_sweep_contacts(&flat, still, &flat, still, &impact, &unknown, c,
                                                   8));
    STOPS(collide_convex_convex_sweep_contacts(NULL, NULL, still, NULL, NULL, still, &impact,
                                               &unknown, c, 8));
    STOPS(collide_cylinder_plane_contacts(&cylinder, &plane, &unknown, c, 8));
    STOPS(collide_cylinder_triangle_contacts(&cylinder, &flat, &unknown, c, 8));
    STOPS(collide_cylinder_terrain_contacts(&cylinder, NULL, &unknown, c, 8));
    STOPS(collide_sphere_terrain_contacts(&ball, NULL, &unknown, c, 8));
    STOPS(collide_obb_terrain_contacts(&box, NULL, &unknown, c, 8));
    STOPS(collide_shape_tree_contacts(&shape, NULL, NULL, &unknown, c, 8));
    STOPS(collide_cable_sphere_contacts(&cable, &ball, &unknown, NULL, 0));
    STOPS(collide_cable_tree_contacts(&cable, NULL, NULL, &unknown, NULL, 0));
    STOPS(collide_cable_cable_contacts(&cable, &cable, &unknown, NULL, 0));
    STOPS(collide_cable_self_contacts(&cable, 1, &unknown, NULL, 0));
    result(!wrong && collide_obb_obb_contacts(&box, &box, &none, c, 8) > 0,
           "contacts stop at flags that no version knows");
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crash;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    test_pointers();
    test_kinds();
    test_options();
    printf("1..%zu\n", tests);
    return failures > 0;
}
