// Fuzz target: hostile sizes, counts, strides, pointers and numbers for builders, damaged packs,
// and heights that change. Arrays end where memory ends, and no input takes more work than it may.
// A builder succeeds if and only if its input is valid, as judged here from what collide.h says; on
// success the result holds what went in, on error it is empty.
#define _DEFAULT_SOURCE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "fuzz.h"
#include "kinds.h"
#include "packs.h"

#define MOST_BYTES 65536 // of an array that is really there
#define MOST_WORK 40000  // of an input, of which the corpus takes a twentieth

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
static bool is_valid_kdop(const struct kind *k, const float *item) {
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

// ---- what has packs: kinds of k-DOPs, boxes, triangles, velocities, spheres, cylinders -------

#define MOST_OBJECTS 1024

struct packer {
    const struct kind *kind;      // one of the two
    const struct pack_type *type; // of the other families
    size_t floats, bytes, header;
    size_t (*size)(size_t n);
    collide_status (*build)(void **pack, void *memory, size_t size, const float *objects, size_t n,
                            size_t stride);
    collide_status (*build_mesh)(void **pack, void *memory, size_t size, const collide_mesh *mesh);
    collide_status (*open)(void **pack, void *memory, size_t size);
    size_t (*count)(const void *pack);
    collide_status (*set)(void *pack, size_t i, const float *object);
    void (*get)(float *out, const void *pack, size_t i);
};

static struct packer packer_of_kind(const struct kind *k) {
    const struct packer p = {k,
                             NULL,
                             (size_t)k->kind,
                             k->bytes,
                             sizeof(collide_kdop_pack),
                             k->pack_size,
                             k->pack_build,
                             k->pack_build_mesh,
                             k->pack_open,
                             k->pack_count,
                             k->pack_set,
                             k->pack_get};
    return p;
}

static struct packer packer_of_type(const struct pack_type *t) {
    const struct packer p = {NULL,    t,        t->floats,     t->bytes, sizeof(collide_pack),
                             t->size, t->build, t->build_mesh, t->open,  t->count,
                             t->set,  t->get};
    return p;
}

static bool is_valid(const struct packer *p, const float *object) {
    return p->kind ? is_valid_kdop(p->kind, object) : packs_valid(p->type, object);
}

// Bytes rarely make axes: boxes and cylinders get some that pass, or pass by a hair.
static void make_plausible(const struct packer *p, float *objects, size_t n, unsigned how) {
    if (p->kind)
        fuzz_sort_rows(objects, n, p->floats);
    for (size_t i = 0; i < n && p->floats == PACKS_MAX_FLOATS; ++i) {
        float *box = objects + i * p->floats;
        for (size_t j = 3; j < 6; ++j)
            box[j] = kinds_float(kinds_bits(box[j]) & 0x7fffffff);
        if ((i + how) % 3 == 0)
            fuzz_axes(box + 6);
        else
            for (size_t j = 0; j < 9; ++j)
                box[6 + j] = j % 4 == 0 ? 1.0f : i % 8 == 7 ? 4.7683716e-7f : 0.0f;
    }
    for (size_t i = 0; i < n && p->type == &pack_types[PACK_CYLINDER]; ++i) {
        float *cylinder = objects + i * p->floats;
        cylinder[6] = kinds_float(kinds_bits(cylinder[6]) & 0x7fffffff);
        cylinder[7] = kinds_float(kinds_bits(cylinder[7]) & 0x7fffffff);
        if ((i + how) % 3 == 0) {
            fuzz_axis(cylinder + 3);
        } else { // its square is 1, or more by 2^-21, or by more than that
            cylinder[3] = i % 8 < 6 ? 0 : kinds_float(0x3a3504f3 + i % 2);
            cylinder[4] = 0;
            cylinder[5] = 1;
        }
    }
}

// Queries of a pack whose rows may be damaged stay within its count.
static void use_kdops(const struct kind *k, void *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static uint32_t indices[MOST_OBJECTS];
    static collide_pair pairs[MOST_OBJECTS];
    float item[KINDS_MAX_FLOATS];
    k->pack_get(item, pack, count / 2);
    size_t found = k->many(item, pack, bits);
    FUZZ_CHECK(found <= count && k->many_indices(item, pack, indices, MOST_OBJECTS) == found);
    for (size_t i = 0; i < found; ++i)
        FUZZ_CHECK(indices[i] < count);
    found = k->self_indices(pack, pairs, MOST_OBJECTS);
    for (size_t i = 0; i < found && i < MOST_OBJECTS; ++i)
        FUZZ_CHECK(pairs[i].a < count && pairs[i].b < count);
    k->lanes(pack, pack, bits);
    FUZZ_CHECK(count % 16 == 0 || bits[count / 16] >> count % 16 == 0);
}

// Hits are counted, have times in order, and are none behind the last.
static void check_sweeps(const collide_sweeps *out, size_t n, size_t found, float t_max) {
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i) {
        const bool hit = out->bits[i / 16] >> i % 16 & 1;
        hits += hit;
        FUZZ_CHECK(out->axis[i] == 255 || (hit && out->axis[i] < 15));
        FUZZ_CHECK(hit == (out->t_first[i] >= 0 && out->t_first[i] <= out->t_last[i] &&
                           out->t_last[i] <= t_max));
    }
    FUZZ_CHECK(hits == found && (n % 16 == 0 || out->bits[n / 16] >> n % 16 == 0));
}

