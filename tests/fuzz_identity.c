// Fuzz target: raw bytes as objects and queries. Every batch gives what single calls give, on every
// instruction set, in the order that collide.h defines, and takes no more work than it may.
#define _DEFAULT_SOURCE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include <float.h>

#include "fuzz.h"
#include "kinds.h"
#include "packs.h"

#define MOST 200
#define QUERIES 3
#define MOST_WORK 16000000 // of an input: every query of 200 objects takes a quarter of that

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static int bit(const uint16_t *bits, size_t i) {
    return bits[i / 16] >> i % 16 & 1;
}

// The pack of n items in guarded memory, or NULL.
static void *pack_of(const struct kind *k, const float *items, size_t n) {
    const size_t size = k->pack_size(n);
    void *memory = kinds_guarded(size), *pack = NULL;
    if (k->pack_build(&pack, memory, size, items, n, 0) != COLLIDE_OK)
        kinds_guarded_free(memory, size);
    return pack;
}

// Words past the last block stay as they are, bits past the last object are zero.
static void check_padding(const uint16_t *bits, size_t n, uint16_t behind) {
    FUZZ_CHECK(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
    FUZZ_CHECK(bits[COLLIDE_BLOCKS(n)] == behind);
}

// ---- forms of a query against its single call, on the instruction set in use -------------------

static const void *at(const void *objects, size_t i, size_t bytes) {
    return (const char *)objects + i * bytes;
}

static bool ask_single(const bits_query *q, const void *a, size_t i, const void *b, size_t j) {
    return q->single(at(a, i, q->a_bytes), at(b, j, q->b_bytes));
}

// One against a pack.
static void check_one(const bits_query *q, const void *one, const void *objects, const void *pack,
                      size_t n, size_t capacity) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    static uint32_t indices[MOST + 1];
    size_t hits = 0;
    bits[COLLIDE_BLOCKS(n)] = 0x5a5a;
    indices[smaller(n, capacity)] = 0x5a5a5a5a;
    const size_t many = q->many(one, pack, bits);
    const size_t listed = q->many_indices ? q->many_indices(one, pack, indices, capacity) : many;
    for (size_t i = 0; i < n; ++i) {
        const bool hit =
            q->pack_first ? ask_single(q, objects, i, one, 0) : ask_single(q, one, 0, objects, i);
        FUZZ_CHECK(bit(bits, i) == hit);
        FUZZ_CHECK(!hit || !q->many_indices || hits >= capacity || indices[hits] == i);
        hits += hit;
    }
    FUZZ_CHECK(many == hits && listed == hits);
    check_padding(bits, n, 0x5a5a);
    FUZZ_CHECK(indices[smaller(n, capacity)] == 0x5a5a5a5a);
}

static void check_lanes(const bits_query *q, const void *a, const void *pack_a, size_t n,
                        const void *b, const void *pack_b, size_t m) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    const size_t both = smaller(n, m);
    size_t hits = 0;
    if (!q->lanes)
        return;
    bits[COLLIDE_BLOCKS(both)] = 0x5a5a;
    const size_t lanes = q->lanes(pack_a, pack_b, bits);
    for (size_t i = 0; i < both; ++i) {
        const bool hit = ask_single(q, a, i, b, i);
        FUZZ_CHECK(bit(bits, i) == hit);
        hits += hit;
    }
    FUZZ_CHECK(lanes == hits);
    check_padding(bits, both, 0x5a5a);
}

// Index pairs may be out of range: those miss.
static void check_pairs(const bits_query *q, const void *a, size_t n, const void *b, size_t m,
                        const collide_pair *pairs, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    size_t hits = 0;
    if (!q->pairs)
        return;
    bits[COLLIDE_BLOCKS(count)] = 0x5a5a;
    const size_t found = q->pairs(a, n, 0, b, m, 0, pairs, count, bits);
    for (size_t i = 0; i < count; ++i) {
        const bool hit =
            pairs[i].a < n && pairs[i].b < m && ask_single(q, a, pairs[i].a, b, pairs[i].b);
        FUZZ_CHECK(bit(bits, i) == hit);
        hits += hit;
    }
    FUZZ_CHECK(found == hits);
    check_padding(bits, count, 0x5a5a);
}

// b == a: the pairs i < j of one pack. The order: 16 of a against q->columns of b, then i, then j.
static void check_lists(const bits_query *q, const void *a, const void *pack_a, size_t n,
                        const void *b, const void *pack_b, size_t m, size_t capacity) {
    static collide_pair pairs[MOST * MOST + 1];
    const bool self = a == b;
    const size_t columns = q->columns;
    size_t hits = 0;
    if (!q->all_indices)
        return;
    pairs[smaller(n * m, capacity)].a = 0x5a5a5a5a;
    const size_t found = self ? q->self_indices(pack_a, pairs, capacity)
                              : q->all_indices(pack_a, pack_b, pairs, capacity);
    for (size_t block = 0; block < n; block += 16)
        for (size_t group = 0; group < m; group += columns)
            for (size_t i = block; i < smaller(block + 16, n); ++i)
                for (size_t j = self && i >= group ? i + 1 : group; j < smaller(group + columns, m);
                     ++j)
                    if (ask_single(q, a, i, b, j)) {
                        FUZZ_CHECK(hits >= capacity || (pairs[hits].a == i && pairs[hits].b == j));
                        ++hits;
                    }
    FUZZ_CHECK(found == hits);
    FUZZ_CHECK(pairs[smaller(n * m, capacity)].a == 0x5a5a5a5a);
}

// Several against a pack, and one call for each.
static void check_all(const bits_query *q, const void *several, size_t count, const void *pack,
                      size_t n) {
    static uint16_t bits[QUERIES * COLLIDE_BLOCKS(MOST)], row[COLLIDE_BLOCKS(MOST)];
    const size_t blocks = COLLIDE_BLOCKS(n);
    size_t hits = 0;
    if (!q->all)
        return;
    const size_t all = q->all(several, count, 0, pack, bits);
    for (size_t i = 0; i < count; ++i) {
        hits += q->many(at(several, i, q->a_bytes), pack, row);
        FUZZ_CHECK(memcmp(row, bits + i * blocks, blocks * sizeof *row) == 0);
    }
    FUZZ_CHECK(all == hits);
}

// All forms of the queries of these types.
static void check_forms(const char *type_a, const void *a, const void *pack_a, size_t n,
                        const char *type_b, const void *b, const void *pack_b, size_t m,
                        const collide_pair *pairs, size_t count, size_t capacity) {
    for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q)
        if (strcmp(q->a, type_a) == 0 && strcmp(q->b, type_b) == 0) {
            for (size_t i = 0; i < smaller(q->pack_first ? m : n, QUERIES); ++i)
                if (q->pack_first)
                    check_one(q, at(b, i, q->b_bytes), a, pack_a, n, smaller(capacity, MOST));
                else
                    check_one(q, at(a, i, q->a_bytes), b, pack_b, m, smaller(capacity, MOST));
            check_all(q, a, smaller(n, QUERIES), pack_b, m);
            check_lanes(q, a, pack_a, n, b, pack_b, m);
            check_pairs(q, a, n, b, m, pairs, count);
            check_lists(q, a, pack_a, n, b, pack_b, m, capacity);
            if (strcmp(type_a, type_b) == 0)
                check_lists(q, a, pack_a, n, a, pack_a, n, capacity);
        }
}

// A ray and a segment against a pack of a type.
static void check_casts(const char *type, const void *objects, const void *pack, size_t n,
                        const collide_ray *ray, float t_max) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    static float times[MOST + 1];
    const collide_segment segment = {ray->origin, ray->direction};
    for (const cast_query *q = cast_queries; q < cast_queries + CAST_COUNT; ++q)
        for (int way = 0; way < 2 && strcmp(q->b, type) == 0; ++way) {
            size_t hits = 0;
            bits[COLLIDE_BLOCKS(n)] = 0x5a5a;
            times[n] = kinds_float(0x5a5a5a5a);
            const size_t found = way ? q->segment_many(&segment, pack, bits, times)
                                     : q->ray_many(ray, pack, t_max, bits, times);
            for (size_t i = 0; i < n; ++i) {
                const void *b = at(objects, i, q->bytes);
                float t;
                const bool hit = way ? q->segment(&segment, b, &t) : q->ray(ray, b, t_max, &t);
                FUZZ_CHECK(bit(bits, i) == hit && kinds_bits(times[i]) == kinds_bits(t));
                hits += hit;
            }
            FUZZ_CHECK(found == hits && kinds_bits(times[n]) == 0x5a5a5a5a);
            check_padding(bits, n, 0x5a5a);
        }
}

// ---- what moves ------------------------------------------------------------------------------

// Objects and velocities of one side, as arrays and as packs.
typedef struct movers {
    const struct pack_type *type;
    size_t n;
    float *objects, *velocities;
    void *pack, *velocity_pack;
} movers;

// What builders take: finite numbers, extents >= 0, axes at right angles.
static void make_valid(const struct pack_type *t, float *object) {
    for (size_t i = 0; i < t->floats; ++i) {
        const uint32_t bits = kinds_bits(object[i]);
        const bool extent = t->floats == 15  ? i >= 3 && i < 6
                            : t->floats == 4 ? i == 3
                                             : t->floats == 13 && i == 12;
        const uint32_t finite = (bits & 0x7f800000) == 0x7f800000 ? bits ^ 0x40000000 : bits;
        object[i] = kinds_float(extent ? finite & 0x7fffffff : finite);
    }
    if (t->floats == 15)
        fuzz_axes(object + 6);
    if (t->floats == 13 && !packs_valid(t, object))
        object[12] = 1;
}

static void *packed(const struct pack_type *t, const float *objects, size_t n) {
    void *memory = kinds_guarded(t->size(n)), *pack = NULL;
    FUZZ_CHECK(t->build(&pack, memory, t->size(n), objects, n, 0) == COLLIDE_OK);
    return pack;
}

