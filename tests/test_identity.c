// Bit identity of the queries in bench/queries.h, but of those of cables (test_cable_lists.c):
// every batch gives on every instruction set what loops over single calls give, writes nothing
// else, and reads nothing behind its input.
#include "test.h"

#include "kinds.h"

enum input_class { RANDOM, GRID, NEAR, SPECIAL, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {"random", "grid", "near", "special"};

// m objects a and n objects b as arrays and as packs, with the answers of all single calls.
struct scene {
    const bits_query *query;
    const struct pack_type *type_a, *type_b;
    enum input_class input;
    bool sorted;
    size_t m, n;
    float *a, *b;
    void *pack_a, *pack_b; // NULL if there are none
    uint8_t *ab, *bb;      // answers for a[i] and b[j] at [i * n + j]; if of one type b[i] and b[j]
};

// ---- inputs ----------------------------------------------------------------------------------

// Sizes of b; small sizes meet 67 - n of a, so that all sizes of a and no objects at all occur too.
static size_t scene_size(size_t i, size_t *m) {
    static const size_t large[][2] = {{255, 17}, {256, 33},  {257, 16},
                                      {300, 48}, {513, 257}, {1040, 40}};
    if (i < 68) {
        *m = 67 - i;
        return i;
    }
    // As many on both sides are for the full tier.
    *m = large[i - 68][1] > 64 && kinds_tier() < 2 ? 64 : large[i - 68][1];
    return large[i - 68][0];
}
#define SIZE_COUNT 74

static void make_random(const struct kind *k, inputs_random *r, float size, float *out) {
    collide_vec3 corner[8];
    inputs_corners(r, size, corner);
    k->from_points(out, corner, 8, 0);
}

static void make_grid(const struct kind *k, inputs_random *r, float *out) {
    float p[9];
    for (int i = 0; i < 9; ++i)
        p[i] = (float)kinds_below(r, 8);
    if (inputs_next(r) >> 63) {
        const collide_triangle t = {{{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}}};
        k->from_triangle(out, &t);
    } else {
        const float w = (float)kinds_below(r, 3), h = (float)kinds_below(r, 3);
        const collide_aabb box = {{p[0], p[1], p[2]}, {p[0] + w, p[1] + h, p[2] + w}};
        k->from_aabb(out, &box);
    }
}

// Bounds that are equal or a few units in the last place apart; those of row 1 round zero.
static void make_near(const struct kind *k, inputs_random *r, float *out) {
    for (int i = 0; i < k->rows; ++i) {
        const uint32_t lo = kinds_below(r, 4), up = 5 - kinds_below(r, 4), hi = up < lo ? lo : up;
        const uint32_t bound[2] = {lo, hi};
        for (int j = 0; j < 2; ++j) {
            const uint32_t step = bound[j];
            float x = kinds_float(0x3f7ffffdu + ((uint32_t)i << 23) + step);
            if (i == 1)
                x = step < 3 ? -kinds_float(3 - step) : kinds_float(step - 3);
            if (i == 2)
                x = -kinds_float(0x3f800002u - step);
            out[i + j * k->rows] = x;
        }
    }
    if (kinds_below(r, 64) == 0) // far from the rest, whose short numbers are then all equal
        out[kinds_below(r, (uint32_t)k->rows)] = -1e5f;
}

// Sets row i to [min, max].
static void set_row(const struct kind *k, float *out, int i, float min, float max) {
    out[i] = min;
    out[i + k->rows] = max;
}

// Half of them random; NaN, infinite, empty, tiny and huge rows in the others. Returns the type.
static uint32_t make_special(const struct kind *k, inputs_random *r, float size, float *out) {
    static const uint32_t nans[4] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu};
    const uint32_t type = kinds_below(r, 16), nan = nans[kinds_below(r, 4)];
    const int row = (int)kinds_below(r, (uint32_t)k->rows);
    const float inf = kinds_float(0x7f800000u), max = kinds_float(0x7f7fffffu);
    make_random(k, r, size, out);
    switch (type) {
    case 8:
        for (int i = 0; i < k->kind; ++i)
            memcpy(&out[i], &nan, sizeof nan);
        break;
    case 9:
        memcpy(&out[kinds_below(r, (uint32_t)k->kind)], &nan, sizeof nan);
        break;
    case 10:
        k->empty(out);
        break;
    case 11:
        set_row(k, out, row, inf, inf);
        break;
    case 12:
        for (int i = 0; i < k->rows; ++i)
            switch (kinds_below(r, 3)) {
            case 0:
                out[i] = -inf;
                break;
            case 1:
                out[i + k->rows] = inf;
                break;
            }
        break;
    case 13:
        for (int i = 0; i < k->rows; ++i)
            set_row(k, out, i, -inf, inf);
        if (inputs_next(r) >> 63)
            set_row(k, out, row, inputs_next(r) >> 63 ? inf : -max, inf);
        break;
    case 14: // round zero, of denormal width, and signed zeros
        for (int i = 0; i < k->rows; ++i)
            set_row(k, out, i, -kinds_float(kinds_below(r, 3)), kinds_float(kinds_below(r, 3)));
        if (inputs_next(r) >> 63)
            set_row(k, out, row, kinds_float(2), kinds_float(5));
        break;
    case 15:
        for (int i = 0; i < k->rows; ++i)
            set_row(k, out, i, -max, max);
        if (inputs_next(r) >> 63)
            set_row(k, out, row, kinds_float(0x7f7ffff0u), max);
        break;
    }
    return type;
}

