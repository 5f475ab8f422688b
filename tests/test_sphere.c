// Balls: verdicts and times against exact rationals, every batch against single calls on every
// instruction set, bounding spheres.
#include "test.h"

#include "rational.h"

// ---- pairs -----------------------------------------------------------------------------------

struct pair {
    collide_sphere s[2];
    collide_vec3 v[2];
    float t_max;
};

static float any_of(inputs_random *r) {
    static const float special[] = {0,         -0.0f,   1,        -1,        FLT_MAX, -FLT_MAX,
                                    0x1p-149f, FLT_MIN, INFINITY, -INFINITY, NAN,     3e19f};
    return special[inputs_next(r) >> 33 & 7 ? kinds_below(r, 12) : kinds_below(r, 8)];
}

// Random ones; on a grid, touching exactly with sides 3, 4, 5; as good as touching; of all sizes;
// with what is no number.
static struct pair make_pair(inputs_random *r) {
    static const float scales[] = {1, 1e-12f, 1e12f, 0x1p-70f, 1e18f, 1e-20f, 1000};
    struct pair p;
    const uint64_t dice = inputs_next(r) >> 20;
    const unsigned what = dice % 8;
    for (int i = 0; i < 2; ++i) {
        p.s[i].center = inputs_vec3(r, -4, 4);
        p.s[i].radius = inputs_uniform(r, 0, 2);
        p.v[i] = inputs_vec3(r, -1, 1);
    }
    if (what >= 4)
        for (int i = 0; i < 2; ++i) {
            p.s[i].center = vec((float)kinds_below(r, 16), (float)kinds_below(r, 16), 0);
            p.s[i].radius = (float)kinds_below(r, 4);
            p.v[i] = vec((float)kinds_below(r, 4), (float)kinds_below(r, 4), 0);
        }
    if (what >= 6) { // the way from one to the other is (3, 4, 0) k
        const float k = (float)(1 + kinds_below(r, 1000));
        p.s[1].center = vec(p.s[0].center.x + 3 * k, p.s[0].center.y + 4 * k, p.s[0].center.z);
        p.s[0].radius = (float)kinds_below(r, (uint32_t)(5 * k) + 1);
        p.s[1].radius = 5 * k - p.s[0].radius;
        if (dice & 256)
            p.v[1] = p.v[0];
    }
    if (dice >> 9 & 1) { // an ulp of something
        float *x = (float *)(void *)&p.s[dice >> 10 & 1] + (dice >> 11 & 3);
        *x = kinds_float(kinds_bits(*x) + (dice >> 13 & 1 ? 1 : *x != 0 ? 0xffffffffu : 0));
    }
    p.t_max = dice >> 14 & 1 ? INFINITY : (float)kinds_below(r, 16);
    if (dice >> 15 & 1)
        p.v[0] = p.v[1] = vec(0, 0, 0);
    const float scale = dice >> 16 & 1 ? scales[(dice >> 17) % 7] : 1;
    for (int i = 0; i < 2; ++i) {
        collide_sphere *s = &p.s[i];
        *s = (collide_sphere){vec(s->center.x * scale, s->center.y * scale, s->center.z * scale),
                              s->radius * scale};
        if (dice >> 20 & 1)
            p.v[i] = vec(p.v[i].x * scale, p.v[i].y * scale, p.v[i].z * scale);
    }
    if ((dice >> 21 & 15) == 0)
        ((float *)(void *)&p)[(dice >> 25) % 15] = any_of(r);
    return p;
}

static bool is_finite(const struct pair *p) {
    bool finite = p->s[0].radius >= 0 && p->s[1].radius >= 0 && p->t_max >= 0;
    for (int i = 0; i < 14; ++i)
        finite =
            finite && magnitude((double)((const float *)(const void *)p)[i]) <= (double)FLT_MAX;
    return finite;
}

// ---- exact -----------------------------------------------------------------------------------

// The way from one centre to the other and how it changes; where it is at exact_t.
static rational_vector exact_p, exact_v, exact_q;
static mpq_t exact_t, exact_sum, exact_x, exact_y, exact_z;

static void exact_init(void) {
    rational_init();
    rational_init_vector(exact_p);
    rational_init_vector(exact_v);
    rational_init_vector(exact_q);
    mpq_inits(exact_t, exact_sum, exact_x, exact_y, exact_z, NULL);
}

