// The part of golden.c for distances: every pair of kinds of shapes, of sizes from 1e-6 to 1e6,
// apart, deep, on a grid where they touch, and some that are not valid.
static collide_shape drawn_shape(inputs_random *r, unsigned kind, unsigned i, float scale,
                                 collide_convex *const *body) {
    collide_vec3 p[4];
    for (unsigned k = 0; k < 4; ++k) {
        p[k] = i % 4 ? inputs_vec3(r, -1, 1) : sat_cell(r, 3);
        p[k].x *= scale;
        p[k].y *= scale;
        p[k].z *= scale;
    }
    const collide_pose pose = sat_pose(r, i, p[0]);
    const float far_away = i % 5 == 3 ? 8 * scale : 0, radius = inputs_uniform(r, 0, scale);
    const collide_segment segment = {p[0], p[1]};
    const collide_sphere sphere = {p[0], i % 61 == 60 ? -1 : radius};
    collide_capsule capsule = {p[0], p[1], 0};
    collide_aabb aabb = {p[0], p[0]};
    collide_obb obb = collide_obb_from_pose(&pose, inputs_vec3(r, 0, scale));
    collide_triangle triangle;
    collide_tetrahedron tetrahedron;
    const collide_cylinder cylinder = {p[0], pose.axis[1], inputs_uniform(r, 0, scale),
                                       inputs_uniform(r, 0, scale)};
    const collide_plane plane = {pose.axis[0], p[1].x};
    capsule.radius = radius;
    aabb.max.x = inputs_sum(p[0].x, inputs_uniform(r, 0, scale));
    aabb.max.y = inputs_sum(p[0].y, i % 3 ? scale : 0);
    aabb.max.z = inputs_sum(p[0].z, scale);
    obb.center.x = inputs_sum(p[0].x, far_away);
    memcpy(triangle.v, p, sizeof triangle.v);
    memcpy(tetrahedron.v, p, sizeof tetrahedron.v);
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        return collide_shape_from_point(p[0]);
    case COLLIDE_SHAPE_SEGMENT:
        return collide_shape_from_segment(&segment);
    case COLLIDE_SHAPE_SPHERE:
        return collide_shape_from_sphere(&sphere);
    case COLLIDE_SHAPE_CAPSULE:
        return collide_shape_from_capsule(&capsule);
    case COLLIDE_SHAPE_AABB:
        return collide_shape_from_aabb(&aabb);
    case COLLIDE_SHAPE_OBB:
        return collide_shape_from_obb(&obb);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide_shape_from_triangle(&triangle);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return collide_shape_from_tetrahedron(&tetrahedron);
    case COLLIDE_SHAPE_CYLINDER:
        return collide_shape_from_cylinder(&cylinder);
    case COLLIDE_SHAPE_CONVEX:
        return collide_shape_from_convex(body[i % BODIES], i % 7 ? &pose : NULL);
    default:
        return collide_shape_from_plane(&plane);
    }
}

// Batches of any two kinds, in packs and arrays of so many.
#define SHAPES 19
typedef struct golden_batch {
    collide_shape a[SHAPES], b[SHAPES];
    collide_shape_pack *pack_a, *pack_b;
    collide_pair pairs[SHAPES];
} golden_batch;

static collide_shape_pack *golden_shape_pack(const collide_shape *shapes, void *memory) {
    collide_shape_pack *pack = NULL;
    const size_t size = collide_shape_pack_size((collide_shape_kind)shapes[0].kind, SHAPES);
    mismatches += collide_shape_pack_build(&pack, memory, size, shapes, SHAPES, 0) != COLLIDE_OK;
    return pack;
}

