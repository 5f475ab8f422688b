// The part of golden.c for trees: pairs in their order and counts, of all kinds and splits, before
// and after the meshes were deformed; the meshes themselves; moving ones; solids.
#define GOLDEN_TREE_EDGE 5 // 300 triangles
#define GOLDEN_TREE_TRIANGLES (12 * GOLDEN_TREE_EDGE * GOLDEN_TREE_EDGE)
#define GOLDEN_TREE_VERTICES (6 * GOLDEN_TREE_EDGE * GOLDEN_TREE_EDGE + 2)
#define GOLDEN_TREE_FRONT 10000 // pairs of nodes

typedef struct trees {
    collide_vec3 sphere[GOLDEN_TREE_VERTICES], soup[3 * GOLDEN_TREE_TRIANGLES];
    uint32_t indices[3 * GOLDEN_TREE_TRIANGLES];
    char *memory;
    size_t size; // of a tree
} trees;

static void trees_draw(trees *s, inputs_random *r) {
    collide_vec3 place = {0, 0, 0};
    inputs_bumpy(GOLDEN_TREE_EDGE, s->sphere, s->indices);
    for (unsigned i = 0; i < 3 * GOLDEN_TREE_TRIANGLES; ++i) {
        if (i % 3 == 0)
            place = i % 48 ? inputs_vec3(r, -1, 1) : sat_cell(r, 3);
        s->soup[i].x = inputs_about(r, place.x, 0.0625f);
        s->soup[i].y = inputs_about(r, place.y, 0.0625f);
        s->soup[i].z = inputs_about(r, place.z, 0.0625f);
    }
}

static uint64_t tree_hash(uint64_t hash, const collide_tree *a, const collide_pose *pose_a,
                          const collide_tree *b, const collide_pose *pose_b) {
    static collide_pair pairs[16 * GOLDEN_TREE_TRIANGLES];
    const size_t room = 16 * GOLDEN_TREE_TRIANGLES;
    collide_tree_work count = {0, 0, 0};
    const size_t n = a == b ? collide_tree_self_indices(a, pairs, room, &count)
                            : collide_tree_tree_indices(a, pose_a, b, pose_b, pairs, room, &count);
    mismatches += n > room;
    for (size_t i = 0; i < n && i < room; ++i)
        hash = inputs_hash_u32(inputs_hash_u32(hash, pairs[i].a), pairs[i].b);
    hash = inputs_hash_u32(hash, collide_tree_tree(a, pose_a, b, pose_b, &count));
    hash = inputs_hash_u32(hash, (uint32_t)count.volumes);
    hash = inputs_hash_u32(hash, (uint32_t)count.triangles);
    return inputs_hash_u32(hash, (uint32_t)count.updates);
}

