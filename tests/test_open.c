// What was saved: all bytes of what builders make are written; other versions are refused; damaged
// packs, convex bodies, octrees, trees and fronts are refused or harmless, in memory that ends at a
// page which traps; terrain is adopted with its heights alone.
#include "test.h"

#include "drawn.h"

#define MOST 512 // objects of a pack

static struct kinds_memory {
    char *at;
    size_t size;
} saved_of(const void *from, size_t size) {
    struct kinds_memory m = {(char *)kinds_guarded(size), size};
    memcpy(m.at, from, size);
    return m;
}

// ---- what is saved ---------------------------------------------------------------------------

enum form { OCTREE_BALLS, OCTREE_BOXES, TREE, TREE_CLOSED, TREE_SOLID, FRONT, FORMS };

static const char *const form_names[FORMS] = {"octree of balls", "octree of boxes", "tree",
                                              "closed tree",     "solid tree",      "front"};

// Something to save, and what it is of.
struct thing {
    enum form form;
    void *memory;
    size_t size, n;
    collide_sphere *balls;
    collide_aabb *boxes;
    struct drawn mesh;
    collide_tree *tree; // of a front, both of its trees
};

// Balls near each other; of heaps far apart if n is large.
static void draw_objects(inputs_random *r, struct thing *t) {
    t->balls = (collide_sphere *)allocate(t->n, sizeof *t->balls);
    t->boxes = (collide_aabb *)allocate(t->n, sizeof *t->boxes);
    for (size_t i = 0; i < t->n; ++i) {
        const collide_vec3 p = inputs_vec3(r, 0, 8);
        const float by = i % 2 && t->n >= 1024 ? 1e7f : 0;
        t->balls[i].center = vec(p.x + by, p.y - by, p.z);
        t->balls[i].radius = 0.25f;
        t->boxes[i].min = t->balls[i].center;
        t->boxes[i].max =
            vec(t->balls[i].center.x + 0.5f, t->balls[i].center.y + 0.25f, p.z + 0.5f);
    }
}

static collide_status build_octree(const struct thing *t, void *memory, size_t size) {
    const collide_octree_options options = {0, 4, 0};
    collide_octree *octree;
    return t->form == OCTREE_BALLS
               ? collide_octree_build_spheres(&octree, memory, size, t->balls, t->n, 0, &options)
               : collide_octree_build_aabbs(&octree, memory, size, t->boxes, t->n, 0, &options);
}

static collide_tree_options tree_options(const struct thing *t) {
    static const uint32_t rows[4] = {6, 14, 18, 26};
    static const uint32_t degrees[4] = {0, 2, 4, 8};
    const collide_tree_options options = {rows[t->n % 4], t->n / 4 % 2, t->n / 8 % 2,
                                          t->form == TREE_CLOSED  ? COLLIDE_TREE_CLOSED
                                          : t->form == TREE_SOLID ? COLLIDE_TREE_TETRAHEDRA
                                                                  : COLLIDE_TREE_SURFACE,
                                          degrees[t->n / 3 % 4]};
    return options;
}

// Memory for a thing, and its mesh or objects.
static struct thing draw_thing(inputs_random *r, enum form form, size_t n) {
    struct thing t;
    memset(&t, 0, sizeof t);
    t.form = form;
    t.n = n;
    const collide_octree_options octree = {0, 4, 0};
    if (form <= OCTREE_BOXES) {
        draw_objects(r, &t);
        t.size = collide_octree_size(n, &octree);
    } else {
        t.mesh = draw_mesh(r, BUMPY, n, 1);
        if (form == TREE_SOLID) // any four indices are a tetrahedron
            t.mesh.mesh.triangle_count = t.mesh.mesh.triangle_count * 3 / 4;
        const collide_tree_options options = tree_options(&t);
        t.size = collide_tree_size(t.mesh.mesh.triangle_count, &options);
    }
    t.memory = kinds_guarded(t.size);
    return t;
}

static collide_status build_thing(const struct thing *t, void *memory) {
    collide_tree *tree;
    if (t->form <= OCTREE_BOXES)
        return build_octree(t, memory, t->size);
    const collide_tree_options options = tree_options(t);
    return collide_tree_build(&tree, memory, t->size, &t->mesh.mesh, &options);
}

static void free_thing(struct thing *t) {
    kinds_guarded_free(t->memory, t->size);
    free(t->balls);
    free(t->boxes);
    if (t->form > OCTREE_BOXES)
        free_drawn(&t->mesh);
    if (t->tree)
        free_tree(t->tree);
}

// A front after some queries, in place of its tree, which it keeps.
static void make_front(inputs_random *r, struct thing *t) {
    collide_front *front;
    collide_pair pairs[8];
    collide_front_counts n;
    const size_t size = collide_front_size(1 << 15);
    void *memory = kinds_guarded(size);
    t->tree = (collide_tree *)t->memory;
    assert_int_equal(collide_front_build(&front, memory, size, 1 << 15, t->tree, t->tree),
                     COLLIDE_OK);
    collide_pose pose = collide_pose_identity();
    for (int step = 0; step < 4; ++step) {
        const collide_vec3 by = inputs_vec3(r, -0.05f, 0.05f);
        pose.position = vec(0.1f + by.x, 0.05f + by.y, 0.08f + by.z);
        assert_int_equal(collide_front_indices(front, t->tree, NULL, t->tree, &pose, pairs, 8, &n),
                         COLLIDE_OK);
    }
    assert_true(front->count > 1 || t->n < 100 || t->n > 1000);
    t->memory = memory;
    t->size = size;
}

