// A part of bench.c: cloud_shapes, the links of a robot against the points that a depth camera
// sees. Lengths are in metres.
#ifndef CLOUD_CASES_H
#define CLOUD_CASES_H

#define CLOUD_LINKS 20
#define CLOUD_MARGIN 0.02f
#define CLOUD_FILTER 0.03f // of size any: points nearer than this are taken for the robot itself
#define CLOUD_VOXEL 0.01f  // radius of the spheres
#define CLOUD_CLUTTER 32   // boxes in the room

enum { CLOUD_WITHIN, CLOUD_ANY, CLOUD_NEAREST };

typedef struct cloud_job {
    collide_shape links[CLOUD_LINKS];
    collide_shape_array robot;
    const collide_shape *cloud; // n points or spheres, for single calls
    int ask;
} cloud_job;

static collide_shape cloud_link(collide_vec3 from, float length, collide_vec3 along, float radius) {
    collide_capsule c;
    c.a = from;
    c.b = distance_along(from, length, along);
    c.radius = radius;
    return collide_shape_from_capsule(&c);
}

// A torso of two links, a head and shoulders, and two arms of eight links, which reach down and
// to the front (x).
static void cloud_robot(inputs_random *r, collide_shape *links) {
    static const float lengths[8] = {0.2f, 0.2f, 0.18f, 0.16f, 0.14f, 0.1f, 0.1f, 0.08f};
    static const float radii[8] = {0.09f, 0.08f, 0.08f, 0.07f, 0.06f, 0.05f, 0.05f, 0.04f};
    const collide_vec3 up = {0, 0, 1}, left = {0, 1, 0}, base = {0, 0, 0.2f}, chest = {0, 0, 0.7f};
    const collide_vec3 neck = {0, 0, 1.4f}, shoulder = {0, -0.2f, 1.2f};
    size_t n = 0;
    links[n++] = cloud_link(base, 0.5f, up, 0.2f);
    links[n++] = cloud_link(chest, 0.5f, up, 0.18f);
    links[n++] = cloud_link(neck, 0.12f, up, 0.11f);
    links[n++] = cloud_link(shoulder, 0.4f, left, 0.09f);
    for (int arm = 0; arm < 2; ++arm) {
        collide_vec3 joint = shoulder;
        joint.y = arm ? 0.28f : -0.28f;
        for (int i = 0; i < 8; ++i) {
            collide_vec3 along = inputs_pose(r, joint).axis[0];
            along.x = along.x < 0 ? -along.x : along.x;
            along.z = i < 4 && along.z > 0 ? -along.z : along.z;
            links[n] = cloud_link(joint, lengths[i], along, radii[i]);
            joint = links[n++].of.capsule.b;
        }
    }
}

// What the camera sees from the robot's head: a room and a table, and boxes on the table, on the
// floor and on the wall.
typedef struct cloud_scene {
    collide_aabb room[6];
    collide_obb clutter[CLOUD_CLUTTER];
} cloud_scene;

static void cloud_room(inputs_random *r, cloud_scene *s) {
    static const collide_aabb room[6] = {
        {{-1, -3, -1}, {5, 3, 0}},   {{4, -3, 0}, {5, 3, 3}},               // floor, front
        {{-1, -3, 0}, {5, -2, 3}},   {{-1, 2, 0}, {5, 3, 3}},               // sides
        {{-1, -3, 2.6f}, {5, 3, 3}}, {{0.4f, -1, 0.75f}, {1.4f, 1, 0.8f}}}; // ceiling, table
    memcpy(s->room, room, sizeof room);
    for (int i = 0; i < CLOUD_CLUTTER; ++i) {
        const bool table = i % 4 < 2, floor = i % 4 == 2;
        collide_vec3 p = inputs_vec3(r, -1, 1);
        p.x = table ? inputs_uniform(r, 0.5f, 1.4f) : floor ? inputs_uniform(r, 1.8f, 3.8f) : 4;
        p.z = table ? 0.85f : floor ? 0.2f : inputs_uniform(r, 0.3f, 2.3f);
        const collide_pose pose = inputs_pose(r, p);
        s->clutter[i] = collide_obb_from_pose(&pose, inputs_vec3(r, 0.03f, table ? 0.12f : 0.4f));
    }
}

// The nearest point of the scene on a ray, with noise of 0.2 %.
static collide_vec3 cloud_point(inputs_random *r, const cloud_scene *s, const collide_ray *ray) {
    collide_ray_hit hit;
    float t = 8;
    for (int i = 0; i < 6; ++i)
        if (collide_ray_aabb(ray, &s->room[i], t, &hit))
            t = hit.t;
    for (int i = 0; i < CLOUD_CLUTTER; ++i)
        if (collide_ray_obb(ray, &s->clutter[i], t, &hit))
            t = hit.t;
    t *= inputs_uniform(r, 0.998f, 1.002f);
    return distance_along(ray->origin, t, ray->direction);
}

// n points in the order of the pixels of an image of 4 to 3, row by row; spheres instead if radius
// is not 0.
static collide_shape *cloud_image(inputs_random *r, size_t n, float radius) {
    collide_shape *all = (collide_shape *)allocate(n, sizeof *all);
    cloud_scene scene;
    size_t width = 1;
    cloud_room(r, &scene);
    while (3 * width * width < 4 * n)
        ++width;
    const size_t height = (n - 1) / width + 1;
    for (size_t i = 0; i < n; ++i) {
        const double column = (double)(i % width), row = (double)(i / width);
        const collide_ray ray = {{0.1f, 0, 1.55f},
                                 {1,
                                  (float)((7 * (double)width - 14 * column) / (10 * (double)width)),
                                  (float)(((double)height - 40 * row) / (16 * (double)height))}};
        collide_sphere s;
        s.center = cloud_point(r, &scene, &ray);
        s.radius = radius;
        all[i] = radius > 0 ? collide_shape_from_sphere(&s) : collide_shape_from_point(s.center);
    }
    return all;
}

