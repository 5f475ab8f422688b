// The part of golden.c for what programs of designers ask: Bezier curves as segments, the curves in
// which meshes cross, points on a closed mesh, open edges and volumes.
static uint64_t hash_bezier(void) {
    static const float scales[4] = {1, 1e-30f, 1e30f, 3e37f};
    inputs_random r = inputs_seed(1101);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 256; ++i) {
        collide_vec3 b[4];
        for (int k = 0; k < 4; ++k)
            b[k] = inputs_vec3(&r, -scales[i % 4], scales[i % 4]);
        const collide_spline s = collide_spline_from_bezier(b, 0.25f);
        for (int k = 0; k < 4; ++k)
            hash = hash_vec3(hash, s.v[k]);
        hash = inputs_hash_float(hash, s.radius);
    }
    return hash;
}

static uint64_t crossings_run(void *data) {
    enum { ROOM = 4096 };
    static collide_tree_crossing found[ROOM];
    trees *s = (trees *)data;
    const collide_mesh sphere = {s->sphere,  GOLDEN_TREE_VERTICES,  0,
                                 s->indices, GOLDEN_TREE_TRIANGLES, 4};
    const collide_mesh soup = {s->soup, 3 * GOLDEN_TREE_TRIANGLES, 0,
                               NULL,    GOLDEN_TREE_TRIANGLES,     0};
    collide_tree_options options = {18, 0, 0, COLLIDE_TREE_CLOSED, 0};
    collide_tree *a, *b;
    uint64_t hash = INPUTS_HASH;
    inputs_random r = inputs_seed(1102);
    trees_draw(s, &r);
    mismatches += collide_tree_build(&a, s->memory, s->size, &sphere, &options) != COLLIDE_OK;
    options.type = COLLIDE_TREE_SURFACE;
    mismatches +=
        collide_tree_build(&b, s->memory + s->size, s->size, &soup, &options) != COLLIDE_OK;
    for (unsigned i = 0; i < 24; ++i) {
        const collide_pose pose = inputs_flight(&r), other = inputs_flight(&r);
        const size_t n = collide_tree_tree_segments(a, i % 2 ? &other : NULL, i % 3 ? b : a, &pose,
                                                    found, ROOM, NULL);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t k = 0; k < n && k < ROOM; ++k) {
            hash = inputs_hash_u32(inputs_hash_u32(hash, found[k].pair.a), found[k].pair.b);
            hash = hash_vec3(hash_vec3(hash, found[k].segment.a), found[k].segment.b);
            hash = inputs_hash_byte(hash, found[k].coplanar);
        }
        for (unsigned k = i; k < GOLDEN_TREE_VERTICES; k += 24) {
            const collide_vec3 v = s->sphere[k];
            const collide_vec3 p = i % 2 ? collide_pose_apply(&other, v) : v;
            collide_distance d;
            const bool hit = collide_point_tree_distance(p, a, i % 2 ? &other : NULL, 1, &d);
            hash = hash_distance(hash, hit, &d);
        }
    }
    return hash;
}

static uint64_t hash_mesh_checks(const trees *s) {
    static collide_pair edges[3 * GOLDEN_TREE_TRIANGLES];
    const size_t size = collide_mesh_scratch_size(GOLDEN_TREE_TRIANGLES);
    void *scratch = fresh(size);
    uint64_t hash = INPUTS_HASH;
    for (size_t i = 0; i < 8; ++i) {
        const collide_mesh mesh = {
            i % 2 ? s->soup : s->sphere,
            (size_t)(i % 2 ? 3 * GOLDEN_TREE_TRIANGLES : GOLDEN_TREE_VERTICES),
            0,
            i % 2 ? NULL : s->indices,
            GOLDEN_TREE_TRIANGLES - 3 * i,
            4};
        double volume;
        uint64_t bits;
        size_t count;
        mismatches += collide_mesh_open_edges(&mesh, scratch, size, edges,
                                              3 * GOLDEN_TREE_TRIANGLES, &count) != COLLIDE_OK;
        hash = inputs_hash_u32(hash, (uint32_t)count);
        for (size_t k = 0; k < count; ++k)
            hash = inputs_hash_u32(inputs_hash_u32(hash, edges[k].a), edges[k].b);
        mismatches += collide_mesh_volume(&mesh, &volume) != COLLIDE_OK;
        memcpy(&bits, &volume, sizeof bits);
        hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)bits), (uint32_t)(bits >> 32));
    }
    return hash;
}

static void golden_cad(void) {
    const collide_tree_options most = {26, 0, 0, COLLIDE_TREE_CLOSED, 0};
    static trees s;
    s.size = collide_tree_size(GOLDEN_TREE_TRIANGLES, &most);
    s.memory = (char *)fresh(2 * s.size);
    print_hash("splines_from_bezier", hash_bezier());
    print_on_every_isa("tree_segments", crossings_run, &s);
    print_hash("mesh_checks", hash_mesh_checks(&s));
}