static struct thing make_thing(inputs_random *r, enum form form, size_t n) {
    struct thing t = draw_thing(r, form, n);
    assert_int_equal(build_thing(&t, t.memory), COLLIDE_OK);
    if (form == FRONT)
        make_front(r, &t);
    return t;
}

static collide_status open_thing(const struct thing *t, void *memory, size_t size, void **out) {
    collide_octree *octree = (collide_octree *)memory;
    collide_tree *tree = (collide_tree *)memory;
    collide_front *front = (collide_front *)memory;
    collide_status status;
    if (t->form <= OCTREE_BOXES) {
        status = collide_octree_open(&octree, memory, size);
        *out = octree;
    } else if (t->form == FRONT) {
        status = collide_front_open(&front, memory, size, t->tree, t->tree);
        *out = front;
    } else {
        status = collide_tree_open(&tree, memory, size);
        *out = tree;
    }
    return status;
}

// ---- using what was opened -------------------------------------------------------------------

static bool within(size_t found, const uint32_t *indices, size_t capacity, size_t n) {
    for (size_t i = 0; i < found && i < capacity; ++i)
        if (indices[i] >= n)
            return false;
    return true;
}

static bool pairs_within(size_t found, const collide_pair *pairs, size_t capacity, size_t n) {
    for (size_t i = 0; i < found && i < capacity; ++i)
        if (pairs[i].a >= n || pairs[i].b >= n)
            return false;
    return true;
}

static void use_octree(const struct thing *t, collide_octree *o) {
    collide_pair pairs[64];
    uint32_t indices[64];
    float times[64];
    const collide_segment segment = {t->balls[0].center, t->balls[t->n - 1].center};
    const size_t n = o->count;
    assert_true(pairs_within(collide_octree_self_indices(o, NULL, pairs, 64), pairs, 64, n));
    for (size_t i = 0; i < 4; ++i) {
        const collide_sphere *ball = &t->balls[i * t->n / 5];
        const collide_aabb *box = &t->boxes[i * t->n / 5];
        assert_true(
            within(collide_sphere_octree_indices(ball, o, NULL, indices, 64), indices, 64, n));
        assert_true(within(collide_aabb_octree_indices(box, o, NULL, indices, 64), indices, 64, n));
    }
    assert_true(within(collide_segment_octree_indices(&segment, o, NULL, indices, 64, times),
                       indices, 64, n));
}

static void update_octree(const struct thing *t, collide_octree *o, size_t n) {
    const uint32_t some[3] = {0, (uint32_t)(t->n / 2), (uint32_t)(t->n / 3)};
    const uint32_t *indices = n == 3 ? some : NULL;
    if (t->form == OCTREE_BALLS)
        (void)collide_octree_update_spheres(o, indices, n, t->balls, 0);
    else
        (void)collide_octree_update_aabbs(o, indices, n, t->boxes, 0);
}

static void use_tree(const struct thing *t, collide_tree *tree) {
    collide_pair pairs[64];
    uint32_t indices[64], triangle;
    collide_ray_hit hit;
    collide_impact impact;
    collide_pose pose = collide_pose_identity();
    const size_t n = tree->triangle_count;
    const collide_ray ray = {{-2, 0.1f, 0.2f}, {1, 0.05f, 0}};
    const collide_sphere ball = {{0.5f, 0.5f, 0}, 0.5f};
    const collide_vec3 still = {0, 0, 0}, v = {-1, 0.25f, 0};
    pose.position = vec(0.1f, 0.05f, 0.02f);
    const collide_triangle cut = {{{-1, 0, 0}, {1, 0, 0.5f}, {0, 1, 0}}};
    uint16_t bits[1];
    assert_true(pairs_within(collide_tree_tree_indices(tree, NULL, tree, &pose, pairs, 64, NULL),
                             pairs, 64, n));
    (void)collide_tree_tree(tree, NULL, tree, &pose, NULL);
    assert_true(pairs_within(collide_tree_self_indices(tree, pairs, 64, NULL), pairs, 64, n));
    const collide_pose_array poses = {&pose, 1, 0};
    (void)collide_tree_tree_poses(tree, NULL, tree, &poses, bits);
    assert_true(
        within(collide_sphere_tree_indices(&ball, tree, &pose, indices, 64), indices, 64, n));
    assert_true(
        within(collide_triangle_tree_indices(&cut, tree, &pose, indices, 64), indices, 64, n));
    (void)collide_ray_tree(&ray, tree, &pose, 9, &hit);
    (void)collide_point_tree(ball.center, tree, &pose);
    (void)collide_tree_tree_containment(tree, NULL, tree, &pose, NULL);
    (void)collide_aabb_from_tree(tree, &pose);
    pose.position.x = 3;
    if (collide_tree_tree_sweep(INPUTS_MOVER(tree, NULL, still), INPUTS_MOVER(tree, &pose, v), 9,
                                &impact, pairs, NULL)) {
        collide_contact contacts[9];
        (void)collide_tree_tree_sweep_contacts(INPUTS_MOVER(tree, NULL, still),
                                               INPUTS_MOVER(tree, &pose, v), *pairs, NULL, contacts,
                                               9);
    }
    (void)collide_sphere_tree_sweep(&ball, v, INPUTS_MOVER(tree, &pose, still), 9, &impact,
                                    &triangle);
    (void)t;
}

