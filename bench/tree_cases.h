// A part of bench.c: trees of meshes: building, pairs, sweeps, rays and many meshes in motion.
#ifndef TREE_CASES_H
#define TREE_CASES_H

// ---- trees -------------------------------------------------------------------------------------

// A mesh, its tree, and n poses of one to itself.
typedef struct flight {
    triangle_mesh m;
    collide_mesh mesh;
    const collide_pose *pose;
} flight;

// Points in a sphere.
static bool prepare_hull_ball(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    collide_vec3 *p = (collide_vec3 *)allocate(b->n, sizeof *p);
    for (size_t i = 0; i < b->n;) {
        p[i] = inputs_vec3(&r, -1, 1);
        i += (double)p[i].x * (double)p[i].x + (double)p[i].y * (double)p[i].y +
                 (double)p[i].z * (double)p[i].z <=
             1;
    }
    b->objects = p;
    b->output_count = collide_convex_points_size(b->n);
    b->pack = allocate(b->output_count, 1);
    b->queries = b->n;
    return strcmp(b->size, "-") == 0;
}

static uint64_t pass_hull_ball(bench *b, uint64_t *hash) {
    collide_convex *body;
    collide_hull hull;
    check(collide_convex_build_points(&body, b->pack, b->output_count, b->objects, b->n, 0, 0,
                                      &hull));
    if (hash) {
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, hull.vertex_count), hull.edge_count);
        *hash = inputs_hash_float(*hash, hull.volume);
    }
    return hull.vertex_count;
}

static bool prepare_tree(bench *b) {
    flight *f = (flight *)allocate(1, sizeof *f);
    collide_tree *tree;
    b->objects = f;
    if (!mesh_make(&f->m, b->size))
        fail(2, "'%s' is neither a number of triangles nor a mesh that can be read", b->size);
    memset(&f->mesh, 0, sizeof f->mesh);
    f->mesh.positions = f->m.position;
    f->mesh.vertex_count = f->m.vertices;
    f->mesh.indices = f->m.index;
    f->mesh.triangle_count = f->m.triangles;
    b->pack = allocate(collide_tree_size(f->m.triangles, NULL), 1);
    check(collide_tree_build(&tree, b->pack, collide_tree_size(f->m.triangles, NULL), &f->mesh,
                             NULL));
    b->queries = (uint64_t)b->n * f->m.triangles;
    return true;
}

static bool prepare_mesh_mesh(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    if (!prepare_tree(b))
        return false;
    flight *f = (flight *)b->objects;
    collide_pose *pose = (collide_pose *)allocate(b->n, sizeof *pose);
    for (size_t i = 0; i < b->n; ++i)
        pose[i] = inputs_flight(&r);
    f->pose = pose;
    b->query = pose;
    b->queries = b->n;
    b->output_count = 16 * (size_t)f->m.triangles;
    b->output = allocate(b->output_count, sizeof(collide_pair));
    return true;
}

static uint64_t hash_tree(const collide_tree *tree, uint64_t hash) {
    const collide_pose still = collide_pose_identity();
    collide_tree_work count = {0, 0, 0};
    hash = inputs_hash_u32(
        hash, (uint32_t)collide_tree_tree_indices(tree, NULL, tree, &still, NULL, 0, &count));
    hash = inputs_hash_u32(hash, (uint32_t)count.volumes);
    return inputs_hash_u32(hash, (uint32_t)count.triangles);
}

static uint64_t pass_tree_build(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    collide_tree *tree;
    for (size_t i = 0; i < b->n; ++i)
        check(collide_tree_build(&tree, b->pack, collide_tree_size(f->m.triangles, NULL), &f->mesh,
                                 NULL));
    if (hash)
        *hash = hash_tree(tree, *hash);
    return 0;
}

static uint64_t pass_tree_refit(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    collide_tree *tree = (collide_tree *)b->pack;
    for (size_t i = 0; i < b->n; ++i)
        check(collide_tree_refit(tree, &f->mesh, NULL, 0));
    if (hash)
        *hash = hash_tree(tree, *hash);
    return 0;
}

static uint64_t pass_mesh_mesh_any(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const bool hit = collide_tree_tree(tree, NULL, tree, &f->pose[i], NULL);
        hits += hit;
        if (hash)
            *hash = inputs_hash_byte(*hash, hit);
    }
    return hits;
}

static uint64_t pass_mesh_mesh_all(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    collide_pair *pairs = (collide_pair *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const size_t n =
            collide_tree_tree_indices(tree, NULL, tree, &f->pose[i], pairs, b->output_count, NULL);
        hits += n;
        for (size_t k = 0; hash && k < n && k < b->output_count; ++k)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, pairs[k].a), pairs[k].b);
    }
    return hits;
}

static uint64_t hash_impact(uint64_t hash, const collide_impact *impact, collide_pair pair) {
    hash = inputs_hash_float(inputs_hash_float(hash, impact->t_first), impact->normal.x);
    return inputs_hash_u32(inputs_hash_u32(hash, pair.a), pair.b);
}