// Shapes about a tree under a pose.
static uint64_t shapes_hash(uint64_t hash, inputs_random *r, const collide_tree *tree,
                            const collide_pose *pose) {
    static uint32_t found[GOLDEN_TREE_TRIANGLES];
    const size_t room = GOLDEN_TREE_TRIANGLES;
    for (int i = 0; i < 8; ++i) {
        const collide_vec3 at = inputs_vec3(r, -1, 1);
        const collide_pose turn = inputs_pose(r, at);
        const collide_sphere ball = {at, 0.25f};
        const collide_obb box = collide_obb_from_pose(&turn, inputs_vec3(r, 0, 0.5f));
        const collide_cylinder cylinder = {at, turn.axis[2], 0.25f, 0.5f};
        const collide_triangle triangle = {{at, inputs_vec3(r, -1, 1), inputs_vec3(r, -1, 1)}};
        const collide_segment segment = {triangle.v[1], triangle.v[2]};
        const collide_ray ray = {at, turn.axis[0]};
        const collide_kdop18 bound = collide_kdop18_from_triangle(&triangle);
        collide_ray_hit first;
        const size_t n[5] = {collide_sphere_tree_indices(&ball, tree, pose, found, room),
                             collide_obb_tree_indices(&box, tree, pose, found, room),
                             collide_cylinder_tree_indices(&cylinder, tree, pose, found, room),
                             collide_kdop18_tree_indices(&bound, tree, pose, found, room),
                             collide_triangle_tree_indices(&triangle, tree, pose, found, room)};
        for (int k = 0; k < 5; ++k)
            hash = inputs_hash_u32(hash, (uint32_t)n[k]);
        for (size_t k = 0; k < n[4]; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        collide_ray_tree(&ray, tree, pose, 2, &first);
        hash = inputs_hash_u32(inputs_hash_float(hash, first.t), first.triangle);
        collide_segment_tree(&segment, tree, pose, &first);
        hash = inputs_hash_u32(inputs_hash_float(hash, first.t), first.triangle);
    }
    return hash;
}

// What moves: meshes and shapes against a tree, fronts along the way, contacts and many poses.
static uint64_t motion_hash(uint64_t hash, inputs_random *r, const collide_tree *a,
                            const collide_tree *b, const collide_pose *pose, char *memory) {
    static collide_pair pairs[1024];
    static collide_contact contacts[64];
    const collide_vec3 still = {0, 0, 0}, way = inputs_vec3(r, -1, 1);
    collide_impact impact;
    collide_pair pair;
    collide_front *front;
    collide_pose poses[20];
    uint16_t bits[2];
    size_t n;
    const collide_mover at_rest = inputs_mover(a, NULL, still), moving = inputs_mover(b, pose, way);
    bool hit = collide_tree_tree_sweep(&at_rest, &moving, 2, &impact, &pair, NULL);
    hash = inputs_hash_u32(inputs_hash_u32(hash_impact(hash, hit, &impact), pair.a), pair.b);
    n = collide_tree_tree_sweep_contacts(&at_rest, &moving, pair, NULL, contacts, 9);
    hash = hash_contacts(hash, contacts, n, 9);
    n = collide_tree_tree_touches(a, NULL, b, pose, 0.015625f, contacts, 64, NULL);
    hash = hash_contacts(hash, contacts, n, 64);
    n = collide_contacts_reduce(contacts, n < 64 ? n : 64);
    hash = hash_contacts(hash, contacts, n, 64);
    const collide_aabb box = collide_aabb_from_tree(b, pose);
    hash = hash_vec3(hash_vec3(hash, box.min), box.max);
    mismatches += collide_front_build(&front, memory, collide_front_size(GOLDEN_TREE_FRONT),
                                      GOLDEN_TREE_FRONT, a, b) != COLLIDE_OK;
    for (int i = 0; i < 20; ++i) {
        collide_front_counts count;
        poses[i] = *pose;
        poses[i].position.x += (float)i * 0.0078125f;
        mismatches +=
            collide_front_indices(front, a, NULL, b, &poses[i], pairs, 1024, &count) != COLLIDE_OK;
        n = count.pairs;
        for (size_t k = 0; k < n && k < 1024; ++k)
            hash = inputs_hash_u32(inputs_hash_u32(hash, pairs[k].a), pairs[k].b);
        hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)n), (uint32_t)count.work.volumes);
    }
    const collide_pose_array array = {poses, 20, 0};
    n = collide_tree_tree_poses(a, NULL, b, &array, bits);
    hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)n), bits[0] | (uint32_t)bits[1] << 16);
    for (int i = 0; i < 4; ++i) {
        const collide_pose turn = inputs_pose(r, inputs_vec3(r, -2, 2));
        const collide_sphere ball = {turn.position, 0.25f};
        const collide_vec3 half = {0.25f, 0.125f, 0.5f}, at = turn.position;
        const collide_obb crate = collide_obb_from_pose(&turn, half);
        const collide_vec3 v = {-at.x, -at.y, -at.z};
        hit = collide_sphere_tree_sweep(&ball, v, &at_rest, 1, &impact, &pair.a);
        hash = inputs_hash_u32(hash_impact(hash, hit, &impact), pair.a);
        hit = collide_obb_tree_sweep(&crate, v, &moving, 1, &impact, &pair.a);
        hash = inputs_hash_u32(hash_impact(hash, hit, &impact), pair.a);
    }
    return hash;
}