// Points that may be of the robot itself become those before them.
static void cloud_filter(const collide_shape_array *links, collide_shape *cloud, size_t n) {
    const size_t blocks = COLLIDE_BLOCKS(n);
    uint16_t *bits = (uint16_t *)allocate(links->count * blocks, sizeof *bits);
    collide_shape_pack *pack = distance_pack(cloud, n, 0);
    collide_shape_shape_within_all(links, pack, CLOUD_FILTER, bits);
    for (size_t i = 1; i < n; ++i)
        for (size_t k = 0; k < links->count; ++k)
            if (bits[k * blocks + i / 16] >> i % 16 & 1)
                cloud[i] = cloud[i - 1];
    free(pack);
    free(bits);
}

// Sizes: within (all pairs within a margin), any (the first of them, where there is none), nearest,
// and spheres (within, against a map of voxels).
static bool prepare_cloud(bench *b) {
    static const char *const sizes[4] = {"within", "any", "nearest", "spheres"};
    inputs_random r = inputs_seed(b->seed);
    int size = 0;
    while (size < 4 && strcmp(b->size, sizes[size]) != 0)
        ++size;
    if (size == 4)
        return false;
    cloud_job *job = (cloud_job *)allocate(1, sizeof *job);
    job->ask = size == 3 ? CLOUD_WITHIN : size;
    cloud_robot(&r, job->links);
    job->robot.objects = job->links;
    job->robot.count = CLOUD_LINKS;
    job->robot.stride = 0;
    collide_shape *cloud = cloud_image(&r, b->n, size == 3 ? CLOUD_VOXEL : 0);
    if (job->ask == CLOUD_ANY)
        cloud_filter(&job->robot, cloud, b->n);
    b->objects = cloud;
    job->cloud = cloud;
    b->query = job;
    b->queries = b->n;
    b->output_count = CLOUD_LINKS * COLLIDE_BLOCKS(b->n);
    b->output = allocate(b->output_count, sizeof(uint16_t));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    else
        b->pack = distance_pack(job->cloud, b->n, 0);
    return true;
}

static uint64_t cloud_within_single(const cloud_job *job, size_t n, uint16_t *bits) {
    uint64_t hits = 0;
    memset(bits, 0, CLOUD_LINKS * COLLIDE_BLOCKS(n) * sizeof *bits);
    for (size_t k = 0; k < CLOUD_LINKS; ++k, bits += COLLIDE_BLOCKS(n))
        for (size_t i = 0; i < n; ++i)
            if (collide_shape_shape_within(&job->links[k], &job->cloud[i], CLOUD_MARGIN)) {
                bits[i / 16] = (uint16_t)(bits[i / 16] | 1u << i % 16);
                ++hits;
            }
    return hits;
}

static bool cloud_any_single(const cloud_job *job, size_t n, collide_pair *first) {
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < CLOUD_LINKS; ++k)
            if (collide_shape_shape_within(&job->links[k], &job->cloud[i], CLOUD_MARGIN)) {
                first->a = (uint32_t)k;
                first->b = (uint32_t)i;
                return true;
            }
    return false;
}

// As nearest_single.
static bool cloud_nearest_single(const cloud_job *job, size_t n, collide_pair *nearest,
                                 collide_distance *out) {
    collide_distance d;
    bool any = false;
    out->lo = INFINITY;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < CLOUD_LINKS; ++k) {
            const collide_shape *a = &job->links[k], *p = &job->cloud[i];
            if (collide_shape_shape_distance(a, p, out->lo, &d) &&
                collide_shape_shape_distance(a, p, INFINITY, &d) &&
                (!any || d.lo < out->lo || (d.lo <= out->lo && d.hi < out->hi))) {
                any = true;
                *out = d;
                nearest->a = (uint32_t)k;
                nearest->b = (uint32_t)i;
            }
        }
    return any;
}

static uint64_t pass_cloud(bench *b, uint64_t *hash) {
    const cloud_job *job = (const cloud_job *)b->query;
    const collide_shape_pack *pack = (const collide_shape_pack *)b->pack;
    uint16_t *bits = (uint16_t *)b->output;
    collide_pair pair = {0, 0};
    collide_distance d;
    uint64_t hits;
    memset(&d, 0, sizeof d);
    if (job->ask == CLOUD_WITHIN) {
        hits = b->single ? cloud_within_single(job, b->n, bits)
                         : collide_shape_shape_within_all(&job->robot, pack, CLOUD_MARGIN, bits);
        if (hash)
            *hash = inputs_hash_bits(*hash, bits, b->output_count);
        return hits;
    }
    if (job->ask == CLOUD_ANY)
        hits = b->single ? cloud_any_single(job, b->n, &pair)
                         : collide_shape_shape_within_any(&job->robot, pack, CLOUD_MARGIN, &pair);
    else
        hits = b->single ? cloud_nearest_single(job, b->n, &pair, &d)
                         : collide_shape_shape_nearest_pair(&job->robot, pack, INFINITY, &pair, &d);
    if (hash)
        *hash = hash_distance(inputs_hash_u32(inputs_hash_u32(*hash, pair.a), pair.b), &d);
    return hits;
}

#undef CLOUD_CLUTTER
#undef CLOUD_FILTER
#undef CLOUD_LINKS
#undef CLOUD_MARGIN
#undef CLOUD_VOXEL
#endif // CLOUD_CASES_H
