// k-DOPs against published inputs with exact answers: no hit is missed, no contact cut off.
#include "test.h"

#include "oracle.h"
#include "meshes.h"

// One test: a file, read for a kind.
struct run {
    const struct kind *kind;
    const char *file;
    char name[64];
};

// ---- packs and index pairs -------------------------------------------------------------------

static float *at(const struct kind *k, float *kdops, size_t i) {
    return kdops + i * (size_t)k->kind;
}

static void *pack_of(const struct kind *k, const float *kdops, size_t n) {
    const size_t size = k->pack_size(n);
    void *pack = NULL;
    assert_int_equal(k->pack_build(&pack, kinds_guarded(size), size, kdops, n, 0), COLLIDE_OK);
    return pack;
}

static void pack_free(const struct kind *k, void *pack) {
    kinds_guarded_free(pack, k->pack_size(k->pack_count(pack)));
}

static bool bit(const uint16_t *bits, size_t i) {
    return bits[i / 16] >> i % 16 & 1;
}

// All overlapping pairs of two packs, or of pack a if b is NULL, as a table of bytes at
// [i * count of b + j]; each is listed once, and the single call says so too.
static uint8_t *find_pairs(const struct kind *k, const void *a, const void *b, float *a_kdops,
                           float *b_kdops, size_t *count) {
    const size_t m = k->pack_count(a), n = k->pack_count(b ? b : a);
    const size_t found = b ? k->all_indices(a, b, NULL, 0) : k->self_indices(a, NULL, 0);
    collide_pair *pairs = (collide_pair *)allocate(found, sizeof *pairs);
    uint8_t *table = (uint8_t *)allocate(m * n, 1);
    assert_int_equal(b ? k->all_indices(a, b, pairs, found) : k->self_indices(a, pairs, found),
                     found);
    for (size_t p = 0; p < found; ++p) {
        const size_t i = pairs[p].a, j = pairs[p].b;
        REQUIRE(i < m && j < n && (b || i < j), "(%zu, %zu) is no pair", i, j);
        REQUIRE(table[i * n + j] == 0, "(%zu, %zu) is listed twice", i, j);
        REQUIRE(k->overlap(at(k, a_kdops, i), at(k, b_kdops, j)),
                "(%zu, %zu) is listed, but the single call denies it", i, j);
        table[i * n + j] = 1;
    }
    free(pairs);
    *count = found;
    return table;
}

// ---- meshes ----------------------------------------------------------------------------------

// What a kind's scenes come to: pairs that meet exactly, and all that its k-DOPs let through.
struct tally {
    size_t scenes, exact, candidates;
};

static float *mesh_kdops(const struct kind *k, const struct mesh *m,
                         const collide_vec3 *positions) {
    float *kdops = (float *)allocate(m->triangles, k->bytes);
    for (size_t i = 0; i < m->triangles; ++i) {
        const uint32_t *v = m->indices + 3 * i;
        const collide_triangle t = {{positions[v[0]], positions[v[1]], positions[v[2]]}};
        k->from_triangle(at(k, kdops, i), &t);
    }
    return kdops;
}

// With indices of 32 or 16 bits.
static void *mesh_pack(const struct kind *k, const struct mesh *m, const collide_vec3 *positions,
                       bool narrow) {
    const size_t n = 3 * m->triangles, size = k->pack_size(m->triangles);
    uint16_t *indices = (uint16_t *)allocate(n, sizeof *indices);
    for (size_t i = 0; i < n; ++i)
        indices[i] = (uint16_t)m->indices[i];
    narrow = narrow && m->vertices <= UINT16_MAX;
    const collide_mesh mesh = {positions,
                               m->vertices,
                               0,
                               narrow ? (const void *)indices : m->indices,
                               m->triangles,
                               narrow ? sizeof *indices : 0};
    void *pack = NULL;
    assert_int_equal(k->pack_build_mesh(&pack, kinds_guarded(size), size, &mesh), COLLIDE_OK);
    assert_int_equal(k->pack_count(pack), m->triangles);
    free(indices);
    return pack;
}

// Triangles that share a vertex meet, though the data do not list them: all of these must have been
// found. Returns their number.
static size_t check_neighbours(const struct mesh *m, const uint8_t *table) {
    size_t count = 0;
    for (size_t i = 0; i < m->triangles; ++i)
        for (size_t j = i + 1; j < m->triangles; ++j)
            if (share_index(m->indices + 3 * i, m->indices + 3 * j)) {
                REQUIRE(table[i * m->triangles + j], "%s: neighbours %zu and %zu are missed",
                        m->name, i, j);
                ++count;
            }
    return count;
}