// Writes bits to array and pack: of boxes not what makes other axes, for which nothing is promised.
static void poke(const struct pack_type *t, float *objects, void *pack, size_t at, uint32_t bits) {
    const size_t i = at / t->floats, j = at % t->floats;
    const bool finite = (bits & 0x7f800000) != 0x7f800000;
    collide_pack header;
    if (t->floats == 15 && finite && (j >= 6 || (j >= 3 && bits >> 31)))
        return;
    memcpy(&header, pack, sizeof header);
    memcpy(objects + at, &bits, sizeof bits);
    memcpy((char *)pack + header.inside.offset + (i / 16 * t->floats + j) * 64 + i % 16 * 4, &bits,
           sizeof bits);
}

static movers movers_of(fuzz_input *in, const struct pack_type *t, size_t n, size_t step) {
    const struct pack_type *vec3 = &pack_types[PACK_VEC3];
    movers m = {t, n, NULL, NULL, NULL, NULL};
    const size_t pokes = (size_t)fuzz_take(in, 1) % 8;
    m.objects = (float *)kinds_guarded(n * t->bytes);
    m.velocities = (float *)kinds_guarded(n * vec3->bytes);
    fuzz_fill(in, m.objects, n * t->bytes, step);
    fuzz_fill(in, m.velocities, n * vec3->bytes, step + 1);
    for (size_t i = 0; i < n; ++i) {
        make_valid(t, m.objects + i * t->floats);
        make_valid(vec3, m.velocities + 3 * i);
    }
    m.pack = packed(t, m.objects, n);
    m.velocity_pack = packed(vec3, m.velocities, n);
    for (size_t i = 0; i < pokes; ++i) {
        const size_t at = (size_t)fuzz_take(in, 2);
        const uint32_t bits = (uint32_t)fuzz_take(in, 4);
        if (at % 4)
            poke(t, m.objects, m.pack, at % (n * t->floats), bits);
        else
            poke(vec3, m.velocities, m.velocity_pack, at % (n * 3), bits);
    }
    return m;
}

static void movers_free(const movers *m) {
    kinds_guarded_free(m->objects, m->n * m->type->bytes);
    kinds_guarded_free(m->velocities, m->n * sizeof(collide_vec3));
    kinds_guarded_free(m->pack, m->type->size(m->n));
    kinds_guarded_free(m->velocity_pack, pack_types[PACK_VEC3].size(m->n));
}

static collide_vec3 velocity_at(const movers *m, size_t i) {
    collide_vec3 r;
    memcpy(&r, m->velocities + 3 * i, sizeof r);
    return r;
}

static sweep_answer single(const sweep_query *q, const movers *a, size_t i, const movers *b,
                           size_t j, float t_max) {
    const sweep_answer r = q->single(at(a->objects, i, q->a_bytes), velocity_at(a, i),
                                     at(b->objects, j, q->b_bytes), velocity_at(b, j), t_max);
    FUZZ_CHECK(!r.hit || (r.t_first >= 0 && r.t_first <= r.t_last && r.t_last <= t_max));
    return r;
}

static void check_sweeps(const collide_sweeps *out, size_t hits, const sweep_answer *answers,
                         size_t n) {
    size_t right = 0;
    for (size_t i = 0; i < n; ++i) {
        const sweep_answer *want = answers + i;
        right += want->hit;
        FUZZ_CHECK(!out->bits || (unsigned)bit(out->bits, i) == want->hit);
        FUZZ_CHECK(!out->t_first || kinds_bits(out->t_first[i]) == kinds_bits(want->t_first));
        FUZZ_CHECK(!out->t_last || kinds_bits(out->t_last[i]) == kinds_bits(want->t_last));
        FUZZ_CHECK(!out->axis || out->axis[i] == want->axis);
    }
    FUZZ_CHECK(hits == right);
    if (out->bits)
        check_padding(out->bits, n, 0x5a5a);
    FUZZ_CHECK(!out->t_first || kinds_bits(out->t_first[n]) == 0x5a5a5a5a);
    FUZZ_CHECK(!out->t_last || kinds_bits(out->t_last[n]) == 0x5a5a5a5a);
    FUZZ_CHECK(!out->axis || out->axis[n] == 0x5a);
}

// Room for n of all outputs but those in leave.
static collide_sweeps sweeps_of(size_t n, size_t leave) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST) + 1];
    static float t_first[MOST + 1], t_last[MOST + 1];
    static uint8_t axis[MOST + 1];
    collide_sweeps out;
    memset(bits, 0x5a, sizeof bits);
    memset(t_first, 0x5a, sizeof t_first);
    memset(t_last, 0x5a, sizeof t_last);
    memset(axis, 0x5a, n + 1);
    out.bits = leave & 1 ? NULL : bits;
    out.t_first = leave & 2 ? NULL : t_first;
    out.t_last = leave & 4 ? NULL : t_last;
    out.axis = leave & 8 ? NULL : axis;
    return out;
}

static sweep_array arrays_of(const movers *m) {
    const sweep_array r = {m->objects, m->n, 0, (const collide_vec3 *)(const void *)m->velocities,
                           0};
    return r;
}

// Batches of one query on the instruction set in use against the answers of single calls.
static void check_moving(const sweep_query *q, const movers *a, const movers *b,
                         const collide_pair *pairs, size_t leave, float t_max,
                         const sweep_answer *many, const sweep_answer *lanes,
                         const sweep_answer *listed) {
    const sweep_array arrays_a = arrays_of(a), arrays_b = arrays_of(b);
    collide_sweeps out = sweeps_of(b->n, leave);
    size_t hits = q->many(a->objects, velocity_at(a, 0), b->pack, b->velocity_pack, t_max, &out);
    check_sweeps(&out, hits, many, b->n);
    const sweep_array one = {arrays_a.objects, 1, 0, arrays_a.velocities, 0};
    out = sweeps_of(b->n, leave);
    hits = q->all(&one, b->pack, b->velocity_pack, t_max, &out);
    check_sweeps(&out, hits, many, b->n);
    out = sweeps_of(smaller(a->n, b->n), leave);
    hits = q->lanes(a->pack, a->velocity_pack, b->pack, b->velocity_pack, t_max, &out);
    check_sweeps(&out, hits, lanes, smaller(a->n, b->n));
    out = sweeps_of(a->n, leave);
    hits = q->pairs(&arrays_a, &arrays_b, pairs, a->n, t_max, &out);
    check_sweeps(&out, hits, listed, a->n);
}

// As many pairs as there are objects a.
static void check_movers(const movers *a, const movers *b, const collide_pair *pairs, size_t leave,
                         float t_max) {
    static sweep_answer many[MOST], lanes[MOST], listed[MOST];
    const sweep_answer miss = {kinds_float(0x7f800000), kinds_float(0xff800000), 0, 255};
    const size_t n = a->n, m = b->n;
    for (const sweep_query *q = sweep_queries; q < sweep_queries + SWEEP_COUNT; ++q) {
        if (strcmp(q->a, a->type->name) != 0 || strcmp(q->b, b->type->name) != 0)
            continue;
        for (size_t j = 0; j < m; ++j)
            many[j] = single(q, a, 0, b, j, t_max);
        for (size_t i = 0; i < smaller(n, m); ++i)
            lanes[i] = single(q, a, i, b, i, t_max);
        for (size_t i = 0; i < n; ++i)
            listed[i] = pairs[i].a < n && pairs[i].b < m
                            ? single(q, a, pairs[i].a, b, pairs[i].b, t_max)
                            : miss;
        for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
            if (collide_isa_limit((collide_isa_id)i) == (collide_isa_id)i)
                check_moving(q, a, b, pairs, leave, t_max, many, lanes, listed);
    }
}

// Two bodies of any vertices, normals and edges, on every instruction set.
static void convexes(fuzz_input *in) {
    const struct pack_type *vec3 = &pack_types[PACK_VEC3];
    collide_convex *body[2];
    size_t size[2];
    collide_pose pose[2];
    collide_vec3 v[2];
    collide_impact expected, impact;
    bool hit = false;
    const size_t flags = (size_t)fuzz_take(in, 1), step = (size_t)fuzz_take(in, 1);
    const float any = kinds_float((uint32_t)fuzz_take(in, 4)), t_max = flags & 1 ? 2.0f : any;
    for (size_t side = 0; side < 2; ++side) {
        float array[3 * 120];
        size_t n[3], total = 0;
        for (int i = 0; i < 3; ++i)
            total += n[i] = 1 + (size_t)fuzz_take(in, 1) % 40;
        fuzz_fill(in, array, total * sizeof(collide_vec3), step + side);
        for (size_t i = 0; i < total; ++i) {
            make_valid(vec3, array + 3 * i);
            if (i >= n[0] && !((kinds_bits(array[3 * i]) | kinds_bits(array[3 * i + 1]) |
                                kinds_bits(array[3 * i + 2])) &
                               0x7fffffff))
                array[3 * i] = 1;
        }
        const collide_vec3 *p = (const collide_vec3 *)(const void *)array;
        size[side] = collide_convex_size(n[0], n[1], n[2]);
        FUZZ_CHECK(collide_convex_build(&body[side], kinds_guarded(size[side]), size[side], p, n[0],
                                        p + n[0], n[1], p + n[0] + n[1], n[2]) == COLLIDE_OK);
    }
    fuzz_fill(in, pose, sizeof pose, step + 2);
    fuzz_fill(in, v, sizeof v, step + 3);
    for (size_t side = 0; side < 2 && !(flags & 2); ++side) {
        make_valid(vec3, (float *)(void *)&pose[side].position);
        fuzz_axes((float *)(void *)pose[side].axis);
    }
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        const bool again = collide_convex_convex_sweep(
            body[0], flags & 4 ? NULL : &pose[0], v[0], body[1], flags & 8 ? NULL : &pose[1], v[1],
            t_max, i == COLLIDE_ISA_SCALAR ? &expected : &impact);
        if (i == COLLIDE_ISA_SCALAR)
            hit = again;
        else
            FUZZ_CHECK(again == hit && memcmp(&impact, &expected, sizeof impact) == 0);
    }
    kinds_guarded_free(body[0], size[0]);
    kinds_guarded_free(body[1], size[1]);
}

