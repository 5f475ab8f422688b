// A part of bench.c: swept boxes, triangles and convex bodies, and pairs of triangles.
#ifndef SWEEP_CASES_H
#define SWEEP_CASES_H

// ---- swept boxes and triangles -----------------------------------------------------------------

// A body of either side: a box, or a triangle in its place, and a velocity.
typedef struct mover {
    collide_obb box;
    collide_triangle triangle;
    collide_vec3 velocity;
} mover;

// Centres in a cube of twice this half edge: about 13.8, 41 and 1 % hits of boxes.
static bool read_sweep_size(const char *text, float *half, bool *parallel) {
    *parallel = strcmp(text, "parallel") == 0;
    *half = strcmp(text, "dense") == 0 ? 2.0f : strcmp(text, "sparse") == 0 ? 11.5f : 4.0f;
    return *parallel || *half != 4.0f || strcmp(text, "normal") == 0;
}

static mover draw_mover(inputs_random *r, float half) {
    mover m;
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -half, half));
    m.box = collide_obb_from_pose(&pose, inputs_vec3(r, 0.2f, 1.5f));
    m.velocity = inputs_vec3(r, -4, 4);
    memset(&m.triangle, 0, sizeof m.triangle);
    return m;
}

// Turns box b of a pair: the rotation of a, that one and a little more, no rotation for either, or
// 90 degrees between them.
static void draw_parallel(inputs_random *r, size_t i, collide_obb *a, collide_obb *b) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose identity = collide_pose_identity();
    float angle = 0.01f;
    collide_pose turn;
    if (i % 4 == 2)
        memcpy(a->axis, identity.axis, sizeof a->axis);
    memcpy(b->axis, a->axis, sizeof b->axis);
    if (i % 4 == 1) { // apart by 10^-2 to 10^-8 rad
        for (uint64_t k = inputs_next(r) >> 61; k > 1; --k)
            angle *= 0.1f;
        const float z = inputs_uniform(r, -1, 1) * angle, y = inputs_uniform(r, -1, 1) * angle;
        turn = collide_pose_from_quaternion(inputs_uniform(r, -1, 1) * angle, y, z, 1, zero);
        for (int k = 0; k < 3; ++k)
            b->axis[k] = collide_pose_apply(&turn, a->axis[k]);
        *b = collide_obb_orthonormalize(b);
    } else if (i % 4 == 3) {
        b->axis[0] = a->axis[1];
        b->axis[1] = a->axis[2];
        b->axis[2] = a->axis[0];
    }
}

// n movers a and n movers b, a in objects, b in query; packs of both sides in pack.
typedef struct sweep_packs {
    const sweep_query *forms;
    void *a, *b, *va, *vb;
} sweep_packs;

static bool prepare_sweep(bench *b, bool triangle, size_t queries) {
    inputs_random r = inputs_seed(b->seed);
    mover *p = (mover *)allocate(queries, sizeof *p), *q = (mover *)allocate(b->n, sizeof *q);
    sweep_packs *packs = (sweep_packs *)allocate(1, sizeof *packs);
    float half;
    bool parallel;
    if (!read_sweep_size(b->size, &half, &parallel))
        return false;
    for (size_t i = 0; i < b->n; ++i) {
        if (i < queries)
            p[i] = draw_mover(&r, half);
        q[i] = draw_mover(&r, half);
        if (parallel)
            draw_parallel(&r, i, &p[i % queries].box, &q[i].box);
        for (int k = 0; k < 3 && triangle; ++k) {
            const collide_vec3 v = inputs_vec3(&r, -2, 2), c = q[i].box.center;
            const collide_vec3 moved = {c.x + v.x, c.y + v.y, c.z + v.z};
            q[i].triangle.v[k] = moved;
        }
    }
    for (size_t i = b->n; i < queries; ++i)
        p[i] = draw_mover(&r, half);
    b->objects = p;
    b->query = q;
    b->query_count = queries;
    b->queries = queries == b->n ? b->n : (uint64_t)queries * b->n;
    b->output_count = b->n;
    b->output = allocate(b->n, 3 * sizeof(float));
    packs->forms = &sweep_queries[triangle ? SWEEP_obb_triangle : SWEEP_obb_obb];
    packs->a = pack_of("obb", &p->box, queries, sizeof *p);
    packs->va = pack_of("vec3", &p->velocity, queries, sizeof *p);
    packs->b = triangle ? pack_of("triangle", &q->triangle, b->n, sizeof *q)
                        : pack_of("obb", &q->box, b->n, sizeof *q);
    packs->vb = pack_of("vec3", &q->velocity, b->n, sizeof *q);
    b->pack = packs;
    return true;
}

static bool prepare_sweep_obb_obb(bench *b) {
    return prepare_sweep(b, false, b->n);
}

static bool prepare_sweep_obb_obb_many(bench *b) {
    return prepare_sweep(b, false, b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1);
}

