// What programs of designers ask: Bezier curves as segments of cables, against the curves in long
// double; the curves in which meshes cross, against all pairs one by one, and whether they close;
// open edges against all edges one by one; volumes.
#include "test.h"

#include "drawn.h"

// ---- Bezier curves ---------------------------------------------------------------------------

static long double bezier_at(const float *b, long double u) { // every third one
    const long double w = 1 - u;
    return w * w * w * (long double)b[0] + 3 * u * w * w * (long double)b[3] +
           3 * u * u * w * (long double)b[6] + u * u * u * (long double)b[9];
}

static long double spline_at(const float *v, long double u) {
    const long double w = 1 - u, cube = u * u * u;
    return (w * w * w * (long double)v[0] + (3 * cube - 6 * u * u + 4) * (long double)v[3] +
            (-3 * cube + 3 * u * u + 3 * u + 1) * (long double)v[6] + cube * (long double)v[9]) /
           6;
}

static void test_bezier(void **state) {
    inputs_random r = inputs_seed(1);
    (void)state;
    for (size_t i = 0; i < cases(4000); ++i) {
        static const float scales[] = {1, 1e-30f, 1e30f, 100};
        const collide_vec3 far_off = inputs_vec3(&r, -1e4f, 1e4f);
        collide_vec3 b[4];
        for (int k = 0; k < 4; ++k) {
            const collide_vec3 p = scaled(inputs_vec3(&r, -1, 1), scales[i % 4]);
            b[k] = i % 4 == 3 ? vec(p.x + far_off.x, p.y + far_off.y, p.z + far_off.z) : p;
        }
        const collide_spline s = collide_spline_from_bezier(b, 0.5f);
        assert_true(s.radius == 0.5f);
        for (int axis = 0; axis < 3; ++axis) {
            const float *given = &b[0].x + axis, *made = &s.v[0].x + axis;
            double most_given = 0, most_made = 0;
            for (int k = 0; k < 12; k += 3) {
                const double p = magnitude((double)given[k]), q = magnitude((double)made[k]);
                most_given = p > most_given ? p : most_given;
                most_made = q > most_made ? q : most_made;
            }
            for (int k = 0; k <= 16; ++k) {
                const long double u = k / 16.0L, off = spline_at(made, u) - bezier_at(given, u);
                const double error = (double)(off < 0 ? -off : off);
                assert_true(error <= most_given * 0x1p-20);
                assert_true(error <= most_made * (UNIT + 0x1p-50) + most_given * 0x1p-48);
            }
        }
        // As an open cable.
        const collide_cable cable = {s.v, 4, 0, 0.5f, COLLIDE_CABLE_OPEN};
        assert_int_equal(collide_cable_segment_count(&cable), 1);
        const collide_spline same = collide_cable_segment(&cable, 0);
        assert_memory_equal(&same, &s, sizeof s);
    }
    const collide_vec3 whole[4] = {{0, 0, 0}, {1, 2, 0}, {3, 2, 1}, {4, 0, 0}};
    const collide_spline s = collide_spline_from_bezier(whole, 1);
    assert_true(s.v[0].x == -1 && s.v[0].y == -10 && s.v[0].z == 2);
    assert_true(s.v[1].x == -1 && s.v[1].y == 2 && s.v[1].z == -1);
    assert_true(s.v[2].x == 5 && s.v[2].y == 2 && s.v[2].z == 2);
    assert_true(s.v[3].x == 5 && s.v[3].y == -10 && s.v[3].z == -7);
    const collide_vec3 start = collide_spline_point(&s, 0, NULL);
    const collide_vec3 end = collide_spline_point(&s, 1, NULL);
    assert_true(start.x == 0 && start.y == 0 && start.z == 0);
    assert_true(end.x == 4 && end.y == 0 && end.z == 0);
    for (int k = 0; k < 4; ++k)
        for (int bad = 0; bad < 2; ++bad) {
            collide_vec3 b[4];
            memcpy(b, whole, sizeof b);
            b[k].y = bad ? NAN : k % 2 ? -FLT_MAX : FLT_MAX;
            const collide_spline none = collide_spline_from_bezier(b, 1);
            assert_true(collide_aabb_from_spline(&none).min.x == INFINITY);
        }
}

