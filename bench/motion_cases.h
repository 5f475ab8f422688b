// A part of bench.c: its cases about bodies that move and turn.
#ifndef MOTION_CASES_H
#define MOTION_CASES_H

// A mesh and itself under n pairs of motions.
static bool prepare_motion_tree(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    if (!prepare_tree(b))
        return false;
    collide_motion *motion = (collide_motion *)allocate(2 * b->n, sizeof *motion);
    for (size_t i = 0; i < b->n; ++i)
        motion_draw_meshes(&r, &motion[2 * i], &motion[2 * i + 1]);
    b->query = motion;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_motion_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_motion *motion = (const collide_motion *)b->query;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_bracket first;
        collide_pair at;
        hits += collide_tree_tree_motion(tree, &motion[2 * i], tree, &motion[2 * i + 1], 1, 0,
                                         &first, &at);
        if (hash) {
            *hash = hash_floats(*hash, &first, offsetof(collide_bracket, verdict));
            *hash = inputs_hash_u32(*hash, first.verdict);
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, at.a), at.b);
        }
    }
    return hits;
}

#endif // MOTION_CASES_H