// Counts, step, flags, capacity, then bytes that fill all arrays.
static void kdops(fuzz_input *in, const struct kind *k) {
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % MOST, m = 1 + (size_t)fuzz_take(in, 1) % MOST;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const size_t capacity = flags & 4 ? (size_t)fuzz_take(in, 1) : (size_t)MOST * MOST;
    const size_t floats = (size_t)k->kind, total = n + m + QUERIES;
    float *a = (float *)malloc(total * k->bytes);
    float *b = a + n * floats, *queries = b + m * floats;
    collide_pair *pairs = (collide_pair *)malloc(n * sizeof *pairs);
    if (!a || !pairs)
        abort();
    fuzz_fill(in, a, total * k->bytes, step);
    fuzz_fill(in, pairs, n * sizeof *pairs, step + 1);
    if (flags & 1)
        fuzz_sort_rows(a, total, floats);
    for (size_t i = 0; i < n && !(flags & 2); ++i) { // mostly in range
        pairs[i].a %= (uint32_t)n + 1;
        pairs[i].b %= (uint32_t)m + 1;
    }
    void *pack_a = pack_of(k, a, n), *pack_b = pack_of(k, b, m);
    const size_t n_a = pack_a ? n : 0, n_b = pack_b ? m : 0;
    const bits_query *q = &bits_queries[BITS_kdop6_kdop6 + (k - kinds)];
    collide_ray ray;
    memcpy(&ray, queries, sizeof ray);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        for (size_t j = 0; j < QUERIES; ++j)
            check_one(q, queries + j * floats, a, pack_a, n_a, smaller(capacity, MOST));
        check_all(q, queries, QUERIES, pack_a, n_a);
        check_lanes(q, a, pack_a, n_a, b, pack_b, n_b);
        check_pairs(q, a, n, b, m, pairs, n);
        check_lists(q, a, pack_a, n_a, b, pack_b, n_b, capacity);
        check_lists(q, a, pack_a, n_a, a, pack_a, n_a, capacity);
        check_casts(q->a, a, pack_a, n_a, &ray, (float)(int)step);
    }
    kinds_guarded_free(pack_a, k->pack_size(n));
    kinds_guarded_free(pack_b, k->pack_size(m));
    free(pairs);
    free(a);
}

// ---- triangles -------------------------------------------------------------------------------

#define MOST_TRIANGLES 100
#define MOST_MERGED 64

// Triangles of one side: an array and its pack; and as a mesh whose indices are bytes as they come.
typedef struct surface {
    size_t n, index_bytes;
    float *objects;
    void *pack, *indices;
    collide_mesh mesh;
} surface;

// Of bits: as they come, whole numbers below 4 or 16, or such with other low bits.
static float coordinate_of(float any, size_t how) {
    const uint32_t bits = kinds_bits(any), whole = bits >> 8 & (how == 1 ? 3 : 15);
    return how == 0 ? any : kinds_float(kinds_bits((float)whole) + (how == 3 ? bits & 3 : 0));
}

static surface surface_of(fuzz_input *in, size_t n, size_t step, size_t how) {
    const struct pack_type *t = &pack_types[PACK_TRIANGLE];
    const size_t pokes = (size_t)fuzz_take(in, 1), width = pokes & 16 ? 2 : 4;
    surface s;
    memset(&s, 0, sizeof s);
    s.n = n;
    s.objects = (float *)kinds_guarded(n * t->bytes);
    fuzz_fill(in, s.objects, n * t->bytes, step);
    for (size_t i = 0; i < n * t->floats; ++i)
        s.objects[i] = coordinate_of(s.objects[i], how);
    for (size_t i = 0; i < n; ++i)
        make_valid(t, s.objects + i * t->floats);
    s.pack = packed(t, s.objects, n);
    for (size_t i = 0; i < pokes % 8; ++i) {
        const size_t at = (size_t)fuzz_take(in, 2);
        poke(t, s.objects, s.pack, at % (n * t->floats), (uint32_t)fuzz_take(in, 4));
    }
    s.mesh.positions = s.objects;
    s.mesh.vertex_count = 3 * n;
    s.mesh.triangle_count = n;
    s.index_bytes = 3 * n * width;
    s.indices = kinds_guarded(s.index_bytes);
    fuzz_fill(in, s.indices, s.index_bytes, step + 1);
    for (size_t i = 0; i < 3 * n && !(pokes & 32); ++i) { // mostly in range
        char *at = (char *)s.indices + i * width;
        uint32_t index = 0;
        uint16_t small;
        memcpy(&index, at, sizeof small);
        index %= (uint32_t)(3 * n + (pokes >> 6));
        small = (uint16_t)index;
        memcpy(at, width == 2 ? (const void *)&small : (const void *)&index, width);
    }
    if (!(pokes & 8)) {
        s.mesh.indices = s.indices;
        s.mesh.index_size = width;
    }
    return s;
}

static void surface_free(const surface *s) {
    const struct pack_type *t = &pack_types[PACK_TRIANGLE];
    kinds_guarded_free(s->objects, s->n * t->bytes);
    kinds_guarded_free(s->pack, t->size(s->n));
    kinds_guarded_free(s->indices, s->index_bytes);
}

static collide_triangle triangle_at(const surface *s, size_t i) {
    collide_triangle r;
    memcpy(&r, s->objects + 9 * i, sizeof r);
    return r;
}

// Triangle i of the mesh; false if it is not there.
static bool mesh_triangle(const collide_mesh *m, size_t i, collide_triangle *out) {
    if (i >= m->triangle_count)
        return false;
    for (size_t j = 0; j < 3; ++j) {
        size_t vertex = 3 * i + j;
        uint16_t small;
        uint32_t large;
        if (m->indices && m->index_size == 2) {
            memcpy(&small, (const char *)m->indices + 2 * vertex, sizeof small);
            vertex = small;
        } else if (m->indices) {
            memcpy(&large, (const char *)m->indices + 4 * vertex, sizeof large);
            vertex = large;
        }
        if (vertex >= m->vertex_count)
            return false;
        memcpy(&out->v[j], (const char *)m->positions + 12 * vertex, sizeof out->v[j]);
    }
    return true;
}

static bool finite3(collide_vec3 p) {
    const uint32_t infinity = 0x7f800000;
    return (kinds_bits(p.x) & infinity) != infinity && (kinds_bits(p.y) & infinity) != infinity &&
           (kinds_bits(p.z) & infinity) != infinity;
}

static bool finite_triangle(const collide_triangle *t) {
    return finite3(t->v[0]) && finite3(t->v[1]) && finite3(t->v[2]);
}

// All that single calls say of one pair: that it agrees, and contacts, which are added to a list.
static void check_pair(const collide_triangle *a, const collide_triangle *b, size_t capacity,
                       collide_contact *list, size_t *listed) {
    collide_contact contact[7], few[7];
    collide_segment common;
    bool flat;
    const bool hit = collide_triangle_triangle(a, b), finite = finite_triangle(a);
    FUZZ_CHECK(collide_triangle_triangle(b, a) == hit);
    FUZZ_CHECK(!hit || (finite && finite_triangle(b)));
    FUZZ_CHECK(collide_triangle_triangle_segment(a, b, &common, &flat) == hit);
    FUZZ_CHECK(collide_triangle_triangle_segment(a, b, NULL, NULL) == hit);
    FUZZ_CHECK(finite3(common.a) && finite3(common.b) && (hit || !flat));
    memset(contact, 0x5a, sizeof contact);
    const size_t n = collide_triangle_triangle_touches(a, b, contact, 6);
    FUZZ_CHECK((n > 0) == hit && n <= 6);
    FUZZ_CHECK(contact[n].feature_a == 0x5a5a5a5a);
    for (size_t i = 0; i < n; ++i) {
        const collide_contact *c = &contact[i];
        const double x = (double)c->normal.x, y = (double)c->normal.y, z = (double)c->normal.z;
        const double square = x * x + y * y + z * z;
        FUZZ_CHECK(c->depth >= 0 && c->depth <= FLT_MAX);
        FUZZ_CHECK(square > 0.999999 && square < 1.000001);
        FUZZ_CHECK(finite3(c->point_a) && finite3(c->point_b));
        if (*listed < MOST_MERGED)
            list[(*listed)++] = *c;
    }
    memset(few, 0x5a, sizeof few);
    FUZZ_CHECK(collide_triangle_triangle_touches(a, b, few, capacity) == n);
    FUZZ_CHECK(few[smaller(n, capacity)].feature_a == 0x5a5a5a5a);
    FUZZ_CHECK(n > capacity || memcmp(few, contact, n * sizeof *few) == 0);
    const collide_segment p = {a->v[0], a->v[1]}, q = {b->v[0], b->v[1]};
    const collide_segment nearest = collide_segment_segment_closest(&p, &q);
    const collide_vec3 on_segment = collide_point_segment_closest(a->v[2], &q);
    const collide_vec3 on_triangle = collide_point_triangle_closest(a->v[0], b);
    if (finite && finite_triangle(b))
        FUZZ_CHECK(finite3(nearest.a) && finite3(nearest.b) && finite3(on_segment) &&
                   finite3(on_triangle));
}

// Contacts as they come and what is left of them; the deepest is.
static void check_merge(fuzz_input *in, collide_contact *list, size_t n, float distance) {
    collide_velocity motion[2];
    collide_vec3 v;
    float deepest = 0, found = 0;
    fuzz_fill(in, motion, sizeof motion, 1);
    for (size_t i = 0; i < n; ++i) {
        deepest = list[i].depth > deepest ? list[i].depth : deepest;
        const bool closing = collide_contact_closing(&list[i], &motion[0], &motion[1], &v);
        FUZZ_CHECK(collide_contact_closing(&list[i], &motion[0], &motion[1], NULL) == closing);
        FUZZ_CHECK(!collide_contact_closing(&list[i], NULL, NULL, &v) && finite3(v));
    }
    const size_t left = collide_contacts_merge(list, n, distance);
    FUZZ_CHECK(left <= n && (left > 0) == (n > 0));
    FUZZ_CHECK(distance >= 0 || left == n);
    for (size_t i = 0; i < left; ++i)
        found = list[i].depth > found ? list[i].depth : found;
    FUZZ_CHECK(found >= deepest);
}

