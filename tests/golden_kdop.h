// The k-DOP part of golden.c, included once for each KIND.
#define PASTE3(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE3(a, b, c)
#define KDOP PASTE(collide_kdop, KIND, )
#define CALL(name) PASTE(collide_kdop, KIND, name)
#define POINT_IN PASTE(collide_point_kdop, KIND, )
#define QUERY_NAME PASTE(PASTE(collide_kdop, KIND, _kdop), KIND, )
#define FORMS PASTE(PASTE(BITS_kdop, KIND, _kdop), KIND, )
#define QUERY(name) PASTE(QUERY_NAME, name, )
#define LOCAL(name) PASTE(name, KIND, )
#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

static uint64_t LOCAL(hash_kdop)(uint64_t hash, const KDOP *a) {
    return hash_floats(hash_floats(hash, a->min, KIND / 2), a->max, KIND / 2);
}

// Every way to make a k-DOP. Calls itself once. NOLINTNEXTLINE(misc-no-recursion)
static KDOP LOCAL(random_kdop)(inputs_random *r, unsigned i, float size) {
    const float scale = scale_of(i / 8);
    const collide_vec3 center = inputs_vec3(r, 0, scale == 1 ? size : scale);
    const collide_pose pose = inputs_pose(r, center);
    collide_vec3 half = inputs_vec3(r, 0, scale);
    collide_triangle triangle;
    collide_vec3 corner[8];
    collide_aabb aabb;
    collide_sphere sphere;
    collide_obb box;
    collide_cylinder cylinder;
    KDOP a, b;
    switch (i % 8) {
    case 0:
        inputs_corners(r, size, corner);
        if (CALL(_from_points)(&a, corner, 8, 0) != COLLIDE_OK)
            ++mismatches;
        return a;
    case 1:
        for (int j = 0; j < 3; ++j)
            triangle.v[j] = inputs_vec3(r, -scale, scale);
        a = CALL(_from_triangle)(&triangle);
        return CALL(_translate)(&a, center);
    case 2:
        aabb.min = center;
        aabb.max = half;
        aabb.max.x = center.x > half.x ? center.x : half.x;
        aabb.max.y = center.y > half.y ? center.y : half.y;
        aabb.max.z = center.z > half.z ? center.z : half.z;
        return CALL(_from_aabb)(&aabb);
    case 3:
        sphere.center = center;
        sphere.radius = half.x;
        return CALL(_from_sphere)(&sphere);
    case 4:
        box.center = center;
        box.half = half;
        memcpy(box.axis, pose.axis, sizeof box.axis);
        return CALL(_from_obb)(&box);
    case 5:
        cylinder.center = center;
        cylinder.axis = pose.axis[0];
        cylinder.radius = half.x;
        cylinder.height = half.y;
        return CALL(_from_cylinder)(&cylinder);
    case 6:
        a = LOCAL(random_kdop)(r, 8 * (i / 8) + 3, size);
        b = LOCAL(random_kdop)(r, 8 * (i / 8) + 1, size);
        return CALL(_merge)(&a, &b);
    default:
        a = LOCAL(random_kdop)(r, 8 * (i / 8) + 4, size);
        return CALL(_grow)(&a, half.z);
    }
}

// Bounds of shapes: single calls, and a pack that is built of OBBs and updated twice.
static uint64_t LOCAL(hash_shapes)(void *data) {
    CALL(_pack) * pack;
    const size_t size = CALL(_pack_size)(OBJECTS), half = OBJECTS / 2;
    void *memory = data;
    inputs_random r = inputs_seed(KIND + 1);
    static collide_obb box[OBJECTS];
    static collide_sphere sphere[OBJECTS];
    static collide_aabb bounds[OBJECTS];
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const float scale = scale_of(i / 8);
        const collide_vec3 center = inputs_vec3(&r, -9, 9);
        const collide_pose pose = inputs_pose(&r, center);
        box[i] = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, scale));
        sphere[i].center = inputs_vec3(&r, -9, 9);
        sphere[i].radius = inputs_uniform(&r, 0, scale);
        bounds[i].min = bounds[i].max = center;
        bounds[i].min.z = -9;
        bounds[i].max.z = inputs_uniform(&r, 0, scale);
    }
    mismatches += CALL(_pack_build_obbs)(&pack, memory, size, box, OBJECTS, 0) != COLLIDE_OK;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const KDOP a = CALL(_pack_get)(pack, i), b = CALL(_from_obb)(box + i);
        mismatches += memcmp(&a, &b, sizeof a) != 0;
        hash = LOCAL(hash_kdop)(hash, &a);
    }
    mismatches += CALL(_pack_update_spheres)(pack, 5, sphere, half, 0) != COLLIDE_OK;
    mismatches += CALL(_pack_update_aabbs)(pack, half, bounds, half / 2, 0) != COLLIDE_OK;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const KDOP a = CALL(_pack_get)(pack, i);
        hash = LOCAL(hash_kdop)(hash, &a);
    }
    return hash;
}