// Mesh a at rest against b at the given vertices, or a against itself if these are NULL.
static void check_scene(const struct kind *k, const struct mesh *a, const struct mesh *b,
                        const collide_vec3 *posed, const collide_pair *exact, size_t exact_count,
                        struct tally *tally) {
    const size_t m = a->triangles, n = b->triangles;
    float *a_kdops = mesh_kdops(k, a, a->positions);
    float *b_kdops = mesh_kdops(k, b, posed ? posed : b->positions);
    void *pack_a = mesh_pack(k, a, a->positions, false);
    void *pack_b = mesh_pack(k, b, posed ? posed : b->positions, true);
    uint16_t *row = (uint16_t *)allocate(COLLIDE_BLOCKS(n), sizeof *row);
    uint16_t *bits = (uint16_t *)allocate(COLLIDE_BLOCKS(exact_count), sizeof *bits);
    size_t found = 0;
    uint8_t *table = find_pairs(k, pack_a, posed ? pack_b : NULL, a_kdops, b_kdops, &found);
    k->pairs(a_kdops, m, 0, b_kdops, n, 0, exact, exact_count, bits);
    for (size_t p = 0; p < exact_count; ++p) {
        const size_t i = exact[p].a, j = exact[p].b;
        if (p == 0 || i != exact[p - 1].a)
            k->many(at(k, a_kdops, i), pack_b, row);
        const bool single = k->overlap(at(k, a_kdops, i), at(k, b_kdops, j));
        const char *missing = !single             ? "the single call"
                              : !table[i * n + j] ? "the list of indices"
                              : !bit(row, j)      ? "one against many"
                              : !bit(bits, p)     ? "the list of pairs"
                                                  : NULL;
        REQUIRE(!missing, "%s, %s: triangles %zu and %zu meet, missed by %s", a->name, b->name, i,
                j, missing);
    }
    ++tally->scenes;
    tally->exact += exact_count;
    tally->candidates += found - (posed ? 0 : check_neighbours(a, table));
    free(table);
    free(bits);
    free(row);
    pack_free(k, pack_b);
    pack_free(k, pack_a);
    free(b_kdops);
    free(a_kdops);
}

static void report_tally(const struct kind *k, const char *what, const struct tally *t) {
    fprintf(stderr, "# kdop%d, %zu %s: %zu candidates, %zu exact pairs, %.2f to 1\n", k->kind,
            t->scenes, what, t->candidates, t->exact, (double)t->candidates / (double)t->exact);
}

static void test_meshes(void **state) {
    const struct run *run = (const struct run *)*state;
    const struct kind *k = run->kind;
    struct meshes all;
    struct tally pose_tally[MAX_MESHES] = {{0, 0, 0}}, self_tally = {0, 0, 0};
    FILE *file = open_data(run->file);
    read_meshes(file, &all);
    for (size_t scenes = read_count(file); scenes; --scenes) {
        struct scene s = read_scene(file, &all);
        check_scene(k, s.a, s.b, s.posed, s.exact, s.count,
                    s.posed ? &pose_tally[s.b - all.mesh] : &self_tally);
        free_scene(&s);
    }
    close_data(file);
    report_tally(k, "self tests (neighbours left out)", &self_tally);
    for (size_t i = 0; i < all.count; ++i) {
        if (pose_tally[i].scenes) {
            char what[96];
            snprintf(what, sizeof what, "poses of %s", all.mesh[i].name);
            report_tally(k, what, &pose_tally[i]);
        }
    }
    free_meshes(&all);
} // NOLINT(clang-analyzer-unix.Malloc): cmocka leaves by longjmp where a check fails

// ---- triangles -------------------------------------------------------------------------------

static void test_triangles(void **state) {
    const struct run *run = (const struct run *)*state;
    const struct kind *k = run->kind;
    FILE *file = open_data(run->file);
    const size_t n = read_count(file), blocks = COLLIDE_BLOCKS(n);
    uint8_t *meet = (uint8_t *)allocate(n, 1);
    float *a = (float *)allocate(n, k->bytes), *b = (float *)allocate(n, k->bytes);
    collide_pair *pairs = (collide_pair *)allocate(n, sizeof *pairs);
    uint16_t *paired = (uint16_t *)allocate(blocks, sizeof *paired);
    uint16_t *laned = (uint16_t *)allocate(blocks, sizeof *laned);
    size_t exact = 0, hits = 0;
    for (size_t i = 0; i < n; ++i) {
        collide_triangle t[2];
        meet[i] = read_count(file) != 0;
        for (int j = 0; j < 6; ++j)
            t[j / 3].v[j % 3] = read_vec3(file);
        k->from_triangle(at(k, a, i), &t[0]);
        k->from_triangle(at(k, b, i), &t[1]);
        pairs[i].a = pairs[i].b = (uint32_t)i;
    }
    close_data(file);
    void *pack_a = pack_of(k, a, n), *pack_b = pack_of(k, b, n);
    const size_t pair_hits = k->pairs(a, n, 0, b, n, 0, pairs, n, paired);
    const size_t lane_hits = k->lanes(pack_a, pack_b, laned);
    for (size_t i = 0; i < n; ++i) {
        const bool single = k->overlap(at(k, a, i), at(k, b, i));
        REQUIRE(single || !meet[i], "pair %zu meets, missed by the single call", i);
        REQUIRE(bit(paired, i) == single, "pair %zu: _pairs is not the single call", i);
        REQUIRE(bit(laned, i) == single, "pair %zu: _lanes is not the single call", i);
        exact += meet[i];
        hits += single;
    }
    assert_int_equal(pair_hits, hits);
    assert_int_equal(lane_hits, hits);
    fprintf(stderr, "# kdop%d, %zu triangle pairs: %zu candidates, %zu exact pairs, %.2f to 1\n",
            k->kind, n, hits, exact, (double)hits / (double)exact);
    pack_free(k, pack_b);
    pack_free(k, pack_a);
    free(laned);
    free(paired);
    free(pairs);
    free(b);
    free(a);
    free(meet);
}