static uint32_t make_kdop(const struct kind *k, enum input_class input, inputs_random *r,
                          float size, float *out) {
    if (input == SPECIAL)
        return make_special(k, r, size, out);
    if (input == NEAR)
        make_near(k, r, out);
    else if (input == GRID)
        make_grid(k, r, out);
    else
        make_random(k, r, size, out);
    return 0;
}

// Of other types: points in the cube, or on a grid; half of the special ones with a number or with
// all that no builder takes, or huge, or denormal. Boxes keep their axes. Returns the type.
static uint32_t make_other(const struct pack_type *t, enum input_class input, inputs_random *r,
                           float size, float *out) {
    static const uint32_t odd[8] = {0x7fc00000u, 0xffffffffu, 0x7f800000u, 0xff800000u,
                                    0x7f7fffffu, 0x00000001u, 0x80000000u, 0xff7fffffu};
    const uint32_t type = kinds_below(r, 16), number = odd[kinds_below(r, 8)];
    const size_t open = t->floats == 15 ? 3 : t->floats; // numbers that may be anything
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, 0, size));
    const float step = input == NEAR ? 0.5f : 1,
                at[3] = {pose.position.x, pose.position.y, pose.position.z};
    const bool grid = input == GRID || input == NEAR;
    for (size_t i = 0; i < t->floats; ++i)
        out[i] = grid ? step * (float)kinds_below(r, 8) : at[i % 3] + inputs_uniform(r, -2, 2);
    if (t->floats == 4 || t->floats == 7) // the radius
        out[t->floats - 1] = grid ? step * (float)kinds_below(r, 3) : inputs_uniform(r, 0, 2);
    if (t->floats == 6) // boxes, some of them empty
        for (size_t i = 0; i < 3; ++i)
            out[3 + i] =
                out[i] + (grid ? step * (float)kinds_below(r, 3) : inputs_uniform(r, -0.25f, 4));
    if (t->floats == 15) {
        for (size_t i = 3; i < 6; ++i)
            out[i] = grid ? step * (float)kinds_below(r, 3) : inputs_uniform(r, 0, 2);
        memcpy(out + 6, pose.axis, sizeof pose.axis);
    }
    if (input != SPECIAL || type < 8)
        return 0;
    for (size_t i = 0; i < open; ++i)
        if (type >= 14) // products overflow, or are denormal
            out[i] *= type == 14 ? 1e30f : 1e-30f;
        else if (type >= 12)
            memcpy(&out[i], &number, sizeof number);
    if (type < 12)
        memcpy(&out[kinds_below(r, (uint32_t)open)], &number, sizeof number);
    return type;
}

static const struct kind *kind_of(const struct pack_type *t) {
    for (size_t i = 0; i < 4; ++i)
        if (strncmp(t->name, "kdop", 4) == 0 && kinds[i].bytes == t->bytes)
            return &kinds[i];
    return NULL;
}

