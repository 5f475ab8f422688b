// The part of golden.c for motion: every pair of kinds of shapes, of sizes from 1e-6 to 1e6, that
// meet, miss, touch at the start, turn little and often, or are not valid.
static collide_motion drawn_motion(inputs_random *r, unsigned i, float scale) {
    static const float turns[6] = {1, 0, 0.0625f, 8, 512, 1};
    collide_motion m = collide_motion_at_rest();
    const float turn = turns[i % 6];
    float *lengths[9] = {&m.pivot.x,         &m.pivot.y,         &m.pivot.z,
                         &m.velocity.x,      &m.velocity.y,      &m.velocity.z,
                         &m.pose.position.x, &m.pose.position.y, &m.pose.position.z};
    m.pose = sat_pose(r, i, m.pivot);
    for (unsigned k = 0; k < 9; ++k)
        *lengths[k] = inputs_uniform(r, -2, 2) * scale;
    m.spin = inputs_vec3(r, -1, 1);
    m.spin.x *= turn;
    m.spin.y *= turn;
    m.spin.z *= turn;
    if (i % 67 == 66)
        m.pose.axis[1].y = 4;
    return m;
}

static uint64_t hash_motion(uint64_t hash, const collide_motion *m) {
    float x[21];
    memcpy(x, m, sizeof x);
    for (unsigned k = 0; k < 21; ++k)
        hash = inputs_hash_float(hash, x[k]);
    return hash;
}

static uint64_t hash_bracket(uint64_t hash, bool found, const collide_bracket *t) {
    hash = inputs_hash_u32(inputs_hash_byte(hash, found), t->verdict);
    hash = inputs_hash_float(inputs_hash_float(hash, t->t_lo), t->t_hi);
    hash = inputs_hash_float(inputs_hash_float(hash, t->gap), t->normal.x);
    return inputs_hash_float(inputs_hash_float(hash, t->normal.y), t->normal.z);
}

// The trees of three meshes, which the next call overwrites.
static void golden_meshes(inputs_random *r, const collide_tree **tree) {
    static char *memory[3];
    const size_t size = 1 << 20;
    for (int what = 0; what < 3; ++what) {
        memory[what] = memory[what] ? memory[what] : (char *)fresh(size);
        tree[what] = shape_mesh(r, what, memory[what], size);
    }
}

// Meshes that move and turn, and shapes of every kind.
static uint64_t golden_tree_motions(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    const collide_tree *tree[3];
    uint64_t hash = INPUTS_HASH;
    inputs_random r = inputs_seed(995);
    golden_meshes(&r, tree);
    for (unsigned i = 0; i < 48; ++i) {
        const collide_tree *a = tree[i % 3], *b = tree[i / 3 % 3];
        const collide_shape shape =
            drawn_shape(&r, 1 + i % (COLLIDE_SHAPE_KIND_COUNT - 1), i, 1, body);
        collide_motion ma = drawn_motion(&r, i % 4, 1), mb = drawn_motion(&r, i / 4 % 4, 1);
        collide_pair pair;
        collide_bracket t;
        uint32_t one;
        if (i % 4)
            mb.pose.position.z += 7;
        mb.velocity.z -= 5;
        bool found = collide_tree_tree_motion(a, &ma, b, i % 5 ? &mb : NULL, 2, 0, &t, &pair);
        hash = inputs_hash_u32(inputs_hash_u32(hash_bracket(hash, found, &t), pair.a), pair.b);
        found = collide_shape_tree_motion(&shape, &ma, b, &mb, 2, 0, &t, &one);
        hash = inputs_hash_u32(hash_bracket(hash, found, &t), one);
    }
    return hash;
}

