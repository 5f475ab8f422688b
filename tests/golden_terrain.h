// Part of golden.c: terrain. Hashes of heights and normals, of cylinders against planes and
// triangles, of bodies and rays, and of verdicts and cells on grids of floats and int16_t, with
// holes, either diagonal.

#define GRID_COLUMNS 48
#define GRID_ROWS 40

static const collide_terrain *terrain_of(inputs_random *r, int what, void *memory, size_t size,
                                         float *heights, int16_t *numbers) {
    static int32_t turns[4 * (GRID_COLUMNS + GRID_ROWS)];
    collide_heights grid;
    collide_terrain *terrain = NULL;
    memset(&grid, 0, sizeof grid);
    inputs_heights(r, GRID_COLUMNS, GRID_ROWS, turns, heights);
    for (size_t i = 0; i < (size_t)GRID_COLUMNS * GRID_ROWS; ++i) {
        const uint32_t bits = 0x7fc00000u;
        numbers[i] = (int16_t)((int)(heights[i] * 100) % 1000);
        if (what == 1 && inputs_next(r) >> 60 == 0)
            memcpy(&heights[i], &bits, sizeof bits);
    }
    grid.heights = what == 2 ? (const void *)numbers : (const void *)heights;
    grid.columns = GRID_COLUMNS;
    grid.rows = GRID_ROWS;
    grid.int16 = what == 2;
    grid.has_hole = what == 2;
    grid.hole = 77;
    grid.scale = 0.01f;
    grid.offset = 0.3f;
    grid.other_diagonal = what > 0;
    grid.dx = what == 1 ? 0.7f : 1;
    grid.dy = 1;
    grid.origin.x = what == 1 ? 1000.1f : 0;
    grid.origin.z = what == 2 ? -333.3f : 0;
    mismatches += collide_terrain_build(&terrain, memory, size, &grid) != COLLIDE_OK;
    return terrain;
}

static uint64_t hash_surface(uint64_t hash, inputs_random *r, const collide_terrain *terrain) {
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_vec3 origin = terrain->grid.origin;
        const float x = origin.x + inputs_uniform(r, -1, 49);
        const float y = origin.y + inputs_uniform(r, -1, 41);
        float z = 0;
        collide_vec3 normal = {0, 0, 0};
        hash = inputs_hash_u32(hash, collide_terrain_height(terrain, x, y, &z, &normal));
        hash = hash_vec3(inputs_hash_float(hash, z), normal);
    }
    return hash;
}