static void make_items(const struct scene *s, const struct pack_type *t, inputs_random *r,
                       float *items, size_t n) {
    const struct kind *k = kind_of(t);
    const size_t floats = t->floats;
    inputs_key *keys = (inputs_key *)calloc(n + 1, sizeof *keys);
    float *drawn = (float *)calloc(n + 1, t->bytes);
    float size = 2;
    while ((double)size * (double)size * (double)size < 6.0 * (double)s->n)
        size += 1;
    for (size_t i = 0; i < n; ++i) {
        float *item = drawn + i * floats;
        keys[i].index = (uint32_t)i;
        keys[i].key =
            k ? make_kdop(k, s->input, r, size, item) : make_other(t, s->input, r, size, item);
        if (s->input == RANDOM || s->input == GRID) {
            const collide_vec3 corner = {item[0], item[1], item[2]};
            keys[i].key = inputs_morton(corner, size > 8 ? size : 8);
        }
    }
    if (s->sorted) // by place, or by type, so that whole blocks are NaN or empty
        qsort(keys, n, sizeof *keys, inputs_compare_keys);
    for (size_t i = 0; i < n; ++i)
        memcpy(items + i * floats, drawn + keys[i].index * floats, t->bytes);
    free(drawn);
    free(keys);
}

// Builders refuse NaN, so it is written to the rows afterwards, where the header says they are,
// with the short numbers that the lanes behind the last object have.
static void *make_kdop_pack(const struct kind *k, const float *items, size_t n) {
    const size_t size = k->pack_size(n), floats = (size_t)k->kind, rows = (size_t)k->rows;
    if (n == 0)
        return NULL;
    void *memory = kinds_guarded(size), *pack = NULL;
    float *clean = (float *)calloc(n, k->bytes);
    memcpy(clean, items, n * k->bytes);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < rows; ++j) {
            float *min = clean + i * floats + j, *max = min + rows;
            *min = *min == *min ? *min : *max == *max ? *max : 0;
            *max = *max == *max ? *max : *min;
        }
    assert_int_equal(k->pack_build(&pack, memory, size, clean, n, 0), COLLIDE_OK);
    free(clean);
    collide_kdop_pack header;
    memcpy(&header, pack, sizeof header);
    for (size_t i = 0; i < n; ++i) {
        const float *item = items + i * floats;
        float back[KINDS_MAX_FLOATS];
        for (size_t j = 0; j < floats; ++j) {
            const size_t row = j % rows, block = i / 16;
            const size_t per_block = row < 3 ? 6 : floats - 6;
            const size_t in_block = 2 * row - (row < 3 ? 0 : 6) + (j >= rows);
            const int16_t nothing = j < rows ? INT16_MAX : INT16_MIN;
            char *at = (char *)pack +
                       (row < 3 ? header.inside.axis_offset : header.inside.diagonal_offset);
            char *short_at = (char *)pack;
            short_at += row < 3 ? header.inside.quantized_axis_offset
                                : header.inside.quantized_diagonal_offset;
            if (item[j] == item[j])
                continue;
            memcpy(at + (block * per_block + in_block) * 64 + i % 16 * 4, &item[j], 4);
            memcpy(short_at + (block / 2 * per_block + in_block) * 64 + i % 32 * 2, &nothing, 2);
        }
        k->pack_get(back, pack, i);
        if (item[0] == item[0]) // else it reads as empty
            assert_memory_equal(back, item, k->bytes);
    }
    return pack;
}