// Queries, then what changes it, then queries again.
static void use_thing(const struct thing *t, void *opened) {
    const uint32_t some[3] = {0, 5, 2};
    if (t->form <= OCTREE_BOXES) {
        collide_octree *o = (collide_octree *)opened;
        use_octree(t, o);
        update_octree(t, o, 3);
        use_octree(t, o);
        update_octree(t, o, t->n);
        use_octree(t, o);
    } else if (t->form == FRONT) {
        collide_pair pairs[64];
        collide_pose pose = collide_pose_identity();
        for (int step = 0; step < 3; ++step) {
            collide_front_counts n;
            pose.position = vec(0.1f + 0.03f * (float)step, 0.05f, 0.08f);
            assert_int_equal(collide_front_indices((collide_front *)opened, t->tree, NULL, t->tree,
                                                   &pose, pairs, 64, &n),
                             COLLIDE_OK);
            assert_true(pairs_within(n.pairs, pairs, 64, t->tree->triangle_count));
        }
    } else {
        collide_tree *tree = (collide_tree *)opened;
        use_tree(t, tree);
        (void)collide_tree_refit(tree, &t->mesh.mesh, some, 3);
        use_tree(t, tree);
        (void)collide_tree_refit(tree, &t->mesh.mesh, NULL, 0);
        use_tree(t, tree);
    }
}

// ---- damage ----------------------------------------------------------------------------------

// How many of a kind are damaged, also under sanitizers.
static size_t damages(void) {
    const char *tier = getenv("COLLIDE_TEST_TIER");
    return tier && strcmp(tier, "full") == 0 ? 10000 : cases(400);
}

// Bytes that a query reads: of a front those of the pairs that it holds.
static size_t used_of(const struct thing *t) {
    const collide_front *front = (const collide_front *)t->memory;
    return t->form == FRONT ? 704 + 16 * (size_t)front->count : t->size;
}

// Some words or bits, in the header more often than elsewhere.
static void damage(inputs_random *r, char *at, size_t size, size_t header) {
    static const uint32_t words[] = {0,           1,           0xffffffffu, 0x7fc00000u,
                                     0x7f800000u, 0xff800000u, 0x80000000u, 0x7fffffffu,
                                     2,           64,          0xfffffff8u, 0x80000001u};
    const size_t n = 1 + kinds_below(r, 6);
    for (size_t i = 0; i < n; ++i) {
        const uint32_t how = kinds_below(r, 8);
        const size_t range = how & 1 ? header : size;
        const size_t word = kinds_below(r, (uint32_t)(range / 4)) * 4;
        uint32_t x;
        memcpy(&x, at + word, sizeof x);
        if (how < 4)
            ((unsigned char *)at)[kinds_below(r, (uint32_t)range)] ^=
                (unsigned char)(1u << kinds_below(r, 8));
        if (how >= 4) {
            x = how < 6   ? words[kinds_below(r, sizeof words / sizeof *words)]
                : how < 7 ? x + (kinds_below(r, 2) ? 1 : (uint32_t)-1)
                          : (uint32_t)inputs_next(r);
            memcpy(at + word, &x, sizeof x);
        }
        if (kinds_below(r, 8) == 0) { // a run of words from elsewhere
            const size_t run = 4 * (1 + kinds_below(r, 16));
            const size_t from = kinds_below(r, (uint32_t)((size - run) / 4)) * 4;
            memmove(at + kinds_below(r, (uint32_t)((size - run) / 4)) * 4, at + from, run);
        }
    }
}

static void test_damaged(void **state) {
    static const size_t sizes[] = {1, 3, 5, 17, 40, 100, 300, 1100};
    static size_t opened[FORMS], refused[FORMS];
    inputs_random r = inputs_seed(90);
    (void)state;
    for (int form = 0; form < FORMS; ++form) {
        const size_t rounds = damages();
        for (size_t k = 0; k < 8; ++k) {
            struct thing t = make_thing(&r, (enum form)form, sizes[k] + (form >= TREE ? 12 : 0));
            void *out;
            // As it is, in memory that is larger, and too small by a byte.
            struct kinds_memory whole = saved_of(t.memory, t.size);
            assert_int_equal(open_thing(&t, whole.at, whole.size + 64, &out), COLLIDE_OK);
            assert_ptr_equal(out, whole.at);
            assert_memory_equal(whole.at, t.memory, t.size);
            assert_int_equal(open_thing(&t, whole.at, whole.size - 1, &out), COLLIDE_ERROR_SIZE);
            assert_null(out);
            assert_int_equal(open_thing(&t, NULL, 64, &out), COLLIDE_ERROR_NULL);
            assert_int_equal(open_thing(&t, whole.at + 4, whole.size, &out),
                             COLLIDE_ERROR_ALIGNMENT);
            use_thing(&t, whole.at);
            kinds_guarded_free(whole.at, whole.size);
            for (size_t i = 0; i < (rounds + 7) / 8; ++i) {
                struct kinds_memory m = saved_of(t.memory, t.size);
                damage(&r, m.at, used_of(&t), form == FRONT ? 704 : 192);
                const size_t given =
                    kinds_below(&r, 16) ? m.size : kinds_below(&r, (uint32_t)m.size);
                const collide_status status = open_thing(&t, m.at, given, &out);
                assert_true((status == COLLIDE_OK) == (out == m.at) && (out == m.at || !out));
                ++(out ? opened : refused)[form];
                if (out)
                    use_thing(&t, out);
                kinds_guarded_free(m.at, m.size);
            }
            free_thing(&t);
        }
        fprintf(stderr, "# %s: %zu opened, %zu refused\n", form_names[form], opened[form],
                refused[form]);
        assert_true(opened[form] && refused[form]);
    }
}