// From each pose toward the mesh's middle, and as far again.
static uint64_t pass_mesh_mesh_sweep(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_vec3 still = {0, 0, 0};
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_pose pose = f->pose[i];
        const collide_vec3 p = pose.position, v = {-8 * p.x, -8 * p.y, -8 * p.z};
        collide_impact impact;
        collide_pair pair;
        pose.position.x *= 4;
        pose.position.y *= 4;
        pose.position.z *= 4;
        const collide_mover a = inputs_mover(tree, NULL, still), m = inputs_mover(tree, &pose, v);
        hits += collide_tree_tree_sweep(&a, &m, 1, &impact, &pair, NULL);
        if (hash)
            *hash = hash_impact(*hash, &impact, pair);
    }
    return hits;
}

// n rays at a mesh, every other one from inside its bounds. Sizes: small, medium, large, or as for
// other trees; -any behind it asks whether a ray hits, but not where.
static bool prepare_ray_tree(bench *b) {
    static const char *const words[3] = {"small", "medium", "large"};
    static const char *const triangles[3] = {"3888", "47628", "1002252"};
    static char size[4096];
    inputs_random r = inputs_seed(b->seed);
    const char *const word = b->size;
    const size_t length = strlen(word);
    const bool any = length > 4 && strcmp(word + length - 4, "-any") == 0;
    if (length >= sizeof size)
        return false;
    memcpy(size, word, length + 1);
    size[any ? length - 4 : length] = 0;
    b->size = size;
    for (int i = 0; i < 3; ++i)
        b->size = strcmp(size, words[i]) == 0 ? triangles[i] : b->size;
    if (!prepare_tree(b))
        return false;
    b->size = word;
    const collide_aabb bounds = mesh_bounds(&((const flight *)b->objects)->m);
    collide_ray *rays = (collide_ray *)allocate(b->n, sizeof *rays);
    for (size_t i = 0; i < b->n; ++i)
        rays[i] = inputs_ray(&r, &bounds, i % 2 == 0);
    b->query = rays;
    b->queries = b->n;
    b->output_count = any; // hits have no other use for it
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_ray_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_ray *rays = (const collide_ray *)b->query;
    const bool any = b->output_count != 0;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_ray_hit hit;
        const bool found = collide_ray_tree(&rays[i], tree, NULL, INFINITY, any ? NULL : &hit);
        hits += found;
        if (hash)
            *hash = any ? inputs_hash_byte(*hash, found)
                        : inputs_hash_u32(inputs_hash_float(*hash, hit.t), hit.triangle);
    }
    return hits;
}

// As pass_ray_tree, 1,024 rays in a call.
static uint64_t pass_tree_ray_many(bench *b, uint64_t *hash) {
    enum { RAYS = 1024 };
    static collide_ray_hit hits[RAYS];
    static uint16_t bits[COLLIDE_BLOCKS(RAYS)];
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_ray *rays = (const collide_ray *)b->query;
    const bool any = b->output_count != 0;
    uint64_t found = 0;
    for (size_t i = 0; i < b->n; i += RAYS) {
        const collide_ray_array some = {rays + i, b->n - i < RAYS ? b->n - i : RAYS, 0};
        found += collide_tree_ray_many(tree, NULL, &some, INFINITY, bits, any ? NULL : hits);
        for (size_t k = 0; hash && k < some.count; ++k)
            *hash = any ? inputs_hash_byte(*hash, bits[k / 16] >> k % 16 & 1)
                        : inputs_hash_u32(inputs_hash_float(*hash, hits[k].t), hits[k].triangle);
    }
    return found;
}

// Meshes about 1 large in a cube that leaves 27 to each, at up to 1 a unit of time along each axis.
static bool prepare_movers_sweep(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 1;
    if (!prepare_tree(b))
        return false;
    while (edge * edge * edge < b->n)
        ++edge;
    collide_mover *movers = (collide_mover *)allocate(b->n, sizeof *movers);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 at = inputs_vec3(&r, 0, 3 * (float)(int)edge);
        movers[i].tree = (const collide_tree *)b->pack;
        movers[i].pose = inputs_pose(&r, at);
        movers[i].velocity = inputs_vec3(&r, -1, 1);
    }
    b->query = movers;
    b->queries = b->n;
    b->output_count = collide_movers_scratch_size(b->n);
    b->output = allocate(b->output_count, 1);
    return true;
}

// single asks all pairs.
static uint64_t pass_movers_sweep(bench *b, uint64_t *hash) {
    const collide_mover *m = (const collide_mover *)b->query;
    size_t hits = 0;
    if (!b->single) {
        const size_t room = hash ? 16 * b->n : 0;
        collide_movers_counts count;
        collide_movers_hit *list = (collide_movers_hit *)allocate(room, sizeof *list);
        check(collide_movers_sweep(m, b->n, 0, 1, b->output, b->output_count, list, room, &count));
        hits = count.hits;
        uint64_t sum = 0; // of the set, whatever its order
        for (size_t k = 0; k < hits && k < room; ++k)
            sum += hash_impact(INPUTS_HASH, &list[k].impact, list[k].movers);
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
        free(list);
        return hits;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < b->n; ++i)
        for (uint32_t j = i + 1; j < b->n; ++j) {
            const collide_pair movers = {i, j};
            collide_impact impact;
            if (!collide_tree_tree_sweep(&m[i], &m[j], 1, &impact, NULL, NULL))
                continue;
            sum += hash_impact(INPUTS_HASH, &impact, movers);
            ++hits;
        }
    if (hash)
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
    return hits;
}

#endif // TREE_CASES_H
