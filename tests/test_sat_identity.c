// Bit identity of the sweeps in bench/queries.h: every batch entry gives on every instruction set
// what loops over single calls give, whatever outputs are asked for, writes nothing else, and reads
// nothing behind its input; two convex bodies give the same impact on every instruction set.
#include "test.h"

#include "kinds.h"
#include "packs.h"

enum input_class { RANDOM, GRID, NEAR, SPECIAL, SCALED, PACED, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {"random",  "grid",   "near",
                                                     "special", "scaled", "paced"};

// One side of a scene, as arrays and as packs (NULL if there are no objects). Objects at rest have
// zeros in the array, and NULL goes to the batch.
struct side {
    const struct pack_type *type;
    size_t n;
    bool still;
    float *objects, *velocities;
    void *pack, *velocity_pack;
};

// Objects a against objects b, with the answers of all single calls.
struct scene {
    const sweep_query *query;
    enum input_class input;
    bool sorted;
    float t_max;
    struct side a, b;
    sweep_answer *ab; // for a[i] and b[j] at [i * b.n + j]
};

// ---- inputs ----------------------------------------------------------------------------------

// Sizes of b; small sizes meet 67 - n of a, so that all sizes of a and no objects at all occur too.
static size_t scene_size(size_t i, size_t *m) {
    static const size_t large[][2] = {{255, 17}, {256, 33}, {300, 48}, {513, 40}, {1040, 20}};
    if (i < 68) {
        *m = 67 - i;
        return i;
    }
    *m = large[i - 68][1];
    return large[i - 68][0];
}
#define SIZE_COUNT 73

// Those under which much happens more often; the others by turns.
static float t_max_of(size_t i) {
    static const uint32_t others[] = {0x00000000, 0x80000000, 0x00000001, 0x7f7fffff, 0x7e800000,
                                      0x7e7fffff, 0x7fc00000, 0xffc00000, 0xbf800000, 0xff800000};
    static const uint32_t usual[] = {0x3f800000, 0x7f800000, 0x40800000, 0x3e800000};
    return kinds_float(i % 3 ? usual[i % 4] : others[i / 3 % 10]);
}

static void put_vec3(float *out, collide_vec3 p) {
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
}

static collide_vec3 grid_vec3(inputs_random *r, int lo, uint32_t n, float step) {
    collide_vec3 p;
    p.x = step * (float)(lo + (int)kinds_below(r, n));
    p.y = step * (float)(lo + (int)kinds_below(r, n));
    p.z = step * (float)(lo + (int)kinds_below(r, n));
    return p;
}

// One of the 24 turns that map the axes of space onto themselves.
static void grid_axes(inputs_random *r, collide_vec3 axis[3]) {
    const uint32_t first = kinds_below(r, 3), second = (first + 1 + kinds_below(r, 2)) % 3;
    float rows[9] = {0};
    const bool odd = second != (first + 1) % 3;
    const float s = kinds_below(r, 2) ? 1.0f : -1.0f, t = kinds_below(r, 2) ? 1.0f : -1.0f;
    rows[first] = s;
    rows[3 + second] = t;
    rows[6 + (3 - first - second)] = odd ? -s * t : s * t;
    memcpy(axis, rows, sizeof rows);
}

// One of three rotations of all objects, turned by 2^-10 to 2^-30, or not at all.
static collide_pose near_pose(inputs_random *r, collide_vec3 position) {
    static const float base[3][4] = {
        {0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.3f, -0.2f, 0.7f, 1}};
    const float *q = base[kinds_below(r, 3)];
    const float step = kinds_below(r, 4) ? kinds_float((117 - kinds_below(r, 21)) << 23) : 0;
    const collide_vec3 turn = grid_vec3(r, -1, 3, step);
    return collide_pose_from_quaternion(q[0] + turn.x, q[1] + turn.y, q[2] + turn.z, q[3],
                                        position);
}

static void make_box(enum input_class input, inputs_random *r, float *out) {
    collide_pose pose = inputs_pose(r, inputs_vec3(r, 0, 5));
    collide_vec3 half = inputs_vec3(r, 0.25f, 1);
    if (input == GRID) {
        pose.position = grid_vec3(r, 0, 7, 1);
        half = grid_vec3(r, 0, 3, 0.5f);
        grid_axes(r, pose.axis);
    } else if (input == NEAR) {
        pose = near_pose(r, kinds_below(r, 2) ? grid_vec3(r, 0, 5, 1) : inputs_vec3(r, 0, 4));
        half = kinds_below(r, 2) ? grid_vec3(r, 0, 3, 0.5f) : half;
    }
    const collide_obb box = collide_obb_from_pose(&pose, half);
    memcpy(out, &box, sizeof box);
}

static void make_triangle(enum input_class input, inputs_random *r, float *out) {
    const collide_vec3 center = inputs_vec3(r, 0, 5);
    collide_triangle t;
    for (int k = 0; k < 3; ++k) {
        const collide_vec3 p = inputs_vec3(r, -1, 1);
        t.v[k].x = center.x + p.x;
        t.v[k].y = center.y + p.y;
        t.v[k].z = center.z + p.z;
        if (input == GRID)
            t.v[k] = grid_vec3(r, 0, 7, 1);
    }
    if (input == NEAR) { // edges nearly parallel to those of boxes
        const collide_pose pose = near_pose(r, grid_vec3(r, 0, 5, 1));
        const collide_vec3 corner = inputs_vec3(r, -1, 1);
        collide_vec3 p = {corner.x, 0, 0};
        t.v[0] = pose.position;
        t.v[1] = collide_pose_apply(&pose, p);
        p.y = corner.y;
        t.v[2] = collide_pose_apply(&pose, p);
    }
    memcpy(out, &t, sizeof t);
}

static void make_sphere(enum input_class input, inputs_random *r, float *out) {
    put_vec3(out, input == GRID   ? grid_vec3(r, 0, 7, 1)
                  : input == NEAR ? grid_vec3(r, 0, 9, 0.5f)
                                  : inputs_vec3(r, 0, 5));
    out[3] = input == GRID ? 0.5f * (float)kinds_below(r, 3) : inputs_uniform(r, 0.25f, 1);
}

#define SPECIAL_TYPES 24
static const uint32_t special_bits[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, 0x7f800000,
                                        0xff800000, 0x7f7fffff, 0xff7fffff, 0x7f61b1e6, 0x00000001,
                                        0x80000001, 0x007fffff, 0x80000000, 0x00800000};
#define SPECIAL_BITS (sizeof special_bits / sizeof special_bits[0])

// Half of them stay as they are; NaN, infinite, huge, denormal and flat ones. Returns the type.
// Boxes keep axes that pass the check and extents that are not negative: without them a pack is
// damaged, and batches, which ask first whether boxes can come near, may miss what single calls
// hit.
static uint32_t make_special(const struct pack_type *t, inputs_random *r, float *out) {
    const uint32_t type = kinds_below(r, SPECIAL_TYPES), bits = special_bits[kinds_below(r, 4)];
    const float one = kinds_float(special_bits[kinds_below(r, (uint32_t)SPECIAL_BITS)]);
    const size_t at = kinds_below(r, (uint32_t)t->floats);
    const bool box = t->floats == 15;
    switch (type) {
    case 0:
        for (size_t i = 0; i < t->floats; ++i)
            memcpy(&out[i], &bits, sizeof bits);
        break;
    case 1:
    case 2:
        memcpy(&out[at], &bits, sizeof bits);
        break;
    case 3:
    case 4:
    case 5:
        out[box ? at % 6 : at] = box && at % 6 >= 3 && one < 0 ? -one : one;
        break;
    case 6:
        out[box ? at % 3 : at] = -out[box ? at % 3 : at];
        break;
    case 7: // flat
        if (t->floats == 9)
            memcpy(out + 3, out, 12);
        else
            out[3 + (box ? at % 3 : 0)] = 0;
        break;
    case 8: // a point
        if (t->floats == 9)
            for (size_t i = 1; i < 3; ++i)
                memcpy(out + 3 * i, out, 12);
        else
            memset(out + 3, 0, box ? 12 : 4);
        break;
    case 9: // denormal extents, or all of it
        for (size_t i = box ? 3 : 0; i < (box ? 6 : t->floats); ++i)
            out[i] = kinds_float(kinds_below(r, 9));
        break;
    case 10: // products overflow
        for (size_t i = 0; i < (box ? 6 : t->floats); ++i)
            out[i] = (i < 3 && kinds_below(r, 2) ? -3e38f : 3e38f) * inputs_uniform(r, 0, 1);
        break;
    case 11: // products overflow only on the axes of edges
        for (size_t i = 0; i < (box ? 6 : t->floats); ++i)
            out[i] *= 1e18f;
        break;
    }
    return type;
}

static void make_velocity(enum input_class input, inputs_random *r, float *out) {
    put_vec3(out, input == GRID || kinds_below(r, 4) == 0 ? grid_vec3(r, -2, 5, 1)
                                                          : inputs_vec3(r, -2, 2));
    if (kinds_below(r, 8) == 0)
        memset(out, 0, 12);
    if (input == PACED && kinds_below(r, 4) == 0) { // denormal to nearly infinite
        const uint32_t exponent = kinds_below(r, 250) + 1;
        for (int i = 0; i < 3; ++i)
            out[i] *= exponent < 24 ? kinds_float(1u << exponent) : kinds_float(exponent << 23);
    }
    if (input == SPECIAL && kinds_below(r, 8) == 0)
        out[kinds_below(r, 3)] = kinds_float(special_bits[kinds_below(r, (uint32_t)SPECIAL_BITS)]);
}

// Objects that overlap and whose velocities differ by more than a float holds, so that zeros of the
// axes times the difference are NaN.
static void make_opposed(const struct pack_type *t, inputs_random *r, float *object,
                         float *velocity) {
    const collide_vec3 middle = {2, 2, 2};
    put_vec3(object, middle);
    if (t->floats == 15) {
        collide_vec3 axis[3];
        grid_axes(r, axis);
        memcpy(object + 6, axis, sizeof axis);
    }
    velocity[0] = kinds_below(r, 2) ? FLT_MAX : -FLT_MAX;
}

// Builders refuse some of this, so it is written to the rows afterwards, where the header says they
// are. Behind the last object, where builders leave NaN, stands a copy of the first: what lies
// there must not be seen.
static void *make_pack(const struct pack_type *t, const float *objects, size_t n) {
    const size_t size = t->size(n);
    if (n == 0)
        return NULL;
    void *memory = kinds_guarded(size), *pack = NULL;
    float *clean = (float *)calloc(n, t->bytes), back[PACKS_MAX_FLOATS];
    memcpy(clean, objects, n * t->bytes);
    for (size_t i = 0; i < n; ++i)
        if (!packs_valid(t, clean + i * t->floats)) {
            const collide_pose pose = collide_pose_identity();
            const collide_obb box = collide_obb_from_pose(&pose, pose.position);
            memcpy(clean + i * t->floats, &box, t->bytes); // of others the first zeros
        }
    assert_int_equal(t->build(&pack, memory, size, clean, n, 0), COLLIDE_OK);
    free(clean);
    collide_pack header;
    memcpy(&header, pack, sizeof header);
    for (size_t i = 0; i < (size_t)header.blocks * 16; ++i) {
        const float *from = objects + (i < n ? i : 0) * t->floats;
        char *at = (char *)pack + header.inside.offset + i / 16 * t->floats * 64 + i % 16 * 4;
        if (i >= n || !packs_valid(t, from))
            for (size_t j = 0; j < t->floats; ++j)
                memcpy(at + 64 * j, from + j, 4);
        t->get(back, pack, i);
        if (i < n)
            assert_memory_equal(back, from, t->bytes);
    }
    return pack;
}

static void free_pack(const struct pack_type *t, void *pack, size_t n) {
    kinds_guarded_free(pack, t->size(n));
}

// Random objects in other units, of length and of time: squares overflow, or are denormal.
static void scale_side(struct side *side, float length, float speed) {
    for (size_t i = 0; i < side->n * side->type->floats; ++i)
        if (side->type->floats < 15 || i % 15 < 6)
            side->objects[i] *= length;
    for (size_t i = 0; i < 3 * side->n; ++i)
        side->velocities[i] *= speed;
}

static struct side make_side(const struct scene *s, inputs_random *r, const struct pack_type *t,
                             size_t n, bool still, float length, float speed) {
    struct side side = {t, n, still, NULL, NULL, NULL, NULL};
    inputs_key *keys = (inputs_key *)calloc(n + 1, sizeof *keys);
    float *drawn = (float *)calloc(n + 1, t->bytes);
    for (size_t i = 0; i < n; ++i) {
        float *out = drawn + i * t->floats;
        (t->floats == 15  ? make_box
         : t->floats == 9 ? make_triangle
                          : make_sphere)(s->input, r, out);
        const collide_vec3 corner = {out[0], out[1], out[2]};
        keys[i].index = (uint32_t)i;
        keys[i].key =
            s->input == SPECIAL ? make_special(t, r, out) : inputs_morton(corner, 16) >> 40;
    }
    if (s->sorted) // by place, or by type, so that whole blocks miss
        qsort(keys, n, sizeof *keys, inputs_compare_keys);
    side.objects = (float *)kinds_guarded(n * t->bytes);
    side.velocities = (float *)kinds_guarded(n * sizeof(collide_vec3));
    for (size_t i = 0; i < n; ++i) {
        memcpy(side.objects + i * t->floats, drawn + keys[i].index * t->floats, t->bytes);
        if (!still)
            make_velocity(s->input == PACED && i / 16 % 2 ? GRID : s->input, r,
                          side.velocities + 3 * i);
        if (!still && s->input == PACED && i % 32 == 19)
            make_opposed(t, r, side.objects + i * t->floats, side.velocities + 3 * i);
    }
    free(drawn);
    free(keys);
    if (s->input == SCALED)
        scale_side(&side, length, speed);
    side.pack = make_pack(t, side.objects, n);
    side.velocity_pack = make_pack(&pack_types[PACK_VEC3], side.velocities, n);
    return side;
}

static void free_side(struct side *side) {
    kinds_guarded_free(side->objects, side->n * side->type->bytes);
    kinds_guarded_free(side->velocities, side->n * sizeof(collide_vec3));
    free_pack(side->type, side->pack, side->n);
    free_pack(&pack_types[PACK_VEC3], side->velocity_pack, side->n);
}

static const sweep_answer miss = {INFINITY, -INFINITY, 0, COLLIDE_SWEEPS_NO_AXIS};

// The single call for objects i and j.
static sweep_answer single(const sweep_query *q, const struct side *a, size_t i,
                           const struct side *b, size_t j, float t_max) {
    collide_vec3 u, v;
    memcpy(&u, a->velocities + 3 * i, sizeof u);
    memcpy(&v, b->velocities + 3 * j, sizeof v);
    return q->single(a->objects + i * a->type->floats, u, b->objects + j * b->type->floats, v,
                     t_max);
}

static struct scene make_scene(const sweep_query *q, size_t i, enum input_class input, bool sorted,
                               uint64_t seed) {
    static const uint32_t exponents[7] = {127, 107, 87, 52, 59, 167, 197};
    struct scene s;
    size_t m = 0;
    const size_t n = scene_size(i, &m), turn = i + 17 * (size_t)input + 7 * (size_t)sorted;
    const size_t still = turn % 5; // of five scenes three have one side at rest, or both
    inputs_random r = inputs_seed(seed * 1000003 + i * 16 + (size_t)input * 4 + sorted * 2u +
                                  (size_t)(q - sweep_queries));
    s.query = q;
    s.input = input;
    s.sorted = sorted;
    s.t_max = t_max_of(turn);
    const float length = kinds_float(exponents[turn % 7] << 23);
    const float speed = kinds_float(exponents[turn / 7 % 7] << 23);
    if (input == SCALED && s.t_max > 0)
        s.t_max *= length / speed;
    s.a = make_side(&s, &r, packs_type(q->a), m, still == 0 || still == 2, length, speed);
    s.b = make_side(&s, &r, packs_type(q->b), n, still == 1 || still == 2, length, speed);
    s.ab = (sweep_answer *)malloc((m * n + 1) * sizeof *s.ab);
    for (size_t k = 0; k < m; ++k)
        for (size_t j = 0; j < n; ++j)
            s.ab[k * n + j] = single(q, &s.a, k, &s.b, j, s.t_max);
    return s;
}

static void free_scene(struct scene *s) {
    free_side(&s->a);
    free_side(&s->b);
    free(s->ab);
}

// Scenes of one seed are kept until another one is asked for.
static struct scene scenes[SIZE_COUNT * CLASS_COUNT * 2];
static size_t scene_count;

static void scenes_for(const sweep_query *q, uint64_t seed) {
    static const sweep_query *made;
    static uint64_t made_seed;
    if (made == q && made_seed == seed)
        return;
    while (scene_count > 0)
        free_scene(&scenes[--scene_count]);
    collide_isa_limit(COLLIDE_ISA_SCALAR); // answers are of the definition
    for (size_t i = 0; i < SIZE_COUNT; ++i)
        for (int input = 0; input < CLASS_COUNT; ++input)
            for (int sorted = 0; sorted < 2; ++sorted) {
                if (kinds_tier() == 0 && (i + (size_t)input) % 2 != (size_t)sorted)
                    continue;
                scenes[scene_count++] = make_scene(q, i, (enum input_class)input, sorted, seed);
            }
    made = q;
    made_seed = seed;
}

// ---- output and its guards -------------------------------------------------------------------

static const char *entry_name;

static void complain(const struct scene *s, unsigned which, const char *what, size_t i, size_t j,
                     double got, double expected) {
    fail_msg("%s %s %s, %s %s, %zu against %zu, t_max %g, outputs %u: query %zu, object %zu: "
             "%s is %.9g, should be %.9g",
             collide_isa_text(collide_isa()), s->query->name, entry_name, class_names[s->input],
             s->sorted ? "sorted" : "unsorted", s->a.n, s->b.n, (double)s->t_max, which, i, j, what,
             got, expected);
}

// The last bytes before a page that traps, in one of some places.
enum { BITS, FIRST, LAST, AXIS, OUTPUTS, OF_A, OF_B, OF_VA, OF_VB, OF_PAIRS, PLACES };
static void *tail(int place, size_t bytes) {
    static char *memory[PLACES];
    const size_t size = (size_t)1 << 19;
    assert_true(bytes + 4096 <= size);
    if (!memory[place])
        memory[place] = (char *)kinds_guarded(size);
    return memory[place] + size - bytes;
}

#define GUARD 260 // bytes before an output; behind it memory ends
static size_t output_bytes(int output, size_t n) {
    return output == BITS ? COLLIDE_BLOCKS(n) * 2 : output == AXIS ? n : 4 * n;
}

// Room for n sweeps; bit i of which asks for output i, others are NULL.
static collide_sweeps out_new(size_t n, unsigned which) {
    collide_sweeps out;
    void *at[OUTPUTS];
    for (int i = 0; i < OUTPUTS; ++i) {
        const size_t bytes = output_bytes(i, n);
        at[i] = tail(i, bytes);
        memset((char *)at[i] - GUARD, 0xa5, GUARD + bytes);
        at[i] = which >> i & 1 ? at[i] : NULL;
    }
    out.bits = (uint16_t *)at[BITS];
    out.t_first = (float *)at[FIRST];
    out.t_last = (float *)at[LAST];
    out.axis = (uint8_t *)at[AXIS];
    return out;
}

// n sweeps against their answers, those from known on against misses.
static void check(const struct scene *s, unsigned which, size_t query, const collide_sweeps *out,
                  size_t hits, const sweep_answer *answers, size_t known, size_t n) {
    size_t right = 0;
    for (size_t j = 0; j < n; ++j) {
        const sweep_answer *want = j < known ? &answers[j] : &miss;
        right += want->hit;
        if (out->bits && (out->bits[j / 16] >> j % 16 & 1) != want->hit)
            complain(s, which, "the hit bit", query, j, !want->hit, want->hit);
        if (out->t_first && kinds_bits(out->t_first[j]) != kinds_bits(want->t_first))
            complain(s, which, "t_first", query, j, (double)out->t_first[j], (double)want->t_first);
        if (out->t_last && kinds_bits(out->t_last[j]) != kinds_bits(want->t_last))
            complain(s, which, "t_last", query, j, (double)out->t_last[j], (double)want->t_last);
        if (out->axis && out->axis[j] != want->axis)
            complain(s, which, "the axis", query, j, out->axis[j], want->axis);
    }
    if (out->bits && n % 16 && out->bits[n / 16] >> n % 16)
        complain(s, which, "padding bits", query, n, out->bits[n / 16] >> n % 16, 0);
    if (hits != right)
        complain(s, which, "the number of hits", query, n, (double)hits, (double)right);
    for (int i = 0; i < OUTPUTS; ++i) {
        const unsigned char *at = (const unsigned char *)tail(i, output_bytes(i, n)) - GUARD;
        for (size_t k = 0; k < GUARD; ++k)
            if (at[k] != 0xa5)
                complain(s, which, "a byte before the output", query, GUARD - k, at[k], 0xa5);
    }
}

// ---- entries ---------------------------------------------------------------------------------

#define ALL_OUTPUTS 15u

static void check_single(const struct scene *s) {
    for (size_t i = 0; i < s->a.n; ++i)
        for (size_t j = 0; j < s->b.n; ++j) {
            const sweep_answer got = single(s->query, &s->a, i, &s->b, j, s->t_max);
            const sweep_answer *want = &s->ab[i * s->b.n + j];
            if (kinds_bits(got.t_first) != kinds_bits(want->t_first))
                complain(s, 0, "t_first", i, j, (double)got.t_first, (double)want->t_first);
            if (kinds_bits(got.t_last) != kinds_bits(want->t_last))
                complain(s, 0, "t_last", i, j, (double)got.t_last, (double)want->t_last);
            if (got.hit != want->hit || got.axis != want->axis)
                complain(s, 0, "the axis", i, j, got.axis, want->axis);
        }
}

static size_t call_many(const struct scene *s, size_t i, const void *b, const void *vb,
                        const collide_sweeps *out) {
    collide_vec3 va;
    memcpy(&va, s->a.velocities + 3 * i, sizeof va);
    return s->query->many(s->a.objects + i * s->a.type->floats, va, b, vb, s->t_max, out);
}

static void *velocities_of(const struct side *side) {
    return side->still ? NULL : side->velocity_pack;
}

static void check_many(const struct scene *s) {
    const size_t n = s->b.n;
    for (size_t i = 0; i < s->a.n; ++i)
        for (unsigned k = 0; k < (i == 0 ? 16 : 2); ++k) { // all 16 combinations of outputs
            const unsigned which = i == 0 ? k : k == 0 ? ALL_OUTPUTS : (unsigned)i % 16;
            const collide_sweeps out = out_new(n, which);
            const size_t hits = call_many(s, i, s->b.pack, velocities_of(&s->b), &out);
            check(s, which, i, &out, hits, s->ab + i * n, n, n);
        }
}

// Where velocities end, misses begin; n stays the count of b.
static void check_many_short(const struct scene *s) {
    const size_t n = s->b.n, counts[4] = {1, n / 2, n - 1, n - n % 16};
    if (n < 2 || s->b.still)
        return;
    for (size_t i = 0; i < 4; ++i) {
        const size_t query = i, count = counts[i] ? counts[i] : 1;
        if (query >= s->a.n)
            return;
        void *vb = make_pack(&pack_types[PACK_VEC3], s->b.velocities, count);
        const unsigned which = i % 2 ? ALL_OUTPUTS : 1u << (s->a.n + i) % 4;
        const collide_sweeps out = out_new(n, which);
        const size_t hits = call_many(s, query, s->b.pack, vb, &out);
        check(s, which, query, &out, hits, s->ab + query * n, count, n);
        free_pack(&pack_types[PACK_VEC3], vb, count);
    }
}

// The answers of a[i] against b[i].
static sweep_answer *diagonal(const struct scene *s, size_t n) {
    sweep_answer *r = (sweep_answer *)calloc(n + 1, sizeof *r);
    for (size_t i = 0; i < n; ++i)
        r[i] = s->ab[i * s->b.n + i];
    return r;
}

static void check_lanes(const struct scene *s) {
    const size_t n = s->a.n < s->b.n ? s->a.n : s->b.n;
    sweep_answer *answers = diagonal(s, n);
    for (unsigned which = 0; which < 16; ++which) {
        const collide_sweeps out = out_new(n, which);
        const size_t hits = s->query->lanes(s->a.pack, velocities_of(&s->a), s->b.pack,
                                            velocities_of(&s->b), s->t_max, &out);
        check(s, which, 0, &out, hits, answers, n, n);
    }
    free(answers);
}

// The shortest of all packs gives n.
static void check_lanes_short(const struct scene *s) {
    const size_t both = s->a.n < s->b.n ? s->a.n : s->b.n;
    sweep_answer *answers = diagonal(s, both);
    for (size_t i = 0; i < 2 && both > 1; ++i) {
        const struct side *side = i == 0 ? &s->a : &s->b;
        const size_t n = 1 + (both * 7 + i) % (both - 1);
        void *v = make_pack(&pack_types[PACK_VEC3], side->velocities, n);
        const collide_sweeps out = out_new(n, ALL_OUTPUTS);
        const size_t hits = s->query->lanes(s->a.pack, i == 0 ? v : velocities_of(&s->a), s->b.pack,
                                            i == 1 ? v : velocities_of(&s->b), s->t_max, &out);
        check(s, ALL_OUTPUTS, i, &out, hits, answers, n, n);
        free_pack(&pack_types[PACK_VEC3], v, n);
    }
    free(answers);
}

// Packs that are none of theirs, and none at all.
static void check_strange(const struct scene *s) {
    const void *other = s->a.type != s->b.type ? s->a.pack : s->a.velocity_pack;
    if (s->a.n == 0 || s->b.n == 0)
        return;
    for (int i = 0; i < 2; ++i) {
        collide_sweeps out = out_new(0, ALL_OUTPUTS);
        size_t hits = call_many(s, 0, i ? other : NULL, velocities_of(&s->b), &out);
        check(s, ALL_OUTPUTS, 0, &out, hits, NULL, 0, 0);
        hits = s->query->lanes(s->a.pack, velocities_of(&s->a), i ? other : NULL,
                               velocities_of(&s->b), s->t_max, &out);
        check(s, ALL_OUTPUTS, 1, &out, hits, NULL, 0, 0);
        hits = s->query->lanes(i ? s->a.velocity_pack : NULL, velocities_of(&s->a), s->b.pack,
                               velocities_of(&s->b), s->t_max, &out);
        check(s, ALL_OUTPUTS, 2, &out, hits, NULL, 0, 0);
    }
    const collide_sweeps out = out_new(s->b.n, ALL_OUTPUTS);
    const size_t hits = call_many(s, 0, s->b.pack, s->b.pack, &out); // empty: all miss
    check(s, ALL_OUTPUTS, 3, &out, hits, NULL, 0, s->b.n);
}

// A copy of n objects at a stride; the last one ends where memory does.
static void *strided(int place, const float *objects, size_t n, size_t bytes, size_t stride) {
    const size_t size = n ? (n - 1) * stride + bytes : 0;
    char *copy = (char *)tail(place, size);
    memset(copy, 0xff, size);
    for (size_t i = 0; i < n; ++i)
        memcpy(copy + i * stride, (const char *)objects + i * bytes, bytes);
    return copy;
}

static sweep_array make_array(const struct side *side, int place, int velocity_place, size_t how) {
    const size_t bytes = side->type->bytes, strides[3] = {0, bytes + 4, bytes + 52};
    const size_t steps[3] = {0, 16, 44}, stride = strides[how % 3], step = steps[how / 3 % 3];
    sweep_array m;
    m.count = side->n;
    m.stride = stride;
    m.velocity_stride = step;
    m.objects = strided(place, side->objects, side->n, bytes, stride ? stride : bytes);
    m.velocities = side->still ? NULL
                               : (const collide_vec3 *)strided(velocity_place, side->velocities,
                                                               side->n, 12, step ? step : 12);
    return m;
}

// All objects of a in one call, with all velocities of b and with fewer. The results are copied, so
// that check can look at them row by row where it looks for its guards.
static void check_all(const struct scene *s) {
    const size_t n = s->b.n, rows = n > 300 && s->a.n > 4 ? 4 : s->a.n;
    for (size_t i = 0; i < 2 && n; ++i) {
        const size_t known = i && !s->b.still ? n / 2 + 1 : n;
        const unsigned which = i ? (unsigned)(rows + n) % 16 : ALL_OUTPUTS;
        void *vb = make_pack(&pack_types[PACK_VEC3], s->b.velocities, known);
        sweep_array a = make_array(&s->a, OF_A, OF_VA, n + i);
        void *all[OUTPUTS];
        size_t right = 0;
        for (int k = 0; k < OUTPUTS; ++k)
            all[k] = which >> k & 1 ? tail(k, rows * output_bytes(k, n)) : NULL;
        const collide_sweeps out = {(uint16_t *)all[BITS], (float *)all[FIRST], (float *)all[LAST],
                                    (uint8_t *)all[AXIS]};
        a.count = rows;
        const size_t hits = s->query->all(&a, s->b.pack, s->b.still ? NULL : vb, s->t_max, &out);
        for (int k = 0; k < OUTPUTS; ++k)
            if (all[k])
                all[k] =
                    memcpy(malloc(rows * output_bytes(k, n)), all[k], rows * output_bytes(k, n));
        for (size_t row = 0; row < rows; ++row) {
            const collide_sweeps one = out_new(n, which);
            void *const to[OUTPUTS] = {one.bits, one.t_first, one.t_last, one.axis};
            size_t found = 0;
            for (int k = 0; k < OUTPUTS; ++k)
                if (all[k])
                    memcpy(to[k], (const char *)all[k] + row * output_bytes(k, n),
                           output_bytes(k, n));
            for (size_t j = 0; j < known; ++j)
                found += s->ab[row * n + j].hit;
            check(s, which, row, &one, found, s->ab + row * n, known, n);
            right += found;
        }
        if (hits != right)
            complain(s, which, "the number of hits", rows, n, (double)hits, (double)right);
        for (int k = 0; k < OUTPUTS; ++k)
            free(all[k]);
        free_pack(&pack_types[PACK_VEC3], vb, known);
    }
}

// Lists of all lengths about blocks, with indices out of range, from arrays with strides.
static void check_pairs(const struct scene *s) {
    static const uint32_t far[4] = {0, 1, 0x80000000u - 1, UINT32_MAX};
    const size_t limit = s->b.n > 300 ? 150 : 36;
    for (size_t n = s->b.n % 2; n < limit; n += 2) {
        inputs_random r = inputs_seed(n * 7919 + s->b.n);
        const bool same = s->a.type == s->b.type && n % 5 == 4; // a is b
        const struct side *side = same ? &s->b : &s->a;
        const sweep_array b = make_array(&s->b, OF_B, OF_VB, n / 2);
        const sweep_array a = same ? b : make_array(&s->a, OF_A, OF_VA, n / 3);
        const unsigned which = n % 3 ? ALL_OUTPUTS : (unsigned)(n / 3 + s->b.n) % 16;
        collide_pair *pairs = (collide_pair *)tail(OF_PAIRS, n * sizeof *pairs);
        sweep_answer *answers = (sweep_answer *)calloc(n + 1, sizeof *answers);
        for (size_t i = 0; i < n; ++i) {
            const uint32_t bad = kinds_below(&r, 16), beyond = far[kinds_below(&r, 4)];
            pairs[i].a = side->n ? kinds_below(&r, (uint32_t)side->n) : 0;
            pairs[i].b = s->b.n ? kinds_below(&r, (uint32_t)s->b.n) : 0;
            if (bad == 0 || bad == 2) // wraps to UINT32_MAX at most
                pairs[i].a = beyond < 2 ? (uint32_t)side->n + beyond : beyond;
            if (bad == 1 || bad == 2)
                pairs[i].b = beyond < 2 ? (uint32_t)s->b.n + beyond : beyond;
            answers[i] = miss;
            if (pairs[i].a < side->n && pairs[i].b < s->b.n)
                answers[i] = same ? single(s->query, side, pairs[i].a, side, pairs[i].b, s->t_max)
                                  : s->ab[pairs[i].a * s->b.n + pairs[i].b];
        }
        const collide_sweeps out = out_new(n, which);
        const size_t hits = s->query->pairs(&a, &b, pairs, n, s->t_max, &out);
        check(s, which, n, &out, hits, answers, n, n);
        free(answers);
    }
}

// ---- the tables of tests ---------------------------------------------------------------------

struct entry {
    const char *name;
    void (*check)(const struct scene *s);
};

static const struct entry entries[] = {{"single", check_single},
                                       {"many", check_many},
                                       {"many, fewer velocities", check_many_short},
                                       {"all", check_all},
                                       {"lanes", check_lanes},
                                       {"lanes, fewer velocities", check_lanes_short},
                                       {"pairs", check_pairs},
                                       {"strange packs", check_strange}};
#define ENTRY_COUNT (sizeof entries / sizeof entries[0])

struct run {
    const struct entry *entry;
    uint64_t seed;
    collide_isa_id isa;
    const sweep_query *query;
    char name[80];
};

static void test_run(void **state) {
    const struct run *run = (const struct run *)*state;
    scenes_for(run->query, run->seed);
    assert_int_equal(collide_isa_limit(run->isa), run->isa);
    entry_name = run->entry->name;
    for (size_t i = 0; i < scene_count; ++i)
        run->entry->check(&scenes[i]);
}

static int restore_isa(void **state) {
    (void)state;
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return 0;
}

// Inputs that decide nothing would prove nothing.
static void test_scenes_have_hits_and_misses(void **state) {
    (void)state;
    for (const sweep_query *q = sweep_queries; q < sweep_queries + SWEEP_COUNT; ++q) {
        const bool spheres = strcmp(q->a, "sphere") == 0; // which name no axis
        scenes_for(q, 1);
        for (int input = 0; input < CLASS_COUNT; ++input) {
            size_t pairs = 0, hits = 0, touches = 0, axes = 0;
            bool seen[32] = {false};
            for (size_t i = 0; i < scene_count; ++i) {
                const struct scene *s = &scenes[i];
                if (s->input != (enum input_class)input || !(s->t_max > 0))
                    continue;
                for (size_t j = 0; j < s->a.n * s->b.n; ++j) {
                    const sweep_answer *answer = &s->ab[j];
                    ++pairs;
                    hits += answer->hit;
                    touches += answer->axis != miss.axis;
                    if (answer->axis != miss.axis && !seen[answer->axis % 32]) {
                        seen[answer->axis % 32] = true;
                        ++axes;
                    }
                }
            }
            print_message("# %s %s: of %zu pairs %.4f hit, %.4f later than 0, on %zu axes\n",
                          q->name, class_names[input], pairs, (double)hits / (double)pairs,
                          (double)touches / (double)pairs, axes);
            assert_in_range(hits, pairs / 100, pairs / 100 * 95);
            if (!spheres)
                assert_in_range(touches, pairs / 200, pairs);
            if (!spheres)
                assert_in_range(axes, input == GRID ? 3 : 13, 15);
        }
    }
}

// Two boxes without extent at one place leave each other at 0 or at -0, as the first axis says.
static void test_sign_of_a_last_time(void **state) {
    const collide_pose pose = collide_pose_identity();
    const collide_vec3 zeros = {-0.0f, -0.0f, -0.0f}, still = {0, 0, 0};
    const collide_obb box = collide_obb_from_pose(&pose, zeros);
    unsigned signs = 0;
    (void)state;
    for (int i = 0; i < 27; ++i) {
        const collide_vec3 v = {(float)(i % 3 - 1), (float)(i / 3 % 3 - 1), (float)(i / 9 - 1)};
        collide_impact expected, impact;
        collide_isa_limit(COLLIDE_ISA_SCALAR);
        assert_true(collide_obb_obb_sweep(&box, still, &box, v, 1, &expected));
        signs |= 1u << (kinds_bits(expected.t_last) >> 31);
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
            collide_isa_limit((collide_isa_id)isa);
            assert_true(collide_obb_obb_sweep(&box, still, &box, v, 1, &impact));
            assert_memory_equal(&impact, &expected, sizeof impact);
        }
    }
    assert_int_equal(signs, 3);
}

