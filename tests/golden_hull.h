// The part of golden.c for hulls of points and the faces of convex bodies. Sizes are as in
// golden_sat.h: no denormal numbers.
#define HULL_POINTS 300

// A ball, a grid, a sheet, a needle, a prism of a ring of whole numbers, or one plane.
static collide_vec3 hull_point(inputs_random *r, unsigned kind) {
    static const float ring[4][2] = {{5, 0}, {4, 3}, {3, 4}, {0, 5}};
    const float scale = sat_scale(kind + 2);
    const collide_vec3 cell = sat_cell(r, 4);
    collide_vec3 p = inputs_vec3(r, -scale, scale);
    switch (kind % 6) {
    case 0:
        return cell;
    case 1:
        p.z = p.x;
        return p;
    case 2:
        p.x = 1 + p.x * 1e-6f;
        p.y = 1 + p.y * 1e-6f;
        return p;
    case 3:
        p.x = ring[(int)cell.x][0];
        p.y = ring[(int)cell.x][1];
        p.z = cell.z;
        return p;
    case 4:
        p.x = cell.x;
        p.y = 2 * cell.y;
        p.z = cell.x + 2 * cell.y;
        return p;
    default:
        return p;
    }
}

// Shapes that fit points, and volumes.
static void golden_fits(collide_vec3 *p) {
    inputs_random r = inputs_seed(1002);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 24; ++i) {
        const size_t n = 1 + 9 * i;
        collide_sphere sphere;
        collide_capsule capsule;
        collide_obb box;
        collide_kdop18 kdop;
        for (size_t k = 0; k < n; ++k)
            p[k] = hull_point(&r, i);
        mismatches += collide_sphere_smallest_from_points(&sphere, p, n, 0) != COLLIDE_OK;
        mismatches += collide_capsule_from_points(&capsule, p, n, 0) != COLLIDE_OK;
        mismatches += collide_obb_from_points(&box, p, n, 0) != COLLIDE_OK;
        mismatches += collide_kdop18_from_points(&kdop, p, n, 0) != COLLIDE_OK;
        const collide_shape shapes[3] = {collide_shape_from_sphere(&sphere),
                                         collide_shape_from_capsule(&capsule),
                                         collide_shape_from_obb(&box)};
        hash = inputs_hash_float(hash_vec3(hash, sphere.center), sphere.radius);
        hash = hash_vec3(hash_vec3(hash, capsule.a), capsule.b);
        hash = hash_vec3(hash_vec3(hash, box.center), box.half);
        for (int k = 0; k < 3; ++k) {
            hash = hash_vec3(hash, box.axis[k]);
            hash = inputs_hash_float(hash, collide_shape_volume(&shapes[k]));
        }
        hash = inputs_hash_float(hash, collide_kdop18_volume(&kdop));
    }
    print_hash("fits", hash);
}

// Vertices, triangles and volumes of bodies; every third body has vertices within it.
static void golden_faces(collide_vec3 *p, void *memory, size_t bytes) {
    const collide_vec3 z = {0, 0, 1};
    collide_vec3 *v = (collide_vec3 *)fresh(HULL_POINTS * sizeof *v);
    uint32_t *index = (uint32_t *)fresh(HULL_POINTS * 6 * sizeof *index);
    inputs_random r = inputs_seed(1003);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 48; ++i) {
        const size_t n = 1 + 2 * i;
        collide_convex *body = NULL;
        for (size_t k = 0; k < n; ++k)
            p[k] = hull_point(&r, i);
        if (i % 3 == 0)
            mismatches +=
                collide_convex_build(&body, memory, bytes, p, n, &z, 1, &z, 1) != COLLIDE_OK;
        else
            (void)collide_convex_build_points(&body, memory, bytes, p, n, 0, 0, NULL);
        const size_t count = collide_convex_triangles(body, index, 2 * HULL_POINTS);
        const size_t corners = collide_convex_vertices(body, v, HULL_POINTS);
        const collide_shape shape = collide_shape_from_convex(body, NULL);
        hash =
            inputs_hash_float(inputs_hash_u32(hash, (uint32_t)count), collide_shape_volume(&shape));
        for (size_t k = 0; k < 3 * count; ++k)
            hash = inputs_hash_u32(hash, index[k]);
        for (size_t k = 0; k < corners; ++k)
            hash = hash_vec3(hash, v[k]);
    }
    print_hash("convex_triangles", hash);
}

static void golden_hull(void) {
    collide_vec3 *p = (collide_vec3 *)fresh(HULL_POINTS * sizeof *p);
    const size_t bytes = collide_convex_points_size(HULL_POINTS);
    void *memory = fresh(bytes);
    inputs_random r = inputs_seed(1001);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < 48; ++i) {
        const size_t n = i % 8 == 7 ? HULL_POINTS : 4 + 3 * i;
        collide_convex *body = NULL;
        collide_hull hull;
        for (size_t k = 0; k < n; ++k)
            p[k] = hull_point(&r, i);
        const collide_status status =
            collide_convex_build_points(&body, memory, bytes, p, n, 0, i % 12 == 11 ? 8 : 0, &hull);
        mismatches += status != COLLIDE_OK;
        if (!body)
            continue;
        hash = hash_convex(hash, body);
        hash = inputs_hash_u32(inputs_hash_u32(hash, hull.vertex_count), hull.edge_count);
        hash = inputs_hash_float(inputs_hash_u32(hash, hull.face_count), hull.volume);
        hash = inputs_hash_float(hash_vec3(hash, hull.centroid), hull.outside);
    }
    print_hash("convex_points", hash);
    golden_fits(p);
    golden_faces(p, memory, bytes);
}