// Two shapes of all kinds, shapes and meshes, and two meshes, with margins.
static uint64_t golden_motion_within(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    const collide_tree *tree[3];
    uint64_t hash = INPUTS_HASH;
    inputs_random r = inputs_seed(1003);
    golden_meshes(&r, tree);
    for (unsigned i = 0; i < 288; ++i) {
        const unsigned kinds = COLLIDE_SHAPE_KIND_COUNT - 1;
        const collide_shape a = drawn_shape(&r, 1 + i % kinds, i, 1, body);
        const collide_shape b = drawn_shape(&r, 1 + i / kinds % kinds, i, 1, body);
        collide_motion ma = drawn_motion(&r, i % 4, 1), mb = drawn_motion(&r, i / 4 % 4, 1);
        const float margin = i % 9 ? inputs_uniform(&r, 0, 0.5f) : 0;
        collide_bracket t;
        collide_pair pair = {0, 0};
        mb.velocity.z -= 5;
        bool found = collide_shape_shape_motion_within(&a, &ma, &b, &mb, margin, 2, 0, &t);
        hash = hash_bracket(hash, found, &t);
        if (i % 4)
            continue;
        mb.pose.position.z += 7;
        found = i % 8 ? collide_shape_tree_motion_within(&a, &ma, tree[i % 3], &mb, margin, 2, 0,
                                                         &t, &pair.b)
                      : collide_tree_tree_motion_within(tree[i % 3], &ma, tree[i / 3 % 3], &mb,
                                                        margin, 2, 0, &t, &pair);
        hash = inputs_hash_u32(inputs_hash_u32(hash_bracket(hash, found, &t), pair.a), pair.b);
    }
    return hash;
}

// Many movers, and the boxes of their ways.
static uint64_t golden_motion_movers(void *data) {
    enum { MOVERS = 12 };
    static char *scratch;
    static collide_movers_motion_hit hits[MOVERS * MOVERS / 2];
    collide_convex *const *body = (collide_convex *const *)data;
    const size_t need = collide_movers_scratch_size(MOVERS);
    const collide_tree *tree[3];
    collide_motion_mover m[MOVERS];
    collide_movers_motion_counts count;
    uint64_t hash = INPUTS_HASH;
    inputs_random r = inputs_seed(996);
    scratch = scratch ? scratch : (char *)fresh(need);
    golden_meshes(&r, tree);
    for (unsigned i = 0; i < MOVERS; ++i) {
        const collide_shape shape =
            drawn_shape(&r, 1 + i % (COLLIDE_SHAPE_KIND_COUNT - 1), i, 1, body);
        m[i].tree = tree[i % 3];
        m[i].motion = drawn_motion(&r, i, 1);
        m[i].motion.pose.position = inputs_vec3(&r, -5, 5);
        const collide_aabb box[2] = {collide_aabb_from_shape_motion(&shape, &m[i].motion, 1),
                                     collide_aabb_from_tree_motion(m[i].tree, &m[i].motion, 1)};
        for (int k = 0; k < 2; ++k) {
            hash = inputs_hash_float(inputs_hash_float(hash, box[k].min.x), box[k].min.y);
            hash = inputs_hash_float(inputs_hash_float(hash, box[k].min.z), box[k].max.x);
            hash = inputs_hash_float(inputs_hash_float(hash, box[k].max.y), box[k].max.z);
        }
    }
    (void)collide_movers_motion(m, MOVERS, 0, 1, 0, scratch, need, hits, MOVERS * MOVERS / 2,
                                &count);
    hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)count.hits), (uint32_t)count.pairs);
    for (size_t i = 0; i < count.hits; ++i) {
        hash = inputs_hash_u32(inputs_hash_u32(hash, hits[i].movers.a), hits[i].movers.b);
        hash = inputs_hash_u32(inputs_hash_u32(hash, hits[i].triangles.a), hits[i].triangles.b);
        hash = hash_bracket(hash, true, &hits[i].first);
    }
    return hash;
}