// ---- convex bodies ---------------------------------------------------------------------------

#define CONVEX_CLASSES SCALED
#define BODY_COUNT 60
#define MOST_VERTICES 40
static collide_convex *body[BODY_COUNT];
static size_t body_size[BODY_COUNT];

// Prism, flat polygon, pyramid and two of them, by turns, of so many sides; half of them turned.
// The corners lie on a parabola and its chord, those of the first few on a grid.
static void mesh_body(inputs_random *r, size_t i, collide_mesh *mesh) {
    static collide_vec3 v[2 * MOST_VERTICES];
    static uint16_t index[3 * 4 * MOST_VERTICES];
    const size_t shape = i % 4, most = shape == 0 ? 20 : 38,
                 sides = i < 12 ? 4 : 4 + i * 7 % (most - 3);
    size_t n = 0, triangles = 0;
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -1, 1));
    memset(mesh, 0, sizeof *mesh);
    for (int side = 0; side < (shape == 0 ? 2 : 1); ++side)
        for (size_t k = 0; k < sides; ++k) {
            const float x = (float)k / (float)sides;
            const collide_vec3 p = {x, x * x, side ? 0.5f : -0.5f};
            v[n++] = i / 4 % 2 ? collide_pose_apply(&pose, p) : p;
        }
    if (sides == 4 && i / 4 % 2 == 0) // boxes and squares
        for (size_t k = 0; k < n; ++k)
            v[k].x = k % 4 == 1 || k % 4 == 2 ? 1.0f : 0.0f, v[k].y = k % 4 >= 2 ? 1.0f : 0.0f;