// Small convex bodies against a triangle that they touch: axes along which nothing is long.
static uint64_t convex_hash(uint64_t hash, inputs_random *r, char *memory) {
    static const collide_vec3 flat[3] = {{0, 0, 0}, {1e-05f, -1e-05f, 0}, {1e-05f, 0, 0}};
    const collide_mesh triangle = {flat, 3, 0, NULL, 1, 0};
    collide_tree *tree;
    mismatches += collide_tree_build(&tree, memory, 4096, &triangle, NULL) != COLLIDE_OK;
    for (int i = 0; i < 16; ++i) {
        const uint32_t sides[12] = {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3};
        const collide_vec3 size = inputs_vec3(r, 4.7683716e-07f, 1.9073486e-06f), still = {0, 0, 0};
        const collide_vec3 corner[4] = {still,
                                        {i ? size.x : 1.3469646e-06f, 0, 0},
                                        {0, i ? size.y : 6.5002155e-07f, 0},
                                        {0, 0, i ? size.z : 7.4935326e-07f}};
        const collide_mesh mesh = {corner, 4, 0, sides, 4, 0};
        collide_convex *body;
        collide_impact impact;
        uint32_t number;
        mismatches += collide_convex_build_mesh(&body, memory + 4096, 4096, &mesh) != COLLIDE_OK;
        const collide_vec3 way = i & 1 ? inputs_vec3(r, -1, 1) : still;
        const collide_mover at_rest = inputs_mover(tree, NULL, still);
        const bool hit = collide_convex_tree_sweep(body, NULL, way, &at_rest, 1, &impact, &number);
        hash = inputs_hash_u32(hash_impact(hash, hit, &impact), number);
        hash = inputs_hash_u32(
            hash, (uint32_t)collide_convex_tree_indices(body, NULL, tree, NULL, NULL, 0));
    }
    return hash;
}

