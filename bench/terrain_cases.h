// A part of bench.c: cylinders, spheres, boxes and rays on terrain.
#ifndef TERRAIN_CASES_H
#define TERRAIN_CASES_H

// ---- cylinders on terrain ----------------------------------------------------------------------

// The grid of facts and figures: edge by edge; for edge 0 Maunga Whau.
static const collide_terrain *make_terrain(inputs_random *r, size_t edge) {
    static const char path[] = "examples/data/volcano.txt";
    collide_heights grid;
    collide_terrain *terrain;
    float *heights;
    memset(&grid, 0, sizeof grid);
    grid.columns = grid.rows = edge;
    grid.dx = 1;
    if (edge > 0) {
        int32_t *turns = (int32_t *)allocate(8 * edge, sizeof *turns);
        heights = (float *)allocate(edge * edge, sizeof *heights);
        inputs_heights(r, edge, edge, turns, heights);
        free(turns);
    } else {
        FILE *f = fopen(path, "r");
        if (!f || fscanf(f, "%zu %zu %f", &grid.columns, &grid.rows, &grid.dx) != 3 ||
            grid.columns > 4096 || grid.rows > 4096)
            fail(1, "cannot read %s: run from the top folder", path);
        heights = (float *)allocate(grid.columns * grid.rows, sizeof *heights);
        for (size_t i = 0; i < grid.columns * grid.rows; ++i)
            if (fscanf(f, "%f", heights + i) != 1)
                fail(1, "%s ends too early", path);
        (void)fclose(f);
    }
    grid.heights = heights;
    grid.dy = grid.dx;
    const size_t size = collide_terrain_size(grid.columns, grid.rows);
    check(collide_terrain_build(&terrain, allocate(size, 1), size, &grid));
    return terrain;
}

// [<edge> | volcano][-][<k>x<k>], both with a default: a grid, and cylinders that cover about as
// many cells, 0 for any.
static bool read_terrain_size(const char *text, size_t *edge, size_t *cells) {
    char *end;
    if (strncmp(text, "volcano", 7) == 0) {
        *edge = 0;
        text += 7;
        if (*text == 0)
            return true;
        if (*text++ != '-')
            return false;
    }
    for (int part = 0; part < 2; ++part) {
        const size_t number = (size_t)strtoul(text, &end, 10);
        if (text[0] < '1' || text[0] > '9')
            return false;
        if (*end == 'x') {
            *cells = number;
            return (size_t)strtoul(end + 1, &end, 10) == number && *end == 0 && number >= 2 &&
                   number <= 100;
        }
        *edge = number;
        if (number < 2 || number > 16384 || (*end != 0 && *end != '-'))
            return false;
        if (*end == 0)
            return true;
        text = end + 1;
    }
    return false;
}

static void pack_cylinders(bench *b, const collide_cylinder *cylinders) {
    b->pack = pack_of("cylinder", cylinders, b->n, 0);
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
}

static bool prepare_cylinders(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells))
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const collide_heights *grid = &terrain->grid;
    collide_cylinder *c = (collide_cylinder *)allocate(b->n, sizeof *c);
    const float width = (float)(int)(grid->columns - 1) * grid->dx;
    const float depth = (float)(int)(grid->rows - 1) * grid->dy;
    const float around = cells > 0 ? (float)(int)(cells - 1) * grid->dx : 0;
    b->queries = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const float radius = cells > 0 ? inputs_uniform(&r, 0.35f, 0.45f) * around
                                       : inputs_uniform(&r, 0.5f, 2) * grid->dx;
        const float height = cells > 0 ? inputs_uniform(&r, 0.1f, 0.5f) * around
                                       : inputs_uniform(&r, 0.3f, 3) * grid->dx;
        c[i] = inputs_cylinder(&r, terrain, width, depth, radius, height,
                               inputs_uniform(&r, -0.3f, 0.2f) * grid->dx);
        const collide_kdop6 bound = collide_kdop6_from_cylinder(&c[i]);
        uint64_t under = 1;
        for (int axis = 0; axis < 2; ++axis) {
            const size_t last = (axis ? grid->rows : grid->columns) - 2;
            const float lo = bound.min[axis] / grid->dx, hi = bound.max[axis] / grid->dx;
            const int first = lo > 0 ? (int)lo : 0;
            under *= (uint64_t)((hi < (float)(int)last ? (int)hi : (int)last) - first + 1);
        }
        b->queries += under;
    }
    b->objects = c;
    b->query = (void *)(uintptr_t)terrain;
    b->query_count = 1;
    pack_cylinders(b, c);
    return true;
}

static bool prepare_cylinder_terrain(bench *b) {
    const bool ok = prepare_cylinders(b);
    b->queries = b->n;
    return ok;
}

static uint64_t pass_cylinder_cells(bench *b, uint64_t *hash) {
    const collide_cylinder *c = (const collide_cylinder *)b->objects;
    collide_pair cells[1024];
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const size_t n = collide_cylinder_terrain_cells(c + i, (const collide_terrain *)b->query,
                                                        cells, sizeof cells / sizeof *cells);
        hits += n;
        for (size_t k = 0; hash && k < n && k < sizeof cells / sizeof *cells; ++k)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, cells[k].a), cells[k].b);
    }
    return hits;
}