static void exact_take(const struct pair *p) {
    rational_set(exact_p, p->s[0].center);
    rational_set(exact_q, p->s[1].center);
    rational_less(exact_p, exact_q, exact_p);
    rational_set(exact_v, p->v[0]);
    rational_set(exact_q, p->v[1]);
    rational_less(exact_v, exact_q, exact_v);
    mpq_set_d(exact_sum, (double)p->s[0].radius);
    mpq_set_d(exact_x, (double)p->s[1].radius);
    mpq_add(exact_sum, exact_sum, exact_x);
}

// The sign of how far apart the balls are at exact_t.
static int exact_gap(void) {
    rational_along(exact_q, exact_p, exact_t, exact_v, 3);
    rational_dot(exact_x, exact_q, exact_q);
    mpq_mul(exact_y, exact_sum, exact_sum);
    return mpq_cmp(exact_x, exact_y);
}

// The same if the sum of radii is larger by 2^-47 of it and of the distance at the start, which is
// a root: by squares.
static int exact_gap_grown(void) {
    if (exact_gap() <= 0)
        return -1;
    mpq_set_ui(exact_y, 1, 1);
    mpq_div_2exp(exact_y, exact_y, 47);
    mpq_mul(exact_z, exact_y, exact_y);
    mpq_mul(exact_y, exact_y, exact_sum);
    mpq_add(exact_y, exact_y, exact_sum);
    mpq_mul(exact_y, exact_y, exact_y); // the square of what comes from the radii
    rational_dot(rational_x, exact_p, exact_p);
    mpq_mul(exact_z, exact_z, rational_x); // and of what comes from the distance
    mpq_sub(exact_x, exact_x, exact_y);
    mpq_sub(exact_x, exact_x, exact_z); // against twice the product of what these are squares of
    if (mpq_sgn(exact_x) <= 0)
        return -1;
    mpq_mul(exact_x, exact_x, exact_x);
    mpq_mul(exact_y, exact_y, exact_z);
    mpq_mul_2exp(exact_y, exact_y, 2);
    return mpq_cmp(exact_x, exact_y);
}

// Whether they are no farther apart than 2^-48 of the distance.
static bool exact_near(void) {
    exact_gap();
    mpq_set_ui(exact_z, 1, 1);
    mpq_div_2exp(exact_z, exact_z, 48);
    mpq_set_ui(rational_x, 1, 1);
    mpq_sub(exact_z, rational_x, exact_z);
    mpq_mul(exact_z, exact_z, exact_z);
    mpq_mul(exact_x, exact_x, exact_z);
    return mpq_cmp(exact_x, exact_y) <= 0;
}

// exact_t becomes the time from from to to, which may be infinite, at which they are nearest.
static void exact_nearest(float from, float to) {
    rational_dot(exact_x, exact_v, exact_v);
    mpq_set_ui(exact_t, 0, 1);
    if (mpq_sgn(exact_x)) {
        rational_dot(exact_t, exact_p, exact_v);
        mpq_div(exact_t, exact_t, exact_x);
        mpq_neg(exact_t, exact_t);
    }
    mpq_set_d(exact_x, (double)from);
    if (mpq_cmp(exact_t, exact_x) < 0)
        mpq_set(exact_t, exact_x);
    if (to <= FLT_MAX) {
        mpq_set_d(exact_x, (double)to);
        if (mpq_cmp(exact_t, exact_x) > 0)
            mpq_set(exact_t, exact_x);
    }
}

// ---- tests -----------------------------------------------------------------------------------

static void say(const struct pair *p) {
    for (int i = 0; i < 2; ++i)
        fprintf(stderr, "# {{%aF, %aF, %aF}, %aF}, v {%aF, %aF, %aF}\n", (double)p->s[i].center.x,
                (double)p->s[i].center.y, (double)p->s[i].center.z, (double)p->s[i].radius,
                (double)p->v[i].x, (double)p->v[i].y, (double)p->v[i].z);
    fprintf(stderr, "# t_max %aF\n", (double)p->t_max);
}

#define CHECK(x, ...)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            say(&p);                                                                               \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

