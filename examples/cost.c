// What queries of meshes cost, and why: the cost equation of [Gerasimenko],
//
//     T = Nv Cv + Np Cp + Nu Cu
//
// with the counts that the library gives for each query (Nv bounds compared, Np pairs of triangles
// tested, Nu bounds moved to the other mesh's frame) and with costs C that are measured here, by
// least squares over a few hundred queries. It then predicts the times of other queries. Five
// further tables show trees with 2, 4 and 8 children per node; a mesh that deforms, refitted and
// built anew; a body of tetrahedra; what is inside of what; and many poses in one call.
//
//     cc -O2 examples/cost.c -o cost -lm && ./cost examples/data/teapot.off
//
// It fails if any answer differs from that of testing everything with everything, or between trees.
// Times are those of one core; those below a microsecond depend much on the machine and its load.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "cost"
#include "example.h"

#include <math.h>

#include "cost.h"

#define POSES 600  // every other one is predicted
#define ROUNDS 15  // a time is the least of so many
#define LEAST 100  // triangles: fewer take too little time to be measured
#define CHECKED 6  // poses at which all triangles are tested with all
#define MANY 16384 // pairs of triangles in a list
#define STEPS 32   // of the mesh that deforms
#define ASKED 2000 // points and spheres

// ---- answers one by one ------------------------------------------------------------------------

// Pairs of triangles, or numbers, as their count and a sum in which their order does not matter.
typedef struct answer {
    size_t count;
    uint64_t sum;
} answer;

static void answer_add(answer *all, uint32_t a, uint32_t b) {
    uint64_t state = ((uint64_t)a << 32 | b) + 1;
    ++all->count;
    all->sum += random_bits(&state);
}

static bool answer_same(answer a, answer b) {
    return a.count == b.count && a.sum == b.sum;
}

static collide_vec3 vertex_of(const collide_mesh *m, size_t corner) {
    const collide_vec3 *p = (const collide_vec3 *)m->positions;
    return p[((const uint32_t *)m->indices)[corner]];
}

static collide_triangle triangle_of(const collide_mesh *m, const collide_pose *pose, size_t i) {
    collide_triangle t;
    for (size_t k = 0; k < 3; ++k) {
        const collide_vec3 v = vertex_of(m, 3 * i + k);
        t.v[k] = pose ? collide_pose_apply(pose, v) : v;
    }
    return t;
}

static answer pairs_of(const collide_tree *a, const collide_tree *b, const collide_pose *pose) {
    static collide_pair pairs[MANY];
    answer all = {0, 0};
    const size_t n = collide_tree_tree_indices(a, NULL, b, pose, pairs, MANY, NULL);
    if (n > MANY)
        fail("more pairs than there is room for");
    for (size_t i = 0; i < n; ++i)
        answer_add(&all, pairs[i].a, pairs[i].b);
    return all;
}

static answer pairs_one_by_one(const collide_mesh *a, const collide_mesh *b,
                               const collide_pose *pose) {
    answer all = {0, 0};
    for (uint32_t j = 0; j < b->triangle_count; ++j) {
        const collide_triangle t = triangle_of(b, pose, j);
        for (uint32_t i = 0; i < a->triangle_count; ++i) {
            const collide_triangle s = triangle_of(a, NULL, i);
            if (collide_triangle_triangle(&s, &t))
                answer_add(&all, i, j);
        }
    }
    return all;
}

static void check_pairs(const collide_tree *a, const collide_mesh *mesh_a, const collide_tree *b,
                        const collide_mesh *mesh_b, const collide_pose *pose) {
    if (!answer_same(pairs_of(a, b, pose), pairs_one_by_one(mesh_a, mesh_b, pose)))
        fail("A TREE FINDS OTHER PAIRS THAN TESTING ALL WITH ALL");
}

// ---- meshes and poses --------------------------------------------------------------------------

static collide_tree *tree_of(const collide_mesh *m, uint32_t type, uint32_t degree) {
    collide_tree_options options;
    memset(&options, 0, sizeof options);
    options.type = type;
    options.degree = degree;
    return build_tree(m, &options);
}

static collide_pose random_pose(uint64_t *state, float reach) {
    float x[7];
    for (int k = 0; k < 7; ++k)
        x[k] = random_either(state);
    return collide_pose_from_quaternion(x[0], x[1], x[2], x[3],
                                        point(reach * x[4], reach * x[5], reach * x[6]));
}

