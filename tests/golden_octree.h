// The part of golden.c for octrees: pairs and queries in their order, before and after motion;
// contacts of bodies.
typedef struct octrees {
    collide_sphere ball[OBJECTS];
    collide_aabb box[OBJECTS];
    collide_octree *of_balls, *of_boxes;
    char *memory;
    size_t size; // of an octree
} octrees;

// Sizes and places of boxes are those of the balls.
static void octrees_draw(octrees *s, inputs_random *r) {
    inputs_balls(r, OBJECTS, true, true, s->ball);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_vec3 p = inputs_vec3(r, -1, 0), q = inputs_vec3(r, 0, 1);
        collide_sphere *b = &s->ball[i];
        if (i % 8 == 0) { // some on a grid, where they touch
            b->center = sat_cell(r, 8);
            b->radius = 1;
        }
        s->box[i].min.x = b->center.x + p.x;
        s->box[i].min.y = b->center.y + p.y;
        s->box[i].min.z = b->center.z + p.z;
        s->box[i].max.x = b->center.x + q.x;
        s->box[i].max.y = b->center.y + q.y;
        s->box[i].max.z = b->center.z + q.z;
    }
}

static uint64_t octree_hash(uint64_t hash, const collide_octree *o, const octrees *s) {
    static collide_pair pairs[8 * OBJECTS];
    static uint32_t found[OBJECTS];
    static float t[OBJECTS];
    size_t n = collide_octree_self_indices(o, NULL, pairs, 8 * OBJECTS);
    mismatches += n > 8 * OBJECTS;
    for (size_t i = 0; i < n && i < 8 * OBJECTS; ++i)
        hash = inputs_hash_u32(inputs_hash_u32(hash, pairs[i].a), pairs[i].b);
    for (unsigned i = 0; i < QUERIES; ++i) {
        const collide_segment segment = {s->ball[i].center, s->ball[OBJECTS - 1 - i].center};
        n = collide_sphere_octree_indices(&s->ball[i], o, NULL, found, OBJECTS);
        for (size_t k = 0; k < n; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        n = collide_aabb_octree_indices(&s->box[i], o, NULL, found, OBJECTS);
        for (size_t k = 0; k < n; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        n = collide_segment_octree_indices(&segment, o, NULL, found, OBJECTS, t);
        for (size_t k = 0; k < n; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        hash = hash_floats(hash, t, n);
    }
    return hash;
}

// Contacts of cubes under poses, each pair's together.
static uint64_t bodies_hash(inputs_random *r, void *scratch, size_t size) {
    static const collide_vec3 points[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                           {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint16_t indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    static collide_body_touch contacts[4096];
    static collide_body body[QUERIES];
    static collide_velocity velocity[QUERIES];
    const collide_mesh cube = {points, 8, 0, indices, 12, 2};
    collide_bodies_counts count;
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < QUERIES; ++i) {
        body[i].mesh = &cube;
        mismatches += collide_sphere_from_points(&body[i].bounds, points, 8, 0) != COLLIDE_OK;
        body[i].pose = inputs_pose(r, inputs_vec3(r, 0, 3));
        velocity[i].center = body[i].pose.position;
        velocity[i].linear = inputs_vec3(r, -1, 1);
        velocity[i].angular = inputs_vec3(r, -1, 1);
        body[i].velocity = i % 4 ? &velocity[i] : NULL;
    }
    mismatches += collide_bodies_touches(body, QUERIES, 0, NULL, scratch, size, contacts, 4096,
                                         &count) != COLLIDE_OK;
    for (size_t k = 0; k < count.touches && k < 4096; ++k) {
        const collide_contact *c = &contacts[k].contact;
        hash = hash_vec3(hash_vec3(hash_vec3(hash, c->point_a), c->point_b), c->normal);
        hash = inputs_hash_u32(inputs_hash_float(hash, c->depth), contacts[k].triangle_a);
        hash = inputs_hash_u32(inputs_hash_u32(hash, contacts[k].triangle_b), contacts[k].a);
    }
    hash = inputs_hash_u32(hash, (uint32_t)count.touches);
    return inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)count.pairs),
                           (uint32_t)count.triangle_pairs);
}

static uint64_t octrees_run(void *data) {
    octrees *s = (octrees *)data;
    const collide_octree_options options = {0, 8, 8};
    static uint32_t moved[OBJECTS / 16];
    inputs_random r = inputs_seed(601);
    uint64_t hash = INPUTS_HASH;
    octrees_draw(s, &r);
    mismatches += collide_octree_build_spheres(&s->of_balls, s->memory, s->size, s->ball, OBJECTS,
                                               0, NULL) != COLLIDE_OK;
    mismatches += collide_octree_build_aabbs(&s->of_boxes, s->memory + s->size, s->size, s->box,
                                             OBJECTS, 0, &options) != COLLIDE_OK;
    for (int step = 0; step < 3; ++step) {
        hash = octree_hash(octree_hash(hash, s->of_balls, s), s->of_boxes, s);
        for (unsigned k = 0; k < OBJECTS / 16; ++k) {
            const unsigned i = moved[k] = (unsigned)(inputs_next(&r) >> 40) % OBJECTS;
            s->ball[i].center = s->ball[(i + 1) % OBJECTS].center;
            s->box[i] = s->box[(i + 2) % OBJECTS];
        }
        mismatches += collide_octree_update_spheres(s->of_balls, moved, OBJECTS / 16, s->ball, 0) !=
                      COLLIDE_OK;
        mismatches +=
            collide_octree_update_aabbs(s->of_boxes, moved, OBJECTS / 16, s->box, 0) != COLLIDE_OK;
    }
    const uint64_t bodies = bodies_hash(&r, s->memory, s->size);
    return inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)bodies), (uint32_t)(bodies >> 32));
}