static void test_single(void **state) {
    const size_t n = cases(100000);
    inputs_random r = inputs_seed(30);
    size_t hits = 0, touching = 0, moving = 0;
    (void)state;
    for (size_t i = 0; i < n; ++i) {
        const struct pair p = make_pair(&r);
        const bool hit = collide_sphere_sphere(&p.s[0], &p.s[1]);
        collide_sweep t;
        const bool meet =
            collide_sphere_sphere_sweep(&p.s[0], p.v[0], &p.s[1], p.v[1], p.t_max, &t);
        CHECK(collide_sphere_sphere(&p.s[1], &p.s[0]) == hit, "the order matters");
        CHECK(meet ? t.t_first >= 0 && t.t_first <= t.t_last && t.t_last <= p.t_max
                   : t.t_first == INFINITY && t.t_last == -INFINITY,
              "times %g to %g", (double)t.t_first, (double)t.t_last);
        if (!is_finite(&p)) {
            CHECK(!meet, "a hit of what is not finite");
            continue;
        }
        exact_take(&p);
        mpq_set_ui(exact_t, 0, 1);
        const int gap = exact_gap();
        CHECK(hit ? gap <= 0 || exact_near() : gap > 0, "hit %d", hit);
        hits += hit;
        touching += gap == 0;
        exact_nearest(0, p.t_max);
        CHECK(meet ? exact_gap_grown() <= 0 : exact_gap() > 0, "%s", meet ? "invented" : "missed");
        if (!meet)
            continue;
        moving += !hit;
        // As of balls that are larger by the bound, and rounded outward once.
        const float first = t.t_first, last = t.t_last;
        if (first > 0) {
            exact_nearest(0, first);
            CHECK(exact_gap() >= 0, "meet before %a", (double)first);
        }
        if (first < FLT_MAX) { // or beyond
            exact_nearest(first, kinds_float(kinds_bits(first) + 1));
            CHECK(exact_gap_grown() <= 0, "apart at %a", (double)first);
        }
        if (last < p.t_max) {
            exact_nearest(last, p.t_max);
            CHECK(exact_gap() >= 0, "meet after %a", (double)last);
        }
        if (last < FLT_MAX) {
            exact_nearest(last > 0 ? kinds_float(kinds_bits(last) - 1) : 0, last);
            CHECK(exact_gap_grown() <= 0, "apart at %a", (double)last);
        }
    }
    fprintf(stderr, "# %zu pairs: %zu hits, %zu touch, %zu meet later\n", n, hits, touching,
            moving);
    assert_true(hits > n / 8 && touching > n / 64 && moving > n / 64);
}

#define MOST 1000
struct batch {
    size_t n;
    struct pair p[MOST];
    collide_sphere s[2][MOST];
    collide_vec3 v[2][MOST];
    void *pack[2], *velocity[2];
};

static bool good(collide_vec3 v) {
    return magnitude((double)v.x) + magnitude((double)v.y) + magnitude((double)v.z) < INFINITY;
}

static void make_batch(struct batch *b, inputs_random *r, size_t n) {
    b->n = n;
    for (size_t i = 0; i < n; ++i) {
        b->p[i] = make_pair(r);
        for (int k = 0; k < 2; ++k) {
            if (!good(b->p[i].s[k].center) || !(b->p[i].s[k].radius >= 0) ||
                !(b->p[i].s[k].radius <= FLT_MAX))
                b->p[i].s[k] = (collide_sphere){{0, 0, 1}, 1};
            if (!good(b->p[i].v[k]))
                b->p[i].v[k] = vec(1, 0, 0);
            b->s[k][i] = b->p[i].s[k];
            b->v[k][i] = b->p[i].v[k];
        }
    }
    for (int k = 0; k < 2; ++k) {
        collide_sphere_pack *pack;
        collide_vec3_pack *velocity;
        const size_t size = collide_sphere_pack_size(n), bytes = collide_vec3_pack_size(n);
        b->pack[k] = kinds_guarded(size);
        b->velocity[k] = kinds_guarded(bytes);
        assert_int_equal(collide_sphere_pack_build(&pack, b->pack[k], size, b->s[k], n, 0),
                         COLLIDE_OK);
        assert_int_equal(collide_vec3_pack_build(&velocity, b->velocity[k], bytes, b->v[k], n, 0),
                         COLLIDE_OK);
    }
}

static void free_batch(struct batch *b) {
    for (int k = 0; k < 2; ++k) {
        kinds_guarded_free(b->pack[k], collide_sphere_pack_size(b->n));
        kinds_guarded_free(b->velocity[k], collide_vec3_pack_size(b->n));
    }
}

static bool bit(const uint16_t *bits, size_t i) {
    return bits[i / 16] >> i % 16 & 1;
}

