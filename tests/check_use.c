// The program of tests/options.sh, C and C++: one ball against many, one moving box and one
// triangle against many, the batches on every instruction set against single calls. Returns 0 if
// all is well. The script copies it beside the headers.
#include "collide.h"
#include "collide.h" // twice does no harm
#ifdef CHECK_LATE    // the implementation after a plain include
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "collide.h"
#endif

#include <stdio.h>

// What the build options must lead to: CHECK_ISA runs, CHECK_WITHOUT was left out.
static int check_isa(void) {
    int wrong = 0;
#ifdef CHECK_ISA
    wrong += collide_isa() != CHECK_ISA;
#endif
#ifdef CHECK_WITHOUT
    wrong += collide_isa() == CHECK_WITHOUT;
    if (CHECK_WITHOUT != COLLIDE_ISA_SCALAR)
        wrong += collide_isa_limit(CHECK_WITHOUT) == CHECK_WITHOUT;
    collide_isa_limit(COLLIDE_ISA_COUNT);
#endif
    if (wrong)
        printf("runs on %s\n", collide_isa_text(collide_isa()));
    return wrong;
}

#define COUNT 100

#ifndef COLLIDE_NO_KDOP

static collide_kdop18 ball(float x, float radius) {
    collide_sphere sphere = {{0, 0, 0}, 0};
    sphere.center.x = x;
    sphere.radius = radius;
    return collide_kdop18_from_sphere(&sphere);
}

