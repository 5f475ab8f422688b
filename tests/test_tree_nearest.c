// Distances of shapes and points from meshes: each answer bit for bit against all triangles one by
// one, on every instruction set; signs, batches, margins, bad input.
#include "test.h"

#include "any_shape.h"

#include <stdlib.h>

#define KINDS COLLIDE_SHAPE_KIND_COUNT
#define MOST 1200

// ---- meshes ----------------------------------------------------------------------------------

typedef struct scene {
    collide_vec3 *v; // three or four for each element
    uint32_t *index, n, corners, type;
    collide_tree *tree;
    size_t size;
    float scale;
} scene;

typedef enum mesh_kind {
    MESH_CLOSED, // a bumpy sphere
    MESH_SOUP,
    MESH_FLAT,  // equal triangles, segments and points among others
    MESH_ONE,   // a single triangle
    MESH_FAR,   // a bumpy sphere at 10^6
    MESH_SMALL, // of 10^-30
    MESH_GRID,  // whole numbers: many triangles are equally far
    MESH_SOLID, // tetrahedra
    MESH_KINDS
} mesh_kind;

static void mesh_soup(inputs_random *r, scene *s, mesh_kind kind) {
    for (uint32_t i = 0; i < s->n; ++i) {
        const collide_vec3 at = inputs_vec3(r, -2, 2);
        collide_vec3 *v = s->v + s->corners * i;
        for (uint32_t k = 0; k < s->corners; ++k)
            v[k] = kind == MESH_GRID ? any_grid(r) : whole_sum(at, 0.5f, inputs_vec3(r, -1, 1));
        if (kind == MESH_FLAT && i % 4 == 1)
            v[2] = v[i % 3];
        if (kind == MESH_FLAT && i % 4 == 2)
            v[0] = v[1] = v[2];
        if (kind == MESH_FLAT && i % 4 == 3)
            memcpy(v, s->v, 3 * sizeof *v);
    }
}

// Of so many elements, unless its kind says how many.
static scene scene_of(inputs_random *r, mesh_kind kind, uint32_t n) {
    static const uint32_t planes[] = {6, 14, 18, 26}, degrees[] = {2, 4, 8, 8};
    static const collide_vec3 zero = {0, 0, 0};
    const bool bumpy = kind == MESH_CLOSED || kind == MESH_FAR || kind == MESH_SMALL;
    const uint32_t edge = 2 + kinds_below(r, 6);
    collide_vec3 points[6 * 8 * 8 + 2];
    collide_tree_options options;
    scene s;
    memset(&options, 0, sizeof options);
    s.corners = kind == MESH_SOLID ? 4 : 3;
    s.n = bumpy ? 12 * edge * edge : kind == MESH_ONE ? 1 : n;
    s.scale = kind == MESH_SMALL ? 1e-30f : 1;
    s.v = (collide_vec3 *)allocate((size_t)s.corners * s.n, sizeof *s.v);
    s.index = (uint32_t *)allocate((size_t)s.corners * s.n, sizeof *s.index);
    if (bumpy) {
        inputs_bumpy(edge, points, s.index);
        for (uint32_t i = 0; i < 3 * s.n; ++i) {
            s.v[i] = whole_sum(zero, s.scale, points[s.index[i]]);
            if (kind == MESH_FAR)
                s.v[i] = whole_sum(s.v[i], 1, vec(1e6f, -1e6f, 3e5f));
        }
    } else {
        mesh_soup(r, &s, kind);
    }
    for (uint32_t i = 0; i < s.corners * s.n; ++i)
        s.index[i] = i;
    const collide_mesh mesh = {s.v, s.corners * s.n, 0, s.index, s.n, 4};
    options.kind = planes[kinds_below(r, 4)];
    options.degree = degrees[kinds_below(r, 4)];
    options.type = kind == MESH_SOLID ? COLLIDE_TREE_TETRAHEDRA : COLLIDE_TREE_SURFACE;
    if (kind == MESH_CLOSED || kind == MESH_SMALL)
        options.type = COLLIDE_TREE_CLOSED;
    s.type = options.type;
    s.size = collide_tree_size(s.n, &options);
    void *memory = kinds_guarded(s.size);
    assert_int_equal(collide_tree_build(&s.tree, memory, s.size, &mesh, &options), COLLIDE_OK);
    return s;
}

static scene scene_make(inputs_random *r, mesh_kind kind) {
    return scene_of(r, kind, 2 + kinds_below(r, 120));
}

static void scene_free(scene *s) {
    kinds_guarded_free(s->tree, s->size);
    free(s->v);
    free(s->index);
}

static collide_shape scene_element(const scene *s, const collide_pose *pose, uint32_t i) {
    collide_shape e;
    memset(&e, 0, sizeof e);
    e.kind = s->corners == 4 ? COLLIDE_SHAPE_TETRAHEDRON : COLLIDE_SHAPE_TRIANGLE;
    for (uint32_t k = 0; k < s->corners; ++k) {
        const collide_vec3 v = s->v[s->corners * i + k];
        e.of.tetrahedron.v[k] = pose ? collide_pose_apply(pose, v) : v;
    }
    return e;
}