// The same for rows of floats.
static void *make_pack(const struct pack_type *t, const float *items, size_t n) {
    const struct kind *k = kind_of(t);
    if (k || n == 0)
        return k ? make_kdop_pack(k, items, n) : NULL;
    const size_t size = t->size(n);
    void *memory = kinds_guarded(size), *pack = NULL;
    float *clean = (float *)calloc(n, t->bytes);
    const collide_obb box = {{0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    collide_pack header;
    for (size_t i = 0; i < n; ++i) // of all types the first zeros will do
        memcpy(clean + i * t->floats,
               packs_valid(t, items + i * t->floats) ? (const void *)(items + i * t->floats) : &box,
               t->bytes);
    assert_int_equal(t->build(&pack, memory, size, clean, n, 0), COLLIDE_OK);
    free(clean);
    memcpy(&header, pack, sizeof header);
    for (size_t i = 0; i < n * t->floats; ++i)
        memcpy((char *)pack + header.inside.offset +
                   (i / t->floats / 16 * t->floats + i % t->floats) * 64 + i / t->floats % 16 * 4,
               items + i, 4);
    return pack;
}

static bool asks(const bits_query *q, const float *a, size_t i, const float *b, size_t j) {
    return q->single(a + i * (q->a_bytes / 4), b + j * (q->b_bytes / 4));
}

static struct scene make_scene(const bits_query *q, enum input_class input, bool sorted, size_t m,
                               size_t n, uint64_t seed) {
    const struct pack_type *t = packs_type(q->a), *u = packs_type(q->b);
    struct scene s = {q, t, u, input, sorted, m, n, NULL, NULL, NULL, NULL, NULL, NULL};
    inputs_random r = inputs_seed(seed * 1000003 + n * 16 + (size_t)input * 2 + sorted);
    s.a = (float *)kinds_guarded(m * t->bytes);
    s.b = (float *)kinds_guarded(n * u->bytes);
    make_items(&s, t, &r, s.a, m);
    make_items(&s, u, &r, s.b, n);
    s.pack_a = make_pack(t, s.a, m);
    s.pack_b = make_pack(u, s.b, n);
    s.ab = (uint8_t *)malloc(m * n + 1);
    s.bb = (uint8_t *)malloc(n * n + 1);
    for (size_t i = 0; i < m; ++i)
        for (size_t j = 0; j < n; ++j)
            s.ab[i * n + j] = asks(q, s.a, i, s.b, j);
    for (size_t i = 0; i < n && t == u && (q->pairs || q->self_indices); ++i)
        for (size_t j = 0; j < n; ++j)
            s.bb[i * n + j] = asks(q, s.b, i, s.b, j);
    return s;
}

static void free_scene(struct scene *s) {
    kinds_guarded_free(s->a, s->m * s->type_a->bytes);
    kinds_guarded_free(s->b, s->n * s->type_b->bytes);
    kinds_guarded_free(s->pack_a, s->type_a->size(s->m));
    kinds_guarded_free(s->pack_b, s->type_b->size(s->n));
    free(s->ab);
    free(s->bb);
}

// Scenes of one query and seed are kept until another one is asked for.
static struct scene scenes[SIZE_COUNT * CLASS_COUNT * 2];
static size_t scene_count;

static void scenes_for(const bits_query *q, uint64_t seed) {
    static const bits_query *made;
    static uint64_t made_seed;
    if (made == q && made_seed == seed)
        return;
    while (scene_count > 0)
        free_scene(&scenes[--scene_count]);
    collide_isa_limit(COLLIDE_ISA_SCALAR); // answers are of the definition
    for (size_t i = 0; i < SIZE_COUNT; ++i)
        for (int input = 0; input < CLASS_COUNT; ++input)
            for (int sorted = 0; sorted < 2; ++sorted) {
                size_t m = 0;
                const size_t n = scene_size(i, &m);
                // Large ones take long: sorted ones and ordinary ones are for the full tier.
                if (n > 300 && sorted + (input != SPECIAL) > 0 && kinds_tier() < 2)
                    continue;
                // So are most of the others, sorted: sorting skips blocks of many.
                if (n != 300 && (i >= 68 || i % 4 != 0) && sorted && input != SPECIAL &&
                    kinds_tier() < 2)
                    continue;
#ifdef COLLIDE_TEST_SANITIZED // the order decides which blocks are skipped: of NaN, if any
                if (sorted && input != SPECIAL)
                    continue;
#endif
                scenes[scene_count++] = make_scene(q, (enum input_class)input, sorted, m, n, seed);
            }
    made = q;
    made_seed = seed;
}

// ---- output and its guards -------------------------------------------------------------------

#define GUARD 260 // bytes before and behind an output; keeps it from being aligned by accident
static unsigned char *arena;
static size_t arena_size;

static void *out_new(size_t bytes) {
    if (arena_size < bytes + 2 * GUARD) {
        arena_size = 2 * bytes + 2 * GUARD;
        free(arena);
        arena = (unsigned char *)malloc(arena_size);
    }
    memset(arena, 0xa5, bytes + 2 * GUARD);
    return arena + GUARD;
}

static const char *entry_name;

static void complain(const struct scene *s, const char *what, size_t i, size_t j, size_t got,
                     size_t expected) {
    fail_msg("%s %s %s, %s %s, %zu against %zu: query %zu, object %zu: "
             "%s is %zu, should be %zu",
             collide_isa_text(collide_isa()), s->query->name, entry_name, class_names[s->input],
             s->sorted ? "sorted" : "unsorted", s->m, s->n, i, j, what, got, expected);
}

static void out_check(const struct scene *s, size_t query, size_t bytes) {
    static unsigned char untouched[GUARD];
    if (!untouched[0])
        memset(untouched, 0xa5, GUARD);
    if (memcmp(arena, untouched, GUARD) == 0 &&
        memcmp(arena + GUARD + bytes, untouched, GUARD) == 0)
        return;
    for (size_t i = 0; i < GUARD; ++i) {
        if (arena[i] != 0xa5)
            complain(s, "a byte before the output", query, GUARD - i, arena[i], 0xa5);
        if (arena[GUARD + bytes + i] != 0xa5)
            complain(s, "a byte behind the output", query, i, arena[GUARD + bytes + i], 0xa5);
    }
}

// Words of n hit bits against a row of answers. Returns the number of hits that are right.
static size_t check_words(const struct scene *s, size_t query, const uint16_t *bits,
                          const uint8_t *answers, size_t n) {
    size_t hits = 0;
    for (size_t j = 0; j < COLLIDE_BLOCKS(n) * 16; ++j) {
        const unsigned bit = bits[j / 16] >> j % 16 & 1u, right = j < n ? answers[j] : 0;
        if (bit != right)
            complain(s, j < n ? "the hit bit" : "the padding bit", query, j, bit, right);
        hits += right;
    }
    return hits;
}

static void check_count(const struct scene *s, size_t query, size_t hits, size_t right) {
    if (hits != right)
        complain(s, "the number of hits", query, s->n, hits, right);
}

// Capacities of a list: none, one, half, all but one, all, more.
#define CAPACITY_COUNT 6
static size_t capacity_of(size_t i, size_t hits) {
    const size_t capacity[CAPACITY_COUNT] = {0, 1, hits / 2, hits - (hits > 0), hits, hits + 21};
    return capacity[i];
}

// The last bytes before a page that traps, in one of three places.
static void *tail(int place, size_t bytes) {
    static char *memory[3];
    const size_t size = (size_t)1 << 20;
    assert_true(bytes <= size);
    if (!memory[place])
        memory[place] = (char *)kinds_guarded(size);
    return memory[place] + size - bytes;
}

// A copy of n objects at a stride; the last one ends where memory does.
static float *strided(const struct pack_type *t, int place, const float *items, size_t n,
                      size_t stride) {
    const size_t size = n ? (n - 1) * stride + t->bytes : 0;
    char *copy = (char *)tail(place, size);
    memset(copy, 0xff, size);
    for (size_t i = 0; i < n; ++i)
        memcpy(copy + i * stride, items + i * t->floats, t->bytes);
    return (float *)(void *)copy;
}

// ---- entries ---------------------------------------------------------------------------------

static void check_single(const struct scene *s) {
    for (size_t i = 0; i < s->m; ++i)
        for (size_t j = 0; j < s->n; ++j) {
            const bool hit = asks(s->query, s->a, i, s->b, j);
            if (hit != s->ab[i * s->n + j])
                complain(s, "the answer", i, j, hit, !hit);
        }
}

static void check_many(const struct scene *s) {
    const size_t bytes = COLLIDE_BLOCKS(s->n) * sizeof(uint16_t);
    for (size_t i = 0; i < s->m; ++i) {
        uint16_t *bits = (uint16_t *)out_new(bytes);
        const size_t hits = s->query->many(s->a + i * s->type_a->floats, s->pack_b, bits);
        check_count(s, i, hits, check_words(s, i, bits, s->ab + i * s->n, s->n));
        out_check(s, i, bytes);
    }
}

static void check_many_indices(const struct scene *s) {
    for (size_t i = 0; i < s->m; ++i) {
        const uint8_t *answers = s->ab + i * s->n;
        size_t right = 0;
        for (size_t j = 0; j < s->n; ++j)
            right += answers[j];
        for (size_t c = 0; c < CAPACITY_COUNT; ++c) {
            if (kinds_tier() < 2 && s->n > 67 && c != i % CAPACITY_COUNT)
                continue; // each capacity with some of the queries
            const size_t capacity = capacity_of(c, right);
            const size_t list = capacity < right ? capacity : right;
            uint32_t *indices = (uint32_t *)out_new(list * sizeof *indices);
            const size_t hits = s->query->many_indices(s->a + i * s->type_a->floats, s->pack_b,
                                                       capacity ? indices : NULL, capacity);
            for (size_t j = 0, k = 0; k < list; ++j)
                if (answers[j]) {
                    if (indices[k] != j)
                        complain(s, "the index", i, j, indices[k], j);
                    ++k;
                }
            check_count(s, i, hits, right);
            out_check(s, i, list * sizeof *indices);
        }
    }
}

static void check_lanes(const struct scene *s) {
    const size_t n = s->m < s->n ? s->m : s->n, bytes = COLLIDE_BLOCKS(n) * sizeof(uint16_t);
    uint8_t *answers = (uint8_t *)calloc(n + 1, 1);
    for (int swap = 0; swap < (s->type_a == s->type_b ? 2 : 1); ++swap) {
        size_t right = 0;
        for (size_t i = 0; i < n; ++i)
            answers[i] = s->ab[i * s->n + i];
        uint16_t *bits = (uint16_t *)out_new(bytes);
        const size_t hits =
            s->query->lanes(swap ? s->pack_b : s->pack_a, swap ? s->pack_a : s->pack_b, bits);
        right = check_words(s, 0, bits, answers, n);
        check_count(s, 0, hits, right);
        out_check(s, 0, bytes);
    }
    free(answers);
}

static void check_pairs(const struct scene *s) {
    static const uint32_t far[4] = {0, 1, 0x80000000u - 1, UINT32_MAX};
    const struct pack_type *t = s->type_a, *u = s->type_b;
    const size_t steps[3] = {0, 4, 52};
    const size_t limit = s->n > 300 ? 300 : 36;
    for (size_t n = 0; n < limit; ++n) {
        inputs_random r = inputs_seed(n * 7919 + s->n);
        const size_t bytes = COLLIDE_BLOCKS(n) * sizeof(uint16_t);
        const size_t a_stride = n % 3 ? t->bytes + steps[n % 3] : 0;
        const size_t b_stride = n / 3 % 3 ? u->bytes + steps[n / 3 % 3] : 0;
        const bool same = t == u && n % 5 == 4 && s->m > 0; // a is b
        const size_t a_count = same ? s->n : s->m;
        float *b = strided(u, 0, s->b, s->n, b_stride ? b_stride : u->bytes);
        float *a = same ? b : strided(t, 1, s->a, s->m, a_stride ? a_stride : t->bytes);
        collide_pair *pairs = (collide_pair *)tail(2, n * sizeof *pairs);
        uint8_t *answers = (uint8_t *)calloc(n + 1, 1);
        for (size_t i = 0; i < n; ++i) {
            const uint32_t bad = kinds_below(&r, 16), beyond = far[kinds_below(&r, 4)];
            pairs[i].a = a_count ? kinds_below(&r, (uint32_t)a_count) : 0;
            pairs[i].b = s->n ? kinds_below(&r, (uint32_t)s->n) : 0;
            if (bad == 0 || bad == 2) // wraps to UINT32_MAX at most
                pairs[i].a = beyond < 2 ? (uint32_t)a_count + beyond : beyond;
            if (bad == 1 || bad == 2)
                pairs[i].b = beyond < 2 ? (uint32_t)s->n + beyond : beyond;
            if (pairs[i].a < a_count && pairs[i].b < s->n)
                answers[i] = (same ? s->bb : s->ab)[pairs[i].a * s->n + pairs[i].b];
        }
        uint16_t *bits = (uint16_t *)out_new(bytes);
        const size_t hits = s->query->pairs(a, a_count, same ? b_stride : a_stride, b, s->n,
                                            b_stride, pairs, n, bits);
        check_count(s, n, hits, check_words(s, n, bits, answers, n));
        out_check(s, n, bytes);
        free(answers);
    }
}

static void check_all(const struct scene *s) {
    const struct pack_type *t = s->type_a;
    const size_t strides[3] = {0, t->bytes + 4, t->bytes + 52}, blocks = COLLIDE_BLOCKS(s->n);
    const size_t bytes = s->m * blocks * sizeof(uint16_t), stride = strides[s->m % 3];
    size_t right = 0;
    float *a = strided(t, 1, s->a, s->m, stride ? stride : t->bytes);
    uint16_t *bits = (uint16_t *)out_new(bytes);
    const size_t hits = s->query->all(a, s->m, stride, s->pack_b, bits);
    for (size_t i = 0; i < s->m; ++i)
        right += check_words(s, i, bits + i * blocks, s->ab + i * s->n, s->n);
    check_count(s, s->m, hits, right);
    out_check(s, s->m, bytes);
}

// All pairs in the order of the header: 16 of a against so many of b at a time, then i, then j.
static size_t list_pairs(const uint8_t *answers, size_t m, size_t n, size_t columns, bool self,
                         collide_pair *list) {
    size_t count = 0;
    for (size_t p = 0; p < m; p += 16)
        for (size_t q = 0; q < n; q += columns)
            for (size_t i = p; i < p + 16 && i < m; ++i)
                for (size_t j = q; j < q + columns && j < n; ++j)
                    if (answers[i * n + j] && (!self || i < j)) {
                        list[count].a = (uint32_t)i;
                        list[count++].b = (uint32_t)j;
                    }
    return count;
}

static void check_lists(const struct scene *s, bool self) {
    const size_t m = self ? s->n : s->m;
    collide_pair *list = (collide_pair *)malloc((m * s->n + 1) * sizeof *list);
    const size_t right = list_pairs(self ? s->bb : s->ab, m, s->n, s->query->columns, self, list);
    for (size_t c = 0; c < CAPACITY_COUNT; ++c) {
        const size_t capacity = capacity_of(c, right), count = capacity < right ? capacity : right;
        collide_pair *pairs = (collide_pair *)out_new(count * sizeof *pairs);
        collide_pair *out = capacity ? pairs : NULL;
        const size_t hits = self ? s->query->self_indices(s->pack_b, out, capacity)
                                 : s->query->all_indices(s->pack_a, s->pack_b, out, capacity);
        for (size_t i = 0; i < count; ++i) {
            if (pairs[i].a != list[i].a)
                complain(s, "the pair's a", list[i].a, list[i].b, pairs[i].a, list[i].a);
            if (pairs[i].b != list[i].b)
                complain(s, "the pair's b", list[i].a, list[i].b, pairs[i].b, list[i].b);
        }
        check_count(s, m, hits, right);
        out_check(s, m, count * sizeof *pairs);
    }
    free(list);
}

static void check_all_indices(const struct scene *s) {
    check_lists(s, false);
}

static void check_self_indices(const struct scene *s) {
    check_lists(s, true);
}

// ---- the table of tests ----------------------------------------------------------------------

struct entry {
    const char *name;
    void (*check)(const struct scene *s);
};

static const struct entry entries[] = {{"single", check_single},
                                       {"many", check_many},
                                       {"many_indices", check_many_indices},
                                       {"lanes", check_lanes},
                                       {"pairs", check_pairs},
                                       {"all", check_all},
                                       {"all_indices", check_all_indices},
                                       {"self_indices", check_self_indices}};
#define ENTRY_COUNT (sizeof entries / sizeof entries[0])

// Whether a query has the form of entry e; other tests ask those of cables and terrain.
static bool has(const bits_query *q, size_t e) {
    const bool forms[ENTRY_COUNT] = {true,
                                     q->many != NULL,
                                     q->many_indices != NULL,
                                     q->lanes != NULL,
                                     q->pairs != NULL,
                                     q->all != NULL,
                                     q->all_indices != NULL,
                                     q->self_indices != NULL};
    return forms[e] && !q->pack_first && strcmp(q->a, "spline") != 0;
}

struct run {
    const bits_query *query;
    const struct entry *entry;
    collide_isa_id isa;
    uint64_t seed;
    char name[64];
};

static void test_run(void **state) {
    const struct run *run = (const struct run *)*state;
    scenes_for(run->query, run->seed);
    assert_int_equal(collide_isa_limit(run->isa), run->isa);
    entry_name = run->entry->name;
    for (size_t i = 0; i < scene_count; ++i)
        run->entry->check(&scenes[i]);
    collide_isa_limit(COLLIDE_ISA_COUNT);
}

static int restore_isa(void **state) {
    (void)state;
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return 0;
}

// Inputs that decide nothing would prove nothing.
static void test_scenes_have_hits_and_misses(void **state) {
    (void)state;
    for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q) {
        size_t tests[CLASS_COUNT] = {0}, hits[CLASS_COUNT] = {0};
        if (!has(q, 0))
            continue;
        scenes_for(q, 1);
        for (size_t i = 0; i < scene_count; ++i) {
            const struct scene *s = &scenes[i];
            for (size_t j = 0; j < s->m * s->n; ++j)
                hits[s->input] += s->ab[j];
            tests[s->input] += s->m * s->n;
        }
        for (int i = 0; i < CLASS_COUNT; ++i) {
            const double rate = (double)hits[i] / (double)tests[i];
            print_message("# %s %s: %.4f of %zu pairs overlap\n", q->name, class_names[i], rate,
                          tests[i]);
            assert_true(rate > 0.005 && rate < 0.95);
        }
    }
}

static void test_isa_limit(void **state) {
    (void)state;
    const collide_isa_id best = collide_isa_limit(COLLIDE_ISA_COUNT);
    assert_int_equal(collide_isa(), best);
    assert_int_equal(collide_isa_limit(COLLIDE_ISA_SCALAR), COLLIDE_ISA_SCALAR);
    assert_int_equal(collide_isa(), COLLIDE_ISA_SCALAR);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = collide_isa_limit((collide_isa_id)i);
        assert_int_equal(collide_isa(), isa);
        assert_true((int)isa <= i);
    }
    assert_int_equal(collide_isa_limit(COLLIDE_ISA_COUNT), best);
}