// Nearest objects, margins, pairs of both octrees and in parts, with and without filters.
static uint64_t octree_near_hash(uint64_t hash, const octrees *s, const collide_octree *o,
                                 const collide_octree_filter *filter) {
    static collide_pair pairs[8 * OBJECTS];
    static uint32_t found[OBJECTS];
    collide_distance d[9];
    size_t n = 0;
    for (unsigned i = 0; i < QUERIES / 2; ++i) {
        n = collide_sphere_octree_nearest(&s->ball[i], o, i % 4 ? FLT_MAX : 0.5f, 1 + i % 9, filter,
                                          found, d);
        for (size_t k = 0; k < n; ++k)
            hash = hash_distance(inputs_hash_u32(hash, found[k]), true, &d[k]);
        n = collide_aabb_octree_nearest(&s->box[i], o, FLT_MAX, 1 + i % 9, filter, found, d);
        for (size_t k = 0; k < n; ++k)
            hash = hash_distance(inputs_hash_u32(hash, found[k]), true, &d[k]);
        n = collide_sphere_octree_within_indices(&s->ball[i], o, 0.25f, filter, found, OBJECTS);
        for (size_t k = 0; k < n; ++k)
            hash = inputs_hash_u32(hash, found[k]);
        n = collide_aabb_octree_within_indices(&s->box[i], o, -0.25f, filter, found, OBJECTS);
        for (size_t k = 0; k < n; ++k)
            hash = inputs_hash_u32(hash, found[k]);
    }
    for (int what = 0; what < 4; ++what) {
        n = what == 0   ? collide_octree_self_part_indices(o, 1, 3, filter, pairs, 8 * OBJECTS)
            : what == 1 ? collide_octree_self_within_indices(o, 0.25f, filter, pairs, 8 * OBJECTS)
            : what == 2 ? collide_octree_octree_indices(s->of_balls, s->of_boxes, filter, NULL,
                                                        pairs, 8 * OBJECTS)
                        : collide_octree_octree_within_indices(s->of_boxes, s->of_balls, 0.5f, NULL,
                                                               filter, pairs, 8 * OBJECTS);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t i = 0; i < n && i < 8 * OBJECTS; ++i)
            hash = inputs_hash_u32(inputs_hash_u32(hash, pairs[i].a), pairs[i].b);
    }
    return hash;
}

static uint64_t octrees_near(void *data) {
    static uint32_t bits[2 * OBJECTS];
    const octrees *s = (const octrees *)data;
    const collide_octree_filter filter = {bits, bits + 1, 8, 3, 6};
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 2 * OBJECTS; ++i)
        bits[i] = 1 + i % 7;
    for (int k = 0; k < 2; ++k) {
        hash = octree_near_hash(hash, s, s->of_balls, k ? &filter : NULL);
        hash = octree_near_hash(hash, s, s->of_boxes, k ? &filter : NULL);
    }
    return hash;
}

static void golden_octree_near(void) {
    static octrees s;
    inputs_random r = inputs_seed(607);
    s.size = collide_octree_size(OBJECTS, NULL);
    s.memory = (char *)fresh(2 * s.size);
    octrees_draw(&s, &r);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        // One sum each, which -Ofast does not take together with those that made its terms.
        volatile float less = 0.75f, more = (float)(1 + i % 4);
        const collide_vec3 c = s.ball[i].center;
        s.box[i].min.x = c.x - less;
        s.box[i].min.y = c.y - less;
        s.box[i].min.z = c.z - less;
        s.box[i].max.x = c.x + more;
        s.box[i].max.y = c.y + less;
        s.box[i].max.z = c.z + less;
    }
    mismatches += collide_octree_build_spheres(&s.of_balls, s.memory, s.size, s.ball, OBJECTS, 0,
                                               NULL) != COLLIDE_OK;
    mismatches += collide_octree_build_aabbs(&s.of_boxes, s.memory + s.size, s.size, s.box, OBJECTS,
                                             0, NULL) != COLLIDE_OK;
    print_on_every_isa("octree_near", octrees_near, &s);
}

static void golden_octree(void) {
    const collide_octree_options most = {0, 8, 8};
    static octrees s;
    s.size = collide_octree_size(OBJECTS, &most);
    s.memory = (char *)fresh(2 * s.size);
    print_on_every_isa("octree", octrees_run, &s);
}
