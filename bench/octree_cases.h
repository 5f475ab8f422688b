// The cases of octrees of bench.c: the nearest of n balls to points among them, and pairs of balls.

#define NEAREST_POINTS 32768

static bool balls_of_size(bench *b, inputs_random *r) {
    static const char *const sizes[4] = {"uniform", "clustered", "uniform-mixed",
                                         "clustered-mixed"};
    collide_sphere *balls = (collide_sphere *)allocate(b->n, sizeof *balls);
    unsigned i = 0;
    while (i < 4 && strcmp(b->size, sizes[i]) != 0)
        ++i;
    inputs_balls(r, b->n, i & 1, i & 2, balls);
    b->objects = balls;
    return i < 4;
}

// Points between two balls that follow each other: anywhere if balls are evenly spread, mostly in a
// cluster if they are not.
static bool prepare_octree_nearest(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    collide_octree *octree;
    if (!balls_of_size(b, &r))
        return false;
    const collide_sphere *balls = (const collide_sphere *)b->objects;
    collide_sphere *points = (collide_sphere *)allocate(NEAREST_POINTS, sizeof *points);
    const size_t size = collide_octree_size(b->n, NULL);
    for (size_t i = 0; i < NEAREST_POINTS; ++i) {
        const size_t k = (size_t)(inputs_next(&r) >> 32) % b->n;
        const collide_vec3 p = balls[k].center, q = balls[(k + 1) % b->n].center;
        points[i].center.x = inputs_uniform(&r, p.x, q.x);
        points[i].center.y = inputs_uniform(&r, p.y, q.y);
        points[i].center.z = inputs_uniform(&r, p.z, q.z);
        points[i].radius = 0;
    }
    b->query = points;
    b->pack = allocate(size, 1);
    check(collide_octree_build_spheres(&octree, b->pack, size, balls, b->n, 0, NULL));
    b->queries = NEAREST_POINTS;
    b->output_count = NEAREST_POINTS;
    b->output = allocate(NEAREST_POINTS, sizeof(uint32_t));
    return true;
}

static uint32_t nearest_ball(const bench *b, const collide_sphere *point, collide_distance *least) {
    const collide_sphere *balls = (const collide_sphere *)b->objects;
    uint32_t nearest = 0;
    collide_distance d;
    for (uint32_t i = 0; i < b->n; ++i)
        if (collide_sphere_sphere_distance(point, &balls[i], FLT_MAX, &d) &&
            (i == 0 || d.lo < least->lo || (d.lo == least->lo && d.hi < least->hi))) {
            *least = d;
            nearest = i;
        }
    return nearest;
}

static uint64_t pass_octree_nearest(bench *b, uint64_t *hash) {
    const collide_sphere *points = (const collide_sphere *)b->query;
    const collide_octree *octree = (const collide_octree *)b->pack;
    uint32_t *nearest = (uint32_t *)b->output;
    uint64_t hits = 0;
    collide_distance d;
    for (size_t i = 0; i < NEAREST_POINTS; ++i) {
        if (b->single)
            nearest[i] = nearest_ball(b, &points[i], &d);
        else
            collide_sphere_octree_nearest(&points[i], octree, FLT_MAX, 1, NULL, &nearest[i], &d);
        hits += d.lo <= 0;
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_float(*hash, d.lo), nearest[i]);
    }
    return hits;
}

static bool prepare_octree_pairs(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    b->pack = allocate(collide_octree_size(b->n, NULL), 1);
    b->queries = b->n;
    b->output_count = 32 * b->n;
    b->output = allocate(b->output_count, sizeof(collide_pair));
    return balls_of_size(b, &r);
}

// Built anew each time, as if all had moved. single asks all pairs.
static uint64_t pass_octree_pairs(bench *b, uint64_t *hash) {
    const collide_sphere *balls = (const collide_sphere *)b->objects;
    collide_pair *pairs = (collide_pair *)b->output;
    collide_octree *octree;
    size_t hits = 0;
    if (!b->single) {
        check(collide_octree_build_spheres(&octree, b->pack, collide_octree_size(b->n, NULL), balls,
                                           b->n, 0, NULL));
        hits = collide_octree_self_indices(octree, NULL, pairs, b->output_count);
    }
    for (uint32_t i = 0; b->single && i < b->n; ++i)
        for (uint32_t j = i + 1; j < b->n; ++j)
            if (collide_sphere_sphere(&balls[i], &balls[j])) {
                if (hits < b->output_count) {
                    pairs[hits].a = i;
                    pairs[hits].b = j;
                }
                ++hits;
            }
    if (hash) { // of the set, whatever its order
        uint64_t sum = 0;
        for (size_t k = 0; k < hits && k < b->output_count; ++k)
            sum += inputs_hash_u32(inputs_hash_u32(INPUTS_HASH, pairs[k].a), pairs[k].b);
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
    }
    return hits;
}