static bool prepare_sweep_obb_triangle(bench *b) {
    return prepare_sweep(b, true, b->n);
}

// Bits and first times of n answers.
static uint64_t hash_sweeps(uint64_t hash, const uint16_t *bits, const float *t_first, size_t n) {
    hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(n));
    for (size_t i = 0; i < n; ++i)
        hash = inputs_hash_float(hash, t_first[i]);
    return hash;
}

// n single calls: each computes the times, but they are asked for only where they are hashed, since
// normals and depths come with them, which the batches do not have.
static size_t single_sweeps(const mover *p, size_t step, const mover *q, size_t n, bool triangle,
                            bool times, uint16_t *bits, float *t_first) {
    size_t hits = 0;
    for (size_t i = 0; i < n; i += 16) {
        const size_t end = n - i < 16 ? n - i : 16;
        unsigned word = 0;
        for (size_t k = 0; k < end; ++k, p += step, ++q) {
            collide_impact impact;
            const bool hit =
                triangle ? collide_obb_triangle_sweep(&p->box, p->velocity, &q->triangle,
                                                      q->velocity, 1, times ? &impact : NULL)
                         : collide_obb_obb_sweep(&p->box, p->velocity, &q->box, q->velocity, 1,
                                                 times ? &impact : NULL);
            word |= (unsigned)hit << k;
            hits += hit;
            if (times)
                t_first[i + k] = impact.t_first;
        }
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

static uint64_t pass_sweep(bench *b, uint64_t *hash, bool triangle) {
    const mover *p = (const mover *)b->objects, *q = (const mover *)b->query;
    const sweep_packs *packs = (const sweep_packs *)b->pack;
    const bool many = b->queries != b->n;
    float *t_first = (float *)b->output;
    uint16_t *bits = (uint16_t *)(void *)(t_first + b->n);
    collide_sweeps out = {NULL, NULL, NULL, NULL};
    uint64_t hits = 0;
    out.bits = bits;
    out.t_first = t_first;
    for (size_t i = 0; i < (many ? b->query_count : 1); ++i) {
        if (b->single)
            hits +=
                single_sweeps(p + i, many ? 0 : 1, q, b->n, triangle, hash != NULL, bits, t_first);
        else if (many)
            hits += packs->forms->many(&p[i].box, p[i].velocity, packs->b, packs->vb, 1, &out);
        else
            hits += packs->forms->lanes(packs->a, packs->va, packs->b, packs->vb, 1, &out);
        if (hash)
            *hash = hash_sweeps(*hash, bits, t_first, b->n);
    }
    return hits;
}

static uint64_t pass_sweep_obb(bench *b, uint64_t *hash) {
    return pass_sweep(b, hash, false);
}

static uint64_t pass_sweep_obb_triangle(bench *b, uint64_t *hash) {
    return pass_sweep(b, hash, true);
}

// ---- triangles ---------------------------------------------------------------------------------

typedef struct triangle_packs {
    collide_triangle_pack *a, *b;
} triangle_packs;

// hits28 (six vertices in a unit cube), hits2 (the second triangle moved by up to 1 on each axis),
// x<number> (hits28 times that), plus1000 (hits28 moved by 1000), coplanar (all in one plane of a
// grid), shared (hits28 with a vertex in common).
static bool draw_triangles(inputs_random *r, const char *size, collide_triangle *t) {
    const bool moved = strcmp(size, "hits2") == 0, flat = strcmp(size, "coplanar") == 0;
    const bool plus = strcmp(size, "plus1000") == 0, shared = strcmp(size, "shared") == 0;
    const bool times = size[0] == 'x';
    char *end = NULL;
    const float scale = times ? strtof(size + 1, &end) : 1, shift = plus ? 1000.0f : 0.0f;
    if (!(moved || flat || plus || shared || times || strcmp(size, "hits28") == 0) ||
        (times && (end == size + 1 || *end || !(scale > 0))))
        return false;
    for (int i = 0; i < 6; ++i) {
        collide_vec3 *v = &t[i / 3].v[i % 3];
        *v = inputs_vec3(r, 0, 1);
        if (flat) {
            v->x = (float)(int)(v->x * 256);
            v->y = (float)(int)(v->y * 256);
            v->z = v->x + 2 * v->y;
        }
        v->x = v->x * scale + shift; // never both
        v->y = v->y * scale + shift;
        v->z = v->z * scale + shift;
    }
    if (moved) {
        const collide_vec3 d = inputs_vec3(r, -1, 1);
        for (int i = 0; i < 3; ++i) {
            t[1].v[i].x += d.x;
            t[1].v[i].y += d.y;
            t[1].v[i].z += d.z;
        }
    }
    if (shared)
        t[1].v[0] = t[0].v[1];
    return true;
}

static bool prepare_triangle_triangle(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    collide_triangle *t = (collide_triangle *)allocate(b->n, 2 * sizeof *t);
    triangle_packs *packs = (triangle_packs *)allocate(1, sizeof *packs);
    for (size_t i = 0; i < b->n; ++i)
        if (!draw_triangles(&r, b->size, &t[2 * i]))
            return false;
    packs->a = (collide_triangle_pack *)pack_of("triangle", t, b->n, 2 * sizeof *t);
    packs->b = (collide_triangle_pack *)pack_of("triangle", t + 1, b->n, 2 * sizeof *t);
    b->objects = t;
    b->pack = packs;
    b->queries = b->n;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return true;
}

static uint64_t pass_triangle_triangle(bench *b, uint64_t *hash) {
    const collide_triangle *t = (const collide_triangle *)b->objects;
    const triangle_packs *packs = (const triangle_packs *)b->pack;
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    if (!b->single)
        hits = collide_triangle_triangle_lanes(packs->a, packs->b, bits);
    for (size_t i = 0; i < b->n && b->single; i += 16) {
        unsigned word = 0;
        for (size_t k = i; k < b->n && k < i + 16; ++k)
            word |= (unsigned)collide_triangle_triangle(&t[2 * k], &t[2 * k + 1]) << (k - i);
        for (unsigned rest = word; rest; rest &= rest - 1)
            ++hits;
        bits[i / 16] = (uint16_t)word;
    }
    if (hash)
        *hash = inputs_hash_bits(*hash, bits, COLLIDE_BLOCKS(b->n));
    return hits;
}

// ---- swept convex bodies -----------------------------------------------------------------------

#define CONVEX_COUNT 64

typedef struct convex_mover {
    const collide_convex *body;
    collide_pose pose;
    collide_vec3 velocity;
} convex_mover;

// An icosahedron, stretched and sheared at random: 12 vertices, 10 normals, 15 edges.
static const collide_convex *draw_convex(inputs_random *r) {
    static const uint16_t index[60] = {0, 11, 5, 0, 5,  1,  0,  1,  7,  0,  7, 10, 0, 10, 11,
                                       1, 5,  9, 5, 11, 4,  11, 10, 2,  10, 7, 6,  7, 1,  8,
                                       3, 9,  4, 3, 4,  2,  3,  2,  6,  3,  6, 8,  3, 8,  9,
                                       4, 9,  5, 2, 4,  11, 6,  2,  10, 8,  6, 7,  9, 8,  1};
    static const float g = 1.618034f;
    static const float corner[12][3] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                        {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                        {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose turn = inputs_pose(r, zero);
    const collide_vec3 scale = inputs_vec3(r, 0.15f, 1);
    collide_vec3 vertex[12];
    collide_mesh mesh = {0, 0, 0, 0, 0, 0};
    collide_convex *convex;
    for (int i = 0; i < 12; ++i) {
        collide_vec3 p = {corner[i][0], corner[i][1], corner[i][2]};
        p = collide_pose_apply(&turn, p);
        p.x *= scale.x;
        p.y *= scale.y;
        p.z *= scale.z;
        vertex[i] = p;
    }
    mesh.positions = vertex;
    mesh.vertex_count = 12;
    mesh.indices = index;
    mesh.triangle_count = 20;
    mesh.index_size = 2;
    const size_t size = collide_convex_mesh_size(&mesh);
    check(collide_convex_build_mesh(&convex, allocate(size, 1), size, &mesh));
    return convex;
}

static bool prepare_sweep_convex(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    const collide_convex *bodies[CONVEX_COUNT];
    convex_mover *m = (convex_mover *)allocate(2 * b->n, sizeof *m);
    float half;
    bool parallel;
    if (!read_sweep_size(b->size, &half, &parallel))
        return false;
    for (int i = 0; i < CONVEX_COUNT; ++i)
        bodies[i] = draw_convex(&r);
    for (size_t i = 0; i < 2 * b->n; ++i) {
        m[i].body = bodies[(parallel ? i / 2 : i * 7 + i / 64) % CONVEX_COUNT];
        m[i].pose = inputs_pose(&r, inputs_vec3(&r, -half, half));
        m[i].velocity = inputs_vec3(&r, -4, 4);
        if (parallel && i % 2)
            memcpy(m[i].pose.axis, m[i - 1].pose.axis, sizeof m[i].pose.axis);
    }
    b->objects = m;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_sweep_convex(bench *b, uint64_t *hash) {
    const convex_mover *m = (const convex_mover *)b->objects;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i, m += 2) {
        collide_impact impact;
        hits += collide_convex_convex_sweep(m[0].body, &m[0].pose, m[0].velocity, m[1].body,
                                            &m[1].pose, m[1].velocity, 1, hash ? &impact : NULL);
        if (hash)
            *hash = inputs_hash_float(*hash, impact.t_first);
    }
    return hits;
}

#endif // SWEEP_CASES_H
