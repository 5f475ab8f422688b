// First contacts of shapes that move and turn, against an oracle in long double (turning.h): never
// late, hits that are contacts, misses that are none; certificates by themselves; bad input; the
// same motions exchanged and scaled; the work of a query.
#define TEST_PART "../src/motion/single.h"
#define COLLIDE_COUNT_WORK
#include "test.h"

#include "kinds.h"
#include "turning.h"

unsigned long long collide_work;

// Of random cases a tenth under sanitizers, many more in the full tier.
static int cases(int normal) {
#ifdef COLLIDE_TEST_SANITIZED
    return (normal + 19) / 20;
#else
    return kinds_tier() == 2 ? normal * 60 : kinds_tier() == 1 ? normal : normal / 4;
#endif
}

// ---- shapes and motions ----------------------------------------------------------------------

#define BODIES 8

static uint64_t memory[BODIES][8192];
static const collide_convex *convex[BODIES];

static int bodies(void **state) {
    inputs_random r = inputs_seed(1);
    (void)state;
    for (int k = 0; k < BODIES; ++k) {
        collide_vec3 p[40];
        collide_hull hull;
        collide_convex *c;
        const size_t n = k < 4 ? 5 + 2 * (size_t)k : 40;
        for (size_t i = 0; i < n; ++i)
            p[i] = inputs_vec3(&r, -0.75f, 0.75f);
        if (collide_convex_build_points(&c, COLLIDE_ALIGN(memory[k]),
                                        sizeof memory[k] - COLLIDE_ALIGNMENT, p, n, 0, 32,
                                        &hull) != COLLIDE_OK)
            return 1;
        convex[k] = c;
    }
    return 0;
}

static const collide_vec3 origin = {0, 0, 0};

static collide_vec3 times(float s, collide_vec3 p) {
    return (collide_vec3){s * p.x, s * p.y, s * p.z};
}

