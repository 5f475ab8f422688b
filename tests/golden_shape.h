// The part of golden.c for distances: every pair of kinds of shapes, of sizes from 1e-6 to 1e6,
// apart, deep, on a grid where they touch, and some that are not valid.
static collide_shape drawn_shape(inputs_random *r, unsigned kind, unsigned i, float scale,
                                 collide_convex *const *body) {
    collide_vec3 p[4];
    for (unsigned k = 0; k < 4; ++k) {
        p[k] = i % 4 ? inputs_vec3(r, -1, 1) : sat_cell(r, 3);
        p[k].x *= scale;
        p[k].y *= scale;
        p[k].z *= scale;
    }
    const collide_pose pose = sat_pose(r, i, p[0]);
    const float far_away = i % 5 == 3 ? 8 * scale : 0, radius = inputs_uniform(r, 0, scale);
    const collide_segment segment = {p[0], p[1]};
    const collide_sphere sphere = {p[0], i % 61 == 60 ? -1 : radius};
    collide_capsule capsule = {p[0], p[1], 0};
    collide_aabb aabb = {p[0], p[0]};
    collide_obb obb = collide_obb_from_pose(&pose, inputs_vec3(r, 0, scale));
    collide_triangle triangle;
    collide_tetrahedron tetrahedron;
    const collide_cylinder cylinder = {p[0], pose.axis[1], inputs_uniform(r, 0, scale),
                                       inputs_uniform(r, 0, scale)};
    const collide_plane plane = {pose.axis[0], p[1].x};
    capsule.radius = radius;
    aabb.max.x = inputs_sum(p[0].x, inputs_uniform(r, 0, scale));
    aabb.max.y = inputs_sum(p[0].y, i % 3 ? scale : 0);
    aabb.max.z = inputs_sum(p[0].z, scale);
    obb.center.x = inputs_sum(p[0].x, far_away);
    memcpy(triangle.v, p, sizeof triangle.v);
    memcpy(tetrahedron.v, p, sizeof tetrahedron.v);
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        return collide_shape_from_point(p[0]);
    case COLLIDE_SHAPE_SEGMENT:
        return collide_shape_from_segment(&segment);
    case COLLIDE_SHAPE_SPHERE:
        return collide_shape_from_sphere(&sphere);
    case COLLIDE_SHAPE_CAPSULE:
        return collide_shape_from_capsule(&capsule);
    case COLLIDE_SHAPE_AABB:
        return collide_shape_from_aabb(&aabb);
    case COLLIDE_SHAPE_OBB:
        return collide_shape_from_obb(&obb);
    case COLLIDE_SHAPE_TRIANGLE:
        return collide_shape_from_triangle(&triangle);
    case COLLIDE_SHAPE_TETRAHEDRON:
        return collide_shape_from_tetrahedron(&tetrahedron);
    case COLLIDE_SHAPE_CYLINDER:
        return collide_shape_from_cylinder(&cylinder);
    case COLLIDE_SHAPE_CONVEX:
        return collide_shape_from_convex(body[i % BODIES], i % 7 ? &pose : NULL);
    default:
        return collide_shape_from_plane(&plane);
    }
}

static uint64_t hash_distance(uint64_t hash, bool found, const collide_distance *d) {
    hash = inputs_hash_byte(hash, found);
    hash = inputs_hash_float(inputs_hash_float(hash, d->lo), d->hi);
    hash = hash_vec3(hash_vec3(hash_vec3(hash, d->point_a), d->point_b), d->normal);
    return inputs_hash_u32(inputs_hash_u32(hash, d->feature_a), d->feature_b);
}

static void golden_shape(void) {
    static const float scales[4] = {1, 1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(970);
    collide_convex *body[BODIES];
    uint64_t hash = INPUTS_HASH, typed = INPUTS_HASH, sweeps = INPUTS_HASH;
    for (unsigned i = 0; i < BODIES; ++i)
        body[i] = sat_body(&r, i, fresh(BODY_BYTES));
    for (unsigned i = 0; i < 40; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                const float max = i % 3 ? FLT_MAX : scale;
                collide_distance d;
                hash = inputs_hash_byte(hash, collide_shape_shape(&a, &b));
                hash = inputs_hash_byte(hash, collide_shape_shape_within(&a, &b, 0.25f * scale));
                const bool found = collide_shape_shape_distance(&a, &b, max, &d);
                hash = hash_distance(hash, found, &d);
                hash = inputs_hash_u32(hash, (uint32_t)collide_shape_check(&a));
            }
    for (unsigned i = 0; i < 400; ++i) {
        const collide_shape a = drawn_shape(&r, COLLIDE_SHAPE_CAPSULE, i, 1, body);
        const collide_shape b = drawn_shape(&r, COLLIDE_SHAPE_OBB, i, 1, body);
        const collide_pose pose = inputs_pose(&r, a.of.capsule.a);
        const collide_capsule own = collide_capsule_from_pose(&pose, a.of.capsule.radius, 2);
        collide_distance d;
        bool found = collide_capsule_obb_distance(&own, &b.of.obb, 1, &d);
        typed = hash_distance(typed, found, &d);
        found = collide_capsule_capsule_distance(&own, &a.of.capsule, FLT_MAX, &d);
        typed = hash_distance(typed, found, &d);
        typed = inputs_hash_byte(typed, collide_capsule_obb(&own, &b.of.obb));
        const collide_aabb box = collide_aabb_from_capsule(&own);
        const collide_kdop26 rows = collide_kdop26_from_capsule(&own);
        typed = hash_kdop26(hash_box(typed, &box), &rows);
    }
    for (unsigned i = 0; i < 12; ++i)
        for (unsigned ka = 1; ka < COLLIDE_SHAPE_KIND_COUNT; ++ka)
            for (unsigned kb = 1; kb < COLLIDE_SHAPE_KIND_COUNT; ++kb) {
                const float scale = scales[i % 4];
                const collide_shape a = drawn_shape(&r, ka, i, scale, body);
                const collide_shape b = drawn_shape(&r, kb, i / 2, scale, body);
                const collide_vec3 va = inputs_vec3(&r, -scale, scale);
                const collide_vec3 vb = inputs_vec3(&r, -scale, scale);
                collide_bracket t;
                sweeps = inputs_hash_byte(sweeps, collide_shape_shape_sweep(&a, va, &b, vb, 3, &t));
                sweeps = inputs_hash_float(inputs_hash_float(sweeps, t.t_lo), t.t_hi);
                sweeps = hash_vec3(inputs_hash_float(sweeps, t.gap), t.normal);
                sweeps = inputs_hash_u32(sweeps, t.verdict);
            }
    print_hash("distances", hash);
    print_hash("distances_typed", typed);
    print_hash("shape_sweeps", sweeps);
    release_all();
}