// ---- the definition --------------------------------------------------------------------------

static bool brute(const scene *s, const collide_pose *pose, const collide_shape *a, float max,
                  collide_distance *out) {
    bool found = false;
    collide_distance best;
    memset(&best, 0, sizeof best);
    best.lo = best.hi = INFINITY;
    *out = best;
    for (uint32_t i = 0; i < s->n; ++i) {
        const collide_shape e = scene_element(s, pose, i);
        collide_distance d;
        if (!collide_shape_shape_distance(a, &e, INFINITY, &d))
            return false;
        d.lo = d.lo > 0 ? d.lo : 0;
        d.hi = d.hi > 0 ? d.hi : kinds_float(1);
        d.feature_b = i;
        if (!found || d.lo < best.lo || (d.lo == best.lo && d.hi < best.hi))
            best = d;
        found = true;
    }
    if (!(best.lo <= max))
        return false;
    *out = best;
    return true;
}

static void same(const collide_distance *d, const collide_distance *e, const char *what) {
    if (memcmp(d, e, sizeof *d) != 0)
        fail_msg("%s: [%a, %a] of %u, not [%a, %a] of %u", what, (double)d->lo, (double)d->hi,
                 (unsigned)d->feature_b, (double)e->lo, (double)e->hi, (unsigned)e->feature_b);
}

// A triangle that overlaps, and a point of both.
static void check_meet(const scene *s, const collide_pose *pose, const collide_shape *a,
                       const collide_distance *d) {
    static uint32_t all[MOST];
    collide_distance e;
    bool listed = false;
    const size_t count = collide_shape_tree_indices(a, s->tree, pose, all, MOST);
    for (size_t i = 0; i < count; ++i)
        listed |= all[i] == d->feature_b;
    assert_true(d->lo == 0 && d->hi == 0 && d->feature_b < s->n);
    const collide_shape element = scene_element(s, pose, d->feature_b);
    assert_true(listed || collide_shape_shape(a, &element));
    const collide_shape common = collide_shape_from_point(d->point_a);
    assert_memory_equal(&d->point_a, &d->point_b, sizeof d->point_a);
    float size = 0;
    for (uint32_t i = 0; i < s->corners; ++i) {
        const collide_vec3 v = element.of.tetrahedron.v[i];
        size += v.x * v.x + v.y * v.y + v.z * v.z;
    }
    size = (float)root((double)size) + 10;
    collide_shape_shape_distance(&common, &element, INFINITY, &e);
    assert_true(e.lo <= 1e-6f * size);
    collide_shape_shape_distance(&common, a, INFINITY, &e);
    assert_true(e.lo <= 1e-6f * size);
    const collide_vec3 n = d->normal;
    assert_true(magnitude((double)(n.x * n.x + n.y * n.y + n.z * n.z) - 1) < 1e-5);
}

static int compare_numbers(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void check_margin(const scene *s, const collide_pose *pose, const collide_shape *a,
                         float margin) {
    static uint32_t all[MOST], some[MOST];
    size_t n = 0;
    const size_t count = collide_shape_tree_within_indices(a, s->tree, pose, margin, all, s->n);
    assert_true(count <= s->n);
    assert_int_equal(collide_shape_tree_within_indices(a, s->tree, pose, margin, NULL, 0), count);
    some[count / 2] = 12345;
    collide_shape_tree_within_indices(a, s->tree, pose, margin, some, count / 2);
    assert_memory_equal(all, some, count / 2 * sizeof *all);
    assert_true(some[count / 2] == 12345);
    qsort(all, count, sizeof *all, compare_numbers);
    for (uint32_t i = 0; i < s->n; ++i) {
        const collide_shape e = scene_element(s, pose, i);
        if (margin >= 0 && collide_shape_shape_within(a, &e, margin)) {
            assert_true(n < count && all[n] == i);
            ++n;
        }
    }
    assert_int_equal(n, count);
}

// A shape against a mesh, on the instruction set in use.
static void check_shape(const scene *s, const collide_pose *pose, const collide_shape *a,
                        inputs_random *r) {
    collide_distance d, e;
    const bool meets = collide_shape_tree(a, s->tree, pose);
    const bool found = collide_shape_tree_distance(a, s->tree, pose, INFINITY, &d);
    if (meets) {
        assert_true(found);
        check_meet(s, pose, a, &d);
    } else {
        assert_int_equal(brute(s, pose, a, INFINITY, &e), found);
        same(&d, &e, "of all");
    }
    if (!found)
        return;
    const float limits[] = {0,
                            d.lo,
                            kinds_float(kinds_bits(d.lo) + 1),
                            d.hi,
                            d.lo > 0 ? kinds_float(kinds_bits(d.lo) - 1) : 0,
                            2 * d.hi,
                            -1,
                            NAN};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        const float max = limits[i];
        const bool within = d.lo <= max;
        assert_int_equal(collide_shape_tree_distance(a, s->tree, pose, max, &e), within);
        if (within)
            same(&e, &d, "up to max");
        else
            assert_true(e.lo == INFINITY && e.hi == INFINITY && e.feature_b == 0);
        assert_int_equal(collide_shape_tree_within(a, s->tree, pose, max), within);
        assert_int_equal(collide_shape_tree_distance(a, s->tree, pose, max, NULL), within);
    }
    check_margin(s, pose, a, limits[kinds_below(r, 8)]);
    check_margin(s, pose, a, d.hi * 1.5f);
}

