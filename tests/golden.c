// Prints a hash for each part of each family, over every bit of its results. The lines must be
// those of tests/golden.txt with every compiler, flag and instruction set; the program itself fails
// if two instruction sets of this machine differ. Depends on nothing but the two headers.
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "../bench/inputs.h"

#include "../bench/queries.h"

#include "../bench/types.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#define OBJECTS 1500
#define QUERIES 48

static int mismatches;

static uint64_t hash_floats(uint64_t hash, const float *x, size_t n) {
    for (size_t i = 0; i < n; ++i)
        hash = inputs_hash_float(hash, x[i]);
    return hash;
}

static uint64_t hash_vec3(uint64_t hash, collide_vec3 p) {
    return inputs_hash_float(inputs_hash_float(inputs_hash_float(hash, p.x), p.y), p.z);
}

static uint64_t hash_distance(uint64_t hash, bool found, const collide_distance *d) {
    hash = inputs_hash_byte(hash, found);
    hash = inputs_hash_float(inputs_hash_float(hash, d->lo), d->hi);
    hash = hash_vec3(hash_vec3(hash_vec3(hash, d->point_a), d->point_b), d->normal);
    return inputs_hash_u32(inputs_hash_u32(hash, d->feature_a), d->feature_b);
}

static uint64_t all = INPUTS_HASH;

static void print_hash(const char *name, uint64_t hash) {
    all = inputs_hash_u32(inputs_hash_u32(all, (uint32_t)hash), (uint32_t)(hash >> 32));
    printf("%-24s %08x%08x\n", name, (unsigned)(hash >> 32), (unsigned)(hash & 0xffffffffu));
}

// Memory at COLLIDE_ALIGNMENT, which release_all frees.
#define MAX_BLOCKS 32
static void *blocks[MAX_BLOCKS];
static size_t block_count;

static void *fresh(size_t size) {
    void *block = block_count < MAX_BLOCKS ? malloc(size + COLLIDE_ALIGNMENT) : NULL;
    if (!block)
        exit(1);
    blocks[block_count++] = block;
    return COLLIDE_ALIGN(block);
}

static void release_all(void) {
    while (block_count > 0)
        free(blocks[--block_count]);
}

// A pack of OBJECTS objects.
#define BUILD_PACK(type, pack, objects)                                                            \
    mismatches += collide_##type##_pack_build(&(pack), fresh(collide_##type##_pack_size(OBJECTS)), \
                                              collide_##type##_pack_size(OBJECTS), objects,        \
                                              OBJECTS, 0) != COLLIDE_OK

// The same for any type; NULL if it has no packs.
static void *golden_pack(const object_type *type, const void *objects) {
    const size_t size = type->pack_size ? type->pack_size(OBJECTS) : 0;
    void *pack = NULL;
    if (size)
        mismatches += type->pack_build(&pack, fresh(size), size, objects, OBJECTS, 0) != COLLIDE_OK;
    return pack;
}

// The hash that all instruction sets of this machine must give, or that the chosen one gives.
static bool chosen_alone;
static uint64_t on_every_isa(const char *name, uint64_t (*hash)(void *data), void *data) {
    uint64_t expected = 0;
    if (chosen_alone)
        return hash(data);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        if (collide_isa_limit(isa) != isa)
            continue;
        const uint64_t found = hash(data);
        if (isa != COLLIDE_ISA_SCALAR && found != expected) {
            printf("golden: %s differs on %s\n", name, collide_isa_text(isa));
            ++mismatches;
        }
        expected = isa == COLLIDE_ISA_SCALAR ? found : expected;
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return expected;
}

static void print_on_every_isa(const char *name, uint64_t (*hash)(void *data), void *data) {
    print_hash(name, on_every_isa(name, hash, data));
}

// Inputs of all forms of a query.
typedef struct golden_forms {
    const bits_query *query;
    const void *one;             // QUERIES objects, each against pack
    const void *pack;            // OBJECTS objects
    const void *pack_a, *pack_b; // lane by lane, and all pairs of both
    const void *a, *b;           // arrays that pairs name: OBJECTS of a
    size_t b_count;              // and so many of b
    const collide_pair *pairs;   // OBJECTS pairs
} golden_forms;