// On the instruction set in use.
static void check_triangles(const surface *a, const surface *b, const collide_pair *pairs,
                            size_t count, size_t capacity, const bool *listed,
                            const collide_ray *ray, float t_max) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_TRIANGLES) + 1];
    check_forms("triangle", a->objects, a->pack, a->n, "triangle", b->objects, b->pack, b->n, pairs,
                count, capacity);
    check_casts("triangle", b->objects, b->pack, b->n, ray, t_max);

    bits[COLLIDE_BLOCKS(count)] = 0x5a5a;
    size_t hits = collide_mesh_mesh_pairs(&a->mesh, &b->mesh, pairs, count, bits);
    for (size_t i = 0; i < count; ++i) {
        FUZZ_CHECK(bit(bits, i) == listed[i]);
        hits -= listed[i];
    }
    FUZZ_CHECK(hits == 0);
    check_padding(bits, count, 0x5a5a);
}

#define MOST_LEAVES 40

// The tree of a mesh's first triangles; NULL if it refuses, as it must where something is wrong.
static collide_tree *tree_of(const surface *s, const collide_tree_options *options, size_t *size) {
    collide_mesh mesh = s->mesh;
    const size_t n = smaller(s->n, MOST_LEAVES);
    const bool solid = options->type == COLLIDE_TREE_TETRAHEDRA;
    bool good = true;
    for (size_t i = 0; i < (solid ? (n * 3 / 4 * 4 + 2) / 3 : n); ++i) {
        collide_triangle t;
        good = good && mesh_triangle(&mesh, i, &t);
    }
    mesh.triangle_count = solid ? n * 3 / 4 : n;
    if (mesh.triangle_count == 0)
        return NULL;
    for (size_t i = 0; i < 3 * s->n; ++i) {
        collide_vec3 p;
        memcpy(&p, s->objects + 3 * i, sizeof p);
        good = good && finite3(p);
    }
    *size = collide_tree_size(mesh.triangle_count, options);
    void *memory = kinds_guarded(*size);
    collide_tree *tree;
    const collide_status status = collide_tree_build(&tree, memory, *size, &mesh, options);
    FUZZ_CHECK((status == COLLIDE_OK) == good && (tree != NULL) == good);
    FUZZ_CHECK(!good || collide_tree_refit(tree, &mesh, NULL, 0) == COLLIDE_OK);
    if (!good)
        kinds_guarded_free(memory, *size);
    return tree;
}

// A front finds as many pairs as a fresh query, under this pose, a little further, and back.
static void check_front(collide_tree *const *tree, const collide_pose *pose, float way, size_t n) {
    const size_t size = collide_front_size(64);
    void *memory = kinds_guarded(size);
    collide_front *front;
    collide_pose moved = *pose;
    moved.position.x += way;
    FUZZ_CHECK(collide_front_build(&front, memory, size, 64, tree[0], tree[1]) == COLLIDE_OK);
    const size_t beyond = collide_tree_tree_indices(tree[0], NULL, tree[1], &moved, NULL, 0, NULL);
    for (int i = 0; i < 4; ++i) {
        collide_front_counts found;
        FUZZ_CHECK(collide_front_indices(front, tree[0], NULL, tree[1], i & 1 ? &moved : pose, NULL,
                                         0, &found) == COLLIDE_OK);
        FUZZ_CHECK(found.pairs == (i & 1 ? beyond : n));
        FUZZ_CHECK(collide_front_open(&front, memory, size, tree[0], tree[1]) == COLLIDE_OK);
    }
    kinds_guarded_free(memory, size);
}

static collide_tetrahedron tetrahedron_at(const surface *s, size_t i) {
    collide_tetrahedron t;
    for (size_t k = 0; k < 4; ++k) {
        collide_triangle own;
        mesh_triangle(&s->mesh, (4 * i + k) / 3, &own);
        t.v[k] = own.v[(4 * i + k) % 3];
    }
    return t;
}

// The corners of a mesh in fours against a tree of triangles, too.
static void check_solids(const surface *a, const surface *b, const collide_tree *triangles,
                         const collide_pose *pose, collide_tree_options options, bool bounded) {
    size_t size, expected = 0;
    options.type = COLLIDE_TREE_TETRAHEDRA;
    collide_tree *tree = tree_of(a, &options, &size);
    if (!tree)
        return;
    for (size_t i = 0; i < tree->triangle_count; ++i)
        for (size_t j = 0; j < triangles->triangle_count; ++j) {
            const collide_tetrahedron p = tetrahedron_at(a, i);
            collide_triangle q;
            mesh_triangle(&b->mesh, j, &q);
            for (int k = 0; k < 3; ++k)
                q.v[k] = collide_pose_apply(pose, q.v[k]);
            expected += collide_tetrahedron_triangle(&p, &q);
        }
    const collide_vec3 corner = tetrahedron_at(a, 0).v[3];
    FUZZ_CHECK(!bounded || collide_point_tree(corner, tree, NULL));
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        const size_t n = collide_tree_tree_indices(tree, NULL, triangles, pose, NULL, 0, NULL);
        FUZZ_CHECK(bounded ? n == expected : n <= expected);
        FUZZ_CHECK(collide_tree_tree(tree, NULL, triangles, pose, NULL) == (n > 0));
    }
    kinds_guarded_free(tree, size);
}

// Trees of two meshes under a pose of bytes, or a rotation, or none: on every instruction set the
// pairs that single calls find.
static void check_trees(fuzz_input *in, const surface *a, const surface *b, size_t flags) {
    static const uint32_t tree_kinds[4] = {6, 14, 18, 26};
    static collide_pair pairs[MOST_LEAVES * MOST_LEAVES], first[MOST_LEAVES * MOST_LEAVES];
    const collide_tree_options options = {tree_kinds[flags & 3], flags >> 2 & 1, flags >> 3 & 1,
                                          COLLIDE_TREE_SURFACE, 2u << (flags >> 6 & 3) % 3};
    size_t sizes[2], expected = 0;
    collide_tree *tree[2] = {tree_of(a, &options, &sizes[0]), tree_of(b, &options, &sizes[1])};
    collide_pose pose = collide_pose_identity();
    float numbers[12];
    fuzz_fill(in, numbers, sizeof numbers, 1);
    if (flags >> 4 & 1)
        memcpy(&pose, numbers, sizeof pose);
    else if (flags >> 5 & 1) {
        const collide_vec3 at = {numbers[4], numbers[5], numbers[6]};
        pose = collide_pose_from_quaternion(numbers[0], numbers[1], numbers[2], numbers[3], at);
    }
    const bool posed = finite3(pose.position) && finite3(pose.axis[0]) && finite3(pose.axis[1]) &&
                       finite3(pose.axis[2]);
    double radius = 0, axes = 0; // trees leave out what goes beyond 1e37
    for (int i = 0; i < 12 && posed; ++i) {
        const double x = (double)(&pose.position.x)[i];
        axes = x > axes ? x : -x > axes ? -x : axes;
    }
    for (int k = 0; k < 2; ++k)
        if (tree[k])
            radius = (double)tree[k]->radius > radius ? (double)tree[k]->radius : radius;
    const bool bounded = axes * (3 * radius + 3) < 1e36 && radius < 1e37;
    for (size_t i = 0; i < smaller(a->n, MOST_LEAVES) && tree[0] && tree[1] && posed; ++i)
        for (size_t j = 0; j < smaller(b->n, MOST_LEAVES); ++j) {
            collide_triangle p, q;
            mesh_triangle(&a->mesh, i, &p);
            mesh_triangle(&b->mesh, j, &q);
            for (int k = 0; k < 3; ++k)
                q.v[k] = collide_pose_apply(&pose, q.v[k]);
            expected += collide_triangle_triangle(&p, &q);
        }
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        const size_t n = collide_tree_tree_indices(tree[0], NULL, tree[1], &pose, pairs,
                                                   MOST_LEAVES * MOST_LEAVES, NULL);
        FUZZ_CHECK(bounded ? n == expected : n <= expected);
        if (i == COLLIDE_ISA_SCALAR)
            memcpy(first, pairs, sizeof first);
        FUZZ_CHECK(memcmp(first, pairs, n * sizeof *pairs) == 0);
        FUZZ_CHECK(collide_tree_tree(tree[0], NULL, tree[1], &pose, NULL) == (n > 0));
        if (tree[0] && tree[1])
            check_front(tree, &pose, numbers[11], n);
        FUZZ_CHECK(collide_tree_self_indices(tree[0], NULL, 0, NULL) <=
                   MOST_LEAVES * MOST_LEAVES / 2);
    }
    if (tree[1] && posed)
        check_solids(a, b, tree[1], &pose, options, bounded);
    for (int k = 0; k < 2; ++k)
        if (tree[k])
            kinds_guarded_free(tree[k], sizes[k]);
}

// Counts, step, flags, capacity, distance, then bytes that fill all arrays.
static void triangles(fuzz_input *in) {
    static bool listed[MOST_TRIANGLES];
    static collide_pair pairs[MOST_TRIANGLES];
    static collide_contact list[MOST_MERGED];
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % MOST_TRIANGLES;
    const size_t m = 1 + (size_t)fuzz_take(in, 1) % MOST_TRIANGLES;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const size_t capacity = (size_t)fuzz_take(in, 1);
    const float any = kinds_float((uint32_t)fuzz_take(in, 4));
    const surface a = surface_of(in, n, step, flags % 4),
                  b = surface_of(in, m, step + 2, flags % 4);
    size_t contacts = 0;
    fuzz_fill(in, pairs, n * sizeof *pairs, step + 3);
    if (flags & 4) // a vertex in common
        for (size_t i = 0; i < smaller(n, m); ++i)
            for (size_t k = 0; k < 3; ++k)
                poke(&pack_types[PACK_TRIANGLE], b.objects, b.pack, 9 * i + 3 * (i % 3) + k,
                     kinds_bits(a.objects[9 * i + 3 * (i / 3 % 3) + k]));
    const collide_triangle q = triangle_at(&a, 0);
    const collide_ray ray = {q.v[0], q.v[1]};
    for (size_t i = 0; i < smaller(n, m); ++i) {
        const collide_triangle u = triangle_at(&a, i), v = triangle_at(&b, i);
        check_pair(&u, &v, capacity % 7, list, &contacts);
    }
    check_merge(in, list, contacts, flags & 8 ? any : 0.5f * (float)(flags >> 4));
    for (size_t i = 0; i < n; ++i) {
        collide_triangle u, v;
        if (!(flags & 128)) { // mostly in range
            pairs[i].a %= (uint32_t)n + (uint32_t)(flags >> 6 & 1);
            pairs[i].b %= (uint32_t)m + (uint32_t)(flags >> 6 & 1);
        }
        listed[i] = false;
        if (mesh_triangle(&a.mesh, pairs[i].a, &u) && mesh_triangle(&b.mesh, pairs[i].b, &v))
            listed[i] = collide_triangle_triangle(&u, &v);
    }
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        if (collide_isa_limit((collide_isa_id)i) == (collide_isa_id)i)
            check_triangles(&a, &b, pairs, n, capacity, listed, &ray, any);
    check_trees(in, &a, &b, step + flags / 2);
    surface_free(&a);
    surface_free(&b);
}