// Puts a body's center so that its lowest point, relative to the center, is lift above the surface.
static collide_vec3 place_on_terrain(inputs_random *r, const collide_terrain *terrain,
                                     collide_vec3 lowest) {
    const collide_heights *grid = &terrain->grid;
    const float lift = inputs_uniform(r, -0.3f, 0.2f) * grid->dx;
    collide_vec3 p;
    p.x = inputs_uniform(r, 0, (float)(int)(grid->columns - 1) * grid->dx);
    p.y = inputs_uniform(r, 0, (float)(int)(grid->rows - 1) * grid->dy);
    float z = 0;
    if (!collide_terrain_height(terrain, inputs_sum(p.x, lowest.x), inputs_sum(p.y, lowest.y), &z,
                                NULL))
        collide_terrain_height(terrain, p.x, p.y, &z, NULL);
    p.z = inputs_sum(inputs_sum(z, lift), -lowest.z);
    return p;
}

// n spheres or OBBs on the grid of cylinder_terrain.
static bool prepare_bodies_terrain(bench *b, bool boxes) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells) || cells > 0)
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const float dx = terrain->grid.dx;
    collide_sphere *ball = (collide_sphere *)allocate(b->n, sizeof *ball);
    collide_obb *box = (collide_obb *)allocate(b->n, sizeof *box);
    for (size_t i = 0; i < b->n; ++i) {
        collide_vec3 lowest = {0, 0, 0};
        collide_pose pose = inputs_pose(&r, lowest);
        const collide_vec3 half = inputs_vec3(&r, 0.3f * dx, 1.5f * dx);
        ball[i].radius = inputs_uniform(&r, 0.5f, 2) * dx;
        lowest.x = pose.axis[0].z > 0 ? -half.x : half.x;
        lowest.y = pose.axis[1].z > 0 ? -half.y : half.y;
        lowest.z = pose.axis[2].z > 0 ? -half.z : half.z;
        lowest = collide_pose_apply(&pose, lowest);
        pose.position = place_on_terrain(&r, terrain, lowest);
        box[i] = collide_obb_from_pose(&pose, half);
        lowest.x = lowest.y = 0;
        lowest.z = -ball[i].radius;
        ball[i].center = place_on_terrain(&r, terrain, lowest);
    }
    b->objects = boxes ? (void *)box : (void *)ball;
    free(boxes ? (void *)ball : (void *)box);
    b->query = (void *)(uintptr_t)terrain;
    b->query_count = 1;
    b->queries = b->n;
    return true;
}

static bool prepare_sphere_terrain(bench *b) {
    return prepare_bodies_terrain(b, false);
}

static bool prepare_obb_terrain(bench *b) {
    return prepare_bodies_terrain(b, true);
}

static void hash_terrain_contacts(uint64_t *hash, const collide_contact *contact, size_t n) {
    for (size_t k = 0; hash && k < n; ++k) {
        const collide_contact *p = &contact[k];
        const collide_vec3 v[3] = {p->point_a, p->point_b, p->normal};
        for (int j = 0; j < 3; ++j)
            *hash = inputs_hash_float(inputs_hash_float(inputs_hash_float(*hash, v[j].x), v[j].y),
                                      v[j].z);
        *hash = inputs_hash_u32(inputs_hash_float(*hash, p->depth), p->feature_a);
        *hash = inputs_hash_u32(*hash, p->feature_b);
    }
}

#define PASS_TERRAIN(NAME)                                                                         \
    static uint64_t pass_##NAME##_terrain(bench *b, uint64_t *hash) {                              \
        const collide_terrain *terrain = (const collide_terrain *)b->query;                        \
        const collide_##NAME *body = (const collide_##NAME *)b->objects;                           \
        collide_contact contact[96];                                                               \
        uint64_t hits = 0;                                                                         \
        for (size_t i = 0; i < b->n; ++i) {                                                        \
            const size_t n =                                                                       \
                collide_##NAME##_terrain_contacts(body + i, terrain, NULL, contact, 96);           \
            hits += n;                                                                             \
            hash_terrain_contacts(hash, contact, n);                                               \
        }                                                                                          \
        return hits;                                                                               \
    }
PASS_TERRAIN(cylinder)
PASS_TERRAIN(sphere)
PASS_TERRAIN(obb)

// n rays on the terrain of cylinder_terrain, in turns from just above it and from high above.
static bool prepare_ray_terrain(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells) || cells > 0 || edge == 0)
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const float width = (float)(int)(terrain->grid.columns - 1) * terrain->grid.dx;
    const float depth = (float)(int)(terrain->grid.rows - 1) * terrain->grid.dy;
    collide_ray *rays = (collide_ray *)allocate(b->n, sizeof *rays);
    for (size_t i = 0; i < b->n; ++i)
        rays[i] = inputs_terrain_ray(&r, terrain, width, depth, i % 2 == 1);
    b->objects = rays;
    b->query = (void *)(uintptr_t)terrain;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_ray_terrain(bench *b, uint64_t *hash) {
    const collide_terrain *terrain = (const collide_terrain *)b->query;
    const collide_ray *rays = (const collide_ray *)b->objects;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_ray_hit hit;
        const bool found = collide_ray_terrain(&rays[i], terrain, INFINITY, &hit);
        hits += found;
        if (!hash)
            continue;
        *hash = inputs_hash_float(*hash, hit.t);
        if (found) {
            *hash = hash_floats(*hash, &hit.normal, sizeof hit.normal);
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, hit.column), hit.row);
        }
    }
    return hits;
}

#endif // TERRAIN_CASES_H
