// Benchmark of collide.h. Build and run from the top folder, without or with the Makefile:
//
//     mkdir -p build && cc -O2 bench/bench.c -o build/bench
//     build/bench list                            names of the cases
//     build/bench isas                            instruction sets that this machine runs
//     build/bench run kdop18 --isa avx2 --size L6-morton
//
// A run prints one line:
//
//     case           what was measured: bench help lists the cases
//     isa            instruction set of the batches; single is a loop of single calls
//     n              objects in the pack
//     seed           of the input's random numbers
//     size           variant of the input
//     queries        tests in one pass, all different
//     hits           those with a positive answer
//     ns_per_query   time of a pass divided by queries, median over all passes that were timed
//     hash           FNV-1a, 64 bits, of the answers of one untimed pass: equal for all isa
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // clock_gettime, posix_memalign
#endif
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#include "inputs.h"

#include "distances.h"

#include "mesh.h"

#include "motions.h"

#include "queries.h"

#include "types.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Fewer teach the branch predictor their answers: a loop of comparisons at n = 512, L6 took 4.8 ns
// with 32768 queries, 8.5 with 131072 and 8.7 from 262144 on (gcc 12, Zen 4).
#define MIN_QUERIES 262144

// One run. The case's prepare reads the first part and fills the second.
typedef struct bench {
    size_t n;
    uint64_t seed;
    const char *size;
    bool single; // loop over single calls instead of batches
    const bits_query *forms;

    uint64_t queries;       // tests in one pass
    void *objects;          // array of structs, for single
    void *pack;             // the same objects, for batches
    void *query;            // what meets the objects
    size_t query_count;     //
    void *output;           // of a pass
    size_t output_count;    //
    volatile uint64_t sink; // takes what the compiler must not leave out
} bench;

typedef struct bench_case {
    const char *name;
    size_t n;                                   // default
    const char *size;                           // default
    const char *text;                           // for help
    bool (*prepare)(bench *b);                  // false: the size is unknown
    uint64_t (*pass)(bench *b, uint64_t *hash); // returns hits; no hash if NULL (timed)
    const bits_query *forms;                    // that pass_many asks
} bench_case;

static void fail(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments); // NOLINT(clang-analyzer-valist*): it is set
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

static void *allocate(size_t count, size_t size) {
    void *memory = NULL;
    if (count > SIZE_MAX / 2 / size ||
        posix_memalign(&memory, COLLIDE_ALIGNMENT, count * size + !count))
        fail(1, "not enough memory");
    return memory;
}

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        fail(1, "%s", collide_status_text(status));
}

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// A pack of n objects at a stride; 0: tightly packed.
static void *pack_of(const char *type, const void *objects, size_t n, size_t stride) {
    const object_type *t = object_type_of(type);
    const size_t size = t->pack_size(n);
    void *pack;
    check(t->pack_build(&pack, allocate(size, 1), size, objects, n, stride));
    return pack;
}

// Each query, one by one, against all objects.
static uint64_t pass_many(bench *b, uint64_t *hash) {
    const size_t bytes = b->forms->pack_first ? b->forms->b_bytes : b->forms->a_bytes;
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->query_count; ++i) {
        const void *one = (const char *)b->query + i * bytes;
        hits += b->single ? b->forms->loop(one, b->objects, b->n, bits)
                          : b->forms->many(one, b->pack, bits);
        if (hash)
            *hash = inputs_hash_bits(*hash, bits, COLLIDE_BLOCKS(b->n));
    }
    return hits;
}

// ---- membw -------------------------------------------------------------------------------------

static bool prepare_membw(bench *b) {
    const size_t bytes = b->n * sizeof(collide_kdop18);
    b->queries = b->n;
    b->objects = allocate(b->n, sizeof(collide_kdop18));
    memset(b->objects, 1, bytes); // else all pages are one page of zeros
    return strcmp(b->size, "-") == 0;
}

// Two streams of plain 64-bit sums. Loops of SSE2, AVX2 and AVX-512 with one, two or four streams
// save at most 7 % of the time from DRAM, those of AVX-512 none, and up to 21 % from cache (Zen 4).
static uint64_t pass_membw(bench *b, uint64_t *hash) {
    const size_t half = b->n * sizeof(collide_kdop18) / 16;
    const uint64_t *p = (const uint64_t *)b->objects, *q = p + half;
    uint64_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t i = 0;
    for (; i + 4 <= half; i += 4) {
        s0 += p[i] + q[i];
        s1 += p[i + 1] + q[i + 1];
        s2 += p[i + 2] + q[i + 2];
        s3 += p[i + 3] + q[i + 3];
    }
    b->sink = s0 + s1 + s2 + s3;
    if (hash)
        *hash = 0;
    return 0;
}

// ---- kdop --------------------------------------------------------------------------------------

typedef struct kdop_size {
    float length; // objects have their centres in [0, length]^3
    bool morton;  // and lie in this order, instead of at random
} kdop_size;

// L<number>; if n is not 0 also ten: about ten partners for each of n objects.
static bool read_kdop_size(const char *text, size_t n, kdop_size *size) {
    char *end;
    if (n && strncmp(text, "ten", 3) == 0) {
        uint64_t m = 1; // by integers, since cbrt differs between machines
        while (m * m * m < 13000 * (uint64_t)n)
            ++m;
        size->length = (float)m / 16;
        text += 3;
    } else {
        if (text[0] != 'L' || text[1] < '0' || text[1] > '9')
            return false;
        size->length = strtof(text + 1, &end);
        text = end;
    }
    size->morton = strcmp(text, "-morton") == 0;
    return size->length > 0 && size->length <= 1e6f && (size->morton || *text == 0);
}

// n objects, each made of a box.
static void *draw_objects(inputs_random *r, kdop_size variant, size_t n, const object_type *type) {
    char *drawn = (char *)allocate(n, type->bytes), *sorted;
    inputs_key *keys = (inputs_key *)allocate(n, sizeof *keys);
    for (size_t i = 0; i < n; ++i) {
        const collide_obb box = inputs_box(r, variant.length);
        keys[i].key = inputs_morton(box.center, variant.length);
        keys[i].index = (uint32_t)i;
        type->make(drawn + i * type->bytes, &box);
    }
    if (!variant.morton) {
        free(keys);
        return drawn;
    }
    qsort(keys, n, sizeof *keys, inputs_compare_keys);
    sorted = (char *)allocate(n, type->bytes);
    for (size_t i = 0; i < n; ++i)
        memcpy(sorted + i * type->bytes, drawn + keys[i].index * type->bytes, type->bytes);
    free(keys);
    free(drawn);
    return sorted;
}

// Objects of one type, one by one, against n of the other in a pack.
static bool prepare_many(bench *b) {
    const bits_query *q = b->forms;
    const object_type *one = object_type_of(q->pack_first ? q->b : q->a);
    const object_type *packed = object_type_of(q->pack_first ? q->a : q->b);
    inputs_random r = inputs_seed(b->seed);
    kdop_size variant;
    if (!read_kdop_size(b->size, 0, &variant))
        return false;
    b->query_count = b->n * 64 < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 64;
    b->queries = (uint64_t)b->query_count * b->n;
    b->objects = draw_objects(&r, variant, b->n, packed);
    variant.morton = false;
    b->query = draw_objects(&r, variant, b->query_count, one);
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    if (!b->single) {
        b->pack = pack_of(packed->name, b->objects, b->n, 0);
        free(b->objects);
        b->objects = NULL;
    }
    return true;
}

// All pairs of one pack.
static bool prepare_kdop18_all(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    kdop_size variant;
    if (!read_kdop_size(b->size, b->n, &variant))
        return false;
    b->queries = (uint64_t)b->n * (b->n - 1) / 2;
    b->objects = draw_objects(&r, variant, b->n, object_type_of("kdop18"));
    b->pack = pack_of("kdop18", b->objects, b->n, 0);
    b->output_count =
        collide_kdop18_kdop18_self_indices((const collide_kdop18_pack *)b->pack, NULL, 0);
    b->output = allocate(b->output_count, sizeof(collide_pair));
    return true;
}

// The order of collide_kdop18_kdop18_self_indices: 16 against 32 at a time, within by i, then by j.
static size_t single_kdop18_all(const collide_kdop18 *a, size_t n, collide_pair *pairs,
                                size_t capacity) {
    size_t hits = 0;
    for (size_t i_block = 0; i_block < n; i_block += 16) {
        const size_t i_end = n - i_block < 16 ? n : i_block + 16;
        for (size_t j_block = i_block / 32 * 32; j_block < n; j_block += 32) {
            const size_t j_end = n - j_block < 32 ? n : j_block + 32;
            for (size_t i = i_block; i < i_end; ++i)
                for (size_t j = i < j_block ? j_block : i + 1; j < j_end; ++j)
                    if (collide_kdop18_kdop18(a + i, a + j)) {
                        if (hits < capacity) {
                            pairs[hits].a = (uint32_t)i;
                            pairs[hits].b = (uint32_t)j;
                        }
                        ++hits;
                    }
        }
    }
    return hits;
}

