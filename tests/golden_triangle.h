// The part of golden.c for triangles against triangles. What is small is not so small that a point
// near a plane would have a denormal distance: -Ofast flushes those.
static float triangle_scale(unsigned i) {
    static const float scales[8] = {1, 1, 1, 1e-3f, 1, 1e-12f, 1e4f, 1e30f};
    return scales[i % 8];
}

// Kind i % 8 of pair i: at random, near each other, with one vertex or two in common, on a small
// grid, level on it, with less area than triangles have, touching, of two sizes.
static void triangle_pair(inputs_random *r, unsigned i, collide_triangle *a, collide_triangle *b) {
    const unsigned kind = i % 8, more = i / 8;
    const float s = triangle_scale(more / 2);
    const collide_vec3 aside = inputs_vec3(r, -1, 1);
    collide_vec3 *v[6] = {a->v, a->v + 1, a->v + 2, b->v, b->v + 1, b->v + 2};
    for (unsigned k = 0; k < 6; ++k) {
        const float size = kind == 7 && k > 2 ? 0.125f : 1;
        const collide_vec3 p = inputs_vec3(r, 0, size), cell = sat_cell(r, more % 3 ? 4 : 3);
        *v[k] = kind < 3 || kind == 7 ? p : cell;
        if (kind == 1 && k > 2) {
            v[k]->x = p.x + aside.x;
            v[k]->y = p.y + aside.y;
            v[k]->z = p.z + aside.z;
        }
        if (kind == 4)
            v[k]->z = more % 2 ? 1 : v[k]->x;
    }
    if (kind == 2)
        *v[3 + more % 3] = *v[more / 3 % 3];
    if (kind == 2 && more % 2)
        *v[3 + (more + 1) % 3] = *v[(more / 3 + 1 + more / 9 % 2) % 3];
    if (kind == 5) { // a segment or a point
        *v[more % 6] = *v[more % 6 / 3 * 3 + (more + 1) % 3];
        if (more % 4 == 3)
            *v[3] = *v[4] = *v[5];
        if (more % 8 == 6)
            *v[1] = *v[2] = *v[0];
    }
    if (kind == 6) { // in the middle of an edge, or of the line from there to the third vertex
        v[3]->x = 0.5f * (v[0]->x + v[1]->x);
        v[3]->y = 0.5f * (v[0]->y + v[1]->y);
        v[3]->z = 0.5f * (v[0]->z + v[1]->z);
        if (more % 2) {
            v[3]->x = 0.5f * (v[3]->x + v[2]->x);
            v[3]->y = 0.5f * (v[3]->y + v[2]->y);
            v[3]->z = 0.5f * (v[3]->z + v[2]->z);
        }
    }
    for (int k = 0; k < 6; ++k) {
        v[k]->x *= s;
        v[k]->y *= s;
        v[k]->z *= s;
    }
}

static uint64_t hash_segment(uint64_t hash, const collide_segment *s) {
    return hash_vec3(hash_vec3(hash, s->a), s->b);
}

static uint64_t hash_closest(uint64_t hash, inputs_random *r, const collide_triangle *a,
                             const collide_triangle *b) {
    const collide_segment p = {a->v[0], a->v[1]}, q = {b->v[0], b->v[1]};
    const collide_vec3 outside = inputs_vec3(r, -1, 2);
    const collide_segment nearest = collide_segment_segment_closest(&p, &q);
    hash = hash_segment(hash, &nearest);
    hash = hash_vec3(hash, collide_point_triangle_closest(b->v[0], a));
    hash = hash_vec3(hash, collide_point_triangle_closest(outside, b));
    hash = hash_vec3(hash, collide_point_segment_closest(a->v[2], &q));
    return hash_vec3(hash, collide_point_segment_closest(outside, &p));
}

// Contacts of several pairs, merged when there are many.
static void golden_triangle_single(void) {
    enum { MANY = 24, MOST = 6 };
    inputs_random r = inputs_seed(301);
    uint64_t hash = INPUTS_HASH;
    collide_contact contact[MANY + MOST];
    size_t n = 0;
    for (unsigned i = 0; i < 4 * OBJECTS; ++i) {
        const size_t capacity = i % 5 ? MOST : 2;
        const collide_velocity motion = {inputs_vec3(&r, -1, 1), inputs_vec3(&r, -2, 2),
                                         inputs_vec3(&r, -3, 3)};
        const collide_velocity other = {inputs_vec3(&r, -1, 1), inputs_vec3(&r, -2, 2),
                                        inputs_vec3(&r, -3, 3)};
        collide_triangle a, b;
        collide_segment segment;
        collide_vec3 velocity;
        bool coplanar, hit;
        triangle_pair(&r, i, &a, &b);
        hash = inputs_hash_u32(hash, (uint32_t)collide_triangle_triangle(&a, &b));
        hit = collide_triangle_triangle_segment(&a, &b, &segment, &coplanar);
        hash = inputs_hash_u32(hash, (uint32_t)hit | (uint32_t)coplanar << 1);
        hash = hash_segment(hash, &segment);
        const size_t found = collide_triangle_triangle_touches(&a, &b, contact + n, capacity);
        hash = hash_contacts(hash, contact + n, found, capacity);
        if (found) {
            hit = collide_contact_closing(contact + n, i % 3 ? &motion : NULL,
                                          i % 7 ? &other : NULL, &velocity);
            hash = hash_vec3(inputs_hash_u32(hash, (uint32_t)hit), velocity);
        }
        n += found < capacity ? found : capacity;
        if (n > MANY) {
            n = collide_contacts_merge(contact, n, i % 2 ? 0 : 0.25f);
            hash = hash_contacts(hash, contact, n, MANY + MOST);
            n = 0;
        }
        hash = hash_closest(hash, &r, &a, &b);
    }
    print_hash("triangle_single", hash);
}

