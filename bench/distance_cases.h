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

// What a pass needs: pairs, lane by lane, or shapes a that are asked one by one against all b.
// Single calls read the shapes, batches read the packs; pack_a is NULL if shapes are asked one by
// one.
typedef struct distance_job {
    const collide_shape *a, *b;
    size_t stride; // of b, and of a in pairs
    const collide_shape_pack *pack_a, *pack_b;
    bool many, bracket;
    float margin;
} distance_job;

// Few of them overlap.
static collide_shape *draw_shapes(inputs_random *r, uint32_t kind, size_t n) {
    collide_shape *shapes = (collide_shape *)allocate(n, sizeof *shapes);
    for (size_t i = 0; i < n; ++i) {
        const collide_pose pose = inputs_pose(r, inputs_vec3(r, -40, 40));
        shapes[i] = distance_shape(r, kind, &pose);
    }
    return shapes;
}

// n pairs of the case's shapes, or n shapes and several to ask.
static bool prepare_distance(bench *b, int which) {
    inputs_random r = inputs_seed(b->seed);
    distance_size size;
    if (!distance_size_read(which, b->size, &size))
        return false;
    distance_job *job = (distance_job *)allocate(1, sizeof *job);
    memset(job, 0, sizeof *job);
    job->margin = size.margin;
    job->many = size.many;
    job->bracket = size.bracket;
    if (size.many) {
        b->query_count = b->n * 64 < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 64;
        if (!distance_bodies(&r, &size))
            fail(1, "cannot draw convex bodies");
        job->a = draw_shapes(&r, distance_cases[which].a, b->query_count);
        job->b = draw_shapes(&r, distance_cases[which].b, b->n);
        job->stride = sizeof *job->b;
    } else {
        distance_pair *pairs = (distance_pair *)allocate(b->n, sizeof *pairs);
        if (!distance_draw(&r, distance_cases[which].a, distance_cases[which].b, &size, b->n,
                           pairs))
            fail(1, "cannot draw pairs of shapes");
        b->query_count = 1;
        job->a = &pairs->a;
        job->b = &pairs->b;
        job->stride = sizeof *pairs;
    }
    if (!b->single) {
        job->pack_a = size.many ? NULL : distance_pack(job->a, b->n, job->stride);
        job->pack_b = distance_pack(job->b, b->n, job->stride);
    }
    b->query = job;
    b->queries = (uint64_t)b->n * b->query_count;
    b->output = distance_cases[which].within ? allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t))
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

// A bracket writes lo and hi of all pairs, a distance all words.
static collide_distances distance_output(const bench *b) {
    const distance_job *job = (const distance_job *)b->query;
    collide_distances out = {NULL, NULL, NULL, (collide_distance *)b->output};
    if (job->bracket) {
        out.all = NULL;
        out.lo = (float *)b->output;
        out.hi = out.lo + b->n;
    }
    return out;
}

// Inlined, so that each case has a loop over its own call.
static inline uint64_t pass_singles(bench *b, int which, const collide_shape *a) {
    const distance_job *job = (const distance_job *)b->query;
    const char *p = (const char *)a, *q = (const char *)job->b;
    const size_t step = job->many ? 0 : job->stride;
    const collide_distances out = distance_output(b);
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i, p += step, q += job->stride) {
        const collide_shape *one = (const collide_shape *)(const void *)p;
        const collide_shape *other = (const collide_shape *)(const void *)q;
        if (which != WITHIN_OBB_OBB) {
            collide_distance d;
            hits += distance_call(which, one, other, INFINITY, job->bracket ? &d : &out.all[i]);
            if (job->bracket) {
                out.lo[i] = d.lo;
                out.hi[i] = d.hi;
            }
            continue;
        }
        const bool hit = collide_obb_obb_within(&one->of.obb, &other->of.obb, job->margin);
        if (i % 16 == 0)
            bits[i / 16] = 0;
        bits[i / 16] = (uint16_t)(bits[i / 16] | (unsigned)hit << i % 16);
        hits += hit;
    }
    return hits;
}

static uint64_t pass_batch(bench *b, int which, const collide_shape *a) {
    const distance_job *job = (const distance_job *)b->query;
    const collide_distances out = distance_output(b);
    uint16_t *bits = (uint16_t *)b->output;
    const float margin = job->margin;
    if (which == WITHIN_OBB_OBB)
        return job->many ? collide_shape_shape_within_many(a, job->pack_b, margin, bits)
                         : collide_shape_shape_within_lanes(job->pack_a, job->pack_b, margin, bits);
    return job->many ? collide_shape_shape_distance_many(a, job->pack_b, INFINITY, &out)
                     : collide_shape_shape_distance_lanes(job->pack_a, job->pack_b, INFINITY, &out);
}

static inline uint64_t pass_distance(bench *b, uint64_t *hash, int which) {
    const distance_job *job = (const distance_job *)b->query;
    const collide_distances out = distance_output(b);
    const uint16_t *bits = (const uint16_t *)b->output;
    uint64_t hits = 0;
    for (size_t k = 0; k < b->query_count; ++k) {
        hits += b->single ? pass_singles(b, which, job->a + k) : pass_batch(b, which, job->a + k);
        for (size_t i = 0; hash && i < b->n; ++i)
            *hash = which == WITHIN_OBB_OBB ? inputs_hash_byte(*hash, bits[i / 16] >> i % 16 & 1)
                    : job->bracket
                        ? inputs_hash_float(inputs_hash_float(*hash, out.lo[i]), out.hi[i])
                        : hash_distance(*hash, &out.all[i]);
    }
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
    if (kind == COLLIDE_SHAPE_NONE)
        return false;
    collide_shape *shapes = draw_shapes(&r, kind, b->n);
    b->objects = shapes;
    b->query = draw_shapes(&r, kind, NEAREST_QUERIES);
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
