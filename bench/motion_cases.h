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

// Pairs: box i of a with box i of b.
typedef struct motion_job {
    collide_obb *a, *b;
    collide_motion *motions_a, *motions_b;
    collide_pair *pairs;
} motion_job;

static collide_vec3 motion_times(float s, collide_vec3 p) {
    const collide_vec3 r = {s * p.x, s * p.y, s * p.z};
    return r;
}

static collide_obb motion_box(inputs_random *r) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose pose = inputs_pose(r, zero);
    collide_obb box;
    box.center = zero;
    box.half = inputs_vec3(r, 0.125f, 1);
    memcpy(box.axis, pose.axis, sizeof box.axis);
    return box;
}

// A box at position turns about its centre by from least to most radians in the time 1.
static collide_motion motion_of_box(inputs_random *r, collide_vec3 position, float least,
                                    float most) {
    const collide_vec3 zero = {0, 0, 0};
    collide_motion m = collide_motion_at_rest();
    m.pose = inputs_pose(r, position);
    m.pivot = position;
    m.velocity = inputs_vec3(r, -0.25f, 0.25f);
    const collide_vec3 axis = inputs_pose(r, zero).axis[0];
    m.spin = motion_times(inputs_uniform(r, least, most), axis);
    return m;
}

// Whether the boxes overlap at the start.
static bool motion_overlaps(const motion_job *job, size_t i) {
    const collide_shape a = collide_shape_from_obb(&job->a[i]);
    const collide_shape b = collide_shape_from_obb(&job->b[i]);
    const collide_shape s = collide_shape_under_pose(&a, &job->motions_a[i].pose);
    const collide_shape t = collide_shape_under_pose(&b, &job->motions_b[i].pose);
    return collide_shape_shape(&s, &t);
}

// A bracket for each of n pairs.
static void motion_ready(bench *b, void *job) {
    b->query = job;
    b->queries = b->n;
    b->output = allocate(b->n, sizeof(collide_bracket));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
}

// Boxes of half extents from 1/8 to 1, with centres 1.5 to 4 apart, of which b comes near a, and
// which do not overlap at the start. Both turn by 0.2 to 1.5 radians (steps), or by 1 to 10 turns
// (turns).
static bool prepare_motion(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    const bool turns = strcmp(b->size, "turns") == 0;
    const float least = turns ? 6.25f : 0.2f, most = turns ? 62.5f : 1.5f;
    const collide_vec3 zero = {0, 0, 0};
    motion_job *job = (motion_job *)allocate(1, sizeof *job);
    if (!turns && strcmp(b->size, "steps") != 0)
        return false;
    job->a = (collide_obb *)allocate(b->n, sizeof *job->a);
    job->b = (collide_obb *)allocate(b->n, sizeof *job->b);
    job->motions_a = (collide_motion *)allocate(b->n, sizeof *job->motions_a);
    job->motions_b = (collide_motion *)allocate(b->n, sizeof *job->motions_b);
    job->pairs = (collide_pair *)allocate(b->n, sizeof *job->pairs);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 way = inputs_pose(&r, zero).axis[0];
        const float d = inputs_uniform(&r, 1.5f, 4), v = -d * inputs_uniform(&r, 0.25f, 1.25f);
        job->a[i] = motion_box(&r);
        job->b[i] = motion_box(&r);
        job->motions_a[i] = motion_of_box(&r, zero, least, most);
        job->motions_b[i] = motion_of_box(&r, motion_times(d, way), least, most);
        const collide_vec3 to = motion_times(v, way);
        job->motions_b[i].velocity.x += to.x;
        job->motions_b[i].velocity.y += to.y;
        job->motions_b[i].velocity.z += to.z;
        job->pairs[i].a = job->pairs[i].b = (uint32_t)i;
        i -= motion_overlaps(job, i);
    }
    motion_ready(b, job);
    return true;
}

