// The part of golden.c for balls: verdicts and times of batches, bounding spheres.
typedef struct balls {
    collide_sphere s[2][OBJECTS];
    collide_vec3 v[2][OBJECTS];
    collide_sphere_pack *pack[2];
    collide_vec3_pack *velocity[2];
} balls;

// Sizes from 1e-4 to 1e4; a quarter on a grid, where some touch.
static void draw_balls(balls *b) {
    static const float sizes[4] = {1, 1e-4f, 1e4f, 1};
    inputs_random r = inputs_seed(501);
    for (unsigned i = 0; i < OBJECTS; ++i)
        for (int k = 0; k < 2; ++k) {
            const float size = sizes[i / 4 % 4];
            collide_sphere *s = &b->s[k][i];
            s->center = i % 4 ? inputs_vec3(&r, -2, 2) : sat_cell(&r, 4);
            s->radius = i % 4 ? inputs_uniform(&r, 0, 2) : 1;
            s->center.x *= size;
            s->center.y *= size;
            s->center.z *= size;
            s->radius *= size;
            b->v[k][i] = i % 8 == 1 ? b->s[0][i].center : inputs_vec3(&r, -1, 1);
        }
}

static uint64_t hash_balls(void *data) {
    const balls *b = (const balls *)data;
    static uint16_t bits[16 * COLLIDE_BLOCKS(OBJECTS)];
    static float first[OBJECTS], last[OBJECTS];
    static uint8_t axis[OBJECTS];
    static collide_pair pairs[OBJECTS];
    const collide_sweeps out = {bits, first, last, axis};
    uint64_t hash = INPUTS_HASH;
    size_t n = collide_sphere_sphere_lanes(b->pack[0], b->pack[1], bits);
    hash = hash_hits(hash, n, bits);
    for (size_t i = 0; i < QUERIES; ++i) {
        hash = hash_hits(hash, collide_sphere_sphere_many(&b->s[0][i], b->pack[1], bits), bits);
        n = collide_sphere_sphere_sweep_many(&b->s[0][i], b->v[0][i], b->pack[1], b->velocity[1],
                                             i % 2 ? 2 : 1e30f, &out);
        hash = hash_floats(hash_floats(hash_hits(hash, n, bits), first, OBJECTS), last, OBJECTS);
    }
    n = collide_sphere_sphere_sweep_lanes(b->pack[0], b->velocity[0], b->pack[1], NULL, 3, &out);
    hash = hash_floats(hash_floats(hash_hits(hash, n, bits), first, OBJECTS), last, OBJECTS);
    n = collide_sphere_sphere_self_indices(b->pack[0], pairs, OBJECTS);
    for (size_t i = 0; i < n && i < OBJECTS; ++i) {
        hash = inputs_hash_byte(hash, pairs[i].a & 255);
        hash = inputs_hash_byte(hash, pairs[i].b & 255);
    }
    for (size_t i = 1; i < OBJECTS; i *= 2) {
        collide_sphere s;
        mismatches += collide_sphere_from_points(&s, b->s[1], i, sizeof *b->s[1]) != COLLIDE_OK;
        const float floats[4] = {s.center.x, s.center.y, s.center.z, s.radius};
        hash = hash_floats(hash, floats, 4);
    }
    return hash;
}

static void golden_sphere(void) {
    static balls b;
    draw_balls(&b);
    for (int k = 0; k < 2; ++k) {
        BUILD_PACK(sphere, b.pack[k], b.s[k]);
        BUILD_PACK(vec3, b.velocity[k], b.v[k]);
    }
    print_on_every_isa("spheres", hash_balls, &b);
}