// ---- the cost equation -------------------------------------------------------------------------

// The counts of a query of all pairs, and its time in ns.
typedef struct sample {
    double n[3], time;
} sample;

static sample measure(const collide_tree *a, const collide_tree *b, const collide_pose *pose) {
    collide_tree_work count = {0, 0, 0};
    sample s = {{0, 0, 0}, 0};
    (void)collide_tree_tree_indices(a, NULL, b, pose, NULL, 0, &count);
    s.n[0] = (double)count.volumes;
    s.n[1] = (double)count.triangles;
    s.n[2] = (double)count.updates;
    for (int round = 0; round < ROUNDS; ++round) {
        const double start = nanoseconds();
        (void)collide_tree_tree_indices(a, NULL, b, pose, NULL, 0, NULL);
        const double time = nanoseconds() - start;
        s.time = round == 0 || time < s.time ? time : s.time;
    }
    return s;
}

// The costs for which the sum of squares of relative errors is least: three equations, solved by
// elimination. A cost that would be below 0 is 0.
static void fit(const sample *samples, int n, double cost[3]) {
    bool left_out[3] = {false, false, false};
    for (int k = 0; k < 3; ++k) {
        double m[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
        for (int i = 0; i < n; ++i)
            for (int r = 0; r < 3; ++r) {
                const double weight = samples[i].n[r] / (samples[i].time * samples[i].time);
                for (int c = 0; c < 3; ++c)
                    m[r][c] += left_out[r] || left_out[c] ? r == c : weight * samples[i].n[c];
                m[r][3] += left_out[r] ? 0 : weight * samples[i].time;
            }
        for (int p = 0; p < 3; ++p) // the matrix is positive definite, so any pivot does
            for (int r = 0; r < 3; ++r)
                for (int c = 3; r != p && c >= p; --c)
                    m[r][c] -= m[r][p] / m[p][p] * m[p][c];
        for (int r = 0; r < 3; ++r) {
            cost[r] = m[r][3] / m[r][r];
            left_out[r] = cost[r] <= 0;
        }
    }
}

// How well two counts go together: 1 if one is a multiple of the other.
static double correlation(const sample *samples, int n, int i, int j) {
    double mean[2] = {0, 0}, sum[3] = {0, 0, 0};
    for (int k = 0; k < n; ++k) {
        mean[0] += samples[k].n[i] / n;
        mean[1] += samples[k].n[j] / n;
    }
    for (int k = 0; k < n; ++k) {
        const double x = samples[k].n[i] - mean[0], y = samples[k].n[j] - mean[1];
        sum[0] += x * x;
        sum[1] += x * y;
        sum[2] += y * y;
    }
    return sum[1] / sqrt(sum[0] * sum[2]);
}

static double predict(const sample *s, const double cost[3]) {
    return s->n[0] * cost[0] + s->n[1] * cost[1] + s->n[2] * cost[2];
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_equation(const collide_mesh *mesh, collide_tree *const trees[3], double cost[3]) {
    static sample fitted[POSES], held[POSES];
    static double ratio[POSES];
    int n[2] = {0, 0};
    uint64_t state = 3;
    size_t within = 0;
    double share[3] = {0, 0, 0}, all = 0;
    for (int i = 0; n[0] + n[1] < POSES; ++i) {
        const collide_pose pose = random_pose(&state, 1.2f);
        const collide_tree *tree = trees[i % 3];
        const sample s = measure(tree, tree, &pose);
        progress("pose", (size_t)(n[0] + n[1]), POSES);
        if (i == 20 * POSES)
            fail("the mesh under random poses seldom comes near itself: give another one");
        if (s.n[1] == 0)
            continue; // far apart: nothing but the cost of a call
        if (n[0] <= n[1])
            fitted[n[0]++] = s;
        else
            held[n[1]++] = s;
        if (i < CHECKED)
            check_pairs(tree, mesh, tree, mesh, &pose);
    }
    progress("pose", 1, 1);
    fit(fitted, n[0], cost);
    for (int i = 0; i < n[1]; ++i) {
        ratio[i] = predict(&held[i], cost) / held[i].time;
        within += ratio[i] > 0.8 && ratio[i] < 1.25;
        all += held[i].time;
        for (int k = 0; k < 3; ++k)
            share[k] += held[i].n[k] * cost[k];
    }
    qsort(ratio, (size_t)n[1], sizeof *ratio, compare_doubles);
    printf("Two teapots of %zu triangles under random poses, all pairs of triangles that overlap,\n"
           "by trees with 2, 4 and 8 children per node in turn. The costs C are fitted to %d\n"
           "queries, the shares are of the time of others:\n\n"
           "  operation                                   cost     share of the time\n"
           "  a bound compared with a bound         Cv %6.2f ns   %5.0f %%\n"
           "  a triangle tested with a triangle     Cp %6.2f ns   %5.0f %%\n"
           "  a bound moved to the other's frame    Cu %6.2f ns   %5.0f %%\n\n"
           "Nv and Nu go together (correlation %.2f; 1 is perfect): the nearer to 1, the less sure "
           "it\n"
           "is which of Cv and Cu a time belongs to. Trust Cp more than either.\n\n",
           mesh->triangle_count, n[0], cost[0], 100 * share[0] / all, cost[1], 100 * share[1] / all,
           cost[2], 100 * share[2] / all, correlation(fitted, n[0], 0, 2));
    printf("The times of %d other queries, predicted from their counts, divided by the measured\n"
           "times (1 is perfect): median %.2f, least %.2f, most %.2f; within a quarter: %.0f %%.\n",
           n[1], ratio[n[1] / 2], ratio[0], ratio[n[1] - 1], 100.0 * (double)within / n[1]);
    printf("\n  a few of them       Nv      Np      Nu   predicted    measured\n");
    for (int i = 0; i < n[1]; i += n[1] / 5)
        printf("  %20.0f %7.0f %7.0f %8.2f us %8.2f us\n", held[i].n[0], held[i].n[1], held[i].n[2],
               predict(&held[i], cost) / 1e3, held[i].time / 1e3);
}

// ---- degrees -----------------------------------------------------------------------------------

static void print_degrees(const collide_mesh *mesh, collide_tree *const trees[3],
                          const double cost[3]) {
    uint64_t sum[3] = {0, 0, 0};
    printf("\nThe same trees, all three under the same %d poses. A vector holds eight bounds, so\n"
           "lanes stay empty with fewer children. Each query on average:\n\n"
           "  children   bytes per triangle      Nv      Np      Nu      time   predicted\n",
           POSES / 4);
    for (int which = 0; which < 3; ++which) {
        const collide_tree *tree = trees[which];
        uint64_t state = 4;
        sample all = {{0, 0, 0}, 0};
        for (int i = 0; i < POSES / 4; ++i) {
            const collide_pose pose = random_pose(&state, 1.2f);
            const sample s = measure(tree, tree, &pose);
            for (int k = 0; k < 3; ++k)
                all.n[k] += s.n[k] / (POSES / 4);
            all.time += s.time / (POSES / 4);
            sum[which] += pairs_of(tree, tree, &pose).sum;
        }
        printf("  %8d %20.0f %7.0f %7.0f %7.0f %6.2f us %8.2f us\n", 2 << which,
               (double)tree->size / (double)mesh->triangle_count, all.n[0], all.n[1], all.n[2],
               all.time / 1e3, predict(&all, cost) / 1e3);
    }
    if (sum[0] != sum[1] || sum[0] != sum[2])
        fail("TREES OF OTHER DEGREES FIND OTHER PAIRS");
    puts("\nLook at the memory, Nv, Nu and the time: all are least with eight children. Np is the "
         "same,\nsince leaves hold up to four triangles in all three trees.");
}

// ---- a mesh that deforms -----------------------------------------------------------------------

static void print_refit(const collide_mesh *mesh, const collide_tree *tree) {
    collide_mesh sheet = make_sheet();
    collide_tree *bent = tree_of(&sheet, COLLIDE_TREE_SURFACE, 0);
    printf(
        "\nA sheet of %zu triangles deforms in %d steps: waves rise, and it is wound up like a\n"
        "spring. Its tree is refitted in each step, or built anew. A teapot asks both trees for\n"
        "the pairs that overlap, under %d poses:\n\n"
        "            the tree itself          Nv of a query         time of a query\n"
        "    step    refit      build      refitted     new       refitted       new\n",
        sheet.triangle_count, STEPS, POSES / 12);
    for (int step = 1; step <= STEPS; ++step) {
        wave(&sheet, (float)step / STEPS);
        check(collide_tree_refit(bent, &sheet, NULL, 0));
        if (step != 1 && step % 8)
            continue;
        collide_tree *fresh = tree_of(&sheet, COLLIDE_TREE_SURFACE, 0);
        const size_t size = (size_t)fresh->size;
        double build = 1e18, refit = 1e18;
        for (int round = 0; round < 5; ++round) {
            const double start = nanoseconds();
            check(collide_tree_build(&fresh, fresh, size, &sheet, NULL));
            const double middle = nanoseconds();
            check(collide_tree_refit(bent, &sheet, NULL, 0));
            const double end = nanoseconds();
            build = middle - start < build ? middle - start : build;
            refit = end - middle < refit ? end - middle : refit;
        }
        uint64_t state = 5;
        double volumes[2] = {0, 0}, time[2] = {0, 0};
        for (int i = 0; i < POSES / 12; ++i) {
            const collide_pose pose = random_pose(&state, 0.8f);
            const sample s = measure(bent, tree, &pose), r = measure(fresh, tree, &pose);
            volumes[0] += s.n[0] / (POSES / 12);
            volumes[1] += r.n[0] / (POSES / 12);
            time[0] += s.time / (POSES / 12);
            time[1] += r.time / (POSES / 12);
            if (!answer_same(pairs_of(bent, tree, &pose), pairs_of(fresh, tree, &pose)))
                fail("A REFITTED TREE FINDS OTHER PAIRS");
            if (i == 0 && step == STEPS)
                check_pairs(bent, &sheet, tree, mesh, &pose);
        }
        printf("%8d %6.0f us %7.0f us %10.0f %9.0f %11.2f us %6.2f us\n", step, refit / 1e3,
               build / 1e3, volumes[0], volumes[1], time[0] / 1e3, time[1] / 1e3);
        release(fresh);
    }
    puts(
        "\nLook at the right half: while the refitted tree answers nearly as fast as the new one,\n"
        "refitting pays. Where it falls behind, a new tree pays if it is asked often enough "
        "before\n"
        "the mesh deforms again.");
    release(bent);
    release(sheet.positions);
    release(sheet.indices);
}

// ---- tetrahedra --------------------------------------------------------------------------------

static collide_tetrahedron tetrahedron_of(const collide_mesh *m, size_t i) {
    collide_tetrahedron t;
    for (size_t k = 0; k < 4; ++k)
        t.v[k] = vertex_of(m, 4 * i + k);
    return t;
}

// Whether a sphere overlaps the solid: a face of it, or its middle lies inside.
static bool sphere_overlaps(const collide_sphere *s, const collide_tetrahedron *t) {
    const collide_triangle middle = {{s->center, s->center, s->center}};
    if (collide_tetrahedron_triangle(t, &middle))
        return true;
    for (int k = 0; k < 4; ++k) {
        const collide_triangle face = {{t->v[k], t->v[(k + 1) % 4], t->v[(k + 2) % 4]}};
        if (collide_sphere_triangle(s, &face))
            return true;
    }
    return false;
}

static void print_tetrahedra(const collide_mesh *mesh, const collide_tree *tree) {
    static uint32_t found[MANY];
    const collide_mesh block = make_block();
    collide_tree *solid = tree_of(&block, COLLIDE_TREE_TETRAHEDRA, 0);
    uint64_t state = 6;
    double time[3] = {0, 0, 0}, hits[3] = {0, 0, 0};
    for (int i = 0; i < ASKED; ++i) {
        const collide_sphere s = {random_point(&state, 2), 0.2f};
        const collide_triangle at = {{s.center, s.center, s.center}};
        double start = nanoseconds();
        const bool in = collide_point_tree(s.center, solid, NULL);
        time[0] += nanoseconds() - start;
        start = nanoseconds();
        const size_t n = collide_sphere_tree_indices(&s, solid, NULL, found, MANY);
        time[1] += nanoseconds() - start;
        hits[0] += in;
        hits[1] += (double)n;
        if (i % 20)
            continue;
        answer own = {0, 0}, all = {0, 0};
        bool any = false;
        for (size_t k = 0; k < n; ++k)
            answer_add(&own, found[k], 0);
        for (uint32_t k = 0; k < block.triangle_count; ++k) {
            const collide_tetrahedron t = tetrahedron_of(&block, k);
            any |= collide_tetrahedron_triangle(&t, &at);
            if (sphere_overlaps(&s, &t))
                answer_add(&all, k, 0);
        }
        if (any != in || !answer_same(own, all))
            fail("A TREE FINDS OTHER TETRAHEDRA THAN TESTING ALL OF THEM");
    }
    for (int i = 0; i < POSES / 60; ++i) {
        const collide_pose pose = random_pose(&state, 1.2f);
        const sample s = measure(solid, tree, &pose);
        const answer own = pairs_of(solid, tree, &pose);
        answer all = {0, 0};
        time[2] += s.time;
        hits[2] += (double)own.count;
        for (uint32_t j = 0; i < 1 && j < mesh->triangle_count; ++j) {
            const collide_triangle t = triangle_of(mesh, &pose, j);
            for (uint32_t k = 0; k < block.triangle_count; ++k) {
                const collide_tetrahedron body = tetrahedron_of(&block, k);
                if (collide_tetrahedron_triangle(&body, &t))
                    answer_add(&all, k, j);
            }
        }
        if (i < 1 && !answer_same(own, all))
            fail("A TREE OF TETRAHEDRA FINDS OTHER PAIRS");
    }
    printf("\nA body of %zu tetrahedra, a bent block, is solid, so it also overlaps a shape in\n"
           "its inside.\n\n"
           "  %d points, is it inside?      %8.2f us each, %4.1f %% are inside\n"
           "  %d spheres, which tetrahedra? %8.2f us each, %4.1f tetrahedra\n"
           "  %4d teapots, which pairs?       %8.2f us each, %4.0f pairs\n",
           block.triangle_count, ASKED, time[0] / ASKED / 1e3, 100 * hits[0] / ASKED, ASKED,
           time[1] / ASKED / 1e3, hits[1] / ASKED, POSES / 60, time[2] / (POSES / 60) / 1e3,
           hits[2] / (POSES / 60));
    release(solid);
    release(block.positions);
    release(block.indices);
}

// ---- inside ------------------------------------------------------------------------------------

// How often the mesh winds round a point, by the solid angles of all its triangles: 1 inside, 0
// outside.
static bool winds(const collide_mesh *m, collide_vec3 at) {
    double sum = 0;
    for (size_t i = 0; i < m->triangle_count; ++i) {
        const collide_triangle t = triangle_of(m, NULL, i);
        const vec a = from_float(sub(t.v[0], at)), b = from_float(sub(t.v[1], at));
        const vec c = from_float(sub(t.v[2], at));
        const double p = sqrt(dot(a, a)), q = sqrt(dot(b, b)), r = sqrt(dot(c, c));
        sum +=
            atan2(dot(a, cross(b, c)), p * q * r + dot(a, b) * r + dot(b, c) * p + dot(c, a) * q);
    }
    return fabs(sum) > 3.141592653589793; // twice, since these are halves of the angles
}

static void print_inside(void) {
    static const char *const says[4] = {"apart", "overlap", "inside", "around"};
    const collide_mesh big = make_ring(1, 0.4), small = make_ring(0.12, 0.05);
    collide_tree *outer = tree_of(&big, COLLIDE_TREE_CLOSED, 0);
    collide_tree *inner = tree_of(&small, COLLIDE_TREE_CLOSED, 0);
    uint64_t state = 8;
    int in = 0, seen[4] = {0, 0, 0, 0};
    double time[2] = {0, 0};
    for (int i = 0; i < ASKED; ++i) {
        collide_pose pose = random_pose(&state, 0);
        pose.position = random_point(&state, 1.5f);
        pose.position.z /= 3;
        double start = nanoseconds();
        const bool inside = collide_point_tree(pose.position, outer, NULL);
        time[0] += nanoseconds() - start;
        start = nanoseconds();
        const int how = (int)collide_tree_tree_containment(inner, &pose, outer, NULL, NULL);
        time[1] += nanoseconds() - start;
        if (how > 3)
            fail("A RING OF ONE PART IS PARTLY INSIDE");
        in += inside;
        ++seen[how];
        if (i % 4 == 0 && winds(&big, pose.position) != inside)
            fail("THE INSIDE IS NOT WHERE THE MESH WINDS ROUND A POINT");
        if (i < 200 && how != 1) {
            const collide_vec3 v = collide_pose_apply(&pose, vertex_of(&small, 0));
            if (how == 3 || winds(&big, v) != (how == 2))
                fail("A BODY IS SAID TO BE INSIDE OR OUTSIDE, BUT A VERTEX OF IT IS NOT");
        }
        if (i < 4 && (pairs_one_by_one(&big, &small, &pose).count > 0) != (how == 1))
            fail("BODIES OVERLAP, BUT NO TRIANGLES DO");
    }
    printf(
        "\nA closed ring of %zu triangles, and a small one under random poses. Both are surfaces\n"
        "for all other queries; these two look at the inside:\n\n"
        "  %d points                     %8.2f us each: %d inside\n"
        "  %d rings, how they lie        %8.2f us each:",
        big.triangle_count, ASKED, time[0] / ASKED / 1e3, in, ASKED, time[1] / ASKED / 1e3);
    for (int k = 0; k < 4; ++k)
        printf("%s %d %s", k ? "," : "", seen[k], says[k]);
    puts("");
    release(outer);
    release(inner);
}

// ---- many poses --------------------------------------------------------------------------------

// A teapot moves past another one, and turns; then random poses.
static void print_poses(const collide_mesh *mesh, const collide_tree *tree) {
    static collide_pose poses[2][ASKED];
    static uint16_t bits[COLLIDE_BLOCKS(ASKED)];
    uint64_t state = 9;
    printf("\nOne pair of teapots under %d poses, do they overlap? One call takes all poses, and\n"
           "first tests the triangles that overlapped last, which pays where poses are alike:\n\n"
           "  poses        overlap   one call each       all in one call\n",
           ASKED);
    for (int k = 0; k < 2; ++k) {
        double time[2] = {0, 0};
        size_t hits = 0, single = 0, all = 0;
        for (int i = 0; i < ASKED; ++i) {
            const float t = 2 * (float)i / ASKED - 1;
            poses[k][i] =
                k ? random_pose(&state, 1.2f)
                  : collide_pose_from_quaternion(t, 1, 0.5f, 1 - t, point(2.4f * t, 0.3f, 0.5f));
        }
        for (int round = 0; round < ROUNDS; ++round) {
            double start = nanoseconds();
            single = 0;
            for (int i = 0; i < ASKED; ++i)
                single += collide_tree_tree(tree, NULL, tree, &poses[k][i], NULL);
            const double by_one = nanoseconds() - start;
            start = nanoseconds();
            const collide_pose_array asked = {poses[k], ASKED, 0};
            hits = collide_tree_tree_poses(tree, NULL, tree, &asked, bits);
            const double by_all = nanoseconds() - start;
            time[0] = round == 0 || by_one < time[0] ? by_one : time[0];
            time[1] = round == 0 || by_all < time[1] ? by_all : time[1];
        }
        for (int i = 0; i < ASKED; ++i) {
            const bool bit = bits[i / 16] >> i % 16 & 1;
            all += bit;
            if (bit != collide_tree_tree(tree, NULL, tree, &poses[k][i], NULL) ||
                (i % 500 == 250 && bit != (pairs_one_by_one(mesh, mesh, &poses[k][i]).count > 0)))
                fail("MANY POSES GIVE OTHER ANSWERS THAN ONE BY ONE");
        }
        if (all != hits || single != hits)
            fail("MANY POSES ARE COUNTED WRONG");
        printf("  %-11s %6.0f %% %12.2f us %19.2f us\n", k ? "at random" : "on a path",
               100.0 * (double)hits / ASKED, time[0] / ASKED / 1e3, time[1] / ASKED / 1e3);
    }
}

int main(int argc, char **argv) {
    collide_mesh mesh;
    collide_tree *trees[3];
    double cost[3];
    if (argc != 2)
        fail("give a file of triangles: cost FILE.off");
    read_off(argv[1], 2, LEAST, &mesh);
    for (int k = 0; k < 3; ++k)
        trees[k] = tree_of(&mesh, COLLIDE_TREE_SURFACE, 2u << k);
    const collide_tree *tree = trees[2];
    print_equation(&mesh, trees, cost);
    print_degrees(&mesh, trees, cost);
    print_refit(&mesh, tree);
    print_tetrahedra(&mesh, tree);
    print_inside();
    print_poses(&mesh, tree);
    for (int k = 0; k < 3; ++k)
        release(trees[k]);
    return 0;
}