// Contacts within a margin, of bodies that mostly do not touch.
static uint64_t hash_margins(uint64_t hash, inputs_random *r, const collide_terrain *terrain) {
    collide_contact_options o;
    memset(&o, 0, sizeof o);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float radius = inputs_uniform(r, 0.2f, 2), lift = inputs_uniform(r, 0, 1);
        const collide_cylinder c = inputs_cylinder(r, terrain, 47, 39, radius, 1, lift);
        const collide_pose pose = inputs_pose(r, c.center);
        const collide_sphere ball = {c.center, c.radius};
        const collide_obb box = collide_obb_from_pose(&pose, inputs_vec3(r, 0, 1));
        const collide_plane plane = {{0, 0, 1}, 0};
        collide_cylinder above = c;
        above.center.z = inputs_uniform(r, 0, 2);
        collide_contact contact[96];
        o.margin = inputs_uniform(r, 0, 1);
        size_t n = collide_cylinder_terrain_contacts(&c, terrain, &o, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
        n = collide_sphere_terrain_contacts(&ball, terrain, &o, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
        n = collide_obb_terrain_contacts(&box, terrain, &o, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
        n = collide_cylinder_plane_contacts(&above, &plane, &o, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
    }
    return hash;
}

// Balls, boxes, triangles and rays.
static uint64_t hash_bodies(uint64_t hash, inputs_random *r, const collide_terrain *terrain) {
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float radius = inputs_uniform(r, 0.2f, 2), lift = inputs_uniform(r, -0.5f, 1);
        const collide_cylinder c = inputs_cylinder(r, terrain, 47, 39, radius, 1, lift);
        const collide_pose pose = inputs_pose(r, c.center);
        const float large = i % 32 == 1 ? 9 : 1;
        const collide_sphere ball = {c.center, c.radius * large};
        const collide_obb box = collide_obb_from_pose(&pose, inputs_vec3(r, 0, large));
        collide_triangle t;
        collide_ray ray;
        collide_ray_hit hit;
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(&pose, inputs_vec3(r, -large, large));
        ray.origin = collide_pose_apply(&pose, inputs_vec3(r, -9, 9));
        ray.direction = inputs_vec3(r, -1, 1);
        if (i % 8 == 0)
            ray.direction.x = ray.direction.y = 0;
        hash =
            inputs_hash_u32(hash, collide_sphere_terrain(&ball, terrain) |
                                      (unsigned)collide_obb_terrain(&box, terrain) << 1 |
                                      (unsigned)collide_triangle_terrain(&t, terrain) << 2 |
                                      (unsigned)collide_ray_terrain(&ray, terrain, 30, &hit) << 3);
        hash = hash_vec3(inputs_hash_float(hash, hit.t), hit.normal);
        const bool found = hit.t <= FLT_MAX;
        hash = inputs_hash_u32(hash, found ? hit.column : 0);
        hash = inputs_hash_u32(hash, found ? hit.row : 0);
        collide_contact contact[96];
        size_t n = collide_sphere_terrain_contacts(&ball, terrain, NULL, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
        n = collide_obb_terrain_contacts(&box, terrain, NULL, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
    }
    return hash;
}

static collide_cylinder terrain_cylinder(inputs_random *r, unsigned i,
                                         const collide_terrain *terrain) {
    const float large = i % 16 == 3 ? 8 : i % 16 == 5 ? 1e-3f : i % 64 == 9 ? 1e6f : 1;
    const float radius = inputs_uniform(r, 0.2f, 2) * large;
    const float height = inputs_uniform(r, 0.2f, 3) * large;
    collide_cylinder c =
        inputs_cylinder(r, terrain, 47, 39, radius, height, inputs_uniform(r, -0.3f, 0.2f) * large);
    if (i % 16 == 7)
        c.center.z -= 4;
    if (i % 16 == 8) // about the border
        c.center.x = terrain->grid.origin.x - 0.5f;
    if (i % 16 == 10) {
        c.axis.x = c.axis.y = 0;
        c.axis.z = 1;
    }
    return c;
}

typedef struct wheels {
    const collide_terrain *terrain;
    collide_cylinder c[OBJECTS];
    collide_cylinder_pack *pack;
} wheels;

static uint64_t hash_cylinders(void *data) {
    const wheels *s = (const wheels *)data;
    const collide_terrain *terrain = s->terrain;
    const collide_cylinder *c = s->c;
    uint64_t hash = INPUTS_HASH;
    uint16_t bits[COLLIDE_BLOCKS(OBJECTS)];
    hash = inputs_hash_u32(hash, (uint32_t)collide_terrain_cylinder_many(terrain, s->pack, bits));
    for (size_t i = 0; i < OBJECTS; ++i) {
        collide_pair cells[20];
        const size_t n = collide_cylinder_terrain_cells(&c[i], terrain, cells, 20);
        const unsigned hit = collide_cylinder_terrain(&c[i], terrain);
        mismatches += hit != (bits[i / 16] >> i % 16 & 1u);
        hash = inputs_hash_u32(inputs_hash_u32(hash, (uint32_t)n), hit);
        for (size_t k = 0; k < n && k < 20; ++k)
            hash = inputs_hash_u32(inputs_hash_u32(hash, cells[k].a), cells[k].b);
        collide_contact contact[96];
        const size_t touching =
            collide_cylinder_terrain_contacts(&c[i], terrain, NULL, contact, 96);
        mismatches += hit != (touching > 0);
        hash = hash_contacts(hash, contact, touching, 96);
    }
    return hash;
}

static void golden_shapes(void) {
    inputs_random r = inputs_seed(301);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -2, 2));
        collide_cylinder c;
        collide_triangle t;
        collide_plane plane;
        c.center = pose.position;
        c.axis = pose.axis[2];
        c.radius = inputs_uniform(&r, 0.1f, 2);
        c.height = inputs_uniform(&r, 0.1f, 3);
        for (int k = 0; k < 3; ++k)
            t.v[k] = inputs_vec3(&r, -3, 3);
        if (i % 9 == 0)
            t.v[1] = t.v[0];
        plane.normal = inputs_vec3(&r, -1, 1);
        plane.distance = inputs_uniform(&r, -3, 1);
        hash = inputs_hash_u32(hash, collide_cylinder_triangle(&c, &t) |
                                         (unsigned)collide_cylinder_plane(&c, &plane) << 1);
        collide_contact contact[96];
        size_t n = collide_cylinder_triangle_contacts(&c, &t, NULL, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
        n = collide_cylinder_plane_contacts(&c, &plane, NULL, contact, 96);
        hash = hash_contacts(hash, contact, n, 96);
    }
    print_hash("cylinder_shapes", hash);
}

static void golden_terrain(void) {
    static float heights[GRID_COLUMNS * GRID_ROWS];
    static int16_t numbers[GRID_COLUMNS * GRID_ROWS];
    static wheels s;
    const size_t size = collide_terrain_size(GRID_COLUMNS, GRID_ROWS);
    uint64_t surface = INPUTS_HASH, bodies = INPUTS_HASH, verdicts = INPUTS_HASH;
    uint64_t margins = INPUTS_HASH;
    golden_shapes();
    for (int what = 0; what < 3; ++what) {
        inputs_random r = inputs_seed(302 + (uint64_t)what);
        s.terrain = terrain_of(&r, what, (char *)fresh(size), size, heights, numbers);
        surface = hash_surface(surface, &r, s.terrain);
        bodies = hash_bodies(bodies, &r, s.terrain);
        for (unsigned i = 0; i < OBJECTS; ++i)
            s.c[i] = terrain_cylinder(&r, i, s.terrain);
        BUILD_PACK(cylinder, s.pack, s.c);
        const uint64_t hash = on_every_isa("terrain", hash_cylinders, &s);
        margins = hash_margins(margins, &r, s.terrain);
        verdicts =
            inputs_hash_u32(inputs_hash_u32(verdicts, (uint32_t)hash), (uint32_t)(hash >> 32));
    }
    print_hash("terrain_surface", surface);
    print_hash("terrain_bodies", bodies);
    print_hash("terrain_cylinders", verdicts);
    print_hash("terrain_margins", margins);
}