static uint64_t hash_shapes(void *data) {
    const golden_batch *s = (const golden_batch *)data;
    const collide_shape_array a = {s->a, SHAPES, 0}, b = {s->b, SHAPES - 4, 0};
    uint16_t bits[COLLIDE_BLOCKS(SHAPES)];
    uint32_t indices[SHAPES];
    collide_distance distances[SHAPES];
    const collide_distances out = {bits, NULL, NULL, distances};
    uint64_t hash = INPUTS_HASH;
    size_t n = collide_shape_shape_many(&s->a[0], s->pack_b, bits);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    n = collide_shape_shape_lanes(s->pack_a, s->pack_b, bits);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    n = collide_shape_shape_within_lanes(s->pack_a, s->pack_b, 0.5f, bits);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    n = collide_shape_shape_within_many_indices(&s->a[0], s->pack_b, 1, indices, SHAPES);
    for (size_t i = 0; i < n; ++i)
        hash = inputs_hash_u32(hash, indices[i]);
    n = collide_shape_shape_distance_pairs(&a, &b, s->pairs, SHAPES, FLT_MAX, &out);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    for (size_t i = 0; i < SHAPES; ++i)
        hash = hash_distance(hash, true, &distances[i]);
    n = collide_shape_shape_distance_lanes(s->pack_a, s->pack_b, 1, &out);
    for (size_t i = 0; i < SHAPES; ++i)
        hash = hash_distance(hash, n > 0, &distances[i]);
    n = collide_shape_shape_nearest(&s->a[0], s->pack_b, FLT_MAX, 5, indices, distances);
    for (size_t i = 0; i < n; ++i)
        hash = hash_distance(inputs_hash_u32(hash, indices[i]), true, &distances[i]);
    return hash;
}

static void golden_shape_batches(collide_convex *const *body) {
    static golden_batch s;
    inputs_random r = inputs_seed(971);
    uint64_t hash = INPUTS_HASH;
    const size_t bytes = collide_shape_pack_size(COLLIDE_SHAPE_OBB, SHAPES);
    void *memory_a = fresh(bytes), *memory_b = fresh(bytes);
    for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
        for (unsigned kb = ka; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
            for (unsigned i = 0; i < SHAPES; ++i) {
                s.a[i] = drawn_shape(&r, ka, i, 1, body);
                s.b[i] = drawn_shape(&r, kb, i / 2, 3, body);
                s.pairs[i].a = (uint32_t)(inputs_next(&r) >> 32) % SHAPES;
                s.pairs[i].b = (uint32_t)(inputs_next(&r) >> 32) % SHAPES;
            }
            s.pack_a = golden_shape_pack(s.a, memory_a);
            s.pack_b = golden_shape_pack(s.b, memory_b);
            const uint64_t found = on_every_isa("shape_batches", hash_shapes, &s);
            hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)found), (uint32_t)(found >> 32));
        }
    print_hash("shape_batches", hash);
}

// Typed batches, of objects that bench/types.h makes of boxes.
typedef struct golden_typed {
    const distance_query *query;
    char *a, *b;
    void *pack_a, *pack_b;
    size_t a_bytes, b_bytes;
    collide_pair pairs[SHAPES];
} golden_typed;