#define TRIANGLE(a, b, c)                                                                          \
    (index[3 * triangles] = (uint16_t)(a), index[3 * triangles + 1] = (uint16_t)(b),               \
     index[3 * triangles++ + 2] = (uint16_t)(c))
    for (size_t k = 1; k + 1 < sides; ++k) {
        if (shape < 3)
            TRIANGLE(0, k, k + 1);
        if (shape == 0)
            TRIANGLE(sides, sides + k, sides + k + 1);
    }
    for (size_t top = 0; shape >= 2 && top < shape - 1; ++top) {
        const collide_vec3 apex = {0.4f, 0.25f, top ? -1.5f : 0.5f};
        v[n++] = i / 4 % 2 ? collide_pose_apply(&pose, apex) : apex;
    }
    for (size_t k = 0; k < sides; ++k) {
        const size_t next = (k + 1) % sides;
        if (shape == 0) {
            TRIANGLE(k, next, sides + next);
            TRIANGLE(k, sides + next, sides + k);
        }
        if (shape >= 2)
            TRIANGLE(k, next, sides);
        if (shape == 3)
            TRIANGLE(k, next, sides + 1);
    }
#undef TRIANGLE
    mesh->positions = v;
    mesh->vertex_count = n;
    mesh->indices = index;
    mesh->triangle_count = triangles;
    mesh->index_size = 2;
}

