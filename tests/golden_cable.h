// The part of golden.c for cables: verdicts, intervals and contacts of segments and cables,
// batches.
#define GOLDEN_CABLE_POINTS 12
#define GOLDEN_CABLE_SIDE 9 // vertices along a side of the terrain

// Of all sizes; a quarter on a grid, where some touch; some with control points that coincide.
typedef struct splines {
    collide_spline s[OBJECTS];
    collide_aabb boxes[OBJECTS];
    collide_triangle triangles[OBJECTS];
    collide_spline_pack *pack;
    collide_triangle_pack *triangle_pack;
} splines;

static void draw_splines(inputs_random *r, collide_spline *s, collide_aabb *boxes,
                         collide_triangle *triangles) {
    static const float sizes[4] = {1, 1e-4f, 1e4f, 1};
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float size = sizes[i / 4 % 4];
        const collide_vec3 place = i % 4 ? inputs_vec3(r, -2, 2) : sat_cell(r, 3);
        const collide_vec3 middle = i % 4 ? inputs_vec3(r, -2, 2) : sat_cell(r, 4);
        const collide_vec3 half = i % 4 ? inputs_vec3(r, 0, 1) : sat_cell(r, 2);
        float *v = (float *)(void *)&s[i], *t = (float *)(void *)&triangles[i];
        float *ends = (float *)(void *)&boxes[i];
        const float p[3] = {place.x, place.y, place.z}, m[3] = {middle.x, middle.y, middle.z};
        const float h[3] = {half.x, half.y, half.z};
        for (int k = 0; k < 4; ++k)
            s[i].v[k] = i % 4 ? inputs_vec3(r, -1, 1) : sat_cell(r, 3);
        for (int k = 0; k < 3; ++k)
            triangles[i].v[k] = i % 4 ? inputs_vec3(r, -1, 1) : sat_cell(r, 3);
        if (i % 16 == 5)
            s[i].v[2] = s[i].v[1];
        if (i % 32 == 7)
            s[i].v[0] = s[i].v[2] = s[i].v[3] = s[i].v[1];
        // Sums by collide.h: x87 would round a sum and its product once.
        for (int k = 0; k < 12; ++k)
            v[k] = inputs_sum(v[k], p[k % 3]);
        for (int k = 0; k < 9; ++k)
            t[k] = inputs_sum(t[k], m[k % 3]);
        for (int k = 0; k < 3; ++k) {
            ends[k] = inputs_sum(m[k], -h[k]);
            ends[3 + k] = inputs_sum(m[k], h[k]);
        }
        s[i].radius = (i % 4 ? inputs_uniform(r, 0.01f, 0.5f) : 0.5f) * size;
        for (int k = 0; k < 12; ++k)
            v[k] *= size;
        for (int k = 0; k < 9; ++k)
            t[k] *= size;
        for (int k = 0; k < 6; ++k)
            ends[k] *= size;
    }
}

static uint64_t hash_cable_contacts(uint64_t hash, const collide_cable_contact *c, size_t n,
                                    size_t capacity) {
    hash = inputs_hash_u32(hash, (uint32_t)n);
    for (size_t i = 0; i < n && i < capacity; ++i) {
        const float floats[4] = {c[i].u, c[i].other_u, c[i].interval.first, c[i].interval.last};
        hash = hash_contacts(hash, &c[i].contact, 1, 1);
        hash = inputs_hash_u32(inputs_hash_u32(hash, c[i].segment), c[i].other);
        hash = hash_floats(hash, floats, 4);
    }
    return hash;
}

