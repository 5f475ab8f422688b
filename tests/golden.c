// Prints a hash for each part of each family, over every bit of its results. The lines must be
// those of tests/golden.txt with every compiler, flag and instruction set; the program itself fails
// if two instruction sets of this machine differ. Depends on nothing but the two headers.
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "../bench/inputs.h"

#include "../bench/queries.h"

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

static uint64_t all = INPUTS_HASH;

static void print_hash(const char *name, uint64_t hash) {
    all = inputs_hash_u32(inputs_hash_u32(all, (uint32_t)hash), (uint32_t)(hash >> 32));
    printf("%-24s %08x%08x\n", name, (unsigned)(hash >> 32), (unsigned)(hash & 0xffffffffu));
}

// Memory at COLLIDE_ALIGNMENT. Calling it again frees what it gave before.
static char *fresh(size_t size) {
    static void *block;
    free(block);
    block = size ? malloc(size + COLLIDE_ALIGNMENT) : NULL;
    if (size && !block)
        exit(1);
    return size ? (char *)COLLIDE_ALIGN(block) : NULL;
}

// Builds a pack of OBJECTS objects at memory, which it moves behind the pack.
#define BUILD_PACK(type, pack, objects)                                                            \
    mismatches +=                                                                                  \
        collide_##type##_pack_build(&(pack), memory, collide_##type##_pack_size(OBJECTS), objects, \
                                    OBJECTS, 0) != COLLIDE_OK;                                     \
    memory += collide_##type##_pack_size(OBJECTS)

// The hash that all instruction sets of this machine must give.
static uint64_t on_every_isa(const char *name, uint64_t (*hash)(void *data), void *data) {
    uint64_t expected = 0;
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

// Inputs of all forms of a query: QUERIES objects of type a against a pack of b; OBJECTS of each in
// packs and, of those in pairs, in arrays.
typedef struct golden_forms {
    const bits_query *query;
    const void *queries, *target, *pack_a, *pack_b, *first, *second;
    size_t second_count;
    const collide_pair *pairs;
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
        const void *one = (const char *)s->queries + i * q->a_bytes;
        hash = inputs_hash_u32(hash, (uint32_t)q->many(one, s->target, bits));
        hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(OBJECTS));
        n = q->many_indices ? q->many_indices(one, s->target, indices, OBJECTS) : 0;
        for (size_t j = 0; j < n; ++j)
            hash = inputs_hash_u32(hash, indices[j]);
    }
    if (q->all) {
        hash = inputs_hash_u32(hash, (uint32_t)q->all(s->queries, QUERIES, 0, s->target, bits));
        hash = inputs_hash_bits(hash, bits, QUERIES * COLLIDE_BLOCKS(OBJECTS));
    }
    if (q->lanes) {
        hash = inputs_hash_u32(hash, (uint32_t)q->lanes(s->pack_a, s->pack_b, bits));
        hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(OBJECTS));
    }
    if (q->pairs) {
        n = q->pairs(s->first, OBJECTS, 0, s->second, s->second_count, 0, s->pairs, OBJECTS, bits);
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

// With the argument isa: prints which instruction set is chosen, and nothing else.
int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "isa") == 0)
        return puts(collide_isa_text(collide_isa())) < 0;
    vocabulary();
    golden_kdop6();
    golden_kdop14();
    golden_kdop18();
    golden_kdop26();
    golden_sat();
    golden_triangle();
    golden_sphere();
    golden_ray();
    golden_octree();
    golden_terrain();
    golden_tree();
    golden_cable();
    fresh(0);
    print_hash("all", all);
    return mismatches ? 1 : 0;
}