// Any vertices, normals and edges, which need not belong together.
static collide_status build_body(inputs_random *r, size_t i, collide_convex **convex, void *memory,
                                 size_t size) {
    static collide_vec3 v[3 * MOST_VERTICES];
    const size_t vertices = 1 + i % MOST_VERTICES, normals = 1 + i * 7 % 40, edges = 1 + i * 5 % 37;
    for (size_t k = 0; k < vertices + normals + edges; ++k) {
        v[k] = i % 2 ? inputs_vec3(r, -1, 1) : grid_vec3(r, -1, 3, 1);
        if (k >= vertices && v[k].x == 0 && v[k].y == 0)
            v[k].z = 1;
    }
    return collide_convex_build(convex, memory, size, v, vertices, v + vertices, normals,
                                v + vertices + normals, edges);
}

// Bodies at the end of their memory.
static int make_bodies(void **state) {
    inputs_random r = inputs_seed(7);
    const size_t size = (size_t)1 << 20;
    void *memory = kinds_guarded(size);
    (void)state;
    for (size_t i = 0; i < BODY_COUNT; ++i) {
        collide_convex *built = NULL;
        collide_status status;
        if (i < 40) {
            collide_mesh mesh;
            mesh_body(&r, i, &mesh);
            status = collide_convex_build_mesh(&built, memory, size, &mesh);
        } else {
            status = build_body(&r, i - 40 + (i == 59 ? 20 : 0), &built, memory, size);
        }
        if (status != COLLIDE_OK) {
            print_error("body %zu: %s\n", i, collide_status_text(status));
            return -1;
        }
        body_size[i] = (size_t)built->size;
        void *copy = kinds_guarded(body_size[i]);
        memcpy(copy, built, body_size[i]);
        if (collide_convex_open(&body[i], copy, body_size[i]) != COLLIDE_OK)
            return -1;
    }
    kinds_guarded_free(memory, size);
    return 0;
}