// The sphere, which is closed, and the soup's vertices as tetrahedra: points, what holds what,
// pairs with triangles and one another, shapes.
static uint64_t solid_hash(uint64_t hash, inputs_random *r, const trees *s, char *memory) {
    enum { BYTES = 65536, COUNT = GOLDEN_TREE_TRIANGLES };
    static uint32_t found[COUNT];
    static collide_vec3 corner[4 * COUNT];
    const collide_mesh sphere = {s->sphere,  GOLDEN_TREE_VERTICES,  0,
                                 s->indices, GOLDEN_TREE_TRIANGLES, 4};
    const collide_mesh soup = {corner, 4 * COUNT, 0, NULL, COUNT, 0};
    collide_tree_options options = {18, 0, 0, COLLIDE_TREE_CLOSED, 0};
    collide_tree *a, *b;
    for (int i = 0; i < 4 * COUNT; ++i) {
        corner[i] = s->soup[i / 4 * 3 + i % 4 % 3];
        corner[i].x += i % 4 == 3 ? 0.0625f : 0.0f;
    }
    mismatches += collide_tree_build(&a, memory, BYTES, &sphere, &options) != COLLIDE_OK;
    options.type = COLLIDE_TREE_TETRAHEDRA;
    mismatches += collide_tree_build(&b, memory + BYTES, BYTES, &soup, &options) != COLLIDE_OK;
    hash = inputs_hash_u32(inputs_hash_u32(hash, a->part_count), b->part_count);
    hash = tree_hash(hash, b, NULL, b, NULL);
    for (int i = 0; i < 16; ++i) {
        const collide_pose pose = inputs_flight(r);
        const collide_vec3 p = i & 1 ? s->sphere[i] : inputs_vec3(r, -0.5f, 0.5f);
        const collide_tetrahedron t = {
            {p, inputs_vec3(r, -1, 1), inputs_vec3(r, -1, 1), inputs_vec3(r, -1, 1)}};
        const collide_sphere ball = {t.v[1], 0.125f};
        collide_pose inner = collide_pose_identity();
        for (int k = 0; k < 3; ++k) {
            inner.axis[k] = pose.axis[k];
            inner.axis[k].x *= 0.25f;
            inner.axis[k].y *= 0.25f;
            inner.axis[k].z *= 0.25f;
        }
        hash = tree_hash(tree_hash(hash, b, NULL, a, &pose), a, &pose, b, NULL);
        hash = inputs_hash_u32(hash,
                               (uint32_t)collide_tree_tree_containment(a, NULL, a, &inner, NULL));
        hash = inputs_hash_u32(hash,
                               (uint32_t)collide_tree_tree_containment(b, &pose, a, &inner, NULL));
        hash = inputs_hash_u32(hash, collide_point_tree(p, a, i & 2 ? &pose : NULL));
        hash = inputs_hash_u32(hash, collide_point_tree(p, b, &pose));
        size_t n = collide_tetrahedron_tree_indices(&t, i & 1 ? a : b, &pose, found, COUNT);
        for (size_t k = 0; k < n && k < COUNT; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        n = collide_sphere_tree_indices(&ball, b, NULL, found, COUNT);
        hash = inputs_hash_u32(hash, (uint32_t)n);
    }
    return hash;
}

// Yes or no of each shape, under poses that leave about half of them apart; what the list says.
#define ANY(SHAPE, ...) (uint32_t) collide_##SHAPE##_tree(__VA_ARGS__) << bit++
static uint64_t any_run(void *data) {
    trees *s = (trees *)data;
    const collide_mesh mesh[2] = {
        {s->sphere, GOLDEN_TREE_VERTICES, 0, s->indices, GOLDEN_TREE_TRIANGLES, 4},
        {s->soup, GOLDEN_TREE_TRIANGLES / 4 * 4, 0, NULL, GOLDEN_TREE_TRIANGLES / 4, 0}};
    inputs_random r = inputs_seed(704);
    uint64_t hash = INPUTS_HASH;
    trees_draw(s, &r);
    for (uint32_t k = 0; k < 2; ++k) {
        const collide_tree_options options = {18, 0, 0, k ? COLLIDE_TREE_TETRAHEDRA : 0, 0};
        collide_tree *tree;
        mismatches +=
            collide_tree_build(&tree, s->memory, s->size, &mesh[k], &options) != COLLIDE_OK;
        for (int i = 0; i < 64; ++i) {
            const collide_pose pose = inputs_flight(&r), turn = inputs_pose(&r, pose.position);
            const collide_vec3 half = inputs_vec3(&r, 0, 0.5f), v = inputs_vec3(&r, -1, 1);
            const collide_vec3 w = inputs_vec3(&r, -1, 1), u = inputs_vec3(&r, -1, 1);
            const collide_sphere ball = {v, half.x};
            const collide_obb box = collide_obb_from_pose(&turn, half);
            const collide_cylinder cylinder = {v, turn.axis[2], 0.25f, 0.5f};
            const collide_triangle triangle = {{v, w, u}};
            const collide_tetrahedron tetrahedron = {{v, w, u, half}};
            const collide_spline spline = {{v, w, u, half}, 0.0625f};
            const collide_vec3 points[5] = {v, w, u, half, v};
            const collide_cable cable = {points, 5, 0, 0.0625f, 0};
            const collide_aabb bounds = {
                v, {inputs_sum(v.x, half.x), inputs_sum(v.y, half.y), inputs_sum(v.z, half.z)}};
            const collide_kdop6 six = collide_kdop6_from_triangle(&triangle);
            const collide_kdop14 fourteen = collide_kdop14_from_triangle(&triangle);
            const collide_kdop18 eighteen = collide_kdop18_from_triangle(&triangle);
            const collide_kdop26 most = collide_kdop26_from_triangle(&triangle);
            int bit = 0;
            uint32_t any = 0;
            any |= ANY(sphere, &ball, tree, &pose);
            any |= ANY(obb, &box, tree, &pose);
            any |= ANY(cylinder, &cylinder, tree, &pose);
            any |= ANY(triangle, &triangle, tree, &pose);
            any |= ANY(tetrahedron, &tetrahedron, tree, &pose);
            any |= ANY(aabb, &bounds, tree, &pose);
            any |= ANY(kdop6, &six, tree, &pose);
            any |= ANY(kdop14, &fourteen, tree, &pose);
            any |= ANY(kdop18, &eighteen, tree, &pose);
            any |= ANY(kdop26, &most, tree, &pose);
            any |= ANY(spline, &spline, tree, &pose);
            any |= ANY(cable, &cable, tree, &pose);
            hash = inputs_hash_u32(hash, any);
            hash = inputs_hash_u32(
                hash, (uint32_t)collide_aabb_tree_indices(&bounds, tree, &pose, NULL, 0));
        }
    }
    return hash;
}
#undef ANY

static uint64_t trees_run(void *data) {
    trees *s = (trees *)data;
    char *memory = s->memory;
    const size_t size = s->size;
    const collide_mesh sphere = {s->sphere,  GOLDEN_TREE_VERTICES,  0,
                                 s->indices, GOLDEN_TREE_TRIANGLES, 4};
    const collide_mesh soup = {s->soup, 3 * GOLDEN_TREE_TRIANGLES, 0,
                               NULL,    GOLDEN_TREE_TRIANGLES,     0};
    static const uint32_t kinds[4] = {6, 14, 18, 26};
    static uint32_t moved[GOLDEN_TREE_TRIANGLES / 16];
    inputs_random r = inputs_seed(701);
    uint64_t hash = INPUTS_HASH;
    trees_draw(s, &r);
    for (unsigned i = 0; i < GOLDEN_TREE_VERTICES; ++i)
        hash = hash_vec3(hash, s->sphere[i]);
    for (unsigned k = 0; k < 16; ++k) {
        const collide_tree_options options = {kinds[k % 4], k >> 2 & 1, k >> 3,
                                              COLLIDE_TREE_SURFACE, 0};
        collide_tree *a, *b;
        mismatches += collide_tree_build(&a, memory, size, &sphere, &options) != COLLIDE_OK;
        mismatches += collide_tree_build(&b, memory + size, size, &soup, &options) != COLLIDE_OK;
        const bool soup_moves = k % 3 != 0;
        const collide_pose pose = inputs_flight(&r), other = inputs_flight(&r);
        hash = tree_hash(hash, a, NULL, b, &pose);
        hash = tree_hash(hash, b, &other, a, &pose);
        hash = tree_hash(tree_hash(hash, a, NULL, a, NULL), b, NULL, b, NULL);
        hash = shapes_hash(hash, &r, soup_moves ? b : a, soup_moves ? NULL : &pose);
        hash = motion_hash(hash, &r, soup_moves ? b : a, soup_moves ? a : b, &other,
                           memory + 2 * size);
        for (unsigned i = 0; i < GOLDEN_TREE_TRIANGLES / 16; ++i) {
            moved[i] = (unsigned)(inputs_next(&r) >> 40) % GOLDEN_TREE_TRIANGLES;
            s->soup[3 * moved[i]] = s->soup[3 * i + 1];
        }
        mismatches +=
            collide_tree_refit(b, &soup, moved, GOLDEN_TREE_TRIANGLES / 16) != COLLIDE_OK;
        s->sphere[k] = s->sphere[k + 1];
        mismatches += collide_tree_refit(a, &sphere, NULL, 0) != COLLIDE_OK;
        hash = tree_hash(hash, a, NULL, b, NULL);
    }
    hash = convex_hash(hash, &r, memory + 2 * size);
    return solid_hash(hash, &r, s, memory + 2 * size);
}

// Contacts of meshes that separate them: of the sphere and of cubes, in trees and as bodies.
static uint64_t contacts_run(void *data) {
    enum { BYTES = 4096, CUBES = 24 };
    static const collide_vec3 points[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                           {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint16_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    static collide_body body[CUBES];
    static collide_body_touch touches[1024];
    static collide_contact contacts[64];
    trees *s = (trees *)data;
    const collide_mesh sphere = {s->sphere,  GOLDEN_TREE_VERTICES,  0,
                                 s->indices, GOLDEN_TREE_TRIANGLES, 4};
    const collide_mesh cube = {points, 8, 0, corners, 12, 2};
    collide_bodies_options options;
    collide_bodies_counts count;
    collide_tree *trees_of[2];
    inputs_random r = inputs_seed(719);
    uint64_t hash = INPUTS_HASH;
    trees_draw(s, &r);
    mismatches += collide_tree_build(&trees_of[0], s->memory, s->size, &sphere, NULL) != COLLIDE_OK;
    mismatches +=
        collide_tree_build(&trees_of[1], s->memory + s->size, BYTES, &cube, NULL) != COLLIDE_OK;
    for (unsigned i = 0; i < 192; ++i) {
        const collide_pose a = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        const collide_pose b = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        const size_t n = collide_tree_tree_contacts(trees_of[i & 1], i & 4 ? &a : NULL,
                                                    trees_of[i >> 1 & 1], &b, NULL, contacts, 64);
        hash = hash_contacts(hash, contacts, n, 64);
    }
    memset(&options, 0, sizeof options);
    options.all = true;
    for (unsigned i = 0; i < CUBES; ++i) {
        body[i].mesh = i % 3 ? &cube : &sphere;
        mismatches += collide_sphere_from_points(&body[i].bounds, body[i].mesh->positions,
                                                 body[i].mesh->vertex_count, 0) != COLLIDE_OK;
        body[i].pose = inputs_pose(&r, inputs_vec3(&r, 0, 3));
    }
    const size_t size = collide_bodies_scratch_size(body, CUBES, 0, &options);
    mismatches += collide_bodies_contacts(body, CUBES, 0, &options, fresh(size), size, touches,
                                          1024, &count) != COLLIDE_OK;
    for (size_t k = 0; k < count.touches && k < 1024; ++k) {
        hash = hash_contacts(hash, &touches[k].contact, 1, 1);
        hash = inputs_hash_u32(inputs_hash_u32(hash, touches[k].a), touches[k].b);
    }
    return inputs_hash_u32(hash, (uint32_t)count.touches);
}

// The bytes of trees that were refitted in slices, last ones first.
static uint64_t slices_run(void *data) {
    trees *s = (trees *)data;
    const collide_mesh sphere = {s->sphere,  GOLDEN_TREE_VERTICES,  0,
                                 s->indices, GOLDEN_TREE_TRIANGLES, 4};
    const collide_mesh soup = {s->soup, 3 * GOLDEN_TREE_TRIANGLES, 0,
                               NULL,    GOLDEN_TREE_TRIANGLES,     0};
    static const uint32_t kinds[4] = {6, 14, 18, 26};
    inputs_random r = inputs_seed(713);
    uint64_t hash = INPUTS_HASH;
    trees_draw(s, &r);
    for (unsigned k = 0; k < 16; ++k) {
        const collide_tree_options options = {
            kinds[k % 4], 0, 0, k % 3 ? COLLIDE_TREE_SURFACE : COLLIDE_TREE_CLOSED, 0};
        const collide_mesh *mesh = k % 3 == 1 ? &soup : &sphere;
        collide_tree *tree;
        mismatches +=
            collide_tree_build(&tree, s->memory, 2 * s->size, mesh, &options) != COLLIDE_OK;
        for (unsigned i = 0; i < GOLDEN_TREE_VERTICES; ++i)
            s->sphere[i].x = s->soup[i].y = inputs_about(&r, s->sphere[i].x, 0.0625f);
        for (unsigned i = 1 + k; i-- > 0;)
            mismatches += collide_tree_refit_slice(tree, mesh, i, 1 + k) != COLLIDE_OK;
        mismatches += collide_tree_refit_finish(tree, 1 + k) != COLLIDE_OK;
        for (size_t i = 0; i < tree->size; i += 4) {
            uint32_t word;
            memcpy(&word, s->memory + i, sizeof word);
            hash = inputs_hash_u32(hash, word);
        }
    }
    return hash;
}

static void golden_tree(void) {
    const collide_tree_options most = {26, 0, 0, COLLIDE_TREE_SURFACE, 0};
    static trees s;
    s.size = collide_tree_size(GOLDEN_TREE_TRIANGLES, &most);
    s.memory = (char *)fresh(2 * s.size + collide_front_size(GOLDEN_TREE_FRONT));
    print_on_every_isa("tree", trees_run, &s);
    print_on_every_isa("tree_any", any_run, &s);
    print_on_every_isa("tree_contacts", contacts_run, &s);
    print_on_every_isa("tree_slices", slices_run, &s);
}