static uint64_t pass_kdop18_all(bench *b, uint64_t *hash) {
    collide_pair *pairs = (collide_pair *)b->output;
    const size_t hits =
        b->single
            ? single_kdop18_all((const collide_kdop18 *)b->objects, b->n, pairs, b->output_count)
            : collide_kdop18_kdop18_self_indices((const collide_kdop18_pack *)b->pack, pairs,
                                                 b->output_count);
    for (size_t i = 0; hash && i < hits && i < b->output_count; ++i)
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, pairs[i].a), pairs[i].b);
    return hits;
}

// ---- bounds and packs --------------------------------------------------------------------------

// n boxes, and room for n k-DOPs.
static bool prepare_kdop18_from_obb(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    kdop_size variant;
    if (!read_kdop_size(b->size, 0, &variant))
        return false;
    b->queries = b->n;
    b->objects = draw_objects(&r, variant, b->n, object_type_of("obb"));
    b->output = allocate(b->n, sizeof(collide_kdop18));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

// size bytes of floats.
static uint64_t hash_floats(uint64_t hash, const void *floats, size_t size) {
    for (size_t i = 0; i < size; i += sizeof(float)) {
        float x;
        memcpy(&x, (const char *)floats + i, sizeof x);
        hash = inputs_hash_float(hash, x);
    }
    return hash;
}

static uint64_t pass_kdop18_from_obb(bench *b, uint64_t *hash) {
    const collide_obb *boxes = (const collide_obb *)b->objects;
    collide_kdop18 *bounds = (collide_kdop18 *)b->output;
    for (size_t i = 0; i < b->n; ++i)
        bounds[i] = collide_kdop18_from_obb(&boxes[i]);
    if (hash)
        *hash = hash_floats(*hash, bounds, b->n * sizeof *bounds);
    return 0;
}

// n objects of a type, and room for their pack.
static bool prepare_pack_build(bench *b, const char *type) {
    inputs_random r = inputs_seed(b->seed);
    kdop_size variant;
    if (!read_kdop_size(b->size, 0, &variant))
        return false;
    b->queries = b->n;
    b->objects = draw_objects(&r, variant, b->n, object_type_of(type));
    b->output_count = object_type_of(type)->pack_size(b->n);
    b->output = allocate(b->output_count, 1);
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

// The hash is of the objects as the pack returns them, whatever its layout.
#define PACK_BUILD(type)                                                                           \
    static bool prepare_##type##_pack_build(bench *b) {                                            \
        return prepare_pack_build(b, #type);                                                       \
    }                                                                                              \
    static uint64_t pass_##type##_pack_build(bench *b, uint64_t *hash) {                           \
        const collide_##type *objects = (const collide_##type *)b->objects;                        \
        collide_##type##_pack *pack;                                                               \
        check(collide_##type##_pack_build(&pack, b->output, b->output_count, objects, b->n, 0));   \
        for (size_t i = 0; hash && i < b->n; ++i) {                                                \
            const collide_##type object = collide_##type##_pack_get(pack, i);                      \
            *hash = hash_floats(*hash, &object, sizeof object);                                    \
        }                                                                                          \
        return 0;                                                                                  \
    }
PACK_BUILD(kdop18)
PACK_BUILD(obb)

// ---- swept boxes and triangles -----------------------------------------------------------------

// A body of either side: a box, or a triangle in its place, and a velocity.
typedef struct mover {
    collide_obb box;
    collide_triangle triangle;
    collide_vec3 velocity;
} mover;

// Centres in a cube of twice this half edge: about 13.8, 41 and 1 % hits of boxes.
static bool read_sweep_size(const char *text, float *half, bool *parallel) {
    *parallel = strcmp(text, "parallel") == 0;
    *half = strcmp(text, "dense") == 0 ? 2.0f : strcmp(text, "sparse") == 0 ? 11.5f : 4.0f;
    return *parallel || *half != 4.0f || strcmp(text, "normal") == 0;
}

static mover draw_mover(inputs_random *r, float half) {
    mover m;
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -half, half));
    m.box = collide_obb_from_pose(&pose, inputs_vec3(r, 0.2f, 1.5f));
    m.velocity = inputs_vec3(r, -4, 4);
    memset(&m.triangle, 0, sizeof m.triangle);
    return m;
}

// Turns box b of a pair: the rotation of a, that one and a little more, no rotation for either, or
// 90 degrees between them.
static void draw_parallel(inputs_random *r, size_t i, collide_obb *a, collide_obb *b) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose identity = collide_pose_identity();
    float angle = 0.01f;
    collide_pose turn;
    if (i % 4 == 2)
        memcpy(a->axis, identity.axis, sizeof a->axis);
    memcpy(b->axis, a->axis, sizeof b->axis);
    if (i % 4 == 1) { // apart by 10^-2 to 10^-8 rad
        for (uint64_t k = inputs_next(r) >> 61; k > 1; --k)
            angle *= 0.1f;
        const float z = inputs_uniform(r, -1, 1) * angle, y = inputs_uniform(r, -1, 1) * angle;
        turn = collide_pose_from_quaternion(inputs_uniform(r, -1, 1) * angle, y, z, 1, zero);
        for (int k = 0; k < 3; ++k)
            b->axis[k] = collide_pose_apply(&turn, a->axis[k]);
        *b = collide_obb_orthonormalize(b);
    } else if (i % 4 == 3) {
        b->axis[0] = a->axis[1];
        b->axis[1] = a->axis[2];
        b->axis[2] = a->axis[0];
    }
}

// n movers a and n movers b, a in objects, b in query; packs of both sides in pack.
typedef struct sweep_packs {
    const sweep_query *forms;
    void *a, *b, *va, *vb;
} sweep_packs;

static bool prepare_sweep(bench *b, bool triangle, size_t queries) {
    inputs_random r = inputs_seed(b->seed);
    mover *p = (mover *)allocate(queries, sizeof *p), *q = (mover *)allocate(b->n, sizeof *q);
    sweep_packs *packs = (sweep_packs *)allocate(1, sizeof *packs);
    float half;
    bool parallel;
    if (!read_sweep_size(b->size, &half, &parallel))
        return false;
    for (size_t i = 0; i < b->n; ++i) {
        if (i < queries)
            p[i] = draw_mover(&r, half);
        q[i] = draw_mover(&r, half);
        if (parallel)
            draw_parallel(&r, i, &p[i % queries].box, &q[i].box);
        for (int k = 0; k < 3 && triangle; ++k) {
            const collide_vec3 v = inputs_vec3(&r, -2, 2), c = q[i].box.center;
            const collide_vec3 moved = {c.x + v.x, c.y + v.y, c.z + v.z};
            q[i].triangle.v[k] = moved;
        }
    }
    for (size_t i = b->n; i < queries; ++i)
        p[i] = draw_mover(&r, half);
    b->objects = p;
    b->query = q;
    b->query_count = queries;
    b->queries = queries == b->n ? b->n : (uint64_t)queries * b->n;
    b->output_count = b->n;
    b->output = allocate(b->n, 3 * sizeof(float));
    packs->forms = &sweep_queries[triangle ? SWEEP_obb_triangle : SWEEP_obb_obb];
    packs->a = pack_of("obb", &p->box, queries, sizeof *p);
    packs->va = pack_of("vec3", &p->velocity, queries, sizeof *p);
    packs->b = triangle ? pack_of("triangle", &q->triangle, b->n, sizeof *q)
                        : pack_of("obb", &q->box, b->n, sizeof *q);
    packs->vb = pack_of("vec3", &q->velocity, b->n, sizeof *q);
    b->pack = packs;
    return true;
}

static bool prepare_sweep_obb_obb(bench *b) {
    return prepare_sweep(b, false, b->n);
}

static bool prepare_sweep_obb_obb_many(bench *b) {
    return prepare_sweep(b, false, b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1);
}

static bool prepare_sweep_obb_triangle(bench *b) {
    return prepare_sweep(b, true, b->n);
}

// Bits and first times of n answers.
static uint64_t hash_sweeps(uint64_t hash, const uint16_t *bits, const float *t_first, size_t n) {
    hash = inputs_hash_bits(hash, bits, COLLIDE_BLOCKS(n));
    for (size_t i = 0; i < n; ++i)
        hash = inputs_hash_float(hash, t_first[i]);
    return hash;
}

