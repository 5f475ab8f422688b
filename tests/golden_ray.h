// The part of golden.c for rays and segments: every kind of pack, bits and times.
typedef struct ray_packs {
    collide_triangle_pack *triangle;
    collide_sphere_pack *sphere;
    collide_obb_pack *obb;
    collide_kdop6_pack *kdop6;
    collide_kdop14_pack *kdop14;
    collide_kdop18_pack *kdop18;
    collide_kdop26_pack *kdop26;
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

static uint64_t hash_rays(void *data) {
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
#define CAST(what)                                                                                 \
    hash = hash_hits(hash, collide_ray_##what##_many(&ray, p->what, t_max, bits, t), bits);        \
    hash = hash_floats(hash, t, OBJECTS);                                                          \
    hash = hash_hits(hash, collide_segment_##what##_many(&segment, p->what, bits, t), bits);       \
    hash = hash_floats(hash, t, OBJECTS);
        CAST(triangle)
        CAST(sphere)
        CAST(obb)
        CAST(kdop6)
        CAST(kdop14)
        CAST(kdop18)
        CAST(kdop26)
#undef CAST
    }
    return hash;
}

// Memory of a pack each.
static ray_packs ray_packs_of(void) {
    static collide_triangle triangle[OBJECTS];
    static collide_sphere sphere[OBJECTS];
    static collide_obb obb[OBJECTS];
    static collide_kdop6 kdop6[OBJECTS];
    static collide_kdop14 kdop14[OBJECTS];
    static collide_kdop18 kdop18[OBJECTS];
    static collide_kdop26 kdop26[OBJECTS];
    inputs_random r = inputs_seed(402);
    ray_packs p;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float size = ray_sizes[i / 4 % 4];
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -2 * size, 2 * size));
        for (int k = 0; k < 3; ++k) {
            triangle[i].v[k] = i % 4 ? inputs_vec3(&r, -2, 2) : sat_cell(&r, 4);
            triangle[i].v[k].x *= size;
            triangle[i].v[k].y *= size;
            triangle[i].v[k].z *= size;
        }
        obb[i] = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, size));
        sphere[i].center = pose.position;
        sphere[i].radius = obb[i].half.x;
        kdop6[i] = collide_kdop6_from_obb(&obb[i]);
        kdop14[i] = collide_kdop14_from_obb(&obb[i]);
        kdop18[i] = collide_kdop18_from_triangle(&triangle[i]);
        kdop26[i] = collide_kdop26_from_sphere(&sphere[i]);
    }
    BUILD_PACK(triangle, p.triangle, triangle);
    BUILD_PACK(sphere, p.sphere, sphere);
    BUILD_PACK(obb, p.obb, obb);
    BUILD_PACK(kdop6, p.kdop6, kdop6);
    BUILD_PACK(kdop14, p.kdop14, kdop14);
    BUILD_PACK(kdop18, p.kdop18, kdop18);
    BUILD_PACK(kdop26, p.kdop26, kdop26);
    return p;
}

static void golden_ray(void) {
    ray_packs p = ray_packs_of();
    print_on_every_isa("rays", hash_rays, &p);
}