// ---- terrain ---------------------------------------------------------------------------------

#define MOST_COLUMNS 40
#define MOST_CYLINDERS 40
#define MOST_CONTACTS 96

// What single calls say of one cylinder and of bodies in its place.
typedef struct ground_answer {
    unsigned hits; // the lowest bit: of the cylinder
    collide_ray_hit ray;
    size_t cells;
    collide_pair list[MOST_COLUMNS * MOST_COLUMNS];
} ground_answer;

// Of bits: 2^-7 to 2^5.
static float length_of(uint32_t bits) {
    return kinds_float((120 + (bits >> 24) % 12) << 23 | (bits & 0x7fffff));
}

// Any float as radius or height that passes the check.
static float any_length(float x) {
    const uint32_t bits = kinds_bits(x) & 0x7fffffff;
    const uint32_t small = bits >= 0x5d800000 ? bits ^ 0x40000000 : bits;
    return kinds_float(small ? small : 1);
}

// A cylinder that passes the check: from floats as they come, or from their bits near the surface,
// on lines of the grid or not.
static void make_cylinder(const collide_heights *g, float *floats, size_t how) {
    uint32_t b[8];
    memcpy(b, floats, sizeof b);
    if (how % 8 == 0) {
        make_valid(&pack_types[PACK_VEC3], floats);
        floats[6] = any_length(floats[6]);
        floats[7] = any_length(floats[7]);
    } else {
        const size_t i = b[0] % g->columns, j = b[1] % g->rows;
        const float u = how % 3 ? (float)(b[0] >> 16) / 32768 : 0.5f * (float)(b[0] >> 16 & 1);
        const float v = how % 3 ? (float)(b[1] >> 16) / 32768 : 0.5f * (float)(b[1] >> 16 & 1);
        const char *at = (const char *)g->heights + j * g->row_stride;
        int16_t number;
        float z;
        if (g->int16) {
            memcpy(&number, at + i * sizeof number, sizeof number);
            z = g->offset + g->scale * (float)number;
        } else {
            memcpy(&z, at + i * sizeof z, sizeof z);
        }
        floats[0] = g->origin.x + ((float)(int)i + u) * g->dx;
        floats[1] = g->origin.y + ((float)(int)j + v) * g->dy;
        floats[2] = g->origin.z + z + ((float)(b[2] % 64) - 24) * 0.0625f;
        floats[6] = length_of(b[6]);
        floats[7] = length_of(b[7]);
        make_valid(&pack_types[PACK_VEC3], floats); // where there is a hole
    }
    make_valid(&pack_types[PACK_VEC3], floats + 3);
    if (b[5] % 8 < 5) { // upright, lying, nearly so, at 45 degrees
        const uint32_t tilt = (127 - b[4] % 30) << 23 | (b[4] & 0x80000000);
        floats[3] = b[5] % 8 == 1 || b[5] % 8 == 4 ? 1 : b[5] % 8 == 3 ? kinds_float(tilt) : 0;
        floats[4] = b[5] % 8 == 2 ? 1 : 0;
        floats[5] = b[5] % 8 == 0 || b[5] % 8 >= 3 ? 1 : 0;
    }
    fuzz_axis(floats + 3);
    FUZZ_CHECK(packs_valid(&pack_types[PACK_CYLINDER], floats));
}

static collide_cylinder cylinder_at(const float *objects, size_t i) {
    collide_cylinder r;
    memcpy(&r, objects + 8 * i, sizeof r);
    return r;
}

// Sums up contacts, of which there are some iff there is a hit.
static unsigned check_contacts(const collide_contact *c, size_t n, bool hit) {
    unsigned sum = (unsigned)n;
    FUZZ_CHECK((n > 0) == hit && n <= MOST_CONTACTS);
    for (size_t i = 0; i < n; ++i) {
        uint32_t words[sizeof *c / 4];
        memcpy(words, c + i, sizeof words);
        for (size_t k = 0; k < sizeof *c / 4; ++k)
            sum = sum * 31 + words[k];
        FUZZ_CHECK(c[i].depth >= 0 && c[i].depth <= FLT_MAX);
        const double x = (double)c[i].normal.x, y = (double)c[i].normal.y;
        const double z = (double)c[i].normal.z, square = x * x + y * y + z * z;
        FUZZ_CHECK(square > 0.999 && square < 1.001);
    }
    return sum;
}

// The cylinder, bodies and a ray in its place; and in the upper bits what their contacts sum up to.
static unsigned ask(const collide_terrain *t, const collide_cylinder *c, float t_max,
                    collide_ray_hit *hit) {
    const collide_sphere ball = {c->center, c->radius};
    collide_obb box;
    collide_triangle triangle;
    collide_ray ray = {c->center, c->axis};
    const collide_vec3 o = t->grid.origin;
    const collide_triangle corner = {{o, {o.x + t->grid.dx, o.y, o.z}, {o.x, o.y + 9, o.z + 1}}};
    const collide_plane plane = {c->axis, o.z};
    unsigned hits = collide_cylinder_terrain(c, t);
    memset(&box, 0, sizeof box);
    box.center = c->center;
    box.half.x = box.half.y = c->radius;
    box.half.z = 0.5f * c->height;
    box.axis[0] = c->axis;
    box = collide_obb_orthonormalize(&box);
    for (int i = 0; i < 3; ++i) {
        triangle.v[i] = c->center;
        triangle.v[i].x += i == 1 ? c->radius : 0;
        triangle.v[i].y += i == 2 ? c->radius : 0;
        triangle.v[i].z += (float)i * c->height * c->axis.z;
    }
    hits |= (unsigned)collide_sphere_terrain(&ball, t) << 1;
    hits |= (unsigned)collide_obb_terrain(&box, t) << 2;
    hits |= (unsigned)collide_triangle_terrain(&triangle, t) << 3;
    hits |= (unsigned)collide_ray_terrain(&ray, t, t_max, hit) << 4;
    hits |= (unsigned)collide_cylinder_triangle(c, &corner) << 5;
    hits |= (unsigned)collide_cylinder_plane(c, &plane) << 6;
    static collide_contact out[MOST_CONTACTS];
    unsigned sum = check_contacts(
        out, collide_cylinder_terrain_contacts(c, t, NULL, out, MOST_CONTACTS), hits & 1);
    sum = sum * 3 +
          check_contacts(out, collide_sphere_terrain_contacts(&ball, t, NULL, out, MOST_CONTACTS),
                         hits >> 1 & 1);
    sum = sum * 3 + check_contacts(out,
                                   collide_obb_terrain_contacts(&box, t, NULL, out, MOST_CONTACTS),
                                   hits >> 2 & 1);
    const size_t n = collide_cylinder_triangle_contacts(c, &corner, NULL, out, MOST_CONTACTS);
    sum = sum * 3 + check_contacts(out, n, n > 0); // its verdict is that of two shapes
    sum = sum * 3 +
          check_contacts(out, collide_cylinder_plane_contacts(c, &plane, NULL, out, MOST_CONTACTS),
                         hits >> 6 & 1);
    return hits | (sum >> 8 | sum << 24) << 8;
}

// On the instruction set in use.
static void check_terrain(const collide_terrain *t, const float *objects,
                          const collide_cylinder_pack *pack, size_t n, float t_max, size_t capacity,
                          const ground_answer *answers) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_CYLINDERS) + 1];
    static collide_pair list[MOST_COLUMNS * MOST_COLUMNS + 1];
    const collide_pair mark = {0x5a5a5a5a, 0x5a5a5a5a};
    size_t hits = 0;
    bits[COLLIDE_BLOCKS(n)] = 0x5a5a;
    const size_t many = collide_terrain_cylinder_many(t, pack, bits);
    check_padding(bits, n, 0x5a5a);
    for (size_t i = 0; i < n; ++i) {
        const collide_cylinder c = cylinder_at(objects, i);
        const ground_answer *want = &answers[i];
        collide_ray_hit hit;
        FUZZ_CHECK(ask(t, &c, t_max, &hit) == want->hits);
        FUZZ_CHECK(memcmp(&hit, &want->ray, sizeof hit) == 0);
        FUZZ_CHECK((unsigned)bit(bits, i) == (want->hits & 1));
        hits += want->hits & 1;
        for (int few = 0; few < 2; ++few) {
            const size_t most = smaller(few ? capacity : MOST_COLUMNS * MOST_COLUMNS, want->cells);
            list[most] = mark;
            FUZZ_CHECK(collide_cylinder_terrain_cells(&c, t, list, few ? most : most + 1) ==
                       want->cells);
            FUZZ_CHECK(memcmp(list, want->list, most * sizeof *list) == 0);
            FUZZ_CHECK(memcmp(&list[most], &mark, sizeof mark) == 0);
        }
    }
    FUZZ_CHECK(many == hits);
}

