// The part of golden.c for rays and segments: every kind of pack, bits and times; single calls, all
// fields of their hits.
typedef struct ray_shapes {
    collide_triangle triangle[OBJECTS];
    collide_sphere sphere[OBJECTS];
    collide_obb obb[OBJECTS];
    collide_aabb aabb[OBJECTS];
    collide_kdop6 kdop6[OBJECTS];
    collide_kdop14 kdop14[OBJECTS];
    collide_kdop18 kdop18[OBJECTS];
    collide_kdop26 kdop26[OBJECTS];
    collide_tree *tree;
    collide_terrain *terrain;
} ray_shapes;

// What has no packs.
typedef struct ray_solids {
    collide_capsule capsule[OBJECTS];
    collide_cylinder cylinder[OBJECTS];
    collide_plane plane[OBJECTS];
    collide_tetrahedron tetrahedron[OBJECTS];
    collide_convex *body[BODIES];
} ray_solids;

typedef struct ray_packs {
    collide_triangle_pack *triangle;
    collide_sphere_pack *sphere;
    collide_obb_pack *obb;
    collide_kdop6_pack *kdop6;
    collide_kdop14_pack *kdop14;
    collide_kdop18_pack *kdop18;
    collide_kdop26_pack *kdop26;
    collide_aabb_pack *aabb;
} ray_packs;

static const float ray_sizes[4] = {1, 1e-4f, 1e4f, 1};

// Some run along axes and through corners; one is a point.
static collide_ray draw_ray(inputs_random *r, unsigned i) {
    collide_ray ray = {inputs_vec3(r, -4, 4), inputs_vec3(r, -1, 1)};
    const float size = ray_sizes[i / 4 % 4];
    if (i % 4 == 0) {
        ray.origin = sat_cell(r, 4);
        ray.direction = i == 12 ? ray.direction : sat_cell(r, 3);
        ray.direction.x -= 1;
        ray.direction.y -= 1;
        ray.direction.z -= 1;
    }
    ray.origin.x *= size;
    ray.origin.y *= size;
    ray.origin.z *= size;
    return ray;
}