static uint64_t hash_splines(const collide_spline *s, const collide_aabb *boxes,
                             const collide_triangle *triangles) {
    inputs_random r = inputs_seed(802);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_spline *other = &s[(i + 4) % OBJECTS];
        collide_cable_contact c;
        collide_interval in[8];
        collide_vec3 tangent;
        size_t n = collide_spline_aabb_intervals(&s[i], &boxes[i], in, 8);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t k = 0; k < n && k < 8; ++k)
            hash = inputs_hash_float(inputs_hash_float(hash, in[k].first), in[k].last);
        const collide_pose pose = inputs_pose(&r, boxes[i].min);
        const collide_vec3 half = {s[i].radius, s[i].radius * 2, s[i].radius};
        const collide_obb box = collide_obb_from_pose(&pose, half);
        const collide_sphere ball = {boxes[i].max, s[i].radius};
        const collide_cylinder cylinder = {boxes[i].max, pose.axis[0], s[i].radius, half.y};
        const collide_kdop18 bound = collide_kdop18_from_spline(&s[i]);
        n = collide_spline_obb_intervals(&s[i], &box, in, 8);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t k = 0; k < n && k < 8; ++k)
            hash = inputs_hash_float(inputs_hash_float(hash, in[k].first), in[k].last);
        bool hit = collide_spline_aabb(&s[i], &boxes[i], &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hit = collide_spline_obb(&s[i], &box, &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hit = collide_spline_triangle(&s[i], &triangles[i], &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hit = collide_spline_sphere(&s[i], &ball, &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hit = collide_spline_cylinder(&s[i], &cylinder, &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hit = collide_spline_spline(&s[i], other, &c);
        hash = hash_cable_contacts(hash, &c, hit, 1);
        hash = inputs_hash_u32(hash, collide_spline_spline(&s[i], other, NULL) == hit);
        hash = hash_vec3(hash, collide_spline_point(&s[i], 0.375f, &tangent));
        hash = hash_vec3(hash, tangent);
        hash = hash_floats(hash, bound.min, 9);
    }
    return hash;
}

static uint64_t hash_spline_batches(void *data) {
    const splines *p = (const splines *)data;
    const collide_spline *s = p->s;
    const collide_aabb *boxes = p->boxes;
    const collide_spline_pack *pack = p->pack;
    const collide_triangle_pack *triangles = p->triangle_pack;
    static uint16_t bits[COLLIDE_BLOCKS(OBJECTS)];
    static collide_pair pairs[OBJECTS];
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < QUERIES; ++i) {
        const collide_obb box = collide_obb_from_aabb(&boxes[i]);
        hash = hash_hits(hash, collide_aabb_spline_near_many(&boxes[i], pack, bits), bits);
        hash = hash_hits(hash, collide_aabb_spline_many(&boxes[i], pack, bits), bits);
        hash = hash_hits(hash, collide_obb_spline_many(&box, pack, bits), bits);
        hash = hash_hits(hash, collide_spline_triangle_many(&s[i], triangles, bits), bits);
    }
    const collide_spline_array segments = {s, OBJECTS, 0};
    const collide_aabb_array against = {boxes, OBJECTS, 0};
    for (unsigned i = 0; i < OBJECTS; ++i) {
        pairs[i].a = i;
        pairs[i].b = i * 7 % OBJECTS;
    }
    hash = hash_hits(
        hash, collide_spline_aabb_near_pairs(&segments, &against, pairs, OBJECTS, bits), bits);
    hash =
        hash_hits(hash, collide_spline_aabb_pairs(&segments, &against, pairs, OBJECTS, bits), bits);
    return hash_hits(hash, collide_spline_triangle_lanes(pack, triangles, bits), bits);
}

// What cables are asked against: a mesh, and terrain.
typedef struct cable_scene {
    collide_tree *tree;
    collide_terrain *terrain;
} cable_scene;

static cable_scene cable_scene_make(inputs_random *r, float low) {
    static float heights[GOLDEN_CABLE_SIDE * GOLDEN_CABLE_SIDE];
    static collide_vec3 corners[6 * 4 + 2];
    static unsigned char memory[1 << 15];
    uint32_t indices[3 * 12 * 4];
    char *at = (char *)memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT);
    const size_t size = collide_tree_size(48, NULL);
    collide_heights grid;
    cable_scene s;
    memset(&grid, 0, sizeof grid);
    for (int i = 0; i < GOLDEN_CABLE_SIDE * GOLDEN_CABLE_SIDE; ++i)
        heights[i] = inputs_uniform(r, -1, 1);
    grid.heights = heights;
    grid.columns = grid.rows = GOLDEN_CABLE_SIDE;
    grid.dx = grid.dy = 0.5f;
    grid.origin = inputs_vec3(r, low, low + 0.5f);
    inputs_bumpy(2, corners, indices);
    const collide_mesh mesh = {corners, 26, 0, indices, 48, 4};
    mismatches += collide_tree_build(&s.tree, at, size, &mesh, NULL) != COLLIDE_OK;
    mismatches += collide_terrain_build(&s.terrain, at + size, sizeof memory - 64 - size, &grid) !=
                  COLLIDE_OK;
    return s;
}

static collide_cable draw_cable(inputs_random *r, collide_vec3 *points, uint32_t ends) {
    const collide_cable c = {points, GOLDEN_CABLE_POINTS, 0, 0.0625f, ends};
    for (int i = 0; i < GOLDEN_CABLE_POINTS; ++i)
        points[i] = inputs_vec3(r, -1.5f, 1.5f);
    return c;
}

// Cables of all ends against each other, themselves, a mesh and terrain.
static uint64_t hash_cables(void *data) {
    static collide_vec3 points[3][GOLDEN_CABLE_POINTS];
    static collide_cable_contact c[256];
    inputs_random r = inputs_seed(803);
    const cable_scene s = cable_scene_make(&r, -2);
    uint64_t hash = INPUTS_HASH;
    (void)data;
    for (unsigned round = 0; round < 12; ++round) {
        collide_cable cable[3];
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        for (unsigned k = 0; k < 3; ++k) {
            cable[k] = draw_cable(&r, points[k], k);
            size_t n = collide_cable_tree_contacts(&cable[k], s.tree, &pose, NULL, c, 256);
            hash = hash_cable_contacts(hash, c, n, 256);
            n = collide_cable_terrain_contacts(&cable[k], s.terrain, NULL, c, 256);
            hash = hash_cable_contacts(hash, c, n, 256);
            n = collide_cable_self_contacts(&cable[k], 2, NULL, c, 4);
            hash = hash_cable_contacts(hash, c, n, 4);
            hash = inputs_hash_u32(
                hash, (uint32_t)collide_cable_tree_indices(&cable[k], s.tree, &pose, NULL, 0));
        }
        const size_t n = collide_cable_cable_contacts(&cable[0], &cable[2], NULL, c, 256);
        hash = hash_cable_contacts(hash, c, n, 256);
    }
    return hash;
}

static uint64_t hash_cable_distance(uint64_t hash, bool found, const collide_cable_distance *d) {
    const float floats[4] = {d->distance.lo, d->distance.hi, d->u, d->other_u};
    hash = hash_floats(inputs_hash_u32(hash, found), floats, 4);
    hash = hash_vec3(hash_vec3(hash, d->distance.point_a), d->distance.point_b);
    hash = inputs_hash_u32(hash_vec3(hash, d->distance.normal), d->distance.feature_a);
    hash = inputs_hash_u32(inputs_hash_u32(hash, d->distance.feature_b), d->segment);
    return inputs_hash_u32(hash, d->other);
}

// Distances of cables of all ends from shapes, a mesh, terrain, each other and themselves.
static uint64_t hash_cable_distances(void *data) {
    static collide_vec3 points[3][GOLDEN_CABLE_POINTS];
    static collide_cable_distance d[GOLDEN_CABLE_POINTS + 1];
    inputs_random r = inputs_seed(804);
    const cable_scene scene = cable_scene_make(&r, -4);
    uint64_t hash = INPUTS_HASH;
    (void)data;
    for (unsigned round = 0; round < 12; ++round) {
        collide_cable cable[3];
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, 1, 3));
        const collide_obb box = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, 1));
        const collide_sphere ball = {pose.position, 0.5f};
        const collide_cylinder can = {pose.position, pose.axis[0], 0.5f, 1};
        const collide_plane plane = {pose.axis[1], -3};
        const collide_shape shape[4] = {
            collide_shape_from_obb(&box), collide_shape_from_sphere(&ball),
            collide_shape_from_cylinder(&can), collide_shape_from_plane(&plane)};
        for (unsigned k = 0; k < 3; ++k) {
            cable[k] = draw_cable(&r, points[k], k);
            bool found = collide_cable_tree_distance(&cable[k], scene.tree, &pose, 4, d);
            hash = hash_cable_distance(hash, found, d);
            found = collide_cable_terrain_distance(&cable[k], scene.terrain, 4, d);
            hash = hash_cable_distance(hash, found, d);
            found = collide_cable_self_distance(&cable[k], 2, 4, d);
            hash = hash_cable_distance(hash, found, d);
            for (unsigned s = 0; s < 4; ++s) {
                found = collide_shape_cable_distance(&shape[s], &cable[k], 4, d);
                hash = hash_cable_distance(hash, found, d);
            }
        }
        const bool found = collide_cable_cable_distance(&cable[0], &cable[2], 4, d);
        hash = hash_cable_distance(hash, found, d);
        const size_t n = collide_cable_segment_count(&cable[0]);
        mismatches += collide_cable_tree_clearances(&cable[0], scene.tree, &pose, 100, d, n) != n;
        for (size_t i = 0; i < n; ++i)
            hash = hash_cable_distance(hash, true, &d[i]);
    }
    return hash;
}

static void golden_cable(void) {
    static splines p;
    inputs_random r = inputs_seed(801);
    draw_splines(&r, p.s, p.boxes, p.triangles);
    BUILD_PACK(spline, p.pack, p.s);
    BUILD_PACK(triangle, p.triangle_pack, p.triangles);
    print_hash("splines", hash_splines(p.s, p.boxes, p.triangles));
    print_on_every_isa("spline batches", hash_spline_batches, &p);
    print_on_every_isa("cables", hash_cables, NULL);
    print_on_every_isa("cable distances", hash_cable_distances, NULL);
}