#define SEED_COUNT 5
static struct run runs[SEED_COUNT * BITS_COUNT * COLLIDE_ISA_COUNT * ENTRY_COUNT];
static struct CMUnitTest tests[2 + SEED_COUNT * BITS_COUNT * COLLIDE_ISA_COUNT * ENTRY_COUNT];

int main(void) {
    const uint64_t seeds = kinds_tier() == 2 ? SEED_COUNT : 1;
    size_t n = 0;
    const struct CMUnitTest scene_test = cmocka_unit_test(test_scenes_have_hits_and_misses);
    const struct CMUnitTest limit_test = cmocka_unit_test(test_isa_limit);
    tests[0] = scene_test;
    tests[1] = limit_test;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        for (const bits_query *q = bits_queries; q < bits_queries + BITS_COUNT; ++q)
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
                if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                    continue;
                if (seed == 1 && q == bits_queries)
                    print_message("# this machine has %s\n", collide_isa_text((collide_isa_id)isa));
                for (size_t e = 0; e < ENTRY_COUNT; ++e) {
                    if (!has(q, e))
                        continue;
                    struct run *run = &runs[n];
                    const struct CMUnitTest test = {run->name, test_run, NULL, restore_isa, run};
                    run->query = q;
                    run->entry = &entries[e];
                    run->isa = (collide_isa_id)isa;
                    run->seed = seed;
                    snprintf(run->name, sizeof run->name, "%s %s %s seed %d", q->name,
                             collide_isa_text(run->isa), run->entry->name, (int)seed);
                    tests[2 + n++] = test;
                }
            }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return cmocka_run_group_tests_name("identity", tests, NULL, NULL);
}
