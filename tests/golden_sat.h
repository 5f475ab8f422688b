// The part of golden.c for separating axes. Sizes keep squares of areas within float32: else they
// would be denormal in places, and -Ofast flushes those.
static float sat_scale(unsigned i) {
    static const float scales[8] = {1, 1, 1, 1e-3f, 1, 1e4f, 1, 1e30f};
    return scales[i % 8];
}

static collide_vec3 sat_cell(inputs_random *r, unsigned n) {
    collide_vec3 p;
    p.x = (float)((unsigned)(inputs_next(r) >> 32) % n);
    p.y = (float)((unsigned)(inputs_next(r) >> 32) % n);
    p.z = (float)((unsigned)(inputs_next(r) >> 32) % n);
    return p;
}

// Any rotation; some nearly that of space; some that turn space onto itself.
static collide_pose sat_pose(inputs_random *r, unsigned i, collide_vec3 position) {
    const collide_vec3 q = inputs_vec3(r, -1e-4f, 1e-4f), cell = sat_cell(r, 2);
    return i % 4 < 2    ? inputs_pose(r, position)
           : i % 4 == 2 ? collide_pose_from_quaternion(q.x, q.y, q.z, 1, position)
                        : collide_pose_from_quaternion(cell.x, cell.y, cell.z, 1, position);
}

static collide_obb sat_box(inputs_random *r, unsigned i) {
    const float s = sat_scale(i / 8);
    const collide_vec3 cell = sat_cell(r, 4);
    const collide_pose pose = sat_pose(r, i, i % 4 == 3 ? cell : inputs_vec3(r, 0, 3 * s));
    collide_vec3 half = i % 4 == 3 ? sat_cell(r, 3) : inputs_vec3(r, 0.25f * s, s);
    half.x = i % 16 == 1 ? 0 : half.x;
    return collide_obb_from_pose(&pose, half);
}

static collide_triangle sat_triangle(inputs_random *r, unsigned i) {
    const float s = sat_scale(i / 8);
    const collide_vec3 center = inputs_vec3(r, 0, 3 * s);
    collide_triangle t;
    for (int k = 0; k < 3; ++k) {
        const collide_vec3 p = inputs_vec3(r, -s, s);
        t.v[k].x = center.x + p.x;
        t.v[k].y = center.y + p.y;
        t.v[k].z = center.z + p.z;
        if (i % 4 == 3)
            t.v[k] = sat_cell(r, 4);
    }
    return t;
}

static collide_vec3 sat_velocity(inputs_random *r, unsigned i) {
    collide_vec3 v = inputs_vec3(r, -2, 2);
    v.x = i % 4 == 3 ? 1.0f - (float)(i / 4 % 3) : v.x * sat_scale(i / 8);
    v.y = i % 4 == 3 ? 0 : v.y * sat_scale(i / 8);
    v.z = i % 4 == 3 ? 0 : v.z * sat_scale(i / 8);
    return v;
}

static uint64_t hash_impact(uint64_t hash, bool hit, const collide_impact *impact) {
    hash = inputs_hash_u32(hash, (uint32_t)hit);
    hash = inputs_hash_float(inputs_hash_float(hash, impact->t_first), impact->t_last);
    hash = hash_vec3(hash, impact->normal);
    return inputs_hash_u32(inputs_hash_float(hash, impact->depth), impact->axis);
}

static uint64_t hash_overlap(uint64_t hash, bool hit, const collide_overlap *overlap) {
    hash = hash_vec3(inputs_hash_u32(hash, (uint32_t)hit), overlap->normal);
    return inputs_hash_u32(inputs_hash_float(hash, overlap->depth), overlap->axis);
}

static uint64_t hash_contacts(uint64_t hash, const collide_contact *contact, size_t n,
                              size_t capacity) {
    hash = inputs_hash_u32(hash, (uint32_t)n);
    for (size_t i = 0; i < n && i < capacity; ++i) {
        hash = hash_vec3(hash_vec3(hash, contact[i].point_a), contact[i].point_b);
        hash = inputs_hash_float(hash_vec3(hash, contact[i].normal), contact[i].depth);
        hash = inputs_hash_u32(hash, contact[i].feature_a);
        hash = inputs_hash_u32(hash, contact[i].feature_b);
    }
    return hash;
}