#define RAY_MANY(what)                                                                             \
    hash = hash_hits(hash, collide_ray_##what##_many(&ray, p->what, t_max, bits, t), bits);        \
    hash = hash_floats(hash, t, OBJECTS);                                                          \
    hash = hash_hits(hash, collide_segment_##what##_many(&segment, p->what, bits, t), bits);       \
    hash = hash_floats(hash, t, OBJECTS);

// Against the pack of AABBs, or against all other packs.
static uint64_t hash_rays_of(void *data, bool aabbs) {
    const ray_packs *p = (const ray_packs *)data;
    static uint16_t bits[COLLIDE_BLOCKS(OBJECTS)];
    static float t[OBJECTS];
    static const float limits[4] = {1e30f, 8, 1, 0.25f};
    inputs_random r = inputs_seed(401);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < QUERIES; ++i) {
        const collide_ray ray = draw_ray(&r, i);
        const collide_segment segment = {ray.origin, draw_ray(&r, i).origin};
        const float t_max = limits[i % 4];
        if (aabbs) {
            RAY_MANY(aabb)
            continue;
        }
        RAY_MANY(triangle)
        RAY_MANY(sphere)
        RAY_MANY(obb)
        RAY_MANY(kdop6)
        RAY_MANY(kdop14)
        RAY_MANY(kdop18)
        RAY_MANY(kdop26)
    }
    return hash;
}
#undef RAY_MANY

static uint64_t hash_rays(void *data) {
    return hash_rays_of(data, false);
}

static uint64_t hash_aabb_rays(void *data) {
    return hash_rays_of(data, true);
}

static uint64_t hash_ray_hit(uint64_t hash, bool found, const collide_ray_hit *hit) {
    hash = inputs_hash_u32(inputs_hash_float(hash, hit->t), found);
    hash = inputs_hash_u32(hash_vec3(hash, hit->normal), hit->triangle);
    return inputs_hash_u32(inputs_hash_u32(hash, hit->column), hit->row);
}

#define CAST(what)                                                                                 \
    hash = hash_ray_hit(hash, collide_ray_##what(&ray, &s->what[k], 1e30f, &hit), &hit);           \
    hash = hash_ray_hit(hash, collide_segment_##what(&segment, &s->what[k], &hit), &hit);

static uint64_t hash_ray_hits(void *data) {
    const ray_shapes *s = (const ray_shapes *)data;
    inputs_random r = inputs_seed(403);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 4 * OBJECTS; ++i) {
        const unsigned k = i % OBJECTS;
        const collide_ray ray = draw_ray(&r, k % 16);
        const collide_segment segment = {ray.origin, draw_ray(&r, k % 16).origin};
        collide_ray_hit hit;
        CAST(triangle)
        CAST(sphere)
        CAST(obb)
        CAST(aabb)
        CAST(kdop6)
        CAST(kdop14)
        CAST(kdop18)
        CAST(kdop26)
        hash = hash_ray_hit(hash, collide_ray_terrain(&ray, s->terrain, 8, &hit), &hit);
        hash = hash_ray_hit(hash, collide_segment_terrain(&segment, s->terrain, &hit), &hit);
        if (i % 16 > 0)
            continue;
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        hash = hash_ray_hit(hash, collide_ray_tree(&ray, s->tree, &pose, 8, &hit), &hit);
        hash = hash_ray_hit(hash, collide_segment_tree(&segment, s->tree, NULL, &hit), &hit);
    }
    return hash;
}

// Typed calls, and the same shapes as a collide_shape.
static uint64_t hash_ray_solids(void *data) {
    const ray_solids *s = (const ray_solids *)data;
    inputs_random r = inputs_seed(406);
    uint64_t hash = INPUTS_HASH;
    for (unsigned k = 0; k < OBJECTS; ++k) {
        const collide_ray ray = draw_ray(&r, k % 16);
        const collide_segment segment = {ray.origin, draw_ray(&r, k % 16).origin};
        const collide_pose pose = sat_pose(&r, k, inputs_vec3(&r, -1, 1));
        const collide_convex *body = s->body[k % BODIES];
        collide_ray_hit hit;
        CAST(capsule)
        CAST(cylinder)
        CAST(plane)
        CAST(tetrahedron)
        hash = hash_ray_hit(hash, collide_ray_convex(&ray, body, &pose, 8, &hit), &hit);
        hash = hash_ray_hit(hash, collide_segment_convex(&segment, body, NULL, &hit), &hit);
        const collide_shape shape[4] = {
            collide_shape_from_point(ray.origin), collide_shape_from_segment(&segment),
            collide_shape_from_capsule(&s->capsule[k]), collide_shape_from_convex(body, &pose)};
        for (unsigned i = 0; i < 4; ++i) {
            hash = hash_ray_hit(hash, collide_ray_shape(&ray, &shape[i], 8, &hit), &hit);
            hash = hash_ray_hit(hash, collide_segment_shape(&segment, &shape[i], &hit), &hit);
        }
    }
    return hash;
}
#undef CAST

static uint64_t hash_tree_rays(void *data) {
    const ray_shapes *s = (const ray_shapes *)data;
    inputs_random r = inputs_seed(405);
    collide_ray rays[50];
    collide_segment segments[50];
    collide_ray_hit hits[50];
    uint16_t bits[COLLIDE_BLOCKS(50)];
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 16; ++i) {
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        for (unsigned k = 0; k < 50; ++k) {
            rays[k] = draw_ray(&r, k % 16);
            segments[k].a = rays[k].origin;
            segments[k].b = draw_ray(&r, k % 16).origin;
        }
        const collide_ray_array of_rays = {rays, 50, 0};
        const collide_segment_array of_segments = {segments, 50, 0};
        collide_tree_ray_many(s->tree, &pose, &of_rays, 8, bits, hits);
        for (unsigned k = 0; k < 50; ++k)
            hash = hash_ray_hit(hash, bits[k / 16] >> k % 16 & 1, &hits[k]);
        collide_tree_segment_many(s->tree, &pose, &of_segments, bits, hits);
        for (unsigned k = 0; k < 50; ++k)
            hash = hash_ray_hit(hash, bits[k / 16] >> k % 16 & 1, &hits[k]);
    }
    return hash;
}

// All triangles as a tree, and a small grid of heights.
static void ray_meshes(ray_shapes *s) {
    static float heights[9 * 9];
    const collide_mesh mesh = {s->triangle, 3 * OBJECTS, 0, NULL, OBJECTS, 0};
    const size_t size = collide_tree_size(OBJECTS, NULL), of_terrain = collide_terrain_size(9, 9);
    inputs_random r = inputs_seed(404);
    collide_heights grid;
    memset(&grid, 0, sizeof grid);
    for (unsigned i = 0; i < 81; ++i)
        heights[i] = inputs_uniform(&r, -0.5f, 0.5f);
    grid.heights = heights;
    grid.columns = grid.rows = 9;
    grid.dx = grid.dy = 1;
    grid.origin.x = grid.origin.y = -4;
    grid.other_diagonal = true;
    mismatches += collide_tree_build(&s->tree, fresh(size), size, &mesh, NULL) != COLLIDE_OK;
    mismatches +=
        collide_terrain_build(&s->terrain, fresh(of_terrain), of_terrain, &grid) != COLLIDE_OK;
}

static void ray_shapes_draw(ray_shapes *s) {
    inputs_random r = inputs_seed(402);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float size = ray_sizes[i / 4 % 4];
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -2 * size, 2 * size));
        for (int k = 0; k < 3; ++k) {
            s->triangle[i].v[k] = i % 4 ? inputs_vec3(&r, -2, 2) : sat_cell(&r, 4);
            s->triangle[i].v[k].x *= size;
            s->triangle[i].v[k].y *= size;
            s->triangle[i].v[k].z *= size;
        }
        s->obb[i] = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, size));
        s->sphere[i].center = pose.position;
        s->sphere[i].radius = s->obb[i].half.x;
        s->kdop6[i] = collide_kdop6_from_obb(&s->obb[i]);
        s->kdop14[i] = collide_kdop14_from_obb(&s->obb[i]);
        s->kdop18[i] = collide_kdop18_from_triangle(&s->triangle[i]);
        s->kdop26[i] = collide_kdop26_from_sphere(&s->sphere[i]);
        s->aabb[i] = collide_aabb_from_obb(&s->obb[i]);
    }
}