// ---- boxes -----------------------------------------------------------------------------------

// The axis rows of every kind are the box, and diagonal rows of boxes that meet meet: the pairs of
// all kinds are those of the boxes.
static void test_bounds(void **state) {
    const struct run *run = (const struct run *)*state;
    const struct kind *k = run->kind;
    FILE *file = open_data(run->file);
    const size_t n = read_count(file);
    float *kdops = (float *)allocate(n, k->bytes);
    for (size_t i = 0; i < n; ++i) {
        collide_aabb box;
        box.min = read_vec3(file);
        box.max = read_vec3(file);
        k->from_aabb(at(k, kdops, i), &box);
    }
    const size_t exact_count = read_count(file);
    collide_pair *exact = read_pairs(file, exact_count, n, n);
    read_count(file); // pairs of balls,
    read_count(file); // and of these close ones
    close_data(file);
    void *pack = pack_of(k, kdops, n);
    size_t found = 0;
    uint8_t *table = find_pairs(k, pack, NULL, kdops, kdops, &found);
    for (size_t p = 0; p < exact_count; ++p) {
        const size_t i = exact[p].a, j = exact[p].b;
        REQUIRE(table[i * n + j], "boxes %zu and %zu overlap, missed", i, j);
    }
    assert_int_equal(found, exact_count);
    free(table);
    pack_free(k, pack);
    free(exact);
    free(kdops);
}

// ---- moving hulls ----------------------------------------------------------------------------

#define MAX_POINTS 64

// A contact in [first, last]: first_down and first_up are the floats round the first time, last_up
// the float above the last, so these comparisons are exact.
static void check_sweep(const struct kind *k, size_t i, const float *a, collide_vec3 va,
                        const float *b, collide_vec3 vb, const float *time) {
    const float first_down = time[0], first_up = time[1], last_up = time[2];
    collide_sweep s = {-1, -1};
    REQUIRE(k->sweep(a, va, b, vb, 1, &s), "case %zu: missed", i);
    REQUIRE(s.t_first <= first_down, "case %zu: contact from below %.9g on, found from %.9g", i,
            (double)first_up, (double)s.t_first);
    REQUIRE(s.t_last >= last_up, "case %zu: contact until %.9g, found until %.9g", i,
            (double)last_up, (double)s.t_last);
    REQUIRE(s.t_first >= 0 && s.t_last <= 1, "case %zu: outside of [0, 1]", i);
    REQUIRE(k->sweep(a, va, b, vb, first_up, &s), "case %zu: missed at the end of time", i);
    REQUIRE(s.t_first <= first_down && s.t_last <= first_up, "case %zu: cut off at the end", i);
}

static void test_sweeps(void **state) {
    const struct run *run = (const struct run *)*state;
    const struct kind *k = run->kind;
    FILE *file = open_data(run->file);
    const size_t n = read_count(file);
    const collide_vec3 still = {0, 0, 0};
    size_t exact = 0, hits = 0;
    for (size_t i = 0; i < n; ++i) {
        const size_t a_count = read_count(file), b_count = read_count(file);
        const size_t m[2] = {a_count, b_count};
        const bool meet = read_count(file) != 0;
        float time[3], kdop[2][KINDS_MAX_FLOATS];
        collide_vec3 p[MAX_POINTS];
        read_floats(file, time, 3);
        for (int side = 0; side < 2; ++side) {
            REQUIRE(m[side] <= MAX_POINTS, "case %zu: too many points", i);
            for (size_t j = 0; j < m[side]; ++j)
                p[j] = read_vec3(file);
            assert_int_equal(k->from_points(kdop[side], p, m[side], 0), COLLIDE_OK);
        }
        const collide_vec3 d = read_vec3(file), back = {-d.x, -d.y, -d.z};
        if (meet) {
            check_sweep(k, i, kdop[0], d, kdop[1], still, time);
            check_sweep(k, i, kdop[0], still, kdop[1], back, time);
            check_sweep(k, i, kdop[1], still, kdop[0], d, time);
        }
        exact += meet;
        hits += k->sweep(kdop[0], d, kdop[1], still, 1, NULL);
    }
    close_data(file);
    fprintf(stderr, "# kdop%d, %s: %zu of %zu hit, %zu exactly, %.2f to 1\n", k->kind, run->file,
            hits, n, exact, (double)hits / (double)exact);
}