static void golden_sat_single(void) {
    inputs_random r = inputs_seed(101);
    uint64_t boxes = INPUTS_HASH, mixed = INPUTS_HASH, triangles = INPUTS_HASH;
    uint64_t contacts = INPUTS_HASH;
    const uint32_t infinity = 0x7f800000;
    float forever;
    memcpy(&forever, &infinity, sizeof forever);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_obb a = sat_box(&r, i), b = sat_box(&r, i);
        const collide_triangle p = sat_triangle(&r, i), q = sat_triangle(&r, i);
        const collide_vec3 va = sat_velocity(&r, i), vb = sat_velocity(&r, i + 4);
        const float t_max = i % 5 ? inputs_uniform(&r, 0, 3) : i % 2 ? 0 : forever;
        const size_t capacity = i % 3 ? 8 : 3;
        collide_impact impact;
        collide_overlap overlap;
        collide_contact contact[8];
        collide_contact_options options;
        bool hit;
        size_t n;
        memset(&options, 0, sizeof options);

        hit = collide_obb_obb_sweep(&a, va, &b, vb, t_max, &impact);
        boxes = hash_impact(boxes, hit, &impact);
        n = collide_obb_obb_sweep_contacts(&a, va, &b, vb, &impact, NULL, contact, capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);
        hit = collide_obb_obb(&a, &b, &overlap);
        boxes = hash_overlap(boxes, hit, &overlap);
        n = collide_obb_obb_contacts(&a, &b, NULL, contact, capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);
        options.margin = 1;
        options.hint = overlap.normal;
        n = collide_obb_obb_contacts(&a, &b, &options, contact, capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);

        hit = collide_obb_triangle_sweep(&a, va, &p, vb, t_max, &impact);
        mixed = hash_impact(mixed, hit, &impact);
        n = collide_obb_triangle_sweep_contacts(&a, va, &p, vb, &impact, NULL, contact, capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);
        hit = collide_obb_triangle(&a, &p, &overlap);
        mixed = hash_overlap(mixed, hit, &overlap);
        n = collide_obb_triangle_contacts(&a, &p, NULL, contact, capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);

        hit = collide_triangle_triangle_sweep(&p, va, &q, vb, t_max, &impact);
        triangles = hash_impact(triangles, hit, &impact);
        n = collide_triangle_triangle_sweep_contacts(&p, va, &q, vb, &impact, NULL, contact,
                                                     capacity);
        contacts = hash_contacts(contacts, contact, n, capacity);
    }
    print_hash("obb_obb", boxes);
    print_hash("obb_triangle", mixed);
    print_hash("triangle_triangle", triangles);
    print_hash("sat_contacts", contacts);
}

#define BODIES 10
#define BODY_BYTES 8192

// A prism of 3 to 6 sides, turned; of some only one base, which is flat. Corners on a parabola.
static collide_convex *sat_body(inputs_random *r, unsigned i, void *memory) {
    const uint32_t sides = 3 + i % 4;
    const bool flat = i % 5 == 4;
    const collide_pose pose = sat_pose(r, i, inputs_vec3(r, -1, 1));
    collide_vec3 v[12], normal[4], edge[3];
    uint32_t index[72], n = 0;
    collide_mesh mesh;
    collide_convex *body = NULL;
    collide_status status;
    for (uint32_t k = 0; k < 2 * sides; ++k) {
        const float x = (float)(k % sides);
        v[k].x = 0.5f * x;
        v[k].y = 0.25f * x * x;
        v[k].z = k < sides ? 0.0f : 1.0f;
        v[k] = collide_pose_apply(&pose, v[k]);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        edge[k] = inputs_vec3(r, -1, 1);
        normal[k] = inputs_vec3(r, -1, 1);
    }
    if (i == BODIES - 1) { // directions that do not belong to it
        status = collide_convex_build(&body, memory, BODY_BYTES, v, sides, normal, 3, edge, 3);
        mismatches += status != COLLIDE_OK;
        return body;
    }
    for (uint32_t k = 0; k < sides; ++k) {
        const uint32_t next = (k + 1) % sides;
        const uint32_t t[12] = {0, k,    next,      sides, sides + k, sides + next,
                                k, next, sides + k, next,  sides + k, sides + next};
        for (uint32_t j = 0; j < (flat ? 3u : 12u); ++j)
            index[n++] = t[j];
    }
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = v;
    mesh.vertex_count = 2 * sides;
    mesh.indices = index;
    mesh.triangle_count = n / 3;
    mismatches += collide_convex_mesh_size(&mesh) > BODY_BYTES;
    status = collide_convex_build_mesh(&body, memory, BODY_BYTES, &mesh);
    mismatches += status != COLLIDE_OK;
    return body;
}