static int free_bodies(void **state) {
    (void)state;
    for (size_t i = 0; i < BODY_COUNT; ++i)
        kinds_guarded_free(body[i], body_size[i]);
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return 0;
}

struct convex_case {
    const collide_convex *a, *b;
    collide_pose pose_a, pose_b;
    bool posed_a, posed_b;
    collide_vec3 va, vb;
    float t_max;
};

static struct convex_case make_case(size_t i) {
    inputs_random r = inputs_seed(1000 + i);
    const enum input_class input = (enum input_class)(i % CONVEX_CLASSES);
    struct convex_case c;
    float floats[15];
    c.a = body[kinds_below(&r, BODY_COUNT)];
    c.b = body[kinds_below(&r, BODY_COUNT)];
    for (int side = 0; side < 2; ++side) {
        collide_pose *pose = side ? &c.pose_b : &c.pose_a;
        make_box(input, &r, floats);
        memcpy(pose->axis, floats + 6, sizeof pose->axis);
        pose->position = input == GRID ? grid_vec3(&r, -2, 5, 0.5f) : inputs_vec3(&r, -1, 1);
        make_velocity(input, &r, floats);
        memcpy(side ? &c.vb : &c.va, floats, sizeof c.va);
    }
    c.posed_a = kinds_below(&r, 4) != 0;
    c.posed_b = kinds_below(&r, 4) != 0;
    c.t_max = t_max_of(i / CONVEX_CLASSES);
    if (input == SPECIAL && kinds_below(&r, 2)) {
        collide_pose *pose = kinds_below(&r, 2) ? &c.pose_a : &c.pose_b;
        memcpy(floats, pose, sizeof *pose);
        floats[kinds_below(&r, kinds_below(&r, 2) ? 3 : 12)] =
            kinds_float(special_bits[kinds_below(&r, (uint32_t)SPECIAL_BITS)]);
        memcpy(pose, floats, sizeof *pose);
    }
    return c;
}