static uint64_t hash_typed(void *data) {
    const golden_typed *s = (const golden_typed *)data;
    const distance_query *q = s->query;
    const distance_array a = {s->a, SHAPES, 0}, b = {s->b, SHAPES - 2, 0};
    uint16_t bits[COLLIDE_BLOCKS(SHAPES)];
    uint32_t indices[SHAPES];
    collide_distance distances[SHAPES];
    const collide_distances out = {bits, NULL, NULL, distances};
    size_t n, hits = q->distance_lanes(s->pack_a, s->pack_b, 2, &out);
    uint64_t hash = inputs_hash_bits(INPUTS_HASH, bits, COLLIDE_BLOCKS(SHAPES));
    for (size_t i = 0; i < SHAPES; ++i)
        hash = hash_distance(hash, hits > 0, &distances[i]);
    for (size_t i = 0; i < SHAPES; ++i) {
        hits = q->distance_many(s->a + i * s->a_bytes, s->pack_b, FLT_MAX, &out);
        hash = hash_distance(hash, hits > 0, &distances[i]);
        hits = q->within_many(s->a + i * s->a_bytes, s->pack_b, 2, bits);
        n = q->within_many_indices(s->a + i * s->a_bytes, s->pack_b, 2, indices, SHAPES);
        hash =
            inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)hits), bits, COLLIDE_BLOCKS(SHAPES));
        for (size_t j = 0; j < n; ++j)
            hash = inputs_hash_u32(hash, indices[j]);
    }
    n = q->within_lanes(s->pack_a, s->pack_b, 1, bits);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    n = q->within_pairs(&a, &b, s->pairs, SHAPES, 3, bits);
    hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    n = q->distance_pairs(&a, &b, s->pairs, SHAPES, 3, &out);
    for (size_t i = 0; i < SHAPES; ++i)
        hash = hash_distance(hash, n > 0, &distances[i]);
    for (int i = BITS_sphere_capsule; i <= BITS_capsule_triangle; ++i) {
        const bits_query *o = &bits_queries[i];
        if (strcmp(o->a, q->a) != 0 || strcmp(o->b, q->b) != 0)
            continue;
        n = o->many(s->a, s->pack_b, bits);
        hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
        n = o->lanes(s->pack_a, s->pack_b, bits);
        hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
        n = o->pairs(s->a, SHAPES, 0, s->b, SHAPES, 0, s->pairs, SHAPES, bits);
        hash = inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)n), bits, COLLIDE_BLOCKS(SHAPES));
    }
    return hash;
}

static void golden_typed_batches(void) {
    inputs_random r = inputs_seed(972);
    uint64_t hash = INPUTS_HASH;
    for (const distance_query *q = distance_queries; strcmp(q->a, "shape") != 0; ++q) {
        static golden_typed s;
        const object_type *a = object_type_of(q->a), *b = object_type_of(q->b);
        s.query = q;
        s.a_bytes = a->bytes;
        s.b_bytes = b->bytes;
        s.a = (char *)fresh(SHAPES * a->bytes);
        s.b = (char *)fresh(SHAPES * b->bytes);
        for (unsigned i = 0; i < SHAPES; ++i) {
            const collide_obb box = sat_box(&r, 8 * i + i % 2), other = sat_box(&r, 8 * i);
            a->make(s.a + i * a->bytes, &box);
            b->make(s.b + i * b->bytes, &other);
            s.pairs[i].a = (uint32_t)(inputs_next(&r) >> 32) % SHAPES;
            s.pairs[i].b = (uint32_t)(inputs_next(&r) >> 32) % SHAPES;
        }
        void *memory[2] = {fresh(a->pack_size(SHAPES)), fresh(b->pack_size(SHAPES))};
        mismatches +=
            a->pack_build(&s.pack_a, memory[0], a->pack_size(SHAPES), s.a, SHAPES, 0) != COLLIDE_OK;
        mismatches +=
            b->pack_build(&s.pack_b, memory[1], b->pack_size(SHAPES), s.b, SHAPES, 0) != COLLIDE_OK;
        const uint64_t found = on_every_isa(q->name, hash_typed, &s);
        hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)found), (uint32_t)(found >> 32));
        release_all();
    }
    print_hash("typed_batches", hash);
}

static void golden_shape_contacts(collide_convex *const *body) {
    static const float scales[4] = {1, 1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(973);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 24; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                collide_contact_options options;
                collide_contact contact[4];
                memset(&options, 0, sizeof options);
                options.margin = i % 2 ? 0.25f * scale : 0;
                size_t n = collide_shape_shape_contacts(&a, &b, &options, contact, 4);
                hash = hash_contacts(hash, contact, n, 4);
                if (n) {
                    options.hint = contact[0].normal;
                    n = collide_shape_shape_contacts(&a, &b, &options, contact, 3);
                    hash = hash_contacts(hash, contact, n, 3);
                }
            }
    print_hash("shape_contacts", hash);
}