// n single calls: each computes the times, but they are asked for only where they are hashed, since
// normals and depths come with them, which the batches do not have.
static size_t single_sweeps(const mover *p, size_t step, const mover *q, size_t n, bool triangle,
                            bool times, uint16_t *bits, float *t_first) {
    size_t hits = 0;
    for (size_t i = 0; i < n; i += 16) {
        const size_t end = n - i < 16 ? n - i : 16;
        unsigned word = 0;
        for (size_t k = 0; k < end; ++k, p += step, ++q) {
            collide_impact impact;
            const bool hit =
                triangle ? collide_obb_triangle_sweep(&p->box, p->velocity, &q->triangle,
                                                      q->velocity, 1, times ? &impact : NULL)
                         : collide_obb_obb_sweep(&p->box, p->velocity, &q->box, q->velocity, 1,
                                                 times ? &impact : NULL);
            word |= (unsigned)hit << k;
            hits += hit;
            if (times)
                t_first[i + k] = impact.t_first;
        }
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

static uint64_t pass_sweep(bench *b, uint64_t *hash, bool triangle) {
    const mover *p = (const mover *)b->objects, *q = (const mover *)b->query;
    const sweep_packs *packs = (const sweep_packs *)b->pack;
    const bool many = b->queries != b->n;
    float *t_first = (float *)b->output;
    uint16_t *bits = (uint16_t *)(void *)(t_first + b->n);
    collide_sweeps out = {NULL, NULL, NULL, NULL};
    uint64_t hits = 0;
    out.bits = bits;
    out.t_first = t_first;
    for (size_t i = 0; i < (many ? b->query_count : 1); ++i) {
        if (b->single)
            hits +=
                single_sweeps(p + i, many ? 0 : 1, q, b->n, triangle, hash != NULL, bits, t_first);
        else if (many)
            hits += packs->forms->many(&p[i].box, p[i].velocity, packs->b, packs->vb, 1, &out);
        else
            hits += packs->forms->lanes(packs->a, packs->va, packs->b, packs->vb, 1, &out);
        if (hash)
            *hash = hash_sweeps(*hash, bits, t_first, b->n);
    }
    return hits;
}

static uint64_t pass_sweep_obb(bench *b, uint64_t *hash) {
    return pass_sweep(b, hash, false);
}

static uint64_t pass_sweep_obb_triangle(bench *b, uint64_t *hash) {
    return pass_sweep(b, hash, true);
}

// ---- triangles ---------------------------------------------------------------------------------

typedef struct triangle_packs {
    collide_triangle_pack *a, *b;
} triangle_packs;

// hits28 (six vertices in a unit cube), hits2 (the second triangle moved by up to 1 on each axis),
// x<number> (hits28 times that), plus1000 (hits28 moved by 1000), coplanar (all in one plane of a
// grid), shared (hits28 with a vertex in common).
static bool draw_triangles(inputs_random *r, const char *size, collide_triangle *t) {
    const bool moved = strcmp(size, "hits2") == 0, flat = strcmp(size, "coplanar") == 0;
    const bool plus = strcmp(size, "plus1000") == 0, shared = strcmp(size, "shared") == 0;
    const bool times = size[0] == 'x';
    char *end = NULL;
    const float scale = times ? strtof(size + 1, &end) : 1, shift = plus ? 1000.0f : 0.0f;
    if (!(moved || flat || plus || shared || times || strcmp(size, "hits28") == 0) ||
        (times && (end == size + 1 || *end || !(scale > 0))))
        return false;
    for (int i = 0; i < 6; ++i) {
        collide_vec3 *v = &t[i / 3].v[i % 3];
        *v = inputs_vec3(r, 0, 1);
        if (flat) {
            v->x = (float)(int)(v->x * 256);
            v->y = (float)(int)(v->y * 256);
            v->z = v->x + 2 * v->y;
        }
        v->x = v->x * scale + shift; // never both
        v->y = v->y * scale + shift;
        v->z = v->z * scale + shift;
    }
    if (moved) {
        const collide_vec3 d = inputs_vec3(r, -1, 1);
        for (int i = 0; i < 3; ++i) {
            t[1].v[i].x += d.x;
            t[1].v[i].y += d.y;
            t[1].v[i].z += d.z;
        }
    }
    if (shared)
        t[1].v[0] = t[0].v[1];
    return true;
}

static bool prepare_triangle_triangle(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    collide_triangle *t = (collide_triangle *)allocate(b->n, 2 * sizeof *t);
    triangle_packs *packs = (triangle_packs *)allocate(1, sizeof *packs);
    for (size_t i = 0; i < b->n; ++i)
        if (!draw_triangles(&r, b->size, &t[2 * i]))
            return false;
    packs->a = (collide_triangle_pack *)pack_of("triangle", t, b->n, 2 * sizeof *t);
    packs->b = (collide_triangle_pack *)pack_of("triangle", t + 1, b->n, 2 * sizeof *t);
    b->objects = t;
    b->pack = packs;
    b->queries = b->n;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return true;
}

static uint64_t pass_triangle_triangle(bench *b, uint64_t *hash) {
    const collide_triangle *t = (const collide_triangle *)b->objects;
    const triangle_packs *packs = (const triangle_packs *)b->pack;
    uint16_t *bits = (uint16_t *)b->output;
    uint64_t hits = 0;
    if (!b->single)
        hits = collide_triangle_triangle_lanes(packs->a, packs->b, bits);
    for (size_t i = 0; i < b->n && b->single; i += 16) {
        unsigned word = 0;
        for (size_t k = i; k < b->n && k < i + 16; ++k)
            word |= (unsigned)collide_triangle_triangle(&t[2 * k], &t[2 * k + 1]) << (k - i);
        for (unsigned rest = word; rest; rest &= rest - 1)
            ++hits;
        bits[i / 16] = (uint16_t)word;
    }
    if (hash)
        *hash = inputs_hash_bits(*hash, bits, COLLIDE_BLOCKS(b->n));
    return hits;
}

#include "octree_cases.h"

// ---- pairs among many balls --------------------------------------------------------------------

static bool prepare_octree_pairs(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    b->pack = allocate(collide_octree_size(b->n, NULL), 1);
    b->queries = b->n;
    b->output_count = 32 * b->n;
    b->output = allocate(b->output_count, sizeof(collide_pair));
    return balls_of_size(b, &r);
}

// Built anew each time, as if all had moved. single asks all pairs.
static uint64_t pass_octree_pairs(bench *b, uint64_t *hash) {
    const collide_sphere *balls = (const collide_sphere *)b->objects;
    collide_pair *pairs = (collide_pair *)b->output;
    collide_octree *octree;
    size_t hits = 0;
    if (!b->single) {
        check(collide_octree_build_spheres(&octree, b->pack, collide_octree_size(b->n, NULL), balls,
                                           b->n, 0, NULL));
        hits = collide_octree_self_indices(octree, pairs, b->output_count);
    }
    for (uint32_t i = 0; b->single && i < b->n; ++i)
        for (uint32_t j = i + 1; j < b->n; ++j)
            if (collide_sphere_sphere(&balls[i], &balls[j])) {
                if (hits < b->output_count) {
                    pairs[hits].a = i;
                    pairs[hits].b = j;
                }
                ++hits;
            }
    if (hash) { // of the set, whatever its order
        uint64_t sum = 0;
        for (size_t k = 0; k < hits && k < b->output_count; ++k)
            sum += inputs_hash_u32(inputs_hash_u32(INPUTS_HASH, pairs[k].a), pairs[k].b);
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
    }
    return hits;
}

// ---- trees -------------------------------------------------------------------------------------

// A mesh, its tree, and n poses of one to itself.
typedef struct flight {
    triangle_mesh m;
    collide_mesh mesh;
    const collide_pose *pose;
} flight;

// Points in a sphere.
static bool prepare_hull_ball(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    collide_vec3 *p = (collide_vec3 *)allocate(b->n, sizeof *p);
    for (size_t i = 0; i < b->n;) {
        p[i] = inputs_vec3(&r, -1, 1);
        i += (double)p[i].x * (double)p[i].x + (double)p[i].y * (double)p[i].y +
                 (double)p[i].z * (double)p[i].z <=
             1;
    }
    b->objects = p;
    b->output_count = collide_convex_points_size(b->n);
    b->pack = allocate(b->output_count, 1);
    b->queries = b->n;
    return strcmp(b->size, "-") == 0;
}

static uint64_t pass_hull_ball(bench *b, uint64_t *hash) {
    collide_convex *body;
    collide_hull hull;
    check(collide_convex_build_points(&body, b->pack, b->output_count, b->objects, b->n, 0, 0,
                                      &hull));
    if (hash) {
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, hull.vertex_count), hull.edge_count);
        *hash = inputs_hash_float(*hash, hull.volume);
    }
    return hull.vertex_count;
}

static bool prepare_tree(bench *b) {
    flight *f = (flight *)allocate(1, sizeof *f);
    collide_tree *tree;
    b->objects = f;
    if (!mesh_make(&f->m, b->size))
        fail(2, "'%s' is neither a number of triangles nor a mesh that can be read", b->size);
    memset(&f->mesh, 0, sizeof f->mesh);
    f->mesh.positions = f->m.position;
    f->mesh.vertex_count = f->m.vertices;
    f->mesh.indices = f->m.index;
    f->mesh.triangle_count = f->m.triangles;
    b->pack = allocate(collide_tree_size(f->m.triangles, NULL), 1);
    check(collide_tree_build(&tree, b->pack, collide_tree_size(f->m.triangles, NULL), &f->mesh,
                             NULL));
    b->queries = (uint64_t)b->n * f->m.triangles;
    return true;
}