static bool convex_sweep(const struct convex_case *c, collide_impact *impact) {
    return collide_convex_convex_sweep(c->a, c->posed_a ? &c->pose_a : NULL, c->va, c->b,
                                       c->posed_b ? &c->pose_b : NULL, c->vb, c->t_max, impact);
}

static bool convex_overlap(const struct convex_case *c, collide_overlap *overlap) {
    return collide_convex_convex(c->a, c->posed_a ? &c->pose_a : NULL, c->b,
                                 c->posed_b ? &c->pose_b : NULL, overlap);
}

static void test_convex(void **state) {
    const size_t counts[3] = {2000, 12000, 100000}, count = counts[kinds_tier()];
    size_t hits[CONVEX_CLASSES] = {0}, touches = 0, overlaps = 0;
    (void)state;
    for (size_t i = 0; i < count; ++i) {
        const struct convex_case c = make_case(i);
        collide_impact expected, impact;
        collide_overlap overlap_expected, overlap;
        assert_int_equal(collide_isa_limit(COLLIDE_ISA_SCALAR), COLLIDE_ISA_SCALAR);
        const bool hit = convex_sweep(&c, &expected), over = convex_overlap(&c, &overlap_expected);
        hits[i % CONVEX_CLASSES] += hit;
        touches += hit && expected.t_first > 0;
        overlaps += over;
        for (int isa = 1; isa < COLLIDE_ISA_COUNT; ++isa) {
            if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                continue;
            memset(&impact, 0xa5, sizeof impact);
            memset(&overlap, 0xa5, sizeof overlap);
            const char *text = collide_isa_text((collide_isa_id)isa);
            REQUIRE(convex_sweep(&c, &impact) == hit && convex_sweep(&c, NULL) == hit,
                    "%s, case %zu: hit", text, i);
            REQUIRE(memcmp(&impact, &expected, sizeof impact) == 0,
                    "%s, case %zu: times %a %a, axis %u, depth %a instead of %a %a, %u, %a", text,
                    i, (double)impact.t_first, (double)impact.t_last, impact.axis,
                    (double)impact.depth, (double)expected.t_first, (double)expected.t_last,
                    expected.axis, (double)expected.depth);
            REQUIRE(convex_overlap(&c, &overlap) == over && convex_overlap(&c, NULL) == over,
                    "%s, case %zu: overlap", text, i);
            REQUIRE(memcmp(&overlap, &overlap_expected, sizeof overlap) == 0,
                    "%s, case %zu: overlap at axis %u, depth %a instead of %u, %a", text, i,
                    overlap.axis, (double)overlap.depth, overlap_expected.axis,
                    (double)overlap_expected.depth);
        }
    }
    print_message("# of %zu: %zu random, %zu grid, %zu near, %zu special hit; %zu later than 0; "
                  "%zu overlap\n",
                  count, hits[RANDOM], hits[GRID], hits[NEAR], hits[SPECIAL], touches, overlaps);
    for (int i = 0; i < CONVEX_CLASSES; ++i)
        assert_in_range(hits[i], count / CONVEX_CLASSES / 20, count / CONVEX_CLASSES / 20 * 19);
    assert_in_range(touches, count / 25, count);
    assert_in_range(overlaps, count / 20, count);
}