// Counts, step, flags, the grid's numbers, then bytes that fill all arrays.
static void terrains(fuzz_input *in) {
    static ground_answer answers[MOST_CYLINDERS];
    const struct pack_type *type = &pack_types[PACK_CYLINDER];
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % MOST_CYLINDERS;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const size_t capacity = (size_t)fuzz_take(in, 1), pokes = (size_t)fuzz_take(in, 1);
    collide_heights grid;
    collide_terrain *t = NULL;
    memset(&grid, 0, sizeof grid);
    grid.columns = 2 + (size_t)fuzz_take(in, 1) % (MOST_COLUMNS - 1);
    grid.rows = 2 + (size_t)fuzz_take(in, 1) % (MOST_COLUMNS - 1);
    grid.int16 = grid.has_hole = flags & 1;
    grid.other_diagonal = flags >> 1 & 1;
    grid.hole = (int16_t)(grid.int16 ? fuzz_take(in, 2) : 0);
    grid.dx = grid.dy = grid.scale = 1;
    if (flags & 4) {
        grid.dx = fuzz_number(in, 0.25f);
        grid.dy = fuzz_number(in, 0.25f);
        grid.scale = fuzz_number(in, -4);
        grid.offset = fuzz_number(in, -4);
        grid.origin.x = fuzz_number(in, -4);
        grid.origin.y = fuzz_number(in, -4);
        grid.origin.z = fuzz_number(in, -4);
    }
    grid.row_stride = grid.columns * (grid.int16 ? sizeof(int16_t) : sizeof(float));
    const size_t vertices = grid.columns * grid.rows, bytes = grid.row_stride * grid.rows;
    const size_t size = collide_terrain_size(grid.columns, grid.rows);
    void *heights = kinds_guarded(bytes), *memory = kinds_guarded(size);
    fuzz_fill(in, heights, bytes, step);
    for (size_t i = 0; i < vertices && !grid.int16; ++i) { // none beyond 2^60; holes or none
        float height;
        memcpy(&height, (char *)heights + i * sizeof height, sizeof height);
        height = fuzz_height(height, flags / 8 % 4);
        const uint32_t x = kinds_bits(height), over = (x & 0x7fffffff) > 0x5d800000;
        const bool hole = (x & 0x7fffffff) > 0x7f800000 && flags & 32;
        height = kinds_float(over && !hole ? x & 0xbfffffff : x);
        memcpy((char *)heights + i * sizeof height, &height, sizeof height);
    }
    grid.heights = heights;
    if (collide_terrain_build(&t, memory, size, &grid) == COLLIDE_OK) {
        float *objects = (float *)kinds_guarded(n * type->bytes);
        fuzz_fill(in, objects, n * type->bytes, step + 1);
        for (size_t i = 0; i < n; ++i)
            make_cylinder(&grid, objects + i * type->floats, i + flags / 64);
        void *pack = packed(type, objects, n);
        for (size_t i = 0; i < pokes % 4; ++i) {
            const size_t at = (size_t)fuzz_take(in, 2) % (n * type->floats);
            poke(type, objects, pack, at, (uint32_t)fuzz_take(in, 4));
        }
        const float t_max = pokes & 4 ? kinds_float(0x7f800000) : 0.5f * (float)(pokes >> 3);
        for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
            if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                continue;
            for (size_t j = 0; j < n && i == COLLIDE_ISA_SCALAR; ++j) {
                const collide_cylinder c = cylinder_at(objects, j);
                ground_answer *a = &answers[j];
                a->hits = ask(t, &c, t_max, &a->ray);
                a->cells = collide_cylinder_terrain_cells(&c, t, a->list, sizeof a->list / 8);
                FUZZ_CHECK(a->cells <= (grid.columns - 1) * (grid.rows - 1));
                // Of a grid that is read at once, cells that are met are what a hit is.
                FUZZ_CHECK(vertices > 289 || !a->cells || a->hits & 1);
            }
            check_terrain(t, objects, (const collide_cylinder_pack *)pack, n, t_max, capacity,
                          answers);
        }
        kinds_guarded_free(objects, n * type->bytes);
        kinds_guarded_free(pack, type->size(n));
    }
    kinds_guarded_free(heights, bytes);
    kinds_guarded_free(memory, size);
}

static collide_sphere ball_at(const movers *m, size_t i) {
    collide_sphere r;
    memcpy(&r, m->objects + 4 * i, sizeof r);
    return r;
}

// An octree over what is valid: pairs and queries are those of asking one by one, also after all of
// it has moved to where the next one was.
static void check_octree(const movers *a, size_t flags) {
    const collide_octree_options options = {(uint32_t)(flags >> 2 & 15), (uint32_t)(flags >> 6),
                                            (uint32_t)(flags >> 5 & 1)};
    const size_t size = collide_octree_size(a->n, &options);
    static uint32_t indices[MOST];
    collide_sphere *all = (collide_sphere *)kinds_guarded(a->n * sizeof *all);
    void *memory = kinds_guarded(size);
    collide_octree *octree;
    for (size_t i = 0; i < a->n; ++i) {
        const collide_sphere unit = {{0, 0, 0}, 1};
        all[i] = packs_valid(&pack_types[PACK_SPHERE], a->objects + 4 * i) ? ball_at(a, i) : unit;
    }
    FUZZ_CHECK(collide_octree_build_spheres(&octree, memory, size, all, a->n, 0, &options) ==
               COLLIDE_OK);
    for (size_t k = 0; k <= a->n / 9; ++k) {
        const uint32_t moved = (uint32_t)(k * 8 % a->n);
        size_t pairs = 0, hits = 0;
        for (size_t i = 0; i < a->n; ++i)
            for (size_t j = i + 1; j < a->n; ++j)
                pairs += collide_sphere_sphere(&all[i], &all[j]);
        FUZZ_CHECK(collide_octree_self_indices(octree, NULL, NULL, 0) == pairs);
        for (size_t i = 0; i < a->n; ++i)
            hits += collide_sphere_sphere(&all[k], &all[i]);
        FUZZ_CHECK(collide_sphere_octree_indices(&all[k], octree, NULL, indices, a->n) == hits);
        for (size_t i = 0; i < hits; ++i)
            FUZZ_CHECK(collide_sphere_sphere(&all[k], &all[indices[i]]));
        const collide_segment segment = {all[k].center, all[a->n - 1].center};
        hits = 0;
        for (size_t i = 0; i < a->n; ++i)
            hits += collide_segment_sphere(&segment, &all[i], NULL);
        FUZZ_CHECK(collide_segment_octree_indices(&segment, octree, NULL, NULL, 0, NULL) == hits);
        all[moved] = all[(moved + 1) % a->n];
        FUZZ_CHECK(collide_octree_update_spheres(octree, &moved, 1, all, 0) == COLLIDE_OK);
        FUZZ_CHECK(collide_octree_open(&octree, memory, size) == COLLIDE_OK);
    }
    kinds_guarded_free(memory, size);
    kinds_guarded_free(all, a->n * sizeof *all);
}

// Counts, step, flags, t_max, then bytes that fill all arrays.
static void sweeps(fuzz_input *in, const struct pack_type *type_a, const struct pack_type *type_b) {
    static collide_pair pairs[MOST];
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % MOST, m = 1 + (size_t)fuzz_take(in, 1) % MOST;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const float any = kinds_float((uint32_t)fuzz_take(in, 4)), t_max = flags & 1 ? 2.0f : any;
    const movers a = movers_of(in, type_a, n, step), b = movers_of(in, type_b, m, step + 2);
    collide_ray ray;
    fuzz_fill(in, pairs, n * sizeof *pairs, step + 3);
    for (size_t i = 0; i < n && !(flags & 2); ++i) { // mostly in range
        pairs[i].a %= (uint32_t)n + 1;
        pairs[i].b %= (uint32_t)m + 1;
    }
    memcpy(&ray.origin, a.objects, sizeof ray.origin);
    ray.direction = velocity_at(&a, 0);
    check_movers(&a, &b, pairs, flags / 16, t_max);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        check_forms(type_a->name, a.objects, a.pack, n, type_b->name, b.objects, b.pack, m, pairs,
                    n, (size_t)MOST * MOST);
        check_casts(type_b->name, b.objects, b.pack, m, &ray, t_max);
        if (type_a == &pack_types[PACK_SPHERE])
            check_octree(&a, flags);
    }
    movers_free(&a);
    movers_free(&b);
}

// ---- distances and margins -------------------------------------------------------------------

#define MOST_SHAPES 40

// Shapes of one kind, and their pack. Some rows of the pack hold what no builder takes.
typedef struct shapes {
    collide_shape *all;
    collide_shape_pack *pack;
    size_t n, pack_size;
} shapes;

// The floats of a shape: of a body its pose.
static float *shape_floats(collide_shape *s) {
    return s->kind == COLLIDE_SHAPE_CONVEX ? (float *)(void *)&s->of.convex.pose
                                           : (float *)(void *)&s->of;
}

// A shape of its floats as they come, with axes of length 1 and radii and extents that are not
// negative, or a small one instead if it does not pass its check.
static collide_shape valid_shape(uint32_t kind, const float *floats, const collide_convex *body) {
    collide_shape s, plain;
    memset(&s, 0, sizeof s);
    s.kind = kind;
    s.of.convex.body = kind == COLLIDE_SHAPE_CONVEX ? body : NULL;
    plain = s;
    memcpy(shape_floats(&s), floats, (kind == COLLIDE_SHAPE_CONVEX ? 12 : 15) * sizeof *floats);
    switch (kind) {
    case COLLIDE_SHAPE_SPHERE:
        s.of.sphere.radius = s.of.sphere.radius < 0 ? -s.of.sphere.radius : s.of.sphere.radius;
        break;
    case COLLIDE_SHAPE_CAPSULE:
        s.of.capsule.radius = s.of.capsule.radius < 0 ? -s.of.capsule.radius : s.of.capsule.radius;
        break;
    case COLLIDE_SHAPE_AABB:
        fuzz_sort_rows((float *)(void *)&s.of.aabb, 1, 6);
        break;
    case COLLIDE_SHAPE_OBB:
        for (int i = 3; i < 6; ++i)
            shape_floats(&s)[i] = kinds_float(kinds_bits(shape_floats(&s)[i]) & 0x7fffffff);
        fuzz_axes((float *)(void *)s.of.obb.axis);
        memset(plain.of.obb.axis, 0, sizeof plain.of.obb.axis);
        fuzz_axes((float *)(void *)plain.of.obb.axis);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        fuzz_axis((float *)(void *)&s.of.cylinder.axis);
        fuzz_axis((float *)(void *)&plain.of.cylinder.axis);
        plain.of.cylinder.radius = 1;
        break;
    case COLLIDE_SHAPE_PLANE:
        plain.of.plane.normal.z = 1;
        break;
    case COLLIDE_SHAPE_CONVEX:
        fuzz_axes((float *)(void *)s.of.convex.pose.axis);
        plain.of.convex.pose = collide_pose_identity();
        break;
    default:
        break;
    }
    return collide_shape_check(&s) == COLLIDE_OK ? s : plain;
}