// Packs of pairs; the first of each pair as a mesh without indices; a surface, the same with small
// indices, and without its last vertices; pairs of both, some of which name what is not there.
#define SIDE 16
#define SURFACE (2 * (SIDE - 1) * (SIDE - 1))
typedef struct triangle_batch {
    const collide_triangle *a;
    collide_triangle_pack *pack_a, *pack_b;
    collide_mesh soup, surface, small, torn;
    const collide_pair *pair;
} triangle_batch;

static uint64_t hash_hits(uint64_t hash, size_t hits, const uint16_t *bits) {
    return inputs_hash_bits(inputs_hash_u32(hash, (uint32_t)hits), bits, COLLIDE_BLOCKS(OBJECTS));
}

// All batches on the instruction set in use, in one hash.
static uint64_t hash_triangle_batches(void *data) {
    const triangle_batch *s = (const triangle_batch *)data;
    static uint16_t bits[COLLIDE_BLOCKS(OBJECTS)];
    static uint32_t indices[OBJECTS];
    static collide_pair inside[OBJECTS];
    uint64_t hash = INPUTS_HASH;
    size_t n = collide_triangle_triangle_lanes(s->pack_a, s->pack_b, bits);
    hash = hash_hits(hash, n, bits);
    for (int i = 0; i < QUERIES; ++i) {
        const size_t capacity = i % 4 ? OBJECTS : 3;
        const collide_triangle *q = s->a + 7 * i;
        hash = hash_hits(hash, collide_triangle_triangle_many(q, s->pack_b, bits), bits);
        n = collide_triangle_triangle_many_indices(q, s->pack_b, indices, capacity);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t k = 0; k < n && k < capacity; ++k)
            hash = inputs_hash_u32(hash, indices[k]);
    }
    hash = hash_hits(hash, collide_mesh_mesh_pairs(&s->soup, &s->surface, s->pair, OBJECTS, bits),
                     bits);
    hash =
        hash_hits(hash, collide_mesh_mesh_pairs(&s->small, &s->torn, s->pair, OBJECTS, bits), bits);
    for (int i = 0; i < OBJECTS; ++i) {
        inside[i].a = s->pair[i].a % SURFACE;
        inside[i].b = s->pair[i].b % SURFACE;
    }
    hash = hash_hits(hash, collide_mesh_mesh_pairs(&s->small, &s->surface, inside, OBJECTS, bits),
                     bits);
    return hash_hits(hash, collide_mesh_mesh_pairs(&s->soup, &s->small, inside, OBJECTS, bits),
                     bits);
}

// Memory of 2 packs.
static triangle_batch triangle_batch_of(void) {
    static collide_triangle a[OBJECTS], b[OBJECTS];
    static collide_vec3 vertex[SIDE * SIDE];
    static uint32_t index[3 * SURFACE];
    static uint16_t small[3 * SURFACE];
    static collide_pair pair[OBJECTS];
    inputs_random r = inputs_seed(302);
    triangle_batch s;
    memset(&s, 0, sizeof s);
    for (unsigned i = 0; i < OBJECTS; ++i) {
        triangle_pair(&r, i, &a[i], &b[i]);
        pair[i].a = (uint32_t)(inputs_next(&r) >> 32) % SURFACE;
        pair[i].b = (pair[i].a + i % 5) % SURFACE;
        pair[i].b = i % 4 ? pair[i].b : (uint32_t)(inputs_next(&r) >> 32) % (SURFACE + 9);
    }
    for (unsigned i = 0; i < SIDE * SIDE; ++i) { // rough, half of it flat
        const unsigned row = i / SIDE;
        vertex[i].x = 0.125f * (float)(i % SIDE);
        vertex[i].y = 0.125f * (float)row;
        vertex[i].z = i < SIDE * SIDE / 2 ? 0.5f : inputs_uniform(&r, 0.25f, 0.75f);
    }
    for (unsigned k = 0; k < SURFACE; ++k) {
        const unsigned i = k / 2 / (SIDE - 1) * SIDE + k / 2 % (SIDE - 1);
        const unsigned next = k % 2 ? SIDE + 1 : 1, last = k % 2 ? SIDE : SIDE + 1;
        index[3 * k] = i;
        index[3 * k + 1] = i + next;
        index[3 * k + 2] = i + last;
    }
    for (int k = 0; k < 3 * SURFACE; ++k)
        small[k] = (uint16_t)index[k];
    s.a = a;
    s.pair = pair;
    s.soup.positions = a;
    s.soup.vertex_count = (size_t)3 * OBJECTS;
    s.soup.triangle_count = OBJECTS;
    s.surface.positions = vertex;
    s.surface.vertex_count = SIDE * SIDE;
    s.surface.indices = index;
    s.surface.triangle_count = SURFACE;
    s.small = s.surface;
    s.small.indices = small;
    s.small.index_size = 2;
    s.torn = s.surface;
    s.torn.vertex_count -= SIDE + 3;
    BUILD_PACK(triangle, s.pack_a, a);
    BUILD_PACK(triangle, s.pack_b, b);
    return s;
}

static void golden_triangle(void) {
    golden_triangle_single();
    triangle_batch s = triangle_batch_of();
    print_on_every_isa("triangle_batches", hash_triangle_batches, &s);
}
#undef SIDE
#undef SURFACE