// A cap of points, its normal i towards a point that comes along it: axis i touches last, whatever
// its number, on every instruction set.
#define CAP 24
static void test_convex_every_axis(void **state) {
    static collide_vec3 normal[CAP * CAP];
    const collide_vec3 origin = {0, 0, 0}, still = {0, 0, 0}, edge = {0, 0, 1};
    const size_t n = CAP * CAP, size = collide_convex_size(n, n, 1);
    const size_t one = collide_convex_size(1, 1, 1);
    void *memory = kinds_guarded(size), *point_memory = kinds_guarded(one);
    collide_convex *cap = NULL, *point = NULL;
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const float x = (float)(i % CAP) / CAP - 0.5f,
                    y = (float)(i - i % CAP) / (CAP * CAP) - 0.5f;
        normal[i] = collide_pose_from_quaternion(x / 2, y / 2, 0, 1, origin).axis[2];
    }
    assert_int_equal(collide_convex_build(&cap, memory, size, normal, n, normal, n, &edge, 1),
                     COLLIDE_OK);
    assert_int_equal(
        collide_convex_build(&point, point_memory, one, &origin, 1, normal, 1, &edge, 1),
        COLLIDE_OK);
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        for (size_t i = 0; i < n; ++i) {
            const char *text = collide_isa_text((collide_isa_id)isa);
            const collide_vec3 u = normal[i], v = {-u.x, -u.y, -u.z};
            collide_pose pose = collide_pose_identity();
            collide_impact impact;
            pose.position.x = 3 * u.x;
            pose.position.y = 3 * u.y;
            pose.position.z = 3 * u.z;
            assert_true(collide_convex_convex_sweep(cap, NULL, still, point, &pose, v, 9, &impact));
            REQUIRE(impact.axis == i && impact.depth == 0, "%s: axis %u instead of %zu, depth %g",
                    text, impact.axis, i, (double)impact.depth);
            const collide_vec3 m = impact.normal;
            const float along = m.x * v.x + m.y * v.y + m.z * v.z;
            REQUIRE(along > 0.9999f && impact.t_first > 1.99f && impact.t_first < 2.01f,
                    "%s, axis %zu: at %g, cosine %g", text, i, (double)impact.t_first,
                    (double)along);
        }
    }
    kinds_guarded_free(memory, size);
    kinds_guarded_free(point_memory, one);
}

