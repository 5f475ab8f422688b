// Fuzz target: hostile sizes, counts, strides, pointers and numbers for builders, and damaged
// packs. Arrays end where memory ends. A builder succeeds if and only if its input is valid, as
// judged here from what collide.h says; on success the result holds what went in, on error it is
// empty.
#define _DEFAULT_SOURCE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "fuzz.h"
#include "kinds.h"

#define MOST_BYTES 65536 // of an array that is really there

// Sizes where sums and products overflow, and those around blocks.
static size_t hostile(fuzz_input *in) {
    static const size_t sizes[] = {0,
                                   SIZE_MAX,
                                   SIZE_MAX - 63,
                                   SIZE_MAX / 2,
                                   SIZE_MAX / 2 + 1,
                                   SIZE_MAX / 6,
                                   SIZE_MAX / 12,
                                   SIZE_MAX / 24 + 1,
                                   SIZE_MAX / 72,
                                   SIZE_MAX / 104 + 1,
                                   UINT32_MAX,
                                   UINT32_MAX - 1,
                                   (size_t)UINT32_MAX + 1,
                                   (size_t)INT32_MAX + 1,
                                   0x10000,
                                   0xffff};
    const unsigned x = (unsigned)fuzz_take(in, 1);
    return x < 128 ? x % 70 : x < 160 ? sizes[x % 16] : x < 192 ? 12 * (x % 16) : x;
}

// n elements at a stride, of bytes each, or more than can be there.
static bool product_fits(size_t n, size_t stride) {
    return stride == 0 || n <= (size_t)PTRDIFF_MAX / stride;
}
static size_t array_bytes(size_t n, size_t stride, size_t bytes) {
    return n == 0 ? 0 : product_fits(n, stride) ? (n - 1) * stride + bytes : SIZE_MAX;
}

// As many of n elements as can be there; a product that overflows stays, as nothing may be read.
static size_t readable(size_t n, size_t step) {
    const size_t most = step < MOST_BYTES ? MOST_BYTES / step : 1;
    return product_fits(n, step) && n > most ? most : n;
}

// An array in guarded memory filled from the input; one that cannot be there traps when it is read.
typedef struct array {
    void *data;
    size_t bytes;
} array;

static array array_of(const fuzz_input *in, size_t bytes, size_t step) {
    array r;
    r.bytes = bytes <= MOST_BYTES ? bytes : 0;
    r.data = kinds_guarded(r.bytes);
    fuzz_fill(in, r.data, r.bytes, step);
    return r;
}

// By their bits, since this file is also compiled with -Ofast.
static bool is_finite(float x) {
    return (kinds_bits(x) & 0x7f800000) != 0x7f800000;
}
static bool is_nan(float x) {
    return (kinds_bits(x) & 0x7fffffff) > 0x7f800000;
}

static float read_float(const void *base, size_t i) {
    float x;
    memcpy(&x, (const char *)base + i * sizeof x, sizeof x);
    return x;
}

static bool is_empty(const struct kind *k, const float *item) {
    float empty[KINDS_MAX_FLOATS];
    k->empty(empty);
    return memcmp(item, empty, k->bytes) == 0;
}

// What builders demand of a k-DOP.
static bool is_valid(const struct kind *k, const float *item) {
    bool intervals = true;
    for (int i = 0; i < k->kind; ++i)
        if (is_nan(item[i]))
            return false;
    for (int i = 0; i < k->rows; ++i)
        intervals = intervals && item[i] <= item[i + k->rows];
    return intervals || is_empty(k, item);
}

// Memory for a pack and what is said of it: as large as it is, or smaller; NULL; misaligned.
typedef struct buffer {
    char *base, *memory;
    size_t real, size;
} buffer;