static void check_padding(const uint16_t *bits, size_t n) {
    assert_true(n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
}

static void check_still(const struct batch *b, inputs_random *r) {
    const collide_sphere_pack *pa = (const collide_sphere_pack *)b->pack[0];
    const collide_sphere_pack *pb = (const collide_sphere_pack *)b->pack[1];
    static uint16_t bits[40 * COLLIDE_BLOCKS(MOST)];
    static uint32_t indices[MOST];
    static collide_pair pairs[MOST], found[4000];
    const size_t n = b->n, one = kinds_below(r, (uint32_t)n), several = n < 40 ? n : 40;
    size_t hits = 0;
    const size_t many = collide_sphere_sphere_many(&b->s[0][one], pb, bits);
    const size_t listed = collide_sphere_sphere_many_indices(&b->s[0][one], pb, indices, MOST / 2);
    for (size_t i = 0; i < n; ++i) {
        const bool hit = collide_sphere_sphere(&b->s[0][one], &b->s[1][i]);
        assert_int_equal(bit(bits, i), hit);
        if (hit && hits < MOST / 2)
            assert_int_equal(indices[hits], i);
        hits += hit;
    }
    check_padding(bits, n);
    assert_true(many == hits && listed == hits);
    hits = 0;
    const size_t lanes = collide_sphere_sphere_lanes(pa, pb, bits);
    for (size_t i = 0; i < n; ++i) {
        const bool hit = collide_sphere_sphere(&b->s[0][i], &b->s[1][i]);
        assert_int_equal(bit(bits, i), hit);
        hits += hit;
    }
    check_padding(bits, n);
    assert_int_equal(lanes, hits);
    for (size_t i = 0; i < n; ++i) {
        pairs[i].a = kinds_below(r, (uint32_t)n + 1);
        pairs[i].b = kinds_below(r, (uint32_t)n);
    }
    hits = 0;
    // Structs of the pair itself: a stride.
    const collide_sphere_array arrays[2] = {{&b->p[0].s[0], n, sizeof b->p[0], NULL, 0},
                                            {b->s[1], n, 0, NULL, 0}};
    const size_t paired = collide_sphere_sphere_pairs(&arrays[0], &arrays[1], pairs, n, bits);
    for (size_t i = 0; i < n; ++i) {
        const bool hit =
            pairs[i].a < n && collide_sphere_sphere(&b->s[0][pairs[i].a], &b->s[1][pairs[i].b]);
        assert_int_equal(bit(bits, i), hit);
        hits += hit;
    }
    check_padding(bits, n);
    assert_int_equal(paired, hits);
    hits = 0;
    const collide_sphere_array rows = {&b->p[0].s[0], several, sizeof b->p[0], NULL, 0};
    const size_t all = collide_sphere_sphere_all(&rows, pb, bits);
    for (size_t k = 0; k < several; ++k) {
        const uint16_t *row = bits + k * COLLIDE_BLOCKS(n);
        for (size_t i = 0; i < n; ++i) {
            const bool hit = collide_sphere_sphere(&b->s[0][k], &b->s[1][i]);
            assert_int_equal(bit(row, i), hit);
            hits += hit;
        }
        check_padding(row, n);
    }
    assert_int_equal(all, hits);
    for (int self = 0; self < 2; ++self) {
        const size_t capacity = sizeof found / sizeof *found;
        const size_t total = self ? collide_sphere_sphere_self_indices(pa, found, capacity)
                                  : collide_sphere_sphere_all_indices(pa, pb, found, capacity);
        hits = 0;
        for (size_t i = 0; i < n; i += 16)
            for (size_t j = self ? i : 0; j < n; j += 16)
                for (size_t k = i; k < i + 16 && k < n; ++k)
                    for (size_t l = self && j <= k ? k + 1 : j; l < j + 16 && l < n; ++l)
                        if (collide_sphere_sphere(&b->s[0][k], &b->s[!self][l])) {
                            if (hits < capacity)
                                assert_true(found[hits].a == k && found[hits].b == l);
                            ++hits;
                        }
        assert_int_equal(total, hits);
    }
}

static void check_times(size_t i, const collide_sphere *p, collide_vec3 u, const collide_sphere *q,
                        collide_vec3 v, float t_max, const collide_sweeps *out, size_t *hits) {
    collide_sweep t;
    const bool hit = collide_sphere_sphere_sweep(p, u, q, v, t_max, &t);
    assert_int_equal(bit(out->bits, i), hit);
    assert_true(out->t_first[i] == t.t_first && out->t_last[i] == t.t_last);
    assert_int_equal(out->axis[i], COLLIDE_SWEEPS_NO_AXIS);
    *hits += hit;
}

static void check_moving(const struct batch *b, inputs_random *r) {
    const collide_sphere_pack *pa = (const collide_sphere_pack *)b->pack[0];
    const collide_sphere_pack *pb = (const collide_sphere_pack *)b->pack[1];
    const collide_vec3_pack *va = (const collide_vec3_pack *)b->velocity[0];
    const collide_vec3_pack *vb = (const collide_vec3_pack *)b->velocity[1];
    static uint16_t bits[COLLIDE_BLOCKS(MOST)];
    static float t_first[MOST], t_last[MOST];
    static uint8_t axis[MOST];
    static collide_pair pairs[MOST];
    const collide_sweeps out = {bits, t_first, t_last, axis}, none = {NULL, NULL, NULL, NULL};
    const collide_vec3 still = {0, 0, 0};
    const size_t n = b->n, one = kinds_below(r, (uint32_t)n);
    static const float ends[5] = {0, 3, INFINITY, -1, NAN};
    const float t_max = ends[kinds_below(r, 5)];
    size_t hits = 0;
    size_t found =
        collide_sphere_sphere_sweep_many(&b->s[0][one], b->v[0][one], pb, vb, t_max, &out);
    for (size_t i = 0; i < n; ++i)
        check_times(i, &b->s[0][one], b->v[0][one], &b->s[1][i], b->v[1][i], t_max, &out, &hits);
    assert_int_equal(found, hits);
    check_padding(bits, n);
    hits = 0;
    found = collide_sphere_sphere_sweep_lanes(pa, NULL, pb, vb, t_max, &out);
    for (size_t i = 0; i < n; ++i)
        check_times(i, &b->s[0][i], still, &b->s[1][i], b->v[1][i], t_max, &out, &hits);
    assert_int_equal(found, hits);
    assert_int_equal(collide_sphere_sphere_sweep_lanes(pa, NULL, pb, vb, t_max, &none), hits);
    found = collide_sphere_sphere_sweep_lanes(pa, va, pb, NULL, t_max, &out);
    hits = 0;
    for (size_t i = 0; i < n; ++i)
        check_times(i, &b->s[0][i], b->v[0][i], &b->s[1][i], still, t_max, &out, &hits);
    assert_int_equal(found, hits);
    for (size_t i = 0; i < n; ++i) {
        pairs[i].a = kinds_below(r, (uint32_t)n);
        pairs[i].b = kinds_below(r, (uint32_t)n);
    }
    const collide_sphere_array moving[2] = {
        {&b->p[0].s[0], n, sizeof b->p[0], &b->p[0].v[0], sizeof b->p[0]},
        {b->s[1], n, 0, b->v[1], 0}};
    hits = 0;
    found = collide_sphere_sphere_sweep_pairs(&moving[0], &moving[1], pairs, n, t_max, &out);
    for (size_t i = 0; i < n; ++i)
        check_times(i, &b->s[0][pairs[i].a], b->v[0][pairs[i].a], &b->s[1][pairs[i].b],
                    b->v[1][pairs[i].b], t_max, &out, &hits);
    assert_int_equal(found, hits);
}

static void test_batches(void **state) {
    static const size_t counts[] = {1, 15, 16, 17, 100, MOST};
    static struct batch b;
    inputs_random r = inputs_seed(31);
    (void)state;
    for (size_t round = 0; round < cases(2); ++round)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
            make_batch(&b, &r, counts[k]);
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
                if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa) {
                    check_still(&b, &r);
                    check_moving(&b, &r);
                }
            collide_isa_limit(COLLIDE_ISA_COUNT);
            free_batch(&b);
        }
}