// Triangles whose numbers may be damaged: hits are those of single calls.
static void use_triangles(const collide_triangle_pack *pack, size_t count) {
    static uint16_t many[COLLIDE_BLOCKS(MOST_OBJECTS)], lanes[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static uint32_t indices[MOST_OBJECTS];
    const collide_triangle q = collide_triangle_pack_get(pack, count / 2);
    size_t hits = 0, own = 0;
    const size_t found = collide_triangle_triangle_many(&q, pack, many);
    const size_t listed = collide_triangle_triangle_many_indices(&q, pack, indices, MOST_OBJECTS);
    const size_t alike = collide_triangle_triangle_lanes(pack, pack, lanes);
    for (size_t i = 0; i < count; ++i) {
        const collide_triangle t = collide_triangle_pack_get(pack, i);
        const bool hit = collide_triangle_triangle(&q, &t),
                   same = collide_triangle_triangle(&t, &t);
        FUZZ_CHECK(hit == (many[i / 16] >> i % 16 & 1) && same == (lanes[i / 16] >> i % 16 & 1));
        FUZZ_CHECK(!hit || indices[hits] == i);
        hits += hit;
        own += same;
    }
    FUZZ_CHECK(found == hits && listed == hits && alike == own);
    FUZZ_CHECK(count % 16 == 0 || (many[count / 16] | lanes[count / 16]) >> count % 16 == 0);
}

// The pack in each place that takes one, against boxes at rest.
static void use_sweeps(const struct pack_type *t, void *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static float t_first[MOST_OBJECTS], t_last[MOST_OBJECTS];
    static uint8_t axis[MOST_OBJECTS];
    static collide_obb_pack *boxes;
    const collide_sweeps out = {bits, t_first, t_last, axis};
    const collide_pose pose = collide_pose_identity();
    const collide_vec3 half = {1, 1, 1}, v = {0.5f, 1, -2};
    const collide_obb box = collide_obb_from_pose(&pose, half);
    const size_t n = 37, least = count < n ? count : n;
    if (!boxes) {
        const size_t size = collide_obb_pack_size(n);
        collide_obb all[37];
        for (size_t i = 0; i < n; ++i)
            all[i] = box;
        FUZZ_CHECK(collide_obb_pack_build(&boxes, kinds_guarded(size), size, all, n, 0) ==
                   COLLIDE_OK);
    }
    if (t == &pack_types[PACK_OBB]) {
        const collide_obb_pack *p = (const collide_obb_pack *)pack;
        check_sweeps(&out, count, collide_obb_obb_sweep_many(&box, v, p, NULL, 9, &out), 9);
        check_sweeps(&out, count, collide_obb_obb_sweep_lanes(p, NULL, p, NULL, 1, &out), 1);
    } else if (t == &pack_types[PACK_TRIANGLE]) {
        const collide_triangle_pack *p = (const collide_triangle_pack *)pack;
        check_sweeps(&out, count, collide_obb_triangle_sweep_many(&box, v, p, NULL, 9, &out), 9);
        check_sweeps(&out, least, collide_obb_triangle_sweep_lanes(boxes, NULL, p, NULL, 1, &out),
                     1);
        use_triangles(p, count);
    } else {
        const collide_vec3_pack *p = (const collide_vec3_pack *)pack;
        check_sweeps(&out, n, collide_obb_obb_sweep_many(&box, v, boxes, p, 9, &out), 9);
        check_sweeps(&out, least, collide_obb_obb_sweep_lanes(boxes, p, boxes, p, 1, &out), 1);
    }
}

// A ray against spheres: hits are those of single calls, whatever is damaged.
static void use_spheres(const collide_sphere_pack *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static float t[MOST_OBJECTS];
    const collide_ray ray = {{0.5f, -1, 0.25f}, {1, 2, -0.125f}};
    size_t hits = 0;
    const size_t found = collide_ray_sphere_many(&ray, pack, 9, bits, t);
    for (size_t i = 0; i < count; ++i) {
        const collide_sphere ball = collide_sphere_pack_get(pack, i);
        const bool hit = bits[i / 16] >> i % 16 & 1;
        collide_ray_hit first;
        hits += hit;
        FUZZ_CHECK(hit == collide_ray_sphere(&ray, &ball, 9, &first));
        FUZZ_CHECK(kinds_bits(t[i]) == kinds_bits(first.t));
    }
    FUZZ_CHECK(hits == found && (count % 16 == 0 || bits[count / 16] >> count % 16 == 0));
}

// AABBs whose numbers may be damaged, against an AABB and a ray: hits are those of single calls.
static void use_aabbs(const collide_aabb_pack *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static float t[MOST_OBJECTS];
    const collide_aabb a = collide_aabb_pack_get(pack, count / 2);
    const size_t found = collide_aabb_aabb_many(&a, pack, bits);
    size_t hits = 0;
    for (size_t i = 0; i < count; ++i) {
        const collide_aabb b = collide_aabb_pack_get(pack, i);
        const bool hit = bits[i / 16] >> i % 16 & 1;
        hits += hit;
        FUZZ_CHECK(hit == collide_aabb_aabb(&a, &b));
    }
    FUZZ_CHECK(hits == found && (count % 16 == 0 || bits[count / 16] >> count % 16 == 0));
    const collide_ray ray = {{0.5f, -1, 0.25f}, {1, 2, -0.125f}};
    size_t rays = collide_ray_aabb_many(&ray, pack, 9, bits, t);
    for (size_t i = 0; i < count; ++i) {
        const collide_aabb b = collide_aabb_pack_get(pack, i);
        collide_ray_hit first;
        rays -= collide_ray_aabb(&ray, &b, 9, &first);
        FUZZ_CHECK(kinds_bits(t[i]) == kinds_bits(first.t));
    }
    FUZZ_CHECK(rays == 0);
}

// Cylinders on a small terrain: hits are those of single calls, whatever is damaged.
static void use_cylinders(const collide_cylinder_pack *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    static const float heights[9] = {0, 1, 2, -1, 0, 3, 1, 1, 0};
    static collide_terrain *terrain;
    size_t hits = 0;
    if (!terrain) {
        const size_t size = collide_terrain_size(3, 3);
        collide_heights grid;
        memset(&grid, 0, sizeof grid);
        grid.heights = heights;
        grid.columns = grid.rows = 3;
        grid.dx = grid.dy = 1;
        FUZZ_CHECK(collide_terrain_build(&terrain, kinds_guarded(size), size, &grid) == COLLIDE_OK);
    }
    const size_t found = collide_terrain_cylinder_many(terrain, pack, bits);
    for (size_t i = 0; i < count; ++i) {
        const collide_cylinder c = collide_cylinder_pack_get(pack, i);
        const bool hit = bits[i / 16] >> i % 16 & 1;
        hits += hit;
        FUZZ_CHECK(hit == collide_cylinder_terrain(&c, terrain));
    }
    FUZZ_CHECK(hits == found && (count % 16 == 0 || bits[count / 16] >> count % 16 == 0));
}

// A pack of segments that was opened may hold anything.
static void use_splines(const collide_spline_pack *pack, size_t count) {
    static uint16_t bits[COLLIDE_BLOCKS(MOST_OBJECTS)];
    const collide_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    const size_t hits = collide_aabb_spline_near_many(&box, pack, bits);
    FUZZ_CHECK(hits <= count && (count % 16 == 0 || bits[count / 16] >> count % 16 == 0));
    FUZZ_CHECK(collide_aabb_spline_many(&box, pack, bits) <= hits);
}

static void use(const struct packer *p, void *pack, size_t count) {
    FUZZ_CHECK(count <= MOST_OBJECTS && p->count(pack) == count);
    if (p->kind)
        use_kdops(p->kind, pack, count);
    else if (p->type == &pack_types[PACK_CYLINDER])
        use_cylinders((const collide_cylinder_pack *)pack, count);
    else if (p->type == &pack_types[PACK_SPHERE])
        use_spheres((const collide_sphere_pack *)pack, count);
    else if (p->type == &pack_types[PACK_AABB])
        use_aabbs((const collide_aabb_pack *)pack, count);
    else if (p->type == &pack_types[PACK_SPLINE])
        use_splines((const collide_spline_pack *)pack, count);
    else
        use_sweeps(p->type, pack, count);
}

// A copy that ends where memory does, damaged: all behind a header, or some bytes. Returns what is
// said to be its size.
static size_t damage(fuzz_input *in, uint8_t *copy, const void *from, size_t size, size_t header,
                     size_t *damages) {
    *damages = (size_t)fuzz_take(in, 1) % 8;
    const size_t short_by = (size_t)fuzz_take(in, 1);
    memcpy(copy, from, size);
    if (*damages == 7)
        fuzz_fill(in, copy + header, size - header, 0);
    for (size_t i = 0; i < *damages % 7; ++i) {
        const size_t at = (size_t)fuzz_take(in, 2);
        copy[(at % 2 ? at / 2 % 128 : at / 2) % size] ^= (uint8_t)fuzz_take(in, 1);
    }
    return short_by < 200 ? size : size - short_by / 8 * 8;
}

// A pack is copied, damaged, opened, used, and an object replaced.
static void reopen(const struct packer *p, fuzz_input *in, const void *pack, size_t size) {
    uint8_t *copy = (uint8_t *)kinds_guarded(size);
    size_t damages;
    const size_t given = damage(in, copy, pack, size, p->header, &damages);
    void *opened = NULL;
    const collide_status status = p->open(&opened, copy, given);
    FUZZ_CHECK((status == COLLIDE_OK) == (opened != NULL));
    FUZZ_CHECK(damages || (status == COLLIDE_OK) == (given == size));
    FUZZ_CHECK(given == size || status != COLLIDE_OK);
    if (opened) {
        float item[KINDS_MAX_FLOATS], before[KINDS_MAX_FLOATS], after[KINDS_MAX_FLOATS];
        const size_t count = p->count(opened), i = hostile(in);
        use(p, opened, count);
        fuzz_fill(in, item, p->bytes, 1);
        const unsigned how = (unsigned)fuzz_take(in, 1);
        if (how & 1)
            make_plausible(p, item, 1, how / 2);
        p->get(before, opened, i);
        const bool set = p->set(opened, i, item) == COLLIDE_OK;
        FUZZ_CHECK(set == (i < count && is_valid(p, item)));
        p->get(after, opened, i);
        FUZZ_CHECK(memcmp(after, set ? item : before, p->bytes) == 0);
        use(p, opened, count);
    }
    kinds_guarded_free(copy, size);
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

// Where the objects of a pack come from: an array, or the triangles of a mesh.
struct source {
    const char *base;
    size_t step;
    const collide_mesh *mesh; // NULL: an array
    size_t width;             // of an index
};

static collide_triangle read_triangle(const struct source *s, size_t i) {
    collide_triangle t;
    for (size_t j = 0; j < 3; ++j)
        memcpy(&t.v[j], s->base + read_index(s->mesh->indices, 3 * i + j, s->width) * s->step,
               sizeof t.v[j]);
    return t;
}

static void read_object(const struct packer *p, const struct source *s, size_t i, float *out) {
    if (!s->mesh) {
        memcpy(out, s->base + i * s->step, p->bytes);
        return;
    }
    const collide_triangle t = read_triangle(s, i);
    if (p->kind)
        p->kind->from_triangle(out, &t);
    else
        memcpy(out, &t, sizeof t);
}

// What every builder of packs ends with: n objects, or memory untouched.
static void finish(const struct packer *p, fuzz_input *in, const buffer *b, collide_status status,
                   void *pack, bool valid, const struct source *s, size_t n) {
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (pack != NULL) == valid);
    if (valid) {
        float item[KINDS_MAX_FLOATS], got[KINDS_MAX_FLOATS];
        FUZZ_CHECK(p->count(pack) == n);
        for (size_t i = 0; i < n; ++i) {
            read_object(p, s, i, item);
            p->get(got, pack, i);
            FUZZ_CHECK(memcmp(item, got, p->bytes) == 0);
        }
        reopen(p, in, pack, p->size(n));
    } else {
        check_untouched(b);
    }
    buffer_free(b);
}

// ---- builders --------------------------------------------------------------------------------

static void points(const struct packer *p, fuzz_input *in) {
    const struct kind *k = p->kind;
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

// Packs of the bounds of shapes, whose numbers the first floats are.
struct bounded {
    int kind;
    size_t floats;
    collide_status (*build)(void **pack, void *memory, size_t size, const void *shapes, size_t n,
                            size_t stride);
    void (*bound)(float *out, const void *shape);
};

#define BOUNDED(K, shape, shapes)                                                                  \
    static collide_status build_##shapes##K(void **pack, void *memory, size_t size, const void *p, \
                                            size_t n, size_t stride) {                             \
        collide_kdop##K##_pack *typed = NULL;                                                      \
        const collide_status status = collide_kdop##K##_pack_build_##shapes(                       \
            &typed, memory, size, (const collide_##shape *)p, n, stride);                          \
        *pack = typed;                                                                             \
        return status;                                                                             \
    }                                                                                              \
    static void bound_##shape##K(float *out, const void *p) {                                      \
        collide_##shape one;                                                                       \
        memcpy(&one, p, sizeof one);                                                               \
        const collide_kdop##K bound = collide_kdop##K##_from_##shape(&one);                        \
        memcpy(out, &bound, sizeof bound);                                                         \
    }
#define BOUNDED_ALL(K) BOUNDED(K, obb, obbs) BOUNDED(K, sphere, spheres) BOUNDED(K, aabb, aabbs)
BOUNDED_ALL(6)
BOUNDED_ALL(14)
BOUNDED_ALL(18)
BOUNDED_ALL(26)
#define BOUNDED_ROWS(K)                                                                            \
    {K, 15, build_obbs##K, bound_obb##K}, {K, 4, build_spheres##K, bound_sphere##K},               \
        {K, 6, build_aabbs##K, bound_aabb##K},
static const struct bounded bounded[] = {BOUNDED_ROWS(6) BOUNDED_ROWS(14) BOUNDED_ROWS(18)
                                             BOUNDED_ROWS(26)};

// OBBs and spheres are finite with extents from 0 on; AABBs have no NaN.
static bool is_bounded(const struct bounded *b, const void *shape) {
    bool valid = true;
    for (size_t j = 0; j < b->floats; ++j) {
        const float x = read_float(shape, j);
        valid = valid && (b->floats == 6 ? !is_nan(x) : is_finite(x));
        if (b->floats == 15 ? j / 3 == 1 : b->floats == 4 && j == 3)
            valid = valid && x >= 0;
    }
    return valid;
}

static void shapes(const struct packer *p, fuzz_input *in) {
    const unsigned which = (unsigned)fuzz_take(in, 1);
    const struct bounded *of = bounded;
    while (of->kind != p->kind->kind)
        ++of;
    of += which % 3;
    const size_t n = hostile(in), needed = p->size(n), bytes = of->floats * sizeof(float);
    size_t stride = hostile(in);
    if (product_fits(n, stride) && needed <= 2 * MOST_BYTES && n && stride > MOST_BYTES / n / 2)
        stride = MOST_BYTES / n / 2; // it would be read
    const size_t step = stride ? stride : bytes, all = array_bytes(n, step, bytes);
    const buffer b = buffer_of(in, needed);
    const array a = array_of(in, all, which / 3 % 16);
    const bool absent = which > 250;
    void *pack = NULL;
    bool valid = !absent && n && all <= MOST_BYTES && step >= bytes && buffer_serves(&b, needed);
    if (which & 128 && stride == 0 && (uintptr_t)a.data % 4 == 0)
        for (size_t i = 0; i < a.bytes / 4; ++i) // extents
            ((float *)a.data)[i] = kinds_float(kinds_bits(((float *)a.data)[i]) & 0x7fffffff);
    const collide_status status =
        of->build(&pack, b.memory, b.size, absent ? NULL : a.data, n, stride);
    for (size_t i = 0; valid && i < n; ++i)
        valid = is_bounded(of, (const char *)a.data + i * step);
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (pack != NULL) == valid);
    for (size_t i = 0; valid && i < n; ++i) {
        float item[KINDS_MAX_FLOATS], want[KINDS_MAX_FLOATS];
        p->get(item, pack, i);
        of->bound(want, (const char *)a.data + i * step);
        FUZZ_CHECK(memcmp(item, want, p->bytes) == 0);
    }
    if (!valid && b.memory)
        check_untouched(&b);
    buffer_free(&b);
    kinds_guarded_free(a.data, a.bytes);
}

static void arrays(const struct packer *p, fuzz_input *in) {
    const size_t n = hostile(in), needed = p->size(n);
    size_t stride = hostile(in);
    const size_t flags = (size_t)fuzz_take(in, 1);
    if (product_fits(n, stride) && needed <= 2 * MOST_BYTES && n && stride > MOST_BYTES / n / 2)
        stride = MOST_BYTES / n / 2; // it would be read
    const size_t step = stride ? stride : p->bytes;
    const buffer b = buffer_of(in, needed);
    const size_t bytes = array_bytes(n, step, p->bytes);
    const array a = array_of(in, bytes, flags / 16);
    const bool absent = flags % 16 == 15, there = !absent && n && bytes <= MOST_BYTES;
    if (flags & 1 && stride == 0 && (uintptr_t)a.data % 4 == 0)
        make_plausible(p, (float *)a.data, a.bytes / p->bytes, (unsigned)flags / 2);
    void *pack = NULL;
    const collide_status status =
        p->build(&pack, b.memory, b.size, absent ? NULL : (float *)a.data, n, stride);
    bool valid = there && step >= p->bytes && buffer_serves(&b, needed);
    const struct source s = {(const char *)a.data, step, NULL, 0};
    float item[KINDS_MAX_FLOATS];
    for (size_t i = 0; valid && i < n; ++i) {
        read_object(p, &s, i, item);
        valid = is_valid(p, item);
    }
    finish(p, in, &b, status, pack, valid, &s, n);
    kinds_guarded_free(a.data, a.bytes);
}

// A mesh, its arrays, and what is wrong with it.
typedef struct hostile_mesh {
    collide_mesh mesh;
    array positions, indices;
    size_t flags, step, width, index_bytes;
} hostile_mesh;

// Sizes first: the buffer's are taken between them and the arrays.
static hostile_mesh mesh_sizes(fuzz_input *in) {
    static const size_t index_sizes[8] = {0, 2, 4, 4, 2, 0, 1, 8};
    hostile_mesh h;
    memset(&h, 0, sizeof h);
    h.flags = (size_t)fuzz_take(in, 1);
    h.mesh.index_size = index_sizes[h.flags % 8];
    h.width = h.mesh.index_size ? h.mesh.index_size : 4;
    h.mesh.position_stride = hostile(in);
    h.step = h.mesh.position_stride ? h.mesh.position_stride : 12;
    h.mesh.vertex_count = readable(hostile(in), h.step);
    h.mesh.triangle_count = hostile(in);
    return h;
}

static void mesh_arrays(fuzz_input *in, hostile_mesh *h) {
    collide_mesh *m = &h->mesh;
    const size_t width = h->width;
    h->positions = array_of(in, array_bytes(m->vertex_count, h->step, 12), h->flags / 8);
    // Indices: absent, or bytes of the input, mostly in range.
    h->index_bytes =
        product_fits(m->triangle_count, 3 * width) ? m->triangle_count * 3 * width : SIZE_MAX;
    h->indices = array_of(in, h->index_bytes, 0);
    m->positions = h->flags / 8 == 31 ? NULL : h->positions.data;
    m->indices = h->flags / 8 % 4 == 0 ? NULL : h->indices.data;
    if (h->flags & 64 && m->vertex_count)
        for (size_t i = 0; i + width <= h->indices.bytes && width >= 2; i += width) {
            const size_t x = read_index(h->indices.data, i / width, width) % m->vertex_count;
            const uint16_t x16 = (uint16_t)x;
            const uint32_t x32 = (uint32_t)x;
            if (width == 2)
                memcpy((char *)h->indices.data + i, &x16, 2);
            else
                memcpy((char *)h->indices.data + i, &x32, 4);
        }
}

// Whether all of it is there, and every number finite.
static bool mesh_valid(const hostile_mesh *h) {
    const collide_mesh *m = &h->mesh;
    bool valid = m->positions && m->vertex_count && m->triangle_count && h->step >= 12 &&
                 (h->width == 2 || h->width == 4) &&
                 array_bytes(m->vertex_count, h->step, 12) <= MOST_BYTES &&
                 (!m->indices || h->index_bytes <= MOST_BYTES);
    for (size_t i = 0; valid && i < 3 * m->triangle_count; ++i) {
        const size_t v = read_index(m->indices, i, h->width);
        valid = v < m->vertex_count;
        for (size_t j = 0; valid && j < 3; ++j)
            valid = is_finite(read_float((char *)h->positions.data + v * h->step, j));
    }
    return valid;
}

// Pairs of a mesh with itself: those miss that name what is not there, and all if no builder would
// take its sizes.
static void mesh_pairs(fuzz_input *in, const hostile_mesh *h) {
    enum { PAIRS = 37 };
    const collide_mesh *m = &h->mesh;
    const bool counted = product_fits(m->triangle_count, 3 * h->width);
    const bool valid = m->positions && m->vertex_count && m->triangle_count && h->step >= 12 &&
                       (h->width == 2 || h->width == 4) && counted &&
                       product_fits(m->vertex_count, h->step);
    const size_t triangles = m->triangle_count < UINT32_MAX ? m->triangle_count + 1 : 1;
    const struct source s = {(const char *)h->positions.data, h->step, m, h->width};
    collide_pair pair[PAIRS];
    bool hit[PAIRS];
    uint16_t bits[COLLIDE_BLOCKS(PAIRS)];
    size_t hits = 0;
    if (counted && m->indices && h->index_bytes > MOST_BYTES) // they would be read
        return;
    fuzz_fill(in, pair, sizeof pair, 1);
    for (size_t k = 0; k < PAIRS; ++k) {
        bool found = valid;
        if (k % 4) { // mostly in range
            pair[k].a %= (uint32_t)triangles;
            pair[k].b %= (uint32_t)triangles;
        }
        found = found && pair[k].a < m->triangle_count && pair[k].b < m->triangle_count;
        for (size_t j = 0; j < 3 && found; ++j)
            found = read_index(m->indices, 3 * (size_t)pair[k].a + j, h->width) < m->vertex_count &&
                    read_index(m->indices, 3 * (size_t)pair[k].b + j, h->width) < m->vertex_count;
        hit[k] = false;
        if (found) {
            const collide_triangle a = read_triangle(&s, pair[k].a),
                                   b = read_triangle(&s, pair[k].b);
            hit[k] = collide_triangle_triangle(&a, &b);
            hits += hit[k];
        }
    }
    FUZZ_CHECK(collide_mesh_mesh_pairs(m, m, pair, PAIRS, bits) == hits);
    for (size_t k = 0; k < PAIRS; ++k)
        FUZZ_CHECK(hit[k] == (bits[k / 16] >> k % 16 & 1));
    FUZZ_CHECK(bits[PAIRS / 16] >> PAIRS % 16 == 0);
}

// A tree refuses what packs do, and vertices that no triangle has if they are not finite; what is
// open too if it has to be closed.
static void mesh_tree(const hostile_mesh *h, uint32_t type) {
    const collide_mesh *m = &h->mesh;
    const collide_tree_options options = {0, 0, 0, type, 0};
    const size_t size = collide_tree_size(m->triangle_count, &options);
    if (size == 0 || size > MOST_BYTES || (m->indices && h->index_bytes > MOST_BYTES) ||
        array_bytes(m->vertex_count, h->step, 12) > MOST_BYTES)
        return;
    void *memory = kinds_guarded(size);
    collide_tree *tree;
    bool finite = mesh_valid(h);
    for (size_t i = 0; finite && i < 3 * m->vertex_count; ++i)
        finite = is_finite(read_float((char *)h->positions.data + i / 3 * h->step, i % 3));
    const collide_status status = collide_tree_build(&tree, memory, size, m, &options);
    FUZZ_CHECK((tree != NULL) == (status == COLLIDE_OK));
    FUZZ_CHECK(status == COLLIDE_OK ? finite : !finite || status == COLLIDE_ERROR_OPEN);
    FUZZ_CHECK(type == COLLIDE_TREE_CLOSED || status != COLLIDE_ERROR_OPEN);
    if (tree && !(tree->radius > 1e37f)) {
        FUZZ_CHECK(collide_tree_tree(tree, NULL, tree, NULL, NULL));
        FUZZ_CHECK(collide_tree_refit(tree, m, NULL, 0) == COLLIDE_OK);
        const collide_vec3 p = {read_float(h->positions.data, 0), read_float(h->positions.data, 1),
                                read_float(h->positions.data, 2)};
        (void)collide_point_tree(p, tree, NULL);
        (void)collide_tree_tree_containment(tree, NULL, tree, NULL, NULL);
    }
    FUZZ_CHECK(!tree || collide_tree_open(&tree, memory, size) == COLLIDE_OK);
    kinds_guarded_free(memory, size);
}

static void mesh_free(const hostile_mesh *h) {
    kinds_guarded_free(h->positions.data, h->positions.bytes);
    kinds_guarded_free(h->indices.data, h->indices.bytes);
}

static void mesh(const struct packer *p, fuzz_input *in) {
    hostile_mesh h = mesh_sizes(in);
    const size_t n = h.mesh.triangle_count, needed = p->size(n);
    const buffer b = buffer_of(in, needed);
    void *pack = NULL;
    mesh_arrays(in, &h);
    if (p->type)
        mesh_pairs(in, &h);
    if (p->type)
        for (uint32_t type = COLLIDE_TREE_SURFACE; type <= COLLIDE_TREE_CLOSED; ++type)
            mesh_tree(&h, type);
    const collide_status status = p->build_mesh(&pack, b.memory, b.size, &h.mesh);
    const struct source s = {(const char *)h.positions.data, h.step, &h.mesh, h.width};
    finish(p, in, &b, status, pack, buffer_serves(&b, needed) && mesh_valid(&h), &s, n);
    mesh_free(&h);
}

// Bytes as they come in place of a pack.
static void open_bytes(const struct packer *p, fuzz_input *in) {
    const buffer b = buffer_of(in, 64 * (1 + (size_t)fuzz_take(in, 1)));
    void *pack = NULL;
    if (b.memory && fuzz_take(in, 1) & 1)
        fuzz_fill(in, b.memory, b.size, 0);
    const collide_status status = p->open(&pack, b.memory, b.size);
    FUZZ_CHECK((status == COLLIDE_OK) == (pack != NULL));
    if (pack)
        use(p, pack, p->count(pack));
    buffer_free(&b);
}

// ---- convex bodies ---------------------------------------------------------------------------

// What queries say of a body, which may be damaged, against itself and elsewhere.
static void use_convex(const collide_convex *c, fuzz_input *in, bool intact) {
    const collide_pose pose = collide_pose_from_quaternion(1, 2, -1, 3, c->center);
    const collide_vec3 still = {0, 0, 0};
    collide_vec3 v, vertex[8];
    uint32_t index[24];
    collide_impact impact;
    collide_overlap overlap;
    collide_contact contact[2 * COLLIDE_CONVEX_CORNERS];
    uint64_t axes = (uint64_t)c->normal_count + c->normal_count;
    axes += (uint64_t)c->edge_count * c->edge_count;
    if (axes * c->vertex_count > 1 << 20) // takes too long
        return;
    fuzz_fill(in, &v, sizeof v, 0);
    for (int i = 0; i < 2; ++i) {
        const collide_pose *p = i ? &pose : NULL;
        const bool hit = collide_convex_convex_sweep(c, NULL, v, c, p, still, 3, &impact);
        FUZZ_CHECK(hit == collide_convex_convex_sweep(c, NULL, v, c, p, still, 3, NULL));
        FUZZ_CHECK(hit ==
                   (impact.t_first >= 0 && impact.t_first <= impact.t_last && impact.t_last <= 3));
        FUZZ_CHECK(impact.axis < axes || impact.axis == COLLIDE_AXIS_NONE);
        FUZZ_CHECK(impact.depth >= 0 && (impact.depth <= 0 || impact.t_first <= 0));
        const size_t n = collide_convex_convex_sweep_contacts(
            c, NULL, v, c, p, still, &impact, NULL, contact, 2 * COLLIDE_CONVEX_CORNERS);
        FUZZ_CHECK(n <= 2 * COLLIDE_CONVEX_CORNERS && (hit ? n > 0 || !intact : n == 0));
        FUZZ_CHECK(!collide_convex_convex(c, NULL, c, p, &overlap) || overlap.depth >= 0);
    }
    const size_t faces = c->vertex_count < 400 ? collide_convex_triangles(c, index, 8) : 0;
    FUZZ_CHECK(faces <= 2 * (size_t)c->vertex_count && faces % 2 == 0);
    for (size_t i = 0; i < 3 * faces && i < 24; ++i)
        FUZZ_CHECK(index[i] < c->vertex_count);
    FUZZ_CHECK(collide_convex_vertices(c, vertex, 8) == c->vertex_count);
}

static const float *convex_rows(const collide_convex *c, uint64_t offset, size_t i) {
    return (const float *)(const void *)((const char *)c + offset) + i / 16 * 48 + i % 16;
}

// Unit directions, then zeros to the end of their blocks.
static void check_directions(const collide_convex *c, uint64_t offset, size_t n) {
    for (size_t i = 0; i < COLLIDE_BLOCKS(n) * 16; ++i) {
        const float *row = convex_rows(c, offset, i);
        const double x = (double)row[0], y = (double)row[16], z = (double)row[32];
        const double square = x * x + y * y + z * z;
        FUZZ_CHECK(i < n ? square > 0.999999 && square < 1.000001 : !(square > 0));
    }
}

static void reopen_convex(fuzz_input *in, const collide_convex *c) {
    const size_t size = (size_t)c->size;
    uint8_t *copy = (uint8_t *)kinds_guarded(size);
    size_t damages;
    const size_t given = damage(in, copy, c, size, sizeof *c, &damages);
    collide_convex *opened = (collide_convex *)(void *)copy;
    const collide_status status = collide_convex_open(&opened, copy, given);
    FUZZ_CHECK((status == COLLIDE_OK) == (opened != NULL));
    FUZZ_CHECK(damages || (status == COLLIDE_OK) == (given == size));
    FUZZ_CHECK(given == size || status != COLLIDE_OK);
    if (opened)
        use_convex(opened, in, !damages);
    kinds_guarded_free(copy, size);
}

// What the builders end with.
static void finish_convex(fuzz_input *in, const buffer *b, collide_status status,
                          const collide_convex *c, bool valid) {
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (c != NULL) == valid);
    if (valid) {
        FUZZ_CHECK((const char *)c == b->memory && c->size <= b->size);
        FUZZ_CHECK(c->size == collide_convex_size(c->vertex_count, c->normal_count, c->edge_count));
        check_directions(c, c->inside.normal_offset, c->normal_count);
        check_directions(c, c->inside.edge_offset, c->edge_count);
        FUZZ_CHECK(is_finite(c->center.x) && is_finite(c->center.y) && is_finite(c->center.z));
        FUZZ_CHECK(c->radius >= 0);
        use_convex(c, in, true);
        reopen_convex(in, c);
    } else {
        check_untouched(b);
    }
    buffer_free(b);
}

static bool has_vertex(const collide_convex *c, const void *p) {
    const char *v = (const char *)c + c->inside.vertex_offset;
    float x[3];
    memcpy(x, p, sizeof x);
    const float local[3] = {x[0] - c->center.x, x[1] - c->center.y, x[2] - c->center.z};
    for (size_t i = 0; i < c->vertex_count; ++i)
        if (read_float(v, 3 * i) == local[0] && read_float(v, 3 * i + 1) == local[1] &&
            read_float(v, 3 * i + 2) == local[2])
            return true;
    return false;
}

static void convex_arrays(const struct packer *p, fuzz_input *in) {
    size_t n[3];
    const size_t flags = (size_t)fuzz_take(in, 1);
    array a[3];
    bool valid = flags % 32 != 31;
    (void)p;
    for (int i = 0; i < 3; ++i)
        n[i] = hostile(in);
    const size_t needed = collide_convex_size(n[0], n[1], n[2]);
    const buffer b = buffer_of(in, needed);
    valid = valid && buffer_serves(&b, needed);
    for (int i = 0; i < 3; ++i) {
        a[i] = array_of(in, array_bytes(n[i], 12, 12), i ? flags / 32 + 1 : 0);
        valid = valid && n[i] && array_bytes(n[i], 12, 12) <= MOST_BYTES;
        for (size_t k = 0; valid && k < n[i]; ++k) {
            const float x = read_float(a[i].data, 3 * k), y = read_float(a[i].data, 3 * k + 1),
                        z = read_float(a[i].data, 3 * k + 2);
            const uint32_t any = (kinds_bits(x) | kinds_bits(y) | kinds_bits(z)) & 0x7fffffff;
            valid = is_finite(x) && is_finite(y) && is_finite(z) && (i == 0 || any != 0);
        }
    }
    collide_convex *c = (collide_convex *)(void *)b.memory;
    const collide_status status = collide_convex_build(
        &c, b.memory, b.size, flags % 32 == 31 ? NULL : (const collide_vec3 *)a[0].data, n[0],
        (const collide_vec3 *)a[1].data, n[1], (const collide_vec3 *)a[2].data, n[2]);
    for (size_t i = 0; valid && status == COLLIDE_OK && i < n[0]; ++i)
        FUZZ_CHECK(has_vertex(c, (const char *)a[0].data + 12 * i));
    finish_convex(in, &b, status, c, valid);
    for (int i = 0; i < 3; ++i)
        kinds_guarded_free(a[i].data, a[i].bytes);
}

// Corners of a box, sheared: bytes rarely make what is convex.
static void make_box_mesh(hostile_mesh *h) {
    static const uint16_t corners[36] = {0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                         2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7, 5};
    const size_t n = h->indices.bytes / h->width;
    float axis[12], sum[3];
    if (h->step < 12 || h->positions.bytes / h->step < 8)
        return;
    memcpy(axis, h->positions.data, sizeof axis);
    for (size_t i = 0; i < 8; ++i) {
        for (size_t j = 0; j < 3; ++j)
            sum[j] = ((axis[j] + (i & 1 ? axis[3 + j] : 0)) + (i & 2 ? axis[6 + j] : 0)) +
                     (i & 4 ? axis[9 + j] : 0);
        memcpy((char *)h->positions.data + i * h->step, sum, sizeof sum);
    }
    for (size_t i = 0; i < n && h->width == 2; ++i)
        memcpy((char *)h->indices.data + 2 * i, &corners[i % 36], 2);
    for (size_t i = 0; i < n && h->width == 4; ++i) {
        const uint32_t corner = corners[i % 36];
        memcpy((char *)h->indices.data + 4 * i, &corner, 4);
    }
}

static void convex_mesh(const struct packer *p, fuzz_input *in) {
    hostile_mesh h = mesh_sizes(in);
    const size_t n = h.mesh.triangle_count;
    // The cost is triangles by vertices.
    h.mesh.triangle_count = n > 70 && product_fits(n, 12) ? 1 + n % 70 : n;
    const size_t count = h.mesh.triangle_count;
    const size_t needed = count > 70 ? 0 : collide_convex_size(3 * count, 4 * count, 3 * count);
    const buffer b = buffer_of(in, needed);
    const unsigned box = (unsigned)fuzz_take(in, 1) % 4;
    collide_convex *c = (collide_convex *)(void *)b.memory;
    (void)p;
    mesh_arrays(in, &h);
    if (box)
        make_box_mesh(&h);
    const bool there = mesh_valid(&h);
    const size_t bound = collide_convex_mesh_size(&h.mesh);
    FUZZ_CHECK(!there || bound == needed);
    const collide_status status = collide_convex_build_mesh(&c, b.memory, b.size, &h.mesh);
    bool valid = there && buffer_serves(&b, needed);
    if (valid && (status == COLLIDE_ERROR_EXTENT || status == COLLIDE_ERROR_CONVEX))
        valid = false; // not judged here
    const struct source s = {(const char *)h.positions.data, h.step, &h.mesh, h.width};
    for (size_t i = 0; valid && status == COLLIDE_OK && i < count; ++i) {
        const collide_triangle t = read_triangle(&s, i);
        for (int j = 0; j < 3; ++j)
            FUZZ_CHECK(has_vertex(c, &t.v[j]));
    }
    finish_convex(in, &b, status, c, valid);
    mesh_free(&h);
}

// Points, of which some are on a small grid, or in a plane.
static void convex_points(const struct packer *p, fuzz_input *in) {
    const size_t stride = hostile(in), step = stride ? stride : 12;
    const size_t n = readable(hostile(in), step);
    const size_t bytes = array_bytes(n, step, 12);
    const size_t needed = collide_convex_points_size(n), most = (size_t)fuzz_take(in, 1) % 9;
    const buffer b = buffer_of(in, needed);
    const unsigned how = (unsigned)fuzz_take(in, 1) % 4;
    const array a = array_of(in, bytes, how > 2);
    collide_convex *c = (collide_convex *)(void *)b.memory;
    collide_hull hull;
    (void)p;
    for (size_t i = 0; how && how < 3 && i < n && a.bytes && step >= 12; ++i) {
        uint8_t grid[3];
        char *at = (char *)a.data + i * step;
        memcpy(grid, at, sizeof grid);
        const float x[3] = {(float)(grid[0] % 4), (float)(grid[1] % 4),
                            how == 2 ? (float)(grid[0] % 4) : (float)(grid[2] % 4)};
        memcpy(at, x, sizeof x);
    }
    bool valid = n > 0 && step >= 12 && bytes <= MOST_BYTES && buffer_serves(&b, needed) &&
                 !(most > 0 && most < 4);
    for (size_t i = 0; valid && i < n; ++i)
        for (size_t j = 0; j < 3; ++j)
            valid = valid && is_finite(read_float((char *)a.data + i * step, j));
    const collide_status status =
        collide_convex_build_points(&c, b.memory, b.size, a.data, n, stride, most, &hull);
    if (valid && status == COLLIDE_ERROR_EXTENT)
        valid = false; // not judged here
    if (valid) {
        FUZZ_CHECK(hull.vertex_count == c->vertex_count && hull.vertex_count >= 3);
        FUZZ_CHECK(most == 0 || hull.vertex_count <= most);
        FUZZ_CHECK(hull.volume >= 0 && (most ? hull.outside >= 0 : !(hull.outside > 0)));
        FUZZ_CHECK(hull.face_count == 1 ||
                   hull.vertex_count + hull.face_count == hull.edge_count + 2);
    }
    finish_convex(in, &b, status, c, valid);
    kinds_guarded_free(a.data, a.bytes);
}

static void convex_bytes(const struct packer *p, fuzz_input *in) {
    const buffer b = buffer_of(in, 64 * (1 + (size_t)fuzz_take(in, 1)));
    collide_convex *c = (collide_convex *)(void *)b.memory;
    (void)p;
    if (b.memory && fuzz_take(in, 1) & 1)
        fuzz_fill(in, b.memory, b.size, 0);
    const collide_status status = collide_convex_open(&c, b.memory, b.size);
    FUZZ_CHECK((status == COLLIDE_OK) == (c != NULL));
    if (c)
        use_convex(c, in, false);
    buffer_free(&b);
}

// ---- terrain ---------------------------------------------------------------------------------

// A height as a builder reads it, each operation rounded to float.
typedef struct vertex {
    float height;
    bool hole, valid;
} vertex;

static vertex vertex_at(const collide_heights *g, size_t i, size_t j) {
    const char *row = (const char *)g->heights + j * g->row_stride;
    vertex v;
    if (g->int16) {
        int16_t number;
        memcpy(&number, row + i * sizeof number, sizeof number);
        const float product = (float)((double)g->scale * number);
        v.height = (float)((double)g->offset + (double)product);
        v.hole = g->has_hole && number == g->hole;
    } else {
        v.height = read_float(row, i);
        v.hole = is_nan(v.height);
    }
    v.valid = v.hole || (is_finite(v.height) && v.height >= -0x1p60f && v.height <= 0x1p60f);
    return v;
}

static bool vertices_valid(const collide_heights *g, size_t i0, size_t j0, size_t columns,
                           size_t rows) {
    for (size_t j = j0; j < j0 + rows; ++j)
        for (size_t i = i0; i < i0 + columns; ++i)
            if (!vertex_at(g, i, j).valid)
                return false;
    return true;
}

// Range of heights of a cell; false in holes.
static bool cell_range(const collide_heights *g, size_t i, size_t j, double *low, double *high) {
    for (size_t k = 0; k < 4; ++k) {
        const vertex v = vertex_at(g, i + (k & 1), j + (k >> 1));
        const double height = (double)v.height;
        if (v.hole)
            return false;
        *low = k == 0 || height < *low ? height : *low;
        *high = k == 0 || height > *high ? height : *high;
    }
    return true;
}

static double magnitude(double x) {
    return x < 0 ? -x : x;
}

// In the middle of a cell the surface is between its corners, and what falls there meets it.
static void check_cell(const collide_terrain *t, size_t i, size_t j) {
    const collide_heights *g = &t->grid;
    const collide_vec3 o = g->origin;
    const float x = (float)((double)o.x + ((double)i + 0.5) * (double)g->dx);
    const float y = (float)((double)o.y + ((double)j + 0.5) * (double)g->dy);
    const double u = ((double)x - (double)o.x) / (double)g->dx - (double)i;
    const double v = ((double)y - (double)o.y) / (double)g->dy - (double)j;
    double low = 0, high = 0;
    float z = 0;
    collide_vec3 normal;
    collide_ray_hit hit;
    if (!(u > 0.1 && u < 0.9 && v > 0.1 && v < 0.9)) // rounded to elsewhere
        return;
    const bool there = cell_range(g, i, j, &low, &high);
    FUZZ_CHECK(collide_terrain_height(t, x, y, &z, &normal) == there);
    const double slack = 1e-6 * (magnitude((double)o.z + low) + magnitude((double)o.z + high)) +
                         1e-12 * (magnitude(low) + magnitude(high) + magnitude((double)o.z)) +
                         1e-40;
    const collide_ray ray = {{x, y, (float)((double)o.z + high + 1 + 1000 * slack)}, {0, 0, -1}};
    if (!is_finite(ray.origin.z))
        return;
    const double fall = (double)ray.origin.z - (double)z;
    const float t_max = there ? (float)(fall + 4 * (slack + 1e-6 * fall)) : 1;
    FUZZ_CHECK(collide_ray_terrain(&ray, t, t_max, &hit) == there);
    if (!there)
        return;
    FUZZ_CHECK((double)z >= (double)o.z + low - slack && (double)z <= (double)o.z + high + slack);
    FUZZ_CHECK(normal.z >= 0 && normal.z <= 1);
    FUZZ_CHECK(hit.column == i && hit.row == j);
    FUZZ_CHECK(magnitude((double)hit.t - fall) <= slack + 1e-6 * fall);
}

// A disc over all of the grid meets its highest cell, and nothing if it is higher.
static void check_highest(const collide_terrain *t) {
    const collide_heights *g = &t->grid;
    const double dx = (double)g->dx, dy = (double)g->dy;
    const double width = (double)(g->columns - 1) * dx, depth = (double)(g->rows - 1) * dy;
    const collide_vec3 o = g->origin;
    double least = 1e5, most = -1e5;
    if (!(dx > 1e-3 && dy > 1e-3 && width + depth < 1e5) || magnitude((double)o.x) > 1e5 ||
        magnitude((double)o.y) > 1e5 || magnitude((double)o.z) > 1e5)
        return;
    for (size_t j = 0; j + 1 < g->rows; ++j)
        for (size_t i = 0; i + 1 < g->columns; ++i) {
            double low = 0, high = 0;
            if (!cell_range(g, i, j, &low, &high))
                continue;
            if (low < -1e5 || high > 1e5)
                return;
            least = low < least ? low : least;
            most = high > most ? high : most;
        }
    const double radius = width + depth + 1, range = most > least ? most - least : 0;
    const double slack = 1e-6 * (radius + 1 + dx + dy + range);
    for (int above = 0; above < 2; ++above) {
        collide_cylinder c = {{0, 0, 0}, {0, 0, 1}, (float)radius, 1};
        c.center.x = (float)((double)o.x + width / 2);
        c.center.y = (float)((double)o.y + depth / 2);
        c.center.z = (float)((double)o.z + most + 0.5 + (above ? 2 : -2) * slack);
        const double over = ((double)c.center.z - 0.5) - ((double)o.z + most);
        const bool hit = collide_cylinder_terrain(&c, t);
        FUZZ_CHECK(hit ? most >= least && over < slack : most < least || over > -slack);
    }
}

// Some cells, from any on.
static void use_terrain(fuzz_input *in, const collide_terrain *t) {
    const size_t columns = t->grid.columns - 1, cells = columns * (t->grid.rows - 1);
    const size_t first = (size_t)fuzz_take(in, 2);
    for (size_t k = 0; k < 40 && k < cells; ++k) {
        const size_t at = (first + 37 * k) % cells;
        check_cell(t, at % columns, at / columns);
    }
    check_highest(t);
}

// Heights of a rectangle change; then the terrain is as one built anew, or as it was.
static void change(fuzz_input *in, collide_terrain *t, const array *heights) {
    const collide_heights *g = &t->grid;
    const size_t size = (size_t)t->size;
    const unsigned flags = (unsigned)fuzz_take(in, 1);
    size_t column = hostile(in), row = hostile(in), columns = hostile(in), rows = hostile(in);
    if (flags % 8) { // within the grid
        column %= g->columns;
        row %= g->rows;
        if (flags & 64) { // where squares begin
            column -= column % 16;
            row -= row % 16;
        }
        columns %= g->columns - column + 1;
        rows %= g->rows - row + 1;
    }
    const bool within = column < g->columns && columns <= g->columns - column && row < g->rows &&
                        rows <= g->rows - row;
    char *kept = (char *)malloc(heights->bytes + size);
    if (!kept)
        abort();
    memcpy(kept, heights->data, heights->bytes);
    memcpy(kept + heights->bytes, t, size);
    for (size_t k = flags / 8 % 8; k > 0 && within && columns && rows; --k) {
        const size_t at = (size_t)fuzz_take(in, 2) % (columns * rows);
        char *p = (char *)heights->data + (row + at / columns) * g->row_stride;
        const float number = fuzz_number(in, -4);
        const int16_t whole = (int16_t)(kinds_bits(number) >> 16);
        if (g->int16)
            memcpy(p + (column + at % columns) * sizeof whole, &whole, sizeof whole);
        else
            memcpy(p + (column + at % columns) * sizeof number, &number, sizeof number);
    }
    const bool valid = within && vertices_valid(g, column, row, columns, rows);
    const collide_status status = collide_terrain_update(t, column, row, columns, rows);
    FUZZ_CHECK((status == COLLIDE_OK) == valid);
    if (valid) {
        void *memory = kinds_guarded(size);
        collide_terrain *fresh = NULL;
        FUZZ_CHECK(collide_terrain_build(&fresh, memory, size, g) == COLLIDE_OK);
        FUZZ_CHECK(memcmp(t, fresh, size) == 0);
        kinds_guarded_free(memory, size);
    } else {
        FUZZ_CHECK(memcmp(t, kept + heights->bytes, size) == 0);
        memcpy(heights->data, kept, heights->bytes);
    }
    free(kept);
}

static void terrain(const struct packer *p, fuzz_input *in) {
    const unsigned flags = (unsigned)fuzz_take(in, 1);
    collide_heights grid;
    bool absent = false;
    (void)p;
    memset(&grid, 0, sizeof grid);
    grid.columns = hostile(in);
    grid.rows = hostile(in);
    grid.int16 = flags & 1;
    grid.other_diagonal = flags >> 1 & 1;
    grid.has_hole = flags >> 2 & 1;
    if (flags & 8)
        absent = fuzz_take(in, 1) > 250;
    grid.hole = (int16_t)(flags & 4 ? fuzz_take(in, 2) : 0);
    grid.dx = fuzz_number(in, 0.25f);
    grid.dy = fuzz_number(in, 0.25f);
    if (flags & 16) {
        grid.scale = fuzz_number(in, -4);
        grid.offset = fuzz_number(in, -4);
        grid.origin.x = fuzz_number(in, -4);
        grid.origin.y = fuzz_number(in, -4);
        grid.origin.z = fuzz_number(in, -4);
    }
    const size_t element = grid.int16 ? sizeof(int16_t) : sizeof(float);
    if (flags & 32)
        grid.row_stride = hostile(in);
    if (grid.row_stride && grid.row_stride < 64) // mostly a gap
        grid.row_stride += grid.columns * element;
    collide_heights full = grid; // with defaults
    full.row_stride = grid.row_stride ? grid.row_stride : grid.columns * element;
    size_t needed = collide_terrain_size(grid.columns, grid.rows);
    if (needed && needed <= 2 * MOST_BYTES && product_fits(grid.rows, full.row_stride) &&
        array_bytes(grid.rows, full.row_stride, grid.columns * element) > MOST_BYTES) {
        grid.columns = 2 + grid.columns % 100; // it would be read
        grid.rows = 2 + grid.rows % 100;
        grid.row_stride %= 600;
        full.row_stride = grid.row_stride ? grid.row_stride : grid.columns * element;
        needed = collide_terrain_size(grid.columns, grid.rows);
    }
    const buffer b = buffer_of(in, needed);
    const size_t width = grid.columns * element;
    const size_t bytes = array_bytes(grid.rows, full.row_stride, width);
    const array a = array_of(in, bytes, flags / 64);
    const bool there = needed && bytes <= MOST_BYTES && full.row_stride >= width;
    for (size_t j = 0; there && j < grid.rows && !grid.int16; ++j)
        for (size_t i = 0; i < grid.columns; ++i) {
            char *at = (char *)a.data + j * full.row_stride + i * sizeof(float);
            const float height = fuzz_height(read_float(at, 0), flags / 64);
            memcpy(at, &height, sizeof height);
        }
    grid.heights = absent ? NULL : a.data;
    full.columns = grid.columns;
    full.rows = grid.rows;
    full.heights = a.data;
    full.scale = grid.scale < 0 || grid.scale > 0 ? grid.scale : 1;
    collide_terrain *t = (collide_terrain *)(void *)b.memory;
    const collide_status status = collide_terrain_build(&t, b.memory, b.size, &grid);
    const bool valid = there && !absent && buffer_serves(&b, needed) && is_finite(grid.scale) &&
                       is_finite(grid.offset) && is_finite(grid.origin.x) &&
                       is_finite(grid.origin.y) && is_finite(grid.origin.z) && is_finite(grid.dx) &&
                       grid.dx >= 0x1p-60f && grid.dx <= 0x1p60f && is_finite(grid.dy) &&
                       grid.dy >= 0x1p-60f && grid.dy <= 0x1p60f &&
                       vertices_valid(&full, 0, 0, grid.columns, grid.rows);
    FUZZ_CHECK((status == COLLIDE_OK) == valid && (t != NULL) == valid);
    if (valid) {
        FUZZ_CHECK((char *)t == b.memory && t->size == needed);
        FUZZ_CHECK(t->grid.heights == a.data && t->grid.row_stride == full.row_stride);
        use_terrain(in, t);
        for (size_t k = (size_t)fuzz_take(in, 1) % 4; k > 0; --k) {
            change(in, t, &a);
            use_terrain(in, t);
        }
        FUZZ_CHECK(collide_terrain_open(&t, b.memory, b.size, &grid) == COLLIDE_OK);
        for (const char *end = b.memory + needed; end < b.base + b.real; ++end)
            FUZZ_CHECK((uint8_t)*end == 0xa5);
    } else {
        check_untouched(&b);
    }
    buffer_free(&b);
    kinds_guarded_free(a.data, a.bytes);
}

// What is packed, builder, then what it takes: below 208 a kind of k-DOP, below 224 terrain and its
// cylinders, then the others.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    typedef void (*builder)(const struct packer *p, fuzz_input *in);
    static const builder kdops[4] = {points, arrays, mesh, open_bytes};
    static const builder convexes[4] = {convex_arrays, convex_mesh, convex_points, convex_bytes};
    fuzz_input in = {data, size};
    collide_work = 0;
    const unsigned x = (unsigned)fuzz_take(&in, 1), what = x % 4, how = x / 4 % 4;
    if (x < 208) {
        const struct packer p = packer_of_kind(&kinds[what]);
        (x >= 192 ? shapes : kdops[how])(&p, &in);
    } else if (x < 224 && what < 3) {
        terrain(NULL, &in);
    } else if (x >= 224 && what == 3) {
        convexes[how](NULL, &in);
    } else {
        const unsigned type = what == 3 && x >= 216   ? PACK_SPLINE
                              : what == 3             ? PACK_CYLINDER
                              : what == 2 && x >= 248 ? PACK_AABB
                              : what == 2 && x >= 240 ? PACK_SPHERE
                                                      : what;
        const struct packer p = packer_of_type(&pack_types[type]);
        const builder typed[4] = {arrays, arrays, p.build_mesh ? mesh : arrays, open_bytes};
        typed[how](&p, &in);
    }
    fuzz_worked(MOST_WORK);
    return 0;
}