static uint64_t hash_convex(uint64_t hash, const collide_convex *c) {
    const char *base = (const char *)c;
    const size_t rows = (size_t)(c->size - c->inside.normal_offset) / sizeof(float);
    hash = inputs_hash_u32(inputs_hash_u32(hash, c->vertex_count), c->normal_count);
    hash = inputs_hash_u32(inputs_hash_u32(hash, c->edge_count), (uint32_t)c->size);
    hash = inputs_hash_u32(hash, (uint32_t)c->inside.vertex_offset);
    hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)c->inside.normal_offset),
                           (uint32_t)c->inside.edge_offset);
    hash = inputs_hash_float(hash_vec3(hash, c->center), c->radius);
    hash = hash_floats(hash, (const float *)(const void *)(base + c->inside.vertex_offset),
                       3 * (size_t)c->vertex_count);
    return hash_floats(hash, (const float *)(const void *)(base + c->inside.normal_offset), rows);
}

static uint64_t hash_convexes(void *data) {
    collide_convex *const *body = (collide_convex *const *)data;
    inputs_random r = inputs_seed(102);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS / 3; ++i) {
        const collide_convex *a = body[i % BODIES], *b = body[i / BODIES % BODIES];
        const collide_vec3 cell = sat_cell(&r, 4);
        const collide_pose p = sat_pose(&r, i, inputs_vec3(&r, -1, 2));
        const collide_pose q = sat_pose(&r, i / 2, i % 4 == 3 ? cell : inputs_vec3(&r, -1, 2));
        const collide_pose *pose_a = i % 5 ? &p : NULL, *pose_b = i % 7 ? &q : NULL;
        const collide_vec3 va = inputs_vec3(&r, -2, 2), vb = inputs_vec3(&r, -2, 2);
        collide_impact impact;
        collide_overlap overlap;
        collide_contact contact[8];
        bool hit = collide_convex_convex_sweep(a, pose_a, va, b, pose_b, vb, 2, &impact);
        hash = hash_impact(hash, hit, &impact);
        const size_t n = collide_convex_convex_sweep_contacts(a, pose_a, va, b, pose_b, vb, &impact,
                                                              NULL, contact, 8);
        hash = hash_contacts(hash, contact, n, 8);
        hit = collide_convex_convex(a, pose_a, b, pose_b, &overlap);
        hash = hash_overlap(hash, hit, &overlap);
    }
    return hash;
}

// Arrays and packs of one set of boxes, triangles and velocities.
typedef struct sat_batch {
    collide_obb *a, *b;
    collide_triangle *t;
    collide_vec3 *va, *vb;
    collide_pair *pair;
    collide_obb_pack *pack_a, *pack_b;
    collide_triangle_pack *pack_t;
    collide_vec3_pack *pack_va, *pack_vb;
} sat_batch;

static uint64_t hash_sweeps(uint64_t hash, size_t hits, const collide_sweeps *out) {
    hash = inputs_hash_u32(hash, (uint32_t)hits);
    hash = inputs_hash_bits(hash, out->bits, COLLIDE_BLOCKS(OBJECTS));
    hash = hash_floats(hash_floats(hash, out->t_first, OBJECTS), out->t_last, OBJECTS);
    for (int i = 0; i < OBJECTS; ++i)
        hash = inputs_hash_byte(hash, out->axis[i]);
    return hash;
}