// ---- the curve in which two meshes cross -----------------------------------------------------

enum { ROOM = 1 << 16 };

static collide_tree_crossing crossings[ROOM];
static collide_pair found_pairs[ROOM];

// The segment of a pair by itself.
static collide_tree_crossing crossing_of(const struct drawn *a, const collide_pose *pose_a,
                                         const struct drawn *b, const collide_pose *relative,
                                         collide_pair pair) {
    collide_triangle p = triangle_of(a, pair.a), q = triangle_of(b, pair.b);
    collide_tree_crossing c;
    memset(&c, 0, sizeof c);
    c.pair = pair;
    for (int k = 0; k < 3; ++k)
        q.v[k] = collide_pose_apply(relative, q.v[k]);
    assert_true(collide_triangle_triangle_segment(&p, &q, &c.segment, &c.coplanar));
    if (pose_a && !c.coplanar) {
        c.segment.a = collide_pose_apply(pose_a, c.segment.a);
        c.segment.b = collide_pose_apply(pose_a, c.segment.b);
    }
    return c;
}

static void check_crossings(const struct drawn *a, const collide_tree *s,
                            const collide_pose *pose_a, const struct drawn *b,
                            const collide_tree *t, const collide_pose *pose_b, size_t *flat) {
    collide_tree_work work = {0, 0, 0}, same = {0, 0, 0};
    const collide_pose relative = collide_pose_relative(pose_a, pose_b);
    const size_t n = collide_tree_tree_indices(s, pose_a, t, pose_b, found_pairs, ROOM, &same);
    assert_true(n <= ROOM);
    assert_int_equal(collide_tree_tree_segments(s, pose_a, t, pose_b, crossings, ROOM, &work), n);
    assert_memory_equal(&work, &same, sizeof work);
    for (size_t i = 0; i < n; ++i) {
        const collide_tree_crossing c = crossing_of(a, pose_a, b, &relative, found_pairs[i]);
        assert_memory_equal(&c, &crossings[i], sizeof c);
        *flat += c.coplanar;
    }
    struct pairs all = pairs_one_by_one(a, b, &relative);
    assert_int_equal(all.n, n);
    qsort(found_pairs, n, sizeof *found_pairs, compare_pairs);
    assert_true(n == 0 || memcmp(all.pair, found_pairs, n * sizeof *found_pairs) == 0);
    free(all.pair);
    // The first of them, and no others.
    const collide_tree_crossing last = n ? crossings[n / 2] : crossings[0];
    memset(&crossings[n / 2], 0x55, sizeof *crossings);
    assert_int_equal(collide_tree_tree_segments(s, pose_a, t, pose_b, crossings, n / 2, NULL), n);
    assert_true(*(unsigned char *)&crossings[n / 2] == 0x55);
    crossings[n / 2] = last;
    assert_int_equal(collide_tree_tree_segments(s, pose_a, t, pose_b, NULL, 0, NULL), n);
}