static uint64_t hash_forms(void *data) {
    static uint16_t bits[QUERIES * COLLIDE_BLOCKS(OBJECTS)];
    static uint32_t indices[OBJECTS];
    static collide_pair found[4 * OBJECTS];
    const golden_forms *s = (const golden_forms *)data;
    const bits_query *q = s->query;
    uint64_t hash = INPUTS_HASH;
    size_t n;
    for (size_t i = 0; i < QUERIES; ++i) {
        const void *one = (const char *)s->one + i * (q->pack_first ? q->b_bytes : q->a_bytes);
        hash = inputs_hash_u32(hash, (uint32_t)q->many(one, s->pack, bits));
        hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(OBJECTS));
        n = q->many_indices ? q->many_indices(one, s->pack, indices, OBJECTS) : 0;
        for (size_t j = 0; j < n; ++j)
            hash = inputs_hash_u32(hash, indices[j]);
    }
    if (q->all) {
        hash = inputs_hash_u32(hash, (uint32_t)q->all(s->one, QUERIES, 0, s->pack, bits));
        hash = inputs_hash_bits(hash, bits, QUERIES * COLLIDE_BLOCKS(OBJECTS));
    }
    if (q->lanes) {
        hash = inputs_hash_u32(hash, (uint32_t)q->lanes(s->pack_a, s->pack_b, bits));
        hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(OBJECTS));
    }
    if (q->pairs) {
        n = q->pairs(s->a, OBJECTS, 0, s->b, s->b_count, 0, s->pairs, OBJECTS, bits);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(OBJECTS));
    }
    for (int self = 0; self < 2 && q->all_indices; ++self) {
        n = self ? q->self_indices(s->pack_a, found, 4 * OBJECTS)
                 : q->all_indices(s->pack_a, s->pack_b, found, 4 * OBJECTS);
        hash = inputs_hash_u32(hash, (uint32_t)n);
        for (size_t j = 0; j < n && j < 4 * OBJECTS; ++j)
            hash = inputs_hash_u32(inputs_hash_u32(hash, found[j].a), found[j].b);
    }
    return hash;
}

// Size of shape number i: mostly ordinary, some very small or large. No denormal results: programs
// linked with -Ofast flush them to zero, which is not ours to prevent.
static float scale_of(unsigned i) {
    static const float scales[8] = {1, 1, 1, 1e-6f, 1e6f, 1e-9f, 1e30f, 3e38f};
    return scales[i % 8];
}

static void vocabulary(void) {
    inputs_random r = inputs_seed(1);
    uint64_t hash = INPUTS_HASH;
    for (unsigned i = 0; i < OBJECTS; ++i) {
        collide_obb box;
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -9, 9));
        const float noise = i % 3 ? 1e-4f : 1.0f;
        box.center = pose.position;
        box.half = inputs_vec3(&r, 0, 2);
        for (int j = 0; j < 3; ++j) {
            const collide_vec3 p = inputs_vec3(&r, -noise, noise);
            box.axis[j].x = pose.axis[j].x + p.x;
            box.axis[j].y = pose.axis[j].y + p.y;
            box.axis[j].z = pose.axis[j].z + p.z;
            hash = hash_vec3(hash, pose.axis[j]);
        }
        const collide_obb clean = collide_obb_orthonormalize(&box);
        for (int j = 0; j < 3; ++j)
            hash = hash_vec3(hash, clean.axis[j]);
        hash = inputs_hash_u32(hash, (uint32_t)collide_obb_check(&box));
        hash = inputs_hash_u32(hash, (uint32_t)collide_obb_check(&clean));
        hash = hash_vec3(hash, collide_pose_apply(&pose, inputs_vec3(&r, -99, 99)));
    }
    print_hash("vocabulary", hash);
}

static uint64_t hash_pose(uint64_t hash, const collide_pose *pose) {
    for (int i = 0; i < 3; ++i)
        hash = hash_vec3(hash, pose->axis[i]);
    return hash_vec3(hash, pose->position);
}

static void chains(void) {
    inputs_random r = inputs_seed(77);
    uint64_t hash = INPUTS_HASH;
    collide_pose chain = collide_pose_identity();
    for (unsigned i = 0; i < 1000; ++i) {
        collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -9, 9));
        if (i % 7 == 3) // no rotation
            pose.axis[i % 3].x += 0.5f;
        chain = collide_pose_compose(i % 10 ? &chain : NULL, &pose);
        pose = collide_pose_inverse(&chain);
        hash = hash_pose(hash_pose(hash, &chain), &pose);
    }
    print_hash("pose_chains", hash);
}

