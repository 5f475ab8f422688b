// The part of golden.c for the aligned boxes of shapes and the k-DOPs of segments of cables.

static uint64_t hash_box(uint64_t hash, const collide_aabb *box) {
    return hash_vec3(hash_vec3(hash, box->min), box->max);
}

// Points, a segment of a cable and a body of each size in turn, some of them on a grid. Of every
// 16 the last is none: a radius of -1 or a coordinate of NaN, whose boxes are empty.
static void golden_aabb(void) {
    inputs_random r = inputs_seed(950);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float scale = scale_of(i / 8);
        collide_vec3 p[8];
        collide_aabb box;
        collide_spline spline;
        collide_triangle triangle;
        for (unsigned k = 0; k < 8; ++k)
            p[k] = i % 4 ? inputs_vec3(&r, -0.5f * scale, 0.5f * scale) : sat_cell(&r, 5);
        const collide_pose pose = inputs_pose(&r, p[0]);
        collide_obb turned = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, scale));
        collide_sphere sphere = {p[1], turned.half.x};
        collide_cylinder cylinder = {p[2], pose.axis[1], turned.half.y, turned.half.z};
        if (i % 16 == 15) {
            const uint32_t none = 0x7fc00000;
            sphere.radius = turned.half.z = cylinder.height = -1;
            memcpy(&p[i / 16 % 3].y, &none, sizeof none);
        }
        memcpy(spline.v, p, sizeof spline.v);
        memcpy(triangle.v, p, sizeof triangle.v);
        spline.radius = sphere.radius;
        hash = inputs_hash_u32(hash, (uint32_t)collide_aabb_from_points(&box, p, 1 + i % 8, 0));
        hash = hash_box(hash, &box);
        const collide_aabb boxes[6] = {
            collide_aabb_from_triangle(&triangle), collide_aabb_from_sphere(&sphere),
            collide_aabb_from_obb(&turned),        collide_aabb_from_cylinder(&cylinder),
            collide_aabb_from_spline(&spline),     collide_aabb_from_spline_points(&spline)};
        for (unsigned k = 0; k < 6; ++k)
            hash = hash_box(hash, &boxes[k]);
        const collide_kdop14 rows14 = collide_kdop14_from_spline(&spline);
        const collide_kdop18 rows18 = collide_kdop18_from_spline(&spline);
        const collide_kdop26 rows26 = collide_kdop26_from_spline(&spline);
        hash = hash_kdop14(hash_kdop18(hash_kdop26(hash, &rows26), &rows18), &rows14);
    }
    print_hash("aabb_from", hash);
}