static void test_crossings(void **state) {
    inputs_random r = inputs_seed(2);
    size_t flat = 0;
    (void)state;
    for (size_t i = 0; i < cases(60); ++i) {
        const collide_tree_options options = draw_options(&r);
        const struct drawn a = draw_mesh(&r, (enum mesh_kind)(i % MESH_KINDS), 150, 1);
        const struct drawn b = draw_mesh(&r, (enum mesh_kind)(i / 3 % MESH_KINDS), 150, 1);
        collide_tree *s = build(&a, &options), *t = build(&b, &options);
        collide_isa_limit((collide_isa_id)(i % COLLIDE_ISA_COUNT));
        for (int k = 0; k < 6; ++k) {
            const collide_pose pose_a = draw_pose(&r, 0.5f), pose_b = draw_pose(&r, 0.5f);
            check_crossings(&a, s, k % 3 ? &pose_a : NULL, &b, t, k % 2 ? &pose_b : NULL, &flat);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        assert_int_equal(collide_tree_tree_segments(NULL, NULL, t, NULL, crossings, 9, NULL), 0);
        assert_int_equal(collide_tree_tree_segments(s, NULL, NULL, NULL, crossings, 9, NULL), 0);
        free_tree(s);
        free_tree(t);
        free_drawn(&a);
        free_drawn(&b);
    }
    assert_true(flat > 0);
}

// A torus of n * n quadrilaterals, wound outward, without sines: points of a circle by quarters.
static void circle(size_t i, size_t n, float *x, float *y) {
    const size_t each = n / 4, quarter = i / each;
    const float t = (float)(i % each) / (float)each, size = 1 / (1 + t * t);
    const float p = (1 - t * t) * size, q = 2 * t * size;
    *x = quarter == 0 ? p : quarter == 1 ? -q : quarter == 2 ? -p : q;
    *y = quarter == 0 ? q : quarter == 1 ? p : quarter == 2 ? -q : -p;
}

static struct drawn torus(inputs_random *r, size_t n) {
    struct drawn d = draw_mesh(r, FAN, 2 * n * n, 1);
    d.mesh.vertex_count = n * n;
    for (size_t i = 0; i < n * n; ++i) {
        float x, y, u, w;
        circle(i / n, n, &x, &y);
        circle(i % n, n, &u, &w);
        move_vertex(&d, i, vec(x * (1 + 0.4f * u), y * (1 + 0.4f * u), 0.4f * w));
        const uint32_t p = (uint32_t)i, q = (uint32_t)(i / n * n + (i + 1) % n);
        const uint32_t up = (uint32_t)((i + n) % (n * n)), at[2][3] = {{p, up, q}, {q, up, 0}};
        memcpy(d.wide + 6 * i, at, sizeof at);
        d.wide[6 * i + 5] = (uint32_t)((q + n) % (n * n));
    }
    for (size_t i = 0; i < 6 * n * n; ++i)
        d.narrow[i] = (uint16_t)d.wide[i];
    return d;
}

// Each end of a segment is an end of another one, so the curve closes.
static void test_curve(void **state) {
    inputs_random r = inputs_seed(3);
    const struct drawn a = torus(&r, 24), b = draw_mesh(&r, BUMPY, 12, 1.5f);
    collide_tree_options options;
    size_t ends = 0;
    (void)state;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    collide_tree *s = build(&a, &options), *t = build(&b, &options);
    for (size_t i = 0; i < cases(40); ++i) {
        const collide_pose pose_a = inputs_pose(&r, inputs_vec3(&r, -4, 4));
        collide_pose pose_b = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        pose_b.position = collide_pose_apply(&pose_a, pose_b.position);
        const size_t n = collide_tree_tree_segments(s, &pose_a, t, &pose_b, crossings, ROOM, NULL);
        for (size_t k = 0; k < 2 * n; ++k) {
            const collide_segment *e = &crossings[k / 2].segment;
            const point p = to_point(k % 2 ? e->a : e->b);
            size_t others = 0;
            for (size_t j = 0; j < 2 * n; ++j) {
                const collide_segment *f = &crossings[j / 2].segment;
                others += j != k && length(add(to_point(j % 2 ? f->a : f->b), -1, p)) < 1e-5;
            }
            assert_true(!crossings[k / 2].coplanar && others % 2 == 1);
            ends += others == 1;
        }
    }
    assert_true(ends > 20 * cases(40));
    free_tree(s);
    free_tree(t);
    free_drawn(&a);
    free_drawn(&b);
}

// ---- open edges ------------------------------------------------------------------------------

static bool same_place(collide_vec3 p, collide_vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static size_t sharing(const struct drawn *d, collide_vec3 p, collide_vec3 q) {
    size_t n = 0;
    for (size_t i = 0; i < 3 * d->mesh.triangle_count; ++i) {
        const collide_vec3 v = position_of(d, d->wide[i]);
        const collide_vec3 w = position_of(d, d->wide[i % 3 < 2 ? i + 1 : i - 2]);
        n += (same_place(v, p) && same_place(w, q)) || (same_place(v, q) && same_place(w, p));
    }
    return n;
}

// Open edges, with scratch memory that ends at a page which may not be written. A list that is too
// small receives the first ones.
static size_t open_edges(const collide_mesh *mesh, collide_pair *edges, size_t capacity) {
    const size_t size = collide_mesh_scratch_size(mesh->triangle_count);
    void *scratch = kinds_guarded(size);
    size_t count, again;
    assert_int_equal(collide_mesh_open_edges(mesh, scratch, size, edges, capacity, &count),
                     COLLIDE_OK);
    const size_t half = count / 2;
    collide_pair *few = (collide_pair *)kinds_guarded((half + 1) * sizeof *few);
    memset(few, 77, (half + 1) * sizeof *few);
    assert_int_equal(collide_mesh_open_edges(mesh, scratch, size, few, half, &again), COLLIDE_OK);
    assert_int_equal(again, count);
    assert_memory_equal(few, edges, half * sizeof *few);
    assert_int_equal(few[half].a, 0x4d4d4d4d);
    assert_int_equal(collide_mesh_open_edges(mesh, scratch, size, NULL, 0, &again), COLLIDE_OK);
    assert_int_equal(again, count);
    kinds_guarded_free(few, (half + 1) * sizeof *few);
    kinds_guarded_free(scratch, size);
    return count;
}

static size_t check_open(const struct drawn *d, collide_pair *edges) {
    const size_t n = d->mesh.triangle_count;
    const size_t count = open_edges(&d->mesh, edges, 3 * n);
    size_t odd = 0, last = 0;
    for (size_t i = 0; i < 3 * n; ++i) { // an edge counts at its first triangle
        const collide_vec3 p = position_of(d, d->wide[i]);
        const collide_vec3 q = position_of(d, d->wide[i % 3 < 2 ? i + 1 : i - 2]);
        bool first = !same_place(p, q);
        for (size_t j = 0; j < i && first; ++j) {
            const collide_vec3 v = position_of(d, d->wide[j]);
            const collide_vec3 w = position_of(d, d->wide[j % 3 < 2 ? j + 1 : j - 2]);
            first =
                !(same_place(v, p) && same_place(w, q)) && !(same_place(v, q) && same_place(w, p));
        }
        odd += first && sharing(d, p, q) % 2 == 1;
    }
    assert_int_equal(count, odd);
    for (size_t k = 0; k < count; ++k) {
        const collide_vec3 p = position_of(d, edges[k].a), q = position_of(d, edges[k].b);
        // In the order of the triangles, as the first of them runs.
        while (last < 3 * n && !(d->wide[last] == edges[k].a &&
                                 d->wide[last % 3 < 2 ? last + 1 : last - 2] == edges[k].b))
            ++last;
        assert_true(last < 3 * n && sharing(d, p, q) % 2 == 1);
        for (size_t j = 0; j < k; ++j) {
            const collide_vec3 v = position_of(d, edges[j].a), w = position_of(d, edges[j].b);
            assert_true(!(same_place(v, p) && same_place(w, q)) &&
                        !(same_place(v, q) && same_place(w, p)));
        }
    }
    return count;
}

static void test_open_edges(void **state) {
    inputs_random r = inputs_seed(4);
    collide_tree_options options;
    size_t closed = 0;
    (void)state;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    for (size_t i = 0; i < cases(80); ++i) {
        struct drawn d = draw_mesh(&r, i % 4 == 3 ? (enum mesh_kind)(i / 4 % MESH_KINDS) : BUMPY,
                                   12 + kinds_below(&r, 40), 1);
        const size_t bytes = 3 * d.mesh.triangle_count * sizeof(collide_pair);
        const size_t size = collide_tree_size(d.mesh.triangle_count, &options);
        collide_pair *edges = (collide_pair *)kinds_guarded(bytes);
        void *memory = kinds_guarded(size);
        collide_tree *tree;
        const uint32_t how = kinds_below(&r, 4);
        if (how == 1) // a hole, or several
            d.mesh.triangle_count -= 1 + kinds_below(&r, 3);
        if (how == 2) { // a triangle that is turned round changes nothing
            const uint32_t v = d.wide[0];
            d.wide[0] = d.wide[1];
            d.wide[1] = v;
        }
        if (how == 3) // neither does a vertex that moves, if its triangles share it
            move_vertex(&d, d.wide[0], inputs_vec3(&r, -1, 1));
        for (size_t k = 0; k < 3; ++k)
            d.narrow[k] = (uint16_t)d.wide[k];
        const size_t count = check_open(&d, edges);
        const collide_status status = collide_tree_build(&tree, memory, size, &d.mesh, &options);
        assert_int_equal(status, count ? COLLIDE_ERROR_OPEN : COLLIDE_OK);
        closed += count == 0;
        kinds_guarded_free(edges, bytes);
        kinds_guarded_free(memory, size);
        free_drawn(&d);
    }
    assert_true(closed > 0);
}

// Vertices of their own for each triangle, zeros of both signs, no area.
static void test_open_by_place(void **state) {
    collide_vec3 v[5 * 3] = {{0, 0, 0},     {1, 0, 0}, {0, 1, 0},     {0, -0.0f, 0}, {0, 0, 1},
                             {1, 0, -0.0f}, {0, 1, 0}, {0, -0.0f, 0}, {0, 0, 1},     {1, 0, 0},
                             {0, 1, 0},     {0, 0, 1}, {1, 0, 0},     {1, 0, 0},     {0, 0, 1}};
    collide_mesh mesh = {v, 15, 0, NULL, 5, 0};
    const size_t size = collide_mesh_scratch_size(5);
    void *scratch = kinds_guarded(size);
    collide_pair edges[15];
    double volume;
    size_t count = 7;
    (void)state;
    v[8] = vec(0, 0, 1);
    for (size_t n = 3; n <= 5; ++n) {
        mesh.triangle_count = n;
        // Without the fourth its three edges; the fifth has one edge, there and back.
        assert_int_equal(open_edges(&mesh, edges, 15), n == 3 ? 3 : 0);
    }
    const collide_status statuses[] = {
        collide_mesh_open_edges(NULL, scratch, size, edges, 15, &count),
        collide_mesh_open_edges(&mesh, NULL, size, edges, 15, &count),
        collide_mesh_open_edges(&mesh, scratch, size, NULL, 15, &count),
        collide_mesh_open_edges(&mesh, scratch, size, edges, 15, NULL),
        collide_mesh_open_edges(&mesh, scratch, size - 1, edges, 15, &count),
        collide_mesh_open_edges(&mesh, (char *)scratch + 4, size, edges, 15, &count),
    };
    for (int i = 0; i < 6; ++i)
        assert_int_equal(statuses[i], i < 4    ? COLLIDE_ERROR_NULL
                                      : i == 4 ? COLLIDE_ERROR_SIZE
                                               : COLLIDE_ERROR_ALIGNMENT);
    assert_int_equal(collide_mesh_scratch_size(0), 0);
    assert_int_equal(collide_mesh_scratch_size(SIZE_MAX), 0);
    count = 7;
    mesh.vertex_count = 14;
    assert_int_equal(collide_mesh_open_edges(&mesh, scratch, size, edges, 15, &count),
                     COLLIDE_ERROR_INDEX);
    assert_int_equal(count, 0);
    assert_int_equal(collide_mesh_volume(&mesh, &volume), COLLIDE_ERROR_INDEX);
    mesh.vertex_count = 15;
    v[3].z = NAN;
    assert_int_equal(collide_mesh_open_edges(&mesh, scratch, size, edges, 15, &count),
                     COLLIDE_ERROR_NOT_FINITE);
    volume = 7;
    assert_int_equal(collide_mesh_volume(&mesh, &volume), COLLIDE_ERROR_NOT_FINITE);
    assert_true(volume == 0);
    mesh.triangle_count = 0;
    assert_int_equal(collide_mesh_open_edges(&mesh, scratch, size, edges, 15, &count),
                     COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_mesh_volume(&mesh, &volume), COLLIDE_ERROR_COUNT);
    assert_int_equal(collide_mesh_volume(NULL, &volume), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_mesh_volume(&mesh, NULL), COLLIDE_ERROR_NULL);
    kinds_guarded_free(scratch, size);
}

// Of so many edges some share a hash of 32 bits with edges that are not equal to them.
static void test_open_edges_alike(void **state) {
    enum { N = 200000 };
    inputs_random r = inputs_seed(6);
    collide_vec3 *v = (collide_vec3 *)kinds_guarded(6 * N * sizeof *v);
    collide_pair *edges = (collide_pair *)kinds_guarded(3 * N * sizeof *edges);
    collide_mesh mesh = {v, 6 * N, 0, NULL, N, 0};
    (void)state;
    for (size_t i = 0; i < 3 * N; ++i)
        v[i] = v[3 * N + i] = inputs_vec3(&r, -1, 1);
    assert_int_equal(open_edges(&mesh, edges, 3 * N), 3 * N);
    for (uint32_t i = 0; i < 3 * N; ++i)
        assert_true(edges[i].a == i && edges[i].b == (i % 3 < 2 ? i + 1 : i - 2));
    mesh.triangle_count = 2 * N;
    assert_int_equal(open_edges(&mesh, edges, 3 * N), 0);
    kinds_guarded_free(v, 6 * N * sizeof *v);
    kinds_guarded_free(edges, 3 * N * sizeof *edges);
}

// ---- volumes ---------------------------------------------------------------------------------

static void test_volume(void **state) {
    static const uint16_t faces[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    inputs_random r = inputs_seed(5);
    double volume;
    (void)state;
    for (size_t i = 0; i < cases(200);
         ++i) { // boxes of whole sizes, far from the origin, are exact
        const int size[3] = {1 + (int)kinds_below(&r, 99), 1 + (int)kinds_below(&r, 99),
                             1 + (int)kinds_below(&r, 99)};
        const int exact = size[0] * size[1] * size[2];
        uint16_t turned[36];
        collide_vec3 v[8];
        for (int k = 0; k < 8; ++k)
            v[k] = vec(1e6f + (float)((k & 1) * size[0]), -3e6f + (float)((k >> 1 & 1) * size[1]),
                       (float)((k >> 2) * size[2]));
        for (int k = 0; k < 36; ++k)
            turned[k] = faces[35 - k];
        collide_mesh mesh = {v, 8, 0, faces, 12, 2};
        assert_int_equal(collide_mesh_volume(&mesh, &volume), COLLIDE_OK);
        assert_true(volume == exact);
        mesh.indices = turned;
        assert_int_equal(collide_mesh_volume(&mesh, &volume), COLLIDE_OK);
        assert_true(volume == -exact);
    }
    for (size_t i = 0; i < cases(40); ++i) {
        static const float scales[] = {1, 1e-12f, 1e12f};
        const struct drawn d = draw_mesh(&r, BUMPY, 12 + kinds_below(&r, 3000), scales[i % 3]);
        const size_t n = d.mesh.triangle_count;
        long double sum = 0;
        for (size_t k = 0; k < n; ++k) {
            const collide_triangle t = triangle_of(&d, k);
            long double x[3][3];
            for (int j = 0; j < 3; ++j) {
                x[j][0] = (long double)t.v[j].x;
                x[j][1] = (long double)t.v[j].y;
                x[j][2] = (long double)t.v[j].z;
            }
            for (int j = 0; j < 3; ++j)
                sum += x[0][j] * (x[1][(j + 1) % 3] * x[2][(j + 2) % 3] -
                                  x[1][(j + 2) % 3] * x[2][(j + 1) % 3]);
        }
        const double exact = (double)(sum / 6);
        assert_int_equal(collide_mesh_volume(&d.mesh, &volume), COLLIDE_OK);
        assert_true(exact > 0 && magnitude(volume - exact) <= exact * 1e-14);
        free_drawn(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bezier),        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_curve),         cmocka_unit_test(test_open_edges),
        cmocka_unit_test(test_open_by_place), cmocka_unit_test(test_open_edges_alike),
        cmocka_unit_test(test_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
