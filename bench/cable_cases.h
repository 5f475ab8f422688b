// A part of bench.c: segments of cables against many boxes and triangles, and the distance of
// cables from a mesh and from each other.
#ifndef CABLE_CASES_H
#define CABLE_CASES_H

#define CABLE_POINTS 67 // 64 segments

typedef struct cable_pair {
    collide_vec3 p[2][CABLE_POINTS];
    collide_cable cable[2];
} cable_pair;

// n cables of 64 segments. Sizes: tree, each about a bumpy sphere of 10,800 triangles, a tenth to a
// half of its radius away; cable, two wound about each other, eight segments to a turn, with
// control points up to a tenth of the gap from the helix. Radii are 0.02 and a fifth of the gap.
static bool prepare_cable_clearance(bench *b) {
    const bool tree = strcmp(b->size, "tree") == 0;
    const char *const size = b->size;
    inputs_random r = inputs_seed(b->seed);
    if (!tree && strcmp(size, "cable") != 0)
        return false;
    b->size = "10800";
    if (!prepare_tree(b))
        return false;
    b->size = size;
    cable_pair *pairs = (cable_pair *)allocate(b->n, sizeof *pairs);
    memset(pairs, 0, b->n * sizeof *pairs);
    for (size_t i = 0; i < b->n; ++i) {
        // Turns by a fixed angle, without libm: 0.78 and 0.03 rad.
        double x = 1, y = 0, u = inputs_uniform(&r, 0.2f, 1), v = 0.4;
        const float off = inputs_uniform(&r, 1.1f, 1.5f);
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -1, 1));
        for (size_t k = 0; k < CABLE_POINTS; ++k) {
            const double c = tree ? 0.9921977 : 0.7071067811865476, s = tree ? 0.1246747 : c;
            const double before = x, lower = u, z = (double)k * 0.5;
            x = x * c - y * s;
            y = before * s + y * c;
            u = u * 0.99955 - v * 0.029996;
            v = lower * 0.029996 + v * 0.99955;
            for (int j = 0; j < 2; ++j) {
                const float side = j ? -0.5f : 0.5f;
                const collide_vec3 noise =
                    inputs_vec3(&r, tree ? -0.02f : -0.1f, tree ? 0.02f : 0.1f);
                collide_vec3 q = {side * (float)x, side * (float)y, (float)z};
                if (tree) {
                    collide_obb frame = {
                        {0, 0, 0},
                        {0, 0, 0},
                        {{(float)x, (float)y, (float)u}, {-(float)y, (float)x, 0}, {0, 0, 1}}};
                    frame = collide_obb_orthonormalize(&frame); // of unit length
                    q.x = frame.axis[0].x * off;
                    q.y = frame.axis[0].y * off;
                    q.z = frame.axis[0].z * off;
                }
                q.x += noise.x;
                q.y += noise.y;
                q.z += noise.z;
                pairs[i].p[j][k] = tree ? q : collide_pose_apply(&pose, q);
            }
        }
        for (int j = 0; j < 2; ++j) {
            pairs[i].cable[j].points = pairs[i].p[j];
            pairs[i].cable[j].count = CABLE_POINTS;
            pairs[i].cable[j].radius = tree ? 0.02f : 0.2f;
        }
    }
    b->query = pairs;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_cable_clearance(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const cable_pair *pairs = (const cable_pair *)b->query;
    const bool mesh = b->size[0] == 't';
    uint64_t near_by = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const collide_cable *a = pairs[i].cable;
        collide_cable_distance d;
        if (mesh)
            collide_cable_tree_distance(a, tree, NULL, INFINITY, &d);
        else
            collide_cable_cable_distance(a, a + 1, INFINITY, &d);
        near_by += d.distance.lo <= 0.1f;
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_float(*hash, d.distance.lo), d.segment);
    }
    return near_by;
}

// n segments and boxes in a cube, by the share of pairs that layer 2 finds near: 7, 1, 0.1 %.
static bool prepare_cable_box(bench *b) {
    static const char *const sizes[3] = {"hits7", "hits1", "hits01"};
    static const float edges[3] = {4.75f, 10, 22};
    inputs_random r = inputs_seed(b->seed);
    collide_spline *segments = (collide_spline *)allocate(b->n, sizeof *segments);
    unsigned i = 0;
    while (i < 3 && strcmp(b->size, sizes[i]) != 0)
        ++i;
    if (i == 3)
        return false;
    inputs_cables(&r, edges[i], b->n, segments);
    b->query_count = b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1;
    b->queries = (uint64_t)b->query_count * b->n;
    collide_aabb *boxes = (collide_aabb *)allocate(b->query_count, sizeof *boxes);
    for (size_t k = 0; k < b->query_count; ++k) {
        const collide_vec3 half = inputs_vec3(&r, 0.25f, 1.5f), c = inputs_vec3(&r, 0, edges[i]);
        const collide_aabb box = {{c.x - half.x, c.y - half.y, c.z - half.z},
                                  {c.x + half.x, c.y + half.y, c.z + half.z}};
        boxes[k] = box;
    }
    b->objects = segments;
    b->pack = pack_of("spline", segments, b->n, 0);
    b->query = boxes;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return true;
}

// n triangles with corners up to 1 from their place on each axis, and segments, in a cube: about
// 3 % hits.
static bool prepare_cable_triangle(bench *b) {
    const float edge = 2;
    inputs_random r = inputs_seed(b->seed);
    collide_triangle *t = (collide_triangle *)allocate(b->n, sizeof *t);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 c = inputs_vec3(&r, 0, edge);
        for (int k = 0; k < 3; ++k) {
            const collide_vec3 v = inputs_vec3(&r, -1, 1);
            const collide_vec3 moved = {c.x + v.x, c.y + v.y, c.z + v.z};
            t[i].v[k] = moved;
        }
    }
    b->query_count = b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1;
    b->queries = (uint64_t)b->query_count * b->n;
    collide_spline *segments = (collide_spline *)allocate(b->query_count, sizeof *segments);
    inputs_cables(&r, edge, b->query_count, segments);
    b->objects = t;
    b->pack = pack_of("triangle", t, b->n, 0);
    b->query = segments;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return strcmp(b->size, "hits3") == 0;
}

#endif // CABLE_CASES_H