// What would make a query hang, read outside or use up the stack, each alone.
static void test_refused(void **state) {
    inputs_random r = inputs_seed(91);
    void *out;
    (void)state;
    struct thing t = make_thing(&r, OCTREE_BALLS, 300);
    collide_octree *o = (collide_octree *)t.memory;
    uint32_t *nodes =
        (uint32_t *)(void *)((char *)t.memory + o->inside.nodes_at); // first, count, room
    uint32_t *references = (uint32_t *)(void *)((char *)t.memory + o->inside.references_at);
    uint32_t leaf = 1;
    while (nodes[3 * leaf + 2] == 0xffffffffu || nodes[3 * leaf + 1] < 2)
        ++leaf;
    uint32_t *const words[] = {&nodes[0],
                               &nodes[3 * leaf],
                               &nodes[3 * leaf + 1],
                               &nodes[3 * leaf + 2],
                               &references[4 * nodes[3 * leaf]],
                               &o->inside.node_count,
                               &o->inside.reference_count,
                               &o->inside.reference_room,
                               &o->inside.node_room,
                               &o->count,
                               &o->floats,
                               &o->options.leaf_size};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        const uint32_t keep = *words[i];
        static const uint32_t wrong[] = {0xffffffffu, 0x00ffffffu};
        for (size_t k = 0; k < 2; ++k) {
            *words[i] = wrong[k];
            REQUIRE(open_thing(&t, t.memory, t.size, &out) == COLLIDE_ERROR_DAMAGED, "word %zu", i);
        }
        *words[i] = keep;
    }
    nodes[0] = 0; // a circle
    assert_int_equal(open_thing(&t, t.memory, t.size, &out), COLLIDE_ERROR_DAMAGED);
    nodes[0] = 1;
    assert_int_equal(open_thing(&t, t.memory, t.size, &out), COLLIDE_OK);
    free_thing(&t);

    // A front that holds one pair of nodes over and over.
    t = make_thing(&r, FRONT, 300);
    collide_front *front = (collide_front *)t.memory;
    char *entries = (char *)t.memory + (sizeof *front + 63) / 64 * 64;
    for (uint32_t i = 1; i < front->count; ++i)
        memcpy(entries + 16 * i, entries, 16);
    assert_int_equal(open_thing(&t, t.memory, t.size, &out), COLLIDE_ERROR_DAMAGED);
    front->count = 0;
    assert_int_equal(open_thing(&t, t.memory, t.size, &out), COLLIDE_OK);
    // Of another tree, and of one with the same stamp.
    struct thing other = make_thing(&r, TREE, 700);
    collide_tree *tree = (collide_tree *)other.memory;
    collide_pair pair;
    collide_front_counts n;
    tree->stamp = front->inside.stamp[0];
    assert_int_equal(collide_front_open(&front, t.memory, t.size, tree, t.tree),
                     COLLIDE_ERROR_TREE);
    assert_null(front);
    front = (collide_front *)t.memory;
    assert_int_equal(collide_front_indices(front, tree, NULL, t.tree, NULL, &pair, 1, &n),
                     COLLIDE_ERROR_TREE);
    assert_int_equal(collide_front_open(&front, t.memory, t.size, NULL, t.tree),
                     COLLIDE_ERROR_NULL);
    free_thing(&t);
    free_thing(&other);
}

// ---- every byte is written -------------------------------------------------------------------

static void check_written(const char *what, const void *a, const void *b, size_t size) {
    for (size_t i = 0; i < size; ++i)
        REQUIRE(((const char *)a)[i] == ((const char *)b)[i], "%s: byte %zu is not written", what,
                i);
}

static void make_objects(inputs_random *r, const struct pack_type *t, float *out, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        float *x = out + i * t->floats;
        const collide_pose pose = inputs_pose(r, vec(0, 0, 0));
        for (size_t k = 0; k < t->floats; ++k)
            x[k] =
                inputs_uniform(r, 0.25f, 1) + (t->floats % 2 == 0 && k >= t->floats / 2 ? 1.0f : 0);
        if (t->floats == 15)
            memcpy(x + 6, pose.axis, sizeof pose.axis);
        if (strcmp(t->name, "cylinder") == 0)
            memcpy(x + 3, pose.axis, 12);
    }
}