static bool prepare_mesh_mesh(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    if (!prepare_tree(b))
        return false;
    flight *f = (flight *)b->objects;
    collide_pose *pose = (collide_pose *)allocate(b->n, sizeof *pose);
    for (size_t i = 0; i < b->n; ++i)
        pose[i] = inputs_flight(&r);
    f->pose = pose;
    b->query = pose;
    b->queries = b->n;
    b->output_count = 16 * (size_t)f->m.triangles;
    b->output = allocate(b->output_count, sizeof(collide_pair));
    return true;
}

static uint64_t hash_tree(const collide_tree *tree, uint64_t hash) {
    const collide_pose still = collide_pose_identity();
    collide_tree_count count = {0, 0, 0};
    hash = inputs_hash_u32(
        hash, (uint32_t)collide_tree_tree_indices(tree, NULL, tree, &still, NULL, 0, &count));
    hash = inputs_hash_u32(hash, (uint32_t)count.volumes);
    return inputs_hash_u32(hash, (uint32_t)count.triangles);
}

static uint64_t pass_tree_build(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    collide_tree *tree;
    for (size_t i = 0; i < b->n; ++i)
        check(collide_tree_build(&tree, b->pack, collide_tree_size(f->m.triangles, NULL), &f->mesh,
                                 NULL));
    if (hash)
        *hash = hash_tree(tree, *hash);
    return 0;
}

static uint64_t pass_tree_refit(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    collide_tree *tree = (collide_tree *)b->pack;
    for (size_t i = 0; i < b->n; ++i)
        check(collide_tree_refit(tree, &f->mesh, NULL, 0));
    if (hash)
        *hash = hash_tree(tree, *hash);
    return 0;
}

static uint64_t pass_mesh_mesh_any(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const bool hit = collide_tree_tree(tree, NULL, tree, &f->pose[i], NULL);
        hits += hit;
        if (hash)
            *hash = inputs_hash_byte(*hash, hit);
    }
    return hits;
}

static uint64_t pass_mesh_mesh_all(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    collide_pair *pairs = (collide_pair *)b->output;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const size_t n =
            collide_tree_tree_indices(tree, NULL, tree, &f->pose[i], pairs, b->output_count, NULL);
        hits += n;
        for (size_t k = 0; hash && k < n && k < b->output_count; ++k)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, pairs[k].a), pairs[k].b);
    }
    return hits;
}

static uint64_t hash_impact(uint64_t hash, const collide_impact *impact, collide_pair pair) {
    hash = inputs_hash_float(inputs_hash_float(hash, impact->t_first), impact->normal.x);
    return inputs_hash_u32(inputs_hash_u32(hash, pair.a), pair.b);
}

// From each pose toward the mesh's middle, and as far again.
static uint64_t pass_mesh_mesh_sweep(bench *b, uint64_t *hash) {
    const flight *f = (const flight *)b->objects;
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_vec3 still = {0, 0, 0};
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_pose pose = f->pose[i];
        const collide_vec3 p = pose.position, v = {-8 * p.x, -8 * p.y, -8 * p.z};
        collide_impact impact;
        collide_pair pair;
        pose.position.x *= 4;
        pose.position.y *= 4;
        pose.position.z *= 4;
        const collide_mover a = inputs_mover(tree, NULL, still), m = inputs_mover(tree, &pose, v);
        hits += collide_tree_tree_sweep(&a, &m, 1, &impact, &pair, NULL);
        if (hash)
            *hash = hash_impact(*hash, &impact, pair);
    }
    return hits;
}

// n rays at a mesh, every other one from inside its bounds. Sizes: small, medium, large, or as for
// other trees; -any behind it asks whether a ray hits, but not where.
static bool prepare_ray_tree(bench *b) {
    static const char *const words[3] = {"small", "medium", "large"};
    static const char *const triangles[3] = {"3888", "47628", "1002252"};
    static char size[4096];
    inputs_random r = inputs_seed(b->seed);
    const char *const word = b->size;
    const size_t length = strlen(word);
    const bool any = length > 4 && strcmp(word + length - 4, "-any") == 0;
    if (length >= sizeof size)
        return false;
    memcpy(size, word, length + 1);
    size[any ? length - 4 : length] = 0;
    b->size = size;
    for (int i = 0; i < 3; ++i)
        b->size = strcmp(size, words[i]) == 0 ? triangles[i] : b->size;
    if (!prepare_tree(b))
        return false;
    b->size = word;
    const collide_aabb bounds = mesh_bounds(&((const flight *)b->objects)->m);
    collide_ray *rays = (collide_ray *)allocate(b->n, sizeof *rays);
    for (size_t i = 0; i < b->n; ++i)
        rays[i] = inputs_ray(&r, &bounds, i % 2 == 0);
    b->query = rays;
    b->queries = b->n;
    b->output_count = any; // hits have no other use for it
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_ray_tree(bench *b, uint64_t *hash) {
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_ray *rays = (const collide_ray *)b->query;
    const bool any = b->output_count != 0;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_ray_hit hit;
        const bool found = collide_ray_tree(&rays[i], tree, NULL, INFINITY, any ? NULL : &hit);
        hits += found;
        if (hash)
            *hash = any ? inputs_hash_byte(*hash, found)
                        : inputs_hash_u32(inputs_hash_float(*hash, hit.t), hit.triangle);
    }
    return hits;
}

// As pass_ray_tree, 1,024 rays in a call.
static uint64_t pass_tree_ray_many(bench *b, uint64_t *hash) {
    enum { RAYS = 1024 };
    static collide_ray_hit hits[RAYS];
    static uint16_t bits[COLLIDE_BLOCKS(RAYS)];
    const collide_tree *tree = (const collide_tree *)b->pack;
    const collide_ray *rays = (const collide_ray *)b->query;
    const bool any = b->output_count != 0;
    uint64_t found = 0;
    for (size_t i = 0; i < b->n; i += RAYS) {
        const collide_ray_array some = {rays + i, b->n - i < RAYS ? b->n - i : RAYS, 0};
        found += collide_tree_ray_many(tree, NULL, &some, INFINITY, bits, any ? NULL : hits);
        for (size_t k = 0; hash && k < some.count; ++k)
            *hash = any ? inputs_hash_byte(*hash, bits[k / 16] >> k % 16 & 1)
                        : inputs_hash_u32(inputs_hash_float(*hash, hits[k].t), hits[k].triangle);
    }
    return found;
}

// Meshes about 1 large in a cube that leaves 27 to each, at up to 1 a unit of time along each axis.
static bool prepare_movers_sweep(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 1;
    if (!prepare_tree(b))
        return false;
    while (edge * edge * edge < b->n)
        ++edge;
    collide_mover *movers = (collide_mover *)allocate(b->n, sizeof *movers);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 at = inputs_vec3(&r, 0, 3 * (float)(int)edge);
        movers[i].tree = (const collide_tree *)b->pack;
        movers[i].pose = inputs_pose(&r, at);
        movers[i].velocity = inputs_vec3(&r, -1, 1);
    }
    b->query = movers;
    b->queries = b->n;
    b->output_count = collide_movers_scratch_size(b->n);
    b->output = allocate(b->output_count, 1);
    return true;
}

// single asks all pairs.
static uint64_t pass_movers_sweep(bench *b, uint64_t *hash) {
    const collide_mover *m = (const collide_mover *)b->query;
    size_t hits = 0;
    if (!b->single) {
        const size_t room = hash ? 16 * b->n : 0;
        collide_movers_count count;
        collide_movers_hit *list = (collide_movers_hit *)allocate(room, sizeof *list);
        check(collide_movers_sweep(m, b->n, 0, 1, b->output, b->output_count, list, room, &count));
        hits = count.hits;
        uint64_t sum = 0; // of the set, whatever its order
        for (size_t k = 0; k < hits && k < room; ++k)
            sum += hash_impact(INPUTS_HASH, &list[k].impact, list[k].movers);
        if (hash)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
        free(list);
        return hits;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < b->n; ++i)
        for (uint32_t j = i + 1; j < b->n; ++j) {
            const collide_pair movers = {i, j};
            collide_impact impact;
            if (!collide_tree_tree_sweep(&m[i], &m[j], 1, &impact, NULL, NULL))
                continue;
            sum += hash_impact(INPUTS_HASH, &impact, movers);
            ++hits;
        }
    if (hash)
        *hash = inputs_hash_u32(inputs_hash_u32(*hash, (uint32_t)sum), (uint32_t)(sum >> 32));
    return hits;
}

// ---- swept convex bodies -----------------------------------------------------------------------

#define CONVEX_COUNT 64

typedef struct convex_mover {
    const collide_convex *body;
    collide_pose pose;
    collide_vec3 velocity;
} convex_mover;