// All batches on the instruction set in use, in one hash.
static uint64_t hash_sat_batches(void *data) {
    const sat_batch *s = (const sat_batch *)data;
    static uint16_t bits[COLLIDE_BLOCKS(OBJECTS)];
    static float t_first[OBJECTS], t_last[OBJECTS];
    static uint8_t axis[OBJECTS];
    const collide_sweeps out = {bits, t_first, t_last, axis};
    const collide_obb_array a = {s->a, OBJECTS, 0, s->va, 0}, b = {s->b, OBJECTS, 0, NULL, 0};
    const collide_triangle_array t = {s->t, OBJECTS, 0, s->vb, 0};
    uint64_t hash = INPUTS_HASH;
    for (int i = 0; i < QUERIES / 2; ++i) {
        const collide_obb *q = s->a + 8 * i;
        hash = hash_sweeps(
            hash,
            collide_obb_obb_sweep_many(q, s->va[i], s->pack_b, i % 2 ? s->pack_vb : NULL, 2, &out),
            &out);
        hash = hash_sweeps(hash,
                           collide_obb_triangle_sweep_many(q, s->va[i], s->pack_t,
                                                           i % 2 ? NULL : s->pack_vb, 2, &out),
                           &out);
    }
    hash = hash_sweeps(
        hash, collide_obb_obb_sweep_lanes(s->pack_a, s->pack_va, s->pack_b, s->pack_vb, 3, &out),
        &out);
    hash = hash_sweeps(
        hash,
        collide_obb_triangle_sweep_lanes(s->pack_a, s->pack_va, s->pack_t, s->pack_vb, 3, &out),
        &out);
    hash = hash_sweeps(hash, collide_obb_obb_sweep_pairs(&a, &b, s->pair, OBJECTS, 4, &out), &out);
    return hash_sweeps(hash, collide_obb_triangle_sweep_pairs(&a, &t, s->pair, OBJECTS, 4, &out),
                       &out);
}

// An array of boxes against packs, in one hash.
static uint64_t hash_sat_all(void *data) {
    const sat_batch *s = (const sat_batch *)data;
    enum { ROWS = 5 };
    static uint16_t bits[ROWS * COLLIDE_BLOCKS(OBJECTS)];
    static float t_first[ROWS * OBJECTS], t_last[ROWS * OBJECTS];
    static uint8_t axis[ROWS * OBJECTS];
    const collide_sweeps out = {bits, t_first, t_last, axis};
    const collide_obb_array a = {s->a, ROWS, 0, s->va, 0};
    uint64_t hash = INPUTS_HASH;
    for (int triangle = 0; triangle < 2; ++triangle) {
        const size_t hits = triangle
                                ? collide_obb_triangle_sweep_all(&a, s->pack_t, s->pack_vb, 2, &out)
                                : collide_obb_obb_sweep_all(&a, s->pack_b, NULL, 2, &out);
        hash = inputs_hash_u32(hash, (uint32_t)hits);
        hash = inputs_hash_bits(hash, bits, ROWS * COLLIDE_BLOCKS(OBJECTS));
        hash = hash_floats(hash_floats(hash, t_first, ROWS * OBJECTS), t_last, ROWS * OBJECTS);
        for (int i = 0; i < ROWS * OBJECTS; ++i)
            hash = inputs_hash_byte(hash, axis[i]);
    }
    return hash;
}

static sat_batch sat_batch_of(void) {
    static collide_obb a[OBJECTS], b[OBJECTS];
    static collide_triangle t[OBJECTS];
    static collide_vec3 va[OBJECTS], vb[OBJECTS];
    static collide_pair pair[OBJECTS];
    inputs_random r = inputs_seed(103);
    sat_batch s = {a, b, t, va, vb, pair, NULL, NULL, NULL, NULL, NULL};
    for (unsigned i = 0; i < OBJECTS; ++i) {
        a[i] = sat_box(&r, i);
        b[i] = sat_box(&r, i);
        t[i] = sat_triangle(&r, i);
        va[i] = sat_velocity(&r, i);
        vb[i] = sat_velocity(&r, i + 4);
        pair[i].a = (uint32_t)(inputs_next(&r) >> 32) % OBJECTS;
        pair[i].b = (pair[i].a + 64 * (i % 5)) % (OBJECTS + 9); // of one scale, some out of range
    }
    BUILD_PACK(obb, s.pack_a, a);
    BUILD_PACK(obb, s.pack_b, b);
    BUILD_PACK(triangle, s.pack_t, t);
    BUILD_PACK(vec3, s.pack_va, va);
    BUILD_PACK(vec3, s.pack_vb, vb);
    return s;
}

static void golden_sat(void) {
    collide_convex *body[BODIES];
    inputs_random r = inputs_seed(104);
    uint64_t make = INPUTS_HASH;
    golden_sat_single();
    for (unsigned i = 0; i < BODIES; ++i) {
        body[i] = sat_body(&r, i, fresh(BODY_BYTES));
        if (!body[i])
            return;
        make = hash_convex(make, body[i]);
    }
    print_hash("convex_make", make);
    sat_batch s = sat_batch_of();
    print_on_every_isa("convex", hash_convexes, body);
    print_on_every_isa("sat_batches", hash_sat_batches, &s);
    print_on_every_isa("sat_sweep_all", hash_sat_all, &s);
}