// ----------------------------------------------------------------------------------------------

#define SEED_COUNT 5
#define FIXED 4
static struct run runs[SEED_COUNT * SWEEP_COUNT * COLLIDE_ISA_COUNT * ENTRY_COUNT];
static struct CMUnitTest tests[FIXED + SEED_COUNT * SWEEP_COUNT * COLLIDE_ISA_COUNT * ENTRY_COUNT];

int main(void) {
    const uint64_t seeds = kinds_tier() == 2 ? SEED_COUNT : 1;
    size_t n = 0;
    const struct CMUnitTest fixed[FIXED] = {
        cmocka_unit_test(test_scenes_have_hits_and_misses),
        cmocka_unit_test_teardown(test_sign_of_a_last_time, restore_isa),
        cmocka_unit_test_setup_teardown(test_convex, make_bodies, free_bodies),
        cmocka_unit_test_teardown(test_convex_every_axis, restore_isa)};
    memcpy(tests, fixed, sizeof fixed);
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        for (const sweep_query *q = sweep_queries; q < sweep_queries + SWEEP_COUNT; ++q)
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
                if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                    continue;
                for (size_t e = 0; e < ENTRY_COUNT; ++e, ++n) {
                    struct run *run = &runs[n];
                    const struct CMUnitTest test = {run->name, test_run, NULL, restore_isa, run};
                    run->query = q;
                    run->entry = &entries[e];
                    run->isa = (collide_isa_id)isa;
                    run->seed = seed;
                    snprintf(run->name, sizeof run->name, "%s %s %s seed %d", q->name,
                             collide_isa_text(run->isa), run->entry->name, (int)seed);
                    tests[FIXED + n] = test;
                }
            }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    return cmocka_run_group_tests_name("sat_identity", tests, NULL, NULL);
}
