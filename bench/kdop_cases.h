// A part of bench.c: read bandwidth, one object against many, and the bounds and packs of
// boxes.
#ifndef KDOP_CASES_H
#define KDOP_CASES_H

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

#endif // KDOP_CASES_H