// Some on a grid; some without extent.
static void ray_solids_draw(ray_solids *s) {
    inputs_random r = inputs_seed(407);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float size = ray_sizes[i / 4 % 4];
        const collide_pose pose = sat_pose(&r, i, inputs_vec3(&r, -2, 2));
        const collide_vec3 extents = inputs_vec3(&r, 0, 2);
        for (unsigned k = 0; k < 4; ++k) {
            collide_vec3 *v = &s->tetrahedron[i].v[k];
            *v = i % 4 ? inputs_vec3(&r, -2, 2) : sat_cell(&r, 4);
            v->x *= size;
            v->y *= size;
            v->z *= size;
        }
        s->capsule[i].a = s->tetrahedron[i].v[0];
        s->capsule[i].b = s->tetrahedron[i].v[i % 32 != 5];
        s->capsule[i].radius = i % 8 ? extents.x * size : (float)(i / 8 % 2);
        s->cylinder[i].center = s->tetrahedron[i].v[2];
        s->cylinder[i].axis = pose.axis[2];
        s->cylinder[i].radius = i % 32 == 4 ? 0 : extents.y * size;
        s->cylinder[i].height = i % 32 == 6 ? 0 : extents.z * size;
        s->plane[i].normal = s->tetrahedron[i].v[3];
        s->plane[i].distance = extents.x * size;
    }
    for (unsigned i = 0; i < BODIES; ++i)
        s->body[i] = sat_body(&r, i, fresh(BODY_BYTES));
}

static ray_packs ray_packs_of(const ray_shapes *s) {
    ray_packs p;
    BUILD_PACK(triangle, p.triangle, s->triangle);
    BUILD_PACK(sphere, p.sphere, s->sphere);
    BUILD_PACK(obb, p.obb, s->obb);
    BUILD_PACK(kdop6, p.kdop6, s->kdop6);
    BUILD_PACK(kdop14, p.kdop14, s->kdop14);
    BUILD_PACK(kdop18, p.kdop18, s->kdop18);
    BUILD_PACK(kdop26, p.kdop26, s->kdop26);
    BUILD_PACK(aabb, p.aabb, s->aabb);
    return p;
}

static void golden_ray(void) {
    static ray_shapes s;
    ray_shapes_draw(&s);
    ray_packs p = ray_packs_of(&s);
    print_on_every_isa("rays", hash_rays, &p);
    print_on_every_isa("rays_aabb", hash_aabb_rays, &p);
    ray_meshes(&s);
    print_on_every_isa("ray_normals", hash_ray_hits, &s);
    print_on_every_isa("tree_rays_many", hash_tree_rays, &s);
    static ray_solids solids;
    ray_solids_draw(&solids);
    print_on_every_isa("ray_solids", hash_ray_solids, &solids);
}