static const collide_terrain *shape_ground(inputs_random *r, int what) {
    static float heights[GRID_COLUMNS * GRID_ROWS];
    static int16_t numbers[GRID_COLUMNS * GRID_ROWS];
    static char memory[1024 + COLLIDE_ALIGNMENT]; // two families use it, after release_all, too
    const size_t size = collide_terrain_size(GRID_COLUMNS, GRID_ROWS);
    mismatches += size > 1024;
    return terrain_of(r, what, (char *)COLLIDE_ALIGN(memory), size, heights, numbers);
}

// Shapes over terrain.
static uint64_t golden_on_terrain(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    uint64_t hash = INPUTS_HASH;
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(980 + (uint64_t)what);
        const collide_terrain *terrain = shape_ground(&r, what);
        for (unsigned i = 0; i < 120; ++i)
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                const collide_cylinder at = inputs_cylinder(&r, terrain, 47, 39, 0.5f, 1, 0);
                const float scale = i % 8 ? 1 : 4;
                collide_pose pose = inputs_pose(&r, at.center);
                collide_shape a = drawn_shape(&r, kind, i, scale, body);
                collide_contact_options o;
                collide_contact contact[96];
                memset(&o, 0, sizeof o);
                o.margin = i % 3 ? 0 : 0.5f;
                a = collide_shape_under_pose(&a, &pose);
                hash = inputs_hash_byte(hash, collide_shape_terrain(&a, terrain));
                const size_t n = collide_shape_terrain_contacts(&a, terrain, &o, contact, 96);
                hash = hash_contacts(hash, contact, n, 96);
            }
    }
    return hash;
}

// Meshes for contacts: a flat sheet of square cells of 1, the same with hills, and a bumpy sphere
// of radius 4; each in a tree of another kind.
#define SHEET 12
#define SHEET_TRIANGLES (2 * SHEET * SHEET)
static const collide_tree *shape_mesh(inputs_random *r, int what, void *memory, size_t size) {
    static collide_vec3 position[GOLDEN_TREE_VERTICES + (SHEET + 1) * (SHEET + 1)];
    static uint32_t index[3 * (GOLDEN_TREE_TRIANGLES + SHEET_TRIANGLES)];
    static int32_t turns[8 * (SHEET + 1)];
    static float heights[(SHEET + 1) * (SHEET + 1)];
    static const uint32_t kinds[3] = {18, 26, 6};
    collide_tree_options options;
    collide_mesh mesh;
    collide_tree *tree = NULL;
    memset(&options, 0, sizeof options);
    memset(&mesh, 0, sizeof mesh);
    options.kind = kinds[what];
    mesh.positions = position;
    mesh.indices = index;
    if (what == 2) {
        inputs_bumpy(GOLDEN_TREE_EDGE, position, index);
        for (size_t i = 0; i < GOLDEN_TREE_VERTICES; ++i) {
            position[i].x *= 4;
            position[i].y *= 4;
            position[i].z *= 4;
        }
        options.type = COLLIDE_TREE_CLOSED;
        mesh.vertex_count = GOLDEN_TREE_VERTICES;
        mesh.triangle_count = GOLDEN_TREE_TRIANGLES;
    } else {
        uint32_t *to = index;
        inputs_heights(r, SHEET + 1, SHEET + 1, turns, heights);
        for (uint32_t i = 0; i < (SHEET + 1) * (SHEET + 1); ++i) {
            const uint32_t x = i % (SHEET + 1), y = i / (SHEET + 1);
            position[i].x = (float)x - SHEET / 2;
            position[i].y = (float)y - SHEET / 2;
            position[i].z = what ? 0.5f * heights[i] : 0;
            if (x < SHEET && y < SHEET) {
                const uint32_t of[6] = {i, i + 1, i + SHEET + 2, i, i + SHEET + 2, i + SHEET + 1};
                memcpy(to, of, sizeof of);
                to += 6;
            }
        }
        mesh.vertex_count = (SHEET + 1) * (SHEET + 1);
        mesh.triangle_count = SHEET_TRIANGLES;
    }
    mismatches += collide_tree_build(&tree, memory, size, &mesh, &options) != COLLIDE_OK;
    return tree;
}