// An icosahedron, stretched and sheared at random: 12 vertices, 10 normals, 15 edges.
static const collide_convex *draw_convex(inputs_random *r) {
    static const uint16_t index[60] = {0, 11, 5, 0, 5,  1,  0,  1,  7,  0,  7, 10, 0, 10, 11,
                                       1, 5,  9, 5, 11, 4,  11, 10, 2,  10, 7, 6,  7, 1,  8,
                                       3, 9,  4, 3, 4,  2,  3,  2,  6,  3,  6, 8,  3, 8,  9,
                                       4, 9,  5, 2, 4,  11, 6,  2,  10, 8,  6, 7,  9, 8,  1};
    static const float g = 1.618034f;
    static const float corner[12][3] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                        {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                        {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose turn = inputs_pose(r, zero);
    const collide_vec3 scale = inputs_vec3(r, 0.15f, 1);
    collide_vec3 vertex[12];
    collide_mesh mesh = {0, 0, 0, 0, 0, 0};
    collide_convex *convex;
    for (int i = 0; i < 12; ++i) {
        collide_vec3 p = {corner[i][0], corner[i][1], corner[i][2]};
        p = collide_pose_apply(&turn, p);
        p.x *= scale.x;
        p.y *= scale.y;
        p.z *= scale.z;
        vertex[i] = p;
    }
    mesh.positions = vertex;
    mesh.vertex_count = 12;
    mesh.indices = index;
    mesh.triangle_count = 20;
    mesh.index_size = 2;
    const size_t size = collide_convex_mesh_size(&mesh);
    check(collide_convex_build_mesh(&convex, allocate(size, 1), size, &mesh));
    return convex;
}

static bool prepare_sweep_convex(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    const collide_convex *bodies[CONVEX_COUNT];
    convex_mover *m = (convex_mover *)allocate(2 * b->n, sizeof *m);
    float half;
    bool parallel;
    if (!read_sweep_size(b->size, &half, &parallel))
        return false;
    for (int i = 0; i < CONVEX_COUNT; ++i)
        bodies[i] = draw_convex(&r);
    for (size_t i = 0; i < 2 * b->n; ++i) {
        m[i].body = bodies[(parallel ? i / 2 : i * 7 + i / 64) % CONVEX_COUNT];
        m[i].pose = inputs_pose(&r, inputs_vec3(&r, -half, half));
        m[i].velocity = inputs_vec3(&r, -4, 4);
        if (parallel && i % 2)
            memcpy(m[i].pose.axis, m[i - 1].pose.axis, sizeof m[i].pose.axis);
    }
    b->objects = m;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_sweep_convex(bench *b, uint64_t *hash) {
    const convex_mover *m = (const convex_mover *)b->objects;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i, m += 2) {
        collide_impact impact;
        hits += collide_convex_convex_sweep(m[0].body, &m[0].pose, m[0].velocity, m[1].body,
                                            &m[1].pose, m[1].velocity, 1, hash ? &impact : NULL);
        if (hash)
            *hash = inputs_hash_float(*hash, impact.t_first);
    }
    return hits;
}

// ---- cylinders on terrain ----------------------------------------------------------------------

// The grid of facts and figures: edge by edge; for edge 0 Maunga Whau.
static const collide_terrain *make_terrain(inputs_random *r, size_t edge) {
    static const char path[] = "examples/data/volcano.txt";
    collide_heights grid;
    collide_terrain *terrain;
    float *heights;
    memset(&grid, 0, sizeof grid);
    grid.columns = grid.rows = edge;
    grid.dx = 1;
    if (edge > 0) {
        int32_t *turns = (int32_t *)allocate(8 * edge, sizeof *turns);
        heights = (float *)allocate(edge * edge, sizeof *heights);
        inputs_heights(r, edge, edge, turns, heights);
        free(turns);
    } else {
        FILE *f = fopen(path, "r");
        if (!f || fscanf(f, "%zu %zu %f", &grid.columns, &grid.rows, &grid.dx) != 3 ||
            grid.columns > 4096 || grid.rows > 4096)
            fail(1, "cannot read %s: run from the top folder", path);
        heights = (float *)allocate(grid.columns * grid.rows, sizeof *heights);
        for (size_t i = 0; i < grid.columns * grid.rows; ++i)
            if (fscanf(f, "%f", heights + i) != 1)
                fail(1, "%s ends too early", path);
        (void)fclose(f);
    }
    grid.heights = heights;
    grid.dy = grid.dx;
    const size_t size = collide_terrain_size(grid.columns, grid.rows);
    check(collide_terrain_build(&terrain, allocate(size, 1), size, &grid));
    return terrain;
}

// [<edge> | volcano][-][<k>x<k>], both with a default: a grid, and cylinders that cover about as
// many cells, 0 for any.
static bool read_terrain_size(const char *text, size_t *edge, size_t *cells) {
    char *end;
    if (strncmp(text, "volcano", 7) == 0) {
        *edge = 0;
        text += 7;
        if (*text == 0)
            return true;
        if (*text++ != '-')
            return false;
    }
    for (int part = 0; part < 2; ++part) {
        const size_t number = (size_t)strtoul(text, &end, 10);
        if (text[0] < '1' || text[0] > '9')
            return false;
        if (*end == 'x') {
            *cells = number;
            return (size_t)strtoul(end + 1, &end, 10) == number && *end == 0 && number >= 2 &&
                   number <= 100;
        }
        *edge = number;
        if (number < 2 || number > 16384 || (*end != 0 && *end != '-'))
            return false;
        if (*end == 0)
            return true;
        text = end + 1;
    }
    return false;
}

static void pack_cylinders(bench *b, const collide_cylinder *cylinders) {
    b->pack = pack_of("cylinder", cylinders, b->n, 0);
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
}

static bool prepare_cylinders(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells))
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const collide_heights *grid = &terrain->grid;
    collide_cylinder *c = (collide_cylinder *)allocate(b->n, sizeof *c);
    const float width = (float)(int)(grid->columns - 1) * grid->dx;
    const float depth = (float)(int)(grid->rows - 1) * grid->dy;
    const float around = cells > 0 ? (float)(int)(cells - 1) * grid->dx : 0;
    b->queries = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const float radius = cells > 0 ? inputs_uniform(&r, 0.35f, 0.45f) * around
                                       : inputs_uniform(&r, 0.5f, 2) * grid->dx;
        const float height = cells > 0 ? inputs_uniform(&r, 0.1f, 0.5f) * around
                                       : inputs_uniform(&r, 0.3f, 3) * grid->dx;
        c[i] = inputs_cylinder(&r, terrain, width, depth, radius, height,
                               inputs_uniform(&r, -0.3f, 0.2f) * grid->dx);
        const collide_kdop6 bound = collide_kdop6_from_cylinder(&c[i]);
        uint64_t under = 1;
        for (int axis = 0; axis < 2; ++axis) {
            const size_t last = (axis ? grid->rows : grid->columns) - 2;
            const float lo = bound.min[axis] / grid->dx, hi = bound.max[axis] / grid->dx;
            const int first = lo > 0 ? (int)lo : 0;
            under *= (uint64_t)((hi < (float)(int)last ? (int)hi : (int)last) - first + 1);
        }
        b->queries += under;
    }
    b->objects = c;
    b->query = (void *)(uintptr_t)terrain;
    b->query_count = 1;
    pack_cylinders(b, c);
    return true;
}

static bool prepare_cylinder_terrain(bench *b) {
    const bool ok = prepare_cylinders(b);
    b->queries = b->n;
    return ok;
}

static uint64_t pass_cylinder_cells(bench *b, uint64_t *hash) {
    const collide_cylinder *c = (const collide_cylinder *)b->objects;
    collide_pair cells[1024];
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        const size_t n = collide_cylinder_terrain_cells(c + i, (const collide_terrain *)b->query,
                                                        cells, sizeof cells / sizeof *cells);
        hits += n;
        for (size_t k = 0; hash && k < n && k < sizeof cells / sizeof *cells; ++k)
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, cells[k].a), cells[k].b);
    }
    return hits;
}

// Puts a body's center so that its lowest point, relative to the center, is lift above the surface.
static collide_vec3 place_on_terrain(inputs_random *r, const collide_terrain *terrain,
                                     collide_vec3 lowest) {
    const collide_heights *grid = &terrain->grid;
    const float lift = inputs_uniform(r, -0.3f, 0.2f) * grid->dx;
    collide_vec3 p;
    p.x = inputs_uniform(r, 0, (float)(int)(grid->columns - 1) * grid->dx);
    p.y = inputs_uniform(r, 0, (float)(int)(grid->rows - 1) * grid->dy);
    float z = 0;
    if (!collide_terrain_height(terrain, inputs_sum(p.x, lowest.x), inputs_sum(p.y, lowest.y), &z,
                                NULL))
        collide_terrain_height(terrain, p.x, p.y, &z, NULL);
    p.z = inputs_sum(inputs_sum(z, lift), -lowest.z);
    return p;
}