static collide_pose scene_pose(inputs_random *r, uint32_t how) {
    collide_pose pose = inputs_pose(r, inputs_vec3(r, -1, 1));
    for (int i = 0; how == 2 && i < 3; ++i)
        pose.axis[i] = whole_sum(vec(0, 0, 0), 0.5f + 0.5f * (float)i, inputs_vec3(r, -1, 1));
    return pose;
}

// At random, or so that it nearly touches.
static collide_shape scene_shape(inputs_random *r, const scene *s, const collide_pose *pose,
                                 uint32_t kind, bool grid) {
    collide_shape a = any_shape(r, kind, grid);
    collide_distance d;
    const collide_vec3 v = s->v[kinds_below(r, s->corners * s->n)];
    const collide_vec3 at = pose ? collide_pose_apply(pose, v) : v;
    if (s->scale < 1 && kind != COLLIDE_SHAPE_PLANE && kind != COLLIDE_SHAPE_CONVEX) {
        float *x = (float *)(void *)&a.of;
        for (int i = 0; i < 15 && kind != COLLIDE_SHAPE_OBB && kind != COLLIDE_SHAPE_CYLINDER; ++i)
            x[i] *= 2 * s->scale;
    }
    if (magnitude((double)at.x) > 1000)
        a = any_moved(a, 1, at);
    if (kinds_below(r, 3) == 0 && !grid && brute(s, pose, &a, INFINITY, &d) && d.lo > 0)
        a = any_moved(a, -d.hi, d.normal);
    return a;
}

static void test_shapes(void **state) {
    inputs_random r = inputs_seed(1);
    (void)state;
    for (size_t i = 0; i < cases(60); ++i)
        for (mesh_kind kind = MESH_CLOSED; kind < MESH_KINDS; kind = (mesh_kind)(kind + 1)) {
            scene s = scene_make(&r, kind);
            const collide_pose pose = scene_pose(&r, (uint32_t)i % 3);
            const collide_pose *at = i % 3 && kind != MESH_SMALL ? &pose : NULL;
            for (uint32_t k = 0; k < KINDS; ++k) {
                const collide_shape a = scene_shape(&r, &s, at, k, kind == MESH_GRID);
                collide_isa_limit((collide_isa_id)(i % COLLIDE_ISA_COUNT));
                check_shape(&s, at, &a, &r);
                collide_isa_limit(COLLIDE_ISA_COUNT);
            }
            scene_free(&s);
        }
}

// ---- points ----------------------------------------------------------------------------------

static collide_vec3 scene_point(inputs_random *r, const scene *s, const collide_pose *pose) {
    const uint32_t i = s->corners * kinds_below(r, s->n);
    const uint32_t how = kinds_below(r, 4);
    const float near_by = how == 0 ? 0 : how == 1 ? 1e-4f : how == 2 ? 0.3f : 2;
    const float a = inputs_uniform(r, 0, 1), b = inputs_uniform(r, 0, 1 - a);
    collide_vec3 p = s->v[i];
    if (kinds_below(r, 4)) {
        p = whole_sum(p, a, vec(s->v[i + 1].x - p.x, s->v[i + 1].y - p.y, s->v[i + 1].z - p.z));
        p = whole_sum(p, b, vec(s->v[i + 2].x - p.x, s->v[i + 2].y - p.y, s->v[i + 2].z - p.z));
    }
    p = whole_sum(p, near_by * s->scale, inputs_vec3(r, -1, 1));
    return pose ? collide_pose_apply(pose, p) : p;
}

// Of length 1, if there is area.
static collide_vec3 normal_of(const collide_vec3 *v) {
    double n[3], most = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const float *a = &v[0].x, *b = &v[1].x, *c = &v[2].x;
        n[i] = ((double)b[j] - (double)a[j]) * ((double)c[k] - (double)a[k]) -
               ((double)b[k] - (double)a[k]) * ((double)c[j] - (double)a[j]);
        most = magnitude(n[i]) > most ? magnitude(n[i]) : most;
    }
    most = most > 0 ? most : 1;
    for (int i = 0; i < 3; ++i)
        n[i] /= most;
    const double length = root(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return vec((float)(n[0] / length), (float)(n[1] / length), (float)(n[2] / length));
}