static collide_vec3 plus(collide_vec3 a, collide_vec3 b) {
    return (collide_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static collide_vec3 direction(inputs_random *r) {
    return inputs_pose(r, origin).axis[0];
}

// A shape of a size of about 1, at about 0. The kinds are those of collide_shape_kind.
static collide_shape shape_of(inputs_random *r, uint32_t kind) {
    const collide_vec3 o = inputs_vec3(r, -0.25f, 0.25f);
    const collide_pose pose = inputs_pose(r, o);
    collide_vec3 p[4];
    for (int i = 0; i < 4; ++i)
        p[i] = inputs_vec3(r, -1, 1);
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        return collide_shape_from_point(o);
    case COLLIDE_SHAPE_SEGMENT: {
        const collide_segment s = {p[0], p[1]};
        return collide_shape_from_segment(&s);
    }
    case COLLIDE_SHAPE_SPHERE: {
        const collide_sphere s = {o, inputs_uniform(r, 0.25f, 1)};
        return collide_shape_from_sphere(&s);
    }
    case COLLIDE_SHAPE_CAPSULE: {
        const collide_capsule s = {p[0], p[1], inputs_uniform(r, 0.125f, 0.5f)};
        return collide_shape_from_capsule(&s);
    }
    case COLLIDE_SHAPE_AABB: {
        const collide_vec3 half = inputs_vec3(r, 0.125f, 1);
        const collide_aabb s = {plus(o, times(-1, half)), plus(o, half)};
        return collide_shape_from_aabb(&s);
    }
    case COLLIDE_SHAPE_TRIANGLE: {
        const collide_triangle s = {{p[0], p[1], p[2]}};
        return collide_shape_from_triangle(&s);
    }
    case COLLIDE_SHAPE_TETRAHEDRON: {
        const collide_tetrahedron s = {{p[0], p[1], p[2], p[3]}};
        return collide_shape_from_tetrahedron(&s);
    }
    case COLLIDE_SHAPE_CYLINDER: {
        collide_cylinder s;
        memset(&s, 0, sizeof s);
        s.center = o;
        s.axis = pose.axis[0];
        s.radius = inputs_uniform(r, 0.25f, 1);
        s.height = inputs_uniform(r, 0.25f, 2);
        return collide_shape_from_cylinder(&s);
    }
    case COLLIDE_SHAPE_CONVEX:
        return collide_shape_from_convex(convex[inputs_next(r) >> 32 & (BODIES - 1)], &pose);
    case COLLIDE_SHAPE_PLANE: {
        const collide_plane s = {p[0], inputs_uniform(r, -0.5f, 0.5f)};
        return collide_shape_from_plane(&s);
    }
    default: {
        collide_obb s;
        s.center = o;
        s.half = inputs_vec3(r, 0.125f, 1);
        memcpy(s.axis, pose.axis, sizeof s.axis);
        return collide_shape_from_obb(&s);
    }
    }
}

// Any two kinds but half-spaces; a half-space is b if it is asked for.
static void kinds_of(int k, bool plane, uint32_t *a, uint32_t *b) {
    static const uint32_t list[10] = {
        COLLIDE_SHAPE_OBB,      COLLIDE_SHAPE_SPHERE,      COLLIDE_SHAPE_CAPSULE,
        COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_CYLINDER,
        COLLIDE_SHAPE_CONVEX,   COLLIDE_SHAPE_AABB,        COLLIDE_SHAPE_SEGMENT,
        COLLIDE_SHAPE_POINT};
    *a = list[k % 3 == 0 ? 0 : k / 3 % 10];
    *b = plane ? COLLIDE_SHAPE_PLANE : list[k % 3 == 0 ? 0 : k / 30 % 10];
}

// b comes near a, and both turn, by up to turn radians in the time 1.
static struct query meeting(inputs_random *r, uint32_t a, uint32_t b, float turn) {
    struct query q;
    q.a = shape_of(r, a);
    q.b = shape_of(r, b);
    const float d = inputs_uniform(r, 1.5f, 4), v = d * inputs_uniform(r, 0.25f, 1.25f);
    const collide_vec3 way = direction(r);
    q.ma = q.mb = collide_motion_at_rest();
    q.ma.pose = inputs_pose(r, inputs_vec3(r, -0.25f, 0.25f));
    q.mb.pose = inputs_pose(r, times(d, way));
    q.ma.pivot = inputs_vec3(r, -0.5f, 0.5f);
    q.mb.pivot = plus(q.mb.pose.position, inputs_vec3(r, -0.5f, 0.5f));
    q.ma.velocity = inputs_vec3(r, -0.25f, 0.25f);
    q.mb.velocity = plus(times(-v, way), inputs_vec3(r, -0.5f, 0.5f));
    q.ma.spin = times(turn * inputs_uniform(r, 0.125f, 1), direction(r));
    q.mb.spin = times(turn * inputs_uniform(r, 0.125f, 1), direction(r));
    q.t_max = 1;
    q.tolerance = 0;
    return q;
}

static bool ask(const struct query *q, collide_bracket *out) {
    memset(out, 0x55, sizeof *out);
    return collide_shape_shape_motion(&q->a, &q->ma, &q->b, &q->mb, q->t_max, q->tolerance, out);
}

// ---- what an answer promises -----------------------------------------------------------------

struct tally {
    const char *name;
    int hits, misses, nears, undecided, count;
    float *width; // of hits, in parts of t_max
    long double looks, astray;
};

static void print_query(const struct query *q, const collide_bracket *got) {
    const collide_shape *s[2] = {&q->a, &q->b};
    const collide_motion *m[2] = {&q->ma, &q->mb};
    for (int i = 0; i < 2; ++i) {
        float x[16];
        print_message("shape kind %u:", (unsigned)s[i]->kind);
        memcpy(x, &s[i]->of, sizeof s[i]->of < sizeof x ? sizeof s[i]->of : sizeof x);
        for (size_t k = 0; k < 15; ++k)
            print_message(" %a", (double)x[k]);
        print_message("\nmotion:");
        memcpy(x, &m[i]->pose, sizeof m[i]->pose);
        for (size_t k = 0; k < 12; ++k)
            print_message(" %a", (double)x[k]);
        memcpy(x, &m[i]->pivot, 9 * sizeof *x);
        for (size_t k = 0; k < 9; ++k)
            print_message(" %a", (double)x[k]);
        print_message("\n");
    }
    print_message("t_max %a, tolerance %a; verdict %u, [%a, %a], gap %a, normal %a %a %a\n",
                  (double)q->t_max, (double)q->tolerance, (unsigned)got->verdict,
                  (double)got->t_lo, (double)got->t_hi, (double)got->gap, (double)got->normal.x,
                  (double)got->normal.y, (double)got->normal.z);
}

#define HOLDS(x, ...)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            print_query(q, got);                                                                   \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

// The overlap along n at the time t: what a depth cannot exceed.
static long double gap_along(const struct pair *p, vector n, long double t) {
    struct body a, b;
    turn_body(&p->a, t, &a);
    turn_body(&p->b, t, &b);
    const vector d = along(p->apart, t, p->w);
    const long double near_a = dot(farthest(&a, scaled(-1, n)), n) - a.radius;
    const long double far_b = b.plane ? b.height : dot(farthest(&b, n), n) + b.radius;
    return near_a - dot(d, n) - far_b;
}

static void check_normal(struct pair *p, const struct query *q, const collide_bracket *got,
                         struct tally *t) {
    vector n = vector_of(got->normal);
    const long double l = length(n);
    HOLDS(fabsl(l - 1) <= 0x1p-22L, "%s: the length of the normal is %.9Lg", t->name, l);
    n = scaled((q->a.kind == COLLIDE_SHAPE_PLANE ? -1 : 1) / l, n);
    if (p->b.plane || got->t_lo <= 0)
        return;
    // How far from the plane that it gives the bodies are at t_lo, in parts of their sizes.
    const struct apart d = look(p, (long double)got->t_lo);
    const long double off = (d.lo - gap_along(p, n, (long double)got->t_lo)) /
                            (p->size + length(p->w) * (long double)got->t_lo);
    t->astray = fmaxl(t->astray, off);
}

// A hit: at t_hi, or within the rounding of t_hi, the bodies touch.
static void check_hit(struct pair *p, const struct query *q, const collide_bracket *got,
                      struct tally *t) {
    const long double end = (long double)got->t_hi;
    const long double step =
        end > 0 ? (end - (long double)nextafterf(got->t_hi, -1)) / 16 : 0;
    const long double fast = p->speed + (p->b.plane ? closing(p, p->w, end, 0) : 0);
    const long double most = fast * step + 0x1p-44L * p->size + blur(p, end);
    long double best = 1e4000L;
    for (int i = 0; i < 17 && best > most; ++i) {
        const long double at = end - step * i;
        if (at >= (long double)got->t_lo)
            best = fminl(best, look(p, at).hi);
    }
    HOLDS(best <= most, "%s: at t_hi %.9Lg apart, more than %.3Lg", t->name, best, most);
    if (got->t_hi > 0)
        t->width[t->hits] = (got->t_hi - got->t_lo) / q->t_max;
    else
        t->width[t->hits] = 0;
    if (got->gap < 0) { // no depth is larger than the overlap along any direction
        inputs_random r = inputs_seed(5);
        for (int i = 0; i < 20 && !p->b.plane; ++i) {
            const vector n = vector_of(i ? direction(&r) : got->normal);
            const long double g = gap_along(p, scaled(1 / length(n), n), (long double)got->t_lo);
            HOLDS((i || q->a.kind == COLLIDE_SHAPE_PLANE) ||
                      g <= (long double)got->gap + 0x1p-21L * p->size,
                  "%s: a depth of %g along the normal, %.9Lg", t->name, (double)got->gap, g);
            HOLDS(-(long double)got->gap <= -g + blur(p, 0) || i == 0,
                  "%s: a depth of %g, along an axis %.9Lg", t->name, -(double)got->gap, -g);
        }
    }
}

static void check(const struct query *q, const collide_bracket *got, bool result, struct tally *t,
                  int most) {
    struct pair p;
    bool stuck;
    const float last = q->t_max <= FLT_MAX ? q->t_max : FLT_MAX;
    const bool miss = got->verdict == COLLIDE_MISS;
    HOLDS(result == !miss && got->verdict <= COLLIDE_NEAR, "%s: a verdict", t->name);
    HOLDS(got->t_lo <= got->t_hi && got->t_lo >= 0 && got->gap <= INFINITY, "%s: numbers", t->name);
    HOLDS(miss ? got->t_lo > FLT_MAX && got->gap > FLT_MAX && got->normal.x == 0 &&
                     got->normal.y == 0 && got->normal.z == 0
               : got->t_hi <= last,
          "%s: times", t->name);
    HOLDS(got->verdict != COLLIDE_NEAR || got->t_hi >= last, "%s: NEAR before the end", t->name);
    pair_of(&p, q);
    const long double end = (long double)(miss ? last : got->t_lo);
    long double free = free_until(&p, 0, end, most, &stuck);
    HOLDS(!stuck || free >= end, "%s: contact at %.12Lg, %.3Lg before t_lo", t->name, free,
          end - free);
    if (free < end && !stuck) { // nothing is proven: times in between
        inputs_random r = inputs_seed(7);
        ++t->undecided;
        for (int i = 0; i < 100; ++i) {
            const long double at =
                free + (end - free) * (long double)inputs_uniform(&r, 0, 1);
            HOLDS(look(&p, at).hi > -blur(&p, at), "%s: contact at %.12Lg", t->name, at);
        }
    }
    if (miss) {
        ++t->misses;
    } else {
        const struct apart d = look(&p, end);
        HOLDS(got->t_lo > 0 ? d.lo <= (long double)got->gap + blur(&p, end)
                            : d.lo <= fmaxl((long double)got->gap, 0) + blur(&p, end),
              "%s: %.9Lg apart at t_lo, more than the gap %g", t->name, d.lo, (double)got->gap);
        check_normal(&p, q, got, t);
        if (got->verdict == COLLIDE_HIT) {
            check_hit(&p, q, got, t);
            ++t->hits;
        } else {
            ++t->nears;
        }
    }
    t->looks = fmaxl(t->looks, p.looks);
    ++t->count;
}

static int widths(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Prints the counts; the widths of brackets of which half and 99 of 100 are narrower.
static void say(struct tally *t, float *half, float *most) {
    *half = *most = 0;
    if (t->hits > 0) {
        qsort(t->width, (size_t)t->hits, sizeof *t->width, widths);
        *half = t->width[t->hits / 2];
        *most = t->width[t->hits * 99 / 100];
    }
    print_message("# %s: %d hits, %d misses, %d near, %d undecided; widths %.2g, %.2g, %.2g; "
                  "looks %.0Lf; normal off by %.2Lg\n",
                  t->name, t->hits, t->misses, t->nears, t->undecided, (double)*half,
                  (double)*most, (double)(t->hits ? t->width[t->hits - 1] : 0), t->looks,
                  t->astray);
}

static struct tally tally_of(const char *name, int n) {
    struct tally t;
    memset(&t, 0, sizeof t);
    t.name = name;
    t.width = (float *)malloc(((size_t)n + 1) * sizeof *t.width);
    assert_non_null(t.width);
    return t;
}

// ---- motions of many kinds -------------------------------------------------------------------

static void test_steps(void **state) {
    static const float turns[4] = {1.5f, 0.0625f, 12, 62};
    static const char *const names[4] = {"steps", "small turns", "turns", "many turns"};
    static const int normal[4] = {12000, 3000, 2000, 700};
    (void)state;
    for (int c = 0; c < 4; ++c) {
        inputs_random r = inputs_seed(11 + (uint64_t)c);
        const int n = cases(normal[c]);
        struct tally t = tally_of(names[c], n);
        float half, most;
        for (int k = 0; k < n; ++k) {
            uint32_t a, b;
            collide_bracket got;
            kinds_of(k, false, &a, &b);
            const struct query q = meeting(&r, a, b, turns[c]);
            const bool result = ask(&q, &got);
            check(&q, &got, result, &t, 3000);
        }
        say(&t, &half, &most);
        free(t.width);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests(tests, bodies, NULL);
}