// Contacts of shapes with a mesh, which has a pose that is rigid, twice as large or mirrored.
static uint64_t golden_tree_contacts(void *data) {
    static const float scales[4] = {0.25f, 0.5f, 1, 4};
    collide_convex *const *body = (collide_convex *const *)data;
    static char *memory;
    const size_t size = 1 << 20;
    uint64_t hash = INPUTS_HASH;
    memory = memory ? memory : (char *)fresh(size);
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(995 + (uint64_t)what);
        const collide_tree *tree = shape_mesh(&r, what, memory, size);
        for (unsigned i = 0; i < 48; ++i)
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                const float scale = scales[i / 4 % 4];
                collide_shape a = drawn_shape(&r, kind, i, scale, body);
                collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -5, 5));
                const collide_pose at = pose;
                collide_contact_options o;
                collide_contact contact[16];
                if (what < 2)
                    pose.position.z = inputs_uniform(&r, -0.5f * scale, 0.5f * scale);
                a = collide_shape_under_pose(&a, &pose);
                pose = i % 3 ? at : collide_pose_identity();
                if (i % 3)
                    a = collide_shape_under_pose(&a, &at);
                for (int k = 0; k < 3 && i % 8 == 5; ++k) {
                    float *axis = &pose.axis[k].x;
                    for (int j = 0; j < 3; ++j)
                        axis[j] *= k || i % 16 < 8 ? 2 : -2;
                }
                memset(&o, 0, sizeof o);
                o.margin = i % 5 ? 0 : 0.125f;
                o.flags = i % 7 < 3 ? COLLIDE_CONTACT_ONE_SIDED : 0;
                const collide_shape_array one = {&a, 1, 0};
                uint32_t n = 0;
                if (i % 2)
                    (void)collide_tree_shape_contacts_many(tree, i % 3 ? &pose : NULL, &one, &o,
                                                           contact, 16, &n);
                else
                    n = (uint32_t)collide_shape_tree_contacts(&a, tree, i % 3 ? &pose : NULL, &o,
                                                              contact, 16);
                hash = hash_contacts(hash, contact, n, 16);
            }
    }
    return hash;
}

// Distances of shapes and points from meshes.
static uint64_t golden_tree_nearest(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    static char *memory;
    const size_t size = 1 << 20;
    uint64_t hash = INPUTS_HASH;
    memory = memory ? memory : (char *)fresh(size);
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(895 + (uint64_t)what);
        const collide_tree *tree = shape_mesh(&r, what, memory, size);
        for (unsigned i = 0; i < 24; ++i) {
            const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -5, 5));
            const collide_pose *at = i % 3 ? &pose : NULL;
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                collide_shape a = drawn_shape(&r, kind, i, i % 2 ? 0.25f : 1, body);
                const collide_pose moved = inputs_pose(&r, inputs_vec3(&r, -6, 6));
                const float max = i % 4 ? 100 : 1;
                uint32_t index[8] = {0, 0, 0, 0, 0, 0, 0, 0};
                collide_distance d;
                a = collide_shape_under_pose(&a, &moved);
                const bool found = collide_shape_tree_distance(&a, tree, at, max, &d);
                hash = hash_distance(hash, found, &d);
                hash = inputs_hash_byte(hash, collide_shape_tree_within(&a, tree, at, 1));
                hash = inputs_hash_u32(
                    hash, (uint32_t)collide_shape_tree_within_indices(&a, tree, at, 1, index, 8));
                for (int k = 0; k < 8; ++k)
                    hash = inputs_hash_u32(hash, index[k]);
            }
            for (int k = 0; k < 16; ++k) {
                collide_distance d;
                const collide_vec3 p = inputs_vec3(&r, -6, 6);
                const bool found = collide_point_tree_distance(p, tree, at, k % 4 ? 9 : 1, &d);
                hash = hash_distance(hash, found, &d);
            }
        }
    }
    return hash;
}