static double dot_of(collide_vec3 a, collide_vec3 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static bool mirrors(const collide_pose *pose) {
    const collide_vec3 zero = {0, 0, 0};
    if (!pose)
        return false;
    const collide_vec3 v[3] = {zero, pose->axis[0], pose->axis[1]};
    return dot_of(normal_of(v), pose->axis[2]) < 0;
}

// On a closed mesh the normal is the outward normal of the face that is named, which the point
// lies on.
static void check_on(const scene *s, const collide_pose *pose, collide_vec3 p,
                     const collide_distance *d) {
    const double outward = mirrors(pose) ? -1 : 1;
    const collide_triangle at = {{p, p, p}};
    const collide_shape face = scene_element(s, pose, d->feature_b);
    const collide_vec3 n = normal_of(face.of.triangle.v);
    assert_true(d->lo == 0 && d->hi == 0);
    assert_true(collide_triangle_triangle(&at, &face.of.triangle));
    assert_true(magnitude(dot_of(d->normal, d->normal) - 1) < 1e-6);
    assert_true(outward * dot_of(d->normal, n) > 0.999);
}

// The definition of the sign; the verdict that it asks for is exact.
static void turn_round(const scene *s, const collide_pose *pose, collide_vec3 p,
                       collide_distance *d) {
    const collide_shape a = collide_shape_from_point(p);
    const float lo = d->lo;
    if (s->type == COLLIDE_TREE_CLOSED && collide_shape_tree(&a, s->tree, pose)) {
        assert_true(collide_point_tree_distance(p, s->tree, pose, 0, d));
        check_on(s, pose, p, d);
        return;
    }
    if (s->type != COLLIDE_TREE_CLOSED || !collide_point_tree(p, s->tree, pose))
        return;
    d->lo = 0 - d->hi;
    d->hi = 0 - lo;
    d->normal = vec(0 - d->normal.x, 0 - d->normal.y, 0 - d->normal.z);
}

static void check_point(const scene *s, const collide_pose *pose, collide_vec3 p) {
    const collide_shape a = collide_shape_from_point(p);
    collide_distance d, e;
    assert_true(collide_shape_tree_distance(&a, s->tree, pose, INFINITY, &e));
    assert_true(collide_point_tree_distance(p, s->tree, pose, INFINITY, &d));
    const float lo = e.lo;
    turn_round(s, pose, p, &e);
    same(&d, &e, "a point");
    assert_true(collide_point_tree_distance(p, s->tree, pose, lo, &d));
    same(&d, &e, "a point up to max");
    assert_true(collide_point_tree_distance(p, s->tree, pose, lo, NULL));
    if (lo > 0) {
        const float less = kinds_float(kinds_bits(lo) - 1);
        assert_false(collide_point_tree_distance(p, s->tree, pose, less, &d));
        assert_true(d.lo == INFINITY && d.hi == INFINITY && d.normal.x == 0);
    }
}

static void test_points(void **state) {
    inputs_random r = inputs_seed(2);
    (void)state;
    for (size_t i = 0; i < cases(60); ++i)
        for (mesh_kind kind = MESH_CLOSED; kind < MESH_KINDS; kind = (mesh_kind)(kind + 1)) {
            scene s = scene_make(&r, kind);
            const collide_pose pose = scene_pose(&r, (uint32_t)i % 3);
            const collide_pose *at = i % 3 && kind != MESH_SMALL ? &pose : NULL;
            collide_isa_limit((collide_isa_id)(i % COLLIDE_ISA_COUNT));
            for (int k = 0; k < 20; ++k) {
                const collide_vec3 p = scene_point(&r, &s, at);
                const collide_shape a = collide_shape_from_point(p);
                check_shape(&s, at, &a, &r);
                check_point(&s, at, p);
            }
            collide_isa_limit(COLLIDE_ISA_COUNT);
            scene_free(&s);
        }
}

// From one triangle on, so that each child of a node and each triangle of a leaf is the nearest: on
// every instruction set.
static void test_lanes(void **state) {
    inputs_random r = inputs_seed(6);
    (void)state;
    for (uint32_t n = 1; n <= 40; ++n)
        for (int k = 0; k < 2; ++k) {
            scene s = scene_of(&r, k ? MESH_SOUP : MESH_GRID, n);
            for (uint32_t i = 0; i < 2 * n; ++i) {
                const collide_vec3 v = s.v[3 * (i / 2)];
                const collide_vec3 p = whole_sum(v, i % 2 ? 2 : 0.01f, inputs_vec3(&r, -1, 1));
                const collide_shape a = collide_shape_from_point(p);
                collide_distance d, e;
                assert_true(brute(&s, NULL, &a, INFINITY, &e));
                for (int isa = 0; isa < COLLIDE_ISA_COUNT && e.lo > 0; ++isa) {
                    collide_isa_limit((collide_isa_id)isa);
                    assert_true(collide_point_tree_distance(p, s.tree, NULL, INFINITY, &d));
                    same(&d, &e, "in lanes");
                }
                collide_isa_limit(COLLIDE_ISA_COUNT);
            }
            scene_free(&s);
        }
}

// Steps along the gradient change the distance by their length; outside of a cube, and inside.
static void test_signs(void **state) {
    static const collide_vec3 corner[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                           {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    static const uint32_t cube[36] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                      1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    const collide_mesh mesh = {corner, 8, 0, cube, 12, 4};
    const collide_tree_options options = {0, 0, 0, COLLIDE_TREE_CLOSED, 0};
    const size_t size = collide_tree_size(12, &options);
    void *memory = kinds_guarded(size);
    inputs_random r = inputs_seed(3);
    collide_tree *tree;
    collide_distance d, e;
    (void)state;
    assert_int_equal(collide_tree_build(&tree, memory, size, &mesh, &options), COLLIDE_OK);
    for (size_t i = 0; i < cases(3000); ++i) {
        const collide_vec3 p = inputs_vec3(&r, -2, 2);
        const float x[3] = {p.x < 0 ? -p.x : p.x, p.y < 0 ? -p.y : p.y, p.z < 0 ? -p.z : p.z};
        const float most = x[0] > x[1] ? (x[0] > x[2] ? x[0] : x[2]) : (x[1] > x[2] ? x[1] : x[2]);
        double square = 0;
        for (int k = 0; k < 3; ++k)
            square += x[k] > 1 ? ((double)x[k] - 1) * ((double)x[k] - 1) : 0;
        const double exact = most > 1 ? root(square) : (double)most - 1;
        assert_true(collide_point_tree_distance(p, tree, NULL, 10, &d));
        assert_true((double)d.lo <= exact + 1e-15 && exact <= (double)d.hi + 1e-15);
        assert_true(d.hi - d.lo <= 1e-5f);
        const collide_vec3 next = whole_sum(p, 0.001f, d.normal);
        assert_true(collide_point_tree_distance(next, tree, NULL, 10, &e));
        // Inside, the gradient turns where two faces are equally near.
        assert_true(magnitude((double)(e.lo - d.lo) - 0.001) < 1e-5);
    }
    // Corners, edges and faces are on the surface.
    for (int i = 0; i < 27; ++i) {
        const collide_vec3 p = vec((float)(i % 3 - 1), (float)(i / 3 % 3 - 1), (float)(i / 9 - 1));
        assert_true(collide_point_tree_distance(p, tree, NULL, 10, &d));
        assert_true(i == 13 ? d.lo <= -1 && d.hi >= -1 && d.hi < 0 : d.lo == 0 && d.hi == 0);
    }
    kinds_guarded_free(memory, size);
}

// ---- packs -----------------------------------------------------------------------------------

static void check_pack(const scene *s, const collide_pose *pose, const collide_vec3 *p, size_t n,
                       float max) {
    static uint16_t bits[COLLIDE_BLOCKS(100)];
    static float lo[100], hi[100];
    static collide_distance all[100];
    const collide_distances out = {bits, lo, hi, all}, less = {NULL, NULL, hi, NULL};
    const size_t size = collide_vec3_pack_size(n);
    void *memory = kinds_guarded(size);
    collide_vec3_pack *pack;
    size_t hits = 0;
    assert_int_equal(collide_vec3_pack_build(&pack, memory, size, p, n, 0), COLLIDE_OK);
    memset(bits, 0xff, sizeof bits);
    const size_t count = collide_tree_point_distance_many(s->tree, pose, pack, max, &out);
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        const bool hit = collide_point_tree_distance(p[i], s->tree, pose, max, &d);
        hits += hit;
        same(&all[i], &d, "of a pack");
        assert_true(lo[i] == d.lo && hi[i] == d.hi && (bits[i / 16] >> i % 16 & 1) == hit);
    }
    assert_int_equal(hits, count);
    assert_true(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
    assert_int_equal(collide_tree_point_distance_many(s->tree, pose, pack, max, &less), count);
    kinds_guarded_free(memory, size);
}

// ---- points on a mesh ------------------------------------------------------------------------

// Triangles of a scene that is not yet built.
static void surface_add(scene *s, collide_vec3 a, collide_vec3 b, collide_vec3 c) {
    assert_true(s->n < MOST);
    s->v[3 * s->n] = a;
    s->v[3 * s->n + 1] = b;
    s->v[3 * s->n++ + 2] = c;
}

// A cube, wound outward; its faces as four triangles about their middles, or two.
static void surface_cube(scene *s, collide_vec3 lo, float size, bool inward, bool fine) {
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 2; ++k) {
            collide_vec3 c[5], middle = lo;
            for (int i = 0; i < 5; ++i) {
                float x[3];
                const int turn = k ? i : 3 - i; // counterclockwise from the side of k
                const float u = i == 4 ? 0.5f : (float)(turn == 1 || turn == 2);
                const float w = i == 4 ? 0.5f : (float)(turn >= 2);
                x[axis] = (float)k;
                x[(axis + 1) % 3] = u;
                x[(axis + 2) % 3] = w;
                c[i] = whole_sum(lo, size, vec(x[0], x[1], x[2]));
            }
            middle = c[4];
            for (int i = 0; i < 4 && fine; ++i)
                surface_add(s, c[i], inward ? middle : c[(i + 1) % 4],
                            inward ? c[(i + 1) % 4] : middle);
            for (int i = 0; i < 2 && !fine; ++i)
                surface_add(s, c[0], c[inward ? i + 2 : i + 1], c[inward ? i + 1 : i + 2]);
        }
}

static void surface_make(inputs_random *r, scene *s, int kind) {
    static const uint32_t planes[] = {6, 14, 18, 26};
    collide_tree_options options;
    memset(s, 0, sizeof *s);
    memset(&options, 0, sizeof options);
    s->v = (collide_vec3 *)allocate(3 * MOST, sizeof *s->v);
    s->index = (uint32_t *)allocate(3 * MOST, sizeof *s->index);
    s->corners = 3;
    s->scale = 1;
    s->type = options.type = COLLIDE_TREE_CLOSED;
    options.kind = planes[kinds_below(r, 4)];
    surface_cube(s, vec(-1, -1, -1), 2, false, kind != 0);
    if (kind == 2) // hollow
        surface_cube(s, vec(-0.5f, -0.5f, -0.5f), 1, true, true);
    if (kind == 3) { // cubes that touch in an edge and in a corner
        surface_cube(s, vec(1, 1, -1), 2, false, false);
        surface_cube(s, vec(-3, -3, -3), 2, false, true);
    }
    if (kind == 4) { // a thin sheet, much thinner than roundings of what it is near
        const collide_vec3 c[4] = {
            {8, 8, 2}, {12, 8, 2}, {8, 12, 2}, {8, 8, kinds_float(0x40000001)}};
        surface_add(s, c[0], c[2], c[1]);
        surface_add(s, c[3], c[1], c[2]);
        surface_add(s, c[0], c[1], c[3]);
        surface_add(s, c[0], c[3], c[2]);
    }
    for (uint32_t i = s->n; kind == 5 && i-- > 0;) { // edges halved, by triangles without area
        const collide_vec3 *v = s->v + 3 * i;
        const collide_vec3 a = v[0], b = v[1], c = v[2];
        const collide_vec3 m = vec((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
        s->v[3 * i + 1] = m;
        surface_add(s, m, b, c);
        surface_add(s, a, b, m);
    }
    for (uint32_t i = 0; i < 3 * s->n; ++i)
        s->index[i] = i;
    s->size = collide_tree_size(s->n, &options);
    void *memory = kinds_guarded(s->size);
    // The tree takes what the definition takes, with triangles turned round.
    const collide_mesh mesh = {s->v, 3 * s->n, 0, s->index, s->n, 4};
    for (uint32_t i = 0; i < s->n && kind % 2 == 1; ++i)
        if (kinds_below(r, 2)) {
            s->index[3 * i + 1] = 3 * i + 2;
            s->index[3 * i + 2] = 3 * i + 1;
        }
    assert_int_equal(collide_tree_build(&s->tree, memory, s->size, &mesh, &options), COLLIDE_OK);
}

// Corners of triangles, and middles of edges and of triangles that lie on the surface exactly, as
// single points and in a pack, on every instruction set; the triangles are wound outward, all
// inward or in any way.
static void test_surface(void **state) {
    inputs_random r = inputs_seed(7);
    (void)state;
    for (int k = 0; k < 6 * (int)cases(40); ++k) {
        scene s;
        collide_vec3 p[3 * MOST];
        uint32_t n = 0, found = 0;
        surface_make(&r, &s, k % 6);
        const collide_pose pose = scene_pose(&r, (uint32_t)k / 6 % 3);
        const collide_pose *at = k / 6 % 3 && k % 6 < 4 ? &pose : NULL; // others would fold over
        for (uint32_t i = 0; i < s.n && n + 3 < 3 * MOST; ++i) {
            const collide_triangle t = scene_element(&s, at, i).of.triangle;
            const collide_vec3 *v = t.v;
            p[n++] = v[i % 3];
            p[n++] = vec((v[0].x + v[1].x) / 2, (v[0].y + v[1].y) / 2, (v[0].z + v[1].z) / 2);
            p[n++] = vec(v[0].x / 4 + v[1].x / 4 + v[2].x / 2, v[0].y / 4 + v[1].y / 4 + v[2].y / 2,
                         v[0].z / 4 + v[1].z / 4 + v[2].z / 2);
        }
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            collide_isa_limit((collide_isa_id)isa);
            check_pack(&s, at, p, n < 100 ? n : 100, 1);
            for (uint32_t i = 0; i < n; ++i) {
                const collide_shape a = collide_shape_from_point(p[i]);
                collide_distance d;
                if (!collide_shape_tree(&a, s.tree, at))
                    continue;
                assert_true(collide_point_tree_distance(p[i], s.tree, at, 1, &d));
                check_on(&s, at, p[i], &d);
                ++found;
            }
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        assert_true(found >= COLLIDE_ISA_COUNT * s.n);
        scene_free(&s);
    }
}

static void test_packs(void **state) {
    inputs_random r = inputs_seed(4);
    (void)state;
    for (size_t i = 0; i < cases(30); ++i)
        for (mesh_kind kind = MESH_CLOSED; kind < MESH_KINDS; kind = (mesh_kind)(kind + 1)) {
            scene s = scene_make(&r, kind);
            const collide_pose pose = scene_pose(&r, (uint32_t)i % 3);
            const collide_pose *at = i % 3 && kind != MESH_SMALL ? &pose : NULL;
            collide_vec3 p[100];
            const size_t n = 1 + kinds_below(&r, 100);
            p[0] = scene_point(&r, &s, at);
            for (size_t k = 1; k < n; ++k)
                p[k] = i % 2 ? scene_point(&r, &s, at)
                             : whole_sum(p[k - 1], 0.01f * s.scale, inputs_vec3(&r, -1, 1));
            collide_isa_limit((collide_isa_id)(i % COLLIDE_ISA_COUNT));
            check_pack(&s, at, p, n, kinds_below(&r, 2) ? INFINITY : 0.2f * s.scale);
            collide_isa_limit(COLLIDE_ISA_COUNT);
            scene_free(&s);
        }
}

// ---- bad input -------------------------------------------------------------------------------

static void nothing(const collide_shape *a, const collide_tree *tree, const collide_pose *pose) {
    collide_distance d;
    uint32_t index;
    memset(&d, 0x55, sizeof d);
    assert_false(collide_shape_tree_distance(a, tree, pose, INFINITY, &d));
    assert_true(d.lo == INFINITY && d.hi == INFINITY && d.point_a.x == 0 && d.normal.z == 0 &&
                d.feature_a == 0 && d.feature_b == 0);
    assert_false(collide_shape_tree_within(a, tree, pose, INFINITY));
    assert_int_equal(collide_shape_tree_within_indices(a, tree, pose, INFINITY, &index, 1), 0);
    if (a->kind == COLLIDE_SHAPE_POINT) {
        assert_false(collide_point_tree_distance(a->of.point, tree, pose, INFINITY, &d));
        assert_true(d.lo == INFINITY && d.feature_b == 0);
    }
}

static void test_nothing(void **state) {
    inputs_random r = inputs_seed(5);
    scene s = scene_make(&r, MESH_CLOSED);
    collide_pose pose = collide_pose_identity();
    const collide_shape good = collide_shape_from_point(vec(1, 2, 3));
    const collide_distances none = {NULL, NULL, NULL, NULL};
    collide_distance d;
    (void)state;
    nothing(&good, NULL, NULL);
    assert_int_equal(collide_tree_point_distance_many(s.tree, NULL, NULL, 1, &none), 0);
    for (int i = 0; i < 3; ++i) {
        const float bad = i == 0 ? NAN : i == 1 ? INFINITY : -INFINITY;
        pose = collide_pose_identity();
        pose.position.y = bad;
        nothing(&good, s.tree, &pose);
        pose = collide_pose_identity();
        pose.axis[1].z = bad;
        nothing(&good, s.tree, &pose);
        for (uint32_t kind = COLLIDE_SHAPE_POINT; kind < KINDS; ++kind) {
            collide_shape a = any_shape(&r, kind, false);
            if (kind == COLLIDE_SHAPE_CONVEX)
                a.of.convex.pose.position.x = bad;
            else
                a.of.point.x = bad;
            nothing(&a, s.tree, NULL);
        }
    }
    const collide_shape nil = {COLLIDE_SHAPE_NONE, {{1, 2, 3}}};
    nothing(&nil, s.tree, NULL);
    // Shapes at the ends of floats have a distance.
    for (int i = 0; i < 6; ++i) {
        const float far_off[6] = {FLT_MAX, -FLT_MAX, 1e37f, 2e38f, 1e30f, -1e38f};
        const collide_vec3 p = vec(far_off[i], i % 2 ? 1 : far_off[5 - i], 0);
        const collide_shape a = collide_shape_from_point(p);
        collide_distance e;
        assert_true(brute(&s, NULL, &a, INFINITY, &e) ==
                    collide_shape_tree_distance(&a, s.tree, NULL, INFINITY, &d));
        same(&d, &e, "far off");
    }
    scene_free(&s);
}

// ---- tetrahedra ------------------------------------------------------------------------------

// Signed distances from the surface of blocks of tetrahedra; open meshes are refused.
static void test_tetrahedra(void **state) {
    (void)state;
    enum { SIDE = 3, VERTICES = (SIDE + 1) * (SIDE + 1) * (SIDE + 1), N = 6 * SIDE * SIDE * SIDE };
    static const unsigned char way[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
    collide_vec3 v[VERTICES];
    uint32_t tets[4 * N], indices[12 * N], few[12], n = 0;
    size_t count = 1;
    inputs_random r = inputs_seed(4201);
    for (uint32_t i = 0; i < VERTICES; ++i)
        v[i] = vec((float)(i % 4), (float)(i / 4 % 4), (float)(i / 16));
    for (uint32_t c = 0; c < SIDE * SIDE * SIDE; ++c)
        for (int k = 0; k < 6; ++k)
            for (int j = 0; j < 4; ++j) {
                const uint32_t b = j == 0 ? 0 : j < 3 ? way[k][j - 1] : 7;
                tets[n++] =
                    (c % 3 + (b & 1)) + 4 * (c / 3 % 3 + (b >> 1 & 1)) + 16 * (c / 9 + (b >> 2));
            }
    collide_mesh mesh = {v, VERTICES, 0, tets, N, 4};
    const size_t scratch_size = collide_tetrahedra_scratch_size(N);
    void *scratch = kinds_guarded(scratch_size);
    assert_int_equal(
        collide_tetrahedra_surface(&mesh, scratch, scratch_size, indices, 4 * N, &count),
        COLLIDE_OK);
    assert_int_equal(count, 12 * SIDE * SIDE);
    memset(few, 77, sizeof few); // a list that is too small receives the first ones
    assert_int_equal(collide_tetrahedra_surface(&mesh, scratch, scratch_size, few, 3, &count),
                     COLLIDE_OK);
    assert_int_equal(count, 12 * SIDE * SIDE);
    assert_memory_equal(few, indices, 9 * sizeof *few);
    assert_int_equal(few[9], 0x4d4d4d4d);
    double volume = 0;
    for (size_t i = 0; i < count; ++i) {
        const collide_vec3 a = v[indices[3 * i]], b = v[indices[3 * i + 1]];
        const collide_vec3 c = v[indices[3 * i + 2]];
        volume += (double)(a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
                           a.z * (b.x * c.y - b.y * c.x)) /
                  6;
    }
    assert_true(magnitude(volume - SIDE * SIDE * SIDE) < 1e-6); // outward
    collide_mesh outer = {v, VERTICES, 0, indices, count, 4};
    collide_tree_options options;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    const size_t size = collide_tree_size(count, &options);
    void *memory = kinds_guarded(size);
    collide_tree *tree;
    assert_int_equal(collide_tree_build(&tree, memory, size, &outer, &options), COLLIDE_OK);
    for (int i = 0; i < 200; ++i) {
        const collide_vec3 p = inputs_vec3(&r, 0.01f, 2.99f);
        float depth = SIDE;
        collide_distance d;
        for (int k = 0; k < 3; ++k) {
            const float x = k == 0 ? p.x : k == 1 ? p.y : p.z, least = x < 3 - x ? x : 3 - x;
            depth = least < depth ? least : depth;
        }
        assert_true(collide_point_tree_distance(p, tree, NULL, INFINITY, &d));
        assert_true(d.hi < 0 && magnitude((double)d.lo + (double)depth) < 1e-5);
    }
    // Without a face it is open, and refused.
    outer.triangle_count = count - 1;
    assert_int_equal(collide_tree_build(&tree, memory, size, &outer, &options), COLLIDE_ERROR_OPEN);
    assert_null(tree);
    kinds_guarded_free(memory, size);
    tets[5] = VERTICES;
    const collide_status statuses[] = {
        collide_tetrahedra_surface(&mesh, scratch, scratch_size, indices, 4 * N, &count),
        collide_tetrahedra_surface(NULL, scratch, scratch_size, indices, 4 * N, &count),
        collide_tetrahedra_surface(&mesh, NULL, scratch_size, indices, 4 * N, &count),
        collide_tetrahedra_surface(&mesh, scratch, scratch_size, NULL, 4 * N, &count),
        collide_tetrahedra_surface(&mesh, scratch, scratch_size - 1, indices, 4 * N, &count),
    };
    assert_int_equal(statuses[0], COLLIDE_ERROR_INDEX);
    for (int i = 1; i < 4; ++i)
        assert_int_equal(statuses[i], COLLIDE_ERROR_NULL);
    assert_int_equal(statuses[4], COLLIDE_ERROR_SIZE);
    assert_int_equal(count, 0);
    assert_int_equal(collide_tetrahedra_scratch_size(0), 0);
    assert_int_equal(collide_tetrahedra_scratch_size(SIZE_MAX), 0);
    mesh.triangle_count = 0;
    assert_int_equal(
        collide_tetrahedra_surface(&mesh, scratch, scratch_size, indices, 4 * N, &count),
        COLLIDE_ERROR_COUNT);
    kinds_guarded_free(scratch, scratch_size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_points),
        cmocka_unit_test(test_signs),   cmocka_unit_test(test_packs),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_tetrahedra),
        cmocka_unit_test(test_lanes),   cmocka_unit_test(test_surface),
    };
    any_bodies_make();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