static uint64_t pass_motion(bench *b, uint64_t *hash) {
    const motion_job *job = (const motion_job *)b->query;
    const collide_motion_array u = {job->motions_a, b->n, 0}, v = {job->motions_b, b->n, 0};
    collide_obb_array s, t;
    collide_bracket *out = (collide_bracket *)b->output;
    uint64_t hits = 0;
    memset(&s, 0, sizeof s);
    memset(&t, 0, sizeof t);
    s.objects = job->a;
    t.objects = job->b;
    s.count = t.count = b->n;
    for (size_t i = 0; b->single && i < b->n; ++i)
        hits += collide_obb_obb_motion(&job->a[i], &job->motions_a[i], &job->b[i],
                                       &job->motions_b[i], 1, 0, &out[i]);
    if (!b->single)
        hits = collide_obb_obb_motion_pairs(&s, &u, &t, &v, job->pairs, b->n, 1, 0, out);
    for (size_t i = 0; hash && i < b->n; ++i)
        *hash = inputs_hash_u32(hash_floats(*hash, &out[i], offsetof(collide_bracket, verdict)),
                                out[i].verdict);
    return hits;
}

// Shapes and motions, and for each pair its number twice.
typedef struct motion_shapes {
    motion_pair *pairs;
    collide_pair *which;
} motion_shapes;

// Shapes and motions as motions.h draws them, of two kinds, that do not overlap at the start; of
// convex bodies, with 16 vertices.
static bool prepare_motion_shapes(bench *b, uint32_t kind_a, uint32_t kind_b) {
    inputs_random r = inputs_seed(b->seed);
    distance_size size;
    motion_shapes *job = (motion_shapes *)allocate(1, sizeof *job);
    if (strcmp(b->size, "steps") != 0)
        return false;
    memset(&size, 0, sizeof size);
    size.vertices = kind_a == COLLIDE_SHAPE_CONVEX ? 16 : 0;
    if (!distance_bodies(&r, &size))
        fail(1, "cannot draw convex bodies");
    job->pairs = (motion_pair *)allocate(b->n, sizeof *job->pairs);
    job->which = (collide_pair *)allocate(b->n, sizeof *job->which);
    for (size_t i = 0; i < b->n;) {
        motion_pair *p = &job->pairs[i];
        motion_draw_shapes(&r, kind_a, kind_b, 1, p);
        job->which[i].a = job->which[i].b = (uint32_t)i;
        const collide_shape s = collide_shape_under_pose(&p->a, &p->motion_a.pose);
        const collide_shape t = collide_shape_under_pose(&p->b, &p->motion_b.pose);
        i += !collide_shape_shape(&s, &t);
    }
    motion_ready(b, job);
    return true;
}

static bool prepare_motion_capsules(bench *b) {
    return prepare_motion_shapes(b, COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB);
}

static bool prepare_motion_convex(bench *b) {
    return prepare_motion_shapes(b, COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CONVEX);
}

static uint64_t pass_motion_shapes(bench *b, uint64_t *hash) {
    const motion_shapes *job = (const motion_shapes *)b->query;
    const motion_pair *p = job->pairs;
    const collide_motion_array u = {&p->motion_a, b->n, sizeof *p};
    const collide_motion_array v = {&p->motion_b, b->n, sizeof *p};
    collide_shape_array s, t;
    collide_bracket *out = (collide_bracket *)b->output;
    uint64_t hits = 0;
    memset(&s, 0, sizeof s);
    memset(&t, 0, sizeof t);
    s.objects = &p->a;
    t.objects = &p->b;
    s.count = t.count = b->n;
    s.stride = t.stride = sizeof *p;
    for (size_t i = 0; b->single && i < b->n; ++i)
        hits += collide_shape_shape_motion(&p[i].a, &p[i].motion_a, &p[i].b, &p[i].motion_b, 1, 0,
                                           &out[i]);
    if (!b->single)
        hits = collide_shape_shape_motion_pairs(&s, &u, &t, &v, job->which, b->n, 1, 0, out);
    for (size_t i = 0; hash && i < b->n; ++i)
        *hash = inputs_hash_u32(hash_floats(*hash, &out[i], offsetof(collide_bracket, verdict)),
                                out[i].verdict);
    return hits;
}
#endif // MOTION_CASES_H