// ---- vehicles --------------------------------------------------------------------------------

// Components of the corners of a box in degree 2; floats are of degree 1.
static void set_corners(const collide_obb *box, mpz_t corner[8][3]) {
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    const float center[3] = {box->center.x, box->center.y, box->center.z};
    for (int x = 0; x < 3; ++x)
        for (int i = 0; i < 8; ++i) {
            oracle_set(corner[i][x], center[x]);
            oracle_raise(corner[i][x], 1);
            for (int j = 0; j < 3; ++j) {
                const collide_vec3 *a = &box->axis[j];
                oracle_set(oracle_x, half[j]);
                oracle_set(oracle_y, x == 0 ? a->x : x == 1 ? a->y : a->z);
                if (i >> j & 1)
                    mpz_addmul(corner[i][x], oracle_x, oracle_y);
                else
                    mpz_submul(corner[i][x], oracle_x, oracle_y);
            }
        }
}

static void test_vehicles(void **state) {
    const struct run *run = (const struct run *)*state;
    const struct kind *k = run->kind;
    FILE *file = open_data(run->file);
    mpz_t corner[8][3], dot;
    mpz_init(dot);
    for (int i = 0; i < 24; ++i)
        mpz_init(corner[i / 3][i % 3]);
    for (size_t boxes = read_count(file), n = 0; n < boxes; ++n) {
        collide_obb box;
        float kdop[KINDS_MAX_FLOATS];
        box.center = read_vec3(file);
        box.half = read_vec3(file);
        for (int i = 0; i < 3; ++i)
            box.axis[i] = read_vec3(file);
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        k->from_obb(kdop, &box);
        set_corners(&box, corner);
        for (int r = 0; r < k->rows; ++r) {
            const int *d = oracle_directions[oracle_row(k->kind, r)];
            for (int i = 0; i < 8; ++i) {
                mpz_set_ui(dot, 0);
                for (int x = 0; x < 3; ++x)
                    if (d[x] > 0)
                        mpz_add(dot, dot, corner[i][x]);
                    else if (d[x] < 0)
                        mpz_sub(dot, dot, corner[i][x]);
                oracle_set(oracle_x, kdop[r]);
                oracle_raise(oracle_x, 1);
                REQUIRE(mpz_cmp(oracle_x, dot) <= 0, "box %zu: corner %d below row %d", n, i, r);
                oracle_set(oracle_x, kdop[r + k->rows]);
                oracle_raise(oracle_x, 1);
                REQUIRE(mpz_cmp(oracle_x, dot) >= 0, "box %zu: corner %d above row %d", n, i, r);
            }
        }
    }
    close_data(file);
    for (int i = 0; i < 24; ++i)
        mpz_clear(corner[i / 3][i % 3]);
    mpz_clear(dot);
}

// File, test.
#define TESTS(X)                                                                                   \
    X("meshes.txt", test_meshes)                                                                   \
    X("triangles.txt", test_triangles)                                                             \
    X("bounds01.txt", test_bounds)                                                                 \
    X("bounds02.txt", test_bounds)                                                                 \
    X("sweep_grid.txt", test_sweeps)                                                               \
    X("sweep_wang.txt", test_sweeps)                                                               \
    X("vehicles.txt", test_vehicles)

static const struct {
    const char *file;
    CMUnitTestFunction function;
} inputs[] = {
#define TESTS_ROW(file, function) {file, function},
    TESTS(TESTS_ROW)};

#define INPUT_COUNT (sizeof inputs / sizeof inputs[0])
static struct run runs[4 * INPUT_COUNT];
static struct CMUnitTest tests[4 * INPUT_COUNT];

int main(void) {
    oracle_init();
    for (size_t i = 0; i < 4 * INPUT_COUNT; ++i) {
        struct run *run = &runs[i];
        const struct CMUnitTest test = {run->name, inputs[i / 4].function, NULL, NULL, run};
        run->kind = &kinds[i % 4];
        run->file = inputs[i / 4].file;
        snprintf(run->name, sizeof run->name, "kdop%d %s", run->kind->kind, run->file);
        tests[i] = test;
    }
    return cmocka_run_group_tests_name("data", tests, NULL, NULL);
}