static void test_written(void **state) {
    static float objects[MOST * PACKS_MAX_FLOATS * 2];
    inputs_random r = inputs_seed(92);
    (void)state;
    for (size_t type = 0; type < sizeof pack_types / sizeof *pack_types; ++type) {
        const struct pack_type *t = &pack_types[type];
        for (size_t n = 1; n < 70; n += 1 + n / 4) {
            const size_t size = t->size(n);
            char *at[2] = {(char *)kinds_guarded(size), (char *)kinds_guarded(size)};
            void *pack;
            make_objects(&r, t, objects, n);
            for (int k = 0; k < 2; ++k) {
                memset(at[k], k ? 0xaa : 0x55, size);
                REQUIRE(t->build(&pack, at[k], size, objects, n, 0) == COLLIDE_OK, "%s", t->name);
            }
            check_written(t->name, at[0], at[1], size);
            kinds_guarded_free(at[0], size);
            kinds_guarded_free(at[1], size);
        }
    }
    for (int form = 0; form < FRONT; ++form)
        for (size_t n = 1; n < 3000; n = n * 5 / 2 + 1) {
            struct thing t = draw_thing(&r, (enum form)form, n + (form >= TREE ? 12 : 0));
            void *other = kinds_guarded(t.size);
            memset(t.memory, 0x55, t.size);
            memset(other, 0xaa, t.size);
            assert_int_equal(build_thing(&t, t.memory), COLLIDE_OK);
            assert_int_equal(build_thing(&t, other), COLLIDE_OK);
            check_written(form_names[form], t.memory, other, t.size);
            kinds_guarded_free(other, t.size);
            free_thing(&t);
        }
    // A front, a terrain and a convex body.
    struct thing t = make_thing(&r, TREE, 60);
    const collide_tree *tree = (const collide_tree *)t.memory;
    const size_t sizes[3] = {collide_front_size(100), collide_terrain_size(37, 21),
                             collide_convex_mesh_size(&t.mesh.mesh)};
    static float heights[37 * 21];
    collide_heights grid;
    memset(&grid, 0, sizeof grid);
    for (size_t i = 0; i < 37 * 21; ++i)
        heights[i] = inputs_uniform(&r, 0, 1);
    grid.heights = heights;
    grid.columns = 37;
    grid.rows = 21;
    grid.dx = grid.dy = 1;
    for (int what = 0; what < 3; ++what) {
        char *at[2] = {(char *)kinds_guarded(sizes[what]), (char *)kinds_guarded(sizes[what])};
        for (int k = 0; k < 2; ++k) {
            collide_front *front;
            collide_terrain *terrain;
            collide_convex *convex;
            const collide_mesh cube = {
                t.mesh.mesh.positions, 3, t.mesh.mesh.position_stride, NULL, 1, 0};
            memset(at[k], k ? 0xaa : 0x55, sizes[what]);
            const collide_status status =
                what == 0   ? collide_front_build(&front, at[k], sizes[0], 100, tree, tree)
                : what == 1 ? collide_terrain_build(&terrain, at[k], sizes[1], &grid)
                            : collide_convex_build_mesh(&convex, at[k], sizes[2], &cube);
            REQUIRE(status == COLLIDE_OK, "%d: %s", what, collide_status_text(status));
        }
        uint64_t used = sizes[what];
        if (what == 2)
            used = ((const collide_convex *)(void *)at[0])->size;
        check_written("front, terrain or convex body", at[0], at[1], (size_t)used);
        kinds_guarded_free(at[0], sizes[what]);
        kinds_guarded_free(at[1], sizes[what]);
    }
    free_thing(&t);
}

// ---- versions --------------------------------------------------------------------------------

static void check_versions(const char *what, char *at,
                           collide_status (*open)(void *of, void *memory), void *of) {
    char keep[4];
    memcpy(keep, at, 4);
    REQUIRE(open(of, at) == COLLIDE_OK, "%s", what);
    at[3] = '0';
    REQUIRE(open(of, at) == COLLIDE_ERROR_VERSION, "%s of an older version", what);
    for (int i = 0; i < 4; ++i)
        at[i] = keep[3 - i];
    REQUIRE(open(of, at) == COLLIDE_ERROR_VERSION, "%s of the other byte order", what);
    memcpy(at, keep, 4);
    at[1] = '?';
    REQUIRE(open(of, at) == COLLIDE_ERROR_KIND, "%s of another kind", what);
    memcpy(at, keep, 4);
}

static collide_status open_again(void *of, void *memory) {
    void *out;
    return open_thing((const struct thing *)of, memory, ((const struct thing *)of)->size, &out);
}

struct packed {
    const struct pack_type *type;
    size_t size;
};

static collide_status open_pack(void *of, void *memory) {
    void *out = NULL;
    return ((struct packed *)of)->type->open(&out, memory, ((struct packed *)of)->size);
}

static void test_versions(void **state) {
    static float objects[MOST * PACKS_MAX_FLOATS * 2];
    inputs_random r = inputs_seed(93);
    (void)state;
    for (int form = 0; form < FORMS; ++form) {
        struct thing t = make_thing(&r, (enum form)form, 60);
        check_versions(form_names[form], (char *)t.memory, open_again, &t);
        free_thing(&t);
    }
    for (size_t type = 0; type < sizeof pack_types / sizeof *pack_types; ++type) {
        struct packed p = {&pack_types[type], pack_types[type].size(20)};
        void *memory = kinds_guarded(p.size), *pack;
        make_objects(&r, p.type, objects, 20);
        assert_int_equal(p.type->build(&pack, memory, p.size, objects, 20, 0), COLLIDE_OK);
        check_versions(p.type->name, (char *)memory, open_pack, &p);
        kinds_guarded_free(memory, p.size);
    }
}

// ---- padding ---------------------------------------------------------------------------------

// Copies lane 0 of each row to the lanes behind the last object.
static void fill_padding(void *pack, size_t size, size_t n) {
    const size_t last = (n - 1) / 16 * 16, from = last ? 0 : n - 1;
    for (size_t row = 64; n % 16 && row + 64 <= size; row += 64) {
        float lanes[16];
        memcpy(lanes, (char *)pack + row, sizeof lanes);
        for (size_t i = n % 16; i < 16; ++i)
            lanes[i] = lanes[from % 16];
        memcpy((char *)pack + row, lanes, sizeof lanes);
    }
}

// The object that a batch asks a pack about: a few, since some never meet.
static void make_one(inputs_random *r, const bits_query *query, float *out) {
    const char *one = query->pack_first ? query->b : query->a;
    make_objects(r, packs_type(one), out, 1);
}

// Batches of a pack of n < 16 objects whose lanes may hold anything: no hits behind the last one.
static size_t ask_batches(const bits_query *query, const float *one, const void *pack, size_t n) {
    const bool alike = strcmp(query->a, query->b) == 0;
    uint16_t bits = 0;
    uint32_t indices[16];
    collide_pair pairs[256];
    const size_t hits = query->many(one, pack, &bits);
    REQUIRE(bits >> n == 0 && hits <= n, "%s_many: %zu of %zu", query->name, hits, n);
    size_t found = query->many_indices ? query->many_indices(one, pack, indices, 16) : 0;
    REQUIRE(found <= n && within(found, indices, 16, n), "%s_many_indices", query->name);
    found = query->lanes && alike ? query->lanes(pack, pack, &bits) : 0;
    REQUIRE(bits >> n == 0 && found <= n, "%s_lanes", query->name);
    found = query->all ? query->all(one, 1, 0, pack, &bits) : 0;
    REQUIRE(bits >> n == 0 && found <= n, "%s_all", query->name);
    found = query->self_indices ? query->self_indices(pack, pairs, 256) : 0;
    REQUIRE(found <= n * n && pairs_within(found, pairs, 256, n), "%s_self_indices", query->name);
    return hits;
}

