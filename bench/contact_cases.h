// A part of bench.c: its cases about contacts of two bodies, one pair after another.
#ifndef CONTACT_CASES_H
#define CONTACT_CASES_H

// Two boxes; or two convex bodies with a gap of up to 1e-3, asked with this margin.
static bool prepare_contacts_obb_obb(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    const bool resting = strcmp(b->size, "resting") == 0;
    collide_obb *boxes = (collide_obb *)allocate(b->n, 2 * sizeof *boxes);
    if (!resting && strcmp(b->size, "random") != 0)
        return false;
    for (size_t i = 0; i < b->n; ++i) {
        collide_obb *p = &boxes[2 * i];
        do {
            for (int k = 0; k < 2; ++k) {
                const collide_vec3 half = inputs_vec3(&r, 0.2f, 0.3f);
                const float far = resting ? 0.05f : 0.6f, tilt = resting ? 0.005f : 1;
                const collide_vec3 q = inputs_vec3(&r, -tilt, tilt);
                collide_vec3 at = {0, 0, 0};
                if (k)
                    at = inputs_vec3(&r, -far, far);
                if (k && resting)
                    at.z = (p[0].half.z + half.z) - inputs_uniform(&r, 0.001f, 0.005f);
                const collide_pose pose =
                    collide_pose_from_quaternion(q.x, q.y, q.z, resting ? 1 : 0.5f, at);
                p[k] = collide_obb_from_pose(&pose, half);
            }
        } while (!collide_obb_obb(&p[0], &p[1], NULL));
    }
    b->objects = boxes;
    b->queries = b->n;
    return true;
}

static uint64_t hash_contact(uint64_t hash, const collide_contact *c) {
    return inputs_hash_u32(
        inputs_hash_u32(hash_floats(hash, c, offsetof(collide_contact, feature_a)), c->feature_a),
        c->feature_b);
}

static uint64_t pass_contacts_obb_obb(bench *b, uint64_t *hash) {
    const collide_obb *p = (const collide_obb *)b->objects;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i, p += 2) {
        collide_contact c[4];
        const size_t n = collide_obb_obb_contacts(&p[0], &p[1], NULL, c, 4);
        hits += n;
        for (size_t k = 0; hash && k < n; ++k)
            *hash = hash_contact(*hash, &c[k]);
    }
    return hits;
}

static bool prepare_contacts_convex(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    distance_size size;
    if (!distance_size_read(DISTANCE_CONVEX, b->size, &size) || size.many)
        return false;
    distance_pair *pairs = (distance_pair *)allocate(b->n, sizeof *pairs);
    size.min = 1e-5f;
    size.max = 1e-3f;
    if (!distance_draw(&r, COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CONVEX, &size, b->n, pairs))
        fail(1, "cannot draw pairs of shapes");
    b->objects = pairs;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_contacts_convex(bench *b, uint64_t *hash) {
    const distance_pair *p = (const distance_pair *)b->objects;
    collide_contact_options options;
    uint64_t hits = 0;
    memset(&options, 0, sizeof options);
    options.margin = 1e-3f;
    for (size_t i = 0; i < b->n; ++i, ++p) {
        collide_contact c[4];
        const size_t n = collide_shape_shape_contacts(&p->a, &p->b, &options, c, 4);
        hits += n;
        for (size_t k = 0; hash && k < n; ++k)
            *hash = hash_contact(*hash, &c[k]);
    }
    return hits;
}

#endif // CONTACT_CASES_H