static void LOCAL(golden_kdop)(void) {
    static KDOP object[OBJECTS], other[OBJECTS], query[QUERIES];
    static collide_pair pair[OBJECTS];
    inputs_random r = inputs_seed(KIND);
    uint64_t make = INPUTS_HASH, sweep = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        object[i] = LOCAL(random_kdop)(&r, i, 9);
        other[i] = LOCAL(random_kdop)(&r, 7 * i, 9);
        pair[i].a = (uint32_t)(inputs_next(&r) >> 32) % OBJECTS;
        pair[i].b = (uint32_t)(inputs_next(&r) >> 32) % QUERIES;
        make = LOCAL(hash_kdop)(make, object + i);
        make = inputs_hash_float(make, CALL(_hit_measure)(object + i));
        const collide_vec3 p = inputs_vec3(&r, 0, 9);
        make = inputs_hash_u32(make, POINT_IN(p, object + i));
    }
    for (unsigned i = 0; i < QUERIES; ++i)
        query[i] = LOCAL(random_kdop)(&r, i, 9);
    query[QUERIES - 1] = CALL(_empty)();
    print_hash("kdop" TEXT(KIND) "_make", make);

    // Rows that are no intervals stay as they are.
    static const uint32_t strange[4] = {0x7fc00000, 0x7f800000, 0xff800000, 0x3f800000};
    const collide_vec3 way = {1, 2, 3};
    uint64_t rows = INPUTS_HASH;
    for (unsigned i = 0; i < 16; ++i) {
        KDOP a = object[i];
        float *floats = (float *)&a;
        memcpy(&floats[i % (KIND / 2)], &strange[i % 4], 4);
        memcpy(&floats[KIND / 2 + i % (KIND / 2)], &strange[i / 4], 4);
        a = CALL(_grow)(&a, 0.5f);
        rows = LOCAL(hash_kdop)(rows, &a);
        a = CALL(_translate)(&a, way);
        rows = LOCAL(hash_kdop)(rows, &a);
    }
    print_hash("kdop" TEXT(KIND) "_strange", rows);

    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_vec3 va = inputs_vec3(&r, -9, 9), vb = inputs_vec3(&r, -9, 9);
        collide_sweep times;
        sweep = inputs_hash_u32(sweep, QUERY(_sweep)(object + i, va, query + i % QUERIES, vb,
                                                     inputs_uniform(&r, 0, 3), &times));
        sweep = inputs_hash_float(inputs_hash_float(sweep, times.t_first), times.t_last);
    }
    print_hash("kdop" TEXT(KIND) "_sweep", sweep);

    golden_forms s;
    s.query = &bits_queries[FORMS];
    s.one = s.b = query;
    s.b_count = QUERIES;
    s.pack = s.pack_a = golden_pack(object_type_of("kdop" TEXT(KIND)), object);
    s.pack_b = golden_pack(object_type_of("kdop" TEXT(KIND)), other);
    s.a = object;
    s.pairs = pair;
    print_on_every_isa("kdop" TEXT(KIND) "_batches", hash_forms, &s);
    print_on_every_isa("kdop" TEXT(KIND) "_shapes", LOCAL(hash_shapes),
                       fresh(CALL(_pack_size)(OBJECTS)));
}

#undef KIND
#undef PASTE3
#undef PASTE
#undef KDOP
#undef CALL
#undef POINT_IN
#undef QUERY_NAME
#undef FORMS
#undef QUERY
#undef LOCAL
#undef TEXT2
#undef TEXT