// Shapes that fall and fly over terrain, and turn.
static uint64_t golden_motion_terrain(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    uint64_t hash = INPUTS_HASH;
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(995 + (uint64_t)what);
        const collide_terrain *terrain = shape_ground(&r, what);
        for (unsigned i = 0; i < 8; ++i)
            for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
                const collide_cylinder at = inputs_cylinder(&r, terrain, 47, 39, 0.5f, 1, 2);
                const collide_shape a = drawn_shape(&r, kind, i, 1, body);
                collide_motion m = drawn_motion(&r, i, 1);
                collide_bracket t;
                collide_vec3 point;
                collide_pair cell;
                m.pose.position = m.pivot = at.center;
                if (i % 4)
                    m.velocity.z = -1;
                const bool found = collide_shape_terrain_motion(
                    &a, &m, terrain, i % 9 ? 4 : FLT_MAX, i % 3 ? 0 : 0.01f, &t, &point, &cell);
                hash = hash_vec3(hash_bracket(hash, found, &t), point);
                hash = inputs_hash_u32(inputs_hash_u32(hash, cell.a), cell.b);
            }
    }
    return hash;
}

// Shapes and cables of all ends; and steps.
static uint64_t golden_motion_cables(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    inputs_random r = inputs_seed(998);
    uint64_t hash = INPUTS_HASH;
    collide_vec3 control[24];
    for (unsigned i = 0; i < 12; ++i)
        for (unsigned kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            collide_cable cable;
            const collide_shape a = drawn_shape(&r, kind, i, 1, body);
            const collide_motion m = drawn_motion(&r, i, 1), n = drawn_motion(&r, i + kind, 1);
            collide_bracket t;
            uint32_t segment;
            float u;
            memset(&cable, 0, sizeof cable);
            for (int k = 0; k < 24; ++k)
                control[k] = inputs_vec3(&r, -4, 4);
            cable.points = control;
            cable.count = 4 + i % 21;
            cable.radius = inputs_uniform(&r, 0.0625f, 0.25f);
            cable.ends = i % 3;
            const bool found =
                collide_shape_cable_motion(&a, &m, &cable, i % 2 ? &n : NULL, i % 9 ? 1 : FLT_MAX,
                                           i % 4 ? 0 : 0.01f, &t, &segment, &u);
            hash = hash_bracket(hash, found, &t);
            hash = inputs_hash_float(inputs_hash_u32(hash, segment), u);
        }
    return hash;
}

static uint64_t golden_motion_steps(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    inputs_random r = inputs_seed(999);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 24; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const collide_shape a = drawn_shape(&r, ka, i, 1, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, 1, body);
                const collide_motion m = drawn_motion(&r, i, 1), n = drawn_motion(&r, i + kb, 1);
                const float x = inputs_uniform(&r, 0, 2), y = inputs_uniform(&r, 0, 2);
                collide_bracket t;
                const bool found =
                    collide_shape_shape_motion_step(&a, &m, x, &b, i % 7 ? &n : NULL, y, 1, &t);
                hash = hash_bracket(hash, found, &t);
            }
    return hash;
}

// Batches of boxes, capsules and others, of packs and of arrays.
static uint64_t hash_brackets(uint64_t hash, size_t hits, const collide_bracket *t, size_t n) {
    hash = inputs_hash_u32(hash, (uint32_t)hits);
    for (size_t i = 0; i < n; ++i) {
        const float x[6] = {t[i].t_lo,     t[i].t_hi,     t[i].gap,
                            t[i].normal.x, t[i].normal.y, t[i].normal.z};
        for (unsigned k = 0; k < 6; ++k)
            hash = inputs_hash_float(hash, x[k]);
        hash = inputs_hash_u32(hash, t[i].verdict);
    }
    return hash;
}