// n spheres or OBBs on the grid of cylinder_terrain.
static bool prepare_bodies_terrain(bench *b, bool boxes) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells) || cells > 0)
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const float dx = terrain->grid.dx;
    collide_sphere *ball = (collide_sphere *)allocate(b->n, sizeof *ball);
    collide_obb *box = (collide_obb *)allocate(b->n, sizeof *box);
    for (size_t i = 0; i < b->n; ++i) {
        collide_vec3 lowest = {0, 0, 0};
        collide_pose pose = inputs_pose(&r, lowest);
        const collide_vec3 half = inputs_vec3(&r, 0.3f * dx, 1.5f * dx);
        ball[i].radius = inputs_uniform(&r, 0.5f, 2) * dx;
        lowest.x = pose.axis[0].z > 0 ? -half.x : half.x;
        lowest.y = pose.axis[1].z > 0 ? -half.y : half.y;
        lowest.z = pose.axis[2].z > 0 ? -half.z : half.z;
        lowest = collide_pose_apply(&pose, lowest);
        pose.position = place_on_terrain(&r, terrain, lowest);
        box[i] = collide_obb_from_pose(&pose, half);
        lowest.x = lowest.y = 0;
        lowest.z = -ball[i].radius;
        ball[i].center = place_on_terrain(&r, terrain, lowest);
    }
    b->objects = boxes ? (void *)box : (void *)ball;
    free(boxes ? (void *)ball : (void *)box);
    b->query = (void *)(uintptr_t)terrain;
    b->query_count = 1;
    b->queries = b->n;
    return true;
}

static bool prepare_sphere_terrain(bench *b) {
    return prepare_bodies_terrain(b, false);
}

static bool prepare_obb_terrain(bench *b) {
    return prepare_bodies_terrain(b, true);
}

static void hash_terrain_contacts(uint64_t *hash, const collide_contact *contact, size_t n) {
    for (size_t k = 0; hash && k < n; ++k) {
        const collide_contact *p = &contact[k];
        const collide_vec3 v[3] = {p->point_a, p->point_b, p->normal};
        for (int j = 0; j < 3; ++j)
            *hash = inputs_hash_float(inputs_hash_float(inputs_hash_float(*hash, v[j].x), v[j].y),
                                      v[j].z);
        *hash = inputs_hash_u32(inputs_hash_float(*hash, p->depth), p->feature_a);
        *hash = inputs_hash_u32(*hash, p->feature_b);
    }
}

#define PASS_TERRAIN(NAME)                                                                         \
    static uint64_t pass_##NAME##_terrain(bench *b, uint64_t *hash) {                              \
        const collide_terrain *terrain = (const collide_terrain *)b->query;                        \
        const collide_##NAME *body = (const collide_##NAME *)b->objects;                           \
        collide_contact contact[96];                                                               \
        uint64_t hits = 0;                                                                         \
        for (size_t i = 0; i < b->n; ++i) {                                                        \
            const size_t n =                                                                       \
                collide_##NAME##_terrain_contacts(body + i, terrain, NULL, contact, 96);           \
            hits += n;                                                                             \
            hash_terrain_contacts(hash, contact, n);                                               \
        }                                                                                          \
        return hits;                                                                               \
    }
PASS_TERRAIN(cylinder)
PASS_TERRAIN(sphere)
PASS_TERRAIN(obb)

// n rays on the terrain of cylinder_terrain, in turns from just above it and from high above.
static bool prepare_ray_terrain(bench *b) {
    inputs_random r = inputs_seed(b->seed);
    size_t edge = 256, cells = 0;
    if (!read_terrain_size(b->size, &edge, &cells) || cells > 0 || edge == 0)
        return false;
    const collide_terrain *terrain = make_terrain(&r, edge);
    const float width = (float)(int)(terrain->grid.columns - 1) * terrain->grid.dx;
    const float depth = (float)(int)(terrain->grid.rows - 1) * terrain->grid.dy;
    collide_ray *rays = (collide_ray *)allocate(b->n, sizeof *rays);
    for (size_t i = 0; i < b->n; ++i)
        rays[i] = inputs_terrain_ray(&r, terrain, width, depth, i % 2 == 1);
    b->objects = rays;
    b->query = (void *)(uintptr_t)terrain;
    b->queries = b->n;
    if (b->single)
        collide_isa_limit(COLLIDE_ISA_SCALAR);
    return true;
}

static uint64_t pass_ray_terrain(bench *b, uint64_t *hash) {
    const collide_terrain *terrain = (const collide_terrain *)b->query;
    const collide_ray *rays = (const collide_ray *)b->objects;
    uint64_t hits = 0;
    for (size_t i = 0; i < b->n; ++i) {
        collide_ray_hit hit;
        const bool found = collide_ray_terrain(&rays[i], terrain, INFINITY, &hit);
        hits += found;
        if (!hash)
            continue;
        *hash = inputs_hash_float(*hash, hit.t);
        if (found) {
            *hash = hash_floats(*hash, &hit.normal, sizeof hit.normal);
            *hash = inputs_hash_u32(inputs_hash_u32(*hash, hit.column), hit.row);
        }
    }
    return hits;
}

// ---- cables ------------------------------------------------------------------------------------

// n segments and boxes in a cube, by the share of pairs that layer 2 finds near: 7, 1, 0.1 %.
static bool prepare_cable_box(bench *b) {
    static const char *const sizes[3] = {"hits7", "hits1", "hits01"};
    static const float edges[3] = {4.75f, 10, 22};
    inputs_random r = inputs_seed(b->seed);
    collide_spline *segments = (collide_spline *)allocate(b->n, sizeof *segments);
    unsigned i = 0;
    while (i < 3 && strcmp(b->size, sizes[i]) != 0)
        ++i;
    if (i == 3)
        return false;
    inputs_cables(&r, edges[i], b->n, segments);
    b->query_count = b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1;
    b->queries = (uint64_t)b->query_count * b->n;
    collide_aabb *boxes = (collide_aabb *)allocate(b->query_count, sizeof *boxes);
    for (size_t k = 0; k < b->query_count; ++k) {
        const collide_vec3 half = inputs_vec3(&r, 0.25f, 1.5f), c = inputs_vec3(&r, 0, edges[i]);
        const collide_aabb box = {{c.x - half.x, c.y - half.y, c.z - half.z},
                                  {c.x + half.x, c.y + half.y, c.z + half.z}};
        boxes[k] = box;
    }
    b->objects = segments;
    b->pack = pack_of("spline", segments, b->n, 0);
    b->query = boxes;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return true;
}

// n triangles with corners up to 1 from their place on each axis, and segments, in a cube: about
// 3 % hits.
static bool prepare_cable_triangle(bench *b) {
    const float edge = 2;
    inputs_random r = inputs_seed(b->seed);
    collide_triangle *t = (collide_triangle *)allocate(b->n, sizeof *t);
    for (size_t i = 0; i < b->n; ++i) {
        const collide_vec3 c = inputs_vec3(&r, 0, edge);
        for (int k = 0; k < 3; ++k) {
            const collide_vec3 v = inputs_vec3(&r, -1, 1);
            const collide_vec3 moved = {c.x + v.x, c.y + v.y, c.z + v.z};
            t[i].v[k] = moved;
        }
    }
    b->query_count = b->n < MIN_QUERIES ? (MIN_QUERIES - 1) / b->n + 1 : 1;
    b->queries = (uint64_t)b->query_count * b->n;
    collide_spline *segments = (collide_spline *)allocate(b->query_count, sizeof *segments);
    inputs_cables(&r, edge, b->query_count, segments);
    b->objects = t;
    b->pack = pack_of("triangle", t, b->n, 0);
    b->query = segments;
    b->output = allocate(COLLIDE_BLOCKS(b->n), sizeof(uint16_t));
    return strcmp(b->size, "hits3") == 0;
}

#include "cable_cases.h"
#include "distance_cases.h"

#include "contact_cases.h"

#include "cloud_cases.h"

#include "point_cases.h"

#include "mesh_cases.h"

#include "motion_cases.h"

// ---- the cases ---------------------------------------------------------------------------------

#define FORMS(query) &bits_queries[BITS_##query]
// A query of any types in types.h: 64 objects, one by one, against n in a pack; ns per pair.
#define MANY(name, query, text)                                                                    \
    { name, 4096, "L6", text, prepare_many, pass_many, query }