static int check_batch(void) {
    static unsigned char memory[1 << 16];
    static collide_kdop18 bounds[COUNT];
    const collide_kdop18 a = ball(40, 20);
    collide_kdop18_pack *pack;
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    size_t expected = 0;
    int wrong = 0, isa, i;
    for (i = 0; i < COUNT; ++i) {
        bounds[i] = ball((float)i, 0.25f);
        expected += collide_kdop18_kdop18(&a, &bounds[i]);
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (expected != 41 || collide_kdop18_pack_build(&pack, memory + skip, sizeof memory - skip,
                                                    bounds, COUNT, 0) != COLLIDE_OK)
        return 1;
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_kdop18_kdop18_many(&a, pack, bits) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += (bits[i / 16] >> i % 16 & 1) != collide_kdop18_kdop18(&a, &bounds[i]);
        if (differ)
            printf("%s differs from single calls\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_batch(void) {
    return collide_pose_identity().axis[2].z == 1.0f ? 0 : 1;
}
#endif

#ifndef COLLIDE_NO_SAT
static int check_sweeps(void) {
    static unsigned char memory[1 << 14];
    static collide_obb boxes[COUNT];
    const collide_vec3 half = {1, 1, 1}, v = {2, 0, 0}, still = {0, 0, 0};
    collide_pose pose = collide_pose_from_quaternion(0, 0, 1, 2, half);
    const collide_obb a = collide_obb_from_pose(&pose, half);
    collide_obb_pack *pack;
    collide_impact impact[COUNT];
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    float t_first[COUNT];
    collide_sweeps out = {bits, t_first, NULL, NULL};
    size_t expected = 0;
    int wrong = 0, isa, i;
    for (i = 0; i < COUNT; ++i) {
        pose.position.x = (float)i;
        boxes[i] = collide_obb_from_pose(&pose, half);
        expected += collide_obb_obb_sweep(&a, v, &boxes[i], still, 10, &impact[i]);
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (expected != 24 || collide_obb_pack_build(&pack, memory + skip, sizeof memory - skip, boxes,
                                                 COUNT, 0) != COLLIDE_OK)
        return 1;
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_obb_obb_sweep_many(&a, v, pack, NULL, 10, &out) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += !(t_first[i] <= impact[i].t_first && t_first[i] >= impact[i].t_first);
        if (differ)
            printf("%s differs from single sweeps\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_sweeps(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_SPHERE
static int check_spheres(void) {
    static unsigned char memory[1 << 12];
    static collide_sphere balls[COUNT];
    collide_sphere_pack *pack;
    collide_sphere ball;
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    size_t expected = 0;
    int wrong = 0, isa, i;
    if (collide_sphere_from_points(&ball, balls, COUNT, sizeof balls[0]) != COLLIDE_OK)
        return 1;
    ball.radius = 20;
    for (i = 0; i < COUNT; ++i) {
        balls[i].center.x = (float)i;
        balls[i].radius = 0.5f;
        expected += collide_sphere_sphere(&ball, &balls[i]);
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (expected != 21 || collide_sphere_pack_build(&pack, memory + skip, sizeof memory - skip,
                                                    balls, COUNT, 0) != COLLIDE_OK)
        return printf("%d balls\n", (int)expected);
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_sphere_sphere_many(&ball, pack, bits) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += (bits[i / 16] >> i % 16 & 1) != collide_sphere_sphere(&ball, &balls[i]);
        if (differ)
            printf("%s differs on balls\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_spheres(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_TRIANGLE
static int check_triangles(void) {
    static unsigned char memory[1 << 14];
    static collide_triangle triangles[COUNT];
    const collide_triangle a = {{{10, 0, 0}, {60, 0, 0.5f}, {35, 2, 1}}};
    collide_triangle_pack *pack;
    collide_contact contacts[6];
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    size_t expected = 0;
    int wrong = 0, isa, i;
    for (i = 0; i < COUNT; ++i) {
        collide_vec3 *v = triangles[i].v;
        v[0].x = v[1].x = v[2].x = (float)i;
        v[0].y = v[1].y = 0.5f;
        v[0].z = -1;
        v[1].z = v[2].z = 2;
        v[2].y = 3;
        expected += collide_triangle_triangle(&a, &triangles[i]);
        wrong += (collide_triangle_triangle_touches(&a, &triangles[i], contacts, 6) > 0) !=
                 collide_triangle_triangle(&a, &triangles[i]);
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (wrong || expected != 37 ||
        collide_triangle_pack_build(&pack, memory + skip, sizeof memory - skip, triangles, COUNT,
                                    0) != COLLIDE_OK)
        return printf("%d triangles\n", (int)expected);
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_triangle_triangle_many(&a, pack, bits) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += (bits[i / 16] >> i % 16 & 1) != collide_triangle_triangle(&a, &triangles[i]);
        if (differ)
            printf("%s differs on triangles\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_triangles(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_TERRAIN
static int check_terrain(void) {
    static unsigned char memory[1 << 14];
    static float heights[20 * 20];
    static collide_cylinder wheels[COUNT];
    static collide_heights grid;
    collide_terrain *terrain;
    collide_cylinder_pack *pack;
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    size_t expected = 0;
    int wrong = 0, isa, i;
    for (i = 0; i < 400; ++i)
        heights[i] = (float)(i % 20 % 3);
    grid.heights = heights;
    grid.columns = grid.rows = 20;
    grid.dx = grid.dy = 1;
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    const size_t size = collide_terrain_size(20, 20);
    if (collide_terrain_build(&terrain, memory + skip, sizeof memory - skip, &grid) != COLLIDE_OK)
        return 1;
    for (i = 0; i < COUNT; ++i) {
        wheels[i].center.x = 0.2f * (float)i;
        wheels[i].center.y = 9.5f;
        wheels[i].center.z = 2;
        wheels[i].axis.y = 1;
        wheels[i].radius = 0.75f;
        wheels[i].height = 0.5f;
        expected += collide_cylinder_terrain(&wheels[i], terrain);
    }
    if (expected != 60 ||
        collide_cylinder_pack_build(&pack, memory + skip + size, sizeof memory - skip - size,
                                    wheels, COUNT, 0) != COLLIDE_OK)
        return printf("%d wheels\n", (int)expected);
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_terrain_cylinder_many(terrain, pack, bits) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += (bits[i / 16] >> i % 16 & 1) != collide_cylinder_terrain(&wheels[i], terrain);
        if (differ)
            printf("%s differs on terrain\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_terrain(void) {
    return 0;
}
#endif

#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_SHAPE)
// A cube 0.125 deep in level ground touches it at four corners, whatever families are left out.
static int check_boxes_on_terrain(void) {
    static unsigned char memory[1 << 12];
    static float heights[4];
    static collide_heights grid;
    collide_obb box = {{5, 5, 0.5f}, {0.625f, 0.625f, 0.625f}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const collide_aabb same = {{4.375f, 4.375f, -0.125f}, {5.625f, 5.625f, 1.125f}};
    collide_contact_options options = {0, 0, {0, 0, 0}};
    collide_contact contacts[8];
    collide_terrain *terrain;
    size_t n, i;
    int wrong = 0, kind, up;
    grid.heights = heights;
    grid.columns = grid.rows = 2;
    grid.dx = grid.dy = 10;
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (collide_terrain_build(&terrain, memory + skip, sizeof memory - skip, &grid) != COLLIDE_OK)
        return 1;
    box.axis[0].y = box.axis[1].z = box.axis[2].x = 1;
    for (up = 0; up < 2; ++up) // the second time 0.125 above the ground, with a margin
        for (kind = 0; kind < 2; ++kind) {
            collide_shape shape =
                kind ? collide_shape_from_aabb(&same) : collide_shape_from_obb(&box);
            options.margin = up ? 0.25f : 0;
            if (up && kind) {
                shape.of.aabb.min.z += 0.25f;
                shape.of.aabb.max.z += 0.25f;
            } else if (up) {
                shape.of.obb.center.z += 0.25f;
            }
            n = collide_shape_terrain_contacts(&shape, terrain, &options, contacts, 8);
            wrong += n != 4 || collide_shape_terrain(&shape, terrain) == up;
            for (i = 0; i < n && n == 4; ++i)
                wrong += !(contacts[i].normal.z >= 1) ||
                         !((up ? -1 : 1) * contacts[i].depth >= 0.125f) ||
                         !((up ? -1 : 1) * contacts[i].depth <= 0.125f);
        }
    return wrong ? printf("%d wrong contacts of boxes on terrain\n", wrong) : 0;
}
#else
static int check_boxes_on_terrain(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_OCTREE
static int check_octree(void) {
    static unsigned char memory[1 << 15];
    static collide_sphere balls[COUNT];
    collide_octree *octree;
    collide_pair pairs[COUNT];
    int wrong = 0, isa, i;
    for (i = 0; i < COUNT; ++i) {
        balls[i].center.x = (float)i;
        balls[i].radius = 0.5f;
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    const collide_status status = collide_octree_build_spheres(
        &octree, memory + skip, sizeof memory - skip, balls, COUNT, 0, NULL);
    if (status != COLLIDE_OK)
        return printf("octree: %s\n", collide_status_text(status));
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_octree_self_indices(octree, NULL, pairs, COUNT) != COUNT - 1;
        for (i = 0; i < COUNT - 1; ++i)
            differ += pairs[i].b != pairs[i].a + 1;
        if (differ)
            printf("%s differs on octrees\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_octree(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_TREE
static int check_tree(void) {
    static unsigned char memory[1 << 15];
    static const collide_vec3 points[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                           {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const uint16_t indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const collide_mesh cube = {points, 8, 0, indices, 12, 2};
    collide_pose pose = collide_pose_identity();
    collide_tree *tree;
    int wrong = 0, isa, i, k;
    size_t expected = 0;
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    const collide_status status =
        collide_tree_build(&tree, memory + skip, sizeof memory - skip, &cube, NULL);
    if (status != COLLIDE_OK)
        return printf("tree: %s\n", collide_status_text(status));
    pose.position.x = 1; // the cubes touch
    for (i = 0; i < 144; ++i) {
        collide_triangle p, q;
        for (k = 0; k < 3; ++k) {
            p.v[k] = points[indices[i / 12 * 3 + k]];
            q.v[k] = collide_pose_apply(&pose, points[indices[i % 12 * 3 + k]]);
        }
        expected += collide_triangle_triangle(&p, &q);
    }
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        const size_t touch = collide_tree_tree_indices(tree, NULL, tree, &pose, NULL, 0, NULL);
        if (expected < 8 || touch != expected || collide_tree_self_indices(tree, NULL, 0, NULL))
            wrong += printf("%s differs on trees\n", collide_isa_text(id));
    }
    return wrong;
}
#else
static int check_tree(void) {
    return 0;
}
#endif

#ifndef COLLIDE_NO_CABLE
static int check_cable(void) {
    static unsigned char memory[64 * COUNT + (1 << 12)];
    static collide_vec3 points[COUNT];
    static uint16_t bits[COLLIDE_BLOCKS(COUNT + 1)];
    const collide_aabb box = {{5, -1, -1}, {6, 1, 1}};
    const collide_cable cable = {points, COUNT, 0, 0.25f, COLLIDE_CABLE_CLAMPED};
    collide_spline_pack *pack;
    collide_cable_contact contacts[4];
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    size_t expected = 0, i;
    int wrong = 0, isa;
    for (i = 0; i < COUNT; ++i)
        points[i].x = (float)i; /* straight along x */
    const collide_status status =
        collide_spline_pack_build_cables(&pack, memory + skip, sizeof memory - skip, &cable, 1, 0);
    if (status != COLLIDE_OK)
        return printf("cable: %s\n", collide_status_text(status));
    for (i = 0; i < collide_cable_segment_count(&cable); ++i) {
        const collide_spline s = collide_cable_segment(&cable, i);
        expected += collide_spline_aabb(&s, &box, NULL);
    }
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        if (expected < 2 || collide_aabb_spline_many(&box, pack, bits) != expected ||
            collide_cable_aabb_contacts(&cable, &box, NULL, contacts, 4) != expected)
            wrong += printf("%s differs on cables\n", collide_isa_text(id));
    }
    return wrong;
}
#else
static int check_cable(void) {
    return 0;
}
#endif

// COLLIDE_ALIGN goes up to the next multiple, and nowhere from one.
static int check_align(void) {
    static unsigned char memory[3 * COLLIDE_ALIGNMENT];
    int wrong = 0, i;
    for (i = 0; i < 2 * COLLIDE_ALIGNMENT; ++i) {
        const unsigned char *at = (const unsigned char *)COLLIDE_ALIGN(memory + i);
        wrong += (uintptr_t)at % COLLIDE_ALIGNMENT != 0 || at < memory + i ||
                 at > memory + i + COLLIDE_ALIGNMENT - 1;
    }
    return wrong;
}

int main(void) {
    const int align = check_align(), isa = check_isa(), batch = check_batch(),
              sweeps = check_sweeps();
    const int spheres = check_spheres(), triangles = check_triangles(), octree = check_octree();
    const int terrain = check_terrain() + check_boxes_on_terrain(), tree = check_tree();
    const int cable = check_cable();
    return align + isa + batch + sweeps + spheres + triangles + octree + terrain + tree + cable ? 1
                                                                                                : 0;
}