// Lanes that a pack cannot have, through pairs into arrays.
static void test_special(void **state) {
    const collide_sphere s[6] = {{{0, 0, 0}, 1},  {{NAN, 0, 0}, 1},      {{INFINITY, 0, 0}, 1},
                                 {{0, 0, 0}, -1}, {{0, 0, 0}, INFINITY}, {{0, 0, 0}, NAN}};
    collide_pair pairs[36];
    uint16_t bits[3];
    (void)state;
    for (uint32_t i = 0; i < 36; ++i) {
        pairs[i].a = i / 6;
        pairs[i].b = i % 6;
    }
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        const collide_sphere_array all = {s, 6, 0, NULL, 0};
        collide_sphere_sphere_pairs(&all, &all, pairs, 36, bits);
        for (size_t i = 0; i < 36; ++i)
            assert_int_equal(bit(bits, i), collide_sphere_sphere(&s[i / 6], &s[i % 6]));
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    assert_true(collide_sphere_sphere(&s[0], &s[0]) && !collide_sphere_sphere(&s[0], &s[1]) &&
                !collide_sphere_sphere(&s[0], &s[2]) && !collide_sphere_sphere(&s[0], &s[3]) &&
                !collide_sphere_sphere(&s[0], &s[5]));
    assert_int_equal(collide_sphere_sphere_many(&s[0], NULL, NULL), 0);
    assert_int_equal(collide_sphere_sphere_self_indices(NULL, NULL, 0), 0);
}