// n shapes of a kind. how: floats as they come, or small whole numbers, so that shapes touch; pokes
// put any bits in place of the first floats of some, in the array and in the pack.
static shapes shapes_of(fuzz_input *in, uint32_t kind, size_t n, const collide_convex *body,
                        size_t step, size_t how, size_t pokes) {
    float floats[15 * MOST_SHAPES];
    shapes s;
    s.n = n;
    s.all = (collide_shape *)kinds_guarded(n * sizeof *s.all);
    fuzz_fill(in, floats, sizeof floats, step);
    for (size_t i = 0; i < n; ++i) {
        for (size_t k = 0; k < 15; ++k)
            floats[15 * i + k] = coordinate_of(floats[15 * i + k], how);
        s.all[i] = valid_shape(kind, floats + 15 * i, body);
    }
    s.pack_size = collide_shape_pack_size((collide_shape_kind)kind, n);
    FUZZ_CHECK(collide_shape_pack_build(&s.pack, kinds_guarded(s.pack_size), s.pack_size, s.all, n,
                                        0) == COLLIDE_OK);
    for (size_t p = 0; p < pokes; ++p) {
        const size_t at = (size_t)fuzz_take(in, 2), i = at / 3 % n, k = at % 3;
        const uint32_t bits = (uint32_t)fuzz_take(in, 4);
        const collide_pack *header = &s.pack->header;
        memcpy(shape_floats(&s.all[i]) + k, &bits, sizeof bits);
        memcpy((char *)s.pack + header->inside.offset + (i / 16 * header->components + k) * 64 +
                   i % 16 * 4,
               &bits, sizeof bits);
    }
    return s;
}

static void shapes_free(const shapes *s) {
    kinds_guarded_free(s->all, s->n * sizeof *s->all);
    kinds_guarded_free(s->pack, s->pack_size);
}

typedef struct distance_answer {
    collide_distance distance;
    bool hit, within;
} distance_answer;

// What one query asks of two lists of shapes, and its margin. The answers are of single calls.
typedef struct distance_scene {
    const distance_query *query;
    const shapes *a, *b;
    const collide_pair *pairs; // as many as a has shapes
    float max;
    size_t leave;
    distance_answer many[QUERIES][MOST_SHAPES], lanes[MOST_SHAPES], listed[MOST_SHAPES];
} distance_scene;

// What a query takes in place of a shape: calls of given types take the object itself.
static const void *given(const distance_query *q, const collide_shape *s) {
    return strcmp(q->a, "shape") == 0 ? (const void *)s : (const void *)&s->of;
}

static distance_answer ask_distance(const distance_scene *s, const collide_shape *a,
                                    const collide_shape *b) {
    distance_answer r;
    memset(&r, 0, sizeof r);
    r.hit = s->query->distance(given(s->query, a), given(s->query, b), s->max, &r.distance);
    r.within = s->query->within(given(s->query, a), given(s->query, b), s->max);
    FUZZ_CHECK(!r.hit || r.distance.lo <= r.distance.hi);
    return r;
}

static void check_hits(const uint16_t *bits, size_t hits, const distance_answer *want, size_t n,
                       bool within) {
    size_t right = 0;
    for (size_t i = 0; i < n; ++i) {
        const bool hit = within ? want[i].within : want[i].hit;
        FUZZ_CHECK(!bits || bit(bits, i) == hit);
        right += hit;
    }
    FUZZ_CHECK(hits == right);
    if (bits)
        check_padding(bits, n, 0x5a5a);
}

static void check_distances(const collide_distances *out, size_t hits, const distance_answer *want,
                            size_t n) {
    check_hits(out->bits, hits, want, n, false);
    for (size_t i = 0; i < n; ++i) {
        const collide_distance *d = &want[i].distance;
        FUZZ_CHECK(!out->lo || kinds_bits(out->lo[i]) == kinds_bits(d->lo));
        FUZZ_CHECK(!out->hi || kinds_bits(out->hi[i]) == kinds_bits(d->hi));
        FUZZ_CHECK(!out->all || memcmp(&out->all[i], d, sizeof *d) == 0);
    }
    FUZZ_CHECK(!out->lo || kinds_bits(out->lo[n]) == 0x5a5a5a5a);
    FUZZ_CHECK(!out->hi || kinds_bits(out->hi[n]) == 0x5a5a5a5a);
    FUZZ_CHECK(!out->all || out->all[n].feature_b == 0x5a5a5a5a);
}

// Room for distances, without the outputs in leave.
static collide_distances distances_of(size_t leave) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_SHAPES) + 1];
    static float lo[MOST_SHAPES + 1], hi[MOST_SHAPES + 1];
    static collide_distance all[MOST_SHAPES + 1];
    const collide_distances out = {leave & 1 ? NULL : bits, leave & 2 ? NULL : lo,
                                   leave & 4 ? NULL : hi, leave & 8 ? NULL : all};
    memset(bits, 0x5a, sizeof bits);
    memset(lo, 0x5a, sizeof lo);
    memset(hi, 0x5a, sizeof hi);
    memset(all, 0x5a, sizeof all);
    return out;
}

// The batches of a query, on the instruction set in use.
static void check_batches(const distance_scene *s) {
    static uint32_t indices[MOST_SHAPES + 1];
    const distance_query *q = s->query;
    const size_t n = s->a->n, m = s->b->n, capacity = s->leave % MOST_SHAPES;
    const distance_array a = {given(q, s->a->all), n, sizeof(collide_shape)};
    const distance_array b = {given(q, s->b->all), m, sizeof(collide_shape)};
    const collide_distances within = distances_of(14);
    for (size_t k = 0; k < smaller(n, QUERIES); ++k) {
        const void *one = given(q, &s->a->all[k]);
        collide_distances out = distances_of(14);
        check_hits(within.bits, q->within_many(one, s->b->pack, s->max, within.bits), s->many[k], m,
                   true);
        memset(indices, 0x5a, sizeof indices);
        const size_t hits = q->within_many_indices(one, s->b->pack, s->max, indices, capacity);
        check_hits(NULL, hits, s->many[k], m, true);
        for (size_t i = 0; i < smaller(hits, capacity); ++i)
            FUZZ_CHECK(indices[i] < m && s->many[k][indices[i]].within &&
                       (i == 0 || indices[i] > indices[i - 1]));
        FUZZ_CHECK(indices[smaller(hits, capacity)] == 0x5a5a5a5a);
        out = distances_of(s->leave);
        check_distances(&out, q->distance_many(one, s->b->pack, s->max, &out), s->many[k], m);
    }
    collide_distances out = distances_of(14);
    check_hits(out.bits, q->within_lanes(s->a->pack, s->b->pack, s->max, out.bits), s->lanes,
               smaller(n, m), true);
    out = distances_of(s->leave);
    check_distances(&out, q->distance_lanes(s->a->pack, s->b->pack, s->max, &out), s->lanes,
                    smaller(n, m));
    out = distances_of(14);
    check_hits(out.bits, q->within_pairs(&a, &b, s->pairs, n, s->max, out.bits), s->listed, n,
               true);
    out = distances_of(s->leave);
    check_distances(&out, q->distance_pairs(&a, &b, s->pairs, n, s->max, &out), s->listed, n);
}

// A query against single calls, on every instruction set.
static void check_distance_query(distance_scene *s) {
    const size_t n = s->a->n, m = s->b->n;
    collide_shape none; // misses all, whichever its kind
    memset(&none, 0xff, sizeof none);
    for (size_t k = 0; k < smaller(n, QUERIES); ++k)
        for (size_t j = 0; j < m; ++j)
            s->many[k][j] = ask_distance(s, &s->a->all[k], &s->b->all[j]);
    for (size_t i = 0; i < smaller(n, m); ++i)
        s->lanes[i] = ask_distance(s, &s->a->all[i], &s->b->all[i]);
    for (size_t i = 0; i < n; ++i)
        s->listed[i] = ask_distance(s, s->pairs[i].a < n ? &s->a->all[s->pairs[i].a] : &none,
                                    s->pairs[i].b < m ? &s->b->all[s->pairs[i].b] : &none);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        if (collide_isa_limit((collide_isa_id)i) == (collide_isa_id)i)
            check_batches(s);
}

// A body of some vertices, without normals and edges of its own.
static collide_convex *body_of(fuzz_input *in, size_t step, size_t how, size_t *size) {
    const struct pack_type *vec3 = &pack_types[PACK_VEC3];
    const float up[3] = {0, 0, 1};
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % 20;
    float array[3 * 20];
    collide_convex *body;
    fuzz_fill(in, array, n * sizeof(collide_vec3), step);
    for (size_t i = 0; i < 3 * n; ++i)
        array[i] = coordinate_of(array[i], how);
    for (size_t i = 0; i < n; ++i)
        make_valid(vec3, array + 3 * i);
    *size = collide_convex_size(n, 1, 1);
    const collide_vec3 *axis = (const collide_vec3 *)(const void *)up;
    FUZZ_CHECK(collide_convex_build(&body, kinds_guarded(*size), *size,
                                    (const collide_vec3 *)(const void *)array, n, axis, 1, axis,
                                    1) == COLLIDE_OK);
    return body;
}

// The kinds that have calls of their own types.
static const char *const shape_names[COLLIDE_SHAPE_KIND_COUNT] = {
    "", "", "", "sphere", "capsule", "aabb", "obb", "triangle", "", "", "", ""};