static buffer buffer_of(fuzz_input *in, size_t needed) {
    const unsigned how = (unsigned)fuzz_take(in, 1);
    buffer b;
    b.size = how % 8 < 4    ? needed
             : how % 8 == 4 ? needed - 1
             : how % 8 == 5 ? needed - COLLIDE_ALIGNMENT
             : how % 8 == 6 ? needed + how
                            : hostile(in);
    if (needed == 0 || needed > 2 * MOST_BYTES || b.size > 3 * MOST_BYTES)
        b.size = how; // too small, whatever the count
    b.real = (b.size + 2 * COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
    b.base = (char *)kinds_guarded(b.real);
    b.memory =
        b.base + b.real - (b.size + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
    memset(b.base, 0xa5, b.real);
    if (how / 8 % 8 == 7)
        b.memory -= 1 + how % 32;
    if (how / 64 == 3)
        b.memory = NULL;
    return b;
}

static bool buffer_serves(const buffer *b, size_t needed) {
    return b->memory && needed && b->size >= needed &&
           (uintptr_t)b->memory % COLLIDE_ALIGNMENT == 0;
}

static void buffer_free(const buffer *b) {
    kinds_guarded_free(b->base, b->real);
}

static void check_untouched(const buffer *b) {
    for (size_t i = 0; i < b->real; ++i)
        FUZZ_CHECK((uint8_t)b->base[i] == 0xa5);
}

// Queries of a pack whose rows may be damaged stay within its count.
static void use(const struct kind *k, void *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(1024)];
    static uint32_t indices[1024];
    static collide_pair pairs[1024];
    float item[KINDS_MAX_FLOATS];
    FUZZ_CHECK(count <= 1024 && k->pack_count(pack) == count);
    k->pack_get(item, pack, count / 2);
    size_t found = k->many(item, pack, bits);
    FUZZ_CHECK(found <= count && k->many_indices(item, pack, indices, 1024) == found);
    for (size_t i = 0; i < found; ++i)
        FUZZ_CHECK(indices[i] < count);
    found = k->self_indices(pack, pairs, 1024);
    for (size_t i = 0; i < found && i < 1024; ++i)
        FUZZ_CHECK(pairs[i].a < count && pairs[i].b < count);
    k->lanes(pack, pack, bits);
    FUZZ_CHECK(count % 16 == 0 || bits[count / 16] >> count % 16 == 0);
}

// A pack is copied to memory that ends with it, damaged, opened, used, and an object replaced.
static void reopen(const struct kind *k, fuzz_input *in, const void *pack, size_t size) {
    const size_t damages = (size_t)fuzz_take(in, 1) % 8, short_by = (size_t)fuzz_take(in, 1);
    const size_t given = short_by < 200 ? size : size - short_by / 8 * 8;
    uint8_t *copy = (uint8_t *)kinds_guarded(size);
    memcpy(copy, pack, size);
    if (damages == 7) // all but the header
        fuzz_fill(in, copy + sizeof(collide_kdop_pack), size - sizeof(collide_kdop_pack), 0);
    for (size_t i = 0; i < damages % 7; ++i) {
        const size_t at = (size_t)fuzz_take(in, 2);
        copy[(at % 2 ? at / 2 % 128 : at / 2) % size] ^= (uint8_t)fuzz_take(in, 1);
    }
    void *opened = NULL;
    const collide_status status = k->pack_open(&opened, copy, given);
    FUZZ_CHECK((status == COLLIDE_OK) == (opened != NULL));
    FUZZ_CHECK(damages || (status == COLLIDE_OK) == (given == size));
    FUZZ_CHECK(given == size || status != COLLIDE_OK);
    if (opened) {
        float item[KINDS_MAX_FLOATS], before[KINDS_MAX_FLOATS], after[KINDS_MAX_FLOATS];
        const size_t count = k->pack_count(opened), i = hostile(in);
        use(k, opened, count);
        fuzz_fill(in, item, k->bytes, 1);
        if (fuzz_take(in, 1) & 1)
            fuzz_sort_rows(item, 1, (size_t)k->kind);
        k->pack_get(before, opened, i);
        const bool set = k->pack_set(opened, i, item) == COLLIDE_OK;
        FUZZ_CHECK(set == (i < count && is_valid(k, item)));
        k->pack_get(after, opened, i);
        FUZZ_CHECK(memcmp(after, set ? item : before, k->bytes) == 0);
        use(k, opened, count);
    }
    kinds_guarded_free(copy, size);
}

static void points(const struct kind *k, fuzz_input *in) {
    const size_t stride = hostile(in), step = stride ? stride : 12;
    const size_t n = readable(hostile(in), step);
    const size_t bytes = array_bytes(n, step, 12);
    const bool absent = fuzz_take(in, 1) > 250;
    const array a = array_of(in, bytes, 0);
    float out[KINDS_MAX_FLOATS];
    const collide_status status = k->from_points(out, absent ? NULL : a.data, n, stride);
    bool valid = !absent && n > 0 && step >= 12 && bytes <= MOST_BYTES;
    for (size_t i = 0; valid && i < n; ++i)
        for (size_t j = 0; j < 3; ++j)
            valid = valid && is_finite(read_float((char *)a.data + i * step, j));
    FUZZ_CHECK((status == COLLIDE_OK) == valid);
    FUZZ_CHECK(is_empty(k, out) == !valid);
    for (size_t i = 0; valid && i < n; ++i)
        for (size_t j = 0; j < 3; ++j) {
            const float x = read_float((char *)a.data + i * step, j);
            FUZZ_CHECK(out[j] <= x && x <= out[j + (size_t)k->rows]);
        }
    kinds_guarded_free(a.data, a.bytes);
}

static void kdops(const struct kind *k, fuzz_input *in) {
    const size_t n = hostile(in), needed = k->pack_size(n);
    size_t stride = hostile(in);
    const size_t flags = (size_t)fuzz_take(in, 1);
    if (product_fits(n, stride) && needed <= 2 * MOST_BYTES && n && stride > MOST_BYTES / n / 2)
        stride = MOST_BYTES / n / 2; // it would be read
    const size_t step = stride ? stride : k->bytes;
    const buffer b = buffer_of(in, needed);
    const size_t bytes = array_bytes(n, step, k->bytes);
    const array a = array_of(in, bytes, flags / 16);
    const bool absent = flags % 16 == 15, there = !absent && n && bytes <= MOST_BYTES;
    if (flags & 1 && stride == 0 && (uintptr_t)a.data % 4 == 0)
        fuzz_sort_rows((float *)a.data, a.bytes / k->bytes, (size_t)k->kind);
    void *pack = NULL;
    const collide_status status =
        k->pack_build(&pack, b.memory, b.size, absent ? NULL : (float *)a.data, n, stride);
    bool valid = there && step >= k->bytes && buffer_serves(&b, needed);
    float item[KINDS_MAX_FLOATS], got[KINDS_MAX_FLOATS];
    for (size_t i = 0; valid && i < n; ++i) {
        memcpy(item, (char *)a.data + i * step, k->bytes);
        valid = is_valid(k, item);
    }
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (pack != NULL) == valid);
    if (valid) {
        FUZZ_CHECK(k->pack_count(pack) == n);
        for (size_t i = 0; i < n; ++i) {
            memcpy(item, (char *)a.data + i * step, k->bytes);
            k->pack_get(got, pack, i);
            FUZZ_CHECK(memcmp(item, got, k->bytes) == 0);
        }
        reopen(k, in, pack, needed);
    } else {
        check_untouched(&b);
    }
    kinds_guarded_free(a.data, a.bytes);
    buffer_free(&b);
}