static void ask_rays(const cast_query *query, const void *pack, size_t n) {
    const collide_ray ray = {{0, 0, 0}, {1, 1, 1}};
    const collide_segment segment = {{0, 0, 0}, {2, 2, 2}};
    uint16_t bits = 0;
    float times[16];
    REQUIRE(query->ray_many(&ray, pack, 9, &bits, times) <= n && bits >> n == 0, "rays against %s",
            query->b);
    REQUIRE(query->segment_many(&segment, pack, &bits, times) <= n && bits >> n == 0,
            "segments against %s", query->b);
}

static void ask_sweeps(const sweep_query *query, const float *one, const void *pack, size_t n) {
    uint16_t bits = 0;
    float t_first[16], t_last[16];
    uint8_t axis[16];
    const collide_sweeps out = {&bits, t_first, t_last, axis};
    const collide_vec3 v = {1, 0.5f, -0.25f};
    REQUIRE(query->many(one, v, pack, NULL, 9, &out) <= n && bits >> n == 0, "%s_sweep_many",
            query->name);
}

// Packs of all types whose padding is a copy of the first lane, or which are damaged in some way.
static void check_packs(size_t rounds, bool padding) {
    static float objects[MOST * PACKS_MAX_FLOATS * 2], one[PACKS_MAX_FLOATS * 2];
    inputs_random r = inputs_seed(94);
    size_t hits = 0, opened = 0, refused = 0;
    for (size_t round = 0; round < rounds; ++round) {
        const struct pack_type *t = &pack_types[round % (sizeof pack_types / sizeof *pack_types)];
        size_t n = 1 + kinds_below(&r, 15);
        const size_t size = t->size(n);
        void *memory = kinds_guarded(size), *pack;
        make_objects(&r, t, objects, n);
        assert_int_equal(t->build(&pack, memory, size, objects, n, 0), COLLIDE_OK);
        if (padding)
            fill_padding(memory, size, n);
        else
            damage(&r, (char *)memory, size, 64);
        const collide_status status = t->open(&pack, memory, size);
        assert_true(!padding || status == COLLIDE_OK);
        ++*(status == COLLIDE_OK ? &opened : &refused);
        n = status == COLLIDE_OK ? t->count(pack) : 0;
        assert_true(n <= 16);
        for (int i = 0; i < COLLIDE_ISA_COUNT && n && n < 16; ++i) {
            if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                continue;
            for (size_t q = 0; q < BITS_COUNT; ++q) {
                const bits_query *query = &bits_queries[q];
                if (strcmp(query->b, "terrain") == 0 ||
                    strcmp(query->pack_first ? query->a : query->b, t->name) != 0)
                    continue;
                make_one(&r, query, one);
                hits += ask_batches(query, one, pack, n);
            }
            for (size_t q = 0; q < CAST_COUNT; ++q)
                if (strcmp(cast_queries[q].b, t->name) == 0)
                    ask_rays(&cast_queries[q], pack, n);
            for (size_t q = 0; q < SWEEP_COUNT; ++q)
                if (strcmp(sweep_queries[q].b, t->name) == 0) {
                    make_objects(&r, packs_type(sweep_queries[q].a), one, 1);
                    ask_sweeps(&sweep_queries[q], one, pack, n);
                }
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        kinds_guarded_free(memory, size);
    }
    fprintf(stderr, "# packs: %zu opened, %zu refused, %zu hits\n", opened, refused, hits);
    assert_true(hits > rounds && (padding || refused > 0));
}

static void test_padding(void **state) {
    (void)state;
    check_packs(cases(400), true);
}

static void test_damaged_packs(void **state) {
    (void)state;
    check_packs(damages(), false);
}

// ---- terrain ---------------------------------------------------------------------------------

static void test_terrain(void **state) {
    inputs_random r = inputs_seed(95);
    static float heights[70 * 50], moved[70 * 50];
    (void)state;
    for (size_t round = 0; round < cases(20); ++round) {
        collide_heights grid;
        collide_terrain *terrain;
        memset(&grid, 0, sizeof grid);
        grid.columns = 2 + kinds_below(&r, 69);
        grid.rows = 2 + kinds_below(&r, 49);
        grid.heights = heights;
        grid.dx = grid.dy = 1;
        const size_t size = collide_terrain_size(grid.columns, grid.rows);
        const size_t n = grid.columns * grid.rows, at = kinds_below(&r, (uint32_t)n);
        char *m = (char *)kinds_guarded(size), *copy = (char *)kinds_guarded(size);
        for (size_t i = 0; i < n; ++i)
            heights[i] = kinds_below(&r, 40) ? inputs_uniform(&r, -1, 1) : NAN;
        assert_int_equal(collide_terrain_build(&terrain, m, size, &grid), COLLIDE_OK);
        memcpy(moved, heights, sizeof moved);
        memcpy(copy, m, size);
        grid.heights = moved;
        assert_int_equal(collide_terrain_open(&terrain, copy, size, &grid), COLLIDE_OK);
        assert_true((char *)terrain == copy && terrain->grid.heights == moved &&
                    terrain->holes == ((collide_terrain *)(void *)m)->holes);
        assert_memory_equal(copy + size - 64, m + size - 64, 64);
        // Other heights, damage, other sizes.
        memcpy(copy, m, size);
        moved[at] = 2;
        const collide_status other = collide_terrain_open(&terrain, copy, size, &grid);
        moved[at] = heights[at];
        assert_true(other == COLLIDE_ERROR_DAMAGED || other == COLLIDE_OK); // among holes
        copy[size - 64 + 3] ^= 1;
        memcpy(copy, m, size);
        copy[sizeof *terrain + 64 < size ? size / 2 : 4] ^= 1;
        const collide_status status = collide_terrain_open(&terrain, copy, size, &grid);
        assert_true(status == COLLIDE_OK || status == COLLIDE_ERROR_DAMAGED);
        if (terrain) {
            const collide_sphere ball = {{3, 3, 0}, 2};
            (void)collide_sphere_terrain(&ball, terrain);
        }
        memcpy(copy, m, size);
        for (size_t i = 0; i < 64; ++i) { // ranges begin behind the header
            const size_t byte = 128 + i;
            copy[byte] ^= 1;
            if (byte < 128 + 12)
                assert_int_equal(collide_terrain_open(&terrain, copy, size, &grid),
                                 COLLIDE_ERROR_DAMAGED);
            copy[byte] ^= 1;
        }
        assert_int_equal(collide_terrain_open(&terrain, copy, size - 1, &grid), COLLIDE_ERROR_SIZE);
        assert_int_equal(collide_terrain_open(&terrain, copy, size, NULL), COLLIDE_ERROR_NULL);
        copy[3] = '0';
        assert_int_equal(collide_terrain_open(&terrain, copy, size, &grid), COLLIDE_ERROR_VERSION);
        copy[2] = '0';
        assert_int_equal(collide_terrain_open(&terrain, copy, size, &grid), COLLIDE_ERROR_KIND);
        kinds_guarded_free(m, size);
        kinds_guarded_free(copy, size);
    }
}

// Level heights have the same ranges at any width.
static void test_terrain_of_other_width(void **state) {
    static const float level[13 * 13];
    (void)state;
    collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    grid.heights = level;
    grid.columns = 13;
    grid.rows = 12;
    grid.dx = grid.dy = 1;
    const size_t size = collide_terrain_size(13, 12);
    void *memory = kinds_guarded(size);
    assert_int_equal(collide_terrain_build(&terrain, memory, size, &grid), COLLIDE_OK);
    grid.columns = 12;
    assert_int_equal(collide_terrain_open(&terrain, memory, size, &grid), COLLIDE_ERROR_DAMAGED);
    grid.columns = 13;
    grid.rows = 13;
    assert_int_equal(collide_terrain_open(&terrain, memory, size, &grid), COLLIDE_ERROR_DAMAGED);
    grid.rows = 12;
    assert_int_equal(collide_terrain_open(&terrain, memory, size, &grid), COLLIDE_OK);
    kinds_guarded_free(memory, size);
}

// ---- convex bodies, terrain --------------------------------------------------------------------

static void use_convex(const collide_convex *convex, const collide_convex *whole,
                       const collide_tree *tree) {
    const collide_vec3 still = {0, 0, 0}, v = {-1, 0.25f, 0};
    const collide_pose pose = collide_pose_from_quaternion(1, 2, 3, 4, vec(0.5f, 0.25f, 0));
    const collide_convex *const pairs[3][2] = {{convex, whole}, {whole, convex}, {convex, convex}};
    collide_contact contacts[8];
    collide_overlap overlap;
    collide_impact impact;
    uint32_t triangles[8];
    for (int k = 0; k < 3; ++k) {
        (void)collide_convex_convex(pairs[k][0], NULL, pairs[k][1], &pose, &overlap);
        if (collide_convex_convex_sweep(pairs[k][0], NULL, still, pairs[k][1], &pose, v, 2,
                                        &impact))
            (void)collide_convex_convex_sweep_contacts(pairs[k][0], NULL, still, pairs[k][1], &pose,
                                                       v, &impact, NULL, contacts, 8);
    }
    (void)collide_convex_tree_indices(convex, &pose, tree, NULL, triangles, 8);
    (void)collide_convex_tree_sweep(convex, &pose, v, INPUTS_MOVER(tree, NULL, still), 2, &impact,
                                    triangles);
}

static void test_damaged_convex(void **state) {
    inputs_random r = inputs_seed(97);
    struct thing t = make_thing(&r, TREE, 60);
    static const uint16_t sides[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    collide_vec3 corners[8];
    size_t opened = 0, refused = 0;
    (void)state;
    for (int i = 0; i < 8; ++i)
        corners[i] = vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    const collide_mesh box = {corners, 8, 0, sides, 12, 2};
    const size_t size = collide_convex_mesh_size(&box);
    void *memory = kinds_guarded(size);
    collide_convex *whole, *out;
    assert_int_equal(collide_convex_build_mesh(&whole, memory, size, &box), COLLIDE_OK);
    for (size_t i = damages(); i > 0; --i) {
        struct kinds_memory m = saved_of(memory, (size_t)whole->size);
        damage(&r, m.at, m.size, sizeof *whole);
        const collide_status status = collide_convex_open(&out, m.at, m.size);
        assert_true((status == COLLIDE_OK) == !!out);
        ++*(out ? &opened : &refused);
        if (out)
            use_convex(out, whole, (const collide_tree *)t.memory);
        kinds_guarded_free(m.at, m.size);
    }
    fprintf(stderr, "# convex bodies: %zu opened, %zu refused\n", opened, refused);
    assert_true(opened > 0 && refused > 0);
    kinds_guarded_free(memory, size);
    free_thing(&t);
}

// What was adopted answers as what was built: all that it kept was compared with the heights.
static void use_terrain(inputs_random *r, const collide_terrain *terrain,
                        const collide_terrain *whole) {
    const collide_terrain *const both[2] = {terrain, whole};
    for (int k = 0; k < 4; ++k) {
        const float size = k % 2 ? 20 : 1;
        const collide_vec3 at = inputs_vec3(r, -2, 60);
        const collide_sphere ball = {vec(at.x, at.y, 0), size};
        const collide_cylinder cylinder = {ball.center, vec(0, 0, 1), size, 1};
        const collide_ray ray = {at, inputs_vec3(r, -1, 1)};
        size_t n[2][4];
        for (int i = 0; i < 2; ++i) {
            n[i][0] = collide_sphere_terrain_contacts(&ball, both[i], NULL, NULL, 0);
            n[i][1] = collide_cylinder_terrain_contacts(&cylinder, both[i], NULL, NULL, 0);
            n[i][2] = collide_cylinder_terrain_cells(&cylinder, both[i], NULL, 0);
            n[i][3] = collide_ray_terrain(&ray, both[i], 100, NULL);
        }
        assert_memory_equal(n[0], n[1], sizeof n[0]);
    }
}

static void test_damaged_terrain(void **state) {
    inputs_random r = inputs_seed(98);
    static float heights[70 * 50];
    size_t opened = 0, refused = 0;
    (void)state;
    for (size_t i = damages(); i > 0; --i) {
        collide_heights grid;
        collide_terrain *terrain, *whole;
        memset(&grid, 0, sizeof grid);
        grid.columns = 2 + kinds_below(&r, 69);
        grid.rows = 2 + kinds_below(&r, 49);
        grid.heights = heights;
        grid.dx = grid.dy = 1;
        for (size_t k = 0; k < grid.columns * grid.rows && i % 8 == 0; ++k)
            heights[k] = kinds_below(&r, 40) ? inputs_uniform(&r, -1, 1) : NAN;
        const size_t size = collide_terrain_size(grid.columns, grid.rows);
        char *m = (char *)kinds_guarded(size), *copy = (char *)kinds_guarded(size);
        assert_int_equal(collide_terrain_build(&whole, m, size, &grid), COLLIDE_OK);
        memcpy(copy, m, size);
        damage(&r, copy, size, sizeof *terrain);
        const collide_status status = collide_terrain_open(&terrain, copy, size, &grid);
        assert_true((status == COLLIDE_OK) == !!terrain);
        ++*(terrain ? &opened : &refused);
        if (terrain)
            use_terrain(&r, terrain, whole);
        kinds_guarded_free(m, size);
        kinds_guarded_free(copy, size);
    }
    fprintf(stderr, "# terrain: %zu opened, %zu refused\n", opened, refused);
    assert_true(opened > 0 && refused > 0);
}

// ---- strides ---------------------------------------------------------------------------------

static void test_strides(void **state) {
    // A cable whose stride no check takes has no segments.
    static const collide_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    collide_cable cable = {points, 4, (size_t)0 - 12, 0.5f, COLLIDE_CABLE_CLAMPED};
    (void)state;
    const collide_spline none = collide_cable_segment(&cable, 2);
    assert_true(none.radius != none.radius && none.v[3].x != none.v[3].x);
    cable.stride = 4;
    assert_true(collide_cable_segment(&cable, 0).radius != 0.5f);
    cable.stride = 0;
    assert_true(collide_cable_segment(&cable, 0).radius == 0.5f);

    // Bodies that lie at multiples of 4.
    inputs_random r = inputs_seed(96);
    struct drawn d = draw_mesh(&r, BUMPY, 48, 1);
    const size_t stride = sizeof(collide_body) + 4, n = 5;
    char *bodies = (char *)allocate(n, stride);
    collide_body together[5];
    for (size_t i = 0; i < n; ++i) {
        collide_body *b = &together[i];
        memset(b, 0, sizeof *b);
        b->mesh = &d.mesh;
        b->pose = collide_pose_identity();
        b->pose.position.x = 0.1f * (float)i;
        assert_int_equal(collide_sphere_from_points(&b->bounds, d.mesh.positions,
                                                    d.mesh.vertex_count, d.mesh.position_stride),
                         COLLIDE_OK);
        memcpy(bodies + i * stride, b, sizeof *b);
    }
    const collide_bodies_options options = {{0, 0, 0}, 0, 0, true};
    const collide_body *apart = (const collide_body *)(void *)bodies;
    const size_t size = collide_bodies_scratch_size(apart, n, stride, &options);
    void *scratch = kinds_guarded(size);
    static collide_body_touch a[4096], b[4096];
    collide_bodies_counts count[2];
    assert_int_equal(size, collide_bodies_scratch_size(together, n, 0, &options));
    assert_int_equal(
        collide_bodies_touches(apart, n, stride, &options, scratch, size, a, 4096, &count[0]),
        COLLIDE_OK);
    assert_int_equal(
        collide_bodies_touches(together, n, 0, &options, scratch, size, b, 4096, &count[1]),
        COLLIDE_OK);
    assert_true(count[0].touches > 0 && memcmp(&count[0], &count[1], sizeof count[0]) == 0);
    assert_memory_equal(a, b, count[0].touches * sizeof *a);
    kinds_guarded_free(scratch, size);
    free(bodies);
    free_drawn(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_written),        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_padding),        cmocka_unit_test(test_damaged_packs),
        cmocka_unit_test(test_damaged_convex), cmocka_unit_test(test_damaged_terrain),
        cmocka_unit_test(test_terrain),        cmocka_unit_test(test_terrain_of_other_width),
        cmocka_unit_test(test_strides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
