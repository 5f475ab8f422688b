// A part of bench.c: its cases about points and meshes.
#ifndef POINT_CASES_H
#define POINT_CASES_H

// n points at a mesh. Sizes: outside, beyond the mesh by up to its size; box, in its box; near, up
// to 0.01 from it on each axis. Behind it may stand -SIZE, as for other trees; else it has 3,888
// triangles.
static bool prepare_point_tree(bench *b) {
    static const char *const words[3] = {"outside", "box", "near"};
    const char *const size = b->size;
    inputs_random r = inputs_seed(b->seed);
    unsigned how = 0;
    while (how < 3 && strncmp(size, words[how], strlen(words[how])) != 0)
        ++how;
    const char *const rest = how < 3 ? size + strlen(words[how]) : size;
    if (how == 3 || (*rest && (*rest != '-' || !rest[1])))
        return false;
    b->size = *rest ? rest + 1 : "3888";
    if (!prepare_tree(b))
        return false;
    b->size = size;
    const triangle_mesh *m = &((const flight *)b->objects)->m;
    const collide_aabb box = mesh_bounds(m);
    collide_vec3 *p = (collide_vec3 *)allocate(b->n, sizeof *p);
    for (size_t i = 0; i < b->n; ++i)
        p[i] = mesh_point(&r, m, &box, how);
    b->query = p;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_point_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_vec3 *p = (const collide_vec3 *)b->query;
    uint64_t near_by = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_distance d;
        collide_point_tree_distance(p[i], tree, NULL, INFINITY, &d);
        near_by += d.lo <= 0.005f;
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_float(*hash, d.lo), d.feature_b);
    }
    return near_by;
}

#endif // POINT_CASES_H