static const bench_case cases[] = {
    {"membw", 4194304, "-", "reads n * 72 bytes, as of n 18-DOPs, as fast as it can; ns per 72",
     prepare_membw, pass_membw, NULL},
    MANY("kdop6", FORMS(kdop6_kdop6),
         "64 6-DOPs (more if n < 4096), one by one, against n; ns per pair"),
    MANY("kdop14", FORMS(kdop14_kdop14), "the same for 14-DOPs"),
    MANY("kdop18", FORMS(kdop18_kdop18), "the same for 18-DOPs"),
    MANY("kdop26", FORMS(kdop26_kdop26), "the same for 26-DOPs"),
    {"kdop18_all", 65536, "ten", "all pairs of n 18-DOPs, each once; ns per pair",
     prepare_kdop18_all, pass_kdop18_all, NULL},
    {"kdop18_from_obb", 32768, "L6", "18-DOPs of n boxes, one by one; ns per box",
     prepare_kdop18_from_obb, pass_kdop18_from_obb, NULL},
    {"kdop18_pack_build", 32768, "L6", "a pack of n 18-DOPs; ns per 18-DOP",
     prepare_kdop18_pack_build, pass_kdop18_pack_build, NULL},
    {"obb_pack_build", 32768, "L6", "a pack of n boxes; ns per box", prepare_obb_pack_build,
     pass_obb_pack_build, NULL},
    {"sweep_obb_obb", 32768, "normal", "n moving boxes against n others, lane by lane",
     prepare_sweep_obb_obb, pass_sweep_obb, NULL},
    {"sweep_obb_obb_many", 4096, "normal", "moving boxes, one by one, against n; ns per pair",
     prepare_sweep_obb_obb_many, pass_sweep_obb, NULL},
    {"sweep_obb_triangle", 32768, "normal", "n moving boxes against n moving triangles",
     prepare_sweep_obb_triangle, pass_sweep_obb_triangle, NULL},
    {"triangle_triangle", 32768, "hits28", "n triangles against n others, lane by lane",
     prepare_triangle_triangle, pass_triangle_triangle, NULL},
    {"octree_pairs", 32768, "uniform",
     "all pairs among n balls, building the octree included; ns per ball", prepare_octree_pairs,
     pass_octree_pairs, NULL},
    {"octree_nearest", 100000, "uniform",
     "the nearest of n balls to 32768 points among them; ns per point", prepare_octree_nearest,
     pass_octree_nearest, NULL},
    {"hull_ball", 1000000, "-", "the convex hull of n points in a sphere; ns per point",
     prepare_hull_ball, pass_hull_ball, NULL},
    {"tree_build", 1, "4000", "n times the tree of a mesh; ns per triangle", prepare_tree,
     pass_tree_build, NULL},
    {"tree_refit", 1, "4000", "the same tree refitted", prepare_tree, pass_tree_refit, NULL},
    {"mesh_mesh_any", 1000, "4000", "whether a mesh meets itself under n poses, one by one",
     prepare_mesh_mesh, pass_mesh_mesh_any, NULL},
    {"mesh_mesh_all", 1000, "4000", "all pairs of triangles that do", prepare_mesh_mesh,
     pass_mesh_mesh_all, NULL},
    {"mesh_mesh_sweep", 1000, "4000", "when a mesh that moves first meets itself, n times",
     prepare_mesh_mesh, pass_mesh_mesh_sweep, NULL},
    {"ray_tree", 32768, "small", "first hits of n rays on a mesh, one by one; ns per ray",
     prepare_ray_tree, pass_ray_tree, NULL},
    {"tree_ray_many", 32768, "small", "the same in batches of 1,024 rays; ns per ray",
     prepare_ray_tree, pass_tree_ray_many, NULL},
    {"point_tree", 32768, "outside", "distances of n points and a mesh, one by one; ns per point",
     prepare_point_tree, pass_point_tree, NULL},
    {"distance_tree", 32768, "apart", "distances of a mesh from itself under n poses, one by one",
     prepare_distance_tree, pass_distance_tree, NULL},
    {"within_tree", 32768, "m.1", "whether it is within a margin of itself under n poses",
     prepare_within_tree, pass_within_tree, NULL},
    {"motion_tree", 1000, "2000",
     "when a mesh first meets itself, where both move and turn, n times, one by one",
     prepare_motion_tree, pass_motion_tree, NULL},
    {"movers_sweep", 10000, "192", "all pairs of n moving meshes that meet; ns per mover",
     prepare_movers_sweep, pass_movers_sweep, NULL},
    {"sweep_convex", 32768, "normal", "n pairs of moving stretched icosahedra, one by one",
     prepare_sweep_convex, pass_sweep_convex, NULL},
    {"cylinder_cells", 32768, "10x10", "which of up to so many cells n cylinders meet; ns per cell",
     prepare_cylinders, pass_cylinder_cells, NULL},
    {"cylinder_terrain", 32768, "256",
     "contacts of n cylinders with one grid of that edge, one by one; ns per cylinder",
     prepare_cylinder_terrain, pass_cylinder_terrain, NULL},
    {"contacts_sphere_terrain", 32768, "256", "the same of n spheres; ns per sphere",
     prepare_sphere_terrain, pass_sphere_terrain, NULL},
    {"contacts_obb_terrain", 32768, "256", "the same of n OBBs; ns per OBB", prepare_obb_terrain,
     pass_obb_terrain, NULL},
    {"cylinder_terrain_test", 32768, "256",
     "cylinder_terrain, yes or no, in a pack; ns per cylinder", prepare_cylinder_terrain, pass_many,
     FORMS(cylinder_terrain)},
    {"ray_terrain", 32768, "256", "first hits of n rays on that grid, one by one; ns per ray",
     prepare_ray_terrain, pass_ray_terrain, NULL},
    {"cable_box", 4096, "hits7",
     "64 boxes (more if n < 4096), one by one, against n segments of cables: near?",
     prepare_cable_box, pass_many, FORMS(spline_aabb_near)},
    {"cable_triangle", 4096, "hits3", "segments of cables, one by one, against n triangles",
     prepare_cable_triangle, pass_many, FORMS(spline_triangle)},
    {"cable_clearance", 256, "tree",
     "distances of n cables of 64 segments from a mesh, or from n others (cable), one by one",
     prepare_cable_clearance, pass_cable_clearance, NULL},
    {"distance_sphere_sphere", 32768, "apart", "distances of n pairs of spheres, lane by lane",
     prepare_DISTANCE_SPHERE_SPHERE, pass_DISTANCE_SPHERE_SPHERE, NULL},
    {"distance_capsule_capsule", 32768, "apart", "the same of capsules",
     prepare_DISTANCE_CAPSULE_CAPSULE, pass_DISTANCE_CAPSULE_CAPSULE, NULL},
    {"distance_sphere_obb", 32768, "apart", "of a sphere and a box", prepare_DISTANCE_SPHERE_OBB,
     pass_DISTANCE_SPHERE_OBB, NULL},
    {"distance_capsule_obb", 32768, "apart", "of a capsule and a box", prepare_DISTANCE_CAPSULE_OBB,
     pass_DISTANCE_CAPSULE_OBB, NULL},
    {"distance_sphere_triangle", 32768, "apart", "of a sphere and a triangle",
     prepare_DISTANCE_SPHERE_TRIANGLE, pass_DISTANCE_SPHERE_TRIANGLE, NULL},
    {"distance_capsule_triangle", 32768, "apart", "of a capsule and a triangle",
     prepare_DISTANCE_CAPSULE_TRIANGLE, pass_DISTANCE_CAPSULE_TRIANGLE, NULL},
    {"distance_triangle_triangle", 32768, "apart", "of triangles",
     prepare_DISTANCE_TRIANGLE_TRIANGLE, pass_DISTANCE_TRIANGLE_TRIANGLE, NULL},
    {"distance_obb_obb", 32768, "apart", "of boxes", prepare_DISTANCE_OBB_OBB,
     pass_DISTANCE_OBB_OBB, NULL},
    {"distance_convex", 32768, "v16", "of convex bodies", prepare_DISTANCE_CONVEX,
     pass_DISTANCE_CONVEX, NULL},
    {"distance_cylinder_obb", 32768, "apart", "of a cylinder and a box",
     prepare_DISTANCE_CYLINDER_OBB, pass_DISTANCE_CYLINDER_OBB, NULL},
    {"distance_cylinder_cylinder", 32768, "apart", "of cylinders",
     prepare_DISTANCE_CYLINDER_CYLINDER, pass_DISTANCE_CYLINDER_CYLINDER, NULL},
    {"within_obb_obb", 32768, "m.1", "whether n pairs of boxes are within a margin, lane by lane",
     prepare_WITHIN_OBB_OBB, pass_WITHIN_OBB_OBB, NULL},
    {"motion_obb_obb", 32768, "steps", "the first contact of n pairs of boxes that move and turn",
     prepare_motion, pass_motion, NULL},
    {"contacts_obb_obb", 32768, "resting",
     "contacts of n pairs of boxes, one by one; hits count them", prepare_contacts_obb_obb,
     pass_contacts_obb_obb, NULL},
    {"contacts_convex", 32768, "v16", "the same of convex bodies, with a margin of 1e-3",
     prepare_contacts_convex, pass_contacts_convex, NULL},
    {"contacts_obb_tree", 32768, "hills",
     "contacts of n boxes that rest on a mesh of 20,000 triangles, one by one",
     prepare_contacts_obb_tree, pass_contacts_tree, NULL},
    {"contacts_capsule_tree", 32768, "hills", "the same of capsules that lie there",
     prepare_contacts_capsule_tree, pass_contacts_tree, NULL},
    {"contacts_sphere_tree", 32768, "hills", "the same of spheres", prepare_contacts_sphere_tree,
     pass_contacts_tree, NULL},
    {"nearest_pack", 4096, "boxes",
     "the nearest of n boxes (spheres, capsules) to one; ns per box in the pack", prepare_nearest,
     pass_nearest, NULL},
    {"cloud_shapes", 1000000, "within",
     "20 links of a robot against n points of a depth camera; ns per point", prepare_cloud,
     pass_cloud, NULL},
};
#define CASE_COUNT (sizeof cases / sizeof *cases)

// Then each query that none of them asks, if types.h makes what it takes.
static bench_case others[BITS_COUNT];
static size_t other_count;