// Distances of meshes, and pairs within margins; near, far and overlapping.
static uint64_t golden_tree_distances(void *data) {
    static collide_pair pairs[4096];
    static char *memory[3];
    const collide_tree *tree[3];
    const size_t size = 1 << 20;
    uint64_t hash = INPUTS_HASH;
    inputs_random r = inputs_seed(994);
    (void)data;
    for (int what = 0; what < 3; ++what) {
        memory[what] = memory[what] ? memory[what] : (char *)fresh(size);
        tree[what] = shape_mesh(&r, what, memory[what], size);
    }
    for (unsigned i = 0; i < 90; ++i) {
        const collide_tree *a = tree[i % 3], *b = tree[i / 3 % 3];
        const float margin = i % 5 ? 0.25f : 0;
        const collide_pose pose_a = inputs_pose(&r, inputs_vec3(&r, -5, 5));
        collide_pose pose_b = inputs_pose(&r, inputs_vec3(&r, -5, 5));
        collide_tree_work count = {0, 0, 0};
        collide_distance d;
        if (i % 4)
            pose_b.position.z += 7;
        hash = hash_distance(
            hash, collide_tree_tree_distance(a, &pose_a, b, &pose_b, 10, &d, &count), &d);
        hash = inputs_hash_byte(
            hash, collide_tree_tree_within(a, &pose_a, b, &pose_b, 4 * margin, &count));
        size_t n = i % 6 ? collide_tree_tree_within_indices(a, &pose_a, b, &pose_b, margin, pairs,
                                                            4096, &count)
                         : collide_tree_self_within_indices(a, margin, pairs, 4096, &count);
        for (size_t k = 0; k < n && k < 4096; ++k)
            hash = inputs_hash_u32(inputs_hash_u32(hash, pairs[k].a), pairs[k].b);
        hash = inputs_hash_u32(hash, (uint32_t)count.volumes);
        hash = inputs_hash_u32(hash, (uint32_t)count.triangles);
        hash = inputs_hash_u32(hash, (uint32_t)count.updates);
    }
    return hash;
}

static uint64_t golden_over_terrain(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    uint64_t hash = INPUTS_HASH;
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(990 + (uint64_t)what);
        const collide_terrain *terrain = shape_ground(&r, what);
        for (unsigned i = 0; i < 60; ++i)
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                const collide_cylinder at = inputs_cylinder(&r, terrain, 47, 39, 0.5f, 1, 2);
                collide_pose pose = inputs_pose(&r, at.center);
                collide_shape a = drawn_shape(&r, kind, i, 1, body);
                collide_vec3 va = inputs_vec3(&r, -3, 3), point;
                collide_bracket t;
                collide_pair cell;
                if (i % 4 == 0)
                    va.x *= 8;
                a = collide_shape_under_pose(&a, &pose);
                hash = inputs_hash_byte(
                    hash, collide_shape_terrain_sweep(&a, va, terrain, 2, &t, &point, &cell));
                hash = inputs_hash_float(inputs_hash_float(hash, t.t_lo), t.t_hi);
                hash = hash_vec3(inputs_hash_float(hash, t.gap), t.normal);
                hash = hash_vec3(inputs_hash_u32(hash, t.verdict), point);
                hash = inputs_hash_u32(inputs_hash_u32(hash, cell.a), cell.b);
            }
    }
    return hash;
}

// Distances of shapes and points from terrain.
static uint64_t golden_terrain_near(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    uint64_t hash = INPUTS_HASH;
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(1010 + (uint64_t)what);
        const collide_terrain *terrain = shape_ground(&r, what);
        for (unsigned i = 0; i < 40; ++i)
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                const collide_cylinder at = inputs_cylinder(&r, terrain, 47, 39, 0.5f, 1, 2);
                collide_pose pose = inputs_pose(&r, at.center);
                collide_shape a = drawn_shape(&r, kind, i, 1, body);
                const float max = i % 4 ? 100 : 1;
                collide_distance d;
                bool found;
                pose.position.z += inputs_uniform(&r, 0, 8);
                a = collide_shape_under_pose(&a, &pose);
                found = collide_shape_terrain_distance(&a, terrain, max, &d);
                hash = hash_distance(hash, found, &d);
                hash = inputs_hash_byte(hash, collide_shape_terrain_within(&a, terrain, 1));
                pose.position.z -= 8;
                found = collide_point_terrain_distance(pose.position, terrain, max, &d);
                hash = hash_distance(hash, found, &d);
            }
    }
    return hash;
}

