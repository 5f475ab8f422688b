// A part of bench.c: its cases about distances and margins, on pairs of distances.h.
#ifndef DISTANCE_CASES_H
#define DISTANCE_CASES_H

static collide_shape_pack *distance_pack(const collide_shape *shapes, size_t n, size_t stride) {
    const size_t size = collide_shape_pack_size((collide_shape_kind)shapes->kind, n);
    collide_shape_pack *pack;
    if (collide_shape_pack_build(&pack, allocate(size, 1), size, shapes, n, stride) != COLLIDE_OK)
        fail(1, "cannot build a pack of shapes");
    return pack;
}

// What a pass over pairs needs. Single calls read the pairs, batches read the packs.
typedef struct distance_job {
    distance_pair *pairs;
    const collide_shape_pack *a, *b;
    float margin;
} distance_job;

// n pairs of the case's shapes.
static bool prepare_distance(bench *b, int which) {
    inputs_random r = inputs_seed(b->seed);
    distance_size size;
    if (!distance_size_read(which, b->size, &size))
        return false;
    distance_job *job = (distance_job *)allocate(1, sizeof *job);
    job->pairs = (distance_pair *)allocate(b->n, sizeof *job->pairs);
    if (!distance_draw(&r, which, &size, b->n, job->pairs))
        fail(1, "cannot draw pairs of shapes");
    job->margin = size.margin;
    if (!b->single) {
        job->a = distance_pack(&job->pairs->a, b->n, sizeof *job->pairs);
        job->b = distance_pack(&job->pairs->b, b->n, sizeof *job->pairs);
    }
    b->query = job;
    b->queries = b->n;
    b->output = which == WITHIN_OBB_OBB ? allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t))
                                        : allocate(b->n, sizeof(collide_distance));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t hash_distance(uint64_t hash, const collide_distance *d) {
    return inputs_hash_u32(
        inputs_hash_u32(hash_floats(hash, d, offsetof(collide_distance, feature_a)), d->feature_a),
        d->feature_b);
}

// Inlined, so that each case has a loop over its own call.
static inline uint64_t pass_singles(bench *b, int which) {
    const distance_job *job = (const distance_job *)b->query;
    collide_distance *all = (collide_distance *)b->output;
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const distance_pair *p = &job->pairs[i];
        if (which != WITHIN_OBB_OBB) {
            hits += distance_call(which, p, INFINITY, &all[i]);
            continue;
        }
        const bool hit = collide_obb_obb_within(&p->a.of.obb, &p->b.of.obb, job->margin);
        if (i % 16 == 0)
            bits[i / 16] = 0;
        bits[i / 16] = (uint16_t)(bits[i / 16] | (unsigned)hit << i % 16);
        hits += hit;
    }
    return hits;
}

static inline uint64_t pass_distance(bench *b, uint64_t *hash, int which) {
    const distance_job *job = (const distance_job *)b->query;
    const collide_distances out = {NULL, NULL, NULL, (collide_distance *)b->output};
    uint16_t *bits = (uint16_t *)b->output;
    const uint64_t hits = b->single ? pass_singles(b, which)
                          : which == WITHIN_OBB_OBB
                              ? collide_shape_shape_within_lanes(job->a, job->b, job->margin, bits)
                              : collide_shape_shape_distance_lanes(job->a, job->b, INFINITY, &out);
    for (size_t i = 0; hash && i < b->n; ++i)
        *hash = which == WITHIN_OBB_OBB ? inputs_hash_byte(*hash, bits[i / 16] >> i % 16 & 1)
                                        : hash_distance(*hash, &out.all[i]);
    return hits;
}

// One sphere, capsule, box or so, against n of them in a pack: the nearest.
#define NEAREST_QUERIES 64
static bool prepare_nearest(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    const uint32_t kind = strcmp(b->size, "spheres") == 0    ? COLLIDE_SHAPE_SPHERE
                          : strcmp(b->size, "capsules") == 0 ? COLLIDE_SHAPE_CAPSULE
                          : strcmp(b->size, "boxes") == 0    ? COLLIDE_SHAPE_OBB
                                                             : COLLIDE_SHAPE_NONE;
    collide_shape *shapes = (collide_shape *)allocate(b->n, sizeof *shapes);
    collide_shape *queries = (collide_shape *)allocate(NEAREST_QUERIES, sizeof *queries);
    if (kind == COLLIDE_SHAPE_NONE)
        return false;
    for (size_t i = 0; i < b->n + NEAREST_QUERIES; ++i) {
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -40, 40));
        *(i < b->n ? &shapes[i] : &queries[i - b->n]) = distance_shape(&r, kind, &pose);
    }
    b->objects = shapes;
    b->query = queries;
    b->query_count = NEAREST_QUERIES;
    b->queries = (uint64_t)b->n * b->query_count;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    else
        b->pack = distance_pack(shapes, b->n, 0);
    return true;
}

// By single calls: each is asked for no more than the least so far.
static uint32_t nearest_single(const bench *b, const collide_shape *a, collide_distance *out) {
    const collide_shape *shapes = (const collide_shape *)b->objects;
    uint32_t index = 0;
    collide_distance d;
    out->lo = INFINITY;
    for (size_t i = 0; i < b->n; ++i)
        if (collide_shape_shape_distance(a, &shapes[i], out->lo, &d) &&
            collide_shape_shape_distance(a, &shapes[i], INFINITY, &d) &&
            (i == 0 || d.lo < out->lo || (d.lo <= out->lo && d.hi < out->hi))) {
            *out = d;
            index = (uint32_t)i;
        }
    return index;
}

static uint64_t pass_nearest(bench *b, uint64_t *hash) {
    const collide_shape *queries = (const collide_shape *)b->query;
    for (size_t i = 0; i < b->query_count; ++i) {
        collide_distance d;
        uint32_t index = 0;
        if (b->single)
            index = nearest_single(b, &queries[i], &d);
        else
            collide_shape_shape_nearest(&queries[i], (const collide_shape_pack *)b->pack, INFINITY,
                                        1, &index, &d);
        if (hash)
            *hash = hash_distance(inputs_hash_u32(*hash, index), &d);
        else
            b->sink = index;
    }
    return b->query_count;
}

#define DISTANCE(which)                                                                            \
    static bool prepare_##which(bench *b) {                                                        \
        return prepare_distance(b, which);                                                         \
    }                                                                                              \
    static uint64_t pass_##which(bench *b, uint64_t *hash) {                                       \
        return pass_distance(b, hash, which);                                                      \
    }
DISTANCE(DISTANCE_SPHERE_SPHERE)
DISTANCE(DISTANCE_CAPSULE_CAPSULE)
DISTANCE(DISTANCE_SPHERE_OBB)
DISTANCE(DISTANCE_CAPSULE_OBB)
DISTANCE(DISTANCE_SPHERE_TRIANGLE)
DISTANCE(DISTANCE_CAPSULE_TRIANGLE)
DISTANCE(DISTANCE_TRIANGLE_TRIANGLE)
DISTANCE(DISTANCE_OBB_OBB)
DISTANCE(DISTANCE_CONVEX)
DISTANCE(DISTANCE_CYLINDER_OBB)
DISTANCE(DISTANCE_CYLINDER_CYLINDER)
DISTANCE(WITHIN_OBB_OBB)

#undef DISTANCE
#endif // DISTANCE_CASES_H