#define GOLDEN_MOTIONS 101
static void golden_motions(inputs_random *r, collide_convex *const *body) {
    static const uint32_t kinds[4][2] = {{COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB},
                                         {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB},
                                         {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB},
                                         {COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CAPSULE}};
    static collide_shape a[GOLDEN_MOTIONS], b[GOLDEN_MOTIONS];
    static collide_motion ma[GOLDEN_MOTIONS], mb[GOLDEN_MOTIONS];
    static collide_bracket out[GOLDEN_MOTIONS];
    const size_t n = GOLDEN_MOTIONS;
    uint64_t hash = INPUTS_HASH;
    for (unsigned round = 0; round < 4; ++round) {
        const collide_shape_array of_a = {a, n, 0}, of_b = {b, n, 0};
        const collide_motion_array u = {ma, n, 0}, v = {mb, n - 1, 0};
        const float t = round % 2 ? 2 : 1, tolerance = round % 2 ? 1e-3f : 0;
        collide_pair pairs[GOLDEN_MOTIONS];
        collide_shape_pack *pack_a, *pack_b;
        for (unsigned i = 0; i < n; ++i) {
            a[i] = drawn_shape(r, kinds[round][0], 3, 1, body);
            b[i] = drawn_shape(r, kinds[round][1], 3, 1, body);
            ma[i] = drawn_motion(r, i, 1);
            mb[i] = drawn_motion(r, i / 2, 1);
            pairs[i].a = i;
            pairs[i].b = (7 * i) % (GOLDEN_MOTIONS + 1);
        }
        const size_t size_a = collide_shape_pack_size((collide_shape_kind)kinds[round][0], n);
        const size_t size_b = collide_shape_pack_size((collide_shape_kind)kinds[round][1], n);
        if (collide_shape_pack_build(&pack_a, fresh(size_a), size_a, a, n, 0) != COLLIDE_OK ||
            collide_shape_pack_build(&pack_b, fresh(size_b), size_b, b, n, 0) != COLLIDE_OK)
            print_hash("no packs", 0);
        hash = hash_brackets(
            hash,
            collide_shape_shape_motion_pairs(&of_a, &u, &of_b, &v, pairs, n, t, tolerance, out),
            out, n);
        hash = hash_brackets(
            hash, collide_shape_shape_motion_lanes(pack_a, &u, pack_b, &v, t, tolerance, out), out,
            n);
        hash = hash_brackets(
            hash, collide_shape_shape_motion_many(a, ma, pack_b, &v, t, tolerance, out), out, n);
    }
    print_hash("motion_batches", hash);
}

static void golden_motion(void) {
    static const float scales[4] = {1, 1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(990);
    collide_convex *body[BODIES];
    uint64_t hash = INPUTS_HASH, poses = INPUTS_HASH;
    for (unsigned i = 0; i < BODIES; ++i)
        body[i] = sat_body(&r, i, fresh(BODY_BYTES));
    for (unsigned i = 0; i < 24; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                const collide_motion ma = drawn_motion(&r, i, scale);
                const collide_motion mb = drawn_motion(&r, i + kb, scale);
                collide_bracket t;
                const bool found = collide_shape_shape_motion(&a, i % 7 ? &ma : NULL, &b, &mb,
                                                              i % 5 ? 2 : FLT_MAX, 0, &t);
                hash = hash_bracket(hash, found, &t);
            }
    for (unsigned i = 0; i < 1000; ++i) {
        const collide_motion m = drawn_motion(&r, i, 1);
        collide_motion then = m;
        then.pose = collide_motion_pose(&m, inputs_uniform(&r, -1, 1));
        poses = hash_motion(poses, &then);
        then = collide_motion_from_poses(&m.pose, &then.pose, m.pivot, inputs_uniform(&r, 0, 2));
        poses = hash_motion(poses, &then);
    }
    print_hash("motion", hash);
    print_hash("motion_poses", poses);
    golden_motions(&r, body);
    print_hash("motion_trees", on_every_isa("tree", golden_tree_motions, body));
    print_hash("motion_within", on_every_isa("shape", golden_motion_within, body));
    print_hash("motion_terrain", on_every_isa("shape", golden_motion_terrain, body));
    print_hash("motion_cables", golden_motion_cables(body));
    print_hash("motion_steps", golden_motion_steps(body));
    print_hash("motion_movers", on_every_isa("tree", golden_motion_movers, body));
    release_all();
}