static void test_from_points(void **state) {
    inputs_random r = inputs_seed(32);
    collide_sphere s = {{1, 1, 1}, 1};
    static collide_vec3 p[300];
    double worst = 0;
    (void)state;
    for (size_t round = 0; round < cases(400); ++round) {
        const size_t n = 1 + kinds_below(&r, 300);
        const uint64_t dice = inputs_next(&r) >> 20;
        const float scale = dice & 1 ? 1 : dice & 2 ? 1e-15f : 1e15f;
        const collide_vec3 at = dice & 4 ? inputs_vec3(&r, -100, 100) : vec(0, 0, 0);
        const bool flat = dice >> 3 & 1, line = dice >> 4 & 1;
        double reach = 0;
        for (size_t i = 0; i < n; ++i) {
            const collide_vec3 q = inputs_vec3(&r, -1, 1);
            p[i] = vec((at.x + q.x) * scale, (at.y + (line ? 2 * q.x : q.y)) * scale,
                       flat ? 0 : (at.z + q.z) * scale);
        }
        assert_int_equal(collide_sphere_from_points(&s, p, n, 0), COLLIDE_OK);
        for (size_t i = 0; i < n; ++i) {
            const struct pair q = {{s, {p[i], 0}}, {vec(0, 0, 0), vec(0, 0, 0)}, 0};
            exact_take(&q);
            mpq_set_ui(exact_t, 0, 1);
            assert_true(exact_gap() <= 0);
            for (size_t j = 0; j < i; ++j) {
                const double d = length(add(to_point(p[i]), -1, to_point(p[j])));
                reach = d > reach ? d : reach;
            }
        }
        // Of all spheres none is smaller than half the widest distance, and the smallest one is at
        // most sqrt(3 / 2) times as large [Jung].
        const double excess = reach > 0 ? 2 * (double)s.radius / reach : 1;
        worst = excess > worst ? excess : worst;
        assert_true(excess < 1.3);
    }
    fprintf(stderr, "# bounding spheres: at most %.3f of half the widest distance\n", worst);
    const collide_vec3 cube[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
    assert_int_equal(collide_sphere_from_points(&s, cube, 8, 0), COLLIDE_OK);
    assert_true(s.center.x == 0 && s.center.y == 0 && s.center.z == 0 && s.radius >= 1.7320508f &&
                s.radius < 1.7320511f);
    const float one[4] = {3, 4, 5, 0};
    assert_int_equal(collide_sphere_from_points(&s, one, 1, 16), COLLIDE_OK);
    assert_true(s.center.x == 3 && s.center.y == 4 && s.center.z == 5 && s.radius == 0);
    const collide_vec3 wide[2] = {{-FLT_MAX, -FLT_MAX, 0}, {FLT_MAX, FLT_MAX, 0}};
    const collide_vec3 bad[2] = {{0, 0, 0}, {0, NAN, 0}};
    const struct {
        collide_status status;
        const void *points;
        size_t n, stride;
    } errors[] = {
        {COLLIDE_ERROR_NULL, NULL, 1, 0},      {COLLIDE_ERROR_COUNT, cube, 0, 0},
        {COLLIDE_ERROR_STRIDE, cube, 8, 11},   {COLLIDE_ERROR_OVERFLOW, wide, 2, 0},
        {COLLIDE_ERROR_NOT_FINITE, bad, 2, 0}, {COLLIDE_ERROR_OVERFLOW, cube, SIZE_MAX / 4, 0}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        s.radius = 7;
        assert_int_equal(
            collide_sphere_from_points(&s, errors[i].points, errors[i].n, errors[i].stride),
            errors[i].status);
        assert_true(s.radius == 0 && s.center.x == 0);
    }
    assert_int_equal(collide_sphere_from_points(NULL, cube, 8, 0), COLLIDE_ERROR_NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_special),
        cmocka_unit_test(test_from_points),
    };
    exact_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