#define KIND 6
#include "golden_kdop.h"
#define KIND 14
#include "golden_kdop.h"
#define KIND 18
#include "golden_kdop.h"
#define KIND 26
#include "golden_kdop.h"
#include "golden_sat.h"
#include "golden_triangle.h"
#include "golden_sphere.h"
#include "golden_ray.h"
#include "golden_octree.h"
#include "golden_terrain.h"
#include "golden_tree.h"
#include "golden_cable.h"
#include "golden_aabb.h"
#include "golden_shape.h"
#include "golden_hull.h"
#include "golden_motion.h"

#include "golden_cad.h"

// A line for each query of bench/queries.h that none of the parts above asks: of objects that
// bench/types.h makes of boxes, some tiny, huge, flat or on a grid, so that they just touch.
static const int asked_above[] = {
    BITS_kdop6_kdop6,     BITS_kdop14_kdop14,     BITS_kdop18_kdop18,    BITS_kdop26_kdop26,
    BITS_sphere_sphere,   BITS_triangle_triangle, BITS_cylinder_terrain, BITS_spline_aabb,
    BITS_spline_obb,      BITS_spline_aabb_near,  BITS_spline_triangle,  BITS_sphere_capsule,
    BITS_sphere_obb,      BITS_capsule_capsule,   BITS_capsule_aabb,     BITS_capsule_obb,
    BITS_capsule_triangle};

static void golden_query(const bits_query *q) {
    static collide_pair pairs[OBJECTS];
    const object_type *a = object_type_of(q->a), *b = object_type_of(q->b);
    char *of_a = (char *)fresh(OBJECTS * a->bytes), *of_b = (char *)fresh(OBJECTS * b->bytes);
    inputs_random r = inputs_seed(901);
    golden_forms s;
    char name[40];
    for (unsigned i = 0; i < OBJECTS; ++i) {
        const collide_obb box = sat_box(&r, i), other = sat_box(&r, i);
        a->make(of_a + i * a->bytes, &box);
        b->make(of_b + i * b->bytes, &other);
        pairs[i].a = (uint32_t)(inputs_next(&r) >> 32) % OBJECTS;
        pairs[i].b = (pairs[i].a + 64 * (i % 5)) % (OBJECTS + 9); // of one scale, some out of range
    }
    s.query = q;
    s.pack_a = golden_pack(a, of_a);
    s.pack_b = golden_pack(b, of_b);
    s.one = q->pack_first ? of_b : of_a;
    s.pack = q->pack_first ? s.pack_a : s.pack_b;
    s.a = of_a;
    s.b = of_b;
    s.b_count = OBJECTS;
    s.pairs = pairs;
    size_t length = 0;
    for (; q->name[length]; ++length)
        name[length] = q->name[length];
    memcpy(name + length, "_forms", sizeof "_forms");
    print_on_every_isa(name, hash_forms, &s);
    release_all();
}

static void golden_queries(void) {
    for (int i = 0; i < BITS_COUNT; ++i) {
        bool asked = false;
        for (size_t k = 0; k < sizeof asked_above / sizeof *asked_above; ++k)
            asked |= asked_above[k] == i;
        if (!asked)
            golden_query(&bits_queries[i]);
    }
}

// With the argument isa: prints which instruction set is chosen, and nothing else. With the
// argument chosen: asks that one alone.
int main(int argc, char **argv) {
    static void (*const parts[])(void) = {
        vocabulary,    chains,         golden_kdop6,    golden_kdop14,      golden_kdop18,
        golden_kdop26, golden_sat,     golden_triangle, golden_sphere,      golden_ray,
        golden_octree, golden_terrain, golden_tree,     golden_cable,       golden_queries,
        golden_aabb,   golden_shape,   golden_hull,     golden_octree_near, golden_motion,
        golden_cad};
    if (argc > 1 && strcmp(argv[1], "isa") == 0)
        return puts(collide_isa_text(collide_isa())) < 0;
    chosen_alone = argc > 1 && strcmp(argv[1], "chosen") == 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        parts[i]();
        release_all();
    }
    print_hash("all", all);
    return mismatches ? 1 : 0;
}
