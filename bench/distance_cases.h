// A part of bench.c: its cases about distances and margins, on pairs of distances.h.
#ifndef DISTANCE_CASES_H
#define DISTANCE_CASES_H

// n pairs of the case's shapes as objects; the margin as query.
static bool prepare_distance(bench *b, int which) {
    inputs_random r = inputs_seed(b->seed);
    distance_size size;
    if (!distance_size_read(which, b->size, &size))
        return false;
    distance_pair *pairs = (distance_pair *)allocate(b->n, sizeof *pairs);
    float *margin = (float *)allocate(1, sizeof *margin);
    if (!distance_draw(&r, which, &size, b->n, pairs))
        fail(1, "cannot draw pairs of shapes");
    *margin = size.margin;
    b->objects = pairs;
    b->query = margin;
    b->queries = b->n;
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
static inline uint64_t pass_distance(bench *b, uint64_t *hash, int which) {
    const distance_pair *pairs = (const distance_pair *)b->objects;
    const float margin = *(const float *)b->query;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_distance d;
        if (which == WITHIN_OBB_OBB) {
            const bool hit = collide_obb_obb_within(&pairs[i].a.of.obb, &pairs[i].b.of.obb, margin);
            hits += hit;
            if (hash)
                *hash = inputs_hash_byte(*hash, hit);
            continue;
        }
        hits += distance_call(which, &pairs[i], INFINITY, &d);
        if (hash)
            *hash = hash_distance(*hash, &d);
        else
            b->sink = d.feature_a;
    }
    return hits;
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