static void golden_shape(void) {
    static const float scales[4] = {1, 1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(970);
    collide_convex *body[BODIES];
    uint64_t hash = INPUTS_HASH, typed = INPUTS_HASH, sweeps = INPUTS_HASH;
    for (unsigned i = 0; i < BODIES; ++i)
        body[i] = sat_body(&r, i, fresh(BODY_BYTES));
    for (unsigned i = 0; i < 40; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                const float max = i % 3 ? FLT_MAX : scale;
                collide_distance d;
                hash = inputs_hash_byte(hash, collide_shape_shape(&a, &b));
                hash = inputs_hash_byte(hash, collide_shape_shape_within(&a, &b, 0.25f * scale));
                const bool found = collide_shape_shape_distance(&a, &b, max, &d);
                hash = hash_distance(hash, found, &d);
                hash = inputs_hash_u32(hash, (uint32_t)collide_shape_check(&a));
            }
    for (unsigned i = 0; i < 400; ++i) {
        const collide_shape a = drawn_shape(&r, COLLIDE_SHAPE_CAPSULE, i, 1, body);
        const collide_shape b = drawn_shape(&r, COLLIDE_SHAPE_OBB, i, 1, body);
        const collide_pose pose = inputs_pose(&r, a.of.capsule.a);
        const collide_capsule own = collide_capsule_from_pose(&pose, a.of.capsule.radius, 2);
        collide_distance d;
        bool found = collide_capsule_obb_distance(&own, &b.of.obb, 1, &d);
        typed = hash_distance(typed, found, &d);
        found = collide_capsule_capsule_distance(&own, &a.of.capsule, FLT_MAX, &d);
        typed = hash_distance(typed, found, &d);
        typed = inputs_hash_byte(typed, collide_capsule_obb(&own, &b.of.obb));
        const collide_aabb box = collide_aabb_from_capsule(&own);
        const collide_kdop26 rows = collide_kdop26_from_capsule(&own);
        typed = hash_kdop26(hash_box(typed, &box), &rows);
    }
    for (unsigned i = 0; i < 12; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                const collide_vec3 va = inputs_vec3(&r, -scale, scale);
                const collide_vec3 vb = inputs_vec3(&r, -scale, scale);
                collide_bracket t;
                sweeps = inputs_hash_byte(sweeps, collide_shape_shape_sweep(&a, va, &b, vb, 3, &t));
                sweeps = inputs_hash_float(inputs_hash_float(sweeps, t.t_lo), t.t_hi);
                sweeps = hash_vec3(inputs_hash_float(sweeps, t.gap), t.normal);
                sweeps = inputs_hash_u32(sweeps, t.verdict);
            }
    print_hash("distances", hash);
    print_hash("distances_typed", typed);
    print_hash("shape_sweeps", sweeps);
    golden_shape_batches(body);
    golden_shape_contacts(body);
    print_hash("shape_tree_contacts", on_every_isa("shape", golden_tree_contacts, body));
    print_hash("shape_tree_nearest", on_every_isa("shape", golden_tree_nearest, body));
    print_hash("tree_distances", on_every_isa("tree", golden_tree_distances, NULL));
    print_hash("shape_terrain", on_every_isa("shape", golden_on_terrain, body));
    print_hash("shape_terrain_sweeps", on_every_isa("shape", golden_over_terrain, body));
    print_hash("shape_terrain_near", on_every_isa("shape", golden_terrain_near, body));
    release_all();
    golden_typed_batches();
}