// Two lists of shapes of these kinds: the query of their types, if there is one, and that of any
// shapes. Counts, step, flags, margin, then bytes that fill all arrays.
static void distances(fuzz_input *in, uint32_t kind_a, uint32_t kind_b) {
    static distance_scene s;
    collide_pair pairs[MOST_SHAPES];
    const size_t n = 1 + (size_t)fuzz_take(in, 1) % MOST_SHAPES;
    const size_t m = 1 + (size_t)fuzz_take(in, 1) % MOST_SHAPES;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const size_t pokes = (size_t)fuzz_take(in, 1);
    size_t body_size;
    s.leave = (size_t)fuzz_take(in, 1);
    s.max = fuzz_number(in, -1);
    collide_convex *body = body_of(in, step + 4, flags & 3, &body_size);
    const shapes a = shapes_of(in, kind_a, n, body, step, flags & 3, pokes & 3);
    const shapes b = shapes_of(in, kind_b, m, body, step + 1, flags & 3, pokes >> 2 & 3);
    fuzz_fill(in, pairs, n * sizeof *pairs, step + 2);
    for (size_t i = 0; i < n && !(flags & 4); ++i) { // mostly in range
        pairs[i].a %= (uint32_t)n + 1;
        pairs[i].b %= (uint32_t)m + 1;
    }
    s.a = &a;
    s.b = &b;
    s.pairs = pairs;
    for (s.query = distance_queries; s.query < distance_queries + DISTANCE_QUERY_COUNT; ++s.query)
        if (strcmp(s.query->a, "shape") == 0 || (strcmp(s.query->a, shape_names[kind_a]) == 0 &&
                                                 strcmp(s.query->b, shape_names[kind_b]) == 0))
            check_distance_query(&s);
    shapes_free(&a);
    shapes_free(&b);
    kinds_guarded_free(body, body_size);
}

// What is asked of two types, by name, if both can move.
static void named(fuzz_input in, const char *name_a, const char *name_b) {
    const struct pack_type *a = NULL, *b = NULL;
    for (int i = 0; i < PACK_CYLINDER; ++i) {
        a = strcmp(pack_types[i].name, name_a) == 0 ? &pack_types[i] : a;
        b = strcmp(pack_types[i].name, name_b) == 0 ? &pack_types[i] : b;
    }
    if (a && b)
        sweeps(&in, a, b);
}

// Each query and each sweep of bench/queries.h, on the same bytes.
static void every_query(const fuzz_input *in) {
    for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q)
        named(*in, q->a, q->b);
    for (const sweep_query *q = sweep_queries; q < sweep_queries + SWEEP_COUNT; ++q)
        named(*in, q->a, q->b);
    for (const distance_query *q = distance_queries; strcmp(q->a, "shape") != 0; ++q) {
        fuzz_input own = *in;
        uint32_t a = 0, b = 0;
        for (uint32_t kind = 1; kind < COLLIDE_SHAPE_KIND_COUNT; ++kind) {
            a = strcmp(shape_names[kind], q->a) == 0 ? kind : a;
            b = strcmp(shape_names[kind], q->b) == 0 ? kind : b;
        }
        distances(&own, a, b);
    }
}

// A list of cables' segments and bodies; single calls ask what batches do.
#define MOST_SPLINES 40
typedef struct wires {
    collide_spline splines[MOST_SPLINES];
    collide_aabb boxes[MOST_SPLINES];
    collide_obb turned[MOST_SPLINES]; // the same
    collide_triangle triangles[MOST_SPLINES];
    collide_pair pairs[MOST_SPLINES];
    collide_spline_pack *pack;
    collide_triangle_pack *triangle_pack;
    size_t n;
} wires;

static void check_wires(const wires *w) {
    const size_t n = w->n;
    check_forms("spline", w->splines, w->pack, n, "aabb", w->boxes, NULL, n, w->pairs, n, MOST);
    check_forms("spline", w->splines, w->pack, n, "obb", w->turned, NULL, n, w->pairs, n, MOST);
    check_forms("spline", w->splines, w->pack, n, "triangle", w->triangles, w->triangle_pack, n,
                w->pairs, n, MOST);
}

static void check_wire_contact(bool hit, const collide_cable_contact *c) {
    FUZZ_CHECK(!hit ||
               (c->contact.depth >= 0 && c->u >= c->interval.first && c->u <= c->interval.last &&
                c->interval.first >= 0 && c->interval.last <= 1));
}

// Count, step, flags, then bytes that fill all arrays.
static void cables(fuzz_input *in) {
    static wires w;
    w.n = 1 + (size_t)fuzz_take(in, 1) % MOST_SPLINES;
    const size_t step = (size_t)fuzz_take(in, 1), flags = (size_t)fuzz_take(in, 1);
    const size_t size = collide_spline_pack_size(w.n), bytes = collide_triangle_pack_size(w.n);
    void *memory = kinds_guarded(size), *more = kinds_guarded(bytes);
    fuzz_fill(in, w.splines, sizeof w.splines, step);
    fuzz_fill(in, w.boxes, sizeof w.boxes, step + 1);
    fuzz_fill(in, w.triangles, sizeof w.triangles, step + 2);
    fuzz_fill(in, w.pairs, sizeof w.pairs, step + 3);
    for (size_t i = 0; i < w.n; ++i) {
        float *spline = (float *)(void *)&w.splines[i], *box = (float *)(void *)&w.boxes[i];
        float *triangle = (float *)(void *)&w.triangles[i];
        for (int k = 0; k < 13 && flags & 1; ++k) // small numbers, many of them equal
            spline[k] = (float)((int)(kinds_bits(spline[k]) % 16) - 8);
        for (int k = 0; k < 9 && flags & 1; ++k)
            triangle[k] = (float)((int)(kinds_bits(triangle[k]) % 16) - 8);
        for (int k = 0; k < 6 && flags & 1; ++k)
            box[k] = (float)((int)(kinds_bits(box[k]) % 8) - (k < 3 ? 8 : 0));
        make_valid(&pack_types[PACK_SPLINE], spline);
        make_valid(&pack_types[PACK_TRIANGLE], triangle);
        w.turned[i] = collide_obb_from_aabb(&w.boxes[i]);
        const collide_aabb around = collide_aabb_from_obb(&w.turned[i]);
        const collide_kdop6 rows = collide_kdop6_from_obb(&w.turned[i]);
        FUZZ_CHECK(memcmp(&around, &rows, sizeof rows) == 0);
        const collide_spline *segment = (const collide_spline *)(const void *)spline;
        const collide_triangle *corners = (const collide_triangle *)(const void *)triangle;
        const collide_sphere ball = {around.min, box[0]};
        const collide_cylinder can = {around.min, around.max, box[0], box[1]};
        const collide_aabb own = collide_aabb_from_spline(segment);
        const collide_aabb points = collide_aabb_from_spline_points(segment);
        FUZZ_CHECK(!(own.min.x <= own.max.x) || points.min.x <= points.max.x);
        collide_aabb hull;
        const collide_aabb flat = collide_aabb_from_triangle(corners);
        const bool good = collide_aabb_from_points(&hull, corners, 3, 0) == COLLIDE_OK;
        FUZZ_CHECK(!good || memcmp(&hull, &flat, sizeof flat) == 0);
        const collide_aabb round = collide_aabb_from_sphere(&ball);
        const collide_aabb tall = collide_aabb_from_cylinder(&can);
        FUZZ_CHECK(round.min.x == round.min.x && tall.min.x == tall.min.x);
        w.pairs[i].a %= (uint32_t)w.n + 1;
        w.pairs[i].b %= (uint32_t)w.n + 1;
    }
    FUZZ_CHECK(collide_spline_pack_build(&w.pack, memory, size, w.splines, w.n, 0) == COLLIDE_OK);
    FUZZ_CHECK(collide_triangle_pack_build(&w.triangle_pack, more, bytes, w.triangles, w.n, 0) ==
               COLLIDE_OK);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i)
        if (collide_isa_limit((collide_isa_id)i) == (collide_isa_id)i)
            check_wires(&w);
    for (size_t i = 0; i < smaller(w.n, 4); ++i) {
        const collide_spline *s = &w.splines[i], *other = &w.splines[w.n - 1 - i];
        collide_cable_contact c;
        collide_interval intervals[4];
        bool hit = collide_spline_aabb(s, &w.boxes[i], &c);
        FUZZ_CHECK(hit == collide_spline_aabb(s, &w.boxes[i], NULL));
        check_wire_contact(hit, &c);
        hit = collide_spline_triangle(s, &w.triangles[i], &c);
        FUZZ_CHECK(hit == collide_spline_triangle(s, &w.triangles[i], NULL));
        check_wire_contact(hit, &c);
        hit = collide_spline_spline(s, other, &c);
        FUZZ_CHECK(hit == collide_spline_spline(s, other, NULL));
        check_wire_contact(hit, &c);
        const size_t n = collide_spline_aabb_intervals(s, &w.boxes[i], intervals, 4);
        const bool near = collide_spline_aabb_near(s, &w.boxes[i]);
        FUZZ_CHECK((n > 0) == near && (near || !collide_spline_aabb(s, &w.boxes[i], NULL)));
        for (size_t k = 1; k < smaller(n, 4); ++k)
            FUZZ_CHECK(intervals[k].first > intervals[k - 1].last);
    }
    kinds_guarded_free(memory, size);
    kinds_guarded_free(more, bytes);
}

// The first byte: below 176 a kind of k-DOP, below 192 terrain, then what moves, triangles, cables,
// with 252 distances of shapes of two kinds, and with 253 every query of bench/queries.h.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    collide_work = 0;
    const unsigned x = (unsigned)fuzz_take(&in, 1);
    if (x < 176)
        kdops(&in, &kinds[x % 4]);
    else if (x < 192)
        terrains(&in);
    else if (x % 4 == 3)
        convexes(&in);
    else if (x % 4 == 2)
        triangles(&in);
    else if (x == 253)
        every_query(&in);
    else if (x == 252) {
        const uint32_t a = 1 + (uint32_t)fuzz_take(&in, 1) % (COLLIDE_SHAPE_KIND_COUNT - 1);
        const uint32_t b = 1 + (uint32_t)fuzz_take(&in, 1) % (COLLIDE_SHAPE_KIND_COUNT - 1);
        distances(&in, a, b);
    } else if (x >= 248)
        cables(&in);
    else if (x >= 240)
        sweeps(&in, &pack_types[PACK_SPHERE], &pack_types[PACK_SPHERE]);
    else
        sweeps(&in, &pack_types[PACK_OBB], &pack_types[x % 4 ? PACK_TRIANGLE : PACK_OBB]);
    fuzz_worked(MOST_WORK);
    return 0;
}