static size_t read_index(const void *base, size_t i, size_t size) {
    uint16_t x16;
    uint32_t x32;
    if (!base)
        return i;
    memcpy(&x16, (const char *)base + i * size, sizeof x16);
    if (size == 2)
        return x16;
    memcpy(&x32, (const char *)base + i * size, sizeof x32);
    return x32;
}

static void mesh(const struct kind *k, fuzz_input *in) {
    static const size_t index_sizes[8] = {0, 2, 4, 4, 2, 0, 1, 8};
    const size_t flags = (size_t)fuzz_take(in, 1), size = index_sizes[flags % 8];
    const size_t width = size ? size : 4;
    collide_mesh m;
    m.position_stride = hostile(in);
    const size_t step = m.position_stride ? m.position_stride : 12;
    m.vertex_count = readable(hostile(in), step);
    m.triangle_count = hostile(in);
    m.index_size = size;
    const size_t needed = k->pack_size(m.triangle_count);
    const buffer b = buffer_of(in, needed);
    const array p = array_of(in, array_bytes(m.vertex_count, step, 12), flags / 8);
    // Indices: absent, or bytes of the input, mostly in range.
    const size_t index_bytes =
        product_fits(m.triangle_count, 3 * width) ? m.triangle_count * 3 * width : SIZE_MAX;
    const array indices = array_of(in, index_bytes, 0);
    m.positions = flags / 8 == 31 ? NULL : p.data;
    m.indices = flags / 8 % 4 == 0 ? NULL : indices.data;
    if (flags & 64 && m.vertex_count)
        for (size_t i = 0; i + width <= indices.bytes && width >= 2; i += width) {
            const size_t x = read_index(indices.data, i / width, width) % m.vertex_count;
            const uint16_t x16 = (uint16_t)x;
            const uint32_t x32 = (uint32_t)x;
            if (width == 2)
                memcpy((char *)indices.data + i, &x16, 2);
            else
                memcpy((char *)indices.data + i, &x32, 4);
        }
    void *pack = NULL;
    const collide_status status = k->pack_build_mesh(&pack, b.memory, b.size, &m);
    bool valid = m.positions && m.vertex_count && m.triangle_count && step >= 12 &&
                 (width == 2 || width == 4) && buffer_serves(&b, needed) &&
                 array_bytes(m.vertex_count, step, 12) <= MOST_BYTES &&
                 (!m.indices || index_bytes <= MOST_BYTES);
    for (size_t i = 0; valid && i < 3 * m.triangle_count; ++i) {
        const size_t v = read_index(m.indices, i, width);
        valid = v < m.vertex_count;
        for (size_t j = 0; valid && j < 3; ++j)
            valid = is_finite(read_float((char *)p.data + v * step, j));
    }
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (pack != NULL) == valid);
    if (valid) {
        FUZZ_CHECK(k->pack_count(pack) == m.triangle_count);
        for (size_t i = 0; i < m.triangle_count; ++i) {
            collide_triangle t;
            float item[KINDS_MAX_FLOATS], got[KINDS_MAX_FLOATS];
            for (size_t j = 0; j < 3; ++j)
                memcpy(&t.v[j], (char *)p.data + read_index(m.indices, 3 * i + j, width) * step,
                       sizeof t.v[j]);
            k->from_triangle(item, &t);
            k->pack_get(got, pack, i);
            FUZZ_CHECK(memcmp(item, got, k->bytes) == 0);
        }
        reopen(k, in, pack, needed);
    } else {
        check_untouched(&b);
    }
    kinds_guarded_free(p.data, p.bytes);
    kinds_guarded_free(indices.data, indices.bytes);
    buffer_free(&b);
}

// Bytes as they come in place of a pack.
static void open_bytes(const struct kind *k, fuzz_input *in) {
    const buffer b = buffer_of(in, 64 * (1 + (size_t)fuzz_take(in, 1)));
    void *pack = NULL;
    if (b.memory && fuzz_take(in, 1) & 1)
        fuzz_fill(in, b.memory, b.size, 0);
    const collide_status status = k->pack_open(&pack, b.memory, b.size);
    FUZZ_CHECK((status == COLLIDE_OK) == (pack != NULL));
    if (pack)
        use(k, pack, k->pack_count(pack));
    buffer_free(&b);
}

// Kind, builder, then what it takes.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const builders[4])(const struct kind *k, fuzz_input *in) = {points, kdops, mesh,
                                                                              open_bytes};
    fuzz_input in = {data, size};
    const unsigned x = (unsigned)fuzz_take(&in, 1);
    builders[x / 4 % 4](&kinds[x % 4], &in);
    return 0;
}