static void find_others(void) {
    for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q) {
        const object_type *a = object_type_find(q->a), *b = object_type_find(q->b);
        const object_type *packed = q->pack_first ? a : b;
        bool known = a && b && packed->pack_size;
        for (size_t k = 0; k < CASE_COUNT; ++k)
            known = known && cases[k].forms != q && strcmp(cases[k].name, q->name) != 0;
        if (known) {
            const bench_case other = MANY(q->name, q, "objects, one by one, against n");
            others[other_count++] = other;
        }
    }
}

static const bench_case *case_at(size_t i) {
    return i < CASE_COUNT                 ? &cases[i]
           : i < CASE_COUNT + other_count ? &others[i - CASE_COUNT]
                                          : NULL;
}

static int compare_doubles(const void *a, const void *b) {
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

// Median time of a pass over repeat passes; 0 means as many as take 0.3 s, but at least five, or
// what fits in 4 s.
static double time_passes(const bench_case *c, bench *b, size_t repeat) {
    const size_t capacity = repeat ? repeat : 65536;
    double *times = (double *)allocate(capacity, sizeof *times), total = 0, median;
    size_t n = 0;
    while (n < capacity && (repeat || total < 0.3e9 || (n < 5 && total < 4e9))) {
        const double start = nanoseconds();
        c->pass(b, NULL);
        times[n] = nanoseconds() - start;
        total += times[n++];
    }
    qsort(times, n, sizeof *times, compare_doubles);
    median = (times[(n - 1) / 2] + times[n / 2]) / 2;
    free(times);
    return median;
}

static void run(const bench_case *c, bench *b, size_t repeat, bool json) {
    uint64_t hash = INPUTS_HASH, hits;
    const char *isa = b->single ? "single" : collide_isa_text(collide_isa());
    double ns;
    b->forms = c->forms;
    if (!c->prepare(b))
        fail(2, "%s has no size '%s'", c->name, b->size);
    hits = c->pass(b, &hash);
    ns = time_passes(c, b, repeat) / (double)(b->queries ? b->queries : 1);
    printf(json ? "{\"case\": \"%s\", \"isa\": \"%s\", \"n\": %zu, \"seed\": %" PRIu64
                  ", \"size\": \"%s\", \"queries\": %" PRIu64 ", \"hits\": %" PRIu64
                  ", \"ns_per_query\": %.5f, \"hash\": \"%016" PRIx64 "\"}\n"
                : "case=%s isa=%s n=%zu seed=%" PRIu64 " size=%s queries=%" PRIu64 " hits=%" PRIu64
                  " ns_per_query=%.5f hash=%016" PRIx64 "\n",
           c->name, isa, b->n, b->seed, b->size, b->queries, hits, ns, hash);
    free(b->objects);
    free(b->pack);
    free(b->query);
    free(b->output);
}

// ---- command line ------------------------------------------------------------------------------

static void print_help(void) {
    static const char *const usage =
        "usage: bench list | isas | help\n"
        "       bench run CASE [--isa ISA] [--n N] [--seed S] [--size WORD] [--repeat R] "
        "[--json]\n\n"
        "--isa     one of bench isas; default the best; single is a loop of single calls, scalar\n"
        "          but for trees, boxes and sweeps; of octree_*, movers_sweep and kdop18_all it "
        "asks\n"
        "          all pairs\n"
        "--n       objects; default as below, as is the size\n"
        "--seed    of the random numbers; default 1\n"
        "--size    for kdop L<number>: boxes with centres in a cube of that edge (L3, L6 and L14\n"
        "          hit 46, 10 and 1 % at n = 4096); for kdop18_all also ten: about ten partners\n"
        "          for each object; -morton behind it sorts the objects in space; for from_obb\n"
        "          and pack_build L<number>, too; for sweeps\n"
        "          normal, dense, sparse (about 1 % hits) or parallel (rotations that are equal\n"
        "          or nearly so); for triangles hits28, hits2, x<number> (hits28 times that),\n"
        "          plus1000, shared (a vertex) or coplanar; for octree_* uniform, clustered,\n"
        "          uniform-mixed or clustered-mixed: about four partners (two pairs) each, equal "
        "or mixed\n"
        "          radii; for trees about so many triangles of a bumpy sphere, or the path of an\n"
        "          OFF or OBJ file of triangles; for rays also small, medium or large (3,888,\n"
        "          47,628, 1,002,252 triangles), and -any behind it asks whether a ray hits, but\n"
        "          not where; for ray_terrain the edge of the grid (2 to 16384); for cylinders\n"
        "          that edge or volcano, then the cells that one may cover (2x2 to 100x100):\n"
        "          4097, 20x20, 4097-3x3, volcano-10x10; for cable_box hits7, hits1 or hits01\n"
        "          (0.1 %); for distances apart (gaps of 0.05 to 8), near (0.01 to 0.3), touching\n"
        "          (1e-5 to 1e-3), parallel (apart, with equal axes), many (64 or more, one by "
        "one,\n"
        "          against n) or bracket (the same, lo and hi alone); for distance_convex v16, "
        "v64\n"
        "          or any number of vertices from 4 to 256, then - and such a word, if not apart;\n"
        "          for distance_tree apart (gaps of 0.05 to 2) or near (0.0001 to 0.01), for\n"
        "          within_tree m.01, m.1 or m.5 (gaps up to twice the margin), for point_tree\n"
        "          outside, box or near, then - and a mesh as for trees, if not 3,888 triangles;\n"
        "          for within_obb_obb m<margin> or m<margin>-many; for contacts_obb_obb resting "
        "or\n"
        "          random, for contacts_convex as for distances, with meshes flat or hills; for\n"
        "          cloud_shapes within (2 cm), any (is one within 2 cm? none is), nearest or\n"
        "          spheres (as within, of 1 cm)\n"
        "--repeat  timed passes; default as many as take 0.3 s, at least five, or what fits in\n"
        "          4 s\n"
        "--json    one object on one line\n\n"
        "case                        n  size     what it measures\n";
    size_t i = 0;
    fputs(usage, stdout);
    for (const bench_case *c = case_at(0); c; c = case_at(++i))
        printf("%-21s %7zu  %-7s  %s\n", c->name, c->n, c->size, c->text);
    fputs("\nmembw is what kdop18 is measured against; it has no instruction set, hits or hash.\n",
          stdout);
}

static const bench_case *find_case(const char *name) {
    size_t i = 0;
    for (const bench_case *c = case_at(0); c; c = case_at(++i))
        if (strcmp(c->name, name) == 0)
            return c;
    fail(2, "unknown case '%s'; bench list names them, bench help explains", name);
    return NULL;
}

static bool has_isa(int isa) {
    return collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa;
}

static void choose_isa(const char *name) {
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
        if (strcmp(collide_isa_text((collide_isa_id)isa), name) == 0) {
            if (!has_isa(isa))
                fail(2, "%s does not run here; bench isas lists what does", name);
            return;
        }
    fail(2, "unknown isa '%s'; bench isas lists them", name);
}

static uint64_t read_number(const char *option, const char *text, uint64_t min, uint64_t max) {
    char *end;
    errno = 0;
    const uint64_t x = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || x < min || x > max)
        fail(2, "%s wants a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, min, max,
             text);
    return x;
}

static void command_run(int argc, char **argv) {
    const bench_case *c = find_case(argc > 0 ? argv[0] : "");
    bench b = {0};
    size_t repeat = 0;
    bool json = false;
    b.n = c->n;
    b.seed = 1;
    b.size = c->size;
    for (int i = 1; i < argc; ++i) {
        const char *option = argv[i], *value;
        if (strcmp(option, "--json") == 0) {
            json = true;
            continue;
        }
        value = i + 1 < argc ? argv[++i] : "";
        if (strcmp(option, "--isa") == 0) {
            b.single = strcmp(value, "single") == 0;
            if (!b.single)
                choose_isa(value);
        } else if (strcmp(option, "--n") == 0) {
            b.n = (size_t)read_number(option, value, 1, 1u << 28);
        } else if (strcmp(option, "--seed") == 0) {
            b.seed = read_number(option, value, 0, UINT64_MAX);
        } else if (strcmp(option, "--size") == 0) {
            for (const char *at = value; *at; ++at)
                if ((unsigned char)*at < ' ' || *at == '"' || *at == '\\')
                    fail(2, "--size wants a word without quotes");
            b.size = value;
        } else if (strcmp(option, "--repeat") == 0) {
            repeat = (size_t)read_number(option, value, 1, 1u << 20);
        } else {
            fail(2, "unknown option '%s'; bench help lists them", option);
        }
    }
    run(c, &b, repeat, json);
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    find_others();
    if (strcmp(command, "run") == 0) {
        command_run(argc - 2, argv + 2);
    } else if (strcmp(command, "list") == 0 && argc == 2) {
        size_t i = 0;
        for (const bench_case *c = case_at(0); c; c = case_at(++i))
            puts(c->name);
    } else if (strcmp(command, "isas") == 0 && argc == 2) {
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
            if (has_isa(isa))
                puts(collide_isa_text((collide_isa_id)isa));
    } else {
        if (strcmp(command, "help") != 0 && strcmp(command, "--help") != 0)
            fail(2, "wants list, isas, run CASE or help, not '%s'", argc > 2 ? argv[2] : command);
        print_help();
    }
    return 0;
}
