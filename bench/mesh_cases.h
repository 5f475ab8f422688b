// A part of bench.c: its cases about distances of two meshes.
#ifndef MESH_CASES_H
#define MESH_CASES_H

// n poses of a mesh to itself, whose box has a diagonal of 2, at gaps from min to max. Behind the
// word of a size may stand -SIZE, as for other trees; else the mesh has 3,888 triangles.
static bool prepare_gaps(bench *b, const char *word, float min, float max) {
    const char *const size = b->size, *const rest = size + strlen(word);
    inputs_random r = inputs_seed(b->seed);
    if (*rest && (*rest != '-' || !rest[1]))
        return false;
    b->size = *rest ? rest + 1 : "3888";
    if (!prepare_tree(b))
        return false;
    b->size = size;
    collide_pose *pose = (collide_pose *)allocate(b->n, sizeof *pose);
    for (size_t i = 0; i < b->n; ++i)
        pose[i] = mesh_pose_at(&r, (const collide_tree *)b->pack, inputs_uniform(&r, min, max));
    b->query = pose;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

// Sizes: apart, by 0.05 to 2; near, by 0.0001 to 0.01.
static bool prepare_distance_tree(bench *b) {
    if (strncmp(b->size, "apart", 5) == 0)
        return prepare_gaps(b, "apart", 0.05f, 2);
    return strncmp(b->size, "near", 4) == 0 && prepare_gaps(b, "near", 0.0001f, 0.01f);
}

// Sizes are margins. Gaps are up to twice as large, so about half of the poses are within it.
static bool prepare_within_tree(bench *b) {
    static const char *const words[3] = {"m.01", "m.1", "m.5"};
    static const float margins[3] = {0.01f, 0.1f, 0.5f};
    for (int i = 0; i < 3; ++i)
        if (strncmp(b->size, words[i], strlen(words[i])) == 0 &&
            (b->size[strlen(words[i])] == 0 || b->size[strlen(words[i])] == '-')) {
            float *margin = (float *)allocate(1, sizeof *margin);
            *margin = margins[i];
            b->output = margin;
            return prepare_gaps(b, words[i], 0, 2 * *margin);
        }
    return false;
}

static uint64_t pass_distance_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_pose *pose = (const collide_pose *)b->query;
    uint64_t near_by = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_distance d;
        collide_tree_tree_distance(tree, NULL, tree, &pose[i], INFINITY, &d, NULL);
        near_by += d.lo <= 0.005f;
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_u32(inputs_hash_float(*hash, d.lo), d.feature_a),
                                    d.feature_b);
    }
    return near_by;
}

static uint64_t pass_within_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_pose *pose = (const collide_pose *)b->query;
    const float margin = *(const float *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const bool hit = collide_tree_tree_within(tree, NULL, tree, &pose[i], margin, NULL);
        hits += hit;
        if (hash)
            *hash = inputs_hash_byte(*hash, hit);
    }
    return hits;
}

#endif // MESH_CASES_H
