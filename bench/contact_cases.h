// A part of bench.c: its cases about contacts of two bodies, one pair after another, and of bodies
// with a mesh.
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

// ---- a mesh ------------------------------------------------------------------------------------

#define GROUND 100 // cells of 1 m along an edge

// Heights .3 sin(.63 x) cos(.57 y), in steps of 2^-10, or 0: row by row.
static void ground_heights(bool hills, float *out) {
    static int32_t s[2][GROUND + 1], c[2][GROUND + 1];
    inputs_turns(632589367, 867612931, GROUND + 1, s[0], c[0]);
    inputs_turns(579425500, 903984289, GROUND + 1, s[1], c[1]);
    for (size_t j = 0; j <= GROUND; ++j)
        for (size_t i = 0; i <= GROUND; ++i) {
            const int64_t height = (int64_t)s[0][i] * c[1][j] / (1 << 30) * 3 / 10;
            *out++ = hills ? (float)(height / (1 << 20)) / 1024 : 0;
        }
}

// In a tree; memory is what to free.
static collide_tree *ground_tree(const float *heights, void **memory) {
    const size_t corners = (size_t)(GROUND + 1) * (GROUND + 1), count = 2 * GROUND * GROUND;
    collide_vec3 *position = (collide_vec3 *)allocate(corners, sizeof *position);
    uint32_t *index = (uint32_t *)allocate(3 * count, sizeof *index), *to = index;
    const size_t size = collide_tree_size(count, NULL);
    collide_mesh mesh;
    collide_tree *tree;
    for (uint32_t k = 0; k < corners; ++k) {
        const uint32_t i = k % (GROUND + 1), j = k / (GROUND + 1), up = k + GROUND + 1;
        const collide_vec3 p = {(float)i, (float)j, heights[k]};
        const uint32_t both[6] = {k, k + 1, up + 1, k, up + 1, up};
        position[k] = p;
        if (i < GROUND && j < GROUND) {
            memcpy(to, both, sizeof both);
            to += 6;
        }
    }
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = position;
    mesh.vertex_count = corners;
    mesh.indices = index;
    mesh.triangle_count = count;
    *memory = allocate(size, 1);
    check(collide_tree_build(&tree, *memory, size, &mesh, NULL));
    free(position);
    free(index);
    return tree;
}

// A place on the ground, with axis 2 up but for a degree and axis 0 in any direction.
static collide_pose ground_place(inputs_random *r, const float *heights) {
    const size_t i = 1 + (size_t)(inputs_next(r) >> 40) % (GROUND - 2);
    const size_t j = 1 + (size_t)(inputs_next(r) >> 40) % (GROUND - 2);
    const float u = (float)(inputs_next(r) >> 56) / 256, v = (float)(inputs_next(r) >> 56) / 256;
    const float *at = heights + j * (GROUND + 1) + i, last = at[GROUND + 2];
    const float slope_x = u >= v ? at[1] - at[0] : last - at[GROUND + 1];
    const float slope_y = u >= v ? last - at[1] : at[GROUND + 1] - at[0];
    const collide_vec3 tilt = inputs_vec3(r, -0.02f, 0.02f), ahead = inputs_vec3(r, -1, 1);
    const double z = (double)at[0] + ((double)u * (double)slope_x + (double)v * (double)slope_y);
    collide_obb frame;
    collide_pose pose;
    memset(&frame, 0, sizeof frame);
    frame.axis[0].x = tilt.x - slope_x;
    frame.axis[0].y = tilt.y - slope_y;
    frame.axis[0].z = 1;
    frame.axis[1] = ahead;
    frame.axis[2].x = -ahead.y;
    frame.axis[2].y = ahead.x;
    frame = collide_obb_orthonormalize(&frame);
    pose.axis[0] = frame.axis[1];
    pose.axis[1] = frame.axis[2];
    pose.axis[2] = frame.axis[0];
    pose.position.x = (float)i + u;
    pose.position.y = (float)j + v;
    pose.position.z = (float)z;
    return pose;
}

// A body of about half a metre so far above a place: a box, a capsule that lies, or a ball.
static collide_shape ground_body(int kind, collide_vec3 half, const collide_pose *place,
                                 float height) {
    const collide_vec3 from = {-half.x, 0, height}, to = {half.x, 0, height}, over = {0, 0, height};
    collide_pose pose = *place;
    pose.position = collide_pose_apply(place, over);
    const collide_obb box = collide_obb_from_pose(&pose, half);
    const collide_capsule capsule = {collide_pose_apply(place, from), collide_pose_apply(place, to),
                                     half.y};
    const collide_sphere ball = {pose.position, half.z};
    return kind == COLLIDE_SHAPE_OBB       ? collide_shape_from_obb(&box)
           : kind == COLLIDE_SHAPE_CAPSULE ? collide_shape_from_capsule(&capsule)
                                           : collide_shape_from_sphere(&ball);
}

// Bodies that rest on the ground, 1 to 5 mm deep.
static bool prepare_on_ground(bench *b, int kind) {
    inputs_random r = inputs_seed(b->seed);
    const bool hills = strcmp(b->size, "hills") == 0;
    collide_shape *shapes = (collide_shape *)allocate(b->n, sizeof *shapes);
    float *heights = (float *)allocate((size_t)(GROUND + 1) * (GROUND + 1), sizeof *heights);
    if (!hills && strcmp(b->size, "flat") != 0)
        return false;
    ground_heights(hills, heights);
    const collide_tree *tree = ground_tree(heights, &b->pack);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 half = inputs_vec3(&r, 0.2f, 0.3f);
        const collide_pose place = ground_place(&r, heights);
        float touches = 0, apart = 1;
        for (int k = 0; k < 12; ++k) {
            const float middle = 0.5f * (touches + apart);
            const collide_shape body = ground_body(kind, half, &place, middle);
            const bool hit = collide_shape_tree(&body, tree, NULL);
            touches = hit ? middle : touches;
            apart = hit ? apart : middle;
        }
        shapes[i] = ground_body(kind, half, &place, touches - inputs_uniform(&r, 0.001f, 0.005f));
    }
    free(heights);
    b->objects = shapes;
    b->queries = b->n;
    return true;
}

static bool prepare_contacts_obb_tree(bench *b) {
    return prepare_on_ground(b, COLLIDE_SHAPE_OBB);
}
static bool prepare_contacts_capsule_tree(bench *b) {
    return prepare_on_ground(b, COLLIDE_SHAPE_CAPSULE);
}
static bool prepare_contacts_sphere_tree(bench *b) {
    return prepare_on_ground(b, COLLIDE_SHAPE_SPHERE);
}

static uint64_t pass_contacts_tree(bench *b, uint64_t *hash) {
    const collide_shape *shapes = (const collide_shape *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_contact c[16];
        const size_t n = collide_shape_tree_contacts(&shapes[i], tree, NULL, NULL, c, 16);
        hits += n;
        for (size_t k = 0; hash && k < n && k < 16; ++k)
            *hash = hash_contact(*hash, &c[k]);
    }
    return hits;
}
#undef GROUND

#endif // CONTACT_CASES_H
